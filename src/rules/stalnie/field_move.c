/* field_move.c - F4, F5.2 to F5.4, F13.1: the laws of moving in an activation, and what declaring a
 * path, a turn, a step back or an overrun does. The way itself is walked in field_walk.c.
 */
#include "field_unit.h"

#include <string.h>

/* F4.1, F2.4: does anything keep this member where it is? */
static bool member_movable(const struct sal_play *p, int u, struct sal_refusal *why) {
  const struct trooper *t = unit_at(p, u);

  if (t->is & IS_PINNED)
    return sal_refuse(why, R_F4_1, "{u0} is pinned: the group does not move.", u, 0);
  if (kind_of(p, u)->cls == GUN)
    return sal_refuse(why, R_F5_12, "{u0} is only pushed.", u, 0);
  if (t->is & (IS_IMMOBILE | IS_BOGGED | IS_STUNNED))
    return sal_refuse(why, R_F2_4, "{u0} cannot move.", u, 0);
  if (t->is & IS_DUG_IN)
    return sal_refuse(why, R_F16_13, "{u0} is dug in and never moves.", u, 0);
  if (sf_has_phone(p, u))
    return sal_refuse(why, R_F10_11, "{u0} has a field phone, which is not moved.", u, 0);
  return true;
}

/* May the group move at all now? */
bool sf_movable(const struct sal_play *p, struct sal_refusal *why) {
  const struct activation *act = activation_of(p);
  sal_unit who[32];
  int n = sf_members(p, who);

  if (act->is & ACT_LATE)
    return sal_refuse(why, R_F9_11, "In Late Fire nobody moves.", 0, 0);
  if (act->is & ACT_ENTERING)
    return sal_refuse(why, R_F22_1, "The group is off the map: it enters first.", 0, 0);

  /* An activation fires, or moves and then fires; never fires and then moves (F1.4). */
  if (act->mode == FIRING)
    return sal_refuse(why, R_F1_4, "A unit that has fired does not move in this activation.", 0, 0);
  if (act->is & ACT_FIRED)
    return sal_refuse(why, R_F1_4, "After the attack no member moves again.", 0, 0);

  /* All members move the same path: one that cannot keeps all. */
  for (int i = 0; i < n; i++)
    if (!member_movable(p, who[i], why))
      return false;

  return n > 0;
}

/* CG5: may the group leave its hex now? In a strongpoint a vehicle only turns. */
bool sf_may_set_out(const struct sal_play *p, struct sal_refusal *why) {
  sal_unit who[32];
  int n = sf_members(p, who);

  if (!sf_movable(p, why))
    return false;
  for (int i = 0; i < n; i++)
    if (sf_bound(p, who[i]))
      return sal_refuse(why, R_CG5, "{u0} may not leave its strongpoint.", who[i], 0);
  return true;
}

/* Before the first step and the first attack. */
bool sf_fresh(const struct sal_play *p) {
  const struct activation *act = activation_of(p);
  return act->mode == UNDECIDED && !F(p)->npath;
}

/* F4.7, F4.8: a goal within reach and room for all of them there. */
bool sf_may_go(const struct sal_play *p, int side, location goal, bool named,
               struct sal_refusal *why) {
  sal_unit who[32];
  const struct activation *act = activation_of(p);

  if (!sf_may_set_out(p, why))
    return false;

  /* By what the side knows (F4.8). */
  if (!sf_can_reach(p, side, goal))
    return sal_refuse(why, R_F4_8, "{h0} cannot be reached with the MP left.", hex_at(goal), 0);
  if (act->mode == CAREFUL && F(p)->npath)
    return sal_refuse(why, R_F4_5, "A careful move is one Location.", 0, 0);

  /* F15.9: what is under a "?" is found out there */
  if (named && sf_veiled(p, sal_enemy(side), goal))
    return true;

  int n = sf_members(p, who);
  if (named && !sf_room(p, side, goal, who, n))
    return sal_refuse(why, R_F3_1, "There is no room in {h0}.", hex_at(goal), 0);
  return true;
}

