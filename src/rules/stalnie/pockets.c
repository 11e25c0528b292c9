/* pockets.c - stalnie 5.5.6 to 5.5.9, 11.6055-59, 11.6062: Pockets, Isolated Locations, their
 * types.
 *
 * There is something to do only where own units stand outside their area. A Pocket is closed by all
 * legal lines between its anchors; what a flood from the edges cannot reach is inside. Which side
 * of a line is the inner one depends on where the set's other anchors lie, so each pair counts them
 * while anchors are dropped.
 */
#include "state.h"

#include <string.h>

enum { MAX_LOOSE = 240 };
/* two anchors of a set within ten hexes */
struct pair {
  uint8_t a, b;
  /* of the set's anchors, those to the left of the walk from a to b less those to the right */
  int16_t lean;
};
/* scratch */
struct pocket_room {
  uint16_t anchor[MAX_LOOSE], queue[MAX_LOOSE];
  /* depth and y of each anchor */
  int16_t d[MAX_LOOSE], y[MAX_LOOSE];
  uint8_t group[MAX_LOOSE];
  /* mmc, any: the side's own units; area: its own */
  uint32_t enemy[PA_ROWS], mmc[PA_ROWS], any[PA_ROWS], area[PA_ROWS];
  uint32_t link[PA_ROWS], reached[PA_ROWS], inside[PA_ROWS];
  struct pair pair[MAX_LOOSE * (MAX_LOOSE - 1) / 2];
};

/* Hexrows of the Playing Area. */
static int pa_rows(const struct sal_play *p) {
  return sp_pa_high(p) - sp_pa_low(p) + 1;
}
/* The hexrow of that side's own front edge, counted within the Playing Area. */
static int front_row(const struct sal_play *p, int side) {
  return side == GER ? 0 : pa_rows(p) - 1;
}

/* Where the side's own units, its MMC and its enemies are, as rows of bits. */
static void map_side(const struct sal_play *p, int side, struct pocket_room *w) {
  int rows = pa_rows(p);

  memset(w->enemy, 0, sizeof w->enemy);
  memset(w->mmc, 0, sizeof w->mmc);
  memset(w->any, 0, sizeof w->any);
  memset(w->area, 0, sizeof w->area);

  for (int u = 0; u < p->book->ncounters; u++) {
    const struct unit *unit = &S(p)->unit[u];
    if (unit->where != MAP)
      continue;
    rows_put(side_of(p, u) == side ? w->any : w->enemy, at_pa(p, unit->at));
    if (side_of(p, u) == side && sp_counts_mmc(p, u))
      rows_put(w->mmc, at_pa(p, unit->at));
  }

  for (int i = 0; i < rows * WIDTH; i++)
    if (S(p)->area[i] & area_bit(side))
      rows_put(w->area, i);
}

/* Of those places, the ones outside the side's own area and off the side's own front edge. */
static uint32_t outside(const struct sal_play *p, int side, const struct pocket_room *w,
                        const uint32_t *set, int r) {
  if (r == front_row(p, side))
    return 0;
  return set[r] & ~w->area[r];
}

/* Anchors outside the side's own area near own units there: the ones a Pocket can be made of. */
static int loose_anchors(const struct sal_play *p, int side, struct pocket_room *w) {
  uint8_t mark = side == GER ? C_MARK_GER : C_MARK_RUS;
  int n = 0;
  int nu = 0;
  int low = sp_pa_low(p);
  int rows = pa_rows(p);
  uint16_t units[PA_PLACES];

  for (int r = 0; r < rows; r++)
    for (uint32_t left = outside(p, side, w, w->any, r); left; left &= left - 1)
      units[nu++] = (uint16_t)((low + r) * WIDTH + lowest_bit(left));

  for (int r = 0; nu && r < rows; r++)
    for (uint32_t left = outside(p, side, w, O(p)->on + low, r) & ~w->enemy[r];
         left && n < MAX_LOOSE; left &= left - 1) {
      int x = lowest_bit(left);
      int g = (low + r) * WIDTH + x;

      if (!(w->mmc[r] >> x & 1 || S(p)->ground[r * WIDTH + x] & mark))
        continue;
      if (!sp_tem(p, side, g))
        continue;
      bool near = w->any[r] >> x & 1;

      for (int k = 0; k < nu && !near; k++)
        near = sp_distance(units[k], g) <= 10;
      if (!near)
        continue;
      w->anchor[n] = (uint16_t)g;
      w->d[n] = (int16_t)sp_depth(p, side, g);
      w->y[n] = (int16_t)y_of(g);
      w->group[n++] = 0;
    }

  return n;
}

/* 11.6054b: two anchors within ten hexes can be joined. */
static bool within_reach(const struct pocket_room *w, int a, int b) {
  int dd = sal_abs(w->d[a] - w->d[b]);
  int dy = sal_abs(w->y[a] - w->y[b]);
  return dd <= 10 && dy <= 20 - dd;
}

