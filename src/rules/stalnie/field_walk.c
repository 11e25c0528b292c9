/* field_walk.c - F4.9, F4.10, F5.5: the declared path, step by step, with what happens on the way.
 *
 * The frame keeps where the mover stands on its path and which shot the other side has announced.
 * After each shot, and where the path is cut, the other side's window opens again.
 */
#include "field.h"

#include <string.h>

enum { WATCH_RANGE = 16, ANY_RANGE = 99 };

/* F15.8: a hidden unit that moves is put on the map first. */
void sf_walk_begin(struct sal_play *p, int is) {
  struct walk *w = walk_in(sal_push(p, N_F_WALK, F(p)->active));
  w->is = (uint16_t)is;
  sal_unit who[32];
  int n = sf_members(p, who);

  F(p)->lost = 0;
  for (int i = 0; i < n; i++)
    sf_appear(p, who[i]);
}

/* F9.2, F26.3: asks the other side; the secret parts of the path become public now. */
static void open_window(struct sal_play *p, int from, int last) {
  struct window *w = window_in(sal_push(p, N_F_REACT, sal_enemy(F(p)->active)));
  w->from = (uint16_t)from;
  w->last = (uint16_t)last;
  sal_reveal(p);
}

/* ---- members ---------------------------------------------------------------------------- */

/* How many are left of the group. */
static int member_count(const struct sal_play *p) {
  sal_unit who[32];
  return sf_members(p, who);
}

/* F4.9: pinned, broken or lost units leave the group; the others' allowance is worked out again.
 * True: a unit left, and the path is cut (F4.10). */
static bool count_off(struct sal_play *p) {
  struct activation *act = sf_activation(p);
  bool left = false;

  for (EACH_MEMBER(p, u)) {
    const struct trooper *t = unit_at(p, u);

    /* A group that is entering has not come on the map yet (F22.1). */
    bool enters = act->is & ACT_ENTERING && t->where == F_WAITING;
    bool there = t->where == F_MAP || enters;

    /* A vehicle drops out when it can no longer drive. */
    uint32_t stops = IS_PINNED | IS_BROKEN;
    if (sf_vehicle(p, u))
      stops = IS_STUNNED | IS_IMMOBILE | IS_BOGGED;
    bool stays = there && !(t->is & stops);
    if (stays)
      continue;

    sf_leave_group(p, u);
    left = true;
    if (there)
      sal_tell(p, E_F_DROPS_OUT, R_F4_9, SAL_EVU(u, .seen = (uint8_t)sf_told_to(p, u)));
  }

  /* An eliminated unit is no member any more, but the path is cut for it too. */
  left |= F(p)->lost;
  F(p)->lost = 0;
  if (left)
    act->allowance = (uint16_t)sf_allowance(p, act->mode);
  return left;
}

/* ---- F15: what the step shows ----------------------------------------------------------- */

/* F15.4, F15.5: movers that are watched lose their concealment. */
static void lose_cover(struct sal_play *p, location l) {
  const struct activation *act = sf_activation(p);
  int side = F(p)->active;
  sal_unit who[32];
  int n = sf_members(p, who);

  for (int i = 0; i < n; i++) {
    if (!(unit_at(p, who[i])->is & IS_CONCEALED))
      continue;
    /* Carefully into concealment terrain it stays concealed. */
    if (act->mode == CAREFUL && sf_conceals(p, l, SAL_ALL))
      continue;

    /* Vehicles are seen at any range (F15.5). */
    bool vehicle = sf_vehicle(p, who[i]);
    int range = vehicle ? ANY_RANGE : WATCH_RANGE;
    if (sf_watched(p, side, l, range))
      sf_show_unit(p, who[i], vehicle ? R_F15_5 : R_F15_4);
  }
}

