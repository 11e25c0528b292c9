/* store_inside.h - what the store's own files share. No other file speaks SQL.
 *
 * The contents of the tables are the same in every database: store_games.c, store_lines.c and
 * store_rows.c. How a statement is run and what a transaction is differs: store_sqlite.c is the
 * embedded store, store_postgres.c the shared one. store.c finds the one that an address means.
 */
#ifndef STORE_INSIDE_H
#define STORE_INSIDE_H

#include "pack.h"
#include "store.h"

enum { STATEMENTS = 192, STORE_KEY = 1200, STORE_PARAMS = 32 }; /* a range's longest key */

struct sql_value {
  int64_t n;         /* of the kind i.. */
  const void *bytes; /* ..else these, or NULL */
  size_t len;
};
struct sql_query; /* a statement that has been asked; each database has its own */

/* A database. Kinds of values are i (a number), t (text) and p (bytes). The SQL is a literal: it is
 * known by its address. */
struct sql_base {
  enum store_result (*change)(struct store *, const char *sql, const char *kinds,
                              const struct sql_value *);
  struct sql_query *(*ask)(struct store *, const char *sql, const char *kinds,
                           const struct sql_value *);
  bool (*next)(struct sql_query *);
  int64_t (*number)(struct sql_query *, int column);
  const void *(*bytes)(struct sql_query *, int column, size_t *n); /* NULL: it is NULL */
  enum store_result (*over)(struct store *, struct sql_query *);
  enum store_result (*begin)(struct store *, bool at_once);
  enum store_result (*sent)(struct store *);
  enum store_result (*commit)(struct store *);
  void (*abort)(struct store *);
  enum store_result (*mark)(struct store *);
  enum store_result (*settle)(struct store *, bool keep);
  /* several reads see one moment */
  enum store_result (*look)(struct store *);
  void (*looked)(struct store *);
  void (*tidy)(struct store *);
  void (*beside)(struct store *, const struct store *serving); /* NULL: it need not know */
  /* after rows came with their numbers; NULL: the database counts on by itself */
  enum store_result (*numbered)(struct store *);
  int64_t (*size)(struct store *);
  enum store_result (*copy)(struct store *, const char *to, char why[256]);
  enum store_result (*check)(struct store *, char why[256]);
  bool (*answers)(struct store *); /* NULL: always */
  /* of several nodes (store.h); all NULL: there is one */
  enum store_result (*share)(struct store *, const struct store_give *, struct store_shards *);
  bool (*has)(const struct store *, int shard);
  enum store_result (*alone)(struct store *, const char *what);
  bool (*shared)(const struct store *);
  int64_t (*game_time)(struct store *, int64_t last);
  void (*close)(struct store *);
  bool packs; /* changes gather in `pack` before they are in their place */
};

/* One handle, used by one thread at a time, followed by the database's own fields. Only the serving
 * one has a pack. */
struct store {
  const struct sql_base *base;
  struct pack fresh;  /* what all rows of `pack` hold.. */
  size_t begun, mark; /* ..and, from here on, this transaction's changes; this job's */
  char why[256];
};
struct store *sqlite_open(const char *path, enum store_mode, char why[256]);
struct store *postgres_open(const char *url, enum store_mode, const char *node, char why[256]);

/* ---- statements (store.c). They bind by letters: i int64_t, t text, b STORE_HASH bytes, k 16
 * bytes, n text and its length, p bytes and their length. */
enum store_result sql_change(struct store *, const char *sql, const char *kinds, ...);
/* Asks something; the caller reads its rows and ends it. NULL: it cannot be asked. */
struct sql_query *sql_ask(struct store *, const char *sql, const char *kinds, ...);
bool sql_next(struct store *, struct sql_query *); /* the next row; false: the end, or a failure */
enum store_result sql_over(struct store *, struct sql_query *);
int64_t sql_number(struct store *, struct sql_query *, int column);
int sql_small(struct store *, struct sql_query *, int column);
const void *sql_bytes(struct store *, struct sql_query *, int column, size_t *n);
/* until the next row; never NULL */
const char *sql_text(struct store *, struct sql_query *, int column);
void sql_text_col(struct store *, struct sql_query *, int column, char *out, size_t cap);
void sql_blob_col(struct store *, struct sql_query *, int column, void *out, size_t n);
/* malloc'd, with a NUL behind; n may be NULL */
char *sql_text_dup(struct store *, struct sql_query *, int column, size_t *n);
/* The one number that it gives; `none` without a row. */
int64_t sql_one(struct store *, struct sql_query *, int64_t none);

/* SQL that makes rows of what format 3 had beside them; ends with NULL (store_older.c) */
extern const char *const store_from_3[];

/* ---- what changes leave, until it is in its place (store_lines.c) */
enum store_result fresh_gather(struct store *); /* what the last server left */
enum store_result fresh_move(struct store *, size_t from);

#endif
