/* test_00_worked_examples.c - the worked examples of the rulebook, W1 to W39 as our specification
 * numbers them.
 *
 * Figures that an example takes from another game of the series (a stream for 2 points, hills for 2
 * columns) are put in as an owner would: with a data folder.
 */
#include "table.h"

#include <stdlib.h>
#include <sys/stat.h>

#define ATTACK PLAIN AT("german.attack")
#define SP(n) "\"factors\":{\"sp\":" #n "}"
#define FORM(n) "\"formation\":\"" n "\""
#define AIR_BOX(u) "{\"unit\":\"de.air." u "\",\"box\":\"german.air\"}"
#define ROAD(a) PATH("road.main", a)

/* a data folder with one change to the tables */
static void owner(char *dir, size_t room, const char *from, const char *to) {
  char sub[64];
  snprintf(dir, room, "/tmp/salient-owner-XXXXXX");
  assert_non_null(mkdtemp(dir));
  snprintf(sub, sizeof sub, "%s/wb95", dir);
  assert_int_equal(mkdir(sub, 0700), 0);
  replace(dir, "tables.tsv", from, to);
}
static void disown(const char *dir) {
  char path[96];
  snprintf(path, sizeof path, "%s/wb95/tables.tsv", dir);
  remove(path);
  snprintf(path, sizeof path, "%s/wb95", dir);
  remove(path);
  remove(dir);
}

static void w1_ratio(void **s) {
  (void)s;
  struct table *t =
      FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(4)), UX("b", G, "G-INF", "0505", SP(4)),
                         UX("e", S, "S-INF", "0506", SP(5))),
            NULL);
  acts(t, G, "target 0506;add a;add b;commit");
  card(t, G, "1.7c", "2:1"); /* 1.6 */
  clear_away(t);
}

static void w2_w3_modifiers(void **s) {
  (void)s;
  struct table *t =
      FRESH(ATTACK TERRAIN(HEX("0506", "\"forest\""))
                UNITS(UX("a", G, "G-TIG", "0505", SP(3)), UX("b", G, "G-TIG", "0505", SP(3)),
                      UX("c", G, "G-TIG", "0505", SP(2)), UX("e", S, "S-INF", "0506", SP(3))),
            NULL);
  acts(t, G, "target 0506;add a;add b;add c;commit");
  card(t, G, "1.7c", "3:1");  /* 2.67 */
  card(t, G, "1.6a", "6:1");  /* three to the right */
  card(t, G, "5.5.1", "5:1"); /* one to the left */
  clear_away(t);
#define T(n, sp) UX(n, G, "G-TIG", "0505", SP(sp))
  t = FRESH(ATTACK TERRAIN(HEX("0506", "\"hills\",\"forest\""))
                UNITS(T("a", 3), T("b", 3), T("c", 3), T("d", 3), T("f", 2), T("g", 2), T("h", 2),
                      UX("e", S, "S-INF", "0506", SP(4))),
            NULL);
  acts(t, G, "target 0506;add a;add b;add c;add d;add f;add g;add h;commit");
  card(t, G, "1.7c", "5:1");  /* 18 : 4 */
  card(t, G, "1.6b", "10:1"); /* seven more would be 12:1 */
  card(t, G, "5.5.2", "8:1");
  clear_away(t);
}

static void w4_rounding(void **s) {
  (void)s;
#define CUT "\"marks\":[\"oos:1\"],"
  struct table *t = FRESH(
      ATTACK UNITS(UX("a", G, "G-INF", "0505", CUT SP(1)), UX("e", S, "S-INF", "0506", SP(5))),
      NULL);
  acts(t, G, "target 0506;add a;commit");
  card(t, G, "10.2.2", "1"); /* half of 1 is 1 */
  clear_away(t);
  t = FRESH(
      ATTACK UNITS(UX("a", G, "G-INF", "0505", CUT SP(5)), UX("e", S, "S-INF", "0506", SP(2))),
      NULL);
  acts(t, G, "target 0506;add a;commit");
  card(t, G, "10.2.2", "3"); /* half of 5 is 3 */
  card(t, G, "1.7c", "2:1"); /* 3 : 2 */
  clear_away(t);
  t = FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(40)), UX("b", G, "G-INF", "0505", SP(40)),
                         UX("c", G, "G-INF", "0505", SP(30)), UX("e", S, "S-INF", "0506", SP(17))),
            NULL);
  acts(t, G, "target 0506;add a;add b;add c;commit");
  card(t, G, "1.7c", "6:1"); /* 6.47 */
  clear_away(t);
  t = FRESH(
      ATTACK UNITS(UX("a", G, "G-INF", "0505", "\"marks\":[\"oos:1\",\"disorganized\"]," SP(5)),
                   UX("e", S, "S-INF", "0506", SP(2))),
      NULL);
  acts(t, G, "target 0506;add a;commit");
  card(t, G, "1.7a", "2"); /* 5, 3, 2: one halving after the other */
  clear_away(t);
}

static void w5_w6_movement_costs(void **s) {
  (void)s;
  char dir[40];
  owner(dir, sizeof dir, "clear\t2\t1\t1\t0\nhills\t2\t3/2\t1\t1\nforest\t+2\t+1\t+1\t1",
        "clear\t2\t2\t1\t0\nhills\t2\t3/2\t1\t1\nforest\t+2\t+1\t+1\t1");
  replace(dir, "tables.tsv", "clear\t2\t1\t1\t0", "clear\t2\t2\t1\t0");
  struct table *t =
      lay_with(K, OPENLY,
               PLAIN AT("german.movement")
                   TERRAIN(HEX("0506", "\"forest\""), SIDE("0505", "0506", "river.major"))
                       UNITS(U("pz", G, "G-ARM", "0505")),
               NULL, dir, __FILE__, __LINE__);
  reaches(t, G, "pz", "0506", "5", "3.1.12"); /* 2 + 1 + 2 */
  clear_away(t);
  disown(dir);
  owner(dir, sizeof dir, "forest\t+2\t+1\t+1\t1", "forest\t+2\t+6\t+1\t1");
  t = lay_with(K, OPENLY,
               PLAIN AT("german.movement")
                   TERRAIN(HEX("0506", "\"forest\""), SIDE("0505", "0506", "river.major"))
                       UNITS(U("pz", G, "G-ARM", "0505"),
                             UX("i", G, "G-INF", "0505", "\"marks\":[\"oos:1\"]")),
               NULL, dir, __FILE__, __LINE__);
  reaches(t, G, "pz", "0506", "7", "3.1.13a"); /* 9 of 7: it pays all it has */
  acts(t, G, "move pz;step 0506");
  stands(t, "pz", "0506", 2);
  reaches(t, G, "i", "0506", "2", "3.1.13b"); /* 3 of 2 */
  acts(t, G, "move i;step 0506");
  marked(t, "i", "oos:1"); /* and no higher */
  clear_away(t);
  disown(dir);
}

