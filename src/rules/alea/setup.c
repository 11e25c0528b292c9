/* setup.c - 3.setup, II.1, II.s3 and II.s4: deploying, distributing step losses, and the ready historical set-up.
 *
 * A unit is picked from the tray and put on a hex; where it may stand follows from its kind, its formation's area or
 * the hosts of deploy.tsv. When no hex at all fulfils a unit's own rule, any hex its side controls will do, so a
 * set-up can always be finished. N_SETUP: x[0] the unit picked + 1.
 */
#include "state.h"

#include <string.h>

enum mode { FREE_NORTH, FREE_SOUTH, AREAS_3, AREAS_4 };

static enum mode mode_of(const struct sal_play *p) {
  const struct own *o = O(p);
  if (!o->south) return FREE_NORTH;
  if (o->scenario == PROKHOROVKA) return AREAS_4;
  return o->scenario == PANZERKEIL || opt(p, O_HISTORICAL) ? AREAS_3 : FREE_SOUTH; /* II.1.1 */
}

static bool aa_on(const struct sal_play *p) { return O(p)->south ? opt(p, O_AA) : opt(p, O_AA_NORTH); }

/* ---- where everything begins ---------------------------------------------------------------------------------------- */

static int first_box(const struct sal_play *p, int u) {
  const struct unit_info *i = I(p, u);
  int tray = side_of(p, u) == SAL_GERMAN ? B_TRAY : B_TRAY_S;
  enum mode mode = mode_of(p);
  if (i->kind >= FIGHTER) return air_box(side_of(p, u), B_AIR);
  if (i->kind == AA && !aa_on(p)) return B_NONE; /* II.opt.aa */
  if (mode == AREAS_4) { /* II.s4.1, II.s4.5 */
    if (i->kind == ATF) return i->at_start ? tray : B_POOL;
    if (O(p)->area[1][i->form] || !i->reserve) return tray;
    if (i->form) return B_STAVKA;
    if (i->kind == AA) return i->where[1] ? tray : i->reserve == B_STAVKA ? B_STAVKA : B_NONE;
    return is_guns(p, u) && i->reserve == B_STAVKA ? B_STAVKA : tray;
  }
  if (i->kind == ATF && !i->at_start) return i->reserve ? B_FRONT : B_POOL;
  if (!i->reserve) return tray;
  if (mode == AREAS_3 && i->onmap && !opt(p, O_OFFMAP)) return tray; /* II.s3.6 */
  return i->reserve;
}

static void own_ground(struct sal_play *p) { /* 3.setup.7, II.s4.4 */
  const struct sal_board *b = &p->book->board;
  const struct own *o = O(p);
  for (int i = 0; i < b->nhexes; i++) {
    sal_hex h = b->order[i];
    bool taken = o->scenario == PROKHOROVKA && o->s4[h];
    if (o->home[h] || taken) S(p)->cell[h].ground |= GERMAN_HELD;
    if (taken && o->works[h]) S(p)->cell[h].ground |= BREACHED;
  }
}

static void stand(struct sal_play *p, sal_unit u, sal_hex h) {
  alea_set_down(p, u, h);
  if (I(p, u)->onmap && mode_of(p) == AREAS_3) U(p, u)->flags |= INACTIVE; /* II.s3.6 */
  if (I(p, u)->panzer && opt(p, O_SECRET)) U(p, u)->flags |= HIDDEN;       /* opt.secret */
  alea_refresh(p, h);
}

