/* test_F7_fire.c - F7 and F8: attacks by the Fire table, examples E1 to E5, E8 and E15. */
#include "field_kit.h"

#define E1_UNITS                                                                                   \
  GER_AT("g", "658", "T-E3")                                                                       \
  "," CARRIED("mg", "german", "LMG_G", "g") "," RUS_AT("r", "458", "T-E7")

/* E1: 6+3 firepower at range 4, column 8: the whole fate of one squad. */
static void squad_in_the_open(void **unused) {
  (void)unused;
  static const int fate[] = {559, 172, 329, 50, 25, 120, 41};
  struct table *t = field_at(PHASE("german.action", E1_UNITS), "5 6");
  act(t, "german", "pick g");
  const cJSON *c = odds_of(t, "german", "fire T-E7 0");
  weighs(c, "weight 10");
  chances(c, 1296, fate, 7);
  act(t, "german", "fire T-E7 0");
  happened(t, "F7.10", "field.fire");
  card(t, "german", "F7.6", "weight 10");
  card(t, "german", "F7.3", "6");
  card(t, "german", "F7.3", "3");
  clear_away(t);
}

/* F7.6, F7.10: the card names the columns, and the table's code for every sum of the dice. */
static void strip_of_the_dice(void **unused) {
  (void)unused;
  static const char *const code[] = {"1K", "R",  "R",  "M+3", "M+2", "M+1",
                                     "MC", "PC", "PC", "–",   "–"};
  struct table *t = field_at(PHASE("german.action", E1_UNITS), "");
  int sum = 2;

  act(t, "german", "pick g");
  const cJSON *c = odds_of(t, "german", "fire T-E7 0");
  assert_string_equal(text_of(c, "scale.at"), "8");
  const cJSON *s;
  cJSON_ArrayForEach(s, field(c, "strip")) {
    assert_int_equal(int_of(s, "roll"), sum);
    assert_string_equal(text_of(s, "code"), code[sum - 2]);
    sum++;
  }
  assert_int_equal(sum, 13);
  clear_away(t);
}

/* E2, E3: half beyond normal range, doubled next to it, and cover. */
static void range_and_cover(void **unused) {
  (void)unused;
  static const struct {
    const char *position, *target, *column;
    int fate[7];
  } cases[] = {
      {PHASE("german.action", GER_AT("g", "658", "T-E3") "," CARRIED(
                                  "mg", "german", "LMG_G", "g") "," RUS_AT("r", "458", "T-E11")),
       "fire T-E11 0",
       "weight 9",
       {709, 182, 279, 30, 15, 78, 3}},
      {ON_GROUND("german.action", HEX("T-E11", "stone"),
                 GER_AT("g", "658", "T-E3") "," CARRIED("mg", "german", "LMG_G",
                                                        "g") "," RUS_AT("r", "458", "T-E11")),
       "fire T-E11 0",
       "weight 6",
       {1093, 122, 75, 0, 0, 6, 0}},
      {ON_GROUND("german.action", HEX("T-E4", "woods"),
                 GER_AT("g", "658", "T-E3") "," CARRIED("mg", "german", "LMG_G",
                                                        "g") "," RUS_AT("r", "458", "T-E4")),
       "fire T-E4 0",
       "weight 11",
       {415, 150, 351, 70, 35, 160, 115}},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct table *t = field_at(cases[i].position, "");
    act(t, "german", "pick g");
    const cJSON *c = odds_of(t, "german", cases[i].target);
    weighs(c, cases[i].column);
    chances(c, 1296, cases[i].fate, 7);
    clear_away(t);
  }
}

/* E4: three squads and a leader against a leader and two squads in a wooden house. */
static void stack_against_stack(void **unused) {
  (void)unused;
  struct table *t = field_at(
      ON_GROUND(
          "german.action", HEX("T-E8", "house"),
          GER_AT("g1", "658", "T-E3") "," GER_AT("g2", "658", "T-E3") "," GER_AT(
              "g3", "658",
              "T-E3") "," GER_AT("lead", "9-1",
                                 "T-E3") "," RUS_AT("l", "8-0",
                                                    "T-E8") "," RUS_AT("a", "458",
                                                                       "T-E8") "," RUS_AT("b",
                                                                                          "458",
                                                                                          "T-E8")),
      "3 4 5 3 2 4 5 6");
  act(t, "german", "pick g1");
  weighs(odds_of(t, "german", "fire T-E8 0"), "weight 11");
  act(t, "german", "fire T-E8 0");
  card(t, "german", "F7.8", "weight 13");
  card(t, "german", "F7.9", "weight 11");
  happened(t, "F8.3", "field.broken");
  happened(t, "F8.2", "field.pinned");
  happened(t, "F8.5", "field.replaced");
  marked(t, "l", "broken");
  marked(t, "a", "pinned");
  unmarked(t, "a", "broken");
  marked(t, "b", "broken");
  ask(t, "{\"cmd\":\"view\",\"side\":\"all\"}");
  assert_int_equal(int_of(t->last, "view.vars.soviet_losses"), 0);
  clear_away(t);
}

