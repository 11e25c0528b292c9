/* test_11_624_works.c - 11.621 and 11.624 at their edges: what raises a field of mines, where a
 * charge goes and who detonates it, what `auto` lays and where, what set-up begins with. */
#include "kit.h"

#define SET(terrain, units)                                                                        \
  "\"phase\":\"prep.2/11.624\",\"vars\":{\"german_front\":20,\"soviet_front\":24},"                \
  "\"terrain\":[" terrain "],\"units\":[" units "]"
#define HOUSE(hex) "{\"hex\":\"" hex "\",\"set\":[\"house\"]}"

/* The refusal in full. */
static void says(struct kit *k, const char *text, const char *want) {
  struct sal_action a;
  struct sal_err err = {0};
  struct sal_refusal why = {0};
  char words[300];
  struct sal_text t = {words, sizeof words, 0};
  assert_true(sal_action_parse(k->book, text, &a, &err));
  assert_false(sal_check(&k->play, RUS, a, &why));
  sal_refusal_words(k->book, &why, &t);
  assert_string_equal(words, want);
}

/* 11.621c: A-P fields of 6, 8 and 12 factors, raised by 2, 4 and more; A-T fields of 1 to 5. */
static void raising_fields(void **unused) {
  (void)unused;
  static const char ap[] =
      "A-P mines go from 6 factors to 8 or 12 and from 8 to 12; 18-D5 would not.";
  static const char at[] = "A field of A-T mines has 5 factors at most.";
  static const char none[] = "There is no field of yours in 18-D5 to raise.";
  static const struct {
    int has, by, becomes;
    const char *says;
  } cases[] = {{FORT_AP6, FORT_AP2, FORT_AP8, NULL},
               {FORT_AP6, FORT_AP4, 0, ap},
               {FORT_AP6, FORT_AP6, FORT_AP12, NULL},
               {FORT_AP6, FORT_AP12, 0, ap},
               {FORT_AP8, FORT_AP2, 0, ap},
               {FORT_AP8, FORT_AP4, FORT_AP12, NULL},
               {FORT_AP8, FORT_AP6, 0, ap},
               {FORT_AP12, FORT_AP2, 0, ap},
               {FORT_AP12, FORT_AP12, 0, ap},
               {FORT_AT1, FORT_AT4, FORT_AT5, NULL},
               {FORT_AT1, FORT_AT5, 0, at},
               {FORT_AT5, FORT_AT1, 0, at},
               {FORT_AT4, FORT_AT1, FORT_AT5, NULL},
               {FORT_AT1, FORT_AP2, 0, none}, /* A-T mines are another field */
               {FORT_WIRE, FORT_AP2, 0, none},
               {FORT_WIRE, FORT_AP4, 0, none},
               {FORT_WIRE, FORT_AP6, FORT_AP6, NULL},
               {FORT_WIRE, FORT_AP8, FORT_AP8, NULL},
               {FORT_WIRE, FORT_AP12, FORT_AP12, NULL},
               {FORT_WIRE, FORT_AT1, FORT_AT1, NULL}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct kit *k = kit_lay(SET(WOODS("18-D5"), OFFMAP("sq", "soviet", "458")), false);
    struct state *s = kit_state(k);
    char text[40];
    s->fort[s->nfort++] = (struct fort){
        .at = (uint16_t)kit_place(k, "18-D5"), .kind = (uint8_t)cases[i].has, .side = RUS};
    s->side[RUS].stock[cases[i].by] = 1;
    snprintf(text, sizeof text, "lay %s", sp_fort_word[cases[i].by]);
    kit_do(k, RUS, text);
    if (cases[i].says) {
      kit_refused(k, RUS, "put 18-D5", R_11_621c);
      says(k, "put 18-D5", cases[i].says);
    } else {
      kit_do(k, RUS, "put 18-D5");
      assert_int_equal(s->fort[s->nfort - 1].kind, cases[i].becomes);
      assert_int_equal(s->fort[s->nfort - 1].at, kit_place(k, "18-D5"));
      assert_int_equal(s->fort[s->nfort - 1].unit, 0);
      assert_int_equal(s->fort[s->nfort - 1].level, 0);
      assert_int_equal(s->side[RUS].stock[cases[i].by], 0);
    }
    kit_close(k);
  }
}

