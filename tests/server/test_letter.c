/* test_letter.c - passed files at the page: two players' own programs, a whole game between them,
 * and what is refused. */
#include "client.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct test_server S[2]; /* the German's and the Soviet's */
static int begin(void **state) {
  (void)state;
  for (int i = 0; i < 2; i++)
    server_folder(&S[i]), S[i].own = true, server_start(&S[i], NULL);
  return 0;
}
static int end(void **state) {
  (void)state;
  for (int i = 0; i < 2; i++)
    server_stop(&S[i]), server_clean(&S[i]);
  return 0;
}

struct letter {
  char id[40], token[60];
  bool begun;
};
static struct http_answer put(int who, const char *file) {
  cJSON *doc = cJSON_CreateObject();
  cJSON_AddStringToObject(doc, "file", file);
  char *body = cJSON_PrintUnformatted(doc);
  struct http_answer a = http_do(&S[who], "POST", "/api/pass", S[who].key, body);
  cJSON_free(body);
  cJSON_Delete(doc);
  return a;
}
static struct letter read_letter(struct http_answer *a) {
  struct letter l;
  if (a->status != 200)
    fail_msg("%s", a->text);
  snprintf(l.id, sizeof l.id, "%s", word(a->doc, "id"));
  snprintf(l.token, sizeof l.token, "%s", at(a->doc, "seats")->child->valuestring);
  l.begun = cJSON_IsTrue(at(a->doc, "begun"));
  http_done(a);
  return l;
}
static struct letter lay(int who, const char *file) {
  struct http_answer a = put(who, file);
  return read_letter(&a);
}
static struct letter new_letter(int who, const char *mode) {
  char body[200];
  snprintf(
      body, sizeof body,
      "{\"begin\":{\"game\":\"nullgame\",\"scenario\":\"lesson\",\"side\":\"%s\",\"mode\":\"%s\"}}",
      who ? "soviet" : "german", mode);
  struct http_answer a = http_do(&S[who], "POST", "/api/pass", S[who].key, body);
  return read_letter(&a);
}
static struct http_answer ask_back(int who, const struct letter *l, const char *token) {
  char path[80], headers[120];
  snprintf(path, sizeof path, "/api/pass/%s", l->id);
  snprintf(headers, sizeof headers, "Authorization: Bearer %s\r\n", token);
  return http_do(&S[who], "POST", path, headers, "{}");
}
static char *take(int who, const struct letter *l) {
  struct http_answer a = ask_back(who, l, l->token);
  if (a.status != 200)
    fail_msg("%s", a.text);
  char *file = strdup(word(a.doc, "file"));
  http_done(&a);
  return file;
}
/* The file goes on by one part: laid down, played at random as far as it goes, taken. */
static bool turn(int who, char **file) {
  struct letter l = lay(who, *file);
  bool over = false;
  if (l.begun) {
    struct player p;
    player_open(&p, &S[who], NULL);
    cJSON *joined = player_join(&p, l.id, l.token);
    assert_true(cJSON_IsTrue(at(joined, "ok")));
    assert_string_equal(word(joined, "side"), who ? "soviet" : "german");
    assert_non_null(strstr(word(joined, "pass.says"), "changed program"));
    int64_t seq = (int64_t)at(joined, "seq")->valuedouble;
    over = cJSON_IsTrue(at(joined, "over"));
    cJSON_Delete(joined);
    p.rng = (unsigned)strlen(*file);
    while (!over && play_one(&p, &seq, &over))
      continue;
    /* then somebody else is awaited, in words */
    cJSON *offer = player_ask(&p, "{\"cmd\":\"actions\"}");
    assert_true(over || strstr(word(offer, "prompt.text"), "Take the file and send it."));
    cJSON_Delete(offer);
    player_close(&p);
  }
  free(*file);
  *file = take(who, &l);
  return over;
}
static void whole_games(void **state) {
  (void)state;
  static const char *const mode[] = {"sealed", "honour"};
  for (int m = 0; m < 2; m++) {
    struct letter l = new_letter(0, mode[m]);
    assert_false(l.begun);
    char *file = take(0, &l), out[4096], path[120], home[80];
    bool over = false;
    int n = 1;
    for (; n < 400 && !over; n++)
      over = turn(n % 2, &file);
    assert_true(over);
    /* the terminal of the one who did not write last takes it, with the same folder */
    snprintf(path, sizeof path, "%s/end.txt", S[n % 2].dir);
    snprintf(home, sizeof home, "%s/pass", S[n % 2].dir);
    FILE *f = fopen(path, "w");
    assert_true(f && fputs(file, f) >= 0 && !fclose(f));
    assert_int_equal(run_salient(out, sizeof out, "pass", "show", path, "--home", home, NULL), 0);
    assert_non_null(strstr(out, "all signed and in order"));
    assert_non_null(strstr(out, "The game is over."));
    free(file);
  }
}

