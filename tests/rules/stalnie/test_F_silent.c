/* test_F_silent.c - rows of the field rules that are never cited, because they say what other rows
 * mean: conventions, states, orders of steps. Each is asserted by what follows from it. */
#include "field_kit.h"

static const char *phase_of(struct table *t) {
  ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
  return text_of(t->last, "view.phase");
}

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

/* F0.5: the active side rallies first, leaders before squads, then the resting side. */
static void order_of_steps(void **unused) {
  (void)unused;
  struct table *t =
      field_at(ON_GROUND("soviet.assault", HEX("T-N2", "woods") "," HEX("T-B14", "woods"),
                         FAR_AWAY "," ON_M("r", "soviet", "458", "T-B14", "\"broken\"") "," ON_M(
                             "g", "german", "658", "T-N2",
                             "\"broken\"") "," ON_M("l", "german", "8-0", "T-H8", "\"broken\"")),
               "1 2 6 5 2 2");
  act(t, "soviet", "end");
  unmarked(t, "l", "broken");
  marked(t, "g", "broken");
  unmarked(t, "r", "broken");
  clear_away(t);
}

/* F0.6: pinned units are in Good Order; broken men and stunned tanks are not. */
static void good_order(void **unused) {
  (void)unused;
  struct table *t =
      field_at(PHASE("german.action",
                     FAR_AWAY "," ON_M("p", "german", "658", "T-E3", "\"pinned\"") "," ON_M(
                         "b", "german", "658", "T-G3",
                         "\"broken\"") "," ON_M("s", "german", "PzIVH", "T-J3", "\"stunned\"")),
               "");
  offered(t, "german", "pick p", "F1.4");
  refused(t, "german", "pick b", "F1.4");
  refused(t, "german", "pick s", "F1.4");
  clear_away(t);
}

/* F0.7: the program closes an Action phase in which nobody can act any more. */
static void closed_by_itself(void **unused) {
  (void)unused;
  struct table *t = field_at(
      PHASE("german.action", GER_AT("g", "658", "T-E4") "," RUS_AT("r", "458", "T-E7")), "6 5");
  act(t, "german", "pick g");
  act(t, "german", "fire T-E7 0");
  assert_string_not_equal(phase_of(t), "german.action");
  clear_away(t);
}

/* F0.8: the Soviet front edge is the north. */
static void front_edges(void **unused) {
  (void)unused;
  struct table *t = field_at(
      UNDER("soviet.action", "\"edges\":1",
            FAR_AWAY
            ",{\"name\":\"r\",\"side\":\"soviet\",\"kind\":\"458\",\"box\":\"soviet.off\"}"),
      "");
  act(t, "soviet", "enter r");
  refused(t, "soviet", "at T-P8", "F22.1");
  offered(t, "soviet", "at T-A8", "F22.1");
  clear_away(t);
}

/* F1.5: pins go at the End of the player turn. */
static void pins_end(void **unused) {
  (void)unused;
  struct table *t = field_at(
      PHASE("german.assault", FAR_AWAY "," ON_M("p", "soviet", "458", "T-E3", "\"pinned\"")), "");
  marked(t, "p", "pinned");
  act(t, "german", "end");
  unmarked(t, "p", "pinned");
  clear_away(t);
}

/* F1.6: what a squad has moved into is its own when the Action phase ends, not later. */
static void control_by_phase(void **unused) {
  (void)unused;
  struct table *t =
      field_at("\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"terrain\":[" HEX(
                   "T-H8", "house") "],\"regions\":[{\"id\":\"objective\",\"hexes\":[\"T-H8\"]}],"
                                    "\"units\":[" FAR_AWAY "," GER_AT("g", "658", "T-H7") "]",
               "");
  act(t, "german", "pick g");
  act(t, "german", "go T-H8 0");
  act(t, "soviet", "pass");
  act(t, "german", "done");
  act(t, "german", "end");
  happened(t, "F22.4", "field.taken");
  assert_string_equal(phase_of(t), "german.late");
  clear_away(t);
}

/* F2.1: a team with its own HMG fires that, and gives it to nobody. */
static void gun_teams(void **unused) {
  (void)unused;
  struct table *t =
      field_at(PHASE("german.action", FAR_AWAY "," GER_AT("t", "HMG348", "T-E3") "," GER_AT(
                                          "g", "658", "T-E3") "," RUS_AT("r", "458", "T-E11")),
               "");
  act(t, "german", "pick t");
  refused(t, "german", "handto t g", "F10.2");
  act(t, "german", "with g");
  weighs(odds_of(t, "german", "fire T-E11 0"), "weight 9"); /* 7 to 16 hexes: column 6 */
  clear_away(t);
}

