/* test_14_victory.c - chapter 14, II.4, II.s3.8 and II.s4.6: points, places, leaving the map. */
#include "table.h"

#define STAV(n, kind, form)                                                                        \
  "{\"name\":\"" n "\",\"side\":\"soviet\",\"kind\":\"" kind "\",\"formation\":\"" form            \
  "\",\"box\":\"reserve.stavka\"}"
#define LAST(turn) PLAIN PHASE("soviet.combat") TURN(turn)
#define DEADG(n, kind)                                                                             \
  "{\"name\":\"" n "\",\"side\":\"german\",\"kind\":\"" kind "\",\"box\":\"dead.german\"}"
#define DEADS(n, kind)                                                                             \
  "{\"name\":\"" n "\",\"side\":\"soviet\",\"kind\":\"" kind "\",\"box\":\"dead.soviet\"}"
static void points(struct table *t, const char *german, const char *soviet) {
  char a[32];
  ask(t, "{\"cmd\":\"result\"}");
  assert_string_equal(points_of(field(t->last, "result.scores.german"), a), german);
  assert_string_equal(points_of(field(t->last, "result.scores.soviet"), a), soviet);
}

static void r14_points(void **s) {
  (void)s;
  const char *dead =
      UNITS(DEADG("a", "hq") C DEADG("b", "art") C DEADG("c", "pio") C DEADG("d", "tank")
                C DEADG("e", "inf") C DEADS("p", "tank") C DEADS("q", "hq") C DEADS("r", "inf")
                    C DEADS("u", "atf") C DEADS("v", "aa") C DE("x", "inf", "0101")
                        C RU("y", "inf", "1212"));
  char pos[2000];
  snprintf(pos, sizeof pos, LAST(10) "%s", dead);
  struct table *t = lay(N, pos, "");
  act(t, "soviet", "end combat");
  points(t, "3", "13/2"); /* 14.3: 1 + 1 + 1/2 + 0 + 1/2; 14.2: 2 + 1 + 1/2 + 2 + 1 */
  ask(t, "{\"cmd\":\"records\",\"side\":\"german\"}");
  cites(t, "records[0].blocks[0].rule", "14.1");
  cites(t, "records[0].blocks[0].lines[0].rule", "14.3");
  cites(t, "records[0].blocks[0].lines[1].rule", "14.2");
  clear_away(t);
  snprintf(pos, sizeof pos, LAST(11) "%s", dead);
  t = lay(S_, pos, "");
  act(t, "soviet", "end combat");
  points(t, "3/2", "6"); /* II.4.2: 1 + 1/2; II.4.1: 1 + 1 + 1 + 2 + 1 */
  ask(t, "{\"cmd\":\"records\",\"side\":\"german\"}");
  cites(t, "records[0].blocks[0].rule", "II.4.4");
  cites(t, "records[0].blocks[0].lines[0].rule", "II.4.2");
  cites(t, "records[0].blocks[0].lines[1].rule", "II.4.1");
  clear_away(t);
}

