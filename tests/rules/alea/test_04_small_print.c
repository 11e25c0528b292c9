/* test_04_small_print.c - what is easily overlooked in movement: who moves, who lies on top, and
 * what is offered. */
#include "table.h"

#define GB(n) AIR(n, "german", "bomber", "air.german.attack")
#define HELD(n)                                                                                    \
  "{\"name\":\"" n "\",\"side\":\"soviet\",\"kind\":\"tank\",\"box\":\"reserve.front\"}"

/* 4.1, 5.8: aircraft over a hex neither move nor lie in its stack; units in reserve do not move. */
static void r4_1_not_those(void **s) {
  (void)s;
  struct table *t = lay(N, MOVE(DE("a", "inf", "0605") C GB("b") C RU("y", "inf", "1212")), "");
  acts(t, "german", "cas b; put 0605");
  refused(t, "german", "move b", "4.1");
  refused(t, "german", "top b", "5.8");
  not_offered(t, "german", "move b");
  clear_away(t);
  t = lay(N,
          PLAIN PHASE("soviet.movement") TURN(3)
              UNITS(HELD("r") C RU("x", "inf", "0606") C DE("a", "inf", "0101")),
          "");
  refused(t, "soviet", "move r", "4.1");
  refused(t, "soviet", "top r", "5.8");
  not_offered(t, "soviet", "move r");
  not_offered(t, "soviet", "top r");
  clear_away(t);
}

/* 5.8: in movement, bombardment and combat every counter below the top one can be put there; the
 * others keep their order, and all stay in the stack. */
static void r5_8_tops_that_are_offered(void **s) {
  (void)s;
  static const char *const phase[] = {"german.movement", "german.bombardment", "german.combat"};
  for (int i = 0; i < 3; i++) {
    char pos[900];
    snprintf(pos, sizeof pos, PLAIN "\"phase\":\"%s\"," TURN(2) "\"units\":[%s]", phase[i],
             DE("a", "inf", "0605") C DE("b", "inf", "0605") C DE("c", "inf", "0605")
                 C DE("g", "art", "0401") C RU("x", "inf", "0606"));
    struct table *t = lay(N, pos, "");
    offered(t, "german", "top a", "5.8");
    offered(t, "german", "top b", "5.8");
    not_offered(t, "german", "top c"); /* the last that came lies on top */
    not_offered(t, "german", "top g"); /* alone in its hex */
    not_offered(t, "german", "top x");
    act(t, "german", "top b"); /* from the middle */
    not_offered(t, "german", "top b");
    act(t, "german", "top a"); /* from the bottom */
    not_offered(t, "german", "top a");
    offered(t, "german", "top b", "5.8");
    offered(t, "german", "top c", "5.8");
    if (i == 0) {
      acts(t, "german", "move a; join b; join c; step 0604");
      stands(t, "b", "0604", 2);
      stands(t, "c", "0604", 2);
    }
    clear_away(t);
  }
}

/* 5.8: below any top counter, the first of the order of battle too, is one unknown entry. */
static void r5_8_below_the_first_counter(void **s) {
  (void)s;
  struct table *t =
      lay(N, MOVE(DE("a", "inf", "0605") C AT("de.102id.84", "0605") C RU("x", "inf", "1212")), "");
  const cJSON *u;
  int unknown = 0;
  assert_string_equal(game_book(engine_game(t->engine))->counter[0].id, "de.102id.84");
  ask(t, "{\"cmd\":\"view\",\"side\":\"soviet\"}");
  cJSON_ArrayForEach(u, field(t->last, "view.units")) {
    if (text_of(u, "id")[0] == '?')
      unknown++, assert_string_equal(text_of(u, "at"), "0605");
  }
  assert_int_equal(unknown, 1);
  clear_away(t);
}

/* 5.8, 6.dp.1: the first counter of the order of battle is one like the others: a step on top of it
 * shows something, and the height it holds was held before. */
