/* test_contract.c - the contract, sentence by sentence, on every ruleset and scenario, through
 * engine lines. */
#include "bots/bot.h"
#include "harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ACTIONS = 120 };

static const char *where = "";
#define HOLDS(x)                                                                                   \
  do {                                                                                             \
    if (!(x)) {                                                                                    \
      print_error("%s: does not hold: %s\n", where, #x);                                           \
      fail();                                                                                      \
    }                                                                                              \
  } while (0)

static bool is_word(const char *text, const char *words) { /* words parted by spaces */
  size_t n = strlen(text);
  for (const char *p = words; (p = strstr(p, text)); p++)
    if ((p == words || p[-1] == ' ') && (p[n] == ' ' || !p[n]))
      return n > 0;
  return false;
}
static bool is_hash(const char *text) {
  return strlen(text) == 16 && strspn(text, "0123456789abcdef") == 16;
}
static bool is_points(const cJSON *j) { /* a whole number, or "7/2" in lowest terms */
  int a, b;
  if (cJSON_IsNumber(j))
    return j->valuedouble == (double)j->valueint;
  if (!cJSON_IsString(j) || sscanf(j->valuestring, "%d/%d", &a, &b) != 2 || b < 2)
    return false;
  for (int d = 2; d <= b; d++)
    if (a % d == 0 && b % d == 0)
      return false;
  return true;
}
static const cJSON *obj(const cJSON *j, const char *key) {
  const cJSON *f = cJSON_GetObjectItemCaseSensitive(j, key);
  if (!cJSON_IsObject(f))
    print_error("%s: '%s' is not an object\n", where, key), fail();
  return f;
}
static const cJSON *arr(const cJSON *j, const char *key) {
  const cJSON *f = cJSON_GetObjectItemCaseSensitive(j, key);
  if (!cJSON_IsArray(f))
    print_error("%s: '%s' is not an array\n", where, key), fail();
  return f;
}
static const char *str(const cJSON *j, const char *key) {
  const cJSON *f = cJSON_GetObjectItemCaseSensitive(j, key);
  if (!cJSON_IsString(f))
    print_error("%s: '%s' is not text\n", where, key), fail();
  return f->valuestring;
}
static bool has(const cJSON *list, const char *text) {
  const cJSON *e;
  cJSON_ArrayForEach(e, list) if (cJSON_IsString(e) && !strcmp(e->valuestring, text)) return true;
  return false;
}
static bool has_id(const cJSON *list, const char *key, const char *text) {
  const cJSON *e;
  cJSON_ArrayForEach(e, list) if (!strcmp(text_of(e, key), text)) return true;
  return false;
}

/* What a board gives to check everything else against. */
struct ground {
  cJSON *board;
  const cJSON *hexes, *counters, *boxes, *marks;
};
static bool on_map(const struct ground *g, const char *hex) {
  const cJSON *h;
  cJSON_ArrayForEach(h,
                     g->hexes) if (!strcmp(cJSON_GetArrayItem(h, 0)->valuestring, hex)) return true;
  return false;
}

/* ---- 4 board ---------------------------------------------------------------------------- */

static void board_ground(const struct ground *g) {
  const cJSON *e, *w;
  cJSON_ArrayForEach(e, g->hexes) {
    HOLDS(cJSON_GetArraySize(e) == 4 && cJSON_IsString(cJSON_GetArrayItem(e, 0)) &&
          cJSON_IsNumber(cJSON_GetArrayItem(e, 1)) && cJSON_IsNumber(cJSON_GetArrayItem(e, 2)));
    cJSON_ArrayForEach(w, cJSON_GetArrayItem(e, 3))
        HOLDS(has_id(arr(g->board, "terrain"), "id", w->valuestring));
  }
  int n = 0;
  cJSON_ArrayForEach(e, arr(g->board, "sides")) {
    if (n++ % 7 == 0)
      HOLDS(on_map(g, cJSON_GetArrayItem(e, 0)->valuestring) &&
            on_map(g, cJSON_GetArrayItem(e, 1)->valuestring));
    cJSON_ArrayForEach(w, cJSON_GetArrayItem(e, 2))
        HOLDS(is_word(w->valuestring,
                      "river river.major stream slope fort trench berm bridge crossing ford wall"));
  }
  cJSON_ArrayForEach(e, arr(g->board, "paths"))
      HOLDS(is_word(str(e, "kind"), "road.main road.minor rail track") &&
            cJSON_GetArraySize(arr(e, "hexes")) > 1);
  cJSON_ArrayForEach(e, arr(g->board, "labels"))
      HOLDS(*str(e, "text") && on_map(g, str(e, "hex")) && int_of(e, "rank") > 0);
  cJSON_ArrayForEach(e, arr(g->board, "regions"))
      HOLDS(*str(e, "id") && cJSON_IsArray(arr(e, "hexes")));
  cJSON_ArrayForEach(e, arr(g->board, "terrain")) {
    HOLDS(*str(e, "id") && *str(e, "title"));
    if (!strcmp(text_of(e, "where"), "hex"))
      HOLDS(is_word(str(e, "paint"), "paper field wood town city hill hilltop marsh balka water "
                                     "trench rubble building orchard grain brush"));
  }
}

static void board_pieces(const struct ground *g) {
  const cJSON *e, *f;
  cJSON_ArrayForEach(e, g->counters) {
    const char *id = str(e, "id");
    HOLDS(strspn(id, "abcdefghijklmnopqrstuvwxyz0123456789.-") == strlen(id) && *id);
    HOLDS(is_word(str(e, "side"), "german soviet") &&
          is_word(str(e, "style"), "army ss soviet guards air neutral"));
    HOLDS(*str(e, "name") && *str(e, "symbol") && str(e, "formation") && str(e, "size") &&
          *str(e, "source"));
    cJSON_ArrayForEach(f, arr(e, "faces"))
        HOLDS(cJSON_IsArray(arr(f, "figures")) && cJSON_IsObject(obj(f, "corners")) &&
              int_of(f, "steps") >= 0);
  }
  cJSON_ArrayForEach(e, g->marks)
      HOLDS(*str(e, "id") && *str(e, "badge") &&
            is_word(str(e, "shape"), "square round ring diamond triangle pentagon") &&
            *str(e, "title") && *str(e, "rule"));
  cJSON_ArrayForEach(e, g->boxes) HOLDS(*str(e, "id") && *str(e, "title"));
  cJSON_ArrayForEach(e, arr(g->board, "phases"))
      HOLDS(*str(e, "id") && *str(e, "title") && *str(e, "rule"));
  HOLDS(has_id(arr(g->board, "overlays"), "name", "zoc") &&
        has_id(arr(g->board, "overlays"), "name", "control"));
  cJSON_ArrayForEach(e, arr(g->board, "tables")) {
    HOLDS(*str(e, "id") && *str(e, "title") && *str(e, "source") &&
          cJSON_GetArraySize(arr(e, "cells")) == cJSON_GetArraySize(arr(e, "rows")));
    cJSON_ArrayForEach(f, arr(e, "cells"))
        HOLDS(cJSON_GetArraySize(f) == cJSON_GetArraySize(arr(e, "cols")));
  }
  /* the first choice holds where nothing was ordered; a player can always ask to be asked */
  cJSON_ArrayForEach(e, arr(g->board, "orders"))
      HOLDS(*str(e, "name") && *str(e, "title") && has(arr(e, "choices"), "ask"));
}

static struct ground read_board(struct table *t) {
  struct ground g = {0};
  ask(t, "{\"cmd\":\"board\"}");
  g.board = cJSON_Duplicate(field(t->last, "board"), true);
  HOLDS(g.board && int_of(g.board, "v") == 1 && is_hash(str(g.board, "hash")) &&
        is_word(str(g.board, "layout"), "flat pointy"));
  g.hexes = arr(g.board, "hexes");
  g.counters = arr(g.board, "counters");
  g.boxes = arr(g.board, "boxes");
  g.marks = arr(g.board, "marks");
  board_ground(&g);
  board_pieces(&g);
  return g;
}

/* ---- 6 cards ---------------------------------------------------------------------------- */

static double number_of(const cJSON *j) {
  int a, b;
  if (cJSON_IsNumber(j))
    return j->valuedouble;
  return cJSON_IsString(j) && sscanf(j->valuestring, "%d/%d", &a, &b) == 2 ? (double)a / b : 0;
}
static void odds_card(const cJSON *c) {
  const cJSON *e, *l;
  double chance = 0;
  HOLDS(cJSON_GetObjectItem(c, "table") != NULL && is_word(str(c, "by"), "german soviet"));
  cJSON_ArrayForEach(e, arr(c, "sides")) {
    double sum = 0;
    HOLDS(is_word(str(e, "side"), "german soviet") && is_points(field(e, "total")));
    cJSON_ArrayForEach(l, arr(e, "lines")) {
      HOLDS(*str(l, "text") && *str(l, "rule"));
      sum += number_of(field(l, "value"));
    }
    HOLDS(sum - number_of(field(e, "total")) < 1e-9 && number_of(field(e, "total")) - sum < 1e-9);
  }
  const char *to = NULL;
  cJSON_ArrayForEach(e, arr(c, "steps"))
      HOLDS(*str(e, "text") && *str(e, "rule") && (to = str(e, "to")));
  HOLDS(!to || !strcmp(to, str(c, "column")));
  cJSON_ArrayForEach(e, arr(c, "outcomes")) {
    HOLDS(*str(e, "text") && cJSON_IsObject(obj(e, "losses")));
    chance += field(e, "chance[0]")->valuedouble / field(e, "chance[1]")->valuedouble;
  }
  HOLDS(cJSON_GetArraySize(arr(c, "outcomes")) == 0 || (chance > 1 - 1e-9 && chance < 1 + 1e-9));
  HOLDS(cJSON_IsObject(obj(c, "expect")) && cJSON_GetObjectItem(c, "rolled"));
}
static void any_card(const cJSON *c) {
  HOLDS(is_word(str(c, "kind"), "odds ledger table text") && *str(c, "title") && *str(c, "rule"));
  if (!strcmp(str(c, "kind"), "odds"))
    odds_card(c);
  if (!strcmp(str(c, "kind"), "ledger"))
    HOLDS(cJSON_IsArray(arr(c, "lines")) && is_points(field(c, "total")));
  if (!strcmp(str(c, "kind"), "table"))
    HOLDS(cJSON_IsArray(arr(c, "cols")) && cJSON_IsArray(arr(c, "rows")));
  if (!strcmp(str(c, "kind"), "text"))
    HOLDS(*str(c, "text"));
}

/* ---- 4 view ----------------------------------------------------------------------------- */

static void one_view(struct table *t, const struct ground *g, const char *side) {
  const cJSON *e, *m;
  int unknown = 0;
  ask(t, "{\"cmd\":\"view\",\"side\":\"%s\"}", side);
  const cJSON *v = field(t->last, "view");
  HOLDS(v && int_of(v, "v") == 1 && !strcmp(str(v, "side"), side) && int_of(v, "seq") >= 0 &&
        *str(v, "game") && *str(v, "scenario"));
  HOLDS(int_of(v, "turn.n") >= 0 && int_of(v, "turn.of") > 0 &&
        cJSON_IsString(field(v, "turn.date")));
  HOLDS(has_id(arr(g->board, "phases"), "id", str(v, "phase")) &&
        cJSON_IsArray(arr(v, "to_move")) && cJSON_IsBool(field(v, "over")));
  HOLDS(cJSON_IsObject(obj(v, "vars")) && cJSON_IsObject(obj(v, "scores")) &&
        cJSON_IsArray(arr(v, "terrain")) && cJSON_IsArray(arr(v, "boxes")));
  cJSON_ArrayForEach(e, arr(v, "units")) {
    const char *id = str(e, "id"), *at = str(e, "at");
    if (*id == '?') {
      HOLDS(atoi(id + 1) == ++unknown && is_word(str(e, "side"), "german soviet") &&
            strcmp(side, "all"));
      HOLDS(cJSON_IsNull(field(e, "count")) || cJSON_IsNumber(field(e, "count")));
    } else {
      HOLDS(
          has_id(g->counters, "id", cJSON_IsString(field(e, "counter")) ? str(e, "counter") : id));
    }
    char hex[16];
    snprintf(hex, sizeof hex, "%.*s", (int)strcspn(at, "/"), at);
    HOLDS(on_map(g, hex) || has_id(g->boxes, "id", at));
    cJSON_ArrayForEach(m, arr(e, "marks")) {
      char name[32];
      snprintf(name, sizeof name, "%.*s", (int)strcspn(m->valuestring, ":"), m->valuestring);
      HOLDS(has_id(g->marks, "id", name));
    }
    if (field(e, "mp"))
      HOLDS(is_points(field(e, "mp[0]")) && is_points(field(e, "mp[1]")));
    if (field(e, "facing"))
      HOLDS(int_of(e, "facing") >= 0 && int_of(e, "facing") < 6);
  }
  cJSON_ArrayForEach(e, arr(v, "marks"))
      HOLDS(on_map(g, str(e, "hex")) && has_id(g->marks, "id", str(e, "mark")));
  cJSON_ArrayForEach(e, arr(v, "control"))
      HOLDS(is_word(cJSON_GetArrayItem(e, 0)->valuestring, "german soviet") &&
            cJSON_IsArray(cJSON_GetArrayItem(e, 1)));
}

/* ---- 5 prompt and actions --------------------------------------------------------------- */

static void one_action(const struct ground *g, const cJSON *a) {
  const cJSON *on = obj(a, "on");
  HOLDS(*str(a, "id") && *str(a, "label") && *str(a, "rule") && !strpbrk(str(a, "label"), "{}"));
  HOLDS(!strstr(str(a, "id"), "  "));
  if (field(on, "unit"))
    HOLDS(has_id(g->counters, "id", str(on, "unit")));
  else if (field(on, "hex"))
    HOLDS(on_map(g, str(on, "hex")));
  else if (field(on, "side"))
    HOLDS(cJSON_GetArraySize(arr(on, "side")) == 2);
  else if (field(on, "box"))
    HOLDS(has_id(g->boxes, "id", str(on, "box")));
  else if (field(on, "form"))
    HOLDS(cJSON_GetArraySize(arr(on, "form")) == 2);
  else
    HOLDS(is_word(str(on, "button"), "main more end"));
  if (field(a, "vary"))
    HOLDS(int_of(a, "vary.word") >= 1 && int_of(a, "vary.min") <= int_of(a, "vary.max"));
}

static void one_form(const cJSON *form, const cJSON *ids) {
  const cJSON *r, *d, *x;
  HOLDS(*str(form, "title") && *str(form, "rule") && cJSON_IsArray(arr(form, "cols")));
  cJSON_ArrayForEach(r, arr(form, "rows")) {
    HOLDS(cJSON_GetArraySize(arr(r, "cells")) == cJSON_GetArraySize(arr(form, "cols")) &&
          *str(r, "rule"));
    cJSON_ArrayForEach(d, arr(r, "do")) {
      HOLDS(*str(d, "label") && *str(d, "action"));
      if (field(d, "why"))
        HOLDS(*text_of(d, "why.rule") && *text_of(d, "why.text"));
      else
        HOLDS(has(ids, str(d, "action")));
    }
  }
  cJSON_ArrayForEach(x, arr(form, "totals"))
      HOLDS(*str(x, "label") && is_points(field(x, "value")) && *str(x, "rule"));
}

/* Checks the prompt and leaves the ids of the actions in *ids. Returns how many there are. */
static int one_prompt(struct table *t, const struct ground *g, const char *side, bool decides,
                      cJSON **ids) {
  const cJSON *e, *before = NULL;
  ask(t, "{\"cmd\":\"actions\",\"side\":\"%s\"}", side);
  const cJSON *p = field(t->last, "prompt");
  HOLDS(p && int_of(p, "v") == 1 && *str(p, "node") && *str(p, "side") && *str(p, "rule") &&
        *str(p, "text"));
  HOLDS(cJSON_IsArray(arr(p, "selected")) && cJSON_IsBool(field(p, "undo")) &&
        cJSON_IsBool(field(p, "undo_turn")));
  cJSON_ArrayForEach(e, arr(p, "selected")) HOLDS(has_id(g->counters, "id", e->valuestring));
  cJSON_ArrayForEach(e, arr(p, "owed"))
      HOLDS(*str(e, "text") && *str(e, "rule") && cJSON_IsObject(obj(e, "on")));
  cJSON_ArrayForEach(e, arr(p, "cards")) any_card(e);
  /* absent where the game does not say what the decision is about */
  cJSON_ArrayForEach(e, field(p, "about")) HOLDS(cJSON_IsString(e) && *e->valuestring);
  *ids = cJSON_CreateArray();
  int n = 0;
  cJSON_ArrayForEach(e, arr(t->last, "actions")) {
    one_action(g, e);
    if (before)
      HOLDS(strcmp(str(before, "id"), str(e, "id")) < 0); /* sorted, no duplicates */
    before = e;
    cJSON_AddItemToArray(*ids, cJSON_CreateString(str(e, "id")));
    n++;
  }
  HOLDS(n <= 4096 && (decides ? n > 0 : n == 0));
  cJSON_ArrayForEach(e, arr(p, "forms")) one_form(e, *ids);
  return n;
}

/* ---- 6 reach, overlays; 3 the rest ------------------------------------------------------ */

static void one_reach(struct table *t, const struct ground *g, const char *side, const char *unit) {
  const cJSON *h;
  ask(t, "{\"cmd\":\"reach\",\"side\":\"%s\",\"unit\":\"%s\"}", side, unit);
  if (!cJSON_IsTrue(field(t->last, "ok"))) {
    HOLDS(is_word(text_of(t->last, "error.code"), "refused") && *text_of(t->last, "error.rule"));
    return;
  }
  const cJSON *r = field(t->last, "reach");
  HOLDS(!strcmp(str(r, "unit"), unit) && cJSON_IsArray(arr(r, "begin")) &&
        cJSON_IsArray(arr(r, "end")));
  cJSON *seen = cJSON_CreateArray();
  /* a tree: every hex comes after the one it is reached from */
  cJSON_ArrayForEach(h, arr(r, "hexes")) {
    HOLDS(on_map(g, str(h, "hex")) && is_points(field(h, "cost")) && is_points(field(h, "left")) &&
          cJSON_IsBool(field(h, "stop")));
    if (cJSON_IsNull(field(h, "from")))
      HOLDS(cJSON_GetArraySize(seen) == 0);
    else
      HOLDS(has(seen, str(h, "from")));
    cJSON_AddItemToArray(seen, cJSON_CreateString(str(h, "hex")));
  }
  cJSON_Delete(seen);
}

static void overlays(struct table *t, const struct ground *g, const char *side) {
  const cJSON *o, *e;
  cJSON_ArrayForEach(o, arr(g->board, "overlays")) {
    char args[128] = "";
    cJSON_ArrayForEach(e, arr(o, "args")) {
      size_t n = strlen(args);
      const char *one =
          !strcmp(e->valuestring, "unit") ? str(cJSON_GetArrayItem(g->counters, 0), "id")
          : !strcmp(e->valuestring, "side")
              ? side
              : cJSON_GetArrayItem(cJSON_GetArrayItem(g->hexes, n ? 3 : 0), 0)->valuestring;
      snprintf(args + n, sizeof args - n, "%s\"%s\"", n ? "," : "", one);
    }
    ask(t, "{\"cmd\":\"overlay\",\"side\":\"%s\",\"name\":\"%s\",\"args\":[%s]}", side,
        str(o, "name"), args);
    if (!cJSON_IsTrue(field(t->last, "ok"))) {
      HOLDS(!strcmp(text_of(t->last, "error.code"), "refused") && *text_of(t->last, "error.rule"));
      continue;
    }
    const cJSON *v = field(t->last, "overlay");
    HOLDS(*str(v, "title"));
    cJSON_ArrayForEach(e, arr(v, "legend"))
        HOLDS(*str(e, "key") && *str(e, "text") &&
              is_word(str(e, "style"), "good bad warn own enemy none"));
    cJSON_ArrayForEach(e, arr(v, "hexes"))
        HOLDS(has_id(arr(v, "legend"), "key", cJSON_GetArrayItem(e, 1)->valuestring));
    cJSON_ArrayForEach(e, arr(v, "lines"))
        HOLDS(on_map(g, str(e, "from")) && on_map(g, str(e, "to")) && *str(e, "text"));
    HOLDS(cJSON_IsArray(arr(v, "sides")));
  }
}

static void save_and_load(struct table *t) {
  char hash[32];
  ask(t, "{\"cmd\":\"save\"}");
  cJSON *journal = cJSON_DetachItemFromObject(t->last, "journal");
  HOLDS(cJSON_IsString(journal) && !strncmp(journal->valuestring, "salient-journal 1\n", 18));
  struct engine *other = engine_new(t->library, &bot_thinker);
  cJSON *load = cJSON_CreateObject();
  cJSON_AddStringToObject(load, "cmd", "load");
  cJSON_AddItemToObject(load, "journal", journal);
  char *text = cJSON_PrintUnformatted(load);
  size_t n;
  const char *answer = engine_line(other, text, strlen(text), &n);
  cJSON *loaded = cJSON_ParseWithLength(answer, n);
  HOLDS(cJSON_IsTrue(field(loaded, "ok")) && is_hash(text_of(loaded, "hash")) &&
        int_of(loaded, "line") >= 0);
  snprintf(hash, sizeof hash, "%s", text_of(loaded, "hash"));
  answer = engine_line(other, "{\"cmd\":\"save\"}", 14, &n);
  cJSON *again = cJSON_ParseWithLength(answer, n);
  HOLDS(!strcmp(text_of(again, "journal"), journal->valuestring));
  cJSON_Delete(again);
  cJSON_Delete(loaded);
  cJSON_Delete(load);
  free(text);
  engine_free(other);
  ask(t, "{\"cmd\":\"load\",\"journal\":\"nonsense\"}"); /* refused, and nothing changed */
  HOLDS(!strcmp(text_of(t->last, "error.code"), "input"));
}

static void wrong_requests(struct table *t) {
  static const struct {
    const char *line, *code;
  } bad[] = {
      {"{\"cmd\":\"dance\"}", "input"},
      {"{}", "input"},
      {"[]", "input"},
      {"nonsense", "input"},
      {"{\"cmd\":\"view\"}", "input"},
      {"{\"cmd\":\"view\",\"side\":\"german\",\"colour\":1}", "input"},
      {"{\"cmd\":\"view\",\"side\":\"french\"}", "input"},
      {"{\"cmd\":\"view\",\"side\":3}", "input"},
      {"{\"cmd\":\"do\",\"side\":\"german\",\"action\":\"fly away\"}", "input"},
      {"{\"cmd\":\"do\",\"side\":\"german\",\"action\":\"\"}", "input"},
      {"{\"cmd\":\"reach\",\"side\":\"german\",\"unit\":\"nobody\"}", "input"},
      {"{\"cmd\":\"overlay\",\"side\":\"german\",\"name\":\"nothing\",\"args\":[]}", "input"},
      {"{\"cmd\":\"view\",\"side\":\"german\"", "input"},
      {"{\"cmd\":\"new\",\"game\":\"chess\",\"scenario\":\"x\",\"seed\":1}", "input"},
      {"{\"cmd\":\"think\",\"side\":\"german\",\"bot\":\"genius\"}", "input"}};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    size_t n;
    const char *answer = engine_line(t->engine, bad[i].line, strlen(bad[i].line), &n);
    cJSON *a = cJSON_ParseWithLength(answer, n);
    if (!a || strcmp(text_of(a, "error.code"), bad[i].code) || !*text_of(a, "error.text") ||
        !cJSON_IsString(field(a, "error.at")))
      print_error("%s -> %.*s\n", bad[i].line, (int)n, answer), fail();
    cJSON_Delete(a);
  }
  ask(t, "{\"cmd\":\"hello\",\"id\":\"x7\"}");
  HOLDS(!strcmp(text_of(t->last, "id"), "x7") && int_of(t->last, "v") == 1 &&
        *text_of(t->last, "version") && cJSON_IsArray(arr(t->last, "games")));
}

