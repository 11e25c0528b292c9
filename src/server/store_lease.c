/* store_lease.c - see store_lease.h. */
#ifdef SALIENT_POSTGRES
#include "store_lease.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "store_spare.h"

enum { REPLACED = 3 };
struct holding {
  bool has[STORE_SHARDS];
};
struct lease {
  /* This start's number; 0: it has ended. The writer's connection takes it, another one renews it.
   */
  _Atomic int64_t epoch;
  int64_t game_zero; /* game time at steady time 0 */
  bool shared;
  /* The writer's alone: what it holds; as it will be when this transaction is committed; as it was
   * when this job began. */
  struct holding now, next, before;
};

/* Ends without another word: what it still has in memory is no longer true. */
static _Noreturn void replaced(void) {
  fprintf(stderr, "salient: another node has taken this database over; this one ends\n");
  _exit(REPLACED);
}

void lease_begin(struct lease *l) {
  l->next = l->now;
}
void lease_committed(struct lease *l) {
  l->now = l->next;
}
void lease_job(struct lease *l) {
  l->before = l->next;
}
void lease_settle(struct lease *l, bool keep) {
  if (!keep)
    l->next = l->before;
}
bool lease_has(const struct lease *l, int shard) {
  return l->next.has[shard];
}
bool lease_is_shared(const struct lease *l) {
  return l->shared;
}
int64_t lease_game_time(const struct lease *l) {
  return l->game_zero + spare_now();
}
static int64_t epoch_of(const struct lease *l) {
  return atomic_load(&l->epoch);
}
static int64_t count(const struct holding *h) {
  int64_t n = 0;
  for (int i = 0; i < STORE_SHARDS; i++)
    n += h->has[i];
  return n;
}

/* ---- nodes that are no more */
/* The locks of nodes, and whose connections have them. */
#define LOCKS                                                                                      \
  "pg_locks l JOIN pg_database d ON d.oid = l.database WHERE d.datname = current_database() AND "  \
  "l.locktype = 'advisory' AND l.classid = 1944 AND l.objid = node.epoch AND l.granted"
/* After the database itself has begun every node has five seconds to come back. */
#define STEADY "pg_postmaster_start_time() < clock_timestamp() - interval '5 seconds'"
#define LATE "node.until < clock_timestamp()"
/* Its lease has run out, or its lock is free. */
#define GONE "(" STEADY " AND (" LATE " OR NOT EXISTS (SELECT 1 FROM " LOCKS ")))"

/* One node at a time looks after the others, so that nobody ends a node that has just come. */
static bool alone(struct store *s) {
  return sql_one(s, sql_ask(s, "SELECT 1 WHERE pg_try_advisory_xact_lock(1943, 301)", ""), 0) == 1;
}

/* The connections of nodes whose lease has run out end now, and are waited for. Whoever has no lock
 * any more is forgotten, and its shards are free. */
static void bury(struct store *s, int64_t own) {
  sql_one(s,
          sql_ask(s,
                  "SELECT count(pg_terminate_backend(pid, 3000)) FROM (SELECT DISTINCT l.pid FROM "
                  "node, " LOCKS " AND " LATE " AND " STEADY
                  " AND l.pid <> pg_backend_pid()) AS late",
                  ""),
          0);
  sql_change(s,
             "WITH gone AS MATERIALIZED (SELECT epoch FROM node WHERE epoch <> ? AND " GONE
             ") DELETE FROM node USING gone WHERE node.epoch = gone.epoch AND "
             "pg_try_advisory_xact_lock(1944, node.epoch::int)",
             "i", own);
  sql_change(
      s, "UPDATE shard SET epoch = 0 WHERE epoch <> 0 AND epoch NOT IN (SELECT epoch FROM node)",
      "");
  sql_change(s, "DELETE FROM mark WHERE epoch NOT IN (SELECT epoch FROM node)", "");
}

bool lease_old_node(struct store *s) {
  return sql_one(s,
                 sql_ask(s,
                         "SELECT count(*) FROM generate_series(0, 255) n WHERE "
                         "pg_try_advisory_xact_lock(1943, n)",
                         ""),
                 0) != STORE_SHARDS;
}