static void w7_who_must(void **s) { /* not necessarily with each other */
  (void)s;
  const char *pos = ATTACK UNITS(U("us", G, "G-ARM", "0505"), U("i", G, "G-INF", "0607"),
                                 U("e", S, "S-INF", "0506"), U("x", S, "S-ART", "0405"));
  struct table *t = FRESH(pos, "3 4 3 4");
  owed(t, G, "5.1.3", "us must attack");
  owed(t, G, "5.1.4", "0506 must be attacked");
  refused(t, G, "done", "5.1.3");
  acts(t, G, "target 0405;add us;commit;commit"); /* the guns: at 10:1 they are lost */
  acts(t, G, "done");
  refused(t, G, "done", "5.1.4"); /* by whomever */
  acts(t, G, "target 0506;add i;commit;commit");
  clear_away(t);
}

static void w8_the_swamp(void **s) {
  (void)s;
  const char *units = UNITS(U("t", G, "G-ARM", "0804"), U("foot", S, "S-INF", "0904"));
  char pos[400];
  snprintf(pos, sizeof pos, "%s%s%s", BED, AT("german.attack"), units);
  struct table *t = FRESH(pos, NULL);
  /* the tanks stand in the zone of the men in the swamp */
  owed(t, G, "5.1.4", "0904 must be attacked");
  refused(t, G, "done", "5.1.3");
  clear_away(t);
  snprintf(pos, sizeof pos, "%s%s%s", BED, AT("soviet.attack"), units);
  t = FRESH(pos, NULL);
  offered(t, S, "done", "2.1.4"); /* the tanks have no zone in the swamp */
  clear_away(t);
}

static void w9_entrenched_neighbours(void **s) {
  (void)s;
  const char *pos = ATTACK MARKS(MARK("0506", "ff", G), MARK("0607", "ff", G))
      UNITS(U("u1", G, "G-INF", "0605"), U("u2", G, "G-INF", "0506"), U("u3", G, "G-INF", "0607"),
            U("a", S, "S-INF", "0606"), U("b", S, "S-INF", "0604"));
  struct table *t = FRESH(pos, "");
  owed(t, G, "5.1.3", "u1 must attack");
  acts(t, G, "target 0606;target 0604;add u1"); /* 1 against A and B */
  refused(t, G, "add u2", "5.1.2");             /* 2 cannot take part */
  acts(t, G, "commit;commit");
  clear_away(t);
  t = FRESH(pos, "2 3 3 4"); /* 4:6 is 1:2, 5: -1/-1 */
  acts(t, G, "target 0604;add u1;commit;commit");
  refused(t, G, "done", "5.1.4"); /* now A is for 2 or 3, entrenched or not */
  owed(t, G, "5.1.4", "0606 must be attacked");
  acts(t, G, "target 0606;add u2;add u3;commit;commit");
  clear_away(t);
}

#define DIVISION                                                                                   \
  UX("pz", G, "G-ARM", "0505", FORM("18 ARM") "," SP(9)),                                          \
      UX("p1", G, "G-PG", "0505", FORM("18 ARM") "," SP(4)),                                       \
      UX("p2", G, "G-PG", "0505", FORM("18 ARM") "," SP(4)), U("c1", S, "S-CAV", "0506"),          \
      U("c2", S, "S-CAV", "0506")

static struct table *division(const char *dice) {
  struct table *t = FRESH(ATTACK TERRAIN(HEX("0506", "\"forest\"")) UNITS(DIVISION), dice);
  acts(t, G, "target 0506;add pz;add p1;add p2;commit");
  return t;
}

static void w10_division_against_cavalry(void **s) {
  (void)s;
  struct table *t = division("3 4");
  card(t, G, "1.7c", "2:1"); /* 17 : 8 */
  card(t, G, "1.6a", "4:1"); /* concentration and a black star */
  card(t, G, "5.5.1", "3:1");
  act(t, G, "commit"); /* 7: -/D2 */
  act(t, S, "done");   /* two levels, and they stay */
  happened(t, "5.3.7", "holds");
  acts(t, S, "lose c1;lose c2");
  stands(t, "c1", "0506", 1);
  stands(t, "c2", "0506", 1);
  clear_away(t);
  t = division("3 4");
  act(t, G, "commit");
  acts(t, S, "retreat c1 0507;stop;retreat c2 0507;stop"); /* one hex and one level */
  act(t, S, "lose c2");
  stands(t, "c1", "0507", 2);
  stands(t, "c2", "0507", 1);
  clear_away(t);
  t = division("3 4 3 4");
  act(t, G, "commit");
  /* two hexes, one test for both */
  acts(t, S, "retreat c1 0507;retreat c1 0508;retreat c2 0507;retreat c2 0508");
  act(t, G, "done");
  happened(t, "5.3.9", "test");
  stands(t, "c2", "0508", 2);
  clear_away(t);
  t = division("5 5");
  act(t, G, "commit"); /* 10: -1/D1-1: the tanks used the star */
  stands(t, "pz", "0505", 1);
  clear_away(t);
}

static void w11_onto_friends(void **s) {
  (void)s;
  struct table *t =
      FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(12)), UX("e", S, "S-INF", "0506", SP(6)),
                         U("w", S, "S-TB", "0606"), U("n", G, "G-INF", "0605")),
            "3 4");
  acts(t, G, "target 0606;add n;cancel;target 0506;add a;commit;commit"); /* 2:1, 7: D1 */
  act(t, S, "retreat e 0606");
  happened(t, "5.3.4", "loss");
  stands(t, "e", "0606", 1);
  clear_away(t);
}

static struct table *d3(const char *dice) { /* 8:1, 8: -/D3 */
  struct table *t =
      FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(32)), UX("e", S, "S-INF", "0506", SP(2)),
                         UX("f", S, "S-INF", "0506", SP(2))),
            dice);
  acts(t, G, "target 0506;add a;commit;commit");
  return t;
}

