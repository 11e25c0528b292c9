/* advise_move.c - where a computer opponent moves.
 *
 * A side that does not hold an aim goes there and breaks what stands in the way. A side that holds
 * it keeps a unit on it and lines the ground in front of it. A unit goes next to the enemy where it
 * adds most to an attack, so packages come together column by column.
 */
#include "advise.h"

#include <string.h>

/* ---- attacks ---------------------------------------------------------------------------- */

/* Whether a unit could still come to the attack on h in this phase. */
static bool could_come(const struct sal_play *p, int side, int u, sal_hex h) {
  const struct unit *unit = U(p, u);
  if (!unit->at || is_artillery(p, u)) {
    return false;
  }
  if (unit->flags & (MOVED | INACTIVE | BURIED | DSG)) {
    return false;
  }
  int span = sal_distance(&p->book->board, unit->at, h);
  if (span <= 1 || span > COMING) {
    return false;
  }

  return !zoc_on(p, side, unit->at);
}

/* Attack factors of units that could still join the attack on h, in halves, and only half of them:
 * not all will. They are looked for around h, because most units are far from it; near the edge
 * some of these cells lie elsewhere on the map, but could_come knows better. */
static int reserves(const struct sal_play *p, int side, sal_hex h, int but) {
  int sum = 0;

  for (int i = 0; i < AROUND; i++) {
    int from = h + advice(p)->around[i];
    if (from <= 0 || from >= p->book->board.cells) {
      continue;
    }
    for (int u = top_friend(p, side, (sal_hex)from); u >= 0; u = below(p, u)) {
      if (u != but && could_come(p, side, u, h)) {
        sum += alea_factor(p, u, true, false);
      }
    }
  }

  return sum;
}

/* What the attack on `target` gains if u comes to h. A package that is not good yet counts as begun
 * if the units that could still join would make it good. */
static int32_t gain_of_joining(const struct sal_play *p, int side, int u, sal_hex h,
                               sal_hex target) {
  enum { NEVER = -150, GOOD = 30, NOT_YET = 60 };
  struct package without = alea_package(p, side, target, u);
  struct package with = alea_package_with(p, side, target, &without, u, h);
  int32_t then = alea_package_worth(p, side, target, &with, true);
  int32_t now = alea_package_worth(p, side, target, &without, true);
  if (then < GOOD) {
    with.attack += reserves(p, side, target, u);
    int32_t more = alea_package_worth(p, side, target, &with, true);
    if (more >= GOOD) {
      then = max_of(then, more - NOT_YET);
    }
  }

  return max_of(then, NEVER) - max_of(now, NEVER);
}

/* How much an attack gains if u comes to h, over the hexes it could attack from there: packages
 * grow until they are good enough, and begin where they can. */
static int32_t joins(const struct sal_play *p, int side, int u, sal_hex h) {
  enum { MOST = 50 };
  int32_t best = 0;
  for (int d = 0; d < 6; d++) {
    sal_hex target = sal_next(&p->book->board, h, d);
    if (target && enemy_at(p, side, target)) {
      best = max_of(best, gain_of_joining(p, side, u, h, target));
    }
  }

  return min_of(best / 6, MOST);
}

/* ---- where a unit is wanted ------------------------------------------------------------- */

/* A movement looks at thousands of hexes; what it asks of each is inlined. */
#define ASKED_OF_ALL __attribute__((always_inline)) static inline

/* What the ground gives a defender of that side, works counted twice. */
ASKED_OF_ALL int cover_of(const struct sal_play *p, int side, sal_hex h) {
  const struct own *o = O(p);
  int cover = o->defence[side][h];

  if (o->dp[h]) {
    cover += 2;
  }
  if (side == SAL_SOVIET && alea_fort(p, h)) {
    cover += 2 * o->works[h];
  }

  return cover;
}

/* Artillery stands in range of something, and behind the others. */
static int32_t pull_of_guns(const struct sal_play *p, int u, int near, int32_t wish) {
  int want = I(p, u)->range / 2 + 1;
  int off = max_of(near - want, want - near);
  int32_t danger = near < 2 ? 40 : 0;
  return wish / 8 - 6 * off - danger;
}

