/* test_F8_exactly.c - F7.13, F8.1 to F8.8, F12.14: checks at the edge of morale, how many a result
 * takes, and what the men are afterwards. */
#include "field_kit.h"

#define FIRER FAR_AWAY "," GER_AT("g", "658", "T-E3")
#define CHECK "6 1" /* 6 FP, S 9: margin 2, MC */

/* F8.1: 12 fails always, even where three of a leader would save them; 11 does not. */
static void twelve_fails(void **unused) {
  (void)unused;
  for (int original = 11; original <= 12; original++) {
    struct table *t = field_at(
        PHASE("german.action", FIRER "," ON_M("r", "soviet", "458", "T-E8",
                                              "\"fanatic\"") "," RUS_AT("l", "10-3", "T-E8")),
        original == 12 ? CHECK " 2 3 6 6" : CHECK " 2 3 5 6");
    act(t, "german", "pick g");
    act(t, "german", "fire T-E8 0");
    assert_int_equal(has_mark(t, "r", "broken"), original == 12);
    clear_away(t);
  }
}

/* F7.13: after R all check at +2, after 1K at +3: 6 and 5 pin a 458 of morale 8. */
static void checks_after_losses(void **unused) {
  (void)unused;
  static const struct {
    const char *dice;
    bool pinned;
  } rows[] = {
      {"1 2 1 1 3 3 3", true}, {"1 2 1 1 3 2 3", false}, {"1 1 1 3 2", true}, {"1 1 1 2 2", false}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    /* 8 FP: with the LMG S 10 and a margin of 7 or 8 */
    struct table *t =
        field_at(PHASE("german.action", FIRER "," CARRIED("m", "german", "LMG_G", "g") "," RUS_AT(
                                            "a", "458", "T-E8") "," RUS_AT("b", "458", "T-E8")),
                 rows[i].dice);
    act(t, "german", "pick g");
    act(t, "german", "fire T-E8 0");
    if (has_mark(t, "b", "pinned") != rows[i].pinned)
      fail_msg("row %d", (int)i);
    unmarked(t, "b", "broken");
    clear_away(t);
  }
}

/* F7.13: 2K takes two of three, All takes all: 36 FP, S 16. */
static void how_many_are_lost(void **unused) {
  (void)unused;
  static const struct {
    const char *dice;
    int losses;
  } rows[] = {{"4 4 1 2 2 2 2", 2}, {"3 3 1 1 2 2", 4}, {"2 2 1 1", 6}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct table *t = field_at(
        PHASE("german.action",
              FAR_AWAY "," GER_AT("g", "658", "T-E3") "," GER_AT("h", "658", "T-E3") "," GER_AT(
                  "i", "658", "T-E3") "," RUS_AT("a", "458",
                                                 "T-E4") "," RUS_AT("b", "458",
                                                                    "T-E4") "," RUS_AT("c", "458",
                                                                                       "T-E4")),
        rows[i].dice);
    act(t, "german", "pick g");
    for (int k = 0; k < 2; k++)
      if (!strstr(text_of(odds_of(t, "german", "fire T-E4 0"), "column"), "16") &&
          is_offered(t, "german", k ? "with h" : "with i"))
        act(t, "german", k ? "with h" : "with i");
    weighs(odds_of(t, "german", "fire T-E4 0"), "weight 16");
    act(t, "german", "fire T-E4 0");
    assert_int_equal(var_of(t, "soviet_losses"), rows[i].losses);
    clear_away(t);
  }
}

/* F12.14: riders that are pinned, wounded or reduced are in the hex, Moved and Acted; men who never
 * rode are not. */
