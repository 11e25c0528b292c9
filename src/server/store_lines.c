/* store_lines.c - what was played and said in a game: the journal, answers by key, chat.
 *
 * Surprising: a change is not written where it is later looked for. Each game's lines and answers
 * have their own pages, and a commit of a hundred games would write two pages for each. So
 * everything that a transaction changes is one row of `pack` (pack.h), which is moved from there to
 * `entry` and `answer` now and then, many rows at once. Readers look in both.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store_inside.h"

/* ---- what changes leave, until it is in its place */
struct leaf { /* of one change */
  int64_t game;
  size_t order;
  struct store_line line;
};

/* Lines of a game together, in their order. */
static int by_game(const void *x, const void *y) {
  const struct leaf *a = x;
  const struct leaf *b = y;
  if (a->game != b->game)
    return a->game < b->game ? -1 : 1;
  return a->order < b->order ? -1 : a->order > b->order;
}

/* Bytes that do not add up are never guessed at. */
static enum store_result damaged(struct store *s) {
  snprintf(s->why, sizeof s->why, "a row of the last changes is damaged");
  return STORE_BROKEN;
}

/* It may have been deleted while its lines were packed. */
#define STANDS " WHERE EXISTS(SELECT 1 FROM game WHERE num=?1)"
/* One game's: its lines are one piece of the journal, and of each side's answers the last have a
 * slot. What is left of a game that has been deleted meanwhile goes now. */
static enum store_result move_game(struct store *s, const struct leaf *first,
                                   const struct leaf *end, struct pack *piece) {
  enum store_result r = STORE_OK;
  uint32_t n = 0;
  int slots[2] = {STORE_KEYS, STORE_KEYS};

  piece->len = 0;
  for (const struct leaf *f = first; f < end; f++) {
    if (!f->line.text)
      continue;
    if (!piece->len)
      n = f->line.n;
    pack_append(piece, f->line.text, f->line.len);
  }
  if (piece->len)
    r = sql_change(s, "INSERT INTO entry(game,n,text) SELECT ?1,?2,?3" STANDS, "iin", first->game,
                   (int64_t)n, (const char *)piece->text, piece->len);
  for (const struct leaf *f = end; f-- > first && !r;) {
    const struct store_line *l = &f->line;
    if (!l->key || slots[l->side]-- <= 0)
      continue;
    r = sql_change(s,
                   "INSERT INTO answer(game,side,slot,at,key,text) SELECT ?1,?2,?3,?4,?5,?6" STANDS
                   " ON CONFLICT(game,side,slot) DO UPDATE SET at=excluded.at,key=excluded.key,"
                   "text=excluded.text",
                   "iiiikn", f->game, (int64_t)l->side, (int64_t)(l->nth % STORE_KEYS),
                   (int64_t)l->nth + 1, l->key, l->answer, l->nanswer);
  }

  return r;
}

/* Game by game, so that each game's pages are written once. */
static enum store_result move_games(struct store *s, struct leaf *leaf, size_t n) {
  struct pack piece = {0};
  enum store_result r = STORE_OK;

  qsort(leaf, n, sizeof *leaf, by_game);
  for (size_t from = 0, to; from < n && !r; from = to) {
    for (to = from + 1; to < n && leaf[to].game == leaf[from].game;)
      to++;
    r = move_game(s, leaf + from, leaf + to, &piece);
  }
  free(piece.text);
  return r;
}

/* Moves packed rows to their place, and empties the pack. */
enum store_result fresh_move(struct store *s, size_t from) {
  if (s->fresh.len == from)
    return STORE_OK;
  const uint8_t *at = s->fresh.text + from;
  const uint8_t *end = s->fresh.text + s->fresh.len;
  size_t n = 0;
  size_t cap = 0;
  struct leaf *leaf = NULL;
  struct leaf one;
  bool broken = false;
  while (pack_next(&at, end, &one.game, &one.line, &broken)) {
    if (n == cap && !(leaf = realloc(leaf, (cap = cap * 2 + 1024) * sizeof *leaf)))
      abort();
    one.order = n;
    leaf[n++] = one;
  }
  enum store_result r = broken ? damaged(s) : move_games(s, leaf, n);
  free(leaf);
  return r || !s->base->packs ? r : sql_change(s, "DELETE FROM pack", "");
}
typedef void fresh_fn(void *ctx, const struct store_line *);

