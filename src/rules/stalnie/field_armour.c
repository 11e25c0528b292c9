/* field_armour.c - F12 and F13: what happens to vehicles; F14.7: men against a vehicle. */
#include "field.h"

#include <string.h>

/* ---- F12.2: the kill roll --------------------------------------------------------------- */

enum { ALL_WAYS = 36 };

/* F12.2: what one throw of the kill roll means. */
static int verdict_of(int k, int coloured, int white) {
  int dr = coloured + white;
  bool harmless = k + 1 < 2;

  if (dr == 12 || harmless)
    return KILL_NOTHING;
  if (dr <= k / 2)
    return KILL_BURNING;
  if (dr <= k)
    return KILL_WRECK;
  if (dr > k + 1)
    return KILL_NOTHING;

  /* One above K: the dice themselves decide between crew and tracks. */
  return coloured < white ? KILL_STUNNED : KILL_IMMOBILE;
}

/* F12.2 for the card: the same law over all 36 throws. */
void sf_verdict(int k, struct verdict *v) {
  uint8_t *of[] = {&v->nothing, &v->immobile, &v->stunned, &v->wreck, &v->burning};

  *v = (struct verdict){0};
  for (int i = 0; i < ALL_WAYS; i++) {
    int coloured = 1 + i / 6;
    int white = 1 + i % 6;

    (*of[verdict_of(k, coloured, white)])++;
  }
}

/* F5.1: the armour of the aspect that a shot from there strikes; in the vehicle's own hex the
 * flank. */
int sf_armour(const struct sal_play *p, int v, location at, int face, sal_hex from) {
  const struct kind *k = kind_of(p, v);

  if (from == hex_at(at))
    return k->side;
  return sf_in_front(p, hex_at(at), face, from) ? k->front : k->side;
}

/* ---- states of vehicles ----------------------------------------------------------------- */

/* F12.5: it happens once, and a bogged vehicle is immobile for good. */
void sf_immobilize(struct sal_play *p, int v, int rule) {
  struct trooper *t = unit_at(p, v);

  if (t->is & IS_IMMOBILE)
    return;
  t->is |= IS_IMMOBILE;

  /* It does not try again to come free (F5.9). */
  t->is &= ~(uint32_t)IS_BOGGED;
  sal_tell(p, E_F_IMMOBILE, rule, SAL_EVU(v));
}

/* F12.5: a vehicle that is stunned again is a wreck. */
void sf_stun(struct sal_play *p, int v, int rule) {
  struct trooper *t = unit_at(p, v);

  if (t->is & IS_STUNNED) {
    sf_wreck(p, v, false, R_F12_5);
    return;
  }

  /* A stunned crew loses what it had acquired (F11.4). */
  t->is |= IS_STUNNED;
  forget_aim(t);
  sal_tell(p, E_F_STUNNED, rule, SAL_EVU(v));
}

/* F12.14: a Gun behind the wreck is lost on 1 to 3, else it stands there, its crew broken. */
static void wreck_tow(struct sal_play *p, int gun) {
  enum { GONE = 3 };

  if (sf_die(p, R_F12_14, gun, SAL_BOTH) <= GONE)
    sf_lose(p, gun, R_F12_14);
  else
    sf_break(p, gun, R_F12_14);
}

/* F12.14: riders and passengers of a wreck check their morale and stand in the hex. */
static void spill(struct sal_play *p, int v) {
  for (int u = 0; u < count_of(p); u++) {
    if (!sf_aboard(p, u, v))
      continue;
    sf_unload_rider(p, u);
    if (kind_of(p, u)->cls == GUN)
      wreck_tow(p, u);
    else
      sf_morale_check(p, u, 2, R_F12_14);
  }
}

/* Are men of the other side in the Location, Guns' crews as well? */
static bool enemy_men_in(const struct sal_play *p, int side, location l) {
  for (EACH_AT(p, u, l)) {
    bool enemy = side_of(p, u) != side;
    if (enemy && sf_infantry(p, u))
      return true;
  }

  return false;
}

