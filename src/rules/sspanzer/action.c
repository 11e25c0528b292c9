/* action.c - the impulse (4.1f) and a unit's action in it (4.2): move, fire, fire and move, make a
 * kill zone, recover.
 *
 * The first thing a unit does names its action: it steps, and as long as it has spent no more than
 * half it may still fire (Fire & Move). The frame of the action keeps its mode and what it has
 * spent.
 */
#include "state.h"

/* What a unit may spend, in halves: all of it, or half after firing or recovering (4.2c, 4.2e). */
static int limit_in(const struct sal_play *p, sal_unit u, int mode) {
  int all = ssp_type(p, u)->mf * SSP_HALVES;
  return mode == MODE_FRESH ? all : all / 2;
}

/* The step of a unit in a mode, as a question to the law of movement. */
static struct sal_step step_of(const struct sal_play *p, sal_unit u, int dir, int mode, int left) {
  sal_hex from = S(p)->unit[u].hex;

  return (struct sal_step){.unit = u,
                           .from = from,
                           .to = sal_next(&p->book->board, from, dir),
                           .dir = dir,
                           .left = left,
                           .note = mode == MODE_FRESH ? FIRST_STEP : 0};
}

/* Is there any hex the unit could step into with a fresh action? */
bool ssp_can_leave(const struct sal_play *p, sal_unit u) {
  int left = limit_in(p, u, MODE_FRESH);

  for (int d = 0; d < 6; d++) {
    struct sal_step step = step_of(p, u, d, MODE_FRESH, left);
    if (ssp_may_step(p, &step, NULL))
      return true;
  }

  return false;
}

/* ---- N_IMPULSE: who acts next ----------------------------------------------------------- */

/* 13.3a, 13.3c: artillery fires once an impulse, at what its division sees. */
static bool may_choose_guns(const struct sal_play *p, sal_unit guns, struct sal_refusal *why) {
  const struct ssp_unit *unit = &S(p)->unit[guns];

  if (!unit->steps)
    return sal_refuse(why, R_13_3c, "{u0} is out of the game.", guns, 0);
  if (unit->is & SPENT)
    return sal_refuse(why, R_13_3a, "{u0} has fired in this impulse.", guns, 0);
  if (!ssp_guns_can(p, guns))
    return sal_refuse(why, R_13_3a, "No unit of the division sees a target for {u0}.", guns, 0);

  return true;
}

/* 4.1f: every unit of the formation has one action. */
bool ssp_may_choose(const struct sal_play *p, sal_unit u, struct sal_refusal *why) {
  const struct ssp_book *own = O(p);
  const struct ssp_unit *unit = &S(p)->unit[u];
  const struct ssp_kind *type = &own->type[u];

  if (type->move == MOVE_STATIC)
    return sal_refuse(why, R_2_10a, "{u0} is static infantry and takes no actions.", u, 0);
  if (own->form[u] != S(p)->formation)
    return sal_refuse(why, R_4_1f, "{u0} does not belong to the formation whose impulse it is.", u,
                      0);
  if (type->move == MOVE_OFF)
    return may_choose_guns(p, u, why);
  if (!unit->hex)
    return sal_refuse(why, R_4_1f, "{u0} is not on the map.", u, 0);
  if (unit->is & ACTED)
    return sal_refuse(why, R_4_1f, "{u0} has had its action in this impulse.", u, 0);
  bool suppressed = unit->is & SUPPRESSED;
  if (suppressed && type->side == SAL_SOVIET)
    return sal_refuse(why, R_9_8a, "{u0} is suppressed and can do nothing.", u, 0);
  if (!ssp_contested(p, unit->hex))
    return true;
  if (suppressed)
    return sal_refuse(why, R_11_3d,
                      "{u0} is in close combat and can only move out, but it is suppressed.", u, 0);
  if (!ssp_can_leave(p, u))
    return sal_refuse(why, R_11_3d,
                      "{u0} is in close combat and can only move out, but there is nowhere to go.",
                      u, 0);

  return true;
}

/* 6.1a: too many units of its side, or of different formations, stand with it. */
static bool overstacked(const struct sal_play *p, sal_unit u) {
  sal_hex h = S(p)->unit[u].hex;
  return !ssp_stack_ok(p, h, ssp_side(p, u), SAL_NOUNIT);
}

