/* road.c - roads, tracks and railways as smooth lines from hex to hex, and their bridges.
 *
 * Paths are taken apart into steps between neighbours and strung together again, so that a stretch
 * two paths share is drawn once; at a junction the straightest pair runs through and the others end
 * there.
 */
#include "picture.h"
#include <stdlib.h>

/* Where a road passes exactly through the middle, because the place is there. */
static bool is_town(const struct hex *h) {
  return (h->paint & (1u << P_TOWN | 1u << P_CITY)) || (h->rank >= 1 && h->rank <= 3);
}

/* use[h*6+d]: kinds of path that leave h in direction d; of two roads the better one counts. */
static uint8_t *steps_used(struct canvas *c) {
  const struct doc *d = &c->doc;
  uint8_t *use = pool_take(&c->pool, (size_t)d->nhexes * 6 + 1);

  for (int i = 0; i < d->npaths; i++)
    for (int k = 0; k + 1 < d->path[i].n; k++)
      for (int dir = 0; dir < 6; dir++) {
        int a = d->path[i].hex[k];
        int b = d->path[i].hex[k + 1];
        if (d->hex[a].next[dir] != b)
          continue;
        use[a * 6 + dir] |= (uint8_t)(1u << d->path[i].kind);
        use[b * 6 + (dir + 3) % 6] |= (uint8_t)(1u << d->path[i].kind);
      }
  /* Where two roads share a step only the better one is drawn. */
  for (int i = 0; i < d->nhexes * 6; i++) {
    if (use[i] & 1u << K_ROAD_MAIN)
      use[i] &= (uint8_t) ~(1u << K_ROAD_MINOR | 1u << K_TRACK);
    if (use[i] & 1u << K_ROAD_MINOR)
      use[i] &= (uint8_t) ~(1u << K_TRACK);
  }

  return use;
}

enum { ROADS = 1u << K_ROAD_MAIN | 1u << K_ROAD_MINOR | 1u << K_TRACK, RAILS = 1u << K_RAIL };

/* Where lines pass in each hex: pulled toward the straight way between the neighbours, exact in
 * towns. */
static struct pt *nodes(struct canvas *c, const uint8_t *use, unsigned kinds) {
  const struct doc *d = &c->doc;
  struct pt *p = pool_take(&c->pool, sizeof *p * ((size_t)d->nhexes + 1));
  struct pt *q = pool_take(&c->pool, sizeof *q * ((size_t)d->nhexes + 1));

  for (int i = 0; i < d->nhexes; i++)
    p[i] = d->hex[i].at;
  /* Each round looks at the places of the round before, so the order of hexes does not matter. */
  for (int round = 0; round < 3; round++) {
    memcpy(q, p, sizeof *p * (size_t)d->nhexes);
    for (int i = 0; i < d->nhexes; i++) {
      int n = 0;
      struct pt sum = pt(0, 0);
      struct pt home = d->hex[i].at;
      for (int k = 0; k < 6; k++)
        if (use[i * 6 + k] & kinds) {
          sum = add(sum, q[d->hex[i].next[k]]);
          n++;
        }
      /* Ends, junctions and towns stay where they are. */
      if (n != 2 || is_town(&d->hex[i]))
        continue;
      struct pt want = along(q[i], mul(sum, .5), .55);
      if (round == 2) { /* a little waywardness */
        struct pt v = mul(home, .7);
        want = add(want,
                   pt(.36 * (noise_fbm(2, v) - .5), .36 * (noise_fbm(2, add(v, pt(9, 5))) - .5)));
      }
      struct pt off = sub(want, home);
      /* A road stays well inside its hex, or it would seem to run through another. */
      if (norm(off) > .42)
        off = mul(off, .42 / norm(off));
      p[i] = add(home, off);
    }
  }

  return p;
}

