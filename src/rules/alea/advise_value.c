/* advise_value.c - what is good in Kursk: what a position is worth, where a side wants to be, what
 * an attack brings.
 *
 * The aims are the scenario's places; where points decide, they are the hexes by which the German
 * leaves the map. Attacks are valued by the assault table itself. Where points decide, a unit is
 * worth its points as well: a German step costs several Soviet ones there, so the same odds are
 * good in one scenario and bad in another.
 */
#include "advise.h"

#include <string.h>

enum { POINT = 45, AT_THE_END = 5 }; /* half a victory point; of units, when the game is over */

/* ---- worked out once -------------------------------------------------------------------- */

/* Hexes can be raised from six sides, and once as aims. */
static size_t entries_of(const struct sal_book *b) {
  return 6 * (size_t)b->board.cells + AIMS;
}

/* The distances to all aims, the entries of a spread, and a few fields of wishes, by cell. */
size_t alea_advice_room(const struct sal_book *b) {
  const struct advice *none = NULL;
  size_t entries = (entries_of(b) + 1) * sizeof *none->spread.entry;
  return sizeof(struct advice) + entries +
         (size_t)b->board.cells * (AIMS + WISHES * sizeof(int16_t));
}

/* For the distances: the price of the ground alone. */
static int step_price(const struct sal_book *b, sal_hex from, int dir, int kind) {
  return own(b)->edge[kind][from * 6 + dir];
}

/* 7.a.6.4: dice below 1 read row 1, above 7 row 7. */
static int row_of(int v) {
  return clamp(v, 1, ROWS) - 1;
}

/* What a column of T2 or T3 brings with that modifier: mean hits on both sides, how often at least
 * this many hits fall on the defender, and how often units may infiltrate. */
static struct chance chance_of(const struct own *o, int type, int column, int mod) {
  bool probe = type == PROBE;
  struct chance c = {0};

  for (int die = 1; die <= 6; die++) {
    int row = row_of(die - mod);
    int hits = probe ? o->probe_d[row][column] : o->assault_d[row][column];
    int back = probe ? o->probe_a[row_of(die)][column] : o->assault_a[row_of(die)][column];
    c.theirs = (int16_t)(c.theirs + 100 * hits / 6);
    c.ours = (int16_t)(c.ours + 100 * back / 6);
    c.slip = (uint8_t)(c.slip + (probe && o->slip[row][column] ? 16 : 0));
    for (int n = 0; n <= ROWS + 1; n++) {
      c.at_least[n] = (uint8_t)(c.at_least[n] + (hits >= n ? 16 : 0));
    }
  }

  return c;
}

/* evenly along the edge by which the German leaves */
static void ways_out(const struct sal_book *b, struct advice *a) {
  const uint8_t *exit = own(b)->exit;
  int all = 0;
  int seen = 0;

  for (int i = 0; i < b->board.nhexes; i++) {
    all += exit[b->board.order[i]];
  }
  for (int i = 0; i < b->board.nhexes && a->naims < AIMS; i++) {
    sal_hex h = b->board.order[i];
    if (exit[h] && seen++ == (2 * a->naims + 1) * all / (2 * AIMS)) {
      a->aim[a->naims++] = h;
    }
  }
}

/* Which part of the counters has to be looked at, to see that a side has not moved. */
static void watch(const struct sal_book *b, struct advice *a) {
  const struct own *o = own(b);

  for (int side = 0; side < SAL_SIDES; side++) {
    struct watched *w = &a->watched[side];
    int low = MAX_UNITS;
    int high = -1;
    for (int i = 0; i < o->nground[side]; i++) {
      low = min_of(low, o->ground[side][i]);
      high = max_of(high, o->ground[side][i]);
    }
    w->key = 0;
    w->low = (uint16_t)(high < 0 ? 0 : low);
    w->n = (uint16_t)(high < 0 ? 0 : high - low + 1);
  }
}

/* The steps to the hexes that are two or three away: from `way` to `way` along two directions. */
static void look_round(const struct sal_board *b, struct advice *a) {
  int n = 0;

  for (int ring = 2; ring <= COMING; ring++) {
    for (int d = 0; d < 6; d++) {
      for (int side = 0; side < ring; side++) {
        int corner = (ring - side) * b->step[d];
        a->around[n++] = (int16_t)(corner + side * b->step[sal_turn(d, 1)]);
      }
    }
  }
  SAL_ASSERT(n == AROUND);
}

