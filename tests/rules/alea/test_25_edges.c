/* test_25_edges.c - the figures at their edges: prices, columns, halvings, thresholds, who counts and who does not. */
#include "table.h"

#include <stdlib.h>

static void says(struct table *t, const char *side, const char *action, const char *words) { /* a refusal in these words */
  ask(t, "{\"cmd\":\"why\",\"side\":\"%s\",\"action\":\"%s\"}", side, action);
  if (!strstr(text_of(t->last, "error.text"), words)) fail_msg("'%s' is refused with '%s', not '%s'", action, text_of(t->last, "error.text"), words);
}
static bool told(struct table *t, const char *words) { /* in an event of the last act */
  for (int k = 0; k < cJSON_GetArraySize(field(t->last, "events")); k++) {
    char path[64];
    snprintf(path, sizeof path, "events[%d].text", k);
    if (strstr(text_of(t->last, path), words)) return true;
  }
  return false;
}

/* ---- movement ------------------------------------------------------------------------------------------------------------------ */

static void t1_prices(void **s) {
  (void)s;
  static const struct { const char *ground, *foot, *mech; } row[] = {{"clear", "1", "1"}, {"town", "1", "2"}, {"woods", "2", "3"}, {"balka", "2", "3"}, {"marsh", "3", "4"}, {"hill_dp", "2", "2"}, {"german_trench", "1", "1"}};
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    char pos[600];
    snprintf(pos, sizeof pos, PLAIN PHASE("german.movement") TURN(2) "\"terrain\":[{\"hex\":\"0603\",\"set\":[\"clear\",\"%s\"]}]," UNITS(DE("a", "inf", "0602") C DE("m", "mech", "0602") C DE("g", "art", "0602")), row[i].ground);
    struct table *t = lay(N, pos, "");
    reaches(t, "german", "a", "0603", row[i].foot, "4.2");
    reaches(t, "german", "m", "0603", row[i].mech, "4.2");
    reaches(t, "german", "g", "0603", row[i].mech, "4.2");
    act(t, "german", "move a");
    act(t, "german", "join m"); /* a mixed stack pays the dearer price */
    reaches(t, "german", "a", "0603", row[i].mech, "4.2");
    clear_away(t);
  }
  static const struct { const char *road, *cost; } bridge[] = {{"", "2"}, {",{\"path\":[\"0602\",\"0603\"],\"set\":[\"road.minor\"]}", "1"}};
  for (int i = 0; i < 2; i++) {
    char pos[600];
    snprintf(pos, sizeof pos, PLAIN PHASE("german.movement") TURN(2) "\"terrain\":[{\"side\":[\"0602\",\"0603\"],\"set\":[\"river\"]}%s]," UNITS(DE("a", "inf", "0602") C DE("m", "mech", "0602")), bridge[i].road);
    struct table *t = lay(N, pos, "");
    reaches(t, "german", "a", "0603", bridge[i].cost, "4.2");
    reaches(t, "german", "m", "0603", bridge[i].cost, "4.2");
    clear_away(t);
  }
}

static void r9_6_who_slows_down(void **s) {
  (void)s;
  static const struct { const char *kind; int far; } row[] = {{"tank", 4}, {"ag", 4}, {"mech", 4}, {"mot", 4}, {"pio", 4}, {"inf", 8}, {"art", 8}, {"hq", 0}};
  for (size_t i = 0; i + 1 < sizeof row / sizeof *row; i++) {
    char pos[400], hex[8];
    snprintf(pos, sizeof pos, PLAIN PHASE("german.movement") TURN(2) "\"units\":[{\"name\":\"a\",\"side\":\"german\",\"kind\":\"%s\",\"hex\":\"0601\",\"factors\":{\"mf\":8},\"marks\":[\"oos\"]}]", row[i].kind);
    struct table *t = lay(N, pos, "");
    snprintf(hex, sizeof hex, "06%02d", 1 + row[i].far);
    reaches(t, "german", "a", hex, row[i].far == 4 ? "4" : "8", "4.2");
    snprintf(hex, sizeof hex, "06%02d", 2 + row[i].far);
    reaches(t, "german", "a", hex, NULL, NULL);
    clear_away(t);
  }
}

static void r6_zoc_1_who_has_one(void **s) {
  (void)s;
  static const struct { const char *kind, *mark; bool zoc; } row[] = {{"inf", "", true}, {"hq", "", true}, {"atf", "", true}, {"tank", "buried", true}, {"inf", "oos", true}, {"inf", "dsg", true}, {"tank", "inactive", true}, {"art", "", false}, {"rocket", "", false}, {"aa", "aamode", false}, {"aa", "atmode", true}};
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    char pos[600];
    snprintf(pos, sizeof pos, PLAIN PHASE("german.movement") TURN(2) "\"units\":[%s,{\"name\":\"x\",\"side\":\"soviet\",\"kind\":\"%s\",\"hex\":\"0606\",\"marks\":[%s%s%s]}]", DE("a", "mech", "0603"), row[i].kind, *row[i].mark ? "\"" : "", row[i].mark, *row[i].mark ? "\"" : "");
    struct table *t = lay(S_, pos, "");
    reaches(t, "german", "a", "0605", row[i].zoc ? "5" : "2", row[i].zoc ? "6.zoc.2" : "6.zoc.1");
    clear_away(t);
  }
}

