/* test_04_control.c - rules 4.3, 10.2 and 17: what a supply phase changes, seen on the map after
 * it. */
#include "table.h"

#define BASES                                                                                      \
  "\"regions\":[{\"id\":\"german.supply\",\"hexes\":[\"0501\"]},{\"id\":\"soviet.supply\","        \
  "\"hexes\":[\"1519\"]}],"
#define ROAD PATH("road.main", "\"0501\",\"0502\",\"0503\",\"0504\",\"0505\"")
#define SOVIET_LAND                                                                                \
  "\"control\":[[\"soviet\",[\"0405\",\"0406\",\"0505\",\"0506\",\"0605\",\"0606\"]]],"
#define SUPPLY(ground) PLAIN AT("german.strategic") BASES ground SOVIET_LAND

static void a_unit_and_its_zone(void **s) { /* 4.3.2, 4.3.3 */
  (void)s;
  struct table *t = FRESH(
      SUPPLY(TERRAIN(ROAD)) UNITS(U("a", G, "G-INF", "0505"), U("e", S, "S-INF", "1515")), NULL);
  act(t, G, "done");
  held_by(t, "0505", G);
  held_by(t, "0506", G);
  held_by(t, "0405", G);
  clear_away(t);
  t = FRESH(SUPPLY(TERRAIN(ROAD)) UNITS(U("g", G, "G-ART", "0505"), U("e", S, "S-INF", "1515")),
            NULL);
  act(t, G, "done"); /* guns have no zone */
  held_by(t, "0505", G);
  held_by(t, "0506", S);
  clear_away(t);
}

/* 4.3.3, 4.3.5, 4.3.6: enemies in the hex, enemy zones, no supply */
static void what_denies_it(void **s) {
  (void)s;
  struct table *t =
      FRESH(SUPPLY(TERRAIN(ROAD)) UNITS(U("a", G, "G-INF", "0505"), U("q", S, "S-HQ", "0506"),
                                        U("e", S, "S-INF", "1515")),
            NULL);
  act(t, G, "done");
  held_by(t, "0506", S); /* a staff is enough */
  held_by(t, "0606", G);
  clear_away(t);
  t = FRESH(SUPPLY(TERRAIN(ROAD)) UNITS(U("a", G, "G-INF", "0505"), U("e", S, "S-INF", "0507")),
            NULL);
  act(t, G, "done");
  held_by(t, "0506", NULL); /* in both zones */
  held_by(t, "0606", G);
  clear_away(t);
  t = FRESH(SUPPLY("") UNITS(U("a", G, "G-INF", "0506"), U("e", S, "S-INF", "1515")), NULL);
  act(t, G, "done"); /* twelve points with the base */
  marked(t, "a", "oos:1");
  held_by(t, "0506", G);
  held_by(t, "0606", S);
  clear_away(t);
}

static void where_a_zone_does_not_reach(void **s) { /* 4.1.3, 4.1.4, 4.3.3 */
  (void)s;
  struct table *t =
      FRESH(SUPPLY(TERRAIN(ROAD, SIDE("0505", "0506", "crossing"), HEX("0606", "\"swamp\"")))
                UNITS(U("pz", G, "G-ARM", "0505"), U("e", S, "S-INF", "1515")),
            NULL);
  act(t, G, "done");
  held_by(t, "0506", S);
  held_by(t, "0606", S);
  held_by(t, "0605", G);
  clear_away(t);
  t = FRESH(SUPPLY(TERRAIN(ROAD, SIDE("0505", "0506", "crossing"), HEX("0606", "\"swamp\"")))
                UNITS(U("i", G, "G-INF", "0505"), U("e", S, "S-INF", "1515")),
            NULL);
  act(t, G, "done");
  held_by(t, "0506", S);
  held_by(t, "0606", G); /* men go into swamps */
  clear_away(t);
}

static void the_other_side(void **s) { /* 4.3.2: in its own supply phase */
  (void)s;
  struct table *t = FRESH(PLAIN AT("soviet.strategic") BASES
                          "\"control\":[[\"german\",[\"1517\",\"1516\"]]]," UNITS(
                              U("e", S, "S-INF", "1517"), U("a", G, "G-INF", "0505")),
                          NULL);
  act(t, S, "done");
  held_by(t, "1517", S);
  held_by(t, "1516", S);
  clear_away(t);
  t = FRESH(PLAIN AT("german.strategic") BASES
            "\"control\":[[\"german\",[\"1517\",\"1516\"]]]," UNITS(U("e", S, "S-INF", "1517"),
                                                                    U("a", G, "G-INF", "0505")),
            NULL);
  act(t, G, "done");
  held_by(t, "1517", G); /* not in the enemy's */
  clear_away(t);
}

