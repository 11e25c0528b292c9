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

/* The first gun that may fire in a guess fires. */
static void first_gun_fires(const struct sal_play *view, struct sal_head *guess,
                            struct sal_rng *rng) {
  static struct sal_list list;
  struct sal_dice dice;
  struct sal_play p = *view;

  sal_dice_clear(&dice);
  dice.rng = rng;
  p.state = guess;
  p.dice = &dice;
  p.events = NULL;
  sal_legal(&p, SAL_SOVIET, &list);
  for (uint32_t i = 0; i < list.n; i++)
    if (list.a[i].verb == V_FIRE) {
      sal_apply(&p, SAL_SOVIET, list.a[i]);
      return;
    }
  fail_msg("no gun may fire");
}

/* 4.6: guns fire at a unit that is hidden. A guess takes one for it that could be there, not a
 * known one that stands elsewhere. */
static void r4_6_a_guess_is_shot_at_where_it_moves(void **state) {
  (void)state;
  struct table *t =
      lay("nullgame",
          "\"map\":\"plain:9x9\",\"phase\":\"german.movement\",\"units\":["
          "{\"unit\":\"de.1.inf\",\"hex\":\"0101\",\"steps\":1,\"marks\":[\"known\"]},"
          "{\"unit\":\"de.2.inf\",\"hex\":\"0507\"},"
          "{\"unit\":\"ru.zis\",\"hex\":\"0504\"}]",
          "");
  acts(t, "german", "move de.2.inf; step 0506");
  struct sal_play view = game_view(engine_game(t->engine), SAL_SOVIET);
  struct sal_head *guess = calloc(1, view.book->state_bytes);
  const struct state *s = (const struct state *)guess;
  struct sal_rng rng;

  assert_non_null(guess);
  for (uint64_t seed = 1; seed <= 20; seed++) {
    sal_rng_seed(&rng, seed);
    view.book->rules->guess(view.book, view.state, SAL_SOVIET, &rng, guess);
    first_gun_fires(&view, guess, &rng);
    assert_int_equal(s->unit[0].steps, 1);
  }
  free(guess);
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(r2_2_a_guess_raises_nobody),
                                     cmocka_unit_test(r4_6_a_guess_is_shot_at_where_it_moves)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
