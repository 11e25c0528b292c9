/* audit.c - nullgame's invariants: what must be true of every state. A breach is a bug. */
#include "state.h"

#include <string.h>

/* What must be true of one unit: its steps, its place, its stack, and that guns are never hidden.
 */
static bool audit_unit(const struct sal_play *p, int u, struct sal_err *err) {
  const struct unit *unit = &S(p)->unit[u];
  const struct sal_board *b = &p->book->board;
  const char *id = p->book->counter[u].id;
  int side = side_of(p, u);

  if (unit->steps > 2)
    return sal_fail(err, NULL, 0, "%s has %d steps", id, unit->steps);
  if (!unit->at)
    return true;
  if (!unit->steps)
    return sal_fail(err, NULL, 0, "%s is on the map without steps", id);
  bool on_map = unit->at < b->cells && b->on[unit->at];
  if (!on_map)
    return sal_fail(err, NULL, 0, "%s is beyond the map", id);

  /* 2.4: two units of one side in a hex. */
  if (null_count_at(p, side, unit->at) > STACK)
    return sal_fail(err, NULL, 0, "%s is overstacked", b->name[unit->at]);
  if (null_count_at(p, sal_enemy(side), unit->at))
    return sal_fail(err, NULL, 0, "both sides are in %s", b->name[unit->at]);

  bool hidden = !(unit->flags & KNOWN);
  if (hidden && kind_of(p, u)->gun)
    return sal_fail(err, NULL, 0, "%s is a hidden gun", id);

  return true;
}

/* 2.2: the veils must be those that the units make. 6.1: a hex belongs to one side at most. */
static bool audit_ground(const struct sal_play *p, struct sal_err *err) {
  const struct state *s = S(p);
  const struct sal_board *b = &p->book->board;
  struct state veiled; /* a state is only as long as its book says, so no plain assignment */

  memcpy(&veiled, s, p->book->state_bytes);
  null_veil(p->book, &veiled);
  if (memcmp(veiled.ground, s->ground, b->cells) != 0)
    return sal_fail(err, NULL, 0, "the veils do not fit the units");

  for (int h = 0; h < b->cells; h++) {
    bool german = s->ground[h] & HELD << SAL_GERMAN;
    bool soviet = s->ground[h] & HELD << SAL_SOVIET;
    if (german && soviet)
      return sal_fail(err, NULL, 0, "both sides control %s", b->name[h]);
  }

  return true;
}

/* Called after every action in tests and by `soak`. */
bool null_audit(const struct sal_play *p, struct sal_err *err) {
  for (int u = 0; u < p->book->ncounters; u++)
    if (!audit_unit(p, u, err))
      return false;
  for (int side = 0; side < SAL_SIDES; side++)
    if (S(p)->points[side] > MAX_POINTS)
      return sal_fail(err, NULL, 0, "too many points");

  return audit_ground(p, err);
}
