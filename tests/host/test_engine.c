/* test_engine.c - engine lines: what is wrong is answered with the right code and place, and
 * changes nothing. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bot.h"
#include "lines.h"

/* The answer, parsed strictly: whatever comes in, what goes out is JSON. */
static cJSON *say_n(const char *line, size_t n) {
  size_t len;
  struct fault f;
  const char *out = engine_line(engine, line, n, &len);
  assert_int_equal(strlen(out), len);
  cJSON *doc = cJSON_ParseWithLength(out, len);
  (void)f;
  if (!doc)
    fail_msg("not JSON: %.200s", out);
  return doc;
}
static cJSON *say(const char *line) {
  return say_n(line, strlen(line));
}
static void wrong_n(const char *line, size_t n, const char *code, const char *at) {
  cJSON *doc = say_n(line, n);
  const char *got = text_of(doc, "error.code"), *where = text_of(doc, "error.at");
  if (strcmp(got, code) || (at && strcmp(where, at)) || !*text_of(doc, "error.text"))
    fail_msg("%.120s: wanted %s at '%s', got %s at '%s': %s", line, code, at ? at : "", got, where,
             text_of(doc, "error.text"));
  cJSON_Delete(doc);
}
static void wrong(const char *line, const char *code, const char *at) {
  wrong_n(line, strlen(line), code, at);
}
static void fine(const char *line) {
  cJSON *doc = say(line);
  if (!cJSON_IsTrue(field(doc, "ok")))
    fail_msg("%.120s: %s %s", line, text_of(doc, "error.at"), text_of(doc, "error.text"));
  cJSON_Delete(doc);
}
static void fresh(void) {
  fine("{\"cmd\":\"new\",\"game\":\"nullgame\",\"scenario\":\"lesson\",\"seed\":3}");
}