static void r4_reach_of_whom(void **s) { /* begin and do only for one that may move now; enemies' reach without */
  (void)s;
  struct table *t = lay(N, PLAIN PHASE("german.movement") TURN(2) UNITS(DE("a", "inf", "0602") C DE("done", "inf", "0302", MARK("moved")) C RU("x", "inf", "0608") C AIR("b", "german", "bomber", "air.german.attack")), "");
  ask(t, "{\"cmd\":\"reach\",\"side\":\"german\",\"unit\":\"a\"}");
  assert_int_equal(cJSON_GetArraySize(field(t->last, "reach.begin")), 1);
  assert_non_null(field(t->last, "reach.hexes[1].do"));
  ask(t, "{\"cmd\":\"reach\",\"side\":\"german\",\"unit\":\"done\"}");
  assert_int_equal(cJSON_GetArraySize(field(t->last, "reach.begin")), 0);
  ask(t, "{\"cmd\":\"reach\",\"side\":\"german\",\"unit\":\"x\"}");
  assert_int_equal(cJSON_GetArraySize(field(t->last, "reach.begin")), 0);
  assert_true(cJSON_GetArraySize(field(t->last, "reach.hexes")) > 6);
  assert_null(field(t->last, "reach.hexes[1].do"));
  ask(t, "{\"cmd\":\"reach\",\"side\":\"german\",\"unit\":\"b\"}");
  assert_string_equal(text_of(t->last, "error.rule"), "4.1");
  ask(t, "{\"cmd\":\"reach\",\"side\":\"soviet\",\"unit\":\"x\"}"); /* not his phase */
  assert_int_equal(cJSON_GetArraySize(field(t->last, "reach.begin")), 0);
  clear_away(t);
  t = lay(N, MOVE(DE("a", "mech", "0602") C RU("under", "inf", "0608") C RU("y", "inf", "0608")), "");
  ask(t, "{\"cmd\":\"reach\",\"side\":\"german\",\"unit\":\"under\"}");
  assert_true(cJSON_IsFalse(field(t->last, "ok"))); /* out of sight */
  clear_away(t);
  t = lay(N, MOVE(DE("a", "mech", "0602") C RU("g", "art", "0609", FAC("\"range\":4")) C RU("x", "inf", "0606")), "");
  ask(t, "{\"cmd\":\"reach\",\"side\":\"german\",\"unit\":\"a\"}");
  bool risk = false;
  for (int i = 0; i < cJSON_GetArraySize(field(t->last, "reach.hexes")); i++) {
    char path[64], hex[64];
    snprintf(path, sizeof path, "reach.hexes[%d].risk", i);
    snprintf(hex, sizeof hex, "reach.hexes[%d].hex", i);
    if (!strcmp(text_of(t->last, hex), "0605")) risk = !strcmp(text_of(t->last, path), "1 battery");
  }
  assert_true(risk); /* a reaction could fire there */
  clear_away(t);
}

static void r14_exit_price(void **s) {
  (void)s;
  static const struct { int mf; bool zone, ok; } row[] = {{1, false, true}, {3, true, true}, {2, true, false}};
  for (size_t i = 0; i < 3; i++) {
    char pos[600];
    snprintf(pos, sizeof pos, PLAIN PHASE("german.movement") TURN(2) "\"regions\":[{\"id\":\"german.exit\",\"hexes\":[\"0612\"]}],\"units\":[{\"name\":\"a\",\"side\":\"german\",\"kind\":\"tank\",\"hex\":\"0612\",\"factors\":{\"mf\":%d}},%s]", row[i].mf, row[i].zone ? RU("x", "inf", "0611") : RU("x", "inf", "0601"));
    struct table *t = lay(N, pos, "");
    act(t, "german", "move a");
    if (row[i].ok) act(t, "german", "exit");
    else refused(t, "german", "exit", "14.exit.2");
    clear_away(t);
  }
}

static void exits_counted(void **s) { /* 14.exit.1, II.4.3: which count, and until when for the higher prize */
  (void)s;
  static const struct { const char *game, *kind; int turn, all, early; } row[] = {
      {N, "tank", 6, 1, 1}, {N, "tank", 7, 1, 0}, {N, "ag", 6, 1, 1}, {N, "mech", 6, 1, 1}, {N, "mot", 6, 0, 0}, {N, "inf", 6, 0, 0}, {S_, "tank", 8, 1, 1}, {S_, "tank", 9, 1, 0}, {S_, "ag", 8, 1, 1}, {S_, "mech", 8, 0, 0},
  };
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    char pos[600];
    snprintf(pos, sizeof pos, PLAIN PHASE("german.movement") "\"turn\":%d,\"regions\":[{\"id\":\"german.exit\",\"hexes\":[\"0612\"]}],\"units\":[{\"name\":\"a\",\"side\":\"german\",\"kind\":\"%s\",\"hex\":\"0612\"},%s]", row[i].turn, row[i].kind, RU("x", "inf", "0601"));
    struct table *t = lay(row[i].game, pos, "");
    acts(t, "german", "move a; exit");
    ask(t, "{\"cmd\":\"view\",\"side\":\"soviet\"}");
    assert_int_equal(int_of(t->last, "view.vars.exits"), row[i].all);
    assert_int_equal(int_of(t->last, "view.vars.exits_early"), row[i].early);
    clear_away(t);
  }
}

