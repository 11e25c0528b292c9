/* test_00_small_print.c - what is easily overlooked in combat, movement and supply: who is named in
 * a refusal, the edge of the map, the second unit, the last step. */
#include "table.h"

#define STRONG FAC("\"af\":30")
#define BIG FAC("\"af\":18,\"steps\":9")
#define THICK FAC("\"df\":6,\"steps\":6")

/* What the overlay of zones shows in a hex: o own, e enemy, - none. */
static char zone(struct table *t, const char *side, const char *hex) {
  const cJSON *h;
  ask(t, "{\"cmd\":\"overlay\",\"side\":\"%s\",\"name\":\"zoc\",\"args\":[]}", side);
  cJSON_ArrayForEach(h, field(t->last, "overlay.hexes")) {
    if (!strcmp(cJSON_GetArrayItem(h, 0)->valuestring, hex))
      return cJSON_GetArrayItem(h, 1)->valuestring[0];
  }
  return '-';
}

/* An attack from one hex until its dice. */
static void attack_and_roll(struct table *t, const char *side, const char *target,
                            const char *from) {
  attack(t, side, target, from);
  act(t, side, "roll");
}

/* ---- 7.a.7 retreats ----------------------------------------------------------------------- */

/* 7.a.7.4: a full hex without enemy zones is better than one in a zone, and costs no step. */
static void r7_a_7_4_full_before_zones(void **s) {
  (void)s;
  struct table *t =
      lay(N,
          FIGHT(DE("a", "inf", "0605", BIG) C DE("b", "inf", "0608") C DE("c", "inf", "0406")
                    C DE("d", "inf", "0806") C RU("x", "inf", "0606", THICK)
                        C RU("y", "inf", "0607") C RU("z", "inf", "0607") C RU("w", "inf", "0607")),
          "1 6");
  attack_and_roll(t, "german", "0606", "0605");
  refused(t, "soviet", "retreat 0506", "7.a.7.5");
  act(t, "soviet", "retreat 0607");
  says(t, "6.zoc.7", "x retreats to 0607.");
  stands(t, "x", "0607", 2);
  clear_away(t);
}

/* 7.a.7.4: where there is room elsewhere, a full hex is no choice. */
static void r7_a_7_4_room_before_full(void **s) {
  (void)s;
  struct table *t = lay(N,
                        FIGHT(DE("a", "inf", "0605", BIG) C RU("x", "inf", "0606", THICK) C RU(
                            "y", "inf", "0607") C RU("z", "inf", "0607") C RU("w", "inf", "0607")),
                        "1 6");
  attack_and_roll(t, "german", "0606", "0605");
  refused(t, "soviet", "retreat 0607", "7.a.7.4");
  act(t, "soviet", "retreat 0706");
  clear_away(t);
}

/* 7.a.7.5: in the corner of the map, with enemies all around, there is no way out. */
static void r7_a_7_5_trapped_in_the_corner(void **s) {
  (void)s;
  struct table *t = lay(N,
                        FIGHT(DE("a", "inf", "0102", BIG) C DE("b", "inf", "0201")
                                  C DE("c", "inf", "0202") C RU("x", "inf", "0101", THICK)),
                        "1 6");
  attack_and_roll(t, "german", "0101", "0102");
  says(t, "7.a.7.5", "The units in 0101 have no way out.");
  says(t, "7.a.7.5", "x is eliminated.");
  stands(t, "x", "dead.soviet", 0);
  clear_away(t);
}

/* 7.a.2.1: beyond the edge of the map is no hex to retreat to. */
static void r7_a_2_1_not_over_the_edge(void **s) {
  (void)s;
  struct table *t = lay(
      N,
      FIGHT(DE("a", "inf", "0102", BIG) C DE("b", "inf", "0301") C RU("x", "inf", "0101", THICK)),
      "");
  acts(t, "german", "target 0101; from 0102; attack");
  refused(t, "soviet", "elect retreat", "7.a.2.1");
  refused(t, "soviet", "elect stand", "7.a.2.1"); /* it is the choice already */
  clear_away(t);
}

/* 13.art.7: artillery that retreats has moved. */
static void r13_art_7_in_retreat(void **s) {
  (void)s;
  struct table *t = lay(N,
                        FIGHT(DE("a", "inf", "0605", BIG) C RU(
                            "g", "art", "0606", FAC("\"bomb\":3")) C RU("x", "inf", "0606", THICK)),
                        "1 6");
  attack_and_roll(t, "german", "0606", "0605");
  acts(t, "soviet", "lose x; lose x; lose x");
  act(t, "soviet", "retreat 0607");
  marked(t, "g", "turned");
  clear_away(t);
}

/* 6.zoc.9: the zone is back when the combats of the phase are over. */
static void r6_zoc_9_until_the_end_of_the_phase(void **s) {
  (void)s;
  struct table *t = lay(
      N,
      FIGHT(DE("a", "inf", "0605", BIG) C RU("x", "inf", "0606", THICK) C RU("y", "inf", "0101")),
      "1 6");
  attack_and_roll(t, "german", "0606", "0605");
  assert_int_equal(zone(t, "german", "0607"), '-'); /* gone before it has left */
  act(t, "soviet", "retreat 0607");
  assert_int_equal(zone(t, "german", "0608"), '-');
  act(t, "german", "end advance");
  act(t, "german", "end combat");
  assert_int_equal(zone(t, "german", "0608"), 'e');
  clear_away(t);
}

