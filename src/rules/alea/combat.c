/* combat.c - 7.a.1 to 7.a.4: declaring a combat, the secret choices, and the order of its parts.
 *
 * N_FIGHT lies under every part of a combat and looks at fight.stage to see what comes next.
 * Attackers carry GROUP; defenders are all units in the target hex. Type and election stay secret
 * until stage OPEN.
 */
#include "state.h"

#include <string.h>

/* Attackers are those in the group; defenders are all units in the target hex. */
bool alea_in_fight(const struct sal_play *p, int u, int side) {
  const struct fight *f = &S(p)->fight;
  const struct unit *unit = U(p, u);

  if (f->stage == IDLE) {
    return false;
  }
  if (side_of(p, u) != side) {
    return false;
  }
  if (!unit->at) {
    return false;
  }
  if (is_air(p, u)) {
    return false;
  }

  return side == f->side ? unit->flags & GROUP && !is_artillery(p, u) : unit->at == f->target;
}

/* All of one side in the combat, top counters first. */
int alea_members(const struct sal_play *p, int side, sal_unit out[CROWD]) {
  const struct fight *f = &S(p)->fight;
  const struct sal_board *b = &p->book->board;
  int n = 0;

  if (side != f->side) {
    for (int u = top(p, f->target); u >= 0 && n < CROWD; u = below(p, u)) {
      if (side_of(p, u) == side) {
        out[n++] = (sal_unit)u;
      }
    }
    return n;
  }
  for (int d = 0; d < 6; d++) {
    if (!(f->dirs >> d & 1)) {
      continue;
    }
    for (int u = top(p, (sal_hex)(f->target + b->step[d])); u >= 0 && n < CROWD; u = below(p, u)) {
      if (alea_in_fight(p, u, side)) {
        out[n++] = (sal_unit)u;
      }
    }
  }

  return n;
}

/* ---- 7.a.1.2 who may attack ------------------------------------------------------------- */

/* 7.a.1.2, 7.a.6.3: which units of a hex can take part in any attack. */
static bool can_ever_attack(const struct sal_play *p, int u, struct sal_refusal *why) {
  const struct unit *unit = U(p, u);

  if (is_artillery(p, u)) {
    return sal_refuse(why, R_7_a_1_2, "{u0} is artillery; it bombards.", u, 0);
  }
  if (I(p, u)->kind == ATF) {
    return sal_refuse(why, R_8_1, "AT Fronts never attack.", 0, 0);
  }
  if (unit->flags & BURIED) {
    return sal_refuse(why, R_opt_buried_3, "{u0} is buried.", u, 0);
  }
  if (unit->flags & INACTIVE) {
    return sal_refuse(why, R_II_s3_6, "{u0} has not been activated.", u, 0);
  }
  if (unit->flags & ATTACKED) {
    return sal_refuse(why, R_7_a_6_3, "{u0} has attacked in this turn.", u, 0);
  }

  return true;
}

/* 7.a.1.1: from the next hex; trains from rails into rails (13.tr.1). */
bool alea_may_attack(const struct sal_play *p, int u, sal_hex target, struct sal_refusal *why) {
  if (!can_ever_attack(p, u, why)) {
    return false;
  }
  if (sal_dir_to(&p->book->board, U(p, u)->at, target) < 0) {
    return sal_refuse(why, R_7_a_1_1, "{u0} is not next to {h1}.", u, target);
  }
  if (I(p, u)->kind == TRAIN && !alea_is_rail(p, target)) {
    return sal_refuse(why, R_13_tr_1, "A train attacks from rail hexes into rail hexes.", 0, 0);
  }

  return true;
}

/* A hex attacks when one of its units may; else the lowest unit says why not. */
static bool hex_may_attack(const struct sal_play *p, int side, sal_hex from, sal_hex target,
                           struct sal_refusal *why) {
  for (int u = top_friend(p, side, from); u >= 0; u = below(p, u)) {
    if (alea_may_attack(p, u, target, why)) {
      return true;
    }
  }

  return false;
}