static void refused(int who, const char *file, const char *words) {
  struct http_answer a = put(who, file);
  assert_int_not_equal(a.status, 200);
  if (!strstr(word(a.doc, "error.text"), words))
    fail_msg("'%s' is not in '%s'", words, word(a.doc, "error.text"));
  http_done(&a);
}
static void bad_files(void **state) {
  (void)state;
  struct letter l = new_letter(0, "sealed");
  char *file = take(0, &l), *first = strdup(file);
  refused(1, "salient-journal 1\n", "this is no passed game");
  *(strstr(file, "\nsalt ") + 6) ^= 1;
  refused(1, file, "was changed");
  free(file);
  file = strdup(first);
  turn(1, &file);
  refused(1, first, "This file is replayed");
  static const char *const body[] = {
      "{}",
      "{\"file\":1}",
      "{\"file\":\"x\",\"begin\":{}}",
      "{\"begin\":{\"game\":\"x\",\"scenario\":\"y\",\"side\":\"german\"}}",
      "{\"begin\":{\"game\":\"nullgame\",\"scenario\":\"lesson\",\"side\":\"all\"}}",
      "{\"begin\":{\"game\":\"nullgame\",\"scenario\":\"lesson\",\"side\":\"german\",\"mode\":"
      "\"open\"}}"};
  for (size_t i = 0; i < sizeof body / sizeof *body; i++) {
    struct http_answer a = http_do(&S[0], "POST", "/api/pass", S[0].key, body[i]);
    assert_int_equal(a.status, 400);
    http_done(&a);
  }
  free(file);
  free(first);
}

/* The seat is the token's, and the table is a table for one. */
static void only_mine(void **state) {
  (void)state;
  struct letter l = new_letter(0, "honour");
  char *file = take(0, &l);
  turn(1, &file);
  l = lay(0, file);
  assert_true(l.begun);
  struct http_answer a = ask_back(0, &l, "nobody");
  assert_int_equal(a.status, 403);
  http_done(&a);
  struct player p;
  player_open(&p, &S[0], NULL);
  cJSON *d = player_join(&p, l.id, "nobody");
  assert_string_equal(word(d, "error.code"), "seat");
  cJSON_Delete(d);
  d = player_join(&p, "pass-0000000000000000", l.token);
  assert_non_null(strstr(word(d, "error.text"), "open it again"));
  cJSON_Delete(d);
  cJSON_Delete(player_join(&p, l.id, l.token));
  static const char *const not_here[] = {"think\",\"bot\":\"random",
                                         "save",
                                         "chat\",\"text\":\"x",
                                         "abandon",
                                         "new",
                                         "view\",\"side\":\"all",
                                         "view\",\"side\":\"soviet"};
  for (size_t i = 0; i < sizeof not_here / sizeof *not_here; i++) {
    d = player_ask(&p, "{\"cmd\":\"%s\"}", not_here[i]);
    if (cJSON_IsTrue(at(d, "ok")))
      fail_msg("%s was answered", not_here[i]);
    cJSON_Delete(d);
  }
  d = player_ask(&p, "{\"cmd\":\"do\",\"action\":\"commit\",\"seq\":4711}");
  assert_string_equal(word(d, "error.code"), "stale");
  cJSON_Delete(d);
  struct letter again = lay(0, file); /* laid down once more: the old table is cleared */
  d = player_ask(&p, "{\"cmd\":\"view\"}");
  assert_string_equal(word(d, "error.code"), "state");
  cJSON_Delete(d);
  d = player_join(&p, again.id, l.token);
  assert_string_equal(word(d, "error.code"), "seat");
  cJSON_Delete(d);
  for (int i = 0; i < 20; i++)
    new_letter(0, "sealed"); /* many: those nobody looks at make way */
  player_close(&p);
  free(file);
}
/* Another program on this machine does not know what `play` has printed. */
static void not_without_the_key(void **state) {
  (void)state;
  static const char *const wrong[] = {NULL, "Authorization: Bearer x\r\n",
                                      "Authorization: Bearer 00000000000000000000000000000000\r\n"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    struct http_answer a =
        http_do(&S[0], "POST", "/api/pass", wrong[i], "{\"file\":\"salient-pass 1\\n\"}");
    assert_int_equal(a.status, 403);
    http_done(&a);
  }
}
/* A server of somebody else's has no key of mine. */
static void not_on_a_server(void **state) {
  (void)state;
  struct test_server other = {0};
  server_folder(&other);
  server_start(&other, NULL);
  struct http_answer a =
      http_do(&other, "POST", "/api/pass", NULL, "{\"file\":\"salient-pass 1\\n\"}");
  assert_int_equal(a.status, 409);
  assert_non_null(strstr(word(a.doc, "error.text"), "his key must not leave his machine"));
  http_done(&a);
  a = http_do(&other, "GET", "/api/games", NULL, NULL);
  assert_false(cJSON_IsTrue(at(a.doc, "pass")));
  http_done(&a);
  server_stop(&other);
  server_clean(&other);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(whole_games), cmocka_unit_test(bad_files), cmocka_unit_test(only_mine),
      cmocka_unit_test(not_without_the_key), cmocka_unit_test(not_on_a_server)};
  return cmocka_run_group_tests_name("server.letter", tests, begin, end);
}
