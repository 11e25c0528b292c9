/* test_00_small_print_air.c - what is easily overlooked in the air and behind the front: boxes,
 * targets, flak, hunters, AT Fronts, reserves, supply, exits, replacements. */
#include "table.h"

#define GF(n, box, f) AIR(n, "german", "fighter", "air.german." box, FAC(f))
#define SF(n, box, f) AIR(n, "soviet", "fighter", "air.soviet." box, FAC(f))
#define GB(n, box, f) AIR(n, "german", "bomber", "air.german." box, FAC(f))
#define SB(n, box, f) AIR(n, "soviet", "bomber", "air.soviet." box, FAC(f))
#define FAR_OFF C DE("far1", "inf", "0101") C RU("far2", "inf", "1212")
#define SKY(units) PLAIN PHASE("air.assign") TURN(2) UNITS(units FAR_OFF)

/* ---- 12.2 assignment ---------------------------------------------------------------------- */

/* 12.1: only aircraft of one's own that are there; 12.2: into another box than theirs. */
static void r12_1_who_flies(void **s) {
  (void)s;
  struct table *t =
      lay(N,
          SKY(GF("f", "available", "\"air\":3") C SF("e", "available", "\"air\":3")
                  C AIR("d", "german", "fighter", "dead.german") C
              "{\"name\":\"r\",\"side\":\"soviet\",\"kind\":\"inf\",\"box\":\"reserve.front\"}"),
          "");
  refused(t, "german", "fly e attack", "12.1");
  refused(t, "german", "fly far1 attack", "12.1");
  refused(t, "german", "fly d attack", "12.1");
  refused(t, "soviet", "fly r attack", "12.1");
  refused(t, "german", "fly f available", "12.2");
  act(t, "german", "fly f defence");
  refused(t, "german", "fly f defence", "12.2");
  act(t, "german", "fly f available");
  stands(t, "f", "air.german.available", 3);
  clear_away(t);
}

/* opt.fuel.2: fifteen steps and no more; who is in the air already may change his box or land. */
static void opt_fuel_2_fifteen(void **s) {
  (void)s;
  struct table *t =
      lay_with(N, "\"fuel\":true",
               SKY(GF("f", "available", "\"steps\":9") C GB("b", "available", "\"steps\":3")
                       C GF("g", "available", "\"steps\":1") C SF("e", "available", "\"steps\":9")),
               "", NULL, __FILE__, __LINE__);
  refused(t, "soviet", "fuel spend", "opt.fuel.1");
  refused(t, "german", "fuel save", "opt.fuel.1"); /* it is the choice already */
  acts(t, "german", "fly f attack; fly b attack");
  refused(t, "german", "fly g attack", "opt.fuel.2");
  act(t, "german", "fly f defence");
  act(t, "german", "fuel spend");
  act(t, "german", "fuel save"); /* exactly fifteen */
  act(t, "german", "fuel spend");
  act(t, "german", "fly g attack");
  refused(t, "german", "fuel save", "opt.fuel.2");
  act(t, "soviet", "fly e attack");
  clear_away(t);
}

/* ---- 12.air air combat -------------------------------------------------------------------- */

/* 12.air.1, 12.air.5: who is given a target, and which. */
static void r12_air_1_targets(void **s) {
  (void)s;
  struct table *t =
      lay(N,
          SKY(GF("f", "available", "\"air\":3") C GF("d", "available", "\"air\":3,\"airdef\":1")
                  C GB("b", "available", "\"air\":1") C GF("z", "available", "\"air\":3")
                      C SF("e", "available", "\"air\":3") C SB("c", "available", "\"air\":1")
                          C SF("y", "available", "\"air\":3")),
          NULL);
  acts(t, "german", "fly f attack; fly d attack; fly b attack; fly z defence; commit");
  acts(t, "soviet", "fly e defence; fly y attack; fly c attack; commit");
  says(t, "12.3", "German Attack box: 2 fighter counters, 1 bomber counter.");
  says(t, "12.3", "German Defence box: 1 fighter counter, 0 bomber counters.");
  says(t, "12.3", "Soviet Attack box: 1 fighter counter, 1 bomber counter.");
  says(t, "12.3", "Soviet Defence box: 1 fighter counter, 0 bomber counters.");
  refused(t, "german", "aim e 1", "12.air.1");    /* an enemy */
  refused(t, "german", "aim far1 1", "12.air.1"); /* not in the air */
  refused(t, "german", "aim z 1", "12.air.1");    /* in the other zone */
  refused(t, "german", "aim b 1", "12.air.5");
  refused(t, "german", "aim d 1", "12.air.5");
  refused(t, "german", "aim f 2", "12.air.1");
  refused(t, "german", "aim f 0", "12.air.1"); /* no target is the choice already */
  act(t, "german", "aim f 1");
  refused(t, "german", "aim f 1", "12.air.1");
  acts(t, "german", "aim f 0; commit");
  act(t, "soviet", "commit");
  /* zone B: what flies there is not known yet, though zone A is */
  ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
  char *view = cJSON_PrintUnformatted(t->last);
  assert_null(strstr(view, "\"id\":\"y\""));
  assert_non_null(strstr(view, "\"id\":\"e\""));
  cJSON_free(view);
  clear_away(t);
}

