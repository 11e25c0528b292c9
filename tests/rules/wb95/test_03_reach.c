/* test_03_reach.c - what a player is told when he asks where a unit can go, and of the zones: by
 * whom, of whom and when. */
#include "table.h"

#define MOVEMENT PLAIN AT("german.movement")
#define FIRST "de.299inf.528" /* the first counter of the book */

static const cJSON *reach_of(struct table *t, const char *side, const char *unit) {
  ask(t, "{\"cmd\":\"reach\",\"side\":\"%s\",\"unit\":\"%s\"}", side, unit);
  return field(t->last, "reach");
}

static void in_the_middle_of_a_move(void **s) { /* 3.1.3: for whoever moves, and for nobody else */
  (void)s;
  struct table *t = FRESH(MOVEMENT UNITS(U("a", G, "G-INF", "0505"), U("b", G, "G-INF", "0909"),
                                         U("e", S, "S-INF", "1515")),
                          NULL);
  const cJSON *r = reach_of(t, S, "e");
  assert_null(field(r, "begin[0]")); /* it is not their phase */
  assert_null(field(r, "end[0]"));
  acts(t, G, "move a;step 0506;step 0507");
  r = reach_of(t, G, "a");
  assert_string_equal(text_of(r, "unit"), "a");
  assert_null(field(r, "begin[0]"));
  assert_string_equal(text_of(r, "end[0]"), "stop");
  reaches(t, G, "a", "0509", "2", "3.5");
  reaches(t, G, "a", "0510", NULL, NULL); /* two points left */
  r = reach_of(t, S, "a");
  assert_null(field(r, "end[0]"));
  r = reach_of(t, G, "b");
  assert_null(field(r, "begin[0]")); /* one after the other */
  assert_null(field(r, "end[0]"));
  reaches(t, G, "b", "0913", "4", "3.5");
  clear_away(t);
  t = FRESH(MOVEMENT UNITS("{\"unit\":\"" FIRST "\",\"hex\":\"0505\"}", U("e", S, "S-INF", "1515")),
            NULL);
  r = reach_of(t, G, FIRST);
  assert_string_equal(text_of(r, "begin[0]"), "move " FIRST);
  reaches(t, G, FIRST, "0509", "4", "3.5");
  clear_away(t);
}

/* 12.2.2, 12.2.3: two points less, and no enemy zone, from first to last */
static void strategic_reach(void **s) {
  (void)s;
  struct table *t =
      FRESH(PLAIN AT("german.strategic") UNITS(UX("a", G, "G-PG", "0505", "\"marks\":[\"marked\"]"),
                                               U("e", S, "S-INF", "0511")),
            NULL);
  reaches(t, G, "a", "0505", "0", "12.2.3");
  reaches(t, G, "a", "0507", "4", "3.5");
  reaches(t, G, "a", "0508", NULL, NULL);
  acts(t, G, "move a;step 0506");
  reaches(t, G, "a", "0506", "0", "12.2.3");
  reaches(t, G, "a", "0507", "2", "3.5");
  acts(t, G, "step 0507;stop");
  clear_away(t);
  t = FRESH(PLAIN AT("german.strategic")
                UNITS(UX("a", G, "G-INF", "0508", "\"marks\":[\"marked\"],\"factors\":{\"mp\":8}"),
                      U("e", S, "S-INF", "0511")),
            NULL);
  acts(t, G, "move a;step 0509");
  reaches(t, G, "a", "0510", NULL, NULL);
  clear_away(t);
}

static void eight_levels_are_no_crowd(void **s) { /* 3.1.9, 3.1.10 */
  (void)s;
  struct table *t = FRESH(MOVEMENT UNITS(U("a", G, "G-INF", "0505"), U("b", G, "G-INF", "0506"),
                                         U("c", G, "G-INF", "0506"), U("d", G, "G-INF", "0506"),
                                         U("f", G, "G-AG", "0504")),
                          NULL);
  reaches(t, G, "a", "0506", "1", "3.1.9");
  reaches(t, G, "f", "0505", "1", "3.1.9");
  clear_away(t);
  t = FRESH(MOVEMENT UNITS(U("a", G, "G-INF", "0505"), U("b", G, "G-INF", "0506"),
                           U("c", G, "G-INF", "0506"), U("d", G, "G-INF", "0506"),
                           U("q", G, "G-HQ", "0506")),
            NULL);
  reaches(t, G, "a", "0506", "1", "3.1.10");
  clear_away(t);
}

