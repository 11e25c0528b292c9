/* net.c - sockets: who may connect, bytes in and bytes out, and how long anything may take.
 *
 * net_http.c and net_ws.c decide what the bytes mean. The number of connections, per address and in
 * all, is limited before a byte is read; when there are too many, the one idle for longest makes
 * room. So a client that opens thousands and says nothing closes only its own.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "wire.h"

/* Eight MiB behind, or twenty seconds without a byte taken, mean that nobody reads. */
enum {
  QUEUE_BYTES = 8 << 20,
  STUCK_MS = 20000,
  KEPT_BYTES = 64 << 20, /* of unfinished requests and messages, over all */
  FILES_KEPT = 64,       /* for the store, the workers, the page */
  SILENT_SECONDS = 10,   /* from the connection to the first byte */
  AT_ONCE = 32,          /* pieces given to the system together */
  BACKLOG = 1024
};

static struct wire *wire_of(const struct node *n, size_t offset) {
  return n ? (struct wire *)(void *)((char *)(uintptr_t)n - offset) : NULL;
}
#define WIRE(node, member) wire_of(node, offsetof(struct wire, member))

/* Lines about connections are rated, so that nobody can fill the disk with them. */
void net_log(struct net *net, const char *fmt, ...) {
  char line[300];
  va_list ap;

  if (!bucket_take(&net->logged, 1, 20, now_steady())) {
    net->unlogged++;
    return;
  }
  va_start(ap, fmt);
  vsnprintf(line, sizeof line, fmt, ap);
  va_end(ap);
  if (net->unlogged)
    server_log("%s (and %u more lines like it)", line, net->unlogged);
  else
    server_log("%s", line);
  net->unlogged = 0;
}

/* ---- the life of a wire */
/* A proxy on this machine limits its own connections; what it carries is limited by request. */
static bool is_limited(const struct wire *w) {
  const struct server_config *c = &w->net->srv->config;
  return !limits_is_loopback(w->peer) || (c->limit_loopback && !c->trust_proxy);
}

/* What the wire is doing, and by when it must be done. */
void wire_phase(struct wire *w, enum phase phase, int seconds) {
  w->phase = phase;
  w->deadline = seconds ? now_steady() + (int64_t)seconds * 1000 : 0;
  list_remove(&w->idle);
  if (phase == PHASE_HEAD && !w->closed)
    list_add(&w->net->idle, &w->idle);
}

/* Written at the end of the loop's turn, together with what is still to come. */
void wire_due(struct wire *w) {
  if (!w->due.in && !w->closed)
    list_add(&w->net->due, &w->due);
}

/* Closed at the end of the turn, because the caller may still hold it. */
void wire_doom(struct wire *w, const char *why) {
  if (w->doomed.in || w->closed)
    return;
  if (why)
    net_log(w->net, "%s: dropped: %s", w->address, why);
  list_add(&w->net->doomed, &w->doomed);
}

/* Nothing is read from it or queued to it any more. */
static bool is_doomed(const struct wire *w) {
  return w->closed || w->doomed.in;
}

/* Memory for what is not whole yet, limited for each client and in all. */
bool wire_keep_bytes(struct wire *w, size_t n) {
  struct net *net = w->net;

  if (net->kept + n > KEPT_BYTES)
    return false;
  if (is_limited(w) && !limits_keep(net->srv->limits, w->peer, n))
    return false;
  net->kept += n;
  w->kept += n;
  return true;
}

/* What wire_keep_bytes has counted, in the same places. */
void wire_give_back(struct wire *w, size_t n) {
  if (is_limited(w))
    limits_give_back(w->net->srv->limits, w->peer, n);
  w->net->kept -= n;
  w->kept -= n;
}

/* The first piece has gone out, or never will. */
static void drop_out(struct wire *w) {
  struct out *o = w->first;

  w->first = o->next;
  if (!w->first)
    w->last = &w->first;
  w->queued -= o->blob->len + o->nhead;
  blob_drop(o->blob);
  free(o);
}

