/* test_03_movement.c - rules 3, 4.1, 4.2, 6.2, 7.1, 12: movement, zones, stacking, digging in,
 * strategic movement. */
#include "table.h"

#define MOVE PLAIN AT("german.movement")

static void r3_5_costs(void **s) { /* the terrain table, by class; 3.1.11R, 3.1.12 */
  (void)s;
  struct table *t =
      FRESH(MOVE TERRAIN(HEX("0506", "\"forest\""), HEX("0504", "\"hills\""),
                         HEX("0606", "\"town\""), HEX("0605", "\"hills\",\"forest\""),
                         SIDE("0505", "0405", "river"), SIDE("0505", "0406", "river.major"),
                         PATH("road.main", "\"1005\",\"1006\",\"1007\""),
                         PATH("road.minor", "\"1005\",\"1004\",\"1003\""))
                UNITS(U("truck", G, "G-PG", "0505"), U("track", G, "G-ARM", "0505"),
                      U("foot", G, "G-INF", "0505"), U("car", G, "G-REC", "1005"),
                      U("pz", G, "G-ARM", "1005"), U("gun", G, "G-ART", "1212"),
                      U("hq", G, "G-HQ", "1505")),
            NULL);
  reaches(t, G, "truck", "0504", "2", "3.5");
  reaches(t, G, "truck", "0506", "4", "3.1.12");
  reaches(t, G, "truck", "0606", "1", "3.5");
  reaches(t, G, "truck", "0405", "3", "3.1.12");
  reaches(t, G, "truck", "0406", "4", "3.1.12");
  reaches(t, G, "track", "0504", "3/2", "3.5");
  reaches(t, G, "track", "0506", "2", "3.1.12");
  reaches(t, G, "track", "0605", "5/2", "3.1.12");
  reaches(t, G, "track", "0406", "3", "3.1.12");
  reaches(t, G, "foot", "0504", "1", "3.5");
  reaches(t, G, "foot", "0506", "2", "3.1.12");
  reaches(t, G, "foot", "0406", "2", "3.1.12");
  reaches(t, G, "car", "1006", "1/3", "3.1.11R");
  reaches(t, G, "car", "1004", "1/2", "3.1.11R");
  reaches(t, G, "pz", "1006", "1/2", "3.1.11R");
  reaches(t, G, "pz", "1004", "1", "3.1.11R");
  reaches(t, G, "pz", "1005", "0", "3.1.5a");
  reaches(t, G, "hq", "1505", "0", "9.1.2");
  act(t, G, "move gun");
  refused(t, G, "step 1211", "6.2.3");
  act(t, G, "pack");
  happened(t, "6.2.4", "setup");
  reaches(t, G, "gun", "1211", "2", "6.2.1");
  refused(t, G, "pack", "6.2.4");
  refused(t, G, "step 1209", "3.1.4");
  acts(t, G, "step 1211;step 1210");
  happened(t, "3.1.4", "moves");
  reaches(t, G, "gun", "1209", "2", "6.2.1"); /* 7 less 1 and 4 */
  act(t, G, "deploy");
  refused(t, G, "move foot", "3.1.3");
  refused(t, G, "dig foot", "3.1.3");
  act(t, G, "stop");
  refused(t, G, "move gun", "3.1.3");
  refused(t, G, "target 0505", "2.1.2");
  clear_away(t);
}

/* W6: the price of a hex never exceeds the points at first */
static void r3_1_13_one_hex(void **s) {
  (void)s;
  struct table *t =
      FRESH(MOVE TERRAIN(HEX("0506", "\"forest\""), SIDE("0505", "0506", "river.major"))
                UNITS(UX("slow", G, "G-PG", "0505", "\"factors\":{\"mp\":5}"),
                      UX("six", G, "G-PG", "0505", "\"factors\":{\"mp\":6}"),
                      UX("cut", G, "G-INF", "0505", "\"marks\":[\"oos:1\"]"),
                      UX("full", G, "G-INF", "0505", "\"marks\":[\"oos:2\"]")),
            NULL);
  reaches(t, G, "slow", "0506", "5", "3.1.13a"); /* 4 + 2 */
  reaches(t, G, "six", "0506", "6", "3.1.12");   /* just enough */
  reaches(t, G, "cut", "0505", "0", "10.2.2");
  reaches(t, G, "cut", "0506", "2", "3.1.13b"); /* 3, but it has 2 */
  acts(t, G, "move cut;step 0506");
  marked(t, "cut", "oos:1");
  act(t, G, "full full");
  happened(t, "10.2.5", "supply"); /* at once */
  marked(t, "full", "oos:3");
  reaches(t, G, "full", "0505", "0", "10.2.3");
  refused(t, G, "full full", "10.2.3");
  refused(t, G, "full slow", "10.2.3");
  clear_away(t);
}

