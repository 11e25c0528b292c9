/* field_carry.c - F5.6 to F5.12, F10.2, F10.3: riding, towing and pushing, and how support weapons
 * change hands. */
#include "field_unit.h"

struct aboard {
  int halves, smc;
};

/* F5.6: how much a vehicle carries. Both are on the map, or wait off it. */
static struct aboard aboard_of(const struct sal_play *p, int v) {
  struct aboard a = {0};

  for (EACH_WITH(p, u, v)) {
    bool same_place = unit_at(p, u)->where == unit_at(p, v)->where;
    if (kind_of(p, u)->cls == SUPPORT || !same_place)
      continue;
    a.halves += sf_load_of(p, u);
    a.smc += sf_is_smc(p, u);
  }

  return a;
}

/* F5.6: is there room on or in the vehicle for this load? A vehicle that tows carries half (F5.11).
 */
static bool holds(const struct sal_play *p, int v, const struct aboard *load, bool tows) {
  enum { RIDERS = 2, RIDING_SMC = 2, INSIDE_SMC = 4 };
  const struct kind *k = kind_of(p, v);
  bool rides = k->flags & K_RIDERS;
  int men = rides ? RIDERS : k->pp;
  int smc = rides ? RIDING_SMC : INSIDE_SMC;

  if (tows)
    men /= 2;
  return load->halves <= men && load->smc <= smc;
}

/* F5.6, F5.11: could the vehicle take that unit too, aboard or in tow? */
bool sf_takes_aboard(const struct sal_play *p, int v, int u) {
  struct aboard load = aboard_of(p, v);
  bool gun = kind_of(p, u)->cls == GUN;

  load.halves += sf_load_of(p, u);
  load.smc += sf_is_smc(p, u);
  return holds(p, v, &load, gun || sf_towed_by(p, v) != -1);
}

/* F5.6, F5.7: men and vehicle have not moved, and there is room for them. */
bool sf_may_board(const struct sal_play *p, int side, int v, struct sal_refusal *why) {
  sal_unit who[32];
  int n = sf_members(p, who);

  if (!sf_vehicle(p, v) || side_of(p, v) != side || !sf_good_order(p, v))
    return sal_refuse(why, R_F5_7, "{u0} takes nobody aboard.", v, 0);

  /* Guns and vehicles do not board. */
  if (!sf_fresh(p) || sf_alone(p, who[0]))
    return sal_refuse(why, R_F5_7, "Boarding is a whole activation of men.", 0, 0);

  const struct kind *k = kind_of(p, v);
  bool rides = k->flags & K_RIDERS;
  if (!rides && !k->pp)
    return sal_refuse(why, R_F5_6, "{u0} carries nobody.", v, 0);
  if (unit_at(p, v)->at != unit_at(p, who[0])->at)
    return sal_refuse(why, R_F5_7, "{u0} is not in the same Location.", v, 0);
  if (unit_at(p, v)->did & (DID_ACT | DID_MOVE))
    return sal_refuse(why, R_F5_7, "{u0} has acted.", v, 0);

  /* Those already aboard count too (F5.6). */
  struct aboard load = aboard_of(p, v);
  for (int i = 0; i < n; i++) {
    const struct trooper *t = unit_at(p, who[i]);
    if (t->is & IS_PINNED || t->did & DID_MOVE)
      return sal_refuse(why, R_F5_7, "{u0} cannot board.", who[i], 0);
    load.halves += sf_load_of(p, who[i]);
    load.smc += sf_is_smc(p, who[i]);
  }

  if (!holds(p, v, &load, sf_towed_by(p, v) != -1))
    return sal_refuse(why, R_F5_6, "{u0} does not carry so many.", v, 0);
  return true;
}

