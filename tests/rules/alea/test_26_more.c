/* test_26_more.c - what is shown, what data and positions are refused, who may deploy where, what is worth how much. */
#include "table.h"

#include "host/library.h"

#include <stdlib.h>
#include <sys/stat.h>

/* ---- the view document -------------------------------------------------------------------------------------------------------------- */

static void boxes_and_unknown_stacks(void **s) {
  (void)s;
  struct table *t = lay(N, PLAIN PHASE("air.assign") TURN(2) UNITS(AIR("f", "german", "fighter", "air.german.available") C AIR("e", "german", "fighter", "air.german.available") C AIR("b", "german", "bomber", "air.german.available") C AIR("s", "soviet", "fighter", "air.soviet.available") C DE("x", "inf", "0101") C DE("w", "inf", "0101") C RU("y", "inf", "1212") C RU("z", "inf", "1212") C RU("v", "inf", "1010")), "9 9 9 9 9 9 9 9 9 9 9 9");
  acts(t, "german", "fly f attack; fly e attack; fly b attack; commit");
  acts(t, "soviet", "fly s defence; commit");
  ask(t, "{\"cmd\":\"view\",\"side\":\"soviet\"}");
  const cJSON *b;
  int seen = 0;
  cJSON_ArrayForEach(b, field(t->last, "view.boxes")) {
    if (!strcmp(text_of(b, "id"), "air.german.attack")) seen++, assert_int_equal(int_of(b, "count"), 3);
    if (!strcmp(text_of(b, "id"), "air.german.defence")) seen++, assert_int_equal(int_of(b, "count"), 0);
    if (!strcmp(text_of(b, "id"), "air.soviet.defence")) seen++, assert_int_equal(int_of(b, "count"), 1);
  }
  assert_int_equal(seen, 3);
  int unknown = 0, named = 0; /* the German stack is one unknown entry under its top counter; his own are all named */
  cJSON_ArrayForEach(b, field(t->last, "view.units")) unknown += text_of(b, "id")[0] == '?', named += text_of(b, "id")[0] != '?' && text_of(b, "at")[0] <= '9';
  assert_int_equal(unknown, 1);
  assert_int_equal(named, 4);
  ask(t, "{\"cmd\":\"view\",\"side\":\"all\"}");
  unknown = 0;
  cJSON_ArrayForEach(b, field(t->last, "view.units")) unknown += text_of(b, "id")[0] == '?';
  assert_int_equal(unknown, 0);
  clear_away(t);
}

static void marks_are_shown(void **s) {
  (void)s;
  static const char *const mark[] = {"dsg", "oos", "turned", "moved", "attacked", "inactive"};
  for (size_t i = 0; i < sizeof mark / sizeof *mark; i++) {
    char pos[500];
    snprintf(pos, sizeof pos, PLAIN PHASE("german.movement") TURN(2) "\"units\":[{\"name\":\"a\",\"side\":\"german\",\"kind\":\"inf\",\"hex\":\"0606\",\"marks\":[\"%s\"]},%s]", mark[i], RU("x", "inf", "1212"));
    struct table *t = lay(S_, pos, "");
    marked(t, "a", mark[i]);
    for (size_t k = 0; k < sizeof mark / sizeof *mark; k++)
      if (k != i) unmarked(t, "a", mark[k]);
    clear_away(t);
  }
  struct table *t = lay("alea/lesson", NULL, NULL);
  ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
  const cJSON *m;
  int goals = 0;
  cJSON_ArrayForEach(m, field(t->last, "view.marks")) goals += !strcmp(text_of(m, "mark"), "objective");
  assert_int_equal(goals, 5);
  assert_string_equal(text_of(t->last, "view.turn.date"), "5 July 1943");
  act(t, "german", "move de.86id.216"); /* the points of whoever moves */
  ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
  cJSON_ArrayForEach(m, field(t->last, "view.units")) {
    if (!strcmp(text_of(m, "id"), "de.86id.216")) assert_int_equal(int_of(m, "mp[0]"), 5), assert_int_equal(int_of(m, "mp[1]"), 5);
    else assert_null(field(m, "mp"));
  }
  clear_away(t);
  t = lay(S_, PLAIN PHASE("german.movement") TURN(1) UNITS(DE("x", "inf", "0101")), "");
  ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
  assert_string_equal(text_of(t->last, "view.turn.date"), "4 July 1943");
  clear_away(t);
}

