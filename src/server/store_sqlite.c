/* store_sqlite.c - the embedded store: SQLite with a write-ahead log and synchronous=FULL. Here are
 * the file itself, its tables, statements and transactions; what stands in the tables is in
 * store_games.c, store_lines.c and store_rows.c.
 *
 * Surprising: SQLite's own locks let two servers share a file happily, each of which would serve
 * its own idea of a game. So the serving handle also holds an advisory lock on FILE.lock for as
 * long as it lives; death lets go of it.
 */
#include "store_inside.h"

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
  snprintf(s->why, sizeof s->why, "%s", sqlite3_errmsg(s->db));
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
  return result_of(s, sqlite3_exec(s->db, sql, NULL, NULL, NULL));
}

/* Kept for the life of the handle; sql must be a literal. */
static sqlite3_stmt *ready(struct store *s, const char *sql) {
  int i = 0;

  while (i < STATEMENTS && s->held[i].sql && s->held[i].sql != sql)
    i++;
  if (i == STATEMENTS)
    abort();
  if (!s->held[i].sql) {
    if (sqlite3_prepare_v3(s->db, sql, -1, SQLITE_PREPARE_PERSISTENT, &s->held[i].stmt, NULL)) {
      snprintf(s->why, sizeof s->why, "%s", sqlite3_errmsg(s->db));
      return NULL;
    }
    s->held[i].sql = sql;
  }

  return s->held[i].stmt;
}
/* Binds by letters: i int64, t text, b blob of STORE_HASH bytes, k blob of 16 bytes, n text and its
 * length, p blob and its length. */
static sqlite3_stmt *bound(struct store *s, const char *sql, const char *kinds, va_list ap) {
  sqlite3_stmt *q = ready(s, sql);

  for (int i = 0; q && kinds[i]; i++) {
    if (kinds[i] == 'i')
      sqlite3_bind_int64(q, i + 1, va_arg(ap, int64_t));
    else if (kinds[i] == 't')
      sqlite3_bind_text(q, i + 1, va_arg(ap, const char *), -1, SQLITE_STATIC);
    else if (kinds[i] == 'b')
      sqlite3_bind_blob(q, i + 1, va_arg(ap, const void *), STORE_HASH, SQLITE_STATIC);
    else if (kinds[i] == 'k')
      sqlite3_bind_blob(q, i + 1, va_arg(ap, const void *), 16, SQLITE_STATIC);
    else {
      const void *text = va_arg(ap, const void *);
      size_t n = va_arg(ap, size_t);
      if (kinds[i] == 'n')
        sqlite3_bind_text64(q, i + 1, text, n, SQLITE_STATIC, SQLITE_UTF8);
      else
        sqlite3_bind_blob64(q, i + 1, text, n, SQLITE_STATIC);
    }
  }

  return q;
}

/* Ends a statement, so that it can be used again. */
enum store_result sql_over(struct store *s, sqlite3_stmt *q, int rc) {
  enum store_result r = result_of(s, rc);
  sqlite3_reset(q);
  sqlite3_clear_bindings(q);
  return r;
}

/* One statement that changes something. */
enum store_result sql_change(struct store *s, const char *sql, const char *kinds, ...) {
  va_list ap;

  va_start(ap, kinds);
  sqlite3_stmt *q = bound(s, sql, kinds, ap);
  va_end(ap);
  if (!q)
    return STORE_BROKEN;
  int rc = sqlite3_step(q);
  return sql_over(s, q, rc);
}

/* One statement that asks something; the caller steps and ends it. */
sqlite3_stmt *sql_ask(struct store *s, const char *sql, const char *kinds, ...) {
  va_list ap;
  va_start(ap, kinds);
  sqlite3_stmt *q = bound(s, sql, kinds, ap);
  va_end(ap);
  return q;
}
/* Cut to its buffer; NULL is "". */
void sql_text_col(sqlite3_stmt *q, int i, char *out, size_t cap) {
  const unsigned char *t = sqlite3_column_text(q, i);
  snprintf(out, cap, "%s", t ? (const char *)t : "");
}
/* What is too short is filled with zeros, so that nothing is left of before. */
void sql_blob_col(sqlite3_stmt *q, int i, void *out, size_t n) {
  memset(out, 0, n);
  const void *b = sqlite3_column_blob(q, i);
  size_t have = (size_t)sqlite3_column_bytes(q, i);
  if (b)
    memcpy(out, b, have < n ? have : n);
}
/* malloc'd, with a NUL behind; NULL: the column is NULL. */
char *sql_text_dup(sqlite3_stmt *q, int i) {
  size_t n = (size_t)sqlite3_column_bytes(q, i);
  const unsigned char *t = sqlite3_column_text(q, i);

  if (!t)
    return NULL;
  char *out = malloc(n + 1);
  if (!out)
    abort();
  memcpy(out, t, n);
  out[n] = 0;
  return out;
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

  if (!sqlite3_prepare_v2(s->db, sql, -1, &q, NULL) && sqlite3_step(q) == SQLITE_ROW)
    v = sqlite3_column_int64(q, 0);
  else
    snprintf(s->why, sizeof s->why, "%s", sqlite3_errmsg(s->db));
  sqlite3_finalize(q);
  return v;
}