static void w12_four_ways(void **s) {
  (void)s;
  struct table *t = d3("4 4 1 1 1 1");
  acts(t, S,
       "retreat e 0507;retreat e 0508;retreat e 0509;retreat f 0507;retreat f 0508;retreat f 0509");
  act(t, G, "done");
  stands(t, "e", "0509", 2);
  clear_away(t);
  t = d3("4 4 1 1");
  acts(t, S, "retreat e 0507;retreat e 0508;stop;retreat f 0507;retreat f 0508;stop;lose e");
  act(t, G, "done");
  stands(t, "e", "0508", 1);
  stands(t, "f", "0508", 2);
  clear_away(t);
  t = d3("4 4");
  acts(t, S, "retreat e 0507;stop;retreat f 0507;stop;lose e;lose f");
  act(t, G, "done");
  stands(t, "e", "0507", 1);
  stands(t, "f", "0507", 1);
  clear_away(t);
  t = d3("4 4");
  acts(t, S, "done;lose e;lose e");
  stands(t, "e", "-", 0);
  stands(t, "f", "0506", 1);
  clear_away(t);
}

static struct table *thrown_back(const char *dice) { /* 6:10 is 1:2, 7: A1 */
  struct table *t =
      FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(2)), UX("b", G, "G-INF", "0406", SP(2)),
                         UX("c", G, "G-INF", "0606", SP(2)), UX("e", S, "S-ING", "0506", SP(10))),
            dice);
  acts(t, G, "target 0506;add a;add b;add c;commit;commit");
  return t;
}

static void w13_three_hexes(void **s) {
  (void)s;
  struct table *t = thrown_back("3 4");
  act(t, G, "done"); /* all stay: one level from any of them */
  happened(t, "5.3.7", "holds");
  refused(t, G, "done", "5.1.8");
  act(t, G, "lose b");
  stands(t, "b", "0406", 1);
  stands(t, "a", "0505", 2);
  clear_away(t);
  t = thrown_back("3 4");
  acts(t, G, "retreat a 0504;retreat b 0405;retreat c 0605"); /* all go back: nothing */
  never(t, "holds");
  stands(t, "c", "0605", 2);
  clear_away(t);
  t = thrown_back("3 4");
  acts(t, G, "retreat a 0504;done"); /* some stay: one level, from those */
  happened(t, "5.3.8", "holds");
  refused(t, G, "lose a", "5.3.7");
  act(t, G, "lose c");
  stands(t, "c", "0606", 1);
  clear_away(t);
}

static void w14_tests(void **s) {
  (void)s;
  /* 1:3, 9: A2-1; one test */
  struct table *t =
      FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(2)), UX("e", S, "S-INF", "0506", SP(6))),
            "5 4 2 2");
  acts(t, G, "target 0506;add a;commit;commit;retreat a 0504;retreat a 0503");
  act(t, S, "done");
  rolled(t, "5.6.2", "2");
  clear_away(t);
  /* 8:1, 5: -/D4; two tests and one level */
  t = FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(40)), UX("e", S, "S-INF", "0506", SP(4)),
                         UX("f", S, "S-INF", "0506", SP(1))),
            "2 3 2 2 2 2");
  acts(t, G, "target 0506;add a;commit;commit");
  acts(t, S,
       "retreat e 0507;retreat e 0508;retreat e 0509;stop;retreat f 0507;retreat f 0508;retreat f "
       "0509;stop;lose f");
  act(t, G, "done");
  happened(t, "5.3.9", "test");
  clear_away(t);
  t = d3("4 4"); /* D3 and one hex: no test, two levels */
  acts(t, S, "retreat e 0507;stop;retreat f 0507;stop;lose e;lose f");
  act(t, G, "done");
  never(t, "test");
  clear_away(t);
}

/* D4, three hexes back: three hexes of pursuit, the vacated one first */
static void w15_pursuit(void **s) {
  (void)s;
  /* 8:1, 5: D4 */
  struct table *t =
      FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(40)), UX("b", G, "G-INF", "0505", SP(1)),
                         UX("e", S, "S-INF", "0506", SP(4)), UX("f", S, "S-INF", "0506", SP(1))),
            "2 3");
  acts(t, G, "target 0506;add a;add b;commit;commit");
  acts(t, S,
       "retreat e 0507;retreat e 0508;retreat e 0509;stop;retreat f 0507;retreat f 0508;retreat f "
       "0509;stop;lose f");
  refused(t, G, "pursue a 0507", "5.4.4");
  /* next to the enemy: zones do not matter */
  acts(t, G, "pursue a 0506;pursue a 0507;pursue a 0508");
  happened(t, "5.4.5", "pursues");
  refused(t, G, "pursue a 0408", "5.4.6");
  stands(t, "a", "0508", 2);
  clear_away(t);
}

static void two_paths(void **s) { /* 5.4.3: they part, and the pursuer picks */
  (void)s;
  /* D3 */
  struct table *t =
      FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(32)), UX("b", G, "G-INF", "0505", SP(1)),
                         UX("e", S, "S-INF", "0506", SP(2)), UX("f", S, "S-INF", "0506", SP(2))),
            "4 4");
  acts(t, G, "target 0506;add a;add b;commit;commit");
  acts(t, S,
       "retreat e 0407;retreat e 0307;retreat e 0208;retreat f 0607;retreat f 0707;retreat f 0808");
  act(t, G, "pursue a 0506");
  offered(t, G, "pursue a 0407", "5.4.3");
  offered(t, G, "pursue a 0607", "5.4.3");
  offered(t, G, "pursue a 0507", "5.4.2"); /* off both of them */
  act(t, G, "pursue a 0607");
  act(t, G, "pursue a 0707");
  happened(t, "5.4.5", "pursues");
  clear_away(t);
}

static void w16_forest_and_river(void **s) {
  (void)s;
  struct table *t =
      FRESH(ATTACK TERRAIN(SIDE("0506", "0505", "river"), HEX("0506", "\"forest\""))
                UNITS(UX("a", G, "G-INF", "0505", SP(9)), UX("b", G, "G-INF", "0606", SP(7)),
                      UX("e", S, "S-INF", "0506", SP(4))),
            NULL);
  acts(t, G, "target 0506;add a;add b;commit");
  card(t, G, "1.7c", "4:1");
  card(t, G, "5.5.1", "3:1");
  card(t, G, "5.5.4", "2:1"); /* 9 of 16 across it */
  clear_away(t);
}

static void w17_guns_and_disorder(void **s) {
  (void)s;
  /* 15:7 is 2:1, 12: D-1/-1 */
  struct table *t =
      FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(5)), U("near", G, "G-ART", "0606"),
                         U("far", G, "G-ART", "0504"), UX("e", S, "S-INF", "0506", SP(7))),
            "6 6");
  acts(t, G, "target 0506;add a;commit;gun near;gun far;commit;lose a");
  happened(t, "5.6.3", "disorganized");
  marked(t, "near", "disorganized");  /* next to the enemy */
  unmarked(t, "far", "disorganized"); /* two hexes away */
  clear_away(t);
}

