/* test_16_options.c - the optional rules of book I, on and off. */
#include "table.h"

#include <stdlib.h>

#define WITH(opt, pos, dice) lay_with(N, "\"" opt "\":true", pos, dice, NULL, __FILE__, __LINE__)
#define END PLAIN PHASE("soviet.combat") TURN(2) "\"vars\":{\"german_tanks_lost\":5},"
/* anywhere in its view or events */
static bool word_seen(struct table *t, const char *side, const char *word) {
  ask(t, "{\"cmd\":\"view\",\"side\":\"%s\"}", side);
  char *a = cJSON_PrintUnformatted(t->last);
  ask(t, "{\"cmd\":\"events\",\"side\":\"%s\",\"since\":0}", side);
  char *b = cJSON_PrintUnformatted(t->last);
  bool seen = strstr(a, word) || strstr(b, word);
  free(a), free(b);
  return seen;
}

static void opt_buried(void **s) {
  (void)s;
  const char *pos = PLAIN PHASE("soviet.movement") TURN(2) UNITS(RU("a", "tank", "0606") C RU(
      "m", "tank", "0301", MARK("moved")) C RU("g", "ag", "0303") C DE("x", "inf", "1212"));
  struct table *t = lay(N, pos, "");
  refused(t, "soviet", "bury a", "opt.buried.1"); /* off */
  clear_away(t);
  t = WITH("buried", pos, "");
  refused(t, "soviet", "bury g", "opt.buried.1");
  act(t, "soviet", "bury a");
  happened(t, "opt.buried.1", "buried");
  refused(t, "soviet", "move a", "4.4");
  clear_away(t);
  t = WITH("buried",
           PLAIN PHASE("soviet.movement") TURN(2)
               UNITS(RU("a", "tank", "0602", MARK("buried")) C DE("x", "inf", "1212")),
           "");
  act(t, "soviet", "move a");
  happened(t, "opt.buried.5", "dugout");
  reaches(t, "soviet", "a", "0609", "7", "4.2"); /* 10 less 3 */
  reaches(t, "soviet", "a", "0610", NULL, NULL);
  clear_away(t);
  t = WITH("buried",
           PLAIN PHASE("soviet.combat") TURN(2) UNITS(RU("a", "tank", "0605", MARK("buried")) C RU(
               "b", "inf", "0607") C DE("x", "inf", "0606")),
           "");
  act(t, "soviet", "target 0606");
  refused(t, "soviet", "from 0605", "opt.buried.3");
  clear_away(t);
}

static void opt_buried_combat(void **s) {
  (void)s;
  const char *pos = PLAIN PHASE("german.combat") TURN(2)
      UNITS(DE("p", "tank", "0605") C DE("q", "tank", "0605") C RU(
          "a", "tank", "0606", FAC("\"df\":5,\"arm\":2") MARK("buried")) C RU("i", "inf", "0606"));
  struct table *t = lay(N, pos, "3 6 1 6");
  acts(t, "german", "target 0606; from 0605; attack");
  act(t, "soviet", "commit");
  act(t, "soviet", "pass");
  ask(t, "{\"cmd\":\"actions\",\"side\":\"german\"}");
  act(t, "german", "shoot p a"); /* 3 + 1 against 3: a miss; 6 misses back */
  card(t, "german", "opt.buried.2", "2");
  stands(t, "a", "0606", 2);
  act(t, "german", "shoot q i"); /* it does not screen the infantry */
  happened(t, "opt.buried.4", "shot");
  card(t, "german", "7.a.5.3", "3");
  clear_away(t);
  t = lay(N, pos, "6 6 6 6");
  acts(t, "german", "target 0606; from 0605; attack");
  act(t, "soviet", "commit");
  act(t, "soviet", "pass");
  act(t, "german", "shoot p a");
  act(t, "german", "hold q");
  act(t, "german", "roll");
  card(t, "german", "opt.buried.3", "3");
  clear_away(t);
}

static void opt_buried_unseen(void **s) { /* the marker is open, the counter under another is not */
  (void)s;
  struct table *t = lay_with(
      N, "\"buried\":true",
      PLAIN PHASE("soviet.movement") TURN(2)
          UNITS(RU("hiddentank", "tank", "0606") C RU("i", "inf", "0606") C DE("x", "inf", "1212")),
      "", NULL, __FILE__, __LINE__);
  act(t, "soviet", "bury hiddentank");
  happened(t, "opt.buried.1", "buried");
  assert_false(word_seen(t, "german", "hiddentank"));
  cited(t, "german", "opt.buried.1", "buried");
  clear_away(t);
}

static void opt_prep(void **s) {
  (void)s;
  const char *pos = PLAIN PHASE("prep.soviet") TURN(1)
      UNITS(RU("g", "art", "0606", FAC("\"bomb\":13")) C DE("x", "inf", "0608"));
  struct table *t = WITH("prep", pos, "3");
  acts(t, "soviet", "target 0608; add g");
  card(t, "soviet", "opt.prep", "13-18");
  act(t, "soviet", "fire"); /* 3 - 1: nothing */
  unmarked(t, "x", "dsg");
  marked(t, "g", "turned");
  clear_away(t);
  t = lay(N, pos, ""); /* off: the phase passes */
  ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
  assert_string_equal(text_of(t->last, "view.phase"), "german.movement");
  clear_away(t);
}

