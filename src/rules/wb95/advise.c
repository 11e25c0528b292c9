/* advise.c - Kursk 1943 for computer opponents: what is good, and what a sensible commander would do next.
 *
 * Everything turns on the places and far banks that score: the German goes for those he has not got, the Soviet stands between. Who
 * comes next to the enemy must attack (5.1.3), so a unit goes there only where the odds are good, or digs in. bias[0] is boldness,
 * bias[1 + i % 15] the weight of objective i.
 */
#include "state.h"

#include <string.h>

enum { AIMS = 40, FAR_OFF = 250, VP = 160, SLOPE = 4, FAR = 60, WISHES = 32 };

/* ---- objectives, once a bot ------------------------------------------------------------------------ */

struct front { /* what the enemy's places mean, by cell */
  uint64_t key; /* of all it depends on */
  uint8_t far[SAL_MAX_CELLS];  /* hexes to the nearest enemy, up to FAR */
  uint8_t mass[SAL_MAX_CELLS]; /* his points within three hexes */
  uint8_t lure[SAL_MAX_CELLS]; /* hexes to the nearest that matters: a weak force is as good as a few hexes further off */
  sal_hex head[SAL_MAX_CELLS]; /* the force that `lure` counts to */
};
struct holes { /* ways that nobody bars, from the Germans to what they want */
  uint64_t key;
  int call;                  /* who is further off than that is not called; -1 there are none */
  uint8_t to[SAL_MAX_CELLS]; /* hexes to the nearest of these ways, up to FAR */
};
struct advice { /* the adviser's room; it outlives a state */
  sal_hex aim[AIMS];
  uint8_t line[AIMS]; /* of the score: a far bank is done with once its river is crossed; 255 = none */
  uint8_t vp[AIMS];
  int naims;
  struct front front[2];
  struct holes holes;
  struct sal_ways ways; /* workspace, as are the next three */
  uint8_t barred[SAL_MAX_CELLS], steps[SAL_MAX_CELLS], back[SAL_MAX_CELLS];
  struct wishes {
    uint64_t key;
    int16_t weight[AIMS];
  } wishes[WISHES];
  int16_t *wish; /* where a side wants to be, as far as it was asked: [slot * cells + cell] */
  uint8_t away[];          /* [aim * cells + cell], in thirds of a point for tracked units; behind it the wishes */
};

static size_t room(const struct sal_book *b) { return sizeof(struct advice) + (size_t)b->board.cells * (AIMS + WISHES * sizeof(int16_t)); }

/* Half of what a tracked unit pays, rounded up. */
static int step_price(const struct sal_book *b, sal_hex from, int dir, int kind) {
  int price = own(b)->plain[kind][from * 6 + dir];
  return price == SAL_BARRED ? SAL_BARRED : (price + 1) / 2;
}

static void add_aim(const struct sal_book *b, struct advice *a, sal_hex h, int line, int vp) {
  for (int i = 0; i < a->naims; i++)
    if (a->aim[i] == h) return;
  if (a->naims == AIMS) return;
  a->aim[a->naims] = h, a->line[a->naims] = (uint8_t)line, a->vp[a->naims] = (uint8_t)vp;
  sal_ways_to(&a->ways, b, h, step_price, TRACK, FAR_OFF, a->away + (uint32_t)a->naims * b->board.cells);
  a->naims++;
}

static void prepare(const struct sal_book *b, void *memory) {
  const struct own *o = own(b);
  struct advice *a = memory;
  int town = 2;
  a->naims = 0;
  a->front[0].key = a->front[1].key = a->holes.key = 0;
  for (int i = 0; i < WISHES; i++) a->wishes[i].key = 0;
  a->wish = (int16_t *)(void *)(a->away + (size_t)AIMS * b->board.cells); /* AIMS is even */
  for (int i = 0; i < o->nscores; i++) {
    const struct line_score *l = &o->score[i];
    if (l->kind == S_TOWN) town = l->vp;
    for (int k = 0; l->kind == S_PLACE && l->region && k < l->region->n; k++) add_aim(b, a, l->region->hexes[k], i, l->vp / l->region->n + 1);
    for (int k = 0; l->kind == S_RIVER && l->region && k < l->region->n; k += 6) add_aim(b, a, l->region->hexes[k], i, l->vp);
  }
  for (int i = 0; i < b->board.nhexes; i++)
    if (o->line[b->board.order[i]] & TOWN && o->start[b->board.order[i]] == HELD_S) add_aim(b, a, b->board.order[i], 255, town);
}

static inline struct advice *advice(const struct sal_play *p) { return sal_room(p); }
static inline int away(const struct sal_play *p, int aim, sal_hex h) { return advice(p)->away[(uint32_t)aim * p->book->board.cells + h]; }

static bool taken(const struct sal_play *p, int aim) { /* nothing more is to be won there */
  const struct advice *a = advice(p);
  if (a->line[aim] != 255 && O(p)->score[a->line[aim]].kind == S_RIVER) return S(p)->crossed >> a->line[aim] & 1;
  return S(p)->cell[a->aim[aim]].ground & HELD_G;
}

static inline uint64_t mixed(uint64_t one) { /* for keys that are sums */
  one *= 0x9e3779b97f4a7c15u;
  return one ^ one >> 29;
}
static uint64_t all_taken(const struct sal_play *p) { /* a bit for each */
  uint64_t bits = 0;
  for (int i = 0; i < advice(p)->naims; i++) bits |= (uint64_t)taken(p, i) << i;
  return bits;
}

/* ---- value ------------------------------------------------------------------------------------------- */

static int32_t worth(const struct sal_play *p, int u) { /* of what is left of it, in hundredths of a step */
  const struct unit *unit = &S(p)->unit[u];
  const struct kind *k = K(p, u);
  int32_t w = unit->cel * 40 + 22 * k->off[unit->cel] + (k->role == HQ ? 120 : 0);
  if (unit->more & DISORG) w -= w / 6;
  return w - (unit->oos > 6 ? 60 : 10 * unit->oos);
}

