/* test_calendar.c - the scenarios' own dates: set-up, the division that leaves on 12 July (K.4), and the ends of the game. */
#include "table.h"

#define JULY12 PLAIN "\"turn\":8," AT("german.movement")
#define OF(name, hex, formation) UX(name, G, "G-PG", hex, "\"formation\":\"" formation "\"")
#define AWAY(name, formation) "{\"name\":\"" name "\",\"side\":\"german\",\"kind\":\"G-PG\",\"box\":\"german.waiting\",\"formation\":\"" formation "\"}"
#define ENEMY U("e", S, "S-INF", "1515")

static void the_other_hex(void **s) { /* K.7: works wherever they choose to stand, and none where nobody is */
  (void)s;
  struct table *t = lay(K, NULL, NULL);
  acts(t, G, "switch de.102inf.84;switch de.102inf.84");
  stands(t, "de.102inf.84", "0200", 2);
  acts(t, G, "switch de.102inf.84;switch de.102inf.232;switch de.102inf.233");
  assert_true(dug_in(t, "0201", G));
  act(t, G, "pick de.air.l1");
  because(t, G, "done", "Choose 2 air counters");
  refused(t, G, "pick de.102inf.84", "K.6");
  offered(t, G, "pick de.air.l2", "K.6");
  act(t, G, "pick de.air.l2");
  offered(t, G, "done", "K.6");
  act(t, G, "done");
  assert_false(dug_in(t, "0200", G));
  clear_away(t);
}

static void the_fourth_stays_away(void **s) { /* K.4: not brought in by then, it never comes */
  (void)s;
  struct table *t = FRESH(JULY12 UNITS(AWAY("f1", "4 ARM"), AWAY("f2", "4 ARM"), AWAY("o", "18 ARM"), OF("g", "0505", "9 ARM"), ENEMY), NULL);
  stands(t, "f1", "withdrawn", 2);
  stands(t, "f2", "withdrawn", 2);
  stands(t, "o", "german.waiting", 2);
  act(t, G, "move g"); /* and nobody else goes for it */
  clear_away(t);
}

static void the_fourth_in_parts(void **s) { /* K.4: what waits counts, and goes with the rest */
  (void)s;
  struct table *t = FRESH(JULY12 UNITS(OF("f1", "0505", "4 ARM"), AWAY("f2", "4 ARM"), UX("w1", G, "G-PG", "0606", "\"formation\":\"9 ARM\",\"steps\":1"), OF("w2", "0606", "9 ARM"), OF("x1", "0707", "18 ARM"), AWAY("x2", "18 ARM"), AWAY("y", "2 ARM"), U("i", G, "G-INF", "0909"), UX("r", S, "S-TB", "1515", "\"formation\":\"XVI ARM\"")), NULL);
  because(t, G, "withdraw w1", "weaker than the 4th"); /* three levels to four */
  because(t, G, "withdraw w2", "first counter");
  because(t, G, "withdraw y", "not on the map");
  because(t, G, "withdraw i", "i is not of an armoured division");
  because(t, G, "withdraw r", "is not of an armoured division");
  offered(t, G, "withdraw f1", "K.4");
  act(t, G, "withdraw x1"); /* four */
  stands(t, "x2", "withdrawn", 2);
  stands(t, "f2", "german.waiting", 2);
  act(t, G, "move f1");
  clear_away(t);
  t = FRESH(JULY12 UNITS(AWAY("f1", "4 ARM"), OF("f2", "0505", "4 ARM"), ENEMY), NULL);
  act(t, G, "withdraw f1"); /* its first counter, on the map or not */
  stands(t, "f1", "withdrawn", 2);
  stands(t, "f2", "withdrawn", 2);
  clear_away(t);
}

static void without_the_fourth(void **s) { /* K.4: any armoured division then, if there is one; on that day only */
  (void)s;
  struct table *t = FRESH(JULY12 UNITS(UX("w", G, "G-PG", "0505", "\"formation\":\"9 ARM\",\"steps\":1"), U("i", G, "G-INF", "0909"), ENEMY), NULL);
  refused(t, G, "move i", "K.4");
  act(t, G, "withdraw w");
  stands(t, "w", "withdrawn", 1);
  act(t, G, "move i");
  clear_away(t);
  t = FRESH(JULY12 UNITS(AWAY("o", "18 ARM"), U("i", G, "G-INF", "0909"), ENEMY), NULL);
  act(t, G, "move i");
  clear_away(t);
  t = FRESH(PLAIN "\"turn\":7," AT("german.movement") UNITS(OF("f", "0505", "4 ARM"), ENEMY), NULL);
  act(t, G, "move f");
  clear_away(t);
  t = lay_with("wb95/prokhorovka", OPENLY, JULY12 UNITS(OF("f", "0505", "4 ARM"), ENEMY), NULL, NULL, __FILE__, __LINE__);
  act(t, G, "move f");
  clear_away(t);
  t = lay_with("wb95/lesson", OPENLY, JULY12 UNITS(OF("f", "0505", "4 ARM"), ENEMY), NULL, NULL, __FILE__, __LINE__);
  act(t, G, "move f");
  clear_away(t);
}

static void out_of_the_workshop(void **s) { /* K.4, 17.1.1: a division that leaves does not keep the repair marker */
  (void)s;
  struct table *t = FRESH(JULY12 "\"regions\":[{\"id\":\"german.supply\",\"hexes\":[\"0501\"]}]," TERRAIN(PATH("road.main", "\"0501\",\"0502\"")) UNITS(UX("p", G, "G-ARM", "0501", "\"formation\":\"4 ARM\",\"steps\":1,\"marks\":[\"repair\"]"), UX("o", G, "G-ARM", "0502", "\"steps\":1"), ENEMY), NULL);
  acts(t, G, "withdraw p;done;done;done");
  act(t, G, "repair o");
  marked(t, "o", "repair");
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(the_other_hex), cmocka_unit_test(the_fourth_stays_away), cmocka_unit_test(the_fourth_in_parts), cmocka_unit_test(without_the_fourth), cmocka_unit_test(out_of_the_workshop)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
