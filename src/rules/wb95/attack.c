/* attack.c - 5.1, 5.2.1a-b, 6.3: who must attack, declaring a combat, support and the defender's answer.
 *
 * Obligations are marked once when the phase begins and only shrink. All of them can be met as long as none of
 * them is left without a partner, because any edge cover splits into stars (5.1.3-5R); so a declaration is
 * refused exactly when it would isolate one. The enemy's side of the question is the open map alone.
 */
#include "state.h"

bool wb_attackable(const struct sal_play *p, int side, sal_hex h) {
  const struct cell *c = &S(p)->cell[h];
  if (!(c->pres & occ(sal_enemy(side))) || c->ground & (ATTACKED | SHELLED)) return false;
  if (c->ground & VEIL) return true;
  EACH_AT(S(p), u, h)
    if (!(S(p)->unit[u].flags & FOUGHT)) return true; /* 5.1.1 */
  return false;
}

/* ---- 5.1.3, 5.1.4 obligations ---------------------------------------------------------------------------- */

void wb_obligations(struct sal_play *p, int side) {
  struct state *s = S(p);
  const struct sal_board *b = B(p);
  int spared[2] = {0, 0};
  for (int i = 0; i < O(p)->nmine[side]; i++) {
    int u = O(p)->mine[side][i];
    sal_hex h = s->unit[u].at;
    if (!wb_can_attack(p, side, u) || K(p, u)->role == SELF_PROPELLED || !wb_in_zoc(p, side, h)) continue;
    if (wb_fortified(p, side, h)) {
      spared[O(p)->line[h] & LINE_FP ? 1 : 0]++;
      continue;
    }
    s->unit[u].flags |= OBLIGED;
    for (int d = 0; d < 6; d++) {
      struct cell *c = &s->cell[h + b->step[d]];
      if (c->pres & occ(sal_enemy(side)) && c->pres >> sal_back(d) & 1) c->ground |= MUST;
    }
  }
  for (int k = 0; k < 2; k++) /* 7.1.11, 7.2.5 */
    if (spared[k]) sal_tell(p, E_EXEMPT, k ? R_7_2_5 : R_7_1_11, SAL_EV(.n = {(int16_t)spared[k]}, .seen = (uint8_t)(masked(p) ? SAL_BIT(side) : SAL_BOTH)));
}

static bool is_target(const struct combat *f, sal_hex h) {
  for (int i = 0; i < f->ntargets; i++)
    if (f->target[i] == h) return true;
  return false;
}

/* A hex next to it that it could attack; with `after`, one that the declared combat or fire leaves. */
static bool has_target(const struct sal_play *p, int side, int u, bool after, sal_hex shelled) {
  for (int d = 0; d < 6; d++) {
    sal_hex h = sal_next(B(p), S(p)->unit[u].at, d);
    if (h && wb_attackable(p, side, h) && !(after && (is_target(&S(p)->fight, h) || h == shelled))) return true;
  }
  return false;
}

static bool has_attacker(const struct sal_play *p, int side, sal_hex h, bool after) {
  for (int d = 0; d < 6; d++) {
    sal_hex g = sal_next(B(p), h, d);
    if (!(S(p)->cell[g].pres & occ(side))) continue;
    EACH_AT(S(p), u, g)
      if (wb_can_attack(p, side, u) && !(after && S(p)->unit[u].part & PA)) return true;
  }
  return false;
}

bool wb_unit_owes(const struct sal_play *p, int side, int u) {
  return S(p)->unit[u].flags & OBLIGED && wb_can_attack(p, side, u) && wb_in_zoc(p, side, S(p)->unit[u].at) && has_target(p, side, u, false, SAL_NOHEX);
}

bool wb_hex_owed(const struct sal_play *p, int side, sal_hex h) {
  const struct cell *c = &S(p)->cell[h];
  bool contact = false;
  if (!(c->ground & MUST) || !wb_attackable(p, side, h)) return false;
  for (int d = 0; d < 6; d++) contact |= c->pres >> d & 1 && S(p)->cell[h + B(p)->step[d]].pres & occ(side);
  return contact && has_attacker(p, side, h, false);
}

