/* perimeter.c - stalnie 5.3 to 5.6, 11.6053-54: side edges, lines between markers, chains, areas
 * (11.605).
 *
 * Everything is done in a side's own coordinates: depth from its front edge, and x growing
 * eastwards. A chain is walked from west to east; then "inside" is always the right-hand side, for
 * both sides, because depth mirrors the map.
 */
#include "state.h"

#include <string.h>

/* ---- 5.4 lines -------------------------------------------------------------------------- */

enum { LINK_ROWS = 2 * LONGEST + 1, LINK_COLUMNS = 4 * LONGEST + 1, MIDDLE = 16 };

/* -1, 0 or 1. */
static int sign_of(int v) {
  return (v > 0) - (v < 0);
}
/* On which side of the walk v the point w lies: below 0 means to the right. */
static int cross(int vd, int vx, int wd, int wx) {
  return vx * wd - vd * wx;
}

/* Half, rounded down below zero too: columns left of the middle are negative. */
static int half_down(int v) {
  return v >= 0 ? v / 2 : -((1 - v) / 2);
}

/* Hexes of the line from (0,0) to (dd,dx) as differences, the inner side to the right of the walk.
 */
static int trace(int dd, int dx, int8_t *od, int8_t *ox) {
  int ad = sal_abs(dd);
  int ax = sal_abs(dx);
  int sd = dd ? sign_of(dd) : 1;
  int sx = dx ? sign_of(dx) : 1;
  int d1[2];
  int d2[2];
  int n1;
  int n2;
  int n = 0;

  if (ax >= ad) {
    d1[0] = 0;
    d1[1] = 2 * sx;
    n1 = (ax - ad) / 2;
    d2[0] = sd;
    d2[1] = sx;
    n2 = ad;
  } else {
    d1[0] = sd;
    d1[1] = 1;
    n1 = (ad + dx) / 2;
    d2[0] = sd;
    d2[1] = -1;
    n2 = (ad - dx) / 2;
  }

  const int *d = n1 >= n2 ? d1 : d2;
  const int *e = n1 >= n2 ? d2 : d1;
  int p = n1 >= n2 ? n1 : n2;
  int q = n1 >= n2 ? n2 : n1;
  int step[2] = {d[0] + e[0], d[1] + e[1]};
  bool grain_first = q && cross(dd, dx, (p - q) * d[0], (p - q) * d[1]) < 0;
  int at[2] = {0, 0};

  od[n] = ox[n] = 0;
  n++;

  for (int leg = 0; leg < 2; leg++) {
    bool grain = (leg == 0) == grain_first;

    for (int i = 0; i < (grain ? p - q : q); i++) {
      /* the flank on the inner side belongs to the line */
      if (!grain) {
        const int *flank = cross(step[0], step[1], d[0], d[1]) < 0 ? d : e;
        od[n] = (int8_t)(at[0] + flank[0]);
        ox[n] = (int8_t)(at[1] + flank[1]);
        n++;
      }

      at[0] += grain ? d[0] : step[0];
      at[1] += grain ? d[1] : step[1];
      od[n] = (int8_t)at[0];
      ox[n] = (int8_t)at[1];
      n++;
    }
  }

  return n;
}

enum { NO_HEX = -99 };

/* The deepest hex of the line at this distance in y from x; NO_HEX: there is none. */
static int deepest(const int8_t *od, const int8_t *ox, int n, int x, int away) {
  int best = NO_HEX;
  for (int i = 0; i < n; i++)
    if (sal_abs(ox[i] - x) == away && od[i] > best)
      best = od[i];
  return best;
}

/* 5.5.4: FRD(D/2) over the y passed, with D relative to a first end of depth 0 or 1. */
static int relative_weight(const int8_t *od, const int8_t *ox, int n, int dx, int parity) {
  int sum = 0;

  /* y from y(b) to y(a)-1 */
  for (int x = 1; x <= dx; x++) {
    /* Along a hexrow every other y has no hex; its neighbours stand for it. */
    int depth = deepest(od, ox, n, x, 0);
    if (depth == NO_HEX)
      depth = deepest(od, ox, n, x, 1);
    if (depth != NO_HEX)
      sum += half_down(depth + parity);
  }

  return sum;
}

