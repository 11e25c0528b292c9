/* field_act.c - F1.4, F4.1: the Action phase and one activation; F9.11: Late Fire.
 *
 * A group, Gun or vehicle is picked, does one thing (fires, moves, or something else) and is done.
 * Each verb has one law; `list` offers what its law accepts.
 */
#include "field_unit.h"

#include <string.h>

/* ---- F4.1: who may be picked ------------------------------------------------------------ */

/* F1.4: a unit of the active side in Good Order that has not acted. F5.8: a vehicle with riders may
 * always unload. */
bool sf_may_activate(const struct sal_play *p, int u) {
  const struct trooper *t = unit_at(p, u);

  if (!sf_on_map(p, u) || side_of(p, u) != F(p)->active || t->did & DID_ACT)
    return false;

  /* Men aboard a vehicle act only when they have got out. */
  if (!sf_vehicle(p, u))
    return sf_good_order(p, u) && !t->with;
  if (sf_good_order(p, u))
    return true;

  /* Even a stunned vehicle may be picked to unload (F5.8), but not one under Recall (F12.10). */
  for (EACH_WITH(p, r, u))
    if (sf_on_map(p, r))
      return !(t->is & IS_RECALLED);

  return false;
}

/* F4.1: Guns and vehicles act alone, so that their paths and shots have one owner. */
bool sf_alone(const struct sal_play *p, int u) {
  int cls = kind_of(p, u)->cls;
  return cls == VEHICLE || cls == GUN;
}

void sf_join_group(struct sal_play *p, int u) {
  unit_at(p, u)->did |= IN_GROUP;
  sf_moved(p, u);
}

/* F4.1: the default group: all there that could move with it. */
static void form_group(struct sal_play *p, int u) {
  location l = unit_at(p, u)->at;

  /* A pinned unit is picked for fire: it takes no unit along that could move. */
  bool by_itself = sf_alone(p, u) || unit_at(p, u)->is & IS_PINNED;

  for (EACH_AT(p, v, l)) {
    const struct trooper *t = unit_at(p, v);
    bool could_join = sf_may_activate(p, v) && !sf_alone(p, v) && !(t->is & IS_PINNED);
    bool joins = could_join && !by_itself;

    if (v == u || joins)
      sf_join_group(p, v);
  }
}

/* F4.9: a unit that leaves the group has acted and fires no more in this activation. */
void sf_leave_group(struct sal_play *p, int u) {
  struct trooper *t = unit_at(p, u);
  t->did &= ~(uint32_t)ONE_ACTIVATION;
  t->did |= DID_ACT;
  sf_moved(p, u);
}

/* F1.4: what it began with is over: marks of the activation go, fresh residual fire ages (F9.10).
 */
void sf_activation_over(struct sal_play *p) {
  const struct sal_board *m = &p->book->board;

  for (int u = 0; u < count_of(p); u++) {
    struct trooper *t = unit_at(p, u);
    bool member = t->did & IN_GROUP;
    t->did &= ~(uint32_t)(ONE_ACTIVATION | DID_DESPERATE);
    t->entered = 0;
    if (member)
      sf_moved(p, u);
  }

  /* From now on a fresh marker strikes every group; of two in a Location the higher stays. */
  struct patch *patch = patch_at(p, m->order[0]); /* all of them, in the order of the hexes */
  for (int i = 0; i < m->nhexes; i++) {
    patch[i].control &= (uint8_t)~OVERRUN;
    for (int level = 0; level < LEVELS; level++) {
      uint8_t *mark = &patch[i].residual[level];
      int old = *mark & 15;
      int fresh = *mark >> 4;
      if (fresh)
        *mark = (uint8_t)(fresh > old ? fresh : old);
    }
  }

  /* A state without an open activation has no path: equal positions stay equal. */
  F(p)->npath = 0;
  F(p)->spent = 0;
  F(p)->lost = 0;
  memset(F(p)->path, 0, sizeof F(p)->path);
  memset(F(p)->facing, 0, sizeof F(p)->facing);
}

/* ---- field.act -------------------------------------------------------------------------- */

/* F1.7: a skirmish may be conceded. It is offered when the side's own Action phase begins, before
 * any unit has acted, so that it is never one click beside an ordinary action. */
static bool may_concede(const struct sal_play *p, int side, struct sal_refusal *why) {
  if (F(p)->rolls_end)
    return sal_refuse(why, R_F1_7, "A battle of the campaign is not conceded.", 0, 0);

  for (int u = 0; u < count_of(p); u++) {
    bool acted = unit_at(p, u)->did & DID_ACT;
    if (side_of(p, u) == side && acted)
      return sal_refuse(why, R_F1_7, "Concede at the start of an Action phase.", 0, 0);
  }

  return true;
}

