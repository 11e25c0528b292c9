/* test_01_tables.c - the printed tables, copied once more from the book, against the data. */
#include "table.h"

#include "core/ruleset.h"
#include "host/library.h"

#include <stdlib.h>
#include <sys/stat.h>

/* The combat table as chapter 1.6 prints it, rolls 2 to 12; columns 1:4 to 10:1. */
static const char *const in_1_6[] = {
    "-1/-1D -1/D1D -1/D1D -1/D2D -1/D3D -1/D3D -1/D3D -1/D4D -1/D4D -1/D4D -1/D4D -1/D5D -1/D5D-1",
    "-1/- -1/D1 */D1 */D2 */D2-1 */D3-1 */D3-1 */D3-1 */D4-1 */D4-1 */D4-1 */D4-1 */D5-1",
    "A1*/- */-1 */D1 */D1 */D2 */D3 */D3 */D3 */D3 */D4-1 */D4-1 */D4-1 */D4-1",
    "A1-1/- -1/- -1/-1 */D1 */D2 */D2 -/D3 -/D3 -/D3 -/D3 -/D4 -/D4 -/D4-1",
    "A1-1/- A1*/- -1/-1 -/D1 -/D2 -/D2 -/D3 -/D3 -/D3 -/D3 -/D3 -/D4 -/D4-1",
    "A2-1/- A1/- A1/- -1/-1 -/D1 -/D2 -/D2 -/D2 -/D3 -/D3 -/D3-1 -/D3-1 -/D4",
    "A2-2/-1 A1-1/- A1/- -1/-1 -/D1 -/D2 -/D2 -/D2 -/D2-1 -/D3-1 -/D3 -/D3-1 -/D3",
    "A2-2/- A2-1/-1 A1-1/- -1/- -1/D1 -/D1 */D2-1 */D2-1 */D2 -/D2 -/D3 -/D3 -/D3",
    "A2-2/- A2-2/- A2-1/-1 A1/- -1/D1-1 -1/D1-1 -1/D2 -/D2 -/D2 */D2 */D2 */D3 -/D3",
    "A2-2/- A2-2/- A2-2/- A1-1/- -1/-1 -1/-1 -1/D1 -1/D2 -1/D2 -1/D2 -1/D2 -1/D2 */D3",
    "A2D-2/-1 A2D-2/-1 A2D-2/-1 A2D-1/-1 D-1/-1 D-1/-1 D-1/-1 D-1/D1 D-1/D2 D-1/D2 D-1/D2 D-1/D2 "
    "D-1/D2",
};
/* As the tables at the end of the book print it. */
static const char *const at_the_end[] = {
    "-1/-1D -1/D1D -1/D1D -1/D2D -1/D3D -1/D3D -1/D3D -1/D4D -1/D4D -1/D4D -1/D4D -1/D5D -1/D5D-1",
    "-1/- -1/D1 */D1 */D2 */D2-1 */D3-1 */D3-1 */D3-1 */D4-1 */D4-1 */D4-1 */D4-1 */D5-1",
    "A1*/- */-1 */D1 */D1 */D2 */D3 */D3 */D3 */D3 */D4-1 */D4-1 */D4-1 */D4-1",
    "A1-1/- -1/- -1/-1 */D1 */D2 */D2 -/D3 -/D3 -/D3 -/D3 -/D4 -/D4 -/D4-1",
    "A1-1/- A1*/- -1/-1 -/D1 -/D2 -/D2 -/D2 -/D3 -/D3 -/D3 -/D3 -/D4 -/D4-1",
    "A2-1/- A1/- A1/- -1/-1 -/D1 -/D2 -/D2 -/D2 -/D3 -/D3 -/D3-1 -/D3-1 -/D4",
    "A2-2/-1 A1-1/- A1/- -1/-1 -/D1 -/D2 -/D2 -/D2 -/D2-1 -/D3-1 -/D3 -/D3-1 -/D3",
    "A2-2/- A2-1/-1 A1-1/- -1/- -1/D1 -/D1 */D2-1 */D2-1 */D2 -/D2 -/D3 -/D3 -/D3",
    "A2-2/- A2-2/- A2-1/-1 A1/- -1/D1-1 -1/D1-1 -1/D2 -/D2 -/D2 */D2 */D2 */D3 -/D3",
    "A2-2/- A2-2/- A2-2/- A1-1/- -1/-1 -1/-1 -1/D1 -1/D2 -1/D2 -1/D2 -1/D2 -1/D2 */D3",
    "A2D-2/-1 A2D-2/-1 A2D-2/-1 A2D-1/-1 D-1/-1 D-1/-1 D-1/-1 D-1/D1 D-1/D2 D-1/D2 D-1/D2 D-1/D2 "
    "D-1/D2",
};
static const char *const air[] = {
    "- - - - - - - - - - -1",
    "-1 - - - - - - - - -1 -1",
    "-1D -1 - - - - - - -1 -1 -1D",
    "-1D -1D -1 -1 - - - -1 -1 -1D -1D",
    "- -1D -1D -1 -1 -1 -1 -1 -1 -1D -",
    "-2D - -1D -1 -1 -1 -1 -1 -1D - -2D",
};
static const char *const artillery[] = {
    "-1 - - - - - - - - - *",       "-1 D * - - - - - - * D",
    "-1D -1D * * - - - - * -1 -1D", "-1D -1D D * - - - * D -1D -1D",
    "- -1D D * * - * D -1D -1D -",  "- -1D -1D -1* -1 -1 -1 -1* -1D -1D -",
};
static const char *const objects[] = {
    "D - - - - - - - - - -", "D D - - - - - - - D D", "D D D - - - - - D D D",
    "- D D D - - - D D D -", "- - D D D - D D D - -", "- - D D D D D D D D -",
};

