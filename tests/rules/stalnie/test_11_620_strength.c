/* test_11_620_strength.c - 11.620, one line of the record at a time: strength by the dice, who
 * comes, in what state, with which weapons, leaders and armour leaders; and 11.619, 11.621e, 11.622
 * at their edges. */
#include "kit.h"

#define BUYING                                                                                     \
  "\"phase\":\"prep.2/11.619\",\"vars\":{\"german_front\":20,\"soviet_front\":24,"                 \
  "\"german_cpp\":40,\"soviet_cpp\":40}"

/* All that one line brings, with these dice and no others. */
static struct rec *musters(struct kit *k, int side, const char *group, int flags,
                           const char *dice) {
  struct rec *r = kit_line(k, side, group, (struct rec){.flags = (uint8_t)flags});
  kit_dice(k, dice);
  sp_muster(&k->play, side, kit_state(k)->side[side].nrec - 1);
  assert_int_equal(k->dice.at, k->dice.nscript);
  assert_int_equal(k->dice.short_of, 0);
  return r;
}

/* Units of that type that came with the line, all with these flags. */
static int came(const struct kit *k, int side, const struct rec *r, const char *type,
                uint32_t flags) {
  const struct state *s = kit_state(k);
  int n = 0;
  for (int u = 0; u < k->book->ncounters; u++) {
    if (s->unit[u].where != OFF || s->unit[u].rec != r - s->rec[side] + 1)
      continue;
    if (side_of(&k->play, u) != side || !sal_eq(type_of(&k->play, u)->id, type))
      continue;
    assert_int_equal(s->unit[u].flags, flags);
    n++;
  }
  return n;
}

/* 11.6201, 11.6203, 11.6204, 11.6193, on 11 July PM (3.3: -1 for both): a Final 9 depletes, a Gun
 * platoon an 8; of several kinds the highest dr, or all that are equal. */
static void strengths(void **unused) {
  (void)unused;
  static const struct {
    int side;
    const char *group, *dice;
    int strength;
    const char *first, *second;
    int n[2];
  } cases[] = {
      {GER, "a2", "4 5 5 5", STR_FULL, "PzIVF2", NULL, {4, 0}},
      {GER, "a2", "5 5 5 5", STR_DEPLETED, "PzIVF2", NULL, {3, 0}},
      {GER, "g1", "4 4", STR_FULL, "AT75L", NULL, {3, 0}},
      {GER, "g1", "4 5", STR_DEPLETED, "AT75L", NULL, {2, 0}},
      {RUS, "g5", "4 4", STR_FULL, "SU76M", NULL, {4, 0}},
      {GER, "a5", "4 5 5 5", STR_FULL, "StuGIIIG", "StuH42", {3, 1}},
      {GER, "a5", "5 5 6 1 5 5", STR_DEPLETED, "StuGIIIG", "StuH42", {2, 1}},
      {GER, "a5", "5 5 1 6 5 5", STR_DEPLETED, "StuGIIIG", "StuH42", {3, 0}},
      {GER, "a5", "5 5 3 3 5 5", STR_DEPLETED, "StuGIIIG", "StuH42", {2, 0}},
      {GER, "a8", "5 5 1 2", STR_DEPLETED, "SPW251/10", "SPW251/1", {1, 2}},
      {GER, "i3", "5 5 2 1", STR_DEPLETED, "MTR81", "HMG348", {1, 3}},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct kit *k = kit_lay(BUYING, false);
    const struct rec *r = musters(k, cases[i].side, cases[i].group, 0, cases[i].dice);
    int side = cases[i].side;
    int first = came(k, side, r, cases[i].first, U_NEW);
    int second = cases[i].second ? came(k, side, r, cases[i].second, U_NEW) : 0;
    if (first != cases[i].n[0] || second != cases[i].n[1])
      fail_msg("%s, %s: %d and %d", cases[i].group, cases[i].dice, first, second);
    assert_int_equal(r->strength, cases[i].strength);
    kit_close(k);
  }
}

