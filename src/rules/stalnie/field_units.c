/* field_units.c - stacks, states and marks of units; who is known to whom; control.
 *
 * A side decides by what it knows: its own units, known enemies, and the "?" marks (`veil`) that
 * both sides see. So these functions give the same answer on a view as on the state.
 */
#include "field.h"

#include <string.h>

/* ---- dice ------------------------------------------------------------------------------- */

int sf_die(struct sal_play *p, int rule, int u, int seen) {
  return sp_die(p, rule, u, seen);
}

/* F0.1: two dice; some rules look at the coloured one. */
int sf_dr(struct sal_play *p, int rule, int u, int *coloured, int seen) {
  int first = sp_die(p, rule, u, seen);
  int second = sp_die(p, rule, u, seen);
  if (coloured)
    *coloured = first;
  return first + second;
}

/* F0.2: one of n candidates in ascending order of id; one candidate takes no die. */
int sf_lot(struct sal_play *p, const sal_unit *who, int n, int rule) {
  return who[sp_pick(p, n, rule)];
}

/* One of n by the fewest dice that hold n values, rolled again above them; seen by those. */
int sf_pick_seen(struct sal_play *p, int n, int rule, int seen) {
  int dice = 0;
  int size = 1;

  for (; size < n; size *= 6)
    dice++;

  /* Values above the last whole multiple of n would favour the first candidates. When the dice
   * run dry the caller drops the state, so any value will do. */
  int fair = size / n * n;
  for (;;) {
    int value = 0;
    for (int i = 0; i < dice; i++)
      value = value * 6 + sp_die(p, rule, SAL_NOUNIT, seen) - 1;
    if (value < fair || p->dice->short_of)
      return value % n;
  }
}

/* ---- what a unit is --------------------------------------------------------------------- */

/* On the map and not a support weapon, which is where its bearer is. */
bool sf_on_map(const struct sal_play *p, int u) {
  const struct trooper *t = unit_at(p, u);
  bool standing = t->where == F_MAP && t->at;
  return standing && kind_of(p, u)->cls != SUPPORT;
}

/* F5.6: is this unit aboard that vehicle, as passenger, rider or towed Gun? */
bool sf_aboard(const struct sal_play *p, int u, int vehicle) {
  if (unit_at(p, u)->with != vehicle + 1)
    return false;
  return sf_on_map(p, u);
}

/* F2.1: squad, half-squad, crew, and HW. */
bool sf_is_mmc(const struct sal_play *p, int u) {
  return is_mmc(kind_of(p, u)->cls);
}

/* F2.1: leader or hero. */
bool sf_is_smc(const struct sal_play *p, int u) {
  return is_smc(kind_of(p, u)->cls);
}

bool sf_vehicle(const struct sal_play *p, int u) {
  return kind_of(p, u)->cls == VEHICLE;
}
/* F2.1: Guns' crews as well. */
bool sf_infantry(const struct sal_play *p, int u) {
  return sf_on_map(p, u) && !sf_vehicle(p, u);
}

/* F0.6: neither broken nor in melee; vehicles neither stunned nor under Recall (an immobile one
 * acts as if it were not: F12.10). */
bool sf_good_order(const struct sal_play *p, int u) {
  const struct trooper *t = unit_at(p, u);
  /* Cloaked Reserves never are (F15.10). */
  if (!sf_on_map(p, u) || t->is & IS_RESERVE)
    return false;
  if (!sf_vehicle(p, u))
    return !(t->is & (IS_BROKEN | IS_MELEE));

  if (t->is & IS_STUNNED)
    return false;

  bool goes_home = t->is & IS_RECALLED && !(t->is & IS_IMMOBILE);
  return !goes_home;
}

/* F0.6: on the map, neither concealed nor hidden. */
bool sf_known(const struct sal_play *p, int u) {
  return sf_on_map(p, u) && !(unit_at(p, u)->is & IS_UNSEEN);
}

/* Which sides to tell of what happens to a unit that only its owner sees. */
int sf_told_to(const struct sal_play *p, int u) {
  if (unit_at(p, u)->is & IS_UNSEEN)
    return (int)SAL_BIT(side_of(p, u));
  return SAL_BOTH;
}