static char key_of(struct table *t, const char *side, const char *name, const char *hex) {
  const cJSON *h;
  ask(t, "{\"cmd\":\"overlay\",\"side\":\"%s\",\"name\":\"%s\",\"args\":[]}", side, name);
  cJSON_ArrayForEach(h, field(t->last, "overlay.hexes")) if (!strcmp(cJSON_GetArrayItem(h, 0)->valuestring, hex)) return cJSON_GetArrayItem(h, 1)->valuestring[0];
  return '-';
}
static void overlays(void **s) {
  (void)s;
  struct table *t = lay(N, PLAIN PHASE("german.movement") TURN(2) "\"regions\":[{\"id\":\"german.supply\",\"hexes\":[\"0101\"]}],\"control\":[[\"german\",[\"0101\",\"0102\",\"0605\"]]]," UNITS(DE("a", "inf", "0605") C DE("c", "inf", "1201") C RU("x", "inf", "0608") C RU("g", "art", "0611", FAC("\"range\":4")) C RU("r1", "inf", "1003") C RU("r2", "inf", "1103")), "");
  assert_int_equal(key_of(t, "german", "zoc", "0604"), 'o');
  assert_int_equal(key_of(t, "german", "zoc", "0609"), 'e');
  assert_int_equal(key_of(t, "german", "zoc", "0606"), 'o');
  assert_int_equal(key_of(t, "soviet", "zoc", "0604"), 'e');
  assert_int_equal(key_of(t, "german", "zoc", "0101"), '-');
  assert_int_equal(key_of(t, "german", "control", "0102"), 'o');
  assert_int_equal(key_of(t, "german", "control", "0302"), 'e');
  assert_int_equal(key_of(t, "soviet", "control", "0302"), 'o');
  assert_int_equal(key_of(t, "german", "supply", "0101"), 's');
  assert_int_equal(key_of(t, "german", "supply", "0203"), 'a');
  assert_int_equal(key_of(t, "german", "supply", "0609"), '-');
  assert_int_equal(key_of(t, "german", "threat", "0607"), 't');
  assert_int_equal(key_of(t, "german", "threat", "0606"), '-');
  clear_away(t);
}

/* ---- positions and data ---------------------------------------------------------------------------------------------------------------- */

