/* test_F_silent.c - rows of the field rules that are never cited, because they say what other rows
 * mean: conventions, states, orders of steps. Each is asserted by what follows from it. */
#include "field_kit.h"

/* F0.1: a leader 6+1 counts as 0: he worsens nothing, and he still leads. */
static void poor_leaders(void **unused) {
  (void)unused;
  struct table *t =
      field_at(PHASE("german.action", FAR_AWAY "," GER_AT("g", "658", "T-E4") "," GER_AT(
                                          "l", "6+1", "T-E4") "," RUS_AT("r", "458", "T-E7")),
               "");
  act(t, "german", "pick g");
  weighs(odds_of(t, "german", "fire T-E7 0"), "weight 9");
  offered(t, "german", "go T-K4 0", "F4.7"); /* six hexes */
  clear_away(t);
}

/* F0.4: four LMG at half of 3 are 6 together, not four times 1. */
#define THREE_SQUADS                                                                               \
  GER_AT("a", "658", "T-H2")                                                                       \
  "," GER_AT("b", "658", "T-H2") "," GER_AT("c", "658", "T-H2")
#define LMG(id, owner) CARRIED(id, "german", "LMG_G", owner)
#define FOUR_LMG LMG("m1", "a") "," LMG("m2", "b") "," LMG("m3", "c") "," LMG("m4", "c")
#define TARGET RUS_AT("r", "458", "T-H14")
static void sixteenths(void **unused) {
  (void)unused;
  struct table *t =
      field_at(PHASE("german.action", FAR_AWAY "," THREE_SQUADS "," FOUR_LMG "," TARGET), "");
  act(t, "german", "pick a");
  weighs(odds_of(t, "german", "fire T-H14 0"), "weight 9"); /* column 6 */
  clear_away(t);
}

/* F6.7: sight is mutual. */
static void mutual_sight(void **unused) {
  (void)unused;
  static const char *const ways[] = {"\"T-E3\",\"T-H11\"", "\"T-H11\",\"T-E3\""};
  char said[2][80] = {"", ""};
  struct table *t = field_at(
      ON_GROUND("german.action", HEX("T-F6", "grain") "," HEX("T-G8", "brush"), FAR_AWAY), "");
  for (int i = 0; i < 2; i++) {
    ask(t, "{\"cmd\":\"overlay\",\"side\":\"german\",\"name\":\"los\",\"args\":[%s]}", ways[i]);
    snprintf(said[i], sizeof said[i], "%s", text_of(t->last, "overlay.lines[0].text"));
  }
  assert_non_null(strstr(said[0], "open"));
  holds(t, "F6.7", !strcmp(said[0], said[1]));
  clear_away(t);
}

/* F7.2: every enemy in the Location is struck: two squads, two checks. */
static void all_are_struck(void **unused) {
  (void)unused;
  struct table *t =
      field_at(PHASE("german.action", FAR_AWAY "," GER_AT("g", "658", "T-E3") "," RUS_AT(
                                          "r", "458", "T-E6") "," RUS_AT("s", "458", "T-E6")),
               "3 4 6 4 6 4");
  act(t, "german", "pick g");
  act(t, "german", "fire T-E6 0");
  marked(t, "r", "broken");
  marked(t, "s", "broken");
  clear_away(t);
}

/* F15.3, F15.6: grain conceals who is watched from afar; open ground does not. */
static void grain_conceals(void **unused) {
  (void)unused;
  struct table *t = field_at(
      "\"map\":\"plain:30x6\",\"phase\":\"german.assault\",\"terrain\":[" HEX(
          "T-B25",
          "grain") "],\"units\":[" GER_AT("g", "658",
                                          "T-C2") "," RUS_AT("in", "458",
                                                             "T-B25") "," RUS_AT("out", "458",
                                                                                 "T-D25") "]",
      "");
  act(t, "german", "end");
  marked(t, "in", "concealed");
  unmarked(t, "out", "concealed");
  clear_away(t);
}

/* F21.1, F6.1: in fog nobody sees farther than 16 hexes. */
static void fog(void **unused) {
  (void)unused;
  static const char *const to[] = {"T-C18", "T-C19"};
  struct table *t =
      field_at("\"map\":\"plain:30x6\",\"phase\":\"german.action\",\"vars\":{\"weather_now\":0},"
               "\"units\":[" GER_AT("g", "658", "T-C2") "," RUS_AT("r", "458", "T-D25") "]",
               "");
  for (int i = 0; i < 2; i++) {
    ask(t, "{\"cmd\":\"overlay\",\"side\":\"german\",\"name\":\"los\",\"args\":[\"T-C2\",\"%s\"]}",
        to[i]);
    bool open = strstr(text_of(t->last, "overlay.lines[0].text"), "open") != NULL;
    assert_int_equal(open, i == 0);
  }
  clear_away(t);
}

