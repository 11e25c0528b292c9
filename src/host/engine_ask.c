/* engine_ask.c - the commands of contract 3 that ask: reach, odds, overlays, records, documents as
 * actions, standing orders, and what a bot would do.
 */
#include <stdio.h>
#include <string.h>

#include "engine_inside.h"

/* A unit by its name. */
static bool take_reach(struct engine *e, struct fault *f) {
  const char *unit = NULL;

  if (!engine_take_side(e, false, f) || !input_text(e->doc, "", "unit", true, &unit, f))
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
  return engine_take_side(e, true, f) && engine_take_actions(e, f);
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

  if (!engine_take_side(e, false, f) || !input_text(e->doc, "", "name", true, &name, f) ||
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

  if (!engine_take_side(e, true, f) || !input_text(e->doc, "", "kind", true, &kind, f) ||
      !input_text(e->doc, "", "text", true, &text, f))
    return false;
  e->text = game_import(e->game, e->side, kind, text, f);
  return e->text != NULL;
}

/* The document as it stands now, to be edited and imported. */
static bool take_template(struct engine *e, struct fault *f) {
  const char *kind = NULL;

  if (!engine_take_side(e, true, f) || !input_text(e->doc, "", "kind", true, &kind, f))
    return false;
  e->text = game_template(e->game, e->side, kind, f);
  return e->text != NULL;
}

static void write_template(struct engine *e, struct sal_json *j) {
  sal_json_str(j, "text", e->text);
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

/* ---- standing orders: [{"name","choice","n"}], or {"name":"choice"} for short; "usual": those
 * that a person begins with */
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

  if (!engine_take_side(e, true, f))
    return false;
  e->many = given != NULL;
  if (!given)
    return true;
  struct sal_order_set set[64];
  SAL_ASSERT(rules->norders <= 64);
  memcpy(set, game_orders(e->game, e->side), rules->norders * sizeof *set);
  int i = 0;
  if (cJSON_IsString(given) && !strcmp(given->valuestring, "usual")) {
    for (; i < rules->norders; i++)
      set[i] = rules->usual ? rules->usual[i] : (struct sal_order_set){0, rules->orders[i].min};
    return game_set_orders(e->game, e->side, set, f);
  }
  if (!cJSON_IsArray(given) && !cJSON_IsObject(given))
    return fault_at(f, "orders", "must be a list of {\"name\",\"choice\",\"n\"}, or \"usual\"");
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

  if (!engine_take_side(e, true, f) || !input_text(e->doc, "", "bot", true, &name, f))
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
    engine_forget(e); /* at a seat it may be another game every time */
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

const struct command engine_asks[] = {
    {"reach", FIELDS("side", "unit"), true, false, take_reach, NULL, ask_reach},
    {"odds", FIELDS("side", "actions"), true, false, take_odds, NULL, ask_odds},
    {"overlay", FIELDS("side", "name", "args"), true, false, take_overlay, NULL, ask_overlay},
    {"records", FIELDS("side"), true, false, engine_take_view, NULL, ask_records},
    {"import", FIELDS("side", "kind", "text"), true, false, take_import, write_import, NULL},
    {"template", FIELDS("side", "kind"), true, false, take_template, write_template, NULL},
    {"orders", FIELDS("side", "orders"), true, false, take_orders, write_orders, NULL},
    {"think", FIELDS("side", "bot"), true, false, take_think, write_think, NULL},
    {0},
};