static void r5_7_strikes_and_limits(void **s) {
  (void)s;
#define FOUR(side, f1, f2, f3) "{\"name\":\"a\",\"side\":\"" side "\",\"kind\":\"inf\",\"hex\":\"0605\",\"formation\":\"" f1 "\"},{\"name\":\"b\",\"side\":\"" side "\",\"kind\":\"inf\",\"hex\":\"0605\",\"formation\":\"" f2 "\"},{\"name\":\"c\",\"side\":\"" side "\",\"kind\":\"inf\",\"hex\":\"0605\",\"formation\":\"" f3 "\"},{\"name\":\"d\",\"side\":\"" side "\",\"kind\":\"inf\",\"hex\":\"0605\",\"formation\":\"" f1 "\"}"
  struct table *t = lay(N, PLAIN "\"unchecked\":true," PHASE("german.movement") TURN(2) UNITS(FOUR("german", "2 Pz", "6 ID", "7 ID") C RU("x", "inf", "0606")), "");
  acts(t, "german", "move a; join b; join c"); /* three, of any division */
  act(t, "german", "strike 0606");
  clear_away(t);
  t = lay(N, PLAIN "\"unchecked\":true," PHASE("german.movement") TURN(2) UNITS(FOUR("german", "2 Pz", "6 ID", "7 ID") C RU("x", "inf", "0606")), "");
  acts(t, "german", "move a; join b; join c; join d");
  refused(t, "german", "strike 0606", "5.7");
  clear_away(t);
  t = lay(N, PLAIN "\"unchecked\":true," PHASE("soviet.movement") TURN(2) UNITS(FOUR("soviet", "15 RD", "15 RD", "15 RD") C DE("x", "inf", "0606")), "");
  acts(t, "soviet", "move a; join b; join c; strike 0606");
  clear_away(t);
  t = lay(N, PLAIN "\"unchecked\":true," PHASE("soviet.movement") TURN(2) UNITS(FOUR("soviet", "15 RD", "81 RD", "15 RD") C DE("x", "inf", "0606")), "");
  acts(t, "soviet", "move a; join b; join c");
  refused(t, "soviet", "strike 0606", "5.7"); /* two divisions: two units */
  clear_away(t);
}

static void r6_re_4_who_reacts(void **s) {
  (void)s;
  struct table *t = lay(S_, PLAIN PHASE("german.movement") TURN(2) "\"terrain\":[{\"path\":[\"0706\",\"0806\",\"0906\"],\"set\":[\"rail\"]}]," UNITS(DE("a", "mech", "0604") C DE("own", "tank", "0404") C RU("x", "inf", "0606") C RU("r", "tank", "0608") C RU("dsg", "tank", "0608", MARK("dsg")) C RU("bur", "tank", "0507", MARK("buried")) C RU("ina", "tank", "0507", MARK("inactive")) C RU("aa", "aa", "0707", MARK("atmode")) C RU("f", "atf", "0707") C
                                                                                                                                                                                          RU("foot", "inf", "0707") C RU("mb", "mech", "0608", FAC("\"arm\":2")) C RU("far", "tank", "0609") C RU("tr", "train", "0806")), "");
  acts(t, "german", "move a; step 0605");
  static const char *const no[] = {"own", "dsg", "bur", "ina", "aa", "f", "foot", "far", "tr", "x"};
  for (size_t i = 0; i < sizeof no / sizeof *no; i++) {
    char line[40];
    snprintf(line, sizeof line, "react %s 0606", no[i]);
    refused(t, "soviet", line, "6.re.4");
  }
  refused(t, "soviet", "react r 0607", "6.re.4"); /* not the hex whose zone was entered */
  act(t, "soviet", "react r 0606");
  act(t, "soviet", "react mb 0606"); /* a mechanised brigade with an armoured factor */
  refused(t, "soviet", "react mb 0606", "6.re.4");
  act(t, "soviet", "pass");
  clear_away(t);
  /* the way leads past enemies and their zones */
  t = lay(N, MOVE(DE("a", "mech", "0604") C DE("g", "inf", "0807") C RU("x", "inf", "0606") C RU("r", "tank", "0707") C RU("q", "tank", "0607")), "");
  acts(t, "german", "move a; step 0605");
  refused(t, "soviet", "react r 0606", "6.re.4"); /* stands in a zone itself */
  act(t, "soviet", "react q 0606");
  clear_away(t);
  /* trains by rail, two hexes */
  t = lay(N, PLAIN PHASE("german.movement") TURN(2) "\"terrain\":[{\"path\":[\"0606\",\"0607\",\"0608\"],\"set\":[\"rail\"]}]," UNITS(DE("a", "mech", "0604") C RU("x", "inf", "0606") C RU("tr", "train", "0608")), "");
  acts(t, "german", "move a; step 0605");
  act(t, "soviet", "react tr 0606");
  clear_away(t);
}

static void r6_re_2_once(void **s) { /* the zone of one hex triggers once in a turn, whoever enters it */
  (void)s;
  struct table *t = lay(N, MOVE(DE("a", "mech", "0604") C DE("b", "mech", "0404") C DE("c", "mech", "0804") C RU("x", "inf", "0606") C RU("y", "inf", "0806")), "");
  acts(t, "german", "move a; step 0605");
  act(t, "soviet", "pass");
  acts(t, "german", "stop; move b; step 0504; step 0505");
  never(t, "trigger");
  acts(t, "german", "stop; move c; step 0805"); /* another hex's */
  happened(t, "6.re.2", "trigger");
  clear_away(t);
}

/* ---- odds and factors --------------------------------------------------------------------------------------------------------------- */

static void r7_a_6_1_columns(void **s) {
  (void)s;
  static const struct { int af, df; const char *column; } row[] = {
      {1, 4, "1:3"}, {1, 3, "1:3"}, {2, 4, "1:2"}, {3, 4, "1:2"}, {4, 4, "1:1"}, {7, 4, "1:1"}, {8, 4, "2:1"}, {11, 4, "2:1"}, {12, 4, "3:1"}, {16, 4, "4:1"}, {20, 4, "5:1"}, {23, 4, "5:1"}, {24, 4, "6:1"}, {60, 4, "6:1"}, {5, 0, "6:1"}, {0, 4, "1:3"},
  };
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    char pos[600];
    snprintf(pos, sizeof pos, PLAIN PHASE("german.combat") TURN(2) "\"units\":[{\"name\":\"a\",\"side\":\"german\",\"kind\":\"inf\",\"hex\":\"0605\",\"factors\":{\"af\":%d}},{\"name\":\"x\",\"side\":\"soviet\",\"kind\":\"inf\",\"hex\":\"0606\",\"factors\":{\"df\":%d}}]", row[i].af, row[i].df);
    struct table *t = lay(N, pos, "");
    attack(t, "german", "0606", "0605");
    card(t, "german", "7.a.6.1", row[i].column);
    clear_away(t);
  }
}

