/* test_05_aftermath.c - rules 5.1.8, 5.3 and 5.6 where they are easily got wrong: who pays, who may
 * still go, who is tested, and what a fight leaves on those who were in it. */
#include "table.h"

#define ATTACK PLAIN AT("german.attack")
#define SP(n) "\"factors\":{\"sp\":" #n "}"
#define MORALE(n, m) "\"factors\":{\"sp\":" #n ",\"morale\":" #m "}"
#define LAST(n) "\"steps\":1,\"factors\":{\"sp_reduced\":" #n "}"
#define PACKED "\"marks\":[\"transport\"]"
#define SHAKEN(n) "\"marks\":[\"disorganized\"]," SP(n)

/* ---- the price of holding --------------------------------------------------------------- */

/* 5.3.7R, 6.3.4: guns that fired from afar neither go back nor cost anything */
static void supporters_afar(void **s) {
  (void)s;
  /* 8:16 is 1:2, 7: A1 */
  struct table *t =
      FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(3)), U("far", G, "G-ART", "0503"),
                         UX("e", S, "S-INF", "0506", SP(16))),
            "3 4");
  acts(t, G, "target 0506;add a;commit;gun far;commit");
  refused(t, G, "retreat far 0502", "5.3.1");
  act(t, G, "retreat a 0504");
  never(t, "holds");
  act(t, S, "done");
  stands(t, "far", "0503", 1);
  stands(t, "a", "0504", 2);
  clear_away(t);
}

static void guns_in_a_fixed_position(void **s) { /* 7.2.6: one hex less; for a D1 nothing at all */
  (void)s;
  /* 2:1, from the rear 1:1, 6: -/D1 */
  struct table *t = FRESH(ATTACK TERRAIN(SIDE("0506", "0505", "trench"))
                              UNITS(UX("a", G, "G-INF", "0607", SP(2)), U("g1", S, "S-ART", "0506"),
                                    U("g2", S, "S-ART", "0506")),
                          "3 3");
  acts(t, G, "target 0506;add a;commit;commit");
  never(t, "holds");
  stands(t, "g1", "0506", 1);
  stands(t, "g2", "0506", 1);
  clear_away(t);
}

/* 7.2.6: only who has not gone is spared a level there */
static void into_a_fixed_position(void **s) {
  (void)s;
  /* 3:1, 7: -/D2 */
  struct table *t =
      FRESH(ATTACK TERRAIN(SIDE("0507", "0506", "trench"))
                UNITS(UX("a", G, "G-INF", "0505", SP(18)), UX("e", S, "S-INF", "0506", SP(6))),
            "3 4");
  acts(t, G, "target 0506;add a;commit;commit");
  acts(t, S, "retreat e 0507;stop");
  happened(t, "5.3.8", "holds");
  stands(t, "e", "0507", 1);
  clear_away(t);
}

/* 7.2.6: a fixed position spares who holds it, not who is thrown back from it */
static void whose_position(void **s) {
  (void)s;
  /* 1:1, from the rear 1:2, 8: A1 */
  struct table *t =
      FRESH(ATTACK TERRAIN(SIDE("0506", "0505", "trench"))
                UNITS(UX("a", G, "G-INF", "0607", SP(3)), UX("e", S, "S-INF", "0506", SP(4))),
            "4 4");
  acts(t, G, "target 0506;add a;commit;commit;done");
  happened(t, "5.3.7", "holds");
  stands(t, "a", "0607", 1);
  clear_away(t);
}

/* 5.3.7R: the guns cannot go, and nobody but a staff is with them: they pay for every hex */
static void a_staff_with_guns(void **s) {
  (void)s;
  /* 3:1, a staff: 7: -/D2 */
  struct table *t = FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(3)),
                                       U("q", S, "S-HQ", "0506"), U("g1", S, "S-ART", "0506"),
                                       U("g2", S, "S-ART", "0506"), U("g3", S, "S-ART", "0506")),
                          "3 3");
  acts(t, G, "target 0506;add a;commit;commit");
  acts(t, S, "retreat q 0507;retreat q 0508");
  happened(t, "5.3.8", "holds");
  acts(t, S, "lose g1;lose g2");
  stands(t, "g3", "0506", 1);
  stands(t, "q", "0508", 1);
  clear_away(t);
}

