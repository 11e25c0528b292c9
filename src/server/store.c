/* store.c - see store.h: finds the database that an address means, and passes every call on to it.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store_inside.h"

bool store_is_file(const char *path) {
  return strncmp(path, "postgresql://", 13) != 0 && strncmp(path, "postgres://", 11) != 0;
}

struct store *store_serve(const char *path, const char *node, char why[256]) {
  if (store_is_file(path))
    return store_open(path, STORE_SERVE, why);
  return postgres_open(path, STORE_SERVE, node, why);
}
struct store *store_open(const char *path, enum store_mode mode, char why[256]) {
  if (!store_is_file(path))
    return postgres_open(path, mode, "", why);
  return sqlite_open(path, mode == STORE_QUICK ? STORE_READER : mode, why);
}
void store_close(struct store *s) {
  if (s)
    s->base->close(s);
}
/* Of the last failure; the next one changes it. */
const char *store_why(const struct store *s) {
  return s->why;
}
bool store_answers(struct store *s) {
  return !s->base->answers || s->base->answers(s);
}

/* ---- transactions */
enum store_result store_begin(struct store *s) {
  return s->base->begin(s, false);
}
enum store_result store_try(struct store *s) {
  return s->base->begin(s, true);
}
enum store_result store_sent(struct store *s) {
  return s->base->sent(s);
}
enum store_result store_commit(struct store *s) {
  return s->base->commit(s);
}
/* The reason of the failure outlives the rollback. */
void store_abort(struct store *s) {
  char why[256];
  memcpy(why, s->why, sizeof why);
  s->base->abort(s);
  memcpy(s->why, why, sizeof why);
  s->fresh.len = s->begun;
}
/* A job of a group can be taken back alone. */
enum store_result store_mark(struct store *s) {
  s->mark = s->fresh.len;
  return s->base->mark(s);
}
/* Keeps the job, or takes it back with what it had packed. */
enum store_result store_settle(struct store *s, bool keep) {
  char why[256];

  memcpy(why, s->why, sizeof why);
  if (!keep)
    s->fresh.len = s->mark;
  enum store_result r = s->base->settle(s, keep);
  if (!r)
    memcpy(s->why, why, sizeof why);
  return r;
}

/* ---- several nodes */
bool store_shared(const struct store *s) {
  return s->base->shared && s->base->shared(s);
}
enum store_result store_share(struct store *s, const struct store_give *g,
                              struct store_shards *out) {
  return s->base->share(s, g, out);
}
bool store_has(const struct store *s, int shard) {
  return !s->base->has || s->base->has(s, shard);
}
enum store_result store_alone(struct store *s, const char *what) {
  return s->base->alone ? s->base->alone(s, what) : STORE_OK;
}
int64_t store_game_time(struct store *s, int64_t last) {
  return s->base->game_time ? s->base->game_time(s, last) : last;
}

/* ---- statements */
/* As the databases take them: numbers, text and bytes. */
static void values(const char *kinds, va_list ap, struct sql_value *v, char *plain) {
  int i = 0;

  for (; kinds[i] && i < STORE_PARAMS; i++) {
    v[i] = (struct sql_value){0};
    plain[i] = kinds[i] == 'i' ? 'i' : 'p';
    if (kinds[i] == 'i') {
      v[i].n = va_arg(ap, int64_t);
      continue;
    }
    v[i].bytes = va_arg(ap, const void *);
    if (kinds[i] == 't' || kinds[i] == 'n')
      plain[i] = 't';
    if (kinds[i] == 't')
      v[i].len = v[i].bytes ? strlen(v[i].bytes) : 0;
    else if (kinds[i] == 'n' || kinds[i] == 'p')
      v[i].len = va_arg(ap, size_t);
    else
      v[i].len = kinds[i] == 'b' ? STORE_HASH : 16;
  }
  plain[i] = 0;
}
enum store_result sql_change(struct store *s, const char *sql, const char *kinds, ...) {
  struct sql_value v[STORE_PARAMS];
  char plain[STORE_PARAMS + 1];
  va_list ap;

  va_start(ap, kinds);
  values(kinds, ap, v, plain);
  va_end(ap);
  return s->base->change(s, sql, plain, v);
}
struct sql_query *sql_ask(struct store *s, const char *sql, const char *kinds, ...) {
  struct sql_value v[STORE_PARAMS];
  char plain[STORE_PARAMS + 1];
  va_list ap;

  va_start(ap, kinds);
  values(kinds, ap, v, plain);
  va_end(ap);
  return s->base->ask(s, sql, plain, v);
}
bool sql_next(struct store *s, struct sql_query *q) {
  return s->base->next(q);
}
enum store_result sql_over(struct store *s, struct sql_query *q) {
  return s->base->over(s, q);
}
int64_t sql_number(struct store *s, struct sql_query *q, int column) {
  return s->base->number(q, column);
}
int sql_small(struct store *s, struct sql_query *q, int column) {
  return (int)s->base->number(q, column);
}
const void *sql_bytes(struct store *s, struct sql_query *q, int column, size_t *n) {
  *n = 0;
  return s->base->bytes(q, column, n);
}
const char *sql_text(struct store *s, struct sql_query *q, int column) {
  size_t n;
  const char *text = s->base->bytes(q, column, &n);
  return text ? text : "";
}
/* Cut to its buffer; NULL is "". */
void sql_text_col(struct store *s, struct sql_query *q, int column, char *out, size_t cap) {
  snprintf(out, cap, "%s", sql_text(s, q, column));
}
/* What is too short is filled with zeros, so that nothing is left of before. */
void sql_blob_col(struct store *s, struct sql_query *q, int column, void *out, size_t n) {
  size_t have = 0;
  const void *bytes = s->base->bytes(q, column, &have);

  memset(out, 0, n);
  if (bytes)
    memcpy(out, bytes, have < n ? have : n);
}
/* NULL: the column is NULL. */
char *sql_text_dup(struct store *s, struct sql_query *q, int column, size_t *n) {
  size_t have = 0;
  const void *bytes = s->base->bytes(q, column, &have);
  char *out = bytes ? malloc(have + 1) : NULL;

  if (n)
    *n = have;
  if (!bytes)
    return NULL;
  if (!out)
    abort();
  memcpy(out, bytes, have);
  out[have] = 0;
  return out;
}
int64_t sql_one(struct store *s, struct sql_query *q, int64_t none) {
  if (!q)
    return none;
  int64_t n = sql_next(s, q) ? sql_number(s, q, 0) : none;
  sql_over(s, q);
  return n;
}

/* ---- whole stores */
void store_tidy(struct store *s) {
  s->base->tidy(s);
}
void store_beside(struct store *s, const struct store *serving) {
  if (s->base->beside)
    s->base->beside(s, serving);
}
int64_t store_bytes(struct store *s) {
  return s->base->size(s);
}
enum store_result store_copy(struct store *from, const char *to, char why[256]) {
  return from->base->copy(from, to, why);
}
enum store_result store_check(struct store *s, char why[256]) {
  return s->base->check(s, why);
}
enum store_result store_count(struct store *s, struct store_counts *c) {
  c->games = sql_one(s, sql_ask(s, "SELECT count(*) FROM game", ""), -1);
  c->open = sql_one(s, sql_ask(s, "SELECT count(*) FROM game WHERE ended=''", ""), -1);
  c->accounts = sql_one(s, sql_ask(s, "SELECT count(*) FROM account", ""), -1);
  c->bytes = store_bytes(s);
  return c->games < 0 ? STORE_BROKEN : STORE_OK;
}
