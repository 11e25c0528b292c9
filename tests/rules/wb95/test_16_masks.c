/* test_16_masks.c - 16.1.2: the zone a unit waited in says nothing about its mask. */
#include "table.h"

/* 11.2.2, 16.1.2: the zone a unit waited in says nothing about its mask */
static void entering_and_masks(void **s) {
  (void)s;
#define ZONES                                                                                      \
  "\"regions\":[{\"id\":\"german.entry\",\"hexes\":[\"0101\",\"0301\",\"0501\",\"0701\",\"0901\"]" \
  "}],\"control\":[[\"german\",[\"0101\",\"0301\",\"0501\",\"0701\",\"0901\"]]],"
  struct table *t = MASKED(PLAIN AT("german.movement")
                               ZONES UNITS(U("a", G, "G-PG", "0302"), U("e", S, "S-INF", "1919")),
                           NULL);
  acts(t, G, "move a;step 0301;leave;done;done;done");
  acts(t, S, "done;done;done");
  act(t, G, "pick a");
  refused(t, G, "put 0701", "11.1.2"); /* two away from its zone */
  act(t, G, "put 0101");
  happened(t, "11.2.1", "enters");
  act(t, G, "stop");
  act(t, G, "unmask a");
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(entering_and_masks),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
