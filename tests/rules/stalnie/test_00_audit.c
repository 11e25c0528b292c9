/* test_00_audit.c - what must hold after every action: each thing spoiled alone, with the one line
 * that is said of it, and the last figure that is still right. */
#include "kit.h"

#define BUYING                                                                                     \
  "\"phase\":\"prep.2/11.619\",\"vars\":{\"german_front\":20,\"soviet_front\":24,"                 \
  "\"german_cpp\":80,\"soviet_cpp\":80}"

static void right(const struct kit *k) {
  struct sal_err err = {0};
  if (!sp_audit(&k->play, &err))
    fail_msg("%s", err.text);
}
static void wrong(const struct kit *k, const char *says) {
  struct sal_err err = {0};
  if (sp_audit(&k->play, &err))
    fail_msg("unnoticed: %s", says);
  assert_string_equal(err.text, says);
}
/* This field with that value is wrong; then it is as before. */
#define SPOILED(field, value, says)                                                                \
  do {                                                                                             \
    int was_ = (int)(field);                                                                       \
    (field) = (__typeof__(field))(value);                                                          \
    wrong(k, says);                                                                                \
    (field) = (__typeof__(field))was_;                                                             \
    right(k);                                                                                      \
  } while (0)
#define STILL_RIGHT(field, value)                                                                  \
  do {                                                                                             \
    int was_ = (int)(field);                                                                       \
    (field) = (__typeof__(field))(value);                                                          \
    right(k);                                                                                      \
    (field) = (__typeof__(field))was_;                                                             \
  } while (0)

/* 11.6162, 11.6195, 11.6196, 6.14: a side's points, counts and figures. */
static void ledgers(void **unused) {
  (void)unused;
  struct kit *k = kit_lay(BUYING, false);
  struct state *s = kit_state(k);
  struct side *d = &s->side[GER];
  d->row[1].total = d->cpp;
  kit_all(k, "german buy a1 plain 0;german buy i1 plain 0;german buy o2 plain 0;"
             "german buy o5 plain 3");
  right(k);
  int a1 = kit_group(k, GER, "a1"), i1 = kit_group(k, GER, "i1");
  SPOILED(d->cpp, -1, "German CPP are negative");
  SPOILED(d->nrec, MAX_RECS + 1, "German record is too long");
  SPOILED(s->rec[GER][0].group, own(k->book)->ngroups[GER], "German line 1 has no group");
  SPOILED(d->ever[a1], 2, "German a1 is counted wrongly");
  SPOILED(d->ever[a1], 0, "German a1 is counted wrongly");
  SPOILED(d->bought[a1], 0, "German a1 is counted wrongly");
  SPOILED(d->bought[i1], 2, "German i1 is counted wrongly");
  SPOILED(d->companies, 2, "German bought 1 companies");
  SPOILED(d->companies, 0, "German bought 1 companies");
  SPOILED(d->san, 4, "German SAN is 4");
  STILL_RIGHT(d->san, 3);
  SPOILED(s->side[RUS].san, 6, "Soviet SAN is 6");
  SPOILED(d->attacks, 3, "three Attack chits");
  STILL_RIGHT(d->attacks, 2);
  SPOILED(d->elr, 6, "German ELR is 6");
  STILL_RIGHT(d->elr, 5);
  char says[80];
  int total = d->row[1].total, spent = total - d->cpp;
  snprintf(says, sizeof says, "German ledger: %d - %d - 0 is not %d halves", total, spent,
           d->cpp + 1);
  SPOILED(d->cpp, d->cpp + 1, says);
  snprintf(says, sizeof says, "German ledger: 0 - %d - 0 is not %d halves", spent, d->cpp);
  SPOILED(d->row[1].total, 0, says);
  kit_close(k);
}

/* 11.6195, 11.6196: the maxima of the charts. Lines of the initial forces count for none. */
static void maxima(void **unused) {
  (void)unused;
  struct kit *k = kit_lay(BUYING, false);
  struct state *s = kit_state(k);
  struct side *d = &s->side[GER];
  int a1 = kit_group(k, GER, "a1"), a4 = kit_group(k, GER, "a4");
  for (int n = 1; n <= 3; n++) { /* two Tiger platoons a campaign */
    kit_line(k, GER, "a4", (struct rec){.scenario = 1});
    d->ever[a4] = (uint8_t)n;
    if (n < 3)
      right(k);
  }
  wrong(k, "German bought too many a4 in the campaign");
  s->rec[GER][2].flags = R_OB, d->ever[a4] = 2;
  right(k);
  kit_line(k, GER, "a1", (struct rec){.scenario = 2}); /* one a scenario */
  d->ever[a1] = d->bought[a1] = 1;
  right(k);
  kit_line(k, GER, "a1", (struct rec){.scenario = 2});
  d->ever[a1] = d->bought[a1] = 2;
  wrong(k, "German bought too many a1");
  kit_close(k);
  k = kit_lay(BUYING, false);
  s = kit_state(k), d = &s->side[GER];
  static const char *const companies[] = {"i1", "i1", "i2"};
  for (int n = 1; n <= 3; n++) {
    int g = kit_group(k, GER, companies[n - 1]);
    kit_line(k, GER, companies[n - 1], (struct rec){.scenario = 2});
    d->ever[g]++, d->bought[g]++, d->companies++;
    if (n < 3)
      right(k);
  }
  wrong(k, "German bought 3 companies");
  kit_close(k);
}