/* F15.8: hidden enemies next to the mover, in sight, come on the map concealed. */
static void stir_hidden(struct sal_play *p, int side, location l) {
  for (EACH_MAN(p, u)) {
    const struct trooper *t = unit_at(p, u);
    bool hidden_enemy = side_of(p, u) != side && t->is & IS_HIDDEN;
    if (!hidden_enemy)
      continue;
    if (sf_range(p, t->at, l) == 1 && sf_sight(p, t->at, l) >= 0)
      sf_appear(p, u);
  }
}

/* F15.9: does the Location hold enemies that the mover did not know? They are known now; dummies
 * vanish and stop nothing. */
static bool come_upon(struct sal_play *p, int side, location l) {
  bool found = false;
  if (level_at(l) == GROUND)
    sf_drop_dummies(p, sal_enemy(side), hex_at(l));
  for (EACH_AT(p, u, l)) {
    const struct trooper *t = unit_at(p, u);
    bool enemy = side_of(p, u) != side;
    if (!enemy || !(t->is & IS_UNSEEN))
      continue;
    sf_show_unit(p, u, R_F15_9);
    found = true;
  }

  return found;
}

/* F15.9: a group that was entering goes back off the map, Acted. */
static void back_to_box(struct sal_play *p, location l) {
  sal_unit who[32];
  int n = sf_members(p, who);

  sal_tell(p, E_F_BOXED, R_F15_9, SAL_EV(.at = {hex_at(l)}, .n = {(int16_t)F(p)->active}));

  for (int i = 0; i < n; i++) {
    sf_to_box(p, who[i]);
    sf_leave_group(p, who[i]);
  }

  sf_veil(p);
}

/* F15.9: back to where it came from, its path and MP at an end. */
static void recoil(struct sal_play *p, struct walk *w, location from, location l) {
  struct activation *act = sf_activation(p);
  sal_unit who[32];
  sal_unit v = SAL_NOUNIT;
  bool drives = sf_group_vehicle(p, &v);

  act->spent = act->allowance;

  /* It was entering: back to its box, without a window. */
  if (!from) {
    back_to_box(p, l);
    w->is |= WALK_CUT | WALK_CLOSED;
    return;
  }

  sal_tell(p, E_F_RECOILS, R_F15_9, SAL_EV(.at = {hex_at(l), hex_at(from)}));

  /* Driving into every "?" is no free search: those found there attack it first. */
  if (drives) {
    const struct trooper *t = unit_at(p, v);
    sf_close_attack(p, sal_enemy(F(p)->active), v, l, true);
    bool stuck = t->where != F_MAP || t->is & IS_IMMOBILE;
    if (stuck) {
      w->is |= WALK_CUT;
      return;
    }
  }

  int n = sf_members(p, who);
  for (int i = 0; i < n; i++)
    sf_put(p, who[i], from);
  F(p)->path[w->step] = from;
  w->is |= WALK_CUT;
  /* Whoever passed did so for a path that has ended (F9.5): a window opens there all the same.
   * (Before edition 6 it did not.) */
  if (sf_edition_6(p))
    w->is &= (uint16_t)~WALK_CLOSED;
  sf_veil(p);
}

/* ---- F9.10: residual fire --------------------------------------------------------------- */

/* F12.11, F12.12: what a vehicle there adds to the DRM; below 0: nothing happens to it. */
static int residual_drm(const struct sal_play *p, int v, location l) {
  return sf_vehicle_drm(p, v, l, unit_at(p, v)->face, hex_at(l));
}

