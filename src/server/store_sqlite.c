/* store_sqlite.c - the embedded store: SQLite with a write-ahead log and synchronous=FULL.
 *
 * Surprising: what a change leaves is not written where it is looked for. Each game's lines and answers have pages of their own, and
 * a commit of a hundred games would write two pages for each; so all that a transaction's changes leave is one row of `pack`
 * (pack.h), and moved from there to `entry` and `answer` now and then, many at once. Who reads looks in both.
 *
 * And SQLite's own locks let two servers share a file happily, each of which would serve its own idea of a game. So the
 * serving handle also holds an advisory lock on FILE.lock for as long as it lives; death lets go of it.
 */
#include "store.h"

#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "pack.h"

enum { APP_ID = 0x53414c31, SCHEMA = 3, STATEMENTS = 48, PATIENCE_MS = 3000, MOST_FRESH = 2 << 20 };
enum { LOG_BYTES = 16 << 20, LOG_FRAMES = 3600 }; /* how long the write-ahead log is; how full before it begins anew */

struct store {
  sqlite3 *db;
  int lock;
  struct pack fresh;  /* the one writer's: what all rows of `pack` hold.. */
  size_t begun, mark; /* ..and, from here on, this transaction's changes; this job's */
  bool moves;         /* this transaction puts it all in its place */
  int logged;         /* frames in the log */
  char why[256];
  struct {
    const char *sql; /* literals: compared by address */
    sqlite3_stmt *stmt;
  } held[STATEMENTS];
};

/* Since later versions than the rest, so also made where they are missing. */
#define DATA_TABLE "CREATE TABLE IF NOT EXISTS data(game TEXT NOT NULL, hash INTEGER NOT NULL, pack BLOB NOT NULL, PRIMARY KEY(game, hash));"
#define PACK "pack(id INTEGER PRIMARY KEY, text BLOB NOT NULL);"
#define PACK_TABLE "CREATE TABLE IF NOT EXISTS " PACK
/* Format 2 had a row for each change. */
static const char FROM_2[] =
    "INSERT INTO entry(game,n,text) SELECT game,n,text FROM fresh WHERE text IS NOT NULL;"
    "INSERT OR REPLACE INTO answer(game,side,slot,at,key,text) SELECT game,side,(at-1)%16,at,key,answer FROM fresh WHERE key IS NOT NULL ORDER BY id;"
    "DROP TABLE fresh;";
static const char TABLES[] = DATA_TABLE PACK_TABLE
    "CREATE TABLE note(key TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;"
    "CREATE TABLE account(id INTEGER PRIMARY KEY AUTOINCREMENT, created INTEGER NOT NULL, name TEXT NOT NULL, fold TEXT NOT NULL UNIQUE,"
    " pass TEXT NOT NULL);"
    "CREATE TABLE session(token BLOB PRIMARY KEY, account INTEGER NOT NULL, until INTEGER NOT NULL) WITHOUT ROWID;"
    "CREATE TABLE game(num INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, game TEXT NOT NULL, scenario TEXT NOT NULL,"
    " setup TEXT NOT NULL, created INTEGER NOT NULL, touched INTEGER NOT NULL, listed INTEGER NOT NULL, typed INTEGER NOT NULL,"
    " secret BLOB NOT NULL, roll0 INTEGER NOT NULL, owner BLOB NOT NULL, watch BLOB NOT NULL, account INTEGER NOT NULL,"
    " ended TEXT NOT NULL, winner INTEGER NOT NULL, to_move INTEGER NOT NULL, turn INTEGER NOT NULL, rematch TEXT NOT NULL,"
    " clock INTEGER NOT NULL, running INTEGER NOT NULL, late INTEGER NOT NULL, bank INTEGER NOT NULL, increment INTEGER NOT NULL,"
    " cap INTEGER NOT NULL, left0 INTEGER NOT NULL, left1 INTEGER NOT NULL, since INTEGER NOT NULL, deadline INTEGER NOT NULL);"
    "CREATE INDEX game_lobby ON game(touched) WHERE listed = 1 AND ended = '';"
    "CREATE INDEX game_due ON game(deadline) WHERE deadline > 0;"
    "CREATE INDEX game_owner ON game(account) WHERE account > 0;"
    "CREATE TABLE seat(game INTEGER NOT NULL, side INTEGER NOT NULL, kind INTEGER NOT NULL, taken INTEGER NOT NULL, token BLOB NOT NULL,"
    " account INTEGER NOT NULL, name TEXT NOT NULL, bot TEXT NOT NULL, hook TEXT NOT NULL, orders TEXT, PRIMARY KEY(game, side)) WITHOUT ROWID;"
    "CREATE INDEX seat_account ON seat(account) WHERE account > 0;"
    "CREATE TABLE entry(game INTEGER NOT NULL, n INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY KEY(game, n)) WITHOUT ROWID;"
    "CREATE TABLE answer(game INTEGER NOT NULL, side INTEGER NOT NULL, slot INTEGER NOT NULL, at INTEGER NOT NULL, key BLOB NOT NULL,"
    " text TEXT NOT NULL, PRIMARY KEY(game, side, slot)) WITHOUT ROWID;"
    "CREATE TABLE chat(game INTEGER NOT NULL, n INTEGER NOT NULL, at INTEGER NOT NULL, side INTEGER NOT NULL, name TEXT NOT NULL,"
    " text TEXT NOT NULL, PRIMARY KEY(game, n)) WITHOUT ROWID;";

/* ---- results and statements */
static enum store_result result_of(struct store *s, int rc) {
  if (rc == SQLITE_OK || rc == SQLITE_DONE || rc == SQLITE_ROW) return STORE_OK;
  int saved = errno, main = rc & 0xff;
  snprintf(s->why, sizeof s->why, "%s", sqlite3_errmsg(s->db));
  if (main == SQLITE_CONSTRAINT) return STORE_TAKEN;
  if (main == SQLITE_FULL) return STORE_FULL;
  if (main == SQLITE_IOERR && (saved == ENOSPC || saved == EFBIG || saved == EDQUOT)) return STORE_FULL;
  if (main == SQLITE_BUSY || main == SQLITE_LOCKED) return STORE_BUSY;
  return STORE_BROKEN;
}
static enum store_result run(struct store *s, const char *sql) { return result_of(s, sqlite3_exec(s->db, sql, NULL, NULL, NULL)); }

