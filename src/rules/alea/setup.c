/* setup.c - 3.setup, II.1, II.s3 and II.s4: deploying, distributing step losses, and the ready
 * historical set-up.
 *
 * A unit is picked from the tray and put on a hex. Its kind, its formation's area or the hosts of
 * deploy.tsv say where it may stand. If no hex fulfils a unit's own rule, any hex its side controls
 * will do, so a set-up can always be finished.
 */
#include "state.h"

#include <string.h>

enum mode { FREE_NORTH, FREE_SOUTH, AREAS_3, AREAS_4 };

/* II.1.1: free set-up, or by the areas of scenario 3 or 4 */
static enum mode mode_of(const struct sal_play *p) {
  const struct own *o = O(p);

  if (!o->south) {
    return FREE_NORTH;
  }
  if (o->scenario == PROKHOROVKA) {
    return AREAS_4;
  }
  if (o->scenario == PANZERKEIL || opt(p, O_HISTORICAL)) {
    return AREAS_3;
  }

  return FREE_SOUTH;
}

/* ---- where everything begins ------------------------------------------------------------ */

/* II.s4.1, II.s4.5: formations with an area begin on the map, the others wait for STAVKA's call. */
static int first_box_4(const struct sal_play *p, int u) {
  const struct unit_info *i = I(p, u);
  int tray = tray_of(side_of(p, u));

  if (i->kind == ATF) {
    return i->at_start ? tray : B_POOL;
  }
  if (O(p)->area[1][i->form] || !i->reserve) {
    return tray;
  }
  if (i->form) {
    return B_STAVKA;
  }
  if (i->kind == AA && i->where[1]) {
    return tray;
  }
  bool stavka = i->reserve == B_STAVKA;
  if (i->kind == AA) {
    return stavka ? B_STAVKA : B_NONE;
  }

  return is_guns(p, u) && stavka ? B_STAVKA : tray;
}

/* Where a unit waits when the game begins: its side's tray, a reserve, or nowhere. */
static int first_box(const struct sal_play *p, int u) {
  const struct unit_info *i = I(p, u);
  int side = side_of(p, u);
  enum mode mode = mode_of(p);

  if (i->kind >= FIGHTER) {
    return air_box(side, B_AIR);
  }
  if (i->kind == AA && !aa_on(p)) {
    /* II.opt.aa */
    return B_NONE;
  }
  if (mode == AREAS_4) {
    return first_box_4(p, u);
  }
  if (i->kind == ATF && !i->at_start) {
    return i->reserve ? B_FRONT : B_POOL;
  }
  /* II.s3.6 */
  bool placed = mode == AREAS_3 && i->onmap && !opt(p, O_OFFMAP);
  if (!i->reserve || placed) {
    return tray_of(side);
  }

  return i->reserve;
}

/* 3.setup.7, II.s4.4 */
static void own_ground(struct sal_play *p) {
  const struct sal_board *b = &p->book->board;
  const struct own *o = O(p);
  for (int i = 0; i < b->nhexes; i++) {
    sal_hex h = b->order[i];
    bool taken = o->scenario == PROKHOROVKA && o->s4[h];
    if (o->home[h] || taken) {
      S(p)->cell[h].ground |= GERMAN_HELD;
    }
    if (taken && o->works[h]) {
      S(p)->cell[h].ground |= BREACHED;
    }
  }
}

/* II.s3.6, opt.secret: some units begin inactive, some are only written down. */
static void stand(struct sal_play *p, sal_unit u, sal_hex h) {
  alea_set_down(p, u, h);
  if (I(p, u)->onmap && mode_of(p) == AREAS_3) {
    /* II.s3.6 */
    U(p, u)->flags |= INACTIVE;
  }
  if (I(p, u)->panzer && opt(p, O_SECRET)) {
    /* opt.secret */
    U(p, u)->flags |= HIDDEN;
  }
  alea_refresh(p, h);
}

/* Prokhorovka begins on 10 July, which is turn 7 of the campaign. */
int alea_first_turn(const struct sal_play *p) {
  return O(p)->scenario == PROKHOROVKA ? 7 : 1;
}

/* The last turn by its number in the campaign, for the view. */
int alea_last_turn(const struct sal_head *state) {
  return ((const struct state *)state)->turns;
}

/* The lesson has no set-up: its ground units stand where its file says. */
static void begin_unit(struct sal_play *p, sal_unit u) {
  const struct unit_info *i = I(p, u);
  bool lesson = O(p)->scenario == LESSON && !is_air(p, u);
  int box = lesson ? B_NONE : first_box(p, u);
  bool plays = lesson || box != B_NONE;

  *U(p, u) = (struct unit){.steps = plays ? i->steps : 0,
                           .box = (uint8_t)box,
                           .flags = (uint16_t)(i->kind == AA ? AAMODE : 0)};
  if (lesson) {
    stand(p, u, O(p)->start[u]);
  }
}

