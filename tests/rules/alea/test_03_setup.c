/* test_03_setup.c - 3.setup, II.1, II.s3 and II.s4: who may stand where, step losses, the ready
 * set-up. */
#include "table.h"

static void place(struct table *t, const char *side, const char *unit, const char *hex) {
  char line[80];
  snprintf(line, sizeof line, "pick %s; put %s", unit, hex);
  acts(t, side, line);
}

static void bad_place(struct table *t, const char *side, const char *unit, const char *hex,
                      const char *rule) {
  char line[80];
  snprintf(line, sizeof line, "pick %s", unit);
  act(t, side, line);
  snprintf(line, sizeof line, "put %s", hex);
  refused(t, side, line, rule);
  ask(t, "{\"cmd\":\"undo\",\"side\":\"%s\"}", side);
}

static void not_there(struct table *t, const char *unit, const char *hex, const char *rule) {
  char line[80];
  snprintf(line, sizeof line, "pick %s", unit);
  act(t, "soviet", line);
  snprintf(line, sizeof line, "put %s", hex);
  refused(t, "soviet", line, rule);
  ask(t, "{\"cmd\":\"undo\",\"side\":\"soviet\"}");
}

#define SETUP(side, hexes, units) PLAIN PHASE("setup." side) hexes UNITS(units)

static void north(void **s) {
  (void)s;
  struct table *t = lay(N, NULL, NULL);
  refused(t, "soviet", "end set-up", "3.setup.1");
  bad_place(t, "soviet", "ru.15rd.47", "1700", "3.setup.7"); /* German ground */
  bad_place(t, "soviet", "ru.15rd.47", "3420", "3.setup.4"); /* no fort */
  bad_place(t, "soviet", "ru.3tk.tb50", "1812", "3.setup.5");
  bad_place(t, "soviet", "ru.n.bepo49", "1010", "3.setup.8");
  place(t, "soviet", "ru.n.bepo49", "2114");
  happened(t, "3.setup.6", "placed");
  place(t, "soviet", "ru.n.at01", "2114");
  bad_place(t, "soviet", "ru.n.at02", "2114", "5.4");
  place(t, "soviet", "ru.15rd.47", "2114");
  place(t, "soviet", "ru.15rd.321", "2114");
  bad_place(t, "soviet", "ru.15rd.676", "2114", "3.setup.6"); /* three units are in it */
  clear_away(t);
  t = lay(N, NULL, NULL);
  act(t, "soviet", "historical");
  happened(t, "II.1.1", "historical");
  refused(t, "soviet", "historical", "II.1.1");
  act(t, "soviet", "end set-up");
  bad_place(t, "german", "de.6id.18", "1200", "3.setup.2");
  bad_place(t, "german", "de.4pz.i35", "1207", "3.setup.3");
  place(t, "german", "de.4pz.i35", "1200");
  place(t, "german", "de.arko41", "1203");
  clear_away(t);
}

static void north_free_and_secret(void **s) {
  (void)s;
  static const char *const options[] = {"\"free\":true", "\"secret\":true"}, *const rules[] = {
                                                                                 "opt.free",
                                                                                 "opt.secret"};
  for (int i = 0; i < 2; i++) {
    struct table *t = lay_with(N, options[i], NULL, NULL, NULL, __FILE__, __LINE__);
    acts(t, "soviet", "historical; end set-up");
    bad_place(t, "german", "de.4pz.i35", "1206", rules[i]);
    act(t, "german", "historical");
    act(t, "german", "end set-up");
    ask(t, "{\"cmd\":\"view\",\"side\":\"soviet\"}");
    bool seen = false;
    for (int k = 0; k < cJSON_GetArraySize(field(t->last, "view.units")); k++) {
      char path[64];
      snprintf(path, sizeof path, "view.units[%d].id", k);
      seen |= strncmp(text_of(t->last, path), "de.12pz.", 8) == 0;
    }
    assert_int_equal(seen, i == 0); /* written down, they are not on the map for the Soviet */
    clear_away(t);
  }
  struct table *t = lay_with(N, "\"secret\":true", NULL, NULL, NULL, __FILE__, __LINE__);
  acts(t, "soviet", "historical; end set-up");
  acts(t, "german", "historical; end set-up");
  act(t, "german", "commit");
  act(t, "soviet", "commit");
  ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
  assert_string_equal(text_of(t->last, "view.phase"), "german.movement");
  act(t, "german", "end movement");
  happened(t, "opt.secret", "known"); /* at the end of the first movement all show themselves */
  clear_away(t);
}

