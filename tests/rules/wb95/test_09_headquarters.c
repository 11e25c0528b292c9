/* test_09_headquarters.c - rule 9: shifts won by eliminating a headquarters, and what staffs do to
 * the roll. */
#include "table.h"

#include <stdlib.h>

#define MOVEMENT PLAIN AT("german.movement")
#define SP(n) "\"factors\":{\"sp\":" #n "}"

/* 9.1.6, 9.1.7: what is spent comes from the headquarters within eight hexes */
static void near_and_far(void **s) {
  (void)s;
  struct table *t =
      FRESH(MOVEMENT UNITS(U("p1", G, "G-ARM", "0501"), U("q1", S, "S-HQ", "0502"),
                           U("p2", G, "G-ARM", "0504"), U("q2", S, "S-HQ", "0503"),
                           UX("a", G, "G-INF", "0512", SP(2)), UX("e", S, "S-INF", "0511", SP(8)),
                           UX("b", G, "G-INF", "0410", SP(2)), UX("f", S, "S-INF", "0411", SP(8))),
            "5 6");
  acts(t, G, "move p1;step 0502;stop;move p2;step 0503;stop;done;target 0511;add a;commit");
  refused(t, G, "spend 6", "9.1.6"); /* the other five are nine hexes away */
  acts(t, G, "spend 5;commit");      /* 1:4, 3:1, 11: -1/-1 */
  ask(t, "{\"cmd\":\"records\",\"side\":\"german\"}");
  char *all = cJSON_PrintUnformatted(t->last);
  assert_non_null(strstr(all, "within 8 hexes of 0502"));
  assert_null(strstr(all, "within 8 hexes of 0503")); /* its shifts are used up */
  cJSON_free(all);
  stands(t, "e", "0511", 1);
  acts(t, G, "target 0411;add b;commit");
  refused(t, G, "spend 1", "9.1.7"); /* spent, and the others are still nine away */
  clear_away(t);
}

static void in_parts(void **s) { /* 9.1.6: five, in as many combats as one likes */
  (void)s;
  struct table *t =
      FRESH(MOVEMENT UNITS(U("p2", G, "G-ARM", "0504"), U("q2", S, "S-HQ", "0503"),
                           UX("a", G, "G-INF", "0512", SP(8)), UX("e", S, "S-INF", "0511", SP(8)),
                           UX("b", G, "G-INF", "0410", SP(2)), UX("f", S, "S-INF", "0411", SP(8))),
            "5 6");
  /* 2:1, 11: -1/-1 */
  acts(t, G, "move p2;step 0503;stop;done;target 0511;add a;commit;spend 1;commit");
  acts(t, G, "target 0411;add b;commit");
  refused(t, G, "spend 5", "9.1.6");
  because(t, G, "spend 5", "Only 4 shifts");
  act(t, G, "spend 4");
  card(t, G, "9.1.6", "2:1"); /* from 1:4 */
  clear_away(t);
}

#define DUG_IN MARKS(MARK("1005", "ff", G), MARK("1006", "ff", S))
#define DUEL UX("a", G, "G-INF", "1005", SP(2)), UX("e", S, "S-INF", "1006", SP(8))

static void two_attack_phases(void **s) { /* W30: 9.1.6; what ends first is used first */
  (void)s;
  struct table *t =
      FRESH(MOVEMENT DUG_IN UNITS(U("pz", G, "G-ARM", "0505"), U("q1", S, "S-HQ", "0506"),
                                  U("b", G, "G-INF", "0804"), U("q2", S, "S-HQ", "0805"),
                                  U("q3", S, "S-HQ", "0508"), DUEL),
            "3 4 5 6");
  acts(t, G, "move pz;step 0506;stop;done");
  acts(t, G, "target 0805;add b;commit;commit;done"); /* won in an attack phase: from the next on */
  act(t, G, "target 1006");
  acts(t, G, "add a;commit");
  refused(t, G, "spend 6", "9.1.6");
  acts(t, G, "commit"); /* 1:4, works; 11: A2-2 */
  clear_away(t);
  t = FRESH(MOVEMENT DUG_IN UNITS(U("pz", G, "G-ARM", "0505"), U("q1", S, "S-HQ", "0506"),
                                  U("b", G, "G-INF", "0804"), U("q2", S, "S-HQ", "0805"),
                                  U("q3", S, "S-HQ", "0508"), DUEL),
            "3 4 5 6");
  acts(t, G, "move pz;step 0506;stop;done");
  /* q2 is worth two phases, q1 one more */
  acts(t, G, "target 0805;add b;commit;commit;done;done;done");
  acts(t, S, "done;done;done");
  /* q1 has lapsed; q2 this phase, q3 two */
  acts(t, G, "move pz;step 0507;step 0508;stop;done;target 1006;add a;commit");
  refused(t, G, "spend 11", "9.1.6");
  acts(t, G, "spend 5;commit;done;done"); /* 3:1, works 2:1, 11: -1/-1 */
  acts(t, S, "done;target 1005;add e;commit;commit");
  refused(t, G, "spend 6", "9.1.6"); /* q3's are whole */
  act(t, G, "spend 5");
  card(t, G, "9.1.6", "1:4");
  clear_away(t);
}