static bool isolates_near(const struct sal_play *p, int side, sal_hex target, sal_hex shelled, struct sal_refusal *why) {
  for (int d = 0; d < 6; d++) {
    sal_hex g = sal_next(B(p), target, d);
    if (!(S(p)->cell[g].pres & occ(side))) continue;
    EACH_AT(S(p), u, g)
      if (!(S(p)->unit[u].part & PA) && wb_unit_owes(p, side, u) && !has_target(p, side, u, true, shelled))
        return sal_refuse(why, R_5_1_3_5R, "{u0} must attack, and this would leave it no enemy.", u, 0), true;
  }
  return false;
}

bool wb_would_isolate(const struct sal_play *p, int side, sal_hex shelled, struct sal_refusal *why) {
  const struct combat *f = &S(p)->fight;
  for (int i = 0; i < f->ntargets; i++)
    if (isolates_near(p, side, f->target[i], shelled, why)) return true;
  if (shelled && isolates_near(p, side, shelled, shelled, why)) return true;
  for (int i = 0; i < f->nparts; i++) {
    int u = f->part[i];
    for (int d = 0; d < 6; d++) {
      sal_hex h = sal_next(B(p), S(p)->unit[u].at, d);
      if (!is_target(f, h) && wb_hex_owed(p, side, h) && !has_attacker(p, side, h, true))
        return sal_refuse(why, R_5_1_3_5R, "The enemies in {h0} must be attacked, and this would leave nobody to do it.", h, 0), true;
    }
  }
  return false;
}

static bool first_owed(const struct sal_play *p, int side, int *unit, sal_hex *hex) {
  sal_hex last = SAL_NOHEX;
  *unit = -1, *hex = SAL_NOHEX;
  for (int i = 0; i < O(p)->nmine[side]; i++) {
    int u = O(p)->mine[side][i];
    if (!on_map(p, u)) continue;
    if (wb_unit_owes(p, side, u)) return *unit = u, true;
    if (S(p)->unit[u].at == last) continue;
    last = S(p)->unit[u].at;
    for (int d = 0; d < 6; d++) {
      sal_hex h = (sal_hex)(last + B(p)->step[d]);
      if (S(p)->cell[h].ground & MUST && wb_hex_owed(p, side, h)) return *hex = h, true;
    }
  }
  return false;
}

/* ---- the attack phase: choose a target, or guns for a ranged attack -------------------------------------------- */

void wb_clear_fight(struct state *s) {
  for (int i = 0; i < s->fight.nparts; i++) s->unit[s->fight.part[i]].part = 0;
  s->fight = (struct combat){0};
}

static void attack_list(const struct sal_play *p, int side, struct sal_list *l) {
  const struct own *o = O(p);
  sal_hex h, last = SAL_NOHEX;
  int u;
  for (int i = 0; i < o->nmine[side]; i++) {
    u = o->mine[side][i];
    if (!wb_can_attack(p, side, u) || S(p)->unit[u].at == last) continue;
    last = S(p)->unit[u].at;
    for (int d = 0; d < 6; d++) {
      h = (sal_hex)(last + B(p)->step[d]); /* beyond the map is nobody */
      if (S(p)->cell[h].pres & occ(sal_enemy(side)) && wb_attackable(p, side, h)) sal_list_add(l, sal_act(V_TARGET, h, 0, 0));
    }
  }
  for (int i = 0; i < o->nguns[side]; i++) {
    u = o->guns[side][i];
    if (wb_gun_ready(p, side, u, NULL) && wb_gun_has_target(p, side, u)) sal_list_add(l, sal_act(V_SHELL, u, 0, 0));
  }
  if (!first_owed(p, side, &u, &h)) sal_list_add(l, sal_act(V_DONE, 0, 0, 0));
}