/* ---- 7.a.8 to 7.a.10 forward -------------------------------------------------------------- */

#define PROBE                                                                                      \
  FIGHT(DE("a", "mech", "0605", FAC("\"af\":18")) C DE("b", "mech", "0605", FAC("\"af\":18"))      \
            C DE("f", "inf", "0704") C DE("n", "inf", "0505")                                      \
                C RU("x", "inf", "0606", FAC("\"df\":3,\"steps\":9")))
static struct table *probed(void) {
  struct table *t = lay(N, PROBE, "1 1");
  acts(t, "german", "target 0606; type probe; from 0605; attack");
  act(t, "soviet", "commit");
  act(t, "soviet", "pass");
  act(t, "german", "roll");
  return t;
}
/* 7.a.8.2: all into one hex that was empty, each attacker once. */
static void r7_a_8_2_together(void **s) {
  (void)s;
  struct table *t = probed();
  refused(t, "german", "infiltrate n 0506", "7.a.8.1"); /* it did not attack */
  refused(t, "german", "infiltrate a 0505", "7.a.8.2"); /* not empty */
  refused(t, "german", "infiltrate a 0506", "7.a.8.2"); /* next to the target, not to a */
  act(t, "german", "infiltrate a 0705");
  says(t, "7.a.8.1", "a infiltrates into 0705.");
  act(t, "soviet", "pass");
  refused(t, "german", "infiltrate a 0706", "7.a.8.1");
  refused(t, "german", "infiltrate b 0504", "7.a.8.2");
  act(t, "german", "infiltrate b 0705");
  stands(t, "b", "0705", 2);
  clear_away(t);
}

/* 7.a.9.1: while the enemy holds his hex, nobody advances after the infiltration. */
static void r7_a_9_1_not_past_an_enemy(void **s) {
  (void)s;
  struct table *t = probed();
  act(t, "german", "infiltrate a 0705");
  act(t, "soviet", "pass");
  act(t, "german", "end infiltration");
  at_node(t, "german", "combat");
  clear_away(t);
}

/* 7.a.9.1: a unit that stands in no enemy zone advances into the vacated hex or not at all; 6.zoc.6
 * keeps a disorganised unit only out of zones. */
static void r7_a_9_1_nowhere_else(void **s) {
  (void)s;
  struct table *t =
      lay(N,
          FIGHT(DE("a", "inf", "0605", STRONG) C DE("c", "inf", "0605", MARK("dsg"))
                    C DE("n", "inf", "0505") C RU("x", "inf", "0606", FAC("\"df\":1,\"steps\":6"))),
          "1 1");
  attack_and_roll(t, "german", "0606", "0605");
  refused(t, "german", "advance a 0604", "7.a.9.1");
  refused(t, "german", "advance n 0606", "7.a.9.1"); /* it did not attack */
  act(t, "german", "advance c 0606");
  says(t, "7.a.9.1", "c advances into 0606.");
  clear_away(t);
}

/* 7.a.10.1: pioneers and mobile HQs go as far as tanks, HQs on foot half as far. */
static void r7_a_10_1_pioneers_and_hqs(void **s) {
  (void)s;
  for (int mf = 5; mf <= 6; mf++) {
    char pos[900];
    snprintf(pos, sizeof pos,
             PLAIN PHASE("german.combat")
                 TURN(2) "\"units\":[%s,{\"name\":\"h\",\"side\":\"german\",\"kind\":\"hq\","
                         "\"hex\":\"0605\",\"factors\":{\"mf\":%d}},%s]",
             DE("p", "pio", "0605", FAC("\"af\":60")), mf, RU("x", "inf", "0606"));
    struct table *t = lay(N, pos, "1 1");
    attack_and_roll(t, "german", "0606", "0605");
    acts(t, "german", "advance p 0606; advance h 0606");
    says(t, "7.a.10.1", "The front is ruptured in 0606 by 4.");
    acts(t, "german", "advance p 0607; advance h 0607; advance p 0608; advance h 0608");
    acts(t, "german", "advance p 0609");
    if (mf == 5)
      refused(t, "german", "advance h 0609", "7.a.10.1");
    else
      acts(t, "german", "advance h 0609; advance p 0610; advance h 0610");
    clear_away(t);
  }
}

/* 7.a.10.2: leaving a zone is the one change as well; the rest may be left unused. */
static void r7_a_10_2_out_of_a_zone(void **s) {
  (void)s;
  struct table *t =
      lay(N,
          FIGHT(DE("p", "mech", "0605", FAC("\"af\":60")) C RU("x", "inf", "0606")
                    C RU("y", "inf", "0706", FAC("\"df\":9")) C RU("z", "inf", "0408")),
          "1 1");
  attack_and_roll(t, "german", "0606", "0605");
  act(t, "german", "advance p 0606");
  act(t, "soviet", "pass");
  refused(t, "german", "advance x 0607", "7.a.10.1");
  act(t, "german", "advance p 0506");
  says(t, "7.a.10.1", "p advances into 0506.");
  refused(t, "german", "advance p 0507", "7.a.10.2");
  act(t, "german", "end rupture");
  at_node(t, "german", "combat");
  clear_away(t);
}

