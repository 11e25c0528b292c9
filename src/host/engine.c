/* engine.c - the commands of contract 3.
 *
 * Each command is two functions: one that reads the request and does what it asks (or fails, with nothing changed),
 * and one that writes the answer. The writer may run twice, when the first buffer was too small, so it changes nothing.
 */
#include "engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bots/bot.h"
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
  struct bot_thought thought;
  struct mind { /* what a bot keeps of this game from one `think` to the next */
    char bot[64];
    void *memory;
    uint64_t view; /* of its last thought.. */
    struct bot_thought thought; /* ..which stays its answer while nothing changes */
  } mind[SAL_SIDES];
};
static void forget(struct engine *e) {
  for (int i = 0; i < SAL_SIDES; i++) {
    free(e->mind[i].memory);
    e->mind[i] = (struct mind){0};
  }
}

struct command {
  const char *name;
  const char *const *fields; /* besides cmd, id and v */
  bool plays;                /* needs a game */
  bool begins;               /* puts another game on: not at a seat */
  bool (*take)(struct engine *, struct fault *);
  void (*write)(struct engine *, struct sal_json *);
};
#define FIELDS(...) (const char *const[]) { "cmd", "id", "v", __VA_ARGS__ __VA_OPT__(,) NULL }

/* ---- reading what several commands share */
static bool take_side(struct engine *e, bool deciding, struct fault *f) {
  const char *text = NULL;
  bool seated = e->seat != SAL_NOSIDE;
  if (!input_text(e->doc, "", "side", !seated, &text, f)) return false;
  e->side = text ? sal_side_parse(text) : e->seat;
  if (e->side == SAL_NOSIDE) return fault_at(f, "side", "must be german, soviet or all");
  if (seated && e->side != e->seat) return fault_say(f, FAULT_SEAT, "This seat is not that side's.");
  if (deciding && e->side >= SAL_SIDES) return fault_say(f, FAULT_SEAT, "Only the two sides decide.");
  return true;
}
static bool take_actions(struct engine *e, struct fault *f) {
  const cJSON *list = NULL;
  if (!input_array(e->doc, "", "actions", true, &list, f)) return false;
  e->naction = 0;
  for (const cJSON *c = list->child; c; c = c->next) {
    char at[32];
    snprintf(at, sizeof at, "actions[%u]", e->naction);
    if (e->naction == MAX_ACTIONS) return fault_at(f, "actions", "more than %d actions", MAX_ACTIONS);
    if (!cJSON_IsString(c)) return fault_at(f, at, "must be a text");
    if (!game_parse(e->game, c->valuestring, at, &e->action[e->naction++], f)) return false;
  }
  return true;
}
static bool take_action(struct engine *e, struct fault *f) {
  const char *text = NULL;
  e->naction = 1;
  return input_text(e->doc, "", "action", true, &text, f) && game_parse(e->game, text, "action", &e->action[0], f);
}
static bool take_view(struct engine *e, struct fault *f) { return take_side(e, false, f); }

static void write_standing(struct engine *e, struct sal_json *j, int viewer) {
  sal_json_hash(j, "hash", game_hash(e->game, viewer));
  game_to_move_json(e->game, j, "to_move");
  sal_json_bool(j, "over", game_actors(e->game) == 0);
}
static void write_nothing(struct engine *e, struct sal_json *j) { (void)e, (void)j; }

/* ---- hello, new, load, save */
static bool take_hello(struct engine *e, struct fault *f) { /* a bad --data folder shows here */
  struct sal_json none;
  sal_json_start(&none, NULL, 0);
  return library_games_json(e->lib, &none, NULL, true, f);
}
static void write_hello(struct engine *e, struct sal_json *j) {
  struct fault f;
  sal_json_int(j, "v", 1);
  sal_json_str(j, "version", SALIENT_VERSION);
  library_games_json(e->lib, j, "games", true, &f);
}

