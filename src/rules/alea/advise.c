/* advise.c - Kursk for computer opponents: what is good, and what a sensible commander would do next.
 *
 * The aims are the scenario's places; where points decide, they are the hexes by which the German leaves the map. Whoever does not hold an
 * aim goes there and breaks what stands in the way; whoever holds it keeps somebody on it and lines the ground before it. Attacks are
 * made where the odds of all neighbours together are good. bias[0] is boldness, bias[1 + i] the weight of aim i.
 */
#include "state.h"

#include <string.h>

enum { AIMS = 12, SLOPE = 5, FAR_OFF = 200 };

struct advice { /* the adviser's room */
  sal_hex aim[AIMS];
  int naims;
  uint8_t away[]; /* [aim * cells + cell], in points of a mobile unit */
};

static size_t room(const struct sal_book *b) { return sizeof(struct advice) + (size_t)b->board.cells * (AIMS + 1 + sizeof(sal_hex)) + 16; }

/* Prices outward from an aim, each hex again when a cheaper way turns up. */
static void measure(const struct sal_book *b, sal_hex goal, uint8_t *away, sal_hex *queue, uint8_t *waiting) {
  const struct sal_board *m = &b->board;
  uint32_t head = 0, tail = 0;
  SAL_ASSERT(m->cells > 0);
  for (int i = 0; i < m->cells; i++) away[i] = FAR_OFF, waiting[i] = 0;
  away[goal] = 0;
  queue[tail++ % m->cells] = goal;
  while (head != tail) {
    sal_hex h = queue[head++ % m->cells];
    waiting[h] = 0;
    for (int d = 0; d < 6; d++) {
      sal_hex g = sal_next(m, h, d);
      int cost = g ? away[h] + own(b)->edge[1][g * 6 + sal_back(d)] : FAR_OFF;
      if (!g || cost >= away[g]) continue;
      away[g] = (uint8_t)cost;
      if (!waiting[g]) waiting[g] = 1, queue[tail++ % m->cells] = g;
    }
  }
}

static void prepare(const struct sal_book *b, void *memory) {
  const struct own *o = own(b);
  struct advice *a = memory;
  uint32_t cells = b->board.cells;
  uint8_t *waiting = a->away + AIMS * cells;
  sal_hex *queue = (sal_hex *)(void *)(waiting + cells + (cells & 1));
  a->naims = 0;
  for (int i = 0; i < o->ngoals && a->naims < AIMS; i++) a->aim[a->naims++] = o->goal[i];
  for (int i = 0; !o->ngoals && i < b->board.nhexes && a->naims < AIMS; i++)
    if (o->entry[b->board.order[i]] && o->exit[b->board.order[i]]) a->aim[a->naims++] = b->board.order[i];
  for (int i = 0; i < a->naims; i++) measure(b, a->aim[i], a->away + (uint32_t)i * cells, queue, waiting);
}

static inline const struct advice *advice(const struct sal_play *p) { return sal_room(p); }
static inline int away(const struct sal_play *p, int aim, sal_hex h) { return advice(p)->away[aim * p->book->board.cells + h]; }
static bool by_places(const struct sal_play *p) { return O(p)->ngoals > 0; }

static int aim_at(const struct sal_play *p, sal_hex h) {
  for (int i = 0; i < advice(p)->naims; i++)
    if (advice(p)->aim[i] == h) return i;
  return -1;
}

/* ---- value -------------------------------------------------------------------------------------------------------------- */

static int32_t worth(const struct sal_play *p, int u) { /* a whole unit; a step is about a hundred */
  const struct unit_info *i = I(p, u);
  return 60 + 8 * (i->af + i->df) + 10 * i->arm + 5 * i->bomb;
}

static int32_t standing(const struct sal_play *p, int u) {
  const struct unit *unit = U(p, u);
  const struct unit_info *i = I(p, u);
  int32_t v = worth(p, u), left = unit->steps == i->steps ? v : v * (30 + 40 * unit->steps / i->steps) / 100; /* 7.hit.3: the first loss halves it, the last one takes the rest */
  if (unit->flags & DSG) left -= v / 12;
  if (unit->flags & OOS) left -= v / 8;
  return left;
}

