/* test_00_owner.c - an owner of the printed game puts other figures in: one counter, one table. */
#include "table.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

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

/* Can the north be read with this figure in the place of that one? */
static bool readable(const char *file, const char *from, const char *to) {
  return owner_reads("alea", "north", file, from, to);
}

/* Every column of kinds and counters is wanted. */
static void no_column_is_missing(void **s) {
  (void)s;
  static const char *const file[] = {"kinds.tsv", "counters.tsv"};
  static const char *const column[] = {"\techelon\t", "\taf\t",  "\tdf\t",   "\tmf\t",
                                       "\tsteps\t",   "\tarm\t", "\tbomb\t", "\trange\t",
                                       "\tair\t",     "\tat\t"};
  for (size_t f = 0; f < sizeof file / sizeof file[0]; f++)
    for (size_t i = 0; i < sizeof column / sizeof column[0]; i++)
      if (readable(file[f], column[i], "\tother\t"))
        fail_msg("%s: it reads without '%s'", file[f], column[i]);
}

/* The first and last figure of a cell that are taken, and the ones beside them. */
static void limits_of_figures(void **s) {
  (void)s;
  static const struct {
    const char *from, *least, *less, *most, *more;
  } row[] = {
      {"town\t1\t2", "town\t0\t2", "town\t-1\t2", "town\t20\t2", "town\t21\t2"},
      {"town\t1\t2", "town\t1\t0", "town\t1\t-1", "town\t1\t20", "town\t1\t21"},
      {"town\t1\t2\t1", "town\t1\t2\t0", "town\t1\t2\t-1", "town\t1\t2\t4", "town\t1\t2\t5"},
      {"town\t1\t2\t1\t-1", "town\t1\t2\t1\t-6", "town\t1\t2\t1\t-7", "town\t1\t2\t1\t0",
       "town\t1\t2\t1\t1"},
      {"D1\t1\t2\t2", "D1\t0\t2\t2", "D1\t-1\t2\t2", "D1\t7\t2\t2", "D1\t8\t2\t2"},
      {"A7\t4\t4\t3", "A7\t0\t4\t3", "A7\t-1\t4\t3", "A7\t7\t4\t3", "A7\t8\t4\t3"},
      {"D1\t1\t1\t1i", "D1\t1\t1\t0i", "D1\t1\t1\t-i", "D1\t1\t1\t7i", "D1\t1\t1\t8i"},
      {"A7\t3\t2\t2", "A7\t0\t2\t2", "A7\t-1\t2\t2", "A7\t7\t2\t2", "A7\t8\t2\t2"},
      {"7\tD\tD+1", "7\t0\tD+1", "7\tD+0\tD+1", "7\tD+4\tD+1", "7\tD+5\tD+1"},
      {"7\tD\tD+1", "7\tD\tD", "7\tX\tD+1", "7\tD+1\tD+1", "7\tD-1\tD+1"},
      {"german 1-2\t0", "german 1-2\t0", "german 1-2\t-1", "german 1-2\t20", "german 1-2\t21"},
      {"soviet 13+\t2", "soviet 13+\t0", "soviet 13+\t-1", "soviet 13+\t20", "soviet 13+\t21"},
      {"\n7+\t1", "\n7+\t0", "\n7+\t-1", "\n7+\t20", "\n7+\t21"},
      {"german 3-4", "german 3-4", "german 2-4", "german 3-4", "german 4-4"},
      {"\t4-7\t8-12", "\t4-6\t7-12", "\t3-7\t8-12", "\t4-8\t9-12", "\t5-7\t8-12"},
      {"german 10-12", "german 10-12", "soviet 10-12", "german 10-12", "german 11-12"},
  };
  for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
    assert_true(readable("tables.tsv", row[i].from, row[i].least));
    assert_false(readable("tables.tsv", row[i].from, row[i].less));
    assert_true(readable("tables.tsv", row[i].from, row[i].most));
    assert_false(readable("tables.tsv", row[i].from, row[i].more));
  }
}

/* The same for the factors of a counter. */
static void limits_of_factors(void **s) {
  (void)s;
#define TIGERS "9A/XLVII\tbn\t5\t4\t9\t2\t5\t0\t0\t0\t0\tGN-6\t31 Tigers"
  static const struct {
    const char *least, *less, *most, *more;
  } row[] = {
      {"bn\t0\t4\t9\t2\t5", "bn\t-1\t4\t9\t2\t5", "bn\t50\t4\t9\t2\t5", "bn\t51\t4\t9\t2\t5"},
      {"bn\t5\t0\t9\t2\t5", "bn\t5\t-1\t9\t2\t5", "bn\t5\t50\t9\t2\t5", "bn\t5\t51\t9\t2\t5"},
      {"bn\t5\t4\t0\t2\t5", "bn\t5\t4\t-1\t2\t5", "bn\t5\t4\t50\t2\t5", "bn\t5\t4\t51\t2\t5"},
      {"bn\t5\t4\t9\t2\t5", "bn\t5\t4\t9\t0\t5", "bn\t5\t4\t9\t9\t5", "bn\t5\t4\t9\t10\t5"},
      {"bn\t5\t4\t9\t2\t0", "bn\t5\t4\t9\t2\t-1", "bn\t5\t4\t9\t2\t9", "bn\t5\t4\t9\t2\t10"},
  };
  static const char *const tail = "\t0\t0\t0\t0\tGN-6\t31 Tigers";
  for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
    const char *const cell[] = {row[i].least, row[i].less, row[i].most, row[i].more};
    for (int k = 0; k < 4; k++) {
      char to[120];
      snprintf(to, sizeof to, "9A/XLVII\t%s%s", cell[k], tail);
      assert_int_equal(readable("counters.tsv", TIGERS, to), k % 2 == 0);
    }
  }
}

/* A kind that there is not is refused by name, in a position too. */
static void no_such_kind(void **s) {
  (void)s;
  struct table *t = lay(N, FIGHT(DE("a", "inf", "0605") C RU("x", "inf", "0606")), "");
  ask(t, "{\"cmd\":\"new\",\"game\":\"alea\",\"scenario\":\"north\",\"seed\":1,\"position\":{" PLAIN
             PHASE("german.combat") UNITS(DE("a", "cavalry", "0605")) "}}");
  assert_false(cJSON_IsTrue(field(t->last, "ok")));
  assert_string_equal(text_of(t->last, "error.text"), "there is no kind 'cavalry'");
  assert_string_equal(text_of(t->last, "error.at"), "units[0]");
  clear_away(t);
  assert_false(readable("counters.tsv", "505\t-\ttank", "505\t-\tcavalry"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(figures_of_an_owner), cmocka_unit_test(no_column_is_missing),
      cmocka_unit_test(limits_of_figures),   cmocka_unit_test(limits_of_factors),
      cmocka_unit_test(no_such_kind),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
