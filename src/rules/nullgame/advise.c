/* advise.c - nullgame for computer opponents: what is good, and what a sensible player would do
 * next.
 *
 * The script is one score per verb. It goes for the nearest village that is not its own, with the
 * numbers to take it, and keeps a unit in the ones it has. bias[0] is boldness, bias[1..3] the pull
 * of each village.
 */
#include "state.h"

enum { VILLAGE = 400, VICTORY = 300, OPEN = 40, POINT = 20, FARTHEST = 10, HEX = 4 };

/* The villages of the map, which decide the game (6.2). */
static int villages(const struct sal_play *p, const sal_hex **hexes) {
  const struct sal_region *r = sal_region_find(&p->book->board, "villages");
  *hexes = r ? r->hexes : NULL;
  return r ? r->n : 0;
}

/* How near a unit is to a village, one that is already its own counting as two hexes farther. */
static int nearest_village(const struct sal_play *p, int side, sal_hex at, const sal_hex *v,
                           int n) {
  int near = 99;

  for (int i = 0; i < n; i++) {
    bool mine = S(p)->ground[v[i]] & HELD << side;
    int d = sal_distance(&p->book->board, at, v[i]);
    if (mine)
      d += 2;
    if (d < near)
      near = d;
  }

  return near;
}

/* What a side has: points, villages, strength and steps. Units far from every village are worth
 * less, so that the search does not leave them idle. */
static int32_t side_value(const struct sal_play *p, int side) {
  const struct state *s = S(p);
  const sal_hex *v;
  int n = villages(p, &v);
  int32_t sum = POINT * s->points[side];

  for (int i = 0; i < n; i++)
    if (s->ground[v[i]] & HELD << side)
      sum += VILLAGE;

  for (int u = 0; u < p->book->ncounters; u++) {
    const struct unit *unit = &s->unit[u];
    if (side_of(p, u) != side || !unit->steps)
      continue;
    sum += 30 * kind_of(p, u)->strength[unit->steps] / 2 + 20 * unit->steps;

    /* 3.2: a unit in reserve is far from everything and has still to be paid for, or bringing it up
     * would count as a loss. */
    int near = FARTHEST;
    if (unit->at)
      near = nearest_village(p, side, unit->at, v, n);
    else
      sum -= 2 * POINT;
    if (near > FARTHEST)
      near = FARTHEST;
    sum -= HEX * near;
  }

  return sum;
}

/* 6.2: when the game is over the villages alone have counted. Strength decides only between equal
 * ends, or nobody would risk a step for the last village. */
static int32_t final_value(const struct sal_result *result, int32_t wealth) {
  int32_t v = wealth / 8 + VILLAGE * (int32_t)result->margin.num;
  if (result->winner == SAL_GERMAN)
    v += VICTORY;
  if (result->winner == SAL_SOVIET)
    v -= VICTORY;
  return v;
}

/* One side's wealth less the other's, as the search compares positions. */
static int32_t value(const struct sal_play *p, int side) {
  struct sal_result result;
  int32_t v = side_value(p, SAL_GERMAN) - side_value(p, SAL_SOVIET);

  if (null_score(p, &result))
    v = final_value(&result, v);
  return side == SAL_GERMAN ? v : -v;
}

/* Where a side's units stand and how strong they are, and an attack that is being put together. */
static uint64_t posture(const struct sal_play *p, int side) {
  const struct state *s = S(p);
  uint64_t sum = s->attackers ^ s->points[side];

  for (int u = 0; u < p->book->ncounters; u++) {
    if (side_of(p, u) != side)
      continue;
    const uint16_t of[2] = {s->unit[u].at, s->unit[u].steps};
    sum += sal_hash(of, sizeof of, (uint64_t)u + 1);
  }

  return sum;
}

/* Other units of the side in a village, or at most this many hexes from it. */
static int guards_of(const struct sal_play *p, int side, sal_unit except, sal_hex village,
                     int range) {
  const struct state *s = S(p);
  int guards = 0;

  for (int w = 0; w < p->book->ncounters; w++) {
    sal_hex at = s->unit[w].at;
    if (w == except || side_of(p, w) != side)
      continue;
    if (at && sal_distance(&p->book->board, at, village) <= range)
      guards++;
  }

  return guards;
}

/* What one village is worth to a unit in hex h: more if it is near, less if it is guarded. */
static int32_t pull_of(const struct sal_play *p, int side, sal_unit u, sal_hex h, int village,
                       sal_hex at, const int8_t *bias) {
  bool mine = S(p)->ground[at] & HELD << side;
  int d = sal_distance(&p->book->board, h, at);
  int guards = guards_of(p, side, u, at, 1);
  int32_t want = 60 - 12 * d;

  if (village < 3)
    want += bias[1 + village] / 2;
  want += mine ? -25 * guards : bias[0] / 4;

  /* A unit has to stay: units beside a village do not keep the enemy out of it (6.1). */
  bool last_guard = d == 0 && mine && !guards_of(p, side, u, at, 0);
  if (last_guard)
    want += 40;

  return want;
}