/* 3.1.13a: the price is capped at what the unit had at first, not at what is left */
static void the_rest_of_a_move(void **s) {
  (void)s;
  struct table *t = FRESH(MOVE TERRAIN(HEX("0507", "\"forest\""))
                              UNITS(UX("pg", G, "G-PG", "0505", "\"factors\":{\"mp\":3}")),
                          NULL);
  acts(t, G, "move pg;step 0506");
  reaches(t, G, "pg", "0507", NULL, NULL); /* one point, and it costs three */
  refused(t, G, "step 0507", "3.1.5a");
  clear_away(t);
}

static void r4_2_zones(void **s) {
  (void)s;
  struct table *t = FRESH(MOVE UNITS(U("a", G, "G-ARM", "0508"), U("b", G, "G-ARM", "0505"),
                                     U("c", G, "G-PG", "0607"), U("e1", S, "S-INF", "0506"),
                                     U("e2", S, "S-INF", "0802"), U("art", S, "S-ART", "1210"),
                                     U("x", G, "G-ARM", "1212")),
                          NULL);
  reaches(t, G, "a", "0507", "1", "4.2.2"); /* entering costs nothing extra.. */
  acts(t, G, "move a;step 0507");
  happened(t, "4.2.1", "moves"); /* ..and stops */
  refused(t, G, "move a", "3.1.3");
  act(t, G, "move b"); /* from 0505 in e1's zone to 0606 in it as well */
  refused(t, G, "step 0606", "4.2.3");
  refused(t, G, "step 0506", "3.1.8");
  act(t, G, "step 0504");
  act(t, G, "stop");
  reaches(t, G, "c", "0707", "3", "4.2.6"); /* 2 and 1 for leaving */
  reaches(t, G, "x", "1211", "1", "3.5");   /* guns have no zone */
  figure(t, G, "zones", "hexes in enemy zones", "12", "4.1.1");
  figure(t, S, "zones", "hexes in own zones", "12", "4.1.1");
  figure(t, G, "zones", "hexes in zones of both sides", "5", "4.1.5");
  figure(t, G, "zones", "enemy stacks on the map", "3", "16.1R");
  clear_away(t);
}

static void through_friends(void **s) { /* 3.1.9, 3.1.10, 3.1.1, 1.7b, 8.1.2 */
  (void)s;
  struct table *t = FRESH(MOVE UNITS(U("a", G, "G-INF", "0505"), U("b", G, "G-INF", "0506"),
                                     U("f1", G, "G-INF", "0507"), U("f2", G, "G-INF", "0507"),
                                     U("f3", G, "G-INF", "0507"), U("f4", G, "G-INF", "0507"),
                                     UX("pg", G, "G-PG", "1010", "\"marks\":[\"oos:1\"]"),
                                     U("e", S, "S-INF", "1515")),
                          NULL);
  reaches(t, G, "a", "0506", "1", "3.1.9");
  reaches(t, G, "a", "0507", "2", "3.1.10"); /* a full hex: to pass through */
  reaches(t, G, "a", "0508", "3", "3.5");
  acts(t, G, "move a;step 0506;step 0507;step 0508;stop");
  stands(t, "a", "0508", 2);
  reaches(t, G, "pg", "1010", "0", "1.7b"); /* 7/2, not 4 */
  reaches(t, G, "pg", "1009", "2", "3.5");
  reaches(t, G, "pg", "1008", NULL, NULL);
  refused(t, G, "mission strike", "8.1.2");
  act(t, G, "done");
  refused(t, G, "move b", "3.1.1");
  clear_away(t);
}

static void r4_2_5_zone_to_zone(void **s) { /* from one enemy's zone straight into another's */
  (void)s;
  struct table *t = FRESH(MOVE UNITS(U("a", G, "G-ARM", "0505"), U("e1", S, "S-INF", "0506"),
                                     U("e2", S, "S-INF", "0502")),
                          NULL);
  reaches(t, G, "a", "0504", "2", "4.2.6");
  reaches(t, G, "a", "0503", "3", "4.2.4"); /* out of one and into another */
  clear_away(t);
  t = FRESH(MOVE UNITS(U("a", G, "G-ARM", "0505"), U("e1", S, "S-INF", "0506"),
                       U("e2", S, "S-INF", "0503")),
            NULL);
  reaches(t, G, "a", "0504", "2", "4.2.5");
  clear_away(t);
}

