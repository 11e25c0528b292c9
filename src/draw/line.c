/* line.c - polylines: smoothing, splines, offsets, meeting points; and edges strung into chains.
 *
 * Left is as seen on the sheet, where y grows downward.
 */
#include "picture.h"

/* At the end; the array doubles out of the pool. */
void line_add(struct pool *pool, struct line *l, struct pt p) {
  GROW(pool, l->p, l->n, l->cap);
  l->p[l->n++] = p;
}

/* An empty line at the end. The pointer holds until the next one is added. */
struct line *lines_add(struct pool *pool, struct lines *ls) {
  GROW(pool, ls->l, ls->n, ls->cap);
  ls->l[ls->n] = (struct line){0};
  return &ls->l[ls->n++];
}

/* Replaces each point by the mean of itself and its neighbours, several times. Open ends stay. */
void line_smooth(struct line *l, int passes) {
  int n = l->n;

  if (n < 3)
    return;
  for (int k = 0; k < passes; k++) {
    /* In place: the old values of the neighbours are carried along. */
    struct pt before = l->closed ? l->p[n - 1] : l->p[0];
    struct pt first = l->p[0];
    for (int i = 0; i < n; i++) {
      struct pt now = l->p[i];
      struct pt next = i + 1 < n ? l->p[i + 1] : first;
      if (l->closed || (i > 0 && i + 1 < n))
        l->p[i] = mul(add(add(before, next), mul(now, 2)), .25);
      before = now;
    }
  }
}

/* Along the line; a closed one includes the way back to its start. */
double line_length(const struct line *l) {
  double d = 0;

  for (int i = 1; i < l->n; i++)
    d += norm(sub(l->p[i], l->p[i - 1]));
  if (l->closed && l->n > 1)
    d += norm(sub(l->p[0], l->p[l->n - 1]));

  return d;
}

/* Points at equal steps along the line; the last one is kept. */
struct line line_resample(struct pool *pool, const struct line *l, double step) {
  struct line r = {.closed = l->closed, .tag = l->tag};

  if (l->n == 0)
    return r;
  /* The step is stretched a little, so that whole pieces fill the line. */
  int pieces = (int)lround(line_length(l) / step);
  if (pieces < 1)
    pieces = 1;
  double each = line_length(l) / pieces;
  double want = each;
  double done = 0;
  line_add(pool, &r, l->p[0]);
  int last = l->closed ? l->n : l->n - 1;
  for (int i = 0; i < last; i++) {
    struct pt a = l->p[i];
    struct pt b = l->p[(i + 1) % l->n];
    double d = norm(sub(b, a));
    while (want <= done + d && r.n < pieces) {
      line_add(pool, &r, along(a, b, d > 0 ? (want - done) / d : 0));
      want += each;
    }
    done += d;
  }
  if (!l->closed)
    line_add(pool, &r, l->p[l->n - 1]);

  return r;
}

/* A quadratic spline that follows the points softly and touches only the ends. */
struct line line_bspline(struct pool *pool, const struct line *l) {
  struct line r = {.closed = l->closed, .tag = l->tag};
  int n = l->n;

  /* Two points are a straight line, and stay as they are. */
  if (n < 3) {
    for (int i = 0; i < n; i++)
      line_add(pool, &r, l->p[i]);
    return r;
  }
  enum { PIECES = 8 };
  if (!l->closed)
    line_add(pool, &r, l->p[0]);
  for (int i = l->closed ? 0 : 1; i < (l->closed ? n : n - 1); i++) {
    struct pt m = l->p[i];
    struct pt a = !l->closed && i == 1 ? l->p[0] : along(l->p[(i + n - 1) % n], m, .5);
    struct pt b = !l->closed && i == n - 2 ? l->p[n - 1] : along(m, l->p[(i + 1) % n], .5);
    for (int k = 1; k <= PIECES; k++) {
      double t = k / (double)PIECES;
      line_add(pool, &r, along(along(a, m, t), along(m, b, t), t));
    }
  }

  return r;
}

/* A spline through all points. `before` and `after` bend its ends; NaN: not known. */
struct line line_catmull(struct pool *pool, const struct line *l, struct pt before,
                         struct pt after) {
  struct line r = {.closed = l->closed, .tag = l->tag};
  int n = l->n;
  enum { PIECES = 10 };

  if (n < 2)
    return r;
  line_add(pool, &r, l->p[0]);
  for (int i = 0; i < (l->closed ? n : n - 1); i++) {
    struct pt a = l->p[i];
    struct pt b = l->p[(i + 1) % n];
    /* The points before and after this piece; at an end, the end itself. */
    struct pt z = i > 0 || l->closed ? l->p[(i + n - 1) % n] : isnan(before.x) ? a : before;
    struct pt e = i + 2 < n || l->closed ? l->p[(i + 2) % n] : isnan(after.x) ? b : after;
    struct pt c1 = add(a, mul(sub(b, z), 1 / 6.0));
    struct pt c2 = sub(b, mul(sub(e, a), 1 / 6.0));
    for (int k = 1; k <= PIECES; k++) {
      double t = k / (double)PIECES;
      double u = 1 - t;
      struct pt p = add(add(mul(a, u * u * u), mul(c1, 3 * u * u * t)),
                        add(mul(c2, 3 * u * t * t), mul(b, t * t * t)));
      line_add(pool, &r, p);
    }
  }
  if (l->closed)
    r.n--;

  return r;
}