/* 11.6204, 6.12: ammunition by the DR. */
static void ammunition(void **unused) {
  (void)unused;
  static const struct {
    const char *dice;
    int strength, black, red;
  } cases[] = {{"2 3", STR_PLENTIFUL, 8, 2},
               {"3 3", STR_NORMAL, 6, 2},
               {"4 5", STR_NORMAL, 6, 2},
               {"5 5", STR_SCARCE, 4, 3},
               {"6 6", STR_SCARCE, 4, 3}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct kit *k = kit_lay(BUYING, false);
    const struct rec *r = musters(k, GER, "o2", 0, cases[i].dice);
    assert_int_equal(r->strength, cases[i].strength);
    assert_int_equal(r->black, cases[i].black);
    assert_int_equal(r->red, cases[i].red);
    kit_close(k);
  }
}

/* RG.h, 11.6205: pioneers are engineers, their leaders are not; three leaders at most, one better
 * by the DR. */
static void pioneers(void **unused) {
  (void)unused;
  struct kit *k = kit_lay(BUYING, false);
  const struct rec *r = musters(k, GER, "i2", 0, "4 4 3 4");
  assert_int_equal(came(k, GER, r, "838", U_NEW | U_ENGINEER), 8);
  assert_int_equal(came(k, GER, r, "9-2", U_NEW), 1);
  assert_int_equal(came(k, GER, r, "8-1", U_NEW), 1);
  assert_int_equal(came(k, GER, r, "7-0", U_NEW), 1);
  static const int sw[SW] = {2, 0, 0, 3, 6, 0};
  for (int w = 0; w < SW; w++)
    assert_int_equal(r->sw[w], sw[w]);
  const struct sal_event *e = kit_told(k, E_LEADERS, R_11_6205);
  assert_int_equal(e->n[1], 3);
  kit_close(k);
  k = kit_lay(BUYING, false); /* no engineers, and no better */
  r = musters(k, GER, "i1", 0, "4 4 3 4");
  assert_int_equal(came(k, GER, r, "658", U_NEW), 10);
  assert_int_equal(came(k, GER, r, "9-1", U_NEW), 1);
  assert_int_equal(came(k, GER, r, "8-1", U_NEW), 1);
  assert_int_equal(came(k, GER, r, "8-0", U_NEW), 1);
  kit_close(k);
}

/* 11.6202: a Depleted company rolls for each weapon; 4 brings it. */
static void weapons_of_the_depleted(void **unused) {
  (void)unused;
  struct kit *k = kit_lay(BUYING, false);
  /* two MMG, two LMG, an ATR; the leaders' DR is one worse */
  const struct rec *r = musters(k, GER, "i1", 0, "5 5 4 5 1 6 4 3 4");
  assert_int_equal(came(k, GER, r, "658", U_NEW), 8);
  static const int sw[SW] = {1, 1, 1, 0, 0, 0};
  for (int w = 0; w < SW; w++)
    assert_int_equal(r->sw[w], sw[w]);
  assert_int_equal(came(k, GER, r, "9-1", U_NEW), 1);
  assert_int_equal(came(k, GER, r, "8-0", U_NEW), 1);
  assert_int_equal(came(k, GER, r, "7-0", U_NEW), 1);
  kit_close(k);
}

/* 11.6194b, d: dug-in tanks cannot move, and each bow MG becomes an LMG; a reserve is one. */
static void manners_of_coming(void **unused) {
  (void)unused;
  static const struct {
    const char *group;
    int flags;
    const char *dice, *type;
    uint32_t state;
    int n, lmg;
  } cases[] = {{"a2", R_DUGIN, "4 5 5 5", "T34M41", U_NEW | U_DUGIN | U_IMMOBILE, 3, 3},
               {"a2", R_DUGIN, "5 5 5 5", "T34M41", U_NEW | U_DUGIN | U_IMMOBILE, 2, 2},
               {"a2", 0, "4 5 5 5", "T34M41", U_NEW, 3, 0},
               {"i2", R_RESERVE, "4 5 6 6", "628", U_NEW | U_RESERVE, 10, 2}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct kit *k = kit_lay(BUYING, false);
    const struct rec *r = musters(k, RUS, cases[i].group, cases[i].flags, cases[i].dice);
    assert_int_equal(came(k, RUS, r, cases[i].type, cases[i].state), cases[i].n);
    assert_int_equal(r->sw[0], cases[i].lmg);
    kit_close(k);
  }
}

