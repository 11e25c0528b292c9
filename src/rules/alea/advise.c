/* advise.c - Kursk for computer opponents: what a sensible commander would do next.
 *
 * Every node has a function that scores one action; score_by lists them. An attack is made when the
 * table says that it pays. Movement is in advise_move.c, what a position is worth in
 * advise_value.c. bias[0] is boldness, bias[1 + i] the weight of aim i.
 */
#include "advise.h"

/* ---- attacks ---------------------------------------------------------------------------- */

/* An attack that pays is better the more it pays; in the last turn everything near a place is
 * tried, because nothing is lost by it. */
static int32_t score_target(const struct sal_play *p, int side, sal_hex h, int bold) {
  struct package k = alea_package(p, side, h, -1);
  int32_t v = alea_package_worth(p, side, h, &k, false);
  int32_t need = 30 - bold / 2;
  if (side == SAL_GERMAN) {
    v = max_of(v, alea_probe_worth(p, h, &k));
  }

  if (alea_now_or_never(p) && alea_wanted(p, side, h) < 3) {
    need -= 200;
  }
  if (v < need) {
    return -20;
  }

  return 20 + (v - need) / 10;
}

/* ---- guns and aircraft ------------------------------------------------------------------ */

/* What a place that decides the game adds. */
static int32_t on_aim(const struct sal_play *p, sal_hex h, int32_t worth) {
  return alea_aim_at(p, h) >= 0 ? worth : 0;
}

/* A stack worth an air attack: what stands there, and whether we are next to it. Bombs do nothing
 * to who is disorganised already (7.a.5.9). */
static int32_t stack_worth(const struct sal_play *p, int side, sal_hex h) {
  int32_t sum = 0;
  bool fresh = false;

  for (int u = top_enemy(p, side, h); u >= 0; u = below(p, u)) {
    sum += alea_worth(p, u) / 10;
    fresh |= !(U(p, u)->flags & DSG);
  }
  if (!fresh) {
    sum /= 4;
  }
  if (zoc_on(p, sal_enemy(side), h)) {
    sum += 25;
  }

  return sum + on_aim(p, h, 25);
}

/* Factors of the bombers that have been named. */
static int raid_sum(const struct sal_play *p, int side) {
  const struct own *o = O(p);
  int sum = 0;

  for (int i = 0; i < o->nair[side]; i++) {
    bool named = U(p, o->air[side][i])->flags & GROUP;
    sum += named ? alea_bomb(p, o->air[side][i]) : 0;
  }

  return sum;
}

/* A raid with enough factors is complete; more bombers are kept for other targets. */
static int32_t score_bombers(const struct sal_play *p, int side, struct sal_action a) {
  enum { ENOUGH = 8 };

  switch (a.verb) {
  case V_TARGET: return 10 + stack_worth(p, side, hex_of(a, 0));
  case V_ADD:
    if (raid_sum(p, side) >= ENOUGH) {
      return -5;
    }
    return 30 + alea_bomb(p, unit_of(a));
  case V_FIRE: return 20;
  case V_CANCEL: return -40;
  default: return 0;
  }
}

/* Guns fire where that brings more than keeping them, and no more guns than it takes. */
static int32_t score_guns(const struct sal_play *p, int side, struct sal_action a,
                          const struct plan *plan) {
  enum { SCALE = 4 };
  int32_t worth;

  switch (a.verb) {
  case V_TARGET:
    worth = alea_more_guns(p, side, hex_of(a, 0));
    return worth > 0 ? 10 + worth / SCALE : -20;
  case V_ADD: return plan->more_guns > 0 ? 30 + alea_bomb(p, unit_of(a)) : -5;
  case V_FIRE: return 20;
  case V_CANCEL: return -40;
  default: return 0;
  }
}

