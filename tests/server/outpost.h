/* outpost.h - what the server calls, on this machine: a push service or webhook that remembers what
 * it was sent, and a browser's side of a subscription that can read it. */
#ifndef TEST_OUTPOST_H
#define TEST_OUTPOST_H

#include "client.h"
#include "door.h"
#include "server/push.h"

enum { OUTPOST_MOST = 2048 };
struct outpost_call {
  char head[4096];
  uint8_t body[8192];
  size_t n;
};
struct outpost {
  int port;
  struct door door;
  struct outpost_call *call[OUTPOST_MOST];
  int n;
  char answer[200]; /* the status line and further headers */
  int deaf;         /* not 0: it takes the call and says nothing */
};
void outpost_open(struct outpost *);
void outpost_close(struct outpost *);
void outpost_answer(struct outpost *, const char *status); /* "201 Created" */
/* The nth call from 0, waiting for it; fails the test when it does not come. */
const struct outpost_call *outpost_wait(struct outpost *, int nth, int ms);
int outpost_calls(struct outpost *);
/* The value of a header, or "". */
const char *outpost_header(const struct outpost_call *, const char *name, char *out, size_t cap);

struct browser {
  struct push_pair pair;
  uint8_t auth[PUSH_AUTH];
  char p256dh[100], secret[40];
};
void browser_make(struct browser *);
/* What it was sent, as JSON; NULL: it cannot be read with these keys. */
cJSON *browser_read(const struct browser *, const struct outpost_call *);
/* The token is signed by the server's key, for this audience and not for long; fails the test. */
void browser_check(const struct outpost_call *, const char *key, int port);

#endif
