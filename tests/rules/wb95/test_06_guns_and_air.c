/* test_06_guns_and_air.c - rules 6.4, 6.5, 8, 21: ranged fire, barrage, air missions. */
#include "table.h"

#define ATTACK PLAIN AT("german.attack")

static void ranged(void **s) { /* 6.1, 6.4 */
  (void)s;
  const char *pos = ATTACK TERRAIN(HEX("0508", "\"forest\""))
      UNITS(U("g1", G, "G-ART", "0505"), U("g2", G, "G-ARTA", "0606"),
            UX("p", G, "G-ART", "0305", "\"marks\":[\"transport\"]"), U("i", G, "G-INF", "1010"),
            U("e", S, "S-INF", "0508"), U("h", S, "S-INF", "0506"), U("x", S, "S-INF", "0512"),
            U("n", S, "S-ART", "0607"), BOX("w", G, "G-ART", "german.waiting"),
            U("alone", G, "G-ART", "1818"));
  struct table *t = FRESH(pos, "1 2");
  refused(t, G, "shell w", "6.1.1");     /* not yet on the map */
  refused(t, G, "shell alone", "6.1.2"); /* nobody in range */
  refused(t, G, "shell n", "6.1.1");
  refused(t, G, "shell i", "6.1.1");
  refused(t, G, "shell p", "6.1.3");
  act(t, G, "shell g1");
  refused(t, G, "target 0506", "6.4.3");
  refused(t, G, "target 0512", "6.1.2");
  refused(t, G, "target 0510", "6.4.1");
  refused(t, G, "commit", "6.4.2");
  act(t, G, "gun g2");
  offered(t, G, "target 0508", "6.4.1");
  act(t, G, "target 0508");
  card(t, G, "6.4.2", "-2"); /* 5 + 6 - 2 */
  card(t, G, "6.4.2", "9-12");
  outcome(t, G, "3: -1D", 1, 18);
  act(t, G, "commit"); /* 3: -1D */
  happened(t, "6.4.2", "fire");
  happened(t, "6.4.2", "disorganized");
  stands(t, "e", "0508", 1);
  refused(t, G, "shell g1", "6.1.4");
  clear_away(t);
  t = FRESH(ATTACK UNITS(U("g1", G, "G-ART", "0505"), U("i", G, "G-INF", "0507"),
                         U("e", S, "S-INF", "0508"), U("k", S, "S-INF", "0705")),
            "3 4");
  act(t, G, "shell g1");
  refused(t, G, "target 0508", "6.4.5"); /* it must be attacked */
  act(t, G, "target 0705");
  act(t, G, "commit");
  refused(t, G, "target 0705", "6.4.5");
  clear_away(t);
}

static void a_dot(void **s) { /* 5.6.2 under fire: a roll of the limit or more */
  (void)s;
  const char *pos = ATTACK UNITS(U("g", G, "G-ART", "0505"), U("e", S, "S-INF", "0508"));
  struct table *t = FRESH(pos, "1 3 4 5"); /* 5 points, 4: a dot; 9 of 10 */
  acts(t, G, "shell g;target 0508;commit");
  unmarked(t, "e", "disorganized");
  clear_away(t);
  t = FRESH(pos, "1 3 5 5");
  acts(t, G, "shell g;target 0508;commit");
  happened(t, "5.6.2", "test");
  marked(t, "e", "disorganized");
  clear_away(t);
}

static void two_bridges(void **s) { /* 8.2.8: each with the counters that fly to it */
  (void)s;
  struct table *t =
      FRESH(BED AT("german.air") UNITS("{\"unit\":\"de.air.l1\",\"box\":\"german.air\"}",
                                       "{\"unit\":\"de.air.l2\",\"box\":\"german.air\"}"),
            "3 4 3 4");
  acts(t, G,
       "pick de.air.l1;mission objects;bomb 0205/0206;pick de.air.l2;mission objects;bomb "
       "0007/0008;commit");
  told(t, "at 0205 with 8 points");
  told(t, "at 0007 with 7 points");
  clear_away(t);
}