/* 7.a.1.3 */
static bool may_target(const struct sal_play *p, int side, sal_hex h, struct sal_refusal *why) {
  bool friends = false;

  if (!enemy_at(p, side, h)) {
    return sal_refuse(why, R_7_a_1_3, "There is no enemy in {h0}.", h, 0);
  }
  for (int d = 0; d < 6; d++) {
    sal_hex n = sal_next(&p->book->board, h, d);
    if (!friend_at(p, side, n)) {
      continue;
    }
    friends = true;
    if (hex_may_attack(p, side, n, h, why)) {
      return true;
    }
  }
  if (!friends) {
    return sal_refuse(why, R_7_a_1_1, "No unit of this side is next to {h0}.", h, 0);
  }

  return false;
}

/* ---- 7.3 choose a target ---------------------------------------------------------------- */

/* Only hexes in a zone of ours can be attacked, so the others are not asked. */
static void combat_list(const struct sal_play *p, int side, struct sal_list *l) {
  sal_hex at[MAX_UNITS];
  int n = alea_stacks(p, sal_enemy(side), at);

  sal_list_add(l, alea_end(p));
  alea_list_tops(p, side, l);
  for (int i = 0; i < n; i++) {
    /* a unit that can attack has a zone */
    if (!zoc_on(p, sal_enemy(side), at[i])) {
      continue;
    }
    if (may_target(p, side, at[i], NULL)) {
      sal_list_add(l, sal_act(V_TARGET, at[i], 0, 0));
    }
  }
}

/* 7.3: a target, another order of a stack (5.8), or the end of the combats. */
static bool combat_check(const struct sal_play *p, int side, struct sal_action a,
                         struct sal_refusal *why) {
  if (a.verb == V_TARGET) {
    return may_target(p, side, hex_of(a, 0), why);
  }
  if (a.verb == V_TOP) {
    return alea_may_top(p, side, unit_of(a), why);
  }

  return alea_ends(p, a, why);
}

/* Choosing a target opens its declaration. */
static void combat_apply(struct sal_play *p, int side, struct sal_action a) {
  if (a.verb == V_DONE) {
    sal_pop(p);
    return;
  }
  if (a.verb == V_TOP) {
    alea_to_top(p, unit_of(a));
    return;
  }
  S(p)->fight = (struct fight){.target = hex_of(a, 0), .stage = DECLARE, .side = (uint8_t)side};
  sal_push(p, N_DECLARE, side);
}

/* One combat after another, in any order. */
static void combat_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  (void)p;
  sal_prompt_say(out, "%s: choose a hex to attack, or end the combats.", name_of(side));
}

const struct sal_node alea_combat = {.id = "combat",
                                     .rule = R_7_1,
                                     .list = combat_list,
                                     .check = combat_check,
                                     .apply = combat_apply,
                                     .prompt = combat_prompt};

/* ---- 7.a.1.1 declare -------------------------------------------------------------------- */

/* 7.a.1.1: a neighbouring hex joins the attack whole. */
static bool may_from(const struct sal_play *p, int side, sal_hex from, struct sal_refusal *why) {
  const struct fight *f = &S(p)->fight;
  int d = sal_dir_to(&p->book->board, f->target, from);

  if (d < 0) {
    return sal_refuse(why, R_7_a_1_1, "{h0} is not next to the target.", from, 0);
  }
  if (f->dirs >> d & 1) {
    return sal_refuse(why, R_7_a_1_1, "{h0} attacks already.", from, 0);
  }
  if (!friend_at(p, side, from)) {
    return sal_refuse(why, R_7_a_1_2, "There are no units of this side in {h0}.", from, 0);
  }

  return hex_may_attack(p, side, from, f->target, why);
}

