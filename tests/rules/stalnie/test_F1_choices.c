/* test_F1_choices.c - F1.4, F1.7, F3.2, F4.5, F8.13 to F8.15: who may be picked, and why not; when
 * a group may fire; what falling back leaves behind. */
#include "field_kit.h"

struct attempt { /* a German action, and the rule that forbids it; NULL: it is legal */
  const char *units, *before, *action, *rule;
};
static void attempt(const struct attempt *rows, size_t n) {
  for (size_t i = 0; i < n; i++) {
    char position[1600];
    snprintf(position, sizeof position,
             "\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"unchecked\":true,\"vars\":{"
             "\"edges\":1},\"units\":[%s,%s]",
             FAR_AWAY, rows[i].units);
    struct table *t = field_at(position, "");
    if (*rows[i].before)
      script(t, rows[i].before);
    if (rows[i].rule)
      refused(t, "german", rows[i].action, rows[i].rule);
    else if (!is_offered(t, "german", rows[i].action))
      fail_msg("row %d: '%s' is not offered", (int)i, rows[i].action);
    clear_away(t);
  }
}
#define ATTEMPT(rows) attempt(rows, sizeof(rows) / sizeof(rows)[0])
#define OFF(id, kind, more)                                                                        \
  "{\"name\":\"" id "\",\"side\":\"german\",\"kind\":\"" kind "\",\"box\":\"german.off\"" more "}"

/* F1.4: why somebody cannot be picked is said by the rule that keeps him. */
static void who_is_picked(void **unused) {
  (void)unused;
  static const struct attempt rows[] = {
      {GER_AT("g", "658", "T-E3"), "", "pick g", NULL},
      {RUS_AT("g", "458", "T-E3"), "", "pick g", "F1.4"},
      {GER_AT("h", "658", "T-E3") "," CARRIED("g", "german", "LMG_G", "h"), "", "pick g", "F1.4"},
      {ON_M("g", "german", "658", "T-E3", "\"acted\""), "", "pick g", "F1.4"},
      {OFF("g", "658", ""), "", "pick g", "F22.1"},
      {OFF("g", "658", ",\"marks\":[\"acted\"]"), "", "pick g", "F22.1"},
      {OFF("v", "SPW251/1", "") "," OFF("g", "658", ",\"factors\":{\"by\":\"v\"}"), "", "pick g",
       "F1.4"},
      {ON_M("g", "german", "658", "T-E3", "\"reserve\""), "", "pick g", "F15.10"},
      {GER_AT("v", "SPW251/1", "T-E3") "," WITH("g", "german", "658", "T-E3", "\"by\":\"v\""), "",
       "pick g", "F5.6"},
      {ON_M("g", "german", "658", "T-E3", "\"broken\""), "", "pick g", "F2.3"},
      {ON_M("g", "german", "658", "T-E3", "\"melee\"") "," ON_M("r", "soviet", "458", "T-E3",
                                                                "\"melee\""),
       "", "pick g", "F14.9"},
      {ON_M("g", "german", "PzIVH", "T-E3", "\"stunned\""), "", "pick g", "F12.9"}};
  ATTEMPT(rows);
}

/* F1.7: a skirmish is conceded before anybody of the own side has acted. */
static void when_one_concedes(void **unused) {
  (void)unused;
  static const struct attempt rows[] = {
      {ON_M("r", "soviet", "458", "T-E3", "\"acted\""), "", "concede", NULL},
      {ON_M("g", "german", "658", "T-E3", "\"acted\""), "", "concede", "F1.7"}};
  ATTEMPT(rows);
}

/* F4.5, F4.6, F3.2, F1.4: no fire between the declaration of a move and its path; none out of a
 * Location that is too full; only by the weapons of the group. */
