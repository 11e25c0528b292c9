/* net_http.c - a wire that speaks HTTP: bytes into requests, answers into bytes.
 *
 * An exchange has one owner at a time. The wire has it until the request is whole; then the code
 * that works on it, once; then the wire again, until the answer has gone out. If the client leaves
 * while the exchange is worked on, the exchange loses its wire, and its answer is thrown away.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "routes.h"
#include "wire.h"

/* How long a wire may take over each part of a request before it is closed: a client that sends a
 * byte a minute would hold it for ever. */
enum {
  HEAD_SECONDS = 15,
  REST_SECONDS = 20, /* between two requests */
  BODY_SECONDS = 15,
  WORK_SECONDS = 60,
  PART_SECONDS = 2
};

/* ---- what the headers say */
void http_address(struct wire *w, const struct request *q) {
  const struct server_config *c = &w->net->srv->config;

  snprintf(w->address, sizeof w->address, "%s", w->peer);
  if (!c->trust_proxy || !limits_is_loopback(w->peer))
    return;
  /* proxies that do not say for whom they ask count as one client, and are limited */
  snprintf(w->address, sizeof w->address, "proxy");
  header_forwarded(q->forwarded, w->address);
}

static bool by_tls(const struct wire *w, const struct request *q) {
  const struct server_config *c = &w->net->srv->config;
  return c->cert || (c->trust_proxy && !strcmp(q->proto, "https"));
}

/* The browser's word on where the request comes from. Programs that are no browsers send neither.
 */
bool http_from_here(const struct wire *w, const struct request *q) {
  if (q->site[0] && strcmp(q->site, "same-origin") && strcmp(q->site, "none"))
    return false;
  return !q->origin[0] || header_origin_is(q->origin, q->host, w->net->srv->config.origin);
}

/* `play` answers to loopback names only, so that no foreign name can be pointed at it. */
bool http_called_right(const struct wire *w, const struct request *q) {
  return !w->net->srv->config.local || header_host_is_loopback(q->host);
}

/* ---- answers */
static const char *words_of(int status) {
  static const struct {
    int status;
    const char *words;
  } known[] = {{200, "OK"},
               {304, "Not Modified"},
               {400, "Bad Request"},
               {403, "Forbidden"},
               {404, "Not Found"},
               {405, "Method Not Allowed"},
               {409, "Conflict"},
               {411, "Length Required"},
               {413, "Content Too Large"},
               {414, "URI Too Long"},
               {415, "Unsupported Media Type"},
               {417, "Expectation Failed"},
               {421, "Misdirected Request"},
               {426, "Upgrade Required"},
               {429, "Too Many Requests"},
               {431, "Request Header Fields Too Large"},
               {500, "Internal Server Error"},
               {503, "Service Unavailable"},
               {505, "HTTP Version Not Supported"}};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (known[i].status == status)
      return known[i].words;

  return "Status";
}
#define ALWAYS                                                                                     \
  "x-content-type-options: nosniff\r\n"                                                            \
  "referrer-policy: no-referrer\r\n"                                                               \
  "cross-origin-opener-policy: same-origin\r\n"                                                    \
  "cross-origin-resource-policy: same-origin\r\n"                                                  \
  "permissions-policy: camera=(), microphone=(), geolocation=()\r\n"                               \
  "content-security-policy: default-src 'none'; script-src 'self'%s; style-src 'self'; img-src "   \
  "'self' data: blob:; font-src 'self'; media-src 'self'; connect-src 'self'; worker-src 'self'; " \
  "manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors %s\r\n"

/* Only this page may lie in a page of another site: it watches, and never sits down. */
static bool may_be_framed(const struct exchange *x) {
  return !strcmp(x->path, "/embed.html");
}

