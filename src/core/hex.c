/* hex.c - steps, corners, and how a segment meets a hex: whole numbers only.
 *
 * Plane coordinates stretch the hex (a flat one is 4 wide and 2 high), but straight lines stay
 * straight and sides of lines stay sides, so every test below is exact.
 */
#include "hex.h"

const int8_t sal_dq[6] = {0, 1, 1, 0, -1, -1};
const int8_t sal_dr[6] = {-1, -1, 0, 1, 1, 0};

/* A pointy map is a flat one with its axes exchanged. */
static struct sal_point swapped(bool pointy, int32_t along, int32_t across) {
  return pointy ? (struct sal_point){across, along} : (struct sal_point){along, across};
}

/* Flat: column q at x = 3q, y = 2r + q. Pointy: row r at y = 3r, x = 2q + r. */
struct sal_point sal_centre(bool pointy, int q, int r) {
  return pointy ? swapped(true, 3 * r, 2 * q + r) : swapped(false, 3 * q, 2 * r + q);
}

/* Side i runs from corner i to corner i+1. Flat side 0 is the top one; pointy side 0 the upper
 * left. */
static const int8_t flat_corner[6][2] = {{-1, -1}, {1, -1}, {2, 0}, {1, 1}, {-1, 1}, {-2, 0}};
static const int8_t pointy_corner[6][2] = {{-1, -1}, {0, -2}, {1, -1}, {1, 1}, {0, 2}, {-1, 1}};

struct sal_point sal_corner(bool pointy, int q, int r, int i) {
  struct sal_point c = sal_centre(pointy, q, r);
  const int8_t *o = pointy ? pointy_corner[i % 6] : flat_corner[i % 6];
  return (struct sal_point){c.x + o[0], c.y + o[1]};
}

/* > 0: p left of the line a-b, 0: on it. */
static int64_t turn_at(struct sal_point a, struct sal_point b, struct sal_point p) {
  return (int64_t)(b.x - a.x) * (p.y - a.y) - (int64_t)(b.y - a.y) * (p.x - a.x);
}

/* p on the line: on the segment too? */
static bool within(struct sal_point a, struct sal_point b, struct sal_point p) {
  int64_t dx = b.x - a.x;
  int64_t dy = b.y - a.y;
  int64_t dot = (p.x - a.x) * dx + (p.y - a.y) * dy;
  int64_t len = dx * dx + dy * dy;

  if (len == 0) /* every point is on a line of no length */
    return p.x == a.x && p.y == a.y;
  return dot >= 0 && dot <= len;
}

static int sign(int64_t v) {
  return (v > 0) - (v < 0);
}

/* How the segment a-b meets the hexside c-d, from the sides on which the ends lie. */
static enum sal_meet meet_segment(struct sal_point a, struct sal_point b, struct sal_point c,
                                  struct sal_point d) {
  int c_side = sign(turn_at(a, b, c));
  int d_side = sign(turn_at(a, b, d));
  bool c_on = c_side == 0 && within(a, b, c);
  bool d_on = d_side == 0 && within(a, b, d);

  /* on one line: centre-to-centre lines cover a hexside wholly or not at all */
  if (c_on && d_on)
    return SAL_ALONG;
  if (c_on || d_on)
    return SAL_CORNER;
  if (c_side * d_side >= 0)
    return SAL_APART;
  bool parted = sign(turn_at(c, d, a)) != sign(turn_at(c, d, b));

  return parted ? SAL_CROSS : SAL_APART;
}

enum sal_meet sal_meet_side(bool pointy, struct sal_point a, struct sal_point b, int q, int r,
                            int dir) {
  return meet_segment(a, b, sal_corner(pointy, q, r, dir), sal_corner(pointy, q, r, dir + 1));
}

/* How a segment meets a hex: apart, along a side, at a corner, or across the inside. */
enum sal_meet sal_meet_hex(bool pointy, struct sal_point a, struct sal_point b, int q, int r) {
  enum sal_meet best = SAL_APART;
  bool inside_a = true, inside_b = true;

  for (int i = 0; i < 6; i++) {
    struct sal_point c = sal_corner(pointy, q, r, i);
    struct sal_point d = sal_corner(pointy, q, r, i + 1);
    enum sal_meet m = meet_segment(a, b, c, d);
    if (m > best)
      best = m;
    inside_a &= turn_at(c, d, a) > 0;
    inside_b &= turn_at(c, d, b) > 0;
  }
  if (inside_a || inside_b)
    return SAL_CROSS;
  if (best != SAL_CORNER)
    return best;
  /* Through two opposite corners the inside is crossed without crossing any side at an inner point.
   */
  int left = 0;
  int right = 0;
  int on = 0;
  for (int i = 0; i < 6; i++) {
    struct sal_point c = sal_corner(pointy, q, r, i);
    int s = sign(turn_at(a, b, c));
    if (s == 0)
      on += within(a, b, c);
    else if (s > 0)
      left++;
    else
      right++;
  }

  return on == 2 && left && right ? SAL_CROSS : SAL_CORNER;
}
