/* webhook.c - one outgoing notice per decision handed over, to an address the player gave.
 *
 * The name is resolved here and the very address that was judged is the one connected to, so that a name cannot point
 * outside when judged and inside when used. No redirects, five seconds in all, two at a time.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "room.h"

enum { DEADLINE_MS = 5000, AT_ONCE = 2, QUEUED = 200 };

struct address { /* https://host[:port]/path */
  bool tls;
  char host[200], port[8], path[256];
};
static bool split(const char *url, bool plain_too, struct address *a) {
  const char *p;
  a->tls = !strncmp(url, "https://", 8);
  if (a->tls) p = url + 8;
  else if (plain_too && !strncmp(url, "http://", 7)) p = url + 7;
  else return false;
  for (const char *c = url; *c; c++)
    if ((unsigned char)*c <= ' ' || (unsigned char)*c >= 127 || *c == '"' || *c == '\\' || *c == '@') return false;
  size_t host = strcspn(p, ":/?#");
  if (!host || host >= sizeof a->host || p[host] == '?' || p[host] == '#') return false;
  snprintf(a->host, sizeof a->host, "%.*s", (int)host, p);
  p += host;
  snprintf(a->port, sizeof a->port, "%s", a->tls ? "443" : "80");
  if (*p == ':') {
    size_t n = strspn(++p, "0123456789");
    if (!n || n > 5) return false;
    snprintf(a->port, sizeof a->port, "%.*s", (int)n, p);
    p += n;
  }
  if (*p && *p != '/') return false;
  if (strlen(p) >= sizeof a->path) return false;
  snprintf(a->path, sizeof a->path, "%s", *p ? p : "/");
  return true;
}
/* Loopback, private, link-local, shared, multicast, reserved: nothing of these is anybody's business from here. */
static bool inside4(uint32_t ip) {
  static const struct {
    uint32_t net, bits;
  } no[] = {{0x00000000, 8}, {0x0a000000, 8}, {0x64400000, 10}, {0x7f000000, 8}, {0xa9fe0000, 16}, {0xac100000, 12}, {0xc0000000, 24},
            {0xc0000200, 24}, {0xc0a80000, 16}, {0xc6120000, 15}, {0xc6336400, 24}, {0xcb007100, 24}, {0xe0000000, 4}, {0xf0000000, 4}};
  for (size_t i = 0; i < sizeof no / sizeof *no; i++)
    if (ip >> (32 - no[i].bits) == no[i].net >> (32 - no[i].bits)) return true;
  return false;
}
static bool inside(const struct sockaddr *sa) {
  if (sa->sa_family == AF_INET) return inside4(ntohl(((const struct sockaddr_in *)(const void *)sa)->sin_addr.s_addr));
  if (sa->sa_family != AF_INET6) return true;
  const uint8_t *b = ((const struct sockaddr_in6 *)(const void *)sa)->sin6_addr.s6_addr;
  uint32_t last = (uint32_t)b[12] << 24 | (uint32_t)b[13] << 16 | (uint32_t)b[14] << 8 | b[15];
  static const uint8_t mapped[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff}, nat64[12] = {0, 0x64, 0xff, 0x9b};
  if (!memcmp(b, mapped, 12) || !memcmp(b, nat64, 12)) return inside4(last);
  if (b[0] == 0x20 && b[1] == 0x02) return true; /* 6to4 carries any IPv4 */
  return (b[0] & 0xe0) != 0x20; /* only global unicast is outside */
}
bool webhook_allowed(const struct server_config *config, const char *url, struct fault *f) {
  struct address a;
  if (strlen(url) >= STORE_HOOK || !split(url, config->private_hooks, &a)) return fault_at(f, "url", "must be an https address of at most 255 bytes");
  return true;
}

