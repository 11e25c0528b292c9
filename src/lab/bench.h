/* bench.h - speed of every scenario beside bare kernels, and the signature that guards behaviour. */
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
bool bench_run(struct library *, const char *only_game, double seconds, struct bench *, struct fault *);
void bench_json(struct sal_json *, const struct bench *);
/* Fixed seeds of every scenario on the menu, hashed. */
bool bench_signature(struct library *, uint64_t *, struct fault *);

/* Leaves under `depth` actions of the scenario's start, over all legal actions and all dice. */
bool perft_count(const struct sal_book *, uint64_t seed, int depth, uint64_t *by_depth, struct fault *);

#endif
