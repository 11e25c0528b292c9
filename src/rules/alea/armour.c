/* armour.c - 7.a.5: armoured combat, shot by shot, highest factor first, each shot answered at
 * once.
 *
 * SHOT marks units that have fired in this combat. The next to fire is worked out before every
 * shot, because losses and disorganisation change the factors.
 */
#include "state.h"

/* 7.2. AT Fronts, which have their factor on the defence only, never attack (8.1). */
bool alea_armed(const struct sal_play *p, int u) {
  return alea_arm(p, u) > 0;
}

/* Counts the armoured units of both sides for 7.a.5.2. */
void alea_armour_begin(struct sal_play *p) {
  sal_unit who[CROWD];
  uint8_t *arms = S(p)->fight.arms;

  for (int side = 0; side < SAL_SIDES; side++) {
    int n = alea_members(p, side, who);
    for (int i = 0; i < n; i++) {
      arms[side] = (uint8_t)(arms[side] + alea_armed(p, who[i]));
    }
  }
}

/* AA units and HQs keep SHOT for their fire at aircraft; as guns against tanks they use `at_shot`.
 */
static bool has_shot(const struct sal_play *p, int u) {
  return I(p, u)->kind == AA ? U(p, u)->at_shot & 1 : (U(p, u)->flags & SHOT) != 0;
}

/* Marks the shot where has_shot looks for it. */
static void set_shot(struct sal_play *p, int u) {
  if (I(p, u)->kind == AA) {
    U(p, u)->at_shot |= 1;
  } else {
    U(p, u)->flags |= SHOT;
  }
}

struct order {
  int side, arm; /* whose shot, with which factor; arm 0: nobody's */
};

/* The highest factor of a side that has not fired. */
static int best_arm(const struct sal_play *p, int side) {
  sal_unit who[CROWD];
  int n = alea_members(p, side, who);
  int best = 0;

  for (int i = 0; i < n; i++) {
    if (alea_armed(p, who[i]) && !has_shot(p, who[i]) && alea_arm(p, who[i]) > best) {
      best = alea_arm(p, who[i]);
    }
  }

  return best;
}

/* 7.a.5.2: the highest factor fires first; with equal factors the defender, if he has more armour
 */
static struct order next_shot(const struct sal_play *p) {
  const struct fight *f = &S(p)->fight;
  int defender = sal_enemy(f->side);
  int attack = best_arm(p, f->side);
  int defence = best_arm(p, defender);
  bool more_armour = f->arms[defender] > f->arms[f->side];

  if (defence > attack) {
    return (struct order){defender, defence};
  }
  if (attack > defence || !more_armour) {
    return (struct order){f->side, attack};
  }

  return (struct order){defender, defence};
}

/* 7.a.5.6, opt.buried.4: no armoured unit of that side screens */
static bool only_buried(const struct sal_play *p, int side) {
  sal_unit who[CROWD];
  int n = alea_members(p, side, who);

  for (int i = 0; i < n; i++) {
    if (alea_armed(p, who[i]) && !(U(p, who[i])->flags & BURIED)) {
      return false;
    }
  }

  return true;
}

/* 7.a.5.2: the highest factor fires first; equal factors by the side with more armour. */
static bool may_fire(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  struct order next = next_shot(p);

  if (!alea_in_fight(p, u, side)) {
    return sal_refuse(why, R_7_a_5_1, "{u0} does not fight in this armoured combat.", u, 0);
  }
  if (!alea_armed(p, u)) {
    return sal_refuse(why, R_7_2, "{u0} has no armoured factor.", u, 0);
  }
  if (has_shot(p, u)) {
    return sal_refuse(why, R_7_a_5_4, "{u0} has fired.", u, 0);
  }
  if (alea_arm(p, u) != next.arm) {
    return sal_refuse(why, R_7_a_5_2, "It is not {u0}'s turn to fire.", u, 0);
  }

  return true;
}

/* 7.a.5.6: armour screens the others while any of it is left. */
static bool may_shoot(const struct sal_play *p, int side, int u, int v, struct sal_refusal *why) {
  int enemy = sal_enemy(side);

  if (!may_fire(p, side, u, why)) {
    return false;
  }
  if (!alea_in_fight(p, v, enemy)) {
    return sal_refuse(why, R_7_a_5_3, "{u0} is not an enemy in this combat.", v, 0);
  }
  if (!alea_armed(p, v) && !only_buried(p, enemy)) {
    return sal_refuse(why, R_7_a_5_6, "Armoured enemies must be fired at first.", 0, 0);
  }

  return true;
}

/* A shot may be held back only when no armoured enemy is there. */
static bool may_hold(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  if (!may_fire(p, side, u, why)) {
    return false;
  }
  if (!only_buried(p, sal_enemy(side))) {
    return sal_refuse(why, R_7_a_5_3, "{u0} must fire at an armoured enemy.", u, 0);
  }

  return true;
}

/* All units may fire again in the next armoured combat. AA units and HQs keep SHOT, which is their
 * fire at aircraft. */
