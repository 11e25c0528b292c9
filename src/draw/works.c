/* works.c - what men and weather made along hexsides: slopes, berms, walls, trenches, toothed
 * lines, the front.
 *
 * A directed line keeps its owner on the right: downhill, or the enemy, is on the left.
 */
#include "picture.h"

/* A chain of hexsides as a soft line. */
static struct line soft(struct canvas *c, const struct line *corners, double step, int passes) {
  struct line l = line_bspline(&c->pool, corners);
  l = line_resample(&c->pool, &l, step);
  line_smooth(&l, passes);
  return l;
}

/* Strokes all lines in one path, moved to the left by an offset. */
static void stroke_lines(struct canvas *c, const struct lines *ls, enum token colour, double width,
                         double offset, double opacity) {
  if (!ls->n)
    return;
  svg_path_begin(c);
  for (int i = 0; i < ls->n; i++) {
    struct line l = offset != 0 ? line_offset(&c->pool, &ls->l[i], offset) : ls->l[i];
    svg_line_to_path(c, &l);
  }
  svg_path_end(c,
               " stroke=\"%c\" stroke-opacity=\"%n\" stroke-width=\"%w\" fill=\"none\" "
               "stroke-linejoin=\"round\"",
               colour, opacity * OPA(colour), width);
}

/* ---- planning: other layers need to know where these run */
/* Slopes and berms must be known before the ground is drawn: hills end at them, trees keep off. */
void works_plan(struct canvas *c) {
  struct lines raw = side_chains(c, 1u << K_SLOPE, true, NULL, NULL);

  for (int i = 0; i < raw.n; i++)
    *lines_add(&c->pool, &c->slope) = soft(c, &raw.l[i], .06, 34);
  raw = side_chains(c, 1u << K_BERM, false, NULL, NULL);
  for (int i = 0; i < raw.n; i++)
    *lines_add(&c->pool, &c->berm) = soft(c, &raw.l[i], .1, 10);
  for (int i = 0; i < c->berm.n; i++) /* off the sheet where it reaches the edge */
    for (int s = 0; s < 2 && !c->berm.l[i].closed; s++) {
      struct line *l = &c->berm.l[i];
      struct pt a = l->p[s ? l->n - 1 : 0];
      struct pt b = l->p[s ? l->n - 3 > 0 ? l->n - 3 : 0 : l->n > 2 ? 2 : 1];
      double d;
      for (int k = 0; k < c->outline.n; k++) {
        line_nearest(&c->outline.l[k], a, &d, NULL);
        if (d > .05)
          continue;
        struct pt out = add(a, mul(unit_of(sub(a, b)), .9));
        line_add(&c->pool, l, out);
        if (!s) {
          memmove(l->p + 1, l->p, sizeof *l->p * (size_t)(l->n - 1));
          l->p[0] = out;
        }
        break;
      }
    }
}

/* ---- slopes */
/* Ticks are shorter toward the ends of a slope, where it runs out. */
static void slope_ticks(struct canvas *c) {
  svg_path_begin(c);
  double every = c->zoom ? .06 : .09;
  for (int i = 0; i < c->slope.n; i++) {
    struct line l = line_resample(&c->pool, &c->slope.l[i], every);
    for (int k = 0; k < l.n; k++) {
      struct pt d = line_direction(&l, k);
      struct pt down = left_of(d);
      double long_ = .20 + .12 * noise_dice(k, i, 31);
      double end = fmin(k, l.n - 1 - k) * every;
      if (!l.closed)
        long_ *= fmin(1, .4 + end);
      struct pt tri[3] = {
          sub(l.p[k], mul(d, .016)), add(l.p[k], mul(d, .016)),
          add(add(l.p[k], mul(down, long_)), mul(d, .03 * (noise_dice(k, i, 32) - .5)))};
      svg_polygon(c, tri, 3);
    }
  }
  svg_path_end(c, " fill=\"%c\" fill-opacity=\".85\"", T_HILL_TEXT);
}