/* F0.1, F2.5, F8.7: a leader's L; heroic one better, wounded one worse, never below 0. */
int sf_modifier(const struct sal_play *p, int u) {
  const struct trooper *t = unit_at(p, u);
  if (kind_of(p, u)->cls != LEADER)
    return 0;

  /* A leader has his L where others have their FP. */
  int modifier = kind_of(p, u)->fp;
  if (t->is & IS_HEROIC)
    modifier++;
  if (t->is & IS_WOUNDED)
    modifier--;
  return modifier > 0 ? modifier : 0;
}

/* The morale that counts now: broken units use the other figure. */
int sf_morale(const struct sal_play *p, int u) {
  const struct trooper *t = unit_at(p, u);
  const struct kind *k = kind_of(p, u);
  int morale = t->is & IS_BROKEN ? k->broken : k->morale;

  if (t->is & IS_FANATIC)
    morale++;
  if (t->is & IS_ENCIRCLED)
    morale--;
  if (t->is & IS_WOUNDED)
    morale--;
  return morale;
}

/* The unbroken leader of best modifier there, the lowest id among equals; -1: none. */
int sf_leader_in(const struct sal_play *p, int side, location l, int but) {
  int best = -1;
  for (EACH_AT(p, u, l)) {
    const struct trooper *t = unit_at(p, u);
    bool own_leader = side_of(p, u) == side && kind_of(p, u)->cls == LEADER;
    if (u == but || !own_leader)
      continue;
    bool able = t->where == F_MAP && !(t->is & (IS_BROKEN | IS_RESERVE));
    if (!able)
      continue;

    /* In ascending id: an equal one does not take the place of the first. */
    if (best < 0 || sf_modifier(p, u) > sf_modifier(p, best))
      best = u;
  }

  return best;
}

/* F8.1: the modifier of the best leader in the Location, but this one. */
int sf_best_leader(const struct sal_play *p, int side, location l, int but) {
  int leader = sf_leader_in(p, side, l, but);
  return leader < 0 ? 0 : sf_modifier(p, leader);
}

/* ---- Locations -------------------------------------------------------------------------- */

/* F0.3: hill level, one more on an upper storey. */
int sf_level(const struct sal_play *p, location l) {
  return ground_at(p, hex_at(l))->level + (level_at(l) == UPPER);
}

/* F0.3: two Locations of one hex are at range 1. */
int sf_range(const struct sal_play *p, location a, location b) {
  if (a == b)
    return 0;
  int n = sal_distance(&p->book->board, hex_at(a), hex_at(b));
  return n ? n : 1;
}

/* Hexrows from the side's own front edge (F0.8). */
int sf_front_depth(const struct sal_play *p, int side, sal_hex h) {
  int r = p->book->board.r[h];
  return side == GER ? FB(p)->high_row - r : r - FB(p)->low_row;
}

bool sf_objective(const struct sal_play *p, sal_hex h) {
  return FB(p)->zone[h] & ZONE_OBJECTIVE;
}

/* F15.3: terrain that conceals, upper storeys, and works as far as the viewer knows them. */
bool sf_conceals(const struct sal_play *p, location l, int viewer) {
  sal_hex h = hex_at(l);
  if (level_at(l) != GROUND || ground_at(p, h)->is & H_CONC)
    return true;
  bool works = patch_at(p, h)->holds & HEX_WORKS;
  return works && sf_work_covers(p, l, SAL_ALL, viewer);
}

/* F0.6: woods, building, rubble; a foxhole with room for the side, trench or pillbox. */
bool sf_shelter(const struct sal_play *p, int side, location l) {
  sal_hex h = hex_at(l);
  if (level_at(l) != GROUND || ground_at(p, h)->is & H_SHELTER)
    return true;
  return sf_work_covers(p, l, side, side);
}

/* F0.6: is a known enemy in the Location? */
bool sf_enemy_known(const struct sal_play *p, int side, location l) {
  for (EACH_AT(p, u, l))
    if (side_of(p, u) != side && sf_known(p, u))
      return true;

  return false;
}

/* The bit of a "?": by side and level. */
static uint8_t veil_of(int side, location l) {
  return (uint8_t)(VEIL << (side * LEVELS + level_at(l)));
}

bool sf_veiled(const struct sal_play *p, int side, location l) {
  return patch_at(p, hex_at(l))->veil & veil_of(side, l);
}

