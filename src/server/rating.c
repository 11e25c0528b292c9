/* rating.c - see rating.h.
 *
 * Rows (store_row_*): "rated" has a document for each rated game, under its id; "rating people
 * GAME" and "rating bots GAME" one for each player; "history WHO" one for each rated game of a
 * player; "rated from" the networks the players came from, hashed; "pair" and "near" how often two
 * players, or one network, had a game counted lately.
 */
#include "rating.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "glicko.h"
#include "host/embedded.h"
#include "http.h"
#include "rowdoc.h"

/* Ratings grow uncertain by the week. Two players have four games a day counted, one network a
 * game a week. */
enum { DAY_MS = 86400000, PERIOD_DAYS = 7, PAIR_A_DAY = 4, NEAR_DAYS = 7 };
enum { SURE_DEVIATION = 110, SURE_GAMES = 5 }; /* before that a rating is provisional */
enum { LADDER_ROWS = 200, HISTORY_ROWS = 500 };

/* ---- what a side is worth */
/* The owner's file where --data has one, else the program's. malloc'd. */
static char *balance_text(const struct server *s) {
  char path[1024];
  char *text = NULL;
  size_t n = 0;

  snprintf(path, sizeof path, "%s/balance.tsv", s->config.data_dir ? s->config.data_dir : "");
  FILE *in = s->config.data_dir ? fopen(path, "r") : NULL;
  if (in) {
    ssize_t got = getdelim(&text, &n, 0, in);
    fclose(in);
    if (got > 0)
      return text;
    free(text);
  }
  for (const struct embedded_file *e = embedded_files; e->path; e++)
    if (!strcmp(e->path, "balance.tsv"))
      return strndup(e->text, e->size);

  return strdup("");
}

/* Rating points for a score: few games say little, so two even ones are added. */
static double points_of(double score, double games) {
  double share = (score + 2) / (games + 4);
  return 400 * log10(share / (1 - share));
}

double rating_edge(const struct server *s, const cJSON *setup) {
  const char *game = doc_text(setup, "game");
  const char *scenario = doc_text(setup, "scenario");
  double edge = 0;

  /* With a handicap both sides count as even. */
  if (doc_number(doc_in(setup, "options"), "handicap") != 0)
    return 0; /* a handicap is there to make the game even */
  char *text = balance_text(s);
  char *rest = text;
  /* A line that is not four words, such as a comment, is passed over; the last one counts. */
  for (char *line; (line = strsep(&rest, "\n"));) {
    char g[24];
    char sc[32];
    double score;
    double games;
    if (sscanf(line, "%23s %31s %lf %lf", g, sc, &score, &games) != 4)
      continue;
    if (!strcmp(g, game) && !strcmp(sc, scenario) && score >= 0 && score <= games)
      edge = points_of(score, games);
  }
  free(text);
  return edge;
}

/* ---- players */
void rating_who(const struct store_seat *seat, char who[RATING_WHO]) {
  who[0] = 0;
  if (seat->account)
    snprintf(who, RATING_WHO, "#%lld", (long long)seat->account);
  else if (seat->kind == SEAT_BOT)
    snprintf(who, RATING_WHO, "bot %s", seat->bot);
}

/* 0: the computer, or a guest. */
static int64_t account_in(const char *who) {
  return who[0] == '#' ? strtoll(who + 1, NULL, 10) : 0;
}

int64_t rating_bot_owner(struct store *s, int64_t account) {
  char key[32];
  int64_t owner = 0;
  snprintf(key, sizeof key, "#%lld", (long long)account);
  return store_row_read(s, "bot", key, &owner, NULL) ? 0 : owner;
}

/* Who stands behind a player: the owner of a bot, an account itself. */
static int64_t person_behind(struct store *s, const char *who) {
  int64_t account = account_in(who);
  int64_t owner = account ? rating_bot_owner(s, account) : 0;
  return owner ? owner : account;
}