/* 7.a.10.1: free hexes are dealt out in each combat anew, and what one unit did before is over. */
static void r7_a_10_1_each_combat(void **s) {
  (void)s;
  struct table *t =
      lay(N,
          FIGHT(DE("e", "inf", "0205", STRONG) C RU("v", "inf", "0206")
                    C DE("p", "mech", "0605", FAC("\"af\":60")) C DE("q", "mech", "0605")
                        C RU("x", "inf", "0606") C RU("y", "inf", "1212")),
          "1 1 1 1");
  attack_and_roll(t, "german", "0206", "0205");
  act(t, "german", "end advance");
  attack_and_roll(t, "german", "0606", "0605");
  act(t, "german", "advance p 0606");
  act(t, "german", "end advance");
  happened(t, "7.a.10.1", "rupture");
  refused(t, "german", "advance q 0604", "7.a.10.1"); /* it did not advance */
  act(t, "german", "end rupture");
  clear_away(t);
}

/* 7.a.9.1: who advanced in one turn advances again in the next. */
static void r7_a_9_1_every_turn(void **s) {
  (void)s;
  struct table *t = lay(N,
                        FIGHT(DE("a", "inf", "0605", FAC("\"af\":30,\"steps\":9"))
                                  C RU("x", "inf", "0606", FAC("\"df\":1,\"steps\":6"))
                                      C RU("y", "inf", "0607", FAC("\"df\":1,\"steps\":6"))),
                        "1 6 1 6");
  attack_and_roll(t, "german", "0606", "0605");
  act(t, "german", "advance a 0606");
  act(t, "soviet", "pass");
  do_nothing(t, "german");
  until(t, "german.combat");
  attack_and_roll(t, "german", "0607", "0606");
  act(t, "german", "advance a 0607");
  stands(t, "a", "0607", 7);
  clear_away(t);
}

/* ---- 7.a.1 to 7.a.6 the combat ------------------------------------------------------------ */

#define RAIL "\"terrain\":[{\"path\":[\"0606\",\"0706\",\"0806\"],\"set\":[\"rail\"]}],"

/* 7.a.1.1: from all six sides; 7.a.7.4: and back into each of them. */
static void r7_a_1_1_all_around(void **s) {
  (void)s;
  static const char *const around[] = {"0605", "0705", "0706", "0607", "0506", "0505"};
  for (int i = 0; i < 6; i++) {
    char pos[600], line[80];
    snprintf(pos, sizeof pos,
             PLAIN PHASE("german.combat")
                 TURN(2) "\"units\":[{\"name\":\"a\",\"side\":\"german\",\"kind\":\"inf\",\"hex\":"
                         "\"%s\",\"factors\":{\"af\":18,\"steps\":9}},%s]",
             around[i], RU("x", "inf", "0606", THICK));
    struct table *t = lay(N, pos, "1 6");
    attack_and_roll(t, "german", "0606", around[i]);
    snprintf(line, sizeof line, "retreat %s", around[(i + 3) % 6]);
    act(t, "soviet", line);
    stands(t, "x", around[(i + 3) % 6], 2);
    clear_away(t);
  }
}

/* 13.tr.1: a train attacks only into hexes with rails. */
static void r13_tr_1_attack_along_the_rails(void **s) {
  (void)s;
  struct table *t = lay(N,
                        PLAIN PHASE("soviet.combat") TURN(2) RAIL UNITS(DE("a", "inf", "0706") C DE(
                            "b", "inf", "0605") C RU("tr", "train", "0606")),
                        "");
  refused(t, "soviet", "target 0605", "13.tr.1");
  act(t, "soviet", "target 0706");
  act(t, "soviet", "from 0606");
  clear_away(t);
}

/* II.s3.6: a unit that has not been activated does not attack. */
static void ii_s3_6_no_attack(void **s) {
  (void)s;
  struct table *t =
      lay(S_, SFIGHT(DE("a", "inf", "0605") C RU("x", "inf", "0606", MARK("inactive"))), "");
  refused(t, "soviet", "target 0605", "II.s3.6");
  clear_away(t);
}

/* 5.7: the attacker names those over the limit, each once, and no HQ, before he attacks. */
static void r5_7_attackers_over_the_limit(void **s) {
  (void)s;
  struct table *t = lay(N,
                        PLAIN "\"unchecked\":true," PHASE("german.combat") TURN(2) UNITS(
                            DE("a", "inf", "0605") C DE("b", "inf", "0605") C DE("c", "inf", "0605")
                                C DE("d", "inf", "0605") C DE("e", "inf", "0605")
                                    C DE("h", "hq", "0605") C RU("x", "inf", "0606")),
                        "");
  acts(t, "german", "target 0606; from 0605");
  refused(t, "german", "attack", "5.7");
  because(t, "german", "excess h", "cannot be named");
  act(t, "german", "excess d");
  because(t, "german", "excess d", "cannot be named");
  refused(t, "german", "attack", "5.7");
  act(t, "german", "excess e");
  because(t, "german", "excess a", "within the limit");
  act(t, "german", "attack");
  because(t, "soviet", "excess a", "cannot be named"); /* it is not his */
  clear_away(t);
}

