/* test_03_small_print.c - what is easily overlooked before the first turn: distances to the hex,
 * who may stand apart from his friends, whose losses, divisions that are only written down. */
#include "table.h"

#define SET(hex, what) "{\"hex\":\"" hex "\",\"set\":[\"clear\",\"" what "\"]}"
#define GROUND(x) "\"terrain\":[" x "],"
#define TRAY(n, side, kind, form)                                                                  \
  "{\"name\":\"" n "\",\"side\":\"" side "\",\"kind\":\"" kind "\",\"formation\":\"" form          \
  "\",\"box\":\"tray." side "\"}"
#define GERMAN_GROUND                                                                              \
  "\"control\":[[\"german\",[\"0601\",\"0602\",\"0603\",\"0604\",\"0605\",\"0606\",\"0607\","      \
  "\"0608\","                                                                                      \
  "\"0609\"]]],"

/* II.1.3: in the trenches; those named by the book 4 hexes from the forts, AA units anywhere,
 * assault guns of no division with any German. */
static void ii_1_3_germans_in_the_south(void **s) {
  (void)s;
  struct table *t =
      lay(S_,
          PLAIN PHASE("setup.german")
              GROUND(SET("0601", "german_trench") "," SET("0609", "fort_1_3")) GERMAN_GROUND UNITS(
                  DE("k", "inf", "0606") C BOX("de.51", "tray.german") C BOX("de.52", "tray.german")
                      C BOX("de.503", "tray.german") C BOX("de.19pz.hq", "tray.german")
                          C BOX("de.198id.hq", "tray.german") C BOX("de.gd.gren", "tray.german")
                              C TRAY("ag", "german", "ag", "-") C TRAY("own", "german", "ag", "GD")
                                  C TRAY("pz", "german", "tank", "-")
                                      C TRAY("aa", "german", "aa", "-") C RU("x", "inf", "1212")),
          NULL);
  static const char *const free_to_roam[] = {"de.51", "de.52", "de.503", "de.19pz.hq",
                                             "de.198id.hq"};
  for (int i = 0; i < 5; i++) {
    tries(t, "german", free_to_roam[i], "0605", NULL); /* exactly 4 from the fort */
    tries(t, "german", free_to_roam[i], "0606", "II.1.3");
    tries(t, "german", free_to_roam[i], "0601", NULL);
  }
  tries(t, "german", "de.gd.gren", "0605", "II.1.3");
  tries(t, "german", "de.gd.gren", "0602", "II.1.3"); /* beside the trench */
  tries(t, "german", "de.gd.gren", "0601", NULL);
  tries(t, "german", "ag", "0606", NULL);
  tries(t, "german", "ag", "0607", "II.1.3"); /* nobody is there */
  tries(t, "german", "own", "0606", "II.1.3");
  tries(t, "german", "pz", "0606", "II.1.3");
  tries(t, "german", "aa", "0607", NULL);
  clear_away(t);
}

/* II.1.2, II.1.4: Soviet artillery 3 hexes from the trenches, tank regiments of no corps beside a
 * friend, everybody else in the forts. */
static void ii_1_2_soviets_in_the_south(void **s) {
  (void)s;
  struct table *t = lay(
      S_,
      PLAIN PHASE("setup.soviet") GROUND(SET("0601", "german_trench") "," SET("0609", "fort_1_3"))
          UNITS(RU("k", "inf", "0905") C TRAY("g", "soviet", "art", "-")
                    C TRAY("t", "soviet", "tank", "-") C TRAY("u", "soviet", "ag", "-")
                        C TRAY("c", "soviet", "tank", "9 TK") C TRAY("i", "soviet", "inf", "-")
                            C DE("x", "inf", "0112")),
      NULL);
  tries(t, "soviet", "i", "0906", "II.1.2");
  tries(t, "soviet", "i", "0609", NULL);
  tries(t, "soviet", "c", "0906", "II.1.2");
  tries(t, "soviet", "c", "0609", NULL);
  act(t, "soviet", "pick i");
  act(t, "soviet", "put 0609");
  act(t, "soviet", "pick c");
  act(t, "soviet", "put 0609");
  tries(t, "soviet", "g", "0603", "II.1.2"); /* 2 from the trench */
  tries(t, "soviet", "g", "0604", NULL);
  tries(t, "soviet", "t", "0906", NULL);
  tries(t, "soviet", "u", "0905", NULL);
  tries(t, "soviet", "t", "0908", "II.1.4");
  tries(t, "soviet", "u", "0908", "II.1.4");
  clear_away(t);
}