static void t2_rows_and_modifiers(void **s) { /* hits at 2:1, by die and number of attacking hexes; +2 at most for the German */
  (void)s;
  static const char *const from[] = {"0605", "0505", "0705", "0506"};
  static const int d21[] = {3, 3, 2, 2, 2, 1, 1}; /* column 2:1 of T2, rows 1 to 7 */
  for (int hexes = 1; hexes <= 4; hexes++)
    for (int die = 1; die <= 6; die += hexes == 1 ? 1 : 3) {
      char pos[1200], dice[16], line[300] = "target 0606";
      int n = snprintf(pos, sizeof pos, PLAIN PHASE("german.combat") TURN(2) "\"units\":[");
      for (int i = 0; i < hexes; i++) {
        n += snprintf(pos + n, sizeof pos - (size_t)n, "{\"name\":\"a%d\",\"side\":\"german\",\"kind\":\"inf\",\"hex\":\"%s\",\"factors\":{\"af\":%d}},", i, from[i], 12 / hexes);
        snprintf(line + strlen(line), sizeof line - strlen(line), "; from %s", from[i]);
      }
      snprintf(pos + n, sizeof pos - (size_t)n, "%s]", RU("x", "inf", "0606", FAC("\"df\":6,\"steps\":9")));
      snprintf(dice, sizeof dice, "%d 1", die);
      struct table *t = lay(N, pos, dice);
      acts(t, "german", line);
      act(t, "german", "attack");
      act(t, "soviet", "commit");
      act(t, "soviet", "pass");
      act(t, "german", "roll");
      int shift = hexes - 1 > 2 ? 2 : hexes - 1, r = die - shift < 1 ? 1 : die - shift;
      stands(t, "x", "0606", 9 - d21[r - 1]);
      clear_away(t);
    }
}

static void r7_a_6_5_rivers(void **s) { /* -1 only when everybody attacks over water without a road */
  (void)s;
  static const struct { const char *ground; bool two, wet; } row[] = {
      {"{\"side\":[\"0605\",\"0606\"],\"set\":[\"river\"]}", false, true},
      {"{\"side\":[\"0605\",\"0606\"],\"set\":[\"river\"]},{\"path\":[\"0605\",\"0606\"],\"set\":[\"road.minor\"]}", false, false},
      {"{\"side\":[\"0605\",\"0606\"],\"set\":[\"river\"]}", true, false},
  };
  for (size_t i = 0; i < 3; i++) {
    char pos[900];
    snprintf(pos, sizeof pos, PLAIN PHASE("german.combat") TURN(2) "\"terrain\":[%s]," UNITS(DE("a", "inf", "0605", FAC("\"af\":6")) C DE("b", "inf", "0505", FAC("\"af\":6")) C RU("x", "inf", "0606", FAC("\"df\":6,\"steps\":9"))), row[i].ground);
    struct table *t = lay(N, pos, "4 1");
    acts(t, "german", row[i].two ? "target 0606; from 0605; from 0505; attack" : "target 0606; from 0605; attack");
    act(t, "soviet", "commit");
    act(t, "soviet", "pass");
    act(t, "german", "roll"); /* 1:1 rows 4 and 5: 2 and 1; 2:1 row 3: 2 */
    stands(t, "x", "0606", row[i].wet ? 8 : 7);
    clear_away(t);
  }
}

static void t4_columns(void **s) {
  (void)s;
  static const struct { int bomb; const char *column; } row[] = {{1, "1-3"}, {3, "1-3"}, {4, "4-7"}, {7, "4-7"}, {8, "8-12"}, {12, "8-12"}, {13, "13-18"}, {18, "13-18"}, {19, "19-25"}, {25, "19-25"}, {26, "26-35"}, {35, "26-35"}, {36, "36+"}, {60, "36+"}};
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    char pos[500];
    snprintf(pos, sizeof pos, PLAIN PHASE("german.bombardment") TURN(2) "\"units\":[{\"name\":\"g\",\"side\":\"german\",\"kind\":\"art\",\"hex\":\"0602\",\"factors\":{\"bomb\":%d}},%s]", row[i].bomb, RU("x", "inf", "0606"));
    struct table *t = lay(N, pos, "");
    acts(t, "german", "target 0606; add g");
    card(t, "german", "T4", row[i].column);
    clear_away(t);
  }
  struct table *t = lay(N, PLAIN PHASE("german.bombardment") TURN(1) UNITS(DE("g", "art", "0602", FAC("\"bomb\":40")) C RU("x", "inf", "0606")), ""); /* the last column stays */
  acts(t, "german", "target 0606; add g");
  card(t, "german", "13.art.9", "36+");
  clear_away(t);
}

