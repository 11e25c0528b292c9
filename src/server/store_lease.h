/* store_lease.h - which node may write to a shared store, and to which games.
 *
 * Games belong to one of 256 shards by their id. Each start of a node has a number, its epoch,
 * which stands in the rows of the shards that it holds. The connection that a node writes with
 * holds the advisory lock of that number, and every commit looks at the rows: it fails if the node
 * does not hold exactly the shards that it believes to hold.
 *
 * A lock ends with its connection, so a dead node is replaced at once. A node that stands still
 * keeps its connection: when its lease has run out another node ends that connection at the server,
 * waits until the lock is free, and only then frees its shards. Nothing of the old node can be
 * committed after that.
 *
 * A node without a name holds everything, alone; others wait. Nodes with names divide the shards
 * among them (lease_share).
 */
#ifndef STORE_LEASE_H
#define STORE_LEASE_H

#include <libpq-fe.h>

#include "store_inside.h"

#define LEASE_TABLES                                                                               \
  "CREATE SEQUENCE node_epoch;"                                                                    \
  "CREATE TABLE node(epoch BIGINT PRIMARY KEY, name TEXT NOT NULL, place TEXT NOT NULL, until "    \
  "TIMESTAMPTZ NOT NULL, game BIGINT NOT NULL, at TIMESTAMPTZ NOT NULL);"                          \
  "CREATE TABLE mark(epoch BIGINT PRIMARY KEY, mark BIGINT NOT NULL);"
#define LEASE_SHARDS                                                                               \
  "CREATE TABLE shard(n INT PRIMARY KEY, epoch BIGINT NOT NULL);"                                  \
  "INSERT INTO shard SELECT n, 0 FROM generate_series(0, 255) n;"
/* What format 4 had: one node held all, with a lock for each shard. */
#define LEASE_FROM_4                                                                               \
  LEASE_TABLES                                                                                     \
  "SELECT setval('node_epoch', (SELECT max(epoch) + 1 FROM shard));"                               \
  "ALTER TABLE shard DROP COLUMN node, DROP COLUMN until;"                                         \
  "UPDATE shard SET epoch = 0;"

struct lease; /* of the store that serves */
/* Inside a transaction that the caller commits: this process is a node. NULL: another one is in the
 * way. The name may be "". To be freed with free(). */
struct lease *lease_take(struct store *, const char *name);
bool lease_old_node(struct store *); /* one of format 4 still runs */
/* After the connection was made again: takes the lock too, if no other node has taken over. A node
 * that has been replaced ends here. */
bool lease_again(struct store *, const struct lease *);
int64_t lease_mark(const struct lease *, uint32_t n); /* a number that no other commit has */
int64_t lease_last_mark(struct store *, const struct lease *);
/* Inside a transaction: it fails if this node was replaced; and leaves the mark. */
void lease_check(struct store *, const struct lease *, int64_t mark);
/* What the transaction changes in the shards counts when it is committed. */
void lease_begin(struct lease *);
void lease_committed(struct lease *);
void lease_job(struct lease *);                  /* from here on a job.. */
void lease_settle(struct lease *, bool keep);    /* ..that is kept, or taken back */
bool lease_has(const struct lease *, int shard); /* on the writer's thread */
bool lease_is_shared(const struct lease *);      /* this node has a name */
int64_t lease_game_time(const struct lease *);   /* the same on every node */
/* Gives and takes shards, and says who has them (store.h) */
enum store_result lease_share(struct store *, struct lease *, const struct store_give *,
                              struct store_shards *);
/* Once a second, on another connection than the writer's: says that this node lives. A node that
 * has been replaced ends here. */
void lease_renew(struct store *, const struct lease *);
void lease_end(struct store *, struct lease *); /* the next may come at once */

#endif
