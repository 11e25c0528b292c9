/* advise_front.c - where the enemy is strong, where units are wanted, and which routes are open.
 *
 * Each of these is worked out for the whole board and kept until a unit it depends on has moved:
 * the key is a sum over those units.
 */
#include "advise.h"

#include <string.h>

/* ---- wishes ----------------------------------------------------------------------------- */

/* The German wants what he has not got, the Soviet what he has lost. */
static int weight_of(const struct sal_play *p, int side, int aim, const int8_t *bias) {
  const struct advice *a = advice(p);
  bool wanted = wb_aim_taken(p, aim) == (side == SAL_SOVIET);
  int weight = 6 * a->vp[aim] + bias[1 + aim % (SAL_BIAS - 1)] / 2;

  if (!wanted)
    return -FAR_OFF * SLOPE;

  return side == SAL_SOVIET ? weight + 20 : weight;
}

/* How much each aim is wanted; kept as long as nothing changes hands. */
const struct wishes *wb_wishes(const struct sal_play *p, int side, const int8_t *bias) {
  struct advice *a = advice(p);
  int16_t weight[AIMS] = {0};
  uint64_t key = 1;

  for (int i = 0; i < a->naims; i++) {
    weight[i] = (int16_t)weight_of(p, side, i, bias);
    key = (key + (uint64_t)weight[i]) * 0x9e3779b97f4a7c15u;
  }
  /* each side has its half of the slots: a plan looks at both */
  struct wishes *w = &a->wishes[side * (WISHES / 2) + (int)(key >> 60)];
  if (w->key == key)
    return w;
  w->key = key;
  memcpy(w->weight, weight, sizeof weight);
  memset(a->wish + (size_t)(w - a->wishes) * B(p)->cells, 0x7f, B(p)->cells * sizeof *a->wish);
  return w;
}

/* The wish that is strongest in a hex, after the way to it is taken off. */
int32_t wb_wish_at(const struct sal_play *p, const struct wishes *w, sal_hex h) {
  enum { UNKNOWN = 0x7f7f, NOTHING = -400 };
  struct advice *a = advice(p);
  int16_t *known = a->wish + (size_t)(w - a->wishes) * B(p)->cells + h;
  int best = NOTHING;

  if (*known != UNKNOWN)
    return *known;
  for (int i = 0; i < a->naims; i++)
    best = larger(best, w->weight[i] - SLOPE * away(p, i, h));
  *known = (int16_t)best;
  return *known;
}

/* ---- floods ----------------------------------------------------------------------------- */

struct flood { /* of hexes, over the board */
  uint8_t *far;
  sal_hex *head; /* the source a hex belongs to, or NULL */
  sal_hex *queue;
  int first, last;
};

/* Puts a hex into the flood. */
static void reach_hex(struct flood *f, sal_hex h, int level, sal_hex from) {
  f->far[h] = (uint8_t)level;
  f->queue[f->last++] = h;
  if (f->head)
    f->head[h] = from;
}

/* Goes on from all hexes of one level to their neighbours. */
static void spread_level(const struct sal_board *b, struct flood *f, int level) {
  for (; f->first < f->last && f->far[f->queue[f->first]] == level; f->first++) {
    sal_hex h = f->queue[f->first];
    sal_hex from = f->head ? f->head[h] : SAL_NOHEX;
    for (int d = 0; d < 6; d++) {
      sal_hex next = (sal_hex)(h + b->step[d]);
      if (f->far[next] > level + 1 && b->on[next])
        reach_hex(f, next, level + 1, from);
    }
  }
}

/* Distances from many sources, each with its own start value: the sources due at a level are put
 * into the queue before it. Hexes from `most` levels on count as out of reach. */
static void spread(const struct sal_play *p, const sal_hex *source, const uint8_t *start, int n,
                   int most, uint8_t *far, sal_hex *head) {
  struct flood f = {.far = far, .head = head, .queue = advice(p)->ways.queue};
  int latest = 0;

  memset(far, FAR, B(p)->cells);
  for (int i = 0; i < n; i++)
    latest = larger(start[i], latest);
  for (int level = 0; level < most; level++) {
    if (level > latest && f.first == f.last)
      return;
    for (int i = 0; i < n && level <= latest; i++)
      if (start[i] == level && far[source[i]] > level)
        reach_hex(&f, source[i], level, source[i]);
    spread_level(B(p), &f, level);
  }
}

