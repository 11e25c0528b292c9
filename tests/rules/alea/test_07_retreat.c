/* test_07_retreat.c - 7.a.7 to 7.a.10: retreats, infiltration, advance, rupture. */
#include "table.h"

#define HEXT(h, w) "{\"hex\":\"" h "\",\"set\":[" w "]}"
#define RINGED(steps)                                                                              \
  DE("a", "inf", "0605", FAC("\"af\":18,\"steps\":9"))                                             \
  C DE("b", "inf", "0608") C DE("c", "inf", "0406") C DE("d", "inf", "0806")                       \
      C RU("x", "inf", "0606", FAC("\"df\":6,\"steps\":" #steps))

/* 6 steps: 4 hits force, 3 do not; suppressed steps do not count */
static void y3_forced_retreat(void **s) {
  (void)s;
  static const char *const units = DE("a", "inf", "0605", FAC("\"af\":18,\"steps\":9"));
  char pos[1200];
  for (int hits = 3; hits <= 4; hits++) {
    snprintf(pos, sizeof pos, PLAIN PHASE("german.combat") TURN(2) "\"units\":[%s,%s]", units,
             RU("x", "inf", "0606", FAC("\"df\":6,\"steps\":6")));
    struct table *t = lay(N, pos, hits == 4 ? "1 6" : "2 6"); /* 3:1: row 1 4 hits, row 2 3 hits */
    attack(t, "german", "0606", "0605");
    act(t, "german", "roll");
    if (hits == 4) {
      happened(t, "7.a.7.2", "forced");
      happened(t, "6.zoc.9", "nozone");
      refused(t, "soviet", "retreat 0605", "7.a.7.4");
      refused(t, "soviet", "retreat 0505", "7.a.7.5");
      act(t, "soviet", "retreat 0607");
      happened(t, "7.a.7.2", "retreats");
      marked(t, "x", "dsg");
    } else {
      never(t, "forced");
      stands(t, "x", "0606", 3);
    }
    clear_away(t);
  }
}

static void r7_a_7_2_thresholds(void **s) { /* 3 steps: 2 losses force; 4: 3; 5: 3 */
  (void)s;
  static const struct {
    int steps, hits;
    bool forced;
  } row[] = {{3, 1, false}, {3, 2, true}, {4, 2, false}, {4, 3, true}, {5, 2, false}, {5, 3, true}};
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    char pos[700], dice[16];
    int die = row[i].hits == 3 ? 1 : row[i].hits == 2 ? 3 : 6; /* 2:1: rows 1, 3, 6 */
    snprintf(pos, sizeof pos,
             PLAIN PHASE("german.combat")
                 TURN(2) "\"units\":[%s,{\"name\":\"x\",\"side\":\"soviet\",\"kind\":\"inf\","
                         "\"hex\":\"0606\",\"factors\":{\"df\":6,\"steps\":%d}},%s]",
             DE("a", "inf", "0605", FAC("\"af\":12,\"steps\":9")), row[i].steps,
             RU("g", "art", "0606", FAC("\"bomb\":3,\"steps\":9")));
    snprintf(dice, sizeof dice, "%d 1", die);
    struct table *t = lay(N, pos, dice);
    attack(t, "german", "0606", "0605");
    act(t, "german", "roll");
    /* the guns' steps do not count (13.art.1) */
    for (int k = 1; k < row[i].hits; k++)
      act(t, "soviet", "lose x");
    if (row[i].forced)
      happened(t, "7.a.7.2", "forced");
    else
      never(t, "forced");
    clear_away(t);
  }
}

static void r7_a_7_3_attacker_forced(void **s) {
  (void)s;
  struct table *t = lay(N,
                        FIGHT(DE("a", "inf", "0605", FAC("\"af\":1"))
                                  C RU("x", "inf", "0606", FAC("\"df\":9,\"steps\":9"))),
                        "6 4");
  attack(t, "german", "0606", "0605");
  act(t, "german", "roll"); /* 1:3, row 4: 3 hits on 2 steps: gone */
  happened(t, "7.hit.2", "eliminated");
  clear_away(t);
  t = lay(N,
          FIGHT(DE("a", "inf", "0605", FAC("\"af\":1,\"steps\":5"))
                    C RU("x", "inf", "0606", FAC("\"df\":9,\"steps\":9"))),
          "6 4");
  attack(t, "german", "0606", "0605");
  act(t, "german", "roll");
  happened(t, "7.a.7.3", "forced");
  act(t, "german", "retreat 0604");
  clear_away(t);
}

static void r7_a_7_5_through_zones(void **s) {
  (void)s;
  struct table *t =
      lay(N,
          FIGHT(DE("a", "inf", "0605", FAC("\"af\":18,\"steps\":9")) C DE("b", "inf", "0608")
                    C DE("c", "inf", "0406") C DE("d", "inf", "0806")
                        C RU("x", "inf", "0606", FAC("\"df\":6,\"steps\":6"))),
          "1 6");
  attack(t, "german", "0606", "0605");
  act(t, "german", "roll");
  act(t, "soviet", "retreat 0607");
  happened(t, "7.a.7.5", "loss"); /* and on: r7_a_7_5_on_until_free */
  clear_away(t);
  t = lay(N,
          FIGHT(DE("a", "inf", "0605", FAC("\"af\":18,\"steps\":9")) C DE("b", "inf", "0608")
                    C DE("c", "inf", "0406") C DE("d", "inf", "0806") C RU(
                        "x", "inf", "0606", FAC("\"df\":6,\"steps\":6")) C RU("y", "inf", "0607")),
          "1 6");
  attack(t, "german", "0606", "0605");
  act(t, "german", "roll");
  act(t, "soviet", "retreat 0607");
  happened(t, "6.zoc.7", "retreats");
  clear_away(t);
}

/* a step for every hex in a zone, and no rest in one */
static void r7_a_7_5_on_until_free(void **s) {
  (void)s;
  struct table *t = lay(N, FIGHT(RINGED(7)), "1 6");
  attack(t, "german", "0606", "0605");
  act(t, "german", "roll"); /* 4 of 7: forced */
  act(t, "soviet", "retreat 0607");
  happened(t, "7.a.7.5", "loss");
  stands(t, "x", "0607", 2);
  at_node(t, "soviet", "combat.retreat"); /* 0607 is in a zone: on */
  act(t, "soviet", "retreat 0507");
  stands(t, "x", "0507", 1);
  refused(t, "soviet", "retreat 0407", "7.a.7.5"); /* there is a free hex now */
  act(t, "soviet", "retreat 0408");
  stands(t, "x", "0408", 1); /* out of it: no further loss */
  at_node(t, "german", "combat.advance");
  clear_away(t);
  t = lay(N, FIGHT(RINGED(6)), "1 6");
  attack(t, "german", "0606", "0605");
  act(t, "german", "roll");
  act(t, "soviet", "retreat 0607");
  act(t, "soviet", "retreat 0507"); /* the last step is lost on the way */
  happened(t, "7.a.7.5", "eliminated");
  clear_away(t);
}

static void r7_a_7_6_fronts_stay(void **s) {
  (void)s;
  struct table *t = lay(N,
                        FIGHT(DE("a", "inf", "0605", FAC("\"af\":18,\"steps\":9"))
                                  C RU("x", "inf", "0606", FAC("\"df\":5,\"steps\":4"))
                                      C RU("f", "atf", "0606", FAC("\"df\":1,\"arm\":0"))),
                        "1 6");
  attack(t, "german", "0606", "0605");
  act(t, "german", "roll");
  acts(t, "soviet", "lose x; lose x; lose x");
  happened(t, "7.a.7.6", "eliminated");
  clear_away(t);
}

static void r7_a_7_6_trains_on_rails(void **s) {
  (void)s;
#define RAILS "\"terrain\":[{\"path\":[\"0606\",\"0706\",\"0806\"],\"set\":[\"rail\"]}],"
  const char *pos = PLAIN PHASE("german.combat") TURN(2) RAILS UNITS(
      DE("a", "inf", "0605", FAC("\"af\":30")) C RU("tr", "train", "0606", FAC("\"steps\":9")));
  struct table *t = lay(N, pos, "6 6");
  acts(t, "german", "target 0606; from 0605; attack");
  acts(t, "soviet", "elect retreat; commit");
  act(t, "soviet", "pass");
  act(t, "soviet", "hold tr");
  act(t, "german", "roll");
  refused(t, "soviet", "retreat 0607", "7.a.7.4");
  act(t, "soviet", "retreat 0706");
  happened(t, "7.a.7.1", "retreats");
  never(t, "eliminated"); /* it kept to the rails */
  assert_string_equal(place_of(t, "tr"), "0706");
  clear_away(t);
  t = lay(N,
          PLAIN PHASE("german.combat") TURN(2) RAILS UNITS(
              DE("a", "inf", "0605") C DE("b", "inf", "0807") C RU("tr", "train", "0606")),
          "");
  acts(t, "german", "target 0606; from 0605; attack");
  refused(t, "soviet", "elect retreat", "7.a.2.1"); /* the only rail leads into a zone */
  clear_away(t);
  t = lay(N,
          PLAIN PHASE("german.combat") TURN(2)
              RAILS UNITS(DE("a", "inf", "0605", FAC("\"af\":30")) C RU("tr", "train", "0606")
                              C RU("i", "inf", "0606", FAC("\"steps\":5"))),
          "6 6 6 1");
  acts(t, "german", "target 0606; from 0605; attack");
  acts(t, "soviet", "elect retreat; commit");
  act(t, "soviet", "pass");
  act(t, "soviet", "shoot tr a");
  act(t, "german", "roll");
  act(t, "soviet", "retreat 0607"); /* with the infantry across country: the train is lost */
  happened(t, "7.a.7.6", "eliminated");
  stands(t, "i", "0607", 4);
  clear_away(t);
}

static void r7_a_8_infiltration(void **s) {
  (void)s;
  const char *pos = PLAIN PHASE("german.combat")
      TURN(2) "\"terrain\":[" HEXT("0707", "\"clear\",\"hill_dp\"") "]," UNITS(
          DE("a", "mech", "0605", FAC("\"af\":18")) C DE("b", "mech", "0505", MARK("dsg"))
              C RU("x", "inf", "0606", FAC("\"df\":3,\"steps\":9")) C RU("z", "inf", "0707"));
  struct table *t = lay(N, pos, "1 1");
  acts(t, "german", "target 0606; type probe; from 0605; from 0505; attack");
  act(t, "soviet", "commit");
  act(t, "soviet", "pass");
  ask(t, "{\"cmd\":\"actions\",\"side\":\"german\"}");
  cites(t, "prompt.cards[0].rule", "T3");
  act(t, "german", "roll");
  refused(t, "german", "infiltrate a 0604", "7.a.8.2");
  refused(t, "german", "infiltrate b 0506", "7.a.8.2");
  act(t, "german", "infiltrate a 0705");
  happened(t, "7.a.8.1", "infiltrates");
  clear_away(t);
  t = lay(N,
          PLAIN PHASE("german.combat")
              TURN(2) "\"terrain\":[" HEXT("0706", "\"clear\",\"hill_dp\"") "]," UNITS(
                  DE("a", "mech", "0605", FAC("\"af\":18")) C RU(
                      "x", "inf", "0606", FAC("\"df\":3,\"steps\":9")) C RU("z", "inf", "0706")),
          "1 1");
  acts(t, "german", "target 0606; type probe; from 0605; attack");
  act(t, "soviet", "commit");
  act(t, "soviet", "pass");
  act(t, "german", "roll");
  refused(t, "german", "infiltrate a 0705", "7.a.8.3");
  clear_away(t);
}

static void r7_a_9_1_ways(void **s) {
  (void)s;
  /* into the vacated hex, or out of zones to a free hex; not from zone to zone elsewhere */
  struct table *t =
      lay(N,
          FIGHT(DE("a", "inf", "0605", FAC("\"af\":30")) C DE("b", "inf", "0605")
                    C DE("c", "inf", "0605", MARK("dsg")) C RU("x", "inf", "0606")
                        C RU("y", "inf", "0505", FAC("\"df\":9")) C RU("z", "inf", "0608")),
          "1 1");
  acts(t, "german", "target 0606; from 0605; attack");
  act(t, "soviet", "commit");
  act(t, "soviet", "pass");
  act(t, "german", "roll");
  refused(t, "german", "advance a 0504", "7.a.9.1"); /* in y's zone */
  refused(t, "german", "advance c 0606", "6.zoc.6");
  refused(t, "german", "advance a 0505", "4.5");
  act(t, "german", "advance b 0705"); /* back out of all zones */
  happened(t, "7.a.9.1", "advances");
  refused(t, "german", "advance b 0606", "7.a.9.1");
  act(t, "german", "advance a 0606");
  clear_away(t);
  t = lay(N,
          FIGHT(DE("a", "inf", "0605", FAC("\"af\":30")) C DE("h", "hq", "0605")
                    C RU("x", "inf", "0606")),
          "1 1");
  attack(t, "german", "0606", "0605");
  act(t, "german", "roll");
  refused(t, "german", "advance h 0606", "13.hq.4"); /* an HQ follows, it does not lead */
  act(t, "german", "advance a 0606");
  act(t, "german", "advance h 0606");
  clear_away(t);
}

/* who infiltrates does not advance as well; the others may */
static void r7_a_9_1_beside_infiltration(void **s) {
  (void)s;
  struct table *t =
      lay(N,
          FIGHT(DE("a", "mech", "0605", FAC("\"af\":18"))
                    C DE("b", "mech", "0605", FAC("\"af\":18")) C RU("x", "inf", "0606", STEPS(1))),
          "1 1");
  acts(t, "german", "target 0606; type probe; from 0605; attack");
  act(t, "soviet", "commit");
  act(t, "soviet", "pass");
  act(t, "german", "roll"); /* 3 hits on one step: ruptured by 2 */
  act(t, "german", "infiltrate a 0606");
  do_nothing(t, "german");
  refused(t, "german", "advance a 0607", "7.a.9.1");
  act(t, "german", "advance b 0606");
  happened(t, "7.a.9.1", "advances");
  happened(t, "7.a.10.1", "rupture");
  refused(t, "german", "advance a 0607", "7.a.10.1"); /* only those of the frontal advance go on */
  act(t, "german", "advance b 0607");
  clear_away(t);
}

static void y7_rupture(void **s) { /* 2 steps, 6 hits: excess 4; tanks 4 hexes, foot 2 */
  (void)s;
  struct table *t =
      lay(N,
          FIGHT(DE("p", "mech", "0605", FAC("\"af\":30")) C DE("f", "inf", "0605", FAC("\"af\":30"))
                    C RU("x", "inf", "0606") C RU("y", "inf", "0610")),
          "1 1");
  attack(t, "german", "0606", "0605");
  act(t, "german", "roll");
  act(t, "german", "advance p 0606");
  refused(t, "german", "advance p 0606", "7.a.9.1");
  act(t, "german", "advance f 0606");
  happened(t, "7.a.10.1", "rupture");
  act(t, "german", "advance p 0607");
  act(t, "german", "advance p 0608");
  act(t, "german", "advance p 0609"); /* into a zone */
  act(t, "soviet", "pass");
  refused(t, "german", "advance p 0608", "7.a.10.2");
  act(t, "german", "advance f 0607");
  act(t, "german", "advance f 0608");
  never(t, "rupture");
  ask(t, "{\"cmd\":\"actions\",\"side\":\"german\"}");
  /* foot went two hexes: nobody can go on */
  assert_string_equal(text_of(t->last, "prompt.node"), "combat");
  clear_away(t);
}

/* excess 4: mechanised 4 hexes, flak and trains are others: 2 */
static void r7_a_10_1_who_rides(void **s) {
  (void)s;
  struct table *t = lay(S_,
                        FIGHT(DE("m", "mot", "0605", FAC("\"af\":30"))
                                  C DE("k", "aa", "0605", FAC("\"af\":30,\"at\":1") MARK("atmode"))
                                      C RU("x", "inf", "0606")),
                        "1 1");
  attack(t, "german", "0606", "0605");
  act(t, "german", "hold k");
  act(t, "german", "roll");
  acts(t, "german", "advance m 0606; advance k 0606");
  happened(t, "7.a.10.1", "rupture");
  acts(t, "german", "advance k 0607; advance k 0608");
  refused(t, "german", "advance k 0609", "7.a.10.1");
  acts(t, "german", "advance m 0607; advance m 0706; advance m 0806; advance m 0906");
  clear_away(t);
}

/* One word ends one thing: the advance, then the combats. */
static void r7_a_9_1_its_own_ending(void **s) {
  (void)s;
  struct table *t = lay(N,
                        FIGHT(DE("a", "inf", "0605", FAC("\"af\":30,\"steps\":3"))
                                  C DE("b", "inf", "0605", FAC("\"af\":30,\"steps\":3"))
                                      C RU("x", "inf", "0606", FAC("\"df\":1,\"steps\":6"))
                                          C RU("y", "inf", "0109")),
                        "1 1");
  attack(t, "german", "0606", "0605");
  act(t, "german", "roll");
  at_node(t, "german", "combat.advance");
  refused(t, "german", "end combat", "7.a.9.1");
  offered(t, "german", "end advance", "7.a.9.1");
  acts(t, "german", "advance a 0606; advance b 0606"); /* nobody is left: it closes by itself */
  at_node(t, "german", "combat");
  refused(t, "german", "end advance", "7.1");
  offered(t, "german", "end combat", "7.1");
  clear_away(t);
}

/* 7.a.10.1: exactly as many hits as steps is no rupture */
static void r7_a_10_1_no_excess(void **s) {
  (void)s;
  for (int steps = 5; steps <= 6; steps++) {
    char pos[600];
    snprintf(pos, sizeof pos,
             PLAIN PHASE("german.combat") TURN(
                 2) "\"units\":[%s,{\"name\":\"x\",\"side\":\"soviet\",\"kind\":\"inf\",\"hex\":"
                    "\"0606\",\"factors\":{\"df\":2,\"steps\":%d}},%s]",
             DE("p", "mech", "0605", FAC("\"af\":30,\"arm\":0")), steps, RU("y", "inf", "0112"));
    struct table *t = lay(N, pos, "1 6");
    attack(t, "german", "0606", "0605");
    act(t, "german", "roll");
    at_node(t, "german", "combat.advance");
    act(t, "german", "advance p 0606");
    if (steps == 5)
      happened(t, "7.a.10.1", "rupture");
    else
      never(t, "rupture");
    clear_away(t);
  }
}

/* 7.a.7.6: a buried tank stays behind and is lost, whether its stack is forced or goes of its will
 */
static void r7_a_7_6_buried(void **s) {
  (void)s;
  struct table *t = lay(N,
                        FIGHT(DE("a", "inf", "0605", FAC("\"af\":4"))
                                  C RU("x", "inf", "0606", FAC("\"df\":9,\"steps\":6"))
                                      C RU("b", "tank", "0606", MARK("buried") FAC("\"arm\":0"))),
                        "6 1");
  acts(t, "german", "target 0606; from 0605; attack");
  acts(t, "soviet", "elect retreat; commit; pass");
  act(t, "german", "roll");
  happened(t, "7.a.7.6", "eliminated");
  stands(t, "b", "dead.soviet", 0);
  act(t, "soviet", "retreat 0607");
  stands(t, "x", "0607", 6);
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(r7_a_10_1_no_excess),
      cmocka_unit_test(r7_a_7_6_buried),

      cmocka_unit_test(r7_a_9_1_its_own_ending),

      cmocka_unit_test(y3_forced_retreat),
      cmocka_unit_test(r7_a_7_2_thresholds),
      cmocka_unit_test(r7_a_7_3_attacker_forced),
      cmocka_unit_test(r7_a_7_5_through_zones),
      cmocka_unit_test(r7_a_7_5_on_until_free),
      cmocka_unit_test(r7_a_7_6_fronts_stay),
      cmocka_unit_test(r7_a_7_6_trains_on_rails),
      cmocka_unit_test(r7_a_8_infiltration),
      cmocka_unit_test(r7_a_9_1_ways),
      cmocka_unit_test(r7_a_9_1_beside_infiltration),
      cmocka_unit_test(y7_rupture),
      cmocka_unit_test(r7_a_10_1_who_rides),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
