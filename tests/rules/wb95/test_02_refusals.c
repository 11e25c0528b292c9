/* test_02_refusals.c - 2.1.2 and its relatives: what a player hears who does a thing at the wrong
 * moment, or with the wrong unit. The sentence names the real reason. */
#include "table.h"

/* Refused by that rule, in these words. */
static void hears(struct table *t, const char *side, const char *action, const char *rule,
                  const char *words) {
  ask(t, "{\"cmd\":\"why\",\"side\":\"%s\",\"action\":\"%s\"}", side, action);
  assert_string_equal(text_of(t->last, "error.rule"), rule);
  assert_string_equal(text_of(t->last, "error.text"), words);
}

/* One refusal of a table: the side is that of the position. */
struct case_of {
  const char *action, *rule, *words;
};
#define HEARS(t, side, ...)                                                                        \
  do {                                                                                             \
    static const struct case_of cases[] = {__VA_ARGS__};                                           \
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)                                    \
      hears(t, side, cases[i].action, cases[i].rule, cases[i].words);                              \
  } while (0)

static void after_the_stop(void **s) { /* 4.2.1 ended the move: no unit is on the way any more */
  (void)s;
  struct table *t = FRESH(PLAIN AT("german.movement")
                              UNITS(U("a", G, "G-INF", "0506"), U("e", S, "S-INF", "0504")),
                          "");
  acts(t, G, "move a;step 0505");
  HEARS(t, G, {"step 0506", "3.1.3", "Choose the unit that moves first."},
        {"stop", "3.1.3", "Choose the unit that moves first."},
        {"deploy", "3.1.3", "Choose the unit that moves first."},
        {"put 0506", "11.1.2", "Choose the unit that enters first."},
        {"move a", "3.1.3", "a has been active already."},
        {"mark a", "12.1.2", "a has been active already."},
        {"target 0504", "2.1.2", "Attacks are made in attack phases."},
        {"retreat a 0506", "2.1.2", "Units retreat in attack phases."},
        {"pursue a 0504", "2.1.2", "Units pursue in attack phases."},
        {"repair a", "2.1.2", "Armour is put into repair in German supply phases."});
  clear_away(t);
}

static void into_the_enemy(void **s) { /* 3.1.8: what a player wants there is another phase's */
  (void)s;
  struct table *t = FRESH(PLAIN AT("german.movement")
                              UNITS(U("a", G, "G-INF", "0505"), U("e", S, "S-INF", "0506")),
                          "");
  act(t, G, "move a");
  HEARS(t, G,
        {"step 0506", "3.1.8", "Enemies are in 0506: they are attacked in the attack phase."});
  clear_away(t);
}

static void before_the_attack(void **s) {
  (void)s;
  struct table *t = FRESH(
      PLAIN AT("german.attack") UNITS(U("a", G, "G-INF", "0505"), U("e", S, "S-INF", "0506")), "");
  HEARS(t, G, {"add a", "5.2.1", "Choose the hex to attack first."},
        {"commit", "5.2.1", "Choose the hex to attack first."},
        {"gun a", "6.3.1", "Choose the hex to attack first."},
        {"spend 1", "9.1.6", "Choose the hex to attack first."},
        {"nohq", "9.2.1", "Choose the hex to attack first."},
        {"lose a", "5.1.8", "No unit has a loss to take."},
        {"retreat a 0504", "5.3.1", "No unit has to retreat."},
        {"pursue a 0506", "5.4.1", "No unit may pursue."},
        {"cancel", "2.1.2", "There is nothing to call off."},
        {"dig a", "2.1.2", "Field fortifications are built in movement phases."},
        {"mission strike", "2.1.2", "Aircraft are given missions in air phases."});
  clear_away(t);
}

