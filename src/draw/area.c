/* area.c - one field, one isoline: how hexes of a kind become a single soft shape.
 *
 * The field is a weighted mean over hex centres, splatted hex by hex on a lattice over the whole
 * sheet. Near the map's edge only the hexes that exist count, so an area simply runs off the sheet.
 */
#include "picture.h"

static const double EDGE = .8; /* the lattice reaches this far beyond the sheet */

/* An empty lattice over the sheet and a little beyond it. */
struct grid grid_make(struct canvas *c, double step) {
  struct grid g = {.step = step, .at = sub(c->origin, pt(EDGE, EDGE))};
  g.nx = (int)ceil((c->width + 2 * EDGE) / step) + 1;
  g.ny = (int)ceil((c->height + 2 * EDGE) / step) + 1;
  g.v = pool_take(&c->pool, sizeof(float) * (size_t)g.nx * (size_t)g.ny);
  return g;
}

static int clamp(int v, int low, int high) {
  return v < low ? low : v > high ? high : v;
}

/* Gives every hex with one of these paints the weight. */
void set_of_paint(const struct canvas *c, unsigned paints, uint8_t *set, uint8_t weight) {
  for (int i = 0; i < c->doc.nhexes; i++)
    if (c->doc.hex[i].paint & paints)
      set[i] = weight;
}

/* The field itself: at each lattice point the mean weight of the hexes within q, near ones first.
 * Dividing by the weights of all hexes there keeps the value the same at the edge of the map. */
struct grid grid_set(struct canvas *c, double step, double q, const uint8_t *weight) {
  struct grid g = grid_make(c, step);
  float *all = pool_take(&c->pool, sizeof(float) * (size_t)g.nx * (size_t)g.ny);

  for (int i = 0; i < c->doc.nhexes; i++) {
    const struct hex *h = &c->doc.hex[i];
    if (h->same != i)
      continue;
    int x0 = clamp((int)ceil((h->at.x - q - g.at.x) / step), 0, g.nx);
    int x1 = clamp((int)((h->at.x + q - g.at.x) / step), -1, g.nx - 1);
    int y0 = clamp((int)ceil((h->at.y - q - g.at.y) / step), 0, g.ny);
    int y1 = clamp((int)((h->at.y + q - g.at.y) / step), -1, g.ny - 1);
    for (int y = y0; y <= y1; y++)
      for (int x = x0; x <= x1; x++) {
        struct pt d = sub(add(g.at, pt(x * step, y * step)), h->at);
        double w = 1 - dot(d, d) / (q * q);
        if (w <= 0)
          continue;
        w = w * w * w;
        size_t k = (size_t)y * (size_t)g.nx + (size_t)x;
        all[k] += (float)w;
        g.v[k] += (float)(w * weight[i] / 16.0);
      }
  }
  for (size_t k = 0; k < (size_t)g.nx * (size_t)g.ny; k++)
    if (all[k] > 0)
      g.v[k] /= all[k];

  return g;
}

/* The field between lattice points, by bilinear interpolation. */
double grid_at(const struct grid *g, struct pt p) {
  if (!g->v)
    return 0;
  double x = (p.x - g->at.x) / g->step;
  double y = (p.y - g->at.y) / g->step;
  int i = clamp((int)floor(x), 0, g->nx - 2);
  int j = clamp((int)floor(y), 0, g->ny - 2);
  double u = x - i;
  double v = y - j;
  const float *r = g->v + (size_t)j * (size_t)g->nx + i;
  return ((double)r[0] * (1 - u) + (double)r[1] * u) * (1 - v) +
         ((double)r[g->nx] * (1 - u) + (double)r[g->nx + 1] * u) * v;
}

/* ---- marching squares. A crossed lattice edge is the start of exactly one piece, with the inside
 * on one hand. */
struct march {
  const struct grid *g;
  double level;
  int *next; /* edge -> edge + 1 */
};
/* the rim counts as outside, so loops close */
static double sample(const struct march *m, int x, int y) {
  const struct grid *g = m->g;
  if (x <= 0 || y <= 0 || x >= g->nx - 1 || y >= g->ny - 1)
    return m->level - 1;
  return (double)g->v[(size_t)y * (size_t)g->nx + (size_t)x];
}

static int edge_h(const struct grid *g, int x, int y) {
  return (y * g->nx + x) * 2;
}

static int edge_v(const struct grid *g, int x, int y) {
  return (y * g->nx + x) * 2 + 1;
}

/* One square of the lattice: which of its edges the isoline enters and leaves by. Two opposite
 * corners inside are ambiguous; the mean of the four decides. */
