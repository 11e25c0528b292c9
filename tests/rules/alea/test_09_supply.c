/* test_09_supply.c - chapter 9: lines of supply, and who is cut off. */
#include "table.h"

#define SUP                                                                                        \
  "\"regions\":[{\"id\":\"german.supply\",\"hexes\":[\"0101\"]},{\"id\":\"soviet.supply\","        \
  "\"hexes\":[\"1212\"]}],"
/* The events of one automatic rally: the last action before it carries them. */
static struct table *rally(const char *game, const char *pos) {
  struct table *t = lay(game, pos, "");
  do_nothing(t, "soviet"); /* a raid that nobody flies */
  return t;
}

static void r9_supply(void **s) {
  (void)s;
  struct table *t = lay(N,
                        PLAIN PHASE("air.bomb") SUP UNITS(DE("a", "inf", "0606", MARK("oos")) C DE(
                            "e", "inf", "0101", MARK("oos")) C RU("x", "inf", "1212")),
                        "");
  ask(t, "{\"cmd\":\"events\",\"side\":\"german\",\"since\":0}");
  clear_away(t);
  /* a ring of zones round a: cut, unless a friend stands in the gap; a height closes even that */
#define RING                                                                                       \
  RU("x", "inf", "0604")                                                                           \
  C RU("w", "inf", "0805") C RU("q", "inf", "0506") C RU("z", "inf", "0807")                       \
      C RU("v", "inf", "0608")
  static const char *const extra[] = {"", "," DE("b", "inf", "0505"), "," DE("b", "inf", "0505")};
  static const char *const ground[] = {
      "", "", "\"terrain\":[{\"hex\":\"0506\",\"set\":[\"clear\",\"hill_dp\"]}],"};
  static const bool cut[] = {true, false, true};
  static const char *const rule[] = {"9.3", "", "6.dp.2"};
  for (int i = 0; i < 3; i++) {
    char pos[1500];
    snprintf(pos, sizeof pos, PLAIN PHASE("soviet.combat") TURN(1) SUP "%s\"units\":[%s,%s%s]",
             ground[i], DE("a", "inf", "0606"), RING, extra[i]);
    t = lay(N, pos, "");
    until(t, "german.movement");
    if (cut[i])
      marked(t, "a", "oos");
    else
      unmarked(t, "a", "oos");
    ask(t, "{\"cmd\":\"events\",\"side\":\"german\",\"since\":0}");
    bool found = !cut[i];
    for (int k = 0; k < cJSON_GetArraySize(field(t->last, "events")); k++) {
      char path[64], cite[64];
      snprintf(path, sizeof path, "events[%d].kind", k);
      snprintf(cite, sizeof cite, "events[%d].rule", k);
      if (strcmp(text_of(t->last, path), "oos") || strcmp(text_of(t->last, cite), rule[i]))
        continue;
      found = true;
      cites(t, cite, rule[i]);
    }
    assert_true(found);
    clear_away(t);
  }
}

