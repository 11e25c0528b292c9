/* test_07_zones.c - rules 6 and 7: stacking, zones of control and the fire they allow. */
#include "table.h"

/* T11: the T-34 at 1010; the Pz IV goes 1212, 1111, 1110, 1210. */
#define RUN PLAIN IMPULSE("LAH") UNITS(U(PZ4, "1212") "," U(T4R, "1010") IDLE_G)

static void r7_2_entering_and_leaving(void **s) {
  (void)s;
  struct table *t = lay(GAME, RUN, "4 5 5");
  acts(t, G, "choose " PZ4 "; step " PZ4 " 1111"); /* distance 2: no zone */
  happened(t, "8.3a", "step");
  act(t, G, "step " PZ4 " 1110");
  card(t, R, "9.5", "1 x 1-3");
  offered(t, R, "fire " T4R " " PZ4, "7.2a");
  refused(t, R, "fire " MR " " PZ4, "7.2f"); /* not on the map */
  act(t, R, "fire " T4R " " PZ4);
  happened(t, "7.2a", "fire");
  act(t, G, "step " PZ4 " 1210");
  offered(t, R, "fire " T4R " " PZ4, "7.2b");
  act(t, R, "fire " T4R " " PZ4);
  happened(t, "7.2b", "fire");
  card(t, R, "7.2b", "2 x 1-4"); /* two dice, -1 */
  stands(t, PZ4, "1210", 2);
  clear_away(t);
}

/* T12: hit while leaving, it still goes the one hex and stops. */
static void r7_2e_suppressed_on_the_way_out(void **s) {
  (void)s;
  struct table *t = lay(GAME, RUN, "4 4");
  acts(t, G, "choose " PZ4 "; step " PZ4 " 1111; step " PZ4 " 1110");
  act(t, R, "pass");
  act(t, G, "step " PZ4 " 1210");
  act(t, R, "fire " T4R " " PZ4); /* 4-1 and 3-1 */
  happened(t, "9.7a", "loss");
  happened(t, "7.2e", "stopped");
  stands(t, PZ4, "1210", 1);
  marked(t, PZ4, "suppressed");
  refused(t, G, "choose " PZ4, "4.1f"); /* nothing more this turn */
  clear_away(t);
  /* in the new hex the entry shots still happen, at +1 */
  t = lay(GAME, PLAIN IMPULSE("LAH") UNITS(U(PZ4, "1110") "," U(T4R, "1010") IDLE_G), "3 6 6");
  acts(t, G, "choose " PZ4 "; step " PZ4 " 1109");
  act(t, R, "fire " T4R " " PZ4);
  marked(t, PZ4, "suppressed");
  act(t, R, "fire " T4R " " PZ4); /* 7.2c: from one zone hex to the next */
  happened(t, "7.2a", "fire");
  card(t, R, "9.6c", "1 x 1-2");
  stands(t, PZ4, "1109", 2);
  clear_away(t);
}

static void r7_2c_each_unit_once_an_occasion(void **s) {
  (void)s;
  struct table *t = lay(GAME,
                        PLAIN IMPULSE("LAH") UNITS(U(PZ4, "1111") "," U(T4R, "1010") "," U(
                            T4RB, "1010") "," U(MR, "1109") "," U(SAC, "1313") IDLE_G),
                        "6 6");
  acts(t, G, "choose " PZ4 "; step " PZ4 " 1110");
  act(t, R, "fire " T4R " " PZ4);
  refused(t, R, "fire " T4R " " PZ4, "7.2c");
  refused(t, R, "fire " MR " " PZ4, "7.2f"); /* its gun is in parentheses */
  refused(t, R, "fire " T4RB " " T4R, "9.1a");
  ask(t, "{\"cmd\":\"actions\",\"side\":\"soviet\"}");
  cites(t, "prompt.rule", "7.2d");            /* one after the other */
  refused(t, R, "fire " SAC " " PZ4, "7.1a"); /* too far for a zone */
  act(t, R, "fire " T4RB " " PZ4);            /* each of them, one after the other */
  happened(t, "7.2a", "fire");
  clear_away(t);
}