/* Where anchor i lies of the walk from a to b: 1 to the left, -1 to the right, 0 on the line. */
static inline int side_of_line(const struct pocket_room *w, int a, int b, int i) {
  int c = (w->y[a] - w->y[b]) * (w->d[i] - w->d[a]) - (w->d[b] - w->d[a]) * (w->y[a] - w->y[i]);
  return (c > 0) - (c < 0);
}

/* All pairs of a set's anchors that can be joined, each with the lean of the rest. */
static int pairs_of(struct pocket_room *w, int n, int k) {
  int pairs = 0;
  int members = 0;

  for (int i = 0; i < n; i++)
    if (w->group[i] == k)
      w->queue[members++] = (uint16_t)i;

  for (int i = 0; i < members; i++)
    for (int j = i + 1; j < members; j++) {
      int a = w->queue[i];
      int b = w->queue[j];
      int lean = 0;

      if (!within_reach(w, a, b))
        continue;
      for (int m = 0; m < members; m++)
        lean += side_of_line(w, a, b, w->queue[m]);
      w->pair[pairs++] = (struct pair){(uint8_t)a, (uint8_t)b, (int16_t)lean};
    }

  return pairs;
}

/* An anchor is dropped: the pairs without it, and what they lean to now. */
static int drop_anchor(struct pocket_room *w, int pairs, int gone) {
  int kept = 0;

  w->group[gone] = 255;

  for (int i = 0; i < pairs; i++) {
    struct pair q = w->pair[i];
    if (q.a == gone || q.b == gone)
      continue;
    q.lean = (int16_t)(q.lean - side_of_line(w, q.a, q.b, gone));
    w->pair[kept++] = q;
  }

  return kept;
}

/* 5.5.6: the inner side of a link is where more of the set's other anchors lie, else the side's own
 * front edge's. A line's inner side is to the right of the walk, so the walk goes from a to b or
 * back. Lower depth is to the right of an eastward walk. */
static void draw_links(const struct sal_play *p, int side, struct pocket_room *w, int pairs) {
  memset(w->link, 0, sizeof w->link);

  for (int i = 0; i < pairs; i++) {
    const struct pair *q = &w->pair[i];
    bool left = q->lean ? q->lean > 0 : w->y[q->a] < w->y[q->b];
    int from = w->anchor[left ? q->b : q->a];
    int to = w->anchor[left ? q->a : q->b];
    if (!sp_line_meets(p, side, from, to, w->enemy))
      sp_draw_line(p, side, from, to, w->link);
  }
}

/* What a flood from the edges of the Playing Area does not reach over the links. */
static void find_inside(const struct sal_play *p, struct pocket_room *w) {
  const uint32_t *on = O(p)->on + sp_pa_low(p);
  int rows = pa_rows(p);
  uint32_t over[PA_ROWS];

  for (int r = 0; r < rows; r++) {
    over[r] = on[r] & ~w->link[r];
    /* the edges: the first and the last of a hexrow */
    if (r == 0 || r == rows - 1)
      w->reached[r] = over[r];
    else
      w->reached[r] = over[r] & (1 | (on[r] & ~(on[r] >> 1)));
  }

  sp_fill(w->reached, over, rows);
  for (int r = 0; r < rows; r++)
    w->inside[r] = on[r] & ~w->reached[r];
}

/* Connected sets of two or more. */
static int group_anchors(const struct sal_play *p, int side, struct pocket_room *w, int n) {
  int groups = 0;

  for (int a = 0; a < n; a++) {
    if (w->group[a])
      continue;
    int head = 0;
    int tail = 0;

    w->group[a] = (uint8_t)++groups;
    w->queue[tail++] = (uint16_t)a;

    while (head < tail) {
      int b = w->queue[head++];

      for (int c = 0; c < n; c++)
        if (!w->group[c] && within_reach(w, b, c) &&
            !sp_line_meets(p, side, w->anchor[b], w->anchor[c], w->enemy)) {
          w->group[c] = (uint8_t)groups;
          w->queue[tail++] = (uint16_t)c;
        }
    }
  }

  return groups;
}

/* A new Isolated Area; 0 when the table is full. */
static int new_iso(struct sal_play *p, int side) {
  struct state *s = S(p);
  if (s->niso >= MAX_ISO)
    return 0;
  s->iso[s->niso++] = (struct iso){(uint8_t)side, 0, 1};
  return s->niso;
}

/* a hex of an Isolated Area leaves the enemy's area */
static void give(struct sal_play *p, int i, int id) {
  struct state *s = S(p);
  s->isle[i] = (uint8_t)id;
  s->area[i] &= (uint8_t) ~(A_GER | A_RUS);
}

/* tie: the lower place, and so the lower hexrow */
static int nearest_anchor(const struct pocket_room *w, int n, int k, int g) {
  int best = -1;
  for (int i = 0; i < n; i++)
    if (w->group[i] == k &&
        (best < 0 || sp_distance(w->anchor[i], g) < sp_distance(w->anchor[best], g)))
      best = i;
  return best;
}

