/* water.c - rivers and streams: smooth ribbons along the hexsides that grow from their source.
 *
 * Which end is the source is not in the data: it is the end that lies inland and meets no other
 * water.
 */
#include "picture.h"

static const enum side_kind water_kind[3] = {K_RIVER, K_RIVER_MAJOR, K_STREAM};
/* width at the source and at the mouth */
static const double width0[3] = {.06, .24, .05}, width1[3] = {.155, .30, .10};

/* Hexsides of these kinds strung together, as lines through corners; directed: the owning hex on
 * the right, so that downhill or the enemy is on the left. */
struct lines side_chains(struct canvas *c, unsigned kinds, bool directed, struct chains *chains,
                         struct edge **edges) {
  const struct doc *d = &c->doc;
  struct edge *e = pool_take(&c->pool, sizeof *e * ((size_t)d->nsides + 1));
  uint8_t *seen = pool_take(&c->pool, (size_t)d->nhexes * 6);
  int n = 0;

  for (int i = 0; i < d->nsides; i++) {
    const struct side *s = &d->side[i];
    /* A side listed from both of its hexes is strung once. */
    int other = d->hex[s->hex].next[s->dir];
    if (!(s->kinds & kinds) || seen[s->hex * 6 + s->dir])
      continue;
    seen[s->hex * 6 + s->dir] = seen[other * 6 + (s->dir + 3) % 6] = 1;
    /* corners run clockwise round the owner, which keeps it on the right */
    e[n++] =
        (struct edge){d->hex[s->hex].corner[s->dir], d->hex[s->hex].corner[(s->dir + 1) % 6], i};
  }
  struct chains cs = directed ? chain_directed(&c->pool, e, n, d->ncorners)
                              : chain_longest(&c->pool, e, n, d->ncorners);
  struct lines ls = {0};
  for (int i = 0; i < cs.n; i++) {
    struct line *l = lines_add(&c->pool, &ls);
    l->closed = cs.c[i].closed;
    for (int k = 0; k < cs.c[i].n; k++)
      line_add(&c->pool, l, d->corner[cs.c[i].node[k]]);
  }
  if (chains)
    *chains = cs;
  if (edges)
    *edges = e; /* their tags are indices of sides */

  return ls;
}

/* Hexes that meet at a corner; fewer than three means the map ends there. */
static uint8_t *corner_hexes(struct canvas *c) {
  uint8_t *n = pool_take(&c->pool, (size_t)c->doc.ncorners + 1);
  for (int i = 0; i < c->doc.nhexes; i++)
    for (int k = 0; k < 6 && c->doc.hex[i].same == i; k++)
      n[c->doc.hex[i].corner[k]]++;
  return n;
}

enum end { END_SOURCE, END_EDGE, END_MEETS };
enum { TAG_FROM_NOTHING = 1, TAG_EVEN = 2 };

/* Hexsides are straight; rivers are not. */
static struct pt displaced(struct pt p) {
  struct pt q = mul(p, 1.5);
  return add(p, pt(.34 * (noise_fbm(2, q) - .5), .34 * (noise_fbm(2, add(q, pt(40, 17))) - .5)));
}

/* How often a corner belongs to any water, of all kinds together. */
static void count_uses(const struct chains *cs, int *uses) {
  for (int i = 0; i < cs->n; i++)
    for (int j = 0; j < cs->c[i].n; j++)
      uses[cs->c[i].node[j]]++;
}

/* Where the map ends the water comes from elsewhere; where other water meets it joins. */
static enum end end_at(int node, const uint8_t *hexes, const int *uses) {
  if (hexes[node] < 3)
    return END_EDGE;
  return uses[node] > 1 ? END_MEETS : END_SOURCE;
}

/* It runs from its source: turned where that is its last end. */
static void turn_downstream(struct line *l, enum end end[2]) {
  bool turned = end[1] == END_SOURCE && end[0] != END_SOURCE;
  if (!turned)
    return;
  for (int a = 0, b = l->n - 1; a < b; a++, b--) {
    struct pt t = l->p[a];
    l->p[a] = l->p[b];
    l->p[b] = t;
  }
  end[1] = end[0];
  end[0] = END_SOURCE;
}

/* Water that reaches the edge of the map continues off the sheet. */
static void lead_off(struct canvas *c, struct line *l, const enum end end[2]) {
  for (int s = 0; s < 2; s++) {
    if (end[s] != END_EDGE)
      continue;
    struct pt last = l->p[s ? l->n - 1 : 0];
    struct pt before = l->p[s ? l->n - 2 : 1];
    struct pt out = add(last, sub(last, before));
    line_add(&c->pool, l, out);
    if (s == 0) {
      memmove(l->p + 1, l->p, sizeof *l->p * (size_t)(l->n - 1));
      l->p[0] = out;
    }
  }
}

/* Corners are rounded, then the course is made to wander a little. */
static struct line wander(struct canvas *c, const struct line *l) {
  struct line curve = line_bspline(&c->pool, l);
  curve = line_resample(&c->pool, &curve, .1);
  for (int j = 0; j < curve.n; j++)
    curve.p[j] = displaced(curve.p[j]);
  line_smooth(&curve, 2);
  return curve;
}