/* The same headers on every answer; only files may be kept by the browser. */
static struct blob *answer_head(const struct wire *w, const struct exchange *x) {
  bool is_file = !strncmp(x->extra, "etag: ", 6);
  bool on_device = is_file && !strncmp(x->path, "/device/", 8);
  bool framed = is_file && may_be_framed(x);
  return blob_fmt("HTTP/1.1 %d %s\r\ncontent-type: %s\r\ncontent-length: %zu\r\n" ALWAYS
                  "cache-control: %s\r\n%s%s%s%s\r\n",
                  x->status, words_of(x->status), x->type, x->out->len,
                  on_device ? " 'wasm-unsafe-eval'" : "", framed ? "*" : "'none'",
                  is_file ? "no-cache" : "no-store", framed ? "" : "x-frame-options: DENY\r\n",
                  x->secure ? "strict-transport-security: max-age=31536000\r\n" : "", x->extra,
                  w->keep ? "" : "connection: close\r\n");
}

/* Tells the client that it has the file already. */
static void spare_file(struct exchange *x) {
  size_t n = strcspn(x->extra, "\r");

  if (x->status != 200 || strncmp(x->extra, "etag: ", 6) || !x->tag[0])
    return;
  if (strlen(x->tag) != n - 6 || strncmp(x->tag, x->extra + 6, n - 6))
    return;
  x->status = 304;
  blob_drop(x->out);
  x->out = blob_new("", 0);
}

void net_reply(struct exchange *x) {
  struct wire *w = x->wire;
  wire_phase(w, PHASE_ANSWER, 0);
  spare_file(x);
  wire_put(w, NULL, 0, answer_head(w, x));
  if (x->out->len && !x->only_head)
    wire_put(w, NULL, 0, blob_ref(x->out));
}

/* A polite end: the answer is read before the connection closes. */
static void part(struct wire *w) {
  wire_phase(w, PHASE_PARTING, PART_SECONDS);
  wire_say_end(w);
  wire_listen(w, true); /* what still comes is thrown away, so that the answer is not lost by it */
}

/* The answer has gone out: the next request, or the end. */
void http_emptied(struct wire *w) {
  if (w->phase == PHASE_PARTING)
    wire_say_end(w);
  if (w->phase != PHASE_ANSWER)
    return;
  http_free(w->x);
  w->x = NULL;
  if (!w->keep) {
    part(w);
    return;
  }
  w->headed = false;
  wire_phase(w, PHASE_HEAD, REST_SECONDS);
  wire_listen(w, true);
  w->again = true; /* the next request may have come already */
  wire_due(w);
}

static struct exchange *exchange_new(struct wire *w) {
  struct exchange *x = calloc(1, sizeof *x);

  if (!x)
    abort();
  w->x = x;
  x->srv = w->net->srv;
  x->wire = w;
  snprintf(x->address, sizeof x->address, "%s", w->address);
  return x;
}

/* A request that is refused before it is whole ends the connection. */
void http_refuse(struct wire *w, int status, const char *code, const char *text) {
  struct exchange *x = w->x ? w->x : exchange_new(w);
  w->keep = false; /* the rest of the request is not read: what follows it is no request */
  w->net->srv->refused++;
  http_reply(x, status, "application/json",
             blob_fmt("{\"ok\":false,\"error\":{\"code\":\"%s\",\"text\":\"%s\",\"at\":\"body\"}}",
                      code, text));
}

/* ---- requests */
/* The request is whole: it is handed over, once, and nothing more is read until it is answered. */
static void hand_over(struct wire *w) {
  struct exchange *x = w->x;
  wire_give_back(w, x->body_cap);
  wire_phase(w, PHASE_WORK, WORK_SECONDS);
  wire_listen(w, false);
  http_request(x);
}

/* HEAD is a GET whose answer has no body. */
static enum http_method method_of(const char *word) {
  bool reads = !strcmp(word, "GET") || !strcmp(word, "HEAD");
  if (reads)
    return HTTP_GET;
  if (!strcmp(word, "POST"))
    return HTTP_POST;
  if (!strcmp(word, "DELETE"))
    return HTTP_DELETE;
  return HTTP_OTHER;
}