/* F9.10: the marker attacks every unit that enters, by cover and movement alone. */
static void residual(struct sal_play *p, location l) {
  int column = (patch_at(p, hex_at(l))->residual[level_at(l)] & 15) - 1;
  const struct activation *act = sf_activation(p);
  struct attack a = {.side = (uint8_t)sal_enemy(F(p)->active), .from = l, .to = l};
  struct struck all;
  struct struck men = {.n = 0};

  if (column < 0)
    return;

  a.moving = act->mode == CAREFUL ? MOVING_CAREFULLY : MOVING_OPENLY;
  a.truth = true;
  sf_struck(p, &a, &all);

  int tem = sf_tem(p, l, l, F(p)->active, SAL_ALL);
  int drm = 0;

  for (int i = 0; i < all.n; i++) {
    if (sf_vehicle(p, all.unit[i]))
      continue;
    /* Riders have no cover (F9.6). */
    if (unit_at(p, all.unit[i])->with)
      tem = 0;
    men.unit[men.n++] = all.unit[i];
  }

  /* F9.6: -1 for moving, -1 more in the open; not carefully, and not in a trench. */
  bool open = !tem && !sf_conceals(p, l, SAL_ALL);
  bool in_trench = sf_in_trench(p, walk_of(p)->step, SAL_ALL);

  if (a.moving == MOVING_OPENLY && !in_trench)
    drm = open ? -2 : -1;

  /* Armour that small arms cannot hurt calls for no roll. */
  bool soft = all.n > men.n && residual_drm(p, all.unit[all.n - 1], l) >= 0;
  if (!men.n && !soft)
    return;

  int dr = sf_dr(p, R_F9_10, SAL_NOUNIT, NULL, SAL_BOTH);
  int strength = FB(p)->strength[column];
  int effect = sf_effect_of(p, strength - tem - drm - dr);

  sal_tell(p, E_F_RESIDUAL_FIRE, R_F9_10,
           SAL_EV(.at = {hex_at(l)}, .n = {(int16_t)effect, (int16_t)dr}));
  if (men.n)
    sf_effect(p, &men, effect);
  sf_sniper(p);

  /* The same roll serves the vehicles, without cover (F7.2). */
  for (int i = 0; i < all.n; i++) {
    int v = all.unit[i];
    if (!sf_vehicle(p, v))
      continue;
    int more = residual_drm(p, v, l);
    if (more != -1)
      sf_strike_vehicle(p, v, strength - drm - more - dr, l);
  }
}

/* ---- F5.9: bog -------------------------------------------------------------------------- */

/* F5.9: a vehicle in rough ground may bog down, heavy ones and on wet ground more often. */
static void bog(struct sal_play *p, location from, location l) {
  sal_unit v;
  int dir = sal_dir_to(&p->book->board, hex_at(from), hex_at(l));
  bool drives = sf_group_vehicle(p, &v);

  if (!drives || !FB(p)->rough[hex_at(from) * 6 + dir])
    return;

  /* Heavy vehicles bog on one more, and so do all on wet or moist ground. */
  int limit = kind_of(p, v)->flags & K_HEAVY ? 2 : 1;
  if (F(p)->ec <= MOIST)
    limit++;
  int die = sf_die(p, R_F5_9, v, sf_told_to(p, v));
  if (die > limit)
    return;

  unit_at(p, v)->is |= IS_BOGGED;
  sal_tell(p, E_F_BOGS, R_F5_9, SAL_EVU(v, .seen = (uint8_t)sf_told_to(p, v)));
}

/* ---- F9.4: the announced shot ----------------------------------------------------------- */

/* F9.5: the announced shot, worked out where the mover is now. */
static void fire_announced(struct sal_play *p, struct walk *w) {
  int firer = w->firer - 1;
  int how = w->how;

  w->firer = 0;
  w->aim = 0;
  w->how = 0;

  if (how == BY_CHARGE) {
    sf_blow(p, F(p)->path[w->step]);
    return;
  }

  if (how == BY_SHELL && !sf_rifle_at_men(p, firer)) {
    struct shot s;
    if (sf_react_shot(p, firer, w->step, &s, NULL))
      sf_shoot(p, &s);
    return;
  }

  struct attack a;
  if (sf_react_fire(p, firer, how, w->step, &a, NULL))
    sf_attack(p, &a);
}

/* ---- steps ------------------------------------------------------------------------------ */

