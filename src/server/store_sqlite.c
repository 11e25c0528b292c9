/* store_sqlite.c - the embedded store: SQLite with a write-ahead log and synchronous=FULL. Here are
 * the file itself, its tables, statements and transactions; what stands in the tables is in
 * store_games.c, store_lines.c and store_rows.c.
 *
 * Surprising: SQLite's own locks let two servers share a file happily, each of which would serve
 * its own idea of a game. So the serving handle also holds an advisory lock on FILE.lock for as
 * long as it lives; death lets go of it.
 */
#include "store_inside.h"

#include <sqlite3.h>

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* SCHEMA is raised when an older program could not read the file. A pack of MOST_FRESH bytes is
 * moved to its place. */
enum { APP_ID = 0x53414c31, SCHEMA = 4, PATIENCE_MS = 3000, MOST_FRESH = 2 << 20 };
/* how long the write-ahead log is; how full before it starts again */
enum { LOG_BYTES = 16 << 20, LOG_FRAMES = 3600 };

/* Since later versions than the rest, so also made where they are missing. */
struct sql_query {
  const char *sql; /* literals: compared by address */
  sqlite3_stmt *stmt;
  int rc; /* of its last step */
};
struct sqlite {
  struct store s; /* first */
  sqlite3 *db;
  int lock;   /* FILE.lock, by name.. */
  int file;   /* ..and the file itself, whatever its name */
  bool moves; /* this transaction puts all that is packed in its place */
  int logged; /* frames in the log */
  struct sql_query held[STATEMENTS];
};
static struct sqlite *lite(struct store *s) {
  return (struct sqlite *)s;
}
static const struct sql_base SQLITE;

#define DATA_TABLE                                                                                 \
  "CREATE TABLE IF NOT EXISTS data(game TEXT NOT NULL, hash INTEGER NOT NULL, pack BLOB NOT "      \
  "NULL, PRIMARY KEY(game, hash));"
#define ROW_TABLE                                                                                  \
  "CREATE TABLE row(kind TEXT NOT NULL, key TEXT NOT NULL, n INTEGER NOT NULL, text TEXT NOT "     \
  "NULL, also TEXT NOT NULL DEFAULT '', PRIMARY KEY(kind, key)) WITHOUT ROWID;"                    \
  "CREATE INDEX row_order ON row(kind, n);"                                                        \
  "CREATE INDEX row_also ON row(kind, also) WHERE also <> '';"
#define PACK "pack(id INTEGER PRIMARY KEY, text BLOB NOT NULL);"
#define PACK_TABLE "CREATE TABLE IF NOT EXISTS " PACK
/* Format 2 had a row for each change. */
static const char FROM_2[] =
    "INSERT INTO entry(game,n,text) SELECT game,n,text FROM fresh WHERE text IS NOT NULL;"
    "INSERT OR REPLACE INTO answer(game,side,slot,at,key,text) SELECT "
    "game,side,(at-1)%16,at,key,answer FROM fresh WHERE key IS NOT NULL ORDER BY id;"
    "DROP TABLE fresh;";