static void w18_order_restored(void **s) {
  (void)s;
  struct table *t = FRESH("\"turn\":2," PLAIN AT("german.attack")
                              UNITS(UX("a", G, "G-INF", "0505", "\"marks\":[\"disorganized\"]"),
                                    UX("m", G, "G-INF", "0909", "\"marks\":[\"disorganized\"]"),
                                    U("e", S, "S-INF", "1515")),
                          NULL);
  acts(t, G, "done;done");
  acts(t, S, "done;done;done");
  acts(t, G, "move m;step 0908;stop;done"); /* m moves */
  marked(t, "a", "disorganized");
  act(t, G, "done"); /* the end of phase 4 a turn later */
  happened(t, "5.6.5", "organized");
  unmarked(t, "a", "disorganized");
  marked(t, "m", "disorganized"); /* it was active */
  clear_away(t);
  t = FRESH("\"turn\":2," PLAIN AT("soviet.air")
                UNITS(UX("a", S, "S-INF", "0505", "\"marks\":[\"disorganized\"]"), AIR_BOX("l1")),
            NULL);
  act(t, G, "commit"); /* phase 7 */
  acts(t, S, "done;done;done");
  act(t, G, "commit");
  acts(t, G, "done;done;done");
  marked(t, "a", "disorganized");
  act(t, G, "commit"); /* phase 7 of the next turn */
  happened(t, "5.6.5", "organized");
  clear_away(t);
}

static void w19_lone_guns(void **s) {
  (void)s;
#define GUNS(n, hex) U(n "1", S, "S-ART", hex), U(n "2", S, "S-ART", hex), U(n "3", S, "S-ART", hex)
#define MP(n) "\"factors\":{\"mp\":" #n "}"
  struct table *t =
      FRESH(PLAIN AT("german.movement") MARKS(MARK("0705", "ff", S), MARK("1105", "ff", S))
                UNITS(UX("a", G, "G-ARM", "0506", MP(4)), UX("b", G, "G-ARM", "0706", MP(5)),
                      UX("c", G, "G-ARM", "0906", MP(3)), UX("d", G, "G-ARM", "1106", MP(4)),
                      GUNS("g", "0505"), GUNS("h", "0705"), GUNS("k", "0905"), GUNS("l", "1105")),
            NULL);
  acts(t, G, "move a;step 0505"); /* 1 and 3 */
  happened(t, "6.1.7", "overrun");
  acts(t, G, "move b;step 0705"); /* 1 and 4 */
  act(t, G, "move c");
  refused(t, G, "step 0905", "6.1.7");
  acts(t, G, "stop;move d");
  refused(t, G, "step 1105", "6.1.7"); /* a point more for the works */
  stands(t, "g3", "-", 0);
  stands(t, "k3", "0905", 1);
  clear_away(t);
}

static struct table *with_a_gun(const char *dice) { /* 12:7 is 2:1, a black star 3:1; 7: -/D2 */
  struct table *t =
      FRESH(ATTACK UNITS(UX("a", G, "G-ARM", "0505", SP(12)), UX("e", S, "S-INF", "0506", SP(4)),
                         U("gun", S, "S-ART", "0506")),
            dice);
  acts(t, G, "target 0506;add a;commit;commit");
  return t;
}

static void w20_infantry_and_gun(void **s) {
  (void)s;
  struct table *t = with_a_gun("3 4 1 1");
  refused(t, S, "retreat gun 0507", "6.2.4N");
  acts(t, S, "retreat e 0507;retreat e 0508");
  act(t, G, "pursue a 0506"); /* (a) */
  happened(t, "6.2.4N", "eliminated");
  stands(t, "e", "0508", 2);
  stands(t, "gun", "-", 0);
  leave_dice(t);
  clear_away(t);
  t = with_a_gun("3 4");
  acts(t, S, "retreat e 0507;stop;lose gun"); /* (b) */
  stands(t, "gun", "-", 0);
  stands(t, "e", "0507", 2);
  clear_away(t);
  t = with_a_gun("3 4");
  acts(t, S, "done;lose gun"); /* (c): the second level is the infantry's */
  stands(t, "e", "0506", 1);
  clear_away(t);
  t = with_a_gun("3 4");
  acts(t, S, "done;lose e;lose e"); /* no way to save the gun */
  act(t, G, "pursue a 0506");
  happened(t, "6.2.4N", "eliminated");
  clear_away(t);
}

static void w21_gun_under_fire(void **s) {
  (void)s;
  /* 10 points, 4: D */
  struct table *t =
      FRESH(ATTACK UNITS(U("g1", G, "G-ART", "0505"), U("g2", G, "G-ART", "0505"),
                         UX("a", G, "G-INF", "0808", SP(5)), UX("e", S, "S-INF", "0809", SP(5)),
                         U("sg", S, "S-ART", "0508")),
            "2 2");
  acts(t, G, "shell g1;gun g2;target 0508;commit");
  marked(t, "sg", "disorganized");
  acts(t, G, "target 0809;add a;commit;commit");
  act(t, S, "gun sg");
  card(t, S, "6.4.6", "2"); /* half of 3 */
  clear_away(t);
}

static void w22_ammunition(void **s) {
  (void)s;
#define GUN8                                                                                       \
  U("g1", G, "G-ART", "0505"), U("g2", G, "G-ART", "0505"), U("g3", G, "G-ART", "0505"),           \
      U("g4", G, "G-ART", "0505"), U("g5", G, "G-ART", "0505"), U("g6", G, "G-ART", "0505"),       \
      U("g7", G, "G-ART", "0505"), U("g8", G, "G-ART", "0505"), U("e", S, "S-INF", "0508"),        \
      U("f", S, "S-INF", "0408")
  struct table *t =
      FRESH(PLAIN AT("german.barrage") "\"vars\":{\"au_german\":8}," UNITS(GUN8), "1 1");
  /* all at once */
  acts(t, G, "shell g1;gun g2;gun g3;gun g4;gun g5;gun g6;gun g7;gun g8;target 0508;commit");
  figure(t, G, "scenario", "ammunition for barrages", "0", "6.5.1");
  clear_away(t);
  t = FRESH(PLAIN AT("german.barrage") "\"vars\":{\"au_german\":8}," UNITS(GUN8), "1 1 1 1");
  acts(t, G, "shell g1;gun g2;gun g3;target 0508;commit;done;done;done;done"); /* three now */
  acts(t, S, "done;done;done");
  figure(t, G, "scenario", "ammunition for barrages", "5", "6.5.1");
  acts(t, G, "shell g1;gun g2;gun g3;gun g4;gun g5"); /* five in the next turn */
  refused(t, G, "gun g6", "6.5.7");
  acts(t, G, "target 0508;commit");
  figure(t, G, "scenario", "ammunition for barrages", "0", "6.5.1");
  clear_away(t);
}