/* partner[h*6+d]: the direction a line coming in from d leaves by, -1 when it ends here. */
static int8_t *partners(struct canvas *c, const uint8_t *use, unsigned kind) {
  const struct doc *d = &c->doc;
  int8_t *partner = pool_take(&c->pool, (size_t)d->nhexes * 6 + 1);

  memset(partner, -1, (size_t)d->nhexes * 6);
  for (int h = 0; h < d->nhexes; h++)
    for (int turn = 3; turn >= 1;
         turn--) /* straight on first, then the gentle bend, then the sharp one */
      for (int a = 0; a < 6; a++)
        for (int s = -1; s <= 1; s += 2) {
          int b = (a + 6 + s * turn) % 6;
          if (!(use[h * 6 + a] & kind) || !(use[h * 6 + b] & kind) || partner[h * 6 + a] >= 0 ||
              partner[h * 6 + b] >= 0)
            continue;
          int degree = 0;
          for (int k = 0; k < 6; k++)
            degree += (use[h * 6 + k] & kind) != 0;
          /* At a junction nobody turns back so sharply; there the line ends. */
          if (turn == 1 && degree > 2)
            continue;
          partner[h * 6 + a] = (int8_t)b;
          partner[h * 6 + b] = (int8_t)a;
        }

  return partner;
}

/* Roads or rails followed from hex to hex into lines as long as they can be. */
struct walk {
  const uint8_t *use;
  const int8_t *partner;
  const struct pt *node;
  /* [h*6+d]: this step is in a line already */
  uint8_t *seen;
  unsigned kind, family;
};

/* The point beyond a chain's end that bends its tip: on the road that continues it, or the next hex
 * off the map. */
static struct pt beyond(struct canvas *c, const struct walk *w, int h, int in, bool *off_map) {
  const struct hex *x = &c->doc.hex[h];
  int degree = 0;
  int best = -1;
  int worth = 0;

  *off_map = false;
  for (int k = 0; k < 6; k++) {
    if (!(w->use[h * 6 + k] & w->family))
      continue;
    degree++;
    int turn = abs((k - in + 6) % 6 - 3); /* 0: straight on */
    if (k != in && !(w->use[h * 6 + k] & w->kind) && turn <= 1 && 3 - turn > worth) {
      best = k;
      worth = 3 - turn;
    }
  }
  /* The road continues as another kind: its bend is matched, so that no corner shows. */
  if (best >= 0 && degree == 2)
    return w->node[x->next[best]];
  /* In a town or at a junction it simply ends. */
  if (degree > 1 || (is_town(x) && x->rank && x->rank < 3))
    return pt(NAN, NAN);
  for (int turn = 0; turn <= 1; turn++)
    for (int s = -1; s <= 1; s += 2) {
      int k = (in + 3 + s * turn + 6) % 6;
      int dx;
      int dy;
      /* A road that ends beside the map's edge is assumed to continue over it. */
      if (x->next[k] >= 0)
        continue;
      hex_step(c->doc.pointy, k, &dx, &dy);
      *off_map = true;
      return hex_place(c->doc.pointy, x->gx + dx, x->gy + dy);
    }

  return pt(NAN, NAN);
}

/* Moves a railway aside where it shares a hexside with a road, so that both can be seen. */
static void shift_rail(struct canvas *c, struct line *l, const int *hexes, const uint8_t *use) {
  struct line moved = {.closed = l->closed};

  for (int i = 0; i < l->n; i++) {
    bool shares = false;
    for (int k = 0; k < 6; k++) {
      /* One shared side is enough: the whole point moves. */
      uint8_t u = use[hexes[i] * 6 + k];
      shares = shares || ((u & RAILS) && (u & ROADS));
    }
    struct pt side = left_of(line_direction(l, i));
    line_add(&c->pool, &moved,
             shares ? add(l->p[i], mul(side, side.x + .1 * side.y < 0 ? -.27 : .27)) : l->p[i]);
  }
  *l = moved;
}