/* 3.setup.2 to 3.setup.5 in the north, to the hex. */
static void r3_setup_distances_in_the_north(void **s) {
  (void)s;
  struct table *t = lay(
      N,
      PLAIN PHASE("setup.german") GROUND(SET("0606", "fort_1_3") "," SET("0602", "german_trench"))
          GERMAN_GROUND UNITS(BOX("de.4pz.i35", "tray.german") C BOX("de.12pz.hq", "tray.german")
                                  C BOX("de.6id.18", "tray.german")
                                      C TRAY("g", "german", "art", "-") C RU("x", "inf", "1212")),
      NULL);
  tries(t, "german", "de.4pz.i35", "0602", "3.setup.3"); /* 4 from the fort */
  tries(t, "german", "de.4pz.i35", "0601", NULL);
  tries(t, "german", "de.12pz.hq", "0602", "3.setup.3");
  tries(t, "german", "de.6id.18", "0601", "3.setup.2");
  tries(t, "german", "de.6id.18", "0602", NULL);
  tries(t, "german", "g", "0605", NULL);
  tries(t, "german", "g", "0909", "3.setup.7");
  clear_away(t);
  for (int i = 0; i < 2; i++) {
    t = lay_with(
        N, i ? "\"secret\":true" : "\"free\":true",
        PLAIN PHASE("setup.german") GROUND(SET("0606", "fort_1_3") "," SET("0601", "german_trench"))
            GERMAN_GROUND UNITS(BOX("de.4pz.i35", "tray.german") C RU("x", "inf", "1212")),
        NULL, NULL, __FILE__, __LINE__);
    tries(t, "german", "de.4pz.i35", "0604", i ? "opt.secret" : "opt.free");
    tries(t, "german", "de.4pz.i35", "0605", NULL); /* 4 from the trench, near the fort */
    clear_away(t);
  }
  t = lay(N,
          PLAIN PHASE("setup.soviet")
              GROUND(SET("0601", "german_trench") "," SET("0609", "fort_1_3"))
                  UNITS(BOX("ru.3tk.tb50", "tray.soviet") C BOX("ru.15rd.47", "tray.soviet")
                            C DE("x", "inf", "0112")),
          NULL);
  tries(t, "soviet", "ru.3tk.tb50", "0608", "3.setup.5"); /* 7 from the trench */
  tries(t, "soviet", "ru.3tk.tb50", "0609", NULL);
  tries(t, "soviet", "ru.3tk.tb50", "0610", NULL);
  tries(t, "soviet", "ru.15rd.47", "0610", "3.setup.4");
  tries(t, "soviet", "ru.15rd.47", "0609", NULL);
  clear_away(t);
}

/* II.1.3: those who may stand elsewhere may stand in a trench too, near a fort and alone; the hex
 * beside it is none. */
static void ii_1_3_in_the_trench(void **s) {
  (void)s;
  static const char *const unit[] = {"ag", "de.51", "de.gd.gren"};
  struct table *t = lay(
      S_,
      PLAIN PHASE("setup.german") GROUND(SET("0606", "german_trench") "," SET("0609", "fort_1_3"))
          GERMAN_GROUND UNITS(TRAY("ag", "german", "ag", "-") C BOX("de.51", "tray.german")
                                  C BOX("de.gd.gren", "tray.german") C RU("x", "inf", "1212")),
      NULL);
  for (int i = 0; i < 3; i++) {
    tries(t, "german", unit[i], "0606", NULL);
    tries(t, "german", unit[i], "0607", "II.1.3");
  }
  clear_away(t);
}

/* 3.setup.4, II.1.2, II.3.1: works of every line are fortified hexes. */
static void r3_setup_4_every_line(void **s) {
  (void)s;
  static const char *const game[] = {N, S_}, *const rule[] = {"3.setup.4", "II.1.2"};
  for (int i = 0; i < 2; i++) {
    struct table *t =
        lay(game[i],
            PLAIN PHASE("setup.soviet") GROUND(SET("0607", "fort_4") "," SET("0609", "fort_1_3"))
                UNITS(TRAY("i", "soviet", "inf", "15 RD") C DE("x", "inf", "0112")),
            NULL);
    tries(t, "soviet", "i", "0607", NULL);
    tries(t, "soviet", "i", "0609", NULL);
    tries(t, "soviet", "i", "0608", rule[i]);
    clear_away(t);
  }
}