static void off_the_tank(void **unused) {
  (void)unused;
  static const struct {
    const char *kind, *dice;
  } rows[] = {{"458", "5 4 6 3"}, {"8-0", "2 1 2 2"}, {"458", "2 1 2 2"}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    for (int rides = 0; rides < 2; rides++) {
      char position[1200];
      snprintf(
          position, sizeof position,
          "\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"units\":[%s,%s,{\"name\":\"r\","
          "\"side\":\"soviet\",\"kind\":\"%s\",\"hex\":\"%s\"%s}]",
          FIRER, FACING("v", "soviet", "T34M43", "T-E8", 2), rows[i].kind, rides ? "T-E8" : "T-F7",
          rides ? ",\"factors\":{\"by\":\"v\"}" : "");
      struct table *t = field_at(position, rows[i].dice);
      act(t, "german", "pick g");
      act(t, "german", rides ? "fire T-E8 0" : "fire T-F7 0");
      if (rides)
        happened(t, "F12.14", "field.unloaded");
      else
        never(t, "field.unloaded");
      assert_int_equal(has_mark(t, "r", "moved"), rides);
      assert_int_equal(has_mark(t, "r", "acted"), rides);
      if (rides && i) {
        go_on_to(t, "soviet.action");
        offered(t, "soviet", "pick r", "F1.4");
      }
      clear_away(t);
    }
}

/* F8.5, F8.8: a replaced 458 is a 447, a hardened 447 a 458: what it fires five hexes away tells,
 * since the 447 reaches only four at full. Hardened on 4 and 5, Fanatic on 6. */
static void better_and_worse_men(void **unused) {
  (void)unused;
  static const struct {
    const char *kind, *dice, *words, *weight;
    bool fanatic;
  } rows[] = {{"447", CHECK " 1 1 4", "hardened", "weight 8", false},
              {"447", CHECK " 1 1 5", "hardened", "weight 8", false},
              {"447", CHECK " 1 1 6", "anatic", "weight 7", true},
              {"447", CHECK " 2 2", "", "weight 7", false}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char position[1200];
    snprintf(position, sizeof position,
             "\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"units\":[%s,{\"name\":\"r\","
             "\"side\":\"soviet\",\"kind\":\"%s\",\"hex\":\"T-E8\"}]",
             FIRER, rows[i].kind);
    struct table *t = field_at(position, rows[i].dice);
    act(t, "german", "pick g");
    act(t, "german", "fire T-E8 0");
    char *events = cJSON_PrintUnformatted(field(t->last, "events"));
    if (!strstr(events, rows[i].words))
      fail_msg("row %d: %s", (int)i, events);
    free(events);
    assert_int_equal(has_mark(t, "r", "fanatic"), rows[i].fanatic);
    go_on_to(t, "soviet.action");
    act(t, "soviet", "pick r");
    weighs(odds_of(t, "soviet", "fire T-E3 0"), rows[i].weight);
    clear_away(t);
  }
}

/* F8.5: a broken 458 that was replaced rallies with the broken morale 7 of a 447: 3, +4 shaken and
 * +1 without a leader are too much. */
static void replaced_for_good(void **unused) {
  (void)unused;
  struct table *t = field_at(
      "\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"vars\":{\"soviet_elr\":2},\"terrain\":"
      "[" HEX("T-E8", "house") "],\"units\":[" FIRER
                               "," GER_AT("h", "658", "T-E3") "," RUS_AT("r", "458", "T-E8") "]",
      "4 3 5 6 1 2");
  act(t, "german", "pick g");
  if (comes_to(odds_of(t, "german", "fire T-E8 0"), "weight 7"))
    act(t, "german", "with h");
  act(t, "german", "fire T-E8 0"); /* S 11, wooden house 2: 7 is a check */
  happened(t, "F8.5", "field.replaced");
  go_on_to(t, "soviet.action");
  marked(t, "r", "broken");
  clear_away(t);
}

/* F8.8: the crew of a Gun has no heat of battle. */
static void cool_gunners(void **unused) {
  (void)unused;
  struct table *t = field_at(
      PHASE("german.action", FIRER "," FACING("k", "soviet", "AT45LL", "T-E8", 2)), CHECK " 1 1");
  act(t, "german", "pick g");
  act(t, "german", "fire T-E8 0");
  never(t, "field.heat");
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(twelve_fails),         cmocka_unit_test(checks_after_losses),
      cmocka_unit_test(how_many_are_lost),    cmocka_unit_test(off_the_tank),
      cmocka_unit_test(better_and_worse_men), cmocka_unit_test(replaced_for_good),
      cmocka_unit_test(cool_gunners)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