static void the_roll_ends_at_two_and_twelve(void **s) { /* 9.2.1, 9.2.4 */
  (void)s;
#define ROLL PLAIN AT("german.attack")
  struct table *t = FRESH(ROLL UNITS(UX("a", G, "G-INF", "0505", SP(8)),
                                     UX("e", S, "S-INF", "0506", SP(8)), U("q", S, "S-HQ", "0508")),
                          "6 6 1 1");
  acts(t, G, "target 0506;add a;commit;commit"); /* 1:1, 12 and one more: A2D-1/-1 */
  stands(t, "e", "0506", 1);
  stands(t, "a", "0505", 1);
  acts(t, G, "retreat a 0504;retreat a 0503");
  act(t, S, "done");
  marked(t, "a", "disorganized");
  clear_away(t);
  t = FRESH(ROLL UNITS(UX("a", G, "G-INF", "0505", SP(8)), UX("e", S, "S-INF", "0506", SP(8)),
                       U("q", G, "G-HQ", "0504")),
            "1 1 6 6");
  acts(t, G, "target 0506;add a;commit;commit"); /* 2 and one less: -1/D2D */
  acts(t, S, "retreat e 0507;retreat e 0508");
  act(t, G, "done");
  marked(t, "e", "disorganized");
  stands(t, "a", "0505", 1);
  clear_away(t);
}

/* 9.2.1: of the units in the combat, guns too; one outside and the staff is no help */
static void every_unit_in_range(void **s) {
  (void)s;
  struct table *t = FRESH(ROLL UNITS(UX("a", G, "G-INF", "0505", SP(8)), U("g", G, "G-ART", "0508"),
                                     UX("e", S, "S-INF", "0506", SP(8)), U("q", G, "G-HQ", "0502")),
                          NULL);
  acts(t, G, "target 0506;add a;commit");
  card(t, G, "9.2.1", "1:1");
  act(t, G, "gun g"); /* six hexes from the staff */
  refused(t, G, "nohq", "9.2.1");
  outcome(t, G, "2: -1/D3D", 1, 36); /* 2:1 now, and the dice as they fall */
  clear_away(t);
  t = FRESH(ROLL UNITS(UX("a", G, "G-INF", "0505", SP(8)), UX("b", G, "G-INF", "0607", SP(8)),
                       UX("e", S, "S-INF", "0506", SP(8)), U("q1", G, "G-HQ", "0501"),
                       U("q2", G, "G-HQ", "0611")),
            NULL);
  acts(t, G, "target 0506;add a;add b;commit");
  card(t, G, "9.2.3", "2:1"); /* one for each of them */
  outcome(t, G, "2: -1/D3D", 1, 12);
  clear_away(t);
}

/* 9.2.1: a staff that has yet to come covers nobody, wherever they stand */
static void not_on_the_map(void **s) {
  (void)s;
  struct table *t =
      FRESH(ROLL UNITS(UX("a", G, "G-INF", "0101", SP(8)), UX("e", S, "S-INF", "0102", SP(8)),
                       BOX("q", G, "G-HQ", "german.waiting")),
            NULL);
  acts(t, G, "target 0102;add a;commit");
  refused(t, G, "nohq", "9.2.1");
  clear_away(t);
}

/* 5.2.1, 9.2: the row that the dice came to, staffs included */
static void marked_on_the_card(void **s) {
  (void)s;
#define BATTLE(...)                                                                                \
  PLAIN AT("german.attack")                                                                        \
      UNITS(UX("a", G, "G-INF", "0505", SP(12)), UX("e", S, "S-INF", "0506", SP(6)), __VA_ARGS__)
  struct table *t = FRESH(BATTLE(U("q", G, "G-HQ", "1515")), "3 4"); /* 2:1 */
  acts(t, G, "target 0506;add a;commit;commit");
  fell(t, "combat", "7: -/D1");
  told(t, "Combat for 0506, 12 to 6, column 2:1, roll 7");
  clear_away(t);
  t = FRESH(BATTLE(U("q", G, "G-HQ", "0504")), "3 4");
  acts(t, G, "target 0506;add a;commit;commit");
  fell(t, "combat", "6: -/D2");
  clear_away(t);
  t = FRESH(BATTLE(U("q", S, "S-HQ", "0507")), "3 4");
  acts(t, G, "target 0506;add a;commit;commit");
  fell(t, "combat", "8: -/D1");
  clear_away(t);
}

/* 9.1.6: attack phases that went by before count for nothing */
static void won_on_another_day(void **s) {
  (void)s;
  struct table *t = FRESH(PLAIN AT("german.attack") DUG_IN UNITS(U("pz", G, "G-ARM", "0505"),
                                                                 U("q1", S, "S-HQ", "0507"), DUEL),
                          NULL);
  acts(t, G, "done;done");
  acts(t, S, "done;done;done");
  acts(t, G, "move pz;step 0506;step 0507;stop;done;target 1006;add a;commit;spend 5");
  clear_away(t);
}

