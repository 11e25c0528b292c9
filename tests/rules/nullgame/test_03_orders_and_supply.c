/* test_03_orders_and_supply.c - nullgame 3: stances, bringing up, rebuilding. */
#include "table.h"

static void r3_1_stance(void **s) {
  (void)s;
  struct table *t = lay("nullgame", PLAIN PHASE("orders") UNITS(AT("de.1.inf", "0108")), "");
  offered(t, "german", "stance press", "3.1");
  act(t, "german", "stance press");
  ask(t, "{\"cmd\":\"view\",\"side\":\"soviet\"}");
  assert_null(field(t->last, "view.vars.german_stance"));
  act(t, "german", "commit");
  act(t, "soviet", "commit");
  happened(t, "3.1", "stances");
  ask(t, "{\"cmd\":\"view\",\"side\":\"soviet\"}");
  assert_string_equal(text_of(t->last, "view.vars.german_stance"), "press");
  clear_away(t);
  t = lay("nullgame", DUEL("\"vars\":{\"german_stance\":\"press\",\"soviet_stance\":\"press\"},"),
          "");
  acts(t, "german", "target 0504; add de.pz.a");
  card(t, "german", "3.1", "2:1"); /* press: one column to the right of 1:1 */
  clear_away(t);
  t = lay("nullgame", DUEL(""), "");
  acts(t, "german", "target 0504; add de.pz.a");
  card(t, "german", "3.1", "1:2"); /* hold: one to the left */
  clear_away(t);
}

static void r3_2_bringing_up(void **s) {
  (void)s;
  struct table *t =
      lay("nullgame",
          PHASE("german.supply") "\"vars\":{\"german_points\":3}," UNITS(
              "{\"unit\":\"de.pz.c\",\"box\":\"reserve.german\"}," AT("de.1.inf", "0106") "," AT(
                  "de.2.inf", "0106")) ",\"map\":\"testbed\"",
          "");
  act(t, "german", "pick de.pz.c");
  refused(t, "german", "put 0106", "3.2"); /* full */
  refused(t, "german", "put 0304", "3.2"); /* not home */
  act(t, "german", "put 0206");
  happened(t, "3.2", "arrives");
  stands(t, "de.pz.c", "0206", 2);
  refused(t, "german", "pick de.pz.c", "3.2");
  ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
  assert_int_equal(int_of(t->last, "view.vars.german_points"), 1);
  clear_away(t);
  t = lay("nullgame",
          PHASE("german.supply") "\"vars\":{\"german_points\":1}," UNITS(
              "{\"unit\":\"de.pz.c\",\"box\":\"reserve.german\"}") ",\"map\":\"testbed\"",
          "");
  refused(t, "german", "pick de.pz.c", "3.2"); /* too dear */
  clear_away(t);
  t = lay("nullgame",
          PHASE("german.supply") "\"vars\":{\"german_points\":5}," UNITS(
              "{\"unit\":\"de.pz.c\",\"box\":\"reserve.german\"}," AT("ru.1.rifle", "0106") "," AT(
                  "ru.2.rifle", "0206")) ",\"map\":\"testbed\"",
          "");
  refused(t, "german", "pick de.pz.c", "3.2"); /* the enemy stands on every home hex */
  clear_away(t);
}

static void r3_3_rebuilding(void **s) {
  (void)s;
  struct table *t = lay("nullgame",
                        PLAIN PHASE("german.supply") "\"vars\":{\"german_points\":1}," UNITS(
                            AT1("de.1.inf", "0507") "," AT1("de.2.inf", "0205") "," AT(
                                "de.3.inf", "0909") "," AT("ru.1.rifle", "0204")),
                        "");
  refused(t, "german", "rebuild de.2.inf", "3.3"); /* an enemy next to it */
  refused(t, "german", "rebuild de.3.inf", "3.3"); /* not reduced */
  refused(t, "german", "rebuild ru.1.rifle", "3.3");
  act(t, "german", "rebuild de.1.inf");
  happened(t, "3.3", "rebuilt");
  stands(t, "de.1.inf", "0507", 2);
  clear_away(t);
  t = lay("nullgame", PLAIN PHASE("german.supply") UNITS(AT1("de.1.inf", "0507")), "");
  refused(t, "german", "rebuild de.1.inf", "3.3"); /* no points */
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(r3_1_stance),
      cmocka_unit_test(r3_2_bringing_up),
      cmocka_unit_test(r3_3_rebuilding),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