/* 5.4: every line of up to ten hexes, by the difference of its ends, worked out once for the
 * book. */
void sp_links(struct own *o, struct sal_arena *a) {
  o->link = sal_alloc(a, LINK_ROWS * LINK_COLUMNS * sizeof *o->link);
  o->weight = sal_alloc(a, 2 * LINK_ROWS * sizeof *o->weight);

  for (int dd = -LONGEST; dd <= LONGEST; dd++)
    for (int dx = -2 * LONGEST; dx <= 2 * LONGEST; dx++) {
      struct link *l = &o->link[(dd + LONGEST) * LINK_COLUMNS + dx + 2 * LONGEST];
      int ad = sal_abs(dd);
      int ax = sal_abs(dx);
      int8_t od[32];
      int8_t ox[32];

      /* No hex has coordinates of an odd sum. */
      if ((ad + ax) % 2)
        continue;
      int distance = ad + (ax > ad ? (ax - ad) / 2 : 0);
      if (distance > LONGEST)
        continue;
      int n = trace(dd, dx, od, ox);

      for (int i = 0; i < n; i++)
        for (int odd = 0; odd < 2; odd++)
          l->mask[odd][sal_abs(od[i])] |= 1u << (MIDDLE + half_down(!odd - ox[i]));
      for (int parity = 0; dx > 0 && parity < 2; parity++)
        o->weight[parity * LINK_ROWS + dx][dd + LONGEST] =
            (int16_t)relative_weight(od, ox, n, dx, parity);
    }
}

/* The line between two places this far apart. */
static const struct link *link_of(const struct own *o, int dd, int dx) {
  return &o->link[(dd + LONGEST) * LINK_COLUMNS + dx + 2 * LONGEST];
}

/* A line on the map: one mask per hexrow, from that of its first end to that of the other. */
struct line {
  const uint32_t *mask;
  int x, row, step, rows;
};
/* A line between two places of the map, ready to be laid over rows of bits. */
static inline struct line line_of(const struct sal_play *p, int side, int a, int b) {
  int ra = row_of(a);
  int rb = row_of(b);
  int up = rb > ra ? 1 : -1;
  const struct link *l = link_of(O(p), side == GER ? rb - ra : ra - rb, y_of(a) - y_of(b));
  return (struct line){l->mask[ra & 1], across(a), ra - sp_pa_low(p), up, (rb - ra) * up + 1};
}
/* The hexes of the line in its i-th hexrow. */
static inline uint32_t line_bits(const struct line *l, int i) {
  return (uint32_t)((uint64_t)l->mask[i] << l->x >> MIDDLE);
}

/* Adds the hexes of a line to the rows. */
void sp_draw_line(const struct sal_play *p, int side, int a, int b, uint32_t *rows) {
  struct line l = line_of(p, side, a, b);

  for (int i = 0; i < l.rows; i++) {
    int r = l.row + i * l.step;
    rows[r] |= line_bits(&l, i) & O(p)->on[sp_pa_low(p) + r];
  }
}

/* Does a line touch any of these hexes? (11.6054c) */
bool sp_line_meets(const struct sal_play *p, int side, int a, int b, const uint32_t *rows) {
  struct line l = line_of(p, side, a, b);
  uint32_t met = 0;
  for (int i = 0; i < l.rows; i++)
    met |= line_bits(&l, i) & rows[l.row + i * l.step];
  return met;
}

/* ---- 5.3 side-edge control -------------------------------------------------------------- */

/* farther than any hex is from another */
enum { NOBODY = 99 };

/* How near each side is to an edge hex: with units that gain it, and with units that only block. */
struct nearest {
  int gain[2], block[2];
};

/* From the drafted positions at the end of a player turn. Good Order = not broken, stunned,
 * abandoned. */