/* Aims, distances and chances do not change in a game, so they are worked out once. */
void alea_advice_prepare(const struct sal_book *b, void *memory) {
  const struct own *o = own(b);
  struct advice *a = memory;

  a->naims = 0;
  memset(a->wished, 0, sizeof a->wished);
  /* AIMS is a multiple of four, so what lies behind the distances is aligned */
  a->spread.entry = (void *)(a->away + (size_t)AIMS * b->board.cells);
  a->wish = (int16_t *)(void *)(a->spread.entry + entries_of(b));
  a->march.n = 0;
  for (int h = 0; h < b->board.cells; h++) {
    a->march.spent[h] = b->board.on[h] ? SAL_FAR : 0;
  }
  watch(b, a);
  look_round(&b->board, a);
  a->front[0].key = a->front[1].key = a->blocked[0].key = a->blocked[1].key = 0;
  a->leavers.key = 0;
  for (int i = 0; i < o->ngoals && a->naims < AIMS; i++) {
    a->aim[a->naims++] = o->goal[i];
  }
  if (!o->ngoals) {
    ways_out(b, a);
  }
  for (int i = 0; i < a->naims; i++) {
    sal_ways_to(&a->ways, b, a->aim[i], step_price, 1, FAR_OFF,
                a->away + (uint32_t)i * b->board.cells);
  }
  for (int c = 0; c < COLUMNS; c++) {
    for (int m = 0; m < MODS; m++) {
      a->chance[ASSAULT][c][m] = chance_of(o, ASSAULT, c, m);
      a->chance[PROBE][c][m] = chance_of(o, PROBE, c, m);
    }
  }
}

/* Where places decide, what is not tried in the last turn is never tried. */
bool alea_now_or_never(const struct sal_play *p) {
  return by_places(p) && p->state->turn >= S(p)->turns;
}

/* The Soviet moves last: nobody comes to what he leaves behind in the last turn. */
bool alea_nothing_follows(const struct sal_play *p, int side) {
  return side == SAL_SOVIET && alea_now_or_never(p);
}

/* Which aim a hex is. */
int alea_aim_at(const struct sal_play *p, sal_hex h) {
  for (int i = 0; i < advice(p)->naims; i++) {
    if (advice(p)->aim[i] == h) {
      return i;
    }
  }

  return -1;
}

/* ---- value ------------------------------------------------------------------------------ */

/* By what the counter can do; a step is about a hundred. */
int32_t alea_worth(const struct sal_play *p, int u) {
  const struct unit_info *i = I(p, u);
  return 60 + 8 * (i->af + i->df) + 10 * i->arm + 5 * i->bomb;
}

/* What is left of a unit in play. */
static int32_t standing(const struct sal_play *p, int u) {
  const struct unit *unit = U(p, u);
  const struct unit_info *i = I(p, u);

  /* 7.hit.3: the first loss halves it, the last one takes the rest */
  int32_t v = alea_worth(p, u);
  int32_t left = unit->steps == i->steps ? v : v * (30 + 40 * unit->steps / i->steps) / 100;
  if (unit->flags & DSG) {
    left -= v / 12;
  }
  if (unit->flags & OOS) {
    left -= v / 8;
  }

  return left;
}

/* Of those it has not got; the held ones are kept near too. */
int alea_wanted(const struct sal_play *p, int side, sal_hex h) {
  int best = 60;

  for (int i = 0; i < advice(p)->naims; i++) {
    bool ours = held_by(p, side, advice(p)->aim[i]);
    int d = away(p, i, h) + (ours == (side == SAL_GERMAN) ? 10 : 0);
    best = min_of(best, d);
  }

  return best;
}

/* A side's units and how near they are to what they want. */
static int32_t forces(const struct sal_play *p, int side) {
  const struct own *o = O(p);
  /* to be somewhere else */
  bool wants = by_places(p) || S(p)->exits < EXITS;
  int32_t sum = 0;

  for (int i = 0; i < o->nground[side]; i++) {
    int u = o->ground[side][i];
    const struct unit *unit = U(p, u);
    if (!unit->at) {
      continue;
    }
    if (!unit->steps) {
      continue;
    }
    sum += standing(p, u);
    if (wants && !is_guns(p, u) && I(p, u)->mf) {
      sum -= (side == SAL_GERMAN ? 3 : 1) * alea_wanted(p, side, unit->at);
    }
  }

  return sum;
}