static void w23_cavalry_and_guns(void **s) {
  (void)s;
  struct table *t =
      FRESH(ATTACK UNITS(U("a", G, "G-INF", "0505"), UX("c", S, "S-CAV", "0506", SP(5)),
                         U("g1", S, "S-ART", "0406"), U("g2", S, "S-ART", "0406")),
            NULL);
  acts(t, G, "target 0406;target 0506;add a;commit");
  card(t, G, "1.7c", "1:2"); /* 4 : 6 */
  card(t, G, "6.6.3", "1");
  clear_away(t);
  t = FRESH(ATTACK UNITS(U("a", G, "G-INF", "0505"), UX("c", S, "S-CAV", "0506", SP(5)),
                         U("g1", S, "S-ART", "0406"), U("g2", S, "S-ART", "0406"),
                         UX("r", S, "S-INF", "0406", SP(1))),
            NULL);
  acts(t, G, "target 0406;target 0506;add a;commit");
  card(t, G, "6.6.1", "3"); /* each: 5 + 1 + 6 */
  card(t, G, "1.7c", "1:3");
  clear_away(t);
  t = FRESH(PLAIN AT("soviet.attack")
                UNITS(UX("a", G, "G-INF", "0505", SP(5)), UX("c", S, "S-CAV", "0506", SP(5)),
                      U("g1", S, "S-ART", "0406"), U("g2", S, "S-ART", "0406")),
            NULL);
  acts(t, S, "target 0505;add c;commit;gun g1;gun g2");
  card(t, S, "1.7c", "3:1"); /* 15 */
  clear_away(t);
}

static struct table *fixed_position(const char *dice, const char *more) {
  char pos[900];
  snprintf(pos, sizeof pos, "%s%s%s%s]", ATTACK TERRAIN(SIDE("0506", "0505", "trench")),
           "\"units\":[",
           UX("a", G, "G-INF", "0505", SP(15)) "," UX("e", S, "S-INF", "0506", SP(6)), more);
  return FRESH(pos, dice);
}

static void w24_fixed_position(void **s) {
  (void)s;
  struct table *t = fixed_position(
      NULL, "," UX("b", G, "G-INF", "0606", SP(5)) "," UX("c", G, "G-INF", "0607", SP(10)));
  acts(t, G, "target 0506;add a;add b;add c;commit");
  card(t, G, "7.2.2", "-7");
  card(t, G, "1.7c", "4:1");  /* 8 + 5 + 10 = 23 */
  card(t, G, "7.2.2", "1:1"); /* 15 of 30: all three columns */
  clear_away(t);
  t = fixed_position(
      NULL, "," UX("b", G, "G-INF", "0606", SP(6)) "," UX("c", G, "G-INF", "0607", SP(10)));
  acts(t, G, "target 0506;add a;add b;add c;commit");
  card(t, G, "7.2.4b", "-7");
  card(t, G, "7.2.4a", "3:1"); /* one more in the rear: a field fortification */
  clear_away(t);
}

static void local_positions(void **s) { /* 7.2.3 */
  (void)s;
  const char *pos = ATTACK TERRAIN(
      SIDE("0506", "0505", "trench")) "\"regions\":[{\"id\":\"fp.2\",\"hexes\":[\"0506\",\"0906\"]}"
                                      "]," UNITS(UX("a", G, "G-INF", "0505", SP(24)),
                                                 UX("e", S, "S-INF", "0506", SP(3)),
                                                 UX("b", G, "G-INF", "0907", SP(24)),
                                                 UX("f", S, "S-INF", "0906", SP(3)),
                                                 UX("c", S, "S-INF", "0503", SP(3)));
  struct table *t = FRESH(pos, NULL);
  acts(t, G, "target 0506;add a;commit");
  card(t, G, "1.7c", "4:1");
  card(t, G, "7.2.3", "2:1"); /* two columns, not three */
  clear_away(t);
  t = FRESH(pos, NULL);
  acts(t, G, "target 0906;add b;commit"); /* no line drawn: strong on all sides */
  card(t, G, "7.2.2", "-12");
  card(t, G, "7.2.3", "2:1");
  clear_away(t);
}

static void w25_staying_in_it(void **s) {
  (void)s;
  struct table *t = fixed_position("2 4", ""); /* 8:6 is 1:1, shifts 1:4.. */
  leave_dice(t);
  clear_away(t);
#define HELD(sp, dice)                                                                             \
  t = FRESH(ATTACK TERRAIN(SIDE("0506", "0505", "trench"))                                         \
                UNITS(UX("a", G, "G-INF", "0505", SP(sp)), UX("b", G, "G-INF", "0505", SP(sp)),    \
                      UX("e", S, "S-INF", "0506", SP(3)), UX("f", S, "S-INF", "0506", SP(1))),     \
            dice);                                                                                 \
  acts(t, G, "target 0506;add a;add b;commit;commit");                                             \
  act(t, S, "done")
  HELD(16, "3 3"); /* 16:4 is 4:1, 1:1; 6: -/D1 */
  never(t, "holds");
  stands(t, "e", "0506", 2);
  clear_away(t);
  HELD(20, "3 3"); /* 5:1, 2:1; 6: -/D2 */
  happened(t, "7.2.6", "holds");
  act(t, S, "lose e");
  stands(t, "e", "0506", 1);
  stands(t, "f", "0506", 2);
  clear_away(t);
  HELD(32, "3 3"); /* 8:1, 5:1; 6: -/D3 */
  acts(t, S, "lose e;lose f");
  stands(t, "e", "0506", 1);
  stands(t, "f", "0506", 1);
  clear_away(t);
}

static void w26_w27_aircraft(void **s) {
  (void)s;
  struct table *t = FRESH(PLAIN AT("soviet.air") UNITS(AIR_BOX("l1"), AIR_BOX("l4"),
                                                       UX("g", G, "G-INF", "0506", SP(5)),
                                                       UX("e", S, "S-INF", "0505", SP(12))),
                          NULL);
  acts(t, G,
       "pick de.air.l1;mission defence;put 0506;pick de.air.l4;mission defence;put 0506;commit");
  acts(t, S, "done;target 0506;add e;commit");
  card(t, S, "8.2.4", "7"); /* 13 halved */
  clear_away(t);
  t = FRESH(PLAIN AT("german.air") TERRAIN(HEX("0506", "\"hills\",\"forest\""))
                UNITS("{\"name\":\"x\",\"side\":\"german\",\"kind\":\"G-AIR\",\"box\":\"german."
                      "air\",\"factors\":{\"sp\":20}}",
                      U("e", S, "S-TB", "0506")),
            "6 6");
  /* 16 points: 12 does nothing in row 13-16; in row 17+ it would be -2D */
  acts(t, G, "pick x;mission strike;put 0506;commit");
  happened(t, "8.2.7", "air.attack");
  never(t, "loss");
  stands(t, "e", "0506", 2);
  clear_away(t);
}