/* A slope: shade that fades downhill, a lit rim, and ticks that point down. */
static void draw_slopes(struct canvas *c) {
  static const double width[4] = {.5, .38, .26, .14};
  static const double opacity[4] = {.25, .27, .30, .34};

  if (!c->slope.n)
    return;
  /* Four strokes over each other make the shade; the wide ones end sooner, so that it fades. */
  for (int k = 0; k < 4; k++) {
    struct lines trimmed = {0};
    for (int i = 0; i < c->slope.n; i++) {
      double all = line_length(&c->slope.l[i]);
      double cut = c->slope.l[i].closed ? 0 : fmin(.12 * (4 - k) * .35, all / 4);
      *lines_add(&c->pool, &trimmed) = c->slope.l[i].closed
                                           ? c->slope.l[i]
                                           : line_part(&c->pool, &c->slope.l[i], cut, all - cut);
    }
    stroke_lines(c, &trimmed, T_HILL_DARK, width[k], width[k] / 2, opacity[k]);
  }
  stroke_lines(c, &c->slope, T_HILL_LIT, .05, -.03, .9);
  slope_ticks(c);
  stroke_lines(c, &c->slope, T_HILL_TEXT, .022, 0, .8);
}

/* ---- berms: an embankment with its railway */
static void draw_berms(struct canvas *c) {
  if (!c->berm.n)
    return;
  stroke_lines(c, &c->berm, T_BERM_SHADE, .36, 0, 1);
  stroke_lines(c, &c->berm, T_BERM, .26, 0, 1);
  /* the fringe of the embankment, then its rail and sleepers */
  double every = c->zoom ? .075 : .12;
  svg_path_begin(c);
  for (int i = 0; i < c->berm.n; i++) {
    struct line l = line_resample(&c->pool, &c->berm.l[i], every);
    for (int k = 0; k < l.n; k++) {
      struct pt n = left_of(line_direction(&l, k));
      for (int s = -1; s <= 1; s += 2)
        svg_segment(c, add(l.p[k], mul(n, s * .11)),
                    add(l.p[k], mul(n, s * (.17 + .04 * noise_dice(k, s, 33)))));
    }
  }
  svg_path_end(c, "%S stroke-width=\"%w\"", T_BERM_FRINGE, .02);
  stroke_lines(c, &c->berm, T_RAIL, .038, 0, 1);
  svg_path_begin(c);
  for (int i = 0; i < c->berm.n; i++) {
    struct line l = line_resample(&c->pool, &c->berm.l[i], c->zoom ? .17 : .22);
    for (int k = 0; k < l.n; k++) {
      struct pt n = mul(left_of(line_direction(&l, k)), .06);
      svg_segment(c, add(l.p[k], n), sub(l.p[k], n));
    }
  }
  svg_path_end(c, "%S stroke-width=\"%w\"", T_RAIL, .026);
  for (int i = 0; i < c->doc.nsides; i++) { /* a crossing is a gap in it */
    const struct side *s = &c->doc.side[i];
    if (!(s->kinds & 1u << K_CROSSING))
      continue;
    struct pt mid =
        along(c->doc.hex[s->hex].at, c->doc.hex[c->doc.hex[s->hex].next[s->dir]].at, .5);
    struct pt at = mid;
    struct pt dir = pt(0, 1);
    double best = .75;
    for (int k = 0; k < PATH_KINDS; k++)
      for (int r = 0; r < c->road[k].n; r++)
        for (int b = 0; b < c->berm.n; b++) {
          struct pt m;
          struct pt da;
          struct pt db;
          if (!line_meet(&c->road[k].l[r], &c->berm.l[b], mid, best, &m, &da, &db))
            continue;
          best = norm(sub(m, mid));
          at = m;
          dir = da;
        }
    if (best >= .75)
      continue;
    svg_path_begin(c);
    svg_segment(c, sub(at, mul(dir, .24)), add(at, mul(dir, .24)));
    svg_path_end(c, "%S stroke-width=\"%w\"", T_PAPER, .17);
  }
}

/* What lies under water and roads. */
void works_ground(struct canvas *c) {
  draw_slopes(c);
  draw_berms(c);
}

/* ---- trenches: a square wave */
/* Each point gives two, one on each side of the line. */
static struct line square_wave(struct canvas *c, const struct line *l) {
  struct line even = line_resample(&c->pool, l, .11);
  struct line w = {0};
  double s = .075;