/* F15.2: what the side itself can see there, a "?" or a known unit. */
bool sf_enemy_seen(const struct sal_play *p, int side, location l) {
  return sf_veiled(p, sal_enemy(side), l) || sf_enemy_known(p, side, l);
}

/* F14.9: does a close combat go on there? */
bool sf_melee_at(const struct sal_play *p, location l) {
  for (EACH_AT(p, u, l))
    if (unit_at(p, u)->is & IS_MELEE && sf_on_map(p, u))
      return true;

  return false;
}

/* The units of a side in a Location that it may count: all its own, of the enemy the known ones. */
int sf_stack(const struct sal_play *p, int side, location l, sal_unit out[32]) {
  int n = 0;
  for (EACH_AT(p, u, l)) {
    if (side_of(p, u) != side || !sf_on_map(p, u))
      continue;
    out[n++] = (sal_unit)u;
    if (n == 32)
      break;
  }

  return n;
}

/* F4.1: the group that acts, in ascending id. */
int sf_members(const struct sal_play *p, sal_unit out[32]) {
  int n = 0;
  for (EACH_MEMBER(p, u)) {
    out[n++] = (sal_unit)u;
    if (n == 32)
      break;
  }

  return n;
}

/* ---- F3: stacking ----------------------------------------------------------------------- */

enum { HALVES_LIMIT = 6, SMC_LIMIT = 4 };

/* F3.1: stacking in half-squads. */
int sf_load_of(const struct sal_play *p, int u) {
  switch (kind_of(p, u)->cls) {
  case SQUAD: return 2;
  case HALF:
  case CREW:
  case HW: return 1;
  default: return 0;
  }
}

/* What counts for stacking. heavy: vehicles and Guns; tractor: one that may tow (F5.11). */
struct load {
  int halves, smc, heavy;
  bool tractor, gun;
};

/* F3.1: what a unit adds to its Location. */
static void add_load(const struct sal_play *p, int u, struct load *l) {
  const struct kind *k = kind_of(p, u);
  bool gun = k->cls == GUN;

  l->halves += sf_load_of(p, u);
  l->smc += sf_is_smc(p, u);
  l->heavy += gun || k->cls == VEHICLE;
  l->tractor |= (k->flags & K_TOWS) != 0;
  l->gun |= gun;
}

/* A Gun and the vehicle that tows it may stand together, or nothing could be hooked up (F5.11). */
static bool within(const struct load *l) {
  bool team = l->tractor && l->gun && l->heavy == 2;
  if (l->heavy > 1 && !team)
    return false;
  return l->halves <= HALVES_LIMIT && l->smc <= SMC_LIMIT;
}

/* F3.1: passengers, riders, towed Guns and cloaked Reserves do not count. */
static struct load load_at(const struct sal_play *p, int side, location l, bool known) {
  struct load sum = {0};
  for (EACH_AT(p, u, l)) {
    const struct trooper *t = unit_at(p, u);
    if (side_of(p, u) != side || !sf_on_map(p, u))
      continue;

    bool carried = t->with;
    if (carried || t->is & IS_RESERVE)
      continue;
    if (known && !sf_known(p, u))
      continue;

    add_load(p, u, &sum);
  }

  return sum;
}

/* F16.5: a pillbox holds as many squads as it says, or one Gun in place of two of them. */
static bool fits_pillbox(const struct sal_play *p, location l, const struct load *sum) {
  enum { GUN_TAKES = 4 };
  const struct work *box = sf_work(p, hex_at(l), WORK_PILLBOX, SAL_ALL);
  /* In half-squads: the box gives its size in squads. */
  return box && sum->halves + GUN_TAKES * sum->heavy <= 2 * box->size;
}

/* F3.1, F16.5: the limit of the Location, and that of a pillbox. */
static bool has_room(const struct sal_play *p, location l, const struct load *sum) {
  if (level_at(l) == BUNKER && !fits_pillbox(p, l, sum))
    return false;
  return within(sum);
}

/* Would these units stay within the limit together with those already there? */
bool sf_room(const struct sal_play *p, int side, location l, const sal_unit *more, int n) {
  struct load sum = load_at(p, side, l, false);
  /* Units that are there already have been counted. */
  for (int i = 0; i < n; i++)
    if (unit_at(p, more[i])->at != l)
      add_load(p, more[i], &sum);

  return has_room(p, l, &sum);
}

