/* sprt.h - how strong is a bot, and when have we seen enough to say so?
 *
 * A pair is one seed played twice with the seats changed. Its score is 0, 1/2, 1, 3/2 or 2 points,
 * so a match is five counts (pentanomial). Pairs are independent of each other, the two games of a
 * pair are not: that is why pairs are counted, and why fewer games are needed.
 */
#ifndef SPRT_H
#define SPRT_H

#include <stdint.h>

enum { PENTA = 5 };
enum sprt_verdict { SPRT_OPEN, SPRT_ACCEPT, SPRT_REJECT };
struct sprt {
  double elo0, elo1;     /* the two claims: no better than elo0, or at least elo1 */
  double elo, low, high; /* measured, with its 95 % interval */
  double llr;            /* log likelihood ratio of the second claim against the first */
  double lower, upper;   /* alpha = beta = 5 %: below the first reject, above the second accept */
  enum sprt_verdict verdict;
};
/* `penta` counts the pairs that brought 0, 1/2, 1, 3/2 and 2 points. */
struct sprt sprt_of(const uint32_t penta[PENTA], double elo0, double elo1);
extern const char *const sprt_word[3]; /* "open", "accept", "reject" */

#endif