static void r4_1_zone_limits(void **s) {
  (void)s;
  struct table *t = FRESH(BED AT("german.movement")
                              UNITS(U("pz", G, "G-ARM", "0804"), U("foot", G, "G-INF", "0106"),
                                    U("hq", G, "G-HQ", "0303"), U("gun", S, "S-ART", "0109"),
                                    U("rg", S, "S-RG", "0509"), U("bank", G, "G-INF", "0107")),
                          NULL);
  const cJSON *l;
  int n[7] = {0}, i = 0;
  char path[40];
  ask(t, "{\"cmd\":\"overlay\",\"side\":\"german\",\"name\":\"zoc\"}");
  static const char *const want[] = {"4.1.3",  "4.1.4", "9.1.1", "6.1.5",
                                     "15.2.2", "4.1.2", "4.1.1"};
  int at[7];
  cJSON_ArrayForEach(l, field(t->last, "overlay.lines")) {
    for (int k = 0; k < 7; k++)
      if (!strcmp(text_of(l, "rule"), want[k]))
        n[k]++, at[k] = i;
    i++;
  }
  assert_int_equal(n[0], 2); /* bank at 0107: 0108 and 0008 lie across the big river */
  assert_int_equal(n[1], 1); /* the tanks do not reach the swamp 0904 */
  assert_int_equal(n[2], 1);
  assert_int_equal(n[3], 1);
  assert_int_equal(n[4], 1);
  assert_int_equal(n[5], 2);
  assert_int_equal(n[6], 1); /* foot at 0106: all six */
  for (int k = 0; k < 7; k++) {
    snprintf(path, sizeof path, "overlay.lines[%d].rule", at[k]);
    cites(t, path, want[k]);
  }
  act(t, G, "move pz");
  refused(t, G, "step 0904", "3.1.11");
  clear_away(t);
  t = FRESH(BED AT("german.movement") UNITS(U("hq", G, "G-HQ", "0804")), NULL);
  reaches(t, G, "hq", "0904", "5", "9.1.3");
  clear_away(t);
}

static void r3_2_stacking(void **s) {
  (void)s;
  struct table *t = FRESH(MOVE UNITS(U("a", G, "G-INF", "0505"), U("b", G, "G-INF", "0505"),
                                     U("c", G, "G-INF", "0505"), U("d", G, "G-INF", "0505"),
                                     U("hq", G, "G-HQ", "0504")),
                          NULL);
  /* any number passes (3.1.10), and may stand there meanwhile */
  acts(t, G, "move hq;step 0505;stop");
  refused(t, G, "done", "3.2.1");
  owed(t, G, "3.2.1", "more than eight");
  acts(t, G, "move a;step 0506;stop;done");
  clear_away(t);
  t = FRESH(MOVE UNITS(UX("a", G, "G-INF", "0505", "\"marks\":[\"oos:1\"]"),
                       U("b", G, "G-INF", "0505"), U("c", G, "G-INF", "0505"),
                       U("d", G, "G-INF", "0505"), U("hq", G, "G-HQ", "0504"),
                       U("w1", G, "G-INF", "0909"), U("w2", G, "G-INF", "0909"),
                       U("w3", G, "G-INF", "0909"), U("w4", G, "G-INF", "0909")),
            NULL);
  /* nobody can leave, whoever might elsewhere: one level goes */
  acts(t, G, "move a;stop;move b;stop;move c;stop;move d;stop;move hq;step 0505;stop;done");
  refused(t, G, "done", "5.1.8");
  act(t, G, "lose b");
  happened(t, "3.2.1", "loss");
  stands(t, "b", "0505", 1);
  clear_away(t);
}

static void r6_1_7_overruns(void **s) { /* W19 */
  (void)s;
  struct table *t = FRESH(
      MOVE "\"marks\":[" MARK("0705", "ff", S) "]," UNITS(
          U("a", G, "G-ARM", "0506"), U("b", G, "G-ARM", "0706"),
          UX("slow", G, "G-ARM", "0906", "\"factors\":{\"mp\":3}"), U("hq", G, "G-HQ", "1106"),
          U("w", G, "G-ARM", "1306"), U("g1", S, "S-ART", "0505"), U("g2", S, "S-ART", "0505"),
          U("g3", S, "S-ART", "0505"), U("h1", S, "S-ART", "0705"), U("h2", S, "S-ART", "0705"),
          U("h3", S, "S-ART", "0705"), U("k1", S, "S-ART", "0905"), U("k2", S, "S-ART", "0905"),
          U("k3", S, "S-ART", "0905"), U("z", S, "S-HQ", "1305")),
      NULL);
  acts(t, G, "move a;step 0505"); /* 1 + 3 of 7 */
  happened(t, "6.1.7", "overrun");
  happened(t, "6.1.7", "eliminated");
  ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
  acts(t, G, "step 0504;stop;move b;step 0705;step 0704;step 0703"); /* 1 + 4, then two more */
  act(t, G, "move slow");
  refused(t, G, "step 0905", "6.1.7"); /* 1 + 3 of 3 */
  act(t, G, "stop");
  acts(t, G, "move w;step 1305"); /* a lone headquarters dies for nothing */
  happened(t, "9.1.5", "eliminated");
  happened(t, "9.1.6", "hq");
  act(t, G, "stop");
  act(t, G, "move hq");
  refused(t, G, "step 1108", "3.1.4");
  clear_away(t);
}