static void opt_tank(void **s) {
  (void)s;
  const char *pos =
      END UNITS(DE("a", "tank", "0606", STEPS(1)) C DE("o", "tank", "0202", STEPS(1) MARK("oos"))
                    C DE("b", "inf", "0605", FORM("2 Pz")) C
                "{\"name\":\"d\",\"side\":\"german\",\"kind\":\"tank\",\"formation\":\"2 "
                "Pz\",\"box\":\"dead.german\"}" C
                "{\"name\":\"e\",\"side\":\"german\",\"kind\":\"tank\",\"formation\":\"2 "
                "Pz\",\"box\":\"dead.german\",\"marks\":[\"oos\"]}" C RU("x", "inf", "1212"));
  struct table *t = WITH("tank", pos, "3");
  act(t, "soviet", "end combat"); /* 5 lost, die 3: two steps back */
  rolled(t, "T5", "3");
  happened(t, "opt.tank.2", "replacements");
  refused(t, "german", "repair o", "opt.tank.3");
  refused(t, "german", "rebuild e", "opt.tank.4");
  act(t, "german", "repair a");
  happened(t, "opt.tank.3", "repaired");
  stands(t, "a", "0606", 2);
  act(t, "german", "rebuild d");
  refused(t, "german", "put 0606", "opt.tank.4");
  act(t, "german", "put 0605");
  stands(t, "d", "0605", 1);
  clear_away(t);
  t = lay(N, pos, "");
  act(t, "soviet", "end combat"); /* off: no dice */
  never(t, "replacements");
  clear_away(t);
}

static void opt_tank_counting(void **s) {
  (void)s;
  const char *pos = PLAIN PHASE("german.combat") TURN(2)
      UNITS(DE("p", "tank", "0605", FAC("\"arm\":5"))
                C RU("a", "tank", "0606", FAC("\"arm\":1,\"df\":4,\"steps\":8")));
  struct table *t = WITH("tank", pos, "1 6 6 1");
  acts(t, "german", "target 0606; from 0605; attack");
  act(t, "soviet", "commit");
  act(t, "soviet", "pass");
  act(t, "german", "shoot p a");
  act(t, "german", "roll");
  happened(t, "opt.tank.1", "counted");
  assert_int_equal(var_of(t, "soviet_tanks_lost"), 2); /* one shot, one hit of the dice */
  clear_away(t);
  t = WITH("tank", pos, "1 6 6 1");
  acts(t, "german", "target 0606; from 0605; attack");
  acts(t, "soviet", "elect retreat; commit");
  act(t, "soviet", "pass");
  act(t, "german", "shoot p a");
  act(t, "german", "roll");
  act(t, "soviet", "retreat 0607");
  do_nothing(t, "german");
  happened(t, "opt.tank.5", "counted");
  happened(t, "7.a.7.7", "counted");
  assert_int_equal(var_of(t, "soviet_tanks_lost"), 0);
  clear_away(t);
}

static void opt_air_x10(void **s) {
  (void)s;
  const char *pos =
      PLAIN PHASE("soviet.combat") TURN(2) "\"vars\":{\"soviet_fighters_lost\":5}," UNITS(
          "{\"name\":\"f1\",\"side\":\"soviet\",\"kind\":\"fighter\",\"box\":\"air.soviet."
          "available\",\"steps\":1}" C
          "{\"name\":\"f2\",\"side\":\"soviet\",\"kind\":\"fighter\",\"factors\":{\"steps\":2},"
          "\"box\":\"dead.soviet\"}" C DE("x", "inf", "0101") C RU("y", "inf", "1212"));
  struct table *t = WITH("air", pos, "3");
  act(t, "soviet", "end combat"); /* 5 lost, die 3: two steps */
  rolled(t, "T6", "3");
  happened(t, "opt.air", "replacements");
  act(t, "soviet", "rebuild f2");
  act(t, "soviet", "repair f2");
  stands(t, "f2", "air.soviet.available", 2);
  clear_away(t);
  t = WITH("air", pos, "3");
  act(t, "soviet", "end combat");
  acts(t, "soviet", "repair f1; repair f1");
  stands(t, "f1", "air.soviet.available", 3);
  clear_away(t);
  t = lay(N, pos, "");
  act(t, "soviet", "end combat");
  never(t, "replacements");
  clear_away(t);
}

static void ii_1_6_counts(void **s) {
  (void)s;
  struct table *t = lay(S_, NULL, NULL);
  char total[32];
  const cJSON *b = block(t, "losses", 0);
  assert_string_equal(points_of(cJSON_GetObjectItem(b, "total"), total), "0");
  assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(b, "lines")), 6);
  record_cites(t, "losses", 0, "II.1.6");
  clear_away(t);
  t = lay_with(N, "\"tank\":true",
               PLAIN PHASE("soviet.movement")
                   TURN(2) "\"vars\":{\"german_tanks_lost\":3,\"soviet_bombers_lost\":2}," UNITS(
                       DE("a", "inf", "0101") C RU("x", "inf", "1212")),
               "", NULL, __FILE__, __LINE__);
  assert_string_equal(points_of(cJSON_GetObjectItem(block(t, "losses", 0), "total"), total), "5");
  clear_away(t);
}

