/* test_F9_react.c - F9: windows, announced shots, residual, desperate and Late Fire; E6, E7, E9,
 * E10. */
#include "field_kit.h"

#define SHOOTER RUS_AT("r", "458", "T-E3") "," CARRIED("mg", "soviet", "LMG_R", "r")

/* E6: a group that enters open ground, grain, or open ground carefully, at range 3. */
static void movement_modifiers(void **unused) {
  (void)unused;
  static const struct {
    const char *terrain, *first, *column;
  } cases[] = {{"open", "go T-E6 0", "weight 11"},
               {"grain", "go T-E6 0", "weight 10"},
               {"open", "careful", "weight 9"}};
  for (int i = 0; i < 3; i++) {
    char position[1200];
    snprintf(position, sizeof position,
             "\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"terrain\":[{\"hex\":\"T-E6\","
             "\"set\":[\"%s\"]}],\"units\":[" SHOOTER "," GER_AT("g", "658", "T-E7") "]",
             cases[i].terrain);
    struct table *t = field_at(position, "");
    act(t, "german", "pick g");
    act(t, "german", cases[i].first);
    if (i == 2)
      act(t, "german", "go T-E6 0");
    offered(t, "soviet", "volley r T-E6 0", "F9.4");
    weighs(odds_of(t, "soviet", "volley r T-E6 0"), cases[i].column);
    clear_away(t);
  }
}

#define BYSTANDER GER_AT("z", "658", "T-P16") /* keeps the Action phase open */

/* E7: the marker is two columns lower, and strikes the next group that enters. */
static void residual_fire(void **unused) {
  (void)unused;
  struct table *t =
      field_at(PHASE("german.action", SHOOTER
                     "," BYSTANDER "," GER_AT("g", "658", "T-E7") "," GER_AT("h", "658", "T-D7")),
               "6 6 3 2 5 4");
  act(t, "german", "pick g");
  act(t, "german", "go T-E6 0");
  act(t, "soviet", "volley r T-E6 0");
  card(t, "soviet", "F9.6", "weight 11");
  happened(t, "F9.5", "field.fire");
  happened(t, "F9.10", "field.residual");
  act(t, "soviet", "pass");
  act(t, "german", "done");
  act(t, "german", "pick h");
  act(t, "german", "go T-E6 0");
  act(t, "soviet", "pass");
  happened(t, "F9.10", "field.residual.fire");
  marked(t, "h", "broken");
  clear_away(t);
}

/* E9: who has fired fires once more at a neighbour, at half, and is pinned by a high roll. */
static void desperate_fire(void **unused) {
  (void)unused;
  struct table *t =
      field_at(PHASE("german.action", ON_M("r", "soviet", "458", "T-E3",
                                           "\"fired\"") "," GER_AT("g", "658", "T-E5")),
               "6 4 3 3");
  act(t, "german", "pick g");
  act(t, "german", "go T-E4 0");
  weighs(odds_of(t, "soviet", "volley r T-E4 0"), "weight 10");
  act(t, "soviet", "volley r T-E4 0");
  happened(t, "F9.9", "field.fire");
  happened(t, "F9.9", "field.pinned");
  happened(t, "F9.10", "field.residual");
  marked(t, "r", "pinned");
  act(t, "soviet", "pass");
  clear_away(t);
}

/* E10: what is announced for a Location that is never reached lapses; nobody has fired. */
static void announcement_lapses(void **unused) {
  (void)unused;
  struct table *t = field_at(
      PHASE("german.action", SHOOTER "," BYSTANDER "," RUS_AT("s", "458", "T-G9") "," GER_AT(
                                 "x", "658", "T-E9") "," GER_AT("g", "658", "T-E10")),
      "6 5 3 4 6 6");
  act(t, "german", "pick x");
  act(t, "german", "go T-E8 0");
  act(t, "soviet", "single s T-E8 0"); /* column 4 leaves a marker of column 1 */
  act(t, "soviet", "pass");
  act(t, "german", "done");
  act(t, "german", "pick g");
  act(t, "german", "go T-E6 0");
  act(t, "soviet", "volley r T-E6 0");
  happened(t, "F9.10", "field.residual.fire");
  marked(t, "g", "pinned");
  unmarked(t, "r", "fired");
  not_offered(t, "soviet", "pass"); /* the group is empty: the window is closed */
  clear_away(t);
}

/* F9.3, F9.11: the window opens; Late Fire strikes only where something has moved. */
static void late_fire(void **unused) {
  (void)unused;
  struct table *t = field_at(
      PHASE("german.action", SHOOTER "," GER_AT("g", "658", "T-E9") "," GER_AT("h", "658", "T-H9")),
      "6 5");
  act(t, "german", "pick g");
  act(t, "german", "go T-E7 0");
  act(t, "soviet", "pass");
  act(t, "german", "done");
  act(t, "german", "end");
  act(t, "soviet", "pick r");
  refused(t, "soviet", "fire T-H9 0", "F9.11");
  weighs(odds_of(t, "soviet", "fire T-E7 0"), "weight 9");
  act(t, "soviet", "fire T-E7 0");
  happened(t, "F9.11", "field.fire");
  clear_away(t);
}

/* F9.2, section 29: the window shows the whole way and the best shot of each firing Location, with
 * the action that rolls on its card; the card before a shot is announced is the card of the shot.
 */