static struct nearest nearest_to(const struct sal_play *p, int edge) {
  struct nearest near = {{NOBODY, NOBODY}, {NOBODY, NOBODY}};

  for (int u = 0; u < p->book->ncounters; u++) {
    const struct draft *d = &S(p)->draft[u];

    if (d->fate != FATE_OK)
      continue;
    if (d->flags & (U_BROKEN | U_STUN | U_ABANDONED | U_RECALL))
      continue;

    int dist = sp_distance(edge, d->at);
    int side = side_of(p, u);
    if (dist < near.block[side])
      near.block[side] = dist;

    bool ground_level = !(d->flags & U_UPPER);
    bool gains = ground_level && sp_holds_ground(O(p)->type[d->type].cls, d->flags);
    if (gains && dist < near.gain[side])
      near.gain[side] = dist;
  }

  return near;
}

/* 11.60531a: a side gains an edge hex within five hexes of its Infantry and nearer to it than any
 * enemy; else the owner keeps it (11.60531b). */
void sp_edges(struct sal_play *p) {
  struct state *s = S(p);
  int changed = 0;

  for (int e = 0; e < 2; e++)
    for (int h = sp_pa_low(p) + 1; h < sp_pa_high(p); h++) {
      struct nearest near = nearest_to(p, sp_edge_place(p, GER, e, h - sp_pa_low(p)));

      for (int side = 0; side < 2; side++) {
        bool takes = near.gain[side] <= 5 && near.gain[side] < near.block[!side];
        bool german = s->edge[e][h] & EDGE_DRAFT;
        bool owns = german == (side == GER);
        if (!takes || owns)
          continue;
        changed++;
        s->edge[e][h] ^= EDGE_DRAFT;
      }
    }

  sal_tell(p, E_EDGES, changed ? R_11_60531a : R_11_60531b, SAL_EV(.n = {(int16_t)changed}));
}

/* ---- 5.5.1 anchors and runs ------------------------------------------------------------- */

/* The edge hex at that depth from the side's own front edge: 0 east, 1 west. */
int sp_edge_place(const struct sal_play *p, int side, int edge, int depth) {
  int h = side == GER ? sp_pa_low(p) + depth : sp_pa_high(p) - depth;
  return h * WIDTH + (edge ? highest_bit(O(p)->on[h]) : 0);
}

/* Depth of the farthest friendly side-edge hex joined to the side's own corner; 0: the corner
 * itself. */
int sp_run_end(const struct sal_play *p, int side, int edge) {
  int rows = sp_pa_high(p) - sp_pa_low(p);
  int d = 0;

  while (d + 1 < rows) {
    int h = side == GER ? sp_pa_low(p) + d + 1 : sp_pa_high(p) - d - 1;
    bool german = S(p)->edge[edge][h] & EDGE_GERMAN;
    if (german != (side == GER))
      break;
    d++;
  }

  return d;
}

/* end: of the run, see above */
bool sp_on_run(const struct sal_play *p, int side, int edge, int end, int g) {
  int x = across(g);
  bool eastmost = x == 0;
  bool westmost = !(O(p)->on[row_of(g)] >> x >> 1);
  bool on_edge = edge ? westmost : eastmost;

  return on_edge && sp_depth(p, side, g) <= end;
}

/* Along the side's own front edge there is no line and no limit (5.5.2). */
bool sp_along_front(const struct sal_play *p, int side, int a, int b) {
  return sp_front_edge(p, side, a) && sp_front_edge(p, side, b);
}

/* scratch: the search for the best chain, and what a chain encloses */
struct ground_map {
  uint32_t barrier[PA_ROWS], reached[PA_ROWS], dropped[2][PA_ROWS];
  /* first node of each y, from the west: nodes stand by falling y, then by depth */
  int16_t column[2 * WIDTH + 2];
  uint8_t depth[PA_PLACES];
  uint16_t place[PA_PLACES], squad[2][MAX_UNITS];
  int32_t best[PA_PLACES];
  int16_t prev[PA_PLACES];
  uint8_t markers[PA_PLACES];
  int nsquad[2];
};