/* ---- on a thread of the pool */
struct notice {
  uv_work_t work;
  struct server *srv;
  struct notice *next;
  struct address to;
  bool private_too;
  char body[600];
  char why[160]; /* empty: delivered */
};
static bool say(struct notice *n, const char *what) { return snprintf(n->why, sizeof n->why, "%.150s", what), false; }
static int left(int64_t deadline) {
  int64_t ms = deadline - now_steady();
  return ms < 0 ? 0 : (int)ms;
}
static bool wait_for(int fd, short what, int64_t deadline) {
  struct pollfd p = {.fd = fd, .events = what};
  return poll(&p, 1, left(deadline)) > 0;
}
static int dial(struct notice *n, int64_t deadline) {
  struct addrinfo hint = {.ai_socktype = SOCK_STREAM}, *all = NULL;
  if (getaddrinfo(n->to.host, n->to.port, &hint, &all)) return say(n, "the name is not known"), -1;
  int fd = -1;
  say(n, "cannot be reached");
  for (struct addrinfo *a = all; a && fd < 0 && left(deadline); a = a->ai_next) {
    if (!n->private_too && inside(a->ai_addr)) {
      say(n, "is a private address");
      continue;
    }
    fd = socket(a->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0) continue;
    int err = 0;
    socklen_t size = sizeof err;
    bool ok = !connect(fd, a->ai_addr, a->ai_addrlen) ||
              (errno == EINPROGRESS && wait_for(fd, POLLOUT, deadline) && !getsockopt(fd, SOL_SOCKET, SO_ERROR, &err, &size) && !err);
    if (!ok) close(fd), fd = -1;
  }
  freeaddrinfo(all);
  return fd;
}
struct line {
  int fd;
  SSL *ssl;
  int64_t deadline;
};
static bool again(struct line *l, int got) {
  int err = SSL_get_error(l->ssl, got);
  if (err == SSL_ERROR_WANT_READ) return wait_for(l->fd, POLLIN, l->deadline);
  if (err == SSL_ERROR_WANT_WRITE) return wait_for(l->fd, POLLOUT, l->deadline);
  return false;
}
static bool send_all(struct line *l, const char *p, size_t n) {
  while (n) {
    ssize_t got = l->ssl ? SSL_write(l->ssl, p, (int)n) : send(l->fd, p, n, MSG_NOSIGNAL);
    if (got > 0) p += got, n -= (size_t)got;
    else if (l->ssl ? !again(l, (int)got) : errno != EAGAIN || !wait_for(l->fd, POLLOUT, l->deadline)) return false;
  }
  return true;
}
static bool read_status(struct line *l, char out[13]) {
  size_t have = 0;
  while (have < 12) {
    ssize_t got = l->ssl ? SSL_read(l->ssl, out + have, (int)(12 - have)) : recv(l->fd, out + have, 12 - have, 0);
    if (got > 0) have += (size_t)got;
    else if (l->ssl ? !again(l, (int)got) : got == 0 || errno != EAGAIN || !wait_for(l->fd, POLLIN, l->deadline)) return false;
  }
  out[12] = 0;
  return true;
}
static bool secure(struct notice *n, struct line *l, SSL_CTX *ctx) {
  int got;
  SSL_CTX_set_default_verify_paths(ctx);
  SSL_CTX_set_min_proto_version(ctx, TLS1_2_VERSION);
  SSL_CTX_set_verify(ctx, SSL_VERIFY_PEER, NULL);
  l->ssl = SSL_new(ctx);
  if (!l->ssl || !SSL_set1_host(l->ssl, n->to.host) || !SSL_set_tlsext_host_name(l->ssl, n->to.host) || !SSL_set_fd(l->ssl, l->fd)) return say(n, "no TLS");
  while ((got = SSL_connect(l->ssl)) != 1)
    if (!again(l, got)) return say(n, "its certificate or its TLS was not accepted");
  return true;
}
static bool post(struct notice *n, struct line *l) {
  char head[900], status[13];
  snprintf(head, sizeof head, "POST %s HTTP/1.1\r\nHost: %s\r\nUser-Agent: salient\r\nContent-Type: application/json\r\nContent-Length: %zu\r\nConnection: close\r\n\r\n",
           n->to.path, n->to.host, strlen(n->body));
  if (!send_all(l, head, strlen(head)) || !send_all(l, n->body, strlen(n->body)) || !read_status(l, status)) return say(n, "did not take it within five seconds");
  if (strncmp(status, "HTTP/1.", 7) || status[9] != '2') return say(n, status[9] == '3' ? "answered with a redirect, which is not followed" : "did not accept it");
  n->why[0] = 0;
  return true;
}
static void deliver(uv_work_t *w) {
  struct notice *n = w->data;
  struct line l = {.deadline = now_steady() + DEADLINE_MS};
  SSL_CTX *ctx = n->to.tls ? SSL_CTX_new(TLS_client_method()) : NULL;
  l.fd = dial(n, l.deadline);
  if (l.fd >= 0 && (!n->to.tls || secure(n, &l, ctx))) post(n, &l);
  SSL_free(l.ssl);
  SSL_CTX_free(ctx);
  if (l.fd >= 0) close(l.fd);
}

