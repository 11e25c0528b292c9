/* engine.c - the commands of contract 3.
 *
 * Each command is two functions: one that reads the request and does what it asks (or fails, with
 * nothing changed), and one that writes the answer. The writer may run twice, when the first buffer
 * was too small, so it changes nothing.
 */
#include "engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "books.h"
#include "folder.h"
#include "position.h"

enum { MAX_ACTIONS = SAL_MAX_LIST };

struct engine {
  struct library *lib;
  struct desk *desk;
  struct game *game;
  int seat; /* whose question it is: SAL_NOSIDE = anybody's, the side is in the line */
  char *out;
  size_t cap;
  atomic_bool stop;
  /* the request being answered */
  const cJSON *doc;
  int side;
  bool many;
  uint32_t naction, done, undone;
  struct sal_action action[MAX_ACTIONS];
  struct fault stopped; /* why `do` with a list went no further */
  sal_unit unit;
  int overlay;
  uint16_t arg[3];
  int64_t since;
  char *text; /* a journal copy or imported actions */
  size_t ntext;
  const struct sal_book *book; /* that the request names */
  const char *name;            /* of a guide, and its game */
  const char *of;
  struct game *past;                 /* the game as it was, replayed for one answer */
  const struct sal_thinker *thinker; /* NULL: nobody answers `think` */
  void *minds;                       /* the thinker's */
  struct sal_answer answer;
};

/* The thinker keeps what it worked out about a game; another game makes that worthless. */
static void forget(struct engine *e) {
  if (e->thinker)
    e->thinker->forget(e->minds);
}

struct command {
  const char *name;
  const char *const *fields; /* besides cmd, id and v */
  bool plays;                /* needs a game */
  bool begins;               /* puts another game on, or shows one whole: not at a seat */
  bool (*take)(struct engine *, struct fault *);
  void (*write)(struct engine *, struct sal_json *);
  /* instead of write: a question whose answer may be a refusal */
  bool (*ask)(struct engine *, struct sal_json *, struct fault *);
};
#define FIELDS(...)                                                                                \
  (const char *const[]) {                                                                          \
    "cmd", "id", "v", __VA_ARGS__ __VA_OPT__(, ) NULL                                              \
  }

/* ---- reading what several commands share */
static bool take_side(struct engine *e, bool deciding, struct fault *f) {
  const char *text = NULL;
  bool seated = e->seat != SAL_NOSIDE;

  if (!input_text(e->doc, "", "side", !seated, &text, f))
    return false;
  e->side = text ? sal_side_parse(text) : e->seat;
  if (e->side == SAL_NOSIDE)
    return fault_at(f, "side", "must be german, soviet or all");
  if (seated && e->side != e->seat)
    return fault_say(f, FAULT_SEAT, "This seat is not that side's.");
  if (deciding && e->side >= SAL_SIDES)
    return fault_say(f, FAULT_SEAT, "Only the two sides decide.");

  return true;
}

/* A list of actions. All are read before the first is done, so a typing error costs nothing. */
static bool take_actions(struct engine *e, struct fault *f) {
  const cJSON *list = NULL;

  if (!input_array(e->doc, "", "actions", true, &list, f))
    return false;
  e->naction = 0;
  for (const cJSON *c = list->child; c; c = c->next) {
    char at[32];
    snprintf(at, sizeof at, "actions[%u]", e->naction);
    if (e->naction == MAX_ACTIONS)
      return fault_at(f, "actions", "more than %d actions", MAX_ACTIONS);
    if (!cJSON_IsString(c))
      return fault_at(f, at, "must be a text");
    if (!game_parse(e->game, c->valuestring, at, &e->action[e->naction++], f))
      return false;
  }

  return true;
}

/* The one action of a request. */
static bool take_action(struct engine *e, struct fault *f) {
  const char *text = NULL;
  e->naction = 1;
  return input_text(e->doc, "", "action", true, &text, f) &&
         game_parse(e->game, text, "action", &e->action[0], f);
}

/* Views are asked for by side. */
static bool take_view(struct engine *e, struct fault *f) {
  return take_side(e, false, f);
}

/* How things stand afterwards: a hash to compare, who is to move, whether it is over. */
static void write_standing(struct engine *e, struct sal_json *j, int viewer) {
  sal_json_hash(j, "hash", game_hash(e->game, viewer));
  game_to_move_json(e->game, j, "to_move");
  sal_json_bool(j, "over", game_actors(e->game) == 0);
}

static bool no_game(struct fault *f) {
  return fault_say(f, FAULT_STATE, "There is no game yet: begin with `new` or `load`.");
}

/* For commands whose answer is that they worked. */
static void write_nothing(struct engine *e, struct sal_json *j) {
  (void)e, (void)j;
}