/* Length, size and type are checked before a byte of the body is read. */
static void expect_body(struct wire *w, const struct request *q) {
  if (q->length < 0)
    http_refuse(w, 411, "input", "The length of the body must be given.");
  else if (q->length > (int64_t)routes_body(HTTP_POST, q->path))
    http_refuse(w, 413, "limit", "The body is too large.");
  else if (q->length && strncasecmp(q->type, "application/json", 16))
    http_refuse(w, 415, "input", "The body must be application/json.");
  else if (!q->length)
    hand_over(w);
  else {
    w->body_left = (size_t)q->length;
    wire_phase(w, PHASE_BODY, BODY_SECONDS);
    if (q->continues)
      wire_put(w, NULL, 0, blob_fmt("HTTP/1.1 100 Continue\r\n\r\n"));
  }
}

/* A whole head: an upgrade, a body to come, or a request to answer. */
static void begin_request(struct wire *w, const struct request *q) {
  http_address(w, q);
  if (q->upgrade) {
    line_open(w, q);
    return;
  }
  struct exchange *x = exchange_new(w);
  x->method = method_of(q->method);
  x->only_head = !strcmp(q->method, "HEAD");
  x->secure = by_tls(w, q);
  x->same_site = http_from_here(w, q);
  snprintf(x->path, sizeof x->path, "%s", q->path);
  snprintf(x->bearer, sizeof x->bearer, "%s", q->bearer);
  snprintf(x->tag, sizeof x->tag, "%s", q->tag);
  x->gzip = q->gzip;
  header_session(q->cookie, x->session);
  w->keep = q->keep;
  if (!http_called_right(w, q))
    http_refuse(w, 421, "seat", "This server answers to loopback names only.");
  else if (x->method == HTTP_POST)
    expect_body(w, q);
  else if (q->length > 0)
    http_refuse(w, 400, "input", "Only a POST has a body.");
  else
    hand_over(w);
}

static size_t take_head(struct wire *w, const uint8_t *p, size_t n) {
  struct request q;
  size_t used;
  int status;
  const char *why;

  switch (request_read((const char *)p, n, &q, &used, &status, &why)) {
  case REQUEST_WHOLE: begin_request(w, &q); return used;
  case REQUEST_BAD:
    http_refuse(w, status, status == 400 ? "input" : "limit", why);
    wire_listen(w, false);
    return n;
  case REQUEST_PART: break;
  }
  if (!w->headed)
    w->deadline = now_steady() + HEAD_SECONDS * 1000;
  w->headed = true;
  return 0;
}

/* The body, up to the length that was announced. */
static size_t take_body(struct wire *w, const uint8_t *p, size_t n) {
  struct exchange *x = w->x;

  if (n > w->body_left)
    n = w->body_left;
  if (x->nbody + n + 1 > x->body_cap) {
    size_t cap = (x->nbody + n) * 2 + 256;
    if (!wire_keep_bytes(w, cap - x->body_cap)) {
      http_refuse(w, 503, "limit", "Too much is on its way to the server; try again.");
      return n;
    }
    x->body = realloc(x->body, cap);
    if (!x->body)
      abort();
    x->body_cap = cap;
  }
  memcpy(x->body + x->nbody, p, n);
  x->nbody += n;
  x->body[x->nbody] = 0;
  w->body_left -= n;
  if (!w->body_left)
    hand_over(w);

  return n;
}

size_t http_take(struct wire *w, uint8_t *p, size_t n) {
  if (w->phase == PHASE_HEAD)
    return take_head(w, p, n);
  if (w->phase == PHASE_BODY)
    return take_body(w, p, n);
  return 0; /* it waits until this request has been answered */
}

/* ---- the end */
void http_late(struct wire *w) {
  const char *why = NULL;
  if (w->phase == PHASE_BODY || (w->phase == PHASE_HEAD && w->headed))
    why = "its request does not come to an end";
  if (w->phase == PHASE_WORK)
    why = "its request was not answered in time";
  wire_doom(w, why);
}

/* The client has gone; work that has begun is finished for nobody. */
void http_gone(struct wire *w) {
  struct exchange *x = w->x;

  w->x = NULL;
  if (!x)
    return;
  if (w->phase == PHASE_WORK)
    x->wire = NULL; /* the code working on it finds out */
  else
    http_free(x);
}
