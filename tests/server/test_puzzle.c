/* test_puzzle.c - every puzzle that ships opens as a game, its choices are legal there, and nothing
 * is given away before one is made. */
#include "tables.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct test_server S;

enum { GAMES = 5 };
static const char *const GAME[GAMES] = {"alea", "nullgame", "sspanzer", "stalnie", "wb95"};

static const cJSON *action_named(const cJSON *actions, const char *id) {
  const cJSON *a;
  cJSON_ArrayForEach(a, actions) {
    if (!strcmp(word(a, "id"), id))
      return a;
  }
  return NULL;
}
static struct http_answer verdict_on(const char *puzzle, const char *action) {
  char path[96];
  char body[256];
  snprintf(path, sizeof path, "/api/puzzles/%s/answer", puzzle);
  snprintf(body, sizeof body, "{\"action\":\"%s\"}", action);
  return http_do(&S, "POST", path, NULL, body);
}
/* The position stands on the table, with the side to move and every choice that was judged. */
static void try_puzzle(const cJSON *head) {
  const char *id = word(head, "id");
  const char *side = word(head, "side");
  char path[96];
  char seat[32];
  struct player p;
  snprintf(path, sizeof path, "/api/puzzles/%s", id);
  struct http_answer made = http_do(&S, "POST", path, NULL, "{}");
  if (made.status != 200)
    fail_msg("%s: %s", id, made.text);
  snprintf(seat, sizeof seat, "seats.%s", side);
  player_open(&p, &S, NULL);
  cJSON *joined = player_join(&p, word(made.doc, "id"), word(made.doc, seat));
  assert_string_equal(cJSON_GetArrayItem(at(joined, "view.to_move"), 0)->valuestring, side);
  cJSON *asked = player_ask(&p, "{\"cmd\":\"actions\"}");
  struct http_answer v = verdict_on(id, "nothing of the kind");
  assert_true(cJSON_IsFalse(at(v.doc, "solved")));
  const cJSON *way;
  int ways = 0;
  cJSON_ArrayForEach(way, at(v.doc, "ways")) {
    if (!action_named(at(asked, "actions"), word(way, "action")))
      fail_msg("%s: %s is not offered", id, word(way, "action"));
    ways++;
  }
  if (ways != cJSON_GetArraySize(at(asked, "actions")))
    fail_msg("%s: %d choices, %d are offered", id, ways, cJSON_GetArraySize(at(asked, "actions")));
  char best[200];
  snprintf(best, sizeof best, "%s", cJSON_GetArrayItem(at(v.doc, "best"), 0)->valuestring);
  assert_true(at(v.doc, "gap")->valuedouble - at(v.doc, "error")->valuedouble >= 0.08);
  http_done(&v);
  v = verdict_on(id, best);
  assert_true(cJSON_IsTrue(at(v.doc, "solved")));
  http_done(&v);
  cJSON_Delete(asked);
  cJSON_Delete(joined);
  player_close(&p);
  http_done(&made);
}
static void all_open(void **state) {
  int of_game[GAMES] = {0};
  (void)state;
  struct http_answer list = http_do(&S, "GET", "/api/puzzles", NULL, NULL);
  assert_int_equal(list.status, 200);
  assert_null(strstr(list.text, "\"best\""));
  assert_null(strstr(list.text, "\"ways\""));
  const cJSON *head;
  cJSON_ArrayForEach(head, at(list.doc, "puzzles")) {
    for (int i = 0; i < GAMES; i++)
      of_game[i] += !strcmp(word(head, "game"), GAME[i]);
    try_puzzle(head);
  }
  assert_true(cJSON_GetArraySize(at(list.doc, "puzzles")) >= 40);
  for (int i = 0; i < GAMES; i++)
    assert_true(of_game[i] >= 2);
  http_done(&list);
}
static void refusals(void **state) {
  static const char *const path[] = {"/api/puzzles/none", "/api/puzzles/nullgame-6/else",
                                     "/api/puzzles/"};
  (void)state;
  for (size_t i = 0; i < sizeof path / sizeof *path; i++) {
    struct http_answer a = http_do(&S, "POST", path[i], NULL, "{}");
    assert_int_equal(a.status, 404);
    http_done(&a);
  }
  struct http_answer a = http_do(&S, "POST", "/api/puzzles/nullgame-6/answer", NULL, "{}");
  assert_string_equal(word(a.doc, "error.code"), "input");
  http_done(&a);
}

static int begin(void **state) {
  (void)state;
  server_folder(&S);
  server_start(&S, NULL);
  return 0;
}
static int finish(void **state) {
  (void)state;
  assert_int_equal(server_stop(&S), 0);
  server_clean(&S);
  return 0;
}
int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(all_open),
      cmocka_unit_test(refusals),
  };
  return cmocka_run_group_tests(tests, begin, finish);
}
