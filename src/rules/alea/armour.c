/* armour.c - 7.a.5: armoured combat, shot by shot, highest factor first, each shot answered at once.
 *
 * SHOT marks who has fired in this combat. Who fires next is worked out afresh before every shot, because
 * losses and disorganisation change the factors.
 */
#include "state.h"

bool alea_armed(const struct sal_play *p, int u) { /* 7.2 */
  if (side_of(p, u) == S(p)->fight.side && I(p, u)->kind == ATF) return false;
  return alea_arm(p, u) > 0;
}

void alea_armour_begin(struct sal_play *p) {
  sal_unit who[64];
  for (int side = 0; side < SAL_SIDES; side++) {
    int n = alea_members(p, side, who);
    S(p)->fight.arms[side] = 0;
    for (int i = 0; i < n; i++) {
      S(p)->fight.arms[side] = (uint8_t)(S(p)->fight.arms[side] + alea_armed(p, who[i]));
      if (I(p, who[i])->kind != AA && I(p, who[i])->kind != HQ) U(p, who[i])->flags &= (uint16_t)~SHOT;
    }
  }
}

/* AA units and HQs keep SHOT for their fire at aircraft; as guns against tanks they use aux. */
static bool has_shot(const struct sal_play *p, int u) { return I(p, u)->kind == AA ? U(p, u)->aux & 1 : (U(p, u)->flags & SHOT) != 0; }
static void set_shot(struct sal_play *p, int u) {
  if (I(p, u)->kind == AA) U(p, u)->aux |= 1;
  else U(p, u)->flags |= SHOT;
}

struct order {
  int side, arm; /* whose shot, with which factor; arm 0: nobody's */
};

static int best_arm(const struct sal_play *p, int side) {
  sal_unit who[64];
  int n = alea_members(p, side, who), best = 0;
  for (int i = 0; i < n; i++)
    if (alea_armed(p, who[i]) && !has_shot(p, who[i]) && alea_arm(p, who[i]) > best) best = alea_arm(p, who[i]);
  return best;
}

static struct order next_shot(const struct sal_play *p) { /* 7.a.5.2 */
  const struct fight *f = &S(p)->fight;
  int att = f->side, def = sal_enemy(att), a = best_arm(p, att), d = best_arm(p, def);
  if (a != d) return (struct order){a > d ? att : def, a > d ? a : d};
  return (struct order){f->arms[def] > f->arms[att] ? def : att, a};
}

static bool only_buried(const struct sal_play *p, int side) { /* 7.a.5.6, opt.buried.4: no armoured unit of that side screens */
  sal_unit who[64];
  int n = alea_members(p, side, who);
  for (int i = 0; i < n; i++)
    if (alea_armed(p, who[i]) && !(U(p, who[i])->flags & BURIED)) return false;
  return true;
}

static bool may_fire(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  struct order next = next_shot(p);
  if (alea_in_fight(p, u, side) && !alea_armed(p, u)) return sal_refuse(why, R_7_2, "{u0} has no armoured factor.", u, 0);
  if (!alea_in_fight(p, u, side)) return sal_refuse(why, R_7_a_5_1, "{u0} does not fight in this armoured combat.", u, 0);
  if (has_shot(p, u)) return sal_refuse(why, R_7_a_5_4, "{u0} has fired.", u, 0);
  return (next.side == side && alea_arm(p, u) == next.arm) || sal_refuse(why, R_7_a_5_2, "It is not {u0}'s turn to fire.", u, 0);
}

static bool may_shoot(const struct sal_play *p, int side, int u, int v, struct sal_refusal *why) {
  int enemy = sal_enemy(side);
  if (!may_fire(p, side, u, why)) return false;
  if (!alea_in_fight(p, v, enemy)) return sal_refuse(why, R_7_a_5_3, "{u0} is not an enemy in this combat.", v, 0);
  return alea_armed(p, v) || only_buried(p, enemy) || sal_refuse(why, R_7_a_5_6, "Armoured enemies must be fired at first.", 0, 0);
}