static bool take_tokens(const cJSON *list, char (**out)[SAL_TOKEN], uint32_t *n, struct fault *f) {
  int count = list ? cJSON_GetArraySize(list) : 0, i = 0;
  if (count > GAME_TOKENS) return fault_at(f, "dice", "more than %d tokens", GAME_TOKENS);
  *out = calloc((size_t)count + 1, sizeof **out);
  if (!*out) abort();
  *n = (uint32_t)count;
  for (const cJSON *c = list ? list->child : NULL; c; c = c->next, i++) {
    char at[32];
    int64_t face;
    int32_t same;
    snprintf(at, sizeof at, "dice[%d]", i);
    if (input_whole(c, 1, 9999, &face)) {
      snprintf((*out)[i], SAL_TOKEN, "%d", (int)face);
    } else {
      const char *t = cJSON_IsString(c) ? c->valuestring : "";
      bool draw = t[0] == '=' && t[1] && !strpbrk(t, " |\n");
      if (strlen(t) >= SAL_TOKEN || !(draw || sal_parse_int(t, 1, 9999, &same))) return fault_at(f, at, "must be a face (5) or a named draw (\"=29TC\")");
      snprintf((*out)[i], SAL_TOKEN, "%s", t);
    }
  }
  return true;
}
/* What the request does not say, its position may. */
static bool take_extra(struct game_start *s, const char **game, const char **scenario, const cJSON **dice, struct fault *f) {
  struct position_extra x;
  if (!position_extra(s->position, &x, f)) return false;
  if (*game && x.game && strcmp(*game, x.game)) return fault_at(f, "position.game", "the position is of %.30s", x.game);
  if (*scenario && x.scenario && strcmp(*scenario, x.scenario)) return fault_at(f, "position.scenario", "the position is of %.30s", x.scenario);
  if (!*game) *game = x.game;
  if (!*scenario) *scenario = x.scenario;
  if (!s->options) s->options = x.options;
  if (!*dice) *dice = x.dice;
  return true;
}
static bool take_new(struct engine *e, struct fault *f) {
  struct game_start s = {0};
  const char *game = NULL, *scenario = NULL;
  const cJSON *dice = NULL, *position = NULL;
  int64_t seed = -1;
  if (!input_text(e->doc, "", "game", false, &game, f) || !input_text(e->doc, "", "scenario", false, &scenario, f) ||
      !input_int(e->doc, "", "seed", false, 0, 9007199254740992, &seed, f) ||
      !input_object(e->doc, "", "options", false, &s.options, f) || !input_object(e->doc, "", "position", false, &position, f) ||
      !input_array(e->doc, "", "dice", false, &dice, f) || !input_bool(e->doc, "", "strict_dice", false, &s.strict_dice, f))
    return false;
  s.position = position;
  if (position && !take_extra(&s, &game, &scenario, &dice, f)) return false;
  if (!game) return fault_at(f, "game", "is missing");
  if (!(s.rules = sal_ruleset_find(game))) return fault_at(f, "game", "there is no game %.40s", game);
  if (!scenario) return fault_at(f, "scenario", "is missing");
  if (seed < 0 && !s.strict_dice) return fault_at(f, "seed", "is missing");
  s.scenario = scenario;
  s.seed = seed < 0 ? 0 : (uint64_t)seed;
  char(*tokens)[SAL_TOKEN] = NULL;
  struct game *g = NULL;
  if (take_tokens(dice, &tokens, &s.ndice, f)) {
    s.dice = (const char(*)[SAL_TOKEN])tokens;
    g = game_new(e->lib, e->desk, &s, f);
  }
  free(tokens);
  if (!g) return false;
  game_free(e->game);
  forget(e);
  e->game = g;
  return true;
}
static void write_new(struct engine *e, struct sal_json *j) { write_standing(e, j, SAL_ALL); }

static bool take_load(struct engine *e, struct fault *f) {
  const char *text = NULL;
  int64_t seed = 0;
  bool torn;
  if (!input_text(e->doc, "", "journal", true, &text, f) || !input_int(e->doc, "", "seed", false, 0, 9007199254740992, &seed, f)) return false;
  struct game *g = game_load(e->lib, e->desk, text, strlen(text), (uint64_t)seed, false, &torn, f);
  if (!g) return false;
  game_free(e->game);
  forget(e);
  e->game = g;
  return true;
}
static void write_load(struct engine *e, struct sal_json *j) {
  write_standing(e, j, SAL_ALL);
  sal_json_int(j, "line", game_lines(e->game));
}
static bool take_save(struct engine *e, struct fault *f) {
  e->side = SAL_ALL;
  if ((e->seat != SAL_NOSIDE || cJSON_HasObjectItem(e->doc, "side")) && !take_side(e, false, f)) return false;
  if (e->side != SAL_ALL) e->text = game_journal_for(e->game, e->side, &e->ntext);
  return true;
}
static void write_save(struct engine *e, struct sal_json *j) {
  size_t n;
  sal_json_str(j, "journal", e->text ? e->text : game_journal(e->game, &n));
}

