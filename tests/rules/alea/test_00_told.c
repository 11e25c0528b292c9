/* test_00_told.c - what the players are told: who hears of a loss, what cannot be taken back
 * because it has shown something, and what the view and the offers say. */
#include "table.h"

#include <stdlib.h>

/* Whether a side's last action can be taken back. */
static bool undone(struct table *t, const char *side) {
  ask(t, "{\"cmd\":\"undo\",\"side\":\"%s\"}", side);
  return cJSON_IsTrue(field(t->last, "ok"));
}

/* It cannot be taken back, because something hidden has been shown. */
static bool shown(struct table *t, const char *side) {
  return !undone(t, side) && strstr(text_of(t->last, "error.text"), "hidden has been shown");
}

/* Where the event of that kind in the last act happened. */
static const char *where(struct table *t, const char *kind) {
  const cJSON *e;
  cJSON_ArrayForEach(e, field(t->last, "events")) {
    if (!strcmp(text_of(e, "kind"), kind))
      return text_of(e, "at[0]");
  }
  return "";
}

/* ---- 5.8 losses ---------------------------------------------------------------------------- */

/* 5.8: the enemy hears of a loss in a closed stack, and not whose it is. */
static void r5_8_a_loss_in_a_closed_stack(void **s) {
  (void)s;
  struct table *t = lay(N,
                        PLAIN PHASE("german.bombardment") TURN(2)
                            UNITS(DE("g", "art", "0603", FAC("\"bomb\":40,\"range\":9"))
                                      C RU("x", "inf", "0606") C RU("y", "inf", "0606")),
                        "4");
  acts(t, "german", "target 0606; add g; fire");
  act(t, "soviet", "lose x");
  says(t, "13.art.4", "x loses a step.");
  assert_int_equal(heard(t, "soviet", "A unit in 0606 loses a step."), 0);
  assert_int_equal(heard(t, "german", "A unit in 0606 loses a step."), 1);
  assert_int_equal(heard(t, "german", "x loses a step."), 0);
  clear_away(t);
}

/* 7.a.4: in a combat that lies open both sides hear the name, and no second line is told. */
static void r7_a_4_a_loss_in_an_open_combat(void **s) {
  (void)s;
  struct table *t = lay(N,
                        FIGHT(DE("a", "inf", "0605", FAC("\"af\":18,\"steps\":9"))
                                  C RU("x", "inf", "0606", FAC("\"df\":18,\"steps\":9"))),
                        "6 2");
  attack(t, "german", "0606", "0605");
  act(t, "german", "roll"); /* a hit on each side */
  assert_int_equal(heard(t, "german", "x loses a step."), 1);
  assert_int_equal(heard(t, "german", "A unit in 0606 loses a step."), 0);
  assert_int_equal(heard(t, "soviet", "a loses a step."), 1);
  assert_int_equal(heard(t, "soviet", "A unit in 0605 loses a step."), 0);
  clear_away(t);
}

/* 7.a.3.1: a bombardment before the combat comes before the stacks are opened. */
static void r7_a_3_1_before_the_stacks_are_open(void **s) {
  (void)s;
  struct table *t =
      lay(N,
          FIGHT(DE("a", "inf", "0605") C DE("g", "art", "0603", FAC("\"bomb\":40,\"range\":9"))
                    C RU("x", "inf", "0606") C RU("y", "inf", "0606")),
          "4");
  acts(t, "german", "target 0606; from 0605; attack");
  act(t, "soviet", "commit");
  acts(t, "german", "add g; fire");
  act(t, "soviet", "lose x");
  assert_int_equal(heard(t, "german", "A unit in 0606 loses a step."), 1);
  assert_int_equal(heard(t, "german", "x loses a step."), 0);
  clear_away(t);
}

