/* test_07_small_print.c - what is easily overlooked in a combat: hexes that do not attack, units
 * over the limit, guns that stay, and what one combat leaves to the next. */
#include "table.h"

#define STRONG FAC("\"af\":30")
#define CROWD_IN(hex, a, b, c, d)                                                                  \
  DE(a, "inf", hex) C DE(b, "inf", hex)                                                            \
  C DE(c, "inf", hex)                                                                              \
  C DE(d, "inf", hex)
#define UNCHECKED(units) PLAIN "\"unchecked\":true," PHASE("german.combat") TURN(2) UNITS(units)

/* 7.a.1.1: a hex joins an attack once. */
static void r7_a_1_1_once(void **s) {
  (void)s;
  struct table *t = lay(N, FIGHT(DE("a", "inf", "0605") C RU("x", "inf", "0606")), "");
  acts(t, "german", "target 0606; from 0605");
  refused(t, "german", "from 0605", "7.a.1.1");
  because(t, "german", "from 0605", "attacks already");
  clear_away(t);
}

/* 5.7: a crowd beside the target hinders nobody while its hex does not attack, and none of it is
 * named. */
static void r5_7_a_crowd_that_does_not_attack(void **s) {
  (void)s;
  struct table *t = lay(N,
                        UNCHECKED(DE("a", "inf", "0605") C CROWD_IN("0505", "b", "c", "d", "e")
                                      C RU("x", "inf", "0606")),
                        "");
  acts(t, "german", "target 0606; from 0605");
  refused(t, "german", "excess b", "5.7");
  because(t, "german", "excess b", "cannot be named");
  act(t, "german", "attack");
  clear_away(t);
}

/* 5.7: artillery of an attacking hex counts towards the limit, so it may be the one over it. */
static void r5_7_a_gun_over_the_limit(void **s) {
  (void)s;
  struct table *t = lay(N,
                        UNCHECKED(DE("a", "inf", "0605") C DE("b", "inf", "0605") C DE(
                            "c", "inf", "0605") C DE("g", "art", "0605") C RU("x", "inf", "0606")),
                        "");
  acts(t, "german", "target 0606; from 0605");
  refused(t, "german", "attack", "5.7");
  offered(t, "german", "excess g", "5.7");
  acts(t, "german", "excess g; attack");
  clear_away(t);
}

/* 5.7: an excess is named for one combat; for the next it is named again. */
static void r5_7_named_again(void **s) {
  (void)s;
  struct table *t =
      lay(N,
          UNCHECKED(DE("a", "inf", "0605") C DE("b", "inf", "0505") C RU("x", "inf", "0606")
                        C RU("y", "inf", "0606") C RU("z", "inf", "0606") C RU("w", "inf", "0606")),
          "6 1");
  acts(t, "german", "target 0606; from 0605; attack");
  refused(t, "soviet", "commit", "5.7");
  acts(t, "soviet", "excess w; commit; pass");
  act(t, "german", "roll"); /* 4 to 12: nothing on row 6 */
  stands(t, "x", "0606", 2);
  acts(t, "german", "target 0606; from 0505; attack");
  refused(t, "soviet", "commit", "5.7");
  acts(t, "soviet", "excess z; commit");
  clear_away(t);
}

/* 7.a.2.3: a buried tank alone in its hex does not elect to retreat; with a rifle unit it may. */
static void r7_a_2_3_a_buried_tank(void **s) {
  (void)s;
  struct table *t =
      lay(N, FIGHT(DE("a", "inf", "0605") C RU("b", "tank", "0606", MARK("buried"))), "");
  acts(t, "german", "target 0606; from 0605; attack");
  refused(t, "soviet", "elect retreat", "7.a.2.3");
  clear_away(t);
  t = lay(N,
          FIGHT(DE("a", "inf", "0605") C RU("b", "tank", "0606", MARK("buried"))
                    C RU("x", "inf", "0606")),
          "");
  acts(t, "german", "target 0606; from 0605; attack");
  act(t, "soviet", "elect retreat");
  clear_away(t);
}

/* 7.a.10.1: free hexes are for those who made the frontal advance in this combat; a combat before
 * leaves none. */