static void waiting_for_later(void **s) { /* 12.1.4: a unit that is marked does nothing else */
  (void)s;
  struct table *t =
      FRESH(PLAIN AT("german.movement") UNITS(UX("m", G, "G-INF", "0505", "\"marks\":[\"oos:1\"]"),
                                              UX("p", G, "G-INF", "0705", "\"marks\":[\"oos:1\"]")),
            "");
  acts(t, G, "mark m;full p");
  HEARS(t, G, {"dig m", "12.1.4", "m is marked for strategic movement."},
        {"mark m", "12.1.4", "m is marked already."},
        {"full m", "12.1.4", "m is marked for strategic movement."},
        {"full p", "10.2.3", "p moves with all its points already."});
  clear_away(t);
}

static void guns_without_a_target(void **s) { /* 6.1.2, 6.4.3, 6.4.5 */
  (void)s;
  struct table *t = FRESH(PLAIN AT("german.attack")
                              UNITS(U("near", G, "G-ART", "1005"), U("h", S, "S-ART", "1006"),
                                    U("far", G, "G-ART", "1515"), U("owed", G, "G-ART", "0503"),
                                    U("a", G, "G-INF", "0505"), U("e", S, "S-INF", "0506")),
                          "");
  HEARS(t, G,
        {"shell near", "6.4.3",
         "1006 is next to near: a gun fires alone over two or three "
         "hexes."},
        {"shell far", "6.1.2", "far has no target in range."},
        {"shell owed", "6.4.5", "0506 must be attacked directly."});
  clear_away(t);
}

#define BRIDGE TERRAIN(PATH("road.main", "\"0504\",\"0505\""), SIDE("0505", "0504", "river"))

static void bridges_by_name(void **s) { /* 14.1.2, 14.2.1-14.2.3 */
  (void)s;
  struct table *t = FRESH(PLAIN AT("german.movement")
                              BRIDGE UNITS(U("a", G, "G-INF", "0505"), U("b", G, "G-INF", "0909"),
                                           U("g", G, "G-ART", "0504")),
                          "");
  act(t, G, "move a");
  HEARS(t, G, {"blow 0505/0504", "14.1.2", "That bridge goes by the name 0504/0505."},
        {"blow 0505/0506", "14.1.2", "No bridge stands there."},
        {"rebuild 0505/0504", "14.2.3", "That bridge goes by the name 0504/0505."},
        {"rebuild 0504/0505", "14.2.2", "That bridge stands."});
  acts(t, G, "blow 0504/0505");
  HEARS(t, G, {"blow 0504/0505", "14.1.2", "That bridge is destroyed already."});
  acts(t, G, "stop;move b");
  HEARS(t, G, {"rebuild 0504/0505", "14.2.2", "b is not at that bridge."});
  acts(t, G, "stop;move g");
  HEARS(t, G, {"rebuild 0504/0505", "14.2.2", "g is artillery and rebuilds no bridges."});
  clear_away(t);
}

static void two_banks(void **s) { /* 14.2.1: who may blow a bridge, and where it stands */
  (void)s;
  struct table *t = FRESH(PLAIN AT("german.movement")
                              BRIDGE UNITS(U("b", G, "G-INF", "0909"), U("g", G, "G-ART", "0504")),
                          "");
  act(t, G, "move b");
  hears(t, G, "blow 0504/0505", "14.2.1", "b is not at that bridge.");
  acts(t, G, "stop;move g");
  hears(t, G, "blow 0504/0505", "14.2.1", "g is no regular unit or headquarters.");
  clear_away(t);
}

