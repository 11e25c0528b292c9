/* test_F25_begins.c - F25.2, F25.3, 11.6053: what a battle on the board takes from the campaign,
 * and what each side is told of it; CG4a: what its Game Turns give back. */
#include "battle_kit.h"

/* The battle of a campaign is laid out once more, with the events of that alone. */
static struct sal_play begin_again(struct kit *k) {
  struct sal_play in = sf_inside(&k->play);
  kit_ready(k);
  sf_begin_battle(&k->play, &in);
  return in;
}

static bool is_set(const struct sal_play *in, int w) {
  return weapon_of(in, w)->flags & (W_RADIO | W_PHONE);
}

/* F25.2, F25.3: each side, and nobody else, is told how many of its own are on the map, how many
 * wait, and how many weapons are in their hands. */
static void each_side_is_told(void **unused) {
  (void)unused;
  struct kit *k = first_battle();
  struct sal_play in = begin_again(k);
  int force = 0, arms = 0;
  for (uint32_t i = 0; i < k->events.n; i++) {
    const struct sal_event *e = &k->events.v[i];
    int side = e->n[0], map = 0, off = 0, armed = 0;
    if (e->kind != E_F_FORCE && e->kind != E_F_ARMED)
      continue;
    assert_int_equal(e->seen, SAL_BIT(side));
    for (int u = 0; u < own(k->book)->first_weapon; u++) {
      map += side_of(&in, u) == side && unit_at(&in, u)->where == F_MAP;
      off += side_of(&in, u) == side && unit_at(&in, u)->where == F_WAITING;
    }
    for (int w = own(k->book)->first_weapon; w < count_of(&in); w++)
      armed += side_of(&in, w) == side && unit_at(&in, w)->where == F_MAP && !is_set(&in, w);
    if (e->kind == E_F_FORCE) {
      force++;
      assert_int_equal(e->rule, R_F25_2);
      assert_int_equal(e->n[1], map);
      assert_int_equal(e->n[2], off);
    } else {
      arms++;
      assert_int_equal(e->rule, R_F25_3);
      assert_int_equal(e->n[1], armed);
      assert_true(armed > 0);
    }
  }
  assert_int_equal(force, 2);
  assert_int_equal(arms, 2);
  kit_cover(k, R_F25_2);
  kit_cover(k, R_F25_3);
  kit_close(k);
}

/* F20.4, F12.4, 11.6093: wrecks, Blazes and rubble of earlier battles are on the board again where
 * they were, and nothing beside them; rubble since edition 6; nothing of another Playing Area. */
static void what_was_burnt(void **unused) {
  (void)unused;
  static const struct {
    uint8_t kind, holds;
  } rows[] = {{BURNT_WRECK, HEX_WRECK}, {BURNT_BLAZE, HEX_BLAZE}, {BURNT_RUBBLE, HEX_RUBBLE}};
  enum { BURNT_HEX = HEX_WRECK | HEX_BLAZE | HEX_RUBBLE };
  for (int edition = 5; edition <= 6; edition++) {
    struct kit *k = first_battle();
    struct state *s = kit_state(k);
    struct sal_book older = *k->book;
    struct sal_play in = sf_inside(&k->play);
    const struct sal_board *m = &in.book->board;
    int elsewhere = 0;
    while (!(own(k->book)->ground[elsewhere] & G_ON) || sp_in_pa(&k->play, elsewhere))
      elsewhere++;
    older.edition = (uint16_t)edition;
    k->play.book = &older;
    s->nburnt = 0;
    s->burnt[s->nburnt++] = (struct burnt){.at = (uint16_t)elsewhere, .kind = BURNT_WRECK};
    for (int i = 0; i < 3; i++)
      s->burnt[s->nburnt++] = (struct burnt){
          .at = (uint16_t)own(k->book)->place[m->order[20 * i + 7]], .kind = rows[i].kind};
    begin_again(k);
    for (int i = 0; i < m->nhexes; i++) {
      int want = 0;
      for (int r = 0; r < 3; r++)
        if (i == 20 * r + 7 && (edition == 6 || rows[r].kind != BURNT_RUBBLE))
          want = rows[r].holds;
      assert_int_equal(patch_at(&in, m->order[i])->holds & BURNT_HEX, want);
    }
    assert_int_equal(F(&in)->rubble, edition == 6);
    k->play.book = k->book;
    kit_close(k);
  }
}

/* The side's air group, as the order of battle has it. */
static int air_group(struct kit *k, int side) {
  int g = 0;
  while (own(k->book)->group[side][g].cls != 's')
    g++;
  return g;
}

/* F18, F25.2: the air groups bought for this scenario are awaited, each for its side, one that cost
 * 3 CPP comes earlier; not those of another scenario, nor those that are gone; no more than the
 * battle has room for. */
