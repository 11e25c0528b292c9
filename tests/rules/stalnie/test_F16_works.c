/* test_F16_works.c - F15.7, F15.10, F15.11 and F16: works, mines, wire, dummies, cloaks. */
#include "field_kit.h"

/* F16.2, E14: a foxhole for one squad covers one; with two squads in it nobody. In woods behind a
 * hedge the largest cover counts, not the sum. */
static void foxholes(void **unused) {
  (void)unused;
  struct table *t = field_at(
      WORKED("german.action", HEX("T-E8", "woods") "," HEDGE("T-E8", "T-E7"),
             WORK("T-E8", "foxhole1", "german") "," WORK("T-H8", "foxhole1", "german"),
             FAR_AWAY "," GER_AT("g", "658", "T-E3") "," RUS_AT("r", "458", "T-E8") "," GER_AT(
                 "h", "658", "T-H3") "," RUS_AT("a", "458", "T-H8") "," RUS_AT("b", "458", "T-H8")),
      "6 5");
  act(t, "german", "pick g");
  weighs(odds_of(t, "german", "fire T-E8 0"), "weight 7"); /* 6 FP: 9, cover 2 */
  act(t, "german", "cancel");
  act(t, "german", "pick h");
  act(t, "german", "fire T-H8 0"); /* two squads in a hole for one: no cover */
  card(t, "german", "F7.6", "weight 9");
  clear_away(t);
}

/* E14: without the foxhole the woods or the hedge protect by 1. */
static void behind_a_hedge(void **unused) {
  (void)unused;
  struct table *t =
      field_at(ON_GROUND("german.action", HEX("T-E8", "woods") "," HEDGE("T-E8", "T-E7"),
                         FAR_AWAY "," GER_AT("g", "658", "T-E3") "," RUS_AT("r", "458", "T-E8")),
               "");
  act(t, "german", "pick g");
  weighs(odds_of(t, "german", "fire T-E8 0"), "weight 8");
  clear_away(t);
}

/* F16.1: a foxhole that the firer has not seen is not on his card; the attack is made with it, and
 * then it is known. */
static void unknown_cover(void **unused) {
  (void)unused;
  struct table *t =
      field_at(WORKED("german.action", "", WORK("T-E8", "foxhole1", "soviet"),
                      FAR_AWAY "," GER_AT("g", "658", "T-E3") "," RUS_AT("r", "458", "T-E8")),
               "6 5");
  act(t, "german", "pick g");
  weighs(odds_of(t, "german", "fire T-E8 0"), "weight 9");
  act(t, "german", "fire T-E8 0");
  happened(t, "F16.1", "field.work");
  card(t, "german", "F16.2", "weight 7");
  clear_away(t);
}

/* F16.3: between trenches 1 MP, and no movement modifier. */
static void trenches(void **unused) {
  (void)unused;
  struct table *t =
      field_at(WORKED("german.action", HEX("T-E7", "woods"),
                      WORK("T-E6", "trench", "german") "," WORK("T-E7", "trench", "german"),
                      FAR_AWAY "," GER_AT("g", "658", "T-E6") "," RUS_AT(
                          "r", "458", "T-E10") "," CARRIED("mg", "soviet", "LMG_R", "r")),
               "6 6");
  act(t, "german", "pick g");
  reaches(t, "german", "g", "T-E7", "1", "F4.7");
  act(t, "german", "go T-E7 0");
  act(t, "soviet", "volley r T-E7 0");
  card(t, "soviet", "F16.3", "weight 7"); /* 6 FP: 9, cover of the trench, nothing for moving */
  clear_away(t);
}

/* F16.4, F16.1: an A-T ditch that the driver did not know stops him before it. */
static void ditches(void **unused) {
  (void)unused;
  struct table *t =
      field_at(WORKED("german.action", "",
                      WORK("T-E6", "ditch", "soviet") "," WORK("T-H6", "ditch", "german"),
                      FAR_AWAY "," FACING("p", "german", "PzIVH", "T-E4",
                                          5) "," FACING("q", "german", "PzIVH", "T-H5", 5)),
               "");
  act(t, "german", "pick q");
  not_offered(t, "german", "go T-H6 0"); /* his own side's is known */
  act(t, "german", "cancel");
  act(t, "german", "pick p");
  act(t, "german", "go T-E7 0");
  act(t, "soviet", "pass");
  happened(t, "F16.1", "field.work");
  never(t, "field.cut"); /* the work has told it */
  stands(t, "p", "T-E5", 1);
  clear_away(t);
}

