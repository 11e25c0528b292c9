/* end.c - phase `end`: AA modes, tank and aircraft replacements (II.opt.aa.1, opt.tank, opt.air).
 *
 * Modes are chosen in secret by both sides at once (NEWMODE) and shown together. The dice of all replacements
 * are rolled first, in the order of 0.7, then each side gives its steps out.
 */
#include "state.h"

#include <string.h>

/* ---- II.opt.aa.1 modes --------------------------------------------------------------------------------------------- */

static bool has_mode(const struct sal_play *p, int side, int u) { return side_of(p, u) == side && I(p, u)->kind == AA && U(p, u)->at; }

static bool any_mode(const struct sal_play *p, int side) {
  for (int i = 0; i < O(p)->nground[side]; i++)
    if (has_mode(p, side, O(p)->ground[side][i])) return true;
  return false;
}

static bool may_mode(const struct sal_play *p, int side, int u, int aa, struct sal_refusal *why) {
  if (!has_mode(p, side, u)) return sal_refuse(why, R_II_opt_aa_1, "{u0} is not an AA unit of this side on the map.", u, 0);
  return aa != ((U(p, u)->flags & NEWMODE) != 0) || sal_refuse(why, R_II_opt_aa_1, "That is its mode already.", 0, 0);
}

static bool modes_run(struct sal_play *p) {
  struct sal_frame *f = sal_top(p);
  if (!f->x[0]) { /* begins: nobody has chosen, sides without AA units need not */
    f->x[0] = 1;
    for (int side = 0; side < SAL_SIDES; side++) {
      for (int i = 0; i < O(p)->nground[side]; i++) {
        struct unit *unit = U(p, O(p)->ground[side][i]);
        unit->flags = (uint16_t)((unit->flags & ~NEWMODE) | (unit->flags & AAMODE ? NEWMODE : 0));
      }
      if (!any_mode(p, side)) sal_commit(p, side);
    }
  }
  if (S(p)->head.sealed != SAL_BOTH) return false;
  for (int side = 0; side < SAL_SIDES; side++)
    for (int i = 0; i < O(p)->nground[side]; i++) {
      sal_unit u = O(p)->ground[side][i];
      struct unit *unit = U(p, u);
      bool changed = I(p, u)->kind == AA && ((unit->flags & NEWMODE) != 0) != ((unit->flags & AAMODE) != 0);
      unit->flags &= (uint16_t)~NEWMODE;
      if (!changed) continue;
      unit->flags ^= AAMODE;
      sal_tell(p, E_MODE, R_II_opt_aa_1, SAL_EVU(u, .n = {(unit->flags & AAMODE) != 0}));
      alea_refresh(p, unit->at);
    }
  sal_reveal(p);
  sal_pop(p);
  return true;
}

static void modes_list(const struct sal_play *p, int side, struct sal_list *l) {
  for (int i = 0; i < O(p)->nground[side]; i++)
    for (int aa = 0; aa < 2; aa++)
      if (I(p, O(p)->ground[side][i])->kind == AA && may_mode(p, side, O(p)->ground[side][i], aa, NULL)) sal_list_add(l, sal_act(V_MODE, O(p)->ground[side][i], aa, 0));
  sal_list_add(l, sal_act(V_COMMIT, 0, 0, 0));
}

static bool modes_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  if (a.verb == V_MODE) return may_mode(p, side, a.x[0], a.x[1], why);
  return a.verb == V_COMMIT;
}

static void modes_apply(struct sal_play *p, int side, struct sal_action a) {
  if (a.verb == V_COMMIT) {
    sal_commit(p, side);
    return;
  }
  U(p, a.x[0])->flags ^= NEWMODE;
}

static void modes_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  (void)p;
  sal_prompt_say(out, "%s: choose the modes of the AA units for the next turn, then commit.", name_of(side));
}

const struct sal_node alea_modes = {.id = "end.modes", .rule = R_II_opt_aa_1, .sealed = true, .run = modes_run, .list = modes_list, .check = modes_check, .apply = modes_apply, .prompt = modes_prompt};

/* ---- opt.tank.2, opt.air: x[0] 1 = the dice are still to be rolled ------------------------------------------------------ */

int alea_replace(const uint8_t lost[LOSS_ROWS], const uint8_t back[LOSS_ROWS][6], int n, int die) { /* T5, T6 */
  int row = 0, steps;
  while (row < LOSS_ROWS - 1 && n > lost[row]) row++;
  steps = back[row][die - 1];
  return steps > n ? n : steps; /* never more than was lost */
}