static void bridges_shot(void **s) { /* 6.4.7, 14.1.1 */
  (void)s;
  struct table *t = FRESH(BED AT("german.attack") UNITS(U("g", G, "G-ART", "0204")), "1 2");
  act(t, G, "shell g");
  offered(t, G, "aim 0205/0206", "6.4.7");
  act(t, G, "aim 0205/0206");
  refused(t, G, "aim 0205/0206", "6.4.2");
  act(t, G, "commit"); /* 5 points, 3: destroyed */
  told(t, "fires at 0205, roll 3");
  happened(t, "6.4.7", "bridge");
  figure(t, G, "scenario", "bridges that are down", "1", "P.3");
  clear_away(t);
}

static void barrage(void **s) { /* W22: 6.5 */
  (void)s;
  struct table *t =
      FRESH(PLAIN AT("german.barrage") "\"vars\":{\"au_german\":3}," UNITS(
                U("g1", G, "G-ART", "0505"), U("g2", G, "G-ART", "0505"),
                U("g3", G, "G-ART", "0505"), U("g4", G, "G-ART", "0505"),
                U("j", G, "G-INF", "0507"), U("e", S, "S-INF", "0508"), U("f", S, "S-INF", "0705")),
            "1 3");
  figure(t, G, "scenario", "ammunition for barrages", "3", "6.5.1");
  refused(t, G, "move j", "2.1.2");
  ask(t, "{\"cmd\":\"actions\",\"side\":\"german\"}");
  cites(t, "prompt.rule", "6.5.2");
  acts(t, G, "shell g1;target 0705");
  refused(t, G, "commit", "6.5.4");
  acts(t, G, "cancel;shell g1");
  refused(t, G, "gun g1", "6.4.2"); /* it fires already */
  acts(t, G, "gun g2;gun g3");
  refused(t, G, "gun g4", "6.5.7");
  act(t, G, "target 0705");
  card(t, G, "6.5.3", "10");
  card(t, G, "6.4.2", "17+"); /* twice fifteen */
  act(t, G, "commit");        /* 30 points, 4: -1D */
  happened(t, "6.5.3", "fire");
  refused(t, G, "shell g4", "6.5.7");
  offered(t, G, "done", "6.5.8");
  act(t, G, "done");
  refused(t, G, "move g1", "6.5.5");
  acts(t, G, "done;target 0508;add j;commit");
  refused(t, G, "gun g1", "6.5.6");
  clear_away(t);
}

/* 6.5.6: nor do they support the hex they stand in, in the two attack phases that follow */
static void silent_guns(void **s) {
  (void)s;
  struct table *t = FRESH(
      PLAIN AT("soviet.barrage") "\"vars\":{\"au_soviet\":2}," MARKS(MARK("0506", "ff", S),
                                                                     MARK("0505", "ff", G))
          UNITS(U("g1", S, "S-ART", "0506"), U("g2", S, "S-ART", "0506"),
                U("g3", S, "S-ART", "0506"), UX("i", S, "S-INF", "0506", "\"factors\":{\"sp\":6}"),
                U("a", G, "G-INF", "0505"), U("h", G, "G-INF", "0509")),
      NULL);
  acts(t, S, "shell g1;gun g2;target 0509;commit");
  acts(t, S, "done;done;done;done");
  acts(t, G, "done;target 0506;add a;commit");
  card(t, G, "6.5.6", "0");
  card(t, G, "6.6.1", "3"); /* the third one does */
  clear_away(t);
  t = FRESH(PLAIN AT("soviet.barrage") "\"vars\":{\"au_soviet\":2}," MARKS(MARK("0506", "ff", S),
                                                                           MARK("0505", "ff", G))
                UNITS(U("g1", S, "S-ART", "0506"), U("g2", S, "S-ART", "0506"),
                      U("i", S, "S-INF", "0506"), U("a", G, "G-INF", "0505"),
                      U("h", G, "G-INF", "0509")),
            NULL);
  acts(t, S, "shell g1;gun g2;target 0509;commit;done;done;done;done");
  acts(t, G, "done;done;done");
  acts(t, S, "done;target 0505;add i;commit");
  act(t, S, "gun g1"); /* and then it may again */
  clear_away(t);
}

