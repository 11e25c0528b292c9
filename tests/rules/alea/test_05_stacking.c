/* test_05_stacking.c - chapter 5: the limit, who counts how much, who lies on top. */
#include "table.h"

#define SMOVE(units) PLAIN PHASE("soviet.movement") TURN(2) UNITS(units)
#define FULL DE("p", "inf", "0603") C DE("q", "inf", "0603") C DE("r", "inf", "0603")

static void r4_6_r5_stacking(void **s) {
  (void)s;
  struct table *t = lay(N,
                        MOVE(DE("a", "inf", "0602") C FULL C RU("x", "inf", "0606") C DE(
                            "y", "inf", "0605") C DE("z", "inf", "0605") C DE("w", "inf", "0605")),
                        "");
  act(t, "german", "move a");
  act(t, "german", "step 0603"); /* passing a full hex */
  happened(t, "4.6", "moves");
  refused(t, "german", "stop", "5.6");
  act(t, "german", "step 0604");
  refused(t, "german", "step 0605", "4.2"); /* 1 and 3 for the zone: too dear */
  clear_away(t);
  t = lay(N,
          MOVE(DE("a", "inf", "0604") C RU("x", "inf", "0606") C DE("y", "inf", "0605")
                   C DE("z", "inf", "0605") C DE("w", "inf", "0605")),
          "");
  act(t, "german", "move a");
  refused(t, "german", "step 0605", "5.1");
  clear_away(t);
  t = lay(N,
          MOVE(DE("a", "inf", "0604") C RU("x", "inf", "0606") C DE("y", "inf", "0605")
                   C DE("z", "inf", "0605") C DE("w", "inf", "0605") C DE("h", "hq", "0605")),
          "");
  act(t, "german", "move a");
  refused(t, "german", "step 0605", "5.1"); /* one HQ is not too many */
  clear_away(t);
}

static void r5_halves_and_free_counters(void **s) { /* 5.2, 5.3, 13.hq.1 on the stacking card */
  (void)s;
  struct table *t = lay(N,
                        MOVE(DE("a", "tank", "0602") C DE("h", "hq", "0602") C DE(
                            "p", "inf", "0602") C DE("q", "inf", "0602") C DE("b", "ag", "0602")),
                        "");
  act(t, "german", "move a");
  ask(t, "{\"cmd\":\"actions\",\"side\":\"german\"}");
  int halves = 0, hqs = 0;
  for (int i = 0; i < 5; i++) {
    char path[64], rule[64];
    snprintf(path, sizeof path, "prompt.cards[0].lines[%d].value", i);
    snprintf(rule, sizeof rule, "prompt.cards[0].lines[%d].rule", i);
    char text[32];
    const cJSON *v = field(t->last, path);
    points_of(v, text);
    if (!strcmp(text, "1/2"))
      halves++, cites(t, rule, "5.2");
    if (!strcmp(text, "0"))
      hqs++, cites(t, rule, "13.hq.1");
  }
  assert_int_equal(halves, 2);
  assert_int_equal(hqs, 1);
  char total[32];
  assert_string_equal(points_of(field(t->last, "prompt.cards[0].total"), total), "3");
  clear_away(t);
  t = lay(N, SMOVE(RU("a", "inf", "0602") C RU("f", "atf", "0602")), "");
  act(t, "soviet", "move a");
  ask(t, "{\"cmd\":\"actions\",\"side\":\"soviet\"}");
  for (int i = 0; i < 2; i++) {
    char rule[64], path[64], text[32];
    snprintf(path, sizeof path, "prompt.cards[0].lines[%d].value", i);
    snprintf(rule, sizeof rule, "prompt.cards[0].lines[%d].rule", i);
    if (!strcmp(points_of(field(t->last, path), text), "0"))
      cites(t, rule, "5.3");
  }
  clear_away(t);
}

static void r5_4_one_hq(void **s) {
  (void)s;
  struct table *t =
      lay(N,
          PLAIN PHASE("german.movement")
              UNITS(DE("h", "hq", "0602", FAC("\"mf\":7")) C DE("p", "inf", "0602")
                        C DE("k", "hq", "0603") C DE("q", "inf", "0603") C RU("x", "inf", "0604")),
          "");
  act(t, "german", "move h");
  refused(t, "german", "step 0603", "13.hq.2"); /* a zone of the enemy: the move would end there */
  clear_away(t);
  t = lay(N,
          PLAIN PHASE("construction") TURN(3)
              UNITS(RU("f", "atf", "0602") C
                    "{\"name\":\"g\",\"side\":\"soviet\",\"kind\":\"atf\",\"box\":\"pool\"}"),
          "");
  refused(t, "soviet", "front 0602", "8.3");
  clear_away(t);
}