/* 5.7: units over the limit take the losses when all others are gone. */
static void r5_7_losses_last(void **s) {
  (void)s;
#define THIN FAC("\"df\":1,\"steps\":1")
  struct table *t = lay(N,
                        PLAIN "\"unchecked\":true," PHASE("german.combat") TURN(2) UNITS(
                            DE("a", "inf", "0605", FAC("\"af\":60")) C RU("w", "inf", "0606", THIN)
                                C RU("x", "inf", "0606", THIN) C RU("y", "inf", "0606", THIN)
                                    C RU("z", "inf", "0606", FAC("\"df\":1,\"steps\":5"))),
                        "2 1");
  acts(t, "german", "target 0606; from 0605; attack");
  acts(t, "soviet", "excess z; commit; pass");
  act(t, "german", "roll"); /* 6:1, die 2: 5 hits: three, then two of the last one */
  act(t, "soviet", "lose w");
  stands(t, "z", "0606", 3);
  stands(t, "y", "dead.soviet", 0);
  clear_away(t);
}

/* 7.a.5.10: when the answer destroys the attacker, there is no regular combat. */
static void r7_a_5_10_the_attacker_is_gone(void **s) {
  (void)s;
  struct table *t = lay(
      N, FIGHT(DE("p", "tank", "0605", STEPS(1)) C RU("x", "tank", "0606", FAC("\"arm\":5"))), "1");
  attack(t, "german", "0606", "0605");
  act(t, "soviet", "shoot x p");
  says(t, "7.a.5.10", "One side is gone: no regular combat for 0606.");
  says(t, "7.a.5.3", "p is eliminated.");
  at_node(t, "german", "combat");
  clear_away(t);
}

/* 7.a.3.1: when the bombardment leaves nobody, the attackers advance at once. */
static void r7_a_3_1_nobody_is_left(void **s) {
  (void)s;
  struct table *t = lay(N,
                        FIGHT(DE("a", "inf", "0605") C DE("g", "art", "0602", FAC("\"bomb\":36"))
                                  C RU("x", "inf", "0606", STEPS(1)) C RU("y", "inf", "1212")),
                        "5");
  acts(t, "german", "target 0606; from 0605; attack");
  act(t, "soviet", "commit");
  refused(t, "german", "fire", "7.a.3.1"); /* no gun yet */
  act(t, "german", "add g");
  ask(t, "{\"cmd\":\"actions\",\"side\":\"german\"}");
  assert_int_equal(cJSON_GetArraySize(field(t->last, "prompt.cards[0].sides[0].lines")), 1);
  act(t, "german", "fire");
  says(t, "7.a.3.1", "0606 is bombarded with 36 factors, die 5: D+2.");
  says(t, "13.art.4", "x is eliminated.");
  at_node(t, "german", "combat.advance");
  clear_away(t);
}

/* 7.a.3.2: guns in the attacked hex count there already; the others add a quarter. */
static void r7_a_3_2_who_supports(void **s) {
  (void)s;
  struct table *t = lay(N,
                        FIGHT(DE("a", "inf", "0605") C RU("g", "art", "0606") C RU(
                            "k", "art", "0609", FAC("\"bomb\":11")) C RU("x", "inf", "0606")),
                        "");
  acts(t, "german", "target 0606; from 0605; attack");
  act(t, "soviet", "commit");
  refused(t, "soviet", "support g", "7.a.3.2");
  act(t, "soviet", "support k");
  says(t, "7.a.3.2", "k supports 0606 with 2.");
  marked(t, "k", "turned");
  refused(t, "soviet", "support k", "13.art.7");
  act(t, "soviet", "pass");
  says(t, "7.a.4", "Combat for 0606: an assault, the defender stands.");
  card(t, "german", "7.a.3.2", "2");
  clear_away(t);
}

/* 7.a.5.7: AT Fronts and AA units do not answer with their steps. */
static void r7_a_5_7_who_answers(void **s) {
  (void)s;
  static const char *const units[] = {RU("f", "atf", "0606", FAC("\"arm\":0")),
                                      RU("f", "aa", "0606", FAC("\"at\":0") MARK("atmode")),
                                      RU("f", "inf", "0606")};
  for (int i = 0; i < 3; i++) {
    char pos[500];
    snprintf(pos, sizeof pos, PLAIN PHASE("german.combat") TURN(2) "\"units\":[%s,%s]",
             DE("p", "tank", "0605"), units[i]);
    struct table *t = lay(S_, pos, i == 2 ? "1 2" : "1");
    attack(t, "german", "0606", "0605");
    act(t, "german", "shoot p f");
    happened(t, "7.a.5.6", "dsg");
    if (i == 2)
      happened(t, "7.a.5.7", "response");
    else
      never(t, "response");
    clear_away(t);
  }
}

/* 7.a.5.2: with equal factors the attacker fires first, unless the defender has more armour. */
static void r7_a_5_2_equal_factors(void **s) {
  (void)s;
  for (int more = 0; more < 2; more++) {
    char pos[600];
    snprintf(pos, sizeof pos, PLAIN PHASE("german.combat") TURN(2) "\"units\":[%s,%s,%s]",
             DE("p", "tank", "0605"), RU("x", "tank", "0606"),
             more ? RU("y", "tank", "0606") : RU("y", "inf", "0606"));
    struct table *t = lay(N, pos, "");
    attack(t, "german", "0606", "0605");
    offered(t, more ? "soviet" : "german", more ? "shoot y p" : "shoot p x", "7.a.5.3");
    clear_away(t);
  }
}

