/* net.c - all of libwebsockets: sockets in, requests and messages out.
 *
 * Nobody else includes its headers. One protocol serves both HTTP and /ws, because a browser names no subprotocol and lws
 * then takes the first. HTTP is only ever written from a writeable callback. Messages are gathered and written at the end of the
 * loop's turn, at once: asking for a writeable callback first would cost two system calls and another turn for each. lws keeps what
 * the socket does not take; from then on it is the callback's business until that is gone.
 */
#include <libwebsockets.h>
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "account.h"
#include "server.h"

_Static_assert(BLOB_PRE >= LWS_PRE, "room for the wire's header");

enum { AT_ONCE_BYTES = 1 << 20, QUEUE_BYTES = 8 << 20, STUCK_MS = 20000, PARTIAL_BYTES = 64 << 20, CHUNK = 16384, BODY_SECONDS = 15, ANSWER_SECONDS = 60 };

struct out {
  struct blob *blob;
  struct out *next;
};
struct wire { /* per connection */
  struct lws *wsi;
  struct net *net;
  struct exchange *x;   /* HTTP: the request being answered */
  size_t sent;          /* of its body */
  bool answering, headed;
  bool parting;         /* the body was not read: what follows is no request */
  struct conn *conn;    /* WebSocket */
  char *text;           /* a message that has not wholly arrived */
  size_t ntext, cap;
  struct out *first, **last;
  size_t queued;
  int64_t stuck;        /* since when the queue has not moved */
  bool dead, due;
  struct wire *next, *prev, *next_due;
  char address[46], session[128];
};
struct net {
  struct server *srv;
  struct lws_context *context;
  struct lws_vhost *vhost;
  int port;
  size_t partial; /* bytes of unfinished messages, over all */
  struct wire *wires;
  struct wire *due; /* with messages to go out this turn */
};

/* ---- headers of a request */
static bool header(struct lws *wsi, enum lws_token_indexes token, char *out, size_t cap) {
  out[0] = 0;
  int n = lws_hdr_total_length(wsi, token);
  return n > 0 && (size_t)n < cap && lws_hdr_copy(wsi, out, (int)cap, token) > 0;
}
static bool header_named(struct lws *wsi, const char *name, char *out, size_t cap) {
  out[0] = 0;
  int len = (int)strlen(name), n = lws_hdr_custom_length(wsi, name, len);
  return n > 0 && (size_t)n < cap && lws_hdr_custom_copy(wsi, out, (int)cap, name, len) > 0;
}
static void address_of(const struct net *net, struct lws *wsi, char out[46]) {
  char forwarded[256];
  out[0] = 0;
  lws_get_peer_simple(wsi, out, 46);
  if (!strncmp(out, "::ffff:", 7)) memmove(out, out + 7, strlen(out + 7) + 1);
  if (!net->srv->config.trust_proxy || !limits_is_loopback(out) || !header(wsi, WSI_TOKEN_X_FORWARDED_FOR, forwarded, sizeof forwarded)) return;
  header_forwarded(forwarded, out);
}
static bool by_tls(const struct net *net, struct lws *wsi) {
  char proto[16];
  if (net->srv->config.cert) return true;
  return net->srv->config.trust_proxy && header_named(wsi, "x-forwarded-proto:", proto, sizeof proto) && !strcmp(proto, "https");
}
/* The browser's word on where the request comes from. Programs that are no browsers send neither. */
static bool from_here(const struct net *net, struct lws *wsi) {
  char origin[300], host[256], site[32];
  if (header_named(wsi, "sec-fetch-site:", site, sizeof site) && strcmp(site, "same-origin") && strcmp(site, "none")) return false;
  if (lws_hdr_total_length(wsi, WSI_TOKEN_ORIGIN) <= 0) return true;
  if (!header(wsi, WSI_TOKEN_ORIGIN, origin, sizeof origin)) return false;
  header(wsi, WSI_TOKEN_HOST, host, sizeof host);
  return header_origin_is(origin, host, net->srv->config.origin);
}
/* `play` answers to loopback names only, so that no foreign name can be pointed at it. */
static bool called_right(const struct net *net, struct lws *wsi) {
  char host[256];
  if (!net->srv->config.local) return true;
  return header(wsi, WSI_TOKEN_HOST, host, sizeof host) && header_host_is_loopback(host);
}
static void session_of(struct lws *wsi, char out[128]) {
  char all[1024];
  out[0] = 0;
  if (header(wsi, WSI_TOKEN_HTTP_COOKIE, all, sizeof all)) header_session(all, out);
}

