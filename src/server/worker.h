/* worker.h - opponents think in processes of their own.
 *
 * A bot is given a view, which is one flat block of bytes, so it can be handed to another process as it is. One that
 * crashes takes its process with it and nothing else; one that never ends is ended.
 */
#ifndef WORKER_H
#define WORKER_H

#include "server.h"

struct thought {
  const struct sal_book *book;
  const char *position; /* the journal header's, or NULL */
  size_t nposition;
  const void *view;     /* book->state_bytes */
  int side;
  const char *bot;
  uint64_t seed, game;  /* game: the same number goes to the same process while it lives, for bots that remember */
  uint32_t limit_ms;
  void (*done)(void *arg, bool ok, struct sal_action, const char *why, uint64_t nodes);
  void *arg;
};
struct workers *workers_new(struct server *);
void workers_think(struct workers *, const struct thought *); /* copies what it needs */
void workers_stop(struct workers *);
uint32_t workers_waiting(const struct workers *);

/* The other end: `salient worker`, on stdin and stdout. */
int worker_main(struct library *);

#endif
