/* audit.c - what must hold after every action. */
#include "state.h"

/* A counter off the map has no hex, and levels only while it lives. */
static bool audit_off_map(const struct sal_play *p, int u, struct sal_err *err) {
  const struct unit *unit = &S(p)->unit[u];
  const char *id = p->book->counter[u].id;
  int st = status(p, u);

  if (st == ST_WAIT && !unit->cel)
    return sal_fail(err, NULL, 0, "%s lives without levels", id);
  if (st == ST_DEAD && unit->cel)
    return sal_fail(err, NULL, 0, "%s is dead with levels", id);
  if (unit->at)
    return sal_fail(err, NULL, 0, "%s is off the map in a hex", id);

  return true;
}

/* A counter on the map has levels and stands once, where it can be. */
static bool audit_on_map(const struct sal_play *p, int u, struct sal_err *err) {
  const struct unit *unit = &S(p)->unit[u];
  const struct kind *k = K(p, u);
  const char *id = p->book->counter[u].id;
  int found = 0;

  if (!unit->cel)
    return sal_fail(err, NULL, 0, "%s lives without levels", id);
  if (unit->at >= B(p)->cells || !B(p)->on[unit->at])
    return sal_fail(err, NULL, 0, "%s is beyond the map", id);
  bool barred = k->mp && k->role != HQ && O(p)->enter[k->class][unit->at] == SAL_BARRED;
  if (barred)
    return sal_fail(err, NULL, 0, "%s is where it cannot be", id);
  if (k->role != TOWED_ART && unit->more & PACKED)
    return sal_fail(err, NULL, 0, "%s is packed and no gun", id);
  EACH_AT(S(p), v, unit->at) {
    found += v == u;
  }
  if (found != 1)
    return sal_fail(err, NULL, 0, "%s is in %d places", id, found);

  return true;
}

/* What holds for every counter. */
static bool audit_unit(const struct sal_play *p, int u, struct sal_err *err) {
  const struct unit *unit = &S(p)->unit[u];
  const char *id = p->book->counter[u].id;
  int st = status(p, u);

  if (st > ST_AIR)
    return sal_fail(err, NULL, 0, "%s has no status", id);
  if (unit->cel > K(p, u)->cel)
    return sal_fail(err, NULL, 0, "%s has %d levels", id, unit->cel);
  if (is_air(K(p, u)) && st == ST_MAP)
    return sal_fail(err, NULL, 0, "%s stands on the ground", id);
  if (is_air(K(p, u)))
    return true;
  if (!S(p)->fight.nparts && unit->part)
    return sal_fail(err, NULL, 0, "%s is in a combat that is over", id);

  return st == ST_MAP ? audit_on_map(p, u, err) : audit_off_map(p, u, err);
}

/* A hex agrees with the units on its chain. */
static bool audit_hex(const struct sal_play *p, sal_hex h, struct sal_err *err) {
  const struct state *s = S(p);
  const struct cell *cell = &s->cell[h];
  const char *name = B(p)->name[h];
  int pres = 0;
  int cel = 0;

  EACH_AT(s, u, h) {
    const struct kind *k = K(p, u);
    if (s->unit[u].at != h)
      return sal_fail(err, NULL, 0, "the chain of %s is wrong", name);
    pres |= occ(side_of(p, u));
    if (is_regular(k))
      pres |= O(p)->reach[k->class == FOOT][h];
    cel += s->unit[u].cel;
  }

  if ((pres & OCC_G) && (pres & OCC_S))
    return sal_fail(err, NULL, 0, "both sides are in %s", name);
  if (pres != cell->pres)
    return sal_fail(err, NULL, 0, "the zones of %s are wrong", name);
  if (cel != cell->cel)
    return sal_fail(err, NULL, 0, "the levels in %s are wrong", name);
  if ((cell->ground & (HELD_G | HELD_S)) == (HELD_G | HELD_S))
    return sal_fail(err, NULL, 0, "both sides control %s", name);
  if (cell->ground & FF_G && pres & OCC_S)
    return sal_fail(err, NULL, 0, "German works under Soviets in %s", name);
  if (cell->ground & FF_S && pres & OCC_G)
    return sal_fail(err, NULL, 0, "Soviet works under Germans in %s", name);

  return true;
}

/* In the middle of these decisions a hex may hold too much: 3.2.1 is about the end of a phase. A
 * repair may fill a hex too. */
static bool may_be_crowded(const struct sal_play *p) {
  static const uint8_t nodes[] = {N_STEP, N_MOVE, N_ENTER, N_LOSS, N_RETREAT, N_PURSUE, N_REPAIR};

  if (p->state->depth < 2)
    return true;
  for (size_t i = 0; i < sizeof nodes; i++)
    if (sal_top(p)->node == nodes[i])
      return true;

  return false;
}

/* 3.2.1: overstacked hexes are counted, and there are none between phases. */
static bool audit_stacking(const struct sal_play *p, struct sal_err *err) {
  const struct state *s = S(p);
  int over = 0;

  EACH_HEX(B(p), h) {
    over += s->cell[h].cel > STACK;
  }
  if (over != s->over)
    return sal_fail(err, NULL, 0, "%d hexes are overstacked, %d counted", over, s->over);
  if (over && !may_be_crowded(p) && !p->book->position)
    return sal_fail(err, NULL, 0, "a phase began with a hex overstacked");

  return true;
}

/* Everything that must hold after every action; the first failure is named. */
bool wb_audit(const struct sal_play *p, struct sal_err *err) {
  const struct state *s = S(p);
  int dead[SAL_SIDES] = {0, 0};

  for (int u = 0; u < p->book->ncounters; u++) {
    if (!audit_unit(p, u, err))
      return false;
    dead[side_of(p, u)] += status(p, u) == ST_DEAD;
  }
  for (int side = 0; side < SAL_SIDES; side++)
    if (dead[side] > s->killed[side])
      return sal_fail(err, NULL, 0, "%d dead, %d counted", dead[side], s->killed[side]);
  EACH_HEX(B(p), h) {
    if (!audit_hex(p, (sal_hex)h, err))
      return false;
  }

  return audit_stacking(p, err);
}