/* ---- hello, new, load, save */
static bool ask_hello(struct engine *e, struct sal_json *j, struct fault *f) {
  sal_json_int(j, "v", 1);
  sal_json_str(j, "version", SALIENT_VERSION);
  return library_games_json(e->lib, j, "games", true, f); /* a bad --data folder shows here */
}

/* Dice that the client gives in advance, for tests and for real dice at a table. */
static bool take_tokens(const cJSON *list, char (**out)[SAL_TOKEN], uint32_t *n, struct fault *f) {
  int count = list ? cJSON_GetArraySize(list) : 0;
  int i = 0;

  if (count > GAME_TOKENS)
    return fault_at(f, "dice", "more than %d tokens", GAME_TOKENS);
  *out = calloc((size_t)count + 1, sizeof **out);
  if (!*out)
    abort();
  *n = (uint32_t)count;
  for (const cJSON *c = list ? list->child : NULL; c; c = c->next, i++) {
    char at[32];
    snprintf(at, sizeof at, "dice[%d]", i);
    if (!input_token(c, at, (*out)[i], f))
      return false;
  }

  return true;
}

/* What the request does not say, its position may. */
static bool take_extra(struct game_start *s, const char **game, const char **scenario,
                       const cJSON **dice, struct fault *f) {
  struct position_extra x;

  if (!position_extra(s->position, &x, f))
    return false;
  bool other_game = *game && x.game && strcmp(*game, x.game);
  if (other_game)
    return fault_at(f, "position.game", "the position is of %.30s", x.game);
  bool other_scenario = *scenario && x.scenario && strcmp(*scenario, x.scenario);
  if (other_scenario)
    return fault_at(f, "position.scenario", "the position is of %.30s", x.scenario);

  if (!*game)
    *game = x.game;
  if (!*scenario)
    *scenario = x.scenario;
  if (!s->options)
    s->options = x.options;
  if (!*dice)
    *dice = x.dice;

  return true;
}

/* Begins a game. The game in play is given up only when the new one stands. */
static bool take_new(struct engine *e, struct fault *f) {
  struct game_start s = {0};
  const char *game = NULL;
  const char *scenario = NULL;
  const cJSON *dice = NULL;
  const cJSON *position = NULL;
  int64_t seed = -1;

  if (!input_text(e->doc, "", "game", false, &game, f) ||
      !input_text(e->doc, "", "scenario", false, &scenario, f) ||
      !input_int(e->doc, "", "seed", false, 0, 9007199254740992, &seed, f) ||
      !input_object(e->doc, "", "options", false, &s.options, f) ||
      !input_object(e->doc, "", "position", false, &position, f) ||
      !input_array(e->doc, "", "dice", false, &dice, f) ||
      !input_bool(e->doc, "", "strict_dice", false, &s.strict_dice, f))
    return false;
  s.position = position;
  if (position && !take_extra(&s, &game, &scenario, &dice, f))
    return false;
  if (!game)
    return fault_at(f, "game", "is missing");
  if (!(s.rules = sal_ruleset_find(game)))
    return fault_at(f, "game", "there is no game %.40s", game);
  if (!scenario)
    return fault_at(f, "scenario", "is missing");
  if (seed < 0 && !s.strict_dice)
    return fault_at(f, "seed", "is missing");
  s.scenario = scenario;
  s.seed = seed < 0 ? 0 : (uint64_t)seed;
  char(*tokens)[SAL_TOKEN] = NULL;
  struct game *g = NULL;
  if (take_tokens(dice, &tokens, &s.ndice, f)) {
    s.dice = (const char(*)[SAL_TOKEN])tokens;
    g = game_new(e->lib, e->desk, &s, f);
  }
  free(tokens);
  if (!g)
    return false;
  game_free(e->game);
  forget(e);
  e->game = g;
  return true;
}

static void write_new(struct engine *e, struct sal_json *j) {
  write_standing(e, j, SAL_ALL);
}

/* The journal's game instead of the one that was on. */
static bool put_on(struct engine *e, const char *journal, size_t n, uint64_t seed,
                   struct fault *f) {
  bool torn;
  struct game *g = game_load(e->lib, e->desk, journal, n, seed, false, &torn, f);

  if (!g)
    return false;
  game_free(e->game);
  forget(e);
  e->game = g;
  return true;
}

/* Goes on with a journal. */
static bool take_load(struct engine *e, struct fault *f) {
  const char *text = NULL;
  int64_t seed = 0;

  if (!input_text(e->doc, "", "journal", true, &text, f) ||
      !input_int(e->doc, "", "seed", false, 0, 9007199254740992, &seed, f))
    return false;

  return put_on(e, text, strlen(text), (uint64_t)seed, f);
}