/* 9.1.5: it dies for nothing there too; 6.1.7: guns in works cost one more */
static void a_staff_in_works(void **s) {
  (void)s;
  struct table *t = FRESH(MOVE MARKS(MARK("0505", "ff", S), MARK("0905", "ff", S))
                              UNITS(UX("a", G, "G-ARM", "0506", "\"factors\":{\"mp\":1}"),
                                    UX("b", G, "G-ARM", "0906", "\"factors\":{\"mp\":2}"),
                                    U("q", S, "S-HQ", "0505"), U("g", S, "S-ART", "0905")),
                          NULL);
  acts(t, G, "move a;step 0505");
  happened(t, "9.1.5", "eliminated");
  act(t, G, "move b");
  refused(t, G, "step 0905", "6.1.7"); /* 1, 1 and 1 of 2 */
  clear_away(t);
}

static void r7_1_digging(void **s) {
  (void)s;
  struct table *t = FRESH(
      BED AT("german.movement") UNITS(
          U("a", G, "G-INF", "0303"), UX("back", G, "G-INF", "0103", "\"marks\":[\"retreated\"]"),
          U("fp", G, "G-INF", "1002"), U("swamp", G, "G-INF", "0904"), U("gun", G, "G-ART", "0303"),
          UX("stuck", G, "G-INF", "0600", "\"marks\":[\"retreated\"]"), U("e1", S, "S-INF", "0601"),
          U("e2", S, "S-INF", "0400"), U("e3", S, "S-INF", "0800"), U("m", G, "G-INF", "0303")),
      NULL);
  act(t, G, "dig a");
  happened(t, "7.1.2", "digs");
  refused(t, G, "dig a", "7.1.4");
  refused(t, G, "dig m", "7.1.1");
  refused(t, G, "dig gun", "7.1.2");
  refused(t, G, "dig back", "5.3.10");
  refused(t, G, "dig fp", "7.1.9");
  refused(t, G, "dig swamp", "7.1.8");
  act(t, G, "dig stuck");
  happened(t, "7.1.3", "digs");
  acts(t, G, "move m;step 0302;stop;done"); /* the works stay: a is there */
  never(t, "works");
  clear_away(t);
  t = FRESH(PLAIN AT("german.movement") "\"marks\":[" MARK("0505", "ff", G) "," MARK(
                "0808", "ff", S) "]," UNITS(U("a", G, "G-INF", "0505"), U("b", G, "G-INF", "0809")),
            NULL);
  acts(t, G, "move b;step 0808");
  happened(t, "7.1.6", "works");
  acts(t, G, "stop;move a;step 0504;stop;done");
  happened(t, "7.1.5", "works");
  acts(t, G, "done;done");
  acts(t, S, "done;done;done");
  act(t, G, "dig b"); /* where the enemy's were */
  happened(t, "7.1.7", "digs");
  clear_away(t);
}

static int works_in_view(struct table *t) {
  const cJSON *m;
  int n = 0;
  ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
  cJSON_ArrayForEach(m, field(t->last, "view.marks")) n += !strcmp(text_of(m, "mark"), "ff");
  return n;
}

static void works_fall(void **s) { /* 7.1.5, 7.1.6: and are gone */
  (void)s;
  struct table *t = FRESH(MOVE MARKS(MARK("0505", "ff", G), MARK("0808", "ff", S))
                              UNITS(U("a", G, "G-INF", "0505"), U("b", G, "G-INF", "0809")),
                          NULL);
  assert_int_equal(works_in_view(t), 2);
  acts(t, G, "move b;step 0808;stop");
  assert_int_equal(works_in_view(t), 1);
  acts(t, G, "move a;step 0504;stop");
  assert_int_equal(works_in_view(t), 1); /* somebody could still come */
  act(t, G, "done");
  assert_int_equal(works_in_view(t), 0);
  clear_away(t);
}

