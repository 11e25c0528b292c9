/* ground.c - the paper and what grows on it: blotches, hills, fields, marsh, ravines, woods, grain.
 *
 * Hexes that stand above a slope count as hill, whatever their terrain says: the slope needs ground
 * to fall from.
 */
#include "picture.h"

/* Roughens a field, so that its isolines look like ground. */
static void add_noise(struct grid *g, double (*noise)(struct pt)) {
  for (int y = 0; y < g->ny; y++)
    for (int x = 0; x < g->nx; x++) {
      float *v = &g->v[(size_t)y * (size_t)g->nx + (size_t)x];
      /* Where there is nothing, noise must not make something. */
      if (*v > .01f)
        *v += (float)noise(add(g->at, pt(x * g->step, y * g->step)));
    }
}

/* Ragged at two scales, like the edge of a wood. */
static double wood_noise(struct pt p) {
  return .50 * (noise_fbm(2, mul(p, 1.15)) - .5) + .26 * (noise_fbm(2, mul(p, 4.2)) - .5);
}

/* A town's rim is ragged at one scale only: it is a tone under houses. */
static double town_noise(struct pt p) {
  return .55 * (noise_fbm(2, mul(p, 1.6)) - .5);
}

/* Softer than a wood: water and reeds have no trees at their edge. */
static double low_noise(struct pt p) {
  return .40 * (noise_fbm(2, mul(p, 1.4)) - .5);
}

/* A weight for every hex, 0 at first. */
static uint8_t *new_set(struct canvas *c) {
  return pool_take(&c->pool, (size_t)c->doc.nhexes + 1);
}

/* Nothing of a hill lies below its slopes. */
static void cut_below_slopes(struct canvas *c, struct grid *g) {
  /* How far a slope acts, in R: not to the next hex's centre. */
  const double reach = .75;
  /* The distance to the nearest slope, negative below it. */
  float *away = pool_take(&c->pool, sizeof(float) * (size_t)g->nx * (size_t)g->ny);

  for (int i = 0; i < g->nx * g->ny; i++)
    away[i] = (float)reach;
  for (int k = 0; k < c->slope.n; k++) {
    const struct line *l = &c->slope.l[k];
    for (int i = 0; i < l->n; i++) {
      struct pt p = l->p[i];
      struct pt d = line_direction(l, i);
      struct pt left = left_of(d);
      bool end = !l->closed && (i == 0 || i == l->n - 1);
      int x0 = (int)floor((p.x - reach - g->at.x) / g->step);
      int y0 = (int)floor((p.y - reach - g->at.y) / g->step);
      int span = (int)ceil(2 * reach / g->step);
      for (int y = y0 < 0 ? 0 : y0; y <= y0 + span && y < g->ny; y++)
        for (int x = x0 < 0 ? 0 : x0; x <= x0 + span && x < g->nx; x++) {
          struct pt v = sub(add(g->at, pt(x * g->step, y * g->step)), p);
          size_t s = (size_t)y * (size_t)g->nx + (size_t)x;
          float far = (float)norm(v);
          /* Beyond the end of a slope there is no below, only a beside. */
          if (far >= fabsf(away[s]) || (end && fabs(dot(v, d)) > fabs(dot(v, left))))
            continue;
          away[s] = dot(v, left) > 0 ? -far : far;
        }
    }
  }
  for (int i = 0; i < g->nx * g->ny; i++)
    if (away[i] < 0)
      g->v[i] *= fmaxf(0, 1 + away[i] / .12f);
    else if (away[i] < .3f && g->v[i] > .25f)
      g->v[i] = fmaxf(g->v[i], .5f); /* and it reaches up to the crest */
}

