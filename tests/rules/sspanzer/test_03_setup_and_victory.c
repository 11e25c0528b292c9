/* test_03_setup_and_victory.c - rules 1 to 4: set-up, the sequence of play, victory. */
#include "table.h"

static void told(struct table *t, const char *rule, const char *kind) {
  ask(t, "{\"cmd\":\"events\",\"side\":\"german\",\"since\":0}");
  happened(t, rule, kind);
}

static const char *view_of(struct table *t, const char *path) {
  ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
  return text_of(t->last, path);
}

static void r3_1_start(void **s) {
  (void)s;
  struct table *t = lay(BIG, NULL, NULL);
  told(t, "3.1a", "start");
  told(t, "3.1b", "setup");
  ask(t, "{\"cmd\":\"view\",\"side\":\"soviet\"}");
  assert_int_equal(int_of(t->last, "view.turn.n"), 1);
  assert_int_equal(int_of(t->last, "view.turn.of"), 4);
  assert_int_equal(int_of(t->last, "view.vars.vis"), 5);
  assert_string_equal(text_of(t->last, "view.phase"), "setup.pocket");
  int fixed = 0;
  const cJSON *u;
  cJSON_ArrayForEach(u, field(t->last, "view.units")) {
    if (strncmp(text_of(u, "id"), "ru.sta.", 7))
      continue;
    fixed++;
    assert_string_equal(text_of(u, "at"), text_of(u, "id") + 7); /* one in each marked hex */
    assert_string_equal(text_of(u, "marks[0]"), "untried");
    assert_null(field(u, "counter"));
  }
  assert_int_equal(fixed, 75);
  ask(t, "{\"cmd\":\"records\",\"side\":\"german\"}"); /* the turn record */
  assert_string_equal(text_of(t->last, "records[0].blocks[0].rows[0][1]"), "1 of 4");
  cites(t, "records[0].blocks[0].rule", "1.2a");
  assert_string_equal(text_of(t->last, "records[1].blocks[1].rows[1][0]"), "LAH");
  cites(t, "records[1].blocks[1].rule", "2.5");
  clear_away(t);
}

static void r3_1c_pocket(void **s) {
  (void)s;
  struct table *t = lay(BIG, REAL "\"phase\":\"setup.pocket\"," UNITS(""), NULL);
  refused(t, G, "pick de.lah.pz4-5", "3.1d"); /* not one of the five */
  refused(t, G, "put 1735", "3.1d");          /* pick first */
  refused(t, G, "done", "3.1c");
  owed(t, G, "3.1c", "is to be set up");
  act(t, G, "pick de.lah.pz4-7");
  refused(t, G, "put 2134", "3.1c"); /* the LAH area is not the pocket */
  refused(t, G, "put 1737", "3.1c"); /* nor is its line */
  offered(t, G, "put 1735", "3.1d");
  act(t, G, "put 1735");
  happened(t, "3.1c", "placed");
  acts(t, G,
       "pick de.lah.ag-11; put 1735; pick de.lah.ag-12; put 1735; pick de.lah.ag-13; put 1735");
  act(t, G, "pick de.lah.ag-14");
  refused(t, G, "put 1735", "6.1a"); /* stacking applies */
  act(t, G, "put 1736");
  assert_string_equal(view_of(t, "view.phase"), "setup.pocket");
  act(t, G, "done");
  happened(t, "3.1c", "ready");
  assert_string_equal(view_of(t, "view.phase"), "setup.german");
  offered(t, G, "pick de.lah.pz4-5", "3.1d"); /* now the divisions */
  clear_away(t);
}

