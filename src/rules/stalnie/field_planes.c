/* field_planes.c - F18: aircraft: when they come, how they fight each other, what they attack. */
#include "field.h"

enum { AA_RANGE = 12, SPOTTED_WITHIN = 16 };

/* A plane of the flight that is still there. */
static bool flies(const struct flight *f, int plane) {
  return plane < f->planes && !(f->plane[plane] & PLANE_LOST);
}

static int planes_left(const struct flight *f) {
  int n = 0;
  for (int i = 0; i < MAX_PLANES; i++)
    n += flies(f, i);
  return n;
}

/* ---- F18.1, F18.2: coming and going ----------------------------------------------------- */

/* SSR1, SSR2: one plane may carry 37L guns; three planes always have one. */
static bool carries_guns(struct sal_play *p, const struct flight *f) {
  enum { LIKELY = 4, RARE = 2 };
  if (f->planes == MAX_PLANES)
    return true;

  bool lone_german = f->planes == 1 && f->side == GER;
  int limit = lone_german ? RARE : LIKELY;
  return sf_die(p, R_F18_1, SAL_NOUNIT, (int)SAL_BIT(f->side)) <= limit;
}

/* F18.1: how many planes, and what each carries, which its owner alone knows. */
static void arrive(struct sal_play *p, struct flight *f) {
  enum { ONE_UPTO = 2, TWO_UPTO = 5, BOMBS_UPTO = 4 };
  int die = sf_die(p, R_F18_1, SAL_NOUNIT, SAL_BOTH);

  f->planes = (uint8_t)(die <= ONE_UPTO ? 1 : 2);
  if (die > TWO_UPTO)
    f->planes = 3;
  f->state = FLIGHT_HERE;
  f->since = F(p)->turn;

  /* The owner alone sees the dice for the loads. */
  for (int i = 0; i < f->planes; i++) {
    bool bombs = sf_die(p, R_F18_1, SAL_NOUNIT, (int)SAL_BIT(f->side)) <= BOMBS_UPTO;
    f->plane[i] = bombs ? PLANE_BOMBS : 0;
  }

  if (carries_guns(p, f))
    f->plane[0] = PLANE_GUN;
  sal_tell(p, E_F_PLANES, R_F18_1, SAL_EV(.n = {f->side, f->planes}));
  sal_reveal(p);
}

/* At the start of its own Support phase: they come on a die up to the Game Turn, 2 less if paid
 * for. */
void sf_planes_arrive(struct sal_play *p) {
  enum { PAID = 2 };
  for (int i = 0; i < MAX_FLIGHTS; i++) {
    struct flight *f = &F(p)->flight[i];
    if (f->side != F(p)->active)
      continue;
    if (f->state == FLIGHT_AWAITED) {
      int die = sf_die(p, R_F18_1, SAL_NOUNIT, SAL_BOTH);
      int drm = f->paid ? PAID : 0;
      if (die - drm <= F(p)->turn)
        arrive(p, f);
    }

    /* A new phase: each plane may attack once more (F18.4). */
    for (int k = 0; k < MAX_PLANES; k++)
      f->plane[k] &= (uint8_t)~PLANE_FLOWN;
  }
}

/* F18.2, SSR3: after two Game Turns, or with its last plane, a group is gone. */
void sf_planes_leave(struct sal_play *p) {
  for (int i = 0; i < MAX_FLIGHTS; i++) {
    struct flight *f = &F(p)->flight[i];
    if (f->state != FLIGHT_HERE)
      continue;
    bool time_left = F(p)->turn <= f->since;
    if (planes_left(f) && time_left)
      continue;
    f->state = FLIGHT_GONE;
    sal_tell(p, E_F_PLANES_GONE, R_F18_2, SAL_EV(.n = {f->side}));
  }
}

/* ---- F18.3: in the air ------------------------------------------------------------------ */

/* F18.2: a flight of the side over the map. */
static struct flight *flight_over(const struct sal_play *p, int side) {
  for (int i = 0; i < MAX_FLIGHTS; i++) {
    struct flight *f = &F(p)->flight[i];
    bool here = f->state == FLIGHT_HERE && f->side == side;
    if (here && planes_left(f))
      return f;
  }

  return NULL;
}

/* F18.3: which plane is struck. */
static uint8_t *plane_by_lot(struct sal_play *p, struct flight *f) {
  int at[MAX_PLANES];
  int n = 0;

  for (int i = 0; i < MAX_PLANES; i++)
    if (flies(f, i))
      at[n++] = i;
  return n ? &f->plane[at[sp_pick(p, n, R_F18_3)]] : NULL;
}