/* 12.cas.4, 7.a.5.4: both sides hear that aircraft go home, and an answer to a shot. */
static void r12_cas_4_both_hear(void **s) {
  (void)s;
  struct table *t =
      lay(N,
          FIGHT(DE("p", "tank", "0605") C RU("x", "tank", "0606", FAC("\"arm\":2,\"steps\":9")) C
                "{\"name\":\"b\",\"side\":\"german\",\"kind\":\"bomber\",\"hex\":\"0605\"}"),
          "6 6 6 1");
  acts(t, "german", "target 0606; from 0605; support b; attack");
  act(t, "soviet", "commit");
  act(t, "soviet", "pass");
  act(t, "german", "shoot p x");
  for (int i = 0; i < 2; i++)
    assert_int_equal(heard(t, i ? "soviet" : "german", "x answers and misses p."), 1);
  act(t, "german", "roll");
  for (int i = 0; i < 2; i++)
    assert_int_equal(heard(t, i ? "soviet" : "german", "b returns to base."), 1);
  act(t, "german", "end combat");
  until(t, "soviet.combat");
  do_nothing(t, "soviet");
  for (int i = 0; i < 2; i++)
    assert_int_equal(heard(t, i ? "soviet" : "german", "All air units are available again."), 1);
  clear_away(t);
}

/* 12.end: aircraft of one side alone come home as well. */
static void r12_end_one_side(void **s) {
  (void)s;
  static const char *const plane[] = {
      AIR("f", "german", "fighter", "air.german.attack"),
      AIR("f", "soviet", "fighter", "air.soviet.attack"),
  };
  for (int i = 0; i < 2; i++) {
    char pos[500];
    snprintf(pos, sizeof pos, PLAIN PHASE("soviet.combat") TURN(2) "\"units\":[%s,%s,%s]", plane[i],
             DE("x", "inf", "0101"), RU("y", "inf", "1212"));
    struct table *t = lay(N, pos, "");
    act(t, "soviet", "end combat");
    assert_int_equal(heard(t, "german", "All air units are available again."), 1);
    stands(t, "f", i ? "air.soviet.available" : "air.german.available", 3);
    clear_away(t);
  }
}

/* 3.4: both sides hear the end. */
static void r3_4_the_end(void **s) {
  (void)s;
  struct table *t = lay("alea/lesson",
                        PLAIN PHASE("soviet.combat") TURN(2)
                            UNITS(DE("a", "inf", "0101") C RU("x", "inf", "1212")),
                        "");
  for (int i = 0; i < 60 && !heard(t, "german", "The game is over."); i++) {
    ask(t, "{\"cmd\":\"view\",\"side\":\"all\"}");
    char side[16];
    snprintf(side, sizeof side, "%s", text_of(t->last, "view.to_move[0]"));
    do_nothing(t, side);
  }
  assert_int_equal(heard(t, "soviet", "The game is over."), 1);
  result(t, "soviet", "3.4");
  clear_away(t);
}

/* ---- what has been seen cannot be taken back ----------------------------------------------- */

/* 5.8: a step that shows nothing can be taken back; one onto a stack or off it cannot. */
static void r5_8_steps_that_show(void **s) {
  (void)s;
  struct table *t =
      lay(N,
          MOVE(DE("a", "mech", "0605") C DE("b", "mech", "0603") C DE("u", "mech", "0303")
                   C DE("o", "mech", "0303") C RU("y", "inf", "1212")),
          "");
  acts(t, "german", "move a; step 0604");
  assert_true(undone(t, "german"));
  act(t, "german", "step 0604");
  act(t, "german", "step 0603"); /* onto b */
  assert_true(shown(t, "german"));
  act(t, "german", "stop");
  act(t, "german", "move o");
  act(t, "german", "step 0302"); /* u is seen now */
  assert_true(shown(t, "german"));
  clear_away(t);
}