/* An undo that is offered takes the game back to the byte. */
static void undo_restores(struct table *t, const char *side, const char *before) {
  ask(t, "{\"cmd\":\"actions\",\"side\":\"%s\"}", side);
  if (!cJSON_IsTrue(field(t->last, "prompt.undo")))
    return;
  ask(t, "{\"cmd\":\"undo\",\"side\":\"%s\"}", side);
  HOLDS(cJSON_IsTrue(field(t->last, "ok")) && int_of(t->last, "undone") >= 1 &&
        is_hash(text_of(t->last, "hash")));
  ask(t, "{\"cmd\":\"view\",\"side\":\"all\"}");
  cJSON_DeleteItemFromObject(cJSON_GetObjectItem(t->last, "view"), "seq");
  char *after = cJSON_PrintUnformatted(t->last);
  if (strcmp(before, after))
    print_error("%s: undo did not restore the view\n", where), fail();
  free(after);
}

static void play(struct table *t, const struct ground *g, struct sal_rng *rng) {
  static const char *const sides[] = {"german", "soviet"};
  for (int i = 0; i < ACTIONS; i++) {
    cJSON *ids[2];
    int n[2], side = -1;
    ask(t, "{\"cmd\":\"view\",\"side\":\"all\"}");
    if (cJSON_IsTrue(field(t->last, "view.over")))
      return;
    cJSON *to_move = cJSON_Duplicate(field(t->last, "view.to_move"), true);
    HOLDS(cJSON_GetArraySize(to_move) >= 1);
    cJSON_DeleteItemFromObject(cJSON_GetObjectItem(t->last, "view"), "seq");
    char *before = cJSON_PrintUnformatted(t->last);
    for (int s = 0; s < 2; s++) {
      n[s] = one_prompt(t, g, sides[s], has(to_move, sides[s]), &ids[s]);
      if (n[s])
        side = side < 0 || sal_rng_below(rng, 2) ? s : side;
    }
    if (i % 4 == 0)
      one_view(t, g, sides[i / 4 % 2]);
    if (i % 16 == 0)
      one_view(t, g, "all"), overlays(t, g, sides[i / 16 % 2]);
    if (i % 8 == 0)
      one_reach(
          t, g, sides[side],
          str(cJSON_GetArrayItem(
                  g->counters, (int)sal_rng_below(rng, (uint32_t)cJSON_GetArraySize(g->counters))),
              "id"));
    const char *id =
        cJSON_GetArrayItem(ids[side], (int)sal_rng_below(rng, (uint32_t)n[side]))->valuestring;
    if (cJSON_GetArraySize(to_move) == 1) { /* the other side may not */
      ask(t, "{\"cmd\":\"do\",\"side\":\"%s\",\"action\":\"%s\"}", sides[!side], id);
      HOLDS(!strcmp(text_of(t->last, "error.code"), "seat"));
    }
    ask(t, "{\"cmd\":\"why\",\"side\":\"%s\",\"action\":\"%s\"}", sides[side], id);
    HOLDS(cJSON_IsTrue(field(t->last, "ok")));
    ask(t, "{\"cmd\":\"do\",\"side\":\"%s\",\"action\":\"%s\"}", sides[side], id);
    HOLDS(cJSON_IsTrue(field(t->last, "ok")) && is_hash(text_of(t->last, "hash")) &&
          cJSON_IsArray(arr(t->last, "to_move")) && cJSON_IsBool(field(t->last, "over")));
    const cJSON *e;
    int last = 0;
    cJSON_ArrayForEach(e, arr(t->last, "events")) {
      HOLDS(int_of(e, "n") > last && *str(e, "kind") && *str(e, "rule") && *str(e, "text") &&
            cJSON_IsArray(arr(e, "at")) && cJSON_IsArray(arr(e, "units")));
      HOLDS(!strpbrk(str(e, "text"), "{}"));
      last = int_of(e, "n");
      if (field(e, "card"))
        any_card(field(e, "card"));
    }
    cJSON_ArrayForEach(e, arr(t->last, "dice"))
        HOLDS(int_of(e, "d") > 0 && field(e, "v") && *str(e, "rule"));
    if (i % 5 == 0)
      undo_restores(t, sides[side], before);
    free(before);
    cJSON_Delete(to_move);
    cJSON_Delete(ids[0]);
    cJSON_Delete(ids[1]);
  }
}

