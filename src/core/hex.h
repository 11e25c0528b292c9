/* hex.h - axial coordinates and exact integer geometry, the same for flat and pointy tops.
 *
 * Directions go clockwise. Flat top: 0 N, 1 NE, 2 SE, 3 S, 4 SW, 5 NW.
 * Pointy top: 0 NW, 1 NE, 2 E, 3 SE, 4 SW, 5 W. One table of steps serves both.
 * Plane coordinates are the contract's: flat x = 3q, y = 2r + q; pointy exchanged. A hex's corners
 * are whole numbers there, so every question about lines has an exact answer.
 */
#ifndef SAL_HEX_H
#define SAL_HEX_H

#include "base.h"

typedef uint16_t sal_hex; /* a cell of a board; opaque outside it */
#define SAL_NOHEX ((sal_hex)0)

extern const int8_t sal_dq[6], sal_dr[6];
static inline int sal_back(int dir) {
  return dir < 3 ? dir + 3 : dir - 3;
}
static inline int sal_turn(int dir, int by) {
  return (dir + by + 6) % 6;
}

static inline int sal_abs(int v) {
  return v < 0 ? -v : v;
}
static inline int sal_span(int dq, int dr) { /* distance of a difference */
  return (sal_abs(dq) + sal_abs(dr) + sal_abs(dq + dr)) / 2;
}

struct sal_point {
  int32_t x, y;
};
struct sal_point sal_centre(bool pointy, int q, int r);
/* Corner i lies between sides i-1 and i (clockwise from side 0's left end). */
struct sal_point sal_corner(bool pointy, int q, int r, int i);

/* How a segment meets a closed hex or hexside. */
enum sal_meet {
  SAL_APART,  /* not at all */
  SAL_CORNER, /* in one corner point */
  SAL_ALONG,  /* along a hexside (a hex: along its edge) */
  SAL_CROSS,  /* through the inside (a hexside: at an inner point) */
};
enum sal_meet sal_meet_hex(bool pointy, struct sal_point a, struct sal_point b, int q, int r);
enum sal_meet sal_meet_side(bool pointy, struct sal_point a, struct sal_point b, int q, int r,
                            int dir);

#endif