/* 6.dp.3: on a Dominating Position, or beside one, something may be seen. */
static void r6_dp_3_steps_that_show(void **s) {
  (void)s;
  for (int i = 0; i < 2; i++) {
    struct table *t = lay(N,
                          PLAIN PHASE("german.movement")
                              TURN(2) "\"terrain\":[{\"hex\":\"0604\",\"set\":[\"clear\","
                                      "\"hill_dp\"]}]," UNITS(DE("a", "mech", "0606") C DE(
                                          "b", "mech", "0602") C RU("y", "inf", "1212")),
                          "");
    act(t, "german", i ? "move a" : "move b");
    act(t, "german", i ? "step 0605" : "step 0603"); /* beside it */
    assert_true(shown(t, "german"));
    act(t, "german", "step 0604");
    says(t, "6.dp.1", "0604 is a Dominating Position in German hands.");
    assert_true(shown(t, "german"));
    clear_away(t);
  }
}

/* 5.8: another counter on top. */
static void r5_8_another_on_top(void **s) {
  (void)s;
  struct table *t =
      lay(N, MOVE(DE("a", "mech", "0605") C DE("b", "mech", "0605") C RU("y", "inf", "1212")), "");
  act(t, "german", "top a");
  assert_true(shown(t, "german"));
  clear_away(t);
}

/* 7.a.3.2, 7.a.4: Fire Support, and the opening of the combat. */
static void r7_a_4_support_and_opening(void **s) {
  (void)s;
  struct table *t =
      lay(N, FIGHT(DE("a", "inf", "0605") C RU("x", "inf", "0606") C RU("k", "art", "0609")), "");
  acts(t, "german", "target 0606; from 0605; attack");
  act(t, "soviet", "elect retreat");
  assert_true(undone(t, "soviet"));
  act(t, "soviet", "commit");
  act(t, "soviet", "support k");
  assert_true(shown(t, "soviet"));
  act(t, "soviet", "pass");
  assert_true(shown(t, "soviet"));
  clear_away(t);
  t = lay(N, FIGHT(DE("a", "inf", "0605") C RU("x", "inf", "0606") C RU("k", "art", "0609")), "");
  acts(t, "german", "target 0606; from 0605; attack");
  acts(t, "soviet", "commit; pass");
  assert_true(shown(t, "soviet"));
  clear_away(t);
}

/* 12.3, II.opt.aa.1: boxes and modes that both sides have shown. */
static void r12_3_shown_together(void **s) {
  (void)s;
  struct table *t = lay(N,
                        PLAIN PHASE("air.assign") TURN(2)
                            UNITS(AIR("f", "german", "fighter", "air.german.available")
                                      C AIR("e", "soviet", "fighter", "air.soviet.available")
                                          C DE("x", "inf", "0101") C RU("y", "inf", "1212")),
                        NULL);
  acts(t, "german", "fly f attack; commit");
  acts(t, "soviet", "fly e defence; commit");
  assert_true(shown(t, "soviet"));
  clear_away(t);
  t = lay(S_,
          PLAIN PHASE("soviet.combat") TURN(3)
              UNITS(RU("aa", "aa", "0607") C DE("x", "inf", "0101") C RU("y", "inf", "0607")),
          "");
  act(t, "soviet", "end combat");
  act(t, "soviet", "mode aa at");
  assert_true(undone(t, "soviet"));
  acts(t, "soviet", "mode aa at; commit");
  says(t, "II.opt.aa.1", "aa is in AT mode.");
  assert_true(shown(t, "soviet"));
  clear_away(t);
}

/* 7.hit.2: a unit that is gone lies open; a mere loss can be taken back. */
static void r7_hit_2_the_dead_lie_open(void **s) {
  (void)s;
  for (int steps = 1; steps <= 2; steps++) {
    char pos[700];
    snprintf(pos, sizeof pos,
             PLAIN PHASE("german.bombardment")
                 TURN(2) "\"units\":[%s,{\"name\":\"x\",\"side\":\"soviet\",\"kind\":\"inf\","
                         "\"hex\":\"0606\",\"steps\":%d},%s]",
             DE("g", "art", "0603", FAC("\"bomb\":40,\"range\":9")), steps, RU("y", "inf", "0606"));
    struct table *t = lay(N, pos, "4");
    acts(t, "german", "target 0606; add g; fire");
    act(t, "soviet", "lose x");
    assert_int_equal(shown(t, "soviet"), steps == 1);
    clear_away(t);
  }
}

