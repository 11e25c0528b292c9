/* stats.c - see stats.h.
 *
 * Rows (store_row_*), a document for each game under its id: "stats GAME/SCENARIO" as the German
 * saw it, and "played #ACCOUNT" as the player did.
 */
#include "stats.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "http.h"
#include "rating.h"
#include "rowdoc.h"

/* The newest games up to these numbers count. */
enum { SCENARIO_ROWS = 500, PLAYER_ROWS = 1000, TALLIES = 200 };

/* ---- writing them down */

/* Won, drawn or lost, as a side sees it. */
static const char *result_of(const struct store_game *g, int side) {
  if (g->winner >= SAL_SIDES)
    return "drawn";
  return g->winner == side ? "won" : "lost";
}

/* The computer, or a program with an account. */
static bool is_program(struct store *s, const struct store_seat *seat) {
  if (seat->kind == SEAT_BOT)
    return true;
  return seat->account && rating_bot_owner(s, seat->account);
}

/* What both kinds of rows hold. The margin is the German's. */
static cJSON *document_of(struct store *s, const struct store_game *g, int side) {
  cJSON *doc = cJSON_CreateObject();
  bool bots = is_program(s, &g->seat[0]) || is_program(s, &g->seat[1]);
  bool open = g->listed || rating_is_rated(s, g->id);

  cJSON_AddStringToObject(doc, "game", g->game);
  cJSON_AddStringToObject(doc, "scenario", g->scenario);
  cJSON_AddStringToObject(doc, "side", sal_side_name[side]);
  cJSON_AddStringToObject(doc, "result", result_of(g, side));
  cJSON_AddBoolToObject(doc, "bots", bots);
  cJSON_AddBoolToObject(doc, "open", open);
  cJSON_AddNumberToObject(doc, "turn", g->turn);
  cJSON_AddNumberToObject(doc, "ms", (double)(now_wall() - g->created));
  if (g->margin.den) {
    double margin = (double)g->margin.num / g->margin.den;
    cJSON_AddNumberToObject(doc, "margin", side == SAL_GERMAN ? margin : -margin);
  }
  return doc;
}

static enum store_result put(struct store *s, const char *kind, const char *id, int64_t at,
                             cJSON *doc) {
  char *text = cJSON_PrintUnformatted(doc);
  enum store_result r = store_row_put(s, kind, id, at, text);
  cJSON_free(text);
  cJSON_Delete(doc);
  return r;
}

static void scenario_kind(char out[80], const struct store_game *g) {
  snprintf(out, 80, "stats %s/%s", g->game, g->scenario);
}

static void player_kind(char out[80], int64_t account) {
  snprintf(out, 80, "played #%lld", (long long)account);
}

/* One person on both sides plays against himself: that is no result of his. */
static bool has_result(const struct store_game *g, int side) {
  int64_t account = g->seat[side].account;
  return account && account != g->seat[sal_enemy(side)].account;
}

/* Was it the scenario as it stands: from its beginning, its own position, no handicap? */
static bool as_printed(struct store *s, const struct store_game *g) {
  struct store_game whole;

  if (g->roll0 < 0) /* a branch, a puzzle, or a journal that somebody brought */
    return false;
  bool printed = false;
  if (!store_game_read(s, g->id, &whole)) {
    cJSON *setup = cJSON_Parse(whole.setup ? whole.setup : "{}");
    printed = !doc_in(setup, "position") && doc_number(doc_in(setup, "options"), "handicap") == 0;
    cJSON_Delete(setup);
  }
  store_game_clear(&whole);
  return printed;
}

enum store_result stats_settle(struct store *s, const struct store_game *g) {
  char kind[80];

  if (!g->ended[0] || !strcmp(g->ended, "adjourned") || !as_printed(s, g))
    return STORE_OK;
  scenario_kind(kind, g);
  enum store_result r = store_row_read(s, kind, g->id, NULL, NULL);
  if (r != STORE_NONE) /* it is there already, or the store does not answer */
    return r;
  int64_t now = now_wall();
  r = put(s, kind, g->id, now, document_of(s, g, SAL_GERMAN));
  for (int side = 0; side < SAL_SIDES && !r; side++) {
    if (!has_result(g, side))
      continue;
    player_kind(kind, g->seat[side].account);
    r = put(s, kind, g->id, now, document_of(s, g, side));
  }

  return r;
}

/* Adds the luck of a side to a row that is there. */
static enum store_result add_luck(struct store *s, const char *kind, const char *id, double luck) {
  char *text;
  int64_t at;
  enum store_result r = store_row_read(s, kind, id, &at, &text);

