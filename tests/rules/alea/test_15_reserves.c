/* test_15_reserves.c - chapter 15 and II.2: reserves, their price and their entry. */
#include "table.h"

#define RES(n, kind, form)                                                                         \
  "{\"name\":\"" n "\",\"side\":\"soviet\",\"kind\":\"" kind "\",\"formation\":\"" form            \
  "\",\"box\":\"reserve.front\"}"
#define STAV(n, kind, form)                                                                        \
  "{\"name\":\"" n "\",\"side\":\"soviet\",\"kind\":\"" kind "\",\"formation\":\"" form            \
  "\",\"box\":\"reserve.stavka\"}"
static int spent(struct table *t) {
  ask(t, "{\"cmd\":\"view\",\"side\":\"soviet\"}");
  return int_of(t->last, "view.vars.spent_halves");
}

static void r15_reserves(void **s) {
  (void)s;
  const char *units = UNITS(
      RES("t1", "tank", "9 TK") C RES("t2", "tank", "9 TK") C RES("g", "art", "-")
          C RES("su", "ag", "-") C
      "{\"name\":\"f\",\"side\":\"soviet\",\"kind\":\"atf\",\"box\":\"reserve.front\"}" C
      "{\"name\":\"jak\",\"side\":\"soviet\",\"kind\":\"fighter\",\"box\":\"reserve.front\"}" C DE(
          "x", "inf", "0101") C RU("y", "inf", "1212"));
  char pos[1500];
  snprintf(pos, sizeof pos, PLAIN PHASE("soviet.rally") TURN(2) "%s", units);
  struct table *t = lay(N, pos, "");
  refused(t, "soviet", "activate jak", "15.1"); /* no aircraft is held back */
  refused(t, "soviet", "activate t2", "15.2");
  refused(t, "soviet", "activate y", "15.1");
  act(t, "soviet", "activate t1");
  happened(t, "15.2", "activated");
  assert_int_equal(spent(t), 10);
  act(t, "soviet", "activate g");
  assert_int_equal(spent(t), 14);
  act(t, "soviet", "activate su");
  assert_int_equal(spent(t), 16);
  act(t, "soviet", "activate f");
  act(t, "soviet", "front 1010");
  happened(t, "15.4", "front");
  clear_away(t);
  snprintf(pos, sizeof pos, PLAIN PHASE("soviet.rally") TURN(1) "%s", units);
  t = lay(N, pos, "");
  ask(t, "{\"cmd\":\"view\",\"side\":\"soviet\"}");
  assert_string_equal(text_of(t->last, "view.phase"), "soviet.movement"); /* not on turn 1 */
  clear_away(t);
}

static void r15_3_entry(void **s) {
  (void)s;
  static const char *const games[] = {N, S_}, *const rules[] = {"15.3", "II.2.3"};
  for (int i = 0; i < 2; i++) {
    struct table *t =
        lay(games[i],
            PLAIN PHASE("soviet.movement")
                TURN(3) "\"regions\":[{\"id\":\"soviet.entry\",\"hexes\":[\"0612\"]}]," UNITS(
                    "{\"name\":\"a\",\"side\":\"soviet\",\"kind\":\"tank\",\"box\":\"reserve."
                    "active\"}" C DE("x", "inf", "0101")),
            "");
    act(t, "soviet", "move a");
    refused(t, "soviet", "step 0512", rules[i]);
    act(t, "soviet", "step 0612");
    happened(t, rules[i], "enters");
    clear_away(t);
  }
}

static void ii_2_stavka(void **s) {
  (void)s;
  const char *units = UNITS(STAV("v1", "tank", "18 TK") C RES("r1", "inf", "92 Gd") C STAV(
      "b", "tank", "-") C DE("x", "inf", "0405") C RU("y", "inf", "1212"));
  char pos[1500];
  snprintf(pos, sizeof pos, BED PHASE("soviet.rally") TURN(2) "%s", units);
  struct table *t = lay(S_, pos, "");
  refused(t, "soviet", "activate v1", "II.2.1");
  act(t, "soviet", "activate r1");
  happened(t, "II.2.4", "activated");
  assert_int_equal(spent(t), 10);
  clear_away(t);
  snprintf(pos, sizeof pos, BED PHASE("german.movement") TURN(2) "%s", units);
  t = lay(S_, pos, "");
  acts(t, "german", "move x; step 0406"); /* the second line */
  happened(t, "II.2.1", "line2");
  act(t, "german", "stop");
  until(t, "soviet.rally");
  act(t, "soviet", "activate v1");
  happened(t, "II.2.2", "activated");
  act(t, "soviet", "activate b");
  assert_int_equal(spent(t), 11);
  clear_away(t);
}