/* From the point before to the point after; at an open end from the end itself. */
struct pt line_direction(const struct line *l, int i) {
  int n = l->n;
  int a = i > 0 ? i - 1 : l->closed ? n - 1 : 0;
  int b = i + 1 < n ? i + 1 : l->closed ? 0 : n - 1;
  return unit_of(sub(l->p[b], l->p[a]));
}

/* The line moved aside; sharp bends are not smoothed, so offsets must be small against them. */
struct line line_offset(struct pool *pool, const struct line *l, double left) {
  struct line r = {.closed = l->closed, .tag = l->tag};
  for (int i = 0; i < l->n; i++)
    line_add(pool, &r, add(l->p[i], mul(left_of(line_direction(l, i)), left)));
  return r;
}

/* The stretch between two distances from the start. */
struct line line_part(struct pool *pool, const struct line *l, double from, double to) {
  struct line r = {.tag = l->tag};
  double done = 0;

  for (int i = 1; i < l->n; i++) {
    struct pt a = l->p[i - 1];
    struct pt b = l->p[i];
    double d = norm(sub(b, a));
    if (done + d >= from && done <= to && d > 0) {
      if (r.n == 0)
        line_add(pool, &r, along(a, b, from > done ? (from - done) / d : 0));
      line_add(pool, &r, along(a, b, to < done + d ? (to - done) / d : 1));
    }
    done += d;
  }

  return r;
}

/* The point of the line nearest to p; optionally how far, and in which piece. */
struct pt line_nearest(const struct line *l, struct pt p, double *distance, int *at) {
  double best = 1e30;
  struct pt found = p;
  int where = 0;

  for (int i = 0; i < (l->closed ? l->n : l->n - 1); i++) {
    struct pt a = l->p[i];
    struct pt d = sub(l->p[(i + 1) % l->n], a);
    double len = dot(d, d);
    double t = len > 0 ? dot(sub(p, a), d) / len : 0;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    struct pt q = add(a, mul(d, t));
    double away = norm(sub(p, q));
    if (away < best) {
      best = away;
      found = q;
      where = i;
    }
  }
  if (distance)
    *distance = best;
  if (at)
    *at = where;

  return found;
}

/* Where two lines cross nearest to a point, with the direction of both there. */
bool line_meet(const struct line *la, const struct line *lb, struct pt near, double within,
               struct pt *meet, struct pt *da, struct pt *db) {
  double best = within;
  bool found = false;

  for (int i = 0; i + 1 < la->n; i++) {
    /* No piece is longer than 1 R, so what begins farther away cannot meet there. */
    if (norm(sub(la->p[i], near)) > within + 1)
      continue;
    struct pt a = la->p[i];
    struct pt u = sub(la->p[i + 1], a);
    for (int k = 0; k + 1 < lb->n; k++) {
      struct pt b = lb->p[k];
      struct pt v = sub(lb->p[k + 1], b);
      struct pt w = sub(b, a);
      double den = cross(u, v);
      /* parallel */
      if (fabs(den) < 1e-12)
        continue;
      double s = cross(w, v) / den;
      double t = cross(w, u) / den;
      if (s < 0 || s > 1 || t < 0 || t > 1)
        continue;
      struct pt p = add(a, mul(u, s));
      double d = norm(sub(p, near));
      if (d >= best)
        continue;
      best = d;
      found = true;
      *meet = p;
      *da = unit_of(u);
      *db = unit_of(v);
    }
  }

  return found;
}

/* ---- chains */
struct net { /* edges at each node, packed */
  int *first, *list;
};
/* Which edges end at each node, packed into one list. */
static struct net net_make(struct pool *pool, const struct edge *e, int nedges, int nnodes) {
  struct net t = {pool_take(pool, sizeof(int) * ((size_t)nnodes + 2)),
                  pool_take(pool, sizeof(int) * ((size_t)nedges * 2 + 1))};

