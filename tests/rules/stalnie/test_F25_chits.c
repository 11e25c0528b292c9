/* test_F25_chits.c - CG10, F17.6, F2.5: what goes back into the lines of the purchase record, and
 * which vehicle an armour leader takes. */
#include "battle_kit.h"

/* CG10, V9: the chits left of each module go to its own line, in the order of the lines; rockets
 * that were fired leave none (F17.6). A line whose module is not in this battle is not used. */
static void chits_of_each_line(void **unused) {
  (void)unused;
  static const struct {
    uint8_t named, rocket, spent, black, red, left;
  } rows[] = {{1, 0, 0, 5, 2, 5},
              {0, 0, 0, 0, 0, 0},
              {1, 1, 1, 4, 1, 0},
              {1, 1, 0, 3, 3, 3},
              {1, 0, 1, 2, 1, 2}};
  enum { LINES = sizeof rows / sizeof rows[0] };
  struct kit *k = first_battle();
  struct state *s = kit_state(k);
  struct sal_play in = sf_inside(&k->play);
  int n = 0;
  for (int side = 0; side < 2; side++)
    for (int i = 0; i < s->side[side].nrec; i++)
      s->rec[side][i].flags &= (uint8_t) ~(R_NAMED | R_USED);
  memset(F(&in)->module, 0, sizeof F(&in)->module);
  assert_true(s->side[GER].nrec + 1 >= LINES && s->side[RUS].nrec > 0);
  for (int i = 0; i < LINES; i++) {
    struct rec *r = i < LINES - 1 ? &s->rec[GER][i] : &s->rec[RUS][0];
    r->draft_black = r->draft_red = 9;
    if (!rows[i].named)
      continue;
    r->flags |= R_NAMED;
    F(&in)->module[n++] = (struct module){.there = 1,
                                          .side = i < LINES - 1 ? GER : RUS,
                                          .rocket = rows[i].rocket,
                                          .spent = rows[i].spent,
                                          .black = rows[i].black,
                                          .red = rows[i].red};
  }
  sf_record_artillery(&k->play, &in);
  for (int i = 0; i < LINES; i++) {
    const struct rec *r = i < LINES - 1 ? &s->rec[GER][i] : &s->rec[RUS][0];
    assert_int_equal(!!(r->flags & R_USED), rows[i].named);
    assert_int_equal(r->draft_black, rows[i].named ? rows[i].left : 9);
    assert_int_equal(r->draft_red, rows[i].named ? rows[i].red : 9);
  }

  /* named, but it has not come */
  struct rec *first = &s->rec[GER][0];
  first->flags &= (uint8_t)~R_USED;
  first->draft_black = 9;
  F(&in)->module[0].there = 0;
  sf_record_artillery(&k->play, &in);
  assert_false(first->flags & R_USED);
  assert_int_equal(first->draft_black, 9);
  kit_cover(k, R_CG10);
  kit_close(k);
}

/* F2.5, 11.6207: an armour leader is in the first of his platoon that takes the field, on the map
 * or waiting; not in one that stays behind, and none comes with a platoon that is gone. */
static void the_first_of_the_platoon(void **unused) {
  (void)unused;
  struct kit *k = first_battle();
  struct state *s = kit_state(k);
  struct sal_play in = sf_inside(&k->play);
  struct rec *r = &s->rec[GER][s->side[GER].nrec - 1];
  const struct group *g = &own(k->book)->group[GER][r->group];
  int first = g->first[r->copy];
  assert_true(g->n[r->copy] >= 3);
  for (int side = 0; side < 2; side++)
    for (int i = 0; i < s->side[side].nrec; i++)
      s->rec[side][i].al = 0;
  r->al = (uint8_t)sp_type_named(&k->play, "9-1");
  static const struct {
    uint8_t where[2];
    int leads; /* -1: nobody */
    bool gone;
  } rows[] = {{{F_MAP, F_MAP}, 0, false},
              {{F_WAITING, F_MAP}, 0, false},
              {{F_ABSENT, F_MAP}, 1, false},
              {{F_NONE, F_WAITING}, 1, false},
              {{F_MAP, F_MAP}, -1, true}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    for (int n = 0; n < g->n[r->copy]; n++)
      unit_at(&in, first + n)->leads = 0;
    for (int n = 0; n < 2; n++)
      unit_at(&in, first + n)->where = rows[i].where[n];
    r->flags &= (uint8_t)~R_GONE;
    if (rows[i].gone)
      r->flags |= R_GONE;
    sf_mount_leaders(&k->play, &in);
    for (int n = 0; n < g->n[r->copy]; n++)
      assert_int_equal(unit_at(&in, first + n)->leads, n == rows[i].leads);
  }
  kit_cover(k, R_F2_5);
  kit_close(k);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(chits_of_each_line),
      cmocka_unit_test(the_first_of_the_platoon),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