static void w28_disturbed_marches(void **s) {
  (void)s;
  struct table *t = FRESH(
      PLAIN AT(
          "soviet.movement") "\"marks\":[{\"hex\":\"0505\",\"mark\":\"disturbed\"},{\"hex\":"
                             "\"1505\",\"mark\":\"disturbed\"},{\"hex\":\"1505\",\"mark\":"
                             "\"disturbed\"}]," TERRAIN(ROAD("\"0507\",\"0506\",\"0505\""))
                                 UNITS(U("road", S, "S-TB", "0507"), U("one", S, "S-INF", "0504"),
                                       U("two", S, "S-INF", "1504"), U("in", S, "S-TB", "1507")),
      NULL);
  reaches(t, S, "road", "0506", "3/2", "8.2.13"); /* 1/2 and 1 */
  reaches(t, S, "road", "0505", "3", "8.2.13");
  reaches(t, S, "in", "1506", "3", "8.2.15"); /* two missions */
  act(t, S, "move one");
  ask(t, "{\"cmd\":\"view\",\"side\":\"soviet\"}");
  act(t, S, "step 0503"); /* out of it for 1 of 3: two hexes more */
  acts(t, S, "step 0502;step 0501");
  stands(t, "one", "0501", 2);
  acts(t, S, "move two;step 1503;step 1502"); /* 2 of 4 */
  stands(t, "two", "1502", 2);
  refused(t, S, "step 1501", "3.1.3"); /* and no more */
  clear_away(t);
}

/* three missions; 21.1.2 lets two fly at once, so the third comes in the other air phase */
static void w29_supplies_by_air(void **s) {
  (void)s;
#define US(n)                                                                                      \
  "{\"name\":\"" n                                                                                 \
  "\",\"side\":\"german\",\"kind\":\"A-AIR\",\"box\":\"german.air\",\"factors\":{\"sp\":7}}"
  struct table *t =
      FRESH(PLAIN AT("german.air") UNITS(US("u1"), US("u2"), US("u3"),
                                         UX("g", G, "G-INF", "0506", "\"marks\":[\"oos:4\"]"),
                                         UX("h", G, "G-INF", "0506", "\"marks\":[\"oos:4\"]")),
            "1 4 6");
  acts(t, G,
       "pick u1;mission airlift;put 0506;pick u2;mission airlift;put 0506;pick u3;mission airlift");
  refused(t, G, "put 0506", "21.1.2");
  acts(t, G, "drop;commit");
  marked(t, "g", "oos:2");
  marked(t, "h", "oos:2");
  acts(t, G, "done;done;done;pick u3;mission airlift;put 0506;commit");
  rolled(t, "8.2.24", "6");
  marked(t, "g", "oos:2"); /* a 6 fails */
  clear_away(t);
}

#define HQ_LOST                                                                                    \
  "\"turn\":5," PLAIN AT("german.attack") MARKS(MARK("0707", "ff", S), MARK("0706", "ff", G))      \
      UNITS(U("a", G, "G-INF", "0505"), U("q", S, "S-HQ", "0506"),                                 \
            UX("i", G, "G-INF", "0706", SP(8)), UX("e", S, "S-INF", "0707", SP(8)))

/* in phase 4 of turn 5: five columns in phase 10 and in phase 4 of turn 6, and then no more */
static void w30_headquarters_lost(void **s) {
  (void)s;
  struct table *t = FRESH(HQ_LOST, "3 4");
  acts(t, G, "target 0506;add a;commit;commit;done");
  stands(t, "q", "-", 0);
  acts(t, G, "target 0707;add i;commit");
  refused(t, G, "spend 1", "9.1.6"); /* not in the phase in progress */
  clear_away(t);
  t = FRESH(HQ_LOST, "3 4 1 2");
  acts(t, G, "target 0506;add a;commit;commit;done;done;done");
  acts(t, S, "done;target 0706;add e;commit;commit");
  act(t, G, "spend 2"); /* phase 10: in defence */
  card(t, G, "9.1.6", "1:4");
  act(t, G, "commit");
  acts(t, S, "done;done");
  acts(t, G, "done;target 0707;add i;commit");
  refused(t, G, "spend 4", "9.1.6"); /* three are left */
  act(t, G, "spend 3");              /* phase 4 of turn 6 */
  card(t, G, "9.1.6", "4:1");        /* 4 : 3, out of supply by now */
  clear_away(t);
  t = FRESH(HQ_LOST, "3 4 2 3");
  acts(t, G, "target 0506;add a;commit;commit;done;done;done");
  acts(t, S, "done;done;done");
  acts(t, G, "done;done;done");
  /* phase 10 of turn 6: the Germans have nothing left to answer with */
  acts(t, S, "done;target 0706;add e;commit;commit");
  happened(t, "5.2.1", "combat");
  clear_away(t);
}

static void w31_w32_out_of_supply(void **s) {
  (void)s;
  struct table *t = FRESH(PLAIN AT("german.movement")
                              UNITS(UX("a", G, "G-INF", "0503", "\"marks\":[\"oos:1\"]," SP(4)),
                                    UX("e", S, "S-INF", "0506", SP(4))),
                          "3 4 5 4");
  acts(t, G, "full a;move a;step 0504;step 0505;done;target 0506;add a;commit;full a");
  marked(t, "a", "oos:3"); /* moved in full, attacks in full */
  act(t, G, "commit");     /* 1:1, 7: -1/-1, no retreat */
  marked(t, "a", "oos:4");
  act(t, G, "done");
  act(t, G, "done");
  clear_away(t);
  t = FRESH(PLAIN AT("soviet.attack")
                UNITS(UX("a", G, "G-INF", "0505", "\"marks\":[\"oos:4\"]," SP(4)),
                      UX("e", S, "S-INF", "0506", SP(8))),
            "3 4");
  acts(t, S, "target 0505;add e;commit;commit"); /* 2:1, 7: -/D1 */
  act(t, G, "retreat a 0504");
  act(t, S, "done");
  marked(t, "a", "oos:5"); /* one more */
  clear_away(t);
  t = FRESH(PLAIN AT("german.strategic") "\"regions\":[{\"id\":\"german.supply\",\"hexes\":["
                                         "\"0501\"]}]," TERRAIN(ROAD("\"0501\",\"0502\"")) UNITS(
                                             UX("a", G, "G-INF", "0502", "\"marks\":[\"oos:5\"]"),
                                             U("e", S, "S-INF", "1919")),
            NULL);
  act(t, G, "done");
  happened(t, "10.2.7", "supply");
  marked(t, "a", "oos:1"); /* 5 to 1 */
  acts(t, S, "done;done;done");
  acts(t, G, "done;done;done");
  happened(t, "10.2.8", "supply"); /* 1 to 0 */
  unmarked(t, "a", "oos:1");
  clear_away(t);
}