/* The Germans go for their aims and attack what is in the way. */
ASKED_OF_ALL int32_t pull_of_german(int near, int32_t wish, int bold) {
  if (near == 1) {
    return wish + bold / 10;
  }
  if (near == 2) {
    return wish + 4;
  }
  if (wish <= NOT_WANTED) {
    return wish - 3 * near;
  }

  return wish;
}

/* The Soviets stand in the works before the enemy, or between him and the places. */
ASKED_OF_ALL int32_t pull_of_soviet(const struct sal_play *p, int near, int32_t wish, int cover) {
  if (by_places(p)) {
    bool exposed = near == 1 && cover < 2;
    return wish + 2 * cover - (exposed ? 8 : 0);
  }
  int32_t drawn = wish > NOT_WANTED ? wish / 3 : 0;
  return drawn + 3 * cover - 4 * max_of(near - 2, 0);
}

/* What a hex is worth to a unit other than guns, with what the attack from there adds. */
ASKED_OF_ALL int32_t pull_with(const struct sal_play *p, int side, sal_hex h, int32_t wish,
                               int32_t attack, const struct plan *plan) {
  int near = plan->far[h];
  int cover = cover_of(p, side, h);

  if (side == SAL_GERMAN) {
    return pull_of_german(near, wish, plan->bias[0]) + 2 * cover + attack;
  }
  /* no zone of ours reaches it */
  bool gap = near < 4 && !zoc_on(p, SAL_GERMAN, h);
  return pull_of_soviet(p, near, wish, cover) + (gap ? 6 : 0) + attack / 2;
}

/* What a hex is worth at a glance to a unit that is somewhere else. */
ASKED_OF_ALL int32_t pull_there(const struct sal_play *p, int side, int u, sal_hex h,
                                const struct plan *plan) {
  enum { CONTACT = 14 };
  if (is_guns(p, u)) {
    return pull_of_guns(p, u, plan->far[h], plan->wish[h]);
  }
  return pull_with(p, side, h, plan->wish[h], plan->far[h] == 1 ? CONTACT : 0, plan);
}

/* The value of a hex depends on the side: Germans go for the aims, Soviets hold the ground. */
int32_t alea_pull(const struct sal_play *p, int side, int u, sal_hex h, const struct plan *plan,
                  bool close) {
  int32_t wish = plan->wish[h];

  if (U(p, u)->at != h && !close) {
    return pull_there(p, side, u, h, plan);
  }
  if (U(p, u)->at == h) {
    wish = alea_wish_here(p, side, u, plan->bias, plan->wish);
  }
  if (is_guns(p, u)) {
    return pull_of_guns(p, u, plan->far[h], wish);
  }
  int32_t attack = 0;
  if (plan->far[h] == 1) {
    attack = close ? joins(p, side, u, h) : 14;
  }
  return pull_with(p, side, h, wish, attack, plan);
}

/* the last one on an aim of ours */
bool alea_stands_guard(const struct sal_play *p, int side, int u) {
  sal_hex h = U(p, u)->at;

  if (!by_places(p) || alea_nothing_follows(p, side)) {
    return false;
  }
  if (alea_aim_at(p, h) < 0) {
    return false;
  }
  if (!held_by(p, side, h)) {
    return false;
  }

  return !alea_guards(p, side, h, u);
}

/* ---- moving ----------------------------------------------------------------------------- */

/* Artillery that can fire from where it is had better stay there. */
static bool enemy_in_range(const struct sal_play *p, int u) {
  int enemy = sal_enemy(side_of(p, u));

  for (int i = 0; i < O(p)->nground[enemy]; i++) {
    sal_hex h = U(p, O(p)->ground[enemy][i])->at;
    if (h && sal_distance(&p->book->board, h, U(p, u)->at) <= I(p, u)->range) {
      return true;
    }
  }

  return false;
}

/* Whether its owner means it to fly close support in the movement phase, not to bomb. */
bool alea_means_cas(const struct sal_play *p, int u) {
  if (!I(p, u)->cas) {
    return false;
  }
  return side_of(p, u) == SAL_GERMAN;
}

