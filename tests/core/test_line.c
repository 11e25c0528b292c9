/* test_line.c - lines of sight against plain rational geometry: every line up to range 9, every hex
 * and hexside near it.
 *
 * The reference clips the segment by the hex's six half-planes with exact fractions; it shares
 * nothing with the core but the corners of a hex.
 */
#include "room.h"

#include "core/line.h"

enum { RANGE = 9, AROUND = RANGE + 2 };

struct fraction {
  int64_t num, den; /* den > 0 */
};
static int compare(struct fraction a, struct fraction b) {
  int64_t l = a.num * b.den, r = b.num * a.den;
  return (l > r) - (l < r);
}
static struct fraction ratio(int64_t num, int64_t den) {
  return den < 0 ? (struct fraction){-num, -den} : (struct fraction){num, den};
}

/* How far p lies to the inner side of the edge c-d. */
static int64_t inner(struct sal_point c, struct sal_point d, int64_t px, int64_t py) {
  return (int64_t)(d.x - c.x) * (py - c.y) - (int64_t)(d.y - c.y) * (px - c.x);
}

static enum sal_meet reference_hex(bool pointy, struct sal_point z, int q, int r) {
  struct fraction from = {0, 1}, to = {1, 1};
  for (int i = 0; i < 6; i++) {
    struct sal_point c = sal_corner(pointy, q, r, i), d = sal_corner(pointy, q, r, i + 1);
    /* inside where a + t * slope >= 0 */
    int64_t a = inner(c, d, 0, 0), slope = inner(c, d, z.x, z.y) - a;
    if (slope == 0) {
      if (a < 0)
        return SAL_APART;
      continue;
    }
    struct fraction t = ratio(-a, slope);
    if (slope > 0 && compare(t, from) > 0)
      from = t;
    if (slope < 0 && compare(t, to) < 0)
      to = t;
  }
  int c = compare(from, to);
  if (c > 0)
    return SAL_APART;
  if (c == 0)
    return SAL_CORNER;
  /* The middle of what is inside: on an edge, or truly within? Twice the common denominator keeps
   * it whole. */
  int64_t num = from.num * to.den + to.num * from.den, den = 2 * from.den * to.den;
  for (int i = 0; i < 6; i++) {
    struct sal_point e = sal_corner(pointy, q, r, i), d = sal_corner(pointy, q, r, i + 1);
    int64_t a = inner(e, d, 0, 0), slope = inner(e, d, z.x, z.y) - a;
    if (a * den + num * slope == 0)
      return SAL_ALONG;
  }
  return SAL_CROSS;
}

static enum sal_meet reference_side(bool pointy, struct sal_point z, int q, int r, int dir) {
  struct sal_point c = sal_corner(pointy, q, r, dir), d = sal_corner(pointy, q, r, dir + 1);
  int64_t ex = d.x - c.x, ey = d.y - c.y, cross = (int64_t)z.x * ey - (int64_t)z.y * ex;
  if (cross == 0) { /* parallel: on the same line? */
    if ((int64_t)z.x * c.y - (int64_t)z.y * c.x != 0)
      return SAL_APART;
    int64_t len = (int64_t)z.x * z.x + (int64_t)z.y * z.y,
            tc = (int64_t)c.x * z.x + (int64_t)c.y * z.y,
            td = (int64_t)d.x * z.x + (int64_t)d.y * z.y;
    int64_t lo = tc < td ? tc : td, hi = tc < td ? td : tc;
    lo = lo < 0 ? 0 : lo;
    hi = hi > len ? len : hi;
    return lo < hi ? SAL_ALONG : lo == hi ? SAL_CORNER : SAL_APART;
  }
  /* t z = c + u (d - c) */
  struct fraction t = ratio(c.x * ey - c.y * ex, cross),
                  u = ratio((int64_t)c.x * z.y - (int64_t)c.y * z.x, cross), zero = {0, 1},
                  one = {1, 1};
  if (compare(t, zero) < 0 || compare(t, one) > 0 || compare(u, zero) < 0 || compare(u, one) > 0)
    return SAL_APART;
  return compare(u, zero) == 0 || compare(u, one) == 0 ? SAL_CORNER : SAL_CROSS;
}

static int step_of(const struct sal_board *b, int q, int r) {
  return r * b->step[3] + q * b->step[2];
}

static void check_hexes(const struct sal_lines *l, const struct sal_line *e,
                        const struct sal_board *b, int dq, int dr, int *seen) {
  struct sal_point z = sal_centre(b->pointy, dq, dr);
  int hexes = 0, crossed = 0;
  for (int r = -AROUND; r <= AROUND; r++)
    for (int q = -AROUND; q <= AROUND; q++) {
      if ((!q && !r) || (q == dq && r == dr))
        continue;
      enum sal_meet m = reference_hex(b->pointy, z, q, r), is = SAL_APART;
      for (int i = 0; i < e->nhex; i++)
        if (l->hex[e->hex + (uint32_t)i].step == step_of(b, q, r))
          is = (enum sal_meet)l->hex[e->hex + (uint32_t)i].meet;
      assert_int_equal(is, m);
      bool cross = false;
      for (int i = 0; i < e->ncross; i++)
        cross |= l->cross[e->cross + (uint32_t)i] == step_of(b, q, r);
      assert_int_equal(cross, m == SAL_CROSS);
      hexes += m != SAL_APART;
      crossed += m == SAL_CROSS;
      seen[m]++;
    }
  assert_int_equal(e->nhex, hexes);
  assert_int_equal(e->ncross, crossed);
}

