/* test_12_air.c - chapter 12 and the rules of book II about flak and tank hunters. */
#include "table.h"

#define GF(n, box, f) AIR(n, "german", "fighter", "air.german." box, FAC(f))
#define GB(n, box, f) AIR(n, "german", "bomber", "air.german." box, FAC(f))
#define SF(n, box, f) AIR(n, "soviet", "fighter", "air.soviet." box, FAC(f))
#define SB(n, box, f) AIR(n, "soviet", "bomber", "air.soviet." box, FAC(f))
#define MEN DE("x", "inf", "0606") C RU("y", "inf", "0608")
#define FLAK "{\"name\":\"aa\",\"side\":\"soviet\",\"kind\":\"aa\",\"hex\":\"0607\"}"
#define BOMB(n) AIR(n, "german", "bomber", "air.german.attack", FAC("\"bomb\":5"))
static bool told(struct table *t, const char *words) { /* in an event of the last act */
  for (int k = 0; k < cJSON_GetArraySize(field(t->last, "events")); k++) {
    char path[64];
    snprintf(path, sizeof path, "events[%d].text", k);
    if (strstr(text_of(t->last, path), words))
      return true;
  }
  return false;
}

static void r12_2_assignment(void **s) {
  (void)s;
  struct table *t = lay(N,
                        PLAIN PHASE("air.assign") UNITS(
                            GF("f", "available", "\"air\":3") C GB("b", "available", "\"bomb\":4")
                                C SB("z", "available", "\"bomb\":4") C
                            "{\"unit\":\"de.air.ii-kg4\",\"box\":\"air.german.available\"}" C MEN),
                        "");
  refused(t, "soviet", "fly z defence", "12.2");
  refused(t, "german", "fly de.air.ii-kg4 defence", "12.cas.5");
  refused(t, "german", "fly x attack", "12.1");
  act(t, "german", "fly f attack");
  refused(t, "german", "fly f attack", "12.2");
  ask(t, "{\"cmd\":\"view\",\"side\":\"soviet\"}");
  for (int i = 0; i < cJSON_GetArraySize(field(t->last, "view.units")); i++) {
    char path[64];
    snprintf(path, sizeof path, "view.units[%d].id", i);
    /* not a word of it reaches the other side */
    assert_string_not_equal(text_of(t->last, path), "f");
  }
  act(t, "german", "fly b attack");
  act(t, "german", "commit");
  act(t, "soviet", "fly z attack");
  act(t, "soviet", "commit");
  happened(t, "12.3", "air");
  clear_away(t);
}

static void r12_2_boxes(void **s) {
  (void)s;
  struct table *t = lay(N,
                        PLAIN PHASE("air.assign") TURN(2) UNITS(
                            AIR("f", "german", "fighter", "air.german.available")
                                C AIR("b", "german", "bomber", "air.german.available")
                                    C AIR("s", "soviet", "fighter", "air.soviet.available")
                                        C AIR("dead", "german", "bomber", "dead.german")
                                            C DE("x", "inf", "0101") C RU("y", "inf", "1212")),
                        "");
  act(t, "german", "fly f defence"); /* fighters go anywhere */
  act(t, "german", "fly f attack");
  act(t, "german", "fly f available");
  act(t, "german", "fly b defence"); /* close support from the Defence box */
  act(t, "soviet", "fly s defence");
  refused(t, "german", "fly dead attack", "12.1");
  refused(t, "german", "fly s attack", "12.1");
  clear_away(t);
}