/* Kept for the life of the handle; sql must be a literal. */
static sqlite3_stmt *ready(struct store *s, const char *sql) {
  int i = 0;
  while (i < STATEMENTS && s->held[i].sql && s->held[i].sql != sql) i++;
  if (i == STATEMENTS) abort();
  if (!s->held[i].sql) {
    if (sqlite3_prepare_v3(s->db, sql, -1, SQLITE_PREPARE_PERSISTENT, &s->held[i].stmt, NULL)) {
      snprintf(s->why, sizeof s->why, "%s", sqlite3_errmsg(s->db));
      return NULL;
    }
    s->held[i].sql = sql;
  }
  return s->held[i].stmt;
}
/* Binds by letters: i int64, t text, b blob of STORE_HASH bytes, k blob of 16 bytes, n text and its length, p blob and its length. */
static sqlite3_stmt *bound(struct store *s, const char *sql, const char *kinds, va_list ap) {
  sqlite3_stmt *q = ready(s, sql);
  for (int i = 0; q && kinds[i]; i++) {
    if (kinds[i] == 'i') sqlite3_bind_int64(q, i + 1, va_arg(ap, int64_t));
    else if (kinds[i] == 't') sqlite3_bind_text(q, i + 1, va_arg(ap, const char *), -1, SQLITE_STATIC);
    else if (kinds[i] == 'b') sqlite3_bind_blob(q, i + 1, va_arg(ap, const void *), STORE_HASH, SQLITE_STATIC);
    else if (kinds[i] == 'k') sqlite3_bind_blob(q, i + 1, va_arg(ap, const void *), 16, SQLITE_STATIC);
    else {
      const void *text = va_arg(ap, const void *);
      size_t n = va_arg(ap, size_t);
      if (kinds[i] == 'n') sqlite3_bind_text64(q, i + 1, text, n, SQLITE_STATIC, SQLITE_UTF8);
      else sqlite3_bind_blob64(q, i + 1, text, n, SQLITE_STATIC);
    }
  }
  return q;
}
static enum store_result over(struct store *s, sqlite3_stmt *q, int rc) {
  enum store_result r = result_of(s, rc);
  sqlite3_reset(q);
  sqlite3_clear_bindings(q);
  return r;
}
static enum store_result change(struct store *s, const char *sql, const char *kinds, ...) {
  va_list ap;
  va_start(ap, kinds);
  sqlite3_stmt *q = bound(s, sql, kinds, ap);
  va_end(ap);
  if (!q) return STORE_BROKEN;
  int rc = sqlite3_step(q);
  return over(s, q, rc);
}
static sqlite3_stmt *ask(struct store *s, const char *sql, const char *kinds, ...) {
  va_list ap;
  va_start(ap, kinds);
  sqlite3_stmt *q = bound(s, sql, kinds, ap);
  va_end(ap);
  return q;
}
static void text_col(sqlite3_stmt *q, int i, char *out, size_t cap) {
  const unsigned char *t = sqlite3_column_text(q, i);
  snprintf(out, cap, "%s", t ? (const char *)t : "");
}
static void blob_col(sqlite3_stmt *q, int i, void *out, size_t n) {
  memset(out, 0, n);
  const void *b = sqlite3_column_blob(q, i);
  size_t have = (size_t)sqlite3_column_bytes(q, i);
  if (b) memcpy(out, b, have < n ? have : n);
}
static char *text_dup(sqlite3_stmt *q, int i) {
  size_t n = (size_t)sqlite3_column_bytes(q, i);
  const unsigned char *t = sqlite3_column_text(q, i);
  if (!t) return NULL;
  char *out = malloc(n + 1);
  if (!out) abort();
  memcpy(out, t, n);
  out[n] = 0;
  return out;
}

/* ---- what changes leave, until it is in its place */
struct leaf { /* of one change */
  int64_t game;
  size_t order;
  struct store_line line;
};
static int by_game(const void *x, const void *y) {
  const struct leaf *a = x, *b = y;
  if (a->game != b->game) return a->game < b->game ? -1 : 1;
  return a->order < b->order ? -1 : a->order > b->order;
}
static enum store_result damaged(struct store *s) {
  snprintf(s->why, sizeof s->why, "a row of the last changes is damaged");
  return STORE_BROKEN;
}
static enum store_result stands(struct store *s, int64_t num, bool *yes) {
  sqlite3_stmt *q = ask(s, "SELECT 1 FROM game WHERE num=?", "i", num);
  if (!q) return STORE_BROKEN;
  int rc = sqlite3_step(q);
  *yes = rc == SQLITE_ROW;
  return over(s, q, rc);
}
/* One game's: its lines are one piece of the journal, and of each side's answers the last have a slot. What is left of a game that has been
 * deleted meanwhile goes now. */
