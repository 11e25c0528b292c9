/* test_00_small_print.c - what is easily overlooked: limits of an owner's figures, steps of a card,
 * the second round, a ring of hexes, the rule that a refusal names. */
#include "table.h"

/* Can the lesson be read with this figure in the place of that one? */
static bool readable(const char *from, const char *to) {
  return owner_reads("sspanzer", "lesson", "tables.tsv", from, to);
}

/* The first and last figure of a table that are taken, and the ones beside them. */
static void limits_of_figures(void **s) {
  static const struct {
    const char *from, *least, *less, *most, *more;
  } row[] = {
      {"kill-zone\t4", "kill-zone\t1", "kill-zone\t0", "kill-zone\t4", "kill-zone\t99"},
      {"weak-gun\t+1", "weak-gun\t-5", "weak-gun\t-6", "weak-gun\t+5", "weak-gun\t+6"},
      {"\n3\t2\t1\n", "\n3\t0\t1\n", "\n3\t-1\t1\n", "\n3\t4\t1\n", "\n3\t5\t1\n"},
      {"phase-german\t6", "phase-german\t0", "phase-german\t-1", "phase-german\t6",
       "phase-german\t7"},
      {"fw190\tgerman\t4\t1", "fw190\tgerman\t0\t1", "fw190\tgerman\t-1\t1", "fw190\tgerman\t6\t1",
       "fw190\tgerman\t7\t1"},
      {"fw190\tgerman\t4\t1", "fw190\tgerman\t4\t0", "fw190\tgerman\t4\t-1", "fw190\tgerman\t4\t6",
       "fw190\tgerman\t4\t7"},
      {"s6\t5", "s6\t0", "s6\t-1", "s6\t99", "s6\t100"},
  };
  (void)s;
  for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
    assert_true(readable(row[i].from, row[i].least));
    assert_false(readable(row[i].from, row[i].less));
    assert_true(readable(row[i].from, row[i].most));
    assert_false(readable(row[i].from, row[i].more));
  }
}

/* 8.3d: what a step costs is law, so the table printed for the players stays as it is. */
static void table_that_is_only_shown(void **s) {
  (void)s;
  assert_false(readable("fortified line\tMCF\tnone", "fortified line\tMCF\tMCF"));
}

/* 9.6c: each modifier is a step of the card, with its figure; 9.7a: no hit does nothing. */
static void r9_6c_steps_of_the_card(void **s) {
  (void)s;
  struct table *t = lay(GAME,
                        PLAIN IMPULSE("LAH") GROUND(HEX("1012", "woods"))
                            UNITS(U(PZ4, "1010") "," U(T4R, "1012") IDLE_G),
                        "");
  act(t, G, "choose " PZ4);
  ask(t, "{\"cmd\":\"odds\",\"side\":\"german\",\"actions\":[\"fire " PZ4 " " T4R "\"]}");
  assert_int_equal(int_of(t->last, "card.steps[1].shift"), 1); /* cover */
  assert_string_equal(text_of(t->last, "card.outcomes[0].text"), "0 hits: no effect");
  clear_away(t);
}

/* 11.3a: the losses of one round are taken once, not again in the next. */
static void r11_3a_losses_are_taken_once(void **s) {
  (void)s;
  struct table *t =
      lay(BIG,
          PLAIN "\"phase\":\"action\",\"turn\":1,\"vars\":{\"impulse\":\"LAH\",\"played\":\"DR TK "
                "18TC 2GTC 2TC 31TC 9GAD\",\"artillery\":0}," UNITS(U(PG, "1011") "," U(MR, "1011")
                                                                        IDLE_G),
          "1 1 =29TC =LAH");
  act(t, G, "end");
  act(t, G, "fire " PG " " MR);
  act(t, R, "pass");
  stands(t, MR, "1011", 1);
  act(t, R, "end"); /* the impulse of 29TC brings another round */
  act(t, R, "pass");
  act(t, G, "pass");
  stands(t, MR, "1011", 1);
  clear_away(t);
}

/* 3.1f: of a ring every unit may be taken up, because the others still hold together. */
static void r3_1f_a_ring_holds_together(void **s) {
  (void)s;
  struct table *t =
      lay(BIG,
          PLAIN "\"phase\":\"setup.soviet\"," UNITS(JOIN(
              U("de.lah.ag-11", "2020"), U("ru.29tc.t4r-25", "1009"), U("ru.29tc.mr-25", "1011"),
              U("ru.29tc.mr-31", "0909"), U("ru.29tc.mr-32", "0910"), U("ru.29tc.t4r-31", "1109"),
              U("ru.29tc.t70-25", "1110"))),
          NULL);
  offered(t, R, "pick ru.29tc.t4r-25", "3.1d");
  clear_away(t);
}

