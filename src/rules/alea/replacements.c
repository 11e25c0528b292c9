/* replacements.c - opt.tank and opt.air: steps that come back at the end of a turn (T5, T6).
 *
 * All dice are rolled first, in the order of 0.7; then each side gives its steps out.
 */
#include "state.h"

#include <string.h>

/* ---- opt.tank.2, opt.air ----------------------------------------------------------------- */

/* T5, T6 */
int alea_replace(const uint8_t lost[LOSS_ROWS], const uint8_t back[LOSS_ROWS][6], int n, int die) {
  int row = 0;
  int steps;

  while (row < LOSS_ROWS - 1 && n > lost[row]) {
    row++;
  }
  steps = back[row][die - 1];
  /* never more than was lost */
  return min_of(steps, n);
}

/* T5, T6: a die a side and kind, for what was lost this turn. */
static void roll_all(struct sal_play *p) {
  struct state *s = S(p);
  const struct own *o = O(p);

  for (int side = 0; side < SAL_SIDES; side++) {
    if (!opt(p, O_TANK)) {
      continue;
    }
    if (!s->tanks[side]) {
      continue;
    }
    int die = sal_roll(p->dice, 6, R_T5, SAL_NOUNIT);
    s->repair[side][0] =
        (uint8_t)alea_replace(o->tank_lost[side], o->tank_back[side], s->tanks[side], die);
    sal_tell(p, E_REPLACE, R_opt_tank_2,
             SAL_EV(.n = {(int16_t)side, s->repair[side][0], 0, (int16_t)die}));
  }
  for (int side = 0; side < SAL_SIDES; side++) {
    for (int k = 0; k < 2; k++) {
      if (!opt(p, O_AIR)) {
        continue;
      }
      if (!s->planes[side][k]) {
        continue;
      }
      int die = sal_roll(p->dice, 6, R_T6, SAL_NOUNIT);
      s->repair[side][k + 1] =
          (uint8_t)alea_replace(o->air_lost, o->air_back, s->planes[side][k], die);
      sal_tell(
          p, E_REPLACE, R_opt_air,
          SAL_EV(.n = {(int16_t)side, s->repair[side][k + 1], (int16_t)(k + 1), (int16_t)die}));
    }
  }
  memset(s->tanks, 0, sizeof s->tanks);
  memset(s->planes, 0, sizeof s->planes);
}

/* which of the three counts a unit draws on, or -1 */
static int pool_of(const struct sal_play *p, int u) {
  switch (I(p, u)->kind) {
  case TANK:
  case AG: return 0;
  case FIGHTER: return 1;
  case BOMBER: return 2;
  default: return -1;
  }
}

/* opt.tank.2, opt.air: steps that came back, by kind. */
static bool may_draw(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  int k = pool_of(p, u);

  if (side_of(p, u) != side || k < 0) {
    return sal_refuse(why, R_opt_tank_3, "{u0} is not repaired.", u, 0);
  }
  if (!S(p)->repair[side][k]) {
    return sal_refuse(why, k ? R_opt_air : R_opt_tank_2, "No steps are left for {u0}.", u, 0);
  }

  return true;
}

/* opt.tank.3 */
static bool may_repair(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  const struct unit *unit = U(p, u);

  if (!may_draw(p, side, u, why)) {
    return false;
  }
  if (!unit->steps || unit->steps >= I(p, u)->steps || (!is_air(p, u) && !unit->at)) {
    return sal_refuse(why, R_opt_tank_3, "{u0} is not a damaged unit in play.", u, 0);
  }
  if (unit->flags & OOS) {
    return sal_refuse(why, R_opt_tank_3, "{u0} is out of supply.", u, 0);
  }

  return true;
}

/* opt.tank.4 */
static bool may_return(const struct sal_play *p, int side, int u, sal_hex h,
                       struct sal_refusal *why) {
  sal_unit one = (sal_unit)u;
  int form = I(p, u)->form;
  bool host = false;

  if (enemy_at(p, side, h) || zoc_on(p, side, h)) {
    return sal_refuse(why, R_opt_tank_4, "{h1} is in an enemy zone of control.", u, h);
  }
  if (form) {
    for (int v = top(p, h); v >= 0; v = below(p, v)) {
      host |= I(p, v)->form == form && side_of(p, v) == side && !(U(p, v)->flags & OOS);
    }
    if (!host) {
      return sal_refuse(why, R_opt_tank_4, "No supplied unit of its formation is in {h1}.", u, h);
    }
  } else if (!O(p)->supply[side][h]) {
    return sal_refuse(why, R_opt_tank_4, "{h1} is not a friendly supply hex.", u, h);
  }
  int rule = alea_stack_rule(p, side, h, &one, 1);
  if (rule) {
    return sal_refuse(why, rule, "{h1} is full.", u, h);
  }

  return true;
}

/* opt.tank.4: a destroyed unit comes back if it was in supply and has a place to return to. */
static bool may_rebuild(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  const struct unit *unit = U(p, u);
  const struct sal_board *b = &p->book->board;

  if (!may_draw(p, side, u, why)) {
    return false;
  }
  if (!is_dead(p, u)) {
    return sal_refuse(why, R_opt_tank_4, "{u0} has not been destroyed.", u, 0);
  }
  if (is_air(p, u)) {
    return true;
  }
  if (unit->flags & OOS) {
    return sal_refuse(why, R_opt_tank_4, "{u0} was destroyed out of supply.", u, 0);
  }
  for (int i = 0; i < b->nhexes; i++) {
    if (may_return(p, side, u, b->order[i], NULL)) {
      return true;
    }
  }

  return sal_refuse(why, R_opt_tank_4, "There is no place for {u0}.", u, 0);
}

