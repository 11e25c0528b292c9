/* store_postgres.c - the shared store: PostgreSQL by libpq. Here are the connection, statements and
 * transactions; store_lease.c says who may write, and the contents of the tables are in the files
 * shared by all databases.
 *
 * Statements of a group are sent ahead (pipeline mode) and answered together: a group is one round
 * trip, with its BEGIN, the check of the lease, and its COMMIT.
 */
#include <stdio.h>

#include "store_inside.h"

#ifndef SALIENT_POSTGRES
struct store *postgres_open(const char *url, enum store_mode mode, const char *node,
                            char why[256]) {
  (void)url;
  (void)mode;
  (void)node;
  snprintf(why, 256,
           "this program was built without PostgreSQL: install libpq-dev and build it again");
  return NULL;
}
#else

#include <endian.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "store_lease.h"
#include "store_spare.h"

/* Results wait at the server until they are fetched; at most this many. A commit is in doubt for
 * half a minute at most. The loop waits for a silent database no longer than SOON_MS, and for one
 * that answers others no longer than LATE_MS. */
enum {
  AHEAD = 256,
  PAUSE_MS = 500,
  DOUBTS = 120,
  SOON_MS = 50,
  LATE_MS = 1000,
  LOOK_MS = 10,
  FORMAT = 5,
  OID_BYTES = 17,
  OID_NUMBER = 20,
  OID_TEXT = 25
};

static const char TABLES[] =
    "CREATE TABLE salient(format INT NOT NULL);"
    "CREATE TABLE data(game TEXT COLLATE \"C\" NOT NULL, hash BIGINT NOT NULL, pack BYTEA NOT "
    "NULL, PRIMARY "
    "KEY(game, hash));"
    "CREATE TABLE row(kind TEXT COLLATE \"C\" NOT NULL, key TEXT COLLATE \"C\" NOT NULL, n BIGINT "
    "NOT NULL, text TEXT NOT NULL, also TEXT COLLATE \"C\" NOT NULL DEFAULT '', PRIMARY KEY(kind, "
    "key));"
    "CREATE INDEX row_order ON row(kind, n);"
    "CREATE INDEX row_also ON row(kind, also) WHERE also <> '';"
    "CREATE TABLE note(key TEXT COLLATE \"C\" PRIMARY KEY, value BYTEA NOT NULL);"
    "CREATE TABLE account(id BIGSERIAL PRIMARY KEY, created BIGINT NOT NULL, name TEXT NOT NULL, "
    "fold TEXT NOT NULL UNIQUE, pass TEXT NOT NULL);"
    "CREATE TABLE session(token BYTEA PRIMARY KEY, account BIGINT NOT NULL, until BIGINT NOT "
    "NULL);"
    "CREATE INDEX session_account ON session(account);"
    "CREATE TABLE game(num BIGSERIAL PRIMARY KEY, id TEXT NOT NULL UNIQUE, game TEXT NOT NULL, "
    "scenario TEXT NOT NULL, setup TEXT NOT NULL, created BIGINT NOT NULL, touched BIGINT NOT "
    "NULL, listed BIGINT NOT NULL, typed BIGINT NOT NULL, secret BYTEA NOT NULL, roll0 BIGINT NOT "
    "NULL, owner BYTEA NOT NULL, watch BYTEA NOT NULL, account BIGINT NOT NULL, ended TEXT NOT "
    "NULL, winner BIGINT NOT NULL, to_move BIGINT NOT NULL, turn BIGINT NOT NULL, rematch TEXT NOT "
    "NULL, clock BIGINT NOT NULL, running BIGINT NOT NULL, late BIGINT NOT NULL, bank BIGINT NOT "
    "NULL, increment BIGINT NOT NULL, cap BIGINT NOT NULL, left0 BIGINT NOT NULL, left1 BIGINT NOT "
    "NULL, since BIGINT NOT NULL, deadline BIGINT NOT NULL) WITH (fillfactor = 80);"
    "CREATE INDEX game_lobby ON game(touched) WHERE listed = 1 AND ended = '';"
    "CREATE INDEX game_due ON game(deadline) WHERE deadline > 0;"
    "CREATE INDEX game_owner ON game(account) WHERE account > 0;"
    "CREATE TABLE seat(game BIGINT NOT NULL, side BIGINT NOT NULL, kind BIGINT NOT NULL, taken "
    "BIGINT NOT NULL, token BYTEA NOT NULL, account BIGINT NOT NULL, name TEXT NOT NULL, bot TEXT "
    "NOT NULL, hook TEXT NOT NULL, orders TEXT, PRIMARY KEY(game, side));"
    "CREATE INDEX seat_account ON seat(account) WHERE account > 0;"
    "CREATE TABLE entry(game BIGINT NOT NULL, n BIGINT NOT NULL, text TEXT NOT NULL, PRIMARY "
    "KEY(game, n));"
    "CREATE TABLE answer(game BIGINT NOT NULL, side BIGINT NOT NULL, slot BIGINT NOT NULL, at "
    "BIGINT NOT NULL, key BYTEA NOT NULL, text TEXT NOT NULL, PRIMARY KEY(game, side, slot));"
    "CREATE TABLE chat(game BIGINT NOT NULL, n BIGINT NOT NULL, at BIGINT NOT NULL, side BIGINT "
    "NOT NULL, name TEXT NOT NULL, text TEXT NOT NULL, PRIMARY KEY(game, n));" LEASE_TABLES
        LEASE_SHARDS "INSERT INTO salient VALUES(5);";
