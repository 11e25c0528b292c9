/* test_map.c - drawn maps: what a good one gives, joined ones, and every kind of mistake with its
 * file and line. */
#include "room.h"

#include <stdio.h>

#include "core/data.h"

static const struct sal_terrains terrains = {
    .hex = {{.id = "clear"}, {.id = "wood"}, {.id = "town"}},
    .side = {{.id = "river"}, {.id = "slope"}},
    .path = {{.id = "road.main"}, {.id = "rail"}},
    .nhex = 3,
    .nside = 2,
    .npath = 2,
};
enum { CLEAR = 1, WOOD = 2, TOWN = 4 };

static const char *const good[] = {
    /*  1 */ "salient-map 1",
    /*  2 */ "source invented: for a test",
    /*  3 */ "layout flat",
    /*  4 */ "size 3 2",
    /*  5 */ "number ccrr 1 1 nw",
    /*  6 */ "low even   # comments are allowed",
    /*  7 */ "key . clear",
    /*  8 */ "key w wood",
    /*  9 */ "key T clear town",
    /* 10 */ "grid",
    /* 11 */ ".   w",
    /* 12 */ "  T",
    /* 13 */ ".   .",
    /* 14 */ "  .",
    /* 15 */ "end",
    /* 16 */ "side river 0101/0201 0201/0301",
    /* 17 */ "river Long_brook 0101/0201 0201/0301",
    /* 18 */ "path road.main 0101 0201 0301",
    /* 19 */ "label 2 0201 Two words",
    /* 20 */ "region west 0101",
    /* 21 */ "region west 0102",
    /* 22 */ "side slope 0102/0101",
};
enum { LINES = sizeof good / sizeof *good };

/* The good map with line `n` (1..) replaced; with text NULL it ends before that line. */
static char *with(int n, const char *text, const char *newline) {
  static char buf[4096];
  size_t len = 0;
  for (int i = 1; i <= LINES; i++) {
    if (i == n && !text)
      break;
    len +=
        (size_t)snprintf(buf + len, sizeof buf - len, "%s%s", i == n ? text : good[i - 1], newline);
  }
  return buf;
}

static bool load(struct sal_board *b, struct sal_arena *a, const char *text, struct sal_err *err) {
  struct sal_file f = {"map.txt", text, strlen(text)};
  memset(b, 0, sizeof *b);
  memset(err, 0, sizeof *err);
  return sal_board_load(b, a, &f, &terrains, err);
}

static void check_good(const char *text) {
  struct sal_arena a = room_new(1 << 20);
  struct sal_board b;
  struct sal_err err;
  if (!load(&b, &a, text, &err))
    fail_msg("%d: %s", err.line, err.text);
  sal_hex h11 = sal_hex_parse(&b, "0101"), h21 = sal_hex_parse(&b, "0201"),
          h31 = sal_hex_parse(&b, "0301"), h12 = sal_hex_parse(&b, "0102");
  assert_int_equal(b.nhexes, 6);
  assert_int_equal(b.terrain[h11], CLEAR);
  assert_int_equal(b.terrain[h31], WOOD);
  assert_int_equal(b.terrain[h21], CLEAR | TOWN);
  int d = sal_dir_to(&b, h11, h21);
  assert_int_equal(d, 2); /* 02 lies lower: south-east of 01 */
  assert_int_equal(b.side[h11 * 6 + d], 1);
  assert_int_equal(b.path[h21 * 6 + sal_dir_to(&b, h21, h31)], 1);
  assert_int_equal(b.owns[h12 * 6 + sal_dir_to(&b, h12, h11)], 2);
  assert_int_equal(b.owns[h11 * 6 + sal_dir_to(&b, h11, h12)], 0);
  assert_int_equal(b.nlabels, 1);
  assert_string_equal(b.labels[0].text, "Two words");
  assert_int_equal(b.labels[0].hex, h21);
  assert_string_equal(b.rivers[0].text, "Long brook");
  assert_int_equal(b.rivers[0].n, 4);
  assert_int_equal(b.nregions, 1);
  assert_int_equal(sal_region_find(&b, "west")->n, 2);
  assert_null(sal_region_find(&b, "east"));
  room_free(&a);
}
static void a_good_map(void **state) {
  (void)state;
  check_good(with(0, "", "\n"));
  check_good(with(0, "", "\r\n"));
}

