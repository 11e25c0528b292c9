/* test_03_turn.c - chapters 3, 8, 9, 11, 14 and 15: the sequence, supply, building, reserves, victory. */
#include "table.h"

static void until(struct table *t, const char *phase) { /* both sides do nothing until that phase */
  for (int i = 0; i < 60; i++) {
    ask(t, "{\"cmd\":\"view\",\"side\":\"all\"}");
    if (!strcmp(text_of(t->last, "view.phase"), phase)) return;
    char side[16];
    snprintf(side, sizeof side, "%s", text_of(t->last, "view.to_move[0]"));
    ask(t, "{\"cmd\":\"actions\",\"side\":\"%s\"}", side);
    static const char *const quiet_ones[] = {"done", "commit", "pass"};
    for (int k = 0; k < 3; k++) {
      ask(t, "{\"cmd\":\"do\",\"side\":\"%s\",\"action\":\"%s\"}", side, quiet_ones[k]);
      if (cJSON_IsTrue(field(t->last, "ok"))) break;
    }
  }
  fail_msg("%s never came", phase);
}

static void r3_1_sequence(void **s) {
  (void)s;
  struct table *t = lay(N, PLAIN PHASE("soviet.combat") TURN(2) UNITS(DE("a", "inf", "0101") C RU("x", "inf", "1212")), "");
  act(t, "soviet", "done");
  happened(t, "3.1", "turn");
  ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
  assert_string_equal(text_of(t->last, "view.phase"), "construction");
  assert_int_equal(int_of(t->last, "view.turn.n"), 3);
  clear_away(t);
}

static void r3_4_last_turn(void **s) {
  (void)s;
  struct table *t = lay(N, PLAIN PHASE("soviet.combat") TURN(10) UNITS(DE("a", "inf", "0101") C RU("x", "inf", "1212")), "");
  act(t, "soviet", "done");
  happened(t, "3.4", "over");
  result(t, "soviet", "14.4");
  clear_away(t);
}

#define SUP "\"regions\":[{\"id\":\"german.supply\",\"hexes\":[\"0101\"]},{\"id\":\"soviet.supply\",\"hexes\":[\"1212\"]}],"
static void r9_supply(void **s) {
  (void)s;
  struct table *t = lay(N, PLAIN PHASE("air.bomb") SUP UNITS(DE("a", "inf", "0606", MARK("oos")) C DE("e", "inf", "0101", MARK("oos")) C RU("x", "inf", "1212")), "");
  ask(t, "{\"cmd\":\"events\",\"side\":\"german\",\"since\":0}");
  clear_away(t);
  /* a ring of zones round a: cut, unless a friend stands in the gap; a height closes even that */
#define RING RU("x", "inf", "0604") C RU("w", "inf", "0805") C RU("q", "inf", "0506") C RU("z", "inf", "0807") C RU("v", "inf", "0608")
  static const char *const extra[] = {"", "," DE("b", "inf", "0505"), "," DE("b", "inf", "0505")};
  static const char *const ground[] = {"", "", "\"terrain\":[{\"hex\":\"0506\",\"set\":[\"clear\",\"hill_dp\"]}],"};
  static const bool cut[] = {true, false, true};
  static const char *const rule[] = {"9.3", "", "6.dp.2"};
  for (int i = 0; i < 3; i++) {
    char pos[1500];
    snprintf(pos, sizeof pos, PLAIN PHASE("soviet.combat") TURN(1) SUP "%s\"units\":[%s,%s%s]", ground[i], DE("a", "inf", "0606"), RING, extra[i]);
    t = lay(N, pos, "");
    until(t, "german.movement");
    if (cut[i]) marked(t, "a", "oos");
    else unmarked(t, "a", "oos");
    ask(t, "{\"cmd\":\"events\",\"side\":\"german\",\"since\":0}");
    bool found = !cut[i];
    for (int k = 0; k < cJSON_GetArraySize(field(t->last, "events")); k++) {
      char path[64], cite[64];
      snprintf(path, sizeof path, "events[%d].kind", k);
      snprintf(cite, sizeof cite, "events[%d].rule", k);
      if (strcmp(text_of(t->last, path), "oos") || strcmp(text_of(t->last, cite), rule[i])) continue;
      found = true;
      cites(t, cite, rule[i]);
    }
    assert_true(found);
    clear_away(t);
  }
}