/* The computer, or an account that somebody has declared. */
static bool is_bot(struct store *s, const char *who) {
  return !account_in(who) || rating_bot_owner(s, account_in(who));
}

bool rating_name(struct store *s, const char *who, char name[RATING_WHO]) {
  struct store_account a;
  int64_t account = account_in(who);

  if (!account)
    return snprintf(name, RATING_WHO, "%s", !strncmp(who, "bot ", 4) ? who + 4 : who) > 0;
  if (store_account_by_id(s, account, &a))
    return false;
  return snprintf(name, RATING_WHO, "%s", a.name) > 0;
}

/* ---- one player's rating in one game system */
/* A row of a ladder: the rating as of its last game, and how the games went. */
struct standing {
  struct glicko g;
  int64_t at; /* of the last rated game; 0: none */
  int won, drawn, lost;
};
/* Which ladder: the kind of the row. */
static void kind_of(char out[64], const char *game, bool bots) {
  snprintf(out, 64, "rating %s %.24s", bots ? "bots" : "people", game);
}

static struct standing standing_of(const cJSON *doc) {
  return (struct standing){.g = {.rating = doc_number(doc, "rating"),
                                 .deviation = doc_number(doc, "deviation"),
                                 .volatility = doc_number(doc, "volatility")},
                           .at = doc_int(doc, "at"),
                           .won = (int)doc_int(doc, "won"),
                           .drawn = (int)doc_int(doc, "drawn"),
                           .lost = (int)doc_int(doc, "lost")};
}

/* A player without a rating stands as a newcomer. */
static enum store_result read_standing(struct store *s, const char *kind, const char *who,
                                       struct standing *out) {
  char *text;

  *out = (struct standing){.g = glicko_new()};
  enum store_result r = store_row_read(s, kind, who, NULL, &text);
  if (r)
    return r == STORE_NONE ? STORE_OK : r;
  cJSON *doc = cJSON_Parse(text);
  if (doc)
    *out = standing_of(doc);
  cJSON_Delete(doc);
  free(text);
  return STORE_OK;
}

static int games_of(const struct standing *t) {
  return t->won + t->drawn + t->lost;
}

/* A clock that was set back makes nobody surer. */
static double periods_since(const struct standing *t, int64_t now) {
  if (!t->at || now < t->at)
    return 0;
  return (double)(now - t->at) / ((double)PERIOD_DAYS * DAY_MS);
}

static bool is_provisional(const struct standing *t, double deviation) {
  return deviation > SURE_DEVIATION || games_of(t) < SURE_GAMES;
}

/* On the writer's thread, in the transaction of the game's end. */
static enum store_result write_standing(struct store *s, const char *kind, const char *who,
                                        const struct standing *t) {
  cJSON *doc = cJSON_CreateObject();

  cJSON_AddNumberToObject(doc, "rating", t->g.rating);
  cJSON_AddNumberToObject(doc, "deviation", t->g.deviation);
  cJSON_AddNumberToObject(doc, "volatility", t->g.volatility);
  cJSON_AddNumberToObject(doc, "at", (double)t->at);
  cJSON_AddNumberToObject(doc, "won", t->won);
  cJSON_AddNumberToObject(doc, "drawn", t->drawn);
  cJSON_AddNumberToObject(doc, "lost", t->lost);
  char *text = cJSON_PrintUnformatted(doc);
  /* the order of the ladder: provisional players come last */
  int64_t order = llround(t->g.rating * 100);
  if (is_provisional(t, t->g.deviation))
    order -= 10000000;
  enum store_result r = store_row_put(s, kind, who, order, text);
  cJSON_free(text);
  cJSON_Delete(doc);
  return r;
}