/* ---- looking */
static bool take_nothing(struct engine *e, struct fault *f) { return (void)e, (void)f, true; }
static void write_board(struct engine *e, struct sal_json *j) { game_board_json(e->game, j, "board"); }
static void write_view(struct engine *e, struct sal_json *j) { game_view_json(e->game, j, "view", e->side); }
static void write_actions(struct engine *e, struct sal_json *j) { game_prompt_json(e->game, j, e->side); }
static void write_result(struct engine *e, struct sal_json *j) { game_result_json(e->game, j, "result"); }
static bool take_events(struct engine *e, struct fault *f) {
  e->since = 0;
  return take_side(e, false, f) && input_int(e->doc, "", "since", false, 0, UINT32_MAX, &e->since, f);
}
static void write_events(struct engine *e, struct sal_json *j) { game_events_json(e->game, j, "events", e->side, (uint32_t)e->since); }

/* ---- deciding */
static bool take_do(struct engine *e, struct fault *f) {
  e->many = cJSON_HasObjectItem(e->doc, "actions");
  if (e->many && cJSON_HasObjectItem(e->doc, "action")) return fault_at(f, "actions", "give `action` or `actions`, not both");
  if (!take_side(e, true, f) || !(e->many ? take_actions(e, f) : take_action(e, f))) return false;
  if (!e->many) return game_do(e->game, e->side, e->action[0], f);
  e->done = game_do_all(e->game, e->side, e->action, e->naction, &e->stopped);
  if (e->done || e->stopped.code == FAULT_NONE || e->stopped.code == FAULT_REFUSED) return true;
  *f = e->stopped; /* nothing was done, and not for a rule's sake */
  return false;
}
static void write_do(struct engine *e, struct sal_json *j) {
  game_news_json(e->game, j, e->side);
  if (e->many) {
    sal_json_int(j, "done", e->done);
    if (e->done < e->naction && e->stopped.code != FAULT_NONE) fault_json(j, "stopped", &e->stopped);
  }
  write_standing(e, j, e->side);
}
static bool take_why(struct engine *e, struct fault *f) {
  return take_side(e, true, f) && take_action(e, f) && game_check(e->game, e->side, e->action[0], f);
}
static bool take_undo(struct engine *e, struct fault *f) {
  const char *to = NULL;
  if (!take_side(e, true, f) || !input_text(e->doc, "", "to", false, &to, f)) return false;
  if (to && strcmp(to, "turn")) return fault_at(f, "to", "must be turn");
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
  struct sal_json none;
  sal_json_start(&none, NULL, 0);
  if (!take_side(e, false, f) || !input_text(e->doc, "", "unit", true, &unit, f)) return false;
  e->unit = sal_unit_find(game_book(e->game), unit);
  if (e->unit == SAL_NOUNIT) return fault_at(f, "unit", "there is no unit '%.40s'", unit);
  return game_reach_json(e->game, &none, NULL, e->side, e->unit, f);
}
static void write_reach(struct engine *e, struct sal_json *j) {
  struct fault f;
  game_reach_json(e->game, j, "reach", e->side, e->unit, &f);
}
static bool take_odds(struct engine *e, struct fault *f) {
  struct sal_json none;
  sal_json_start(&none, NULL, 0);
  return take_side(e, true, f) && take_actions(e, f) && game_odds_json(e->game, &none, NULL, e->side, e->action, e->naction, f);
}
static void write_odds(struct engine *e, struct sal_json *j) {
  struct fault f;
  game_odds_json(e->game, j, "card", e->side, e->action, e->naction, &f);
}