void alea_start(struct sal_play *p) {
  struct state *s = S(p);
  const struct own *o = O(p);
  s->turns = (uint8_t)p->book->scenarios[p->book->scenario].turns;
  s->head.turn = o->scenario == PROKHOROVKA ? 7 : 1;
  s->fuel = o->scenario == PROKHOROVKA ? 3 : 6; /* opt.fuel.3 */
  own_ground(p);
  for (int side = 0; side < SAL_SIDES; side++) {
    for (int i = 0; i < o->nair[side]; i++) s->unit[o->air[side][i]] = (struct unit){.steps = o->info[o->air[side][i]].steps, .box = (uint8_t)air_box(side, B_AIR)};
    for (int i = 0; i < o->nground[side]; i++) {
      sal_unit u = o->ground[side][i];
      int box = o->scenario == LESSON ? B_NONE : first_box(p, u);
      bool plays = box != B_NONE || o->scenario == LESSON;
      s->unit[u] = (struct unit){.steps = plays ? o->info[u].steps : 0, .box = (uint8_t)box, .flags = (uint16_t)(o->info[u].kind == AA ? AAMODE : 0)};
      if (o->scenario == LESSON) stand(p, u, o->start[u]);
    }
  }
  for (int g = 0; g < o->ngroups; g++)
    if (!sal_eq(o->group[g].who, "aa") || aa_on(p)) s->owe[g] = o->group[g].n;
  sal_push(p, N_GAME, SAL_NOSIDE)->x[0] = o->scenario == LESSON ? P_PREP : P_SETUP_S;
}

/* ---- where a unit may stand ---------------------------------------------------------------------------------------------- */

static bool near_form(const struct sal_play *p, sal_hex h, const uint8_t *forms, int n, bool same_hex) {
  const struct sal_board *b = &p->book->board;
  for (int d = -1; d < (same_hex ? 0 : 6); d++) {
    sal_hex at = d < 0 ? h : sal_next(b, h, d);
    for (int u = at ? top(p, at) : -1; u >= 0; u = below(p, u))
      for (int k = 0; k < n; k++)
        if (forms[k] && I(p, u)->form == forms[k]) return true;
  }
  return false;
}

static bool near_friend(const struct sal_play *p, int side, sal_hex h) {
  if (friend_at(p, side, h)) return true;
  for (int d = 0; d < 6; d++) {
    sal_hex n = sal_next(&p->book->board, h, d);
    if (n && friend_at(p, side, n)) return true;
  }
  return false;
}

static bool in_area(const struct sal_region *r, sal_hex h) {
  for (int i = 0; r && i < r->n; i++)
    if (r->hexes[i] == h) return true;
  return false;
}

static bool near_areas(const struct sal_play *p, int set, const uint8_t *forms, sal_hex h) {
  for (int k = 0; k < 6; k++) {
    const struct sal_region *r = forms[k] ? O(p)->area[set][forms[k]] : NULL;
    for (int i = 0; r && i < r->n; i++)
      if (sal_distance(&p->book->board, r->hexes[i], h) <= 2) return true;
  }
  return false;
}

static bool by_deploy(const struct sal_play *p, int u, int set, sal_hex h, struct sal_refusal *why) { /* deploy.tsv */
  const struct unit_info *i = I(p, u);
  const struct own *o = O(p);
  int rule = set ? R_II_s4_1 : side_of(p, u) == SAL_GERMAN ? (i->kind == AA ? R_II_s3_3 : is_guns(p, u) ? R_II_s3_2 : R_II_s3_1) : R_II_s3_4;
  bool ok = true;
  switch (i->where[set]) {
  case D_WITH: ok = near_form(p, h, i->hosts[set], 6, false); break;
  case D_STACKED: ok = near_form(p, h, i->hosts[set], 6, true); break;
  case D_RESERVE: ok = o->from_fort[h] >= 4; break;
  case D_WEST:
  case D_EAST: ok = (set ? o->from_line4[h] : o->from_trench[h]) >= 3 && o->sector[set][h] == (i->where[set] == D_WEST ? 1 : 2); break;
  case D_RAIL: ok = alea_is_rail(p, h) && near_areas(p, set, i->hosts[set], h) && !o->home[h]; break;
  case D_AT: ok = alea_is_rail(p, h) && h == i->spot[set]; break;
  default: ok = alea_is_rail(p, h) && sal_distance(&p->book->board, h, i->spot[set]) == 1; break;
  }
  return ok || sal_refuse(why, rule, "{u0} may not deploy in {h1}.", u, h);
}

