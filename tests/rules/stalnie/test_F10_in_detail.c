/* test_F10_in_detail.c - F2.7, F9.9, F9.11, F10.6, F10.7, F11.8 and F14.5: weapons that break down
 * and are repaired, desperate and Late Fire, and whom to attack. */
#include "field_kit.h"

#define MG_DOWN(factors)                                                                           \
  "{\"name\":\"mg\",\"side\":\"german\",\"kind\":\"LMG_G\",\"factors\":{" factors                  \
  "},\"marks\":[\"malfunctioned\"]}"
#define RUSSIAN RUS_AT("r", "458", "T-E8")

/* F10.6: on Original 12 a weapon breaks down; F2.7: in want of ammunition on 11 too, and for good.
 */
static void breakdowns(void **unused) {
  (void)unused;
  static const struct {
    const char *marks, *dice, *rule, *event;
  } rows[] = {{"", "6 6", "F10.6", "field.breakdown"},
              {"", "6 5", NULL, NULL},
              {"\"shortage\"", "6 5", "F2.7", "field.weapon.lost"},
              {"\"shortage\"", "6 6", "F2.7", "field.weapon.lost"},
              {"\"shortage\"", "6 4 4 4", NULL, NULL}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char position[1200];
    snprintf(position, sizeof position,
             "\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"units\":[%s,{\"name\":\"g\","
             "\"side\":"
             "\"german\",\"kind\":\"658\",\"hex\":\"T-E3\",\"marks\":[%s]},%s,%s]",
             FAR_AWAY, rows[i].marks, CARRIED("mg", "german", "MMG_G", "g"), RUSSIAN);
    struct table *t = field_at(position, rows[i].dice);
    act(t, "german", "pick g");
    act(t, "german", "fire T-E8 0"); /* 11 FP, column 8: 10 */
    if (rows[i].rule)
      happened(t, rows[i].rule, rows[i].event);
    else
      never(t, "field.breakdown");
    bool lost = rows[i].rule && !strcmp(rows[i].rule, "F2.7");
    assert_string_equal(place_of(t, "mg"), lost ? "german.lost" : "T-E3");
    clear_away(t);
  }
}

/* F10.7: after the rally 1 repairs, 6 loses for good, nobody tries whose bearer is broken or who
 * has none. */
static void repairs(void **unused) {
  (void)unused;
  static const struct {
    const char *units, *dice;
    bool works, lost;
  } rows[] = {{GER_AT("g", "658", "T-E3") "," MG_DOWN("\"by\":\"g\""), "1", true, false},
              {GER_AT("g", "658", "T-E3") "," MG_DOWN("\"by\":\"g\""), "2", false, false},
              {GER_AT("g", "658", "T-E3") "," MG_DOWN("\"by\":\"g\""), "5", false, false},
              {GER_AT("g", "658", "T-E3") "," MG_DOWN("\"by\":\"g\""), "6", false, true},
              {ON_M("g", "german", "658", "T-E3", "\"broken\"") "," MG_DOWN("\"by\":\"g\""), "",
               false, false},
              {ON_M("mg", "german", "LMG_G", "T-E3", "\"malfunctioned\""), "", false, false},
              {ON_M("mg", "german", "PzIVH", "T-E3", "\"malfunctioned\""), "1", true, false},
              {ON_M("mg", "german", "AT75L", "T-E3", "\"malfunctioned\""), "1", true, false},
              {ON_M("mg", "german", "HMG348", "T-E3", "\"malfunctioned\""), "1", true, false}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char position[1200];
    snprintf(position, sizeof position,
             "\"map\":\"plain:16x16\",\"phase\":\"german.rally\",\"units\":[%s,%s]", FAR_AWAY,
             rows[i].units);
    struct table *t = field_at(position, rows[i].dice);
    bool works = !has_mark(t, "mg", "malfunctioned");
    bool lost = !strcmp(place_of(t, "mg"), "german.lost");
    if (lost != rows[i].lost || (!lost && works != rows[i].works))
      fail_msg("row %d", (int)i);
    clear_away(t);
  }
}

/* F10.7, F12.8: a main armament that is lost for good sends the tank home; a broken one does not.
 */
static void tank_without_gun(void **unused) {
  (void)unused;
  struct table *t = field_at(PHASE("soviet.assault", FAR_AWAY
                                   "," ON_M("p", "german", "PzIVH", "T-H3", "\"malfunctioned\"")),
                             "6");
  act(t, "soviet", "end");
  happened(t, "F10.7", "field.weapon.lost");
  marked(t, "p", "recall");
  clear_away(t);
}