static void r7_2d_effects_at_once(void **s) {
  (void)s;
  struct table *t = lay(GAME,
                        PLAIN IMPULSE("LAH") UNITS(U1(PZ4, "1111") "," U(T4R, "1010") "," U(
                            T4RB, "1010") "," U("ru.29tc.t4r-32-1", "1109") IDLE_G),
                        "1 6");
  acts(t, G, "choose " PZ4 "; step " PZ4 " 1110");
  act(t, R, "fire " T4R " " PZ4);
  happened(t, "9.7a", "suppressed");
  act(t, R, "fire " T4RB " " PZ4);
  card(t, R, "9.6c", "1 x 1-2"); /* it was suppressed by the first shot */
  act(t, R, "pass");
  stands(t, PZ4, "1110", 1);
  clear_away(t);
  /* killed by reaction fire: the rest of the window is gone, and its hex is closed */
  t = lay(GAME,
          PLAIN IMPULSE("LAH") UNITS(U1(PZ4, "1110") "," U(T4R, "1010") "," U(T4RB, "1010") IDLE_G),
          "1 1");
  acts(t, G, "choose " PZ4 "; step " PZ4 " 1111");
  act(t, R, "fire " T4R " " PZ4);
  happened(t, "2.9b", "eliminated");
  happened(t, "9.7e", "cleared");
  offered(t, G, "choose de.lah.pg1-13", "4.1f");
  refused(t, G, "choose " PZ4, "4.1f"); /* the dead do not act */
  clear_away(t);
}

static void zone(struct table *t, const char *hex, const char *key) { /* NULL: in nobody's */
  const cJSON *h;
  const char *got = "";
  ask(t, "{\"cmd\":\"overlay\",\"side\":\"german\",\"name\":\"zoc\",\"args\":[]}");
  cJSON_ArrayForEach(
      h, field(t->last, "overlay.hexes")) if (!strcmp(cJSON_GetArrayItem(h, 0)->valuestring, hex))
      got = cJSON_GetArrayItem(h, 1)->valuestring;
  if (strcmp(got, key ? key : ""))
    fail_msg("%s is '%s', not '%s'", hex, got, key ? key : "");
}

static void r7_1_where_zones_reach(void **s) {
  (void)s;
  struct table *t = lay(
      GAME,
      PLAIN IMPULSE("LAH") GROUND(HEX("1011", "woods") "," HEX("1009", "town") "," SIDE(
          "1010", "0910",
          "river.major") "," SIDE("1010", "0909",
                                  "berm") "," SIDE("1010", "0909",
                                                   "crossing") "," SIDE("1010", "1109",
                                                                        "stream") "," SIDE("1010",
                                                                                           "1110",
                                                                                           "slope"))
          UNITS(U(T4R, "1010") "," U(PZ4, "0912") "," U(PG, "0711") IDLE_G),
      "");
  zone(t, "1011", NULL); /* not into woods */
  zone(t, "1009", NULL); /* not into towns */
  zone(t, "0910", NULL); /* not over the Psel */
  zone(t, "0909", NULL); /* not over the berm, crossing or not */
  zone(t, "1109", "e");  /* over a stream */
  zone(t, "1110", "e");  /* over a slope */
  acts(t, G, "choose " PZ4 "; step " PZ4 " 0911; step " PZ4 " 0910");
  offered(t, G, "stop " PZ4, "4.2a"); /* nobody may fire: the German goes on */
  clear_away(t);
  /* suppressed units have none, units in close combat have none, and units do not cancel one */
  t = lay(GAME,
          PLAIN IMPULSE("LAH") UNITS(UM(T4R, "1010", "suppressed") "," U(T4RB, "1414") "," U(
              PG, "1414") "," U(MR, "0505") "," U(PGB, "0506") IDLE_G),
          "");
  zone(t, "1011", NULL);
  zone(t, "1415", NULL);
  zone(t, "0506", "e"); /* 7.1b: a unit stands there, and it is in the zone all the same */
  zone(t, "0505", "o");
  zone(t, "0406", "b"); /* two zones in one hex */
  clear_away(t);
  t = lay(GAME, PLAIN IMPULSE("LAH") UNITS(KZ(T4R, "1010", "0") "," U(PG, "1818")), "");
  zone(t, "1011", "e");
  zone(t, "1009", "e"); /* 10.2b: behind a kill zone too, though it cannot fire there */
  clear_away(t);
}

static void r7_1a_no_zone_no_shot(void **s) {
  (void)s;
  struct table *t = lay(GAME,
                        PLAIN IMPULSE("LAH") GROUND(HEX("1110", "woods"))
                            UNITS(U(PZ4, "1111") "," U(T4R, "1010") "," U(T4RB, "1010") IDLE_G),
                        "");
  acts(t, G, "choose " PZ4 "; step " PZ4 " 1110");
  offered(t, G, "stop " PZ4, "4.2a");
  clear_away(t);
  t = lay(GAME,
          PLAIN IMPULSE("LAH") GROUND(SIDE("1010", "1110", "berm"))
              UNITS(U(PZ4, "1111") "," U(T4R, "1010") "," U(T4RB, "1109") IDLE_G),
          "");
  acts(t, G, "choose " PZ4 "; step " PZ4 " 1110");
  refused(t, R, "fire " T4R " " PZ4, "7.1c"); /* the berm: only the one at 1109 may fire */
  offered(t, R, "fire " T4RB " " PZ4, "7.2a");
  clear_away(t);
  t = lay(GAME,
          PLAIN IMPULSE("LAH") UNITS(U(PZ4, "1111") "," UM(T4R, "1010", "suppressed") "," U(
              T4RB, "1109") "," STATIC("x", "1210", "s6") IDLE_G),
          "");
  acts(t, G, "choose " PZ4 "; step " PZ4 " 1110");
  refused(t, R, "fire " T4R " " PZ4, "7.2f"); /* suppressed */
  refused(t, R, "fire x " PZ4, "7.2f");       /* static */
  clear_away(t);
}