/* 12.air.2: of the highest factors the owner chooses, and each fires once. */
static void r12_air_2_in_turn(void **s) {
  (void)s;
  struct table *t = lay(N,
                        SKY(GF("f", "available", "\"air\":5,\"steps\":1")
                                C GF("g", "available", "\"air\":5,\"steps\":1")
                                    C GF("h", "available", "\"air\":5,\"steps\":1")
                                        C GF("l", "available", "\"air\":2,\"steps\":1")
                                            C GF("z", "available", "\"air\":5,\"steps\":1")
                                                C SF("e", "available", "\"air\":1,\"steps\":1")),
                        "9 9");
  acts(t, "german",
       "fly f attack; fly g attack; fly h attack; fly l attack; fly z defence; commit");
  acts(t, "soviet", "fly e defence; commit");
  acts(t, "german", "aim f 1; aim g 1; aim h 1; aim l 1; commit");
  act(t, "soviet", "commit");
  refused(t, "german", "open l", "12.air.2");
  refused(t, "german", "open z", "12.air.4"); /* in the other zone */
  refused(t, "german", "open e", "12.air.4"); /* an enemy */
  refused(t, "german", "open far1", "12.air.4");
  act(t, "german", "open f");
  says(t, "12.air.3", "German counter 1 fires at counter 1: 0 hits.");
  refused(t, "german", "open f", "12.air.4");
  clear_away(t);
}

/* 12.air.4: a bomber without a factor does not answer; 12.air.6: it may die while it aborts. */
static void r12_air_6_dies_on_the_way_home(void **s) {
  (void)s;
  struct table *t = lay(N,
                        SKY(GF("f", "available", "\"air\":5,\"steps\":2")
                                C SB("b", "available", "\"air\":0,\"steps\":1")),
                        "1 1 3");
  acts(t, "german", "fly f defence; commit");
  acts(t, "soviet", "fly b attack; commit");
  acts(t, "german", "aim f 1; commit");
  act(t, "soviet", "abort");
  says(t, "12.air.6", "Soviet counter 1 aborts.");
  says(t, "12.air.6", "b is eliminated.");
  stands(t, "b", "dead.soviet", 0);
  clear_away(t);
  t = lay(N,
          SKY(GF("f", "available", "\"air\":5,\"steps\":1")
                  C SB("b", "available", "\"air\":0,\"steps\":2")),
          "5");
  acts(t, "german", "fly f defence; commit");
  acts(t, "soviet", "fly b attack; commit");
  acts(t, "german", "aim f 1; commit");
  act(t, "soviet", "press");
  stands(t, "b", "air.soviet.attack", 1); /* and no die for an answer */
  clear_away(t);
}

/* 12.2: with aircraft on one side only they are sent out all the same. */
static void r12_2_one_side_only(void **s) {
  (void)s;
  static const char *const plane[] = {GF("f", "available", "\"air\":3"),
                                      SF("f", "available", "\"air\":3")};
  for (int i = 0; i < 2; i++) {
    char pos[600];
    snprintf(pos, sizeof pos, PLAIN PHASE("air.assign") TURN(2) "\"units\":[%s" FAR_OFF "]",
             plane[i]);
    struct table *t = lay(N, pos, "");
    at_node(t, i ? "soviet" : "german", "air.assign");
    act(t, i ? "soviet" : "german", "fly f attack");
    act(t, "german", "commit");
    act(t, "soviet", "commit");
    says(t, "12.3",
         i ? "Soviet Attack box: 1 fighter counter, 0 bomber counters."
           : "German Attack box: 1 fighter counter, 0 bomber counters.");
    clear_away(t);
  }
}

/* ---- 12.cas close support ----------------------------------------------------------------- */

/* 12.cas.1, 12.cas.5: bombers that wait in the Attack box, and their owner's. */
static void r12_cas_1_who(void **s) {
  (void)s;
  struct table *t =
      lay(N,
          PLAIN PHASE("german.movement") TURN(2)
              UNITS(GB("b", "attack", "\"bomb\":4") C GB("d", "defence", "\"bomb\":4")
                        C GF("f", "attack", "\"air\":3") C SB("r", "attack", "\"bomb\":4") FAR_OFF),
          "");
  refused(t, "german", "cas f", "12.cas.1");
  refused(t, "german", "cas r", "12.cas.1");
  refused(t, "german", "cas d", "12.cas.1");
  refused(t, "german", "cas far1", "12.cas.1");
  act(t, "german", "cas b");
  act(t, "german", "cancel");
  acts(t, "german", "cas b; put 0101");
  says(t, "12.cas.1", "b gives close support from 0101.");
  refused(t, "german", "cas b", "12.cas.1"); /* it is there already */
  clear_away(t);
}

#define ON(n, side, hex)                                                                           \
  "{\"name\":\"" n "\",\"side\":\"" side "\",\"kind\":\"bomber\",\"hex\":\"" hex "\"}"
/* 12.cas.2: which aircraft support an attack. */
static void r12_cas_2_which(void **s) {
  (void)s;
  struct table *t =
      lay(N,
          FIGHT(DE("a", "inf", "0605") C DE("g", "art", "0605") C DE("m", "inf", "0603")
                    C RU("x", "inf", "0606") C ON("e", "german", "0603") C ON("r", "soviet", "0606")
                        C ON("n", "german", "0604") C GB("w", "available", "\"bomb\":4")
                            C RU("far2", "inf", "1212")),
          "");
  acts(t, "german", "target 0606; from 0605");
  refused(t, "german", "support r", "12.cas.1"); /* an enemy */
  refused(t, "german", "support g", "12.cas.1"); /* on the ground */
  refused(t, "german", "support w", "12.cas.1"); /* it waits in a box */
  refused(t, "german", "support e", "12.cas.2"); /* two hexes away */
  act(t, "german", "support n");
  refused(t, "german", "support n", "12.cas.1");
  clear_away(t);
}