/* F4.3, F5.2: the price of the next step; going back costs double. */
static int step_price(const struct sal_play *p, const struct walk *w) {
  sal_unit v;
  location from = F(p)->path[w->step];
  location to = F(p)->path[w->step + 1];
  bool drives = sf_group_vehicle(p, &v);
  int cost = from ? sf_step_cost(p, F(p)->active, drives, from, to)
                  : sf_entry_cost(p, F(p)->active, drives, hex_at(to));

  /* Backwards it does not turn, and pays twice. */
  if (w->is & WALK_BACK)
    return 2 * cost;

  if (drives)
    cost += sf_turns(unit_at(p, v)->face, F(p)->facing[w->step + 1]);
  return cost;
}

/* F4.11, F5.6: a unit that spends a point has Moved, and so has its load. */
static void mark_moved(struct sal_play *p) {
  const struct activation *act = sf_activation(p);
  for (EACH_MEMBER(p, u)) {
    struct trooper *t = unit_at(p, u);

    /* Passengers and riders lose their own activation (F5.6). */
    for (EACH_WITH(p, r, u)) {
      bool aboard = kind_of(p, r)->cls != SUPPORT && unit_at(p, r)->where == F_MAP;
      if (aboard)
        unit_at(p, r)->did |= DID_MOVE | DID_ACT;
    }

    t->did |= DID_MOVE;
    /* A unit that moves loses what it had acquired (F11.4). One that runs is Tired (F4.6). */
    forget_aim(t);
    if (act->mode == RUNNING)
      t->is |= IS_TIRED;
  }
}

/* F16.1: a work that the mover did not know forbids the step: it is shown, the mover stays where it
 * is, the cost is spent and the path cut. */
static bool work_stops(struct sal_play *p, struct walk *w, int cost) {
  location from = F(p)->path[w->step];
  location to = F(p)->path[w->step + 1];
  struct activation *act = sf_activation(p);
  sal_unit v;
  struct work *bar = NULL;

  if (from && sf_group_vehicle(p, &v))
    bar = sf_bars_vehicle(p, kind_of(p, v)->flags, hex_at(from), hex_at(to), SAL_ALL);
  if (!bar)
    bar = sf_closed_fort(p, F(p)->active, to, SAL_ALL);
  if (!bar)
    return false;

  sf_show_work(p, bar, R_F16_1);
  act->spent = (uint16_t)(act->spent + cost);
  act->is |= ACT_GONE;
  mark_moved(p);
  w->is |= WALK_CUT;

  return true;
}

/* F16.6: out of wire the step costs 1 + a die more; a unit that cannot pay stays, its MP gone. */
static bool stuck_in_wire(struct sal_play *p, struct walk *w, int *cost) {
  enum { OFFERED = 2 };
  location from = F(p)->path[w->step];
  struct activation *act = sf_activation(p);
  sal_unit who[32];
  sal_unit v;

  sf_members(p, who);

  /* Only men on the ground are held by wire. */
  if (!from || level_at(from) != GROUND || sf_group_vehicle(p, &v))
    return false;

  int price = sf_wire_price(p, hex_at(from), who[0]);
  if (!price)
    return false;

  /* The price of the step holds 2 MP for the wire already. */
  *cost += price - OFFERED;

  if (act->spent + *cost <= act->allowance)
    return false;

  act->spent = act->allowance;
  act->is |= ACT_GONE;
  mark_moved(p);
  w->is |= WALK_CUT;

  return true;
}

/* F16.8: mines of a hex that is left or entered. */
static void mines(struct sal_play *p, location l, bool entering) {
  sal_unit who[32];
  sal_unit v;
  int n = sf_members(p, who);

  /* A storey above them there are no mines. */
  if (level_at(l) != GROUND)
    return;

  /* A-P mines strike men who enter or leave; vehicles only set mines off as they enter. */
  bool drives = sf_group_vehicle(p, &v);
  if (!drives || entering)
    sf_foot_mines(p, hex_at(l), who, n);
  if (drives && entering) {
    sf_tank_mines(p, hex_at(l), v);
    sf_crush_wire(p, v, hex_at(l));
  }
}