/* libuv has let go: only now may the memory go. */
static void on_closed(uv_handle_t *h) {
  struct wire *w = (struct wire *)h;
  while (w->first)
    drop_out(w);
  tls_line_free(w->tls);
  free(w);
}

/* Once: it has become a WebSocket, which is counted otherwise, or it is closed. */
void wire_uncount(struct wire *w) {
  if (w->held)
    limits_let_go(w->net->srv->limits, w->peer, HOLD_PLAIN);
  w->held = false;
}

/* Out of all lists, limits and rooms; the memory goes when libuv has let go. */
static void wire_close(struct wire *w) {
  if (w->closed)
    return;
  w->closed = true;
  if (w->conn)
    line_gone(w);
  else
    http_gone(w);
  wire_uncount(w);
  free(w->in);
  free(w->text);
  w->in = NULL;
  w->text = NULL;
  wire_give_back(w, w->kept);
  list_remove(&w->all);
  list_remove(&w->idle);
  list_remove(&w->due);
  list_remove(&w->doomed);
  uv_close((uv_handle_t *)&w->tcp, on_closed);
}

/* ---- bytes in */
/* One buffer for all wires: what is not used at once is copied by keep_rest. */
static void on_room(uv_handle_t *h, size_t hint, uv_buf_t *buf) {
  struct net *net = ((struct wire *)h)->net;
  (void)hint;
  *buf = uv_buf_init((char *)net->scratch, sizeof net->scratch);
}

/* Gives bytes to the code that understands them in this phase. */
static size_t take(struct wire *w, uint8_t *p, size_t n) {
  size_t used = 0;

  while (used < n && !is_doomed(w) && !w->deaf && !w->resumes) {
    size_t more = w->phase == PHASE_LINE      ? line_take(w, p + used, n - used)
                  : w->phase == PHASE_PARTING ? n - used
                                              : http_take(w, p + used, n - used);
    if (!more)
      break;
    used += more;
  }

  return used;
}

/* Keeps bytes that cannot be used yet until more have come. */
static void keep_rest(struct wire *w, const uint8_t *p, size_t n) {
  if (w->nin + n > w->cap) {
    size_t cap = w->nin + n < 2048 ? 2048 : (w->nin + n) * 3 / 2;
    if (!wire_keep_bytes(w, cap - w->cap)) {
      wire_doom(w, "too much of what it sends is unfinished");
      return;
    }
    w->in = realloc(w->in, cap);
    if (!w->in)
      abort();
    w->cap = cap;
  }
  memcpy(w->in + w->nin, p, n);
  w->nin += n;
}

/* Bytes that had to wait. */
static void look_again(struct wire *w) {
  w->again = false;
  if (!w->nin || w->deaf || is_doomed(w))
    return;
  size_t used = take(w, w->in, w->nin);
  if (is_doomed(w))
    return;
  memmove(w->in, w->in + used, w->nin - used);
  w->nin -= used;
  if (w->nin)
    return;
  free(w->in);
  w->in = NULL;
  wire_give_back(w, w->cap);
  w->cap = 0;
}

/* Waiting bytes come first, or bytes would overtake each other. */
static void plain_bytes(struct wire *w, uint8_t *p, size_t n) {
  if (w->nin) {
    keep_rest(w, p, n);
    look_again(w);
    return;
  }
  size_t used = take(w, p, n);
  if (used < n && !is_doomed(w))
    keep_rest(w, p + used, n - used);
}

static void send_tls(struct wire *);

/* Through TLS first; its own messages go out on the way. */
static void tls_bytes(struct wire *w, uint8_t *p, size_t n) {
  if (!tls_feed(w->tls, p, n)) {
    wire_doom(w, NULL);
    return;
  }
  for (;;) {
    ptrdiff_t got = tls_read(w->tls, w->net->plain, sizeof w->net->plain);
    send_tls(w);
    if (got < 0)
      wire_doom(w, NULL);
    if (got <= 0 || is_doomed(w))
      return;
    plain_bytes(w, w->net->plain, (size_t)got);
  }
}