/* A loaded game says how many lines it has, so that the client sees all arrived. */
static void write_load(struct engine *e, struct sal_json *j) {
  write_standing(e, j, SAL_ALL);
  sal_json_int(j, "line", game_lines(e->game));
}

/* The journal: whole for the referee, for a side only what it may know. */
static bool take_save(struct engine *e, struct fault *f) {
  bool seated = e->seat != SAL_NOSIDE;
  bool asks_for_side = seated || cJSON_HasObjectItem(e->doc, "side");

  e->side = SAL_ALL;
  if (asks_for_side && !take_side(e, false, f))
    return false;
  if (e->side != SAL_ALL)
    e->text = game_journal_for(e->game, e->side, &e->ntext);

  return true;
}

static void write_save(struct engine *e, struct sal_json *j) {
  size_t n;
  sal_json_str(j, "journal", e->text ? e->text : game_journal(e->game, &n));
}

/* ---- looking */
static bool take_nothing(struct engine *e, struct fault *f) {
  return (void)e, (void)f, true;
}

/* The game's own board, or that of any scenario. */
static bool take_board(struct engine *e, struct fault *f) {
  const char *game = NULL;
  const char *scenario = NULL;

  e->book = NULL;
  if (!input_text(e->doc, "", "game", false, &game, f) ||
      !input_text(e->doc, "", "scenario", game != NULL, &scenario, f))
    return false;
  if (game)
    e->book = books_scenario(e->lib, game, scenario, f);
  else if (e->game)
    e->book = game_book(e->game);
  else
    return no_game(f);

  return e->book != NULL;
}

static void write_board(struct engine *e, struct sal_json *j) {
  sal_board_json(j, "board", e->book);
}

/* The game as it was when the side had been told of `at` events, or before a line of its journal.
 * Lines tell what a seat may not know. */
static bool take_past(struct engine *e, struct fault *f) {
  struct journal_report report;
  int64_t at = UINT32_MAX;
  int64_t line = 0;
  size_t n;

  if (!take_side(e, false, f) || !input_int(e->doc, "", "at", false, 0, UINT32_MAX, &at, f) ||
      !input_int(e->doc, "", "line", false, 1, UINT32_MAX, &line, f))
    return false;
  if (line && e->seat != SAL_NOSIDE)
    return fault_at(f, "line", "a seat cannot ask for a line of the journal");
  if (!line && !cJSON_HasObjectItem(e->doc, "at"))
    return true;
  const char *journal = game_journal(e->game, &n);
  struct game_moment moment = {.viewer = e->side, .seq = (uint32_t)at, .line = (uint32_t)line};
  e->past = game_until(e->lib, e->desk, journal, n, &moment, &report);
  if (!e->past)
    return fault_say(f, FAULT_STATE, "The game cannot be replayed: %.200s.", report.text);

  return true;
}

static void write_view(struct engine *e, struct sal_json *j) {
  game_view_json(e->past ? e->past : e->game, j, "view", e->side);
}

/* A journal of its own, to go on from there. */
static void write_branch(struct engine *e, struct sal_json *j) {
  size_t n;
  sal_json_str(j, "journal", game_journal(e->past ? e->past : e->game, &n));
}

/* ---- the books */
static bool take_rules(struct engine *e, struct fault *f) {
  const char *game = NULL;
  if (!input_text(e->doc, "", "game", true, &game, f))
    return false;
  e->book = books_find(e->lib, game, false, f);
  return e->book != NULL;
}

static void write_rules(struct engine *e, struct sal_json *j) {
  books_rules_json(j, e->book);
}

/* Sources need the whole book, because every counter names its own. */
static bool take_sources(struct engine *e, struct fault *f) {
  const char *game = NULL;
  if (!input_text(e->doc, "", "game", true, &game, f))
    return false;
  e->book = books_find(e->lib, game, true, f);
  return e->book != NULL;
}

static void write_sources(struct engine *e, struct sal_json *j) {
  books_sources_json(j, e->book);
}

/* Names are taken as they are: an unknown guide is an empty one. */
static bool take_guide(struct engine *e, struct fault *f) {
  return input_text(e->doc, "", "game", true, &e->of, f) &&
         input_text(e->doc, "", "name", true, &e->name, f);
}

static void write_guide(struct engine *e, struct sal_json *j) {
  books_guide_json(j, e->lib, e->of, e->name);
}

/* ---- where the game stands */
static void write_actions(struct engine *e, struct sal_json *j) {
  game_prompt_json(e->game, j, e->side);
}

static void write_result(struct engine *e, struct sal_json *j) {
  game_result_json(e->game, j, "result");
}