/* How near the Germans have come to what they have not got yet, and whether they stand in what they have. */
static int32_t advance(const struct sal_play *p) {
  enum { GARRISON = 8 }; /* a zone takes a place (4.1.6), a unit keeps it */
  const struct advice *a = advice(p);
  const struct own *o = O(p);
  int32_t sum = 0;
  for (int i = 0; i < a->naims; i++) {
    int near = 60;
    if (taken(p, i)) {
      sum += S(p)->cell[a->aim[i]].pres & occ(SAL_GERMAN) ? GARRISON * a->vp[i] : 0;
      continue;
    }
    for (int k = 0; k < o->nmine[SAL_GERMAN]; k++) {
      int u = o->mine[SAL_GERMAN][k];
      if (!on_map(p, u) || !is_regular(&o->kind[u])) continue;
      int d = away(p, i, S(p)->unit[u].at) + 4 * S(p)->unit[u].oos;
      near = d < near ? d : near;
    }
    sum += (60 - near) * a->vp[i] / 2;
  }
  return sum;
}

static int32_t value(const struct sal_play *p, int side) {
  const struct own *o = O(p);
  struct sal_result r;
  int32_t v = 0;
  for (int s = 0; s < 2; s++)
    for (int i = 0; i < o->nmine[s]; i++) {
      int u = o->mine[s][i];
      if (status(p, u) != ST_MAP && !(o->place[u].stawka && status(p, u) == ST_WAIT)) continue; /* reserves are worth as much where they wait */
      v += s == SAL_GERMAN ? worth(p, u) : -worth(p, u);
    }
  if (p->state->over && wb_score(p, &r)) {
    int32_t margin = within((int)r.margin.num, -100, 100);
    v = v / 4 + VP * margin + (r.winner == SAL_GERMAN ? 1500 : -1500) + (S(p)->auto_win ? (r.winner == SAL_GERMAN ? 4000 : -4000) : 0);
  } else {
    v += VP * wb_total(p) + advance(p);
  }
  return side == SAL_GERMAN ? v : -v;
}

/* ---- odds at a glance -------------------------------------------------------------------------------------- */

static bool next_to(const struct sal_play *p, int side, sal_hex h) { /* units of that side */
  for (int d = 0; d < 6; d++)
    if (S(p)->cell[h + B(p)->step[d]].pres & occ(side)) return true;
  return false;
}

static int gun_points(const struct sal_play *p, int side, sal_hex h, bool attack, int most) {
  const struct own *o = O(p);
  int sum = 0;
  for (int i = 0; i < o->nguns[side] && most; i++) {
    int u = o->guns[side][i];
    const struct unit *unit = &S(p)->unit[u];
    if (!on_map(p, u) || unit->flags & FIRED || unit->more & PACKED || unit->part || sal_distance(B(p), unit->at, h) > RANGE + attack || unit->at == h) continue;
    sum += attack ? wb_attack_sp(p, u) : wb_defence_sp(p, u);
    most--;
  }
  return sum;
}

struct muster { /* those round a hex */
  int sp, through, across, stars; /* through: a line of works; across: a river */
};
static void add_to(const struct sal_play *p, struct muster *m, int *here, int u, bool works) {
  *here += wb_attack_sp(p, u);
  m->stars += K(p, u)->stars & BLUE || (K(p, u)->stars & BLACK && !works);
}
/* Everybody who stands next to h, but for `joining`, who comes to `at`. */
static struct muster muster(const struct sal_play *p, int side, sal_hex h, int joining, sal_hex at) {
  struct muster m = {0};
  bool works = wb_fortified(p, sal_enemy(side), h);
  for (int d = 0; d < 6; d++) {
    sal_hex g = sal_next(B(p), h, d);
    int here = 0;
    if (!g) continue;
    if (S(p)->cell[g].pres & occ(side))
      EACH_AT(S(p), u, g)
        if (u != joining && wb_can_attack(p, side, u)) add_to(p, &m, &here, u, works);
    if (joining >= 0 && g == at) add_to(p, &m, &here, joining, works);
    m.sp += here;
    if (side == SAL_GERMAN && B(p)->owns[h * 6 + d] & O(p)->fl) m.through += here;
    if (B(p)->side[h * 6 + d] & (O(p)->river | O(p)->doniec)) m.across += here;
  }
  return m;
}

struct stand { /* those attacked, and the guns of both sides */
  int sp, guns, shift;
};
static struct stand stand(const struct sal_play *p, int side, sal_hex h) {
  int enemy = sal_enemy(side);
  struct stand s = {.guns = gun_points(p, side, h, true, 3), .sp = gun_points(p, enemy, h, false, 1), .shift = -O(p)->cm[h]};
  EACH_AT(S(p), u, h) {
    if (!(S(p)->unit[u].flags & FOUGHT) && K(p, u)->role != TOWED_ART) s.sp += wb_defence_sp(p, u);
    s.shift -= (K(p, u)->stars & WHITE) != 0;
  }
  if (S(p)->cell[h].ground & ff(enemy)) s.shift -= O(p)->line[h] & TOWN ? 2 : 1;
  if (s.sp < 1) s.sp = 1;
  return s;
}

/* The column, more or less, with so many points more; -1 nobody is there. */
static int column_of(const struct muster *m, const struct stand *s, int more) {
  if (!m->sp) return -1;
  int total = m->sp + more + s->guns, def = s->sp, shift = s->shift + (m->stars < 3 ? m->stars : 3);
  if (m->through) total -= (m->through + s->guns) / 2;
  if (2 * m->through > m->sp) shift -= 2;
  if (2 * m->across > m->sp) shift -= 1;
  int column = (total >= def ? NORATIO - 1 + (2 * total + def) / (2 * def) : NORATIO + 1 - (2 * def + total) / (2 * total)) + shift;
  return column < 0 ? 0 : column >= COLUMNS ? COLUMNS - 1 : column;
}
static int column_against(const struct sal_play *p, int side, sal_hex h, int joining, sal_hex at) {
  struct muster m = muster(p, side, h, joining, at);
  struct stand s = stand(p, side, h);
  return column_of(&m, &s, 0);
}

