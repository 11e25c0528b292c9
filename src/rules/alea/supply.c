/* supply.c - chapter 9: lines of supply, and who is cut off.
 *
 * A trace floods back from the supply hexes once; afterwards every unit of a side is one look-up.
 */
#include "state.h"

#include <string.h>

/* What the flood asks of every hex is inlined into it, once for roads and once for rails. */
#define ASKED_OF_ALL __attribute__((always_inline)) static inline

/* 9.2-9.4, 6.dp.2: a line runs through no enemy, through no enemy zone except where friends stand
 * (not under a Dominating Position), and for the German through no works and no mines */
static bool line_passes_units(const struct sal_play *p, int side, sal_hex h) {
  const struct cell *cell = &S(p)->cell[h];

  if (enemy_at(p, side, h)) {
    return false;
  }
  bool kept_open = friend_at(p, side, h) && !alea_dp_zoc(p, side, h);
  if (zoc_on(p, side, h) && !kept_open) {
    return false;
  }
  if (side == SAL_SOVIET) {
    return true;
  }

  return !alea_fort(p, h) && !(cell->ground & MINED);
}

/* The same, quick for the hexes where nobody is near, which are most of them. */
ASKED_OF_ALL bool line_passes(const struct sal_play *p, int side, sal_hex h) {
  const struct cell *cell = &S(p)->cell[h];
  bool nobody = side == SAL_SOVIET && !cell->first && !cell->zoc;
  return nobody || line_passes_units(p, side, h);
}

ASKED_OF_ALL void trace(const struct sal_play *p, int side, bool rail, uint8_t *reach) {
  const struct sal_board *b = &p->book->board;
  const struct own *o = O(p);
  uint16_t *queue = W(p)->queue;
  int head = 0;
  int tail = 0;

  /* a test map without supply hexes supplies all units */
  memset(reach, o->nsupply[side] == 0, b->cells);
  for (int i = 0; i < o->nsupply[side]; i++) {
    sal_hex h = o->source[side][i];
    /* 9.7 */
    bool by_rail = !rail || alea_is_rail(p, h);
    /* 9.5 */
    if (by_rail && line_passes(p, side, h)) {
      reach[h] = 1;
      queue[tail++] = h;
    }
  }
  while (head < tail) {
    sal_hex h = queue[head++];
    for (int d = 0; d < 6; d++) {
      sal_hex n = (sal_hex)(h + b->step[d]);
      if (reach[n] || !b->on[n]) {
        continue;
      }
      bool joined = !rail || b->path[h * 6 + d] & o->rail;
      if (joined && line_passes(p, side, n)) {
        reach[n] = 1;
        queue[tail++] = n;
      }
    }
  }
}

/* Floods back from the supply hexes along every hex that a line may pass. */
void alea_trace(const struct sal_play *p, int side, bool rail, uint8_t *reach) {
  if (rail) {
    trace(p, side, true, reach);
  } else {
    trace(p, side, false, reach);
  }
}

/* 9.2: the start itself may be anywhere */
bool alea_traces(const struct sal_play *p, int side, const uint8_t *reach, sal_hex h) {
  SAL_ASSERT(reach);
  /* 6.dp.2: it is not passed through */
  if (reach[h]) {
    return true;
  }
  if (O(p)->supply[side][h]) {
    return true;
  }
  for (int d = 0; d < 6; d++) {
    if (reach[h + p->book->board.step[d]]) {
      return true;
    }
  }

  return false;
}

/* 9.7 */
static bool rail_traces(const struct sal_play *p, const uint8_t *reach, sal_hex h) {
  if (reach[h]) {
    return true;
  }
  if (O(p)->supply[SAL_SOVIET][h]) {
    return true;
  }
  for (int d = 0; d < 6; d++) {
    if (p->book->board.path[h * 6 + d] & O(p)->rail && reach[h + p->book->board.step[d]]) {
      return true;
    }
  }

  return false;
}

/* The rule that does most to cut a hex off: what lies on its neighbours. */
static int why_cut(const struct sal_play *p, int side, sal_hex h) {
  bool works = false;
  bool zone = false;
  bool height = false;

  for (int d = 0; d < 6; d++) {
    sal_hex n = sal_next(&p->book->board, h, d);
    if (!n) {
      continue;
    }
    if (enemy_at(p, side, n)) {
      continue;
    }
    bool barred = alea_fort(p, n) || S(p)->cell[n].ground & MINED;
    bool in_zone = zoc_on(p, side, n) != 0;
    height |= friend_at(p, side, n) && alea_dp_zoc(p, side, n);
    works |= side == SAL_GERMAN && !in_zone && barred;
    zone |= in_zone;
  }
  if (height) {
    return R_6_dp_2;
  }
  if (works) {
    return R_9_4;
  }

  return zone ? R_9_3 : R_9_2;
}

/* Few games have trains; the trace along rails is left out without them. */
static bool any_train(const struct sal_play *p, int side) {
  for (int i = 0; i < O(p)->nground[side]; i++) {
    int u = O(p)->ground[side][i];
    if (I(p, u)->kind == TRAIN && U(p, u)->at) {
      return true;
    }
  }
  return false;
}

/* The rule under which a unit is cut off, or in supply again. */
static int supply_rule(const struct sal_play *p, int side, sal_hex h, bool train, bool cut) {
  if (train) {
    return R_9_7;
  }
  if (cut) {
    return why_cut(p, side, h);
  }
  return O(p)->supply[side][h] ? R_9_5 : R_9_1;
}

/* 9.1: one unit against the lines just traced. 9.8: divisions only written down are in supply. */
static void check_unit(struct sal_play *p, int side, sal_unit u, const uint8_t *reach) {
  struct unit *unit = U(p, u);
  bool train = I(p, u)->kind == TRAIN;
  bool traced = train ? rail_traces(p, reach, unit->at) : alea_traces(p, side, reach, unit->at);
  bool cut = !traced && !(unit->flags & HIDDEN);
  bool was_cut = unit->flags & OOS;

  if (cut == was_cut) {
    return;
  }
  unit->flags ^= OOS;
  sal_tell(p, cut ? E_OOS : E_SUPPLIED, supply_rule(p, side, unit->at, train, cut),
           SAL_EVU(u, .at = {unit->at}, .seen = only(side)));
}

/* 9.1: at the start of the player turn, for all units of the side. */
void alea_check_supply(struct sal_play *p, int side, bool trains) {
  const struct own *o = O(p);
  uint8_t *reach = W(p)->reach;

  if (trains && !any_train(p, side)) {
    return;
  }
  alea_trace(p, side, trains, reach);
  for (int i = 0; i < o->nground[side]; i++) {
    sal_unit u = o->ground[side][i];
    bool train = I(p, u)->kind == TRAIN;
    if (U(p, u)->at && train == trains) {
      check_unit(p, side, u, reach);
    }
  }
}
