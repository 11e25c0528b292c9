/* test_01_owner.c - an owner's figures: the first and last that a table takes, and the ones beside
 * them. */
#include "table.h"

static bool readable(const char *from, const char *to) {
  return owner_reads("wb95", "kursk", "tables.tsv", from, to);
}

/* 3.5, 9.2.2, 10.1.7: shifts of the ground, supply points, ranges of headquarters. */
static void limits_of_figures(void **s) {
  static const struct {
    const char *from, *least, *less, *most, *more;
  } row[] = {
      {"hills\t2\t3/2\t1\t1\n", "hills\t2\t3/2\t1\t0\n", "hills\t2\t3/2\t1\t-1\n",
       "hills\t2\t3/2\t1\t9\n", "hills\t2\t3/2\t1\t10\n"},
      {"german\t10\t4\n", "german\t1\t4\n", "german\t0\t4\n", "german\t30\t4\n", "german\t31\t4\n"},
      {"soviet\t8\t3\n", "soviet\t8\t1\n", "soviet\t8\t0\n", "soviet\t8\t20\n", "soviet\t8\t21\n"},
  };
  (void)s;
  for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
    assert_true(readable(row[i].from, row[i].least));
    assert_false(readable(row[i].from, row[i].less));
    assert_true(readable(row[i].from, row[i].most));
    assert_false(readable(row[i].from, row[i].more));
  }
  /* a price may be nothing, and not less */
  assert_true(readable("clear\t2\t1\t1\t0\n", "clear\t0\t1\t1\t0\n"));
  assert_false(readable("clear\t2\t1\t1\t0\n", "clear\t-1\t1\t1\t0\n"));
  /* open ground and roads help nobody, so a shift for them is not taken */
  assert_false(readable("clear\t2\t1\t1\t0\n", "clear\t2\t1\t1\t1\n"));
  assert_false(readable("road.main\t1/3\t1/2\t1/2\t0\n", "road.main\t1/3\t1/2\t1/2\t1\n"));
}

/* 5.2.1, 6.4.2, 8.2.6, 8.2.8: tables with a row, a column or a result that is not the book's. */
static void wrong_tables(void **s) {
  static const struct {
    const char *from, *to;
  } row[] = {
      {"@table combat ", "@table fights "},
      {"\n12\tA2D-2/-1\t", "\n13\tA2D-2/-1\t"},
      {"roll\t1:4\t", "roll\t1:5\t"},
      {"\n2\t-1/-1D\t", "\n2\t-1/what\t"},
      {"@table air ", "@table sky "},
      {"1-2\t.\t.\t.\t.\t.\t.\t.\t.\t.\t.\t-1\n", "1-2\t.\t.\t.\t.\t.\t.\t.\t.\t.\t.\tX\n"},
      {"@table artillery ", "@table guns "},
      {"1-2\t-1\t.\t.\t.\t.\t.\t.\t.\t.\t.\t*\n", "1-2\t-1\t.\t.\t.\t.\t.\t.\t.\t.\t.\tX\n"},
      {"@table objects ", "@table things "},
      {"1-2\tD\t.\t", "1-2\tX\t.\t"},
      {"@table terrain ", "@table ground "},
      {"@table supply ", "@table lines "},
      {"3-5\tD\tD\t", "4-5\tD\tD\t"},
  };
  (void)s;
  for (size_t i = 0; i < sizeof row / sizeof row[0]; i++)
    if (readable(row[i].from, row[i].to))
      fail_msg("'%s' is taken", row[i].to);
}

/* 7.2.2: a group of fixed positions is worth one to nine shifts. */
static void groups_of_positions(void **s) {
  static const struct {
    const char *id;
    bool taken;
  } row[] = {{"fp.0", false},  {"fp.1", true},  {"fp.9", true},
             {"fp.10", false}, {"fp.x", false}, {"fpx", true}};
  (void)s;
  struct table *t = FRESH(PLAIN AT("german.movement") UNITS(U("a", G, "G-INF", "0505")), NULL);
  for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
    ask(t,
        "{\"cmd\":\"new\",\"game\":\"wb95\",\"scenario\":\"kursk\",\"seed\":1,\"position\":{" PLAIN
            AT("german.movement") "\"regions\":[{\"id\":\"%s\",\"hexes\":[\"0606\"]}]," UNITS(
                U("a", G, "G-INF", "0505")) "}}",
        row[i].id);
    assert_int_equal(cJSON_IsTrue(field(t->last, "ok")), row[i].taken);
  }
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(limits_of_figures),
      cmocka_unit_test(wrong_tables),
      cmocka_unit_test(groups_of_positions),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