static void who_comes_by_air(void **unused) {
  (void)unused;
  struct kit *k = first_battle();
  struct state *s = kit_state(k);
  int pilots = air_group(k, GER), today = s->scenario;
  const struct rec rows[] = {
      {.group = (uint8_t)pilots, .scenario = (uint8_t)today, .price = 6},
      {.group = (uint8_t)pilots, .scenario = (uint8_t)today, .price = 5},
      {.group = (uint8_t)pilots, .scenario = (uint8_t)(today + 1)},
      {.group = (uint8_t)pilots, .scenario = (uint8_t)today, .flags = R_GONE, .price = 6}};
  for (int i = 0; i < 4; i++)
    s->rec[GER][s->side[GER].nrec++] = rows[i];
  s->rec[RUS][s->side[RUS].nrec++] =
      (struct rec){.group = (uint8_t)air_group(k, RUS), .scenario = (uint8_t)today, .price = 7};
  struct sal_play in = begin_again(k);
  const struct flight *f = F(&in)->flight;
  assert_true(f[0].state == FLIGHT_AWAITED && f[0].side == GER && f[0].paid == 1);
  assert_true(f[1].state == FLIGHT_AWAITED && f[1].side == GER && f[1].paid == 0);
  assert_true(f[2].state == FLIGHT_AWAITED && f[2].side == RUS && f[2].paid == 1);
  for (int i = 3; i < MAX_FLIGHTS; i++)
    assert_int_equal(f[i].state, 0);
  for (int i = 0; i < MAX_FLIGHTS; i++)
    s->rec[GER][s->side[GER].nrec++] = rows[0];
  begin_again(k);
  for (int i = 0; i < MAX_FLIGHTS; i++)
    assert_true(f[i].state == FLIGHT_AWAITED && f[i].side == GER);
  kit_close(k);
}

/* F25.2: turn, weather, ground and wind of the scenario are those of the battle. */
static void the_conditions(void **unused) {
  (void)unused;
  struct kit *k = first_battle();
  struct state *s = kit_state(k);
  s->weather = 3;
  s->ec = 2;
  s->wind = 4;
  struct sal_play in = sf_inside(&k->play);
  for (int first = 0; first < 2; first++) {
    s->first = (uint8_t)first;
    begin_again(k);
    assert_int_equal(F(&in)->turn, 1);
    assert_int_equal(in.state->turn, 1);
    assert_int_equal(F(&in)->weather, 3);
    assert_int_equal(F(&in)->ec, 2);
    assert_int_equal(F(&in)->wind, 4);
    assert_int_equal(F(&in)->first, !first); /* who set up first moves second (11.6233) */
    assert_int_equal(F(&in)->active, !first);
  }
  kit_cover(k, R_F25_2);
  kit_close(k);
}

/* 11.6053: the side edges of each Playing Area are the first and last hexes of its hexrows, but for
 * the two outer ones. 11.2c: buildings and bridges of the area are fought for, hills are not. */
static void edges_and_objectives(void **unused) {
  (void)unused;
  struct kit *k = first_battle();
  struct state *s = kit_state(k);
  const struct own *o = own(k->book);
  int areas = 0, hills = 0;
  for (int pa = 1; pa <= 3; pa++) {
    s->pa = (uint8_t)pa;
    struct sal_play in = sf_inside(&k->play);
    const struct sal_board *m = &in.book->board;
    int low = sp_pa_low(&k->play), edges = 0, known = 0, wanted = 0, marked = 0;
    for (int i = 0; i < m->nhexes; i++) {
      int g = o->place[m->order[i]], edge = sp_side_edge(&k->play, g);
      marked += sf_objective(&in, m->order[i]);
      if (edge < 0)
        continue;
      edges++;
      assert_int_equal(FB(&in)->side_edge[edge][row_of(g) - low], m->order[i]);
    }
    for (int edge = 0; edge < 2; edge++)
      for (int row = 0; row < AREA_ROWS; row++)
        known += FB(&in)->side_edge[edge][row] != 0;
    assert_int_equal(known, edges);
    uint8_t seen[PLACES] = {0};
    for (int i = 0; i < o->nvl; i++) {
      int g = o->vl[i].g;
      hills += o->vl[i].kind == VL_HILL;
      if (o->vl[i].kind == VL_HILL || !sp_in_pa(&k->play, g))
        continue;
      assert_true(sf_objective(&in, o->cell[g]));
      wanted += !seen[g];
      seen[g] = 1;
    }
    assert_int_equal(marked, wanted);
    areas += wanted > 0 && edges > 20;
  }
  assert_true(areas == 3 && hills > 0);
  kit_close(k);
}

/* CG4a: at the end of each Game Turn the campaign counts the Infantry that has left by the north
 * edge; vehicles give no points, nor does who left elsewhere. The turn that is complete is the one
 * before. */
static void who_went_north(void **unused) {
  (void)unused;
  struct kit *k = first_battle();
  struct state *s = kit_state(k);
  struct sal_play in = sf_inside(&k->play);
  int tank = 0, squad = waiting(k, GER, SQUAD, -1);
  unit_at(&in, squad)->where = F_LEFT;
  unit_at(&in, squad)->north = 1;
  int other = waiting(k, GER, SQUAD, -1);
  unit_at(&in, other)->where = F_LEFT;
  int leader = waiting(k, GER, LEADER, -1);
  unit_at(&in, leader)->where = F_LEFT;
  unit_at(&in, leader)->north = 1;
  while (side_of(&in, tank) != GER || kind_of(&in, tank)->cls != VEHICLE)
    tank++;
  unit_at(&in, tank)->where = F_LEFT;
  unit_at(&in, tank)->north = 1;
  const struct own *o = own(k->book);
  int points = o->type[o->type_of_kind[unit_at(&in, squad)->kind]].cvp +
               o->type[o->type_of_kind[unit_at(&in, leader)->kind]].cvp;
  F(&in)->turn_over = 1;
  F(&in)->turn = 4;
  kit_ready(k);
  sal_run(&k->play);
  assert_int_equal(s->battle.turn, 3);
  assert_int_equal(s->battle.north_vp, points);
  assert_true(points >= 3);
  assert_int_equal(F(&in)->turn_over, 0);
  kit_close(k);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(each_side_is_told),    cmocka_unit_test(what_was_burnt),
      cmocka_unit_test(who_comes_by_air),     cmocka_unit_test(the_conditions),
      cmocka_unit_test(edges_and_objectives), cmocka_unit_test(who_went_north),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
