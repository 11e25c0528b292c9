/* spin.c - a bare kernel as measure of what N cores give here: floods for so many seconds.   spin
 * SECONDS */
#include <stdio.h>
#include <stdlib.h>

#include "clock.h"
#include "lab/bench.h"

int main(int argc, char **argv) {
  struct kernels *k = kernels_new();
  double seconds = argc > 1 ? atof(argv[1]) : 2, began = now(), took;
  uint64_t n = 0;
  do
    kernels_flood(k, 1000), n += 1000;
  while ((took = now() - began) < seconds);
  printf("{\"per_second\":%.0f}\n", (double)n / took);
  kernels_free(k);
  return 0;
}
