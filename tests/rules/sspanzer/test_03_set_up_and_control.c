/* test_03_set_up_and_control.c - rules 3.1 and 3.3b at their limits: hexes around Germans, groups,
 * who holds a hex. */
#include "table.h"

static void r3_1g_only_when_possible(void **s) {
  (void)s;
  /* Germans beside a hex of the historical set-up, where no German could be in a real one */
  struct table *t =
      lay(BIG, REAL "\"phase\":\"setup.soviet\"," UNITS(U("de.lah.ag-11", "1441")), NULL);
  refused(t, R, "historical", "3.1g");
  not_offered(t, R, "historical");
  clear_away(t);
  t = lay(BIG,
          "\"map\":\"plain:12x12\",\"phase\":\"setup.soviet\"," UNITS(U("de.lah.ag-11", "0101")),
          NULL);
  /* another map has none; a German set-up cannot even begin there (r3_1c_other_maps) */
  refused(t, R, "historical", "3.1g");
  not_offered(t, R, "historical");
  clear_away(t);
  /* 3.1f binds the Soviet only: a German may be taken from between the others */
  t = lay(BIG,
          REAL "\"phase\":\"setup.german\"," UNITS(
              U(PZ4, "2134") "," U(PZ4B, "2135") "," U(TIG, "2136")),
          NULL);
  offered(t, G, "pick " PZ4B, "3.1d");
  refused(t, G, "again", "3.1f");
  act(t, G, "pick " PZ4B);
  happened(t, "3.1g", "taken");
  clear_away(t);
}

/* 3.1e: exactly three hexes, in every direction. */
static void r3_1e_in_every_direction(void **s) {
  static const char *const two[] = {"1012", "0811", "0809", "1008", "1209", "1211",
                                    "0911", "0810", "1109", "1111", "1010"},
                           *const three[] = {"1013", "0711", "0708", "1007", "1308", "1311"};
  (void)s;
  struct table *t =
      lay(BIG, PLAIN "\"phase\":\"setup.soviet\"," UNITS(U("de.lah.ag-11", "1010")), NULL);
  act(t, R, "pick ru.29tc.t4r-25");
  for (size_t i = 0; i < sizeof two / sizeof two[0]; i++) {
    char words[24];
    snprintf(words, sizeof words, "put %s", two[i]);
    refused(t, R, words, "3.1e");
    not_offered(t, R, words);
  }
  for (size_t i = 0; i < sizeof three / sizeof three[0]; i++) {
    char words[24];
    snprintf(words, sizeof words, "put %s", three[i]);
    offered(t, R, words, "3.1d");
  }
  clear_away(t);
}

/* 3.1f: taken up at the end of the group, put down beside it; a hex of two does not fall apart. */
static void r3_1f_groups(void **s) {
  (void)s;
  struct table *t =
      lay(BIG,
          PLAIN "\"phase\":\"setup.soviet\"," UNITS(
              U("de.lah.ag-11", "2020") "," U("ru.29tc.t4r-25", "0505") "," U(
                  "ru.29tc.mr-25", "0506") "," U("ru.29tc.mr-31", "0507") "," U("ru.29tc.mr-32",
                                                                                "0506")),
          NULL);
  offered(t, R, "pick ru.29tc.mr-25", "3.1d"); /* another unit stays in its hex */
  offered(t, R, "pick ru.29tc.t4r-25", "3.1d");
  act(t, R, "pick ru.29tc.mr-32");
  refused(t, R, "put 0509", "3.1f");
  act(t, R, "put 0508");
  refused(t, R, "pick ru.29tc.mr-25", "3.1f");
  refused(t, R, "pick ru.29tc.mr-31", "3.1f");
  offered(t, R, "pick ru.29tc.mr-32", "3.1d");
  /* another corps begins where it likes, but not in a full or foreign hex */
  act(t, R, "pick ru.18tc.t4r-110");
  offered(t, R, "put 1414", "3.1d");
  refused(t, R, "put 0505", "6.1a");
  clear_away(t);
}

static void r3_3b_leaving_gives_it_up(void **s) {
  (void)s;
  struct table *t = lay(
      GAME,
      PLAIN IMPULSE("LAH") "\"control\":[[\"german\",[\"1010\",\"1414\"]]]," UNITS(
          U(PZ4, "1010") "," U(MR, "1010") "," U1(PG, "1414") "," U(MRB, "1414") "," U(T4R, "1818")
              IDLE_G),
      "1 1");
  acts(t, G, "choose " PZ4 "; step " PZ4 " 1009");
  act(t, R, "pass");
  happened(t, "3.3b", "control");               /* the riflemen are alone in 1010 */
  assert_int_equal(events_of(t, "control"), 2); /* and the tanks in 1009 */
  acts(t, G, "stop " PZ4 "; choose " PG "; step " PG " 1413");
  act(t, R, "fire " MRB " " PG); /* killed on the way out: the same */
  happened(t, "2.9b", "eliminated");
  happened(t, "3.3b", "control");
  clear_away(t);
}

/* 11.3a: losses are taken together; where both sides die at once nobody was alone, and the hex
 * keeps its owner. */
