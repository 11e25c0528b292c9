/* test_F31_result.c - F31.1, F22.3, F1.1: how a skirmish ends and what is said of it; when leaving
 * the map asks once more; what an offer cites. */
#include "field_kit.h"

#define OBJECTIVES                                                                                 \
  "\"regions\":[{\"id\":\"objective\",\"hexes\":[\"T-H2\",\"T-H4\",\"T-H6\",\"T-H8\",\"T-H10\"]}]"

/* A skirmish for five houses of which the Germans hold some, at the end of a player turn. */
static struct table *houses(const char *phase, int turn, const char *held) {
  char position[900];
  snprintf(position, sizeof position,
           "\"map\":\"plain:16x16\",\"phase\":\"%s\",\"turn\":%d," OBJECTIVES
           ",\"control\":[[\"german\",[%s]],[\"soviet\",[\"T-H10\"]]],\"units\":[%s]",
           phase, turn, held, FAR_AWAY);
  return field_at(position, "");
}

/* F31.1: after the Soviet player turn of Turn 6 it is over: with three houses the Germans have won,
 * with two they have lost; the margin is counted from between the two. */
static void who_has_won(void **unused) {
  (void)unused;
  static const struct {
    const char *held;
    int n, margin;
  } rows[] = {{"", 0, -5},
              {"\"T-H2\",\"T-H4\"", 2, -1},
              {"\"T-H2\",\"T-H4\",\"T-H6\"", 3, 1},
              {"\"T-H2\",\"T-H4\",\"T-H6\",\"T-H8\"", 4, 3}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct table *t = houses("soviet.assault", 6, rows[i].held);
    char text[80], want[32], have[32];
    bool german = rows[i].n >= 3;
    ask(t, "{\"cmd\":\"result\"}");
    assert_null(field(t->last, "result.winner"));
    act(t, "soviet", "end");
    happened(t, "F31.1", "field.over");
    result(t, german ? "german" : "soviet", "F31.1");
    assert_string_equal(text_of(t->last, "result.level"),
                        german ? "German victory" : "Soviet victory");
    snprintf(text, sizeof text, "%s: the Germans hold %d of 5 objectives.",
             german ? "German victory" : "Soviet victory", rows[i].n);
    assert_string_equal(text_of(t->last, "result.text"), text);
    snprintf(want, sizeof want, "%d/2", rows[i].margin);
    assert_string_equal(points_of(field(t->last, "result.margin"), have), want);
    assert_int_equal(int_of(t->last, "result.scores.german"), rows[i].n);
    assert_int_equal(int_of(t->last, "result.scores.soviet"), 5 - rows[i].n);
    clear_away(t);
  }
}

/* F1.1, F31.1: a Game Turn has two player turns, and the battle ends with a whole one; the Soviets
 * come after the Germans of the same turn, the Germans a turn later. */
static void when_it_ends(void **unused) {
  (void)unused;
  static const struct {
    const char *phase, *side, *next;
    int turn, now; /* 0: it is over */
  } rows[] = {{"soviet.assault", "soviet", "german.action", 5, 6},
              {"german.assault", "german", "soviet.action", 6, 6},
              {"german.assault", "german", "soviet.action", 5, 5},
              {"soviet.assault", "soviet", NULL, 6, 0}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct table *t = houses(rows[i].phase, rows[i].turn, "");
    act(t, rows[i].side, "end");
    if (!rows[i].next) {
      happened(t, "F31.1", "field.over");
      clear_away(t);
      continue;
    }
    never(t, "field.over");
    happened(t, "F1.1", "field.turn");
    assert_string_equal(phase_of(t), rows[i].next);
    assert_int_equal(var_of(t, "battle_turn"), rows[i].now);
    clear_away(t);
  }
}

