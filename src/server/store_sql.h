/* store_sql.h - tables that a part of the server keeps for itself.
 *
 * A part writes its tables as `CREATE TABLE IF NOT EXISTS ..` into one text and adds it to the list
 * in store_tables.c: so two parts can grow without knowing of each other, and an older database
 * gets what it lacks when the server starts. The SQL is plain: BIGINT and TEXT, `?` for what is
 * bound.
 */
#ifndef STORE_SQL_H
#define STORE_SQL_H

#include "store.h"

extern const char *const store_tables[]; /* ends with NULL */

/* Binds by letters: i int64_t, t text, b STORE_HASH bytes. The SQL is a literal: it is known by its
 * address. */
enum store_result sql_change(struct store *, const char *sql, const char *kinds, ...);

struct sql_row;
int64_t sql_int(const struct sql_row *, int column);
const char *sql_text(const struct sql_row *, int column); /* until the next row; never NULL */
void sql_bytes(const struct sql_row *, int column, void *out, size_t n);
/* Called for each row; false stops. It does not run the same SQL again. */
typedef bool sql_row_fn(void *ctx, const struct sql_row *);
enum store_result sql_select(struct store *, sql_row_fn *, void *ctx, const char *sql,
                             const char *kinds, ...);

#endif