static void not_json(void **state) {
  (void)state;
  static const char *const lines[] = {"",
                                      " ",
                                      "nonsense",
                                      "{",
                                      "{\"cmd\"",
                                      "{\"cmd\":}",
                                      "[1,2",
                                      "{\"cmd\":\"hello\"}x",
                                      "{\"cmd\":'hello'}",
                                      "{\"a\":01}",
                                      "{\"a\":1.}",
                                      "{\"a\":+1}",
                                      "{\"a\":\"\\x\"}",
                                      "{\"a\":\"\\u00\"}",
                                      "{\"a\":\"\\ud800\"}",
                                      "{\"a\":\"\\u0000\"}",
                                      "{\"a\":\"tab\there\"}",
                                      "{\"a\":nul}",
                                      "{\"a\":1,}",
                                      "{,}",
                                      "nan",
                                      "\xef\xbb\xbf{}"};
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
    wrong(lines[i], "input", "line");
  wrong_n("{\"cmd\":\"hello\",\"id\":\"a\0b\"}", 26, "input", "line");
  wrong("{\"cmd\":\"hel\xff\xfe\"}", "input", "line");
  wrong("{\"cmd\":\"\xc0\x80\"}", "input", "line");
  wrong("{\"cmd\":\"\xed\xa0\x80\"}", "input", "line");
  wrong("[]", "input", "line");
  wrong("17", "input", "line");
  wrong("\"hello\"", "input", "line");
}
static void too_much(void **state) {
  (void)state;
  size_t n = 10 << 20;
  char *line = malloc(n);
  memset(line, 'x', n);
  wrong_n(line, n, "limit", NULL);
  memset(line, ' ', n);
  memcpy(line, "{\"cmd\":\"hello\"}", 15);
  wrong_n(line, INPUT_BYTES + 1, "limit", NULL);
  cJSON *doc = say_n(line, INPUT_BYTES); /* exactly 1 MiB is allowed */
  assert_true(cJSON_IsTrue(field(doc, "ok")));
  cJSON_Delete(doc);
  memset(line, '[', n);
  wrong_n(line, 100000, "limit", NULL);
  char deep[256] = "{\"cmd\":\"hello\",\"id\":";
  size_t at = strlen(deep);
  memset(deep + at, '[', 32); /* 33 levels with the object */
  memset(deep + at + 32, ']', 32);
  strcpy(deep + at + 64, "}");
  wrong(deep, "limit", NULL);
  /* one less: a list is no id, but it is read */
  memmove(deep + at, deep + at + 1, strlen(deep + at));
  deep[at + 62] = '}';
  deep[at + 63] = 0;
  wrong(deep, "input", "id");
  char *many = malloc(n);
  size_t len = (size_t)sprintf(many, "{");
  for (int i = 0; i < 40000; i++)
    len += (size_t)sprintf(many + len, "%s\"k%d\":1", i ? "," : "", i);
  sprintf(many + len, "}");
  wrong(many, "limit", NULL); /* and quickly */
  free(many);
  free(line);
}
static void fields(void **state) {
  (void)state;
  fresh();
  wrong("{}", "input", "cmd");
  wrong("{\"cmd\":7}", "input", "cmd");
  wrong("{\"cmd\":\"fly\"}", "input", "cmd");
  wrong("{\"cmd\":\"hello\",\"v\":2}", "input", "v");
  wrong("{\"cmd\":\"hello\",\"extra\":1}", "input", "extra");
  wrong("{\"cmd\":\"hello\",\"cmd\":\"hello\"}", "input", "cmd");
  wrong("{\"cmd\":\"hello\",\"id\":{}}", "input", "id");
  wrong("{\"cmd\":\"view\"}", "input", "side");
  wrong("{\"cmd\":\"view\",\"side\":\"french\"}", "input", "side");
  wrong("{\"cmd\":\"view\",\"side\":1}", "input", "side");
  wrong("{\"cmd\":\"do\",\"side\":\"german\"}", "input", "action");
  wrong("{\"cmd\":\"do\",\"side\":\"german\",\"action\":[]}", "input", "action");
  wrong("{\"cmd\":\"do\",\"side\":\"german\",\"action\":\"commit\",\"actions\":[]}", "input",
        "actions");
  wrong("{\"cmd\":\"do\",\"side\":\"german\",\"actions\":[\"commit\",7]}", "input", "actions[1]");
  wrong("{\"cmd\":\"do\",\"side\":\"german\",\"actions\":[\"commit\",\"fly 1\"]}", "input",
        "actions[1]");
  wrong("{\"cmd\":\"do\",\"side\":\"german\",\"action\":\"\"}", "input", "action");
  wrong("{\"cmd\":\"do\",\"side\":\"german\",\"action\":\"stance  press\"}", "input", "action");
  wrong("{\"cmd\":\"do\",\"side\":\"german\",\"action\":\"step 9999\"}", "input", "action");
  wrong("{\"cmd\":\"do\",\"side\":\"german\",\"action\":\"move de.nobody\"}", "input", "action");
  wrong("{\"cmd\":\"do\",\"side\":\"german\",\"action\":\"support -1\"}", "input", "action");
  wrong("{\"cmd\":\"do\",\"side\":\"german\",\"action\":\"support 99999999999999999999\"}", "input",
        "action");
  wrong("{\"cmd\":\"do\",\"side\":\"all\",\"action\":\"commit\"}", "seat", NULL);
  wrong("{\"cmd\":\"do\",\"side\":\"german\",\"action\":\"done\"}", "refused", NULL);
  wrong("{\"cmd\":\"events\",\"side\":\"german\",\"since\":-1}", "input", "since");
  wrong("{\"cmd\":\"events\",\"side\":\"german\",\"since\":1e300}", "input", "since");
  wrong("{\"cmd\":\"events\",\"side\":\"german\",\"since\":0.5}", "input", "since");
  wrong("{\"cmd\":\"reach\",\"side\":\"german\",\"unit\":\"?1\"}", "input", "unit");
  wrong("{\"cmd\":\"overlay\",\"side\":\"german\",\"name\":\"rainbow\"}", "input", "name");
  wrong("{\"cmd\":\"overlay\",\"side\":\"german\",\"name\":\"los\",\"args\":[\"0101\",\"zzzz\"]}",
        "input", "args[1]");
  wrong("{\"cmd\":\"undo\",\"side\":\"german\",\"to\":\"yesterday\"}", "input", "to");
  wrong("{\"cmd\":\"undo\",\"side\":\"german\"}", "state", NULL);
  wrong("{\"cmd\":\"orders\",\"side\":\"german\",\"orders\":[{\"name\":\"fire\",\"choice\":"
        "\"sometimes\"}]}",
        "input", "orders[0].choice");
  wrong("{\"cmd\":\"orders\",\"side\":\"german\",\"orders\":[{\"name\":\"fire\",\"choice\":"
        "\"chance\",\"n\":101}]}",
        "input", "orders[0].n");
  wrong("{\"cmd\":\"orders\",\"side\":\"german\",\"orders\":7}", "input", "orders");
  wrong("{\"cmd\":\"think\",\"side\":\"german\",\"bot\":\"deep-thought\"}", "input", "bot");
  wrong("{\"cmd\":\"think\",\"side\":\"german\",\"bot\":\"random:5\"}", "input", "bot");
  wrong("{\"cmd\":\"load\",\"journal\":\"\"}", "input", "journal:1");
  wrong("{\"cmd\":\"load\",\"journal\":\"salient-journal 1\\ngame x\\n---\\n\"}", "input",
        "journal:2");
  wrong("{\"cmd\":\"import\",\"side\":\"german\",\"kind\":\"x\",\"text\":\"y\"}", "input", "kind");
}
/* A document as it stands: refused while none can be filled in, read again without a change. */
static void documents(void **state) {
  (void)state;
  fresh();
  wrong("{\"cmd\":\"template\",\"side\":\"german\",\"kind\":\"result\"}", "input", "kind");
  fine("{\"cmd\":\"new\",\"game\":\"stalnie\",\"scenario\":\"campaign\",\"seed\":1,\"options\":{"
       "\"battle\":\"table\"},\"position\":{\"phase\":\"play.2\",\"vars\":{\"german_front\":20,"
       "\"soviet_front\":24},\"units\":[{\"name\":\"g\",\"side\":\"german\",\"kind\":\"658\","
       "\"hex\":"
       "\"18-Z5\"},{\"name\":\"r\",\"side\":\"soviet\",\"kind\":\"458\",\"hex\":\"18-D5\"}]}}");
  wrong("{\"cmd\":\"template\",\"side\":\"german\"}", "input", "kind");
  wrong("{\"cmd\":\"template\",\"side\":\"german\",\"kind\":\"result\"}", "input", "kind");
  fine("{\"cmd\":\"do\",\"side\":\"german\",\"action\":\"open\"}");
  cJSON *r = say("{\"cmd\":\"actions\",\"side\":\"german\"}");
  assert_string_equal(text_of(r, "prompt.document"), "result");
  cJSON_Delete(r);

  r = say("{\"cmd\":\"template\",\"side\":\"german\",\"kind\":\"result\"}");
  const char *text = text_of(r, "text");
  assert_non_null(strstr(text, "\nunit id=g fate=ok hex=18-Z5 state=ok "));
  cJSON *back = cJSON_CreateObject();
  cJSON_AddStringToObject(back, "cmd", "import");
  cJSON_AddStringToObject(back, "side", "german");
  cJSON_AddStringToObject(back, "kind", "result");
  cJSON_AddStringToObject(back, "text", text);
  char *line = cJSON_PrintUnformatted(back);
  cJSON *read = say(line);
  assert_string_equal(text_of(read, "actions[0]"), "turns 7");
  cJSON_Delete(read);
  cJSON_free(line);
  cJSON_Delete(back);
  cJSON_Delete(r);
}
static void new_fields(void **state) {
  (void)state;
  fresh();
  cJSON *before = say("{\"cmd\":\"save\"}");
#define NEW(more) "{\"cmd\":\"new\",\"game\":\"nullgame\",\"scenario\":\"lesson\"" more "}"
  wrong("{\"cmd\":\"new\"}", "input", "game");
  wrong("{\"cmd\":\"new\",\"game\":\"chess\",\"scenario\":\"x\",\"seed\":1}", "input", "game");
  wrong("{\"cmd\":\"new\",\"game\":\"nullgame\",\"seed\":1}", "input", "scenario");
  wrong("{\"cmd\":\"new\",\"game\":\"nullgame\",\"scenario\":\"x\",\"seed\":1}", "input",
        "scenario");
  wrong(NEW(""), "input", "seed");
  wrong(NEW(",\"seed\":-1"), "input", "seed");
  wrong(NEW(",\"seed\":1e30"), "input", "seed");
  wrong(NEW(",\"seed\":\"1\""), "input", "seed");
  wrong(NEW(",\"seed\":1,\"options\":{\"mines\":true}"), "input", "options.mines");
  wrong(NEW(",\"seed\":1,\"options\":{\"turns\":99}"), "input", "options.turns");
  wrong(NEW(",\"seed\":1,\"options\":{\"turns\":\"two\"}"), "input", "options.turns");
  wrong(NEW(",\"seed\":1,\"options\":[]"), "input", "options");
  wrong(NEW(",\"seed\":1,\"dice\":[7,\"\"]"), "input", "dice[1]");
  wrong(NEW(",\"seed\":1,\"dice\":[0]"), "input", "dice[0]");
  wrong(NEW(",\"seed\":1,\"dice\":[\"a b\"]"), "input", "dice[0]");
  wrong(NEW(",\"seed\":1,\"dice\":[{}]"), "input", "dice[0]");
  wrong(NEW(",\"seed\":1,\"strict_dice\":1"), "input", "strict_dice");
  wrong(NEW(",\"seed\":1,\"position\":[]"), "input", "position");
  cJSON *after = say("{\"cmd\":\"save\"}");
  /* nothing of it changed the game */
  assert_string_equal(text_of(before, "journal"), text_of(after, "journal"));
  cJSON_Delete(before);
  cJSON_Delete(after);
}
static void no_game(void **state) {
  (void)state;
  struct engine *other = engine_new(lib, &bot_thinker), *keep = engine;
  engine = other;
  static const char *const need[] = {"board", "result", "save"}, *const sided[] = {
                                                                     "view", "actions", "records"};
  char line[80];
  for (int i = 0; i < 3; i++) {
    snprintf(line, sizeof line, "{\"cmd\":\"%s\"}", need[i]);
    wrong(line, "state", NULL);
    snprintf(line, sizeof line, "{\"cmd\":\"%s\",\"side\":\"german\"}", sided[i]);
    wrong(line, "state", NULL);
  }
  engine = keep;
  engine_free(other);
}
static void id_comes_back(void **state) {
  (void)state;
  cJSON *doc = say("{\"cmd\":\"stop\",\"id\":\"a\\\"b\"}");
  assert_string_equal(text_of(doc, "id"), "a\"b");
  cJSON_Delete(doc);
  doc = say("{\"cmd\":\"nothing\",\"id\":42}");
  assert_int_equal(int_of(doc, "id"), 42);
  cJSON_Delete(doc);
  doc = say("{\"cmd\":\"stop\",\"id\":null}");
  assert_true(cJSON_IsNull(field(doc, "id")));
  cJSON_Delete(doc);
}