/* F16.6: a unit that enters wire knows it. */
static void feel_wire(struct sal_play *p, location l) {
  struct work *w = level_at(l) == GROUND ? sf_work(p, hex_at(l), WORK_WIRE, SAL_ALL) : NULL;
  if (w)
    sf_show_work(p, w, R_F16_6);
}

/* F2.7: red MP: with its first step of an activation a die of 1 immobilizes the vehicle. */
static bool drive_fails(struct sal_play *p, struct walk *w) {
  sal_unit v;
  if (!sf_group_vehicle(p, &v))
    return false;

  bool first_step = !unit_at(p, v)->entered;
  if (!(unit_at(p, v)->is & IS_RED_MP) || !first_step)
    return false;
  if (sf_die(p, R_F2_7, v, sf_told_to(p, v)) > 1)
    return false;

  sf_immobilize(p, v, R_F2_7);
  w->is |= WALK_CUT;

  return true;
}

/* F22.1: from its box onto the map, with its load. */
static void come_on(struct sal_play *p, int u) {
  unit_at(p, u)->where = F_MAP;
  sf_moved(p, u);
  for (EACH_WITH(p, r, u)) {
    struct trooper *t = unit_at(p, r);
    if (t->where == F_WAITING)
      t->where = F_MAP;
    sf_moved(p, r);
  }
}

/* F4.4: a step that does not follow a road ends the bonus of the road. */
static void note_road(const struct sal_play *p, struct activation *act, location from,
                      location to) {
  int dir = from ? sal_dir_to(&p->book->board, hex_at(from), hex_at(to)) : -1;
  bool by_road = dir >= 0 && p->book->board.path[hex_at(from) * 6 + dir];
  if (!by_road)
    act->is |= ACT_OFF_ROAD;
}

/* F5.2, F11.3: a vehicle faces where it goes, and each hex it enters counts. */
static void note_drive(struct sal_play *p, const struct walk *w) {
  sal_unit v;
  if (!sf_group_vehicle(p, &v))
    return;

  struct trooper *t = unit_at(p, v);
  t->face = F(p)->facing[w->step];
  if (t->entered < 255)
    t->entered++;
}

/* F15.2: names the unit that moves; of a concealed stack it tells only that it moves. */
static void tell_step(struct sal_play *p, int u, location from, location to) {
  bool open = !(unit_at(p, u)->is & IS_UNSEEN);
  sal_tell(p, E_F_MOVES, R_F4_7,
           SAL_EVU(open ? u : SAL_NOUNIT, .at = {hex_at(to), hex_at(from)},
                   .n = {(int16_t)F(p)->active}));
}

/* F4.9: one step with all that happens before and after it, in that order. */
static void make_step(struct sal_play *p, struct walk *w) {
  struct activation *act = sf_activation(p);
  location from = F(p)->path[w->step];
  location to = F(p)->path[w->step + 1];
  sal_unit who[32];
  int side = F(p)->active;
  int cost = step_price(p, w);

  /* A unit that is held back has moved all the same, if only in place. */
  if (drive_fails(p, w) || stuck_in_wire(p, w, &cost) || work_stops(p, w, cost)) {
    sf_veil(p);
    return;
  }

  /* Mines of the hex left: a unit that is hurt stays there. */
  if (from)
    mines(p, from, false);
  if (from && count_off(p)) {
    w->is |= WALK_CUT;
    return;
  }

  /* After a careful move no MP are left (F4.5). */
  int n = sf_members(p, who);
  act->spent = (uint16_t)(act->spent + cost);
  if (act->mode == CAREFUL)
    act->spent = act->allowance;
  w->step++;
  act->is |= ACT_GONE;
  note_road(p, act, from, to);
  note_drive(p, w);
  mark_moved(p);

  for (int i = 0; i < n; i++) {
    come_on(p, who[i]);
    sf_put(p, who[i], to);
  }

  sf_veil(p);

  /* (1) Concealment and discovery come first. */
  lose_cover(p, to);
  tell_step(p, who[0], from, to);

  if (!(w->is & WALK_OVERRUN) && come_upon(p, side, to)) {
    recoil(p, w, from, to);
    return;
  }

  stir_hidden(p, side, to);

  /* (2) to (4): works and mines, bog, residual fire. */
  feel_wire(p, to);
  mines(p, to, true);
  if (from)
    bog(p, from, to);
  residual(p, to);
}