static void t4_modifiers(void **s) { /* the die of 13-18: D from 3, D+1 from 6 */
  (void)s;
  static const struct { const char *ground, *who, *side; int least; } row[] = {{"clear", RU("x", "inf", "0606"), "german", 3}, {"town", RU("x", "inf", "0606"), "german", 4}, {"fort_1_3", RU("x", "inf", "0606"), "german", 4}, {"fort_4", RU("x", "inf", "0606"), "german", 4}, {"german_trench", RU("x", "inf", "0606"), "german", 3}};
  for (size_t i = 0; i < sizeof row / sizeof *row; i++)
    for (int die = 2; die <= 4; die++) {
      char pos[600], dice[16];
      snprintf(pos, sizeof pos, PLAIN PHASE("german.bombardment") TURN(2) "\"terrain\":[{\"hex\":\"0606\",\"set\":[\"clear\",\"%s\"]}],\"units\":[%s,%s]", row[i].ground, DE("g", "art", "0602", FAC("\"bomb\":13")), row[i].who);
      snprintf(dice, sizeof dice, "%d", die);
      struct table *t = lay(N, pos, dice);
      acts(t, "german", "target 0606; add g; fire");
      if (die >= row[i].least) marked(t, "x", "dsg");
      else unmarked(t, "x", "dsg");
      clear_away(t);
    }
  /* a trench helps Germans only */
  for (int die = 3; die <= 4; die++) {
    struct table *t = lay(N, PLAIN PHASE("soviet.bombardment") TURN(2) "\"terrain\":[{\"hex\":\"0606\",\"set\":[\"clear\",\"german_trench\"]}]," UNITS(RU("g", "art", "0602", FAC("\"bomb\":13")) C DE("x", "inf", "0606")), die == 3 ? "3" : "4");
    acts(t, "soviet", "target 0606; add g; fire");
    if (die == 4) marked(t, "x", "dsg");
    else unmarked(t, "x", "dsg");
    clear_away(t);
  }
}

static void guns_who_and_how_far(void **s) {
  (void)s;
  struct table *t = lay(S_, PLAIN PHASE("german.bombardment") TURN(2) UNITS(DE("g", "art", "0602", FAC("\"range\":4")) C DE("far", "art", "0601", FAC("\"range\":4")) C DE("t", "art", "0602", MARK("turned")) C DE("i", "inf", "0603") C RU("k", "art", "0607") C RU("x", "inf", "0606")), "1");
  act(t, "german", "target 0606");
  refused(t, "german", "add far", "13.art.3");
  refused(t, "german", "add t", "13.art.7");
  refused(t, "german", "add i", "13.art.3");
  refused(t, "german", "add k", "13.art.3");
  refused(t, "german", "fire", "13.art.3");
  act(t, "german", "add g");
  refused(t, "german", "add g", "13.art.3");
  act(t, "german", "fire");
  marked(t, "g", "turned");
  at_node(t, "german", "bombard"); /* another battery is left, out of range of that hex */
  refused(t, "german", "target 0606", "13.art.3"); /* once a hex */
  clear_away(t);
  t = lay(N, PLAIN PHASE("german.bombardment") TURN(2) UNITS(DE("g", "art", "0602") C DE("h", "art", "0602") C RU("x", "inf", "0606") C RU("y", "inf", "0605")), "1 1");
  acts(t, "german", "target 0606; add g; cancel"); /* called off: nobody has fired */
  unmarked(t, "g", "turned");
  acts(t, "german", "target 0606; add g; fire; target 0605; add h; fire");
  at_node(t, "german", "combat");
  clear_away(t);
}

static void r7_red_1_floor(void **s) { /* never below a quarter, rounded down; a printed 1 may become 0 */
  (void)s;
  static const struct { int df; const char *marks, *value; } row[] = {{1, "\"oos\"", "0"}, {2, "\"oos\"", "1"}, {3, "\"oos\"", "1"}, {8, "\"dsg\",\"oos\"", "2"}, {4, "\"dsg\",\"oos\"", "1"}, {7, "\"dsg\"", "4"}, {6, "\"dsg\",\"oos\"", "1"}};
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    char pos[600];
    snprintf(pos, sizeof pos, PLAIN PHASE("german.combat") TURN(2) "\"units\":[%s,{\"name\":\"x\",\"side\":\"soviet\",\"kind\":\"inf\",\"hex\":\"0606\",\"factors\":{\"df\":%d},\"marks\":[%s]}]", DE("a", "inf", "0605", FAC("\"af\":9")), row[i].df, row[i].marks);
    struct table *t = lay(N, pos, "");
    attack(t, "german", "0606", "0605");
    card(t, "german", strchr(row[i].marks, ',') ? "7.red.1" : row[i].marks[1] == 'd' ? "13.art.5" : "9.6", row[i].value);
    clear_away(t);
  }
}

static void t1_multipliers_add_up(void **s) { /* defence 4: works, heights, villages and woods add halves, three times at most */
  (void)s;
  static const struct { const char *ground, *column; int af; } row[] = {
      {"\"clear\"", "2:1", 8}, {"\"town\"", "1:1", 8}, {"\"town\"", "2:1", 12}, {"\"woods\"", "2:1", 12}, {"\"balka\"", "2:1", 8}, {"\"clear\",\"hill_dp\"", "2:1", 12}, {"\"town\",\"hill_dp\"", "2:1", 16}, {"\"town\",\"hill_dp\"", "1:1", 15}, {"\"woods\",\"town\",\"hill_dp\"", "2:1", 20}, {"\"woods\",\"town\",\"hill_dp\"", "1:1", 19},
  };
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    char pos[700];
    snprintf(pos, sizeof pos, PLAIN PHASE("german.combat") TURN(2) "\"terrain\":[{\"hex\":\"0606\",\"set\":[%s]}],\"units\":[{\"name\":\"a\",\"side\":\"german\",\"kind\":\"inf\",\"hex\":\"0605\",\"factors\":{\"af\":%d}},%s]", row[i].ground, row[i].af, RU("x", "inf", "0606", FAC("\"df\":4")));
    struct table *t = lay(N, pos, "");
    attack(t, "german", "0606", "0605");
    card(t, "german", "7.a.6.1", row[i].column);
    clear_away(t);
  }
  struct table *t = lay(N, PLAIN PHASE("german.combat") TURN(2) "\"terrain\":[{\"hex\":\"0606\",\"set\":[\"woods\",\"hill_dp\",\"town\",\"fort_1_3\"]}]," UNITS(DE("a", "inf", "0605", FAC("\"af\":12")) C RU("x", "inf", "0606", FAC("\"df\":4"))), "");
  attack(t, "german", "0606", "0605");
  card(t, "german", "7.a.6.1", "1:1"); /* x3, not x3.5 */
  clear_away(t);
  /* an HQ or guns alone do not hold a height */
  t = lay(N, PLAIN PHASE("german.combat") TURN(2) "\"terrain\":[{\"hex\":\"0606\",\"set\":[\"clear\",\"hill_dp\"]}]," UNITS(DE("a", "inf", "0605", FAC("\"af\":8")) C RU("x", "art", "0606", FAC("\"bomb\":16"))), "");
  attack(t, "german", "0606", "0605");
  card(t, "german", "7.a.6.1", "2:1");
  clear_away(t);
}

