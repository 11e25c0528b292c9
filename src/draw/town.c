/* town.c - towns as clusters of blocks, villages as rows of huts along their road, ruins, single
 * buildings.
 *
 * What a painted hex becomes follows its name: a city or town gets blocks, a village huts. Hexes
 * without a name take after the named ones they touch.
 */
#include "picture.h"

/* Houses are closed lines of four points. */
static struct lines *quads_new(struct canvas *c) {
  return pool_take(&c->pool, sizeof(struct lines));
}

/* A rectangle turned by a direction. */
static void quad(struct canvas *c, struct lines *out, struct pt at, struct pt u, double w,
                 double h) {
  struct pt v = left_of(u);
  struct line *l = lines_add(&c->pool, out);

  l->closed = true;
  for (int i = 0; i < 4; i++) {
    double x = i == 0 || i == 3 ? -w / 2 : w / 2;
    double y = i < 2 ? -h / 2 : h / 2;
    line_add(&c->pool, l, add(at, add(mul(u, x), mul(v, y))));
  }
}

/* The road's direction where it passes nearest to p. */
static bool road_direction(const struct canvas *c, struct pt p, struct pt *at, struct pt *dir) {
  double best = .45;
  bool found = false;

  for (int k = 0; k < PATH_KINDS; k++)
    for (int i = 0; i < c->road[k].n && k != K_RAIL; i++) {
      double d;
      int where;
      struct pt q = line_nearest(&c->road[k].l[i], p, &d, &where);
      if (d >= best)
        continue;
      best = d;
      *at = q;
      *dir = line_direction(&c->road[k].l[i], where);
      found = true;
    }

  return found;
}

/* A village's own angle, from its place: the same in every picture. */
static double angle_of(const struct hex *h) {
  return (noise_dice(h->gx, h->gy, 41) - .5) * 1.4;
}

/* A town: blocks in rows along its road, with a street now and then and a ragged rim. */
static void blocks(struct canvas *c, const struct hex *h, double reach, struct lines *out) {
  struct pt at;
  struct pt dir;
  struct pt u = turned(pt(1, 0), angle_of(h));

  if (road_direction(c, h->at, &at, &dir))
    u = turned(dir, .22 * (noise_dice(h->gx, h->gy, 42) - .5));
  struct pt v = left_of(u);
  const double w = .165;
  const double d = .128;
  for (int y = -8; y <= 8; y++)
    for (int x = -6; x <= 6; x++) {
      double a = x * w;
      double b = y * d;
      if (x % 3 == 0)
        a += .02; /* a street now and then */
      struct pt p = add(h->at, add(mul(u, a), mul(v, b)));
      double r = sqrt(a * a + b * b * 1.25);
      double limit = reach * (.72 + .55 * (noise_fbm(2, mul(p, 2.1)) - .35));
      /* Outside the rim, by chance an empty lot, or too near a road or water. */
      if (r > limit || noise_dice(h->gx * 31 + x, h->gy * 17 + y, 43) < .10 ||
          !line_clear(c, p, .088 + .055))
        continue;
      if (grid_at(&c->town, p) < .45)
        continue;
      double k = .82 + .14 * noise_dice(x, y, h->gx);
      quad(c, out, p, u, w * .84 * k, d * .80 * k);
    }
}

/* A village: huts in rows along its road. */
static void huts(struct canvas *c, const struct hex *h, struct lines *out) {
  struct pt at = h->at;
  struct pt dir;
  struct pt u;
  bool road = road_direction(c, h->at, &at, &dir);

  if (!road) {
    at = h->at;
    dir = turned(pt(1, 0), noise_dice(h->gx, h->gy, 44) * 3.14159);
  }
  u = dir;
  for (int row = -1; row <= 1; row += 2)
    for (int i = 0; i < 6; i++) {
      double x = (i - 2.5) * .135 + .03 * (noise_dice(i, row, h->gx) - .5);
      struct pt p = add(at, mul(u, x));
      struct pt q;
      struct pt d2;
      if (road && road_direction(c, p, &q, &d2))
        p = q; /* follow the bend */
      else
        d2 = u;
      p = add(p, mul(left_of(d2), row * (.125 + .02 * noise_dice(i, row, h->gy))));
      if (!line_clear(c, p, .085) || noise_dice(h->gx + i, h->gy, 45 + row) < .08)
        continue;
      quad(c, out, p, turned(d2, .3 * (noise_dice(i, row, h->gx + 7) - .5)), .1, .072);
    }
}