/* F9.9: only squads and crews that have fired, unpinned, at a neighbour, once an activation. */
static void desperate(void **unused) {
  (void)unused;
  static const struct {
    const char *units, *rule;
  } rows[] = {{ON_M("r", "soviet", "458", "T-E3", "\"fired\""), NULL},
              {ON_M("r", "soviet", "458", "T-E3", "\"fired\",\"pinned\""), "F9.7"},
              {ON_M("r", "soviet", "hero", "T-E3", "\"fired\""), "F9.7"},
              {ON_M("r", "soviet", "458", "T-E2", "\"fired\""), "F9.7"},
              {ON_M("r", "soviet", "458", "T-E3", "\"fired\",\"broken\""), "F7.1"}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char position[1200];
    snprintf(position, sizeof position,
             "\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"units\":[%s,%s,%s]", FAR_AWAY,
             GER_AT("g", "658", "T-E5"), rows[i].units);
    struct table *t = field_at(position, "");
    act(t, "german", "pick g");
    act(t, "german", "go T-E4 0");
    if (rows[i].rule)
      refused(t, "soviet", "volley r T-E4 0", rows[i].rule);
    else
      offered(t, "soviet", "volley r T-E4 0", "F9.4");
    clear_away(t);
  }
}

/* F4.6: who has run is tired into the enemy's player turn: he reacts, at 1 worse, and a tired
 * leader directs nobody. */
static void tired_reaction(void **unused) {
  (void)unused;
  static const struct {
    const char *units, *column;
  } rows[] = {{RUS_AT("r", "458", "T-E3"), "weight 10"}, /* 4 FP: 8, moving in the open 2 */
              {ON_M("r", "soviet", "458", "T-E3", "\"tired\""), "weight 9"},
              {RUS_AT("r", "458", "T-E3") "," RUS_AT("l", "9-1", "T-E3"), "weight 11"},
              {RUS_AT("r", "458", "T-E3") "," ON_M("l", "soviet", "9-1", "T-E3", "\"tired\""),
               "weight 10"}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char position[1200];
    snprintf(position, sizeof position,
             "\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"units\":[%s,%s,%s]", FAR_AWAY,
             GER_AT("g", "658", "T-E8"), rows[i].units);
    struct table *t = field_at(position, "");
    act(t, "german", "pick g");
    act(t, "german", "go T-E7 0");
    weighs(odds_of(t, "soviet", "volley r T-E7 0"), rows[i].column);
    clear_away(t);
  }
}

/* F9.4, F9.5: what a window refuses: enemies, weapons that fire with their bearer, Locations that
 * are passed or none of the path, and who cannot fire that way. */
static void window_refusals(void **unused) {
  (void)unused;
  struct table *t = field_at(
      PHASE("german.action",
            FAR_AWAY "," GER_AT("g", "658", "T-E8") "," RUS_AT("r", "458", "T-E3") "," CARRIED(
                "mg", "soviet", "LMG_R", "r") "," FACING("v", "soviet", "T34M43", "T-H3",
                                                         5) "," RUS_AT("k", "AT45LL", "T-K3")),
      "");
  act(t, "german", "pick g");
  act(t, "german", "go T-E6 0");
  refused(t, "soviet", "volley z T-E7 0", "F9.1");
  refused(t, "soviet", "volley mg T-E7 0", "F9.4");
  refused(t, "soviet", "volley r T-E5 0", "F9.4");
  refused(t, "soviet", "volley r T-E7 1", "F9.4");
  refused(t, "soviet", "mg r T-E7 0", "F9.4");
  refused(t, "soviet", "volley v T-E7 0", "F9.4");
  refused(t, "soviet", "volley k T-E7 0", "F9.7");
  refused(t, "soviet", "shell r T-E7 0", "F11.1");
  refused(t, "soviet", "flame mg T-E7 0", "F10.8");
  offered(t, "soviet", "single r T-E7 0", "F9.4");
  offered(t, "soviet", "mg v T-E7 0", "F12.16");
  offered(t, "soviet", "shell v T-E6 0", "F11.1");
  offered(t, "soviet", "shell k T-E6 0", "F11.1");
  clear_away(t);
}