/* ---- 17 repair -------------------------------------------------------------------------- */

/* 17.1.2: what it did before the marker was put does not count; the level counts for stacking
 * (3.2.1) */
static void fit_again(void **s) {
  (void)s;
  struct table *t =
      FRESH(PLAIN AT("german.movement") BASES TERRAIN(ROAD)
                UNITS(UX("pz", G, "G-ARM", "0502", "\"steps\":1"), U("e", S, "S-INF", "1515")),
            NULL);
  acts(t, G, "move pz;step 0503;stop;done;done;done;repair pz");
  acts(t, S, "done;done;done");
  acts(t, G, "done;done;done");
  stands(t, "pz", "0503", 2);
  clear_away(t);
  t = FRESH(PLAIN AT("german.strategic") BASES TERRAIN(ROAD) UNITS(
                UX("pz", G, "G-ARM", "0502", "\"steps\":1,\"marks\":[\"repair\"]"),
                U("a", G, "G-INF", "0502"), U("b", G, "G-INF", "0502"), U("c", G, "G-INF", "0502"),
                U("q", G, "G-HQ", "0502"), U("e", S, "S-INF", "1515")),
            NULL);
  act(t, G, "done");
  refused(t, G, "done", "5.1.8"); /* nine levels */
  act(t, G, "lose q");
  stands(t, "pz", "0502", 2);
  clear_away(t);
}

/* 17.1.2: a marker not used is no matter; one level, on tracks, of the line */
static void who_is_repaired(void **s) {
  (void)s;
  struct table *t =
      FRESH(PLAIN AT("german.strategic") BASES TERRAIN(ROAD)
                UNITS(UX("pz", G, "G-ARM", "0502", "\"steps\":1"),
                      UX("spa", G, "G-SPA", "0502", "\"steps\":1"),
                      UX("pg", G, "G-PG", "0502", "\"steps\":1"), U("e", S, "S-INF", "1515")),
            NULL);
  act(t, G, "done");
  refused(t, G, "repair spa", "17.1.2");
  refused(t, G, "repair pg", "17.1.2");
  refused(t, G, "move pz", "2.1.2");
  act(t, G, "done");
  acts(t, S, "done;done;done");
  acts(t, G, "done;done;done");
  stands(t, "pz", "0502", 1);
  offered(t, G, "repair pz", "17.1.2");
  clear_away(t);
}

/* 17.1.2: in an enemy zone at any time, though none is there in the supply phase */
static void an_enemy_came_and_went(void **s) {
  (void)s;
  struct table *t =
      FRESH(PLAIN AT("german.strategic") BASES TERRAIN(ROAD) MARKS(MARK("0502", "ff", G))
                UNITS(UX("pz", G, "G-ARM", "0502", "\"steps\":1"),
                      UX("b", G, "G-INF", "0407", "\"factors\":{\"sp\":9}"),
                      UX("at", S, "S-AT", "0305", "\"factors\":{\"sp\":3}")),
            "4 5");
  acts(t, G, "done;repair pz");
  /* towed: nobody must attack it or be attacked by it */
  acts(t, S, "move at;step 0304;step 0303;step 0403;done;done;done");
  /* 3:1, 9: -/D1 */
  acts(t, G, "move b;step 0406;step 0405;step 0404;done;target 0403;add b;commit;commit");
  act(t, S, "retreat at 0302");
  acts(t, G, "done;done;done");
  stands(t, "pz", "0502", 1);
  clear_away(t);
}

static void others_fall(void **s) { /* 17.1.2: that is no matter to the unit in repair */
  (void)s;
  /* 1:1, 9: -1/- */
  struct table *t =
      FRESH(PLAIN AT("german.attack") BASES TERRAIN(ROAD)
                UNITS(UX("pz", G, "G-ARM", "0502", "\"steps\":1,\"marks\":[\"repair\"]"),
                      UX("b", G, "G-INF", "0909", "\"steps\":1,\"factors\":{\"sp_reduced\":4}"),
                      UX("e", S, "S-INF", "0910", "\"factors\":{\"sp\":4}")),
            "4 5");
  acts(t, G, "target 0910;add b;commit;commit");
  stands(t, "b", "-", 0);
  acts(t, S, "done");
  acts(t, G, "done;done");
  stands(t, "pz", "0502", 2);
  clear_away(t);
}