static bool attack_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  int u;
  sal_hex h;
  if (a.verb == V_TARGET) {
    h = a.x[0];
    if (S(p)->cell[h].ground & ATTACKED) return sal_refuse(why, R_5_1_1, "{h0} has been attacked in this phase.", h, 0);
    if (S(p)->cell[h].ground & SHELLED) return sal_refuse(why, R_6_4_5, "{h0} was under artillery fire in this phase.", h, 0);
    if (!wb_attackable(p, side, h)) return sal_refuse(why, R_5_1_2, "There is nobody to attack in {h0}.", h, 0);
    return has_attacker(p, side, h, false) || sal_refuse(why, R_5_1_2, "No unit next to {h0} can attack.", h, 0);
  }
  if (a.verb == V_SHELL) return wb_gun_ready(p, side, a.x[0], why) && (wb_gun_has_target(p, side, a.x[0]) || sal_refuse(why, R_6_1_2, "{u0} has no target in range.", a.x[0], 0));
  if (a.verb == V_MOVE || a.verb == V_STEP) return sal_refuse(why, R_3_1_1, "In an attack phase units move by retreat and pursuit only.", 0, 0);
  if (a.verb != V_DONE) return sal_refuse(why, R_2_1_2, "That is not done in an attack phase.", 0, 0);
  if (!first_owed(p, side, &u, &h)) return true;
  if (u >= 0) return sal_refuse(why, R_5_1_3, "{u0} must attack.", u, 0);
  return sal_refuse(why, R_5_1_4, "The enemies in {h0} must be attacked.", h, 0);
}

static void attack_apply(struct sal_play *p, int side, struct sal_action a) {
  struct combat *f = &S(p)->fight;
  if (a.verb == V_DONE) {
    sal_pop(p);
    return;
  }
  f->side = (uint8_t)side;
  if (a.verb == V_TARGET) {
    f->target[f->ntargets++] = a.x[0];
    sal_push(p, N_BUILD, side);
  } else {
    f->part[f->nparts++] = a.x[0];
    S(p)->unit[a.x[0]].part = PG;
    sal_push(p, N_SHELL, side);
  }
}

static void owe(const struct sal_play *p, int side, struct sal_prompt *out) {
  for (int i = 0; i < O(p)->nmine[side]; i++) {
    int u = O(p)->mine[side][i];
    if (on_map(p, u) && wb_unit_owes(p, side, u)) sal_prompt_owe(out, R_5_1_3, SAL_AT_UNIT, u, "%s must attack", p->book->counter[u].label);
  }
  for (int i = 0; i < B(p)->nhexes; i++) {
    sal_hex h = B(p)->order[i];
    if (wb_hex_owed(p, side, h)) sal_prompt_owe(out, R_5_1_4, SAL_AT_HEX, h, "%s must be attacked", B(p)->name[h]);
  }
}

static void attack_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  sal_prompt_say(out, "%s: choose a hex to attack or a gun to fire, or end the phase.", people(side));
  owe(p, side, out);
}

const struct sal_node wb_attack = {.id = "attack", .rule = R_5_1_7, .list = attack_list, .check = attack_check, .apply = attack_apply, .prompt = attack_prompt};

/* ---- 5.1.5 declare: targets and attackers, in state->fight ---------------------------------------------------- */

static sal_hex attackers_hex(const struct sal_play *p) { /* where the first of them stands */
  const struct combat *f = &S(p)->fight;
  return f->nparts ? S(p)->unit[f->part[0]].at : SAL_NOHEX;
}

static bool from_several_hexes(const struct sal_play *p) {
  const struct combat *f = &S(p)->fight;
  for (int i = 0; i < f->nparts; i++)
    if (S(p)->unit[f->part[i]].at != attackers_hex(p)) return true;
  return false;
}

static bool next_to_all(const struct sal_play *p, sal_hex h, sal_hex also) {
  const struct combat *f = &S(p)->fight;
  for (int i = 0; i < f->ntargets; i++)
    if (sal_distance(B(p), h, f->target[i]) != 1) return false;
  return !also || sal_distance(B(p), h, also) == 1;
}