/* II.1.1: aircraft begin as worn as they were on that day; in the north none were. */
static void worn_aircraft(void **s) {
  (void)s;
  static const struct {
    const char *game, *unit;
    int steps;
  } row[] = {{"alea/prokhorovka", "de.air.ii-jg3", 2},
             {"alea/prokhorovka", "de.air.i-schg1", 1},
             {N, "de.air.i-jg51", 3}};
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    struct table *t = lay(row[i].game, NULL, NULL);
    act(t, "soviet", "historical");
    act(t, "soviet", "end set-up");
    act(t, "german", "historical");
    stands(t, row[i].unit, "air.german.available", row[i].steps);
    clear_away(t);
  }
}

static void south_free(void **s) {
  (void)s;
  struct table *t = lay(S_, NULL, NULL);
  refused(t, "soviet", "pick ru.96tb", "II.1.4"); /* the divisions first */
  act(t, "soviet", "mode ru.s.aa26 at");
  refused(t, "soviet", "pick ru.6tk.hq", "3.setup.1"); /* Front reserve: off the map */
  bad_place(t, "soviet", "ru.52grd.151", "2212", "II.1.2");
  bad_place(t, "soviet", "ru.33pab", "1224", "II.1.2"); /* too close to the trenches */
  acts(t, "soviet", "historical; end set-up");
  bad_place(t, "german", "de.gd.gren", "0935", "II.1.3");
  place(t, "german", "de.51", "0935"); /* those may stay back */
  place(t, "german", "de.flak47", "0935");
  clear_away(t);
}

static void without_flak(void **s) {
  (void)s;
  struct table *t = lay_with(S_, "\"aa\":false", NULL, NULL, NULL, __FILE__, __LINE__);
  refused(t, "soviet", "pick ru.s.aa26", "II.opt.aa");
  clear_away(t);
  t = lay(N, NULL, NULL);
  /* off in the north unless it is switched on */
  refused(t, "soviet", "pick ru.n.aa1", "II.opt.aa.5");
  clear_away(t);
  t = lay_with(N, "\"aa-north\":true", NULL, NULL, NULL, __FILE__, __LINE__);
  act(t, "soviet", "pick ru.n.aa1");
  clear_away(t);
}

static void south_fronts(void **s) { /* II.1.5 */
  (void)s;
  struct table *t =
      lay(S_,
          PLAIN PHASE("setup.soviet") UNITS(RU("g", "inf", "0606", FORM("51 Gd")) C RU(
              "h", "inf", "0202", FORM("67 Gd")) C BOX("ru.s.at01", "tray.soviet")),
          NULL);
  act(t, "soviet", "pick ru.s.at01");
  refused(t, "soviet", "put 1010", "II.1.4");
  refused(t, "soviet", "put 0203", "II.1.5"); /* the only one left stands with 51 Gd */
  act(t, "soviet", "put 0607");
  clear_away(t);
}

static void panzerkeil(void **s) {
  (void)s;
  struct table *t = lay("alea/panzerkeil", NULL, NULL);
  bad_place(t, "soviet", "ru.52grd.151", "1224", "II.s3.1");
  act(t, "soviet", "historical");
  act(t, "soviet", "end set-up");
  marked(t, "ru.6tk.hq", "inactive");
  bad_place(t, "german", "de.gd.gren", "2328", "II.s3.1");
  bad_place(t, "german", "de.arko132", "3545", "II.s3.2"); /* behind Kempf */
  act(t, "german", "historical");
  act(t, "german", "end set-up");
  clear_away(t);
  t = lay("alea/panzerkeil",
          PLAIN PHASE("setup.german") UNITS(DE("k", "inf", "0606", FORM("19 Pz")) C BOX(
              "de.503", "tray.german") C BOX("de.flak99", "tray.german")),
          NULL);
  bad_place(t, "german", "de.503", "0609", "3.setup.7");
  clear_away(t);
  t = lay(
      "alea/panzerkeil",
      PLAIN PHASE("setup.german") "\"control\":[[\"german\",[\"0609\",\"0605\",\"0607\"]]]," UNITS(
          DE("k", "inf", "0606", FORM("19 Pz")) C BOX("de.503", "tray.german")
              C BOX("de.flak99", "tray.german")),
      NULL);
  bad_place(t, "german", "de.503", "0609", "II.s3.1");
  bad_place(t, "german", "de.flak99", "0609", "II.s3.3");
  place(t, "german", "de.503", "0607");
  clear_away(t);
  t = lay("alea/panzerkeil",
          PLAIN PHASE("setup.soviet")
              UNITS(RU("k", "inf", "0606", FORM("52 Gd")) C BOX("ru.96tb", "tray.soviet")),
          NULL);
  bad_place(t, "soviet", "ru.96tb", "0609", "II.s3.4");
  place(t, "soviet", "ru.96tb", "0607");
  clear_away(t);
}

