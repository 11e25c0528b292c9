/* store_games.c - games and their seats as rows: added, changed, read, listed, deleted. The moves
 * and words of a game are in store_lines.c.
 *
 * The secret, the setup and the tokens of owner and watchers are written once; no update has them.
 */
#include <stdlib.h>
#include <string.h>

#include "store_inside.h"

/* What a read has allocated, and everything else. */
void store_game_clear(struct store_game *g) {
  free(g->setup);
  free(g->seat[0].orders);
  free(g->seat[1].orders);
  memset(g, 0, sizeof *g);
}
static const char GAME_ADD[] = "INSERT INTO "
                               "game(id,game,scenario,setup,created,touched,listed,typed,secret,"
                               "roll0,owner,watch,account,ended,winner,to_move,turn,rematch,"
                               "clock,running,late,bank,increment,cap,left0,left1,since,deadline) "
                               "VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?) "
                               "RETURNING num";
static const char SEAT_ADD[] =
    "INSERT INTO seat(kind,taken,token,account,name,bot,hook,orders,game,side) "
    "VALUES(?,?,?,?,?,?,?,?,?,?)";
static const char SEAT_SET[] =
    "UPDATE seat SET kind=?,taken=?,token=?,account=?,name=?,bot=?,hook=?,orders=? WHERE game=? "
    "AND side=?";
/* Both statements have the columns in the same order. */
static enum store_result put_seat(struct store *s, const char *sql, const struct store_game *g,
                                  int side) {
  const struct store_seat *t = &g->seat[side];
  return sql_change(s, sql,
                    "iibitttt"
                    "ii",
                    (int64_t)t->kind, (int64_t)t->taken, t->token, t->account, t->name, t->bot,
                    t->hook, t->orders, g->num, (int64_t)side);
}

/* The game and both its seats. */
enum store_result store_game_add(struct store *s, struct store_game *g) {
  const struct store_clock *c = &g->clock;
  struct sql_query *q =
      sql_ask(s, GAME_ADD,
              "ttttiiiibibbitiiit"
              "iiiiiiiiii",
              g->id, g->game, g->scenario, g->setup, g->created, g->touched, (int64_t)g->listed,
              (int64_t)g->typed, g->secret, g->roll0, g->owner, g->watch, g->account, g->ended,
              (int64_t)g->winner, (int64_t)g->to_move, (int64_t)g->turn, g->rematch,
              (int64_t)c->mode, (int64_t)c->running, (int64_t)c->late, c->bank, c->increment,
              c->cap, c->left[0], c->left[1], c->since, c->deadline);

  if (!q)
    return STORE_BROKEN;
  if (sql_next(s, q))
    g->num = sql_number(s, q, 0);
  enum store_result r = sql_over(s, q);
  if (r)
    return r;
  r = put_seat(s, SEAT_ADD, g, 0);
  return r ? r : put_seat(s, SEAT_ADD, g, 1);
}
/* The whole seat: a new token and a new name go in one row. */
enum store_result store_seat_update(struct store *s, const struct store_game *g, int side) {
  return put_seat(s, SEAT_SET, g, side);
}
/* Writes what changes while playing; what a game began with does not change. */
enum store_result store_game_update(struct store *s, const struct store_game *g) {
  const struct store_clock *c = &g->clock;
  return sql_change(
      s,
      "UPDATE game SET "
      "touched=?,listed=?,ended=?,winner=?,to_move=?,turn=?,rematch=?,running=?,late=?,"
      "left0=?,left1=?,since=?,deadline=?,clock=?"
      " WHERE num=?",
      "iitiiitiiiiiiii", g->touched, (int64_t)g->listed, g->ended, (int64_t)g->winner,
      (int64_t)g->to_move, (int64_t)g->turn, g->rematch, (int64_t)c->running, (int64_t)c->late,
      c->left[0], c->left[1], c->since, c->deadline, (int64_t)c->mode, g->num);
}
#define GAME_COLS                                                                                  \
  "g.num,g.id,g.game,g.scenario,g.created,g.touched,g.listed,g.typed,g.secret,g.roll0,g.owner,g."  \
  "watch,g.account,g.ended,g.winner,"                                                              \
  "g.to_move,g.turn,g.rematch,g.clock,g.running,g.late,g.bank,g.increment,g.cap,g.left0,g.left1,"  \
  "g.since,g.deadline,g.setup"

/* Columns in the order of GAME_COLS. */
static void game_cols(struct store *s, struct sql_query *q, struct store_game *g) {
  struct store_clock *c = &g->clock;

  memset(g, 0, sizeof *g);
  g->num = sql_number(s, q, 0);
  sql_text_col(s, q, 1, g->id, sizeof g->id);
  sql_text_col(s, q, 2, g->game, sizeof g->game);
  sql_text_col(s, q, 3, g->scenario, sizeof g->scenario);
  g->created = sql_number(s, q, 4);
  g->touched = sql_number(s, q, 5);
  g->listed = sql_small(s, q, 6);
  g->typed = sql_small(s, q, 7);
  sql_blob_col(s, q, 8, g->secret, sizeof g->secret);
  g->roll0 = sql_number(s, q, 9);
  sql_blob_col(s, q, 10, g->owner, sizeof g->owner);
  sql_blob_col(s, q, 11, g->watch, sizeof g->watch);
  g->account = sql_number(s, q, 12);
  sql_text_col(s, q, 13, g->ended, sizeof g->ended);
  g->winner = (uint8_t)sql_small(s, q, 14);
  g->to_move = (uint8_t)sql_small(s, q, 15);
  g->turn = (uint16_t)sql_small(s, q, 16);
  sql_text_col(s, q, 17, g->rematch, sizeof g->rematch);
  c->mode = (uint8_t)sql_small(s, q, 18);
  c->running = (uint8_t)sql_small(s, q, 19);
  c->late = (uint8_t)sql_small(s, q, 20);
  c->bank = sql_number(s, q, 21);
  c->increment = sql_number(s, q, 22);
  c->cap = sql_number(s, q, 23);
  c->left[0] = sql_number(s, q, 24);
  c->left[1] = sql_number(s, q, 25);
  c->since = sql_number(s, q, 26);
  c->deadline = sql_number(s, q, 27);
}
/* Lists do without the orders, which may be long. */
static enum store_result read_seats(struct store *s, struct store_game *g, bool orders) {
  struct sql_query *q =
      sql_ask(s, "SELECT side,kind,taken,token,account,name,bot,hook,orders FROM seat WHERE game=?",
              "i", g->num);

