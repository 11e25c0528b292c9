/* field_unit.c - F1.4: one activation. Each verb has one law; the list offers what its law accepts.
 */
#include "field_unit.h"

#include <string.h>

/* F4.1: the owner may take any subset, before the first step or attack. */
static bool may_with(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  const struct activation *act = activation_of(p);
  sal_unit who[32];
  int n = sf_members(p, who);
  bool own_unit = kind_of(p, u)->cls != SUPPORT && side_of(p, u) == side;

  if (!own_unit)
    return sal_refuse(why, R_F4_1, "{u0} is no unit of this side.", u, 0);

  /* In Late Fire members may still be left out between two shots (F9.11). */
  if (!sf_fresh(p) && !(act->is & ACT_LATE))
    return sal_refuse(why, R_F4_1, "The group has begun and does not change.", 0, 0);
  if (sf_alone(p, who[0]))
    return sal_refuse(why, R_F4_1, "Guns and vehicles act alone.", 0, 0);

  /* The verb takes members in and out. */
  bool member = unit_at(p, u)->did & IN_GROUP;
  if (member && n == 1)
    return sal_refuse(why, R_F4_1, "{u0} is the last of the group.", u, 0);
  if (member)
    return true;
  if (act->is & ACT_LATE)
    return sal_refuse(why, R_F4_1, "{u0} has left the group.", u, 0);

  /* Units off the map enter with units off the map (F22.1). */
  bool able = act->is & ACT_ENTERING ? sf_may_enter_map(p, side, u, NULL) : sf_may_activate(p, u);
  bool same_place = unit_at(p, u)->at == unit_at(p, who[0])->at;
  if (!same_place || !able || sf_alone(p, u))
    return sal_refuse(why, R_F4_1, "{u0} cannot join the group.", u, 0);

  return true;
}

/* F26.2: a weapon may be kept out of the attack of its bearer. */
static bool may_hold(const struct sal_play *p, int w, struct sal_refusal *why) {
  const struct trooper *t = unit_at(p, w);
  bool carried = kind_of(p, w)->cls == SUPPORT && t->with && t->where == F_MAP;
  bool of_the_group = carried && unit_at(p, t->with - 1)->did & IN_GROUP;

  if (!of_the_group)
    return sal_refuse(why, R_F26_2, "{u0} is no support weapon of the group.", w, 0);

  /* Between `via` and `go` nothing else is done (F4.7). */
  if (F(p)->npath)
    return sal_refuse(why, R_F26_2, "A path is being named.", 0, 0);
  return true;
}

/* ---- F20.3 ---------------------------------------------------------------------- */

enum { GRENADE_MP = 2 };

/* F20.3: which unit throws smoke; an engineer first, because he throws better. */
static int thrower(const struct sal_play *p) {
  sal_unit who[32];
  int n = sf_members(p, who);
  int best = -1;

  for (int i = 0; i < n; i++) {
    const struct kind *k = kind_of(p, who[i]);
    bool engineer = k->flags & K_ENGINEER;
    bool has_grenades = k->flags & K_SMOKE || (k->cls == SQUAD && engineer);
    if (!has_grenades)
      continue;

    /* The group is in ascending id: an equal one does not take the place of the lowest. */
    bool throws_better = best < 0 || (engineer && !(kind_of(p, best)->flags & K_ENGINEER));
    if (throws_better)
      best = who[i];
  }
  return best;
}

