/* zoc.c - chapter 6: zones of control and Dominating Positions.
 *
 * Zones are kept as counts per hex and change only when a stack begins or ceases to exert one, so a
 * question costs one load. Whether a stack exerts a zone is open to both sides; what lies in it
 * below the top counter is not.
 */
#include "state.h"

/* ---- 6.zoc, 6.dp ------------------------------------------------------------------------ */

/* 6.zoc.1, 6.zoc.9: all units but artillery, those forced back, and those only written down. */
static bool exerts(const struct sal_play *p, int u) {
  if (is_artillery(p, u)) {
    return false;
  }
  return !(U(p, u)->flags & (FORCED | HIDDEN));
}

/* 6.dp.1 */
static bool holds_dp(const struct sal_play *p, int u) {
  if (is_artillery(p, u)) {
    return false;
  }
  if (I(p, u)->kind == HQ) {
    return false;
  }
  if (I(p, u)->kind == ATF) {
    return false;
  }

  return !(U(p, u)->flags & HIDDEN);
}

/* Works the zone and the height of a hex out again; the neighbours' counts change only when its
 * zone begins or ends. */
void alea_refresh(struct sal_play *p, sal_hex h) {
  struct state *s = S(p);
  const struct sal_board *b = &p->book->board;
  uint8_t was = s->cell[h].ground;
  bool zoc = false;
  bool dp = false;
  int u = top(p, h);
  int side = u < 0 ? SAL_NOSIDE : side_of(p, u);

  for (; u >= 0; u = below(p, u)) {
    zoc = zoc || exerts(p, u);
    dp = dp || (O(p)->dp[h] && holds_dp(p, u));
  }
  s->cell[h].ground = (uint8_t)(was & ~(EXERTS | DP_HELD));
  if (zoc) {
    s->cell[h].ground |= EXERTS;
  }
  if (dp) {
    s->cell[h].ground |= DP_HELD;
  }
  /* a hex never changes hands without having been empty: see alea_unzone */
  if (zoc == ((was & EXERTS) != 0)) {
    return;
  }
  for (int d = 0; d < 6; d++) {
    struct cell *c = &s->cell[h + b->step[d]];
    int unit = side == SAL_GERMAN ? 1 : 16;
    c->zoc = (uint8_t)(zoc ? c->zoc + unit : c->zoc - unit);
  }
}

/* The last unit of a side leaves: its zone goes with it. */
void alea_unzone(struct sal_play *p, sal_hex h, int side) {
  struct state *s = S(p);

  if (!(s->cell[h].ground & EXERTS)) {
    return;
  }
  s->cell[h].ground &= (uint8_t) ~(EXERTS | DP_HELD);
  for (int d = 0; d < 6; d++) {
    struct cell *c = &s->cell[h + p->book->board.step[d]];
    c->zoc = (uint8_t)(c->zoc - (side == SAL_GERMAN ? 1 : 16));
  }
}

/* Under an enemy who holds a Dominating Position and has a zone. */
bool alea_dp_zoc(const struct sal_play *p, int side, sal_hex h) {
  const struct sal_board *b = &p->book->board;

  for (int d = 0; d < 6; d++) {
    sal_hex n = (sal_hex)(h + b->step[d]);
    if ((S(p)->cell[n].ground & (DP_HELD | EXERTS)) == (DP_HELD | EXERTS) && enemy_at(p, side, n)) {
      return true;
    }
  }

  return false;
}

/* Next to a Dominating Position of ours. */
bool alea_dp_near(const struct sal_play *p, int side, sal_hex h) {
  const struct sal_board *b = &p->book->board;

  for (int d = 0; d < 6; d++) {
    sal_hex n = (sal_hex)(h + b->step[d]);
    if (S(p)->cell[n].ground & DP_HELD && friend_at(p, side, n)) {
      return true;
    }
  }

  return false;
}

/* 6.zoc.7: for retreats and supply a friend in the hex cancels the zone. */
bool alea_zoc_free(const struct sal_play *p, int side, sal_hex h) {
  if (!zoc_on(p, side, h)) {
    return true;
  }
  return friend_at(p, side, h);
}