/* 7.a.5.6: hit again, a disorganised unit is suppressed once; its steps count no more (7.a.7.2). */
static void r7_a_7_2_not_the_suppressed(void **s) {
  (void)s;
  struct table *t = lay(
      N,
      FIGHT(DE("p", "tank", "0605", FAC("\"af\":12")) C DE("q", "tank", "0605", FAC("\"af\":12"))
                C DE("r", "tank", "0605", FAC("\"af\":12"))
                    C RU("x", "inf", "0606", FAC("\"df\":9,\"steps\":9"))
                        C RU("y", "inf", "0606", FAC("\"df\":9,\"steps\":4"))),
      "1 6 1 1 1 1");
  attack(t, "german", "0606", "0605");
  act(t, "german", "shoot p x"); /* disorganised; it misses */
  act(t, "german", "shoot q x");
  says(t, "7.a.5.6", "x is suppressed.");
  act(t, "german", "shoot r x");
  never(t, "suppressed");
  act(t, "german", "roll"); /* 3 hits, and 4 steps that count */
  act(t, "soviet", "lose x");
  act(t, "soviet", "lose x");
  happened(t, "7.a.7.2", "forced");
  clear_away(t);
}

/* 7.red.1: never below a quarter of the printed factor; 9.6 rounds down, the others up. */
static void r7_red_1_at_least_a_quarter(void **s) {
  (void)s;
  static const struct {
    const char *unit, *rule, *value;
  } row[] = {
      {DE("a", "inf", "0605", FAC("\"af\":12") STEPS(1) ",\"marks\":[\"dsg\",\"oos\"]"), "7.red.1",
       "3"},
      {DE("a", "inf", "0605", FAC("\"af\":5") MARK("oos")), "9.6", "2"},
      {DE("a", "inf", "0605", FAC("\"af\":5") MARK("dsg")), "13.art.5", "3"},
      {DE("a", "inf", "0605", FAC("\"af\":5") STEPS(1)), "7.hit.3", "3"},
      {DE("a", "inf", "0605", FAC("\"af\":5") STEPS(1) MARK("oos")), "7.red.1", "1"},
      {DE("a", "inf", "0605", FAC("\"af\":9") STEPS(1) MARK("dsg")), "7.red.1", "3"},
      {DE("a", "inf", "0605", FAC("\"af\":9") ",\"marks\":[\"dsg\",\"oos\"]"), "7.red.1", "2"},
      {DE("a", "hq", "0605", FAC("\"af\":9")), "13.hq.6", "9"},
  };
  for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
    char pos[600];
    snprintf(pos, sizeof pos, PLAIN PHASE("german.combat") TURN(2) "\"units\":[%s,%s]", row[i].unit,
             RU("x", "inf", "0606"));
    struct table *t = lay(N, pos, "");
    attack(t, "german", "0606", "0605");
    card(t, "german", row[i].rule, row[i].value);
    clear_away(t);
  }
}

/* 13.hq.3: an HQ alone, or with artillery and AT Fronts only, defends with half. */
static void r13_hq_3_alone(void **s) {
  (void)s;
  static const struct {
    const char *mate, *rule, *value;
  } row[] = {
      {RU("m", "art", "0606"), "13.hq.3", "2"},
      {RU("m", "atf", "0606", FAC("\"arm\":0")), "13.hq.3", "2"},
      {RU("m", "inf", "0606"), "13.hq.6", "3"},
  };
  for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
    char pos[700];
    snprintf(pos, sizeof pos, PLAIN PHASE("german.combat") TURN(2) "\"units\":[%s,%s,%s]",
             DE("a", "inf", "0605"), RU("h", "hq", "0606"), row[i].mate);
    struct table *t = lay(N, pos, "");
    attack(t, "german", "0606", "0605");
    card(t, "german", row[i].rule, row[i].value);
    clear_away(t);
  }
}

/* 4.oa.3: after a vain attack in movement the attackers are disorganised, not their artillery. */
static void r4_oa_3_not_the_artillery(void **s) {
  (void)s;
  struct table *t = lay(N,
                        MOVE(DE("a", "mech", "0605") C DE("g", "art", "0605")
                                 C RU("x", "inf", "0606", FAC("\"df\":4,\"steps\":9"))),
                        "6 1");
  acts(t, "german", "move a; join g; strike 0606");
  says(t, "4.oa.1", "A stack attacks 0606 from 0605 in movement.");
  says(t, "4.oa.6", "The attack in movement costs 1 point, whatever comes of it.");
  act(t, "soviet", "commit");
  act(t, "soviet", "pass");
  act(t, "german", "roll");
  says(t, "4.oa.3", "a is disorganised.");
  unmarked(t, "g", "dsg");
  clear_away(t);
}

/* 4.oa.4: attackers who flee do not enter the hex that they have emptied. */
static void r4_oa_4_both_flee(void **s) {
  (void)s;
  struct table *t =
      lay(N,
          MOVE(DE("a", "mech", "0605", FAC("\"af\":6,\"steps\":3"))
                   C RU("x", "inf", "0606", FAC("\"df\":6,\"steps\":2")) C RU("y", "inf", "1212")),
          "1 5");
  acts(t, "german", "move a; strike 0606");
  act(t, "soviet", "commit");
  act(t, "soviet", "pass");
  act(t, "german", "roll"); /* 1:1, rows 3 and 5: two hits on each side */
  says(t, "7.hit.2", "x is eliminated.");
  says(t, "7.a.7.3", "The German units are forced to retreat.");
  act(t, "german", "retreat 0604");
  stands(t, "a", "0604", 1);
  clear_away(t);
}

