/* perimeter.c - stalnie 5.3 to 5.6, 11.6053-54: side edges, lines between markers, chains, areas (11.605).
 *
 * Everything is done in a side's own coordinates: depth from its front edge, and x growing eastwards. A chain is walked
 * from west to east; then "inside" is always the right-hand side, for both sides, because depth mirrors the map.
 */
#include "state.h"

#include <string.h>

/* ---- 5.4 lines ----------------------------------------------------------------------------------- */

static int sign_of(int v) { return (v > 0) - (v < 0); }
static int cross(int vd, int vx, int wd, int wx) { return vx * wd - vd * wx; } /* < 0: w lies to the right of v */

/* Hexes of the line from (0,0) to (dd,dx) as differences; inner: -1 the right-hand side, 1 the left. */
static int trace(int dd, int dx, int inner, int8_t *od, int8_t *ox) {
  int ad = sal_abs(dd), ax = sal_abs(dx), sd = dd ? sign_of(dd) : 1, sx = dx ? sign_of(dx) : 1;
  int d1[2], d2[2], n1, n2, n = 0;
  if (ax >= ad) {
    d1[0] = 0, d1[1] = 2 * sx, n1 = (ax - ad) / 2;
    d2[0] = sd, d2[1] = sx, n2 = ad;
  } else {
    d1[0] = sd, d1[1] = 1, n1 = (ad + dx) / 2;
    d2[0] = sd, d2[1] = -1, n2 = (ad - dx) / 2;
  }
  const int *d = n1 >= n2 ? d1 : d2, *e = n1 >= n2 ? d2 : d1;
  int p = n1 >= n2 ? n1 : n2, q = n1 >= n2 ? n2 : n1, step[2] = {d[0] + e[0], d[1] + e[1]};
  bool grain_first = q && sign_of(cross(dd, dx, (p - q) * d[0], (p - q) * d[1])) == inner;
  int at[2] = {0, 0};
  od[n] = ox[n] = 0, n++;
  for (int leg = 0; leg < 2; leg++) {
    bool grain = (leg == 0) == grain_first;
    for (int i = 0; i < (grain ? p - q : q); i++) {
      if (!grain) { /* the flank on the inner side belongs to the line */
        const int *flank = sign_of(cross(step[0], step[1], d[0], d[1])) == inner ? d : e;
        od[n] = (int8_t)(at[0] + flank[0]), ox[n] = (int8_t)(at[1] + flank[1]), n++;
      }
      at[0] += grain ? d[0] : step[0];
      at[1] += grain ? d[1] : step[1];
      od[n] = (int8_t)at[0], ox[n] = (int8_t)at[1], n++;
    }
  }
  return n;
}

/* 5.5.4: FRD(D/2) over the y passed, with D relative to a first end of depth 0 or 1. */
static int relative_weight(const struct link *l, int dx, int parity) {
  int sum = 0;
  for (int x = 1; x <= dx; x++) { /* y from y(b) to y(a)-1 */
    int best = -99;
    for (int pass = 0; pass < 2 && best == -99; pass++)
      for (int i = 0; i < l->n; i++)
        if ((pass ? sal_abs(l->dy[i] - x) == 1 : l->dy[i] == x) && l->dd[i] > best) best = l->dd[i];
    int v = best + parity;
    sum += best == -99 ? 0 : v >= 0 ? v / 2 : -((1 - v) / 2);
  }
  return sum;
}

static int half_down(int v) { return v >= 0 ? v / 2 : -((1 - v) / 2); }

static void steps_of(struct link *l, int dx) {
  for (int i = 0; i < l->n; i++) {
    int past = l->dy[i] - (dx > 0 ? dx : 0), before = (dx < 0 ? dx : 0) - l->dy[i];
    if (past > l->east) l->east = (int8_t)past;
    if (before > l->west) l->west = (int8_t)before;
    for (int side = 0; side < 2; side++)
      for (int odd = 0; odd < 2; odd++) l->to[side][odd][i] = (int16_t)((side == GER ? 1 : -1) * l->dd[i] * WIDTH + half_down(!odd - l->dy[i]));
  }
}

static const struct link *link_of(const struct own *o, int dd, int dx) { return &o->link[(dd + 10) * 41 + dx + 20]; }

void sp_links(struct own *o, struct sal_arena *a) {
  o->link = sal_alloc(a, 21 * 41 * sizeof *o->link);
  for (int dd = -10; dd <= 10; dd++)
    for (int dx = -20; dx <= 20; dx++) {
      struct link *l = &o->link[(dd + 10) * 41 + dx + 20];
      int ad = sal_abs(dd), ax = sal_abs(dx), dist = ad + (ax > ad ? (ax - ad) / 2 : 0);
      if ((ad + ax) % 2 || dist > 10 || !dist) continue;
      l->n = (uint8_t)trace(dd, dx, -1, l->dd, l->dy);
      l->dist = (uint8_t)dist;
      steps_of(l, dx);
      for (int parity = 0; parity < 2; parity++) l->weight[parity] = (int16_t)relative_weight(l, dx, parity);
    }
}