/* 11.605 begins: nothing moves until both chains are open, so where markers may stand is worked out
 * once. */
void sp_posts(struct sal_play *p) {
  struct state *s = S(p);
  struct posts *t = &s->post;

  memset(t, 0, sizeof *t);

  for (int u = 0; u < p->book->ncounters; u++) {
    const struct unit *unit = &s->unit[u];

    if (unit->where != MAP)
      continue;
    /* 11.6054c: only known units block */
    if (unit->flags & U_KNOWN)
      rows_put(t->known[side_of(p, u)], at_pa(p, unit->at));

    bool ground_level = !(unit->flags & U_UPPER);
    if (ground_level && sp_counts_mmc(p, u))
      rows_put(t->anchor[side_of(p, u)], at_pa(p, unit->at));
  }

  /* 11.6054a: a control marker does as well as an MMC. */
  for (int i = 0; i < PA_PLACES; i++) {
    if (s->ground[i] & C_MARK_GER)
      rows_put(t->anchor[GER], i);
    if (s->ground[i] & C_MARK_RUS)
      rows_put(t->anchor[RUS], i);
  }

  for (int side = 0; side < 2; side++)
    for (int r = 0; r < PA_ROWS; r++) {
      uint32_t *bits = &t->anchor[side][r];
      *bits &= ~t->known[!side][r];

      /* Of what is left, the hexes with cover. */
      for (uint32_t left = *bits; left; left &= left - 1) {
        int g = (sp_pa_low(p) + r) * WIDTH + lowest_bit(left);
        if (!sp_tem(p, side, g))
          *bits &= ~(left & -left);
      }
    }
}

/* ---- 5.5.4 the automatic chain: dynamic programming over nodes by falling y ------------- */

/* 5.5.4: where a marker of the automatic chain may stand: anchors, both runs, the side's own front
 * edge. */
static int gather_nodes(const struct sal_play *p, int side, int west, int east,
                        struct ground_map *w) {
  const uint32_t *anchor = S(p)->post.anchor[side];
  const uint32_t *dropped = w->dropped[side];
  int n = 0;
  int low = sp_pa_low(p);
  int rows = sp_pa_high(p) - low + 1;
  uint32_t node[PA_ROWS];

  /* by depth: anchors, both runs, the side's own front edge */
  for (int d = 0; d < rows; d++) {
    int h = side == GER ? low + d : low + rows - 1 - d;
    uint32_t on = O(p)->on[h];

    node[d] = anchor[h - low] & ~dropped[h - low];
    if (d <= west)
      node[d] |= 1u << highest_bit(on);
    if (d <= east)
      node[d] |= 1;
    if (d == 0)
      node[d] = on;
  }

  w->column[O(p)->y_max + 1] = 0;

  for (int y = O(p)->y_max; y >= 0; y--) {
    w->column[y] = (int16_t)n;

    /* hexrows of the parity that y has */
    for (int d = (y + (side == GER ? 1 : rows)) % 2; d < rows; d += 2) {
      bool stands = node[d] >> y / 2 & 1;
      if (!stands)
        continue;
      int h = side == GER ? low + d : low + rows - 1 - d;
      w->depth[n] = (uint8_t)d;
      w->place[n++] = (uint16_t)(h * WIDTH + y / 2);
    }
  }

  return n;
}

/* A heavier chain is better; of two that weigh the same, the one with fewer markers. */
static void improve(struct ground_map *w, int i, int from, int32_t weight, int markers) {
  if (weight < w->best[i])
    return;
  if (weight == w->best[i] && markers >= w->markers[i])
    return;
  w->best[i] = weight;
  w->markers[i] = (uint8_t)markers;
  w->prev[i] = (int16_t)from;
}

/* Is chain i, ended with that weight, better than the best so far? Among equals the one with fewer
 * markers wins, then the one that ends deeper. */
static bool ends_better(const struct ground_map *w, int i, int32_t weight, int end,
                        int32_t end_weight) {
  if (weight != end_weight)
    return weight > end_weight;
  if (w->markers[i] != w->markers[end])
    return w->markers[i] < w->markers[end];
  return w->depth[i] > w->depth[end];
}