static void shown_in_the_window(void **unused) {
  (void)unused;
  struct table *t =
      field_at(PHASE("german.action", SHOOTER
                     "," RUS_AT("s", "458", "T-H3") "," BYSTANDER "," GER_AT("g", "658", "T-E9")),
               "");
  act(t, "german", "pick g");
  act(t, "german", "go T-E6 0");
  ask(t, "{\"cmd\":\"actions\",\"side\":\"soviet\"}");
  assert_string_equal(text_of(t->last, "prompt.way[0]"), "T-E9");
  assert_string_equal(text_of(t->last, "prompt.way[3]"), "T-E6");
  assert_int_equal(cJSON_GetArraySize(field(t->last, "prompt.cards")), 2);
  assert_string_equal(text_of(t->last, "prompt.cards[0].do"), "volley r T-E8 0");
  assert_string_equal(text_of(t->last, "prompt.cards[1].do"), "volley s T-E7 0");
  weighs(field(t->last, "prompt.cards[0]"), "weight 11");
  weighs(odds_of(t, "soviet", "volley r T-E6 0"), "weight 11");
  clear_away(t);
}

/* Section 29: what rolls at once says so, that a client shows the card first; moving does not. */
static void shots_show_cards_first(void **unused) {
  (void)unused;
  struct table *t =
      field_at(PHASE("german.action", SHOOTER "," BYSTANDER "," GER_AT("g", "658", "T-E7")), "");
  act(t, "german", "pick g");
  ask(t, "{\"cmd\":\"actions\",\"side\":\"german\"}");
  const cJSON *a;
  int shots = 0;
  cJSON_ArrayForEach(a, field(t->last, "actions")) {
    bool shot = !strncmp(text_of(a, "id"), "fire ", 5);
    assert_int_equal(cJSON_IsTrue(field(a, "odds")), shot);
    shots += shot;
  }
  assert_int_equal(shots, 1);
  clear_away(t);
}

#define FAR_AND_MORTAR                                                                             \
  RUS_AT("far", "458", "T-E16")                                                                    \
  "," RUS_AT("m", "458", "T-L3") "," CARRIED("tube", "soviet", "MTR50", "m")
#define TWO_PINNED                                                                                 \
  ON_M("s1", "soviet", "226", "T-A4", "\"pinned\"")                                                \
  "," ON_M("s2", "soviet", "226", "T-A4", "\"pinned\"")
#define TWO_GERMANS GER_AT("g", "658", "T-E4") "," GER_AT("h", "658", "T-L9")

/* F9.11: only who has a shot at something that moved is asked: not who stands out of range of it,
 * who sees only what stood still, or whose weapons have no place in it (F20.3). Two that reach a
 * column only together are asked both (F7.6). By edition 5 everybody was asked. */
static void late_fire_needs_a_target(void **unused) {
  (void)unused;
  for (int edition = 5; edition <= 6; edition++) {
    bool strict = edition > 5;
    struct table *t = field_at(
        PHASE("german.action", SHOOTER "," FAR_AND_MORTAR "," TWO_PINNED "," TWO_GERMANS), "");
    by_edition(t, edition);
    script(t, "german: pick g; german: go T-E5 0; soviet: pass; german: done; german: end");
    offered(t, "soviet", "pick r", "F9.11");
    holds(t, "F9.11", is_offered(t, "soviet", "pick far") == !strict);
    offered(t, "soviet", "pick s1", "F9.11");
    if (strict)
      refused(t, "soviet", "pick far", "F9.11");
    act(t, "soviet", "pick m");
    holds(t, "F9.11", is_offered(t, "soviet", "screen tube T-L8") == !strict);
    if (strict)
      refused(t, "soviet", "screen tube T-L8", "F9.11");
    clear_away(t);
  }
}

/* F9.5, F22.1: riders of a tank that enters are struck in the window against it, as they are on any
 * other path: the card is theirs, and small arms may be fired although they do the tank nothing. */
static void riders_that_enter(void **unused) {
  (void)unused;
  struct table *t = field_at(
      UNDER("soviet.action", "\"edges\":1",
            FAR_AWAY "," GER_AT("g", "658", "T-C3") "," GER_AT(
                "h", "658", "T-D7") ","
                                    "{\"name\":\"t\",\"side\":\"soviet\",\"kind\":\"T34M43\","
                                    "\"box\":\"soviet.off\"},"
                                    "{\"name\":\"r\",\"side\":\"soviet\",\"kind\":\"458\","
                                    "\"box\":\"soviet.off\",\"factors\":{\"by\":\"t\"}},"
                                    "{\"name\":\"u\",\"side\":\"soviet\",\"kind\":\"T34M43\","
                                    "\"box\":\"soviet.off\"}"),
      "5 3 6 5");
  act(t, "soviet", "enter t");
  act(t, "soviet", "at T-A3");
  offered(t, "german", "volley g T-A3 0", "F9.4");
  weighs(odds_of(t, "german", "volley g T-A3 0"), "weight 11");
  act(t, "german", "volley g T-A3 0");
  happened(t, "F9.5", "field.fire");
  happened(t, "F12.14", "field.unloaded");
  marked(t, "r", "broken");
  act(t, "german", "pass");
  act(t, "soviet", "done");
  act(t, "soviet", "enter u");
  act(t, "soviet", "at T-A5");
  refused(t, "german", "volley h T-A5 0", "F12.13");
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(movement_modifiers),
                                     cmocka_unit_test(residual_fire),
                                     cmocka_unit_test(desperate_fire),
                                     cmocka_unit_test(announcement_lapses),
                                     cmocka_unit_test(late_fire),
                                     cmocka_unit_test(late_fire_needs_a_target),
                                     cmocka_unit_test(riders_that_enter),
                                     cmocka_unit_test(shown_in_the_window),
                                     cmocka_unit_test(shots_show_cards_first)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
