/* test_05_combat.c - rules 1.5-1.7, 5, 6.3, 6.6, 7.2, 9, 13, 15, 19, 20: who must attack, the odds,
 * the results. */
#include "table.h"

#define ATTACK PLAIN AT("german.attack")
#define SP(n) "\"factors\":{\"sp\":" #n "}"

/* Builds an attack by a list of actions and declares it. */
static void declare(struct table *t, const char *target, const char *adds) {
  char text[200];
  snprintf(text, sizeof text, "target %s", target);
  act(t, G, text);
  acts(t, G, adds);
  act(t, G, "commit");
}

static void ratios(void **s) { /* W1-W4: 1.5, 1.7c, 1.6b */
  (void)s;
  struct table *t =
      FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(4)), UX("b", G, "G-INF", "0505", SP(4)),
                         UX("e", S, "S-INF", "0506", SP(5)), UX("c", G, "G-INF", "0905", SP(2)),
                         UX("f", S, "S-INF", "0906", SP(5)), UX("d", G, "G-INF", "1305", SP(3)),
                         UX("g", S, "S-INF", "1306", SP(4))),
            NULL);
  declare(t, "0506", "add a;add b");
  card(t, G, "1.7c", "2:1");
  card(t, G, "1.5", "5");
  clear_away(t);
  t = FRESH(ATTACK UNITS(UX("c", G, "G-INF", "0905", SP(2)), UX("f", S, "S-INF", "0906", SP(5))),
            NULL);
  declare(t, "0906", "add c");
  card(t, G, "1.7c", "1:3"); /* 2:5 is 1:2.5 */
  clear_away(t);
  t = FRESH(ATTACK UNITS(UX("d", G, "G-INF", "1305", SP(3)), UX("g", S, "S-INF", "1306", SP(4))),
            NULL);
  declare(t, "1306", "add d");
  card(t, G, "1.7c", "1:1"); /* 3:4 is 1:1.33 */
  clear_away(t);
  t = FRESH(ATTACK TERRAIN(HEX("0506", "\"forest\""))
                UNITS(UX("a", G, "G-ARM", "0505", SP(17)),
                      UX("b", G, "G-ARM", "0505", "\"formation\":\"x\"," SP(1)),
                      UX("e", S, "S-INF", "0506", SP(1))),
            NULL);
  declare(t, "0506", "add a;add b");
  card(t, G, "1.7c", "10:1");
  card(t, G, "5.5.1", "9:1"); /* two black stars were clamped first */
  clear_away(t);
  t = FRESH(ATTACK UNITS(UX("a", G, "G-ARM", "0505", SP(8)), UX("b", G, "G-ARM", "0505", SP(1)),
                         UX("e", S, "S-INF", "0506", SP(1))),
            NULL);
  declare(t, "0506", "add a;add b");
  card(t, G, "15.1.4", "10:1");
  card(t, G, "1.6b", "10:1");
  outcome(t, G, "-1/D5D-1", 1, 36);
  clear_away(t);
}

/* 5.2: 17 against 8 in forest, concentration and a black star */
static void w10_division_in_the_woods(void **s) {
  (void)s;
  const char *pos = ATTACK TERRAIN(HEX("0506", "\"forest\""))
      UNITS(UX("pz", G, "G-ARM", "0505", "\"formation\":\"18 ARM\"," SP(9)),
            UX("p1", G, "G-PG", "0505", "\"formation\":\"18 ARM\"," SP(4)),
            UX("p2", G, "G-PG", "0505", "\"formation\":\"18 ARM\"," SP(4)),
            U("c1", S, "S-CAV", "0506"), U("c2", S, "S-CAV", "0506"));
  struct table *t = FRESH(pos, "6 4");
  declare(t, "0506", "add pz;add p1;add p2");
  card(t, G, "1.7c", "2:1");
  card(t, G, "13.1.2", "3:1");
  card(t, G, "15.1.3", "4:1");
  card(t, G, "5.5.1", "3:1");
  offered(t, G, "spare pz", "15.1.6");
  refused(t, G, "done", "5.2.1"); /* it is declared, and must be fought */
  act(t, G, "commit");            /* 10: -1 / D1-1 */
  happened(t, "5.2.1", "combat");
  rolled(t, "5.2.1", "6");
  stands(t, "pz", "0505", 1); /* 15.1.7: the only star user lost it */
  act(t, S, "lose c1");
  happened(t, "5.2.1R", "loss");
  refused(t, S, "retreat c1 0606", "5.3.3"); /* in the tanks' zone */
  refused(t, S, "retreat c1 0509", "3.1.4");
  refused(t, S, "retreat pz 0509", "5.3.1");
  acts(t, S, "retreat c1 0507;retreat c2 0507");
  happened(t, "5.3.1", "retreats");
  clear_away(t);
}