/* As of now: the deviation has grown since the last game. */
enum store_result rating_read(struct store *s, const char *who, const char *game, bool bots,
                              struct rating_now *now) {
  char kind[64];
  struct standing t;

  kind_of(kind, game, bots);
  enum store_result r = read_standing(s, kind, who, &t);
  double deviation = glicko_aged(&t.g, periods_since(&t, now_wall()));
  *now = (struct rating_now){.rating = t.g.rating,
                             .deviation = deviation,
                             .games = games_of(&t),
                             .provisional = is_provisional(&t, deviation)};

  return r;
}

/* ---- before the game */
/* An error of the store counts as no, and the room asks again when it is read next. */
bool rating_is_rated(struct store *s, const char *game) {
  return store_row_read(s, "rated", game, NULL, NULL) == STORE_OK;
}

enum store_result rating_note(struct room *r) {
  enum store_result got = store_row_read(r->srv->reader, "rated", r->g.id, NULL, NULL);
  r->rated = got == STORE_OK;
  return got == STORE_NONE ? STORE_OK : got;
}

/* Each reason names the field, because the maker can change it. */
bool rating_may_begin(const struct server *s, const struct store_game *g, const cJSON *setup,
                      struct fault *f) {
  bool clock = g->clock.mode == CLOCK_CLAIM || g->clock.mode == CLOCK_LOSE;
  bool people = false;

  (void)s;
  for (int side = 0; side < 2; side++) {
    const struct store_seat *seat = &g->seat[side];
    people = people || seat->kind != SEAT_BOT;
    if (seat->kind == SEAT_HOTSEAT)
      return fault_at(f, "rated", "a hot seat is nobody's: such a game cannot be rated");
    if (seat->kind == SEAT_ME && !seat->account)
      return fault_at(f, "rated", "needs an account: sign in first");
  }
  if (g->seat[0].account && g->seat[0].account == g->seat[1].account)
    return fault_at(f, "rated", "nobody is rated for a game against himself");
  if (g->typed || doc_in(setup, "position"))
    return fault_at(f, "rated", "needs the scenario's own position and the server's dice");
  if (people && !clock)
    return fault_at(f, "rated", "needs a clock, and timeout claim or lose: a game must end");

  return true;
}

/* Guests take no seat of a rated game, and nobody takes both. */
bool rating_may_sit(const struct room *r, int side, int64_t account, struct fault *f) {
  if (!r->rated)
    return true;
  if (!account)
    return fault_say(f, FAULT_SEAT, "This game is rated: sign in to take the seat.");
  if (r->g.seat[sal_enemy(side)].account == account)
    return fault_say(f, FAULT_SEAT, "This game is rated: nobody plays it against himself.");
  return true;
}

/* The edge is kept with the game: a changed balance file does not change a game under way. */
enum store_result rating_begin(struct store *s, const struct store_game *g, double edge) {
  cJSON *doc = cJSON_CreateObject();

  cJSON_AddNumberToObject(doc, "edge", edge);
  for (int side = 0; side < 2; side++) /* a bot that fails is replaced, and still answers for it */
    if (g->seat[side].kind == SEAT_BOT)
      cJSON_AddStringToObject(doc, sal_side_name[side], g->seat[side].bot);
  char *text = cJSON_PrintUnformatted(doc);
  enum store_result r = store_row_put(s, "rated", g->id, g->created, text);
  cJSON_free(text);
  cJSON_Delete(doc);
  return r;
}

/* ---- where the players are */
/* What is kept of an address is its network, hashed with the server's salt. */
struct coming {
  char key[STORE_ID + 16], from[65];
};
static enum store_result write_coming(struct store *s, void *arg) {
  const struct coming *c = arg;
  return store_row_put(s, "rated from", c->key, now_wall(), c->from);
}

static void free_coming(void *arg, enum store_result got, const char *why) {
  (void)got;
  (void)why;
  free(arg);
}

