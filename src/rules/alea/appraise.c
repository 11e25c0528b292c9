/* appraise.c - what is good in Kursk: what a position is worth, where a side wants to be, what an attack brings.
 *
 * The aims are the scenario's places; where points decide, they are the hexes by which the German leaves the map. Attacks are valued by
 * the assault table itself. Where points decide, a unit is worth its points as well: a German step costs several Soviet ones there,
 * so the same odds are good in one scenario and bad in another.
 */
#include "advise.h"

#include <string.h>

enum { POINT = 45 }; /* half a victory point */

/* ---- worked out once ------------------------------------------------------------------------------------------------------ */

size_t alea_advice_room(const struct sal_book *b) { return sizeof(struct advice) + (size_t)b->board.cells * (AIMS + WISHES * sizeof(int16_t)); }

static int step_price(const struct sal_book *b, sal_hex from, int dir, int kind) { return own(b)->edge[kind][from * 6 + dir]; }

static int row_of(int v) { return v < 1 ? 0 : v > ROWS ? ROWS - 1 : v - 1; } /* 7.a.6.4 */
static struct chance chance_of(const struct own *o, int column, int mod) {
  struct chance c = {0};
  for (int die = 1; die <= 6; die++) {
    int hits = o->assault_d[row_of(die - mod)][column];
    c.theirs = (int16_t)(c.theirs + 100 * hits / 6);
    c.ours = (int16_t)(c.ours + 100 * o->assault_a[row_of(die)][column] / 6);
    for (int n = 0; n <= ROWS + 1; n++) c.at_least[n] = (uint8_t)(c.at_least[n] + (hits >= n ? 16 : 0));
  }
  return c;
}

static void ways_out(const struct sal_book *b, struct advice *a) { /* evenly along the edge by which the German leaves */
  const uint8_t *exit = own(b)->exit;
  int all = 0, seen = 0;
  for (int i = 0; i < b->board.nhexes; i++) all += exit[b->board.order[i]];
  for (int i = 0; i < b->board.nhexes && a->naims < AIMS; i++) {
    sal_hex h = b->board.order[i];
    if (exit[h] && seen++ == (2 * a->naims + 1) * all / (2 * AIMS)) a->aim[a->naims++] = h;
  }
}

void alea_advice_prepare(const struct sal_book *b, void *memory) {
  const struct own *o = own(b);
  struct advice *a = memory;
  a->naims = 0;
  memset(a->wished, 0, sizeof a->wished);
  a->wish = (int16_t *)(void *)(a->away + (size_t)AIMS * b->board.cells); /* AIMS is even */
  a->front[0].key = a->front[1].key = a->blocked[0].key = a->blocked[1].key = 0;
  for (int i = 0; i < o->ngoals && a->naims < AIMS; i++) a->aim[a->naims++] = o->goal[i];
  if (!o->ngoals) ways_out(b, a);
  for (int i = 0; i < a->naims; i++) sal_ways_to(&a->ways, b, a->aim[i], step_price, 1, FAR_OFF, a->away + (uint32_t)i * b->board.cells);
  for (int c = 0; c < COLUMNS; c++)
    for (int m = 0; m < MODS; m++) a->chance[c][m] = chance_of(o, c, m);
}

int alea_aim_at(const struct sal_play *p, sal_hex h) {
  for (int i = 0; i < advice(p)->naims; i++)
    if (advice(p)->aim[i] == h) return i;
  return -1;
}

/* ---- value -------------------------------------------------------------------------------------------------------------- */

int32_t alea_worth(const struct sal_play *p, int u) {
  const struct unit_info *i = I(p, u);
  return 60 + 8 * (i->af + i->df) + 10 * i->arm + 5 * i->bomb;
}

static int32_t standing(const struct sal_play *p, int u) {
  const struct unit *unit = U(p, u);
  const struct unit_info *i = I(p, u);
  int32_t v = alea_worth(p, u), left = unit->steps == i->steps ? v : v * (30 + 40 * unit->steps / i->steps) / 100; /* 7.hit.3: the first loss halves it, the last one takes the rest */
  if (unit->flags & DSG) left -= v / 12;
  if (unit->flags & OOS) left -= v / 8;
  return left;
}

/* Of those it has not got; the held ones are kept near too. */
int alea_wanted(const struct sal_play *p, int side, sal_hex h) {
  int best = 60;
  for (int i = 0; i < advice(p)->naims; i++) {
    bool ours = held_by(p, side, advice(p)->aim[i]);
    int d = away(p, i, h) + (ours == (side == SAL_GERMAN) ? 10 : 0);
    best = d < best ? d : best;
  }
  return best;
}

