/* field_rally.c - F8.10: rally, F10.7: repair, F8.12 to F8.15: falling back. All by the program. */
#include "field.h"

#include <string.h>

enum { ADJACENT = 1, FALL_BACK_RANGE = 16 };

/* F0.5: the rank of a unit within its side. */
static int rank_of(const struct sal_play *p, int u) {
  enum { FIRST_SMC, THEN_MMC, THEN_GUNS, THEN_VEHICLES };
  int cls = kind_of(p, u)->cls;
  if (is_smc(cls))
    return FIRST_SMC;
  if (cls == GUN)
    return THEN_GUNS;
  if (cls == VEHICLE)
    return THEN_VEHICLES;
  return THEN_MMC;
}

/* In the order F0.5: active side, then resting; SMC, MMC, Guns, vehicles; ascending id. */
static int in_order(const struct sal_play *p, sal_unit *out) {
  enum { RANKS = 4, ROOM = 1024 };
  int n = 0;

  for (int turn = 0; turn < 2; turn++) {
    int side = turn ? sal_enemy(F(p)->active) : F(p)->active;
    for (int rank = 0; rank < RANKS; rank++)
      for (EACH_MAN(p, u)) {
        bool now = side_of(p, u) == side && rank_of(p, u) == rank;
        if (now && n < ROOM)
          out[n++] = (sal_unit)u;
      }
  }

  return n;
}

/* F0.6: known to the other side, and not broken. */
static bool known_unbroken_enemy(const struct sal_play *p, int side, int u) {
  if (side_of(p, u) == side || !sf_known(p, u))
    return false;
  return !(unit_at(p, u)->is & IS_BROKEN);
}

/* A known unbroken enemy ground unit with LOS within that many hexes. */
static bool threatened(const struct sal_play *p, int side, location l, int range) {
  for (EACH_MAN(p, u)) {
    if (!known_unbroken_enemy(p, side, u))
      continue;
    location from = unit_at(p, u)->at;
    if (sf_range(p, from, l) <= range && from != l && sf_sight(p, from, l) >= 0)
      return true;
  }

  return false;
}

/* ---- F8.10 ------------------------------------------------------------------------------ */

/* F8.10: broken men away from enemies, with a leader or in cover. */
bool sf_may_rally(const struct sal_play *p, int u) {
  const struct trooper *t = unit_at(p, u);
  int side = side_of(p, u);
  bool broken_men = sf_infantry(p, u) && t->is & IS_BROKEN;

  if (!broken_men || t->is & IS_MELEE)
    return false;
  if (threatened(p, side, t->at, ADJACENT))
    return false;

  /* SMC pull themselves together; the others need a leader or cover. */
  if (sf_is_smc(p, u) || sf_leader_in(p, side, t->at, u) >= 0)
    return true;
  /* A Gun crew is in cover where its Gun is emplaced. */
  return sf_shelter(p, side, t->at) || t->is & IS_EMPLACED;
}

/* F8.10: 4 if Shaken, less the leader, 1 without one. */
int sf_rally_drm(const struct sal_play *p, int u) {
  enum { SHAKEN_DRM = 4 };
  const struct trooper *t = unit_at(p, u);
  int leader = sf_leader_in(p, side_of(p, u), t->at, u);
  int drm = t->is & IS_SHAKEN ? SHAKEN_DRM : 0;

  /* No leader helps: that costs 1. */
  return leader < 0 ? drm + 1 : drm - sf_modifier(p, leader);
}

/* Does this DR rally? Original 2 always, 12 never. */
bool sf_rallies(int dr, int drm, int broken_morale) {
  if (dr == 2)
    return true;
  if (dr == 12)
    return false;
  return dr + drm <= broken_morale;
}

