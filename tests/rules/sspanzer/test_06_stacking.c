/* test_06_stacking.c - rule 6: overstacked hexes, who goes back and how far, who may enter. */
#include "table.h"

/* 6.1b: several have come too many; the last to come goes first, each along its own way, over as
 * many hexes as it takes. */
static void r6_1b_last_in_first_out(void **s) {
  (void)s;
  struct table *t = lay(
      GAME,
      PLAIN IMPULSE("LAH")
          UNITS(U(PZ4, "1010") "," U(PZ4B, "1010") "," U(PG, "1010") "," U(STG, "0909") "," U(
              TIG, "1014") "," U(PGB, "1012") "," U(AG, "1012") "," U(PIO,
                                                                      "1012") "," U("de.lah.pio-2",
                                                                                    "1012")),
      "");
  acts(t, G, "choose " STG "; step " STG " 1010; stop " STG);
  acts(t, G,
       "choose " TIG "; step " TIG " 1013; step " TIG " 1012; step " TIG " 1011; step " TIG
       " 1010; stop " TIG);
  acts(t, G,
       "choose " PZ4 "; stop " PZ4 "; choose " PZ4B "; stop " PZ4B "; choose " PG "; stop " PG
       "; choose " AG "; step " AG " 1011; stop " AG "; choose " PGB "; step " PGB
       " 1011; stop " PGB);
  acts(t, G,
       "choose " PIO "; step " PIO " 1011; stop " PIO
       "; choose de.lah.pio-2; step de.lah.pio-2 1011");
  act(t, G, "stop de.lah.pio-2");
  happened(t, "6.1b", "back"); /* 1011 is full by now: two hexes back */
  assert_int_equal(events_of(t, "back"), 1);
  stands(t, TIG, "1012", 4);
  stands(t, STG, "1010", 2);
  clear_away(t);
}

/* 6.1b: a way back of many hexes of both sorts of direction, all of them full. */
static void r6_1b_all_the_way_back(void **s) {
  (void)s;
  struct table *t = lay(
      BIG,
      PLAIN "\"phase\":\"action\",\"turn\":4,\"vars\":{\"impulse\":\"DR\",\"played\":\"LAH TK 18TC "
            "29TC 2GTC 2TC 31TC 9GAD\",\"artillery\":0}," UNITS(
                U("de.dr.pz4-5", "1010") "," U(PZ4, "1011") "," U(PZ4B, "0911") "," U(PG, "0912")),
      "");
  acts(t, G,
       "choose de.dr.pz4-5; step de.dr.pz4-5 1011; step de.dr.pz4-5 0911; step de.dr.pz4-5 0912");
  act(t, G, "stop de.dr.pz4-5");
  happened(t, "6.1b", "back");
  stands(t, "de.dr.pz4-5", "1010", 2);
  clear_away(t);
  /* its first hex is a close combat that still goes on: not back into it */
  t = lay(GAME,
          PLAIN IMPULSE("LAH") UNITS(U(PZ4, "1010") "," STATIC("x", "1010", "s1") "," U(
              PG, "1011") "," U(PGB, "1011") "," U(AG, "1011") "," U(PIO, "1011")),
          "");
  acts(t, G, "choose " PZ4 "; step " PZ4 " 1011; stop " PZ4);
  acts(t, G,
       "choose " PG "; stop " PG "; choose " PGB "; stop " PGB "; choose " AG "; stop " AG
       "; choose " PIO);
  act(t, G, "stop " PIO);
  happened(t, "6.1b", "no-room");
  stands(t, PZ4, "-", 0);
  clear_away(t);
}

/* 6.1b: who cannot leave need not; a suppressed unit and one that has acted do not hold up the
 * others. */
static void r6_1b_who_must_leave(void **s) {
  (void)s;
  struct table *t =
      lay(GAME,
          PLAIN IMPULSE("LAH")
              UNITS(UM(PZ4, "1010", "suppressed") "," UM(PZ4B, "1010", "suppressed") "," UM(
                  PG, "1010", "suppressed") "," UM(PGB, "1010", "suppressed") "," U(STG, "1011")
                        IDLE_G),
          "");
  acts(t, G, "choose " STG "; step " STG " 1010; stop " STG);
  act(t, G, "end"); /* nobody there can leave: the last comer goes back */
  happened(t, "6.1b", "back");
  stands(t, STG, "1011", 2);
  clear_away(t);
}

/* 6.1a: four Germans and no more, those inside and those declared together. */
static void r6_1a_four_may_enter(void **s) {
  (void)s;
  struct table *t =
      lay(GAME,
          PLAIN IMPULSE("LAH") UNITS(U(PZ4, "1011") "," U(MR, "1011") "," U(PG, "1010") "," U(
              PGB, "1010") "," U(AG, "0911") "," U(PIO, "0911") IDLE_G),
          "");
  acts(t, G, "end; enter " PG " 1011; enter " PGB " 1011; enter " AG " 1011");
  refused(t, G, "enter " PIO " 1011", "6.1a");
  not_offered(t, G, "enter " PIO " 1011");
  clear_away(t);
  t = lay(GAME,
          PLAIN IMPULSE("29TC") UNITS(STATIC("x", "1011", "s1") "," U(PG, "1011") "," U(
              T4R, "1010") "," U(MR, "1010") IDLE_R),
          "");
  acts(t, R, "end; enter " T4R " 1011");
  refused(t, R, "enter " MR " 1011", "6.1a"); /* the static unit is one of the two */
  clear_away(t);
}