/* Points of those who could still come to the attack on h, or half of them: not all will. */
static int reserves(const struct sal_play *p, int side, sal_hex h, int but) {
  enum { WITHIN = 3 };
  const struct own *o = O(p);
  int sum = 0;
  for (int i = 0; i < o->nmine[side]; i++) {
    int u = o->mine[side][i];
    if (u == but || S(p)->unit[u].flags & MOVED || !on_map(p, u)) continue;
    int d = sal_distance(B(p), S(p)->unit[u].at, h);
    if (d > 1 && d <= WITHIN && wb_can_attack(p, side, u)) sum += wb_attack_sp(p, u);
  }
  return sum / 2;
}

static int good_column(int side) { return side == SAL_GERMAN ? NORATIO + 1 : NORATIO + 3; } /* 2:1; 4:1 */

/* What it brings to an attack that u comes to `at`, or stays there: packages grow until they are good enough, and begin where they can.
 * Whoever is next to it has to be attacked (5.1.4): the Soviet, who wins nothing by an attack, looks at the worst of them, the German at the best. */
static int32_t joins(const struct sal_play *p, int side, int u, sal_hex at) {
  enum { ENOUGH = 2, MOST = 3 };
  int32_t best = -100, worst = 100;
  int good = good_column(side), prize = side == SAL_GERMAN ? 14 : 6, rise = side == SAL_GERMAN ? 9 : 5;
  for (int d = 0; d < 6; d++) {
    sal_hex h = sal_next(B(p), at, d);
    if (!(S(p)->cell[h].pres & occ(sal_enemy(side)))) continue;
    struct stand s = stand(p, side, h);
    struct muster without = muster(p, side, h, u, SAL_NOHEX), with = muster(p, side, h, u, at);
    int now = column_of(&without, &s, 0), then = column_of(&with, &s, 0), more = then < good ? column_of(&with, &s, reserves(p, side, h, u)) : then;
    int32_t v = now >= good + ENOUGH ? 4 : more < good ? (then - good) * 9 - 14 : prize + rise * smaller(more - good, MOST) - (then < good ? 4 : 0);
    best = larger(v, best), worst = smaller(v, worst);
  }
  return side == SAL_GERMAN ? best : worst;
}

static int best_column(const struct sal_play *p, int side, int joining, sal_hex at) { /* against the neighbours of `at` */
  int best = -1;
  for (int d = 0; d < 6; d++) {
    sal_hex h = sal_next(B(p), at, d);
    if (!(S(p)->cell[h].pres & occ(sal_enemy(side)))) continue;
    int c = column_against(p, side, h, joining, at);
    best = c > best ? c : best;
  }
  return best;
}

/* ---- where units are wanted ------------------------------------------------------------------------------------ */

/* The German wants what he has not got, the Soviet what he has lost. */
static struct wishes *wishes(const struct sal_play *p, int side, const int8_t *bias) {
  struct advice *a = advice(p);
  int16_t weight[AIMS] = {0};
  uint64_t key = 1;
  for (int i = 0; i < a->naims; i++) {
    bool wanted = taken(p, i) == (side == SAL_SOVIET);
    weight[i] = (int16_t)(!wanted ? -FAR_OFF * SLOPE : 6 * a->vp[i] + bias[1 + i % (SAL_BIAS - 1)] / 2 + (side == SAL_SOVIET ? 20 : 0));
    key = (key + (uint64_t)weight[i]) * 0x9e3779b97f4a7c15u;
  }
  struct wishes *w = &a->wishes[side * (WISHES / 2) + (int)(key >> 60)]; /* each side has its half: a plan looks at both */
  if (w->key == key) return w;
  w->key = key;
  memcpy(w->weight, weight, sizeof weight);
  memset(a->wish + (size_t)(w - a->wishes) * B(p)->cells, 0x7f, B(p)->cells * sizeof *a->wish);
  return w;
}
static int32_t wish_at(const struct sal_play *p, const struct wishes *w, sal_hex h) {
  enum { UNKNOWN = 0x7f7f };
  struct advice *a = advice(p);
  int16_t *known = a->wish + (size_t)(w - a->wishes) * B(p)->cells + h;
  if (*known != UNKNOWN) return *known;
  int best = -400;
  for (int i = 0; i < a->naims; i++) {
    int v = w->weight[i] - SLOPE * away(p, i, h);
    best = v > best ? v : best;
  }
  return *known = (int16_t)best;
}

/* A flood over the board in hexes: the sources whose turn has come are put into the queue before each level. */
static void spread(const struct sal_play *p, const sal_hex *source, const uint8_t *start, int n, uint8_t *far, sal_hex *head) {
  struct advice *a = advice(p);
  int first = 0, last = 0, latest = 0;
  memset(far, FAR, B(p)->cells);
  for (int i = 0; i < n; i++) latest = larger(start[i], latest);
  for (int level = 0; level < FAR && (level <= latest || first < last); level++) {
    for (int i = 0; i < n && level <= latest; i++) {
      if (start[i] != level || far[source[i]] <= level) continue;
      far[source[i]] = (uint8_t)level, a->ways.queue[last++] = source[i];
      if (head) head[source[i]] = source[i];
    }
    for (; first < last && far[a->ways.queue[first]] == level; first++) {
      sal_hex h = a->ways.queue[first];
      for (int d = 0; d < 6; d++) {
        sal_hex next = (sal_hex)(h + B(p)->step[d]);
        if (!B(p)->on[next] || far[next] <= level + 1) continue;
        far[next] = (uint8_t)(level + 1), a->ways.queue[last++] = next;
        if (head) head[next] = head[h];
      }
    }
  }
}

