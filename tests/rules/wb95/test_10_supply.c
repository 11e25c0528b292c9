/* test_10_supply.c - rules 4.3, 5.6.5, 10, 11, 14, 17, 18, 22: supply, control, reinforcements,
 * bridges, repair, mines. */
#include "table.h"

#define BASES                                                                                      \
  "\"regions\":[{\"id\":\"german.supply\",\"hexes\":[\"0501\"]},{\"id\":\"soviet.supply\","        \
  "\"hexes\":[\"1519\"]}],"
#define ROAD(a) PATH("road.main", a)

static void lines(void **s) { /* W39: 10.1 */
  (void)s;
  /* A road from the base to 0505, then five hexes of open ground (10 points) to 0510, a second road
   * from there to 0512. */
  struct table *t = FRESH(PLAIN AT("german.strategic")
                              BASES TERRAIN(ROAD("\"0501\",\"0502\",\"0503\",\"0504\",\"0505\""),
                                            ROAD("\"0510\",\"0511\",\"0512\""))
                                  UNITS(U("a", G, "G-INF", "0503"), U("b", G, "G-INF", "0512"),
                                        U("off", G, "G-INF", "0514"), U("e", S, "S-INF", "1519")),
                          "");
  figure(t, G, "supply", "points off the roads", "10", "10.1.7");
  figure(t, G, "supply", "units with a line of supply", "2", "10.1.1");
  figure(t, G, "supply", "most points used", "10", "10.1.8");
  figure(t, G, "supply", "own stacks cut off", "1", "10.1.10");
  figure(t, G, "supply", "links between neighbours", "0", "10.1.9");
  figure(t, S, "supply", "points off the roads", "8", "10.1.7");
  act(t, G, "done");
  happened(t, "10.1.2", "trace");
  happened(t, "10.2.1", "supply");
  marked(t, "off", "oos:1");
  unmarked(t, "b", "oos:1");
  clear_away(t);
  t = FRESH(PLAIN AT("german.strategic")
                BASES TERRAIN(ROAD("\"0501\",\"0502\",\"0503\",\"0504\",\"0505\""),
                              ROAD("\"0510\",\"0511\",\"0512\""))
                    UNITS(U("b", G, "G-INF", "0512"), U("c", G, "G-INF", "0513"),
                          U("off", G, "G-INF", "0514"), U("e", S, "S-INF", "1519")),
            "");
  /* a chain of friends reaches it */
  figure(t, G, "supply", "links between neighbours", "2", "10.1.9");
  figure(t, G, "supply", "own stacks cut off", "0", "10.1.10");
  clear_away(t);
  t = FRESH(
      PLAIN AT("german.strategic") BASES TERRAIN(
          ROAD("\"0501\",\"0502\",\"0503\",\"0504\",\"0505\""),
          HEX("0303", "\"town\"")) "\"control\":[[\"soviet\",[\"0303\"]]]," UNITS(U("a", G, "G-INF",
                                                                                    "0505"),
                                                                                  U("e", S, "S-ART",
                                                                                    "0603")),
      "");
  /* a gun set up closes the road: 10.1.11 */
  figure(t, G, "supply", "own stacks cut off", "1", "10.1.10");
  ask(t, "{\"cmd\":\"overlay\",\"side\":\"german\",\"name\":\"supply\"}");
  clear_away(t);
  t = FRESH(PLAIN AT("german.strategic")
                BASES TERRAIN(ROAD("\"0501\",\"0502\",\"0503\",\"0504\",\"0505\""))
                    UNITS(U("a", G, "G-INF", "0505"),
                          UX("e", S, "S-ART", "0603", "\"marks\":[\"transport\"]")),
            "");
  figure(t, G, "supply", "own stacks cut off", "0", "10.1.10"); /* packed it does not */
  figure(t, G, "supply", "hexes closed by enemies and their towns", "1", "10.1.11");
  figure(t, G, "supply", "hexes supplied along roads", "5", "10.1.5");
  ask(t, "{\"cmd\":\"records\",\"side\":\"german\"}");
  act(t, G, "done");
  never(t, "trace"); /* nobody is cut off, so nothing is said of it */
  never(t, "supply");
  clear_away(t);
  t = FRESH("\"map\":\"plain:5x3\"," AT(
                "german.strategic") "\"regions\":[{\"id\":\"german.supply\",\"hexes\":[\"0101\"]}]"
                                    "," UNITS(U("a", G, "G-INF", "0103")),
            "");
  /* the base itself costs its 2 */
  figure(t, G, "supply", "hexes supplied off the roads", "15", "10.1.6");
  figure(t, G, "supply", "hexes supplied", "15", "10.1R");
  clear_away(t);
}

