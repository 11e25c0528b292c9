/* test_01_ratio.c - 1.5-1.7: the ends of the ratio and of the table. */
#include "table.h"

#define ATTACK PLAIN AT("german.attack")
#define SP(n) "\"factors\":{\"sp\":" #n "}"

static void no_strength(void **s) { /* a hex of 0 counts as 1, an attack of 0 too */
  (void)s;
  struct table *t = FRESH(
      ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(4)), UX("e", S, "S-INF", "0506", SP(0))), NULL);
  acts(t, G, "target 0506;add a;commit");
  card(t, G, "1.7c", "4:1");
  clear_away(t);
  t = FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(0)), UX("e", S, "S-INF", "0506", SP(3))),
            NULL);
  acts(t, G, "target 0506;add a;commit");
  card(t, G, "1.7c", "1:3");
  clear_away(t);
}

static void the_ends_of_the_table(void **s) { /* 1.6b: nothing is worse than 1:4 */
  (void)s;
  struct table *t =
      FRESH(ATTACK TERRAIN(HEX("0506", "\"town\"")) MARKS(MARK("0506", "ff", S))
                UNITS(UX("a", G, "G-INF", "0505", SP(3)), UX("e", S, "S-INF", "0506", SP(9))),
            NULL);
  acts(t, G, "target 0506;add a;commit");
  card(t, G, "1.7c", "1:3");
  card(t, G, "5.5.1", "1:4");
  card(t, G, "20.1.1", "1:4");
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(no_strength),
      cmocka_unit_test(the_ends_of_the_table),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