/* 10.2.1, 10.2.7: four off, and never below none; one for the first time, and not each time */
static void levels_of_supply(void **s) {
  (void)s;
  struct table *t = FRESH(PLAIN AT("german.strategic") BASES TERRAIN(ROAD)
                              UNITS(UX("a", G, "G-INF", "0502", "\"marks\":[\"oos:4\"]"),
                                    UX("b", G, "G-INF", "0503", "\"marks\":[\"oos:5\"]"),
                                    UX("c", G, "G-INF", "1818", "\"marks\":[\"oos:2\"]"),
                                    U("d", G, "G-INF", "1717"), U("e", S, "S-INF", "1101")),
                          "");
  act(t, G, "done");
  unmarked(t, "a", "oos:4");
  unmarked(t, "a", "oos:1");
  marked(t, "b", "oos:1");
  marked(t, "c", "oos:2");
  marked(t, "d", "oos:1");
  told(t, "2");
  clear_away(t);
}

/* 18.1.3, 22.1.1, 14.3.2: what was done counts for one supply phase; where a staff ends it counts
 * for the next day */
static void a_new_day(void **s) {
  (void)s;
  struct table *t = MINED(
      PLAIN AT("german.strategic") BASES TERRAIN(ROAD, SIDE("1010", "1011", "crossing"))
          UNITS(UX("m", G, "G-INF", "0502", "\"marks\":[\"mined\"]"),
                UX("p", G, "G-PAN", "0502", "\"marks\":[\"active\"]"), U("q", G, "G-HQ", "1010"),
                U("q2", G, "G-HQ", "1009"), U("e", S, "S-INF", "1515")),
      "6 6 6 6 4 1 1 1 1");
  act(t, G, "done"); /* no mine, no breakdown */
  acts(t, S, "done;done;done");
  refused(t, G, "span q2 1009/1010", "14.3.2");
  /* four mines, and nobody has met one today; the Panthers rest */
  acts(t, G, "span q 1010/1011;done;done;done");
  stands(t, "m", "0502", 2);
  stands(t, "p", "0502", 2);
  clear_away(t);
  t = lay_with("wb95/prokhorovka", "\"masking\":false",
               "\"map\":\"plain:40x8\"," AT("german.strategic")
                   UNITS(UX("m", G, "G-INF", "3502", "\"marks\":[\"mined\"]")),
               "6 6 6 6 6 6 1 1 1 1 1 1", NULL, __FILE__, __LINE__);
  act(t, G, "done");
  acts(t, S, "done;done;done");
  acts(t, G, "done;done;done");
  stands(t, "m", "3502", 2); /* in the south as well */
  clear_away(t);
}

static void towns_are_told(void **s) { /* 4.3.2, 4.3.3, 4.3.6: whose a town is now */
  (void)s;
  struct table *t = FRESH(
      PLAIN AT("soviet.strategic") TERRAIN(
          HEX("0505", "\"town\""), HEX("0909", "\"town\""),
          HEX("0710",
              "\"town\"")) "\"control\":[[\"german\",[\"0505\",\"0909\",\"0710\"]]],\"regions\":[{"
                           "\"id\":\"soviet.supply\",\"hexes\":[\"0506\"]}]," MARKS(
                               MARK("0809", "ff", S), MARK("0810", "ff", G))
                               UNITS(U("e", S, "S-INF", "0506"), U("f", S, "S-INF", "0809"),
                                     U("a", G, "G-INF", "0810")),
      NULL);
  act(t, S, "done");
  told(t, "0505 is Soviet now");
  told(t, "0909 is nobody's now");
  clear_away(t);
  t = FRESH(PLAIN AT("german.strategic")
                TERRAIN(HEX("0506", "\"town\""),
                        HEX("0910", "\"town\"")) "\"control\":[[\"german\",[\"0506\"]],[\"soviet\","
                                                 "[\"0910\"]]]," UNITS(U("a", G, "G-INF", "0505"),
                                                                       U("e", S, "S-INF", "1515")),
            NULL);
  act(t, G, "done");
  never(t, "control"); /* it is theirs already, supplies or not */
  clear_away(t);
}

/* 14.3.2, 15.3.4: only a staff prepares a crossing there; men on the bank are filled up as
 * elsewhere */