static void roll_all(struct sal_play *p) {
  struct state *s = S(p);
  const struct own *o = O(p);
  for (int side = 0; side < SAL_SIDES; side++) {
    if (!opt(p, O_TANK) || !s->tanks[side]) continue;
    int die = sal_roll(p->dice, 6, R_opt_tank_2, SAL_NOUNIT);
    s->repair[side][0] = (uint8_t)alea_replace(o->tank_lost[side], o->tank_back[side], s->tanks[side], die);
    sal_tell(p, E_REPLACE, R_opt_tank_2, SAL_EV(.n = {(int16_t)side, s->repair[side][0], 0, (int16_t)die}));
  }
  for (int side = 0; side < SAL_SIDES; side++)
    for (int k = 0; k < 2; k++) {
      if (!opt(p, O_AIR) || !s->planes[side][k]) continue;
      int die = sal_roll(p->dice, 6, R_opt_air, SAL_NOUNIT);
      s->repair[side][k + 1] = (uint8_t)alea_replace(o->air_lost, o->air_back, s->planes[side][k], die);
      sal_tell(p, E_REPLACE, R_opt_air, SAL_EV(.n = {(int16_t)side, s->repair[side][k + 1], (int16_t)(k + 1), (int16_t)die}));
    }
  memset(s->tanks, 0, sizeof s->tanks);
  memset(s->planes, 0, sizeof s->planes);
}

static int pool_of(const struct sal_play *p, int u) { /* which of the three counts a unit draws on, or -1 */
  switch (I(p, u)->kind) {
  case TANK:
  case AG: return 0;
  case FIGHTER: return 1;
  case BOMBER: return 2;
  default: return -1;
  }
}

static bool may_draw(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  int k = pool_of(p, u);
  if (side_of(p, u) != side || k < 0) return sal_refuse(why, R_opt_tank_3, "{u0} is not repaired.", u, 0);
  return S(p)->repair[side][k] || sal_refuse(why, k ? R_opt_air : R_opt_tank_2, "No steps are left for {u0}.", u, 0);
}

static bool may_repair(const struct sal_play *p, int side, int u, struct sal_refusal *why) { /* opt.tank.3 */
  const struct unit *unit = U(p, u);
  if (!may_draw(p, side, u, why)) return false;
  if (!unit->steps || unit->steps >= I(p, u)->steps || (!is_air(p, u) && !unit->at)) return sal_refuse(why, R_opt_tank_3, "{u0} is not a damaged unit in play.", u, 0);
  return is_air(p, u) || !(unit->flags & OOS) || sal_refuse(why, R_opt_tank_3, "{u0} is out of supply.", u, 0);
}

static bool may_return(const struct sal_play *p, int side, int u, sal_hex h, struct sal_refusal *why) { /* opt.tank.4 */
  sal_unit one = (sal_unit)u;
  int form = I(p, u)->form;
  bool host = false;
  if (enemy_at(p, side, h) || zoc_on(p, side, h)) return sal_refuse(why, R_opt_tank_4, "{h1} is in an enemy zone of control.", u, h);
  if (form) {
    for (int v = top(p, h); v >= 0; v = below(p, v)) host |= I(p, v)->form == form && side_of(p, v) == side && !(U(p, v)->flags & OOS);
    if (!host) return sal_refuse(why, R_opt_tank_4, "No supplied unit of its formation is in {h1}.", u, h);
  } else if (!O(p)->supply[side][h]) {
    return sal_refuse(why, R_opt_tank_4, "{h1} is not a friendly supply hex.", u, h);
  }
  return alea_fits(p, side, h, &one, 1) || sal_refuse(why, R_5_6, "{h1} is full.", u, h);
}

static bool may_rebuild(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  const struct unit *unit = U(p, u);
  const struct sal_board *b = &p->book->board;
  if (!may_draw(p, side, u, why)) return false;
  if (unit->steps || (unit->box != B_DEAD && unit->box != B_DEAD_S)) return sal_refuse(why, R_opt_tank_4, "{u0} has not been destroyed.", u, 0);
  if (is_air(p, u)) return true;
  if (unit->flags & OOS) return sal_refuse(why, R_opt_tank_4, "{u0} was destroyed out of supply.", u, 0);
  for (int i = 0; i < b->nhexes; i++)
    if ((S(p)->cell[b->order[i]].first || O(p)->supply[side][b->order[i]]) && may_return(p, side, u, b->order[i], NULL)) return true;
  return sal_refuse(why, R_opt_tank_4, "There is no place for {u0}.", u, 0);
}