static void x7_x8_air_combat(void **s) { /* blind targets; three dice, hits at 3 or less */
  (void)s;
  const char *pos = PLAIN PHASE("air.combat") UNITS(
      SF("s1", "attack", "\"air\":2,\"steps\":2") C SF("s2", "attack", "\"air\":2,\"steps\":2")
          C SF("s3", "attack", "\"air\":2,\"steps\":2") C SB("s4", "attack", "\"air\":1")
              C SB("s5", "attack", "\"air\":1") C GF("g1", "defence", "\"air\":3,\"steps\":3")
                  C GF("g2", "defence", "\"air\":3,\"steps\":3") C GB("b1", "defence", "\"air\":1")
                      C GB("b2", "defence", "\"air\":1") C GB("b3", "defence", "\"air\":1") C MEN);
  struct table *t = lay(N, pos, "3 4 1");
  acts(t, "soviet", "aim s1 5; aim s2 5; aim s3 5");
  acts(t, "soviet", "aim s1 3; aim s2 4");
  acts(t, "soviet", "aim s1 1");
  refused(t, "soviet", "aim s1 6", "12.air.1");
  refused(t, "soviet", "aim s4 1", "12.air.5");
  act(t, "soviet", "aim s1 0");
  act(t, "soviet", "aim s2 0");
  act(t, "soviet", "aim s3 0");
  act(t, "soviet", "commit");
  act(t, "german", "aim g1 1");
  /* g1 rolls 3 4 1 against factor 3: two hits, a two-step division is gone */
  act(t, "german", "commit");
  happened(t, "12.air.3", "airfire");
  rolled(t, "12.air.3", "4");
  ask(t, "{\"cmd\":\"view\",\"side\":\"all\"}");
  int dead = 0;
  for (int i = 0; i < cJSON_GetArraySize(field(t->last, "view.units")); i++) {
    char path[64];
    snprintf(path, sizeof path, "view.units[%d].at", i);
    dead += !strcmp(text_of(t->last, path), "dead.soviet");
  }
  assert_int_equal(dead, 1);
  clear_away(t);
}

static void r12_air_order_and_response(void **s) {
  (void)s;
  const char *pos = PLAIN PHASE("air.combat") UNITS(
      GF("g1", "attack", "\"air\":3,\"steps\":1") C GF("g2", "attack", "\"air\":3,\"steps\":1")
          C GF("g3", "attack", "\"air\":2,\"steps\":1")
              C SF("s1", "defence", "\"air\":2,\"steps\":2") C MEN);
  struct table *t = lay(N, pos, "9 1 9 9 9");
  acts(t, "german", "aim g1 1; aim g2 1; aim g3 1; commit");
  act(t, "soviet", "commit");
  refused(t, "german", "open s1", "12.air.4");
  refused(t, "german", "open g3", "12.air.2");
  act(t, "german", "open g2"); /* misses; the division answers with two dice and hits once */
  happened(t, "12.air.4", "airfire");
  stands(t, "s1", "air.soviet.defence", 2);
  clear_away(t);
}

/* equal factors: more fighters first, then the owner of the Attack box */
static void r12_air_2_ties(void **s) {
  (void)s;
  struct table *t = lay(
      N,
      PLAIN PHASE("air.combat") UNITS(
          AIR("g1", "german", "fighter", "air.german.attack", FAC("\"air\":2,\"steps\":1")) C AIR(
              "g2", "german", "fighter", "air.german.attack", FAC("\"air\":2,\"steps\":1"))
              C AIR("s1", "soviet", "fighter", "air.soviet.defence", FAC("\"air\":2,\"steps\":1"))
                  C AIR("s2", "soviet", "fighter", "air.soviet.defence",
                        FAC("\"air\":2,\"steps\":1")) C DE("x", "inf", "0101")
                      C RU("y", "inf", "1212")),
      "");
  acts(t, "german", "aim g1 1; aim g2 2; commit");
  acts(t, "soviet", "aim s1 1; aim s2 2; commit");
  at_node(t, "german", "air.fire"); /* zone A: his Attack box */
  clear_away(t);
  t = lay(
      N,
      PLAIN PHASE("air.combat") UNITS(
          AIR("g1", "german", "fighter", "air.german.attack", FAC("\"air\":2,\"steps\":1")) C AIR(
              "s1", "soviet", "fighter", "air.soviet.defence", FAC("\"air\":2,\"steps\":1"))
              C AIR("s2", "soviet", "fighter", "air.soviet.defence", FAC("\"air\":2,\"steps\":1"))
                  C DE("x", "inf", "0101") C RU("y", "inf", "1212")),
      "");
  acts(t, "german", "aim g1 1; commit");
  acts(t, "soviet", "aim s1 1; aim s2 1; commit");
  at_node(t, "soviet", "air.fire");
  clear_away(t);
}

