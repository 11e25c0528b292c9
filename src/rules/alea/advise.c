/* advise.c - Kursk for computer opponents: what a sensible commander would do next.
 *
 * Whoever does not hold an aim goes there and breaks what stands in the way; whoever holds it keeps somebody on it and lines the ground
 * before it. Who comes next to the enemy does so where the attack gains most by it, so that packages come together column by column; an
 * attack is made when the table says that it pays. bias[0] is boldness, bias[1 + i] the weight of aim i.
 */
#include "advise.h"

#include <string.h>

struct plan { /* of one decision */
  const int8_t *bias;
  const uint8_t *far;  /* by cell: hexes to the nearest enemy */
  const int16_t *wish; /* by cell: where the aims draw */
};

/* ---- attacks -------------------------------------------------------------------------------------------------------------- */

static int32_t score_target(const struct sal_play *p, int side, sal_hex h, int bold) {
  struct package k = alea_package(p, side, h, -1, SAL_NOHEX);
  int32_t v = alea_package_worth(p, side, h, &k, false), need = 30 - bold / 2;
  if (by_places(p) && p->state->turn >= S(p)->turns && alea_wanted(p, side, h) < 3) need -= 200; /* nothing is lost by trying */
  return v < need ? -20 : 20 + (v - need) / 10;
}

/* Attack factors of those who could still come to the attack on h, in halves, and only half of them: not all will. */
static int reserves(const struct sal_play *p, int side, sal_hex h, int but) {
  enum { WITHIN = 3 };
  const struct own *o = O(p);
  int sum = 0;
  for (int i = 0; i < o->nground[side]; i++) {
    int u = o->ground[side][i];
    const struct unit *unit = U(p, u);
    if (u == but || !unit->at || unit->flags & (MOVED | INACTIVE | BURIED | DSG) || is_artillery(p, u)) continue;
    int d = sal_distance(&p->book->board, unit->at, h);
    if (d > 1 && d <= WITHIN && !zoc_on(p, side, unit->at)) sum += alea_factor(p, u, true, false);
  }
  return sum;
}

/* How much an attack gains when u comes to h, over the hexes it could attack from there: packages grow until they are good enough, and
 * begin where they can. */
static int32_t joins(const struct sal_play *p, int side, int u, sal_hex h) {
  enum { NEVER = -150, MOST = 50, GOOD = 30, NOT_YET = 60 };
  int32_t best = 0;
  for (int d = 0; d < 6; d++) {
    sal_hex t = sal_next(&p->book->board, h, d);
    if (!t || !enemy_at(p, side, t)) continue;
    struct package with = alea_package(p, side, t, u, h), without = alea_package(p, side, t, u, SAL_NOHEX);
    int32_t then = alea_package_worth(p, side, t, &with, true), now = alea_package_worth(p, side, t, &without, true);
    if (then < GOOD) {
      with.attack += reserves(p, side, t, u);
      int32_t more = alea_package_worth(p, side, t, &with, true);
      if (more >= GOOD && more - NOT_YET > then) then = more - NOT_YET;
    }
    int32_t gain = (then > NEVER ? then : NEVER) - (now > NEVER ? now : NEVER);
    best = gain > best ? gain : best;
  }
  return best / 6 < MOST ? best / 6 : MOST;
}

/* ---- where a unit is wanted --------------------------------------------------------------------------------------------------- */

/* What a hex is worth to a unit. `close`: the attack it would join there is looked at, which costs most of the time. */
static int32_t pull(const struct sal_play *p, int side, int u, sal_hex h, const struct plan *plan, bool close) {
  const struct own *o = O(p);
  bool here = U(p, u)->at == h;
  int near = plan->far[h], cover = o->defence[side][h] + (o->dp[h] ? 2 : 0) + (side == SAL_SOVIET && alea_fort(p, h) ? 2 * o->works[h] : 0);
  int32_t wish = here ? alea_wish_here(p, side, u, plan->bias, plan->wish) : plan->wish[h];
  if (is_guns(p, u)) { /* in range of something, and behind the others */
    int want = I(p, u)->range / 2 + 1;
    return -6 * (near > want ? near - want : want - near) - (near < 2 ? 40 : 0) + wish / 8;
  }
  int32_t attack = near != 1 ? 0 : close ? joins(p, side, u, h) : 14;
  if (side == SAL_GERMAN) return wish + 2 * cover + attack + (near == 1 ? plan->bias[0] / 10 : near == 2 ? 4 : wish <= NOT_WANTED ? -3 * near : 0);
  int gap = near < 4 && !zoc_on(p, SAL_GERMAN, h) ? 6 : 0; /* no zone of ours reaches it */
  if (!by_places(p)) return 3 * cover - 4 * (near > 2 ? near - 2 : 0) + gap + attack / 2 + (wish > NOT_WANTED ? wish / 3 : 0); /* stand in the works before the enemy */
  return wish + 2 * cover + gap + attack / 2 + (near == 1 && cover < 2 ? -8 : 0);
}