/* 12.cas.1, 12.cas.2 */
static bool may_add_cas(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  const struct fight *f = &S(p)->fight;
  const struct sal_board *b = &p->book->board;
  const struct unit *unit = U(p, u);

  if (side_of(p, u) != side || !is_air(p, u) || !unit->at || unit->flags & GROUP) {
    return sal_refuse(why, R_12_cas_1, "{u0} is not a support unit that could be added.", u, 0);
  }
  for (int d = 0; d < 6; d++) {
    if (!(f->dirs >> d & 1)) {
      continue;
    }
    int span = sal_distance(b, unit->at, (sal_hex)(f->target + b->step[d]));
    if (span == 0) {
      return true;
    }
    if (span == 1 && side == SAL_GERMAN) {
      return true;
    }
  }

  return sal_refuse(why, R_12_cas_2, "{u0} does not support the attacking hexes.", u, 0);
}

/* 5.7: an attacking hex whose excess is still to be named */
static bool too_many(const struct sal_play *p) {
  const struct fight *f = &S(p)->fight;

  for (int d = 0; d < 6; d++) {
    if (f->dirs >> d & 1 && alea_over(p, (sal_hex)(f->target + p->book->board.step[d]), EXCESS)) {
      return true;
    }
  }

  return false;
}

/* A unit of the attacker's hexes, artillery too. */
static bool in_attacking_hex(const struct sal_play *p, int u) {
  const struct fight *f = &S(p)->fight;

  if (!U(p, u)->at || is_air(p, u) || side_of(p, u) != f->side) {
    return false;
  }
  int d = sal_dir_to(&p->book->board, f->target, U(p, u)->at);
  return d >= 0 && f->dirs >> d & 1;
}

/* 5.7: the owner names who is over the stacking limit; they add nothing. */
static bool may_excess(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  const struct unit *unit = U(p, u);
  bool attacks = side == S(p)->fight.side && in_attacking_hex(p, u);
  bool fights = attacks || alea_in_fight(p, u, side);

  if (!fights || unit->flags & EXCESS || !I(p, u)->half) {
    return sal_refuse(why, R_5_7, "{u0} cannot be named.", u, 0);
  }
  if (!alea_over(p, unit->at, EXCESS)) {
    return sal_refuse(why, R_5_7, "The stack in {h1} is within the limit.", u, unit->at);
  }

  return true;
}

/* No unit is listed where the stack is within its limit. */
static void list_excess(const struct sal_play *p, int side, sal_hex h, struct sal_list *l) {
  if (!alea_over(p, h, EXCESS)) {
    return;
  }
  for (int u = top(p, h); u >= 0; u = below(p, u)) {
    if (may_excess(p, side, u, NULL)) {
      sal_list_add(l, sal_act(V_EXCESS, u, 0, 0));
    }
  }
}

/* Hexes, support and attack type; attacking, once a unit does. */
static void declare_list(const struct sal_play *p, int side, struct sal_list *l) {
  const struct fight *f = &S(p)->fight;
  const struct sal_board *b = &p->book->board;

  for (int d = 0; d < 6; d++) {
    sal_hex n = sal_next(b, f->target, d);
    if (!n) {
      continue;
    }
    if (may_from(p, side, n, NULL)) {
      sal_list_add(l, sal_act(V_FROM, n, 0, 0));
    }
    if (f->dirs >> d & 1) {
      list_excess(p, side, n, l);
    }
  }
  for (int i = 0; f->dirs && i < O(p)->nair[side]; i++) {
    if (may_add_cas(p, side, O(p)->air[side][i], NULL)) {
      sal_list_add(l, sal_act(V_SUPPORT, O(p)->air[side][i], 0, 0));
    }
  }
  if (side == SAL_GERMAN) {
    sal_list_add(l, sal_act(V_TYPE, f->type ^ 1, 0, 0));
  }
  if (f->dirs && !too_many(p)) {
    sal_list_add(l, sal_act(V_ATTACK, 0, 0, 0));
  }
  sal_list_add(l, sal_act(V_CANCEL, 0, 0, 0));
}