/* F20.3: 2 MP, once a squad, its own hex or the next. */
static bool may_grenade(const struct sal_play *p, sal_hex h, struct sal_refusal *why) {
  int u = thrower(p);
  if (u < 0)
    return sal_refuse(why, R_F20_3, "Nobody of the group has smoke grenades.", 0, 0);
  if (!sf_movable(p, why))
    return false;
  /* A careful move leaves no MP, and a path that has a `via` must first be walked. */
  if (activation_of(p)->mode == CAREFUL || F(p)->npath)
    return sal_refuse(why, R_F20_3, "Grenades are thrown before or between paths.", 0, 0);
  if (unit_at(p, u)->did & DID_SMOKE)
    return sal_refuse(why, R_F20_3, "{u0} has tried already.", u, 0);
  if (sf_mp_unspent(p) < GRENADE_MP)
    return sal_refuse(why, R_F20_3, "There are no MP for a grenade.", 0, 0);
  if (sal_distance(&p->book->board, hex_at(unit_at(p, u)->at), h) > 1)
    return sal_refuse(why, R_F20_3, "{h0} is too far for a grenade.", h, 0);

  return true;
}

/* F20.3: a die up to 2, engineers 3; nobody reacts to it. */
static void do_grenade(struct sal_play *p, sal_hex h) {
  enum { LANDS = 2, ENGINEERS = 3 };
  struct activation *act = activation_of(p);
  int u = thrower(p);
  int limit = kind_of(p, u)->flags & K_ENGINEER ? ENGINEERS : LANDS;

  /* A throw is part of a move: it costs MP, and the group is Moved (F4.11). */
  if (act->mode == UNDECIDED)
    act->mode = MOVING;
  act->spent += GRENADE_MP;

  sal_unit who[32];
  int n = sf_members(p, who);

  for (int i = 0; i < n; i++)
    unit_at(p, who[i])->did |= DID_MOVE;

  /* The try counts, whether smoke comes of it or not. */
  unit_at(p, u)->did |= DID_SMOKE;

  int die = sf_die(p, R_F20_3, u, SAL_BOTH);
  sal_tell(p, E_F_GRENADE, R_F20_3, SAL_EVU(u, .at = {h}, .n = {(int16_t)die, (int16_t)limit}));
  if (die <= limit)
    sf_smoke(p, h, false);
}

/* ---- the node field.unit ---------------------------------------------------------------- */

/* The Location that two operands name. */
static location place_of(struct sal_action a, int operand) {
  int level = number_of(a, operand + 1);
  return location_at(hex_of(a, operand), level);
}

/* The level is a separate operand; a player may have typed any number. */
static bool level_ok(struct sal_action a, int operand, struct sal_refusal *why) {
  if (number_of(a, operand + 1) < LEVELS)
    return true;
  return sal_refuse(why, R_F26_5, "The level is 0 ground, 1 upper storey or 2 pillbox.", 0, 0);
}

/* F16.12: the unit that blows a charge does so as a fire activation. */
static bool may_blow_now(const struct sal_play *p, int side, location l, struct sal_refusal *why) {
  if (!sf_may_blow(p, side, l, why) || !sf_may_open_fire(p, side, why))
    return false;

  int u = sf_work_in(p, l, WORK_CHARGE, side)->unit - 1;
  bool his_activation = unit_at(p, u)->did & IN_GROUP && !(activation_of(p)->is & ACT_LATE);
  if (!his_activation)
    return sal_refuse(why, R_F16_12, "{u0} blows it in an activation of its own.", u, 0);
  return true;
}

/* F10.10: a rifle at men is an attack of the Fire table; everything else is a shot by F11. */
static bool shell_ok(const struct sal_play *p, int side, int w, location to,
                     struct sal_refusal *why) {
  struct attack attack;
  struct shot shot;

  if (sf_is_rifle(p, w))
    return sf_plan_rifle(p, side, w, to, &attack, why);
  return sf_plan_shot(p, side, w, to, SAL_NOUNIT, false, &shot, why);
}

/* F1.4: an activation may be taken back while nothing was done and no weapon has changed hands. */
static bool may_cancel(const struct sal_play *p, struct sal_refusal *why) {
  bool handed = activation_of(p)->is & ACT_HANDED;
  if (!sf_fresh(p) || handed)
    return sal_refuse(why, R_F1_4, "The activation has begun: finish it.", 0, 0);
  return true;
}