/* The height of the ground: hills and hilltops, and whatever stands above a slope. */
static void plan_hills(struct canvas *c) {
  uint8_t *set = new_set(c);

  set_of_paint(c, 1u << P_HILL, set, 16);
  for (int i = 0; i < c->doc.nsides; i++)
    if (c->doc.side[i].kinds & 1u << K_SLOPE)
      set[c->doc.side[i].hex] = 16;
  /* A hilltop weighs more, so that the ground rises to it. */
  set_of_paint(c, 1u << P_HILLTOP, set, 21);
  bool any = false;
  for (int i = 0; i < c->doc.nhexes; i++)
    any = any || set[i];
  if (!any)
    return;
  /* Two widths of the same hexes: one keeps the shape, the other lets hills run together. */
  struct grid near = grid_set(c, .11, 1.75, set);
  struct grid wide = grid_set(c, .11, 3.1, set);
  for (int y = 0; y < near.ny; y++)
    for (int x = 0; x < near.nx; x++) {
      size_t k = (size_t)y * (size_t)near.nx + (size_t)x;
      double f1 = (double)near.v[k];
      double f2 = (double)wide.v[k];
      if (f1 <= 0) {
        near.v[k] = (float)(.52 * f2 * .5);
        continue;
      }
      struct pt p = add(near.at, pt(x * near.step, y * near.step));
      near.v[k] =
          (float)(.62 * f1 + .52 * f2 + .80 * (noise_fbm(3, mul(p, .9)) - .5) * fmin(1, 1.6 * f1));
    }
  cut_below_slopes(c, &near);
  c->hill = near;
}

/* The fields that later layers look up: heights and low ground. */
void ground_plan(struct canvas *c) {
  /* A map without woods does not pay for the field. */
  if (c->doc.paints & 1u << P_WOOD) {
    uint8_t *set = new_set(c);
    set_of_paint(c, 1u << P_WOOD, set, 16);
    c->wood = grid_set(c, .07, 1.72, set);
    add_noise(&c->wood, wood_noise);
  }
  uint8_t *set = new_set(c);
  set_of_paint(c, 1u << P_TOWN | 1u << P_CITY | 1u << P_RUBBLE, set, 16);
  for (int i = 0; i < c->doc.nhexes; i++)
    if (c->doc.hex[i].rank == 1 || c->doc.hex[i].rank == 2)
      set[i] = 16;
  c->town = grid_set(c, .09, 1.6, set);
  add_noise(&c->town, town_noise);
  plan_hills(c);
}

/* Begins a path of closed curves; the caller ends it with its inks. */
static void draw_loops(struct canvas *c, const struct lines *loops) {
  svg_path_begin(c);
  for (int i = 0; i < loops->n; i++)
    svg_curve_to_path(c, &loops->l[i]);
}

/* ---- paper */
void ground_paper(struct canvas *c) {
  struct rect r = c->map_px;

  svg_format(c, "<rect x=\"%n\" y=\"%n\" width=\"%n\" height=\"%n\"%F/>\n", r.x0, r.y0, r.x1 - r.x0,
             r.y1 - r.y0, T_PAPER);

  /* Dark and light blotches from the same noise, each in three faint steps. */
  struct grid g = grid_make(c, .5);
  for (int sign = 0; sign < 2; sign++) {
    for (int y = 0; y < g.ny; y++)
      for (int x = 0; x < g.nx; x++) {
        double v = noise_fbm(4, mul(add(g.at, pt(x * g.step, y * g.step)), .16));
        g.v[(size_t)y * (size_t)g.nx + (size_t)x] = (float)(sign ? 1 - v : v);
      }
    for (int k = 0; k < 3; k++) {
      struct lines loops = grid_trace(c, &g, .54 + .045 * k, 3);
      draw_loops(c, &loops);
      svg_path_end(c, "%F fill-rule=\"evenodd\" opacity=\".6\"",
                   sign ? T_BLOTCH_LIGHT : T_BLOTCH_DARK);
    }
  }
  /* a breath of green, where another slice of the noise is high */
  for (int y = 0; y < g.ny; y++)
    for (int x = 0; x < g.nx; x++)
      g.v[(size_t)y * (size_t)g.nx + (size_t)x] =
          (float)noise_fbm(3, add(mul(add(g.at, pt(x * g.step, y * g.step)), .13), pt(91, 37)));
  struct lines green = grid_trace(c, &g, .62, 3);
  draw_loops(c, &green);
  svg_path_end(c, "%F fill-rule=\"evenodd\" opacity=\".9\"", T_VALLEY);
}