static void weigh_in(const struct sal_play *p, struct front *f, sal_hex at, int sp) {
  f->mass[at] = (uint8_t)smaller(f->mass[at] + sp, 255);
  for (int i = 0; i < AROUND; i++) {
    int g = at + O(p)->around[i] - 32768;
    bool near = g > 0 && g < B(p)->cells && B(p)->on[g] && sal_distance(B(p), at, (sal_hex)g) == O(p)->around_far[i]; /* the offsets do not know the edges */
    if (near) f->mass[g] = (uint8_t)smaller(f->mass[g] + sp, 255);
  }
}

/* A river or a place that counts much, not far from h and still to be won: whoever comes there alone matters as much as a mass. */
static bool near_a_prize(const struct sal_play *p, sal_hex h) {
  enum { GREAT = 5, NEAR = 18 }; /* points; six hexes of open ground */
  const struct advice *a = advice(p);
  for (int i = 0; i < a->naims; i++)
    if (a->vp[i] >= GREAT && away(p, i, h) <= NEAR && !taken(p, i)) return true;
  return false;
}

static const struct front *front(const struct sal_play *p, int side) {
  const struct own *o = O(p);
  struct front *f = &advice(p)->front[side];
  sal_hex at[MAX_UNITS] = {0}, stack[MAX_UNITS] = {0};
  uint8_t start[MAX_UNITS] = {0};
  int enemy = sal_enemy(side), n = 0, stacks = 0;
  uint64_t key = 1 + all_taken(p);
  for (int i = 0; i < o->nmine[enemy]; i++) {
    int u = o->mine[enemy][i];
    key += mixed((uint64_t)(on_map(p, u) ? S(p)->unit[u].at : 0) << 20 | (uint64_t)S(p)->unit[u].cel << 16 | (uint64_t)i);
  }
  if (f->key == key) return f;
  f->key = key;
  memset(f->mass, 0, B(p)->cells);
  for (int i = 0; i < o->nmine[enemy]; i++) {
    int u = o->mine[enemy][i];
    if (!on_map(p, u)) continue;
    at[n++] = S(p)->unit[u].at;
    if (!is_regular(&o->kind[u])) continue;
    weigh_in(p, f, S(p)->unit[u].at, o->kind[u].off[S(p)->unit[u].cel]);
    stack[stacks++] = S(p)->unit[u].at;
  }
  spread(p, at, start, n, f->far, f->head);
  for (int i = 0; i < stacks; i++) start[i] = (uint8_t)(f->mass[stack[i]] >= 40 || near_a_prize(p, stack[i]) ? 0 : f->mass[stack[i]] >= 20 ? 3 : 8);
  memset(f->head, 0, B(p)->cells * sizeof *f->head);
  spread(p, stack, start, stacks, f->lure, f->head);
  return f;
}

/* Where the Soviets stand, but for one of them, and where their zones end a march (4.2.1). */
enum { ZONE = 1, STANDS };
static void bar(const struct sal_play *p, int but) {
  const struct own *o = O(p);
  uint8_t *barred = advice(p)->barred;
  memset(barred, 0, B(p)->cells);
  for (int i = 0; i < o->nmine[SAL_SOVIET]; i++) {
    int u = o->mine[SAL_SOVIET][i];
    if (u == but || !on_map(p, u) || !is_regular(&o->kind[u])) continue;
    sal_hex at = S(p)->unit[u].at;
    barred[at] = STANDS;
    for (int d = 0; d < 6; d++) barred[at + B(p)->step[d]] |= ZONE;
  }
}

/* How far the Germans could march past them, and where they come from: two days of a tracked unit. */
static void march(const struct sal_play *p) {
  enum { TWO_DAYS = 12 };
  const struct own *o = O(p);
  struct advice *a = advice(p);
  int last = 0;
  memset(a->steps, FAR, B(p)->cells);
  for (int i = 0; i < o->nmine[SAL_GERMAN]; i++) {
    int u = o->mine[SAL_GERMAN][i];
    sal_hex at = S(p)->unit[u].at;
    if (on_map(p, u) && is_regular(&o->kind[u]) && a->steps[at]) a->steps[at] = 0, a->ways.queue[last++] = at;
  }
  for (int first = 0; first < last; first++) {
    sal_hex h = a->ways.queue[first];
    if (a->steps[h] >= TWO_DAYS || (a->barred[h] && a->steps[h])) continue;
    for (int d = 0; d < 6; d++) {
      sal_hex to = (sal_hex)(h + B(p)->step[d]);
      if (!B(p)->on[to] || a->steps[to] != FAR || a->barred[to] & STANDS || o->enter[TRACK][to] == SAL_BARRED) continue;
      a->steps[to] = (uint8_t)(a->steps[h] + 1), a->back[to] = (uint8_t)sal_back(d), a->ways.queue[last++] = to;
    }
  }
}

static int way_to(const struct sal_play *p, sal_hex h, const struct front *f, sal_hex *way, int n) { /* not right in front of him */
  const struct advice *a = advice(p);
  for (; a->steps[h] && n < MAX_UNITS; h = (sal_hex)(h + B(p)->step[a->back[h]]))
    if (f->far[h] >= 2) way[n++] = h;
  return n;
}
static int way_over(const struct sal_play *p, const struct sal_region *bank, const struct front *f, sal_hex *way, int n) {
  const struct advice *a = advice(p);
  sal_hex best = SAL_NOHEX;
  for (int k = 0; k < bank->n; k++)
    if (a->steps[bank->hexes[k]] < (best ? a->steps[best] : FAR)) best = bank->hexes[k];
  return best ? way_to(p, best, f, way, n) : n;
}