static void when_they_fire(void **unused) {
  (void)unused;
#define TARGET RUS_AT("r", "458", "T-E6")
#define CROWD                                                                                      \
  GER_AT("a", "658", "T-E3") "," GER_AT("b", "658", "T-E3") "," GER_AT("c", "658", "T-E3")
  static const struct attempt rows[] = {
      {GER_AT("g", "658", "T-E3") "," TARGET, "german: pick g", "fire T-E6 0", NULL},
      {GER_AT("g", "658", "T-E3") "," TARGET, "german: pick g; german: careful", "fire T-E6 0",
       "F1.4"},
      {GER_AT("g", "658", "T-E3") "," TARGET, "german: pick g; german: run", "fire T-E6 0", "F1.4"},
      {GER_AT("g", "658", "T-E3") "," TARGET,
       "german: pick g; german: careful; german: go T-E4 0; soviet: pass", "fire T-E6 0", NULL},
      {GER_AT("g", "658", "T-E3") "," CROWD "," TARGET, "german: pick g", "fire T-E6 0", "F3.2"},
      {GER_AT("g", "658", "T-E3") "," GER_AT("k", "AT75L", "T-E4") "," TARGET, "german: pick g",
       "shell k T-E6 0", "F7.1"},
      {GER_AT("g", "658", "T-E3") "," RUS_AT("k", "AT45LL", "T-E8") "," TARGET, "german: pick g",
       "shell k T-E6 0", "F7.1"}};
  ATTEMPT(rows);
  struct table *t = field_at(
      "\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"unchecked\":true,\"units\":[" FAR_AWAY
      "," GER_AT("g", "658", "T-E9") "," RUS_AT("a", "458", "T-E4") "," RUS_AT(
          "b", "458", "T-E4") "," RUS_AT("c", "458", "T-E4") "," RUS_AT("d", "458", "T-E4") "]",
      "");
  script(t, "german: pick g; german: go T-E8 0; soviet: pass; german: done; german: end");
  act(t, "soviet", "pick a");
  offered(t, "soviet", "fire T-E8 0", "F7.1"); /* Late Fire is no action of theirs */
  clear_away(t);
}

/* F17.1, F17.4, F9.5: passing and cancelling show the rule of the phase they stand in. */
static void rules_of_the_phase(void **unused) {
  (void)unused;
  struct table *t =
      field_at(PHASE("german.support", FAR_AWAY "," GER_AT("l", "8-0", "T-E3") "," BY_WITH(
                                           "radio", "german", "radio", "l", "\"oba\":\"100\"")),
               "");
  offered(t, "german", "pass", "F17.1");
  act(t, "german", "mission 0 fire");
  offered(t, "german", "cancel", "F17.4");
  act(t, "german", "cancel");
  act(t, "german", "pass");
  act(t, "german", "pick l");
  offered(t, "german", "cancel", "F1.4");
  act(t, "german", "go T-E4 0");
  offered(t, "soviet", "pass", "F9.5");
  clear_away(t);
}

/* F8.9, F8.15: who has fallen back is Shaken; on 12 he is reduced though three of a leader would
 * help him; F19.1: his check may call the sniper. */
static void after_falling_back(void **unused) {
  (void)unused;
  static const struct {
    const char *dice;
    int steps;
  } rows[] = {{"5 6", 2}, {"6 6", 1}};
  for (size_t i = 0; i < 2; i++) {
    struct table *t = field_at(
        ON_GROUND("german.action", HEX("T-H12", "woods"),
                  FAR_AWAY "," GER_AT("g", "658", "T-H8") "," RUS_AT("l", "10-3", "T-H12") "," ON_M(
                      "b", "soviet", "458", "T-H9", "\"broken\",\"fanatic\"")),
        rows[i].dice);
    act(t, "german", "end");
    stands(t, "b", "T-H12", rows[i].steps);
    marked(t, "b", "shaken");
    clear_away(t);
  }
  struct table *t = field_at(
      "\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"vars\":{"
      "\"german_san\":5},\"terrain\":[" HEX("T-H12", "woods") "],\"units\":[" FAR_AWAY "," GER_AT(
          "g", "658", "T-H8") "," ON_M("b", "soviet", "458", "T-H9", "\"broken\"") "]",
      "2 3 4");
  act(t, "german", "end");
  happened(t, "F19.1", "field.sniper");
  clear_away(t);
}

/* F8.14, F23.3: what a captured squad carried is lost. */
static void captured_weapons(void **unused) {
  (void)unused;
  struct table *t = field_at(
      "\"map\":\"plain:3x1\",\"phase\":\"german.action\",\"units\":[" GER_AT(
          "g", "658", "T-A2") "," ON_M("b", "soviet", "458", "T-A1",
                                       "\"broken\"") "," CARRIED("m", "soviet", "LMG_R", "b") "]",
      "");
  act(t, "german", "end");
  happened(t, "F8.14", "field.surrenders");
  assert_string_equal(place_of(t, "m"), "soviet.lost");
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(who_is_picked),      cmocka_unit_test(when_one_concedes),
      cmocka_unit_test(when_they_fire),     cmocka_unit_test(rules_of_the_phase),
      cmocka_unit_test(after_falling_back), cmocka_unit_test(captured_weapons)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