static void the_rest(struct table *t) {
  const cJSON *e;
  ask(t, "{\"cmd\":\"events\",\"side\":\"german\",\"since\":0}");
  int n = cJSON_GetArraySize(arr(t->last, "events"));
  ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
  HOLDS(int_of(t->last, "view.seq") == n); /* seq counts what this side has seen */
  ask(t, "{\"cmd\":\"records\",\"side\":\"german\"}");
  cJSON_ArrayForEach(e, arr(t->last, "records")) {
    const cJSON *b;
    HOLDS(*str(e, "id") && *str(e, "title"));
    cJSON_ArrayForEach(b, arr(e, "blocks")) any_card(b);
  }
  ask(t, "{\"cmd\":\"orders\",\"side\":\"german\"}");
  HOLDS(cJSON_IsTrue(field(t->last, "ok")) && field(t->last, "orders"));
  ask(t, "{\"cmd\":\"result\"}");
  HOLDS(cJSON_IsTrue(field(t->last, "ok")) && cJSON_GetObjectItem(t->last, "result"));
  ask(t, "{\"cmd\":\"view\",\"side\":\"all\"}");
  if (cJSON_IsFalse(field(t->last, "view.over"))) {
    char side[16];
    snprintf(side, sizeof side, "%s", text_of(t->last, "view.to_move[0]"));
    ask(t, "{\"cmd\":\"think\",\"side\":\"%s\",\"bot\":\"random\"}", side);
    HOLDS(*text_of(t->last, "action") && cJSON_IsString(field(t->last, "why")) &&
          cJSON_IsNumber(field(t->last, "nodes")));
    cJSON *action = cJSON_Duplicate(field(t->last, "action"), true);
    ask(t, "{\"cmd\":\"why\",\"side\":\"%s\",\"action\":\"%s\"}", side, action->valuestring);
    HOLDS(cJSON_IsTrue(field(t->last, "ok")));
    cJSON_Delete(action);
  }
  ask(t, "{\"cmd\":\"save\",\"side\":\"german\"}");
  HOLDS(cJSON_IsString(field(t->last, "journal")));
}