/* Shot down, or damaged and gone: either way it does not come back in this battle. */
static void lose_plane(struct sal_play *p, uint8_t *plane, int side, int rule) {
  *plane |= PLANE_LOST;
  sal_tell(p, E_F_PLANE_LOST, rule, SAL_EV(.n = {(int16_t)side}));
}

/* One plane attacks another; a loaded target cannot dodge, and the Il-2's rear gunner bites. */
static void dogfight(struct sal_play *p, uint8_t *plane, int side, struct flight *enemy) {
  enum { SHOT_DOWN = 4, REAR_GUN = 11 };
  uint8_t *target = plane_by_lot(p, enemy);
  int coloured = 0;

  if (!target)
    return;

  int dr = sf_dr(p, R_F18_3, SAL_NOUNIT, &coloured, SAL_BOTH);
  bool loaded = *target & (PLANE_BOMBS | PLANE_GUN);

  if (dr - loaded <= SHOT_DOWN) {
    lose_plane(p, target, enemy->side, R_F18_3);
    return;
  }

  /* Damaged it leaves, with coloured 6 it is destroyed: gone either way (SSR1). */
  bool against_rear_gun = side == GER;
  if (dr == REAR_GUN && against_rear_gun)
    lose_plane(p, plane, side, R_F18_3);
}

/* Before any attack each unloaded plane of the side that acts goes for one of the enemy's. */
void sf_planes_fight(struct sal_play *p) {
  int side = F(p)->active;
  struct flight *mine = flight_over(p, side);
  struct flight *theirs = flight_over(p, sal_enemy(side));

  if (!mine || !theirs)
    return;

  /* Carriers of bombs or 37L do not attack (SSR1, SSR2). */
  for (int i = 0; i < mine->planes; i++) {
    bool loaded = mine->plane[i] & (PLANE_BOMBS | PLANE_GUN);
    if (flies(mine, i) && !loaded)
      dogfight(p, &mine->plane[i], side, theirs);
  }
}

/* ---- F18.4: an attack ------------------------------------------------------------------- */

/* F18.4: a plane that has not attacked in this phase. */
static uint8_t *next_plane(const struct sal_play *p, int i) {
  struct flight *f = &F(p)->flight[i];
  for (int k = 0; k < MAX_PLANES; k++)
    if (flies(f, k) && !(f->plane[k] & PLANE_FLOWN))
      return &f->plane[k];
  return NULL;
}

/* What the side sees in a hex: men or a "?", and vehicles. */
struct prey {
  bool men, vehicle;
};

/* F18.4: what a pilot sees in a hex. Vehicles in woods or buildings are hidden from above. */
static struct prey prey_in(const struct sal_play *p, int side, sal_hex h) {
  struct prey prey = {false, false};
  for (int level = 0; level < LEVELS; level++)
    prey.men |= sf_veiled(p, sal_enemy(side), location_at(h, level));
  for (EACH_IN_HEX(p, u, h)) {
    bool known_enemy = side_of(p, u) != side && sf_known(p, u);
    if (!known_enemy)
      continue;
    if (sf_vehicle(p, u))
      prey.vehicle = true;
    else
      prey.men = true;
  }

  if (ground_at(p, h)->is & (H_WOODS | H_BUILDING))
    prey.vehicle = false;
  return prey;
}

/* F18.2, F18.4: one attack for each plane, in its own Support phase, at what a pilot sees. */
bool sf_may_fly(const struct sal_play *p, int side, int i, sal_hex h, struct sal_refusal *why) {
  bool over_map = i < MAX_FLIGHTS && F(p)->flight[i].state == FLIGHT_HERE;
  if (!over_map)
    return sal_refuse(why, R_F18_4, "There is no such group of planes over the map.", 0, 0);

  bool own_phase = F(p)->flight[i].side == side && F(p)->active == side;
  if (!own_phase)
    return sal_refuse(why, R_F18_2, "Planes act in your own Support phase.", 0, 0);
  if (!next_plane(p, i))
    return sal_refuse(why, R_F18_4, "Every plane has made its attack.", 0, 0);

  struct prey prey = prey_in(p, side, h);
  if (!prey.men && !prey.vehicle)
    return sal_refuse(why, R_F18_4, "A pilot would see no enemy in {h0}.", h, 0);
  return true;
}