static void r12_strategic(void **s) { /* W35 */
  (void)s;
  struct table *t = FRESH(PLAIN AT("german.movement")
                              UNITS(U("a", G, "G-PG", "0505"), U("b", G, "G-PG", "0506"),
                                    U("c", G, "G-PG", "0909"), U("gun", G, "G-ART", "1212"),
                                    U("e", S, "S-INF", "0911")),
                          NULL);
  acts(t, G, "mark a;mark c;mark gun;mark b;unmark b");
  refused(t, G, "move a", "12.1.4");
  refused(t, G, "mark a", "12.1.4");
  refused(t, G, "unmark b", "12.1.4");
  acts(t, G, "move b;step 0507;stop");
  refused(t, G, "mark b", "12.1.2");
  offered(t, G, "done", "2.1.4");
  acts(t, G, "done");
  happened(t, "2.2.4", "phase");
  act(t, G, "done");
  happened(t, "2.2.5", "phase");
  reaches(t, G, "a", "0505", "0", "12.2.3");
  reaches(t, G, "a", "0503", "4", "3.5");
  reaches(t, G, "a", "0502", NULL, NULL); /* 6 of 5 */
  refused(t, G, "move b", "12.1.2");
  refused(t, G, "move gun", "6.2.3");
  refused(t, G, "dig a", "2.1.2");
  act(t, G, "move c");
  refused(t, G, "step 0910", "12.2.2");
  act(t, G, "stop");
  act(t, G, "done");
  happened(t, "2.2.6", "phase");
  clear_away(t);
  t = FRESH(PLAIN AT("german.strategic") UNITS(
                UX("a", G, "G-PG", "0505", "\"marks\":[\"marked\"]"), U("e", S, "S-INF", "0506"),
                UX("slow", G, "G-INF", "0909", "\"marks\":[\"marked\",\"oos:1\"]")),
            NULL);
  refused(t, G, "move a", "12.2.1");
  refused(t, G, "move slow", "12.2.3");
  clear_away(t);
  t = lay_with(K, OPENLY ",\"strategic\":false",
               PLAIN AT("german.movement") UNITS(U("a", G, "G-PG", "0505")), NULL, NULL, __FILE__,
               __LINE__);
  refused(t, G, "mark a", "12.1.4");
  clear_away(t);
}

static void setup_costs_a_point(void **s) { /* 6.2.4 */
  (void)s;
  struct table *t = FRESH(MOVE UNITS(U("gun", G, "G-ART", "1212"),
                                     UX("four", G, "G-ART", "0505", "\"factors\":{\"mp\":4}")),
                          NULL);
  acts(t, G, "move gun;pack;step 1211;step 1210;step 1209"); /* 1 and 6 of 7 */
  refused(t, G, "deploy", "3.1.3");
  marked(t, "gun", "transport");
  acts(t, G, "move four;pack;step 0504;deploy"); /* 1, 2 and the last one */
  unmarked(t, "four", "transport");
  clear_away(t);
  t = FRESH(MOVE TERRAIN(PATH("road.main", "\"0505\",\"0506\",\"0507\""))
                UNITS(U("x", G, "G-INF", "1515"), U("y", G, "G-INF", "1515"),
                      UX("two", G, "G-ART", "0505", "\"factors\":{\"mp\":2}")),
            NULL);
  acts(t, G, "move two;pack;step 0506"); /* two thirds of a point are left */
  refused(t, G, "deploy", "6.2.4");
  clear_away(t);
  t = FRESH(MOVE
            "\"unchecked\":true," UNITS(U("a", G, "G-INF", "0505"), U("b", G, "G-INF", "0505"),
                                        U("c", G, "G-INF", "0505"), U("d", G, "G-INF", "0505"),
                                        UX("two", G, "G-ART", "0505", "\"factors\":{\"mp\":2}")),
            NULL);
  /* 3.2.1: packed, the gun does not have enough points for a hex */
  acts(t, G, "move a;stop;move b;stop;move c;stop;move d;stop;done");
  refused(t, G, "done", "5.1.8");
  clear_away(t);
}