/* 12.cas.3: German aircraft next to the attacked hex, not against an attack in movement. */
static void r12_cas_3_which(void **s) {
  (void)s;
#define DEFENCE                                                                                    \
  DE("a", "inf", "0605")                                                                           \
  C RU("x", "inf", "0606") C ON("e", "german", "0603") C ON("n", "german", "0604")                 \
      C ON("r", "soviet", "0606")
  struct table *t = lay(N, SFIGHT(DEFENCE), "");
  acts(t, "soviet", "target 0605; from 0606; attack");
  refused(t, "german", "support e", "12.cas.3");
  refused(t, "german", "support r", "12.cas.3");
  refused(t, "german", "support a", "12.cas.3");
  act(t, "german", "support n");
  card(t, "german", "12.cas.3", "4"); /* his own card has it */
  refused(t, "german", "support n", "12.cas.3");
  clear_away(t);
  t = lay(N, PLAIN PHASE("soviet.movement") TURN(2) UNITS(DEFENCE), "");
  acts(t, "soviet", "move x; strike 0605");
  refused(t, "german", "support n", "12.cas.3");
  clear_away(t);
  t = lay(N, FIGHT(DEFENCE), "");
  acts(t, "german", "target 0606; from 0605; attack");
  refused(t, "soviet", "support r", "12.cas.3"); /* the Soviets have none on the defence */
  clear_away(t);
}

/* II.opt.hunter: tanks, assault guns and trains in sight, next to the hex, and nothing else. */
static void ii_opt_hunter_what(void **s) {
  (void)s;
  struct table *t = lay_with(
      S_, "\"aa\":false",
      PLAIN PHASE("german.movement")
          TURN(3) "\"terrain\":[{\"path\":[\"0606\",\"0607\"],\"set\":[\"rail\"]}]," UNITS(
              GB("b", "attack", "\"bomb\":4,\"at\":3") C GB("c", "attack", "\"bomb\":4,\"at\":3")
                  C DE("x", "inf", "0605") C DE("own", "tank", "0604") C RU("tr", "train", "0606")
                      C RU("ag", "ag", "0505") C RU("under", "tank", "0705")
                          C RU("m", "mech", "0705") C
              "{\"name\":\"off\",\"side\":\"soviet\",\"kind\":\"tank\",\"box\":"
              "\"reserve.front\"}"),
      "3 4", NULL, __FILE__, __LINE__);
  acts(t, "german", "cas b; put 0605");
  refused(t, "german", "hunt own", "II.opt.hunter");
  refused(t, "german", "hunt off", "II.opt.hunter");
  because(t, "german", "hunt off", "off is not a Soviet tank unit on the map");
  refused(t, "german", "hunt m", "II.opt.hunter");
  because(t, "german", "hunt under", "cannot be seen");
  ask(t, "{\"cmd\":\"odds\",\"side\":\"german\",\"actions\":[\"hunt under\"]}");
  assert_false(cJSON_IsTrue(field(t->last, "ok")));
  offered(t, "german", "hunt ag", "II.opt.hunter");
  act(t, "german", "hunt tr");
  says(t, "II.opt.hunter", "b fires at tr: 1 hit.");
  says(t, "II.opt.hunter", "tr is eliminated.");
  acts(t, "german", "cas c; put 0605; hunt ag");
  says(t, "II.opt.hunter", "c fires at ag: 0 hits.");
  stands(t, "ag", "0505", 2);
  clear_away(t);
}

/* 6.dp.3: from a height the hunter sees what lies below the top counter. */
static void ii_opt_hunter_from_a_height(void **s) {
  (void)s;
  struct table *t =
      lay_with(S_, "\"aa\":false",
               PLAIN PHASE("german.movement")
                   TURN(3) "\"terrain\":[{\"hex\":\"0605\",\"set\":[\"hill_dp\"]}]," UNITS(
                       GB("b", "attack", "\"bomb\":4,\"at\":3") C DE("x", "inf", "0605")
                           C RU("under", "tank", "0705") C RU("m", "mech", "0705")),
               "", NULL, __FILE__, __LINE__);
  acts(t, "german", "cas b; put 0605");
  offered(t, "german", "hunt under", "II.opt.hunter");
  clear_away(t);
}

/* 4.3: an aircraft over the hex joins no stack. */
static void r4_3_aircraft_do_not_join(void **s) {
  (void)s;
  struct table *t = lay(N,
                        PLAIN PHASE("german.movement") TURN(3)
                            UNITS(GB("b", "attack", "\"bomb\":4") C DE("x", "inf", "0605") FAR_OFF),
                        "");
  acts(t, "german", "cas b; put 0605; move x");
  refused(t, "german", "join b", "4.3");
  because(t, "german", "join b", "a stack is formed before it moves, from one hex");
  clear_away(t);
}