/* The distance within which so many are that have no enemy next to them. */
static int call(const struct sal_play *p, int but, const uint8_t *to) {
  enum { CALLED = 16 };
  const struct own *o = O(p);
  int at[FAR + 1] = {0}, sum = 0, d = 0;
  for (int i = 0; i < o->nmine[SAL_SOVIET]; i++) {
    int u = o->mine[SAL_SOVIET][i];
    if (on_map(p, u) && is_regular(&o->kind[u]) && (u == but || !wb_in_zoc(p, SAL_SOVIET, S(p)->unit[u].at))) at[to[S(p)->unit[u].at]]++;
  }
  while (d < FAR && (sum += at[d]) < CALLED) d++;
  return d;
}

/* A front is whole when no German can walk round it to a place or over a river. `but`: the unit that asks, for where it bars the way itself. */
static const struct holes *holes(const struct sal_play *p, int but, const struct front *f) {
  const struct own *o = O(p);
  struct advice *a = advice(p);
  sal_hex way[MAX_UNITS] = {0};
  uint8_t start[MAX_UNITS] = {0};
  uint64_t key = f->key + 1;
  int n = 0;
  for (int i = 0; i < o->nmine[SAL_SOVIET]; i++) {
    int u = o->mine[SAL_SOVIET][i];
    if (u == but || !on_map(p, u) || !is_regular(&o->kind[u])) continue;
    key += mixed((uint64_t)S(p)->unit[u].at << 16 | (uint64_t)i);
  }
  if (a->holes.key == key) return &a->holes;
  a->holes.key = key;
  bar(p, but);
  march(p);
  for (int i = 0; i < a->naims; i++) {
    bool bank = a->line[i] != 255 && o->score[a->line[i]].kind == S_RIVER;
    if (!bank && !taken(p, i) && a->steps[a->aim[i]] < FAR) n = way_to(p, a->aim[i], f, way, n);
  }
  for (int i = 0; i < o->nscores; i++)
    if (o->score[i].kind == S_RIVER && o->score[i].region && !(S(p)->crossed >> i & 1)) n = way_over(p, o->score[i].region, f, way, n);
  spread(p, way, start, n, a->holes.to, NULL);
  a->holes.call = n ? call(p, but, a->holes.to) : -1;
  return &a->holes;
}

struct plan { /* of one decision */
  const int8_t *bias;
  const struct holes *holes; /* that the Soviet has to close, or NULL */
  const struct front *front;
  const struct wishes *wishes, *lost; /* where the German wants to be; what the Soviet wants back */
};

static int ways_out(const struct sal_play *p, int side, sal_hex h) { /* neighbours that a retreat could go to (5.3.3) */
  int n = 0;
  for (int d = 0; d < 6; d++) {
    sal_hex to = sal_next(B(p), h, d);
    n += to && !(S(p)->cell[to].pres & occ(sal_enemy(side))) && !wb_in_zoc(p, side, to);
  }
  return n;
}

static int company(const struct sal_play *p, int side, int u, sal_hex h) { /* points of the others in a hex */
  int sp = 0;
  if (S(p)->cell[h].pres & occ(side))
    EACH_AT(S(p), w, h) sp += w != u ? K(p, w)->def[S(p)->unit[w].cel] : 0;
  return sp;
}

static bool guarded(const struct sal_play *p, int u, sal_hex h) { /* by others than u */
  EACH_AT(S(p), w, h)
    if (w != u && is_regular(K(p, w))) return true;
  return false;
}

/* Guns and staffs: within reach of the front (6.3.3) and behind somebody, for whoever comes to them alone takes them (6.1.7, 9.1.5), and guns
 * cannot retreat with those they stand among (6.2.4N). */
static int32_t shelter(const struct sal_play *p, int side, int u, sal_hex h, const struct front *f) {
  int d = f->far[h];
  bool with = guarded(p, u, h), screened = wb_in_zoc(p, sal_enemy(side), h);
  return (with ? 6 : 0) + (screened ? 6 : 0) - (d < 2 ? 60 : d == 2 ? 20 : 0) - (with || screened ? 0 : 8 * larger(5 - d, 0)) - 5 * larger(d - 4, 0) - (wb_in_zoc(p, side, h) ? 30 : 0);
}

static bool among(const struct sal_region *r, sal_hex h) {
  for (int i = 0; r && i < r->n; i++)
    if (r->hexes[i] == h) return true;
  return false;
}
/* K.9, P.10: a place whose loss decides the game, the enemy near and nobody of ours in it but u. */
static bool must_keep(const struct sal_play *p, int side, int u, sal_hex h, const struct front *f) {
  enum { ALERT = 8 };
  const struct own *o = O(p);
  if (f->far[h] > ALERT || !(o->line[h] & TOWN) || o->scenario & SC_LESSON) return false;
  bool decides = side == SAL_GERMAN ? among(o->bielgorod, h) : among(o->kursk, h) || among(o->obojan, h) || among(o->prokhorovka, h);
  return decides && !guarded(p, u, h);
}

