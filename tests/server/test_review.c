/* test_review.c - a finished game is reviewed in the background, once, and goes on after a stop. */
#include "tables.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct test_server S;

static char *file_text(const char *path) {
  FILE *f = fopen(path, "r");
  assert_non_null(f);
  char *text = calloc(1, 1 << 20);
  assert_non_null(text);
  assert_true(fread(text, 1, (1 << 20) - 1, f) > 0);
  fclose(f);
  return text;
}
/* A game out of a recorded journal, whose lines from `cut` on are left out; 0: all of it. */
static void import(const char *journal, const char *cut, char id[32], char token[64]) {
  char *text = file_text(journal);
  char *from = cut ? strstr(text, cut) : NULL;
  if (from)
    from[1] = 0;
  cJSON *doc = cJSON_CreateObject();
  cJSON_AddStringToObject(doc, "journal", text);
  cJSON *seats = cJSON_CreateObject();
  cJSON_AddItemToObject(doc, "seats", seats);
  cJSON_AddStringToObject(seats, "german", "me");
  cJSON_AddStringToObject(seats, "soviet", "me");
  char *body = cJSON_PrintUnformatted(doc);
  struct http_answer a = http_do(&S, "POST", "/api/import", NULL, body);
  assert_int_equal(a.status, 200);
  snprintf(id, 32, "%s", word(a.doc, "id"));
  snprintf(token, 64, "%s", word(a.doc, "seats.german"));
  http_done(&a);
  free(body);
  cJSON_Delete(doc);
  free(text);
}
static struct http_answer ask(const char *method, const char *id) {
  char path[96];
  snprintf(path, sizeof path, "/api/games/%s/review", id);
  return http_do(&S, method, path, NULL, strcmp(method, "POST") ? NULL : "{}");
}
static bool in_state(const struct http_answer *a, const char *state) {
  return !strcmp(word(a->doc, "state"), state);
}
/* Waits for the whole review, ten minutes on a busy machine; the answer is the caller's. */
static struct http_answer wait_for(const char *id) {
  for (int i = 0; i < 6000; i++) {
    struct http_answer a = ask("GET", id);
    assert_int_equal(a.status, 200);
    if (in_state(&a, "done"))
      return a;
    assert_true(in_state(&a, "running") || in_state(&a, "waiting"));
    http_done(&a);
    usleep(100000);
  }
  fail_msg("the review did not come to its end");
  return (struct http_answer){0};
}

static void not_before_the_end(void **state) {
  char id[32];
  char token[64];
  struct player p;
  (void)state;
  import(SOURCE_DIR "/tests/golden/nullgame-lesson.journal", "\n100 ", id, token);
  const char *const methods[] = {"GET", "POST"};
  for (int i = 0; i < 2; i++) {
    struct http_answer a = ask(methods[i], id);
    assert_true(a.status >= 400);
    assert_string_equal(word(a.doc, "error.code"), "state");
    http_done(&a);
  }
  player_open(&p, &S, NULL);
  cJSON_Delete(player_join(&p, id, token));
  cJSON *answer = player_ask(&p, "{\"cmd\":\"view\",\"line\":9}");
  assert_string_equal(word(answer, "error.code"), "state");
  cJSON_Delete(answer);
  player_close(&p);
}

/* The same figures as `review` on the same journal, though the server was stopped in between. */
static void goes_on_after_a_stop(void **state) {
  char id[32];
  char token[64];
  (void)state;
  import(SOURCE_DIR "/tests/golden/nullgame-lesson.journal", NULL, id, token);
  struct http_answer a = ask("GET", id);
  assert_true(in_state(&a, "none"));
  http_done(&a);
  a = ask("POST", id);
  assert_int_equal(a.status, 200);
  http_done(&a);
  int judged = 0;
  for (int i = 0; i < 30000 && judged < 3; i++) {
    a = ask("GET", id);
    assert_false(in_state(&a, "failed"));
    judged = in_state(&a, "done") ? 3 : cJSON_GetArraySize(at(a.doc, "points"));
    http_done(&a);
    usleep(20000);
  }
  assert_true(judged >= 3);
  assert_int_equal(server_stop(&S), 0);
  server_start(&S, NULL);
  a = ask("GET", id); /* whoever asks next sets it going again */
  assert_false(in_state(&a, "none"));
  http_done(&a);
  a = wait_for(id);
  char *out = calloc(1, 1 << 20);
  assert_int_equal(run_salient(out, 1 << 20, "review",
                               SOURCE_DIR "/tests/golden/nullgame-lesson.journal", "--nodes",
                               "20000", "--seed", "1", "--json", NULL),
                   0);
  cJSON *alone = cJSON_Parse(out);
  assert_non_null(alone);
  assert_true(cJSON_Compare(alone, at(a.doc, "review"), true));
  cJSON_Delete(alone);
  free(out);
  http_done(&a);
  a = ask("POST", id); /* kept, not begun again */
  assert_true(in_state(&a, "done"));
  http_done(&a);
}

/* The position before a line, all of it, and a game from there. */
static void branch_before_a_line(void **state) {
  char id[32];
  char token[64];
  char path[96];
  struct player p;
  (void)state;
  import(SOURCE_DIR "/tests/golden/nullgame-lesson.journal", NULL, id, token);
  player_open(&p, &S, NULL);
  cJSON_Delete(player_join(&p, id, token));
  cJSON *early = player_ask(&p, "{\"cmd\":\"view\",\"line\":2}");
  cJSON *late = player_ask(&p, "{\"cmd\":\"view\",\"line\":120}");
  assert_int_equal((int)at(early, "view.turn.n")->valuedouble, 1);
  assert_true(at(late, "view.turn.n")->valuedouble > 1);
  double turn = at(late, "view.turn.n")->valuedouble;
  cJSON_Delete(early);
  cJSON_Delete(late);
  player_close(&p);
  snprintf(path, sizeof path, "/api/games/%s/branch", id);
  struct http_answer a = http_do(&S, "POST", path, NULL,
                                 "{\"line\":120,\"seats\":{\"german\":\"me\",\"soviet\":\"me\"}}");
  assert_int_equal(a.status, 200);
  player_open(&p, &S, NULL);
  cJSON *joined = player_join(&p, word(a.doc, "id"), word(a.doc, "seats.german"));
  assert_true(fabs(at(joined, "view.turn.n")->valuedouble - turn) < 0.5);
  cJSON_Delete(joined);
  player_close(&p);
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
      cmocka_unit_test(not_before_the_end),
      cmocka_unit_test(goes_on_after_a_stop),
      cmocka_unit_test(branch_before_a_line),
  };
  return cmocka_run_group_tests(tests, begin, finish);
}