/* Bombers attack; two German fighters of three go with them, two Soviet ones of three defend. */
static int32_t score_fly(const struct sal_play *p, int side, struct sal_action a) {
  enum { ATTACK_BOX = 1, DEFENCE_BOX = 2 };
  int u = unit_of(a);
  int k = 0;
  if (U(p, u)->box != air_box(side, B_AIR)) {
    /* once sent, it stays */
    return -10;
  }
  while (k < O(p)->nair[side] && O(p)->air[side][k] != u) {
    k++;
  }
  int want = ATTACK_BOX;
  if (I(p, u)->kind != BOMBER) {
    bool defends = side == SAL_GERMAN ? k % 3 == 2 : k % 3 != 0;
    want = defends ? DEFENCE_BOX : ATTACK_BOX;
  }

  return word_of(a, 1) == want ? 30 : -10;
}

/* bombers first, one fighter each */
static int32_t score_aim(const struct sal_play *p, int side, struct sal_action a) {
  const struct unit *unit = U(p, unit_of(a));
  int enemy = sal_enemy(side);
  bool attack_box = (enemy == SAL_GERMAN) == (aim_of(p)->zone == 0);
  const uint8_t *count = S(p)->count[enemy][attack_box ? 0 : 1];
  int fighters = count[0];
  int bombers = count[1];

  if (unit->aim || !number_of(a, 1)) {
    return -10;
  }
  int want;
  if (bombers) {
    want = fighters + 1 + unit->place % bombers;
  } else {
    want = 1 + unit->place % max_of(fighters, 1);
  }

  return number_of(a, 1) == want ? 30 : 15;
}

/* The attack on a hex that bombs would help most: one that pays already, or nearly. */
static int32_t air_need(const struct sal_play *p, int side, sal_hex h) {
  struct package k = alea_package(p, side, h, -1);
  int32_t v = alea_package_worth(p, side, h, &k, true);

  if (v < -100) {
    return 0;
  }
  if (v > 300) {
    return 20;
  }

  return (v + 100) / 10;
}

/* next to the best target of all */
static int32_t score_cas(const struct sal_play *p, int side, sal_hex h) {
  int32_t best = 0;

  for (int d = 0; d < 6; d++) {
    sal_hex n = sal_next(&p->book->board, h, d);
    if (n && enemy_at(p, side, n)) {
      best = max_of(best, 20 + air_need(p, side, n) + on_aim(p, n, 30));
    }
  }

  return best + on_aim(p, h, 10);
}

/* ---- combat ----------------------------------------------------------------------------- */

/* Retreat where it saves more than the ground is worth, but not from a place that decides the
 * game. */
static int32_t score_elect(const struct sal_play *p, int side, struct sal_action a,
                           const struct plan *plan) {
  (void)side, (void)plan;
  const struct fight *f = &S(p)->fight;
  bool stay = alea_aim_at(p, f->target) >= 0 || f->elect != STAND;

  switch (a.verb) {
  case V_EXCESS: return 60 - alea_factor(p, unit_of(a), false, false);
  case V_SUPPORT: return 50;
  case V_ELECT:
    if (word_of(a, 0) != RETREAT || stay) {
      return -10;
    }
    return alea_stand_worth(p) < 0 ? 40 : -10;
  default: return 20;
  }
}

/* Forward after a combat: where the unit is wanted, and first into the hex that was won. */
static int32_t score_forward(const struct sal_play *p, int side, struct sal_action a,
                             const struct plan *plan) {
  if (a.verb == V_DONE) {
    return 0;
  }
  sal_unit u = unit_of(a);
  sal_hex to = hex_of(a, 1);
  bool takes = alea_aim_at(p, to) >= 0 && !friend_at(p, side, to);
  if (alea_stands_guard(p, side, u)) {
    return takes ? 10 : -20;
  }
  int32_t v = alea_pull(p, side, u, to, plan, false);
  v -= alea_pull(p, side, u, U(p, u)->at, plan, false);
  if (to == S(p)->fight.target) {
    v += 10 + 2 * I(p, u)->df;
  }
  if (takes) {
    v += 100;
  }

  return v;
}

