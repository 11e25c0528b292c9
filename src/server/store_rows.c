/* store_rows.c - what the store keeps beside games: accounts and their sessions, the data files
 * that games began with, rows of a kind, notes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store_inside.h"

/* ---- accounts */
/* STORE_TAKEN: the folded name is another's. */
enum store_result store_account_add(struct store *s, struct store_account *a) {
  struct sql_query *q =
      sql_ask(s, "INSERT INTO account(created,name,fold,pass) VALUES(?,?,?,?) RETURNING id", "ittt",
              a->created, a->name, a->fold, a->pass);
  if (!q)
    return STORE_BROKEN;
  if (sql_next(s, q))
    a->id = sql_number(s, q, 0);
  return sql_over(s, q);
}

/* One account, or none. */
static enum store_result account_row(struct store *s, struct sql_query *q,
                                     struct store_account *a) {
  memset(a, 0, sizeof *a);
  if (!q)
    return STORE_BROKEN;
  bool row = sql_next(s, q);
  if (row) {
    a->id = sql_number(s, q, 0);
    a->created = sql_number(s, q, 1);
    sql_text_col(s, q, 2, a->name, sizeof a->name);
    sql_text_col(s, q, 3, a->fold, sizeof a->fold);
    sql_text_col(s, q, 4, a->pass, sizeof a->pass);
  }
  enum store_result r = sql_over(s, q);
  return r ? r : row ? STORE_OK : STORE_NONE;
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
  struct sql_query *q = sql_ask(
      s, "SELECT count(*) FROM game WHERE account=? AND account>0 AND ended=''", "i", account);
  return sql_one(s, q, 0);
}
/* One that has run out opens nothing, even before it is swept out. */
enum store_result store_session_read(struct store *s, const uint8_t token[STORE_HASH], int64_t now,
                                     int64_t *account) {
  struct sql_query *q =
      sql_ask(s, "SELECT account FROM session WHERE token=? AND until>?", "bi", token, now);

  *account = 0;
  if (!q)
    return STORE_BROKEN;
  bool row = sql_next(s, q);
  if (row)
    *account = sql_number(s, q, 0);
  enum store_result r = sql_over(s, q);
  return r ? r : *account ? STORE_OK : STORE_NONE;
}
/* All of an account: a new passphrase ends them. */
enum store_result store_sessions_drop(struct store *s, int64_t account) {
  return sql_change(s, "DELETE FROM session WHERE account=?", "i", account);
}
/* The one that lasts longest first. */
enum store_result store_sessions(struct store *s, int64_t account, store_session_fn *fn,
                                 void *ctx) {
  struct sql_query *q = sql_ask(
      s, "SELECT token,until FROM session WHERE account=? ORDER BY until DESC", "i", account);

  if (!q)
    return STORE_BROKEN;
  while (sql_next(s, q)) {
    uint8_t token[STORE_HASH];
    sql_blob_col(s, q, 0, token, sizeof token);
    if (!fn(ctx, token, sql_number(s, q, 1)))
      break;
  }

  return sql_over(s, q);
}
/* Seats show the account's name, so they follow. */
enum store_result store_account_rename(struct store *s, int64_t account, const char *name,
                                       const char *fold) {
  enum store_result r =
      sql_change(s, "UPDATE account SET name=?,fold=? WHERE id=?", "tti", name, fold, account);
  return r ? r : sql_change(s, "UPDATE seat SET name=? WHERE account=?", "ti", name, account);
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
  return sql_change(s, "INSERT INTO data(game,hash,pack) VALUES(?,?,?) ON CONFLICT DO NOTHING",
                    "tip", game, (int64_t)hash, pack, n);
}
/* NULL: these files were not kept. */
static char *data_read(struct store *s, const char *game, uint64_t hash, size_t *n) {
  struct sql_query *q =
      sql_ask(s, "SELECT pack FROM data WHERE game=? AND hash=?", "ti", game, (int64_t)hash);
  char *pack = q && sql_next(s, q) ? sql_text_dup(s, q, 0, n) : NULL;

  if (q)
    sql_over(s, q);
  return pack;
}
bool store_data_has(struct store *s, const char *game, uint64_t hash) {
  struct sql_query *q =
      sql_ask(s, "SELECT 1 FROM data WHERE game=? AND hash=?", "ti", game, (int64_t)hash);
  return sql_one(s, q, 0) != 0;
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
  return store_row_file(s, kind, key, "", n, text);
}
enum store_result store_row_file(struct store *s, const char *kind, const char *key,
                                 const char *also, int64_t n, const char *text) {
  return sql_change(s,
                    "INSERT INTO row(kind,key,also,n,text) VALUES(?,?,?,?,?) ON CONFLICT(kind,key) "
                    "DO UPDATE SET also=excluded.also,n=excluded.n,text=excluded.text",
                    "tttit", kind, key, also, n, text);
}
/* `n` and `text` may be NULL: then it only asks whether the row is there. */
enum store_result store_row_read(struct store *s, const char *kind, const char *key, int64_t *n,
                                 char **text) {
  struct sql_query *q =
      sql_ask(s, "SELECT n,text FROM row WHERE kind=? AND key=?", "tt", kind, key);

  if (text)
    *text = NULL;
  if (!q)
    return STORE_BROKEN;
  bool row = sql_next(s, q);
  if (row && n)
    *n = sql_number(s, q, 0);
  if (row && text)
    *text = sql_text_dup(s, q, 1, NULL);
  enum store_result r = sql_over(s, q);
  if (r)
    return r;

  return row ? STORE_OK : STORE_NONE;
}
enum store_result store_row_drop(struct store *s, const char *kind, const char *key) {
  return sql_change(s, "DELETE FROM row WHERE kind=? AND key=?", "tt", kind, key);
}
enum store_result store_rows_drop(struct store *s, const char *kind, int64_t n) {
  return sql_change(s, "DELETE FROM row WHERE kind=? AND n<?", "ti", kind, n);
}
/* Hands rows of key, n and text on, one by one. */
static enum store_result each_row(struct store *s, struct sql_query *q, store_row_fn *fn,
                                  void *ctx) {

  if (!q)
    return STORE_BROKEN;
  while (sql_next(s, q)) {
    const char *key = sql_text(s, q, 0);
    const char *text = sql_text(s, q, 2);
    if (!fn(ctx, key, sql_number(s, q, 1), text))
      break;
  }

  return sql_over(s, q);
}
/* The largest n first. */
enum store_result store_rows(struct store *s, const char *kind, int limit, store_row_fn *fn,
                             void *ctx) {
  struct sql_query *q =
      sql_ask(s, "SELECT key,n,text FROM row WHERE kind=? ORDER BY n DESC, key LIMIT ?", "ti", kind,
              (int64_t)limit);
  return each_row(s, q, fn, ctx);
}

