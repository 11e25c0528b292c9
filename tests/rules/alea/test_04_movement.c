/* test_04_movement.c - chapter 4: prices, moving stacks, attacks in movement, the reach. */
#include "table.h"

static void x1_river(void **s) { /* 4.2: clear, then over a river: 1 and 2 of 6 */
  (void)s;
  struct table *t = lay(
      N,
      PLAIN PHASE("german.movement") "\"terrain\":[{\"side\":[\"0604\",\"0603\"],\"set\":["
                                     "\"river\"]}]," UNITS(DE("a", "inf", "0602", FAC("\"mf\":6"))),
      "");
  act(t, "german", "move a");
  act(t, "german", "step 0603");
  happened(t, "4.2", "moves");
  reaches(t, "german", "a", "0604", "2", "4.2");
  act(t, "german", "step 0604");
  act(t, "german", "step 0605");
  act(t, "german", "step 0606");
  act(t, "german", "step 0607"); /* 6 of 6 spent: the move is over */
  refused(t, "german", "move a", "4.4");
  clear_away(t);
}

static void x2_stack(void **s) { /* 4.3 */
  (void)s;
  struct table *t = lay(N,
                        MOVE(DE("a", "inf", "0602", FAC("\"mf\":8")) C DE("b", "inf", "0602")
                                 C DE("c", "inf", "0303")),
                        "");
  act(t, "german", "move a");
  refused(t, "german", "join c", "4.3");
  act(t, "german", "join b");
  reaches(t, "german", "a", "0607", "5", "4.2");
  reaches(t, "german", "a", "0608", NULL, NULL);
  act(t, "german", "step 0603");
  refused(t, "german", "step 0605", "4.1");
  act(t, "german", "stop");
  clear_away(t);
}

static void r4_2_too_dear(void **s) { /* no minimum move */
  (void)s;
  struct table *t = lay(
      N,
      PLAIN PHASE("german.movement") "\"terrain\":[{\"hex\":\"0603\",\"set\":[\"marsh\"]}]," UNITS(
          DE("a", "inf", "0602", FAC("\"mf\":2"))),
      "");
  act(t, "german", "move a");
  refused(t, "german", "step 0603", "4.2");
  clear_away(t);
}

static void r4_5_enemies(void **s) {
  (void)s;
  struct table *t = lay(N, MOVE(DE("a", "inf", "0602") C RU("x", "inf", "0603")), "");
  act(t, "german", "move a");
  refused(t, "german", "step 0603", "4.5");
  clear_away(t);
}

static void r4_7_guns_move(void **s) {
  (void)s;
  struct table *t = lay(N, MOVE(DE("a", "art", "0604") C RU("x", "inf", "0609")), "");
  acts(t, "german", "move a; step 0605");
  happened(t, "4.7", "turned");
  acts(t, "german", "stop; end movement");
  ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
  /* no gun is left that could fire */
  assert_string_equal(text_of(t->last, "view.phase"), "german.combat");
  clear_away(t);
}

static void r10_3_r11_5_works_and_mines(void **s) {
  (void)s;
  const char *pos =
      BED PHASE("german.movement") "\"marks\":[{\"hex\":\"0507\",\"mark\":\"mine\"}]," UNITS(
          DE("a", "mech", "0504") C RU("x", "inf", "0112"));
  struct table *t = lay(N, pos, "");
  act(t, "german", "move a");
  reaches(t, "german", "a", "0505", "3", "4.2");
  act(t, "german", "step 0505");
  happened(t, "10.3", "moves");
  happened(t, "10.2", "breached");
  happened(t, "3.setup.7", "control");
  act(t, "german", "step 0506");
  act(t, "german", "step 0507");
  happened(t, "11.5", "moves");
  happened(t, "11.6", "cleared");
  clear_away(t);
  /* the next one finds no mines */
  t = lay(N,
          PLAIN PHASE("german.movement") "\"marks\":[{\"hex\":\"0507\",\"mark\":\"mine\"}]," UNITS(
              DE("a", "mech", "0506") C DE("b", "mech", "0506") C RU("x", "inf", "0112")),
          "");
  acts(t, "german", "move a; step 0507");
  happened(t, "11.6", "cleared");
  acts(t, "german", "stop; move b");
  reaches(t, "german", "b", "0507", "1", "4.2");
  act(t, "german", "step 0507");
  never(t, "cleared");
  clear_away(t);
  t = lay(N,
          BED PHASE("soviet.movement") "\"marks\":[{\"hex\":\"0510\",\"mark\":\"mine\"}]," UNITS(
              DE("a", "mech", "0101") C RU("x", "inf", "0511")),
          "");
  acts(t, "soviet", "move x; step 0510");
  happened(t, "11.7", "moves");
  clear_away(t);
}