/* What is still packed of one game. */
static enum store_result each_fresh(struct store *s, int64_t num, fresh_fn *fn, void *ctx) {
  bool broken = false;

  if (!s->base->packs)
    return STORE_OK;
  struct sql_query *q = sql_ask(s, "SELECT text FROM pack ORDER BY id", "");

  if (!q)
    return STORE_BROKEN;
  while (!broken && sql_next(s, q)) {
    size_t n;
    const uint8_t *at = sql_bytes(s, q, 0, &n);
    const uint8_t *end = at ? at + n : at;
    int64_t game;
    struct store_line l;
    while (pack_next(&at, end, &game, &l, &broken))
      if (game == num)
        fn(ctx, &l);
  }
  enum store_result r = sql_over(s, q);
  return broken ? damaged(s) : r;
}
/* A reader of both places must see them at one moment: between two statements changes could move
 * from one to the other. */
static enum store_result look(struct store *s) {
  return s->base->look(s);
}

/* Ends what look() began: reads of entry and pack must see the same moment. */
static enum store_result looked(struct store *s, enum store_result r) {
  s->base->looked(s);
  return r;
}
static void append_col(struct store *s, struct sql_query *q, struct pack *to) {
  size_t n;
  const void *bytes = sql_bytes(s, q, 0, &n);
  if (bytes)
    pack_append(to, bytes, n);
}
/* What the last server left, into the one writer's hands. */
enum store_result fresh_gather(struct store *s) {
  struct sql_query *q = sql_ask(s, "SELECT text FROM pack ORDER BY id", "");

  if (!q)
    return STORE_BROKEN;
  while (sql_next(s, q))
    append_col(s, q, &s->fresh);
  return sql_over(s, q);
}

/* ---- the journal */
/* A piece of the journal that begins with line n; a second one of that number is refused. */
enum store_result store_entry_add(struct store *s, int64_t num, uint32_t n, const char *text,
                                  size_t len) {
  return sql_change(s, "INSERT INTO entry(game,n,text) VALUES(?,?,?)", "iin", num, (int64_t)n, text,
                    len);
}

/* Into the pack; the commit makes it durable. */
void store_line_add(struct store *s, int64_t num, const struct store_line *l) {
  pack_add(&s->fresh, num, l);
}

/* Answers alone have no text. */
static void piece(void *ctx, const struct store_line *l) {
  if (l->text)
    pack_append(ctx, l->text, l->len);
}

/* The journal as far as it has been moved. */
static enum store_result read_entries(struct store *s, int64_t num, struct pack *text) {
  struct sql_query *q = sql_ask(s, "SELECT text FROM entry WHERE game=? ORDER BY n", "i", num);

  if (!q)
    return STORE_BROKEN;
  while (sql_next(s, q))
    append_col(s, q, text);
  return sql_over(s, q);
}

/* The moved part, then what is still packed. */
enum store_result store_journal_read(struct store *s, int64_t num, char **text, size_t *len) {
  struct pack all = {0};
  enum store_result r = look(s);

  if (!r)
    r = read_entries(s, num, &all);
  if (!r)
    r = each_fresh(s, num, piece, &all);
  r = looked(s, r);
  *len = all.len;
  if (!r && !all.len)
    r = STORE_NONE;
  if (r) {
    free(all.text);
    all.text = NULL;
  } else
    pack_append(&all, "", 1);
  *text = (char *)all.text;
  return r;
}

/* ---- answers by key */
struct slot {
  int side, slot;
  char *answer;
};

/* The latest answer in a slot is the one that counts. */
static void last_answer(void *ctx, const struct store_line *l) {
  struct slot *a = ctx;

  if (!l->key || l->side != a->side || (int)(l->nth % STORE_KEYS) != a->slot)
    return;
  free(a->answer);
  a->answer = strndup(l->answer, l->nanswer);
  if (!a->answer)
    abort();
}