static void r7_a_10_1_none_left_over(void **s) {
  (void)s;
  struct table *t =
      lay(N,
          FIGHT(DE("a", "mech", "0605", STRONG) C DE("b", "mech", "0605", STRONG)
                    C DE("f", "inf", "0905") C RU("x", "inf", "0606") C RU("y", "inf", "0906")),
          "6 1 1 1");
  attack(t, "german", "0906", "0905");
  act(t, "german", "roll");
  attack(t, "german", "0606", "0605");
  act(t, "german", "roll");
  acts(t, "german", "advance a 0606; end advance");
  says(t, "7.a.10.1", "The front is ruptured in 0606 by 4.");
  refused(t, "german", "advance b 0604", "7.a.10.1");
  not_offered(t, "german", "advance b 0604");
  act(t, "german", "advance a 0607");
  clear_away(t);
}

/* 7.a.3.1: guns that were named and then not fired have nothing to do with the combat: they stay
 * when the attackers of their hex are thrown back. */
static void r7_a_3_1_called_off(void **s) {
  (void)s;
  struct table *t =
      lay(N,
          FIGHT(DE("a", "inf", "0605", FAC("\"af\":1,\"steps\":5")) C DE("g", "art", "0605")
                    C RU("x", "inf", "0606", FAC("\"df\":9,\"steps\":9"))),
          "6 4");
  acts(t, "german", "target 0606; from 0605; attack");
  act(t, "soviet", "commit");
  offered(t, "german", "add g", NULL);
  not_offered(t, "german", "fire");
  refused(t, "german", "fire", "7.a.3.1");
  act(t, "german", "add g");
  offered(t, "german", "fire", NULL);
  act(t, "german", "pass");
  act(t, "soviet", "pass");
  act(t, "german", "roll");
  happened(t, "7.a.7.3", "forced");
  act(t, "german", "retreat 0604");
  stands(t, "a", "0604", 2);
  stands(t, "g", "0605", 2);
  unmarked(t, "g", "turned");
  clear_away(t);
}

/* 13.art.3: the card of a bombardment names the guns that fire and no others, and of forty-one as
 * many as it has lines; they all fire. */
static void r13_art_3_the_guns_on_the_card(void **s) {
  (void)s;
  struct table *t = lay(N,
                        PLAIN PHASE("german.bombardment") TURN(2)
                            UNITS(DE("g", "art", "0603", FAC("\"bomb\":5")) C DE("k", "art", "0604")
                                      C DE("m", "inf", "0604") C RU("x", "inf", "0606")),
                        "");
  acts(t, "german", "target 0606; add g");
  ask(t, "{\"cmd\":\"actions\",\"side\":\"german\"}");
  assert_int_equal(cJSON_GetArraySize(field(t->last, "prompt.cards[0].sides[0].lines")), 1);
  card(t, "german", "13.art.3", "5");
  clear_away(t);
  char units[6000] = "", pos[7000];
  int n = 0;
  for (int i = 0; i < 41; i++)
    n += snprintf(units + n, sizeof units - (size_t)n,
                  "{\"name\":\"g%d\",\"side\":\"german\",\"kind\":\"art\",\"hex\":\"0603\","
                  "\"factors\":{\"bomb\":1}},",
                  i);
  snprintf(pos, sizeof pos,
           PLAIN "\"unchecked\":true," PHASE("german.bombardment") TURN(2) "\"units\":[%s%s]",
           units, RU("x", "inf", "0606"));
  t = lay(N, pos, "6");
  act(t, "german", "target 0606");
  for (int i = 0; i < 41; i++) {
    char line[20];
    snprintf(line, sizeof line, "add g%d", i);
    act(t, "german", line);
  }
  ask(t, "{\"cmd\":\"actions\",\"side\":\"german\"}");
  assert_int_equal(cJSON_GetArraySize(field(t->last, "prompt.cards[0].sides[0].lines")), 40);
  act(t, "german", "fire");
  says(t, "13.art.3", "0606 is bombarded with 41 factors, die 6: D+2.");
  clear_away(t);
}