static void t1_prices(void **s) {
  (void)s;
  static const struct {
    const char *ground, *foot, *mech;
  } row[] = {{"clear", "1", "1"},        {"town", "1", "2"},  {"woods", "2", "3"},
             {"balka", "2", "3"},        {"marsh", "3", "4"}, {"hill_dp", "2", "2"},
             {"german_trench", "1", "1"}};
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    char pos[600];
    snprintf(pos, sizeof pos,
             PLAIN PHASE("german.movement")
                 TURN(2) "\"terrain\":[{\"hex\":\"0603\",\"set\":[\"clear\",\"%s\"]}]," UNITS(
                     DE("a", "inf", "0602") C DE("m", "mech", "0602") C DE("g", "art", "0602")),
             row[i].ground);
    struct table *t = lay(N, pos, "");
    reaches(t, "german", "a", "0603", row[i].foot, "4.2");
    reaches(t, "german", "m", "0603", row[i].mech, "4.2");
    reaches(t, "german", "g", "0603", row[i].mech, "4.2");
    act(t, "german", "move a");
    act(t, "german", "join m"); /* a mixed stack pays the dearer price */
    reaches(t, "german", "a", "0603", row[i].mech, "4.2");
    clear_away(t);
  }
  static const struct {
    const char *road, *cost;
  } bridge[] = {{"", "2"}, {",{\"path\":[\"0602\",\"0603\"],\"set\":[\"road.minor\"]}", "1"}};
  for (int i = 0; i < 2; i++) {
    char pos[600];
    snprintf(
        pos, sizeof pos,
        PLAIN PHASE("german.movement")
            TURN(2) "\"terrain\":[{\"side\":[\"0602\",\"0603\"],\"set\":[\"river\"]}%s]," UNITS(
                DE("a", "inf", "0602") C DE("m", "mech", "0602")),
        bridge[i].road);
    struct table *t = lay(N, pos, "");
    reaches(t, "german", "a", "0603", bridge[i].cost, "4.2");
    reaches(t, "german", "m", "0603", bridge[i].cost, "4.2");
    clear_away(t);
  }
}

/* begin and do only for one that may move now; enemies' reach without */
static void r4_reach_of_whom(void **s) {
  (void)s;
  struct table *t = lay(N,
                        PLAIN PHASE("german.movement") TURN(2)
                            UNITS(DE("a", "inf", "0602") C DE("done", "inf", "0302", MARK("moved"))
                                      C RU("x", "inf", "0608")
                                          C AIR("b", "german", "bomber", "air.german.attack")),
                        "");
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
  t = lay(N, MOVE(DE("a", "mech", "0602") C RU("under", "inf", "0608") C RU("y", "inf", "0608")),
          "");
  ask(t, "{\"cmd\":\"reach\",\"side\":\"german\",\"unit\":\"under\"}");
  assert_true(cJSON_IsFalse(field(t->last, "ok"))); /* out of sight */
  clear_away(t);
  t = lay(N,
          MOVE(DE("a", "mech", "0602") C RU("g", "art", "0609", FAC("\"range\":4"))
                   C RU("x", "inf", "0606")),
          "");
  ask(t, "{\"cmd\":\"reach\",\"side\":\"german\",\"unit\":\"a\"}");
  bool risk = false;
  for (int i = 0; i < cJSON_GetArraySize(field(t->last, "reach.hexes")); i++) {
    char path[64], hex[64];
    snprintf(path, sizeof path, "reach.hexes[%d].risk", i);
    snprintf(hex, sizeof hex, "reach.hexes[%d].hex", i);
    if (!strcmp(text_of(t->last, hex), "0605"))
      risk = !strcmp(text_of(t->last, path), "1 battery");
  }
  assert_true(risk); /* a reaction could fire there */
  clear_away(t);
}