/* F16.4: men in an A-T ditch have the cover of a gully. */
static void men_in_a_ditch(void **unused) {
  (void)unused;
  struct table *t =
      field_at(WORKED("german.action", "", WORK("T-E6", "ditch", "german"),
                      FAR_AWAY "," GER_AT("g", "658", "T-E3") "," RUS_AT("r", "458", "T-E6")),
               "6 6");
  act(t, "german", "pick g");
  act(t, "german", "fire T-E6 0");
  card(t, "german", "F16.4", "weight 8");
  clear_away(t);
}

/* F16.5: a pillbox is a Location of its own; its front has less cover than its rear, and its men
 * fire into the arc only. */
static void pillboxes(void **unused) {
  (void)unused;
  struct table *t;
  t = field_at(
      WORKED("soviet.action", "", WORK("T-H8", "pillbox2", "soviet"),
             FAR_AWAY "," GER_AT("e", "658", "T-H5") "," GER_AT("w", "658", "T-H11") "," WITH(
                 "r", "soviet", "458", "T-H8", "\"level\":\"2\"") "," RUS_AT("s", "458", "T-H8")),
      "");
  act(t, "soviet", "pick r");
  weighs(odds_of(t, "soviet", "fire T-H5 0"), "weight 8");
  refused(t, "soviet", "fire T-H11 0", "F7.4");
  act(t, "soviet", "cancel");
  act(t, "soviet", "pick s");
  offered(t, "soviet", "go T-H8 2", "F4.7");
  act(t, "soviet", "cancel");
  act(t, "soviet", "end");
  clear_away(t);
  t = field_at(WORKED("german.action", "", WORK("T-H8", "pillbox2", "german"),
                      FAR_AWAY
                      "," GER_AT("e", "658", "T-H5") "," GER_AT("w", "658", "T-H11") "," WITH(
                          "r", "soviet", "458", "T-H8", "\"level\":\"2\"")),
               "");
  act(t, "german", "pick e");
  weighs(odds_of(t, "german", "fire T-H8 2"), "weight 6"); /* 9 - 3 */
  act(t, "german", "cancel");
  act(t, "german", "pick w");
  weighs(odds_of(t, "german", "fire T-H8 2"), "weight 4"); /* 9 - 5 */
  clear_away(t);
}

/* F16.6: out of wire one step costs 1 and a die more; tracks may tear it down. */
static void wire(void **unused) {
  (void)unused;
  struct table *t = field_at(
      WORKED("german.action", "", WORK("T-E6", "wire", "soviet") "," WORK("T-H6", "wire", "soviet"),
             FAR_AWAY "," GER_AT("g", "658", "T-E5") "," FACING("p", "german", "PzIVH", "T-H5", 5)),
      "5 2");
  act(t, "german", "pick g");
  act(t, "german", "go T-E8 0"); /* what he does not know does not stop him from trying */
  act(t, "soviet", "pass");
  happened(t, "F16.6", "field.wire");
  stands(t, "g", "T-E6", 2);
  act(t, "german", "pick p");
  act(t, "german", "go T-H6 0");
  act(t, "soviet", "pass");
  happened(t, "F16.6", "field.torn");
  clear_away(t);
}