static bool may_hold(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  if (!may_fire(p, side, u, why)) return false;
  return only_buried(p, sal_enemy(side)) || sal_refuse(why, R_7_a_5_3, "{u0} must fire at an armoured enemy.", u, 0);
}

static bool armour_run(struct sal_play *p) {
  sal_unit who[64];
  struct order next = next_shot(p);
  bool over = !next.arm || !alea_members(p, sal_enemy(next.side), who);
  if (over) {
    for (int side = 0; side < SAL_SIDES; side++) {
      int n = alea_members(p, side, who);
      for (int i = 0; i < n; i++) {
        U(p, who[i])->aux &= (uint8_t)~1;
        if (I(p, who[i])->kind != AA && I(p, who[i])->kind != HQ) U(p, who[i])->flags &= (uint16_t)~SHOT;
      }
    }
    sal_pop(p);
  } else {
    sal_top(p)->side = (uint8_t)next.side;
  }
  return over;
}

static void armour_list(const struct sal_play *p, int side, struct sal_list *l) {
  sal_unit own_units[64], enemies[64];
  int n = alea_members(p, side, own_units), m = alea_members(p, sal_enemy(side), enemies);
  for (int i = 0; i < n; i++) {
    if (!may_fire(p, side, own_units[i], NULL)) continue;
    for (int k = 0; k < m; k++)
      if (may_shoot(p, side, own_units[i], enemies[k], NULL)) sal_list_add(l, sal_act(V_SHOOT, own_units[i], enemies[k], 0));
  }
  for (int i = 0; i < n; i++)
    if (may_hold(p, side, own_units[i], NULL)) sal_list_add(l, sal_act(V_HOLD, own_units[i], 0, 0));
}

static bool armour_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  if (a.verb == V_SHOOT) return may_shoot(p, side, a.x[0], a.x[1], why);
  return a.verb == V_HOLD && may_hold(p, side, a.x[0], why);
}

/* ---- the shot and the answer -------------------------------------------------------------------------------------- */

static int need_of(const struct sal_play *p, int arm, int target) { return arm - (U(p, target)->flags & BURIED ? 1 : 0); } /* opt.buried.2: die +1 */

static int answer_factor(const struct sal_play *p, int u) {
  int kind = I(p, u)->kind;
  if (alea_armed(p, u)) return has_shot(p, u) ? 0 : alea_arm(p, u); /* 7.a.5.4 */
  if (is_artillery(p, u) || U(p, u)->flags & SUPPRESSED || kind == ATF || kind == AA) return 0;
  return U(p, u)->steps; /* 7.a.5.7 */
}

static int clamp6(int v) { return v < 0 ? 0 : v > 6 ? 6 : v; }

/* Miss or hit, each with the answer missing or hitting: four outcomes, those without chance left out. */
static void shot_card(const struct sal_play *p, int u, int v, struct sal_card *c, int place[2][2]) {
  static const char *const say[2][2] = {{"miss", "miss, and hit by the answer"}, {"hit", "hit, and hit by the answer"}};
  int need = clamp6(need_of(p, alea_arm(p, u), v)), side = side_of(p, u), enemy = sal_enemy(side);
  bool armed = alea_armed(p, v);
  char title[80], to[8];
  sal_format(title, sizeof title, "%s fires at %s", label(p, u), label(p, v));
  sal_card_odds(c, side, R_7_a_5_3, title);
  sal_format(to, sizeof to, "%d", need);
  sal_card_to(c, R_7_a_5_3, to, "1d6, at most %d", alea_arm(p, u));
  if (U(p, u)->flags & (DSG | SUPPRESSED)) sal_card_to(c, R_7_a_5_5, to, "disorganised: factor halved");
  if (U(p, v)->flags & BURIED) sal_card_to(c, R_opt_buried_2, to, "buried target, die +1");
  for (int hit = 0; hit < 2; hit++) {
    int back = answer_factor(p, v), ways = hit ? need : 6 - need;
    if (hit && armed) back = U(p, v)->steps > 1 ? back : 0;                                   /* eliminated: no response */
    if (hit && !armed && U(p, v)->flags & DSG) back = 0;                                      /* suppressed by the shot */
    back = back ? clamp6(need_of(p, back, u)) : 0;
    for (int r = 0; r < 2; r++) {
      place[hit][r] = c->noutcomes;
      int n = ways * (r ? back : 6 - back);
      if (!n) continue;
      struct sal_card_outcome *o = sal_card_may(c, (uint64_t)n, 36, "%s", say[hit][r]);
      o->loss[enemy] = (int8_t)(hit && armed);
      o->loss[side] = (int8_t)r;
    }
  }
}