/* An aim in German hands, and how safely: a unit standing on it counts more than a passing scout's
 * mark. */
static int32_t places(const struct sal_play *p) {
  int32_t sum = 0;

  for (int i = 0; i < advice(p)->naims; i++) {
    sal_hex h = advice(p)->aim[i];
    bool german = held_by(p, SAL_GERMAN, h);
    int side = german ? SAL_GERMAN : SAL_SOVIET;
    int32_t firm = zoc_on(p, side, h) ? 500 : 800;
    if (friend_at(p, side, h)) {
      firm = 900;
    }
    sum += german ? firm : -firm;
  }

  return sum;
}

/* A position's worth to a side: forces, places or points, and at the end who has won. */
int32_t alea_value(const struct sal_play *p, int side) {
  struct sal_result r;
  int32_t v = forces(p, SAL_GERMAN) - forces(p, SAL_SOVIET);
  bool over = alea_score(p, &r);

  if (!by_places(p)) {
    v += POINT * (alea_vp(p, SAL_GERMAN) - alea_vp(p, SAL_SOVIET));
    v += 150 * min_of(S(p)->exits, EXITS);
  } else if (!over) {
    v += places(p);
  }
  if (over) {
    /* a point of margin is worth less than a place */
    int32_t margin = 1500 * r.margin.num / max_of(r.margin.den, 1);
    v = v / AT_THE_END + margin / (by_places(p) ? 1 : 4);
    v += r.winner == SAL_GERMAN ? 4000 : -4000;
  }

  return side == SAL_GERMAN ? v : -v;
}

/* Where a side's units stand and in what state, and the combat that is being put together. */
uint64_t alea_posture(const struct sal_play *p, int side) {
  const struct own *o = O(p);
  uint64_t sum = sal_hash(&S(p)->fight, sizeof S(p)->fight, 0);

  for (int i = 0; i < o->nground[side]; i++) {
    int u = o->ground[side][i];
    const struct unit *unit = U(p, u);
    const uint16_t of[3] = {unit->at, (uint16_t)(unit->flags & ~(MOVED | GROUP)),
                            (uint16_t)(unit->steps << 8 | unit->box)};
    sum += sal_hash(of, sizeof of, (uint64_t)u + 1);
  }

  return sum;
}

/* ---- where everybody is ----------------------------------------------------------------- */

/* Where all units of a side stand, as one number. */
static uint64_t reckon_key(const struct sal_play *p, int side) {
  const struct own *o = O(p);
  uint64_t key = 1;

  for (int i = 0; i < o->nground[side]; i++) {
    uint64_t at = U(p, o->ground[side][i])->at;
    uint64_t one = (at << 16 | (uint64_t)i) * 0x9e3779b97f4a7c15u;
    key += one ^ one >> 29;
  }

  return key;
}

/* The same. A side whose counters are what they were, byte by byte, has the key it had: to compare
 * them is much quicker, and while a side moves, its enemy does not. */
static uint64_t key_of(const struct sal_play *p, int side) {
  struct watched *w = &advice(p)->watched[side];
  const struct unit *now = &S(p)->unit[w->low];
  size_t bytes = w->n * sizeof *now;

  if (!w->key || memcmp(w->unit, now, bytes)) {
    memcpy(w->unit, now, bytes);
    w->key = reckon_key(p, side);
  }
#ifdef SALIENT_DEBUG
  SAL_ASSERT(w->key == reckon_key(p, side));
#endif
  return w->key;
}

