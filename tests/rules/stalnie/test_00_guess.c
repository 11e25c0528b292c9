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

/* A second scenario that has come to its orders, each side set up: the view of a side. */
static struct kit *second_scenario(void) {
  struct kit *k = kit_open("campaign");
  kit_start(k, 3);
  for (int i = 0; i < 9000; i++) {
    if (kit_state(k)->scenario == 2 && kit_node(k) == N_ORDERS)
      return k;
    assert_true(kit_default(k));
  }
  fail_msg("the second scenario was not reached");
  return NULL;
}

/* Units that are guessed stand where stacks are seen, and works too; nothing is left to buy. How
 * many trenches there are. */
static int guessed_places(const struct kit *k, int side, const struct state *view,
                          const struct state *out) {
  int standing = 0, trenches = 0;
  for (int u = 0; u < k->book->ncounters; u++) {
    const struct unit *unit = &out->unit[u];
    if (k->book->counter[u].side != side || view->unit[u].where == MAP || unit->where != MAP)
      continue;
    int i = unit->at - sp_pa_low(&k->play) * WIDTH;
    assert_true(view->area[i] & veil_bit(side));
    assert_int_equal(view->isle[i], 0);
    standing++;
  }
  for (int i = view->nfort; i < out->nfort; i++) {
    assert_int_equal(out->fort[i].side, side);
    assert_int_equal(out->fort[i].kind, FORT_TRENCH);
    assert_true(view->area[out->fort[i].at - sp_pa_low(&k->play) * WIDTH] & veil_bit(side));
    trenches++;
  }
  assert_true(standing > 10);
  assert_int_equal(out->side[side].stock[FORT_TRENCH], 0);
  assert_int_equal(out->side[side].fpp, 0);
  return trenches;
}

/* What was bought for the first scenario: aircraft have flown, with a module go those that served
 * it, and nobody stands dug in from then. True: a module is left. */
static bool guessed_past(const struct kit *k, int side, const struct state *out, bool *spent) {
  bool left = false;
  for (int i = 0; i < out->side[side].nrec; i++) {
    const struct rec *r = &out->rec[side][i];
    const struct group *group = &own(k->book)->group[side][r->group];
    bool gone = r->flags & R_GONE;
    if (r->attach && out->rec[side][r->attach - 1].flags & R_GONE)
      assert_true(gone);
    if (r->scenario != 1)
      continue;
    if (group->cls == 's')
      assert_true(gone);
    else if (!group->calibre && !r->attach)
      assert_false(gone);
    left = left || (group->calibre && !gone);
    *spent = *spent || (group->calibre && gone);
  }
  return left;
}

/* From 11.612 to the first shot the enemy's whole force is a guess: bought, mustered, set up. */
static void whole_force(void **unused) {
  (void)unused;
  struct kit *k = second_scenario();
  struct state *view = calloc(1, k->book->state_bytes), *out = calloc(1, k->book->state_bytes);
  int trenches = 0;
  for (int viewer = GER; viewer <= RUS; viewer++) {
    int side = sal_enemy(viewer);
    bool left = false, spent = false;
    struct sal_err err = {0};
    memset(view, 0, k->book->state_bytes);
    k->book->rules->view(k->book, k->play.state, viewer, (struct sal_head *)view, NULL);
    for (uint64_t seed = 1; seed < 9; seed++) {
      struct sal_rng rng;
      struct sal_play guessed = k->play;
      sal_rng_seed(&rng, seed);
      sp_guess(k->book, (struct sal_head *)view, viewer, &rng, (struct sal_head *)out);
      guessed.state = (struct sal_head *)out;
      if (!k->book->rules->audit(&guessed, &err))
        fail_msg("%s", err.text);
      trenches += guessed_places(k, side, view, out);
      left = guessed_past(k, side, out, &spent) || left;
      assert_in_range(out->side[side].san, 2, own(k->book)->san_max[1][side]);
      assert_int_equal(out->scenario, 2);
    }
    assert_true(left && spent); /* half of the modules are spent */
  }
  assert_true(trenches > 0);
  free(view);
  free(out);
  kit_close(k);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(open_lines), cmocka_unit_test(orders),
                                     cmocka_unit_test(whole_force)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
