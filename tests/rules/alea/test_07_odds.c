/* test_07_odds.c - 7.a.6, 7.red, T1 and T2: totals, columns, modifiers and rows, with scripted
 * dice. */
#include "table.h"

static void x3_odds(void **s) { /* 10 to 2: 5:1 */
  (void)s;
  struct table *t = lay(
      N, FIGHT(DE("a", "inf", "0605", FAC("\"af\":10")) C RU("x", "inf", "0606", FAC("\"df\":2"))),
      "6 6");
  attack(t, "german", "0606", "0605");
  card(t, "german", "7.a.6.1", "5:1");
  card(t, "german", "7.a.6.2", "10");
  ask(t, "{\"cmd\":\"actions\",\"side\":\"german\"}");
  cites(t, "prompt.cards[0].rule", "T2");
  refused(t, "german", "cancel", "7.a.1.3");
  act(t, "german", "roll");
  happened(t, "7.a.6.4", "combat");
  clear_away(t);
}

/* 1:1 exactly: D 2 2 2 2 1 1 against the attacker's die, A 0 1 1 2 2 3 against the defender's */
static void x4_errata_column(void **s) {
  (void)s;
  static const int d[] = {2, 2, 2, 2, 1, 1}, a[] = {0, 1, 1, 2, 2, 3};
  for (int die = 1; die <= 6; die++) {
    char dice[32], want[64];
    snprintf(dice, sizeof dice, "%d %d", die, die);
    struct table *t = lay(N,
                          FIGHT(DE("a", "inf", "0605", FAC("\"af\":4,\"steps\":9"))
                                    C RU("x", "inf", "0606", FAC("\"df\":4,\"steps\":9"))),
                          dice);
    attack(t, "german", "0606", "0605");
    card(t, "german", "7.a.6.1", "1:1");
    act(t, "german", "roll");
    rolled(t, "7.a.6.4",
           die == 1   ? "1"
           : die == 2 ? "2"
           : die == 3 ? "3"
           : die == 4 ? "4"
           : die == 5 ? "5"
                      : "6");
    snprintf(want, sizeof want,
             d[die - 1] == 1 ? "%d hit on the defender, %d on the attacker"
                             : "%d hits on the defender, %d on the attacker",
             d[die - 1], a[die - 1]);
    bool found = false;
    for (int i = 0; i < cJSON_GetArraySize(field(t->last, "events")); i++) {
      char path[64];
      snprintf(path, sizeof path, "events[%d].text", i);
      found |= strstr(text_of(t->last, path), want) != NULL;
    }
    assert_true(found);
    stands(t, "x", "0606", 9 - d[die - 1]);
    stands(t, "a", "0605", 9 - a[die - 1]);
    clear_away(t);
  }
}

static void y4_halvings(void **s) { /* df 8: step loss, DSG and oos: 2; df 5: DSG and oos: 1 */
  (void)s;
  struct table *t =
      lay(N,
          FIGHT(DE("a", "inf", "0605") C RU("x", "inf", "0606",
                                            FAC("\"df\":8") STEPS(1) ",\"marks\":[\"dsg\",\"oos\"]")
                    C RU("y", "inf", "0606", FAC("\"df\":5") ",\"marks\":[\"dsg\",\"oos\"]")),
          "");
  attack(t, "german", "0606", "0605");
  card(t, "german", "7.red.1", "2");
  card(t, "german", "7.red.1", "1");
  clear_away(t);
}

/* 9.6 down, 13.art.5 up, 13.hq.3 up, 13.art.2 a quarter, 13.hq.6 printed */
static void r_single_halvings(void **s) {
  (void)s;
  struct table *t =
      lay(N,
          FIGHT(DE("a", "inf", "0605", FAC("\"af\":5") MARK("oos")) C DE("h", "hq", "0605")
                    C RU("x", "inf", "0606", FAC("\"df\":5") MARK("dsg"))
                        C RU("g", "art", "0606", FAC("\"bomb\":11"))),
          "");
  attack(t, "german", "0606", "0605");
  card(t, "german", "9.6", "2");
  card(t, "german", "13.hq.6", "2");
  card(t, "german", "13.art.5", "3");
  card(t, "german", "13.art.2", "2");
  card(t, "german", "13.art.1", "1:2");
  clear_away(t);
  t = lay(N, FIGHT(DE("a", "inf", "0605") C RU("h", "hq", "0606", FAC("\"df\":3"))), "");
  attack(t, "german", "0606", "0605");
  card(t, "german", "13.hq.3", "2");
  clear_away(t);
}