/* 6.5.4, 6.5.6, 6.5.7: two at least; once; silent in support, but not struck dumb */
static void guns_of_a_barrage(void **s) {
  (void)s;
  struct table *t = FRESH(PLAIN AT("german.barrage") "\"vars\":{\"au_german\":1}," UNITS(
                              U("g1", G, "G-ART", "0505"), U("e", S, "S-INF", "0508")),
                          NULL);
  refused(t, G, "shell g1", "6.5.7"); /* ammunition for one */
  clear_away(t);
  t = FRESH(PLAIN AT("german.barrage") "\"vars\":{\"au_german\":4}," UNITS(
                UX("g1", G, "G-ART", "0505", "\"factors\":{\"off\":3}"),
                UX("g2", G, "G-ART", "0505", "\"factors\":{\"off\":3}"), U("e", S, "S-INF", "0508"),
                U("f", S, "S-INF", "0408")),
            "3 4 3 4");
  acts(t, G, "shell g1;gun g2;target 0508");
  card(t, G, "6.4.2", "9-12"); /* twice six */
  act(t, G, "commit");
  refused(t, G, "shell g1", "6.1.4");
  /* 6.4: with what they have, and at the same hex */
  acts(t, G, "done;done;shell g1;gun g2;target 0508");
  card(t, G, "6.4.2", "6-8");
  act(t, G, "commit");
  clear_away(t);
}

/* 6.1.2, 6.4.2, 6.4.7: three hexes to the target, or to the nearer end of a bridge */
static void how_far(void **s) {
  (void)s;
  struct table *t = FRESH(ATTACK UNITS(U("g1", G, "G-ART", "0502"), U("g2", G, "G-ART", "0508"),
                                       U("g3", G, "G-ART", "0509"), U("e", S, "S-INF", "0505")),
                          "3 4");
  act(t, G, "shell g1");
  offered(t, G, "target 0505", "6.4.1");
  offered(t, G, "gun g2", NULL);
  not_offered(t, G, "gun g3");
  refused(t, G, "gun g3", "6.4.2"); /* seven from the first: nothing is in range of both */
  acts(t, G, "gun g2;target 0505;commit");
  clear_away(t);
#define SPAN_AT(north, south)                                                                      \
  TERRAIN(SIDE(north, south, "river"), PATH("road.main", "\"" north "\",\"" south "\""))
  t = FRESH(ATTACK SPAN_AT("0508", "0509") UNITS(U("g", G, "G-ART", "0505")), NULL);
  act(t, G, "shell g");
  act(t, G, "aim 0508/0509"); /* three and four */
  clear_away(t);
  t = FRESH(ATTACK SPAN_AT("0505", "0506") UNITS(U("g", G, "G-ART", "0509")), NULL);
  act(t, G, "shell g");
  act(t, G, "aim 0505/0506"); /* four and three */
  clear_away(t);
  t = FRESH(ATTACK SPAN_AT("0509", "0510")
                UNITS(U("g", G, "G-ART", "0505"), U("h", G, "G-ART", "0506")),
            NULL);
  refused(t, G, "shell g", "6.1.2"); /* four and five */
  act(t, G, "shell h");
  act(t, G, "gun g");
  refused(t, G, "aim 0509/0510", "6.4.7");
  clear_away(t);
}

/* 5.6.5, 6.2.4, 14.2.1: it begins the day of rest again, as packing and blowing bridges do */
static void firing_is_work(void **s) {
  (void)s;
#define SHAKEN "\"marks\":[\"disorganized\"]"
  struct table *t = FRESH(
      PLAIN AT("soviet.strategic") TERRAIN(SIDE("1505", "1506", "river"),
                                           SIDE("1705", "1706", "crossing"),
                                           PATH("road.main", "\"1505\",\"1506\""))
          UNITS(UX("fires", G, "G-ART", "0505", SHAKEN), UX("packs", G, "G-ART", "0705", SHAKEN),
                UX("blows", G, "G-INF", "1505", SHAKEN),
                UX("builds", G, "G-HQ", "1705", "\"marks\":[\"disorganized\",\"bank\"]"),
                UX("rests", G, "G-ART", "0905", SHAKEN), UX("e", S, "S-INF", "0507", SHAKEN)),
      "3 4");
  act(t, S, "done");
  acts(t, G,
       "move packs;pack;stop;move blows;blow 1505/1506;stop;span builds 1705/1706;done;shell "
       "fires;target 0507;commit;done;done");
  acts(t, S, "done;done;done");
  unmarked(t, "rests", "disorganized");
  marked(t, "fires", "disorganized");
  marked(t, "packs", "disorganized");
  marked(t, "blows", "disorganized");
  marked(t, "builds", "disorganized");
  marked(t, "e", "disorganized"); /* being shot at is no rest either */
  clear_away(t);
}