static void surrender(void **s) { /* W32: 10.2.6-10.2.8 */
  (void)s;
  struct table *t = FRESH(PLAIN AT("german.strategic") BASES TERRAIN(ROAD("\"0501\",\"0502\""))
                              UNITS(UX("a", G, "G-INF", "0502", "\"marks\":[\"oos:5\"]"),
                                    UX("b", G, "G-INF", "0502", "\"marks\":[\"oos:3\"]"),
                                    UX("c", G, "G-INF", "1717", "\"marks\":[\"oos:9\"]"),
                                    UX("d", G, "G-INF", "1701", "\"marks\":[\"oos:9\"]")),
                          "6 3 3 5");
  act(t, G, "done");
  happened(t, "10.2.7", "supply");
  happened(t, "10.2.8", "supply");
  marked(t, "a", "oos:1");
  rolled(t, "10.2.6", "6");
  happened(t, "10.2.6", "surrender");
  happened(t, "10.2.6", "eliminated"); /* 9 - 8 */
  happened(t, "4.3.4", "surrendered");
  stands(t, "c", "1717", 2); /* 9 - 9 */
  stands(t, "d", "-", 0);
  clear_away(t);
}

static void control(void **s) { /* 4.3 */
  (void)s;
  struct table *t =
      FRESH(PLAIN AT("german.strategic") BASES TERRAIN(
                ROAD("\"0501\",\"0502\",\"0503\",\"0504\",\"0505\""), HEX("0606", "\"town\""),
                HEX("0506", "\"town\""),
                HEX("0504",
                    "\"town\"")) "\"control\":[[\"german\",[\"0504\"]]]," UNITS(U("a", G, "G-INF",
                                                                                  "0505"),
                                                                                U("e", S, "S-INF",
                                                                                  "0507"),
                                                                                U("cut", G, "G-INF",
                                                                                  "1515")),
            NULL);
  act(t, G, "done");
  happened(t, "4.3.3", "control"); /* 0606 */
  happened(t, "4.3.6", "control"); /* 0506 is in both zones: nobody's */
  told(t, "0506 is nobody's now");
  told(t, "0606 is German now");
  clear_away(t);
  t = FRESH(PLAIN AT("german.movement") BASES TERRAIN(HEX("0606", "\"town\""))
                UNITS(U("a", G, "G-INF", "0605"), U("e", S, "S-INF", "1515")),
            NULL);
  acts(t, G, "move a;step 0606;stop;done;done;done"); /* also without supply */
  happened(t, "4.3.2", "control");
  clear_away(t);
  t = FRESH(
      PLAIN AT("german.strategic")
          BASES TERRAIN(HEX("1516", "\"town\"")) "\"control\":[[\"soviet\",[\"1516\"]]]," UNITS(
              U("cut", G, "G-INF", "1515"), U("e", S, "S-INF", "1819")),
      NULL);
  act(t, G, "done");
  happened(t, "4.3.5", "control"); /* no line of supply: the town next to it stays Soviet */
  told(t, "does not gain 1516");
  const cJSON *e;
  int said = 0;
  cJSON_ArrayForEach(e, field(t->last, "events")) said += !strcmp(text_of(e, "rule"), "4.3.5");
  assert_int_equal(said, 1); /* of the town, not of every field around */
  ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
  const cJSON *c, *h;
  bool soviet = false;
  cJSON_ArrayForEach(
      c, field(t->last, "view.control")) if (!strcmp(cJSON_GetArrayItem(c, 0)->valuestring, S))
      cJSON_ArrayForEach(h, cJSON_GetArrayItem(c, 1)) soviet |= !strcmp(h->valuestring, "1516");
  assert_true(soviet);
  clear_away(t);
}

static void rallying(void **s) { /* W18: 5.6.5 */
  (void)s;
  struct table *t = FRESH("\"turn\":2," PLAIN AT("german.attack")
                              UNITS(UX("a", G, "G-INF", "0505", "\"marks\":[\"disorganized\"]"),
                                    U("e", S, "S-INF", "1515")),
                          NULL);
  acts(t, G, "done;done"); /* attack, strategic */
  acts(t, S, "done;done;done");
  acts(t, G, "done"); /* movement of the next turn */
  happened(t, "2.2.4", "phase");
  marked(t, "a", "disorganized");
  act(t, G, "done"); /* the end of the next attack phase */
  happened(t, "5.6.5", "organized");
  clear_away(t);
}

