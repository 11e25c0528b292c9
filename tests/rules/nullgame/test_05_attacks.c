/* test_05_attacks.c - nullgame 5: attacks, odds, results, retreat and advance. */
#include "table.h"

#include <stdio.h>

#define ODDS(german, soviet)                                                                       \
  PLAIN PHASE(                                                                                     \
      "german.attack") "\"vars\":{\"soviet_stance\":\"press\"},\"units\":[{\"name\":\"a\","        \
                       "\"side\":\"german\",\"kind\":\"INF\",\"factors\":{\"strength\":" german    \
                       "},\"hex\":\"0505\"},"                                                      \
                       "{\"name\":\"d\",\"side\":\"soviet\",\"kind\":\"INF\",\"factors\":{"        \
                       "\"strength\":" soviet "},\"hex\":\"0504\"}]"

static void r5_1_attacks(void **s) {
  (void)s;
  struct table *t =
      lay("nullgame",
          PLAIN PHASE("german.attack") UNITS(AT("de.1.inf", "0505") "," AT(
              "de.2.inf", "0508") "," AT("ru.1.rifle", "0504") "," AT("ru.2.rifle", "0101")),
          "1");
  refused(t, "german", "target 0101", "5.1");
  refused(t, "german", "target 0506", "5.1");
  act(t, "german", "target 0504");
  refused(t, "german", "attack", "5.1"); /* nobody yet */
  refused(t, "german", "add de.2.inf", "5.1");
  act(t, "german", "add de.1.inf");
  refused(t, "german", "add de.1.inf", "5.1");
  act(t, "german", "attack");
  refused(t, "german", "target 0504", "5.1"); /* it has attacked */
  clear_away(t);
}

static void r5_2_armour(void **s) {
  (void)s;
  struct table *t = lay("nullgame", DUEL(""), "1");
  owed(t, "german", "5.2", "must attack");
  refused(t, "german", "done", "5.2");
  acts(t, "german", "target 0504; add de.pz.a; cancel");
  refused(t, "german", "done", "5.2");
  acts(t, "german", "target 0504; add de.pz.a; attack; done");
  clear_away(t);
  /* tanks that are off the map owe nothing, whoever stands in its corner */
  static const char *const corners[] = {"0101", "0102", "0201"};
  for (int i = 0; i < 3; i++) {
    char position[400];
    snprintf(position, sizeof position,
             "\"map\":\"ford\"," PHASE(
                 "german.attack") "\"vars\":{\"soviet_stance\":\"press\"},"
                                  "\"units\":[{\"unit\":\"de.1.inf\",\"hex\":\"0505\"},"
                                  "{\"unit\":\"ru.1.rifle\",\"hex\":\"%s\"}]",
             corners[i]);
    t = lay("nullgame", position, "");
    act(t, "german", "done");
    clear_away(t);
  }
}