/* 16.1.3, 8.2.3: guns that fired lie open; aircraft that helped them have flown */
static void fire_is_seen(void **s) {
  (void)s;
  struct table *t =
      MASKED(PLAIN AT("german.air") UNITS("{\"unit\":\"de.air.l1\",\"box\":\"german.air\"}",
                                          U("g", G, "G-ART", "0505"), U("h", G, "G-ART", "0405"),
                                          U("e", S, "S-INF", "0508")),
             "3 4");
  acts(t, G, "pick de.air.l1;mission offence;put 0508;commit;done;shell g;target 0508;commit");
  stands(t, "de.air.l1", "german.air", 1);
  assert_true(sees(t, S, "g"));
  assert_false(sees(t, S, "h"));
  clear_away(t);
}

#define AIRBASE PLAIN AT("german.air")

static void missions(void **s) { /* 8.1, 8.2, 21 */
  (void)s;
  struct table *t = FRESH(AIRBASE UNITS("{\"unit\":\"de.air.l1\",\"box\":\"german.air\"}",
                                        "{\"unit\":\"de.air.l5\",\"box\":\"german.air\"}",
                                        "{\"unit\":\"de.air.l4\",\"box\":\"german.air\"}",
                                        UX("a", G, "G-INF", "0505", "\"factors\":{\"sp\":20}"),
                                        UX("e", S, "S-TB", "0506", "\"factors\":{\"sp\":20}"),
                                        U("h", S, "S-INF", "0909")),
                          "3 4");
  refused(t, G, "move a", "2.1.2");
  act(t, G, "pick de.air.l1");
  refused(t, G, "commit", "8.1.3");
  refused(t, G, "mission defence", "8.1.4R");
  refused(t, G, "mission river", "8.2.16");
  refused(t, G, "mission airlift", "8.2.22");
  refused(t, G, "mission objects", "8.2.8");
  act(t, G, "mission offence");
  refused(t, G, "put 0707", "8.2.2");
  offered(t, G, "put 0506", "8.1.3");
  acts(t, G, "put 0506;pick de.air.l5;mission offence");
  offered(t, G, "put 0506", "8.1.3"); /* a second one may */
  acts(t, G, "put 0506;pick de.air.l4;mission strike");
  not_offered(t, G, "put 0506");
  refused(t, G, "put 0506", "21.1.2");
  refused(t, G, "put 0707", "8.2.6");
  offered(t, G, "drop", "8.1.4");
  act(t, G, "drop");
  offered(t, G, "pick de.air.l4", "8.1.3");
  act(t, G, "commit");
  happened(t, "8.1.7", "air");
  act(t, G, "done"); /* movement */
  acts(t, G, "target 0506;add a;commit");
  card(t, G, "8.2.2", "14");
  card(t, G, "21.1.1", "3:1"); /* 34:20 is 2:1; a white star against tanks */
  act(t, G, "commit");
  clear_away(t);
}

static void strikes(void **s) { /* 8.2.6-8.2.10 */
  (void)s;
  struct table *t = FRESH(
      AIRBASE TERRAIN(HEX("0506", "\"hills\""))
          UNITS("{\"unit\":\"de.air.l1\",\"box\":\"german.air\"}", U("e", S, "S-INF", "0506")),
      "1 2");
  acts(t, G, "pick de.air.l1;mission strike;put 0506;commit"); /* 8 - 2 = 6; 3: -1 */
  happened(t, "8.2.7", "air.attack");
  happened(t, "8.2.6", "loss");
  stands(t, "e", "0506", 1);
  clear_away(t);
  /* 5: row 3-5, a star: 6-8; 3: -1 */
  t = FRESH(
      AIRBASE UNITS("{\"unit\":\"de.air.l6\",\"box\":\"german.air\"}", U("e", S, "S-TB", "0506")),
      "1 2");
  acts(t, G, "pick de.air.l6;mission strike;put 0506;commit");
  happened(t, "8.2.6", "air.attack");
  stands(t, "e", "0506", 1);
  clear_away(t);
}

