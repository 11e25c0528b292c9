/* test_owner.c - an owner of the printed game puts other figures in: one counter, one table. */
#include "table.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* A copy of a data file with one piece of text replaced. */
static void replace(const char *dir, const char *file, const char *from, const char *to) {
  char path[512];
  snprintf(path, sizeof path, "%s/data/sspanzer/%s", SOURCE_DIR, file);
  FILE *f = fopen(path, "rb");
  assert_non_null(f);
  static char text[200000];
  size_t n = fread(text, 1, sizeof text - 1, f);
  text[n] = 0;
  fclose(f);
  char *at = strstr(text, from);
  if (!at) fail_msg("%s has no '%s'", file, from);
  snprintf(path, sizeof path, "%s/sspanzer/%s", dir, file);
  f = fopen(path, "wb");
  assert_non_null(f);
  fprintf(f, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
  fclose(f);
}

static void figures_of_an_owner(void **s) {
  char dir[] = "/tmp/salient-owner-XXXXXX", sub[64];
  (void)s;
  assert_non_null(mkdtemp(dir));
  snprintf(sub, sizeof sub, "%s/sspanzer", dir);
  assert_int_equal(mkdir(sub, 0700), 0);
  /* the Pz IV gets gun 9, and visibility 7 on the dice becomes 2 hexes */
  replace(dir, "kinds.tsv", "PZ4\tgerman\tPz IV company\tV\tveh\t0\t8\t", "PZ4\tgerman\tPz IV company\tV\tveh\t0\t9\t");
  replace(dir, "tables.tsv", "\n7\t5\t-\t0\n", "\n7\t2\t-\t0\n");
  const char *pos = PLAIN "\"phase\":\"action\",\"turn\":2,\"vars\":{\"played\":\"LAH\",\"artillery\":0}," UNITS(U(PZ4, "1010") "," U(T4R, "1014"));
  struct table *mine = lay_with(GAME, NULL, pos, "=AIR 3 4 =29TC", dir, __FILE__, __LINE__), *plain = lay(GAME, pos, "=AIR 3 4 =29TC");
  char hash[2][40];
  for (int i = 0; i < 2; i++) {
    struct table *t = i ? plain : mine;
    ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
    assert_int_equal(int_of(t->last, "view.vars.vis"), i ? 5 : 2);
    ask(t, "{\"cmd\":\"board\"}");
    snprintf(hash[i], sizeof hash[i], "%s", text_of(t->last, "board.hash"));
    const cJSON *c;
    cJSON_ArrayForEach(c, field(t->last, "board.counters"))
      if (!strcmp(text_of(c, "id"), PZ4)) assert_string_equal(text_of(c, "faces[0].figures[0]"), i ? "8" : "9");
  }
  assert_string_not_equal(hash[0], hash[1]); /* the journal's data hash tells them apart */
  clear_away(mine);
  clear_away(plain);
  pos = PLAIN IMPULSE("LAH") UNITS(U(PZ4, "1010") "," U(T4R, "1014"));
  mine = lay_with(GAME, NULL, pos, "", dir, __FILE__, __LINE__);
  act(mine, G, "choose " PZ4);
  offered(mine, G, "fire " PZ4 " " T4R, "4.2b"); /* 9 - 5 = 4 */
  clear_away(mine);
  plain = lay(GAME, pos, "");
  act(plain, G, "choose " PZ4);
  refused(plain, G, "fire " PZ4 " " T4R, "9.3a");
  clear_away(plain);
  char path[128];
  snprintf(path, sizeof path, "%s/kinds.tsv", sub), unlink(path);
  snprintf(path, sizeof path, "%s/tables.tsv", sub), unlink(path);
  rmdir(sub), rmdir(dir);
}

/* Wrong figures are refused with file and line. */
static void wrong_figures(void **s) {
  static const struct {
    const char *file, *from, *to;
  } row[] = {{"kinds.tsv", "\t(3)\t4\t8\t4\t10\t4\t", "\t(x)\t4\t8\t4\t10\t4\t"}, {"tables.tsv", "kill-zone\t4", "kill-zone\tmany"},
             {"counters.tsv", "\tTIG\t", "\tTIGER\t"}, {"start.tsv", "LAH 29TC", "LAH 99TC"}, {"setup-lesson.tsv", "1735", "9999"}};
  (void)s;
  for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
    char dir[] = "/tmp/salient-owner-XXXXXX", sub[64], path[128];
    struct fault f;
    assert_non_null(mkdtemp(dir));
    snprintf(sub, sizeof sub, "%s/sspanzer", dir);
    assert_int_equal(mkdir(sub, 0700), 0);
    replace(dir, row[i].file, row[i].from, row[i].to);
    struct library *lib = library_open(dir, &f);
    assert_non_null(lib);
    assert_null(library_book(lib, sal_ruleset_find("sspanzer"), "lesson", &f));
    assert_true(strlen(f.text) > 10);
    library_close(lib);
    snprintf(path, sizeof path, "%s/%s", sub, row[i].file), unlink(path);
    rmdir(sub), rmdir(dir);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(figures_of_an_owner), cmocka_unit_test(wrong_figures)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