static void forget_shots(struct sal_play *p, int side) {
  sal_unit who[CROWD];
  int n = alea_members(p, side, who);

  for (int i = 0; i < n; i++) {
    int kind = I(p, who[i])->kind;
    U(p, who[i])->at_shot &= (uint8_t)~1;
    if (kind != AA && kind != HQ) {
      U(p, who[i])->flags &= (uint16_t)~SHOT;
    }
  }
}

/* The order is worked out afresh before each shot, because losses change the factors. */
static bool armour_run(struct sal_play *p) {
  sal_unit who[CROWD];
  struct order next = next_shot(p);
  bool over = !next.arm || !alea_members(p, sal_enemy(next.side), who);

  if (!over) {
    sal_top(p)->side = (uint8_t)next.side;
    return false;
  }
  forget_shots(p, SAL_GERMAN);
  forget_shots(p, SAL_SOVIET);
  sal_pop(p);

  return true;
}

/* Every shot at every target that the rules allow now. */
static void armour_list(const struct sal_play *p, int side, struct sal_list *l) {
  sal_unit own_units[CROWD];
  sal_unit enemies[CROWD];
  int n = alea_members(p, side, own_units);
  int m = alea_members(p, sal_enemy(side), enemies);

  for (int i = 0; i < n; i++) {
    if (!may_fire(p, side, own_units[i], NULL)) {
      continue;
    }
    for (int k = 0; k < m; k++) {
      if (may_shoot(p, side, own_units[i], enemies[k], NULL)) {
        sal_list_add(l, sal_act(V_SHOOT, own_units[i], enemies[k], 0));
      }
    }
  }
  for (int i = 0; i < n; i++) {
    if (may_hold(p, side, own_units[i], NULL)) {
      sal_list_add(l, sal_act(V_HOLD, own_units[i], 0, 0));
    }
  }
}

/* 7.a.5: a shot, or a shot held back. The order of fire leaves no other choice. */
static bool armour_check(const struct sal_play *p, int side, struct sal_action a,
                         struct sal_refusal *why) {
  if (a.verb == V_SHOOT) {
    return may_shoot(p, side, unit_of(a), second_unit_of(a), why);
  }
  if (a.verb != V_HOLD) {
    return alea_not_now(p, a, why);
  }

  return may_hold(p, side, unit_of(a), why);
}

/* ---- the shot and the answer ------------------------------------------------------------ */

/* opt.buried.2: a buried target adds 1 to the die. */
static int need_of(const struct sal_play *p, int arm, int target) {
  return arm - (U(p, target)->flags & BURIED ? 1 : 0);
}

/* 7.a.5.4, 7.a.5.7: armour answers with its factor if it has not fired; others with their steps,
 * unless suppressed. */
static int answer_factor(const struct sal_play *p, int u) {
  int kind = I(p, u)->kind;

  if (alea_armed(p, u)) {
    return has_shot(p, u) ? 0 : alea_arm(p, u);
  }
  if (is_artillery(p, u) || U(p, u)->flags & SUPPRESSED) {
    return 0;
  }
  if (kind == ATF || kind == AA) {
    return 0;
  }

  return U(p, u)->steps;
}

/* A die has six faces. */
static int clamp6(int v) {
  return clamp(v, 0, 6);
}

/* What the target answers with after a hit or a miss: an armoured unit on its last step is gone,
 * and one that was disorganised is suppressed now. */
static int answer_after(const struct sal_play *p, int v, bool hit) {
  bool armed = alea_armed(p, v);

  if (hit && armed && U(p, v)->steps <= 1) {
    return 0;
  }
  if (hit && !armed && U(p, v)->flags & DSG) {
    return 0;
  }

  return answer_factor(p, v);
}

/* Miss or hit, each with the answer missing or hitting: four outcomes, those without chance left
 * out. */
static void shot_card(const struct sal_play *p, int u, int v, struct sal_card *c, int place[2][2]) {
  static const char *const say[2][2] = {{"miss", "miss, and hit by the answer"},
                                        {"hit", "hit, and hit by the answer"}};
  int need = clamp6(need_of(p, alea_arm(p, u), v));
  int side = side_of(p, u);
  bool armed = alea_armed(p, v);
  char title[80];
  char to[8];

  sal_format(title, sizeof title, "%s fires at %s", label(p, u), label(p, v));
  sal_card_odds(c, side, R_7_a_5_3, title);
  sal_format(to, sizeof to, "%d", need);
  sal_card_to(c, R_7_a_5_3, to, "1d6, at most %d", alea_arm(p, u));
  if (U(p, u)->flags & (DSG | SUPPRESSED)) {
    sal_card_to(c, R_7_a_5_5, to, "disorganised: factor halved");
  }
  if (U(p, v)->flags & BURIED) {
    sal_card_to(c, R_opt_buried_2, to, "buried target, die +1");
  }
  for (int hit = 0; hit < 2; hit++) {
    int ways = hit ? need : 6 - need;
    int back = answer_after(p, v, hit);
    int answer = back ? clamp6(need_of(p, back, u)) : 0;
    for (int r = 0; r < 2; r++) {
      int n = ways * (r ? answer : 6 - answer);
      place[hit][r] = c->noutcomes;
      if (!n) {
        continue;
      }
      struct sal_card_outcome *o = sal_card_may(c, (uint64_t)n, 36, "%s", say[hit][r]);
      o->loss[sal_enemy(side)] = (int8_t)(hit && armed);
      o->loss[side] = (int8_t)r;
    }
  }
}

