/* setup_places.c - 3.setup, II.1, II.s3: where a unit may be deployed.
 *
 * Its kind, its formation's area or the hosts of deploy.tsv say where it may stand. If no hex
 * fulfils a unit's own rule, any hex its side controls will do, so a set-up can always be finished.
 */
#include "setup.h"

/* II.1.1: free set-up, or by the areas of scenario 3 or 4 */
enum setup_mode alea_setup_mode(const struct sal_play *p) {
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
  return near_form(p, h, O(p)->guards, (int)sizeof O(p)->guards, false);
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
  if (alea_setup_mode(p) == AREAS_4) {
    return false;
  }
  for (int i = 0; i < o->nground[SAL_SOVIET]; i++) {
    int v = o->ground[SAL_SOVIET][i];
    if (I(p, v)->kind != ATF) {
      continue;
    }
    left += U(p, v)->box == B_TRAY_S;
    if (U(p, v)->at) {
      near += fronts_near_guards(p, U(p, v)->at);
    }
  }

  return left <= 6 - near;
}

/* II.1.4, II.1.5: AT Fronts stand beside other units, six of them beside the guards. */
static bool front_ok(const struct sal_play *p, int u, sal_hex h, bool owed,
                     struct sal_refusal *why) {
  if (!O(p)->south) {
    /* 3.setup.4: any Soviet hex */
    return true;
  }
  if (!near_friend(p, SAL_SOVIET, h)) {
    return sal_refuse(why, alea_setup_mode(p) == AREAS_4 ? R_II_s4_4 : R_II_1_4,
                      "{u0} deploys with or next to a Soviet unit.", u, 0);
  }
  if (owed && !fronts_near_guards(p, h)) {
    return sal_refuse(why, R_II_1_5, "Six AT Fronts stand with or next to units of 51 or 52 Gd.", 0,
                      0);
  }

  return true;
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

/* Those for whom the trenches are not the only ground: see south_more_ok. */
static bool may_stand_apart(const struct unit_info *i) {
  return i->roams || (i->kind == AG && !i->form);
}

/* II.1.3: Germans in the trenches, AA units anywhere. For those that may stand farther back, and
 * for assault guns that may stand with others, see south_more_ok. */
static struct ground south_german_ground(const struct sal_play *p, int u) {
  const struct unit_info *i = I(p, u);

  if (is_artillery(p, u) || i->kind == AA) {
    return (struct ground){0};
  }
  if (may_stand_apart(i)) {
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

  if (own_rule || alea_setup_mode(p) >= AREAS_3) {
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

  if (!alea_lies_in(&ground, h)) {
    return sal_refuse(why, ground.rule, ground.text, u, 0);
  }

  return !ground.more || south_more_ok(p, u, h, why);
}

/* The area of its formation, where that says all; NULL: anything else does. */
const struct sal_region *alea_setup_area(const struct sal_play *p, int u) {
  enum setup_mode mode = alea_setup_mode(p);
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
  const struct sal_region *area = alea_setup_area(p, u);

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
  enum setup_mode mode = alea_setup_mode(p);
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
bool alea_setup_room(const struct sal_play *p, int side, int u, sal_hex h,
                     struct sal_refusal *why) {
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

struct deployment alea_deployment(const struct sal_play *p, int side, int u) {
  return (struct deployment){side, u, ground_of(p, u), owed_to_guards(p, u)};
}

/* Ground, rule and room: rule_ok and room, in an order that most hexes leave early. */
bool alea_fits_by_rule(const struct sal_play *p, const struct deployment *d, sal_hex h) {
  if (!held_by(p, d->side, h) || !alea_lies_in(&d->ground, h)) {
    return false;
  }
  if (d->ground.more && !rule_ok(p, d->unit, h, d->owed, NULL)) {
    return false;
  }

  return alea_setup_room(p, d->side, d->unit, h, NULL);
}

/* Whether any hex fulfils the unit's own rule. */
static bool any_by_rule(const struct sal_play *p, int side, int u) {
  const struct sal_board *b = &p->book->board;
  struct deployment d = alea_deployment(p, side, u);

  for (int i = 0; i < b->nhexes; i++) {
    if (alea_fits_by_rule(p, &d, b->order[i])) {
      return true;
    }
  }

  return false;
}

/* A unit whose own rule no hex fulfils may stand anywhere on its side, so that a set-up can always
 * be finished; a train never leaves the rails. */
bool alea_may_put(const struct sal_play *p, int side, int u, sal_hex h, struct sal_refusal *why) {
  if (!alea_setup_room(p, side, u, h, why)) {
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