#define WAIT(n) BOX(n, G, "G-INF", "german.waiting")
#define TEN                                                                                        \
  WAIT("i0"), WAIT("i1"), WAIT("i2"), WAIT("i3"), WAIT("i4"), WAIT("i5"), WAIT("i6"), WAIT("i7"),  \
      WAIT("i8"), WAIT("i9")

/* brings it in at 0501; what is left to it */
static void enter(struct table *t, const char *unit, const char *left) {
  char line[60], buf[32];
  const cJSON *u;
  snprintf(line, sizeof line, "pick %s", unit);
  act(t, G, line);
  act(t, G, "put 0501");
  if (left) {
    ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
    cJSON_ArrayForEach(u, field(t->last, "view.units")) if (!strcmp(text_of(u, "id"), unit))
        assert_string_equal(points_of(field(u, "mp[0]"), buf), left);
    act(t, G, "stop");
  }
}

static void w33_ten_regiments(void **s) {
  (void)s;
#define AT_0501                                                                                    \
  "\"regions\":[{\"id\":\"german.entry\",\"hexes\":[\"0501\"]}],\"control\":[[\"german\",["        \
  "\"0501\"]]],"
  struct table *t = FRESH(
      PLAIN AT("german.movement") AT_0501 TERRAIN(HEX("0501", "\"forest\"")) UNITS(TEN), NULL);
  for (int i = 0; i < 8; i++) {
    char u[4] = {'i', (char)('0' + i), 0};
    enter(t, u, i < 4 ? "2" : NULL); /* 2 of 4; the second stack pays 4 and its move is over */
  }
  act(t, G, "pick i8");
  refused(t, G, "put 0501", "11.1.5"); /* the third would pay 6 */
  clear_away(t);
  t = FRESH(PLAIN AT("german.movement") AT_0501 TERRAIN(ROAD("\"0501\",\"0502\"")) UNITS(TEN),
            NULL);
  for (int i = 0; i < 10; i++) {
    char u[4] = {'i', (char)('0' + i), 0};
    enter(t, u, i < 4 ? "7/2" : i < 8 ? "3" : "5/2"); /* 1/2, 1, 3/2 */
  }
  clear_away(t);
}

static void w34_entry_zones(void **s) {
  (void)s;
#define ZONES                                                                                      \
  "\"regions\":[{\"id\":\"german.entry\",\"hexes\":[\"0101\",\"0301\",\"0501\",\"0701\",\"0901\"," \
  "\"1101\",\"1301\",\"1501\",\"1701\",\"1901\"]}],\"control\":[[\"german\",[\"0101\",\"0301\","   \
  "\"0501\",\"0701\",\"0901\",\"1101\",\"1301\",\"1501\",\"1701\",\"1901\"]]],"
  struct table *t = FRESH(
      PLAIN AT("german.movement") ZONES TERRAIN(HEX("0701", "\"town\""))
          UNITS(U("a", G, "G-PG", "0502"), U("b", G, "G-PG", "0502"), U("c", G, "G-PG", "0502")),
      NULL);
  /* now for zone C */
  acts(t, G, "move a;step 0501;leave;move b;step 0501;leave;move c;step 0501;leave;done;done;done");
  acts(t, S, "done;done;done");
  act(t, G, "pick a");
  offered(t, G, "put 0501", "11.1.2"); /* C in full */
  offered(t, G, "put 0301", "11.1.2"); /* B or D by halves */
  refused(t, G, "put 0901", "11.1.2"); /* not E */
  act(t, G, "put 0701");
  happened(t, "11.2.1", "enters");
  const cJSON *u;
  char buf[32];
  ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
  /* 7/2 and a town */
  cJSON_ArrayForEach(u, field(t->last, "view.units")) if (!strcmp(text_of(u, "id"), "a"))
      assert_string_equal(points_of(field(u, "mp[0]"), buf), "5/2");
  acts(t, G, "stop;pick b");
  refused(t, G, "shift 1301", "11.2.2"); /* G is four away */
  act(t, G, "shift 1101");               /* F from the next phase on */
  acts(t, G, "pick c;shift 1101;done;done;done");
  acts(t, S, "done;done;done");
  acts(t, G, "pick b;put 1101");
  happened(t, "11.1.3", "enters"); /* with all its points */
  acts(t, G, "stop;pick c");
  refused(t, G, "shift 1901", "11.2.2");
  act(t, G, "shift 1701"); /* I after two */
  acts(t, G, "done;done;done");
  acts(t, S, "done;done;done");
  acts(t, G, "pick c;put 1901"); /* J after three in full, or beside I by halves */
  happened(t, "11.2.1", "enters");
  clear_away(t);
}

static void w35_strategic(void **s) {
  (void)s;
  struct table *t = FRESH(PLAIN AT("german.strategic")
                              UNITS(UX("a", G, "G-PG", "0505", "\"marks\":[\"marked\"]")),
                          NULL);
  reaches(t, G, "a", "0505", "0", "12.2.3");
  reaches(t, G, "a", "0503", "4", "3.5");
  reaches(t, G, "a", "0502", NULL, NULL); /* 6 of 5 */
  clear_away(t);
}

static void w36_concentration(void **s) {
  (void)s;
#define C(n, f) UX(n, G, "G-AG", "0505", FORM(f))
#define D(n, f) UX(n, G, "G-AG", "0606", FORM(f))
  struct table *t = FRESH(ATTACK UNITS(C("a", "x"), C("b", "x"), C("c", "x"), C("d", "y"),
                                       C("f", "y"), C("g", "y"), D("h", "z"), D("i", "z"),
                                       D("j", "z"), UX("e", S, "S-INF", "0506", SP(27))),
                          NULL);
  acts(t, G, "target 0506;add a;add b;add c;add d;add f;add g;add h;add i;add j;commit");
  card(t, G, "13.1.4", "4:1"); /* three divisions: three columns */
  clear_away(t);
  t = FRESH(ATTACK UNITS(C("a", "x"), C("b", "x"), C("c", "x"), C("d", "x"), C("f", "x"),
                         C("g", "x"), UX("e", S, "S-INF", "0506", SP(18))),
            NULL);
  acts(t, G, "target 0506;add a;add b;add c;add d;add f;add g;commit");
  card(t, G, "13.1.4", "3:1"); /* six of one: two */
  clear_away(t);
}