/* 5.8: the end of a set-up shows the tops of the stacks. */
static void r5_8_the_end_of_the_set_up(void **s) {
  (void)s;
  struct table *t = lay(N,
                        PLAIN PHASE("setup.soviet") "\"control\":[[\"german\",[\"0101\"]]]," UNITS(
                            DE("a", "inf", "0101") C RU("x", "inf", "1212")),
                        "");
  act(t, "soviet", "end set-up");
  assert_true(shown(t, "soviet"));
  clear_away(t);
}

/* ---- the view and the offers --------------------------------------------------------------- */

/* Every variable of the view has its own name. */
static void variables(void **s) {
  (void)s;
  struct table *t =
      lay(N,
          PLAIN PHASE("german.movement")
              TURN(2) "\"vars\":{\"fuel\":3,\"line2\":1,\"spent_halves\":8,\"exits\":5,"
                      "\"exits_early\":4,\"german_tanks_lost\":6,\"soviet_tanks_lost\":7}," UNITS(
                          DE("a", "inf", "0101") C RU("x", "inf", "1212")),
          "");
  static const struct {
    const char *name;
    int value;
  } row[] = {{"fuel", 3},
             {"line2", 1},
             {"spent_halves", 8},
             {"exits", 5},
             {"exits_early", 4},
             {"german_tanks_lost", 6},
             {"soviet_tanks_lost", 7}};
  for (size_t i = 0; i < sizeof row / sizeof row[0]; i++)
    assert_int_equal(var_of(t, row[i].name), row[i].value);
  clear_away(t);
}

/* Points in the north and south, places in the other scenarios. */
static void scores(void **s) {
  (void)s;
  static const struct {
    const char *game, *german, *soviet;
  } row[] = {{N, "1/2", "2"},
             {S_, "1/2", "2"},
             {"alea/panzerkeil", "1", "2"},
             {"alea/prokhorovka", "0", "0"}};
  for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
    char points[32];
    struct table *t = lay(
        row[i].game,
        PLAIN PHASE("german.movement")
            TURN(8) "\"regions\":[{\"id\":\"objective.3\",\"hexes\":[\"0101\",\"1212\",\"0909\"]}]"
                    "," UNITS("{\"name\":\"d\",\"side\":\"german\",\"kind\":\"tank\",\"box\":"
                              "\"dead.german\"}" C
                              "{\"name\":\"e\",\"side\":\"soviet\",\"kind\":\"inf\",\"box\":\"dead."
                              "soviet\"}" C DE("a", "inf", "0101") C RU("x", "inf", "1212")),
        "");
    ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
    assert_string_equal(points_of(field(t->last, "view.scores.german"), points), row[i].german);
    assert_string_equal(points_of(field(t->last, "view.scores.soviet"), points), row[i].soviet);
    clear_away(t);
  }
}

/* The lesson: any two of its places. */
static void r3_4_two_places(void **s) {
  (void)s;
  static const char *const held[] = {"\"0101\"", "\"0101\",\"0102\""};
  for (int i = 0; i < 2; i++) {
    char pos[700];
    snprintf(pos, sizeof pos,
             PLAIN PHASE("soviet.combat")
                 TURN(20) "\"regions\":[{\"id\":\"objective.lesson\",\"hexes\":[\"0101\",\"0102\","
                          "\"0909\",\"0910\"]}],\"control\":[[\"german\",[%s]]],\"units\":[%s,%s]",
             held[i], DE("a", "inf", "0301"), RU("x", "inf", "1212"));
    struct table *t = lay("alea/lesson", pos, "");
    act(t, "soviet", "end combat");
    result(t, i ? "german" : "soviet", "3.4");
    clear_away(t);
  }
}