/* 5.3.7: somebody who has not gone all the way, and only as long as there is such a one */
static void who_pays(void **s) {
  (void)s;
  /* 36:12 is 3:1, 6: -/D2 */
  struct table *t =
      FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(36)), UX("e", S, "S-INF", "0506", SP(5)),
                         UX("f", S, "S-INF", "0506", SP(5)), UX("w", S, "S-INF", "0506", LAST(2))),
            "3 3");
  acts(t, G, "target 0506;add a;commit;commit");
  acts(t, S, "retreat e 0507;retreat e 0508");
  refused(t, S, "retreat e 0509", "5.3.1"); /* two are enough */
  acts(t, S, "retreat f 0507;stop");
  refused(t, S, "retreat f 0508", "5.3.2"); /* it has stopped */
  refused(t, S, "stop", "5.3.6");           /* and w has not begun */
  act(t, S, "done");
  refused(t, S, "lose e", "5.3.7");
  acts(t, S, "lose w"); /* it held for two; what is left is f's one */
  stands(t, "f", "0507", 2);
  stands(t, "w", "-", 0);
  clear_away(t);
}

/* ---- the way back ----------------------------------------------------------------------- */

#define FULL_HEX(hex)                                                                              \
  U("f1", S, "S-INF", hex), U("f2", S, "S-INF", hex), U("f3", S, "S-INF", hex),                    \
      U("f4", S, "S-INF", hex)

static void past_a_full_hex(void **s) { /* 5.3.6: through it, if there is room beyond */
  (void)s;
  /* 3:1, 7: -/D2 */
  struct table *t = FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(18)),
                                       UX("e", S, "S-INF", "0506", SP(6)), FULL_HEX("0507")),
                          "3 4");
  acts(t, G, "target 0506;add a;commit;commit");
  act(t, S, "retreat e 0507");
  refused(t, S, "stop", "5.3.6");
  not_offered(t, S, "stop");
  act(t, S, "retreat e 0508");
  stands(t, "e", "0508", 2);
  clear_away(t);
  /* 2:1, 7: -/D1; seven levels and its one */
  t = FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(12)), UX("e", S, "S-INF", "0506", LAST(6)),
                         U("x", S, "S-INF", "0507"), U("y", S, "S-INF", "0507"),
                         U("z", S, "S-INF", "0507"), UX("r", S, "S-INF", "0507", "\"steps\":1")),
            "3 4");
  acts(t, G, "target 0506;add a;commit;commit");
  act(t, S, "retreat e 0507");
  stands(t, "e", "0507", 1);
  clear_away(t);
}

/* 5.3.3, 5.3.4: enemy zones, unless a friend who is not going back himself stands there */
static void no_refuge(void **s) {
  (void)s;
  /* 18:6 is 3:1, 7: -/D2 */
  struct table *t =
      FRESH(ATTACK MARKS(MARK("0708", "ff", G))
                UNITS(UX("a", G, "G-INF", "0505", SP(18)), U("n", G, "G-INF", "0708"),
                      UX("e", S, "S-INF", "0506", SP(3)), UX("f", S, "S-INF", "0606", SP(3))),
            "3 4");
  acts(t, G, "target 0506;target 0606;add a;commit;commit");
  act(t, S, "commit");                      /* either ground could count */
  refused(t, S, "retreat e 0606", "5.3.3"); /* f is beaten too */
  refused(t, S, "retreat f 0506", "5.3.3");
  acts(t, S, "retreat e 0507;retreat e 0508;retreat f 0706");
  act(t, S, "stop");
  stands(t, "f", "0706", 1);
  clear_away(t);
  /* 2:1; the staff 8: -/D1 */
  t = FRESH(ATTACK MARKS(MARK("0508", "ff", G))
                UNITS(UX("a", G, "G-INF", "0505", SP(12)), U("n", G, "G-INF", "0508"),
                      UX("e", S, "S-INF", "0506", LAST(6)), U("q", S, "S-HQ", "0507")),
            "3 4");
  acts(t, G, "target 0506;add a;commit;commit");
  act(t, S, "retreat e 0507"); /* in n's zone, but with friends: the last level */
  happened(t, "5.3.4", "eliminated");
  stands(t, "e", "-", 0);
  clear_away(t);
}

static void by_class(void **s) { /* 5.3.3: tracks keep out of swamps, men and staffs do not */
  (void)s;
  /* 3:1, the staff 7: -/D2 */
  struct table *t =
      FRESH(ATTACK TERRAIN(HEX("0507", "\"swamp\""))
                UNITS(UX("a", G, "G-INF", "0505", SP(18)), UX("e", S, "S-TB", "0506", SP(3)),
                      UX("f", S, "S-INF", "0506", SP(3)), U("q", S, "S-HQ", "0506")),
            "2 4");
  acts(t, G, "target 0506;add a;commit;commit");
  refused(t, S, "retreat e 0507", "5.3.3");
  acts(t, S, "retreat f 0507;retreat f 0508;retreat q 0507;retreat q 0508;retreat e 0407");
  stands(t, "q", "0508", 1);
  clear_away(t);
}

