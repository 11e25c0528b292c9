/* test_00_place.c - positions and data that are refused, with the place named. */
#include "table.h"

#include "host/library.h"

#include <stdlib.h>
#include <sys/stat.h>

static void bad_position(const char *pos, const char *at) {
  struct table *t = lay(N, NULL, NULL);
  ask(t, "{\"cmd\":\"new\",\"game\":\"alea\",\"scenario\":\"north\",\"seed\":1,\"position\":{%s}}",
      pos);
  assert_true(cJSON_IsFalse(field(t->last, "ok")));
  if (!strstr(text_of(t->last, "error.at"), at))
    fail_msg("refused at '%s', not '%s': %s", text_of(t->last, "error.at"), at,
             text_of(t->last, "error.text"));
  clear_away(t);
}

/* one change in one data file */
static bool loads_with(const char *file, const char *from, const char *to, char why[200]) {
  char dir[] = "/tmp/salient-alea-XXXXXX", path[512];
  assert_non_null(mkdtemp(dir));
  snprintf(path, sizeof path, "%s/alea", dir);
  assert_int_equal(mkdir(path, 0700), 0);
  owner_figure(dir, "alea", file, from, to);
  struct fault fault = {0};
  struct library *lib = library_open(dir, &fault);
  const struct sal_book *b =
      lib ? library_book(lib, sal_ruleset_find("alea"), "north", &fault) : NULL;
  snprintf(why, 200, "%.199s", b ? "" : fault.text);
  bool ok = b != NULL;
  if (lib)
    library_close(lib);
  return ok;
}

#define ROW(af, df, mf, steps, arm, bomb, range, air, at)                                          \
  "bn\t" af "\t" df "\t" mf "\t" steps "\t" arm "\t" bomb "\t" range "\t" air "\t" at "\t"
#define COUNTER "de.505\tgerman\t505\t-\ttank\tII\theavy-armour\tarmy\treconstructed\tI\t9A/XLVII\t"

static void positions_refused(void **s) {
  (void)s;
  bad_position(PLAIN PHASE("nowhere") UNITS(DE("a", "inf", "0606")), "phase");
  /* the enemy is there */
  bad_position(PLAIN UNITS(DE("a", "inf", "0606") C RU("x", "inf", "0606")), "units[1].hex");
  bad_position(PLAIN UNITS(DE("a", "inf", "0606", STEPS(3))), "units[0].steps");
  bad_position(PLAIN UNITS(DE("a", "inf", "0606", MARK("aamode"))), "units[0].marks");
  bad_position(PLAIN UNITS(DE("a", "inf", "0606", MARK("mine"))), "units[0].marks");
  bad_position(PLAIN UNITS(DE("a", "inf", "0606", ",\"facing\":1")), "units[0].facing");
  bad_position(PLAIN UNITS(RU("tr", "train", "0606")), "units[0].hex"); /* off the rails */
  bad_position(PLAIN UNITS(DE("a", "inf", "0606") C DE("b", "inf", "0606") C DE("c", "inf", "0606")
                               C DE("d", "inf", "0606")),
               "units[3].hex");
  bad_position(
      PLAIN UNITS("{\"unit\":\"de.216\",\"hex\":\"0606\"},{\"unit\":\"de.216\",\"hex\":\"0607\"}"),
      "units[1]");
  bad_position(PLAIN UNITS("{\"name\":\"q\",\"side\":\"german\",\"kind\":\"inf\"}"),
               "units[0].hex");
  bad_position(
      PLAIN UNITS("{\"name\":\"q\",\"side\":\"german\",\"kind\":\"inf\",\"box\":\"cupboard\"}"),
      "units[0].box");
  bad_position(PLAIN "\"vars\":{\"fuel\":7}," UNITS(DE("a", "inf", "0606")), "vars");
  bad_position(PLAIN "\"vars\":{\"luck\":1}," UNITS(DE("a", "inf", "0606")), "vars");
  bad_position(PLAIN
               "\"marks\":[{\"hex\":\"0606\",\"mark\":\"dsg\"}]," UNITS(DE("a", "inf", "0606")),
               "marks");
  bad_position(PLAIN UNITS(DE("a", "inf", "0606", FAC("\"luck\":3"))), "units[0].factors");
}

static void figures_out_of_range(void **s) {
  (void)s;
  static const struct {
    const char *row;
    bool ok;
  } row[] = {
      {ROW("50", "4", "9", "2", "5", "0", "0", "0", "0"), true},
      {ROW("51", "4", "9", "2", "5", "0", "0", "0", "0"), false},
      {ROW("5", "50", "9", "2", "5", "0", "0", "0", "0"), true},
      {ROW("5", "51", "9", "2", "5", "0", "0", "0", "0"), false},
      {ROW("5", "4", "50", "2", "5", "0", "0", "0", "0"), true},
      {ROW("5", "4", "51", "2", "5", "0", "0", "0", "0"), false},
      {ROW("5", "4", "9", "9", "5", "0", "0", "0", "0"), true},
      {ROW("5", "4", "9", "10", "5", "0", "0", "0", "0"), false},
      {ROW("5", "4", "9", "0", "5", "0", "0", "0", "0"), false},
      {ROW("5", "4", "9", "2", "9", "0", "0", "0", "0"), true},
      {ROW("5", "4", "9", "2", "10", "0", "0", "0", "0"), false},
      {ROW("5", "4", "9", "2", "5", "60", "0", "0", "0"), true},
      {ROW("5", "4", "9", "2", "5", "61", "0", "0", "0"), false},
      {ROW("5", "4", "9", "2", "5", "0", "60", "0", "0"), true},
      {ROW("5", "4", "9", "2", "5", "0", "61", "0", "0"), false},
      {ROW("5", "4", "9", "2", "5", "0", "0", "x", "0"), false},
      {ROW("5", "4", "9", "2", "5", "0", "0", "0", "10"), true},
      {ROW("5", "4", "9", "2", "5", "0", "0", "0", "11"), false},
  };
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    char to[200], why[200];
    snprintf(to, sizeof to, COUNTER "%s", row[i].row);
    bool ok = loads_with("counters.tsv", COUNTER "bn\t5\t4\t9\t2\t5\t0\t0\t0\t0\t", to, why);
    if (ok != row[i].ok)
      fail_msg("row %d: %s", (int)i, why);
    if (!ok)
      assert_true(*why);
  }
  char why[200];
  assert_false(loads_with("tables.tsv", "D6\t0\t0\t1\t1\t2", "D6\t0\t0\t1\t1\t8", why));
  assert_false(loads_with("tables.tsv", "D6\t0\t0\t1\t1\t2", "D6\t0\t0\t1\tx\t2", why));
  assert_false(
      loads_with("setup-north.tsv", "ru.307rd.1019\t2113\t2", "ru.307rd.1019\t9999\t2", why));
  assert_false(
      loads_with("setup-north.tsv", "ru.307rd.1019\t2113\t2", "ru.307rd.1019\t2113\t3", why));
  assert_false(loads_with("setup-north.tsv", "ru.307rd.1019\t2113\t2", "ru.nobody\t2113\t2", why));
  assert_false(loads_with("deploy.tsv", "s3\tde.503\twith", "s3\tde.503\tnear", why));
  assert_false(loads_with("deploy.tsv", "\t19 Pz\n", "\t99 Pz\n", why));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(positions_refused),
      cmocka_unit_test(figures_out_of_range),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