/* who flies there is not known before the shot (12.air.1), so there are no odds to tell */
static void r12_air_no_odds(void **s) {
  (void)s;
  const char *pos = PLAIN PHASE("air.combat")
      UNITS(GF("g1", "attack", "\"air\":3") C GF("g2", "attack", "\"air\":3")
                C SF("s1", "defence", "\"air\":2") C GF("g3", "defence", "\"air\":3")
                    C SF("s2", "attack", "\"air\":2") C MEN);
  struct table *t = lay(N, pos, "");
  acts(t, "german", "aim g1 1; aim g2 1; commit");
  act(t, "soviet", "commit");
  ask(t, "{\"cmd\":\"odds\",\"side\":\"german\",\"actions\":[\"open g2\"]}");
  assert_string_equal(text_of(t->last, "error.text"),
                      "Action 1 would roll dice; ask for the odds before it.");
  clear_away(t);
}

static void x9_abort(void **s) {
  (void)s;
  for (int die = 3; die <= 4; die++) {
    char dice[32];
    snprintf(dice, sizeof dice, "1 1 %d", die);
    struct table *t =
        lay(N,
            PLAIN PHASE("air.combat") UNITS(SF("s1", "defence", "\"air\":2,\"steps\":2") C GB(
                "b", "attack", "\"air\":1,\"steps\":3,\"bomb\":8") C MEN),
            dice);
    acts(t, "soviet", "aim s1 1; commit");
    act(t, "german", "abort");
    happened(t, "12.air.6", "abort");
    rolled(t, "12.air.6", die == 3 ? "3" : "4");
    stands(t, "b", "air.german.available", die == 3 ? 1 : 2);
    ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
    /* it does not bombard */
    assert_string_equal(text_of(t->last, "view.phase"), "german.movement");
    clear_away(t);
  }
}

/* 12.air.4, 12.air.6: a bomber that stays takes its losses and fires back at the one who hit it */
static void bombers_fire_back(void **s) {
  (void)s;
  struct table *t = lay(N,
                        PLAIN PHASE("air.combat")
                            UNITS(MEN C SF("other", "defence", "\"air\":1,\"steps\":2")
                                      C SF("s1", "defence", "\"air\":2,\"steps\":2")
                                          C GB("b", "attack", "\"air\":1,\"steps\":3,\"bomb\":8")),
                        "1 9 1 9");
  acts(t, "soviet", "aim s1 1; commit");
  act(t, "german", "press");
  stands(t, "b", "air.german.attack", 2);
  stands(t, "s1", "air.soviet.defence", 1);
  stands(t, "other", "air.soviet.defence", 2);
  clear_away(t);
}

static void r12_air_6_words(void **s) {
  (void)s;
  for (int die = 3; die <= 4; die++) {
    char dice[16];
    snprintf(dice, sizeof dice, "1 1 %d", die);
    struct table *t =
        lay(N,
            PLAIN PHASE("air.combat") UNITS(
                AIR("s1", "soviet", "fighter", "air.soviet.defence", FAC("\"air\":2,\"steps\":2"))
                    C AIR("b", "german", "bomber", "air.german.attack",
                          FAC("\"air\":1,\"steps\":3,\"bomb\":8")) C DE("x", "inf", "0101")
                        C RU("y", "inf", "1212")),
            dice);
    acts(t, "soviet", "aim s1 1; commit");
    act(t, "german", "abort");
    assert_int_equal(told(t, "saves a hit"), die == 4);
    clear_away(t);
  }
}

static void r12_bomb(void **s) {
  (void)s;
  struct table *t =
      lay(N,
          PLAIN PHASE("air.bomb") TURN(1) UNITS(GB("b", "attack", "\"bomb\":13,\"steps\":2") C AIR(
              "w", "german", "bomber", "air.german.attack", FAC("\"bomb\":13") STEPS(1)) C MEN),
          "6");
  act(t, "german", "raid");
  refused(t, "german", "target 0606", "12.bomb.1");
  acts(t, "german", "target 0608; add w");
  card(t, "german", "12.air.7", "7");
  act(t, "german", "add b");
  card(t, "german", "12.bomb.1", "13");    /* in full strength */
  card(t, "german", "12.bomb.2", "19-25"); /* 20 factors, and no shift on the first day */
  act(t, "german", "fire");
  happened(t, "12.bomb.1", "raid");
  refused(t, "german", "raid", "12.bomb.1");
  clear_away(t);
}