/* F12.3: the crew gets out on 1 or 2; then one point less is booked (F23.2). */
static void crew_survival(struct sal_play *p, int v) {
  enum { SURVIVES = 2 };
  int side = side_of(p, v);
  location at = unit_at(p, v)->at;
  bool truck = kind_of(p, v)->flags & K_TRUCK;
  bool small = kind_of(p, v)->flags & K_SMALL_CREW; /* RG.o */

  /* Trucks have no crew to speak of; among enemy men nobody gets away. */
  if (truck || enemy_men_in(p, side, at))
    return;
  if (sf_die(p, R_F12_3, v, SAL_BOTH) > SURVIVES)
    return;

  /* With no counter left in the pool there is no crew. */
  int crew = sf_make(p, v, small ? POOL_OF_SMALL_CREWS : POOL_OF_CREWS);
  if (crew == -1)
    return;

  unit_at(p, crew)->is |= IS_VEHICLE_CREW;
  F(p)->cvp[side] = (uint16_t)(F(p)->cvp[side] - 1);
  sal_tell(p, E_F_CREW, R_F12_3, SAL_EVUU(crew, v, .at = {hex_at(at)}));
}

/* F12.3, F12.4: it leaves play, its hex holds a wreck, and the men aboard get off first. */
void sf_wreck(struct sal_play *p, int v, bool burning, int rule) {
  struct trooper *t = unit_at(p, v);
  sal_hex h = hex_at(t->at);
  struct patch *patch = patch_at(p, h);

  sf_show_unit(p, v, rule);
  sal_tell(p, burning ? E_F_BURNS : E_F_WRECK, rule, SAL_EVU(v, .at = {h}));

  /* The wreck hinders sight from now on: the count of such hexes says whether to look (F6.5). */
  patch->holds |= HEX_WRECK;
  if (burning)
    patch->holds |= HEX_BURNING;
  F(p)->changed = (uint8_t)sf_count_changed(p);

  spill(p, v);
  crew_survival(p, v);
  sf_lose(p, v, R_F23_1);
}

/* F12.6: unarmoured vehicles have separate numbers; Original 12 has no effect on them either. */
static int soft_verdict(int dr) {
  enum { SOFT_BURNS = 4, SOFT_WRECKED = 9 };

  if (dr <= SOFT_BURNS)
    return KILL_BURNING;
  return dr <= SOFT_WRECKED ? KILL_WRECK : KILL_NOTHING;
}

/* F12.2, F12.6: one roll, and its result. */
static int kill_roll(struct sal_play *p, int v, int k, bool burns, int rule) {
  int coloured = 0;
  int dr = sf_dr(p, rule, v, &coloured, SAL_BOTH);
  bool soft = kind_of(p, v)->flags & K_SOFT;
  int verdict = soft ? soft_verdict(dr) : verdict_of(k, coloured, dr - coloured);

  if (!burns && verdict == KILL_BURNING)
    verdict = KILL_WRECK;

  sal_tell(p, E_F_KILL_ROLL, rule, SAL_EVU(v, .n = {(int16_t)k, (int16_t)dr}));
  switch (verdict) {
  case KILL_BURNING: sf_wreck(p, v, true, rule); break;
  case KILL_WRECK: sf_wreck(p, v, false, rule); break;
  case KILL_STUNNED: sf_stun(p, v, rule); break;
  case KILL_IMMOBILE: sf_immobilize(p, v, rule); break;
  default: break;
  }
  return verdict;
}

/* F12.2, F12.6: rolls, and says which of the verdicts it was. */
int sf_kill_roll(struct sal_play *p, int v, int k, int rule) {
  return kill_roll(p, v, k, true, rule);
}

/* F17.8: from above nothing burns. */
int sf_kill_cold(struct sal_play *p, int v, int k, int rule) {
  return kill_roll(p, v, k, false, rule);
}

/* ---- F12.11, F12.12: small arms --------------------------------------------------------- */

