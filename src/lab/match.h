/* match.h - which of two bots is the better: every seed is played twice, with the seats changed.
 *
 * Two measures stand beside each other. Victories are what the game's own rules say (won, lost,
 * drawn); a pair's points are their sum. Margins are finer but hide a bot that never wins. A
 * sequential test (--sprt) stops as soon as the victories have decided.
 */
#ifndef MATCH_H
#define MATCH_H

#include "sim.h"
#include "sprt.h"

struct match_options {
  const struct sal_book *book;
  const char *bot_text[2]; /* a, b */
  struct bot_spec bot[2];
  uint64_t seed;
  uint32_t pairs, jobs; /* with a sequential test: at most that many pairs */
  bool audit;
  bool sequential; /* stop when the test of elo0 against elo1 is decided */
  double elo0, elo1;
  /* Play only the pairs i with i mod parts == part - 1; 0 and 1 play all. */
  uint32_t part, parts;
  /* FILE: two sim files are kept beside each other, FILE.1 and FILE.2; or NULL */
  const char *resume;
  void (*progress)(void *ctx, uint32_t done, uint32_t games, double seconds);
  void *ctx;
  const atomic_bool *stop;
};
struct match_result {
  uint32_t pairs, finished, failed; /* failed: games */
  uint32_t won, lost, equal;        /* pairs by the sum of their margins, as a sees them */
  double score, low, high;          /* share of the pairs a won so, equal ones half; 95 % */
  uint32_t penta[PENTA];            /* pairs by victories: a scored 0, 1/2, 1, 3/2, 2 points */
  uint32_t wins[3];                 /* games won by a, by b, drawn: by the rules */
  /* games that a gave up, that b did: a program that fails says nothing about strength, so there is
   * no Elo then */
  uint32_t forfeits[2];
  double margin_mean, margin_sd; /* of a pair, for a */
  struct sprt sprt;
  double german, german_low, german_high; /* the German side's score over all games */
  uint64_t signature;
  bool complete, repeatable;
  double seconds;
  struct sim_failure failure; /* the first; journal malloc'd, or NULL */
};
bool match_run(const struct match_options *, struct match_result *, struct fault *);
/* Adds up what parts of one match wrote: FILE.1 and FILE.2 of each. Fills the options, too. */
bool match_merge(struct match_options *, struct sim_part_names *, char *const *files, int n,
                 struct match_result *, struct fault *);
void match_free(struct match_result *);
void match_json(struct sal_json *, const struct match_options *, const struct match_result *);
void match_print(const struct match_options *, const struct match_result *);

#endif