static void r12_bomb_1_once_a_window(void **s) {
  (void)s;
  struct table *t = lay(N,
                        PLAIN PHASE("air.bomb") TURN(2) UNITS(BOMB("b") C BOMB("c") C BOMB(
                            "d") C DE("x", "inf", "0101") C RU("y", "inf", "0608")),
                        "1 1");
  acts(t, "german", "raid; target 0608; add b; fire; raid");
  refused(t, "german", "target 0608", "12.bomb.1");
  act(t, "german", "cancel");
  do_nothing(t, "german");
  acts(t, "german", "raid; target 0608; add c; fire"); /* the movement phase is another window */
  happened(t, "12.bomb.1", "raid");
  act(t, "german", "raid");
  refused(t, "german", "target 0608", "12.bomb.1");
  clear_away(t);
}

static void r12_cas(void **s) {
  (void)s;
  struct table *t =
      lay(N,
          PLAIN PHASE("german.movement") TURN(2) UNITS(
              GB("b", "attack", "\"bomb\":4") C
              "{\"unit\":\"de.air.ii-kg4\",\"box\":\"air.german.attack\"}" C DE("x", "inf", "0606")
                  C DE("q", "inf", "0605") C RU("y", "inf", "0607", FAC("\"df\":4"))
                      C RU("z", "inf", "1011") C DE("w", "inf", "1010")),
          "6 1");
  refused(t, "german", "cas de.air.ii-kg4", "12.cas.5");
  act(t, "german", "cas b");
  refused(t, "german", "put 0607", "12.cas.1");
  act(t, "german", "put 0605");
  happened(t, "12.cas.1", "cas");
  acts(t, "german", "end movement; target 1011; from 1010");
  refused(t, "german", "support b", "12.cas.2");
  /* next to the attackers: enough for Germans */
  acts(t, "german", "cancel; target 0607; from 0606; support b; attack");
  act(t, "soviet", "commit");
  act(t, "soviet", "pass");
  card(t, "german", "12.cas.1", "4");
  act(t, "german", "roll");
  happened(t, "12.cas.4", "home");
  clear_away(t);
}

static void r12_cas_3_defence(void **s) {
  (void)s;
  struct table *t = lay(N,
                        PLAIN PHASE("soviet.movement") TURN(2)
                            UNITS(GB("b", "defence", "\"bomb\":4") C DE("x", "inf", "0606")
                                      C DE("v", "inf", "0605") C RU("y", "inf", "0607")),
                        "");
  do_nothing(t, "soviet");
  acts(t, "german", "cas b; put 0605");
  happened(t, "12.cas.3", "cas");
  acts(t, "soviet", "target 0606; from 0607; attack");
  refused(t, "german", "support x", "12.cas.3");
  acts(t, "german", "support b; commit");
  act(t, "german", "pass");
  card(t, "soviet", "12.cas.3", "4");
  clear_away(t);
}

/* the one that supported goes home, the other waits for another combat */
static void r12_cas_4_those_who_flew(void **s) {
  (void)s;
  struct table *t =
      lay(N,
          PLAIN PHASE("german.movement") TURN(2)
              UNITS(AIR("b", "german", "bomber", "air.german.attack")
                        C AIR("c", "german", "bomber", "air.german.attack") C DE("x", "inf", "0605")
                            C RU("y", "inf", "0606", FAC("\"steps\":9"))),
          "6 1");
  acts(t, "german",
       "cas b; put 0605; cas c; put 0605; end movement; target 0606; from 0605; support b");
  refused(t, "german", "support b", "12.cas.1");
  act(t, "german", "attack");
  act(t, "soviet", "commit");
  act(t, "soviet", "pass");
  act(t, "german", "roll");
  stands(t, "b", "air.german.available", 2);
  stands(t, "c", "0605", 2);
  do_nothing(t, "german");
  stands(t, "c", "air.german.available", 2); /* at the end of the phase */
  clear_away(t);
  t = lay(N,
          PLAIN PHASE("soviet.movement") TURN(2)
              UNITS(AIR("b", "soviet", "bomber", "air.soviet.attack") C RU("x", "inf", "0605")
                        C RU("w", "inf", "0505") C DE("y", "inf", "0606")),
          "");
  acts(t, "soviet", "cas b; put 0505; end movement; target 0606; from 0605");
  refused(t, "soviet", "support b", "12.cas.2"); /* the Soviet supports only those he flies with */
  acts(t, "soviet", "from 0505; support b");
  clear_away(t);
}