/* The events of one automatic rally: the last action before it carries them. */
static struct table *rally(const char *game, const char *pos) {
  struct table *t = lay(game, pos, "");
  act(t, "soviet", "done"); /* a raid that nobody flies */
  return t;
}

static void r9_causes(void **s) {
  (void)s;
  /* the Soviet ends his air window, then the German rally runs by itself */
#define BOMBER "{\"name\":\"bb\",\"side\":\"soviet\",\"kind\":\"bomber\",\"box\":\"air.soviet.attack\"}"
  struct table *t = rally(N, PLAIN PHASE("air.bomb") TURN(2) SUP UNITS(DE("a", "inf", "0303", MARK("oos")) C DE("e", "inf", "0101", MARK("oos")) C DE("d", "inf", "0909", MARK("dsg")) C DE("g", "art", "0102", MARK("turned")) C RU("x", "inf", "1212") C BOMBER));
  ask(t, "{\"cmd\":\"events\",\"side\":\"german\",\"since\":0}");
  static const char *const rule[] = {"9.1", "9.5", "13.art.6", "13.art.8", "3.2"};
  int found = 0;
  for (int k = 0; k < cJSON_GetArraySize(field(t->last, "events")); k++)
    for (int i = 0; i < 5; i++) {
      char cite[64];
      snprintf(cite, sizeof cite, "events[%d].rule", k);
      if (strcmp(text_of(t->last, cite), rule[i])) continue;
      found |= 1 << i;
      cites(t, cite, rule[i]);
    }
  assert_int_equal(found, 31);
  unmarked(t, "a", "oos");
  unmarked(t, "d", "dsg");
  unmarked(t, "g", "turned");
  clear_away(t);
  /* mines round a German, and enemies round another */
  t = rally(N, PLAIN PHASE("air.bomb") TURN(2) SUP "\"marks\":[{\"hex\":\"0605\",\"mark\":\"mine\"},{\"hex\":\"0607\",\"mark\":\"mine\"},{\"hex\":\"0505\",\"mark\":\"mine\"},{\"hex\":\"0705\",\"mark\":\"mine\"},{\"hex\":\"0506\",\"mark\":\"mine\"},{\"hex\":\"0706\",\"mark\":\"mine\"}]," UNITS(
                   DE("a", "inf", "0606") C DE("c", "inf", "1112") C RU("x", "inf", "1212") C RU("y", "inf", "1011") C RU("w", "inf", "1111") C RU("q", "inf", "1012") C BOMBER));
  ask(t, "{\"cmd\":\"events\",\"side\":\"german\",\"since\":0}");
  found = 0;
  for (int k = 0; k < cJSON_GetArraySize(field(t->last, "events")); k++) {
    char cite[64];
    snprintf(cite, sizeof cite, "events[%d].rule", k);
    if (!strcmp(text_of(t->last, cite), "9.4")) found |= 1, cites(t, cite, "9.4");
    if (!strcmp(text_of(t->last, cite), "9.2")) found |= 2, cites(t, cite, "9.2");
  }
  assert_int_equal(found, 3);
  clear_away(t);
}

static void r9_6_movement(void **s) {
  (void)s;
  struct table *t = lay(N, PLAIN PHASE("german.movement") UNITS(DE("a", "mech", "0602", MARK("oos")) C DE("b", "inf", "0202", MARK("oos")) C RU("x", "inf", "1212")), "");
  reaches(t, "german", "a", "0607", "5", "4.2");
  reaches(t, "german", "a", "0608", NULL, NULL);
  reaches(t, "german", "b", "0207", "5", "4.2");
  clear_away(t);
}