/* Whether a bomber waits that is not meant for close support. */
bool alea_bombs_now(const struct sal_play *p, int side) {
  for (int i = 0; i < O(p)->nair[side]; i++) {
    int u = O(p)->air[side][i];
    const struct unit *unit = U(p, u);
    if (I(p, u)->kind != BOMBER || alea_means_cas(p, u)) {
      continue;
    }
    if (unit->steps && !unit->at && unit->box == air_box(side, B_ATTACK)) {
      return true;
    }
  }

  return false;
}

/* in contact: better to attack than to walk about */
static int32_t score_leaving(const struct sal_play *p, int side, sal_hex at) {
  return zoc_on(p, side, at) ? 6 + 8 * (side == SAL_GERMAN) : 0;
}

/* 4.5, 13.hq.4, 6.zoc.4-6 */
ASKED_OF_ALL bool may_enter(const struct sal_play *p, const struct column *c, sal_hex to,
                            bool left_zone) {
  if (enemy_at(p, c->side, to)) {
    return false;
  }
  if (c->hqs && !friend_at(p, c->side, to)) {
    return false;
  }
  if (!zoc_on(p, c->side, to)) {
    return true;
  }

  return !(c->dsg || left_zone);
}

/* alea_step_price, for the many steps of a march by units of one kind of feet. */
ASKED_OF_ALL int march_price(const struct sal_play *p, const struct column *c, sal_hex from, int d,
                             sal_hex to) {
  bool mixed = c->foot && c->other;

  if (c->train || c->hqs || mixed) {
    return alea_step_price(p, c, from, to);
  }

  return O(p)->edge[c->other][from * 6 + d] + alea_hindrance(p, c, from, to);
}

/* One step of a march: kept when it is allowed, can be paid, and is the cheapest way so far. */
ASKED_OF_ALL void march_on(const struct sal_play *p, const struct column *c, sal_hex at, sal_hex h,
                           int d, int points, bool left_zone, struct march *m) {
  sal_hex n = (sal_hex)(h + p->book->board.step[d]);
  int gone = m->spent[h];

  if (m->spent[n] <= gone + 1 || !may_enter(p, c, n, left_zone)) {
    return;
  }
  int spent = gone + march_price(p, c, h, d, n);
  if (spent > points || spent >= m->spent[n]) {
    return;
  }
  m->spent[n] = (uint8_t)spent;
  m->by[n] = h == at ? (uint8_t)(d + 1) : m->by[h];
  /* again, when a cheaper way turned up */
  m->hex[m->n++] = n;
}

/* Where a unit or stack can get to in this phase, hex by hex as the rules let it go. */
static void march(const struct sal_play *p, const struct column *c, sal_hex at, int points,
                  bool left_zone, struct march *m) {
  /* no step on the way leaves a zone: a unit that enters one stops */
  left_zone |= zoc_on(p, c->side, at) != 0;
  for (int i = 0; i < m->n; i++) {
    m->spent[m->hex[i]] = SAL_FAR; /* the march before this one */
  }
  m->spent[at] = m->by[at] = 0;
  m->n = 0;
  m->hex[m->n++] = at;
  for (int i = 0; i < m->n; i++) {
    sal_hex h = m->hex[i];
    /* 6.zoc.2 */
    bool stopped = h != at && zoc_on(p, c->side, h);
    if (m->spent[h] >= points || stopped) {
      continue;
    }
    UNROLL6
    for (int d = 0; d < 6; d++) {
      if (m->n == MARCH) {
        return;
      }
      march_on(p, c, at, h, d, points, left_zone, m);
    }
  }
}

struct trip {        /* the best a unit can do in this phase */
  sal_hex to, first; /* SAL_NOHEX: to stay */
  int32_t gain, here;
};
/* Of the hexes of a march those that promise more than `least` at a glance. */
static void note_likely(const struct sal_play *p, int side, int u, const struct plan *plan,
                        int32_t least, struct march *m) {
  enum { CONTACT = 50 };

  m->nlikely = 0;
  for (int i = 1; i < m->n; i++) {
    sal_hex h = m->hex[i];
    int32_t contact = plan->far[h] == 1 ? CONTACT : 0;
    int32_t worth = pull_there(p, side, u, h, plan) + contact;
    m->likely[m->nlikely] = h;
    m->worth[m->nlikely] = worth;
    m->nlikely += worth > least;
  }
}