static void obligations(void **s) { /* W7, W9: 5.1.3, 5.1.4 and the rest of 5.1 */
  (void)s;
  /* A at 0606 has 1 (0605), 2 (0506), 3 (0607) in its zone; 2 and 3 dug in; B at 0604 has 1 in its
   * zone. */
  const char *pos = ATTACK MARKS(MARK("0506", "ff", G), MARK("0607", "ff", G)) UNITS(
      U("u1", G, "G-INF", "0605"), U("u2", G, "G-INF", "0506"), U("u3", G, "G-INF", "0607"),
      U("at", G, "G-AT", "0605"), U("gun", G, "G-ART", "0609"), UX("a", S, "S-INF", "0606", SP(6)),
      UX("b", S, "S-INF", "0604", SP(6)), U("far", S, "S-INF", "1212"));
  struct table *t = FRESH(pos, NULL);
  refused(t, G, "done", "5.1.3");
  owed(t, G, "5.1.3", "u1 must attack");
  owed(t, G, "5.1.4", "0606 must be attacked");
  owed(t, G, "5.1.4", "0604 must be attacked");
  refused(t, G, "target 1212", "5.1.2");
  refused(t, G, "target 1111", "5.1.2");
  act(t, G, "target 0606");
  refused(t, G, "commit", "5.2.1");
  refused(t, G, "add at", "5.1.10");
  refused(t, G, "add gun", "5.1.10");
  refused(t, G, "add a", "5.1.2");
  act(t, G, "add u1");
  refused(t, G, "add u1", "5.1.1");
  refused(t, G, "commit", "5.1.3-5R"); /* nobody would be left for B */
  act(t, G, "add u2");
  refused(t, G, "target 0604", "5.1.5"); /* attackers in two hexes */
  act(t, G, "cancel");
  offered(t, G, "target 0606", "5.1.2");
  acts(t, G, "target 0606;target 0604");
  refused(t, G, "add u2", "5.1.2");
  acts(t, G, "add u1");
  act(t, G, "commit");
  happened(t, "5.2.1", "attacks");
  card(t, G, "5.5.3", "1:3");
  clear_away(t);
  t = FRESH(pos, "6 1");
  acts(t, G, "target 0604;add u1;commit;commit"); /* 1:2, 7: A1 */
  clear_away(t);
}

/* Who need not attack is told once, in these words. */
static void exempted(struct table *t, const char *words) {
  const cJSON *e;
  int n = 0;
  cJSON_ArrayForEach(e, field(t->last, "events")) {
    if (strcmp(text_of(e, "kind"), "exempt"))
      continue;
    n++;
    assert_string_equal(text_of(e, "text"), words);
  }
  assert_int_equal(n, 1);
}

static void exempt_and_lapsing(void **s) { /* 7.1.11, 5.1.7, 5.1.1 */
  (void)s;
  struct table *t = FRESH(
      PLAIN AT("german.movement") MARKS(MARK("0505", "ff", G))
          UNITS(U("a", G, "G-INF", "0505"), U("e", S, "S-INF", "0506"), U("b", G, "G-INF", "0508")),
      NULL);
  act(t, G, "done");
  happened(t, "7.1.11", "exempt");
  exempted(t, "1 unit in works next to the enemy need not attack.");
  offered(t, G, "done", "2.1.4");
  clear_away(t);
  t = FRESH(BED AT("german.movement") UNITS(U("a", G, "G-INF", "1002"), U("e", S, "S-INF", "1001")),
            NULL);
  act(t, G, "done");
  happened(t, "7.2.5", "exempt");
  exempted(t, "1 unit in works next to the enemy need not attack.");
  clear_away(t);
  t = FRESH(ATTACK UNITS(U("a", G, "G-INF", "0505"), U("c", G, "G-INF", "0507"),
                         U("e", S, "S-INF", "0506")),
            "3 3");
  acts(t, G, "target 0506;add a");
  refused(t, G, "commit", "5.1.3-5R"); /* c would be left without an enemy */
  acts(t, G, "add c;commit;commit");   /* 8:6 is 1:1, 6: -/D1 */
  happened(t, "5.3.7", "holds");       /* no way out: forced to stay */
  refused(t, G, "target 0506", "5.1.1");
  not_offered(t, G, "target 0506");
  act(t, G, "done");
  clear_away(t);
}

#define BLOW                                                                                       \
  ATTACK UNITS(UX("a", G, "G-ARM", "0505", SP(12)), U("hq", G, "G-HQ", "0505"),                    \
               U("pg", G, "G-PG", "0505"), UX("e", S, "S-INF", "0506", SP(4)),                     \
               U("gun", S, "S-ART", "0506"))

/* (a): the infantry goes back two, the gun is lost to the pursuers */
static void w20_back_and_pursued(void **s) {
  (void)s;
  /* 16 : 7 is 2:1, a black star 3:1; HQ: 7, -/D2; then a test for the second hex */
  struct table *t = FRESH(BLOW, "4 4 5 5");
  declare(t, "0506", "add a;add pg");
  card(t, G, "9.2.1", "3:1");
  card(t, G, "6.6.1", "3");
  act(t, G, "commit");
  refused(t, S, "retreat gun 0507", "6.2.4N");
  refused(t, S, "retreat e 0506", "3.1.4");
  act(t, S, "retreat e 0507");
  refused(t, S, "retreat e 0607", "5.3.2"); /* no further away */
  refused(t, S, "done", "5.3.2");
  act(t, S, "retreat e 0508");
  refused(t, G, "pursue pg 0507", "5.4.4");
  refused(t, G, "pursue e 0506", "5.4.1");
  offered(t, G, "pursue a 0506", "5.4.4");
  act(t, G, "pursue a 0506");
  happened(t, "6.2.4N", "eliminated");
  happened(t, "5.4.2", "pursues");
  refused(t, G, "pursue pg 0506", "5.4.2"); /* one at a time */
  act(t, G, "pursue a 0507");
  happened(t, "5.4.5", "pursues"); /* into the zone of e */
  refused(t, G, "pursue a 0507", "5.4.6");
  acts(t, G, "pursue hq 0506;pursue hq 0507;done"); /* after the one it follows */
  happened(t, "5.3.9", "test");
  happened(t, "5.6.2", "disorganized");
  marked(t, "e", "disorganized");
  clear_away(t);
}