/* ---- HTTP out */
static int put(struct lws *wsi, const char *name, const char *value, unsigned char **p, unsigned char *end) {
  return lws_add_http_header_by_name(wsi, (const unsigned char *)name, (const unsigned char *)value, (int)strlen(value), p, end);
}
static const char *const ALWAYS[][2] = {
    {"x-content-type-options:", "nosniff"}, {"x-frame-options:", "DENY"}, {"referrer-policy:", "no-referrer"},
    {"cross-origin-opener-policy:", "same-origin"}, {"cross-origin-resource-policy:", "same-origin"},
    {"permissions-policy:", "camera=(), microphone=(), geolocation=()"},
    {"content-security-policy:", "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; media-src 'self'; "
                                 "connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"}};
static int extra_headers(struct lws *wsi, const char *lines, unsigned char **p, unsigned char *end) {
  char name[64], value[400];
  for (const char *at = lines; *at;) {
    size_t n = strcspn(at, "\r"), colon = strcspn(at, ":");
    if (colon + 2 > n || colon > sizeof name - 2) break;
    snprintf(name, sizeof name, "%.*s:", (int)colon, at);
    snprintf(value, sizeof value, "%.*s", (int)(n - colon - 2), at + colon + 2);
    if (put(wsi, name, value, p, end)) return -1;
    at += n + 2;
  }
  return 0;
}
static int write_head(struct wire *w, struct exchange *x) {
  unsigned char buf[LWS_PRE + 4096], *start = buf + LWS_PRE, *p = start, *end = buf + sizeof buf - 1;
  char tag[64], asked[64];
  bool is_file = !strncmp(x->extra, "etag: ", 6);
  if (is_file && x->status == 200 && header(w->wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH, asked, sizeof asked)) {
    snprintf(tag, sizeof tag, "%.*s", (int)strcspn(x->extra + 6, "\r"), x->extra + 6);
    if (!strcmp(tag, asked)) {
      x->status = 304;
      blob_drop(x->out);
      x->out = blob_new("", 0);
    }
  }
  if (lws_add_http_common_headers(w->wsi, (unsigned)x->status, x->type, x->out->len, &p, end)) return -1;
  for (size_t i = 0; i < sizeof ALWAYS / sizeof *ALWAYS; i++)
    if (put(w->wsi, ALWAYS[i][0], ALWAYS[i][1], &p, end)) return -1;
  if (put(w->wsi, "cache-control:", is_file ? "no-cache" : "no-store", &p, end)) return -1;
  if (x->secure && put(w->wsi, "strict-transport-security:", "max-age=31536000", &p, end)) return -1;
  if (extra_headers(w->wsi, x->extra, &p, end)) return -1;
  return lws_finalize_write_http_header(w->wsi, start, &p, end);
}
static int end_exchange(struct wire *w) {
  http_free(w->x);
  w->x = NULL;
  w->answering = w->headed = false;
  w->sent = 0;
  if (w->parting) return -1;
  return lws_http_transaction_completed(w->wsi) ? -1 : 0;
}
static int write_http(struct wire *w) {
  struct exchange *x = w->x;
  if (!x || !w->answering) return 0;
  if (!w->headed) {
    w->headed = true;
    if (write_head(w, x)) return -1;
    if (!x->out->len) return end_exchange(w);
    lws_callback_on_writable(w->wsi);
    return 0;
  }
  size_t n = x->out->len - w->sent;
  bool last = n <= CHUNK;
  if (!last) n = CHUNK;
  unsigned char buf[LWS_PRE + CHUNK];
  memcpy(buf + LWS_PRE, x->out->text + w->sent, n);
  if (lws_write(w->wsi, buf + LWS_PRE, n, last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) < (int)n) return -1;
  w->sent += n;
  if (last) return end_exchange(w);
  lws_callback_on_writable(w->wsi);
  return 0;
}
void net_reply(struct exchange *x) {
  struct wire *w = x->wire;
  w->answering = true;
  lws_set_timeout(w->wsi, PENDING_TIMEOUT_HTTP_CONTENT, ANSWER_SECONDS);
  lws_callback_on_writable(w->wsi);
}