static bool each_repair(const struct sal_play *p, int side, struct sal_list *l, int verb) {
  const struct own *o = O(p);
  bool any = false;
  for (int part = 0; part < 2; part++) {
    int n = part ? o->nair[side] : o->nground[side];
    for (int i = 0; i < n; i++) {
      int u = part ? o->air[side][i] : o->ground[side][i];
      if (!(verb == V_REPAIR ? may_repair(p, side, u, NULL) : may_rebuild(p, side, u, NULL))) continue;
      any = true;
      if (!l) return true;
      sal_list_add(l, sal_act(verb, u, 0, 0));
    }
  }
  return any;
}

static bool repair_run(struct sal_play *p) {
  struct sal_frame *f = sal_top(p);
  if (f->x[0]) {
    f->x[0] = 0;
    roll_all(p);
  }
  const uint8_t *r = S(p)->repair[f->side];
  bool any = r[0] || r[1] || r[2];
  if (any && (each_repair(p, f->side, NULL, V_REPAIR) || each_repair(p, f->side, NULL, V_REBUILD))) return false;
  memset(S(p)->repair[f->side], 0, sizeof S(p)->repair[f->side]);
  sal_pop(p);
  return true;
}

static void repair_list(const struct sal_play *p, int side, struct sal_list *l) {
  sal_list_add(l, sal_act(V_DONE, 0, 0, 0));
  each_repair(p, side, l, V_REPAIR);
  each_repair(p, side, l, V_REBUILD);
}

static bool repair_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  if (a.verb == V_REPAIR) return may_repair(p, side, a.x[0], why);
  if (a.verb == V_REBUILD) return may_rebuild(p, side, a.x[0], why);
  return a.verb == V_DONE;
}

static void restore(struct sal_play *p, sal_unit u) {
  int side = side_of(p, u), k = pool_of(p, u);
  S(p)->repair[side][k]--;
  U(p, u)->steps++;
  sal_tell(p, E_REPAIRED, k ? R_opt_air : R_opt_tank_3, SAL_EVU(u, .at = {U(p, u)->at}, .seen = (uint8_t)(k ? SAL_BOTH : SAL_BIT(side))));
}

static void repair_apply(struct sal_play *p, int side, struct sal_action a) {
  sal_unit u = a.x[0];
  if (a.verb == V_DONE) {
    memset(S(p)->repair[side], 0, sizeof S(p)->repair[side]);
  } else if (a.verb == V_REPAIR) {
    restore(p, u);
  } else if (is_air(p, u)) {
    U(p, u)->box = (uint8_t)air_box(side, B_AIR);
    restore(p, u);
  } else {
    sal_push(p, N_REBUILD, side)->x[0] = u;
  }
}

static void repair_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  const uint8_t *r = S(p)->repair[side];
  sal_prompt_say(out, "%s: give back steps: %d tanks, %d fighters, %d bombers.", name_of(side), r[0], r[1], r[2]);
}

const struct sal_node alea_repair = {.id = "end.repair", .rule = R_opt_tank_3, .run = repair_run, .list = repair_list, .check = repair_check, .apply = repair_apply, .prompt = repair_prompt};

/* ---- opt.tank.4 the hex of a unit that comes back: x[0] the unit --------------------------------------------------------------- */

static void rebuild_list(const struct sal_play *p, int side, struct sal_list *l) {
  const struct sal_board *b = &p->book->board;
  for (int h = 0; h < b->cells; h++)
    if (b->on[h] && (S(p)->cell[h].first || O(p)->supply[side][h]) && may_return(p, side, sal_top(p)->x[0], (sal_hex)h, NULL)) sal_list_add(l, sal_act(V_PUT, h, 0, 0));
}

static bool rebuild_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) { return a.verb == V_PUT && may_return(p, side, sal_top(p)->x[0], a.x[0], why); }

static void rebuild_apply(struct sal_play *p, int side, struct sal_action a) {
  sal_unit u = sal_top(p)->x[0];
  (void)side;
  sal_pop(p);
  U(p, u)->flags = 0;
  restore(p, u);
  alea_put(p, u, a.x[0]);
}

static void rebuild_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  out->selected[out->nselected++] = sal_top(p)->x[0];
  sal_prompt_say(out, "%s: choose the hex where %s returns.", name_of(side), label(p, sal_top(p)->x[0]));
}

const struct sal_node alea_rebuild = {.id = "end.rebuild", .rule = R_opt_tank_4, .list = rebuild_list, .check = rebuild_check, .apply = rebuild_apply, .prompt = rebuild_prompt};