static const char TABLES[] = DATA_TABLE PACK_TABLE ROW_TABLE
    "CREATE TABLE note(key TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;"
    "CREATE TABLE account(id INTEGER PRIMARY KEY AUTOINCREMENT, created INTEGER NOT NULL, name "
    "TEXT NOT NULL, fold TEXT NOT NULL UNIQUE,"
    " pass TEXT NOT NULL);"
    "CREATE TABLE session(token BLOB PRIMARY KEY, account INTEGER NOT NULL, until INTEGER NOT "
    "NULL) WITHOUT ROWID;"
    "CREATE TABLE game(num INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, game TEXT "
    "NOT NULL, scenario TEXT NOT NULL,"
    " setup TEXT NOT NULL, created INTEGER NOT NULL, touched INTEGER NOT NULL, listed INTEGER NOT "
    "NULL, typed INTEGER NOT NULL,"
    " secret BLOB NOT NULL, roll0 INTEGER NOT NULL, owner BLOB NOT NULL, watch BLOB NOT NULL, "
    "account INTEGER NOT NULL,"
    " ended TEXT NOT NULL, winner INTEGER NOT NULL, to_move INTEGER NOT NULL, turn INTEGER NOT "
    "NULL, rematch TEXT NOT NULL,"
    " clock INTEGER NOT NULL, running INTEGER NOT NULL, late INTEGER NOT NULL, bank INTEGER NOT "
    "NULL, increment INTEGER NOT NULL,"
    " cap INTEGER NOT NULL, left0 INTEGER NOT NULL, left1 INTEGER NOT NULL, since INTEGER NOT "
    "NULL, deadline INTEGER NOT NULL);"
    "CREATE INDEX game_lobby ON game(touched) WHERE listed = 1 AND ended = '';"
    "CREATE INDEX game_due ON game(deadline) WHERE deadline > 0;"
    "CREATE INDEX game_owner ON game(account) WHERE account > 0;"
    "CREATE TABLE seat(game INTEGER NOT NULL, side INTEGER NOT NULL, kind INTEGER NOT NULL, taken "
    "INTEGER NOT NULL, token BLOB NOT NULL,"
    " account INTEGER NOT NULL, name TEXT NOT NULL, bot TEXT NOT NULL, hook TEXT NOT NULL, orders "
    "TEXT, PRIMARY KEY(game, side)) WITHOUT ROWID;"
    "CREATE INDEX seat_account ON seat(account) WHERE account > 0;"
    "CREATE TABLE entry(game INTEGER NOT NULL, n INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY "
    "KEY(game, n)) WITHOUT ROWID;"
    "CREATE TABLE answer(game INTEGER NOT NULL, side INTEGER NOT NULL, slot INTEGER NOT NULL, at "
    "INTEGER NOT NULL, key BLOB NOT NULL,"
    " text TEXT NOT NULL, PRIMARY KEY(game, side, slot)) WITHOUT ROWID;"
    "CREATE TABLE chat(game INTEGER NOT NULL, n INTEGER NOT NULL, at INTEGER NOT NULL, side "
    "INTEGER NOT NULL, name TEXT NOT NULL,"
    " text TEXT NOT NULL, PRIMARY KEY(game, n)) WITHOUT ROWID;";

/* ---- results and statements */
/* The words are kept for store_why. A full disk shows as more than one code. */
static enum store_result result_of(struct store *s, int rc) {
  if (rc == SQLITE_OK || rc == SQLITE_DONE || rc == SQLITE_ROW)
    return STORE_OK;
  int saved = errno;
  int main = rc & 0xff;
  snprintf(s->why, sizeof s->why, "%s", sqlite3_errmsg(lite(s)->db));
  if (main == SQLITE_CONSTRAINT)
    return STORE_TAKEN;
  if (main == SQLITE_FULL)
    return STORE_FULL;
  if (main == SQLITE_IOERR && (saved == ENOSPC || saved == EFBIG || saved == EDQUOT))
    return STORE_FULL;
  if (main == SQLITE_BUSY || main == SQLITE_LOCKED)
    return STORE_BUSY;

  return STORE_BROKEN;
}
/* Several statements without parameters; only our own literals come here. */
static enum store_result run(struct store *s, const char *sql) {
  return result_of(s, sqlite3_exec(lite(s)->db, sql, NULL, NULL, NULL));
}

/* Kept for the life of the handle; sql must be a literal. */
static struct sql_query *ready(struct store *s, const char *sql) {
  struct sqlite *l = lite(s);
  int i = 0;

  while (i < STATEMENTS && l->held[i].sql && l->held[i].sql != sql)
    i++;
  if (i == STATEMENTS)
    abort();
  struct sql_query *q = &l->held[i];
  if (!q->sql) {
    if (sqlite3_prepare_v3(l->db, sql, -1, SQLITE_PREPARE_PERSISTENT, &q->stmt, NULL)) {
      snprintf(s->why, sizeof s->why, "%s", sqlite3_errmsg(l->db));
      return NULL;
    }
    q->sql = sql;
  }