/* Is node i a better place to go along the front edge from? */
static bool better_front(const struct ground_map *w, int i, int front) {
  if (w->best[i] < 0)
    return false;
  if (front < 0)
    return true;
  if (w->best[i] != w->best[front])
    return w->best[i] > w->best[front];
  return w->markers[i] < w->markers[front];
}

/* The chain that ends there, from the west. */
static void keep_chain(struct side *d, const struct ground_map *w, int end) {
  uint16_t back[MAX_CHAIN];
  int k = 0;

  d->nchain = 0;
  for (int i = end; i >= 0 && k < MAX_CHAIN; i = w->prev[i])
    back[k++] = w->place[i];
  while (k > 0)
    d->chain[d->nchain++] = back[--k];
}

/* The best chain over the anchors not dropped. */
static void auto_chain(struct sal_play *p, int side) {
  struct state *s = S(p);
  const struct own *o = O(p);
  struct ground_map *w = p->scratch;
  int west = sp_run_end(p, side, 1);
  int east = sp_run_end(p, side, 0);
  int front = -1;
  int end = -1;
  int32_t end_weight = -1;
  int n = gather_nodes(p, side, west, east, w);

  for (int i = 0; i < n; i++) {
    int g = w->place[i];
    int d = w->depth[i];
    int y = y_of(g);

    w->best[i] = -1;
    w->markers[i] = 255;
    w->prev[i] = -1;
    if (sp_on_run(p, side, 1, west, g))
      improve(w, i, -1, (int32_t)(o->y_max - y + 1) * (d / 2), 1);

    /* from the nodes further west */
    for (int dy = 1; dy <= 20; dy++) {
      int reach = dy <= 10 ? 10 : 20 - dy;

      if (y + dy > o->y_max)
        break;

      /* the deepest first */
      for (int j = w->column[y + dy - 1] - 1; j >= w->column[y + dy]; j--) {
        int from = w->depth[j];
        int dd = d - from;

        if (dd > reach)
          break;
        if (dd < -reach || w->best[j] < 0)
          continue;
        int32_t weight =
            w->best[j] + dy * (from / 2) + o->weight[(from & 1) * LINK_ROWS + dy][dd + LONGEST];

        /* Whether the line is free is asked only if it would be better, because that is expensive.
         */
        if (weight < w->best[i])
          continue;
        if (weight == w->best[i] && w->markers[j] + 1 >= w->markers[i])
          continue;
        if (!sp_line_meets(p, side, w->place[j], g, s->post.known[!side]))
          improve(w, i, j, weight, w->markers[j] + 1);
      }
    }

    /* along the side's own front edge there is no limit */
    if (!d) {
      if (front >= 0)
        improve(w, i, front, w->best[front], w->markers[front] + 1);
      if (better_front(w, i, front))
        front = i;
    }

    /* A chain may end on the side's own run of the east edge. */
    if (w->best[i] < 0 || !sp_on_run(p, side, 0, east, g))
      continue;
    int32_t total = w->best[i] + y * (d / 2);
    if (ends_better(w, i, total, end, end_weight)) {
      end = i;
      end_weight = total;
    }
  }

  keep_chain(&s->side[side], w, end);
}

/* ---- 5.5.3 the area behind a chain ------------------------------------------------------ */

/* Marks area(side) with its bit: what a flood from the enemy's front edge does not reach over the
 * chain, the runs and the side's own front edge. Nothing when the chain is only the front edge. */