static void at_the_river(void **s) {
  (void)s;
  struct table *t =
      FRESH(PLAIN AT("german.strategic") TERRAIN(SIDE("0505", "0506", "crossing"))
                UNITS(U("v", G, "G-VS", "0505"), UX("i", G, "G-INF", "0505", "\"steps\":1"),
                      U("e", S, "S-INF", "1515")),
            NULL);
  act(t, G, "done");
  acts(t, S, "done;done;done");
  offered(t, G, "top v i", "15.3.3");
  act(t, G, "top v i");
  clear_away(t);
}

/* 17.1.2: whoever moves elsewhere does not disturb a repair */
static void the_march_of_others(void **s) {
  (void)s;
  struct table *t =
      FRESH(PLAIN AT("german.movement") BASES TERRAIN(ROAD)
                UNITS(UX("pz", G, "G-ARM", "0502", "\"steps\":1,\"marks\":[\"repair\"]"),
                      U("b", G, "G-INF", "0909"), U("e", S, "S-INF", "1515")),
            NULL);
  acts(t, G, "move b;step 0908;stop;done;done;done");
  stands(t, "pz", "0502", 2);
  clear_away(t);
}

/* 17.1.1: with the unit the repair is over; nobody else has it */
static void lost_in_the_workshop(void **s) {
  (void)s;
  /* 10:1, 10: -/D3 */
  struct table *t =
      FRESH(PLAIN AT("soviet.attack") BASES TERRAIN(ROAD)
                UNITS("{\"unit\":\"de.299inf.528\",\"hex\":\"0502\",\"steps\":1}",
                      UX("pz", G, "G-ARM", "0909",
                         "\"steps\":1,\"marks\":[\"repair\"],\"factors\":{\"sp_reduced\":2}"),
                      UX("e", S, "S-INF", "0910", "\"factors\":{\"sp\":20}")),
            "5 5");
  acts(t, S, "target 0909;add e;commit;commit");
  acts(t, G, "spare pz;commit;done"); /* it holds, and is no more */
  stands(t, "pz", "-", 0);
  acts(t, S, "done;done;done");
  acts(t, G, "done;done;done");
  stands(t, "de.299inf.528", "0502", 1);
  clear_away(t);
}

static void the_first_of_the_book(void **s) { /* 17.1.2: a marker on any counter is a marker */
  (void)s;
  struct table *t = FRESH(
      PLAIN AT("german.strategic") BASES TERRAIN(ROAD)
          UNITS("{\"unit\":\"de.299inf.528\",\"hex\":\"0502\",\"steps\":1,\"marks\":[\"repair\"]}",
                U("e", S, "S-INF", "1515")),
      NULL);
  act(t, G, "done");
  stands(t, "de.299inf.528", "0502", 2);
  clear_away(t);
  t = FRESH(PLAIN AT("german.strategic") BASES TERRAIN(ROAD) UNITS(
                UX("pz", G, "G-ARM", "0502", "\"marks\":[\"repair\"]"), U("e", S, "S-INF", "1515")),
            NULL);
  act(t, G, "done");
  never(t, "repair"); /* there is nothing to repair */
  stands(t, "pz", "0502", 2);
  clear_away(t);
}

static void as_far_as_it_goes(void **s) { /* 10.2.5: levels are counted to 99 */
  (void)s;
  struct table *t =
      FRESH(PLAIN AT("german.movement") UNITS(UX("a", G, "G-INF", "0505", "\"marks\":[\"oos:98\"]"),
                                              UX("b", G, "G-INF", "0909", "\"marks\":[\"oos:99\"]"),
                                              U("e", S, "S-INF", "1515")),
            NULL);
  acts(t, G, "full a;full b");
  marked(t, "a", "oos:99");
  marked(t, "b", "oos:99");
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_unit_and_its_zone),
      cmocka_unit_test(what_denies_it),
      cmocka_unit_test(where_a_zone_does_not_reach),
      cmocka_unit_test(the_other_side),
      cmocka_unit_test(fit_again),
      cmocka_unit_test(who_is_repaired),
      cmocka_unit_test(an_enemy_came_and_went),
      cmocka_unit_test(others_fall),
      cmocka_unit_test(levels_of_supply),
      cmocka_unit_test(a_new_day),
      cmocka_unit_test(towns_are_told),
      cmocka_unit_test(at_the_river),
      cmocka_unit_test(the_march_of_others),
      cmocka_unit_test(lost_in_the_workshop),
      cmocka_unit_test(as_far_as_it_goes),
      cmocka_unit_test(the_first_of_the_book),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