/* 9.1.6: in their attack phase too, from the next attack phase on */
static void won_by_soviets(void **s) {
  (void)s;
  struct table *t =
      FRESH(PLAIN AT("soviet.attack") MARKS(MARK("0507", "ff", S), MARK("0508", "ff", G))
                UNITS(UX("e", S, "S-INF", "0505", SP(8)), U("q", G, "G-HQ", "0506"),
                      UX("f", S, "S-INF", "0507", SP(2)), UX("a", G, "G-INF", "0508", SP(8))),
            "3 4");
  acts(t, S, "target 0506;add e;commit;commit");
  happened(t, "9.1.6", "hq");
  acts(t, S, "done;target 0508;add f;commit");
  refused(t, S, "spend 1", "9.1.6");
  clear_away(t);
}

/* 9.2: the defender answers on the card that is rolled on, though the staff is masked */
static void the_defenders_card(void **s) {
  (void)s;
  struct table *t = MASKED(PLAIN AT("german.attack")
                               UNITS(UX("a", G, "G-INF", "0505", SP(16)), U("q", G, "G-HQ", "0504"),
                                     UX("e", S, "S-INF", "0506", SP(4))),
                           "6 6");
  acts(t, G, "target 0506;add a;commit");
  card(t, G, "9.2.1", "4:1");
  assert_string_equal(text_of(t->last, "prompt.cards[0].answer[0].rule"), "6.3.3");
  assert_string_equal(text_of(t->last, "prompt.cards[0].answer[1].rule"), "9.2.4");
  act(t, G, "commit");
  assert_false(sees(t, S, "q"));
  card(t, S, "9.2.1", "4:1");
  outcome(t, S, "11: -1/D1", 1, 36); /* on a 12 */
  act(t, S, "commit");
  fell(t, "combat", "11: -1/D1"); /* 12 less 1 */
  clear_away(t);
}

/* 9.1.6: what one holds can be looked up */
static void shifts_are_shown(void **s) {
  (void)s;
  struct table *t = FRESH(MOVEMENT UNITS(U("p", G, "G-ARM", "0504"), U("q", S, "S-HQ", "0503"),
                                         U("e", S, "S-INF", "1515")),
                          NULL);
  figure(t, G, "shifts", "Shifts for eliminated headquarters", "0", "9.1.6");
  acts(t, G, "move p;step 0503;stop");
  figure(t, G, "shifts", "Shifts for eliminated headquarters", "5", "9.1.6");
  ask(t, "{\"cmd\":\"records\",\"side\":\"german\"}");
  char *all = cJSON_PrintUnformatted(t->last);
  assert_non_null(strstr(all, "German, within 8 hexes of 0503, for 2 attack phases"));
  free(all);
  clear_away(t);
}

/* 9.2.1: what the attacker declines does not come back before the roll */
static void declined_for_good(void **s) {
  (void)s;
  struct table *t =
      FRESH(ROLL UNITS(UX("a", G, "G-INF", "0505", SP(8)), U("q", G, "G-HQ", "0504"),
                       UX("e", S, "S-INF", "0506", SP(8)), U("near", S, "S-HQ", "0508")),
            "3 3"); /* 6 and one more: 7 */
  acts(t, G, "target 0506;add a;commit;nohq;commit");
  stands(t, "a", "0505", 1); /* 1:1, 7: -1/-1 */
  stands(t, "e", "0506", 1);
  clear_away(t);
}

/* 9.1.6: before the roll the attacker is told what the defender may spend, near enough */
static void what_the_defender_may_spend(void **s) {
  (void)s;
#define HINT "prompt.cards[0].answer[2].text"
#define LOST(hex)                                                                                  \
  PLAIN AT("soviet.movement") MARKS(MARK("0508", "ff", G), MARK("0509", "ff", S))                  \
      UNITS(U("pz", S, "S-TB", "0502"), U("q", G, "G-HQ", "0503"), U("p2", S, "S-TB", hex),        \
            UX("a", G, "G-INF", "0508", SP(8)), UX("e", S, "S-INF", "0509", SP(8)))
  struct table *t = FRESH(LOST("1414"), NULL);
  acts(t, S, "move pz;step 0503;stop;done;done;done");
  acts(t, G, "done;target 0509;add a");
  ask(t, "{\"cmd\":\"actions\",\"side\":\"german\"}");
  assert_string_equal(text_of(t->last, HINT), "the defender may use 5 shifts");
  cites(t, "prompt.cards[0].answer[2].rule", "9.1.6");
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(near_and_far),
      cmocka_unit_test(in_parts),
      cmocka_unit_test(two_attack_phases),
      cmocka_unit_test(the_roll_ends_at_two_and_twelve),
      cmocka_unit_test(every_unit_in_range),
      cmocka_unit_test(not_on_the_map),
      cmocka_unit_test(marked_on_the_card),
      cmocka_unit_test(won_on_another_day),
      cmocka_unit_test(won_by_soviets),
      cmocka_unit_test(the_defenders_card),
      cmocka_unit_test(shifts_are_shown),
      cmocka_unit_test(declined_for_good),
      cmocka_unit_test(what_the_defender_may_spend),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