static bool may_add(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  const struct combat *f = &S(p)->fight;
  const struct unit *unit = &S(p)->unit[u];
  if (!on_map(p, u) || side_of(p, u) != side) return sal_refuse(why, R_5_1_2, "{u0} is not a unit of this side on the map.", u, 0);
  if (unit->part & PA) return sal_refuse(why, R_5_1_1, "{u0} is already in this attack.", u, 0);
  if (is_towed(K(p, u))) return sal_refuse(why, R_5_1_10, "{u0} is towed and never attacks.", u, 0);
  if (unit->flags & FOUGHT) return sal_refuse(why, R_5_1_1, "{u0} has fought in this phase.", u, 0);
  if (!wb_can_attack(p, side, u)) return sal_refuse(why, R_5_2_1, "{u0} cannot attack.", u, 0);
  if (!next_to_all(p, unit->at, SAL_NOHEX)) return sal_refuse(why, R_5_1_2, "{u0} is not next to the attacked hex.", u, 0);
  sal_hex h = attackers_hex(p);
  return f->ntargets < 2 || !h || h == unit->at || sal_refuse(why, R_5_1_5, "Against several hexes all attackers must be in one hex.", 0, 0);
}

static bool may_target(const struct sal_play *p, int side, sal_hex h, struct sal_refusal *why) {
  const struct combat *f = &S(p)->fight;
  if (is_target(f, h) || !wb_attackable(p, side, h)) return sal_refuse(why, R_5_1_2, "{h0} cannot be added.", h, 0);
  sal_hex from = attackers_hex(p);
  if (from_several_hexes(p)) return sal_refuse(why, R_5_1_5, "The attackers are in several hexes, so there is one target.", 0, 0);
  if (from) return next_to_all(p, from, h) || sal_refuse(why, R_5_1_2, "{h0} is not next to the attackers.", h, 0);
  for (int d = 0; d < 6; d++) {
    sal_hex g = sal_next(B(p), h, d);
    if (!next_to_all(p, g, h)) continue;
    EACH_AT(S(p), u, g)
      if (wb_can_attack(p, side, u)) return true;
  }
  return sal_refuse(why, R_5_1_5, "No unit is next to all these hexes.", 0, 0);
}

static bool may_declare(const struct sal_play *p, int side, struct sal_refusal *why) {
  if (!S(p)->fight.nparts) return sal_refuse(why, R_5_2_1, "Nobody attacks yet.", 0, 0);
  return !wb_would_isolate(p, side, SAL_NOHEX, why);
}

static void build_list(const struct sal_play *p, int side, struct sal_list *l) {
  const struct combat *f = &S(p)->fight;
  if (may_declare(p, side, NULL)) sal_list_add(l, sal_act(V_COMMIT, 0, 0, 0));
  sal_list_add(l, sal_act(V_CANCEL, 0, 0, 0));
  for (int i = 0; i < AROUND; i++) { /* further targets: within two of the first */
    sal_hex h = O(p)->around_far[i] <= 2 ? wb_enemies_around(p, side, f->target[0], i) : SAL_NOHEX;
    if (h && may_target(p, side, h, NULL)) sal_list_add(l, sal_act(V_TARGET, h, 0, 0));
  }
  for (int d = 0; d < 6; d++) {
    sal_hex g = sal_next(B(p), f->target[0], d);
    if (!(S(p)->cell[g].pres & occ(side))) continue;
    EACH_AT(S(p), u, g)
      if (may_add(p, side, u, NULL)) sal_list_add(l, sal_act(V_ADD, u, 0, 0));
  }
}

static bool build_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  switch (a.verb) {
  case V_TARGET: return may_target(p, side, a.x[0], why);
  case V_ADD: return may_add(p, side, a.x[0], why);
  case V_COMMIT: return may_declare(p, side, why);
  default: return a.verb == V_CANCEL || sal_refuse(why, R_5_2_1, "Finish this attack, or call it off.", 0, 0);
  }
}