/* Events from a number on; a client that lost its connection asks for what it missed. */
static bool take_events(struct engine *e, struct fault *f) {
  e->since = 0;
  return take_side(e, false, f) &&
         input_int(e->doc, "", "since", false, 0, UINT32_MAX, &e->since, f);
}

static void write_events(struct engine *e, struct sal_json *j) {
  game_events_json(e->game, j, "events", e->side, (uint32_t)e->since);
}

/* ---- deciding */
static bool take_do(struct engine *e, struct fault *f) {
  e->many = cJSON_HasObjectItem(e->doc, "actions");
  bool one = cJSON_HasObjectItem(e->doc, "action");

  if (e->many && one)
    return fault_at(f, "actions", "give `action` or `actions`, not both");
  if (!take_side(e, true, f))
    return false;
  bool read = e->many ? take_actions(e, f) : take_action(e, f);
  if (!read)
    return false;
  if (!e->many)
    return game_do(e->game, e->side, e->action[0], f);

  e->done = game_do_all(e->game, e->side, e->action, e->naction, &e->stopped);
  bool by_rule = e->stopped.code == FAULT_NONE || e->stopped.code == FAULT_REFUSED;
  if (e->done || by_rule)
    return true;
  *f = e->stopped; /* nothing was done, and not for a rule's sake */

  return false;
}

/* What happened, and for a list where it stopped and why. */
static void write_do(struct engine *e, struct sal_json *j) {
  game_news_json(e->game, j, e->side);
  if (e->many) {
    sal_json_int(j, "done", e->done);
    if (e->done < e->naction && e->stopped.code != FAULT_NONE)
      fault_json(j, "stopped", &e->stopped);
  }
  write_standing(e, j, e->side);
}

/* Asks whether an action is legal without doing it. The refusal is the answer. */
static bool take_why(struct engine *e, struct fault *f) {
  return take_side(e, true, f) && take_action(e, f) &&
         game_check(e->game, e->side, e->action[0], f);
}

/* Takes one decision back, or with "to":"turn" all of this turn's that can be. */
static bool take_undo(struct engine *e, struct fault *f) {
  const char *to = NULL;

  if (!take_side(e, true, f))
    return false;
  if (!input_text(e->doc, "", "to", false, &to, f))
    return false;
  if (to && strcmp(to, "turn"))
    return fault_at(f, "to", "must be turn");

  return game_undo(e->game, e->side, to ? 0 : 1, &e->undone, f);
}

static void write_undo(struct engine *e, struct sal_json *j) {
  sal_json_int(j, "undone", e->undone);
  game_news_json(e->game, j, e->side);
  write_standing(e, j, e->side);
}

/* ---- asking */
/* Asks once into nothing, so that a refusal is known before the answer is begun. */
static bool take_reach(struct engine *e, struct fault *f) {
  const char *unit = NULL;

  if (!take_side(e, false, f) || !input_text(e->doc, "", "unit", true, &unit, f))
    return false;
  e->unit = sal_unit_find(game_book(e->game), unit);
  if (e->unit == SAL_NOUNIT)
    return fault_at(f, "unit", "there is no unit '%.40s'", unit);

  return true;
}

static bool ask_reach(struct engine *e, struct sal_json *j, struct fault *f) {
  return game_reach_json(e->game, j, "reach", e->side, e->unit, f);
}

/* The odds of the last of these actions, after the ones before it. */
static bool take_odds(struct engine *e, struct fault *f) {
  return take_side(e, true, f) && take_actions(e, f);
}

static bool ask_odds(struct engine *e, struct sal_json *j, struct fault *f) {
  return game_odds_json(e->game, j, "card", e->side, e->action, e->naction, f);
}

/* A hexside argument: a list of two neighbouring hexes. */
static bool overlay_side(struct engine *e, const cJSON *v, const char *at, int i, struct fault *f) {
  const struct sal_board *board = &game_book(e->game)->board;
  const cJSON *one = cJSON_IsArray(v) ? v->child : NULL;
  const cJSON *two = one ? one->next : NULL;
  bool pair = two && !two->next && cJSON_IsString(one) && cJSON_IsString(two);

  if (!pair)
    return fault_at(f, at, "must be a hexside: two hexes");
  sal_hex h = sal_hex_parse(board, one->valuestring);
  sal_hex g = sal_hex_parse(board, two->valuestring);
  int dir = h && g ? sal_dir_to(board, h, g) : -1;
  if (dir < 0)
    return fault_at(f, at, "must be two neighbouring hexes of the map");
  e->arg[i] = sal_side_of(h, dir);

  return true;
}