  /* Counted, summed up, then filled in: the edges of node n are list[first[n]] to list[first[n +
   * 1]]. */
  for (int i = 0; i < nedges; i++) {
    t.first[e[i].a + 1]++;
    t.first[e[i].b + 1]++;
  }
  for (int i = 0; i < nnodes; i++)
    t.first[i + 1] += t.first[i];
  int *fill = pool_take(pool, sizeof(int) * ((size_t)nnodes + 1));
  for (int i = 0; i < nedges; i++) {
    t.list[t.first[e[i].a] + fill[e[i].a]++] = i;
    t.list[t.first[e[i].b] + fill[e[i].b]++] = i;
  }

  return t;
}

/* An empty chain with room for that many edges. */
static struct chain *chain_new(struct pool *pool, struct chains *cs, int edges) {
  GROW(pool, cs->c, cs->n, cs->cap);
  struct chain *c = &cs->c[cs->n++];
  *c = (struct chain){pool_take(pool, sizeof(int) * ((size_t)edges + 2)),
                      pool_take(pool, sizeof(int) * ((size_t)edges + 2)), 0, false};
  return c;
}

/* Breadth first over the unused edges; the last node reached, and the way back in `via`. */
static int farthest(const struct net *t, const struct edge *e, const uint8_t *used, int start,
                    int *via, int *mark, int stamp, int *queue) {
  int head = 0;
  int tail = 0;
  int last = start;

  queue[tail++] = start;
  mark[start] = stamp;
  via[start] = -1;
  while (head < tail) {
    last = queue[head++];
    for (int k = t->first[last]; k < t->first[last + 1]; k++) {
      int i = t->list[k];
      int other = e[i].a == last ? e[i].b : e[i].a;
      if (used[i] || mark[other] == stamp)
        continue;
      mark[other] = stamp;
      via[other] = i;
      queue[tail++] = other;
    }
  }

  return last;
}

/* Undirected edges as few long chains: at a fork the longest course runs through. */
struct chains chain_longest(struct pool *pool, const struct edge *e, int nedges, int nnodes) {
  struct chains cs = {0};
  struct net t = net_make(pool, e, nedges, nnodes);
  uint8_t *used = pool_take(pool, (size_t)nedges + 1);
  int *via = pool_take(pool, sizeof(int) * (size_t)(nnodes + 1));
  int *mark = pool_take(pool, sizeof(int) * (size_t)(nnodes + 1));
  int *queue = pool_take(pool, sizeof(int) * (size_t)(nnodes + 1));
  int stamp = 0;

  for (int i = 0; i < nedges;) {
    if (used[i]) {
      i++;
      continue;
    }
    /* The farthest from anywhere is one end of the longest course, and the farthest from that
     * the other. */
    int a = farthest(&t, e, used, e[i].a, via, mark, ++stamp, queue);
    int b = farthest(&t, e, used, a, via, mark, ++stamp, queue);
    struct chain *c = chain_new(pool, &cs, nedges);
    for (int n = b;;) {
      c->node[c->n++] = n;
      int k = via[n];
      if (k < 0)
        break;
      used[k] = 1;
      c->edge[c->n - 1] = k;
      n = e[k].a == n ? e[k].b : e[k].a;
    }
    /* a ring's last edge closes it */
    for (int k = t.first[a]; k < t.first[a + 1] && c->n > 2; k++) {
      int x = t.list[k];
      if (used[x] || (e[x].a != b && e[x].b != b))
        continue;
      used[x] = 1;
      c->edge[c->n - 1] = x;
      c->closed = true;
      break;
    }
  }

  return cs;
}

/* Directed edges a -> b as chains that follow the arrows. */
struct chains chain_directed(struct pool *pool, const struct edge *e, int nedges, int nnodes) {
  struct chains cs = {0};
  struct net t = net_make(pool, e, nedges, nnodes);
  uint8_t *used = pool_take(pool, (size_t)nedges + 1);

  for (int pass = 0; pass < 2; pass++) /* first those that begin somewhere, then rings */
    for (int i = 0; i < nedges; i++) {
      if (used[i])
        continue;
      /* It begins here when no unused arrow leads to its start. */
      bool begins = true;
      for (int k = t.first[e[i].a]; k < t.first[e[i].a + 1]; k++)
        if (e[t.list[k]].b == e[i].a && !used[t.list[k]])
          begins = false;
      if (pass == 0 && !begins)
        continue;
      struct chain *c = chain_new(pool, &cs, nedges);
      c->node[c->n++] = e[i].a;
      for (int x = i; x >= 0;) {
        used[x] = 1;
        c->edge[c->n - 1] = x;
        int n = e[x].b;
        if (n == c->node[0] && c->n > 2) {
          c->closed = true;
          break;
        }
        c->node[c->n++] = n;
        x = -1;
        for (int k = t.first[n]; k < t.first[n + 1]; k++)
          if (!used[t.list[k]] && e[t.list[k]].a == n)
            x = t.list[k];
      }
    }

  return cs;
}