static const char FROM_4[] = LEASE_FROM_4 "ALTER TABLE salient DROP COLUMN mark;"
                                          "UPDATE salient SET format = 5";

struct sql_query {
  PGresult *rows; /* NULL: it failed */
  int at;
};
/* A statement that this connection knows, by its own name. */
struct prepared {
  const char *sql; /* literals: compared by address */
  uint32_t name;
  bool sure; /* the server has said so */
};
struct postgres {
  struct store s; /* first */
  PGconn *conn;
  enum store_mode mode;
  struct prepared known[STATEMENTS];
  uint32_t names;
  int ahead;                /* sent and not answered yet */
  enum store_result failed; /* the first failure since the transaction began */
  bool open;                /* a transaction is */
  bool done;                /* it has been committed already */
  bool careful;             /* every statement is waited for */
  bool locked;              /* this connection has the node's lock */
  int64_t again;            /* before that no try to connect */
  uint32_t commits;
  struct spare *spare;        /* of STORE_QUICK, else NULL */
  struct lease *lease;        /* of STORE_SERVE, else NULL */
  const struct lease *renews; /* of the handle that tidies, else NULL */
  bool given_up;              /* something was asked on this connection and not waited for */
};
static struct postgres *pg(struct store *s) {
  return (struct postgres *)s;
}
static const struct sql_base POSTGRES;
static const char SILENT[] = "the database does not answer";

/* ---- results */
/* The first line of what the server says. */
static void keep_words(struct postgres *p, const char *words) {
  snprintf(p->s.why, sizeof p->s.why, "%.*s", (int)strcspn(words, "\n"), words);
}
static enum store_result result_of(const char *state) {
  if (!state)
    return STORE_BROKEN;
  if (!strncmp(state, "23", 2))
    return STORE_TAKEN;
  if (!strcmp(state, "53100"))
    return STORE_FULL;
  if (!strncmp(state, "40", 2) || !strcmp(state, "55P03"))
    return STORE_BUSY;
  return STORE_BROKEN;
}
/* The first failure counts: nothing after it is even tried. */
static void fail(struct postgres *p, const PGresult *r) {
  if (p->failed)
    return;
  keep_words(p, r ? PQresultErrorMessage(r) : PQerrorMessage(p->conn));
  p->failed = r ? result_of(PQresultErrorField(r, PG_DIAG_SQLSTATE)) : STORE_BROKEN;
  if (!p->failed)
    p->failed = STORE_BROKEN;
}

/* A statement prepared in a batch that failed may be there or not: it gets another name. */
static void settle_names(struct postgres *p) {
  for (int i = 0; i < STATEMENTS && p->known[i].sql; i++) {
    if (p->failed && !p->known[i].sure)
      p->known[i].name = 0;
    p->known[i].sure = p->known[i].name != 0;
  }
}