/* never below a quarter, rounded down; a printed 1 may become 0 */
static void r7_red_1_floor(void **s) {
  (void)s;
  static const struct {
    int df;
    const char *marks, *value;
  } row[] = {{1, "\"oos\"", "0"},         {2, "\"oos\"", "1"},         {3, "\"oos\"", "1"},
             {8, "\"dsg\",\"oos\"", "2"}, {4, "\"dsg\",\"oos\"", "1"}, {7, "\"dsg\"", "4"},
             {6, "\"dsg\",\"oos\"", "1"}};
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    char pos[600];
    snprintf(pos, sizeof pos,
             PLAIN PHASE("german.combat")
                 TURN(2) "\"units\":[%s,{\"name\":\"x\",\"side\":\"soviet\",\"kind\":\"inf\","
                         "\"hex\":\"0606\",\"factors\":{\"df\":%d},\"marks\":[%s]}]",
             DE("a", "inf", "0605", FAC("\"af\":9")), row[i].df, row[i].marks);
    struct table *t = lay(N, pos, "");
    attack(t, "german", "0606", "0605");
    card(t, "german",
         strchr(row[i].marks, ',') ? "7.red.1"
         : row[i].marks[1] == 'd'  ? "13.art.5"
                                   : "9.6",
         row[i].value);
    clear_away(t);
  }
}

/* defence 4: works, heights, villages and woods add halves, three times at most */
static void t1_multipliers_add_up(void **s) {
  (void)s;
  static const struct {
    const char *ground, *column;
    int af;
  } row[] = {
      {"\"clear\"", "2:1", 8},
      {"\"town\"", "1:1", 8},
      {"\"town\"", "2:1", 12},
      {"\"woods\"", "2:1", 12},
      {"\"balka\"", "2:1", 8},
      {"\"clear\",\"hill_dp\"", "2:1", 12},
      {"\"town\",\"hill_dp\"", "2:1", 16},
      {"\"town\",\"hill_dp\"", "1:1", 15},
      {"\"woods\",\"town\",\"hill_dp\"", "2:1", 20},
      {"\"woods\",\"town\",\"hill_dp\"", "1:1", 19},
  };
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    char pos[700];
    snprintf(
        pos, sizeof pos,
        PLAIN PHASE("german.combat") TURN(
            2) "\"terrain\":[{\"hex\":\"0606\",\"set\":[%s]}],\"units\":[{\"name\":\"a\",\"side\":"
               "\"german\",\"kind\":\"inf\",\"hex\":\"0605\",\"factors\":{\"af\":%d}},%s]",
        row[i].ground, row[i].af, RU("x", "inf", "0606", FAC("\"df\":4")));
    struct table *t = lay(N, pos, "");
    attack(t, "german", "0606", "0605");
    card(t, "german", "7.a.6.1", row[i].column);
    clear_away(t);
  }