static void shifts(void **s) { /* 9.1.6, 9.1.7: none, too soon, too far */
  (void)s;
  struct table *t =
      FRESH(PLAIN AT("german.attack") UNITS(U("a", G, "G-INF", "0505"), U("q", S, "S-HQ", "0506"),
                                            U("b", G, "G-INF", "0509"), U("e", S, "S-INF", "0510"),
                                            U("c", G, "G-INF", "1509"), U("f", S, "S-INF", "1510")),
            "3 4");
  acts(t, G, "target 0506;add a;commit");
  hears(t, G, "spend 1", "9.1.6", "This side has won no shifts that it could use.");
  acts(t, G, "commit;done;target 0510;add b;commit");
  hears(t, G, "spend 1", "9.1.6", "Shifts that are won in this phase are for the next two.");
  clear_away(t);
  t = FRESH(PLAIN AT("german.movement")
                UNITS(U("a", G, "G-INF", "0505"), U("q", S, "S-HQ", "0506"),
                      U("c", G, "G-INF", "1509"), U("f", S, "S-INF", "1510")),
            "");
  acts(t, G, "move a;step 0506;stop;done;target 1510;add c;commit");
  hears(t, G, "spend 1", "9.1.7", "The shifts are for combats within eight hexes.");
  clear_away(t);
}

static void closed_to_a_retreat(void **s) { /* 5.3.3: enemies, a zone, ground that bars it */
  (void)s;
  struct table *t = FRESH(PLAIN AT("german.attack") TERRAIN(HEX("0607", "\"swamp\""))
                              UNITS(UX("a", G, "G-INF", "0505", "\"factors\":{\"sp\":14}"),
                                    U("g", G, "G-ART", "0407"), U("e", S, "S-TB", "0506"),
                                    UX("f", S, "S-INF", "0506", "\"factors\":{\"sp\":4}")),
                          "3 4");
  acts(t, G, "target 0506;add a;commit;commit"); /* 14:7, 7: -/D1 */
  HEARS(
      t, S, {"retreat e 0407", "5.3.3", "There are enemies in 0407."},
      {"retreat e 0607", "5.3.3", "e cannot enter 0607."},
      {"retreat e 0606", "5.3.3", "0606 is in an enemy zone, and no other unit of yours holds it."},
      {"lose e", "5.3.1", "The retreat comes first."});
  clear_away(t);
}

static void not_this_loss(void **s) { /* 5.1.8: who takes the level, and who does not */
  (void)s;
  struct table *t = FRESH(PLAIN AT("german.attack") MARKS(MARK("0505", "ff", G))
                              UNITS(U("a", G, "G-INF", "0505"), U("b", G, "G-INF", "0505"),
                                    U("c", G, "G-INF", "0505"), U("e", S, "S-INF", "0506")),
                          "6 5");
  acts(t, G, "target 0506;add a;add b;commit;commit"); /* 8:7, 11: A1-1; in works c may wait */
  HEARS(t, G, {"lose c", "5.1.8", "c did not fight in this combat."},
        {"lose e", "5.1.8", "e is not a unit of this side on the map."},
        {"target 0506", "5.1.8", "A unit must take the loss first."});
  clear_away(t);
}

static void the_staff_follows(void **s) { /* 5.4.1 */
  (void)s;
  struct table *t =
      FRESH(PLAIN AT("german.attack") UNITS(UX("a", G, "G-INF", "0505", "\"factors\":{\"sp\":14}"),
                                            U("q", G, "G-HQ", "0505"), U("e", S, "S-INF", "0506")),
            "3 4 1 1");
  acts(t, G, "target 0506;add a;commit;commit"); /* 14:7, 7 - 1: -/D2 */
  acts(t, S, "retreat e 0507;retreat e 0508");
  acts(t, G, "pursue a 0506;pursue a 0407;pursue q 0506");
  hears(t, G, "pursue q 0507", "5.4.1", "That way q does not come to the unit that it follows.");
  act(t, G, "pursue q 0407");
  stands(t, "q", "0407", 1);
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(into_the_enemy),
      cmocka_unit_test(after_the_stop),
      cmocka_unit_test(before_the_attack),
      cmocka_unit_test(waiting_for_later),
      cmocka_unit_test(guns_without_a_target),
      cmocka_unit_test(bridges_by_name),
      cmocka_unit_test(two_banks),
      cmocka_unit_test(shifts),
      cmocka_unit_test(closed_to_a_retreat),
      cmocka_unit_test(not_this_loss),
      cmocka_unit_test(the_staff_follows),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