/* 7.a.1: until the attack is committed everything can still be changed. Only the German probes
 * (3.3), and an excess must be named (5.7). */
static bool declare_check(const struct sal_play *p, int side, struct sal_action a,
                          struct sal_refusal *why) {
  const struct fight *f = &S(p)->fight;

  switch (a.verb) {
  case V_FROM: return may_from(p, side, hex_of(a, 0), why);
  case V_SUPPORT: return may_add_cas(p, side, unit_of(a), why);
  case V_EXCESS: return may_excess(p, side, unit_of(a), why);
  case V_TYPE:
    if (side != SAL_GERMAN) {
      return sal_refuse(why, R_3_3, "Only the German probes.", 0, 0);
    }
    if (word_of(a, 0) == f->type) {
      return sal_refuse(why, R_7_a_1_1, "That is the type already.", 0, 0);
    }
    return true;
  case V_ATTACK:
    if (!f->dirs) {
      return sal_refuse(why, R_7_a_1_1, "No unit attacks yet.", 0, 0);
    }
    if (too_many(p)) {
      return sal_refuse(why, R_5_7, "Name the units over the stacking limit first.", 0, 0);
    }
    return true;
  default: return a.verb == V_CANCEL || alea_not_now(p, a, why);
  }
}

/* 7.a.6.3: a unit that attacks has attacked for this turn. */
static void commit_attack(struct sal_play *p, int side) {
  struct fight *f = &S(p)->fight;
  sal_unit who[CROWD];
  int n = alea_members(p, side, who);

  for (int i = 0; i < n; i++) {
    /* 7.a.6.3 */
    U(p, who[i])->flags |= ATTACKED;
  }
  f->stage = ELECT;
  sal_tell(p, E_ATTACK, R_7_a_1_1, SAL_EV(.at = {f->target}, .n = {(int16_t)side}));
}

/* All flags of a combat off; the attackers of a move keep GROUP. */
static void disband(struct sal_play *p, bool keep_group) {
  const struct own *o = O(p);

  for (int side = 0; side < SAL_SIDES; side++) {
    for (int i = 0; i < o->nground[side]; i++) {
      struct unit *unit = U(p, o->ground[side][i]);
      if (unit->at == UNSEEN) {
        /* odds may be asked on a view */
        continue;
      }
      unit->flags &= (uint16_t) ~(EXCESS | (keep_group ? 0 : GROUP));
      unit->forward = 0;
      if (!keep_group) {
        continue;
      }
      bool forced = unit->flags & FORCED;
      /* 7.a.5.8, 6.zoc.9: a combat in movement is over when it is over */
      unit->flags &= (uint16_t) ~(SUPPRESSED | FORCED);
      if (forced) {
        alea_refresh(p, unit->at);
      }
    }
    for (int i = 0; i < o->nair[side]; i++) {
      U(p, o->air[side][i])->flags &= (uint16_t)~GROUP;
    }
  }
}

/* Until the attack is committed, it can be called off. */
static void declare_apply(struct sal_play *p, int side, struct sal_action a) {
  struct fight *f = &S(p)->fight;

  switch (a.verb) {
  case V_FROM:
    f->dirs |= (uint8_t)(1 << sal_dir_to(&p->book->board, f->target, hex_of(a, 0)));
    for (int u = top(p, hex_of(a, 0)); u >= 0;
         /* a hex commits all that may attack */
         u = below(p, u)) {
      if (alea_may_attack(p, u, f->target, NULL)) {
        U(p, u)->flags |= GROUP;
      }
    }
    break;
  case V_SUPPORT: U(p, unit_of(a))->flags |= GROUP; break;
  case V_EXCESS: U(p, unit_of(a))->flags |= EXCESS; break;
  case V_TYPE: f->type = (uint8_t)word_of(a, 0); break;
  case V_ATTACK:
    commit_attack(p, side);
    sal_goto(p, N_FIGHT, side);
    break;
  default:
    disband(p, false);
    memset(f, 0, sizeof *f);
    sal_pop(p);
    break;
  }
}