/* 3.2.1: as long as somebody has a lawful step the phase goes on; then a level is lost */
static void who_could_still_leave(void **s) {
  (void)s;
#define FOUR(hex)                                                                                  \
  U("a", G, "G-INF", hex), U("b", G, "G-INF", hex), U("c", G, "G-INF", hex), U("d", G, "G-INF", hex)
  struct table *t =
      FRESH(MOVE "\"unchecked\":true," UNITS(
                FOUR("0505"), UX("gun", G, "G-ART", "0505", "\"factors\":{\"mp\":3}")),
            NULL);
  acts(t, G, "move a;stop;move b;stop;move c;stop;move d;stop");
  refused(t, G, "done", "3.2.1"); /* a point to pack and two for a hex */
  not_offered(t, G, "done");
  acts(t, G, "move gun;stop;done");
  act(t, G, "lose a");
  stands(t, "a", "0505", 1);
  clear_away(t);
  t = FRESH(MOVE
            "\"unchecked\":true," UNITS(FOUR("0505"), U("x", G, "G-INF", "0505"),
                                        U("e1", S, "S-INF", "0504"), U("e2", S, "S-INF", "0506")),
            NULL);
  act(t, G, "done"); /* 4.2.3: every way leads from a zone into the same zone */
  refused(t, G, "done", "5.1.8");
  clear_away(t);
  t = FRESH(PLAIN AT("german.strategic") "\"unchecked\":true," UNITS(
                FOUR("0505"), UX("pg", G, "G-PG", "0505", "\"marks\":[\"marked\"]"),
                U("e1", S, "S-INF", "0503"), U("e2", S, "S-INF", "0507"),
                U("e3", S, "S-INF", "0305"), U("e4", S, "S-INF", "0705")),
            NULL);
  act(t, G, "done"); /* 12.2.2: zones all round */
  refused(t, G, "done", "5.1.8");
  clear_away(t);
  t = FRESH(PLAIN AT("german.strategic") "\"unchecked\":true," UNITS(
                FOUR("0505"), UX("pg", G, "G-PG", "0505", "\"marks\":[\"marked\"]"),
                U("e1", S, "S-INF", "0503"), U("e2", S, "S-INF", "0507"),
                U("e3", S, "S-INF", "0305")),
            NULL);
  refused(t, G, "done", "3.2.1");
  clear_away(t);
}

/* 10.2.3: the level paid for full points is of no use in strategic movement */
static void full_points_are_for_marching(void **s) {
  (void)s;
  struct table *t = FRESH(
      MOVE UNITS(UX("pg", G, "G-PG", "0505", "\"marks\":[\"oos:1\"]"), U("e", S, "S-INF", "1515")),
      NULL);
  acts(t, G, "full pg;mark pg;done;done");
  reaches(t, G, "pg", "0504", "3/2", "3.1.13b"); /* 7/2 less 2 */
  reaches(t, G, "pg", "0503", NULL, NULL);
  clear_away(t);
  t = FRESH(
      MOVE UNITS(UX("pg", G, "G-PG", "0505", "\"marks\":[\"oos:1\"]"), U("e", S, "S-INF", "1515")),
      NULL);
  reaches(t, G, "pg", "0503", NULL, NULL);
  act(t, G, "full pg");
  reaches(t, G, "pg", "0502", "6", "3.5");
  acts(t, G, "move pg;step 0504;step 0503;step 0502");
  stands(t, "pg", "0502", 2);
  clear_away(t);
}

static void r8_2_13_disturbed(void **s) { /* W28 */
  (void)s;
  struct table *t =
      FRESH(PLAIN AT("soviet.movement") "\"marks\":[{\"hex\":\"0505\",\"mark\":\"disturbed\"},{"
                                        "\"hex\":\"1505\",\"mark\":\"disturbed\"},{\"hex\":"
                                        "\"1505\",\"mark\":\"disturbed\"}]," UNITS(
                                            U("a", S, "S-TB", "0504"), U("b", S, "S-TB", "0507"),
                                            U("c", S, "S-TB", "1507")),
            NULL);
  reaches(t, S, "a", "0504", "0", "8.2.14");
  reaches(t, S, "b", "0506", "2", "8.2.13");
  reaches(t, S, "c", "1506", "3", "8.2.15");
  reaches(t, S, "b", "0508", "1", "3.5"); /* two hexes away */
  acts(t, S, "move a;step 0505");
  ask(t, "{\"cmd\":\"view\",\"side\":\"soviet\"}");
  clear_away(t);
}