/* ---- HTTP in */
static void plain_error(struct wire *w, int status, const char *code, const char *text) {
  struct exchange *x = w->x;
  w->parting = true;
  w->net->srv->refused++;
  http_reply(x, status, "application/json", blob_fmt("{\"ok\":false,\"error\":{\"code\":\"%s\",\"text\":\"%s\",\"at\":\"body\"}}", code, text));
}
static int begin_request(struct wire *w, struct lws *wsi, const char *path) {
  struct net *net = w->net;
  char value[128];
  char *uri;
  int n, method = lws_http_get_uri_and_method(wsi, &uri, &n);
  if (w->x) return -1;
  struct exchange *x = calloc(1, sizeof *x);
  if (!x) abort();
  w->x = x;
  w->wsi = wsi;
  x->srv = net->srv;
  x->wire = w;
  x->method = method == LWSHUMETH_GET ? HTTP_GET : method == LWSHUMETH_POST ? HTTP_POST : method == LWSHUMETH_DELETE ? HTTP_DELETE : HTTP_OTHER;
  snprintf(x->path, sizeof x->path, "%s", path);
  address_of(net, wsi, x->address);
  session_of(wsi, x->session);
  x->secure = by_tls(net, wsi);
  x->same_site = from_here(net, wsi);
  if (header(wsi, WSI_TOKEN_HTTP_AUTHORIZATION, value, sizeof value) && !strncasecmp(value, "Bearer ", 7)) snprintf(x->bearer, sizeof x->bearer, "%.120s", value + 7);
  lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, ANSWER_SECONDS);
  if (!called_right(net, wsi)) {
    plain_error(w, 421, "seat", "This server answers to loopback names only.");
    return 0;
  }
  if (strlen(path) >= sizeof x->path - 1) {
    plain_error(w, 414, "limit", "The address is too long.");
    return 0;
  }
  if (x->method != HTTP_POST) {
    http_request(x);
    return 0;
  }
  bool known = header(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH, value, sizeof value);
  long long size = known ? atoll(value) : -1;
  if (size > LIMIT_BODY_BYTES) plain_error(w, 413, "limit", "The body is too large.");
  else if (size < 0) plain_error(w, 411, "input", "The length of the body must be given.");
  else if (size && (!header(wsi, WSI_TOKEN_HTTP_CONTENT_TYPE, value, sizeof value) || strncasecmp(value, "application/json", 16))) plain_error(w, 415, "input", "The body must be application/json.");
  else if (!size) http_request(x);
  else lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, BODY_SECONDS);
  return 0;
}
static int take_body(struct wire *w, const char *in, size_t n) {
  struct exchange *x = w->x;
  if (!x || w->answering) return 0; /* refused already: the rest is let go */
  if (x->nbody + n > LIMIT_BODY_BYTES) return -1;
  if (x->nbody + n + 1 > x->body_cap) {
    x->body = realloc(x->body, x->body_cap = (x->nbody + n) * 2 + 256);
    if (!x->body) abort();
  }
  memcpy(x->body + x->nbody, in, n);
  x->nbody += n;
  x->body[x->nbody] = 0;
  return 0;
}
static void http_gone(struct wire *w) {
  if (!w->x) return;
  if (w->answering || !w->x->begun) http_free(w->x); /* a body that never came to its end is nobody's */
  else w->x->wire = NULL; /* whoever works on it will find out */
  w->x = NULL;
}