#define CAPPED(af)                                                                                 \
  PLAIN PHASE("german.combat")                                                                     \
      TURN(2) "\"terrain\":[{\"hex\":\"0606\",\"set\":[\"woods\",\"hill_dp\",\"town\",\"fort_1_"   \
              "3\"]}]," UNITS(DE("a", "inf", "0605", FAC("\"af\":" #af))                           \
                                  C RU("x", "inf", "0606", FAC("\"df\":4")))
  struct table *t = lay(N, CAPPED(12), "");
  attack(t, "german", "0606", "0605");
  card(t, "german", "7.a.6.1", "1:1"); /* x3, not x3.5 */
  clear_away(t);
  t = lay(N, CAPPED(11), "");
  attack(t, "german", "0606", "0605");
  card(t, "german", "7.a.6.1", "1:2"); /* nor x2.5 */
  clear_away(t);
  /* breached, the works are nothing (10.2): x1, and no mine die */
  t = lay(N,
          PLAIN PHASE("german.combat") TURN(
              2) "\"terrain\":[{\"hex\":\"0606\",\"set\":[\"clear\",\"fort_1_3\"]}],\"marks\":["
                 "{\"hex\":\"0606\",\"mark\":\"breached\"}]," UNITS(
                     DE("a", "inf", "0605", FAC("\"af\":8"))
                         C RU("x", "inf", "0606", FAC("\"df\":4"))),
          "");
  attack(t, "german", "0606", "0605");
  card(t, "german", "7.a.6.1", "2:1");
  clear_away(t);
  /* an HQ or guns alone do not hold a height */
  t = lay(N,
          PLAIN PHASE("german.combat")
              TURN(2) "\"terrain\":[{\"hex\":\"0606\",\"set\":[\"clear\",\"hill_dp\"]}]," UNITS(
                  DE("a", "inf", "0605", FAC("\"af\":8"))
                      C RU("x", "art", "0606", FAC("\"bomb\":16"))),
          "");
  attack(t, "german", "0606", "0605");
  card(t, "german", "7.a.6.1", "2:1");
  clear_away(t);
}

/* (4+4) x 2 = 16, mine die 5 halved 3: 19; 38 is 2:1, 37 is 1:1 */
static void y5_fort_mines_pioneers(void **s) {
  (void)s;
  for (int i = 0; i < 2; i++) {
    const char *pos =
        i ? BED PHASE("german.combat") TURN(2)
                UNITS(DE("a", "inf", "0504", FAC("\"af\":35")) C DE("p", "pio", "0504")
                          C RU("x", "inf", "0505", FAC("\"df\":4,\"steps\":9"))
                              C RU("y", "inf", "0505", FAC("\"df\":4")))
          : BED PHASE("german.combat") TURN(2)
                UNITS(DE("a", "inf", "0504", FAC("\"af\":36")) C DE("p", "pio", "0504")
                          C RU("x", "inf", "0505", FAC("\"df\":4,\"steps\":9"))
                              C RU("y", "inf", "0505", FAC("\"df\":4")));
    struct table *t = lay(N, pos, "5 1 1");
    attack(t, "german", "0505", "0504");
    card(t, "german", "10.1", "2:1");
    card(t, "german", "11.4", i ? "1:1" : "2:1");
    act(t, "german", "roll");
    happened(t, "11.4", "mines");
    rolled(t, "11.3", "5");
    acts(t, "soviet", i ? "lose x; lose x" : "lose x; lose x; lose x");
    stands(t, "x", "0505", i ? 7 : 6); /* first row: 2 hits at 1:1, 3 at 2:1 */
    clear_away(t);
  }
}

static void r11_3_without_pioneers(void **s) {
  (void)s;
  struct table *t = lay(N,
                        PLAIN PHASE("german.combat")
                            TURN(2) "\"marks\":[{\"hex\":\"0606\",\"mark\":\"mine\"}]," UNITS(
                                DE("a", "inf", "0605", FAC("\"af\":20"))
                                    C RU("x", "inf", "0606", FAC("\"df\":4,\"steps\":9"))),
                        "6 6 1");
  attack(t, "german", "0606", "0605");
  card(t, "german", "11.3", "2:1"); /* 20 to 4 + 6 */
  act(t, "german", "roll");
  happened(t, "11.3", "mines");
  clear_away(t);
}

/* 3 hexes and the 216th: +3; die 4 is row 1: 4 hits at 3:1, halved to 2 by the retreat */
static void y6_modifiers(void **s) {
  (void)s;
  const char *pos = BED PHASE("german.combat")
      TURN(2) "\"marks\":[]," UNITS(AT("de.216", "0504") C DE("b", "inf", "0405", FAC("\"af\":40"))
                                        C DE("c", "inf", "0605", FAC("\"af\":40"))
                                            C RU("x", "inf", "0505", FAC("\"df\":12,\"steps\":9")));
  struct table *t = lay(N, pos, "1 4");
  acts(t, "german", "target 0505; from 0504; from 0405; from 0605; attack");
  acts(t, "soviet", "elect retreat; commit");
  act(t, "soviet", "pass");
  act(t, "german", "shoot de.216 x");
  rolled(t, "7.a.5.3", "1");
  clear_away(t);
  t = lay(N, pos, "");
  acts(t, "german", "target 0505; from 0504; from 0405; from 0605; attack");
  acts(t, "soviet", "elect retreat; commit");
  act(t, "soviet", "pass");
  act(t, "german", "hold de.216");
  card(t, "german", "7.a.6.5", "3:1");
  card(t, "german", "8.216", "3:1");
  card(t, "german", "7.a.2.2", "3:1");
  clear_away(t);
  t = lay(N, pos, "1 4 2");
  acts(t, "german", "target 0505; from 0504; from 0405; from 0605; attack");
  acts(t, "soviet", "elect retreat; commit");
  act(t, "soviet", "pass");
  act(t, "german", "hold de.216");
  act(t, "german", "roll");
  act(t, "soviet", "retreat 0506");
  happened(t, "7.a.7.1", "retreats");
  stands(t, "x", "0506", 7);
  stands(t, "b", "0405", 2);
  clear_away(t);
}

static void r7_a_6_1_columns(void **s) {
  (void)s;
  static const struct {
    int af, df;
    const char *column;
  } row[] = {
      {1, 4, "1:3"},  {1, 3, "1:3"},  {2, 4, "1:2"},  {3, 4, "1:2"},
      {4, 4, "1:1"},  {7, 4, "1:1"},  {8, 4, "2:1"},  {11, 4, "2:1"},
      {12, 4, "3:1"}, {16, 4, "4:1"}, {20, 4, "5:1"}, {23, 4, "5:1"},
      {24, 4, "6:1"}, {60, 4, "6:1"}, {5, 0, "6:1"},  {0, 4, "1:3"},
  };
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    char pos[600];
    snprintf(pos, sizeof pos,
             PLAIN PHASE("german.combat")
                 TURN(2) "\"units\":[{\"name\":\"a\",\"side\":\"german\",\"kind\":\"inf\",\"hex\":"
                         "\"0605\",\"factors\":{\"af\":%d}},{\"name\":\"x\",\"side\":\"soviet\","
                         "\"kind\":\"inf\",\"hex\":\"0606\",\"factors\":{\"df\":%d}}]",
             row[i].af, row[i].df);
    struct table *t = lay(N, pos, "");
    attack(t, "german", "0606", "0605");
    card(t, "german", "7.a.6.1", row[i].column);
    clear_away(t);
  }
}