static void r3_1d_divisions(void **s) {
  (void)s;
  struct table *t =
      lay(BIG, REAL "\"phase\":\"setup.german\"," UNITS(U("de.lah.pz4-7", "1735")), NULL);
  owed(t, G, "3.1d", "is to be set up");
  act(t, G, "pick de.lah.pz4-5");
  refused(t, G, "put 1736", "3.1d"); /* the pocket takes its five units only */
  refused(t, G, "put 2214", "3.1d"); /* Das Reich's area */
  act(t, G, "put 2134");
  happened(t, "3.1d", "placed");
  act(t, G, "historical");
  happened(t, "3.1g", "historical");
  stands(t, "de.tk.tig-9", "2841", 4);
  act(t, G, "pick de.tk.tig-9"); /* and change it */
  happened(t, "3.1g", "taken");
  act(t, G, "put 2738");
  stands(t, "de.tk.tig-9", "2738", 4);
  act(t, G, "done");
  happened(t, "3.1d", "ready");
  assert_string_equal(view_of(t, "view.phase"), "setup.soviet");
  clear_away(t);
}

/* T08 */
static void r3_1e_distance(void **s) {
  (void)s;
  struct table *t =
      lay(BIG, REAL "\"phase\":\"setup.soviet\"," UNITS(U("de.lah.ag-11", "1735")), NULL);
  owed(t, R, "3.1e", "is to be set up");
  act(t, R, "pick ru.29tc.t4r-25");
  refused(t, R, "put 1736", "3.1e"); /* in the pocket */
  refused(t, R, "put 1737", "3.1e"); /* two hexes */
  refused(t, R, "put 1635", "3.1e");
  refused(t, R, "put 1835", "3.1e");
  refused(t, R, "put 2315", "3.1e"); /* a German area, however far the Germans */
  offered(t, R, "put 1438", "3.1d"); /* four */
  act(t, R, "put 1738");             /* three */
  happened(t, "3.1f", "placed");
  act(t, R, "pick ru.29tc.mr-25");
  refused(t, R, "put 1740", "3.1f"); /* not connected */
  offered(t, R, "put 1738", NULL);
  act(t, R, "put 1739"); /* beside a static unit there is room for one */
  act(t, R, "pick ru.29tc.mr-31");
  refused(t, R, "put 1739", "6.1a");
  act(t, R, "put 1740");
  refused(t, R, "pick ru.29tc.mr-25", "3.1f"); /* it holds the group together */
  act(t, R, "pick ru.18tc.t4r-110");
  refused(t, R, "put 1738", "6.1a"); /* another corps is there */
  act(t, R, "put 1641");
  refused(t, R, "done", "3.1e");
  refused(t, R, "again", "3.1f"); /* every formation has room */
  act(t, R, "historical");
  act(t, R, "done");
  happened(t, "3.1e", "ready");
  happened(t, "4.1a", "turn");
  clear_away(t);
}

/* A formation that is walled in is begun again: a spit of four hexes. */
static void r3_1f_walled_in(void **s) {
  (void)s;
  struct table *t = lay(
      BIG,
      "\"map\":\"plain:1x12\",\"phase\":\"setup.soviet\"," UNITS(U("de.lah.ag-11", "0104") "," U(
          "ru.29tc.t4r-25", "0101") "," U("ru.29tc.t70-25", "0101")),
      NULL);
  /* 0101 is full and 0102 too near to the Germans */
  offered(t, R, "again", "3.1f");
  refused(t, R, "pick ru.29tc.mr-25", "3.1f");
  act(t, R, "again");
  happened(t, "3.1f", "again");
  stands(t, "ru.29tc.t4r-25", "off.soviet", 2);
  clear_away(t);
}

/* Set-up areas are the battle's own: on another map a German would be picked up and could be put
 * nowhere. */
static void r3_1c_other_maps(void **s) {
  (void)s;
  struct table *t = lay(BIG, REAL "\"phase\":\"setup.german\"," UNITS(""), NULL);
  for (int i = 0; i < 2; i++) {
    ask(t,
        "{\"cmd\":\"new\",\"game\":\"sspanzer\",\"scenario\":\"bloodbath\",\"seed\":1,\"position\":"
        "{\"map\":\"testbed\",\"phase\":\"setup.%s\",\"units\":[]}}",
        i ? "german" : "pocket");
    assert_string_equal(text_of(t->last, "error.code"), "input");
    assert_non_null(strstr(text_of(t->last, "error.text"), "has nowhere to be set up on this map"));
  }
  clear_away(t);
}