/* How much a unit wants to be in a hex: close to a village it should take or keep. */
static int32_t pull(const struct sal_play *p, int side, sal_unit u, sal_hex h, const int8_t *bias) {
  const sal_hex *v;
  int n = villages(p, &v);
  int32_t best = -1000;

  for (int i = 0; i < n; i++) {
    int32_t want = pull_of(p, side, u, h, i, v[i], bias);
    if (want > best)
      best = want;
  }

  /* Next to an enemy is for the bold; cover is good for every unit. */
  if (null_enemy_near(p, side, h))
    best += bias[0] / 5 - 4;
  if (O(p)->block[h])
    best += 3;

  return best;
}

/* What `side` gains when a unit goes from where it is to h. */
static int32_t gain(const struct sal_play *p, int side, sal_unit u, sal_hex h, const int8_t *bias) {
  return pull(p, side, u, h, bias) - pull(p, side, u, S(p)->unit[u].at, bias);
}

struct way { /* for a unit that stands in `at`, with half points left, after this many hexes */
  sal_unit unit;
  sal_hex at;
  int left, moved;
};

/* 4.1 to 4.3: can the unit enter the hex in this move, by steps that bring it no farther away? A
 * step costs half a point or more, so what lies too far is not looked at. */
static bool leads_to(const struct sal_play *p, const struct way *w, sal_hex goal) {
  const struct sal_board *b = &p->book->board;
  int far = sal_distance(b, w->at, goal);

  if (far == 0)
    return true;
  for (int d = 0; d < 6 && far <= w->left; d++) {
    sal_hex to = sal_next(b, w->at, d);
    struct sal_step step = {
        .unit = w->unit, .from = w->at, .to = to, .dir = d, .left = w->left, .moved = w->moved};
    if (!to || sal_distance(b, to, goal) > far || !null_step_law(p, NULL, &step, NULL))
      continue;
    struct way on = {w->unit, to, w->left - step.price, w->moved + 1};
    if (to == goal || (!step.ends && leads_to(p, &on, goal)))
      return true;
  }

  return false;
}

/* 6.1: an undefended village belongs to the side that enters it, and next turn it may be guarded.
 * So it attracts every unit that can enter it in this move, over any distance, by the way that
 * leaves the unit most points. The last guard of another village stays. -1000: there is no such
 * village. */
static int32_t open_gain(const struct sal_play *p, int side, const struct way *w,
                         const int8_t *bias) {
  const sal_hex *v;
  int n = villages(p, &v);
  int32_t best = -1000;

  for (int i = 0; i < n; i++) {
    bool mine = S(p)->ground[v[i]] & HELD << side;
    if (mine || null_enemy_at(p, side, v[i]) || !leads_to(p, w, v[i]))
      continue;
    int32_t want = gain(p, side, w->unit, v[i], bias) + OPEN + w->left;
    if (want > best)
      best = want;
  }

  return best;
}

/* What a step gains by itself, or as one of the steps into an open village. */
static int32_t score_step(const struct sal_play *p, int side, sal_hex to, const int8_t *bias) {
  const struct move *m = move_of(p);
  sal_hex from = S(p)->unit[m->unit].at;
  struct sal_step step = {.unit = m->unit,
                          .from = from,
                          .to = to,
                          .dir = sal_dir_to(&p->book->board, from, to),
                          .left = m->left,
                          .moved = m->moved};
  int32_t plain = gain(p, side, m->unit, to, bias);

  if (!null_step_law(p, NULL, &step, NULL))
    return plain;
  struct way on = {m->unit, to, step.ends ? 0 : m->left - step.price, m->moved + 1};
  int32_t open = open_gain(p, side, &on, bias);
  return open > plain ? open : plain;
}

/* what its best neighbour gains, or an open village within the move */
static int32_t score_move(const struct sal_play *p, int side, sal_unit u, const int8_t *bias) {
  sal_hex at = S(p)->unit[u].at;
  int32_t here = pull(p, side, u, at, bias);
  int32_t best = here;

  for (int d = 0; d < 6; d++) {
    sal_hex h = sal_next(&p->book->board, at, d);
    if (!h || null_enemy_at(p, side, h))
      continue;
    if (null_count_at(p, side, h) >= STACK)
      continue;
    int32_t there = pull(p, side, u, h, bias);
    if (there > best)
      best = there;
  }

  struct way begin = {u, at, kind_of(p, u)->mp, 0};
  int32_t open = open_gain(p, side, &begin, bias);
  return open > best - here ? open : best - here;
}

/* Strength that could attack a hex, or that defends it. */
static int total(const struct sal_play *p, int side, sal_hex target, bool attackers_only) {
  int sum = 0;

  for (int u = 0; u < p->book->ncounters; u++) {
    const struct unit *unit = &S(p)->unit[u];
    if (!unit->at)
      continue;

    bool mine = side_of(p, u) == side;
    bool next_to = sal_distance(&p->book->board, unit->at, target) == 1;
    bool attacks = mine && next_to && !(unit->flags & FOUGHT);
    bool defends = !mine && unit->at == target;
    bool counts = attackers_only ? attacks : defends;
    if (counts)
      sum += kind_of(p, u)->strength[unit->steps];
  }

  return sum;
}

