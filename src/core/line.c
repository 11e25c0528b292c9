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

/* What one line touches. */
struct touching {
  int nhex, nside;
  struct touched hex[256];
  struct sal_line_side side[512];
};

/* The part of a row of hexes that a line can touch: from `first` to `last`. */
struct part {
  int first, last;
};

static int floor_of(int n, int by) {
  return n / by - (n % by < 0);
}

/* A line from 0 to z, and where a hex's corners lie beside and along it, seen from the centre. */
struct ray {
  struct sal_point z;
  int length;
  int turn[7], dot[7]; /* the first corner comes again at the end */
  int reach;           /* how far from the line a hex can lie that touches it */
};

static struct ray ray_to(bool pointy, struct sal_point z) {
  struct ray ray = {.z = z, .length = z.x * z.x + z.y * z.y};

  for (int i = 0; i < 7; i++) {
    struct sal_point c = sal_corner(pointy, 0, 0, i);
    ray.turn[i] = z.x * c.y - z.y * c.x;
    ray.dot[i] = z.x * c.x + z.y * c.y;
    if (ray.turn[i] > ray.reach)
      ray.reach = ray.turn[i];
  }
  return ray;
}

/* How far a row's hexes lie from the line grows evenly, so those in reach are one part of it. */
static struct part part_in_reach(bool pointy, const struct ray *ray, int r, struct part row) {
  struct sal_point c = sal_centre(pointy, 0, r);
  struct sal_point next = sal_centre(pointy, 1, r);
  int away = ray->z.x * c.y - ray->z.y * c.x;
  int slope = ray->z.x * next.y - ray->z.y * next.x - away;

  if (slope == 0)
    return sal_abs(away) > ray->reach ? (struct part){0, -1} : row;
  if (slope < 0) {
    slope = -slope;
    away = -away;
  }
  int first = -floor_of(ray->reach + away, slope);
  int last = floor_of(ray->reach - away, slope);
  if (first > row.first)
    row.first = first;
  if (last < row.last)
    row.last = last;
  return row;
}

/* A corner of a hex: to which side of the line, how far along it, and whether on the segment. */
struct corner {
  int turn, dot;
  bool on;
};

/* How the line meets the hexside between two corners. Where they lie on both sides of the line, the
 * point between them must be on the segment. */
static enum sal_meet meet_side(const struct ray *ray, struct corner c, struct corner d) {
  if (c.on && d.on)
    return SAL_ALONG;
  if (c.on || d.on)
    return SAL_CORNER;
  if (c.turn == 0 || d.turn == 0 || (c.turn > 0) == (d.turn > 0))
    return SAL_APART;
  int64_t apart = c.turn - d.turn;
  int64_t at = (int64_t)d.dot * c.turn - (int64_t)c.dot * d.turn;
  if (apart < 0) {
    apart = -apart;
    at = -at;
  }
  return at > 0 && at < apart * ray->length ? SAL_CROSS : SAL_APART;
}

/* How the line meets a hex between its ends: as the hexside that it meets best. Through two
 * opposite corners it crosses the inside, and no side at an inner point. */
static enum sal_meet meet_hex(const struct ray *ray, struct sal_point centre, uint8_t side[6]) {
  int turn = ray->z.x * centre.y - ray->z.y * centre.x;
  int dot = ray->z.x * centre.x + ray->z.y * centre.y;
  struct corner last = {0, 0, false};
  enum sal_meet best = SAL_APART;
  int on = 0, left = 0, right = 0;

  for (int i = 0; i < 7; i++) {
    struct corner c = {turn + ray->turn[i], dot + ray->dot[i], false};
    c.on = c.turn == 0 && c.dot >= 0 && c.dot <= ray->length;
    if (i > 0) {
      enum sal_meet m = meet_side(ray, last, c);
      side[i - 1] = (uint8_t)m;
      if (m > best)
        best = m;
      on += c.on;
      left += c.turn > 0;
      right += c.turn < 0;
    }
    last = c;
  }
  bool through = best == SAL_CORNER && on == 2 && left && right;
  return through ? SAL_CROSS : best;
}

