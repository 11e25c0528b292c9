/* test_00_guess.c - what an opponent makes of a view: counts from lines that lie open, orders that
 * could have been given. */
#include "kit.h"

/* 6.1: while a result is typed in the lines are open, so what was counted when they were written
 * can be counted again. */
static void open_lines(void **unused) {
  (void)unused;
  struct kit *k =
      kit_lay("\"phase\":\"play.2\",\"units\":[" AT("r", "soviet", "458", "18-K5") "]", true);
  struct state *s = kit_state(k), *out = calloc(1, k->book->state_bytes);
  struct sal_rng rng;
  sal_rng_seed(&rng, 1);
  int i1 = kit_group(k, RUS, "i1"), i2 = kit_group(k, RUS, "i2"), a2 = kit_group(k, RUS, "a2");
  kit_line(k, RUS, "i1", (struct rec){.scenario = 1, .flags = R_OB}); /* given, not bought */
  kit_line(k, RUS, "i1", (struct rec){.scenario = 1});
  kit_line(k, RUS, "i2", (struct rec){.scenario = 2});
  for (int dug = 0; dug < 2; dug++) {
    sp_guess(k->book, k->play.state, GER, &rng, (struct sal_head *)out);
    const struct side *d = &out->side[RUS];
    assert_int_equal(d->ever[i1], 1);
    assert_int_equal(d->bought[i1], 0);
    assert_int_equal(d->ever[i2], 1);
    assert_int_equal(d->bought[i2], 1);
    assert_int_equal(d->companies, 1);
    assert_int_equal(d->ever[a2], dug);
    assert_int_equal(d->bought[a2], dug);
    assert_int_equal(out->dugin_used, dug);
    if (!dug)
      kit_line(k, RUS, "a2", (struct rec){.scenario = 2, .flags = R_DUGIN});
  }
  assert_int_equal(s->side[RUS].companies, 0); /* the view itself is left alone */
  free(out);
  kit_close(k);
}

/* QB.1, CG6: the default orders, or once they are sealed perhaps a bolder posture; two modules that
 * could be named. */
static void orders(void **unused) {
  (void)unused;
  for (int dual = 0; dual < 2; dual++) {
    struct kit *k = kit_lay(
        dual ? "\"phase\":\"play.2\",\"vars\":{\"german_front\":20,\"soviet_front\":24,\"dual\":1}"
             : "\"phase\":\"play.2\",\"vars\":{\"german_front\":20,\"soviet_front\":24}",
        false);
    struct state *s = kit_state(k), *out = calloc(1, k->book->state_bytes);
    struct sal_rng rng;
    sal_rng_seed(&rng, 7);
    kit_line(k, RUS, "o1", (struct rec){.scenario = 1, .black = 0});
    kit_line(k, RUS, "o1", (struct rec){.scenario = 1, .black = 3, .flags = R_GONE});
    for (int i = 0; i < 3; i++)
      kit_line(k, RUS, "o3", (struct rec){.scenario = 1, .black = 3});
    int usual = dual ? PRESS : HOLD, bolder = 0;
    for (int n = 0; n < 60; n++) {
      if (n == 20)
        kit_do(k, RUS, "commit"); /* sealed from now on */
      sp_guess(k->book, k->play.state, GER, &rng, (struct sal_head *)out);
      const struct side *d = &out->side[RUS];
      if (n < 20)
        assert_int_equal(d->posture, usual);
      assert_in_range(d->posture, usual, usual + 1);
      bolder += d->posture > usual;
      if (n < 20)
        assert_true(d->weight[0] == 2 && d->weight[1] == 2);
      assert_int_equal(d->weight[0] + d->weight[1] + d->weight[2], 6);
      for (int i = 0; i < 5; i++)
        assert_int_equal((out->rec[RUS][i].flags & R_NAMED) != 0, i == 2 || i == 3);
    }
    assert_in_range(bolder, 3, 25); /* one in four of forty */
    assert_int_equal(s->side[RUS].posture, usual);
    free(out);
    kit_close(k);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(open_lines), cmocka_unit_test(orders)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