static void over_a_bridge(void **s) { /* 5.3.5: a big river is no bar where a bridge stands */
  (void)s;
  /* 2:1, 7: -/D1 */
  struct table *t =
      FRESH(ATTACK TERRAIN(SIDE("0506", "0507", "crossing"), SIDE("0506", "0607", "crossing"),
                           SIDE("0506", "0407", "crossing"), PATH("road.main", "\"0506\",\"0507\""))
                UNITS(UX("a", G, "G-INF", "0505", SP(12)), UX("e", S, "S-INF", "0506", SP(6))),
            "3 4");
  acts(t, G, "target 0506;add a;commit;commit");
  refused(t, S, "retreat e 0607", "5.3.5");
  act(t, S, "retreat e 0507");
  stands(t, "e", "0507", 2);
  clear_away(t);
}

static void one_after_another(void **s) { /* 5.3.2: who has begun goes on before the next */
  (void)s;
  /* 3:1, 7: -/D2 */
  struct table *t =
      FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(18)), UX("e", S, "S-INF", "0506", SP(3)),
                         UX("f", S, "S-INF", "0506", SP(3))),
            "3 4");
  acts(t, G, "target 0506;add a;commit;commit");
  act(t, S, "retreat e 0507");
  refused(t, S, "retreat f 0507", "5.3.2");
  because(t, S, "retreat f 0507", "e must finish");
  not_offered(t, S, "retreat f 0507");
  not_offered(t, S, "done");
  refused(t, S, "retreat a 0504", "5.3.1");
  clear_away(t);
}

/* ---- disorganization -------------------------------------------------------------------- */

/* 5.3.9: for the second hex and each after it, those together who go together */
static void tests_of_a_long_retreat(void **s) {
  (void)s;
  const char *pos =
      ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(36)), UX("e", S, "S-INF", "0506", MORALE(3, 9)),
                   UX("f", S, "S-INF", "0506", MORALE(3, 9)));
  struct table *t = FRESH(pos, "3 3 4 4 4 5"); /* 6:1, 6: -/D3 */
  acts(t, G, "target 0506;add a;commit;commit");
  acts(t, S, "retreat e 0507;retreat e 0508;retreat e 0509;retreat f 0507;retreat f 0508");
  act(t, S, "retreat f 0509"); /* the same way: one roll a hex, 8 and 9 */
  act(t, G, "done");
  happened(t, "5.3.9", "test");
  marked(t, "e", "disorganized");
  marked(t, "f", "disorganized");
  clear_away(t);
  t = FRESH(pos, "3 3 4 4 4 5 4 4 4 4"); /* by two ways: 8 and 8 for one, 9 and 8 for the other */
  acts(t, G, "target 0506;add a;commit;commit");
  acts(t, S,
       "retreat e 0507;retreat e 0508;retreat e 0509;retreat f 0407;retreat f 0408;retreat f 0409");
  act(t, G, "done");
  unmarked(t, "f", "disorganized");
  marked(t, "e", "disorganized");
  clear_away(t);
}

/* 5.3.9: nobody rolls for a unit that died on the way */
static void tests_of_the_fallen(void **s) {
  (void)s;
  /* 3:1, 7: -/D2 */
  struct table *t =
      FRESH(ATTACK MARKS(MARK("0509", "ff", G))
                UNITS(UX("a", G, "G-INF", "0505", SP(18)), U("n", G, "G-INF", "0509"),
                      UX("e", S, "S-INF", "0506", LAST(6)), U("w", S, "S-INF", "0508")),
            "3 4");
  acts(t, G, "target 0506;add a;commit;commit");
  act(t, S, "retreat e 0507");
  act(t, S, "retreat e 0508"); /* to friends in n's zone */
  stands(t, "e", "-", 0);
  never(t, "test");
  act(t, G, "done");
  never(t, "test");
  clear_away(t);
  /* 3:1, 7: -/D2 */
  t = FRESH(ATTACK MARKS(MARK("0509", "ff", G))
                UNITS(UX("a", G, "G-INF", "0505", SP(18)), U("n", G, "G-INF", "0509"),
                      UX("e", S, "S-INF", "0506", LAST(3)),
                      UX("f", S, "S-INF", "0506", MORALE(3, 9)), U("w", S, "S-INF", "0508")),
            "3 4 4 5");
  acts(t, G, "target 0506;add a;commit;commit");
  /* f turns aside, e dies: one roll */
  acts(t, S, "retreat e 0507;retreat e 0508;retreat f 0507;retreat f 0408");
  act(t, G, "done");
  marked(t, "f", "disorganized");
  clear_away(t);
}