/* Follows one line from a hex in a direction to its end, then draws a spline through it. Where it
 * reaches the edge it runs on to the next hex off the map. */
static void walk_from(struct canvas *c, struct walk *w, int h, int dir, struct lines *out) {
  const struct doc *d = &c->doc;
  struct line l = {0};
  int *hexes = NULL;
  int n = 0;
  int cap = 0;
  int first = h;
  int first_dir = dir;
  int in = -1;

  for (;;) {
    GROW(&c->pool, hexes, n, cap);
    hexes[n++] = h;
    line_add(&c->pool, &l, w->node[h]);
    if (dir < 0)
      break;
    if (w->seen[h * 6 + dir]) { /* back at the start of a ring */
      l.n--;
      l.closed = true;
      break;
    }
    int next = d->hex[h].next[dir];
    w->seen[h * 6 + dir] = w->seen[next * 6 + (dir + 3) % 6] = 1;
    in = (dir + 3) % 6;
    dir = w->partner[next * 6 + in];
    h = next;
  }
  /* Its ends: bent toward what they go on as, or led off the map. */
  bool off[2] = {false, false};
  struct pt before = pt(NAN, NAN);
  struct pt after = pt(NAN, NAN);
  if (w->kind == RAILS)
    shift_rail(c, &l, hexes, w->use);
  if (!l.closed) {
    before = beyond(c, w, first, first_dir, &off[0]);
    after = beyond(c, w, h, in, &off[1]);
    if (off[1]) {
      line_add(&c->pool, &l, after);
      after = pt(NAN, NAN);
    }
    if (off[0]) {
      line_add(&c->pool, &l, pt(0, 0));
      memmove(l.p + 1, l.p, sizeof *l.p * (size_t)(l.n - 1));
      l.p[0] = before;
      before = pt(NAN, NAN);
    }
  }
  if (l.n >= 2)
    *lines_add(&c->pool, out) = line_catmull(&c->pool, &l, before, after);
}

/* All roads, tracks and railways as lines: first those that have an end, then the rings. */
void road_plan(struct canvas *c) {
  const struct doc *d = &c->doc;
  uint8_t *use = steps_used(c);
  struct pt *road_node = nodes(c, use, ROADS);
  struct pt *rail_node = nodes(c, use, RAILS);

  c->node = road_node;
  for (int kind = 0; kind < PATH_KINDS; kind++) {
    unsigned bit = 1u << kind;
    struct walk w = {use,
                     partners(c, use, bit),
                     kind == K_RAIL ? rail_node : road_node,
                     pool_take(&c->pool, (size_t)d->nhexes * 6 + 1),
                     bit,
                     kind == K_RAIL ? RAILS : ROADS};
    /* A ring has no end to begin at, so it is what is left when the others are done. */
    for (int rings = 0; rings < 2; rings++)
      for (int h = 0; h < d->nhexes; h++)
        for (int k = 0; k < 6; k++)
          if ((use[h * 6 + k] & bit) && !w.seen[h * 6 + k] && (rings || w.partner[h * 6 + k] < 0))
            walk_from(c, &w, h, k, &c->road[kind]);
  }
}

/* Draws all lines of a kind in one path. */
static void strokes(struct canvas *c, enum path_kind kind, enum token colour, double width,
                    const char *more) {
  const struct lines *ls = &c->road[kind];

  if (!ls->n)
    return;
  svg_path_begin(c);
  for (int i = 0; i < ls->n; i++) {
    /* fewer points: the curve is written as splines */
    struct line l = line_resample(&c->pool, &ls->l[i], .22);
    svg_curve_to_path(c, &l);
  }
  svg_path_end(
      c,
      "%S stroke-width=\"%w\" fill=\"none\" stroke-linejoin=\"round\" stroke-linecap=\"round\"%s",
      colour, width, more);
}