/* (c): gun lost, infantry a level, and they stay; (b): one back, the gun lost */
static void w20_holding(void **s) {
  (void)s;
  struct table *t = FRESH(BLOW, "4 4");
  declare(t, "0506", "add a;add pg");
  act(t, G, "commit");
  act(t, S, "done");
  happened(t, "5.3.7", "holds");
  refused(t, S, "lose a", "5.3.7");
  act(t, S, "lose gun");
  happened(t, "5.3.7R", "eliminated");
  stands(t, "e", "0506", 1);
  clear_away(t);
  t = FRESH(BLOW, "4 4");
  declare(t, "0506", "add a;add pg");
  act(t, G, "commit");
  acts(t, S, "retreat e 0507;stop");
  happened(t, "5.3.8", "holds");
  act(t, S, "lose gun");
  stands(t, "e", "0507", 2);
  clear_away(t);
}

static void w11_through_friends(void **s) { /* 5.3.4, 5.3.6 */
  (void)s;
  struct table *t =
      FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(12)), UX("e", S, "S-INF", "0506", SP(6)),
                         U("w", S, "S-INF", "0606"), U("f1", S, "S-INF", "0507"),
                         U("f2", S, "S-INF", "0507"), U("f3", S, "S-INF", "0507"),
                         U("f4", S, "S-INF", "0507"), U("n", G, "G-INF", "0605")),
            "3 4");
  acts(t, G, "target 0606;add n;cancel");
  acts(t, G, "target 0506;add a;commit;commit"); /* 2:1, 7: -/D1 */
  refused(t, S, "retreat e 0507", "5.3.6");
  act(t, S, "retreat e 0606");
  happened(t, "5.3.4", "loss");
  stands(t, "e", "0606", 1);
  clear_away(t);
}

static void attackers_thrown_back(void **s) { /* W13: A1, and the defender pursues; 10.2.4, 5.4.1 */
  (void)s;
  struct table *t =
      FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", "\"marks\":[\"oos:1\"]," SP(4)),
                         UX("b", G, "G-INF", "0405", SP(2)), UX("e", S, "S-INF", "0506", SP(10)),
                         UX("at", S, "S-AT", "0506", SP(1))),
            "3 4");
  acts(t, G, "target 0506;add a;cancel;target 0506;add a;commit");
  card(t, G, "10.2.2", "2");
  act(t, G, "commit"); /* 2 : 11 is 1:4, 7: A2-1 */
  stands(t, "a", "0505", 1);
  acts(t, G, "done");
  stands(t, "a", "-", 0);
  refused(t, S, "pursue at 0505", "5.4.9");
  act(t, S, "pursue e 0505"); /* the hex was emptied by elimination */
  clear_away(t);
  /* 1:2 in effect, full 1:1 */
  t = FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", "\"marks\":[\"oos:1\"]," SP(4)),
                         UX("e", S, "S-INF", "0506", SP(4))),
            "3 4");
  acts(t, G, "target 0506;add a;commit");
  refused(t, G, "full e", "10.2.3");
  act(t, G, "full a");
  card(t, G, "10.2.3", "4");
  act(t, G, "commit"); /* 1:1, 7: -1/-1; no retreat, so one more */
  happened(t, "10.2.4", "supply");
  marked(t, "a", "oos:3");
  clear_away(t);
}

static void hq_alone(void **s) { /* 5.1.9, 6.6.3, 6.6.4, 9.1.4, 9.1.6 */
  (void)s;
  struct table *t = FRESH(ATTACK UNITS(U("a", G, "G-INF", "0505"), U("q", S, "S-HQ", "0506"),
                                       U("b", G, "G-INF", "0905"), U("c", G, "G-INF", "1305"),
                                       U("g", S, "S-ART", "0906"),
                                       UX("p", S, "S-ART", "1306", "\"marks\":[\"transport\"]")),
                          "3 4");
  declare(t, "0506", "add a");
  card(t, G, "5.1.9", "10:1");
  act(t, G, "commit");
  happened(t, "5.1.9", "holds");
  happened(t, "9.1.6", "hq");
  stands(t, "q", "-", 0);
  act(t, G, "done"); /* no advance */
  declare(t, "0906", "add b");
  card(t, G, "6.6.3", "1");
  clear_away(t);
}

/* ---- lines, rivers, works --------------------------------------------------------------- */

/* W38: 20 + 5 + 4 through the line against 7; 19.1, 20.1.1 */
static void fortified_line(void **s) {
  (void)s;
  struct table *t = FRESH(ATTACK TERRAIN(SIDE("0506", "0505", "fort"))
                              UNITS(UX("a", G, "G-INF", "0505", SP(20)),
                                    UX("g", G, "G-ART", "0503", "\"factors\":{\"off\":9}"),
                                    UX("e", S, "S-INF", "0506", SP(7))),
                          "");
  declare(t, "0506", "add a");
  act(t, G, "gun g");
  happened(t, "6.3.2", "supports");
  card(t, G, "6.3.2", "9");
  card(t, G, "19.1.1", "-14");
  card(t, G, "1.7c", "2:1");
  card(t, G, "19.1.2", "1:2");
  clear_away(t);
  t = FRESH(ATTACK TERRAIN(SIDE("0506", "0505", "fort"), HEX("0506", "\"town\""))
                MARKS(MARK("0506", "ff", S))
                    UNITS(UX("a", G, "G-INF", "0505", SP(20)), UX("e", S, "S-INF", "0506", SP(4))),
            NULL);
  declare(t, "0506", "add a");
  card(t, G, "1.7c", "3:1");
  card(t, G, "5.5.1", "2:1");
  card(t, G, "20.1.1", "1:2"); /* two in a town */
  card(t, G, "19.1.3", "1:3");
  clear_away(t);
  t = FRESH(PLAIN AT("soviet.attack") TERRAIN(SIDE("0506", "0505", "fort"))
                UNITS(UX("a", S, "S-INF", "0505", SP(20)), UX("e", G, "G-INF", "0506", SP(5))),
            NULL);
  acts(t, S, "target 0506;add a;commit");
  card(t, S, "19.1.4", "3:1"); /* no halving for Germans */
  clear_away(t);
}

