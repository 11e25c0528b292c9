/* field_firers.c - F7.1 to F7.5: which units fire what in an attack by the Fire table, and how
 * strongly.
 *
 * sf_gather takes everything that some units can fire at a Location now; flamethrowers and
 * anti-tank rifles attack separately. field_fire.c weighs what was gathered and rolls.
 */
#include "field.h"

#include <string.h>

enum { SIXTEENTHS = 16, BOW_RANGE = 8, OTHER_RANGE = 12 };

/* ---- F7.3: firepower -------------------------------------------------------------------- */

/* F7.3: in sixteenths, at that range: doubled next to it, halved beyond normal range. */
static int at_range(int printed, int normal, int range) {
  bool out_of_reach = range > 2 * normal;
  int fp = printed * SIXTEENTHS;

  if (out_of_reach)
    return 0;
  if (range == 1)
    return fp * 2;
  return range > normal ? fp / 2 : fp;
}

/* A weapon that works and has not fired, or has kept its rate. */
static bool weapon_ready(const struct sal_play *p, int w) {
  const struct trooper *t = unit_at(p, w);
  if (t->is & (IS_BROKEN_DOWN | IS_DISABLED))
    return false;
  return !(t->did & (DID_FIRE | HELD_BACK));
}

struct firer { /* what a unit could fire at a range, before it is chosen */
  int own_fp, n;
  sal_unit weapon[8];
  int fp[8];
};

/* Puts a weapon among those found so far, the strongest first. */
static void rank_weapon(struct firer *f, sal_unit weapon, int fp) {
  int at = f->n++;

  for (; at > 0 && f->fp[at - 1] < fp; at--) {
    f->fp[at] = f->fp[at - 1];
    f->weapon[at] = f->weapon[at - 1];
  }

  f->fp[at] = fp;
  f->weapon[at] = weapon;
}

/* F7.4: its own FP and the machine guns that could fire, the strongest first. */
static void look_over(const struct sal_play *p, int u, int range, struct firer *f) {
  const struct kind *k = kind_of(p, u);
  sal_unit weapon[8];
  int n = sf_weapons(p, u, weapon);

  *f = (struct firer){0};

  /* Leaders and Guns have no firepower themselves. */
  bool has_own = k->cls != LEADER && k->cls != GUN;
  if (has_own && !(unit_at(p, u)->did & DID_FIRE))
    f->own_fp = at_range(k->fp, k->range, range);

  /* FT, DC, ATR and MTR50 never join another weapon's attack: only machine guns do (F7.4). */
  for (int i = 0; i < n; i++) {
    const struct armament *arm = weapon_of(p, weapon[i]);
    int fp = at_range(arm->he, arm->max, range);

    if (!(arm->flags & W_MG) || !weapon_ready(p, weapon[i]) || !fp)
      continue;

    /* One man serves a weapon at half its firepower (F7.4). */
    if (sf_is_smc(p, u))
      fp /= 2;
    rank_weapon(f, weapon[i], fp);
  }
}

/* F7.5: halved for a pinned firer, and for one that has moved in this Action phase. */
static int halved(const struct sal_play *p, int u, int how, int fp) {
  const struct trooper *t = unit_at(p, u);

  if (t->is & IS_PINNED)
    fp /= 2;
  if (how == AT_WILL && t->did & DID_MOVE)
    fp /= 2;
  if (how == DESPERATELY)
    fp /= 2;
  return fp;
}

/* F7.4: one unit's or weapon's share of the attack, in sixteenths. */
static void add_part(struct attack *a, int unit, int bearer, int fp16, int printed, bool own) {
  if (a->npart == 32 || fp16 <= 0)
    return;
  a->part[a->npart++] = (struct part){.unit = (sal_unit)unit,
                                      .bearer = (sal_unit)bearer,
                                      .fp16 = (uint16_t)fp16,
                                      .printed = (uint8_t)printed,
                                      .own = own};
}