/* One argument of an overlay, of the kind that the game's table of overlays asks for. */
static bool overlay_arg(struct engine *e, const char *kind, const cJSON *v, int i,
                        struct fault *f) {
  const struct sal_book *b = game_book(e->game);
  char at[32];

  snprintf(at, sizeof at, "args[%d]", i);
  if (!strcmp(kind, "side"))
    return overlay_side(e, v, at, i, f);
  if (!cJSON_IsString(v))
    return fault_at(f, at, "must be a text");

  if (!strcmp(kind, "unit")) {
    e->arg[i] = sal_unit_find(b, v->valuestring);
    if (e->arg[i] == SAL_NOUNIT)
      return fault_at(f, at, "there is no unit '%.40s'", v->valuestring);
    return true;
  }
  e->arg[i] = sal_hex_parse(&b->board, v->valuestring);
  if (e->arg[i] == SAL_NOHEX)
    return fault_at(f, at, "hex '%.16s' is not on the map", v->valuestring);

  return true;
}

/* An overlay by name, with as many arguments as the game's table says. */
static bool take_overlay(struct engine *e, struct fault *f) {
  const struct sal_ruleset *rules = game_book(e->game)->rules;
  const char *name = NULL;
  const cJSON *args = NULL;

  if (!take_side(e, false, f) || !input_text(e->doc, "", "name", true, &name, f) ||
      !input_array(e->doc, "", "args", false, &args, f))
    return false;
  e->overlay = 0;
  while (e->overlay < rules->noverlays && strcmp(rules->overlays[e->overlay].name, name))
    e->overlay++;
  if (e->overlay == rules->noverlays)
    return fault_at(f, "name", "this game has no overlay '%.30s'", name);
  const char *const *kind = rules->overlays[e->overlay].args;
  int want = 0;
  int given = args ? cJSON_GetArraySize(args) : 0;
  while (want < 3 && kind[want])
    want++;
  if (given != want)
    return fault_at(f, "args", "'%s' takes %d, not %d", name, want, given);
  memset(e->arg, 0, sizeof e->arg);
  for (int i = 0; i < want; i++)
    if (!overlay_arg(e, kind[i], cJSON_GetArrayItem(args, i), i, f))
      return false;

  return true;
}

static bool ask_overlay(struct engine *e, struct sal_json *j, struct fault *f) {
  return game_overlay_json(e->game, j, "overlay", e->side, e->overlay, e->arg, f);
}

static bool ask_records(struct engine *e, struct sal_json *j, struct fault *f) {
  return game_records_json(e->game, j, "records", e->side, f);
}

/* Turns a document of another program into actions, which are not done yet. */
static bool take_import(struct engine *e, struct fault *f) {
  const char *kind = NULL;
  const char *text = NULL;

  if (!take_side(e, true, f) || !input_text(e->doc, "", "kind", true, &kind, f) ||
      !input_text(e->doc, "", "text", true, &text, f))
    return false;
  e->text = game_import(e->game, e->side, kind, text, f);
  return e->text != NULL;
}

/* The actions, one a line. */
static void write_import(struct engine *e, struct sal_json *j) {
  sal_json_array(j, "actions");
  for (const char *p = e->text; *p;) {
    size_t n = strcspn(p, "\n");
    if (n)
      sal_json_fmt(j, NULL, "%.*s", (int)n, p);
    p += n + (p[n] == '\n');
  }
  sal_json_end(j);
}

/* ---- standing orders: [{"name","choice","n"}], or {"name":"choice"} for short */
static bool take_order(const struct sal_ruleset *rules, struct sal_order_set *set, const char *name,
                       const char *choice, int64_t n, const char *at, struct fault *f) {
  char path[96];

  for (int i = 0; i < rules->norders; i++) {
    const struct sal_order *o = &rules->orders[i];
    if (strcmp(o->name, name))
      continue;
    int k = 0;
    while (o->choices[k] && strcmp(o->choices[k], choice))
      k++;
    input_path(path, at, "choice");
    if (!o->choices[k])
      return fault_at(f, path, "'%.24s' is no choice of %s", choice, name);
    input_path(path, at, "n");
    if (n >= 0 && (n < o->min || n > o->max))
      return fault_at(f, path, "goes from %u to %u", o->min, o->max);
    set[i] = (struct sal_order_set){(uint8_t)k, (uint16_t)(n < 0 ? o->min : n)};
    return true;
  }
  input_path(path, at, "name");
  return fault_at(f, path, "this game has no standing order '%.24s'", name);
}