static void objects(void **s) {
  (void)s;
  struct table *t =
      FRESH(BED AT("german.air") UNITS("{\"unit\":\"de.air.l1\",\"box\":\"german.air\"}",
                                       "{\"name\":\"weak\",\"side\":\"german\",\"kind\":\"G-AIR\","
                                       "\"box\":\"german.air\",\"factors\":{\"sp\":3}}"),
            "1 2");
  acts(t, G, "pick weak;mission objects");
  refused(t, G, "bomb 0203/0204", "8.2.8");
  act(t, G, "bomb 0205/0206");
  refused(t, G, "commit", "8.2.10");
  because(t, G, "commit", "0205");
  acts(t, G, "pick weak;mission disturb;put 0303");
  refused(t, G, "commit", "8.2.12");
  /* 8; 3: destroyed */
  acts(t, G, "pick weak;drop;pick de.air.l1;mission objects;bomb 0205/0206;commit");
  happened(t, "8.2.8", "air.object");
  happened(t, "8.2.8", "bridge");
  clear_away(t);
  t = FRESH(AIRBASE TERRAIN(HEX("0505", "\"hills\""), SIDE("0505", "0506", "river"),
                            PATH("road.main", "\"0505\",\"0506\""))
                UNITS("{\"unit\":\"de.air.l1\",\"box\":\"german.air\"}"),
            "3 4");
  acts(t, G, "pick de.air.l1;mission objects;bomb 0505/0506;commit");
  happened(t, "8.2.9", "air.object"); /* the hills do not matter */
  clear_away(t);
}

static void guns_and_aircraft(void **s) { /* 8.2.3 */
  (void)s;
  struct table *t = FRESH(AIRBASE UNITS("{\"unit\":\"de.air.l1\",\"box\":\"german.air\"}",
                                        U("g", G, "G-ART", "0505"), U("e", S, "S-INF", "0508")),
                          NULL);
  acts(t, G, "pick de.air.l1;mission offence;put 0508;commit;done;shell g;target 0508");
  card(t, G, "8.2.3", "8");
  card(t, G, "6.4.4", "13-16");
  clear_away(t);
}

static void disturbing(void **s) { /* 8.2.11-8.2.15 */
  (void)s;
  struct table *t =
      FRESH(AIRBASE UNITS(
                "{\"unit\":\"de.air.l1\",\"box\":\"german.air\"}",
                "{\"unit\":\"de.air.l2\",\"box\":\"german.air\"}",
                "{\"name\":\"ra\",\"side\":\"soviet\",\"kind\":\"S-AIR\",\"box\":\"soviet.air\"}",
                U("e", S, "S-TB", "0506")),
            "");
  acts(t, G, "pick de.air.l1;mission disturb;put 0508;pick de.air.l2;mission disturb;put 0508");
  act(t, S, "pick ra");
  refused(t, S, "mission disturb", "8.2.11");
  refused(t, S, "mission defence", "8.2.5");
  act(t, S, "drop");
  act(t, G, "commit");
  refused(t, S, "pick de.air.l1", "8.1.5");
  act(t, S, "commit");
  happened(t, "8.2.13", "air.disturb");
  acts(t, G, "done;done;done"); /* to the Soviet air phase */
  clear_away(t);
}

static void air_combat(void **s) { /* 8.1.8, 8.1.9 */
  (void)s;
  struct table *t =
      FRESH(AIRBASE UNITS(
                "{\"unit\":\"de.air.l4\",\"box\":\"german.air\"}",
                "{\"name\":\"ra\",\"side\":\"soviet\",\"kind\":\"S-AIR\",\"box\":\"soviet.air\"}",
                U("e", S, "S-INF", "0506"), U("g", G, "G-INF", "0508")),
            "1 2 3 6");
  acts(t, G, "pick de.air.l4;mission strike;put 0506;commit");
  acts(t, S, "pick ra;mission strike;put 0508");
  /* two hexes apart: no fight; 4 against 0508 */
  acts(t, S, "pick ra;mission strike;put 0508;commit");
  happened(t, "8.2.6", "air.attack");
  clear_away(t);
  t = FRESH(AIRBASE UNITS(
                "{\"unit\":\"de.air.l4\",\"box\":\"german.air\"}",
                "{\"name\":\"ra\",\"side\":\"soviet\",\"kind\":\"S-AIR\",\"box\":\"soviet.air\"}",
                U("e", S, "S-INF", "0506"), U("g", G, "G-INF", "0507")),
            "1 2 3 6 3 3");
  acts(t, G, "pick de.air.l4;mission strike;put 0506;commit");
  acts(t, S, "pick ra;mission strike;put 0507;commit"); /* 5+1 = 4+2: again; 8 against 10 */
  happened(t, "8.1.8", "air.combat");
  happened(t, "8.1.9", "air.driven");
  clear_away(t);
}