/* CG10, 11.6194d, 11.623, 11.621c: who serves whom, one dug-in platoon, the chits, mines. */
static void records(void **unused) {
  (void)unused;
  struct kit *k = kit_lay(BUYING, false);
  struct state *s = kit_state(k);
  for (int side = 0; side < 2; side++)
    s->side[side].row[1].total = s->side[side].cpp;
  kit_all(k, "german buy a1 plain 0;german buy o2 plain 0;german buy o5 plain 2;"
             "soviet buy a2 dugin 0;soviet buy a2 plain 0");
  right(k);
  struct rec *r = s->rec[GER];
  SPOILED(r[2].attach, 4, "German line 3 serves no module");
  SPOILED(r[2].attach, 3, "German line 3 serves no module");
  SPOILED(r[2].attach, 1, "German line 3 serves no module");
  STILL_RIGHT(r[2].attach, 0);
  SPOILED(r[1].flags, R_GONE, "German line 3 has outlived its module");
  STILL_RIGHT(r[2].flags, R_GONE);
  r[1].flags |= R_GONE, r[2].flags |= R_GONE;
  right(k);
  SPOILED(s->dugin_used, 0, "1 platoons are dug in");
  s->dugin_used = 2, s->rec[RUS][1].flags |= R_DUGIN;
  wrong(k, "2 platoons are dug in");
  s->dugin_used = 1, s->rec[RUS][1].flags = 0;
  struct side *d = &s->side[RUS];
  SPOILED(d->attacks, 1, "1 Attack chits, 0 in the roster");
  SPOILED(d->row[3].attack, 1, "0 Attack chits, 1 in the roster");
  d->attacks = 2, d->row[0].attack = d->row[3].attack = 1;
  right(k);
  STILL_RIGHT(s->side[GER].mines, 31); /* of no account before 11.621 */
  kit_close(k);
  k = kit_lay("\"phase\":\"prep.2/11.621\",\"vars\":{\"german_fpp\":100}", false);
  s = kit_state(k);
  STILL_RIGHT(s->side[GER].mines, 30);
  SPOILED(s->side[GER].mines, 31, "German mines for 31 FPP");
  STILL_RIGHT(s->side[RUS].mines, 70);
  SPOILED(s->side[RUS].mines, 71, "Soviet mines for 71 FPP");
  kit_close(k);
}

/* Units: each in one place that exists, of a type, isolated where its side is; CG8. */
static void units(void **unused) {
  (void)unused;
  struct kit *k = kit_lay("\"phase\":\"prep.2/11.624\",\"vars\":{\"german_front\":20,"
                          "\"soviet_front\":24},\"units\":[" JOIN(
                              AT("on", "german", "658", "18-Z5"), OFFMAP("off", "german", "658"),
                              AT("r", "soviet", "458", "18-D5")) "]",
                          false);
  struct state *s = kit_state(k);
  struct unit *on = kit_at(k, "on"), *off = kit_at(k, "off");
  right(k);
  SPOILED(on->where, DEAD + 1, "on is nowhere");
  SPOILED(on->type, 0, "on has no type");
  SPOILED(off->type, own(k->book)->ntypes, "off has no type");
  SPOILED(off->at, 5, "off is off the map with a place");
  SPOILED(on->at, kit_place(k, "16-Z5"), "on is beyond the Playing Area");
  SPOILED(on->at, kit_place(k, "18-Z6"), "the stacking record does not fit the units");
  int at = at_pa(&k->play, on->at);
  SPOILED(s->load[at], s->load[at] + 1, "the stacking record does not fit the units");
  SPOILED(on->iso, 1, "on is in no Isolated Area of its own");
  SPOILED(off->iso, 1, "off is in no Isolated Area of its own");
  STILL_RIGHT(off->where, DEAD);
  s->iso[0] = (struct iso){GER, 2, 1}, s->niso = 1;
  s->isle[at] = 1, s->area[at] = 0;
  wrong(k, "on is in no Isolated Area of its own");
  on->iso = 1;
  right(k);
  SPOILED(s->iso[0].live, 0, "on is in no Isolated Area of its own");
  SPOILED(s->iso[0].side, RUS, "on is in no Isolated Area of its own");
  SPOILED(s->niso, 0, "an Isolated Area lies inside a perimeter");
  SPOILED(s->area[at], A_GER, "an Isolated Area lies inside a perimeter");
  int free = at_pa(&k->play, kit_place(k, "18-D5"));
  SPOILED(s->area[free], A_GER | A_RUS, "a hex is in both areas");
  SPOILED(s->scenario, 0, "scenario 0 on Playing Area 2");
  SPOILED(s->scenario, 5, "scenario 5 on Playing Area 2");
  SPOILED(s->pa, 0, "scenario 2 on Playing Area 0");
  SPOILED(s->pa, 4, "scenario 2 on Playing Area 4");
  SPOILED(s->nfort, MAX_FORTS + 1, "too many fortifications");
  STILL_RIGHT(s->nfort, MAX_FORTS);
  kit_close(k);
}

