/* tapes.h - an odds card against every way the dice of its action can fall. */
#ifndef TAPES_H
#define TAPES_H

#include "core/odds.h"
#include "harness.h"

/* What else must hold when the dice fell to this outcome of the card: NULL, or what is wrong. */
typedef const char *tape_also(void *ctx, const struct sal_play *after,
                              const struct sal_card_outcome *);
/* Fails unless the card's chances are those of all tapes of the action, here and now. `also` may be
 * NULL. */
void true_card(struct table *, const char *side, const char *action, tape_also *also, void *ctx);

/* 0 .. n-1, the same in every run: for generating attacks. */
int tape_any(uint64_t *seed, int n);

#endif
