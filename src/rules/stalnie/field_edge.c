/* field_edge.c - F22.1 to F22.3: entering the map and leaving it; F22.6: when a long battle ends.
 *
 * Units off the map wait in the box of their side. The skirmish has neither entry nor exit; a
 * battle that has them says so in `edges`.
 */
#include "field_unit.h"

/* ---- F22.1: entry ----------------------------------------------------------------------- */

/* CG9a: a leader does not come before the first squad of his company: all its squads that could
 * enter still wait, and none enters with him. (Before edition 6 he could.) */
static bool waits_for_squad(const struct sal_play *p, int u) {
  const char *company = p->book->counter[u].formation;
  bool waiting = false;

  if (kind_of(p, u)->cls != LEADER || !FB(p)->campaign || !sf_edition_6(p))
    return false;
  for (int v = 0; company && v < count_of(p); v++) {
    const struct trooper *t = unit_at(p, v);
    const char *other = p->book->counter[v].formation;
    bool squad = FB(p)->kind[FB(p)->counter_kind[v]].cls == SQUAD;
    if (!squad || side_of(p, v) != side_of(p, u) || !other || !sal_eq(other, company))
      continue;
    if (t->where == F_MAP || t->where == F_DEAD || t->where == F_LEFT || t->did & IN_GROUP)
      return false;
    waiting |= t->where == F_WAITING && !(t->is & IS_BROKEN);
  }

  return waiting;
}

/* F22.1: a unit in the box that could come on; Guns come towed or carried (CG9a). */
bool sf_may_enter_map(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  const struct trooper *t = unit_at(p, u);
  int cls = kind_of(p, u)->cls;

  if (!F(p)->edges)
    return sal_refuse(why, R_F22_1, "Nobody enters this battle.", 0, 0);
  if (side_of(p, u) != side || t->where != F_WAITING || cls == SUPPORT)
    return sal_refuse(why, R_F22_1, "{u0} is not off the map.", u, 0);

  /* A Gun or passenger comes with the vehicle or crew that tows or carries it. */
  if (cls == GUN || t->with)
    return sal_refuse(why, R_F22_1, "{u0} comes with the vehicle that tows or carries it.", u, 0);
  if (F(p)->turn < F(p)->arrives[side])
    return sal_refuse(why, R_CG9a, "This side enters from Turn {n0} on.", F(p)->arrives[side], 0);

  if (waits_for_squad(p, u))
    return sal_refuse(why, R_CG9a, "{u0} waits for the first squad of its company.", u, 0);

  /* It must be able to move on its own. */
  if (t->is & (IS_BROKEN | IS_IMMOBILE | IS_STUNNED | IS_RECALLED))
    return sal_refuse(why, R_F22_1, "{u0} is not able to enter.", u, 0);

  /* A unit that met a hidden enemy at the edge is back in the box, Acted (F15.9). */
  if (t->did & DID_ACT)
    return sal_refuse(why, R_F22_1, "{u0} has tried to enter in this player turn.", u, 0);
  return true;
}

/* The side edge and hexrow of a hex of the campaign's map; false: it is on neither. */
static bool side_edge_of(const struct sal_play *p, sal_hex h, int *edge, int *row) {
  if (!FB(p)->campaign)
    return false;

  for (int e = 0; e < 2; e++)
    for (int r = 0; r < AREA_ROWS; r++)
      if (FB(p)->side_edge[e][r] == h) {
        *edge = e;
        *row = r;
        return true;
      }

  return false;
}

/* CG9b: no hex of an edge that is the enemy's is nearer than ten. */
static bool far_from_their_edges(const struct sal_play *p, int side, sal_hex h) {
  enum { FAR_ENOUGH = 10 };
  const struct sal_board *m = &p->book->board;
  int enemy = sal_enemy(side);

  /* His front edge is always his. */
  if (sf_front_depth(p, enemy, h) < FAR_ENOUGH)
    return false;

  /* Side edges change hands hex by hex (F22.5). */
  for (int edge = 0; edge < 2; edge++)
    for (int row = 0; row < AREA_ROWS; row++) {
      sal_hex other = FB(p)->side_edge[edge][row];
      bool theirs = other && sf_german_edge(p, edge, row) == (enemy == GER);

      if (theirs && sal_distance(m, other, h) < FAR_ENOUGH)
        return false;
    }

  return true;
}