static int32_t forces(const struct sal_play *p, int side) {
  const struct own *o = O(p);
  bool wants = by_places(p) || S(p)->exits < EXITS; /* to be somewhere else */
  int32_t sum = 0;
  for (int i = 0; i < o->nground[side]; i++) {
    int u = o->ground[side][i];
    const struct unit *unit = U(p, u);
    if (!unit->at || !unit->steps) continue;
    sum += standing(p, u);
    if (wants && !is_guns(p, u) && I(p, u)->mf) sum -= (side == SAL_GERMAN ? 3 : 1) * alea_wanted(p, side, unit->at);
  }
  return sum;
}

/* An aim in German hands, and how safely: somebody of its own on it counts more than a passing scout's mark. */
static int32_t places(const struct sal_play *p) {
  int32_t sum = 0;
  for (int i = 0; i < advice(p)->naims; i++) {
    sal_hex h = advice(p)->aim[i];
    bool german = held_by(p, SAL_GERMAN, h);
    int side = german ? SAL_GERMAN : SAL_SOVIET;
    int32_t firm = friend_at(p, side, h) ? 900 : zoc_on(p, side, h) ? 500 : 800;
    sum += german ? firm : -firm;
  }
  return sum;
}

int32_t alea_value(const struct sal_play *p, int side) {
  struct sal_result r;
  int32_t v = forces(p, SAL_GERMAN) - forces(p, SAL_SOVIET);
  bool over = alea_score(p, &r);
  if (by_places(p)) v += over ? 0 : places(p);
  else v += POINT * (alea_vp(p, SAL_GERMAN) - alea_vp(p, SAL_SOVIET)) + 150 * (S(p)->exits < EXITS ? S(p)->exits : EXITS);
  if (over) v = v / 5 + 1500 * r.margin.num / (r.margin.den ? r.margin.den : 1) / (by_places(p) ? 1 : 4) + (r.winner == SAL_GERMAN ? 4000 : -4000);
  return side == SAL_GERMAN ? v : -v;
}

/* ---- where everybody is ------------------------------------------------------------------------------------------------------ */

const uint8_t *alea_front(const struct sal_play *p, int side) {
  const struct sal_board *b = &p->book->board;
  const struct own *o = O(p);
  struct advice *a = advice(p);
  struct front *f = &a->front[side];
  int head = 0, tail = 0, enemy = sal_enemy(side);
  uint64_t key = 1;
  for (int i = 0; i < o->nground[enemy]; i++) {
    uint64_t one = ((uint64_t)U(p, o->ground[enemy][i])->at << 16 | (uint64_t)i) * 0x9e3779b97f4a7c15u;
    key += one ^ one >> 29;
  }
  if (f->key == key) return f->far;
  f->key = key;
  memset(f->far, NEAR, b->cells);
  for (int i = 0; i < o->nground[enemy]; i++) {
    sal_hex h = U(p, o->ground[enemy][i])->at;
    if (h && f->far[h]) f->far[h] = 0, a->ways.queue[tail++] = h;
  }
  while (head < tail) {
    sal_hex h = a->ways.queue[head++];
    for (int d = 0; d < 6; d++) {
      sal_hex n = (sal_hex)(h + b->step[d]);
      if (b->on[n] && f->far[n] > f->far[h] + 1) f->far[n] = (uint8_t)(f->far[h] + 1), a->ways.queue[tail++] = n;
    }
  }
  return f->far;
}

int alea_guards(const struct sal_play *p, int side, sal_hex h, int but) {
  int n = 0;
  for (int u = friend_at(p, side, h) ? top(p, h) : -1; u >= 0; u = below(p, u)) n += u != but && !is_artillery(p, u) && I(p, u)->kind != HQ;
  return n;
}

/* ---- where a side wants to be ------------------------------------------------------------------------------------------------- */

struct wish {
  int32_t weight, there; /* before the distance; more for being there */
};

/* How badly a way out has to be barred: by how near those are who would leave by it. */
static int threat(const struct sal_play *p, int aim) {
  enum { DANGER = 30, GRAIN = 3 };
  int least = DANGER;
  for (int i = 0; i < O(p)->nground[SAL_GERMAN]; i++) {
    int u = O(p)->ground[SAL_GERMAN][i], d = U(p, u)->at && alea_counts_out(p, u) ? away(p, aim, U(p, u)->at) : DANGER;
    least = d < least ? d : least;
  }
  return 2 * (DANGER - least) / GRAIN * GRAIN;
}

static struct wish way_out(const struct sal_play *p, int side, int aim, int liking) {
  if (S(p)->exits >= EXITS) return (struct wish){NOT_WANTED, 0};
  return (struct wish){liking + (side == SAL_SOVIET ? threat(p, aim) : 0), 0};
}