static void inactive_corps(void **s) { /* II.s3.6 */
  (void)s;
  struct table *t = lay(
      "alea/panzerkeil",
      PLAIN PHASE("soviet.movement") TURN(2)
          UNITS(RU("a", "tank", "0606", FORM("6 TK") MARK("inactive")) C DE("x", "inf", "1212")),
      "");
  refused(t, "soviet", "move a", "II.s3.6");
  clear_away(t);
  t = lay("alea/panzerkeil",
          PLAIN PHASE("soviet.rally") TURN(2) UNITS(
              RU("a", "tank", "0606", FORM("6 TK") MARK("inactive")) C DE("x", "inf", "1212")),
          "");
  act(t, "soviet", "activate a");
  happened(t, "II.2.4", "activated");
  unmarked(t, "a", "inactive");
  clear_away(t);
  t = lay_with("alea/panzerkeil", "\"offmap\":true", NULL, NULL, NULL, __FILE__, __LINE__);
  refused(t, "soviet", "pick ru.6tk.hq", "3.setup.1");
  clear_away(t);
}

static void prokhorovka_losses(void **s) { /* II.s4.1 to II.s4.4, X12 */
  (void)s;
  struct table *t = lay("alea/prokhorovka", NULL, NULL);
  refused(t, "soviet", "leave ru.59tr", "II.s4.1"); /* 59, 60P and 203 are in */
  act(t, "soviet", "leave ru.245tr");
  refused(t, "soviet", "pick ru.52grd.151", "II.s4.2");
  owed(t, "soviet", "II.s4.2", "213 RD");
  ask(t, "{\"cmd\":\"undo\",\"side\":\"soviet\"}");
  act(t, "soviet", "historical");
  act(t, "soviet", "end set-up");
  acts(t, "german", "lose de.167id.315; lose de.167id.331"); /* one on each of two regiments */
  happened(t, "II.s4.2", "loss");
  refused(t, "german", "lose de.167id.339", "II.s4.2");
  ask(t, "{\"cmd\":\"undo\",\"side\":\"german\"}");
  act(t, "german", "lose de.167id.315"); /* or a regiment altogether */
  happened(t, "II.s4.2", "eliminated");
  acts(t, "german", "lose de.air.ii-jg3; lose de.air.ii-jg3");
  happened(t, "II.s4.3", "loss");
  refused(t, "german", "lose de.air.iii-jg3", "II.s4.3");
  clear_away(t);
  t = lay("alea/prokhorovka", NULL, NULL);
  acts(t, "soviet", "historical; end set-up");
  acts(t, "german", "historical; end set-up");
  ask(t, "{\"cmd\":\"view\",\"side\":\"all\"}");
  assert_string_equal(text_of(t->last, "view.phase"), "air.assign");
  assert_int_equal(int_of(t->last, "view.turn.n"), 7);
  int breached = 0;
  for (int i = 0; i < cJSON_GetArraySize(field(t->last, "view.marks")); i++) {
    char path[64];
    snprintf(path, sizeof path, "view.marks[%d].mark", i);
    breached += !strcmp(text_of(t->last, path), "breached");
  }
  assert_true(breached > 50); /* behind the start line the forts are open */
  clear_away(t);
  t = lay("alea/prokhorovka",
          PLAIN PHASE("setup.soviet") UNITS(RU("k", "inf", "0606", FORM("52 Gd")) C BOX(
              "ru.s.at01", "tray.soviet") C BOX("ru.96tb", "tray.soviet")),
          NULL);
  bad_place(t, "soviet", "ru.s.at01", "0609", "II.s4.4");
  bad_place(t, "soviet", "ru.96tb", "0609", "II.s4.1");
  clear_away(t);
}

/* 3.setup.4, II.1.2: in AA mode they are artillery */
static void aa_units_deploy_as_guns(void **s) {
  (void)s;
  struct table *t = lay_with(N, "\"aa-north\":true", NULL, NULL, NULL, __FILE__, __LINE__);
  acts(t, "soviet", "pick ru.n.aa1; put 3420");
  act(t, "soviet", "mode ru.n.aa25 at");
  not_there(t, "ru.n.aa25", "3420", "3.setup.4");
  clear_away(t);
  t = lay(N, NULL, NULL);
  refused(t, "soviet", "pick ru.n.aa1", "II.opt.aa.5");
  clear_away(t);
}

