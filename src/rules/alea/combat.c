/* combat.c - 7.a.1 to 7.a.4: declaring a combat, the secret choices, and the order of its parts.
 *
 * N_FIGHT stands under every part of a combat and looks at fight.stage to see what comes next. Attackers carry
 * GROUP; defenders are whoever is in the target hex. Type and election stay secret until stage OPEN.
 */
#include "state.h"

#include <string.h>

bool alea_in_fight(const struct sal_play *p, int u, int side) {
  const struct fight *f = &S(p)->fight;
  const struct unit *unit = U(p, u);
  if (f->stage == IDLE || side_of(p, u) != side || !unit->at || is_air(p, u)) return false;
  return side == f->side ? unit->flags & GROUP && !is_artillery(p, u) : unit->at == f->target;
}

int alea_members(const struct sal_play *p, int side, sal_unit out[64]) {
  const struct fight *f = &S(p)->fight;
  const struct sal_board *b = &p->book->board;
  int n = 0;
  if (side != f->side) {
    for (int u = top(p, f->target); u >= 0 && n < 64; u = below(p, u))
      if (side_of(p, u) == side) out[n++] = (sal_unit)u;
    return n;
  }
  for (int d = 0; d < 6; d++) {
    if (!(f->dirs >> d & 1)) continue;
    for (int u = top(p, (sal_hex)(f->target + b->step[d])); u >= 0 && n < 64; u = below(p, u))
      if (alea_in_fight(p, u, side)) out[n++] = (sal_unit)u;
  }
  return n;
}

/* ---- 7.a.1.2 who may attack ----------------------------------------------------------------------------------- */

static bool can_ever_attack(const struct sal_play *p, int u, struct sal_refusal *why) {
  const struct unit *unit = U(p, u);
  if (!unit->at || is_air(p, u)) return sal_refuse(why, R_7_a_1_1, "{u0} is not on the map.", u, 0);
  if (is_artillery(p, u)) return sal_refuse(why, R_7_a_1_2, "{u0} is artillery; it bombards.", u, 0);
  if (I(p, u)->kind == ATF) return sal_refuse(why, R_8_1, "AT Fronts never attack.", 0, 0);
  if (unit->flags & BURIED) return sal_refuse(why, R_opt_buried_3, "{u0} is buried.", u, 0);
  if (unit->flags & INACTIVE) return sal_refuse(why, R_II_s3_6, "{u0} has not been activated.", u, 0);
  return !(unit->flags & ATTACKED) || sal_refuse(why, R_7_a_6_3, "{u0} has attacked in this turn.", u, 0);
}

bool alea_may_attack(const struct sal_play *p, int u, sal_hex target, struct sal_refusal *why) {
  if (!can_ever_attack(p, u, why)) return false;
  if (sal_dir_to(&p->book->board, U(p, u)->at, target) < 0) return sal_refuse(why, R_7_a_1_1, "{u0} is not next to {h1}.", u, target);
  bool rail = I(p, u)->kind != TRAIN || (alea_is_rail(p, U(p, u)->at) && alea_is_rail(p, target));
  return rail || sal_refuse(why, R_13_tr_1, "A train attacks from rail hexes into rail hexes.", 0, 0);
}

static bool hex_may_attack(const struct sal_play *p, int side, sal_hex from, sal_hex target) {
  for (int u = friend_at(p, side, from) ? top(p, from) : -1; u >= 0; u = below(p, u))
    if (alea_may_attack(p, u, target, NULL)) return true;
  return false;
}

static bool may_target(const struct sal_play *p, int side, sal_hex h, struct sal_refusal *why) { /* 7.a.1.3 */
  if (!enemy_at(p, side, h)) return sal_refuse(why, R_7_a_1_3, "There is no enemy in {h0}.", h, 0);
  for (int d = 0; d < 6; d++) {
    sal_hex n = sal_next(&p->book->board, h, d);
    if (n && hex_may_attack(p, side, n, h)) return true;
  }
  return sal_refuse(why, R_7_a_1_1, "No unit can attack {h0}.", h, 0);
}

/* ---- 7.3 choose a target ------------------------------------------------------------------------------------------ */

static void combat_list(const struct sal_play *p, int side, struct sal_list *l) {
  sal_hex at[MAX_UNITS];
  int n = alea_stacks(p, sal_enemy(side), at);
  sal_list_add(l, sal_act(V_DONE, 0, 0, 0));
  alea_list_tops(p, side, l);
  for (int i = 0; i < n; i++) /* who can attack has a zone */
    if (zoc_on(p, sal_enemy(side), at[i]) && may_target(p, side, at[i], NULL)) sal_list_add(l, sal_act(V_TARGET, at[i], 0, 0));
}