/* F1.4: the law of each verb of an activation. */
static bool unit_check(const struct sal_play *p, int side, struct sal_action a,
                       struct sal_refusal *why) {
  struct attack attack;
  struct shot shot;
  location to;

  switch (a.verb) {

  /* which members take part, and with what (F4.1, F26.2) */
  case V_WITH: return may_with(p, side, unit_of(a), why);
  case V_HOLD: return may_hold(p, unit_of(a), why);

  /* attacks by the Fire table, and shots (F7, F11) */
  case V_FIRE:
    return level_ok(a, 0, why) && sf_plan_fire(p, side, place_of(a, 0), -1, &attack, why);
  case V_MG:
    return level_ok(a, 1, why) && sf_plan_fire(p, side, place_of(a, 1), unit_of(a), &attack, why);
  case V_SHOOT: return sf_may_shoot(p, side, unit_of(a), second_unit_of(a), &shot, why);
  case V_SHELL: return level_ok(a, 1, why) && shell_ok(p, side, unit_of(a), place_of(a, 1), why);
  case V_SCREEN:
    return sf_plan_shot(p, side, unit_of(a), location_at(hex_of(a, 1), GROUND), SAL_NOUNIT, true,
                        &shot, why);
  case V_FLAME:
    return level_ok(a, 1, why) && sf_plan_flame(p, side, unit_of(a), place_of(a, 1), &attack, why);
  case V_BLOW: return level_ok(a, 0, why) && may_blow_now(p, side, place_of(a, 0), why);

  /* movement, and the edges of the map (F4, F5, F22) */
  case V_HOOK: return sf_may_hook(p, side, unit_of(a), why);
  case V_UNHOOK: return sf_may_unhook(p, why);
  case V_ENTER_AT: return sf_may_enter_at(p, side, hex_of(a, 0), why);
  case V_LEAVE: return sf_may_leave(p, why);
  case V_CAREFUL:
  case V_RUN: return sf_declare_ok(p, a.verb, why);
  case V_VIA: return level_ok(a, 0, why) && sf_may_via(p, side, place_of(a, 0), why);
  case V_GO: return level_ok(a, 0, why) && sf_may_go(p, side, place_of(a, 0), true, why);
  case V_FACE: return sf_may_face(p, unit_of(a), direction_of(a, 1), why);
  case V_BACK: return sf_may_back(p, side, &to, why);
  case V_OVERRUN: return sf_may_overrun(p, side, hex_of(a, 0), why);
  case V_BOARD: return sf_may_board(p, side, unit_of(a), why);
  case V_UNLOAD: return sf_may_unload(p, side, why);
  case V_PUSH: return sf_may_push(p, side, direction_of(a, 0), &to, why);
  case V_HAND_TO: return sf_may_hand(p, side, unit_of(a), second_unit_of(a), why);
  case V_PICKUP: return sf_may_pick_up(p, unit_of(a), second_unit_of(a), why);
  case V_SEARCH: return sf_may_search(p, hex_of(a, 0), why);
  case V_GRENADE: return may_grenade(p, hex_of(a, 0), why);
  case V_DONE: return true;
  case V_CANCEL: return may_cancel(p, why);
  default: return false;
  }
}

/* Offers an action if its law allows it. */
void sf_propose(const struct sal_play *p, int side, struct sal_list *l, struct sal_action a) {
  if (unit_check(p, side, a, NULL))
    sal_list_add(l, a);
}