static void r9_7_trains(void **s) {
  (void)s;
  struct table *t = lay(N, BED PHASE("german.combat") TURN(2) UNITS(RU("tr", "train", "1006") C RU("i", "inf", "0506") C DE("x", "inf", "1009")), "");
  act(t, "german", "done");
  marked(t, "tr", "oos");
  ask(t, "{\"cmd\":\"events\",\"side\":\"soviet\",\"since\":0}");
  for (int k = 0; k < cJSON_GetArraySize(field(t->last, "events")); k++) {
    char cite[64];
    snprintf(cite, sizeof cite, "events[%d].rule", k);
    if (!strcmp(text_of(t->last, cite), "9.7")) cites(t, cite, "9.7");
  }
  unmarked(t, "i", "oos");
  clear_away(t);
}

#define POOL(n) "{\"name\":\"" n "\",\"side\":\"soviet\",\"kind\":\"atf\",\"box\":\"pool\"}"
static void r8_r11_building(void **s) {
  (void)s;
  static const char *const games[] = {N, S_};
  for (int g = 0; g < 2; g++) {
    struct table *t = lay(games[g], BED PHASE("construction") TURN(3) UNITS(POOL("f1") C POOL("f2") C POOL("f3") C DE("x", "inf", "0707") C RU("y", "inf", "0710")), "");
    ask(t, "{\"cmd\":\"actions\",\"side\":\"soviet\"}");
    assert_non_null(strstr(text_of(t->last, "prompt.text"), "(2 left)"));
    cites(t, "prompt.rule", "8.2");
    refused(t, "soviet", "front 0101", "8.4"); /* German ground */
    refused(t, "soviet", "front 0708", "8.4"); /* a German zone */
    act(t, "soviet", "front 0509");
    happened(t, "8.4", "front");
    refused(t, "soviet", "front 0509", "8.3");
    act(t, "soviet", "front 0510"); /* the second and last */
    refused(t, "soviet", "mine 0505", "11.2");
    refused(t, "soviet", "mine 0708", "11.2");
    act(t, "soviet", "mine 0511");
    happened(t, "11.1", "mine");
    refused(t, "soviet", "mine 0511", "11.2");
    act(t, "soviet", "mine 0512");
    act(t, "soviet", "mine 0612");
    ask(t, "{\"cmd\":\"view\",\"side\":\"soviet\"}");
    assert_string_equal(text_of(t->last, "view.phase"), g ? "construction" : "german.movement"); /* three in the north, four in the south */
    clear_away(t);
  }
  struct table *t = lay(N, PLAIN PHASE("construction") TURN(2) UNITS(POOL("f1") C DE("x", "inf", "0707") C RU("y", "inf", "0710")), "");
  ask(t, "{\"cmd\":\"view\",\"side\":\"soviet\"}");
  assert_string_equal(text_of(t->last, "view.phase"), "german.movement"); /* nothing before turn 3 */
  clear_away(t);
}

#define RES(n, kind, form) "{\"name\":\"" n "\",\"side\":\"soviet\",\"kind\":\"" kind "\",\"formation\":\"" form "\",\"box\":\"reserve.front\"}"
#define STAV(n, kind, form) "{\"name\":\"" n "\",\"side\":\"soviet\",\"kind\":\"" kind "\",\"formation\":\"" form "\",\"box\":\"reserve.stavka\"}"
static int spent(struct table *t) {
  ask(t, "{\"cmd\":\"view\",\"side\":\"soviet\"}");
  return int_of(t->last, "view.vars.spent_halves");
}