/* 11.621f: the zone ends between the boards, with hexrow 32. */
static void charges_by_zone(void **unused) {
  (void)unused;
  struct kit *k =
      kit_lay(SET(HOUSE("18-B5") "," HOUSE("13-GG5"), OFFMAP("sq", "soviet", "458")), false);
  int low = sp_pa_low(&k->play);
  assert_int_equal(row_of(kit_place(k, "18-B5")) - low, 31);
  assert_int_equal(row_of(kit_place(k, "13-GG5")) - low, 32);
  struct rec *r = kit_line(k, RUS, "i3", (struct rec){.zone = 1, .sw = {0, 0, 0, 0, 1, 0}});
  kit_state(k)->side[RUS].stock[FORT_SETDC] = 1;
  kit_do(k, RUS, "lay setdc");
  kit_legal(k, RUS, "put 13-GG5");
  kit_refused(k, RUS, "put 18-B5", R_11_621f);
  r->zone = 2;
  kit_refused(k, RUS, "put 13-GG5", R_11_621f);
  kit_legal(k, RUS, "put 18-B5");
  kit_close(k);
}

/* 11.621f: Infantry on the map or yet to enter detonates, the dead do not; the charge lies where it
 * was put. */
static void detonators(void **unused) {
  (void)unused;
  struct kit *k =
      kit_lay(SET(HOUSE("18-F5") "," WOODS("18-D5"),
                  JOIN(AT("on", "soviet", "458", "18-D5"), OFFMAP("off", "soviet", "458"),
                       OFFMAP("dead", "soviet", "458"), OFFM("stays", "soviet", "458", "stays"))),
              false);
  struct state *s = kit_state(k);
  kit_at(k, "dead")->where = DEAD;
  kit_at(k, "stays")->flags |= U_STAYS;
  kit_line(k, RUS, "i3", (struct rec){.scenario = 1, .sw = {0, 0, 0, 0, 1, 0}});
  s->side[RUS].stock[FORT_SETDC] = 1;
  kit_all(k, "soviet lay setdc;soviet put 18-F5");
  kit_legal(k, RUS, "detonate on");
  kit_legal(k, RUS, "detonate off");
  kit_refused(k, RUS, "detonate dead", R_11_621f);
  kit_refused(k, RUS, "detonate stays", R_11_621f);
  kit_do(k, RUS, "detonate off");
  assert_int_equal(s->fort[0].at, kit_place(k, "18-F5"));
  assert_int_equal(s->fort[0].unit, kit_unit(k, "off") + 1);
  assert_int_equal(s->fort[0].level, 0);
  kit_close(k);
}

/* The field of works is full: nothing more is laid, and nothing is spoiled. */
static void no_more_works(void **unused) {
  (void)unused;
  struct kit *k = kit_lay(SET(WOODS("18-D5"), OFFMAP("sq", "soviet", "458")), false);
  struct state *s = kit_state(k);
  for (int i = 0; i < MAX_FORTS; i++)
    s->fort[i] = (struct fort){.at = (uint16_t)kit_place(k, "24-M5"), .kind = FORT_WIRE};
  s->nfort = MAX_FORTS;
  s->side[RUS].stock[FORT_TRENCH] = 1;
  kit_all(k, "soviet lay trench;soviet put 18-D5");
  assert_int_equal(s->nfort, MAX_FORTS);
  kit_close(k);
}

/* 11.621: what `auto` lays has a hex of its own, inside the map, as long as there are such hexes;
 * of fortified Locations no more than there are buildings. */