/* F8.10: one try each; Original 2 heats the battle, 12 costs a step. */
static void try_rally(struct sal_play *p, int u) {
  struct trooper *t = unit_at(p, u);
  int drm = sf_rally_drm(p, u);
  int dr = sf_dr(p, R_F8_10, u, NULL, SAL_BOTH);
  bool rallies = sf_rallies(dr, drm, sf_morale(p, u));

  sal_tell(p, rallies ? E_F_RALLIES : E_F_NO_RALLY, R_F8_10,
           SAL_EVU(u, .n = {(int16_t)dr, (int16_t)drm}));
  if (rallies)
    t->is &= ~(uint32_t)IS_BROKEN;

  /* The heat of battle and the loss come on top of the result (F8.8). */
  if (dr == 2)
    sf_heat(p, u);
  if (dr == 12)
    sf_reduce(p, u, R_F8_10);
}

/* ---- F10.7 ------------------------------------------------------------------------------ */

/* F10.7: both sides see the die if they see the weapon's bearer. */
static int repair_die(struct sal_play *p, int u, int bearer) {
  return sf_die(p, R_F10_7, u, sf_told_to(p, bearer));
}

/* F10.7: 1 repairs, 6 loses it for good. */
static void repair(struct sal_play *p, int u, uint32_t down, uint32_t out) {
  enum { REPAIRED = 1, LOST = 6 };
  int bearer = sf_bearer(p, u);
  struct trooper *t = unit_at(p, u);
  uint8_t seen = (uint8_t)sf_told_to(p, bearer);
  int die = repair_die(p, u, bearer);

  if (die == REPAIRED) {
    t->is &= ~down;
    sal_tell(p, E_F_REPAIRED, R_F10_7, SAL_EVU(u, .seen = seen));
  }

  if (die != LOST)
    return;

  /* Disabled on a vehicle or Gun; a support weapon is gone from the map. */
  sal_tell(p, E_F_WEAPON_LOST, R_F10_7, SAL_EVU(u, .seen = seen));
  t->is = (t->is & ~down) | out;
  if (kind_of(p, u)->cls == SUPPORT)
    sf_remove(p, u, F_DEAD);
}

/* F10.7: weapons and machine-guns that broke down, one try each. */
static void repairs(struct sal_play *p, int side) {
  for (int u = 0; u < count_of(p); u++) {
    const struct trooper *t = unit_at(p, u);
    bool loose = kind_of(p, u)->cls == SUPPORT && !t->with;
    if (side_of(p, u) != side || t->where != F_MAP || loose)
      continue;
    if (!sf_good_order(p, sf_bearer(p, u)))
      continue;

    if (t->is & IS_BROKEN_DOWN)
      repair(p, u, IS_BROKEN_DOWN, IS_DISABLED);
    /* The first die may have lost the weapon. */
    bool still_there = t->where == F_MAP;
    if (still_there && t->is & IS_MG_DOWN)
      repair(p, u, IS_MG_DOWN, IS_MG_OUT);
  }
}

/* F8.10, F10.7: rally by both sides, then repairs, the active side first. */
void sf_rally(struct sal_play *p) {
  sal_unit who[1024];
  int n = in_order(p, who);

  /* An earlier attempt may have eliminated a unit. */
  for (int i = 0; i < n; i++) {
    bool there = unit_at(p, who[i])->where == F_MAP;
    if (there && sf_may_rally(p, who[i]))
      try_rally(p, who[i]);
  }

  /* All Shaken marks of both sides go, even of units that did not try. */
  for (int u = 0; u < count_of(p); u++)
    unit_at(p, u)->is &= ~(uint32_t)IS_SHAKEN;

  repairs(p, F(p)->active);
  repairs(p, sal_enemy(F(p)->active));
}

/* ---- F8.12 to F8.14 --------------------------------------------------------------------- */

/* TEM below 1 against a known unbroken enemy who sees it within 16. */
static bool in_the_open(const struct sal_play *p, int u) {
  const struct trooper *t = unit_at(p, u);
  int side = side_of(p, u);

  for (EACH_MAN(p, e)) {
    location from = unit_at(p, e)->at;
    if (!known_unbroken_enemy(p, side, e) || from == t->at)
      continue;
    if (sf_range(p, from, t->at) > FALL_BACK_RANGE || sf_sight(p, from, t->at) < 0)
      continue;
    if (sf_tem(p, from, t->at, side, SAL_ALL) < 1)
      return true;
  }

  return false;
}