/* The end of the other side, and every error, dooms the wire. */
static void on_read(uv_stream_t *h, ssize_t n, const uv_buf_t *buf) {
  struct wire *w = (struct wire *)h;

  if (!n || is_doomed(w))
    return;
  if (n < 0) {
    wire_doom(w, NULL);
    return;
  }
  if (w->tls)
    tls_bytes(w, (uint8_t *)buf->base, (size_t)n);
  else
    plain_bytes(w, (uint8_t *)buf->base, (size_t)n);
}

/* While it is off the kernel holds the other side back. */
void wire_listen(struct wire *w, bool on) {
  if (w->closed || w->reading == on)
    return;
  w->reading = on;
  if (on)
    uv_read_start((uv_stream_t *)&w->tcp, on_room, on_read);
  else
    uv_read_stop((uv_stream_t *)&w->tcp);
}

/* Stops hearing a client for a while; what it sends waits in the kernel. */
void conn_listen(struct conn *c, bool on) {
  struct wire *w = c->wire;
  w->deaf = !on;
  wire_listen(w, on);
  w->again = on;
  wire_due(w); /* bytes that have come meanwhile are read when the turn ends */
}

/* ---- bytes out */
/* Takes the blob. It goes out when the turn ends, with everything else that is queued. */
static void queue(struct wire *w, const uint8_t *head, size_t nhead, struct blob *b) {
  struct out *o = calloc(1, sizeof *o);

  if (!o)
    abort();
  o->blob = b;
  o->nhead = (uint8_t)nhead;
  if (nhead)
    memcpy(o->head, head, nhead);
  if (!w->first)
    w->stuck = now_steady();
  *w->last = o;
  w->last = &o->next;
  w->queued += b->len + nhead;
  wire_due(w);
}

/* Sends what TLS has made of it, or wants to say by itself. */
static void send_tls(struct wire *w) {
  const char *bytes;
  size_t n = tls_outgoing(w->tls, &bytes);
  if (!n)
    return;
  queue(w, NULL, 0, blob_new(bytes, n));
  tls_sent(w->tls);
}

/* Queues an answer. A client that does not read is dropped, or its queue would grow for ever. */
void wire_put(struct wire *w, const uint8_t *head, size_t nhead, struct blob *b) {
  if (is_doomed(w)) {
    blob_drop(b);
    return;
  }
  if (w->phase == PHASE_LINE && w->first && w->queued + b->len > QUEUE_BYTES) {
    blob_drop(b);
    wire_doom(w, "it does not read what it is sent");
    return;
  }
  if (!w->tls) {
    queue(w, head, nhead, b);
    return;
  }
  bool ok = tls_write(w->tls, head, nhead) && tls_write(w->tls, (const uint8_t *)b->text, b->len);
  blob_drop(b);
  if (!ok)
    wire_doom(w, NULL);
  else
    send_tls(w);
}

/* What is queued still goes out; only then is the socket shut. */
void wire_say_end(struct wire *w) {
  uv_os_fd_t fd;

  if (w->tls && !w->ended) {
    w->ended = true;
    tls_say_end(w->tls);
    send_tls(w);
  }
  if (!w->first && !uv_fileno((uv_handle_t *)&w->tcp, &fd))
    shutdown(fd, SHUT_WR);
}

/* The pieces that are to go out next. */
static unsigned pieces(const struct wire *w, uv_buf_t *buf) {
  unsigned n = 0;

  for (struct out *o = w->first; o && n + 2 <= AT_ONCE; o = o->next) {
    size_t in_blob = o->sent > o->nhead ? o->sent - o->nhead : 0;
    if (o->sent < o->nhead)
      buf[n++] = uv_buf_init((char *)o->head + o->sent, (unsigned)(o->nhead - o->sent));
    if (in_blob < o->blob->len)
      buf[n++] = uv_buf_init(o->blob->text + in_blob, (unsigned)(o->blob->len - in_blob));
  }

  return n;
}

/* So many bytes from the front; a piece that is half out remembers how far. */
static void went_out(struct wire *w, size_t n) {
  while (w->first) {
    struct out *o = w->first;
    size_t left = o->blob->len + o->nhead - o->sent;
    if (n < left) {
      o->sent += n;
      return;
    }
    n -= left;
    drop_out(w);
  }
}