/* A point on the way: room is not asked, but the way must go on from it. */
bool sf_may_via(const struct sal_play *p, int side, location goal, struct sal_refusal *why) {
  if (activation_of(p)->mode == CAREFUL)
    return sal_refuse(why, R_F4_5, "A careful move is one Location.", 0, 0);
  if (!sf_may_go(p, side, goal, false, why))
    return false;

  /* A unit that enters a "?" comes back or finds dummies, so nobody can say how the way goes on
   * (F15.9). */
  if (sf_veiled(p, sal_enemy(side), goal))
    return sal_refuse(why, R_F4_8, "The way ends where a concealed stack is.", 0, 0);
  return true;
}

/* ---- F5: vehicles ----------------------------------------------------------------------- */

/* Is the group a vehicle? These verbs are for vehicles only. */
bool sf_own_vehicle(const struct sal_play *p, sal_unit *v, struct sal_refusal *why) {
  if (sf_group_vehicle(p, v))
    return true;
  return sal_refuse(why, R_F5_2, "No vehicle is acting.", 0, 0);
}

/* F5.2: a turn in place, 1 MP for each 60 degrees. */
bool sf_may_face(const struct sal_play *p, int u, int dir, struct sal_refusal *why) {
  sal_unit v;

  if (!sf_own_vehicle(p, &v, why) || !sf_movable(p, why))
    return false;
  if (u != v)
    return sal_refuse(why, R_F5_2, "{u0} is not acting.", u, 0);
  if (F(p)->npath)
    return sal_refuse(why, R_F4_7, "A path is being named.", 0, 0);

  int turns = sf_turns(unit_at(p, v)->face, dir);
  if (!turns)
    return sal_refuse(why, R_F5_2, "{u0} faces that way already.", v, 0);
  if (turns > sf_mp_left(p))
    return sal_refuse(why, R_F5_2, "{u0} does not have enough MP to turn so far.", v, 0);
  return true;
}

/* F5.2: one hex backwards at twice the cost. */
bool sf_may_back(const struct sal_play *p, int side, location *to, struct sal_refusal *why) {
  sal_unit v;

  if (!sf_own_vehicle(p, &v, why) || !sf_may_set_out(p, why))
    return false;

  const struct trooper *t = unit_at(p, v);
  sal_hex h = sal_next(&p->book->board, hex_at(t->at), sal_back(t->face));
  if (!h)
    return sal_refuse(why, R_F5_2, "There is no hex behind {u0}.", v, 0);
  *to = location_at(h, GROUND);
  if (F(p)->npath)
    return sal_refuse(why, R_F4_7, "A path is being named.", 0, 0);

  /* All extras are doubled too (F5.2). */
  int cost = sf_step_cost(p, side, true, t->at, *to);
  if (cost == BARRED || !sf_may_enter(p, side, true, *to, true))
    return sal_refuse(why, R_F5_4, "{u0} cannot enter {h1}.", v, h);
  if (2 * cost > sf_mp_left(p))
    return sal_refuse(why, R_F5_2, "{u0} does not have enough MP to back into {h1}.", v, h);

  /* F3.2: room is counted where the side can see */
  if (!sf_veiled(p, sal_enemy(side), *to) && !sf_room(p, side, *to, &v, 1))
    return sal_refuse(why, R_F3_1, "There is no room in {h0}.", h, 0);
  return true;
}

enum { OVERRUN_MP = 2 };

/* F13.4: no hex is overrun twice in an activation. (Before edition 6 it was after another one.) */
static bool was_overrun(const struct sal_play *p, const struct trooper *t, sal_hex h) {
  if (!sf_edition_6(p))
    return t->acted_on == h;
  return patch_at(p, h)->control & OVERRUN;
}

/* F13.1, F13.4: a vehicle overruns a hex once an activation, if it has the points and there is
 * room. */