/* Is there an answer that can be had without waiting? Only the loop's reader asks; others wait as
 * long as it takes. A connection that is lost has its answer too. */
static bool is_there(struct postgres *p, int64_t began) {
  while (p->spare && PQisBusy(p->conn)) {
    struct pollfd in = {.fd = PQsocket(p->conn), .events = POLLIN};
    poll(&in, 1, LOOK_MS);
    if (!PQconsumeInput(p->conn) || !PQisBusy(p->conn))
      break;
    int64_t waited = spare_now() - began;
    if (waited > LATE_MS || (waited > SOON_MS && spare_silent(p->spare)))
      return false;
  }
  return true;
}
static void give_up(struct postgres *p) {
  keep_words(p, SILENT);
  p->failed = STORE_BROKEN;
  p->given_up = true;
}

/* Waits for everything that was sent. The rows of the last question, or NULL. */
static PGresult *fetch(struct postgres *p) {
  PGresult *rows = NULL;
  int64_t began = spare_now();
  int nothing = 0;

  p->ahead = 0;
  if (!PQpipelineSync(p->conn))
    fail(p, NULL);
  while (nothing < 2 && PQstatus(p->conn) == CONNECTION_OK) {
    if (!is_there(p, began)) {
      give_up(p);
      break;
    }
    PGresult *r = PQgetResult(p->conn);
    ExecStatusType status = r ? PQresultStatus(r) : PGRES_EMPTY_QUERY;
    nothing = r ? 0 : nothing + 1;
    if (!r)
      continue;
    if (status == PGRES_TUPLES_OK) {
      PQclear(rows);
      rows = r;
      continue;
    }
    if (status != PGRES_COMMAND_OK && status != PGRES_PIPELINE_SYNC &&
        status != PGRES_PIPELINE_ABORTED)
      fail(p, r);
    PQclear(r);
    if (status == PGRES_PIPELINE_SYNC)
      break;
  }
  if (PQstatus(p->conn) != CONNECTION_OK)
    fail(p, NULL);
  settle_names(p);
  if (p->failed) {
    PQclear(rows);
    rows = NULL;
  }
  return rows;
}

/* ---- statements */
/* `?` and `?2` become `$1` and `$2`. */
static void number_marks(const char *sql, char *out, size_t cap) {
  size_t n = 0;
  int next = 1;

  for (const char *c = sql; *c && n + 12 < cap; c++) {
    if (*c != '?')
      out[n++] = *c;
    else if (c[1] >= '1' && c[1] <= '9')
      out[n++] = '$';
    else
      n += (size_t)snprintf(out + n, cap - n, "$%d", next++);
  }
  out[n] = 0;
}
static void oids_of(const char *kinds, Oid oid[STORE_PARAMS]) {
  for (int i = 0; kinds[i]; i++) {
    oid[i] = OID_BYTES;
    if (kinds[i] == 'i')
      oid[i] = OID_NUMBER;
    if (kinds[i] == 't')
      oid[i] = OID_TEXT;
  }
}
/* Prepared once for each connection; sql must be a literal. */
static const struct prepared *ready(struct postgres *p, const char *sql, const char *kinds) {
  char text[2048];
  char name[16];
  Oid oid[STORE_PARAMS];
  int i = 0;

  while (i < STATEMENTS && p->known[i].sql && p->known[i].sql != sql)
    i++;
  if (i == STATEMENTS)
    abort();
  struct prepared *k = &p->known[i];
  k->sql = sql;
  if (k->name)
    return k;
  k->name = ++p->names;
  k->sure = false;
  number_marks(sql, text, sizeof text);
  oids_of(kinds, oid);
  snprintf(name, sizeof name, "s%u", k->name);
  if (!PQsendPrepare(p->conn, name, text, (int)strlen(kinds), oid))
    fail(p, NULL);
  return k;
}
/* Values and rows go as bytes; numbers are big endian. */
static void send(struct postgres *p, const char *sql, const char *kinds,
                 const struct sql_value *v) {
  const struct prepared *k = ready(p, sql, kinds);
  uint64_t number[STORE_PARAMS];
  const char *value[STORE_PARAMS];
  int length[STORE_PARAMS];
  int format[STORE_PARAMS];
  char name[16];
  int n = 0;

  for (; kinds[n]; n++) {
    bool is_number = kinds[n] == 'i';
    number[n] = htobe64((uint64_t)v[n].n);
    value[n] = is_number ? (const char *)&number[n] : v[n].bytes;
    length[n] = is_number ? 8 : (int)v[n].len;
    format[n] = 1;
  }
  snprintf(name, sizeof name, "s%u", k->name);
  if (!p->failed && !PQsendQueryPrepared(p->conn, name, n, value, length, format, 1))
    fail(p, NULL);
  p->ahead++;
}