/* 7.a.7.5, 5.8: what a stack loses on its way back is no part of the open combat: the enemy hears
 * of a loss, and not whose. */
static void r7_a_7_5_whose_loss(void **s) {
  (void)s;
  struct table *t =
      lay(N,
          FIGHT(DE("a", "inf", "0605", FAC("\"af\":18,\"steps\":9")) C DE("b", "inf", "0608")
                    C DE("c", "inf", "0406") C DE("d", "inf", "0806")
                        C RU("x", "inf", "0606", FAC("\"df\":3,\"steps\":3"))
                            C RU("y", "inf", "0606", FAC("\"df\":3,\"steps\":3"))),
          "1 6");
  attack(t, "german", "0606", "0605");
  act(t, "german", "roll");
  acts(t, "soviet", "lose x; lose x; lose y; lose y; retreat 0607; lose y");
  says(t, "7.a.7.5", "y is eliminated.");
  stands(t, "x", "0607", 1);
  clear_away(t);
  t = lay(N,
          FIGHT(DE("a", "inf", "0605", FAC("\"af\":18,\"steps\":9")) C DE("b", "inf", "0608")
                    C DE("c", "inf", "0406") C DE("d", "inf", "0806")
                        C RU("x", "inf", "0606", FAC("\"df\":3,\"steps\":3"))
                            C RU("y", "inf", "0606", FAC("\"df\":3,\"steps\":4"))),
          "1 6");
  attack(t, "german", "0606", "0605");
  act(t, "german", "roll");
  acts(t, "soviet", "lose x; lose x; lose y; lose y; retreat 0607; lose y");
  says(t, "7.a.7.5", "y loses a step.");
  assert_int_equal(heard(t, "german", "y loses a step."), 2); /* those of the combat */
  assert_int_equal(heard(t, "german", "A unit in 0607 loses a step."), 1);
  clear_away(t);
}

/* opt.tank.1: without that rule no lost tank is counted. */
static void opt_tank_1_off(void **s) {
  (void)s;
  for (int on = 0; on < 2; on++) {
    struct table *t = lay_with(N, on ? "\"tank\":true" : NULL,
                               PLAIN PHASE("german.bombardment") TURN(2)
                                   UNITS(DE("g", "art", "0603", FAC("\"bomb\":40"))
                                             C RU("x", "tank", "0606", FAC("\"steps\":3"))),
                               "6", NULL, __FILE__, __LINE__);
    acts(t, "german", "target 0606; add g; fire");
    stands(t, "x", "0606", 1);
    assert_int_equal(var_of(t, "soviet_tanks_lost"), on ? 2 : 0);
    clear_away(t);
  }
}

/* T1: the bonuses of the ground add up to three times the factors, and no further. */
static void t1_three_times(void **s) {
  (void)s;
  static const struct {
    const char *set, *total;
  } row[] = {{"\"clear\",\"fort_1_3\",\"hill_dp\"", "15/2"},
             {"\"woods\",\"fort_1_3\",\"hill_dp\"", "9"},
             {"\"woods\",\"town\",\"fort_1_3\",\"hill_dp\"", "9"}};
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    char pos[600];
    snprintf(pos, sizeof pos,
             PLAIN PHASE("german.combat")
                 TURN(2) "\"terrain\":[{\"hex\":\"0606\",\"set\":[%s]}],\"units\":[%s,%s]",
             row[i].set, DE("a", "inf", "0605"), RU("x", "inf", "0606", FAC("\"df\":3")));
    struct table *t = lay(N, pos, "");
    attack(t, "german", "0606", "0605");
    card(t, "german", "7.a.6.2", row[i].total);
    clear_away(t);
  }
}