/* The state before the first decision. */
void alea_start(struct sal_play *p) {
  struct state *s = S(p);
  const struct own *o = O(p);
  bool prokhorovka = o->scenario == PROKHOROVKA;

  s->turns = (uint8_t)(alea_first_turn(p) - 1 + p->book->scenarios[p->book->scenario].turns);
  s->head.turn = (uint16_t)alea_first_turn(p);
  /* opt.fuel.3 */
  s->fuel = prokhorovka ? 3 : 6;
  own_ground(p);
  for (int side = 0; side < SAL_SIDES; side++) {
    for (int i = 0; i < o->nair[side]; i++) {
      begin_unit(p, o->air[side][i]);
    }
    for (int i = 0; i < o->nground[side]; i++) {
      begin_unit(p, o->ground[side][i]);
    }
  }
  for (int g = 0; g < o->ngroups; g++) {
    bool left_out = sal_eq(o->group[g].who, "aa") && !aa_on(p);
    s->owe[g] = left_out ? 0 : o->group[g].n;
  }
  game_in(sal_push(p, N_GAME, SAL_NOSIDE))->phase = o->scenario == LESSON ? P_PREP : P_SETUP_S;
}

/* ---- where a unit may stand ------------------------------------------------------------- */

/* A unit of one of the formations is in the hex. */
static bool form_at(const struct sal_play *p, sal_hex h, const uint8_t *forms, int n) {
  for (int u = top(p, h); u >= 0; u = below(p, u)) {
    for (int k = 0; k < n; k++) {
      if (forms[k] && I(p, u)->form == forms[k]) {
        return true;
      }
    }
  }

  return false;
}

/* A unit of one of the formations is in the hex, or, unless `same_hex`, next to it. */
static bool near_form(const struct sal_play *p, sal_hex h, const uint8_t *forms, int n,
                      bool same_hex) {
  if (form_at(p, h, forms, n)) {
    return true;
  }
  for (int d = 0; !same_hex && d < 6; d++) {
    if (form_at(p, sal_next(&p->book->board, h, d), forms, n)) {
      return true;
    }
  }

  return false;
}

/* In the hex or next to it. */
static bool near_friend(const struct sal_play *p, int side, sal_hex h) {
  if (friend_at(p, side, h)) {
    return true;
  }
  for (int d = 0; d < 6; d++) {
    /* nobody stands off the map */
    if (friend_at(p, side, (sal_hex)(h + p->book->board.step[d]))) {
      return true;
    }
  }

  return false;
}

/* A region lists its hexes. */
static bool in_area(const struct sal_region *r, sal_hex h) {
  for (int i = 0; r && i < r->n; i++) {
    if (r->hexes[i] == h) {
      return true;
    }
  }

  return false;
}

/* II.s3.4: within two hexes of an area. */
static bool near_areas(const struct sal_play *p, int set, const uint8_t *forms, sal_hex h) {
  for (int k = 0; k < 6; k++) {
    const struct sal_region *r = forms[k] ? O(p)->area[set][forms[k]] : NULL;
    for (int i = 0; r && i < r->n; i++) {
      if (sal_distance(&p->book->board, r->hexes[i], h) <= 2) {
        return true;
      }
    }
  }

  return false;
}

/* The rule that places a unit of deploy.tsv: scenario 4, or the lists of scenario 3. */
static int deploy_rule(const struct sal_play *p, int u, int set) {
  if (set) {
    return R_II_s4_1;
  }
  if (side_of(p, u) == SAL_SOVIET) {
    return R_II_s3_4;
  }
  if (I(p, u)->kind == AA) {
    return R_II_s3_3;
  }

  return is_guns(p, u) ? R_II_s3_2 : R_II_s3_1;
}

/* 3 hexes or more behind the front of that army (II.s3.2) */
static bool behind_army(const struct sal_play *p, int set, sal_hex h, int army) {
  const struct own *o = O(p);
  int from_front = set ? o->from_line4[h] : o->from_trench[h];
  return from_front >= 3 && o->sector[set][h] == army;
}