/* 4.oa.4: guns that follow into the hex have moved. */
static void r4_oa_4_guns_follow(void **s) {
  (void)s;
  struct table *t = lay(N,
                        MOVE(DE("a", "mech", "0605", STRONG) C DE("g", "art", "0605")
                                 C RU("x", "inf", "0606", STEPS(1)) C RU("y", "inf", "1212")),
                        "3 1");
  acts(t, "german", "move a; join g; strike 0606");
  act(t, "soviet", "commit");
  act(t, "soviet", "pass");
  act(t, "german", "roll");
  says(t, "4.oa.4", "g advances into 0606."); /* the counter on top */
  stands(t, "g", "0606", 2);
  marked(t, "g", "turned");
  clear_away(t);
}

/* 6.zoc.4: a stack that wins a hex out of a zone has left that zone, and enters no other. */
static void r6_zoc_4_after_an_attack_in_movement(void **s) {
  (void)s;
  struct table *t = lay(N,
                        MOVE(DE("a", "mech", "0605", STRONG) C RU("x", "inf", "0606", STEPS(1))
                                 C RU("y", "inf", "0504") C RU("z", "inf", "0609")),
                        "3 1");
  acts(t, "german", "move a; strike 0606");
  act(t, "soviet", "commit");
  act(t, "soviet", "pass");
  act(t, "german", "roll");
  happened(t, "4.oa.4", "advances");
  act(t, "german", "step 0607");
  refused(t, "german", "step 0608", "6.zoc.4");
  clear_away(t);
}

/* ---- chapters 4 and 6 movement ------------------------------------------------------------ */

/* 6.zoc.2, 6.zoc.3: 3 points into an enemy zone, 2 out of it, on top of the ground. */
static void r6_zoc_3_price_of_leaving(void **s) {
  (void)s;
  struct table *t =
      lay(N, MOVE(DE("a", "mech", "0605") C RU("x", "inf", "0606") C RU("y", "inf", "0609")), "");
  act(t, "german", "move a");
  reaches(t, "german", "a", "0604", "3", "4.2");
  reaches(t, "german", "a", "0603", "4", "4.2");
  act(t, "german", "step 0604");
  says(t, "6.zoc.3", "a moves to 0604, 7 points left.");
  clear_away(t);
}

/* 4.7, 13.art.7: guns that move are turned, and the log says so of guns only. */
static void r4_7_guns_only(void **s) {
  (void)s;
  struct table *t =
      lay(N, MOVE(DE("a", "mech", "0605") C DE("g", "art", "0605") C RU("y", "inf", "1212")), "");
  acts(t, "german", "move a; join g; step 0604");
  says(t, "4.7", "g is turned: it moved.");
  unmarked(t, "a", "turned");
  const cJSON *e;
  int turned = 0;
  cJSON_ArrayForEach(e, field(t->last, "events")) turned += !strcmp(text_of(e, "kind"), "turned");
  assert_int_equal(turned, 1);
  act(t, "german", "step 0603");
  never(t, "turned");
  clear_away(t);
}

/* 10.3: a fortified hex costs the German 2 points more until it is breached, the Soviets nothing.
 */
static void r10_3_price_of_works(void **s) {
  (void)s;
#define FORT "\"terrain\":[{\"hex\":\"0605\",\"set\":[\"clear\",\"fort_1_3\"]}],"
  struct table *t = lay(N,
                        PLAIN PHASE("german.movement") TURN(2)
                            FORT UNITS(DE("a", "mech", "0604") C RU("x", "inf", "1212")),
                        "");
  act(t, "german", "move a");
  reaches(t, "german", "a", "0605", "3", "4.2");
  act(t, "german", "step 0605");
  says(t, "10.3", "a moves to 0605, 7 points left.");
  says(t, "10.2", "The fortifications of 0605 are breached.");
  clear_away(t);
  t = lay(N,
          PLAIN PHASE("soviet.movement") TURN(2)
              FORT UNITS(DE("a", "mech", "0101") C RU("x", "inf", "0606")),
          "");
  act(t, "soviet", "move x");
  reaches(t, "soviet", "x", "0605", "1", "4.2");
  clear_away(t);
}

/* opt.buried.5: a slow tank that digs itself out has no points left. */
static void opt_buried_5_a_slow_tank(void **s) {
  (void)s;
  struct table *t = lay_with(
      N, "\"buried\":true",
      PLAIN PHASE("soviet.movement") TURN(2)
          UNITS(RU("a", "tank", "0602", FAC("\"mf\":2") MARK("buried")) C DE("x", "inf", "1212")),
      "", NULL, __FILE__, __LINE__);
  act(t, "soviet", "move a");
  refused(t, "soviet", "step 0603", "4.2");
  clear_away(t);
}

