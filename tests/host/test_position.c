/* test_position.c - position documents and data folders: what is wrong in them is named by field or
 * by file and line. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lines.h"
static void wrong(const char *position, const char *at) {
  char line[4000];
  size_t len;
  snprintf(line, sizeof line,
           "{\"cmd\":\"new\",\"game\":\"nullgame\",\"scenario\":\"lesson\",\"seed\":1,\"position\":"
           "{\"map\":\"plain:9x9\",\"phase\":\"german.movement\"%s%s}}",
           *position ? "," : "", position);
  cJSON *doc = cJSON_Parse(engine_line(engine, line, strlen(line), &len));
  if (!at) {
    if (!cJSON_IsTrue(field(doc, "ok")))
      fail_msg("%s: %s %s", position, text_of(doc, "error.at"), text_of(doc, "error.text"));
  } else if (strcmp(text_of(doc, "error.code"), "input") || strcmp(text_of(doc, "error.at"), at)) {
    fail_msg("%s: wanted input at '%s', got %s at '%s': %s", position, at,
             text_of(doc, "error.code"), text_of(doc, "error.at"), text_of(doc, "error.text"));
  }
  cJSON_Delete(doc);
}

static void shapes(void **state) {
  (void)state;
  wrong("", NULL);
  wrong("\"nonsense\":1", "nonsense");
  wrong("\"turn\":-1", "turn");
  wrong("\"turn\":1e99", "turn");
  wrong("\"turn\":1.5", "turn");
  wrong("\"v\":2", "v");
  wrong("\"unchecked\":\"yes\"", "unchecked");
  wrong("\"units\":{}", "units");
  wrong("\"units\":[7]", "units[0]");
  wrong("\"units\":[{}]", "units[0].unit");
  wrong("\"units\":[{\"unit\":\"de.1.inf\",\"name\":\"x\"}]", "units[0].unit");
  wrong("\"units\":[{\"unit\":7}]", "units[0].unit");
  wrong("\"units\":[{\"unit\":\"\"}]", "units[0].unit");
  wrong("\"units\":[{\"unit\":\"de.1.inf\",\"hexx\":\"0101\"}]", "units[0].hexx");
  wrong("\"units\":[{\"unit\":\"de.1.inf\",\"hex\":101}]", "units[0].hex");
  wrong("\"units\":[{\"unit\":\"de.1.inf\",\"hex\":\"0101\",\"box\":\"reserve.german\"}]",
        "units[0].box");
  wrong("\"units\":[{\"unit\":\"de.1.inf\",\"hex\":\"0101\",\"steps\":-1}]", "units[0].steps");
  wrong("\"units\":[{\"unit\":\"de.1.inf\",\"hex\":\"0101\",\"facing\":6}]", "units[0].facing");
  wrong("\"units\":[{\"unit\":\"de.1.inf\",\"hex\":\"0101\",\"marks\":\"moved\"}]",
        "units[0].marks");
  wrong("\"units\":[{\"unit\":\"de.1.inf\",\"hex\":\"0101\",\"marks\":[1]}]", "units[0].marks[0]");
  wrong("\"units\":[{\"unit\":\"de.1.inf\",\"hex\":\"0101\",\"kind\":\"INF\"}]", "units[0].kind");
  wrong("\"units\":[{\"name\":\"x1\",\"kind\":\"INF\",\"hex\":\"0101\"}]", "units[0].side");
  wrong("\"units\":[{\"name\":\"x1\",\"side\":\"all\",\"kind\":\"INF\",\"hex\":\"0101\"}]",
        "units[0].side");
  wrong("\"units\":[{\"name\":\"x1\",\"side\":\"german\",\"hex\":\"0101\"}]", "units[0].kind");
  wrong("\"units\":[{\"name\":\"X 1\",\"side\":\"german\",\"kind\":\"INF\",\"hex\":\"0101\"}]",
        "units[0].name");
  wrong("\"units\":[{\"name\":\"x1\",\"side\":\"german\",\"kind\":\"INF\",\"hex\":\"0101\","
        "\"factors\":{\"mp\":1.5}}]",
        "units[0].factors.mp");
  wrong("\"units\":[{\"unit\":\"de.1.inf\",\"hex\":\"0101\"},{\"unit\":\"de.1.inf\",\"hex\":"
        "\"0102\"}]",
        "units[1].unit");
  wrong("\"terrain\":[{}]", "terrain[0]");
  wrong("\"terrain\":[{\"hex\":\"0101\"}]", "terrain[0].set");
  wrong("\"terrain\":[{\"hex\":\"0101\",\"side\":[\"0101\",\"0102\"],\"set\":[]}]", "terrain[0]");
  wrong("\"terrain\":[{\"side\":[\"0101\"],\"set\":[]}]", "terrain[0].side");
  wrong("\"terrain\":[{\"path\":[\"0101\"],\"set\":[\"road.main\"]}]", "terrain[0].path");
  wrong("\"regions\":[{\"id\":\"x\"}]", "regions[0].hexes");
  wrong("\"control\":[[\"german\"]]", "control[0]");
  wrong("\"control\":[[\"french\",[]]]", "control[0][0]");
  wrong("\"control\":[[\"german\",[7]]]", "control[0][1][0]");
  wrong("\"marks\":[{\"hex\":\"0101\"}]", "marks[0].mark");
  wrong("\"vars\":{\"german_points\":[]}", "vars.german_points");
  wrong("\"scores\":{\"french\":1}", "scores.french");
  wrong("\"scores\":{\"german\":\"7/0\"}", "scores.german");
  wrong("\"scores\":{\"german\":\"x\"}", "scores.german");
}
/* What only the ruleset can know is named by the same paths. */
static void meanings(void **state) {
  (void)state;
  wrong("\"units\":[{\"unit\":\"de.nobody\",\"hex\":\"0101\"}]", "units[0].unit");
  wrong("\"units\":[{\"unit\":\"de.1.inf\",\"hex\":\"9901\"}]", "units[0].hex");
  wrong("\"units\":[{\"unit\":\"de.1.inf\",\"hex\":\"0101\",\"steps\":9}]", "units[0].steps");
  wrong("\"units\":[{\"unit\":\"de.1.inf\",\"box\":\"moon\"}]", "units[0].box");
  wrong("\"units\":[{\"unit\":\"de.1.inf\",\"hex\":\"0101\",\"marks\":[\"drunk\"]}]",
        "units[0].marks");
  wrong("\"units\":[{\"name\":\"x1\",\"side\":\"german\",\"kind\":\"ZEPPELIN\",\"hex\":\"0101\"}]",
        "units[0].kind");
  wrong("\"units\":[{\"name\":\"x1\",\"side\":\"german\",\"kind\":\"INF\",\"hex\":\"0101\","
        "\"factors\":{\"mp\":\"fast\"}}]",
        "units[0].factors");
  wrong("\"terrain\":[{\"hex\":\"0101\",\"set\":[\"lava\"]}]", "terrain[0].set");
  wrong("\"terrain\":[{\"hex\":\"0199\",\"set\":[\"wood\"]}]", "terrain[0].hex");
}

