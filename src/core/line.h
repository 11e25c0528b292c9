/* line.h - lines of sight as exact geometry, centre to centre.
 *
 * What a segment touches depends only on the difference of its ends, so it is worked out once per
 * difference and walked as cell offsets. A line that runs along a hexside or through a corner
 * touches the hexes on both sides of it; each ruleset says what touching means.
 */
#ifndef SAL_LINE_H
#define SAL_LINE_H

#include "board.h"

struct sal_line_hex {
  int16_t step; /* cell offset from the first end */
  uint8_t meet; /* SAL_CROSS, SAL_ALONG or SAL_CORNER */
};
struct sal_line_side {
  int16_t step; /* cell offset of one of its two hexes */
  uint8_t dir;  /* 0..2: each hexside is listed once */
  uint8_t meet;
};
struct sal_line {
  uint32_t hex, side, cross; /* first entry in the tables below */
  uint8_t nhex, nside, ncross;
};
struct sal_lines {
  uint8_t range;
  struct sal_line *line; /* [(dr+range)*(2*range+1) + dq+range] */
  /* between the ends, which are left out; in order from the first end */
  struct sal_line_hex *hex;
  struct sal_line_side *side; /* all that are touched, those of the end hexes too */
  int16_t *cross;             /* offsets of the hexes whose inside is crossed, ends left out */
};
void sal_lines_make(struct sal_lines *, struct sal_arena *, const struct sal_board *, int range);

static inline const struct sal_line *
sal_line_of(const struct sal_lines *l, const struct sal_board *b, sal_hex from, sal_hex to) {
  int dq = b->q[to] - b->q[from];
  int dr = b->r[to] - b->r[from];
  int w = 2 * l->range + 1;
  return &l->line[(dr + l->range) * w + dq + l->range];
}
/* 1 when no hex whose inside is crossed has block[] set. Ends never block; the ends must be in
 * range. */
static inline bool sal_line_clear(const struct sal_lines *l, const struct sal_board *b,
                                  const uint8_t *block, sal_hex from, sal_hex to) {
  const struct sal_line *e = sal_line_of(l, b, from, to);
  const int16_t *s = l->cross + e->cross;
  for (int i = 0; i < e->ncross; i++)
    if (block[from + s[i]])
      return false;
  return true;
}

#endif
