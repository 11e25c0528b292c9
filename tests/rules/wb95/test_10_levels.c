/* test_10_levels.c - 10.1.11, 10.2, 17.1.2: roads that are closed, levels in combat, surrender and
 * repair. */
#include "table.h"

#define ATTACK PLAIN AT("german.attack")
#define SP(n) "\"factors\":{\"sp\":" #n "}"
#define BASE "\"regions\":[{\"id\":\"german.supply\",\"hexes\":[\"0501\"]}],"
#define ROAD5 PATH("road.main", "\"0501\",\"0502\",\"0503\",\"0504\",\"0505\"")

static void what_closes_a_road(void **s) { /* 10.1.11 */
  (void)s;
  struct table *t = FRESH(PLAIN AT("german.strategic") BASE TERRAIN(ROAD5)
                              UNITS(U("a", G, "G-ART", "0505"), U("q", S, "S-HQ", "0603")),
                          "");
  figure(t, G, "supply", "own stacks cut off", "0", "10.1.10"); /* a staff does not */
  clear_away(t);
  t = FRESH(
      PLAIN AT("german.strategic") BASE
          TERRAIN(ROAD5, HEX("0703", "\"town\"")) "\"control\":[[\"soviet\",[\"0703\"]]]," UNITS(
              U("a", G, "G-ART", "0505"), U("q", S, "S-HQ", "1818")),
      "");
  /* the town, its six neighbours, the staff's own hex */
  figure(t, G, "supply", "hexes closed by enemies and their towns", "8", "10.1.11");
  figure(t, G, "supply", "own stacks cut off", "0", "10.1.10");
  clear_away(t);
  t = FRESH(
      PLAIN AT("german.strategic") BASE
          TERRAIN(ROAD5, HEX("0503", "\"town\"")) "\"control\":[[\"soviet\",[\"0503\"]]]," UNITS(
              U("a", G, "G-ART", "0512"), U("q", S, "S-HQ", "1818")),
      "");
  figure(t, G, "supply", "own stacks cut off", "1", "10.1.10");
  clear_away(t);
  t = FRESH(PLAIN AT("german.strategic") BASE TERRAIN(ROAD5) UNITS(
                U("a", G, "G-INF", "0505"), U("h", G, "G-HQ", "0503"), U("e", S, "S-INF", "0703")),
            "");
  /* 0603 is closed, the road is not */
  figure(t, G, "supply", "own stacks cut off", "0", "10.1.10");
  clear_away(t);
  t = FRESH(PLAIN AT("german.strategic") BASE TERRAIN(ROAD5)
                UNITS(U("h", G, "G-HQ", "0503"), U("e", S, "S-INF", "0603")),
            "");
  act(t, G, "done");
  marked(t, "h", "oos:1"); /* a staff alone in a closed hex */
  clear_away(t);
}

/* 10.2.4: who attacks with success, or is attacked without, pays nothing */
static void supply_levels_in_combat(void **s) {
  (void)s;
#define CUT1 "\"marks\":[\"oos:1\"],"
  /* 6:3 is 2:1, 7: -/D1 */
  struct table *t = FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", CUT1 SP(12)),
                                       UX("e", S, "S-INF", "0506", CUT1 SP(3))),
                          "3 4");
  acts(t, G, "target 0506;add a;commit;commit");
  act(t, S, "retreat e 0507");
  act(t, G, "done");
  marked(t, "a", "oos:1");
  marked(t, "e", "oos:2");
  clear_away(t);
  /* 4:4 is 1:1, 7: -1/-1 */
  t = FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", CUT1 SP(8)),
                         UX("e", S, "S-INF", "0506", CUT1 SP(4))),
            "3 4");
  acts(t, G, "target 0506;add a;commit;commit");
  marked(t, "a", "oos:2");
  marked(t, "e", "oos:1");
  clear_away(t);
}

