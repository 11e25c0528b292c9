/* caller.c - see caller.h. */
#include "caller.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

/* An answer longer than this is cut off; connecting may take this long in addition to the request's
 * own time. */
enum { MOST = 32 << 20, DIAL_MS = 10000 };
/* One line to one server, used by one thread. */
struct caller {
  bool tls;
  char host[200], port[8];
  /* NULL without TLS */
  SSL_CTX *ctx;
  SSL *ssl;
  /* fd -1: no line. stop_fd becomes readable when everything must end; -1: ignored */
  int fd, stop_fd;
  /* of the request under way, steady ms */
  int64_t deadline;
  bool stopped;
};

static int64_t now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* ---- where to */
/* Only a host and a port: a path would be the address of something else. */
static bool split(const char *url, struct caller *c) {
  const char *p = strstr(url, "://");

  c->tls = !strncmp(url, "https://", 8);
  if (!p || (!c->tls && strncmp(url, "http://", 7)))
    return false;
  p += 3;
  size_t n = strcspn(p, ":/");
  if (!n || n >= sizeof c->host)
    return false;
  snprintf(c->host, sizeof c->host, "%.*s", (int)n, p);
  snprintf(c->port, sizeof c->port, "%s", c->tls ? "443" : "80");
  p += n;
  if (*p == ':') {
    size_t digits = strspn(++p, "0123456789");
    if (!digits || digits > 5)
      return false;
    snprintf(c->port, sizeof c->port, "%.*s", (int)digits, p);
    p += digits;
  }

  return !*p || !strcmp(p, "/");
}

struct caller *caller_new(const char *url, int stop_fd, char why[200]) {
  struct caller *c = calloc(1, sizeof *c);

  if (!c)
    abort();
  c->fd = -1;
  c->stop_fd = stop_fd;
  if (!split(url, c)) {
    snprintf(why, 200, "%.100s: write http://HOST[:PORT] or https://HOST[:PORT]", url);
    free(c);
    return NULL;
  }
  if (c->tls) {
    c->ctx = SSL_CTX_new(TLS_client_method());
    if (!c->ctx)
      abort();
    /* The server's certificate must be good for its name, as a browser wants it. */
    SSL_CTX_set_default_verify_paths(c->ctx);
    SSL_CTX_set_min_proto_version(c->ctx, TLS1_2_VERSION);
    SSL_CTX_set_verify(c->ctx, SSL_VERIFY_PEER, NULL);
  }

  return c;
}

static void hang_up(struct caller *c) {
  SSL_free(c->ssl);
  c->ssl = NULL;
  if (c->fd >= 0)
    close(c->fd);
  c->fd = -1;
}

void caller_free(struct caller *c) {
  if (!c)
    return;
  hang_up(c);
  SSL_CTX_free(c->ctx);
  free(c);
}

/* So that what is done can still be brought after the end was asked for. */
void caller_last_word(struct caller *c) {
  c->stop_fd = -1;
  c->stopped = false;
}

/* ---- waiting */
/* False: it is time, or all must end; c->stopped says which. */
static bool wait_for(struct caller *c, short what) {
  struct pollfd p[2] = {{.fd = c->fd, .events = what}, {.fd = c->stop_fd, .events = POLLIN}};
  int64_t left = c->deadline - now_ms();
  if (left <= 0 || poll(p, 2, (int)left) <= 0)
    return false;
  c->stopped = p[1].revents != 0;
  return !c->stopped;
}

bool caller_rest(struct caller *c, int ms) {
  struct pollfd p = {.fd = c->stop_fd, .events = POLLIN};
  return poll(&p, 1, ms) <= 0;
}

/* ---- the line */
/* TLS may need to write in order to read, and to read in order to write. */
static bool again(struct caller *c, int got) {
  int err = SSL_get_error(c->ssl, got);
  if (err == SSL_ERROR_WANT_READ)
    return wait_for(c, POLLIN);
  return err == SSL_ERROR_WANT_WRITE && wait_for(c, POLLOUT);
}

static bool secure(struct caller *c) {
  int got;

  c->ssl = SSL_new(c->ctx);
  if (!c->ssl || !SSL_set1_host(c->ssl, c->host) || !SSL_set_tlsext_host_name(c->ssl, c->host) ||
      !SSL_set_fd(c->ssl, c->fd))
    return false;
  while ((got = SSL_connect(c->ssl)) != 1)
    if (!again(c, got))
      return false;

  return true;
}