/* Strict dice that run out, or do not fit, leave everything as it was. */
static void dice(void **state) {
  (void)state;
#define FIGHT                                                                                      \
  "\"seed\":1,\"strict_dice\":true,\"position\":{\"map\":\"plain:9x9\",\"phase\":\"german."        \
  "attack\",\"units\":["                                                                           \
  "{\"unit\":\"de.1.inf\",\"hex\":\"0505\"},{\"unit\":\"ru.1.rifle\",\"hex\":\"0504\"}]}"
  const char *tries[] = {
      "{\"cmd\":\"new\",\"game\":\"nullgame\",\"scenario\":\"lesson\"," FIGHT "}",
      "{\"cmd\":\"new\",\"game\":\"nullgame\",\"scenario\":\"lesson\",\"dice\":[7]," FIGHT "}",
      "{\"cmd\":\"new\",\"game\":\"nullgame\",\"scenario\":\"lesson\",\"dice\":[\"=x\"]," FIGHT
      "}"};
  for (int i = 0; i < 3; i++) {
    fine(tries[i]);
    fine("{\"cmd\":\"do\",\"side\":\"german\",\"actions\":[\"target 0504\",\"add de.1.inf\"]}");
    cJSON *before = say("{\"cmd\":\"save\"}"), *view = say("{\"cmd\":\"view\",\"side\":\"all\"}");
    wrong("{\"cmd\":\"do\",\"side\":\"german\",\"action\":\"attack\"}", "dice", NULL);
    cJSON *after = say("{\"cmd\":\"save\"}"), *same = say("{\"cmd\":\"view\",\"side\":\"all\"}");
    assert_string_equal(text_of(before, "journal"), text_of(after, "journal"));
    assert_true(cJSON_Compare(view, same, true));
    cJSON_Delete(before);
    cJSON_Delete(after);
    cJSON_Delete(view);
    cJSON_Delete(same);
  }
  fine("{\"cmd\":\"new\",\"game\":\"nullgame\",\"scenario\":\"lesson\",\"dice\":[\"1\"]," FIGHT
       "}");
  fine("{\"cmd\":\"odds\",\"side\":\"german\",\"actions\":[\"target 0504\",\"add de.1.inf\"]}");
  /* up to the roll: the card it will land on */
  fine("{\"cmd\":\"odds\",\"side\":\"german\",\"actions\":[\"target 0504\",\"add "
       "de.1.inf\",\"attack\"]}");
  wrong("{\"cmd\":\"odds\",\"side\":\"german\",\"actions\":[]}", "state", NULL);
  /* it ends the phase: nothing is tried on a view beyond that */
  wrong("{\"cmd\":\"odds\",\"side\":\"german\",\"actions\":[\"done\"]}", "state", NULL);
  cJSON *doc = say("{\"cmd\":\"do\",\"side\":\"german\",\"actions\":[\"target 0504\",\"add "
                   "de.1.inf\",\"attack\",\"done\"]}");
  assert_int_equal(int_of(doc, "done"), 3); /* stops after the roll */
  assert_int_equal(int_of(doc, "dice[0].v"), 1);
  cJSON_Delete(doc);
}
static void stops_before_a_refusal(void **state) {
  (void)state;
  fresh();
  cJSON *doc = say(
      "{\"cmd\":\"do\",\"side\":\"german\",\"actions\":[\"stance press\",\"done\",\"commit\"]}");
  assert_true(cJSON_IsTrue(field(doc, "ok")));
  assert_int_equal(int_of(doc, "done"), 1);
  assert_string_equal(text_of(doc, "stopped.code"), "refused");
  assert_true(*text_of(doc, "stopped.rule"));
  cJSON_Delete(doc);
}