/* Without parameters, and waited for: our own literals alone. */
static enum store_result run(struct postgres *p, const char *sql) {
  PQexitPipelineMode(p->conn);
  PGresult *r = PQexec(p->conn, sql);
  ExecStatusType status = PQresultStatus(r);
  if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK)
    fail(p, r);
  PQclear(r);
  PQenterPipelineMode(p->conn);
  return p->failed;
}

/* The spare one takes the place of a connection that was lost or given up. */
static bool exchanged(struct postgres *p) {
  PGconn *fresh = spare_swap(p->spare, p->conn);
  if (!fresh) {
    keep_words(p, SILENT);
    return false;
  }
  p->conn = fresh;
  p->given_up = false;
  p->ahead = 0;
  memset(p->known, 0, sizeof p->known);
  return PQenterPipelineMode(fresh);
}
/* A writer that waited for a row of a node which stands still could not replace that node. */
static void be_impatient(struct postgres *p) {
  if (p->mode == STORE_SERVE && PQstatus(p->conn) == CONNECTION_OK)
    PQclear(PQexec(p->conn, "SET lock_timeout = '2s'"));
}
/* A connection that is gone is made again; what it had prepared is forgotten. A try may take
 * seconds: after one that failed there is none for a while. */
static bool connected(struct postgres *p) {
  if (PQstatus(p->conn) == CONNECTION_OK && !p->given_up)
    return true;
  if (p->spare)
    return exchanged(p);
  if (spare_now() < p->again)
    return false;
  memset(p->known, 0, sizeof p->known);
  p->ahead = 0;
  p->locked = false;
  PQreset(p->conn);
  be_impatient(p);
  if (PQstatus(p->conn) != CONNECTION_OK || !PQenterPipelineMode(p->conn)) {
    keep_words(p, PQerrorMessage(p->conn));
    p->again = spare_now() + PAUSE_MS;
    return false;
  }
  return true;
}

static enum store_result pg_change(struct store *s, const char *sql, const char *kinds,
                                   const struct sql_value *v) {
  struct postgres *p = pg(s);

  if (p->failed)
    return p->failed;
  send(p, sql, kinds, v);
  if (p->careful || p->ahead >= AHEAD)
    PQclear(fetch(p));
  return p->failed;
}
/* Outside a transaction a question that meets a dead connection is asked once more. */
static struct sql_query *pg_ask(struct store *s, const char *sql, const char *kinds,
                                const struct sql_value *v) {
  struct postgres *p = pg(s);
  struct sql_query *q = calloc(1, sizeof *q);

  if (!q)
    abort();
  q->at = -1;
  for (int tries = 0; tries < 2 && !q->rows; tries++) {
    if (!p->open) {
      p->failed = connected(p) ? STORE_OK : STORE_BROKEN;
      if (p->failed)
        break;
    }
    if (!p->failed)
      send(p, sql, kinds, v);
    q->rows = fetch(p);
    if (p->open || PQstatus(p->conn) == CONNECTION_OK)
      break;
  }
  return q;
}
static bool pg_next(struct sql_query *q) {
  return q->rows && ++q->at < PQntuples(q->rows);
}
static int64_t pg_number(struct sql_query *q, int column) {
  const char *bytes = PQgetvalue(q->rows, q->at, column);
  uint64_t wide;
  uint32_t narrow;

  if (PQgetlength(q->rows, q->at, column) == 8) {
    memcpy(&wide, bytes, 8);
    return (int64_t)be64toh(wide);
  }
  if (PQgetlength(q->rows, q->at, column) != 4)
    return 0;
  memcpy(&narrow, bytes, 4);
  return (int32_t)be32toh(narrow);
}
/* libpq puts a NUL behind every value. */
static const void *pg_bytes(struct sql_query *q, int column, size_t *n) {
  if (PQgetisnull(q->rows, q->at, column))
    return NULL;
  *n = (size_t)PQgetlength(q->rows, q->at, column);
  return PQgetvalue(q->rows, q->at, column);
}
static enum store_result pg_over(struct store *s, struct sql_query *q) {
  struct postgres *p = pg(s);
  enum store_result r = p->failed;