/* A set-up may be changed as often as wanted. */
static void r3_1g_no_end_of_changes(void **s) {
  (void)s;
  struct table *t =
      lay(BIG, REAL "\"phase\":\"setup.pocket\"," UNITS(U("de.lah.pz4-7", "1735")), NULL);
  for (int i = 0; i < 300; i++)
    acts(t, G, i % 2 ? "pick de.lah.pz4-7; put 1735" : "pick de.lah.pz4-7; put 1736");
  offered(t, G, "pick de.lah.pz4-7", "3.1d");
  act(t, G, "historical");
  refused(t, G, "historical", "3.1g");
  clear_away(t);
}

/* T22 */
#define DECISIVE REAL "\"phase\":\"recovery\",\"turn\":2,"
static void r3_2_decisive(void **s) {
  (void)s;
  struct table *t = lay(BIG,
                        DECISIVE UNITS(U(PG, "1042") "," UM(PZ4, "1044", "suppressed") "," U(
                            PGB, "1244") "," STATIC("x", "1244", "s3")),
                        "");
  result(t, G, "3.2");
  clear_away(t);
  t = lay(BIG,
          DECISIVE "\"control\":[[\"german\",[\"1042\",\"1044\",\"1244\"]]]," UNITS(
              U(PG, "1042") "," U(PZ4, "1044")),
          "=LAH");
  ask(t, "{\"cmd\":\"result\"}");
  assert_true(cJSON_IsNull(field(t->last, "result"))); /* passed through is not enough */
  clear_away(t);
}

/* T23 */
static void r3_3_geographic(void **s) {
  static const char *const runes[] = {"1415", "1510", "1719", "1827", "1832", "2016", "2116",
                                      "2125", "2140", "2241", "2340", "2439", "2446"};
  static const char *const stars[] = {"1636", "1640", "1641", "1643", "1735",
                                      "1736", "1739", "1835", "1840"};
  static const struct {
    int runes, stars;
    const char *winner;
  } row[] = {{13, 6, G}, {12, 7, R}, {13, 7, "draw"}, {12, 6, "draw"}};
  (void)s;
  for (int i = 0; i < 4; i++) {
    char pos[900];
    int n = snprintf(pos, sizeof pos,
                     REAL "\"phase\":\"recovery\",\"turn\":4,\"control\":[[\"german\",[");
    for (int k = 0; k < row[i].runes; k++)
      n += snprintf(pos + n, sizeof pos - (size_t)n, "%s\"%s\"", k ? "," : "", runes[k]);
    for (int k = row[i].stars; k < 9; k++)
      n += snprintf(pos + n, sizeof pos - (size_t)n, ",\"%s\"", stars[k]);
    n += snprintf(pos + n, sizeof pos - (size_t)n, "]],[\"soviet\",[");
    for (int k = 0; k < row[i].stars; k++)
      n += snprintf(pos + n, sizeof pos - (size_t)n, "%s\"%s\"", k ? "," : "", stars[k]);
    snprintf(pos + n, sizeof pos - (size_t)n, "]]]," UNITS(U(PG, "2234") "," U(MR, "0505")));
    struct table *t = lay(BIG, pos, "");
    result(t, row[i].winner, "3.3a");
    ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
    assert_int_equal(int_of(t->last, "view.scores.german"), row[i].runes);
    assert_int_equal(int_of(t->last, "view.scores.soviet"), row[i].stars);
    clear_away(t);
  }
}