/* F9.11: Late Fire is fire alone: no search, no move; at what has moved, without its modifiers. */
static void late_fire(void **unused) {
  (void)unused;
  struct table *t =
      field_at(PHASE("german.action", FAR_AWAY "," GER_AT("g", "658", "T-E8") "," GER_AT(
                                          "h", "658", "T-H8") "," RUS_AT("r", "458", "T-E3")),
               "6 5");
  act(t, "german", "pick g");
  act(t, "german", "go T-E7 0");
  act(t, "soviet", "pass");
  act(t, "german", "done");
  act(t, "german", "end");
  act(t, "soviet", "pick r");
  refused(t, "soviet", "search T-E4", "F15.11");
  refused(t, "soviet", "go T-E4 0", "F9.11");
  refused(t, "soviet", "fire T-H8 0", "F9.11");
  weighs(odds_of(t, "soviet", "fire T-E7 0"), "weight 8");
  act(t, "soviet", "fire T-E7 0");
  never(t, "field.residual");
  clear_away(t);
}

/* F11.4: Guns and main armament acquire the hex they fire at, a machine-gun team does not. (In
 * edition 5 it did.) */
static void who_acquires(void **unused) {
  (void)unused;
  static const struct {
    const char *kind, *number;
    int edition;
  } rows[] = {{"ART76L", "11 or less", 6}, {"HMG50", "10 or less", 6}, {"HMG50", "11 or less", 5}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char position[1200];
    snprintf(position, sizeof position,
             "\"map\":\"plain:16x16\",\"phase\":\"soviet.action\",\"units\":[%s,{\"name\":\"w\","
             "\"side\":"
             "\"soviet\",\"kind\":\"%s\",\"hex\":\"T-E3\",\"facing\":5},%s]",
             FAR_AWAY, rows[i].kind, FACING("v", "german", "SPW251/1", "T-E8", 2));
    struct table *t = field_at(position, "1 5 6 6");
    by_edition(t, rows[i].edition);
    act(t, "soviet", "pick w");
    act(t, "soviet", "shoot w v"); /* hit, nothing; the coloured die keeps the rate */
    const cJSON *step;
    const char *number = "";
    cJSON_ArrayForEach(step, field(odds_of(t, "soviet", "shoot w v"), "steps")) {
      if (strstr(text_of(step, "to"), "or less"))
        number = text_of(step, "to");
    }
    assert_string_equal(number, rows[i].number);
    clear_away(t);
  }
}

/* F11.8, 11.31: a side that is not Elite loses its special ammunition on Original 11; others, and
 * weapons without such ammunition, do not. */
static void special_ammunition(void **unused) {
  (void)unused;
  static const struct {
    const char *vars, *kind, *dice;
    bool lost;
  } rows[] = {{"\"german_poor\":1", "INF76", "6 5", true},
              {"\"german_poor\":1", "INF76", "6 4 6 6", false},
              {"\"soviet_poor\":1", "INF76", "6 5", false},
              {"\"german_poor\":1", "AT75L", "6 5", false}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char position[1200];
    snprintf(
        position, sizeof position,
        "\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"vars\":{%s},\"units\":[%s,{"
        "\"name\":\"k\",\"side\":\"german\",\"kind\":\"%s\",\"hex\":\"T-E3\",\"facing\":5},%s]",
        rows[i].vars, FAR_AWAY, rows[i].kind, FACING("v", "soviet", "T34M41", "T-E8", 5));
    struct table *t = field_at(position, rows[i].dice);
    act(t, "german", "pick k");
    act(t, "german", "shoot k v");
    if (rows[i].lost)
      happened(t, "F11.8", "field.no.heat");
    else
      never(t, "field.no.heat");
    clear_away(t);
  }
}

/* F14.5: with men and a vehicle there a side chooses, the active one first; F14.7: nobody attacks a
 * vehicle with broken men. */
static void whom_to_attack(void **unused) {
  (void)unused;
  struct table *t =
      field_at(PHASE("german.assault", FAR_AWAY
                     "," GER_AT("g", "658", "T-E3") "," RUS_AT("r", "458", "T-E4") "," ON_M(
                         "v", "soviet", "T34M43", "T-E4", "\"stunned\"")),
               "3 2 3 6 5");
  act(t, "german", "advance g T-E4 0");
  act(t, "german", "end");
  refused(t, "german", "afv g", "F14.5");
  offered(t, "german", "infantry", "F14.5");
  act(t, "german", "afv v");
  happened(t, "F14.7", "field.wreck"); /* 5 is below 6 */
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(breakdowns),         cmocka_unit_test(repairs),
      cmocka_unit_test(tank_without_gun),   cmocka_unit_test(desperate),
      cmocka_unit_test(tired_reaction),     cmocka_unit_test(window_refusals),
      cmocka_unit_test(late_fire),          cmocka_unit_test(who_acquires),
      cmocka_unit_test(special_ammunition), cmocka_unit_test(whom_to_attack)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
