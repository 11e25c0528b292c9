/* test_01_turns.c - nullgame 1: turns and supply points. */
#include "table.h"

#include <stdio.h>
#include <string.h>

/* Both sides do nothing until the next orders. */
static void end_turn(struct table *t, const char *from) {
  static const char *const order[] = {"german.supply", "german.movement", "german.attack",
                                      "soviet.supply", "soviet.movement", "soviet.attack"};
  int i = 0;
  while (strcmp(order[i], from))
    i++;
  for (; i < 6; i++)
    act(t, i < 3 ? "german" : "soviet", "done");
}

static void r1_1_turns(void **s) { /* the option says how many */
  (void)s;
  struct table *t = lay_with("nullgame", "\"turns\":1",
                             PLAIN PHASE("soviet.attack") UNITS(AT("de.1.inf", "0108")), "", NULL,
                             __FILE__, __LINE__);
  act(t, "soviet", "done");
  happened(t, "6.2", "over");
  clear_away(t);
}

static void r1_1_sequence(void **s) {
  (void)s;
  struct table *t =
      lay("nullgame", PLAIN PHASE("german.supply") "\"turn\":1," UNITS(AT("de.1.inf", "0108")), "");
  end_turn(t, "german.supply");
  happened(t, "1.1", "turn");
  ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
  assert_string_equal(text_of(t->last, "view.phase"), "orders");
  assert_int_equal(int_of(t->last, "view.turn.n"), 2);
  clear_away(t);
}

static void r1_2_points(void **s) {
  (void)s;
  struct table *t =
      lay("nullgame",
          PLAIN PHASE("soviet.attack") "\"vars\":{\"german_points\":3,\"soviet_points\":9}," UNITS(
              AT("de.1.inf", "0108")),
          "");
  act(t, "soviet", "done");
  ask(t, "{\"cmd\":\"view\",\"side\":\"all\"}");
  assert_int_equal(int_of(t->last, "view.vars.german_points"), 4);
  assert_int_equal(int_of(t->last, "view.vars.soviet_points"), 9); /* never more than nine */
  ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
  assert_null(field(t->last, "view.vars.soviet_points"));
  clear_away(t);
  t = lay(
      "nullgame",
      PLAIN PHASE("german.supply") "\"vars\":{\"german_points\":3}," UNITS(AT("de.1.inf", "0108")),
      "");
  ask(t, "{\"cmd\":\"actions\",\"side\":\"german\"}");
  assert_int_equal(int_of(t->last, "prompt.forms[0].totals[0].value"), 3);
  cites(t, "prompt.forms[0].totals[0].rule", "1.2");
  clear_away(t);
}

/* A player who tries something else is told what is decided now. */
static void r1_1_what_is_decided_now(void **s) {
  (void)s;
  static const struct {
    const char *phase, *action, *rule, *words;
  } row[] = {
      {"german.supply", "move de.1.inf", "3.2",
       "Now bring up reserves or rebuild, then end supply."},
      {"german.movement", "attack", "4.1", "Now choose a unit to move, or end movement."},
      {"german.attack", "move de.1.inf", "5.1", "Now choose a hex to attack, or end the attacks."},
  };
  for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
    char position[200];
    snprintf(position, sizeof position, PLAIN "\"phase\":\"%s\"," UNITS(AT("de.1.inf", "0108")),
             row[i].phase);
    struct table *t = lay("nullgame", position, "");
    ask(t, "{\"cmd\":\"why\",\"side\":\"german\",\"action\":\"%s\"}", row[i].action);
    assert_string_equal(text_of(t->last, "error.rule"), row[i].rule);
    assert_string_equal(text_of(t->last, "error.text"), row[i].words);
    refused(t, "german", row[i].action, row[i].rule);
    clear_away(t);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(r1_1_turns),
      cmocka_unit_test(r1_1_sequence),
      cmocka_unit_test(r1_2_points),
      cmocka_unit_test(r1_1_what_is_decided_now),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