/* Back into cover, away from the enemy, and not too far from where the unit is wanted. */
static int32_t score_retreat(const struct sal_play *p, int side, struct sal_action a,
                             const struct plan *plan) {
  const struct own *o = O(p);
  sal_hex h = hex_of(a, 0);
  int cover = o->defence[side][h];

  if (side == SAL_SOVIET && alea_fort(p, h)) {
    cover += 2 * o->works[h];
  }
  int32_t v = 500 + 4 * cover + 4 * plan->far[h];
  if (friend_at(p, side, h)) {
    v += 3;
  }
  if (side == SAL_GERMAN) {
    return v - 2 * alea_wanted(p, side, h) / 3;
  }
  if (by_places(p)) {
    v -= alea_wanted(p, side, h);
  }

  return v;
}

/* Armour must fire at armour (7.a.5.3); at others it may, and infantry answers with a die against
 * its steps (7.a.5.7). */
static int32_t score_shot(const struct sal_play *p, int shooter, int v) {
  const struct unit *unit = U(p, v);

  if (alea_arm(p, v)) {
    int32_t worth = 100 + 10 * alea_arm(p, v);
    if (unit->steps == 1) {
      worth += 6;
    }
    if (unit->flags & BURIED) {
      worth -= 8;
    }
    return worth;
  }
  int gain = unit->flags & DSG ? 1 : I(p, v)->df;
  int32_t worth = gain * alea_arm(p, shooter);
  bool silent = is_artillery(p, v) || unit->flags & SUPPRESSED;
  if (by_places(p) || silent) {
    /* where places decide, to get through is worth a step */
    return worth;
  }

  return worth - 12 * unit->steps;
}

/* ---- reserves, works, the rest ---------------------------------------------------------- */

/* Formations that still wait for their call in Prokhorovka. */
static int formations_waiting(const struct sal_play *p) {
  int waiting = 0;

  for (int i = 0; i < O(p)->nground[SAL_SOVIET]; i++) {
    int u = O(p)->ground[SAL_SOVIET][i];
    waiting += U(p, u)->box == B_STAVKA && I(p, u)->form && alea_leads(p, u);
  }

  return waiting;
}

/* What is spent is lost for good, so only cheap armour is bought where points decide. */
static bool worth_its_price(const struct sal_play *p, int u) {
  int price = alea_price(p, u);
  int kind = I(p, u)->kind;

  if (O(p)->scenario == PROKHOROVKA) {
    /* II.s4.6: the last one stays */
    return !I(p, u)->form || formations_waiting(p) > 1;
  }
  if (O(p)->scenario == PANZERKEIL) {
    /* II.s3.9 */
    return S(p)->spent + price < 30;
  }

  return price <= 2 && (kind == TANK || kind == AG);
}

/* before the aims, or before the German point */
static int32_t score_build(const struct sal_play *p, int side, struct sal_action a,
                           const struct plan *plan) {
  (void)side;

  if (a.verb == V_DONE) {
    return 0;
  }
  sal_hex h = hex_of(a, 0);
  int near = plan->far[h];
  int32_t v = 40 - 6 * max_of(near - 2, 2 - near) + on_aim(p, h, 20);
  if (by_places(p)) {
    v -= 2 * alea_wanted(p, SAL_SOVIET, h);
  }
  if (friend_at(p, SAL_SOVIET, h)) {
    v += 10;
  }

  return v;
}

/* The historical set-up is a good one, and it is quick. */
static int32_t score_setup(const struct sal_play *p, int side, struct sal_action a,
                           const struct plan *plan) {
  (void)p, (void)side, (void)plan;

  switch (a.verb) {
  case V_HISTORICAL: return SAL_SURE;
  case V_DONE: return 5;
  case V_MODE: return -5;
  default: return 1;
  }
}

/* Fuel is spent when there is enough of it for every turn that is left. */
static int32_t score_assign(const struct sal_play *p, int side, struct sal_action a,
                            const struct plan *plan) {
  (void)plan;

  if (a.verb == V_FLY) {
    return SAL_SURE + score_fly(p, side, a);
  }
  if (a.verb != V_FUEL) {
    return SAL_SURE + 10;
  }
  bool enough = S(p)->fuel + 1 >= S(p)->turns - p->state->turn;
  return SAL_SURE + (word_of(a, 0) && enough ? 40 : -10);
}

