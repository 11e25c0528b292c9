/* audit.c - what must be true of every state. A test breaks each of these once. */
#include "state.h"

#include <string.h>

/* Where a unit stands: on the map, on rails, or in a box, never two of them. */
static bool audit_place(const struct sal_play *p, int u, struct sal_err *err) {
  const struct unit *unit = U(p, u);
  const char *id = p->book->counter[u].id;

  if (unit->at && !on_map(p, u)) {
    return sal_fail(err, NULL, 0, "%s is beyond the map", id);
  }
  if (unit->at && !p->book->board.on[unit->at]) {
    return sal_fail(err, NULL, 0, "%s is beyond the map", id);
  }
  if (!unit->at && unit->next) {
    return sal_fail(err, NULL, 0, "%s is off the map in a stack", id);
  }
  if (is_air(p, u) || !unit->at) {
    return true;
  }
  if (unit->box) {
    return sal_fail(err, NULL, 0, "%s is on the map and in a box", id);
  }
  if (I(p, u)->kind == TRAIN && !alea_is_rail(p, unit->at)) {
    return sal_fail(err, NULL, 0, "%s is off the rails", id);
  }

  return true;
}

/* Steps and boxes of one counter. */
static bool audit_unit(const struct sal_play *p, int u, struct sal_err *err) {
  const struct unit *unit = U(p, u);
  const char *id = p->book->counter[u].id;

  if (unit->steps > I(p, u)->steps) {
    return sal_fail(err, NULL, 0, "%s has %d {step/steps}", id, unit->steps);
  }
  if (unit->box >= BOXES) {
    return sal_fail(err, NULL, 0, "%s is in box %d", id, unit->box);
  }
  if (unit->at && !unit->steps) {
    return sal_fail(err, NULL, 0, "%s is on the map without steps", id);
  }
  if (is_dead(p, u) && unit->steps) {
    return sal_fail(err, NULL, 0, "%s is dead with %d {step/steps}", id, unit->steps);
  }

  return audit_place(p, u, err);
}

/* One stack: a chain of one side that stands here. Adds its zone to `zoc`. */
static bool audit_stack(const struct sal_play *p, sal_hex h, int *seen, uint8_t *zoc,
                        struct sal_err *err) {
  const struct sal_board *b = &p->book->board;
  int side = alea_holder(p, h);
  int one = side == SAL_GERMAN ? 1 : 16;
  bool any = false;

  for (int u = top(p, h); u >= 0; u = below(p, u)) {
    if (++*seen > MAX_UNITS) {
      return sal_fail(err, NULL, 0, "a stack goes round in a ring");
    }
    if (U(p, u)->at != h) {
      return sal_fail(err, NULL, 0, "%s is in the stack of %s", p->book->counter[u].id, b->name[h]);
    }
    if (side_of(p, u) != side) {
      return sal_fail(err, NULL, 0, "both sides are in %s", b->name[h]);
    }
    bool silent = U(p, u)->flags & (FORCED | HIDDEN);
    any |= !is_artillery(p, u) && !silent;
  }
  if (any != ((S(p)->cell[h].ground & EXERTS) != 0)) {
    return sal_fail(err, NULL, 0, "the zone of %s does not fit its units", b->name[h]);
  }
  for (int d = 0; any && d < 6; d++) {
    zoc[h + b->step[d]] = (uint8_t)(zoc[h + b->step[d]] + one);
  }

  return true;
}

/* All stacks, and the zone counts that alea_refresh keeps. */
static bool audit_cells(const struct sal_play *p, struct sal_err *err) {
  const struct sal_board *b = &p->book->board;
  int seen = 0;
  int placed = 0;
  uint8_t zoc[SAL_MAX_CELLS];

  memset(zoc, 0, b->cells);
  for (int h = 0; h < b->cells; h++) {
    const struct cell *cell = &S(p)->cell[h];
    /* most cells are empty and say so: the audit runs after every action of random play */
    bool quiet = !cell->first && !(cell->ground & EXERTS);
    if (!quiet && !audit_stack(p, (sal_hex)h, &seen, zoc, err)) {
      return false;
    }
  }
  for (int h = 0; h < b->cells; h++) {
    if (zoc[h] != S(p)->cell[h].zoc) {
      return sal_fail(err, NULL, 0, "the zones on cell %d are miscounted", h);
    }
  }
  for (int u = 0; u < p->book->ncounters; u++) {
    placed += U(p, u)->at && !is_air(p, u);
  }
  if (placed != seen) {
    return sal_fail(err, NULL, 0, "%d units stand on the map, %d in stacks", placed, seen);
  }

  return true;
}

/* Between decisions of a phase nobody is left in a moving stack, an attack or a battery. */
static bool audit_groups(const struct sal_play *p, struct sal_err *err) {
  const struct sal_head *head = &S(p)->head;
  int node = head->depth == 2 ? head->frame[1].node : N_COUNT;

  if (node != N_MOVE && node != N_COMBAT && node != N_BOMBARD) {
    return true;
  }
  for (int u = 0; u < p->book->ncounters; u++) {
    if (U(p, u)->flags & (GROUP | EXCESS)) {
      return sal_fail(err, NULL, 0, "%s is still in a group", p->book->counter[u].id);
    }
  }

  return true;
}

/* Everything at once; called after every action in random play. */
bool alea_audit(const struct sal_play *p, struct sal_err *err) {
  const struct state *s = S(p);
  bool fighting = false;

  for (int u = 0; u < p->book->ncounters; u++) {
    if (!audit_unit(p, u, err)) {
      return false;
    }
  }
  if (!audit_cells(p, err)) {
    return false;
  }
  for (int i = 0; i < s->head.depth; i++) {
    int node = s->head.frame[i].node;
    fighting |= node == N_FIGHT || node == N_DECLARE;
  }
  if (fighting != (s->fight.stage != IDLE)) {
    return sal_fail(err, NULL, 0, "a combat is left over");
  }
  if (s->fuel > 6) {
    return sal_fail(err, NULL, 0, "there are %d fuel points", s->fuel);
  }

  return audit_groups(p, err);
}
