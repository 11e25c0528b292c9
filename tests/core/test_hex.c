/* test_hex.c - directions, corners, distances, and the numbering of hexes: every layout, corner and
 * parity against a plain drawing of where a hex must lie. */
#include "room.h"

#include <stdio.h>

static void directions_point_where_they_say(void **state) {
  (void)state;
  /* N NE SE S SW NW */
  static const int flat[6][2] = {{0, -2}, {3, -1}, {3, 1}, {0, 2}, {-3, 1}, {-3, -1}};
  /* NW NE E SE SW W */
  static const int pointy[6][2] = {{-1, -3}, {1, -3}, {2, 0}, {1, 3}, {-1, 3}, {-2, 0}};
  for (int p = 0; p < 2; p++)
    for (int d = 0; d < 6; d++) {
      struct sal_point a = sal_centre(p, 4, 7), b = sal_centre(p, 4 + sal_dq[d], 7 + sal_dr[d]);
      assert_int_equal(b.x - a.x, p ? pointy[d][0] : flat[d][0]);
      assert_int_equal(b.y - a.y, p ? pointy[d][1] : flat[d][1]);
      assert_int_equal(sal_dq[d] + sal_dq[sal_back(d)], 0);
      assert_int_equal(sal_dr[d] + sal_dr[sal_back(d)], 0);
      assert_int_equal(sal_turn(d, 3), sal_back(d));
      assert_int_equal(sal_turn(d, -1), (d + 5) % 6);
    }
}

static void neighbours_share_their_corners(void **state) {
  (void)state;
  for (int p = 0; p < 2; p++)
    for (int d = 0; d < 6; d++) {
      int q = 4 + sal_dq[d], r = 7 + sal_dr[d], back = sal_back(d);
      struct sal_point a = sal_corner(p, 4, 7, d), b = sal_corner(p, 4, 7, d + 1);
      struct sal_point c = sal_corner(p, q, r, back), e = sal_corner(p, q, r, back + 1);
      assert_true(a.x == e.x && a.y == e.y && b.x == c.x && b.y == c.y);
    }
}

static void distance_is_the_number_of_steps(void **state) {
  (void)state;
  enum { N = 9, W = 2 * N + 1 };
  int far[W][W];
  memset(far, -1, sizeof far);
  far[N][N] = 0;
  for (int round = 0; round < 2 * N; round++)
    for (int r = 0; r < W; r++)
      for (int q = 0; q < W; q++)
        for (int d = 0; far[r][q] == round && d < 6; d++) {
          int y = r + sal_dr[d], x = q + sal_dq[d];
          if (y >= 0 && y < W && x >= 0 && x < W && far[y][x] < 0)
            far[y][x] = round + 1;
        }
  for (int r = 0; r < W; r++)
    for (int q = 0; q < W; q++)
      if (far[r][q] <= N)
        assert_int_equal(sal_span(q - N, r - N), far[r][q]);
}

/* ---- numbering: 2 layouts x 4 corners x 2 parities x 2 ways of writing ids x even and odd first
 * numbers ---- */

struct numbered {
  struct sal_shape shape;
  int x, y, col, row; /* place on the table from the north-west, printed numbers */
};

static bool shoved(const struct numbered *n) {
  return ((n->shape.pointy ? n->row : n->col) & 1) == (n->shape.odd_low ? 1 : 0);
}

/* drawn on squared paper, no axial numbers involved */
static struct sal_point should_lie(const struct numbered *n) {
  return n->shape.pointy ? (struct sal_point){2 * n->x + shoved(n), 3 * n->y}
                         : (struct sal_point){3 * n->x, 2 * n->y + shoved(n)};
}

static struct numbered hex_number(const struct sal_shape *s, int x, int y) {
  bool west = s->corner == SAL_NW || s->corner == SAL_SW,
       north = s->corner == SAL_NW || s->corner == SAL_NE;
  return (struct numbered){*s, x, y, s->first_col + (west ? x : s->cols - 1 - x),
                           s->first_row + (north ? y : s->rows - 1 - y)};
}

static void id_of(const struct numbered *n, char id[SAL_ID]) {
  if (n->shape.numbering == SAL_CCRR)
    snprintf(id, SAL_ID, "%02u%02u", (unsigned)n->col % 100, (unsigned)n->row % 100);
  else
    snprintf(id, SAL_ID, "%s-%c%u", n->shape.board, 'A' + n->row - 1, (unsigned)n->col % 100);
}

static void check_shape(const struct sal_shape *s) {
  struct sal_arena a = room_new(1 << 20);
  struct sal_board b = board_of(&a, s);
  struct numbered first = hex_number(s, 0, 0);
  char id[SAL_ID];
  id_of(&first, id);
  sal_hex h0 = sal_hex_parse(&b, id);
  assert_true(h0);
  struct sal_point o = sal_hex_point(&b, h0), w0 = should_lie(&first);
  assert_int_equal(b.nhexes, s->cols * s->rows);
  for (int y = 0; y < s->rows; y++)
    for (int x = 0; x < s->cols; x++) {
      struct numbered n = hex_number(s, x, y);
      id_of(&n, id);
      sal_hex h = sal_hex_parse(&b, id);
      assert_true(h);
      assert_string_equal(b.name[h], id);
      struct sal_point is = sal_hex_point(&b, h), want = should_lie(&n);
      assert_int_equal(is.x - o.x, want.x - w0.x);
      assert_int_equal(is.y - o.y, want.y - w0.y);
      assert_int_equal(sal_hex_at(&b, b.q[h], b.r[h]), h);
    }
  room_free(&a);
}

