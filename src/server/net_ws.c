/* net_ws.c - a wire that has become a WebSocket: a line.
 *
 * Messages are text, whole or in pieces, at most a mebibyte. A line that sends too fast is not read
 * from for a while; one that says nothing is pinged, and closed when it does not answer.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "account.h"
#include "wire.h"

/* A line that is silent for PING_MS is pinged; after SILENT_MS it is closed. One that sends more
 * bytes than its rate is not read for PAUSE_MS; one that pings faster is closed. */
enum {
  PING_MS = 50000,
  SILENT_MS = 75000,
  BYTES_A_SECOND = 256 << 10,
  BYTES_AT_ONCE = 4 << 20,
  CONTROLS_A_SECOND = 10,
  CONTROLS_AT_ONCE = 60,
  PAUSE_MS = 1000
};

/* ---- opening */
static bool may_open(struct wire *w, const struct request *q) {
  struct server *s = w->net->srv;

  if (strcmp(q->method, "GET") || strcmp(q->path, "/ws"))
    http_refuse(w, 404, "input", "There is no WebSocket here.");
  else if (!http_called_right(w, q) || !http_from_here(w, q))
    http_refuse(w, 403, "seat", "This request comes from another site.");
  else if (strcmp(q->version, "13"))
    http_refuse(w, 426, "input", "This server speaks version 13 of the WebSocket protocol.");
  else if (strlen(q->key) != 24)
    http_refuse(w, 400, "input", "The WebSocket's key is not one.");
  else if (q->length > 0)
    http_refuse(w, 400, "input", "Only a POST has a body.");
  else if (s->closing || !limits_take(s->limits, w->address, LIMIT_CONNECT, now_steady()))
    http_refuse(w, 429, "limit", "Too many new connections; slow down.");
  else
    return true;

  return false;
}

/* Counts it against its address, and against its account. */
static bool hold_line(struct wire *w, struct conn *c) {
  struct limits *l = w->net->srv->limits;
  char name[LIMIT_WHO];

  limits_account(c->account, name);
  if (!limits_hold(l, c->address, HOLD_LINE))
    return false;
  if (!c->account || limits_exempt(l, c->address))
    return true;
  c->held = limits_hold(l, name, HOLD_LINE);
  if (!c->held)
    limits_let_go(l, c->address, HOLD_LINE);

  return c->held;
}

/* From here on the wire speaks frames. */
void line_open(struct wire *w, const struct request *q) {
  struct server *s = w->net->srv;
  char session[128];
  char accept[32];
  int64_t account;

  if (!may_open(w, q))
    return;
  header_session(q->cookie, session);
  if (!account_of(s, session, &account)) {
    http_refuse(w, 503, "internal", "The database does not answer just now; try again.");
    return;
  }
  struct conn *c = calloc(1, sizeof *c);
  if (!c)
    abort();
  c->srv = s;
  c->wire = w;
  c->account = account;
  snprintf(c->address, sizeof c->address, "%s", w->address);
  if (!hold_line(w, c)) {
    free(c);
    http_refuse(w, 429, "limit", "Too many connections are open.");
    return;
  }
  wire_uncount(w);
  wire_phase(w, PHASE_LINE, 0);
  w->heard = now_steady();
  w->conn = c;
  frame_accept(q->key, accept);
  wire_put(w, NULL, 0,
           blob_fmt("HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: "
                    "Upgrade\r\nsec-websocket-accept: %s\r\n\r\n",
                    accept));
  ws_open(c);
}

/* ---- frames out */
static void put_frame(struct wire *w, enum frame_op op, const char *text, size_t n) {
  uint8_t head[FRAME_HEAD];
  wire_put(w, head, frame_head(op, n, head), blob_new(text, n));
}

void line_end(struct wire *w, int code, const char *why) {
  char text[FRAME_CONTROL];
  int n = snprintf(text + 2, sizeof text - 2, "%s", why);
  text[0] = (char)(code >> 8);
  text[1] = (char)(code & 255);
  put_frame(w, FRAME_CLOSE, text, (size_t)n + 2);
  wire_doom(w, NULL);
}

void conn_end(struct conn *c, const char *why) {
  line_end(c->wire, CLOSE_POLICY, why);
}

/* ---- frames in */
static bool add_piece(struct wire *w, const struct frame *f) {
  if (w->ntext + f->len > LIMIT_MESSAGE_BYTES) {
    line_end(w, CLOSE_LARGE, "at most 1 MiB");
    return false;
  }
  if (w->ntext + f->len > w->text_cap) {
    size_t cap = (w->ntext + f->len) * 2 + 1024;
    if (!wire_keep_bytes(w, cap - w->text_cap)) {
      line_end(w, CLOSE_LARGE, "too much at once");
      return false;
    }
    w->text = realloc(w->text, cap);
    if (!w->text)
      abort();
    w->text_cap = cap;
  }
  if (f->len) /* a piece may be empty */
    memcpy(w->text + w->ntext, f->payload, f->len);
  w->ntext += f->len;
  return true;
}