/* Fighters get their targets before the side commits. */
static int32_t score_aims(const struct sal_play *p, int side, struct sal_action a,
                          const struct plan *plan) {
  (void)plan;
  return SAL_SURE + (a.verb == V_AIM ? score_aim(p, side, a) : 10);
}

/* A bomber that would be lost turns back; others press on. */
static int32_t score_abort(const struct sal_play *p, int side, struct sal_action a,
                           const struct plan *plan) {
  (void)side, (void)plan;
  const struct abort *f = abort_of(p);

  if (a.verb == V_PRESS) {
    return SAL_SURE + 10;
  }

  return SAL_SURE + (f->hits >= U(p, f->bomber)->steps ? 20 : 0);
}

/* Bombers that mean to bomb do so at the first window. */
static int32_t score_airraid(const struct sal_play *p, int side, struct sal_action a,
                             const struct plan *plan) {
  (void)plan;

  if (a.verb == V_DONE) {
    return 5;
  }

  return alea_bombs_now(p, side) ? 20 : 0;
}

/* Aircraft meant for close support bomb only when nobody else does. */
static int32_t score_raid(const struct sal_play *p, int side, struct sal_action a,
                          const struct plan *plan) {
  (void)plan;
  int32_t v = score_bombers(p, side, a);

  if (a.verb == V_ADD && alea_means_cas(p, unit_of(a)) && raid_sum(p, side)) {
    v -= 100;
  }

  return v;
}

/* Fire at the aircraft that carries most. */
static int32_t score_flak(const struct sal_play *p, int side, struct sal_action a,
                          const struct plan *plan) {
  (void)side, (void)plan;
  return a.verb == V_FLAK ? SAL_SURE + alea_bomb(p, second_unit_of(a)) : 0;
}

/* Fire at the most valuable tank. */
static int32_t score_hunt(const struct sal_play *p, int side, struct sal_action a,
                          const struct plan *plan) {
  (void)side, (void)plan;
  return a.verb == V_HUNT ? SAL_SURE + alea_worth(p, unit_of(a)) : 0;
}

/* Reserves come when they are worth their price. */
static int32_t score_rally(const struct sal_play *p, int side, struct sal_action a,
                           const struct plan *plan) {
  (void)side, (void)plan;

  if (a.verb != V_ACTIVATE) {
    return 0;
  }

  return worth_its_price(p, unit_of(a)) ? 20 : -10;
}

/* Close support goes where it helps the best attack. */
static int32_t score_cas_hex(const struct sal_play *p, int side, struct sal_action a,
                             const struct plan *plan) {
  (void)plan;
  return a.verb == V_PUT ? score_cas(p, side, hex_of(a, 0)) : -1;
}

/* Support that waits in the Defence box has no other use. */
static int32_t score_defcas(const struct sal_play *p, int side, struct sal_action a,
                            const struct plan *plan) {
  (void)p, (void)side, (void)plan;
  return a.verb == V_CAS ? 20 : 0;
}

/* Defensive fire where it brings more than keeping the guns; armour only reacts to keep a place. */
static int32_t score_react(const struct sal_play *p, int side, struct sal_action a,
                           const struct plan *plan) {
  switch (a.verb) {
  case V_ADD: return plan->more_guns > 0 ? 40 + alea_bomb(p, unit_of(a)) : -5;
  case V_FIRE: return 30;
  case V_REACT:
    if (alea_stands_guard(p, side, unit_of(a))) {
      return -5;
    }
    return alea_aim_at(p, hex_of(a, 1)) < 0 ? -5 : 15;
  default: return 0;
  }
}

/* Putting another counter on top is never worth the time. */
static int32_t score_bombard(const struct sal_play *p, int side, struct sal_action a,
                             const struct plan *plan) {
  if (a.verb == V_TOP) {
    return SAL_NEVER;
  }
  return score_guns(p, side, a, plan);
}