static bool fronts_near_guards(const struct sal_play *p, sal_hex h) { return near_form(p, h, O(p)->guards, 2, false); } /* II.1.5 */

/* II.1.5: this one is an AT Front, and those that are left are all needed beside the guards. The same for every hex. */
static bool owed_to_guards(const struct sal_play *p, int u) {
  const struct own *o = O(p);
  int left = 0, near = 0;
  if (I(p, u)->kind != ATF || !o->south || mode_of(p) == AREAS_4) return false;
  for (int i = 0; i < o->nground[SAL_SOVIET]; i++) {
    int v = o->ground[SAL_SOVIET][i];
    if (I(p, v)->kind != ATF) continue;
    left += U(p, v)->box == B_TRAY_S;
    near += U(p, v)->at && fronts_near_guards(p, U(p, v)->at);
  }
  return left <= 6 - near && near < 6;
}
static bool front_ok(const struct sal_play *p, int u, sal_hex h, bool owed, struct sal_refusal *why) {
  if (!O(p)->south) return true; /* 3.setup.4: any Soviet hex */
  if (!near_friend(p, SAL_SOVIET, h)) return sal_refuse(why, mode_of(p) == AREAS_4 ? R_II_s4_4 : R_II_1_4, "{u0} deploys with or next to a Soviet unit.", u, 0);
  return !owed || fronts_near_guards(p, h) || sal_refuse(why, R_II_1_5, "Six AT Fronts stand with or next to units of 51 or 52 Gd.", 0, 0);
}

static bool north_ok(const struct sal_play *p, int u, sal_hex h, struct sal_refusal *why) {
  const struct own *o = O(p);
  const struct unit_info *i = I(p, u);
  bool german = side_of(p, u) == SAL_GERMAN;
  if (is_artillery(p, u)) return true; /* 3.setup.2, 3.setup.4; AA units in AA mode are artillery */
  if (german && i->panzer) { /* 3.setup.3, opt.free, opt.secret */
    bool roam = opt(p, O_FREE) || opt(p, O_SECRET);
    if (roam) return o->from_trench[h] >= 4 || sal_refuse(why, opt(p, O_SECRET) ? R_opt_secret : R_opt_free, "{u0} deploys 4 hexes or more from every trench.", u, 0);
    return o->from_fort[h] >= 5 || sal_refuse(why, R_3_setup_3, "{u0} may not deploy within 4 hexes of a Soviet position.", u, 0);
  }
  if (german) return o->from_trench[h] == 0 || sal_refuse(why, R_3_setup_2, "{u0} deploys in a trench hex.", u, 0);
  if (i->tk8) return o->from_trench[h] >= 8 || sal_refuse(why, R_3_setup_5, "{u0} deploys 8 hexes or more from the German trenches.", u, 0);
  return o->works[h] || sal_refuse(why, R_3_setup_4, "{u0} deploys in a fortified hex.", u, 0);
}

static bool south_ok(const struct sal_play *p, int u, sal_hex h, struct sal_refusal *why) {
  const struct own *o = O(p);
  const struct unit_info *i = I(p, u);
  bool german = side_of(p, u) == SAL_GERMAN;
  if (is_artillery(p, u)) return german || o->from_trench[h] >= 3 || sal_refuse(why, R_II_1_2, "{u0} deploys 3 hexes or more from the enemy.", u, 0);
  if (german) { /* II.1.3, II.1.4 */
    if (i->kind == AA || o->from_trench[h] == 0 || (i->roams && o->from_fort[h] >= 4)) return true;
    if (i->kind == AG && !i->form && friend_at(p, SAL_GERMAN, h)) return true;
    return sal_refuse(why, R_II_1_3, "{u0} deploys in a trench hex.", u, 0);
  }
  if (!i->form && (i->kind == TANK || i->kind == AG)) return near_friend(p, SAL_SOVIET, h) || sal_refuse(why, R_II_1_4, "{u0} deploys with or next to a Soviet unit.", u, 0);
  return o->works[h] || sal_refuse(why, R_II_1_2, "{u0} deploys in a fortified hex.", u, 0);
}

