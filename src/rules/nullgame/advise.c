/* advise.c - nullgame for computer opponents: what is good, and what a sensible player would do next.
 *
 * The script is one score per verb. It goes for the nearest village that is not its own, with the numbers to take it, and
 * keeps a unit in the ones it has. bias[0] is boldness, bias[1..3] the pull of each village.
 */
#include "state.h"

enum { STEP = 100, VILLAGE = 400 };

static int villages(const struct sal_play *p, const sal_hex **hexes) {
  const struct sal_region *r = sal_region_find(&p->book->board, "villages");
  *hexes = r ? r->hexes : NULL;
  return r ? r->n : 0;
}

static int32_t side_value(const struct sal_play *p, int side) {
  const struct state *s = S(p);
  const sal_hex *v;
  int n = villages(p, &v);
  int32_t sum = 20 * s->points[side];
  for (int i = 0; i < n; i++)
    if (s->ground[v[i]] & HELD << side) sum += VILLAGE;
  for (int u = 0; u < p->book->ncounters; u++) {
    if (side_of(p, u) != side || !s->unit[u].steps) continue;
    sum += 30 * own(p->book)->kind[u].strength[s->unit[u].steps] / 2 + 20 * s->unit[u].steps;
    if (!s->unit[u].at) continue;
    int near = 99;
    for (int i = 0; i < n; i++) {
      int d = sal_distance(&p->book->board, s->unit[u].at, v[i]) + (s->ground[v[i]] & HELD << side ? 2 : 0);
      near = d < near ? d : near;
    }
    sum -= 4 * (near < 10 ? near : 10); /* idle far from everything is worth less */
  }
  return sum;
}

static int32_t value(const struct sal_play *p, int side) {
  int32_t v = side_value(p, SAL_GERMAN) - side_value(p, SAL_SOVIET);
  return side == SAL_GERMAN ? v : -v;
}

/* How much a unit wants to be in a hex: close to a village it should take or keep. */
static int32_t pull(const struct sal_play *p, int side, sal_unit u, sal_hex h, const int8_t *bias) {
  const struct state *s = S(p);
  const sal_hex *v;
  int n = villages(p, &v);
  int32_t best = -1000;
  for (int i = 0; i < n; i++) {
    bool mine = s->ground[v[i]] & HELD << side;
    int d = sal_distance(&p->book->board, h, v[i]), guards = 0;
    for (int w = 0; w < p->book->ncounters; w++)
      guards += w != u && side_of(p, w) == side && s->unit[w].at && sal_distance(&p->book->board, s->unit[w].at, v[i]) <= 1;
    int32_t want = 60 - 12 * d + (i < 3 ? bias[1 + i] / 2 : 0) + (mine ? -25 * guards : bias[0] / 4);
    if (d == 0 && mine && !guards) want += 40; /* somebody has to stay */
    best = want > best ? want : best;
  }
  if (null_enemy_near(p, side, h)) best += bias[0] / 5 - 4;
  if (own(p->book)->block[h]) best += 3;
  return best;
}

static int32_t score_move(const struct sal_play *p, int side, sal_unit u, const int8_t *bias) { /* what its best neighbour gains */
  sal_hex at = S(p)->unit[u].at;
  int32_t here = pull(p, side, u, at, bias), best = here;
  for (int d = 0; d < 6; d++) {
    sal_hex h = sal_next(&p->book->board, at, d);
    sal_unit stack[MAX_UNITS];
    if (!h || null_enemy_at(p, side, h) || null_units_at(p, side, h, stack) >= STACK) continue;
    int32_t there = pull(p, side, u, h, bias);
    best = there > best ? there : best;
  }
  return best - here;
}

static int total(const struct sal_play *p, int side, sal_hex target, bool attackers_only) {
  int sum = 0;
  for (int u = 0; u < p->book->ncounters; u++) {
    const struct unit *unit = &S(p)->unit[u];
    if (!unit->at) continue;
    bool near = side_of(p, u) == side && sal_distance(&p->book->board, unit->at, target) == 1 && !(unit->flags & FOUGHT);
    bool there = side_of(p, u) != side && unit->at == target;
    if (attackers_only ? near : there) sum += own(p->book)->kind[u].strength[unit->steps];
  }
  return sum;
}

/* Strength ratio of the whole attack on a hex in tenths, cover and stances counted. */
static int ratio(const struct sal_play *p, int side, sal_hex target) {
  int defence = total(p, side, target, false), r = 10 * (total(p, side, target, true) + S(p)->points[side]) / (defence ? defence : 1);
  if (own(p->book)->block[target]) r -= 10;
  if (S(p)->stance[side] == PRESS) r += 10;
  if (S(p)->stance[sal_enemy(side)] == HOLD) r -= 10;
  return r;
}

static int32_t score_one(const struct sal_play *p, int side, struct sal_action a, const int8_t *bias) {
  const struct sal_frame *f = sal_top(p);
  const struct state *s = S(p);
  bool bold = bias[0] > 0;
  switch (a.verb) {
  case V_STANCE: return s->stance[side] != a.x[0] && (a.x[0] == PRESS) == bold ? 20 : -20;
  case V_COMMIT: return 0;
  case V_PICK: return 30;
  case V_REBUILD: return 20;
  case V_PUT: return pull(p, side, f->x[0], a.x[0], bias);
  case V_MOVE: return score_move(p, side, a.x[0], bias) - 1;
  case V_STEP: return pull(p, side, f->x[0], a.x[0], bias) - pull(p, side, f->x[0], s->unit[f->x[0]].at, bias) - 1;
  case V_FIRE: return 10;
  case V_TARGET: return 4 * ratio(p, side, a.x[0]) - 50 + bias[0] / 2;
  case V_ADD: return 20;
  case V_SUPPORT: return s->spent == a.x[0] ? -10 : 15;
  case V_ATTACK: return 10;
  case V_CANCEL: return -50;
  case V_RETREAT: return pull(p, side, SAL_NOUNIT, a.x[0], bias);
  case V_ADVANCE: return pull(p, side, a.x[0], f->x[0], bias) - pull(p, side, a.x[0], s->unit[a.x[0]].at, bias) + 5;
  default: return 0; /* done, stop, pass */
  }
}

static void score(const struct sal_play *p, int side, const struct sal_list *l, const int8_t bias[SAL_BIAS], int32_t *out) {
  for (uint32_t i = 0; i < l->n; i++) out[i] = score_one(p, side, l->a[i], bias);
}

const struct sal_adviser null_adviser = {.value = value, .score = score, .nbias = 4, .turns = 2, .actions = 160};
