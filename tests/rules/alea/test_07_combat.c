/* test_07_combat.c - chapters 7, 8 (216), 10, 11, 13: one combat after another, with scripted dice. */
#include "table.h"

#define TER(list) "\"terrain\":[" list "],"
#define HEXT(h, w) "{\"hex\":\"" h "\",\"set\":[" w "]}"

static void x3_odds(void **s) { /* 10 to 2: 5:1 */
  (void)s;
  struct table *t = lay(N, FIGHT(DE("a", "inf", "0605", FAC("\"af\":10")) C RU("x", "inf", "0606", FAC("\"df\":2"))), "6 6");
  attack(t, "german", "0606", "0605");
  card(t, "german", "7.a.6.1", "5:1");
  card(t, "german", "7.a.6.2", "10");
  ask(t, "{\"cmd\":\"actions\",\"side\":\"german\"}");
  cites(t, "prompt.cards[0].rule", "T2");
  refused(t, "german", "cancel", "7.a.1.3");
  act(t, "german", "roll");
  happened(t, "7.a.6.4", "combat");
  clear_away(t);
}

static void x4_errata_column(void **s) { /* 1:1 exactly: D 2 2 2 2 1 1 against the attacker's die, A 0 1 1 2 2 3 against the defender's */
  (void)s;
  static const int d[] = {2, 2, 2, 2, 1, 1}, a[] = {0, 1, 1, 2, 2, 3};
  for (int die = 1; die <= 6; die++) {
    char dice[32], want[64];
    snprintf(dice, sizeof dice, "%d %d", die, die);
    struct table *t = lay(N, FIGHT(DE("a", "inf", "0605", FAC("\"af\":4,\"steps\":9")) C RU("x", "inf", "0606", FAC("\"df\":4,\"steps\":9"))), dice);
    attack(t, "german", "0606", "0605");
    card(t, "german", "7.a.6.1", "1:1");
    act(t, "german", "roll");
    rolled(t, "7.a.6.4", die == 1 ? "1" : die == 2 ? "2" : die == 3 ? "3" : die == 4 ? "4" : die == 5 ? "5" : "6");
    snprintf(want, sizeof want, "%d hits on the defender, %d on the attacker", d[die - 1], a[die - 1]);
    bool found = false;
    for (int i = 0; i < cJSON_GetArraySize(field(t->last, "events")); i++) {
      char path[64];
      snprintf(path, sizeof path, "events[%d].text", i);
      found |= strstr(text_of(t->last, path), want) != NULL;
    }
    assert_true(found);
    stands(t, "x", "0606", 9 - d[die - 1]);
    stands(t, "a", "0605", 9 - a[die - 1]);
    clear_away(t);
  }
}

static void x6_step_loss(void **s) { /* 7.hit.3: 5 and 3 become 3 and 2 */
  (void)s;
  struct table *t = lay(N, FIGHT(DE("a", "inf", "0605", FAC("\"af\":5") STEPS(1)) C RU("x", "inf", "0606", FAC("\"df\":3") STEPS(1))), "");
  attack(t, "german", "0606", "0605");
  card(t, "german", "7.hit.3", "3");
  card(t, "german", "7.hit.3", "2");
  clear_away(t);
}

static void y4_halvings(void **s) { /* df 8: step loss, DSG and oos: 2; df 5: DSG and oos: 1 */
  (void)s;
  struct table *t = lay(N, FIGHT(DE("a", "inf", "0605") C RU("x", "inf", "0606", FAC("\"df\":8") STEPS(1) ",\"marks\":[\"dsg\",\"oos\"]") C RU("y", "inf", "0606", FAC("\"df\":5") ",\"marks\":[\"dsg\",\"oos\"]")), "");
  attack(t, "german", "0606", "0605");
  card(t, "german", "7.red.1", "2");
  card(t, "german", "7.red.1", "1");
  clear_away(t);
}

