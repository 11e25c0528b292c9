/* pockets.c - stalnie 5.5.6 to 5.5.9, 11.6055-59, 11.6062: Pockets, Isolated Locations, their types.
 *
 * Only where own units stand outside their area is there anything to do. A Pocket is closed by all legal lines between
 * its anchors; what a flood from the edges cannot reach is inside.
 */
#include "state.h"

#include <string.h>

enum { MAX_LOOSE = 240 };
struct pocket_room { /* scratch */
  uint16_t anchor[MAX_LOOSE];
  uint8_t group[MAX_LOOSE], link[PA_PLACES], reached[PA_PLACES], enemy[PA_PLACES], mmc[PA_PLACES], any[PA_PLACES];
  uint16_t queue[PA_PLACES];
};

static bool place_ok(const struct sal_play *p, int i) {
  int g = i + sp_pa_low(p) * WIDTH;
  return g < PLACES && sp_in_pa(p, g);
}

static void map_side(const struct sal_play *p, int side, struct pocket_room *w) {
  memset(w->enemy, 0, sizeof w->enemy);
  memset(w->mmc, 0, sizeof w->mmc);
  memset(w->any, 0, sizeof w->any);
  for (int u = 0; u < p->book->ncounters; u++) {
    const struct unit *unit = &S(p)->unit[u];
    if (unit->where != MAP) continue;
    int i = at_pa(p, unit->at);
    if (side_of(p, u) != side) {
      w->enemy[i] = 1;
    } else {
      w->any[i] = 1;
      if (sp_counts_mmc(p, u)) w->mmc[i] = 1;
    }
  }
}

static bool outside(const struct sal_play *p, int side, int i) {
  int g = i + sp_pa_low(p) * WIDTH;
  return !(S(p)->area[i] & (side == GER ? A_GER : A_RUS)) && !sp_front_edge(p, side, g);
}

/* Anchors outside the own area near own units there: the ones a Pocket can be made of. */
static int loose_anchors(const struct sal_play *p, int side, struct pocket_room *w) {
  int n = 0, base = sp_pa_low(p) * WIDTH;
  uint8_t mark = side == GER ? C_MARK_GER : C_MARK_RUS;
  uint16_t units[PA_PLACES];
  int nu = 0;
  for (int i = 0; i < PA_PLACES; i++)
    if (w->any[i] && outside(p, side, i)) units[nu++] = (uint16_t)(i + base);
  for (int i = 0; nu && i < PA_PLACES && n < MAX_LOOSE; i++) {
    if (!(w->mmc[i] || S(p)->ground[i] & mark) || w->enemy[i] || !place_ok(p, i) || !outside(p, side, i) || !sp_tem(p, side, i + base)) continue;
    bool near = w->any[i];
    for (int k = 0; k < nu && !near; k++) near = sp_distance(units[k], i + base) <= 10;
    if (near) w->anchor[n] = (uint16_t)(i + base), w->group[n++] = 0;
  }
  return nu ? n : 0;
}

/* Inner side of a Pocket's link: where more of its other anchors lie; else the own front edge's (11.6054b, 5.5.6). */
static int inner_side(const struct sal_play *p, int side, const struct pocket_room *w, int n, int k, int a, int b) {
  int left = 0, right = 0, va = sp_depth(p, side, w->anchor[b]) - sp_depth(p, side, w->anchor[a]), vx = y_of(w->anchor[a]) - y_of(w->anchor[b]);
  for (int i = 0; i < n; i++) {
    if (w->group[i] != k || i == a || i == b) continue;
    int wd = sp_depth(p, side, w->anchor[i]) - sp_depth(p, side, w->anchor[a]), wx = y_of(w->anchor[a]) - y_of(w->anchor[i]), c = vx * wd - va * wx;
    left += c > 0;
    right += c < 0;
  }
  if (left != right) return left > right ? 1 : -1;
  return vx >= 0 ? -1 : 1; /* lower depth lies to the right of an eastward walk */
}

static bool line_free(const struct pocket_room *w, const struct sal_play *p, const uint16_t *line, int n) {
  for (int i = 0; i < n; i++)
    if (w->enemy[at_pa(p, line[i])]) return false;
  return true;
}

static void draw_links(const struct sal_play *p, int side, struct pocket_room *w, int n, int k) {
  uint16_t line[32];
  memset(w->link, 0, sizeof w->link);
  for (int a = 0; a < n; a++)
    for (int b = a + 1; b < n; b++) {
      if (w->group[a] != k || w->group[b] != k || sp_distance(w->anchor[a], w->anchor[b]) > 10) continue;
      int m = sp_line(p, side, w->anchor[a], w->anchor[b], inner_side(p, side, w, n, k, a, b), line);
      if (!line_free(w, p, line, m)) continue;
      for (int i = 0; i < m; i++) w->link[at_pa(p, line[i])] = 1;
    }
}

static void flood_edges(const struct sal_play *p, struct pocket_room *w) {
  int head = 0, tail = 0, base = sp_pa_low(p) * WIDTH;
  memset(w->reached, 0, sizeof w->reached);
  for (int i = 0; i < PA_PLACES; i++) {
    int g = i + base;
    if (!place_ok(p, i) || w->link[i]) continue;
    if (sp_side_edge(p, g) >= 0 || sp_front_edge(p, GER, g) || sp_front_edge(p, RUS, g)) w->reached[i] = 1, w->queue[tail++] = (uint16_t)i;
  }
  while (head < tail) {
    int i = w->queue[head++];
    for (int d = 0; d < 6; d++) {
      int to = O(p)->near[i + base][d], k = to - base;
      if (to < 0 || !sp_in_pa(p, to) || w->reached[k] || w->link[k]) continue;
      w->reached[k] = 1;
      w->queue[tail++] = (uint16_t)k;
    }
  }
}