  PQclear(q->rows);
  free(q);
  if (!p->open)
    p->failed = STORE_OK;
  return r;
}

/* ---- transactions */
/* A serving connection that was lost has lost its locks: it needs them again, under its own epoch.
 */
static bool may_write(struct postgres *p) {
  if (!p->lease || !connected(p))
    return false;
  if (!p->locked)
    p->locked = lease_again(&p->s, p->lease);
  return p->locked;
}
/* Never at once: a round trip to another program is not for the loop. */
static enum store_result pg_begin(struct store *s, bool at_once) {
  struct postgres *p = pg(s);

  if (at_once)
    return STORE_BUSY;
  p->failed = STORE_OK;
  p->careful = p->done = p->open = false;
  s->begun = s->fresh.len = 0;
  if (!may_write(p))
    return STORE_BROKEN;
  lease_begin(p->lease);
  p->open = true;
  return sql_change(s, "BEGIN", "");
}
/* The connection was lost with a COMMIT on its way. Every commit leaves its mark; the last one is
 * checked once the locks are here again, because then the old connection has ended. False too if
 * the database does not come back in time. */
static bool was_committed(struct postgres *p, int64_t mark) {
  struct timespec pause = {.tv_nsec = PAUSE_MS / 2 * 1000000L};
  int64_t last = -1;

  p->open = false;
  for (int i = 0; i < DOUBTS && last < 0; i++) {
    p->failed = STORE_OK;
    if (may_write(p))
      last = lease_last_mark(&p->s, p->lease);
    else
      nanosleep(&pause, NULL);
  }
  p->failed = last == mark ? STORE_OK : STORE_BROKEN;
  return last == mark;
}
/* Checks the lease inside the transaction: a node that has been replaced divides by zero. */
static enum store_result finish(struct postgres *p) {
  struct store *s = &p->s;

  if (p->done)
    return STORE_OK;
  p->careful = false;
  fresh_move(s, s->begun);
  int64_t mark = lease_mark(p->lease, ++p->commits);
  lease_check(s, p->lease, mark);
  sql_change(s, "COMMIT", "");
  PQclear(fetch(p));
  p->done = !p->failed;
  p->open = !p->done; /* it has failed, and waits for its ROLLBACK */
  if (!p->done && PQstatus(p->conn) != CONNECTION_OK && p->mode == STORE_SERVE)
    p->done = was_committed(p, mark);
  if (p->done) {
    s->fresh.len = 0;
    lease_committed(p->lease);
  }
  return p->failed;
}
static enum store_result pg_sent(struct store *s) {
  return finish(pg(s));
}
static enum store_result pg_commit(struct store *s) {
  return finish(pg(s));
}
static void pg_abort(struct store *s) {
  struct postgres *p = pg(s);

  if (p->ahead)
    PQclear(fetch(p));
  p->failed = STORE_OK;
  p->careful = false;
  if (p->open && PQstatus(p->conn) == CONNECTION_OK) {
    sql_change(s, "ROLLBACK", "");
    PQclear(fetch(p));
  }
  p->failed = STORE_OK;
  p->open = false;
}
/* From here on each statement says how it went, so that one job's failure is its own. */
static enum store_result pg_mark(struct store *s) {
  pg(s)->careful = true;
  lease_job(pg(s)->lease);
  return sql_change(s, "SAVEPOINT job", "");
}
static enum store_result pg_settle(struct store *s, bool keep) {
  struct postgres *p = pg(s);