bool sf_may_overrun(const struct sal_play *p, int side, sal_hex h, struct sal_refusal *why) {
  location to = location_at(h, GROUND);
  sal_unit v;

  if (!sf_own_vehicle(p, &v, why) || !sf_may_set_out(p, why))
    return false;
  if (F(p)->npath)
    return sal_refuse(why, R_F4_7, "A path is being named.", 0, 0);
  if (!sf_overrun_ok(p, v, h, why))
    return false;

  const struct trooper *t = unit_at(p, v);
  if (was_overrun(p, t, h))
    return sal_refuse(why, R_F13_4, "{h0} was overrun in this activation.", h, 0);

  /* It turns to the hex, enters it and pays for the fight. */
  int dir = sal_dir_to(&p->book->board, hex_at(t->at), h);
  int cost = sf_step_cost(p, side, true, t->at, to) + sf_turns(t->face, dir) + OVERRUN_MP;
  if (cost > sf_mp_left(p))
    return sal_refuse(why, R_F13_1, "{u0} does not have enough MP for the overrun.", v, 0);
  if (!sf_room(p, side, to, &v, 1))
    return sal_refuse(why, R_F3_1, "There is no room in {h0}.", h, 0);
  return true;
}

/* F4.5, F4.6: declared by men before their first step; the wounded and tired do not run. */
bool sf_declare_ok(const struct sal_play *p, int verb, struct sal_refusal *why) {
  bool runs = verb == V_RUN;
  sal_unit who[32];
  sal_unit v;
  int n = sf_members(p, who);

  if (!sf_fresh(p) || sf_group_vehicle(p, &v) || !sf_movable(p, why))
    return sal_refuse(why, runs ? R_F4_6 : R_F4_5,
                      "That is declared by men before their first step.", 0, 0);
  if (!runs)
    return true;

  for (int i = 0; i < n; i++)
    if (unit_at(p, who[i])->is & (IS_WOUNDED | IS_TIRED))
      return sal_refuse(why, R_F4_6, "{u0} cannot run.", who[i], 0);

  return true;
}

/* ---- what the verbs do ------------------------------------------------------------------ */

/* F4.7: does going on cost a point? Not if the enemy forced the stop (F4.10). */
static bool pays_again(const struct activation *act) {
  return act->is & ACT_GONE && !(act->is & ACT_CUT);
}

/* F4.7: the first leg. Going on after a stop that the enemy did not force costs a point. */
static void begin_path(struct sal_play *p, location start, int face) {
  struct field *f = F(p);

  /* A way named by `via` has begun already. */
  if (f->npath)
    return;

  struct activation *act = activation_of(p);
  if (pays_again(act))
    act->spent++;
  f->npath = 1;
  f->path[0] = start;
  f->facing[0] = (uint8_t)face;
}

/* The next leg of the path. */
static void add_way(struct sal_play *p, const struct way *way) {
  struct field *f = F(p);

  for (int i = 0; i < way->n; i++) {
    f->path[f->npath] = way->at[i];
    f->facing[f->npath++] = way->face[i];
  }
}

/* The facing that the path begins with; men have none. */
static int mover_face(const struct sal_play *p) {
  sal_unit v;
  return sf_group_vehicle(p, &v) ? unit_at(p, v)->face : 0;
}

/* F4.7: names a point of the way, or the goal, and then the window opens. */
void sf_do_via(struct sal_play *p, int side, location goal, bool go) {
  struct activation *act = activation_of(p);
  sal_unit who[32];
  struct way way = {.n = 0};

  sf_members(p, who);
  sf_path_to(p, side, goal, &way);
  begin_path(p, unit_at(p, who[0])->at, mover_face(p));
  add_way(p, &way);
  F(p)->spent = (uint16_t)(F(p)->spent + way.cost);
  if (!go)
    return;
  /* A careful move and a run were declared before (F4.5, F4.6). */
  if (act->mode == UNDECIDED)
    act->mode = MOVING;
  act->is &= (uint16_t)~ACT_CUT;
  F(p)->spent = 0; /* the walk spends it step by step */
  sf_walk_begin(p, 0);
}