static void fixed_position(void **s) { /* W24, W25: 7.2 */
  (void)s;
  struct table *t =
      FRESH(ATTACK TERRAIN(SIDE("0506", "0505", "trench"))
                UNITS(UX("a", G, "G-INF", "0505", SP(15)), UX("b", G, "G-INF", "0606", SP(5)),
                      UX("c", G, "G-INF", "0607", SP(10)), UX("e", S, "S-INF", "0506", SP(6))),
            "3 4");
  declare(t, "0506", "add a;add b;add c");
  card(t, G, "7.2.2", "-7"); /* 8 + 5 + 10 = 23 */
  card(t, G, "7.2.2", "1:1");
  act(t, G, "commit");
  clear_away(t);
  t = FRESH(ATTACK TERRAIN(SIDE("0506", "0505", "trench"))
                UNITS(UX("a", G, "G-INF", "0505", SP(15)), UX("c", G, "G-INF", "0607", SP(16)),
                      UX("e", S, "S-INF", "0506", SP(6))),
            "3 4");
  declare(t, "0506", "add a;add c");
  card(t, G, "7.2.4a", "3:1"); /* more from the rear: a field fortification; 24 : 6 */
  card(t, G, "7.2.4b", "-7");
  act(t, G, "commit"); /* 7: -/D2: staying costs one */
  act(t, S, "done");
  happened(t, "7.2.6", "holds");
  stands(t, "e", "0506", 1);
  clear_away(t);
}

static void rivers(void **s) { /* W16: 5.5.2, 5.5.4 */
  (void)s;
  struct table *t =
      FRESH(ATTACK TERRAIN(SIDE("0506", "0505", "river"), HEX("0506", "\"hills\",\"forest\""))
                UNITS(UX("a", G, "G-INF", "0505", SP(9)), UX("b", G, "G-INF", "0606", SP(8)),
                      UX("e", S, "S-INF", "0506", SP(4))),
            NULL);
  declare(t, "0506", "add a;add b");
  card(t, G, "5.5.2", "2:1");
  card(t, G, "5.5.4", "1:1");
  clear_away(t);
  t = FRESH(ATTACK TERRAIN(SIDE("0506", "0505", "river.major"))
                UNITS(UX("a", G, "G-INF", "0505", SP(8)), UX("b", G, "G-INF", "0606", SP(8)),
                      UX("e", S, "S-INF", "0506", SP(4))),
            NULL);
  acts(t, G, "target 0506;add a;add b;commit");
  ask(t, "{\"cmd\":\"actions\",\"side\":\"german\"}");
  /* half is not more than half */
  assert_string_equal(text_of(t->last, "prompt.cards[0].column"), "4:1");
  act(t, G, "commit");
  clear_away(t);
  t = FRESH(ATTACK TERRAIN(SIDE("0506", "0505", "river.major"))
                UNITS(UX("a", G, "G-INF", "0505", SP(8)), UX("e", S, "S-INF", "0506", SP(4))),
            NULL);
  declare(t, "0506", "add a");
  card(t, G, "5.5.4", "1:2");
  clear_away(t);
}

/* 5.5.4: it is worth two shifts, and only when more than half come across it */
static void the_big_river(void **s) {
  (void)s;
  struct table *t =
      FRESH(ATTACK TERRAIN(SIDE("0506", "0505", "crossing"))
                UNITS(UX("a", G, "G-INF", "0505", SP(8)), UX("e", S, "S-INF", "0506", SP(4))),
            NULL);
  declare(t, "0506", "add a");
  card(t, G, "5.5.4", "1:2");
  clear_away(t);
  t = FRESH(ATTACK TERRAIN(SIDE("0506", "0505", "crossing"), SIDE("0506", "0606", "river"))
                UNITS(UX("a", G, "G-INF", "0505", SP(8)), UX("b", G, "G-INF", "0606", SP(8)),
                      UX("e", S, "S-INF", "0506", SP(4))),
            NULL);
  declare(t, "0506", "add a;add b");
  card(t, G, "5.5.4", "3:1"); /* half each: water all the same */
  clear_away(t);
}

/* ---- stars, concentration, headquarters, special units ---------------------------------- */

static void stars(void **s) { /* 15.1 */
  (void)s;
  struct table *t =
      FRESH(ATTACK UNITS(UX("tig", G, "G-TIG", "0505", SP(6)), UX("bru", G, "G-BRU", "0505", SP(6)),
                         UX("pz", G, "G-ARM", "0505", SP(4)), UX("at", S, "S-AT", "0506", SP(8))),
            "1 2");
  declare(t, "0506", "add tig;add bru;add pz");
  card(t, G, "15.1.2R", "2:1"); /* the white star cancels black and yellow */
  card(t, G, "15.1.3", "3:1");  /* blue stays */
  act(t, G, "commit");
  card(t, S, "15.1.5", "2:1"); /* towed, and in defence */
  refused(t, S, "spare tig", "15.1.6");
  offered(t, S, "spare at", "15.1.6");
  act(t, S, "commit"); /* 3 on 2:1: * / D2-1 */
  stands(t, "at", "0506", 1);
  clear_away(t);
  t = FRESH(ATTACK MARKS(MARK("0506", "ff", S))
                UNITS(UX("pz", G, "G-ARM", "0505", SP(4)), UX("e", S, "S-INF", "0506", SP(4))),
            NULL);
  declare(t, "0506", "add pz");
  refused(t, G, "spare pz", "15.1.2"); /* black counts against unfortified enemies only */
  clear_away(t);
  t = FRESH(ATTACK TERRAIN(SIDE("0505", "0506", "crossing"))
                UNITS(UX("pz", G, "G-ARM", "0505", SP(4)), UX("e", S, "S-INF", "0506", SP(4))),
            NULL);
  declare(t, "0506", "add pz");
  refused(t, G, "spare pz", "15.1.8");
  clear_away(t);
  t = FRESH(ATTACK UNITS(UX("bru", G, "G-BRU", "0505", SP(8)), UX("e", S, "G-ARM", "0506", SP(4))),
            NULL);
  declare(t, "0506", "add bru"); /* black cancels yellow, and counts in defence */
  card(t, G, "15.1.2R", "2:1");
  card(t, G, "15.1.3", "1:1");
  clear_away(t);
  /* 10:14 is 1:1, star 2:1; 5: */
  t = FRESH(ATTACK UNITS(U("p1", G, "G-ARM", "0505"), U("i", G, "G-INF", "0505"),
                         UX("e", S, "S-INF", "0506", SP(14))),
            "3 2");
  declare(t, "0506", "add p1;add i");
  act(t, G, "commit");
  clear_away(t);
  /* 16:40 is 1:3, two stars 1:1; 10: A1 */
  t = FRESH(ATTACK UNITS(U("p1", G, "G-ARM", "0505"), U("p2", G, "G-ARM", "0505"),
                         U("i", G, "G-INF", "0505"), UX("e", S, "S-INF", "0506", SP(40))),
            "5 5");
  declare(t, "0506", "add p1;add p2;add i");
  act(t, G, "commit");
  act(t, G, "done");
  refused(t, G, "lose i", "15.1.7");
  act(t, G, "lose p1");
  clear_away(t);
}

