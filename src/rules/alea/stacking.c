/* stacking.c - chapter 5: how many units share a hex, and how they get in and out of it.
 *
 * A hex keeps its units as a chain from the top counter down. Only the top one is known to the
 * enemy (5.8), so the order is part of the game. Entering a hex also takes control of it
 * (3.setup.7), breaches works (10.2) and clears mines (11.6).
 */
#include "state.h"

#include <string.h>

/* By the top counters, which are known in every view. */
int alea_stacks(const struct sal_play *p, int side, sal_hex out[MAX_UNITS]) {
  const struct own *o = O(p);
  uint64_t taken[SAL_MAX_CELLS / 64 + 1];
  int words = p->book->board.cells / 64 + 1;
  int n = 0;

  memset(taken, 0, (size_t)words * sizeof *taken);
  for (int i = 0; i < o->nground[side]; i++) {
    sal_unit u = o->ground[side][i];
    sal_hex h = U(p, u)->at;
    /* in a view only the top counter is sure to be known */
    if (h < p->book->board.cells && top(p, h) == u) {
      taken[h / 64] |= 1ull << h % 64;
    }
  }
  for (int w = 0; w < words; w++) {
    for (uint64_t left = taken[w]; left; left &= left - 1) {
      out[n++] = (sal_hex)(w * 64 + __builtin_ctzll(left));
    }
  }

  return n;
}

/* A railway leaves the hex on some side. */
bool alea_is_rail(const struct sal_play *p, sal_hex h) {
  for (int d = 0; d < 6; d++) {
    if (p->book->board.path[h * 6 + d] & O(p)->rail) {
      return true;
    }
  }

  return false;
}

/* ---- 5.1-5.5 stacking ------------------------------------------------------------------- */

struct pile {
  int halves, hqs, fronts, form;
  bool mixed;
};

/* What one unit adds to a stack. */
static void pile_add(const struct sal_play *p, int u, struct pile *s) {
  const struct unit_info *i = I(p, u);

  /* 5.2, 5.3 */
  s->halves += i->half;
  s->hqs += i->kind == HQ;
  s->fronts += i->kind == ATF;
  /* 5.5: independents, HQs and AT Fronts fit any formation */
  if (i->kind == HQ) {
    return;
  }
  if (i->kind == ATF) {
    return;
  }
  if (!i->form) {
    return;
  }
  if (s->form && s->form != i->form) {
    s->mixed = true;
  }
  s->form = i->form;
}

/* 5.1, 5.5: three units; mixed Soviet formations only two. */
static bool number_ok(int side, const struct pile *s) {
  int limit = side == SAL_SOVIET && s->mixed ? 4 : HALVES;

  return s->halves <= limit;
}

/* 5.1, 5.4, 5.5: not too many units, one HQ, one Front. */
static bool pile_ok(int side, const struct pile *s) {
  if (!number_ok(side, s)) {
    return false;
  }
  if (s->hqs > 1) {
    return false;
  }

  /* 5.4 */
  return s->fronts <= 1;
}

/* The rule to name when a stack would be too large. */
int alea_stack_rule(const struct sal_play *p, int side, sal_hex h, const sal_unit *more, int n) {
  struct pile s = {0};

  for (int u = top(p, h); u >= 0; u = below(p, u)) {
    pile_add(p, u, &s);
  }
  for (int i = 0; i < n; i++) {
    if (U(p, more[i])->at != h) {
      pile_add(p, more[i], &s);
    }
  }
  if (pile_ok(side, &s)) {
    return 0;
  }
  if (s.hqs > 1) {
    return R_13_hq_2;
  }
  if (s.fronts > 1) {
    return R_5_4;
  }

  return s.halves > HALVES ? R_5_1 : R_5_5;
}

/* Whether these may stand there together. */
bool alea_fits(const struct sal_play *p, int side, sal_hex h, const sal_unit *more, int n) {
  return !alea_stack_rule(p, side, h, more, n);
}

/* 5.7: is this number of units of a hex within the limit, so that they fight? */
bool alea_within(const struct sal_play *p, int side, const sal_unit *who, int n) {
  struct pile s = {0};

  for (int i = 0; i < n; i++) {
    pile_add(p, who[i], &s);
  }

  return number_ok(side, &s);
}

/* Whether those in a hex are too many, without the ones that are named. */
bool alea_over(const struct sal_play *p, sal_hex h, uint16_t ignore) {
  struct pile s = {0};
  int u = top(p, h);

  if (u < 0) {
    return false;
  }
  int side = side_of(p, u);
  for (; u >= 0; u = below(p, u)) {
    if (!(U(p, u)->flags & ignore)) {
      pile_add(p, u, &s);
    }
  }

  return !number_ok(side, &s);
}