  return q;
}
/* Binds what it is asked with; the caller reads its rows and ends it. */
static struct sql_query *lite_ask(struct store *s, const char *sql, const char *kinds,
                                  const struct sql_value *v) {
  struct sql_query *q = ready(s, sql);

  for (int i = 0; q && kinds[i]; i++) {
    if (kinds[i] == 'i')
      sqlite3_bind_int64(q->stmt, i + 1, v[i].n);
    else if (kinds[i] == 't')
      sqlite3_bind_text64(q->stmt, i + 1, v[i].bytes, v[i].len, SQLITE_STATIC, SQLITE_UTF8);
    else
      sqlite3_bind_blob64(q->stmt, i + 1, v[i].bytes, v[i].len, SQLITE_STATIC);
  }
  if (q)
    q->rc = SQLITE_OK;

  return q;
}
static bool lite_next(struct sql_query *q) {
  q->rc = sqlite3_step(q->stmt);
  return q->rc == SQLITE_ROW;
}
static int64_t lite_number(struct sql_query *q, int column) {
  return sqlite3_column_int64(q->stmt, column);
}
/* As text, so that a NUL stands behind it. */
static const void *lite_bytes(struct sql_query *q, int column, size_t *n) {
  const void *bytes = sqlite3_column_text(q->stmt, column);
  *n = bytes ? (size_t)sqlite3_column_bytes(q->stmt, column) : 0;
  return bytes;
}
/* Ends a statement, so that it can be used again. */
static enum store_result lite_over(struct store *s, struct sql_query *q) {
  enum store_result r = result_of(s, q->rc);
  sqlite3_reset(q->stmt);
  sqlite3_clear_bindings(q->stmt);
  return r;
}
/* One statement that changes something. */
static enum store_result lite_change(struct store *s, const char *sql, const char *kinds,
                                     const struct sql_value *v) {
  struct sql_query *q = lite_ask(s, sql, kinds, v);
  if (!q)
    return STORE_BROKEN;
  lite_next(q);
  return lite_over(s, q);
}

