/* contest.h - finds the best of several gestures by playing all of them out over the same guesses
 * and the same dice.
 *
 * The first is what the plan would do; the others challenge it. Threads share the rounds. Sums are
 * whole numbers and stages have fixed lengths, so the winner does not depend on how many threads
 * there are or which was faster.
 */
#ifndef CONTEST_H
#define CONTEST_H

#include "lookahead.h"

enum { ARMS = 20, FIRST_ROUNDS = 6 }; /* FIRST_ROUNDS: fewer tell nothing */
#ifdef __wasm__ /* one engine is one thread: start more engines for more threads */
enum { CONTEST_THREADS = 1 };
#else
enum { CONTEST_THREADS = 16 };
#endif

struct tally {
  int64_t sum;         /* of values */
  int64_t more, more2; /* of what it brought beyond the first, and of the squares */
  uint32_t tries;
};
struct arm {
  struct gesture gesture;
  int8_t bias[SAL_BIAS]; /* the plan that follows it */
  bool mutant;           /* and is a new one */
  struct tally tally;
};
struct contest {
  const struct sal_play *view;
  int side;
  /* bold: what is gained counts half as much again; careful: what is lost does */
  enum bot_style style;
  struct arm *arm;
  int n;
  struct lookahead *const *look; /* one a thread */
  uint32_t threads;
  uint64_t seed;
  uint32_t horizon; /* actions of a try */
  /* budget: nodes when until is 0, else the clock */
  uint64_t nodes;
  int64_t until; /* of contest_clock */
  const atomic_bool *stop;
  int32_t gives;   /* by how much the choice may be worse than the best */
  int32_t least;   /* a lead that matters */
  uint64_t *usual; /* nodes of a try, as experience has it; kept from one contest to the next */
  /* out */
  uint64_t used, own, tries; /* nodes; own actions to the end of the turn, summed over the tries */
};
/* the winner's place; the arms are put in another order, the first stays */
int contest_run(struct contest *);
int64_t contest_clock(void); /* milliseconds */

#endif
