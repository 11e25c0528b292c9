/* test_F_inside.c - rows of the field rules that only the state's own bytes show: side edges
 * (F22.5), what a state holds and hides (F26), standing orders (F27), and the computer's own rows
 * (F30). */
#include "kit.h"

#include "../../../src/rules/stalnie/field.h"

/* The skirmish as its cards set it up, at the first Action phase. */
static struct kit *skirmish(void) {
  struct kit *k = kit_open("skirmish");
  kit_start(k, 11);
  kit_do(k, RUS, "ready");
  kit_do(k, RUS, "done");
  kit_do(k, GER, "ready");
  kit_do(k, GER, "done");
  assert_int_equal(kit_node(k), N_F_ACT);
  return k;
}

static int named(const struct kit *k, const char *id) {
  int u = sal_unit_find(k->book, id);
  assert_true(u != SAL_NOUNIT);
  return u;
}

/* ---- F22.5 ------------------------------------------------------------------------------ */

/* The first scenario of a campaign fought on the board, at the first decision of its battle. */
static struct kit *first_battle(void) {
  struct kit *k = kit_open("campaign");
  struct sal_rng pick;
  kit_start(k, 7);
  k->play.state->option[OPT_BATTLE] = BY_FIELD;
  sal_rng_seed(&pick, 7);
  while (kit_node(k) != N_FIELD) {
    uint32_t who = sal_actors(&k->play);
    int side = who == SAL_BIT(GER) ? GER : RUS;
    if (who == SAL_BOTH)
      side = (int)sal_rng_below(&pick, 2);
    sal_legal(&k->play, side, &k->list);
    kit_ready(k);
    sal_apply(&k->play, side, k->list.a[sal_rng_below(&pick, k->list.n)]);
  }
  return k;
}

static bool edge_is_german(const struct sal_play *in, int edge, int row) {
  return F(in)->german_edge[edge][row / 8] >> row % 8 & 1;
}

/* Puts a unit on the side edge of the row, in Good Order and known. */
static void put_on_edge(struct sal_play *in, int u, int edge, int row) {
  struct trooper *t = unit_at(in, u);
  *t = (struct trooper){.kind = t->kind, .where = F_MAP};
  t->at = location_at(FB(in)->side_edge[edge][row], GROUND);
}

/* F22.5: a side edge goes to the squad or Gun crew that is nearest within 5 hexes; hidden units,
 * vehicle crews and broken men gain nothing. */
static void side_edges(void **unused) {
  (void)unused;
  enum { ROW = 30 };
  static const struct {
    uint32_t is;
    int cls;
    bool gains;
  } cases[] = {{0, SQUAD, true},
               {IS_HIDDEN, SQUAD, false},
               {IS_BROKEN, SQUAD, false},
               {IS_VEHICLE_CREW, SQUAD, false},
               {0, GUN, true},
               {0, VEHICLE, false},
               {0, LEADER, false}};
  struct kit *k = first_battle();
  struct sal_play in = sf_inside(&k->play);
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    for (int u = 0; u < own(k->book)->first_weapon; u++)
      unit_at(&in, u)->where = F_ABSENT;
    memset(F(&in)->german_edge, 0, sizeof F(&in)->german_edge);
    int u = 0;
    while (side_of(&in, u) != GER || kind_of(&in, u)->cls != cases[i].cls)
      u++;
    put_on_edge(&in, u, 1, ROW);
    unit_at(&in, u)->is = cases[i].is;
    sf_side_edges(&in);
    assert_int_equal(edge_is_german(&in, 1, ROW), cases[i].gains);
    assert_false(edge_is_german(&in, 1, ROW + 8)); /* more than 5 hexes away */
    assert_false(edge_is_german(&in, 0, ROW));
  }
  kit_cover(k, R_F22_5);
  kit_close(k);
}

/* ---- F26 -------------------------------------------------------------------------------- */