static void r9_causes(void **s) {
  (void)s;
  /* the Soviet ends his air window, then the German rally runs by itself */
#define BOMBER                                                                                     \
  "{\"name\":\"bb\",\"side\":\"soviet\",\"kind\":\"bomber\",\"box\":\"air.soviet.attack\"}"
  struct table *t = rally(
      N, PLAIN PHASE("air.bomb") TURN(2) SUP UNITS(
             DE("a", "inf", "0303", MARK("oos")) C DE("e", "inf", "0101", MARK("oos"))
                 C DE("d", "inf", "0909", MARK("dsg")) C DE("g", "art", "0102", MARK("turned"))
                     C RU("x", "inf", "1212") C BOMBER));
  ask(t, "{\"cmd\":\"events\",\"side\":\"german\",\"since\":0}");
  static const char *const rule[] = {"9.1", "9.5", "13.art.6", "13.art.8", "3.2"};
  int found = 0;
  for (int k = 0; k < cJSON_GetArraySize(field(t->last, "events")); k++)
    for (int i = 0; i < 5; i++) {
      char cite[64];
      snprintf(cite, sizeof cite, "events[%d].rule", k);
      if (strcmp(text_of(t->last, cite), rule[i]))
        continue;
      found |= 1 << i;
      cites(t, cite, rule[i]);
    }
  assert_int_equal(found, 31);
  unmarked(t, "a", "oos");
  unmarked(t, "d", "dsg");
  unmarked(t, "g", "turned");
  clear_away(t);
  /* mines round a German, and enemies round another */
  t = rally(N, PLAIN PHASE("air.bomb") TURN(2) SUP
            "\"marks\":[{\"hex\":\"0605\",\"mark\":\"mine\"},{\"hex\":\"0607\",\"mark\":\"mine\"},{"
            "\"hex\":\"0505\",\"mark\":\"mine\"},{\"hex\":\"0705\",\"mark\":\"mine\"},{\"hex\":"
            "\"0506\",\"mark\":\"mine\"},{\"hex\":\"0706\",\"mark\":\"mine\"}]," UNITS(
                DE("a", "inf", "0606") C DE("c", "inf", "1112") C RU("x", "inf", "1212")
                    C RU("y", "inf", "1011") C RU("w", "inf", "1111") C RU("q", "inf", "1012")
                        C BOMBER));
  ask(t, "{\"cmd\":\"events\",\"side\":\"german\",\"since\":0}");
  found = 0;
  for (int k = 0; k < cJSON_GetArraySize(field(t->last, "events")); k++) {
    char cite[64];
    snprintf(cite, sizeof cite, "events[%d].rule", k);
    if (!strcmp(text_of(t->last, cite), "9.4"))
      found |= 1, cites(t, cite, "9.4");
    if (!strcmp(text_of(t->last, cite), "9.2"))
      found |= 2, cites(t, cite, "9.2");
  }
  assert_int_equal(found, 3);
  clear_away(t);
}

static void r9_6_movement(void **s) {
  (void)s;
  struct table *t =
      lay(N,
          PLAIN PHASE("german.movement") UNITS(DE("a", "mech", "0602", MARK("oos")) C DE(
              "b", "inf", "0202", MARK("oos")) C RU("x", "inf", "1212")),
          "");
  reaches(t, "german", "a", "0607", "5", "4.2");
  reaches(t, "german", "a", "0608", NULL, NULL);
  reaches(t, "german", "b", "0207", "5", "4.2");
  clear_away(t);
}

static void r9_6_who_slows_down(void **s) {
  (void)s;
  static const struct {
    const char *kind;
    int far;
  } row[] = {{"tank", 4}, {"ag", 4},  {"mech", 4}, {"mot", 4},
             {"pio", 4},  {"inf", 8}, {"art", 8},  {"hq", 0}};
  for (size_t i = 0; i + 1 < sizeof row / sizeof *row; i++) {
    char pos[400], hex[8];
    snprintf(pos, sizeof pos,
             PLAIN PHASE("german.movement")
                 TURN(2) "\"units\":[{\"name\":\"a\",\"side\":\"german\",\"kind\":\"%s\",\"hex\":"
                         "\"0601\",\"factors\":{\"mf\":8},\"marks\":[\"oos\"]}]",
             row[i].kind);
    struct table *t = lay(N, pos, "");
    snprintf(hex, sizeof hex, "06%02d", 1 + row[i].far);
    reaches(t, "german", "a", hex, row[i].far == 4 ? "4" : "8", "4.2");
    snprintf(hex, sizeof hex, "06%02d", 2 + row[i].far);
    reaches(t, "german", "a", hex, NULL, NULL);
    clear_away(t);
  }
}