static int place_at(const struct sal_play *p, int side, int depth, int y) { /* -1 off the Playing Area */
  int h = side == GER ? sp_pa_low(p) + depth : sp_pa_high(p) - depth;
  if (h < sp_pa_low(p) || h > sp_pa_high(p) || y < 0 || y > O(p)->y_max) return -1;
  int g = h * WIDTH + y / 2;
  return O(p)->ground[g] & G_ON ? g : -1;
}

/* The hexes of a link as differences of place from its first end, or NULL where it strays over the edge of the map. */
static const int16_t *link_steps(const struct sal_play *p, int side, int a, const struct link *l, int dx) {
  int y = y_of(a), low = y - (dx > 0 ? dx : 0) - l->east, high = y - (dx < 0 ? dx : 0) + l->west;
  return low >= 0 && high <= O(p)->y_max ? l->to[side][row_of(a) & 1] : NULL;
}

/* Places of the line from a to b; inner side as in trace. */
int sp_line(const struct sal_play *p, int side, int a, int b, int inner, uint16_t *out) {
  int8_t far_d[80], far_x[80];
  const int8_t *dd = far_d, *dx = far_x;
  int da = sp_depth(p, side, a), to_d = sp_depth(p, side, b) - da, to_x = y_of(a) - y_of(b), n, kept = 0;
  const struct link *l = to_d >= -10 && to_d <= 10 && to_x >= -20 && to_x <= 20 ? link_of(O(p), to_d, to_x) : NULL;
  const int16_t *to = inner < 0 && l && l->dist ? link_steps(p, side, a, l, to_x) : NULL;
  if (to) { /* worked out when the book was made */
    for (int i = 0; i < l->n; i++) out[i] = (uint16_t)(a + to[i]);
    return l->n;
  }
  if (inner < 0 && l && l->dist) dd = l->dd, dx = l->dy, n = l->n;
  else if (sp_distance(a, b) > 24) return 0; /* never asked for */
  else n = trace(to_d, to_x, inner, far_d, far_x);
  for (int i = 0; i < n; i++) {
    int g = place_at(p, side, da + dd[i], y_of(a) - dx[i]);
    if (g >= 0) out[kept++] = (uint16_t)g;
  }
  return kept;
}

/* ---- 5.3 side-edge control ------------------------------------------------------------------------- */

/* From the drafted positions at the end of a player turn. Good Order = not broken, stunned, abandoned. */
void sp_edges(struct sal_play *p) {
  struct state *s = S(p);
  int changed = 0;
  for (int e = 0; e < 2; e++)
    for (int h = sp_pa_low(p) + 1; h < sp_pa_high(p); h++) {
      int edge = sp_edge_place(p, GER, e, h - sp_pa_low(p)), gain[2] = {99, 99}, block[2] = {99, 99};
      if (edge < 0) continue;
      for (int u = 0; u < p->book->ncounters; u++) {
        const struct draft *d = &s->draft[u];
        if (d->fate != FATE_OK || d->at == NOWHERE || d->flags & (U_BROKEN | U_STUN | U_ABANDONED | U_RECALL)) continue;
        int dist = sp_distance(edge, d->at), side = side_of(p, u);
        if (dist < block[side]) block[side] = dist;
        bool gains = is_mmc(O(p)->type[d->type].cls) && !(d->flags & (U_VEHICLE_CREW | U_UPPER));
        if (gains && dist < gain[side]) gain[side] = dist;
      }
      for (int side = 0; side < 2; side++)
        if (gain[side] <= 5 && gain[side] < block[!side] && ((s->edge[e][h] & EDGE_DRAFT) != 0) != (side == GER)) /* else the owner keeps it (11.60531b) */
          changed++, s->edge[e][h] = (uint8_t)((s->edge[e][h] & ~EDGE_DRAFT) | (side == GER ? EDGE_DRAFT : 0));
    }
  sal_tell(p, E_EDGES, changed ? R_11_60531a : R_11_60531b, SAL_EV(.n = {(int16_t)changed}));
}

/* ---- 5.5.1 anchors and runs --------------------------------------------------------------------------- */

int sp_edge_place(const struct sal_play *p, int side, int edge, int depth) {
  int h = side == GER ? sp_pa_low(p) + depth : sp_pa_high(p) - depth;
  for (int k = 0; k < 3; k++) {
    int g = h * WIDTH + (edge ? (O(p)->y_max / 2 - k) : k);
    if (g >= 0 && g < PLACES && row_of(g) == h && O(p)->ground[g] & G_ON) return g;
  }
  return -1;
}

