/* store_lease.c - see store_lease.h. */
#ifdef SALIENT_POSTGRES
#include "store_lease.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SHARDS = 256, REPLACED = 3 };
/* What this process holds; -1: nothing. The writer's connection takes it, another one renews it. */
static _Atomic int64_t held = -1;

/* Ends without another word: what it still has in memory is no longer true. */
static _Noreturn void replaced(void) {
  fprintf(stderr, "salient: another node has taken this database over; this one ends\n");
  _exit(REPLACED);
}

/* All or none. If one is missing, every lock of this connection is released, `alone` too. */
static bool lock_shards(struct store *s) {
  int64_t n = sql_one(s,
                      sql_ask(s,
                              "SELECT count(*) FROM generate_series(0, 255) n WHERE "
                              "pg_try_advisory_lock(1943, n)",
                              ""),
                      0);
  if (n == SHARDS)
    return true;
  sql_one(s, sql_ask(s, "SELECT 1 FROM (SELECT pg_advisory_unlock_all()) AS none", ""), 0);
  return false;
}

/* The connections of a node whose lease has run out end now, and are waited for. */
static void end_late_node(struct store *s) {
  int64_t late =
      sql_one(s, sql_ask(s, "SELECT count(*) FROM shard WHERE until < clock_timestamp()", ""), 0);
  if (late == SHARDS)
    sql_one(s,
            sql_ask(s,
                    "SELECT count(pg_terminate_backend(pid, 3000)) FROM (SELECT DISTINCT l.pid "
                    "FROM pg_locks l JOIN pg_database d ON d.oid = l.database WHERE l.locktype = "
                    "'advisory' AND l.classid = 1943 AND l.objid < 256 AND l.granted AND d.datname "
                    "= current_database() AND l.pid <> pg_backend_pid()) AS late",
                    ""),
            0);
}

static int64_t raise_epoch(struct store *s) {
  char node[80] = "";
  char host[60] = "";

  gethostname(host, sizeof host - 1);
  snprintf(node, sizeof node, "%s:%d", host, (int)getpid());
  return sql_one(s,
                 sql_ask(s,
                         "UPDATE shard SET epoch = (SELECT max(epoch) + 1 FROM shard), node = ?, "
                         "until = clock_timestamp() + interval '5 seconds' RETURNING epoch",
                         "t", node),
                 0);
}

/* One node at a time tries, so that nobody ends a node that has just come. */
static bool alone(struct store *s) {
  return sql_one(s, sql_ask(s, "SELECT 1 WHERE pg_try_advisory_lock(1943, 301)", ""), 0) == 1;
}

bool lease_take(struct store *s) {
  if (!alone(s))
    return false;
  bool ours = lock_shards(s);
  if (!ours && alone(s)) {
    end_late_node(s);
    ours = lock_shards(s);
  }
  if (!ours)
    return false;

  int64_t epoch = raise_epoch(s);
  sql_one(s, sql_ask(s, "SELECT 1 WHERE pg_advisory_unlock(1943, 301)", ""), 0);
  if (epoch)
    atomic_store(&held, epoch);
  return epoch != 0;
}

/* The lease runs for five seconds more. False: the database has not said so. */
static bool renewed(struct store *s) {
  struct sql_query *q = sql_ask(s,
                                "UPDATE shard SET until = clock_timestamp() + interval '5 seconds' "
                                "WHERE epoch = ? RETURNING n",
                                "i", atomic_load(&held));
  int n = 0;
  while (q && sql_next(s, q))
    n++;
  bool heard = q && !sql_over(s, q);
  if (heard && n != SHARDS)
    replaced();
  return heard;
}

/* First the lease, which may have run out while the database was away: a node that has the locks
 * and an expired lease counts as frozen. */
bool lease_again(struct store *s) {
  return renewed(s) && lock_shards(s);
}

int64_t lease_mark(uint32_t n) {
  return atomic_load(&held) << 32 | n;
}

void lease_check(struct store *s) {
  sql_change(s, "SELECT 1 / (CASE WHEN count(*) = ? THEN 1 ELSE 0 END) FROM shard WHERE epoch = ?",
             "ii", (int64_t)SHARDS, atomic_load(&held));
}

void lease_renew(struct store *s) {
  if (atomic_load(&held) >= 0)
    renewed(s);
}

void lease_end(struct store *s) {
  sql_one(s,
          sql_ask(s, "UPDATE shard SET until = '-infinity' WHERE epoch = ? AND n >= 0 RETURNING n",
                  "i", atomic_load(&held)),
          0);
  atomic_store(&held, -1);
}
#else
typedef int store_lease_is_empty;
#endif