/* Shows who attacks so far, with the odds as far as they are known. */
static void declare_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  const struct fight *f = &S(p)->fight;
  const char *target = p->book->board.name[f->target];
  sal_unit who[CROWD];
  int n = alea_members(p, side, who);

  if (side == SAL_SOVIET) {
    sal_prompt_say(out, "Soviet: add hexes against %s, then attack.", target);
  } else if (f->type == PROBE) {
    sal_prompt_say(out, "German: add hexes against %s (a probe, in secret), then attack.", target);
  } else {
    sal_prompt_say(out, "German: add hexes against %s (an assault, in secret), then attack.",
                   target);
  }
  for (int i = 0; i < n && out->nselected < SAL_SELECTED; i++) {
    sal_prompt_select(out, who[i]);
  }
  if (f->dirs) {
    alea_forecast(p, side, sal_prompt_card(out));
  }
}

const struct sal_node alea_declare = {.id = "combat.declare",
                                      .rule = R_7_a_1_1,
                                      .list = declare_list,
                                      .check = declare_check,
                                      .apply = declare_apply,
                                      .prompt = declare_prompt};

/* 4.oa */
void alea_begin_strike(struct sal_play *p, int side, sal_hex target) {
  sal_hex from = step_of(p)->hex;
  S(p)->fight = (struct fight){.target = target,
                               .side = (uint8_t)side,
                               .moving = true,
                               .stage = DECLARE,
                               .dirs = (uint8_t)(1 << sal_dir_to(&p->book->board, target, from))};
  sal_tell(p, E_STRIKE, R_4_oa_1, SAL_EV(.at = {target, from}));
  commit_attack(p, side);
  sal_push(p, N_FIGHT, side);
}

/* ---- 7.a.2 the defender's secret choices. Asked always: an excess or a CAS unit must not show
 * ---- */

/* Only trains could go; AT Fronts and buried tanks stay anyway. */
static bool only_trains(const struct sal_play *p, sal_hex h) {
  for (int u = top(p, h); u >= 0; u = below(p, u)) {
    int kind = I(p, u)->kind;
    bool stays = kind == ATF || U(p, u)->flags & BURIED;
    if (kind != TRAIN && !stays) {
      return false;
    }
  }
  return true;
}

/* 7.a.2.1: a hex to retreat to, free of enemies and of their zones; for trains along the rails.
 * Whether any unit there can go (7.a.2.3) only its owner may know. */
bool alea_can_elect(const struct sal_play *p, sal_hex h) {
  int side = sal_enemy(S(p)->fight.side);
  bool trains = only_trains(p, h);

  for (int d = 0; d < 6; d++) {
    sal_hex n = sal_next(&p->book->board, h, d);
    if (!n || enemy_at(p, side, n) || !alea_zoc_free(p, side, n)) {
      continue;
    }
    if (!trains || alea_train_way(p, h, n)) {
      return true;
    }
  }

  return false;
}

/* 7.a.2: a retreat needs a unit that can go and a hex to go to. */
static bool may_elect(const struct sal_play *p, int choice, struct sal_refusal *why) {
  const struct fight *f = &S(p)->fight;
  bool mobile = false;

  if (choice == f->elect) {
    return sal_refuse(why, R_7_a_2_1, "That is the choice already.", 0, 0);
  }
  if (choice == STAND) {
    return true;
  }
  for (int u = top(p, f->target); u >= 0; u = below(p, u)) {
    mobile |= I(p, u)->kind != ATF && !(U(p, u)->flags & BURIED);
  }
  if (!mobile) {
    return sal_refuse(why, R_7_a_2_3, "AT Fronts and buried tanks cannot retreat.", 0, 0);
  }
  if (!alea_can_elect(p, f->target)) {
    return sal_refuse(why, R_7_a_2_1,
                      "There is no hex to retreat to that is free of enemy zones of control.", 0,
                      0);
  }

  return true;
}