static void points_by_kind(void **s) { /* 14.2, 14.3, II.4.1, II.4.2 one by one, in halves */
  (void)s;
  static const struct {
    const char *kind;
    int north_g, south_g, north_s, south_s;
  } row[] = {
      {"tank", 4, 4, 2, 2}, {"ag", 4, 4, 2, 2},  {"mech", 4, 4, 1, 1}, {"mot", 4, 4, 1, 1},
      {"inf", 2, 2, 1, 1},  {"pio", 1, 2, 1, 0}, {"art", 2, 2, 1, 0},  {"rocket", 2, 2, 1, 0},
      {"aa", 2, 2, 1, 0},   {"hq", 4, 2, 2, 0},  {"atf", 2, 2, 0, 0},  {"train", 1, 2, 2, 2},
  };
  for (size_t i = 0; i < sizeof row / sizeof *row; i++)
    for (int side = 0; side < 2; side++)
      for (int south = 0; south < 2; south++) {
        /* the German has none */
        if (side == 0 && (!strcmp(row[i].kind, "atf") || !strcmp(row[i].kind, "train")))
          continue;
        if (side == 1 && !strcmp(row[i].kind, "pio"))
          continue;
        char pos[600], got[32], want[32];
        snprintf(pos, sizeof pos,
                 PLAIN PHASE("soviet.combat") "\"turn\":%d,\"units\":[{\"name\":\"d\",\"side\":\"%"
                                              "s\",\"kind\":\"%s\",\"box\":\"dead.%s\"},%s,%s]",
                 south ? 11 : 10, side ? "soviet" : "german", row[i].kind,
                 side ? "soviet" : "german", DE("x", "inf", "0101"), RU("y", "inf", "1212"));
        struct table *t = lay(south ? S_ : N, pos, "");
        act(t, "soviet", "end combat");
        ask(t, "{\"cmd\":\"result\"}");
        int halves = side    ? (south ? row[i].south_s : row[i].north_s)
                     : south ? row[i].south_g
                             : row[i].north_g;
        snprintf(want, sizeof want, halves % 2 ? "%d/2" : "%d", halves % 2 ? halves : halves / 2);
        points_of(field(t->last, side ? "result.scores.german" : "result.scores.soviet"), got);
        if (strcmp(got, want))
          fail_msg("%s %s %s: %s points, not %s", south ? "south" : "north",
                   side ? "soviet" : "german", row[i].kind, got, want);
        snprintf(want, sizeof want, halves % 2 ? "%s%d/2" : "%s%d", side || !halves ? "" : "-",
                 halves % 2 ? halves : halves / 2);
        points_of(field(t->last, "result.margin"), got);
        assert_string_equal(got, want);
        clear_away(t);
      }
  /* two steps and one: 14.2 halves only those printed with one */
  struct table *t =
      lay(N,
          PLAIN PHASE("soviet.combat") TURN(10) UNITS(
              "{\"name\":\"d\",\"side\":\"german\",\"kind\":\"tank\",\"factors\":{\"steps\":1},"
              "\"box\":\"dead.german\"}" C DE("x", "inf", "0101") C RU("y", "inf", "1212")),
          "");
  act(t, "soviet", "end combat");
  ask(t, "{\"cmd\":\"result\"}");
  char got[32];
  assert_string_equal(points_of(field(t->last, "result.scores.soviet"), got), "1/2");
  clear_away(t);
  /* and pioneers, whatever their steps */
  t = lay(N,
          PLAIN PHASE("soviet.combat") TURN(10) UNITS(
              "{\"name\":\"d\",\"side\":\"german\",\"kind\":\"pio\",\"factors\":{\"steps\":2},"
              "\"box\":\"dead.german\"}" C DE("x", "inf", "0101") C RU("y", "inf", "1212")),
          "");
  act(t, "soviet", "end combat");
  points(t, "0", "1/2");
  clear_away(t);
}

static void r14_4_levels(void **s) { /* and X13 */
  (void)s;
  static const struct {
    const char *game;
    int early, exits, spent;
    const char *winner, *level;
  } row[] = {
      {N, 6, 6, 0, "german", "German operational victory"},
      {N, 5, 6, 10, "german", "German tactical victory"},
      {N, 5, 6, 0, "soviet", "Soviet victory"},
      {S_, 6, 6, 0, "german", "German operational victory"},
      {S_, 0, 6, 0, "german", "German tactical victory"},
      {S_, 0, 0, 10, "soviet", "Soviet tactical victory"},
      {S_, 0, 0, 0, "soviet", "Soviet operational victory"},
      /* each level begins at its number of points, which are halves here */
      {N, 0, 0, 60, "german", "German operational victory"},
      {N, 0, 0, 59, "german", "German tactical victory"},
      {N, 0, 0, 40, "german", "German tactical victory"},
      {N, 0, 0, 39, "soviet", "Soviet victory"},
      {S_, 0, 0, 40, "german", "German operational victory"},
      {S_, 0, 0, 39, "german", "German tactical victory"},
      {S_, 0, 0, 20, "german", "German tactical victory"},
      {S_, 0, 0, 19, "soviet", "Soviet tactical victory"},
      {S_, 0, 0, 9, "soviet", "Soviet operational victory"},
  };
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    char pos[600];
    bool north = !strcmp(row[i].game, N);
    snprintf(pos, sizeof pos,
             PLAIN PHASE("soviet.combat") "\"turn\":%d,\"vars\":{\"exits\":%d,\"exits_early\":%d,"
                                          "\"spent_halves\":%d}," UNITS(
                                              DE("x", "inf", "0101") C RU("y", "inf", "1212")),
             north ? 10 : 11, row[i].exits, row[i].early, row[i].spent);
    struct table *t = lay(row[i].game, pos, "");
    act(t, "soviet", "end combat");
    result(t, row[i].winner, north ? "14.4" : "II.4.4");
    ask(t, "{\"cmd\":\"result\"}");
    assert_string_equal(text_of(t->last, "result.level"), row[i].level);
    clear_away(t);
  }
}