/* ---- hills: tones, then contours lit from the north-west */
enum { TANAKA = 4 }; /* steps of brightness each way */

/* A contour in runs of one brightness: lit from the north-west, dark to the south-east. */
static void tanaka_runs(struct canvas *c, const struct lines *loops, struct lines *runs) {
  for (int i = 0; i < loops->n; i++) {
    const struct line *l = &loops->l[i];
    int step = 0;
    int n = l->n;
    struct line *run = NULL;
    for (int k = 0; k <= n; k++) {
      double b = 0;
      /* The brightness is that of the mean direction over nine points; one alone would flicker. */
      for (int w = -4; w <= 4; w++) {
        struct pt d = unit_of(sub(l->p[(k + w + 1 + n * 5) % n], l->p[(k + w + n * 5) % n]));
        b += dot(mul(left_of(d), -1), pt(-.64, -.77)) / 9;
      }
      int s = (int)ceil(fabs(b) * TANAKA);
      s = s < 1 ? 1 : s > TANAKA ? TANAKA : s;
      if (b < 0)
        s = -s;
      struct pt p = l->p[k % n];
      if (s != step) {
        if (run)
          line_add(&c->pool, run, p);
        run = lines_add(&c->pool, &runs[s < 0 ? -s - 1 : TANAKA + s - 1]);
        step = s;
      }
      line_add(&c->pool, run, p);
    }
  }
}

/* Hills as stepped tones with lit and dark edges. */
void ground_hills(struct canvas *c) {
  /* Heights at which contours run; far out fewer of them. */
  static const double fine[] = {.46, .60, .74, .88, 1.02};
  static const double coarse[] = {.46, .66, .88};

  if (!c->hill.v)
    return;
  bool near = c->zoom != 0;
  int levels = near ? 5 : 3;
  struct lines runs[2 * TANAKA] = {{0}};
  for (int k = 0; k < levels; k++) {
    struct lines loops = grid_trace(c, &c->hill, near ? fine[k] : coarse[k], 3);
    draw_loops(c, &loops);
    svg_path_end(c, "%F fill-rule=\"evenodd\"", T_HILL_1 + (near ? k : k * 2));
    tanaka_runs(c, &loops, runs);
  }
  for (int i = 0; i < 2 * TANAKA; i++) {
    if (!runs[i].n)
      continue;
    bool lit = i >= TANAKA;
    double b = ((i % TANAKA) + .5) / TANAKA;
    svg_path_begin(c);
    for (int k = 0; k < runs[i].n; k++)
      svg_curve_to_path(c, &runs[i].l[k]);
    svg_path_end(c, "%S fill=\"none\" stroke-width=\"%w\" opacity=\"%n\"",
                 lit ? T_HILL_LIT : T_HILL_DARK, .01 + .028 * b, .3 + .7 * b);
  }
}

/* ---- fields */
static const unsigned NOT_FIELD =
    1u << P_WOOD | 1u << P_TOWN | 1u << P_CITY | 1u << P_MARSH | 1u << P_BALKA | 1u << P_WATER |
    1u << P_RUBBLE | 1u << P_BUILDING | 1u << P_ORCHARD | 1u << P_GRAIN | 1u << P_BRUSH;

/* One strip of a field, with its tone. */
struct strip {
  struct pt p[4];
  int tone;
};