/* Called when a seat is taken or used; the last network counts. */
void rating_came(struct room *r, int side, const char *address) {
  struct server *s = r->srv;
  char network[LIMIT_WHO];
  uint8_t hash[SECRET_HASH];

  if (!r->rated || side >= SAL_SIDES || limits_exempt(s->limits, address))
    return;
  struct coming *c = calloc(1, sizeof *c);
  if (!c)
    abort();
  limits_network(address, network);
  secret_hash(s->salt, network, hash);
  secret_hex(hash, sizeof hash, c->from);
  snprintf(c->key, sizeof c->key, "%s %d", r->g.id, side);
  writer_submit(s->writer, write_coming, free_coming, c);
}

/* The network that both came from last; "": two, or not known. malloc'd or NULL. */
static char *same_network(struct store *s, const char *game) {
  char key[STORE_ID + 16];
  char *from[2] = {NULL, NULL};

  for (int side = 0; side < 2; side++) {
    snprintf(key, sizeof key, "%s %d", game, side);
    store_row_read(s, "rated from", key, NULL, &from[side]);
  }
  bool same = from[0] && from[1] && !strcmp(from[0], from[1]);
  free(from[1]);
  if (same)
    return from[0];
  free(from[0]);
  return NULL;
}

/* ---- what does not count */
/* One rated game at its end. s is the writer's store: nothing here runs on the loop. */
struct settling {
  struct store *s;
  const struct store_game *g;
  char who[2][RATING_WHO];
  bool bots;
  int64_t now;
  double edge;
};
/* Two players may have a few games counted a day. Counted by day; a game that does not count
 * takes nothing. */
static enum store_result take_pair(struct settling *t, bool *counts) {
  char key[2 * RATING_WHO + 32];
  char *text = NULL;
  bool first = strcmp(t->who[0], t->who[1]) < 0;
  int64_t day = t->now / DAY_MS;
  int64_t had = 0;
  int64_t n = 0;

  snprintf(key, sizeof key, "%s, %s, %s", t->g->game, t->who[first ? 0 : 1], t->who[first ? 1 : 0]);
  enum store_result r = store_row_read(t->s, "pair", key, &n, &text);
  if (!r && n == day)
    had = strtoll(text, NULL, 10);
  free(text);
  *counts = had < PAIR_A_DAY;
  char count[24];
  snprintf(count, sizeof count, "%lld", (long long)had + 1);
  if (r && r != STORE_NONE)
    return r;

  return *counts ? store_row_put(t->s, "pair", key, day, count) : STORE_OK;
}

/* Players of one network: one game a week, whatever their names. */
static enum store_result take_network(struct settling *t, bool *counts) {
  char *network = same_network(t->s, t->g->id);
  int64_t last = 0;

  *counts = true;
  if (!network)
    return STORE_OK;
  enum store_result r = store_row_read(t->s, "near", network, &last, NULL);
  *counts = r == STORE_NONE || t->now - last >= (int64_t)NEAR_DAYS * DAY_MS;
  if (r == STORE_NONE)
    r = STORE_OK;
  if (!r && *counts)
    r = store_row_put(t->s, "near", network, t->now, "");
  free(network);
  return r;
}

/* NULL: it counts. Otherwise the reason, as the players read it. */
static const char *reason_against(struct settling *t, enum store_result *r) {
  bool counts = true;
  int64_t person[2] = {person_behind(t->s, t->who[0]), person_behind(t->s, t->who[1])};

  if (!strcmp(t->g->ended, "full"))
    return "The game ended because its journal was full.";
  if (!t->who[0][0] || !t->who[1][0])
    return "A seat has no account.";
  if (person[0] && person[0] == person[1])
    return "Both seats belong to one person.";
  if (!strcmp(t->who[0], t->who[1]))
    return "The computer played against itself.";
  *r = take_network(t, &counts);
  if (!counts)
    return "Both players came from one address, which has had its rated game this week.";
  if (!*r)
    *r = take_pair(t, &counts);

  return counts ? NULL : "These two have had their rated games today.";
}

