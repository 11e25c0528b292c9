/* test_08_construction.c - chapters 8 and 11: AT Fronts and mines. */
#include "table.h"

#define POOL(n) "{\"name\":\"" n "\",\"side\":\"soviet\",\"kind\":\"atf\",\"box\":\"pool\"}"
static void r8_r11_building(void **s) {
  (void)s;
  static const char *const games[] = {N, S_};
  for (int g = 0; g < 2; g++) {
    struct table *t = lay(games[g],
                          BED PHASE("construction") TURN(3) UNITS(POOL("f1") C POOL("f2") C POOL(
                              "f3") C DE("x", "inf", "0707") C RU("y", "inf", "0710")),
                          "");
    ask(t, "{\"cmd\":\"actions\",\"side\":\"soviet\"}");
    assert_non_null(strstr(text_of(t->last, "prompt.text"), "(2 left)"));
    cites(t, "prompt.rule", "8.2");
    refused(t, "soviet", "front 0101", "8.4"); /* German ground */
    refused(t, "soviet", "front 0708", "8.4"); /* a German zone */
    act(t, "soviet", "front 0509");
    happened(t, "8.4", "front");
    refused(t, "soviet", "front 0509", "8.3");
    act(t, "soviet", "front 0510"); /* the second and last */
    refused(t, "soviet", "mine 0505", "11.2");
    refused(t, "soviet", "mine 0708", "11.2");
    act(t, "soviet", "mine 0511");
    happened(t, "11.1", "mine");
    refused(t, "soviet", "mine 0511", "11.2");
    act(t, "soviet", "mine 0512");
    act(t, "soviet", "mine 0612");
    ask(t, "{\"cmd\":\"view\",\"side\":\"soviet\"}");
    /* three in the north, four in the south */
    assert_string_equal(text_of(t->last, "view.phase"), g ? "construction" : "german.movement");
    clear_away(t);
  }
  /* nothing before turn 3, nor on the first turn of Prokhorovka (II.s4.4) */
  static const struct {
    const char *game;
    int turn;
    const char *phase;
  } row[] = {{N, 2, "german.movement"},
             {N, 3, "construction"},
             {N, 7, "construction"},
             {"alea/prokhorovka", 7, "german.movement"},
             {"alea/prokhorovka", 8, "construction"}};
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    char pos[600];
    snprintf(pos, sizeof pos, PLAIN PHASE("construction") "\"turn\":%d,\"units\":[%s]", row[i].turn,
             POOL("f1") C DE("x", "inf", "0707") C RU("y", "inf", "0710"));
    struct table *t = lay(row[i].game, pos, "");
    ask(t, "{\"cmd\":\"view\",\"side\":\"soviet\"}");
    assert_string_equal(text_of(t->last, "view.phase"), row[i].phase);
    clear_away(t);
  }
}

static void r8_5_front_alone(void **s) {
  (void)s;
  struct table *t = lay(N,
                        FIGHT(DE("a", "inf", "0605", FAC("\"af\":18,\"steps\":9"))
                                  C RU("f", "atf", "0606", FAC("\"steps\":1"))),
                        "6 6");
  attack(t, "german", "0606", "0605");
  act(t, "soviet", "hold f");
  card(t, "german", "8.5", "6:1");
  act(t, "german", "roll");
  happened(t, "7.hit.2", "eliminated");
  ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
  char points[32];
  /* no points for it */
  assert_string_equal(points_of(field(t->last, "view.scores.german"), points), "0");
  clear_away(t);
  t = lay(N,
          PLAIN PHASE("german.movement") TURN(2)
              UNITS(DE("a", "mech", "0604") C RU("f", "atf", "0606")),
          "");
  act(t, "german", "move a");
  reaches(t, "german", "a", "0605", "4", "6.zoc.2"); /* its zone */
  act(t, "german", "step 0605");
  act(t, "soviet", "pass");
  clear_away(t);
}

/* 8.5: a Front beside another unit does not hold the hex alone, whichever lies on top. */
static void r8_5_not_alone(void **s) {
  static const char *const stack[] = {FIGHT(DE("a", "inf", "0605", FAC("\"af\":18"))
                                                C RU("f", "atf", "0606") C RU("i", "inf", "0606")),
                                      FIGHT(DE("a", "inf", "0605", FAC("\"af\":18"))
                                                C RU("i", "inf", "0606") C RU("f", "atf", "0606"))};
  (void)s;
  for (int i = 0; i < 2; i++) {
    struct table *t = lay(N, stack[i], "");
    attack(t, "german", "0606", "0605");
    act(t, "soviet", "hold f");
    at_node(t, "german", "combat.roll");
    assert_false(step_by(t, "german", "8.5"));
    clear_away(t);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(r8_r11_building),
      cmocka_unit_test(r8_5_front_alone),
      cmocka_unit_test(r8_5_not_alone),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