/* The ways of deploy.tsv. */
static bool deploys_there(const struct sal_play *p, int u, int set, sal_hex h) {
  const struct unit_info *i = I(p, u);
  bool rail = alea_is_rail(p, h);

  switch (i->where[set]) {
  case D_WITH: return near_form(p, h, i->hosts[set], 6, false);
  case D_STACKED: return near_form(p, h, i->hosts[set], 6, true);
  case D_RESERVE: return O(p)->from_fort[h] >= 4;
  case D_WEST: return behind_army(p, set, h, 1);
  case D_EAST: return behind_army(p, set, h, 2);
  case D_RAIL: return rail && !O(p)->home[h] && near_areas(p, set, i->hosts[set], h);
  case D_AT: return rail && h == i->spot[set];
  default: return rail && sal_distance(&p->book->board, h, i->spot[set]) == 1;
  }
}

/* deploy.tsv */
static bool by_deploy(const struct sal_play *p, int u, int set, sal_hex h,
                      struct sal_refusal *why) {
  if (!deploys_there(p, u, set, h)) {
    return sal_refuse(why, deploy_rule(p, u, set), "{u0} may not deploy in {h1}.", u, h);
  }
  return true;
}

/* II.1.5. */
static bool fronts_near_guards(const struct sal_play *p, sal_hex h) {
  return near_form(p, h, O(p)->guards, 2, false);
}

/* II.1.5: is this unit an AT Front, and are all that are left needed beside the guards? The same
 * for every hex. */
static bool owed_to_guards(const struct sal_play *p, int u) {
  const struct own *o = O(p);
  int left = 0;
  int near = 0;

  if (I(p, u)->kind != ATF) {
    return false;
  }
  if (!o->south) {
    return false;
  }
  if (mode_of(p) == AREAS_4) {
    return false;
  }
  for (int i = 0; i < o->nground[SAL_SOVIET]; i++) {
    int v = o->ground[SAL_SOVIET][i];
    if (I(p, v)->kind != ATF) {
      continue;
    }
    left += U(p, v)->box == B_TRAY_S;
    near += U(p, v)->at && fronts_near_guards(p, U(p, v)->at);
  }
  if (left > 6 - near) {
    return false;
  }

  return near < 6;
}

/* II.1.4, II.1.5: AT Fronts stand beside other units, six of them beside the guards. */
static bool front_ok(const struct sal_play *p, int u, sal_hex h, bool owed,
                     struct sal_refusal *why) {
  if (!O(p)->south) {
    /* 3.setup.4: any Soviet hex */
    return true;
  }
  if (!near_friend(p, SAL_SOVIET, h)) {
    return sal_refuse(why, mode_of(p) == AREAS_4 ? R_II_s4_4 : R_II_1_4,
                      "{u0} deploys with or next to a Soviet unit.", u, 0);
  }
  if (owed && !fronts_near_guards(p, h)) {
    return sal_refuse(why, R_II_1_5, "Six AT Fronts stand with or next to units of 51 or 52 Gd.", 0,
                      0);
  }

  return true;
}

/* Where a free set-up lets a unit stand: on hexes whose figure lies between two bounds, or all if
 * there is no figure. A list looks at thousands of hexes, so this is worked out once for a unit. */
struct ground {
  const uint8_t *figure; /* by cell */
  int least, most;
  int rule; /* of the bounds, for a refusal */
  const char *text;
  bool more; /* rule_ok asks for more than the bounds */
};
static bool lies_in(const struct ground *g, sal_hex h) {
  return !g->figure || (g->figure[h] >= g->least && g->figure[h] <= g->most);
}

/* 3.setup.3, opt.free, opt.secret: the German panzer divisions of the north */
static struct ground panzer_ground(const struct sal_play *p) {
  const struct own *o = O(p);
  const char *far_off = "{u0} deploys 4 hexes or more from every trench.";

  if (opt(p, O_SECRET)) {
    return (struct ground){o->from_trench, 4, UINT8_MAX, R_opt_secret, far_off, false};
  }
  if (opt(p, O_FREE)) {
    return (struct ground){o->from_trench, 4, UINT8_MAX, R_opt_free, far_off, false};
  }

  return (struct ground){o->from_fort,
                         5,
                         UINT8_MAX,
                         R_3_setup_3,
                         "{u0} may not deploy within 4 hexes of a Soviet position.",
                         false};
}

/* 3.setup.2-5. Artillery, and AA units in AA mode, may stand anywhere on their side. */
static struct ground north_ground(const struct sal_play *p, int u) {
  const struct own *o = O(p);
  const struct unit_info *i = I(p, u);
  bool german = side_of(p, u) == SAL_GERMAN;

  if (is_artillery(p, u)) {
    return (struct ground){0};
  }
  if (german && i->panzer) {
    return panzer_ground(p);
  }
  if (german) {
    return (struct ground){o->from_trench, 0, 0, R_3_setup_2, "{u0} deploys in a trench hex.",
                           false};
  }
  if (i->tk8) {
    return (struct ground){o->from_trench,
                           8,
                           UINT8_MAX,
                           R_3_setup_5,
                           "{u0} deploys 8 hexes or more from the German trenches.",
                           false};
  }