/* A whole game by lines alone: think, do, until it is over; then nobody moves and the journal
 * verifies. */
static void whole_game(void **state) {
  (void)state;
  fresh();
  int n = 0;
  for (bool over = false; !over; n++) {
    assert_true(n < 3000);
    cJSON *r = say("{\"cmd\":\"view\",\"side\":\"all\"}");
    char side[16], line[300];
    snprintf(side, sizeof side, "%s", text_of(r, "view.to_move[0]"));
    over = cJSON_IsTrue(field(r, "view.over"));
    cJSON_Delete(r);
    if (over)
      break;
    snprintf(line, sizeof line, "{\"cmd\":\"think\",\"side\":\"%s\",\"bot\":\"random\"}", side);
    r = say(line);
    snprintf(line, sizeof line, "{\"cmd\":\"do\",\"side\":\"%s\",\"action\":\"%s\"}", side,
             text_of(r, "action"));
    cJSON_Delete(r);
    fine(line);
  }
  wrong("{\"cmd\":\"do\",\"side\":\"german\",\"action\":\"commit\"}", "state", NULL);
  wrong("{\"cmd\":\"think\",\"side\":\"german\",\"bot\":\"random\"}", "state", NULL);
  cJSON *r = say("{\"cmd\":\"result\"}");
  assert_true(*text_of(r, "result.winner"));
  cJSON_Delete(r);
  r = say("{\"cmd\":\"save\"}");
  struct journal_report report;
  struct desk *desk = desk_new();
  const char *text = text_of(r, "journal");
  game_free(game_replay(lib, desk, text, strlen(text), NULL, NULL, &report));
  assert_int_equal(report.verdict, JOURNAL_GOOD);
  desk_free(desk);
  cJSON_Delete(r);
}