/* F3.1: room for men that do not exist yet, such as a crew that bails out. */
bool sf_room_for(const struct sal_play *p, int side, location l, int halves, int smc) {
  struct load sum = load_at(p, side, l, false);
  sum.halves += halves;
  sum.smc += smc;
  return has_room(p, l, &sum);
}

/* F3.1: room for a unit that rides or is towed, once it stands in the hex itself. */
bool sf_room_off(const struct sal_play *p, int side, int u) {
  location l = unit_at(p, u)->at;
  struct load sum = load_at(p, side, l, false);

  add_load(p, u, &sum);
  return has_room(p, l, &sum);
}

/* Of the enemy only the known ones are counted: nobody learns more by asking. */
bool sf_full(const struct sal_play *p, int side, location l, bool known) {
  struct load sum = load_at(p, side, l, known);
  return !within(&sum);
}

/* ---- support weapons -------------------------------------------------------------------- */

/* F10.1: the support weapons that a unit carries. */
int sf_weapons(const struct sal_play *p, int u, sal_unit out[8]) {
  int n = 0;
  for (EACH_WITH(p, w, u)) {
    /* Riders and passengers are "with" their vehicle too. */
    bool weapon = kind_of(p, w)->cls == SUPPORT && unit_at(p, w)->where == F_MAP;
    if (weapon)
      out[n++] = (sal_unit)w;
    if (n == 8)
      break;
  }

  return n;
}

/* It is with another carrier from now on; -1: with none. */
void sf_give(struct sal_play *p, int u, int carrier) {
  unit_at(p, u)->with = (uint16_t)(carrier + 1);
  sf_moved(p, u);
}

/* F10.11: a field phone is not moved. */
bool sf_has_phone(const struct sal_play *p, int u) {
  sal_unit weapon[8];
  int n = sf_weapons(p, u, weapon);

  for (int i = 0; i < n; i++)
    if (weapon_of(p, weapon[i])->flags & W_PHONE)
      return true;
  return false;
}

/* F10.4: what it carries. */
int sf_portage(const struct sal_play *p, int u) {
  sal_unit weapon[8];
  int n = sf_weapons(p, u, weapon);
  int sum = 0;

  for (int i = 0; i < n; i++)
    sum += weapon_of(p, weapon[i])->pp;
  return sum;
}

/* F10.4: MMC carry 3 portage points, SMC 1. */
int sf_capacity(const struct sal_play *p, int u) {
  enum { MMC_CARRIES = 3, SMC_CARRIES = 1 };
  return sf_is_smc(p, u) ? SMC_CARRIES : MMC_CARRIES;
}

/* F10.5: what a lost unit carried stays where it was; with a captured one it is gone. */
void sf_free_weapons(struct sal_play *p, int u, bool lost) {
  sal_unit weapon[8];
  int n = sf_weapons(p, u, weapon);

  for (int i = 0; i < n; i++) {
    struct trooper *w = unit_at(p, weapon[i]);
    w->with = 0;
    w->did = 0;

    /* A phone that is left is dead (F10.11). */
    bool phone = weapon_of(p, weapon[i])->flags & W_PHONE;
    if (lost || phone) {
      w->where = F_DEAD;
      w->at = 0;
    }
    sf_moved(p, weapon[i]);
  }
}

/* Off the map for good: what it did and carried goes with it. */
void sf_remove(struct sal_play *p, int u, int where) {
  struct trooper *t = unit_at(p, u);
  *t = (struct trooper){.kind = t->kind, .where = (uint8_t)where};
  sf_moved(p, u);
}

/* ---- placing, showing, losing ----------------------------------------------------------- */

/* Dummies show a "?" like men, dummy cloaks a cloak (F15.7). */
static void veil_dummies(struct sal_play *p) {
  for (int i = 0; i < MAX_WORKS; i++) {
    const struct work *w = &F(p)->work[i];
    if (w->kind == WORK_DUMMY)
      patch_at(p, w->hex)->veil |= veil_of(w->side, location_at(w->hex, GROUND));
    if (w->kind == WORK_CLOAK)
      patch_at(p, w->hex)->cloak |= (uint8_t)SAL_BIT(w->side);
  }
}