static void r7_a_7_2_thresholds(void **s) { /* 3 steps: 2 losses force; 4: 3; 5: 3 */
  (void)s;
  static const struct { int steps, hits; bool forced; } row[] = {{3, 1, false}, {3, 2, true}, {4, 2, false}, {4, 3, true}, {5, 2, false}, {5, 3, true}};
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    char pos[700], dice[16];
    int die = row[i].hits == 3 ? 1 : row[i].hits == 2 ? 3 : 6; /* 2:1: rows 1, 3, 6 */
    snprintf(pos, sizeof pos, PLAIN PHASE("german.combat") TURN(2) "\"units\":[%s,{\"name\":\"x\",\"side\":\"soviet\",\"kind\":\"inf\",\"hex\":\"0606\",\"factors\":{\"df\":6,\"steps\":%d}},%s]", DE("a", "inf", "0605", FAC("\"af\":12,\"steps\":9")), row[i].steps, RU("g", "art", "0606", FAC("\"bomb\":3,\"steps\":9")));
    snprintf(dice, sizeof dice, "%d 1", die);
    struct table *t = lay(N, pos, dice);
    attack(t, "german", "0606", "0605");
    act(t, "german", "roll");
    for (int k = 1; k < row[i].hits; k++) act(t, "soviet", "lose x"); /* the guns' steps do not count (13.art.1) */
    if (row[i].forced) happened(t, "7.a.7.2", "forced");
    else never(t, "forced");
    clear_away(t);
  }
}

/* ---- armour, losses, advances -------------------------------------------------------------------------------------------------------- */

static void r7_a_5_2_order(void **s) {
  (void)s;
  /* equal factors: more armoured units first; the attacker when equal */
  struct table *t = lay(N, FIGHT(DE("p", "tank", "0605") C RU("x", "tank", "0606") C RU("y", "tank", "0606")), "6 6 6");
  attack(t, "german", "0606", "0605");
  at_node(t, "soviet", "combat.armour");
  act(t, "soviet", "shoot x p"); /* answered: p has fired */
  refused(t, "soviet", "shoot x p", "7.a.5.4");
  act(t, "soviet", "shoot y p");
  never(t, "response"); /* it responds once */
  at_node(t, "german", "combat.roll");
  clear_away(t);
  t = lay(N, FIGHT(DE("p", "tank", "0605") C RU("x", "tank", "0606")), "6 6");
  attack(t, "german", "0606", "0605");
  at_node(t, "german", "combat.armour");
  clear_away(t);
  t = lay(N, FIGHT(DE("p", "tank", "0605", FAC("\"arm\":5") MARK("dsg")) C RU("x", "tank", "0606", FAC("\"arm\":4"))), "6 6"); /* 5 halved is 3 */
  attack(t, "german", "0606", "0605");
  at_node(t, "soviet", "combat.armour");
  clear_away(t);
  t = lay(N, SFIGHT(RU("f", "atf", "0605") C RU("x", "tank", "0605") C DE("p", "tank", "0606")), "6 6"); /* an AT Front does not attack */
  attack(t, "soviet", "0606", "0605");
  at_node(t, "soviet", "combat.armour");
  refused(t, "soviet", "shoot f p", "7.a.5.1");
  clear_away(t);
}

static void r7_a_5_3_to_hit(void **s) { /* die 3 hits with factor 3, die 4 misses; a buried target is one harder */
  (void)s;
  for (int die = 2; die <= 4; die++)
    for (int buried = 0; buried < 2; buried++) {
      char dice[16];
      snprintf(dice, sizeof dice, "%d 6", die);
      struct table *t = lay(N, buried ? FIGHT(DE("p", "tank", "0605") C RU("x", "tank", "0606", MARK("buried"))) : FIGHT(DE("p", "tank", "0605") C RU("x", "tank", "0606")), dice);
      attack(t, "german", "0606", "0605");
      act(t, "german", "shoot p x");
      stands(t, "x", "0606", die + buried <= 3 ? 1 : 2);
      clear_away(t);
    }
}

static void r7_a_5_7_who_answers(void **s) { /* factor = steps: die 2 of a two-step unit hits, die 3 does not; artillery is silent */
  (void)s;
  static const struct { const char *kind; bool answers; } row[] = {{"inf", true}, {"mot", true}, {"mech", true}, {"hq", true}, {"art", false}, {"rocket", false}, {"aa", false}};
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    char pos[500];
    snprintf(pos, sizeof pos, PLAIN PHASE("german.combat") TURN(2) "\"units\":[%s,{\"name\":\"x\",\"side\":\"soviet\",\"kind\":\"%s\",\"hex\":\"0606\",\"factors\":{\"steps\":2}}]", DE("p", "tank", "0605"), row[i].kind);
    struct table *t = lay(S_, pos, row[i].answers ? "6 2" : "6");
    attack(t, "german", "0606", "0605");
    act(t, "german", "shoot p x");
    if (row[i].answers) happened(t, "7.a.5.7", "response");
    else never(t, "response");
    stands(t, "p", "0605", row[i].answers ? 1 : 2);
    clear_away(t);
  }
}