/* ---- in and out of hexes ---------------------------------------------------------------- */

/* 5.8, 6.dp.3: a side may learn of a counter here */
static void seen_afresh(struct sal_play *p, sal_hex h) {
  const struct sal_board *b = &p->book->board;

  if (below(p, top(p, h)) >= 0 || O(p)->dp[h]) {
    sal_reveal(p);
    return;
  }
  for (int d = 0; d < 6; d++) {
    if (O(p)->dp[h + b->step[d]]) {
      sal_reveal(p);
    }
  }
}

/* The chain closes; the units below may now be seen. */
void alea_take_off(struct sal_play *p, sal_unit u) {
  struct state *s = S(p);
  sal_hex h = s->unit[u].at;
  uint16_t *link = &s->cell[h].first;

  if (top(p, h) == u && below(p, u) >= 0) {
    sal_reveal(p);
  }
  while (*link != u + 1) {
    link = &s->unit[*link - 1].next;
  }
  *link = s->unit[u].next;
  s->unit[u].next = 0;
  s->unit[u].at = SAL_NOHEX;
  if (s->cell[h].first) {
    alea_refresh(p, h);
  } else {
    alea_unzone(p, h, side_of(p, u));
  }
}

/* On top; an HQ goes under the counter that is already there (5.8). */
void alea_set_down(struct sal_play *p, sal_unit u, sal_hex h) {
  struct state *s = S(p);
  uint16_t *link = &s->cell[h].first;

  if (I(p, u)->kind == HQ && *link) {
    link = &s->unit[*link - 1].next;
  }
  s->unit[u].next = *link;
  *link = (uint16_t)(u + 1);
  s->unit[u].at = h;
  s->unit[u].box = B_NONE;
  alea_refresh(p, h);
}

/* 10.2, 11.5, 11.6, II.2.1: a German unit breaches works, clears mines, and opens the STAVKA
 * reserve. */
static void german_enters(struct sal_play *p, sal_unit u, sal_hex h) {
  struct state *s = S(p);

  /* 10.2 */
  if (alea_fort(p, h)) {
    s->cell[h].ground |= BREACHED;
    sal_tell(p, E_BREACHED, R_10_2, SAL_EV(.at = {h}));
  }
  /* 11.5, 11.6 */
  if (s->cell[h].ground & MINED) {
    s->cell[h].ground &= (uint8_t)~MINED;
    sal_tell(p, E_MINE_GONE, R_11_6, SAL_EV(.at = {h}));
  }
  /* II.2.1 */
  if (O(p)->line[h] == 2 && !s->line2 && !(s->unit[u].flags & OOS)) {
    s->line2 = 1;
    if (O(p)->south) {
      sal_tell(p, E_LINE2, R_II_2_1, SAL_EVU(u, .at = {h}));
    }
  }
}

/* 6.dp.3: from a Dominating Position the stacks next to it can be examined. */
static void look_down(struct sal_play *p, int side, sal_hex h) {
  sal_tell(p, E_HEIGHT, R_6_dp_1, SAL_EV(.at = {h}, .n = {(int16_t)side}));
  for (int d = 0; d < 6; d++) {
    sal_hex n = sal_next(&p->book->board, h, d);
    if (enemy_at(p, side, n)) {
      sal_tell(p, E_EXAMINED, R_6_dp_3, SAL_EV(.at = {n, h}));
    }
  }
}

/* A unit enters a hex, with everything that follows from it. */
void alea_put(struct sal_play *p, sal_unit u, sal_hex h) {
  struct state *s = S(p);
  int side = side_of(p, u);

  if (s->unit[u].at) {
    alea_take_off(p, u);
  }
  alea_set_down(p, u, h);
  seen_afresh(p, h);
  if (I(p, u)->kind == ATF) {
    /* 3.setup.7: placing a Front changes no control */
    return;
  }
  if (S(p)->cell[h].ground & DP_HELD && below(p, u) < 0) {
    look_down(p, side, h);
  }
  if (!held_by(p, side, h)) {
    s->cell[h].ground ^= GERMAN_HELD;
    sal_tell(p, E_CONTROL, R_3_setup_7, SAL_EV(.at = {h}, .n = {(int16_t)side}));
  }
  if (side == SAL_GERMAN) {
    german_enters(p, u, h);
  }
}
