/* test_handicap.c - every scenario can be played with a handicap; 0 is the printed game. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bare.h"

/* ---- every scenario has one, and it counts ---------------------------------------------- */

/* What the rules say of the start as if it were the end, with this handicap. */
static struct sal_result judged(struct bare *b, int handicap) {
  struct sal_result r = {0};
  b->play.state->option[SAL_HANDICAP] = (uint8_t)handicap;
  b->play.state->over = 1;
  b->book->rules->score(&b->play, &r);
  return r;
}
/* Whether the first margin is larger: 1, 0, -1. */
static int larger(struct sal_frac a, struct sal_frac b) {
  int64_t left = (int64_t)a.num * (b.den ? b.den : 1);
  int64_t right = (int64_t)b.num * (a.den ? a.den : 1);
  return (left > right) - (left < right);
}

static void one_scenario(const char *game, const char *scenario) {
  struct bare *b = bare_game(game, scenario, 1943);
  int i = sal_option_find(b->book, "handicap");
  print_message("%s/%s\n", game, scenario);
  assert_int_equal(i, SAL_HANDICAP);
  const struct sal_option *o = &b->book->option[i];
  assert_true(o->here && o->is_int);
  assert_true(o->min < 0 && o->max > 0);
  assert_int_equal(o->def, 0);
  assert_int_equal(sal_handicap(&b->play), 0);
  struct sal_result printed = judged(b, 0);
  struct sal_result most = judged(b, o->max), least = judged(b, o->min);
  assert_true(larger(most.margin, printed.margin) >= 0);
  assert_true(larger(printed.margin, least.margin) >= 0);
  /* who holds nothing yet has no margin, but the needs are told */
  bool even = !most.margin.num && !least.margin.num;
  assert_true(even || larger(most.margin, least.margin) == 1);
  assert_true(!even || strcmp(most.text, least.text));
  bare_end(b);
}

static void every_scenario_has_one(void **state) {
  (void)state;
  struct fault f;
  struct library *lib = library_open(NULL, &f);
  for (int i = 0; sal_rulesets[i]; i++) {
    const struct sal_book *o = library_outline(lib, sal_rulesets[i], &f);
    assert_non_null(o);
    for (int s = 0; s < o->nscenarios; s++)
      one_scenario(sal_rulesets[i]->id, o->scenarios[s].id);
  }
  library_close(lib);
}

/* ---- in a game -------------------------------------------------------------------------- */

static struct table *ford(const char *options) {
  return lay_with("nullgame", options, NULL, NULL, NULL, __FILE__, __LINE__);
}
/* The second line of the journal. */
static const char *header(struct table *t) {
  static char line[400];
  const char *text = text_of(ask(t, "{\"cmd\":\"save\"}"), "journal");
  const char *second = strchr(text, '\n');
  assert_non_null(second);
  snprintf(line, sizeof line, "%.*s", (int)strcspn(second + 1, "\n"), second + 1);
  return line;
}

/* Who plays as printed has the journal that he always had. */
static void only_what_is_given_is_named(void **state) {
  (void)state;
  struct table *t = ford("\"handicap\":0");
  assert_null(strstr(header(t), "handicap"));
  clear_away(t);
  t = ford("\"handicap\":-2");
  assert_non_null(strstr(header(t), " handicap=-2"));
  clear_away(t);
}

static void a_journal_keeps_it(void **state) {
  (void)state;
  struct table *t = ford("\"handicap\":-2");
  char *text = cJSON_PrintUnformatted(field(ask(t, "{\"cmd\":\"save\"}"), "journal"));
  const cJSON *r = ask(t, "{\"cmd\":\"load\",\"journal\":%s}", text);
  assert_true(cJSON_IsTrue(field(r, "ok")));
  assert_non_null(strstr(header(t), " handicap=-2"));
  cJSON_free(text);
  clear_away(t);
}

/* 6.2: a village more in the account, and the view says so. */
static void the_account_shows_it(void **state) {
  (void)state;
  struct table *t = ford("\"handicap\":0");
  int german = int_of(ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}"), "view.scores.german");
  int soviet = int_of(ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}"), "view.scores.soviet");
  clear_away(t);
  t = ford("\"handicap\":1");
  assert_int_equal(int_of(ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}"), "view.scores.german"),
                   german + 1);
  clear_away(t);
  t = ford("\"handicap\":-2");
  assert_int_equal(int_of(ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}"), "view.scores.soviet"),
                   soviet + 2);
  clear_away(t);
}