/* F4.7: goals of the flood. A "?" may be walked into, whatever is under it. */
static void list_ways(const struct sal_play *p, int side, struct sal_list *l) {
  const struct activation *act = activation_of(p);
  if (!sf_may_set_out(p, NULL))
    return;

  /* A careful move is one Location: `via` has named it already (F4.5). */
  bool careful = act->mode == CAREFUL;
  if (careful && F(p)->npath)
    return;

  /* The flood lives in scratch, which the questions below use too. */
  sal_unit who[32];
  int n = sf_members(p, who);
  struct reach *r = sf_reach(p, side);
  location goal[2048];
  int goals = r->n < 2048 ? r->n : 2048;

  memcpy(goal, r->goal, (size_t)goals * sizeof goal[0]);

  for (int i = 0; i < goals && !careful; i++)
    if (!sf_veiled(p, sal_enemy(side), goal[i]))
      sal_list_add(l, sal_act(V_VIA, hex_at(goal[i]), level_at(goal[i]), 0));

  /* The limit holds where a path ends, not on the way (F3.2). */
  for (int i = 0; i < goals; i++)
    if (sf_veiled(p, sal_enemy(side), goal[i]) || sf_room(p, side, goal[i], who, n))
      sal_list_add(l, sal_act(V_GO, hex_at(goal[i]), level_at(goal[i]), 0));
}

/* F22.1: the group has not come on the map yet. */
static bool off_map(const struct sal_play *p) {
  return activation_of(p)->is & ACT_ENTERING;
}

/* F22.1, F22.2, F16.12: the edges of the map, and charges. */
static void list_edges(const struct sal_play *p, int side, struct sal_list *l) {
  const struct sal_board *m = &p->book->board;
  for (int i = 0; off_map(p) && i < m->nhexes; i++)
    if (sf_edge_hex(p, m->order[i]))
      sf_propose(p, side, l, sal_act(V_ENTER_AT, m->order[i], 0, 0));
  for (int i = 0; i < MAX_WORKS; i++) {
    const struct work *w = &F(p)->work[i];
    if (w->kind == WORK_CHARGE && w->side == side)
      sf_propose(p, side, l, sal_act(V_BLOW, w->hex, w->level, 0));
  }

  sf_propose(p, side, l, sal_act(V_LEAVE, 0, 0, 0));
}

/* F5: what a vehicle can do besides going and firing. */
static void list_vehicle(const struct sal_play *p, int side, struct sal_list *l) {
  sal_unit v;
  if (!sf_group_vehicle(p, &v) || off_map(p))
    return;

  location at = unit_at(p, v)->at;
  for (EACH_AT(p, g, at)) {
    if (kind_of(p, g)->cls == GUN)
      sf_propose(p, side, l, sal_act(V_HOOK, g, 0, 0));
  }

  sf_propose(p, side, l, sal_act(V_UNHOOK, 0, 0, 0));

  for (int d = 0; d < 6; d++) {
    sf_propose(p, side, l, sal_act(V_FACE, v, d, 0));
    sal_hex h = sal_next(&p->book->board, hex_at(at), d);
    if (h)
      sf_propose(p, side, l, sal_act(V_OVERRUN, h, 0, 0));
  }

  sf_propose(p, side, l, sal_act(V_BACK, 0, 0, 0));
  sf_propose(p, side, l, sal_act(V_UNLOAD, 0, 0, 0));
}

/* F4.1, F5.7: which units may join the group, and what it may board. */
static void list_joining(const struct sal_play *p, int side, location at, struct sal_list *l) {
  for (EACH_AT(p, u, at)) {
    const struct trooper *t = unit_at(p, u);
    if (side_of(p, u) != side)
      continue;
    /* A group is all on the map or all off it. */
    bool waits = t->where == F_WAITING;
    if (waits != off_map(p))
      continue;

    sf_propose(p, side, l, sal_act(V_WITH, u, 0, 0));
    if (sf_vehicle(p, u))
      sf_propose(p, side, l, sal_act(V_BOARD, u, 0, 0));
  }
}

/* F26.2, F10.2, F10.3: weapons of a member held back, handed on, picked up. */
static void list_weapons(const struct sal_play *p, int side, int member, location at,
                         struct sal_list *l) {
  sal_unit weapon[8];
  int carried = sf_weapons(p, member, weapon);

  for (int k = 0; k < carried; k++) {
    sf_propose(p, side, l, sal_act(V_HOLD, weapon[k], 0, 0));
    for (EACH_AT(p, u, at))
      sf_propose(p, side, l, sal_act(V_HAND_TO, weapon[k], u, 0));
  }

  for (EACH_AT(p, w, at))
    if (kind_of(p, w)->cls == SUPPORT)
      sf_propose(p, side, l, sal_act(V_PICKUP, w, member, 0));
}