/* Worked out again: "?" marks and cloaks, from who is concealed where. */
void sf_veil(struct sal_play *p) {
  const struct sal_board *m = &p->book->board;
  struct patch *patch = patch_at(p, m->order[0]); /* all of them, in the order of the hexes */
  for (int i = 0; i < m->nhexes; i++) {
    patch[i].veil = 0;
    patch[i].cloak = 0;
  }

  veil_dummies(p);

  for (EACH_MAN(p, u)) {
    const struct trooper *t = unit_at(p, u);
    /* A Reserve shows a cloak and, while it is hidden under it, no "?" (F15.10). */
    if (t->is & IS_RESERVE)
      patch_at(p, hex_at(t->at))->cloak |= (uint8_t)SAL_BIT(side_of(p, u));
    if ((t->is & IS_UNSEEN) != IS_CONCEALED)
      continue;

    /* One "?" a Location, and whether anything there moved (F15.2). */
    uint8_t *veil = &patch_at(p, hex_at(t->at))->veil;
    *veil |= veil_of(side_of(p, u), t->at);
    if (t->did & DID_MOVE)
      *veil |= (uint8_t)(VEIL_MOVED << side_of(p, u));
  }
}

/* Moves a unit with everything it carries. */
void sf_put(struct sal_play *p, int u, location l) {
  sal_unit weapon[8];
  struct trooper *t = unit_at(p, u);
  bool moved = hex_at(t->at) != hex_at(l);

  t->at = l;
  sf_moved(p, u);

  /* Encirclement and the sides counted end with the hex (F8.11). A unit that has left it no longer
   * knows the way through its mines (F16.8). */
  if (moved) {
    t->is &= ~(uint32_t)(IS_ENCIRCLED | IS_SETTLED);
    t->struck = 0;
  }

  int n = sf_weapons(p, u, weapon);
  for (int i = 0; i < n; i++) {
    unit_at(p, weapon[i])->at = l;
    sf_moved(p, weapon[i]);
  }

  /* Passengers, riders and a towed Gun go with their vehicle. */
  if (!sf_vehicle(p, u))
    return;

  for (EACH_WITH(p, r, u))
    if (r != u && unit_at(p, r)->where == F_MAP)
      sf_put(p, r, l);
}

/* A bit of `control` set for a German owner, cleared for a Soviet one. */
static void set_owner(uint8_t *control, uint8_t bit, int side) {
  *control = (uint8_t)(side == GER ? *control | bit : *control & ~bit);
}

/* F15.4: it is known from now on. */
void sf_show_unit(struct sal_play *p, int u, int rule) {
  struct trooper *t = unit_at(p, u);
  if (!(t->is & IS_UNSEEN))
    return;

  t->is &= ~(uint32_t)(IS_UNSEEN | IS_RESERVE);
  sal_tell(p, E_F_SEEN, rule, SAL_EVU(u, .at = {hex_at(t->at)}));
  sal_reveal(p);
  sf_veil(p);

  /* What it took unseen is told now (F22.4). */
  uint8_t *control = &patch_at(p, hex_at(t->at))->control;
  int level = level_at(t->at);
  int owner = *control >> level & OWNER ? GER : RUS;

  set_owner(control, (uint8_t)(SHOWN << level), owner);
}

/* F15.8: a hidden unit is put on the map, concealed. */
void sf_appear(struct sal_play *p, int u) {
  struct trooper *t = unit_at(p, u);
  /* A cloaked Reserve appears only when it is placed (F15.10). */
  if (!(t->is & IS_HIDDEN) || t->is & IS_RESERVE)
    return;

  t->is = (t->is & ~(uint32_t)IS_HIDDEN) | IS_CONCEALED;
  sal_tell(p, E_F_APPEARS, R_F15_8, SAL_EV(.at = {hex_at(t->at)}, .n = {(int16_t)side_of(p, u)}));
  sal_reveal(p);
  sf_veil(p);
}

/* F15.4: one "?" of the enemy in the hex that sees the Location. */
static bool veil_watches(const struct sal_play *p, int enemy, sal_hex h, location l) {
  uint8_t veil = patch_at(p, h)->veil;
  for (int level = 0; level < LEVELS; level++) {
    location from = location_at(h, level);
    bool stack = veil & veil_of(enemy, from);
    if (stack && sf_sight(p, from, l) >= 0)
      return true;
  }

  return false;
}

/* F15.4: is the Location in sight of a known enemy in Good Order or of any "?", within range? Both
 * sides can work it out, so neither gaining nor losing concealment betrays what is under a "?". */