static void concentration(void **s) { /* W36: 13.1.2-13.1.5 */
  (void)s;
#define F(n) "\"formation\":\"" n "\""
  struct table *t =
      FRESH(ATTACK UNITS(UX("a1", G, "G-AG", "0505", F("x")), UX("a2", G, "G-AG", "0505", F("x")),
                         UX("a3", G, "G-AG", "0505", F("x")), UX("b1", G, "G-AG", "0505", F("y")),
                         UX("b2", G, "G-AG", "0606", F("y")), UX("g", G, "G-ARTD", "0503", F("y")),
                         UX("e", S, "S-INF", "0506", SP(15))),
            NULL);
  declare(t, "0506", "add a1;add a2;add a3;add b1;add b2");
  card(t, G, "13.1.3", "2:1"); /* y stands in two hexes */
  refused(t, G, "spare a1", "1.6c");
  act(t, G, "gun g");
  card(t, G, "13.1.5", "3");
  card(t, G, "13.1.4", "3:1");
  clear_away(t);
}

static void special_units(void **s) { /* 15.2-15.4 */
  (void)s;
  struct table *t =
      FRESH(ATTACK MARKS(MARK("0506", "ff", S))
                UNITS(UX("a", G, "G-INF", "0505", SP(30)), UX("fu", S, "S-FU", "0506", SP(3)),
                      U("rg", S, "S-RG", "0506"), UX("i", S, "S-INF", "0506", SP(6))),
            "3 4");
  declare(t, "0506", "add a");
  card(t, G, "15.2.3", "1:1");
  card(t, G, "15.4.1", "1:3");
  act(t, G, "commit");
  offered(t, S, "spare fu", "15.4.2");
  act(t, S, "commit"); /* 1:3, 7: A1 */
  clear_away(t);
  t = FRESH(PLAIN AT("soviet.attack") UNITS(UX("a", S, "S-INF", "0505", SP(8)),
                                            U("v", G, "G-VS", "0506"), U("i", G, "G-INF", "0506")),
            NULL);
  acts(t, S, "target 0506;add a;commit");
  card(t, S, "15.3.2", "2:1"); /* 8:6, and one of two shifts */
  clear_away(t);
  t = FRESH(PLAIN AT("soviet.attack")
                UNITS(UX("a", S, "S-INF", "0505", SP(8)), UX("v", G, "G-VS", "0506", SP(8))),
            NULL);
  acts(t, S, "target 0506;add a;commit");
  card(t, S, "15.3.1", "3:1");
  clear_away(t);
  t = FRESH(ATTACK UNITS(UX("v", G, "G-VS", "0505", SP(16)), UX("e", S, "S-INF", "0506", SP(4))),
            NULL);
  declare(t, "0506", "add v");
  card(t, G, "15.3.1", "2:1"); /* 4:1, and two for the enemy */
  clear_away(t);
  t = FRESH(PLAIN AT("german.movement")
                UNITS(U("v", G, "G-VS", "0506"), UX("i", G, "G-INF", "0506", "\"steps\":1"),
                      UX("k", G, "G-INF", "0506", "\"steps\":1"),
                      UX("pg", G, "G-PG", "0506", "\"steps\":1"),
                      UX("fu", G, "S-FU", "0506", "\"steps\":1"), U("rg", G, "G-RG", "0808"),
                      U("whole", G, "G-INF", "0506")),
            NULL);
  refused(t, G, "top v whole", "15.3.3"); /* at full strength */
  refused(t, G, "top v pg", "15.3.3");    /* on wheels */
  refused(t, G, "top v fu", "15.3.3");    /* no infantry of the line */
  act(t, G, "top v i");
  happened(t, "15.3.3", "topped");
  told(t, "i");
  stands(t, "i", "0506", 2);
  stands(t, "v", "0506", 1);
  refused(t, G, "top v i", "15.3.4");
  refused(t, G, "move rg", "15.2.1");
  clear_away(t);
  t = FRESH(PLAIN AT("german.movement") UNITS(UX("v", G, "G-VS", "0506", "\"steps\":1"),
                                              UX("i", G, "G-INF", "0506", "\"steps\":1")),
            NULL);
  act(t, G, "top v i"); /* its last level */
  stands(t, "v", "withdrawn", 0);
  stands(t, "i", "0506", 2);
  clear_away(t);
}