  for (int i = 0; i < even.n; i++) {
    struct pt n = left_of(line_direction(&even, i));
    line_add(&c->pool, &w, add(even.p[i], mul(n, s)));
    s = -s;
    line_add(&c->pool, &w, add(even.p[i], mul(n, s)));
  }

  return w;
}

/* Hex centres of a straight line swing from side to side by half a hex: two passes over the
 * neighbours take the swing out. */
static struct line calm(struct canvas *c, const struct line *l) {
  struct line now = *l;

  for (int pass = 0; pass < 2; pass++) {
    struct line next = {0};
    for (int i = 0; i < now.n; i++) {
      struct pt a = now.p[i ? i - 1 : 0];
      struct pt b = now.p[i];
      struct pt d = now.p[i + 1 < now.n ? i + 1 : i];
      /* an end pulls on itself */
      bool end = i == 0 || i + 1 == now.n;
      line_add(&c->pool, &next,
               end ? mul(add(add(a, d), mul(b, 2)), .25) : add(mul(add(a, d), .25), mul(b, .5)));
    }
    now = next;
  }

  return now;
}

/* Trench hexes of one kind strung from centre to centre. */
static void trench_hexes(struct canvas *c, struct lines *out) {
  const struct doc *d = &c->doc;
  struct edge *e = pool_take(&c->pool, sizeof *e * ((size_t)d->nhexes * 3 + 1));
  uint8_t *seen = pool_take(&c->pool, (size_t)d->nhexes + 1);
  int n = 0;

  for (int h = 0; h < d->nhexes; h++)
    /* Three directions are enough: the other three are the neighbours' own. */
    for (int k = 0; k < 3 && (d->hex[h].paint & 1u << P_TRENCH); k++) {
      int o = d->hex[h].next[k];
      if (o >= 0 && (d->hex[o].works & d->hex[h].works))
        e[n++] = (struct edge){h, o, 0};
    }
  struct chains cs = chain_longest(&c->pool, e, n, d->nhexes);
  for (int i = 0; i < cs.n; i++) {
    const struct chain *ch = &cs.c[i];
    bool fresh = false;
    for (int k = 0; k < ch->n; k++)
      fresh = fresh || !seen[ch->node[k]];
    if (!fresh)
      continue; /* the third side of a triangle */
    struct line l = {0};
    for (int k = 0; k < ch->n; k++) {
      line_add(&c->pool, &l, d->hex[ch->node[k]].at);
      seen[ch->node[k]] = 1;
    }
    struct line even = calm(c, &l);
    struct line curve = line_catmull(&c->pool, &even, pt(NAN, NAN), pt(NAN, NAN));
    *lines_add(&c->pool, out) = curve;
  }
  /* A trench hex without neighbours of its kind is a separate short line. */
  for (int h = 0; h < d->nhexes; h++)
    if ((d->hex[h].paint & 1u << P_TRENCH) && !seen[h] && d->hex[h].same == h) {
      struct line l = {0};
      for (int k = -2; k <= 2; k++)
        line_add(&c->pool, &l, add(d->hex[h].at, pt(k * .25, .06 * (k & 1))));
      *lines_add(&c->pool, out) = l;
    }
}

/* Trenches along hexsides and through hexes, as a square wave. */
static void draw_trenches(struct canvas *c) {
  struct lines all = {0};
  struct lines waves = {0};
  struct lines raw = side_chains(c, 1u << K_TRENCH, false, NULL, NULL);

  for (int i = 0; i < raw.n; i++)
    *lines_add(&c->pool, &all) = soft(c, &raw.l[i], .1, 2);
  trench_hexes(c, &all);
  for (int i = 0; i < all.n; i++)
    *lines_add(&c->pool, &waves) = square_wave(c, &all.l[i]);
  stroke_lines(c, &waves, T_TOOTHED_HALO, .10, 0, 1);
  stroke_lines(c, &waves, T_TOOTHED, .048, 0, 1);
}

