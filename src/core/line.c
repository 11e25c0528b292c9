/* line.c - what the segment between two hex centres touches, worked out once per difference. */
#include "line.h"

#include <string.h>

struct touched {
  int32_t along; /* projection on the line: the order from the first end */
  struct sal_line_hex hex;
};

/* The coordinates between which the hexes lie that a line from 0 to d can touch. */
static int low_end(int d) {
  return (d < 0 ? d : 0) - 1;
}

/* One hex more than the line's own rectangle: a line may touch beside it. */
static int high_end(int d) {
  return (d > 0 ? d : 0) + 1;
}

/* Is the hex so far to one side of the line from 0 to z that no corner of it can lie on the other?
 */
static bool off_line(bool pointy, struct sal_point z, int q, int r) {
  struct sal_point c = sal_centre(pointy, q, r);
  int across = pointy ? 1 : 2;
  int up = pointy ? 2 : 1; /* half width and half height of a hex */
  return sal_abs(z.x * c.y - z.y * c.x) > sal_abs(z.x) * up + sal_abs(z.y) * across;
}

/* Hexes between the ends of a line, in the order in which it meets them. */
static int hexes_on(const struct sal_board *b, int dq, int dr, struct touched *out) {
  struct sal_point a = sal_centre(b->pointy, 0, 0);
  struct sal_point z = sal_centre(b->pointy, dq, dr);
  int n = 0;
  /* true lengths: the plane is stretched by the root of 3 */
  int wx = b->pointy ? 3 : 1;
  int wy = b->pointy ? 1 : 3;

  for (int r = low_end(dr); r <= high_end(dr); r++)
    for (int q = low_end(dq); q <= high_end(dq); q++) {
      bool is_start = q == 0 && r == 0;
      bool is_end = q == dq && r == dr;
      if (is_start || is_end || off_line(b->pointy, z, q, r))
        continue;
      enum sal_meet m = sal_meet_hex(b->pointy, a, z, q, r);
      if (m == SAL_APART)
        continue;
      struct sal_point c = sal_centre(b->pointy, q, r);
      int along = (c.x - a.x) * (z.x - a.x) * wx + (c.y - a.y) * (z.y - a.y) * wy;
      int16_t offset = (int16_t)(r * b->step[3] + q * b->step[2]);
      out[n++] = (struct touched){along, {offset, (uint8_t)m}};
    }
  for (int i = 1; i < n; i++) /* few entries: insertion by place along the line */
    for (int k = i; k > 0 && out[k].along < out[k - 1].along; k--) {
      struct touched t = out[k];
      out[k] = out[k - 1];
      out[k - 1] = t;
    }

  return n;
}

/* The hexsides that a line meets. Three of the six directions name every side once. */
static int sides_on(const struct sal_board *b, int dq, int dr, struct sal_line_side *out) {
  struct sal_point a = sal_centre(b->pointy, 0, 0);
  struct sal_point z = sal_centre(b->pointy, dq, dr);
  int n = 0;

  for (int r = low_end(dr); r <= high_end(dr); r++)
    for (int q = low_end(dq); q <= high_end(dq); q++) {
      if (off_line(b->pointy, z, q, r))
        continue;
      for (int d = 0; d < 3; d++) {
        enum sal_meet m = sal_meet_side(b->pointy, a, z, q, r, d);
        if (m != SAL_APART)
          out[n++] = (struct sal_line_side){(int16_t)(r * b->step[3] + q * b->step[2]), (uint8_t)d,
                                            (uint8_t)m};
      }
    }

  return n;
}

/* Lines depend on the difference of two hexes only, so one table serves the whole map. The first
 * pass counts, the second fills. */
void sal_lines_make(struct sal_lines *l, struct sal_arena *a, const struct sal_board *b,
                    int range) {
  SAL_ASSERT(range >= 1 && range <= 40);
  int w = 2 * range + 1;
  struct touched hexes[256];
  struct sal_line_side sides[512];
  l->range = (uint8_t)range;
  l->line = sal_alloc(a, (size_t)(w * w) * sizeof *l->line);
  size_t nhex = 0;
  size_t nside = 0;
  size_t ncross = 0;
  for (int pass = 0; pass < 2; pass++) { /* count, then fill */
    if (pass) {
      l->hex = sal_alloc(a, nhex * sizeof *l->hex + 1);
      l->side = sal_alloc(a, nside * sizeof *l->side + 1);
      l->cross = sal_alloc(a, ncross * sizeof *l->cross + 1);
      nhex = nside = ncross = 0;
    }
    for (int dr = -range; dr <= range; dr++)
      for (int dq = -range; dq <= range; dq++) {
        if (sal_span(dq, dr) > range)
          continue;
        struct sal_line *e = &l->line[(dr + range) * w + dq + range];
        int n = hexes_on(b, dq, dr, hexes);
        int s = sides_on(b, dq, dr, sides);
        int c = 0;
        *e = (struct sal_line){(uint32_t)nhex, (uint32_t)nside, (uint32_t)ncross,
                               (uint8_t)n,     (uint8_t)s,      0};
        for (int i = 0; i < n; i++) {
          if (pass)
            l->hex[nhex + (size_t)i] = hexes[i].hex;
          if (hexes[i].hex.meet != SAL_CROSS)
            continue;
          if (pass)
            l->cross[ncross + (size_t)c] = hexes[i].hex.step;
          c++;
        }
        if (pass)
          memcpy(l->side + nside, sides, (size_t)s * sizeof *sides);
        e->ncross = (uint8_t)c;
        nhex += (size_t)n;
        nside += (size_t)s;
        ncross += (size_t)c;
      }
  }
}