/* F16.6: who advances into wire finds it; wheels leave it standing. */
static void wire_is_felt(void **unused) {
  (void)unused;
  struct table *t = field_at(WORKED("german.assault", "", WORK("T-E4", "wire", "soviet"),
                                    FAR_AWAY "," GER_AT("g", "658", "T-E3")),
                             "");
  assert_false(shows(t, "german", "wire"));
  act(t, "german", "advance g T-E4 0");
  assert_true(shows(t, "german", "wire"));
  clear_away(t);
  /* on the map it keeps wheels out; only who comes on from off the map gets into it */
  t = field_at(
      "\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"vars\":{\"edges\":1},\"marks\":[" WORK(
          "T-H7", "wire",
          "soviet") "," WORK("T-P9", "wire",
                             "soviet") "],\"units\":[" FAR_AWAY
                                       "," FACING(
                                           "v", "german", "Opel6700", "T-H6",
                                           5) ",{\"name\":\"w\",\"side\":\"german\",\"kind\":"
                                              "\"Opel6700\",\"box\":\"german.off\"}]",
      "");
  script(t, "german: pick v; german: go T-H7 0; soviet: pass");
  assert_string_equal(place_of(t, "v"), "T-H6");
  assert_true(shows(t, "german", "wire"));
  script(t, "german: done; german: enter w; german: at T-P9; soviet: pass"); /* no die */
  assert_string_equal(place_of(t, "w"), "T-P9");
  never(t, "field.torn");
  clear_away(t);
}

/* F16.6: advancing out of wire on 1 to 3. */
static void held_in_wire(void **unused) {
  (void)unused;
  struct table *t =
      field_at(WORKED("german.assault", "", WORK("T-E6", "wire", "german"),
                      FAR_AWAY "," GER_AT("g", "658", "T-E6") "," GER_AT("h", "658", "T-E6")),
               "4 3");
  act(t, "german", "advance g T-E7 0");
  rolled(t, "F16.6", "4");
  stands(t, "g", "T-E6", 2);
  act(t, "german", "advance h T-E7 0");
  stands(t, "h", "T-E7", 2);
  clear_away(t);
}

/* F16.7: no vehicle crosses a roadblock; men do for 1 MP more, and it covers like a hedge. */
static void roadblocks(void **unused) {
  (void)unused;
  struct table *t =
      field_at(WORKED("german.action", "", WORK("T-E6", "roadblock2", "german"),
                      FAR_AWAY "," FACING("p", "german", "PzIVH", "T-E5", 5) "," GER_AT(
                          "g", "658", "T-E4") "," RUS_AT("r", "458", "T-E6")),
               "6 6");
  act(t, "german", "pick g");
  act(t, "german", "fire T-E6 0"); /* through the blocked hexside */
  card(t, "german", "F16.7", "weight 8");
  act(t, "german", "pick p");
  refused(t, "german", "overrun T-E6", "F13.1");
  clear_away(t);
}

/* F16.8: A-P mines strike the group once as it enters; their own men who have not left are safe. */
static void foot_mines(void **unused) {
  (void)unused;
  struct table *t = field_at(
      WORKED("german.action", "",
             WORK("T-E6", "mines8", "soviet") "," WORK("T-H6", "mines6", "german"),
             FAR_AWAY "," GER_AT("g", "658", "T-E5") "," GER_AT("h", "658", "T-E5") "," ON_M(
                 "s", "german", "658", "T-H6", "\"settled\"")),
      "3 4 4 6 2 3");
  act(t, "german", "pick s");
  act(t, "german", "go T-H7 0"); /* it was set up there: no attack */
  act(t, "soviet", "pass");
  never(t, "field.mines");
  act(t, "german", "done");
  act(t, "german", "pick g");
  act(t, "german", "go T-E6 0");
  act(t, "soviet", "pass");
  happened(t, "F16.8", "field.mines"); /* 8 FP: S 10, DR 7: morale check +1 */
  marked(t, "g", "broken");
  unmarked(t, "h", "broken");
  clear_away(t);
}

/* F16.8: A-T mines: a die up to the factors stops the vehicle, 1 wrecks it. */
static void tank_mines(void **unused) {
  (void)unused;
  for (int i = 0; i < 2; i++) {
    struct table *t = field_at(WORKED("german.action", "", WORK("T-E6", "atmines3", "soviet"),
                                      FAR_AWAY "," FACING("p", "german", "PzIVH", "T-E5", 5)),
                               i ? "1 6" : "3");
    act(t, "german", "pick p");
    act(t, "german", "go T-E6 0");
    act(t, "soviet", "pass");
    happened(t, "F16.8", "field.tank.mines");
    happened(t, "F16.8", i ? "field.wreck" : "field.immobilized");
    clear_away(t);
  }
}