/* A flood from all enemies at once, kept until one of them moves. */
const uint8_t *alea_front(const struct sal_play *p, int side) {
  const struct sal_board *b = &p->book->board;
  const struct own *o = O(p);
  struct front *f = &advice(p)->front[side];
  uint16_t *queue = advice(p)->ways.queue;
  int head = 0;
  int tail = 0;
  int enemy = sal_enemy(side);
  uint64_t key = key_of(p, enemy);

  if (f->key == key) {
    return f->far;
  }
  f->key = key;
  memset(f->far, NEAR, b->cells);
  for (int i = 0; i < o->nground[enemy]; i++) {
    sal_hex h = U(p, o->ground[enemy][i])->at;
    if (h && f->far[h]) {
      f->far[h] = 0;
      queue[tail++] = h;
    }
  }
  while (head < tail) {
    sal_hex h = queue[head++];
    int next = f->far[h] + 1;
    UNROLL6
    for (int d = 0; d < 6; d++) {
      sal_hex n = (sal_hex)(h + b->step[d]);
      if (f->far[n] > next && b->on[n]) {
        f->far[n] = (uint8_t)next;
        queue[tail++] = n;
      }
    }
  }

  return f->far;
}

/* Artillery and HQs guard nothing. */
int alea_guards(const struct sal_play *p, int side, sal_hex h, int but) {
  int n = 0;

  for (int u = top_friend(p, side, h); u >= 0; u = below(p, u)) {
    n += u != but && !is_artillery(p, u) && I(p, u)->kind != HQ;
  }

  return n;
}

/* ---- where a side wants to be ----------------------------------------------------------- */

struct wish {
  int32_t weight, there; /* before the distance; more for being there */
};

/* How near the nearest German who counts when he leaves is to each exit. Kept until a German moves:
 * every caller has looked at the Soviet front first. */
static const struct leavers *leavers(const struct sal_play *p) {
  struct advice *a = advice(p);
  struct leavers *l = &a->leavers;
  const struct own *o = O(p);

  if (l->key == a->front[SAL_SOVIET].key) {
    return l;
  }
  l->key = a->front[SAL_SOVIET].key;
  memset(l->nearest, FAR_OFF, sizeof l->nearest);
  for (int i = 0; i < o->nground[SAL_GERMAN]; i++) {
    int u = o->ground[SAL_GERMAN][i];
    sal_hex at = U(p, u)->at;
    if (!at || !alea_counts_out(p, u)) {
      continue;
    }
    for (int aim = 0; aim < a->naims; aim++) {
      l->nearest[aim] = (uint8_t)min_of(l->nearest[aim], away(p, aim, at));
    }
  }

  return l;
}

/* How badly an exit has to be barred, by how near the Germans are who would leave by it. */
static int threat(const struct sal_play *p, int aim) {
  enum { DANGER = 30, GRAIN = 3 };
  int least = min_of(DANGER, leavers(p)->nearest[aim]);
  return 2 * (DANGER - least) / GRAIN * GRAIN;
}

/* Where points decide, the German wants out and the Soviet wants to bar the way. */
static struct wish way_out(const struct sal_play *p, int side, int aim, int liking) {
  if (S(p)->exits >= EXITS) {
    return (struct wish){NOT_WANTED, 0};
  }
  return (struct wish){liking + (side == SAL_SOVIET ? threat(p, aim) : 0), 0};
}

enum { NO_USE = 60 }; /* how much less a place attracts that needs no more units */

/* How much a place of ours attracts: less with every guard, more if the enemy is near. */
static int keeping(const struct sal_play *p, int side, sal_hex goal, int guards) {
  if (guards >= 2) {
    return -NO_USE;
  }
  if (guards) {
    return -10;
  }
  bool threatened = side == SAL_SOVIET || zoc_on(p, side, goal);
  return threatened ? 40 : 0;
}

/* How much a place of theirs attracts: more when it stands empty, and most in the last turn. */
static int taking(const struct sal_play *p, int side, sal_hex goal) {
  enum { EMPTY = 60, GUARDED = 30, NOW_OR_NEVER = 60 };
  int draws = enemy_at(p, side, goal) ? GUARDED : EMPTY;

  return alea_now_or_never(p) ? draws + NOW_OR_NEVER : draws;
}

/* A place that is not ours attracts; one that is ours attracts until it is guarded. */
static struct wish wish_for(const struct sal_play *p, int side, int aim, int but,
                            const int8_t *bias) {
  sal_hex goal = advice(p)->aim[aim];
  int w = bias[1 + aim % (SAL_BIAS - 1)] / 3;
  int guards = alea_guards(p, side, goal, but);

  if (!by_places(p)) {
    return way_out(p, side, aim, w);
  }
  if (!held_by(p, side, goal)) {
    return (struct wish){w + taking(p, side, goal), 80};
  }
  if (alea_nothing_follows(p, side)) {
    return (struct wish){w - NO_USE, 0};
  }

  return (struct wish){w + keeping(p, side, goal, guards), guards ? 0 : 45};
}

