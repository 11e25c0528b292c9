/* loader.h - the threads that read games back: everything that replays a journal happens here,
 * never on the loop.
 *
 * Each has a desk and a reading handle of the store, and a lower priority than the loop. A bug of
 * the rules in one ends that reading and nothing else.
 */
#ifndef LOADER_H
#define LOADER_H

#include "host/game.h"
#include "store.h"

struct reading { /* what a thread works with */
  struct library *lib;
  struct desk *desk;
  struct store *store;
};
struct loader;
typedef void loader_run(struct reading *, void *arg); /* on one of its threads */
typedef void loader_done(void *arg);                  /* on the loop's thread */
/* NULL with one clear line. wake is called on another thread when endings wait for loader_reap. */
struct loader *loader_start(struct library *, const char *db, void (*wake)(void *ctx), void *ctx,
                            char why[256]);
void loader_submit(struct loader *, loader_run *, loader_done *, void *arg);
void loader_reap(struct loader *); /* on the loop's thread */
/* running jobs are finished, waiting ones are not begun; all are reported */
void loader_stop(struct loader *);
uint32_t loader_waiting(struct loader *);

/* guard.c: runs fn with bugs of the rules caught: false, and what it was. */
bool guarded(void (*fn)(void *), void *arg, char what[160]);

#endif