static bool combat_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  if (a.verb == V_TARGET) return may_target(p, side, a.x[0], why);
  if (a.verb == V_TOP) return alea_may_top(p, side, a.x[0], why);
  return a.verb == V_DONE;
}

static void combat_apply(struct sal_play *p, int side, struct sal_action a) {
  if (a.verb == V_DONE) {
    sal_pop(p);
    return;
  }
  if (a.verb == V_TOP) {
    alea_to_top(p, a.x[0]);
    return;
  }
  S(p)->fight = (struct fight){.target = a.x[0], .stage = DECLARE, .side = (uint8_t)side};
  sal_push(p, N_DECLARE, side);
}

static void combat_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  (void)p;
  sal_prompt_say(out, "%s: choose a hex to attack, or end the combats.", name_of(side));
}

const struct sal_node alea_combat = {.id = "combat", .rule = R_7_1, .list = combat_list, .check = combat_check, .apply = combat_apply, .prompt = combat_prompt};

/* ---- 7.a.1.1 declare ---------------------------------------------------------------------------------------------- */

static bool may_from(const struct sal_play *p, int side, sal_hex from, struct sal_refusal *why) {
  const struct fight *f = &S(p)->fight;
  int d = sal_dir_to(&p->book->board, f->target, from);
  if (d < 0) return sal_refuse(why, R_7_a_1_1, "{h0} is not next to the target.", from, 0);
  if (f->dirs >> d & 1) return sal_refuse(why, R_7_a_1_1, "{h0} attacks already.", from, 0);
  return hex_may_attack(p, side, from, f->target) || sal_refuse(why, R_7_a_1_2, "No unit in {h0} may attack.", from, 0);
}

/* 12.cas.1, 12.cas.2 */
static bool may_add_cas(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  const struct fight *f = &S(p)->fight;
  const struct sal_board *b = &p->book->board;
  const struct unit *unit = U(p, u);
  if (side_of(p, u) != side || !is_air(p, u) || !unit->at || unit->flags & GROUP) return sal_refuse(why, R_12_cas_1, "{u0} is not a support unit that could be added.", u, 0);
  for (int d = 0; d < 6; d++) {
    if (!(f->dirs >> d & 1)) continue;
    int span = sal_distance(b, unit->at, (sal_hex)(f->target + b->step[d]));
    if (span == 0 || (span == 1 && side == SAL_GERMAN)) return true;
  }
  return sal_refuse(why, R_12_cas_2, "{u0} does not support the attacking hexes.", u, 0);
}

static bool too_many(const struct sal_play *p) { /* 5.7: an attacking hex whose excess is still to be named */
  const struct fight *f = &S(p)->fight;
  for (int d = 0; d < 6; d++)
    if (f->dirs >> d & 1 && alea_over(p, (sal_hex)(f->target + p->book->board.step[d]), EXCESS)) return true;
  return false;
}

static bool may_excess(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  const struct unit *unit = U(p, u);
  bool in = alea_in_fight(p, u, side) || (side == S(p)->fight.side && unit->at && side_of(p, u) == side && !is_air(p, u) && sal_dir_to(&p->book->board, S(p)->fight.target, unit->at) >= 0 &&
                                          S(p)->fight.dirs >> sal_dir_to(&p->book->board, S(p)->fight.target, unit->at) & 1);
  if (!in || unit->flags & EXCESS || !I(p, u)->half) return sal_refuse(why, R_5_7, "{u0} cannot be named.", u, 0);
  return alea_over(p, unit->at, EXCESS) || sal_refuse(why, R_5_7, "The stack in {h1} is within the limit.", u, unit->at);
}

static void list_excess(const struct sal_play *p, int side, sal_hex h, struct sal_list *l) {
  if (!alea_over(p, h, EXCESS)) return;
  for (int u = top(p, h); u >= 0; u = below(p, u))
    if (may_excess(p, side, u, NULL)) sal_list_add(l, sal_act(V_EXCESS, u, 0, 0));
}