/* 6.1b: a unit that still can act and leave an overstacked hex, or SAL_NOUNIT. */
static sal_unit must_leave(const struct sal_play *p) {
  int form = S(p)->formation;

  SSP_EACH_OF(p, u, form) {
    if (ssp_is(p, u, ACTED | SUPPRESSED))
      continue;
    if (overstacked(p, u) && ssp_can_leave(p, u))
      return u;
  }

  return SAL_NOUNIT;
}

/* Those of a formation's units or guns that still have an action. */
static void list_choices(const struct sal_play *p, const sal_unit *units, int n,
                         struct sal_list *l) {
  for (int i = 0; i < n; i++)
    if (ssp_may_choose(p, units[i], NULL))
      sal_list_add(l, sal_act(V_CHOOSE, units[i], 0, 0));
}

/* 4.1f: units in any order, crossfires of the whole formation, or the end of the actions. */
static void impulse_list(const struct sal_play *p, int side, struct sal_list *l) {
  const struct ssp_book *own = O(p);
  int form = S(p)->formation;

  (void)side;
  list_choices(p, own->guns[form], own->nguns[form], l);
  list_choices(p, own->of[form], own->nof[form], l);
  ssp_list_cross(p, l);
  if (must_leave(p) == SAL_NOUNIT)
    sal_list_add(l, sal_act(ssp_end_verb(p, V_END), 0, 0, 0));
}

/* 6.1b: the actions end when nobody can leave an overstacked hex any more. */
static bool may_end_actions(const struct sal_play *p, struct sal_refusal *why) {
  sal_unit u = must_leave(p);
  if (u == SAL_NOUNIT)
    return true;
  return sal_refuse(why, R_6_1b, "{u0} stands in an overstacked hex and can still leave it.", u, 0);
}

/* Common mistakes get their own answer: a unit must be chosen before it does anything. */
static bool impulse_check(const struct sal_play *p, int side, struct sal_action a,
                          struct sal_refusal *why) {
  (void)side;
  if (a.verb == ssp_end_verb(p, V_END))
    return may_end_actions(p, why);
  switch (a.verb) {
  case V_CHOOSE: return ssp_may_choose(p, unit_of(a), why);
  case V_CROSSFIRE:
    if (ssp_may_cross(p, unit_of(a), false))
      return true;
    return sal_refuse(why, R_10_3a,
                      "No crossfire on {u0}: two or more kill zone units must fire from opposite "
                      "hexsides, or three with gaps.",
                      unit_of(a), 0);
  case V_STOP: return sal_refuse(why, R_4_1f, "No unit is acting: choose one first.", 0, 0);
  case V_STEP:
  case V_RECOVER:
  case V_FACE:
  case V_OUTWARD:
  case V_QUICK:
  case V_FIRE: return sal_refuse(why, R_4_1f, "Choose a unit first.", 0, 0);
  case V_ENTER:
    return sal_refuse(why, R_11_1a, "Enemy hexes are entered after all actions: end them first.", 0,
                      0);
  default: return ssp_not_now(p, why);
  }
}

/* A unit gets its movement points, artillery only a target to find (13.3a). */
static void begin_action(struct sal_play *p, int side, sal_unit u) {
  if (ssp_type(p, u)->move == MOVE_OFF) {
    barrage_in(sal_push(p, N_GUNS, side))->guns = u;
  } else {
    struct action *action = action_in(sal_push(p, N_UNIT, side));
    action->unit = u;
    action->limit = (uint16_t)limit_in(p, u, MODE_FRESH);
  }
  sal_tell(p, E_CHOSEN, R_4_1f, SAL_EVU(u, .at = {S(p)->unit[u].hex}));
}

/* The end of the actions leads to close combat (11.1); everything else opens a frame. */
static void impulse_apply(struct sal_play *p, int side, struct sal_action a) {
  if (a.verb == ssp_end_verb(p, V_END)) {
    sal_goto(p, N_CLOSE, side);
    return;
  }
  if (a.verb == V_CROSSFIRE) {
    struct crossfire *cross = crossfire_in(sal_push(p, N_CROSSFIRE, side));
    cross->target = unit_of(a);
    cross->occasion = ON_FIRE;
    return;
  }
  begin_action(p, side, unit_of(a));
}