static void hosts(void **s) {
  (void)s;
  /* AA 26 stacked with 184, 90 Gd or 51 Gd; AA 5 with or next to 81, 78, 72 Gd; 36 only in scenario
   * 4 */
  struct table *t =
      lay("alea/panzerkeil",
          SETUP("soviet", "",
                RU("k", "inf", "0606", FORM("90 Gd")) C RU("l", "inf", "0909", FORM("78 Gd"))
                    C BOX("ru.s.aa26", "tray.soviet") C BOX("ru.s.aa5", "tray.soviet")),
          NULL);
  tries(t, "soviet", "ru.s.aa26", "0606", NULL);
  tries(t, "soviet", "ru.s.aa26", "0607", "II.s3.4");
  tries(t, "soviet", "ru.s.aa5", "0910", NULL);
  tries(t, "soviet", "ru.s.aa5", "0911", "II.s3.4");
  clear_away(t);
  t = lay(
      "alea/prokhorovka",
      SETUP("soviet", "", RU("k", "inf", "0606", FORM("305 RD")) C BOX("ru.s.aa36", "tray.soviet")),
      NULL);
  tries(t, "soviet", "ru.s.aa36", "0607", NULL);
  tries(t, "soviet", "ru.s.aa36", "0608", "II.s4.1");
  clear_away(t);
#define GROUND "\"control\":[[\"german\",[\"0605\",\"0606\",\"0607\",\"0608\",\"0909\"]]],"
  static const struct {
    const char *form, *unit;
  } pair[] = {{"320 ID", "de.stg393"}, {"167 ID", "de.stg911"}, {"168 ID", "de.stg905"},
              {"106 ID", "de.stg228"}, {"TOT", "de.102"},       {"LAH", "de.102"},
              {"DR", "de.102"},        {"19 Pz", "de.503"}};
  for (size_t i = 0; i < sizeof pair / sizeof *pair; i++) {
    char pos[700];
    snprintf(pos, sizeof pos,
             PLAIN PHASE("setup.german") GROUND
             "\"units\":[{\"name\":\"k\",\"side\":\"german\",\"kind\":\"inf\",\"hex\":\"0606\","
             "\"formation\":\"%s\"},{\"unit\":\"%s\",\"box\":\"tray.german\"}]",
             pair[i].form, pair[i].unit);
    t = lay("alea/panzerkeil", pos, NULL);
    tries(t, "german", pair[i].unit, "0607", NULL);
    tries(t, "german", pair[i].unit, "0606", NULL);
    tries(t, "german", pair[i].unit, "0608", "II.s3.1");
    clear_away(t);
  }
  /* any division but its own is no host */
  t = lay("alea/panzerkeil",
          SETUP("german", GROUND,
                DE("k", "inf", "0606", FORM("167 ID")) C DE("l", "inf", "0909", FORM("320 ID"))
                    C BOX("de.stg393", "tray.german")),
          NULL);
  tries(t, "german", "de.stg393", "0607", "II.s3.1");
  tries(t, "german", "de.stg393", "0909", NULL);
  clear_away(t);
}

static void set_up_ends(void **s) { /* all are placed before it ends; a side places its own */
  (void)s;
  struct table *t =
      lay(N,
          SETUP("german", "\"control\":[[\"german\",[\"0605\"]]],",
                BOX("de.arko35", "tray.german") C DE("x", "inf", "0101") C RU("y", "inf", "1212")),
          "");
  refused(t, "german", "end set-up", "3.setup.1");
  refused(t, "german", "pick x", "3.setup.1");
  act(t, "german", "pick de.arko35");
  act(t, "german", "put 0605");
  refused(t, "german", "pick de.arko35", "3.setup.1");
  act(t, "german", "end set-up");
  clear_away(t);
}

/* II.s3.1, II.1.3: 51 and 52 in reserve, 4 hexes or more from the works; 503 beside its host */
static void ii_s3_1_where(void **s) {
  (void)s;
  struct table *t = lay(
      "alea/panzerkeil",
      PLAIN PHASE("setup.german") "\"terrain\":[{\"hex\":\"0601\",\"set\":[\"fort_1_3\"]}],"
                                  "\"control\":[[\"german\",[\"0604\",\"0605\",\"0607\"]]]," UNITS(
                                      DE("k", "inf", "0606", FORM("19 Pz")) C BOX(
                                          "de.51", "tray.german") C BOX("de.503", "tray.german")),
      NULL);
  bad_place(t, "german", "de.51", "0604", "II.s3.1");
  place(t, "german", "de.51", "0605");
  stands(t, "de.51", "0605", 2);
  bad_place(t, "german", "de.503", "0604", "II.s3.1");
  place(t, "german", "de.503", "0607");
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(ii_s3_1_where),

      cmocka_unit_test(north),
      cmocka_unit_test(north_free_and_secret),
      cmocka_unit_test(worn_aircraft),
      cmocka_unit_test(south_free),
      cmocka_unit_test(without_flak),
      cmocka_unit_test(south_fronts),
      cmocka_unit_test(panzerkeil),
      cmocka_unit_test(inactive_corps),
      cmocka_unit_test(prokhorovka_losses),
      cmocka_unit_test(aa_units_deploy_as_guns),
      cmocka_unit_test(hosts),
      cmocka_unit_test(set_up_ends),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