/* Depth of the farthest friendly side-edge hex joined to the own corner; 0: the corner itself. */
int sp_run_end(const struct sal_play *p, int side, int edge) {
  int rows = sp_pa_high(p) - sp_pa_low(p), d = 0;
  while (d + 1 < rows) {
    int h = side == GER ? sp_pa_low(p) + d + 1 : sp_pa_high(p) - d - 1;
    if (((S(p)->edge[edge][h] & EDGE_GERMAN) != 0) != (side == GER)) break;
    d++;
  }
  return d;
}

struct ground_map { /* scratch: the search for the best chain, and what a chain encloses */
  uint8_t barrier[PA_PLACES], reached[PA_PLACES], dropped[2][PA_PLACES];
  int16_t column[2 * WIDTH + 2]; /* first node of each y, from the west: nodes stand by falling y, then by depth */
  uint8_t depth[PA_PLACES];
  uint16_t place[PA_PLACES], queue[PA_PLACES], squad[2][MAX_UNITS];
  int32_t best[PA_PLACES];
  int16_t prev[PA_PLACES];
  uint8_t markers[PA_PLACES];
  int nsquad[2];
};

/* 11.605 begins: nothing moves until both chains are open, so where markers may stand is worked out once. */
void sp_posts(struct sal_play *p) {
  struct state *s = S(p);
  int base = sp_pa_low(p) * WIDTH;
  memset(s->post, 0, sizeof s->post);
  for (int u = 0; u < p->book->ncounters; u++) {
    const struct unit *unit = &s->unit[u];
    if (unit->where != MAP) continue;
    uint8_t *post = &s->post[at_pa(p, unit->at)];
    if (unit->flags & U_KNOWN) *post |= (uint8_t)(P_KNOWN << side_of(p, u)); /* 11.6054c: only known units block */
    if (sp_counts_mmc(p, u) && !(unit->flags & U_UPPER)) *post |= (uint8_t)(P_ANCHOR << side_of(p, u));
  }
  for (int i = 0; i < PA_PLACES; i++) { /* 11.6054a */
    if (s->ground[i] & C_MARK_GER) s->post[i] |= P_ANCHOR << GER;
    if (s->ground[i] & C_MARK_RUS) s->post[i] |= P_ANCHOR << RUS;
    for (int side = 0; s->post[i] && side < 2; side++)
      if (s->post[i] & P_KNOWN << !side || !sp_in_pa(p, i + base) || !sp_tem(p, side, i + base)) s->post[i] &= (uint8_t)~(P_ANCHOR << side);
  }
}

enum { LINE_FREE, LINE_ENEMY, LINE_CROSSES };

/* What stands in the way of the line from a to b: a known enemy, or the chain itself. */
static int line_between(const struct sal_play *p, int side, int a, int b) {
  int da = sp_depth(p, side, a), dd = sp_depth(p, side, b) - da, dx = y_of(a) - y_of(b), found = LINE_FREE;
  const struct link *l = link_of(O(p), dd, dx);
  const int16_t *to = link_steps(p, side, a, l, dx);
  uint8_t foe = (uint8_t)(P_KNOWN << !side), line = (uint8_t)(P_LINE << side);
  int from = at_pa(p, a);
  for (int i = 0; i < l->n; i++) {
    int at = to ? from + to[i] : place_at(p, side, da + l->dd[i], y_of(a) - l->dy[i]);
    if (!to && at >= 0) at = at_pa(p, at);
    if (at < 0) continue;
    if (S(p)->post[at] & foe) return LINE_ENEMY;
    if (S(p)->post[at] & line && i) found = LINE_CROSSES;
  }
  return found;
}

bool sp_link_ok(const struct sal_play *p, int side, int a, int b, struct sal_refusal *why) {
  if (sp_front_edge(p, side, a) && sp_front_edge(p, side, b)) return a != b;
  if (a == b || sp_distance(a, b) > 10) return sal_refuse(why, R_11_6054b, "{h0} and {h1} are more than ten hexes apart.", O(p)->cell[a], O(p)->cell[b]);
  return line_between(p, side, a, b) != LINE_ENEMY || sal_refuse(why, R_11_6054c, "The line from {h0} to {h1} crosses an enemy-occupied hex.", O(p)->cell[a], O(p)->cell[b]);
}

/* ---- 5.5.4 the automatic chain: dynamic programming over nodes by falling y ------------------------------- */