static void r3_3b_control(void **s) {
  (void)s;
  struct table *t = lay(
      GAME, PLAIN IMPULSE("LAH") UNITS(U(PZ4, "1010") "," STATIC("x", "1013", "s1") IDLE_G), "6 6");
  acts(t, G, "choose " PZ4 "; step " PZ4 " 1011");
  happened(t, "3.3b", "control"); /* passing through is enough */
  act(t, G, "step " PZ4 " 1012");
  act(t, G, "stop " PZ4);
  acts(t, G, "end; enter " PZ4 " 1013");
  act(t, G, "fight");
  never(t, "control");         /* contested: it keeps its controller */
  act(t, G, "fire " PZ4 " x"); /* unsupported: S 1 */
  clear_away(t);
  t = lay(GAME, PLAIN IMPULSE("LAH") UNITS(U(PG, "1013") "," STATIC("x", "1013", "s1") IDLE_G),
          "1 2");
  act(t, G, "end");
  act(t, G, "fire " PG " x");
  act(t, R, "pass");
  happened(t, "3.3b", "control"); /* alone in it at last */
  clear_away(t);
}

static void r4_1_phases(void **s) {
  (void)s;
  struct table *t = lay(GAME,
                        PLAIN "\"phase\":\"recovery\",\"turn\":1," UNITS(
                            UM(PG, "0101", "suppressed") "," U(MR, "2020")),
                        "=LAH");
  told(t, "9.8b", "recovered");
  told(t, "4.1g", "recovery");
  told(t, "4.1a", "turn");
  ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
  assert_int_equal(int_of(t->last, "view.turn.n"), 2);
  assert_string_equal(text_of(t->last, "view.turn.date"), "12 July 1943, 09:30");
  clear_away(t);
}

static void lesson(void **s) {
  (void)s;
  struct table *t = lay(GAME, NULL, NULL);
  told(t, "L.1", "start");
  ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
  assert_string_equal(text_of(t->last, "view.phase"), "bombardment"); /* ready set up */
  assert_int_equal(int_of(t->last, "view.turn.of"), 2);
  clear_away(t);
  t = lay(GAME,
          "\"map\":\"lesson\",\"phase\":\"action\",\"turn\":2,\"vars\":{\"played\":\"LAH\","
          "\"artillery\":4}," UNITS(U(PG, "2135") "," U(T4R, "1444")),
          "=29TC");
  act(t, R, "end");
  happened(t, "L.2", "over");
  result(t, R, "L.2"); /* four of the seven, as it began */
  clear_away(t);
  t = lay(GAME,
          "\"map\":\"lesson\",\"phase\":\"action\",\"turn\":2,\"vars\":{\"played\":\"LAH\","
          "\"artillery\":4}," UNITS(U(PG, "1838") "," U(T4R, "1444")),
          "=29TC");
  act(t, R, "end");
  result(t, G, "L.2"); /* 1838 is the fourth */
  clear_away(t);
  t = lay(GAME, "\"map\":\"lesson\",\"phase\":\"action\"," UNITS(U(PG, "2135") "," U(MR, "1735")),
          "=LAH");
  ask(t, "{\"cmd\":\"events\",\"side\":\"german\",\"since\":0}");
  happened(t, "4.1c", "cup");
  const cJSON *e;
  cJSON_ArrayForEach(e, field(t->last, "events")) if (!strcmp(text_of(e, "kind"), "cup"))
      assert_string_equal(text_of(e, "text"), "7 pieces go into the cup.");
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(r3_1_start),
      cmocka_unit_test(r3_1c_pocket),
      cmocka_unit_test(r3_1d_divisions),
      cmocka_unit_test(r3_1e_distance),
      cmocka_unit_test(r3_1f_walled_in),
      cmocka_unit_test(r3_1c_other_maps),
      cmocka_unit_test(r3_1g_no_end_of_changes),
      cmocka_unit_test(r3_2_decisive),
      cmocka_unit_test(r3_3_geographic),
      cmocka_unit_test(r3_3b_control),
      cmocka_unit_test(r4_1_phases),
      cmocka_unit_test(lesson),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