/* ---- WebSocket */
static void drop_wire(struct wire *w, const char *why) {
  if (w->dead) return;
  w->dead = true;
  server_log("%s: dropped: %s", w->address, why);
  lws_set_timeout(w->wsi, PENDING_TIMEOUT_KILLED_BY_PARENT, LWS_TO_KILL_ASYNC);
}
void conn_send(struct conn *c, struct blob *b) {
  struct wire *w = c->wire;
  if (w->dead) return;
  if (w->queued + b->len > QUEUE_BYTES && w->first) {
    drop_wire(w, "it does not read what it is sent");
    return;
  }
  struct out *o = malloc(sizeof *o);
  if (!o) abort();
  *o = (struct out){.blob = blob_ref(b)};
  if (!w->first) w->stuck = now_steady();
  *w->last = o;
  w->last = &o->next;
  w->queued += b->len;
  if (w->due) return;
  w->due = true;
  w->next_due = w->net->due;
  w->net->due = w;
}
void conn_listen(struct conn *c, bool on) { lws_rx_flow_control(((struct wire *)c->wire)->wsi, on); }
/* An answer and the view after it in one packet: each packet costs more than all else that is done to it here. */
static void cork(const struct wire *w, int on) { setsockopt(lws_get_socket_fd(w->wsi), IPPROTO_TCP, TCP_CORK, &on, sizeof on); }
static int write_all(struct wire *w) {
  while (w->first && !w->dead) {
    struct out *o = w->first;
    w->first = o->next;
    if (!w->first) w->last = &w->first;
    w->queued -= o->blob->len;
    w->stuck = now_steady();
    int n = lws_write(w->wsi, (unsigned char *)o->blob->text, o->blob->len, LWS_WRITE_TEXT);
    bool ok = n >= (int)o->blob->len;
    blob_drop(o->blob);
    free(o);
    if (!ok) return -1;
    if (w->first && lws_partial_buffered(w->wsi)) {
      lws_callback_on_writable(w->wsi);
      break;
    }
  }
  return 0;
}
static int write_ws(struct wire *w) {
  bool several = w->first && w->first->next;
  if (several) cork(w, 1);
  int rc = write_all(w);
  if (several) cork(w, 0);
  return rc;
}
void net_flush(struct net *net) {
  while (net->due) {
    struct wire *w = net->due;
    net->due = w->next_due;
    w->due = false;
    if (lws_partial_buffered(w->wsi)) lws_callback_on_writable(w->wsi);
    else if (write_ws(w)) drop_wire(w, "it cannot be written to");
  }
}
static void not_due(struct wire *w) {
  struct wire **at = &w->net->due;
  while (*at && *at != w) at = &(*at)->next_due;
  if (*at) *at = w->next_due;
  w->due = false;
}
static int refuse(struct lws *wsi, int status) { return lws_return_http_status(wsi, (unsigned)status, NULL), -1; }
static int ws_asked(struct wire *w, struct lws *wsi) {
  char *uri;
  int n;
  if (lws_http_get_uri_and_method(wsi, &uri, &n) != LWSHUMETH_GET || n != 3 || memcmp(uri, "/ws", 3)) return refuse(wsi, 404);
  if (!called_right(w->net, wsi) || !from_here(w->net, wsi)) {
    w->net->srv->refused++;
    return refuse(wsi, 403);
  }
  address_of(w->net, wsi, w->address);
  if (!limits_take(w->net->srv->limits, w->address, LIMIT_CONNECT, now_steady()) || w->net->srv->closing) return refuse(wsi, 429);
  session_of(wsi, w->session);
  return 0;
}
static int ws_opened(struct wire *w, struct lws *wsi) {
  struct server *s = w->net->srv;
  if (!limits_hold(s->limits, w->address, now_steady())) return -1;
  char name[46];
  int64_t account = account_of(s, w->session);
  limits_account(account, name);
  bool held = account && !limits_exempt(s->limits, w->address);
  if (held && !limits_hold(s->limits, name, now_steady())) return limits_let_go(s->limits, w->address), -1;
  struct conn *c = calloc(1, sizeof *c);
  if (!c) abort();
  w->wsi = wsi;
  w->last = &w->first;
  w->conn = c;
  c->srv = s;
  c->wire = w;
  snprintf(c->address, sizeof c->address, "%s", w->address);
  c->account = account;
  c->held = held;
  w->next = w->net->wires;
  if (w->next) w->next->prev = w;
  w->net->wires = w;
  ws_open(c);
  return 0;
}
static void ws_gone(struct wire *w) {
  if (!w->conn) return;
  ws_close(w->conn);
  limits_let_go(w->net->srv->limits, w->address);
  if (w->conn->held) {
    char name[46];
    limits_account(w->conn->account, name);
    limits_let_go(w->net->srv->limits, name);
  }
  free(w->conn);
  w->conn = NULL;
  w->net->partial -= w->cap;
  free(w->text);
  w->text = NULL;
  w->cap = 0;
  while (w->first) {
    struct out *o = w->first;
    w->first = o->next;
    blob_drop(o->blob);
    free(o);
  }
  if (w->due) not_due(w);
  if (w->prev) w->prev->next = w->next;
  else w->net->wires = w->next;
  if (w->next) w->next->prev = w->prev;
}
static int close_with(struct lws *wsi, enum lws_close_status code, const char *why) {
  lws_close_reason(wsi, code, (unsigned char *)(uintptr_t)why, strlen(why));
  return -1;
}
static int ws_heard(struct wire *w, struct lws *wsi, const char *in, size_t n) {
  struct net *net = w->net;
  if (lws_frame_is_binary(wsi)) return close_with(wsi, LWS_CLOSE_STATUS_UNACCEPTABLE_OPCODE, "text only");
  bool whole = lws_is_final_fragment(wsi) && !lws_remaining_packet_payload(wsi);
  if (w->ntext + n > LIMIT_MESSAGE_BYTES) return close_with(wsi, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE, "at most 1 MiB");
  if (whole && !w->ntext) {
    ws_message(w->conn, in, n);
    return 0;
  }
  if (w->ntext + n > w->cap) {
    size_t cap = (w->ntext + n) * 2 + 1024;
    if (net->partial + cap - w->cap > PARTIAL_BYTES) return close_with(wsi, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE, "too much at once");
    w->text = realloc(w->text, cap);
    if (!w->text) abort();
    net->partial += cap - w->cap;
    w->cap = cap;
  }
  if (n) memcpy(w->text + w->ntext, in, n);
  w->ntext += n;
  if (!whole) return 0;
  char *text = w->text;
  n = w->ntext;
  net->partial -= w->cap;
  w->text = NULL;
  w->ntext = w->cap = 0;
  ws_message(w->conn, text, n);
  free(text);
  return 0;
}
void net_tick(struct net *net) {
  int64_t now = now_steady();
  for (struct wire *w = net->wires; w; w = w->next)
    if (w->first && now - w->stuck > STUCK_MS) drop_wire(w, "it does not read what it is sent");
}