static int gather_nodes(const struct sal_play *p, int side, struct ground_map *w, const uint8_t *dropped) {
  int n = 0, base = sp_pa_low(p) * WIDTH, rows = sp_pa_high(p) - sp_pa_low(p) + 1;
  int west = sp_run_end(p, side, 1), east = sp_run_end(p, side, 0);
  w->column[O(p)->y_max + 1] = 0;
  for (int y = O(p)->y_max; y >= 0; y--) {
    w->column[y] = (int16_t)n;
    for (int d = 0; d < rows; d++) {
      int h = side == GER ? sp_pa_low(p) + d : sp_pa_high(p) - d;
      if ((h % 2 == 0) != (y % 2 == 1)) continue;
      int g = h * WIDTH + y / 2, i = g - base;
      if (!(O(p)->ground[g] & G_ON)) continue;
      bool edge = y >= O(p)->y_max - 1 ? d <= west && g == sp_edge_place(p, side, 1, d) : y <= 1 && d <= east && g == sp_edge_place(p, side, 0, d);
      if (d && !edge && (!(S(p)->post[i] & P_ANCHOR << side) || (dropped && dropped[i]))) continue;
      w->depth[n] = (uint8_t)d;
      w->place[n++] = (uint16_t)g;
    }
  }
  return n;
}

static void improve(struct ground_map *w, int i, int from, int32_t weight, int markers) {
  if (weight < w->best[i] || (weight == w->best[i] && markers >= w->markers[i])) return;
  w->best[i] = weight;
  w->markers[i] = (uint8_t)markers;
  w->prev[i] = (int16_t)from;
}

void sp_auto_chain(struct sal_play *p, int side, const uint8_t *dropped) {
  struct state *s = S(p);
  const struct own *o = O(p);
  struct ground_map *w = p->scratch;
  int west = sp_run_end(p, side, 1), east = sp_run_end(p, side, 0), front = -1, end = -1;
  int32_t end_weight = -1;
  int n = gather_nodes(p, side, w, dropped);
  for (int i = 0; i < n; i++) {
    int g = w->place[i], d = w->depth[i], y = y_of(g);
    w->best[i] = -1;
    w->markers[i] = 255;
    w->prev[i] = -1;
    if (y >= o->y_max - 1 && d <= west && g == sp_edge_place(p, side, 1, d)) improve(w, i, -1, (int32_t)(o->y_max - y + 1) * (d / 2), 1);
    for (int dy = 1; dy <= 20; dy++) { /* from the nodes further west */
      int reach = dy <= 10 ? 10 : 20 - dy;
      if (y + dy > o->y_max) break;
      for (int j = w->column[y + dy - 1] - 1; j >= w->column[y + dy]; j--) { /* the deepest first */
        int from = w->depth[j], dd = d - from;
        if (dd > reach) break;
        if (dd < -reach || w->best[j] < 0) continue;
        int32_t weight = w->best[j] + dy * (from / 2) + link_of(o, dd, dy)->weight[from % 2];
        if (weight < w->best[i] || (weight == w->best[i] && w->markers[j] + 1 >= w->markers[i])) continue;
        if (line_between(p, side, w->place[j], g) != LINE_ENEMY) improve(w, i, j, weight, w->markers[j] + 1);
      }
    }
    if (!d) { /* along the own front edge there is no limit */
      if (front >= 0) improve(w, i, front, w->best[front], w->markers[front] + 1);
      if (w->best[i] >= 0 && (front < 0 || w->best[i] > w->best[front] || (w->best[i] == w->best[front] && w->markers[i] < w->markers[front]))) front = i;
    }
    if (w->best[i] < 0 || y > 1 || d > east || g != sp_edge_place(p, side, 0, d)) continue;
    int32_t total = w->best[i] + y * (d / 2);
    bool better = total > end_weight || (total == end_weight && w->markers[i] < w->markers[end]) ||
                  (total == end_weight && w->markers[i] == w->markers[end] && d > w->depth[end]);
    if (better) end = i, end_weight = total;
  }
  s->side[side].nchain = 0;
  uint16_t back[MAX_CHAIN];
  int k = 0;
  for (int i = end; i >= 0 && k < MAX_CHAIN; i = w->prev[i]) back[k++] = w->place[i];
  while (k > 0) s->side[side].chain[s->side[side].nchain++] = back[--k];
}

/* ---- 5.5.3 the area behind a chain ----------------------------------------------------------------------- */

static void wall(struct ground_map *w, const struct sal_play *p, int g) { w->barrier[at_pa(p, g)] = 1; }

