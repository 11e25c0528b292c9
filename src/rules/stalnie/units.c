/* units.c - stalnie 6.3 and C.9: what a unit is worth, how it stacks, where it goes, how it ends.
 *
 * A crew with its Gun (or half-squad with its HMG) is one unit: losing the weapon turns it into the crew. load[]
 * keeps the stacking of every hex so that set-up can offer hexes quickly: bits 0-2 half-squads, 3-5 SMC, 6 vehicle
 * or Gun.
 */
#include "state.h"

int sp_grade(const struct sal_play *p, int type) {
  for (int i = 0; i < 8; i++)
    if (O(p)->grade[i] == type) return i;
  return NOT_FOUND;
}

int sp_cvp(const struct sal_play *p, int u) { /* 6.3, 6.11 */
  const struct unit *unit = &S(p)->unit[u];
  const struct type *t = &O(p)->type[unit->type];
  if (t->cls == VEHICLE && (unit->flags & U_ABANDONED) && t->cvp) return t->cvp - 1; /* its crew counts apart */
  return t->cvp;
}

bool sp_counts_mmc(const struct sal_play *p, int u) {
  return is_mmc(type_of(p, u)->cls) && !(S(p)->unit[u].flags & U_VEHICLE_CREW);
}

int sp_squads_x2(int cls) { return cls == SQUAD ? 2 : cls == HALF || cls == CREW || cls == HW ? 1 : 0; }

static int load_of(int cls) {
  if (cls == GUN) return 1 | 64; /* the crew beside its Gun */
  if (cls == VEHICLE) return 64;
  return is_smc(cls) ? 8 : sp_squads_x2(cls);
}

bool sp_room(const struct sal_play *p, int u, int g) { /* CG8 */
  int load = S(p)->load[at_pa(p, g)], cls = type_of(p, u)->cls;
  if ((cls == GUN || cls == VEHICLE) && load & 64) return false;
  if (is_smc(cls)) return (load >> 3 & 7) < 4;
  return (load & 7) + (cls == GUN ? 1 : sp_squads_x2(cls)) <= 6;
}

void sp_put(struct sal_play *p, int u, int g) {
  struct unit *unit = &S(p)->unit[u];
  unit->at = (uint16_t)g;
  unit->where = MAP;
  uint8_t *load = &S(p)->load[at_pa(p, g)];
  *load = (uint8_t)(*load + load_of(type_of(p, u)->cls));
}

void sp_lift(struct sal_play *p, int u) {
  struct unit *unit = &S(p)->unit[u];
  if (unit->where != MAP) return;
  uint8_t *load = &S(p)->load[at_pa(p, unit->at)];
  *load = (uint8_t)(*load - load_of(type_of(p, u)->cls));
  unit->where = OFF;
  unit->at = NOWHERE;
  unit->iso = 0;
  unit->flags &= ~(uint32_t)(U_UPPER | U_STRONG);
}

void sp_become(struct sal_play *p, int u, int type) {
  struct unit *unit = &S(p)->unit[u];
  int at = unit->where == MAP ? unit->at : -1, iso = unit->iso;
  uint32_t keep = unit->flags;
  if (at >= 0) sp_lift(p, u);
  unit->type = (uint8_t)type;
  if (at >= 0) sp_put(p, u, at), unit->iso = (uint8_t)iso, unit->flags = keep;
}

/* 11.6207: an armour leader is lost with the last vehicle of his platoon. */
void sp_leave_platoon(struct sal_play *p, int side, int line) {
  struct rec *r = &S(p)->rec[side][line];
  const struct group *g = &O(p)->group[side][r->group];
  for (int k = 0; k < g->n[r->copy]; k++) {
    int where = S(p)->unit[g->first[r->copy] + k].where;
    if (where == OFF || where == MAP) return;
  }
  r->al = 0;
}

void sp_kill(struct sal_play *p, int u, int rule, bool reph) { /* C.9 */
  struct unit *unit = &S(p)->unit[u];
  int side = side_of(p, u), value = sp_cvp(p, u);
  sp_lift(p, u);
  unit->where = DEAD;
  unit->at = NOWHERE;
  unit->iso = 0;
  if (unit->rec) sp_leave_platoon(p, side, unit->rec - 1);
  if (reph) S(p)->side[side].reph = (int16_t)(S(p)->side[side].reph + value); /* 11.616a */
  sal_tell(p, E_LOSS, rule, SAL_EVU(u, .n = {(int16_t)side, (int16_t)value}, .seen = (uint8_t)(unit->flags & U_KNOWN ? SAL_BOTH : only(side))));
}

int sp_from_pool(struct sal_play *p, int side, int pool, int type, int rec) {
  const struct own *o = O(p);
  for (int i = 0; i < o->pool_n[side][pool]; i++) {
    int u = o->pool_first[side][pool] + i;
    if (S(p)->unit[u].where != NONE) continue;
    S(p)->unit[u] = (struct unit){.at = NOWHERE, .type = (uint8_t)type, .where = OFF, .rec = (uint8_t)rec};
    return u;
  }
  return NOT_FOUND;
}

/* What the other side sees of units it cannot identify: their hexes, unless they are hidden (HIP). */
void sp_veil(struct sal_play *p) {
  struct state *s = S(p);
  for (int i = 0; i < PA_PLACES; i++) s->area[i] &= (uint8_t)~(A_VEIL_GER | A_VEIL_RUS);
  for (int u = 0; u < p->book->ncounters; u++) {
    const struct unit *unit = &s->unit[u];
    if (unit->where == MAP && !(unit->flags & (U_KNOWN | U_HIP))) s->area[at_pa(p, unit->at)] |= side_of(p, u) == GER ? A_VEIL_GER : A_VEIL_RUS;
  }
  for (int i = 0; i < s->nfort; i++) /* CG15: a dummy looks like them */
    if (s->fort[i].kind == FORT_DUMMY && !s->fort[i].shown) s->area[at_pa(p, s->fort[i].at)] |= s->fort[i].side == GER ? A_VEIL_GER : A_VEIL_RUS;
}
