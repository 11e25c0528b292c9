/* test_F31_set_up.c - F31.1, F25.4, F25.5: what the skirmish begins with: who is hidden or
 * concealed, and where the works of the option `full` lie. */
#include "kit.h"

#include "../../../src/rules/stalnie/field.h"

static struct kit *set_up(bool full, uint64_t seed) {
  struct kit *k = kit_open("skirmish");
  memset(k->play.state, 0, k->book->state_bytes);
  for (int i = 0; i < k->book->noptions; i++)
    k->play.state->option[i] = (uint8_t)k->book->option[i].def;
  k->play.state->option[sal_option_find(k->book, "full")] = full;
  sal_rng_seed(&k->rng, seed);
  kit_ready(k);
  k->book->rules->setup(&k->play);
  sal_run(&k->play);
  kit_do(k, RUS, "ready");
  kit_do(k, RUS, "done");
  kit_do(k, GER, "ready");
  kit_do(k, GER, "done");
  return k;
}

/* F31.1: the Soviets begin concealed where the ground allows it, but for vehicles; a Gun in such
 * ground is hidden (F15.12); the Germans are known. */
static void who_is_seen(void **unused) {
  (void)unused;
  for (int full = 0; full < 2; full++) {
    struct kit *k = set_up(full, 3);
    const struct sal_play *p = &k->play;
    int concealed = 0;
    int known = 0;
    for (int u = 0; u < count_of(p); u++) {
      const struct trooper *t = unit_at(p, u);
      if (!sf_on_map(p, u))
        continue;
      bool cover = sf_conceals(p, t->at, side_of(p, u));
      bool gun = kind_of(p, u)->cls == GUN;
      bool veiled = side_of(p, u) == RUS && cover && !gun && !sf_vehicle(p, u);
      assert_int_equal((t->is & IS_HIDDEN) != 0, gun && cover);
      assert_int_equal((t->is & IS_CONCEALED) != 0, veiled);
      assert_true(t->is & IS_SETTLED);
      assert_int_equal((t->is & IS_EMPLACED) != 0, gun);
      concealed += veiled;
      known += !veiled && !(gun && cover);
    }
    assert_true(concealed > 0 && known > 0);
    kit_close(k);
  }
}

/* F15.12, F25.4: Guns in concealment terrain may be hidden, nobody else; who has a facing is
 * turned. */
static void who_may_hide(void **unused) {
  (void)unused;
  struct kit *k = kit_open("skirmish");
  kit_start(k, 5);
  for (int side = 1; side >= 0; side--) {
    kit_do(k, side, "ready");
    for (int u = 0; u < count_of(&k->play); u++) {
      char text[60];
      if (!sf_on_map(&k->play, u) || side_of(&k->play, u) != side)
        continue;
      bool gun = kind_of(&k->play, u)->cls == GUN;
      bool cover = sf_conceals(&k->play, unit_at(&k->play, u)->at, side);
      snprintf(text, sizeof text, "hide %s", k->book->counter[u].id);
      if (gun && cover)
        kit_legal(k, side, text);
      else
        kit_refused(k, side, text, R_F15_12);
      snprintf(text, sizeof text, "face %s 1", k->book->counter[u].id);
      if (!gun && !sf_vehicle(&k->play, u))
        kit_refused(k, side, text, R_F25_4);
    }
    kit_do(k, side, "done");
  }
  kit_close(k);
}

/* F25.5, F31.1: as many works of each kind as the card says, each alone in a hex of its side's own
 * area, where such a work belongs. */
static void works_of_the_card(void **unused) {
  (void)unused;
  enum { SEEDS = 12 };
  for (uint64_t seed = 1; seed <= SEEDS; seed++) {
    struct kit *k = set_up(true, seed);
    const struct sal_play *p = &k->play;
    int laid = 0;
    for (int i = 0; i < MAX_WORKS; i++) {
      const struct work *w = &F(p)->work[i];
      if (!w->kind)
        continue;
      const struct ground *g = ground_at(p, w->hex);
      bool men = false;
      laid++;
      assert_true(FB(p)->zone[w->hex] >> (w->side * 2) & 1);
      assert_int_equal(w->shown, 0);
      assert_true(g->inf != BARRED);
      for (int n = 0; n < i; n++)
        assert_true(!F(p)->work[n].kind || F(p)->work[n].hex != w->hex);
      for (EACH_MAN(p, u))
        men |= side_of(p, u) == w->side && hex_at(unit_at(p, u)->at) == w->hex;

      switch (w->kind) {
      case WORK_FORTIFIED: assert_true(sf_objective(p, w->hex)); break;
      case WORK_DUMMY: assert_true(!men && g->is & H_CONC); break;
      case WORK_ROADBLOCK: assert_true(p->book->board.path[w->hex * 6 + w->face]); break;
      case WORK_FOXHOLE: assert_int_equal(w->size, 1); break;
      case WORK_AP_MINES: assert_int_equal(w->size, 6); break;
      case WORK_AT_MINES: assert_int_equal(w->size, 2); break;
      case WORK_PILLBOX: assert_true(w->front == 3 && w->rear == 5 && w->size == 1); break;
      default: break;
      }
      bool dug = w->kind == WORK_FOXHOLE || w->kind == WORK_TRENCH;
      bool special =
          w->kind == WORK_FORTIFIED || w->kind == WORK_DUMMY || w->kind == WORK_ROADBLOCK;
      if (dug)
        assert_int_equal(g->tem, 0);
      else if (!special)
        assert_true(!men && g->tem == 0 && g->veh != BARRED);
      if (w->kind == WORK_PILLBOX)
        assert_int_equal(w->face, w->side == GER ? 0 : 3); /* towards the enemy */
    }
    assert_true(laid > 0);
    kit_close(k);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(who_is_seen), cmocka_unit_test(who_may_hide),
                                     cmocka_unit_test(works_of_the_card)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