static void bad_position(const char *pos, const char *at) {
  struct table *t = lay(N, NULL, NULL);
  ask(t, "{\"cmd\":\"new\",\"game\":\"alea\",\"scenario\":\"north\",\"seed\":1,\"position\":{%s}}", pos);
  assert_true(cJSON_IsFalse(field(t->last, "ok")));
  if (!strstr(text_of(t->last, "error.at"), at)) fail_msg("refused at '%s', not '%s': %s", text_of(t->last, "error.at"), at, text_of(t->last, "error.text"));
  clear_away(t);
}
static void positions_refused(void **s) {
  (void)s;
  bad_position(PLAIN PHASE("nowhere") UNITS(DE("a", "inf", "0606")), "phase");
  bad_position(PLAIN UNITS(DE("a", "inf", "0606") C RU("x", "inf", "0606")), "units[1].hex"); /* the enemy is there */
  bad_position(PLAIN UNITS(DE("a", "inf", "0606", STEPS(3))), "units[0].steps");
  bad_position(PLAIN UNITS(DE("a", "inf", "0606", MARK("aamode"))), "units[0].marks");
  bad_position(PLAIN UNITS(DE("a", "inf", "0606", MARK("mine"))), "units[0].marks");
  bad_position(PLAIN UNITS(DE("a", "inf", "0606", ",\"facing\":1")), "units[0].facing");
  bad_position(PLAIN UNITS(RU("tr", "train", "0606")), "units[0].hex"); /* off the rails */
  bad_position(PLAIN UNITS(DE("a", "inf", "0606") C DE("b", "inf", "0606") C DE("c", "inf", "0606") C DE("d", "inf", "0606")), "units[3].hex");
  bad_position(PLAIN UNITS("{\"unit\":\"de.216\",\"hex\":\"0606\"},{\"unit\":\"de.216\",\"hex\":\"0607\"}"), "units[1]");
  bad_position(PLAIN UNITS("{\"name\":\"q\",\"side\":\"german\",\"kind\":\"inf\"}"), "units[0].hex");
  bad_position(PLAIN UNITS("{\"name\":\"q\",\"side\":\"german\",\"kind\":\"inf\",\"box\":\"cupboard\"}"), "units[0].box");
  bad_position(PLAIN "\"vars\":{\"fuel\":7}," UNITS(DE("a", "inf", "0606")), "vars");
  bad_position(PLAIN "\"vars\":{\"luck\":1}," UNITS(DE("a", "inf", "0606")), "vars");
  bad_position(PLAIN "\"marks\":[{\"hex\":\"0606\",\"mark\":\"dsg\"}]," UNITS(DE("a", "inf", "0606")), "marks");
  bad_position(PLAIN UNITS(DE("a", "inf", "0606", FAC("\"luck\":3"))), "units[0].factors");
}

static bool loads_with(const char *file, const char *from, const char *to, char why[200]) { /* one change in one data file */
  char dir[] = "/tmp/salient-alea-XXXXXX", path[512];
  assert_non_null(mkdtemp(dir));
  snprintf(path, sizeof path, "%s/alea", dir);
  assert_int_equal(mkdir(path, 0700), 0);
  owner_figure(dir, "alea", file, from, to);
  struct fault fault = {0};
  struct library *lib = library_open(dir, &fault);
  const struct sal_book *b = lib ? library_book(lib, sal_ruleset_find("alea"), "north", &fault) : NULL;
  snprintf(why, 200, "%.199s", b ? "" : fault.text);
  bool ok = b != NULL;
  if (lib) library_close(lib);
  return ok;
}
#define ROW(af, df, mf, steps, arm, bomb, range, air, at) "bn\t" af "\t" df "\t" mf "\t" steps "\t" arm "\t" bomb "\t" range "\t" air "\t" at "\t"
#define COUNTER "de.505\tgerman\t505\t-\ttank\tII\theavy-armour\tarmy\treconstructed\tI\t9A/XLVII\t"
static void figures_out_of_range(void **s) {
  (void)s;
  static const struct { const char *row; bool ok; } row[] = {
      {ROW("50", "4", "9", "2", "5", "0", "0", "0", "0"), true}, {ROW("51", "4", "9", "2", "5", "0", "0", "0", "0"), false}, {ROW("5", "50", "9", "2", "5", "0", "0", "0", "0"), true}, {ROW("5", "51", "9", "2", "5", "0", "0", "0", "0"), false},
      {ROW("5", "4", "50", "2", "5", "0", "0", "0", "0"), true}, {ROW("5", "4", "51", "2", "5", "0", "0", "0", "0"), false}, {ROW("5", "4", "9", "9", "5", "0", "0", "0", "0"), true}, {ROW("5", "4", "9", "10", "5", "0", "0", "0", "0"), false}, {ROW("5", "4", "9", "0", "5", "0", "0", "0", "0"), false},
      {ROW("5", "4", "9", "2", "9", "0", "0", "0", "0"), true}, {ROW("5", "4", "9", "2", "10", "0", "0", "0", "0"), false}, {ROW("5", "4", "9", "2", "5", "60", "0", "0", "0"), true}, {ROW("5", "4", "9", "2", "5", "61", "0", "0", "0"), false}, {ROW("5", "4", "9", "2", "5", "0", "60", "0", "0"), true}, {ROW("5", "4", "9", "2", "5", "0", "61", "0", "0"), false},
      {ROW("5", "4", "9", "2", "5", "0", "0", "x", "0"), false}, {ROW("5", "4", "9", "2", "5", "0", "0", "0", "10"), true}, {ROW("5", "4", "9", "2", "5", "0", "0", "0", "11"), false},
  };
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    char to[200], why[200];
    snprintf(to, sizeof to, COUNTER "%s", row[i].row);
    bool ok = loads_with("counters.tsv", COUNTER "bn\t5\t4\t9\t2\t5\t0\t0\t0\t0\t", to, why);
    if (ok != row[i].ok) fail_msg("row %d: %s", (int)i, why);
    if (!ok) assert_true(*why);
  }
  char why[200];
  assert_false(loads_with("tables.tsv", "D6\t0\t0\t1\t1\t2", "D6\t0\t0\t1\t1\t8", why));
  assert_false(loads_with("tables.tsv", "D6\t0\t0\t1\t1\t2", "D6\t0\t0\t1\tx\t2", why));
  assert_false(loads_with("setup-north.tsv", "ru.307rd.1019\t2113\t2", "ru.307rd.1019\t9999\t2", why));
  assert_false(loads_with("setup-north.tsv", "ru.307rd.1019\t2113\t2", "ru.307rd.1019\t2113\t3", why));
  assert_false(loads_with("setup-north.tsv", "ru.307rd.1019\t2113\t2", "ru.nobody\t2113\t2", why));
  assert_false(loads_with("deploy.tsv", "s3\tde.503\twith", "s3\tde.503\tnear", why));
  assert_false(loads_with("deploy.tsv", "\t19 Pz\n", "\t99 Pz\n", why));
}