static void cell(struct march *m, int x, int y) {
  double a = sample(m, x, y);
  double b = sample(m, x + 1, y);
  double d = sample(m, x, y + 1);
  double e = sample(m, x + 1, y + 1);
  double l = m->level;
  int kind = (a > l) | (b > l) << 1 | (e > l) << 2 | (d > l) << 3;

  if (kind == 0 || kind == 15)
    return;
  int n = edge_h(m->g, x, y);
  int s = edge_h(m->g, x, y + 1);
  int w = edge_v(m->g, x, y);
  int o = edge_v(m->g, x + 1, y);
  bool full = (a + b + d + e) / 4 > l;
#define JOIN(from, to) m->next[from] = (to) + 1
  switch (kind) {
  case 1: JOIN(w, n); break;
  case 2: JOIN(n, o); break;
  case 3: JOIN(w, o); break;
  case 4: JOIN(o, s); break;
  case 6: JOIN(n, s); break;
  case 7: JOIN(w, s); break;
  case 8: JOIN(s, w); break;
  case 9: JOIN(s, n); break;
  case 11: JOIN(s, o); break;
  case 12: JOIN(o, w); break;
  case 13: JOIN(o, n); break;
  case 14: JOIN(n, w); break;
  case 5:
    if (full) {
      JOIN(w, s);
      JOIN(o, n);
    } else {
      JOIN(w, n);
      JOIN(o, s);
    }
    break;
  default:
    if (full) {
      JOIN(n, w);
      JOIN(s, o);
    } else {
      JOIN(n, o);
      JOIN(s, w);
    }
  }
#undef JOIN
}

/* Where the isoline crosses a lattice edge. */
static struct pt crossing(const struct march *m, int edge) {
  int x = edge / 2 % m->g->nx;
  int y = edge / 2 / m->g->nx;
  int x2 = x + !(edge & 1);
  int y2 = y + (edge & 1);
  double a = sample(m, x, y);
  double b = sample(m, x2, y2);
  double t = a != b ? (m->level - a) / (b - a) : .5;
  return add(m->g->at, mul(along(pt(x, y), pt(x2, y2), t), m->g->step));
}

/* Twice the signed area is the sum of cross products. */
static double loop_area(const struct line *l) {
  double s = 0;
  for (int i = 0; i < l->n; i++)
    s += cross(l->p[i], l->p[(i + 1) % l->n]);
  return fabs(s) / 2;
}

/* All closed isolines at a level, smoothed. Specks are left out, and every second point goes. */
struct lines grid_trace(struct canvas *c, const struct grid *g, double level, int passes) {
  struct march m = {g, level, pool_take(&c->pool, sizeof(int) * (size_t)g->nx * (size_t)g->ny * 2)};
  struct lines loops = {0};

  for (int y = 0; y + 1 < g->ny; y++)
    for (int x = 0; x + 1 < g->nx; x++)
      cell(&m, x, y);
  int edges = g->nx * g->ny * 2;
  for (int i = 0; i < edges; i++) {
    if (!m.next[i])
      continue;
    struct line l = {.closed = true};
    for (int e = i; m.next[e];) {
      line_add(&c->pool, &l, crossing(&m, e));
      int to = m.next[e] - 1;
      m.next[e] = 0;
      e = to;
    }
    line_smooth(&l, passes);
    if (l.n < 8 || loop_area(&l) < .03)
      continue;
    int keep = 0;
    for (int k = 0; k < l.n; k += 2)
      l.p[keep++] = l.p[k];
    l.n = keep;
    *lines_add(&c->pool, &loops) = l;
  }

  return loops;
}

/* ---- how far the nearest drawn line is, so that trees and houses keep off it */
static const double NEAR_STEP = .06, NEAR_MOST = .36;

/* Notes on the lattice around p how near this point of a line is. */
static void mark_near(struct canvas *c, struct pt p) {
  struct grid *g = &c->near_grid;
  int r = (int)(NEAR_MOST / NEAR_STEP);
  int cx = (int)lround((p.x - g->at.x) / g->step);
  int cy = (int)lround((p.y - g->at.y) / g->step);

  for (int y = clamp(cy - r, 0, g->ny); y <= clamp(cy + r, -1, g->ny - 1); y++)
    for (int x = clamp(cx - r, 0, g->nx); x <= clamp(cx + r, -1, g->nx - 1); x++) {
      float d = (float)norm(sub(add(g->at, pt(x * g->step, y * g->step)), p));
      float *v = &g->v[(size_t)y * (size_t)g->nx + (size_t)x];
      if (d < *v)
        *v = d;
    }
}

/* Fills the lattice of distances from all lines that were planned. */
void near_lines(struct canvas *c) {
  c->near_grid = grid_make(c, NEAR_STEP);
  for (int i = 0; i < c->near_grid.nx * c->near_grid.ny; i++)
    c->near_grid.v[i] = (float)NEAR_MOST;
  const struct lines *all[] = {&c->water[0], &c->water[1], &c->water[2], &c->road[0], &c->road[1],
                               &c->road[2],  &c->road[3],  &c->berm,     &c->slope};
  for (size_t k = 0; k < sizeof all / sizeof *all; k++)
    for (int i = 0; i < all[k]->n; i++) {
      struct line l = line_resample(&c->pool, &all[k]->l[i], .08);
      for (int j = 0; j < l.n; j++)
        mark_near(c, l.p[j]);
    }
}

/* Is the place this far from every line that ink should keep away from? */
bool line_clear(const struct canvas *c, struct pt p, double distance) {
  return !c->near_grid.v || grid_at(&c->near_grid, p) >= distance;
}