/* 3.setup.7: an AT Front changes no control, and nobody deploys on top of an enemy. */
static void r3_setup_7_not_on_a_front(void **s) {
  (void)s;
  struct table *t =
      lay(N,
          PLAIN PHASE("setup.german") GROUND(SET("0601", "german_trench"))
              GERMAN_GROUND UNITS(TRAY("g", "german", "art", "-") C RU("f", "atf", "0605")),
          NULL);
  tries(t, "german", "g", "0605", "3.setup.7");
  tries(t, "german", "g", "0604", NULL);
  clear_away(t);
}

/* 3.setup.6: a unit that is placed is told to its owner, with its hex. */
static void r3_setup_6_told(void **s) {
  (void)s;
  struct table *t = lay(N,
                        PLAIN PHASE("setup.soviet") GROUND(SET("0609", "fort_1_3"))
                            UNITS(TRAY("g", "soviet", "art", "-") C DE("x", "inf", "0112")),
                        NULL);
  acts(t, "soviet", "pick g; put 0608");
  says(t, "3.setup.6", "g - deploys in 0608.");
  stands(t, "g", "0608", 2);
  ask(t, "{\"cmd\":\"events\",\"side\":\"german\",\"since\":0}");
  assert_int_equal(cJSON_GetArraySize(field(t->last, "events")), 0);
  clear_away(t);
}

#define AT_FRONT(n) BOX("ru.s.at0" n, "tray.soviet")
/* II.1.5: six AT Fronts beside the guards. Of seven one is free; of those placed there the others
 * are free again. */
static void ii_1_5_six_of_them(void **s) {
  (void)s;
  struct table *t =
      lay(S_,
          PLAIN PHASE("setup.soviet")
              UNITS(RU("g", "inf", "0606", FORM("51 Gd")) C RU("j", "inf", "0909", FORM("52 Gd"))
                        C RU("h", "inf", "0202", FORM("67 Gd")) C AT_FRONT("1") C AT_FRONT("2")
                            C AT_FRONT("3") C AT_FRONT("4") C AT_FRONT("5") C AT_FRONT("6")
                                C AT_FRONT("7") C DE("x", "inf", "0112")),
          NULL);
  tries(t, "soviet", "ru.s.at01", "0203", NULL); /* the seventh */
  acts(t, "soviet", "pick ru.s.at01; put 0203");
  tries(t, "soviet", "ru.s.at02", "0202", "II.1.5");
  tries(t, "soviet", "ru.s.at02", "0910", NULL); /* 52 Gd will do */
  acts(t, "soviet", "pick ru.s.at02; put 0606; pick ru.s.at03; put 0607");
  acts(t, "soviet", "pick ru.s.at04; put 0605; pick ru.s.at05; put 0505");
  tries(t, "soviet", "ru.s.at06", "0505", "5.4"); /* 8.3: one in a hex */
  tries(t, "soviet", "ru.s.at06", "0202", "II.1.5");
  acts(t, "soviet", "pick ru.s.at06; put 0506");
  tries(t, "soviet", "ru.s.at07", "0202", "II.1.5");
  act(t, "soviet", "pick ru.s.at07");
  act(t, "soviet", "put 0705");
  clear_away(t);
}

/* II.s4.1: the regiments to leave out are tanks and assault guns of no corps, not in reserve. */
static void ii_s4_1_which_regiment(void **s) {
  (void)s;
  struct table *t = lay("alea/prokhorovka", NULL, NULL);
  refused(t, "soviet", "leave ru.52grd.151", "II.s4.1"); /* infantry */
  refused(t, "soviet", "leave de.51", "II.s4.1");
  refused(t, "soviet", "leave ru.6tk.hq", "II.s4.1");
  refused(t, "soviet", "leave ru.1461su", "II.s4.1"); /* of 6 TK */
  refused(t, "soviet", "leave ru.47gtr", "II.s4.1");  /* of 2 TK Gd */
  act(t, "soviet", "leave ru.245tr");
  stands(t, "ru.245tr", "-", 0);
  refused(t, "soviet", "lose de.167id.315", "II.s4.2"); /* not his */
  refused(t, "soviet", "lose ru.245tr", "II.s4.3");     /* it is not there */
  clear_away(t);
}