/* A is 0205, B 0206; the garrison of B owns it until driven out */
static void w37_a_bridge(void **s) {
  (void)s;
  struct table *t = FRESH(BED AT("soviet.movement") UNITS(UX("g", G, "G-INF", "0206", SP(2)),
                                                          UX("r", S, "S-INF", "0203", SP(20))),
                          "3 4 1 1 1 1");
  acts(t, S, "move r;step 0204;step 0205;done"); /* both banks taken: it stays the garrison's */
  never(t, "bridge.held");
  acts(t, S, "target 0206;add r;commit;commit"); /* 10:1, a river 9:1; 7: -/D3-1 */
  acts(t, G, "retreat g 0207;retreat g 0208;retreat g 0209");
  acts(t, S, "done;done");
  happened(t, "14.1.3", "bridge.held");
  act(t, S, "done");
  acts(t, G, "move g;step 0208;step 0207;stop;done"); /* not yet at the bridge */
  acts(t, G, "done;done");
  act(t, S, "move r");
  offered(t, S, "blow 0205/0206", "14.2.1");
  clear_away(t);
  t = FRESH(BED AT("soviet.movement") UNITS(U("g", G, "G-INF", "0206"), U("r", S, "S-INF", "0203")),
            NULL);
  acts(t, S, "move r;step 0204;step 0205;done;target 0206;add r");
  clear_away(t);
}

static void w38_fortified_line(void **s) {
  (void)s;
  struct table *t = FRESH(PLAIN AT("german.air") TERRAIN(SIDE("0506", "0505", "fort"))
                              UNITS("{\"name\":\"air\",\"side\":\"german\",\"kind\":\"G-AIR\","
                                    "\"box\":\"german.air\",\"factors\":{\"sp\":4}}",
                                    UX("a", G, "G-INF", "0505", SP(20)), U("g", G, "G-ART", "0503"),
                                    UX("e", S, "S-INF", "0506", SP(7))),
                          NULL);
  acts(t, G, "pick air;mission offence;put 0506;commit;done;target 0506;add a;commit;gun g");
  card(t, G, "8.2.2", "4");
  card(t, G, "6.3.2", "5");
  card(t, G, "19.1.1", "-14"); /* 29 to 15 */
  card(t, G, "1.7c", "2:1");
  card(t, G, "19.1.2", "1:2");
  clear_away(t);
}

static void w39_two_roads(void **s) { /* the budget is one for the whole way */
  (void)s;
#define TWO                                                                                        \
  PLAIN AT("german.strategic") "\"regions\":[{\"id\":\"german.supply\",\"hexes\":[\"0501\"]}]"     \
                               "," TERRAIN(ROAD("\"0501\",\"0502\",\"0503\",\"0504\",\"0505\""),   \
                                           ROAD("\"0510\",\"0511\",\"0512\""))
  struct table *t = FRESH(TWO UNITS(U("tanks", G, "G-ARM", "0512"), U("guns", G, "G-AG", "0514"),
                                    U("e", S, "S-INF", "1919")),
                          "");
  act(t, G, "done");
  unmarked(t, "tanks", "oos:1"); /* on the second road */
  marked(t, "guns", "oos:1");    /* off it again */
  clear_away(t);
  t = FRESH(TWO UNITS(U("tanks", G, "G-ARM", "0512"), U("link", G, "G-INF", "0513"),
                      U("guns", G, "G-AG", "0514"), U("e", S, "S-INF", "1919")),
            "");
  act(t, G, "done");
  unmarked(t, "guns", "oos:1"); /* a unit between them */
  clear_away(t);
  /* a road in an enemy zone, and nobody on it */
  t = FRESH(TWO UNITS(U("tig", G, "G-TIG", "0504"), U("e", S, "S-INF", "0703")), "");
  act(t, G, "done");
  unmarked(t, "tig", "oos:1");
  clear_away(t);
  t = FRESH(TWO UNITS(U("tig", G, "G-TIG", "0504"), U("e", S, "S-INF", "0602"),
                      U("f", S, "S-INF", "0402")),
            "");
  act(t, G, "done");
  marked(t, "tig", "oos:1");
  clear_away(t);
  t = FRESH(TWO UNITS(U("tig", G, "G-TIG", "0504"), U("i", G, "G-INF", "0502"),
                      U("j", G, "G-INF", "0503"), U("k", G, "G-INF", "0501"),
                      U("e", S, "S-INF", "0602"), U("f", S, "S-INF", "0402")),
            "");
  act(t, G, "done");
  unmarked(t, "tig", "oos:1"); /* units in it open the zone */
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(w1_ratio),
      cmocka_unit_test(w2_w3_modifiers),
      cmocka_unit_test(w4_rounding),
      cmocka_unit_test(w5_w6_movement_costs),
      cmocka_unit_test(w7_who_must),
      cmocka_unit_test(w8_the_swamp),
      cmocka_unit_test(w9_entrenched_neighbours),
      cmocka_unit_test(w10_division_against_cavalry),
      cmocka_unit_test(w11_onto_friends),
      cmocka_unit_test(w12_four_ways),
      cmocka_unit_test(w13_three_hexes),
      cmocka_unit_test(w14_tests),
      cmocka_unit_test(w15_pursuit),
      cmocka_unit_test(two_paths),
      cmocka_unit_test(w16_forest_and_river),
      cmocka_unit_test(w17_guns_and_disorder),
      cmocka_unit_test(w18_order_restored),
      cmocka_unit_test(w19_lone_guns),
      cmocka_unit_test(w20_infantry_and_gun),
      cmocka_unit_test(w21_gun_under_fire),
      cmocka_unit_test(w22_ammunition),
      cmocka_unit_test(w23_cavalry_and_guns),
      cmocka_unit_test(w24_fixed_position),
      cmocka_unit_test(local_positions),
      cmocka_unit_test(w25_staying_in_it),
      cmocka_unit_test(w26_w27_aircraft),
      cmocka_unit_test(w28_disturbed_marches),
      cmocka_unit_test(w29_supplies_by_air),
      cmocka_unit_test(w30_headquarters_lost),
      cmocka_unit_test(w31_w32_out_of_supply),
      cmocka_unit_test(w33_ten_regiments),
      cmocka_unit_test(w34_entry_zones),
      cmocka_unit_test(w35_strategic),
      cmocka_unit_test(w36_concentration),
      cmocka_unit_test(w37_a_bridge),
      cmocka_unit_test(w38_fortified_line),
      cmocka_unit_test(w39_two_roads),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
