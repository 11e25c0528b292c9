/* engine.c - the commands of contract 3.
 *
 * Each command is two functions: one that reads the request and does what it asks (or fails, with
 * nothing changed), and one that writes the answer. The writer may run twice, when the first buffer
 * was too small, so it changes nothing.
 */
#include "engine_inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "books.h"
#include "folder.h"
#include "position.h"

/* The thinker keeps what it worked out about a game; another game makes that worthless. */
void engine_forget(struct engine *e) {
  if (e->thinker)
    e->thinker->forget(e->minds);
}

/* ---- reading what several commands share */
bool engine_take_side(struct engine *e, bool deciding, struct fault *f) {
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
bool engine_take_actions(struct engine *e, struct fault *f) {
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
bool engine_take_view(struct engine *e, struct fault *f) {
  return engine_take_side(e, false, f);
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
  engine_forget(e);
  e->game = g;
  return true;
}

static void write_new(struct engine *e, struct sal_json *j) {
  write_standing(e, j, SAL_ALL);
}

/* Replaces the current game with the journal's. */
static bool put_on(struct engine *e, const char *journal, size_t n, uint64_t seed,
                   struct fault *f) {
  bool torn;
  struct game *g = game_load(e->lib, e->desk, journal, n, seed, false, &torn, f);

  if (!g)
    return false;
  game_free(e->game);
  engine_forget(e);
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
  if (asks_for_side && !engine_take_side(e, false, f))
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
 * The numbers of lines would show what a seat may not know. */
static bool take_past(struct engine *e, struct fault *f) {
  struct journal_report report;
  int64_t at = UINT32_MAX;
  int64_t line = 0;
  size_t n;

  if (!engine_take_side(e, false, f) ||
      !input_int(e->doc, "", "at", false, 0, UINT32_MAX, &at, f) ||
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
static bool take_book(struct engine *e, bool whole, struct fault *f) {
  const char *game = NULL;
  if (!input_text(e->doc, "", "game", true, &game, f))
    return false;
  e->book = books_find(e->lib, game, whole, f);
  return e->book != NULL;
}

static bool take_rules(struct engine *e, struct fault *f) {
  return take_book(e, false, f);
}

static void write_rules(struct engine *e, struct sal_json *j) {
  books_rules_json(j, e->book);
}

/* Sources need the whole book, because every counter names its own. */
static bool take_sources(struct engine *e, struct fault *f) {
  return take_book(e, true, f);
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
  return engine_take_side(e, false, f) &&
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
  if (!engine_take_side(e, true, f))
    return false;
  bool read = e->many ? engine_take_actions(e, f) : take_action(e, f);
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
  return engine_take_side(e, true, f) && take_action(e, f) &&
         game_check(e->game, e->side, e->action[0], f);
}

/* Takes one decision back, or with "to":"turn" all of this turn's that can be. */
static bool take_undo(struct engine *e, struct fault *f) {
  const char *to = NULL;

  if (!engine_take_side(e, true, f))
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
    {"actions", FIELDS("side"), true, false, engine_take_view, write_actions, NULL},
    {"do", FIELDS("side", "action", "actions"), true, false, take_do, write_do, NULL},
    {"why", FIELDS("side", "action"), true, false, take_why, write_nothing, NULL},
    {"events", FIELDS("side", "since"), true, false, take_events, write_events, NULL},
    {"undo", FIELDS("side", "to"), true, false, take_undo, write_undo, NULL},
    {"save", FIELDS("side"), true, false, take_save, write_save, NULL},
    {"load", FIELDS("journal", "seed"), false, true, take_load, write_load, NULL},
    {"result", FIELDS(), true, false, take_nothing, write_result, NULL},
    {"stop", FIELDS(), false, false, take_nothing, write_nothing, NULL},
    {0},
};

/* The command of that name in one of the tables, or NULL. */
static const struct command *named(const struct command *table, const char *name) {
  for (const struct command *c = table; c->name; c++)
    if (!strcmp(c->name, name))
      return c;
  return NULL;
}

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
  const struct command *c = named(commands, name);
  if (!c)
    c = named(engine_asks, name);
  if (!c)
    fault_at(f, "cmd", "there is no command '%.30s'", name);

  return c;
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

/* The caller's own mark is returned as it was sent, so that answers can be told apart. */
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
