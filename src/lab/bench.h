/* bench.h - speed of every scenario beside bare kernels, and the signature that guards behaviour.
 */
#ifndef BENCH_H
#define BENCH_H

#include "sim.h"

struct bench_result {
  const char *name, *game, *scenario; /* game and scenario may be NULL */
  double value;
  const char *unit;
  double spread; /* (highest - lowest) / median of the repeats */
};
enum { BENCH_RESULTS = 512 };
struct bench {
  struct bench_result result[BENCH_RESULTS];
  uint32_t n;
};
bool bench_run(struct library *, const struct sal_ruleset *only, double seconds, struct bench *,
               struct fault *);
/* The slowest turn of a side among the first two, planner at its default with all cores; scenario
 * NULL: all of them. */
bool bench_planner(struct library *, const struct sal_ruleset *only, const char *scenario,
                   struct bench *, struct fault *);
void bench_json(struct sal_json *, const struct bench *);
const char *bench_build(void);

/* Bare kernels beside the core's own floods and lines, on the same map; checksums are compared. */
struct kernels;
struct kernels *kernels_new(void);
void kernels_free(struct kernels *);
bool kernels_check(struct kernels *, struct fault *); /* all four give the right sums */
void kernels_flood(struct kernels *, int n);          /* n floods each, for the clock */
void kernels_core_flood(struct kernels *, int n);
void kernels_los(struct kernels *, int n);
void kernels_core_los(struct kernels *, int n);

enum { PERFT_DEPTH = 16 };
/* by_depth[d], d 0..depth: leaves under d actions of the scenario's start, over all legal actions
 * and all dice. */
bool perft_count(const struct sal_book *, uint64_t seed, int depth, uint64_t *by_depth,
                 struct fault *);
/* the same from where a game stands */
void perft_from(const struct sal_play *, int depth, uint64_t *by_depth);

#endif