/* 5.7: two HQs are not over the limit; only the number of units is. */
static void r5_7_hqs_are_not_counted(void **s) {
  (void)s;
  struct table *t = lay(N,
                        PLAIN "\"unchecked\":true," PHASE("german.combat") TURN(2)
                            UNITS(DE("a", "inf", "0605") C DE("h", "hq", "0605")
                                      C DE("k", "hq", "0605") C RU("x", "inf", "0606")),
                        "");
  acts(t, "german", "target 0606; from 0605; attack");
  clear_away(t);
}

/* II.3.1: works of the fourth line cite their own rule, by the line or by what they give. */
static void ii_3_1_the_fourth_line(void **s) {
  (void)s;
  static const struct {
    const char *works, *line, *rule;
  } row[] = {{"fort_1_3", "line4", "II.3.1"},
             {"fort_4", "line3", "II.3.1"},
             {"fort_1_3", "line3", "10.1"}};
  for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
    char pos[700];
    snprintf(pos, sizeof pos,
             PLAIN PHASE("german.combat") TURN(
                 2) "\"terrain\":[{\"hex\":\"0606\",\"set\":[\"clear\",\"%s\"]}],\"regions\":[{"
                    "\"id\":\"%s\",\"hexes\":[\"0606\"]}],\"units\":[%s,%s]",
             row[i].works, row[i].line, DE("a", "inf", "0605", STRONG), RU("x", "inf", "0606"));
    struct table *t = lay(S_, pos, "");
    attack(t, "german", "0606", "0605");
    ask(t, "{\"cmd\":\"actions\",\"side\":\"german\"}");
    /* and without Fire Support there is no line for it */
    assert_int_equal(cJSON_GetArraySize(field(t->last, "prompt.cards[0].sides[1].lines")), 1);
    assert_true(step_by(t, "german", row[i].rule));
    clear_away(t);
  }
}

/* 9.6: out of supply tanks, assault guns, motorised units and pioneers have half their points;
 * infantry and artillery keep theirs. */
static void r9_6_points(void **s) {
  (void)s;
  static const struct {
    const char *kind;
    int points;
  } row[] = {{"tank", 5}, {"ag", 4},  {"mech", 5}, {"mot", 5},
             {"inf", 5},  {"pio", 5}, {"art", 6},  {"hq", 5}};
  for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
    char pos[500], words[80];
    snprintf(pos, sizeof pos,
             PLAIN PHASE("german.movement")
                 TURN(2) "\"units\":[{\"name\":\"a\",\"side\":\"german\",\"kind\":\"%s\","
                         "\"hex\":\"0605\",\"marks\":[\"oos\"]},%s,%s]",
             row[i].kind, DE("f", "inf", "0604"), RU("y", "inf", "1212"));
    struct table *t = lay(N, pos, "");
    acts(t, "german", "move a; step 0604");
    snprintf(words, sizeof words, "a moves to 0604, %d points left.", row[i].points - 1);
    says(t, "4.6", words);
    clear_away(t);
  }
}

/* 4.3, 4.4, 5.8: who may not join, move or be put on top. */
static void r4_3_not_those(void **s) {
  (void)s;
  struct table *t = lay(N,
                        MOVE(DE("a", "mech", "0605") C DE("b", "mech", "0605")
                                 C DE("c", "mech", "0604") C DE("z", "inf", "0101", FAC("\"mf\":0"))
                                     C RU("y", "inf", "1212") C RU("w", "inf", "1212")
                                         C AIR("f", "german", "bomber", "air.german.attack")),
                        "");
  refused(t, "german", "move y", "4.1");
  refused(t, "german", "move f", "4.1");
  refused(t, "german", "move z", "4.1");
  refused(t, "german", "top y", "5.8");
  refused(t, "german", "top f", "5.8");
  refused(t, "german", "top b", "5.8");
  act(t, "german", "top a");
  says(t, "5.8", "a is put on top of its stack.");
  act(t, "german", "move a");
  because(t, "german", "join c", "cannot join");
  because(t, "german", "join a", "cannot join");
  because(t, "german", "join y", "cannot join");
  act(t, "german", "step 0604");
  because(t, "german", "join c", "cannot join");
  clear_away(t);
}

/* 13.hq.5: an HQ alone pays for zones only where no friends stand, and the log says so. */
static void r13_hq_5_in_and_out(void **s) {
  (void)s;
  struct table *t = lay(N,
                        MOVE(DE("h", "hq", "0605") C DE("a", "inf", "0605") C DE("b", "inf", "0604")
                                 C RU("x", "inf", "0606")),
                        "");
  acts(t, "german", "move h; step 0604");
  says(t, "13.hq.5", "h moves to 0604, 4 points left.");
  clear_away(t);
}

/* 5.7: a column within the limit attacks in movement; an HQ and an independent unit of another
 * formation do not make it mixed, two Soviet formations do. */
static void r5_7_a_column_within_the_limit(void **s) {
  (void)s;
  for (int mixed = 0; mixed < 2; mixed++) {
    char pos[1200];
    snprintf(pos, sizeof pos,
             PLAIN "\"unchecked\":true," PHASE("soviet.movement") TURN(2) "\"units\":[%s,%s,%s]",
             RU("a", "inf", "0605", FORM("1 RD")) C RU("b", "inf", "0605", FORM("1 RD"))
                 C RU("h", "hq", "0605", FORM("2 RD")) C RU("d", "inf", "0605", FORM("1 RD")),
             mixed ? RU("i", "inf", "0605", FORM("3 RD")) : RU("i", "inf", "0605"),
             DE("x", "inf", "0606"));
    struct table *t = lay(N, pos, "");
    acts(t, "soviet", "move a; join b; join h; join i");
    if (mixed)
      refused(t, "soviet", "strike 0606", "5.7");
    else
      act(t, "soviet", "strike 0606");
    clear_away(t);
  }
}