/* F5.8: half the printed MP, nothing if the vehicle is stuck. */
bool sf_may_unload(const struct sal_play *p, int side, struct sal_refusal *why) {
  sal_unit v;

  if (!sf_own_vehicle(p, &v, why))
    return false;

  const struct activation *act = activation_of(p);
  const struct trooper *t = unit_at(p, v);
  struct aboard load = aboard_of(p, v);
  if (!load.halves && !load.smc)
    return sal_refuse(why, R_F5_8, "{u0} carries nobody.", v, 0);

  /* After an attack no member moves again (F1.4), and a named path goes first. */
  bool fired = act->mode == FIRING || act->is & ACT_FIRED;
  if (fired || F(p)->npath)
    return sal_refuse(why, R_F5_8, "{u0} unloads before anything else.", v, 0);

  /* A vehicle that cannot move pays nothing (F5.8). */
  bool stuck = t->is & (IS_IMMOBILE | IS_BOGGED | IS_STUNNED);
  int half_mp = (kind_of(p, v)->mp + 1) / 2;
  if (!stuck && half_mp > sf_mp_unspent(p))
    return sal_refuse(why, R_F5_8, "{u0} does not have half its MP left.", v, 0);
  if (!sf_room_for(p, side, t->at, load.halves, load.smc))
    return sal_refuse(why, R_F3_1, "There is no room in {h0}.", hex_at(t->at), 0);
  return true;
}

/* F5.11: a vehicle that can tow takes a Gun of its hex; neither has moved or acted. */
bool sf_may_hook(const struct sal_play *p, int side, int gun, struct sal_refusal *why) {
  sal_unit v;

  if (!sf_own_vehicle(p, &v, why))
    return false;

  const struct trooper *t = unit_at(p, v);
  const struct trooper *g = unit_at(p, gun);
  if (!(kind_of(p, v)->flags & K_TOWS))
    return sal_refuse(why, R_F5_11, "{u0} cannot tow.", v, 0);
  if (!sf_fresh(p) || activation_of(p)->is & ACT_ENTERING)
    return sal_refuse(why, R_F5_11, "Hooking up is a whole activation.", 0, 0);

  /* A Gun behind another vehicle is not free. */
  bool own_gun = kind_of(p, gun)->cls == GUN && side_of(p, gun) == side;
  bool free_here = g->at == t->at && !g->with;
  if (!own_gun || !free_here)
    return sal_refuse(why, R_F5_11, "{u0} is no Gun in the hex.", gun, 0);
  if (sf_towed_by(p, v) != -1)
    return sal_refuse(why, R_F5_11, "{u0} tows a Gun already.", v, 0);

  /* Both must be fresh, and the vehicle able to drive. */
  bool moved_or_acted = (t->did | g->did) & (DID_MOVE | DID_ACT);
  bool stuck = t->is & (IS_STUNNED | IS_BOGGED | IS_IMMOBILE);
  if (moved_or_acted || stuck)
    return sal_refuse(why, R_F5_11, "{u0} or its Gun has moved or acted.", v, 0);
  if (!sf_good_order(p, gun) || g->is & IS_DUG_IN)
    return sal_refuse(why, R_F5_11, "{u0} is not in Good Order.", gun, 0);
  if (sf_bound(p, gun))
    return sal_refuse(why, R_CG5, "{u0} may not leave its strongpoint.", gun, 0);
  return true;
}

/* F5.11: a whole activation of the vehicle. */
bool sf_may_unhook(const struct sal_play *p, struct sal_refusal *why) {
  sal_unit v;

  if (!sf_own_vehicle(p, &v, why))
    return false;
  if (sf_towed_by(p, v) == -1)
    return sal_refuse(why, R_F5_11, "{u0} tows nothing.", v, 0);

  bool own_action = sf_fresh(p) && !(activation_of(p)->is & ACT_ENTERING);
  bool moved_or_acted = unit_at(p, v)->did & (DID_MOVE | DID_ACT);
  if (!own_action || moved_or_acted)
    return sal_refuse(why, R_F5_11, "Unhooking is a whole activation.", 0, 0);
  return true;
}