/* opt.tank.1: tanks and assault guns, in combat and by bombardment, and nobody else */
static void opt_tank_1_who_counts(void **s) {
  (void)s;
  static const struct {
    const char *kind;
    int lost;
  } row[] = {{"tank", 1}, {"ag", 1}, {"mech", 0}, {"inf", 0}};
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    char pos[700];
    snprintf(pos, sizeof pos,
             PLAIN PHASE("german.bombardment") TURN(2) "\"units\":[" DE(
                 "g", "art", "0603",
                 FAC("\"bomb\":40,\"range\":9")) ",{"
                                                 "\"name\":\"a\",\"side\":\"soviet\",\"kind\":\"%"
                                                 "s\",\"hex\":\"0606\","
                                                 "\"factors\":{\"steps\":4}}]",
             row[i].kind);
    struct table *t = WITH("tank", pos, "6");
    acts(t, "german", "target 0606; add g; fire");
    ask(t, "{\"cmd\":\"view\",\"side\":\"all\"}");
    int lost = 0;
    for (int k = 0; k < 2; k++) {
      char path[64];
      snprintf(path, sizeof path, "view.units[%d].id", k);
      if (strcmp(text_of(t->last, path), "a"))
        continue;
      snprintf(path, sizeof path, "view.units[%d].steps", k);
      lost = 4 - int_of(t->last, path);
    }
    assert_true(lost > 0);
    assert_int_equal(var_of(t, "soviet_tanks_lost"), row[i].lost ? lost : 0);
    assert_int_equal(var_of(t, "german_tanks_lost"), 0);
    clear_away(t);
  }
}

/* T5, T6: a die has six sides; a six is read in the last column. */
static void t5_t6_a_six(void **s) {
  (void)s;
  struct table *t =
      WITH("tank", END UNITS(DE("a", "tank", "0606", STEPS(1)) C RU("x", "inf", "1212")), "6");
  act(t, "soviet", "end combat");
  rolled(t, "T5", "6");
  happened(t, "opt.tank.2", "replacements");
  clear_away(t);
  t = WITH("air",
           PLAIN PHASE("soviet.combat") TURN(2) "\"vars\":{\"soviet_fighters_lost\":5}," UNITS(
               "{\"name\":\"f1\",\"side\":\"soviet\",\"kind\":\"fighter\",\"box\":\"air.soviet."
               "available\",\"steps\":1}" C DE("x", "inf", "0101") C RU("y", "inf", "1212")),
           "6");
  act(t, "soviet", "end combat");
  rolled(t, "T6", "6");
  happened(t, "opt.air", "replacements");
  clear_away(t);
}

/* opt.buried.1, 5.8: the enemy hears which counter digs in when it lies on top, or when he looks
 * down on the stack from a height */
static void opt_buried_who_hears_of_it(void **s) {
  (void)s;
#define DIGS(map, germans)                                                                         \
  PLAIN PHASE("soviet.movement") TURN(2) map UNITS(RU("a", "tank", "0606")                         \
                                                       C RU("i", "inf", "0606") C germans)
#define HEIGHT "\"terrain\":[{\"hex\":\"0605\",\"set\":[\"clear\",\"hill_dp\"]}],"
  struct table *t = WITH("buried", DIGS("", DE("x", "inf", "1212")), "");
  acts(t, "soviet", "top a; bury a");
  assert_int_equal(heard(t, "german", "a digs in."), 1);
  assert_int_equal(heard(t, "german", "Tanks in 0606 dig in."), 0);
  clear_away(t);
  t = WITH("buried", DIGS("", DE("x", "inf", "1212")), "");
  acts(t, "soviet", "bury a");
  assert_int_equal(heard(t, "german", "a digs in."), 0);
  assert_int_equal(heard(t, "german", "Tanks in 0606 dig in."), 1);
  clear_away(t);
  t = WITH("buried", DIGS(HEIGHT, DE("x", "inf", "0605")), "");
  acts(t, "soviet", "bury a");
  assert_int_equal(heard(t, "german", "a digs in."), 1);
  assert_int_equal(heard(t, "german", "Tanks in 0606 dig in."), 0);
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(opt_tank_1_who_counts),

      cmocka_unit_test(opt_buried),
      cmocka_unit_test(opt_buried_combat),
      cmocka_unit_test(opt_buried_unseen),
      cmocka_unit_test(opt_prep),
      cmocka_unit_test(opt_tank),
      cmocka_unit_test(opt_tank_counting),
      cmocka_unit_test(opt_air_x10),
      cmocka_unit_test(ii_1_6_counts),
      cmocka_unit_test(t5_t6_a_six),
      cmocka_unit_test(opt_buried_who_hears_of_it),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
