/* random.c - uniform over the legal actions; the measure every other bot is held against. */
#include "bot.h"

#include <stdio.h>
#include <string.h>

static size_t size(const struct sal_book *book) {
  (void)book;
  return sizeof(struct sal_rng);
}
static void start(void *memory, const struct sal_book *book, const struct bot_spec *spec,
                  uint64_t seed) {
  (void)book;
  (void)spec;
  sal_rng_seed(memory, seed);
}
static void think(void *memory, const struct sal_play *view, int side, const struct sal_list *legal,
                  const atomic_bool *stop, struct bot_thought *out) {
  (void)view;
  (void)side;
  (void)stop;
  out->action = legal->a[sal_rng_below(memory, legal->n)];
  out->nodes = 1;
  if (out->explain)
    snprintf(out->why, sizeof out->why, "one of %u, at random", legal->n);
}
static size_t keep(const void *memory, void *out) {
  memcpy(out, memory, sizeof(struct sal_rng));
  return sizeof(struct sal_rng);
}
static bool resume(void *memory, const void *kept, size_t n) {
  if (n != sizeof(struct sal_rng))
    return false;
  memcpy(memory, kept, n);
  return true;
}

const struct bot_kind bot_random = {.name = "random",
                                    .looks = false,
                                    .size = size,
                                    .start = start,
                                    .think = think,
                                    .keep = keep,
                                    .resume = resume};