/* ---- supply, points, reserves ------------------------------------------------------------------------------------------------------------ */

static void r9_7_train_lines(void **s) { /* next to the line but not on its rails: cut off */
  (void)s;
#define RAIL(path) "\"terrain\":[" path "],\"regions\":[{\"id\":\"soviet.supply\",\"hexes\":[\"0612\",\"0712\"]}],"
  static const struct { const char *rails; bool cut; } row[] = {
      {"{\"path\":[\"0610\",\"0611\",\"0612\"],\"set\":[\"rail\"]}", false},
      {"{\"path\":[\"0609\",\"0610\"],\"set\":[\"rail\"]},{\"path\":[\"0611\",\"0612\"],\"set\":[\"rail\"]}", true},
      {"{\"path\":[\"0609\",\"0610\"],\"set\":[\"rail\"]},{\"path\":[\"0611\",\"0612\"],\"set\":[\"rail\"]},{\"path\":[\"0610\",\"0611\"],\"set\":[\"road.minor\"]}", true},
  };
  for (size_t i = 0; i < 3; i++) {
    char pos[900];
    snprintf(pos, sizeof pos, PLAIN PHASE("soviet.rally") TURN(1) RAIL("%s") UNITS(RU("tr", "train", "0610") C RU("i", "inf", "0610") C DE("x", "inf", "0101")), row[i].rails);
    struct table *t = lay(N, pos, "");
    if (row[i].cut) marked(t, "tr", "oos");
    else unmarked(t, "tr", "oos");
    unmarked(t, "i", "oos");
    clear_away(t);
  }
}