/* 12.cas.3: German close support on the defence, from the hex or next to it, not in movement */
static bool may_defcas(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  const struct unit *unit = U(p, u);
  bool flies = is_air(p, u) && unit->at && !(unit->flags & GROUP);
  bool ours = side == SAL_GERMAN && side_of(p, u) == side;

  if (!ours || !flies || S(p)->fight.moving) {
    return sal_refuse(why, R_12_cas_3, "{u0} gives no support to this defence.", u, 0);
  }
  if (sal_distance(&p->book->board, unit->at, S(p)->fight.target) > 1) {
    return sal_refuse(why, R_12_cas_3, "{u0} is not next to the attacked hex.", u, 0);
  }

  return true;
}

/* 7.a.2: the answer and support may be changed until the defender commits. */
static void elect_list(const struct sal_play *p, int side, struct sal_list *l) {
  const struct fight *f = &S(p)->fight;
  bool over = alea_over(p, f->target, EXCESS);

  if (!over) {
    sal_list_add(l, sal_act(V_COMMIT, 0, 0, 0));
  }
  for (int i = 0; i < O(p)->nair[side]; i++) {
    if (may_defcas(p, side, O(p)->air[side][i], NULL)) {
      sal_list_add(l, sal_act(V_SUPPORT, O(p)->air[side][i], 0, 0));
    }
  }
  if (may_elect(p, f->elect ^ 1, NULL)) {
    sal_list_add(l, sal_act(V_ELECT, f->elect ^ 1, 0, 0));
  }
  list_excess(p, side, f->target, l);
}

/* 7.a.2: the election and its support stay secret and may be changed until the defender commits;
 * an excess must be named first (5.7). */
static bool elect_check(const struct sal_play *p, int side, struct sal_action a,
                        struct sal_refusal *why) {
  switch (a.verb) {
  case V_ELECT: return may_elect(p, word_of(a, 0), why);
  case V_SUPPORT: return may_defcas(p, side, unit_of(a), why);
  case V_EXCESS: return may_excess(p, side, unit_of(a), why);
  case V_COMMIT:
    if (alea_over(p, S(p)->fight.target, EXCESS)) {
      return sal_refuse(why, R_5_7, "Name the units over the stacking limit first.", 0, 0);
    }
    return true;
  default: return alea_not_now(p, a, why);
  }
}

/* Nothing is shown before 7.a.4. */
static void elect_apply(struct sal_play *p, int side, struct sal_action a) {
  (void)side;

  if (a.verb == V_ELECT) {
    S(p)->fight.elect = (uint8_t)word_of(a, 0);
  } else if (a.verb == V_SUPPORT) {
    U(p, unit_of(a))->flags |= GROUP;
  } else if (a.verb == V_EXCESS) {
    U(p, unit_of(a))->flags |= EXCESS;
  } else {
    sal_pop(p);
  }
}

/* Tells the defender which units attack from where, at which odds, and what he has chosen. */
static void elect_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  const struct fight *f = &S(p)->fight;

  sal_prompt_say(out, "%s: %s is attacked. Stand or retreat (now %s), in secret, then commit.",
                 name_of(side), p->book->board.name[f->target], f->elect ? "retreat" : "stand");
  alea_forecast(p, side, sal_prompt_card(out));
  if (alea_over(p, f->target, EXCESS)) {
    sal_prompt_owe(out, R_5_7, SAL_AT_HEX, f->target, "name the units over the limit");
  }
}

const struct sal_node alea_elect = {.id = "combat.elect",
                                    .rule = R_7_a_2_1,
                                    .list = elect_list,
                                    .check = elect_check,
                                    .apply = elect_apply,
                                    .prompt = elect_prompt};

/* ---- the order of a combat -------------------------------------------------------------- */