/* Before the perimeters of 11.605 are drawn the old Isolated Areas still lie there. */
static void old_areas(void **unused) {
  (void)unused;
  struct kit *k = kit_lay("\"phase\":\"reph.1/11.605\",\"vars\":{\"winners\":1},\"units\":[" AT(
                              "on", "german", "658", "18-Z5") "]",
                          false);
  struct state *s = kit_state(k);
  int at = at_pa(&k->play, kit_at(k, "on")->at);
  s->iso[0] = (struct iso){GER, 2, 1}, s->niso = 1;
  s->isle[at] = 1, s->area[at] = 0;
  right(k);
  kit_at(k, "on")->iso = 1;
  wrong(k, "on is in no Isolated Area of its own");
  kit_close(k);
}

/* 11.6193: who came is on the map, off it or lost, but never without trace. */
static void groups(void **unused) {
  (void)unused;
  static const struct {
    const char *dice;
    int least;
  } cases[] = {{"4 5 3 4", 10}, {"5 5 6 6 6 6 6 3 4", 8}};
  for (int i = 0; i < 2; i++) {
    struct kit *k = kit_lay(BUYING, false);
    struct state *s = kit_state(k);
    struct rec *r = kit_line(k, GER, "i1", (struct rec){.flags = R_OB});
    right(k); /* nothing rolled yet */
    kit_dice(k, cases[i].dice);
    sp_muster(&k->play, GER, 0);
    right(k);
    const struct group *g = &own(k->book)->group[GER][r->group];
    int lost = -1;
    for (int n = 0; n < g->n[r->copy] && lost < 0; n++)
      if (sal_eq(type_of(&k->play, g->first[r->copy] + n)->id, "658"))
        lost = g->first[r->copy] + n;
    SPOILED(s->unit[lost].where, NONE,
            "line 1 of the German record has lost 1 units without trace");
    STILL_RIGHT(s->unit[lost].where, DEAD);
    kit_close(k);
  }
}

/* 11.6092, 11.6093, 11.2d: only buildings burn down, and nothing is taken before it is in play. */
static void locations(void **unused) {
  (void)unused;
  struct kit *k = kit_lay(BUYING, false);
  struct state *s = kit_state(k);
  const struct own *o = own(k->book);
  int last[3] = {0}, north = -1, edge = -1;
  for (int i = 0; i < o->nvl; i++) {
    if (sp_in_pa(&k->play, o->vl[i].g))
      last[o->vl[i].kind] = i;
    if (row_of(o->vl[i].g) > sp_pa_high(&k->play))
      north = i;
    else
      edge = i;
  }
  char says[100];
  STILL_RIGHT(s->vl[last[VL_BUILDING]], VB_GONE);
  for (int kind = VL_BRIDGE; kind <= VL_HILL; kind++) {
    snprintf(says, sizeof says, "the Victory Location in %s is gone",
             k->book->board.name[o->cell[o->vl[last[kind]].g]]);
    SPOILED(s->vl[last[kind]], VB_GONE, says);
  }
  STILL_RIGHT(s->vl[edge], VB_GERMAN);
  snprintf(says, sizeof says, "the Victory Location in %s is German before its time",
           k->book->board.name[o->cell[o->vl[north].g]]);
  SPOILED(s->vl[north], VB_GERMAN, says);
  kit_close(k);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(ledgers),   cmocka_unit_test(maxima),
                                     cmocka_unit_test(records),   cmocka_unit_test(units),
                                     cmocka_unit_test(old_areas), cmocka_unit_test(groups),
                                     cmocka_unit_test(locations)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
