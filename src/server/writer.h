/* writer.h - group commit: jobs come in, all that have gathered are committed at once, their
 * endings go back.
 *
 * A thread does it, so that the loop does not wait for the disk: while one group is being made
 * durable the next one gathers, and the slower the disk the larger the groups. Only a job that is
 * alone, on a disk that is quick, is committed by the loop itself: waking a thread and being woken
 * by it would take longer than the disk does.
 */
#ifndef WRITER_H
#define WRITER_H

#include "store.h"

struct writer;
/* on either thread, inside a transaction; perhaps twice, after a rollback */
typedef enum store_result writer_run(struct store *, void *arg);
/* on the loop's thread, after the commit */
typedef void writer_done(void *arg, enum store_result, const char *why);
/* wake is called on the writer's thread when endings wait for writer_reap. */
struct writer *writer_start(struct store *, void (*wake)(void *ctx), void *ctx);
/* Finishes what is queued; endings are still told. An ending may ask for more: `gather` submits
 * what it has left elsewhere (NULL: nothing is), and that is written, too. */
void writer_stop(struct writer *, void (*gather)(void *ctx));
/* on the loop's thread, like all that follows */
void writer_submit(struct writer *, writer_run *, writer_done *, void *arg);
/* At the end of each turn of the loop: what has been submitted sets off. True: an ending has
 * submitted more, so come again soon. */
bool writer_turn(struct writer *);
void writer_reap(struct writer *);
struct writer_counts {
  uint64_t jobs, groups, failures;
};
struct writer_counts writer_count(struct writer *);

#endif