  return (struct ground){o->works, 1, UINT8_MAX, R_3_setup_4, "{u0} deploys in a fortified hex.",
                         false};
}

/* II.1.3: Germans in the trenches, AA units anywhere. For those that may stand farther back, and
 * for assault guns that may stand with others, see south_more_ok. */
static struct ground south_german_ground(const struct sal_play *p, int u) {
  const struct unit_info *i = I(p, u);
  bool choice = i->roams || (i->kind == AG && !i->form);

  if (is_artillery(p, u) || i->kind == AA) {
    return (struct ground){0};
  }
  if (choice) {
    return (struct ground){.more = true};
  }

  return (struct ground){O(p)->from_trench, 0, 0, R_II_1_3, "{u0} deploys in a trench hex.", false};
}

/* II.1.2, II.1.3, II.1.4: free set-up in the south. */
static struct ground south_ground(const struct sal_play *p, int u) {
  const struct own *o = O(p);
  const struct unit_info *i = I(p, u);
  bool independent = !i->form && (i->kind == TANK || i->kind == AG);

  if (side_of(p, u) == SAL_GERMAN) {
    return south_german_ground(p, u);
  }
  if (is_artillery(p, u)) {
    return (struct ground){
        o->from_trench, 3, UINT8_MAX, R_II_1_2, "{u0} deploys 3 hexes or more from the enemy.",
        false};
  }
  if (independent) {
    return (struct ground){.more = true};
  }

  return (struct ground){o->works, 1, UINT8_MAX, R_II_1_2, "{u0} deploys in a fortified hex.",
                         false};
}

/* Fronts, trains and the areas of scenarios 3 and 4 are not a matter of one figure. */
static struct ground ground_of(const struct sal_play *p, int u) {
  bool own_rule = I(p, u)->kind == ATF || I(p, u)->kind == TRAIN;

  if (own_rule || mode_of(p) >= AREAS_3) {
    return (struct ground){.more = true};
  }

  return O(p)->south ? south_ground(p, u) : north_ground(p, u);
}

/* II.1.3, II.1.4: Germans named in the rule may stand farther back, independent assault guns with
 * any German unit, independent Soviet armour beside other units. */
static bool south_more_ok(const struct sal_play *p, int u, sal_hex h, struct sal_refusal *why) {
  const struct own *o = O(p);
  const struct unit_info *i = I(p, u);

  if (side_of(p, u) == SAL_SOVIET) {
    if (!near_friend(p, SAL_SOVIET, h)) {
      return sal_refuse(why, R_II_1_4, "{u0} deploys with or next to a Soviet unit.", u, 0);
    }
    return true;
  }
  bool back = i->roams && o->from_fort[h] >= 4;
  bool guns = i->kind == AG && !i->form && friend_at(p, SAL_GERMAN, h);

  if (o->from_trench[h] == 0 || back || guns) {
    return true;
  }

  return sal_refuse(why, R_II_1_3, "{u0} deploys in a trench hex.", u, 0);
}

/* Free set-up, north and south. */
static bool free_ok(const struct sal_play *p, int u, sal_hex h, struct sal_refusal *why) {
  struct ground ground = ground_of(p, u);

  if (!lies_in(&ground, h)) {
    return sal_refuse(why, ground.rule, ground.text, u, 0);
  }

  return !ground.more || south_more_ok(p, u, h, why);
}

/* The area of its formation, where that says all; NULL: anything else does. */
static const struct sal_region *area_of(const struct sal_play *p, int u) {
  enum mode mode = mode_of(p);
  const struct unit_info *i = I(p, u);

  if (mode < AREAS_3) {
    return NULL;
  }
  if (!i->form) {
    return NULL;
  }
  if (i->kind == ATF) {
    return NULL;
  }
  if (i->kind == TRAIN) {
    return NULL;
  }

  return O(p)->area[mode == AREAS_4][i->form];
}

/* II.s3, II.s4: the area of its formation, the list of deploy.tsv, or beside friends. */
static bool areas_ok(const struct sal_play *p, int u, int set, sal_hex h, struct sal_refusal *why) {
  const struct own *o = O(p);
  const struct sal_region *area = area_of(p, u);

  if (area && !in_area(area, h)) {
    return sal_refuse(why, set ? R_II_s4_1 : R_II_s3_1,
                      "{u0} deploys in the area of its formation.", u, 0);
  }
  if (area) {
    return true;
  }
  if (I(p, u)->where[set]) {
    return by_deploy(p, u, set, h, why);
  }
  int from_front = set ? o->from_line4[h] : o->from_trench[h];
  if (is_guns(p, u) && from_front < 3) {
    return sal_refuse(why, R_II_1_2, "{u0} deploys 3 hexes or more from the enemy.", u, 0);
  }
  if (!is_guns(p, u) && !near_friend(p, side_of(p, u), h)) {
    return sal_refuse(why, set ? R_II_s4_1 : R_II_s3_4,
                      "{u0} deploys with or next to a friendly unit.", u, 0);
  }

  return true;
}