static void positions(const struct sal_ruleset *rules) {
  static const char *const maps[] = {"testbed", "plain:12x10", "plain:64x64"};
  static const char *const bad[] = {"plain:65x2", "plain:0x4", "plain:axb", "atlantis"};
  char game[64];
  struct fault f;
  snprintf(game, sizeof game, "%s", rules->id);
  struct library *lib = library_open(NULL, &f);
  struct engine *e = engine_new(lib, &bot_thinker);
  const char *scenario = library_outline(lib, rules, &f)->scenarios[0].id;
  struct table t = {.engine = e, .library = lib, .game = game};
  for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) {
    ask(&t,
        "{\"cmd\":\"new\",\"game\":\"%s\",\"scenario\":\"%s\",\"seed\":1,\"position\":{\"map\":\"%"
        "s\"}}",
        game, scenario, maps[i]);
    if (!cJSON_IsTrue(field(t.last, "ok")))
      print_error("%s on %s: %s %s\n", game, maps[i], text_of(t.last, "error.at"),
                  text_of(t.last, "error.text")),
          fail();
  }
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    ask(&t,
        "{\"cmd\":\"new\",\"game\":\"%s\",\"scenario\":\"%s\",\"seed\":1,\"position\":{\"map\":\"%"
        "s\"}}",
        game, scenario, bad[i]);
    HOLDS(!strcmp(text_of(t.last, "error.code"), "input") &&
          strstr(text_of(t.last, "error.at"), "map"));
  }
  ask(&t,
      "{\"cmd\":\"new\",\"game\":\"%s\",\"scenario\":\"%s\",\"seed\":1,\"position\":{\"map\":"
      "\"testbed\",\"units\":[{\"unit\":\"no.such\",\"hex\":\"0101\"}]}}",
      game, scenario);
  HOLDS(!strcmp(text_of(t.last, "error.code"), "input") &&
        strstr(text_of(t.last, "error.at"), "units[0]"));
  cJSON_Delete(t.last);
  engine_free(e);
  library_close(lib);
}