/* ---- the end */
/* 1, a half, or 0. */
static double score_of(const struct store_game *g, int side) {
  if (g->winner >= SAL_SIDES)
    return 0.5;
  return g->winner == side ? 1 : 0;
}

static void count_result(struct standing *t, double score) {
  t->won += score > 0.75;
  t->lost += score < 0.25;
  t->drawn += score >= 0.25 && score <= 0.75;
}

/* Under the game's id, so a second time changes nothing. */
static enum store_result write_history(struct settling *t, int side, const struct standing *now,
                                       double before) {
  char kind[RATING_WHO + 16];
  cJSON *doc = cJSON_CreateObject();

  snprintf(kind, sizeof kind, "history %s", t->who[side]);
  cJSON_AddStringToObject(doc, "game", t->g->game);
  cJSON_AddStringToObject(doc, "scenario", t->g->scenario);
  cJSON_AddBoolToObject(doc, "bots", t->bots);
  cJSON_AddStringToObject(doc, "side", sal_side_name[side]);
  cJSON_AddStringToObject(doc, "foe", t->who[sal_enemy(side)]);
  cJSON_AddNumberToObject(doc, "score", score_of(t->g, side));
  cJSON_AddNumberToObject(doc, "before", before);
  cJSON_AddNumberToObject(doc, "rating", now->g.rating);
  cJSON_AddNumberToObject(doc, "deviation", now->g.deviation);
  char *text = cJSON_PrintUnformatted(doc);
  enum store_result r = store_row_put(t->s, kind, t->g->id, t->now, text);
  cJSON_free(text);
  cJSON_Delete(doc);
  return r;
}

/* Both against what the other was before the game. */
static enum store_result rate(struct settling *t, cJSON *doc) {
  char kind[64];
  struct standing was[2];
  enum store_result r = STORE_OK;

  kind_of(kind, t->g->game, t->bots);
  for (int side = 0; side < 2 && !r; side++) {
    r = read_standing(t->s, kind, t->who[side], &was[side]);
    was[side].g.deviation = glicko_aged(&was[side].g, periods_since(&was[side], t->now));
  }
  cJSON *moved = cJSON_CreateObject();
  cJSON_AddItemToObject(doc, "moved", moved);
  for (int side = 0; side < 2 && !r; side++) {
    struct standing now = was[side];
    struct glicko_game game = {.foe = was[sal_enemy(side)].g,
                               .edge = side == SAL_GERMAN ? t->edge : -t->edge,
                               .score = score_of(t->g, side)};
    glicko_update(&now.g, &game, 1, 0);
    now.at = t->now;
    count_result(&now, game.score);
    r = write_standing(t->s, kind, t->who[side], &now);
    if (!r)
      r = write_history(t, side, &now, was[side].g.rating);
    cJSON *own = cJSON_CreateObject();
    cJSON_AddItemToObject(moved, sal_side_name[side], own);
    cJSON_AddNumberToObject(own, "from", round(was[side].g.rating));
    cJSON_AddNumberToObject(own, "to", round(now.g.rating));
  }

  return r;
}

/* A computer that failed and was replaced still answers for the game. */
static void settle_who(struct settling *t, const cJSON *doc) {
  for (int side = 0; side < 2; side++) {
    const char *bot = doc_text(doc, sal_side_name[side]);
    if (bot[0])
      snprintf(t->who[side], RATING_WHO, "bot %s", bot);
    else
      rating_who(&t->g->seat[side], t->who[side]);
  }
}

enum store_result rating_settle(struct store *s, const struct store_game *g) {
  char *text;
  int64_t begun;

  if (!g->ended[0] || !strcmp(g->ended, "adjourned"))
    return STORE_OK;
  enum store_result r = store_row_read(s, "rated", g->id, &begun, &text);
  if (r)
    return r == STORE_NONE ? STORE_OK : r;
  cJSON *doc = cJSON_Parse(text);
  free(text);
  if (!doc || doc_in(doc, "done")) {
    cJSON_Delete(doc);
    return STORE_OK;
  }
  /* Two nodes must not read the same standing, and each write its own. */
  r = store_alone(s, "ratings");
  struct settling t = {.s = s, .g = g, .now = now_wall(), .edge = doc_number(doc, "edge")};
  settle_who(&t, doc);
  t.bots = is_bot(s, t.who[0]) || is_bot(s, t.who[1]);

