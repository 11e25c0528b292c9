/* test_03_table_cells.c - every cell of tables.tsv that play takes: none can be spoiled unnoticed,
 * and each figure has its ends. */
#include "kit.h"

#include <sys/stat.h>
#include <unistd.h>

static char printed[40000], dir[40], path[100];

static void unpack(void) {
  char from[300];
  snprintf(from, sizeof from, "%s/data/stalnie/tables.tsv", SOURCE_DIR);
  FILE *f = fopen(from, "rb");
  assert_non_null(f);
  printed[fread(printed, 1, sizeof printed - 1, f)] = 0;
  fclose(f);
  snprintf(dir, sizeof dir, "/tmp/salient-cells-XXXXXX");
  assert_non_null(mkdtemp(dir));
  snprintf(path, sizeof path, "%s/stalnie", dir);
  assert_int_equal(mkdir(path, 0700), 0);
  snprintf(path, sizeof path, "%s/stalnie/tables.tsv", dir);
}
static void put_away(void) {
  unlink(path);
  *strrchr(path, '/') = 0;
  rmdir(path);
  rmdir(dir);
}

/* The cell's text in the printed file: a row and column of a table, the row's name being column 0.
 * NULL: there is no such row. */
static const char *cell_at(const char *table, int row, int col, size_t *n) {
  char head[60];
  snprintf(head, sizeof head, "@table %s |", table);
  const char *at = strstr(printed, head);
  if (!at)
    fail_msg("no table %s", table);
  for (int i = 0; i < row + 2; i++) {
    at = strchr(at, '\n') + 1;
    if (!*at || *at == '@')
      return NULL;
  }
  for (int i = 0; i < col; i++)
    at += strcspn(at, "\t\n"), at += *at == '\t';
  *n = strcspn(at, "\t\n");
  return at;
}

/* Does the game load with that in the cell? */
static bool loads_with(const char *table, int row, int col, const char *text) {
  struct fault f = {0};
  size_t n;
  const char *at = cell_at(table, row, col, &n);
  assert_non_null(at);
  FILE *file = fopen(path, "wb");
  fprintf(file, "%.*s%s%s", (int)(at - printed), printed, text, at + n);
  fclose(file);
  struct library *l = library_open(dir, &f);
  const struct sal_book *b =
      l ? library_book(l, sal_ruleset_find("stalnie"),
                       sal_eq(table, "ob.lesson") ? "lesson" : "campaign", &f)
        : NULL;
  bool good = b != NULL;
  if (l)
    library_close(l);
  return good;
}

/* Columns that are read, the row's name as 0; the others are words for people. */
static const struct {
  const char *table, *columns;
} read_columns[] = {
    {"replenish", "012"},   {"historical", "12"},   {"weather", "01"},      {"ec", "01"},
    {"surcharge", "134"},   {"dugin", "01"},        {"leaders", "012"},     {"al", "01"},
    {"escape", "012"},      {"escape.drm", "13"},   {"forts", "1234"},      {"repair", "1"},
    {"al.improve", "01"},   {"limits", "123"},      {"gameend", "1"},       {"ob", "12346"},
    {"ob.lesson", "12346"}, {"immobilized", "012"}, {"boards", "12345678"}, {"fire", "1"},
    {"steps", "01"},        {"quick", "1"},         {"piles", "12"},        {"oba", "01"},
    {"promotion", "01"},    {"elr", "01"}};

static void no_cell_can_be_spoiled(void **unused) {
  (void)unused;
  unpack();
  for (size_t i = 0; i < sizeof read_columns / sizeof read_columns[0]; i++)
    for (const char *c = read_columns[i].columns; *c; c++) {
      size_t n;
      int last = 0;
      while (cell_at(read_columns[i].table, last + 1, 0, &n))
        last++;
      for (int row = 0; row <= last; row += last ? last : 1) /* the first and the last */
        if (loads_with(read_columns[i].table, row, *c - '0', "?"))
          fail_msg("%s, row %d, column %c: it loads", read_columns[i].table, row, *c);
    }
  put_away();
}

/* The least and the most of each figure load, what lies beyond does not. */
static void figures_have_ends(void **unused) {
  (void)unused;
  static const struct {
    const char *table;
    int row, col, least, most;
  } cases[] = {{"replenish", 2, 2, 0, 60}, {"historical", 1, 1, -6, 6}, {"historical", 3, 2, -6, 6},
               {"surcharge", 0, 3, 0, 9},  {"surcharge", 5, 4, 0, 9},   {"escape.drm", 1, 1, -9, 9},
               {"repair", 0, 1, -9, 9},    {"limits", 0, 1, 0, 250},    {"gameend", 0, 1, 0, 6},
               {"piles", 0, 1, 0, 20},     {"fire", 0, 1, 0, 255},      {"steps", 0, 0, 0, 999},
               {"steps", 0, 1, 0, 20},     {"quick", 0, 1, 1, 200},     {"oba", 0, 0, 1, 999},
               {"oba", 0, 1, 1, 100},      {"ob", 0, 2, 1, 5},          {"ob", 0, 3, 0, 9},
               {"ob", 0, 4, 0, 60},        {"elr", 1, 1, -1, 1},        {"forts", 1, 1, 1, 60}};
  unpack();
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    for (int k = 0; k < 4; k++) {
      char text[12];
      int v = k == 0   ? cases[i].least
              : k == 1 ? cases[i].least - 1
              : k == 2 ? cases[i].most
                       : cases[i].most + 1;
      snprintf(text, sizeof text, "%d", v);
      if (loads_with(cases[i].table, cases[i].row, cases[i].col, text) != (k % 2 == 0))
        fail_msg("%s, row %d, column %d: %d", cases[i].table, cases[i].row, cases[i].col, v);
    }
  put_away();
}