static void take_hit(struct sal_play *p, int v) {
  if (alea_armed(p, v)) {
    alea_lose(p, (sal_unit)v, R_7_a_5_3);
  } else if (U(p, v)->flags & DSG) {
    if (!(U(p, v)->flags & SUPPRESSED)) sal_tell(p, E_SUPPRESSED, R_7_a_5_6, SAL_EVU(v, .at = {U(p, v)->at}));
    U(p, v)->flags |= SUPPRESSED;
  } else {
    alea_disorganise(p, (sal_unit)v, R_7_a_5_6);
  }
}

static bool best_arm_of(const struct sal_play *p, int side) { /* any armoured unit of that side is left */
  sal_unit who[64];
  int n = alea_members(p, side, who);
  for (int i = 0; i < n; i++)
    if (alea_armed(p, who[i])) return true;
  return false;
}

static void shoot(struct sal_play *p, sal_unit u, sal_unit v) {
  struct sal_card *card = sal_event_card(p);
  int place[2][2], ref = 0, back_hit = 0;
  if (card) {
    shot_card(p, u, v, card, place);
    ref = p->events->ncards;
  }
  bool armed = alea_armed(p, v), hit = sal_roll(p->dice, 6, R_7_a_5_3, u) <= need_of(p, alea_arm(p, u), v);
  set_shot(p, u);
  int rule = armed ? R_7_a_5_3 : best_arm_of(p, side_of(p, v)) ? R_opt_buried_4 : R_7_a_5_6;
  sal_tell(p, hit ? E_SHOT_HIT : E_SHOT_MISS, rule, SAL_EVUU(u, v, .card = (uint8_t)ref));
  if (hit) take_hit(p, v);
  int back = U(p, v)->steps ? answer_factor(p, v) : 0;
  if (back) {
    if (armed) set_shot(p, v);
    back_hit = sal_roll(p->dice, 6, armed ? R_7_a_5_4 : R_7_a_5_7, v) <= need_of(p, back, u);
    sal_tell(p, back_hit ? E_BACK_HIT : E_BACK_MISS, armed ? R_7_a_5_4 : R_7_a_5_7, SAL_EVUU(v, u, .seen = 0));
    if (back_hit) alea_lose(p, u, armed ? R_7_a_5_4 : R_7_a_5_7);
  }
  if (card) card->rolled = (int16_t)place[hit][back_hit];
}

static void armour_apply(struct sal_play *p, int side, struct sal_action a) {
  (void)side;
  if (a.verb == V_SHOOT) shoot(p, a.x[0], a.x[1]);
  else set_shot(p, a.x[0]);
}

static void armour_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  struct order next = next_shot(p);
  sal_prompt_say(out, "%s: armoured combat for %s, factor %d fires.", name_of(side), p->book->board.name[S(p)->fight.target], next.arm);
  sal_unit mine[64], theirs[64];
  int n = alea_members(p, side, mine), m = alea_members(p, sal_enemy(side), theirs), place[2][2];
  for (int i = 0; i < n; i++) {
    if (!may_fire(p, side, mine[i], NULL)) continue;
    for (int k = 0; k < m; k++)
      if (may_shoot(p, side, mine[i], theirs[k], NULL) && out->ncards < SAL_PROMPT_CARDS) shot_card(p, mine[i], theirs[k], sal_prompt_card(out), place);
  }
}

const struct sal_node alea_armour = {.id = "combat.armour", .rule = R_7_a_5_2, .run = armour_run, .list = armour_list, .check = armour_check, .apply = armour_apply, .prompt = armour_prompt};
