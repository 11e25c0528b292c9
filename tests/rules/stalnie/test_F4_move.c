/* test_F4_move.c - F1.4, F3, F4, F5 and F10: activations, groups, paths, vehicles, weapons. */
#include "field_kit.h"

/* Far away on both sides, so that no phase closes by itself. */
#define OTHERS GER_AT("z", "658", "T-P16") "," RUS_AT("y", "458", "T-A16")

/* F4.2: 4 MP, 6 with a leader; F4.6: two more by running, and then no fire. */
static void allowances(void **unused) {
  (void)unused;
  struct table *t = field_at(
      PHASE("german.action", OTHERS "," GER_AT("g", "658", "T-H8") "," GER_AT("l", "8-0", "T-H8")),
      "");
  act(t, "german", "pick g");
  offered(t, "german", "go T-H14 0", "F4.7");
  not_offered(t, "german", "go T-H15 0");
  refused(t, "german", "go T-H15 0", "F4.8");
  act(t, "german", "with l");
  not_offered(t, "german", "go T-H13 0");
  offered(t, "german", "go T-H12 0", "F4.7");
  refused(t, "german", "with z", "F4.1");
  act(t, "german", "run");
  offered(t, "german", "go T-H14 0", "F4.7");
  act(t, "german", "go T-H14 0");
  act(t, "soviet", "pass");
  marked(t, "g", "tired");
  clear_away(t);
}

/* F4.5: a careful move is one Location; F4.7: a further path costs one MP more. */
static void careful_and_further(void **unused) {
  (void)unused;
  struct table *t = field_at(PHASE("german.action", OTHERS "," GER_AT("g", "658", "T-H8")), "");
  act(t, "german", "pick g");
  act(t, "german", "careful");
  not_offered(t, "german", "go T-H10 0");
  refused(t, "german", "via T-H9 0", "F4.5");
  clear_away(t);
  t = field_at(PHASE("german.action", OTHERS "," GER_AT("g", "658", "T-H8")), "");
  act(t, "german", "pick g");
  act(t, "german", "go T-H9 0");
  act(t, "soviet", "pass");
  offered(t, "german", "go T-H11 0", "F4.7");
  not_offered(t, "german", "go T-H12 0");
  refused(t, "german", "run", "F4.6");
  refused(t, "german", "careful", "F4.5");
  clear_away(t);
}

/* F4.7: a way by a point that the player names. */
static void by_way_of(void **unused) {
  (void)unused;
  struct table *t = field_at(PHASE("german.action", OTHERS "," GER_AT("g", "658", "T-H8")), "");
  act(t, "german", "pick g");
  act(t, "german", "via T-H9 0");
  act(t, "german", "go T-H10 0");
  act(t, "soviet", "pass");
  happened(t, "F4.7", "field.moves");
  stands(t, "g", "T-H10", 2);
  clear_away(t);
}

/* F3.1, F4.8: room where the path ends, and no way through known enemies. */
static void room_and_enemies(void **unused) {
  (void)unused;
  struct table *t = field_at(
      PHASE("german.action",
            OTHERS "," GER_AT("g", "658", "T-H8") "," GER_AT("a", "658", "T-H9") "," GER_AT(
                "b", "658", "T-H9") "," GER_AT("c", "658", "T-H9") "," RUS_AT("r", "458", "T-H7")),
      "");
  act(t, "german", "pick g");
  refused(t, "german", "go T-H9 0", "F3.1");
  refused(t, "german", "go T-H7 0", "F4.8");
  refused(t, "german", "search T-H12", "F15.11");
  refused(t, "german", "grenade T-H12", "F20.3");
  act(t, "german", "cancel");
  refused(t, "german", "pick r", "F1.4");
  clear_away(t);
}