static struct wish wish_for(const struct sal_play *p, int side, int aim, int but, const int8_t *bias) {
  sal_hex goal = advice(p)->aim[aim];
  bool ours = held_by(p, side, goal);
  int w = bias[1 + aim % (SAL_BIAS - 1)] / 3, guards = alea_guards(p, side, goal, but);
  if (!by_places(p)) return way_out(p, side, aim, w);
  if (!ours) return (struct wish){w + (enemy_at(p, side, goal) ? 30 : 60), 80};                                    /* to be taken */
  return (struct wish){w + (guards >= 2 ? -60 : guards ? -10 : side == SAL_SOVIET || zoc_on(p, side, goal) ? 40 : 0), guards ? 0 : 45}; /* to be kept */
}

/* What stands in the way of a side, by cell, in points on top of the ground: enemies to be broken, their zones, works to be climbed. By
 * where the enemy is alone, so that it can be kept under his key. */
static void block_ways(const struct sal_play *p, int side, uint8_t *more) {
  enum { ZONE = 4, WORKS_PRICE = 2, BREAK = 6, MOST = 16 };
  const struct sal_board *b = &p->book->board;
  const struct own *o = O(p);
  int enemy = sal_enemy(side);
  for (int c = 0; c < b->cells; c++) more[c] = side == SAL_GERMAN && o->works[c] ? WORKS_PRICE : 0;
  for (int i = 0; i < o->nground[enemy]; i++) {
    sal_hex h = U(p, o->ground[enemy][i])->at;
    if (!h || is_guns(p, o->ground[enemy][i])) continue;
    for (int d = 0; d < 6; d++) {
      sal_hex n = (sal_hex)(h + b->step[d]);
      if (b->on[n] && more[n] < ZONE) more[n] = (uint8_t)(more[n] + ZONE);
    }
  }
  for (int i = 0; i < o->nground[enemy]; i++) {
    sal_hex h = U(p, o->ground[enemy][i])->at;
    int v = h ? more[h] + (more[h] < BREAK ? BREAK : 0) + I(p, o->ground[enemy][i])->df / 2 : 0;
    if (h) more[h] = (uint8_t)(v < MOST ? v : MOST);
  }
}

/* From the aims backwards: whoever goes uphill takes the best way round the enemy, or the weakest place through him. */
static void spread_wish(const struct sal_play *p, const struct wish *w, const uint8_t *more, int16_t *wish) {
  const struct sal_board *b = &p->book->board;
  struct advice *a = advice(p);
  const uint8_t *edge = O(p)->edge[1];
  uint32_t head = 0, tail = 0;
  SAL_ASSERT(b->cells > 0); /* the queue goes round */
  memset(a->ways.waiting, 0, b->cells);
  for (int i = 0; i < a->naims; i++) {
    sal_hex h = a->aim[i];
    if (w[i].weight <= wish[h]) continue;
    wish[h] = (int16_t)w[i].weight;
    if (!a->ways.waiting[h]) a->ways.waiting[h] = 1, a->ways.queue[tail++ % b->cells] = h;
  }
  while (head != tail) {
    sal_hex h = a->ways.queue[head++ % b->cells];
    a->ways.waiting[h] = 0;
    for (int d = 0; d < 6; d++) {
      sal_hex from = (sal_hex)(h + b->step[d]);
      int price = b->on[from] ? edge[from * 6 + sal_back(d)] : SAL_BARRED, v = wish[h] - SLOPE * (price + more[h]);
      if (price == SAL_BARRED || v <= wish[from]) continue;
      wish[from] = (int16_t)v;
      if (!a->ways.waiting[from]) a->ways.waiting[from] = 1, a->ways.queue[tail++ % b->cells] = from;
    }
  }
}

const int16_t *alea_wishes(const struct sal_play *p, int side, const int8_t *bias) {
  struct advice *a = advice(p);
  uint32_t cells = p->book->board.cells;
  struct wish w[AIMS] = {0};
  alea_front(p, side);
  uint64_t key = a->front[side].key + (uint64_t)side;
  for (int i = 0; i < a->naims; i++) {
    w[i] = wish_for(p, side, i, -1, bias);
    key = (key + (uint64_t)(w[i].weight * 256 + w[i].there)) * 0x9e3779b97f4a7c15u;
  }
  uint32_t slot = (uint32_t)(key >> 59);
  int16_t *wish = a->wish + slot * cells;
  if (a->wished[slot] == key) return wish;
  a->wished[slot] = key;
  if (a->blocked[side].key != a->front[side].key) {
    a->blocked[side].key = a->front[side].key;
    block_ways(p, side, a->blocked[side].far);
  }
  for (uint32_t c = 0; c < cells; c++) wish[c] = a->naims ? NOT_WANTED : 0;
  spread_wish(p, w, a->blocked[side].far, wish);
  for (int i = 0; i < a->naims; i++) {
    int16_t v = (int16_t)(w[i].weight + w[i].there), *at = &wish[a->aim[i]];
    *at = v > *at ? v : *at;
  }
  return wish;
}

