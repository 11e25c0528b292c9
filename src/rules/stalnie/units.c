/* units.c - stalnie 6.3 and C.9: what a unit is worth, how it stacks, where it goes, how it ends.
 *
 * A crew with its Gun (or half-squad with its HMG) is one unit: losing the weapon turns it into the
 * crew. load[] keeps the stacking of every hex so that set-up can offer hexes quickly.
 */
#include "state.h"

/* A leader's grade from 0 (6+1) to 7 (10-3); NOT_FOUND: no leader. */
int sp_grade(const struct sal_play *p, int type) {
  for (int i = 0; i < 8; i++)
    if (O(p)->grade[i] == type)
      return i;
  return NOT_FOUND;
}

/* 6.3, 6.11: casualty points of a unit. The crew of an abandoned vehicle counts apart. */
int sp_cvp(const struct sal_play *p, int u) {
  const struct unit *unit = &S(p)->unit[u];
  const struct type *t = &O(p)->type[unit->type];
  /* the driver of a truck is no counter */
  bool crewed = t->cls == VEHICLE && !(t->flags & T_TRUCK);
  bool crew_apart = crewed && unit->flags & U_ABANDONED;

  if (crew_apart && t->cvp)
    return t->cvp - 1;
  return t->cvp;
}

/* Infantry that holds ground: an MMC that did not come from a vehicle. The crew of a Gun is one too
 * (F32.11); a Gun without its crew is not. */
bool sp_holds_ground(int cls, uint32_t flags) {
  if (cls == GUN)
    return !(flags & U_ABANDONED);
  return is_mmc(cls) && !(flags & U_VEHICLE_CREW);
}

/* 11.6054a: may the unit carry a Perimeter marker? */
bool sp_counts_mmc(const struct sal_play *p, int u) {
  return sp_holds_ground(type_of(p, u)->cls, S(p)->unit[u].flags);
}

/* The crew that gets out of a vehicle: a 2-2-8, or a 3-4-8 where the charts say so (RG.o). */
int sp_crew_type(const struct sal_play *p, int vehicle_type) {
  int printed = O(p)->type[vehicle_type].half;
  return printed ? printed : O(p)->crew228;
}

/* RG.h, F32.13: any Replacement ends engineer status for good, however the scenario was fought.
 * Halving a squad is not a Replacement. */
bool sp_is_replacement(const struct sal_play *p, int from, int to) {
  if (from == to)
    return false;
  if (O(p)->type[from].half == to)
    return false;
  /* nor is the squad of two halves */
  return O(p)->type[to].half != from;
}

/* Size in half-squads. */
int sp_squads_x2(int cls) {
  if (cls == SQUAD)
    return 2;
  if (cls == HALF || cls == CREW || cls == HW)
    return 1;
  return 0;
}

/* What a class adds to the stacking of a place. A Gun stands there with its crew. */
int sp_load_of(int cls) {
  if (cls == GUN)
    return LOAD_HALF + LOAD_HEAVY;
  if (cls == VEHICLE)
    return LOAD_HEAVY;
  if (is_smc(cls))
    return LOAD_SMC;
  return LOAD_HALF * sp_squads_x2(cls);
}

/* CG8: three squads, four single men and one vehicle or Gun in a Location. */
bool sp_fits_load(int load, int cls) {
  int with = load + sp_load_of(cls);

  if (load_heavy(with) > 1 && is_heavy(cls))
    return false;
  if (is_smc(cls))
    return load_smc(with) <= 4;
  return load_halves(with) <= 6;
}

/* CG8: may the unit set up there beside the units already there? */
bool sp_room(const struct sal_play *p, int u, int g) {
  return sp_fits_load(S(p)->load[at_pa(p, g)], type_of(p, u)->cls);
}

/* On the map. */
void sp_put(struct sal_play *p, int u, int g) {
  struct unit *unit = &S(p)->unit[u];
  unit->at = (uint16_t)g;
  unit->where = MAP;
  uint16_t *load = &S(p)->load[at_pa(p, g)];
  *load = (uint16_t)(*load + sp_load_of(type_of(p, u)->cls));
}