static void declare_list(const struct sal_play *p, int side, struct sal_list *l) {
  const struct fight *f = &S(p)->fight;
  const struct sal_board *b = &p->book->board;
  for (int d = 0; d < 6; d++) {
    sal_hex n = sal_next(b, f->target, d);
    if (!n) continue;
    if (may_from(p, side, n, NULL)) sal_list_add(l, sal_act(V_FROM, n, 0, 0));
    if (f->dirs >> d & 1) list_excess(p, side, n, l);
  }
  for (int i = 0; f->dirs && i < O(p)->nair[side]; i++)
    if (may_add_cas(p, side, O(p)->air[side][i], NULL)) sal_list_add(l, sal_act(V_SUPPORT, O(p)->air[side][i], 0, 0));
  if (side == SAL_GERMAN) sal_list_add(l, sal_act(V_TYPE, f->type ^ 1, 0, 0));
  if (f->dirs && !too_many(p)) sal_list_add(l, sal_act(V_ATTACK, 0, 0, 0));
  sal_list_add(l, sal_act(V_CANCEL, 0, 0, 0));
}

static bool declare_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  const struct fight *f = &S(p)->fight;
  switch (a.verb) {
  case V_FROM: return may_from(p, side, a.x[0], why);
  case V_SUPPORT: return may_add_cas(p, side, a.x[0], why);
  case V_EXCESS: return may_excess(p, side, a.x[0], why);
  case V_TYPE:
    if (side != SAL_GERMAN) return sal_refuse(why, R_3_3, "Only the German probes.", 0, 0);
    return a.x[0] != f->type || sal_refuse(why, R_7_a_1_1, "That is the type already.", 0, 0);
  case V_ATTACK:
    if (!f->dirs) return sal_refuse(why, R_7_a_1_1, "Nobody attacks yet.", 0, 0);
    return !too_many(p) || sal_refuse(why, R_5_7, "Name the units over the stacking limit first.", 0, 0);
  default: return a.verb == V_CANCEL;
  }
}

static void commit_attack(struct sal_play *p, int side) {
  struct fight *f = &S(p)->fight;
  sal_unit who[64];
  int n = alea_members(p, side, who);
  for (int i = 0; i < n; i++) U(p, who[i])->flags |= ATTACKED; /* 7.a.6.3 */
  f->stage = ELECT;
  sal_tell(p, E_ATTACK, R_7_a_1_1, SAL_EV(.at = {f->target}, .n = {(int16_t)side}));
}

/* All flags of a combat off; the attackers of a move keep GROUP. */
static void disband(struct sal_play *p, bool keep_group) {
  const struct own *o = O(p);
  for (int side = 0; side < SAL_SIDES; side++) {
    for (int i = 0; i < o->nground[side]; i++) {
      struct unit *unit = U(p, o->ground[side][i]);
      if (unit->at == UNSEEN) continue; /* odds are asked on a view */
      unit->flags &= (uint16_t)~(EXCESS | (keep_group && side == S(p)->fight.side ? 0 : GROUP));
      unit->aux = 0;
      if (!keep_group) continue;
      bool forced = unit->flags & FORCED;
      unit->flags &= (uint16_t)~(SUPPRESSED | FORCED); /* 7.a.5.8, 6.zoc.9: a combat in movement is over when it is over */
      if (forced && unit->at) alea_refresh(p, unit->at);
    }
    for (int i = 0; i < o->nair[side]; i++) U(p, o->air[side][i])->flags &= (uint16_t)~GROUP;
  }
}