static void r5_5_soviet_formations(void **s) {
  (void)s;
  struct table *t =
      lay(N,
          SMOVE(RU("a", "inf", "0604", FORM("15 RD") FAC("\"mf\":9"))
                    C RU("b", "inf", "0605", FORM("81 RD")) C RU("c", "inf", "0605", FORM("81 RD"))
                        C DE("x", "inf", "0606")),
          "");
  act(t, "soviet", "move a");
  refused(t, "soviet", "step 0605", "5.5");
  clear_away(t);
  t = lay(N,
          SMOVE(RU("a", "tank", "0604", FAC("\"mf\":9")) C RU("b", "inf", "0605", FORM("81 RD"))
                    C RU("c", "inf", "0605", FORM("81 RD")) C DE("x", "inf", "0606")),
          "");
  act(t, "soviet", "move a");
  act(t, "soviet", "step 0605"); /* an independent unit fits any formation */
  happened(t, "6.zoc.2", "moves");
  clear_away(t);
}

static void r5_8_top(void **s) {
  (void)s;
  struct table *t =
      lay(N, MOVE(DE("a", "inf", "0602") C DE("b", "inf", "0602") C RU("x", "inf", "0909")), "");
  ask(t, "{\"cmd\":\"view\",\"side\":\"soviet\"}");
  /* the last to arrive is on top; the other is unknown */
  assert_string_equal(text_of(t->last, "view.units[0].id"), "b");
  refused(t, "german", "top b", "5.8");
  act(t, "german", "top a");
  happened(t, "5.8", "top");
  ask(t, "{\"cmd\":\"view\",\"side\":\"soviet\"}");
  assert_string_equal(text_of(t->last, "view.units[0].id"), "a");
  assert_null(field(t->last, "view.units[0].steps"));
  clear_away(t);
}

/* one that has not moved may stay in a crowd; one that has may not end in it */
static void r5_6_staying(void **s) {
  (void)s;
  struct table *t = lay(N,
                        PLAIN "\"unchecked\":true," PHASE("german.movement") TURN(2) UNITS(
                            DE("p", "inf", "0605") C DE("q", "inf", "0605") C DE("r", "inf", "0605")
                                C DE("m", "inf", "0605") C RU("x", "inf", "1212")),
                        "");
  act(t, "german", "move m");
  act(t, "german", "stop");
  refused(t, "german", "move m", "4.4");
  clear_away(t);
}

static void y9_over_the_limit(void **s) {
  (void)s;
  struct table *t = lay(
      N,
      PLAIN PHASE("german.movement") TURN(2) UNITS(
          DE("a", "mech", "0604") C DE("b", "tank", "0604") C RU("x", "inf", "0606", FORM("15 RD"))
              C RU("y", "inf", "0606", FORM("15 RD")) C RU("z", "inf", "0606", FORM("15 RD"))
                  C RU("r", "tank", "0608", FAC("\"size\":\"bde\""))),
      "");
  acts(t, "german", "move a; step 0605");
  act(t, "soviet", "react r 0606");
  act(t, "soviet", "pass");
  act(t, "german", "stop");
  acts(t, "german", "end movement; target 0606; from 0605; attack");
  refused(t, "soviet", "commit", "5.7");
  owed(t, "soviet", "5.7", "over the limit");
  act(t, "soviet", "excess x");
  refused(t, "soviet", "excess y", "5.7");
  act(t, "soviet", "commit");
  act(t, "soviet", "pass");
  act(t, "soviet", "hold r");
  card(t, "german", "5.7", "0");
  clear_away(t);
}

static void r5_7_strikes_and_limits(void **s) {
  (void)s;
#define FOUR(side, f1, f2, f3)                                                                     \
  "{\"name\":\"a\",\"side\":\"" side "\",\"kind\":\"inf\",\"hex\":\"0605\",\"formation\":\"" f1    \
  "\"},{\"name\":\"b\",\"side\":\"" side                                                           \
  "\",\"kind\":\"inf\",\"hex\":\"0605\",\"formation\":\"" f2                                       \
  "\"},{\"name\":\"c\",\"side\":\"" side                                                           \
  "\",\"kind\":\"inf\",\"hex\":\"0605\",\"formation\":\"" f3                                       \
  "\"},{\"name\":\"d\",\"side\":\"" side                                                           \
  "\",\"kind\":\"inf\",\"hex\":\"0605\",\"formation\":\"" f1 "\"}"
  struct table *t = lay(N,
                        PLAIN "\"unchecked\":true," PHASE("german.movement") TURN(2)
                            UNITS(FOUR("german", "2 Pz", "6 ID", "7 ID") C RU("x", "inf", "0606")),
                        "");
  acts(t, "german", "move a; join b; join c"); /* three, of any division */
  act(t, "german", "strike 0606");
  clear_away(t);
  t = lay(N,
          PLAIN "\"unchecked\":true," PHASE("german.movement") TURN(2)
              UNITS(FOUR("german", "2 Pz", "6 ID", "7 ID") C RU("x", "inf", "0606")),
          "");
  acts(t, "german", "move a; join b; join c; join d");
  refused(t, "german", "strike 0606", "5.7");
  clear_away(t);
  t = lay(N,
          PLAIN "\"unchecked\":true," PHASE("soviet.movement") TURN(2)
              UNITS(FOUR("soviet", "15 RD", "15 RD", "15 RD") C DE("x", "inf", "0606")),
          "");
  acts(t, "soviet", "move a; join b; join c; strike 0606");
  clear_away(t);
  t = lay(N,
          PLAIN "\"unchecked\":true," PHASE("soviet.movement") TURN(2)
              UNITS(FOUR("soviet", "15 RD", "81 RD", "15 RD") C DE("x", "inf", "0606")),
          "");
  acts(t, "soviet", "move a; join b; join c");
  refused(t, "soviet", "strike 0606", "5.7"); /* two divisions: two units */
  clear_away(t);
  t = lay(N,
          PLAIN "\"unchecked\":true," PHASE("soviet.movement") TURN(2)
              UNITS(FOUR("soviet", "15 RD", "81 RD", "15 RD") C DE("x", "inf", "0606")),
          "");
  acts(t, "soviet", "move a; join b; strike 0606"); /* those two may */
  clear_away(t);
}

