/* reason.h - what a gesture is expected to bring, in a player's words. */
#ifndef REASON_H
#define REASON_H

#include "lookahead.h"

/* "takes Ponyri with 62 %, costs the enemy 1.2 steps, risks 0.4": tried over guesses and dice until
 * the gesture is settled. Empty if nothing that players count changes, or if the game does not say
 * what they count. The bot goes on afterwards as if it had not been asked. */
void reason_tell(struct lookahead *, const struct sal_play *view, int side, const struct gesture *,
                 const int8_t *bias, char *out, size_t size);

#endif