/* ---- what lws calls */
static int callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t n) {
  struct wire *w = user;
  if (!w) return 0; /* about no connection in particular */
  if (!w->net) w->net = lws_context_user(lws_get_context(wsi));
  switch (reason) {
  case LWS_CALLBACK_HTTP: return begin_request(w, wsi, in);
  case LWS_CALLBACK_HTTP_BODY: return take_body(w, in, n);
  case LWS_CALLBACK_HTTP_BODY_COMPLETION:
    if (w->x && !w->answering) http_request(w->x);
    return 0;
  case LWS_CALLBACK_HTTP_WRITEABLE: return write_http(w);
  case LWS_CALLBACK_CLOSED_HTTP:
    http_gone(w);
    return 0;
  case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION: return ws_asked(w, wsi);
  case LWS_CALLBACK_ESTABLISHED: return ws_opened(w, wsi);
  case LWS_CALLBACK_RECEIVE: return w->conn && !w->dead ? ws_heard(w, wsi, in, n) : -1;
  case LWS_CALLBACK_SERVER_WRITEABLE: return write_ws(w);
  case LWS_CALLBACK_CLOSED:
    ws_gone(w);
    return 0;
  default: return 0;
  }
}
static void emit(int level, const char *line) {
  (void)level;
  server_log("network: %.*s", (int)strcspn(line, "\n"), line);
}