/* ---- opt.secret ---------------------------------------------------------------------------- */

#define WRITTEN                                                                                    \
  PLAIN PHASE(                                                                                     \
      "setup.german") "\"control\":[[\"german\",[\"1201\",\"0501\",\"0301\",\"0101\"]]],"          \
                      "\"regions\":[{\"id\":\"german.supply\",\"hexes\":[\"0101\"]}]," UNITS(      \
                          BOX("de.12pz.hq", "tray.german") C BOX("de.4pz.i35", "tray.german")      \
                              C BOX("de.12pz.pzgr5", "tray.german")                                \
                                  C DE("v", "inf", "0501", FAC("\"steps\":4"))                     \
                                      C DE("x", "inf", "0101")                                     \
                                          C AIR("b", "soviet", "bomber", "air.soviet.available",   \
                                                FAC("\"bomb\":40")) C RU("y", "inf", "1212")       \
                                              C RU("m1", "inf", "1203") C RU("m2", "inf", "1002")  \
                                                  C RU("m3", "inf", "0909"))
/* A division that is only written down is not bombed, takes no losses beside others, is in supply
 * (9.8) and shows itself with its own formation alone when it moves. */
static void opt_secret_until_it_moves(void **s) {
  (void)s;
  struct table *t = lay_with(N, "\"secret\":true", WRITTEN, "5", NULL, __FILE__, __LINE__);
  acts(t, "german",
       "pick de.12pz.hq; put 1201; pick de.12pz.pzgr5; put 0501; pick de.4pz.i35; put 0301; end "
       "set-up");
  act(t, "german", "commit");
  acts(t, "soviet", "fly b attack; commit");
  act(t, "soviet", "raid");
  refused(t, "soviet", "target 1201", "12.bomb.1");
  acts(t, "soviet", "target 0501; add b; fire");
  says(t, "12.bomb.1", "Aircraft bomb 0501 with 40 factors, die 5: D+2.");
  stands(t, "v", "0501", 2);
  stands(t, "de.12pz.pzgr5", "0501", 2);
  unmarked(t, "de.12pz.pzgr5", "dsg");
  unmarked(t, "de.12pz.hq", "oos");
  acts(t, "german", "move de.4pz.i35; step 0302");
  says(t, "opt.secret", "I/35/4 Pz shows itself in 0301.");
  ask(t, "{\"cmd\":\"undo\",\"side\":\"german\"}");
  assert_non_null(strstr(text_of(t->last, "error.text"), "hidden has been shown"));
  ask(t, "{\"cmd\":\"view\",\"side\":\"soviet\"}");
  char *view = cJSON_PrintUnformatted(t->last);
  assert_non_null(strstr(view, "de.4pz.i35"));
  assert_null(strstr(view, "de.12pz.hq")); /* the other division waits */
  cJSON_free(view);
  clear_away(t);
}

/* opt.secret: a division that shows itself is named, so that it cannot be taken back, even where it
 * lies below another counter. */
static void opt_secret_below_another(void **s) {
  (void)s;
  struct table *t =
      lay_with(N, "\"secret\":true",
               PLAIN PHASE("setup.german") "\"control\":[[\"german\",[\"0501\",\"0101\"]]]," UNITS(
                   BOX("de.12pz.hq", "tray.german") C DE("v", "inf", "0501")
                       C DE("g", "art", "0101") C RU("y", "inf", "1212")),
               "", NULL, __FILE__, __LINE__);
  acts(t, "german", "pick de.12pz.hq; put 0501; end set-up");
  act(t, "german", "end movement");
  says(t, "opt.secret", "HQ 12 Pz shows itself in 0501.");
  ask(t, "{\"cmd\":\"undo\",\"side\":\"german\"}");
  assert_string_equal(text_of(t->last, "error.text"),
                      "There is nothing to undo: something hidden has been shown since.");
  clear_away(t);
}