/* 7.2g: leaving a close combat, and who may fire. */
static void r7_2g_leaving_a_close_combat(void **s) {
  (void)s;
  struct table *t = lay(GAME,
                        PLAIN IMPULSE("LAH") UNITS(U(PZ4, "1010") "," U(MR, "1010") "," STATIC(
                            "x", "1010", "s6") "," U(T4R, "1011") IDLE_G),
                        "3 4");
  acts(t, G, "choose " PZ4 "; step " PZ4 " 1009");
  refused(t, R, "fire x " PZ4, "2.10a");      /* static units do not */
  refused(t, R, "fire " T4R " " PZ4, "7.2g"); /* nor does anybody outside */
  act(t, R, "fire " MR " " PZ4);              /* its gun (3) counts here: 2 dice, +1 weak gun, -1 */
  happened(t, "7.2g", "fire");
  card(t, R, "7.2g", "2 x 1-3");
  marked(t, PZ4, "suppressed"); /* effects are the normal ones */
  stands(t, PZ4, "1009", 2);
  clear_away(t);
  /* the woods that it leaves are woods, and no part of the leaving */
  t = lay(GAME,
          PLAIN IMPULSE("LAH") GROUND(HEX("1010", "woods"))
              UNITS(U(PZ4, "1010") "," U(MR, "1010") "," U(T4R, "1111") IDLE_G),
          "6 6");
  acts(t, G, "choose " PZ4 "; step " PZ4 " 1009");
  act(t, R, "fire " MR " " PZ4);
  card(t, R, "9.6c", "2 x 1"); /* two of three: a weak gun, the woods */
  card(t, R, "7.2g", "2 x 1-2");
  clear_away(t);
}

/* ---- 6 stacking ------------------------------------------------------------------------- */

static void r6_1_limits_of_a_position(void **s) { /* T27 */
  static const struct {
    const char *units;
    bool legal;
  } row[] = {
      {STATIC("x", "1010", "s1") "," U(T4R, "1010"), true},
      {STATIC("x", "1010", "s1") "," U(T4R, "1010") "," U(MR, "1010"), false},
      {U(T4R, "1010") "," U(T34, "1010"), false},
      {U(PZ4, "1010") "," U(PZ4B, "1010") "," U(PG, "1010") "," U(PGB, "1010"), true},
      {U(PZ4, "1010") "," U(PZ4B, "1010") "," U(PG, "1010") "," U(PGB, "1010") "," U(STG, "1010"),
       false},
      {STATIC("x", "1010", "s1") "," STATIC("y", "1010", "s1"), false}};
  (void)s;
  for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
    struct table *t = lay(GAME, PLAIN IMPULSE("LAH") UNITS(U(AG, "2020")), "");
    ask(t,
        "{\"cmd\":\"new\",\"game\":\"sspanzer\",\"scenario\":\"lesson\",\"seed\":1,\"position\":"
        "{" PLAIN IMPULSE("LAH") "\"units\":[" U(AG, "2020") ",%s]}}",
        row[i].units);
    assert_int_equal(cJSON_IsTrue(field(t->last, "ok")), row[i].legal);
    if (!row[i].legal)
      assert_string_equal(text_of(t->last, "error.code"), "input");
    clear_away(t);
  }
}

static void r6_2_traffic_and_its_end(void **s) {
  (void)s;
  /* a fifth company passes through, and a fifth that stays is sent back */
  struct table *t = lay(GAME,
                        PLAIN IMPULSE("LAH") UNITS(U(PZ4, "1010") "," U(PZ4B, "1010") "," U(
                            PG, "1010") "," U(PGB, "1010") "," U(STG, "1012")),
                        "");
  acts(t, G, "choose " STG "; step " STG " 1011; step " STG " 1010; step " STG " 1009");
  stands(t, STG, "1009", 2);
  act(t, G, "step " STG " 1010");
  refused(t, G, "choose " PZ4, "6.2"); /* one unit at a time */
  act(t, G, "stop " STG);
  refused(t, G, "end", "6.1b"); /* others can still leave */
  owed(t, G, "6.1b", "overstacked");
  acts(t, G,
       "choose " PZ4 "; stop " PZ4 "; choose " PZ4B "; stop " PZ4B "; choose " PG "; stop " PG);
  acts(t, G, "choose " PGB "; stop " PGB);
  happened(t, "6.1b", "back"); /* nobody left: the last to come goes back the way it came */
  stands(t, STG, "1009", 2);
  clear_away(t);
}