static void defence_from_the_air(void **s) { /* W26: 8.2.4 */
  (void)s;
  struct table *t =
      FRESH(PLAIN AT("soviet.air") UNITS("{\"unit\":\"de.air.l1\",\"box\":\"german.air\"}",
                                         "{\"unit\":\"de.air.l4\",\"box\":\"german.air\"}",
                                         UX("g", G, "G-INF", "0506", "\"factors\":{\"sp\":5}"),
                                         UX("e", S, "S-INF", "0505", "\"factors\":{\"sp\":12}")),
            NULL);
  act(t, G, "pick de.air.l1");
  refused(t, G, "mission offence", "8.1.4R");
  act(t, G, "mission defence");
  refused(t, G, "put 0505", "8.2.4");
  acts(t, G, "put 0506;pick de.air.l4;mission defence;put 0506;commit");
  acts(t, S, "done;target 0506;add e;commit");
  card(t, S, "8.2.4", "7"); /* 13 halved */
  card(t, S, "1.7c", "1:1");
  clear_away(t);
}

/* 8.1.9, 8.2.18: with them go the attacks they had in store; each side has its own */
static void watchers_driven_off(void **s) {
  (void)s;
  struct table *t = FRESH(
      PLAIN AT("soviet.air") TERRAIN(SIDE("0505", "0506", "crossing"))
          UNITS("{\"unit\":\"de.air.l4\",\"box\":\"german.air\"}",
                "{\"name\":\"ra\",\"side\":\"soviet\",\"kind\":\"S-AIR\",\"box\":\"soviet.air\"}",
                U("g", G, "G-INF", "0507"), U("e", S, "S-INF", "0505")),
      "1 6 3 4");
  acts(t, G, "pick de.air.l4;mission river;spread 0506 10;commit");
  acts(t, S, "pick ra;mission strike;put 0507;commit"); /* 6 against 10 */
  happened(t, "8.1.9", "air.driven");
  acts(t, S, "move e;step 0506");
  never(t, "crossing");
  clear_away(t);
  t = FRESH(
      PLAIN AT("soviet.air") TERRAIN(SIDE("0505", "0506", "crossing"),
                                     SIDE("0905", "0906", "crossing"))
          UNITS("{\"unit\":\"de.air.l4\",\"box\":\"german.air\"}",
                "{\"name\":\"ra\",\"side\":\"soviet\",\"kind\":\"S-AIR\",\"box\":\"soviet.air\"}"),
      NULL);
  acts(t, G, "pick de.air.l4;mission river;spread 0505 10");
  acts(t, S, "pick ra;mission river;spread 0905 8"); /* need not be connected with the enemy's */
  clear_away(t);
}

/* J.1, P.8: four of the six fly until 20 July, the Kursk set to the end */
static void until_the_twentieth(void **s) {
  (void)s;
#define SETS(turn)                                                                                 \
  "\"turn\":" turn "," PLAIN AT("german.air")                                                      \
      UNITS("{\"unit\":\"de.air.l1\",\"box\":\"german.air\"}",                                     \
            "{\"unit\":\"de.air.l2\",\"box\":\"german.air\",\"marks\":[\"supplied\"]}",            \
            U("e", S, "S-INF", "0506"))
  struct table *t = lay_with("wb95/joined", OPENLY, SETS("16"), NULL, NULL, __FILE__, __LINE__);
  act(t, G, "pick de.air.l1");
  clear_away(t);
  t = lay_with("wb95/joined", OPENLY, SETS("17"), NULL, NULL, __FILE__, __LINE__);
  refused(t, G, "pick de.air.l1", "8.1.5");
  act(t, G, "pick de.air.l2");
  clear_away(t);
}