/* Standing orders: all given ones are checked before any is set. Without `orders` it only asks. */
static bool take_orders(struct engine *e, struct fault *f) {
  static const char *const known[] = {"name", "choice", "n", 0};
  const struct sal_ruleset *rules = game_book(e->game)->rules;
  const cJSON *given = cJSON_GetObjectItemCaseSensitive(e->doc, "orders");

  if (!take_side(e, true, f))
    return false;
  e->many = given != NULL;
  if (!given)
    return true;
  struct sal_order_set set[64];
  SAL_ASSERT(rules->norders <= 64);
  memcpy(set, game_orders(e->game, e->side), rules->norders * sizeof *set);
  int i = 0;
  if (!cJSON_IsArray(given) && !cJSON_IsObject(given))
    return fault_at(f, "orders", "must be a list of {\"name\",\"choice\",\"n\"}");
  for (const cJSON *c = given->child; c; c = c->next, i++) {
    const char *name = c->string;
    const char *choice = cJSON_IsString(c) ? c->valuestring : NULL;
    int64_t n = -1;
    char at[96];
    if (cJSON_IsObject(given))
      input_path(at, "orders", c->string);
    else
      snprintf(at, sizeof at, "orders[%d]", i);
    if (cJSON_IsObject(given) && !choice)
      return fault_at(f, at, "must be the choice, as a text");
    if (cJSON_IsArray(given) &&
        (!input_fields(c, at, known, f) || !input_text(c, at, "name", true, &name, f) ||
         !input_text(c, at, "choice", true, &choice, f) ||
         !input_int(c, at, "n", false, 0, 65535, &n, f)))
      return false;
    SAL_ASSERT(name && choice);
    if (!take_order(rules, set, name, choice, n, at, f))
      return false;
  }

  return game_set_orders(e->game, e->side, set, f);
}

/* The orders in force, and what they answered at once. */
static void write_orders(struct engine *e, struct sal_json *j) {
  const struct sal_ruleset *rules = game_book(e->game)->rules;
  const struct sal_order_set *set = game_orders(e->game, e->side);

  sal_json_array(j, "orders");
  for (int i = 0; i < rules->norders; i++) {
    sal_json_object(j, NULL);
    sal_json_str(j, "name", rules->orders[i].name);
    sal_json_str(j, "choice", rules->orders[i].choices[set[i].choice]);
    if (rules->orders[i].max)
      sal_json_int(j, "n", set[i].n);
    sal_json_end(j);
  }
  sal_json_end(j);
  if (e->many)
    game_news_json(e->game, j, e->side); /* what the orders answered at once */
}

/* ---- thinking */
static bool take_think(struct engine *e, struct fault *f) {
  const char *name = NULL;
  struct sal_err err = {0};

  if (!take_side(e, true, f) || !input_text(e->doc, "", "bot", true, &name, f))
    return false;
  if (!e->thinker)
    return fault_say(f, FAULT_STATE, "This program has no computer opponents.");
  if (!e->thinker->knows(name, &err))
    return fault_at(f, "bot", "%s", err.text);
  if (game_change(e->game))
    return fault_say(f, FAULT_STATE, "Both sides must `adopt` today's rules first.");
  if (!game_actors(e->game))
    return fault_say(f, FAULT_STATE, "The game is over.");
  if (!(game_actors(e->game) >> e->side & 1))
    return fault_say(f, FAULT_SEAT, "It is not this side's decision now.");
  if (e->seat != SAL_NOSIDE)
    forget(e); /* at a seat it may be another game every time */
  struct sal_play view = game_view(e->game, e->side);
  sal_legal(&view, e->side, &e->desk->list);
  SAL_ASSERT(e->desk->list.n > 0);
  struct sal_question q = {.view = &view,
                           .side = e->side,
                           .bot = name,
                           .line = game_lines(e->game),
                           .legal = &e->desk->list,
                           .stop = &e->stop};
  e->thinker->think(e->minds, &q, &e->answer);
  return true;
}

/* The move, why it was chosen and how much was searched. */
static void write_think(struct engine *e, struct sal_json *j) {
  char text[200];
  sal_action_print(game_book(e->game), e->answer.action, text, sizeof text);
  sal_json_str(j, "action", text);
  sal_json_str(j, "why", e->answer.why);
  sal_json_int(j, "nodes", (int64_t)e->answer.nodes);
}

/* Called from another thread while a thinker is at work. */
void engine_stop(struct engine *e) {
  atomic_store(&e->stop, true);
}

/* Takes back a stop that came too late. */
void engine_ready(struct engine *e) {
  atomic_store(&e->stop, false);
}

