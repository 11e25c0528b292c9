/* field_smoke.c - F20: smoke and fires. */
#include "field.h"

enum { DAMP_UPTO = MOIST };

/* How many hexes hold anything that lines of sight must look at. */
int sf_count_changed(const struct sal_play *p) {
  const struct sal_board *m = &p->book->board;
  int n = 0;

  enum { CHANGES = HEX_WRECK | HEX_BLAZE | HEX_SMOKE | HEX_SMOKE_LONG | HEX_RUBBLE };
  for (int i = 0; i < m->nhexes; i++) {
    bool changed = patch_at(p, m->order[i])->holds & CHANGES;
    n += changed;
  }

  /* One byte holds it: what counts is whether there is any. */
  return n > 255 ? 255 : n;
}

/* F20.2: grenades to the End of this player turn, mortars one longer (but in a gusty wind). */
void sf_smoke(struct sal_play *p, sal_hex h, bool longer) {
  struct patch *patch = patch_at(p, h);
  /* A gusty wind takes one player turn off. */
  bool stays = longer && F(p)->weather != GUSTY;

  patch->holds |= stays ? HEX_SMOKE_LONG : HEX_SMOKE;
  F(p)->changed = (uint8_t)sf_count_changed(p);
  sal_tell(p, E_F_SMOKE, R_F20_1, SAL_EV(.at = {h}));
}

/* F20.2: grenades go, other smoke ages by one player turn. */
void sf_end_smoke(struct sal_play *p) {
  const struct sal_board *m = &p->book->board;
  for (int i = 0; i < m->nhexes; i++) {
    uint8_t *holds = &patch_at(p, m->order[i])->holds;
    bool stays = *holds & HEX_SMOKE_LONG;
    *holds &= (uint8_t) ~(HEX_SMOKE | HEX_SMOKE_LONG);
    if (stays)
      *holds |= HEX_SMOKE;
  }

  F(p)->changed = (uint8_t)sf_count_changed(p);
}

/* ---- F20.4, F20.5 ----------------------------------------------------------------------- */

/* F20.4, F20.5: ground that can catch fire and does not burn yet. */
static bool may_burn(const struct sal_play *p, sal_hex h) {
  bool burns = patch_at(p, h)->holds & HEX_BLAZE;
  return ground_at(p, h)->is & H_BURN && !burns;
}

/* A Blaze begins, and both sides see it. */
static void set_ablaze(struct sal_play *p, sal_hex h, int rule) {
  patch_at(p, h)->holds |= HEX_BLAZE;
  sal_tell(p, E_F_BLAZE, rule, SAL_EV(.at = {h}));
}

/* A burning wreck sets fire to what it stands in. */
static void wrecks_kindle(struct sal_play *p) {
  const struct sal_board *m = &p->book->board;
  int limit = 1;

  /* Nothing catches fire on wet ground. */
  if (F(p)->ec == WET)
    return;

  if (F(p)->ec == DRY)
    limit = 2;
  if (F(p)->ec == VERY_DRY)
    limit = 3;

  for (int i = 0; i < m->nhexes; i++) {
    sal_hex h = m->order[i];
    bool wreck_burns = patch_at(p, h)->holds & HEX_BURNING;
    if (!wreck_burns || !may_burn(p, h))
      continue;
    if (sf_die(p, R_F20_4, SAL_NOUNIT, SAL_BOTH) <= limit)
      set_ablaze(p, h, R_F20_4);
  }
}

/* 11.6241: the direction of the breeze by a die, 1 the west and on clockwise. */
static int downwind(const struct sal_play *p) {
  enum { WEST = 4 };
  return (F(p)->wind + WEST) % 6;
}

/* F20.5: the neighbours of a Blaze that it may set fire to; in a breeze only the downwind one. */
static int neighbours_to_burn(const struct sal_play *p, sal_hex from, sal_hex near[6]) {
  int n = 0;
  for (int d = 0; d < 6; d++) {
    sal_hex h = sal_next(&p->book->board, from, d);
    bool blown_to = !F(p)->wind || d == downwind(p);
    if (h && blown_to && may_burn(p, h))
      near[n++] = h;
  }

  return n;
}

/* F20.5: each Blaze may set fire to one neighbour by lot; with 100 Blazes on the map none spreads.
 */
static void blazes_spread(struct sal_play *p) {
  enum { MOST_BLAZES = 100, BREEZE = 3 };
  const struct sal_board *m = &p->book->board;
  sal_hex burning[MOST_BLAZES];
  int n = 0;
  int limit = F(p)->ec >= DRY ? 2 : 1;

  /* A breeze carries fire farther, but one way only. */
  if (F(p)->wind)
    limit = BREEZE;

  /* The fires of before this step: what catches now does not spread at once. */
  for (int i = 0; i < m->nhexes && n < MOST_BLAZES; i++)
    if (patch_at(p, m->order[i])->holds & HEX_BLAZE)
      burning[n++] = m->order[i];

  if (n == MOST_BLAZES)
    return;

  for (int i = 0; i < n; i++) {
    sal_hex near[6];
    int count = neighbours_to_burn(p, burning[i], near);
    if (!count)
      continue;
    sal_hex h = near[sp_pick(p, count, R_F20_5)];
    if (sf_die(p, R_F20_5, SAL_NOUNIT, SAL_BOTH) <= limit)
      set_ablaze(p, h, R_F20_5);
  }
}

/* A unit that has not left a Blaze in its own player turn is lost. */
static void burn_those_who_stayed(struct sal_play *p) {
  for (EACH_MAN(p, u)) {
    if (side_of(p, u) != F(p)->active)
      continue;

    sal_hex h = hex_at(unit_at(p, u)->at);
    bool in_blaze = patch_at(p, h)->holds & HEX_BLAZE;
    if (!in_blaze)
      continue;

    if (sf_vehicle(p, u))
      sf_wreck(p, u, false, R_F20_5);
    else
      sf_lose(p, u, R_F20_5);
  }
}

/* F1.5 (4): units that stayed in a Blaze are lost; after the second player turn fires begin and
 * spread. */
void sf_end_fires(struct sal_play *p) {
  burn_those_who_stayed(p);
  /* Fires begin and spread once a Game Turn. */
  if (F(p)->active == F(p)->first)
    return;

  blazes_spread(p);
  wrecks_kindle(p);
  F(p)->changed = (uint8_t)sf_count_changed(p);
}