static void declare(struct sal_play *p, int side) { /* from here on both sides see the stacks */
  struct state *s = S(p);
  struct combat *f = &s->fight;
  int attackers = f->nparts;
  for (int i = 0; i < attackers; i++) {
    EACH_AT(s, u, s->unit[f->part[i]].at) wb_open(p, u);
  }
  for (int i = 0; i < f->ntargets; i++)
    EACH_AT(s, u, f->target[i]) {
      wb_open(p, u);
      s->unit[u].part = PD | PSHARE;
      SAL_ASSERT(f->nparts < PARTS); /* six hexes against one, and sixteen levels in each at most */
      f->part[f->nparts++] = (uint16_t)u;
      if (s->head.option[O_SPECIAL] && K(p, u)->stars && !(s->unit[u].flags & FOUGHT)) s->unit[u].part |= PSTAR;
      if (s->head.option[O_SPECIAL] && K(p, u)->role == FORTIFICATION && !(s->unit[u].flags & FOUGHT) && wb_fortified(p, sal_enemy(side), f->target[i])) s->unit[u].part |= PFU;
    }
  for (int i = 0; i < f->nparts; i++) f->base[i] = s->unit[f->part[i]].at;
  for (int i = 0; i < attackers; i++)
    sal_tell(p, E_DECLARED, R_5_2_1, SAL_EVU(f->part[i], .at = {f->target[0]}));
  if (masked(p))
    for (int i = 0; i < f->ntargets; i++) sal_tell(p, E_OPENED, R_16_1_3, SAL_EV(.at = {f->target[i]}));
  sal_goto(p, N_SUPPORT, side);
}

static void build_apply(struct sal_play *p, int side, struct sal_action a) {
  struct state *s = S(p);
  struct combat *f = &s->fight;
  switch (a.verb) {
  case V_TARGET: { /* kept in order, so that equal choices are equal games */
    int i = f->ntargets++;
    for (; i > 0 && f->target[i - 1] > a.x[0]; i--) f->target[i] = f->target[i - 1];
    f->target[i] = a.x[0];
    break;
  }
  case V_ADD: {
    int i = f->nparts++;
    for (; i > 0 && f->part[i - 1] > a.x[0]; i--) f->part[i] = f->part[i - 1];
    f->part[i] = a.x[0];
    s->unit[a.x[0]].part = PA | PSHARE;
    if (s->head.option[O_SPECIAL] && K(p, a.x[0])->stars) s->unit[a.x[0]].part |= PSTAR;
    break;
  }
  case V_COMMIT: declare(p, side); break;
  default:
    wb_clear_fight(s);
    sal_pop(p);
    break;
  }
}

static void build_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  const struct combat *f = &S(p)->fight;
  bool open = true;
  sal_prompt_say(out, "%s: add units against %s, then attack.", people(side), B(p)->name[f->target[0]]);
  for (int i = 0; i < f->nparts && out->nselected < SAL_SELECTED; i++) out->selected[out->nselected++] = f->part[i];
  for (int i = 0; i < f->ntargets; i++) open &= !(S(p)->cell[f->target[i]].ground & VEIL);
  if (open && f->nparts) wb_fight_card(p, sal_prompt_card(out));
  owe(p, side, out);
}

const struct sal_node wb_build = {.id = "attack.build", .rule = R_5_1_5, .list = build_list, .check = build_check, .apply = build_apply, .prompt = build_prompt};

/* ---- 6.3, 15, 9: support by the attacker, the answer of the defender ------------------------------------------- */

static bool reaches_friends(const struct sal_play *p, int side, int u) { /* 6.3.2, 6.3.3 */
  const struct combat *f = &S(p)->fight;
  sal_hex at = S(p)->unit[u].at;
  if (side == f->side) {
    for (int i = 0; i < f->nparts; i++)
      if (S(p)->unit[f->part[i]].part & PA && sal_distance(B(p), at, S(p)->unit[f->part[i]].at) <= RANGE) return true;
    return false;
  }
  for (int i = 0; i < f->ntargets; i++)
    if (sal_distance(B(p), at, f->target[i]) <= RANGE) return true;
  return false;
}