#define ENTRY                                                                                      \
  "\"regions\":[{\"id\":\"german.entry\",\"hexes\":[\"0101\",\"0301\",\"0501\",\"0701\",\"0901\"," \
  "\"1101\"]}],"

static void entering(void **s) { /* W33, W34: 11 */
  (void)s;
  struct table *t =
      FRESH(PLAIN AT("german.movement") ENTRY TERRAIN(
                HEX("0301", "\"forest\"")) "\"control\":[[\"soviet\",[\"0701\"]],[\"german\",["
                                           "\"0101\",\"0301\",\"0501\",\"0901\",\"1101\"]]]"
                                           "," UNITS(BOX("i1", G, "G-INF", "german.waiting"),
                                                     BOX("i2", G, "G-INF", "german.waiting"),
                                                     BOX("i3", G, "G-INF", "german.waiting"),
                                                     BOX("i4", G, "G-INF", "german.waiting"),
                                                     BOX("i5", G, "G-INF", "german.waiting"),
                                                     BOX("i6", G, "G-INF", "german.waiting"),
                                                     BOX("i7", G, "G-INF", "german.waiting"),
                                                     BOX("i8", G, "G-INF", "german.waiting"),
                                                     BOX("i9", G, "G-INF", "german.waiting"),
                                                     BOX("g", G, "G-ART", "german.waiting"),
                                                     U("a", G, "G-PG", "0502")),
            NULL);
  refused(t, G, "pick a", "11.1.1");
  act(t, G, "pick i1");
  refused(t, G, "put 0701", "11.1.4");
  refused(t, G, "put 0505", "11.1.2");
  refused(t, G, "stop", "11.1.2");
  offered(t, G, "put 0301", "11.1.2");
  act(t, G, "put 0301");
  happened(t, "11.1.3", "enters");
  ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
  act(t, G, "stop");
  refused(t, G, "move i1", "3.1.3"); /* its entry was its move */
  /* eight levels: the next stack pays twice */
  acts(t, G, "pick i2;put 0301;stop;pick i3;put 0301;stop;pick i4;put 0301;stop");
  acts(t, G, "pick i5;put 0301"); /* 4 of 4 */
  acts(t, G, "pick i6;put 0301;pick i7;put 0301;pick i8;put 0301;pick i9");
  refused(t, G, "put 0301", "11.1.5"); /* 6 of 4 */
  act(t, G, "cancel");
  ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
  acts(t, G, "pick g");
  act(t, G, "put 0501");
  marked(t, "g", "transport");
  stands(t, "g", "0501", 1);
  act(t, G, "stop");
  acts(t, G, "move a;step 0501;leave");
  happened(t, "11.2.3", "leaves");
  refused(t, G, "pick a", "11.2.2");
  clear_away(t);
  t = FRESH(
      PLAIN AT("german.movement") ENTRY
      "\"control\":[[\"german\",[\"0101\",\"0301\",\"0501\",\"0701\",\"0901\",\"1101\"]]]," UNITS(
          U("a", G, "G-PG", "0502"), BOX("pg", G, "G-PG", "german.waiting")),
      NULL);
  acts(t, G, "move a;step 0501;leave;done;done;done");
  act(t, S, "done");
  acts(t, S, "done;done");
  act(t, G, "pick a"); /* its zone is 0501 now */
  refused(t, G, "put 0901", "11.1.2");
  refused(t, G, "put 0101", "11.1.2"); /* nor two the other way */
  refused(t, G, "shift 0501", "11.2.2");
  act(t, G, "put 0701"); /* the next one: half its points */
  happened(t, "11.2.1", "enters");
  ask(t, "{\"cmd\":\"view\",\"side\":\"all\"}");
  clear_away(t);
  t = FRESH(
      PLAIN AT("german.movement") ENTRY
      "\"control\":[[\"german\",[\"0101\",\"0301\",\"0501\",\"0701\",\"0901\",\"1101\"]]]," UNITS(
          U("a", G, "G-PG", "0502")),
      NULL);
  acts(t, G, "move a;step 0501;leave;done;done;done");
  acts(t, S, "done;done;done");
  acts(t, G, "pick a;shift 1101");
  happened(t, "11.2.2", "shifts");
  refused(t, G, "pick a", "11.2.2");
  clear_away(t);
}