static void enclose(struct sal_play *p, int side) {
  struct state *s = S(p);
  struct ground_map *w = p->scratch;
  const struct side *d = &s->side[side];
  const uint32_t *on = O(p)->on + sp_pa_low(p);
  uint8_t bit = area_bit(side);
  int rows = sp_pa_high(p) - sp_pa_low(p) + 1;
  int own_edge = side == GER ? 0 : rows - 1;
  int enemy_edge = rows - 1 - own_edge;
  bool any = false;

  for (int i = 0; i < PA_PLACES; i++)
    s->area[i] &= (uint8_t)~bit;
  for (int i = 0; i < d->nchain; i++)
    any |= !sp_front_edge(p, side, d->chain[i]);
  s->side[side].perimeter = any;
  if (!any)
    return;

  /* The barrier: the side's own front edge, the runs up to the chain's ends, and the lines between
   * its markers. */
  memset(w->barrier, 0, sizeof w->barrier);
  w->barrier[own_edge] = on[own_edge];
  for (int e = 0; e < 2; e++) {
    int end = d->chain[e ? 0 : d->nchain - 1];
    int depth = sp_depth(p, side, end);
    for (int k = 0; k <= depth; k++)
      rows_put(w->barrier, at_pa(p, sp_edge_place(p, side, e, k)));
  }
  for (int i = 0; i + 1 < d->nchain; i++)
    if (!sp_along_front(p, side, d->chain[i], d->chain[i + 1]))
      sp_draw_line(p, side, d->chain[i], d->chain[i + 1], w->barrier);

  /* from here on: where the flood may go */
  for (int r = 0; r < rows; r++)
    w->barrier[r] = on[r] & ~w->barrier[r];
  memset(w->reached, 0, sizeof w->reached);
  w->reached[enemy_edge] = w->barrier[enemy_edge];
  sp_fill(w->reached, w->barrier, rows);

  /* The area is what the flood does not reach. */
  for (int r = 0; r < rows; r++)
    for (uint32_t in = on[r] & ~w->reached[r]; in; in &= in - 1)
      s->area[r * WIDTH + lowest_bit(in)] |= bit;
}

/* 5.5.5: own unbroken squads within 3 hexes of an anchor. */
static void list_squads(const struct sal_play *p, struct ground_map *w) {
  w->nsquad[GER] = 0;
  w->nsquad[RUS] = 0;

  for (int u = 0; u < p->book->ncounters; u++) {
    const struct unit *unit = &S(p)->unit[u];
    int side = side_of(p, u);

    if (unit->where != MAP || unit->flags & U_BROKEN)
      continue;
    if (type_of(p, u)->cls == SQUAD)
      w->squad[side][w->nsquad[side]++] = unit->at;
  }
}

/* 5.5.5: own unbroken squads within three hexes decide which of two overlapping markers goes. */
static int squads_near(const struct sal_play *p, int side, int g) {
  const struct ground_map *w = p->scratch;
  int n = 0;
  for (int i = 0; i < w->nsquad[side]; i++)
    n += sp_distance(w->squad[side][i], g) <= 3;
  return n;
}

/* Of two markers with as many squads near, the deeper one goes; of equally deep ones the German,
 * and of one side the first in the plan. */
static bool goes_first(const struct sal_play *p, int side, int g, int other_side, int other) {
  int depth = sp_depth(p, side, g);
  int other_depth = sp_depth(p, other_side, other);

  if (depth != other_depth)
    return depth > other_depth;
  if (side == other_side)
    return g < other;
  return side == GER;
}

/* The marker of either chain that stands in the other's area and has to go; -1 none. */
static int worst_overlap(const struct sal_play *p, int *whose) {
  const struct state *s = S(p);
  int worst = -1;
  int fewest = 0;

  for (int side = 0; side < 2; side++)
    for (int i = 0; i < s->side[side].nchain; i++) {
      int g = s->side[side].chain[i];

      if (!sp_area(p, sal_enemy(side), g))
        continue;
      if (sp_front_edge(p, side, g))
        continue;
      if (sp_side_edge(p, g) >= 0)
        continue;
      int n = squads_near(p, side, g);
      bool take = worst < 0 || n < fewest;

      if (!take && n == fewest)
        take = goes_first(p, side, g, *whose, worst);
      if (take) {
        worst = g;
        fewest = n;
        *whose = side;
      }
    }

  return worst;
}