/* 7.a.6.2: a card has forty lines; what else fights, supports or flies counts all the same. */
static void r7_a_6_2_more_than_forty(void **s) {
  (void)s;
  char units[6000] = "", pos[7000];
  int n = 0;
  for (int i = 0; i < 39; i++)
    n += snprintf(units + n, sizeof units - (size_t)n,
                  "{\"name\":\"a%d\",\"side\":\"german\",\"kind\":\"inf\",\"hex\":\"0605\","
                  "\"factors\":{\"af\":4}},",
                  i);
  snprintf(pos, sizeof pos,
           PLAIN "\"unchecked\":true," PHASE("german.movement") TURN(2) "\"units\":[%s%s]", units,
           RU("x", "inf", "0606", FAC("\"df\":1,\"steps\":9"))
               C RU("g", "art", "0608", FAC("\"bomb\":8"))
                   C AIR("b", "german", "bomber", "air.german.attack", FAC("\"bomb\":3")));
  struct table *t = lay(N, pos, "6 1");
  acts(t, "german", "cas b; put 0605; end movement; target 0606; from 0605");
  for (int i = 3; i < 39; i++) {
    char line[20];
    snprintf(line, sizeof line, "excess a%d", i);
    act(t, "german", line);
  }
  acts(t, "german", "support b; attack");
  act(t, "soviet", "commit");
  acts(t, "soviet", "support g; pass");
  card(t, "german", "7.a.6.1", "5:1"); /* 12 and 3 to 1 and 2 */
  act(t, "german", "roll");
  happened(t, "7.a.6.4", "combat");
  clear_away(t);
}

/* 11.4: with pioneers a mine die of 1 to 6 adds 1 1 2 2 3 3. */
static void r11_4_each_face(void **s) {
  (void)s;
  for (int die = 1; die <= 6; die++) {
    char dice[16], words[80];
    snprintf(dice, sizeof dice, "%d 6 1", die);
    struct table *t = lay(N,
                          PLAIN PHASE("german.combat")
                              TURN(2) "\"marks\":[{\"hex\":\"0606\",\"mark\":\"mine\"}]," UNITS(
                                  DE("a", "inf", "0605") C DE("p", "pio", "0605")
                                      C RU("x", "inf", "0606", FAC("\"steps\":9"))),
                          dice);
    attack(t, "german", "0606", "0605");
    act(t, "german", "roll");
    snprintf(words, sizeof words, "Mines in 0606: die %d, %d to the defence.", die, (die + 1) / 2);
    says(t, "11.4", words);
    clear_away(t);
  }
}

/* T2: before the attack is committed both sides see the chances, as far as they know. */
static void t2_chances_before(void **s) {
  (void)s;
  struct table *t = lay(
      N, FIGHT(DE("a", "inf", "0605") C RU("x", "inf", "0606", FAC("\"df\":4,\"steps\":9"))), "");
  acts(t, "german", "target 0606; from 0605");
  outcome(t, "german", "D2 A0", 1, 9); /* 1:1: four dice of six, one of six */
  act(t, "german", "attack");
  outcome(t, "soviet", "D2 A0", 1, 9);
  clear_away(t);
}

/* 12.cas.3: a bomber that waits in its box supports no defence. */
static void r12_cas_3_not_from_the_box(void **s) {
  (void)s;
  struct table *t = lay(N,
                        SFIGHT(RU("a", "inf", "0605") C DE("x", "inf", "0606")
                                   C AIR("b", "german", "bomber", "air.german.defence")),
                        "");
  acts(t, "soviet", "target 0606; from 0605; attack");
  refused(t, "german", "support b", "12.cas.3");
  because(t, "german", "support b", "gives no support");
  not_offered(t, "german", "support b");
  clear_away(t);
}

/* 10.4: a German trench helps Germans only. */
static void r10_4_no_soviets(void **s) {
  (void)s;
  for (int soviet = 0; soviet < 2; soviet++) {
    char pos[700];
    snprintf(pos, sizeof pos,
             PLAIN "\"phase\":\"%s.combat\"," TURN(2) "\"terrain\":[{\"hex\":\"0606\",\"set\":["
                                                      "\"clear\",\"german_trench\"]}],\"units\":["
                                                      "%s,%s]",
             soviet ? "german" : "soviet", soviet ? DE("a", "inf", "0605") : RU("a", "inf", "0605"),
             soviet ? RU("x", "inf", "0606", FAC("\"df\":4"))
                    : DE("x", "inf", "0606", FAC("\"df\":4")));
    struct table *t = lay(N, pos, "");
    const char *side = soviet ? "german" : "soviet";
    attack(t, side, "0606", "0605");
    assert_int_equal(step_by(t, side, "10.4"), !soviet);
    card(t, side, "7.a.6.2", soviet ? "4" : "6");
    clear_away(t);
  }
}