/* Ends by itself when every unit has acted and the guns are silent. */
static bool impulse_run(struct sal_play *p) {
  const struct ssp_state *s = S(p);
  int form = s->formation;

  SSP_EACH_OF(p, u, form) {
    const struct ssp_unit *unit = &s->unit[u];
    if (unit->hex && !(unit->is & ACTED))
      return false;
  }
  SSP_EACH_GUN(p, guns, form) {
    if (s->unit[guns].steps && !ssp_is(p, guns, SPENT))
      return false;
  }
  sal_goto(p, N_CLOSE, sal_top(p)->side);
  return true;
}

/* Overstacked units are owed a move: the actions cannot end while they can leave (6.1b). */
static void impulse_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  const struct ssp_book *own = O(p);
  int form = S(p)->formation;
  int left = 0;

  (void)side;
  SSP_EACH_OF(p, u, form) {
    left += ssp_may_choose(p, u, NULL);
  }
  sal_prompt_say(out, "Impulse of %s: choose a unit to act, or end the actions. %d can still act.",
                 own->formation[form], left);
  SSP_EACH_OF(p, u, form) {
    if (S(p)->unit[u].hex && overstacked(p, u))
      sal_prompt_owe(out, R_6_1b, SAL_AT_UNIT, u, "%s stands in an overstacked hex",
                     p->book->counter[u].label);
  }
}

const struct sal_node ssp_node_impulse = {.id = "impulse",
                                          .rule = R_4_1f,
                                          .run = impulse_run,
                                          .list = impulse_list,
                                          .check = impulse_check,
                                          .apply = impulse_apply,
                                          .prompt = impulse_prompt};

/* ---- N_UNIT: what it does --------------------------------------------------------------- */

/* 4.2c, 4.2e: may the unit fire, after what it has done in this action? */
static bool may_fire_after(const struct sal_play *p, const struct action *action,
                           struct sal_refusal *why) {
  sal_unit u = action->unit;

  if (action->mode == MODE_RECOVERED)
    return true;
  if (action->mode == MODE_FRESH)
    return true;
  if (action->mode == MODE_FIRED)
    return sal_refuse(why, R_4_2c, "{u0} has fired already.", u, 0);
  if (action->mode == MODE_LEFT_CC)
    return sal_refuse(why, R_11_3d, "{u0} has left a close combat and only moves.", u, 0);
  if (action->mode == MODE_RECOVERED_MOVING)
    return sal_refuse(why, R_4_2e, "{u0} has moved after recovering and cannot fire as well.", u,
                      0);
  if (!ssp_type(p, u)->vehicular)
    return sal_refuse(why, R_4_2c, "{u0} is not vehicular: it moves or fires, not both.", u, 0);
  if (action->spent > limit_in(p, u, MODE_FIRED))
    return sal_refuse(why, R_4_2c, "{u0} has spent more than half its movement and cannot fire.", u,
                      0);

  return true;
}

/* Dice of the unit's own shot: three without moving, two otherwise. */
static int own_occasion(const struct action *action) {
  return action->mode == MODE_FRESH ? ON_FIRE : ON_MOVE;
}

/* What an action may still spend, in halves. */
static int points_left(const struct action *action) {
  return action->limit - action->spent;
}

/* 10.2a: the six hexsides of the unit's hex. At the edge of the map a front may point off it,
 * and such a hexside has no hex to name it by. */
static void list_facings(const struct sal_play *p, sal_unit u, struct sal_list *l) {
  const struct ssp_unit *unit = &S(p)->unit[u];

  for (int d = 0; d < 6; d++) {
    if (unit->kz == d + 1)
      continue;
    if (sal_next(&p->book->board, unit->hex, d))
      sal_list_add(l, sal_act(V_FACE, u, sal_side_of(unit->hex, d), 0));
    else
      sal_list_add(l, sal_act(V_OUTWARD, u, d, 0));
  }
}

/* Every target twice for a fresh vehicle: to fire with all dice and end there, or to fire and
 * move on (4.2c). */
static void list_shots(const struct sal_play *p, const struct action *action, struct sal_list *l) {
  sal_unit u = action->unit;
  sal_unit at[SSP_UNITS];
  int n = ssp_targets(p, u, own_occasion(action), at, SSP_UNITS);
  bool may_move_on = action->mode == MODE_FRESH && ssp_type(p, u)->vehicular;

  for (int i = 0; i < n; i++)
    sal_list_add(l, sal_act(V_FIRE, u, at[i], 0));
  for (int i = 0; may_move_on && i < n; i++)
    sal_list_add(l, sal_act(V_QUICK, u, at[i], 0));
}

