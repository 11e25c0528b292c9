/* test_13_artillery.c - chapter 13 and T4: bombardments, headquarters, trains. */
#include "table.h"

#define HEXT(h, w) "{\"hex\":\"" h "\",\"set\":[" w "]}"

static void bombardment(void **s) { /* 13.art.3, 13.art.9 (X5), 6.dp.4, T4 */
  (void)s;
  for (int turn = 1; turn <= 2; turn++) {
    const char *pos =
        turn == 1 ? PLAIN PHASE("german.bombardment") TURN(1)
                        UNITS(DE("g", "art", "0602", FAC("\"bomb\":13")) C RU("x", "inf", "0606"))
                  : PLAIN PHASE("german.bombardment") TURN(2)
                        UNITS(DE("g", "art", "0602", FAC("\"bomb\":13")) C RU("x", "inf", "0606"));
    struct table *t = lay(N, pos, "2");
    refused(t, "german", "target 0605", "13.art.3");
    acts(t, "german", "target 0606; add g");
    if (turn == 1)
      card(t, "german", "13.art.9", "19-25");
    else
      card(t, "german", "T4", "13-18");
    act(t, "german", "fire");
    happened(t, "13.art.3", "shelling");
    if (turn == 1)
      marked(t, "x", "dsg");
    else
      unmarked(t, "x", "dsg");
    clear_away(t);
  }
  struct table *t =
      lay(N,
          PLAIN PHASE("german.bombardment")
              TURN(2) "\"terrain\":[" HEXT("0605", "\"clear\",\"hill_dp\"") "]," UNITS(
                  DE("g", "art", "0602", FAC("\"bomb\":13")) C DE("k", "art", "0602", MARK("oos"))
                      C DE("a", "inf", "0605") C RU("x", "inf", "0606")),
          "2");
  act(t, "german", "target 0606");
  refused(t, "german", "add k", "9.6");
  act(t, "german", "add g");
  card(t, "german", "6.dp.4", "13-18");
  act(t, "german", "fire");
  marked(t, "x", "dsg");
  clear_away(t);
}

static void t4_columns(void **s) {
  (void)s;
  static const struct {
    int bomb;
    const char *column;
  } row[] = {{1, "1-3"},    {3, "1-3"},    {4, "4-7"},    {7, "4-7"},    {8, "8-12"},
             {12, "8-12"},  {13, "13-18"}, {18, "13-18"}, {19, "19-25"}, {25, "19-25"},
             {26, "26-35"}, {35, "26-35"}, {36, "36+"},   {60, "36+"}};
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    char pos[500];
    snprintf(pos, sizeof pos,
             PLAIN PHASE("german.bombardment")
                 TURN(2) "\"units\":[{\"name\":\"g\",\"side\":\"german\",\"kind\":\"art\",\"hex\":"
                         "\"0602\",\"factors\":{\"bomb\":%d}},%s]",
             row[i].bomb, RU("x", "inf", "0606"));
    struct table *t = lay(N, pos, "");
    acts(t, "german", "target 0606; add g");
    card(t, "german", "T4", row[i].column);
    clear_away(t);
  }
  /* the last column stays */
  struct table *t =
      lay(N,
          PLAIN PHASE("german.bombardment") TURN(1)
              UNITS(DE("g", "art", "0602", FAC("\"bomb\":40")) C RU("x", "inf", "0606")),
          "");
  acts(t, "german", "target 0606; add g");
  card(t, "german", "13.art.9", "36+");
  clear_away(t);
}

static void t4_modifiers(void **s) { /* the die of 13-18: D from 3, D+1 from 6 */
  (void)s;
  static const struct {
    const char *ground, *who, *side;
    int least;
  } row[] = {{"clear", RU("x", "inf", "0606"), "german", 3},
             {"town", RU("x", "inf", "0606"), "german", 4},
             {"fort_1_3", RU("x", "inf", "0606"), "german", 4},
             {"fort_4", RU("x", "inf", "0606"), "german", 4},
             {"german_trench", RU("x", "inf", "0606"), "german", 3}};
  for (size_t i = 0; i < sizeof row / sizeof *row; i++)
    for (int die = 2; die <= 4; die++) {
      char pos[600], dice[16];
      snprintf(
          pos, sizeof pos,
          PLAIN PHASE("german.bombardment") TURN(
              2) "\"terrain\":[{\"hex\":\"0606\",\"set\":[\"clear\",\"%s\"]}],\"units\":[%s,%s]",
          row[i].ground, DE("g", "art", "0602", FAC("\"bomb\":13")), row[i].who);
      snprintf(dice, sizeof dice, "%d", die);
      struct table *t = lay(N, pos, dice);
      acts(t, "german", "target 0606; add g; fire");
      if (die >= row[i].least)
        marked(t, "x", "dsg");
      else
        unmarked(t, "x", "dsg");
      clear_away(t);
    }
  /* a trench helps Germans only */
  for (int die = 3; die <= 4; die++) {
    struct table *t = lay(
        N,
        PLAIN PHASE("soviet.bombardment")
            TURN(2) "\"terrain\":[{\"hex\":\"0606\",\"set\":[\"clear\",\"german_trench\"]}]," UNITS(
                RU("g", "art", "0602", FAC("\"bomb\":13")) C DE("x", "inf", "0606")),
        die == 3 ? "3" : "4");
    acts(t, "soviet", "target 0606; add g; fire");
    if (die == 4)
      marked(t, "x", "dsg");
    else
      unmarked(t, "x", "dsg");
    clear_away(t);
  }
}