/* Is a unit of the other side in the Location, seen or not? */
static bool enemy_in(const struct sal_play *p, int side, location l) {
  for (EACH_AT(p, u, l))
    if (side_of(p, u) != side && sf_on_map(p, u))
      return true;
  return false;
}

/* F8.13: wire or mines that the side knows of. */
static bool known_trap(const struct sal_play *p, int side, location l) {
  if (level_at(l) != GROUND)
    return false;
  return sf_work(p, hex_at(l), WORK_WIRE, side) || sf_work(p, hex_at(l), WORK_AP_MINES, side);
}

/* F8.13: where a broken unit may go on its way back. */
static bool may_fall_into(const struct sal_play *p, int side, location l) {
  bool burns = patch_at(p, hex_at(l))->holds & HEX_BLAZE;
  if (burns || enemy_in(p, side, l) || known_trap(p, side, l))
    return false;
  return !threatened(p, side, l, ADJACENT);
}

/* A Location to fall back to, with what F8.13 compares. */
struct refuge {
  location at;
  int grade, cost, away, depth;
};

/* How near a known enemy is who is not broken himself. */
static int nearest_enemy(const struct sal_play *p, int side, location l) {
  int best = 99;
  for (EACH_MAN(p, u)) {
    if (!known_unbroken_enemy(p, side, u))
      continue;
    int n = sf_range(p, unit_at(p, u)->at, l);
    if (n < best)
      best = n;
  }

  return best;
}

/* The order of F8.13: class, MP, distance from the enemy, own front edge, cell index. */
static bool better(const struct refuge *a, const struct refuge *b) {
  if (!b->at)
    return true;
  /* shelter, then out of sight, then other */
  if (a->grade != b->grade)
    return a->grade < b->grade;
  /* fewer MP */
  if (a->cost != b->cost)
    return a->cost < b->cost;
  /* farther from the enemy */
  if (a->away != b->away)
    return a->away > b->away;
  /* nearer its own front edge */
  if (a->depth != b->depth)
    return a->depth < b->depth;

  /* the lower cell index, ground before upper */
  return a->at < b->at;
}

/* F8.13: shelter is best, then a Location that no known enemy sees. */
static int grade_of(const struct sal_play *p, int side, location l) {
  enum { SHELTERED = 1, OUT_OF_SIGHT, IN_SIGHT, ANY_RANGE = 99 };
  if (sf_shelter(p, side, l))
    return SHELTERED;
  return threatened(p, side, l, ANY_RANGE) ? IN_SIGHT : OUT_OF_SIGHT;
}

/* F8.13: what a broken unit has to go back with. */
static int back_mp(const struct sal_play *p, int u) {
  enum { BACK_MP = 6, WOUNDED_BACK = 3 };
  return unit_at(p, u)->is & IS_WOUNDED ? WOUNDED_BACK : BACK_MP;
}

/* F8.13: the best Location within reach by class, MP, distance and own edge. */
static bool find_refuge(const struct sal_play *p, int u, struct way *way) {
  const struct trooper *t = unit_at(p, u);
  int side = side_of(p, u);
  int mp = back_mp(p, u);
  sal_unit self = (sal_unit)u;
  struct refuge best = {0};
  struct reach *r = sf_flood(p, side, t->at, mp, may_fall_into);

  for (int i = 0; i < r->n; i++) {
    struct refuge here = {.at = r->goal[i]};
    /* Its own Location is no goal. */
    if (here.at == t->at || !sf_room(p, side, here.at, &self, 1))
      continue;

    here.cost = sf_flood_cost(r, here.at);
    here.grade = grade_of(p, side, here.at);
    here.away = nearest_enemy(p, side, here.at);
    here.depth = sf_front_depth(p, side, hex_at(here.at));
    if (better(&here, &best))
      best = here;
  }

  return best.at && sf_flood_way(p, r, side, t->at, best.at, way);
}

/* F8.15, F7.3: how far a vehicle's machine guns interdict, those in the bow only ahead. (Before
 * edition 6 broken ones did, and bow guns alone did not.) */