static void secondary_bonus(void **s) { /* note 2 of the terrain table */
  (void)s;
  struct table *t =
      FRESH(MOVE TERRAIN(PATH("road.minor",
                              "\"0501\",\"0502\",\"0503\",\"0504\",\"0505\",\"0506\",\"0507\""),
                         PATH("road.main", "\"0601\",\"0501\""))
                UNITS(U("foot", G, "G-INF", "0501"), U("b", G, "G-INF", "0501"),
                      U("c", G, "G-INF", "0401"), U("d", G, "G-INF", "0601")),
            NULL);
  acts(t, G, "move foot;step 0502;step 0503;step 0504;step 0505");
  act(t, G, "step 0506"); /* the fifth hex of four points */
  stands(t, "foot", "0506", 2);
  refused(t, G, "step 0507", "3.1.3"); /* its move is over */
  /* one step off it, and there is no such hex */
  acts(t, G, "move b;step 0502;step 0503;step 0504;step 0404");
  stands(t, "b", "0404", 2);
  acts(t, G, "move c;step 0501;step 0502;step 0503;step 0504"); /* the first hex was not along it */
  stands(t, "c", "0504", 2);
  refused(t, G, "step 0505", "3.1.3"); /* its move is over */
  /* nor is a main route a secondary one: 1/2 and 3 */
  acts(t, G, "move d;step 0501;step 0502;step 0503;step 0504");
  refused(t, G, "step 0505", "3.1.5a");
  clear_away(t);
}

/* 4.2.3, 4.1.4: from zone to zone of one enemy, but not where his zone does not go */
static void one_hex_out_of_reach(void **s) {
  (void)s;
  static const char *const swamp[] = {"0505", "0506", "1515"}, *const enemy[] = {"0406", "0606"};
  for (int i = 0; i < 6; i++) {
    char pos[500];
    snprintf(pos, sizeof pos,
             MOVE "\"terrain\":[{\"hex\":\"%s\",\"set\":[\"swamp\"]}],\"units\":[" U(
                 "a", G, "G-INF",
                 "0505") ",{\"name\":\"e\",\"side\":\"soviet\",\"kind\":\"S-TB\",\"hex\":\"%s\"}]",
             swamp[i / 2], enemy[i % 2]);
    struct table *t = FRESH(pos, NULL);
    act(t, G, "move a");
    if (i >= 4)
      refused(t, G, "step 0506", "4.2.3");
    else
      act(t, G, "step 0506");
    clear_away(t);
  }
}

/* 3.1.3, 10.2.3, 15.3.3: units of this side, on the map, that can */
static void whose_move(void **s) {
  (void)s;
  struct table *t = FRESH(
      MOVE UNITS(U("a", G, "G-INF", "0505"), UX("rg", G, "G-RG", "0707", "\"marks\":[\"oos:1\"]"),
                 BOX("w", G, "G-VS", "german.waiting"),
                 "{\"name\":\"wi\",\"side\":\"german\",\"kind\":\"G-INF\",\"box\":\"german."
                 "waiting\",\"steps\":1}",
                 U("v", G, "G-VS", "0909"), U("sv", S, "G-VS", "1515"),
                 UX("e", S, "S-INF", "1515", "\"steps\":1,\"marks\":[\"oos:1\"]"),
                 UX("i", G, "G-INF", "0909", "\"steps\":1")),
      NULL);
  refused(t, G, "move e", "3.1.3");
  refused(t, G, "move w", "3.1.3");
  refused(t, G, "dig e", "7.1.2");
  refused(t, G, "dig w", "7.1.2");
  refused(t, G, "mark e", "12.1.4");
  refused(t, G, "unmark e", "12.1.4");
  refused(t, G, "full e", "10.2.3");
  refused(t, G, "full rg", "10.2.3");  /* it never moves */
  refused(t, G, "top w wi", "15.3.3"); /* neither is on the map */
  refused(t, G, "top v wi", "15.3.3");
  refused(t, G, "top sv e", "15.3.3");
  act(t, G, "top v i");
  told(t, "i is filled up by v");
  clear_away(t);
}

/* 7.1.3: a hex without an enemy zone is a way out only for who can enter it */
static void no_way_for_tanks(void **s) {
  (void)s;
  static const char *const kind[] = {"G-ARM", "G-INF"};
  for (int i = 0; i < 2; i++) {
    char pos[600];
    snprintf(pos, sizeof pos,
             MOVE
             "\"terrain\":[{\"hex\":\"0606\",\"set\":[\"swamp\"]}],\"units\":[{\"name\":\"a\","
             "\"side\":\"german\",\"kind\":\"%s\",\"hex\":\"0505\",\"marks\":[\"retreated\"]}," U(
                 "e", S, "S-TB", "0504") "," U("f", S, "S-TB", "0506") "]",
             kind[i]);
    struct table *t = FRESH(pos, NULL);
    if (i)
      refused(t, G, "dig a", "5.3.10");
    else
      act(t, G, "dig a");
    clear_away(t);
  }
}