static void r12_end(void **s) {
  (void)s;
  struct table *t = lay(
      N, PLAIN PHASE("soviet.combat") TURN(2) UNITS(GB("b", "defence", "\"bomb\":4") C MEN), "");
  do_nothing(t, "soviet");
  happened(t, "12.end", "home");
  stands(t, "b", "air.german.available", 2);
  clear_away(t);
}

static void x11_flak(void **s) { /* 4 and 1 against factor 2: one step, before the bombs fall */
  (void)s;
  const char *pos = PLAIN PHASE("air.bomb") TURN(3)
      UNITS(GB("b", "attack", "\"bomb\":5,\"steps\":2") C FLAK C RU("far", "aa", "1010")
                C RU("y", "inf", "0608") C DE("x", "inf", "0101"));
  struct table *t = lay(S_, pos, "4 1 1");
  acts(t, "german", "raid; target 0608; add b; fire");
  refused(t, "soviet", "flak far b", "II.opt.aa.3");
  act(t, "soviet", "flak aa b");
  happened(t, "II.opt.aa.3", "flak");
  refused(t, "soviet", "flak aa b", "II.opt.aa.3"); /* once a turn */
  act(t, "soviet", "pass");
  happened(t, "12.bomb.1", "raid");
  stands(t, "b", "air.german.available", 1);
  clear_away(t);
  t = lay_with(S_, "\"aa\":false", pos, "1", NULL, __FILE__, __LINE__); /* off: nobody is asked */
  acts(t, "german", "raid; target 0608; add b; fire");
  happened(t, "12.bomb.1", "raid");
  clear_away(t);
}

static void ii_opt_aa_2_at_mode(void **s) {
  (void)s;
  struct table *t = lay(S_,
                        PLAIN PHASE("german.combat") TURN(3)
                            UNITS(DE("p", "tank", "0605") C RU("aa", "aa", "0606", MARK("atmode"))),
                        "6 2 6 1");
  acts(t, "german", "target 0606; from 0605; attack");
  act(t, "soviet", "commit");
  act(t, "soviet", "pass");
  act(t, "german", "shoot p aa");
  happened(t, "7.a.5.4", "response"); /* factor 2: the flak gun hits */
  stands(t, "p", "0605", 1);
  act(t, "german", "roll");
  card(t, "german", "II.opt.aa.2", "2"); /* and its factor counts in the combat */
  clear_away(t);
}

static void ii_opt_aa_4_at_cas(void **s) {
  (void)s;
  struct table *t = lay(S_,
                        PLAIN PHASE("german.movement") TURN(3)
                            UNITS(GB("b", "attack", "\"bomb\":5,\"steps\":1")
                                      C DE("x", "inf", "0605") C FLAK C RU("y", "inf", "0606")),
                        "1 9");
  acts(t, "german", "cas b; put 0605; end movement; target 0606; from 0605; support b; attack");
  act(t, "soviet", "commit");
  act(t, "soviet", "pass");
  act(t, "soviet", "flak aa b");
  happened(t, "II.opt.aa.4", "flak");
  happened(t, "II.opt.aa.4", "eliminated");
  clear_away(t);
}

static void ii_opt_aa_1_modes(void **s) {
  (void)s;
  struct table *t =
      lay(S_, PLAIN PHASE("soviet.combat") TURN(3) UNITS(FLAK C DE("x", "inf", "0101")), "");
  do_nothing(t, "soviet");
  refused(t, "soviet", "mode x aa", "II.opt.aa.1");
  refused(t, "soviet", "mode aa aa", "II.opt.aa.1");
  act(t, "soviet", "mode aa at");
  ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
  marked(t, "aa", "aamode");
  act(t, "soviet", "commit");
  happened(t, "II.opt.aa.1", "mode");
  marked(t, "aa", "atmode");
  clear_away(t);
}

static void ii_opt_hunter(void **s) {
  (void)s;
  const char *pos = PLAIN PHASE("german.movement") TURN(3)
      UNITS("{\"unit\":\"de.air.hs-schg1\",\"box\":\"air.german.attack\"}" C DE("x", "inf", "0605")
                C RU("t", "tank", "0606") C RU("i", "inf", "0705") C RU("far", "tank", "1010"));
  struct table *t = lay_with(S_, "\"aa\":false", pos, "2", NULL, __FILE__, __LINE__);
  acts(t, "german", "cas de.air.hs-schg1; put 0605");
  refused(t, "german", "hunt i", "II.opt.hunter");
  refused(t, "german", "hunt far", "II.opt.hunter");
  act(t, "german", "hunt t");
  happened(t, "II.opt.hunter", "hunt");
  stands(t, "t", "0606", 1);
  clear_away(t);
  t = lay_with(S_, "\"hunter\":false", pos, "", NULL, __FILE__, __LINE__);
  acts(t, "german", "cas de.air.hs-schg1; put 0605");
  not_offered(t, "german", "hunt t");
  clear_away(t);
}

