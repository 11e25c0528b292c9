/* test_06_control_and_victory.c - nullgame 6: control and victory. */
#include "table.h"

#include <stdio.h>

static void r6_1_control(void **s) {
  (void)s;
  struct table *t =
      lay("nullgame",
          PLAIN PHASE("german.movement") "\"control\":[[\"soviet\",[\"0506\"]]]," UNITS(
              AT("de.1.inf", "0507")),
          "");
  acts(t, "german", "move de.1.inf; step 0506");
  happened(t, "6.1", "control");
  act(t, "german", "step 0507");
  never(t, "control");
  clear_away(t);
}

static void r6_2_victory(void **s) {
  (void)s;
  static const struct {
    const char *control, *winner, *level;
  } cases[] = {
      {"[[\"german\",[\"0101\",\"0201\",\"0301\"]]]", "german", "German decisive victory"},
      {"[[\"german\",[\"0101\",\"0201\"]],[\"soviet\",[\"0301\"]]]", "german", "German victory"},
      {"[[\"german\",[\"0101\"]],[\"soviet\",[\"0201\",\"0301\"]]]", "soviet", "Soviet victory"},
      {"[[\"soviet\",[\"0101\",\"0201\",\"0301\"]]]", "soviet", "Soviet decisive victory"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char position[600];
    snprintf(position, sizeof position,
             PLAIN PHASE("soviet.attack") "\"turn\":5,\"regions\":[{\"id\":\"villages\",\"hexes\":["
                                          "\"0101\",\"0201\",\"0301\"]}],\"control\":%s," UNITS(
                                              AT("de.1.inf", "0909")),
             cases[i].control);
    struct table *t = lay("nullgame", position, "");
    act(t, "soviet", "done");
    happened(t, "6.2", "over");
    result(t, cases[i].winner, "6.2");
    assert_string_equal(text_of(t->last, "result.level"), cases[i].level);
    clear_away(t);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(r6_1_control),
      cmocka_unit_test(r6_2_victory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