static void declare_apply(struct sal_play *p, int side, struct sal_action a) {
  struct fight *f = &S(p)->fight;
  switch (a.verb) {
  case V_FROM:
    f->dirs |= (uint8_t)(1 << sal_dir_to(&p->book->board, f->target, a.x[0]));
    for (int u = top(p, a.x[0]); u >= 0; u = below(p, u)) /* a hex commits all that may attack */
      if (alea_may_attack(p, u, f->target, NULL)) U(p, u)->flags |= GROUP;
    break;
  case V_SUPPORT: U(p, a.x[0])->flags |= GROUP; break;
  case V_EXCESS: U(p, a.x[0])->flags |= EXCESS; break;
  case V_TYPE: f->type = (uint8_t)a.x[0]; break;
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

static void declare_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  const struct fight *f = &S(p)->fight;
  sal_unit who[64];
  int n = alea_members(p, side, who);
  sal_prompt_say(out, "%s: add hexes against %s%s, then attack.", name_of(side), p->book->board.name[f->target], side == SAL_GERMAN ? (f->type == PROBE ? " (a probe, in secret)" : " (an assault, in secret)") : "");
  for (int i = 0; i < n && out->nselected < SAL_SELECTED; i++) out->selected[out->nselected++] = who[i];
  if (!n) return;
  struct sal_card *c = sal_prompt_card(out);
  sal_card_start(c, SAL_CARD_LEDGER, R_7_a_6_2, "Attack total so far");
  for (int i = 0; i < n && i < SAL_CARD_LINES; i++) sal_card_add(c, side, alea_share(p, who[i]), 2, R_7_a_6_2, who[i], "%s", label(p, who[i]));
}

const struct sal_node alea_declare = {.id = "combat.declare", .rule = R_7_a_1_1, .list = declare_list, .check = declare_check, .apply = declare_apply, .prompt = declare_prompt};

void alea_begin_strike(struct sal_play *p, int side, sal_hex target) { /* 4.oa */
  sal_hex from = sal_top(p)->x[0];
  S(p)->fight = (struct fight){.target = target, .side = (uint8_t)side, .moving = 1, .stage = DECLARE, .dirs = (uint8_t)(1 << sal_dir_to(&p->book->board, target, from))};
  sal_tell(p, E_STRIKE, R_4_oa_1, SAL_EV(.at = {target, from}));
  commit_attack(p, side);
  sal_push(p, N_FIGHT, side);
}

/* ---- 7.a.2 the defender's secret choices. Asked always: an excess or a CAS unit must not show ------------------------------- */

bool alea_can_elect(const struct sal_play *p, sal_hex h) { /* 7.a.2.1; 7.a.2.3 is the owner's to know */
  int side = sal_enemy(S(p)->fight.side);
  bool trains = true; /* nobody but trains could go: along the rails */
  for (int u = top(p, h); u >= 0; u = below(p, u)) trains = trains && (I(p, u)->kind == TRAIN || I(p, u)->kind == ATF || U(p, u)->flags & BURIED);
  for (int d = 0; d < 6; d++) {
    sal_hex n = sal_next(&p->book->board, h, d);
    if (n && !enemy_at(p, side, n) && alea_zoc_free(p, side, n) && (!trains || alea_train_way(p, h, n))) return true;
  }
  return false;
}

static bool may_elect(const struct sal_play *p, int choice, struct sal_refusal *why) {
  const struct fight *f = &S(p)->fight;
  bool mobile = false;
  if (choice == f->elect) return sal_refuse(why, R_7_a_2_1, "That is the choice already.", 0, 0);
  if (choice == STAND) return true;
  for (int u = top(p, f->target); u >= 0; u = below(p, u)) mobile |= I(p, u)->kind != ATF && !(U(p, u)->flags & BURIED);
  if (!mobile) return sal_refuse(why, R_7_a_2_3, "AT Fronts and buried tanks cannot retreat.", 0, 0);
  return alea_can_elect(p, f->target) || sal_refuse(why, R_7_a_2_1, "There is no hex to retreat to that is free of enemy zones of control.", 0, 0);
}

static bool may_defcas(const struct sal_play *p, int side, int u, struct sal_refusal *why) { /* 12.cas.3 */
  const struct unit *unit = U(p, u);
  if (side != SAL_GERMAN || side_of(p, u) != side || !is_air(p, u) || !unit->at || unit->flags & GROUP || S(p)->fight.moving) return sal_refuse(why, R_12_cas_3, "{u0} gives no support to this defence.", u, 0);
  return sal_distance(&p->book->board, unit->at, S(p)->fight.target) <= 1 || sal_refuse(why, R_12_cas_3, "{u0} is not next to the attacked hex.", u, 0);
}

static void elect_list(const struct sal_play *p, int side, struct sal_list *l) {
  const struct fight *f = &S(p)->fight;
  bool over = alea_over(p, f->target, EXCESS);
  if (!over) sal_list_add(l, sal_act(V_COMMIT, 0, 0, 0));
  for (int i = 0; i < O(p)->nair[side]; i++)
    if (may_defcas(p, side, O(p)->air[side][i], NULL)) sal_list_add(l, sal_act(V_SUPPORT, O(p)->air[side][i], 0, 0));
  if (may_elect(p, f->elect ^ 1, NULL)) sal_list_add(l, sal_act(V_ELECT, f->elect ^ 1, 0, 0));
  list_excess(p, side, f->target, l);
}

static bool elect_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  switch (a.verb) {
  case V_ELECT: return may_elect(p, a.x[0], why);
  case V_SUPPORT: return may_defcas(p, side, a.x[0], why);
  case V_EXCESS: return may_excess(p, side, a.x[0], why);
  case V_COMMIT: return !alea_over(p, S(p)->fight.target, EXCESS) || sal_refuse(why, R_5_7, "Name the units over the stacking limit first.", 0, 0);
  default: return false;
  }
}

