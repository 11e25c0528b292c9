/* store_spare.h - a second connection to the shared store, for the reader that must not wait: the
 * server's loop.
 *
 * A thread keeps it and asks it something small all the time, so it is known whether the database
 * answers at all. If it does, the loop waits for a slow question; if it does not, the question is
 * given up. A connection that was lost or given up is exchanged for the spare, which has just
 * answered, and the thread makes another: the loop itself never connects.
 */
#ifndef STORE_SPARE_H
#define STORE_SPARE_H

#include <libpq-fe.h>
#include <stdbool.h>
#include <stdint.h>

/* As every part of the store connects; it may take seconds. */
PGconn *postgres_connect(const char *url);

struct spare;
struct spare *spare_start(const char *url); /* keeps a copy of the address */
void spare_stop(struct spare *);
/* The database has not answered for a while. */
bool spare_silent(const struct spare *);
/* Takes the lost connection and gives another; NULL, and takes nothing, when the database is
 * silent. It waits only until one of both is clear. */
PGconn *spare_swap(struct spare *, PGconn *lost);
int64_t spare_now(void); /* ms, never jumps */

#endif