/* ---- data folders */
static char dir[64];
static void put(const char *name, const char *text) {
  char path[160];
  snprintf(path, sizeof path, "%s/nullgame/%s", dir, name);
  FILE *f = fopen(path, "wb");
  assert_non_null(f);
  fputs(text, f);
  fclose(f);
}
static void drop(const char *name) {
  char path[160];
  snprintf(path, sizeof path, "%s/nullgame/%s", dir, name);
  unlink(path);
}
static void data_folder(void **state) {
  (void)state;
  struct fault f = {0};
  char path[100];
  const struct sal_ruleset *rules = sal_ruleset_find("nullgame");
  strcpy(dir, "/tmp/salient-test-XXXXXX");
  assert_non_null(mkdtemp(dir));
  assert_null(library_open("/nowhere/at/all", &f));
  assert_null(library_open(dir, &f)); /* no game's folder in it */
  snprintf(path, sizeof path, "%s/nullgame", dir);
  mkdir(path, 0700);
  put("tables.tsv", "@table combat | Combat results | 5.6 | rulebook\ndie\t1:2\t1:1\t2:1\t3:1\n"
                    "1\tA1\tA1\tEX\tDR\n2\tA1\tA1\tDR\tDR\n3\tA1\tEX\tDR\tD1\n4\tA1\tDR\tDR\tD1\n5"
                    "\tEX\tDR\tD1\tD1\n6\tDR\tD1\tD1\tEX\n");
  struct library *other = library_open(dir, &f);
  assert_non_null(other);
  assert_int_not_equal(library_hash(other, rules), library_hash(lib, rules));
  const struct sal_book *b = library_book(other, rules, "lesson", &f);
  assert_non_null(b);
  assert_string_equal(sal_table_find(b, "combat")->source, "rulebook");
  library_close(other);
  put("tables.tsv", "@table combat | Combat results | 5.6 | rulebook\ndie\t1:2\t1:1\n1\tA1\n");
  other = library_open(dir, &f);
  assert_null(library_book(other, rules, "lesson", &f));
  assert_string_equal(f.at, "tables.tsv:3");
  library_close(other);
  drop("tables.tsv");
  put("counters.tsv", "id\tside\tname\n\xff\xfe\n");
  other = library_open(dir, &f);
  assert_null(library_book(other, rules, "lesson", &f));
  assert_true(!strncmp(f.at, "counters.tsv:", 13));
  library_close(other);
  drop("counters.tsv");
  /* not the rules this program was built with */
  put("rules.tsv", "id\tcheck\ttitle\ttext\truling\n1.1\ty\tx\tx\t-\n");
  other = library_open(dir, &f);
  assert_null(library_outline(other, rules, &f));
  library_close(other);
  drop("rules.tsv");
  rmdir(path);
  rmdir(dir);
}

