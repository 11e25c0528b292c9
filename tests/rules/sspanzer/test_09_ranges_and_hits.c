/* test_09_ranges_and_hits.c - rules 2.9, 5 and 9 at their limits: ranges, modifiers, hits and sides
 * of counters. */
#include "table.h"

/* 9.7a: four hits are as three. */
static void r9_7a_four_hits(void **s) {
  (void)s;
  struct table *t = lay(
      GAME, PLAIN IMPULSE("29TC") UNITS(KZ(T4R, "1010", "0") "," U(TIG, "1011") IDLE_R), "1 1 2 1");
  acts(t, R, "choose " T4R "; fire " T4R " " TIG);
  stands(t, TIG, "1011", 2);
  const cJSON *e;
  cJSON_ArrayForEach(e, field(t->last, "events")) if (!strcmp(text_of(e, "kind"), "fire")) {
    assert_int_equal(int_of(e, "card.rolled"), 3);
    assert_string_equal(text_of(e, "card.outcomes[3].text"),
                        "3 hits or more: step loss, suppressed");
    assert_non_null(strstr(text_of(e, "text"), ", 4 hits."));
  }
  clear_away(t);
}

/* 2.9c, 2.9d: the last step is the back, not the one before. */
static void r2_9_which_side_is_up(void **s) {
  (void)s;
  struct table *t =
      lay(GAME,
          PLAIN IMPULSE("LAH") UNITS("{\"unit\":\"" AG "\",\"hex\":\"1010\",\"steps\":2}," U1(
              "de.lah.ag-12", "1110") "," U(MR, "1012") "," U(MRB, "1011") IDLE_G),
          "");
  act(t, G, "choose " AG);
  offered(t, G, "fire " AG " " MR, NULL); /* range 2 on the front */
  act(t, G, "stop " AG);
  act(t, G, "choose de.lah.ag-12");
  refused(t, G, "fire de.lah.ag-12 " MR, "9.3b"); /* 1 on the back */
  offered(t, G, "fire de.lah.ag-12 " MRB, NULL);
  clear_away(t);
}

/* 9.3a: a gun that only equals the armour reaches the next hex and no farther; at full range it
 * reaches. */
static void r9_3a_just_in_range(void **s) {
  (void)s;
  struct table *t =
      lay(GAME,
          PLAIN IMPULSE("LAH") UNITS(U(PZ4, "1010") "," U(T4R, "1013") "," U(
              T4RB, "1014") ","
                            "{\"name\":\"x\",\"side\":\"soviet\",\"kind\":\"T34\",\"formation\":"
                            "\"29TC\",\"hex\":\"1008\",\"factors\":{\"a\":\"7\"}},{\"name\":\"y\","
                            "\"side\":\"soviet\",\"kind\":\"T34\",\"formation\":\"29TC\",\"hex\":"
                            "\"1009\",\"factors\":{\"a\":\"8\"}}" IDLE_G),
          "");
  act(t, G, "choose " PZ4);
  offered(t, G, "fire " PZ4 " " T4R, NULL);
  refused(t, G, "fire " PZ4 " " T4RB, "9.3a");
  refused(t, G, "fire " PZ4 " x", "9.3a");
  offered(t, G, "fire " PZ4 " y", NULL);
  ask(t, "{\"cmd\":\"odds\",\"side\":\"german\",\"actions\":[\"fire " PZ4 " y\"]}");
  assert_string_equal(text_of(t->last, "card.column"), "3 x 1-3"); /* 9.6c: equal is not below */
  clear_away(t);
}