/* II.opt.hunter: Soviet aircraft do not hunt; without a tank in reach nobody is asked. */
static void ii_opt_hunter_who(void **s) {
  (void)s;
  struct table *t = lay_with(S_, "\"aa\":false",
                             PLAIN PHASE("soviet.movement") TURN(3)
                                 UNITS(SB("b", "attack", "\"bomb\":4,\"at\":3")
                                           C RU("x", "inf", "0605") C DE("p", "tank", "0606")),
                             "", NULL, __FILE__, __LINE__);
  acts(t, "soviet", "cas b; put 0605");
  at_node(t, "soviet", "move");
  clear_away(t);
  t = lay_with(S_, "\"aa\":false",
               PLAIN PHASE("german.movement") TURN(3)
                   UNITS(GB("b", "attack", "\"bomb\":4,\"at\":3") C DE("x", "inf", "0605")
                             C RU("i", "inf", "0606")),
               "", NULL, __FILE__, __LINE__);
  acts(t, "german", "cas b; put 0605");
  at_node(t, "german", "move");
  clear_away(t);
}

/* II.opt.aa.3: the flak may shoot the hunter down before it fires. */
static void ii_opt_hunter_shot_down(void **s) {
  (void)s;
  struct table *t =
      lay(S_,
          PLAIN PHASE("german.movement") TURN(3)
              UNITS(GB("b", "attack", "\"bomb\":4,\"at\":3,\"steps\":1") C DE("x", "inf", "0605")
                        C DE("k", "aa", "0604") C RU("t", "tank", "0606") C RU("q", "aa", "0607")
                            C RU("r", "aa", "0609") C RU("v", "aa", "0706", MARK("atmode"))),
          "1 9");
  acts(t, "german", "cas b; put 0605; hunt t");
  refused(t, "soviet", "flak r b", "II.opt.aa.3"); /* two hexes away */
  refused(t, "soviet", "flak v b", "II.opt.aa.3"); /* in AT mode */
  refused(t, "soviet", "flak k b", "II.opt.aa.3"); /* an enemy */
  refused(t, "soviet", "flak q x", "II.opt.aa.3"); /* no aircraft */
  act(t, "soviet", "flak q b");
  says(t, "II.opt.aa.3", "q fires at b: 1 hit.");
  says(t, "II.opt.aa.3", "b is eliminated.");
  stands(t, "t", "0606", 2);
  never(t, "hunt");
  at_node(t, "german", "move");
  clear_away(t);
}

/* ---- chapters 8, 11 and 15 behind the front ------------------------------------------------ */

#define BOXED(n, kind, form, box)                                                                  \
  "{\"name\":\"" n "\",\"side\":\"soviet\",\"kind\":\"" kind "\",\"formation\":\"" form            \
  "\",\"box\":\"" box "\"}"
/* 8.2: with no AT Front in the pool or among the dead, none is asked for. */
static void r8_2_none_is_left(void **s) {
  (void)s;
  struct table *t =
      lay(N, PLAIN PHASE("construction") TURN(3) UNITS(RU("f", "atf", "0909") FAR_OFF), "");
  at_node(t, "soviet", "build.mines");
  act(t, "soviet", "mine 0606");
  says(t, "11.1", "0606 is mined.");
  act(t, "soviet", "end mines");
  at_node(t, "german", "move");
  clear_away(t);
}

/* 8.2: those eliminated come back whole, the first of them first; what is not placed is lost. */
static void r8_2_the_dead_return(void **s) {
  (void)s;
  struct table *t = lay(N,
                        PLAIN PHASE("construction") TURN(3)
                            UNITS(BOXED("f", "atf", "-", "dead.soviet")
                                      C BOXED("g", "atf", "-", "dead.soviet") FAR_OFF),
                        "");
  act(t, "soviet", "front 0606");
  says(t, "8.4", "f - is set up in 0606.");
  stands(t, "f", "0606", 2);
  unmarked(t, "f", "dsg");
  act(t, "soviet", "end fronts");
  at_node(t, "soviet", "build.mines");
  stands(t, "g", "dead.soviet", 0);
  clear_away(t);
}

/* 15.4: a Front that was bought and is not placed goes to the pool; the dead do not come with it.
 */
static void r15_4_bought(void **s) {
  (void)s;
  for (int placed = 0; placed < 2; placed++) {
    struct table *t = lay(N,
                          PLAIN PHASE("soviet.rally") TURN(2)
                              UNITS(BOXED("f", "atf", "-", "reserve.front")
                                        C BOXED("d", "atf", "-", "dead.soviet")
                                            C BOXED("i", "ag", "-", "reserve.front") FAR_OFF),
                          "");
    act(t, "soviet", "activate f");
    says(t, "15.2", "f - is activated, for 1 point.");
    act(t, "soviet", placed ? "front 0606" : "end fronts");
    if (placed)
      says(t, "15.4", "f - is set up in 0606.");
    else
      stands(t, "f", "pool", 2);
    at_node(t, "soviet", "rally.reserves");
    act(t, "soviet", "end reserves");
    at_node(t, "soviet", "move");
    stands(t, "i", "reserve.front", 2);
    clear_away(t);
  }
}