/* F31.1, F23.1: the ledgers of a skirmish: objectives held of those there are, and both losses. */
static void the_ledgers(void **unused) {
  (void)unused;
  struct table *t = houses("german.action", 2, "\"T-H2\",\"T-H4\"");
  const cJSON *a = ask(t, "{\"cmd\":\"records\",\"side\":\"german\"}");
  assert_int_equal(cJSON_GetArraySize(field(a, "records")), 2);
  assert_string_equal(text_of(a, "records[0].id"), "objectives");
  assert_string_equal(text_of(a, "records[0].title"), "Objectives");
  assert_string_equal(text_of(a, "records[1].id"), "losses");
  assert_string_equal(text_of(a, "records[1].title"), "Losses");
  char *all = cJSON_PrintUnformatted(field(a, "records[0]"));
  assert_non_null(strstr(all, "of 5, 3 wanted"));
  assert_non_null(strstr(all, "F31.1"));
  free(all);
  all = cJSON_PrintUnformatted(field(a, "records[1]"));
  assert_non_null(strstr(all, "German CVP"));
  assert_non_null(strstr(all, "Soviet CVP"));
  assert_non_null(strstr(all, "F23.1"));
  free(all);
  clear_away(t);
}

/* What pressing that asks once more; "" when nothing. */
static const char *asks(struct table *t, const char *side, const char *action) {
  const cJSON *a;
  ask(t, "{\"cmd\":\"actions\",\"side\":\"%s\"}", side);
  cJSON_ArrayForEach(a, field(t->last, "actions")) if (!strcmp(text_of(a, "id"),
                                                               action)) return text_of(a,
                                                                                       "confirm");
  fail_msg("%s is not offered", action);
  return "";
}

/* F22.3, CG13c: leaving asks once more where the units would count as lost: not at their own edge,
 * nor for Germans in the north where they may go that way. */
static void a_warning_before_leaving(void **unused) {
  (void)unused;
  static const struct {
    int edges;
    const char *hex;
    bool warned;
  } rows[] = {{1, "T-P8", false}, {1, "T-A8", true}, {2, "T-A8", false},
              {2, "T-P8", false}, {1, "T-H1", true}, {2, "T-H1", true}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char position[700];
    snprintf(position, sizeof position,
             "\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"vars\":{\"edges\":%d},"
             "\"units\":[{\"name\":\"g\",\"side\":\"german\",\"kind\":\"658\",\"hex\":\"%s\"},"
             "%s,%s]",
             rows[i].edges, rows[i].hex, GER_AT("z", "658", "T-P16"), RUS_AT("y", "458", "T-D16"));
    struct table *t = field_at(position, "");
    act(t, "german", "pick g");
    const char *words = asks(t, "german", "leave");
    if ((strstr(words, "From this hex they count as lost") != NULL) != rows[i].warned)
      fail_msg("row %d: '%s'", (int)i, words);
    if (rows[i].warned)
      offered(t, "german", "leave", "F22.3");
    clear_away(t);
  }
}

/* F31.1, F15.12, F25.4: while it is set up, an offer cites the rules of the set-up; F1.4, F10.2: in
 * an activation its own. */
static void what_an_offer_cites(void **unused) {
  (void)unused;
  struct table *t = lay("stalnie/skirmish", NULL, NULL);
  offered(t, "soviet", "pick ru.gun-1", "F31.1");
  offered(t, "soviet", "handto ru.mmg-1 ru.sq-3", "F25.4");
  act(t, "soviet", "pick ru.gun-1");
  offered(t, "soviet", "put L7", "F31.1");
  act(t, "soviet", "put L7");
  act(t, "soviet", "ready");
  offered(t, "soviet", "done", "F31.1");
  clear_away(t);
  t = field_at(
      PHASE("german.action", FAR_AWAY "," GER_AT("g", "658", "T-H8") "," GER_AT(
                                 "h", "658", "T-H8") "," CARRIED("mg", "german", "LMG_G", "g")),
      "");
  offered(t, "german", "pick g", "F1.4");
  act(t, "german", "pick g");
  offered(t, "german", "handto mg h", "F10.2");
  offered(t, "german", "done", "F1.4");
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(who_has_won),         cmocka_unit_test(when_it_ends),
      cmocka_unit_test(the_ledgers),         cmocka_unit_test(a_warning_before_leaving),
      cmocka_unit_test(what_an_offer_cites),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