/* The adjacent hexes that the law of movement allows. */
static void list_steps(const struct sal_play *p, const struct action *action, struct sal_list *l) {
  sal_unit u = action->unit;

  for (int d = 0; d < 6; d++) {
    struct sal_step step = step_of(p, u, d, action->mode, points_left(action));
    if (ssp_may_step(p, &step, NULL))
      sal_list_add(l, sal_act(V_STEP, u, step.to, 0));
  }
}

/* 9.8a: a suppressed unit can only try to recover, or leave it. */
static void unit_list(const struct sal_play *p, int side, struct sal_list *l) {
  const struct action *action = action_of(p);
  sal_unit u = action->unit;

  (void)side;
  if (ssp_is(p, u, SUPPRESSED)) {
    sal_list_add(l, sal_act(V_RECOVER, u, 0, 0));
    sal_list_add(l, sal_act(V_STOP, u, 0, 0));
    return;
  }
  if (action->mode == MODE_FRESH && ssp_may_make_kz(p, u, NULL))
    list_facings(p, u, l);
  if (may_fire_after(p, action, NULL))
    list_shots(p, action, l);
  list_steps(p, action, l);
  sal_list_add(l, sal_act(V_STOP, u, 0, 0));
}

/* 4.2a, 8.1: a step goes to an adjacent hex, by a unit that is not suppressed. */
static bool may_step(const struct sal_play *p, const struct action *action, sal_hex to,
                     struct sal_refusal *why) {
  sal_unit u = action->unit;
  int dir = sal_dir_to(&p->book->board, S(p)->unit[u].hex, to);

  if (ssp_is(p, u, SUPPRESSED))
    return sal_refuse(why, R_4_2a, "{u0} is suppressed and does not move.", u, 0);
  if (dir < 0)
    return ssp_way_blocked(p, u, to, points_left(action),
                           action->mode == MODE_FRESH ? FIRST_STEP : 0, why);
  struct sal_step step = step_of(p, u, dir, action->mode, points_left(action));
  return ssp_may_step(p, &step, why);
}

/* 4.2b: fire as the action, or as the second half of Fire & Move. */
static bool may_shoot(const struct sal_play *p, const struct action *action, sal_unit target,
                      struct sal_refusal *why) {
  sal_unit u = action->unit;

  if (ssp_is(p, u, SUPPRESSED))
    return sal_refuse(why, R_9_8a, "{u0} is suppressed: it can only try to recover.", u, 0);
  if (!may_fire_after(p, action, why))
    return false;

  return ssp_may_fire(p, u, target, own_occasion(action), why);
}

/* 4.2c: fire first and move on afterwards, for vehicles that have done nothing yet. */
static bool may_shoot_first(const struct sal_play *p, const struct action *action, sal_unit target,
                            struct sal_refusal *why) {
  sal_unit u = action->unit;

  if (action->mode != MODE_FRESH)
    return sal_refuse(why, R_4_2c, "{u0} has begun its action and cannot fire first.", u, 0);
  if (!ssp_type(p, u)->vehicular)
    return sal_refuse(why, R_4_2c, "{u0} is not vehicular: it moves or fires, not both.", u, 0);

  return may_shoot(p, action, target, why);
}

/* The direction of a kill zone: towards a hex of the map, or off it. */
static int facing_of(struct sal_action a) {
  return a.verb == V_OUTWARD ? direction_of(a, 1) : edge_of(a, 1) % 6;
}

/* The hexside belongs to another hex, or is named from the far side. */
static bool not_its_side(const struct sal_play *p, sal_hex own, struct sal_action a,
                         struct sal_refusal *why) {
  sal_hex from = (sal_hex)(edge_of(a, 1) / 6);
  bool reversed = a.verb == V_FACE && sal_next(&p->book->board, from, facing_of(a)) == own;

  if (reversed)
    return sal_refuse(why, R_10_2a, "Name the hexside from the unit outwards: {h0}/{h1}.", own,
                      from);
  return sal_refuse(why, R_10_2a, "A kill zone faces a hexside of the unit's own hex.", 0, 0);
}

