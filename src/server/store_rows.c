/* store_rows.c - what the store keeps beside games: accounts and their sessions, the data files
 * that games began with, rows of a kind, notes. */
#include <stdlib.h>
#include <string.h>

#include "store_inside.h"

/* ---- accounts */
/* STORE_TAKEN: the folded name is another's. */
enum store_result store_account_add(struct store *s, struct store_account *a) {
  enum store_result r = sql_change(s, "INSERT INTO account(created,name,fold,pass) VALUES(?,?,?,?)",
                                   "ittt", a->created, a->name, a->fold, a->pass);
  a->id = sqlite3_last_insert_rowid(s->db);
  return r;
}

/* One account, or none. */
static enum store_result account_row(struct store *s, sqlite3_stmt *q, struct store_account *a) {
  memset(a, 0, sizeof *a);
  if (!q)
    return STORE_BROKEN;
  int rc = sqlite3_step(q);
  if (rc == SQLITE_ROW) {
    a->id = sqlite3_column_int64(q, 0);
    a->created = sqlite3_column_int64(q, 1);
    sql_text_col(q, 2, a->name, sizeof a->name);
    sql_text_col(q, 3, a->fold, sizeof a->fold);
    sql_text_col(q, 4, a->pass, sizeof a->pass);
  }
  enum store_result r = sql_over(s, q, rc);
  return r ? r : rc == SQLITE_ROW ? STORE_OK : STORE_NONE;
}
enum store_result store_account_read(struct store *s, const char *fold, struct store_account *a) {
  return account_row(
      s, sql_ask(s, "SELECT id,created,name,fold,pass FROM account WHERE fold=?", "t", fold), a);
}
enum store_result store_account_by_id(struct store *s, int64_t id, struct store_account *a) {
  return account_row(
      s, sql_ask(s, "SELECT id,created,name,fold,pass FROM account WHERE id=?", "i", id), a);
}

/* Games stay; the account's name in them does not. */
enum store_result store_account_delete(struct store *s, int64_t id) {
  enum store_result r = sql_change(s, "UPDATE seat SET account=0,name='' WHERE account=?", "i", id);

  if (!r)
    r = sql_change(s, "UPDATE game SET account=0 WHERE account=?", "i", id);
  if (!r)
    r = sql_change(s, "DELETE FROM session WHERE account=?", "i", id);
  if (!r) /* its ratings, their history, and its statistics */
    r = sql_change(s,
                   "DELETE FROM row WHERE key='#'||?1 OR kind IN ('history #'||?1,'played #'||?1)",
                   "i", id);
  return r ? r : sql_change(s, "DELETE FROM account WHERE id=?", "i", id);
}

/* The oldest sessions go when there are too many. */
enum store_result store_session_add(struct store *s, const uint8_t token[STORE_HASH],
                                    int64_t account, int64_t until, int keep) {
  enum store_result r = sql_change(s, "INSERT INTO session(token,account,until) VALUES(?,?,?)",
                                   "bii", token, account, until);
  return r ? r
           : sql_change(s,
                        "DELETE FROM session WHERE account=?1 AND token NOT IN (SELECT token FROM "
                        "session WHERE account=?1 ORDER BY until DESC LIMIT ?2)",
                        "ii", account, (int64_t)keep);
}
/* Those that are not over; 0 when it cannot be known. */
int64_t store_account_games(struct store *s, int64_t account) {
  sqlite3_stmt *q = sql_ask(
      s, "SELECT count(*) FROM game WHERE account=? AND account>0 AND ended=''", "i", account);
  int64_t n = q && sqlite3_step(q) == SQLITE_ROW ? sqlite3_column_int64(q, 0) : 0;
  if (q)
    sql_over(s, q, SQLITE_OK);
  return n;
}
/* One that has run out opens nothing, even before it is swept out. */
enum store_result store_session_read(struct store *s, const uint8_t token[STORE_HASH], int64_t now,
                                     int64_t *account) {
  sqlite3_stmt *q =
      sql_ask(s, "SELECT account FROM session WHERE token=? AND until>?", "bi", token, now);

  *account = 0;
  if (!q)
    return STORE_BROKEN;
  int rc = sqlite3_step(q);
  if (rc == SQLITE_ROW)
    *account = sqlite3_column_int64(q, 0);
  enum store_result r = sql_over(s, q, rc);
  return r ? r : *account ? STORE_OK : STORE_NONE;
}
/* All of an account: a new passphrase ends them. */
enum store_result store_sessions_drop(struct store *s, int64_t account) {
  return sql_change(s, "DELETE FROM session WHERE account=?", "i", account);
}
enum store_result store_account_pass(struct store *s, int64_t account, const char *pass) {
  return sql_change(s, "UPDATE account SET pass=? WHERE id=?", "ti", pass, account);
}
enum store_result store_session_drop(struct store *s, const uint8_t token[STORE_HASH]) {
  return sql_change(s, "DELETE FROM session WHERE token=?", "b", token);
}
enum store_result store_sessions_expire(struct store *s, int64_t now) {
  return sql_change(s, "DELETE FROM session WHERE until<=?", "i", now);
}