static void fu_duty(void **s) { /* 15.4.3, 5.1.8 */
  (void)s;
  struct table *t =
      FRESH(ATTACK MARKS(MARK("0506", "ff", S))
                UNITS(UX("a", G, "G-INF", "0505", SP(40)), UX("fu", S, "S-FU", "0506", SP(3)),
                      UX("i", S, "S-INF", "0506", SP(6))),
            "1 2");
  declare(t, "0506", "add a");
  act(t, G, "commit");
  act(t, S, "commit"); /* 40:9 is 4:1, works 3:1, unit 1:1; 3: * / D2 */
  clear_away(t);
  t = FRESH(ATTACK MARKS(MARK("0506", "ff", S))
                UNITS(UX("a", G, "G-INF", "0505", SP(40)), UX("fu", S, "S-FU", "0506", SP(3)),
                      UX("fu2", S, "S-FU", "0506", SP(3)), UX("i", S, "S-INF", "0506", SP(1))),
            "1 2");
  declare(t, "0506", "add a"); /* 40:7 is 6:1, works 5:1, unit 3:1; 3: * / D3-1 */
  act(t, G, "commit");
  act(t, S, "commit");
  refused(t, S, "lose i", "15.4.3");
  refused(t, S, "done", "5.1.8");
  act(t, S, "lose fu");
  clear_away(t);
}

static void headquarters(void **s) { /* 9.1.6, 9.1.7, 9.2 */
  (void)s;
  struct table *t =
      FRESH(PLAIN AT("german.movement")
                UNITS(U("pz", G, "G-ARM", "0505"), UX("a", G, "G-INF", "0706", SP(8)),
                      U("q", S, "S-HQ", "0506"), UX("e", S, "S-INF", "0707", SP(8)),
                      U("sq", S, "S-HQ", "0710"), U("gq", G, "G-HQ", "0702"),
                      UX("far", S, "S-INF", "1818", SP(8)), UX("b", G, "G-INF", "1817", SP(8))),
            "");
  /* won in the movement phase: this attack phase counts */
  acts(t, G, "move pz;step 0506;stop;done");
  acts(t, G, "target 1818;add b;commit");
  refused(t, G, "spend 1", "9.1.7"); /* more than eight hexes away */
  clear_away(t);
  t = FRESH(PLAIN AT("german.movement")
                UNITS(U("pz", G, "G-ARM", "0505"), UX("a", G, "G-INF", "0706", SP(8)),
                      U("q", S, "S-HQ", "0506"), UX("e", S, "S-INF", "0707", SP(8)),
                      U("sq", S, "S-HQ", "0710"), U("gq", G, "G-HQ", "0702")),
            "");
  acts(t, G, "move pz;step 0506;stop;done;target 0707;add a;commit");
  card(t, G, "9.2.4", "1:1");
  refused(t, G, "spend 6", "9.1.6");
  because(t, G, "spend 6", "Only 5 shifts");
  act(t, G, "spend 3");
  card(t, G, "9.1.6", "4:1");
  offered(t, G, "nohq", "9.2.1");
  act(t, G, "nohq");
  refused(t, G, "nohq", "9.2.1");
  card(t, G, "9.2.1", "4:1");
  figure(t, G, "counters", "range of headquarters", "4", "9.2.2");
  figure(t, S, "counters", "range of headquarters", "3", "9.2.2");
  clear_away(t);
}

static void one_die(void **s) { /* 9.2.3: two headquarters in range, and still one */
  (void)s;
  struct table *t =
      FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(8)), U("q1", G, "G-HQ", "0503"),
                         U("q2", G, "G-HQ", "0504"), UX("e", S, "S-INF", "0506", SP(8))),
            NULL);
  declare(t, "0506", "add a");
  card(t, G, "9.2.3", "1:1");
  outcome(t, G, "2: -1/D2D", 1, 12); /* a 2 or a 3 */
  outcome(t, G, "11: A1-1/-", 1, 36);
  clear_away(t);
}

static void whose_ground(void **s) { /* 5.5.3 */
  (void)s;
  const char *pos = ATTACK TERRAIN(HEX("0506", "\"hills\"")) MARKS(MARK("0405", "ff", S))
      UNITS(UX("a", G, "G-INF", "0505", SP(24)), UX("e", S, "S-INF", "0506", SP(4)),
            UX("f", S, "S-INF", "0405", SP(4)));
  struct table *t = FRESH(pos, NULL);
  acts(t, G, "target 0405;target 0506;add a;commit");
  card(t, G, "5.5.3", "3:1");
  refused(t, G, "ground 0506", "5.5.3"); /* the defender's choice */
  act(t, G, "commit");
  refused(t, S, "ground 0707", "5.5.3");
  const char *other = "ground 0405", *first = "ground 0506";
  ask(t, "{\"cmd\":\"why\",\"side\":\"soviet\",\"action\":\"ground 0405\"}");
  /* whichever of the two is not taken already */
  bool hills = !strcmp(text_of(t->last, "error.code"), "");
  act(t, S, hills ? other : first);
  happened(t, "5.5.3", "ground");
  card(t, S, hills ? "20.1.1" : "5.5.1", "2:1");
  act(t, S, hills ? first : other);
  card(t, S, hills ? "5.5.1" : "20.1.1", "2:1");
  clear_away(t);
  t = FRESH(ATTACK TERRAIN(HEX("0506", "\"hills\""))
                UNITS(UX("a", G, "G-INF", "0505", SP(24)), UX("e", S, "S-INF", "0506", SP(4)),
                      UX("f", S, "S-INF", "0405", SP(5)), U("g", S, "S-ART", "0308")),
            NULL);
  acts(t, G, "target 0405;target 0506;add a;commit;commit");
  refused(t, S, "ground 0506", "5.5.3"); /* the other hex is held more strongly */
  refused(t, S, "ground 0405", "5.5.3"); /* and counts already */
  clear_away(t);
}