/* F18.4, F21.1: DR up to 7, 8 with a leader who sees the hex; low cloud 6 at most. */
int sf_sighting(const struct sal_play *p, int side, sal_hex h) {
  enum { UNAIDED = 7, HELPED = 8, LOW_CLOUD = 6 };
  location there = location_at(h, GROUND);
  bool low_cloud = F(p)->weather == OVERCAST || F(p)->weather == FOG;

  if (low_cloud)
    return LOW_CLOUD;

  for (EACH_MAN(p, u)) {
    bool leader = kind_of(p, u)->cls == LEADER && side_of(p, u) == side && sf_good_order(p, u);
    if (!leader)
      continue;
    location from = unit_at(p, u)->at;
    if (sf_range(p, from, there) <= SPOTTED_WITHIN && sf_sight(p, from, there) >= 0)
      return HELPED;
  }

  return UNAIDED;
}

/* F18.5: a Gun, vehicle or weapon that fires at planes. One that has broken down does not (F10.6),
 * nor a Gun in tow (F11.10). (Before edition 6 they did.) */
static bool is_aa(const struct sal_play *p, int u) {
  const struct armament *arm = weapon_of(p, u);
  const struct trooper *t = unit_at(p, u);
  bool silent = t->is & (IS_BROKEN_DOWN | IS_DISABLED) || t->with;

  if (silent && sf_edition_6(p))
    return false;
  if (kind_of(p, u)->flags & K_AA)
    return true;
  return arm && arm->flags & W_AA;
}

/* F18.5: known anti-aircraft weapons near the target fire first; true: the plane does not attack.
 */
static bool driven_off(struct sal_play *p, uint8_t *plane, int side, sal_hex h) {
  enum { DESTROYS = 3, DRIVES_OFF = 5 };
  for (EACH_MAN(p, u)) {
    bool enemy = side_of(p, u) != side;
    /* Hidden and concealed ones hold their fire. */
    bool fires = enemy && sf_known(p, u) && sf_good_order(p, u) && is_aa(p, u);
    if (!fires)
      continue;
    if (sal_distance(&p->book->board, hex_at(unit_at(p, u)->at), h) > AA_RANGE)
      continue;

    int dr = sf_dr(p, R_F18_5, u, NULL, SAL_BOTH);
    if (dr <= DESTROYS) {
      lose_plane(p, plane, side, R_F18_5);
      return true;
    }
    if (dr <= DRIVES_OFF) {
      sal_tell(p, E_F_DRIVEN_OFF, R_F18_5, SAL_EVU(u, .n = {(int16_t)side}));
      return true;
    }
  }
  return false;
}

/* F18.6: what it drops or fires at men. */
static int strafing(const uint8_t *plane, int side) {
  enum { BOMBS = 24, SOVIET = 8, GERMAN = 4, SOVIET_GUN = 6, GERMAN_GUN = 2, SOVIET_SPENT = 4 };
  bool soviet = side == RUS;
  if (*plane & PLANE_BOMBS)
    return BOMBS;
  /* A broken gun leaves the Il-2 its machine guns (SSR1), the others nothing (SSR2). */
  if (*plane & PLANE_GUN_LOST)
    return soviet ? SOVIET_SPENT : 0;
  if (*plane & PLANE_GUN)
    return soviet ? SOVIET_GUN : GERMAN_GUN;
  return soviet ? SOVIET : GERMAN;
}

/* F18.6: the kill number of bombs, cannon or machine-guns. */
static int air_tk(const uint8_t *plane, int side) {
  enum { CANNON_TK = 6, GUN_TK = 9, SPENT_TK = 4, BOMB_TK = 9 };
  if (*plane & PLANE_BOMBS)
    return BOMB_TK;
  if (*plane & PLANE_GUN_LOST)
    return side == RUS ? SPENT_TK : 0;
  return *plane & PLANE_GUN ? GUN_TK : CANNON_TK;
}

/* F7.2: those an air attack strikes in a Location, apart as men and vehicles. */
static void split_struck(const struct sal_play *p, int side, location l, struct struck *men,
                         struct struck *vehicles) {
  struct attack a = {.side = (uint8_t)side, .from = l, .to = l, .truth = true};
  struct struck all;

  sf_struck(p, &a, &all);

  for (int i = 0; i < all.n; i++) {
    struct struck *of = sf_vehicle(p, all.unit[i]) ? vehicles : men;
    of->unit[of->n++] = all.unit[i];
  }
}