/* ---- the enemy's front ------------------------------------------------------------------ */

/* Points in a hex, up to what a byte holds. */
static void add_mass(struct front *f, sal_hex h, int sp) {
  f->mass[h] = (uint8_t)smaller(f->mass[h] + sp, 255);
}

/* A unit weighs on every hex within three of it. */
static void weigh_in(const struct sal_play *p, struct front *f, sal_hex at, int sp) {
  add_mass(f, at, sp);
  for (int i = 0; i < AROUND; i++) {
    int h = at + O(p)->around[i] - 32768;
    if (h <= 0)
      continue;
    if (h >= B(p)->cells)
      continue;
    if (!B(p)->on[h])
      continue;
    /* the offsets do not know the edges */
    if (sal_distance(B(p), at, (sal_hex)h) == O(p)->around_far[i])
      add_mass(f, (sal_hex)h, sp);
  }
}

/* Is a river or a place that counts much near h and still to be won? A single unit that gets there
 * matters as much as a mass. */
static bool near_a_prize(const struct sal_play *p, sal_hex h) {
  enum { GREAT = 5, NEAR = 18 }; /* points; six hexes of open ground */
  const struct advice *a = advice(p);

  for (int i = 0; i < a->naims; i++) {
    if (a->vp[i] < GREAT)
      continue;
    if (away(p, i, h) > NEAR)
      continue;
    if (!wb_aim_taken(p, i))
      return true;
  }

  return false;
}

/* How many hexes further off a force is put because it is weak. */
static int handicap_of(const struct sal_play *p, const struct front *f, sal_hex at) {
  enum { STRONG = 40, MIDDLING = 20 };

  if (f->mass[at] >= STRONG)
    return 0;
  if (near_a_prize(p, at))
    return 0;

  return f->mass[at] >= MIDDLING ? 3 : 8;
}

/* Which aims are taken already. */
static uint64_t all_taken(const struct sal_play *p) { /* a bit for each aim */
  uint64_t bits = 0;

  for (int i = 0; i < advice(p)->naims; i++)
    bits |= (uint64_t)wb_aim_taken(p, i) << i;
  return bits;
}

/* Where all units of a side stand, and how strong. */
static uint64_t reckon_key(const struct sal_play *p, int side) {
  const struct own *o = O(p);
  uint64_t key = 1;

  for (int i = 0; i < o->nmine[side]; i++) {
    int u = o->mine[side][i];
    const struct unit *unit = &S(p)->unit[u];
    uint64_t at = on_map(p, u) ? unit->at : 0;
    key += mixed(at << 20 | (uint64_t)unit->cel << 16 | (uint64_t)i);
  }

  return key;
}

/* The same. Counters that are what they were, byte by byte, have the key they had: to compare them
 * is much quicker, and while a side moves, its enemy does not. */
static uint64_t key_of(const struct sal_play *p, int side) {
  const struct own *o = O(p);
  struct watched *w = &advice(p)->watched[side];

  if (!o->nmine[side])
    return 1;
  /* they lie in the book from the first of the side to its last */
  int low = o->mine[side][0];
  const struct unit *now = &S(p)->unit[low];
  size_t bytes = (size_t)(o->mine[side][o->nmine[side] - 1] - low + 1) * sizeof *now;

  if (!w->key || memcmp(w->unit, now, bytes)) {
    memcpy(w->unit, now, bytes);
    w->key = reckon_key(p, side);
  }
#ifdef SALIENT_DEBUG
  SAL_ASSERT(w->key == reckon_key(p, side));
#endif
  return w->key;
}

/* The front changes when an enemy moves, loses a level, or an aim is taken. */
static uint64_t front_key(const struct sal_play *p, int enemy) {
  return key_of(p, enemy) + all_taken(p);
}