/* The unit's own rule, without control and stacking. */
static bool rule_ok(const struct sal_play *p, int u, sal_hex h, bool owed,
                    struct sal_refusal *why) {
  enum mode mode = mode_of(p);
  int set = mode == AREAS_4;

  switch (I(p, u)->kind) {
  case ATF: return front_ok(p, u, h, owed, why);
  case TRAIN:
    if (!alea_is_rail(p, h) || O(p)->home[h]) {
      return sal_refuse(why, R_3_setup_8, "Trains start on rail hexes under Soviet control.", 0, 0);
    }
    return mode < AREAS_3 || by_deploy(p, u, set, h, why);
  default: break;
  }
  return mode < AREAS_3 ? free_ok(p, u, h, why) : areas_ok(p, u, set, h, why);
}

/* Its side's ground, and room in the stack. */
static bool room(const struct sal_play *p, int side, int u, sal_hex h, struct sal_refusal *why) {
  sal_unit one = (sal_unit)u;

  if (!held_by(p, side, h) || enemy_at(p, side, h)) {
    return sal_refuse(why, R_3_setup_7, "{h1} is not under this side's control.", u, h);
  }
  if (!S(p)->cell[h].first) {
    return true; /* for one unit there is always room */
  }
  int rule = alea_stack_rule(p, side, h, &one, 1);
  if (rule == R_5_1) {
    rule = R_3_setup_6;
  }
  if (rule) {
    return sal_refuse(why, rule, "{h1} is full for {u0}.", u, h);
  }

  return true;
}

struct deployment { /* of a unit in hand: what is the same for every hex */
  int side, unit;
  struct ground ground;
  bool owed;
};
static struct deployment deployment_of(const struct sal_play *p, int side, int u) {
  return (struct deployment){side, u, ground_of(p, u), owed_to_guards(p, u)};
}

/* Ground, rule and room: rule_ok and room, in an order that most hexes leave early. */
static inline bool fits_by_rule(const struct sal_play *p, const struct deployment *d, sal_hex h) {
  if (!held_by(p, d->side, h) || !lies_in(&d->ground, h)) {
    return false;
  }
  if (d->ground.more && !rule_ok(p, d->unit, h, d->owed, NULL)) {
    return false;
  }

  return room(p, d->side, d->unit, h, NULL);
}

/* Whether any hex fulfils the unit's own rule. */
static bool any_by_rule(const struct sal_play *p, int side, int u) {
  const struct sal_board *b = &p->book->board;
  struct deployment d = deployment_of(p, side, u);

  for (int i = 0; i < b->nhexes; i++) {
    if (fits_by_rule(p, &d, b->order[i])) {
      return true;
    }
  }

  return false;
}

/* A unit whose own rule no hex fulfils may stand anywhere on its side, so that a set-up can always
 * be finished; a train never leaves the rails. */
static bool may_put(const struct sal_play *p, int side, int u, sal_hex h, struct sal_refusal *why) {
  if (!room(p, side, u, h, why)) {
    return false;
  }
  if (rule_ok(p, u, h, owed_to_guards(p, u), why)) {
    return true;
  }
  bool off_rails = !alea_is_rail(p, h) || O(p)->home[h];
  if (I(p, u)->kind == TRAIN && off_rails) {
    return false;
  }

  return !any_by_rule(p, side, u);
}

/* ---- the node --------------------------------------------------------------------------- */

/* Losses that are still to be given (II.s4.2). */
static bool owes(const struct sal_play *p, int side) {
  for (int g = 0; g < O(p)->ngroups; g++) {
    if (O(p)->group[g].side == side && S(p)->owe[g]) {
      return true;
    }
  }

  return false;
}

/* II.s4.1 */
static bool leaves_one_out(const struct sal_play *p, int side) {
  return mode_of(p) == AREAS_4 && side == SAL_SOVIET && !S(p)->left_out;
}

/* deploys after the formations */
static bool follower(const struct sal_play *p, int u) {
  enum mode mode = mode_of(p);
  const struct unit_info *i = I(p, u);

  if (i->form || mode == FREE_NORTH) {
    return false;
  }
  if (is_guns(p, u) || i->kind == TRAIN) {
    return false;
  }
  if (mode >= AREAS_3) {
    return i->where[mode == AREAS_4] != D_RESERVE;
  }
  if (i->kind == ATF) {
    return true;
  }

  return side_of(p, u) == SAL_SOVIET && (i->kind == TANK || i->kind == AG);
}