/* F7.4: a squad fires its own FP and one SW, or two SW; HS, crew and HW one of them; an SMC one SW,
 * a hero instead his own FP. Weapons that kept their rate are not counted again. */
static void add_unit(const struct sal_play *p, struct attack *a, int u, int range) {
  const struct trooper *t = unit_at(p, u);
  const struct kind *k = kind_of(p, u);
  bool squad = k->cls == SQUAD;
  struct firer f;

  look_over(p, u, range, &f);

  /* It has this many shots a player turn, and has used this many of them. */
  int slots = squad ? 2 : 1;
  int used = t->shots + ((t->did & DID_FIRE) != 0);
  bool own = f.own_fp > 0;

  /* Half-squads and crews fire one or the other: the better one. */
  if (!squad && f.n && f.fp[0] >= f.own_fp)
    own = false;

  for (int i = 0; i < f.n; i++) {
    int w = f.weapon[i];
    bool again = unit_at(p, w)->did & KEPT_RATE;

    if (!again && used + own >= slots)
      continue;
    used += !again;
    add_part(a, w, u, halved(p, u, a->how, f.fp[i]), weapon_of(p, w)->he, false);
  }

  if (own && used < slots)
    add_part(a, u, u, halved(p, u, a->how, f.own_fp), k->fp, true);
}

/* A team's own heavy machine gun fires if it can, else its men do (F2.1). */
static void add_team(const struct sal_play *p, struct attack *a, int u, int range) {
  const struct trooper *t = unit_at(p, u);
  const struct armament *arm = weapon_of(p, u);
  const struct kind *k = kind_of(p, u);

  if (t->did & DID_FIRE)
    return;

  /* The gun may be out of order or out of range; the men have a separate range. */
  bool works = !(t->is & (IS_BROKEN_DOWN | IS_DISABLED));
  int gun = works ? at_range(arm->he, arm->max, range) : 0;
  int men = at_range(k->fp, k->range, range);
  int printed = gun ? arm->he : k->fp;
  add_part(a, u, u, halved(p, u, a->how, gun ? gun : men), printed, true);
}

/* F11.10: 20L4, and the 37L of anti-aircraft mounts, at the Fire table: no doubling next to it.
 * True: it is such a weapon. */
static bool add_rapid(const struct sal_play *p, struct attack *a, int u, int range) {
  enum { QUAD_FP = 16, QUAD_RANGE = 15, SINGLE_FP = 8, SINGLE_RANGE = 30 };
  const struct trooper *t = unit_at(p, u);
  const struct armament *arm = weapon_of(p, u);

  if (!arm || !(kind_of(p, u)->flags & K_AA))
    return false;

  bool quad = sal_eq(arm->id, "20L4");
  bool single = sal_eq(arm->id, "37L");
  if (!quad && !single)
    return false;

  int fp = quad ? QUAD_FP : SINGLE_FP;
  int normal = quad ? QUAD_RANGE : SINGLE_RANGE;
  bool has_shot = !(t->did & (DID_FIRE | DID_TOW));
  bool works = !(t->is & (IS_BROKEN_DOWN | IS_DISABLED));
  bool moved_gun = kind_of(p, u)->cls == GUN && t->did & DID_MOVE;

  /* It is such a weapon, but cannot fire now. */
  if (!has_shot || !works || moved_gun)
    return true;
  if (range > 2 * normal)
    return true;

  int fp16 = fp * SIXTEENTHS / (range > normal ? 2 : 1);
  add_part(a, u, u, halved(p, u, a->how, fp16), fp, true);
  if (a->npart)
    a->part[a->npart - 1].main = true;
  return true;
}