/* The best target first; the phase ends when none pays. */
static int32_t score_combat(const struct sal_play *p, int side, struct sal_action a,
                            const struct plan *plan) {
  switch (a.verb) {
  case V_TARGET: return score_target(p, side, hex_of(a, 0), plan->bias[0]);
  case V_TOP: return SAL_NEVER;
  default: return 0;
  }
}

/* Once all units are named, the German makes it a probe where that brings more. */
static int32_t score_type(const struct sal_play *p, int type) {
  sal_hex target = S(p)->fight.target;
  struct package k = alea_package(p, SAL_GERMAN, target, -1);
  int32_t assault = alea_package_worth(p, SAL_GERMAN, target, &k, false);
  bool probes = alea_probe_worth(p, target, &k) > assault;
  return probes == (type == PROBE) ? 45 : -20;
}

/* A combat once chosen is made with all units. */
static int32_t score_declare(const struct sal_play *p, int side, struct sal_action a,
                             const struct plan *plan) {
  (void)side, (void)plan;

  switch (a.verb) {
  case V_FROM: return 60;
  case V_TYPE: return score_type(p, word_of(a, 0));
  case V_EXCESS: return 58 - alea_factor(p, unit_of(a), true, false);
  case V_SUPPORT: return 50;
  case V_ATTACK: return 40;
  default: return -20;
  }
}

/* Fire Support of less than one point, or that reaches no other column, would only turn the gun. */
static int32_t score_support(const struct sal_play *p, int side, struct sal_action a,
                             const struct plan *plan) {
  (void)side, (void)plan;

  if (a.verb != V_SUPPORT || alea_bomb(p, unit_of(a)) < 4) {
    return 0;
  }
  if (!alea_support_helps(p)) {
    return -5;
  }

  return 10 + alea_bomb(p, unit_of(a));
}

/* A shot that may be held back is worth nothing. */
static int32_t score_armour(const struct sal_play *p, int side, struct sal_action a,
                            const struct plan *plan) {
  (void)side, (void)plan;

  if (a.verb != V_SHOOT) {
    return SAL_SURE;
  }

  return SAL_SURE + score_shot(p, unit_of(a), second_unit_of(a));
}

/* Give up the step that costs least. */
static int32_t score_loss(const struct sal_play *p, int side, struct sal_action a,
                          const struct plan *plan) {
  (void)side, (void)plan;
  return SAL_SURE + 500 - alea_step_cost(p, unit_of(a));
}

/* The most valuable unit is repaired first. */
static int32_t score_repair(const struct sal_play *p, int side, struct sal_action a,
                            const struct plan *plan) {
  (void)side, (void)plan;
  return a.verb == V_DONE ? 0 : 10 + alea_worth(p, unit_of(a)) / 10;
}

/* AA units stay as they are. */
static int32_t score_modes(const struct sal_play *p, int side, struct sal_action a,
                           const struct plan *plan) {
  (void)p, (void)side, (void)plan;
  return a.verb == V_COMMIT;
}

typedef int32_t scorer(const struct sal_play *, int side, struct sal_action, const struct plan *);
static scorer *const score_by[N_COUNT] = {
    [N_SETUP] = score_setup,     [N_FRONTS] = score_build,    [N_MINES] = score_build,
    [N_ASSIGN] = score_assign,   [N_AIM] = score_aims,        [N_ABORT] = score_abort,
    [N_AIRRAID] = score_airraid, [N_RAID] = score_raid,       [N_FLAK] = score_flak,
    [N_HUNT] = score_hunt,       [N_RALLY] = score_rally,     [N_CAS] = score_cas_hex,
    [N_DEFCAS] = score_defcas,   [N_REACT] = score_react,     [N_BOMBARD] = score_bombard,
    [N_BATTERY] = score_bombard, [N_BARRAGE] = score_bombard, [N_COMBAT] = score_combat,
    [N_DECLARE] = score_declare, [N_ELECT] = score_elect,     [N_SUPPORT] = score_support,
    [N_ARMOUR] = score_armour,   [N_LOSS] = score_loss,       [N_RETREAT] = score_retreat,
    [N_SLIP] = score_forward,    [N_ADVANCE] = score_forward, [N_RUPTURE] = score_forward,
    [N_REPAIR] = score_repair,   [N_MODES] = score_modes,
};