/* Both chains are open: areas, overlaps, pockets, front lines. */
void sp_areas(struct sal_play *p) {
  struct state *s = S(p);
  struct ground_map *w = p->scratch;

  memset(w->dropped, 0, sizeof w->dropped);
  list_squads(p, w);

  for (int side = 0; side < 2; side++) {
    if (!s->side[side].nchain) {
      auto_chain(p, side);
      sal_tell(p, E_CHAIN, R_5_5, SAL_EV(.n = {(int16_t)side, (int16_t)s->side[side].nchain}));
    }
    enclose(p, side);
  }

  /* 5.5.5: markers in the enemy's area go one by one, and their side's chain is drawn again. */
  for (int i = 0; i < 200; i++) {
    int whose = GER;
    int g = worst_overlap(p, &whose);

    if (g < 0)
      break;
    rows_put(w->dropped[whose], at_pa(p, g));
    sal_tell(p, E_DROPPED, R_11_6054c, SAL_EV(.at = {O(p)->cell[g]}, .n = {(int16_t)whose}));
    auto_chain(p, whose);
    enclose(p, whose);
  }

  /* Places that still lie in both belong to neither. */
  for (int i = 0; i < PA_PLACES; i++)
    if ((s->area[i] & (A_GER | A_RUS)) == (A_GER | A_RUS))
      s->area[i] &= (uint8_t) ~(A_GER | A_RUS);
  sp_pockets(p);
  sp_front_lines(p);

  /* 11.6059: No Man's Land is what lies in no area and no Pocket. */
  int nobody = 0;
  for (int i = 0; i < PA_PLACES; i++) {
    bool in_area = s->area[i] & (A_GER | A_RUS);
    if (in_area || s->isle[i])
      continue;
    nobody += sp_in_pa(p, i + sp_pa_low(p) * WIDTH);
  }
  sal_tell(p, E_NOBODY, R_11_6059, SAL_EV(.n = {(int16_t)nobody}));

  for (int side = 0; side < 2; side++) {
    int n = 0;
    for (int i = 0; i < PA_PLACES; i++)
      n += (s->area[i] & area_bit(side)) != 0;
    sal_tell(p, E_PERIMETER, R_11_6066,
             SAL_EV(.n = {(int16_t)side, (int16_t)s->side[side].nchain, (int16_t)n}));
  }
}

/* 5.5.8, 11.6246: hexes of the side's own area next to a hex that is neither own area nor own
 * Isolated Area. */
void sp_front_lines(struct sal_play *p) {
  struct state *s = S(p);
  const uint32_t *on = O(p)->on + sp_pa_low(p);
  int rows = sp_pa_high(p) - sp_pa_low(p) + 1;

  for (int i = 0; i < PA_PLACES; i++)
    s->area[i] &= (uint8_t) ~(A_FRONT_GER | A_FRONT_RUS);

  for (int side = 0; side < 2; side++) {
    uint32_t front[PA_ROWS] = {0};
    uint32_t other[PA_ROWS] = {0};
    uint32_t beside[PA_ROWS];
    uint8_t bit = area_bit(side);

    for (int i = 0; i < rows * WIDTH; i++) {
      int g = i + sp_pa_low(p) * WIDTH;
      bool own_isolated = s->isle[i] && sp_isolated(p, side, g);

      if (s->area[i] & bit)
        rows_put(front, i);
      else if (!own_isolated)
        rows_put(other, i);
    }

    for (int r = 0; r < rows; r++)
      other[r] &= on[r];
    sp_beside(other, beside, rows);

    /* 11.6246: without a perimeter the hexrow of the side's own edge is the Front Line. */
    int own_edge = side == GER ? 0 : rows - 1;
    for (int r = 0; r < rows; r++) {
      if (s->side[side].perimeter)
        front[r] &= beside[r];
      else
        front[r] = r == own_edge ? on[r] : 0;
      for (; front[r]; front[r] &= front[r] - 1)
        s->area[r * WIDTH + lowest_bit(front[r])] |= (uint8_t)(bit << 2);
    }
  }
}

/* ---- 5.6 -------------------------------------------------------------------------------- */