static void elect_apply(struct sal_play *p, int side, struct sal_action a) {
  (void)side;
  if (a.verb == V_ELECT) S(p)->fight.elect = (uint8_t)a.x[0];
  else if (a.verb == V_SUPPORT) U(p, a.x[0])->flags |= GROUP;
  else if (a.verb == V_EXCESS) U(p, a.x[0])->flags |= EXCESS;
  else sal_pop(p);
}

static void elect_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  const struct fight *f = &S(p)->fight;
  sal_prompt_say(out, "%s: %s is attacked. Stand or retreat (now %s), in secret, then commit.", name_of(side), p->book->board.name[f->target], f->elect ? "retreat" : "stand");
  if (alea_over(p, f->target, EXCESS)) sal_prompt_owe(out, R_5_7, SAL_AT_HEX, f->target, "name the units over the limit");
}

const struct sal_node alea_elect = {.id = "combat.elect", .rule = R_7_a_2_1, .list = elect_list, .check = elect_check, .apply = elect_apply, .prompt = elect_prompt};

/* ---- the order of a combat ---------------------------------------------------------------------------------------------------- */

static bool wiped(const struct sal_play *p, int side) {
  sal_unit who[64];
  return alea_members(p, side, who) == 0;
}

static bool has_cas(const struct sal_play *p, int side) {
  for (int i = 0; i < O(p)->nair[side]; i++)
    if (U(p, O(p)->air[side][i])->flags & GROUP) return true;
  return false;
}

static void open_flak(struct sal_play *p) { /* II.opt.aa.4 */
  if (!alea_has_flak(p, -1)) return;
  for (int side = 0; side < SAL_SIDES; side++) {
    if (!has_cas(p, sal_enemy(side))) continue;
    struct sal_frame *f = sal_push(p, N_FLAK, side);
    f->x[0] = S(p)->fight.target;
    f->x[1] = 1;
  }
}

static void finish(struct sal_play *p) {
  struct state *s = S(p);
  struct fight f = s->fight;
  const struct own *o = O(p);
  for (int side = 0; side < SAL_SIDES; side++) {
    if (f.tanks[side] && opt(p, O_TANK)) {
      if (!f.back[side]) sal_tell(p, E_COUNTED, R_opt_tank_1, SAL_EV(.n = {(int16_t)side, f.tanks[side]}));
      else sal_tell(p, E_NOT_COUNTED, R_opt_tank_5, SAL_EV(.n = {(int16_t)side})), sal_tell(p, E_NOT_COUNTED, R_7_a_7_7, SAL_EV(.n = {(int16_t)side}));
    }
    if (!f.back[side]) s->tanks[side] = (uint8_t)(s->tanks[side] + f.tanks[side]);
    for (int i = 0; i < o->nair[side]; i++) {
      struct unit *unit = U(p, o->air[side][i]);
      if (!(unit->flags & GROUP) || !unit->at) continue;
      unit->at = SAL_NOHEX;
      unit->box = (uint8_t)air_box(side, B_AIR);
      sal_tell(p, E_HOME, R_12_cas_4, SAL_EVU(o->air[side][i], .seen = 0));
    }
  }
  disband(p, f.moving);
  memset(&s->fight, 0, sizeof s->fight);
  sal_pop(p);
}

/* 4.oa.4: into the vacated hex, already paid for. Whoever is disorganised does not follow into an enemy zone (6.zoc.6), nor do HQs alone (13.hq.4). */
static void enter_vacated(struct sal_play *p, const struct column *c, sal_hex target) {
  struct sal_frame *step = sal_top(p);
  bool zone = zoc_on(p, c->side, target) != 0, anyone = false;
  for (int i = 0; i < c->n; i++) anyone |= !is_artillery(p, c->unit[i]) && I(p, c->unit[i])->kind != HQ && !(zone && U(p, c->unit[i])->flags & DSG);
  if (!anyone) return;
  for (int i = c->n - 1; i >= 0; i--) {
    struct unit *unit = U(p, c->unit[i]);
    if (zone && unit->flags & DSG) {
      unit->flags = (uint16_t)((unit->flags & ~GROUP) | MOVED);
      continue;
    }
    if (is_guns(p, c->unit[i])) unit->flags |= TURNED;
    alea_put(p, c->unit[i], target);
  }
  if (zoc_on(p, c->side, step->x[0])) step->x[2] |= STEP_LEFT_ZOC; /* 6.zoc.4 */
  step->x[0] = target;
  sal_tell(p, E_ADVANCES, R_4_oa_4, SAL_EVU(top(p, target), .at = {target}));
  if (!zone) step->x[2] &= (uint16_t)~STEP_HALTED;
  else alea_entered(p, c->side, target, false);
}