/* Where the enemy is near and strong, for the whole board. */
const struct front *wb_front(const struct sal_play *p, int side) {
  struct front *f = &advice(p)->front[side];
  sal_hex at[MAX_UNITS] = {0};
  sal_hex stack[MAX_UNITS] = {0};
  uint8_t start[MAX_UNITS] = {0};
  int enemy = sal_enemy(side);
  int n = 0;
  int stacks = 0;
  uint64_t key = front_key(p, enemy);

  if (f->key == key)
    return f;
  f->key = key;
  memset(f->mass, 0, B(p)->cells);
  EACH_OWN(p, enemy, u) {
    const struct unit *unit = &S(p)->unit[u];
    if (!on_map(p, u))
      continue;
    at[n++] = unit->at;
    if (!is_regular(K(p, u)))
      continue;
    weigh_in(p, f, unit->at, K(p, u)->off[unit->cel]);
    stack[stacks++] = unit->at;
  }
  spread(p, at, start, n, FAR, f->far, f->head);
  for (int i = 0; i < stacks; i++)
    start[i] = (uint8_t)handicap_of(p, f, stack[i]);
  memset(f->head, 0, B(p)->cells * sizeof *f->head);
  spread(p, stack, start, stacks, FAR, f->lure, f->head);
  return f;
}

/* ---- holes in the Soviet front ---------------------------------------------------------- */

enum { ZONE = 1, TAKEN };

/* Whether a Soviet unit stands in the way; `but` is left out. */
static bool bars(const struct sal_play *p, int u, int but) {
  if (u == but)
    return false;
  if (!on_map(p, u))
    return false;
  return is_regular(K(p, u));
}

/* Marks where the Soviets stand, except one of them, and where their zones end a march (4.2.1). */
static void bar(const struct sal_play *p, int but) {
  uint8_t *barred = advice(p)->barred;

  memset(barred, 0, B(p)->cells);
  EACH_OWN(p, SAL_SOVIET, u) {
    if (!bars(p, u, but))
      continue;
    sal_hex at = S(p)->unit[u].at;
    barred[at] = TAKEN;
    for (int d = 0; d < 6; d++)
      barred[at + B(p)->step[d]] |= ZONE;
  }
}

/* The hexes of the German regular units, where every march begins. */
static int start_march(const struct sal_play *p) {
  struct advice *a = advice(p);
  int last = 0;

  memset(a->steps, FAR, B(p)->cells);
  EACH_OWN(p, SAL_GERMAN, u) {
    sal_hex at = S(p)->unit[u].at;
    if (!on_map(p, u))
      continue;
    if (!is_regular(K(p, u)))
      continue;
    if (!a->steps[at])
      continue;
    a->steps[at] = 0;
    a->ways.queue[last++] = at;
  }

  return last;
}

/* A hex that a march may enter: nobody stands there, and tracks can go. */
static bool can_march_to(const struct sal_play *p, sal_hex to) {
  const struct advice *a = advice(p);

  if (a->steps[to] != FAR) /* most neighbours have been reached already */
    return false;
  if (!B(p)->on[to])
    return false;
  if (a->barred[to] & TAKEN)
    return false;

  return O(p)->enter[TRACK][to] != SAL_BARRED;
}

/* How far the Germans could march past them, and where they come from: two days of a tracked unit.
 */
static void march(const struct sal_play *p) {
  enum { TWO_DAYS = 12 };
  struct advice *a = advice(p);
  int last = start_march(p);

  for (int first = 0; first < last; first++) {
    sal_hex h = a->ways.queue[first];
    bool stopped = a->barred[h] && a->steps[h];
    if (stopped)
      continue;
    if (a->steps[h] >= TWO_DAYS)
      continue;
    for (int d = 0; d < 6; d++) {
      sal_hex to = (sal_hex)(h + B(p)->step[d]);
      if (!can_march_to(p, to))
        continue;
      a->steps[to] = (uint8_t)(a->steps[h] + 1);
      a->back[to] = (uint8_t)sal_back(d);
      a->ways.queue[last++] = to;
    }
  }
}