static void r6_1b_no_place_on_the_way_back(void **s) {
  (void)s;
  /* a DR company between two LAH stacks: it cannot stay anywhere on its way */
  struct table *t =
      lay(BIG,
          PLAIN "\"phase\":\"action\",\"turn\":4,\"vars\":{\"impulse\":\"DR\",\"played\":\"LAH TK "
                "18TC 29TC 2GTC 2TC 31TC 9GAD\",\"artillery\":0}," UNITS(
                    U("de.dr.pz4-5", "1010") "," U("de.dr.pz4-6", "1012") "," U(PZ4, "1011")),
          "");
  acts(t, G, "choose de.dr.pz4-5; step de.dr.pz4-5 1011; stop de.dr.pz4-5");
  /* both among LAH: both go back */
  acts(t, G, "choose de.dr.pz4-6; step de.dr.pz4-6 1011; stop de.dr.pz4-6");
  happened(t, "6.1b", "back");
  stands(t, "de.dr.pz4-6", "1012", 2);
  stands(t, "de.dr.pz4-5", "1010", 2);
  clear_away(t);
  t = lay(BIG,
          PLAIN "\"unchecked\":true,\"phase\":\"action\",\"turn\":4,\"vars\":{\"impulse\":\"DR\","
                "\"played\":\"LAH TK 18TC 29TC 2GTC 2TC 31TC 9GAD\",\"artillery\":0}," UNITS(
                    U("de.dr.pz4-5", "1011") "," U(PZ4, "1011")),
          "");
  acts(t, G, "choose de.dr.pz4-5; stop de.dr.pz4-5"); /* it never moved: no way back at all */
  happened(t, "6.1b", "no-room");
  stands(t, "de.dr.pz4-5", "-", 0);
  clear_away(t);
}

/* Back into a hex whose last defender fell meanwhile: it changes hands. */
static void r6_1b_back_into_an_emptied_hex(void **s) {
  (void)s;
  struct table *t = lay(
      GAME,
      PLAIN IMPULSE("LAH") UNITS(U(PZ4, "1010") "," STATIC("x", "1010", "s1") "," U(
          PG, "1011") "," U(PGB, "1011") "," U(AG, "1011") "," U(PIO, "1011") "," U(PZ4B, "1008")),
      "1 1 6");
  acts(t, G, "choose " PZ4 "; step " PZ4 " 1011; stop " PZ4);
  acts(t, G, "choose " PZ4B "; fire " PZ4B " x");
  happened(t, "9.7e", "cleared");
  acts(t, G,
       "choose " PG "; stop " PG "; choose " PGB "; stop " PGB "; choose " AG "; stop " AG
       "; choose " PIO);
  act(t, G, "stop " PIO);
  happened(t, "6.1b", "back");
  happened(t, "3.3b", "control");
  stands(t, PZ4, "1010", 2);
  clear_away(t);
}

static void r6_1c_open_stacks(void **s) {
  (void)s;
  struct table *t = lay(GAME,
                        PLAIN IMPULSE("LAH") UNITS(U(PZ4, "1010") "," U(T4R, "1515") "," U(
                            MR, "1515") "," STATIC("x", "1616", "s6")),
                        "");
  ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
  const cJSON *u;
  int seen = 0;
  cJSON_ArrayForEach(u, field(t->last, "view.units")) {
    if (!strcmp(text_of(u, "id"), T4R) || !strcmp(text_of(u, "id"), MR))
      seen += !strcmp(text_of(u, "at"), "1515") && int_of(u, "steps") == 2;
    /* not what an untried unit is worth */
    if (!strcmp(text_of(u, "id"), "x"))
      assert_null(field(u, "counter"));
  }
  assert_int_equal(seen, 2);
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(r7_2_entering_and_leaving),
      cmocka_unit_test(r7_2e_suppressed_on_the_way_out),
      cmocka_unit_test(r7_2c_each_unit_once_an_occasion),
      cmocka_unit_test(r7_2d_effects_at_once),
      cmocka_unit_test(r7_1_where_zones_reach),
      cmocka_unit_test(r7_1a_no_zone_no_shot),
      cmocka_unit_test(r7_2g_leaving_a_close_combat),
      cmocka_unit_test(r6_1_limits_of_a_position),
      cmocka_unit_test(r6_2_traffic_and_its_end),
      cmocka_unit_test(r6_1b_no_place_on_the_way_back),
      cmocka_unit_test(r6_1b_back_into_an_emptied_hex),
      cmocka_unit_test(r6_1c_open_stacks),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
