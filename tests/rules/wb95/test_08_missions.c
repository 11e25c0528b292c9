/* test_08_missions.c - 8.1.4R, 8.1.8, 8.2.12: how long missions last and what drives them off. */
#include "table.h"

#define AIR_BOX(u) "{\"unit\":\"de.air." u "\",\"box\":\"german.air\"}"

static void missions_end(void **s) { /* 8.1.4R: until the next air phase */
  (void)s;
  struct table *t =
      FRESH(PLAIN AT("soviet.air") "\"marks\":[{\"hex\":\"0505\",\"mark\":\"disturbed\"}]," UNITS(
                AIR_BOX("l1"), U("a", S, "S-TB", "0507")),
            NULL);
  act(t, G, "commit");
  reaches(t, S, "a", "0506", "1", "3.5");
  clear_away(t);
}

static void two_flights(void **s) { /* 8.1.8: only those over the lost hex go */
  (void)s;
  struct table *t = FRESH(
      PLAIN AT("german.air")
          UNITS(AIR_BOX("l4"), AIR_BOX("l1"),
                "{\"name\":\"ra\",\"side\":\"soviet\",\"kind\":\"S-AIR\",\"box\":\"soviet.air\"}",
                U("e", S, "S-INF", "0506"), U("f", S, "S-INF", "1210"), U("g", G, "G-INF", "0507")),
      "1 6 1 1 1 2");
  acts(t, G,
       "pick de.air.l4;mission strike;put 0506;pick de.air.l1;mission strike;put 1210;commit");
  /* 6 against 10: l4 is driven off; the Soviet 4 and the German 8 strike */
  acts(t, S, "pick ra;mission strike;put 0507;commit");
  happened(t, "8.1.9", "air.driven");
  happened(t, "8.2.6", "air.attack");
  const cJSON *e;
  bool told = false;
  cJSON_ArrayForEach(e, field(t->last, "events")) told |=
      strstr(text_of(e, "text"), "German 6, Soviet 10") != NULL;
  assert_true(told);
  stands(t, "e", "0506", 2);
  stands(t, "f", "1210", 1); /* 8 points, 2: -1D */
  clear_away(t);
}

static void one_mission_or_two(void **s) { /* 8.2.12 */
  (void)s;
#define WEAK(n, sp)                                                                                \
  "{\"name\":\"" n                                                                                 \
  "\",\"side\":\"german\",\"kind\":\"G-AIR\",\"box\":\"german.air\",\"factors\":{\"sp\":" sp "}}"
  struct table *t =
      FRESH(PLAIN AT("soviet.air") UNITS(WEAK("x", "7"), U("a", S, "S-TB", "0507")), NULL);
  acts(t, G, "pick x;mission disturb;put 0505;commit"); /* one counter: one */
  happened(t, "8.2.13", "air.disturb");
  reaches(t, S, "a", "0506", "2", "8.2.13");
  clear_away(t);
  t = FRESH(PLAIN AT("soviet.air") UNITS(WEAK("x", "6"), WEAK("y", "9"), U("a", S, "S-TB", "0507")),
            NULL);
  /* both are needed for one */
  acts(t, G, "pick x;mission disturb;put 0505;pick y;mission disturb;put 0505;commit");
  reaches(t, S, "a", "0506", "2", "8.2.13");
  clear_away(t);
  t = FRESH(PLAIN AT("soviet.air") UNITS(WEAK("x", "4"), WEAK("y", "4"), U("a", S, "S-TB", "0507")),
            NULL);
  /* neither is strong enough alone: together they are one */
  acts(t, G, "pick x;mission disturb;put 0505;pick y;mission disturb;put 0505;commit");
  reaches(t, S, "a", "0506", "2", "8.2.13");
  clear_away(t);
  t = FRESH(PLAIN AT("soviet.air") UNITS(WEAK("x", "7"), WEAK("y", "7"), U("a", S, "S-TB", "0507")),
            NULL);
  /* strong enough each: two */
  acts(t, G, "pick x;mission disturb;put 0505;pick y;mission disturb;put 0505;commit");
  reaches(t, S, "a", "0506", "3", "8.2.15");
  clear_away(t);
}

/* 8.2.7: the ground must leave a point; two counters fly together */
static void nothing_left_of_it(void **s) {
  (void)s;
#define BOMBER(n, sp)                                                                              \
  "{\"name\":\"" n                                                                                 \
  "\",\"side\":\"german\",\"kind\":\"G-AIR\",\"box\":\"german.air\",\"factors\":{\"sp\":" #sp "}}"
  struct table *t = FRESH(PLAIN AT("german.air") TERRAIN(HEX("0506", "\"hills\",\"forest\""))
                              UNITS(BOMBER("x", 4), BOMBER("y", 1), U("e", S, "S-INF", "0506")),
                          "3 4");
  acts(t, G, "pick x;mission strike;put 0506");
  refused(t, G, "commit", "8.2.7");
  not_offered(t, G, "commit");
  owed(t, G, "8.2.7", "4 strength points of 5");
  acts(t, G, "pick y;mission strike;put 0506;commit");
  happened(t, "8.2.7", "air.attack");
  clear_away(t);
}

/* 8.2.19: only the enemy's crossings are watched */
static void ones_own_crossing(void **s) {
  (void)s;
  struct table *t =
      FRESH(BED AT("german.air") UNITS("{\"unit\":\"de.air.l4\",\"box\":\"german.air\"}",
                                       U("i", G, "G-INF", "0108")),
            NULL);
  acts(t, G, "pick de.air.l4;mission river;spread 0107 2;spread 0007 8;commit");
  acts(t, G, "move i;step 0107");
  never(t, "crossing");
  stands(t, "i", "0107", 2);
  clear_away(t);
}

/* 8.1.3: one counter after another; 8.2.11: movement is disturbed anywhere */
static void one_after_another(void **s) {
  (void)s;
  struct table *t = FRESH(PLAIN AT("german.air")
                              UNITS(BOMBER("x", 8), BOMBER("y", 8), U("e", S, "S-INF", "0506")),
                          NULL);
  act(t, G, "pick x");
  because(t, G, "pick y", "Give x its mission first");
  because(t, G, "commit", "Give x its mission first");
  act(t, G, "mission disturb");
  offered(t, G, "put 1212", "8.1.3"); /* nobody has to be there */
  offered(t, G, "put 0506", "8.1.3");
  acts(t, G, "drop;pick x;mission strike");
  not_offered(t, G, "put 1212");
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(missions_end),       cmocka_unit_test(two_flights),
      cmocka_unit_test(one_mission_or_two), cmocka_unit_test(nothing_left_of_it),
      cmocka_unit_test(ones_own_crossing),  cmocka_unit_test(one_after_another),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