/* F13.2: the vehicle has come there, still able. */
static void overrun(struct sal_play *p, struct walk *w) {
  sal_unit v;
  w->is &= (uint16_t)~WALK_OVERRUN;
  if (!sf_group_vehicle(p, &v))
    return;

  /* Hidden enemies there are found now: the step itself left them alone. */
  come_upon(p, F(p)->active, F(p)->path[w->step]);
  sf_overrun_fire(p, v, F(p)->path[w->step]);
  if (count_off(p))
    w->is |= WALK_CUT;
}

/* F4.10: the path is done. A cut one lets the group go on without paying again. */
static void walk_over(struct sal_play *p) {
  struct activation *act = sf_activation(p);
  struct walk *w = walk_of(p);

  if (w->is & WALK_CUT)
    act->is |= ACT_CUT;
  F(p)->npath = 0;
  F(p)->spent = 0;
  memset(F(p)->path, 0, sizeof F(p)->path);
  memset(F(p)->facing, 0, sizeof F(p)->facing);
  sal_pop(p);
}

/* After anything that could cost members: the path is cut when it did, and unless it is closed the
 * window opens again after a shot, and for this Location alone after a cut. */
static void settle(struct sal_play *p, struct walk *w, bool shot) {
  int last = (int)F(p)->npath - 1;
  bool was_cut = w->is & WALK_CUT;

  if (count_off(p))
    w->is |= WALK_CUT;
  bool cut = w->is & WALK_CUT;
  if (cut && !was_cut && w->step < last)
    sal_tell(p, E_F_CUT, R_F4_10, SAL_EV(.at = {hex_at(F(p)->path[w->step])}));

  /* It never gets there: the announcement lapses (F9.4). */
  if (cut)
    w->firer = 0;
  bool closed = w->is & WALK_CLOSED;
  if (!member_count(p) || closed)
    return;

  if (cut)
    open_window(p, w->step, w->step);
  else if (shot)
    open_window(p, w->step, last);
}

/* F9.2, F4.10: window, steps, shots, and the end of the path. */
static bool walk_run(struct sal_play *p) {
  struct walk *w = walk_of(p);
  int last = (int)F(p)->npath - 1;
  bool stays = w->is & (WALK_TURN | WALK_UNLOAD | WALK_OVERRUN | WALK_LEAVE);

  /* The window opens before the first step (F9.2). A unit that stays in place may be fired at
   * there. */
  if (!(w->is & WALK_BEGUN)) {
    w->is |= WALK_BEGUN;
    if (sf_window(p))
      open_window(p, stays ? 0 : 1, last);
    else
      w->is |= WALK_CLOSED;
    return true;
  }

  bool shot_due = w->firer && w->aim == w->step;
  if (shot_due && member_count(p)) {
    fire_announced(p, w);
    settle(p, w, true);
    return true;
  }

  bool cut = w->is & WALK_CUT || !member_count(p);
  if (!cut && w->step < last) {
    make_step(p, w);
    settle(p, w, false);
    return true;
  }

  if (!cut && w->is & WALK_OVERRUN) {
    overrun(p, w);
    return true;
  }

  if (!cut && w->is & WALK_LEAVE)
    sf_group_leaves(p);

  /* What follows is one path with the entry (F22.1). */
  if (w->is & WALK_ENTER)
    sf_activation(p)->is &= (uint16_t) ~(ACT_GONE | ACT_ENTERING);
  walk_over(p);

  return true;
}

const struct sal_node sf_walk_node = {.id = "field.walk", .rule = R_F4_9, .run = walk_run};