/* II.1.5: when six AT Fronts stand beside the guards the others are free. */
static void ii_1_5_the_seventh_is_free(void **s) {
  (void)s;
  struct table *t =
      lay(S_,
          PLAIN PHASE("setup.soviet") UNITS(
              RU("g", "inf", "0606", FORM("51 Gd")) C RU("h", "inf", "0202", FORM("67 Gd"))
                  C AT_FRONT("1") C AT_FRONT("2") C AT_FRONT("3") C AT_FRONT("4") C AT_FRONT("5")
                      C AT_FRONT("6") C AT_FRONT("7") C DE("x", "inf", "0112")),
          NULL);
  acts(t, "soviet", "pick ru.s.at01; put 0606; pick ru.s.at02; put 0607");
  acts(t, "soviet", "pick ru.s.at03; put 0605; pick ru.s.at04; put 0505");
  acts(t, "soviet", "pick ru.s.at05; put 0506; pick ru.s.at06; put 0705");
  tries(t, "soviet", "ru.s.at07", "0202", NULL);
  clear_away(t);
}

/* II.1.3: a German AA unit stands anywhere, in AT mode too. */
static void ii_1_3_flak_in_at_mode(void **s) {
  (void)s;
  struct table *t =
      lay(S_,
          PLAIN PHASE("setup.german") GROUND(SET("0601", "german_trench"))
              GERMAN_GROUND UNITS(BOX("de.flak47", "tray.german") C RU("x", "inf", "1212")),
          NULL);
  act(t, "german", "mode de.flak47 at");
  tries(t, "german", "de.flak47", "0607", NULL);
  clear_away(t);
}

/* II.1.2: where formations have areas, artillery without one stands 3 hexes or more from the
 * trenches, and needs no friend beside it. */
static void ii_1_2_guns_without_an_area(void **s) {
  (void)s;
  struct table *t = lay("alea/panzerkeil",
                        PLAIN PHASE("setup.soviet") GROUND(SET("0601", "german_trench"))
                            UNITS(TRAY("g", "soviet", "art", "-") C TRAY("t", "soviet", "tank", "-")
                                      C RU("k", "inf", "1010") C DE("x", "inf", "0112")),
                        NULL);
  tries(t, "soviet", "g", "0603", "II.1.2");
  tries(t, "soviet", "g", "0604", NULL);
  tries(t, "soviet", "t", "0604", "II.s3.4");
  clear_away(t);
}

/* II.s3.1: the historical set-up of the whole south keeps formations in their areas. */
static void opt_historical_areas(void **s) {
  (void)s;
  struct table *t = lay_with(S_, "\"historical\":true", NULL, NULL, NULL, __FILE__, __LINE__);
  tries(t, "soviet", "ru.52grd.151", "1224", "II.s3.1");
  clear_away(t);
}

/* II.s4.1: one of the eight regiments is neither a tank of a corps nor a brigade of its own. */
static void ii_s4_1_no_brigade(void **s) {
  (void)s;
  struct table *t = lay("alea/prokhorovka", NULL, NULL);
  refused(t, "soviet", "leave ru.96tb", "II.s4.1");
  refused(t, "soviet", "leave ru.29tk.tb25", "II.s4.1");
  offered(t, "soviet", "leave ru.1440su", "II.s4.1");
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(r3_setup_4_every_line),
      cmocka_unit_test(ii_1_3_in_the_trench),
      cmocka_unit_test(ii_1_3_germans_in_the_south),
      cmocka_unit_test(ii_1_2_soviets_in_the_south),
      cmocka_unit_test(r3_setup_distances_in_the_north),
      cmocka_unit_test(r3_setup_7_not_on_a_front),
      cmocka_unit_test(r3_setup_6_told),
      cmocka_unit_test(ii_1_5_six_of_them),
      cmocka_unit_test(ii_s4_1_which_regiment),
      cmocka_unit_test(opt_secret_until_it_moves),
      cmocka_unit_test(opt_secret_below_another),
      cmocka_unit_test(ii_1_5_the_seventh_is_free),
      cmocka_unit_test(ii_1_3_flak_in_at_mode),
      cmocka_unit_test(ii_1_2_guns_without_an_area),
      cmocka_unit_test(opt_historical_areas),
      cmocka_unit_test(ii_s4_1_no_brigade),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