/* How far the nearest aim is that the side still wants, of those it has not got; the held ones are kept near too. */
static int nearest_wanted(const struct sal_play *p, int side, sal_hex h) {
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
  int32_t sum = 0;
  for (int i = 0; i < o->nground[side]; i++) {
    int u = o->ground[side][i];
    const struct unit *unit = U(p, u);
    if (!unit->at || !unit->steps) continue;
    sum += standing(p, u);
    if (!is_guns(p, u) && I(p, u)->mf) sum -= (side == SAL_GERMAN ? 3 : 1) * nearest_wanted(p, side, unit->at);
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

static int32_t value(const struct sal_play *p, int side) {
  struct sal_result r;
  int32_t v = forces(p, SAL_GERMAN) - forces(p, SAL_SOVIET);
  bool over = alea_score(p, &r);
  if (by_places(p)) v += over ? 0 : places(p);
  else v += 45 * (alea_vp(p, SAL_GERMAN) - alea_vp(p, SAL_SOVIET)) + 150 * S(p)->exits;
  if (over) v = v / 5 + 1500 * r.margin.num / (r.margin.den ? r.margin.den : 1) / (by_places(p) ? 1 : 4) + (r.winner == SAL_GERMAN ? 4000 : -4000);
  return side == SAL_GERMAN ? v : -v;
}

/* ---- odds at a glance ------------------------------------------------------------------------------------------------------ */

static int defence_of(const struct sal_play *p, int side, sal_hex h) { /* of that side's units there, in halves */
  const struct own *o = O(p);
  int sum = 0, m = 2 + o->defence[side][h];
  if (S(p)->cell[h].ground & DP_HELD) m += o->hill_bonus;
  if (side == SAL_SOVIET && alea_fort(p, h)) m += o->works[h];
  for (int u = top(p, h); u >= 0; u = below(p, u)) sum += alea_factor(p, u, false, false) * (m > 6 ? 6 : m);
  if (side == SAL_SOVIET && (alea_fort(p, h) || S(p)->cell[h].ground & MINED)) sum += 7;
  return sum;
}

static int attack_from(const struct sal_play *p, int side, sal_hex from, sal_hex target) {
  int sum = 0;
  for (int u = friend_at(p, side, from) ? top(p, from) : -1; u >= 0; u = below(p, u))
    if (alea_may_attack(p, u, target, NULL)) sum += alea_factor(p, u, true, false) * (S(p)->cell[from].ground & DP_HELD && !O(p)->dp[target] ? 3 : 2);
  return sum;
}

/* Odds of everybody round the hex together, in tenths; each hex beyond the first is worth something too. */
static int odds_on(const struct sal_play *p, int side, sal_hex target) {
  int attack = 0, hexes = 0, defence = defence_of(p, sal_enemy(side), target);
  for (int d = 0; d < 6; d++) {
    sal_hex n = sal_next(&p->book->board, target, d);
    int one = n ? attack_from(p, side, n, target) : 0;
    attack += one;
    hexes += one > 0;
  }
  int tenths = defence ? 10 * attack / defence : attack ? 90 : 0, extra = hexes - 1, most = side == SAL_GERMAN ? 2 : 1;
  return (tenths > 90 ? 90 : tenths) + (extra > most ? most : extra < 0 ? 0 : extra) * 3;
}

static int32_t score_target(const struct sal_play *p, int side, sal_hex h, int bold) {
  int odds = odds_on(p, side, h), need = 19 - bold / 12, prize = 0;
  if (aim_at(p, h) >= 0) prize = 60, need -= 7;
  for (int d = 0; d < 6; d++) {
    sal_hex n = sal_next(&p->book->board, h, d);
    if (n && aim_at(p, n) >= 0 && held_by(p, sal_enemy(side), n)) prize += 8;
  }
  if (p->state->turn >= S(p)->turns && prize >= 60) need -= 6; /* nothing is lost by trying */
  if (side == SAL_SOVIET && prize < 60) need += 8;
  return odds < need ? -20 : 20 + (odds - need) * 2 + prize;
}

/* ---- where a unit is wanted --------------------------------------------------------------------------------------------------- */

struct field { /* how far every hex is from the nearest enemy, up to 7 */
  uint8_t d[SAL_MAX_CELLS];
};
static void spread(const struct sal_play *p, int side, struct field *f) {
  const struct sal_board *b = &p->book->board;
  sal_hex queue[SAL_MAX_CELLS];
  int head = 0, tail = 0, enemy = sal_enemy(side);
  memset(f->d, 7, b->cells);
  for (int i = 0; i < O(p)->nground[enemy]; i++) {
    sal_hex h = U(p, O(p)->ground[enemy][i])->at;
    if (h && f->d[h]) f->d[h] = 0, queue[tail++] = h;
  }
  while (head < tail) {
    sal_hex h = queue[head++];
    for (int d = 0; d < 6; d++) {
      sal_hex n = (sal_hex)(h + b->step[d]);
      if (b->on[n] && f->d[n] > f->d[h] + 1) f->d[n] = (uint8_t)(f->d[h] + 1), queue[tail++] = n;
    }
  }
}

static int guards(const struct sal_play *p, int side, sal_hex h, int but) { /* fighting units on a hex */
  int n = 0;
  for (int u = friend_at(p, side, h) ? top(p, h) : -1; u >= 0; u = below(p, u)) n += u != but && !is_artillery(p, u) && I(p, u)->kind != HQ;
  return n;
}

static int32_t aim_pull(const struct sal_play *p, int side, int u, sal_hex h, const int8_t *bias) {
  int32_t best = -400;
  for (int i = 0; i < advice(p)->naims; i++) {
    sal_hex goal = advice(p)->aim[i];
    bool ours = held_by(p, side, goal);
    int d = away(p, i, h), w = bias[1 + i % (SAL_BIAS - 1)] / 3;
    if (!by_places(p)) w += side == SAL_GERMAN ? 0 : -200;          /* the way out: for the German alone */
    else if (!ours) w += enemy_at(p, side, goal) ? 30 : 60;         /* to be taken */
    else w += guards(p, side, goal, u) >= 2 ? -60 : guards(p, side, goal, u) ? -10 : side == SAL_SOVIET || zoc_on(p, side, goal) ? 40 : 0; /* to be kept */
    int32_t v = w - SLOPE * d + (d == 0 && !ours ? 80 : d == 0 && guards(p, side, goal, u) == 0 ? 45 : 0);
    best = v > best ? v : best;
  }
  return advice(p)->naims ? best : 0;
}

/* What a hex is worth to a unit. */
static int32_t pull(const struct sal_play *p, int side, int u, sal_hex h, int near, const int8_t *bias) {
  const struct own *o = O(p);
  int cover = o->defence[side][h] + (o->dp[h] ? 2 : 0) + (side == SAL_SOVIET && alea_fort(p, h) ? 2 * o->works[h] : 0);
  if (is_guns(p, u)) { /* in range of something, and behind the others */
    int want = I(p, u)->range / 2 + 1;
    return -6 * (near > want ? near - want : want - near) - (near < 2 ? 40 : 0) + aim_pull(p, side, u, h, bias) / 8;
  }
  int32_t v = aim_pull(p, side, u, h, bias) + 2 * cover;
  if (side == SAL_GERMAN) return v + (near == 1 ? 14 + bias[0] / 10 : near == 2 ? 4 : 0);
  if (!by_places(p)) v = 3 * cover - 4 * (near > 2 ? near - 2 : 0); /* stand in the works before the enemy */
  return v + (near == 1 && cover < 2 ? -8 : 0);
}

static bool stands_guard(const struct sal_play *p, int side, int u) { /* the last one on an aim of ours */
  sal_hex h = U(p, u)->at;
  return by_places(p) && aim_at(p, h) >= 0 && held_by(p, side, h) && !guards(p, side, h, u);
}

/* ---- moving --------------------------------------------------------------------------------------------------------------------- */

static bool enemy_in_range(const struct sal_play *p, int u) {
  int enemy = sal_enemy(side_of(p, u));
  for (int i = 0; i < O(p)->nground[enemy]; i++) {
    sal_hex h = U(p, O(p)->ground[enemy][i])->at;
    if (h && sal_distance(&p->book->board, h, U(p, u)->at) <= I(p, u)->range) return true;
  }
  return false;
}

/* An aim of the enemy's that stands open and can be entered with these points, or -1: to pass is to own (3.setup.7). */
static int open_aim(const struct sal_play *p, int side, sal_hex at, int points) {
  int best = -1, least = points + 1;
  bool in = zoc_on(p, side, at) != 0;
  for (int i = 0; i < advice(p)->naims; i++) {
    sal_hex goal = advice(p)->aim[i];
    if (held_by(p, side, goal) || enemy_at(p, side, goal) || (in && zoc_on(p, side, goal)) || !by_places(p)) continue;
    int cost = away(p, i, at) + (in ? 2 : 0) + (zoc_on(p, side, goal) ? 3 : 0);
    if (cost < least) least = cost, best = i;
  }
  return best;
}

/* Worth moving at all: some neighbour is better, or a good strike waits. */
static int32_t score_move(const struct sal_play *p, int side, int u, const struct field *f, const int8_t *bias) {
  sal_hex at = U(p, u)->at;
  if (!at) return 60; /* waits off the map */
  if (I(p, u)->kind == HQ || I(p, u)->kind == TRAIN || (is_guns(p, u) && (enemy_in_range(p, u) || U(p, u)->flags & TURNED)) || U(p, u)->flags & BURIED || stands_guard(p, side, u)) return -50;
  int32_t here = pull(p, side, u, at, f->d[at], bias), best = -1;
  bool in = zoc_on(p, side, at) != 0;
  for (int d = 0; d < 6; d++) {
    sal_hex n = sal_next(&p->book->board, at, d);
    if (!n || enemy_at(p, side, n) || (in && zoc_on(p, side, n)) || (U(p, u)->flags & DSG && zoc_on(p, side, n))) continue;
    int32_t v = pull(p, side, u, n, f->d[n], bias) - here;
    best = v > best ? v : best;
  }
  if (in) best -= 6 + 8 * (side == SAL_GERMAN); /* in contact: better to attack than to walk about */
  if (open_aim(p, side, at, alea_mp(p, u)) >= 0) best += 60;
  return best <= 0 ? -5 : 20 + (best > 60 ? 60 : best) + (7 - f->d[at]);
}

static int near_of(const struct sal_play *p, int side, sal_hex h) {
  int enemy = sal_enemy(side), best = 7;
  for (int i = 0; i < O(p)->nground[enemy] && best > 1; i++) {
    sal_hex g = U(p, O(p)->ground[enemy][i])->at;
    int d = g ? sal_distance(&p->book->board, h, g) : 7;
    best = d < best ? d : best;
  }
  return best;
}

static int32_t score_strike(const struct sal_play *p, int side, sal_hex from, sal_hex to, int bold) { /* -2 on the die, and the stack alone */
  int attack = 0, defence = defence_of(p, sal_enemy(side), to);
  for (int u = top(p, from); u >= 0; u = below(p, u))
    if (U(p, u)->flags & GROUP && alea_may_attack(p, u, to, NULL)) attack += 2 * alea_factor(p, u, true, false);
  int odds = defence ? 10 * attack / defence : 90, need = 45 - bold / 6;
  return odds < need ? -30 : 25 + (odds - need) + (aim_at(p, to) >= 0 ? 60 : 0);
}

static int32_t score_step(const struct sal_play *p, int side, struct sal_action a, const int8_t *bias) {
  const struct sal_frame *f = sal_top(p);
  struct column c;
  sal_hex at = f->x[0];
  alea_column(p, side, at, &c);
  if (!at) return a.verb == V_STEP ? 50 - nearest_wanted(p, side, a.x[0]) : -10;
  int u = c.n ? c.unit[0] : -1;
  switch (a.verb) {
  case V_EXIT: return by_places(p) ? -60 : 90;
  case V_STRIKE: return score_strike(p, side, at, a.x[0], bias[0]);
  case V_JOIN: return -10;
  case V_STEP: {
    sal_hex to = a.x[0];
    if (u < 0) return -1;
    int32_t v = pull(p, side, u, to, near_of(p, side, to), bias) - pull(p, side, u, at, near_of(p, side, at), bias);
    if (zoc_on(p, side, to) && !alea_fits(p, side, to, c.unit, c.n)) v -= 40;
    int open = open_aim(p, side, at, f->x[1]);
    if (open >= 0 && away(p, open, to) < away(p, open, at)) v += 60;
    return v - (zoc_on(p, side, at) ? 6 + 8 * (side == SAL_GERMAN) : 0);
  }
  default: return 0; /* stop */
  }
}

/* ---- guns and aircraft ------------------------------------------------------------------------------------------------------------ */

/* A stack worth a bombardment: what stands there, whether it is shaken already, whether we are next to it. */
static int32_t stack_worth(const struct sal_play *p, int side, sal_hex h) {
  int32_t sum = 0;
  bool fresh = false;
  for (int u = enemy_at(p, side, h) ? top(p, h) : -1; u >= 0; u = below(p, u)) {
    sum += worth(p, u) / 10;
    fresh |= !(U(p, u)->flags & DSG);
  }
  if (!fresh) sum /= 4;
  return sum + (zoc_on(p, sal_enemy(side), h) ? 25 : 0) + (aim_at(p, h) >= 0 ? 25 : 0);
}

static int battery_sum(const struct sal_play *p, int side, bool air) {
  int sum = 0, n = air ? O(p)->nair[side] : O(p)->nground[side];
  for (int i = 0; i < n; i++) {
    int u = air ? O(p)->air[side][i] : O(p)->ground[side][i];
    if (U(p, u)->flags & GROUP && (air || is_guns(p, u))) sum += alea_bomb(p, u);
  }
  return sum;
}

static int32_t score_guns(const struct sal_play *p, int side, struct sal_action a, bool air) {
  int sum = battery_sum(p, side, air);
  switch (a.verb) {
  case V_TARGET: return 10 + stack_worth(p, side, a.x[0]);
  case V_ADD: return sum < (air ? 8 : 19) ? 30 + alea_bomb(p, a.x[0]) : -5;
  case V_FIRE: return 20;
  case V_CANCEL: return -40;
  default: return 0;
  }
}

/* Whether its owner means it to fly close support in the movement phase, not to bomb. */
static bool means_cas(const struct sal_play *p, int u) { return I(p, u)->cas && side_of(p, u) == SAL_GERMAN; }

static bool bombs_now(const struct sal_play *p, int side) {
  for (int i = 0; i < O(p)->nair[side]; i++) {
    int u = O(p)->air[side][i];
    if (I(p, u)->kind == BOMBER && U(p, u)->steps && !U(p, u)->at && U(p, u)->box == air_box(side, B_ATTACK) && !means_cas(p, u)) return true;
  }
  return false;
}

static int32_t score_fly(const struct sal_play *p, int side, struct sal_action a) {
  int u = a.x[0], k = 0;
  if (U(p, u)->box != air_box(side, B_AIR)) return -10; /* once sent, it stays */
  while (k < O(p)->nair[side] && O(p)->air[side][k] != u) k++;
  int want = I(p, u)->kind == BOMBER ? 1 : side == SAL_GERMAN ? (k % 3 == 2 ? 2 : 1) : k % 3 == 0 ? 1 : 2;
  return a.x[1] == want ? 30 : -10;
}

static int32_t score_aim(const struct sal_play *p, int side, struct sal_action a) { /* bombers first, one fighter each */
  int u = a.x[0], enemy = sal_enemy(side), zone = sal_top(p)->x[0], k = (enemy == SAL_GERMAN) == (zone == 0) ? 0 : 1;
  int fighters = S(p)->count[enemy][k][0], all = fighters + S(p)->count[enemy][k][1];
  if (U(p, u)->aim || !a.x[1]) return -10;
  int bombers = all - fighters, want = bombers ? fighters + 1 + U(p, u)->aux % bombers : 1 + U(p, u)->aux % (all ? all : 1);
  return a.x[1] == want ? 30 : 15;
}

static int32_t score_cas(const struct sal_play *p, int side, sal_hex h) { /* next to the best target of all */
  int32_t best = 0;
  for (int d = 0; d < 6; d++) {
    sal_hex n = sal_next(&p->book->board, h, d);
    int32_t v = n && enemy_at(p, side, n) ? 20 + odds_on(p, side, n) / 2 + (aim_at(p, n) >= 0 ? 30 : 0) : 0;
    best = v > best ? v : best;
  }
  return best + (aim_at(p, h) >= 0 ? 10 : 0);
}

/* ---- combat ------------------------------------------------------------------------------------------------------------------------- */

static int32_t score_elect(const struct sal_play *p, struct sal_action a) {
  const struct fight *f = &S(p)->fight;
  int column = alea_tally(p, NULL).column[0];
  bool go = column >= 5 && aim_at(p, f->target) < 0 && f->elect == STAND;
  switch (a.verb) {
  case V_EXCESS: return 60 - alea_factor(p, a.x[0], false, false);
  case V_SUPPORT: return 50;
  case V_ELECT: return a.x[0] == RETREAT && go ? 40 : -10;
  default: return 20;
  }
}

static int32_t score_forward(const struct sal_play *p, int side, struct sal_action a, const int8_t *bias) {
  const struct unit *unit = U(p, a.x[0]);
  if (a.verb == V_DONE) return 0;
  bool takes = aim_at(p, a.x[1]) >= 0 && !friend_at(p, side, a.x[1]);
  if (stands_guard(p, side, a.x[0])) return takes ? 10 : -20;
  int32_t v = pull(p, side, a.x[0], a.x[1], near_of(p, side, a.x[1]), bias) - pull(p, side, a.x[0], unit->at, near_of(p, side, unit->at), bias);
  return v + (a.x[1] == S(p)->fight.target ? 10 + 2 * (int32_t)I(p, a.x[0])->df : 0) + (takes ? 100 : 0);
}

static int32_t score_retreat(const struct sal_play *p, int side, sal_hex h) {
  const struct own *o = O(p);
  int cover = o->defence[side][h] + (side == SAL_SOVIET && alea_fort(p, h) ? 2 * o->works[h] : 0);
  return 4 * cover + (friend_at(p, side, h) ? 3 : 0) + 4 * near_of(p, side, h) - (side == SAL_SOVIET && by_places(p) ? nearest_wanted(p, side, h) : 0) + (side == SAL_SOVIET ? 0 : -2 * nearest_wanted(p, side, h) / 3);
}

static int32_t shot(const struct sal_play *p, int v) {
  return 10 * alea_arm(p, v) + (U(p, v)->steps == 1 ? 6 : 0) - (U(p, v)->flags & BURIED ? 8 : 0) - (U(p, v)->flags & SUPPRESSED ? 40 : 0) + I(p, v)->df;
}

/* ---- reserves, works, the rest -------------------------------------------------------------------------------------------------------- */

static int32_t score_activate(const struct sal_play *p, int u) {
  int price = alea_price(p, u), waiting = 0;
  if (O(p)->scenario == PROKHOROVKA) { /* II.s4.6: the last formation stays where it is */
    for (int i = 0; i < O(p)->nground[SAL_SOVIET]; i++) {
      int v = O(p)->ground[SAL_SOVIET][i];
      waiting += U(p, v)->box == B_STAVKA && I(p, v)->form && alea_leads(p, v);
    }
    return !I(p, u)->form || waiting > 1 ? 20 : -10;
  }
  if (O(p)->scenario == PANZERKEIL) return S(p)->spent + price < 30 ? 20 : -10; /* II.s3.9 */
  return price <= 4 || (S(p)->spent < 20 && p->state->turn >= 3) ? 20 : -10;
}

static int32_t score_build(const struct sal_play *p, sal_hex h) { /* before the aims, or before the German point */
  int near = near_of(p, SAL_SOVIET, h), wanted = by_places(p) ? nearest_wanted(p, SAL_SOVIET, h) : 0;
  return 40 - 6 * (near > 2 ? near - 2 : 2 - near) - 2 * wanted + (friend_at(p, SAL_SOVIET, h) ? 10 : 0) + (aim_at(p, h) >= 0 ? 20 : 0);
}

static int32_t score_one(const struct sal_play *p, int side, struct sal_action a, const int8_t *bias) {
  const struct sal_frame *f = sal_top(p);
  switch (f->node) {
  case N_SETUP: return a.verb == V_HISTORICAL ? SAL_SURE : a.verb == V_DONE ? 5 : a.verb == V_MODE ? -5 : 1;
  case N_FRONTS:
  case N_MINES: return a.verb == V_DONE ? 0 : score_build(p, a.x[0]);
  case N_ASSIGN: return a.verb == V_FLY ? score_fly(p, side, a) : a.verb == V_FUEL ? (a.x[0] && S(p)->fuel + 1 >= S(p)->turns - p->state->turn ? 40 : -10) : 10;
  case N_AIM: return a.verb == V_AIM ? score_aim(p, side, a) : 10;
  case N_ABORT: return SAL_SURE + (a.verb == V_ABORT && f->x[1] >= U(p, f->x[0])->steps ? 20 : a.verb == V_PRESS ? 10 : 0);
  case N_AIRRAID: return a.verb == V_RAID && bombs_now(p, side) ? 20 : a.verb == V_DONE ? 5 : 0;
  case N_RAID: return score_guns(p, side, a, true) - (a.verb == V_ADD && means_cas(p, a.x[0]) && battery_sum(p, side, true) ? 100 : 0);
  case N_FLAK: return a.verb == V_FLAK ? SAL_SURE + alea_bomb(p, a.x[1]) : 0;
  case N_HUNT: return a.verb == V_HUNT ? SAL_SURE + (int32_t)worth(p, a.x[0]) : 0;
  case N_RALLY: return a.verb == V_ACTIVATE ? score_activate(p, a.x[0]) : 0;
  case N_CAS: return a.verb == V_PUT ? score_cas(p, side, a.x[0]) : -1;
  case N_DEFCAS: return a.verb == V_CAS ? 20 : 0;
  case N_STEP: return score_step(p, side, a, bias);
  case N_REACT:
    if (a.verb == V_ADD || a.verb == V_FIRE) return alea_fire_chance(p, side, f->x[0]) >= 3 ? (a.verb == V_ADD ? 40 : 30) : -5;
    return a.verb == V_REACT ? (stands_guard(p, side, a.x[0]) || aim_at(p, a.x[1]) < 0 ? -5 : 15) : 0;
  case N_BOMBARD: return a.verb == V_TOP ? -100 : score_guns(p, side, a, false);
  case N_BATTERY:
  case N_BARRAGE: return score_guns(p, side, a, false);
  case N_COMBAT: return a.verb == V_TARGET ? score_target(p, side, a.x[0], bias[0]) : a.verb == V_TOP ? -100 : 0;
  case N_DECLARE: return a.verb == V_FROM ? 60 : a.verb == V_EXCESS ? 58 - alea_factor(p, a.x[0], true, false) : a.verb == V_SUPPORT ? 50 : a.verb == V_ATTACK ? 40 : -20;
  case N_ELECT: return score_elect(p, a);
  case N_SUPPORT: return a.verb == V_SUPPORT && alea_bomb(p, a.x[0]) >= 4 ? 10 + alea_bomb(p, a.x[0]) : 0;
  case N_ARMOUR: return SAL_SURE + (a.verb == V_SHOOT ? 100 + shot(p, a.x[1]) : 0);
  case N_LOSS: return SAL_SURE + 500 - alea_step_cost(p, a.x[0]);
  case N_RETREAT: return 500 + score_retreat(p, side, a.x[0]);
  case N_SLIP:
  case N_ADVANCE:
  case N_RUPTURE: return score_forward(p, side, a, bias);
  case N_REPAIR: return a.verb == V_DONE ? 0 : 10 + (int32_t)worth(p, a.x[0]) / 10;
  case N_MODES: return a.verb == V_COMMIT;
  default: return 0;
  }
}

static void score(const struct sal_play *p, int side, const struct sal_list *l, const int8_t bias[SAL_BIAS], int32_t *out) {
  struct field f;
  bool moving = sal_top(p)->node == N_MOVE;
  if (moving) spread(p, side, &f);
  for (uint32_t i = 0; i < l->n; i++) {
    struct sal_action a = l->a[i];
    if (!moving) out[i] = score_one(p, side, a, bias);
    else if (a.verb == V_MOVE) out[i] = score_move(p, side, a.x[0], &f, bias);
    else out[i] = a.verb == V_CAS ? 200 : a.verb == V_RAID ? (bombs_now(p, side) ? 150 : -10) : a.verb == V_DONE ? 0 : -100;
  }
}

const struct sal_adviser alea_adviser = {.value = value, .score = score, .room = room, .prepare = prepare, .nbias = SAL_BIAS, .turns = 1, .actions = 400};