/* The area of its formation, where that says all; NULL: anything else does. */
static const struct sal_region *area_of(const struct sal_play *p, int u) {
  enum mode mode = mode_of(p);
  const struct unit_info *i = I(p, u);
  if (mode < AREAS_3 || !i->form || i->kind == ATF || i->kind == TRAIN) return NULL;
  return O(p)->area[mode == AREAS_4][i->form];
}

static bool areas_ok(const struct sal_play *p, int u, int set, sal_hex h, struct sal_refusal *why) {
  const struct own *o = O(p);
  const struct unit_info *i = I(p, u);
  const struct sal_region *area = area_of(p, u);
  if (area) return in_area(area, h) || sal_refuse(why, set ? R_II_s4_1 : R_II_s3_1, "{u0} deploys in the area of its formation.", u, 0);
  if (i->where[set]) return by_deploy(p, u, set, h, why);
  if (is_guns(p, u)) return (set ? o->from_line4[h] : o->from_trench[h]) >= 3 || sal_refuse(why, R_II_1_2, "{u0} deploys 3 hexes or more from the enemy.", u, 0);
  return near_friend(p, side_of(p, u), h) || sal_refuse(why, set ? R_II_s4_1 : R_II_s3_4, "{u0} deploys with or next to a friendly unit.", u, 0);
}

/* The unit's own rule, without control and stacking. */
static bool rule_ok(const struct sal_play *p, int u, sal_hex h, bool owed, struct sal_refusal *why) {
  enum mode mode = mode_of(p);
  if (I(p, u)->kind == ATF) return front_ok(p, u, h, owed, why);
  if (I(p, u)->kind == TRAIN) {
    if (!alea_is_rail(p, h) || O(p)->home[h]) return sal_refuse(why, R_3_setup_8, "Trains start on rail hexes under Soviet control.", 0, 0);
    return mode < AREAS_3 || by_deploy(p, u, mode == AREAS_4, h, why);
  }
  if (mode == FREE_NORTH) return north_ok(p, u, h, why);
  return mode == FREE_SOUTH ? south_ok(p, u, h, why) : areas_ok(p, u, mode == AREAS_4, h, why);
}

static bool room(const struct sal_play *p, int side, int u, sal_hex h, struct sal_refusal *why) {
  sal_unit one = (sal_unit)u;
  if (!held_by(p, side, h) || enemy_at(p, side, h)) return sal_refuse(why, R_3_setup_7, "{h1} is not under this side's control.", u, h);
  int rule = alea_stack_rule(p, side, h, &one, 1);
  return !rule || sal_refuse(why, rule == R_5_1 ? R_3_setup_6 : rule, "{h1} is full for {u0}.", u, h);
}

static bool any_by_rule(const struct sal_play *p, int side, int u) {
  const struct sal_board *b = &p->book->board;
  bool owed = owed_to_guards(p, u);
  for (int i = 0; i < b->nhexes; i++)
    if (held_by(p, side, b->order[i]) && rule_ok(p, u, b->order[i], owed, NULL) && room(p, side, u, b->order[i], NULL)) return true;
  return false;
}

static bool may_put(const struct sal_play *p, int side, int u, sal_hex h, struct sal_refusal *why) {
  if (!room(p, side, u, h, why)) return false;
  if (rule_ok(p, u, h, owed_to_guards(p, u), why)) return true;
  if (I(p, u)->kind == TRAIN && (!alea_is_rail(p, h) || O(p)->home[h])) return false;
  return !any_by_rule(p, side, u);
}

/* ---- the node -------------------------------------------------------------------------------------------------------------- */

static int tray_of(int side) { return side == SAL_GERMAN ? B_TRAY : B_TRAY_S; }

static bool owes(const struct sal_play *p, int side) {
  for (int g = 0; g < O(p)->ngroups; g++)
    if (O(p)->group[g].side == side && S(p)->owe[g]) return true;
  return false;
}

static bool leaves_one_out(const struct sal_play *p, int side) { return mode_of(p) == AREAS_4 && side == SAL_SOVIET && !S(p)->left_out; } /* II.s4.1 */