static void r5_7_strike_from_a_full_hex(void **s) {
  (void)s;
#define CROWD DE("p", "inf", "0605") C DE("q", "inf", "0605") C DE("r", "inf", "0605")
  const char *pos = PLAIN "\"unchecked\":true," PHASE("german.movement") TURN(2)
      UNITS(CROWD C DE("m", "inf", "0605") C DE("n", "inf", "0603") C RU("x", "inf", "0606"));
  struct table *t = lay(N, pos, "");
  act(t, "german", "move m"); /* the others are those over the limit */
  act(t, "german", "strike 0606");
  happened(t, "4.oa.1", "strike");
  clear_away(t);
  t = lay(N,
          PLAIN PHASE("german.movement") TURN(2)
              UNITS(CROWD C DE("m", "mech", "0604") C RU("x", "art", "0606")),
          "");
  acts(t, "german", "move m; step 0605");
  refused(t, "german", "strike 0606", "5.7"); /* passing a full hex, nobody fights from it */
  clear_away(t);
}

static void r5_8_top_in_every_phase(void **s) {
  (void)s;
  static const char *const phase[] = {"german.movement", "german.bombardment", "german.combat"};
  for (int i = 0; i < 3; i++) {
    char pos[900];
    snprintf(pos, sizeof pos,
             PLAIN "\"phase\":\"%s\"," TURN(2) UNITS(DE("a", "inf", "0602") C DE(
                 "b", "inf", "0602") C DE("g", "art", "0602") C RU("x", "inf", "0606")),
             phase[i]);
    struct table *t = lay(N, pos, "");
    refused(t, "german", "top g", "5.8");
    act(t, "german", "top a");
    happened(t, "5.8", "top");
    clear_away(t);
  }
}

/* 5.2: a Soviet tank regiment counts half; a tank brigade and a rifle regiment count whole. */
static void r5_2_soviet_halves(void **s) {
  static const struct {
    const char *unit;
    bool fits;
  } row[] = {{"ru.43tr", true}, {"ru.1442su", true}, {"ru.11gtb", false}, {"ru.15rd.47", false}};
  (void)s;
  for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
    char pos[700], line[64];
    snprintf(pos, sizeof pos,
             PLAIN PHASE("soviet.movement")
                 TURN(2) "\"units\":[{\"unit\":\"%s\",\"hex\":\"0602\"}," RU("p", "inf", "0603")
                     C RU("q", "inf", "0603") C AT("ru.27gtr", "0603") C DE("x", "inf", "0112") "]",
             row[i].unit);
    struct table *t = lay(N, pos, "");
    snprintf(line, sizeof line, "move %s", row[i].unit);
    act(t, "soviet", line);
    act(t, "soviet", "step 0603");
    if (row[i].fits)
      offered(t, "soviet", "stop", "4.4");
    else
      refused(t, "soviet", "stop", "5.6");
    clear_away(t);
  }
}

/* 5.8: only what is on the map lies in a stack */
static void r5_8_top_of_what(void **s) {
  (void)s;
  struct table *t = lay(N,
                        MOVE(DE("a", "inf", "0605") C DE("b", "inf", "0605")
                                 C BOX("de.4pz.i35", "tray.german") C RU("x", "inf", "0608")),
                        "");
  refused(t, "german", "top de.4pz.i35", "5.8");
  refused(t, "german", "top x", "5.8");
  act(t, "german", "top a");
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(r4_6_r5_stacking),
      cmocka_unit_test(r5_halves_and_free_counters),
      cmocka_unit_test(r5_4_one_hq),
      cmocka_unit_test(r5_5_soviet_formations),
      cmocka_unit_test(r5_8_top),
      cmocka_unit_test(r5_6_staying),
      cmocka_unit_test(y9_over_the_limit),
      cmocka_unit_test(r5_7_strikes_and_limits),
      cmocka_unit_test(r5_7_strike_from_a_full_hex),
      cmocka_unit_test(r5_8_top_in_every_phase),
      cmocka_unit_test(r5_2_soviet_halves),
      cmocka_unit_test(r5_8_top_of_what),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