  /* "done" is written whatever the result, so that it is settled once. */
  const char *why = r ? NULL : reason_against(&t, &r);
  cJSON_AddBoolToObject(doc, "done", true);
  if (why)
    cJSON_AddStringToObject(doc, "why", why);
  else if (!r)
    r = rate(&t, doc);
  text = cJSON_PrintUnformatted(doc);
  if (!r)
    r = store_row_put(s, "rated", g->id, begun, text);
  cJSON_free(text);
  cJSON_Delete(doc);
  return r;
}

/* ---- showing */
/* Before the end it says only that the game is rated. */
void rating_game_json(struct store *s, const char *game, struct sal_json *j, const char *key) {
  char *text;

  if (store_row_read(s, "rated", game, NULL, &text))
    return;
  cJSON *doc = cJSON_Parse(text);
  free(text);
  sal_json_object(j, key);
  sal_json_bool(j, "counted", doc_in(doc, "moved") != NULL);
  if (doc_in(doc, "why"))
    sal_json_str(j, "why", doc_text(doc, "why"));
  for (int side = 0; side < 2 && doc_in(doc, "moved"); side++) {
    const cJSON *own = doc_in(doc_in(doc, "moved"), sal_side_name[side]);
    sal_json_object(j, sal_side_name[side]);
    sal_json_int(j, "from", doc_int(own, "from"));
    sal_json_int(j, "to", doc_int(own, "to"));
    sal_json_end(j);
  }
  sal_json_end(j);
  cJSON_Delete(doc);
}

/* Handed through the store's rows while a document is made. */
struct writing {
  struct store *s;
  struct sal_json *j;
  const char *game;
  struct store_account account;
};
static void standing_json(struct sal_json *j, const struct standing *t) {
  double deviation = glicko_aged(&t->g, periods_since(t, now_wall()));

  sal_json_int(j, "rating", llround(t->g.rating));
  sal_json_int(j, "deviation", llround(deviation));
  sal_json_bool(j, "provisional", is_provisional(t, deviation));
  sal_json_int(j, "won", t->won);
  sal_json_int(j, "drawn", t->drawn);
  sal_json_int(j, "lost", t->lost);
}

/* An account that is gone has left the ladder. */
static bool ladder_row(void *ctx, const char *who, int64_t n, const char *text) {
  struct writing *w = ctx;
  char name[RATING_WHO];

  (void)n;
  if (!rating_name(w->s, who, name))
    return true;
  cJSON *doc = cJSON_Parse(text);
  struct standing t = standing_of(doc);
  cJSON_Delete(doc);
  sal_json_object(w->j, NULL);
  sal_json_str(w->j, "name", name);
  sal_json_str(w->j, "kind", account_in(who) ? is_bot(w->s, who) ? "bot" : "person" : "computer");
  standing_json(w->j, &t);
  sal_json_end(w->j);
  return true;
}

static void ladder_json(void *ctx, struct sal_json *j) {
  struct writing *w = ctx;
  char kind[64];

  w->j = j;
  sal_json_object(j, NULL);
  sal_json_bool(j, "ok", true);
  sal_json_str(j, "game", w->game);
  for (int bots = 0; bots < 2; bots++) {
    kind_of(kind, w->game, bots);
    sal_json_array(j, bots ? "bots" : "people");
    store_rows(w->s, kind, LADDER_ROWS, ladder_row, w);
    sal_json_end(j);
  }
  sal_json_end(j);
}