/* The nearest point of any course that is laid already; the point itself if none is near. */
static struct pt on_a_course(const struct canvas *c, struct pt tip) {
  struct pt best = tip;
  double nearest = .8;

  for (int q = 0; q < 3; q++)
    for (int m = 0; m < c->water[q].n; m++) {
      double d;
      struct pt p = line_nearest(&c->water[q].l[m], tip, &d, NULL);
      if (d < nearest) {
        nearest = d;
        best = p;
      }
    }

  return best;
}

/* A tributary ends in the course it joins. */
static void join(const struct canvas *c, struct line *curve, const enum end end[2]) {
  for (int s = 0; s < 2; s++) {
    if (end[s] != END_MEETS)
      continue;
    struct pt *tip = &curve->p[s ? curve->n - 1 : 0];
    *tip = on_a_course(c, *tip);
    line_smooth(curve, 1);
  }
}

static int tag_of(const enum end end[2]) {
  bool through = end[0] == END_EDGE && end[1] == END_EDGE;
  if (end[0] == END_SOURCE)
    return TAG_FROM_NOTHING;
  return through ? TAG_EVEN : 0;
}

/* One chain of hexsides becomes a course. */
static struct line course(struct canvas *c, struct line *l, enum end end[2]) {
  if (l->closed)
    end[0] = end[1] = END_MEETS;
  turn_downstream(l, end);
  if (!l->closed)
    lead_off(c, l, end);

  struct line curve = wander(c, l);
  if (!l->closed)
    join(c, &curve, end);
  curve.tag = tag_of(end);
  return curve;
}

/* Rivers and streams as lines from source to mouth: chains of hexsides, turned so that they start
 * inland, joined where they meet and led off the sheet at its edge. */
void water_plan(struct canvas *c) {
  static const int order[3] = {1, 0, 2}; /* the greatest first: the others join it */
  const uint8_t *hexes = corner_hexes(c);
  int *uses = pool_take(&c->pool, sizeof(int) * ((size_t)c->doc.ncorners + 1));
  struct lines raw[3];
  struct chains cs[3];

  for (int k = 0; k < 3; k++) {
    raw[k] = side_chains(c, 1u << water_kind[k], false, &cs[k], NULL);
    count_uses(&cs[k], uses);
  }

  for (int o = 0; o < 3; o++) {
    int k = order[o];
    for (int i = 0; i < raw[k].n; i++) {
      const struct chain *ch = &cs[k].c[i];
      enum end end[2] = {end_at(ch->node[0], hexes, uses),
                         end_at(ch->node[ch->n - 1], hexes, uses)};
      struct line curve = course(c, &raw[k].l[i], end);
      *lines_add(&c->pool, &c->water[k]) = curve;
    }
  }
}

/* A river grows from its source to its full width. */
static double width_at(const struct line *l, int kind, double done, double all) {
  /* A river from edge to edge has neither source nor mouth here, so it keeps its width. */
  double t = l->tag & TAG_EVEN ? .8 : all > 0 ? sqrt(done / all) : 1;
  double w = width0[kind] + (width1[kind] - width0[kind]) * t;
  if (l->tag & TAG_FROM_NOTHING)
    w = fmin(w, .012 + .1 * done);
  return w;
}

/* A ribbon of changing width as one outline. */
static void ribbon(struct canvas *c, const struct line *l, int kind, double more, double times) {
  if (l->n < 2)
    return;
  double all = line_length(l);
  double done = 0;
  struct line edge = {.closed = true};
  for (int side = 0; side < 2; side++)
    for (int k = 0; k < l->n; k++) {
      int i = side ? l->n - 1 - k : k;
      if (k > 0)
        done += (side ? -1 : 1) * norm(sub(l->p[i], l->p[side ? i + 1 : i - 1]));
      double w = width_at(l, kind, done < 0 ? 0 : done, all) * times + more;
      line_add(&c->pool, &edge,
               add(l->p[i], mul(left_of(line_direction(l, i)), side ? -w / 2 : w / 2)));
    }
  svg_line_to_path(c, &edge);
}