/* F26.6: a state is bytes without pointers: a copy of it plays on alike. */
static void a_state_is_its_bytes(void **unused) {
  (void)unused;
  struct kit *k = skirmish();
  assert_true(k->book->state_bytes <= 8 * 1024);
  struct sal_head *copy = calloc(1, k->book->state_bytes);
  memcpy(copy, k->play.state, k->book->state_bytes);
  kit_do(k, GER, "pick de.sq-2");
  struct sal_head *first = k->play.state;
  k->play.state = copy;
  kit_do(k, GER, "pick de.sq-2");
  assert_memory_equal(first, copy, k->book->state_bytes);
  k->play.state = first;
  free(copy);
  kit_cover(k, R_F26_6);
  kit_close(k);
}

/* F26.7: what a side's view says of the other side's concealed squads and hidden Gun: that they
 * take part, no place, no state, no weapon. */
static void what_a_view_hides(void **unused) {
  (void)unused;
  struct kit *k = skirmish();
  struct sal_head *view = calloc(1, k->book->state_bytes);
  k->book->rules->view(k->book, k->play.state, GER, view, NULL);
  struct sal_play seen = {.book = k->book, .state = view};
  int hidden = 0;
  for (int u = 0; u < count_of(&k->play); u++) {
    const struct trooper *truth = unit_at(&k->play, u), *t = unit_at(&seen, u);
    bool secret = side_of(&k->play, u) == RUS && truth->is & IS_UNSEEN;
    if (!secret)
      continue;
    hidden++;
    assert_int_equal(t->at, 0);
    assert_int_equal(t->is & (IS_PINNED | IS_BROKEN | IS_EMPLACED), 0);
    assert_int_equal(t->face, 0);
  }
  assert_true(hidden >= 4); /* three squads and their leader; the Gun */
  int gun = named(k, "ru.gun-1");
  assert_int_equal(patch_at(&seen, hex_at(unit_at(&k->play, gun)->at))->veil, 0);
  free(view);
  kit_cover(k, R_F26_7);
  kit_close(k);
}

/* F26.7, 11.617: the other side's SAN, chits, contact, observer and loads of planes are in no view;
 * a side's own are, and SAN of a sniper who has shot. What is aimed is public. */
static void what_support_hides(void **unused) {
  (void)unused;
  struct kit *k = skirmish();
  struct field *f = F(&k->play);
  struct sal_head *view = calloc(1, k->book->state_bytes);
  struct sal_play seen = {.book = k->book, .state = view};
  for (int side = 0; side < 2; side++) {
    f->san[side] = (uint8_t)(3 + side);
    f->module[side] = (struct module){.there = 1,
                                      .side = (uint8_t)side,
                                      .black = 3,
                                      .red = 2,
                                      .observer = BY_PLANE,
                                      .aim = k->book->board.order[7]};
    f->flight[side] = (struct flight){.state = FLIGHT_HERE,
                                      .side = (uint8_t)side,
                                      .planes = 2,
                                      .plane = {PLANE_BOMBS | PLANE_FLOWN, PLANE_GUN | PLANE_LOST}};
  }
  for (int shown = 0; shown < 2; shown++)
    for (int viewer = 0; viewer < 2; viewer++) {
      int other = !viewer;
      f->san_shown = (uint8_t)(shown ? SAL_BIT(other) : 0);
      k->book->rules->view(k->book, k->play.state, viewer, view, NULL);
      const struct field *v = F(&seen);
      assert_int_equal(v->san[viewer], 3 + viewer);
      assert_int_equal(v->san[other], shown ? 3 + other : 0);
      assert_int_equal(v->module[viewer].black, 3);
      assert_int_equal(v->module[viewer].observer, BY_PLANE);
      assert_int_equal(v->module[other].black, 0);
      assert_int_equal(v->module[other].red, 0);
      assert_int_equal(v->module[other].observer, 0);
      assert_int_equal(v->module[other].aim, f->module[other].aim);
      assert_true(v->module[other].there);
      assert_memory_equal(v->flight[viewer].plane, f->flight[viewer].plane, 2);
      assert_int_equal(v->flight[other].plane[0], PLANE_FLOWN);
      assert_int_equal(v->flight[other].plane[1], PLANE_LOST);
    }
  free(view);
  kit_cover(k, R_F26_7);
  kit_close(k);
}