/* 3.18: the plan is four rows of three boards: no board lies outside it, and no two in one place.
 */
static void a_place_for_each_board(void **unused) {
  (void)unused;
  static const struct {
    int col;
    const char *outside[3]; /* the last: where another board lies */
  } cases[] = {{2, {"0", "5", "2"}}, {3, {"0", "4", "2"}}};
  unpack();
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    for (int k = 0; k < 3; k++)
      if (loads_with("boards", 0, cases[i].col, cases[i].outside[k]))
        fail_msg("board 16, column %d: %s loads", cases[i].col, cases[i].outside[k]);
  put_away();
}

/* A table that is not there, or has a row too many or too few, is missed. */
static void no_table_can_be_left_out(void **unused) {
  (void)unused;
  unpack();
  for (size_t i = 0; i < sizeof read_columns / sizeof read_columns[0]; i++) {
    const char *id = read_columns[i].table;
    struct fault f = {0};
    char head[60];
    snprintf(head, sizeof head, "@table %s |", id);
    const char *at = strstr(printed, head);
    FILE *file = fopen(path, "wb");
    fprintf(file, "%.*s@table x%s", (int)(at - printed), printed, at + strlen("@table "));
    fclose(file);
    struct library *l = library_open(dir, &f);
    const struct sal_book *b = l ? library_book(l, sal_ruleset_find("stalnie"),
                                                sal_eq(id, "ob.lesson") ? "lesson" : "campaign", &f)
                                 : NULL;
    if (b || !strstr(f.text, id))
      fail_msg("%s: %s", id, b ? "it loads" : f.text);
    if (l)
      library_close(l);
  }
  put_away();
}

/* Words and products of figures have ends too: a price a size, a price times what is bought at
 * once, groups that are on the charts. */
static void words_have_ends(void **unused) {
  (void)unused;
  static const struct {
    const char *table;
    int row, col;
    const char *text;
    bool loads;
  } cases[] = {{"forts", 0, 1, "1/2/4", true},
               {"forts", 0, 1, "1/2", false},
               {"forts", 3, 1, "21", true}, /* twelve factors at once: 252 */
               {"forts", 3, 1, "22", false},
               {"forts", 7, 2, "17*(a+b+c)", true}, /* 3-5-7: 255 */
               {"forts", 7, 2, "18*(a+b+c)", false},
               {"surcharge", 0, 2, "I1,I2", true},
               {"surcharge", 0, 2, "I1,I2,I99", false},
               {"ob", 2, 6, "I1,A2,A3,A4,A5,O2", true},
               {"ob", 2, 6, "i1,a2,a3,a4,a5,o2", true},
               {"ob", 2, 6, "I1,A2,A3,A4,A5,O99", false},
               {"ob", 2, 6, "I1,A2,A3,A4,A5,O2345678", false},
               {"ob", 2, 6, "I1,I1,I1,I1,I1,I1,I1,I1,I1,I1,I1,I1,I1,I1,I1,I1,I1", false},
               {"boards", 0, 0, "99", false}};
  unpack();
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    if (loads_with(cases[i].table, cases[i].row, cases[i].col, cases[i].text) != cases[i].loads)
      fail_msg("%s, row %d, column %d: %s", cases[i].table, cases[i].row, cases[i].col,
               cases[i].text);
  put_away();
}

/* 3.1: "4/3", at full and at depleted strength: two numbers of up to 20. */
static void strengths_have_ends(void **unused) {
  (void)unused;
  static const struct {
    const char *text;
    bool loads;
  } cases[] = {{"PzIIIN:4/2", true},   {"PzIIIN:4", false},    {"PzIIIN:/3", false},
               {"PzIIIN:4/", false},   {"PzIIIN:21/3", false}, {"PzIIIN:4/21", false},
               {"PzIIIN:x/3", false},  {"PzIIIN:4/x", false},  {"PzIIIN:004/3", false},
               {"PzIIIN:4/003", false}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    if (owner_reads("stalnie", "campaign", "groups.tsv", "PzIIIN:4/3", cases[i].text) !=
        cases[i].loads)
      fail_msg("%s", cases[i].text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(no_cell_can_be_spoiled), cmocka_unit_test(figures_have_ends),
      cmocka_unit_test(a_place_for_each_board), cmocka_unit_test(no_table_can_be_left_out),
      cmocka_unit_test(words_have_ends),        cmocka_unit_test(strengths_have_ends)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