/* 15.2, II.2.2, II.2.4: prices; guns of a formation come one by one. */
static void r15_2_prices(void **s) {
  (void)s;
  static const struct {
    const char *game, *unit, *words, *rule;
  } row[] = {
      {N, BOXED("u", "tank", "9 TK", "reserve.front"),
       "u 9 TK is activated with its whole formation, for 5 points.", "15.2"},
      {N, BOXED("u", "art", "9 TK", "reserve.front"), "u 9 TK is activated, for 2 points.", "15.2"},
      {N, BOXED("u", "tank", "-", "reserve.front"), "u - is activated, for 1 point.", "15.2"},
      {S_, BOXED("u", "tank", "9 TK", "reserve.front"),
       "u 9 TK is activated with its whole formation, for 5 points.", "II.2.4"},
      {S_, BOXED("u", "tank", "-", "reserve.front"), "u - is activated, for half a point.",
       "II.2.4"},
      {S_, BOXED("u", "art", "9 TK", "reserve.front"), "u 9 TK is activated, for half a point.",
       "II.2.4"},
      {S_, BOXED("u", "tank", "-", "reserve.stavka"), "u - is activated, for half a point.",
       "II.2.2"},
      {"alea/prokhorovka", BOXED("u", "tank", "9 TK", "reserve.stavka"),
       "u 9 TK is activated with its whole formation, at no price.", "II.s4.5"},
  };
  for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
    char pos[700];
    snprintf(pos, sizeof pos,
             PLAIN PHASE("soviet.rally") TURN(8) "\"vars\":{\"line2\":1},\"units\":[%s,%s" FAR_OFF
                                                 "]",
             row[i].unit, BOXED("v", "mot", "9 TK", "dead.soviet"));
    struct table *t = lay(row[i].game, pos, "");
    act(t, "soviet", "activate u");
    says(t, row[i].rule, row[i].words);
    stands(t, "u", "reserve.active", 2);
    stands(t, "v", "dead.soviet", 0); /* the dead are not called */
    clear_away(t);
  }
}

/* 15.1: reserves are Soviet and on the ground; a German or an aircraft is none. */
static void r15_1_not_those(void **s) {
  (void)s;
  struct table *t =
      lay(S_,
          PLAIN PHASE("soviet.rally") TURN(2) UNITS(
              BOXED("u", "tank", "-", "reserve.front") C BOXED("w", "tank", "-", "reserve.stavka")
                  C SF("f", "available", "\"air\":3") FAR_OFF C
              "{\"name\":\"g\",\"side\":\"german\",\"kind\":\"inf\",\"box\":\"reserve.front\"}"),
          "");
  refused(t, "soviet", "activate g", "15.1");
  refused(t, "soviet", "activate far1", "15.1");
  refused(t, "soviet", "activate f", "15.1");
  refused(t, "soviet", "activate w", "II.2.1");
  clear_away(t);
}

/* II.s4.4: the battle begins on turn 7 without a construction phase. */
static void ii_s4_4_no_construction(void **s) {
  (void)s;
  for (int turn = 7; turn <= 8; turn++) {
    char pos[500];
    snprintf(pos, sizeof pos, PLAIN PHASE("construction") "\"turn\":%d,\"units\":[%s" FAR_OFF "]",
             turn, BOXED("f", "atf", "-", "pool"));
    struct table *t = lay("alea/prokhorovka", pos, "");
    ask(t, "{\"cmd\":\"view\",\"side\":\"soviet\"}");
    assert_string_equal(text_of(t->last, "view.phase"),
                        turn == 7 ? "german.movement" : "construction");
    clear_away(t);
  }
}

/* ---- chapter 9 supply ---------------------------------------------------------------------- */

/* 13.art.6: a disorganised unit in an enemy zone does not rally. */
static void r13_art_6_not_in_a_zone(void **s) {
  (void)s;
  struct table *t =
      lay(N,
          PLAIN PHASE("german.rally") TURN(2) UNITS(DE("a", "inf", "0605", MARK("dsg")) C DE(
              "b", "inf", "0301", MARK("dsg")) C RU("x", "inf", "0606")),
          "");
  marked(t, "a", "dsg");
  unmarked(t, "b", "dsg");
  clear_away(t);
  t = lay(N,
          PLAIN PHASE("soviet.rally") TURN(2)
              UNITS("{\"name\":\"r\",\"side\":\"soviet\",\"kind\":\"inf\",\"box\":"
                    "\"reserve.front\",\"marks\":[\"dsg\"]}" FAR_OFF),
          "");
  marked(t, "r", "dsg"); /* nor off the map */
  clear_away(t);
}

#define SUPPLY(side, hex) "\"regions\":[{\"id\":\"" side ".supply\",\"hexes\":[\"" hex "\"]}],"
/* 9.4: unbreached works cut a German line as mines do; they do not cut a Soviet one. */
static void r9_4_works_and_mines(void **s) {
  (void)s;
#define RING                                                                                       \
  "\"terrain\":[{\"hex\":\"0605\",\"set\":[\"clear\",\"fort_1_3\"]},{\"hex\":\"0607\",\"set\":["   \
  "\"clear\",\"fort_1_3\"]},{\"hex\":\"0505\",\"set\":[\"clear\",\"fort_1_3\"]},{\"hex\":"         \
  "\"0506\",\"set\":[\"clear\",\"fort_1_3\"]},{\"hex\":\"0705\",\"set\":[\"clear\",\"fort_1_3\"]}" \
  ",{\"hex\":\"0706\",\"set\":[\"clear\",\"fort_1_3\"]}],"
  struct table *t = lay(N,
                        PLAIN PHASE("german.rally") TURN(2) RING SUPPLY("german", "0101")
                            UNITS(DE("a", "inf", "0606") C RU("x", "inf", "1212")),
                        "");
  marked(t, "a", "oos");
  ask(t, "{\"cmd\":\"events\",\"side\":\"german\",\"since\":0}");
  const cJSON *e;
  int cut = 0;
  cJSON_ArrayForEach(e, field(t->last, "events")) cut +=
      !strcmp(text_of(e, "rule"), "9.4") && !strcmp(text_of(e, "text"), "a is out of supply.");
  assert_int_equal(cut, 1);
  clear_away(t);
  t = lay(N,
          PLAIN PHASE("soviet.rally") TURN(2) RING SUPPLY("soviet", "1212")
              UNITS(DE("a", "inf", "0101") C RU("x", "inf", "0606")),
          "");
  unmarked(t, "x", "oos");
  clear_away(t);
}