static void whole_message(struct wire *w, const char *text, size_t n) {
  if (!frame_text_ok(text, n))
    line_end(w, CLOSE_TEXT, "text must be UTF-8");
  else
    ws_message(w->conn, text, n);
}

/* A message, whole or in pieces. */
static void take_text(struct wire *w, const struct frame *f) {
  if ((f->op == FRAME_MORE) != w->in_pieces) {
    line_end(w, CLOSE_PROTOCOL, "a piece of no message");
    return;
  }
  if (f->op == FRAME_TEXT && f->last) {
    whole_message(w, f->payload, f->len);
    return;
  }
  w->in_pieces = !f->last;
  if (!add_piece(w, f) || !f->last)
    return;
  char *text = w->text;
  size_t n = w->ntext;
  wire_give_back(w, w->text_cap);
  w->text = NULL;
  w->ntext = w->text_cap = 0;
  whole_message(w, text ? text : "", n); /* all its pieces may have been empty */
  free(text);
}

/* The other end's goodbye, answered with its own code if that was a proper one. */
static void take_close(struct wire *w, const struct frame *f) {
  int code = CLOSE_NORMAL;
  if (f->len >= 2)
    code = (uint8_t)f->payload[0] << 8 | (uint8_t)f->payload[1];
  bool good = f->len != 1 && frame_close_ok(code) &&
              (f->len < 2 || frame_text_ok(f->payload + 2, f->len - 2));
  line_end(w, good ? code : CLOSE_PROTOCOL, "");
}

static void take_frame(struct wire *w, const struct frame *f) {
  bool control = f->op >= FRAME_CLOSE;
  bool free_of_limits = limits_exempt(w->net->srv->limits, w->address);

  if (control && !free_of_limits &&
      !bucket_take(&w->controls, CONTROLS_A_SECOND, CONTROLS_AT_ONCE, now_steady())) {
    line_end(w, CLOSE_POLICY, "too many pings");
    return;
  }
  switch (f->op) {
  case FRAME_CLOSE: take_close(w, f); return;
  case FRAME_PING: put_frame(w, FRAME_PONG, f->payload, f->len); return;
  case FRAME_PONG: return;
  case FRAME_BINARY: line_end(w, CLOSE_KIND, "text only"); return;
  case FRAME_TEXT:
  case FRAME_MORE: take_text(w, f); return;
  }
}

/* One frame. A line that sends too much is not read for a moment. */
size_t line_take(struct wire *w, uint8_t *p, size_t n) {
  struct frame f;
  int code = CLOSE_PROTOCOL;
  ptrdiff_t used = frame_read(p, n, LIMIT_MESSAGE_BYTES, &f, &code);

  w->heard = now_steady();
  w->pinged = false;
  if (used < 0) {
    line_end(w, code, code == CLOSE_LARGE ? "at most 1 MiB" : "this is no frame of a client's");
    return n;
  }
  if (!used)
    return 0;
  if (!limits_exempt(w->net->srv->limits, w->address) &&
      !bucket_take_many(&w->bytes, (float)used, BYTES_A_SECOND, BYTES_AT_ONCE, now_steady())) {
    w->resumes = now_steady() + PAUSE_MS; /* this frame is heard, then none for a while */
    wire_listen(w, false);
  }
  take_frame(w, &f);
  return (size_t)used;
}

/* ---- time and the end */
void line_tick(struct wire *w, int64_t now) {
  if (w->resumes && now >= w->resumes) {
    w->resumes = 0;
    w->again = true;
    wire_listen(w, !w->deaf);
    wire_due(w);
  }
  if (w->deaf || w->resumes) { /* it is we who do not listen */
    w->heard = now;
    return;
  }
  if (now - w->heard > SILENT_MS) {
    wire_doom(w, NULL);
  } else if (now - w->heard > PING_MS && !w->pinged) {
    w->pinged = true;
    put_frame(w, FRAME_PING, "", 0);
  }
}

/* The room learns of it, and its holds are let go. */
void line_gone(struct wire *w) {
  struct conn *c = w->conn;
  struct limits *l = w->net->srv->limits;
  char name[LIMIT_WHO];

  w->conn = NULL;
  ws_close(c);
  limits_let_go(l, c->address, HOLD_LINE);
  limits_account(c->account, name);
  if (c->held)
    limits_let_go(l, name, HOLD_LINE);
  free(c);
}