static void too_much_is_refused(void **state) {
  (void)state;
  struct table *t = ford("\"handicap\":0");
  const cJSON *r = ask(t, "{\"cmd\":\"new\",\"game\":\"nullgame\",\"scenario\":\"lesson\","
                          "\"seed\":1,\"options\":{\"handicap\":9}}");
  assert_string_equal(text_of(r, "error.code"), "input");
  assert_string_equal(text_of(r, "error.at"), "options.handicap");
  assert_non_null(strstr(text_of(r, "error.text"), "from -2 to 2"));
  clear_away(t);
}

/* Contract 11: `battle` is quick, table or field. The word and its number begin the same game. */
static void words_for_values(void **state) {
  static const char campaign[] = "{\"cmd\":\"new\",\"game\":\"stalnie\",\"scenario\":"
                                 "\"campaign\",\"seed\":1,\"options\":{\"battle\":%s}}";
  (void)state;
  struct table *t = ford("\"handicap\":0");
  char line[200], hash[17];
  snprintf(line, sizeof line, campaign, "2");
  snprintf(hash, sizeof hash, "%s", text_of(ask(t, line), "hash"));
  snprintf(line, sizeof line, campaign, "\"field\"");
  assert_string_equal(text_of(ask(t, line), "hash"), hash);
  snprintf(line, sizeof line, campaign, "\"table\"");
  assert_string_not_equal(text_of(ask(t, line), "hash"), hash);
  snprintf(line, sizeof line, campaign, "\"fields\"");
  const cJSON *r = ask(t, line);
  assert_string_equal(text_of(r, "error.at"), "options.battle");
  assert_non_null(strstr(text_of(r, "error.text"), "no value 'fields'"));
  clear_away(t);
}

/* ---- what was measured ------------------------------------------------------------------ */

static const cJSON *lesson_of(const cJSON *hello) {
  const cJSON *g;
  cJSON_ArrayForEach(g, field(hello, "games")) {
    if (!strcmp(text_of(g, "id"), "nullgame"))
      return field(g, "scenarios[0]");
  }
  return NULL;
}

static void measures_are_listed(void **state) {
  (void)state;
  char dir[] = "/tmp/salient-handicap-XXXXXX", command[400];
  assert_non_null(mkdtemp(dir));
  snprintf(command, sizeof command, "mkdir -p %s/nullgame", dir);
  assert_int_equal(system(command), 0);
  snprintf(command, sizeof command,
           "printf 'scenario\\tmin\\tmax\\ttitle\\trule\\teven\\tprinted\\tevened\\tbot\\n"
           "lesson\\t-2\\t2\\tVillages\\t6.2\\t-1\\t12 7 1\\t10 9 1\\tplanner:500n\\n' "
           ">%s/nullgame/guide-handicap.tsv",
           dir);
  assert_int_equal(system(command), 0);
  struct table *t = lay_with("nullgame", "", NULL, NULL, dir, __FILE__, __LINE__);
  const cJSON *lesson = lesson_of(ask(t, "{\"cmd\":\"hello\"}"));
  const cJSON *options = field(lesson, "options"), *last = NULL;
  last = cJSON_GetArrayItem(options, cJSON_GetArraySize(options) - 1);
  assert_string_equal(text_of(last, "id"), "handicap");
  assert_int_equal(int_of(last, "even"), -1);
  assert_int_equal(int_of(lesson, "measured.printed[0]"), 12);
  assert_int_equal(int_of(lesson, "measured.even[1]"), 9);
  assert_string_equal(text_of(lesson, "measured.bot"), "planner:500n");
  clear_away(t);
  snprintf(command, sizeof command, "rm -r %s", dir);
  assert_int_equal(system(command), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_scenario_has_one), cmocka_unit_test(only_what_is_given_is_named),
      cmocka_unit_test(a_journal_keeps_it),     cmocka_unit_test(the_account_shows_it),
      cmocka_unit_test(too_much_is_refused),    cmocka_unit_test(measures_are_listed),
      cmocka_unit_test(words_for_values),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
