/* test_04_sequence_and_actions.c - rules 4 and 8 at their limits: phases, cup, the end of an
 * impulse, just enough points. */
#include "table.h"

static void r4_1_phases_in_order(void **s) {
  (void)s;
  struct table *t = lay(GAME,
                        PLAIN "\"phase\":\"bombardment\",\"turn\":1," UNITS(
                            GUNS(ART1) "," U(PG, "1010") "," U(MR, "1012") "," U(T4R, "1818")),
                        "6 6 =29TC =LAH =29TC");
  assert_string_equal(view(t, "view.phase"), "bombardment");
  assert_string_equal(view(t, "view.vars.impulse"), "");
  acts(t, R, "lay " PG "; done");
  assert_string_equal(view(t, "view.phase"), "action");
  assert_string_equal(view(t, "view.vars.impulse"), "29TC");
  assert_string_equal(view(t, "view.vars.played"), "29TC");
  act(t, R, "end");
  assert_string_equal(view(t, "view.vars.played"), "LAH 29TC");
  act(t, G, "end"); /* recovery and the next turn: both chits are in the cup again */
  happened(t, "4.1g", "recovery");
  happened(t, "13.2d", "left-in-cup");
  assert_string_equal(view(t, "view.phase"), "bombardment");
  assert_int_equal(int_of(t->last, "view.turn.n"), 2);
  assert_int_equal(int_of(t->last, "view.vars.artillery"), 0);
  assert_string_equal(view(t, "view.vars.played"), "");
  act(t, R, "done");
  assert_string_equal(view(t, "view.vars.played"), "29TC");
  clear_away(t);
}

/* What the record of the turn says under that name. */
static const char *recorded(struct table *t, const char *name) {
  const cJSON *row;
  ask(t, "{\"cmd\":\"records\",\"side\":\"german\"}");
  cJSON_ArrayForEach(row, field(t->last, "records[0].blocks[0].rows")) {
    if (!strcmp(cJSON_GetArrayItem(row, 0)->valuestring, name))
      return cJSON_GetArrayItem(row, 1)->valuestring;
  }
  return "";
}

/* 4.1: attacks are counted from the beginning of a turn; the last phase of all is recovery. */
static void r4_1_a_turn_begins_and_ends(void **s) {
  (void)s;
  struct table *t = lay(
      GAME,
      PLAIN "\"phase\":\"action\",\"turn\":1,\"vars\":{\"impulse\":\"LAH\",\"played\":\"LAH "
            "29TC\",\"artillery\":0,\"vis\":5}," UNITS(U(PZ4, "1010") "," U(T4R, "1013") IDLE_G),
      "6 6 6");
  acts(t, G, "choose " PZ4 "; fire " PZ4 " " T4R);
  assert_string_equal(recorded(t, "Attacks this turn"), "1");
  act(t, G, "end");
  happened(t, "4.1a", "turn");
  assert_string_equal(recorded(t, "Attacks this turn"), "0");
  clear_away(t);
  t = lay(GAME, PLAIN IMPULSE("LAH") UNITS(U(PZ4, "1010") "," U(T4R, "1818")), "");
  act(t, G, "end"); /* of the last turn */
  happened(t, "4.1g", "recovery");
  assert_string_equal(view(t, "view.phase"), "recovery");
  clear_away(t);
}

/* 4.1c: in the lesson only its own formations are in the cup. */
static void r4_1c_what_is_in_the_cup(void **s) {
  (void)s;
  struct table *t = lay(GAME, PLAIN CUP("3") UNITS(U(PG, "0101") "," U(MR, "2020")), "=29TC");
  act(t, R, "end");
  clear_away(t);
  t = lay(GAME,
          PLAIN
          "\"phase\":\"action\",\"turn\":1,\"vars\":{\"impulse\":\"LAH\",\"artillery\":3}," UNITS(
              U(PG, "0101") "," U(MR, "2020")),
          "=29TC");
  act(t, G, "end");
  const cJSON *d = field(t->last, "dice[0]");
  assert_non_null(d);
  assert_int_equal(int_of(d, "d"), 5); /* one chit, three counters, the aircraft */
  clear_away(t);
}

/* 4.1f: an impulse ends by itself only when everybody has acted and every gun has fired. */
static void r4_1f_the_end_of_an_impulse(void **s) {
  (void)s;
  struct table *t =
      lay(GAME, PLAIN IMPULSE("LAH") UNITS(GUNS(ART1) "," U(PG, "1010") "," U(MR, "1012")), "6 6");
  acts(t, G, "choose " PG "; stop " PG);
  offered(t, G, "choose " ART1, "4.1f"); /* the guns are still to fire */
  acts(t, G, "choose " ART1 "; fire " ART1 " " MR);
  happened(t, "4.1f", "impulse-end");
  clear_away(t);
  t = lay(GAME, PLAIN IMPULSE("LAH") UNITS(GUNS(ART1) "," U(PG, "1010") "," U(MR, "1012")), "6 6");
  acts(t, G, "choose " ART1 "; fire " ART1 " " MR);
  never(t, "impulse-end");
  acts(t, G, "choose " PG);
  act(t, G, "stop " PG);
  happened(t, "4.1f", "impulse-end");
  clear_away(t);
}