/* F2.3: who breaks is pinned and tired no longer; that it has moved stays. */
static void marks_of_the_broken(void **unused) {
  (void)unused;
  struct table *t = field_at(
      PHASE("german.action", FAR_AWAY "," GER_AT("g", "658", "T-E3") "," ON_M(
                                 "r", "soviet", "458", "T-E6", "\"pinned\",\"tired\",\"moved\"")),
      "3 4 6 4");
  act(t, "german", "pick g");
  act(t, "german", "fire T-E6 0"); /* S 9, DR 7: a check, failed */
  marked(t, "r", "broken");
  unmarked(t, "r", "pinned");
  unmarked(t, "r", "tired");
  marked(t, "r", "moved");
  clear_away(t);
}

/* F2.6, F8.6: a squad that is reduced is its half-squad, and keeps what it carries. */
static void half_squads(void **unused) {
  (void)unused;
  struct table *t =
      field_at(PHASE("german.action", FAR_AWAY
                     "," GER_AT("g", "658", "T-E3") "," GER_AT("h", "658", "T-E3") "," RUS_AT(
                         "r", "458", "T-E6") "," CARRIED("mg", "soviet", "LMG_R", "r")),
               "2 3 2 2");
  act(t, "german", "pick g");
  act(t, "german", "fire T-E6 0"); /* column 12, S 11, DR 5: reduced, then a check that holds */
  stands(t, "r", "T-E6", 1);
  stands(t, "mg", "T-E6", 1);
  assert_int_equal(var_of(t, "soviet_losses"), 1);
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
  assert_string_equal(said[0], said[1]);
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

/* F8.12: broken men in cover stay unless an enemy is next to them; in the open they go. */
static void who_falls_back(void **unused) {
  (void)unused;
  struct table *t =
      field_at(ON_GROUND("german.action", HEX("T-H11", "woods"),
                         GER_AT("g", "658", "T-H8") "," ON_M(
                             "in", "soviet", "458", "T-H11",
                             "\"broken\"") "," ON_M("out", "soviet", "458", "T-K9", "\"broken\"")),
               "3 3");
  act(t, "german", "end");
  happened(t, "F8.13", "field.falls.back");
  stands(t, "in", "T-H11", 2);
  ask(t, "{\"cmd\":\"view\",\"side\":\"all\"}");
  char *units = cJSON_PrintUnformatted(field(t->last, "view.units"));
  assert_null(strstr(units, "T-K9"));
  free(units);
  clear_away(t);
}

/* F10.5: the weapon of a squad that is eliminated lies in its hex; another takes it up. */
static void weapons_of_the_lost(void **unused) {
  (void)unused;
  struct table *t = field_at(
      PHASE("soviet.assault", FAR_AWAY
            "," RUS_AT("r", "628", "T-E3") "," CARRIED("dc", "soviet", "DC", "r") "," GER_AT(
                "g", "658", "T-E4") "," CARRIED("mg", "german", "LMG_G", "g") "," GER_AT("h", "658",
                                                                                         "T-F4")),
      "1 2");
  act(t, "soviet", "throw r T-E4 0"); /* S 15, DR 3: all eliminated */
  stands(t, "mg", "T-E4", 1);
  act(t, "soviet", "end");
  act(t, "german", "pick h");
  act(t, "german", "go T-E4 0");
  act(t, "soviet", "pass");
  act(t, "german", "pickup mg h");
  happened(t, "F10.3", "field.handed");
  clear_away(t);
}

/* F12.7: a howitzer without AP strikes with HE: 10 against armour 8, whatever the range. */
static void high_explosive(void **unused) {
  (void)unused;
  struct table *t = field_at(
      PHASE("german.action", FAR_AWAY "," FACING("s", "german", "StuH42", "T-H3",
                                                 5) "," FACING("t", "soviet", "T34M43", "T-H9", 2)),
      "");
  act(t, "german", "pick s");
  weighs(odds_of(t, "german", "shoot s t"), "kill on 2");
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
  const struct CMUnitTest tests[] = {cmocka_unit_test(poor_leaders),
                                     cmocka_unit_test(sixteenths),
                                     cmocka_unit_test(order_of_steps),
                                     cmocka_unit_test(good_order),
                                     cmocka_unit_test(closed_by_itself),
                                     cmocka_unit_test(front_edges),
                                     cmocka_unit_test(pins_end),
                                     cmocka_unit_test(control_by_phase),
                                     cmocka_unit_test(gun_teams),
                                     cmocka_unit_test(marks_of_the_broken),
                                     cmocka_unit_test(half_squads),
                                     cmocka_unit_test(mutual_sight),
                                     cmocka_unit_test(all_are_struck),
                                     cmocka_unit_test(who_falls_back),
                                     cmocka_unit_test(weapons_of_the_lost),
                                     cmocka_unit_test(high_explosive),
                                     cmocka_unit_test(grain_conceals),
                                     cmocka_unit_test(fog),
                                     cmocka_unit_test(running_count),
                                     cmocka_unit_test(volleys),
                                     cmocka_unit_test(no_way_back),
                                     cmocka_unit_test(without_effect),
                                     cmocka_unit_test(concealed_on_mines),
                                     cmocka_unit_test(leaving_north)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