/* What a page asks about a game itself; no game need be on. */
static void books(void **state) {
  (void)state;
  cJSON *r = say("{\"cmd\":\"rules\",\"game\":\"nullgame\"}");
  assert_true(cJSON_GetArraySize(field(r, "rules")) > 10);
  cJSON_Delete(r);
  r = say("{\"cmd\":\"sources\",\"game\":\"nullgame\"}");
  assert_true(cJSON_GetArraySize(field(r, "sources")) > 1);
  cJSON_Delete(r);
  r = say("{\"cmd\":\"guide\",\"game\":\"nullgame\",\"name\":\"lesson\"}");
  assert_true(*text_of(r, "guide"));
  cJSON_Delete(r);
  r = say("{\"cmd\":\"guide\",\"game\":\"nullgame\",\"name\":\"none\"}");
  assert_string_equal(text_of(r, "guide"), "");
  cJSON_Delete(r);
  r = say("{\"cmd\":\"board\",\"game\":\"nullgame\",\"scenario\":\"lesson\"}");
  assert_true(cJSON_GetArraySize(field(r, "board.hexes")) > 10);
  cJSON_Delete(r);
  wrong("{\"cmd\":\"rules\",\"game\":\"chess\"}", "input", "game");
  wrong("{\"cmd\":\"board\",\"game\":\"nullgame\"}", "input", "scenario");
}
/* The game as it was, and a journal to go on from there. */
static void earlier(void **state) {
  char line[300];
  (void)state;
  fresh();
  cJSON *r = say("{\"cmd\":\"view\",\"side\":\"german\"}");
  int at = field(r, "view.seq")->valueint;
  cJSON *now = NULL;
  for (int i = 0; i < 30; i++) {
    cJSON_Delete(now);
    now = say("{\"cmd\":\"view\",\"side\":\"all\"}");
    const char *side = cJSON_GetArrayItem(field(now, "view.to_move"), 0)->valuestring;
    snprintf(line, sizeof line, "{\"cmd\":\"think\",\"side\":\"%s\",\"bot\":\"random\"}", side);
    cJSON *thought = say(line);
    snprintf(line, sizeof line, "{\"cmd\":\"do\",\"side\":\"%s\",\"action\":\"%s\"}", side,
             text_of(thought, "action"));
    cJSON_Delete(thought);
    fine(line);
  }
  cJSON_Delete(now);
  snprintf(line, sizeof line, "{\"cmd\":\"view\",\"side\":\"german\",\"at\":%d}", at);
  cJSON *was = say(line);
  assert_true(cJSON_Compare(field(was, "view"), field(r, "view"), true));
  cJSON_Delete(was);
  cJSON_Delete(r);
  snprintf(line, sizeof line, "{\"cmd\":\"branch\",\"side\":\"german\",\"at\":%d}", at);
  r = say(line);
  assert_true(*text_of(r, "journal"));
  assert_null(strstr(text_of(r, "journal"), "\n2 "));
  cJSON_Delete(r);
  r = say("{\"cmd\":\"branch\",\"side\":\"german\"}");
  assert_non_null(strstr(text_of(r, "journal"), "\n30 "));
  cJSON_Delete(r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(not_json),   cmocka_unit_test(too_much),
      cmocka_unit_test(fields),     cmocka_unit_test(new_fields),
      cmocka_unit_test(no_game),    cmocka_unit_test(id_comes_back),
      cmocka_unit_test(dice),       cmocka_unit_test(stops_before_a_refusal),
      cmocka_unit_test(whole_game), cmocka_unit_test(books),
      cmocka_unit_test(earlier),    cmocka_unit_test(documents),
  };
  return cmocka_run_group_tests(tests, begin, finish);
}