/* A side without units in the combat has lost the hex or the attack. */
static bool wiped(const struct sal_play *p, int side) {
  sal_unit who[CROWD];
  return alea_members(p, side, who) == 0;
}

/* Aircraft that support that side in this combat. */
static bool has_cas(const struct sal_play *p, int side) {
  for (int i = 0; i < O(p)->nair[side]; i++) {
    if (U(p, O(p)->air[side][i])->flags & GROUP) {
      return true;
    }
  }

  return false;
}

/* II.opt.aa.4 */
static void open_flak(struct sal_play *p) {
  if (!alea_has_flak(p, -1)) {
    return;
  }
  for (int side = 0; side < SAL_SIDES; side++) {
    if (!has_cas(p, sal_enemy(side))) {
      continue;
    }
    struct flak *f = flak_in(sal_push(p, N_FLAK, side));
    f->hex = S(p)->fight.target;
    f->against = SUPPORTERS;
  }
}

/* opt.tank.1, opt.tank.5, 7.a.7.7: a side that retreated gets none of its tanks back. */
static void count_tanks(struct sal_play *p, const struct fight *f, int side) {
  int lost = f->tanks[side];

  if (!f->back[side]) {
    S(p)->tanks[side] = (uint8_t)(S(p)->tanks[side] + lost);
  }
  if (!lost) {
    return;
  }
  if (f->back[side]) {
    sal_tell(p, E_NOT_COUNTED, R_opt_tank_5, SAL_EV(.n = {(int16_t)side}));
    sal_tell(p, E_NOT_COUNTED, R_7_a_7_7, SAL_EV(.n = {(int16_t)side}));
  } else {
    sal_tell(p, E_COUNTED, R_opt_tank_1, SAL_EV(.n = {(int16_t)side, (int16_t)lost}));
  }
}

/* 12.cas.4: aircraft that took part fly home. */
static void support_home(struct sal_play *p, int side) {
  const struct own *o = O(p);

  for (int i = 0; i < o->nair[side]; i++) {
    struct unit *unit = U(p, o->air[side][i]);
    if (!(unit->flags & GROUP)) {
      continue;
    }
    unit->at = SAL_NOHEX;
    unit->box = (uint8_t)air_box(side, B_AIR);
    sal_tell(p, E_HOME, R_12_cas_4, SAL_EVU(o->air[side][i], .seen = 0));
  }
}

/* The combat is over: tank losses are counted (opt.tank), aircraft go home (12.cas.4), flags come
 * off. */
static void finish(struct sal_play *p) {
  struct state *s = S(p);
  struct fight f = s->fight;

  for (int side = 0; side < SAL_SIDES; side++) {
    count_tanks(p, &f, side);
    support_home(p, side);
  }
  disband(p, f.moving);
  memset(&s->fight, 0, sizeof s->fight);
  sal_pop(p);
}

/* 4.oa.3, 4.oa.4: a combat in movement is over. Attackers who neither won the hex nor fled are
 * disorganised; then the move goes on, or ends, by step.c. */
static void after_strike(struct sal_play *p) {
  struct fight *f = &S(p)->fight;
  struct column c;
  sal_hex target = f->target;
  int side = f->side;

  alea_moving_column(p, &c);
  bool stays = enemy_at(p, side, target), fled = f->back[side];
  /* those who fled are disorganised already (7.a.7.2) */
  if (stays) {
    for (int i = 0; i < c.n; i++) {
      if (!is_artillery(p, c.unit[i])) {
        alea_disorganise(p, c.unit[i], R_4_oa_3);
      }
    }
  }
  finish(p);
  alea_move_after_strike(p, &c, target, !stays && !fled);
}

/* 7.a.4 */
static void open_cards(struct sal_play *p) {
  struct fight *f = &S(p)->fight;
  f->opened = 1;
  sal_reveal(p);
  sal_tell(p, E_OPEN, R_7_a_4, SAL_EV(.at = {f->target}, .n = {f->type, (int16_t)(f->elect + 2)}));
  alea_armour_begin(p);
}