/* The sleepers of a railway. */
static void ties(struct canvas *c, const struct lines *ls, double every, double half,
                 double width) {
  svg_path_begin(c);
  for (int i = 0; i < ls->n; i++) {
    struct line l = line_resample(&c->pool, &ls->l[i], every);
    for (int k = 0; k < l.n; k++) {
      struct pt n = mul(left_of(line_direction(&l, k)), half);
      svg_segment(c, add(l.p[k], n), sub(l.p[k], n));
    }
  }
  svg_path_end(c, "%S stroke-width=\"%w\"", T_RAIL, width);
}

/* Halos first, then casings, then cores, so that crossings join. */
void road_draw(struct canvas *c) {
  double k = c->zoom ? 1 : 1.15; /* far, lines must not thin away */

  strokes(c, K_TRACK, T_LINE_HALO, .09 * k, "");
  strokes(c, K_ROAD_MINOR, T_LINE_HALO, .11 * k, "");
  strokes(c, K_ROAD_MAIN, T_LINE_HALO, .17 * k, "");
  double dash = .13 * c->R;
  double gap = .07 * c->R;
  if (c->road[K_TRACK].n) {
    svg_format(c, "<g stroke-dasharray=\"%n %n\">\n", dash, gap);
    strokes(c, K_TRACK, T_ROAD, .032 * k, "");
    svg_put(c, "</g>\n");
  }
  strokes(c, K_ROAD_MINOR, T_ROAD, .045 * k, "");
  strokes(c, K_ROAD_MAIN, T_MAIN_CASING, .115 * k, "");
  strokes(c, K_ROAD_MAIN, T_MAIN_CORE, .068 * k, "");
  if (c->road[K_RAIL].n) {
    strokes(c, K_RAIL, T_LINE_HALO, .125 * k, "");
    strokes(c, K_RAIL, T_RAIL, .04 * k, "");
    ties(c, &c->road[K_RAIL], .17 * k, .065 * k, .028 * k);
  }
}

/* ---- bridges */
/* The sign of a bridge: two rails with turned-out ends, along the road. */
static void brackets(struct canvas *c, struct pt at, struct pt road, double half_length,
                     double half_width, enum token colour) {
  struct pt n = left_of(road);

  svg_path_begin(c);
  for (int s = -1; s <= 1; s += 2) {
    struct line l = {0};
    static const double x[4] = {-1, -.72, .72, 1};
    static const double y[4] = {1, 0, 0, 1};
    for (int i = 0; i < 4; i++)
      line_add(&c->pool, &l,
               add(at, add(mul(road, x[i] * half_length), mul(n, s * (half_width + y[i] * .075)))));
    svg_line_to_path(c, &l);
  }
  svg_path_end(
      c, "%S stroke-width=\"%w\" fill=\"none\" stroke-linejoin=\"round\" stroke-linecap=\"round\"",
      colour, .034);
}

static const double half_road[PATH_KINDS] = {.085, .05, .085, .045};

/* The place where a road or rail meets one of these lines nearest to p. */
static bool meeting(struct canvas *c, const struct lines *ls, struct pt p, double within,
                    struct pt *at, struct pt *dir, double *half) {
  bool found = false;

  for (int k = 0; k < PATH_KINDS; k++)
    for (int i = 0; i < c->road[k].n; i++)
      for (int j = 0; j < ls->n; j++) {
        struct pt m;
        struct pt da;
        struct pt db;
        if (!line_meet(&c->road[k].l[i], &ls->l[j], p, within, &m, &da, &db))
          continue;
        within = norm(sub(m, p));
        *at = m;
        *dir = da;
        *half = half_road[k];
        found = true;
      }

  return found;
}

