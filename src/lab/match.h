/* match.h - which of two bots is the better: every seed is played twice, with the seats changed over.
 *
 * A pair is won by the sum of the two margins, so a scenario that favours a side favours nobody; equal sums count half.
 */
#ifndef MATCH_H
#define MATCH_H

#include "sim.h"

struct match_options {
  const struct sal_book *book;
  const char *bot_text[2]; /* a, b */
  struct bot_spec bot[2];
  uint64_t seed;
  uint32_t pairs, jobs;
  bool audit;
  const char *resume; /* FILE: two sim files are kept beside each other, FILE.1 and FILE.2; or NULL */
  void (*progress)(void *ctx, uint32_t done, uint32_t games, double seconds);
  void *ctx;
  const atomic_bool *stop;
};
struct match_result {
  uint32_t pairs, finished, failed; /* failed: games */
  uint32_t won, lost, equal;        /* pairs, as a sees them */
  double score, low, high;          /* share of the pairs a won, equal ones half; 95 % */
  double german, german_low, german_high; /* the German side's score over all games */
  bool complete, repeatable;
  double seconds;
  struct sim_failure failure; /* the first; journal malloc'd, or NULL */
};
bool match_run(const struct match_options *, struct match_result *, struct fault *);
void match_free(struct match_result *);
void match_json(struct sal_json *, const struct match_options *, const struct match_result *);
void match_print(const struct match_options *, const struct match_result *);

#endif