/* F5.2, F5.3: turning costs; a vehicle backs at twice the cost and turns in place. */
static void driving(void **unused) {
  (void)unused;
  struct table *t =
      field_at(PHASE("german.action", OTHERS "," FACING("p", "german", "PzIVH", "T-H8", 5)), "");
  act(t, "german", "pick p");
  refused(t, "german", "face p 5", "F5.2");
  offered(t, "german", "back", "F5.2");
  act(t, "german", "back");
  act(t, "soviet", "pass");
  happened(t, "F4.7", "field.moves");
  stands(t, "p", "T-H7", 1);
  act(t, "german", "face p 2");
  happened(t, "F5.2", "field.turns");
  act(t, "soviet", "pass");
  clear_away(t);
}

/* F5.7, F5.8: riders board, are carried and get off. */
static void riders(void **unused) {
  (void)unused;
  struct table *t =
      field_at("\"map\":\"plain:16x16\",\"phase\":\"soviet.action\",\"units\":[" OTHERS
               "," FACING("t", "soviet", "T34M43", "T-H8",
                          5) "," RUS_AT("r", "458", "T-H8") "," RUS_AT("s", "458", "T-H8") "]",
               "");
  act(t, "soviet", "pick r");
  refused(t, "soviet", "board t", "F5.6"); /* two squads are too many */
  act(t, "soviet", "with s");
  act(t, "soviet", "board t");
  happened(t, "F5.7", "field.boards");
  act(t, "soviet", "pick t");
  refused(t, "soviet", "overrun T-H9", "F13.1");
  act(t, "soviet", "unload");
  happened(t, "F5.8", "field.unloaded");
  act(t, "german", "pass");
  clear_away(t);
}

/* F10.2 to F10.4: weapons change hands before anybody moves, within what a unit can carry. */
static void weapons(void **unused) {
  (void)unused;
  struct table *t = field_at(
      PHASE("german.action",
            OTHERS "," GER_AT("g", "658", "T-H8") "," GER_AT("h", "658", "T-H8") "," CARRIED(
                "m1", "german", "MMG_G", "g") "," CARRIED("m2", "german", "MMG_G",
                                                          "h") "," GER_AT("far", "658", "T-H10")),
      "");
  act(t, "german", "pick g");
  refused(t, "german", "handto m1 h", "F10.4");
  refused(t, "german", "handto m1 far", "F10.2");
  refused(t, "german", "pickup m1 g", "F10.3");
  refused(t, "german", "hold far", "F26.2");
  act(t, "german", "hold m1");
  act(t, "german", "done");
  clear_away(t);
}

/* F15.9: who walks into a concealed enemy goes back, and a window opens there, although the enemy
 * had let the path pass (F9.5); F15.8: a hidden one next to him appears. */
static void upon_the_enemy(void **unused) {
  (void)unused;
  struct table *t = field_at(ON_GROUND("german.action", HEX("T-H10", "woods"),
                                       OTHERS "," GER_AT("g", "658", "T-H8") "," ON_M(
                                           "r", "soviet", "458", "T-H10", "\"concealed\"")),
                             "6 6 2 2");
  act(t, "german", "pick g");
  act(t, "german", "go T-H10 0");
  act(t, "soviet", "pass");
  happened(t, "F15.9", "field.recoils");
  happened(t, "F15.9", "field.seen");
  stands(t, "g", "T-H9", 2);
  not_offered(t, "soviet", "volley r T-H10 0");
  act(t, "soviet", "volley r T-H9 0");
  happened(t, "F9.5", "field.fire");
  clear_away(t);
  t = field_at(ON_GROUND("german.action", HEX("T-H11", "woods"),
                         OTHERS "," GER_AT("g", "658", "T-H8") "," ON_M("r", "soviet", "458",
                                                                        "T-H11", "\"hip\"")),
               "");
  act(t, "german", "pick g");
  act(t, "german", "go T-H10 0");
  act(t, "soviet", "pass");
  happened(t, "F15.8", "field.appears");
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(allowances), cmocka_unit_test(careful_and_further),
      cmocka_unit_test(by_way_of),  cmocka_unit_test(room_and_enemies),
      cmocka_unit_test(driving),    cmocka_unit_test(riders),
      cmocka_unit_test(weapons),    cmocka_unit_test(upon_the_enemy)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
