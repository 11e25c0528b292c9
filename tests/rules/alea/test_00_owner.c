/* test_00_owner.c - an owner of the printed game puts other figures in: one counter, one table. */
#include "table.h"

#include <stdlib.h>
#include <sys/stat.h>

#define replace(dir, file, from, to) owner_figure(dir, "alea", file, from, to)

static void figures_of_an_owner(void **s) {
  (void)s;
  char dir[] = "/tmp/salient-alea-XXXXXX", sub[64], save[2][200];
  assert_non_null(mkdtemp(dir));
  snprintf(sub, sizeof sub, "%s/alea", dir);
  assert_int_equal(mkdir(sub, 0700), 0);
  replace(
      dir, "counters.tsv",
      "de.505\tgerman\t505\t-\ttank\tII\theavy-armour\tarmy\treconstructed\tI\t9A/"
      "XLVII\tbn\t5\t4\t9",
      "de.505\tgerman\t505\t-\ttank\tII\theavy-armour\tarmy\trulebook\tI\t9A/XLVII\tbn\t9\t4\t9");
  replace(dir, "tables.tsv", "D6\t0\t0\t1\t1\t2", "D6\t0\t0\t1\t1\t5");
  const char *pos = PLAIN PHASE("german.combat") TURN(2)
      UNITS(AT("de.505", "0605") C RU("x", "inf", "0606", FAC("\"df\":3,\"steps\":9")));
  for (int i = 0; i < 2; i++) {
    struct table *t = lay_with(N, NULL, pos, "6 1", i ? NULL : dir, __FILE__, __LINE__);
    acts(t, "german", "target 0606; from 0605; attack");
    act(t, "soviet", "commit");
    act(t, "soviet", "pass");
    act(t, "german", "hold de.505");
    card(t, "german", "7.a.6.1", i ? "1:1" : "3:1"); /* 5 or 9 to 3 */
    act(t, "german", "roll");
    stands(t, "x", "0606", i ? 8 : 4); /* row 6: 1 hit, or the owner's 5 */
    ask(t, "{\"cmd\":\"save\"}");
    snprintf(save[i], sizeof save[i], "%.180s", text_of(t->last, "journal"));
    clear_away(t);
  }
  const char *a = strstr(save[0], "data "), *b = strstr(save[1], "data ");
  assert_true(a && b && strncmp(a, b, 20)); /* the journal tells the two apart */
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(figures_of_an_owner)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
