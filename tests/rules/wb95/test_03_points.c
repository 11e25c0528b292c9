/* test_03_points.c - 3.1.5a, 12.2.3, note 2 of the terrain table: what a move begins with and what
 * it may still do. */
#include "table.h"

#define BASE "\"regions\":[{\"id\":\"german.supply\",\"hexes\":[\"0501\"]}],"
#define ROAD5 PATH("road.main", "\"0501\",\"0502\",\"0503\",\"0504\",\"0505\"")

static void reach_says_how(void **s) { /* begin and end of a move, for who may make it */
  (void)s;
  struct table *t =
      FRESH(PLAIN AT("german.movement") UNITS(U("a", G, "G-INF", "0505"),
                                              UX("m", G, "G-INF", "0909", "\"marks\":[\"marked\"]"),
                                              U("e", S, "S-INF", "1515")),
            NULL);
  ask(t, "{\"cmd\":\"reach\",\"side\":\"german\",\"unit\":\"a\"}");
  assert_string_equal(text_of(t->last, "reach.begin[0]"), "move a");
  assert_string_equal(text_of(t->last, "reach.end[0]"), "stop");
  acts(t, G, "move a;step 0506;stop");
  ask(t, "{\"cmd\":\"reach\",\"side\":\"german\",\"unit\":\"a\"}");
  assert_null(field(t->last, "reach.begin[0]")); /* it has moved */
  ask(t, "{\"cmd\":\"reach\",\"side\":\"german\",\"unit\":\"e\"}");
  assert_null(field(t->last, "reach.begin[0]")); /* an enemy */
  clear_away(t);
}

static void bonus_hex(void **s) { /* note 2 of the terrain table: no other use of points */
  (void)s;
  struct table *t = FRESH(
      PLAIN AT("german.movement") TERRAIN(
          PATH("road.minor", "\"0501\",\"0502\",\"0503\",\"0504\",\"0505\",\"0506\",\"0507\""),
          SIDE("0503", "0504", "river"))
          UNITS(U("a", G, "G-INF", "0501"), U("b", G, "G-INF", "0501"), U("q", G, "G-HQ", "0504")),
      NULL);
  acts(t, G, "move a;step 0502;step 0503;step 0504;step 0505;step 0506");
  stands(t, "a", "0506", 2);
  acts(t, G, "move b;step 0502;step 0503;blow 0503/0504"); /* one point, one left */
  stands(t, "b", "0503", 2);
  refused(t, G, "step 0504", "3.1.5a"); /* 1 + 1 without the bridge */
  act(t, G, "step 0502");
  refused(t, G, "step 0501", "3.1.3"); /* and no free hex after work */
  clear_away(t);
}

/* note 2 of the terrain table: it takes what was left */
static void nothing_after_the_free_hex(void **s) {
  (void)s;
  struct table *t =
      FRESH(PLAIN AT("german.movement")
                TERRAIN(PATH("road.minor", "\"0501\",\"0502\",\"0503\",\"0504\",\"0505\""),
                        PATH("road.main", "\"0505\",\"0506\""))
                    UNITS(UX("a", G, "G-ARM", "0501", "\"marks\":[\"oos:1\"]")),
            NULL);
  acts(t, G, "move a;step 0502"); /* three and a half points */
  told(t, "a moves to 0502, 5/2 points left");
  acts(t, G, "step 0503;step 0504;step 0505");
  refused(t, G, "step 0506", "3.1.3");
  clear_away(t);
}

/* 3.1.5a, 12.2.3: a point at least; half of an odd number; two less */
static void limits_of_movement(void **s) {
  (void)s;
  struct table *t =
      FRESH(PLAIN AT("soviet.movement") "\"marks\":[{\"hex\":\"0505\",\"mark\":\"disturbed\"},{"
                                        "\"hex\":\"0505\",\"mark\":\"disturbed\"}]," UNITS(
                                            UX("slow", S, "S-FU", "0505", "\"marks\":[\"oos:1\"]"),
                                            U("fu", S, "S-FU", "0908")),
            NULL);
  act(t, S, "move slow"); /* 2, halved, two missions: still one */
  act(t, S, "step 0506");
  stands(t, "slow", "0506", 2);
  reaches(t, S, "fu", "0906", "2", "3.5");
  reaches(t, S, "fu", "0905", NULL, NULL);
  clear_away(t);
}

/* 4.2.3, 6.1.5: past a gun's flank; 10.1.10: a base in an enemy zone; 14.2.1, 15.3.3 */
static void guns_bar_nobody(void **s) {
  (void)s;
  struct table *t = FRESH(PLAIN AT("german.movement")
                              UNITS(U("a", G, "G-ARM", "0505"), U("g", S, "S-ART", "0506")),
                          NULL);
  acts(t, G, "move a;step 0606;step 0607;step 0507");
  stands(t, "a", "0507", 2);
  clear_away(t);
  t = FRESH(PLAIN AT("german.strategic") BASE TERRAIN(ROAD5)
                UNITS(U("a", G, "G-INF", "0505"), U("e", S, "S-INF", "0401")),
            NULL);
  act(t, G, "done");
  marked(t, "a", "oos:1"); /* the base lies in a zone, and nobody is there */
  clear_away(t);
  t = FRESH(BED AT("german.movement") UNITS(U("a", G, "G-INF", "0203"), U("b", G, "G-INF", "0205")),
            NULL);
  act(t, G, "move a");
  refused(t, G, "blow 0205/0206", "14.2.1"); /* two hexes away */
  clear_away(t);
  t = FRESH(PLAIN AT("german.movement")
                UNITS(U("v", G, "G-VS", "0506"), UX("i", G, "G-INF", "0506", "\"steps\":1")),
            NULL);
  act(t, G, "top v i");
  refused(t, G, "move i", "3.1.3"); /* both stay */
  refused(t, G, "move v", "3.1.3");
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reach_says_how),
      cmocka_unit_test(bonus_hex),
      cmocka_unit_test(nothing_after_the_free_hex),
      cmocka_unit_test(limits_of_movement),
      cmocka_unit_test(guns_bar_nobody),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