/* 5.6.1-5.6.3: D strikes all of the side that fought, a star tests them with one roll */
static void whole_sides(void **s) {
  (void)s;
  /* 8:8 is 1:1, 4: star/D1; 8 */
  struct table *t =
      FRESH(ATTACK MARKS(MARK("0505", "ff", G))
                UNITS(UX("a", G, "G-INF", "0505", MORALE(4, 8)),
                      UX("b", G, "G-INF", "0505", MORALE(4, 9)), U("c", G, "G-INF", "0505"),
                      UX("e", S, "S-INF", "0506", MORALE(8, 2))),
            "2 2 4 4");
  acts(t, G, "target 0506;add a;add b;cancel;target 0506;add a;add b;commit;commit");
  act(t, S, "retreat e 0507");
  act(t, G, "done");
  happened(t, "5.6.2", "test");
  marked(t, "a", "disorganized");   /* 8 against 8 */
  unmarked(t, "b", "disorganized"); /* 8 against 9 */
  unmarked(t, "c", "disorganized"); /* it did not fight */
  unmarked(t, "e", "disorganized"); /* no test for one hex */
  clear_away(t);
  /* 1:1, 2: -1/D2D */
  t = FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", MORALE(8, 13)),
                         UX("e", S, "S-INF", "0506", MORALE(4, 13)),
                         UX("f", S, "S-INF", "0506", MORALE(4, 13))),
            "1 1 1 1");
  acts(t, G, "target 0506;add a;commit;commit");
  acts(t, S, "retreat e 0507;retreat e 0508;retreat f 0507;stop"); /* f pays */
  unmarked(t, "a", "disorganized");
  act(t, G, "done");
  marked(t, "e", "disorganized");
  marked(t, "f", "disorganized");
  unmarked(t, "a", "disorganized");
  clear_away(t);
}

/* ---- what a fight leaves behind --------------------------------------------------------- */

static void no_rest(void **s) { /* 5.6.5: a unit that fought begins its day of rest again */
  (void)s;
  /* 8:4 is 2:1, works 1:1; 7: -1/-1 */
  struct table *t = FRESH(PLAIN AT("german.movement") MARKS(MARK("0506", "ff", S))
                              UNITS(UX("a", G, "G-INF", "0505", SHAKEN(16)),
                                    UX("e", S, "S-INF", "0506", SHAKEN(8)),
                                    UX("r", G, "G-INF", "1515", SHAKEN(4))),
                          "3 4");
  acts(t, G, "done;target 0506;add a;commit;commit;done;done");
  acts(t, S, "done;done;done");
  marked(t, "r", "disorganized");
  act(t, G, "done"); /* the movement phase of the next day ends */
  unmarked(t, "r", "disorganized");
  marked(t, "a", "disorganized");
  marked(t, "e", "disorganized");
  clear_away(t);
}

/* 22.1.1: an attack is activity enough; three is a breakdown, four is not */
static void panthers_attack(void **s) {
  (void)s;
  const char *pos =
      ATTACK UNITS(UX("p", G, "G-PAN", "0505", SP(4)), UX("idle", G, "G-PAN", "1515", SP(4)),
                   UX("e", S, "S-INF", "0506", SP(4)));
  struct table *t = FRESH(pos, "3 3 3"); /* 1:1, 6: -/D1 */
  acts(t, G, "target 0506;add p;commit;commit");
  act(t, S, "retreat e 0507");
  acts(t, G, "done;done;done");
  happened(t, "22.1.1", "loss");
  stands(t, "p", "0505", 1);
  stands(t, "idle", "1515", 2);
  clear_away(t);
  t = FRESH(pos, "3 3 4");
  acts(t, G, "target 0506;add p;commit;commit");
  act(t, S, "retreat e 0507");
  acts(t, G, "done;done;done");
  stands(t, "p", "0505", 2);
  clear_away(t);
  /* so is a step */
  t = FRESH(PLAIN AT("german.movement")
                UNITS(U("p", G, "G-PAN", "0505"), U("e", S, "S-INF", "1515")),
            "3");
  acts(t, G, "move p;step 0506;stop;done;done;done");
  stands(t, "p", "0506", 1);
  clear_away(t);
}