static void flood(const struct sal_play *p, struct ground_map *w, int from_side) {
  int head = 0, tail = 0, base = sp_pa_low(p) * WIDTH, h = from_side == GER ? sp_pa_low(p) : sp_pa_high(p);
  memset(w->reached, 0, sizeof w->reached);
  for (int k = 0; k < WIDTH; k++) {
    int g = h * WIDTH + k;
    if (O(p)->ground[g] & G_ON && !w->barrier[g - base]) w->reached[g - base] = 1, w->queue[tail++] = (uint16_t)g;
  }
  int lo = base, hi = (sp_pa_high(p) + 1) * WIDTH;
  while (head < tail) {
    int g = w->queue[head++];
    for (int d = 0; d < 6; d++) {
      int to = O(p)->near[g][d];
      if (to < lo || to >= hi || w->reached[to - base] || w->barrier[to - base]) continue;
      w->reached[to - base] = 1;
      w->queue[tail++] = (uint16_t)to;
    }
  }
}

/* Marks area(side) with its bit; false when the chain is only the front edge. */
static bool enclose(struct sal_play *p, int side) {
  struct state *s = S(p);
  struct ground_map *w = p->scratch;
  const struct side *d = &s->side[side];
  uint8_t bit = side == GER ? A_GER : A_RUS;
  int base = sp_pa_low(p) * WIDTH;
  bool any = false;
  for (int i = 0; i < PA_PLACES; i++) s->area[i] &= (uint8_t)~bit;
  for (int i = 0; i < d->nchain; i++) any |= !sp_front_edge(p, side, d->chain[i]);
  s->side[side].perimeter = any;
  if (!any) return false;
  memset(w->barrier, 0, sizeof w->barrier);
  for (int k = 0; k < WIDTH; k++) { /* the own front edge */
    int g = (side == GER ? sp_pa_low(p) : sp_pa_high(p)) * WIDTH + k;
    if (O(p)->ground[g] & G_ON) wall(w, p, g);
  }
  for (int e = 0; e < 2; e++) { /* the runs, up to the chain's ends */
    int end = d->chain[e ? 0 : d->nchain - 1], depth = sp_depth(p, side, end);
    for (int k = 0; k <= depth; k++)
      if (sp_edge_place(p, side, e, k) >= 0) wall(w, p, sp_edge_place(p, side, e, k));
  }
  for (int i = 0; i + 1 < d->nchain; i++) {
    uint16_t line[32];
    if (sp_front_edge(p, side, d->chain[i]) && sp_front_edge(p, side, d->chain[i + 1])) continue;
    int n = sp_line(p, side, d->chain[i], d->chain[i + 1], -1, line);
    for (int k = 0; k < n; k++) wall(w, p, line[k]);
  }
  flood(p, w, sal_enemy(side));
  for (int i = 0; i < PA_PLACES; i++)
    if (O(p)->ground[i + base < PLACES ? i + base : 0] & G_ON && sp_in_pa(p, i + base) && !w->reached[i]) s->area[i] |= bit;
  return true;
}

/* 5.5.5: own unbroken squads within 3 hexes of an anchor. */
static void list_squads(const struct sal_play *p, struct ground_map *w) {
  w->nsquad[GER] = w->nsquad[RUS] = 0;
  for (int u = 0; u < p->book->ncounters; u++) {
    const struct unit *unit = &S(p)->unit[u];
    if (unit->where == MAP && type_of(p, u)->cls == SQUAD && !(unit->flags & U_BROKEN)) w->squad[side_of(p, u)][w->nsquad[side_of(p, u)]++] = unit->at;
  }
}

static int squads_near(const struct sal_play *p, int side, int g) {
  const struct ground_map *w = p->scratch;
  int n = 0;
  for (int i = 0; i < w->nsquad[side]; i++) n += sp_distance(w->squad[side][i], g) <= 3;
  return n;
}