/* F5.12, F15.11, F20.3: what is done to the hexes around. */
static void list_around(const struct sal_play *p, int side, location at, struct sal_list *l) {
  for (int d = 0; d < 6; d++) {
    sal_hex h = sal_next(&p->book->board, hex_at(at), d);
    if (!h)
      continue;
    sf_propose(p, side, l, sal_act(V_PUSH, d, 0, 0));
    sf_propose(p, side, l, sal_act(V_SEARCH, h, 0, 0));
    sf_propose(p, side, l, sal_act(V_GRENADE, h, 0, 0));
  }

  /* A grenade may fall at the thrower's own feet too. */
  sf_propose(p, side, l, sal_act(V_GRENADE, hex_at(at), 0, 0));
}

/* Joining the group, weapons that change hands, boarding, searching, smoke. */
static void list_men(const struct sal_play *p, int side, struct sal_list *l) {
  sal_unit who[32];
  int n = sf_members(p, who);
  location at = n ? unit_at(p, who[0])->at : 0;

  list_joining(p, side, at, l);
  for (int i = 0; i < n; i++)
    list_weapons(p, side, who[i], at, l);
  if (n && !off_map(p))
    list_around(p, side, at, l);
}

/* F1.4: what an activation may do besides going somewhere. */
static void list_deeds(const struct sal_play *p, int side, struct sal_list *l) {
  list_men(p, side, l);
  sf_list_fire(p, side, l);
  list_vehicle(p, side, l);
  list_edges(p, side, l);
  sf_propose(p, side, l, sal_act(V_CAREFUL, 0, 0, 0));
  sf_propose(p, side, l, sal_act(V_RUN, 0, 0, 0));
  sf_propose(p, side, l, sal_act(V_DONE, 0, 0, 0));
  sf_propose(p, side, l, sal_act(V_CANCEL, 0, 0, 0));
}

/* F1.4, F0.7: everything that the laws of one activation allow. */
static void unit_list(const struct sal_play *p, int side, struct sal_list *l) {
  list_deeds(p, side, l);
  if (!off_map(p))
    list_ways(p, side, l);
}

/* F1.4: has the group done nothing that counts? A way of moving that was declared, but not used,
 * is nothing; and Late Fire is no activation. */
static bool nothing_done(const struct activation *act) {
  bool declared = act->mode == CAREFUL || act->mode == RUNNING;
  bool walked = act->is & ACT_GONE;

  if (act->mode == UNDECIDED || act->is & ACT_LATE)
    return true;
  return declared && !walked;
}

/* The end of an activation: its members have acted if they did anything. */
void sf_finish(struct sal_play *p) {
  struct activation *act = activation_of(p);
  sal_unit who[32];
  int n = sf_members(p, who);
  bool idle = nothing_done(act);

  for (int i = 0; i < n; i++) {
    struct trooper *t = unit_at(p, who[i]);
    if (!idle)
      t->did |= DID_ACT;
    t->acted_on = 0;
  }

  sf_activation_over(p);
  sal_pop(p);
}

/* Makes an attack that was planned; after it nobody of the group moves (F1.4). */
static void make_attack(struct sal_play *p, struct attack *attack) {
  sf_attack(p, attack);
  sf_note_attack(p);
}

/* The same for a shot of a Gun, MA, ATR or MTR50. */
static void make_shot(struct sal_play *p, struct shot *shot) {
  sf_shoot(p, shot);
  sf_note_attack(p);
}

/* F10.10, F11: `shell`, as its law has planned it. */
static void do_shell(struct sal_play *p, int side, int w, location to) {
  struct attack attack;
  struct shot shot;

  if (sf_is_rifle(p, w)) {
    sf_plan_rifle(p, side, w, to, &attack, NULL);
    make_attack(p, &attack);
    return;
  }

  sf_plan_shot(p, side, w, to, SAL_NOUNIT, false, &shot, NULL);
  make_shot(p, &shot);
}