static void r14_exit(void **s) {
  (void)s;
  const char *pos = PLAIN
      PHASE("german.movement") "\"regions\":[{\"id\":\"german.exit\",\"hexes\":[\"0612\"]}]," UNITS(
          DE("a", "tank", "0612") C DE("b", "tank", "0611", MARK("dsg"))
              C DE("c", "tank", "0611", FAC("\"mf\":1")) C RU("x", "inf", "0101"));
  struct table *t = lay(N, pos, "");
  act(t, "german", "move a");
  act(t, "german", "exit");
  happened(t, "14.exit.1", "exits");
  act(t, "german", "move b");
  refused(t, "german", "exit", "4.8");
  act(t, "german", "step 0612");
  refused(t, "german", "exit", "14.exit.2");
  act(t, "german", "stop");
  clear_away(t);
  t = lay(S_, pos, "");
  acts(t, "german", "move a; exit");
  happened(t, "II.4.3", "exits");
  clear_away(t);
}

static void r14_exit_price(void **s) {
  (void)s;
  static const struct {
    int mf;
    bool zone, ok;
  } row[] = {{1, false, true}, {3, true, true}, {2, true, false}};
  for (size_t i = 0; i < 3; i++) {
    char pos[600];
    snprintf(pos, sizeof pos,
             PLAIN PHASE("german.movement")
                 TURN(2) "\"regions\":[{\"id\":\"german.exit\",\"hexes\":[\"0612\"]}],\"units\":[{"
                         "\"name\":\"a\",\"side\":\"german\",\"kind\":\"tank\",\"hex\":\"0612\","
                         "\"factors\":{\"mf\":%d}},%s]",
             row[i].mf, row[i].zone ? RU("x", "inf", "0611") : RU("x", "inf", "0601"));
    struct table *t = lay(N, pos, "");
    act(t, "german", "move a");
    if (row[i].ok)
      act(t, "german", "exit");
    else
      refused(t, "german", "exit", "14.exit.2");
    clear_away(t);
  }
}

/* 14.exit.1, II.4.3: which count, and until when for the higher prize */
static void exits_counted(void **s) {
  (void)s;
  static const struct {
    const char *game, *kind;
    int turn, all, early;
  } row[] = {
      {N, "tank", 6, 1, 1}, {N, "tank", 7, 1, 0},  {N, "ag", 6, 1, 1},    {N, "mech", 6, 1, 1},
      {N, "mot", 6, 0, 0},  {N, "inf", 6, 0, 0},   {S_, "tank", 8, 1, 1}, {S_, "tank", 9, 1, 0},
      {S_, "ag", 8, 1, 1},  {S_, "mech", 8, 0, 0},
  };
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    char pos[600];
    snprintf(
        pos, sizeof pos,
        PLAIN PHASE("german.movement") "\"turn\":%d,\"regions\":[{\"id\":\"german.exit\",\"hexes\":"
                                       "[\"0612\"]}],\"units\":[{\"name\":\"a\",\"side\":"
                                       "\"german\",\"kind\":\"%s\",\"hex\":\"0612\"},%s]",
        row[i].turn, row[i].kind, RU("x", "inf", "0601"));
    struct table *t = lay(row[i].game, pos, "");
    acts(t, "german", "move a; exit");
    ask(t, "{\"cmd\":\"view\",\"side\":\"soviet\"}");
    assert_int_equal(int_of(t->last, "view.vars.exits"), row[i].all);
    assert_int_equal(int_of(t->last, "view.vars.exits_early"), row[i].early);
    clear_away(t);
  }
}