/* hits at 2:1, by die and number of attacking hexes; +2 at most for the German */
static void t2_rows_and_modifiers(void **s) {
  (void)s;
  static const char *const from[] = {"0605", "0505", "0705", "0506"};
  static const int d21[] = {3, 3, 2, 2, 2, 1, 1}; /* column 2:1 of T2, rows 1 to 7 */
  for (int hexes = 1; hexes <= 4; hexes++)
    for (int die = 1; die <= 6; die += hexes == 1 ? 1 : 3) {
      char pos[1200], dice[16], line[300] = "target 0606";
      int n = snprintf(pos, sizeof pos, PLAIN PHASE("german.combat") TURN(2) "\"units\":[");
      for (int i = 0; i < hexes; i++) {
        n += snprintf(pos + n, sizeof pos - (size_t)n,
                      "{\"name\":\"a%d\",\"side\":\"german\",\"kind\":\"inf\",\"hex\":\"%s\","
                      "\"factors\":{\"af\":%d}},",
                      i, from[i], 12 / hexes);
        snprintf(line + strlen(line), sizeof line - strlen(line), "; from %s", from[i]);
      }
      snprintf(pos + n, sizeof pos - (size_t)n, "%s]",
               RU("x", "inf", "0606", FAC("\"df\":6,\"steps\":9")));
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

/* -1 only when everybody attacks over water without a road */
static void r7_a_6_5_rivers(void **s) {
  (void)s;
  static const struct {
    const char *ground;
    bool two, wet;
  } row[] = {
      {"{\"side\":[\"0605\",\"0606\"],\"set\":[\"river\"]}", false, true},
      {"{\"side\":[\"0605\",\"0606\"],\"set\":[\"river\"]},{\"path\":[\"0605\",\"0606\"],\"set\":["
       "\"road.minor\"]}",
       false, false},
      {"{\"side\":[\"0605\",\"0606\"],\"set\":[\"river\"]}", true, false},
  };
  for (size_t i = 0; i < 3; i++) {
    char pos[900];
    snprintf(pos, sizeof pos,
             PLAIN PHASE("german.combat") TURN(2) "\"terrain\":[%s]," UNITS(
                 DE("a", "inf", "0605", FAC("\"af\":6")) C DE("b", "inf", "0505", FAC("\"af\":6"))
                     C RU("x", "inf", "0606", FAC("\"df\":6,\"steps\":9"))),
             row[i].ground);
    struct table *t = lay(N, pos, "4 1");
    acts(t, "german",
         row[i].two ? "target 0606; from 0605; from 0505; attack"
                    : "target 0606; from 0605; attack");
    act(t, "soviet", "commit");
    act(t, "soviet", "pass");
    act(t, "german", "roll"); /* 1:1 rows 4 and 5: 2 and 1; 2:1 row 3: 2 */
    stands(t, "x", "0606", row[i].wet ? 8 : 7);
    clear_away(t);
  }
}

static void r10_4_trench_and_ii_3_1(void **s) {
  (void)s;
  struct table *t =
      lay(N,
          BED PHASE("soviet.combat") TURN(2) UNITS(RU("a", "inf", "0504", FAC("\"af\":6"))
                                                       C DE("x", "inf", "0503", FAC("\"df\":4"))),
          "");
  attack(t, "soviet", "0503", "0504");
  card(t, "soviet", "10.4", "1:1");
  clear_away(t);
  t = lay(S_,
          BED PHASE("german.combat") TURN(2) UNITS(DE("a", "inf", "0507", FAC("\"af\":6"))
                                                       C RU("x", "inf", "0508", FAC("\"df\":4"))),
          "");
  attack(t, "german", "0508", "0507");
  card(t, "german", "II.3.1", "1:1");
  clear_away(t);
  t = lay(N,
          BED PHASE("german.combat") TURN(2) UNITS(DE("a", "inf", "0306", FAC("\"af\":6"))
                                                       C RU("x", "inf", "0307", FAC("\"df\":4"))),
          "");
  attack(t, "german", "0307", "0306");
  card(t, "german", "T1", "1:1"); /* a village: x1.5 */
  clear_away(t);
}

static void r7_sov_1(void **s) {
  (void)s;
  struct table *t = lay(N,
                        SFIGHT(RU("a", "inf", "0605") C RU("b", "inf", "0505") C RU(
                            "c", "inf", "0705") C DE("x", "inf", "0606", FAC("\"steps\":9"))),
                        "2 6");
  acts(t, "soviet", "target 0606; from 0605; from 0505; from 0705; attack");
  act(t, "german", "commit");
  act(t, "german", "pass");
  card(t, "soviet", "7.sov.1", "2:1");
  act(t, "soviet", "roll");
  stands(t, "x", "0606", 6); /* row 1 of 2:1: 3 hits */
  clear_away(t);
}

/* 8.216: +1 in an assault on standing works, not in a probe, not when they are breached */
static void r8_216_when(void **s) {
  (void)s;
  for (int i = 0; i < 4; i++) {
    char pos[700];
    snprintf(pos, sizeof pos, BED PHASE("german.combat") TURN(2) "%s%s",
             i == 2 ? "\"marks\":[{\"hex\":\"0505\",\"mark\":\"breached\"}]," : "",
             UNITS(AT("de.216", "0504") C DE("a", "inf", "0504") C RU("x", "inf", "0505")));
    struct table *t = lay(N, pos, "");
    act(t, "german", "target 0505");
    if (i == 1)
      act(t, "german", "type probe");
    act(t, "german", "from 0504");
    assert_int_equal(step_by(t, "german", "8.216"), i == 0 || i == 3);
    clear_away(t);
  }
}

/* 7.a.6.5, 7.sov.1: each side's second hex by its own rule */
static void r7_a_6_5_second_hex(void **s) {
  (void)s;
  const char *side[] = {"german", "soviet"};
  for (int i = 0; i < 2; i++)
    for (int hexes = 1; hexes <= 2; hexes++) {
      struct table *t =
          lay(N,
              i ? SFIGHT(RU("a", "inf", "0605") C RU("b", "inf", "0505") C DE("x", "inf", "0606"))
                : FIGHT(DE("a", "inf", "0605") C DE("b", "inf", "0505") C RU("x", "inf", "0606")),
              "");
      acts(t, side[i], "target 0606; from 0605");
      if (hexes == 2)
        act(t, side[i], "from 0505");
      assert_int_equal(step_by(t, side[i], "7.a.6.5"), !i && hexes == 2);
      assert_int_equal(step_by(t, side[i], "7.sov.1"), i && hexes == 2);
      clear_away(t);
    }
}

/* 13.hq.3: alone, or only with artillery and AT Fronts; 9 is halved to 5 */
static void r13_hq_3_alone(void **s) {
  (void)s;
  static const struct {
    const char *with, *rule, *value;
  } row[] = {
      {"", "13.hq.3", "5"},
      {",{\"name\":\"f\",\"side\":\"soviet\",\"kind\":\"atf\",\"hex\":\"0606\"}", "13.hq.3", "5"},
      {",{\"name\":\"i\",\"side\":\"soviet\",\"kind\":\"inf\",\"hex\":\"0606\"}", "13.hq.6", "9"}};
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    char pos[700];
    snprintf(pos, sizeof pos, PLAIN PHASE("german.combat") TURN(2) "\"units\":[%s,%s%s]",
             DE("a", "inf", "0605", FAC("\"arm\":0")),
             RU("h", "hq", "0606", FAC("\"df\":9,\"af\":9")), row[i].with);
    struct table *t = lay(N, pos, "");
    attack(t, "german", "0606", "0605");
    ask(t, "{\"cmd\":\"actions\",\"side\":\"german\"}");
    if (!strcmp(text_of(t->last, "prompt.node"), "combat.roll"))
      card(t, "german", row[i].rule, row[i].value);
    clear_away(t);
  }
  /* an HQ that attacks alone is not halved */
  struct table *t =
      lay(N, FIGHT(DE("h", "hq", "0605", FAC("\"af\":9")) C RU("x", "inf", "0606")), "");
  attack(t, "german", "0606", "0605");
  card(t, "german", "13.hq.6", "9");
  clear_away(t);
}

/* 6.dp.5: x3/2 out of a Dominating Position into lower ground only */
static void r6_dp_5_level_ground(void **s) {
  (void)s;
  for (int i = 0; i < 2; i++) {
    char pos[600];
    snprintf(
        pos, sizeof pos,
        PLAIN PHASE("german.combat")
            TURN(2) "\"terrain\":[{\"hex\":\"0605\",\"set\":[\"hill_dp\"]}%s],%s",
        i ? ",{\"hex\":\"0606\",\"set\":[\"hill_dp\"]}" : "",
        UNITS(DE("a", "inf", "0605", FAC("\"af\":8")) C RU("g", "art", "0606", FAC("\"bomb\":8"))));
    struct table *t = lay(N, pos, "");
    acts(t, "german", "target 0606; from 0605");
    ask(t, "{\"cmd\":\"actions\",\"side\":\"german\"}");
    assert_int_equal(int_of(t->last, "prompt.cards[0].sides[0].total"), i ? 8 : 12);
    clear_away(t);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(r8_216_when),
      cmocka_unit_test(r7_a_6_5_second_hex),
      cmocka_unit_test(r13_hq_3_alone),
      cmocka_unit_test(r6_dp_5_level_ground),

      cmocka_unit_test(x3_odds),
      cmocka_unit_test(x4_errata_column),
      cmocka_unit_test(y4_halvings),
      cmocka_unit_test(r_single_halvings),
      cmocka_unit_test(r7_red_1_floor),
      cmocka_unit_test(t1_multipliers_add_up),
      cmocka_unit_test(y5_fort_mines_pioneers),
      cmocka_unit_test(r11_3_without_pioneers),
      cmocka_unit_test(y6_modifiers),
      cmocka_unit_test(r7_a_6_1_columns),
      cmocka_unit_test(t2_rows_and_modifiers),
      cmocka_unit_test(r7_a_6_5_rivers),
      cmocka_unit_test(r10_4_trench_and_ii_3_1),
      cmocka_unit_test(r7_sov_1),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