/* F12.11 to F12.13: the extra DRM of small arms; -1: they do nothing. */
int sf_vehicle_drm(const struct sal_play *p, int v, location at, int face, sal_hex from) {
  enum { HATCHES = 2 };
  const struct kind *k = kind_of(p, v);
  bool open_topped = k->flags & K_OT;

  if (k->flags & K_SOFT)
    return 0;

  /* Closed vehicles are hurt only where they have no armour. */
  if (open_topped || sf_armour(p, v, at, face, from) == 0)
    return HATCHES;
  return -1;
}

/* F12.11, F12.12: what a margin of small arms does to a vehicle that they can hurt. */
void sf_strike_vehicle(struct sal_play *p, int v, int margin, location from) {
  enum { SOFT_STOPS = 2, SOFT_WRECKS = 3, STUNS = 4, WRECKS = 6 };

  if (kind_of(p, v)->flags & K_SOFT) {
    if (margin >= SOFT_WRECKS)
      sf_wreck(p, v, false, R_F12_11);
    else if (margin == SOFT_STOPS)
      sf_immobilize(p, v, R_F12_11);
    return;
  }

  /* The aspect counts again: only where the armour is 0 can they wreck it. */
  const struct trooper *t = unit_at(p, v);
  if (margin >= WRECKS && sf_armour(p, v, t->at, t->face, hex_at(from)) == 0)
    sf_wreck(p, v, false, R_F12_12);
  else if (margin >= STUNS)
    sf_stun(p, v, R_F12_12);
}

/* ---- F14.7: men against a vehicle ------------------------------------------------------- */

/* F14.7, F13.3: does he fight a vehicle from here? */
static bool fights_vehicle(const struct sal_play *p, int side, location l, bool overrun, int u) {
  const struct trooper *t = unit_at(p, u);
  int cls = kind_of(p, u)->cls;

  /* Riders and passengers do not fight from their vehicle. */
  if (t->at != l || side_of(p, u) != side || !sf_on_map(p, u) || t->with)
    return false;

  /* Guns' crews and broken men do not attack vehicles. */
  bool man = is_mmc(cls) || is_smc(cls);
  if (!man || t->is & IS_BROKEN)
    return false;

  /* An overrun is answered by squads and crews that are neither pinned nor in melee (F13.3). */
  bool answers = is_mmc(cls) && !(t->is & (IS_PINNED | IS_MELEE));
  return !overrun || answers;
}

/* F14.7, F13.3: which units fight a vehicle from here. Against an overrun only squads and crews
 * that can act do. */
static int men_there(const struct sal_play *p, int side, location l, bool overrun, sal_unit *out) {
  int n = 0;

  for (EACH_AT(p, u, l))
    if (fights_vehicle(p, side, l, overrun, u))
      out[n++] = (sal_unit)u;

  return n;
}

/* F14.7: the number to roll below: wreck; equal: immobilized. 0: nobody attacks. */
int sf_against_vehicle(const struct sal_play *p, int side, int v, location l, bool charge,
                       bool overrun) {
  enum { WITH_SQUAD = 5, WITHOUT = 4, OPEN = 2, CHARGE = 3 };
  sal_unit men[64];
  int n = men_there(p, side, l, overrun, men);
  int halves = 0;
  bool squad = false;
  bool engineers = false;
  bool hero = false;

  if (!n)
    return 0;

  for (int i = 0; i < n; i++) {
    const struct kind *k = kind_of(p, men[i]);
    halves += sf_load_of(p, men[i]);
    squad |= k->cls == SQUAD;
    hero |= k->cls == HERO;
    engineers |= (k->flags & K_ENGINEER) != 0;
  }

  /* Two and three squad-equivalents add one each. */
  int number = squad ? WITH_SQUAD : WITHOUT;
  number += halves >= 4;
  number += halves >= 6;
  number += engineers;
  number += hero;
  number += sf_best_leader(p, side, l, -1);
  if (charge)
    number += CHARGE;

  /* A vehicle that is open, or cannot get away, is easier. */
  if (kind_of(p, v)->flags & (K_OT | K_SOFT))
    number += OPEN;
  number += (unit_at(p, v)->is & (IS_IMMOBILE | IS_STUNNED)) != 0;
  return number;
}