static bool may_support(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  if (!wb_gun_ready(p, side, u, why)) return false;
  if (S(p)->unit[u].part) return sal_refuse(why, R_6_1_4, "{u0} is in this combat.", u, 0);
  if (S(p)->unit[u].status & BARRAGES) return sal_refuse(why, R_6_5_6, "{u0} has fired in the barrage.", u, 0);
  if (!reaches_friends(p, side, u)) return sal_refuse(why, side == S(p)->fight.side ? R_6_3_2 : R_6_3_3, "{u0} is more than three hexes from the units it would support.", u, 0);
  return S(p)->fight.nparts < PARTS || sal_refuse(why, R_6_3_1, "No more guns can join.", 0, 0);
}

static bool may_spare(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  int part = side_of(p, u) == side ? S(p)->unit[u].part : 0;
  if (part && !(part & (PSTAR | PFU)) && O(p)->formation[u]) return sal_refuse(why, R_1_6c, "Ground, works and concentration count whether wanted or not; {u0} has nothing else.", u, 0);
  if (!(part & (PSTAR | PFU))) return sal_refuse(why, R_15_1_6, "{u0} uses no special ability here.", u, 0);
  if (part & PFU || wb_star_ready(p, u)) return true;
  sal_hex at = S(p)->unit[u].at;
  bool big = part & PA && B(p)->side[at * 6 + sal_dir_to(B(p), at, S(p)->fight.target[0])] & O(p)->big_river;
  return sal_refuse(why, big ? R_15_1_8 : R_15_1_2, "The star of {u0} does not count here.", u, 0);
}

static bool may_press(const struct sal_play *p, int side, int u, struct sal_refusal *why) { /* 10.2.3 */
  const struct unit *unit = &S(p)->unit[u];
  return (side == S(p)->fight.side && unit->part & (PA | PG) && !(unit->part & PFULL) && unit->oos) || /* the defender's guns join when he answers */
         sal_refuse(why, R_10_2_3, "{u0} is not an attacker out of supply.", u, 0);
}

/* 5.5.3: of hexes equally strong the defender says which one's ground counts. */
bool wb_may_ground(const struct sal_play *p, int side, sal_hex h, struct sal_refusal *why) {
  const struct combat *f = &S(p)->fight;
  int most = 0;
  for (int i = 0; i < f->ntargets; i++) most = larger(most, wb_stand_sp(p, f->target[i]));
  if (side == f->side) return sal_refuse(why, R_5_5_3, "Whose ground counts is for the defender to say.", 0, 0);
  if (!is_target(f, h)) return sal_refuse(why, R_5_5_3, "{h0} is not attacked.", h, 0);
  if (wb_stand_sp(p, h) < most) return sal_refuse(why, R_5_5_3, "Another hex is held more strongly than {h0}.", h, 0);
  return h != wb_reckon(p, NULL, false).main || sal_refuse(why, R_5_5_3, "The ground of {h0} counts already.", h, 0);
}

static void support_list(const struct sal_play *p, int side, struct sal_list *l) {
  const struct combat *f = &S(p)->fight;
  const struct own *o = O(p);
  sal_list_add(l, sal_act(V_COMMIT, 0, 0, 0));
  for (int i = 0; i < f->nparts; i++)
    if (may_press(p, side, f->part[i], NULL)) sal_list_add(l, sal_act(V_FULL, f->part[i], 0, 0));
  for (int i = 0; i < o->nguns[side]; i++)
    if (may_support(p, side, o->guns[side][i], NULL)) sal_list_add(l, sal_act(V_GUN, o->guns[side][i], 0, 0));
  for (int i = 0; i < f->nparts; i++)
    if (may_spare(p, side, f->part[i], NULL)) sal_list_add(l, sal_act(V_SPARE, f->part[i], 0, 0));
  if (!f->hq[side] && wb_hq_covers(p, side)) sal_list_add(l, sal_act(V_NOHQ, 0, 0, 0));
  int shifts = wb_pool_points(p, side);
  if (shifts) sal_list_add(l, sal_act(V_SPEND, shifts, 0, 0));
  for (int i = 0; f->ntargets > 1 && i < f->ntargets; i++)
    if (wb_may_ground(p, side, f->target[i], NULL)) sal_list_add(l, sal_act(V_GROUND, f->target[i], 0, 0));
}

