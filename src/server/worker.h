/* worker.h - opponents think in separate processes.
 *
 * A bot is given a view, which is one flat block of bytes, so it can be handed to another process
 * as it is. A bot that crashes takes only its process with it; one that never ends is ended. What
 * the bot remembers goes with the view and comes back with the choice, so any process, here or on
 * another machine (far.h), can think the next time.
 */
#ifndef WORKER_H
#define WORKER_H

#include "server.h"

struct thought_end { /* what came of a thought */
  bool ok;
  struct sal_action action;
  const char *why;
  uint64_t nodes;
  const void *carry; /* what the bot keeps for its next decision */
  size_t ncarry;
  uint32_t by; /* the worker on another machine (far.h) who thought it; 0: this server */
};
typedef void thought_done(void *arg, const struct thought_end *);
struct thought {
  const struct sal_book *book;
  const char *position; /* the journal header's, or NULL */
  size_t nposition;
  const void *view; /* book->state_bytes */
  int side;
  const char *bot;
  /* game: the same number goes to the same process while it lives, for bots that remember */
  uint64_t seed, game;
  uint32_t limit_ms;
  bool quick;        /* it thinks for a few seconds at most */
  const char *who;   /* the account that asks: those that have had little come first */
  const void *carry; /* what it kept of its last decision, or nothing */
  size_t ncarry;
  bool here; /* in a process of this machine, not on another one */
  thought_done *done;
  void *arg; /* malloc'd: freed instead when the server closes first */
};
struct workers *workers_new(struct server *);
void workers_think(struct workers *, const struct thought *); /* copies what it needs */
void workers_tick(struct workers *);                          /* once a second */
void workers_stop(struct workers *);
void workers_free(struct workers *);
/* The data files that our processes do not have, malloc'd; NULL: they have them. */
char *workers_data(const struct server *, const struct sal_ruleset *, uint64_t hash, size_t *n);
uint32_t workers_waiting(const struct workers *);

/* The other end: `salient worker`, on stdin and stdout. */
int worker_main(struct library *);

#endif