static void ii_opt_hqaa(void **s) {
  (void)s;
  const char *pos = PLAIN PHASE("air.bomb") TURN(3)
      UNITS(GB("b", "attack", "\"bomb\":5,\"steps\":2") C RU("h", "hq", "0607")
                C RU("y", "inf", "0608") C DE("x", "inf", "0101"));
  struct table *t = lay_with(S_, "\"hqaa\":true", pos, "1", NULL, __FILE__, __LINE__);
  acts(t, "german", "raid; target 0608; add b; fire");
  act(t, "soviet", "flak h b");
  happened(t, "II.opt.hqaa", "flak");
  clear_away(t);
  t = lay(S_, pos, "");
  acts(t, "german", "raid; target 0608; add b; fire");
  refused(t, "soviet", "flak h b", "II.opt.aa.3");
  clear_away(t);
}

static void opt_fuel(void **s) {
  (void)s;
  const char *pos = PLAIN PHASE("air.assign") UNITS(GB("b1", "available", "\"steps\":4") C GB(
      "b2", "available", "\"steps\":4") C GF("f", "available", "\"steps\":3") C MEN);
  struct table *t = lay_with(N, "\"fuel\":true", pos, "", NULL, __FILE__, __LINE__);
  act(t, "german", "fly b1 attack"); /* 8 of 15 */
  refused(t, "german", "fly b2 attack", "opt.fuel.2");
  act(t, "german", "fuel spend");
  refused(t, "german", "fuel spend", "opt.fuel.1");
  act(t, "german", "fly b2 attack");
  refused(t, "german", "fuel save", "opt.fuel.2");
  ask(t, "{\"cmd\":\"view\",\"side\":\"soviet\"}");
  assert_int_equal(int_of(t->last, "view.vars.fuel"), 6);
  act(t, "soviet", "commit");
  act(t, "german", "commit");
  ask(t, "{\"cmd\":\"view\",\"side\":\"soviet\"}");
  assert_int_equal(int_of(t->last, "view.vars.fuel"), 5);
  clear_away(t);
  t = lay_with(N, "\"fuel\":true",
               PLAIN PHASE("air.assign") "\"vars\":{\"fuel\":0}," UNITS(
                   GB("b1", "available", "\"steps\":4") C MEN),
               "", NULL, __FILE__, __LINE__);
  refused(t, "german", "fuel spend", "opt.fuel.3");
  clear_away(t);
  t = lay(N, pos, "");
  refused(t, "german", "fuel spend", "opt.fuel.1"); /* off */
  acts(t, "german", "fly b1 attack; fly b2 attack");
  clear_away(t);
}

static void x11_once_and_where(void **s) {
  (void)s;
  struct table *t =
      lay(S_,
          PLAIN PHASE("air.bomb") TURN(3) UNITS(
              AIR("b", "german", "bomber", "air.german.attack", FAC("\"bomb\":5"))
                  C AIR("c", "german", "bomber", "air.german.attack", FAC("\"bomb\":5"))
                      C RU("aa", "aa", "0607") C RU("at", "aa", "0608", MARK("atmode"))
                          C RU("far", "aa", "0610") C RU("h", "hq", "0607") C RU("y", "inf", "0608")
                              C DE("x", "inf", "0101") C DE("own", "aa", "0101")),
          "9 9 1");
  acts(t, "german", "raid; target 0608; add b; fire");
  refused(t, "soviet", "flak at b", "II.opt.aa.3");
  refused(t, "soviet", "flak far b", "II.opt.aa.3");
  refused(t, "soviet", "flak h b", "II.opt.aa.3");
  refused(t, "soviet", "flak own b", "II.opt.aa.3");
  refused(t, "soviet", "flak aa c", "II.opt.aa.3"); /* it is not in the raid */
  act(t, "soviet", "flak aa b");
  act(t, "soviet", "pass");
  clear_away(t);
  /* disorganised: 3 halved is 2 */
  t = lay(S_,
          PLAIN PHASE("air.bomb") TURN(3)
              UNITS(AIR("b", "german", "bomber", "air.german.attack", FAC("\"bomb\":5"))
                        C RU("aa", "aa", "0607", MARK("dsg") FAC("\"at\":3"))
                            C RU("y", "inf", "0608") C DE("x", "inf", "0101")),
          "2 3");
  acts(t, "german", "raid; target 0608; add b; fire");
  act(t, "soviet", "flak aa b");
  assert_true(told(t, ": 1 hit."));
  clear_away(t);
}