static void check_sides(const struct sal_lines *l, const struct sal_line *e,
                        const struct sal_board *b, int dq, int dr) {
  struct sal_point z = sal_centre(b->pointy, dq, dr);
  int sides = 0;
  for (int r = -AROUND; r <= AROUND; r++)
    for (int q = -AROUND; q <= AROUND; q++)
      for (int d = 0; d < 3; d++) {
        enum sal_meet m = dq || dr ? reference_side(b->pointy, z, q, r, d) : SAL_APART,
                      is = SAL_APART;
        for (int i = 0; i < e->nside; i++) {
          const struct sal_line_side *s = &l->side[e->side + (uint32_t)i];
          if (s->step == step_of(b, q, r) && s->dir == d)
            is = (enum sal_meet)s->meet;
        }
        assert_int_equal(is, m);
        sides += m != SAL_APART;
      }
  assert_int_equal(e->nside, sides);
}

static void check_layout(bool pointy) {
  struct sal_arena a = room_new(8 << 20);
  struct sal_board b = plain_board(&a, pointy, 40, 40);
  struct sal_lines l = {0};
  int seen[4] = {0};
  sal_lines_make(&l, &a, &b, RANGE);
  for (int dr = -RANGE; dr <= RANGE; dr++)
    for (int dq = -RANGE; dq <= RANGE; dq++) {
      if (sal_span(dq, dr) > RANGE)
        continue;
      const struct sal_line *e = &l.line[(dr + RANGE) * (2 * RANGE + 1) + dq + RANGE];
      check_hexes(&l, e, &b, dq, dr, seen);
      check_sides(&l, e, &b, dq, dr);
    }
  assert_true(seen[SAL_CORNER] && seen[SAL_ALONG] && seen[SAL_CROSS]); /* each case occurred */
  room_free(&a);
}
static void flat_lines(void **state) {
  (void)state, check_layout(false);
}
static void pointy_lines(void **state) {
  (void)state, check_layout(true);
}

/* Sight is mutual: block one hex anywhere, and both ends agree. */
static void sight_is_mutual(void **state) {
  (void)state;
  for (int p = 0; p < 2; p++) {
    struct sal_arena a = room_new(8 << 20);
    struct sal_board b = plain_board(&a, p, 9, 9);
    struct sal_lines l = {0};
    uint8_t *block = sal_alloc(&a, b.cells);
    sal_lines_make(&l, &a, &b, 16);
    for (int i = 0; i < b.nhexes; i += 2) {
      block[b.order[i]] = 1;
      for (int x = 0; x < b.nhexes; x++)
        for (int y = 0; y < x; y++)
          assert_int_equal(sal_line_clear(&l, &b, block, b.order[x], b.order[y]),
                           sal_line_clear(&l, &b, block, b.order[y], b.order[x]));
      block[b.order[i]] = 0;
    }
    room_free(&a);
  }
}

/* Three that anyone can see on paper: straight on, along a hexside, beside a block. */
static void lines_on_paper(void **state) {
  (void)state;
  struct sal_arena a = room_new(8 << 20);
  struct sal_board b = plain_board(&a, false, 9, 9); /* even columns low */
  struct sal_lines l = {0};
  uint8_t *block = sal_alloc(&a, b.cells);
  sal_lines_make(&l, &a, &b, 8);
  sal_hex h = sal_hex_parse(&b, "0505");
  block[h] = 1;
  assert_false(sal_line_clear(&l, &b, block, sal_hex_parse(&b, "0503"), sal_hex_parse(&b, "0508")));
  /* the ends never block */
  assert_true(sal_line_clear(&l, &b, block, h, sal_hex_parse(&b, "0508")));
  const struct sal_line *e =
      sal_line_of(&l, &b, sal_hex_parse(&b, "0506"), sal_hex_parse(&b, "0604"));
  assert_int_equal(e->nhex, 2); /* between 0505 and 0605 */
  assert_int_equal(l.hex[e->hex].meet, SAL_ALONG);
  assert_int_equal(l.hex[e->hex + 1].meet, SAL_ALONG);
  assert_int_equal(e->ncross, 0);
  assert_true(sal_line_clear(&l, &b, block, sal_hex_parse(&b, "0506"), sal_hex_parse(&b, "0604")));
  room_free(&a);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(flat_lines),
      cmocka_unit_test(pointy_lines),
      cmocka_unit_test(sight_is_mutual),
      cmocka_unit_test(lines_on_paper),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
