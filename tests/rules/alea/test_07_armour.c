/* test_07_armour.c - 7.a.5: armoured combat, shot by shot. */
#include "table.h"

static void y8_armour(void **s) {
  (void)s;
  const char *pos =
      FIGHT(DE("tiger", "tank", "0605", FAC("\"arm\":5")) C DE("pz3", "tank", "0605")
                C DE("inf", "inf", "0605") C DE("away", "tank", "0101") C RU("t34", "tank", "0606")
                    C RU("f", "atf", "0606", FAC("\"arm\":4,\"steps\":1")));
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

static void r7_a_5_2_order(void **s) {
  (void)s;
  /* equal factors: more armoured units first; the attacker when equal */
  struct table *t =
      lay(N, FIGHT(DE("p", "tank", "0605") C RU("x", "tank", "0606") C RU("y", "tank", "0606")),
          "6 6 6");
  attack(t, "german", "0606", "0605");
  at_node(t, "soviet", "combat.armour");
  act(t, "soviet", "shoot x p"); /* answered: p has fired */
  refused(t, "soviet", "shoot x p", "7.a.5.4");
  act(t, "soviet", "shoot y p");
  never(t, "response"); /* it responds once */
  at_node(t, "german", "combat.roll");
  clear_away(t);
  t = lay(N, FIGHT(DE("p", "tank", "0605") C RU("x", "tank", "0606")), "");
  attack(t, "german", "0606", "0605");
  at_node(t, "german", "combat.armour");
  clear_away(t);
  /* 5 halved is 3 */
  t = lay(N,
          FIGHT(DE("p", "tank", "0605", FAC("\"arm\":5") MARK("dsg"))
                    C RU("x", "tank", "0606", FAC("\"arm\":4"))),
          "");
  attack(t, "german", "0606", "0605");
  at_node(t, "soviet", "combat.armour");
  clear_away(t);
  /* an AT Front does not attack */
  t = lay(N, SFIGHT(RU("f", "atf", "0605") C RU("x", "tank", "0605") C DE("p", "tank", "0606")),
          "");
  attack(t, "soviet", "0606", "0605");
  at_node(t, "soviet", "combat.armour");
  refused(t, "soviet", "shoot f p", "7.a.5.1");
  clear_away(t);
}

/* die 3 hits with factor 3, die 4 misses; a buried target is one harder */
static void r7_a_5_3_to_hit(void **s) {
  (void)s;
  for (int die = 2; die <= 4; die++)
    for (int buried = 0; buried < 2; buried++) {
      char dice[16];
      snprintf(dice, sizeof dice, "%d 6", die);
      struct table *t =
          lay(N,
              buried ? FIGHT(DE("p", "tank", "0605") C RU("x", "tank", "0606", MARK("buried")))
                     : FIGHT(DE("p", "tank", "0605") C RU("x", "tank", "0606")),
              dice);
      attack(t, "german", "0606", "0605");
      act(t, "german", "shoot p x");
      stands(t, "x", "0606", die + buried <= 3 ? 1 : 2);
      clear_away(t);
    }
}

static void r7_a_5_6_other_units(void **s) {
  (void)s;
  struct table *t = lay(N,
                        FIGHT(DE("p", "tank", "0605") C DE("q", "tank", "0605")
                                  C DE("r", "tank", "0605", MARK("dsg")) C RU("x", "inf", "0606")
                                      C RU("g", "art", "0606")),
                        "1 2 1 1");
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
  refused(t, "german", "shoot r g", "7.a.5.1");
  refused(t, "german", "cancel", "7.a.1.3");
  clear_away(t);
}

/* factor = steps: die 2 of a two-step unit hits, die 3 does not; artillery is silent */
static void r7_a_5_7_who_answers(void **s) {
  (void)s;
  static const struct {
    const char *kind;
    bool answers;
  } row[] = {{"inf", true},  {"mot", true},     {"mech", true}, {"hq", true},
             {"art", false}, {"rocket", false}, {"aa", false}};
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    char pos[500];
    snprintf(pos, sizeof pos,
             PLAIN PHASE("german.combat")
                 TURN(2) "\"units\":[%s,{\"name\":\"x\",\"side\":\"soviet\",\"kind\":\"%s\","
                         "\"hex\":\"0606\",\"factors\":{\"steps\":2}}]",
             DE("p", "tank", "0605"), row[i].kind);
    struct table *t = lay(S_, pos, row[i].answers ? "6 2" : "6");
    attack(t, "german", "0606", "0605");
    act(t, "german", "shoot p x");
    if (row[i].answers)
      happened(t, "7.a.5.7", "response");
    else
      never(t, "response");
    stands(t, "p", "0605", row[i].answers ? 1 : 2);
    clear_away(t);
  }
}

