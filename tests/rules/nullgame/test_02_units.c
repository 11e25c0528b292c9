/* test_02_units.c - nullgame 2: steps, hidden units, guns, stacking. */
#include "table.h"

static void r2_1_steps(void **s) {
  (void)s;
  struct table *t =
      lay("nullgame",
          PLAIN PHASE("german.attack") "\"vars\":{\"soviet_stance\":\"press\"}," UNITS(
              AT("de.pz.a", "0505") "," AT1("de.1.inf", "0605") "," AT("ru.1.rifle", "0504")),
          "3");
  /* 5:3 = 1:1, a 3 is EX: both lose a step */
  acts(t, "german", "target 0504; add de.pz.a; attack");
  happened(t, "2.1", "loss");
  stands(t, "de.pz.a", "0505", 1);
  stands(t, "ru.1.rifle", "0504", 1);
  clear_away(t);
  t = lay("nullgame",
          PLAIN PHASE("soviet.movement") UNITS(AT("de.pak", "0505") "," AT1("ru.1.rifle", "0502")),
          "6");
  acts(t, "soviet", "move ru.1.rifle; step 0503");
  act(t, "german", "fire de.pak");
  happened(t, "2.1", "eliminated");
  stands(t, "ru.1.rifle", "-", 0);
  clear_away(t);
}

static void r2_2_hidden(void **s) {
  (void)s;
  struct table *t =
      lay("nullgame",
          PLAIN PHASE("german.movement") UNITS(AT("de.1.inf", "0507") "," AT("ru.1.rifle", "0504")),
          "");
  ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
  assert_string_equal(text_of(t->last, "view.units[1].id"), "?1");
  assert_string_equal(text_of(t->last, "view.units[1].at"), "0504");
  assert_true(cJSON_IsNull(field(t->last, "view.units[1].count")));
  acts(t, "german", "move de.1.inf; step 0506");
  never(t, "known");
  act(t, "german", "step 0505");
  happened(t, "2.2", "known");
  ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
  assert_string_equal(text_of(t->last, "view.units[1].id"), "ru.1.rifle");
  clear_away(t);
}

static void r2_3_guns(void **s) {
  (void)s;
  struct table *t = lay(
      "nullgame",
      PLAIN PHASE("german.movement") UNITS(AT("de.1.inf", "0507") "," AT("ru.zis", "0501")), "");
  ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
  assert_string_equal(text_of(t->last, "view.units[1].id"), "ru.zis");
  assert_string_equal(text_of(t->last, "view.units[1].marks[0]"), "open");
  ask(t, "{\"cmd\":\"board\"}");
  assert_string_equal(text_of(t->last, "board.marks[2].id"), "open");
  cites(t, "board.marks[2].rule", "2.3");
  clear_away(t);
}

static void r2_4_stacking(void **s) {
  (void)s;
  struct table *t =
      lay("nullgame",
          PLAIN PHASE("german.movement")
              UNITS(AT("de.1.inf", "0505") "," AT("de.2.inf", "0505") "," AT("de.3.inf", "0506")),
          "");
  act(t, "german", "move de.3.inf");
  refused(t, "german", "step 0505", "2.4");
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(r2_1_steps),
      cmocka_unit_test(r2_2_hidden),
      cmocka_unit_test(r2_3_guns),
      cmocka_unit_test(r2_4_stacking),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
