/* seek.h - players looking for a game: which scenario, which side, which clock. Accepting a seek
 * makes the game.
 *
 * The seeker needs no account. The token that he gets for his seek becomes that of his seat once
 * there is a game, so nothing has to be handed over later.
 */
#ifndef SEEK_H
#define SEEK_H

#include "routes.h"

route_answer seek_list, seek_offer, seek_show, seek_answer;

#endif