struct data {
  struct library *lib;
  const struct sal_book *book;
};
static struct data open_data(void) {
  struct fault f;
  struct data d = {library_open(NULL, &f), NULL};
  d.book = library_book(d.lib, sal_ruleset_find("wb95"), "kursk", &f);
  assert_non_null(d.book);
  return d;
}

static const char *word(const char *line, int n, char out[16]) { /* the n-th */
  while (n--)
    line += strcspn(line, " ") + 1;
  snprintf(out, 16, "%.*s", (int)strcspn(line, " "), line);
  return out;
}

static void same(const char *id, const char *const *lines, int rows, int cols) {
  struct data d = open_data();
  const struct sal_table *t = sal_table_find(d.book, id);
  char cell[16];
  assert_int_equal(t->nrows, rows);
  assert_int_equal(t->ncols, cols);
  for (int r = 0; r < rows; r++)
    for (int c = 0; c < cols; c++) {
      const char *have = sal_table_cell(t, r, c), *want = word(lines[r], c, cell);
      if (strcmp(!strcmp(have, ".") ? "-" : have, want))
        fail_msg("%s, row %s, column %s: %s is printed, %s is in the data", id, t->row[r],
                 t->col[c], want, have);
    }
  library_close(d.lib);
}

/* they differ in one cell of 143, and there the end of the book holds */
static void both_printings(void **s) {
  char a[16], z[16];
  int differ = 0;
  (void)s;
  for (int r = 0; r < 11; r++)
    for (int c = 0; c < 13; c++) {
      if (!strcmp(word(in_1_6[r], c, a), word(at_the_end[r], c, z)))
        continue;
      differ++;
      assert_int_equal(r, 6 - 2); /* a roll of 6 */
      assert_int_equal(c, 6);     /* 4:1 */
      assert_string_equal(a, "-/D3");
      assert_string_equal(z, "-/D2");
    }
  assert_int_equal(differ, 1);
  same("combat", at_the_end, 11, 13);
}

static void the_ruling_is_told(void **s) {
  struct data d = open_data();
  (void)s;
  assert_non_null(strstr(sal_table_find(d.book, "combat")->title, "6, 4:1"));
  library_close(d.lib);
}

static void fire_tables(void **s) {
  (void)s;
  same("air", air, 6, 11);
  same("artillery", artillery, 6, 11);
  same("objects", objects, 6, 11);
}

/* Another change to a file that `replace` has written. */
static void swap_in(const char *path, const char *from, const char *to) {
  char text[16384], *at;
  FILE *f = fopen(path, "r");
  assert_non_null(f);
  size_t n = fread(text, 1, sizeof text - 1, f);
  text[n] = 0;
  fclose(f);
  at = strstr(text, from);
  assert_non_null(at);
  assert_int_equal(strlen(from), strlen(to));
  memcpy(at, to, strlen(to));
  f = fopen(path, "w");
  assert_non_null(f);
  fwrite(text, 1, n, f);
  fclose(f);
}

/* An owner's bounds take effect, and labels that the rules cannot read are refused. */
static void labels_of_an_owner(void **s) {
  static const char *const wrong[][2] = {
      {"3-5\t-1\tD\t*", "4-5\t-1\tD\t*"}, /* 3 would be in no row */
      {"17+\t.\t-1D\t-1D\t-1*", "18+\t.\t-1D\t-1D\t-1*"},
      {"roll\t1:4\t1:3", "roll\t1:5\t1:3"},
      {"terrain\ttruck\ttrack", "terrain\ttrack\ttruck"},
      {"side\tsupply\trange", "side\trange\tsupply"},
      {"kursk\t11\t19\t26", "kursk\t11\t9\t26"},
      {"german\t10\t4", "germans\t10\t4"},
      {"river\t+1\t+1\t+1", "brook\t+1\t+1\t+1"},
      {"1-2\tD\t.\t.", "1-2\tX\t.\t."},
      {"clear\t2\t1\t1", "clear\t2\t1x\t1"}};
  char dir[] = "/tmp/salient-labels-XXXXXX", sub[64], path[80];
  struct fault f;
  (void)s;
  assert_non_null(mkdtemp(dir));
  snprintf(sub, sizeof sub, "%s/wb95", dir);
  assert_int_equal(mkdir(sub, 0700), 0);
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    replace(dir, "tables.tsv", wrong[i][0], wrong[i][1]);
    struct library *lib = library_open(dir, &f);
    if (lib && library_book(lib, sal_ruleset_find("wb95"), "kursk", &f))
      fail_msg("'%s' was taken", wrong[i][1]);
    if (lib)
      library_close(lib);
  }
  replace(dir, "tables.tsv", "3-5\t-1\tD\t*", "3-4\t-1\tD\t*");
  snprintf(path, sizeof path, "%s/tables.tsv", sub);
  swap_in(path, "6-8\t-1D\t-1D\t*\t*", "5-8\t-1D\t-1D\t*\t*");
  struct table *t = lay_with(
      K, OPENLY,
      PLAIN AT("german.attack")
          UNITS(UX("g", G, "G-ART", "0505", "\"factors\":{\"off\":5}"), U("e", S, "S-INF", "0507")),
      NULL, dir, __FILE__, __LINE__);
  acts(t, G, "shell g;target 0507");
  card(t, G, "6.4.2", "5-8");
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(both_printings), cmocka_unit_test(the_ruling_is_told),
      cmocka_unit_test(fire_tables), cmocka_unit_test(labels_of_an_owner)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
