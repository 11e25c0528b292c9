/* test_seek.c - looking for a game: offered, found, accepted once, taken back. */
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
struct offer {
  char id[20], token[64], head[100];
};
static struct offer offer_by(const struct rival *p, const char *more) {
  struct offer o;
  cJSON *d = rival_ask(&S, p, "POST", "/api/seeks",
                       "{\"game\":\"nullgame\",\"scenario\":\"lesson\"%s}", more);
  snprintf(o.id, sizeof o.id, "%s", word(d, "id"));
  snprintf(o.token, sizeof o.token, "%s", word(d, "token"));
  snprintf(o.head, sizeof o.head, "Authorization: Bearer %s\r\n", o.token);
  cJSON_Delete(d);
  return o;
}
static int seeks_open(const struct rival *p) {
  cJSON *d = rival_ask(&S, p, "GET", "/api/seeks", NULL);
  int n = cJSON_GetArraySize(at(d, "seeks"));
  cJSON_Delete(d);
  return n;
}
static char *path_of(const struct offer *o, const char *what) {
  static char path[80];
  snprintf(path, sizeof path, "/api/seeks/%s%s", o->id, what);
  return path;
}
/* Guests: the seek's token is the seat's, also after a restart; the side is the one asked for. */
static void guests(void **state) {
  (void)state;
  struct offer o = offer_by(NULL, ",\"side\":\"soviet\",\"name\":\"Guest One\"");
  assert_int_equal(seeks_open(NULL), 1);
  server_kill(&S);
  server_start(&S, NULL);
  cJSON *list = rival_ask(&S, NULL, "GET", "/api/seeks", NULL);
  const cJSON *one = cJSON_GetArrayItem(at(list, "seeks"), 0);
  assert_string_equal(word(one, "name"), "Guest One");
  assert_string_equal(word(one, "side"), "soviet");
  char *text = cJSON_PrintUnformatted(list);
  assert_null(strstr(text, o.token));
  cJSON_free(text);
  cJSON_Delete(list);
  cJSON *got = rival_ask(&S, NULL, "POST", path_of(&o, "/accept"), "{\"name\":\"Guest Two\"}");
  assert_string_equal(word(got, "side"), "german");
  assert_int_equal(seeks_open(NULL), 0);
  struct http_answer a = http_do(&S, "GET", path_of(&o, ""), o.head, NULL);
  const cJSON *mine = cJSON_GetArrayItem(at(a.doc, "seeks"), 0);
  assert_string_equal(word(mine, "made"), word(got, "id"));
  assert_string_equal(word(mine, "seat"), "soviet");
  http_done(&a);
  struct player p[2];
  const char *token[2] = {word(got, "seats.german"), o.token};
  for (int side = 0; side < 2; side++) {
    player_open(&p[side], &S, NULL);
    cJSON *j = player_join(&p[side], word(got, "id"), token[side]);
    assert_string_equal(word(j, "side"), side ? "soviet" : "german");
    assert_string_equal(word(j, "presence.german.name"), "Guest Two");
    assert_string_equal(word(j, "presence.soviet.name"), "Guest One");
    cJSON_Delete(j);
  }
  player_close(&p[0]);
  player_close(&p[1]);
  cJSON_Delete(got);
}
/* Two take the same one in the same moment: one game. */
static void one_wins(void **state) {
  (void)state;
  struct offer o = offer_by(NULL, "");
  int fd[4];
  int won = 0;
  for (int i = 0; i < 4; i++)
    fd[i] = wsc_dial(&S.url);
  for (int i = 0; i < 4; i++)
    dprintf(fd[i],
            "POST %s HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
            "Content-Length: 2\r\n\r\n{}",
            path_of(&o, "/accept"));
  for (int i = 0; i < 4; i++) {
    int status = wsc_http_read(fd[i], NULL, 0, NULL);
    won += status == 200;
    if (status != 200 && status != 409)
      fail_msg("status %d", status);
    close(fd[i]);
  }
  assert_int_equal(won, 1);
  cJSON *all = rival_ask(&S, NULL, "GET", "/api/lobby", NULL);
  assert_int_equal(cJSON_GetArraySize(at(all, "games")), 0); /* it is the two players' own */
  cJSON_Delete(all);
}
static void rated(void **state) {
  (void)state;
  char why[300];
  char more[200];
  struct rival ada = rival_new(&S, "Ada", NULL);
  struct rival ben = rival_new(&S, "Ben", NULL);
  snprintf(more, sizeof more, ",\"rated\":true,\"least\":1400,\"most\":1600,%s", CLOCK);
  struct offer o = offer_by(&ada, more);
  cJSON *list = rival_ask(&S, &ben, "GET", "/api/seeks", NULL);
  const cJSON *one = cJSON_GetArrayItem(at(list, "seeks"), 0);
  assert_true(cJSON_IsTrue(at(one, "rated")));
  assert_true(cJSON_IsTrue(at(one, "provisional")));
  assert_int_equal(at(one, "rating")->valueint, 1500);
  cJSON_Delete(list);
  rival_refused(&S, NULL, "POST", path_of(&o, "/accept"), "{}", why);
  assert_non_null(strstr(why, "sign in"));
  rival_refused(&S, &ada, "POST", path_of(&o, "/accept"), "{}", why);
  assert_non_null(strstr(why, "your own"));
  cJSON *got = rival_ask(&S, &ben, "POST", path_of(&o, "/accept"), "{}");
  char id[20];
  snprintf(id, sizeof id, "%s", word(got, "id"));
  cJSON_Delete(got);
  rival_says(&S, &ada, id, "{\"cmd\":\"abandon\"}"); /* by the account, without a token */
  cJSON *ladder = rival_ask(&S, NULL, "GET", "/api/ladder/nullgame", NULL);
  assert_string_equal(word(cJSON_GetArrayItem(at(ladder, "people"), 0), "name"), "Ben");
  cJSON_Delete(ladder);
  o = offer_by(&ada, more);
  rival_refused(&S, &ben, "POST", path_of(&o, "/accept"), "{}", why);
  assert_non_null(strstr(why, "rated 1400 to 1600"));
  rival_refused(&S, &ben, "POST", path_of(&o, "/drop"), "{}", why);
  cJSON_Delete(rival_ask(&S, &ada, "POST", path_of(&o, "/drop"), "{}"));
  rival_refused(&S, &ben, "POST", path_of(&o, "/accept"), "{}", why);
}
static void refusals(void **state) {
  (void)state;
  static const char *const bad[] = {
      "{}",
      "{\"game\":\"chess\",\"scenario\":\"lesson\"}",
      "{\"game\":\"nullgame\",\"scenario\":\"none\"}",
      "{\"game\":\"nullgame\",\"scenario\":\"lesson\",\"side\":\"blue\"}",
      "{\"game\":\"nullgame\",\"scenario\":\"lesson\",\"options\":{\"no such\":1}}",
      "{\"game\":\"nullgame\",\"scenario\":\"lesson\",\"clock\":{\"bank\":0}}",
      "{\"game\":\"nullgame\",\"scenario\":\"lesson\",\"seats\":{}}",
      "{\"game\":\"nullgame\",\"scenario\":\"lesson\",\"rated\":true}",
      "{\"game\":\"nullgame\",\"scenario\":\"lesson\",\"least\":2000,\"most\":1000}"};
  char why[300];
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    rival_refused(&S, NULL, "POST", "/api/seeks", bad[i], why);
  assert_int_equal(seeks_open(NULL), 0);
  struct rival cid = rival_new(&S, "Cid", NULL);
  for (int i = 0; i < 5; i++)
    offer_by(&cid, "");
  rival_refused(&S, &cid, "POST", "/api/seeks", "{\"game\":\"nullgame\",\"scenario\":\"lesson\"}",
                why);
  assert_non_null(strstr(why, "5 games already"));
}
int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(guests, begin, end),
      cmocka_unit_test_setup_teardown(one_wins, begin, end),
      cmocka_unit_test_setup_teardown(rated, begin, end),
      cmocka_unit_test_setup_teardown(refusals, begin, end),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