/* Why a unit that has not acted is not able to. */
static bool cannot_act(const struct sal_play *p, int u, struct sal_refusal *why) {
  const struct trooper *t = unit_at(p, u);

  if (t->where == F_WAITING && !t->with)
    return sal_refuse(why, R_F22_1, "{u0} is off the map: it enters.", u, 0);
  if (!sf_on_map(p, u))
    return sal_refuse(why, R_F1_4, "{u0} is not on the map.", u, 0);
  if (t->is & IS_RESERVE)
    return sal_refuse(why, R_F15_10, "{u0} is under a cloak and must be placed first.", u, 0);
  if (t->with)
    return sal_refuse(why, R_F5_6, "{u0} is with {u1} and acts with it.", u, t->with - 1);
  if (t->is & IS_BROKEN)
    return sal_refuse(why, R_F2_3, "{u0} is broken: it rallies or falls back, no more.", u, 0);
  if (t->is & IS_MELEE)
    return sal_refuse(why, R_F14_9, "{u0} is in melee.", u, 0);
  if (t->is & IS_STUNNED)
    return sal_refuse(why, R_F12_9, "{u0} is stunned.", u, 0);
  if (t->is & IS_RECALLED)
    return sal_refuse(why, R_F12_10, "{u0} is under Recall and drives home by itself.", u, 0);
  return sal_refuse(why, R_F1_4, "{u0} cannot act now.", u, 0);
}

/* F1.4: may this unit be picked? Refusals say why it cannot, from the plainest reason on. */
static bool may_pick(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  /* A support weapon acts with its bearer. */
  if (kind_of(p, u)->cls == SUPPORT || side_of(p, u) != side)
    return sal_refuse(why, R_F1_4, "{u0} is no unit of this side.", u, 0);
  if (unit_at(p, u)->did & DID_ACT && sf_on_map(p, u))
    return sal_refuse(why, R_F1_4, "{u0} has acted in this player turn.", u, 0);
  return sf_may_activate(p, u) || cannot_act(p, u, why);
}

/* F1.4: which unit acts next. */
static bool act_check(const struct sal_play *p, int side, struct sal_action a,
                      struct sal_refusal *why) {
  if (a.verb == V_END)
    return true;
  if (a.verb == V_CONCEDE)
    return may_concede(p, side, why);

  /* Units come from off the map (F22.1) and from under a cloak (F15.10) in this phase too. */
  if (a.verb == V_ENTER)
    return sf_may_enter_map(p, side, unit_of(a), why);
  if (a.verb == V_UNCLOAK)
    return sf_may_uncloak(p, side, unit_of(a), why);

  if (a.verb != V_PICK)
    return false;
  return may_pick(p, side, unit_of(a), why);
}

/* F1.4, F22.1, F15.10: which units can act, enter or show themselves. */
static void act_list(const struct sal_play *p, int side, struct sal_list *l) {
  for (EACH_MAN(p, u)) {
    if (may_pick(p, side, u, NULL))
      sal_list_add(l, sal_act(V_PICK, u, 0, 0));
    if (sf_may_uncloak(p, side, u, NULL))
      sal_list_add(l, sal_act(V_UNCLOAK, u, 0, 0));
  }

  /* Off the map nobody waits but in battles that have an edge to enter by. */
  for (int u = 0; F(p)->edges && u < count_of(p); u++)
    if (sf_may_enter_map(p, side, u, NULL))
      sal_list_add(l, sal_act(V_ENTER, u, 0, 0));

  if (may_concede(p, side, NULL))
    sal_list_add(l, sal_act(V_CONCEDE, 0, 0, 0));
  sal_list_add(l, sal_act(V_END, 0, 0, 0));
}

/* The frame of one activation; the group is marked on its units. */
static struct activation *begin_activation(struct sal_play *p, int side, int u) {
  struct activation *act = activation_in(sal_push(p, N_F_UNIT, side));
  act->first = (uint16_t)u;
  return act;
}