static void automatic_works(void **unused) {
  (void)unused;
  struct kit *k = kit_lay(SET(WOODS("18-D5"), OFFMAP("sq", "soviet", "458")), false);
  struct state *s = kit_state(k);
  static const int kinds[] = {FORT_TRENCH, FORT_FOX1, FORT_WIRE, FORT_AP6, FORT_AT1};
  for (int i = 0; i < 5; i++)
    s->side[RUS].stock[kinds[i]] = 6;
  kit_do(k, RUS, "auto");
  assert_int_equal(s->nfort, 30);
  for (int i = 0; i < s->nfort; i++) {
    assert_int_equal(s->fort[i].level, 0);
    assert_in_range(y_of(s->fort[i].at), 1, 59); /* 0 and 60 are halves */
    for (int j = 0; j < i; j++)
      assert_int_not_equal(s->fort[i].at, s->fort[j].at);
  }
  for (int i = 0; i < 5; i++)
    assert_int_equal(s->side[RUS].stock[kinds[i]], 0);
  kit_close(k);
  k = kit_lay(SET(WOODS("18-D5"), OFFMAP("sq", "soviet", "458")), false);
  s = kit_state(k);
  s->side[RUS].stock[FORT_BUILDING] = 250;
  kit_do(k, RUS, "auto");
  assert_int_equal(s->nfort + s->side[RUS].stock[FORT_BUILDING], 250);
  assert_true(s->nfort > 0 && s->side[RUS].stock[FORT_BUILDING] > 0);
  for (int i = 0; i < s->nfort; i++)
    assert_true(sp_ground(&k->play, s->fort[i].at) & G_BUILDING);
  kit_close(k);
}

/* 11.6194b: ten hexes behind the front stand the dummies of a reserve; other works may be nearer,
 * where nothing else is the side's. */
static void cloaks_keep_back(void **unused) {
  (void)unused;
  for (int deep = 0; deep < 2; deep++) {
    struct kit *k = kit_lay(
        deep ? "\"phase\":\"prep.2/11.624\",\"vars\":{\"german_front\":20,\"soviet_front\":50},"
               "\"units\":[" OFFMAP("sq", "soviet", "458") "]"
             : "\"phase\":\"prep.2/11.624\",\"vars\":{\"german_front\":20,\"soviet_front\":58},"
               "\"units\":[" OFFMAP("sq", "soviet", "458") "]",
        false);
    struct state *s = kit_state(k);
    kit_line(k, RUS, "i2", (struct rec){.flags = R_RESERVE});
    s->side[RUS].stock[FORT_DUMMY] = 5;
    s->side[RUS].stock[FORT_TRENCH] = 4;
    kit_do(k, RUS, "auto");
    int dummies = 0, trenches = 0;
    for (int i = 0; i < s->nfort; i++) {
      int back = row_of(s->fort[i].at) - sp_pa_low(&k->play) - (deep ? 50 : 58);
      dummies += s->fort[i].kind == FORT_DUMMY;
      trenches += s->fort[i].kind == FORT_TRENCH;
      assert_true(back >= (s->fort[i].kind == FORT_DUMMY ? 10 : 1));
    }
    assert_int_equal(trenches, 4);
    assert_int_equal(dummies, deep ? 5 : 0);
    kit_close(k);
  }
}

/* V4, CG5: a tank is offered the house that a pillbox of its side makes fit for it. */
static void strongpoints_are_offered(void **unused) {
  (void)unused;
  for (int strong = 0; strong < 2; strong++) {
    struct kit *k =
        kit_lay(SET(HOUSE("18-F5") "," WOODS("18-D5"), OFFMAP("tank", "soviet", "T34M41")), false);
    struct state *s = kit_state(k);
    if (strong)
      s->fort[s->nfort++] =
          (struct fort){.at = (uint16_t)kit_place(k, "18-F5"), .kind = FORT_PILL135, .side = RUS};
    kit_do(k, RUS, "pick tank");
    struct sal_action put = sal_act(V_PUT, own(k->book)->cell[kit_place(k, "18-F5")], 0, 0);
    sal_legal(&k->play, RUS, &k->list);
    assert_int_equal(sal_list_has(&k->list, put), strong);
    for (int i = 0; i < k->book->board.nhexes; i++) {
      put = sal_act(V_PUT, k->book->board.order[i], 0, 0);
      assert_int_equal(sal_check(&k->play, RUS, put, NULL), sal_list_has(&k->list, put));
    }
    kit_close(k);
  }
}