/* The default of an option, and where the scenario has another one. */
static void option_defaults(void **state) {
  static const struct {
    const char *cell;
    int turns; /* 0: refused */
  } row[] = {{"5", 5},
             {"5 lesson=3", 3},
             {"5 less=3 lesson=4 lessons=6", 4},
             {"5 other=3", 5},
             {"lesson=3", 0},
             {"5 3", 0},
             {"5 lesson=", 0},
             {"5 lesson=10", 0},
             {"5  lesson=3", 0},

             {"5 lesson=00000000003", 0}};
  const struct sal_ruleset *rules = sal_ruleset_find("nullgame");
  char path[100];
  (void)state;
  strcpy(dir, "/tmp/salient-test-XXXXXX");
  assert_non_null(mkdtemp(dir));
  snprintf(path, sizeof path, "%s/nullgame", dir);
  mkdir(path, 0700);
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    char text[200];
    struct fault f = {0};
    snprintf(text, sizeof text,
             "id\ttitle\trule\ttype\tdefault\tscenarios\nguns\tReaction fire\t4.6\tbool\t1\t*\n"
             "turns\tTurns to play\t1.1\tint:1-9\t%s\t*\n",
             row[i].cell);
    put("options.tsv", text);
    struct library *other = library_open(dir, &f);
    const struct sal_book *b = library_book(other, rules, "lesson", &f);
    if (row[i].turns)
      assert_int_equal(b->option[sal_option_find(b, "turns")].def, row[i].turns);
    else
      assert_string_equal(f.at, "options.tsv:3");
    library_close(other);
  }
  drop("options.tsv");
  rmdir(path);
  rmdir(dir);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(shapes), cmocka_unit_test(meanings),
                                     cmocka_unit_test(data_folder),
                                     cmocka_unit_test(option_defaults)};
  return cmocka_run_group_tests(tests, begin, finish);
}