int32_t alea_wish_here(const struct sal_play *p, int side, int u, const int8_t *bias, const int16_t *wish) {
  sal_hex at = U(p, u)->at;
  int aim = alea_aim_at(p, at);
  int32_t v = wish[at];
  if (aim < 0) return v;
  struct wish w = wish_for(p, side, aim, u, bias);
  return w.weight + w.there > v ? w.weight + w.there : v;
}

/* ---- what an attack brings ---------------------------------------------------------------------------------------------------- */

static int32_t price_of(const struct sal_play *p, int u) { return alea_worth(p, u) + (by_places(p) ? 0 : POINT * alea_points(p, u)); }

static int attackers_at(const struct sal_play *p, int side, sal_hex from, sal_hex target, int but, struct package *k) { /* in halves */
  int sum = 0;
  for (int u = friend_at(p, side, from) ? top(p, from) : -1; u >= 0; u = below(p, u)) {
    if (u == but || !alea_may_attack(p, u, target, NULL)) continue;
    sum += alea_factor(p, u, true, false) * (S(p)->cell[from].ground & DP_HELD && !O(p)->dp[target] ? 3 : 2);
    k->price[0] += price_of(p, u);
    k->steps[0] += U(p, u)->steps;
  }
  return sum;
}

static void defenders_at(const struct sal_play *p, int side, sal_hex h, struct package *k) {
  const struct own *o = O(p);
  int m = 2 + o->defence[side][h];
  if (S(p)->cell[h].ground & DP_HELD) m += o->hill_bonus;
  if (side == SAL_SOVIET && alea_fort(p, h)) m += o->works[h];
  for (int u = top(p, h); u >= 0; u = below(p, u)) {
    k->defence += alea_factor(p, u, false, false) * (m > 6 ? 6 : m);
    k->price[1] += price_of(p, u);
    k->steps[1] += U(p, u)->steps;
  }
  if (side == SAL_SOVIET && (alea_fort(p, h) || S(p)->cell[h].ground & MINED)) k->defence += 7; /* 11.3: twice the mean of a die */
}

struct package alea_package(const struct sal_play *p, int side, sal_hex target, int joining, sal_hex at) {
  struct package k = {0};
  for (int d = 0; d < 6; d++) {
    sal_hex n = sal_next(&p->book->board, target, d);
    if (!n) continue;
    int one = attackers_at(p, side, n, target, joining, &k);
    if (joining >= 0 && n == at) {
      one += 2 * alea_factor(p, joining, true, false);
      k.price[0] += price_of(p, joining);
      k.steps[0] += U(p, joining)->steps;
    }
    k.attack += one;
    k.hexes += one > 0;
  }
  defenders_at(p, sal_enemy(side), target, &k);
  return k;
}

/* Of the hex itself: the place, the way to it, or just ground. */
static int32_t ground_worth(const struct sal_play *p, int side, sal_hex h) {
  enum { GROUND = 60, PLACE = 700, CLOSE = 8, NEARER = 35 };
  if (!by_places(p)) return GROUND;
  if (alea_aim_at(p, h) >= 0) return PLACE;
  int d = alea_wanted(p, side, h);
  return GROUND + (d < CLOSE ? (CLOSE - d) * NEARER : 0);
}

static int32_t bring(const struct sal_play *p, int side, sal_hex target, const struct package *k, int column, int mod) {
  const struct chance *c = &advice(p)->chance[column][mod];
  int steps = k->steps[1] ? k->steps[1] : 1, ours = k->steps[0] ? k->steps[0] : 1;
  int hits = c->theirs < 100 * steps ? c->theirs : 100 * steps, forced = steps / 2 + 1; /* 7.a.7.2 */
  int32_t ground = ground_worth(p, side, target);
  return hits * k->price[1] / steps / 100 - c->ours * k->price[0] / ours / 100 + ground * c->at_least[forced < ROWS + 1 ? forced : ROWS + 1] / 100;
}

int32_t alea_package_worth(const struct sal_play *p, int side, sal_hex target, const struct package *k, bool coming) {
  enum { NOTHING = -150 };
  int most = side == SAL_GERMAN ? 2 : 1, mod = k->hexes - 1 < most ? k->hexes - 1 : most; /* 7.a.6.5 */
  if (!k->attack) return NOTHING;
  int tenths = k->defence ? 10 * k->attack / k->defence : 60, place = tenths < 10 ? 2 * tenths : tenths + 10; /* columns, in tenths */
  int column = place / 10 < COLUMNS ? place / 10 : COLUMNS - 1;
  int32_t v = bring(p, side, target, k, column, mod);
  if (coming && column + 1 < COLUMNS) v += (bring(p, side, target, k, column + 1, mod) - v) * (place % 10) / 10;
  return v;
}