/* The hexes of the march to h, but not right in front of him. */
static int way_to(const struct sal_play *p, sal_hex h, const struct front *f, sal_hex *way, int n) {
  const struct advice *a = advice(p);

  while (a->steps[h] && n < MAX_UNITS) {
    if (f->far[h] >= 2)
      way[n++] = h;
    h = (sal_hex)(h + B(p)->step[a->back[h]]);
  }

  return n;
}

/* The shortest open way to a far bank. */
static int way_over(const struct sal_play *p, const struct sal_region *bank, const struct front *f,
                    sal_hex *way, int n) {
  const struct advice *a = advice(p);
  sal_hex best = SAL_NOHEX;
  int least = FAR;

  for (int k = 0; k < bank->n; k++) {
    sal_hex h = bank->hexes[k];
    if (a->steps[h] >= least)
      continue;
    least = a->steps[h];
    best = h;
  }

  return best ? way_to(p, best, f, way, n) : n;
}

/* The distance within which this many units are that have no enemy next to them. */
static int call(const struct sal_play *p, int but, const uint8_t *to) {
  enum { CALLED = 16 };
  int at[FAR + 1] = {0};
  int sum = 0;
  int d = 0;

  EACH_OWN(p, SAL_SOVIET, u) {
    sal_hex h = S(p)->unit[u].at;
    if (!on_map(p, u))
      continue;
    if (!is_regular(K(p, u)))
      continue;
    if (u == but || !wb_in_zoc(p, SAL_SOVIET, h))
      at[to[h]]++;
  }
  for (; d < FAR; d++) {
    sum += at[d];
    if (sum >= CALLED)
      break;
  }

  return d;
}

/* The holes change when the front does, or when a Soviet unit moves. */
static uint64_t holes_key(const struct sal_play *p, int but, const struct front *f) {
  const struct own *o = O(p);
  uint64_t key = f->key + 1;

  for (int i = 0; i < o->nmine[SAL_SOVIET]; i++) {
    int u = o->mine[SAL_SOVIET][i];
    if (bars(p, u, but))
      key += mixed((uint64_t)S(p)->unit[u].at << 16 | (uint64_t)i);
  }

  return key;
}

/* The open ways to places still to be won, and over rivers still to be crossed. */
static int open_ways(const struct sal_play *p, const struct front *f, sal_hex *way) {
  const struct own *o = O(p);
  const struct advice *a = advice(p);
  int n = 0;

  for (int i = 0; i < a->naims; i++) {
    bool bank = a->line[i] != NO_LINE && o->score[a->line[i]].kind == S_RIVER;
    if (bank)
      continue;
    if (wb_aim_taken(p, i))
      continue;
    if (a->steps[a->aim[i]] < FAR)
      n = way_to(p, a->aim[i], f, way, n);
  }
  for (int i = 0; i < o->nscores; i++) {
    bool river = o->score[i].kind == S_RIVER && o->score[i].region;
    bool crossed = S(p)->crossed >> i & 1;
    if (river && !crossed)
      n = way_over(p, o->score[i].region, f, way, n);
  }

  return n;
}

/* The open routes and how far every hex is from them, kept until the key changes. */
static void find_routes(const struct sal_play *p, int but, const struct front *f,
                        struct holes *holes) {
  sal_hex way[MAX_UNITS] = {0};
  uint8_t start[MAX_UNITS] = {0};
  uint64_t key = holes_key(p, but, f);

  if (holes->key == key)
    return;
  holes->key = key;
  bar(p, but);
  march(p);
  int n = open_ways(p, f, way);
  /* most moves leave the routes as they are */
  if (n == holes->nways && !memcmp(way, holes->way, (size_t)n * sizeof *way))
    return;
  spread(p, way, start, n, CALLING, holes->to, NULL);
  memcpy(holes->way, way, (size_t)n * sizeof *way);
  holes->nways = n;
}

/* A front is whole if no German can walk round it to a place or over a river. `but`: the unit that
 * asks, to find where it blocks a route itself. It bars nothing, but it may be called. */
const struct holes *wb_holes(const struct sal_play *p, int but, const struct front *f) {
  struct holes *holes = &advice(p)->holes;

  find_routes(p, but, f, holes);
  holes->call = holes->nways ? call(p, but, holes->to) : -1;
  return holes;
}