/* Each river as a ribbon: edge, water, lighter core. */
void water_draw(struct canvas *c) {
  static const double valley[3] = {.62, .40, .20};
  bool any = false;

  for (int k = 0; k < 3; k++)
    any = any || c->water[k].n;
  if (!any)
    return;
  /* First the valley: three wide strokes of a thin green. */
  for (int v = 0; v < 3; v++) {
    svg_path_begin(c);
    for (int k = 0; k < 3; k++)
      for (int i = 0; i < c->water[k].n; i++)
        svg_curve_to_path(c, &c->water[k].l[i]);
    svg_path_end(c, "%S stroke-width=\"%w\" fill=\"none\" stroke-linejoin=\"round\"", T_VALLEY,
                 valley[v] + (c->water[1].n ? .18 : 0));
  }
  static const struct {
    enum token colour;
    double more, times;
  } layer[3] = {{T_WATER_EDGE, .035, 1}, {T_WATER, 0, 1}, {T_WATER_CORE, 0, .42}};
  for (int y = 0; y < 3; y++) {
    svg_path_begin(c);
    for (int k = 0; k < 3; k++)
      for (int i = 0; i < c->water[k].n; i++)
        if (c->water[k].l[i].closed)
          continue;
        else
          ribbon(c, &c->water[k].l[i], k, layer[y].more, layer[y].times);
    svg_path_end(c, "%F fill-rule=\"nonzero\"", layer[y].colour);
    for (int k = 0; k < 3; k++) /* a moat: no source */
      for (int i = 0; i < c->water[k].n; i++)
        if (c->water[k].l[i].closed) {
          svg_path_begin(c);
          svg_curve_to_path(c, &c->water[k].l[i]);
          svg_path_end(c, "%S stroke-width=\"%w\" fill=\"none\"", layer[y].colour,
                       width1[k] * layer[y].times + layer[y].more);
        }
  }
}

/* ---- names along the course */
/* The course nearest to the middle of the sides that bear the name. */
static bool name_place(struct canvas *c, const struct river_name *r, struct line *course,
                       int *kind) {
  if (!r->n)
    return false;
  int a = r->pair[(r->n / 2) * 2];
  int b = r->pair[(r->n / 2) * 2 + 1];
  struct pt mid = along(c->doc.hex[a].at, c->doc.hex[b].at, .5);
  double best = 1.2;
  bool found = false;
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < c->water[k].n; i++) {
      double d;
      line_nearest(&c->water[k].l[i], mid, &d, NULL);
      if (d < best) {
        best = d;
        *course = c->water[k].l[i];
        *kind = k;
        found = true;
      }
    }

  return found;
}

/* A river's name letter by letter along its course, where it is straightest and nothing is in the
 * way. */
void water_names(struct canvas *c) {
  double size = .27 * (c->zoom ? 1 : 1.7);

  for (int r = 0; r < c->doc.nrivers; r++) {
    const struct river_name *name = &c->doc.river[r];
    struct line course;
    int kind = 0;
    if (!*name->text || !name_place(c, name, &course, &kind))
      continue;
    struct line l = line_resample(&c->pool, &course, .12);
    line_smooth(&l, 26);
    double all = line_length(&l);
    double want = text_width(name->text, size, true) + .1 * size * text_length(name->text) + .3;
    /* A name that is longer than its river is left out. */
    if (want > all)
      continue;
    /* the straightest, emptiest stretch of this course's own hexsides */
    double best = 1e9;
    double at = 0;
    for (double s = 0; s + want <= all; s += .25) {
      struct line part = line_part(&c->pool, &l, s, s + want);
      if (part.n < 3)
        continue;
      double own = 1e9;
      double cost = 3 * (want - norm(sub(part.p[part.n - 1], part.p[0])));
      struct pt mid = part.p[part.n / 2];
      for (int i = 0; i < name->n; i++)
        own = fmin(own, norm(sub(mid, along(c->doc.hex[name->pair[2 * i]].at,
                                            c->doc.hex[name->pair[2 * i + 1]].at, .5))));
      /* The name stays where the board gives it, even if the water continues. */
      if (own > .8)
        continue;
      for (int i = 0; i < c->ntaken; i++)
        for (int k = 0; k < part.n; k += 3) {
          struct rect t = c->taken[i].r;
          if (part.p[k].x > t.x0 - .15 && part.p[k].x < t.x1 + .15 && part.p[k].y > t.y0 - .2 &&
              part.p[k].y < t.y1 + .2)
            cost += .12 * c->taken[i].weight;
        }
      for (int k = 0; k < part.n; k++) {
        struct pt q = sub(part.p[k], c->origin);
        if (q.x < .6 || q.y < .6 || q.x > c->width - .6 || q.y > c->height - .6)
          cost += .3;
      }
      cost += .8 * fabs(part.p[part.n - 1].y - part.p[0].y) / want; /* level is easier to read */
      cost += .01 * fabs(s + want / 2 - all / 2);
      if (cost < best) {
        best = cost;
        at = s;
      }
    }
    if (best > 1e8)
      continue;
    struct line part = line_part(&c->pool, &l, at, at + want);
    if (part.p[part.n - 1].x < part.p[0].x) /* read from left to right */
      for (int a = 0, b = part.n - 1; a < b; a++, b--) {
        struct pt t = part.p[a];
        part.p[a] = part.p[b];
        part.p[b] = t;
      }
    struct line above = line_offset(&c->pool, &part, width1[kind] / 2 + .07);
    for (int k = 0; k < above.n; k += 2)
      names_keep_off(c,
                     (struct rect){above.p[k].x - .1, above.p[k].y - .15, above.p[k].x + .1,
                                   above.p[k].y + .1},
                     3);
    names_along(c, name->text, size, &above);
  }
}