/* One field with its furrows, turned to fit its neighbours. */
static void field_block(struct canvas *c, const struct hex *h, int try, struct strip **list, int *n,
                        int *cap) {
  double d[6];

  for (int i = 0; i < 6; i++)
    d[i] = noise_dice(h->gx, h->gy, try * 16 + i);
  /* Ground that the board calls fields has more of them than plain open ground. */
  if (d[0] > (h->paint & 1u << P_FIELD ? .4 : .14))
    return;
  struct pt at = add(h->at, pt((d[1] - .5) * 1.1, (d[2] - .5) * 1.1));
  struct pt u = turned(pt(1, 0), d[3] * 3.14159);
  struct pt v = left_of(u);
  double y = 0;
  int strips = 3 + (int)(d[4] * 4);
  for (int i = 0; i < strips; i++) {
    double length = .6 + .4 * noise_dice(h->gx, h->gy, try * 64 + i * 3);
    double width = .1 + .09 * noise_dice(h->gx, h->gy, try * 64 + i * 3 + 1);
    double shift = (noise_dice(h->gx, h->gy, try * 64 + i * 3 + 2) - .5) * .16;
    struct pt a = add(at, add(mul(u, shift - length / 2), mul(v, y - .3)));
    struct strip s = {{a, add(a, mul(u, length)), add(add(a, mul(u, length)), mul(v, width)),
                       add(a, mul(v, width))},
                      (i + (int)(d[5] * 3)) % 3};
    y += width + .012;
    /* All four corners must be free; a strip that is not is left out, and the others of its
     * field stay. */
    bool clear = true;
    for (int k = 0; k < 4; k++)
      clear = clear && line_clear(c, s.p[k], .1) && grid_at(&c->wood, s.p[k]) < .42 &&
              grid_at(&c->town, s.p[k]) < .5 && grid_at(&c->hill, s.p[k]) < .5;
    if (!clear)
      continue;
    GROW(&c->pool, *list, *n, *cap);
    (*list)[(*n)++] = s;
  }
}

/* A scatter of fields on open ground, off roads and water. */
void ground_fields(struct canvas *c) {
  struct strip *list = NULL;
  int n = 0;
  int cap = 0;

  for (int i = 0; i < c->doc.nhexes; i++)
    for (int k = 0; k < 2; k++)
      if (!(c->doc.hex[i].paint & NOT_FIELD) && c->doc.hex[i].same == i)
        field_block(c, &c->doc.hex[i], k, &list, &n, &cap);
  for (int tone = 0; tone < 3; tone++) {
    svg_path_begin(c);
    for (int i = 0; i < n; i++)
      if (list[i].tone == tone)
        svg_polygon(c, list[i].p, 4);
    svg_path_end(c, "%F", T_FIELD_1 + tone);
  }
  /* Furrows are too fine to be seen from far. */
  if (!c->zoom)
    return;
  svg_path_begin(c);
  for (int i = 0; i < n; i++)
    for (int k = 1; k < 4; k++)
      svg_segment(c, along(list[i].p[0], list[i].p[3], k / 4.0),
                  along(list[i].p[1], list[i].p[2], k / 4.0));
  svg_path_end(c, "%S stroke-width=\"%w\"", T_FURROW, .008);
}

/* ---- marsh, ravines, lakes, orchards */
/* The outline of all ground of one paint, and its field in *keep; none: the map has no such
 * ground. */
static struct lines low_area(struct canvas *c, enum paint paint, double level, struct grid *keep) {
  struct lines none = {0};

  if (!(c->doc.paints & 1u << paint))
    return none;
  uint8_t *set = new_set(c);
  set_of_paint(c, 1u << paint, set, 16);
  struct grid g = grid_set(c, .09, 1.6, set);
  add_noise(&g, low_noise);
  *keep = g;
  return grid_trace(c, &g, level, 3);
}