/* The Soviet stands in the way of those that are strong: two hexes before them, where he can dig in before they come. */
static int32_t in_the_way(const struct sal_play *p, int u, sal_hex h, const struct plan *plan, bool close) {
  enum { STACKED = 20, CLOSES = 8, NEAR = 12 };
  const struct front *f = plan->front;
  int32_t v = -5 * larger(f->lure[h] - 2, 0);
  if (f->head[h]) v += within((wish_at(p, plan->wishes, h) - wish_at(p, plan->wishes, f->head[h])) / 4, -10, 10);
  v += within(wish_at(p, plan->lost, h) / 2, 0, 16);
  if (plan->holes && plan->holes->to[S(p)->unit[u].at] <= plan->holes->call) v += CLOSES * larger(NEAR - plan->holes->to[h], 0);
  v += 6 * O(p)->cm[h] + (S(p)->cell[h].ground & FF_S ? 4 : 0) + (O(p)->line[h] & LINE_FL ? 8 : 0) + (O(p)->line[h] & TOWN && S(p)->cell[h].ground & HELD_S ? 4 : 0);
  if (f->far[h] < 4 && !wb_in_zoc(p, SAL_GERMAN, h)) v += 6; /* a gap: no zone of ours reaches it */
  if (!close || f->far[h] > 4) return v + (f->far[h] > 4 ? 0 : 10);
  int others = company(p, SAL_SOVIET, u, h);
  v += within(smaller(f->mass[h] / 2, STACKED) - others, -10, 10);
  if (f->far[h] < 3 && S(p)->unit[u].cel == 1 && K(p, u)->cel > 1 && others < 6) v -= 35; /* the next loss would be a counter (K.10) */
  int out = ways_out(p, SAL_SOVIET, h);
  return v - (out == 0 ? 40 : out == 1 ? 15 : 0);
}

/* What it is worth to u to end in h. `close`: the attack it would join there is reckoned, which costs most of the time. */
static int32_t post(const struct sal_play *p, int side, int u, sal_hex h, const struct plan *plan, bool close) {
  const struct kind *k = K(p, u);
  bool home = S(p)->unit[u].at == h, contact = wb_in_zoc(p, side, h);
  int cel = S(p)->cell[h].cel + (home ? 0 : S(p)->unit[u].cel);
  int32_t v = cel > STACK ? -60 : 0;
  if (is_gun(k) || k->role == HQ) return v + shelter(p, side, u, h, plan->front);
  if (must_keep(p, side, u, h, plan->front)) v += 60;
  if (side == SAL_SOVIET) v += in_the_way(p, u, h, plan, close);
  else v += wish_at(p, plan->wishes, h) + (O(p)->cm[h] || S(p)->cell[h].ground & FF_G ? 2 : 0);
  if (!contact) return v;
  if (wb_fortified(p, side, h) && home) return v + (side == SAL_SOVIET ? 6 : 4);
  if (!close) return v + 14;
  return v + joins(p, side, u, h) + plan->bias[0] / 5;
}

static int32_t best_step(const struct sal_play *p, int side, int u, const struct plan *plan, bool close) { /* what moving on by a hex could gain */
  sal_hex at = S(p)->unit[u].at;
  bool stuck = wb_in_zoc(p, side, at);
  int32_t here = post(p, side, u, at, plan, close || (stuck && side == SAL_SOVIET)), best = -1000; /* a glance flatters; who is bound to attack must know how that would go */
  for (int d = 0; d < 6; d++) {
    sal_hex to = sal_next(B(p), at, d);
    if (!to || S(p)->cell[to].pres & occ(sal_enemy(side)) || O(p)->enter[K(p, u)->class][to] == SAL_BARRED || (stuck && wb_zoc_to_zoc(p, side, at, d))) continue;
    int32_t v = post(p, side, u, to, plan, close) - here;
    best = v > best ? v : best;
  }
  return best;
}

/* ---- scores, by decision ------------------------------------------------------------------------------------------ */

static bool forlorn(const struct sal_play *p, int side, int u, const struct front *f) { /* guns that the next enemy takes */
  return f->far[S(p)->unit[u].at] < 4 && shelter(p, side, u, S(p)->unit[u].at, f) < -7;
}

/* K.10: each formation of the STAVKA costs points. It comes where the points allow for it and for what will be lost besides. */
static bool called_for(const struct sal_play *p) {
  int left = O(p)->turns - p->state->turn;
  return wb_total(p) + 3 + left / 2 < O(p)->scale[0];
}

static int32_t score_move(const struct sal_play *p, int side, struct sal_action a, const struct plan *plan, bool close) {
  int u = a.x[0];
  sal_hex at = S(p)->unit[u].at;
  switch (a.verb) {
  case V_MOVE: {
    bool front = wb_in_zoc(p, side, at);
    if (S(p)->cell[at].cel > STACK) return 60;
    if (K(p, u)->role == TOWED_ART && !(S(p)->unit[u].more & PACKED)) return plan->front->far[at] > 5 ? 4 : forlorn(p, side, u, plan->front) ? 20 : -5;
    int32_t gain = best_step(p, side, u, plan, close);
    return gain > (front ? 10 : 2) ? 5 + (gain < 60 ? gain : 60) : -5;
  }
  case V_DIG: {
    if (wb_fortified(p, side, at)) return -8;
    int d = plan->front->far[at];
    if (d > 2) return -8;
    bool attacks = d == 1 && (side == SAL_GERMAN ? best_column(p, side, -1, at) >= good_column(side) : joins(p, side, u, at) > 0);
    return attacks ? -4 : 8;
  }
  case V_PICK: return O(p)->place[u].stawka && !called_for(p) ? -20 : 70;
  case V_TOP: return 3;
  case V_SPAN: return 5;
  case V_MARK: return -12;
  case V_UNMARK: return -15;
  case V_FULL: return -25;
  case V_UNMASK:
  case V_MASK: return -100;
  default: return 0; /* done */
  }
}

/* Everybody at a glance; then the likeliest are looked at closely, until one of them is the best. */
static void score_moves(const struct sal_play *p, int side, const struct sal_list *l, const struct plan *plan, int32_t *out) {
  enum { LOOKS = 6 };
  for (uint32_t i = 0; i < l->n; i++) out[i] = score_move(p, side, l->a[i], plan, false);
  for (int look = 0; look < LOOKS; look++) {
    uint32_t best = 0;
    for (uint32_t i = 1; i < l->n; i++) best = out[i] > out[best] ? i : best;
    if (l->a[best].verb != V_MOVE) return;
    int32_t glance = out[best];
    out[best] = score_move(p, side, l->a[best], plan, true);
    if (out[best] >= glance) return;
  }
}