/* F5.12: a Gun is pushed one hex over easy ground, not uphill. */
bool sf_may_push(const struct sal_play *p, int side, int dir, location *to,
                 struct sal_refusal *why) {
  sal_unit who[32];
  int n = sf_members(p, who);

  if (n != 1 || kind_of(p, who[0])->cls != GUN || !sf_fresh(p))
    return sal_refuse(why, R_F5_12, "Only a Gun is pushed, as its whole activation.", 0, 0);

  const struct trooper *t = unit_at(p, who[0]);
  sal_hex from = hex_at(t->at);
  sal_hex h = sal_next(&p->book->board, from, dir);
  if (t->is & IS_PINNED)
    return sal_refuse(why, R_F5_12, "{u0} is pinned.", who[0], 0);
  if (sf_bound(p, who[0]))
    return sal_refuse(why, R_CG5, "{u0} may not leave its strongpoint.", who[0], 0);

  /* Out of a pillbox there is no way for it. */
  if (!h || level_at(t->at) != GROUND)
    return sal_refuse(why, R_F5_12, "There is no hex that way.", 0, 0);

  /* Only over ground that the rule names, and not uphill. */
  const struct ground *g = ground_at(p, h);
  bool easy = g->veh != BARRED && g->is & H_PUSHED;
  bool uphill = g->level > ground_at(p, from)->level;
  *to = location_at(h, GROUND);
  if (!easy || uphill)
    return sal_refuse(why, R_F5_12, "A Gun is not pushed into {h0}.", h, 0);

  /* Hexsides and enemies bar it in the same way as a vehicle (F5.4). */
  bool barred = FB(p)->veh_edge[from * 6 + dir] == BARRED;
  if (barred || !sf_may_enter(p, side, true, *to, false))
    return sal_refuse(why, R_F5_12, "A Gun is not pushed into {h0}.", h, 0);
  if (!sf_room(p, side, *to, who, 1))
    return sal_refuse(why, R_F3_1, "There is no room in {h0}.", h, 0);
  return true;
}

/* ---- F10: handing over and picking up --------------------------------------------------- */

enum { CAPACITY_MORE = 3 };

/* F10.4: what a unit carries may pass its capacity by a little. */
bool sf_can_shoulder(const struct sal_play *p, int u, int w, struct sal_refusal *why) {
  int load = sf_portage(p, u) + weapon_of(p, w)->pp;

  if (load > sf_capacity(p, u) + CAPACITY_MORE)
    return sal_refuse(why, R_F10_4, "{u0} cannot carry so much.", u, 0);
  return true;
}

/* F10.1: men in Good Order carry weapons. */
static bool can_carry(const struct sal_play *p, int u, int w, struct sal_refusal *why) {
  int cls = kind_of(p, u)->cls;
  bool on_foot = cls != GUN && cls != VEHICLE && !unit_at(p, u)->with;

  if (!sf_good_order(p, u) || !on_foot)
    return sal_refuse(why, R_F10_1, "{u0} cannot carry it.", u, 0);
  return sf_can_shoulder(p, u, w, why);
}

/* F10.2: before either has acted, once a player turn, and not after it has fired. */
bool sf_may_hand(const struct sal_play *p, int side, int w, int u, struct sal_refusal *why) {
  const struct trooper *t = unit_at(p, w);

  if (kind_of(p, w)->cls != SUPPORT || !t->with || t->where != F_MAP)
    return sal_refuse(why, R_F10_2, "{u0} is not carried by anybody.", w, 0);

  /* Giver and taker are two units of the side. */
  int from = t->with - 1;
  const struct trooper *giver = unit_at(p, from);
  const struct trooper *taker = unit_at(p, u);
  if (side_of(p, from) != side || side_of(p, u) != side || u == from)
    return sal_refuse(why, R_F10_2, "{u0} is given to another unit of the side.", w, 0);
  if (kind_of(p, u)->cls == SUPPORT || !sf_on_map(p, u))
    return sal_refuse(why, R_F10_2, "{u0} is no unit on the map.", u, 0);

  /* The whole group must still be fresh. */
  if (!sf_fresh(p))
    return sal_refuse(why, R_F10_2, "Weapons change hands before anybody moves or fires.", 0, 0);
  if (!(giver->did & IN_GROUP) || taker->at != giver->at)
    return sal_refuse(why, R_F10_2, "{u0} is given within the Location of the group.", w, 0);
  if ((taker->did | giver->did) & (DID_ACT | DID_MOVE))
    return sal_refuse(why, R_F10_2, "{u0} has acted or moved.", u, 0);

  /* A weapon changes hands once, and not after it fired. */
  if (t->did & (DID_GIVE | DID_FIRE | KEPT_RATE))
    return sal_refuse(why, R_F10_2, "{u0} was given or fired in this player turn.", w, 0);
  if (!sf_good_order(p, from))
    return sal_refuse(why, R_F10_2, "{u0} is not in Good Order.", from, 0);
  return can_carry(p, u, w, why);
}