static void r7_hit_1_words(void **s) {
  (void)s;
  struct table *t = lay(N, FIGHT(DE("a", "inf", "0605", FAC("\"af\":8")) C RU("x", "inf", "0606", FAC("\"df\":2")) C RU("y", "inf", "0606", FAC("\"df\":2")) C RU("z", "inf", "0606", FAC("\"df\":1"))), "3 1");
  attack(t, "german", "0606", "0605");
  act(t, "german", "roll"); /* 1:1, two hits; x and y gave most */
  refused(t, "soviet", "lose z", "7.hit.1");
  says(t, "soviet", "lose z", "z did not contribute most");
  act(t, "soviet", "lose y");
  act(t, "soviet", "lose z");
  stands(t, "x", "0606", 2);
  clear_away(t);
}

static void r7_a_9_1_ways(void **s) {
  (void)s;
  /* into the vacated hex, or out of zones to a free hex; not from zone to zone elsewhere */
  struct table *t = lay(N, FIGHT(DE("a", "inf", "0605", FAC("\"af\":30")) C DE("b", "inf", "0605") C DE("c", "inf", "0605", MARK("dsg")) C RU("x", "inf", "0606") C RU("y", "inf", "0505", FAC("\"df\":9")) C RU("z", "inf", "0608")), "1 1");
  acts(t, "german", "target 0606; from 0605; attack");
  act(t, "soviet", "commit");
  act(t, "soviet", "pass");
  act(t, "german", "roll");
  refused(t, "german", "advance a 0504", "7.a.9.1"); /* in y's zone */
  refused(t, "german", "advance c 0606", "6.zoc.6");
  refused(t, "german", "advance a 0505", "4.5");
  act(t, "german", "advance b 0705"); /* back out of all zones */
  happened(t, "7.a.9.1", "advances");
  refused(t, "german", "advance b 0606", "7.a.9.1");
  act(t, "german", "advance a 0606");
  clear_away(t);
  t = lay(N, FIGHT(DE("a", "inf", "0605", FAC("\"af\":30")) C DE("h", "hq", "0605") C RU("x", "inf", "0606")), "1 1");
  attack(t, "german", "0606", "0605");
  act(t, "german", "roll");
  refused(t, "german", "advance h 0606", "13.hq.4"); /* an HQ follows, it does not lead */
  act(t, "german", "advance a 0606");
  act(t, "german", "advance h 0606");
  clear_away(t);
}

static void r7_a_2_2_halved(void **s) { /* 3 hits become 2, and the defender's die has -2 */
  (void)s;
  struct table *t = lay(N, FIGHT(DE("a", "inf", "0605", FAC("\"af\":12,\"steps\":9")) C RU("x", "inf", "0606", FAC("\"df\":6,\"steps\":9"))), "1 4");
  acts(t, "german", "target 0606; from 0605; attack");
  acts(t, "soviet", "elect retreat; commit");
  act(t, "soviet", "pass");
  act(t, "german", "roll"); /* 2:1: D1 3 -> 2; A at 4 - 2 = row 2: 1 */
  act(t, "soviet", "retreat 0607");
  unmarked(t, "x", "dsg"); /* of its own will */
  stands(t, "x", "0607", 7);
  stands(t, "a", "0605", 8);
  clear_away(t);
}

/* ---- aircraft --------------------------------------------------------------------------------------------------------------------------- */

static void r12_2_boxes(void **s) {
  (void)s;
  struct table *t = lay(N, PLAIN PHASE("air.assign") TURN(2) UNITS(AIR("f", "german", "fighter", "air.german.available") C AIR("b", "german", "bomber", "air.german.available") C AIR("s", "soviet", "fighter", "air.soviet.available") C AIR("dead", "german", "bomber", "dead.german") C DE("x", "inf", "0101") C RU("y", "inf", "1212")), "");
  act(t, "german", "fly f defence"); /* fighters go anywhere */
  act(t, "german", "fly f attack");
  act(t, "german", "fly f available");
  act(t, "german", "fly b defence"); /* close support from the Defence box */
  act(t, "soviet", "fly s defence");
  refused(t, "german", "fly dead attack", "12.1");
  refused(t, "german", "fly s attack", "12.1");
  clear_away(t);
}

static void r12_air_6_words(void **s) {
  (void)s;
  for (int die = 3; die <= 4; die++) {
    char dice[16];
    snprintf(dice, sizeof dice, "1 1 %d", die);
    struct table *t = lay(N, PLAIN PHASE("air.combat") UNITS(AIR("s1", "soviet", "fighter", "air.soviet.defence", FAC("\"air\":2,\"steps\":2")) C AIR("b", "german", "bomber", "air.german.attack", FAC("\"air\":1,\"steps\":3,\"bomb\":8")) C DE("x", "inf", "0101") C RU("y", "inf", "1212")), dice);
    acts(t, "soviet", "aim s1 1; commit");
    act(t, "german", "abort");
    assert_int_equal(told(t, "saves a hit"), die == 4);
    clear_away(t);
  }
}