static bool overlay_arg(struct engine *e, const char *kind, const cJSON *v, int i, struct fault *f) {
  const struct sal_book *b = game_book(e->game);
  char at[32];
  snprintf(at, sizeof at, "args[%d]", i);
  if (!strcmp(kind, "side")) {
    const cJSON *one = cJSON_IsArray(v) ? v->child : NULL, *two = one ? one->next : NULL;
    if (!two || two->next || !cJSON_IsString(one) || !cJSON_IsString(two)) return fault_at(f, at, "must be a hexside: two hexes");
    sal_hex h = sal_hex_parse(&b->board, one->valuestring), g = sal_hex_parse(&b->board, two->valuestring);
    int dir = h && g ? sal_dir_to(&b->board, h, g) : -1;
    if (dir < 0) return fault_at(f, at, "must be two neighbouring hexes of the map");
    e->arg[i] = sal_side_of(h, dir);
    return true;
  }
  if (!cJSON_IsString(v)) return fault_at(f, at, "must be a text");
  if (!strcmp(kind, "unit")) {
    e->arg[i] = sal_unit_find(b, v->valuestring);
    return e->arg[i] != SAL_NOUNIT || fault_at(f, at, "there is no unit '%.40s'", v->valuestring);
  }
  e->arg[i] = sal_hex_parse(&b->board, v->valuestring);
  return e->arg[i] != SAL_NOHEX || fault_at(f, at, "hex '%.16s' is not on the map", v->valuestring);
}
static bool take_overlay(struct engine *e, struct fault *f) {
  const struct sal_ruleset *rules = game_book(e->game)->rules;
  const char *name = NULL;
  const cJSON *args = NULL;
  struct sal_json none;
  if (!take_side(e, false, f) || !input_text(e->doc, "", "name", true, &name, f) || !input_array(e->doc, "", "args", false, &args, f)) return false;
  e->overlay = 0;
  while (e->overlay < rules->noverlays && strcmp(rules->overlays[e->overlay].name, name)) e->overlay++;
  if (e->overlay == rules->noverlays) return fault_at(f, "name", "this game has no overlay '%.30s'", name);
  const char *const *kind = rules->overlays[e->overlay].args;
  int want = 0, given = args ? cJSON_GetArraySize(args) : 0;
  while (want < 3 && kind[want]) want++;
  if (given != want) return fault_at(f, "args", "'%s' takes %d, not %d", name, want, given);
  memset(e->arg, 0, sizeof e->arg);
  for (int i = 0; i < want; i++)
    if (!overlay_arg(e, kind[i], cJSON_GetArrayItem(args, i), i, f)) return false;
  sal_json_start(&none, NULL, 0);
  return game_overlay_json(e->game, &none, NULL, e->side, e->overlay, e->arg, f);
}
static void write_overlay(struct engine *e, struct sal_json *j) {
  struct fault f;
  game_overlay_json(e->game, j, "overlay", e->side, e->overlay, e->arg, &f);
}
static bool take_records(struct engine *e, struct fault *f) {
  struct sal_json none;
  sal_json_start(&none, NULL, 0);
  return take_side(e, false, f) && game_records_json(e->game, &none, NULL, e->side, f);
}
static void write_records(struct engine *e, struct sal_json *j) {
  struct fault f;
  game_records_json(e->game, j, "records", e->side, &f);
}
static bool take_import(struct engine *e, struct fault *f) {
  const char *kind = NULL, *text = NULL;
  if (!take_side(e, true, f) || !input_text(e->doc, "", "kind", true, &kind, f) || !input_text(e->doc, "", "text", true, &text, f)) return false;
  e->text = game_import(e->game, e->side, kind, text, f);
  return e->text != NULL;
}
static void write_import(struct engine *e, struct sal_json *j) {
  sal_json_array(j, "actions");
  for (const char *p = e->text; *p;) {
    size_t n = strcspn(p, "\n");
    if (n) sal_json_fmt(j, NULL, "%.*s", (int)n, p);
    p += n + (p[n] == '\n');
  }
  sal_json_end(j);
}