/* F10.3: picking up is free where the move begins, as long as nothing else was spent. (Before
 * edition 6 only the first weapon was, unless the group had said before that it runs or takes care.
 * What it would cost was looked at on the way only.) */
static bool picking_up_costs(const struct sal_play *p, const struct activation *act) {
  bool under_way = act->is & ACT_GONE;
  return under_way || (act->spent && sf_edition_6(p));
}

/* F10.3: a weapon lying in the Location, while the group moves. */
bool sf_may_pick_up(const struct sal_play *p, int w, int u, struct sal_refusal *why) {
  const struct activation *act = activation_of(p);
  const struct trooper *t = unit_at(p, w);
  bool lies = kind_of(p, w)->cls == SUPPORT && !t->with && t->where == F_MAP;

  if (!lies)
    return sal_refuse(why, R_F10_3, "{u0} does not lie on the map.", w, 0);
  if (!(unit_at(p, u)->did & IN_GROUP) || unit_at(p, u)->at != t->at)
    return sal_refuse(why, R_F10_3, "{u0} is not where it lies.", u, 0);
  if (!sf_movable(p, why))
    return false;
  if (F(p)->npath)
    return sal_refuse(why, R_F4_7, "A path is being named.", 0, 0);

  bool costs = picking_up_costs(p, act);
  if (costs && !sf_mp_unspent(p))
    return sal_refuse(why, R_F10_3, "There is no MP left to pick it up.", 0, 0);
  return can_carry(p, u, w, why);
}

/* ---- what the verbs do ------------------------------------------------------------------ */

/* F5.7: boarding ends the men's activation and shows them and the vehicle. */
void sf_do_board(struct sal_play *p, int v) {
  sal_unit who[32];
  int n = sf_members(p, who);

  for (int i = 0; i < n; i++) {
    struct trooper *t = unit_at(p, who[i]);
    sf_show_unit(p, who[i], R_F5_7);
    t->with = (uint16_t)(v + 1);
    t->did |= DID_MOVE | DID_ACT;
    t->did &= ~(uint32_t)IN_GROUP;
    sf_moved(p, who[i]);
    sal_tell(p, E_F_BOARDS, R_F5_7, SAL_EVUU(who[i], v));
  }

  sf_show_unit(p, v, R_F5_7);
  unit_at(p, v)->did |= DID_BOARD;
}

/* F5.8: they stand in the hex, the window is against them, and the vehicle goes no further. */
void sf_do_unload(struct sal_play *p) {
  sal_unit v = SAL_NOUNIT;
  struct activation *act = activation_of(p);

  sf_group_vehicle(p, &v);

  /* A vehicle that cannot move pays nothing. */
  struct trooper *t = unit_at(p, v);
  bool stuck = t->is & (IS_IMMOBILE | IS_BOGGED | IS_STUNNED);
  if (!stuck)
    act->spent = (uint16_t)(act->spent + (kind_of(p, v)->mp + 1) / 2);
  act->mode = MOVING;
  act->is |= ACT_FIRED; /* the vehicle goes no further */

  /* Units that get off are struck as a moving group, and may then attack at half (F7.5). */
  for (int u = 0; u < count_of(p); u++) {
    struct trooper *r = unit_at(p, u);
    if (!sf_aboard(p, u, v))
      continue;
    r->with = 0;
    r->did |= DID_MOVE | DID_ACT | IN_GROUP;
    sf_moved(p, u);
    sal_tell(p, E_F_UNLOADED, R_F5_8, SAL_EVU(u, .at = {hex_at(t->at)}));
  }

  /* The window is over a path of one Location, where they stand. */
  t->did |= DID_UNLOAD;
  F(p)->npath = 1;
  F(p)->path[0] = t->at;
  F(p)->facing[0] = t->face;
  sf_walk_begin(p, WALK_UNLOAD);
}