/* Divisions and corps are placed first. */
static bool formations_wait(const struct sal_play *p, int side) {
  for (int i = 0; i < O(p)->nground[side]; i++) {
    int u = O(p)->ground[side][i];
    if (I(p, u)->form && U(p, u)->box == tray_of(side)) {
      return true;
    }
  }

  return false;
}

/* Formations first: the others deploy beside them (II.1.4). */
static bool may_pick(const struct sal_play *p, int side, int u, bool wait,
                     struct sal_refusal *why) {
  if (I(p, u)->kind == AA && !aa_on(p)) {
    return sal_refuse(why, O(p)->south ? R_II_opt_aa : R_II_opt_aa_5,
                      "Anti-aircraft units are left out of this game.", 0, 0);
  }
  bool waits = side_of(p, u) == side && !is_air(p, u) && U(p, u)->box == tray_of(side);
  if (!waits) {
    return sal_refuse(why, R_3_setup_1, "{u0} is not waiting to be placed.", u, 0);
  }
  if (wait && follower(p, u)) {
    return sal_refuse(why, R_II_1_4, "Place the divisions and corps before {u0}.", u, 0);
  }

  return true;
}

/* II.s4.2, II.s4.3: a step loss of the days before goes to any unit of the group. */
static bool may_lose(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  const struct unit *unit = U(p, u);
  int g = I(p, u)->loss - 1;
  bool there = unit->box == tray_of(side) || unit->box == air_box(side, B_AIR);
  bool alone = is_air(p, u) || !I(p, u)->form;

  if (g < 0 || !there) {
    return sal_refuse(why, alone ? R_II_s4_3 : R_II_s4_2, "{u0} takes no losses now.", u, 0);
  }
  if (!S(p)->owe[g]) {
    return sal_refuse(why, O(p)->group[g].rule, "The losses of {u0}'s group are complete.", u, 0);
  }

  return true;
}

/* II.s4.1: one of the eight independent regiments is left out. */
static bool may_leave(const struct sal_play *p, int u, struct sal_refusal *why) {
  const struct unit_info *i = I(p, u);
  bool armour = i->kind == TANK || i->kind == AG;
  bool regiment = armour && !i->form && i->half == 1 && !i->reserve;

  if (!regiment || U(p, u)->box != B_TRAY_S) {
    return sal_refuse(why, R_II_s4_1, "{u0} is not one of the eight regiments.", u, 0);
  }

  return true;
}

/* Has the side neither placed a unit nor given a loss yet? */
static bool untouched(const struct sal_play *p, int side) {
  for (int i = 0; i < O(p)->nground[side]; i++) {
    int u = O(p)->ground[side][i];
    bool reduced = U(p, u)->box == tray_of(side) && U(p, u)->steps < I(p, u)->steps;
    if (U(p, u)->at || reduced) {
      return false;
    }
  }
  for (int i = 0; i < O(p)->nair[side]; i++) {
    int u = O(p)->air[side][i];
    if (U(p, u)->steps < I(p, u)->steps) {
      return false;
    }
  }

  return side == SAL_GERMAN || !S(p)->left_out;
}

/* The set-up can end. */
static bool tray_empty(const struct sal_play *p, int side) {
  for (int i = 0; i < O(p)->nground[side]; i++) {
    if (U(p, O(p)->ground[side][i])->box == tray_of(side)) {
      return false;
    }
  }

  return true;
}

/* Which units may take a loss of the days before. */
static void list_losses(const struct sal_play *p, int side, const uint16_t *units, int n,
                        struct sal_list *l) {
  for (int i = 0; i < n; i++) {
    if (may_lose(p, side, units[i], NULL)) {
      sal_list_add(l, sal_act(V_LOSE, units[i], 0, 0));
    }
  }
}

/* Prokhorovka: first the regiment that is left out, then the losses, then the places. */
static void list_first(const struct sal_play *p, int side, struct sal_list *l) {
  const struct own *o = O(p);

  if (!leaves_one_out(p, side)) {
    list_losses(p, side, o->ground[side], o->nground[side], l);
    list_losses(p, side, o->air[side], o->nair[side], l);
    return;
  }
  for (int i = 0; i < o->nground[side]; i++) {
    if (may_leave(p, o->ground[side][i], NULL)) {
      sal_list_add(l, sal_act(V_LEAVE, o->ground[side][i], 0, 0));
    }
  }
}

