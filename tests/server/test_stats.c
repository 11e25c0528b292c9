/* test_stats.c - how games went: what a finished game leaves for its scenario and its players. */
#include "rivals.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct test_server S;

static int begin(void **state) {
  (void)state;
  server_folder(&S);
  server_start(&S, NULL);
  return 0;
}
static int end(void **state) {
  (void)state;
  server_clean(&S);
  return 0;
}

/* A number in a row of a document's list; the row is found by one of its words. */
static const cJSON *row_with(const cJSON *list, const char *key, const char *is) {
  const cJSON *row;
  cJSON_ArrayForEach(row, list) {
    if (!strcmp(word(row, key), is))
      return row;
  }
  return NULL;
}
static int number(const cJSON *row, const char *key) {
  assert_non_null(at(row, key));
  return at(row, key)->valueint;
}

/* Computers play on while somebody watches. */
static void watch_to_the_end(const struct made *m) {
  struct player w;
  bool over = false;
  player_open(&w, &S, NULL);
  cJSON_Delete(player_join(&w, m->id, m->watch));
  for (int i = 0; i < 5000 && !over; i++) {
    cJSON *doc = player_read(&w, 5000);
    assert_non_null(doc);
    over = !strcmp(word(doc, "push"), "over");
    cJSON_Delete(doc);
  }
  assert_true(over);
  player_close(&w);
}
static void wait_for_review(const char *id) {
  char path[64];
  bool done = false;
  snprintf(path, sizeof path, "/api/games/%s/review", id);
  cJSON_Delete(rival_ask(&S, NULL, "POST", path, "{}"));
  for (int i = 0; i < 6000 && !done; i++) {
    cJSON *d = rival_ask(&S, NULL, "GET", path, NULL);
    done = !strcmp(word(d, "state"), "done");
    cJSON_Delete(d);
    if (!done)
      usleep(50000);
  }
  assert_true(done);
}

/* Anna beats Boris as the German, and then as the Soviet: one game each way in the scenario. */
static void both_sides(void **state) {
  (void)state;
  char id[20];
  struct rival anna = rival_new(&S, "Anna", NULL);
  struct rival boris = rival_new(&S, "Boris", NULL);
  rivals_play(&S, &anna, &boris, true, id);
  rivals_play(&S, &boris, &anna, false, id);
  cJSON *d = rival_ask(&S, NULL, "GET", "/api/stats/nullgame", NULL);
  const cJSON *lesson = row_with(at(d, "scenarios"), "scenario", "lesson");
  assert_non_null(lesson);
  assert_true(cJSON_IsFalse(at(lesson, "bots")));
  assert_int_equal(number(lesson, "games"), 2);
  assert_int_equal(number(lesson, "won"), 1); /* as the German saw it */
  assert_int_equal(number(lesson, "lost"), 1);
  assert_null(at(lesson, "margin")); /* who gives up leaves no points to count */
  cJSON_Delete(d);
  d = rival_ask(&S, NULL, "GET", "/api/record/anna", NULL);
  assert_string_equal(word(d, "name"), "Anna");
  assert_int_equal(number(row_with(at(d, "played"), "side", "german"), "won"), 1);
  assert_int_equal(number(row_with(at(d, "played"), "side", "soviet"), "won"), 1);
  cJSON_Delete(d);
  d = rival_ask(&S, NULL, "GET", "/api/record/Boris", NULL);
  assert_int_equal(number(row_with(at(d, "played"), "side", "soviet"), "lost"), 1);
  cJSON_Delete(d);
}

/* Two computers play to the end: the margin counts at once, the luck once it is reviewed. */
static void margin_and_luck(void **state) {
  (void)state;
  struct made m = make_game(&S, "\"german\":\"bot:random\",\"soviet\":\"bot:random\"", "");
  watch_to_the_end(&m);
  cJSON *d = rival_ask(&S, NULL, "GET", "/api/stats/nullgame", NULL);
  const cJSON *lesson = row_with(at(d, "scenarios"), "scenario", "lesson");
  assert_true(cJSON_IsTrue(at(lesson, "bots")));
  assert_int_equal(number(lesson, "games"), 1);
  assert_true(cJSON_IsNumber(at(lesson, "margin")));
  assert_true(at(lesson, "turns")->valuedouble > 0);
  assert_int_equal(number(lesson, "reviewed"), 0);
  assert_null(at(lesson, "luck"));
  cJSON_Delete(d);
  wait_for_review(m.id);
  d = rival_ask(&S, NULL, "GET", "/api/stats/nullgame", NULL);
  lesson = row_with(at(d, "scenarios"), "scenario", "lesson");
  assert_int_equal(number(lesson, "reviewed"), 1);
  assert_true(cJSON_IsNumber(at(lesson, "luck")));
  cJSON_Delete(d);
}

/* A game among friends is in its players' own statistics, and in nobody else's of them. */
static void private_games(void **state) {
  (void)state;
  char id[20];
  struct rival clara = rival_new(&S, "Clara", NULL);
  cJSON *made = rival_ask(&S, &clara, "POST", "/api/games", "%s",
                          "{\"game\":\"nullgame\",\"scenario\":\"lesson\",\"seats\":{\"german\":"
                          "\"me\",\"soviet\":\"bot:random\"}}");
  snprintf(id, sizeof id, "%s", word(made, "id"));
  cJSON_Delete(made);
  rival_says(&S, &clara, id, "{\"cmd\":\"abandon\"}");
  cJSON *d = rival_ask(&S, &clara, "GET", "/api/record/clara", NULL);
  assert_true(cJSON_IsTrue(at(d, "all")));
  assert_int_equal(number(row_with(at(d, "played"), "side", "german"), "lost"), 1);
  cJSON_Delete(d);
  d = rival_ask(&S, NULL, "GET", "/api/record/clara", NULL);
  assert_true(cJSON_IsFalse(at(d, "all")));
  assert_int_equal(cJSON_GetArraySize(at(d, "played")), 0);
  cJSON_Delete(d);
}

/* A handicap, and a game that was brought here, say nothing of the scenario as it stands. */
static void not_as_printed(void **state) {
  (void)state;
  char id[20];
  struct rival dora = rival_new(&S, "Dora", NULL);
  cJSON *made = rival_ask(&S, &dora, "POST", "/api/games", "%s",
                          "{\"game\":\"nullgame\",\"scenario\":\"lesson\",\"options\":{"
                          "\"handicap\":1},\"seats\":{\"german\":\"me\",\"soviet\":"
                          "\"bot:random\"}}");
  snprintf(id, sizeof id, "%s", word(made, "id"));
  cJSON_Delete(made);
  rival_says(&S, &dora, id, "{\"cmd\":\"abandon\"}");
  cJSON *d = rival_ask(&S, NULL, "GET", "/api/stats/nullgame", NULL);
  assert_int_equal(cJSON_GetArraySize(at(d, "scenarios")), 0);
  cJSON_Delete(d);
}

static void refusals(void **state) {
  (void)state;
  char why[300];
  rival_refused(&S, NULL, "GET", "/api/stats/chess", NULL, why);
  assert_string_equal(why, "There is no such game.");
  rival_refused(&S, NULL, "GET", "/api/record/nobody", NULL, why);
  assert_string_equal(why, "There is no such player.");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(both_sides, begin, end),
      cmocka_unit_test_setup_teardown(margin_and_luck, begin, end),
      cmocka_unit_test_setup_teardown(private_games, begin, end),
      cmocka_unit_test_setup_teardown(not_as_printed, begin, end),
      cmocka_unit_test_setup_teardown(refusals, begin, end),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
