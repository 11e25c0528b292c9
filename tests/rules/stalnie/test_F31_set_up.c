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

/* F25.4: what stands on the map is turned by its own side, to another facing than it has; what
 * still waits is not. F15.12: nor is it hidden. */
static void who_is_turned(void **unused) {
  (void)unused;
  struct kit *k = kit_open("skirmish");
  kit_start(k, 5);
  int tank = kit_unit(k, "ru.tank-1"), gun = kit_unit(k, "ru.gun-1");
  kit_refused(k, RUS, "face ru.tank-1 2", R_F25_4);
  kit_refused(k, RUS, "hide ru.gun-1", R_F15_12);
  kit_do(k, RUS, "ready");
  kit_refused(k, RUS, "face de.pz-1 2", R_F25_4);
  kit_refused(k, RUS, "hide ru.tank-1", R_F15_12);
  for (int dir = 0; dir < 6; dir++) {
    char text[40];
    unit_at(&k->play, tank)->face = (uint8_t)((dir + 1) % 6);
    snprintf(text, sizeof text, "face ru.tank-1 %d", dir);
    kit_do(k, RUS, text);
    assert_int_equal(unit_at(&k->play, tank)->face, dir);
    kit_refused(k, RUS, text, R_F25_4);
  }
  assert_int_equal(kind_of(&k->play, gun)->cls, GUN);
  kit_close(k);
}

/* F31.1: when a side is done the marks of the set-up are gone, weapons have none; Soviet men in the
 * open are known and named, and so is the tank, also in cover; the others are a "?" and are not. */
static void what_is_disclosed(void **unused) {
  (void)unused;
  struct kit *k = kit_open("skirmish");
  kit_start(k, 5);
  kit_do(k, RUS, "ready");
  struct sal_play *p = &k->play;
  const struct sal_board *m = &k->book->board;
  int tank = kit_unit(k, "ru.tank-1"), squad = kit_unit(k, "ru.sq-1");
  for (int i = 0; i < m->nhexes; i++) {
    sal_hex h = m->order[i];
    location l = location_at(h, GROUND);
    const struct ground *g = ground_at(p, h);
    sal_unit self = (sal_unit)tank;
    if (g->veh == BARRED || !sf_room(p, RUS, l, &self, 1))
      continue;
    if (g->is & H_CONC)
      unit_at(p, tank)->at = l;
    else if (!g->tem)
      unit_at(p, squad)->at = l;
  }
  sf_moved(p, tank);
  sf_moved(p, squad);
  kit_do(k, RUS, "done");
  assert_false(unit_at(p, tank)->is & IS_UNSEEN);
  assert_false(unit_at(p, squad)->is & IS_UNSEEN);
  kit_told(k, E_F_READY, R_F31_1);
  bool named_tank = false;
  for (uint32_t i = 0; i < k->events.n; i++) {
    if (k->events.v[i].kind != E_F_PLACED)
      continue;
    named_tank |= k->events.v[i].unit[0] == tank;
    assert_false(unit_at(p, k->events.v[i].unit[0])->is & IS_UNSEEN);
  }
  assert_true(named_tank);
  for (int u = 0; u < count_of(p); u++) {
    const struct trooper *t = unit_at(p, u);
    assert_int_equal(t->did, 0);
    if (kind_of(p, u)->cls == SUPPORT)
      assert_false(t->is & IS_SETTLED);
    if (sf_on_map(p, u) && (t->is & IS_UNSEEN) == IS_CONCEALED)
      assert_true(sf_veiled(p, RUS, t->at));
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
                                     cmocka_unit_test(who_is_turned),
                                     cmocka_unit_test(what_is_disclosed),
                                     cmocka_unit_test(works_of_the_card)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