/* Short strokes of reed and water. */
static void marsh_tufts(struct canvas *c, const struct grid *g) {
  svg_path_begin(c);
  /* Rows are shifted against each other and every tuft a little, so that no pattern shows. */
  double step = c->zoom ? .30 : .42;
  int row = 0;
  for (double y = g->at.y; y < g->at.y + g->ny * g->step; y += step * .8, row++) {
    int col = 0;
    for (double x = g->at.x; x < g->at.x + g->nx * g->step; x += step, col++) {
      struct pt p = pt(x + (row & 1) * step / 2 + (noise_dice(col, row, 5) - .5) * step * .6,
                       y + (noise_dice(col, row, 6) - .5) * step * .4);
      if (grid_at(g, p) < .55 || noise_dice(col, row, 7) < .22 || !line_clear(c, p, .12))
        continue;
      double w = .07 + .04 * noise_dice(col, row, 8);
      svg_segment(c, sub(p, pt(w, 0)), add(p, pt(w, 0)));
      for (int k = -1; k <= 1; k++)
        svg_segment(c, add(p, pt(k * .03, -.015)), add(p, pt(k * .048, k ? -.065 : -.085)));
    }
  }
  svg_path_end(c, "%S stroke-width=\"%w\" fill=\"none\" stroke-linecap=\"round\"", T_MARSH_STROKE,
               .014);
}

/* Ticks from the rim into the ravine. */
static void balka_ticks(struct canvas *c, const struct lines *loops) {
  svg_path_begin(c);
  for (int i = 0; i < loops->n; i++) {
    struct line l = line_resample(&c->pool, &loops->l[i], .075);
    for (int k = 0; k < l.n; k++) {
      struct pt in = left_of(line_direction(&l, k));
      svg_segment(c, l.p[k], add(l.p[k], mul(in, .09 + .08 * noise_dice(k, i, 3))));
    }
  }
  svg_path_end(c, "%S stroke-width=\"%w\" fill=\"none\"", T_BALKA_STROKE, .018);
}

/* Trees in rows. */
static void orchard_rows(struct canvas *c, const struct grid *g) {
  svg_path_begin(c);
  for (double y = g->at.y; y < g->at.y + g->ny * g->step; y += .2)
    for (double x = g->at.x; x < g->at.x + g->nx * g->step; x += .2)
      if (grid_at(g, pt(x, y)) > .58 && line_clear(c, pt(x, y), .1))
        svg_dot(c, pt(x, y));
  svg_path_end(c, "%S stroke-width=\"%w\" stroke-linecap=\"round\"", T_TREE_DARK, .11);
}

/* Standing grain: short slanting strokes in rows. */
static void grain_rows(struct canvas *c, const struct grid *g) {
  svg_path_begin(c);
  int row = 0;
  for (double y = g->at.y; y < g->at.y + g->ny * g->step; y += .13, row++)
    for (double x = g->at.x + (row & 1) * .1; x < g->at.x + g->nx * g->step; x += .2)
      if (grid_at(g, pt(x, y)) > .56 && line_clear(c, pt(x, y), .1))
        svg_segment(c, pt(x - .06, y + .03), pt(x + .06, y - .03));
  svg_path_end(c, "%S stroke-width=\"%w\" stroke-linecap=\"round\"", T_GRAIN_STROKE, .022);
}

/* Brush: bushes without order. */
static void brush_dots(struct canvas *c, const struct grid *g) {
  svg_path_begin(c);
  int row = 0;
  for (double y = g->at.y; y < g->at.y + g->ny * g->step; y += .17, row++) {
    int col = 0;
    for (double x = g->at.x; x < g->at.x + g->nx * g->step; x += .19, col++) {
      struct pt p =
          pt(x + (noise_dice(col, row, 31) - .5) * .16, y + (noise_dice(col, row, 32) - .5) * .14);
      if (grid_at(g, p) > .56 && noise_dice(col, row, 33) > .35 && line_clear(c, p, .1))
        svg_dot(c, p);
    }
  }
  svg_path_end(c, "%S stroke-width=\"%w\" stroke-linecap=\"round\"", T_TREE_DARK, .075);
}

/* Fields and brush, which hinder sight and conceal: each area whole, so that its edge can be seen.
 */
