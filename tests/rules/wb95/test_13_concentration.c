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

/* 13.1.1: a position brings its own formations, as many as there is room for beside the 51 of the
 * counters; one more is refused. */
static void new_formations(void **s) {
  (void)s;
  struct table *t = FRESH(ATTACK UNITS(U("a", G, "G-INF", "0505")), NULL);
  for (int n = 44; n <= 45; n++) {
    char units[6000] = U("a", G, "G-INF", "0505");
    for (int i = 0; i < n; i++) {
      size_t end = strlen(units);
      snprintf(units + end, sizeof units - end,
               ",{\"name\":\"f%d\",\"side\":\"german\",\"kind\":\"G-INF\",\"hex\":\"%02d09\","
               "\"formation\":\"new %d\"}",
               i, i % 20 + 1, i);
    }
    ask(t,
        "{\"cmd\":\"new\",\"game\":\"wb95\",\"scenario\":\"kursk\",\"seed\":1,\"position\":{" ATTACK
        "\"units\":[%s]}}",
        units);
    assert_int_equal(cJSON_IsTrue(field(t->last, "ok")), n == 44);
  }
  assert_non_null(strstr(text_of(t->last, "error.text"), "more than 95 formations"));
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(defenders_concentrate),
      cmocka_unit_test(new_formations),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