/* Where the guns that are being named will fire, or nowhere. */
static sal_hex battery_target(const struct sal_play *p, int node) {
  switch (node) {
  case N_BATTERY: return battery_of(p)->target;
  case N_BARRAGE: return S(p)->fight.target;
  case N_REACT: return react_of(p)->hex;
  default: return SAL_NOHEX;
  }
}

/* Scores every action of the list. Movement has its own file; every other node has a function. */
static void score(const struct sal_play *p, int side, const struct sal_list *l,
                  const int8_t bias[SAL_BIAS], int32_t *out) {
  int node = sal_top(p)->node;
  bool forward = node == N_SLIP || node == N_ADVANCE || node == N_RUPTURE;
  struct plan plan = {.bias = bias};

  sal_hex shelled = battery_target(p, node);
  if (shelled) {
    plan.more_guns = alea_more_guns(p, side, shelled);
  }
  bool building = node == N_FRONTS || node == N_MINES;
  if (building) {
    plan.far = alea_front(p, SAL_SOVIET);
  }
  if (node == N_RETREAT) {
    plan.far = alea_front(p, side);
  }
  if (node == N_MOVE || node == N_STEP || forward) {
    plan.far = alea_front(p, side);
    plan.wish = alea_wishes(p, side, bias);
  }
  if (node == N_MOVE) {
    alea_score_moves(p, side, l, &plan, out);
    return;
  }
  if (node == N_STEP) {
    alea_score_steps(p, side, l, &plan, out);
    return;
  }
  for (uint32_t i = 0; i < l->n; i++) {
    out[i] = score_by[node] ? score_by[node](p, side, l->a[i], &plan) : 0;
  }
}

/* A turn has hundreds of decisions, most of them about one unit of a hundred. The plan of a side's
 * own movement, and then the attacks, decide it. To the end of the turn it is about eight hundred
 * actions in Panzerkeil, so looking less far shows half a move. */
static struct sal_effort effort(const struct sal_play *p, int side) {
  enum { MOVES = 1, ATTACKS, TO_THE_END = 1500, LITTLE = 32 };
  bool german = side == SAL_GERMAN;
  int phase = p->state->phase;
  if (O(p)->scenario == LESSON) {
    /* few enough to think about each */
    return (struct sal_effort){0};
  }
  if (phase == (german ? P_MOVE : P_MOVE_S)) {
    return (struct sal_effort){.stage = MOVES, .plan = 40, .actions = TO_THE_END, .part = LITTLE};
  }
  if (phase == (german ? P_FIGHT : P_FIGHT_S)) {
    return (struct sal_effort){.stage = ATTACKS, .plan = 20, .actions = TO_THE_END, .part = 1};
  }

  return (struct sal_effort){.part = LITTLE};
}

/* Steps on the map and the places of the scenario. */
static void stakes(const struct sal_play *p, struct sal_stakes *out) {
  out->unit = "steps";
  for (int side = 0; side < SAL_SIDES; side++) {
    for (int i = 0; i < O(p)->nground[side]; i++) {
      const struct unit *unit = U(p, O(p)->ground[side][i]);
      out->strength[side] += unit->at ? unit->steps : 0;
    }
  }
  for (int i = 0; i < O(p)->ngoals; i++) {
    bool german = held_by(p, SAL_GERMAN, O(p)->goal[i]);
    sal_stake(out, O(p)->goal[i], german ? SAL_GERMAN : SAL_SOVIET);
  }
}

const struct sal_adviser alea_adviser = {.value = alea_value,
                                         .stakes = stakes,
                                         .score = score,
                                         .effort = effort,
                                         .room = alea_advice_room,
                                         .prepare = alea_advice_prepare,
                                         .posture = alea_posture,
                                         .nbias = SAL_BIAS,
                                         .turns = 1,
                                         .answered = true,
                                         .actions = 400,
                                         .weighs = true,
                                         .point = 86,
                                         .least = 43};