/* The unit's own hexes; when there is none, any of its side. */
static void list_hexes(const struct sal_play *p, int side, int u, struct sal_list *l) {
  const struct sal_board *b = &p->book->board;
  const struct sal_region *area = area_of(p, u);
  struct deployment d = deployment_of(p, side, u);

  for (int i = 0; area && i < area->n; i++) {
    if (room(p, side, u, area->hexes[i], NULL)) {
      sal_list_add(l, sal_act(V_PUT, area->hexes[i], 0, 0));
    }
  }
  for (int h = 0; !area && h < b->cells; h++) {
    bool may_be = lies_in(&d.ground, (sal_hex)h) && b->on[h];
    if (may_be && fits_by_rule(p, &d, (sal_hex)h)) {
      sal_list_add(l, sal_act(V_PUT, h, 0, 0));
    }
  }
  if (l->n) {
    return;
  }
  for (int h = 0; h < b->cells; h++) {
    if (b->on[h] && may_put(p, side, u, (sal_hex)h, NULL)) {
      sal_list_add(l, sal_act(V_PUT, h, 0, 0));
    }
  }
}

/* First losses, then unit after unit. */
static void setup_list(const struct sal_play *p, int side, struct sal_list *l) {
  int picked = setup_of(p)->picked - 1;

  if (picked >= 0) {
    list_hexes(p, side, picked, l);
    return;
  }
  if (untouched(p, side)) {
    sal_list_add(l, sal_act(V_HISTORICAL, 0, 0, 0));
  }
  if (leaves_one_out(p, side) || owes(p, side)) {
    list_first(p, side, l);
    return;
  }
  bool wait = formations_wait(p, side);
  for (int i = 0; i < O(p)->nground[side]; i++) {
    int u = O(p)->ground[side][i];
    if (may_pick(p, side, u, wait, NULL)) {
      sal_list_add(l, sal_act(V_PICK, u, 0, 0));
    }
    if (I(p, u)->kind == AA && U(p, u)->box == tray_of(side)) {
      sal_list_add(l, sal_act(V_MODE, u, !(U(p, u)->flags & AAMODE), 0));
    }
  }
  if (tray_empty(p, side)) {
    sal_list_add(l, alea_end(p));
  }
}

/* II.opt.aa.1: an AA unit begins in the mode its owner chooses. */
static bool may_choose_mode(const struct sal_play *p, int side, int u, int aa,
                            struct sal_refusal *why) {
  bool ours = side_of(p, u) == side && I(p, u)->kind == AA;

  if (!ours || U(p, u)->box != tray_of(side)) {
    return sal_refuse(why, R_II_opt_aa_1, "{u0} is not an AA unit to be placed.", u, 0);
  }
  if (aa == ((U(p, u)->flags & AAMODE) != 0)) {
    return sal_refuse(why, R_II_opt_aa_1, "That is its mode already.", 0, 0);
  }

  return true;
}

/* 3.setup: first the regiment left out and the losses (II.s4.1, II.s4.2), then unit after unit;
 * a unit in hand has to be placed before anything else. */
static bool setup_check(const struct sal_play *p, int side, struct sal_action a,
                        struct sal_refusal *why) {
  int picked = setup_of(p)->picked - 1;
  bool first = leaves_one_out(p, side) || owes(p, side);

  if (picked >= 0) {
    if (a.verb != V_PUT) {
      return sal_refuse(why, R_3_setup_6, "Choose the hex for {u0} first.", picked, 0);
    }
    return may_put(p, side, picked, hex_of(a, 0), why);
  }
  switch (a.verb) {
  case V_HISTORICAL:
    if (!untouched(p, side)) {
      return sal_refuse(why, R_II_1_1,
                        "The historical set-up is for a side that has placed nothing yet.", 0, 0);
    }
    return true;
  case V_LOSE:
    if (leaves_one_out(p, side)) {
      return sal_refuse(why, R_II_s4_1, "Leave one of the eight regiments out first.", 0, 0);
    }
    return may_lose(p, side, unit_of(a), why);
  case V_LEAVE:
    if (!leaves_one_out(p, side)) {
      return sal_refuse(why, R_II_s4_1, "No regiment has to be left out now.", 0, 0);
    }
    return may_leave(p, unit_of(a), why);
  case V_PICK:
    if (first) {
      return sal_refuse(why, R_II_s4_2, "Distribute the step losses first.", 0, 0);
    }
    return may_pick(p, side, unit_of(a), formations_wait(p, side), why);
  case V_MODE:
    if (first) {
      return sal_refuse(why, R_II_s4_2, "Distribute the step losses first.", 0, 0);
    }
    return may_choose_mode(p, side, unit_of(a), word_of(a, 1), why);
  case V_DONE:
    if (first || !tray_empty(p, side)) {
      return sal_refuse(why, R_3_setup_1, "All units must be placed.", 0, 0);
    }
    return alea_ends(p, a, why);
  default: return alea_not_now(p, a, why);
  }
}