/* ---- standing orders: [{"name","choice","n"}], or {"name":"choice"} for short */
static bool take_order(const struct sal_ruleset *rules, struct sal_order_set *set, const char *name, const char *choice, int64_t n,
                       const char *at, struct fault *f) {
  char path[96];
  for (int i = 0; i < rules->norders; i++) {
    const struct sal_order *o = &rules->orders[i];
    if (strcmp(o->name, name)) continue;
    int k = 0;
    while (o->choices[k] && strcmp(o->choices[k], choice)) k++;
    input_path(path, at, "choice");
    if (!o->choices[k]) return fault_at(f, path, "'%.24s' is no choice of %s", choice, name);
    input_path(path, at, "n");
    if (n >= 0 && (n < o->min || n > o->max)) return fault_at(f, path, "goes from %u to %u", o->min, o->max);
    set[i] = (struct sal_order_set){(uint8_t)k, (uint16_t)(n < 0 ? o->min : n)};
    return true;
  }
  input_path(path, at, "name");
  return fault_at(f, path, "this game has no standing order '%.24s'", name);
}
static bool take_orders(struct engine *e, struct fault *f) {
  static const char *const known[] = {"name", "choice", "n", 0};
  const struct sal_ruleset *rules = game_book(e->game)->rules;
  const cJSON *given = cJSON_GetObjectItemCaseSensitive(e->doc, "orders");
  if (!take_side(e, true, f)) return false;
  e->many = given != NULL;
  if (!given) return true;
  struct sal_order_set set[64];
  SAL_ASSERT(rules->norders <= 64);
  memcpy(set, game_orders(e->game, e->side), rules->norders * sizeof *set);
  int i = 0;
  if (!cJSON_IsArray(given) && !cJSON_IsObject(given)) return fault_at(f, "orders", "must be a list of {\"name\",\"choice\",\"n\"}");
  for (const cJSON *c = given->child; c; c = c->next, i++) {
    const char *name = c->string, *choice = cJSON_IsString(c) ? c->valuestring : NULL;
    int64_t n = -1;
    char at[96];
    if (cJSON_IsObject(given)) input_path(at, "orders", c->string);
    else snprintf(at, sizeof at, "orders[%d]", i);
    if (cJSON_IsObject(given) && !choice) return fault_at(f, at, "must be the choice, as a text");
    if (cJSON_IsArray(given) && (!input_fields(c, at, known, f) || !input_text(c, at, "name", true, &name, f) ||
                                 !input_text(c, at, "choice", true, &choice, f) || !input_int(c, at, "n", false, 0, 65535, &n, f)))
      return false;
    SAL_ASSERT(name && choice);
    if (!take_order(rules, set, name, choice, n, at, f)) return false;
  }
  return game_set_orders(e->game, e->side, set, f);
}
static void write_orders(struct engine *e, struct sal_json *j) {
  const struct sal_ruleset *rules = game_book(e->game)->rules;
  const struct sal_order_set *set = game_orders(e->game, e->side);
  sal_json_array(j, "orders");
  for (int i = 0; i < rules->norders; i++) {
    sal_json_object(j, NULL);
    sal_json_str(j, "name", rules->orders[i].name);
    sal_json_str(j, "choice", rules->orders[i].choices[set[i].choice]);
    if (rules->orders[i].max) sal_json_int(j, "n", set[i].n);
    sal_json_end(j);
  }
  sal_json_end(j);
  if (e->many) game_news_json(e->game, j, e->side); /* what the orders answered at once */
}

/* ---- thinking */
static bool take_think(struct engine *e, struct fault *f) {
  const char *name = NULL;
  struct bot_spec spec;
  struct sal_err err = {0};
  if (!take_side(e, true, f) || !input_text(e->doc, "", "bot", true, &name, f)) return false;
  if (!bot_parse(name, &spec, &err)) return fault_at(f, "bot", "%s", err.text);
  if (!game_actors(e->game)) return fault_say(f, FAULT_STATE, "The game is over.");
  if (!(game_actors(e->game) >> e->side & 1)) return fault_say(f, FAULT_SEAT, "It is not this side's decision now.");
  struct sal_play view = game_view(e->game, e->side);
  struct mind *m = &e->mind[e->side];
  if (e->seat != SAL_NOSIDE) forget(e); /* at a seat it may be another game every time */
  long cores = sysconf(_SC_NPROCESSORS_ONLN);
  uint64_t seen = sal_hash(view.state, view.book->state_bytes, game_lines(e->game)); /* with the line, lest a bot that looks at nothing go round in circles */
  if (!m->memory || strcmp(m->bot, name)) {
    free(m->memory);
    *m = (struct mind){.memory = calloc(1, spec.kind->size(view.book) + 1)};
    if (!m->memory) abort();
    snprintf(m->bot, sizeof m->bot, "%s", name);
    spec.kind->start(m->memory, view.book, &spec, seen);
  }
  if (!m->view || m->view != seen) {
    sal_legal(&view, e->side, &e->desk->list);
    SAL_ASSERT(e->desk->list.n > 0);
    m->thought = (struct bot_thought){.explain = true, .threads = cores > 0 ? (uint32_t)cores : 1};
    spec.kind->think(m->memory, &view, e->side, &e->desk->list, &e->stop, &m->thought);
    m->view = atomic_load(&e->stop) ? 0 : seen; /* one that was cut short may be thought again */
  }
  e->thought = m->thought;
  return true;
}
static void write_think(struct engine *e, struct sal_json *j) {
  char text[200];
  sal_action_print(game_book(e->game), e->thought.action, text, sizeof text);
  sal_json_str(j, "action", text);
  sal_json_str(j, "why", e->thought.why);
  sal_json_int(j, "nodes", (int64_t)e->thought.nodes);
}
void engine_stop(struct engine *e) { atomic_store(&e->stop, true); }
void engine_ready(struct engine *e) { atomic_store(&e->stop, false); }