static void r_single_halvings(void **s) { /* 9.6 down, 13.art.5 up, 13.hq.3 up, 13.art.2 a quarter, 13.hq.6 printed */
  (void)s;
  struct table *t = lay(N, FIGHT(DE("a", "inf", "0605", FAC("\"af\":5") MARK("oos")) C DE("h", "hq", "0605") C RU("x", "inf", "0606", FAC("\"df\":5") MARK("dsg")) C RU("g", "art", "0606", FAC("\"bomb\":11"))), "");
  attack(t, "german", "0606", "0605");
  card(t, "german", "9.6", "2");
  card(t, "german", "13.hq.6", "2");
  card(t, "german", "13.art.5", "3");
  card(t, "german", "13.art.2", "2");
  card(t, "german", "13.art.1", "1:2");
  clear_away(t);
  t = lay(N, FIGHT(DE("a", "inf", "0605") C RU("h", "hq", "0606", FAC("\"df\":3"))), "");
  attack(t, "german", "0606", "0605");
  card(t, "german", "13.hq.3", "2");
  clear_away(t);
}

static void y5_fort_mines_pioneers(void **s) { /* (4+4) x 2 = 16, mine die 5 halved 3: 19; 38 is 2:1, 37 is 1:1 */
  (void)s;
  for (int i = 0; i < 2; i++) {
    const char *pos = i ? BED PHASE("german.combat") TURN(2) UNITS(DE("a", "inf", "0504", FAC("\"af\":35")) C DE("p", "pio", "0504") C RU("x", "inf", "0505", FAC("\"df\":4,\"steps\":9")) C RU("y", "inf", "0505", FAC("\"df\":4")))
                        : BED PHASE("german.combat") TURN(2) UNITS(DE("a", "inf", "0504", FAC("\"af\":36")) C DE("p", "pio", "0504") C RU("x", "inf", "0505", FAC("\"df\":4,\"steps\":9")) C RU("y", "inf", "0505", FAC("\"df\":4")));
    struct table *t = lay(N, pos, "5 1 1");
    attack(t, "german", "0505", "0504");
    card(t, "german", "10.1", "2:1");
    card(t, "german", "11.4", i ? "1:1" : "2:1");
    act(t, "german", "roll");
    happened(t, "11.4", "mines");
    rolled(t, "11.3", "5");
    acts(t, "soviet", i ? "lose x; lose x" : "lose x; lose x; lose x");
    stands(t, "x", "0505", i ? 7 : 6); /* first row: 2 hits at 1:1, 3 at 2:1 */
    clear_away(t);
  }
}

static void r11_3_without_pioneers(void **s) {
  (void)s;
  struct table *t = lay(N, PLAIN PHASE("german.combat") TURN(2) "\"marks\":[{\"hex\":\"0606\",\"mark\":\"mine\"}]," UNITS(DE("a", "inf", "0605", FAC("\"af\":20")) C RU("x", "inf", "0606", FAC("\"df\":4,\"steps\":9"))), "6 6 1");
  attack(t, "german", "0606", "0605");
  card(t, "german", "11.3", "2:1"); /* 20 to 4 + 6 */
  act(t, "german", "roll");
  happened(t, "11.3", "mines");
  clear_away(t);
}