/* F20.3: a mortar lays smoke in a hex. */
static void do_screen(struct sal_play *p, int side, int w, sal_hex h) {
  struct shot shot;
  sf_plan_shot(p, side, w, location_at(h, GROUND), SAL_NOUNIT, true, &shot, NULL);
  make_shot(p, &shot);
}

/* F1.4: one verb of the activation. Attacks are planned by the function that the law and the card
 * use. */
static void unit_apply(struct sal_play *p, int side, struct sal_action a) {
  struct activation *act = activation_of(p);
  struct attack attack;
  struct shot shot;

  switch (a.verb) {
  case V_WITH:
    /* The slowest member sets the allowance (F4.2). */
    unit_at(p, unit_of(a))->did ^= IN_GROUP;
    sf_moved(p, unit_of(a));
    act->allowance = (uint16_t)sf_allowance(p, act->mode);
    break;
  case V_HOLD: unit_at(p, unit_of(a))->did ^= HELD_BACK; break;
  case V_FIRE:
    sf_plan_fire(p, side, place_of(a, 0), -1, &attack, NULL);
    make_attack(p, &attack);
    break;
  case V_MG:
    sf_plan_fire(p, side, place_of(a, 1), unit_of(a), &attack, NULL);
    make_attack(p, &attack);
    break;
  case V_SHOOT:
    sf_may_shoot(p, side, unit_of(a), second_unit_of(a), &shot, NULL);
    make_shot(p, &shot);
    break;
  case V_SHELL: do_shell(p, side, unit_of(a), place_of(a, 1)); break;
  case V_SCREEN: do_screen(p, side, unit_of(a), hex_of(a, 1)); break;
  case V_FLAME:
    sf_plan_flame(p, side, unit_of(a), place_of(a, 1), &attack, NULL);
    make_attack(p, &attack);
    break;
  case V_BLOW:
    sf_blow(p, place_of(a, 0));
    sf_note_attack(p);
    break;
  case V_HOOK: sf_do_hook(p, unit_of(a)); break;
  case V_UNHOOK: sf_do_unhook(p); break;
  case V_ENTER_AT: sf_do_enter_at(p, side, hex_of(a, 0)); break;
  case V_LEAVE: sf_do_leave(p); break;
  case V_CAREFUL:
  case V_RUN: sf_do_declare(p, a.verb); break;
  case V_VIA: sf_do_via(p, side, place_of(a, 0), false); break;
  case V_GO: sf_do_via(p, side, place_of(a, 0), true); break;
  case V_FACE: sf_do_face(p, unit_of(a), direction_of(a, 1)); break;
  case V_BACK: sf_do_back(p, side); break;
  case V_OVERRUN: sf_do_overrun(p, hex_of(a, 0)); break;
  case V_BOARD: sf_do_board(p, unit_of(a)); break;
  case V_UNLOAD: sf_do_unload(p); break;
  case V_PUSH: sf_do_push(p, side, direction_of(a, 0)); break;
  case V_HAND_TO: sf_do_hand(p, unit_of(a), second_unit_of(a)); break;
  case V_PICKUP: sf_do_pick_up(p, unit_of(a), second_unit_of(a)); break;
  case V_SEARCH: sf_do_search(p, side, hex_of(a, 0)); break;
  case V_GRENADE: do_grenade(p, hex_of(a, 0)); break;
  case V_CANCEL:
    /* Nothing was done, so no unit has acted. */
    act->mode = UNDECIDED;
    sf_finish(p);
    break;
  default: sf_finish(p); break;
  }
  sf_veil(p); /* that something has moved shows on a "?" (F15.2) */
}

/* Is there more in the list than ending the activation? Choosing members and weapons alone leads to
 * nothing. */