/* What stands in the way of a side, by cell, in points on top of the ground: enemies to be broken,
 * their zones, works to be climbed. It depends only on where the enemy is, so it is kept under his
 * key. */
static void block_ways(const struct sal_play *p, int side, uint8_t *more) {
  enum { ZONE = 4, WORKS_PRICE = 2, BREAK = 6, MOST = 16 };
  const struct sal_board *b = &p->book->board;
  const struct own *o = O(p);
  int enemy = sal_enemy(side);

  for (int c = 0; c < b->cells; c++) {
    bool works = side == SAL_GERMAN && o->works[c];
    more[c] = works ? WORKS_PRICE : 0;
  }
  /* first all zones, then the units in them: a unit is dearer when others cover it */
  for (int i = 0; i < o->nground[enemy]; i++) {
    int u = o->ground[enemy][i];
    sal_hex h = U(p, u)->at;
    if (!h || is_guns(p, u)) {
      continue;
    }
    for (int d = 0; d < 6; d++) {
      sal_hex n = (sal_hex)(h + b->step[d]);
      if (b->on[n] && more[n] < ZONE) {
        more[n] = (uint8_t)(more[n] + ZONE);
      }
    }
  }
  for (int i = 0; i < o->nground[enemy]; i++) {
    int u = o->ground[enemy][i];
    sal_hex h = U(p, u)->at;
    if (!h) {
      continue;
    }
    int v = more[h] + I(p, u)->df / 2;
    if (more[h] < BREAK) {
      v += BREAK;
    }
    more[h] = (uint8_t)min_of(v, MOST);
  }
}

/* The wish of a hex grows: it waits to pass it on. */
static void raise_wish(struct spread *s, sal_hex h, int v, int best, int16_t *wish) {
  if (v <= wish[h]) {
    return;
  }
  wish[h] = (int16_t)v;
  s->entry[s->n].hex = h;
  s->entry[s->n].next = s->first[best - v];
  s->first[best - v] = ++s->n;
}

/* What a hex passes on to its neighbours: less by the price of the step from there. */
static void pass_on(const struct sal_play *p, struct spread *s, sal_hex h, int best,
                    const uint8_t *more, int16_t *wish) {
  const struct sal_board *b = &p->book->board;
  const uint8_t *edge = O(p)->edge[1];
  int here = wish[h] - SLOPE * more[h];

  UNROLL6
  for (int d = 0; d < 6; d++) {
    sal_hex from = (sal_hex)(h + b->step[d]);
    /* most neighbours are wanted as much already, as a step costs a point; beyond the map all is
     * barred */
    if (wish[from] >= here - SLOPE) {
      continue;
    }
    int price = edge[from * 6 + sal_back(d)];
    if (price != SAL_BARRED) {
      raise_wish(s, from, here - SLOPE * price, best, wish);
    }
  }
}

/* From the aims backwards: a unit that follows rising values takes the best way round the enemy, or
 * the weakest place through him. The most wanted hexes go first, so each passes its wish on once.
 */
static void spread_wish(const struct sal_play *p, const struct wish *w, const uint8_t *more,
                        int16_t *wish) {
  struct advice *a = advice(p);
  struct spread *s = &a->spread;
  int best = NOT_WANTED;

  for (int i = 0; i < a->naims; i++) {
    best = max_of(best, w[i].weight);
  }
  SAL_ASSERT(best - NOT_WANTED < DEPTHS);
  s->n = 0;
  memset(s->first, 0, sizeof s->first);
  for (int i = 0; i < a->naims; i++) {
    raise_wish(s, a->aim[i], w[i].weight, best, wish);
  }
  for (int depth = 0; depth < best - NOT_WANTED; depth++) {
    while (s->first[depth]) {
      uint32_t entry = s->first[depth] - 1;
      sal_hex h = s->entry[entry].hex;
      s->first[depth] = s->entry[entry].next;
      bool raised_since = wish[h] != best - depth;
      if (!raised_since) {
        pass_on(p, s, h, best, more, wish);
      }
    }
  }
}