static void halves_by_side(void **s) { /* 5.6.4, 10.2.2, 10.2.3: no supply is asked of a defender */
  (void)s;
  struct table *t = FRESH(
      ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(8)),
                   UX("b", G, "G-INF", "0505", "\"marks\":[\"oos:1\"]," SP(8)),
                   UX("e", S, "S-INF", "0506", "\"marks\":[\"oos:2\",\"disorganized\"]," SP(8))),
      NULL);
  acts(t, G, "target 0506;add a;add b;commit");
  card(t, G, "5.6.4", "4"); /* once */
  card(t, G, "10.2.2", "4");
  refused(t, G, "full a", "10.2.3"); /* it is in supply */
  refused(t, G, "full e", "10.2.3");
  offered(t, G, "full b", "10.2.3");
  not_offered(t, G, "full a");
  act(t, G, "full b");
  refused(t, G, "full b", "10.2.3"); /* paid */
  clear_away(t);
  t = FRESH(
      ATTACK UNITS(UX("a", G, "G-INF", "0505", "\"marks\":[\"oos:1\",\"disorganized\"]," SP(8)),
                   U("e", S, "S-INF", "0506")),
      NULL);
  acts(t, G, "target 0506;add a;commit");
  card(t, G, "1.7a", "2"); /* halved twice */
  act(t, G, "full a");
  card(t, G, "5.6.4", "4"); /* and once */
  clear_away(t);
  t = FRESH(PLAIN AT("german.movement") UNITS(U("a", G, "G-PG", "0505")), NULL);
  act(t, G, "move a");
  reaches(t, G, "a", "0505", "0", "3.1.5a"); /* in the middle of its move */
  clear_away(t);
  t = FRESH(PLAIN AT("german.strategic") BASE TERRAIN(ROAD5)
                UNITS(UX("a", G, "G-INF", "0502", "\"marks\":[\"oos:9\"]")),
            "");
  act(t, G, "done"); /* in supply again: nobody rolls */
  marked(t, "a", "oos:5");
  clear_away(t);
}

/* 10.2.6: more than the roll; 17.1.2: supplied, untouched */
static void surrender_and_repair(void **s) {
  (void)s;
  struct table *t = FRESH(PLAIN AT("german.strategic")
                              BASE UNITS(UX("a", G, "G-INF", "1818", "\"marks\":[\"oos:3\"]"),
                                         UX("b", G, "G-INF", "1616", "\"marks\":[\"oos:3\"]"),
                                         UX("c", G, "G-INF", "1414", "\"marks\":[\"oos:2\"]")),
                          "1 2 1 1");
  act(t, G, "done");
  stands(t, "a", "1818", 2); /* 3 - 3 is not more than 0 */
  stands(t, "b", "-", 0);    /* 3 - 2 */
  stands(t, "c", "1414", 2); /* not asked to roll: no roll is below 2 */
  clear_away(t);
  t = FRESH(PLAIN AT("german.strategic") BASE TERRAIN(ROAD5)
                UNITS(UX("pz", G, "G-ARM", "0502", "\"steps\":1,\"marks\":[\"repair\"]"),
                      UX("far", G, "G-ARM", "1818", "\"steps\":1"),
                      UX("p2", G, "G-ARM", "0501", "\"steps\":1"), U("e", S, "S-INF", "0504")),
            NULL);
  act(t, G, "done");
  refused(t, G, "repair far", "17.1.2"); /* out of supply */
  stands(t, "pz", "0502", 2);
  clear_away(t);
  t = FRESH(PLAIN AT("german.strategic") BASE TERRAIN(ROAD5)
                UNITS(UX("pz", G, "G-ARM", "0502", "\"steps\":1,\"marks\":[\"repair\"]"),
                      U("e", S, "S-INF", "0503")),
            NULL);
  act(t, G, "done");
  stands(t, "pz", "0502", 1); /* in an enemy zone */
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_closes_a_road),
      cmocka_unit_test(supply_levels_in_combat),
      cmocka_unit_test(halves_by_side),
      cmocka_unit_test(surrender_and_repair),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