static void r7_a_5_8_suppressed_ends(void **s) {
  (void)s;
  struct table *t =
      lay(N,
          PLAIN PHASE("german.combat")
              UNITS(DE("a", "inf", "0101") C RU("x", "inf", "0606", MARK("suppressed"))),
          "");
  marked(t, "x", "suppressed");
  ask(t, "{\"cmd\":\"actions\",\"side\":\"german\"}");
  assert_string_equal(text_of(t->last, "prompt.node"), "combat"); /* nobody has to attack */
  cites(t, "prompt.rule", "7.1");
  do_nothing(t, "german");
  ask(t, "{\"cmd\":\"events\",\"side\":\"soviet\",\"since\":0}");
  assert_string_equal(text_of(t->last, "events[0].kind"), "eased");
  cites(t, "events[0].rule", "7.a.5.8");
  unmarked(t, "x", "suppressed");
  clear_away(t);
}

static void r7_a_5_9_nothing_more(void **s) {
  (void)s;
  struct table *t = lay(
      N,
      PLAIN PHASE("german.bombardment") TURN(2)
          UNITS(DE("g", "art", "0602", FAC("\"bomb\":20")) C RU("x", "inf", "0606", MARK("dsg"))),
      "3");
  acts(t, "german", "target 0606; add g; fire");
  cited(t, "soviet", "7.a.5.9", "dsg");
  marked(t, "x", "dsg");
  unmarked(t, "x", "suppressed");
  clear_away(t);
}

static void r7_a_5_10_one_side_gone(void **s) {
  (void)s;
  struct table *t = lay(N,
                        FIGHT(DE("p", "tank", "0605", FAC("\"arm\":5"))
                                  C RU("x", "tank", "0606", STEPS(1) FAC("\"arm\":1"))),
                        "1");
  attack(t, "german", "0606", "0605");
  act(t, "german", "shoot p x");
  happened(t, "7.a.5.10", "wiped");
  act(t, "german", "advance p 0606");
  happened(t, "7.a.9.1", "advances");
  clear_away(t);
}

/* 7.a.5.3: only at enemies in this combat */
static void r7_a_5_3_at_whom(void **s) {
  (void)s;
  struct table *t = lay(N,
                        FIGHT(DE("p", "tank", "0605", FAC("\"af\":9")) C RU("x", "tank", "0606")
                                  C RU("y", "tank", "0607")),
                        NULL);
  attack(t, "german", "0606", "0605");
  refused(t, "german", "shoot p y", "7.a.5.3");
  because(t, "german", "shoot p y", "y is not an enemy in this combat");
  act(t, "german", "shoot p x");
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(y8_armour),
      cmocka_unit_test(r7_a_5_2_order),
      cmocka_unit_test(r7_a_5_3_to_hit),
      cmocka_unit_test(r7_a_5_6_other_units),
      cmocka_unit_test(r7_a_5_7_who_answers),
      cmocka_unit_test(r7_a_5_8_suppressed_ends),
      cmocka_unit_test(r7_a_5_9_nothing_more),
      cmocka_unit_test(r7_a_5_10_one_side_gone),
      cmocka_unit_test(r7_a_5_3_at_whom),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