static void flush(struct wire *);
/* The rest that libuv was given has gone out; on with what came meanwhile. */
static void on_written(uv_write_t *r, int status) {
  struct wire *w = r->data;

  w->writing = false;
  if (w->closed)
    return;
  if (status < 0) {
    wire_doom(w, NULL);
    return;
  }
  went_out(w, w->given);
  w->stuck = now_steady();
  flush(w);
}

/* Writes at once what the kernel takes and leaves the rest to libuv. */
static void flush(struct wire *w) {
  uv_buf_t buf[AT_ONCE];

  while (w->first && !w->writing && !w->closed) {
    unsigned n = pieces(w, buf);
    size_t all = 0;
    for (unsigned i = 0; i < n; i++)
      all += buf[i].len;
    int sent = n ? uv_try_write((uv_stream_t *)&w->tcp, buf, n) : 0;
    if (sent < 0 && sent != UV_EAGAIN) {
      wire_doom(w, NULL);
      return;
    }
    went_out(w, sent > 0 ? (size_t)sent : 0);
    if (sent > 0)
      w->stuck = now_steady();
    if (sent >= 0 && (size_t)sent == all)
      continue;
    n = pieces(w, buf);
    w->given = 0;
    for (unsigned i = 0; i < n; i++)
      w->given += buf[i].len;
    w->write.data = w;
    w->writing = !uv_write(&w->write, (uv_stream_t *)&w->tcp, buf, n, on_written);
    if (!w->writing)
      wire_doom(w, NULL);
    return;
  }
  if (!w->first && !is_doomed(w) && w->phase != PHASE_LINE)
    http_emptied(w);
}

/* One text message; the blob may be sent to many, so its frame's head stands apart. */
void conn_send(struct conn *c, struct blob *b) {
  uint8_t head[FRAME_HEAD];
  size_t n = frame_head(FRAME_TEXT, b->len, head);
  wire_put(c->wire, head, n, blob_ref(b));
}

/* The loop must not sleep yet. */
bool net_waits(const struct net *net) {
  return net->due.first || net->doomed.first;
}

/* Everything due, once each, then everything doomed. */
void net_flush(struct net *net) {
  for (uint32_t left = net->due.count; left && net->due.first; left--) {
    struct wire *w = WIRE(list_take(&net->due), due);
    if (w->again)
      look_again(w);
    if (!w->closed)
      flush(w);
  }
  while (net->doomed.first)
    wire_close(WIRE(net->doomed.first, doomed));
}

/* A session that has ended takes its lines with it. */
void net_end_account(struct net *net, int64_t account) {
  for (struct node *n = net->wires.first; n; n = n->next) {
    struct conn *c = WIRE(n, all)->conn;
    if (c && account && c->account == account)
      conn_end(c, "the session has ended");
  }
}

/* ---- time */
/* A client may read slowly, but it must read. */
static bool is_stuck(struct wire *w, int64_t now) {
  if (!w->first)
    return false;
  size_t left = uv_stream_get_write_queue_size((uv_stream_t *)&w->tcp);
  if (w->writing && left != w->left) { /* the system has taken some of it */
    w->left = left;
    w->stuck = now;
  }
  return now - w->stuck > STUCK_MS;
}

/* Once a tick: what is late, what is stuck, what is silent. */
void net_tick(struct net *net) {
  int64_t now = now_steady();

  for (struct node *n = net->wires.first; n; n = n->next) {
    struct wire *w = WIRE(n, all);
    if (is_doomed(w))
      continue;
    if (is_stuck(w, now))
      wire_doom(w, "it does not read what it is sent");
    else if (w->phase == PHASE_LINE)
      line_tick(w, now);
    else if (w->deadline && now > w->deadline)
      http_late(w);
  }
}