/* F16.9: a fortified house is closed while a squad holds it, and protects by 1 more. */
static void fortified(void **unused) {
  (void)unused;
  struct table *t = field_at(
      WORKED("german.assault", HEX("T-E6", "stone") "," HEX("T-H6", "stone"),
             WORK("T-E6", "fortified0", "soviet") "," WORK("T-H6", "fortified0", "german"),
             FAR_AWAY "," GER_AT("g", "658", "T-E5") "," RUS_AT("r", "458", "T-E6") "," RUS_AT(
                 "s", "458", "T-H6") "," GER_AT("h", "658", "T-H5")),
      "");
  act(t, "german", "advance g T-E6 0"); /* he did not know: it is shown, and he stays */
  happened(t, "F16.9", "field.work");
  stands(t, "g", "T-E5", 2);
  clear_away(t);
  t = field_at(WORKED("german.assault", HEX("T-E6", "stone"), WORK("T-E6", "fortified0", "soviet"),
                      FAR_AWAY "," RUS_AT("r", "458", "T-E6") "," RUS_AT(
                          "q", "458", "T-F5") "," GER_AT("g", "658", "T-E5")),
               "");
  act(t, "german", "advance g T-E6 0");
  refused(t, "german", "advance g T-E6 0", "F14.1"); /* once a phase */
  clear_away(t);
  t = field_at(WORKED("german.action", HEX("T-H6", "stone"), WORK("T-H6", "fortified0", "german"),
                      FAR_AWAY "," RUS_AT("s", "458", "T-H6") "," GER_AT("h", "658", "T-H5")),
               "");
  act(t, "german", "pick h");
  weighs(odds_of(t, "german", "fire T-H6 0"), "weight 7"); /* 12 FP: 11, stone 3 and 1 more */
  clear_away(t);
}

/* F16.12: a set charge strikes all in the Location and brings the house down. */
static void set_charge(void **unused) {
  (void)unused;
  struct table *t =
      field_at(ON_GROUND("german.action", HEX("T-E6", "house"),
                         FAR_AWAY "," WITH("g", "german", "838", "T-E8",
                                           "\"charge\":\"T-E6\"") "," RUS_AT("r", "458", "T-E6")),
               "5 5 5 4");
  act(t, "german", "pick g");
  refused(t, "german", "blow T-E8 0", "F16.12");
  act(t, "german", "blow T-E6 0");
  happened(t, "F16.12", "field.blown"); /* FP 30: S 15, DR 10: morale check +3 */
  marked(t, "r", "broken");
  assert_true(shows(t, "german", "rubble"));
  clear_away(t);
}

/* F16.13: a dug-in tank never moves, and is harder to hit. */
static void dug_in(void **unused) {
  (void)unused;
  struct table *t = field_at(
      "\"map\":\"plain:16x16\",\"phase\":\"soviet.action\",\"units\":[" FAR_AWAY
      ",{\"name\":\"t\",\"side\":\"soviet\",\"kind\":\"T34M43\",\"hex\":\"T-H8\",\"facing\":2,"
      "\"marks\":[\"dugin\"]}," FACING("p", "german", "PzIVH", "T-H5", 5) "]",
      "");
  act(t, "soviet", "pick t");
  refused(t, "soviet", "go T-H7 0", "F16.13");
  clear_away(t);
  t = field_at("\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"units\":[" FAR_AWAY
               ",{\"name\":\"t\",\"side\":\"soviet\",\"kind\":\"T34M43\",\"hex\":\"T-H8\","
               "\"facing\":2,\"marks\":[\"dugin\"]}," FACING("p", "german", "PzIVH", "T-H5", 5) "]",
               "6 6");
  act(t, "german", "pick p");
  act(t, "german", "shoot p t");
  card(t, "german", "F11.3", "8 or less");
  clear_away(t);
}

