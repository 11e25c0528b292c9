/* test_00_guess.c - nullgame: what a side takes for possible when it thinks. */
#include "harness.h"

#include <stdlib.h>

#include "rules/nullgame/state.h"

static int alive(const struct sal_book *b, const struct sal_head *guess, int side) {
  const struct state *s = (const struct state *)guess;
  int n = 0;
  for (int u = 0; u < b->ncounters; u++)
    n += b->counter[u].side == side && s->unit[u].steps > 0;
  return n;
}

/* 2.2: a guess names the hidden. A unit without steps is not hidden, so the dead stay dead. */
static void r2_2_a_guess_raises_nobody(void **state) {
  (void)state;
  struct table *t = lay("nullgame",
                        "\"map\":\"plain:9x9\",\"phase\":\"german.movement\",\"units\":["
                        "{\"unit\":\"de.1.inf\",\"hex\":\"0507\"},"
                        "{\"unit\":\"ru.1.rifle\",\"hex\":\"0101\"},"
                        "{\"unit\":\"ru.2.rifle\",\"hex\":\"0103\"}]",
                        "");
  struct sal_play view = game_view(engine_game(t->engine), SAL_GERMAN);
  struct sal_head *guess = calloc(1, view.book->state_bytes);
  struct sal_rng rng;

  assert_non_null(guess);
  for (uint64_t seed = 1; seed <= 20; seed++) {
    sal_rng_seed(&rng, seed);
    view.book->rules->guess(view.book, view.state, SAL_GERMAN, &rng, guess);
    assert_int_equal(alive(view.book, guess, SAL_SOVIET), 2);
  }
  free(guess);
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(r2_2_a_guess_raises_nobody)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