/* Adds a hex between the ends, and its hexsides; three of the six directions name each once. */
static void add_touched(struct touching *t, const struct sal_board *b, const struct ray *ray, int q,
                        int r, bool is_end) {
  struct sal_point centre = sal_centre(b->pointy, q, r);
  int16_t offset = (int16_t)(r * b->step[3] + q * b->step[2]);
  uint8_t side[6];
  enum sal_meet m = meet_hex(ray, centre, side);
  /* true lengths: the plane is stretched by the root of 3 */
  int wx = b->pointy ? 3 : 1;
  int wy = b->pointy ? 1 : 3;
  int along = centre.x * ray->z.x * wx + centre.y * ray->z.y * wy;

  if (!is_end && m != SAL_APART)
    t->hex[t->nhex++] = (struct touched){along, {offset, (uint8_t)m}};
  for (int d = 0; d < 3; d++)
    if (side[d] != SAL_APART)
      t->side[t->nside++] = (struct sal_line_side){offset, (uint8_t)d, side[d]};
}

/* What the line from 0 to a hex touches; the hexes in the order in which it meets them. */
static void touch(struct touching *t, const struct sal_board *b, int dq, int dr) {
  struct sal_point z = sal_centre(b->pointy, dq, dr);
  struct ray ray = ray_to(b->pointy, z);
  struct part row = {low_end(dq), high_end(dq)};

  t->nhex = t->nside = 0;
  if (dq == 0 && dr == 0)
    return;
  for (int r = low_end(dr); r <= high_end(dr); r++) {
    struct part in = part_in_reach(b->pointy, &ray, r, row);
    for (int q = in.first; q <= in.last; q++) {
      bool is_start = q == 0 && r == 0;
      bool is_end = q == dq && r == dr;
      add_touched(t, b, &ray, q, r, is_start || is_end);
    }
  }
  for (int i = 1; i < t->nhex; i++) /* few entries: insertion by place along the line */
    for (int k = i; k > 0 && t->hex[k].along < t->hex[k - 1].along; k--) {
      struct touched later = t->hex[k];
      t->hex[k] = t->hex[k - 1];
      t->hex[k - 1] = later;
    }
}

/* How many hexes a line crosses the inside of. */
static int crossed(const struct touching *t) {
  int n = 0;

  for (int i = 0; i < t->nhex; i++)
    n += t->hex[i].hex.meet == SAL_CROSS;
  return n;
}

/* Room for all lines up to a range. Turned and mirrored they touch as much, so only the lines of
 * one twelfth of the map are counted. */
static void make_room(struct sal_lines *l, struct sal_arena *a, const struct sal_board *b) {
  struct touching t;
  size_t nhex = 0;
  size_t nside = 0;
  size_t ncross = 0;

  for (int dq = 0; 2 * dq <= l->range; dq++)
    for (int dr = dq; dq + dr <= l->range; dr++) {
      bool on_border = dq == 0 || dq == dr;
      size_t alike = on_border ? 6 : 12;
      touch(&t, b, dq, dr);
      nhex += alike * (size_t)t.nhex;
      nside += alike * (size_t)t.nside;
      ncross += alike * (size_t)crossed(&t);
    }
  l->hex = sal_alloc(a, nhex * sizeof *l->hex + 1);
  l->side = sal_alloc(a, nside * sizeof *l->side + 1);
  l->cross = sal_alloc(a, ncross * sizeof *l->cross + 1);
}

/* Lines depend on the difference of two hexes only, so one table serves the whole map. */
void sal_lines_make(struct sal_lines *l, struct sal_arena *a, const struct sal_board *b,
                    int range) {
  SAL_ASSERT(range >= 1 && range <= 40);
  int w = 2 * range + 1;
  struct touching t;
  struct sal_line end = {0};
  l->range = (uint8_t)range;
  l->line = sal_alloc(a, (size_t)(w * w) * sizeof *l->line);
  make_room(l, a, b);
  for (int dr = -range; dr <= range; dr++)
    for (int dq = -range; dq <= range; dq++) {
      if (sal_span(dq, dr) > range)
        continue;
      touch(&t, b, dq, dr);
      end.nhex = (uint8_t)t.nhex;
      end.nside = (uint8_t)t.nside;
      end.ncross = (uint8_t)crossed(&t);
      l->line[(dr + range) * w + dq + range] = end;
      memcpy(l->side + end.side, t.side, (size_t)t.nside * sizeof *t.side);
      for (int i = 0; i < t.nhex; i++) {
        l->hex[end.hex++] = t.hex[i].hex;
        if (t.hex[i].hex.meet == SAL_CROSS)
          l->cross[end.cross++] = t.hex[i].hex.step;
      }
      end.side += (uint32_t)t.nside;
    }
}