/* 3.2.1: whoever can still go one hex cures a full one, with his last point */
static void who_could_make_room(void **s) {
  (void)s;
#define FULL_HEX(...)                                                                              \
  MOVE UNITS(U("p", G, "G-INF", "0505"), U("q", G, "G-INF", "0505"), U("r", G, "G-INF", "0505"),   \
             U("x", G, "G-INF", "0504"), U("e", S, "S-INF", "1515"), __VA_ARGS__)
  struct table *t = FRESH(FULL_HEX(UX("y", G, "G-INF", "0505", "\"factors\":{\"mp\":1}")), NULL);
  acts(t, G, "move p;stop;move q;stop;move r;stop;move x;step 0505;stop");
  refused(t, G, "done", "3.2.1");
  clear_away(t);
  t = FRESH(
      FULL_HEX(UX("g", G, "G-ART", "0505", "\"factors\":{\"mp\":2},\"marks\":[\"transport\"]")),
      NULL);
  acts(t, G, "move p;stop;move q;stop;move r;stop;move x;step 0505;stop");
  refused(t, G, "done", "3.2.1"); /* packed, it can go */
  clear_away(t);
  t = FRESH(FULL_HEX(UX("g", G, "G-ART", "0505", "\"factors\":{\"mp\":2}")), NULL);
  /* packing would take a point: somebody must be lost */
  acts(t, G, "move p;stop;move q;stop;move r;stop;move x;step 0505;stop;done");
  act(t, G, "lose g");
  clear_away(t);
}

/* 3.2.1: a full hex that nobody can leave, and one that the first counter of all can leave */
static void in_the_corner(void **s) {
  (void)s;
  struct table *t = FRESH(MOVE "\"unchecked\":true," UNITS(
                              FOUR("0101"), U("q", G, "G-HQ", "0101"), U("e", S, "S-INF", "0102"),
                              U("f", S, "S-INF", "0201"), U("h", S, "S-INF", "0202")),
                          NULL);
  offered(t, G, "done", "2.1.4"); /* not even the staff: beyond the map is no way */
  clear_away(t);
  t = FRESH(MOVE "\"unchecked\":true," UNITS("{\"unit\":\"de.299inf.528\",\"hex\":\"0505\"}",
                                             FOUR("0505"), U("e", S, "S-INF", "1515")),
            NULL);
  refused(t, G, "done", "3.2.1");
  not_offered(t, G, "done");
  clear_away(t);
}

/* 6.2.4: what is set up is not set up again, and nothing changes on a strategic march */
static void set_up_already(void **s) {
  (void)s;
  struct table *t = FRESH(PLAIN AT("german.movement") UNITS(U("g", G, "G-ART", "0505")), NULL);
  act(t, G, "move g");
  refused(t, G, "deploy", "6.2.4");
  because(t, G, "deploy", "is set up already");
  not_offered(t, G, "deploy");
  clear_away(t);
  t = FRESH(PLAIN AT("german.movement")
                UNITS(UX("g", G, "G-ART", "0505", "\"marks\":[\"transport\"]")),
            NULL);
  acts(t, G, "mark g;done;done");
  act(t, G, "move g");
  refused(t, G, "deploy", "6.2.4");
  because(t, G, "deploy", "in movement phases only");
  not_offered(t, G, "deploy");
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(r3_5_costs),
      cmocka_unit_test(r3_1_13_one_hex),
      cmocka_unit_test(the_rest_of_a_move),
      cmocka_unit_test(r4_2_zones),
      cmocka_unit_test(through_friends),
      cmocka_unit_test(r4_2_5_zone_to_zone),
      cmocka_unit_test(r4_1_zone_limits),
      cmocka_unit_test(r3_2_stacking),
      cmocka_unit_test(r6_1_7_overruns),
      cmocka_unit_test(a_staff_in_works),
      cmocka_unit_test(r7_1_digging),
      cmocka_unit_test(works_fall),
      cmocka_unit_test(r12_strategic),
      cmocka_unit_test(setup_costs_a_point),
      cmocka_unit_test(who_could_still_leave),
      cmocka_unit_test(full_points_are_for_marching),
      cmocka_unit_test(r8_2_13_disturbed),
      cmocka_unit_test(secondary_bonus),
      cmocka_unit_test(one_hex_out_of_reach),
      cmocka_unit_test(whose_move),
      cmocka_unit_test(no_way_for_tanks),
      cmocka_unit_test(who_could_make_room),
      cmocka_unit_test(set_up_already),
      cmocka_unit_test(in_the_corner),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