  lease_settle(p->lease, keep);
  if (!keep) {
    p->failed = PQstatus(p->conn) == CONNECTION_OK ? STORE_OK : STORE_BROKEN;
    sql_change(s, "ROLLBACK TO job", "");
  }
  return sql_change(s, "RELEASE job", "");
}
/* Every reader reads one table. */
static enum store_result pg_look(struct store *s) {
  (void)s;
  return STORE_OK;
}
static void pg_looked(struct store *s) {
  (void)s;
}

/* ---- several nodes */
static enum store_result pg_share(struct store *s, const struct store_give *g,
                                  struct store_shards *out) {
  return lease_share(s, pg(s)->lease, g, out);
}
static const struct lease *lease_of(const struct store *s) {
  return ((const struct postgres *)s)->lease;
}
static bool pg_has(const struct store *s, int shard) {
  return lease_has(lease_of(s), shard);
}
static bool pg_shared(const struct store *s) {
  return lease_of(s) && lease_is_shared(lease_of(s));
}
/* The lock ends with the transaction. What is read after it is what the last one has left. */
static enum store_result pg_alone(struct store *s, const char *what) {
  if (!pg_shared(s))
    return STORE_OK;
  return sql_change(s, "SELECT 1 FROM (SELECT pg_advisory_xact_lock(1945, hashtext(?))) AS lock",
                    "t", what);
}
static int64_t pg_game_time(struct store *s, int64_t last) {
  (void)last;
  return lease_game_time(lease_of(s));
}

/* ---- whole stores */
static void pg_beside(struct store *s, const struct store *serving) {
  pg(s)->renews = lease_of(serving);
}
static void pg_tidy(struct store *s) {
  if (pg(s)->renews)
    lease_renew(s, pg(s)->renews);
}
/* Numbers are given out by sequences, which have not seen rows that brought theirs. */
static enum store_result pg_numbered(struct store *s) {
  sql_change(
      s,
      "SELECT setval('game_num_seq', (SELECT max(num) FROM game)) WHERE EXISTS(SELECT 1 FROM "
      "game)",
      "");
  return sql_change(s,
                    "SELECT setval('account_id_seq', (SELECT max(id) FROM account)) WHERE "
                    "EXISTS(SELECT 1 FROM account)",
                    "");
}
static int64_t pg_size(struct store *s) {
  return sql_one(s, sql_ask(s, "SELECT pg_database_size(current_database())", ""), 0);
}
static enum store_result pg_copy(struct store *s, const char *to, char why[256]) {
  (void)s;
  (void)to;
  snprintf(why, 256,
           "a PostgreSQL database is saved with pg_dump, or with `salient copy URL FILE`");
  return STORE_BROKEN;
}
/* Not a promise: only that nothing says it will not. */
static bool pg_answers(struct store *s) {
  struct postgres *p = pg(s);
  bool lost = p->given_up || PQstatus(p->conn) != CONNECTION_OK;
  return !p->spare || !lost || !spare_silent(p->spare);
}
/* The server checks its own pages. */
static enum store_result pg_check(struct store *s, char why[256]) {
  (void)s;
  (void)why;
  return STORE_OK;
}
static void pg_close(struct store *s) {
  struct postgres *p = pg(s);

  if (p->lease && PQstatus(p->conn) == CONNECTION_OK)
    lease_end(s, p->lease);
  free(p->lease);
  spare_stop(p->spare);
  PQfinish(p->conn);
  free(s->fresh.text);
  free(p);
}
static const struct sql_base POSTGRES = {.change = pg_change,
                                         .ask = pg_ask,
                                         .next = pg_next,
                                         .number = pg_number,
                                         .bytes = pg_bytes,
                                         .over = pg_over,
                                         .begin = pg_begin,
                                         .sent = pg_sent,
                                         .commit = pg_commit,
                                         .abort = pg_abort,
                                         .mark = pg_mark,
                                         .settle = pg_settle,
                                         .look = pg_look,
                                         .looked = pg_looked,
                                         .tidy = pg_tidy,
                                         .beside = pg_beside,
                                         .numbered = pg_numbered,
                                         .size = pg_size,
                                         .copy = pg_copy,
                                         .check = pg_check,
                                         .answers = pg_answers,
                                         .share = pg_share,
                                         .has = pg_has,
                                         .alone = pg_alone,
                                         .shared = pg_shared,
                                         .game_time = pg_game_time,
                                         .close = pg_close};

