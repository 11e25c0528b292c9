/* random.c - uniform over the legal actions; the measure every other bot is held against. */
#include "bot.h"

#include <stdio.h>

static size_t size(const struct sal_book *book) { return (void)book, sizeof(struct sal_rng); }
static void start(void *memory, const struct sal_book *book, const struct bot_spec *spec, uint64_t seed) {
  (void)book, (void)spec;
  sal_rng_seed(memory, seed);
}
static void think(void *memory, const struct sal_play *view, int side, const struct sal_list *legal, const atomic_bool *stop,
                  struct bot_thought *out) {
  (void)view, (void)side, (void)stop;
  out->action = legal->a[sal_rng_below(memory, legal->n)];
  out->nodes = 1;
  if (out->explain) snprintf(out->why, sizeof out->why, "one of %u, at random", legal->n);
}

const struct bot_kind bot_random = {.name = "random", .looks = false, .size = size, .start = start, .think = think};