static void ground_crops(struct canvas *c) {
  struct grid g = {0};
  struct lines l = low_area(c, P_GRAIN, .5, &g);
  if (l.n) {
    draw_loops(c, &l);
    svg_path_end(c, "%F%S stroke-width=\"%w\" fill-rule=\"evenodd\"", T_GRAIN, T_GRAIN_STROKE, .02);
    grain_rows(c, &g);
  }
  l = low_area(c, P_BRUSH, .5, &g);
  if (l.n) {
    draw_loops(c, &l);
    svg_path_end(c, "%F fill-rule=\"evenodd\"", T_BRUSH);
    brush_dots(c, &g);
  }
}

/* Marsh, ravines, orchards and valleys. */
void ground_low(struct canvas *c) {
  struct grid g = {0};
  ground_crops(c);
  struct lines l = low_area(c, P_MARSH, .48, &g);

  if (l.n) {
    draw_loops(c, &l);
    svg_path_end(c, "%F fill-rule=\"evenodd\"", T_MARSH);
    marsh_tufts(c, &g);
  }
  l = low_area(c, P_BALKA, .74, &g);
  if (l.n) {
    draw_loops(c, &l);
    svg_path_end(c, "%F%S stroke-width=\"%w\" fill-rule=\"evenodd\"", T_BALKA, T_BALKA_STROKE, .03);
    balka_ticks(c, &l);
    /* the bottom, darker than the sides */
    struct lines bed = grid_trace(c, &g, .88, 4);
    draw_loops(c, &bed);
    svg_path_end(c, "%F fill-rule=\"evenodd\" opacity=\".35\"", T_HILL_DARK);
  }
  l = low_area(c, P_ORCHARD, .5, &g);
  if (l.n) {
    draw_loops(c, &l);
    svg_path_end(c, "%F fill-rule=\"evenodd\"", T_ORCHARD);
    orchard_rows(c, &g);
  }
  l = low_area(c, P_WATER, .47, &g);
  if (l.n) {
    draw_loops(c, &l);
    svg_path_end(c, "%F%S stroke-width=\"%w\" fill-rule=\"evenodd\"", T_WATER, T_WATER_EDGE, .05);
    struct lines inner = grid_trace(c, &g, .66, 4);
    draw_loops(c, &inner);
    svg_path_end(c, "%F fill-rule=\"evenodd\" opacity=\".45\"", T_WATER_CORE);
  }
}

/* ---- woods */
enum { CROWNS = 3 };
/* Crowns of one size. */
struct trees {
  struct pt *p;
  int n, cap;
};

/* Puts trees on a jittered grid inside the woods, away from roads and water. */
static void plant(struct canvas *c, struct trees *crown) {
  double step = c->zoom ? .165 : .27;
  const struct grid *g = &c->wood;
  int row = 0;

  for (double y = g->at.y; y < g->at.y + g->ny * g->step; y += step * .866, row++) {
    int col = 0;
    for (double x = g->at.x; x < g->at.x + g->nx * g->step; x += step, col++) {
      struct pt p = pt(x + (row & 1) * step / 2 + (noise_dice(col, row, 11) - .5) * .7 * step,
                       y + (noise_dice(col, row, 12) - .5) * .7 * step);
      if (noise_dice(col, row, 13) < .16 || grid_at(g, p) < .53 || !line_clear(c, p, .12))
        continue;
      struct trees *t = &crown[(int)(noise_dice(col, row, 14) * CROWNS)];
      GROW(&c->pool, t->p, t->n, t->cap);
      t->p[t->n++] = p;
    }
  }
}