static void r9_6c_one_by_one(void **s) {
  (void)s;
  struct table *t =
      lay(GAME,
          PLAIN IMPULSE("LAH") GROUND(HEX("1011", "fort") "," HEX(
              "0910", "hilltop") ",{\"hex\":\"0909\",\"set\":[\"woods\",\"town\"]}," HEX("1009",
                                                                                         "town"))
              UNITS(U(PZ4, "1010") "," U(T4R, "1011") "," U(MR, "1011") "," U(MRB, "0910") "," U(
                  "ru.29tc.mr-32",
                  "0909") "," UM(T4RB, "1109",
                                 "suppressed") "," U("ru.29tc.t70-25",
                                                     "1009") "," MADE("churchill", "soviet", "CHU",
                                                                      "29TC", "1110") "," GUNS(ART1)
                        IDLE_G),
          "");
  act(t, G, "choose " PZ4);
  odds(t, G, "fire " PZ4 " " T4R, "3 x 1-3");           /* the fortified line helps no vehicle */
  odds(t, G, "fire " PZ4 " " MR, "3 x 1");              /* +2 for infantry */
  odds(t, G, "fire " PZ4 " " MRB, "3 x 1-3");           /* a hilltop gives nothing */
  odds(t, G, "fire " PZ4 " ru.29tc.mr-32", "3 x 1-2");  /* woods and town: +1 once */
  odds(t, G, "fire " PZ4 " " T4RB, "3 x 1-2");          /* suppressed */
  odds(t, G, "fire " PZ4 " ru.29tc.t70-25", "3 x 1-2"); /* in a town */
  odds(t, G, "fire " PZ4 " churchill", "3 x 1-3");      /* 8 against 7 */
  odds(t, G, "quick " PZ4 " churchill", "2 x 1-3");
  act(t, G, "stop " PZ4);
  act(t, G, "choose " ART1);
  odds(t, G, "fire " ART1 " " T4R, "2 x 1");
  odds(t, G, "fire " ART1 " " MRB, "2 x 1-3");
  odds(t, G, "fire " ART1 " ru.29tc.mr-32", "2 x 1-2");
  odds(t, G, "fire " ART1 " " MR, "2 x 1");
  clear_away(t);
  /* Germans in a fortified line; a weak gun; the asterisk outside close combat */
  t = lay(GAME,
          PLAIN IMPULSE("29TC") GROUND(HEX("1011", "fort"))
              UNITS(U("ru.29tc.su-1446", "1010") "," U("ru.29tc.t70-25", "1010") "," U(
                  PG, "1011") "," U(STG, "1110") "," U(TIG, "1009") IDLE_R),
          "");
  act(t, R, "choose ru.29tc.su-1446");
  odds(t, R, "fire ru.29tc.su-1446 " PG, "3 x 1-3");
  /* 6 against 6, and the asterisk counts in close combat only */
  odds(t, R, "fire ru.29tc.su-1446 " STG, "3 x 1-3");
  odds(t, R, "fire ru.29tc.su-1446 " TIG, "3 x 1-2");
  act(t, R, "stop ru.29tc.su-1446");
  act(t, R, "choose ru.29tc.t70-25");
  odds(t, R, "fire ru.29tc.t70-25 " STG, "3 x 1-2");
  odds(t, R, "fire ru.29tc.t70-25 " PG, "3 x 1-2"); /* S (2), the weak gun does not count */
  clear_away(t);
  /* in close combat: cover, fortified line and asterisk */
  t = lay(GAME,
          PLAIN IMPULSE("LAH")
              GROUND("{\"hex\":\"1010\",\"set\":[\"fort\",\"town\"]}," HEX("1515", "fort"))
                  UNITS(U(PG, "1010") "," U(STG, "1010") "," U(MR, "1010") "," U(
                      "ru.29tc.t70-25", "1010") "," U(AG, "1515") "," U(MRB, "1515") IDLE_G),
          "");
  acts(t, G, "end; resolve 1010");
  odds(t, G, "fire " PG " " MR, "2 x 1");              /* 3, +1, +2 */
  odds(t, G, "fire " STG " ru.29tc.t70-25", "2 x 1");  /* 3, +1 town, +1 asterisk */
  odds(t, G, "fire " PG " ru.29tc.t70-25", "2 x 1-2"); /* (4) against 3 counts here */
  clear_away(t);
}

/* 5e: the visibility met exactly. */
static void r5e_just_visible(void **s) {
  (void)s;
  struct table *t = lay(GAME,
                        PLAIN IMPULSE_V("LAH", "3") UNITS(GUNS(ART1) "," U(TIG, "1010") "," U(
                            MR, "1013") "," U("ru.29tc.t70-25", "1014") IDLE_G),
                        "");
  act(t, G, "choose " TIG);
  offered(t, G, "fire " TIG " " MR, NULL);
  refused(t, G, "fire " TIG " ru.29tc.t70-25", "5e");
  act(t, G, "stop " TIG);
  act(t, G, "choose " ART1);
  offered(t, G, "fire " ART1 " " MR, NULL);
  refused(t, G, "fire " ART1 " ru.29tc.t70-25", "13.3a");
  clear_away(t);
  t = lay(GAME,
          PLAIN "\"phase\":\"bombardment\",\"turn\":1,\"vars\":{\"vis\":3}," UNITS(
              U(PG, "1013") "," U(PGB, "1014") "," U(MR, "1010")),
          NULL);
  offered(t, R, "lay " PG, NULL);
  refused(t, R, "lay " PGB, "13.2a");
  clear_away(t);
}

/* 9.6: the dice of a shot are the firer's; those of Soviet artillery, which is no counter, are the
 * target's. */
static void r9_6_whose_dice(void **s) {
  (void)s;
  struct table *t =
      lay(GAME, PLAIN IMPULSE("LAH") UNITS(U(PZ4, "1010") "," U(T4R, "1012") IDLE_G), "6 6 6");
  acts(t, G, "choose " PZ4 "; fire " PZ4 " " T4R);
  assert_string_equal(text_of(t->last, "dice[0].for"), PZ4);
  clear_away(t);
  t = lay(GAME, PLAIN CUP("1") UNITS(U(PG, "1010") "," U(MRB, "1012")), "=ART 6 6 =29TC");
  act(t, R, "target " PG);
  assert_string_equal(text_of(t->last, "dice[0].for"), PG);
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(r9_7a_four_hits),     cmocka_unit_test(r2_9_which_side_is_up),
      cmocka_unit_test(r9_3a_just_in_range), cmocka_unit_test(r9_6c_one_by_one),
      cmocka_unit_test(r5e_just_visible),    cmocka_unit_test(r9_6_whose_dice),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