/* Connected sets of two or more. */
static int group_anchors(const struct sal_play *p, int side, struct pocket_room *w, int n) {
  int groups = 0;
  uint16_t line[32];
  for (int a = 0; a < n; a++) {
    if (w->group[a]) continue;
    w->group[a] = (uint8_t)++groups;
    for (bool grew = true; grew;) {
      grew = false;
      for (int b = 0; b < n; b++) {
        if (w->group[b] != groups) continue;
        for (int c = 0; c < n; c++) {
          if (w->group[c] || sp_distance(w->anchor[b], w->anchor[c]) > 10) continue;
          int m = sp_line(p, side, w->anchor[b], w->anchor[c], -1, line);
          if (line_free(w, p, line, m)) w->group[c] = (uint8_t)groups, grew = true;
        }
      }
    }
  }
  return groups;
}

static int new_iso(struct sal_play *p, int side) {
  struct state *s = S(p);
  if (s->niso >= MAX_ISO) return 0;
  s->iso[s->niso++] = (struct iso){(uint8_t)side, 0, 1};
  return s->niso;
}

static void give(struct sal_play *p, int i, int id) { /* a hex of an Isolated Area leaves the enemy's area */
  struct state *s = S(p);
  s->isle[i] = (uint8_t)id;
  s->area[i] &= (uint8_t)~(A_GER | A_RUS);
}

/* One Pocket: drop anchors until it holds no enemy; true when it became one (or joined the main area). */
static void make_pocket(struct sal_play *p, int side, struct pocket_room *w, int n, int k) {
  struct state *s = S(p);
  int base = sp_pa_low(p) * WIDTH;
  for (;;) {
    int members = 0, foe = -1;
    for (int i = 0; i < n; i++) members += w->group[i] == k;
    if (members < 2) return;
    draw_links(p, side, w, n, k);
    flood_edges(p, w);
    bool unit = false, touches = false;
    for (int i = 0; i < PA_PLACES; i++) {
      if (!place_ok(p, i) || w->reached[i]) continue;
      if (w->enemy[i] && foe < 0) foe = i + base;
      unit |= w->any[i];
      touches |= sp_front_edge(p, side, i + base); /* 11.6058 */
      for (int d = 0; d < 6; d++) {
        int to = O(p)->near[i + base][d];
        touches |= to >= 0 && sp_area(p, side, to);
      }
    }
    if (foe >= 0) {
      int drop = -1;
      for (int i = 0; i < n; i++)
        if (w->group[i] == k && (drop < 0 || sp_distance(w->anchor[i], foe) < sp_distance(w->anchor[drop], foe))) drop = i;
      w->group[drop] = 255;
      continue;
    }
    if (!unit) return;
    int id = touches ? 0 : new_iso(p, side);
    for (int i = 0; i < PA_PLACES; i++) {
      if (!place_ok(p, i) || w->reached[i] || s->isle[i]) continue; /* what is another Pocket's stays so */
      if (id) give(p, i, id);
      else s->area[i] = (uint8_t)((s->area[i] & ~(A_GER | A_RUS)) | (side == GER ? A_GER : A_RUS));
    }
    return;
  }
}

/* 5.5.9, 11.6062: 1..4 = A..D. */
static void type_areas(struct sal_play *p) {
  struct state *s = S(p);
  uint8_t size[MAX_ISO + 1] = {0}, open[MAX_ISO + 1] = {0};
  int base = sp_pa_low(p) * WIDTH;
  for (int i = 0; i < PA_PLACES; i++) {
    int id = s->isle[i];
    if (!id) continue;
    if (size[id] < 2) size[id]++;
    for (int d = 0; d < 6; d++) {
      int to = O(p)->near[i + base][d];
      if (to < 0 || !sp_in_pa(p, to)) continue;
      int k = at_pa(p, to);
      if (s->isle[k] == id) continue;
      if (!(s->area[k] & (s->iso[id - 1].side == GER ? A_RUS : A_GER))) open[id] = 1;
    }
  }
  for (int k = 1; k <= s->niso; k++) {
    bool pocket = size[k] > 1;
    s->iso[k - 1].type = (uint8_t)(pocket ? (open[k] ? 1 : 4) : open[k] ? 2 : 3);
  }
}

void sp_pockets(struct sal_play *p) {
  struct state *s = S(p);
  struct pocket_room *w = p->scratch;
  s->niso = 0;
  memset(s->iso, 0, sizeof s->iso);
  memset(s->isle, 0, sizeof s->isle);
  for (int u = 0; u < p->book->ncounters; u++) s->unit[u].iso = 0;
  for (int side = 0; side < 2; side++) {
    map_side(p, side, w);
    int n = loose_anchors(p, side, w), groups = n ? group_anchors(p, side, w, n) : 0;
    for (int k = 1; k <= groups; k++) make_pocket(p, side, w, n, k);
    for (int i = 0; i < PA_PLACES; i++) /* whoever is still outside: an Isolated Location */
      if (w->any[i] && outside(p, side, i) && !s->isle[i]) give(p, i, new_iso(p, side));
  }
  type_areas(p);
  for (int u = 0; u < p->book->ncounters; u++) {
    struct unit *unit = &s->unit[u];
    if (unit->where != MAP) continue;
    int id = s->isle[at_pa(p, unit->at)];
    if (!id || s->iso[id - 1].side != side_of(p, u)) continue;
    unit->iso = (uint8_t)id;
    unit->flags |= U_KNOWN; /* 11.6054c: revealed as Isolated */
    sal_tell(p, E_ISOLATED, R_11_6062, SAL_EVU(u, .at = {O(p)->cell[unit->at]}, .n = {(int16_t)(s->iso[id - 1].type - 1)}));
  }
}