static void contract_holds(void **state) {
  (void)state;
  struct fault f;
  struct library *lib = library_open(NULL, &f);
  const char *only = getenv("SALIENT_GAME");
  char name[96];
  assert_non_null(lib);
  for (int i = 0; sal_rulesets[i]; i++) {
    if (only && strcmp(only, sal_rulesets[i]->id))
      continue;
    where = sal_rulesets[i]->id;
    positions(sal_rulesets[i]);
    const struct sal_book *outline = library_outline(lib, sal_rulesets[i], &f);
    for (int s = 0; s < outline->nscenarios; s++) {
      snprintf(name, sizeof name, "%s/%s", sal_rulesets[i]->id, outline->scenarios[s].id);
      where = name;
      struct table *t = lay(name, NULL, NULL);
      struct sal_rng rng;
      sal_rng_seed(&rng, 7);
      HOLDS(is_hash(text_of(t->last, "hash")) && cJSON_GetArraySize(arr(t->last, "to_move")) > 0 &&
            cJSON_IsFalse(field(t->last, "over")));
      struct ground g = read_board(t);
      play(t, &g, &rng);
      save_and_load(t);
      the_rest(t);
      wrong_requests(t);
      cJSON_Delete(g.board);
      clear_away(t);
    }
  }
  library_close(lib);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(contract_holds)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