static void r15_reserves(void **s) {
  (void)s;
  const char *units = UNITS(RES("t1", "tank", "9 TK") C RES("t2", "tank", "9 TK") C RES("g", "art", "-") C RES("su", "ag", "-") C "{\"name\":\"f\",\"side\":\"soviet\",\"kind\":\"atf\",\"box\":\"reserve.front\"}" C DE("x", "inf", "0101") C RU("y", "inf", "1212"));
  char pos[1500];
  snprintf(pos, sizeof pos, PLAIN PHASE("soviet.rally") TURN(2) "%s", units);
  struct table *t = lay(N, pos, "");
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

static void ii_2_stavka(void **s) {
  (void)s;
  const char *units = UNITS(STAV("v1", "tank", "18 TK") C RES("r1", "inf", "92 Gd") C STAV("b", "tank", "-") C DE("x", "inf", "0405") C RU("y", "inf", "1212"));
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

#define LAST(turn) PLAIN PHASE("soviet.combat") TURN(turn)
#define DEADG(n, kind) "{\"name\":\"" n "\",\"side\":\"german\",\"kind\":\"" kind "\",\"box\":\"dead.german\"}"
#define DEADS(n, kind) "{\"name\":\"" n "\",\"side\":\"soviet\",\"kind\":\"" kind "\",\"box\":\"dead.soviet\"}"
static void points(struct table *t, const char *german, const char *soviet) {
  char a[32];
  ask(t, "{\"cmd\":\"result\"}");
  assert_string_equal(points_of(field(t->last, "result.scores.german"), a), german);
  assert_string_equal(points_of(field(t->last, "result.scores.soviet"), a), soviet);
}

static void r14_points(void **s) {
  (void)s;
  const char *dead = UNITS(DEADG("a", "hq") C DEADG("b", "art") C DEADG("c", "pio") C DEADG("d", "tank") C DEADG("e", "inf") C DEADS("p", "tank") C DEADS("q", "hq") C DEADS("r", "inf") C DEADS("u", "atf") C DEADS("v", "aa") C DE("x", "inf", "0101") C RU("y", "inf", "1212"));
  char pos[2000];
  snprintf(pos, sizeof pos, LAST(10) "%s", dead);
  struct table *t = lay(N, pos, "");
  act(t, "soviet", "done");
  points(t, "3", "13/2"); /* 14.3: 1 + 1 + 1/2 + 0 + 1/2; 14.2: 2 + 1 + 1/2 + 2 + 1 */
  ask(t, "{\"cmd\":\"records\",\"side\":\"german\"}");
  cites(t, "records[0].blocks[0].rule", "14.1");
  cites(t, "records[0].blocks[0].lines[0].rule", "14.3");
  cites(t, "records[0].blocks[0].lines[1].rule", "14.2");
  clear_away(t);
  snprintf(pos, sizeof pos, LAST(11) "%s", dead);
  t = lay(S_, pos, "");
  act(t, "soviet", "done");
  points(t, "3/2", "6"); /* II.4.2: 1 + 1/2; II.4.1: 1 + 1 + 1 + 2 + 1 */
  ask(t, "{\"cmd\":\"records\",\"side\":\"german\"}");
  cites(t, "records[0].blocks[0].rule", "II.4.4");
  cites(t, "records[0].blocks[0].lines[0].rule", "II.4.2");
  cites(t, "records[0].blocks[0].lines[1].rule", "II.4.1");
  clear_away(t);
}

static void r14_4_levels(void **s) { /* and X13 */
  (void)s;
  static const struct { const char *game; int early, exits, spent; const char *winner, *level; } row[] = {
      {N, 6, 6, 0, "german", "German operational victory"}, {N, 5, 6, 10, "german", "German tactical victory"}, {N, 5, 6, 0, "soviet", "Soviet victory"},
      {S_, 6, 6, 0, "german", "German operational victory"}, {S_, 0, 6, 0, "german", "German tactical victory"}, {S_, 0, 0, 10, "soviet", "Soviet tactical victory"}, {S_, 0, 0, 0, "soviet", "Soviet operational victory"},
  };
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    char pos[600];
    snprintf(pos, sizeof pos, PLAIN PHASE("soviet.combat") "\"turn\":%d,\"vars\":{\"exits\":%d,\"exits_early\":%d,\"spent_halves\":%d}," UNITS(DE("x", "inf", "0101") C RU("y", "inf", "1212")), i < 3 ? 10 : 11, row[i].exits, row[i].early, row[i].spent);
    struct table *t = lay(row[i].game, pos, "");
    act(t, "soviet", "done");
    result(t, row[i].winner, i < 3 ? "14.4" : "II.4.4");
    ask(t, "{\"cmd\":\"result\"}");
    assert_string_equal(text_of(t->last, "result.level"), row[i].level);
    clear_away(t);
  }
}

static void ii_s3_s4_places(void **s) {
  (void)s;
  static const struct { const char *game, *control; int spent; const char *winner, *rule; } row[] = {
      {"alea/panzerkeil", "\"4125\",\"4117\",\"2710\",\"1712\"", 0, "german", "II.s3.8"},
      {"alea/panzerkeil", "\"4125\",\"4117\",\"2710\"", 0, "soviet", "II.s3.8"},
      {"alea/panzerkeil", "\"4125\",\"4117\",\"2710\"", 30, "german", "II.s3.9"},
      {"alea/prokhorovka", "\"4105\",\"3807\",\"3206\"", 0, "german", "II.s4.6"},
      {"alea/prokhorovka", "\"4105\",\"3807\"", 0, "german", "II.s4.6"}, /* X15: nothing waits any more */
      {"alea/prokhorovka", "\"4105\"", 0, "soviet", "II.s4.6"},
  };
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    char pos[800];
    snprintf(pos, sizeof pos, "\"map\":\"south\"," PHASE("soviet.combat") "\"turn\":%d,\"vars\":{\"spent_halves\":%d},\"control\":[[\"german\",[%s]]]," UNITS(DE("x", "inf", "0149") C RU("y", "inf", "5200")), i < 3 ? 5 : 11, row[i].spent, row[i].control);
    struct table *t = lay(row[i].game, pos, "");
    act(t, "soviet", "done");
    result(t, row[i].winner, row[i].rule);
    clear_away(t);
  }
  struct table *t = lay("alea/prokhorovka", "\"map\":\"south\"," PHASE("soviet.combat") TURN(11) "\"control\":[[\"german\",[\"4105\",\"3807\"]]]," UNITS(STAV("w", "tank", "18 TK") C DE("x", "inf", "0149") C RU("y", "inf", "5200")), "");
  act(t, "soviet", "done");
  result(t, "soviet", "II.s4.6"); /* one formation still waits: three places are needed */
  clear_away(t);
}

