/* test_sprt.c - the sequential test against figures worked out by hand. */
#include "harness.h"

#include <math.h>

#include "lab/sprt.h"

static void near(double is, double should, double by) {
  assert_true(fabs(is - should) <= by);
}

/* 100 pairs that come out even: mean 1/2, variance 0.075, so llr = -100 * 0.04306^2 / 0.15. */
static void even_pairs(void **state) {
  const uint32_t penta[PENTA] = {10, 20, 40, 20, 10};
  (void)state;
  struct sprt s = sprt_of(penta, 0, 30);
  near(s.elo, 0, 1e-6);
  near(s.llr, -1.236, 0.02);
  near(s.upper, 2.9444, 1e-3);
  near(s.lower, -2.9444, 1e-3);
  assert_int_equal(s.verdict, SPRT_OPEN);
  assert_true(s.low < 0 && s.high > 0);
}

/* Three quarters of the points: 191 Elo, and the same pairs four times over decide. */
static void better(void **state) {
  const uint32_t penta[PENTA] = {0, 0, 20, 0, 20};
  (void)state;
  struct sprt s = sprt_of(penta, 0, 30);
  near(s.elo, 190.8, 0.5);
  assert_int_equal(s.verdict, SPRT_ACCEPT);
}

static void worse(void **state) {
  const uint32_t penta[PENTA] = {20, 0, 20, 0, 0};
  (void)state;
  assert_int_equal(sprt_of(penta, 0, 30).verdict, SPRT_REJECT);
}

/* One pair says nothing yet, whatever it was. */
static void one_pair(void **state) {
  const uint32_t penta[PENTA] = {0, 0, 0, 0, 1};
  (void)state;
  assert_int_equal(sprt_of(penta, 0, 30).verdict, SPRT_OPEN);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(even_pairs),
      cmocka_unit_test(better),
      cmocka_unit_test(worse),
      cmocka_unit_test(one_pair),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