/* F26.8: no action's automatic part comes near 1,024 events or 2,048 dice. */
static void length_of_an_automatic_part(void **unused) {
  (void)unused;
  struct kit *k = kit_open("skirmish");
  struct sal_rng pick;
  uint32_t most = 0;
  for (int game = 0; game < 4; game++) {
    kit_start(k, 100 + (uint64_t)game);
    sal_rng_seed(&pick, (uint64_t)game);
    while (kit_node(k) >= 0) {
      int side = sal_actors(&k->play) == SAL_BIT(GER) ? GER : RUS;
      sal_legal(&k->play, side, &k->list);
      kit_ready(k);
      sal_apply(&k->play, side, k->list.a[sal_rng_below(&pick, k->list.n)]);
      most = k->events.n > most ? k->events.n : most;
    }
  }
  assert_true(most > 4 && most < 1024);
  kit_cover(k, R_F26_8);
  kit_close(k);
}

/* ---- F27 -------------------------------------------------------------------------------- */

/* F27.1: against a concealed group the chance compared is that of a morale check or worse: at
 * weight 8 the margin is 2 or more on 15 of 36. */
static void chance_against_the_concealed(void **unused) {
  (void)unused;
  struct kit *k = skirmish();
  struct sal_play *p = &k->play;
  int g = named(k, "de.sq-5");
  for (int u = 0; u < count_of(p); u++)
    if (side_of(p, u) == RUS && kind_of(p, u)->cls != SUPPORT && u != named(k, "ru.sq-1"))
      unit_at(p, u)->where = F_DEAD;
  int r = named(k, "ru.sq-1");
  sf_show_unit(p, r, R_F15_4);
  sal_hex from = hex_at(unit_at(p, g)->at), to = 0;
  for (int d = 0; d < 6 && !to; d++) {
    sal_hex h = sal_next(&k->book->board, from, d);
    bool open = h && !(ground_at(p, h)->is & (H_CONC | H_GULLY)) && !ground_at(p, h)->tem;
    if (open)
      to = h;
  }
  assert_true(to);
  sal_hex at = sal_next(&k->book->board, to, 0);
  sf_put(p, r, location_at(at, GROUND));
  unit_at(p, g)->is |= IS_CONCEALED;
  sf_veil(p);
  char text[64];
  kit_do(k, GER, "pick de.sq-5");
  snprintf(text, sizeof text, "go %s 0", k->book->board.name[to]);
  kit_do(k, GER, text);
  assert_int_equal(kit_node(k), N_F_REACT);
  snprintf(text, sizeof text, "volley ru.sq-1 %s 0", k->book->board.name[to]);
  struct sal_action a;
  struct sal_err err;
  assert_true(sal_action_parse(k->book, text, &a, &err));
  struct attack shot;
  assert_true(sf_react_fire(p, r, BY_VOLLEY, 1, &shot, NULL));
  int good = 0;
  for (int i = 0; i < 36; i++)
    good += shot.weight - (2 + i / 6 + i % 6) >= 2;
  assert_int_equal(sf_reaction_percent(p, a), good * 100 / 36);
  kit_cover(k, R_F27_1);
  kit_close(k);
}

/* ---- F30: the computer ------------------------------------------------------------------ */

/* F30.1: a broken squad is worth 60 hundredths of a whole one, a pinned one 95, an objective more
 * the later it is. */
static void what_a_battle_is_worth(void **unused) {
  (void)unused;
  struct kit *k = skirmish();
  struct sal_play *p = &k->play;
  struct trooper *t = unit_at(p, named(k, "de.sq-1"));
  int32_t whole = sf_value(p, GER);
  assert_int_equal(whole, -sf_value(p, RUS));
  t->is |= IS_PINNED;
  assert_int_equal(whole - sf_value(p, GER), 200 - 190);
  t->is = IS_BROKEN;
  int32_t broken = sf_value(p, GER);
  assert_true(whole - broken >= 200 - 120);
  t->is = 0;
  sal_hex objective = FB(p)->objective[0];
  patch_at(p, objective)->control |= OWNER;
  int32_t early = sf_value(p, GER) - whole;
  F(p)->turn = 5;
  int32_t with = sf_value(p, GER);
  patch_at(p, objective)->control &= (uint8_t)~OWNER;
  int32_t late = with - sf_value(p, GER);
  assert_true(early > 0 && late > early);
  kit_cover(k, R_F30_1);
  kit_close(k);
}