static void bridges(void **s) { /* W37: 14.1, 14.2 */
  (void)s;
  struct table *t = FRESH(BED AT("german.movement")
                              UNITS(U("a", G, "G-INF", "0205"), U("gun", G, "G-ART", "0205"),
                                    U("b", G, "G-INF", "0206"), U("far", G, "G-INF", "0200")),
                          NULL);
  act(t, G, "move gun");
  refused(t, G, "blow 0205/0206", "14.2.1");
  act(t, G, "stop");
  act(t, G, "move a");
  refused(t, G, "blow 0600/0601", "14.1.2");
  offered(t, G, "blow 0205/0206", "14.2.1");
  act(t, G, "blow 0205/0206");
  happened(t, "14.2.1", "bridge");
  refused(t, G, "rebuild 0205/0206", "14.2.2"); /* no headquarters near */
  refused(t, G, "rebuild 0600/0601", "14.2.3");
  act(t, G, "stop");
  figure(t, G, "scenario", "bridges", "2", "14.1R");
  clear_away(t);
  t = FRESH(BED AT("german.movement") MARKS("{\"hex\":\"0205\",\"mark\":\"bridge-down\"}") UNITS(
                U("a", G, "G-INF", "0205"), U("q", G, "G-HQ", "0204"), U("e", S, "S-INF", "0007")),
            NULL);
  act(t, G, "move a");
  act(t, G, "rebuild 0205/0206");
  happened(t, "14.2.2", "bridge");
  act(t, G, "stop");
  clear_away(t);
  t = FRESH(PLAIN AT("german.movement")
                TERRAIN(SIDE("0505", "0506", "river"), PATH("road.main", "\"0505\",\"0506\""))
                    MARKS("{\"hex\":\"0505\",\"mark\":\"bridge-down\"}")
                        UNITS(UX("two", G, "G-INF", "0505", "\"factors\":{\"mp\":2}"),
                              UX("three", G, "G-INF", "0505", "\"factors\":{\"mp\":3}"),
                              U("gun", G, "G-ART", "0505"), U("far", G, "G-INF", "0503"),
                              U("q", G, "G-HQ", "0504")),
            NULL);
  act(t, G, "move two");
  refused(t, G, "rebuild 0505/0506", "14.2.2"); /* two points of three */
  acts(t, G, "stop;move gun");
  refused(t, G, "rebuild 0505/0506", "14.2.2"); /* artillery */
  acts(t, G, "stop;move far");
  refused(t, G, "rebuild 0505/0506", "14.2.2"); /* not on a bank */
  acts(t, G, "stop;move three;rebuild 0505/0506");
  happened(t, "14.2.2", "bridge");
  figure(t, G, "scenario", "bridges that are down", "0", "P.3");
  clear_away(t);
  t = FRESH(BED AT("german.movement") UNITS(U("a", G, "G-INF", "0204"), U("e", S, "S-INF", "0207")),
            NULL);
  acts(t, G, "move a;step 0205;stop;done");
  happened(t, "14.1.3", "bridge.held");
  clear_away(t);
  t = FRESH(BED AT("german.movement") UNITS(U("a", G, "G-INF", "0205"), U("e", S, "S-INF", "0206")),
            NULL);
  act(t, G, "move a"); /* enemies on both banks: nobody's, or the first one's */
  refused(t, G, "blow 0205/0206", "14.1.4");
  clear_away(t);
  t = lay_with(K, OPENLY ",\"bridges\":false",
               BED AT("german.movement") UNITS(U("a", G, "G-INF", "0205")), NULL, NULL, __FILE__,
               __LINE__);
  act(t, G, "move a");
  refused(t, G, "blow 0205/0206", "14.1.1");
  clear_away(t);
}