/* 3.8, 11.6207: by the DR, one worse for the Soviets, one better for Tigers, whose 8-1 is a 9-1; an
 * Inexperienced platoon is those of it that came. */
static void armour_leaders(void **unused) {
  (void)unused;
  static const struct {
    int side;
    const char *group, *dice;
    int grade; /* NOT_FOUND: none */
  } cases[] = {{GER, "a2", "1 1 1 2", 6},         {GER, "a2", "1 1 2 2", 5},
               {GER, "a2", "1 1 2 3", 4},         {GER, "a2", "1 1 3 4", 3},
               {GER, "a2", "1 1 4 4", NOT_FOUND}, {GER, "a2", "1 1 6 6", NOT_FOUND},
               {GER, "a4", "1 1 2 2", 6},         {GER, "a4", "1 1 2 3", 5},
               {GER, "a4", "1 1 3 3", 4},         {GER, "a4", "1 1 4 4", 4},
               {GER, "a4", "1 1 4 5", NOT_FOUND}, {RUS, "a2", "1 1 1 1", 6},
               {RUS, "a2", "1 1 3 3", 3},         {RUS, "a2", "1 1 3 4", NOT_FOUND}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct kit *k = kit_lay(BUYING, false);
    const struct rec *r = musters(k, cases[i].side, cases[i].group, 0, cases[i].dice);
    if (sp_grade(&k->play, r->al) != cases[i].grade)
      fail_msg("%s, %s: grade %d", cases[i].group, cases[i].dice, sp_grade(&k->play, r->al));
    kit_close(k);
  }
  struct kit *k = kit_lay(BUYING, false);
  const struct rec *r = musters(k, RUS, "a1", 0, "5 5 6 6");
  assert_int_equal(r->al, 0);
  assert_int_equal(came(k, RUS, r, "T70", U_NEW | U_INEXPERIENCED), 2);
  const struct group *g = &own(k->book)->group[RUS][r->group];
  int green = 0;
  for (int i = 0; i < g->n[r->copy]; i++)
    green += (kit_state(k)->unit[g->first[r->copy] + i].flags & U_INEXPERIENCED) != 0;
  assert_int_equal(green, 2);
  kit_told(k, E_GREEN, R_11_6207);
  kit_close(k);
}

/* 11.619: whatever may be bought, given back or changed is offered, and nothing else. */
static void offered_purchases(void **unused) {
  (void)unused;
  for (int side = 0; side < 2; side++) {
    struct kit *k = kit_lay(BUYING, false);
    kit_line(k, side, "o2", (struct rec){.flags = R_OB, .link = LINK_RADIO});
    kit_line(k, side, "i1", (struct rec){.scenario = 1});
    kit_do(k, side, "buy o3 plain 0");
    kit_do(k, side, "buy a1 plain 0");
    if (side == GER)
      kit_do(k, side, "buy o5 plain 3");
    struct sal_action a;
    struct sal_err err = {0};
    char text[60];
    sal_legal(&k->play, side, &k->list);
    for (uint32_t i = 0; i < k->list.n; i++)
      assert_true(sal_check(&k->play, side, k->list.a[i], NULL));
    int nrec = kit_state(k)->side[side].nrec;
    for (int g = 0; g < own(k->book)->ngroups[side]; g++)
      for (int m = 0; m < MANNERS; m++)
        for (int line = 0; line <= nrec; line++) {
          static const char *const manner[] = {"plain", "north", "south", "reserve",
                                               "dugin", "bonus", "reg1",  "reg2"};
          snprintf(text, sizeof text, "buy %s %s %d", own(k->book)->group[side][g].id, manner[m],
                   line);
          if (!sal_action_parse(k->book, text, &a, &err))
            fail_msg("%s: %s", text, err.text);
          bool serves = (own(k->book)->group[side][g].notes & (NOTE_I | NOTE_M | NOTE_N)) &&
                        own(k->book)->group[side][g].cls == 'o';
          if ((line != 0) == serves &&
              sal_check(&k->play, side, a, NULL) != sal_list_has(&k->list, a))
            fail_msg("%s", text);
        }
    for (int line = 1; line <= nrec; line++) {
      snprintf(text, sizeof text, "return %d", line);
      assert_true(sal_action_parse(k->book, text, &a, &err));
      assert_int_equal(sal_check(&k->play, side, a, NULL), sal_list_has(&k->list, a));
      bool bought = line > 2 && !(side == GER && line == 3); /* an observer serves that one */
      assert_int_equal(sal_list_has(&k->list, a), bought);
    }
    int links = 0;
    for (uint32_t i = 0; i < k->list.n; i++)
      if (k->list.a[i].verb == V_LINK) {
        links++;
        const struct rec *r = &kit_state(k)->rec[side][k->list.a[i].x[0] - 1];
        kit_ready(k);
        bool radio = r->link == LINK_RADIO;
        sal_apply(&k->play, side, k->list.a[i]);
        assert_int_equal(r->link, radio ? LINK_PHONE : LINK_RADIO); /* the other one */
        i = k->list.n;
      }
    assert_true(links > 0);
    kit_close(k);
  }
}