  if (!q)
    return STORE_BROKEN;
  while (sql_next(s, q)) {
    struct store_seat *t = &g->seat[sql_small(s, q, 0) & 1];
    t->kind = (uint8_t)sql_small(s, q, 1);
    t->taken = sql_small(s, q, 2);
    sql_blob_col(s, q, 3, t->token, sizeof t->token);
    t->account = sql_number(s, q, 4);
    sql_text_col(s, q, 5, t->name, sizeof t->name);
    sql_text_col(s, q, 6, t->bot, sizeof t->bot);
    sql_text_col(s, q, 7, t->hook, sizeof t->hook);
    if (orders)
      t->orders = sql_text_dup(s, q, 8, NULL);
  }

  return sql_over(s, q);
}
/* STORE_NONE: there is no such game. The caller clears it either way. */
enum store_result store_game_read(struct store *s, const char *id, struct store_game *g) {
  struct sql_query *q = sql_ask(s, "SELECT " GAME_COLS " FROM game g WHERE id=?", "t", id);

  memset(g, 0, sizeof *g);
  if (!q)
    return STORE_BROKEN;
  bool row = sql_next(s, q);
  if (row) {
    game_cols(s, q, g);
    g->setup = sql_text_dup(s, q, 28, NULL);
  }
  enum store_result r = sql_over(s, q);
  if (r)
    return r;
  if (!row)
    return STORE_NONE;

  return read_seats(s, g, true);
}

/* Everything that names the game, so that nothing is left of it. */
enum store_result store_game_delete(struct store *s, int64_t num) {
  enum store_result r = sql_change(s, "DELETE FROM entry WHERE game=?", "i", num);

  if (!r)
    r = sql_change(s, "DELETE FROM answer WHERE game=?", "i", num);
  if (!r)
    r = sql_change(s, "DELETE FROM chat WHERE game=?", "i", num);
  if (!r)
    r = sql_change(s, "DELETE FROM seat WHERE game=?", "i", num);
  if (!r)
    r = sql_change(s, "DELETE FROM note WHERE key='review/'||?", "i", num);

  return r ? r : sql_change(s, "DELETE FROM game WHERE num=?", "i", num);
}

/* ---- lists */
/* The statement is open while fn is called, so fn must not list games of this handle in the same
 * way. */
enum store_result store_games(struct store *s, enum store_list which, int64_t arg, int limit,
                              store_game_fn *fn, void *ctx) {
  struct sql_query *q = NULL;
  int64_t max = limit;

  switch (which) {
  case LIST_LOBBY:
    q = sql_ask(s,
                "SELECT " GAME_COLS
                " FROM game g WHERE listed=1 AND ended='' ORDER BY touched DESC LIMIT ?",
                "i", max);
    break;
  case LIST_ACCOUNT:
    q = sql_ask(s,
                "SELECT " GAME_COLS
                " FROM game g WHERE num IN (SELECT game FROM seat WHERE account=?1 "
                "UNION SELECT num FROM game WHERE account=?1)"
                " ORDER BY touched DESC LIMIT ?2",
                "ii", arg, max);
    break;
  case LIST_ALL:
    q = sql_ask(s, "SELECT " GAME_COLS " FROM game g WHERE num>? ORDER BY num LIMIT ?", "ii", arg,
                max);
    break;
  case LIST_DUE:
    q = sql_ask(s,
                "SELECT " GAME_COLS
                " FROM game g WHERE deadline>0 AND deadline<=? ORDER BY deadline LIMIT ?",
                "ii", arg, max);
    break;
  case LIST_SEATED:
    q = sql_ask(s,
                "SELECT " GAME_COLS
                " FROM game g WHERE ended='' AND touched<? AND num IN (SELECT game "
                "FROM seat WHERE kind=1 AND taken=1) ORDER BY touched LIMIT ?",
                "ii", arg, max);
    break;
  case LIST_UNBEGUN:
    q = sql_ask(s,
                "SELECT " GAME_COLS " FROM game g WHERE ended='' AND touched=created AND touched<? "
                "ORDER BY touched LIMIT ?",
                "ii", arg, max);
    break;
  case LIST_ENDED:
    q = sql_ask(s,
                "SELECT " GAME_COLS
                " FROM game g WHERE ended<>'' AND touched<? ORDER BY touched LIMIT ?",
                "ii", arg, max);
    break;
  }
  if (!q)
    return STORE_BROKEN;
  struct store_game g;
  while (sql_next(s, q)) {
    game_cols(s, q, &g);
    enum store_result r = read_seats(s, &g, false);
    if (r || !fn(ctx, &g))
      break;
  }

  return sql_over(s, q);
}