/* CG9b: hexes where a side may come on: its own front edge, and side edges that are its own now and
 * were so at the start; in the first scenario the Soviets come from the north only. */
static bool entry_hex(const struct sal_play *p, int side, sal_hex h) {
  enum { FIRST_SCENARIO = 3 }; /* only there units have to wait for Turn 3 (CG9a) */
  int edge;
  int row;

  /* Its own front edge serves always, however near the enemy is. */
  if (sf_front_depth(p, side, h) == 0)
    return true;
  if (!side_edge_of(p, h, &edge, &row))
    return false;
  if (side == RUS && F(p)->arrives[RUS] == FIRST_SCENARIO)
    return false;

  bool german_now = sf_german_edge(p, edge, row);
  bool german_then = patch_at(p, h)->began_german;
  if (german_now != (side == GER) || german_then != (side == GER))
    return false;
  return far_from_their_edges(p, side, h);
}

/* F22.1: the facing of units that come on: towards the enemy, from a side edge into the map. */
static int inward(const struct sal_play *p, int side, sal_hex h) {
  static const uint8_t tried[2][6] = {{0, 1, 5, 2, 4, 3}, {3, 2, 4, 1, 5, 0}};
  const struct sal_board *m = &p->book->board;
  const uint8_t *directions = tried[side == RUS];

  /* The straight way first, then ever farther to the sides. */
  for (int i = 0; i < 6; i++)
    if (sal_next(m, h, directions[i]))
      return directions[i];

  return 0;
}

/* F22.1: what the entry hex costs: as from the next hex outside, over open ground. */
int sf_entry_cost(const struct sal_play *p, int side, bool vehicle, sal_hex h) {
  const struct ground *g = ground_at(p, h);
  int cost = vehicle ? g->veh : g->inf;
  int outward = sal_back(inward(p, side, h));
  bool road = p->book->board.path[h * 6 + outward] != 0;

  return road ? 1 : cost;
}

/* F22.1: is the group still off the map, about to enter? */
static bool entering(const struct sal_play *p) {
  const struct activation *act = activation_of(p);
  return act->is & ACT_ENTERING && !(act->is & ACT_GONE);
}

/* F22.1: an entry hex with room, paid for from the full allowance. */
bool sf_may_enter_at(const struct sal_play *p, int side, sal_hex h, struct sal_refusal *why) {
  sal_unit who[32];
  sal_unit v;
  int n = sf_members(p, who);
  location to = location_at(h, GROUND);

  if (!entering(p))
    return sal_refuse(why, R_F22_1, "Nobody is entering.", 0, 0);
  if (!entry_hex(p, side, h))
    return sal_refuse(why, R_F22_1, "{h0} is no entry hex of this side.", h, 0);

  bool drives = sf_group_vehicle(p, &v);
  int cost = sf_entry_cost(p, side, drives, h);
  if (cost > sf_mp_left(p)) /* BARRED is more than any allowance */
    return sal_refuse(why, R_F22_1, "The movement points do not suffice for {h0}.", h, 0);
  if (!sf_may_enter(p, side, drives, to, true))
    return sal_refuse(why, R_F4_8, "The enemy is in {h0}.", h, 0);

  /* What is under a "?" is found out there; room does not matter before (F15.9). */
  bool veiled = sf_veiled(p, sal_enemy(side), to);
  if (!veiled && !sf_room(p, side, to, who, n))
    return sal_refuse(why, R_F3_1, "There is no room in {h0}.", h, 0);
  return true;
}

/* F22.1: a path of one hex from off the map, with its window. */
void sf_do_enter_at(struct sal_play *p, int side, sal_hex h) {
  struct activation *act = activation_of(p);
  struct field *f = F(p);
  uint8_t face = (uint8_t)inward(p, side, h);
  sal_unit v;

  /* The path begins nowhere. */
  act->mode = MOVING;
  f->npath = 2;
  f->path[0] = 0;
  f->path[1] = location_at(h, GROUND);
  f->facing[0] = face;
  f->facing[1] = face;

  /* A vehicle comes on facing inward: it pays for no turn. */
  if (sf_group_vehicle(p, &v))
    unit_at(p, v)->face = face;
  sf_walk_begin(p, WALK_ENTER);
}