/* 5.5.3: until the defender says otherwise the stronger position counts: a line before field works,
 * those before the open */
static void better_ground_first(void **s) {
  (void)s;
  struct table *t =
      FRESH(ATTACK TERRAIN(SIDE("0506", "0505", "fort")) MARKS(MARK("0405", "ff", S))
                UNITS(UX("a", G, "G-INF", "0505", SP(24)), UX("e", S, "S-INF", "0506", SP(5)),
                      UX("f", S, "S-INF", "0405", SP(5))),
            NULL);
  acts(t, G, "target 0405;target 0506;add a;commit");
  card(t, G, "19.1.2", "1:3"); /* 12 : 10 */
  clear_away(t);
  t = FRESH(ATTACK MARKS(MARK("0506", "ff", S))
                UNITS(UX("a", G, "G-INF", "0505", SP(24)), UX("e", S, "S-INF", "0506", SP(4)),
                      UX("f", S, "S-INF", "0405", SP(4))),
            NULL);
  acts(t, G, "target 0405;target 0506;add a;commit");
  card(t, G, "20.1.1", "2:1");
  clear_away(t);
}

/* W17, W21, W23: 5.6.3, 5.6.4, 6.3.4, 6.3.5, 6.4.6, 6.6.2, 6.6.5 */
static void disorganized_and_guns(void **s) {
  (void)s;
  struct table *t =
      FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", "\"marks\":[\"disorganized\"]," SP(5)),
                         U("near", G, "G-ART", "0606"), U("far", G, "G-ART", "0503"),
                         U("spa", G, "G-SPA", "0406"), UX("e", S, "S-INF", "0506", SP(5)),
                         UX("sg", S, "S-ART", "0508", "\"marks\":[\"disorganized\"]"),
                         U("ng", S, "S-ART", "0304"), U("idle", G, "G-INF", "1515")),
            "6 6");
  declare(t, "0506", "add a;add spa");
  card(t, G, "5.6.4", "3");
  card(t, G, "6.6.5", "4");
  acts(t, G, "gun near;gun far");
  card(t, G, "6.6.2", "5");
  refused(t, G, "gun far", "6.1.4");
  act(t, G, "commit");
  act(t, S, "gun sg");
  happened(t, "6.3.3", "supports");
  card(t, S, "6.4.6", "2");
  act(t, S, "gun ng"); /* next to the attackers at 0405? it shares the result */
  act(t, S, "commit"); /* 12 on 2:1: D-1 / -1 */
  refused(t, G, "lose far", "6.3.4");
  refused(t, G, "lose idle", "5.1.8"); /* it was not there */
  act(t, G, "lose spa");
  happened(t, "5.6.1", "disorganized");
  happened(t, "5.6.3", "disorganized"); /* the gun next to the enemy, not the one afar (W17) */
  marked(t, "near", "disorganized");
  unmarked(t, "far", "disorganized");
  stands(t, "e", "0506", 1);
  clear_away(t);
}

static void odd_defenders(void **s) { /* 6.6.4, 9.1.4, 6.3.5, 6.3.1, 5.1.7, 1.2d */
  (void)s;
  struct table *t =
      FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(20)), U("g", G, "G-ART", "0503"),
                         U("e", S, "S-INF", "0506"), UX("q", S, "S-HQ", "0506", SP(5)),
                         UX("p", S, "S-ART", "0506", "\"marks\":[\"transport\"]"),
                         U("n", S, "S-ART", "0606")),
            "1 1");
  ask(t, "{\"cmd\":\"actions\",\"side\":\"german\"}");
  cites(t, "prompt.rule", "5.1.7");
  declare(t, "0506", "add a");
  card(t, G, "6.6.4", "0");
  card(t, G, "9.1.4", "0");
  offered(t, G, "gun g", "6.3.1");
  act(t, G, "commit");
  act(t, S, "gun n");
  card(t, S, "6.3.5", "3"); /* next to the attackers: it shares the result */
  act(t, S, "commit");      /* 20:9 is 2:1; 2: -1 / D3D */
  figure(t, S, "losses", "Counters eliminated", "0", "1.2d");
  clear_away(t);
}

static void over_the_big_river(void **s) { /* 5.3.5, 5.4.7, 5.4.8 */
  (void)s;
  struct table *t =
      FRESH(ATTACK TERRAIN(SIDE("0506", "0507", "crossing"))
                UNITS(UX("a", G, "G-INF", "0505", SP(12)), UX("e", S, "S-INF", "0506", SP(6))),
            "3 4");
  acts(t, G, "target 0506;add a;commit;commit");
  refused(t, S, "retreat e 0507", "5.3.5");
  clear_away(t);
  t = FRESH(ATTACK TERRAIN(SIDE("0505", "0506", "crossing"), HEX("0607", "\"swamp\""))
                UNITS(UX("pz", G, "G-ARM", "0505", SP(40)), UX("i", G, "G-ARM", "0606", SP(40)),
                      UX("e", S, "S-INF", "0506", SP(6))),
            "3 4 1 1 1 1 1 1");
  acts(t, G, "target 0506;add pz;add i;commit;commit"); /* 10:1, 7: D4 */
  acts(t, S, "retreat e 0507;retreat e 0508;retreat e 0509");
  act(t, S, "retreat e 0510");
  act(t, G, "pursue i 0506");
  refused(t, G, "pursue i 0607", "5.4.7");
  acts(t, G, "stop");
  refused(t, G, "pursue pz 0507", "5.4.4");
  act(t, G, "pursue pz 0506"); /* and no further */
  happened(t, "5.4.8", "pursues");
  stands(t, "pz", "0506", 2);
  clear_away(t);
}

