/* clock.h - seconds, for the programs that measure. */
#ifndef BENCH_CLOCK_H
#define BENCH_CLOCK_H

#include <time.h>

static inline double seconds_of(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}
static inline double now(void) {
  return seconds_of(CLOCK_MONOTONIC);
}
static inline double processor(void) {
  return seconds_of(CLOCK_PROCESS_CPUTIME_ID);
} /* that this process has used */

#endif