static void y6_modifiers(void **s) { /* 3 hexes and the 216th: +3; die 4 is row 1: 4 hits at 3:1, halved to 2 by the retreat */
  (void)s;
  const char *pos = BED PHASE("german.combat") TURN(2) "\"marks\":[]," UNITS(AT("de.216", "0504") C DE("b", "inf", "0405", FAC("\"af\":40")) C DE("c", "inf", "0605", FAC("\"af\":40")) C RU("x", "inf", "0505", FAC("\"df\":12,\"steps\":9")));
  struct table *t = lay(N, pos, "1 4 2");
  acts(t, "german", "target 0505; from 0504; from 0405; from 0605; attack");
  acts(t, "soviet", "elect retreat; commit");
  act(t, "soviet", "pass");
  act(t, "german", "shoot de.216 x");
  rolled(t, "7.a.5.3", "1");
  clear_away(t);
  t = lay(N, pos, "6 6 1 4 2");
  acts(t, "german", "target 0505; from 0504; from 0405; from 0605; attack");
  acts(t, "soviet", "elect retreat; commit");
  act(t, "soviet", "pass");
  act(t, "german", "hold de.216");
  card(t, "german", "7.a.6.5", "3:1");
  card(t, "german", "8.216", "3:1");
  card(t, "german", "7.a.2.2", "3:1");
  clear_away(t);
  t = lay(N, pos, "1 4 2");
  acts(t, "german", "target 0505; from 0504; from 0405; from 0605; attack");
  acts(t, "soviet", "elect retreat; commit");
  act(t, "soviet", "pass");
  act(t, "german", "hold de.216");
  act(t, "german", "roll");
  act(t, "soviet", "retreat 0506");
  happened(t, "7.a.7.1", "retreats");
  stands(t, "x", "0506", 7);
  stands(t, "b", "0405", 2);
  clear_away(t);
}

static void r4_oa_2_and_river(void **s) {
  (void)s;
  struct table *t = lay(N, PLAIN PHASE("german.movement") TURN(2) "\"terrain\":[{\"side\":[\"0605\",\"0606\"],\"set\":[\"river\"]}]," UNITS(DE("a", "inf", "0605", FAC("\"af\":8,\"steps\":9")) C RU("x", "inf", "0606", FAC("\"df\":8,\"steps\":9"))), "1 6");
  act(t, "german", "move a");
  act(t, "german", "strike 0606");
  act(t, "soviet", "commit");
  act(t, "soviet", "pass");
  card(t, "german", "4.oa.2", "1:1");
  card(t, "german", "7.a.6.5", "1:1");
  act(t, "german", "roll"); /* row 1 + 3 = 4: 2 hits; the defender's 6: 3 */
  happened(t, "4.oa.3", "dsg");
  stands(t, "x", "0606", 7);
  stands(t, "a", "0605", 6);
  clear_away(t);
}

static void r4_oa_4_success(void **s) {
  (void)s;
  struct table *t = lay(N, PLAIN PHASE("german.movement") TURN(2) UNITS(DE("a", "mech", "0605", FAC("\"af\":30")) C RU("x", "inf", "0606", FAC("\"df\":1"))), "1 1");
  acts(t, "german", "move a; strike 0606");
  act(t, "soviet", "commit");
  act(t, "soviet", "pass");
  act(t, "german", "roll");
  happened(t, "4.oa.4", "advances");
  stands(t, "a", "0606", 2);
  act(t, "german", "step 0607"); /* goes on with what is left */
  happened(t, "4.2", "moves");
  clear_away(t);
  t = lay(N, PLAIN PHASE("german.movement") TURN(2) UNITS(DE("a", "mech", "0605", MARK("dsg")) C RU("x", "inf", "0606")), "");
  act(t, "german", "move a");
  refused(t, "german", "strike 0606", "4.oa.5");
  clear_away(t);
}

static void r7_who_may_attack(void **s) {
  (void)s;
  struct table *t = lay(N, FIGHT(DE("a", "inf", "0605", MARK("attacked")) C DE("g", "art", "0505") C DE("b", "inf", "0607") C RU("x", "inf", "0606")), "");
  refused(t, "german", "target 0604", "7.a.1.3");
  offered(t, "german", "target 0606", "7.3");
  act(t, "german", "target 0606");
  refused(t, "german", "from 0605", "7.a.1.2");
  refused(t, "german", "from 0505", "7.a.1.2");
  refused(t, "german", "from 0603", "7.a.1.1");
  refused(t, "german", "attack", "7.a.1.1");
  act(t, "german", "from 0607");
  act(t, "german", "type probe");
  act(t, "german", "attack");
  happened(t, "7.a.1.1", "attack");
  act(t, "soviet", "commit");
  act(t, "german", "pass");
  act(t, "soviet", "pass");
  happened(t, "7.a.4", "reveal");
  clear_away(t);
  t = lay(N, SFIGHT(RU("a", "inf", "0605") C DE("x", "inf", "0606") C RU("f", "atf", "0607")), "");
  act(t, "soviet", "target 0606");
  refused(t, "soviet", "type probe", "3.3");
  refused(t, "soviet", "from 0607", "7.a.1.2");
  clear_away(t);
  t = lay(N, PLAIN PHASE("german.movement") UNITS(DE("a", "mech", "0605", MARK("attacked")) C RU("x", "inf", "0606")), "");
  act(t, "german", "move a");
  refused(t, "german", "strike 0606", "7.a.6.3");
  clear_away(t);
  t = lay(N, PLAIN PHASE("soviet.movement") UNITS(RU("f", "atf", "0605") C DE("x", "inf", "0606")), "");
  refused(t, "soviet", "move f", "8.1");
  clear_away(t);
}