static bool follower(const struct sal_play *p, int u) { /* deploys after the formations */
  enum mode mode = mode_of(p);
  const struct unit_info *i = I(p, u);
  if (i->form || mode == FREE_NORTH || is_guns(p, u) || i->kind == TRAIN) return false;
  if (mode >= AREAS_3) return i->where[mode == AREAS_4] != D_RESERVE;
  return i->kind == ATF || (side_of(p, u) == SAL_SOVIET && (i->kind == TANK || i->kind == AG));
}

static bool formations_wait(const struct sal_play *p, int side) {
  for (int i = 0; i < O(p)->nground[side]; i++) {
    int u = O(p)->ground[side][i];
    if (I(p, u)->form && U(p, u)->box == tray_of(side)) return true;
  }
  return false;
}

static bool may_pick(const struct sal_play *p, int side, int u, bool wait, struct sal_refusal *why) {
  if (I(p, u)->kind == AA && !aa_on(p)) return sal_refuse(why, O(p)->south ? R_II_opt_aa : R_II_opt_aa_5, "Anti-aircraft units are left out of this game.", 0, 0);
  if (side_of(p, u) != side || is_air(p, u) || U(p, u)->box != tray_of(side)) return sal_refuse(why, R_3_setup_1, "{u0} is not waiting to be placed.", u, 0);
  return !wait || !follower(p, u) || sal_refuse(why, R_II_1_4, "Place the divisions and corps before {u0}.", u, 0);
}

static bool may_lose(const struct sal_play *p, int side, int u, struct sal_refusal *why) { /* II.s4.2 */
  int g = I(p, u)->loss - 1;
  bool there = U(p, u)->box == tray_of(side) || U(p, u)->box == air_box(side, B_AIR);
  if (side_of(p, u) != side || g < 0 || !there || !U(p, u)->steps) return sal_refuse(why, is_air(p, u) || !I(p, u)->form ? R_II_s4_3 : R_II_s4_2, "{u0} takes no losses now.", u, 0);
  return S(p)->owe[g] || sal_refuse(why, O(p)->group[g].rule, "The losses of {u0}'s group are complete.", u, 0);
}

static bool may_leave(const struct sal_play *p, int u, struct sal_refusal *why) {
  const struct unit_info *i = I(p, u);
  bool ok = side_of(p, u) == SAL_SOVIET && (i->kind == TANK || i->kind == AG) && !i->form && i->half == 1 && !i->reserve && U(p, u)->box == B_TRAY_S;
  return ok || sal_refuse(why, R_II_s4_1, "{u0} is not one of the eight regiments.", u, 0);
}

static bool untouched(const struct sal_play *p, int side) {
  for (int i = 0; i < O(p)->nground[side]; i++) {
    int u = O(p)->ground[side][i];
    if (U(p, u)->at || (U(p, u)->box == tray_of(side) && U(p, u)->steps < I(p, u)->steps)) return false;
  }
  for (int i = 0; i < O(p)->nair[side]; i++)
    if (U(p, O(p)->air[side][i])->steps < I(p, O(p)->air[side][i])->steps) return false;
  return side == SAL_GERMAN || !S(p)->left_out;
}

static bool tray_empty(const struct sal_play *p, int side) {
  for (int i = 0; i < O(p)->nground[side]; i++)
    if (U(p, O(p)->ground[side][i])->box == tray_of(side)) return false;
  return true;
}

static void list_first(const struct sal_play *p, int side, struct sal_list *l) { /* Prokhorovka: losses before places */
  for (int part = 0; part < 2 && !leaves_one_out(p, side); part++)
    for (int i = 0; i < (part ? O(p)->nair[side] : O(p)->nground[side]); i++) {
      int u = part ? O(p)->air[side][i] : O(p)->ground[side][i];
      if (may_lose(p, side, u, NULL)) sal_list_add(l, sal_act(V_LOSE, u, 0, 0));
    }
  for (int i = 0; leaves_one_out(p, side) && i < O(p)->nground[side]; i++)
    if (may_leave(p, O(p)->ground[side][i], NULL)) sal_list_add(l, sal_act(V_LEAVE, O(p)->ground[side][i], 0, 0));
}