/* ---- who may connect */
/* An IPv4 address that came by an IPv6 socket counts as itself. */
static void peer_of(struct wire *w) {
  struct sockaddr_storage a;
  int n = sizeof a;

  snprintf(w->peer, sizeof w->peer, "unknown");
  if (uv_tcp_getpeername(&w->tcp, (struct sockaddr *)&a, &n))
    return;
  if (a.ss_family == AF_INET)
    uv_ip4_name((const struct sockaddr_in *)&a, w->peer, sizeof w->peer);
  else if (a.ss_family == AF_INET6)
    uv_ip6_name((const struct sockaddr_in6 *)&a, w->peer, sizeof w->peer);
  if (!strncmp(w->peer, "::ffff:", 7))
    memmove(w->peer, w->peer + 7, strlen(w->peer + 7) + 1);
}

/* Closes the one that has been idle longest, of this address or of all. */
static bool shed(struct net *net, const char *peer) {
  for (struct node *n = net->idle.first; n; n = n->next) {
    struct wire *w = WIRE(n, idle);
    if (w->first || (peer && !limits_same(w->peer, peer)))
      continue;
    wire_close(w);
    return true;
  }
  return false;
}

/* Limits before a byte is read; the longest idle one makes room. */
static bool may_connect(struct wire *w) {
  struct net *net = w->net;
  struct limits *l = net->srv->limits;

  if (net->closing)
    return false;
  if (is_limited(w)) {
    w->held = limits_hold(l, w->peer, HOLD_PLAIN);
    if (!w->held && shed(net, w->peer))
      w->held = limits_hold(l, w->peer, HOLD_PLAIN);
    if (!w->held) {
      net_log(net, "%s: refused: too many connections", w->peer);
      return false;
    }
  }
  if (net->wires.count < net->most || shed(net, NULL))
    return true;
  net_log(net, "%s: refused: the server has as many connections as it can", w->peer);
  return false;
}

/* From here on it is among all wires and has ten seconds for its first byte. */
static void begin_wire(struct wire *w) {
  w->last = &w->first;
  snprintf(w->address, sizeof w->address, "%s", w->peer);
  list_add(&w->net->wires, &w->all);
  if (w->net->tls)
    w->tls = tls_line_new(w->net->tls);
  wire_phase(w, PHASE_HEAD, SILENT_SECONDS);
  uv_tcp_nodelay(&w->tcp, 1);
  uv_tcp_keepalive(&w->tcp, 1, 120);
  wire_listen(w, true);
}

/* Not yet in any list; on_closed frees it. */
static struct wire *wire_new(struct net *net) {
  struct wire *w = calloc(1, sizeof *w);

  if (!w)
    abort();
  w->net = net;
  w->last = &w->first;
  uv_tcp_init(&net->srv->loop, &w->tcp);
  return w;
}

/* The connection is always accepted, if only to be closed: libuv gives no other before that. */
static void on_connection(uv_stream_t *listener, int status) {
  struct net *net = listener->data;

  if (status < 0) {
    net_log(net, "a connection could not be accepted: %s", uv_strerror(status));
    return;
  }
  struct wire *w = wire_new(net);
  bool ok = !uv_accept(listener, (uv_stream_t *)&w->tcp);
  if (ok)
    peer_of(w);
  if (ok && may_connect(w)) {
    begin_wire(w);
    return;
  }
  if (ok)
    net->srv->refused++;
  wire_uncount(w);
  w->closed = true;
  uv_close((uv_handle_t *)&w->tcp, on_closed);
}

/* One end of a socket pair, as if it had connected: for the fuzzers. */
bool net_adopt(struct net *net, int fd) {
  struct wire *w = wire_new(net);

  snprintf(w->peer, sizeof w->peer, "127.0.0.1");
  if (uv_tcp_open(&w->tcp, fd)) {
    w->closed = true;
    uv_close((uv_handle_t *)&w->tcp, on_closed);
    return false;
  }
  begin_wire(w);
  return true;
}

