/* wire.h - one connection, from its first byte to its last.
 *
 * A wire reads the head of a request, then its body, hands the request over, and reads nothing more
 * until the answer has gone out; then it begins again, or closes. Or it becomes a WebSocket, and
 * stays one. Its phase says which of these it is in. Queued bytes go out at the end of the loop's
 * turn. A wire is never closed in the middle of something: it is doomed, and closed when the turn
 * ends.
 *
 * Only net.c, net_http.c and net_ws.c know of it.
 */
#ifndef WIRE_H
#define WIRE_H

#include "frame.h"
#include "request.h"
#include "server.h"
#include "tls.h"

enum phase {
  PHASE_HEAD,    /* waits for a request, or has part of its head */
  PHASE_BODY,    /* has the head */
  PHASE_WORK,    /* the request is in somebody's hands */
  PHASE_ANSWER,  /* the answer goes out */
  PHASE_PARTING, /* it has gone out, and the other side is given time to read it */
  PHASE_LINE     /* a WebSocket */
};
struct out { /* something to be sent */
  struct out *next;
  struct blob *blob;
  uint8_t head[FRAME_HEAD]; /* of a frame; in front of the blob */
  uint8_t nhead;
  size_t sent; /* of both */
};
struct wire {
  uv_tcp_t tcp; /* first */
  uv_write_t write;
  struct net *net;
  enum phase phase;
  struct node all;    /* among all wires */
  struct node idle;   /* among those in PHASE_HEAD, the oldest first */
  struct node due;    /* among those with something to do this turn */
  struct node doomed; /* among those to be closed */
  struct tls_line *tls;
  char peer[46];    /* the other end of the socket */
  char address[46]; /* the client's address: the same, or the one the proxy names */
  bool held;        /* counted against peer */
  bool deaf;        /* nothing is read from it for now */
  bool again;       /* it has unread bytes to be looked at */
  bool reading, writing, closed;
  int64_t deadline; /* when this phase must be over; 0: whenever */
  int64_t resumes;  /* when it is read from again, after it sent too fast */
  /* in */
  uint8_t *in;
  size_t nin, cap;
  size_t kept; /* bytes counted against its address */
  /* out */
  struct out *first, **last;
  size_t queued;
  size_t given;  /* to the system, of what is being written.. */
  size_t left;   /* ..and what was left of it when last looked at */
  int64_t stuck; /* since when the queue has not moved */
  /* HTTP */
  struct exchange *x;
  size_t body_left;
  bool keep, headed, ended;
  /* WebSocket */
  struct conn *conn;
  char *text; /* a message that has not wholly arrived */
  size_t ntext, text_cap;
  bool in_pieces, pinged;
  int64_t heard;
  struct bucket bytes, controls;
};
/* The listener and all its wires; a wire may also be idle, due for work, or doomed to be closed. */
struct net {
  struct server *srv;
  uv_tcp_t listener;
  struct tls *tls;
  int port;
  struct list wires, idle, due, doomed;
  uint32_t most; /* wires at once */
  size_t kept;   /* bytes of unfinished requests and messages, over all */
  bool closing;
  struct bucket logged; /* lines about connections in the log */
  uint32_t unlogged;
  uint8_t scratch[65536], plain[16384];
};

/* net.c */
void wire_doom(struct wire *, const char *why); /* why: for the log, or NULL */
void wire_uncount(struct wire *);               /* it is no longer a plain connection */
void wire_say_end(struct wire *);               /* no more will be sent */
void wire_put(struct wire *, const uint8_t *head, size_t nhead, struct blob *); /* takes the blob */
void wire_due(struct wire *);
void wire_listen(struct wire *, bool);
void wire_phase(struct wire *, enum phase, int seconds);
bool wire_keep_bytes(struct wire *, size_t); /* false: too much is unfinished */
void wire_give_back(struct wire *, size_t);
void net_log(struct net *, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* net_http.c: takes what it can of the bytes; how many. */
size_t http_take(struct wire *, uint8_t *, size_t n);
void http_emptied(struct wire *); /* all that was queued has gone out */
void http_late(struct wire *);    /* the phase has lasted too long */
void http_gone(struct wire *);

/* net_ws.c */
void line_open(struct wire *, const struct request *); /* or refuses it */
size_t line_take(struct wire *, uint8_t *, size_t n);
void line_tick(struct wire *, int64_t now);
void line_end(struct wire *, int code, const char *why); /* says goodbye, and closes */
void line_gone(struct wire *);

/* net_http.c, for net_ws.c: an answer of the server itself, after which the wire parts. */
void http_refuse(struct wire *, int status, const char *code, const char *text);
void http_address(struct wire *, const struct request *);
bool http_from_here(const struct wire *, const struct request *);
bool http_called_right(const struct wire *, const struct request *);

#endif