/* F10.9: a demolition charge that a man of the side has with him here. */
static sal_unit charge_of(const struct sal_play *p, int side, location l) {
  for (EACH_AT(p, w, l)) {
    const struct trooper *t = unit_at(p, w);
    bool charge = kind_of(p, w)->cls == SUPPORT && sal_eq(kind_of(p, w)->id, "DC");
    bool carried = t->where == F_MAP && t->with;

    if (charge && carried && side_of(p, t->with - 1) == side)
      return (sal_unit)w;
  }

  return SAL_NOUNIT;
}
/* F14.7: is there a charge to ask about? */
bool sf_has_charge(const struct sal_play *p, int side, location l) {
  return charge_of(p, side, l) != SAL_NOUNIT;
}

/* F14.7: the result of a roll: below the number a wreck, equal immobilized, Original 12 costs a
 * man. */
void sf_close_apply(struct sal_play *p, int side, int v, location l, int number, int dr,
                    bool overrun) {
  sal_unit men[64];
  int n = men_there(p, side, l, overrun, men);

  /* The other side's attack may have left no unit to draw the lot among. */
  if (dr == 12) {
    if (n)
      sf_reduce(p, sf_lot(p, men, n, R_F14_7), R_F14_7);
    return;
  }

  if (dr < number)
    sf_wreck(p, v, dr <= number / 2, R_F14_7);
  else if (dr == number)
    sf_immobilize(p, v, R_F14_7);
}

/* F14.7: a German MMC may have a magnetic charge; the die is rolled before the attack. */
static bool has_magnetic(struct sal_play *p, int side, int v, location l, bool overrun) {
  enum { MAGNETIC = 2 };
  sal_unit men[64];
  int n = men_there(p, side, l, overrun, men);
  bool mmc = false;

  for (int i = 0; i < n; i++)
    mmc |= sf_is_mmc(p, men[i]);
  if (side != GER || !mmc)
    return false;
  return sf_die(p, R_F14_7, v, SAL_BOTH) <= MAGNETIC;
}

/* Rolls for the magnetic charge and for the attack; false: nobody attacks. */
bool sf_close_roll(struct sal_play *p, int side, int v, location l, bool charge, bool overrun,
                   int *number, int *dr) {
  enum { MAGNETIC_BONUS = 2 };

  *number = sf_against_vehicle(p, side, v, l, charge, overrun);
  if (!*number)
    return false;

  /* The demolition charge is spent, whatever the roll was. */
  if (charge)
    sf_remove(p, charge_of(p, side, l), F_DEAD);

  if (has_magnetic(p, side, v, l, overrun))
    *number += MAGNETIC_BONUS;
  *dr = sf_dr(p, R_F14_7, v, NULL, SAL_BOTH);
  sal_tell(p, E_F_CLOSE_AFV, R_F14_7,
           SAL_EVU(v, .at = {hex_at(l)}, .n = {(int16_t)*number, (int16_t)*dr}));
  return true;
}

/* F14.7: men against a vehicle, by the program. */
void sf_close_attack(struct sal_play *p, int side, int v, location l, bool overrun) {
  int number;
  int dr;

  if (sf_close_roll(p, side, v, l, false, overrun, &number, &dr))
    sf_close_apply(p, side, v, l, number, dr, overrun);
}

/* ---- F13: overrun ----------------------------------------------------------------------- */

/* F13.1: vehicles drive in, and no cover shelters the men. */
static bool open_to_overrun(const struct sal_play *p, sal_hex h) {
  const struct ground *g = ground_at(p, h);

  return g->veh != BARRED && !(g->is & H_SHELTER);
}

/* F13.1: does the hex hold known men or a Gun, and no known vehicle? */
static bool overrun_target(const struct sal_play *p, int side, location l) {
  bool men = false;

  for (EACH_AT(p, u, l)) {
    if (side_of(p, u) == side || !sf_known(p, u))
      continue;
    if (sf_vehicle(p, u))
      return false;
    men = true;
  }

  return men;
}