static bool support_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  const struct combat *f = &S(p)->fight;
  switch (a.verb) {
  case V_FULL: return may_press(p, side, a.x[0], why);
  case V_GUN: return may_support(p, side, a.x[0], why);
  case V_SPARE: return may_spare(p, side, a.x[0], why);
  case V_GROUND: return wb_may_ground(p, side, a.x[0], why);
  case V_NOHQ: return (!f->hq[side] && wb_hq_covers(p, side)) || sal_refuse(why, R_9_2_1, "No headquarters covers all these units.", 0, 0);
  case V_SPEND: {
    int have = wb_pool_points(p, side);
    if (!have) return sal_refuse(why, R_9_1_7, "There are no such shifts within eight hexes.", 0, 0);
    return a.x[0] <= have || sal_refuse(why, R_9_1_6, "There are only {n0} shifts.", have, 0);
  }
  default: return a.verb == V_COMMIT || sal_refuse(why, R_5_2_1, "The combat must be fought first.", 0, 0);
  }
}

static void join_gun(struct sal_play *p, int side, int u) {
  struct state *s = S(p);
  struct combat *f = &s->fight;
  bool share = false; /* 6.3.5 */
  if (side == f->side)
    for (int i = 0; i < f->ntargets; i++) share |= sal_distance(B(p), s->unit[u].at, f->target[i]) == 1;
  else
    for (int i = 0; i < f->nparts; i++) share |= s->unit[f->part[i]].part & PA && sal_distance(B(p), s->unit[u].at, s->unit[f->part[i]].at) == 1;
  s->unit[u].part = (uint8_t)(PG | (share ? PSHARE : 0));
  f->base[f->nparts] = s->unit[u].at;
  f->part[f->nparts++] = (uint16_t)u;
  wb_open(p, u);
  sal_tell(p, E_JOINS, side == f->side ? R_6_3_2 : R_6_3_3, SAL_EVU(u, .at = {f->target[0]}));
}

static void answer_or_fight(struct sal_play *p, int side) {
  struct sal_list room;
  int enemy = sal_enemy(side);
  sal_goto(p, N_RESPOND, enemy);
  if (masked(p)) return; /* asked always: otherwise the question would betray hidden guns */
  room.n = 0;
  support_list(p, enemy, &room);
  if (room.n == 1 || (room.n == 2 && room.a[1].verb == V_NOHQ)) wb_resolve(p);
}

static void support_apply(struct sal_play *p, int side, struct sal_action a) {
  struct combat *f = &S(p)->fight;
  switch (a.verb) {
  case V_FULL:
    S(p)->unit[a.x[0]].part |= PFULL;
    wb_raise_oos(p, a.x[0], R_10_2_5);
    break;
  case V_GUN: join_gun(p, side, a.x[0]); break;
  case V_SPARE: S(p)->unit[a.x[0]].part &= (uint8_t)~(PSTAR | PFU); break;
  case V_NOHQ: f->hq[side] = 1; break;
  case V_SPEND: f->spend[side] = (uint8_t)a.x[0]; break;
  case V_GROUND:
    f->ground = a.x[0];
    sal_tell(p, E_GROUND, R_5_5_3, SAL_EV(.at = {a.x[0]}));
    break;
  default:
    if (side == f->side) answer_or_fight(p, side);
    else wb_resolve(p);
    break;
  }
}

static void support_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  const struct combat *f = &S(p)->fight;
  sal_prompt_say(out, side == f->side ? "%s: add artillery to the attack on %s, then fight." : "%s: answer the attack on %s with artillery, then fight.", people(side), B(p)->name[f->target[0]]);
  for (int i = 0; i < f->nparts && out->nselected < SAL_SELECTED; i++)
    if (side_of(p, f->part[i]) == side) out->selected[out->nselected++] = f->part[i];
  wb_fight_card(p, sal_prompt_card(out));
}

const struct sal_node wb_support = {.id = "attack.support", .rule = R_6_3_1, .list = support_list, .check = support_check, .apply = support_apply, .prompt = support_prompt};
const struct sal_node wb_respond = {.id = "attack.respond", .rule = R_6_3_3, .list = support_list, .check = support_check, .apply = support_apply, .prompt = support_prompt};
