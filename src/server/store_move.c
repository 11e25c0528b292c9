/* store_move.c - copies everything from one store into another, empty one, and proves that it is
 * there.
 *
 * Most tables are the same in every database, so they are copied value by value. Games are copied
 * as text and as answers: how a store cuts them into pieces is its own affair.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store_inside.h"

enum { GAMES_AT_ONCE = 100, ROWS_AT_ONCE = 1000 };

struct table {
  const char *name, *kinds, *select, *insert;
};
#define TABLE(name, kinds, columns, marks, order)                                                  \
  {                                                                                                \
    name, kinds, "SELECT " columns " FROM " name " ORDER BY " order,                               \
        "INSERT INTO " name "(" columns ") VALUES(" marks ")"                                      \
  }
static const struct table TABLES[] = {
    TABLE("note", "tp", "key,value", "?,?", "key"),
    TABLE("data", "tip", "game,hash,pack", "?,?,?", "game,hash"),
    TABLE("account", "iittt", "id,created,name,fold,pass", "?,?,?,?,?", "id"),
    TABLE("session", "pii", "token,account,until", "?,?,?", "token"),
    TABLE("game",
          "itttt" /* num to setup */ "iiiipippi" /* created to account */
          "tiiitiiiiiiiiii",
          "num,id,game,scenario,setup,created,touched,listed,typed,secret,roll0,owner,watch,"
          "account,ended,winner,to_move,turn,rematch,clock,running,late,bank,increment,cap,left0,"
          "left1,since,deadline",
          "?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?", "num"),
    TABLE("seat", "iiiipitttt", "game,side,kind,taken,token,account,name,bot,hook,orders",
          "?,?,?,?,?,?,?,?,?,?", "game,side"),
    TABLE("chat", "iiiitt", "game,n,at,side,name,text", "?,?,?,?,?,?", "game,n"),
    TABLE("row", "tttit", "kind,key,also,n,text", "?,?,?,?,?", "kind,key"),
};
enum { TABLES_ALL = sizeof TABLES / sizeof *TABLES };

struct moving {
  struct store *from, *to;
  char *why;
  int since; /* the last commit */
  struct store_moved *count;
};

static enum store_result broken(struct moving *m, const struct store *s, const char *what) {
  snprintf(m->why, 256, "%s: %.180s", what, store_why(s));
  return STORE_BROKEN;
}
/* Now and then, so that no transaction grows without end. */
static enum store_result commit_some(struct moving *m, int most) {
  if (++m->since < most)
    return STORE_OK;
  m->since = 0;
  enum store_result r = store_commit(m->to);
  return r ? r : store_begin(m->to);
}

/* ---- tables */
static struct sql_query *ask_all(struct store *s, const struct table *t) {
  return s->base->ask(s, t->select, "", NULL);
}
static void read_values(struct store *s, struct sql_query *q, const char *kinds,
                        struct sql_value *v) {
  for (int i = 0; kinds[i]; i++) {
    v[i] = (struct sql_value){0};
    if (kinds[i] == 'i')
      v[i].n = sql_number(s, q, i);
    else
      v[i].bytes = sql_bytes(s, q, i, &v[i].len);
  }
}
static enum store_result move_table(struct moving *m, const struct table *t) {
  struct sql_value v[STORE_PARAMS];
  struct sql_query *q = ask_all(m->from, t);
  enum store_result r = q ? STORE_OK : STORE_BROKEN;

  while (!r && sql_next(m->from, q)) {
    read_values(m->from, q, t->kinds, v);
    r = m->to->base->change(m->to, t->insert, t->kinds, v);
    if (!r)
      r = commit_some(m, ROWS_AT_ONCE);
  }
  enum store_result read = q ? sql_over(m->from, q) : r;
  if (read)
    return broken(m, m->from, t->name);
  return r ? broken(m, m->to, t->name) : STORE_OK;
}
static bool same_values(const char *kinds, const struct sql_value *a, const struct sql_value *b) {
  for (int i = 0; kinds[i]; i++) {
    if (a[i].n != b[i].n || a[i].len != b[i].len || !a[i].bytes != !b[i].bytes)
      return false;
    if (a[i].bytes && memcmp(a[i].bytes, b[i].bytes, a[i].len))
      return false;
  }
  return true;
}
/* Row by row, in the same order on both sides. */
static enum store_result compare_table(struct moving *m, const struct table *t) {
  struct sql_value a[STORE_PARAMS];
  struct sql_value b[STORE_PARAMS];
  struct sql_query *one = ask_all(m->from, t);
  struct sql_query *two = ask_all(m->to, t);
  int64_t n = 0;
  bool same = one && two;
  bool more = same;

  while (same && more) {
    more = sql_next(m->from, one);
    same = sql_next(m->to, two) == more;
    if (!same || !more)
      break;
    n++;
    read_values(m->from, one, t->kinds, a);
    read_values(m->to, two, t->kinds, b);
    same = same_values(t->kinds, a, b);
  }
  bool read = one && two && !sql_over(m->from, one) && !sql_over(m->to, two);
  m->count->rows += n;
  if (same && read)
    return STORE_OK;
  snprintf(m->why, 256, "%s: row %lld is not the same in both", t->name, (long long)n);
  return STORE_BROKEN;
}

/* ---- what was played */
static enum store_result move_answers(struct moving *m, int64_t num, int side) {
  uint8_t key[STORE_KEYS][16];
  uint32_t next = 0;
  enum store_result r = store_keys_read(m->from, num, side, key, &next);