/* F15.9: off the map again, with what it carries. */
void sf_to_box(struct sal_play *p, int u) {
  struct trooper *t = unit_at(p, u);

  sf_put(p, u, 0);
  t->where = F_WAITING;
  sf_moved(p, u);
  for (EACH_WITH(p, r, u)) {
    if (kind_of(p, r)->cls == SUPPORT)
      continue;
    unit_at(p, r)->where = F_WAITING;
    sf_moved(p, r);
  }
}

/* ---- F22.2, F22.3: exit ----------------------------------------------------------------- */

/* A hex with a neighbour that is not on the map. */
bool sf_edge_hex(const struct sal_play *p, sal_hex h) {
  for (int d = 0; d < 6; d++)
    if (!sal_next(&p->book->board, h, d))
      return true;

  return false;
}

/* CG13a: the hex is the side's own now and was so when the battle began. */
bool sf_friendly_edge(const struct sal_play *p, int side, sal_hex h) {
  const struct patch *patch = patch_at(p, h);
  bool german_now = (patch->control & OWNER) != 0;
  bool german_then = patch->began_german;
  bool own_now = german_now == (side == GER);
  bool own_then = german_then == (side == GER);

  if (sf_front_depth(p, side, h) == 0)
    return true;
  return own_now && own_then;
}

/* F22.2: from a hex at the edge with one movement point left. */
bool sf_may_leave(const struct sal_play *p, struct sal_refusal *why) {
  sal_unit who[32];

  sf_members(p, who);
  if (!F(p)->edges)
    return sal_refuse(why, R_F22_2, "Nobody leaves the map of this battle.", 0, 0);
  if (!sf_may_set_out(p, why))
    return false;
  if (F(p)->npath)
    return sal_refuse(why, R_F4_7, "A path is being named.", 0, 0);

  /* No unit leaves from an upper storey or a pillbox. */
  location at = unit_at(p, who[0])->at;
  sal_hex h = hex_at(at);
  if (!sf_edge_hex(p, h) || level_at(at) != GROUND)
    return sal_refuse(why, R_F22_2, "{h0} is not at the edge of the map.", h, 0);
  if (sf_mp_unspent(p) < 1)
    return sal_refuse(why, R_F22_2, "There is no movement point left to leave.", 0, 0);
  return true;
}

/* F22.2: the window comes first, at the hex that is left. */
void sf_do_leave(struct sal_play *p) {
  sal_unit who[32];
  struct field *f = F(p);
  struct activation *act = activation_of(p);

  sf_members(p, who);
  if (act->mode == UNDECIDED)
    act->mode = MOVING;

  f->npath = 1;
  f->path[0] = unit_at(p, who[0])->at;
  f->facing[0] = unit_at(p, who[0])->face;
  sf_walk_begin(p, WALK_LEAVE);
}

/* CG13c: is it the north edge, by which Germans may leave on 11 July PM? */
static bool north_exit(const struct sal_play *p, int side, sal_hex h) {
  bool allowed = F(p)->edges == EDGES_NORTH && side == GER;

  return allowed && sf_front_depth(p, RUS, h) == 0;
}

/* CG13c: Infantry in Good Order, or a vehicle with such Infantry aboard, is Retained; `took`: how
 * many of its load have gone before it. */
static bool leaves_north(const struct sal_play *p, int u, int took) {
  if (!north_exit(p, side_of(p, u), hex_at(unit_at(p, u)->at)))
    return false;
  return sf_vehicle(p, u) ? took > 0 : sf_good_order(p, u);
}

/* F22.3: would it be Retained if it left by the north edge now? */
bool sf_may_go_north(const struct sal_play *p, int u) {
  int aboard = 0;

  for (EACH_WITH(p, r, u)) {
    bool rides = sf_infantry(p, r);
    aboard += rides && sf_good_order(p, r);
  }

  return leaves_north(p, u, aboard);
}