/* The marker of either chain that stands in the other's area and has to go; -1 none. */
static int worst_overlap(const struct sal_play *p, int *whose) {
  const struct state *s = S(p);
  int worst = -1, fewest = 0;
  for (int side = 0; side < 2; side++)
    for (int i = 0; i < s->side[side].nchain; i++) {
      int g = s->side[side].chain[i];
      if (!sp_area(p, sal_enemy(side), g) || sp_front_edge(p, side, g) || sp_side_edge(p, g) >= 0) continue;
      int n = squads_near(p, side, g), d = sp_depth(p, side, g);
      bool take = worst < 0 || n < fewest;
      if (!take && n == fewest) {
        int dw = sp_depth(p, *whose, worst);
        take = d > dw || (d == dw && side == GER && *whose == RUS) || (d == dw && side == *whose && g < worst);
      }
      if (take) worst = g, fewest = n, *whose = side;
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
      sp_auto_chain(p, side, NULL);
      sal_tell(p, E_CHAIN, R_5_5, SAL_EV(.n = {(int16_t)side, (int16_t)s->side[side].nchain}));
    }
    enclose(p, side);
  }
  for (int i = 0; i < 200; i++) {
    int whose = GER, g = worst_overlap(p, &whose);
    if (g < 0) break;
    w->dropped[whose][at_pa(p, g)] = 1;
    sal_tell(p, E_DROPPED, R_11_6054c, SAL_EV(.at = {O(p)->cell[g]}, .n = {(int16_t)whose}));
    sp_auto_chain(p, whose, w->dropped[whose]);
    enclose(p, whose);
  }
  for (int i = 0; i < PA_PLACES; i++)
    if ((s->area[i] & (A_GER | A_RUS)) == (A_GER | A_RUS)) s->area[i] &= (uint8_t)~(A_GER | A_RUS);
  sp_pockets(p);
  sp_front_lines(p);
  int nobody = 0;
  for (int i = 0; i < PA_PLACES; i++) nobody += sp_in_pa(p, i + sp_pa_low(p) * WIDTH) && !(s->area[i] & (A_GER | A_RUS)) && !s->isle[i];
  sal_tell(p, E_NOBODY, R_11_6059, SAL_EV(.n = {(int16_t)nobody}));
  for (int side = 0; side < 2; side++) {
    int n = 0;
    for (int i = 0; i < PA_PLACES; i++) n += (s->area[i] & (side == GER ? A_GER : A_RUS)) != 0;
    sal_tell(p, E_PERIMETER, R_11_6066, SAL_EV(.n = {(int16_t)side, (int16_t)s->side[side].nchain, (int16_t)n}));
  }
}

/* 5.5.8, 11.6246 */
void sp_front_lines(struct sal_play *p) {
  struct state *s = S(p);
  int base = sp_pa_low(p) * WIDTH;
  for (int i = 0; i < PA_PLACES; i++) s->area[i] &= (uint8_t)~(A_FRONT_GER | A_FRONT_RUS);
  for (int i = 0; i < PA_PLACES; i++) {
    int g = i + base;
    if (g >= PLACES || !sp_in_pa(p, g)) continue;
    for (int side = 0; side < 2; side++) {
      uint8_t bit = side == GER ? A_GER : A_RUS;
      if (!s->side[side].perimeter) {
        if (sp_front_edge(p, side, g)) s->area[i] |= (uint8_t)(bit << 2);
        continue;
      }
      if (!(s->area[i] & bit)) continue;
      for (int d = 0; d < 6; d++) {
        int to = O(p)->near[g][d];
        if (to >= 0 && sp_in_pa(p, to) && !(s->area[at_pa(p, to)] & bit) && !sp_isolated(p, side, to)) s->area[i] |= (uint8_t)(bit << 2);
      }
    }
  }
}

/* ---- 5.6 --------------------------------------------------------------------------------------------------- */

void sp_first_areas(struct sal_play *p) { /* scenario 1: the Russians behind the tenth hexrow, no Germans */
  struct state *s = S(p);
  int base = sp_pa_low(p) * WIDTH;
  for (int i = 0; i < PA_PLACES; i++) {
    int g = i + base;
    s->area[i] = g < PLACES && sp_in_pa(p, g) && row_of(g) - sp_pa_low(p) >= 10 ? A_RUS : 0;
  }
  s->side[RUS].perimeter = 1;
  sp_front_lines(p);
}

/* The Playing Area moves one row of boards north; the arrays of the ground with it. */
void sp_move_north(struct sal_play *p) {
  struct state *s = S(p);
  int by = ALONG * WIDTH, keep = PA_PLACES - by;
  uint8_t *const arrays[] = {s->ground, s->area, s->isle, s->load};
  for (int i = 0; i < 4; i++) {
    memmove(arrays[i], arrays[i] + by, (size_t)keep);
    memset(arrays[i] + keep, 0, (size_t)by);
  }
  s->pa++;
  int low = sp_pa_low(p), base = low * WIDTH, german = 0, russian = 0;
  for (int i = 0; i < PA_PLACES; i++) {
    int g = i + base, h = row_of(g);
    if (g >= PLACES || !sp_in_pa(p, g)) continue;
    if (h == low) s->area[i] &= (uint8_t)~A_RUS;
    if (h >= low + ALONG && !s->isle[i]) s->area[i] = (uint8_t)((s->area[i] & ~A_GER) | A_RUS);
    german += h > low && s->area[i] & A_GER;
    russian += (s->area[i] & A_RUS) != 0;
  }
  s->side[GER].perimeter = german > 0; /* CG1d, 11.60532 */
  s->side[RUS].perimeter = russian > 0;
  for (int i = 0; !german && i < PA_PLACES; i++) s->area[i] &= (uint8_t)~A_GER;
  for (int e = 0; e < 2; e++) /* 11.60531e */
    for (int h = low + ALONG; h < ROWS; h++) s->edge[e][h] = 0;
  int kept = 0;
  for (int e = 0; e < 2; e++)
    for (int h = low + 1; h < low + ALONG; h++) kept += (s->edge[e][h] & EDGE_GERMAN) != 0;
  sal_tell(p, E_KEPT_EDGES, R_11_60531e, SAL_EV(.n = {(int16_t)kept}));
  sp_front_lines(p);
  int behind = 0;
  for (int i = 0; i < O(p)->nvl; i++) behind += row_of(O(p)->vl[i].g) < low && s->vl[i] & VB_GERMAN;
  sal_tell(p, E_VL, R_11_2d, SAL_EV(.n = {GER, (int16_t)behind})); /* held for good on boards that have left */
  sal_tell(p, E_MOVED_NORTH, german ? R_5_6 : R_CG1d, SAL_EV(.n = {(int16_t)s->pa, (int16_t)(german > 0)}));
}