static enum store_result move_game(struct store *s, const struct leaf *first, const struct leaf *end, struct pack *piece) {
  bool there = false;
  enum store_result r = stands(s, first->game, &there);
  uint32_t n = 0;
  int slots[2] = {STORE_KEYS, STORE_KEYS};
  piece->len = 0;
  for (const struct leaf *f = first; f < end; f++) {
    if (!f->line.text) continue;
    if (!piece->len) n = f->line.n;
    pack_append(piece, f->line.text, f->line.len);
  }
  if (!there) return r;
  if (piece->len) r = store_entry_add(s, first->game, n, (const char *)piece->text, piece->len);
  for (const struct leaf *f = end; f-- > first && !r;) {
    const struct store_line *l = &f->line;
    if (!l->key || slots[l->side]-- <= 0) continue;
    r = change(s, "INSERT OR REPLACE INTO answer(game,side,slot,at,key,text) VALUES(?,?,?,?,?,?)", "iiiikn", f->game, (int64_t)l->side, (int64_t)(l->nth % STORE_KEYS),
               (int64_t)l->nth + 1, l->key, l->answer, l->nanswer);
  }
  return r;
}
static enum store_result move_games(struct store *s, struct leaf *leaf, size_t n) {
  struct pack piece = {0};
  enum store_result r = STORE_OK;
  qsort(leaf, n, sizeof *leaf, by_game);
  for (size_t from = 0, to; from < n && !r; from = to) {
    for (to = from + 1; to < n && leaf[to].game == leaf[from].game;) to++;
    r = move_game(s, leaf + from, leaf + to, &piece);
  }
  free(piece.text);
  return r;
}
static enum store_result move_fresh(struct store *s) {
  if (!s->fresh.len) return STORE_OK;
  const uint8_t *at = s->fresh.text, *end = at + s->fresh.len;
  size_t n = 0, cap = 0;
  struct leaf *leaf = NULL, one;
  bool broken = false;
  while (pack_next(&at, end, &one.game, &one.line, &broken)) {
    if (n == cap && !(leaf = realloc(leaf, (cap = cap * 2 + 1024) * sizeof *leaf))) abort();
    one.order = n;
    leaf[n++] = one;
  }
  enum store_result r = broken ? damaged(s) : move_games(s, leaf, n);
  free(leaf);
  return r ? r : change(s, "DELETE FROM pack", "");
}
typedef void fresh_fn(void *ctx, const struct store_line *);
static enum store_result each_fresh(struct store *s, int64_t num, fresh_fn *fn, void *ctx) {
  sqlite3_stmt *q = ask(s, "SELECT text FROM pack ORDER BY id", "");
  bool broken = false;
  int rc = SQLITE_DONE;
  if (!q) return STORE_BROKEN;
  while (!broken && (rc = sqlite3_step(q)) == SQLITE_ROW) {
    const uint8_t *at = sqlite3_column_blob(q, 0), *end = at ? at + sqlite3_column_bytes(q, 0) : at;
    int64_t game;
    struct store_line l;
    while (pack_next(&at, end, &game, &l, &broken))
      if (game == num) fn(ctx, &l);
  }
  enum store_result r = over(s, q, rc);
  return broken ? damaged(s) : r;
}
/* Who looks in both places looks at one moment: between two statements changes could go from one to the other. */
static enum store_result look(struct store *s) { return change(s, "SAVEPOINT look", ""); }
static enum store_result looked(struct store *s, enum store_result r) {
  change(s, "RELEASE look", "");
  return r;
}
/* What the last server left, into the one writer's hands. */
static enum store_result gather_fresh(struct store *s) {
  sqlite3_stmt *q = ask(s, "SELECT text FROM pack ORDER BY id", "");
  int rc;
  if (!q) return STORE_BROKEN;
  while ((rc = sqlite3_step(q)) == SQLITE_ROW) pack_append(&s->fresh, sqlite3_column_blob(q, 0), (size_t)sqlite3_column_bytes(q, 0));
  return over(s, q, rc);
}

/* ---- opening */
static struct store *fail(struct store *s, char why[256], const char *fmt, ...) __attribute__((format(printf, 3, 4)));
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
  if (strstr(s->why, "locked")) return fail(s, why, "%s: the database is locked by another program", path);
  if (strstr(s->why, "full")) return fail(s, why, "%s: the disk is full", path);
  return fail(s, why, "%s: %s: %s", path, what, s->why);
}
static int64_t pragma(struct store *s, const char *sql) {
  sqlite3_stmt *q = NULL;
  int64_t v = -1;
  if (!sqlite3_prepare_v2(s->db, sql, -1, &q, NULL) && sqlite3_step(q) == SQLITE_ROW) v = sqlite3_column_int64(q, 0);
  else snprintf(s->why, sizeof s->why, "%s", sqlite3_errmsg(s->db));
  sqlite3_finalize(q);
  return v;
}
static bool hold(struct store *s, const char *path, char why[256]) {
  char name[1024];
  snprintf(name, sizeof name, "%s.lock", path);
  s->lock = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (s->lock < 0) return snprintf(why, 256, "%.180s: cannot be written: %s", name, strerror(errno)), false;
  if (!flock(s->lock, LOCK_EX | LOCK_NB)) return true;
  return snprintf(why, 256, "%s: another server has this database open", path), false;
}
static bool make(struct store *s) {
  char sql[64];
  bool ok = run(s, "BEGIN IMMEDIATE") == STORE_OK && run(s, TABLES) == STORE_OK;
  snprintf(sql, sizeof sql, "PRAGMA application_id=%d", APP_ID);
  ok = ok && run(s, sql) == STORE_OK;
  snprintf(sql, sizeof sql, "PRAGMA user_version=%d", SCHEMA);
  return ok && run(s, sql) == STORE_OK && run(s, "COMMIT") == STORE_OK;
}
/* What later versions have added. A look from outside may not write: for that, an empty table of its own stands in. */
static bool renew(struct store *s, enum store_mode mode, int64_t version) {
  char sql[64];
  if (mode != STORE_SERVE) return version == SCHEMA || run(s, "CREATE TEMP TABLE " PACK) == STORE_OK;
  snprintf(sql, sizeof sql, "PRAGMA user_version=%d", SCHEMA);
  bool ok = !run(s, "BEGIN IMMEDIATE") && !run(s, DATA_TABLE PACK_TABLE) && (version != 2 || !run(s, FROM_2)) && !run(s, sql) && !gather_fresh(s) && !move_fresh(s) && !run(s, "COMMIT");
  s->fresh.len = 0;
  return ok;
}
/* A file that grows costs the file system a commit of its own for each of ours; one that is written over costs none. So the log has its whole
 * length from the start, if there is room: what stands behind its last frame means nothing to SQLite. */