/* ---- data files */
enum store_result store_data_put(struct store *s, const char *game, uint64_t hash, const char *pack,
                                 size_t n) {
  return sql_change(s, "INSERT INTO data(game,hash,pack) VALUES(?,?,?)", "tin", game, (int64_t)hash,
                    pack, n);
}
/* NULL: these files were not kept. */
static char *data_read(struct store *s, const char *game, uint64_t hash, size_t *n) {
  sqlite3_stmt *q =
      sql_ask(s, "SELECT pack FROM data WHERE game=? AND hash=?", "ti", game, (int64_t)hash);
  char *pack = q && sqlite3_step(q) == SQLITE_ROW ? sql_text_dup(q, 0) : NULL;

  *n = pack ? (size_t)sqlite3_column_bytes(q, 0) : 0;
  if (q)
    sql_over(s, q, SQLITE_OK);
  return pack;
}
bool store_data_has(struct store *s, const char *game, uint64_t hash) {
  sqlite3_stmt *q =
      sql_ask(s, "SELECT 1 FROM data WHERE game=? AND hash=?", "ti", game, (int64_t)hash);
  bool has = q && sqlite3_step(q) == SQLITE_ROW;
  if (q)
    sql_over(s, q, SQLITE_OK);
  return has;
}

/* Older data files that some games began with. */
char *store_data_find(void *path, const char *game, uint64_t hash, size_t *n) {
  char why[256];
  struct store *s = store_open(path, STORE_LOOK, why);
  char *pack = s ? data_read(s, game, hash, n) : NULL;
  store_close(s);
  return pack;
}

/* ---- rows */
enum store_result store_row_put(struct store *s, const char *kind, const char *key, int64_t n,
                                const char *text) {
  return sql_change(s, "INSERT OR REPLACE INTO row(kind,key,n,text) VALUES(?,?,?,?)", "ttit", kind,
                    key, n, text);
}
/* `n` and `text` may be NULL: then it only asks whether the row is there. */
enum store_result store_row_read(struct store *s, const char *kind, const char *key, int64_t *n,
                                 char **text) {
  sqlite3_stmt *q = sql_ask(s, "SELECT n,text FROM row WHERE kind=? AND key=?", "tt", kind, key);

  if (text)
    *text = NULL;
  if (!q)
    return STORE_BROKEN;
  int rc = sqlite3_step(q);
  if (rc == SQLITE_ROW && n)
    *n = sqlite3_column_int64(q, 0);
  if (rc == SQLITE_ROW && text)
    *text = sql_text_dup(q, 1);
  enum store_result r = sql_over(s, q, rc);
  if (r)
    return r;

  return rc == SQLITE_ROW ? STORE_OK : STORE_NONE;
}
enum store_result store_row_drop(struct store *s, const char *kind, const char *key) {
  return sql_change(s, "DELETE FROM row WHERE kind=? AND key=?", "tt", kind, key);
}
enum store_result store_rows_drop(struct store *s, const char *kind, int64_t n) {
  return sql_change(s, "DELETE FROM row WHERE kind=? AND n<?", "ti", kind, n);
}
/* The largest n first. */
enum store_result store_rows(struct store *s, const char *kind, int limit, store_row_fn *fn,
                             void *ctx) {
  sqlite3_stmt *q =
      sql_ask(s, "SELECT key,n,text FROM row WHERE kind=? ORDER BY n DESC, key LIMIT ?", "ti", kind,
              (int64_t)limit);
  int rc;

  if (!q)
    return STORE_BROKEN;
  while ((rc = sqlite3_step(q)) == SQLITE_ROW) {
    const char *key = (const char *)sqlite3_column_text(q, 0);
    const char *text = (const char *)sqlite3_column_text(q, 2);
    if (!fn(ctx, key, sqlite3_column_int64(q, 1), text))
      break;
  }

  return sql_over(s, q, rc);
}

/* ---- notes */
enum store_result store_note_put(struct store *s, const char *key, const void *value, size_t n) {
  return sql_change(s, "INSERT OR REPLACE INTO note(key,value) VALUES(?,?)", "tp", key, value, n);
}
/* A value of another length counts as none. */
enum store_result store_note_read(struct store *s, const char *key, void *value, size_t n) {
  sqlite3_stmt *q = sql_ask(s, "SELECT value FROM note WHERE key=?", "t", key);

  if (!q)
    return STORE_BROKEN;
  int rc = sqlite3_step(q);
  bool fits = rc == SQLITE_ROW && (size_t)sqlite3_column_bytes(q, 0) == n;
  if (fits)
    sql_blob_col(q, 0, value, n);
  enum store_result r = sql_over(s, q, rc);
  return r ? r : fits ? STORE_OK : STORE_NONE;
}
/* malloc'd, with a NUL behind. */
enum store_result store_note_text(struct store *s, const char *key, char **value, size_t *n) {
  sqlite3_stmt *q = sql_ask(s, "SELECT value FROM note WHERE key=?", "t", key);

  *value = NULL;
  *n = 0;
  if (!q)
    return STORE_BROKEN;
  int rc = sqlite3_step(q);
  if (rc == SQLITE_ROW) {
    *n = (size_t)sqlite3_column_bytes(q, 0);
    *value = malloc(*n + 1);
    if (!*value)
      abort();
    sql_blob_col(q, 0, *value, *n);
    (*value)[*n] = 0;
  }
  enum store_result r = sql_over(s, q, rc);
  if (r)
    return r;

  return *value ? STORE_OK : STORE_NONE;
}