  if (r)
    return r == STORE_NONE ? STORE_OK : r;
  cJSON *doc = cJSON_Parse(text);
  free(text);
  cJSON_DeleteItemFromObject(doc, "luck");
  cJSON_AddNumberToObject(doc, "luck", luck);
  return put(s, kind, id, at, doc);
}

enum store_result stats_reviewed(struct store *s, const struct store_game *g, const char *text) {
  cJSON *review = cJSON_Parse(text);
  const cJSON *totals = doc_in(review, "totals");
  enum store_result r = STORE_OK;
  char kind[80];

  if (totals && doc_true(review, "complete")) {
    scenario_kind(kind, g);
    r = add_luck(s, kind, g->id, doc_number(doc_in(totals, "german"), "luck"));
  }
  for (int side = 0; totals && side < SAL_SIDES && !r; side++) {
    if (!has_result(g, side) || !doc_true(review, "complete"))
      continue;
    player_kind(kind, g->seat[side].account);
    r = add_luck(s, kind, g->id, doc_number(doc_in(totals, sal_side_name[side]), "luck"));
  }
  cJSON_Delete(review);
  return r;
}

/* ---- adding them up */

/* The games of one line of the table. */
struct tally {
  char game[24], scenario[32], side[8];
  int won, drawn, lost;
  int margins, lucks; /* games that say something of these */
  double margin, luck;
  int turns;
  double *ms; /* how long each took */
  int nms, cap;
};
struct tallying {
  struct sal_json *j;
  struct store *s;
  const char *game;
  struct store_account account;
  bool own; /* the player himself asks */
  bool bots;
  struct tally tally[TALLIES];
  int n;
};

static void note_time(struct tally *t, double ms) {
  if (t->nms == t->cap) {
    t->cap = t->cap ? 2 * t->cap : 32;
    t->ms = realloc(t->ms, (size_t)t->cap * sizeof *t->ms);
    if (!t->ms)
      abort();
  }
  t->ms[t->nms++] = ms;
}

static void count_game(struct tally *t, const cJSON *doc) {
  const char *result = doc_text(doc, "result");

  t->won += !strcmp(result, "won");
  t->drawn += !strcmp(result, "drawn");
  t->lost += !strcmp(result, "lost");
  t->margins += doc_in(doc, "margin") != NULL;
  t->margin += doc_number(doc, "margin");
  t->lucks += doc_in(doc, "luck") != NULL;
  t->luck += doc_number(doc, "luck");
  t->turns += (int)doc_int(doc, "turn");
  note_time(t, doc_number(doc, "ms"));
}