/* A unit's load goes before it. How much of it was Retained by the north edge. */
static int passengers_leave(struct sal_play *p, int u, int rule) {
  int took = 0;

  for (int r = 0; r < count_of(p); r++) {
    bool aboard = unit_at(p, r)->with == u + 1 && kind_of(p, r)->cls != SUPPORT;
    if (!aboard || !sf_on_map(p, r))
      continue;
    sf_leave_map(p, r, rule);
    took += unit_at(p, r)->north;
  }

  return took;
}

/* CG13a, CG13b: from a friendly hex it is Retained, from any other it counts as lost. */
void sf_leave_map(struct sal_play *p, int u, int rule) {
  struct trooper *t = unit_at(p, u);
  sal_hex h = hex_at(t->at);
  int took = passengers_leave(p, u, rule);
  bool north = leaves_north(p, u, took);
  bool retained = north || sf_friendly_edge(p, side_of(p, u), h);

  /* Its weapons are lost with it (CG13b). */
  if (!retained) {
    sf_free_weapons(p, u, true);
    sf_lose(p, u, R_F22_3);
    return;
  }

  sal_tell(p, E_F_LEAVES, north ? R_CG13c : rule, SAL_EVU(u, .at = {h}));

  /* The record must know which unit left aboard which: a vehicle goes north only with Infantry
   * (CG13c). */
  bool aboard = north && t->with && kind_of(p, u)->cls != GUN;
  uint16_t vehicle = aboard ? t->with : 0;
  sal_unit weapon[8];
  int n = sf_weapons(p, u, weapon);
  for (int i = 0; i < n; i++)
    sf_remove(p, weapon[i], F_LEFT);
  *t = (struct trooper){.kind = t->kind, .where = F_LEFT, .north = north, .with = vehicle};
  sf_moved(p, u);
  sf_veil(p);
}

/* The path of `leave` is over and the group still able: it goes. */
void sf_group_leaves(struct sal_play *p) {
  sal_unit who[32];
  int n = sf_members(p, who);

  for (int i = 0; i < n; i++) {
    sf_leave_group(p, who[i]);
    sf_leave_map(p, who[i], R_F22_2);
  }
}

/* F22.2, CG13a: a broken unit that must go, has no goal and stands on its own front edge leaves; it
 * checks its morale first, and failing is eliminated. */
bool sf_broken_leaves(struct sal_play *p, int u) {
  const struct trooper *t = unit_at(p, u);
  int side = side_of(p, u);
  bool on_own_edge = !sf_front_depth(p, side, hex_at(t->at)) && level_at(t->at) == GROUND;

  if (!F(p)->edges || !on_own_edge)
    return false;

  /* Only a leader modifies this check, and it has no other effect. */
  int leader = sf_best_leader(p, side, t->at, u);
  int dr = sf_dr(p, R_F22_2, u, NULL, SAL_BOTH);
  bool fails = dr == 12 || dr - leader > sf_morale(p, u);
  if (fails)
    sf_lose(p, u, R_F22_2);
  else
    sf_leave_map(p, u, R_F22_2);

  return true;
}

/* ---- F22.6: the end of a battle without a fixed last turn ------------------------------- */

/* CG4: after Turns 7, 8 and 9 a die up to 2, 4 or 6 ends it. */
bool sf_battle_ends(struct sal_play *p) {
  enum { FIRST = 7, LAST = 9 };
  int turn = F(p)->turn;

  if (turn < FIRST)
    return false;

  /* The number rises by two each turn; the modifiers come from CG4a and CG4b. */
  int die = sf_die(p, R_F22_6, SAL_NOUNIT, SAL_BOTH);
  int number = 2 * (turn - FIRST + 1);
  int final = die + F(p)->end_drm;
  sal_tell(p, E_F_END_ROLL, R_F22_6, SAL_EV(.n = {(int16_t) final, (int16_t)number}));

  /* Even a Final above 6 ends it on Turn 9 (CG4a). */
  return final <= number || turn >= LAST;
}