static void r7_a_2_election(void **s) {
  (void)s;
  struct table *t = lay(N, FIGHT(DE("a", "inf", "0605") C RU("f", "atf", "0606")), "");
  acts(t, "german", "target 0606; from 0605; attack");
  refused(t, "soviet", "elect retreat", "7.a.2.3");
  clear_away(t);
  t = lay(N, FIGHT(DE("a", "inf", "0605") C DE("b", "inf", "0608") C DE("c", "inf", "0406") C DE("d", "inf", "0806") C RU("x", "inf", "0606")), "");
  acts(t, "german", "target 0606; from 0605; attack");
  refused(t, "soviet", "elect retreat", "7.a.2.1");
  clear_away(t);
}

static void r7_a_3_guns(void **s) {
  (void)s;
  struct table *t = lay(N, FIGHT(DE("a", "inf", "0605") C DE("g", "art", "0602", FAC("\"bomb\":20")) C RU("x", "inf", "0606") C RU("k", "art", "0609", FAC("\"bomb\":9")) C RU("l", "art", "0606")), "6");
  acts(t, "german", "target 0606; from 0605; attack");
  act(t, "soviet", "commit");
  acts(t, "german", "add g; fire");
  happened(t, "7.a.3.1", "shelling");
  act(t, "soviet", "lose x");
  happened(t, "13.art.4", "loss");
  refused(t, "soviet", "support l", "7.a.3.2");
  act(t, "soviet", "support k");
  happened(t, "7.a.3.2", "support");
  refused(t, "soviet", "support k", "13.art.7");
  act(t, "soviet", "pass");
  card(t, "german", "7.a.3.2", "2");
  clear_away(t);
}

static void y8_armour(void **s) {
  (void)s;
  const char *pos = FIGHT(DE("tiger", "tank", "0605", FAC("\"arm\":5")) C DE("pz3", "tank", "0605") C DE("inf", "inf", "0605") C DE("away", "tank", "0101") C RU("t34", "tank", "0606") C RU("f", "atf", "0606", FAC("\"arm\":4,\"steps\":1")));
  struct table *t = lay(N, pos, "5 4 3");
  attack(t, "german", "0606", "0605");
  refused(t, "german", "shoot pz3 t34", "7.a.5.2");
  refused(t, "german", "shoot inf t34", "7.2");
  refused(t, "german", "shoot away t34", "7.a.5.1");
  refused(t, "german", "hold tiger", "7.a.5.3");
  act(t, "german", "shoot tiger f");
  happened(t, "7.a.5.3", "shot");
  happened(t, "7.a.5.3", "eliminated");
  never(t, "response");
  act(t, "german", "shoot pz3 t34");
  happened(t, "7.a.5.4", "response");
  stands(t, "pz3", "0605", 1);
  ask(t, "{\"cmd\":\"actions\",\"side\":\"german\"}");
  assert_string_equal(text_of(t->last, "prompt.node"), "combat.roll"); /* all have fired */
  clear_away(t);
}