static void r5_8_on_top_of_the_first_counter(void **s) {
  (void)s;
  struct table *t =
      lay(N, MOVE(DE("a", "inf", "0605") C AT("de.102id.84", "0604") C RU("x", "inf", "1212")), "");
  acts(t, "german", "move a; step 0604");
  ask(t, "{\"cmd\":\"undo\",\"side\":\"german\"}");
  assert_non_null(strstr(text_of(t->last, "error.text"), "hidden has been shown"));
  clear_away(t);
  t = lay(N,
          PLAIN PHASE("german.movement")
              TURN(2) "\"terrain\":[{\"hex\":\"0604\",\"set\":[\"clear\","
                      "\"hill_dp\"]}]," UNITS(DE("a", "inf", "0605") C DE("b", "inf", "0603") C AT(
                          "de.102id.84", "0604") C RU("x", "inf", "1212")),
          "");
  acts(t, "german", "move a; step 0604");
  never(t, "height");
  acts(t, "german", "stop; move b; step 0604");
  never(t, "height");
  clear_away(t);
}

/* 5.1, 5.4, 13.hq.2: a hex is full by number, although an HQ or an AT Front stands in it too. */
static void r5_1_full_with_an_hq(void **s) {
  (void)s;
#define THREE RU("a", "inf", "0605") C RU("b", "inf", "0605") C RU("c", "inf", "0605")
  static const char *const fourth[] = {RU("h", "hq", "0605"), RU("f", "atf", "0605")};
  for (int i = 0; i < 2; i++) {
    char pos[900];
    snprintf(pos, sizeof pos, PLAIN PHASE("soviet.movement") TURN(2) "\"units\":[%s,%s,%s,%s]",
             THREE, fourth[i], RU("d", "inf", "0604"), DE("x", "inf", "0606"));
    struct table *t = lay(N, pos, "");
    act(t, "soviet", "move d");
    refused(t, "soviet", "step 0605", "5.1");
    clear_away(t);
  }
}

/* 6.re.5: guns answer only where a zone is entered, and the reach says so of those hexes alone. */
static void r6_re_5_risk_in_zones(void **s) {
  (void)s;
  struct table *t = lay(N,
                        MOVE(DE("a", "mech", "0604") C RU("x", "inf", "0607")
                                 C RU("g", "art", "0610", FAC("\"range\":9"))),
                        "");
  const cJSON *h;
  int risks = 0, others = 0;
  ask(t, "{\"cmd\":\"reach\",\"side\":\"german\",\"unit\":\"a\"}");
  cJSON_ArrayForEach(h, field(t->last, "reach.hexes")) {
    const char *hex = text_of(h, "hex");
    bool zone = strstr("0606 0506 0706 0507 0707 0608", hex) != NULL;
    assert_string_equal(text_of(h, "risk"), zone ? "1 battery" : "");
    risks += zone;
    others += !zone;
  }
  assert_true(risks >= 3);
  assert_true(others > 10);
  clear_away(t);
}

/* 6.dp.3: from the height the enemy stacks beside it are examined, and nothing else. */
static void r6_dp_3_the_stacks_beside(void **s) {
  (void)s;
  struct table *t =
      lay(N,
          PLAIN PHASE("german.movement")
              TURN(2) "\"terrain\":[{\"hex\":\"0604\",\"set\":[\"clear\","
                      "\"hill_dp\"]}]," UNITS(DE("a", "mech", "0603") C DE("b", "inf", "0503") C RU(
                          "x", "inf", "0605") C RU("y", "inf", "0607")),
          "");
  acts(t, "german", "move a; step 0604");
  const cJSON *e;
  int n = 0;
  cJSON_ArrayForEach(e, field(t->last, "events")) {
    if (strcmp(text_of(e, "rule"), "6.dp.3"))
      continue;
    assert_string_equal(text_of(e, "at[0]"), "0605");
    n++;
  }
  assert_int_equal(n, 1);
  clear_away(t);
}

/* 6.re.5: one bombardment, before the units move: after the fire, or after the first tank that
 * reacts, no gun is named any more. */