static void list_hexes(const struct sal_play *p, int side, int u, struct sal_list *l) {
  const struct sal_board *b = &p->book->board;
  const struct sal_region *area = area_of(p, u);
  bool owed = owed_to_guards(p, u);
  for (int i = 0; area && i < area->n; i++)
    if (room(p, side, u, area->hexes[i], NULL)) sal_list_add(l, sal_act(V_PUT, area->hexes[i], 0, 0));
  for (int h = 0; !area && h < b->cells; h++)
    if (b->on[h] && held_by(p, side, (sal_hex)h) && rule_ok(p, u, (sal_hex)h, owed, NULL) && room(p, side, u, (sal_hex)h, NULL)) sal_list_add(l, sal_act(V_PUT, h, 0, 0));
  for (int h = 0; !l->n && h < b->cells; h++)
    if (b->on[h] && may_put(p, side, u, (sal_hex)h, NULL)) sal_list_add(l, sal_act(V_PUT, h, 0, 0));
}

static void setup_list(const struct sal_play *p, int side, struct sal_list *l) {
  int picked = sal_top(p)->x[0] - 1;
  if (picked >= 0) {
    list_hexes(p, side, picked, l);
    return;
  }
  if (untouched(p, side)) sal_list_add(l, sal_act(V_HISTORICAL, 0, 0, 0));
  if (leaves_one_out(p, side) || owes(p, side)) {
    list_first(p, side, l);
    return;
  }
  bool wait = formations_wait(p, side);
  for (int i = 0; i < O(p)->nground[side]; i++) {
    int u = O(p)->ground[side][i];
    if (may_pick(p, side, u, wait, NULL)) sal_list_add(l, sal_act(V_PICK, u, 0, 0));
    if (I(p, u)->kind == AA && U(p, u)->box == tray_of(side)) sal_list_add(l, sal_act(V_MODE, u, !(U(p, u)->flags & AAMODE), 0));
  }
  if (tray_empty(p, side)) sal_list_add(l, sal_act(V_DONE, 0, 0, 0));
}

static bool setup_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  int picked = sal_top(p)->x[0] - 1;
  bool first = leaves_one_out(p, side) || owes(p, side);
  if (picked >= 0) return a.verb == V_PUT && may_put(p, side, picked, a.x[0], why);
  switch (a.verb) {
  case V_HISTORICAL: return untouched(p, side) || sal_refuse(why, R_II_1_1, "The historical set-up is for a side that has placed nothing yet.", 0, 0);
  case V_LOSE: return !leaves_one_out(p, side) && may_lose(p, side, a.x[0], why);
  case V_LEAVE: return leaves_one_out(p, side) && may_leave(p, a.x[0], why);
  case V_PICK: return first ? sal_refuse(why, R_II_s4_2, "Distribute the step losses first.", 0, 0) : may_pick(p, side, a.x[0], formations_wait(p, side), why);
  case V_MODE:
    if (first || side_of(p, a.x[0]) != side || I(p, a.x[0])->kind != AA || U(p, a.x[0])->box != tray_of(side)) return sal_refuse(why, R_II_opt_aa_1, "{u0} is not an AA unit to be placed.", a.x[0], 0);
    return a.x[1] == !(U(p, a.x[0])->flags & AAMODE) || sal_refuse(why, R_II_opt_aa_1, "That is its mode already.", 0, 0);
  case V_DONE: return (!first && tray_empty(p, side)) || sal_refuse(why, R_3_setup_1, "All units must be placed.", 0, 0);
  default: return false;
  }
}