/* What an action is offered with: label and question. */
static const char *offer(struct table *t, const char *action, const char *field_name) {
  const cJSON *a;
  ask(t, "{\"cmd\":\"actions\",\"side\":\"german\"}");
  cJSON_ArrayForEach(a, field(t->last, "actions")) {
    if (!strcmp(text_of(a, "id"), action))
      return text_of(a, field_name);
  }
  fail_msg("'%s' is not offered", action);
  return "";
}

/* 6.1b: who will be over the limit is told before: on the step, when it stops, at the end. */
static void r6_1b_told_before(void **s) {
  (void)s;
  struct table *t = lay(GAME,
                        PLAIN IMPULSE("LAH")
                            UNITS(JOIN(U(PZ4, "1009"), U(PG, "1010"), U(PGB, "1010"), U(AG, "1010"),
                                       U(PIO, "1010"), U("de.dr.pgd-1", "1109")) IDLE_G),
                        "");
  act(t, G, "choose " PZ4);
  assert_non_null(strstr(offer(t, "step " PZ4 " 1010", "label"), "over the stacking limit"));
  assert_null(strstr(offer(t, "step " PZ4 " 1008", "label"), "over the stacking limit"));
  assert_non_null(strstr(offer(t, "step " PZ4 " 1109", "label"), "over the stacking limit"));
  assert_string_equal(offer(t, "stop " PZ4, "confirm"), "");
  act(t, G, "step " PZ4 " 1010");
  assert_non_null(strstr(offer(t, "stop " PZ4, "confirm"), "goes back"));
  clear_away(t);
}

/* 6.1b: the reason is the right one: another formation, not a full hex. */
static void r6_1b_another_formation(void **s) {
  (void)s;
  struct table *t =
      lay(GAME,
          PLAIN IMPULSE("LAH") UNITS(JOIN(U(PG, "1010"), U("de.dr.pgd-1", "1011"), U(MR, "2020"))),
          NULL);
  acts(t, G, "choose " PG "; step " PG " 1011; stop " PG);
  happened(t, "6.1b", "back");
  const cJSON *e;
  cJSON_ArrayForEach(e, field(t->last, "events")) {
    if (!strcmp(text_of(e, "kind"), "back"))
      assert_non_null(strstr(text_of(e, "text"), "1011 holds units of another formation"));
  }
  clear_away(t);
}

/* 6.1b: a unit that has no hex to go to does not hold up the end of the impulse. */
static void r6_1b_cannot_leave(void **s) {
  (void)s;
  struct table *t =
      lay(BIG,
          PLAIN "\"unchecked\":true,\"phase\":\"action\",\"turn\":4,\"vars\":{\"impulse\":\"DR\","
                "\"played\":\"LAH TK 18TC 29TC 2GTC 2TC 31TC 9GAD\",\"artillery\":0}," UNITS(JOIN(
                    U("de.dr.pz4-5", "1010"), U(PZ4, "1010"), U(T4R, "1009"), U(MR, "1011"),
                    U(MRB, "0909"), U(T4RB, "0910"), U(SAC, "1109"), U("ru.29tc.t70-25", "1110"))),
          "");
  act(t, G, "end");
  happened(t, "6.1b", "no-room");
  stands(t, "de.dr.pz4-5", "-", 0);
  clear_away(t);
  /* one free hex, and it must go there */
  t = lay(BIG,
          PLAIN "\"unchecked\":true,\"phase\":\"action\",\"turn\":4,\"vars\":{\"impulse\":\"DR\","
                "\"played\":\"LAH TK 18TC 29TC 2GTC 2TC 31TC 9GAD\",\"artillery\":0}," UNITS(
                    JOIN(U("de.dr.pz4-5", "1010"), U(PZ4, "1010"), U(T4R, "1009"), U(MR, "1011"),
                         U(MRB, "0909"), U(T4RB, "0910"), U(SAC, "1109"))),
          "");
  refused(t, G, "end", "6.1b");
  clear_away(t);
}

/* 6.1a: a position holds twice the largest stack when it is not checked, and no more. */
static void r6_1a_unchecked_positions(void **s) {
  static const char *const unit[] = {PZ4, PZ4B, PZ4C, STG, PG, PGB, PIO, AG, TIG};
  (void)s;
  struct table *t = lay(GAME, PLAIN IMPULSE("LAH") UNITS(U(PZ4, "1010")), "");
  for (int units = 8; units <= 9; units++) {
    char list[900] = "";
    for (int i = 0; i < units; i++)
      snprintf(list + strlen(list), sizeof list - strlen(list),
               "%s{\"unit\":\"%s\",\"hex\":\"1010\"}", i ? "," : "", unit[i]);
    ask(t,
        "{\"cmd\":\"new\",\"game\":\"sspanzer\",\"scenario\":\"lesson\",\"seed\":1,\"position\":"
        "{\"unchecked\":true," PLAIN IMPULSE("LAH") "\"units\":[%s]}}",
        list);
    assert_int_equal(cJSON_IsTrue(field(t->last, "ok")), units == 8);
  }
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(r6_1b_last_in_first_out), cmocka_unit_test(r6_1b_all_the_way_back),
      cmocka_unit_test(r6_1b_who_must_leave),    cmocka_unit_test(r6_1a_four_may_enter),
      cmocka_unit_test(r6_1b_told_before),       cmocka_unit_test(r6_1b_another_formation),
      cmocka_unit_test(r6_1b_cannot_leave),      cmocka_unit_test(r6_1a_unchecked_positions),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