/* The first of those that promise most above `least`, or -1. */
static int most_promising(const struct march *m, int32_t least) {
  int best = -1;

  for (int i = 0; i < m->nlikely; i++) {
    if (m->worth[i] > least && (best < 0 || m->worth[i] > m->worth[best])) {
      best = i;
    }
  }

  return best;
}

/* It has been looked at, however often the march came there. */
static void strike_off(struct march *m, sal_hex h) {
  for (int i = 0; i < m->nlikely; i++) {
    if (m->likely[i] == h) {
      m->worth[i] = INT32_MIN;
    }
  }
}

/* Looks closely only at the few hexes that promise most, because joining an attack is dear to
 * work out. */
static struct trip best_trip(const struct sal_play *p, const struct column *c, sal_hex at,
                             int points, bool left_zone, const struct plan *plan) {
  enum { LOOKS = 8, LEAST = 2 };
  int u = c->unit[0];
  int side = c->side;
  struct march *m = &advice(p)->march;
  march(p, c, at, points, left_zone, m);
  struct trip t = {.here = alea_pull(p, side, u, at, plan, true) + score_leaving(p, side, at)};
  int32_t best = t.here + LEAST - 1;
  note_likely(p, side, u, plan, best, m);
  for (int look = 0; look < LOOKS; look++) {
    int k = most_promising(m, best);
    if (k < 0) {
      break;
    }
    sal_hex h = m->likely[k];
    int32_t v = INT32_MIN;
    if (alea_fits(p, side, h, c->unit, c->n)) {
      v = alea_pull(p, side, u, h, plan, true);
    }
    if (v > best) {
      best = v;
      t.to = h;
    }
    strike_off(m, h);
  }
  if (!t.to) {
    return t;
  }
  t.first = sal_next(&p->book->board, at, m->by[t.to] - 1);
  t.gain = best - t.here;
  return t;
}

/* it had better stay where it is */
static bool has_business(const struct sal_play *p, int side, int u) {
  int kind = I(p, u)->kind;
  int flags = U(p, u)->flags;

  if (kind == HQ || kind == TRAIN) {
    return true;
  }
  if (flags & BURIED) {
    return true;
  }
  if (is_guns(p, u)) {
    bool works = flags & TURNED || enemy_in_range(p, u);
    return works || alea_stands_guard(p, side, u);
  }

  return alea_stands_guard(p, side, u);
}

/* what the next hex may gain */
static int32_t glance(const struct sal_play *p, const struct column *c, sal_hex at,
                      const struct plan *plan) {
  int u = c->unit[0];
  int32_t best = 0;
  int32_t here = alea_pull(p, c->side, u, at, plan, false) + score_leaving(p, c->side, at);

  for (int d = 0; d < 6; d++) {
    sal_hex n = sal_next(&p->book->board, at, d);
    if (!n) {
      continue;
    }
    if (!may_enter(p, c, n, zoc_on(p, c->side, at))) {
      continue;
    }
    best = max_of(best, pull_there(p, c->side, u, n, plan) - here);
  }

  return best;
}

/* Is the unit worth moving at all? Is some next hex better or, on a close look, some hex it can get
 * to? */
static int32_t score_move(const struct sal_play *p, int side, int u, const struct plan *plan,
                          bool close) {
  sal_hex at = U(p, u)->at;
  struct column c = {.side = side};

  if (!at) {
    /* waits off the map */
    return 90;
  }
  if (has_business(p, side, u)) {
    return -50;
  }
  alea_column_add(p, &c, u);
  int32_t best;
  if (close) {
    best = best_trip(p, &c, at, alea_mp(p, u), false, plan).gain;
  } else {
    best = glance(p, &c, at, plan);
  }
  if (best < 2) {
    return -5;
  }

  return 20 + min_of(best, 60) + (NEAR - plan->far[at]);
}