static void big_bridges(void **s) { /* 14.3 */
  (void)s;
  struct table *t =
      FRESH(BED AT("german.movement") UNITS(UX("q", G, "G-HQ", "0107", "\"marks\":[\"bank\"]"),
                                            U("q2", G, "G-HQ", "0107"),
                                            UX("q3", G, "G-HQ", "0007", "\"marks\":[\"bank\"]"),
                                            U("i", G, "G-INF", "0007"), U("e", S, "S-INF", "1009")),
            NULL);
  refused(t, G, "span q2 0107/0108", "14.3.2");
  because(t, G, "span q3 0007/0008", "A bridge stands there");
  refused(t, G, "span q3 0007/0008", "14.3.2");
  refused(t, G, "span i 0007/0008", "14.3.2");
  because(t, G, "span i 0007/0008", "Only a headquarters");
  act(t, G, "span q 0107/0108");
  happened(t, "14.3.2", "bridge");
  refused(t, G, "move q", "14.3.4");
  act(t, G, "move i");
  act(t, G, "blow 0007/0008"); /* three points */
  happened(t, "14.3.1", "bridge");
  acts(t, G, "stop;done;done;done");
  acts(t, S, "done;done");
  act(t, S, "done");
  happened(t, "14.3.2", "bridge"); /* it stands in the next turn's movement phase */
  refused(t, G, "move q", "3.1.3");
  clear_away(t);
  t = FRESH(BED AT("german.movement") UNITS(UX("q", G, "G-HQ", "0107", "\"marks\":[\"bank\"]"),
                                            UX("q2", G, "G-HQ", "0107", "\"marks\":[\"bank\"]"),
                                            U("e", S, "S-INF", "1009")),
            NULL);
  act(t, G, "span q 0107/0108");
  refused(t, G, "span q2 0107/0108", "14.3.3"); /* not the same one */
  act(t, G, "span q2 0107/0008");               /* its own, at the same time */
  acts(t, G, "done;done");
  refused(t, G, "move q", "14.3.4");
  act(t, G, "done");
  acts(t, S, "done;done;done");
  figure(t, G, "scenario", "bridges", "4", "14.1R"); /* two printed, two built */
  clear_away(t);
}

/* 10.1R: a big river lets them through on a bridge only, be there friends on both banks */
static void supplies_over_a_new_bridge(void **s) {
  (void)s;
  struct table *t = FRESH(
      PLAIN AT("german.movement") "\"regions\":[{\"id\":\"german.supply\",\"hexes\":[\"0505\"]}]"
                                  "," TERRAIN(SIDE("0506", "0505", "crossing"),
                                              SIDE("0506", "0507", "crossing"),
                                              SIDE("0506", "0406", "crossing"),
                                              SIDE("0506", "0407", "crossing"),
                                              SIDE("0506", "0606", "crossing"),
                                              SIDE("0506", "0607", "crossing"))
                                      UNITS(UX("q", G, "G-HQ", "0505", "\"marks\":[\"bank\"]"),
                                            U("i", G, "G-INF", "0506"), U("e", S, "S-INF", "1515")),
      NULL);
  acts(t, G, "span q 0505/0506;done;done;done");
  marked(t, "i", "oos:1");
  acts(t, S, "done;done;done");
  acts(t, G, "done;done;done"); /* the bridge stands */
  unmarked(t, "i", "oos:1");
  clear_away(t);
}

/* 14.3.2: it must have been on that very bank at the end of its supply phase */
static void a_staff_driven_off(void **s) {
  (void)s;
  /* 2:1, the staff makes it 8: -/D1 */
  struct table *t = FRESH(PLAIN AT("soviet.attack") TERRAIN(SIDE("0505", "0506", "crossing"),
                                                            SIDE("0405", "0406", "crossing"))
                              UNITS(UX("q", G, "G-HQ", "0505", "\"marks\":[\"bank\"]"),
                                    UX("i", G, "G-INF", "0505", "\"factors\":{\"sp\":6}"),
                                    UX("a", S, "S-INF", "0605", "\"factors\":{\"sp\":12}")),
                          "3 4");
  acts(t, S, "target 0505;add a;commit;commit");
  acts(t, G, "retreat i 0405;retreat q 0405");
  acts(t, S, "done;done;done");
  because(t, G, "span q 0405/0406", "was not on that bank");
  refused(t, G, "span q 0405/0406", "14.3.2");
  clear_away(t);
}