/* ---- toothed lines; a belt behind the front is drawn lighter */
/* A third of its sides on the front make a belt the front one. */
static double fort_weight(const struct canvas *c, const struct chain *ch, const struct edge *e) {
  const struct doc *d = &c->doc;
  int front = 0;
  int n = ch->closed ? ch->n : ch->n - 1;

  if (!d->has_control)
    return 1;
  for (int i = 0; i < n; i++) {
    const struct side *s = &d->side[e[ch->edge[i]].tag];
    front += d->hex[s->hex].owner != d->hex[d->hex[s->hex].next[s->dir]].owner;
  }

  return front * 3 >= n ? 1 : .78;
}

/* A toothed line; the teeth point at the enemy. */
static void fort_line(struct canvas *c, const struct line *on_sides, double k) {
  struct lines one = {.l = &(struct line){0}, .n = 1, .cap = 1};

  /* It stands inside its owner's hexes, not on the side itself. */
  one.l[0] = line_offset(&c->pool, on_sides, -.13 * k);
  stroke_lines(c, &one, T_TOOTHED_HALO, .10 * k, 0, 1);
  struct line l = line_resample(&c->pool, &one.l[0], .12);
  svg_path_begin(c);
  for (int j = 1; j + 1 < l.n; j += 2) {
    struct pt d = line_direction(&l, j);
    struct pt out = left_of(d);
    struct pt tri[3] = {sub(l.p[j], mul(d, .065 * k)), add(l.p[j], mul(out, .125 * k)),
                        add(l.p[j], mul(d, .065 * k))};
    svg_polygon(c, tri, 3);
  }
  svg_path_end(c, "%F", T_TOOTHED);
  stroke_lines(c, &one, T_TOOTHED, .045 * k, 0, 1);
}

/* All fortified belts. */
static void draw_forts(struct canvas *c) {
  struct chains cs;
  struct edge *e;
  struct lines raw = side_chains(c, 1u << K_FORT, true, &cs, &e);

  for (int i = 0; i < raw.n; i++) {
    struct line l = soft(c, &raw.l[i], .08, 8);
    fort_line(c, &l, fort_weight(c, &cs.c[i], e) * (c->zoom ? 1 : 1.2));
  }
}

/* Hedges: a green line of bushes. */
static void draw_walls(struct canvas *c) {
  struct lines raw = side_chains(c, 1u << K_WALL, false, NULL, NULL);

  if (!raw.n)
    return;
  stroke_lines(c, &raw, T_LINE_HALO, .15, 0, 1);
  stroke_lines(c, &raw, T_HEDGE, .08, 0, 1);
  svg_path_begin(c);
  for (int i = 0; i < raw.n; i++) {
    struct line l = line_resample(&c->pool, &raw.l[i], .12);
    for (int k = 0; k < l.n; k++)
      svg_dot(c, l.p[k]);
  }
  svg_path_end(c, "%S stroke-width=\"%w\" stroke-linecap=\"round\"", T_HEDGE, .14);
}

/* What lies over roads and the grid, because players look for it. */
void works_lines(struct canvas *c) {
  draw_walls(c);
  draw_trenches(c);
  draw_forts(c);
}

/* ---- the front: a soft edge in two colours where the sides' hexes touch */
void works_front(struct canvas *c) {
  const struct doc *d = &c->doc;

  if (!d->has_control)
    return;
  /* Directed, with the Germans on the right; each side is seen from the German hex only. */
  struct edge *e = pool_take(&c->pool, sizeof *e * ((size_t)d->nhexes * 6 + 1));
  int n = 0;
  for (int h = 0; h < d->nhexes; h++)
    for (int k = 0; k < 6; k++) {
      int o = d->hex[h].next[k];
      if (d->hex[h].same == h && o >= 0 && d->hex[h].owner == O_GERMAN &&
          d->hex[o].owner == O_SOVIET)
        e[n++] = (struct edge){d->hex[h].corner[k], d->hex[h].corner[(k + 1) % 6], 0};
    }
  struct chains cs = chain_directed(&c->pool, e, n, d->ncorners);
  struct lines ls = {0};
  for (int i = 0; i < cs.n; i++) {
    struct line l = {.closed = cs.c[i].closed};
    for (int k = 0; k < cs.c[i].n; k++)
      line_add(&c->pool, &l, d->corner[cs.c[i].node[k]]);
    *lines_add(&c->pool, &ls) = soft(c, &l, .1, 8);
  }
  /* Seven strokes over each other fade away from the line, each side in its own colour. */
  static const double width[7] = {.50, .43, .36, .29, .22, .15, .08};
  static const double thin[7] = {.045, .05, .06, .07, .085, .11, .22};
  for (int k = 0; k < 7; k++) {
    stroke_lines(c, &ls, T_FRONT_GERMAN, width[k], -width[k] / 2, thin[k] * 1.5);
    stroke_lines(c, &ls, T_FRONT_SOVIET, width[k], width[k] / 2, thin[k] * 1.5);
  }
}