static int guns_interdict_to(const struct sal_play *p, int v, location l) {
  enum { OTHER_RANGE = 12, BOW_RANGE = 8 };
  const struct trooper *t = unit_at(p, v);
  const struct kind *k = kind_of(p, v);

  if (!sf_edition_6(p))
    return k->other ? OTHER_RANGE : 0;
  if (t->is & (IS_MG_DOWN | IS_MG_OUT))
    return 0;
  if (k->other)
    return OTHER_RANGE;
  bool ahead = !(t->is & IS_DUG_IN) && sf_in_front(p, hex_at(t->at), t->face, hex_at(l));
  return k->bow && ahead ? BOW_RANGE : 0;
}

/* F8.15: how far it interdicts: squads to normal range, vehicles with their machine guns. */
static int interdicts_to(const struct sal_play *p, int u, location l) {
  const struct kind *k = kind_of(p, u);

  if (k->cls == VEHICLE)
    return guns_interdict_to(p, u, l);
  return is_mmc(k->cls) ? k->range : 0;
}

/* F8.15: was it exposed on the way to a unit that could fire? */
static bool exposed(const struct sal_play *p, int side, location l) {
  for (EACH_MAN(p, u)) {
    const struct trooper *t = unit_at(p, u);
    if (!known_unbroken_enemy(p, side, u) || t->is & (IS_PINNED | IS_STUNNED))
      continue;
    int range = interdicts_to(p, u, l);
    if (!range || sf_range(p, t->at, l) > range)
      continue;

    /* A hex with TEM 0, in sight, with nothing in between. */
    if (sf_tem(p, t->at, l, side, SAL_ALL))
      continue;
    if (sf_sight(p, t->at, l) == 0)
      return true;
  }

  return false;
}

/* F8.15: one check on arrival for having crossed open ground under fire. */
static void interdict(struct sal_play *p, int u) {
  const struct trooper *t = unit_at(p, u);
  int leader = sf_best_leader(p, side_of(p, u), t->at, u);
  int dr = sf_dr(p, R_F8_15, u, NULL, SAL_BOTH);

  /* Original 12 always fails (F8.1); 2 is above no unit's morale. */
  bool fails = dr == 12 || dr - leader > sf_morale(p, u);
  sal_tell(p, E_F_INTERDICTED, R_F8_15, SAL_EVU(u, .n = {(int16_t)dr, fails}));
  if (sf_edition_6(p))
    sf_call_sniper(p, u, dr); /* it is a morale check too (F19.1) */
  if (fails)
    sf_reduce(p, u, R_F8_15);
  sf_sniper(p);
}

/* F10.11: a phone that is left is dead. */
static void drop_phone(struct sal_play *p, int u) {
  sal_unit weapon[8];
  int n = sf_weapons(p, u, weapon);

  for (int i = 0; i < n; i++) {
    bool phone = weapon_of(p, weapon[i])->flags & W_PHONE;
    if (phone)
      sf_remove(p, weapon[i], F_DEAD);
  }
}

/* F8.13: what is above its capacity is left, the heaviest first. */
static void drop_overload(struct sal_play *p, int u) {
  while (sf_portage(p, u) > sf_capacity(p, u)) {
    sal_unit weapon[8];
    int n = sf_weapons(p, u, weapon);
    int heaviest = weapon[0];
    for (int i = 1; i < n; i++)
      if (weapon_of(p, weapon[i])->pp > weapon_of(p, heaviest)->pp)
        heaviest = weapon[i];
    sf_give(p, heaviest, -1);
  }

  drop_phone(p, u);
}

/* F8.14: is there a unit next to it to surrender to? */
static bool captor_near(const struct sal_play *p, int u) {
  const struct trooper *t = unit_at(p, u);
  for (EACH_MAN(p, e)) {
    bool known_enemy = side_of(p, e) != side_of(p, u) && sf_known(p, e);
    if (!known_enemy || !sf_good_order(p, e) || !sf_is_mmc(p, e))
      continue;
    if (sf_range(p, unit_at(p, e)->at, t->at) == 1)
      return true;
  }

  return false;
}