/* 14.3: a built bridge is used, blown, and shot at like others */
static void built_bridges(void **s) {
  (void)s;
  struct table *t = FRESH(
      BED AT("german.movement") "\"regions\":[{\"id\":\"german.supply\",\"hexes\":[\"0107\"]}]"
                                "," MARKS("{\"hex\":\"0007\",\"mark\":\"bridge-down\"}")
                                    UNITS(UX("q", G, "G-HQ", "0107", "\"marks\":[\"bank\"]"),
                                          U("i", G, "G-INF", "0107"), U("gun", G, "G-ART", "0105"),
                                          U("e", S, "S-INF", "1009")),
      "2 2");
  reaches(t, G, "i", "0108", "2", "3.5"); /* round the end of the river */
  acts(t, G, "span q 0107/0108;done;done;done");
  acts(t, S, "done;done;done");
  reaches(t, G, "i", "0108", "1", "14.3.2");
  acts(t, G, "move i;step 0108;stop"); /* there, and back in the next turn */
  acts(t, G, "done;done;done");
  acts(t, S, "done;done;done");
  reaches(t, G, "i", "0107", "1", "14.3.2");
  acts(t, G, "move i;step 0107");
  offered(t, G, "blow 0107/0108", "14.2.1");
  acts(t, G, "stop;done;shell gun;aim 0107/0108;commit"); /* 5 points, 4: nothing */
  never(t, "bridge");
  acts(t, G, "done;done");
  acts(t, S, "done;done;done");
  acts(t, G, "move i;blow 0107/0108");
  happened(t, "14.3.1", "bridge");
  refused(t, G, "step 0108", "3.1.5a"); /* one point left, and no bridge */
  clear_away(t);
  /* its zone is on the far bank */
  t = FRESH(BED AT("german.movement") UNITS(UX("q", G, "G-HQ", "0107", "\"marks\":[\"bank\"]"),
                                            U("e", S, "S-INF", "0109")),
            NULL);
  acts(t, G, "span q 0107/0108;done;done;done");
  acts(t, S, "done;done;done");
  never(t, "bridge"); /* the far bank was not held */
  clear_away(t);
}

static void mines(void **s) { /* 18, 22 */
  (void)s;
  struct table *t = MINED(PLAIN AT("german.strategic") BASES TERRAIN(ROAD("\"0501\",\"0502\""))
                              UNITS(UX("m", G, "G-INF", "0502", "\"marks\":[\"mined\"]"),
                                    UX("n", G, "G-INF", "0502", "\"marks\":[\"mined\"]"),
                                    UX("pan", G, "G-PAN", "0502", "\"marks\":[\"active\"]"),
                                    U("pan2", G, "G-PAN", "0503")),
                          "3 4 6 6 3");
  act(t, G, "done");
  happened(t, "18.1.4", "mines");
  told(t, "Mines: 4 dice");
  rolled(t, "18.1.2", "4");
  refused(t, G, "lose pan", "18.1.3");
  act(t, G, "lose m"); /* one of them, though four dice were rolled */
  happened(t, "18.1.3", "loss");
  happened(t, "22.1.2", "panther");
  rolled(t, "22.1.1", "3");
  happened(t, "22.1.1", "loss");
  stands(t, "m", "0502", 1);
  stands(t, "n", "0502", 2);
  stands(t, "pan", "0502", 1);
  stands(t, "pan2", "0503", 2);
  figure(t, G, "scenario", "last day of the mines", "11", "18.1.1");
  clear_away(t);
  /* 11 July: rolled, and nobody in the pool */
  t = MINED("\"turn\":7," PLAIN AT("german.strategic")
                BASES UNITS(U("m", G, "G-INF", "0502"),
                            UX("pan", G, "G-PAN", "0502", "\"marks\":[\"active\"]")),
            "1 1 1 1 4");
  act(t, G, "done");
  happened(t, "18.1.4", "mines");
  stands(t, "m", "0502", 2);
  stands(t, "pan", "0502", 2); /* a 4 is well */
  clear_away(t);
  t = MINED(
      "\"turn\":8," PLAIN AT("german.strategic") BASES TERRAIN(ROAD("\"0501\",\"0502\""))
          UNITS(UX("m", G, "G-INF", "0502", "\"marks\":[\"mined\"]"), U("e", S, "S-INF", "1519")),
      "");
  act(t, G, "done");
  never(t, "mines"); /* 12 July */
  clear_away(t);
  t = lay_with("wb95/prokhorovka", "\"masking\":false",
               "\"map\":\"plain:40x8\"," AT("german.strategic")
                   UNITS(UX("m", G, "G-INF", "3502", "\"marks\":[\"mined\"]"),
                         UX("n", G, "G-INF", "3503", "\"marks\":[\"mined\"]")),
               "3 6 6 6 6 6", NULL, __FILE__, __LINE__);
  act(t, G, "done"); /* six dice in the south */
  told(t, "Mines: 6 dice, 1 hit.");
  rolled(t, "18.1.2", "3");
  act(t, G, "lose n");
  stands(t, "n", "3503", 1);
  clear_away(t);
}