static void r5_3_odds(void **s) {
  (void)s;
  static const struct {
    const char *position, *column;
  } cases[] = {{ODDS("1", "9"), "1:2"},  {ODDS("4", "5"), "1:2"},  {ODDS("5", "5"), "1:1"},
               {ODDS("9", "5"), "1:1"},  {ODDS("10", "5"), "2:1"}, {ODDS("14", "5"), "2:1"},
               {ODDS("15", "5"), "3:1"}, {ODDS("50", "5"), "3:1"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct table *t = lay("nullgame", cases[i].position, "");
    acts(t, "german", "target 0504; add a");
    card(t, "german", "5.3", cases[i].column);
    clear_away(t);
  }
}

static void r5_4_terrain(void **s) {
  (void)s;
  struct table *t = lay(
      "nullgame",
      PLAIN PHASE("german.attack") "\"vars\":{\"soviet_stance\":\"press\"},\"terrain\":[{\"hex\":"
                                   "\"0504\",\"set\":[\"village\"]},{\"side\":[\"0505\",\"0504\"],"
                                   "\"set\":[\"river\"]}],\"units\":["
                                   "{\"name\":\"a\",\"side\":\"german\",\"kind\":\"INF\","
                                   "\"factors\":{\"strength\":9},\"hex\":\"0505\"},{\"name\":\"b\","
                                   "\"side\":\"german\",\"kind\":\"INF\",\"hex\":\"0604\"}," AT(
                                       "ru.1.rifle", "0504") "]",
      "");
  acts(t, "german", "target 0504; add a"); /* 9:3 = 3:1, village 2:1, river 1:1 */
  card(t, "german", "5.4", "2:1");
  card(t, "german", "5.4", "1:1");
  act(t, "german", "add b"); /* not all across the river any more */
  ask(t, "{\"cmd\":\"actions\",\"side\":\"german\"}");
  assert_string_equal(text_of(t->last, "prompt.cards[0].column"), "2:1");
  clear_away(t);
  t = lay("nullgame",
          PLAIN PHASE("german.attack") "\"terrain\":[{\"hex\":\"0504\",\"set\":[\"wood\"]}]," UNITS(
              AT("de.1.inf", "0505") "," AT("ru.1.rifle", "0504") "," AT("ru.2.rifle", "0504")),
          "");
  acts(t, "german", "target 0504; add de.1.inf");
  card(t, "german", "5.4", "1:2"); /* never off the table */
  clear_away(t);
}

static void r5_5_support(void **s) {
  (void)s;
  struct table *t = lay(
      "nullgame",
      PLAIN PHASE("german.attack") "\"vars\":{\"german_points\":3,\"soviet_stance\":\"press\"}"
                                   "," UNITS(AT("de.1.inf", "0505") "," AT("ru.1.rifle", "0504")),
      "1");
  acts(t, "german", "target 0504; add de.1.inf");
  refused(t, "german", "support 4", "5.5");
  acts(t, "german", "support 3");
  card(t, "german", "5.5", "3");
  card(t, "german", "5.3", "2:1");
  act(t, "german", "attack");
  ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
  assert_int_equal(int_of(t->last, "view.vars.german_points"), 0);
  clear_away(t);
}

/* All six faces at 1:1 as printed: A1 A1 EX DR DR D1. */
static void r5_6_results(void **s) {
  (void)s;
  static const struct {
    const char *die;
    int german, soviet;
    bool retreat;
  } cases[] = {{"1", 1, 2, false}, {"2", 1, 2, false}, {"3", 1, 1, false},
               {"4", 2, 2, true},  {"5", 2, 2, true},  {"6", 2, 1, false}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct table *t =
        lay("nullgame", DUEL("\"vars\":{\"soviet_stance\":\"press\"},"), cases[i].die);
    acts(t, "german", "target 0504; add de.pz.a; attack");
    happened(t, "5.6", "combat");
    rolled(t, "5.6", cases[i].die);
    stands(t, "de.pz.a", "0505", cases[i].german);
    stands(t, "ru.1.rifle", "0504", cases[i].soviet);
    ask(t, "{\"cmd\":\"actions\",\"side\":\"soviet\"}");
    assert_string_equal(text_of(t->last, "prompt.node"),
                        cases[i].retreat ? "attack.retreat" : "attack");
    clear_away(t);
  }
}

static void r5_7_retreat(void **s) {
  (void)s;
  struct table *t =
      lay("nullgame",
          PLAIN PHASE("german.attack") "\"vars\":{\"soviet_stance\":\"press\"}," UNITS(
              AT("de.pz.a", "0505") "," AT("ru.1.rifle", "0504") "," AT(
                  "ru.2.rifle", "0503") "," AT("ru.3.rifle", "0503")),
          "4");
  acts(t, "german", "target 0504; add de.pz.a; attack");
  refused(t, "soviet", "retreat 0503", "5.7"); /* full */
  refused(t, "soviet", "retreat 0505", "5.7"); /* enemies */
  refused(t, "soviet", "retreat 0404", "5.7"); /* next to the tank, and 0403 is not */
  refused(t, "soviet", "retreat 0502", "5.7"); /* too far */
  act(t, "soviet", "retreat 0403");
  happened(t, "5.7", "retreats");
  stands(t, "ru.1.rifle", "0403", 2);
  clear_away(t);
  t = lay("nullgame",
          "\"map\":\"plain:1x2\"," PHASE(
              "german.attack") "\"vars\":{\"soviet_stance\":\"press\"}"
                               "," UNITS(AT("de.pz.a", "0102") "," AT("ru.1.rifle", "0101")),
          "4");
  acts(t, "german", "target 0101; add de.pz.a; attack"); /* nowhere to go */
  happened(t, "5.7", "eliminated");
  stands(t, "ru.1.rifle", "-", 0);
  clear_away(t);
}

static void r5_8_advance(void **s) {
  (void)s;
  struct table *t =
      lay("nullgame",
          PLAIN PHASE("german.attack") "\"vars\":{\"soviet_stance\":\"press\"}," UNITS(
              AT("de.pz.a", "0505") "," AT("de.1.inf", "0605") "," AT("ru.1.rifle", "0504")),
          "4");
  acts(t, "german", "target 0504; add de.pz.a; attack");
  act(t, "soviet", "retreat 0503");
  refused(t, "german", "advance de.1.inf", "5.8"); /* it did not attack */
  act(t, "german", "advance de.pz.a");
  happened(t, "5.8", "advances");
  stands(t, "de.pz.a", "0504", 2);
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(r5_1_attacks), cmocka_unit_test(r5_2_armour),
      cmocka_unit_test(r5_3_odds),    cmocka_unit_test(r5_4_terrain),
      cmocka_unit_test(r5_5_support), cmocka_unit_test(r5_6_results),
      cmocka_unit_test(r5_7_retreat), cmocka_unit_test(r5_8_advance),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