/* ---- the table */
static const struct command commands[] = {
    {"hello", FIELDS(), false, false, take_nothing, NULL, ask_hello},
    {"new", FIELDS("game", "scenario", "seed", "options", "position", "dice", "strict_dice"), false,
     true, take_new, write_new, NULL},
    {"board", FIELDS("game", "scenario"), false, false, take_board, write_board, NULL},
    {"rules", FIELDS("game"), false, false, take_rules, write_rules, NULL},
    {"sources", FIELDS("game"), false, false, take_sources, write_sources, NULL},
    {"guide", FIELDS("game", "name"), false, false, take_guide, write_guide, NULL},
    {"view", FIELDS("side", "at", "line"), true, false, take_past, write_view, NULL},
    {"branch", FIELDS("side", "at", "line"), true, true, take_past, write_branch, NULL},
    {"actions", FIELDS("side"), true, false, take_view, write_actions, NULL},
    {"do", FIELDS("side", "action", "actions"), true, false, take_do, write_do, NULL},
    {"why", FIELDS("side", "action"), true, false, take_why, write_nothing, NULL},
    {"events", FIELDS("side", "since"), true, false, take_events, write_events, NULL},
    {"reach", FIELDS("side", "unit"), true, false, take_reach, NULL, ask_reach},
    {"odds", FIELDS("side", "actions"), true, false, take_odds, NULL, ask_odds},
    {"overlay", FIELDS("side", "name", "args"), true, false, take_overlay, NULL, ask_overlay},
    {"records", FIELDS("side"), true, false, take_view, NULL, ask_records},
    {"import", FIELDS("side", "kind", "text"), true, false, take_import, write_import, NULL},
    {"orders", FIELDS("side", "orders"), true, false, take_orders, write_orders, NULL},
    {"undo", FIELDS("side", "to"), true, false, take_undo, write_undo, NULL},
    {"save", FIELDS("side"), true, false, take_save, write_save, NULL},
    {"load", FIELDS("journal", "seed"), false, true, take_load, write_load, NULL},
    {"result", FIELDS(), true, false, take_nothing, write_result, NULL},
    {"think", FIELDS("side", "bot"), true, false, take_think, write_think, NULL},
    {"stop", FIELDS(), false, false, take_nothing, write_nothing, NULL},
};

/* The command that a line asks for. Versions of the contract are refused here, before any field. */
static const struct command *find_command(const cJSON *doc, struct fault *f) {
  const char *name = NULL;
  int64_t v = 1;

  if (!cJSON_IsObject(doc)) {
    fault_at(f, "line", "must be a JSON object");
    return NULL;
  }
  if (!input_text(doc, "", "cmd", true, &name, f))
    return NULL;
  if (!input_int(doc, "", "v", false, 1, 1, &v, f))
    return NULL;
  for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
    if (!strcmp(commands[i].name, name))
      return &commands[i];
  fault_at(f, "cmd", "there is no command '%.30s'", name);

  return NULL;
}

/* ---- bugs: the journal is written before the program stops */
static void save_bug(void *ctx, const char *what, const char *file, int line) {
  struct engine *e = ctx;
  char name[64];
  char last[240]; /* torn: it was never finished */
  size_t n = 0;

  fprintf(stderr, "salient: a bug: %s, %s:%d\n", what, file, line);
  if (!e->game)
    return;
  const char *text = game_journal(e->game, &n);
  snprintf(name, sizeof name, "salient-bug-%d.journal", (int)getpid());
  snprintf(last, sizeof last, "%u %s", game_lines(e->game) + 1, game_doing(e->game));
  if (folder_write(name, text, n, last))
    fprintf(stderr, "salient: the game up to it is in %s\n", name);
}

/* An engine with its own desk and thinker. The library is shared and outlives it. */
struct engine *engine_new(struct library *lib, const struct sal_thinker *thinker) {
  struct engine *e = calloc(1, sizeof *e);

  if (!e)
    abort();
  e->lib = lib;
  e->desk = desk_new();
  e->thinker = thinker;
  e->minds = thinker ? thinker->open() : NULL;
  e->seat = SAL_NOSIDE;
  e->cap = 1 << 16;
  e->out = malloc(e->cap);
  if (!e->out)
    abort();

  return e;
}

void engine_free(struct engine *e) {
  if (!e)
    return;
  game_free(e->game);
  if (e->thinker)
    e->thinker->close(e->minds);
  desk_free(e->desk);
  free(e->out);
  free(e->text);
  free(e);
}

struct game *engine_game(struct engine *e) {
  return e->game;
}

/* The caller's own mark comes back as it was sent, so that answers can be told apart. */
static void write_id(const cJSON *doc, struct sal_json *j) {
  const cJSON *id = cJSON_IsObject(doc) ? cJSON_GetObjectItemCaseSensitive(doc, "id") : NULL;

  if (!id || cJSON_IsObject(id) || cJSON_IsArray(id))
    return;
  if (cJSON_IsString(id)) {
    sal_json_str(j, "id", id->valuestring);
    return;
  }
  char *text = cJSON_PrintUnformatted(id);
  if (!text)
    abort();
  sal_json_raw(j, "id", text, strlen(text));
  cJSON_free(text);
}