/* of both sets, as a place; -1 none */
static int lowest_of(const uint32_t *a, const uint32_t *b, int rows) {
  for (int r = 0; r < rows; r++)
    if (a[r] & b[r])
      return r * WIDTH + lowest_bit(a[r] & b[r]);
  return -1;
}

/* One Pocket: anchors are dropped until it holds no enemy. */
static void make_pocket(struct sal_play *p, int side, struct pocket_room *w, int n, int k) {
  struct state *s = S(p);
  int rows = pa_rows(p);
  int pairs = pairs_of(w, n, k);
  int foe;
  uint32_t beside[PA_ROWS];

  for (;;) {
    if (!pairs)
      /* fewer than two anchors are left */
      return;
    draw_links(p, side, w, pairs);
    find_inside(p, w);
    if ((foe = lowest_of(w->inside, w->enemy, rows)) < 0)
      break;
    pairs = drop_anchor(w, pairs, nearest_anchor(w, n, k, foe + sp_pa_low(p) * WIDTH));
  }

  if (lowest_of(w->inside, w->any, rows) < 0)
    return;
  sp_beside(w->inside, beside, rows);
  /* 11.6058 */
  bool joins = w->inside[front_row(p, side)] || lowest_of(beside, w->area, rows) >= 0;
  int id = joins ? 0 : new_iso(p, side);

  if (joins)
    sal_tell(p, E_JOINED, R_11_6058, SAL_EV(.n = {(int16_t)side}));

  for (int r = 0; r < rows; r++) {
    if (joins)
      w->area[r] |= w->inside[r];

    for (uint32_t left = w->inside[r]; left; left &= left - 1) {
      int i = r * WIDTH + lowest_bit(left);

      if (s->isle[i])
        /* what is another Pocket's stays so */
        continue;
      if (id)
        give(p, i, id);
      else
        s->area[i] = (uint8_t)((s->area[i] & ~(A_GER | A_RUS)) | area_bit(side));
    }
  }
}

/* 5.5.9, 11.6062: 1..4 = A..D. */
static void type_areas(struct sal_play *p) {
  struct state *s = S(p);
  uint8_t size[MAX_ISO + 1] = {0};
  uint8_t open[MAX_ISO + 1] = {0};
  int base = sp_pa_low(p) * WIDTH;

  for (int i = 0; i < PA_PLACES; i++) {
    int id = s->isle[i];

    if (!id)
      continue;
    if (size[id] < 2)
      size[id]++;

    for (int d = 0; d < 6; d++) {
      int to = O(p)->near[i + base][d];

      if (!sp_in_pa(p, to))
        continue;
      int k = at_pa(p, to);

      if (s->isle[k] == id)
        continue;
      if (!(s->area[k] & (area_bit(sal_enemy(s->iso[id - 1].side)))))
        open[id] = 1;
    }
  }

  for (int k = 1; k <= s->niso; k++) {
    bool pocket = size[k] > 1;
    s->iso[k - 1].type = (uint8_t)(pocket ? (open[k] ? 1 : 4) : open[k] ? 2 : 3);
  }
}

/* 11.6055-59: Pockets first, then single Isolated Locations, then their types. Those who are
 * isolated are revealed. */
void sp_pockets(struct sal_play *p) {
  struct state *s = S(p);
  struct pocket_room *w = p->scratch;

  s->niso = 0;
  memset(s->iso, 0, sizeof s->iso);
  memset(s->isle, 0, sizeof s->isle);
  for (int u = 0; u < p->book->ncounters; u++)
    s->unit[u].iso = 0;

  for (int side = 0; side < 2; side++) {
    map_side(p, side, w);
    int n = loose_anchors(p, side, w);
    int groups = n ? group_anchors(p, side, w, n) : 0;

    for (int k = 1; k <= groups; k++)
      make_pocket(p, side, w, n, k);

    for (int r = 0; r < pa_rows(p); r++) /* units still outside: an Isolated Location */
      for (uint32_t left = outside(p, side, w, w->any, r); left; left &= left - 1)
        if (!s->isle[r * WIDTH + lowest_bit(left)])
          give(p, r * WIDTH + lowest_bit(left), new_iso(p, side));
  }

  type_areas(p);

  for (int u = 0; u < p->book->ncounters; u++) {
    struct unit *unit = &s->unit[u];

    if (unit->where != MAP)
      continue;
    int id = s->isle[at_pa(p, unit->at)];

    if (!id || s->iso[id - 1].side != side_of(p, u))
      continue;
    unit->iso = (uint8_t)id;
    /* 11.6054c: revealed as Isolated */
    unit->flags |= U_KNOWN;
    int type = s->iso[id - 1].type;

    sal_tell(p, E_ISOLATED, type == 1 || type == 4 ? R_11_6055_57 : R_11_6062,
             SAL_EVU(u, .at = {O(p)->cell[unit->at]}, .n = {(int16_t)(s->iso[id - 1].type - 1)}));
  }
}