static void ii_s3_s4_places(void **s) {
  (void)s;
  static const struct {
    const char *game, *control;
    int spent;
    const char *winner, *rule;
  } row[] = {
      {"alea/panzerkeil", "\"4125\",\"4117\",\"2710\",\"1712\"", 0, "german", "II.s3.8"},
      {"alea/panzerkeil", "\"4125\",\"4117\",\"2710\"", 0, "soviet", "II.s3.8"},
      {"alea/panzerkeil", "\"4125\",\"4117\",\"2710\"", 30, "german", "II.s3.9"},
      {"alea/prokhorovka", "\"4105\",\"3807\",\"3206\"", 0, "german", "II.s4.6"},
      {"alea/prokhorovka", "\"4105\",\"3807\"", 0, "german",
       "II.s4.6"}, /* X15: nothing waits any more */
      {"alea/prokhorovka", "\"4105\"", 0, "soviet", "II.s4.6"},
  };
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    char pos[800];
    snprintf(
        pos, sizeof pos,
        "\"map\":\"south\"," PHASE(
            "soviet.combat") "\"turn\":%d,\"vars\":{\"spent_halves\":%d},\"control\":[[\"german\",["
                             "%s]]]," UNITS(DE("x", "inf", "0149") C RU("y", "inf", "5200")),
        i < 3 ? 5 : 11, row[i].spent, row[i].control);
    struct table *t = lay(row[i].game, pos, "");
    act(t, "soviet", "end combat");
    result(t, row[i].winner, row[i].rule);
    clear_away(t);
  }
}

/* II.s4.6: while a formation still waits the German needs three places, not two. */
static void ii_s4_6_one_still_waits(void **s) {
  (void)s;
#define ONE_WAITS(control)                                                                         \
  "\"map\":\"south\"," PHASE("soviet.combat")                                                      \
      TURN(11) "\"control\":[[\"german\",[" control "]]]," UNITS(                                  \
          STAV("w", "tank", "18 TK") C DE("x", "inf", "0149") C RU("y", "inf", "5200"))
  struct table *t = lay("alea/prokhorovka", ONE_WAITS("\"4105\",\"3807\""), "");
  act(t, "soviet", "end combat");
  result(t, "soviet", "II.s4.6");
  clear_away(t);
  t = lay("alea/prokhorovka", ONE_WAITS("\"4105\",\"3807\",\"3206\""), "");
  act(t, "soviet", "end combat");
  result(t, "german", "II.s4.6");
  clear_away(t);
}

static void ii_s3_8_levels(void **s) {
  (void)s;
  static const struct {
    const char *control, *level;
    int spent, price;
  } row[] = {
      {"\"4125\",\"4117\",\"2710\",\"1712\",\"1405\",\"1608\",\"3206\",\"3807\"",
       "German operational victory", 0, 1},
      {"\"4125\",\"4117\",\"2710\",\"1712\",\"1405\",\"1608\",\"3206\"", "German tactical victory",
       0, 1},
      {"\"4125\",\"4117\",\"2710\",\"3206\",\"3807\"", "Soviet tactical victory", 0, 1},
      {"\"4125\",\"4117\",\"2710\"", "German tactical victory", 30, 1},
      {"\"4125\",\"4117\",\"2710\"", "Soviet tactical victory", 29, 1},
      {"\"4125\",\"4117\",\"2710\"", "Soviet tactical victory", 30, 0},
  };
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    char pos[800];
    snprintf(pos, sizeof pos,
             "\"map\":\"south\"," PHASE("soviet.combat")
                 TURN(5) "\"vars\":{\"spent_halves\":%d},\"control\":[[\"german\",[%s]]]," UNITS(
                     DE("x", "inf", "0149") C RU("y", "inf", "5200")),
             row[i].spent, row[i].control);
    struct table *t = lay_with("alea/panzerkeil", row[i].price ? NULL : "\"s3price\":false", pos,
                               "", NULL, __FILE__, __LINE__);
    act(t, "soviet", "end combat");
    ask(t, "{\"cmd\":\"result\"}");
    assert_string_equal(text_of(t->last, "result.level"), row[i].level);
    clear_away(t);
  }
}