static void r3_3b_both_dead(void **s) {
  (void)s;
  struct table *t = lay(GAME,
                        PLAIN IMPULSE("LAH") "\"control\":[[\"german\",[\"1010\"]]]," UNITS(
                            U1(PG, "1010") "," U1(MR, "1010") IDLE_G),
                        "1 1 1 1");
  act(t, G, "end");
  act(t, G, "fire " PG " " MR);
  act(t, R, "fire " MR " " PG);
  assert_int_equal(events_of(t, "eliminated"), 2);
  never(t, "control");
  happened(t, "9.7e", "cleared");
  clear_away(t);
  /* an airstrike ends a close combat as well */
  t = lay(GAME,
          PLAIN CUP("0") "\"control\":[[\"soviet\",[\"1010\"]]]," UNITS(
              U(PG, "1010") "," U1(MR, "1010") "," U(MRB, "0101")),
          "=AIR 4 4 1 6 1 1 =29TC");
  act(t, R, "put 1010");
  happened(t, "2.9b", "eliminated");
  happened(t, "3.3b", "control");
  clear_away(t);
}

/* A position's control: a side and hexes of the map, and whoever stands alone in a hex has it. */
static void control_of_a_position(void **s) {
  static const struct {
    const char *control;
    bool good;
  } row[] = {{"[\"german\",[\"1010\"]]", true},
             {"[\"finnish\",[\"1010\"]]", false},
             {"[\"german\",[\"9999\"]]", false}};
  (void)s;
  for (int i = 0; i < 3; i++) {
    struct table *t = lay(GAME, PLAIN IMPULSE("LAH") UNITS(U(PG, "2020")), "");
    ask(t,
        "{\"cmd\":\"new\",\"game\":\"sspanzer\",\"scenario\":\"lesson\",\"seed\":1,\"position\":"
        "{" PLAIN IMPULSE("LAH") "\"control\":[%s]," UNITS(U(PG, "2020")) "}}",
        row[i].control);
    assert_int_equal(cJSON_IsTrue(field(t->last, "ok")), row[i].good);
    if (!row[i].good)
      assert_string_equal(text_of(t->last, "error.code"), "input");
    clear_away(t);
  }
  struct table *t =
      lay(GAME,
          PLAIN IMPULSE("LAH") "\"control\":[[\"german\",[\"1010\",\"1212\"]]]," UNITS(
              U(PG, "2020") "," U(MR, "1212") "," KZ(PGB, "1414", "0") "," U(MRB, "1414")),
          "");
  const cJSON *h;
  bool held[3] = {false};
  ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
  cJSON_ArrayForEach(h, field(t->last, "view.control[0][1]")) {
    held[0] |= !strcmp(h->valuestring, "1010");
    held[1] |= !strcmp(h->valuestring, "1212");
    held[2] |= !strcmp(h->valuestring, "2020");
  }
  assert_true(held[0] && !held[1] && held[2]);
  unmarked(t, PGB, "killzone"); /* 10.1b: engaged */
  clear_away(t);
}

/* 3.2: the margin of a decisive victory is that of the hexes when the German is ahead in them, and
 * one when he is not. */
static void r3_2_margin(void **s) {
  static const struct {
    const char *control, *margin;
  } row[] = {
      {"", "1"},
      {"\"control\":[[\"german\",[\"1415\",\"1636\",\"1640\",\"1641\",\"1643\",\"1735\",\"1736\","
       "\"1739\",\"1835\",\"1840\"]]],",
       "1/13"},
  };
  (void)s;
  for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
    char pos[900], buf[32];
    snprintf(pos, sizeof pos,
             REAL "\"phase\":\"recovery\",\"turn\":2,%s" UNITS(
                 JOIN(U(PG, "1042"), U(PZ4, "1044"), U(PGB, "1244"))),
             row[i].control);
    struct table *t = lay(BIG, pos, "");
    result(t, G, "3.2");
    ask(t, "{\"cmd\":\"result\"}");
    assert_string_equal(points_of(field(t->last, "result.margin"), buf), row[i].margin);
    clear_away(t);
  }
}

/* 3.3a: a handicap is hexes that a side needs less. */
static void r3_3a_handicap(void **s) {
  static const struct {
    const char *options, *words;
  } row[] = {{"\"handicap\":11", "(2 win), the Soviet 5 of 9 star hexes (7 win)"},
             {"\"handicap\":12", "(1 win), the Soviet 5 of 9 star hexes (7 win)"},
             {"\"handicap\":-6", "(13 win), the Soviet 5 of 9 star hexes (1 win)"}};
  (void)s;
  for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
    struct table *t =
        lay_with(BIG, row[i].options,
                 REAL "\"phase\":\"recovery\",\"turn\":4," UNITS(U(PG, "2234") "," U(MR, "0505")),
                 "", NULL, __FILE__, __LINE__);
    ask(t, "{\"cmd\":\"result\"}");
    if (!strstr(text_of(t->last, "result.text"), row[i].words))
      fail_msg("%s", text_of(t->last, "result.text"));
    clear_away(t);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(r3_1g_only_when_possible),
      cmocka_unit_test(r3_1e_in_every_direction),
      cmocka_unit_test(r3_1f_groups),
      cmocka_unit_test(r3_3b_leaving_gives_it_up),
      cmocka_unit_test(r3_3b_both_dead),
      cmocka_unit_test(control_of_a_position),
      cmocka_unit_test(r3_2_margin),
      cmocka_unit_test(r3_3a_handicap),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