/* Near the middle of the area, where nothing stands. */
static void region_name(struct canvas *c, const struct region *r, struct pt middle) {
  const double size = .6;
  const char *title = *r->title ? r->title : r->id + 5;
  double half = text_width(title, size, true) / 2 + .1;
  double best = 1e9;
  struct pt at = middle;

  for (int i = 0; i < r->n; i++) {
    struct pt p = c->doc.hex[r->hex[i]].at;
    double cost = names_overlap(c, (struct rect){p.x - half, p.y - .3, p.x + half, p.y + .3}) +
                  .12 * norm(sub(p, middle));
    if (cost < best) {
      best = cost;
      at = p;
    }
  }
  names_keep_off(c, (struct rect){at.x - half, at.y - .3, at.x + half, at.y + .3}, 1.5);
  struct pt px = svg_px(c, add(at, pt(0, .2)));
  svg_format(c,
             "<text class=\"sf\" x=\"%n\" y=\"%n\" font-size=\"%w\" letter-spacing=\"%w\" "
             "text-anchor=\"middle\" "
             "fill=\"%c\" opacity=\".55\">%e</text>\n",
             px.x, px.y, size, .06, T_FRONT_GERMAN, title);
}

/* ---- areas the board wants shown: a tint, a dashed edge, a quiet name */
void works_regions(struct canvas *c) {
  const struct doc *d = &c->doc;
  uint8_t *in = pool_take(&c->pool, (size_t)d->nhexes + 1);

  for (int i = 0; i < d->nregions; i++) {
    const struct region *r = &d->region[i];
    /* Other regions are the rules' own and are not shown. */
    if (strncmp(r->id, "show.", 5) != 0 || !r->n)
      continue;
    memset(in, 0, (size_t)d->nhexes);
    struct pt sum = pt(0, 0);
    for (int k = 0; k < r->n; k++) {
      in[r->hex[k]] = 1;
      sum = add(sum, d->hex[r->hex[k]].at);
    }
    struct edge *e = pool_take(&c->pool, sizeof *e * ((size_t)r->n * 6 + 1));
    int n = 0;
    for (int h = 0; h < d->nhexes; h++)
      for (int k = 0; k < 6 && in[h]; k++)
        if (d->hex[h].next[k] < 0 || !in[d->hex[h].next[k]])
          e[n++] = (struct edge){d->hex[h].corner[k], d->hex[h].corner[(k + 1) % 6], 0};
    struct chains cs = chain_directed(&c->pool, e, n, d->ncorners);
    struct lines ls = {0};
    for (int x = 0; x < cs.n; x++) {
      struct line *l = lines_add(&c->pool, &ls);
      l->closed = cs.c[x].closed;
      for (int k = 0; k < cs.c[x].n; k++)
        line_add(&c->pool, l, d->corner[cs.c[x].node[k]]);
    }
    svg_path_begin(c);
    for (int x = 0; x < ls.n; x++)
      svg_line_to_path(c, &ls.l[x]);
    svg_path_end(c, "%F fill-rule=\"evenodd\"", T_AREA_TINT);
    stroke_lines(c, &ls, T_FRONT_GERMAN, .16, -.08, .16);
    svg_format(c, "<g stroke-dasharray=\"%w %w\">\n", .30, .12);
    stroke_lines(c, &ls, T_FRONT_GERMAN, .05, -.03, .85);
    svg_put(c, "</g>\n");
    region_name(c, r, mul(sum, 1.0 / r->n));
  }
}