/* Lists all units that may get a step, or says only whether there is one. */
static bool each_repair(const struct sal_play *p, int side, struct sal_list *l, int verb) {
  const struct own *o = O(p);
  bool any = false;

  for (int part = 0; part < 2; part++) {
    int n = part ? o->nair[side] : o->nground[side];
    for (int i = 0; i < n; i++) {
      int u = part ? o->air[side][i] : o->ground[side][i];
      if (!(verb == V_REPAIR ? may_repair(p, side, u, NULL) : may_rebuild(p, side, u, NULL))) {
        continue;
      }
      any = true;
      if (!l) {
        return true;
      }
      sal_list_add(l, sal_act(verb, u, 0, 0));
    }
  }

  return any;
}

/* Both sides' dice are rolled first; a side without choices is not asked. */
static bool repair_run(struct sal_play *p) {
  struct repair *f = repair_of(p);

  if (f->roll) {
    f->roll = 0;
    roll_all(p);
  }
  int side = sal_top(p)->side;
  const uint8_t *r = S(p)->repair[side];
  bool any = r[0] || r[1] || r[2];
  if (any && (each_repair(p, side, NULL, V_REPAIR) || each_repair(p, side, NULL, V_REBUILD))) {
    return false;
  }
  memset(S(p)->repair[side], 0, sizeof S(p)->repair[side]);
  sal_pop(p);
  return true;
}

/* Steps need not be used. */
static void repair_list(const struct sal_play *p, int side, struct sal_list *l) {
  sal_list_add(l, alea_end(p));
  each_repair(p, side, l, V_REPAIR);
  each_repair(p, side, l, V_REBUILD);
}

/* opt.tank.3, opt.tank.4: a step for a unit in play, a destroyed unit that returns, or the end of
 * it. */
static bool repair_check(const struct sal_play *p, int side, struct sal_action a,
                         struct sal_refusal *why) {
  if (a.verb == V_REPAIR) {
    return may_repair(p, side, unit_of(a), why);
  }
  if (a.verb == V_REBUILD) {
    return may_rebuild(p, side, unit_of(a), why);
  }

  return alea_ends(p, a, why);
}

/* A step comes back. */
static void restore(struct sal_play *p, sal_unit u) {
  int side = side_of(p, u);
  int k = pool_of(p, u);

  S(p)->repair[side][k]--;
  U(p, u)->steps++;
  sal_tell(p, E_REPAIRED, k ? R_opt_air : R_opt_tank_3,
           SAL_EVU(u, .at = {U(p, u)->at}, .seen = (uint8_t)(k ? SAL_BOTH : SAL_BIT(side))));
}

/* Aircraft return to their box, ground units to a hex. */
static void repair_apply(struct sal_play *p, int side, struct sal_action a) {
  sal_unit u = unit_of(a);

  if (a.verb == V_DONE) {
    memset(S(p)->repair[side], 0, sizeof S(p)->repair[side]);
  } else if (a.verb == V_REPAIR) {
    restore(p, u);
  } else if (is_air(p, u)) {
    U(p, u)->box = (uint8_t)air_box(side, B_AIR);
    restore(p, u);
  } else {
    rebuild_in(sal_push(p, N_REBUILD, side))->unit = u;
  }
}

/* Tells how many steps are left by kind. */
static void repair_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  const uint8_t *r = S(p)->repair[side];
  sal_prompt_say(out, "%s: give back steps: %d of tanks, %d of fighters, %d of bombers.",
                 name_of(side), r[0], r[1], r[2]);
}

const struct sal_node alea_repair = {.id = "end.repair",
                                     .rule = R_opt_tank_3,
                                     .run = repair_run,
                                     .list = repair_list,
                                     .check = repair_check,
                                     .apply = repair_apply,
                                     .prompt = repair_prompt};

/* ---- opt.tank.4 the hex of a unit that comes back ---------------------------------------- */

/* Every hex where the unit may return. */
static void rebuild_list(const struct sal_play *p, int side, struct sal_list *l) {
  const struct sal_board *b = &p->book->board;

  for (int h = 0; h < b->cells; h++) {
    if (b->on[h] && (S(p)->cell[h].first || O(p)->supply[side][h]) &&
        may_return(p, side, rebuild_of(p)->unit, (sal_hex)h, NULL)) {
      sal_list_add(l, sal_act(V_PUT, h, 0, 0));
    }
  }
}

/* opt.tank.4: the hex where the unit returns; the unit is chosen already, so nothing else can be
 * done. */
static bool rebuild_check(const struct sal_play *p, int side, struct sal_action a,
                          struct sal_refusal *why) {
  if (a.verb != V_PUT) {
    return sal_refuse(why, R_opt_tank_4, "Choose the hex where {u0} returns first.",
                      rebuild_of(p)->unit, 0);
  }
  return may_return(p, side, rebuild_of(p)->unit, hex_of(a, 0), why);
}

/* It returns with one step. */
static void rebuild_apply(struct sal_play *p, int side, struct sal_action a) {
  sal_unit u = rebuild_of(p)->unit;
  (void)side;

  sal_pop(p);
  U(p, u)->flags = 0;
  restore(p, u);
  alea_put(p, u, hex_of(a, 0));
}

/* Names the unit. */
static void rebuild_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  sal_prompt_select(out, rebuild_of(p)->unit);
  sal_prompt_say(out, "%s: choose the hex where %s returns.", name_of(side),
                 label(p, rebuild_of(p)->unit));
}

const struct sal_node alea_rebuild = {.id = "end.rebuild",
                                      .rule = R_opt_tank_4,
                                      .list = rebuild_list,
                                      .check = rebuild_check,
                                      .apply = rebuild_apply,
                                      .prompt = rebuild_prompt};