static void a_hole_is_no_hex(void **state) {
  (void)state;
  struct sal_arena a = room_new(1 << 20);
  struct sal_board b;
  struct sal_err err;
  assert_true(load(&b, &a, with(14, "", "\n"), &err));
  assert_int_equal(b.nhexes, 5);
  assert_int_equal(sal_hex_parse(&b, "0202"), SAL_NOHEX);
  assert_int_equal(sal_next(&b, sal_hex_parse(&b, "0201"), 3), SAL_NOHEX);
  room_free(&a);
}

static void a_pointy_map(void **state) {
  (void)state;
  static const char map[] = "salient-map 1\nlayout pointy\nsize 3 2\nnumber board 4 1 1 sw\nlow "
                            "odd\nkey . clear\nkey w wood\ngrid\n. w .\n . . w\nend\n";
  struct sal_arena a = room_new(1 << 20);
  struct sal_board b;
  struct sal_err err;
  if (!load(&b, &a, map, &err))
    fail_msg("%d: %s", err.line, err.text);
  assert_true(b.pointy);
  /* rows count from the south: the upper line is B */
  assert_int_equal(b.terrain[sal_hex_parse(&b, "4-B2")], WOOD);
  assert_int_equal(b.terrain[sal_hex_parse(&b, "4-A3")], WOOD);
  /* A lies further right: B1 is north-west */
  assert_int_equal(sal_dir_to(&b, sal_hex_parse(&b, "4-A1"), sal_hex_parse(&b, "4-B1")), 0);
  assert_int_equal(sal_dir_to(&b, sal_hex_parse(&b, "4-A1"), sal_hex_parse(&b, "4-A2")), 2);
  room_free(&a);
}

static void one_board_alone(void **state) {
  (void)state;
  static const char map[] = "salient-map 1\nlayout pointy\nsize 3 2\nnumber board - 1 1 sw\nlow "
                            "odd\nkey . clear\nkey w wood\ngrid\n. w .\n . . w\nend\n";
  struct sal_arena a = room_new(1 << 20);
  struct sal_board b;
  struct sal_err err;
  if (!load(&b, &a, map, &err))
    fail_msg("%d: %s", err.line, err.text);
  sal_hex wood = sal_hex_parse(&b, "B2");
  assert_int_equal(b.terrain[wood], WOOD);
  assert_string_equal(b.name[wood], "B2");
  assert_int_equal(sal_hex_parse(&b, "4-B2"), SAL_NOHEX);
  room_free(&a);
}

/* ---- mistakes --------------------------------------------------------------------------- */