/* Both ladders of a game system, for anybody. */
void rating_ladder(struct exchange *x, const struct call *c) {
  struct writing w = {.s = x->srv->reader, .game = c->rest};
  if (!sal_ruleset_find(c->rest))
    http_say(x, 404, FAULT_INPUT, "There is no such game.");
  else
    http_reply(x, 200, "application/json", blob_json(ladder_json, &w));
}

/* One player: where he stands in every game system, and how he came there. */
static void standings_json(struct writing *w, const char *who) {
  sal_json_array(w->j, "ratings");
  for (int i = 0; sal_rulesets[i]; i++) {
    for (int bots = 0; bots < 2; bots++) {
      char kind[64];
      struct standing t;
      kind_of(kind, sal_rulesets[i]->id, bots);
      if (read_standing(w->s, kind, who, &t) || !t.at)
        continue;
      sal_json_object(w->j, NULL);
      sal_json_str(w->j, "game", sal_rulesets[i]->id);
      sal_json_bool(w->j, "bots", bots);
      standing_json(w->j, &t);
      sal_json_end(w->j);
    }
  }
  sal_json_end(w->j);
}

/* The foe's name is today's, or empty when the account is gone. */
static bool history_row(void *ctx, const char *id, int64_t at, const char *text) {
  struct writing *w = ctx;
  char foe[RATING_WHO] = "";
  cJSON *doc = cJSON_Parse(text);

  rating_name(w->s, doc_text(doc, "foe"), foe);
  sal_json_object(w->j, NULL);
  sal_json_str(w->j, "id", id);
  sal_json_int(w->j, "at", at);
  sal_json_str(w->j, "game", doc_text(doc, "game"));
  sal_json_str(w->j, "scenario", doc_text(doc, "scenario"));
  sal_json_bool(w->j, "bots", doc_true(doc, "bots"));
  sal_json_str(w->j, "side", doc_text(doc, "side"));
  sal_json_str(w->j, "foe", foe);
  double score = doc_number(doc, "score");
  const char *lost_or_drawn = score < 0.25 ? "lost" : "drawn";
  sal_json_str(w->j, "result", score > 0.75 ? "won" : lost_or_drawn);
  sal_json_int(w->j, "before", llround(doc_number(doc, "before")));
  sal_json_int(w->j, "rating", llround(doc_number(doc, "rating")));
  sal_json_int(w->j, "deviation", llround(doc_number(doc, "deviation")));
  sal_json_end(w->j);
  cJSON_Delete(doc);
  return true;
}

static void player_json(void *ctx, struct sal_json *j) {
  struct writing *w = ctx;
  char who[RATING_WHO];
  char kind[RATING_WHO + 16];

  w->j = j;
  struct store_seat seat = {.account = w->account.id};
  rating_who(&seat, who);
  snprintf(kind, sizeof kind, "history %s", who);
  sal_json_object(j, NULL);
  sal_json_bool(j, "ok", true);
  sal_json_str(j, "name", w->account.name);
  sal_json_str(j, "kind", is_bot(w->s, who) ? "bot" : "person");
  standings_json(w, who);
  sal_json_array(j, "history");
  store_rows(w->s, kind, HISTORY_ROWS, history_row, w);
  sal_json_end(j);
  sal_json_end(j);
}

/* Found by the name in any case, as at the sign-in. */
enum store_result rating_account(struct store *s, const char *name, struct store_account *out) {
  char fold[STORE_NAME];

  snprintf(fold, sizeof fold, "%.39s", name);
  for (char *p = fold; *p; p++)
    if (*p >= 'A' && *p <= 'Z')
      *p = (char)(*p + 32);
  return store_account_read(s, fold, out);
}

void rating_player(struct exchange *x, const struct call *c) {
  struct writing w = {.s = x->srv->reader};

  if (rating_account(w.s, c->rest, &w.account))
    http_say(x, 404, FAULT_INPUT, "There is no such player.");
  else
    http_reply(x, 200, "application/json", blob_json(player_json, &w));
}