/* Not blocking, so that the deadline and the stop are obeyed. */
static bool connect_to(struct caller *c, const struct addrinfo *a) {
  int err = 0;
  int one = 1;
  socklen_t size = sizeof err;

  c->fd = socket(a->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (c->fd < 0)
    return false;
  bool ok = !connect(c->fd, a->ai_addr, a->ai_addrlen) ||
            (errno == EINPROGRESS && wait_for(c, POLLOUT) &&
             !getsockopt(c->fd, SOL_SOCKET, SO_ERROR, &err, &size) && !err);
  if (ok)
    setsockopt(c->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  else
    hang_up(c);

  return ok;
}

/* The addresses of the name one after the other; the first that answers is kept. */
static bool dial(struct caller *c) {
  struct addrinfo hint = {.ai_socktype = SOCK_STREAM};
  struct addrinfo *all = NULL;

  if (getaddrinfo(c->host, c->port, &hint, &all))
    return false;
  for (struct addrinfo *a = all; a && c->fd < 0 && !c->stopped; a = a->ai_next)
    connect_to(c, a);
  freeaddrinfo(all);
  if (c->fd >= 0 && c->tls && !secure(c))
    hang_up(c);

  return c->fd >= 0;
}

static bool send_all(struct caller *c, const char *p, size_t n) {
  while (n) {
    ssize_t got = c->ssl ? SSL_write(c->ssl, p, (int)n) : send(c->fd, p, n, MSG_NOSIGNAL);
    if (got > 0) {
      p += got;
      n -= (size_t)got;
      continue;
    }
    bool more = c->ssl ? again(c, (int)got) : errno == EAGAIN && wait_for(c, POLLOUT);
    if (!more)
      return false;
  }

  return true;
}

/* Some bytes; 0: the line has ended, or it is time. */
static size_t receive(struct caller *c, char *to, size_t n) {
  for (;;) {
    ssize_t got = c->ssl ? SSL_read(c->ssl, to, (int)n) : recv(c->fd, to, n, 0);
    if (got > 0)
      return (size_t)got;
    bool more = c->ssl ? again(c, (int)got) : got < 0 && errno == EAGAIN && wait_for(c, POLLIN);
    if (!more)
      return 0;
  }
}

/* ---- the answer */
struct bytes {
  char *at;
  size_t n, cap;
};
static bool more(struct caller *c, struct bytes *b) {
  if (b->cap - b->n < 4096) {
    b->cap = b->cap * 2 + 65536;
    b->at = realloc(b->at, b->cap + 1);
    if (!b->at)
      abort();
  }
  size_t got = b->n < MOST ? receive(c, b->at + b->n, b->cap - b->n) : 0;
  b->n += got;
  b->at[b->n] = 0;
  return got > 0;
}

/* The head was ended with a NUL, so the body is not searched. */
static bool closes(const char *head) {
  return strcasestr(head, "\r\nconnection: close") != NULL;
}

/* The server always sends a length; a body without one counts as empty. */
static int read_answer(struct caller *c, char **out) {
  struct bytes b = {0};
  char *end = NULL;

  while (!end) {
    if (!more(c, &b)) {
      free(b.at);
      return CALL_LOST;
    }
    end = strstr(b.at, "\r\n\r\n");
  }
  size_t head = (size_t)(end - b.at) + 4;
  end[2] = 0; /* the head is a separate string */
  const char *length = strcasestr(b.at, "\r\ncontent-length:");
  size_t size = length ? (size_t)strtoull(length + 17, NULL, 10) : 0;
  int status = strncmp(b.at, "HTTP/1.1 ", 9) ? CALL_LOST : atoi(b.at + 9);
  bool last = closes(b.at);
  while (b.n < head + size && size < MOST)
    if (!more(c, &b)) {
      free(b.at);
      return CALL_LOST;
    }
  *out = strndup(b.at + head, size);
  free(b.at);
  if (last)
    hang_up(c);

  return status;
}

/* After any trouble the line is closed: what might still come belongs to nothing. */
static int try_once(struct caller *c, const char *head, const char *body, char **out) {
  if (c->fd < 0 && !dial(c))
    return CALL_LOST;
  int status = CALL_LOST;
  if (send_all(c, head, strlen(head)) && send_all(c, body, strlen(body)))
    status = read_answer(c, out);
  if (status < 0)
    hang_up(c);
  return status;
}

int caller_post(struct caller *c, const char *path, const char *bearer, const char *body, int ms,
                char **out) {
  char head[800];

  *out = NULL;
  snprintf(head, sizeof head,
           "POST %.100s HTTP/1.1\r\nHost: %s:%s\r\nAuthorization: Bearer %.100s\r\n"
           "Content-Type: application/json\r\nContent-Length: %zu\r\n\r\n",
           path, c->host, c->port, bearer, strlen(body));
  bool kept = c->fd >= 0;
  c->deadline = now_ms() + (kept ? ms : ms + DIAL_MS);
  int status = try_once(c, head, body, out);
  if (status == CALL_LOST && kept && !c->stopped && now_ms() < c->deadline)
    status = try_once(c, head, body, out); /* the server had closed it: quite usual */

  return status == CALL_LOST && c->stopped ? CALL_STOPPED : status;
}