/* 9.5: a unit in a supply hex of its side is in supply, whatever zone lies on it. */
static void r9_5_in_the_supply_hex(void **s) {
  (void)s;
  struct table *t =
      lay(N,
          PLAIN PHASE("german.rally") TURN(2)
              SUPPLY("german", "0606") "\"terrain\":[{\"hex\":\"0607\","
                                       "\"set\":[\"clear\",\"hill_dp\"]}]," UNITS(
                                           DE("a", "inf", "0606") C DE("b", "inf", "0603")
                                               C RU("x", "inf", "0607")),
          "");
  unmarked(t, "a", "oos");
  marked(t, "b", "oos"); /* 6.dp.2: nothing passes below the height */
  clear_away(t);
}

/* 9.7: a train is supplied along its rails from a supply hex on them. */
static void r9_7_along_the_rails(void **s) {
  (void)s;
#define LINE "\"terrain\":[{\"path\":[\"0606\",\"0607\",\"0608\",\"0609\"],\"set\":[\"rail\"]}],"
  static const struct {
    const char *supply, *enemy;
    bool cut;
  } row[] = {{"0609", "0101", false}, {"0606", "0101", false}, {"0710", "0101", true},
             {"0609", "0709", true},  {"0607", "0101", false}, {"0609", "0707", true}};
  for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
    char pos[700];
    snprintf(pos, sizeof pos,
             PLAIN PHASE("soviet.rally") TURN(2) LINE
             "\"regions\":[{\"id\":\"soviet.supply\",\"hexes\":[\"%s\"]}],"
             "\"units\":[%s,{\"name\":\"a\",\"side\":\"german\",\"kind\":\"inf\","
             "\"hex\":\"%s\"}]",
             row[i].supply, RU("tr", "train", "0606"), row[i].enemy);
    struct table *t = lay(N, pos, "");
    if (row[i].cut)
      marked(t, "tr", "oos");
    else
      unmarked(t, "tr", "oos");
    clear_away(t);
  }
}

/* 9.2: a line runs through no enemy, with or without a zone. */
static void r9_2_artillery_on_the_line(void **s) {
  (void)s;
  struct table *t = lay(N,
                        PLAIN PHASE("soviet.rally") TURN(2) SUPPLY("soviet", "1212")
                            UNITS(DE("g", "art", "1212") C RU("x", "inf", "0606")),
                        "");
  marked(t, "x", "oos");
  clear_away(t);
}

/* 6.dp.2: a line through a friend below an enemy height is cut by that rule. */
static void r6_dp_2_named(void **s) {
  (void)s;
  struct table *t = lay(
      N,
      PLAIN PHASE("german.rally") TURN(2)
          SUPPLY("german", "0606") "\"terrain\":[{\"hex\":\"0607\",\"set\":[\"clear\","
                                   "\"hill_dp\"]}]," UNITS(
                                       DE("a", "inf", "0606") C DE("c", "inf", "0605")
                                           C DE("f", "inf", "0601") C RU("x", "inf", "0607")
                                               C DE("g", "inf", "0112") C DE("h", "inf", "0111")
                                                   C RU("u", "inf", "0110") C RU("v", "inf", "0211")
                                                       C RU("w", "inf", "0212")),
      "");
  const cJSON *e;
  int height = 0, none = 0, zone = 0;
  ask(t, "{\"cmd\":\"events\",\"side\":\"german\",\"since\":0}");
  cJSON_ArrayForEach(e, field(t->last, "events")) {
    height +=
        !strcmp(text_of(e, "rule"), "6.dp.2") && !strcmp(text_of(e, "text"), "c is out of supply.");
    none +=
        !strcmp(text_of(e, "rule"), "9.2") && !strcmp(text_of(e, "text"), "f is out of supply.");
    /* its friend keeps the hex beside it open, but the ring is closed */
    zone +=
        !strcmp(text_of(e, "rule"), "9.3") && !strcmp(text_of(e, "text"), "g is out of supply.");
  }
  assert_int_equal(height, 1);
  assert_int_equal(none, 1);
  assert_int_equal(zone, 1);
  clear_away(t);
}

/* 9.7: a train in a supply hex needs no line, even below an enemy height. */
static void r9_7_in_the_supply_hex(void **s) {
  (void)s;
  struct table *t =
      lay(N,
          PLAIN PHASE("soviet.rally") TURN(2)
              SUPPLY("soviet", "0606") "\"terrain\":[{\"path\":[\"0606\",\"0607\"],\"set\":["
                                       "\"rail\"]},{\"hex\":\"0605\",\"set\":[\"clear\","
                                       "\"hill_dp\"]}]," UNITS(DE("a", "inf", "0605")
                                                                   C RU("tr", "train", "0606")),
          "");
  unmarked(t, "tr", "oos");
  clear_away(t);
}