static void r9_7_trains(void **s) {
  (void)s;
  struct table *t =
      lay(N,
          BED PHASE("german.combat") TURN(2)
              UNITS(RU("tr", "train", "1006") C RU("i", "inf", "0506") C DE("x", "inf", "1009")),
          "");
  do_nothing(t, "german");
  marked(t, "tr", "oos");
  ask(t, "{\"cmd\":\"events\",\"side\":\"soviet\",\"since\":0}");
  for (int k = 0; k < cJSON_GetArraySize(field(t->last, "events")); k++) {
    char cite[64];
    snprintf(cite, sizeof cite, "events[%d].rule", k);
    if (!strcmp(text_of(t->last, cite), "9.7"))
      cites(t, cite, "9.7");
  }
  unmarked(t, "i", "oos");
  clear_away(t);
}

static void r9_7_train_lines(void **s) { /* next to the line but not on its rails: cut off */
  (void)s;
#define RAIL(path)                                                                                 \
  "\"terrain\":[" path "],\"regions\":[{\"id\":\"soviet.supply\",\"hexes\":[\"0612\",\"0712\"]}],"
  static const struct {
    const char *rails;
    bool cut;
  } row[] = {
      {"{\"path\":[\"0610\",\"0611\",\"0612\"],\"set\":[\"rail\"]}", false},
      {"{\"path\":[\"0609\",\"0610\"],\"set\":[\"rail\"]},{\"path\":[\"0611\",\"0612\"],\"set\":["
       "\"rail\"]}",
       true},
      {"{\"path\":[\"0609\",\"0610\"],\"set\":[\"rail\"]},{\"path\":[\"0611\",\"0612\"],\"set\":["
       "\"rail\"]},{\"path\":[\"0610\",\"0611\"],\"set\":[\"road.minor\"]}",
       true},
  };
  for (size_t i = 0; i < 3; i++) {
    char pos[900];
    snprintf(pos, sizeof pos,
             PLAIN PHASE("soviet.rally") TURN(1) RAIL("%s")
                 UNITS(RU("tr", "train", "0610") C RU("i", "inf", "0610") C DE("x", "inf", "0101")),
             row[i].rails);
    struct table *t = lay(N, pos, "");
    if (row[i].cut)
      marked(t, "tr", "oos");
    else
      unmarked(t, "tr", "oos");
    unmarked(t, "i", "oos");
    clear_away(t);
  }
}

/* 9.7: a train in the zone of a height is in supply when the rail beside it is. */
static void r9_7_train_below_a_height(void **s) {
  (void)s;
  struct table *t = lay(
      N,
      PLAIN PHASE("soviet.rally") TURN(1) RAIL(
          "{\"path\":[\"0610\",\"0611\",\"0612\"],\"set\":[\"rail\"]},{\"hex\":\"0609\",\"set\":["
          "\"hill_dp\"]}") UNITS(RU("tr", "train", "0610") C DE("x", "inf", "0609")),
      "");
  unmarked(t, "tr", "oos");
  clear_away(t);
}

static void r9_8_written_down(void **s) {
  (void)s;
  struct table *t = lay_with(N, "\"secret\":true", NULL, NULL, NULL, __FILE__, __LINE__);
  acts(t, "soviet", "historical; end set-up");
  acts(t, "german", "historical; end set-up");
  act(t, "german", "commit");
  act(t, "soviet", "commit");
  cited(t, "german", "9.8", "supplied");
  unmarked(t, "de.12pz.hq", "oos");
  ask(t, "{\"cmd\":\"events\",\"side\":\"soviet\",\"since\":0}");
  for (int k = 0; k < cJSON_GetArraySize(field(t->last, "events")); k++) {
    char path[64];
    snprintf(path, sizeof path, "events[%d].rule", k);
    assert_string_not_equal(text_of(t->last, path), "9.8"); /* the Soviet hears nothing of them */
  }
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(r9_supply),         cmocka_unit_test(r9_causes),
      cmocka_unit_test(r9_6_movement),     cmocka_unit_test(r9_6_who_slows_down),
      cmocka_unit_test(r9_7_trains),       cmocka_unit_test(r9_7_train_lines),
      cmocka_unit_test(r9_8_written_down), cmocka_unit_test(r9_7_train_below_a_height),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