/* ---- the table */
static const struct command commands[] = {
    {"hello", FIELDS(), false, false, take_hello, write_hello},
    {"new", FIELDS("game", "scenario", "seed", "options", "position", "dice", "strict_dice"), false, true, take_new, write_new},
    {"board", FIELDS(), true, false, take_nothing, write_board},
    {"view", FIELDS("side"), true, false, take_view, write_view},
    {"actions", FIELDS("side"), true, false, take_view, write_actions},
    {"do", FIELDS("side", "action", "actions"), true, false, take_do, write_do},
    {"why", FIELDS("side", "action"), true, false, take_why, write_nothing},
    {"events", FIELDS("side", "since"), true, false, take_events, write_events},
    {"reach", FIELDS("side", "unit"), true, false, take_reach, write_reach},
    {"odds", FIELDS("side", "actions"), true, false, take_odds, write_odds},
    {"overlay", FIELDS("side", "name", "args"), true, false, take_overlay, write_overlay},
    {"records", FIELDS("side"), true, false, take_records, write_records},
    {"import", FIELDS("side", "kind", "text"), true, false, take_import, write_import},
    {"orders", FIELDS("side", "orders"), true, false, take_orders, write_orders},
    {"undo", FIELDS("side", "to"), true, false, take_undo, write_undo},
    {"save", FIELDS("side"), true, false, take_save, write_save},
    {"load", FIELDS("journal", "seed"), false, true, take_load, write_load},
    {"result", FIELDS(), true, false, take_nothing, write_result},
    {"think", FIELDS("side", "bot"), true, false, take_think, write_think},
    {"stop", FIELDS(), false, false, take_nothing, write_nothing},
};

static const struct command *find_command(const cJSON *doc, struct fault *f) {
  const char *name = NULL;
  int64_t v = 1;
  if (!cJSON_IsObject(doc)) return fault_at(f, "line", "must be a JSON object"), NULL;
  if (!input_text(doc, "", "cmd", true, &name, f) || !input_int(doc, "", "v", false, 1, 1, &v, f)) return NULL;
  for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
    if (!strcmp(commands[i].name, name)) return &commands[i];
  return fault_at(f, "cmd", "there is no command '%.30s'", name), NULL;
}

/* ---- bugs: the journal is written before the program stops */
static void save_bug(void *ctx, const char *what, const char *file, int line) {
  struct engine *e = ctx;
  char name[64];
  size_t n = 0;
  const char *text = e->game ? game_journal(e->game, &n) : "";
  snprintf(name, sizeof name, "salient-bug-%d.journal", (int)getpid());
  FILE *out = e->game ? fopen(name, "wb") : NULL;
  fprintf(stderr, "salient: a bug: %s, %s:%d\n", what, file, line);
  if (!out) return;
  fwrite(text, 1, n, out);
  fprintf(out, "%u %s", game_lines(e->game) + 1, game_doing(e->game)); /* torn: it was never finished */
  fclose(out);
  fprintf(stderr, "salient: the game up to it is in %s\n", name);
}