/* All aims together as one field, kept under a key of what it depends on. */
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
  if (a->wished[slot] == key) {
    return wish;
  }
  a->wished[slot] = key;
  if (a->blocked[side].key != a->front[side].key) {
    a->blocked[side].key = a->front[side].key;
    block_ways(p, side, a->blocked[side].far);
  }
  for (uint32_t c = 0; c < cells; c++) {
    wish[c] = a->naims ? NOT_WANTED : 0;
  }
  spread_wish(p, w, a->blocked[side].far, wish);
  for (int i = 0; i < a->naims; i++) {
    int16_t v = (int16_t)(w[i].weight + w[i].there);
    int16_t *at = &wish[a->aim[i]];
    *at = v > *at ? v : *at;
  }

  return wish;
}

/* A unit that stands on an aim is not counted as its guard, or it would never see a reason to
 * stay. */
int32_t alea_wish_here(const struct sal_play *p, int side, int u, const int8_t *bias,
                       const int16_t *wish) {
  sal_hex at = U(p, u)->at;
  int aim = alea_aim_at(p, at);
  int32_t v = wish[at];

  if (aim < 0) {
    return v;
  }
  struct wish w = wish_for(p, side, aim, u, bias);
  return w.weight + w.there > v ? w.weight + w.there : v;
}

/* ---- what an attack brings -------------------------------------------------------------- */

/* Where points decide, losing a unit also gives points away. */
static int32_t price_of(const struct sal_play *p, int u) {
  return alea_worth(p, u) + (by_places(p) ? 0 : POINT * alea_points(p, u));
}

/* in halves */
static int attackers_at(const struct sal_play *p, int side, sal_hex from, sal_hex target, int but,
                        struct package *k) {
  int sum = 0;

  for (int u = top_friend(p, side, from); u >= 0; u = below(p, u)) {
    if (u == but) {
      continue;
    }
    if (!alea_may_attack(p, u, target, NULL)) {
      continue;
    }
    sum += alea_factor(p, u, true, false) *
           (S(p)->cell[from].ground & DP_HELD && !O(p)->dp[target] ? 3 : 2);
    k->price[0] += price_of(p, u);
    k->steps[0] += U(p, u)->steps;
  }

  return sum;
}

/* All units in the hex with what the ground gives, as in the combat itself. */
static void defenders_at(const struct sal_play *p, int side, sal_hex h, struct package *k) {
  const struct own *o = O(p);
  int m = 2 + o->defence[side][h];

  if (S(p)->cell[h].ground & DP_HELD) {
    m += o->hill_bonus;
  }
  if (side == SAL_SOVIET && alea_fort(p, h)) {
    m += o->works[h];
  }
  for (int u = top(p, h); u >= 0; u = below(p, u)) {
    k->defence += alea_factor(p, u, false, false) * (m > 6 ? 6 : m);
    k->price[1] += price_of(p, u);
    k->steps[1] += U(p, u)->steps;
  }
  /* 11.3: twice the mean of a die */
  if (side == SAL_SOVIET && (alea_fort(p, h) || S(p)->cell[h].ground & MINED)) {
    k->defence += 7;
  }
}

/* All units round the target but one, and those in it. */
struct package alea_package(const struct sal_play *p, int side, sal_hex target, int but) {
  struct package k = {0};

  for (int d = 0; d < 6; d++) {
    sal_hex n = sal_next(&p->book->board, target, d);
    if (!n) {
      continue;
    }
    int one = attackers_at(p, side, n, target, but, &k);
    k.attack += one;
    k.hexes += one > 0;
  }
  defenders_at(p, sal_enemy(side), target, &k);
  return k;
}

/* The same package, and a unit that was left out of it, coming to `at`. */
struct package alea_package_with(const struct sal_play *p, int side, sal_hex target,
                                 const struct package *k, int u, sal_hex at) {
  struct package with = *k;
  struct package there = {0};
  int factors = 2 * alea_factor(p, u, true, false);
  bool new_hex = !attackers_at(p, side, at, target, u, &there);

  with.attack += factors;
  with.hexes += new_hex && factors > 0;
  with.price[0] += price_of(p, u);
  with.steps[0] += U(p, u)->steps;
  return with;
}