static void r4_oa_2_and_river(void **s) {
  (void)s;
  struct table *t =
      lay(N,
          PLAIN PHASE("german.movement")
              TURN(2) "\"terrain\":[{\"side\":[\"0605\",\"0606\"],\"set\":[\"river\"]}]," UNITS(
                  DE("a", "inf", "0605", FAC("\"af\":8,\"steps\":9"))
                      C RU("x", "inf", "0606", FAC("\"df\":8,\"steps\":9"))),
          "1 6");
  act(t, "german", "move a");
  act(t, "german", "strike 0606");
  act(t, "soviet", "commit");
  act(t, "soviet", "pass");
  card(t, "german", "4.oa.2", "1:1");
  card(t, "german", "7.a.6.5", "1:1");
  act(t, "german", "roll"); /* row 1 + 3 = 4: 2 hits; the defender's 6: 3 */
  happened(t, "4.oa.3", "dsg");
  stands(t, "x", "0606", 7);
  stands(t, "a", "0605", 6);
  clear_away(t);
}

static void r4_oa_4_success(void **s) {
  (void)s;
  struct table *t = lay(N,
                        PLAIN PHASE("german.movement") TURN(2)
                            UNITS(DE("a", "mech", "0605", FAC("\"af\":30"))
                                      C RU("x", "inf", "0606", FAC("\"df\":1"))),
                        "1 1");
  acts(t, "german", "move a; strike 0606");
  act(t, "soviet", "commit");
  act(t, "soviet", "pass");
  act(t, "german", "roll");
  happened(t, "4.oa.4", "advances");
  stands(t, "a", "0606", 2);
  act(t, "german", "step 0607"); /* goes on with what is left */
  happened(t, "4.2", "moves");
  clear_away(t);
  t = lay(N,
          PLAIN PHASE("german.movement") TURN(2)
              UNITS(DE("a", "mech", "0605", MARK("dsg")) C RU("x", "inf", "0606")),
          "");
  act(t, "german", "move a");
  refused(t, "german", "strike 0606", "4.oa.5");
  clear_away(t);
}

static void r4_oa_4_who_enters(void **s) {
  (void)s;
  /* the tanks disorganise the infantry beside them; the hex is in a zone: it does not follow */
  struct table *t =
      lay(N,
          PLAIN PHASE("german.movement") TURN(2)
              UNITS(DE("p", "inf", "0605", FAC("\"af\":40,\"steps\":9")) C DE("q", "inf", "0605")
                        C RU("x", "tank", "0606", STEPS(1)) C RU("z", "inf", "0607")),
          "1 6 1 1");
  acts(t, "german", "move p; join q; strike 0606");
  act(t, "soviet", "commit");
  act(t, "soviet", "pass");
  act(t, "soviet", "shoot x q");
  happened(t, "7.a.5.6", "dsg");
  act(t, "german", "roll");
  happened(t, "4.oa.4", "advances");
  stands(t, "p", "0606", 9);
  stands(t, "q", "0605", 2);
  act(t, "soviet", "pass");
  refused(t, "german", "move q", "4.4");
  clear_away(t);
  /* an HQ alone stays where it is */
  t = lay(N,
          PLAIN PHASE("german.movement") TURN(2)
              UNITS(DE("h", "hq", "0605", FAC("\"af\":40,\"mf\":8"))
                        C RU("x", "inf", "0606", STEPS(1) FAC("\"df\":1"))),
          "1 1");
  acts(t, "german", "move h; strike 0606");
  act(t, "soviet", "commit");
  act(t, "soviet", "pass");
  act(t, "german", "roll");
  stands(t, "h", "0605", 1);
  clear_away(t);
  /* it began in the zone of another enemy: it has left a zone and enters no other */
  t = lay(N,
          PLAIN PHASE("german.movement") TURN(2)
              UNITS(DE("m", "mech", "0605", FAC("\"af\":40,\"mf\":20"))
                        C RU("x", "inf", "0606", STEPS(1) FAC("\"df\":1")) C RU("y", "inf", "0604")
                            C RU("z", "inf", "0609")),
          "1 1");
  acts(t, "german", "move m; strike 0606");
  act(t, "soviet", "commit");
  act(t, "soviet", "pass");
  act(t, "german", "roll");
  act(t, "german", "step 0607");
  refused(t, "german", "step 0608", "6.zoc.4");
  clear_away(t);
}