/* 4.2d, 10.2a: a kill zone is the whole action and faces a hexside of the unit's own hex. */
static bool may_face(const struct sal_play *p, const struct action *action, struct sal_action a,
                     struct sal_refusal *why) {
  sal_unit u = action->unit;
  sal_hex h = S(p)->unit[u].hex;
  int dir = facing_of(a);
  bool own_side = edge_of(a, 1) / 6 == h;

  if (a.verb == V_OUTWARD)
    own_side = sal_next(&p->book->board, h, dir) == SAL_NOHEX;
  if (!own_side)
    return not_its_side(p, h, a, why);
  if (action->mode != MODE_FRESH)
    return sal_refuse(why, R_4_2d, "{u0} has begun another action.", u, 0);
  if (!ssp_may_make_kz(p, u, why))
    return false;
  if (S(p)->unit[u].kz == dir + 1)
    return sal_refuse(why, R_10_1b, "The kill zone of {u0} faces that way already.", u, 0);

  return true;
}

/* 6.2: one unit finishes its action before the next begins. */
static bool unit_check(const struct sal_play *p, int side, struct sal_action a,
                       struct sal_refusal *why) {
  const struct action *action = action_of(p);
  sal_unit u = action->unit;
  bool names_unit = p->book->rules->verbs[a.verb].arg[0] == SAL_ARG_UNIT;

  (void)side;
  if (names_unit && unit_of(a) != u)
    return sal_refuse(why, R_6_2, "{u0} must finish its action first.", u, 0);
  switch (a.verb) {
  case V_STOP: return true;
  case V_RECOVER:
    if (!ssp_is(p, u, SUPPRESSED))
      return sal_refuse(why, R_4_2e, "{u0} is not suppressed.", u, 0);
    return true;
  case V_STEP: return may_step(p, action, hex_of(a, 1), why);
  case V_QUICK: return may_shoot_first(p, action, second_unit_of(a), why);
  case V_FIRE: return may_shoot(p, action, second_unit_of(a), why);
  case V_FACE:
  case V_OUTWARD: return may_face(p, action, a, why);
  case V_CHOOSE:
  case V_END: return sal_refuse(why, R_6_2, "{u0} must finish its action first.", u, 0);
  default: return ssp_not_now(p, why);
  }
}

/* Every unit left on the map has had its action. */
static void finish(struct sal_play *p, sal_unit u) { /* the frame of u is on top */
  if (S(p)->unit[u].hex)
    S(p)->unit[u].is |= ACTED;
  sal_pop(p);
}

/* 4.2e, 9.8d: a die; a unit that recovers may still do half an action. */
static void recover(struct sal_play *p, sal_unit u) {
  struct ssp_unit *unit = &S(p)->unit[u];
  bool near = ssp_enemy_near(p, unit->hex, ssp_side(p, u));
  int need = O(p)->recover[RECOVER_ACTION][near];
  int die = ssp_d6(p, R_9_8d, u);

  if (die > need) {
    sal_tell(p, E_NOT_RECOVERED, R_9_8d, SAL_EVU(u, .n = {(int16_t)die, (int16_t)need}));
    finish(p, u);
    return;
  }
  unit->is &= (uint16_t)~SUPPRESSED;
  sal_tell(p, E_RECOVERED, R_9_8d,
           SAL_EVU(u, .at = {unit->hex}, .n = {(int16_t)die, (int16_t)need}));
  struct action *action = action_of(p);
  action->mode = MODE_RECOVERED;
  action->limit = (uint16_t)limit_in(p, u, MODE_RECOVERED);
}

/* The rule of a unit's own shot: Fire & Move, after recovering, or plain fire. */
static int shot_rule(bool quick, int mode) {
  if (quick || mode == MODE_MOVING)
    return R_4_2c;
  if (mode == MODE_RECOVERED)
    return R_4_2e;
  return R_4_2b;
}

/* 4.2b, 4.2c: a shot ends the action, except for a vehicle that fired first: it keeps half its
 * points. */