/* F8.14, F22.2: no goal: it leaves the map, surrenders or stays, in that order. */
static void nowhere_to_go(struct sal_play *p, int u, bool adjacent) {
  struct trooper *t = unit_at(p, u);
  if (sf_broken_leaves(p, u))
    return;

  /* In case (b) of F8.12 it just stays. */
  if (!adjacent)
    return;

  if (!captor_near(p, u)) {
    t->is |= IS_SHAKEN;
    return;
  }

  sal_tell(p, E_F_SURRENDERS, R_F8_14, SAL_EVU(u, .at = {hex_at(t->at)}));
  sf_free_weapons(p, u, true);
  sf_lose(p, u, R_F23_3);
}

/* F4.9, F8.13: works of a hex on the way act: mines strike, and wire is felt. */
static void meet_works(struct sal_play *p, int u, bool entering) {
  location l = unit_at(p, u)->at;
  sal_unit self = (sal_unit)u;

  if (level_at(l) != GROUND)
    return;
  sf_foot_mines(p, hex_at(l), &self, 1);
  struct work *wire = sf_work(p, hex_at(l), WORK_WIRE, SAL_ALL);
  if (entering && wire)
    sf_show_work(p, wire, R_F16_6);
}

/* F4.9, F8.13: may it leave its hex? Mines may stop it for good, wire costs a die more. */
static bool leaves_hex(struct sal_play *p, int u, location to, int *left) {
  enum { OFFERED = 2 }; /* the least that a step out of known wire costs (F16.6) */
  location from = unit_at(p, u)->at;
  int cost = sf_step_cost(p, side_of(p, u), false, from, to);
  int wire = level_at(from) == GROUND ? sf_wire_price(p, hex_at(from), u) : 0;

  if (wire)
    cost += wire - OFFERED;
  *left -= cost;
  if (*left < 0)
    return false;
  meet_works(p, u, false);
  return unit_at(p, u)->where == F_MAP;
}

/* F8.13: step by step, as far as the works on the way let it go. True: it was fired at (F8.15). */
static bool walk_back(struct sal_play *p, int u, const struct way *way) {
  int left = back_mp(p, u);
  bool shot_at = false;

  for (int i = 0; i < way->n; i++) {
    if (!leaves_hex(p, u, way->at[i], &left))
      return shot_at;
    shot_at |= exposed(p, side_of(p, u), way->at[i]);
    sf_put(p, u, way->at[i]);
    meet_works(p, u, true);
    if (unit_at(p, u)->where != F_MAP)
      return shot_at;
  }

  return shot_at;
}

/* F8.13: it goes to the best Location, if there is one. */
static void fall_back(struct sal_play *p, int u, bool adjacent) {
  struct trooper *t = unit_at(p, u);
  struct way way;
  location from = t->at;

  if (!find_refuge(p, u, &way)) {
    nowhere_to_go(p, u, adjacent);
    return;
  }

  drop_overload(p, u);
  t->is |= IS_SHAKEN;
  bool shot_at = walk_back(p, u, &way);
  if (t->where != F_MAP)
    return;
  sal_tell(p, E_F_FALLS_BACK, R_F8_13, SAL_EVU(u, .at = {hex_at(t->at), hex_at(from)}));
  sal_reveal(p);
  if (shot_at)
    interdict(p, u);
}

/* F8.12: which units must go: next to a known enemy, or seen in the open within 16. */
void sf_fall_back(struct sal_play *p) {
  sal_unit who[1024];
  int n = in_order(p, who);

  for (int i = 0; i < n; i++) {
    int u = who[i];
    const struct trooper *t = unit_at(p, u);
    bool broken_men = sf_infantry(p, u) && t->is & IS_BROKEN;

    if (!broken_men || t->is & IS_MELEE || t->with)
      continue;
    /* A broken Gun crew stays with its Gun (F2.2). */
    if (kind_of(p, u)->cls == GUN)
      continue;

    bool adjacent = threatened(p, side_of(p, u), t->at, ADJACENT);
    if (adjacent || in_the_open(p, u))
      fall_back(p, u, adjacent);
  }
}