/* Armour loses a step; others are disorganised, then suppressed (7.a.5.6). */
static void take_hit(struct sal_play *p, sal_unit v) {
  struct unit *unit = U(p, v);

  if (alea_armed(p, v)) {
    alea_lose(p, v, R_7_a_5_3);
    return;
  }
  if (!(unit->flags & DSG)) {
    alea_disorganise(p, v, R_7_a_5_6);
    return;
  }
  if (!(unit->flags & SUPPRESSED)) {
    sal_tell(p, E_SUPPRESSED, R_7_a_5_6, SAL_EVU(v, .at = {unit->at}));
  }
  unit->flags |= SUPPRESSED;
}

/* any armoured unit of that side is left */
static bool best_arm_of(const struct sal_play *p, int side) {
  sal_unit who[CROWD];
  int n = alea_members(p, side, who);

  for (int i = 0; i < n; i++) {
    if (alea_armed(p, who[i])) {
      return true;
    }
  }

  return false;
}

/* The rule a shot is made by: at armour, past buried armour, or at those it no longer screens. */
static int shot_rule(const struct sal_play *p, int v) {
  if (alea_armed(p, v)) {
    return R_7_a_5_3;
  }
  return best_arm_of(p, side_of(p, v)) ? R_opt_buried_4 : R_7_a_5_6;
}

/* 7.a.5.4, 7.a.5.7: the target answers at once. True when it hits. */
static bool fire_back(struct sal_play *p, sal_unit v, sal_unit u, bool armed) {
  int back = U(p, v)->steps ? answer_factor(p, v) : 0;
  int rule = armed ? R_7_a_5_4 : R_7_a_5_7;

  if (!back) {
    return false;
  }
  if (armed) {
    set_shot(p, v);
  }
  bool hit = sal_roll(p->dice, 6, rule, v) <= need_of(p, back, u);
  sal_tell(p, hit ? E_BACK_HIT : E_BACK_MISS, rule, SAL_EVUU(v, u, .seen = 0));
  if (hit) {
    alea_lose(p, u, rule);
  }

  return hit;
}

/* One shot and its answer, which comes before any other unit fires. */
static void shoot(struct sal_play *p, sal_unit u, sal_unit v) {
  struct sal_card *card = sal_event_card(p);
  int place[2][2];

  if (card) {
    shot_card(p, u, v, card, place);
  }
  bool armed = alea_armed(p, v);
  bool hit = sal_roll(p->dice, 6, R_7_a_5_3, u) <= need_of(p, alea_arm(p, u), v);
  set_shot(p, u);
  sal_tell(p, hit ? E_SHOT_HIT : E_SHOT_MISS, shot_rule(p, v),
           SAL_EVUU(u, v, .card = (uint8_t)(card ? p->events->ncards : 0)));
  if (hit) {
    take_hit(p, v);
  }
  bool back_hit = fire_back(p, v, u, armed);
  if (card) {
    card->rolled = (int16_t)place[hit][back_hit];
  }
}

/* A held shot counts as fired. */
static void armour_apply(struct sal_play *p, int side, struct sal_action a) {
  (void)side;

  if (a.verb == V_SHOOT) {
    shoot(p, unit_of(a), second_unit_of(a));
  } else {
    set_shot(p, unit_of(a));
  }
}

/* Shows which unit fires next, with the odds of the first shots. */
static void armour_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  struct order next = next_shot(p);

  sal_prompt_say(out, "%s: armoured combat for %s, factor %d fires.", name_of(side),
                 p->book->board.name[S(p)->fight.target], next.arm);
  sal_unit mine[CROWD];
  sal_unit theirs[CROWD];
  int n = alea_members(p, side, mine);
  int m = alea_members(p, sal_enemy(side), theirs);
  int place[2][2];
  for (int i = 0; i < n; i++) {
    if (!may_fire(p, side, mine[i], NULL)) {
      continue;
    }
    for (int k = 0; k < m; k++) {
      if (may_shoot(p, side, mine[i], theirs[k], NULL) && out->ncards < SAL_PROMPT_CARDS) {
        shot_card(p, mine[i], theirs[k], sal_prompt_card(out), place);
      }
    }
  }
}

const struct sal_node alea_armour = {.id = "combat.armour",
                                     .rule = R_7_a_5_2,
                                     .run = armour_run,
                                     .list = armour_list,
                                     .check = armour_check,
                                     .apply = armour_apply,
                                     .prompt = armour_prompt};