/* F30.2: likings are the same on the state as on the side's own view: they use nothing else. */
static void likings_know_the_view_only(void **unused) {
  (void)unused;
  struct kit *k = skirmish();
  static const int8_t bias[SAL_BIAS] = {0};
  static int32_t truth[4096], seen[4096];
  struct sal_head *view = calloc(1, k->book->state_bytes), *state = k->play.state;
  kit_do(k, GER, "pick de.pz-1");
  sal_legal(&k->play, GER, &k->list);
  sf_liking(&k->play, GER, &k->list, bias, truth);
  k->book->rules->view(k->book, state, GER, view, NULL);
  k->play.state = view;
  sf_liking(&k->play, GER, &k->list, bias, seen);
  k->play.state = state;
  assert_memory_equal(truth, seen, k->list.n * sizeof truth[0]);
  free(view);
  kit_cover(k, R_F30_2);
  kit_close(k);
}

/* F30.3: a chapter is a player turn: it changes with the side, not with a phase. */
static void chapters(void **unused) {
  (void)unused;
  struct kit *k = skirmish();
  int first = sf_chapter(&k->play);
  kit_do(k, GER, "end"); /* to the Assault phase, or on to Late Fire */
  assert_int_equal(sf_chapter(&k->play), first);
  while (F(&k->play)->active == GER)
    kit_do(k, sal_actors(&k->play) == SAL_BIT(GER) ? GER : RUS, "end");
  assert_int_not_equal(sf_chapter(&k->play), first);
  kit_cover(k, R_F30_3);
  kit_close(k);
}

/* F30.5: a guess puts concealed units under the "?" that are seen, hidden ones where a Gun may
 * hide, and keeps what the side knows. */
static void guesses(void **unused) {
  (void)unused;
  struct kit *k = skirmish();
  struct sal_head *view = calloc(1, k->book->state_bytes), *guess = calloc(1, k->book->state_bytes);
  struct sal_rng g;
  sal_rng_seed(&g, 3);
  k->book->rules->view(k->book, k->play.state, GER, view, NULL);
  struct sal_play seen = {.book = k->book, .state = view}, made = {.book = k->book, .state = guess};
  for (int n = 0; n < 20; n++) {
    k->book->rules->guess(k->book, view, GER, &g, guess);
    for (int u = 0; u < count_of(&k->play); u++) {
      const struct trooper *t = unit_at(&made, u);
      if (side_of(&made, u) == GER) {
        assert_memory_equal(t, unit_at(&seen, u), sizeof *t);
        continue;
      }
      bool concealed = sf_on_map(&made, u) && (t->is & IS_UNSEEN) == IS_CONCEALED;
      if (concealed)
        assert_true(sf_veiled(&seen, RUS, t->at));
      if (sf_on_map(&made, u) && t->is & IS_HIDDEN)
        assert_true(sf_conceals(&made, t->at, SAL_ALL));
    }
  }
  free(view);
  free(guess);
  kit_cover(k, R_F30_5);
  kit_close(k);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(side_edges),
                                     cmocka_unit_test(a_state_is_its_bytes),
                                     cmocka_unit_test(what_a_view_hides),
                                     cmocka_unit_test(what_support_hides),
                                     cmocka_unit_test(length_of_an_automatic_part),
                                     cmocka_unit_test(chance_against_the_concealed),
                                     cmocka_unit_test(what_a_battle_is_worth),
                                     cmocka_unit_test(likings_know_the_view_only),
                                     cmocka_unit_test(chapters),
                                     cmocka_unit_test(guesses)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