static void r12_air_2_ties(void **s) { /* equal factors: more fighters first, then the owner of the Attack box */
  (void)s;
  struct table *t = lay(N, PLAIN PHASE("air.combat") UNITS(AIR("g1", "german", "fighter", "air.german.attack", FAC("\"air\":2,\"steps\":1")) C AIR("g2", "german", "fighter", "air.german.attack", FAC("\"air\":2,\"steps\":1")) C AIR("s1", "soviet", "fighter", "air.soviet.defence", FAC("\"air\":2,\"steps\":1")) C AIR("s2", "soviet", "fighter", "air.soviet.defence", FAC("\"air\":2,\"steps\":1")) C DE("x", "inf", "0101") C RU("y", "inf", "1212")), "9 9 9 9");
  acts(t, "german", "aim g1 1; aim g2 2; commit");
  acts(t, "soviet", "aim s1 1; aim s2 2; commit");
  at_node(t, "german", "air.fire"); /* zone A: his Attack box */
  clear_away(t);
  t = lay(N, PLAIN PHASE("air.combat") UNITS(AIR("g1", "german", "fighter", "air.german.attack", FAC("\"air\":2,\"steps\":1")) C AIR("s1", "soviet", "fighter", "air.soviet.defence", FAC("\"air\":2,\"steps\":1")) C AIR("s2", "soviet", "fighter", "air.soviet.defence", FAC("\"air\":2,\"steps\":1")) C DE("x", "inf", "0101") C RU("y", "inf", "1212")), "9 9 9");
  acts(t, "german", "aim g1 1; commit");
  acts(t, "soviet", "aim s1 1; aim s2 1; commit");
  at_node(t, "soviet", "air.fire");
  clear_away(t);
}

static void r12_cas_4_those_who_flew(void **s) { /* the one that supported goes home, the other waits for another combat */
  (void)s;
  struct table *t = lay(N, PLAIN PHASE("german.movement") TURN(2) UNITS(AIR("b", "german", "bomber", "air.german.attack") C AIR("c", "german", "bomber", "air.german.attack") C DE("x", "inf", "0605") C RU("y", "inf", "0606", FAC("\"steps\":9"))), "6 1");
  acts(t, "german", "cas b; put 0605; cas c; put 0605; done; target 0606; from 0605; support b");
  refused(t, "german", "support b", "12.cas.1");
  act(t, "german", "attack");
  act(t, "soviet", "commit");
  act(t, "soviet", "pass");
  act(t, "german", "roll");
  stands(t, "b", "air.german.available", 2);
  stands(t, "c", "0605", 2);
  act(t, "german", "done");
  stands(t, "c", "air.german.available", 2); /* at the end of the phase */
  clear_away(t);
  t = lay(N, PLAIN PHASE("soviet.movement") TURN(2) UNITS(AIR("b", "soviet", "bomber", "air.soviet.attack") C RU("x", "inf", "0605") C RU("w", "inf", "0505") C DE("y", "inf", "0606")), "");
  acts(t, "soviet", "cas b; put 0505; done; target 0606; from 0605");
  refused(t, "soviet", "support b", "12.cas.2"); /* the Soviet supports only those he flies with */
  acts(t, "soviet", "from 0505; support b");
  clear_away(t);
}

static void x11_once_and_where(void **s) { /* II.opt.aa.3: in the hex or next to it, in AA mode, once a turn; at one of the raiders */
  (void)s;
  struct table *t = lay(S_, PLAIN PHASE("air.bomb") TURN(3) UNITS(AIR("b", "german", "bomber", "air.german.attack", FAC("\"bomb\":5")) C AIR("c", "german", "bomber", "air.german.attack", FAC("\"bomb\":5")) C RU("aa", "aa", "0607") C RU("at", "aa", "0608", MARK("atmode")) C RU("far", "aa", "0610") C RU("h", "hq", "0607") C RU("y", "inf", "0608") C DE("x", "inf", "0101") C DE("own", "aa", "0101")), "9 9 1");
  acts(t, "german", "raid; target 0608; add b; fire");
  refused(t, "soviet", "flak at b", "II.opt.aa.3");
  refused(t, "soviet", "flak far b", "II.opt.aa.3");
  refused(t, "soviet", "flak h b", "II.opt.aa.3");
  refused(t, "soviet", "flak own b", "II.opt.aa.3");
  refused(t, "soviet", "flak aa c", "II.opt.aa.3"); /* it is not in the raid */
  act(t, "soviet", "flak aa b");
  act(t, "soviet", "pass");
  clear_away(t);
  t = lay(S_, PLAIN PHASE("air.bomb") TURN(3) UNITS(AIR("b", "german", "bomber", "air.german.attack", FAC("\"bomb\":5")) C RU("aa", "aa", "0607", MARK("dsg") FAC("\"at\":3")) C RU("y", "inf", "0608") C DE("x", "inf", "0101")), "2 3 1"); /* disorganised: 3 halved is 2 */
  acts(t, "german", "raid; target 0608; add b; fire");
  act(t, "soviet", "flak aa b");
  assert_true(told(t, "1 hits"));
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(t1_prices), cmocka_unit_test(r9_6_who_slows_down), cmocka_unit_test(r6_zoc_1_who_has_one), cmocka_unit_test(r4_reach_of_whom), cmocka_unit_test(r14_exit_price), cmocka_unit_test(exits_counted),
      cmocka_unit_test(r5_7_strikes_and_limits), cmocka_unit_test(r6_re_4_who_reacts), cmocka_unit_test(r6_re_2_once), cmocka_unit_test(r7_a_6_1_columns), cmocka_unit_test(t2_rows_and_modifiers), cmocka_unit_test(r7_a_6_5_rivers),
      cmocka_unit_test(t4_columns), cmocka_unit_test(t4_modifiers), cmocka_unit_test(guns_who_and_how_far), cmocka_unit_test(r7_red_1_floor), cmocka_unit_test(t1_multipliers_add_up), cmocka_unit_test(r7_a_7_2_thresholds),
      cmocka_unit_test(r7_a_5_2_order), cmocka_unit_test(r7_a_5_3_to_hit), cmocka_unit_test(r7_a_5_7_who_answers), cmocka_unit_test(r7_hit_1_words), cmocka_unit_test(r7_a_9_1_ways), cmocka_unit_test(r7_a_2_2_halved),
      cmocka_unit_test(r12_2_boxes), cmocka_unit_test(r12_air_6_words), cmocka_unit_test(r12_air_2_ties), cmocka_unit_test(r12_cas_4_those_who_flew), cmocka_unit_test(x11_once_and_where),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