/* ---- opening and closing */
static bool port_free(const struct server_config *c, char why[256]) {
  struct sockaddr_in a = {.sin_family = AF_INET, .sin_port = htons((uint16_t)c->port)};
  if (c->address && inet_pton(AF_INET, c->address, &a.sin_addr) != 1) return true; /* a name or IPv6: lws will say */
  int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), one = 1;
  if (fd < 0) return true;
  setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
  int rc = bind(fd, (struct sockaddr *)&a, sizeof a), err = errno;
  if (!rc && (rc = listen(fd, 1))) err = errno;
  close(fd);
  if (!rc) return true;
  if (err == EADDRINUSE) snprintf(why, 256, "port %d is in use; another program (or another salient) listens there; choose one with --port", c->port);
  else snprintf(why, 256, "%s port %d cannot be opened: %s", c->address ? c->address : "", c->port, strerror(err));
  return false;
}
/* Tried here first, so that what is wrong is said in one line. */
static bool good_certificate(const struct server_config *c, char why[256]) {
  SSL_CTX *ctx = SSL_CTX_new(TLS_server_method());
  if (access(c->cert, R_OK)) snprintf(why, 256, "%.150s: the certificate cannot be read: %s", c->cert, strerror(errno));
  else if (access(c->key, R_OK)) snprintf(why, 256, "%.150s: the certificate's key cannot be read: %s", c->key, strerror(errno));
  else if (SSL_CTX_use_certificate_chain_file(ctx, c->cert) != 1) snprintf(why, 256, "%.150s: is no certificate in PEM form", c->cert);
  else if (SSL_CTX_use_PrivateKey_file(ctx, c->key, SSL_FILETYPE_PEM) != 1) snprintf(why, 256, "%.150s: is no key, or not the key of the certificate", c->key);
  SSL_CTX_free(ctx);
  ERR_clear_error();
  return !why[0];
}
struct net *net_open(struct server *s, char why[256]) {
  static const struct lws_protocols protocols[] = {{"salient", callback, sizeof(struct wire), 4096, 0, NULL, AT_ONCE_BYTES}, {NULL, NULL, 0, 0, 0, NULL, 0}};
  static const lws_retry_bo_t alive = {.secs_since_valid_ping = 50, .secs_since_valid_hangup = 75};
  void *loops[1] = {&s->loop};
  why[0] = 0;
  if (s->config.cert && !good_certificate(&s->config, why)) return NULL;
  if (!port_free(&s->config, why)) return NULL;
  struct net *net = calloc(1, sizeof *net);
  if (!net) abort();
  net->srv = s;
  lws_set_log_level(LLL_ERR, emit);
  struct lws_context_creation_info info = {
      .port = s->config.port, .iface = s->config.address, .protocols = protocols, .user = net, .foreign_loops = loops, .gid = -1, .uid = -1,
      .options = LWS_SERVER_OPTION_LIBUV | LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND | LWS_SERVER_OPTION_DISABLE_OS_CA_CERTS | LWS_SERVER_OPTION_VALIDATE_UTF8,
      .timeout_secs = 15, .keepalive_timeout = 20, .ka_time = 120, .ka_probes = 4, .ka_interval = 15, .max_http_header_data = 8192, .max_http_header_pool = 512,
      .pt_serv_buf_size = 8192, .retry_and_idle_policy = &alive, .vhost_name = "salient", .server_string = "salient", .alpn = "http/1.1"};
  if (!s->config.address || !strchr(s->config.address, ':')) info.options |= LWS_SERVER_OPTION_DISABLE_IPV6;
  if (s->config.cert) {
    info.options |= LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
    info.ssl_cert_filepath = s->config.cert;
    info.ssl_private_key_filepath = s->config.key;
    info.ssl_options_set = (long)(SSL_OP_NO_TLSv1 | SSL_OP_NO_TLSv1_1);
  }
  info.options |= LWS_SERVER_OPTION_EXPLICIT_VHOSTS;
  net->context = lws_create_context(&info);
  net->vhost = net->context ? lws_create_vhost(net->context, &info) : NULL;
  if (!net->vhost) {
    snprintf(why, 256, "cannot listen on port %d: is the address one of this machine's?", s->config.port);
    if (net->context) lws_context_destroy(net->context);
    free(net);
    return NULL;
  }
  net->port = s->config.port ? s->config.port : lws_get_vhost_listen_port(net->vhost);
  return net;
}
int net_port(const struct net *net) { return net->port; }
void net_close(struct net *net) {
  lws_context_destroy(net->context);
}