/* Ruins: broken blocks at odd angles. */
static void rubble(struct canvas *c, const struct hex *h, struct lines *out) {
  for (int i = 0; i < 46; i++) {
    double r = .74 * sqrt(noise_dice(h->gx, h->gy, 100 + i));
    double a = 6.2832 * noise_dice(h->gx, h->gy, 200 + i);
    struct pt p = add(h->at, turned(pt(r, 0), a));
    double size = .03 + .07 * noise_dice(h->gx, h->gy, 300 + i);
    if (line_clear(c, p, .09))
      quad(c, out, p, turned(pt(1, 0), a * 3.7), size * 1.3, size);
  }
}

/* A single large building with two wings. */
static void building(struct canvas *c, const struct hex *h, struct lines *out) {
  struct pt u = turned(pt(1, 0), angle_of(h) * .4);
  struct pt v = left_of(u);
  quad(c, out, add(h->at, mul(v, .16)), u, .86, .3);
  quad(c, out, add(h->at, add(mul(u, -.28), mul(v, -.16))), u, .3, .36);
  quad(c, out, add(h->at, add(mul(u, .28), mul(v, -.16))), u, .3, .36);
}

/* The tone of built-up ground. */
void town_ground(struct canvas *c) {
  struct lines l = grid_trace(c, &c->town, .55, 4);

  if (!l.n)
    return;
  svg_path_begin(c);
  for (int i = 0; i < l.n; i++)
    svg_curve_to_path(c, &l.l[i]);
  svg_path_end(c, "%F fill-rule=\"evenodd\"", T_TOWN);
}

/* Shadows first, then the blocks. */
static void draw_quads(struct canvas *c, const struct lines *l, enum token colour, double shadow) {
  if (!l->n)
    return;
  for (int pass = 0; pass < 2; pass++) {
    svg_path_begin(c);
    for (int i = 0; i < l->n; i++)
      svg_line_to_path(c, &l->l[i]);
    if (pass == 0)
      svg_path_end(c, "%F transform=\"translate(%w %w)\"", T_BLOCK_SHADOW, shadow, shadow);
    else
      svg_path_end(c, "%F", colour);
  }
}

/* Best rank among the names of a connected built-up area; 0 unnamed. */
static uint8_t *ranks(struct canvas *c, int **size) {
  const struct doc *d = &c->doc;
  const unsigned built = 1u << P_TOWN | 1u << P_CITY;
  uint8_t *rank = pool_take(&c->pool, (size_t)d->nhexes + 1);
  int *queue = pool_take(&c->pool, sizeof(int) * ((size_t)d->nhexes + 1));

  *size = pool_take(&c->pool, sizeof(int) * ((size_t)d->nhexes + 1));
  for (int i = 0; i < d->nhexes; i++) {
    if (!(d->hex[i].paint & built) || (*size)[i])
      continue;
    int head = 0;
    int tail = 0;
    int best = 0;
    /* A flood over neighbours that are built up; all of them learn the best name and the size. */
    queue[tail++] = i;
    (*size)[i] = 1;
    while (head < tail) {
      const struct hex *h = &d->hex[queue[head++]];
      if (h->rank >= 1 && h->rank <= 3 && (!best || h->rank < best))
        best = h->rank;
      for (int k = 0; k < 6; k++)
        if (h->next[k] >= 0 && (d->hex[h->next[k]].paint & built) && !(*size)[h->next[k]]) {
          (*size)[h->next[k]] = 1;
          queue[tail++] = h->next[k];
        }
    }
    for (int k = 0; k < tail; k++) {
      rank[queue[k]] = (uint8_t)best;
      (*size)[queue[k]] = tail;
    }
  }

  return rank;
}

/* Every built-up hex, each in its own manner. */
void town_blocks(struct canvas *c) {
  const struct doc *d = &c->doc;
  struct lines *town = quads_new(c);
  struct lines *ruin = quads_new(c);
  struct lines *house = quads_new(c);
  int *size;
  uint8_t *rank = ranks(c, &size);

  for (int i = 0; i < d->nhexes; i++) {
    const struct hex *h = &d->hex[i];
    if (h->same != i)
      continue;
    if (h->paint & 1u << P_RUBBLE)
      rubble(c, h, ruin);
    else if (h->paint & 1u << P_CITY || h->rank == 1 || rank[i] == 1)
      blocks(c, h, .98, town);
    else if (h->rank == 2 || rank[i] == 2 || (size[i] >= 3 && rank[i] != 3))
      blocks(c, h, .8, town);
    else if (h->rank == 3 || h->paint & 1u << P_TOWN)
      huts(c, h, town);
    if (h->paint & 1u << P_BUILDING)
      building(c, h, house);
  }
  draw_quads(c, town, T_BLOCK, .016);
  draw_quads(c, house, T_BLOCK, .03);
  draw_quads(c, ruin, T_RUBBLE, .012);
}