/* F18.6: one attack on the men of a Location, with their cover. */
static void strafe_location(struct sal_play *p, int fp, int side, location l) {
  struct struck men = {.n = 0};
  struct struck vehicles = {.n = 0};
  sal_hex h = hex_at(l);

  split_struck(p, side, l, &men, &vehicles);

  int tem = sf_tem(p, l, l, sal_enemy(side), SAL_ALL);
  int strength = FB(p)->strength[sf_column(p, fp * 16)];
  int dr = sf_dr(p, R_F18_6, SAL_NOUNIT, NULL, SAL_BOTH);
  int effect = sf_effect_of(p, strength - tem - dr);

  sal_tell(p, E_F_STRAFED, R_F18_6, SAL_EV(.at = {h}, .n = {(int16_t)effect, (int16_t)dr}));
  sf_effect(p, &men, effect);

  /* Any result but none removes dummies (F15.7). */
  if (effect && level_at(l) == GROUND)
    sf_drop_dummies(p, sal_enemy(side), h);

  /* Soft vehicles have no cover from it (F12.11). */
  for (int i = 0; i < vehicles.n; i++)
    if (kind_of(p, vehicles.unit[i])->flags & K_SOFT)
      sf_strike_vehicle(p, vehicles.unit[i], strength - dr, l);
}

/* F18.6: each Location of the hex with an enemy who is seen. */
static void strafe_men(struct sal_play *p, uint8_t *plane, int side, sal_hex h) {
  int fp = strafing(plane, side);
  for (int level = 0; fp && level < LEVELS; level++) {
    location l = location_at(h, level);
    if (sf_enemy_seen(p, side, l))
      strafe_location(p, fp, side, l);
  }

  sf_sniper(p);
}

/* A pass at one vehicle: hit on 7, then K through the roof. */
static void strafe_vehicle(struct sal_play *p, uint8_t *plane, int side, int v) {
  enum { HITS = 7, GUN_BREAKS = 10, GUN_RATE = 2 };
  const struct kind *k = kind_of(p, v);
  int coloured = 0;
  int tk = air_tk(plane, side);
  int dr = sf_dr(p, R_F18_6, v, &coloured, SAL_BOTH);
  bool gun = *plane & PLANE_GUN && !(*plane & PLANE_GUN_LOST);
  bool hits = dr <= HITS && tk;

  /* With its rate the gun may make another pass (F7.12). */
  if (gun && dr >= GUN_BREAKS)
    *plane |= PLANE_GUN_LOST;
  else if (gun && coloured <= GUN_RATE)
    *plane &= (uint8_t)~PLANE_FLOWN;

  sal_tell(p, hits ? E_F_AIR_HIT : E_F_AIR_MISS, R_F18_6, SAL_EVU(v, .n = {(int16_t)dr}));

  if (!hits)
    return;

  /* Armour from above is half the front's; an open top adds 1. */
  int number = tk - k->front / 2;
  if (k->flags & K_OT)
    number++;
  sf_kill_roll(p, v, number, R_F18_6);
}

/* F18.6: which vehicle of the hex is attacked. */
static int vehicle_by_lot(struct sal_play *p, int side, sal_hex h) {
  sal_unit who[8];
  int n = 0;

  for (EACH_IN_HEX(p, u, h)) {
    if (n == 8)
      break;
    bool known_enemy = side_of(p, u) != side && sf_known(p, u);
    if (known_enemy && sf_vehicle(p, u))
      who[n++] = (sal_unit)u;
  }

  return n ? sf_lot(p, who, n, R_F18_6) : -1;
}

/* F18.4 to F18.6: sighting, anti-aircraft fire, then one attack: at the men of the hex if there are
 * any, else, and for a plane with guns first, at a vehicle. */
void sf_fly(struct sal_play *p, int i, sal_hex h) {
  struct flight *f = &F(p)->flight[i];
  uint8_t *plane = next_plane(p, i);
  int side = f->side;
  int number = sf_sighting(p, side, h);
  struct prey prey = prey_in(p, side, h);

  *plane |= PLANE_FLOWN;

  int dr = sf_dr(p, R_F18_4, SAL_NOUNIT, NULL, SAL_BOTH);
  bool sighted = dr <= number;

  sal_tell(p, sighted ? E_F_SIGHTED : E_F_NOT_SIGHTED, R_F18_4,
           SAL_EV(.at = {h}, .n = {(int16_t)dr, (int16_t)number}));

  if (!sighted || driven_off(p, plane, side, h))
    return;

  /* The lot is drawn even if the plane then goes for the men. */
  int v = vehicle_by_lot(p, side, h);
  bool guns_first = *plane & PLANE_GUN;
  bool at_vehicle = prey.vehicle && (!prey.men || guns_first);

  if (at_vehicle)
    strafe_vehicle(p, plane, side, v);
  else
    strafe_men(p, plane, side, h);

  /* Bombs fall once (F18.6). */
  *plane &= (uint8_t)~PLANE_BOMBS;
}
