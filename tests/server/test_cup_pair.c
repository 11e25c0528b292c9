/* test_cup_pair.c - pairs and tables of cups, for every number of entrants. */
#include "client.h"

#include <string.h>

#include "server/cup_pair.h"

/* The lower number wins both games, or all are drawn. */
static void play_round(struct cup_sheet *s, bool drawn) {
  struct cup_round *r = &s->round[s->played];
  cup_next(s, r);
  s->played++;
  for (int i = 0; i < r->n; i++) {
    struct cup_pair *p = &r->pair[i];
    for (int leg = 0; leg < CUP_LEGS && p->b != CUP_BYE; leg++)
      p->score[leg] = drawn ? 1 : 2 * (p->a < p->b);
  }
}
/* Everybody is in a round once. */
static void whole(const struct cup_sheet *s, const struct cup_round *r) {
  int seen[CUP_MOST] = {0};
  for (int i = 0; i < r->n; i++) {
    seen[r->pair[i].a]++;
    if (r->pair[i].b != CUP_BYE)
      seen[r->pair[i].b]++;
  }
  for (int i = 0; i < s->entrants; i++)
    assert_int_equal(seen[i], 1);
}
static int meetings(const struct cup_sheet *s, int a, int b) {
  int n = 0;
  for (int k = 0; k < s->played; k++)
    for (int i = 0; i < s->round[k].n; i++) {
      const struct cup_pair *p = &s->round[k].pair[i];
      n += (p->a == a && p->b == b) || (p->a == b && p->b == a);
    }
  return n;
}
static void robin(void **state) {
  (void)state;
  for (int n = CUP_LEAST; n <= CUP_MOST; n++) {
    struct cup_sheet s = {.form = CUP_ROBIN, .entrants = n};
    struct cup_row row[CUP_MOST];
    for (int rounds = cup_rounds(&s), k = 0; k < rounds; k++) {
      play_round(&s, false);
      whole(&s, &s.round[k]);
    }
    for (int a = 0; a < n; a++)
      for (int b = a + 1; b < n; b++)
        assert_int_equal(meetings(&s, a, b), 1);
    cup_table(&s, row);
    for (int i = 0; i < n; i++) {
      assert_int_equal(row[i].entrant, i);
      assert_int_equal(row[i].points, 4 * (n - 1 - i));
      assert_int_equal(row[i].won, 2 * (n - 1 - i));
    }
  }
}
static void knockout(void **state) {
  (void)state;
  for (int n = CUP_LEAST; n <= CUP_MOST; n++) {
    for (int drawn = 0; drawn < 2; drawn++) {
      struct cup_sheet s = {.form = CUP_KNOCKOUT, .entrants = n};
      struct cup_row row[CUP_MOST];
      for (int rounds = cup_rounds(&s), k = 0; k < rounds; k++)
        play_round(&s, drawn);
      whole(&s, &s.round[0]);
      const struct cup_round *final = &s.round[s.played - 1];
      assert_int_equal(final->n, 1);
      assert_int_equal(final->pair[0].a + final->pair[0].b, 1); /* the two best seeds */
      cup_table(&s, row);
      assert_int_equal(row[0].entrant, 0);
      assert_int_equal(row[0].out, 0);
      assert_int_equal(row[1].entrant, 1);
      assert_int_equal(row[1].out, s.played);
    }
  }
}
static void swiss(void **state) {
  (void)state;
  for (int n = CUP_LEAST; n <= CUP_MOST; n++) {
    struct cup_sheet s = {.form = CUP_SWISS, .entrants = n, .rounds = n > 6 ? 5 : 3};
    struct cup_row row[CUP_MOST];
    for (int rounds = cup_rounds(&s), k = 0; k < rounds; k++) {
      play_round(&s, k == 1);
      whole(&s, &s.round[k]);
    }
    for (int a = 0; a < n; a++) {
      for (int b = a + 1; b < n; b++)
        assert_true(meetings(&s, a, b) <= 1);
      assert_true(meetings(&s, a, CUP_BYE) <= 1);
    }
    cup_table(&s, row);
    assert_int_equal(row[0].entrant, 0);
    for (int i = 1; i < n; i++)
      assert_true(row[i - 1].points >= row[i].points);
  }
}
/* Equal points: who met the stronger ones is above; then who beat the stronger ones. */
static void ties(void **state) {
  (void)state;
  struct cup_sheet s = {.form = CUP_ROBIN, .entrants = 4};
  struct cup_row row[CUP_MOST];
  while (s.played < cup_rounds(&s))
    play_round(&s, true);
  cup_table(&s, row);
  for (int i = 0; i < 4; i++)
    assert_int_equal(row[i].entrant, i); /* all equal: by seeding */
  for (int k = 0; k < s.played; k++)
    for (int i = 0; i < s.round[k].n; i++) {
      struct cup_pair *p = &s.round[k].pair[i];
      int low = p->a < p->b ? p->a : p->b, high = p->a + p->b - low;
      bool upset = low == 0 && high == 3; /* the last beats the first, all else goes by seeding */
      bool first_wins = upset ? p->a == 3 : p->a < p->b;
      p->score[0] = p->score[1] = first_wins ? 2 : 0;
    }
  cup_table(&s, row); /* 0 and 1 won two each, 2 and 3 one each */
  assert_int_equal(row[0].points, row[1].points);
  assert_int_equal(row[0].entrant, 0); /* it beat 1 and 2; 1 beat 2 and 3 */
  assert_true(row[0].berger > row[1].berger);
  assert_int_equal(row[2].entrant, 3); /* it beat 0, the other beat 3 */
  assert_true(row[2].berger > row[3].berger);
}
int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(robin), cmocka_unit_test(knockout),
                                     cmocka_unit_test(swiss), cmocka_unit_test(ties)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