/* F15.7: a dummy is a "?" like any other until somebody comes; the move goes on. */
static void dummies(void **unused) {
  (void)unused;
  struct table *t =
      field_at(WORKED("german.action", HEX("T-E6", "woods"), WORK("T-E6", "dummy", "soviet"),
                      FAR_AWAY "," GER_AT("g", "658", "T-E5")),
               "");
  act(t, "german", "pick g");
  act(t, "german", "go T-E6 0");
  act(t, "soviet", "pass");
  happened(t, "F15.7", "field.dummy");
  stands(t, "g", "T-E6", 2);
  clear_away(t);
}

/* F15.7, F7.13: any result but none takes a dummy away. */
static void dummies_under_fire(void **unused) {
  (void)unused;
  struct table *t = field_at(WORKED("german.action", "", WORK("T-E8", "dummy", "soviet"),
                                    FAR_AWAY "," GER_AT("g", "658", "T-E5")),
                             "3 4");
  act(t, "german", "pick g");
  weighs(odds_of(t, "german", "fire T-E8 0"), "weight 7"); /* 6 FP halved: 3, column 2 */
  act(t, "german", "fire T-E8 0");
  happened(t, "F15.7", "field.dummy");
  clear_away(t);
}

/* F15.10: a cloaked Reserve does nothing until it sees an enemy within 8 hexes. */
static void cloaks(void **unused) {
  (void)unused;
  struct table *t = field_at(
      WORKED("soviet.action", HEX("T-E8", "woods") "," HEX("T-N8", "woods"),
             WORK("T-N8", "cloak", "soviet"),
             FAR_AWAY "," ON_M("r", "soviet", "458", "T-E8", "\"reserve\"") "," ON_M(
                 "q", "soviet", "458", "T-P1", "\"reserve\"") "," GER_AT("g", "658", "T-E3")),
      "");
  refused(t, "soviet", "pick r", "F15.10");
  refused(t, "soviet", "place q", "F15.10");
  act(t, "soviet", "place r");
  happened(t, "F15.10", "field.appears");
  marked(t, "r", "concealed");
  offered(t, "soviet", "pick r", "F1.4");
  clear_away(t);
}

/* F15.11: a search finds hidden mines. */
static void searching(void **unused) {
  (void)unused;
  struct table *t =
      field_at(WORKED("german.action", "", WORK("T-E6", "mines6", "soviet"),
                      FAR_AWAY "," GER_AT("g", "658", "T-E5") "," GER_AT("l", "8-0", "T-E5")),
               "3");
  act(t, "german", "pick g");
  act(t, "german", "search T-E6");
  happened(t, "F15.11", "field.search");
  happened(t, "F15.11", "field.work");
  clear_away(t);
}

/* F16.1: at the End of a player turn an enemy within 16 hexes has seen trenches and wire. */
static void seen_at_the_end(void **unused) {
  (void)unused;
  struct table *t =
      field_at(WORKED("german.assault", "",
                      WORK("T-E8", "trench", "soviet") "," WORK("T-E9", "mines6", "soviet"),
                      RUS_AT("y", "458", "T-A16") "," GER_AT("g", "658", "T-E4")),
               "");
  act(t, "german", "end");
  happened(t, "F16.1", "field.work");
  assert_true(shows(t, "german", "trench"));
  assert_false(shows(t, "german", "mines"));
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(foxholes),       cmocka_unit_test(behind_a_hedge),
      cmocka_unit_test(unknown_cover),  cmocka_unit_test(trenches),
      cmocka_unit_test(ditches),        cmocka_unit_test(men_in_a_ditch),
      cmocka_unit_test(pillboxes),      cmocka_unit_test(wire),
      cmocka_unit_test(wire_is_felt),   cmocka_unit_test(held_in_wire),
      cmocka_unit_test(roadblocks),     cmocka_unit_test(foot_mines),
      cmocka_unit_test(tank_mines),     cmocka_unit_test(fortified),
      cmocka_unit_test(set_charge),     cmocka_unit_test(dug_in),
      cmocka_unit_test(dummies),        cmocka_unit_test(dummies_under_fire),
      cmocka_unit_test(cloaks),         cmocka_unit_test(searching),
      cmocka_unit_test(seen_at_the_end)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
