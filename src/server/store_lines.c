/* store_lines.c - what was played and said in a game: the journal, answers by key, chat.
 *
 * Surprising: what a change leaves is not written where it is looked for. Each game's lines and
 * answers have pages of their own, and a commit of a hundred games would write two pages for each;
 * so all that a transaction's changes leave is one row of `pack` (pack.h), and moved from there to
 * `entry` and `answer` now and then, many at once. Who reads looks in both.
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

/* Does the game still exist? It may have been deleted while its lines were packed. */
static enum store_result stands(struct store *s, int64_t num, bool *yes) {
  sqlite3_stmt *q = sql_ask(s, "SELECT 1 FROM game WHERE num=?", "i", num);
  if (!q)
    return STORE_BROKEN;
  int rc = sqlite3_step(q);
  *yes = rc == SQLITE_ROW;
  return sql_over(s, q, rc);
}
/* One game's: its lines are one piece of the journal, and of each side's answers the last have a
 * slot. What is left of a game that has been deleted meanwhile goes now. */
static enum store_result move_game(struct store *s, const struct leaf *first,
                                   const struct leaf *end, struct pack *piece) {
  bool there = false;
  enum store_result r = stands(s, first->game, &there);
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
  if (!there)
    return r;
  if (piece->len)
    r = store_entry_add(s, first->game, n, (const char *)piece->text, piece->len);
  for (const struct leaf *f = end; f-- > first && !r;) {
    const struct store_line *l = &f->line;
    if (!l->key || slots[l->side]-- <= 0)
      continue;
    r = sql_change(s,
                   "INSERT OR REPLACE INTO answer(game,side,slot,at,key,text) VALUES(?,?,?,?,?,?)",
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

/* Moves what is packed to where it is looked for, and empties the pack. */
enum store_result fresh_move(struct store *s) {
  if (!s->fresh.len)
    return STORE_OK;
  const uint8_t *at = s->fresh.text;
  const uint8_t *end = at + s->fresh.len;
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
  return r ? r : sql_change(s, "DELETE FROM pack", "");
}
typedef void fresh_fn(void *ctx, const struct store_line *);

/* What is still packed of one game. */
static enum store_result each_fresh(struct store *s, int64_t num, fresh_fn *fn, void *ctx) {
  sqlite3_stmt *q = sql_ask(s, "SELECT text FROM pack ORDER BY id", "");
  bool broken = false;
  int rc = SQLITE_DONE;

  if (!q)
    return STORE_BROKEN;
  while (!broken && (rc = sqlite3_step(q)) == SQLITE_ROW) {
    const uint8_t *at = sqlite3_column_blob(q, 0);
    const uint8_t *end = at ? at + sqlite3_column_bytes(q, 0) : at;
    int64_t game;
    struct store_line l;
    while (pack_next(&at, end, &game, &l, &broken))
      if (game == num)
        fn(ctx, &l);
  }
  enum store_result r = sql_over(s, q, rc);
  return broken ? damaged(s) : r;
}
/* Who looks in both places looks at one moment: between two statements changes could go from one to
 * the other. */
static enum store_result look(struct store *s) {
  return sql_change(s, "SAVEPOINT look", "");
}

/* Ends what look() began: reads of entry and pack must see the same moment. */
static enum store_result looked(struct store *s, enum store_result r) {
  sql_change(s, "RELEASE look", "");
  return r;
}
/* What the last server left, into the one writer's hands. */
enum store_result fresh_gather(struct store *s) {
  sqlite3_stmt *q = sql_ask(s, "SELECT text FROM pack ORDER BY id", "");
  int rc;

  if (!q)
    return STORE_BROKEN;
  while ((rc = sqlite3_step(q)) == SQLITE_ROW)
    pack_append(&s->fresh, sqlite3_column_blob(q, 0), (size_t)sqlite3_column_bytes(q, 0));
  return sql_over(s, q, rc);
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
  sqlite3_stmt *q = sql_ask(s, "SELECT text FROM entry WHERE game=? ORDER BY n", "i", num);
  int rc;

  if (!q)
    return STORE_BROKEN;
  while ((rc = sqlite3_step(q)) == SQLITE_ROW)
    pack_append(text, sqlite3_column_text(q, 0), (size_t)sqlite3_column_bytes(q, 0));
  return sql_over(s, q, rc);
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
  sqlite3_stmt *q = r ? NULL
                      : sql_ask(s, "SELECT text FROM answer WHERE game=? AND side=? AND slot=?",
                                "iii", num, (int64_t)side, (int64_t)slot);

  if (!r && !q)
    r = STORE_BROKEN;
  if (!r) {
    int rc = sqlite3_step(q);
    if (rc == SQLITE_ROW)
      a.answer = sql_text_dup(q, 0);
    r = sql_over(s, q, rc);
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
  sqlite3_stmt *q = sql_ask(s, "SELECT slot,key,at FROM answer WHERE game=? AND side=? ORDER BY at",
                            "ii", num, (int64_t)k->side);
  int rc;

  if (!q)
    return STORE_BROKEN;
  while ((rc = sqlite3_step(q)) == SQLITE_ROW) {
    sql_blob_col(q, 1, k->key[sqlite3_column_int(q, 0) % STORE_KEYS], 16);
    *k->next = (uint32_t)sqlite3_column_int64(q, 2);
  }

  return sql_over(s, q, rc);
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
  sqlite3_stmt *q = sql_ask(s, "SELECT coalesce(max(n),0) FROM chat WHERE game=?", "i", num);
  int64_t n = q && sqlite3_step(q) == SQLITE_ROW ? sqlite3_column_int64(q, 0) : 0;
  if (q)
    sql_over(s, q, SQLITE_OK);
  return n;
}
/* The last ones, in their order; fn ends it with false. */
enum store_result store_chat_read(struct store *s, int64_t num, int last, store_chat_fn *fn,
                                  void *ctx) {
  sqlite3_stmt *q =
      sql_ask(s,
              "SELECT n,at,side,name,text FROM (SELECT * FROM chat WHERE game=? ORDER BY "
              "n DESC LIMIT ?) ORDER BY n",
              "ii", num, (int64_t)last);
  int rc;

  if (!q)
    return STORE_BROKEN;
  while ((rc = sqlite3_step(q)) == SQLITE_ROW) {
    struct store_chat c = {.n = sqlite3_column_int64(q, 0),
                           .at = sqlite3_column_int64(q, 1),
                           .side = (uint8_t)sqlite3_column_int(q, 2)};
    sql_text_col(q, 3, c.name, sizeof c.name);
    sql_text_col(q, 4, c.text, sizeof c.text);
    if (!fn(ctx, &c))
      break;
  }

  return sql_over(s, q, rc);
}
/* From seats that are the account's now, in whatever game. */
enum store_result store_chat_by(struct store *s, int64_t account, int limit, store_said_fn *fn,
                                void *ctx) {
  sqlite3_stmt *q =
      sql_ask(s,
              "SELECT game.id,chat.at,chat.text FROM seat JOIN chat ON chat.game=seat.game AND "
              "chat.side=seat.side JOIN game ON game.num=seat.game WHERE seat.account=? ORDER BY "
              "chat.at DESC LIMIT ?",
              "ii", account, (int64_t)limit);
  int rc;

  if (!q)
    return STORE_BROKEN;
  while ((rc = sqlite3_step(q)) == SQLITE_ROW) {
    const char *game = (const char *)sqlite3_column_text(q, 0);
    const char *text = (const char *)sqlite3_column_text(q, 2);
    if (!fn(ctx, game, sqlite3_column_int64(q, 1), text))
      break;
  }

  return sql_over(s, q, rc);
}