static void stretch_log(struct store *s) {
  static const char zeros[1 << 16];
  sqlite3_file *log = NULL;
  sqlite3_int64 size = 0;
  int frames = -1;
  sqlite3_wal_checkpoint_v2(s->db, NULL, SQLITE_CHECKPOINT_PASSIVE, &frames, NULL);
  if (frames < 0) return; /* where there is no such log, the file asked for would be another */
  if (sqlite3_file_control(s->db, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log) || !log->pMethods || log->pMethods->xFileSize(log, &size)) return;
  int rc = SQLITE_OK;
  for (sqlite3_int64 at = size, n; at < LOG_BYTES && !rc; at += n) {
    n = LOG_BYTES - at < (int)sizeof zeros ? LOG_BYTES - at : (int)sizeof zeros;
    rc = log->pMethods->xWrite(log, zeros, (int)n, at);
  }
  if (rc) log->pMethods->xTruncate(log, size);
  else log->pMethods->xSync(log, SQLITE_SYNC_NORMAL);
}
/* The log begins anew when all of it stands in the database; the tidier sees to that, but may not keep up. */
static int on_commit(void *ctx, sqlite3 *db, const char *name, int frames) {
  ((struct store *)ctx)->logged = frames;
  if (frames >= LOG_FRAMES) sqlite3_wal_checkpoint_v2(db, name, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
  return SQLITE_OK;
}
struct store *store_open(const char *path, enum store_mode mode, char why[256]) {
  struct store *s = calloc(1, sizeof *s);
  struct stat st;
  if (!s) abort();
  s->lock = -1;
  if (mode != STORE_SERVE && stat(path, &st)) return fail(s, why, "%s: %s", path, strerror(errno));
  if (mode == STORE_SERVE && !hold(s, path, why)) return store_close(s), NULL;
  int flags = mode == STORE_SERVE ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : mode == STORE_READER ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY;
  mode_t old = umask(077); /* seats and passphrases, though hashed, are nobody else's */
  int rc = sqlite3_open_v2(path, &s->db, flags | SQLITE_OPEN_NOMUTEX, NULL);
  umask(old);
  if (rc) return fail(s, why, "%s: %s", path, s->db ? sqlite3_errmsg(s->db) : "out of memory");
  sqlite3_extended_result_codes(s->db, 1);
  sqlite3_busy_timeout(s->db, mode == STORE_SERVE ? PATIENCE_MS : 5000);
  int64_t tables = pragma(s, "SELECT count(*) FROM sqlite_master");
  if (tables < 0) return fail_by(s, why, path, "is no database of salient");
  if (tables == 0 && mode == STORE_SERVE && !make(s)) return fail_by(s, why, path, "the database cannot be made");
  if (pragma(s, "PRAGMA application_id") != APP_ID) return fail(s, why, "%s: is no database of salient", path);
  int64_t version = pragma(s, "PRAGMA user_version");
  if (version > SCHEMA) return fail(s, why, "%s: was written by a newer version of salient (format %lld, this one knows %d)", path, (long long)version, SCHEMA);
  if (mode == STORE_LOOK && version == 2 && pragma(s, "SELECT count(*) FROM fresh")) return fail(s, why, "%s: format 2, and not closed in order: start the server on it once", path);
  if (mode == STORE_LOOK) return renew(s, mode, version) ? s : fail_by(s, why, path, "cannot be read");
  if (run(s, "PRAGMA journal_mode=WAL") || run(s, "PRAGMA synchronous=FULL") || run(s, "PRAGMA cache_size=-8192"))
    return fail_by(s, why, path, "cannot be opened");
  sqlite3_wal_hook(s->db, on_commit, s);
  char limit[64];
  snprintf(limit, sizeof limit, "PRAGMA journal_size_limit=%d", LOG_BYTES);
  if (run(s, limit) || !renew(s, mode, version)) return fail_by(s, why, path, "cannot be written");
  if (mode == STORE_SERVE) stretch_log(s);
  return s;
}
void store_close(struct store *s) {
  if (!s) return;
  for (int i = 0; i < STATEMENTS; i++) sqlite3_finalize(s->held[i].stmt);
  sqlite3_close(s->db);
  if (s->lock >= 0) close(s->lock);
  free(s->fresh.text);
  free(s);
}
const char *store_why(const struct store *s) { return s->why; }

enum store_result store_begin(struct store *s) {
  s->moves = s->fresh.len >= MOST_FRESH;
  s->begun = s->fresh.len;
  return change(s, "BEGIN IMMEDIATE", "");
}
enum store_result store_try(struct store *s) {
  if (s->fresh.len >= MOST_FRESH || s->logged >= LOG_FRAMES - LOG_FRAMES / 8) return STORE_BUSY;
  sqlite3_busy_timeout(s->db, 0);
  enum store_result r = store_begin(s);
  sqlite3_busy_timeout(s->db, PATIENCE_MS);
  return r;
}
enum store_result store_commit(struct store *s) {
  enum store_result r = STORE_OK;
  size_t n = s->fresh.len - s->begun;
  if (s->moves) r = move_fresh(s);
  else if (n) r = change(s, "INSERT INTO pack(text) VALUES(?)", "p", s->fresh.text + s->begun, n);
  if (!r) r = change(s, "COMMIT", "");
  if (!r && s->moves) s->fresh.len = 0;
  return r;
}
void store_abort(struct store *s) {
  char why[256];
  memcpy(why, s->why, sizeof why);
  run(s, "ROLLBACK");
  memcpy(s->why, why, sizeof why);
  s->fresh.len = s->begun;
}
enum store_result store_mark(struct store *s) {
  s->mark = s->fresh.len;
  return change(s, "SAVEPOINT job", "");
}
enum store_result store_settle(struct store *s, bool keep) {
  if (!keep) {
    char why[256];
    s->fresh.len = s->mark;
    memcpy(why, s->why, sizeof why);
    enum store_result r = change(s, "ROLLBACK TO job", "");
    memcpy(s->why, why, sizeof why);
    if (r) return r;
  }
  return change(s, "RELEASE job", "");
}

/* ---- games */
void store_game_clear(struct store_game *g) {
  free(g->setup);
  free(g->seat[0].orders);
  free(g->seat[1].orders);
  memset(g, 0, sizeof *g);
}
static const char GAME_ADD[] =
    "INSERT INTO game(id,game,scenario,setup,created,touched,listed,typed,secret,roll0,owner,watch,account,ended,winner,to_move,turn,rematch,"
    "clock,running,late,bank,increment,cap,left0,left1,since,deadline) VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)";
static const char SEAT_ADD[] = "INSERT INTO seat(kind,taken,token,account,name,bot,hook,orders,game,side) VALUES(?,?,?,?,?,?,?,?,?,?)";
static const char SEAT_SET[] = "UPDATE seat SET kind=?,taken=?,token=?,account=?,name=?,bot=?,hook=?,orders=? WHERE game=? AND side=?";
static enum store_result put_seat(struct store *s, const char *sql, const struct store_game *g, int side) {
  const struct store_seat *t = &g->seat[side];
  return change(s, sql, "iibitttt" "ii", (int64_t)t->kind, (int64_t)t->taken, t->token, t->account, t->name, t->bot, t->hook, t->orders, g->num, (int64_t)side);
}
enum store_result store_game_add(struct store *s, struct store_game *g) {
  const struct store_clock *c = &g->clock;
  enum store_result r = change(s, GAME_ADD, "ttttiiiibibbitiiit" "iiiiiiiiii", g->id, g->game, g->scenario, g->setup, g->created, g->touched,
                               (int64_t)g->listed, (int64_t)g->typed, g->secret, g->roll0, g->owner, g->watch, g->account, g->ended, (int64_t)g->winner,
                               (int64_t)g->to_move, (int64_t)g->turn, g->rematch, (int64_t)c->mode, (int64_t)c->running, (int64_t)c->late, c->bank,
                               c->increment, c->cap, c->left[0], c->left[1], c->since, c->deadline);
  if (r) return r;
  g->num = sqlite3_last_insert_rowid(s->db);
  r = put_seat(s, SEAT_ADD, g, 0);
  return r ? r : put_seat(s, SEAT_ADD, g, 1);
}
enum store_result store_seat_update(struct store *s, const struct store_game *g, int side) { return put_seat(s, SEAT_SET, g, side); }
enum store_result store_game_update(struct store *s, const struct store_game *g) {
  const struct store_clock *c = &g->clock;
  return change(s, "UPDATE game SET touched=?,listed=?,ended=?,winner=?,to_move=?,turn=?,rematch=?,running=?,late=?,left0=?,left1=?,since=?,deadline=?,clock=?"
                   " WHERE num=?", "iitiiitiiiiiiii", g->touched, (int64_t)g->listed, g->ended, (int64_t)g->winner, (int64_t)g->to_move, (int64_t)g->turn,
                g->rematch, (int64_t)c->running, (int64_t)c->late, c->left[0], c->left[1], c->since, c->deadline, (int64_t)c->mode, g->num);
}
#define GAME_COLS "g.num,g.id,g.game,g.scenario,g.created,g.touched,g.listed,g.typed,g.secret,g.roll0,g.owner,g.watch,g.account,g.ended,g.winner," \
  "g.to_move,g.turn,g.rematch,g.clock,g.running,g.late,g.bank,g.increment,g.cap,g.left0,g.left1,g.since,g.deadline,g.setup"
static void game_cols(sqlite3_stmt *q, struct store_game *g) {
  struct store_clock *c = &g->clock;
  memset(g, 0, sizeof *g);
  g->num = sqlite3_column_int64(q, 0);
  text_col(q, 1, g->id, sizeof g->id);
  text_col(q, 2, g->game, sizeof g->game);
  text_col(q, 3, g->scenario, sizeof g->scenario);
  g->created = sqlite3_column_int64(q, 4);
  g->touched = sqlite3_column_int64(q, 5);
  g->listed = sqlite3_column_int(q, 6);
  g->typed = sqlite3_column_int(q, 7);
  blob_col(q, 8, g->secret, sizeof g->secret);
  g->roll0 = sqlite3_column_int64(q, 9);
  blob_col(q, 10, g->owner, sizeof g->owner);
  blob_col(q, 11, g->watch, sizeof g->watch);
  g->account = sqlite3_column_int64(q, 12);
  text_col(q, 13, g->ended, sizeof g->ended);
  g->winner = (uint8_t)sqlite3_column_int(q, 14);
  g->to_move = (uint8_t)sqlite3_column_int(q, 15);
  g->turn = (uint16_t)sqlite3_column_int(q, 16);
  text_col(q, 17, g->rematch, sizeof g->rematch);
  c->mode = (uint8_t)sqlite3_column_int(q, 18);
  c->running = (uint8_t)sqlite3_column_int(q, 19);
  c->late = (uint8_t)sqlite3_column_int(q, 20);
  c->bank = sqlite3_column_int64(q, 21);
  c->increment = sqlite3_column_int64(q, 22);
  c->cap = sqlite3_column_int64(q, 23);
  c->left[0] = sqlite3_column_int64(q, 24);
  c->left[1] = sqlite3_column_int64(q, 25);
  c->since = sqlite3_column_int64(q, 26);
  c->deadline = sqlite3_column_int64(q, 27);
}
static enum store_result read_seats(struct store *s, struct store_game *g, bool orders) {
  sqlite3_stmt *q = ask(s, "SELECT side,kind,taken,token,account,name,bot,hook,orders FROM seat WHERE game=?", "i", g->num);
  int rc;
  if (!q) return STORE_BROKEN;
  while ((rc = sqlite3_step(q)) == SQLITE_ROW) {
    struct store_seat *t = &g->seat[sqlite3_column_int(q, 0) & 1];
    t->kind = (uint8_t)sqlite3_column_int(q, 1);
    t->taken = sqlite3_column_int(q, 2);
    blob_col(q, 3, t->token, sizeof t->token);
    t->account = sqlite3_column_int64(q, 4);
    text_col(q, 5, t->name, sizeof t->name);
    text_col(q, 6, t->bot, sizeof t->bot);
    text_col(q, 7, t->hook, sizeof t->hook);
    if (orders) t->orders = text_dup(q, 8);
  }
  return over(s, q, rc);
}
enum store_result store_game_read(struct store *s, const char *id, struct store_game *g) {
  sqlite3_stmt *q = ask(s, "SELECT " GAME_COLS " FROM game g WHERE id=?", "t", id);
  memset(g, 0, sizeof *g);
  if (!q) return STORE_BROKEN;
  int rc = sqlite3_step(q);
  if (rc == SQLITE_ROW) {
    game_cols(q, g);
    g->setup = text_dup(q, 28);
  }
  enum store_result r = over(s, q, rc);
  if (r) return r;
  if (rc != SQLITE_ROW) return STORE_NONE;
  return read_seats(s, g, true);
}
enum store_result store_game_delete(struct store *s, int64_t num) {
  enum store_result r = change(s, "DELETE FROM entry WHERE game=?", "i", num);
  if (!r) r = change(s, "DELETE FROM answer WHERE game=?", "i", num);
  if (!r) r = change(s, "DELETE FROM chat WHERE game=?", "i", num);
  if (!r) r = change(s, "DELETE FROM seat WHERE game=?", "i", num);
  return r ? r : change(s, "DELETE FROM game WHERE num=?", "i", num);
}
enum store_result store_entry_add(struct store *s, int64_t num, uint32_t n, const char *text, size_t len) {
  return change(s, "INSERT INTO entry(game,n,text) VALUES(?,?,?)", "iin", num, (int64_t)n, text, len);
}
void store_line_add(struct store *s, int64_t num, const struct store_line *l) { pack_add(&s->fresh, num, l); }

static void piece(void *ctx, const struct store_line *l) {
  if (l->text) pack_append(ctx, l->text, l->len);
}
static enum store_result read_entries(struct store *s, int64_t num, struct pack *text) {
  sqlite3_stmt *q = ask(s, "SELECT text FROM entry WHERE game=? ORDER BY n", "i", num);
  int rc;
  if (!q) return STORE_BROKEN;
  while ((rc = sqlite3_step(q)) == SQLITE_ROW) pack_append(text, sqlite3_column_text(q, 0), (size_t)sqlite3_column_bytes(q, 0));
  return over(s, q, rc);
}
enum store_result store_journal_read(struct store *s, int64_t num, char **text, size_t *len) {
  struct pack all = {0};
  enum store_result r = look(s);
  if (!r) r = read_entries(s, num, &all);
  if (!r) r = each_fresh(s, num, piece, &all);
  r = looked(s, r);
  *len = all.len;
  if (!r && !all.len) r = STORE_NONE;
  if (r) free(all.text), all.text = NULL;
  else pack_append(&all, "", 1);
  *text = (char *)all.text;
  return r;
}

/* ---- answers by key */
struct slot {
  int side, slot;
  char *answer;
};
static void last_answer(void *ctx, const struct store_line *l) {
  struct slot *a = ctx;
  if (!l->key || l->side != a->side || (int)(l->nth % STORE_KEYS) != a->slot) return;
  free(a->answer);
  a->answer = strndup(l->answer, l->nanswer);
  if (!a->answer) abort();
}
enum store_result store_answer_read(struct store *s, int64_t num, int side, int slot, char **answer) {
  struct slot a = {side, slot, NULL};
  enum store_result r = look(s);
  sqlite3_stmt *q = r ? NULL : ask(s, "SELECT text FROM answer WHERE game=? AND side=? AND slot=?", "iii", num, (int64_t)side, (int64_t)slot);
  if (!r && !q) r = STORE_BROKEN;
  if (!r) {
    int rc = sqlite3_step(q);
    if (rc == SQLITE_ROW) a.answer = text_dup(q, 0);
    r = over(s, q, rc);
  }
  if (!r) r = each_fresh(s, num, last_answer, &a);
  *answer = a.answer;
  return looked(s, r ? r : a.answer ? STORE_OK : STORE_NONE);
}
struct keys {
  int side;
  uint8_t (*key)[16];
  uint32_t *next;
};
static void last_key(void *ctx, const struct store_line *l) {
  struct keys *k = ctx;
  if (!l->key || l->side != k->side) return;
  memcpy(k->key[l->nth % STORE_KEYS], l->key, 16);
  *k->next = l->nth + 1;
}
static enum store_result read_keys(struct store *s, int64_t num, struct keys *k) {
  sqlite3_stmt *q = ask(s, "SELECT slot,key,at FROM answer WHERE game=? AND side=? ORDER BY at", "ii", num, (int64_t)k->side);
  int rc;
  if (!q) return STORE_BROKEN;
  while ((rc = sqlite3_step(q)) == SQLITE_ROW) {
    blob_col(q, 1, k->key[sqlite3_column_int(q, 0) % STORE_KEYS], 16);
    *k->next = (uint32_t)sqlite3_column_int64(q, 2);
  }
  return over(s, q, rc);
}
enum store_result store_keys_read(struct store *s, int64_t num, int side, uint8_t key[STORE_KEYS][16], uint32_t *next) {
  struct keys k = {side, key, next};
  memset(key, 0, STORE_KEYS * 16);
  *next = 0;
  enum store_result r = look(s);
  if (!r) r = read_keys(s, num, &k);
  if (!r) r = each_fresh(s, num, last_key, &k);
  return looked(s, r);
}

/* ---- chat */
enum store_result store_chat_add(struct store *s, int64_t num, const struct store_chat *c) {
  return change(s, "INSERT INTO chat(game,n,at,side,name,text) VALUES(?,?,?,?,?,?)", "iiiitt", num, c->n, c->at, (int64_t)c->side, c->name, c->text);
}
int64_t store_chat_last(struct store *s, int64_t num) {
  sqlite3_stmt *q = ask(s, "SELECT coalesce(max(n),0) FROM chat WHERE game=?", "i", num);
  int64_t n = q && sqlite3_step(q) == SQLITE_ROW ? sqlite3_column_int64(q, 0) : 0;
  if (q) over(s, q, SQLITE_OK);
  return n;
}
enum store_result store_chat_read(struct store *s, int64_t num, int last, store_chat_fn *fn, void *ctx) {
  sqlite3_stmt *q = ask(s, "SELECT n,at,side,name,text FROM (SELECT * FROM chat WHERE game=? ORDER BY n DESC LIMIT ?) ORDER BY n", "ii", num, (int64_t)last);
  int rc;
  if (!q) return STORE_BROKEN;
  while ((rc = sqlite3_step(q)) == SQLITE_ROW) {
    struct store_chat c = {.n = sqlite3_column_int64(q, 0), .at = sqlite3_column_int64(q, 1), .side = (uint8_t)sqlite3_column_int(q, 2)};
    text_col(q, 3, c.name, sizeof c.name);
    text_col(q, 4, c.text, sizeof c.text);
    if (!fn(ctx, &c)) break;
  }
  return over(s, q, rc);
}

/* ---- lists */
enum store_result store_games(struct store *s, enum store_list which, int64_t arg, int limit, store_game_fn *fn, void *ctx) {
  sqlite3_stmt *q = NULL;
  int64_t max = limit;
  switch (which) {
  case LIST_LOBBY: q = ask(s, "SELECT " GAME_COLS " FROM game g WHERE listed=1 AND ended='' ORDER BY touched DESC LIMIT ?", "i", max); break;
  case LIST_ACCOUNT:
    q = ask(s, "SELECT " GAME_COLS " FROM game g WHERE num IN (SELECT game FROM seat WHERE account=?1 UNION SELECT num FROM game WHERE account=?1)"
               " ORDER BY touched DESC LIMIT ?2", "ii", arg, max);
    break;
  case LIST_ALL: q = ask(s, "SELECT " GAME_COLS " FROM game g WHERE num>? ORDER BY num LIMIT ?", "ii", arg, max); break;
  case LIST_DUE: q = ask(s, "SELECT " GAME_COLS " FROM game g WHERE deadline>0 AND deadline<=? ORDER BY deadline LIMIT ?", "ii", arg, max); break;
  }
  if (!q) return STORE_BROKEN;
  struct store_game g;
  int rc;
  while ((rc = sqlite3_step(q)) == SQLITE_ROW) {
    game_cols(q, &g);
    enum store_result r = read_seats(s, &g, false);
    if (r || !fn(ctx, &g)) break;
  }
  return over(s, q, rc);
}

/* ---- accounts */
enum store_result store_account_add(struct store *s, struct store_account *a) {
  enum store_result r = change(s, "INSERT INTO account(created,name,fold,pass) VALUES(?,?,?,?)", "ittt", a->created, a->name, a->fold, a->pass);
  a->id = sqlite3_last_insert_rowid(s->db);
  return r;
}
static enum store_result account_row(struct store *s, sqlite3_stmt *q, struct store_account *a) {
  memset(a, 0, sizeof *a);
  if (!q) return STORE_BROKEN;
  int rc = sqlite3_step(q);
  if (rc == SQLITE_ROW) {
    a->id = sqlite3_column_int64(q, 0);
    a->created = sqlite3_column_int64(q, 1);
    text_col(q, 2, a->name, sizeof a->name);
    text_col(q, 3, a->fold, sizeof a->fold);
    text_col(q, 4, a->pass, sizeof a->pass);
  }
  enum store_result r = over(s, q, rc);
  return r ? r : rc == SQLITE_ROW ? STORE_OK : STORE_NONE;
}
enum store_result store_account_read(struct store *s, const char *fold, struct store_account *a) {
  return account_row(s, ask(s, "SELECT id,created,name,fold,pass FROM account WHERE fold=?", "t", fold), a);
}
enum store_result store_account_by_id(struct store *s, int64_t id, struct store_account *a) {
  return account_row(s, ask(s, "SELECT id,created,name,fold,pass FROM account WHERE id=?", "i", id), a);
}
enum store_result store_account_delete(struct store *s, int64_t id) {
  enum store_result r = change(s, "UPDATE seat SET account=0,name='' WHERE account=?", "i", id);
  if (!r) r = change(s, "UPDATE game SET account=0 WHERE account=?", "i", id);
  if (!r) r = change(s, "DELETE FROM session WHERE account=?", "i", id);
  return r ? r : change(s, "DELETE FROM account WHERE id=?", "i", id);
}
enum store_result store_session_add(struct store *s, const uint8_t token[STORE_HASH], int64_t account, int64_t until, int keep) {
  enum store_result r = change(s, "INSERT INTO session(token,account,until) VALUES(?,?,?)", "bii", token, account, until);
  return r ? r : change(s, "DELETE FROM session WHERE account=?1 AND token NOT IN (SELECT token FROM session WHERE account=?1 ORDER BY until DESC LIMIT ?2)", "ii", account, (int64_t)keep);
}
int64_t store_account_games(struct store *s, int64_t account) {
  sqlite3_stmt *q = ask(s, "SELECT count(*) FROM game WHERE account=? AND account>0 AND ended=''", "i", account);
  int64_t n = q && sqlite3_step(q) == SQLITE_ROW ? sqlite3_column_int64(q, 0) : 0;
  if (q) over(s, q, SQLITE_OK);
  return n;
}
enum store_result store_session_read(struct store *s, const uint8_t token[STORE_HASH], int64_t now, int64_t *account) {
  sqlite3_stmt *q = ask(s, "SELECT account FROM session WHERE token=? AND until>?", "bi", token, now);
  *account = 0;
  if (!q) return STORE_BROKEN;
  int rc = sqlite3_step(q);
  if (rc == SQLITE_ROW) *account = sqlite3_column_int64(q, 0);
  enum store_result r = over(s, q, rc);
  return r ? r : *account ? STORE_OK : STORE_NONE;
}
enum store_result store_session_drop(struct store *s, const uint8_t token[STORE_HASH]) { return change(s, "DELETE FROM session WHERE token=?", "b", token); }
enum store_result store_sessions_expire(struct store *s, int64_t now) { return change(s, "DELETE FROM session WHERE until<=?", "i", now); }

/* ---- small things */
enum store_result store_data_put(struct store *s, const char *game, uint64_t hash, const char *pack, size_t n) {
  return change(s, "INSERT INTO data(game,hash,pack) VALUES(?,?,?)", "tin", game, (int64_t)hash, pack, n);
}
static char *data_read(struct store *s, const char *game, uint64_t hash, size_t *n) {
  sqlite3_stmt *q = ask(s, "SELECT pack FROM data WHERE game=? AND hash=?", "ti", game, (int64_t)hash);
  char *pack = q && sqlite3_step(q) == SQLITE_ROW ? text_dup(q, 0) : NULL;
  *n = pack ? (size_t)sqlite3_column_bytes(q, 0) : 0;
  if (q) over(s, q, SQLITE_OK);
  return pack;
}
bool store_data_has(struct store *s, const char *game, uint64_t hash) {
  sqlite3_stmt *q = ask(s, "SELECT 1 FROM data WHERE game=? AND hash=?", "ti", game, (int64_t)hash);
  bool has = q && sqlite3_step(q) == SQLITE_ROW;
  if (q) over(s, q, SQLITE_OK);
  return has;
}
char *store_data_find(void *path, const char *game, uint64_t hash, size_t *n) {
  char why[256];
  struct store *s = store_open(path, STORE_LOOK, why);
  char *pack = s ? data_read(s, game, hash, n) : NULL;
  store_close(s);
  return pack;
}

enum store_result store_note_put(struct store *s, const char *key, const void *value, size_t n) {
  return change(s, "INSERT OR REPLACE INTO note(key,value) VALUES(?,?)", "tp", key, value, n);
}
enum store_result store_note_read(struct store *s, const char *key, void *value, size_t n) {
  sqlite3_stmt *q = ask(s, "SELECT value FROM note WHERE key=?", "t", key);
  if (!q) return STORE_BROKEN;
  int rc = sqlite3_step(q);
  bool fits = rc == SQLITE_ROW && (size_t)sqlite3_column_bytes(q, 0) == n;
  if (fits) blob_col(q, 0, value, n);
  enum store_result r = over(s, q, rc);
  return r ? r : fits ? STORE_OK : STORE_NONE;
}
enum store_result store_count(struct store *s, struct store_counts *c) {
  c->games = pragma(s, "SELECT count(*) FROM game");
  c->open = pragma(s, "SELECT count(*) FROM game WHERE ended=''");
  c->accounts = pragma(s, "SELECT count(*) FROM account");
  c->bytes = pragma(s, "PRAGMA page_count") * pragma(s, "PRAGMA page_size");
  return c->games < 0 ? STORE_BROKEN : STORE_OK;
}

/* PASSIVE waits for nobody and nobody waits for it; the writer's own checkpoint is only for a log that outgrows it. */
void store_tidy(struct store *s) { sqlite3_wal_checkpoint_v2(s->db, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL); }

/* ---- whole stores */
enum store_result store_copy(struct store *from, const char *to, char why[256]) {
  sqlite3 *out = NULL;
  mode_t old = umask(077);
  int rc = sqlite3_open_v2(to, &out, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL);
  umask(old);
  sqlite3_backup *b = rc ? NULL : sqlite3_backup_init(out, "main", from->db, "main");
  if (b) {
    while ((rc = sqlite3_backup_step(b, -1)) == SQLITE_BUSY || rc == SQLITE_LOCKED) sqlite3_sleep(20); /* all in one: between two steps a busy server would change it, and it began anew for ever */
    int end = sqlite3_backup_finish(b);
    if (rc == SQLITE_DONE) rc = end;
  }
  if (!rc) rc = sqlite3_exec(out, "PRAGMA journal_mode=DELETE", NULL, NULL, NULL); /* one file, nothing beside it */
  if (rc) snprintf(why, 256, "%s: cannot be written: %s", to, out ? sqlite3_errmsg(out) : "out of memory");
  sqlite3_close(out);
  return rc ? STORE_BROKEN : STORE_OK;
}
struct store *store_hold(const char *path, char why[256]) {
  struct store *s = calloc(1, sizeof *s);
  if (!s) abort();
  s->lock = -1;
  return hold(s, path, why) ? s : (store_close(s), NULL);
}
void store_forget(const char *path) {
  static const char *const beside[] = {"-wal", "-shm", "-journal"};
  sqlite3 *db = NULL;
  if (!sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, NULL)) sqlite3_wal_checkpoint_v2(db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
  sqlite3_close(db);
  for (int i = 0; i < 3; i++) {
    char name[1100];
    snprintf(name, sizeof name, "%s%s", path, beside[i]);
    unlink(name);
  }
}
enum store_result store_check(struct store *s, char why[256]) {
  sqlite3_stmt *q = NULL;
  int rc = sqlite3_prepare_v2(s->db, "PRAGMA integrity_check(1)", -1, &q, NULL);
  bool ok = !rc && sqlite3_step(q) == SQLITE_ROW && !strcmp((const char *)sqlite3_column_text(q, 0), "ok");
  if (!ok) snprintf(why, 256, "the database file is damaged: %s", rc || !q || !sqlite3_column_text(q, 0) ? sqlite3_errmsg(s->db) : (const char *)sqlite3_column_text(q, 0));
  sqlite3_finalize(q);
  return ok ? STORE_OK : STORE_BROKEN;
}