/* 18.1.3: through the line by attack, march or pursuit, on that line's front */
static void who_meets_mines(void **s) {
  (void)s;
  struct table *t = MINED(PLAIN AT("german.movement")
                              TERRAIN(SIDE("0506", "0505", "fort"), SIDE("0906", "0905", "fort"),
                                      SIDE("1306", "1305", "fort"))
                                  UNITS(U("m", G, "G-INF", "0505"), U("a", G, "G-INF", "0905"),
                                        U("far", G, "G-ART", "0903"), U("r", G, "G-INF", "1306"),
                                        UX("e", S, "S-INF", "0906", "\"factors\":{\"sp\":4}"),
                                        UX("f", S, "S-INF", "1305", "\"factors\":{\"sp\":4}")),
                          "3 3 4 4 1 1 1 1");
  acts(t, G, "move m;step 0506;stop;done");
  /* 6: 5 : 4 through the line: 1:1, shifts 1:2; -1/-1 */
  acts(t, G, "target 0906;add a;commit;gun far;commit");
  /* out of the line: no halving, no mines; 8 on 1:1: -1/-1 */
  acts(t, G, "target 1305;add r;commit;commit");
  acts(t, G, "done;done");
  refused(t, G, "lose far", "18.1.3");
  refused(t, G, "lose r", "18.1.3");
  acts(t, G, "lose m;lose m");
  stands(t, "a", "-", 0); /* four hits, three levels: the rest is void */
  clear_away(t);
  t = lay_with("wb95/joined", "\"masking\":false",
               "\"map\":\"plain:40x8\"," AT("german.movement") TERRAIN(SIDE("3203", "3202", "fort"))
                   UNITS(U("m", G, "G-PG", "3202"), U("b", G, "G-INF", "2002")),
               "1 1 1 1 1 6 6 6 6 6", NULL, __FILE__, __LINE__);
  /* the line lies in the south, where the unit now stands does not matter */
  acts(t, G, "move m;step 3203;step 3103;stop;done;done;done");
  stands(t, "m", "3103", 1); /* the northern ones hit nobody */
  clear_away(t);
}

/* 17.1.2: in an enemy zone at any time, be it only when the marker is put */
static void repair_in_a_zone(void **s) {
  (void)s;
  struct table *t =
      FRESH(PLAIN AT("german.strategic") BASES TERRAIN(ROAD("\"0501\",\"0502\",\"0503\""))
                MARKS(MARK("0503", "ff", S))
                    UNITS(UX("pz", G, "G-ARM", "0502", "\"steps\":1"), U("e", S, "S-INF", "0503")),
            NULL);
  acts(t, G, "done;repair pz");
  acts(t, S, "move e;step 0504;step 0505;stop;done;done;done");
  acts(t, G, "done;done;done");
  stands(t, "pz", "0502", 1);
  clear_away(t);
}

/* 17.1.2: digging in is activity; staying where it is is none */
static void no_repair_for_diggers(void **s) {
  (void)s;
#define WORKSHOP                                                                                   \
  PLAIN AT("german.strategic") BASES TERRAIN(ROAD("\"0501\",\"0502\""))                            \
      UNITS(UX("pz", G, "G-ARM", "0502", "\"steps\":1"), U("e", S, "S-INF", "1515"))
  struct table *t = FRESH(WORKSHOP, NULL);
  acts(t, G, "done;repair pz");
  acts(t, S, "done;done;done");
  acts(t, G, "dig pz;done;done;done");
  stands(t, "pz", "0502", 1);
  clear_away(t);
  t = FRESH(WORKSHOP, NULL);
  acts(t, G, "done;repair pz");
  acts(t, S, "done;done;done");
  acts(t, G, "done;done;done");
  stands(t, "pz", "0502", 2);
  clear_away(t);
}