/* Off the map: what it had only there is forgotten. */
void sp_lift(struct sal_play *p, int u) {
  struct unit *unit = &S(p)->unit[u];

  if (unit->where != MAP)
    return;
  uint16_t *load = &S(p)->load[at_pa(p, unit->at)];

  *load = (uint16_t)(*load - sp_load_of(type_of(p, u)->cls));
  unit->where = OFF;
  unit->at = NOWHERE;
  unit->iso = 0;
  unit->flags &= ~(uint32_t)(U_UPPER | U_STRONG);
}

/* Another type in the same place, with the stacking kept right. */
void sp_become(struct sal_play *p, int u, int type) {
  struct unit *unit = &S(p)->unit[u];
  int at = unit->where == MAP ? unit->at : -1;
  int iso = unit->iso;
  uint32_t keep = unit->flags;

  if (at >= 0)
    sp_lift(p, u);

  /* RG.h: a Replaced unit is no longer an engineer. */
  if (sp_is_replacement(p, unit->type, type))
    keep &= ~(uint32_t)U_ENGINEER;
  unit->flags = keep;
  unit->type = (uint8_t)type;

  /* Lifting forgets what only counts on the map, so it is given back. */
  if (at >= 0) {
    sp_put(p, u, at);
    unit->iso = (uint8_t)iso;
    unit->flags = keep;
  }
}

/* 11.6207: an armour leader is lost with the last vehicle of his platoon. */
void sp_leave_platoon(struct sal_play *p, int side, int line) {
  struct rec *r = &S(p)->rec[side][line];
  const struct group *g = &O(p)->group[side][r->group];

  for (int k = 0; k < g->n[r->copy]; k++) {
    int where = S(p)->unit[g->first[r->copy] + k].where;
    if (in_force(where))
      return;
  }

  r->al = 0;
}

/* C.9: eliminated. `reph`: the points are booked for the Refit Phase (11.616a). */
void sp_kill(struct sal_play *p, int u, int rule, bool reph) {
  struct unit *unit = &S(p)->unit[u];
  int side = side_of(p, u);
  int value = sp_cvp(p, u);

  sp_lift(p, u);
  unit->where = DEAD;
  unit->at = NOWHERE;
  unit->iso = 0;
  if (unit->rec)
    sp_leave_platoon(p, side, unit->rec - 1);
  if (reph)
    S(p)->side[side].reph = (int16_t)(S(p)->side[side].reph + value);

  /* The enemy hears of a loss only if he knew the unit (C.7). */
  uint32_t seen = unit->flags & U_KNOWN ? SAL_BOTH : only(side);
  sal_tell(p, E_LOSS, rule,
           SAL_EVU(u, .n = {(int16_t)side, (int16_t)value}, .seen = (uint8_t)seen));
}

/* A spare counter comes into the game off the map. */
int sp_from_pool(struct sal_play *p, int side, int pool, int type, int rec) {
  const struct own *o = O(p);

  for (int i = 0; i < o->pool_n[side][pool]; i++) {
    int u = o->pool_first[side][pool] + i;
    if (S(p)->unit[u].where != NONE)
      continue;
    S(p)->unit[u] =
        (struct unit){.at = NOWHERE, .type = (uint8_t)type, .where = OFF, .rec = (uint8_t)rec};
    return u;
  }

  return NOT_FOUND;
}

/* What the other side sees of units it cannot identify: their hexes, unless they are hidden (HIP).
 */
void sp_veil(struct sal_play *p) {
  struct state *s = S(p);

  for (int i = 0; i < PA_PLACES; i++)
    s->area[i] &= (uint8_t) ~(A_VEIL_GER | A_VEIL_RUS);

  for (int u = 0; u < p->book->ncounters; u++) {
    const struct unit *unit = &s->unit[u];
    bool concealed = !(unit->flags & (U_KNOWN | U_HIP));
    if (unit->where == MAP && concealed)
      s->area[at_pa(p, unit->at)] |= veil_bit(side_of(p, u));
  }

  /* CG15: a dummy looks like them. */
  for (int i = 0; i < s->nfort; i++) {
    const struct fort *f = &s->fort[i];
    if (f->kind == FORT_DUMMY && !f->shown)
      s->area[at_pa(p, f->at)] |= veil_bit(f->side);
  }
}