static void ii_s4_5_attached(void **s) { /* X14 */
  (void)s;
  struct table *t =
      lay("alea/prokhorovka",
          PLAIN PHASE("soviet.rally") TURN(7)
              UNITS(STAV("w", "tank", "18 TK") C STAV("aa6", "aa", "-") C STAV("g27", "art", "-")
                        C DE("x", "inf", "0101") C RU("y", "inf", "1212")),
          "");
  refused(t, "soviet", "activate aa6", "II.s4.5");
  act(t, "soviet", "activate w");
  happened(t, "II.s4.5", "activated");
  act(t, "soviet", "activate aa6");
  act(t, "soviet", "activate g27");
  assert_int_equal(spent(t), 0);
  clear_away(t);
}

static void ii_s3_5_and_7_reserves(void **s) {
  (void)s;
  static const char *const front[] = {"6 TK",  "2 TK Gd", "5 TK Gd", "204 RD",
                                      "92 Gd", "94 Gd",   "93 Gd"};
  static const char *const stavka[] = {"2 TK",  "18 TK", "29 TK", "10 TK", "5 MK", "9 VDG",
                                       "6 VDG", "97 Gd", "95 Gd", "66 Gd", "13 Gd"};
  struct table *t =
      lay_with("alea/panzerkeil", "\"offmap\":true", NULL, NULL, NULL, __FILE__, __LINE__);
  const cJSON *b = block(t, "reserves", 0), *l;
  int corps = 0, others = 0;
  for (int i = 0; i < 7; i++) { /* the formations by name */
    bool found = false;
    cJSON_ArrayForEach(l, cJSON_GetObjectItem(b, "lines")) found |=
        !strcmp(text_of(l, "text"), front[i]);
    if (!found)
      fail_msg("%s is not in the Front reserve", front[i]);
  }
  char value[32];
  cJSON_ArrayForEach(l, cJSON_GetObjectItem(b, "lines")) {
    points_of(cJSON_GetObjectItem(l, "value"), value);
    corps += !strcmp(value, "5");
    others += !strcmp(value, "1/2");
  }
  assert_int_equal(corps, 7);
  /* tank regiments, artillery and rocket brigades, AA divisions */
  assert_int_equal(others, 3 + 7 + 2);
  assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(b, "lines")), 19);
  record_cites(t, "reserves", 0, "II.s3.5");
  b = block(t, "reserves", 1);
  corps = others = 0;
  for (int i = 0; i < 11; i++) {
    bool found = false;
    cJSON_ArrayForEach(l, cJSON_GetObjectItem(b, "lines")) found |=
        !strcmp(text_of(l, "text"), stavka[i]);
    if (!found)
      fail_msg("%s is not in the STAVKA reserve", stavka[i]);
  }
  cJSON_ArrayForEach(l, cJSON_GetObjectItem(b, "lines")) {
    points_of(cJSON_GetObjectItem(l, "value"), value);
    corps += !strcmp(value, "5");
    others += !strcmp(value, "1/2");
  }
  assert_int_equal(corps, 11);
  assert_int_equal(others, 2 + 3); /* artillery 27 and AA 6, brigades and regiments 86, 180, 192 */
  record_cites(t, "reserves", 1, "II.s3.7");
  clear_away(t);
}

static void ii_opt_aa_5_north(void **s) {
  (void)s;
  static const char *const first[] = {"ru.n.aa1", "ru.n.aa25", "ru.n.aa16", "ru.n.aa12"};
  for (int on = 0; on < 2; on++) {
    struct table *t =
        lay_with(N, on ? "\"aa-north\":true" : NULL, NULL, NULL, NULL, __FILE__, __LINE__);
    for (int i = 0; i < 4; i++) {
      char line[40];
      snprintf(line, sizeof line, "pick %s", first[i]);
      if (!on)
        refused(t, "soviet", line, "II.opt.aa.5");
      else
        act(t, "soviet", line), ask(t, "{\"cmd\":\"undo\",\"side\":\"soviet\"}");
    }
    refused(t, "soviet", "pick ru.n.aa10", on ? "3.setup.1" : "II.opt.aa.5"); /* Front reserve */
    const cJSON *b = block(t, "reserves", 0), *l;
    int aa = 0;
    cJSON_ArrayForEach(l, cJSON_GetObjectItem(b, "lines")) aa +=
        !strcmp(text_of(l, "rule"), "II.opt.aa.5");
    assert_int_equal(aa, on);
    clear_away(t);
  }
}