/* ---- beginning */
/* Where the others' clocks stand; else where they stopped. */
static int64_t find_game_time(struct store *s) {
  int64_t last = sql_one(s,
                         sql_ask(s,
                                 "SELECT game + (extract(epoch FROM clock_timestamp() - at) * "
                                 "1000)::bigint FROM node ORDER BY epoch LIMIT 1",
                                 ""),
                         -1);
  if (last < 0 && store_note_read(s, "alive", &last, sizeof last)) {
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    last = (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
  }
  return last;
}
/* A node without a name shares with nobody, and no name is there twice. */
static bool in_the_way(struct store *s, const char *name) {
  return sql_one(s,
                 sql_ask(s, "SELECT count(*) FROM node WHERE name = '' OR name = ?1 OR ?1 = ''",
                         "t", name),
                 1) != 0;
}
static bool come(struct store *s, int64_t epoch, const char *name, int64_t game) {
  char place[80] = "";
  char host[60] = "";

  gethostname(host, sizeof host - 1);
  snprintf(place, sizeof place, "%s:%d", host, (int)getpid());
  bool ours =
      sql_one(s, sql_ask(s, "SELECT 1 WHERE pg_try_advisory_lock(1944, ?::int)", "i", epoch), 0) ==
      1;
  sql_change(s,
             "INSERT INTO node VALUES(?, ?, ?, clock_timestamp() + interval '5 seconds', ?, "
             "clock_timestamp())",
             "itti", epoch, name, place, game);
  sql_change(s, "INSERT INTO mark VALUES(?, 0)", "i", epoch);
  return ours;
}

static struct lease *lease_new(int64_t epoch, const char *name, int64_t game, bool all) {
  struct lease *l = calloc(1, sizeof *l);

  if (!l)
    abort();
  atomic_store(&l->epoch, epoch);
  l->game_zero = game - spare_now();
  l->shared = name[0] != 0;
  for (int i = 0; i < STORE_SHARDS; i++)
    l->now.has[i] = l->next.has[i] = all;
  return l;
}

struct lease *lease_take(struct store *s, const char *name) {
  if (!alone(s))
    return NULL;
  bury(s, 0);
  if (in_the_way(s, name))
    return NULL;

  int64_t game = find_game_time(s);
  int64_t others = sql_one(s, sql_ask(s, "SELECT count(*) FROM node", ""), -1);
  int64_t epoch = sql_one(s, sql_ask(s, "SELECT nextval('node_epoch')", ""), 0);
  if (others < 0 || !epoch || !come(s, epoch, name, game))
    return NULL;
  if (!others && sql_change(s, "UPDATE shard SET epoch = ?", "i", epoch))
    return NULL;
  return lease_new(epoch, name, game, !others);
}

/* ---- going on */
/* The lease runs for five seconds more. False: the database has not said so. */
static bool renewed(struct store *s, const struct lease *l) {
  struct sql_query *q = sql_ask(s,
                                "UPDATE node SET until = clock_timestamp() + interval '5 seconds', "
                                "game = ?, at = clock_timestamp() WHERE epoch = ? RETURNING 1",
                                "ii", lease_game_time(l), epoch_of(l));
  int n = 0;
  while (q && sql_next(s, q))
    n++;
  bool heard = q && !sql_over(s, q);
  if (heard && !n)
    replaced();
  return heard;
}

/* First the lease, which may have run out while the database was away. */
bool lease_again(struct store *s, const struct lease *l) {
  return renewed(s, l) &&
         sql_one(s,
                 sql_ask(s, "SELECT 1 WHERE pg_try_advisory_lock(1944, ?::int)", "i", epoch_of(l)),
                 0) == 1;
}

int64_t lease_mark(const struct lease *l, uint32_t n) {
  return epoch_of(l) << 32 | n;
}
int64_t lease_last_mark(struct store *s, const struct lease *l) {
  return sql_one(s, sql_ask(s, "SELECT mark FROM mark WHERE epoch = ?", "i", epoch_of(l)), -1);
}

void lease_check(struct store *s, const struct lease *l, int64_t mark) {
  sql_change(s,
             "SELECT 1 / (CASE WHEN (SELECT count(*) FROM shard WHERE epoch = ?1) = ?2 AND EXISTS "
             "(SELECT 1 FROM node WHERE epoch = ?1) THEN 1 ELSE 0 END)",
             "ii", epoch_of(l), count(&l->next));
  sql_change(s, "UPDATE mark SET mark = ? WHERE epoch = ?", "ii", mark, epoch_of(l));
}

void lease_renew(struct store *s, const struct lease *l) {
  if (epoch_of(l))
    renewed(s, l);
}

void lease_end(struct store *s, struct lease *l) {
  int64_t epoch = epoch_of(l);
  sql_one(s, sql_ask(s, "UPDATE shard SET epoch = 0 WHERE epoch = ? RETURNING n", "i", epoch), 0);
  sql_one(s, sql_ask(s, "DELETE FROM mark WHERE epoch = ? RETURNING 1", "i", epoch), 0);
  sql_one(s, sql_ask(s, "DELETE FROM node WHERE epoch = ? RETURNING 1", "i", epoch), 0);
  atomic_store(&l->epoch, 0);
}

/* ---- sharing out */
static void give(struct store *s, const struct lease *l, const struct store_give *g) {
  uint8_t bits[STORE_SHARDS / 8] = {0};

  if (!g->any)
    return;
  for (int i = 0; i < STORE_SHARDS; i++)
    if (g->shard[i])
      bits[i / 8] |= (uint8_t)(1 << i % 8);
  sql_change(s, "UPDATE shard SET epoch = 0 WHERE epoch = ? AND get_bit(?, n) = 1", "ip",
             epoch_of(l), bits, sizeof bits);
}

/* Free ones, as many as are this node's share. Two that take at the same moment take others. */
static void take(struct store *s, const struct lease *l) {
  int64_t nodes = sql_one(s, sql_ask(s, "SELECT count(*) FROM node", ""), 0);
  int64_t have =
      sql_one(s, sql_ask(s, "SELECT count(*) FROM shard WHERE epoch = ?", "i", epoch_of(l)), 0);
  int64_t share = nodes ? (STORE_SHARDS + nodes - 1) / nodes : 0;

  if (have < share)
    sql_change(s,
               "UPDATE shard SET epoch = ? WHERE n IN (SELECT n FROM shard WHERE epoch = 0 ORDER "
               "BY n LIMIT ? FOR UPDATE SKIP LOCKED)",
               "ii", epoch_of(l), share - have);
}

/* Who has what, after all that; this node's own too. */
static bool look(struct store *s, const struct lease *l, struct store_shards *out) {
  int rows = 0;

  *out = (struct store_shards){0};
  struct sql_query *q = sql_ask(s,
                                "SELECT shard.n, shard.epoch, coalesce(node.name, ''), (SELECT "
                                "count(*) FROM node) FROM shard "
                                "LEFT JOIN node USING(epoch)",
                                "");
  while (q && sql_next(s, q)) {
    int n = sql_small(s, q, 0) & (STORE_SHARDS - 1);
    out->mine[n] = sql_number(s, q, 1) == epoch_of(l);
    sql_text_col(s, q, 2, out->node[n], sizeof out->node[n]);
    out->nodes = sql_small(s, q, 3);
    rows++;
  }
  return q && !sql_over(s, q) && rows == STORE_SHARDS;
}

enum store_result lease_share(struct store *s, struct lease *l, const struct store_give *g,
                              struct store_shards *out) {
  give(s, l, g);
  int64_t gone = sql_one(
      s, sql_ask(s, "SELECT count(*) FROM node WHERE epoch <> ? AND " GONE, "i", epoch_of(l)), 0);
  if (gone && alone(s))
    bury(s, epoch_of(l));
  take(s, l);
  if (!look(s, l, out))
    return STORE_BROKEN;
  memcpy(l->next.has, out->mine, sizeof l->next.has);
  return STORE_OK;
}
#else
typedef int store_lease_is_empty;
#endif