/* The loser is not "-3 points ahead". */
static void r14_4_who_is_ahead(void **s) {
  (void)s;
  static const struct {
    const char *dead, *text;
  } row[] = {
      {",{\"name\":\"d\",\"side\":\"german\",\"kind\":\"hq\",\"box\":\"dead.german\"}",
       "The Soviet is 2 points ahead of the German."},
      {",{\"name\":\"d\",\"side\":\"soviet\",\"kind\":\"tank\",\"box\":\"dead.soviet\"}",
       "The German is 1 point ahead of the Soviet."},
      {",{\"name\":\"d\",\"side\":\"soviet\",\"kind\":\"inf\",\"box\":\"dead.soviet\"}",
       "The German is 1/2 points ahead of the Soviet."},
      {"", "Both sides have the same number of points."},
  };
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    char pos[600];
    snprintf(pos, sizeof pos,
             PLAIN PHASE("soviet.combat")
                 TURN(10) "\"units\":[" DE("a", "inf", "0101") "," RU("y", "inf", "1212") "%s]",
             row[i].dead);
    struct table *t = lay(N, pos, "");
    act(t, "soviet", "end combat");
    ask(t, "{\"cmd\":\"result\"}");
    assert_string_equal(text_of(t->last, "result.text"), row[i].text);
    clear_away(t);
  }
}

/* What the list of games says of a scenario is what is played. */
static void scenarios_are_told_truly(void **s) {
  (void)s;
  struct table *t = lay("alea/prokhorovka", NULL, NULL);
  ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
  assert_int_equal(int_of(t->last, "view.turn.n"), 7);
  assert_int_equal(int_of(t->last, "view.turn.of"), 11);
  ask(t, "{\"cmd\":\"hello\"}");
  for (int g = 0; g < 8; g++)
    for (int k = 0; k < 8; k++) {
      char path[80];
      snprintf(path, sizeof path, "games[%d].scenarios[%d].id", g, k);
      bool five = !strcmp(text_of(t->last, path), "prokhorovka");
      bool four = !strcmp(text_of(t->last, path), "panzerkeil");
      snprintf(path, sizeof path, "games[%d].id", g);
      if (strcmp(text_of(t->last, path), "alea"))
        continue;
      snprintf(path, sizeof path, "games[%d].scenarios[%d].turns", g, k);
      if (five)
        assert_int_equal(int_of(t->last, path), 5);
      snprintf(path, sizeof path, "games[%d].scenarios[%d].about", g, k);
      if (four)
        assert_non_null(strstr(text_of(t->last, path), "four of six places"));
    }
  clear_away(t);
}

/* 14.exit.1, II.4.3: six units, and six of them in time for the higher prize */
static void exit_prizes(void **s) {
  (void)s;
  static const struct {
    const char *game, *score;
    int exits, early;
  } row[] = {{N, "0", 5, 0},  {N, "15", 6, 0},  {N, "15", 6, 5}, {N, "30", 6, 6},
             {S_, "0", 5, 5}, {S_, "10", 6, 5}, {S_, "20", 7, 6}};
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    char pos[400], buf[32];
    snprintf(pos, sizeof pos,
             PLAIN PHASE("german.movement")
                 TURN(2) "\"vars\":{\"exits\":%d,\"exits_early\":%d},\"units\":[%s,%s]",
             row[i].exits, row[i].early, DE("a", "inf", "0101"), RU("y", "inf", "1212"));
    struct table *t = lay(row[i].game, pos, "");
    ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
    assert_string_equal(points_of(field(t->last, "view.scores.german"), buf), row[i].score);
    clear_away(t);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(exit_prizes),

      cmocka_unit_test(r14_4_who_is_ahead), cmocka_unit_test(scenarios_are_told_truly),

      cmocka_unit_test(r14_points),         cmocka_unit_test(points_by_kind),
      cmocka_unit_test(r14_4_levels),       cmocka_unit_test(r14_exit),
      cmocka_unit_test(r14_exit_price),     cmocka_unit_test(exits_counted),
      cmocka_unit_test(ii_s3_s4_places),    cmocka_unit_test(ii_s4_6_one_still_waits),
      cmocka_unit_test(ii_s3_8_levels),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