/* E5: a concealed stack halves the attack, and the card shows the table's results only. */
static void at_a_concealed_stack(void **unused) {
  (void)unused;
  static const int results[] = {10, 11, 5, 4, 3, 2, 1, 0, 0, 0};
  struct table *t =
      field_at(PHASE("soviet.action",
                     RUS_AT("r", "458", "T-E3") "," CARRIED("mg", "soviet", "MMG_R", "r") "," ON_M(
                         "g", "german", "658", "T-E8", "\"concealed\"")),
               "");
  act(t, "soviet", "pick r");
  const cJSON *c = odds_of(t, "soviet", "fire T-E8 0");
  weighs(c, "weight 8");
  chances(c, 36, results, 10);
  clear_away(t);
}

/* E8: a weapon whose coloured die is within its rate fires again, its bearer does not. */
static void rate_of_fire(void **unused) {
  (void)unused;
  struct table *t = field_at(
      PHASE("soviet.action", RUS_AT("r", "458", "T-E3") "," CARRIED(
                                 "mg", "soviet", "MMG_R", "r") "," GER_AT("g", "658", "T-E10")),
      "2 6 1 1 3 6");
  act(t, "soviet", "pick r");
  act(t, "soviet", "fire T-E10 0");
  happened(t, "F7.12", "field.rate");
  act(t, "soviet", "fire T-E10 0");
  never(t, "field.rate");
  ask(t, "{\"cmd\":\"actions\",\"side\":\"soviet\"}");
  not_offered(t, "soviet", "pick r");
  clear_away(t);
}

/* Refusals: sight, range, nothing there, less than one firepower. */
static void what_cannot_be_fired_at(void **unused) {
  (void)unused;
  struct table *t =
      field_at(ON_GROUND("german.action", HEX("T-E5", "woods"),
                         GER_AT("g", "348", "T-E3") "," RUS_AT("r", "458", "T-E7") "," RUS_AT(
                             "far", "458", "T-N3") "," RUS_AT("tank", "T34M43", "T-D3")),
               "");
  act(t, "german", "pick g");
  refused(t, "german", "fire T-E7 0", "F7.1");
  refused(t, "german", "fire T-F3 0", "F7.1");
  refused(t, "german", "fire T-E3 0", "F7.1");
  refused(t, "german", "fire T-N3 0", "F7.4");
  refused(t, "german", "fire T-D3 0", "F12.13");
  refused(t, "german", "fire T-D3 1", "F0.3");
  refused(t, "german", "fire T-D3 3", "F26.5");
  clear_away(t);
}

/* Original 12 breaks the machine gun; a broken squad does nothing; a failing broken one is reduced.
 */
static void breakdown(void **unused) {
  (void)unused;
  struct table *t = field_at(PHASE("german.action", E1_UNITS), "6 6");
  act(t, "german", "pick g");
  act(t, "german", "fire T-E7 0");
  happened(t, "F10.6", "field.breakdown");
  marked(t, "mg", "malfunctioned");
  clear_away(t);
}

/* E15 and F10.7: rally with a leader and Shaken; alone in woods; not alone in the open. */
static void rally(void **unused) {
  (void)unused;
#define RALLY_UNITS                                                                                \
  ON_M("a", "soviet", "458", "T-C3", "\"broken\",\"shaken\"")                                      \
  "," RUS_AT("l", "9-1", "T-C3") "," ON_M("b", "soviet", "458", "T-H3", "\"broken\"") "," ON_M(    \
      "c", "german", "658", "T-N3", "\"broken\",\"shaken\"")
  struct table *t =
      field_at(ON_GROUND("soviet.rally", HEX("T-H3", "woods"), RALLY_UNITS), "2 3 3 4");
  ask(t, "{\"cmd\":\"events\",\"side\":\"all\",\"since\":0}");
  unmarked(t, "a", "broken");
  unmarked(t, "b", "broken");
  marked(t, "c", "broken");
  unmarked(t, "c", "shaken");
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(squad_in_the_open),
                                     cmocka_unit_test(strip_of_the_dice),
                                     cmocka_unit_test(range_and_cover),
                                     cmocka_unit_test(stack_against_stack),
                                     cmocka_unit_test(at_a_concealed_stack),
                                     cmocka_unit_test(rate_of_fire),
                                     cmocka_unit_test(what_cannot_be_fired_at),
                                     cmocka_unit_test(breakdown),
                                     cmocka_unit_test(rally)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