static void r6_re_5_one_bombardment(void **s) {
  (void)s;
#define GUNS_AND_TANK                                                                              \
  MOVE(DE("a", "mech", "0604") C RU("x", "inf", "0607") C RU(                                      \
      "g", "art", "0610", FAC("\"bomb\":1")) C RU("k", "art", "0611") C RU("p", "tank", "0609"))
  struct table *t = lay(N, GUNS_AND_TANK, "1");
  acts(t, "german", "move a; step 0605; step 0606");
  offered(t, "soviet", "add k", NULL);
  acts(t, "soviet", "add g; fire");
  refused(t, "soviet", "add k", "6.re.5");
  not_offered(t, "soviet", "add k");
  act(t, "soviet", "react p 0607");
  clear_away(t);
  t = lay(N, GUNS_AND_TANK, "");
  acts(t, "german", "move a; step 0605; step 0606");
  act(t, "soviet", "react p 0607");
  refused(t, "soviet", "add k", "6.re.5");
  not_offered(t, "soviet", "add k");
  clear_away(t);
}

/* 4.4: who has stopped stays where he is when others of his hex go on. */
static void r4_4_not_taken_along(void **s) {
  (void)s;
  struct table *t =
      lay(N, MOVE(DE("a", "inf", "0605") C DE("b", "inf", "0605") C RU("x", "inf", "1212")), "");
  acts(t, "german", "move a; stop; move b; step 0604; stop");
  stands(t, "a", "0605", 2);
  stands(t, "b", "0604", 2);
  clear_away(t);
}

/* 14.exit.2: to leave the map costs a point; a unit with none stays. */
static void r14_exit_2_no_point(void **s) {
  (void)s;
  for (int mf = 1; mf <= 2; mf++) {
    char pos[600];
    snprintf(pos, sizeof pos,
             PLAIN PHASE("german.movement")
                 TURN(2) "\"regions\":[{\"id\":\"german.exit\",\"hexes\":"
                         "[\"0612\"]}],\"units\":[{\"name\":\"a\",\"side\":"
                         "\"german\",\"kind\":\"tank\",\"hex\":\"0612\","
                         "\"marks\":[\"oos\"],\"factors\":{\"mf\":%d}},%s]",
             mf, RU("x", "inf", "0101"));
    struct table *t = lay(N, pos, "");
    act(t, "german", "move a");
    if (mf == 1)
      refused(t, "german", "exit", "14.exit.2");
    else {
      act(t, "german", "exit");
      unmarked(t, "a", "oos"); /* who has left carries no marks */
      unmarked(t, "a", "dsg");
    }
    clear_away(t);
  }
}

/* 4.8: Soviet units never leave the map. */
static void r4_8_no_soviets(void **s) {
  (void)s;
  struct table *t =
      lay(N,
          PLAIN PHASE("soviet.movement")
              TURN(2) "\"regions\":[{\"id\":\"german.exit\",\"hexes\":[\"0612\"]}]," UNITS(
                  RU("a", "tank", "0612") C DE("x", "inf", "0101")),
          "");
  act(t, "soviet", "move a");
  refused(t, "soviet", "exit", "4.8");
  not_offered(t, "soviet", "exit");
  clear_away(t);
}

/* 13.hq.5, 10.3, 4.7: what the log says of a step. */
static void r4_2_by_which_rule(void **s) {
  (void)s;
  struct table *t = lay(N,
                        MOVE(DE("h", "hq", "0604") C DE("a", "inf", "0604") C DE("b", "inf", "0605")
                                 C DE("g", "art", "0303") C RU("x", "inf", "0606")),
                        "");
  acts(t, "german", "move h; step 0605");
  says(t, "13.hq.5", "h moves to 0605, 4 points left."); /* into a zone, where friends are */
  acts(t, "german", "stop; move g; step 0304");
  happened(t, "4.7", "turned");
  act(t, "german", "step 0305");
  never(t, "turned"); /* it has been turned */
  clear_away(t);
  t = lay(N,
          PLAIN PHASE("soviet.movement")
              TURN(2) "\"terrain\":[{\"hex\":\"0607\",\"set\":[\"clear\",\"fort_1_3\"]}]," UNITS(
                  RU("a", "inf", "0606") C DE("x", "inf", "0101")),
          "");
  acts(t, "soviet", "move a; step 0607");
  says(t, "4.2", "a moves to 0607, 4 points left."); /* his own works cost him nothing */
  clear_away(t);
}