static void points_by_kind(void **s) { /* 14.2, 14.3, II.4.1, II.4.2 one by one, in halves */
  (void)s;
  static const struct { const char *kind; int north_g, south_g, north_s, south_s; } row[] = {
      {"tank", 4, 4, 2, 2}, {"ag", 4, 4, 2, 2}, {"mech", 4, 4, 1, 1}, {"mot", 4, 4, 1, 1}, {"inf", 2, 2, 1, 1}, {"pio", 1, 2, 1, 0}, {"art", 2, 2, 1, 0}, {"rocket", 2, 2, 1, 0}, {"aa", 2, 2, 1, 0}, {"hq", 4, 2, 2, 0}, {"atf", 2, 2, 0, 0}, {"train", 1, 2, 2, 2},
  };
  for (size_t i = 0; i < sizeof row / sizeof *row; i++)
    for (int side = 0; side < 2; side++)
      for (int south = 0; south < 2; south++) {
        if (side == 0 && (!strcmp(row[i].kind, "atf") || !strcmp(row[i].kind, "train"))) continue; /* the German has none */
        if (side == 1 && !strcmp(row[i].kind, "pio")) continue;
        char pos[600], got[32], want[32];
        snprintf(pos, sizeof pos, PLAIN PHASE("soviet.combat") "\"turn\":%d,\"units\":[{\"name\":\"d\",\"side\":\"%s\",\"kind\":\"%s\",\"box\":\"dead.%s\"},%s,%s]", south ? 11 : 10, side ? "soviet" : "german", row[i].kind, side ? "soviet" : "german", DE("x", "inf", "0101"), RU("y", "inf", "1212"));
        struct table *t = lay(south ? S_ : N, pos, "");
        act(t, "soviet", "done");
        ask(t, "{\"cmd\":\"result\"}");
        int halves = side ? (south ? row[i].south_s : row[i].north_s) : south ? row[i].south_g : row[i].north_g;
        snprintf(want, sizeof want, halves % 2 ? "%d/2" : "%d", halves % 2 ? halves : halves / 2);
        points_of(field(t->last, side ? "result.scores.german" : "result.scores.soviet"), got);
        if (strcmp(got, want)) fail_msg("%s %s %s: %s points, not %s", south ? "south" : "north", side ? "soviet" : "german", row[i].kind, got, want);
        snprintf(want, sizeof want, halves % 2 ? "%s%d/2" : "%s%d", side || !halves ? "" : "-", halves % 2 ? halves : halves / 2);
        points_of(field(t->last, "result.margin"), got);
        assert_string_equal(got, want);
        clear_away(t);
      }
  /* two steps and one: 14.2 halves only those printed with one */
  struct table *t = lay(N, PLAIN PHASE("soviet.combat") TURN(10) UNITS("{\"name\":\"d\",\"side\":\"german\",\"kind\":\"tank\",\"factors\":{\"steps\":1},\"box\":\"dead.german\"}" C DE("x", "inf", "0101") C RU("y", "inf", "1212")), "");
  act(t, "soviet", "done");
  ask(t, "{\"cmd\":\"result\"}");
  char got[32];
  assert_string_equal(points_of(field(t->last, "result.scores.soviet"), got), "1/2");
  clear_away(t);
}

static void ii_s3_8_levels(void **s) {
  (void)s;
  static const struct { const char *control, *level; int spent, price; } row[] = {
      {"\"4125\",\"4117\",\"2710\",\"1712\",\"1405\",\"1608\",\"3206\",\"3807\"", "German operational victory", 0, 1}, {"\"4125\",\"4117\",\"2710\",\"1712\",\"1405\",\"1608\",\"3206\"", "German tactical victory", 0, 1}, {"\"4125\",\"4117\",\"2710\",\"3206\",\"3807\"", "Soviet tactical victory", 0, 1},
      {"\"4125\",\"4117\",\"2710\"", "German tactical victory", 30, 1}, {"\"4125\",\"4117\",\"2710\"", "Soviet tactical victory", 29, 1}, {"\"4125\",\"4117\",\"2710\"", "Soviet tactical victory", 30, 0},
  };
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    char pos[800];
    snprintf(pos, sizeof pos, "\"map\":\"south\"," PHASE("soviet.combat") TURN(5) "\"vars\":{\"spent_halves\":%d},\"control\":[[\"german\",[%s]]]," UNITS(DE("x", "inf", "0149") C RU("y", "inf", "5200")), row[i].spent, row[i].control);
    struct table *t = lay_with("alea/panzerkeil", row[i].price ? NULL : "\"s3price\":false", pos, "", NULL, __FILE__, __LINE__);
    act(t, "soviet", "done");
    ask(t, "{\"cmd\":\"result\"}");
    assert_string_equal(text_of(t->last, "result.level"), row[i].level);
    clear_away(t);
  }
}