/* 11.6197: what served a later line still serves it when an earlier one is given back. */
static void giving_back(void **unused) {
  (void)unused;
  struct kit *k = kit_lay(BUYING, false);
  struct state *s = kit_state(k);
  kit_all(k, "german buy a1 plain 0;german buy o2 plain 0;german buy o5 plain 2");
  assert_int_equal(s->rec[GER][2].attach, 2);
  kit_do(k, GER, "return 1");
  assert_int_equal(s->side[GER].nrec, 2);
  assert_int_equal(s->rec[GER][1].attach, 1);
  static const struct rec none;
  assert_memory_equal(&s->rec[GER][2], &none, sizeof none);
  kit_do(k, GER, "buy a1 plain 0");
  kit_do(k, GER, "return 3"); /* a later line changes nothing */
  assert_int_equal(s->rec[GER][1].attach, 1);
  kit_close(k);
}

/* 11.621e: a tenth, rounded up, of the squads and of the AFV; trucks are none. */
static void hidden_tenths(void **unused) {
  (void)unused;
  for (int more = 0; more < 2; more++) {
    char units[3000] = OFFMAP("t1", "soviet", "US1.5t") "," OFFMAP("t2", "soviet", "US1.5t");
    for (int i = 0; i < 10 + more; i++)
      sprintf(units + strlen(units),
              ",{\"name\":\"p%d\",\"side\":\"soviet\",\"kind\":\"T34M41\",\"box\":\"soviet.off\"},"
              "{\"name\":\"s%d\",\"side\":\"soviet\",\"kind\":\"458\",\"box\":\"soviet.off\"}",
              i, i);
    char position[3400];
    snprintf(position, sizeof position, BUYING ",\"units\":[%s]", units);
    struct kit *k = kit_lay(position, false);
    assert_int_equal(sp_hip_limit(&k->play, RUS, true), 1 + more);
    assert_int_equal(sp_hip_limit(&k->play, RUS, false), 1 + more);
    assert_int_equal(sp_hip_limit(&k->play, GER, true), 0);
    kit_close(k);
  }
}

/* 11.6162: what is left begins the next scenario's row; there is none after the fourth. */
static void left_and_next_start(void **unused) {
  (void)unused;
  for (int scenario = 1; scenario <= 4; scenario++) {
    char position[200];
    snprintf(position, sizeof position,
             "\"phase\":\"prep.%d/11.622\",\"vars\":{\"german_cpp\":7,\"soviet_cpp\":9}", scenario);
    struct kit *k = kit_lay(position, false);
    struct state *s = kit_state(k);
    assert_int_equal(kit_node(k), N_RECON);
    kit_all(k, "german commit;soviet commit");
    static const int cpp[2] = {[GER] = 7, [RUS] = 9};
    for (int side = 0; side < 2; side++) {
      assert_int_equal(s->side[side].row[scenario - 1].left, cpp[side]);
      if (scenario < 4)
        assert_int_equal(s->side[side].row[scenario].start, cpp[side]);
    }
    kit_close(k);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(strengths),         cmocka_unit_test(ammunition),
      cmocka_unit_test(pioneers),          cmocka_unit_test(weapons_of_the_depleted),
      cmocka_unit_test(manners_of_coming), cmocka_unit_test(armour_leaders),
      cmocka_unit_test(offered_purchases), cmocka_unit_test(giving_back),
      cmocka_unit_test(hidden_tenths),     cmocka_unit_test(left_and_next_start)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