  for (uint32_t nth = next < STORE_KEYS ? 0 : next - STORE_KEYS; nth < next && !r; nth++) {
    char *answer = NULL;
    int slot = (int)(nth % STORE_KEYS);
    r = store_answer_read(m->from, num, side, slot, &answer);
    struct store_line l = {.nth = nth, .side = side, .key = key[slot], .answer = answer};
    if (!r) {
      l.nanswer = strlen(answer);
      store_line_add(m->to, num, &l);
    }
    free(answer);
    r = r == STORE_NONE ? STORE_OK : r;
  }
  return r;
}
static bool move_played(void *ctx, const struct store_game *g) {
  struct moving *m = ctx;
  char *text = NULL;
  size_t len = 0;
  enum store_result r = store_journal_read(m->from, g->num, &text, &len);

  if (!r)
    r = store_entry_add(m->to, g->num, 0, text, len);
  free(text);
  for (int side = 0; side < 2 && (!r || r == STORE_NONE); side++)
    r = move_answers(m, g->num, side);
  if (!r)
    r = commit_some(m, GAMES_AT_ONCE);
  if (r)
    snprintf(m->why, 256, "game %s: %.100s %.100s", g->id, store_why(m->from), store_why(m->to));
  return !r;
}

/* Line by line; the first that differs is named. */
static bool same_lines(struct moving *m, const struct store_game *g, const char *a, const char *b) {
  int64_t line = 0;

  while (*a || *b) {
    size_t na = strcspn(a, "\n");
    size_t nb = strcspn(b, "\n");
    line++;
    if (na != nb || memcmp(a, b, na) || a[na] != b[nb]) {
      snprintf(m->why, 256, "game %s: line %lld is not the same in both", g->id, (long long)line);
      return false;
    }
    a += na + (a[na] != 0);
    b += nb + (b[nb] != 0);
  }
  m->count->lines += line;
  return true;
}
static bool same_answers(struct moving *m, const struct store_game *g, int side) {
  uint8_t key[2][STORE_KEYS][16];
  uint32_t next[2];
  bool same = !store_keys_read(m->from, g->num, side, key[0], &next[0]) &&
              !store_keys_read(m->to, g->num, side, key[1], &next[1]) && next[0] == next[1] &&
              !memcmp(key[0], key[1], sizeof key[0]);

  for (int slot = 0; slot < STORE_KEYS && same; slot++) {
    char *one = NULL;
    char *two = NULL;
    enum store_result had = store_answer_read(m->from, g->num, side, slot, &one);
    enum store_result has = store_answer_read(m->to, g->num, side, slot, &two);
    same = had == has && (had || !strcmp(one, two));
    free(one);
    free(two);
  }
  if (!same)
    snprintf(m->why, 256, "game %s: its answers are not the same in both", g->id);
  return same;
}
static bool compare_played(void *ctx, const struct store_game *g) {
  struct moving *m = ctx;
  char *one = NULL;
  char *two = NULL;
  size_t n;
  enum store_result had = store_journal_read(m->from, g->num, &one, &n);
  enum store_result has = store_journal_read(m->to, g->num, &two, &n);
  bool same = had == has && same_lines(m, g, one ? one : "", two ? two : "") &&
              same_answers(m, g, 0) && same_answers(m, g, 1);

  if (had != has)
    snprintf(m->why, 256, "game %s: its journal is in one of the two alone", g->id);
  free(one);
  free(two);
  m->count->games += same;
  return same;
}

/* Every game of the old store; the callback ends it when it is not content. */
struct walking {
  struct moving *m;
  store_game_fn *fn;
  int64_t last;
  int n;
  bool ok;
};
static bool walk_one(void *ctx, const struct store_game *g) {
  struct walking *w = ctx;
  w->last = g->num;
  w->n++;
  w->ok = w->fn(w->m, g);
  return w->ok;
}
static enum store_result walk(struct moving *m, store_game_fn *fn) {
  struct walking w = {.m = m, .fn = fn, .ok = true};
  do {
    w.n = 0;
    if (store_games(m->from, LIST_ALL, w.last, GAMES_AT_ONCE, walk_one, &w) && w.ok)
      return broken(m, m->from, "game");
  } while (w.n && w.ok);
  return w.ok ? STORE_OK : STORE_BROKEN;
}

/* ---- all of it */
static enum store_result fill(struct moving *m) {
  enum store_result r = store_begin(m->to);

  for (int i = 0; i < TABLES_ALL && !r; i++)
    r = move_table(m, &TABLES[i]);
  if (!r)
    r = walk(m, move_played);
  if (!r && m->to->base->numbered)
    r = m->to->base->numbered(m->to);
  if (!r && store_commit(m->to))
    r = broken(m, m->to, "the last rows");
  if (r)
    store_abort(m->to);
  return r;
}
static bool is_empty(struct store *s) {
  struct store_counts c;
  return !store_count(s, &c) && !c.games && !c.accounts &&
         !sql_one(s, sql_ask(s, "SELECT count(*) FROM note", ""), 1);
}
enum store_result store_move(struct store *from, struct store *to, struct store_moved *count,
                             char why[256]) {
  struct moving m = {.from = from, .to = to, .why = why, .count = count};

  *count = (struct store_moved){0};
  if (!is_empty(to)) {
    snprintf(why, 256, "the second store is not empty");
    return STORE_TAKEN;
  }
  enum store_result r = fill(&m);
  for (int i = 0; i < TABLES_ALL && !r; i++)
    r = compare_table(&m, &TABLES[i]);
  return r ? r : walk(&m, compare_played);
}