/* 7.a.8, 7.a.9: what the attackers may do once the hits are taken. */
static void go_forward(struct sal_play *p) {
  struct fight *f = &S(p)->fight;

  if (f->moving) {
    after_strike(p);
    return;
  }
  f->stage = RUPTURE;
  if (f->back[f->side]) {
    return;
  }
  if (f->infiltrate) {
    sal_push(p, N_SLIP, f->side);
  } else if (!enemy_at(p, f->side, f->target)) {
    sal_push(p, N_ADVANCE, f->side);
  }
}

/* 7.a.10: a rupture, once; then the combat is over. */
static void rupture_or_end(struct sal_play *p) {
  struct fight *f = &S(p)->fight;
  bool ruptures = f->stage == RUPTURE && f->gone && f->over;

  if (!ruptures || f->ruptured) {
    finish(p);
    return;
  }
  f->ruptured = 1;
  sal_push(p, N_RUPTURE, f->side);
}

/* 7.a.5.10: armoured combat may leave no unit to go on with. */
static void roll_or_end(struct sal_play *p) {
  struct fight *f = &S(p)->fight;

  if (wiped(p, SAL_GERMAN) || wiped(p, SAL_SOVIET)) {
    f->stage = FORWARD;
    sal_tell(p, E_WIPED, R_7_a_5_10, SAL_EV(.at = {f->target}));
    return;
  }
  f->stage = HITS_D;
  sal_push(p, N_ROLL, f->side);
}

/* 7.3: one part of a combat after another. Each part is a frame on top of this one. */
static bool fight_run(struct sal_play *p) {
  struct fight *f = &S(p)->fight;
  int enemy = sal_enemy(f->side);

  switch (f->stage) {
  /* 7.a.2: the defender stands or retreats, in secret */
  case ELECT:
    f->stage = BARRAGE;
    sal_push(p, N_ELECT, enemy);
    break;
  /* 7.a.3.1: the attacker's artillery; 4.oa.2: not in movement */
  case BARRAGE:
    f->stage = SUPPORT;
    if (!f->moving) {
      sal_push(p, N_BARRAGE, f->side);
    }
    break;
  /* 7.a.3.2: the defender's Fire Support, if the bombardment left any unit */
  case SUPPORT:
    f->stage = wiped(p, enemy) ? FORWARD : OPEN;
    if (f->stage == OPEN) {
      sal_push(p, N_SUPPORT, enemy);
    }
    break;
  /* 7.a.4: type and election are shown; flak fires at the support */
  case OPEN:
    open_cards(p);
    f->stage = ARMOUR;
    open_flak(p);
    break;
  /* 7.a.5: armoured combat */
  case ARMOUR:
    f->stage = ROLL;
    sal_push(p, N_ARMOUR, f->side);
    break;
  /* 7.a.6: regular combat */
  case ROLL: roll_or_end(p); break;
  /* 7.a.6.6: the defender takes his hits first */
  case HITS_D:
    f->stage = HITS_A;
    /* 7.hit.1: on both sides the first hit goes to the strongest */
    f->first = 1;
    alea_owe(p, enemy, f->target, f->hits[enemy], true, R_7_a_6_6);
    break;
  case HITS_A:
    f->stage = BACK_D;
    f->gone = wiped(p, enemy);
    alea_owe(p, f->side, f->target, f->hits[f->side], true, R_7_a_6_6);
    break;
  /* 7.a.7: the defender retreats before the attacker; retreat.c sets the next stage */
  case BACK_D: sal_push(p, N_RETREAT, enemy); break;
  case BACK_A: sal_push(p, N_RETREAT, f->side); break;
  case FORWARD: go_forward(p); break;
  default: rupture_or_end(p); break;
  }

  return true;
}

const struct sal_node alea_fight = {.id = "combat.fight", .rule = R_7_3, .run = fight_run};