/* ---- opening */
static struct store *refuse(struct postgres *p, char why[256], const char *words) {
  bool away = PQstatus(p->conn) != CONNECTION_OK;
  if (away)
    words = PQerrorMessage(p->conn);
  int n = (int)strcspn(words, "\n");
  snprintf(why, 256, "the PostgreSQL database%s: %.*s", away ? " " STORE_AWAY : "", n, words);
  PQfinish(p->conn);
  free(p);
  return NULL;
}
/* One node at a time makes the tables, or what format 4 had not. *held: a node of format 4 still
 * runs. */
static bool make(struct postgres *p, bool *held) {
  struct store *s = &p->s;

  if (run(p, "BEGIN; SELECT pg_advisory_xact_lock(1943, 300)"))
    return false;
  p->open = true;
  int64_t there = sql_one(s,
                          sql_ask(s,
                                  "SELECT count(*) FROM pg_tables WHERE schemaname = "
                                  "current_schema()",
                                  ""),
                          -1);
  int64_t format =
      there > 0 ? sql_one(s, sql_ask(s, "SELECT format FROM salient", ""), -1) : FORMAT;
  *held = format == 4 && lease_old_node(s);
  if (!there)
    run(p, TABLES);
  if (format == 4 && !*held)
    run(p, FROM_4);
  p->open = false;
  bool is_strange = format < 0; /* is_ours says so */
  if (is_strange)
    p->failed = STORE_OK;
  return !run(p, is_strange ? "ROLLBACK" : "COMMIT") && !*held;
}
/* Refused: a newer format, or a database of somebody else. */
static bool is_ours(struct postgres *p, char words[200]) {
  struct store *s = &p->s;
  int64_t format = sql_one(s, sql_ask(s, "SELECT format FROM salient", ""), -1);

  if (format < 0)
    snprintf(words, 200, "is no database of salient");
  else if (format > FORMAT)
    snprintf(words, 200, "was written by a newer version of salient (format %d, this one knows %d)",
             (int)format, FORMAT);
  return format >= 0 && format <= FORMAT;
}
/* In one transaction: others see all of it or nothing. */
static bool begin_node(struct postgres *p, const char *name) {
  if (run(p, "BEGIN"))
    return false;
  p->open = true;
  struct lease *lease = lease_take(&p->s, name);
  PQclear(fetch(p)); /* what was sent ahead */
  bool ours = lease && !p->failed;
  p->open = false;
  p->failed = STORE_OK;
  if (run(p, ours ? "COMMIT" : "ROLLBACK") || !ours) {
    free(lease);
    return false;
  }
  p->lease = lease;
  return true;
}
struct store *postgres_open(const char *url, enum store_mode mode, const char *node,
                            char why[256]) {
  struct postgres *p = calloc(1, sizeof *p);
  char words[200] = "";

  if (!p)
    abort();
  p->s.base = &POSTGRES;
  p->mode = mode;
  p->conn = postgres_connect(url);
  if (PQstatus(p->conn) != CONNECTION_OK)
    return refuse(p, why, PQerrorMessage(p->conn));
  PQenterPipelineMode(p->conn);
  bool serves = mode == STORE_SERVE;
  bool held = false;
  if (serves && !make(p, &held))
    return refuse(p, why, held ? STORE_HELD : p->s.why);
  if (!is_ours(p, words))
    return refuse(p, why, words);
  be_impatient(p);
  if (serves && !begin_node(p, node))
    return refuse(p, why, STORE_HELD);
  p->locked = serves;
  if (mode == STORE_QUICK)
    p->spare = spare_start(url);

  return &p->s;
}
#endif