/* Strength ratio of the whole attack on a hex in tenths, cover and stances counted. */
static int ratio(const struct sal_play *p, int side, sal_hex target) {
  int defence = total(p, side, target, false);
  int attack = total(p, side, target, true) + S(p)->points[side];
  if (!defence)
    defence = 1;
  int r = 10 * attack / defence;

  if (O(p)->block[target])
    r -= 10;
  if (S(p)->stance[side] == PRESS)
    r += 10;
  if (S(p)->stance[sal_enemy(side)] == HOLD)
    r -= 10;

  return r;
}

/* After this turn nothing is left to be saved for. */
static bool last_turn(const struct sal_play *p) {
  return p->state->turn >= S(p)->turns;
}

/* An attack is wanted if it has the numbers; on the last turn a village is attacked at any odds. */
static int32_t score_target(const struct sal_play *p, int side, sal_hex target,
                            const int8_t *bias) {
  int32_t want = 4 * ratio(p, side, target) - 50 + bias[0] / 2;
  const sal_hex *v;
  int n = villages(p, &v);

  for (int i = 0; i < n; i++)
    if (v[i] == target && last_turn(p))
      want += 60;
  return want;
}

/* 6.2: does the side have to take another village to win? */
static bool is_behind(const struct sal_play *p, int side) {
  int enemy = sal_enemy(side);
  int own = null_villages(p, side) + sal_granted(p, side);

  return own <= null_villages(p, enemy) + sal_granted(p, enemy);
}

/* A stance is worth choosing once, and only the one that fits the player's boldness. The Soviet has
 * the last attack of the game: if he needs a village for it, nothing is left to hold for. The
 * German is attacked once more, so he has to weigh it. */
static int32_t score_stance(const struct sal_play *p, int side, int stance, bool bold) {
  bool all_in = side == SAL_SOVIET && last_turn(p) && is_behind(p, side);
  bool fits = (stance == PRESS) == (bold || all_in);
  bool is_new = S(p)->stance[side] != stance;

  return is_new && fits ? 20 : -20;
}

/* 5.5: points are spent once, and only where they lift the column; the rest bring up reserves. */
static int32_t score_support(const struct sal_play *p, int side, int points) {
  bool is_new = S(p)->spent != points;

  return is_new && null_support_lifts(p, side, points) ? 15 : -10;
}

/* How much a sensible player wants an action. Ending and passing are worth 0: anything better comes
 * first. */
static int32_t score_one(const struct sal_play *p, int side, struct sal_action a,
                         const int8_t *bias) {
  switch (a.verb) {
  case V_STANCE: return score_stance(p, side, word_of(a, 0), bias[0] > 0);
  case V_COMMIT: return 0;
  case V_PICK: return 30;
  case V_REBUILD: return 20;
  case V_PUT: return pull(p, side, put_of(p)->unit, hex_of(a, 0), bias);
  case V_MOVE: return score_move(p, side, unit_of(a), bias) - 1;
  case V_STEP: return score_step(p, side, hex_of(a, 0), bias) - 1;
  case V_FIRE: return 10;
  case V_TARGET: return score_target(p, side, hex_of(a, 0), bias);
  case V_ADD: return 20;
  case V_SUPPORT: return score_support(p, side, number_of(a, 0));
  case V_ATTACK: return 10;
  case V_CANCEL: return -50;
  case V_RETREAT: return pull(p, side, SAL_NOUNIT, hex_of(a, 0), bias);
  case V_ADVANCE: return gain(p, side, unit_of(a), advance_of(p)->hex, bias) + 5;
  default: return 0; /* done, stop, pass */
  }
}

/* Every action of the list, each for itself. */
static void score(const struct sal_play *p, int side, const struct sal_list *l,
                  const int8_t bias[SAL_BIAS], int32_t *out) {
  for (uint32_t i = 0; i < l->n; i++)
    out[i] = score_one(p, side, l->a[i], bias);
}

/* Steps and villages. */
static void stakes(const struct sal_play *p, struct sal_stakes *out) {
  const sal_hex *v;
  int n = villages(p, &v);

  out->unit = "steps";
  for (int u = 0; u < p->book->ncounters; u++)
    out->strength[side_of(p, u)] += S(p)->unit[u].steps;

  for (int i = 0; i < n; i++) {
    int holder = SAL_NOSIDE;
    for (int side = 0; side < SAL_SIDES; side++)
      if (S(p)->ground[v[i]] & HELD << side)
        holder = side;
    sal_stake(out, v[i], holder);
  }
}

const struct sal_adviser null_adviser = {.value = value,
                                         .stakes = stakes,
                                         .score = score,
                                         .posture = posture,
                                         .nbias = 4,
                                         .turns = 2,
                                         .actions = 160,
                                         .point = 36};