static void guns_who_and_how_far(void **s) {
  (void)s;
  struct table *t =
      lay(S_,
          PLAIN PHASE("german.bombardment") TURN(2)
              UNITS(DE("g", "art", "0602", FAC("\"range\":4")) C DE(
                  "far", "art", "0601", FAC("\"range\":4")) C DE("t", "art", "0602", MARK("turned"))
                        C DE("i", "inf", "0603") C RU("k", "art", "0607") C RU("x", "inf", "0606")),
          "1");
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
  t = lay(N,
          PLAIN PHASE("german.bombardment") TURN(2) UNITS(DE("g", "art", "0602") C DE(
              "h", "art", "0602") C RU("x", "inf", "0606") C RU("y", "inf", "0605")),
          "1 1");
  acts(t, "german", "target 0606; add g; cancel"); /* called off: nobody has fired */
  unmarked(t, "g", "turned");
  acts(t, "german", "target 0606; add g; fire; target 0605; add h; fire");
  at_node(t, "german", "combat");
  clear_away(t);
}

static void r13_hq(void **s) {
  (void)s;
  struct table *t =
      lay(N, MOVE(DE("h", "hq", "0604") C DE("a", "inf", "0605") C RU("x", "inf", "0606")), "");
  act(t, "german", "move h");
  refused(t, "german", "step 0603", "13.hq.4");
  /* the zone costs an HQ nothing where friends are, and it draws no reaction */
  act(t, "german", "step 0605");
  happened(t, "13.hq.5", "moves");
  happened(t, "6.re.3", "trigger");
  ask(t, "{\"cmd\":\"events\",\"side\":\"german\",\"since\":0}");
  assert_string_equal(text_of(t->last, "events[0].units[0]"), "h"); /* told as itself */
  ask(t, "{\"cmd\":\"events\",\"side\":\"soviet\",\"since\":0}");
  assert_string_equal(text_of(t->last, "events[0].text"),
                      "A counter moves under the stack in 0605.");
  clear_away(t);
}

static void r13_tr_trains(void **s) {
  (void)s;
  struct table *t =
      lay(N, BED PHASE("soviet.movement") UNITS(RU("tr", "train", "1006") C DE("x", "inf", "0201")),
          "");
  act(t, "soviet", "move tr");
  refused(t, "soviet", "step 0906", "13.tr.1");
  acts(t, "soviet", "step 1005; step 1004; step 1003");
  refused(t, "soviet", "step 1002", "13.tr.1"); /* beyond the trench line */
  clear_away(t);
}

/* 13.art.3: a hex once a phase; a battery that is called off stays ready; who fires is turned */
static void r13_art_3_once(void **s) {
  (void)s;
  struct table *t = lay(N,
                        PLAIN PHASE("german.bombardment") TURN(2)
                            UNITS(DE("g", "art", "0603", FAC("\"bomb\":4,\"range\":3"))
                                      C DE("k", "art", "0603", FAC("\"bomb\":4,\"range\":3"))
                                          C RU("x", "inf", "0606") C RU("far", "inf", "0607")),
                        "1");
  refused(t, "german", "target 0607", "13.art.3"); /* 4 hexes for a range of 3 */
  acts(t, "german", "target 0606; add g; cancel; target 0606; add g");
  refused(t, "german", "add g", "13.art.3");
  act(t, "german", "fire");
  happened(t, "13.art.3", "shelling");
  marked(t, "g", "turned");
  unmarked(t, "k", "turned");
  refused(t, "german", "target 0606", "13.art.3");
  because(t, "german", "target 0606", "has been bombarded in this phase");
  clear_away(t);
}

/* 13.hq.4: another HQ is no company, a unit is; in a stack with one an HQ goes anywhere */
static void r13_hq_4_company(void **s) {
  (void)s;
  struct table *t = lay(N,
                        MOVE(DE("h", "hq", "0604") C DE("k", "hq", "0603") C DE("a", "inf", "0605")
                                 C DE("b", "inf", "0604") C RU("x", "inf", "1212")),
                        "");
  act(t, "german", "move h");
  refused(t, "german", "step 0603", "13.hq.4");
  act(t, "german", "step 0605");
  act(t, "german", "stop");
  clear_away(t);
  t = lay(N, MOVE(DE("h", "hq", "0604") C DE("b", "inf", "0604") C RU("x", "inf", "1212")), "");
  acts(t, "german", "move h; join b; step 0504; stop");
  stands(t, "h", "0504", 1);
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(r13_art_3_once), cmocka_unit_test(r13_hq_4_company),

      cmocka_unit_test(bombardment),    cmocka_unit_test(t4_columns),
      cmocka_unit_test(t4_modifiers),   cmocka_unit_test(guns_who_and_how_far),
      cmocka_unit_test(r13_hq),         cmocka_unit_test(r13_tr_trains),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