/* ---- 14.exit leaving the map ---------------------------------------------------------------- */

#define EXIT "\"regions\":[{\"id\":\"german.exit\",\"hexes\":[\"0606\"]}],"
/* 14.exit.2: 1 point, 3 out of an enemy zone; a stack that had to stop does not leave. */
static void r14_exit_2_price(void **s) {
  (void)s;
  for (int mf = 2; mf <= 3; mf++) {
    char pos[600];
    snprintf(pos, sizeof pos,
             PLAIN PHASE("german.movement") TURN(2) EXIT
             "\"units\":[{\"name\":\"a\",\"side\":\"german\",\"kind\":\"inf\","
             "\"hex\":\"0606\",\"factors\":{\"mf\":%d}},%s]",
             mf, RU("x", "inf", "0607"));
    struct table *t = lay(N, pos, "");
    act(t, "german", "move a");
    if (mf == 2)
      refused(t, "german", "exit", "14.exit.2");
    else
      act(t, "german", "exit");
    clear_away(t);
  }
  struct table *t = lay(N,
                        PLAIN PHASE("german.movement") TURN(2)
                            EXIT UNITS(DE("a", "mech", "0605") C RU("x", "inf", "0607")),
                        "");
  acts(t, "german", "move a; step 0606");
  act(t, "soviet", "pass");
  refused(t, "german", "exit", "6.zoc.2");
  clear_away(t);
}

/* 14.exit.1, II.4.3: the higher prize until turn 6 in the north and 8 in the south; mechanised
 * infantry counts in the north. */
static void r14_exit_1_in_time(void **s) {
  (void)s;
  static const struct {
    const char *game, *kind;
    int turn, exits, early;
  } row[] = {{N, "tank", 6, 1, 1},  {N, "tank", 7, 1, 0},  {N, "mech", 6, 1, 1},
             {N, "mot", 6, 0, 0},   {S_, "tank", 8, 1, 1}, {S_, "ag", 9, 1, 0},
             {S_, "mech", 8, 0, 0}, {N, "ag", 6, 1, 1}};
  for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
    char pos[600];
    snprintf(pos, sizeof pos,
             PLAIN PHASE("german.movement") EXIT
             "\"turn\":%d,\"units\":[{\"name\":\"a\",\"side\":\"german\",\"kind\":\"%s\","
             "\"hex\":\"0606\"},%s]",
             row[i].turn, row[i].kind, RU("x", "inf", "1212"));
    struct table *t = lay(row[i].game, pos, "");
    acts(t, "german", "move a; exit");
    says(t, row[i].game[5] == 'n' ? "14.exit.1" : "II.4.3", "a leaves the map from 0606.");
    assert_int_equal(var_of(t, "exits"), row[i].exits);
    assert_int_equal(var_of(t, "exits_early"), row[i].early);
    stands(t, "a", "exited", 2);
    clear_away(t);
  }
}

/* ---- opt.tank, opt.air replacements -------------------------------------------------------- */

#define LOST(vars) PLAIN PHASE("soviet.combat") TURN(2) "\"vars\":{" vars "},"
#define DEAD(n, side, kind, form)                                                                  \
  "{\"name\":\"" n "\",\"side\":\"" side "\",\"kind\":\"" kind "\",\"formation\":\"" form          \
  "\",\"box\":\"dead." side "\"}"
/* opt.tank.3: damaged tanks in play and in supply, and nobody else. */
static void opt_tank_3_who(void **s) {
  (void)s;
  struct table *t =
      lay_with(N, "\"tank\":true",
               LOST("\"soviet_tanks_lost\":9")
                   UNITS(RU("a", "tank", "0606", STEPS(1)) C RU("full", "tank", "0909")
                             C RU("b", "tank", "0303", STEPS(1)) C RU("i", "inf", "0909", STEPS(1))
                                 C "{\"name\":\"off\",\"side\":\"soviet\","
                                   "\"kind\":\"tank\",\"steps\":1,\"box\":"
                                   "\"reserve.front\"}" C DEAD("d", "soviet", "tank", "-")
                                       C DE("p", "tank", "0101", STEPS(1))),
               "1", NULL, __FILE__, __LINE__);
  act(t, "soviet", "end combat");
  refused(t, "soviet", "repair full", "opt.tank.3");
  refused(t, "soviet", "repair i", "opt.tank.3");
  refused(t, "soviet", "repair off", "opt.tank.3");
  refused(t, "soviet", "repair d", "opt.tank.3");
  refused(t, "soviet", "repair p", "opt.tank.3");
  refused(t, "soviet", "rebuild full", "opt.tank.4");
  refused(t, "soviet", "rebuild off", "opt.tank.4");
  refused(t, "soviet", "repair p", "opt.tank.3");
  offered(t, "soviet", "repair b", "opt.tank.3");
  act(t, "soviet", "repair a");
  says(t, "opt.tank.3", "a regains a step.");
  not_offered(t, "soviet", "repair b"); /* the one step is spent */
  stands(t, "b", "0303", 1);
  clear_away(t);
}