/* One of the choices of the Action phase; all but the ending one begin an activation. */
static void act_apply(struct sal_play *p, int side, struct sal_action a) {
  if (a.verb == V_END) {
    sal_pop(p);
    return;
  }

  if (a.verb == V_CONCEDE) {
    sal_tell(p, E_F_CONCEDES, R_F1_7, SAL_EV(.n = {(int16_t)side}));
    sf_won_by(p, sal_enemy(side), R_F1_7);
    return;
  }

  if (a.verb == V_UNCLOAK) {
    sf_uncloak(p, unit_of(a));
    return;
  }

  /* Units of the box are taken in one by one (F22.1); on the map all there is the default (F4.1).
   */
  if (a.verb == V_ENTER)
    sf_join_group(p, unit_of(a));
  else
    form_group(p, unit_of(a));

  struct activation *act = begin_activation(p, side, unit_of(a));
  if (a.verb == V_ENTER)
    act->is = ACT_ENTERING;
  act->allowance = (uint16_t)sf_allowance(p, UNDECIDED);
}

/* F5.9: at the start of its own Action a bogged vehicle may come free, or stick for good. */
static void try_free(struct sal_play *p, int v) {
  enum { FREED = 2, STUCK = 6 };
  struct trooper *t = unit_at(p, v);
  int die = sf_die(p, R_F5_9, v, sf_told_to(p, v));

  if (die <= FREED) {
    t->is &= ~(uint32_t)IS_BOGGED;
    sal_tell(p, E_F_FREED, R_F5_9, SAL_EVU(v, .seen = (uint8_t)sf_told_to(p, v)));
  } else if (die == STUCK) {
    sf_immobilize(p, v, R_F5_9);
  }
}

SAL_LOCALS(acting, uint16_t unit;); /* how far the automatic part has come */

/* F12.8, F5.9: what comes over a vehicle before its side decides anything. */
static void wake_vehicle(struct sal_play *p, int v) {
  struct trooper *t = unit_at(p, v);
  bool recalled = t->is & IS_RECALLED;

  /* Without its main armament it is called back; a mere malfunction may be repaired. */
  if (t->is & IS_DISABLED && !recalled) {
    t->is |= IS_RECALLED;
    sal_tell(p, E_F_RECALLED, R_F12_8, SAL_EVU(v, .seen = (uint8_t)sf_told_to(p, v)));
  }

  if (t->is & IS_BOGGED)
    try_free(p, v);
}

/* F12.10: a recalled vehicle that can move drives home by itself; CG5: not out of a strongpoint.
 * True: it does. */
static bool drive_home(struct sal_play *p, int v) {
  const struct trooper *t = unit_at(p, v);
  bool stuck = t->is & (IS_IMMOBILE | IS_BOGGED | IS_STUNNED);

  if (!(t->is & IS_RECALLED) || stuck || sf_bound(p, v))
    return false;

  /* What it carries or tows is unloaded into the hex first. */
  for (int r = 0; r < count_of(p); r++)
    if (sf_aboard(p, r, v))
      sf_unload_rider(p, r);
  sf_join_group(p, v);

  struct activation *act = begin_activation(p, F(p)->active, v);
  act->is = ACT_RECALL;
  act->mode = MOVING;
  act->allowance = (uint16_t)sf_allowance(p, MOVING);
  return true;
}

/* F0.7: nobody is asked when nobody can act. */
static bool somebody_can_act(const struct sal_play *p, int side) {
  for (EACH_MAN(p, u))
    if (sf_may_activate(p, u) || sf_may_uncloak(p, side, u, NULL))
      return true;

  for (int u = 0; F(p)->edges && u < count_of(p); u++)
    if (sf_may_enter_map(p, side, u, NULL))
      return true;

  return false;
}

/* Before the first decision: bogged vehicles, then those under Recall, one after the other. */
static bool act_run(struct sal_play *p) {
  struct acting *at = acting_of(p);
  int n = count_of(p);
  int side = F(p)->active;

  /* Two passes over the units in one count, which is kept while a vehicle drives home. */
  while (at->unit < 2 * n) {
    int u = at->unit % n;
    bool first_pass = at->unit < n;

    at->unit++;
    if (side_of(p, u) != side || !sf_on_map(p, u) || !sf_vehicle(p, u))
      continue;
    if (first_pass)
      wake_vehicle(p, u);
    else if (drive_home(p, u))
      return true;
  }

  if (somebody_can_act(p, side))
    return false;
  sal_pop(p);
  return true;
}

/* The question, and how many are left to act; with nobody on the map, only who is to come. */
static void act_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  const char *who = side == GER ? "German" : "Soviet";
  int n = 0;

  for (EACH_MAN(p, u))
    n += sf_may_activate(p, u);
  if (n == 0)
    sal_prompt_say(out, "%s: choose who comes in, or end the actions.", who);
  else
    sal_prompt_say(out, "%s: choose who fires or moves. %d %s not acted yet.", who, n,
                   n == 1 ? "unit has" : "units have");
  sal_prompt_about(out, V_PICK);
  sal_prompt_about(out, V_ENTER);
  sal_prompt_about(out, V_UNCLOAK);
}