/* Mines, breached works and control are shown where they are, and nowhere else. */
static void marks_and_control(void **s) {
  (void)s;
  struct table *t =
      lay(N,
          PLAIN PHASE("german.movement")
              TURN(2) "\"marks\":[{\"hex\":\"0606\",\"mark\":\"mine\"},{\"hex\":\"0707\",\"mark\":"
                      "\"breached\"}],\"control\":[[\"german\",[\"0202\"]]]," UNITS(
                          DE("a", "inf", "0101") C RU("x", "inf", "1212")),
          "");
  ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
  assert_int_equal(cJSON_GetArraySize(field(t->last, "view.marks")), 2);
  assert_string_equal(text_of(t->last, "view.marks[0].hex"), "0606");
  assert_string_equal(text_of(t->last, "view.marks[0].mark"), "mine");
  assert_string_equal(text_of(t->last, "view.marks[1].hex"), "0707");
  assert_string_equal(text_of(t->last, "view.marks[1].mark"), "breached");
  assert_int_equal(cJSON_GetArraySize(field(t->last, "view.control[0][1]")), 2);
  assert_int_equal(cJSON_GetArraySize(field(t->last, "view.control[1][1]")), 12 * 12 - 2);
  clear_away(t);
}

/* 6.dp.3: a stack below a height of ours lies open and is not shown as unknown. */
static void r6_dp_3_no_unknown_stack(void **s) {
  (void)s;
  struct table *t =
      lay(N,
          PLAIN PHASE("german.movement")
              TURN(2) "\"terrain\":[{\"hex\":\"0605\",\"set\":[\"clear\",\"hill_dp\"]}]," UNITS(
                  DE("a", "inf", "0605") C RU("x", "inf", "0606") C RU("y", "inf", "0606")
                      C RU("z", "inf", "0909")),
          "");
  const cJSON *u;
  int unknown = 0, named = 0;
  ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
  cJSON_ArrayForEach(u, field(t->last, "view.units")) {
    unknown += text_of(u, "id")[0] == '?';
    named += !strcmp(text_of(u, "at"), "0606");
  }
  assert_int_equal(unknown, 1); /* z alone */
  assert_int_equal(named, 2);
  clear_away(t);
}

/* The label of an action that is offered. */
static const char *label_of(struct table *t, const char *side, const char *action) {
  const cJSON *a;
  ask(t, "{\"cmd\":\"actions\",\"side\":\"%s\"}", side);
  cJSON_ArrayForEach(a, field(t->last, "actions")) {
    if (!strcmp(text_of(a, "id"), action))
      return text_of(a, "label");
  }
  return "";
}

/* 15.2: what a reserve costs is said before. */
static void r15_2_price_in_the_offer(void **s) {
  (void)s;
  static const struct {
    const char *game, *kind, *form, *label;
  } row[] = {
      {N, "tank", "9 TK", "Activate 9 TK for 5 points"},
      {N, "art", "9 TK", "Activate u 9 TK for 2 points"},
      {N, "ag", "-", "Activate u - for 1 point"},
      {S_, "ag", "-", "Activate u - for half a point"},
      {"alea/prokhorovka", "tank", "9 TK", "Activate 9 TK"},
  };
  for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
    char pos[600];
    snprintf(pos, sizeof pos,
             PLAIN PHASE("soviet.rally")
                 TURN(8) "\"units\":[{\"name\":\"u\",\"side\":\"soviet\",\"kind\":\"%s\","
                         "\"formation\":\"%s\",\"box\":\"reserve.front\"},%s,%s]",
             row[i].kind, row[i].form, DE("a", "inf", "0101"), RU("x", "inf", "1212"));
    struct table *t = lay(row[i].game, pos, "");
    assert_string_equal(label_of(t, "soviet", "activate u"), row[i].label);
    clear_away(t);
  }
}