bool sf_watched(const struct sal_play *p, int side, location l, int range) {
  const struct sal_board *m = &p->book->board;
  for (EACH_MAN(p, u)) {
    if (side_of(p, u) == side || !sf_known(p, u) || !sf_good_order(p, u))
      continue;
    location from = unit_at(p, u)->at;
    if (sf_range(p, from, l) <= range && sf_sight(p, from, l) >= 0)
      return true;
  }

  /* A "?" watches as a unit does, dummy or not. */
  const struct patch *patch = patch_at(p, m->order[0]);
  for (int i = 0; i < m->nhexes; i++) {
    sal_hex h = m->order[i];
    if (!patch[i].veil || sal_distance(m, h, hex_at(l)) > range)
      continue;
    if (veil_watches(p, sal_enemy(side), h, l))
      return true;
  }

  return false;
}

/* F23.1: a unit is eliminated and its points are booked. */
void sf_lose(struct sal_play *p, int u, int rule) {
  struct trooper *t = unit_at(p, u);
  int side = side_of(p, u);
  sal_hex h = hex_at(t->at);

  F(p)->cvp[side] = (uint16_t)(F(p)->cvp[side] + kind_of(p, u)->cvp);

  /* Concealed and hidden units are named to both sides (F23.4). */
  sal_tell(p, E_F_LOST, rule, SAL_EVU(u, .at = {h}, .n = {0, kind_of(p, u)->cvp}));
  if (t->is & IS_UNSEEN)
    sal_reveal(p);

  /* A member lost cuts the path of the group (F4.10). */
  if (t->did & IN_GROUP)
    F(p)->lost = 1;

  sf_free_weapons(p, u, false);
  sf_remove(p, u, F_DEAD);
  sf_veil(p);
}

/* ---- F22.4: control --------------------------------------------------------------------- */

/* F22.4: an unbroken MMC, HW or Gun crew takes control, a vehicle's crew does not. */
static bool takes(const struct sal_play *p, int u) {
  const struct trooper *t = unit_at(p, u);
  int cls = kind_of(p, u)->cls;
  bool carried = t->with;

  if (!sf_on_map(p, u) || carried)
    return false;
  if (t->is & (IS_BROKEN | IS_VEHICLE_CREW | IS_RESERVE))
    return false;
  return is_mmc(cls) || cls == GUN;
}

/* F22.4: an unbroken enemy in the Location keeps it. */
static bool armed_enemy(const struct sal_play *p, int side, location l) {
  for (EACH_AT(p, u, l)) {
    bool enemy = side_of(p, u) != side && sf_on_map(p, u);
    if (enemy && !(unit_at(p, u)->is & IS_BROKEN))
      return true;
  }

  return false;
}

/* The owner takes it; the other side learns of it at once if the taker is known. */
static void take(struct sal_play *p, int u) {
  const struct trooper *t = unit_at(p, u);
  int side = side_of(p, u);
  int level = level_at(t->at);
  uint8_t *control = &patch_at(p, hex_at(t->at))->control;
  uint8_t owner = (uint8_t)(OWNER << level);
  uint8_t shown = (uint8_t)(SHOWN << level);
  bool for_german = side == GER;
  bool was_german = *control & owner;
  bool told_german = *control & shown;
  bool open = !(t->is & IS_UNSEEN);

  /* Nothing changes, for the owner or for what the other side knows. */
  bool held = was_german == for_german;
  bool needs_telling = open && told_german != was_german;
  if (held && !needs_telling)
    return;

  /* It is taken now, or known only now. */
  set_owner(control, owner, side);
  if (open)
    set_owner(control, shown, side);
  if (sf_objective(p, hex_at(t->at)))
    sal_tell(p, E_F_TAKEN, R_F22_4,
             SAL_EV(.at = {hex_at(t->at)}, .n = {(int16_t)side},
                    .seen = (uint8_t)(open ? SAL_BOTH : SAL_BIT(side))));
}

/* F1.6, F22.4: at the end of every phase. */
void sf_control(struct sal_play *p) {
  for (EACH_MAN(p, u)) {
    if (!takes(p, u))
      continue;
    if (!armed_enemy(p, side_of(p, u), unit_at(p, u)->at))
      take(p, u);
  }
}