/* A place, and more of it when there is no other turn. */
static int32_t place_worth(const struct sal_play *p) {
  enum { PLACE = 700, LAST_CHANCE = 2500 };
  return alea_now_or_never(p) ? LAST_CHANCE : PLACE;
}

/* Of the hex itself: the place, the way to it, or just ground. In the last turn only what lies so
 * near that an advance or a rupture may still reach the place. */
static int32_t ground_worth(const struct sal_play *p, int side, sal_hex h) {
  enum { GROUND = 60, CLOSE = 8, NEARER = 35, REACH = 2, DOOR = 300 };
  if (!by_places(p)) {
    return GROUND;
  }
  if (alea_aim_at(p, h) >= 0) {
    return place_worth(p);
  }
  int d = alea_wanted(p, side, h);
  if (alea_now_or_never(p)) {
    return d <= REACH ? DOOR : 0;
  }
  return GROUND + (d < CLOSE ? (CLOSE - d) * NEARER : 0);
}

/* Enemy losses and ground won, less own losses, by the mean of all dice. In the last turn units
 * count a fifth, as they do in alea_value when the game is over. */
static int32_t bring(const struct sal_play *p, int side, sal_hex target, const struct package *k,
                     const struct chance *c) {
  int steps = k->steps[1] ? k->steps[1] : 1;
  int ours = k->steps[0] ? k->steps[0] : 1;

  /* 7.a.7.2 */
  int hits = c->theirs < 100 * steps ? c->theirs : 100 * steps;
  int forced = steps / 2 + 1;
  int32_t ground = ground_worth(p, side, target);
  int32_t units = hits * k->price[1] / steps / 100 - c->ours * k->price[0] / ours / 100;
  if (alea_now_or_never(p)) {
    units /= AT_THE_END;
  }
  return units + ground * c->at_least[min_of(forced, ROWS + 1)] / 100;
}

/* 7.a.6.5: what the hexes of the attack add to the die. Where only units stand that could still
 * come, there is none yet. */
static int modifier_of(int side, const struct package *k) {
  int most = side == SAL_GERMAN ? 2 : 1;
  return clamp(k->hexes - 1, 0, most);
}

/* The column of the odds, in tenths: the rest says how near the next one is. */
static int place_of(const struct package *k) {
  int tenths = k->defence ? 10 * k->attack / k->defence : 60;
  return tenths < 10 ? 2 * tenths : tenths + 10;
}

/* The column itself. */
static int column_of(const struct package *k) {
  return min_of(place_of(k) / 10, COLUMNS - 1);
}

enum { NO_ATTACK = -150 };

/* By the column the odds give; for attacks still coming together, between two columns. */
int32_t alea_package_worth(const struct sal_play *p, int side, sal_hex target,
                           const struct package *k, bool coming) {
  const struct advice *a = advice(p);
  if (!k->attack) {
    return NO_ATTACK;
  }
  int mod = modifier_of(side, k);
  int place = place_of(k);
  int column = min_of(place / 10, COLUMNS - 1);
  int32_t v = bring(p, side, target, k, &a->chance[ASSAULT][column][mod]);
  if (coming && column + 1 < COLUMNS) {
    int32_t next = bring(p, side, target, k, &a->chance[ASSAULT][column + 1][mod]);
    v += (next - v) * (place % 10) / 10;
  }

  return v;
}

/* German units next to the target also stand next to h. */
static bool from_beside(const struct sal_play *p, sal_hex target, sal_hex h) {
  const struct sal_board *b = &p->book->board;

  for (int d = 0; d < 6; d++) {
    sal_hex n = sal_next(b, h, d);
    if (n && friend_at(p, SAL_GERMAN, n) && sal_distance(b, n, target) == 1) {
      return true;
    }
  }

  return false;
}

/* An empty place beside the target that the German does not hold yet. */
static bool open_place_beside(const struct sal_play *p, sal_hex target) {
  const struct sal_board *b = &p->book->board;

  for (int i = 0; by_places(p) && i < advice(p)->naims; i++) {
    sal_hex h = advice(p)->aim[i];
    if (held_by(p, SAL_GERMAN, h) || enemy_at(p, SAL_GERMAN, h)) {
      continue;
    }
    if (sal_distance(b, h, target) == 1 && from_beside(p, target, h)) {
      return true;
    }
  }

  return false;
}