static bool leads_on(const struct sal_list *l) {
  for (uint32_t i = 0; i < l->n; i++) {
    int verb = l->a[i].verb;
    bool prepares = verb == V_HOLD || verb == V_WITH;
    if (verb != V_DONE && !prepares)
      return true;
  }

  return false;
}

/* F0.7: with nothing but `done` left the program closes it. */
static bool nothing_left(const struct sal_play *p) {
  sal_unit v;
  bool turns = sf_group_vehicle(p, &v) && sf_movable(p, NULL) && sf_mp_left(p) > 0;

  /* It can at least face another way. */
  if (turns)
    return false;

  /* The flood needs the beginning of scratch; the list stands behind it. */
  struct sal_list *l = (struct sal_list *)((uint8_t *)p->scratch + sf_reach_bytes(p->book));
  l->n = 0;
  list_deeds(p, sal_top(p)->side, l);
  if (leads_on(l))
    return false;

  /* The dearest question comes last. */
  if (!off_map(p))
    list_ways(p, sal_top(p)->side, l);
  return !leads_on(l);
}

/* F1.4: the activation ends by itself when nothing is left to do, or nobody of the group is. So
 * there is a first member whenever an activation asks. */
static bool unit_run(struct sal_play *p) {
  struct activation *act = activation_of(p);
  sal_unit who[32];
  if (act->is & ACT_RECALL)
    return sf_drive_home(p);

  int n = sf_members(p, who);
  /* A new group may be put together, and a path that is being named must be finished. */
  bool open = n && (sf_fresh(p) || F(p)->npath || !nothing_left(p));
  if (open)
    return false;

  sf_finish(p);

  return true;
}

/* The acting group in words: "658 1 LAH and 9-1 LAH". */
static void name_group(const struct sal_play *p, const sal_unit *who, int n, char *out,
                       size_t room) {
  struct sal_text t = {out, room, 0};
  for (int i = 0; i < n; i++) {
    const char *between = i + 1 < n ? ", " : " and ";
    sal_put(&t, "%s%s", i ? between : "", p->book->counter[who[i]].label);
  }
}

/* What the acting group can do next. */
static void unit_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  const struct activation *act = activation_of(p);
  char name[120] = "";
  sal_unit who[32];
  int n = sf_members(p, who);
  int left = sf_mp_left(p);
  bool walked = act->is & ACT_GONE;

  (void)side;

  for (int i = 0; i < n && i < SAL_SELECTED; i++)
    out->selected[out->nselected++] = who[i];
  name_group(p, who, n, name, sizeof name);

  /* Late Fire and entry come first: they leave no choice of what to do. */
  if (act->is & ACT_LATE)
    sal_prompt_say(out, "%s: Late Fire at a place where something has moved, or done.", name);
  else if (act->is & ACT_ENTERING)
    sal_prompt_say(out, "%s: choose the edge hex to enter by.", name);
  else if (act->mode == UNDECIDED)
    sal_prompt_say(out, "%s: fire, or move (%d MP).", name, left);
  else if (act->mode == FIRING)
    sal_prompt_say(out, "%s: fire again, or done.", name);
  else if (act->mode == CAREFUL && !walked)
    sal_prompt_say(out, "%s: choose the next hex to move to carefully.", name);
  else if (act->mode == RUNNING && !walked)
    sal_prompt_say(out, "%s: run (%d MP). Who runs is tired and does not fire.", name, left);
  else if (act->is & ACT_FIRED)
    sal_prompt_say(out, "%s: fire at half strength, or done.", name);
  else
    sal_prompt_say(out, "%s: move on (%d MP left), fire at half strength, or done.", name, left);
}

const struct sal_node sf_unit_node = {.id = "field.unit",
                                      .rule = R_F1_4,
                                      .now = "The unit that is acting ends its action first.",
                                      .run = unit_run,
                                      .list = unit_list,
                                      .check = unit_check,
                                      .apply = unit_apply,
                                      .prompt = unit_prompt};