/* Two locks: a file beside the database that outlives replacing it, and the database itself. */
static bool hold(struct store *s, const char *path, bool make, char why[256]) {
  char name[1024];

  snprintf(name, sizeof name, "%s.lock", path);
  s->lock = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (s->lock < 0) {
    snprintf(why, 256, "%.180s: cannot be written: %s", name, strerror(errno));
    return false;
  }
  bool ours = !flock(s->lock, LOCK_EX | LOCK_NB);
  if (ours) {
    s->file = open(path, O_RDWR | O_CLOEXEC | (make ? O_CREAT : 0), 0600);
    ours = s->file < 0 || !flock(s->file, LOCK_EX | LOCK_NB); /* what is wrong, SQLite will say */
  }
  if (ours)
    return true;
  /* not closed: that would take away the locks that SQLite has on the same file in this program */
  s->file = -1;
  snprintf(why, 256, "%s: another server has this database open", path);
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
/* What later versions have added. A look from outside may not write: for that, an empty table of
 * its own stands in. */
static bool renew(struct store *s, enum store_mode mode, int64_t version) {
  char sql[64];

  if (mode != STORE_SERVE)
    return version >= 3 || run(s, "CREATE TEMP TABLE " PACK) == STORE_OK;
  snprintf(sql, sizeof sql, "PRAGMA user_version=%d", SCHEMA);
  bool ok = !run(s, "BEGIN IMMEDIATE") && !run(s, DATA_TABLE PACK_TABLE) &&
            (version != 2 || !run(s, FROM_2)) && (version > 3 || run_all(s, store_from_3)) &&
            !run(s, sql) && !fresh_gather(s) && !fresh_move(s) && !run(s, "COMMIT");
  s->fresh.len = 0;
  return ok;
}
/* A file that grows costs the file system a commit of its own for each of ours; one that is written
 * over costs none. So the log has its whole length from the start, if there is room: what stands
 * behind its last frame means nothing to SQLite. */
static void stretch_log(struct store *s) {
  static const char zeros[1 << 16];
  sqlite3_file *log = NULL;
  sqlite3_int64 size = 0;
  int frames = -1;

  sqlite3_wal_checkpoint_v2(s->db, NULL, SQLITE_CHECKPOINT_PASSIVE, &frames, NULL);
  if (frames < 0)
    return; /* where there is no such log, the file asked for would be another */
  if (sqlite3_file_control(s->db, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log) || !log->pMethods ||
      log->pMethods->xFileSize(log, &size))
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
  ((struct store *)ctx)->logged = frames;
  if (frames >= LOG_FRAMES)
    sqlite3_wal_checkpoint_v2(db, name, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
  return SQLITE_OK;
}

/* Opens, makes or renews a store; a newer format is refused. */
struct store *store_open(const char *path, enum store_mode mode, char why[256]) {
  struct store *s = calloc(1, sizeof *s);
  struct stat st;

  if (!s)
    abort();
  s->lock = s->file = -1;
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
  int rc = sqlite3_open_v2(path, &s->db, flags | SQLITE_OPEN_NOMUTEX, NULL);
  umask(old);
  if (rc)
    return fail(s, why, "%s: %s", path, s->db ? sqlite3_errmsg(s->db) : "out of memory");
  sqlite3_extended_result_codes(s->db, 1);
  sqlite3_busy_timeout(s->db, mode == STORE_SERVE ? PATIENCE_MS : 5000);
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
  sqlite3_wal_hook(s->db, on_commit, s);
  char limit[64];
  snprintf(limit, sizeof limit, "PRAGMA journal_size_limit=%d", LOG_BYTES);
  if (run(s, limit) || !renew(s, mode, version))
    return fail_by(s, why, path, "cannot be written");
  if (mode == STORE_SERVE)
    stretch_log(s);

  return s;
}
/* The locks last: until then nobody else may think the file is free. */
void store_close(struct store *s) {
  if (!s)
    return;
  for (int i = 0; i < STATEMENTS; i++)
    sqlite3_finalize(s->held[i].stmt);
  sqlite3_close(s->db);
  if (s->file >= 0)
    close(s->file);
  if (s->lock >= 0)
    close(s->lock);
  free(s->fresh.text);
  free(s);
}
/* Of the last failure; the next one changes it. */
const char *store_why(const struct store *s) {
  return s->why;
}

/* ---- transactions */
/* A transaction; when the pack is full it also moves it. */
enum store_result store_begin(struct store *s) {
  s->moves = s->fresh.len >= MOST_FRESH;
  s->begun = s->fresh.len;
  return sql_change(s, "BEGIN IMMEDIATE", "");
}

/* A transaction only if nobody is in the way and nothing large is due. */
enum store_result store_try(struct store *s) {
  if (s->fresh.len >= MOST_FRESH || s->logged >= LOG_FRAMES - LOG_FRAMES / 8)
    return STORE_BUSY;
  sqlite3_busy_timeout(s->db, 0);
  enum store_result r = store_begin(s);
  sqlite3_busy_timeout(s->db, PATIENCE_MS);
  return r;
}

/* What was changed becomes one row, or is moved. */
enum store_result store_commit(struct store *s) {
  enum store_result r = STORE_OK;
  size_t n = s->fresh.len - s->begun;

  if (s->moves)
    r = fresh_move(s);
  else if (n)
    r = sql_change(s, "INSERT INTO pack(text) VALUES(?)", "p", s->fresh.text + s->begun, n);
  if (!r)
    r = sql_change(s, "COMMIT", "");
  if (!r && s->moves)
    s->fresh.len = 0;

  return r;
}

/* The reason of the failure outlives the rollback. */
void store_abort(struct store *s) {
  char why[256];
  memcpy(why, s->why, sizeof why);
  run(s, "ROLLBACK");
  memcpy(s->why, why, sizeof why);
  s->fresh.len = s->begun;
}

/* A job of a group can be taken back alone. */
enum store_result store_mark(struct store *s) {
  s->mark = s->fresh.len;
  return sql_change(s, "SAVEPOINT job", "");
}

/* Keeps the job, or takes it back with what it had packed. */
enum store_result store_settle(struct store *s, bool keep) {
  if (!keep) {
    char why[256];
    s->fresh.len = s->mark;
    memcpy(why, s->why, sizeof why);
    enum store_result r = sql_change(s, "ROLLBACK TO job", "");
    memcpy(s->why, why, sizeof why);
    if (r)
      return r;
  }

  return sql_change(s, "RELEASE job", "");
}

/* ---- whole stores */
/* PASSIVE waits for nobody and nobody waits for it; the writer's own checkpoint is only for a log
 * that outgrows it. */
void store_tidy(struct store *s) {
  sqlite3_wal_checkpoint_v2(s->db, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
}

/* Pages, without the log. */
int64_t store_bytes(struct store *s) {
  return pragma(s, "PRAGMA page_count") * pragma(s, "PRAGMA page_size");
}
enum store_result store_count(struct store *s, struct store_counts *c) {
  c->games = pragma(s, "SELECT count(*) FROM game");
  c->open = pragma(s, "SELECT count(*) FROM game WHERE ended=''");
  c->accounts = pragma(s, "SELECT count(*) FROM account");
  c->bytes = store_bytes(s);
  return c->games < 0 ? STORE_BROKEN : STORE_OK;
}

/* While a server runs, too: SQLite copies one moment. */
enum store_result store_copy(struct store *from, const char *to, char why[256]) {
  sqlite3 *out = NULL;
  mode_t old = umask(077);
  int rc = sqlite3_open_v2(to, &out, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL);

  umask(old);
  sqlite3_backup *b = rc ? NULL : sqlite3_backup_init(out, "main", from->db, "main");
  if (b) {
    /* all in one: between two steps a busy server would change it, and it would start again for
     * ever */
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
/* Only the locks: for a restore, which must not meet a server. */
struct store *store_hold(const char *path, char why[256]) {
  struct store *s = calloc(1, sizeof *s);
  if (!s)
    abort();
  s->lock = s->file = -1;
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
enum store_result store_check(struct store *s, char why[256]) {
  sqlite3_stmt *q = NULL;
  int rc = sqlite3_prepare_v2(s->db, "PRAGMA integrity_check(1)", -1, &q, NULL);
  bool ok = !rc && sqlite3_step(q) == SQLITE_ROW &&
            !strcmp((const char *)sqlite3_column_text(q, 0), "ok");

  if (!ok)
    snprintf(why, 256, "the database file is damaged: %s",
             rc || !q || !sqlite3_column_text(q, 0) ? sqlite3_errmsg(s->db)
                                                    : (const char *)sqlite3_column_text(q, 0));
  sqlite3_finalize(q);
  return ok ? STORE_OK : STORE_BROKEN;
}