/* To get past the target into an empty place is worth the place. Where places decide it is all that
 * a probe is for: it does not drive the defender out. */
int32_t alea_probe_worth(const struct sal_play *p, sal_hex target, const struct package *k) {
  bool past = open_place_beside(p, target);
  if (!k->attack || (by_places(p) && !past)) {
    return NO_ATTACK;
  }
  int column = column_of(k);
  const struct chance *c = &advice(p)->chance[PROBE][column][modifier_of(SAL_GERMAN, k)];
  int32_t v = bring(p, SAL_GERMAN, target, k, c);
  return past ? v + place_worth(p) * c->slip / 100 : v;
}

/* ---- to stand or to give ground ---------------------------------------------------------- */

/* Fire Support that the defender can still give (7.a.3.2). */
static int support_left(const struct sal_play *p, int side, sal_hex target) {
  const struct own *o = O(p);
  int sum = 0;

  for (int i = 0; i < o->nground[side]; i++) {
    int u = o->ground[side][i];
    bool ready = is_guns(p, u) && alea_gun_ready(p, side, u, target, NULL);
    if (ready && U(p, u)->at != target) {
      sum += alea_bomb(p, u) / 4;
    }
  }

  return sum;
}

/* Both sides of the combat that has been declared. */
static struct package declared(const struct sal_play *p, const struct tally *t) {
  const struct fight *f = &S(p)->fight;
  int enemy = sal_enemy(f->side);
  struct package k = {.attack = t->attack};
  sal_unit who[CROWD];
  int n = alea_members(p, f->side, who);

  for (int i = 0; i < n; i++) {
    k.price[0] += price_of(p, who[i]);
    k.steps[0] += U(p, who[i])->steps;
  }
  defenders_at(p, enemy, f->target, &k);
  k.defence += 2 * (f->fire + support_left(p, enemy, f->target));
  return k;
}

/* The quarters of all guns that are left must reach another column, or they only turn (7.a.3.2). */
bool alea_support_helps(const struct sal_play *p) {
  const struct fight *f = &S(p)->fight;
  int enemy = sal_enemy(f->side);
  struct tally t = alea_tally(p, NULL);
  struct package now = {.attack = t.attack};

  defenders_at(p, enemy, f->target, &now);
  now.defence += 2 * f->fire;
  struct package then = now;
  then.defence += 2 * support_left(p, enemy, f->target);
  return column_of(&then) < column_of(&now);
}

/* What the defender keeps of his stack and costs the enemy, for one throw of each die. */
static int32_t kept(const struct package *k, int hits, int back, bool *held) {
  int steps = max_of(k->steps[1], 1);
  int lost = min_of(hits, steps);
  int32_t left = k->price[1] * (steps - lost) / steps;

  /* 7.a.7.2 */
  bool forced = 2 * lost > steps;
  *held = !forced;
  if (forced) {
    left -= left / 12;
  }
  return left + k->price[0] * min_of(back, k->steps[0]) / max_of(k->steps[0], 1);
}

/* 7.a.2.2: a defender who retreats takes half of the hits but gives up the hex, and hits less. A
 * regiment struck twice is dead where it stands and alive one hex behind, so this is calculated and
 * not read from the odds: the worst odds kill either way. */
int32_t alea_stand_worth(const struct sal_play *p) {
  enum { LESS = 2 };
  const struct own *o = O(p);
  const struct fight *f = &S(p)->fight;
  struct tally t = alea_tally(p, NULL);
  struct package k = declared(p, &t);
  int column = column_of(&k);
  int32_t ground = ground_worth(p, f->side, f->target);
  int32_t sum = 0;

  for (int die = 1; die <= 6; die++) {
    bool held;
    int hits = o->assault_d[row_of(die - t.mod_a)][column];
    sum += kept(&k, hits, o->assault_a[row_of(die)][column], &held);
    sum += held ? ground : 0;
    sum -= kept(&k, (hits + 1) / 2, o->assault_a[row_of(die - LESS)][column], &held);
  }

  return sum / 6;
}