static void after_strike(struct sal_play *p) { /* 4.oa.3, 4.oa.4; the frame below is N_STEP */
  struct fight *f = &S(p)->fight;
  struct sal_frame *step = &p->state->frame[p->state->depth - 2];
  struct column c;
  sal_hex target = f->target;
  int side = f->side;
  alea_column(p, side, step->x[0], &c);
  bool stays = enemy_at(p, side, target), fled = f->back[side];
  step->x[2] |= STEP_HALTED; /* unless it goes on below */
  if (stays && !fled && !f->back[sal_enemy(side)])
    for (int i = 0; i < c.n; i++)
      if (!is_artillery(p, c.unit[i])) alea_disorganise(p, c.unit[i], R_4_oa_3);
  finish(p);
  if (!stays && !fled) enter_vacated(p, &c, target);
}

static void open_cards(struct sal_play *p) { /* 7.a.4 */
  struct fight *f = &S(p)->fight;
  f->opened = 1;
  sal_reveal(p);
  sal_tell(p, E_OPEN, R_7_a_4, SAL_EV(.at = {f->target}, .n = {f->type, (int16_t)(f->elect + 2)}));
  alea_armour_begin(p);
}

static bool fight_run(struct sal_play *p) {
  struct fight *f = &S(p)->fight;
  int enemy = sal_enemy(f->side);
  switch (f->stage) {
  case ELECT:
    f->stage = BARRAGE;
    sal_push(p, N_ELECT, enemy);
    break;
  case BARRAGE:
    f->stage = SUPPORT;
    if (!f->moving) sal_push(p, N_BARRAGE, f->side); /* 4.oa.2 */
    break;
  case SUPPORT:
    f->stage = wiped(p, enemy) ? FORWARD : OPEN; /* 7.a.3.1 */
    if (f->stage == OPEN) sal_push(p, N_SUPPORT, enemy);
    break;
  case OPEN:
    open_cards(p);
    f->stage = ARMOUR;
    open_flak(p);
    break;
  case ARMOUR:
    f->stage = ROLL;
    sal_push(p, N_ARMOUR, f->side);
    break;
  case ROLL:
    f->stage = wiped(p, enemy) || wiped(p, f->side) ? FORWARD : HITS_D;
    if (f->stage == FORWARD) sal_tell(p, E_WIPED, R_7_a_5_10, SAL_EV(.at = {f->target}));
    if (f->stage == HITS_D) sal_push(p, N_ROLL, f->side);
    break;
  case HITS_D:
    f->stage = HITS_A;
    f->first = 1;
    alea_owe(p, enemy, f->target, f->hits[enemy], true, R_7_a_6_6);
    break;
  case HITS_A:
    f->stage = BACK_D;
    f->first = 1;
    f->gone = wiped(p, enemy);
    alea_owe(p, f->side, f->target, f->hits[f->side], true, R_7_a_6_6);
    break;
  case BACK_D:
  case BACK_A: sal_push(p, N_RETREAT, f->stage == BACK_D ? enemy : f->side); break; /* after.c sets the next stage */
  case FORWARD:
    if (f->moving) {
      after_strike(p);
      break;
    }
    f->stage = RUPTURE;
    if (f->infiltrate && !f->back[f->side]) sal_push(p, N_SLIP, f->side);
    else if (!enemy_at(p, f->side, f->target) && !f->back[f->side]) sal_push(p, N_ADVANCE, f->side);
    break;
  default:
    if (f->stage == RUPTURE && f->gone && f->over && !f->ruptured) {
      f->ruptured = 1;
      sal_push(p, N_RUPTURE, f->side);
      break;
    }
    finish(p);
    break;
  }
  return true;
}

const struct sal_node alea_fight = {.id = "combat.fight", .rule = R_7_3, .run = fight_run};