/* II.opt.hunter: at most its factor, 1 more against a buried tank, and only next to its hex */
static void ii_opt_hunter_dice(void **s) {
  (void)s;
  static const struct {
    const char *mark, *die;
    int steps;
  } row[] = {{"", "2", 1},
             {"", "3", 2},
             {",\"marks\":[\"buried\"]", "1", 1},
             {",\"marks\":[\"buried\"]", "2", 2}};
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    char pos[800];
    snprintf(pos, sizeof pos,
             PLAIN PHASE("german.movement") TURN(
                 3) "\"units\":[{\"name\":\"b\",\"side\":\"german\",\"kind\":\"bomber\",\"box\":"
                    "\"air.german.attack\",\"factors\":{\"at\":2}},%s,{\"name\":\"t\",\"side\":"
                    "\"soviet\",\"kind\":\"tank\",\"hex\":\"0606\"%s},%s]",
             DE("x", "inf", "0605"), row[i].mark, RU("u", "tank", "0607"));
    struct table *t = lay_with(S_, "\"aa\":false", pos, row[i].die, NULL, __FILE__, __LINE__);
    acts(t, "german", "cas b; put 0605");
    refused(t, "german", "hunt u", "II.opt.hunter"); /* two hexes away */
    act(t, "german", "hunt t");
    happened(t, "II.opt.hunter", "hunt");
    stands(t, "t", "0606", row[i].steps);
    clear_away(t);
  }
}

/* 12.air.3, 12.end: who has fired in the air fires again in the next turn. */
static void r12_end_fires_again(void **s) {
  (void)s;
  struct table *t = lay(N,
                        PLAIN PHASE("air.combat") TURN(2)
                            UNITS(SF("s1", "attack", "\"air\":2,\"steps\":1")
                                      C GF("g1", "defence", "\"air\":3,\"steps\":1") C MEN),
                        "9 9 9 9");
  act(t, "soviet", "commit");
  acts(t, "german", "aim g1 1; commit");
  happened(t, "12.air.3", "airfire");
  until(t, "air.assign");
  acts(t, "german", "fly g1 defence; commit");
  acts(t, "soviet", "fly s1 attack; commit");
  act(t, "soviet", "commit");
  acts(t, "german", "aim g1 1; commit");
  happened(t, "12.air.3", "airfire");
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(ii_opt_hunter_dice),

      cmocka_unit_test(r12_2_assignment),
      cmocka_unit_test(r12_2_boxes),
      cmocka_unit_test(x7_x8_air_combat),
      cmocka_unit_test(r12_air_order_and_response),
      cmocka_unit_test(r12_air_2_ties),
      cmocka_unit_test(r12_air_no_odds),
      cmocka_unit_test(x9_abort),
      cmocka_unit_test(bombers_fire_back),
      cmocka_unit_test(r12_air_6_words),
      cmocka_unit_test(r12_bomb),
      cmocka_unit_test(r12_bomb_1_once_a_window),
      cmocka_unit_test(r12_cas),
      cmocka_unit_test(r12_cas_3_defence),
      cmocka_unit_test(r12_cas_4_those_who_flew),
      cmocka_unit_test(r12_end),
      cmocka_unit_test(x11_flak),
      cmocka_unit_test(x11_once_and_where),
      cmocka_unit_test(ii_opt_aa_2_at_mode),
      cmocka_unit_test(ii_opt_aa_4_at_cas),
      cmocka_unit_test(ii_opt_aa_1_modes),
      cmocka_unit_test(ii_opt_hunter),
      cmocka_unit_test(ii_opt_hqaa),
      cmocka_unit_test(opt_fuel),
      cmocka_unit_test(r12_end_fires_again),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