/* ---- opening */
static struct store *fail(struct store *s, char why[256], const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
static struct store *fail(struct store *s, char why[256], const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  vsnprintf(why, 256, fmt, ap);
  va_end(ap);
  store_close(s);
  return NULL;
}
/* The two troubles that have nothing to do with us get their own words. */
static struct store *fail_by(struct store *s, char why[256], const char *path, const char *what) {
  if (strstr(s->why, "locked"))
    return fail(s, why, "%s: the database is locked by another program", path);
  if (strstr(s->why, "full"))
    return fail(s, why, "%s: the disk is full", path);
  return fail(s, why, "%s: %s: %s", path, what, s->why);
}
/* The first column of the first row; -1: it failed. */
static int64_t pragma(struct store *s, const char *sql) {
  sqlite3_stmt *q = NULL;
  int64_t v = -1;

  if (!sqlite3_prepare_v2(lite(s)->db, sql, -1, &q, NULL) && sqlite3_step(q) == SQLITE_ROW)
    v = sqlite3_column_int64(q, 0);
  else
    snprintf(s->why, sizeof s->why, "%s", sqlite3_errmsg(lite(s)->db));
  sqlite3_finalize(q);
  return v;
}

/* Two locks: a file beside the database that outlives replacing it, and the database itself. */
static bool hold(struct store *s, const char *path, bool make, char why[256]) {
  char name[1024];

  snprintf(name, sizeof name, "%s.lock", path);
  lite(s)->lock = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (lite(s)->lock < 0) {
    snprintf(why, 256, "%.180s: cannot be written: %s", name, strerror(errno));
    return false;
  }
  bool ours = !flock(lite(s)->lock, LOCK_EX | LOCK_NB);
  if (ours) {
    lite(s)->file = open(path, O_RDWR | O_CLOEXEC | (make ? O_CREAT : 0), 0600);
    ours = lite(s)->file < 0 ||
           !flock(lite(s)->file, LOCK_EX | LOCK_NB); /* what is wrong, SQLite will say */
  }
  if (ours)
    return true;
  /* not closed: that would take away the locks that SQLite has on the same file in this program */
  lite(s)->file = -1;
  snprintf(why, 256, "%s: " STORE_HELD, path);
  return false;
}

/* A new store: tables, and marks that say what the file is. */
static bool make(struct store *s) {
  char sql[64];
  bool ok = run(s, "BEGIN IMMEDIATE") == STORE_OK && run(s, TABLES) == STORE_OK;
  snprintf(sql, sizeof sql, "PRAGMA application_id=%d", APP_ID);
  ok = ok && run(s, sql) == STORE_OK;
  snprintf(sql, sizeof sql, "PRAGMA user_version=%d", SCHEMA);
  return ok && run(s, sql) == STORE_OK && run(s, "COMMIT") == STORE_OK;
}
static bool run_all(struct store *s, const char *const *sql) {
  while (*sql && !run(s, *sql))
    sql++;
  return !*sql;
}
/* Adds what later versions have added. A reader from outside may not write, so it gets an empty
 * temporary table instead. */
static bool renew(struct store *s, enum store_mode mode, int64_t version) {
  char sql[64];

  if (mode != STORE_SERVE)
    return version >= 3 || run(s, "CREATE TEMP TABLE " PACK) == STORE_OK;
  snprintf(sql, sizeof sql, "PRAGMA user_version=%d", SCHEMA);
  bool ok = !run(s, "BEGIN IMMEDIATE") && !run(s, DATA_TABLE PACK_TABLE) &&
            (version != 2 || !run(s, FROM_2)) && (version > 3 || run_all(s, store_from_3)) &&
            !run(s, sql) && !fresh_gather(s) && !fresh_move(s, 0) && !run(s, "COMMIT");
  s->fresh.len = 0;
  return ok;
}
/* A file that grows costs the file system a commit for each of ours; one that is written over costs
 * none. So the log has its full length from the start, if there is room: SQLite ignores what is
 * behind its last frame. */
static void stretch_log(struct store *s) {
  static const char zeros[1 << 16];
  sqlite3_file *log = NULL;
  sqlite3_int64 size = 0;
  int frames = -1;

  sqlite3_wal_checkpoint_v2(lite(s)->db, NULL, SQLITE_CHECKPOINT_PASSIVE, &frames, NULL);
  if (frames < 0)
    return; /* where there is no such log, the file asked for would be another */
  if (sqlite3_file_control(lite(s)->db, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log) ||
      !log->pMethods || log->pMethods->xFileSize(log, &size))
    return;
  int rc = SQLITE_OK;
  for (sqlite3_int64 at = size, n; at < LOG_BYTES && !rc; at += n) {
    n = LOG_BYTES - at < (int)sizeof zeros ? LOG_BYTES - at : (int)sizeof zeros;
    rc = log->pMethods->xWrite(log, zeros, (int)n, at);
  }
  if (rc)
    log->pMethods->xTruncate(log, size);
  else
    log->pMethods->xSync(log, SQLITE_SYNC_NORMAL);
}
/* The log starts again when all of it stands in the database; the tidier sees to that, but may not
 * keep up. */
static int on_commit(void *ctx, sqlite3 *db, const char *name, int frames) {
  ((struct sqlite *)ctx)->logged = frames;
  if (frames >= LOG_FRAMES)
    sqlite3_wal_checkpoint_v2(db, name, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
  return SQLITE_OK;
}

static struct store *lite_new(void) {
  struct sqlite *l = calloc(1, sizeof *l);
  if (!l)
    abort();
  l->s.base = &SQLITE;
  l->lock = l->file = -1;
  return &l->s;
}
/* Opens, makes or renews a store; a newer format is refused. */
struct store *sqlite_open(const char *path, enum store_mode mode, char why[256]) {
  struct store *s = lite_new();
  struct sqlite *l = lite(s);
  struct stat st;

  if (mode != STORE_SERVE && stat(path, &st))
    return fail(s, why, "%s: %s", path, strerror(errno));
  if (mode == STORE_SERVE && !hold(s, path, true, why)) {
    store_close(s);
    return NULL;
  }
  int flags = mode == STORE_SERVE    ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
              : mode == STORE_READER ? SQLITE_OPEN_READWRITE
                                     : SQLITE_OPEN_READONLY;
  mode_t old = umask(077); /* seats and passphrases, though hashed, are nobody else's */
  int rc = sqlite3_open_v2(path, &l->db, flags | SQLITE_OPEN_NOMUTEX, NULL);
  umask(old);
  if (rc)
    return fail(s, why, "%s: %s", path, l->db ? sqlite3_errmsg(lite(s)->db) : "out of memory");
  sqlite3_extended_result_codes(l->db, 1);
  sqlite3_busy_timeout(l->db, mode == STORE_SERVE ? PATIENCE_MS : 5000);
  int64_t tables = pragma(s, "SELECT count(*) FROM sqlite_master");
  if (tables < 0)
    return fail_by(s, why, path, "is no database of salient");
  if (tables == 0 && mode == STORE_SERVE && !make(s))
    return fail_by(s, why, path, "the database cannot be made");
  if (pragma(s, "PRAGMA application_id") != APP_ID)
    return fail(s, why, "%s: is no database of salient", path);
  int64_t version = pragma(s, "PRAGMA user_version");
  if (version > SCHEMA)
    return fail(s, why,
                "%s: was written by a newer version of salient (format %lld, this one knows %d)",
                path, (long long)version, SCHEMA);
  if (mode == STORE_LOOK && version == 2 && pragma(s, "SELECT count(*) FROM fresh"))
    return fail(s, why, "%s: format 2, and not closed in order: start the server on it once", path);
  if (mode == STORE_LOOK)
    return renew(s, mode, version) ? s : fail_by(s, why, path, "cannot be read");
  if (run(s, "PRAGMA journal_mode=WAL") || run(s, "PRAGMA synchronous=FULL") ||
      run(s, "PRAGMA cache_size=-8192"))
    return fail_by(s, why, path, "cannot be opened");
  sqlite3_wal_hook(l->db, on_commit, l);
  char limit[64];
  snprintf(limit, sizeof limit, "PRAGMA journal_size_limit=%d", LOG_BYTES);
  if (run(s, limit) || !renew(s, mode, version))
    return fail_by(s, why, path, "cannot be written");
  if (mode == STORE_SERVE)
    stretch_log(s);

  return s;
}
/* The locks last: until then nobody else may think the file is free. */
static void lite_close(struct store *s) {
  struct sqlite *l = lite(s);

  for (int i = 0; i < STATEMENTS; i++)
    sqlite3_finalize(l->held[i].stmt);
  sqlite3_close(l->db);
  if (l->file >= 0)
    close(l->file);
  if (l->lock >= 0)
    close(l->lock);
  free(s->fresh.text);
  free(l);
}

/* ---- transactions */
/* A transaction; when the pack is full it also moves it. */
static enum store_result begin(struct store *s) {
  lite(s)->moves = s->fresh.len >= MOST_FRESH;
  s->begun = s->fresh.len;
  return sql_change(s, "BEGIN IMMEDIATE", "");
}

/* At once: only if nobody is in the way and nothing large is due. */
static enum store_result lite_begin(struct store *s, bool at_once) {
  if (!at_once)
    return begin(s);
  if (s->fresh.len >= MOST_FRESH || lite(s)->logged >= LOG_FRAMES - LOG_FRAMES / 8)
    return STORE_BUSY;
  sqlite3_busy_timeout(lite(s)->db, 0);
  enum store_result r = begin(s);
  sqlite3_busy_timeout(lite(s)->db, PATIENCE_MS);
  return r;
}

/* Each statement has said how it went. */
static enum store_result lite_sent(struct store *s) {
  (void)s;
  return STORE_OK;
}

/* The changes become one row, or are moved. */
static enum store_result lite_commit(struct store *s) {
  enum store_result r = STORE_OK;
  size_t n = s->fresh.len - s->begun;
  bool moves = lite(s)->moves;

  if (moves)
    r = fresh_move(s, 0);
  else if (n)
    r = sql_change(s, "INSERT INTO pack(text) VALUES(?)", "p", s->fresh.text + s->begun, n);
  if (!r)
    r = sql_change(s, "COMMIT", "");
  if (!r && moves)
    s->fresh.len = 0;

  return r;
}
static void lite_abort(struct store *s) {
  run(s, "ROLLBACK");
}
static enum store_result lite_mark(struct store *s) {
  return sql_change(s, "SAVEPOINT job", "");
}
static enum store_result lite_settle(struct store *s, bool keep) {
  enum store_result r = keep ? STORE_OK : sql_change(s, "ROLLBACK TO job", "");
  return r ? r : sql_change(s, "RELEASE job", "");
}
static enum store_result lite_look(struct store *s) {
  return sql_change(s, "SAVEPOINT look", "");
}
static void lite_looked(struct store *s) {
  sql_change(s, "RELEASE look", "");
}

/* ---- whole stores */
/* PASSIVE waits for nobody and nobody waits for it; the writer's own checkpoint is only for a log
 * that outgrows it. */
static void lite_tidy(struct store *s) {
  sqlite3_wal_checkpoint_v2(lite(s)->db, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
}

/* Pages, without the log. */
static int64_t lite_size(struct store *s) {
  return pragma(s, "PRAGMA page_count") * pragma(s, "PRAGMA page_size");
}

/* While a server runs, too: SQLite copies one moment. */
static enum store_result lite_copy(struct store *from, const char *to, char why[256]) {
  sqlite3 *out = NULL;
  mode_t old = umask(077);
  int rc = sqlite3_open_v2(to, &out, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL);

  umask(old);
  sqlite3_backup *b = rc ? NULL : sqlite3_backup_init(out, "main", lite(from)->db, "main");
  if (b) {
    /* all in one: between two steps a busy server would change it, and the backup would start again
     * for ever */
    while ((rc = sqlite3_backup_step(b, -1)) == SQLITE_BUSY || rc == SQLITE_LOCKED)
      sqlite3_sleep(20);
    int end = sqlite3_backup_finish(b);
    if (rc == SQLITE_DONE)
      rc = end;
  }
  /* one file, nothing beside it */
  if (!rc)
    rc = sqlite3_exec(out, "PRAGMA journal_mode=DELETE", NULL, NULL, NULL);
  if (rc)
    snprintf(why, 256, "%s: cannot be written: %s", to,
             out ? sqlite3_errmsg(out) : "out of memory");
  sqlite3_close(out);
  return rc ? STORE_BROKEN : STORE_OK;
}
/* Takes only the locks: for a restore, which must not meet a server. */
struct store *store_hold(const char *path, char why[256]) {
  struct store *s = lite_new();
  return hold(s, path, false, why) ? s : (store_close(s), NULL);
}

/* Leaves nothing beside the file that could be taken for its log. */
void store_forget(const char *path) {
  static const char *const beside[] = {"-wal", "-shm", "-journal"};
  sqlite3 *db = NULL;

  if (!sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, NULL))
    sqlite3_wal_checkpoint_v2(db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
  sqlite3_close(db);
  for (int i = 0; i < 3; i++) {
    char name[1100];
    snprintf(name, sizeof name, "%s%s", path, beside[i]);
    unlink(name);
  }
}

/* SQLite's own check of the whole file. */
static enum store_result lite_check(struct store *s, char why[256]) {
  sqlite3_stmt *q = NULL;
  int rc = sqlite3_prepare_v2(lite(s)->db, "PRAGMA integrity_check(1)", -1, &q, NULL);
  bool ok = !rc && sqlite3_step(q) == SQLITE_ROW &&
            !strcmp((const char *)sqlite3_column_text(q, 0), "ok");

  if (!ok)
    snprintf(why, 256, "the database file is damaged: %s",
             rc || !q || !sqlite3_column_text(q, 0) ? sqlite3_errmsg(lite(s)->db)
                                                    : (const char *)sqlite3_column_text(q, 0));
  sqlite3_finalize(q);
  return ok ? STORE_OK : STORE_BROKEN;
}

static const struct sql_base SQLITE = {.change = lite_change,
                                       .ask = lite_ask,
                                       .next = lite_next,
                                       .number = lite_number,
                                       .bytes = lite_bytes,
                                       .over = lite_over,
                                       .begin = lite_begin,
                                       .sent = lite_sent,
                                       .commit = lite_commit,
                                       .abort = lite_abort,
                                       .mark = lite_mark,
                                       .settle = lite_settle,
                                       .look = lite_look,
                                       .looked = lite_looked,
                                       .tidy = lite_tidy,
                                       .size = lite_size,
                                       .copy = lite_copy,
                                       .check = lite_check,
                                       .close = lite_close,
                                       .packs = true};