/* Where and how strong the unit stood in July 1943, by the set-up file. */
static void stand_historically(struct sal_play *p, int side, sal_unit u) {
  int steps = O(p)->start_steps[u];
  struct unit *unit = U(p, u);

  if (steps == 0xff) {
    /* left out */
    *unit = (struct unit){0};
  } else if (!steps) {
    *unit = (struct unit){.box = dead_box(side)};
  } else {
    unit->steps = (uint8_t)steps;
    stand(p, u, O(p)->start[u]);
  }
}

/* Everything of a side at once; losses and the regiment left out are part of it. */
static void historical(struct sal_play *p, int side) {
  const struct own *o = O(p);

  for (int i = 0; i < o->nground[side]; i++) {
    sal_unit u = o->ground[side][i];
    if (U(p, u)->box == tray_of(side)) {
      stand_historically(p, side, u);
    }
  }
  for (int i = 0; i < o->nair[side]; i++) {
    sal_unit u = o->air[side][i];
    if (o->start_steps[u] != 0xff) {
      U(p, u)->steps = o->start_steps[u];
    }
  }
  for (int g = 0; g < o->ngroups; g++) {
    if (o->group[g].side == side) {
      S(p)->owe[g] = 0;
    }
  }
  if (side == SAL_SOVIET) {
    S(p)->left_out = 1;
  }
  sal_tell(p, E_HISTORICAL, R_II_1_1, SAL_EV(.n = {(int16_t)side}));
}

/* A loss from before the battle is open only when it destroys the unit. */
static void setup_loss(struct sal_play *p, int side, sal_unit u) {
  struct unit *unit = U(p, u);

  S(p)->owe[I(p, u)->loss - 1]--;
  unit->steps--;
  if (!unit->steps) {
    *unit = (struct unit){.box = dead_box(side)};
  }
  sal_tell(p, unit->steps ? E_LOSS : E_DEAD, O(p)->group[I(p, u)->loss - 1].rule,
           SAL_EVU(u, .seen = (uint8_t)(unit->steps ? SAL_BIT(side) : SAL_BOTH)));
}

/* Picking and placing are two actions, so that a hex can be chosen on the map. */
static void setup_apply(struct sal_play *p, int side, struct sal_action a) {
  struct setup *f = setup_of(p);
  sal_unit u = unit_of(a);

  switch (a.verb) {
  case V_PICK: f->picked = (uint16_t)(u + 1); break;
  case V_PUT: {
    sal_unit picked = (sal_unit)(f->picked - 1);
    f->picked = 0;
    stand(p, picked, hex_of(a, 0));
    sal_tell(p, E_PLACED, R_3_setup_6, SAL_EVU(picked, .at = {hex_of(a, 0)}, .seen = only(side)));
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
    /* 5.8: from now on the enemy sees the tops of the stacks */
    sal_reveal(p);
    sal_pop(p);
    break;
  }
}

/* Says what comes next in the set-up. */
static void setup_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  int picked = setup_of(p)->picked - 1;
  int left = 0;

  for (int i = 0; i < O(p)->nground[side]; i++) {
    left += U(p, O(p)->ground[side][i])->box == tray_of(side);
  }
  if (picked >= 0) {
    sal_prompt_select(out, (sal_unit)picked);
    sal_prompt_say(out, "%s: choose the hex for %s.", name_of(side), label(p, picked));
  } else if (leaves_one_out(p, side)) {
    sal_prompt_say(
        out, "%s: leave one of the eight independent regiments out, or take the historical set-up.",
        name_of(side));
  } else if (owes(p, side)) {
    sal_prompt_say(out, "%s: distribute the step losses, or take the historical set-up.",
                   name_of(side));
    for (int g = 0; g < O(p)->ngroups && out->nowed < SAL_OWED; g++) {
      if (O(p)->group[g].side == side && S(p)->owe[g]) {
        sal_prompt_owe(out, O(p)->group[g].rule, SAL_AT_NONE, 0, "%s: %d", O(p)->group[g].who,
                       S(p)->owe[g]);
      }
    }
  } else {
    sal_prompt_say(out,
                   left ? "%s: choose a unit to place (%d left)." : "%s: end the set-up (%d left).",
                   name_of(side), left);
  }
}

const struct sal_node alea_setup = {.id = "setup",
                                    .rule = R_3_setup_1,
                                    .list = setup_list,
                                    .check = setup_check,
                                    .apply = setup_apply,
                                    .prompt = setup_prompt};
