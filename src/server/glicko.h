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

/* Somebody of whom nothing is known. */
struct glicko glicko_new(void);
/* The score to be expected, from 0 to 1, with what is not known about the foe taken in. */
double glicko_expect(const struct glicko *, const struct glicko *foe, double edge);
/* What these games make of it. `periods`: how many rating periods have gone by, in parts of one
 * too; each makes the rating less certain. */
void glicko_update(struct glicko *, const struct glicko_game *, size_t n, double periods);
/* The deviation after so many periods without a game. */
double glicko_aged(const struct glicko *, double periods);

#endif