static void big_rivers(void **s) { /* 8.2.16-8.2.21, W29: 8.2.22-8.2.25 */
  (void)s;
  struct table *t =
      FRESH(BED AT("soviet.air") UNITS("{\"unit\":\"de.air.l4\",\"box\":\"german.air\"}",
                                       U("e", S, "S-INF", "0108"), U("f", S, "S-INF", "0008")),
            "6 3");
  acts(t, G, "pick de.air.l4;mission river");
  refused(t, G, "spread 0303 4", "8.2.16");
  refused(t, G, "spread 0107 11", "8.2.17");
  act(t, G, "spread 0107 2");
  refused(t, G, "spread 0009 1", "8.2.16");
  act(t, G, "spread 0007 8");
  act(t, G, "commit");
  act(t, S, "move e");
  act(t, S, "step 0107");
  happened(t, "8.2.19", "crossing");
  happened(t, "8.2.19", "loss");
  stands(t, "e", "0107", 1);
  acts(t, S, "move f;step 0007"); /* over the bridge */
  happened(t, "8.2.21", "crossing");
  stands(t, "f", "0007", 2);
  clear_away(t);
  t = FRESH(BED AT("soviet.air") UNITS("{\"unit\":\"de.air.l4\",\"box\":\"german.air\"}",
                                       U("e", S, "S-INF", "0108")),
            "5 1");
  acts(t, G, "pick de.air.l4;mission river;spread 0107 2;spread 0007 8;commit");
  acts(t, S, "move e;step 0107");
  stands(t, "e", "0107", 2); /* two dice, and only a six costs a level */
  clear_away(t);
  /* the first six kills a unit of one level: nothing is rolled for the dead, and it is not halted
   * on the far bank */
  t = FRESH(BED AT("soviet.air")
                UNITS("{\"unit\":\"de.air.l4\",\"box\":\"german.air\"}",
                      UX("e", S, "S-INF", "0108", "\"steps\":1"), U("f", S, "S-INF", "0008")),
            "6");
  acts(t, G, "pick de.air.l4;mission river;spread 0107 2;spread 0007 8;commit");
  acts(t, S, "move e;step 0107");
  happened(t, "8.2.19", "eliminated");
  stands(t, "e", "-", 0);
  clear_away(t);
  t = FRESH("\"map\":\"plain:20x20\"," AT("soviet.air")
                TERRAIN(SIDE("0505", "0506", "crossing"), SIDE("0905", "0906", "crossing"))
                    UNITS("{\"unit\":\"de.air.l4\",\"box\":\"german.air\"}"),
            NULL);
  acts(t, G, "pick de.air.l4;mission river;spread 0505 2");
  refused(t, G, "spread 0905 1", "8.2.18"); /* not connected */
  clear_away(t);
  t = FRESH(PLAIN AT("german.air") UNITS(
                "{\"name\":\"us\",\"side\":\"german\",\"kind\":\"A-AIR\",\"box\":\"german.air\","
                "\"factors\":{\"sp\":7}}",
                "{\"name\":\"us2\",\"side\":\"german\",\"kind\":\"A-AIR\",\"box\":\"german.air\"}",
                UX("g", G, "G-INF", "0506", "\"marks\":[\"oos:4\"]"),
                U("well", G, "G-INF", "0506")),
            "1 6");
  act(t, G, "pick us2");
  act(t, G, "mission airlift");
  refused(t, G, "put 0909", "8.2.25");
  act(t, G, "put 0506");
  refused(t, G, "commit", "8.2.23");
  acts(t, G, "pick us;mission airlift;put 0506;commit");
  happened(t, "8.2.24", "air.supply");
  happened(t, "8.2.25", "supply");
  marked(t, "g", "oos:3");
  unmarked(t, "well", "oos:255"); /* who lacks nothing gets nothing */
  figure(t, G, "counters", "strength of the air counters", "49", "8.1.1");
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(ranged),
      cmocka_unit_test(a_dot),
      cmocka_unit_test(two_bridges),
      cmocka_unit_test(bridges_shot),
      cmocka_unit_test(barrage),
      cmocka_unit_test(silent_guns),
      cmocka_unit_test(guns_of_a_barrage),
      cmocka_unit_test(how_far),
      cmocka_unit_test(firing_is_work),
      cmocka_unit_test(fire_is_seen),
      cmocka_unit_test(watchers_driven_off),
      cmocka_unit_test(until_the_twentieth),
      cmocka_unit_test(missions),
      cmocka_unit_test(strikes),
      cmocka_unit_test(objects),
      cmocka_unit_test(guns_and_aircraft),
      cmocka_unit_test(disturbing),
      cmocka_unit_test(air_combat),
      cmocka_unit_test(defence_from_the_air),
      cmocka_unit_test(big_rivers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