struct engine *engine_new(struct library *lib) {
  struct engine *e = calloc(1, sizeof *e);
  if (!e) abort();
  e->lib = lib;
  e->desk = desk_new();
  e->seat = SAL_NOSIDE;
  e->cap = 1 << 16;
  e->out = malloc(e->cap);
  if (!e->out) abort();
  return e;
}
void engine_free(struct engine *e) {
  if (!e) return;
  game_free(e->game);
  forget(e);
  desk_free(e->desk);
  free(e->out);
  free(e->text);
  free(e);
}
struct game *engine_game(struct engine *e) { return e->game; }

static void write_id(const cJSON *doc, struct sal_json *j) {
  const cJSON *id = cJSON_IsObject(doc) ? cJSON_GetObjectItemCaseSensitive(doc, "id") : NULL;
  if (!id || cJSON_IsObject(id) || cJSON_IsArray(id)) return;
  if (cJSON_IsString(id)) {
    sal_json_str(j, "id", id->valuestring);
    return;
  }
  char *text = cJSON_PrintUnformatted(id);
  if (!text) abort();
  sal_json_raw(j, "id", text, strlen(text));
  cJSON_free(text);
}
static const char *answer(struct engine *e, const struct command *c, const struct fault *f, size_t *len) {
  struct sal_json j;
  for (;;) {
    sal_json_start(&j, e->out, e->cap);
    sal_json_object(&j, NULL);
    sal_json_bool(&j, "ok", !f);
    write_id(e->doc, &j);
    if (f) fault_json(&j, "error", f);
    else c->write(e, &j);
    sal_json_end(&j);
    if (j.out.len < e->cap) break;
    e->cap = j.out.len * 2;
    free(e->out);
    e->out = malloc(e->cap);
    if (!e->out) abort();
  }
  *len = j.out.len;
  return e->out;
}

static bool obey(struct engine *e, const cJSON *doc, const struct command **c, struct fault *f) {
  const cJSON *id = cJSON_GetObjectItemCaseSensitive(doc, "id");
  if (!(*c = find_command(doc, f))) return false;
  if (cJSON_IsObject(id) || cJSON_IsArray(id)) return fault_at(f, "id", "must be a text or a number");
  if (!input_fields(doc, "", (*c)->fields, f)) return false;
  if ((*c)->begins && e->seat != SAL_NOSIDE) return fault_at(f, "cmd", "a seat cannot ask for `%s`", (*c)->name);
  if ((*c)->plays && !e->game) return fault_say(f, FAULT_STATE, "There is no game yet: begin with `new` or `load`.");
  return (*c)->take(e, f);
}
static const char *finish(struct engine *e, const struct command *c, const struct fault *f, size_t *len) {
  const char *out = answer(e, c, f, len);
  e->doc = NULL;
  free(e->text);
  e->text = NULL;
  return out;
}

const char *engine_line(struct engine *e, const char *line, size_t n, size_t *len) {
  struct fault f = {0};
  const struct command *c = NULL;
  sal_on_bug(save_bug, e);
  cJSON *doc = input_parse(line, n, "line", &f);
  e->doc = doc;
  bool ok = doc && obey(e, doc, &c, &f);
  const char *out = finish(e, c, ok ? NULL : &f, len);
  cJSON_Delete(doc);
  sal_on_bug(NULL, NULL);
  return out;
}

const char *engine_seat(struct engine *e, struct game *game, int seat, const cJSON *doc, bool *ok, size_t *len) {
  struct fault f = {0};
  const struct command *c = NULL;
  struct game *own = e->game;
  e->game = game;
  e->seat = seat;
  e->doc = doc;
  *ok = obey(e, doc, &c, &f);
  const char *out = finish(e, c, *ok ? NULL : &f, len);
  e->game = own;
  e->seat = SAL_NOSIDE;
  return out;
}
struct desk *engine_desk(struct engine *e) { return e->desk; }
void engine_recover(struct engine *e) {
  e->game = NULL;
  e->seat = SAL_NOSIDE;
  e->doc = NULL;
  e->text = NULL;
  e->desk->scratch_of = NULL;
}

const char *engine_too_long(struct engine *e, size_t *len) {
  struct fault f;
  fault_say(&f, FAULT_LIMIT, "the line is longer than 1 MiB");
  e->doc = NULL;
  return answer(e, NULL, &f, len);
}
