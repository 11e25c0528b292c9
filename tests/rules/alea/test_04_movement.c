/* test_04_movement.c - chapters 4 to 6: movement, stacking, zones of control, reactions. */
#include "table.h"

#define SMOVE(units) PLAIN PHASE("soviet.movement") TURN(2) UNITS(units)

static void x1_river(void **s) { /* 4.2: clear, then over a river: 1 and 2 of 6 */
  (void)s;
  struct table *t = lay(N, PLAIN PHASE("german.movement") "\"terrain\":[{\"side\":[\"0604\",\"0603\"],\"set\":[\"river\"]}]," UNITS(DE("a", "inf", "0602", FAC("\"mf\":6"))), "");
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
  struct table *t = lay(N, MOVE(DE("a", "inf", "0602", FAC("\"mf\":8")) C DE("b", "inf", "0602") C DE("c", "inf", "0303")), "");
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
  struct table *t = lay(N, PLAIN PHASE("german.movement") "\"terrain\":[{\"hex\":\"0603\",\"set\":[\"marsh\"]}]," UNITS(DE("a", "inf", "0602", FAC("\"mf\":2"))), "");
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

#define FULL DE("p", "inf", "0603") C DE("q", "inf", "0603") C DE("r", "inf", "0603")
static void r4_6_r5_stacking(void **s) {
  (void)s;
  struct table *t = lay(N, MOVE(DE("a", "inf", "0602") C FULL C RU("x", "inf", "0606") C DE("y", "inf", "0605") C DE("z", "inf", "0605") C DE("w", "inf", "0605")), "");
  act(t, "german", "move a");
  act(t, "german", "step 0603"); /* passing a full hex */
  happened(t, "4.6", "moves");
  refused(t, "german", "stop", "5.6");
  act(t, "german", "step 0604");
  refused(t, "german", "step 0605", "4.2"); /* 1 and 3 for the zone: too dear */
  clear_away(t);
  t = lay(N, MOVE(DE("a", "inf", "0604") C RU("x", "inf", "0606") C DE("y", "inf", "0605") C DE("z", "inf", "0605") C DE("w", "inf", "0605")), "");
  act(t, "german", "move a");
  refused(t, "german", "step 0605", "5.1");
  clear_away(t);
}

static void r5_halves_and_free_counters(void **s) { /* 5.2, 5.3, 13.hq.1 on the stacking card */
  (void)s;
  struct table *t = lay(N, MOVE(DE("a", "tank", "0602") C DE("h", "hq", "0602") C DE("p", "inf", "0602") C DE("q", "inf", "0602") C DE("b", "ag", "0602")), "");
  act(t, "german", "move a");
  ask(t, "{\"cmd\":\"actions\",\"side\":\"german\"}");
  int halves = 0, hqs = 0;
  for (int i = 0; i < 5; i++) {
    char path[64], rule[64];
    snprintf(path, sizeof path, "prompt.cards[0].lines[%d].value", i);
    snprintf(rule, sizeof rule, "prompt.cards[0].lines[%d].rule", i);
    char text[32];
    const cJSON *v = field(t->last, path);
    points_of(v, text);
    if (!strcmp(text, "1/2")) halves++, cites(t, rule, "5.2");
    if (!strcmp(text, "0")) hqs++, cites(t, rule, "13.hq.1");
  }
  assert_int_equal(halves, 2);
  assert_int_equal(hqs, 1);
  char total[32];
  assert_string_equal(points_of(field(t->last, "prompt.cards[0].total"), total), "3");
  clear_away(t);
  t = lay(N, SMOVE(RU("a", "inf", "0602") C RU("f", "atf", "0602")), "");
  act(t, "soviet", "move a");
  ask(t, "{\"cmd\":\"actions\",\"side\":\"soviet\"}");
  for (int i = 0; i < 2; i++) {
    char rule[64], path[64], text[32];
    snprintf(path, sizeof path, "prompt.cards[0].lines[%d].value", i);
    snprintf(rule, sizeof rule, "prompt.cards[0].lines[%d].rule", i);
    if (!strcmp(points_of(field(t->last, path), text), "0")) cites(t, rule, "5.3");
  }
  clear_away(t);
}

static void r5_4_one_hq(void **s) {
  (void)s;
  struct table *t = lay(N, PLAIN PHASE("german.movement") UNITS(DE("h", "hq", "0602", FAC("\"mf\":7")) C DE("p", "inf", "0602") C DE("k", "hq", "0603") C DE("q", "inf", "0603") C RU("x", "inf", "0604")), "");
  act(t, "german", "move h");
  refused(t, "german", "step 0603", "13.hq.2"); /* a zone of the enemy: the move would end there */
  clear_away(t);
  t = lay(N, PLAIN PHASE("construction") TURN(3) UNITS(RU("f", "atf", "0602") C "{\"name\":\"g\",\"side\":\"soviet\",\"kind\":\"atf\",\"box\":\"pool\"}"), "");
  refused(t, "soviet", "front 0602", "8.3");
  clear_away(t);
}

static void r5_5_soviet_formations(void **s) {
  (void)s;
  struct table *t = lay(N, SMOVE(RU("a", "inf", "0604", FORM("15 RD") FAC("\"mf\":9")) C RU("b", "inf", "0605", FORM("81 RD")) C RU("c", "inf", "0605", FORM("81 RD")) C DE("x", "inf", "0606")), "");
  act(t, "soviet", "move a");
  refused(t, "soviet", "step 0605", "5.5");
  clear_away(t);
  t = lay(N, SMOVE(RU("a", "tank", "0604", FAC("\"mf\":9")) C RU("b", "inf", "0605", FORM("81 RD")) C RU("c", "inf", "0605", FORM("81 RD")) C DE("x", "inf", "0606")), "");
  act(t, "soviet", "move a");
  act(t, "soviet", "step 0605"); /* an independent unit fits any formation */
  happened(t, "6.zoc.2", "moves");
  clear_away(t);
}

static void r5_8_top(void **s) {
  (void)s;
  struct table *t = lay(N, MOVE(DE("a", "inf", "0602") C DE("b", "inf", "0602") C RU("x", "inf", "0909")), "");
  ask(t, "{\"cmd\":\"view\",\"side\":\"soviet\"}");
  assert_string_equal(text_of(t->last, "view.units[0].id"), "b"); /* the last to arrive is on top; the other is unknown */
  refused(t, "german", "top b", "5.8");
  act(t, "german", "top a");
  happened(t, "5.8", "top");
  ask(t, "{\"cmd\":\"view\",\"side\":\"soviet\"}");
  assert_string_equal(text_of(t->last, "view.units[0].id"), "a");
  assert_null(field(t->last, "view.units[0].steps"));
  clear_away(t);
}

static void y1_zoc(void **s) { /* 6.zoc.2, 6.re.2, 6.re.6, 4.oa.1 */
  (void)s;
  const char *pos = PLAIN PHASE("german.movement") TURN(2) "\"terrain\":[{\"hex\":\"0705\",\"set\":[\"woods\"]}]," UNITS(DE("a", "inf", "0603", FAC("\"mf\":6")) C RU("x", "inf", "0606") C RU("y", "inf", "0705"));
  struct table *t = lay(N, pos, "");
  act(t, "german", "move a");
  act(t, "german", "step 0604");
  happened(t, "4.2", "moves");
  act(t, "german", "step 0605");
  happened(t, "6.zoc.2", "moves");
  happened(t, "6.re.2", "trigger");
  act(t, "soviet", "pass");
  refused(t, "german", "step 0604", "6.zoc.2");
  ask(t, "{\"cmd\":\"actions\",\"side\":\"german\"}");
  cites(t, "prompt.rule", "6.re.6");
  refused(t, "german", "strike 0705", "4.oa.1"); /* woods cost 2 on foot, 1 point is left */
  act(t, "german", "strike 0606");
  happened(t, "4.oa.1", "strike");
  happened(t, "4.oa.6", "paid");
  clear_away(t);
}

static void y2_leaving(void **s) {
  (void)s;
  struct table *t = lay(N, MOVE(DE("a", "mech", "0605") C RU("x", "inf", "0606") C RU("y", "inf", "0902")), "");
  act(t, "german", "move a");
  refused(t, "german", "step 0505", "6.zoc.5");
  act(t, "german", "step 0604");
  happened(t, "6.zoc.3", "moves");
  act(t, "german", "step 0703");
  refused(t, "german", "step 0803", "6.zoc.4");
  clear_away(t);
}

static void r6_zoc_1_guns_have_none(void **s) {
  (void)s;
  struct table *t = lay(N, MOVE(DE("a", "mech", "0603") C RU("x", "art", "0606") C RU("y", "inf", "0909")), "");
  act(t, "german", "move a");
  reaches(t, "german", "a", "0605", "2", "6.zoc.1"); /* next to guns: no zone */
  reaches(t, "german", "a", "0908", "10", "6.zoc.2");
  clear_away(t);
}

static void r6_zoc_6_dsg(void **s) {
  (void)s;
  struct table *t = lay(N, MOVE(DE("a", "mech", "0604", MARK("dsg")) C RU("x", "inf", "0606")), "");
  act(t, "german", "move a");
  refused(t, "german", "step 0605", "6.zoc.6");
  clear_away(t);
}

static void r4_7_guns_move(void **s) {
  (void)s;
  struct table *t = lay(N, MOVE(DE("a", "art", "0604") C RU("x", "inf", "0609")), "");
  acts(t, "german", "move a; step 0605");
  happened(t, "4.7", "turned");
  acts(t, "german", "stop; done");
  ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
  assert_string_equal(text_of(t->last, "view.phase"), "german.combat"); /* no gun is left that could fire */
  clear_away(t);
}

static void r13_hq(void **s) {
  (void)s;
  struct table *t = lay(N, MOVE(DE("h", "hq", "0604") C DE("a", "inf", "0605") C RU("x", "inf", "0606")), "");
  act(t, "german", "move h");
  refused(t, "german", "step 0603", "13.hq.4");
  act(t, "german", "step 0605"); /* the zone costs an HQ nothing where friends are, and it draws no reaction */
  happened(t, "13.hq.5", "moves");
  happened(t, "6.re.3", "trigger");
  clear_away(t);
}

static void r13_tr_trains(void **s) {
  (void)s;
  struct table *t = lay(N, BED PHASE("soviet.movement") UNITS(RU("tr", "train", "1006") C DE("x", "inf", "0201")), "");
  act(t, "soviet", "move tr");
  refused(t, "soviet", "step 0906", "13.tr.1");
  acts(t, "soviet", "step 1005; step 1004; step 1003");
  refused(t, "soviet", "step 1002", "13.tr.1"); /* beyond the trench line */
  clear_away(t);
}

static void r10_3_r11_5_works_and_mines(void **s) {
  (void)s;
  const char *pos = BED PHASE("german.movement") "\"marks\":[{\"hex\":\"0507\",\"mark\":\"mine\"}]," UNITS(DE("a", "mech", "0504") C RU("x", "inf", "0112"));
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
  t = lay(N, BED PHASE("soviet.movement") "\"marks\":[{\"hex\":\"0510\",\"mark\":\"mine\"}]," UNITS(DE("a", "mech", "0101") C RU("x", "inf", "0511")), "");
  acts(t, "soviet", "move x; step 0510");
  happened(t, "11.7", "moves");
  clear_away(t);
}

static void r14_exit(void **s) {
  (void)s;
  const char *pos = PLAIN PHASE("german.movement") "\"regions\":[{\"id\":\"german.exit\",\"hexes\":[\"0612\"]}]," UNITS(DE("a", "tank", "0612") C DE("b", "tank", "0611", MARK("dsg")) C DE("c", "tank", "0611", FAC("\"mf\":1")) C RU("x", "inf", "0101"));
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

static void r15_3_entry(void **s) {
  (void)s;
  static const char *const games[] = {N, S_}, *const rules[] = {"15.3", "II.2.3"};
  for (int i = 0; i < 2; i++) {
    struct table *t = lay(games[i], PLAIN PHASE("soviet.movement") TURN(3) "\"regions\":[{\"id\":\"soviet.entry\",\"hexes\":[\"0612\"]}]," UNITS("{\"name\":\"a\",\"side\":\"soviet\",\"kind\":\"tank\",\"box\":\"reserve.active\"}" C DE("x", "inf", "0101")), "");
    act(t, "soviet", "move a");
    refused(t, "soviet", "step 0512", rules[i]);
    act(t, "soviet", "step 0612");
    happened(t, rules[i], "enters");
    clear_away(t);
  }
}

#define REACT MOVE(DE("a", "mech", "0604") C RU("x", "inf", "0606") C RU("r", "tank", "0608") C RU("far", "tank", "0610") C RU("g", "art", "0612", FAC("\"bomb\":13")))
static void r6_re_reaction(void **s) {
  (void)s;
  struct table *t = lay(N, REACT, "3");
  acts(t, "german", "move a; step 0605");
  ask(t, "{\"cmd\":\"actions\",\"side\":\"soviet\"}");
  assert_string_equal(text_of(t->last, "prompt.node"), "move.react");
  cites(t, "prompt.rule", "6.re.1");
  offered(t, "soviet", "react r 0606", "6.re.4");
  refused(t, "soviet", "react far 0606", "6.re.4");
  refused(t, "soviet", "react x 0606", "6.re.4");
  act(t, "soviet", "add g");
  act(t, "soviet", "fire");
  happened(t, "6.re.5", "shelling");
  rolled(t, "6.re.5", "3");
  refused(t, "soviet", "add g", "6.re.5");
  act(t, "soviet", "react r 0606");
  happened(t, "6.re.4", "reacts");
  refused(t, "soviet", "react r 0606", "6.re.4");
  act(t, "soviet", "pass");
  marked(t, "a", "dsg");
  clear_away(t);
  t = lay_with(N, "\"artonly\":true", REACT, "", NULL, __FILE__, __LINE__);
  acts(t, "german", "move a; step 0605");
  refused(t, "soviet", "add g", "opt.artonly");
  refused(t, "soviet", "fire", "6.re.5");
  clear_away(t);
}

static void r6_dp_3_examining(void **s) { /* a stack next to a height in enemy hands is open */
  (void)s;
  const char *pos = PLAIN PHASE("german.movement") "\"terrain\":[{\"hex\":\"0606\",\"set\":[\"clear\",\"hill_dp\"]}]," UNITS(DE("a", "inf", "0604") C RU("x", "inf", "0607", STEPS(1)) C RU("y", "inf", "0607"));
  struct table *t = lay(N, pos, "");
  ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
  assert_int_equal(cJSON_GetArraySize(field(t->last, "view.units")), 3); /* a, the top y, and the unknown below */
  acts(t, "german", "move a; step 0605; stop");
  clear_away(t);
  t = lay(N, PLAIN PHASE("german.movement") "\"terrain\":[{\"hex\":\"0606\",\"set\":[\"clear\",\"hill_dp\"]}]," UNITS(DE("a", "mech", "0604") C RU("x", "inf", "0608", STEPS(1)) C RU("y", "inf", "0608") C RU("z", "inf", "0706")), "");
  acts(t, "german", "move a; step 0605; step 0606");
  happened(t, "6.dp.1", "height");
  ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
  int steps = 0;
  for (int i = 0; i < cJSON_GetArraySize(field(t->last, "view.units")); i++) {
    char path[64];
    snprintf(path, sizeof path, "view.units[%d].steps", i);
    steps += field(t->last, path) != NULL;
  }
  assert_int_equal(steps, 2); /* a and z, which stands next to the height; not the stack two hexes away */
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(x1_river), cmocka_unit_test(x2_stack), cmocka_unit_test(r4_2_too_dear), cmocka_unit_test(r4_5_enemies), cmocka_unit_test(r4_6_r5_stacking),
      cmocka_unit_test(r5_halves_and_free_counters), cmocka_unit_test(r5_4_one_hq), cmocka_unit_test(r5_5_soviet_formations), cmocka_unit_test(r5_8_top), cmocka_unit_test(y1_zoc),
      cmocka_unit_test(y2_leaving), cmocka_unit_test(r6_zoc_1_guns_have_none), cmocka_unit_test(r6_zoc_6_dsg), cmocka_unit_test(r4_7_guns_move), cmocka_unit_test(r13_hq),
      cmocka_unit_test(r13_tr_trains), cmocka_unit_test(r10_3_r11_5_works_and_mines), cmocka_unit_test(r14_exit), cmocka_unit_test(r15_3_entry), cmocka_unit_test(r6_re_reaction),
      cmocka_unit_test(r6_dp_3_examining),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