static bool stands_guard(const struct sal_play *p, int side, int u) { /* the last one on an aim of ours */
  sal_hex h = U(p, u)->at;
  return by_places(p) && alea_aim_at(p, h) >= 0 && held_by(p, side, h) && !alea_guards(p, side, h, u);
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

/* Whether its owner means it to fly close support in the movement phase, not to bomb. */
static bool means_cas(const struct sal_play *p, int u) { return I(p, u)->cas && side_of(p, u) == SAL_GERMAN; }

static bool bombs_now(const struct sal_play *p, int side) {
  for (int i = 0; i < O(p)->nair[side]; i++) {
    int u = O(p)->air[side][i];
    if (I(p, u)->kind == BOMBER && U(p, u)->steps && !U(p, u)->at && U(p, u)->box == air_box(side, B_ATTACK) && !means_cas(p, u)) return true;
  }
  return false;
}

static int32_t score_leaving(const struct sal_play *p, int side, sal_hex at) { /* in contact: better to attack than to walk about */
  return zoc_on(p, side, at) ? 6 + 8 * (side == SAL_GERMAN) : 0;
}

static bool may_enter(const struct sal_play *p, const struct column *c, sal_hex to, bool left_zone) { /* 4.5, 13.hq.4, 6.zoc.4-6 */
  if (enemy_at(p, c->side, to) || (c->hqs && !friend_at(p, c->side, to))) return false;
  return !zoc_on(p, c->side, to) || !(c->dsg || left_zone);
}

/* alea_step_price, for the many steps of a march by units of one kind of feet. */
static int march_price(const struct sal_play *p, const struct column *c, sal_hex from, int d, sal_hex to) {
  if (c->train || c->hqs || (c->foot && c->other)) return alea_step_price(p, c, from, to);
  return O(p)->edge[c->other][from * 6 + d] + alea_hindrance(p, c, from, to);
}

/* Where a unit or stack can get to in this phase, hex by hex as the rules let it go. */
static void march(const struct sal_play *p, const struct column *c, sal_hex at, int points, bool left_zone, struct march *m) {
  const struct sal_board *b = &p->book->board;
  left_zone |= zoc_on(p, c->side, at) != 0; /* no step on the way leaves one: who enters it stops */
  memset(m->spent, SAL_FAR, b->cells);
  m->spent[at] = m->by[at] = 0;
  m->n = 0;
  m->hex[m->n++] = at;
  for (int i = 0; i < m->n; i++) {
    sal_hex h = m->hex[i];
    if (m->spent[h] >= points || (h != at && zoc_on(p, c->side, h))) continue; /* 6.zoc.2 */
    for (int d = 0; d < 6; d++) {
      sal_hex n = (sal_hex)(h + b->step[d]);
      if (!b->on[n] || m->spent[n] <= m->spent[h] + 1 || !may_enter(p, c, n, left_zone)) continue;
      int spent = m->spent[h] + march_price(p, c, h, d, n);
      if (spent > points || spent >= m->spent[n]) continue;
      if (m->n == MARCH) return;
      m->spent[n] = (uint8_t)spent;
      m->by[n] = h == at ? (uint8_t)(d + 1) : m->by[h];
      m->hex[m->n++] = n; /* again, when a cheaper way turned up */
    }
  }
}

struct trip { /* the best a unit can do in this phase */
  sal_hex to, first; /* SAL_NOHEX: to stay */
  int32_t gain, here;
};
static struct trip best_trip(const struct sal_play *p, const struct column *c, sal_hex at, int points, bool left_zone, const struct plan *plan) {
  enum { LOOKS = 8, CONTACT = 50, LEAST = 2 };
  int u = c->unit[0], side = c->side;
  struct march *m = &advice(p)->march;
  int32_t *worth = m->worth;
  march(p, c, at, points, left_zone, m);
  struct trip t = {.here = pull(p, side, u, at, plan, true) + score_leaving(p, side, at)};
  int32_t best = t.here + LEAST - 1;
  for (int i = 1; i < m->n; i++) worth[i] = pull(p, side, u, m->hex[i], plan, false) + (plan->far[m->hex[i]] == 1 ? CONTACT : 0);
  for (int look = 0; look < LOOKS; look++) {
    int k = 0;
    for (int i = 1; i < m->n; i++)
      if (worth[i] > best && (!k || worth[i] > worth[k])) k = i;
    if (!k) break;
    sal_hex h = m->hex[k];
    int32_t v = alea_fits(p, side, h, c->unit, c->n) ? pull(p, side, u, h, plan, true) : INT32_MIN;
    if (v > best) best = v, t.to = h;
    for (int i = 1; i < m->n; i++)
      if (m->hex[i] == h) worth[i] = INT32_MIN;
  }
  if (t.to) t.first = sal_next(&p->book->board, at, m->by[t.to] - 1);
  t.gain = t.to ? best - t.here : 0;
  return t;
}

static bool has_business(const struct sal_play *p, int side, int u) { /* it had better stay where it is */
  int kind = I(p, u)->kind, flags = U(p, u)->flags;
  return kind == HQ || kind == TRAIN || (is_guns(p, u) && (flags & TURNED || enemy_in_range(p, u))) || flags & BURIED || stands_guard(p, side, u);
}

static int32_t glance(const struct sal_play *p, const struct column *c, sal_hex at, const struct plan *plan) { /* what the next hex may gain */
  int u = c->unit[0];
  int32_t best = 0, here = pull(p, c->side, u, at, plan, false) + score_leaving(p, c->side, at);
  for (int d = 0; d < 6; d++) {
    sal_hex n = sal_next(&p->book->board, at, d);
    if (!n || !may_enter(p, c, n, zoc_on(p, c->side, at))) continue;
    int32_t v = pull(p, c->side, u, n, plan, false) - here;
    best = v > best ? v : best;
  }
  return best;
}

/* Worth moving at all: some next hex is better, or looked at closely, some hex it can get to. */
static int32_t score_move(const struct sal_play *p, int side, int u, const struct plan *plan, bool close) {
  sal_hex at = U(p, u)->at;
  struct column c = {.side = side};
  if (!at) return 90; /* waits off the map */
  if (has_business(p, side, u)) return -50;
  alea_column_add(p, &c, u);
  int32_t best = close ? best_trip(p, &c, at, alea_mp(p, u), false, plan).gain : glance(p, &c, at, plan);
  return best < 2 ? -5 : 20 + (best > 60 ? 60 : best) + (NEAR - plan->far[at]);
}

/* Everybody at a glance; then the likeliest are looked at closely, until one of them has somewhere to go. */
static void score_moves(const struct sal_play *p, int side, const struct sal_list *l, const struct plan *plan, int32_t *out) {
  enum { LOOKS = 6 };
  bool raid = false, known = false;
  for (uint32_t i = 0; i < l->n; i++) {
    if (l->a[i].verb == V_RAID && !known) raid = bombs_now(p, side), known = true;
    out[i] = l->a[i].verb == V_MOVE ? score_move(p, side, l->a[i].x[0], plan, false) : l->a[i].verb == V_CAS ? 200 : l->a[i].verb == V_RAID ? (raid ? 150 : -10) : l->a[i].verb == V_DONE ? 0 : -100;
  }
  for (int look = 0; look < LOOKS; look++) {
    uint32_t best = 0;
    for (uint32_t i = 1; i < l->n; i++) best = out[i] > out[best] ? i : best;
    if (l->a[best].verb != V_MOVE || out[best] >= 90) return;
    int32_t close = score_move(p, side, l->a[best].x[0], plan, true);
    if (close > 0) return;
    out[best] = close;
  }
}

static int32_t score_strike(const struct sal_play *p, int side, sal_hex from, sal_hex to, int bold) { /* -2 on the die, and the stack alone */
  int attack = 0, defence = alea_package(p, side, to, -1, SAL_NOHEX).defence;
  for (int u = top(p, from); u >= 0; u = below(p, u))
    if (U(p, u)->flags & GROUP && alea_may_attack(p, u, to, NULL)) attack += 2 * alea_factor(p, u, true, false);
  int odds = defence ? 10 * attack / defence : 90, need = 45 - bold / 6;
  return odds < need ? -30 : 25 + (odds - need) + (alea_aim_at(p, to) >= 0 ? 60 : 0);
}

/* Those who count leave until the prize is won; later only who would be lost here. */
static int32_t score_exit(const struct sal_play *p, int u) {
  if (by_places(p)) return -60;
  return alea_counts_out(p, u) && S(p)->exits < EXITS ? 90 : U(p, u)->flags & OOS ? 20 : -60;
}

static void score_steps(const struct sal_play *p, int side, const struct sal_list *l, const struct plan *plan, int32_t *out) {
  const struct sal_frame *f = sal_top(p);
  sal_hex at = f->x[0];
  struct column c;
  struct trip trip = {0};
  alea_column(p, side, at, &c);
  if (at && c.n) trip = best_trip(p, &c, at, f->x[2] & STEP_HALTED ? 0 : f->x[1], f->x[2] & STEP_LEFT_ZOC, plan);
  for (uint32_t i = 0; i < l->n; i++) {
    sal_hex to = l->a[i].x[0];
    switch (l->a[i].verb) {
    case V_EXIT: out[i] = c.n ? score_exit(p, c.unit[0]) : -60; break;
    case V_STRIKE: out[i] = score_strike(p, side, at, to, plan->bias[0]); break;
    case V_JOIN: out[i] = -10; break;
    case V_STEP:
      if (!at) out[i] = 50 - alea_wanted(p, side, to);
      else if (!c.n) out[i] = -1;
      else if (to == trip.first) out[i] = 1 + trip.gain;
      else out[i] = (pull(p, side, c.unit[0], to, plan, false) - trip.here) / 4 - 10;
      break;
    default: out[i] = at ? 0 : -10; /* stop */
    }
  }
}

/* ---- guns and aircraft ------------------------------------------------------------------------------------------------------------ */

/* A stack worth a bombardment: what stands there, whether it is shaken already, whether we are next to it. */
static int32_t stack_worth(const struct sal_play *p, int side, sal_hex h) {
  int32_t sum = 0;
  bool fresh = false;
  for (int u = enemy_at(p, side, h) ? top(p, h) : -1; u >= 0; u = below(p, u)) {
    sum += alea_worth(p, u) / 10;
    fresh |= !(U(p, u)->flags & DSG);
  }
  if (!fresh) sum /= 4;
  return sum + (zoc_on(p, sal_enemy(side), h) ? 25 : 0) + (alea_aim_at(p, h) >= 0 ? 25 : 0);
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

/* The attack on a hex that bombs would help most: one that pays already, or nearly. */
static int32_t air_need(const struct sal_play *p, int side, sal_hex h) {
  struct package k = alea_package(p, side, h, -1, SAL_NOHEX);
  int32_t v = alea_package_worth(p, side, h, &k, true);
  return v < -100 ? 0 : v > 300 ? 20 : (v + 100) / 10;
}

static int32_t score_cas(const struct sal_play *p, int side, sal_hex h) { /* next to the best target of all */
  int32_t best = 0;
  for (int d = 0; d < 6; d++) {
    sal_hex n = sal_next(&p->book->board, h, d);
    int32_t v = n && enemy_at(p, side, n) ? 20 + air_need(p, side, n) + (alea_aim_at(p, n) >= 0 ? 30 : 0) : 0;
    best = v > best ? v : best;
  }
  return best + (alea_aim_at(p, h) >= 0 ? 10 : 0);
}

/* ---- combat ------------------------------------------------------------------------------------------------------------------------- */

static int32_t score_elect(const struct sal_play *p, struct sal_action a) {
  const struct fight *f = &S(p)->fight;
  int column = alea_tally(p, NULL).column[0];
  bool go = column >= 5 && alea_aim_at(p, f->target) < 0 && f->elect == STAND;
  switch (a.verb) {
  case V_EXCESS: return 60 - alea_factor(p, a.x[0], false, false);
  case V_SUPPORT: return 50;
  case V_ELECT: return a.x[0] == RETREAT && go ? 40 : -10;
  default: return 20;
  }
}

static int32_t score_forward(const struct sal_play *p, int side, struct sal_action a, const struct plan *plan) {
  const struct unit *unit = U(p, a.x[0]);
  if (a.verb == V_DONE) return 0;
  bool takes = alea_aim_at(p, a.x[1]) >= 0 && !friend_at(p, side, a.x[1]);
  if (stands_guard(p, side, a.x[0])) return takes ? 10 : -20;
  int32_t v = pull(p, side, a.x[0], a.x[1], plan, false) - pull(p, side, a.x[0], unit->at, plan, false);
  return v + (a.x[1] == S(p)->fight.target ? 10 + 2 * (int32_t)I(p, a.x[0])->df : 0) + (takes ? 100 : 0);
}

static int32_t score_retreat(const struct sal_play *p, int side, sal_hex h) {
  const struct own *o = O(p);
  int cover = o->defence[side][h] + (side == SAL_SOVIET && alea_fort(p, h) ? 2 * o->works[h] : 0);
  return 4 * cover + (friend_at(p, side, h) ? 3 : 0) + 4 * alea_front(p, side)[h] - (side == SAL_SOVIET && by_places(p) ? alea_wanted(p, side, h) : 0) + (side == SAL_SOVIET ? 0 : -2 * alea_wanted(p, side, h) / 3);
}

/* Armour must fire at armour (7.a.5.3); at others it may, and infantry answers with a die against its steps (7.a.5.7). */
static int32_t score_shot(const struct sal_play *p, int shooter, int v) {
  const struct unit *unit = U(p, v);
  if (alea_arm(p, v)) return 100 + 10 * alea_arm(p, v) + (unit->steps == 1 ? 6 : 0) - (unit->flags & BURIED ? 8 : 0);
  int answer = is_artillery(p, v) || unit->flags & SUPPRESSED ? 0 : unit->steps, gain = unit->flags & DSG ? 1 : I(p, v)->df;
  return gain * alea_arm(p, shooter) - (by_places(p) ? 0 : 12 * answer); /* where places decide, to get through is worth a step */
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
  return price <= 2 && (I(p, u)->kind == TANK || I(p, u)->kind == AG) ? 20 : -10; /* what is spent is lost for good */
}

static int32_t score_build(const struct sal_play *p, sal_hex h) { /* before the aims, or before the German point */
  int near = alea_front(p, SAL_SOVIET)[h], wanted = by_places(p) ? alea_wanted(p, SAL_SOVIET, h) : 0;
  return 40 - 6 * (near > 2 ? near - 2 : 2 - near) - 2 * wanted + (friend_at(p, SAL_SOVIET, h) ? 10 : 0) + (alea_aim_at(p, h) >= 0 ? 20 : 0);
}

static int32_t score_one(const struct sal_play *p, int side, struct sal_action a, const struct plan *plan) {
  const struct sal_frame *f = sal_top(p);
  switch (f->node) {
  case N_SETUP: return a.verb == V_HISTORICAL ? SAL_SURE : a.verb == V_DONE ? 5 : a.verb == V_MODE ? -5 : 1;
  case N_FRONTS:
  case N_MINES: return a.verb == V_DONE ? 0 : score_build(p, a.x[0]);
  case N_ASSIGN: return SAL_SURE + (a.verb == V_FLY ? score_fly(p, side, a) : a.verb == V_FUEL ? (a.x[0] && S(p)->fuel + 1 >= S(p)->turns - p->state->turn ? 40 : -10) : 10);
  case N_AIM: return SAL_SURE + (a.verb == V_AIM ? score_aim(p, side, a) : 10);
  case N_ABORT: return SAL_SURE + (a.verb == V_ABORT && f->x[1] >= U(p, f->x[0])->steps ? 20 : a.verb == V_PRESS ? 10 : 0);
  case N_AIRRAID: return a.verb == V_RAID && bombs_now(p, side) ? 20 : a.verb == V_DONE ? 5 : 0;
  case N_RAID: return score_guns(p, side, a, true) - (a.verb == V_ADD && means_cas(p, a.x[0]) && battery_sum(p, side, true) ? 100 : 0);
  case N_FLAK: return a.verb == V_FLAK ? SAL_SURE + alea_bomb(p, a.x[1]) : 0;
  case N_HUNT: return a.verb == V_HUNT ? SAL_SURE + alea_worth(p, a.x[0]) : 0;
  case N_RALLY: return a.verb == V_ACTIVATE ? score_activate(p, a.x[0]) : 0;
  case N_CAS: return a.verb == V_PUT ? score_cas(p, side, a.x[0]) : -1;
  case N_DEFCAS: return a.verb == V_CAS ? 20 : 0;
  case N_REACT:
    if (a.verb == V_ADD || a.verb == V_FIRE) return alea_fire_chance(p, side, f->x[0]) >= 3 ? (a.verb == V_ADD ? 40 : 30) : -5;
    return a.verb == V_REACT ? (stands_guard(p, side, a.x[0]) || alea_aim_at(p, a.x[1]) < 0 ? -5 : 15) : 0;
  case N_BOMBARD: return a.verb == V_TOP ? -100 : score_guns(p, side, a, false);
  case N_BATTERY:
  case N_BARRAGE: return score_guns(p, side, a, false);
  case N_COMBAT: return a.verb == V_TARGET ? score_target(p, side, a.x[0], plan->bias[0]) : a.verb == V_TOP ? -100 : 0;
  case N_DECLARE: return a.verb == V_FROM ? 60 : a.verb == V_EXCESS ? 58 - alea_factor(p, a.x[0], true, false) : a.verb == V_SUPPORT ? 50 : a.verb == V_ATTACK ? 40 : -20;
  case N_ELECT: return score_elect(p, a);
  case N_SUPPORT: return a.verb == V_SUPPORT && alea_bomb(p, a.x[0]) >= 4 ? 10 + alea_bomb(p, a.x[0]) : 0;
  case N_ARMOUR: return SAL_SURE + (a.verb == V_SHOOT ? score_shot(p, a.x[0], a.x[1]) : 0);
  case N_LOSS: return SAL_SURE + 500 - alea_step_cost(p, a.x[0]);
  case N_RETREAT: return 500 + score_retreat(p, side, a.x[0]);
  case N_SLIP:
  case N_ADVANCE:
  case N_RUPTURE: return score_forward(p, side, a, plan);
  case N_REPAIR: return a.verb == V_DONE ? 0 : 10 + alea_worth(p, a.x[0]) / 10;
  case N_MODES: return a.verb == V_COMMIT;
  default: return 0;
  }
}

static void score(const struct sal_play *p, int side, const struct sal_list *l, const int8_t bias[SAL_BIAS], int32_t *out) {
  int node = sal_top(p)->node;
  bool forward = node == N_SLIP || node == N_ADVANCE || node == N_RUPTURE;
  struct plan plan = {.bias = bias};
  if (node == N_MOVE || node == N_STEP || forward) plan.far = alea_front(p, side), plan.wish = alea_wishes(p, side, bias);
  if (node == N_MOVE) score_moves(p, side, l, &plan, out);
  else if (node == N_STEP) score_steps(p, side, l, &plan, out);
  else for (uint32_t i = 0; i < l->n; i++) out[i] = score_one(p, side, l->a[i], &plan);
}

/* A turn has hundreds of decisions, most of them about one unit of a hundred; what decides it is the plan of the own movement, and then the
 * attacks. To the end of the turn it is about eight hundred actions in Panzerkeil, so that looking less far than that shows half a move. */
static struct sal_effort effort(const struct sal_play *p, int side) {
  enum { MOVES = 1, ATTACKS, TO_THE_END = 1500, LITTLE = 32 };
  bool german = side == SAL_GERMAN;
  int phase = p->state->phase;
  if (O(p)->scenario == LESSON) return (struct sal_effort){0}; /* few enough to think about each */
  if (phase == (german ? P_MOVE : P_MOVE_S)) return (struct sal_effort){.stage = MOVES, .plan = 40, .actions = TO_THE_END, .part = LITTLE};
  if (phase == (german ? P_FIGHT : P_FIGHT_S)) return (struct sal_effort){.stage = ATTACKS, .plan = 20, .actions = TO_THE_END, .part = 1};
  return (struct sal_effort){.part = LITTLE};
}

const struct sal_adviser alea_adviser = {.value = alea_value, .score = score, .effort = effort, .room = alea_advice_room, .prepare = alea_advice_prepare, .nbias = SAL_BIAS, .turns = 1, .actions = 400, .weighs = true};
