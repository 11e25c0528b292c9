/* test_09_shifts.c - 9.1.7: shifts serve combats within eight hexes. */
#include "table.h"

#define SP(n) "\"factors\":{\"sp\":" #n "}"

static void eight_hexes(void **s) { /* 9.1.7 */
  (void)s;
#define KILL(hex, next)                                                                            \
  PLAIN AT("german.movement")                                                                      \
      UNITS(U("pz", G, "G-ARM", "0502"), U("q", S, "S-HQ", "0503"),                                \
            UX("a", G, "G-INF", next, SP(8)), UX("e", S, "S-INF", hex, SP(8)))
  struct table *t = FRESH(KILL("0511", "0512"), NULL);
  acts(t, G, "move pz;step 0503;stop;done;target 0511;add a;commit");
  act(t, G, "spend 5"); /* eight */
  card(t, G, "9.1.6", "6:1");
  clear_away(t);
  t = FRESH(KILL("0512", "0513"), NULL);
  acts(t, G, "move pz;step 0503;stop;done;target 0512;add a;commit");
  refused(t, G, "spend 1", "9.1.7"); /* nine */
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(eight_hexes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