/* F5.2, F5.5: turning is movement: it costs points and can be fired at. */
void sf_do_face(struct sal_play *p, int v, int dir) {
  struct activation *act = activation_of(p);
  struct trooper *t = unit_at(p, v);

  act->spent = (uint16_t)(act->spent + sf_turns(t->face, dir));
  if (pays_again(act))
    act->spent++;
  act->mode = MOVING;

  /* A weapon that turns loses what it had acquired (F11.4). */
  t->face = (uint8_t)dir;
  t->did |= DID_MOVE | DID_TURN;
  forget_aim(t);
  sal_tell(p, E_F_TURNS, R_F5_2, SAL_EVU(v, .n = {(int16_t)dir}));

  /* The window is over a path of the one hex it stands in. */
  F(p)->npath = 1;
  F(p)->path[0] = t->at;
  F(p)->facing[0] = (uint8_t)dir;
  sf_walk_begin(p, WALK_TURN);
}

/* F5.2: one hex backwards without turning. */
void sf_do_back(struct sal_play *p, int side) {
  sal_unit v = SAL_NOUNIT;
  location to = 0;

  sf_may_back(p, side, &to, NULL);
  sf_group_vehicle(p, &v);

  /* The hull keeps its facing all the way. */
  begin_path(p, unit_at(p, v)->at, unit_at(p, v)->face);
  F(p)->path[F(p)->npath] = to;
  F(p)->facing[F(p)->npath++] = unit_at(p, v)->face;
  activation_of(p)->mode = MOVING;
  sf_walk_begin(p, WALK_BACK);
}

/* F13.1: the path is one hex; the fight happens where it ends. */
void sf_do_overrun(struct sal_play *p, sal_hex h) {
  sal_unit v = SAL_NOUNIT;

  sf_group_vehicle(p, &v);

  struct trooper *t = unit_at(p, v);
  int dir = sal_dir_to(&p->book->board, hex_at(t->at), h);
  begin_path(p, t->at, t->face);
  F(p)->path[F(p)->npath] = location_at(h, GROUND);
  F(p)->facing[F(p)->npath++] = (uint8_t)dir;

  struct activation *act = activation_of(p);
  act->mode = MOVING;
  act->spent += OVERRUN_MP;
  t->acted_on = h;
  if (sf_edition_6(p))
    patch_at(p, h)->control |= OVERRUN;

  /* An overrun gives up concealment, whatever its result. */
  sf_show_unit(p, v, R_F15_4);
  sf_walk_begin(p, WALK_OVERRUN);
}

/* F4.5, F4.6: running and careful movement change the allowance. */
void sf_do_declare(struct sal_play *p, int verb) {
  struct activation *act = activation_of(p);
  act->mode = verb == V_RUN ? RUNNING : CAREFUL;
  act->allowance = (uint16_t)sf_allowance(p, act->mode);
}

/* F12.10: has it driven already, or did something stop it? */
static bool stays_here(const struct activation *act, const struct trooper *t) {
  if (act->is & ACT_GONE || t->where != F_MAP || !(t->did & IN_GROUP))
    return true;
  return t->is & (IS_IMMOBILE | IS_BOGGED | IS_STUNNED);
}

/* F12.10: on its own front edge with a point left a recalled vehicle leaves, Retained. */
static void leave_recalled(struct sal_play *p, int v) {
  const struct activation *act = activation_of(p);
  struct trooper *t = unit_at(p, v);

  if (t->where != F_MAP || !(t->did & IN_GROUP))
    return;
  if (sf_front_depth(p, side_of(p, v), hex_at(t->at)) || act->spent >= act->allowance)
    return;

  sal_tell(p, E_F_LEAVES, R_F12_10, SAL_EVU(v, .at = {hex_at(t->at)}));
  sf_remove(p, v, F_LEFT);
  sf_veil(p);
}

/* F12.10: a recalled vehicle goes as far as its MP reach, and off the map from its edge. */
bool sf_drive_home(struct sal_play *p) {
  struct activation *act = activation_of(p);
  int v = act->first;
  struct way way;
  struct trooper *t = unit_at(p, v);

  /* Without a way it stays where it is. */
  if (stays_here(act, t) || !sf_way_home(p, v, &way) || !way.n) {
    leave_recalled(p, v);
    sf_finish(p);
    return true;
  }

  begin_path(p, t->at, t->face);
  add_way(p, &way);
  sf_walk_begin(p, 0);
  return true;
}