static void where_the_points_come_from(void **s) { /* 1.7b, 10.2.2, 10.2.3, 6.2.3 */
  (void)s;
  struct table *t = FRESH(MOVEMENT UNITS(UX("a", G, "G-ARM", "0505", "\"marks\":[\"oos:1\"]"),
                                         UX("i", G, "G-INF", "0909", "\"marks\":[\"oos:1\"]"),
                                         U("g", G, "G-ART", "1313"), U("rg", G, "G-RG", "1717")),
                          NULL);
  reaches(t, G, "a", "0505", "0", "1.7b");
  reaches(t, G, "i", "0909", "0", "10.2.2");
  acts(t, G, "full a;full i");
  reaches(t, G, "a", "0505", "0", "10.2.3");
  reaches(t, G, "i", "0909", "0", "10.2.3");
  const cJSON *r = reach_of(t, G, "g"); /* set up to fire: it goes nowhere yet */
  assert_int_equal(int_of(r, "hexes[0].left"), 0);
  assert_null(field(r, "hexes[1]"));
  r = reach_of(t, G, "rg"); /* 15.2.1: nor does this ever */
  assert_int_equal(int_of(r, "hexes[0].left"), 0);
  clear_away(t);
}

static void where_a_move_must_end(void **s) { /* 4.2.1 */
  (void)s;
  struct table *t =
      FRESH(MOVEMENT UNITS(U("a", G, "G-INF", "0505"), U("e", S, "S-INF", "0508")), NULL);
  const cJSON *h, *r = reach_of(t, G, "a");
  int must = 0;
  cJSON_ArrayForEach(h, field(r, "hexes")) {
    bool halts = cJSON_IsTrue(field(h, "must"));
    must += halts;
    assert_true(halts == !strcmp(text_of(h, "risk"), "must stop"));
  }
  assert_int_equal(must, 3); /* those on this side */
  clear_away(t);
}

static int zone_lines(struct table *t, const char *side, const char *hex, const char *rule) {
  const cJSON *l;
  int n = 0;
  ask(t, "{\"cmd\":\"overlay\",\"side\":\"%s\",\"name\":\"zoc\"}", side);
  cJSON_ArrayForEach(l, field(t->last, "overlay.lines")) n +=
      !strcmp(text_of(l, "from"), hex) && (!rule || !strcmp(text_of(l, "rule"), rule));
  return n;
}

/* 4.1.1, 4.1.2, 6.1.5, 15.2.2: at the edge too, and nothing of what is masked */
static void zones_drawn(void **s) {
  (void)s;
  struct table *t =
      FRESH(MOVEMENT UNITS("{\"unit\":\"" FIRST "\",\"hex\":\"0101\"}", U("g", S, "S-ART", "0505"),
                           U("h", S, "S-ART", "0909"), U("rg", S, "S-RG", "1313")),
            NULL);
  assert_int_equal(zone_lines(t, G, "0101", NULL), 1);
  assert_int_equal(zone_lines(t, G, "0505", "6.1.5"), 1);
  assert_int_equal(zone_lines(t, G, "0909", "6.1.5"), 1);
  assert_int_equal(zone_lines(t, G, "1313", "15.2.2"), 1);
  clear_away(t);
  t = MASKED(MOVEMENT UNITS(U("a", G, "G-INF", "0505"), U("e", S, "S-INF", "0909")), NULL);
  assert_int_equal(zone_lines(t, G, "0505", "4.1.1"), 1);
  assert_int_equal(zone_lines(t, G, "0909", NULL), 0);
  clear_away(t);
}

/* 3.1.5a, 4.2.1, 3.1.8: what first stands in the way to a place that is out of reach */
static void what_stands_in_the_way(void **s) {
  (void)s;
  struct table *t = FRESH(MOVEMENT UNITS(U("a", G, "G-INF", "0505"), U("b", G, "G-INF", "1105"),
                                         U("c", G, "G-INF", "1405"), U("e", S, "S-INF", "0508"),
                                         U("f", S, "S-INF", "1406")),
                          NULL);
  act(t, G, "move a");
  refused(t, G, "step 0510", "4.2.1");
  because(t, G, "step 0510", "a must stop in 0507: it is in the zone of the enemies in 0508");
  acts(t, G, "stop;move b");
  refused(t, G, "step 1110", "3.1.5a");
  because(t, G, "step 1110", "1110 takes 1 point, and b has 0 left");
  refused(t, G, "step 1107", "3.1.4"); /* in reach, hex by hex */
  because(t, G, "step 1107", "hex by hex");
  acts(t, G, "stop;move c");
  refused(t, G, "step 1406", "3.1.8");
  clear_away(t);
}