static void ii_s4_5_attached(void **s) { /* X14 */
  (void)s;
  struct table *t = lay("alea/prokhorovka", PLAIN PHASE("soviet.rally") TURN(7) UNITS(STAV("w", "tank", "18 TK") C STAV("aa6", "aa", "-") C STAV("g27", "art", "-") C DE("x", "inf", "0101") C RU("y", "inf", "1212")), "");
  refused(t, "soviet", "activate aa6", "II.s4.5");
  act(t, "soviet", "activate w");
  happened(t, "II.s4.5", "activated");
  act(t, "soviet", "activate aa6");
  act(t, "soviet", "activate g27");
  assert_int_equal(spent(t), 0);
  clear_away(t);
}

static void largest_map(void **s) { /* 8.2: mines anywhere, on the largest plain map there is */
  (void)s;
  struct table *t = lay("alea/south", "\"map\":\"plain:64x64\"," PHASE("construction") TURN(3) UNITS(DE("x", "inf", "0707") C RU("y", "inf", "0710")), "");
  ask(t, "{\"cmd\":\"actions\",\"side\":\"soviet\"}");
  assert_true(cJSON_GetArraySize(field(t->last, "actions")) > 4000);
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(r3_1_sequence), cmocka_unit_test(r3_4_last_turn), cmocka_unit_test(r9_supply), cmocka_unit_test(r9_causes), cmocka_unit_test(r9_6_movement), cmocka_unit_test(r9_7_trains),
      cmocka_unit_test(r8_r11_building), cmocka_unit_test(r15_reserves), cmocka_unit_test(ii_2_stavka), cmocka_unit_test(r14_points), cmocka_unit_test(r14_4_levels), cmocka_unit_test(ii_s3_s4_places),
      cmocka_unit_test(ii_s4_5_attached), cmocka_unit_test(largest_map)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