static void advance(void **s) { /* 5.4.10 */
  (void)s;
  struct table *t =
      FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(40)), UX("b", G, "G-INF", "0505", SP(1)),
                         UX("e", S, "S-INF", "0506", "\"steps\":1," SP(2)),
                         U("z", S, "S-INF", "0509"), U("w", G, "G-INF", "0507")),
            "1 2");
  /* 3: * / -1 at least: the only level */
  acts(t, G, "target 0506;add a;add b;add w;commit;commit");
  act(t, G, "pursue a 0506");
  act(t, G, "pursue a 0607");
  happened(t, "5.4.10", "pursues");
  refused(t, G, "pursue b 0607", "5.4.4");
  act(t, G, "pursue b 0506");
  acts(t, G, "pursue b 0407");
  clear_away(t);
  t = FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(40)), UX("b", G, "G-INF", "0505", SP(1)),
                         UX("e", S, "S-INF", "0506", "\"steps\":1," SP(2)),
                         U("z", S, "S-INF", "0408")),
            "1 2");
  /* one more, and not two */
  acts(t, G, "target 0506;add a;add b;commit;commit;pursue a 0506;pursue a 0507");
  happened(t, "5.4.10", "pursues");
  refused(t, G, "pursue a 0508", "5.4.6");
  clear_away(t);
}

/* 5.1.1: who has fought and gone back is no target alone; among others he adds nothing */
static void beaten_once(void **s) {
  (void)s;
#define SECOND_BLOW(...)                                                                           \
  ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(12)),                                                \
               UX("b", G, "G-SPA", "0508", "\"factors\":{\"off\":8}"),                             \
               UX("e", S, "S-INF", "0506", SP(6)), __VA_ARGS__)
  struct table *t = FRESH(SECOND_BLOW(U("far", S, "S-INF", "1515")), "3 4"); /* 2:1, 7: -/D1 */
  acts(t, G, "target 0506;add a;commit;commit");
  act(t, S, "retreat e 0507");
  act(t, G, "done");
  refused(t, G, "target 0507", "5.1.1");
  not_offered(t, G, "target 0507");
  clear_away(t);
  /* it lies open after the combat (16.1.3): no secret about it */
  t = MASKED(SECOND_BLOW(U("far", S, "S-INF", "1515")), "3 4");
  acts(t, G, "target 0506;add a;commit;commit");
  acts(t, S, "commit;retreat e 0507");
  act(t, G, "done");
  refused(t, G, "target 0507", "5.1.1");
  clear_away(t);
  t = FRESH(SECOND_BLOW(UX("f", S, "S-INF", "0507", SP(4))), "3 4");
  acts(t, G, "target 0506;add a;commit;commit");
  act(t, S, "retreat e 0507");
  acts(t, G, "done;target 0507;add b;commit");
  card(t, G, "5.1.1", "0");
  card(t, G, "1.7c", "2:1"); /* 8 : 4 */
  clear_away(t);
#define CORPS(n, hex) UX(n, S, "S-INF", hex, "\"formation\":\"x\"," SP(2))
  /* 2:1 */
  t = FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(4)),
                         UX("b", G, "G-SPA", "0508", "\"factors\":{\"off\":8}"), CORPS("e", "0506"),
                         CORPS("f", "0507"), CORPS("g", "0507")),
            "3 4");
  acts(t, G, "target 0506;add a;commit;commit");
  act(t, S, "retreat e 0507");
  acts(t, G, "done;target 0507;add b;commit");
  ask(t, "{\"cmd\":\"actions\",\"side\":\"german\"}");
  /* two of the corps, not three (13.1.2) */
  assert_string_equal(text_of(t->last, "prompt.cards[0].column"), "2:1");
  clear_away(t);
}

/* 15.4.1: fortification units count in works and lines; 1.5: and the attack is what it is */
static void in_the_open(void **s) {
  (void)s;
  struct table *t = FRESH(
      ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(12)), UX("fu", S, "S-FU", "0506", SP(4))), "");
  declare(t, "0506", "add a");
  ask(t, "{\"cmd\":\"actions\",\"side\":\"german\"}");
  assert_string_equal(text_of(t->last, "prompt.cards[0].column"), "3:1");
  clear_away(t);
  t = FRESH(ATTACK TERRAIN(SIDE("0506", "0505", "fort"))
                UNITS(UX("a", G, "G-INF", "0607", SP(12)), UX("fu", S, "S-FU", "0506", SP(4))),
            "");
  declare(t, "0506", "add a");
  card(t, G, "15.4.1", "1:1"); /* behind the line, though not attacked through it */
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(ratios),
      cmocka_unit_test(w10_division_in_the_woods),
      cmocka_unit_test(obligations),
      cmocka_unit_test(exempt_and_lapsing),
      cmocka_unit_test(w20_back_and_pursued),
      cmocka_unit_test(w20_holding),
      cmocka_unit_test(w11_through_friends),
      cmocka_unit_test(attackers_thrown_back),
      cmocka_unit_test(hq_alone),
      cmocka_unit_test(fortified_line),
      cmocka_unit_test(fixed_position),
      cmocka_unit_test(rivers),
      cmocka_unit_test(the_big_river),
      cmocka_unit_test(stars),
      cmocka_unit_test(concentration),
      cmocka_unit_test(special_units),
      cmocka_unit_test(fu_duty),
      cmocka_unit_test(headquarters),
      cmocka_unit_test(one_die),
      cmocka_unit_test(whose_ground),
      cmocka_unit_test(better_ground_first),
      cmocka_unit_test(disorganized_and_guns),
      cmocka_unit_test(odd_defenders),
      cmocka_unit_test(over_the_big_river),
      cmocka_unit_test(advance),
      cmocka_unit_test(beaten_once),
      cmocka_unit_test(in_the_open),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