/* F7.3, F12.16: a vehicle's machine guns, the bow gun only into the front arc. */
static void add_vehicle(const struct sal_play *p, struct attack *a, int u, int range) {
  const struct trooper *t = unit_at(p, u);
  const struct kind *k = kind_of(p, u);

  if (add_rapid(p, a, u, range))
    return;
  if (t->did & DID_MG || t->is & (IS_MG_DOWN | IS_MG_OUT))
    return;

  int fp = at_range(k->other, OTHER_RANGE, range);
  int printed = k->other;

  /* The bow gun of a dug-in vehicle is below the ground (F16.13). */
  bool bow = !(t->is & IS_DUG_IN);
  if (bow && sf_in_front(p, hex_at(t->at), t->face, hex_at(a->to))) {
    fp += at_range(k->bow, BOW_RANGE, range);
    printed += k->bow;
  }

  add_part(a, u, u, halved(p, u, a->how, fp), printed, true);
}

/* F9.9: own FP once more, halved, at a neighbour; unpinned MMC whose own FP is Fired. */
static void add_desperate(const struct sal_play *p, struct attack *a, int u, int range) {
  const struct trooper *t = unit_at(p, u);
  const struct kind *k = kind_of(p, u);
  bool has_fired = t->did & DID_FIRE;
  bool did_before = t->did & DID_DESPERATE;

  /* A unit that has not fired reacts in the ordinary way. Nobody does this twice in an activation.
   */
  if (!is_mmc(k->cls) || !has_fired || did_before)
    return;
  if (t->is & IS_PINNED || range != 1)
    return;
  add_part(a, u, u, halved(p, u, DESPERATELY, at_range(k->fp, k->range, range)), k->fp, true);
}

/* May this unit take part in an attack at all (F7.1)? */
bool sf_may_fire(const struct sal_play *p, int u, int how, struct sal_refusal *why) {
  const struct trooper *t = unit_at(p, u);

  if (!sf_good_order(p, u))
    return sal_refuse(why, R_F7_1, "{u0} is not in Good Order and does not fire.", u, 0);
  if (!sf_vehicle(p, u) && t->with)
    return sal_refuse(why, R_F7_1, "{u0} is aboard a vehicle and does not fire.", u, 0);

  /* Tired lasts into the enemy's player turn, where it costs +1 but does not forbid fire (F4.6). */
  if (t->is & IS_TIRED && side_of(p, u) == F(p)->active)
    return sal_refuse(why, R_F4_6, "{u0} has run and does not fire in this player turn.", u, 0);

  /* In the Action phase only members of the open activation fire (F1.4). */
  if (how == AT_WILL && !(t->did & IN_GROUP))
    return sal_refuse(why, R_F7_1, "{u0} is not in the group that is acting.", u, 0);
  return true;
}

/* F16.5: from inside a pillbox one fires only into its arc. */
bool sf_arc_allows(const struct sal_play *p, location from, location to) {
  const struct work *box = sf_work(p, hex_at(from), WORK_PILLBOX, SAL_ALL);

  if (level_at(from) != BUNKER)
    return true;

  /* The other Locations of the firer's own hex are in no arc. */
  if (!box || hex_at(from) == hex_at(to))
    return false;
  return sf_in_front(p, hex_at(from), box->face, hex_at(to));
}

/* F10.8: a weapon that a unit carries, or a vehicle's own. */
static bool is_flamethrower(const struct sal_play *p, int w) {
  if (sf_vehicle(p, w))
    return kind_of(p, w)->flags & K_FLAME;
  return sal_eq(kind_of(p, w)->id, "FT") && unit_at(p, w)->with;
}

/* F10.6, F10.8: it has a shot left in this player turn, and fuel. */
static bool flame_ready(const struct sal_play *p, int w) {
  const struct trooper *t = unit_at(p, w);

  if (!sf_vehicle(p, w))
    return weapon_ready(p, w);

  /* A vehicle's fuel shares its mark with special ammunition. */
  return !(t->did & DID_FLAME) && !(t->is & IS_NO_HEAT);
}

/* F10.8: a flamethrower attacks alone: its full FP next to it, half two hexes away. Its carrier
 * fires nothing else. */