/* F22.7: what a battle counts is shown to both: losses, turn, objectives. */
static void running_count(void **unused) {
  (void)unused;
  struct table *t = field_at(PHASE("german.action", FAR_AWAY), "");
  ask(t, "{\"cmd\":\"view\",\"side\":\"soviet\"}");
  assert_non_null(field(t->last, "view.vars.german_losses"));
  assert_non_null(field(t->last, "view.vars.soviet_losses"));
  assert_int_equal(int_of(t->last, "view.vars.battle_turn"), 1);
  clear_away(t);
}

/* F26.1: a volley takes who can reach; the others have not fired. */
static void volleys(void **unused) {
  (void)unused;
  struct table *t =
      field_at(PHASE("german.action", FAR_AWAY "," RUS_AT("far", "458", "T-E3") "," RUS_AT(
                                          "near", "426", "T-E3") "," GER_AT("g", "658", "T-E11")),
               "6 5");
  act(t, "german", "pick g");
  act(t, "german", "go T-E10 0");
  act(t, "soviet", "volley far T-E10 0");
  marked(t, "far", "fired");
  unmarked(t, "near", "fired");
  clear_away(t);
}

/* F26.3: a path that opened a window cannot be taken back, even if nobody fired. */
static void no_way_back(void **unused) {
  (void)unused;
  struct table *t = field_at(PHASE("german.action", FAR_AWAY
                                   "," RUS_AT("r", "458", "T-E3") "," GER_AT("g", "658", "T-E9")),
                             "");
  act(t, "german", "pick g");
  act(t, "german", "go T-E8 0");
  act(t, "soviet", "pass");
  ask(t, "{\"cmd\":\"undo\",\"side\":\"german\"}");
  assert_false(cJSON_IsTrue(field(t->last, "ok")));
  clear_away(t);
}

/* F26.4: what would have no effect is refused, and not offered. */
static void without_effect(void **unused) {
  (void)unused;
  struct table *t = field_at(
      ON_GROUND("german.action",
                HEX("T-E7", "stone") "," HEX("T-E5", "grain") "," HEX("T-E6", "grain"),
                FAR_AWAY "," ON_M("g", "german", "226", "T-E4", "") "," RUS_AT("r", "458", "T-E7")),
      "");
  act(t, "german", "pick g");
  not_offered(t, "german", "fire T-E7 0"); /* 2 halved is 1: S 6, -3 and -2 */
  refused(t, "german", "fire T-E7 0", "F7.10");
  clear_away(t);
}

/* CG13c, F22.3: on 11 July PM Germans in Good Order leave by the north edge and are Retained;
 * broken men, and a tank that takes nobody along, are lost there. */
static void leaving_north(void **unused) {
  (void)unused;
  struct table *t = field_at(
      UNDER("german.action", "\"edges\":2",
            FAR_AWAY "," GER_AT("g", "658", "T-A8") "," FACING("p", "german", "PzIVH", "T-A5", 0)),
      "");
  act(t, "german", "pick g");
  act(t, "german", "leave");
  act(t, "soviet", "pass");
  happened(t, "CG13c", "field.leaves");
  assert_int_equal(var_of(t, "german_losses"), 0);
  act(t, "german", "pick p");
  act(t, "german", "leave");
  act(t, "soviet", "pass");
  happened(t, "F22.3", "field.lost");
  assert_int_equal(var_of(t, "german_losses"), 6);
  clear_away(t);
}

/* F16.8: mines strike a concealed squad that enters, and the enemy hears of it. */
static void concealed_on_mines(void **unused) {
  (void)unused;
  struct table *t =
      field_at(WORKED("german.action", HEX("T-E5", "woods"), WORK("T-E5", "mines12", "soviet"),
                      FAR_AWAY "," ON_M("g", "german", "658", "T-E4", "\"concealed\"")),
               "1 1");
  act(t, "german", "pick g");
  act(t, "german", "go T-E5 0");
  act(t, "soviet", "pass");
  happened(t, "F16.8", "field.mines"); /* as the Soviet side saw it */
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(poor_leaders),       cmocka_unit_test(sixteenths),
      cmocka_unit_test(mutual_sight),       cmocka_unit_test(all_are_struck),
      cmocka_unit_test(grain_conceals),     cmocka_unit_test(fog),
      cmocka_unit_test(running_count),      cmocka_unit_test(volleys),
      cmocka_unit_test(no_way_back),        cmocka_unit_test(without_effect),
      cmocka_unit_test(concealed_on_mines), cmocka_unit_test(leaving_north)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