static void r7_a_5_6_other_units(void **s) {
  (void)s;
  struct table *t = lay(N, FIGHT(DE("p", "tank", "0605") C DE("q", "tank", "0605") C DE("r", "tank", "0605", MARK("dsg")) C RU("x", "inf", "0606") C RU("g", "art", "0606")), "1 2 1 1 6");
  attack(t, "german", "0606", "0605");
  act(t, "german", "shoot p x");
  happened(t, "7.a.5.6", "shot");
  happened(t, "7.a.5.6", "dsg");
  happened(t, "7.a.5.7", "response"); /* two steps: 2 hits */
  stands(t, "p", "0605", 1);
  act(t, "german", "shoot q x");
  happened(t, "7.a.5.6", "suppressed");
  never(t, "response");
  marked(t, "x", "suppressed");
  ask(t, "{\"cmd\":\"actions\",\"side\":\"german\"}");
  assert_string_equal(text_of(t->last, "prompt.cards[0].steps[1].to"), "2");
  cites(t, "prompt.cards[0].steps[1].rule", "7.a.5.5");
  act(t, "german", "shoot r g");
  never(t, "response");
  refused(t, "german", "shoot r g", "7.a.1.3");
  clear_away(t);
}

static void r7_a_5_8_suppressed_ends(void **s) {
  (void)s;
  struct table *t = lay(N, PLAIN PHASE("german.combat") UNITS(DE("a", "inf", "0101") C RU("x", "inf", "0606", MARK("suppressed"))), "");
  marked(t, "x", "suppressed");
  ask(t, "{\"cmd\":\"actions\",\"side\":\"german\"}");
  assert_string_equal(text_of(t->last, "prompt.node"), "combat"); /* nobody has to attack */
  cites(t, "prompt.rule", "7.1");
  act(t, "german", "done");
  ask(t, "{\"cmd\":\"events\",\"side\":\"soviet\",\"since\":0}");
  assert_string_equal(text_of(t->last, "events[0].kind"), "eased");
  cites(t, "events[0].rule", "7.a.5.8");
  unmarked(t, "x", "suppressed");
  clear_away(t);
}

static void r7_a_5_10_one_side_gone(void **s) {
  (void)s;
  struct table *t = lay(N, FIGHT(DE("p", "tank", "0605", FAC("\"arm\":5")) C RU("x", "tank", "0606", STEPS(1) FAC("\"arm\":1"))), "1");
  attack(t, "german", "0606", "0605");
  act(t, "german", "shoot p x");
  happened(t, "7.a.5.10", "wiped");
  act(t, "german", "advance p 0606");
  happened(t, "7.a.9.1", "advances");
  clear_away(t);
}

static void r7_hit_1_first_hit(void **s) {
  (void)s;
  struct table *t = lay(N, FIGHT(DE("a", "inf", "0605", FAC("\"af\":6")) C RU("x", "inf", "0606", FAC("\"df\":4")) C RU("y", "inf", "0606", FAC("\"df\":2")) C RU("z", "inf", "0606", FAC("\"df\":1,\"steps\":1"))), "1 1");
  attack(t, "german", "0606", "0605");
  act(t, "german", "roll"); /* 6 to 7: 1:2, 2 hits, and 1 on the attacker */
  happened(t, "7.hit.1", "loss");
  stands(t, "x", "0606", 1); /* the largest share takes the first */
  ask(t, "{\"cmd\":\"actions\",\"side\":\"soviet\"}");
  assert_int_equal(cJSON_GetArraySize(field(t->last, "actions")), 3); /* the rest as the owner likes */
  cites(t, "prompt.rule", "7.a.6.6");
  act(t, "soviet", "lose z");
  happened(t, "7.hit.2", "eliminated");
  clear_away(t);
}