/* ---- opening and closing */
/* A number, or a name of this machine; names are looked up once, at the start. */
static bool find_address(const struct server_config *c, struct sockaddr_storage *out,
                         char why[256]) {
  const char *name = c->address ? c->address : "0.0.0.0";

  if (!uv_ip4_addr(name, c->port, (struct sockaddr_in *)out) ||
      !uv_ip6_addr(name, c->port, (struct sockaddr_in6 *)out))
    return true;
  struct addrinfo hint = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE};
  struct addrinfo *found = NULL;
  char port[8];
  snprintf(port, sizeof port, "%d", c->port);
  if (getaddrinfo(name, port, &hint, &found) || !found) {
    snprintf(why, 256, "%.100s is not an address of this machine", name);
    return false;
  }
  memcpy(out, found->ai_addr, found->ai_addrlen);
  freeaddrinfo(found);
  return true;
}

/* Errors say what to do about them. */
static bool start_listening(struct net *net, char why[256]) {
  const struct server_config *c = &net->srv->config;
  struct sockaddr_storage a = {0};

  if (!find_address(c, &a, why))
    return false;
  int rc = uv_tcp_bind(&net->listener, (const struct sockaddr *)&a, 0);
  if (!rc)
    rc = uv_listen((uv_stream_t *)&net->listener, BACKLOG, on_connection);
  if (rc == UV_EADDRINUSE)
    snprintf(why, 256,
             "port %d is in use; another program (or another salient) listens there; choose one "
             "with --port",
             c->port);
  else if (rc == UV_EADDRNOTAVAIL)
    snprintf(why, 256, "cannot listen on port %d: is the address one of this machine's?", c->port);
  else if (rc)
    snprintf(why, 256, "%.100s port %d cannot be opened: %s", c->address ? c->address : "", c->port,
             uv_strerror(rc));
  if (rc)
    return false;
  int n = sizeof a;
  uv_tcp_getsockname(&net->listener, (struct sockaddr *)&a, &n);
  net->port = ntohs(a.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&a)->sin6_port
                                            : ((struct sockaddr_in *)&a)->sin_port);

  return true;
}

/* Fewer than the system gives files, so that the server never runs out of them. */
static uint32_t most_wires(void) {
  struct rlimit files;
  if (getrlimit(RLIMIT_NOFILE, &files) || files.rlim_cur > 100000)
    return 100000;
  return files.rlim_cur > 2 * FILES_KEPT ? (uint32_t)files.rlim_cur - FILES_KEPT
                                         : (uint32_t)files.rlim_cur / 2;
}

/* Listens, or says why it cannot. */
struct net *net_open(struct server *s, char why[256]) {
  struct net *net = calloc(1, sizeof *net);

  if (!net)
    abort();
  why[0] = 0;
  net->srv = s;
  net->most = most_wires();
  if (s->config.cert && !(net->tls = tls_open(s->config.cert, s->config.key, why))) {
    free(net);
    return NULL;
  }
  uv_tcp_init(&s->loop, &net->listener);
  net->listener.data = net;
  if (start_listening(net, why))
    return net;
  uv_close((uv_handle_t *)&net->listener, NULL);
  /* The handle must be closed before its memory goes. */
  while (uv_run(&s->loop, UV_RUN_NOWAIT) && uv_is_closing((uv_handle_t *)&net->listener) > 1)
    ;
  uv_run(&s->loop, UV_RUN_NOWAIT);
  tls_close(net->tls);
  free(net);
  return NULL;
}

int net_port(const struct net *net) {
  return net->port;
}

/* A renewed certificate for connections to come; a bad one changes nothing. */
bool net_reload(struct net *net, char why[256]) {
  const struct server_config *c = &net->srv->config;

  if (!c->cert)
    return true;
  struct tls *fresh = tls_open(c->cert, c->key, why);
  if (!fresh)
    return false;
  tls_close(net->tls);
  net->tls = fresh;
  return true;
}

/* Everybody is told that the server goes away. */
void net_close(struct net *net) {
  net->closing = true;
  for (struct node *n = net->wires.first; n; n = n->next)
    if (WIRE(n, all)->phase == PHASE_LINE)
      line_end(WIRE(n, all), CLOSE_AWAY, "the server is closing");
  net_flush(net);
  while (net->wires.first)
    wire_close(WIRE(net->wires.first, all));
  uv_close((uv_handle_t *)&net->listener, NULL);
}

void net_free(struct net *net) {
  if (!net)
    return;
  tls_close(net->tls);
  free(net);
}