/* 4.3: companions are offered while the stack stands, and not afterwards. */
static void r4_3_offered(void **s) {
  (void)s;
  struct table *t = lay(N,
                        MOVE(DE("a", "inf", "0605") C DE("b", "inf", "0605")
                                 C DE("c", "inf", "0604") C RU("x", "inf", "1212")),
                        "");
  act(t, "german", "move a");
  offered(t, "german", "join b", "4.3");
  not_offered(t, "german", "join a");
  not_offered(t, "german", "join c");
  act(t, "german", "step 0604");
  not_offered(t, "german", "join c");
  clear_away(t);
}

/* 15.3: the entry hexes that can be reached are offered, and no other hex. */
static void r15_3_offered(void **s) {
  (void)s;
  struct table *t = lay(
      N,
      PLAIN PHASE("soviet.movement") TURN(
          3) "\"terrain\":[{\"hex\":\"0812\",\"set\":[\"marsh\"]}],\"regions\":[{\"id\":"
             "\"soviet.entry\",\"hexes\":[\"0612\",\"0812\",\"1012\"]}]," UNITS(
                 "{\"name\":\"a\",\"side\":\"soviet\",\"kind\":\"inf\",\"box\":\"reserve.active\","
                 "\"factors\":{\"mf\":2}}" C DE("x", "inf", "1012")),
      "");
  act(t, "soviet", "move a");
  offered(t, "soviet", "step 0612", NULL);
  not_offered(t, "soviet", "step 0812"); /* 3 points */
  not_offered(t, "soviet", "step 1012"); /* the enemy is there */
  not_offered(t, "soviet", "step 0512");
  clear_away(t);
}

/* 4.oa.1: an attack in movement may cost the last point; the hex is entered, and the move is
 * over. */
static void r4_oa_1_the_last_point(void **s) {
  (void)s;
  struct table *t = lay(N,
                        MOVE(DE("a", "inf", "0605", FAC("\"af\":30,\"mf\":1"))
                                 C RU("x", "inf", "0606", FAC("\"df\":1,\"steps\":1"))),
                        "1 1");
  acts(t, "german", "move a; strike 0606");
  acts(t, "soviet", "commit; pass");
  act(t, "german", "roll");
  stands(t, "a", "0606", 2);
  at_node(t, "german", "move");
  marked(t, "a", "moved");
  clear_away(t);
}

/* 4.oa.4, 13.hq.4: an HQ or a gun whose companions fell does not enter the hex alone. */
static void r4_oa_4_nobody_left(void **s) {
  (void)s;
  static const char *const companion[] = {"hq", "art"};
  for (int i = 0; i < 2; i++) {
    char pos[900];
    snprintf(pos, sizeof pos,
             PLAIN PHASE("german.movement")
                 TURN(2) "\"units\":[%s,{\"name\":\"c\",\"side\":"
                         "\"german\",\"kind\":\"%s\",\"hex\":\"0605\"},%s]",
             DE("a", "inf", "0605", FAC("\"af\":30,\"steps\":1")), companion[i],
             RU("x", "inf", "0606", FAC("\"df\":1,\"steps\":1")));
    struct table *t = lay(N, pos, "1 6");
    acts(t, "german", "move a; join c; strike 0606");
    acts(t, "soviet", "commit; pass");
    act(t, "german", "roll");
    stands(t, "x", "dead.soviet", 0);
    stands(t, "a", "dead.german", 0);
    stands(t, "c", "0605", -1);
    clear_away(t);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(r4_1_not_those),
      cmocka_unit_test(r5_8_tops_that_are_offered),
      cmocka_unit_test(r5_8_below_the_first_counter),
      cmocka_unit_test(r4_4_not_taken_along),
      cmocka_unit_test(r14_exit_2_no_point),
      cmocka_unit_test(r5_8_on_top_of_the_first_counter),
      cmocka_unit_test(r5_1_full_with_an_hq),
      cmocka_unit_test(r6_re_5_risk_in_zones),
      cmocka_unit_test(r6_dp_3_the_stacks_beside),
      cmocka_unit_test(r6_re_5_one_bombardment),
      cmocka_unit_test(r4_8_no_soviets),
      cmocka_unit_test(r4_2_by_which_rule),
      cmocka_unit_test(r4_3_offered),
      cmocka_unit_test(r15_3_offered),
      cmocka_unit_test(r4_oa_1_the_last_point),
      cmocka_unit_test(r4_oa_4_nobody_left),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