/* 8.3h: a price met exactly is a price paid, not the one-hex minimum. */
static void r8_3h_just_enough(void **s) {
  (void)s;
  struct table *t = lay(GAME,
                        "\"map\":\"plain:1x3\"," IMPULSE("29TC")
                            GROUND("{\"hex\":\"0102\",\"set\":[\"woods\",\"hilltop\"]}," SIDE(
                                "0101", "0102", "stream") "," SIDE("0101", "0102", "berm"))
                                UNITS(MADE("x", "soviet", "ABN", "29TC", "0101") "," U(MR, "0103")),
                        "");
  reaches(t, R, "x", "0102", "4", "8.3d");
  act(t, R, "choose x");
  pays(t, R, "x", "0102", "4", "8.3d"); /* all four points */
  refused(t, R, "choose x", "4.1f");
  clear_away(t);
}

/* 4.2c: half met exactly, and passed by half a point. */
static void r4_2c_just_half(void **s) {
  (void)s;
  struct table *t = lay(
      GAME,
      PLAIN IMPULSE("LAH") GROUND(HEX("1011", "woods")) UNITS(
          "{\"name\":\"x\",\"side\":\"german\",\"kind\":\"PZ4\",\"formation\":\"LAH\",\"hex\":"
          "\"1010\",\"factors\":{\"mcf\":5}},{\"name\":\"y\",\"side\":\"german\",\"kind\":\"PZ4\","
          "\"formation\":\"LAH\",\"hex\":\"1110\",\"factors\":{\"mcf\":6}}," U(T4R, "1013") IDLE_G),
      "");
  acts(t, G, "choose x; step x 1011");
  offered(t, G, "fire x " T4R, "4.2c"); /* five of ten */
  act(t, G, "stop x");
  acts(t, G, "choose y; step y 1011");
  refused(t, G, "fire y " T4R, "4.2c"); /* six */
  clear_away(t);
  t = lay(GAME, PLAIN IMPULSE("LAH") UNITS(U(PZ4, "1010") "," U(T4R, "1013") IDLE_G), "6 6");
  acts(t, G, "choose " PZ4 "; quick " PZ4 " " T4R);
  refused(t, G, "face " PZ4 " 1010/1011", "4.2d"); /* it has fired */
  offered(t, G, "step " PZ4 " 1009", "4.2a");
  clear_away(t);
}

/* 4.2f: who did nothing, moved or recovered may enter; who fired may not. 10.2b: a kill zone's zone
 * covers all six hexes. */
static void r4_2f_who_may_enter(void **s) {
  (void)s;
  struct table *t =
      lay(GAME,
          PLAIN IMPULSE("LAH")
              UNITS(UM(PG, "1010", "suppressed") "," U(PGB, "0909") "," U(AG, "1009") "," U(
                  PIO, "1110") "," STATIC("x", "1011", "s1") "," STATIC("y", "0910", "s1") IDLE_G),
          "3 6 6 6");
  acts(t, G, "choose " PG "; recover " PG "; stop " PG);
  acts(t, G, "choose " PGB "; step " PGB " 0908; stop " PGB);
  acts(t, G, "choose " AG "; step " AG " 0909; stop " AG);
  acts(t, G, "choose " PIO "; fire " PIO " x");
  act(t, G, "end");
  offered(t, G, "enter " PG " 1011", "11.1a");
  offered(t, G, "enter " PG " 0910", "11.1a");
  offered(t, G, "enter " AG " 0910", "11.1a");
  not_offered(t, G, "enter " PGB " 0910");
  refused(t, G, "enter " PIO " 1011", "4.2c");
  clear_away(t);
}

/* 9.8a: a suppressed unit is offered to recover or to stop, and nothing else. */
static void r9_8a_recover_or_stop(void **s) {
  (void)s;
  struct table *t =
      lay(GAME, PLAIN IMPULSE("LAH") UNITS(UM(PZ4, "1010", "suppressed") "," U(T4R, "1013") IDLE_G),
          "");
  act(t, G, "choose " PZ4);
  offered(t, G, "recover " PZ4, "4.2e");
  offered(t, G, "stop " PZ4, "4.2a");
  not_offered(t, G, "step " PZ4 " 1009");
  not_offered(t, G, "fire " PZ4 " " T4R);
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(r4_1_phases_in_order),     cmocka_unit_test(r4_1_a_turn_begins_and_ends),
      cmocka_unit_test(r4_1c_what_is_in_the_cup), cmocka_unit_test(r4_1f_the_end_of_an_impulse),
      cmocka_unit_test(r8_3h_just_enough),        cmocka_unit_test(r4_2c_just_half),
      cmocka_unit_test(r4_2f_who_may_enter),      cmocka_unit_test(r9_8a_recover_or_stop),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