/* The Germans may stand from the south edge on, and their last corner is offered too. */
static void german_hexes(void **unused) {
  (void)unused;
  struct kit *k = kit_lay(SET(WOODS("18-D5"), OFFMAP("tank", "german", "PzIVH")), false);
  kit_all(k, "soviet done;german pick tank");
  sal_legal(&k->play, GER, &k->list);
  int lowest = 99;
  for (int i = 0; i < k->book->board.nhexes; i++) {
    struct sal_action put = sal_act(V_PUT, k->book->board.order[i], 0, 0);
    bool legal = sal_check(&k->play, GER, put, NULL);
    assert_int_equal(legal, sal_list_has(&k->list, put));
    int row = row_of(own(k->book)->place[k->book->board.order[i]]) - sp_pa_low(&k->play);
    if (legal && row < lowest)
      lowest = row;
  }
  assert_int_equal(lowest, 0);
  kit_close(k);
}

/* 11.5b: what the Soviets are given sets up on the map, except their armour; what the Germans are
 * given enters. */
static void given_forces(void **unused) {
  (void)unused;
  static const struct {
    int side;
    const char *group;
    int rule; /* 0: it sets up */
  } cases[] = {{RUS, "i1", 0}, {RUS, "a1", R_11_6194a}, {GER, "i1", R_11_6194a}};
  for (int i = 0; i < 3; i++) {
    bool soviet = cases[i].side == RUS;
    struct kit *k =
        soviet ? kit_lay("\"phase\":\"prep.1/11.624\",\"units\":[" OFFMAP("u", "soviet", "458") "]",
                         false)
               : kit_lay("\"phase\":\"prep.2/11.624\",\"vars\":{\"german_front\":20,"
                         "\"soviet_front\":24},\"units\":[" OFFMAP("u", "german", "658") "]",
                         false);
    struct state *s = kit_state(k);
    kit_line(k, cases[i].side, cases[i].group, (struct rec){.flags = R_OB});
    kit_at(k, "u")->flags |= U_NEW;
    kit_at(k, "u")->rec = s->side[cases[i].side].nrec;
    if (!soviet)
      kit_do(k, RUS, "done");
    if (cases[i].rule)
      kit_refused(k, cases[i].side, "pick u", cases[i].rule);
    else
      kit_legal(k, cases[i].side, "pick u");
    kit_close(k);
  }
}

/* 11.624, 11.6241: last scenario's wind, hexes of observers and kept-off lists are gone. */
static void begins_afresh(void **unused) {
  (void)unused;
  struct kit *k = kit_lay(SET(WOODS("18-D5"), OFFMAP("u", "soviet", "458")), false);
  struct state *s = kit_state(k);
  s->weather = CLEAR;
  s->wind = 4;
  struct rec *r = kit_line(k, RUS, "o1", (struct rec){.scenario = 1});
  r->hex = 77;
  kit_at(k, "u")->flags |= U_STAYS;
  kit_ready(k);
  sp_setup_begin(&k->play);
  assert_int_equal(s->wind, 0);
  assert_int_equal(kit_told(k, E_WIND, R_11_6241)->n[0], 0);
  assert_int_equal(r->hex, NOWHERE);
  assert_false(kit_at(k, "u")->flags & U_STAYS);
  kit_close(k);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(raising_fields),
                                     cmocka_unit_test(charges_by_zone),
                                     cmocka_unit_test(detonators),
                                     cmocka_unit_test(no_more_works),
                                     cmocka_unit_test(automatic_works),
                                     cmocka_unit_test(cloaks_keep_back),
                                     cmocka_unit_test(strongpoints_are_offered),
                                     cmocka_unit_test(german_hexes),
                                     cmocka_unit_test(given_forces),
                                     cmocka_unit_test(begins_afresh)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
