/* test_05_who_fights.c - 5.1.5, 5.3.6, 5.4.1: several targets, who goes back and who follows. */
#include "table.h"

#define ATTACK PLAIN AT("german.attack")
#define SP(n) "\"factors\":{\"sp\":" #n "}"

/* 5.1.5: one hex may attack two, whichever is named first */
static void two_targets_after_a_unit(void **s) {
  (void)s;
  struct table *t = FRESH(ATTACK UNITS(U("a", G, "G-INF", "0505"), U("b", G, "G-INF", "0505"),
                                       U("c", G, "G-INF", "0607"), U("e", S, "S-INF", "0506"),
                                       U("f", S, "S-INF", "0405")),
                          NULL);
  acts(t, G, "target 0506;add a");
  offered(t, G, "target 0405", "5.1.2");
  act(t, G, "target 0405");
  act(t, G, "add b");
  refused(t, G, "add c", "5.1.2");
  clear_away(t);
  t = FRESH(ATTACK UNITS(U("a", G, "G-INF", "0505"), U("d", G, "G-INF", "0406"),
                         U("e", S, "S-INF", "0506"), U("f", S, "S-INF", "0405")),
            NULL);
  acts(t, G, "target 0506;target 0405;add a");
  refused(t, G, "add d", "5.1.5"); /* next to both, but in another hex */
  clear_away(t);
}

static void nobody_next_to_both(void **s) { /* 5.1.5: of a second target, before anybody is named */
  (void)s;
  struct table *t = FRESH(ATTACK UNITS(U("a", G, "G-INF", "0505"), U("b", G, "G-INF", "0508"),
                                       U("e", S, "S-INF", "0506"), U("f", S, "S-INF", "0507")),
                          NULL);
  act(t, G, "target 0506");
  refused(t, G, "target 0507", "5.1.5");
  refused(t, G, "target 0506", "5.1.2"); /* it is one already */
  refused(t, G, "target 0605", "5.1.2"); /* nobody is there */
  clear_away(t);
}

/* 5.3.6: who has not gone cannot stop; 6.3.4 in holding */
static void a_retreat_to_begin(void **s) {
  (void)s;
  /* 32:4 is 8:1, 8: -/D3 */
  struct table *t =
      FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(32)), UX("e", S, "S-INF", "0506", SP(2)),
                         UX("f", S, "S-INF", "0506", SP(1)),
                         UX("g", S, "S-ART", "0508", "\"factors\":{\"def\":1}")),
            "4 4");
  acts(t, G, "target 0506;add a;commit;commit");
  acts(t, S, "gun g;commit");
  refused(t, S, "stop", "5.3.6");
  act(t, S, "done");
  refused(t, S, "lose g", "6.3.4"); /* it fired from afar */
  refused(t, S, "lose a", "5.3.7");
  acts(t, S, "lose e;lose e");
  clear_away(t);
}

static void who_pursues(void **s) { /* 5.4.1: a staff goes with somebody who fought */
  (void)s;
  struct table *t =
      FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(32)), U("q", G, "G-HQ", "0606"),
                         U("i", G, "G-INF", "0606"), U("q2", G, "G-HQ", "0505"),
                         UX("e", S, "S-INF", "0506", SP(4))),
            "4 4");
  acts(t, G, "target 0506;add a;add i;commit;commit"); /* 36:4 is 9:1, a staff: 7: -/D3-1 */
  clear_away(t);
  t = FRESH(ATTACK MARKS(MARK("0606", "ff", G))
                UNITS(UX("a", G, "G-INF", "0505", SP(32)), U("q", G, "G-HQ", "0606"),
                      U("i", G, "G-INF", "0606"), U("q2", G, "G-HQ", "0505"),
                      UX("e", S, "S-INF", "0506", SP(4))),
            "4 4 1 1 1 1");
  acts(t, G, "target 0506;add a;commit;commit"); /* 8:1, 7: -/D3-1 */
  acts(t, S, "retreat e 0507;retreat e 0508;retreat e 0509");
  refused(t, G, "pursue q 0506", "5.4.1"); /* its companion did not fight */
  refused(t, G, "pursue i 0506", "5.4.1");
  refused(t, G, "pursue q2 0506", "5.4.1"); /* a staff never goes alone */
  not_offered(t, G, "pursue q2 0506");
  acts(t, G, "pursue a 0506;pursue a 0507;stop");
  act(t, G, "pursue q2 0506");    /* the unit it follows has gone */
  refused(t, G, "stop", "5.4.1"); /* and is not here */
  act(t, G, "pursue q2 0507");
  stands(t, "q2", "0507", 1);
  clear_away(t);
}

static void guns_alone_hold(void **s) { /* 5.3.7R: a hex of guns only pays for every hex */
  (void)s;
  /* 4:1, 6: -/D2 */
  struct table *t = FRESH(ATTACK UNITS(U("a", G, "G-INF", "0505"), U("g1", S, "S-ART", "0506"),
                                       U("g2", S, "S-ART", "0506"), U("g3", S, "S-ART", "0506")),
                          "3 3");
  acts(t, G, "target 0506;add a;commit;commit");
  happened(t, "5.3.7", "holds");
  acts(t, S, "lose g1;lose g2");
  stands(t, "g3", "0506", 1);
  act(t, G, "pursue a 0506"); /* entered all the same */
  stands(t, "g3", "-", 0);
  clear_away(t);
}

/* 5.4.2, 5.4.3: two paths cross in a hex; the pursuer stays on the one it has taken, though the
 * other ends there */
static void paths_that_cross(void **s) {
  (void)s;
  /* 10:1, 3: a test and D5-1; then five tests of order */
  struct table *t =
      FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(40)), UX("e", S, "S-INF", "0506", SP(2)),
                         UX("f", S, "S-INF", "0506", SP(2))),
            "1 2 1 1 1 1 1 1 1 1 1 1");
  acts(t, G, "target 0506;add a;commit;commit");
  acts(t, S, "lose e;retreat e 0507;retreat e 0408;retreat e 0409;retreat e 0410;retreat e 0411");
  acts(t, S, "retreat f 0407;retreat f 0408;stop"); /* three hexes short: it is no more */
  acts(t, G, "pursue a 0506;pursue a 0507;pursue a 0408;pursue a 0409;pursue a 0410");
  stands(t, "a", "0410", 2);
  clear_away(t);
}

/* 5.4.2: nor does it change to the path of those who fought in another hex */
static void paths_of_two_hexes(void **s) {
  (void)s;
  /* 8:1, 8: -/D3; then four tests of order */
  struct table *t =
      FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(32)), UX("e", S, "S-INF", "0506", SP(2)),
                         UX("f", S, "S-INF", "0606", SP(2))),
            "4 4 1 1 1 1 1 1 1 1");
  acts(t, G, "target 0506;target 0606;add a;commit;commit");
  acts(t, S, "commit;retreat e 0607;retreat e 0608;retreat e 0609");
  acts(t, S, "retreat f 0607;retreat f 0707;retreat f 0708");
  acts(t, G, "pursue a 0506;pursue a 0607");
  offered(t, G, "pursue a 0608", "5.4.2");
  act(t, G, "pursue a 0608");
  stands(t, "a", "0608", 2);
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(two_targets_after_a_unit), cmocka_unit_test(nobody_next_to_both),
      cmocka_unit_test(a_retreat_to_begin),       cmocka_unit_test(who_pursues),
      cmocka_unit_test(guns_alone_hold),          cmocka_unit_test(paths_that_cross),
      cmocka_unit_test(paths_of_two_hexes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