static void ids_lie_where_they_are_printed(void **state) {
  (void)state;
  for (int bits = 0; bits < 128; bits++) {
    struct sal_shape s = {.board = "4",
                          .pointy = bits & 1,
                          .cols = 5,
                          .rows = 4,
                          .odd_low = bits >> 1 & 1,
                          .corner = (enum sal_corner_of_numbers)(bits >> 2 & 3),
                          .numbering = bits >> 4 & 1 ? SAL_BOARD_ROW : SAL_CCRR,
                          .first_col = (uint8_t)(1 + (bits >> 5 & 1)),
                          .first_row = (uint8_t)(1 + (bits >> 6 & 1))};
    check_shape(&s);
    s.cols = 4, s.rows = 5;
    check_shape(&s);
  }
}

static void rows_after_z_double_their_letter(void **state) {
  (void)state;
  struct sal_arena a = room_new(1 << 20);
  struct sal_shape s = {.board = "11",
                        .cols = 2,
                        .rows = 28,
                        .first_col = 1,
                        .first_row = 1,
                        .numbering = SAL_BOARD_ROW};
  struct sal_board b = board_of(&a, &s);
  assert_true(sal_hex_parse(&b, "11-Z2") && sal_hex_parse(&b, "11-AA1") &&
              sal_hex_parse(&b, "11-BB2"));
  assert_int_equal(sal_distance(&b, sal_hex_parse(&b, "11-Z1"), sal_hex_parse(&b, "11-BB1")), 2);
  assert_false(sal_hex_parse(&b, "11-CC1"));
  room_free(&a);
}

static void ids_that_are_none(void **state) {
  (void)state;
  static const char *const wrong[] = {
      "",     "1",    "010",   "01011", "0a01", "9999",           "0000",
      "0001", "-101", "0101 ", " 0101", "1-A1", "012345678901234"};
  struct sal_arena a = room_new(1 << 20);
  struct sal_board b = plain_board(&a, false, 9, 9);
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
    assert_int_equal(sal_hex_parse(&b, wrong[i]), SAL_NOHEX);
  assert_true(sal_hex_parse(&b, "0909"));
  room_free(&a);
}

static void steps_never_leave_the_board(void **state) {
  (void)state;
  for (int p = 0; p < 2; p++) {
    struct sal_arena a = room_new(1 << 20);
    struct sal_board b = plain_board(&a, p, 6, 5);
    int pairs = 0;
    for (int i = 0; i < b.nhexes; i++) {
      sal_hex h = b.order[i];
      for (int d = 0; d < 6; d++) {
        sal_hex g = sal_next(&b, h, d);
        if (!g)
          continue;
        assert_int_equal(sal_next(&b, g, sal_back(d)), h);
        assert_int_equal(sal_dir_to(&b, h, g), d);
      }
      for (int k = 0; k < b.nhexes; k++) {
        assert_int_equal(sal_dir_to(&b, h, b.order[k]) >= 0, sal_distance(&b, h, b.order[k]) == 1);
        pairs += sal_distance(&b, h, b.order[k]) == 1;
      }
    }
    /* 6 x 5: flat has 6*4 up-down sides and 5 column seams of 2*5-1; pointy 5*5 across and 4 seams
     * of 2*6-1. */
    assert_int_equal(pairs, 2 * (p ? 5 * 5 + 4 * 11 : 6 * 4 + 5 * 9));
    assert_int_equal(sal_hex_at(&b, 500, 500), SAL_NOHEX);
    assert_int_equal(sal_hex_at(&b, -500, 3), SAL_NOHEX);
    room_free(&a);
  }
}

static void sides_are_the_same_from_both_hexes(void **state) {
  (void)state;
  struct sal_arena a = room_new(1 << 20);
  struct sal_board b = plain_board(&a, false, 4, 4);
  sal_hex h = sal_hex_parse(&b, "0202"), g = sal_next(&b, h, 1);
  sal_side_set(&b, h, 1, 4, true);
  assert_int_equal(b.side[h * 6 + 1], 4);
  assert_int_equal(b.side[g * 6 + 4], 4);
  assert_int_equal(b.owns[h * 6 + 1], 4);
  assert_int_equal(b.owns[g * 6 + 4], 0);
  sal_side_set(&b, g, 4, 4, true); /* drawn again from the other hex: that one owns it now */
  assert_int_equal(b.owns[h * 6 + 1], 0);
  assert_int_equal(b.owns[g * 6 + 4], 4);
  sal_side_set(&b, h, 1, 4, false);
  assert_int_equal(b.side[g * 6 + 4] | b.owns[g * 6 + 4], 0);
  sal_path_set(&b, h, 1, 2, true);
  assert_int_equal(b.path[g * 6 + 4], 2);
  sal_path_set(&b, g, 4, 2, false);
  assert_int_equal(b.path[h * 6 + 1], 0);
  room_free(&a);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(directions_point_where_they_say),
      cmocka_unit_test(neighbours_share_their_corners),
      cmocka_unit_test(distance_is_the_number_of_steps),
      cmocka_unit_test(ids_lie_where_they_are_printed),
      cmocka_unit_test(rows_after_z_double_their_letter),
      cmocka_unit_test(ids_that_are_none),
      cmocka_unit_test(steps_never_leave_the_board),
      cmocka_unit_test(sides_are_the_same_from_both_hexes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