/* ---- 11.605: sealing a chain --------------------------------------------------------------------------------- */

static bool run_hex(const struct sal_play *p, int side, int edge, int g) {
  int d = sp_depth(p, side, g);
  return sp_edge_place(p, side, edge, d) == g && d <= sp_run_end(p, side, edge);
}

/* The lines of the chain so far, so that a new one can be seen to touch them. */
void sp_trace_chain(struct sal_play *p, int side) {
  struct state *s = S(p);
  const struct side *d = &s->side[side];
  uint16_t line[32];
  for (int i = 0; i < PA_PLACES; i++) s->post[i] &= (uint8_t)~((P_LINE | P_MARKER) << side);
  for (int i = 0; i < d->nchain; i++) {
    bool front = i + 1 < d->nchain && sp_front_edge(p, side, d->chain[i]) && sp_front_edge(p, side, d->chain[i + 1]);
    s->post[at_pa(p, d->chain[i])] |= (uint8_t)(P_MARKER << side);
    int n = i + 1 < d->nchain && !front ? sp_line(p, side, d->chain[i], d->chain[i + 1], -1, line) : 0;
    for (int k = 0; k < n; k++) s->post[at_pa(p, line[k])] |= (uint8_t)(P_LINE << side);
  }
}

static bool on_run(const struct sal_play *p, int side, int edge, int end, int g) {
  int d = sp_depth(p, side, g), y = y_of(g);
  return d <= end && (edge ? y >= O(p)->y_max - 1 : y <= 1) && sp_edge_place(p, side, edge, d) == g;
}

static bool may_mark(const struct sal_play *p, int side, int g, struct sal_refusal *why) {
  const struct side *d = &S(p)->side[side];
  if (!sp_in_pa(p, g)) return sal_refuse(why, R_CG1a, "That hex is not on the Playing Area.", 0, 0);
  sal_hex h = O(p)->cell[g];
  if (!d->nchain) return on_run(p, side, 1, sp_run_end(p, side, 1), g) || sal_refuse(why, R_11_6053, "A chain begins on the own run of the west edge.", 0, 0);
  int last = d->chain[d->nchain - 1], east = sp_run_end(p, side, 0);
  uint8_t post = S(p)->post[at_pa(p, g)];
  if (d->nchain == MAX_CHAIN || on_run(p, side, 0, east, last)) return sal_refuse(why, R_11_605, "The chain is complete.", 0, 0);
  if (!(post & P_ANCHOR << side) && !sp_front_edge(p, side, g) && !on_run(p, side, 0, east, g))
    return sal_refuse(why, R_11_6054a, "{h0} has no cover with an own unit or control marker.", h, 0);
  bool along = sp_front_edge(p, side, g) && sp_front_edge(p, side, last);
  if (!along) {
    if (g == last || sp_distance(g, last) > 10) return sal_refuse(why, R_11_6054b, "{h0} is more than ten hexes from the last marker.", h, 0);
    int way = line_between(p, side, last, g);
    if (way == LINE_ENEMY) return sal_refuse(why, R_11_6054c, "The line to {h0} crosses an enemy-occupied hex.", h, 0);
    if (way == LINE_CROSSES) return sal_refuse(why, R_11_6054c, "The line to {h0} crosses the chain.", h, 0);
  }
  return !(post & P_MARKER << side) || sal_refuse(why, R_11_6054b, "There is a marker in {h0}.", h, 0);
}

static bool complete(const struct sal_play *p, int side) {
  const struct side *d = &S(p)->side[side];
  return !d->nchain || run_hex(p, side, 0, d->chain[d->nchain - 1]);
}

