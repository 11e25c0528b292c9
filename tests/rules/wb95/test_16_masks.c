/* test_16_masks.c - 16.1: from whom masks hide, when they come off, and what a zone says of them.
 */
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

/* 16.1.2: what has been shown is not taken back; a mask that is put on again shows nothing. */
static void showing_is_final(void **s) {
  (void)s;
  struct table *t =
      MASKED(PLAIN AT("german.movement") UNITS(U("a", G, "G-PG", "0302"), U("b", G, "G-PG", "0402"),
                                               U("e", S, "S-INF", "1919")),
             NULL);
  act(t, G, "unmask a");
  happened(t, "16.1.2", "unmasked");
  ask(t, "{\"cmd\":\"undo\",\"side\":\"german\"}");
  assert_false(cJSON_IsTrue(field(t->last, "ok")));
  acts(t, G, "done;done;done");
  acts(t, S, "done;done;done");
  act(t, G, "mask a");
  happened(t, "16.1.2", "masked");
  ask(t, "{\"cmd\":\"undo\",\"side\":\"german\"}");
  assert_true(cJSON_IsTrue(field(t->last, "ok")));
  clear_away(t);
}

/* 16.1.1: masks hide from the other side, not from somebody who may see everything. */
static void from_whom_masks_hide(void **s) {
  (void)s;
  struct table *t = MASKED(PLAIN AT("german.movement")
                               UNITS(U("a", G, "G-PG", "0302"), U("e", S, "S-INF", "1919")),
                           NULL);
  assert_true(sees(t, G, "a"));
  assert_false(sees(t, G, "e"));
  assert_true(sees(t, "all", "a"));
  assert_true(sees(t, "all", "e"));
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(entering_and_masks),
      cmocka_unit_test(showing_is_final),
      cmocka_unit_test(from_whom_masks_hide),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