static int32_t score_step(const struct sal_play *p, int side, struct sal_action a, const struct plan *plan) {
  const struct sal_frame *f = sal_top(p);
  int u = f->x[0];
  sal_hex at = S(p)->unit[u].at;
  switch (a.verb) {
  case V_STEP:
    if (S(p)->cell[a.x[0]].pres & occ(sal_enemy(side))) return 90; /* guns or a staff alone */
    return post(p, side, u, a.x[0], plan, true) - post(p, side, u, at, plan, true) - 1; /* as good is not better */
  case V_PACK: return f->x[4] == 0 && (plan->front->far[at] > 5 || forlorn(p, side, u, plan->front)) ? 12 : -20;
  case V_DEPLOY: return plan->front->far[at] <= 4 ? 15 : -6;
  case V_BLOW: return -8;
  case V_REBUILD: return 6;
  case V_LEAVE: return -200;
  default: return 0; /* stop */
  }
}

static bool needed_elsewhere(const struct sal_play *p, int side, int u) { /* another hex must be attacked and nobody else can */
  const struct combat *f = &S(p)->fight;
  for (int d = 0; d < 6; d++) {
    sal_hex h = sal_next(B(p), S(p)->unit[u].at, d);
    bool target = false, other = false;
    if (!h || !(S(p)->cell[h].ground & MUST) || !wb_hex_owed(p, side, h)) continue;
    for (int i = 0; i < f->ntargets; i++) target |= f->target[i] == h;
    for (int k = 0; k < 6 && !target; k++) {
      sal_hex g = sal_next(B(p), h, k);
      if (!(S(p)->cell[g].pres & occ(side))) continue;
      EACH_AT(S(p), w, g) other |= w != u && wb_can_attack(p, side, w) && !(S(p)->unit[w].part & PA);
    }
    if (!target && !other) return true;
  }
  return false;
}

static bool only_here(const struct sal_play *p, int side, int u) { /* it must attack, and has no enemy but these */
  const struct combat *f = &S(p)->fight;
  if (!wb_unit_owes(p, side, u)) return false;
  for (int d = 0; d < 6; d++) {
    sal_hex h = sal_next(B(p), S(p)->unit[u].at, d);
    bool target = false;
    for (int i = 0; i < f->ntargets; i++) target |= f->target[i] == h;
    if (h && !target && wb_attackable(p, side, h)) return false;
  }
  return true;
}

static int32_t score_build(const struct sal_play *p, int side, struct sal_action a) {
  const struct combat *f = &S(p)->fight;
  int column = f->nparts ? wb_reckon(p, NULL, false).column : 0;
  switch (a.verb) {
  case V_ADD:
    if (only_here(p, side, a.x[0])) return 200;
    if (needed_elsewhere(p, side, a.x[0])) return f->nparts ? -60 : -30;
    if (column >= COLUMNS - 3) return -5;
    return 20 + wb_attack_sp(p, a.x[0]);
  case V_TARGET: return S(p)->cell[a.x[0]].ground & MUST && f->nparts ? 5 : -50;
  case V_CANCEL: return -90;
  default: return 10; /* commit */
  }
}

static int32_t score_support(const struct sal_play *p, int side, struct sal_action a) {
  const struct combat *f = &S(p)->fight;
  int column = wb_reckon(p, NULL, false).column;
  bool attacks = side == f->side;
  switch (a.verb) {
  case V_GUN: return attacks ? (column < COLUMNS - 3 ? 10 + wb_attack_sp(p, a.x[0]) : -5) : (column > 0 ? 10 + wb_defence_sp(p, a.x[0]) : -5);
  case V_FULL: return column < NORATIO + 2 ? 2 : -5;
  case V_SPEND: return f->spend[side] == a.x[0] ? -50 : attacks ? (column < COLUMNS - 3 ? 6 : -5) : (column > 1 ? 6 : -5);
  case V_SPARE: return -20;
  case V_NOHQ: return -100;
  case V_GROUND: return -10;
  default: return 0; /* commit */
  }
}

/* Guns of one hex fire together at what is worth most; never at bridges. */
static int32_t score_shell(const struct sal_play *p, struct sal_action a) {
  switch (a.verb) {
  case V_COMMIT: return 50;
  case V_TARGET: return 20 + S(p)->cell[a.x[0]].cel - 4 * O(p)->cm[a.x[0]];
  case V_GUN: return S(p)->unit[a.x[0]].at == S(p)->unit[S(p)->fight.part[0]].at ? 45 : -50;
  default: return a.verb == V_CANCEL ? -40 : -60;
  }
}

static bool has_prey(const struct sal_play *p, int side, int u) { /* enemies two or three hexes away that it may fire at */
  sal_hex at = S(p)->unit[u].at;
  for (int i = 0; i < O(p)->nmine[sal_enemy(side)]; i++) {
    int e = O(p)->mine[sal_enemy(side)][i];
    if (!on_map(p, e)) continue;
    sal_hex h = S(p)->unit[e].at;
    int d = sal_distance(B(p), at, h);
    if (d < 2 || d > RANGE || S(p)->cell[h].ground & (ATTACKED | SHELLED) || wb_attack_sp(p, u) <= 2 * O(p)->cm[h] || wb_hex_owed(p, side, h)) continue;
    return true;
  }
  return false;
}

static int32_t score_attack(const struct sal_play *p, int side, struct sal_action a, const struct plan *plan) {
  if (a.verb == V_DONE) return 0;
  if (a.verb == V_SHELL) return has_prey(p, side, a.x[0]) ? 2 : -10;
  sal_hex h = a.x[0];
  int column = column_against(p, side, h, -1, SAL_NOHEX);
  int32_t v = (column - good_column(side)) * 10 + 5 + plan->bias[0] / 8;
  if (S(p)->cell[h].ground & MUST && wb_hex_owed(p, side, h)) v += 300;
  if (side == SAL_GERMAN && O(p)->line[h] & TOWN) v += 10;
  return v;
}