/* 3.1g: a unit may be taken up again as often as one likes. */
static void r3_1g_without_end(void **s) {
  (void)s;
  struct table *t = lay(BIG,
                        PLAIN "\"phase\":\"setup.soviet\"," UNITS(
                            JOIN(U("de.lah.ag-11", "2020"), U("ru.29tc.t4r-25", "0505"))),
                        NULL);
  for (int i = 0; i < 45; i++) {
    act(t, R, "pick ru.29tc.t4r-25");
    act(t, R, i % 2 ? "put 0505" : "put 0506");
  }
  offered(t, R, "pick ru.29tc.t4r-25", "3.1d");
  clear_away(t);
}

/* 7.2f: a unit that cannot fire in general cannot fire at one that leaves either. */
static void r7_2f_on_leaving(void **s) {
  (void)s;
  struct table *t = lay(
      GAME, PLAIN IMPULSE("29TC") UNITS(U(T4R, "1010") "," U(PG, "1011") "," U(PZ4, "1011") IDLE_R),
      "");
  acts(t, R, "choose " T4R "; step " T4R " 1009");
  offered(t, G, "fire " PZ4 " " T4R, "7.2b");
  refused(t, G, "fire " PG " " T4R, "7.2f");
  clear_away(t);
}

/* 9.4e: two slopes at one end, up to it and down from it, and none at the other end. */
static void r9_4e_both_at_one_end(void **s) {
  (void)s;
  struct table *t = lay(GAME,
                        PLAIN IMPULSE_V("LAH", "8")
                            GROUND(SIDE("1010", "1110", "slope") "," SIDE("1011", "1010", "slope"))
                                UNITS(U(PZ4, "2020") "," U(T4R, "0101")),
                        "");
  sight(t, "1010", "1111", "9.4e");
  clear_away(t);
}

/* 6.1b: a step into a hex that is full then says so before, and by which rule. */
static void r6_1b_said_before(void **s) {
  (void)s;
  struct table *t =
      lay(GAME,
          PLAIN IMPULSE("LAH") UNITS(JOIN(U(PZ4, "1010"), U(PZ4B, "1011"), U(PZ4C, "1011"),
                                          U(STG, "1011"), U(TIG, "1011"), U(T4R, "1818")) IDLE_G),
          "");
  act(t, G, "choose " PZ4);
  offered(t, G, "step " PZ4 " 1011", "6.1b");
  clear_away(t);
}

/* 11.3c: a friend in close combat beside the target is in no danger, and nobody says so. */
static void r13_4_not_those_in_close_combat(void **s) {
  (void)s;
  struct table *t =
      lay(GAME,
          PLAIN IMPULSE("LAH")
              UNITS(JOIN(GUNS(ART1), U(PG, "1010"), U(MR, "1010"), U(MRB, "1011"), U(PGB, "1014"))),
          "");
  const cJSON *a;
  int shots = 0;
  act(t, G, "choose " ART1);
  ask(t, "{\"cmd\":\"actions\",\"side\":\"german\"}");
  cJSON_ArrayForEach(a, field(t->last, "actions")) {
    shots += strstr(text_of(a, "id"), MRB) != NULL;
    assert_null(strstr(text_of(a, "label"), "danger close"));
  }
  assert_int_equal(shots, 1);
  clear_away(t);
}

/* 12.2a: a strike is offered with the aircraft that flies it. */
static void r12_2a_which_aircraft(void **s) {
  (void)s;
  struct table *t =
      lay(GAME, PLAIN CUP("0") UNITS(U(PG, "0505") "," U(MR, "1515") "," U(MRB, "1616")),
          "=AIR 6 5 6 6 6 6 6 6 6 6 6 6 =29TC");
  const cJSON *a;
  int named = 0;
  acts(t, G, "mission fw190; put 1515; mission ju87; put 1515; mission hs129; put 1616");
  ask(t, "{\"cmd\":\"actions\",\"side\":\"german\"}");
  cJSON_ArrayForEach(a, field(t->last, "actions")) {
    if (!strcmp(text_of(a, "id"), "bomb 1616 hs129"))
      named += strstr(text_of(a, "label"), "Hs 129") != NULL;
    if (!strcmp(text_of(a, "id"), "bomb 1515 ju87"))
      named += strstr(text_of(a, "label"), "Ju 87") != NULL;
  }
  assert_int_equal(named, 2);
  leave_dice(t);
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(limits_of_figures),
      cmocka_unit_test(table_that_is_only_shown),
      cmocka_unit_test(r9_6c_steps_of_the_card),
      cmocka_unit_test(r11_3a_losses_are_taken_once),
      cmocka_unit_test(r3_1f_a_ring_holds_together),
      cmocka_unit_test(r3_1g_without_end),
      cmocka_unit_test(r7_2f_on_leaving),
      cmocka_unit_test(r9_4e_both_at_one_end),
      cmocka_unit_test(r6_1b_said_before),
      cmocka_unit_test(r13_4_not_those_in_close_combat),
      cmocka_unit_test(r12_2a_which_aircraft),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