static void german_troubles(void **s) { /* 17 */
  (void)s;
  struct table *t;
  t = FRESH(PLAIN AT("german.strategic") BASES TERRAIN(ROAD("\"0501\",\"0502\",\"0503\""))
                UNITS(UX("pz", G, "G-ARM", "0502", "\"steps\":1"),
                      UX("p2", G, "G-ARM", "0503", "\"steps\":1"),
                      UX("pan", G, "G-PAN", "0502", "\"steps\":1"), U("i", G, "G-INF", "0502"),
                      U("full", G, "G-ARM", "0502"),
                      UX("e", S, "S-TB", "1519", "\"steps\":1,\"marks\":[\"supplied\"]")),
            NULL);
  act(t, G, "done");
  refused(t, G, "repair e", "17.1.2"); /* an enemy's */
  refused(t, G, "repair pan", "17.1.3");
  refused(t, G, "repair i", "17.1.2");
  refused(t, G, "repair full", "17.1.2");
  act(t, G, "repair pz");
  happened(t, "17.1.2", "repair");
  marked(t, "pz", "repair");
  clear_away(t);
  t = FRESH(PLAIN AT("german.strategic") BASES TERRAIN(ROAD("\"0501\",\"0502\",\"0503\""))
                UNITS(UX("pz", G, "G-ARM", "0502", "\"steps\":1,\"marks\":[\"repair\"]"),
                      UX("p2", G, "G-ARM", "0503", "\"steps\":1"),
                      UX("p3", G, "G-ARM", "0503", "\"steps\":1"), U("e", S, "S-INF", "1519")),
            NULL);
  act(t, G, "done");
  happened(t, "17.1.2", "repair");
  stands(t, "pz", "0502", 2);
  act(t, G, "repair p2");
  clear_away(t);
  t = FRESH(
      "\"map\":\"plain:40x8\"," AT(
          "german.strategic") "\"regions\":[{\"id\":\"german.supply\",\"hexes\":[\"0501\",\"3501\"]"
                              "}]," UNITS(UX("pz", G, "G-ARM", "0502", "\"steps\":1"),
                                          UX("p2", G, "G-ARM", "0502", "\"steps\":1"),
                                          UX("p3", G, "G-ARM", "3502", "\"steps\":1")),
      NULL);
  acts(t, G, "done;repair pz");
  refused(t, G, "repair p2", "17.1.1"); /* one marker a front */
  act(t, G, "repair p3");
  clear_away(t);
}

/* 10.1.11, 4.1.4: a zone closes what its unit could enter */
static void through_the_swamp(void **s) {
  (void)s;
#define CAUSEWAY                                                                                   \
  PLAIN AT("german.strategic") "\"regions\":[{\"id\":\"german.supply\",\"hexes\":[\"0501\"]}]"     \
                               "," TERRAIN(                                                        \
                                   HEX("0502", "\"swamp\""), HEX("0503", "\"swamp\""),             \
                                   HEX("0401", "\"swamp\""), HEX("0402", "\"swamp\""),             \
                                   HEX("0403", "\"swamp\""), HEX("0404", "\"swamp\""),             \
                                   PATH("road.main",                                               \
                                        "\"0501\",\"0502\",\"0503\",\"0504\",\"0505\",\"0506\","   \
                                        "\"0507\",\"0508\",\"0509\",\"0510\",\"0511\""))
  struct table *t =
      FRESH(CAUSEWAY UNITS(U("a", G, "G-HQ", "0511"), U("e", S, "S-TB", "0603")), NULL);
  /* tanks do not go into the swamp beside them */
  figure(t, G, "supply", "own stacks cut off", "0", "10.1.10");
  clear_away(t);
  t = FRESH(CAUSEWAY UNITS(U("a", G, "G-HQ", "0511"), U("e", S, "S-INF", "0603")), NULL);
  figure(t, G, "supply", "own stacks cut off", "1", "10.1.10"); /* men */
  act(t, G, "done");
  told(t, "a: level 1 out of supply");
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(lines),
      cmocka_unit_test(surrender),
      cmocka_unit_test(control),
      cmocka_unit_test(rallying),
      cmocka_unit_test(entering),
      cmocka_unit_test(bridges),
      cmocka_unit_test(big_bridges),
      cmocka_unit_test(supplies_over_a_new_bridge),
      cmocka_unit_test(a_staff_driven_off),
      cmocka_unit_test(built_bridges),
      cmocka_unit_test(mines),
      cmocka_unit_test(who_meets_mines),
      cmocka_unit_test(repair_in_a_zone),
      cmocka_unit_test(no_repair_for_diggers),
      cmocka_unit_test(german_troubles),
      cmocka_unit_test(through_the_swamp),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