/* 10.4: works never help Germans. */
static void r10_4_no_germans(void **s) {
  (void)s;
  struct table *t = lay(N,
                        PLAIN PHASE("soviet.combat")
                            TURN(2) "\"terrain\":[{\"hex\":\"0606\",\"set\":["
                                    "\"clear\",\"fort_1_3\"]}]," UNITS(RU("a", "inf", "0605") C DE(
                                        "x", "inf", "0606", FAC("\"df\":4"))),
                        "");
  attack(t, "soviet", "0606", "0605");
  card(t, "soviet", "7.a.6.2", "4");
  assert_false(step_by(t, "soviet", "10.1"));
  clear_away(t);
}

/* 7.a.7.4: a hex that is not the next one is no choice; in a zone without friends the retreat goes
 * on by 7.a.7.2, and two units are told of as two. */
static void r7_a_7_4_not_next(void **s) {
  (void)s;
  struct table *t =
      lay(N,
          FIGHT(DE("a", "inf", "0605", FAC("\"af\":18,\"steps\":9")) C DE("b", "inf", "0608")
                    C DE("c", "inf", "0406") C DE("d", "inf", "0806")
                        C RU("x", "inf", "0606", FAC("\"df\":3,\"steps\":3"))
                            C RU("y", "inf", "0606", FAC("\"df\":3,\"steps\":4"))),
          "1 6");
  attack(t, "german", "0606", "0605");
  act(t, "german", "roll");
  acts(t, "soviet", "lose x; lose x; lose y; lose y");
  refused(t, "soviet", "retreat 0101", "7.a.7.4");
  act(t, "soviet", "retreat 0607");
  says(t, "7.a.7.2", "y and its stack retreat to 0607.");
  clear_away(t);
}

/* 7.a.7.2, 6.zoc.7: friends shelter a retreat only where there is a zone to shelter from. */
static void r6_zoc_7_no_shelter_needed(void **s) {
  (void)s;
  for (int zone = 0; zone < 2; zone++) {
    char pos[900];
    snprintf(pos, sizeof pos, PLAIN PHASE("german.combat") TURN(2) "\"units\":[%s,%s,%s,%s]",
             DE("a", "inf", "0605", FAC("\"af\":18,\"steps\":9")),
             zone ? DE("b", "inf", "0608") : DE("b", "inf", "0611"),
             RU("x", "inf", "0606", FAC("\"df\":6,\"steps\":6")), RU("y", "inf", "0607"));
    struct table *t = lay(N, pos, "1 6");
    attack(t, "german", "0606", "0605");
    act(t, "german", "roll");
    act(t, "soviet", "retreat 0607");
    says(t, zone ? "6.zoc.7" : "7.a.7.2", "x retreats to 0607.");
    clear_away(t);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(r7_a_1_1_once),
      cmocka_unit_test(r5_7_a_crowd_that_does_not_attack),
      cmocka_unit_test(r5_7_a_gun_over_the_limit),
      cmocka_unit_test(r5_7_named_again),
      cmocka_unit_test(r7_a_2_3_a_buried_tank),
      cmocka_unit_test(r7_a_10_1_none_left_over),
      cmocka_unit_test(r7_a_3_1_called_off),
      cmocka_unit_test(r13_art_3_the_guns_on_the_card),
      cmocka_unit_test(r7_a_7_5_whose_loss),
      cmocka_unit_test(opt_tank_1_off),
      cmocka_unit_test(t1_three_times),
      cmocka_unit_test(r10_4_no_germans),
      cmocka_unit_test(r12_cas_3_not_from_the_box),
      cmocka_unit_test(r10_4_no_soviets),
      cmocka_unit_test(r7_a_7_4_not_next),
      cmocka_unit_test(r6_zoc_7_no_shelter_needed),
      cmocka_unit_test(r11_4_each_face),
      cmocka_unit_test(t2_chances_before),
      cmocka_unit_test(r7_a_6_2_more_than_forty),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