/* One action of the movement phase at a glance. */
static int32_t score_first(const struct sal_play *p, int side, struct sal_action a,
                           const struct plan *plan) {
  switch (a.verb) {
  case V_MOVE: return score_move(p, side, unit_of(a), plan, false);
  case V_CAS: return 200;
  case V_RAID: return alea_bombs_now(p, side) ? 150 : -10;
  case V_DONE: return 0;
  case V_TOP: return SAL_NEVER; /* to put another counter on top changes nothing */
  default: return -100;
  }
}

/* Scores all units at a glance, then looks closely at the likeliest until one of them has somewhere
 * to go. */
void alea_score_moves(const struct sal_play *p, int side, const struct sal_list *l,
                      const struct plan *plan, int32_t *out) {
  enum { LOOKS = 6, WAITS = 90 };
  for (uint32_t i = 0; i < l->n; i++) {
    out[i] = score_first(p, side, l->a[i], plan);
  }
  for (int look = 0; look < LOOKS; look++) {
    uint32_t best = 0;
    for (uint32_t i = 1; i < l->n; i++) {
      if (out[i] > out[best]) {
        best = i;
      }
    }
    if (l->a[best].verb != V_MOVE || out[best] >= WAITS) {
      return;
    }
    int32_t close = score_move(p, side, unit_of(l->a[best]), plan, true);
    if (close > 0) {
      return;
    }
    out[best] = close;
  }
}

/* An attack in movement: -2 on the die, and the stack alone. */
static int32_t score_strike(const struct sal_play *p, int side, sal_hex from, sal_hex to,
                            int bold) {
  int attack = 0;
  int defence = alea_package(p, side, to, -1).defence;

  for (int u = top(p, from); u >= 0; u = below(p, u)) {
    if (U(p, u)->flags & GROUP && alea_may_attack(p, u, to, NULL)) {
      attack += 2 * alea_factor(p, u, true, false);
    }
  }
  int odds = defence ? 10 * attack / defence : 90;
  int need = 45 - bold / 6;
  if (odds < need) {
    return -30;
  }
  int32_t place = alea_aim_at(p, to) >= 0 ? 60 : 0;
  return 25 + (odds - need) + place;
}

/* Units that count leave until the prize is won; later only those that would be lost here. */
static int32_t score_exit(const struct sal_play *p, int u) {
  if (by_places(p)) {
    return -60;
  }
  if (alea_counts_out(p, u) && S(p)->exits < EXITS) {
    return 90;
  }

  return U(p, u)->flags & OOS ? 20 : -60;
}

/* The next hex: the first one of the best trip, or how much better it is than this one. */
static int32_t score_step(const struct sal_play *p, const struct column *c, sal_hex at, sal_hex to,
                          const struct trip *trip, const struct plan *plan) {
  if (!at) {
    return 50 - alea_wanted(p, c->side, to);
  }
  if (!c->n) {
    return -1;
  }
  if (to == trip->first) {
    return 1 + trip->gain;
  }

  return (alea_pull(p, c->side, c->unit[0], to, plan, false) - trip->here) / 4 - 10;
}

/* Within a move: along the best trip, or stop. */
void alea_score_steps(const struct sal_play *p, int side, const struct sal_list *l,
                      const struct plan *plan, int32_t *out) {
  const struct step *f = step_of(p);
  sal_hex at = f->hex;
  struct column c;
  struct trip trip = {0};

  alea_column(p, side, at, &c);
  if (at && c.n) {
    int left = f->is & HALTED ? 0 : f->left;
    trip = best_trip(p, &c, at, left, f->is & LEFT_ZOC, plan);
  }
  for (uint32_t i = 0; i < l->n; i++) {
    sal_hex to = hex_of(l->a[i], 0);
    switch (l->a[i].verb) {
    case V_EXIT: out[i] = c.n ? score_exit(p, c.unit[0]) : -60; break;
    case V_STRIKE: out[i] = score_strike(p, side, at, to, plan->bias[0]); break;
    case V_JOIN: out[i] = -10; break;
    case V_STEP: out[i] = score_step(p, &c, at, to, &trip, plan); break;
    /* stop */
    default: out[i] = at ? 0 : -10;
    }
  }
}