/* F13.1: the law of `overrun HEX`, except for the movement points. */
bool sf_overrun_ok(const struct sal_play *p, int v, sal_hex h, struct sal_refusal *why) {
  const struct trooper *t = unit_at(p, v);
  const struct kind *k = kind_of(p, v);
  int dir = sal_dir_to(&p->book->board, hex_at(t->at), h);

  if (k->flags & (K_TRUCK | K_SOFT))
    return sal_refuse(why, R_F13_1, "{u0} is no armoured vehicle.", v, 0);

  /* Riders, passengers and a towed Gun all prevent it. */
  for (EACH_WITH(p, u, v))
    if (sf_on_map(p, u))
      return sal_refuse(why, R_F13_1, "{u0} carries or tows something and does not overrun.", v, 0);

  if (dir < 0)
    return sal_refuse(why, R_F13_1, "{h1} is not next to {u0}.", v, h);
  if (!open_to_overrun(p, h) || FB(p)->veh_edge[hex_at(t->at) * 6 + dir] == BARRED)
    return sal_refuse(why, R_F13_1, "{h0} is no ground for an overrun.", h, 0);

  /* What is concealed or hidden there does not count: the law goes by what the side knows. */
  if (!overrun_target(p, side_of(p, v), location_at(h, GROUND)))
    return sal_refuse(why, R_F13_1, "{h0} must hold known men and no vehicle.", h, 0);
  return true;
}

/* F13.3: a broken crew leaves its Gun under the tracks. */
static void crush_guns(struct sal_play *p, int side, location l) {
  for (EACH_MAN(p, u)) {
    bool enemy_there = unit_at(p, u)->at == l && side_of(p, u) != side;
    bool gun = kind_of(p, u)->cls == GUN;

    if (enemy_there && gun && unit_at(p, u)->is & IS_BROKEN)
      sf_lose(p, u, R_F13_3);
  }
}

/* F13.2: twice the machine guns and 4 more, without hindrance. */
void sf_overrun_fire(struct sal_play *p, int v, location l) {
  enum { TRACKS = 4, EMPLACED_TEM = 2 };
  struct trooper *t = unit_at(p, v);
  const struct kind *k = kind_of(p, v);
  struct attack a = {.side = (uint8_t)side_of(p, v), .from = t->at, .to = l};
  struct struck all;
  struct struck men = {.n = 0};

  /* Machine guns that fired or broke down add nothing. */
  bool guns = !(t->did & DID_MG) && !(t->is & (IS_MG_DOWN | IS_MG_OUT));
  int fp = TRACKS + (guns ? 2 * (k->bow + k->other) : 0);
  int tem = sf_tem(p, l, l, sal_enemy(a.side), SAL_ALL);
  int column = sf_column(p, fp * 16);

  sf_struck(p, &a, &all);
  for (int i = 0; i < all.n; i++) {
    if (sf_vehicle(p, all.unit[i]))
      continue;

    /* An emplaced Gun alone has its own cover (F7.9). */
    bool gun = unit_at(p, all.unit[i])->is & IS_EMPLACED;
    if (gun && all.n == 1) /* works give no more */
      tem = EMPLACED_TEM;
    men.unit[men.n++] = all.unit[i];
  }

  t->did |= DID_MG;

  int dr = sf_dr(p, R_F13_2, v, NULL, SAL_BOTH);
  int effect = sf_effect_of(p, FB(p)->strength[column] - tem + t->leads - dr);
  sal_tell(p, E_F_OVERRUN, R_F13_2,
           SAL_EVU(v, .at = {hex_at(l)}, .n = {(int16_t)effect, (int16_t)dr}));
  sf_effect(p, &men, effect);
  sf_sniper(p);

  /* The men who can hit back do so at once, Fired or not (F13.3). */
  sf_close_attack(p, sal_enemy(a.side), v, l, true);
  crush_guns(p, a.side, l);
}
