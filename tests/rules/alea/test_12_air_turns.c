/* test_12_air_turns.c - chapter 12 from one turn to the next, and what is left of a shot. */
#include "table.h"

#define GF(n, box, f) AIR(n, "german", "fighter", "air.german." box, FAC(f))
#define GB(n, box, f) AIR(n, "german", "bomber", "air.german." box, FAC(f))
#define SF(n, box, f) AIR(n, "soviet", "fighter", "air.soviet." box, FAC(f))
#define SB(n, box, f) AIR(n, "soviet", "bomber", "air.soviet." box, FAC(f))
#define MEN DE("x", "inf", "0101") C RU("y", "inf", "1212")
#define SKY(...) PLAIN PHASE("air.combat") TURN(2) UNITS(__VA_ARGS__ C MEN)
#define FUEL(fuel, ...)                                                                            \
  lay_with(N, "\"fuel\":true",                                                                     \
           PLAIN PHASE("air.assign") TURN(2) "\"vars\":{\"fuel\":" #fuel                           \
                                             "}," UNITS(__VA_ARGS__ C MEN),                        \
           "", NULL, __FILE__, __LINE__)

/* opt.fuel.1: the point is spent although more than fifteen steps are in the boxes already. */
static void opt_fuel_1_for_those_in_the_boxes(void **s) {
  (void)s;
  struct table *t = FUEL(6, GB("b", "attack", "\"steps\":4") C GB("c", "attack", "\"steps\":4"));
  act(t, "german", "fuel spend");
  refused(t, "german", "fuel save", "opt.fuel.2"); /* sixteen */
  act(t, "german", "fly c available");
  act(t, "german", "fuel save");
  clear_away(t);
}

/* opt.fuel.1: a point serves one turn; the next begins without. */
static void opt_fuel_1_one_turn(void **s) {
  (void)s;
  struct table *t = FUEL(6, GB("b", "available", "\"steps\":4,\"bomb\":1")
                                C GB("c", "available", "\"steps\":4,\"bomb\":1"));
  acts(t, "german", "fuel spend; fly b attack; fly c attack; commit");
  act(t, "soviet", "commit");
  assert_int_equal(var_of(t, "fuel"), 5);
  until(t, "construction");
  until(t, "air.assign");
  act(t, "german", "fly b attack");
  refused(t, "german", "fly c attack", "opt.fuel.2");
  refused(t, "german", "fuel save", "opt.fuel.1"); /* it is the choice already */
  act(t, "german", "commit");
  act(t, "soviet", "commit");
  assert_int_equal(var_of(t, "fuel"), 5);
  clear_away(t);
}

/* 12.air.5: a bomber never begins to fire, even one whose factor has no parentheses. */
static void r12_air_5_bombers_never_start(void **s) {
  (void)s;
  struct table *t =
      lay(N,
          SKY(GF("f", "attack", "\"air\":2") C GB("b", "attack", "\"air\":2,\"airdef\":0")
                  C SF("e", "defence", "\"air\":2")),
          "");
  refused(t, "german", "aim b 1", "12.air.5");
  act(t, "german", "aim f 1");
  clear_away(t);
}

/* 12.air.6: only a bomber that was hit is asked; one that was missed answers at once. */
static void r12_air_6_missed(void **s) {
  (void)s;
  struct table *t = lay(
      N,
      SKY(GF("f", "defence", "\"air\":2,\"steps\":1") C SB("b", "attack", "\"air\":1,\"steps\":1")),
      "3 1");
  acts(t, "german", "aim f 1; commit");
  says(t, "12.air.3", "German counter 1 fires at counter 1: 0 hits.");
  says(t, "12.air.4", "f is eliminated.");
  stands(t, "b", "air.soviet.attack", 1);
  clear_away(t);
}

/* 12.air.4: a shot at a bomber that has gone home is lost. */
static void r12_air_4_gone_home(void **s) {
  (void)s;
  struct table *t = lay(N,
                        SKY(GF("f", "defence", "\"air\":2,\"steps\":1")
                                C GF("g", "defence", "\"air\":2,\"steps\":1")
                                    C SB("b", "attack", "\"air\":1,\"steps\":2")),
                        "1 3");
  acts(t, "german", "aim f 1; aim g 1; commit");
  acts(t, "german", "open f");
  act(t, "soviet", "abort");
  says(t, "12.air.6", "Soviet counter 1 aborts.");
  stands(t, "b", "air.soviet.available", 1); /* and g has thrown no die */
  clear_away(t);
}

/* 12.air.2: the side whose turn it is names a fighter of its own. */
static void r12_air_2_own_fighters(void **s) {
  (void)s;
  struct table *t = lay(N,
                        SKY(GF("f", "attack", "\"air\":2,\"steps\":1")
                                C GF("g", "attack", "\"air\":2,\"steps\":1")
                                    C SF("e", "defence", "\"air\":2,\"steps\":1")),
                        "");
  acts(t, "german", "aim f 1; aim g 1; commit");
  acts(t, "soviet", "aim e 1; commit");
  at_node(t, "german", "air.fire");
  refused(t, "german", "open e", "12.air.4"); /* it has a shot, but it is not German */
  offered(t, "german", "open f", NULL);
  clear_away(t);
}

/* 12.end, 12.3: a new turn begins with empty boxes, and nothing is shown of them before both
 * sides have sent their aircraft. */
static void r12_3_nothing_before_the_reveal(void **s) {
  (void)s;
  struct table *t = lay(N,
                        SKY(GF("f", "attack", "\"air\":2") C SF("e", "attack", "\"air\":2")
                                C GB("b", "defence", "\"bomb\":4")),
                        "");
  for (int turn = 0; turn < 2; turn++) {
    const cJSON *b;
    int shown = 0;
    ask(t, "{\"cmd\":\"view\",\"side\":\"soviet\"}");
    cJSON_ArrayForEach(b, field(t->last, "view.boxes")) {
      if (!strncmp(text_of(b, "id"), "air.", 4) && field(b, "count"))
        shown++;
    }
    assert_int_equal(shown, turn ? 0 : 4);
    until(t, "construction");
    until(t, "air.assign");
  }
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(opt_fuel_1_for_those_in_the_boxes),
      cmocka_unit_test(opt_fuel_1_one_turn),
      cmocka_unit_test(r12_air_5_bombers_never_start),
      cmocka_unit_test(r12_air_6_missed),
      cmocka_unit_test(r12_air_4_gone_home),
      cmocka_unit_test(r12_air_2_own_fighters),
      cmocka_unit_test(r12_3_nothing_before_the_reveal),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