bool sf_gather_flame(const struct sal_play *p, struct attack *a, int w, struct sal_refusal *why) {
  bool vehicle = sf_vehicle(p, w);
  int bearer = sf_bearer(p, w);
  int range = sf_range(p, a->from, a->to);

  a->npart = 0;
  a->flame = true;
  if (!is_flamethrower(p, w))
    return sal_refuse(why, R_F10_8, "{u0} is no flamethrower that somebody carries.", w, 0);
  if (!sf_may_fire(p, bearer, a->how, why))
    return false;
  if (!flame_ready(p, w))
    return sal_refuse(why, R_F10_8, "{u0} has fired, or has nothing left to fire.", w, 0);

  /* A man who has fired anything else in this player turn does not fire it. */
  const struct trooper *b = unit_at(p, bearer);
  bool fired_other = b->did & DID_FIRE || b->shots;
  if (!vehicle && fired_other)
    return sal_refuse(why, R_F10_8, "{u0} has fired something else.", bearer, 0);
  if (vehicle && sf_has_riders(p, w))
    return sal_refuse(why, R_F5_10, "{u0} carries riders and does not fire.", w, 0);
  if (range < 1 || range > 2)
    return sal_refuse(why, R_F10_8, "{h1} is beyond the reach of {u0}.", w, hex_at(a->to));

  int fp = vehicle ? kind_of(p, w)->flame : weapon_of(p, w)->he;
  int fp16 = fp * SIXTEENTHS / range;
  add_part(a, w, bearer, halved(p, bearer, a->how, fp16), fp, false);
  return true;
}

/* F10.10: the rifle alone: 1 FP, range 12, by nobody directed but as any SW. */
bool sf_gather_rifle(const struct sal_play *p, struct attack *a, int w, struct sal_refusal *why) {
  int bearer = sf_bearer(p, w);
  int range = sf_range(p, a->from, a->to);
  const struct armament *arm = weapon_of(p, w);

  a->npart = 0;
  if (!sf_gun_ready(p, w, a->how, why))
    return false;

  /* Its range is a limit: there is no half firepower beyond it. */
  int fp16 = at_range(arm->he, arm->max, range);
  if (!sf_arc_allows(p, a->from, a->to) || range > arm->max)
    fp16 = 0;

  /* One man serves a weapon at half its firepower (F7.4). */
  if (sf_is_smc(p, bearer))
    fp16 /= 2;

  add_part(a, w, bearer, halved(p, bearer, a->how, fp16), arm->he, false);
  if (!a->npart)
    return sal_refuse(why, R_F10_10, "{h1} is beyond the range of {u0}.", w, hex_at(a->to));
  return true;
}

/* What one of the firers adds. Vehicles and Guns attack alone (F7.1). */
static void add_firer(const struct sal_play *p, struct attack *a, int u, int range, bool alone) {
  int cls = kind_of(p, u)->cls;

  if (a->how == DESPERATELY)
    add_desperate(p, a, u, range);
  else if (cls == VEHICLE && alone && !sf_has_riders(p, u)) /* F5.10 */
    add_vehicle(p, a, u, range);
  else if (cls == GUN && alone)
    add_rapid(p, a, u, range);
  else if (cls == HW)
    add_team(p, a, u, range);
  else if (cls != VEHICLE && cls != GUN)
    add_unit(p, a, u, range);
}

/* Everything of these units that can fire from a->from at a->to now. */
bool sf_gather(const struct sal_play *p, struct attack *a, const sal_unit *who, int n) {
  int range = sf_range(p, a->from, a->to);

  a->npart = 0;

  /* A pillbox fires through its front (F16.5). */
  if (!sf_arc_allows(p, a->from, a->to))
    return false;

  for (int i = 0; i < n; i++)
    if (sf_may_fire(p, who[i], a->how, NULL))
      add_firer(p, a, who[i], range, n == 1);

  return a->npart > 0;
}