/* scenario 1: the Russians behind the tenth hexrow, no Germans */
void sp_first_areas(struct sal_play *p) {
  struct state *s = S(p);
  int base = sp_pa_low(p) * WIDTH;

  for (int i = 0; i < PA_PLACES; i++) {
    int g = i + base;
    bool russian = sp_in_pa(p, g) && row_of(g) - sp_pa_low(p) >= 10;
    s->area[i] = russian ? A_RUS : 0;
  }

  s->side[RUS].perimeter = 1;
  sp_front_lines(p);
}

/* The Playing Area moves one row of boards north; the arrays of the ground with it. */
void sp_move_north(struct sal_play *p) {
  struct state *s = S(p);
  int by = ALONG * WIDTH;
  int keep = PA_PLACES - by;
  uint8_t *const arrays[] = {s->ground, s->area, s->isle};

  for (int i = 0; i < 3; i++) {
    memmove(arrays[i], arrays[i] + by, (size_t)keep);
    memset(arrays[i] + keep, 0, (size_t)by);
  }
  memmove(s->load, s->load + by, (size_t)keep * sizeof *s->load);
  memset(s->load + keep, 0, (size_t)by * sizeof *s->load);

  s->pa++;
  int low = sp_pa_low(p);
  int base = low * WIDTH;
  int german = 0;
  int russian = 0;

  for (int i = 0; i < PA_PLACES; i++) {
    int g = i + base;
    int h = row_of(g);

    if (!sp_in_pa(p, g))
      continue;

    /* 11.60532: the new south edge is German. 5.6: the new row of boards is Russian. */
    bool new_boards = h >= low + ALONG;
    if (h == low)
      s->area[i] &= (uint8_t)~A_RUS;
    if (new_boards && !s->isle[i])
      s->area[i] = (uint8_t)((s->area[i] & ~A_GER) | A_RUS);

    /* The front edge alone is no perimeter (11.60532). */
    if (h > low && s->area[i] & A_GER)
      german++;
    russian += (s->area[i] & A_RUS) != 0;
  }

  /* CG1d: Germans who hold nothing else begin without a perimeter. */
  s->side[GER].perimeter = german > 0;
  s->side[RUS].perimeter = russian > 0;
  for (int i = 0; !german && i < PA_PLACES; i++)
    s->area[i] &= (uint8_t)~A_GER;

  /* 11.60531e: new hexrows are Russian, the others keep their owner. */
  for (int e = 0; e < 2; e++)
    for (int h = low + ALONG; h < ROWS; h++)
      s->edge[e][h] = 0;

  int kept = 0;
  for (int e = 0; e < 2; e++)
    for (int h = low + 1; h < low + ALONG; h++)
      kept += (s->edge[e][h] & EDGE_GERMAN) != 0;
  sal_tell(p, E_KEPT_EDGES, R_11_60531e, SAL_EV(.n = {(int16_t)kept}));
  sp_front_lines(p);

  /* 11.2d: Victory Locations on boards that left play keep their controller. */
  int behind = 0;
  for (int i = 0; i < O(p)->nvl; i++) {
    bool left_play = row_of(O(p)->vl[i].g) < low;
    if (left_play && s->vl[i] & VB_GERMAN)
      behind++;
  }
  sal_tell(p, E_KEPT_VL, R_11_2d, SAL_EV(.n = {GER, (int16_t)behind}));
  sal_tell(p, E_MOVED_NORTH, german ? R_5_6 : R_CG1d,
           SAL_EV(.n = {(int16_t)s->pa, (int16_t)(german > 0)}));
}

/* Does the line from the last marker cross the chain itself? It may touch it where it begins. */
bool sp_crosses_chain(const struct sal_play *p, int side, int last, int g) {
  struct line l = line_of(p, side, last, g);
  uint32_t met = line_bits(&l, 0) & S(p)->post.line[side][l.row] & ~(1u << across(last));
  for (int i = 1; i < l.rows; i++)
    met |= line_bits(&l, i) & S(p)->post.line[side][l.row + i * l.step];
  return met;
}