/* ---- moving on ------------------------------------------------------------------------------------------------------------------------------ */

static void r5_6_staying(void **s) { /* one that has not moved may stay in a crowd; one that has may not end in it */
  (void)s;
  struct table *t = lay(N, PLAIN "\"unchecked\":true," PHASE("german.movement") TURN(2) UNITS(DE("p", "inf", "0605") C DE("q", "inf", "0605") C DE("r", "inf", "0605") C DE("m", "inf", "0605") C RU("x", "inf", "1212")), "");
  act(t, "german", "move m");
  act(t, "german", "stop");
  refused(t, "german", "move m", "4.4");
  clear_away(t);
}

static void r4_oa_defender_forced_back(void **s) { /* a strike drives the defender off: the stack stands in his hex and goes on from there */
  (void)s;
  struct table *t = lay(N, PLAIN PHASE("german.movement") TURN(2) UNITS(DE("m", "mech", "0605", FAC("\"af\":30,\"mf\":12")) C RU("x", "inf", "0606", FAC("\"df\":5,\"steps\":7"))), "1 1");
  acts(t, "german", "move m; strike 0606");
  act(t, "soviet", "commit");
  act(t, "soviet", "pass");
  act(t, "german", "roll"); /* 6:1, row 3: 4 of 7 */
  act(t, "soviet", "retreat 0607");
  stands(t, "x", "0607", 3);
  stands(t, "m", "0606", 2);
  act(t, "soviet", "pass"); /* its zone is back: a reaction window, and the move is over */
  at_node(t, "german", "move");
  clear_away(t);
  t = lay(N, PLAIN PHASE("german.movement") TURN(2) UNITS(DE("a", "inf", "0605", FAC("\"af\":1,\"steps\":5")) C RU("x", "inf", "0606", FAC("\"df\":9,\"steps\":9"))), "6 4"); /* and the other way round */
  acts(t, "german", "move a; strike 0606");
  act(t, "soviet", "commit");
  act(t, "soviet", "pass");
  act(t, "german", "roll");
  act(t, "german", "retreat 0604");
  stands(t, "a", "0604", 2);
  marked(t, "a", "dsg");
  refused(t, "german", "move a", "4.4"); /* its move is over */
  clear_away(t);
}

/* ---- deployment by deploy.tsv ------------------------------------------------------------------------------------------------------------- */

