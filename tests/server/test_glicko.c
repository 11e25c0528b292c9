/* test_glicko.c - the published worked example of Glicko-2, and what an edge does. */
#include "client.h"

#include <math.h>

#include "server/glicko.h"

static void near(double got, double want, double by) {
  if (fabs(got - want) > by)
    fail_msg("%.6f is not %.6f", got, want);
}
/* 1500/200/0.06 against 1400/30, 1550/100, 1700/300 with 1, 0, 0: 1464.06, 151.52, 0.05999. */
static void published(void **state) {
  (void)state;
  struct glicko own = {1500, 200, 0.06};
  const struct glicko_game games[] = {{.foe = {1400, 30, 0.06}, .score = 1},
                                      {.foe = {1550, 100, 0.06}, .score = 0},
                                      {.foe = {1700, 300, 0.06}, .score = 0}};
  near(glicko_expect(&own, &games[0].foe, 0), 0.639, 0.0005);
  near(glicko_expect(&own, &games[1].foe, 0), 0.432, 0.0005);
  near(glicko_expect(&own, &games[2].foe, 0), 0.303, 0.0005);
  glicko_update(&own, games, 3, 1);
  near(own.rating, 1464.06, 0.01);
  near(own.deviation, 151.52, 0.01);
  near(own.volatility, 0.05999, 0.00001);
}
/* The paper's other case: who does not play keeps the rating and becomes less certain. */
static void idle(void **state) {
  (void)state;
  struct glicko own = {1500, 200, 0.06};
  near(glicko_aged(&own, 1), 200.2714, 0.001);
  glicko_update(&own, NULL, 0, 1);
  near(own.rating, 1500, 0);
  near(own.deviation, 200.2714, 0.001);
  near(glicko_aged(&own, 1e9), 350, 0);
}
/* The favoured side gains less by winning and loses more by losing, and both mirror each other. */
static void edges(void **state) {
  (void)state;
  struct glicko foe = {1500, 60, 0.06};
  double gain[3];
  const double edge[3] = {-150, 0, 150};
  for (int i = 0; i < 3; i++) {
    struct glicko own = {1500, 60, 0.06};
    const struct glicko_game won = {.foe = foe, .edge = edge[i], .score = 1};
    glicko_update(&own, &won, 1, 0);
    gain[i] = own.rating - 1500;
    struct glicko other = {1500, 60, 0.06};
    const struct glicko_game lost = {.foe = foe, .edge = -edge[i], .score = 0};
    glicko_update(&other, &lost, 1, 0);
    near(other.rating - 1500, -gain[i], 1e-6);
  }
  assert_true(gain[0] > gain[1] && gain[1] > gain[2] && gain[2] > 0);
}
/* Many games of a better player: the rating comes to the truth, and the deviation stays bounded. */
static void converges(void **state) {
  (void)state;
  struct glicko own = glicko_new();
  const struct glicko foe = {1500, 50, 0.06};
  for (int i = 0; i < 400; i++) { /* three of four: 191 points better */
    const struct glicko_game game = {.foe = foe, .score = i % 4 ? 1 : 0};
    glicko_update(&own, &game, 1, 0);
  }
  near(own.rating, 1691, 40);
  assert_true(own.deviation >= 30 && own.deviation < 60);
}
int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(published), cmocka_unit_test(idle),
                                     cmocka_unit_test(edges), cmocka_unit_test(converges)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