/* ---- on the loop */
static void delivered(uv_work_t *w, int status);
static void start_next(struct server *s) {
  struct hooks *q = &s->hooks;
  while (q->first && q->running < AT_ONCE) {
    struct notice *n = q->first;
    q->first = n->next;
    if (!q->first) q->last = NULL;
    q->queued--;
    q->running++;
    uv_queue_work(&n->srv->loop, &n->work, deliver, delivered);
  }
}
static void delivered(uv_work_t *w, int status) {
  struct notice *n = w->data;
  (void)status;
  struct server *s = n->srv;
  s->hooks.running--;
  if (n->why[0]) server_log("a webhook to %s was not delivered: it %s", n->to.host, n->why); /* the path may hold a secret */
  free(n);
  start_next(s);
}
static bool here(const struct room *r, int side) {
  for (const struct conn *c = r->conns; c; c = c->next)
    if (c->seat == side) return true;
  return false;
}
struct wording {
  const struct room *room;
  int side;
};
static void notice_json(void *ctx, struct sal_json *j) {
  const struct wording *w = ctx;
  char text[200];
  snprintf(text, sizeof text, "%s/%s, turn %u: the %s side decides.", w->room->g.game, w->room->g.scenario, w->room->g.turn, w->side == SAL_GERMAN ? "German" : "Soviet");
  sal_json_object(j, NULL);
  sal_json_str(j, "game", w->room->g.id);
  sal_json_str(j, "side", sal_side_name[w->side]);
  sal_json_int(j, "turn", w->room->g.turn);
  sal_json_str(j, "text", text);
  sal_json_str(j, "content", text);
  sal_json_end(j);
}
void webhook_notice(struct room *r, uint32_t before, uint32_t after) {
  struct hooks *q = &r->srv->hooks;
  for (int side = 0; side < 2; side++) {
    const struct store_seat *s = &r->g.seat[side];
    if (!s->hook[0] || before & SAL_BIT(side) || !(after & SAL_BIT(side)) || here(r, side) || q->queued >= QUEUED) continue;
    struct notice *n = calloc(1, sizeof *n);
    if (!n) abort();
    *n = (struct notice){.srv = r->srv, .private_too = r->srv->config.private_hooks};
    n->work.data = n;
    struct blob *b = blob_json(notice_json, &(struct wording){r, side});
    snprintf(n->body, sizeof n->body, "%s", b->text);
    blob_drop(b);
    if (!split(s->hook, n->private_too, &n->to)) {
      free(n);
      continue;
    }
    if (q->last) q->last->next = n;
    else q->first = n;
    q->last = n;
    q->queued++;
    start_next(r->srv);
  }
}