static void historical(struct sal_play *p, int side) {
  const struct own *o = O(p);
  for (int i = 0; i < o->nground[side]; i++) {
    sal_unit u = o->ground[side][i];
    struct unit *unit = U(p, u);
    if (unit->box != tray_of(side)) continue;
    int steps = o->start_steps[u];
    if (steps == 0xff) {
      *unit = (struct unit){0}; /* left out */
    } else if (!steps) {
      *unit = (struct unit){.box = (uint8_t)(side == SAL_GERMAN ? B_DEAD : B_DEAD_S)};
    } else {
      unit->steps = (uint8_t)steps;
      stand(p, u, o->start[u]);
    }
  }
  for (int i = 0; i < o->nair[side]; i++)
    if (o->start_steps[o->air[side][i]] != 0xff) U(p, o->air[side][i])->steps = o->start_steps[o->air[side][i]];
  for (int g = 0; g < o->ngroups; g++)
    if (o->group[g].side == side) S(p)->owe[g] = 0;
  if (side == SAL_SOVIET) S(p)->left_out = 1;
  sal_tell(p, E_HISTORICAL, R_II_1_1, SAL_EV(.n = {(int16_t)side}));
}

static void setup_loss(struct sal_play *p, int side, sal_unit u) {
  struct unit *unit = U(p, u);
  S(p)->owe[I(p, u)->loss - 1]--;
  unit->steps--;
  if (!unit->steps) *unit = (struct unit){.box = (uint8_t)(side == SAL_GERMAN ? B_DEAD : B_DEAD_S)};
  sal_tell(p, unit->steps ? E_LOSS : E_DEAD, O(p)->group[I(p, u)->loss - 1].rule, SAL_EVU(u, .seen = (uint8_t)(unit->steps ? SAL_BIT(side) : SAL_BOTH)));
}

static void setup_apply(struct sal_play *p, int side, struct sal_action a) {
  struct sal_frame *f = sal_top(p);
  sal_unit u = a.x[0];
  switch (a.verb) {
  case V_PICK: f->x[0] = (uint16_t)(u + 1); break;
  case V_PUT: {
    sal_unit picked = (sal_unit)(f->x[0] - 1);
    f->x[0] = 0;
    stand(p, picked, a.x[0]);
    sal_tell(p, E_PLACED, R_3_setup_6, SAL_EVU(picked, .at = {a.x[0]}, .seen = (uint8_t)SAL_BIT(side)));
    break;
  }
  case V_MODE: U(p, u)->flags ^= AAMODE; break;
  case V_LOSE: setup_loss(p, side, u); break;
  case V_LEAVE:
    *U(p, u) = (struct unit){0};
    S(p)->left_out = 1;
    break;
  case V_HISTORICAL: historical(p, side); break;
  default:
    sal_reveal(p); /* 5.8: from now on the enemy sees the tops of the stacks */
    sal_pop(p);
    break;
  }
}

static void setup_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  int picked = sal_top(p)->x[0] - 1, left = 0;
  for (int i = 0; i < O(p)->nground[side]; i++) left += U(p, O(p)->ground[side][i])->box == tray_of(side);
  if (picked >= 0) {
    out->selected[out->nselected++] = (sal_unit)picked;
    sal_prompt_say(out, "%s: choose the hex for %s.", name_of(side), label(p, picked));
  } else if (leaves_one_out(p, side)) {
    sal_prompt_say(out, "%s: leave one of the eight independent regiments out, or take the historical set-up.", name_of(side));
  } else if (owes(p, side)) {
    sal_prompt_say(out, "%s: distribute the step losses, or take the historical set-up.", name_of(side));
    for (int g = 0; g < O(p)->ngroups && out->nowed < SAL_OWED; g++)
      if (O(p)->group[g].side == side && S(p)->owe[g]) sal_prompt_owe(out, O(p)->group[g].rule, SAL_AT_NONE, 0, "%s: %d", O(p)->group[g].who, S(p)->owe[g]);
  } else {
    sal_prompt_say(out, left ? "%s: choose a unit to place (%d left)." : "%s: end the set-up (%d left).", name_of(side), left);
  }
}

const struct sal_node alea_setup = {.id = "setup", .rule = R_3_setup_1, .list = setup_list, .check = setup_check, .apply = setup_apply, .prompt = setup_prompt};