/* Woods: one soft shape, then trees with a dark and a lit side. */
void ground_woods(struct canvas *c) {
  if (!c->wood.v)
    return;
  struct lines l = grid_trace(c, &c->wood, .47, 2);
  if (!l.n)
    return;

  /* The shadow lies under the wood, the darker rim only inside it: hence the clip. */
  svg_put(c, "<clipPath id=\"woods\">");
  draw_loops(c, &l);
  svg_path_end(c, " clip-rule=\"evenodd\"");
  svg_put(c, "</clipPath>\n<path id=\"wood\" d=\"M0 0");
  c->pen_x = c->pen_y = 0;
  for (int i = 0; i < l.n; i++)
    svg_curve_to_path(c, &l.l[i]);
  svg_path_end(c, "%F fill-rule=\"evenodd\" transform=\"translate(%w %w)\" opacity=\".45\"",
               T_SHADOW, .035, .045);
  draw_loops(c, &l);
  svg_path_end(c, "%F fill-rule=\"evenodd\"", T_WOOD);
  svg_put(c, "<g clip-path=\"url(#woods)\">\n");
  static const double wide[2] = {.28, .12};
  static const double thin[2] = {.16, .22};
  for (int k = 0; k < 2; k++) { /* the rim is a shade darker inside */
    draw_loops(c, &l);
    svg_path_end(c, "%S stroke-width=\"%w\" fill=\"none\" opacity=\"%n\"", T_WOOD_EDGE, wide[k],
                 thin[k]);
  }
  svg_put(c, "</g>\n");
  draw_loops(c, &l);
  svg_path_end(c, "%S stroke-width=\"%w\" fill=\"none\"", T_WOOD_EDGE, .022);

  /* Each tree is a disc, a dark rim in the south-east and a light one in the north-west. */
  struct trees crown[CROWNS] = {{0}};
  plant(c, crown);
  double scale = c->zoom ? 1 : 1.5;
  for (int pass = 0; pass < (c->zoom ? 3 : 2); pass++)
    for (int k = 0; k < CROWNS; k++) {
      double r = (.045 + .016 * k) * scale;
      struct pt from = turned(pt(r, 0), -29 * 3.14159 / 180);
      struct pt to = turned(pt(r, 0), 132 * 3.14159 / 180);
      if (pass == 2) {
        from = turned(pt(r * .7, 0), 185 * 3.14159 / 180);
        to = turned(pt(r * .7, 0), 290 * 3.14159 / 180);
      }
      svg_path_begin(c);
      for (int i = 0; i < crown[k].n; i++)
        if (pass == 0)
          svg_dot(c, crown[k].p[i]);
        else
          svg_arc(c, add(crown[k].p[i], from), pass == 2 ? r * .7 : r, false, true,
                  add(crown[k].p[i], to));
      if (pass == 0)
        svg_path_end(c, "%S stroke-width=\"%w\" stroke-linecap=\"round\"", T_TREE_MID, 2 * r);
      else
        svg_path_end(c, "%S stroke-width=\"%w\" fill=\"none\" stroke-linecap=\"round\"",
                     pass == 1 ? T_TREE_DARK : T_TREE_LIT, (pass == 1 ? .022 : .016) * scale);
    }
}

/* ---- grain: one small tile of specks over the ground */
void ground_grain(struct canvas *c) {
  if (!c->zoom)
    return;
  /* pixels, after which the pattern repeats */
  enum { TILE = 128 };
  svg_format(c, "<pattern id=\"grain\" width=\"%d\" height=\"%d\" patternUnits=\"userSpaceOnUse\">",
             TILE, TILE);
  for (int light = 0; light < 2; light++) {
    svg_put(c, "<path d=\"");
    for (int i = 0; i < (light ? 130 : 250); i++)
      svg_format(c, "M%n %nh0", floor(noise_dice(i, light, 21) * TILE * 2) / 2,
                 floor(noise_dice(i, light, 22) * TILE * 2) / 2);
    svg_format(c, "\"%S stroke-width=\"%n\" stroke-linecap=\"round\"/>",
               light ? T_GRAIN_LIGHT : T_GRAIN_DARK, light ? 1.0 : 1.1);
  }
  struct rect r = c->map_px;
  svg_format(
      c, "</pattern>\n<rect x=\"%n\" y=\"%n\" width=\"%n\" height=\"%n\" fill=\"url(#grain)\"/>\n",
      r.x0, r.y0, r.x1 - r.x0, r.y1 - r.y0);
}
