/* test_03_turn.c - chapter 3: the sequence of play and its end. */
#include "table.h"

static void r3_1_sequence(void **s) {
  (void)s;
  struct table *t = lay(N,
                        PLAIN PHASE("soviet.combat") TURN(2)
                            UNITS(DE("a", "inf", "0101") C RU("x", "inf", "1212")),
                        "");
  do_nothing(t, "soviet");
  happened(t, "3.1", "turn");
  ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
  assert_string_equal(text_of(t->last, "view.phase"), "construction");
  assert_int_equal(int_of(t->last, "view.turn.n"), 3);
  clear_away(t);
}

static void r3_4_last_turn(void **s) {
  (void)s;
  struct table *t = lay(N,
                        PLAIN PHASE("soviet.combat") TURN(10)
                            UNITS(DE("a", "inf", "0101") C RU("x", "inf", "1212")),
                        "");
  do_nothing(t, "soviet");
  happened(t, "3.4", "over");
  result(t, "soviet", "14.4");
  clear_away(t);
}

static void largest_map(void **s) { /* 8.2: mines anywhere, on the largest plain map there is */
  (void)s;
  struct table *t = lay("alea/south",
                        "\"map\":\"plain:64x64\"," PHASE("construction") TURN(3)
                            UNITS(DE("x", "inf", "0707") C RU("y", "inf", "0710")),
                        "");
  ask(t, "{\"cmd\":\"actions\",\"side\":\"soviet\"}");
  assert_true(cJSON_GetArraySize(field(t->last, "actions")) > 4000);
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(r3_1_sequence),
      cmocka_unit_test(r3_4_last_turn),
      cmocka_unit_test(largest_map),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