static const struct {
  int replace;
  const char *text; /* NULL: the file ends there */
  int line;
  const char *words;
} mistakes[] = {
    {1, "hexes 1", 1, "begins with 'salient-map 1'"},
    {1, "", 1, "begins with"},
    {1, "salient-map 2", 1, "version"},
    {1, "salient-map", 1, "version is missing"},
    {3, "layout round", 3, "'flat' or 'pointy'"},
    {3, "colour red", 3, "'colour' is not known before the grid"},
    {4, "size 3", 4, "rows is missing"},
    {4, "size 100 2", 4, "columns must be a number from 1 to 99, not '100'"},
    {4, "size 0 2", 4, "columns must be"},
    {4, "size 3 x", 4, "not 'x'"},
    {4, "size 03 2", 4, "not '03'"},
    {4, "", 10, "needs 'size' and 'low'"},
    {5, "number", 5, "'ccrr' or 'board' is missing"},
    {5, "number hex 1 1 nw", 5, "neither 'ccrr' nor 'board'"},
    {5, "number ccrr 1 1", 5, "the corner is missing"},
    {5, "number ccrr 1 1 north", 5, "'north' is not a corner"},
    {5, "number ccrr 98 1 nw", 10, "run past 99"},
    {5, "number board toolong 1 1 nw", 5, "short board name"},
    {6, "low left", 6, "'odd' or 'even'"},
    {6, "", 10, "needs 'size' and 'low'"},
    {6, "low even\nplace 1000 0", 7, "must be a number from -200 to 200"},
    {7, "key", 7, "one plain character is missing"},
    {7, "key .. clear", 7, "one plain character"},
    {7, "key \303\244 clear", 7, "one plain character"},
    {7, "key .", 7, "a terrain is missing"},
    {7, "key . swamp", 7, "there is no hex terrain 'swamp'"},
    {8, "key . wood", 8, "given twice"},
    {11, ".   x", 11, "there is no key 'x'"},
    {11, ".   \303\244", 11, "there is no key"},
    {11, ". . w", 11, "between two hexes"},
    {11, ".   w   .", 11, "between two hexes"},
    {12, NULL, 11, "the file ends in it"},
    {15, ".   .", 15, "'end' must follow its 2 rows"},
    {15, NULL, 14, "'end' must follow"},
    {16, "side", 16, "the kind is missing"},
    {16, "side canal 0101/0201", 16, "no hexside terrain 'canal'"},
    {16, "side river 0101", 16, "two hexes with '/'"},
    {16, "side river 0101/0909", 16, "hex '0909' is not on the map"},
    {16, "side river 0101/0301", 16, "0101 and 0301 are not neighbours"},
    {17, "river", 17, "the name is missing"},
    {17, "river Psel 0101/0102 0103/0104", 17, "hex '0103' is not on the map"},
    {18, "path", 18, "the kind is missing"},
    {18, "path river 0101 0102", 18, "there is no path 'river'"},
    {18, "path rail 0101 0301", 18, "0101 and 0301 are not neighbours"},
    {18, "path rail 0101 01x2", 18, "hex '01x2' is not on the map"},
    {19, "label", 19, "rank is missing"},
    {19, "label 0 0101 X", 19, "rank must be a number from 1 to 9"},
    {19, "label 2", 19, "the hex is missing"},
    {19, "label 2 0999 X", 19, "hex '0999'"},
    {19, "label 2 0101", 19, "a name of 1 to 60 bytes"},
    {20, "region", 20, "the id is missing"},
    {20, "region west 0101 0404", 20, "hex '0404'"},
    {21, "region west 0101 0102 0101 0102 0101 0102", 21, "more hexes than the map has"},
    {22, "slope 0102/0101", 22, "'slope' is not known after the grid"},
    {22, "size 9 9", 22, "'size' is not known after the grid"},
    {22, "grid\n.   .\n  .\n.   .\n  .\nend", 22, "drawn twice"},
    {9, "key T \377", 1, "not UTF-8"},
};

static void mistakes_are_told_with_their_line(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
    struct sal_arena a = room_new(1 << 20);
    struct sal_board b;
    struct sal_err err;
    if (load(&b, &a, with(mistakes[i].replace, mistakes[i].text, "\n"), &err))
      fail_msg("'%s' is accepted", mistakes[i].text);
    if (err.line != mistakes[i].line || !strstr(err.text, mistakes[i].words) ||
        strcmp(err.file, "map.txt"))
      fail_msg("'%s': %s:%d: %s; wanted line %d and '%s'",
               mistakes[i].text ? mistakes[i].text : "(end)", err.file, err.line, err.text,
               mistakes[i].line, mistakes[i].words);
    room_free(&a);
  }
}

static void too_large_a_map(void **state) {
  (void)state;
  char text[256];
  struct sal_arena a = room_new(4 << 20);
  struct sal_board b;
  struct sal_err err;
  snprintf(
      text, sizeof text,
      "salient-map 1\nlayout flat\nsize 99 99\nnumber ccrr 1 1 nw\nlow even\nkey . clear\ngrid\n");
  assert_false(load(&b, &a, text, &err));
  assert_non_null(strstr(err.text, "too large"));
  assert_string_equal(err.file, "map.txt");
  room_free(&a);
}

/* ---- joined maps ------------------------------------------------------------------------ */