/* a strike drives the defender off: the stack stands in his hex and goes on from there */
static void r4_oa_defender_forced_back(void **s) {
  (void)s;
  struct table *t = lay(N,
                        PLAIN PHASE("german.movement") TURN(2)
                            UNITS(DE("m", "mech", "0605", FAC("\"af\":30,\"mf\":12"))
                                      C RU("x", "inf", "0606", FAC("\"df\":5,\"steps\":7"))),
                        "1 1");
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
  /* and the other way round */
  t = lay(N,
          PLAIN PHASE("german.movement") TURN(2)
              UNITS(DE("a", "inf", "0605", FAC("\"af\":1,\"steps\":5"))
                        C RU("x", "inf", "0606", FAC("\"df\":9,\"steps\":9"))),
          "6 4");
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

/* 4.oa.2: no probe, no artillery, no aircraft */
static void r4_oa_2_what_is_barred(void **s) {
  (void)s;
  struct table *t = lay(N,
                        MOVE(DE("a", "tank", "0605") C DE("g", "art", "0505")
                                 C DE("b", "rocket", "0705") C RU("x", "inf", "0606")),
                        "");
  act(t, "german", "move g");
  refused(t, "german", "strike 0606", "4.oa.2");
  act(t, "german", "stop");
  act(t, "german", "move a");
  refused(t, "german", "type probe", "4.oa.2");
  refused(t, "german", "add b", "4.oa.2");
  refused(t, "german", "support b", "4.oa.2");
  clear_away(t);
}

/* A hex out of reach is refused by the first obstacle on the cheapest way to it. */
static void r4_the_first_obstacle(void **s) {
  (void)s;
  struct table *t = lay(N,
                        MOVE(DE("a", "inf", "0601", FAC("\"mf\":8")) C RU("x", "inf", "0606")
                                 C RU("y", "inf", "0106")),
                        "");
  act(t, "german", "move a");
  refused(t, "german", "step 0606", "6.zoc.2"); /* in 0605 the zone of x ends the move */
  because(t, "german", "step 0606", "must stop in 0605, in the zone of x");
  refused(t, "german", "step 0612", "6.zoc.2");
  refused(t, "german", "step 0603", "4.1");
  because(t, "german", "step 0603", "not the next hex");
  acts(t, "german", "step 0602; step 0603");
  clear_away(t);
  t = lay(N, MOVE(DE("a", "inf", "0601", FAC("\"mf\":5")) C RU("y", "inf", "0112")), "");
  act(t, "german", "move a");
  refused(t, "german", "step 1201", "4.2");
  because(t, "german", "step 1201", "1201 is 6 points away");
  clear_away(t);
  t = lay(N, MOVE(DE("a", "inf", "0601", FAC("\"mf\":20")) C RU("g", "art", "0603")), "");
  act(t, "german", "move a");
  refused(t, "german", "step 0603", "4.5"); /* artillery has no zone; it stands in the way */
  because(t, "german", "step 0603", "enemies in 0603");
  clear_away(t);
}

/* Whatever comes at the wrong time is told when its time is. */
static void r3_1_not_now(void **s) {
  (void)s;
  struct table *t = lay(N, MOVE(DE("a", "inf", "0605") C RU("x", "inf", "0609")), "");
  refused(t, "german", "step 0606", "4.1");
  because(t, "german", "step 0606", "Choose first the unit that moves.");
  refused(t, "german", "target 0609", "7.a.1.1");
  refused(t, "german", "stop", "4.4");
  refused(t, "german", "end combat", "4.1");
  because(t, "german", "end combat", "Now comes `end movement`.");
  act(t, "german", "end movement");
  refused(t, "german", "move a", "4.1");
  refused(t, "german", "end movement", "7.1");
  refused(t, "german", "step 0606", "4.1");
  because(t, "german", "step 0606", "Units move in their own movement phase");
  refused(t, "german", "strike 0609", "4.oa.1");
  because(t, "german", "strike 0609", "Attacks in movement are made in the movement phase.");
  because(t, "german", "from 0605", "Choose first the hex to be attacked.");
  clear_away(t);
}

/* What belongs to this phase, but not yet: the sentence says what comes first. */
static void r3_1_too_early(void **s) {
  (void)s;
  struct table *t =
      lay(N, MOVE(DE("a", "inf", "0605") C DE("b", "inf", "0304") C RU("x", "inf", "1212")), "");
  act(t, "german", "move a");
  refused(t, "german", "move b", "4.1");
  because(t, "german", "move b", "Another stack is on the move: it stops first.");
  refused(t, "german", "attack", "7.a.1.1");
  because(t, "german", "attack", "Attacks are declared in the combat phase.");
  clear_away(t);
  t = lay(N,
          PLAIN PHASE("construction") "\"turn\":3,\"regions\":[{\"id\":\"soviet.supply\","
                                      "\"hexes\":[\"0612\"]}]," UNITS(
                                          DE("a", "inf", "0101") C RU("x", "inf", "0608") C
                                          "{\"name\":\"f\",\"side\":\"soviet\",\"kind\":\"atf\","
                                          "\"box\":\"pool\"}"),
          "");
  refused(t, "soviet", "mine 0609", "11.1");
  because(t, "soviet", "mine 0609", "The AT Fronts are placed before the mines are laid.");
  acts(t, "soviet", "end fronts; mine 0609");
  refused(t, "soviet", "front 0609", "8.2");
  because(t, "soviet", "front 0609", "The AT Fronts have been placed; now mines are laid.");
  clear_away(t);
}

/* 4.oa.4: where no enemy zone is, whoever was disorganised in the fight goes in with the others */
static void r4_oa_4_all_enter(void **s) {
  (void)s;
  struct table *t = lay(N,
                        MOVE(DE("p", "inf", "0605", FAC("\"af\":40,\"steps\":9"))
                                 C DE("q", "inf", "0605") C RU("x", "tank", "0606", STEPS(1))),
                        "1 6 1 1");
  acts(t, "german", "move p; join q; strike 0606");
  act(t, "soviet", "commit");
  act(t, "soviet", "pass");
  act(t, "soviet", "shoot x q");
  act(t, "german", "roll");
  marked(t, "q", "dsg");
  stands(t, "p", "0606", 9);
  stands(t, "q", "0606", 2);
  clear_away(t);
}

static void r4_8_no_way_out_for_soviets(void **s) {
  (void)s;
  struct table *t =
      lay(N,
          PLAIN PHASE("soviet.movement")
              TURN(2) "\"regions\":[{\"id\":\"german.exit\",\"hexes\":["
                      "\"0612\"]}]," UNITS(RU("x", "tank", "0612") C DE("a", "inf", "0101")),
          "");
  act(t, "soviet", "move x");
  refused(t, "soviet", "exit", "4.8");
  not_offered(t, "soviet", "exit");
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(r4_oa_2_what_is_barred),
      cmocka_unit_test(r4_the_first_obstacle),
      cmocka_unit_test(r3_1_not_now),
      cmocka_unit_test(r3_1_too_early),

      cmocka_unit_test(x1_river),
      cmocka_unit_test(x2_stack),
      cmocka_unit_test(r4_2_too_dear),
      cmocka_unit_test(r4_5_enemies),
      cmocka_unit_test(r4_7_guns_move),
      cmocka_unit_test(r10_3_r11_5_works_and_mines),
      cmocka_unit_test(t1_prices),
      cmocka_unit_test(r4_reach_of_whom),
      cmocka_unit_test(r4_oa_2_and_river),
      cmocka_unit_test(r4_oa_4_success),
      cmocka_unit_test(r4_oa_4_who_enters),
      cmocka_unit_test(r4_oa_defender_forced_back),
      cmocka_unit_test(r4_oa_4_all_enter),
      cmocka_unit_test(r4_8_no_way_out_for_soviets),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