static int32_t score_retreat(const struct sal_play *p, int side, struct sal_action a, const struct plan *plan) {
  if (a.verb == V_DONE) return 0;
  if (a.verb == V_STOP) return -10;
  int u = a.x[0];
  sal_hex to = a.x[1];
  int32_t v = 30 - 6 * (plan->front->far[to] < 2) + (O(p)->cm[to] ? 3 : 0);
  v += side == SAL_GERMAN ? wish_at(p, plan->wishes, to) / 12 : (wb_fortified(p, side, to) ? 8 : 0) + 2 * smaller(ways_out(p, side, to), 3);
  if (wb_in_zoc(p, side, to)) { /* a level more: better than to be destroyed where it stands */
    bool doomed = S(p)->fight.back[side] >= S(p)->unit[u].cel;
    v -= S(p)->unit[u].cel == 1 ? 60 : doomed ? 12 : 28;
  }
  if (S(p)->cell[to].cel + S(p)->unit[u].cel > STACK) v -= 6;
  return v;
}

static int32_t score_pursue(const struct sal_play *p, int side, struct sal_action a, const struct plan *plan) {
  if (a.verb != V_PURSUE) return 0;
  int u = a.x[0];
  if (S(p)->cell[a.x[1]].pres & occ(sal_enemy(side))) return 80;
  int32_t gain = wish_at(p, plan->wishes, a.x[1]) - wish_at(p, plan->wishes, S(p)->unit[u].at);
  if (K(p, u)->role == HQ) return -5;
  if (side == SAL_SOVIET) return O(p)->line[a.x[1]] & TOWN ? 10 : -8;
  return gain + 6 + plan->bias[0] / 10;
}

static int32_t score_loss(const struct sal_play *p, int u) { /* who can best spare it */
  const struct unit *unit = &S(p)->unit[u];
  const struct kind *k = K(p, u);
  int cost = k->cel == 2 && unit->cel == 2 ? 10 * (k->off[2] - k->off[1]) : 60 + 12 * k->off[unit->cel] + (k->role == HQ ? 150 : 0);
  return SAL_SURE + 1000 - cost;
}

static int32_t score_air(const struct sal_play *p, int side, struct sal_action a) {
  int mission = S(p)->airkind[side] - 1;
  bool ours = (p->state->phase == P_AIR) == (side == SAL_GERMAN);
  switch (a.verb) {
  case V_PICK: return S(p)->unit[a.x[0]].flags & PENDING || !ours ? -20 : 30 + K(p, a.x[0])->sp[1];
  case V_MISSION: return a.x[0] == OFFENCE ? 20 : a.x[0] == STRIKE ? 5 : a.x[0] == DEFENCE ? 10 : -10;
  case V_PUT: {
    if (mission == OFFENCE) return 10 * column_against(p, side, a.x[0], -1, SAL_NOHEX) - (S(p)->cell[a.x[0]].pres & ZOC ? 0 : 60);
    if (mission == DEFENCE) return next_to(p, sal_enemy(side), a.x[0]) ? S(p)->cell[a.x[0]].cel : -10;
    return 3 * S(p)->cell[a.x[0]].cel - 6 * O(p)->cm[a.x[0]];
  }
  case V_DROP: return -10;
  default: return 0; /* commit */
  }
}

static int32_t score_one(const struct sal_play *p, int side, struct sal_action a, const struct plan *plan) {
  switch (sal_top(p)->node) {
  case N_SETUP: return a.verb == V_PICK ? 10 + K(p, a.x[0])->sp[1] : a.verb == V_DONE ? 5 : -5;
  case N_AIR: return score_air(p, side, a);
  case N_STEP: return score_step(p, side, a, plan);
  case N_ENTER: return a.verb == V_PUT ? 200 + wish_at(p, plan->wishes, a.x[0]) / 8 : a.verb == V_SHIFT ? -20 : 0;
  case N_ATTACK: return score_attack(p, side, a, plan);
  case N_BUILD: return score_build(p, side, a);
  case N_SUPPORT:
  case N_RESPOND: return score_support(p, side, a);
  case N_LOSS: return score_loss(p, a.x[0]);
  case N_RETREAT: return score_retreat(p, side, a, plan);
  case N_PURSUE: return score_pursue(p, side, a, plan);
  case N_SHELL: return score_shell(p, a);
  case N_WITHDRAW: return SAL_SURE - worth(p, a.x[0]);
  case N_REPAIR: return a.verb == V_REPAIR ? SAL_SURE + K(p, a.x[0])->sp[2] : 0;
  default: return a.verb == V_DONE ? 1 : 0; /* the barrage */
  }
}

static void score(const struct sal_play *p, int side, const struct sal_list *l, const int8_t bias[SAL_BIAS], int32_t *out) {
  int node = sal_top(p)->node;
  struct plan plan = {.bias = bias};
  if (node == N_MOVE || node == N_STEP || node == N_RETREAT) plan.front = front(p, side);
  if (plan.front || node == N_ENTER || node == N_PURSUE) plan.wishes = wishes(p, SAL_GERMAN, bias);
  if (plan.front && side == SAL_SOVIET) plan.lost = wishes(p, SAL_SOVIET, bias);
  if (side == SAL_SOVIET && (node == N_MOVE || node == N_STEP) && !(O(p)->scenario & SC_LESSON)) plan.holes = holes(p, node == N_STEP ? sal_top(p)->x[0] : -1, plan.front);
  if (node == N_MOVE) score_moves(p, side, l, &plan, out);
  else for (uint32_t i = 0; i < l->n; i++) out[i] = score_one(p, side, l->a[i], &plan);
}

const struct sal_adviser wb_adviser = {.value = value, .score = score, .room = room, .prepare = prepare, .nbias = SAL_BIAS, .turns = 1, .actions = 400};