/* 4.3: units that wait off the map do not form a stack. */
static void r4_3_not_off_the_map(void **s) {
  (void)s;
#define WAITS(n)                                                                                   \
  "{\"name\":\"" n "\",\"side\":\"soviet\",\"kind\":\"tank\",\"box\":\"reserve.active\"}"
  struct table *t =
      lay(N,
          PLAIN PHASE("soviet.movement")
              TURN(3) "\"regions\":[{\"id\":\"soviet.entry\",\"hexes\":[\"0612\"]}]," UNITS(
                  WAITS("a") C WAITS("b") C DE("x", "inf", "0101")),
          "");
  act(t, "soviet", "move a");
  refused(t, "soviet", "join b", "4.3");
  act(t, "soviet", "step 0612");
  says(t, "15.3", "a enters the map in 0612.");
  clear_away(t);
}

/* opt.buried.1: only Soviet tanks on the map, by their owner, that have not acted. */
static void opt_buried_1_not_those(void **s) {
  (void)s;
#define BURY(phase)                                                                                \
  PLAIN PHASE(phase) TURN(2) UNITS(RU("a", "tank", "0606") C DE("p", "tank", "0101") C WAITS("w")  \
                                       C RU("d", "tank", "0909", MARK("dsg")))
  struct table *t =
      lay_with(N, "\"buried\":true", BURY("soviet.movement"), "", NULL, __FILE__, __LINE__);
  refused(t, "soviet", "bury p", "opt.buried.1");
  refused(t, "soviet", "bury w", "opt.buried.1");
  refused(t, "soviet", "bury d", "opt.buried.1");
  act(t, "soviet", "bury a");
  says(t, "opt.buried.1", "a digs in.");
  marked(t, "a", "moved");
  clear_away(t);
  t = lay_with(N, "\"buried\":true", BURY("german.movement"), "", NULL, __FILE__, __LINE__);
  refused(t, "german", "bury p", "opt.buried.1");
  refused(t, "german", "bury a", "opt.buried.1");
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(r7_a_7_4_full_before_zones),
      cmocka_unit_test(r7_a_7_4_room_before_full),
      cmocka_unit_test(r7_a_7_5_trapped_in_the_corner),
      cmocka_unit_test(r7_a_2_1_not_over_the_edge),
      cmocka_unit_test(r13_art_7_in_retreat),
      cmocka_unit_test(r6_zoc_9_until_the_end_of_the_phase),
      cmocka_unit_test(r7_a_8_2_together),
      cmocka_unit_test(r7_a_9_1_not_past_an_enemy),
      cmocka_unit_test(r7_a_9_1_nowhere_else),
      cmocka_unit_test(r7_a_10_1_pioneers_and_hqs),
      cmocka_unit_test(r7_a_10_2_out_of_a_zone),
      cmocka_unit_test(r7_a_10_1_each_combat),
      cmocka_unit_test(r7_a_9_1_every_turn),
      cmocka_unit_test(r7_a_1_1_all_around),
      cmocka_unit_test(r13_tr_1_attack_along_the_rails),
      cmocka_unit_test(ii_s3_6_no_attack),
      cmocka_unit_test(r5_7_attackers_over_the_limit),
      cmocka_unit_test(r5_7_losses_last),
      cmocka_unit_test(r7_a_5_10_the_attacker_is_gone),
      cmocka_unit_test(r7_a_3_1_nobody_is_left),
      cmocka_unit_test(r7_a_3_2_who_supports),
      cmocka_unit_test(r7_a_5_7_who_answers),
      cmocka_unit_test(r7_a_5_2_equal_factors),
      cmocka_unit_test(r7_a_7_2_not_the_suppressed),
      cmocka_unit_test(r7_red_1_at_least_a_quarter),
      cmocka_unit_test(r13_hq_3_alone),
      cmocka_unit_test(r4_oa_3_not_the_artillery),
      cmocka_unit_test(r4_oa_4_both_flee),
      cmocka_unit_test(r4_oa_4_guns_follow),
      cmocka_unit_test(r6_zoc_4_after_an_attack_in_movement),
      cmocka_unit_test(r6_zoc_3_price_of_leaving),
      cmocka_unit_test(r4_7_guns_only),
      cmocka_unit_test(r10_3_price_of_works),
      cmocka_unit_test(opt_buried_5_a_slow_tank),
      cmocka_unit_test(r5_7_hqs_are_not_counted),
      cmocka_unit_test(ii_3_1_the_fourth_line),
      cmocka_unit_test(r9_6_points),
      cmocka_unit_test(r4_3_not_those),
      cmocka_unit_test(r13_hq_5_in_and_out),
      cmocka_unit_test(r5_7_a_column_within_the_limit),
      cmocka_unit_test(r4_3_not_off_the_map),
      cmocka_unit_test(opt_buried_1_not_those),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