const struct sal_node sf_act_node = {.id = "field.act",
                                     .rule = R_F1_4,
                                     .now = "Now choose who fires or moves, or end the actions.",
                                     .run = act_run,
                                     .list = act_list,
                                     .check = act_check,
                                     .apply = act_apply,
                                     .prompt = act_prompt};

/* ---- field.late: F9.11 ------------------------------------------------------------------ */

/* F9.11: has the unit anything that has not fired? */
bool sf_could_fire_late(const struct sal_play *p, int side, int u) {
  const struct trooper *t = unit_at(p, u);

  if (!sf_on_map(p, u) || side_of(p, u) != side || !sf_good_order(p, u) || t->with)
    return false;

  if (sf_vehicle(p, u))
    return !sf_all_fired(p, u);
  if (!(t->did & DID_FIRE))
    return true;

  /* Its own firepower is Fired; a support weapon may not be. */
  sal_unit weapon[8];
  int n = sf_weapons(p, u, weapon);
  for (int i = 0; i < n; i++)
    if (!(unit_at(p, weapon[i])->did & DID_FIRE))
      return true;

  return false;
}

/* F9.11: a unit that has not fired may still fire at what has moved. */
static bool late_check(const struct sal_play *p, int side, struct sal_action a,
                       struct sal_refusal *why) {
  if (a.verb == V_END)
    return true;
  if (a.verb != V_PICK)
    return false;

  /* A support weapon fires with its bearer. */
  int u = unit_of(a);
  if (!sf_could_fire_late(p, side, u) || kind_of(p, u)->cls == SUPPORT)
    return sal_refuse(why, R_F9_11, "{u0} has fired, or is not in Good Order.", u, 0);

  /* Before edition 6 it was asked whether or not it had a shot. */
  if (sf_edition_6(p) && !sf_has_late_shot(p, side, u))
    return sal_refuse(why, R_F9_11, "{u0} has no shot at anything that has moved.", u, 0);
  return true;
}

/* F9.11: the units that may still fire at what has moved. */
static void late_list(const struct sal_play *p, int side, struct sal_list *l) {
  for (EACH_MAN(p, u))
    if (late_check(p, side, sal_act(V_PICK, u, 0, 0), NULL))
      sal_list_add(l, sal_act(V_PICK, u, 0, 0));

  sal_list_add(l, sal_act(V_END, 0, 0, 0));
}

/* F9.11: all able men of the Location fire together, as in an activation that cannot move. */
static void late_apply(struct sal_play *p, int side, struct sal_action a) {
  if (a.verb == V_END) {
    sal_pop(p);
    return;
  }

  int u = unit_of(a);
  location l = unit_at(p, u)->at;
  for (EACH_AT(p, v, l)) {
    bool together = !sf_alone(p, u) && !sf_alone(p, v);
    bool joins = together && sf_could_fire_late(p, side, v);

    if (v == u || joins)
      sf_join_group(p, v);
  }

  struct activation *act = begin_activation(p, side, u);
  act->mode = FIRING;
  act->is = ACT_LATE;
}

/* Closed by the program when nothing has moved, or nobody known or "?" of the side is left. */
static bool late_run(struct sal_play *p) {
  int side = sal_top(p)->side;
  bool moved = false;
  bool able = false;

  for (EACH_MAN(p, u)) {
    bool enemy = side_of(p, u) != side && sf_on_map(p, u);
    moved |= enemy && unit_at(p, u)->did & DID_MOVE;
    able |= sf_could_fire_late(p, side, u);
  }

  /* A side that may have hidden units is asked too, so that the question betrays none. */
  able |= sf_may_hide(p, side);
  if (moved && able)
    return false;
  sal_pop(p);
  return true;
}

/* The question of Late Fire. */
static void late_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  (void)p;
  sal_prompt_say(out, "%s: choose who fires late at what has moved, or end.",
                 side == GER ? "German" : "Soviet");
  sal_prompt_about(out, V_PICK);
}

const struct sal_node sf_late_node = {.id = "field.late",
                                      .rule = R_F9_11,
                                      .now = "Now choose who fires late at what has moved, or end.",
                                      .run = late_run,
                                      .list = late_list,
                                      .check = late_check,
                                      .apply = late_apply,
                                      .prompt = late_prompt};