/* The markers that may follow the last one; rows and places within ten hexes of it, and the own front edge from itself. */
static void next_markers(const struct sal_play *p, int side, struct sal_list *l) {
  const struct state *s = S(p);
  int last = s->side[side].chain[s->side[side].nchain - 1], row = row_of(last), y = y_of(last), base = sp_pa_low(p) * WIDTH, east = sp_run_end(p, side, 0);
  int lo = row - 10 < sp_pa_low(p) ? sp_pa_low(p) : row - 10, hi = row + 10 > sp_pa_high(p) ? sp_pa_high(p) : row + 10;
  uint8_t anchor = (uint8_t)(P_ANCHOR << side), marker = (uint8_t)(P_MARKER << side);
  for (int h = hi; h >= lo; h--) {
    bool edge = sp_front_edge(p, side, h * WIDTH), along = edge && h == row; /* along the own front edge there is no limit */
    int reach = 20 - sal_abs(h - row), first = y - reach < 0 || along ? 0 : (y - reach) / 2, end = y + reach > O(p)->y_max || along ? O(p)->y_max / 2 : (y + reach) / 2;
    for (int x = end; x >= first; x--) {
      int g = h * WIDTH + x;
      uint8_t post = s->post[g - base];
      if (!edge && !(post & anchor) && !(x == 0 && on_run(p, side, 0, east, g))) continue;
      if (post & marker || !(O(p)->ground[g] & G_ON)) continue;
      if (!along && (sp_distance(g, last) > 10 || line_between(p, side, last, g) != LINE_FREE)) continue;
      sal_list_add(l, sal_act(V_MARKER, O(p)->cell[g], 0, 0));
    }
  }
}

static void chain_list(const struct sal_play *p, int side, struct sal_list *l) {
  const struct side *d = &S(p)->side[side];
  bool done = complete(p, side);
  if (done) sal_list_add(l, sal_act(V_COMMIT, 0, 0, 0));
  if (!d->nchain) {
    int end = sp_run_end(p, side, 1);
    for (int k = 0; k <= end; k++) {
      int g = sp_edge_place(p, side, 1, side == GER ? end - k : k);
      if (g >= 0) sal_list_add(l, sal_act(V_MARKER, O(p)->cell[g], 0, 0));
    }
    return;
  }
  sal_list_add(l, sal_act(V_AUTO, 0, 0, 0));
  if (!done && d->nchain < MAX_CHAIN) next_markers(p, side, l);
  sal_list_add(l, sal_act(V_UNMARK, 0, 0, 0));
}

static bool chain_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  const struct side *d = &S(p)->side[side];
  if (a.verb == V_COMMIT) return complete(p, side) || sal_refuse(why, R_11_605, "The chain does not reach the east edge.", 0, 0);
  if (a.verb == V_UNMARK || a.verb == V_AUTO) return d->nchain || sal_refuse(why, R_11_605, "There is no marker yet.", 0, 0);
  return a.verb == V_MARKER && may_mark(p, side, O(p)->place[a.x[0]], why);
}

/* The newest marker and its line; earlier ones are on the posts already. */
static void add_marker(struct sal_play *p, int side, int g) {
  struct state *s = S(p);
  struct side *d = &s->side[side];
  uint16_t line[32];
  int last = d->nchain ? d->chain[d->nchain - 1] : -1;
  bool drawn = last >= 0 && !(sp_front_edge(p, side, last) && sp_front_edge(p, side, g));
  int n = drawn ? sp_line(p, side, last, g, -1, line) : 0;
  for (int k = 0; k < n; k++) s->post[at_pa(p, line[k])] |= (uint8_t)(P_LINE << side);
  s->post[at_pa(p, g)] |= (uint8_t)(P_MARKER << side);
  d->chain[d->nchain++] = (uint16_t)g;
}

static void chain_apply(struct sal_play *p, int side, struct sal_action a) {
  struct side *d = &S(p)->side[side];
  if (a.verb == V_MARKER) {
    add_marker(p, side, O(p)->place[a.x[0]]);
  } else if (a.verb == V_UNMARK || a.verb == V_AUTO) {
    d->chain[--d->nchain] = 0;
    while (a.verb == V_AUTO && d->nchain) d->chain[--d->nchain] = 0;
    sp_trace_chain(p, side);
  } else if (sal_commit(p, side)) {
    sal_pop(p);
    sal_reveal(p);
    sp_areas(p);
    memset(S(p)->post, 0, sizeof S(p)->post);
  }
}

static void chain_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  const struct side *d = &S(p)->side[side];
  if (d->nchain) sal_prompt_say(out, "%s: place the next Perimeter marker (%d placed), or commit a chain that has reached the east edge.", side_title(side), d->nchain);
  else sal_prompt_say(out, "%s: commit to let the program draw the best perimeter, or place markers from the west edge yourself.", side_title(side));
}

const struct sal_node sp_chain = {.id = "perimeter", .rule = R_11_605, .sealed = true, .list = chain_list, .check = chain_check, .apply = chain_apply, .prompt = chain_prompt};