/* One document: the answer, or the fault. *asked is filled when a question is refused. */
static bool write_all(struct engine *e, const struct command *c, const struct fault *f,
                      struct fault *asked, struct sal_json *j) {
  sal_json_start(j, e->out, e->cap);
  sal_json_object(j, NULL);
  sal_json_bool(j, "ok", !f);
  write_id(e->doc, j);
  bool ok = true;
  if (f)
    fault_json(j, "error", f);
  else if (c->ask)
    ok = c->ask(e, j, asked);
  else
    c->write(e, j);
  if (ok)
    sal_json_end(j);

  return ok;
}

/* Once more with more room, when it did not fit; as a refusal, when a question is refused. */
static const char *answer(struct engine *e, const struct command *c, const struct fault *f,
                          bool *ok, size_t *len) {
  struct sal_json j;
  struct fault asked = {0};

  *ok = !f;
  for (;;) {
    if (!write_all(e, c, f, &asked, &j)) {
      f = &asked;
      *ok = false;
      continue;
    }
    if (j.out.len < e->cap)
      break;
    e->cap = j.out.len * 2;
    free(e->out);
    e->out = malloc(e->cap);
    if (!e->out)
      abort();
  }
  *len = j.out.len;
  return e->out;
}

/* Reads a line's command and does it. Everything that can be refused is refused before it acts. */
static bool obey(struct engine *e, const cJSON *doc, const struct command **c, struct fault *f) {
  const cJSON *id = cJSON_GetObjectItemCaseSensitive(doc, "id");
  bool seated = e->seat != SAL_NOSIDE;

  *c = find_command(doc, f);
  if (!*c)
    return false;
  if (cJSON_IsObject(id) || cJSON_IsArray(id))
    return fault_at(f, "id", "must be a text or a number");
  if (!input_fields(doc, "", (*c)->fields, f))
    return false;
  if ((*c)->begins && seated)
    return fault_at(f, "cmd", "a seat cannot ask for `%s`", (*c)->name);
  if ((*c)->plays && !e->game)
    return no_game(f);

  return (*c)->take(e, f);
}

/* Writes the answer, then drops what belonged to this line alone. */
static const char *finish(struct engine *e, const struct command *c, const struct fault *f,
                          bool *ok, size_t *len) {
  const char *out = answer(e, c, f, ok, len);

  e->doc = NULL;
  free(e->text);
  e->text = NULL;
  game_free(e->past);
  e->past = NULL;
  return out;
}

/* One line in, one line out. A broken assertion saves the game before the program stops. */
const char *engine_line(struct engine *e, const char *line, size_t n, size_t *len) {
  struct fault f = {0};
  const struct command *c = NULL;

  sal_on_bug(save_bug, e);
  cJSON *doc = input_parse(line, n, "line", &f);
  e->doc = doc;
  bool ok = doc && obey(e, doc, &c, &f);
  const char *out = finish(e, c, ok ? NULL : &f, &ok, len);
  cJSON_Delete(doc);
  sal_on_bug(NULL, NULL);
  return out;
}

/* One request of a seat, on a game that the server owns; the engine's own game is untouched. */
const char *engine_seat(struct engine *e, struct game *game, int seat, const cJSON *doc, bool *ok,
                        size_t *len) {
  struct fault f = {0};
  const struct command *c = NULL;
  struct game *own = e->game;

  e->game = game;
  e->seat = seat;
  e->doc = doc;
  *ok = obey(e, doc, &c, &f);
  const char *out = finish(e, c, *ok ? NULL : &f, ok, len);
  e->game = own;
  e->seat = SAL_NOSIDE;
  return out;
}

struct desk *engine_desk(struct engine *e) {
  return e->desk;
}

/* After a bug the engine forgets everything that may be half done. */
void engine_recover(struct engine *e) {
  e->game = NULL;
  e->seat = SAL_NOSIDE;
  e->doc = NULL;
  e->text = NULL;
  e->past = NULL;
  e->desk->scratch_of = NULL;
}

/* The command `load` for a caller that has the journal in memory. */
const char *engine_load(struct engine *e, const char *journal, size_t n, uint64_t seed,
                        size_t *len) {
  static const struct command load = {.name = "load", .write = write_load};
  struct fault f = {0};

  sal_on_bug(save_bug, e);
  bool ok = put_on(e, journal, n, seed, &f);
  const char *out = finish(e, &load, ok ? NULL : &f, &ok, len);
  sal_on_bug(NULL, NULL);
  return out;
}

/* The answer to a line that was cut off while it was read. */
const char *engine_too_long(struct engine *e, size_t *len) {
  struct fault f;
  fault_say(&f, FAULT_LIMIT, "the line is longer than 1 MiB");
  bool ok;
  e->doc = NULL;
  return answer(e, NULL, &f, &ok, len);
}
