/* store_inside.h - what the files of the embedded store share: store_sqlite.c (the file,
 * statements, transactions), store_games.c, store_lines.c, store_rows.c and store_older.c. Nobody
 * else speaks SQL. */
#ifndef STORE_INSIDE_H
#define STORE_INSIDE_H

#include <sqlite3.h>

#include "pack.h"
#include "store.h"

enum { STATEMENTS = 160, STORE_KEY = 1200 }; /* the longest key of a range */

/* One handle, used by one thread at a time. Only the serving one has the locks and the pack. */
struct store {
  sqlite3 *db;
  int lock;           /* FILE.lock, by name.. */
  int file;           /* ..and the file itself, whatever its name */
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

/* ---- statements (store_sqlite.c). They bind by letters: i int64_t, t text, b STORE_HASH bytes,
 * k 16 bytes, n text and its length, p bytes and their length. The SQL is a literal: it is known
 * by its address. */
enum store_result sql_change(struct store *, const char *sql, const char *kinds, ...);
/* Asks something; the caller steps and ends it. NULL: it cannot be asked. */
sqlite3_stmt *sql_ask(struct store *, const char *sql, const char *kinds, ...);
/* Ends a statement with the code of its last step. */
enum store_result sql_over(struct store *, sqlite3_stmt *, int rc);
void sql_text_col(sqlite3_stmt *, int column, char *out, size_t cap);
void sql_blob_col(sqlite3_stmt *, int column, void *out, size_t n);
char *sql_text_dup(sqlite3_stmt *, int column); /* malloc'd */

/* SQL that makes rows of what format 3 had beside them; ends with NULL (store_older.c) */
extern const char *const store_from_3[];

/* ---- what changes leave, until it is in its place (store_lines.c) */
enum store_result fresh_gather(struct store *); /* what the last server left */
enum store_result fresh_move(struct store *);

#endif