/* 5.1 to 5.3, 13.hq.1: what each unit of the hex counts. */
static void r5_1_ledger_of_the_hex(void **s) {
  (void)s;
  struct table *t =
      lay(N,
          PLAIN PHASE("soviet.movement") TURN(2)
              UNITS(RU("i", "inf", "0605") C RU("h", "hq", "0605") C RU("f", "atf", "0605") C RU(
                  "r", "tank", "0605", FAC("\"size\":\"rgt\"")) C DE("a", "inf", "0101")),
          "");
  act(t, "soviet", "move i");
  static const struct {
    const char *unit, *rule, *value;
  } row[] = {{"i", "5.1", "1"}, {"r", "5.2", "1/2"}, {"f", "5.3", "0"}, {"h", "13.hq.1", "0"}};
  const cJSON *l;
  char value[32];
  int found = 0;
  ask(t, "{\"cmd\":\"actions\",\"side\":\"soviet\"}");
  cJSON_ArrayForEach(l, field(t->last, "prompt.cards[0].lines")) {
    for (int i = 0; i < 4; i++) {
      if (strcmp(text_of(l, "text"), row[i].unit))
        continue;
      assert_string_equal(text_of(l, "rule"), row[i].rule);
      assert_string_equal(points_of(field(l, "value"), value), row[i].value);
      found++;
    }
  }
  assert_int_equal(found, 4);
  clear_away(t);
}

/* Where things happened: the place goes with the event. */
static void places_of_events(void **s) {
  (void)s;
  struct table *t = lay(
      N, MOVE(DE("a", "mech", "0605") C RU("x", "inf", "0606", FAC("\"df\":4,\"steps\":9"))), "");
  acts(t, "german", "move a; strike 0606");
  assert_string_equal(where(t, "paid"), "0606");
  assert_string_equal(where(t, "strike"), "0606");
  assert_string_equal(where(t, "attack"), "0606");
  clear_away(t);
}

/* 13.art.6: who was disorganised rallies out of enemy zones; nothing is told of the others. */
static void r13_art_6_who_rallies(void **s) {
  (void)s;
  struct table *t =
      lay(N,
          PLAIN PHASE("soviet.rally") TURN(2) UNITS(RU("x", "inf", "0606", MARK("dsg")) C RU(
              "y", "inf", "0909") C RU("z", "inf", "0303", MARK("dsg")) C DE("a", "inf", "0302")),
          "");
  assert_int_equal(heard(t, "soviet", "x rallies."), 1);
  assert_int_equal(heard(t, "soviet", "y rallies."), 0);
  assert_int_equal(heard(t, "soviet", "z rallies."), 0);
  marked(t, "z", "dsg");
  unmarked(t, "x", "dsg");
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(r5_8_a_loss_in_a_closed_stack),
      cmocka_unit_test(r7_a_4_a_loss_in_an_open_combat),
      cmocka_unit_test(r7_a_3_1_before_the_stacks_are_open),
      cmocka_unit_test(r12_cas_4_both_hear),
      cmocka_unit_test(r12_end_one_side),
      cmocka_unit_test(r3_4_the_end),
      cmocka_unit_test(r5_8_steps_that_show),
      cmocka_unit_test(r6_dp_3_steps_that_show),
      cmocka_unit_test(r5_8_another_on_top),
      cmocka_unit_test(r7_a_4_support_and_opening),
      cmocka_unit_test(r12_3_shown_together),
      cmocka_unit_test(r7_hit_2_the_dead_lie_open),
      cmocka_unit_test(r5_8_the_end_of_the_set_up),
      cmocka_unit_test(variables),
      cmocka_unit_test(scores),
      cmocka_unit_test(r3_4_two_places),
      cmocka_unit_test(marks_and_control),
      cmocka_unit_test(r6_dp_3_no_unknown_stack),
      cmocka_unit_test(r15_2_price_in_the_offer),
      cmocka_unit_test(r5_1_ledger_of_the_hex),
      cmocka_unit_test(places_of_events),
      cmocka_unit_test(r13_art_6_who_rallies),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