static bool join(struct sal_board *b, struct sal_arena *a, const char *one, const char *two, int q,
                 int r, struct sal_err *err) {
  struct sal_file f[2] = {{"one.txt", one, strlen(one)}, {"two.txt", two, strlen(two)}};
  const struct sal_file *files[2] = {&f[0], &f[1]};
  const int16_t place[2][2] = {{0, 0}, {(int16_t)q, (int16_t)r}};
  memset(b, 0, sizeof *b);
  memset(err, 0, sizeof *err);
  return sal_board_join(b, a, files, place, 2, &terrains, err);
}
#define SMALL(layout, number, drawing)                                                             \
  "salient-map 1\nlayout " layout "\nsize 2 2\nnumber " number                                     \
  "\nlow even\nplace 2 -1\nkey . clear\nkey w wood\ngrid\n" drawing "end\nregion all "

static void maps_side_by_side(void **state) {
  (void)state;
  struct sal_arena a = room_new(1 << 20);
  struct sal_board b;
  struct sal_err err;
  static const char one[] = SMALL("flat", "board 1 1 1 nw", ".\n  .\n.\n  .\n") "1-A1\n",
                    two[] = SMALL("flat", "board 2 1 1 nw",
                                  "w\n  .\n.\n  .\n") "2-A1\npath rail 1-A2 2-A1\n";
  if (!join(&b, &a, one, two, 2, -1, &err))
    fail_msg("%s:%d: %s", err.file, err.line, err.text);
  assert_int_equal(b.nhexes, 8);
  sal_hex east = sal_hex_parse(&b, "1-A2"), next = sal_hex_parse(&b, "2-A1");
  /* column 2 lies lower: its neighbour to the north-east */
  assert_int_equal(sal_dir_to(&b, east, next), 1);
  assert_int_equal(b.terrain[next], WOOD);
  assert_int_equal(b.path[east * 6 + 1], 2);
  assert_int_equal(sal_region_find(&b, "all")->n, 2);
  struct sal_file f = {"two.txt", two, strlen(two)};
  int16_t place[2];
  assert_true(sal_map_place(&f, place, &err));
  assert_int_equal(place[0], 2);
  assert_int_equal(place[1], -1);
  room_free(&a);
}

static void maps_that_do_not_join(void **state) {
  (void)state;
  struct sal_arena a = room_new(1 << 20);
  struct sal_board b;
  struct sal_err err;
  static const char one[] = SMALL("flat", "ccrr 1 1 nw", ".\n  .\n.\n  .\n") "0101\n",
                    far[] = SMALL("flat", "ccrr 11 1 nw", ".\n  .\n.\n  .\n") "1101\n",
                    lettered[] = SMALL("flat", "board 2 1 1 nw", ".\n  .\n.\n  .\n") "2-A1\n",
                    pointy[] = SMALL("pointy", "ccrr 11 1 nw", ". .\n . .\n") "1101\n";
  assert_false(join(&b, &a, one, far, 1, 0, &err));
  assert_non_null(strstr(err.text, "two boards overlap"));
  assert_false(join(&b, &a, one, one, 5, 0, &err));
  assert_non_null(strstr(err.text, "0101 occurs twice"));
  assert_false(join(&b, &a, one, pointy, 5, 0, &err));
  assert_non_null(strstr(err.text, "share layout and numbering"));
  assert_string_equal(err.file, "two.txt");
  assert_false(join(&b, &a, one, lettered, 5, 0, &err));
  assert_true(join(&b, &a, one, far, 5, 0, &err));
  assert_int_equal(sal_distance(&b, sal_hex_parse(&b, "0101"), sal_hex_parse(&b, "1101")), 5);
  room_free(&a);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_good_map),
      cmocka_unit_test(a_hole_is_no_hex),
      cmocka_unit_test(a_pointy_map),
      cmocka_unit_test(one_board_alone),
      cmocka_unit_test(mistakes_are_told_with_their_line),
      cmocka_unit_test(too_large_a_map),
      cmocka_unit_test(maps_side_by_side),
      cmocka_unit_test(maps_that_do_not_join),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