/* II.2.1: a unit out of supply does not open the STAVKA reserve */
static void ii_2_1_in_supply(void **s) {
  (void)s;
  struct table *t = lay(S_,
                        BED PHASE("german.movement") TURN(2)
                            UNITS(STAV("v1", "tank", "18 TK") C DE("x", "mech", "0405", MARK("oos"))
                                      C DE("w", "mech", "0404") C DE("v", "mech", "0404")
                                          C RU("y", "inf", "1212")),
                        "");
  assert_int_equal(var_of(t, "line2"), 0);
  acts(t, "german", "move x; step 0406");
  never(t, "line2");
  assert_int_equal(var_of(t, "line2"), 0);
  acts(t, "german", "stop; move w; step 0405; step 0406");
  happened(t, "II.2.1", "line2");
  assert_int_equal(var_of(t, "line2"), 1);
  acts(t, "german", "stop; move v; step 0405; step 0406"); /* it is open already */
  never(t, "line2");
  clear_away(t);
}

/* II.2.2: a single brigade of a corps is refused by the rule of its own book */
static void ii_2_2_whole_formations(void **s) {
  (void)s;
  const char *units = UNITS(STAV("v1", "tank", "18 TK") C STAV("v2", "tank", "18 TK")
                                C DE("x", "inf", "0101") C RU("y", "inf", "1212"));
  char pos[900];
  snprintf(pos, sizeof pos, PLAIN PHASE("soviet.rally") TURN(2) "\"vars\":{\"line2\":1},%s", units);
  struct table *t = lay(S_, pos, "");
  refused(t, "soviet", "activate v2", "II.2.2");
  offered(t, "soviet", "activate v1", "II.2.2");
  ask(t, "{\"cmd\":\"actions\",\"side\":\"soviet\"}"); /* the price is said before */
  assert_string_equal(text_of(t->last, "actions[0].label"), "Activate 18 TK for 5 points");
  act(t, "soviet", "activate v1");
  happened(t, "II.2.2", "activated");
  assert_int_equal(spent(t), 10);
  clear_away(t);
  snprintf(pos, sizeof pos, PLAIN PHASE("soviet.rally") TURN(2) "%s",
           UNITS(RES("v1", "tank", "9 TK") C RES("v2", "tank", "9 TK") C DE("x", "inf", "0101")
                     C RU("y", "inf", "1212")));
  t = lay(N, pos, "");
  refused(t, "soviet", "activate v2", "15.2");
  clear_away(t);
  snprintf(pos, sizeof pos, PLAIN PHASE("soviet.rally") TURN(7) "%s", units);
  t = lay("alea/prokhorovka", pos, "");
  refused(t, "soviet", "activate v2", "II.s4.5");
  act(t, "soviet", "activate v1"); /* both brigades, without a price, before the second line */
  assert_int_equal(spent(t), 0);
  not_offered(t, "soviet", "activate v2");
  clear_away(t);
}

/* 15.4: an AT Front that was paid for is placed at once, by 8.4 */
static void r15_4_fronts(void **s) {
  (void)s;
  struct table *t = lay(N,
                        PLAIN PHASE("soviet.rally") TURN(2) UNITS(
                            "{\"name\":\"f\",\"side\":\"soviet\",\"kind\":\"atf\",\"box\":"
                            "\"reserve.front\"}" C DE("x", "inf", "0606") C RU("y", "inf", "1212")),
                        "");
  act(t, "soviet", "activate f");
  at_node(t, "soviet", "build.fronts");
  refused(t, "soviet", "front 0607", "8.4"); /* next to the enemy */
  act(t, "soviet", "front 1010");
  happened(t, "15.4", "front");
  stands(t, "f", "1010", 2);
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(ii_2_1_in_supply),
      cmocka_unit_test(ii_2_2_whole_formations),
      cmocka_unit_test(r15_4_fronts),

      cmocka_unit_test(r15_reserves),
      cmocka_unit_test(r15_3_entry),
      cmocka_unit_test(ii_2_stavka),
      cmocka_unit_test(ii_s4_5_attached),
      cmocka_unit_test(ii_s3_5_and_7_reserves),
      cmocka_unit_test(ii_opt_aa_5_north),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
