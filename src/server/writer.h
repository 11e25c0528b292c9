/* writer.h - the one thread that writes: jobs come in, a group of them is committed at once, their endings go back.
 *
 * The loop never waits for the disk. While one group is being made durable the next one gathers, so the slower the
 * disk the larger the groups.
 */
#ifndef WRITER_H
#define WRITER_H

#include "store.h"

struct writer;
typedef enum store_result writer_run(struct store *, void *arg);             /* on the writer's thread, inside a transaction */
typedef void writer_done(void *arg, enum store_result, const char *why);     /* on the loop's thread, after the commit */
/* wake is called on the writer's thread when endings wait for writer_reap. */
struct writer *writer_start(struct store *, void (*wake)(void *ctx), void *ctx);
void writer_stop(struct writer *); /* finishes what is queued; endings are still told by writer_reap before it frees */
void writer_submit(struct writer *, writer_run *, writer_done *, void *arg);
void writer_reap(struct writer *); /* on the loop's thread */
struct writer_counts {
  uint64_t jobs, groups, failures;
};
struct writer_counts writer_count(struct writer *);

#endif