static void marks_are_lost(void **s) { /* 12.1.2: who attacks does not move strategically */
  (void)s;
  /* 13:8 is 2:1, 7: -/D1 */
  struct table *t = FRESH(PLAIN AT("german.movement")
                              UNITS(UX("a", G, "G-INF", "0505", SP(8)), U("g", G, "G-ART", "0504"),
                                    U("b", G, "G-INF", "0503"), UX("e", S, "S-INF", "0506", SP(8))),
                          "3 4");
  acts(t, G, "mark a;mark g;mark b;done;target 0506;add a;commit;gun g;commit");
  act(t, S, "retreat e 0507");
  acts(t, G, "done;done");
  refused(t, G, "move a", "12.1.4");
  refused(t, G, "move g", "12.1.4");
  offered(t, G, "move b", "3.1.3");
  clear_away(t);
}

/* 6.1.4: in the hex that was attacked; they do not fire again in the phase */
static void guns_that_defended(void **s) {
  (void)s;
  /* 1:1, 8: -1/-1 */
  struct table *t =
      FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(9)), UX("b", G, "G-INF", "0806", SP(9)),
                         UX("e", S, "S-INF", "0506", SP(6)), U("g", S, "S-ART", "0506"),
                         UX("f", S, "S-INF", "0807", SP(9)), U("h", S, "S-ART", "0808")),
            "4 4");
  acts(t, G, "target 0506;add a;commit;commit");
  act(t, S, "commit");
  act(t, S, "lose e");
  acts(t, G, "target 0807;add b;commit;commit");
  refused(t, S, "gun g", "6.1.4");
  offered(t, S, "gun h", "6.3.1");
  clear_away(t);
}

/* 5.4.10: into a hex whose attackers are no more, though nobody was told to go back */
static void defenders_advance(void **s) {
  (void)s;
  /* 1:1, 9: -1/- */
  struct table *t =
      FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", LAST(8)), UX("e", S, "S-INF", "0506", SP(8)),
                         U("r", S, "S-INF", "0606")),
            "");
  acts(t, G,
       "target 0506;target 0606;add a;cancel;target 0506;add a;target 0606;cancel;target 0506;add "
       "a");
  refused(t, G, "commit", "5.1.3-5R"); /* r must be attacked as well */
  clear_away(t);
  t = FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", LAST(8)), UX("e", S, "S-INF", "0506", SP(8))),
            "4 5");
  acts(t, G, "target 0506;add a;commit;commit");
  stands(t, "a", "-", 0);
  offered(t, S, "pursue e 0505", "5.4.4");
  acts(t, S, "pursue e 0505;pursue e 0504");
  happened(t, "5.4.10", "pursues");
  clear_away(t);
}

/* 8.2.2, 8.2.4: with the combat their mission is over */
static void aircraft_have_flown(void **s) {
  (void)s;
#define AIR_BOX(u) "{\"unit\":\"de.air." u "\",\"box\":\"german.air\"}"
  /* 12:12 is 1:1, 8: -1/-1 */
  struct table *t =
      FRESH(PLAIN AT("german.air") UNITS(AIR_BOX("l1"), UX("a", G, "G-INF", "0505", SP(4)),
                                         UX("e", S, "S-INF", "0506", SP(12))),
            "4 4");
  acts(t, G, "pick de.air.l1;mission offence;put 0506;commit;done");
  stands(t, "de.air.l1", "0506", 1);
  acts(t, G, "target 0506;add a;commit;commit");
  stands(t, "de.air.l1", "german.air", 1);
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(supporters_afar),
      cmocka_unit_test(guns_in_a_fixed_position),
      cmocka_unit_test(into_a_fixed_position),
      cmocka_unit_test(whose_position),
      cmocka_unit_test(a_staff_with_guns),
      cmocka_unit_test(who_pays),
      cmocka_unit_test(past_a_full_hex),
      cmocka_unit_test(no_refuge),
      cmocka_unit_test(by_class),
      cmocka_unit_test(over_a_bridge),
      cmocka_unit_test(one_after_another),
      cmocka_unit_test(tests_of_a_long_retreat),
      cmocka_unit_test(tests_of_the_fallen),
      cmocka_unit_test(whole_sides),
      cmocka_unit_test(no_rest),
      cmocka_unit_test(panthers_attack),
      cmocka_unit_test(marks_are_lost),
      cmocka_unit_test(guns_that_defended),
      cmocka_unit_test(defenders_advance),
      cmocka_unit_test(aircraft_have_flown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