/* The answer to a request that came twice. */
enum store_result store_answer_read(struct store *s, int64_t num, int side, int slot,
                                    char **answer) {
  struct slot a = {side, slot, NULL};
  enum store_result r = look(s);
  struct sql_query *q = r ? NULL
                          : sql_ask(s, "SELECT text FROM answer WHERE game=? AND side=? AND slot=?",
                                    "iii", num, (int64_t)side, (int64_t)slot);

  if (!r && !q)
    r = STORE_BROKEN;
  if (!r) {
    bool row = sql_next(s, q);
    if (row)
      a.answer = sql_text_dup(s, q, 0, NULL);
    r = sql_over(s, q);
  }
  if (!r)
    r = each_fresh(s, num, last_answer, &a);
  *answer = a.answer;
  return looked(s, r ? r : a.answer ? STORE_OK : STORE_NONE);
}
/* Where the keys of one side go, while rows and pack are read. */
struct keys {
  int side;
  uint8_t (*key)[16];
  uint32_t *next;
};
/* Later ones take the place of earlier ones in their slot. */
static void last_key(void *ctx, const struct store_line *l) {
  struct keys *k = ctx;
  if (!l->key || l->side != k->side)
    return;
  memcpy(k->key[l->nth % STORE_KEYS], l->key, 16);
  *k->next = l->nth + 1;
}
static enum store_result read_keys(struct store *s, int64_t num, struct keys *k) {
  struct sql_query *q =
      sql_ask(s, "SELECT slot,key,at FROM answer WHERE game=? AND side=? ORDER BY at", "ii", num,
              (int64_t)k->side);

  if (!q)
    return STORE_BROKEN;
  while (sql_next(s, q)) {
    sql_blob_col(s, q, 1, k->key[sql_small(s, q, 0) % STORE_KEYS], 16);
    *k->next = (uint32_t)sql_number(s, q, 2);
  }

  return sql_over(s, q);
}

/* Keys of the last requests, to know a repeated one. */
enum store_result store_keys_read(struct store *s, int64_t num, int side,
                                  uint8_t key[STORE_KEYS][16], uint32_t *next) {
  struct keys k = {side, key, next};

  memset(key, 0, STORE_KEYS * 16);
  *next = 0;
  enum store_result r = look(s);
  if (!r)
    r = read_keys(s, num, &k);
  if (!r)
    r = each_fresh(s, num, last_key, &k);

  return looked(s, r);
}

/* ---- chat */
/* Two lines of one number are refused: the room counts them. */
enum store_result store_chat_add(struct store *s, int64_t num, const struct store_chat *c) {
  return sql_change(s, "INSERT INTO chat(game,n,at,side,name,text) VALUES(?,?,?,?,?,?)", "iiiitt",
                    num, c->n, c->at, (int64_t)c->side, c->name, c->text);
}
/* 0: none, or it could not be read; then the first write fails and says so. */
int64_t store_chat_last(struct store *s, int64_t num) {
  struct sql_query *q = sql_ask(s, "SELECT coalesce(max(n),0) FROM chat WHERE game=?", "i", num);
  return sql_one(s, q, 0);
}
/* The last ones, in their order; fn ends it with false. */
enum store_result store_chat_read(struct store *s, int64_t num, int last, store_chat_fn *fn,
                                  void *ctx) {
  struct sql_query *q =
      sql_ask(s,
              "SELECT n,at,side,name,text FROM (SELECT * FROM chat WHERE game=? ORDER BY "
              "n DESC LIMIT ?) AS last ORDER BY n",
              "ii", num, (int64_t)last);

  if (!q)
    return STORE_BROKEN;
  while (sql_next(s, q)) {
    struct store_chat c = {
        .n = sql_number(s, q, 0), .at = sql_number(s, q, 1), .side = (uint8_t)sql_small(s, q, 2)};
    sql_text_col(s, q, 3, c.name, sizeof c.name);
    sql_text_col(s, q, 4, c.text, sizeof c.text);
    if (!fn(ctx, &c))
      break;
  }

  return sql_over(s, q);
}
/* From seats that belong to the account now, in any game. */
enum store_result store_chat_by(struct store *s, int64_t account, int limit, store_said_fn *fn,
                                void *ctx) {
  struct sql_query *q =
      sql_ask(s,
              "SELECT game.id,chat.at,chat.text FROM seat JOIN chat ON chat.game=seat.game AND "
              "chat.side=seat.side JOIN game ON game.num=seat.game WHERE seat.account=? ORDER BY "
              "chat.at DESC LIMIT ?",
              "ii", account, (int64_t)limit);

  if (!q)
    return STORE_BROKEN;
  while (sql_next(s, q)) {
    const char *game = sql_text(s, q, 0);
    const char *text = sql_text(s, q, 2);
    if (!fn(ctx, game, sql_number(s, q, 1), text))
      break;
  }

  return sql_over(s, q);
}
