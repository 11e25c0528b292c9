/* test_13_concentration.c - 13.1: concentration of the defenders. */
#include "table.h"

#define ATTACK PLAIN AT("german.attack")
#define SP(n) "\"factors\":{\"sp\":" #n "}"
#define FORM(n) "\"formation\":\"" n "\""

/* 13.1.2-13.1.4 for the other side, and switched off */
static void defenders_concentrate(void **s) {
  (void)s;
#define CORPS(n) UX(n, S, "S-TB", "0506", FORM("XVI ARM") "," SP(2))
  const char *three =
      ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(18)), CORPS("b"), CORPS("c"), CORPS("d"));
  struct table *t = FRESH(three, NULL);
  acts(t, G, "target 0506;add a;commit");
  card(t, G, "13.1.2", "2:1"); /* 18 : 6 is 3:1 */
  clear_away(t);
  const char *crowd = ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(40)),
                                   UX("b", S, "S-TB", "0506", FORM("x") "," SP(1)),
                                   UX("c", S, "S-TB", "0506", FORM("x") "," SP(1)),
                                   UX("d", S, "S-TB", "0506", FORM("x") "," SP(1)));
  t = lay_with(K, OPENLY ",\"concentration\":false", crowd, NULL, NULL, __FILE__, __LINE__);
  acts(t, G, "target 0506;add a;commit");
  ask(t, "{\"cmd\":\"actions\",\"side\":\"german\"}");
  assert_string_equal(text_of(t->last, "prompt.cards[0].column"), "10:1");
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(defenders_concentrate),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