/* ---- ranges of rows */
/* The end of all texts with this beginning: the last byte is raised. Keys are ASCII. */
static void end_of(const char *begins, char end[STORE_KEY]) {
  snprintf(end, STORE_KEY, "%s", begins);
  size_t n = strlen(end);
  if (n)
    end[n - 1]++;
}
#define UNDER_KEY " FROM row WHERE kind=? AND key>=? AND key<?"
#define UNDER_ALSO " FROM row WHERE kind=? AND also<>'' AND also>=? AND also<?"
enum store_result store_range_read(struct store *s, struct store_range r, store_row_fn *fn,
                                   void *ctx) {
  char end[STORE_KEY];

  end_of(r.begins, end);
  struct sql_query *q = r.by == BY_KEY
                            ? sql_ask(s, "SELECT key,n,text" UNDER_KEY " ORDER BY n,key", "ttt",
                                      r.kind, r.begins, end)
                            : sql_ask(s, "SELECT key,n,text" UNDER_ALSO " ORDER BY n,key", "ttt",
                                      r.kind, r.begins, end);
  return each_row(s, q, fn, ctx);
}
static bool count_row(void *ctx, const char *key, int64_t n, const char *text) {
  (void)key;
  (void)n;
  (void)text;
  ++*(int64_t *)ctx;
  return true;
}
int64_t store_range_count(struct store *s, struct store_range r) {
  int64_t n = 0;
  store_range_read(s, r, count_row, &n);
  return n;
}
enum store_result store_range_drop(struct store *s, struct store_range r) {
  char end[STORE_KEY];

  end_of(r.begins, end);
  if (r.by == BY_KEY)
    return sql_change(s, "DELETE" UNDER_KEY, "ttt", r.kind, r.begins, end);
  return sql_change(s, "DELETE" UNDER_ALSO, "ttt", r.kind, r.begins, end);
}
/* Ranges of first keys alone are kept short. */
enum store_result store_range_keep(struct store *s, struct store_range r, int keep) {
  char end[STORE_KEY];

  end_of(r.begins, end);
  return sql_change(
      s, "DELETE" UNDER_KEY " AND key NOT IN (SELECT key" UNDER_KEY " ORDER BY n DESC LIMIT ?)",
      "tttttti", r.kind, r.begins, end, r.kind, r.begins, end, (int64_t)keep);
}

/* ---- notes */
enum store_result store_note_put(struct store *s, const char *key, const void *value, size_t n) {
  return sql_change(
      s,
      "INSERT INTO note(key,value) VALUES(?,?) ON CONFLICT(key) DO UPDATE SET value=excluded.value",
      "tp", key, value, n);
}
/* A value of another length counts as none. */
enum store_result store_note_read(struct store *s, const char *key, void *value, size_t n) {
  struct sql_query *q = sql_ask(s, "SELECT value FROM note WHERE key=?", "t", key);

  if (!q)
    return STORE_BROKEN;
  bool row = sql_next(s, q);
  size_t have = 0;
  const void *bytes = row ? sql_bytes(s, q, 0, &have) : NULL;
  bool fits = bytes && have == n;
  if (fits)
    memcpy(value, bytes, n);
  enum store_result r = sql_over(s, q);
  return r ? r : fits ? STORE_OK : STORE_NONE;
}
/* malloc'd, with a NUL behind. */
enum store_result store_note_text(struct store *s, const char *key, char **value, size_t *n) {
  struct sql_query *q = sql_ask(s, "SELECT value FROM note WHERE key=?", "t", key);

  *value = NULL;
  *n = 0;
  if (!q)
    return STORE_BROKEN;
  bool row = sql_next(s, q);
  if (row)
    *value = sql_text_dup(s, q, 0, n);
  enum store_result r = sql_over(s, q);
  if (r)
    return r;

  return *value ? STORE_OK : STORE_NONE;
}
