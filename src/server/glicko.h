/* glicko.h - Glicko-2: how strong somebody is, how sure that is, and how steady.
 *
 * After Mark Glickman's "Example of the Glicko-2 system". One thing is added: an edge in rating
 * points for the side that somebody plays, because few scenarios are even. It goes into the
 * expectation only, so the stronger side gains less by winning.
 */
#ifndef GLICKO_H
#define GLICKO_H

#include <stddef.h>

struct glicko {
  double rating, deviation, volatility;
};
struct glicko_game {
  struct glicko foe;
  double edge;  /* rating points that the side one plays is worth */
  double score; /* 1 won, 0.5 drawn, 0 lost */
};

/* The rating of a player of whom nothing is known. */
struct glicko glicko_new(void);
/* The score to be expected, from 0 to 1, with what is not known about the foe taken in. */
double glicko_expect(const struct glicko *, const struct glicko *foe, double edge);
/* The rating after these games. `periods`: how many rating periods have passed, fractions included;
 * each makes the rating less certain. */
void glicko_update(struct glicko *, const struct glicko_game *, size_t n, double periods);
/* The deviation after this many periods without a game. */
double glicko_aged(const struct glicko *, double periods);

#endif
