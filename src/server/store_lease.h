/* store_lease.h - which node may write to a shared store.
 *
 * Games belong to one of 256 shards. A node holds a shard by an advisory lock of the connection it
 * writes with, and by an epoch that every commit looks at. A lock ends with its connection, so a
 * dead node is replaced at once. A node that stands still keeps its connection: when its lease has
 * run out the next one ends that connection at the server, waits until the lock is free, and only
 * then raises the epoch. Nothing of the old node can be committed after that.
 *
 * One node holds all shards; others wait.
 */
#ifndef STORE_LEASE_H
#define STORE_LEASE_H

#include <libpq-fe.h>

#include "store_inside.h"

#define LEASE_TABLE                                                                                \
  "CREATE TABLE shard(n INT PRIMARY KEY, epoch BIGINT NOT NULL, node TEXT NOT NULL, until "        \
  "TIMESTAMPTZ NOT NULL);"                                                                         \
  "INSERT INTO shard SELECT n, 0, '', '-infinity' FROM generate_series(0, 255) n;"

/* Takes the shards. False: another node has them. */
bool lease_take(struct store *);
/* After the connection was made again: takes the locks too, if no other node has taken over. A node
 * that has been replaced ends here. */
bool lease_again(struct store *);
int64_t lease_mark(uint32_t n);   /* a number that no other commit has */
void lease_check(struct store *); /* inside a transaction: it fails if this node was replaced */
/* Once a second, on another connection than the writer's: says that this node lives. A node that
 * has been replaced ends here. */
void lease_renew(struct store *);
void lease_end(struct store *); /* the next may come at once */

#endif