/* opt.tank.4: to its formation in supply, an independent unit to a supply hex; never into an enemy
 * zone or a full hex. */
static void opt_tank_4_where(void **s) {
  (void)s;
  struct table *t = lay_with(
      N, "\"tank\":true",
      LOST("\"german_tanks_lost\":9") "\"regions\":[{\"id\":\"german.supply\",\"hexes\":[\"0101\","
                                      "\"0909\"]}]," UNITS(
                                          DE("b", "inf", "0605", FORM("2 Pz")) C DE(
                                              "c", "inf", "0603", FORM("2 Pz") MARK("oos"))
                                              C DE("z", "inf", "0903", FORM("2 Pz"))
                                                  C DE("k", "inf", "0301", FORM("2 Pz")) C DE(
                                                      "l", "inf", "0301", FORM("2 Pz"))
                                                      C DE("m", "inf", "0301", FORM("2 Pz")) C DEAD(
                                                          "d", "german", "tank", "2 Pz")
                                                          C DEAD("e", "german", "tank", "-")
                                                              C DEAD("n", "german", "tank", "5 Pz")
                                                                  C RU("x", "inf", "0904")
                                                                      C RU("y", "inf", "1009")),
      "3", NULL, __FILE__, __LINE__);
  act(t, "soviet", "end combat");
  because(t, "german", "rebuild n", "no place"); /* nobody of 5 Pz is there */
  act(t, "german", "rebuild d");
  refused(t, "german", "put 0603", "opt.tank.4"); /* out of supply */
  refused(t, "german", "put 0903", "opt.tank.4"); /* in a zone */
  refused(t, "german", "put 0301", "5.1");        /* full */
  refused(t, "german", "put 0101", "opt.tank.4"); /* nobody of 2 Pz */
  act(t, "german", "put 0605");
  stands(t, "d", "0605", 1);
  act(t, "german", "rebuild e");
  refused(t, "german", "put 0605", "opt.tank.4");
  refused(t, "german", "put 0909", "opt.tank.4"); /* in a zone */
  act(t, "german", "put 0101");
  stands(t, "e", "0101", 1);
  clear_away(t);
}

/* opt.tank.2, opt.air: a die each, told with side, kind and steps. */
static void opt_air_each_kind(void **s) {
  (void)s;
  struct table *t = lay_with(
      N, "\"tank\":true,\"air\":true",
      LOST("\"german_tanks_lost\":5,\"german_bombers_lost\":5,\"soviet_fighters_lost\":5")
          UNITS(DE("a", "tank", "0606", STEPS(1)) C RU("x", "inf", "1212")
                    C AIR("b", "german", "bomber", "air.german.available", STEPS(1))
                        C AIR("f", "soviet", "fighter", "air.soviet.available", STEPS(1))
                            C AIR("g", "german", "fighter", "air.german.available", STEPS(1))),
      "3 3 3", NULL, __FILE__, __LINE__);
  act(t, "soviet", "end combat");
  says(t, "opt.tank.2", "German side: 2 tank steps back, die 3.");
  says(t, "opt.air", "German side: 2 bomber steps back, die 3.");
  says(t, "opt.air", "Soviet side: 2 fighter steps back, die 3.");
  refused(t, "german", "repair g", "opt.air"); /* no fighter was lost */
  act(t, "german", "repair b");
  says(t, "opt.air", "b regains a step.");
  act(t, "german", "end repairs");
  act(t, "soviet", "repair f");
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(r12_1_who_flies),
      cmocka_unit_test(opt_fuel_2_fifteen),
      cmocka_unit_test(r12_air_1_targets),
      cmocka_unit_test(r12_air_2_in_turn),
      cmocka_unit_test(r12_air_6_dies_on_the_way_home),
      cmocka_unit_test(r12_2_one_side_only),
      cmocka_unit_test(r12_cas_1_who),
      cmocka_unit_test(r12_cas_2_which),
      cmocka_unit_test(r12_cas_3_which),
      cmocka_unit_test(ii_opt_hunter_what),
      cmocka_unit_test(ii_opt_hunter_who),
      cmocka_unit_test(ii_opt_hunter_shot_down),
      cmocka_unit_test(r8_2_none_is_left),
      cmocka_unit_test(r8_2_the_dead_return),
      cmocka_unit_test(r15_4_bought),
      cmocka_unit_test(r15_2_prices),
      cmocka_unit_test(r15_1_not_those),
      cmocka_unit_test(ii_s4_4_no_construction),
      cmocka_unit_test(r13_art_6_not_in_a_zone),
      cmocka_unit_test(r9_4_works_and_mines),
      cmocka_unit_test(r9_5_in_the_supply_hex),
      cmocka_unit_test(r9_7_along_the_rails),
      cmocka_unit_test(r9_2_artillery_on_the_line),
      cmocka_unit_test(r6_dp_2_named),
      cmocka_unit_test(r9_7_in_the_supply_hex),
      cmocka_unit_test(r14_exit_2_price),
      cmocka_unit_test(r14_exit_1_in_time),
      cmocka_unit_test(opt_tank_3_who),
      cmocka_unit_test(opt_tank_4_where),
      cmocka_unit_test(opt_air_each_kind),
      cmocka_unit_test(ii_opt_hunter_from_a_height),
      cmocka_unit_test(r4_3_aircraft_do_not_join),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