/* A bridge where a road meets the water nearest to the hexside. */
static void bridge_at(struct canvas *c, const struct side *s) {
  const struct hex *a = &c->doc.hex[s->hex];
  const struct hex *b = &c->doc.hex[a->next[s->dir]];
  struct pt mid = along(a->at, b->at, .5);
  struct pt at = mid;
  struct pt dir = unit_of(sub(b->at, a->at));
  double half = .05;
  bool road = false;

  /* Any water will do, but the river before the stream. */
  for (int k = 0; k < 3 && !road; k++)
    road = meeting(c, &c->water[k], mid, .75, &at, &dir, &half);
  if (!road) { /* a bridge without a road still shows its deck, where the water is */
    double best = .7;
    for (int k = 0; k < 3; k++)
      for (int i = 0; i < c->water[k].n; i++) {
        double d;
        struct pt p = line_nearest(&c->water[k].l[i], mid, &d, NULL);
        if (d < best) {
          best = d;
          at = p;
        }
      }
    svg_path_begin(c);
    svg_segment(c, sub(at, mul(dir, .2)), add(at, mul(dir, .2)));
    svg_path_end(c, "%S stroke-width=\"%w\"", T_ROAD, .07);
  }
  brackets(c, at, dir, c->water[1].n ? .24 : .17, half + .012, T_INK);
}

/* A ford: two dashed lines through the water. */
static void ford_at(struct canvas *c, const struct side *s) {
  const struct hex *a = &c->doc.hex[s->hex];
  const struct hex *b = &c->doc.hex[a->next[s->dir]];
  struct pt mid = along(a->at, b->at, .5);
  struct pt at = mid;
  struct pt dir = unit_of(sub(b->at, a->at));
  double half;

  for (int k = 0; k < 3; k++)
    if (meeting(c, &c->water[k], mid, .75, &at, &dir, &half))
      break;
  struct pt n = left_of(dir);
  svg_path_begin(c);
  for (int i = -1; i <= 1; i += 2)
    svg_segment(c, add(at, add(mul(dir, -.2), mul(n, i * .06))),
                add(at, add(mul(dir, .2), mul(n, i * .06))));
  svg_path_end(c, "%S stroke-width=\"%w\" stroke-dasharray=\"%w %w\"", T_INK, .03, .05, .04);
}

/* Bridges, fords and crossings as the board lists them. A board without bridges gets one wherever
 * a road or railway crosses water. */
void road_bridges(struct canvas *c) {
  const struct doc *d = &c->doc;

  for (int i = 0; i < d->nsides; i++) {
    if (d->side[i].kinds & 1u << K_BRIDGE)
      bridge_at(c, &d->side[i]);
    if (d->side[i].kinds & 1u << K_FORD)
      ford_at(c, &d->side[i]);
    if (d->side[i].kinds & 1u << K_CROSSING) {
      const struct hex *a = &d->hex[d->side[i].hex];
      const struct hex *b = &d->hex[a->next[d->side[i].dir]];
      struct pt mid = along(a->at, b->at, .5);
      struct pt at = mid;
      struct pt dir = unit_of(sub(b->at, a->at));
      double half = .05;
      if (!meeting(c, &c->berm, mid, .75, &at, &dir, &half))
        meeting(c, &c->road[K_RAIL], mid, .75, &at, &dir, &half);
      brackets(c, at, dir, .2, half + .03, T_RAIL);
    }
  }
  if (d->kinds & 1u << K_BRIDGE)
    return;
  for (int w = 0; w < 3;
       w++) /* no bridges in the data: wherever a road or rail goes over water there is one */
    for (int j = 0; j < c->water[w].n; j++)
      for (int k = 0; k < 3; k++)
        for (int i = 0; i < c->road[k].n; i++) {
          const struct line *r = &c->road[k].l[i];
          const struct line *l = &c->water[w].l[j];
          for (int p = 4; p < r->n; p += 8) {
            struct pt at;
            struct pt da;
            struct pt db;
            if (!line_meet(r, l, r->p[p], .55, &at, &da, &db))
              continue;
            /* A road that runs along the water does not cross it. */
            if (fabs(cross(da, db)) > .45)
              brackets(c, at, da, .16, half_road[k] + .012, T_INK);
            p += 8;
          }
        }
}
