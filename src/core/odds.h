/* odds.h - every way the dice can fall: re-running an action on clones with longer and longer
 * tapes. */
#ifndef SAL_ODDS_H
#define SAL_ODDS_H

#include "play.h"

/* Called once for each complete tape: the state after it, what was rolled, its chance. Return false
 * to stop. */
typedef bool sal_outcome_fn(void *ctx, const struct sal_play *after, struct sal_chance);

struct sal_odds_room { /* workspace, the caller's */
  struct sal_dice dice;
  struct sal_head *clone;    /* book->state_bytes */
  struct sal_events *events; /* may be NULL */
};
/* Applies `a` (legal, of `side`) to clones of p's state over all tapes. Returns the number of
 * tapes, or 0 when there would be more than `limit`. */
uint64_t sal_each_outcome(const struct sal_play *p, int side, struct sal_action a,
                          struct sal_odds_room *, uint64_t limit, sal_outcome_fn *, void *ctx);

#endif