/* 6.1.7 and note 2 of the terrain table: what may be entered is in the reach */
static void guns_and_the_extra_hex(void **s) {
  (void)s;
  struct table *t = FRESH(
      MOVEMENT TERRAIN(PATH("road.minor", "\"1105\",\"1106\",\"1107\",\"1108\""))
          UNITS(U("a", G, "G-ARM", "0505"), U("g", S, "S-ART", "0506"),
                UX("b", G, "G-INF", "1105", "\"factors\":{\"mp\":2}"), U("e", S, "S-INF", "1818")),
      NULL);
  reaches(t, G, "a", "0506", "2", "6.1.7");
  reaches(t, G, "b", "1107", "2", "3.1.11R");
  reaches(t, G, "b", "1108", "2", "3.1.11R"); /* with nothing left */
  acts(t, G, "move a;step 0506");
  happened(t, "6.1.7", "overrun");
  clear_away(t);
}

/* 3.2.1: eight levels may stand in a hex; where there would be more, the reach says so before. */
static void where_it_would_be_crowded(void **s) {
  (void)s;
  struct table *t = FRESH(MOVEMENT UNITS(U("a", G, "G-INF", "0505"), U("b", G, "G-INF", "0506"),
                                         U("c", G, "G-INF", "0506"), U("d", G, "G-INF", "0506"),
                                         U("f", G, "G-INF", "0504"), U("g", G, "G-INF", "0504"),
                                         U("h", G, "G-INF", "0504"), U("q", G, "G-HQ", "0504"),
                                         U("e", S, "S-INF", "1515")),
                          NULL);
  const cJSON *h, *r = reach_of(t, G, "a");
  int seen = 0;
  cJSON_ArrayForEach(h, field(r, "hexes")) {
    bool nine = !strcmp(text_of(h, "hex"), "0504");
    seen += nine || !strcmp(text_of(h, "hex"), "0506");
    assert_string_equal(text_of(h, "risk"), nine ? "more than eight levels there" : "");
  }
  assert_int_equal(seen, 2);
  clear_away(t);
}

/* 3.2.1: a unit counts once in its own hex; guns that it runs over do not crowd it */
static void its_own_hex(void **s) {
  (void)s;
  struct table *t = FRESH(MOVEMENT UNITS(U("a", G, "G-INF", "0505"), U("b", G, "G-INF", "0505"),
                                         U("c", G, "G-INF", "0505"), U("d", G, "G-INF", "0505"),
                                         U("g", S, "S-ART", "0506"), U("e", S, "S-HQ", "1515")),
                          NULL);
  const cJSON *h;
  int seen = 0;
  ask(t, "{\"cmd\":\"reach\",\"side\":\"german\",\"unit\":\"a\"}");
  assert_string_equal(text_of(t->last, "reach.hexes[0].hex"), "0505");
  assert_string_equal(text_of(t->last, "reach.hexes[0].risk"), "");
  cJSON_ArrayForEach(h, field(t->last, "reach.hexes")) {
    if (strcmp(text_of(h, "hex"), "0506"))
      continue;
    assert_string_equal(text_of(h, "risk"), "runs over guns and staffs");
    seen++;
  }
  assert_int_equal(seen, 1);
  clear_away(t);
}

/* 3.1.4: a hex further on is entered step by step, also when the way ends there in a zone */
static void hex_by_hex(void **s) {
  (void)s;
  struct table *t =
      FRESH(MOVEMENT UNITS(U("a", G, "G-INF", "0505"), U("e", S, "S-INF", "0509")), NULL);
  act(t, G, "move a");
  refused(t, G, "step 0507", "3.1.4");
  refused(t, G, "step 0508", "3.1.4");
  acts(t, G, "step 0506;step 0507;step 0508");
  stands(t, "a", "0508", 2);
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(in_the_middle_of_a_move),
      cmocka_unit_test(strategic_reach),
      cmocka_unit_test(eight_levels_are_no_crowd),
      cmocka_unit_test(where_the_points_come_from),
      cmocka_unit_test(where_a_move_must_end),
      cmocka_unit_test(zones_drawn),
      cmocka_unit_test(what_stands_in_the_way),
      cmocka_unit_test(guns_and_the_extra_hex),
      cmocka_unit_test(where_it_would_be_crowded),
      cmocka_unit_test(hex_by_hex),
      cmocka_unit_test(its_own_hex),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
