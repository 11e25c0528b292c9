/* bare.h - a game's start without a host around it: a state that a test may break. */
#ifndef TEST_BARE_H
#define TEST_BARE_H

#include "harness.h"
#include "host/library.h"

#include <stdlib.h>

struct bare {
  struct library *lib;
  const struct sal_book *book;
  struct sal_play play;
  struct sal_dice dice;
  struct sal_events *events;
  struct sal_rng rng;
};
static inline struct bare *bare_game(const char *game, const char *scenario, uint64_t seed) {
  struct bare *b = calloc(1, sizeof *b);
  struct fault f;
  if (!b)
    abort();
  b->lib = library_open(NULL, &f);
  b->book = library_book(b->lib, sal_ruleset_find(game), scenario, &f);
  assert_non_null(b->book);
  b->events = calloc(1, sizeof *b->events);
  sal_rng_seed(&b->rng, seed);
  sal_dice_clear(&b->dice);
  b->dice.rng = &b->rng;
  b->play = (struct sal_play){b->book, calloc(1, b->book->state_bytes),
                              calloc(1, b->book->scratch_bytes), &b->dice, b->events};
  for (int i = 0; i < b->book->noptions; i++)
    b->play.state->option[i] = (uint8_t)b->book->option[i].def;
  b->book->rules->setup(&b->play);
  sal_run(&b->play);
  return b;
}
static inline void bare_end(struct bare *b) {
  free(b->play.state), free(b->play.scratch), free(b->events);
  library_close(b->lib);
  free(b);
}

#endif