static void unit_fire(struct sal_play *p, struct sal_action a) {
  struct action *action = action_of(p);
  sal_unit u = unit_of(a);
  bool quick = a.verb == V_QUICK;
  int occasion = quick ? ON_MOVE : own_occasion(action);
  struct ssp_shot shot = {.firer = u, .target = second_unit_of(a), .occasion = (uint8_t)occasion};

  S(p)->unit[u].is |= FIRED;
  ssp_shoot(p, &shot, shot_rule(quick, action->mode));
  if (!quick) {
    finish(p, u);
    return;
  }
  action->mode = MODE_FIRED;
  action->limit = (uint16_t)limit_in(p, u, MODE_FIRED);
}

/* A step is a frame, because the enemy may fire in the middle of it (7.2). */
static void unit_apply(struct sal_play *p, int side, struct sal_action a) {
  struct action *action = action_of(p);
  sal_unit u = action->unit;
  sal_hex h = S(p)->unit[u].hex;

  switch (a.verb) {
  case V_STOP:
    sal_tell(p, E_STOP, action->mode == MODE_FRESH ? R_4_1f : R_4_2a, SAL_EVU(u, .at = {h}));
    finish(p, u);
    break;
  case V_RECOVER: recover(p, u); break;
  case V_FACE:
  case V_OUTWARD:
    ssp_make_kz(p, u, facing_of(a));
    finish(p, u);
    break;
  case V_FIRE:
  case V_QUICK: unit_fire(p, a); break;
  default: { /* V_STEP */
    struct crossing *crossing = crossing_in(sal_push(p, N_STEP, side));
    crossing->unit = u;
    crossing->dir = (uint16_t)sal_dir_to(&p->book->board, h, hex_of(a, 1));
  }
  }
}

/* The action is over when the unit is gone or was stopped (7.2e), or when it has spent all. */
static bool unit_run(struct sal_play *p) {
  const struct action *action = action_of(p);
  sal_unit u = action->unit;
  const struct ssp_unit *unit = &S(p)->unit[u];
  bool moved = action->spent > 0, stopped = unit->is & SUPPRESSED;
  bool ended = moved && (stopped || action->spent >= action->limit);

  if (unit->hex && !ended)
    return false;
  if (stopped) /* the dead are not suppressed */
    sal_tell(p, E_STOPPED, R_7_2e, SAL_EVU(u, .at = {unit->hex}));
  finish(p, u);
  return true;
}

/* What the unit can still do, in one sentence for each state of its action. */
static void say_state(const struct sal_play *p, const struct action *action,
                      struct sal_prompt *out) {
  struct sal_frac left = sal_lowest(points_left(action), SSP_HALVES);
  const char *name = p->book->counter[action->unit].label;
  char points[16];

  sal_format(points, sizeof points, left.den == 1 ? "%d" : "%d/%d", left.num, left.den);
  if (ssp_is(p, action->unit, SUPPRESSED))
    sal_prompt_say(out, "%s is suppressed: try to recover, or leave it.", name);
  else if (action->mode == MODE_FRESH)
    sal_prompt_say(out, "%s: move, fire, or make a kill zone.", name);
  else if (action->mode == MODE_RECOVERED)
    sal_prompt_say(out, "%s has recovered: fire with two dice, or spend up to %s of its movement.",
                   name, points);
  else if (may_fire_after(p, action, NULL))
    sal_prompt_say(out, "%s: movement left %s; it may still fire.", name, points);
  else
    sal_prompt_say(out, "%s: movement left %s.", name, points);
}

/* The odds of its first few targets go with the question. */
static void unit_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  const struct action *action = action_of(p);
  sal_unit u = action->unit;
  sal_unit at[SAL_PROMPT_CARDS];

  (void)side;
  sal_prompt_select(out, u);
  say_state(p, action, out);
  if (ssp_is(p, u, SUPPRESSED) || !may_fire_after(p, action, NULL))
    return;
  int occasion = own_occasion(action);
  int n = ssp_targets(p, u, occasion, at, SAL_PROMPT_CARDS);
  for (int i = 0; i < n; i++) {
    struct ssp_shot shot = {.firer = u, .target = at[i], .occasion = (uint8_t)occasion};
    ssp_aim(p, &shot);
    ssp_card(p, &shot, sal_prompt_card(out));
  }
}

const struct sal_node ssp_node_unit = {.id = "unit",
                                       .rule = R_4_2a,
                                       .run = unit_run,
                                       .list = unit_list,
                                       .check = unit_check,
                                       .apply = unit_apply,
                                       .prompt = unit_prompt};