static void y3_forced_retreat(void **s) { /* 6 steps: 4 hits force, 3 do not; suppressed steps do not count */
  (void)s;
  static const char *const units = DE("a", "inf", "0605", FAC("\"af\":18,\"steps\":9"));
  char pos[1200];
  for (int hits = 3; hits <= 4; hits++) {
    snprintf(pos, sizeof pos, PLAIN PHASE("german.combat") TURN(2) "\"units\":[%s,%s]", units, RU("x", "inf", "0606", FAC("\"df\":6,\"steps\":6")));
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

static void r7_a_7_3_attacker_forced(void **s) {
  (void)s;
  struct table *t = lay(N, FIGHT(DE("a", "inf", "0605", FAC("\"af\":1")) C RU("x", "inf", "0606", FAC("\"df\":9,\"steps\":9"))), "6 4");
  attack(t, "german", "0606", "0605");
  act(t, "german", "roll"); /* 1:3, row 4: 3 hits on 2 steps: gone */
  happened(t, "7.hit.2", "eliminated");
  clear_away(t);
  t = lay(N, FIGHT(DE("a", "inf", "0605", FAC("\"af\":1,\"steps\":5")) C RU("x", "inf", "0606", FAC("\"df\":9,\"steps\":9"))), "6 4");
  attack(t, "german", "0606", "0605");
  act(t, "german", "roll");
  happened(t, "7.a.7.3", "forced");
  act(t, "german", "retreat 0604");
  clear_away(t);
}

static void r7_a_7_5_through_zones(void **s) {
  (void)s;
  struct table *t = lay(N, FIGHT(DE("a", "inf", "0605", FAC("\"af\":18,\"steps\":9")) C DE("b", "inf", "0608") C DE("c", "inf", "0406") C DE("d", "inf", "0806") C RU("x", "inf", "0606", FAC("\"df\":6,\"steps\":6"))), "1 6");
  attack(t, "german", "0606", "0605");
  act(t, "german", "roll");
  act(t, "soviet", "retreat 0607");
  happened(t, "7.a.7.5", "loss"); /* and on: test_20_rulings.c */
  clear_away(t);
  t = lay(N, FIGHT(DE("a", "inf", "0605", FAC("\"af\":18,\"steps\":9")) C DE("b", "inf", "0608") C DE("c", "inf", "0406") C DE("d", "inf", "0806") C RU("x", "inf", "0606", FAC("\"df\":6,\"steps\":6")) C RU("y", "inf", "0607")), "1 6");
  attack(t, "german", "0606", "0605");
  act(t, "german", "roll");
  act(t, "soviet", "retreat 0607");
  happened(t, "6.zoc.7", "retreats");
  clear_away(t);
}

static void r7_a_7_6_fronts_stay(void **s) {
  (void)s;
  struct table *t = lay(N, FIGHT(DE("a", "inf", "0605", FAC("\"af\":18,\"steps\":9")) C RU("x", "inf", "0606", FAC("\"df\":5,\"steps\":4")) C RU("f", "atf", "0606", FAC("\"df\":1,\"arm\":0"))), "1 6");
  attack(t, "german", "0606", "0605");
  act(t, "german", "roll");
  acts(t, "soviet", "lose x; lose x; lose x");
  happened(t, "7.a.7.6", "eliminated");
  clear_away(t);
}

static void r7_a_8_infiltration(void **s) {
  (void)s;
  const char *pos = PLAIN PHASE("german.combat") TURN(2) "\"terrain\":[" HEXT("0707", "\"clear\",\"hill_dp\"") "]," UNITS(DE("a", "mech", "0605", FAC("\"af\":18")) C DE("b", "mech", "0505", MARK("dsg")) C RU("x", "inf", "0606", FAC("\"df\":3,\"steps\":9")) C RU("z", "inf", "0707"));
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
  t = lay(N, PLAIN PHASE("german.combat") TURN(2) "\"terrain\":[" HEXT("0706", "\"clear\",\"hill_dp\"") "]," UNITS(DE("a", "mech", "0605", FAC("\"af\":18")) C RU("x", "inf", "0606", FAC("\"df\":3,\"steps\":9")) C RU("z", "inf", "0706")), "1 1");
  acts(t, "german", "target 0606; type probe; from 0605; attack");
  act(t, "soviet", "commit");
  act(t, "soviet", "pass");
  act(t, "german", "roll");
  refused(t, "german", "infiltrate a 0705", "7.a.8.3");
  clear_away(t);
}

static void y7_rupture(void **s) { /* 2 steps, 6 hits: excess 4; tanks 4 hexes, foot 2 */
  (void)s;
  struct table *t = lay(N, FIGHT(DE("p", "mech", "0605", FAC("\"af\":30")) C DE("f", "inf", "0605", FAC("\"af\":30")) C RU("x", "inf", "0606") C RU("y", "inf", "0610")), "1 1");
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
  assert_string_equal(text_of(t->last, "prompt.node"), "combat"); /* foot went two hexes: nobody can go on */
  clear_away(t);
}

static void r6_dp_5_heights(void **s) {
  (void)s;
  struct table *t = lay(N, PLAIN PHASE("german.combat") TURN(2) "\"terrain\":[" HEXT("0606", "\"clear\",\"hill_dp\"") "]," UNITS(DE("a", "inf", "0605", FAC("\"af\":6")) C RU("x", "inf", "0606", FAC("\"df\":4"))), "");
  attack(t, "german", "0606", "0605");
  card(t, "german", "6.dp.5", "1:1"); /* 6 to 4 x 1.5 */
  clear_away(t);
  t = lay(N, PLAIN PHASE("german.combat") TURN(2) "\"terrain\":[" HEXT("0605", "\"clear\",\"hill_dp\"") "]," UNITS(DE("a", "inf", "0605", FAC("\"af\":6")) C RU("x", "inf", "0606", FAC("\"df\":9"))), "");
  attack(t, "german", "0606", "0605");
  card(t, "german", "6.dp.5", "1:1"); /* 9 to 9 */
  clear_away(t);
}

static void r10_4_trench_and_ii_3_1(void **s) {
  (void)s;
  struct table *t = lay(N, BED PHASE("soviet.combat") TURN(2) UNITS(RU("a", "inf", "0504", FAC("\"af\":6")) C DE("x", "inf", "0503", FAC("\"df\":4"))), "");
  attack(t, "soviet", "0503", "0504");
  card(t, "soviet", "10.4", "1:1");
  clear_away(t);
  t = lay(S_, BED PHASE("german.combat") TURN(2) UNITS(DE("a", "inf", "0507", FAC("\"af\":6")) C RU("x", "inf", "0508", FAC("\"df\":4"))), "");
  attack(t, "german", "0508", "0507");
  card(t, "german", "II.3.1", "1:1");
  clear_away(t);
  t = lay(N, BED PHASE("german.combat") TURN(2) UNITS(DE("a", "inf", "0306", FAC("\"af\":6")) C RU("x", "inf", "0307", FAC("\"df\":4"))), "");
  attack(t, "german", "0307", "0306");
  card(t, "german", "T1", "1:1"); /* a village: x1.5 */
  clear_away(t);
}

static void r7_sov_1(void **s) {
  (void)s;
  struct table *t = lay(N, SFIGHT(RU("a", "inf", "0605") C RU("b", "inf", "0505") C RU("c", "inf", "0705") C DE("x", "inf", "0606", FAC("\"steps\":9"))), "2 6");
  acts(t, "soviet", "target 0606; from 0605; from 0505; from 0705; attack");
  act(t, "german", "commit");
  act(t, "german", "pass");
  card(t, "soviet", "7.sov.1", "2:1");
  act(t, "soviet", "roll");
  stands(t, "x", "0606", 6); /* row 1 of 2:1: 3 hits */
  clear_away(t);
}

static void y9_over_the_limit(void **s) {
  (void)s;
  struct table *t = lay(N, PLAIN PHASE("german.movement") TURN(2) UNITS(DE("a", "mech", "0604") C DE("b", "tank", "0604") C RU("x", "inf", "0606", FORM("15 RD")) C RU("y", "inf", "0606", FORM("15 RD")) C RU("z", "inf", "0606", FORM("15 RD")) C RU("r", "tank", "0608", FAC("\"size\":\"bde\""))), "");
  acts(t, "german", "move a; step 0605");
  act(t, "soviet", "react r 0606");
  act(t, "soviet", "pass");
  act(t, "german", "stop");
  acts(t, "german", "done; target 0606; from 0605; attack");
  refused(t, "soviet", "commit", "5.7");
  owed(t, "soviet", "5.7", "over the limit");
  act(t, "soviet", "excess x");
  refused(t, "soviet", "excess y", "5.7");
  act(t, "soviet", "commit");
  act(t, "soviet", "pass");
  act(t, "soviet", "hold r");
  card(t, "german", "5.7", "0");
  clear_away(t);
}

static void bombardment(void **s) { /* 13.art.3, 13.art.9 (X5), 6.dp.4, T4 */
  (void)s;
  for (int turn = 1; turn <= 2; turn++) {
    const char *pos = turn == 1 ? PLAIN PHASE("german.bombardment") TURN(1) UNITS(DE("g", "art", "0602", FAC("\"bomb\":13")) C RU("x", "inf", "0606")) : PLAIN PHASE("german.bombardment") TURN(2) UNITS(DE("g", "art", "0602", FAC("\"bomb\":13")) C RU("x", "inf", "0606"));
    struct table *t = lay(N, pos, "2");
    refused(t, "german", "target 0605", "13.art.3");
    acts(t, "german", "target 0606; add g");
    if (turn == 1) card(t, "german", "13.art.9", "19-25");
    else card(t, "german", "T4", "13-18");
    act(t, "german", "fire");
    happened(t, "13.art.3", "shelling");
    if (turn == 1) marked(t, "x", "dsg");
    else unmarked(t, "x", "dsg");
    clear_away(t);
  }
  struct table *t = lay(N, PLAIN PHASE("german.bombardment") TURN(2) "\"terrain\":[" HEXT("0605", "\"clear\",\"hill_dp\"") "]," UNITS(DE("g", "art", "0602", FAC("\"bomb\":13")) C DE("k", "art", "0602", MARK("oos")) C DE("a", "inf", "0605") C RU("x", "inf", "0606")), "2");
  act(t, "german", "target 0606");
  refused(t, "german", "add k", "9.6");
  act(t, "german", "add g");
  card(t, "german", "6.dp.4", "13-18");
  act(t, "german", "fire");
  marked(t, "x", "dsg");
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(x3_odds), cmocka_unit_test(x4_errata_column), cmocka_unit_test(x6_step_loss), cmocka_unit_test(y4_halvings), cmocka_unit_test(r_single_halvings),
      cmocka_unit_test(y5_fort_mines_pioneers), cmocka_unit_test(r11_3_without_pioneers), cmocka_unit_test(y6_modifiers), cmocka_unit_test(r4_oa_2_and_river), cmocka_unit_test(r4_oa_4_success),
      cmocka_unit_test(r7_who_may_attack), cmocka_unit_test(r7_a_2_election), cmocka_unit_test(r7_a_3_guns), cmocka_unit_test(y8_armour), cmocka_unit_test(r7_a_5_6_other_units),
      cmocka_unit_test(r7_a_5_8_suppressed_ends), cmocka_unit_test(r7_a_5_10_one_side_gone), cmocka_unit_test(r7_hit_1_first_hit), cmocka_unit_test(y3_forced_retreat), cmocka_unit_test(r7_a_7_3_attacker_forced),
      cmocka_unit_test(r7_a_7_5_through_zones), cmocka_unit_test(r7_a_7_6_fronts_stay), cmocka_unit_test(r7_a_8_infiltration), cmocka_unit_test(y7_rupture), cmocka_unit_test(r6_dp_5_heights),
      cmocka_unit_test(r10_4_trench_and_ii_3_1), cmocka_unit_test(r7_sov_1), cmocka_unit_test(y9_over_the_limit), cmocka_unit_test(bombardment),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