static int by_size(const void *a, const void *b) {
  double x = *(const double *)a;
  double y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Two places are enough for what is printed. */
static void real(struct sal_json *j, const char *key, double v) {
  char text[40];
  int n = snprintf(text, sizeof text, "%.2f", v);
  sal_json_raw(j, key, text, (size_t)n);
}

/* Means where there is something to take them of; of times the middle one, because a game that
 * lay for a month says nothing of the others. */
static void tally_json(struct sal_json *j, struct tally *t) {
  int games = t->won + t->drawn + t->lost;

  sal_json_int(j, "games", games);
  sal_json_int(j, "won", t->won);
  sal_json_int(j, "drawn", t->drawn);
  sal_json_int(j, "lost", t->lost);
  if (t->margins)
    real(j, "margin", t->margin / t->margins);
  sal_json_int(j, "reviewed", t->lucks);
  if (t->lucks)
    real(j, "luck", t->luck / t->lucks);
  real(j, "turns", (double)t->turns / games);
  qsort(t->ms, (size_t)t->nms, sizeof *t->ms, by_size);
  sal_json_int(j, "seconds", llround(t->ms[t->nms / 2] / 1000));
}

/* ---- a game system's scenarios */
static bool scenario_row(void *ctx, const char *id, int64_t at, const char *text) {
  struct tallying *t = ctx;
  cJSON *doc = cJSON_Parse(text);

  (void)id;
  (void)at;
  if (doc_true(doc, "bots") == t->bots)
    count_game(&t->tally[0], doc);
  cJSON_Delete(doc);
  return true;
}

/* Games among people and games with a program are two lines. */
static void scenario_json(struct tallying *t, const char *scenario) {
  struct store_game g = {0};
  char kind[80];

  snprintf(g.game, sizeof g.game, "%s", t->game);
  snprintf(g.scenario, sizeof g.scenario, "%s", scenario);
  scenario_kind(kind, &g);
  for (int bots = 0; bots < 2; bots++) {
    t->bots = bots;
    t->tally[0] = (struct tally){0};
    store_rows(t->s, kind, SCENARIO_ROWS, scenario_row, t);
    if (t->tally[0].nms) {
      sal_json_object(t->j, NULL);
      sal_json_str(t->j, "scenario", scenario);
      sal_json_bool(t->j, "bots", bots);
      tally_json(t->j, &t->tally[0]);
      sal_json_end(t->j);
    }
    free(t->tally[0].ms);
  }
}

struct asking { /* a document in the making */
  struct tallying *t;
  const struct sal_book *outline;
};
static void game_json(void *ctx, struct sal_json *j) {
  struct asking *a = ctx;

  a->t->j = j;
  sal_json_object(j, NULL);
  sal_json_bool(j, "ok", true);
  sal_json_str(j, "game", a->t->game);
  sal_json_array(j, "scenarios");
  for (int i = 0; i < a->outline->nscenarios; i++)
    scenario_json(a->t, a->outline->scenarios[i].id);
  sal_json_end(j);
  sal_json_end(j);
}

static struct tallying *tallying_of(struct exchange *x) {
  struct tallying *t = calloc(1, sizeof *t);
  if (!t)
    abort();
  t->s = x->srv->reader;
  return t;
}

void stats_game(struct exchange *x, const struct call *c) {
  const struct sal_ruleset *rules = sal_ruleset_find(c->rest);
  struct fault f;

  if (!rules) {
    http_say(x, 404, FAULT_INPUT, "There is no such game.");
    return;
  }
  const struct sal_book *outline = library_outline(x->srv->lib, rules, &f);
  if (!outline) {
    http_fault(x, &f);
    return;
  }
  struct tallying *t = tallying_of(x);
  t->game = c->rest;
  struct asking a = {t, outline};
  http_reply(x, 200, "application/json", blob_json(game_json, &a));
  free(t);
}

/* ---- a player */

/* The line of this game's scenario and side; NULL: there are too many kinds. */
static struct tally *tally_of(struct tallying *t, const cJSON *doc) {
  const char *game = doc_text(doc, "game");
  const char *scenario = doc_text(doc, "scenario");
  const char *side = doc_text(doc, "side");

  for (int i = 0; i < t->n; i++) {
    struct tally *at = &t->tally[i];
    if (!strcmp(at->game, game) && !strcmp(at->scenario, scenario) && !strcmp(at->side, side))
      return at;
  }
  if (t->n == TALLIES)
    return NULL;
  struct tally *at = &t->tally[t->n++];
  *at = (struct tally){0};
  snprintf(at->game, sizeof at->game, "%s", game);
  snprintf(at->scenario, sizeof at->scenario, "%s", scenario);
  snprintf(at->side, sizeof at->side, "%s", side);
  return at;
}

/* Games played in private are the player's own business. */
static bool player_row(void *ctx, const char *id, int64_t at, const char *text) {
  struct tallying *t = ctx;
  cJSON *doc = cJSON_Parse(text);
  struct tally *line = t->own || doc_true(doc, "open") ? tally_of(t, doc) : NULL;

  (void)id;
  (void)at;
  if (line)
    count_game(line, doc);
  cJSON_Delete(doc);
  return true;
}

enum store_result stats_rows(struct store *s, int64_t account, int limit, store_row_fn *fn,
                             void *ctx) {
  char kind[80];
  player_kind(kind, account);
  return store_rows(s, kind, limit, fn, ctx);
}

static void player_json(void *ctx, struct sal_json *j) {
  struct tallying *t = ctx;

  t->n = 0;
  stats_rows(t->s, t->account.id, PLAYER_ROWS, player_row, t);
  sal_json_object(j, NULL);
  sal_json_bool(j, "ok", true);
  sal_json_str(j, "name", t->account.name);
  sal_json_bool(j, "all", t->own);
  sal_json_array(j, "played");
  for (int i = 0; i < t->n; i++) {
    struct tally *line = &t->tally[i];
    sal_json_object(j, NULL);
    sal_json_str(j, "game", line->game);
    sal_json_str(j, "scenario", line->scenario);
    sal_json_str(j, "side", line->side);
    tally_json(j, line);
    sal_json_end(j);
    free(line->ms);
  }
  sal_json_end(j);
  sal_json_end(j);
}

void stats_player(struct exchange *x, const struct call *c) {
  struct tallying *t = tallying_of(x);

  if (rating_account(t->s, c->rest, &t->account)) {
    http_say(x, 404, FAULT_INPUT, "There is no such player.");
  } else {
    t->own = x->account == t->account.id;
    http_reply(x, 200, "application/json", blob_json(player_json, t));
  }
  free(t);
}