#define SETUP(side, hexes, units) PLAIN PHASE("setup." side) hexes UNITS(units)
static void tries(struct table *t, const char *side, const char *unit, const char *hex, const char *rule) { /* rule NULL: allowed */
  char line[80];
  snprintf(line, sizeof line, "pick %s", unit);
  act(t, side, line);
  snprintf(line, sizeof line, "put %s", hex);
  if (rule) refused(t, side, line, rule);
  else act(t, side, line), ask(t, "{\"cmd\":\"undo\",\"side\":\"%s\"}", side);
  ask(t, "{\"cmd\":\"undo\",\"side\":\"%s\"}", side);
}
static void hosts(void **s) {
  (void)s;
  /* AA 26 stacked with 184, 90 Gd or 51 Gd; AA 5 with or next to 81, 78, 72 Gd; 36 only in scenario 4 */
  struct table *t = lay("alea/panzerkeil", SETUP("soviet", "", RU("k", "inf", "0606", FORM("90 Gd")) C RU("l", "inf", "0909", FORM("78 Gd")) C BOX("ru.s.aa26", "tray.soviet") C BOX("ru.s.aa5", "tray.soviet")), NULL);
  tries(t, "soviet", "ru.s.aa26", "0606", NULL);
  tries(t, "soviet", "ru.s.aa26", "0607", "II.s3.4");
  tries(t, "soviet", "ru.s.aa5", "0910", NULL);
  tries(t, "soviet", "ru.s.aa5", "0911", "II.s3.4");
  clear_away(t);
  t = lay("alea/prokhorovka", SETUP("soviet", "", RU("k", "inf", "0606", FORM("305 RD")) C BOX("ru.s.aa36", "tray.soviet")), NULL);
  tries(t, "soviet", "ru.s.aa36", "0607", NULL);
  tries(t, "soviet", "ru.s.aa36", "0608", "II.s4.1");
  clear_away(t);
#define GROUND "\"control\":[[\"german\",[\"0605\",\"0606\",\"0607\",\"0608\",\"0909\"]]],"
  static const struct { const char *form, *unit; } pair[] = {{"320 ID", "de.stg393"}, {"167 ID", "de.stg911"}, {"168 ID", "de.stg905"}, {"106 ID", "de.stg228"}, {"TOT", "de.102"}, {"LAH", "de.102"}, {"DR", "de.102"}, {"19 Pz", "de.503"}};
  for (size_t i = 0; i < sizeof pair / sizeof *pair; i++) {
    char pos[700];
    snprintf(pos, sizeof pos, PLAIN PHASE("setup.german") GROUND "\"units\":[{\"name\":\"k\",\"side\":\"german\",\"kind\":\"inf\",\"hex\":\"0606\",\"formation\":\"%s\"},{\"unit\":\"%s\",\"box\":\"tray.german\"}]", pair[i].form, pair[i].unit);
    t = lay("alea/panzerkeil", pos, NULL);
    tries(t, "german", pair[i].unit, "0607", NULL);
    tries(t, "german", pair[i].unit, "0606", NULL);
    tries(t, "german", pair[i].unit, "0608", "II.s3.1");
    clear_away(t);
  }
  /* any division but its own is no host */
  t = lay("alea/panzerkeil", SETUP("german", GROUND, DE("k", "inf", "0606", FORM("167 ID")) C DE("l", "inf", "0909", FORM("320 ID")) C BOX("de.stg393", "tray.german")), NULL);
  tries(t, "german", "de.stg393", "0607", "II.s3.1");
  tries(t, "german", "de.stg393", "0909", NULL);
  clear_away(t);
}

static void set_up_ends(void **s) { /* all are placed before it ends; a side places its own */
  (void)s;
  struct table *t = lay(N, SETUP("german", "\"control\":[[\"german\",[\"0605\"]]],", BOX("de.arko35", "tray.german") C DE("x", "inf", "0101") C RU("y", "inf", "1212")), "");
  refused(t, "german", "done", "3.setup.1");
  refused(t, "german", "pick x", "3.setup.1");
  act(t, "german", "pick de.arko35");
  act(t, "german", "put 0605");
  refused(t, "german", "pick de.arko35", "3.setup.1");
  act(t, "german", "done");
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(boxes_and_unknown_stacks), cmocka_unit_test(marks_are_shown), cmocka_unit_test(overlays), cmocka_unit_test(positions_refused), cmocka_unit_test(figures_out_of_range), cmocka_unit_test(r9_7_train_lines),
      cmocka_unit_test(points_by_kind), cmocka_unit_test(ii_s3_8_levels), cmocka_unit_test(r5_6_staying), cmocka_unit_test(r4_oa_defender_forced_back), cmocka_unit_test(hosts), cmocka_unit_test(set_up_ends),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
