/* puzzle.h - positions with one clearly best choice, shipped with the program (puzzles/).
 *
 * A puzzle is opened as a game, so the choice is made on the board with all rules. The values of
 * the choices are told only after one has been made.
 */
#ifndef SERVER_PUZZLE_H
#define SERVER_PUZZLE_H

#include "routes.h"

void puzzle_list(struct exchange *, const struct call *); /* GET /api/puzzles */
/* POST /api/puzzles/ID: a game; POST /api/puzzles/ID/answer {"action"}: what the choices are worth
 */
void puzzle_post(struct exchange *, const struct call *);

#endif