/* F5.11: both have acted; the Gun shows itself and is no longer emplaced. */
static void end_of_towing(struct sal_play *p, int v, int gun) {
  struct trooper *g = unit_at(p, gun);

  sf_show_unit(p, gun, R_F5_11);
  sf_show_unit(p, v, R_F5_11);

  /* A Gun that was hooked up or off does not fire in this player turn (F11.10). */
  g->did |= DID_ACT | DID_TOW;
  g->is &= ~(uint32_t)IS_EMPLACED;
  forget_aim(g);
  sf_leave_group(p, v);
  activation_of(p)->mode = MOVING;
}

/* F5.11: the vehicle takes a Gun in tow. */
void sf_do_hook(struct sal_play *p, int gun) {
  sal_unit v = SAL_NOUNIT;

  sf_group_vehicle(p, &v);
  sal_tell(p, E_F_HOOKED, R_F5_11, SAL_EVUU(gun, v));
  end_of_towing(p, v, gun);
  sf_give(p, gun, v);
}

/* F5.11: the Gun stays, facing as the vehicle does. */
void sf_do_unhook(struct sal_play *p) {
  sal_unit v = SAL_NOUNIT;

  sf_group_vehicle(p, &v);

  int gun = sf_towed_by(p, v);
  sf_give(p, gun, -1);
  unit_at(p, gun)->face = unit_at(p, v)->face;
  sal_tell(p, E_F_UNHOOKED, R_F5_11, SAL_EVU(gun, .at = {hex_at(unit_at(p, v)->at)}));
  end_of_towing(p, v, gun);
}

/* F5.12: the die that still moves it: 5 for a small Gun, 4 for a normal one, 2 for a large one. */
static int push_limit(int size) {
  if (size < 0)
    return 2;
  return size > 0 ? 5 : 4;
}

/* F5.12: a die by the size of the Gun; it is answered only if it moved. */
void sf_do_push(struct sal_play *p, int side, int dir) {
  sal_unit who[32];
  location to;

  sf_members(p, who);
  sf_may_push(p, side, dir, &to, NULL);

  struct trooper *t = unit_at(p, who[0]);
  int limit = push_limit(kind_of(p, who[0])->size);
  int die = sf_die(p, R_F5_12, who[0], SAL_BOTH);
  sal_tell(p, E_F_PUSHED, R_F5_12, SAL_EVU(who[0], .n = {(int16_t)die, (int16_t)limit}));

  /* The try is its activation, moved or not. */
  sf_appear(p, who[0]);
  t->did |= DID_ACT;
  activation_of(p)->mode = MOVING;
  activation_of(p)->is |= ACT_FIRED;
  if (die > limit)
    return;

  /* It moves, and loses its position and what it had acquired (F11.4). */
  F(p)->npath = 1;
  F(p)->path[0] = to;
  t->face = (uint8_t)dir;
  t->is &= ~(uint32_t)IS_EMPLACED;
  forget_aim(t);
  t->did |= DID_MOVE;
  sf_put(p, who[0], to);
  sf_walk_begin(p, WALK_TURN);
}

/* F10.3: free where the move begins, 1 MP afterwards. */
void sf_do_pick_up(struct sal_play *p, int w, int u) {
  struct activation *act = activation_of(p);
  bool first = act->mode == UNDECIDED;
  bool costs = sf_edition_6(p) ? picking_up_costs(p, act) : !first;

  if (first)
    act->mode = MOVING;
  if (costs)
    act->spent++;

  /* What the group may still move depends on what it carries (F10.4). */
  sf_give(p, w, u);
  act->allowance = (uint16_t)sf_allowance(p, act->mode);
  sal_tell(p, E_F_HANDED, R_F10_3, SAL_EVUU(w, u, .seen = (uint8_t)sf_told_to(p, u)));
}

/* F10.2: a weapon changes hands; what the group may still move depends on what it carries. */
void sf_do_hand(struct sal_play *p, int w, int u) {
  struct activation *act = activation_of(p);

  sf_give(p, w, u);
  unit_at(p, w)->did |= DID_GIVE;
  unit_at(p, w)->did &= ~(uint32_t)HELD_BACK;
  act->is |= ACT_HANDED;
  act->allowance = (uint16_t)sf_allowance(p, act->mode);
  sal_tell(p, E_F_HANDED, R_F10_2, SAL_EVUU(w, u, .seen = (uint8_t)sf_told_to(p, u)));
}
