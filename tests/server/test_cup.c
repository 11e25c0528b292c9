/* test_cup.c - cups on a real server: computers to the end, twice and through a crash; people with
 * deadlines, vacations and a referee. */
#include "rivals.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "server/store.h"

static struct test_server S;
static int begin(void **state) {
  (void)state;
  server_folder(&S);
  /* one process that thinks: what the bots remember of their games is there in every round */
  server_start(&S, "--workers", "1", NULL);
  return 0;
}
static int end(void **state) {
  (void)state;
  server_clean(&S);
  return 0;
}
static const char *path_of(const char *id, const char *what) {
  static char path[80];
  snprintf(path, sizeof path, "/api/cups/%s%s", id, what);
  return path;
}
static void cup_by(const struct rival *p, char id[20], const char *more) {
  cJSON *d = rival_ask(
      &S, p, "POST", "/api/cups",
      "{\"name\":\"Spring, cup\",\"game\":\"nullgame\",\"scenario\":\"lesson\",%s}", more);
  snprintf(id, 20, "%s", word(d, "id"));
  cJSON_Delete(d);
}
static cJSON *look(const char *id) {
  return rival_ask(&S, NULL, "GET", path_of(id, ""), NULL);
}
static bool is_over(const char *id) {
  cJSON *d = look(id);
  bool over = !strcmp(word(d, "state"), "over");
  cJSON_Delete(d);
  return over;
}
static void wait_over(const char *id) {
  for (int i = 0; i < 2400 && !is_over(id); i++)
    usleep(50000);
  assert_true(is_over(id));
}
/* The table as one text: everything but ids. malloc'd. */
static char *table_of(const char *id) {
  cJSON *d = look(id);
  char *text = cJSON_PrintUnformatted(at(d, "table"));
  cJSON_Delete(d);
  return text;
}
static const cJSON *game_at(const cJSON *cup, int round, int pair, int leg) {
  const cJSON *play = cJSON_GetArrayItem(cJSON_GetArrayItem(at(cup, "rounds"), round), pair);
  return cJSON_GetArrayItem(at(play, "games"), leg);
}

/* ---- eight computers, twice */
/* More of those that play at random: between the others the side decides nearly every game, and the
 * tables of two seeds could be alike. */
static void enter_bots(const struct rival *p, const char *id, int n) {
  static const char *const bot[] = {"greedy", "random", "random", "random"};
  for (int i = 0; i < n; i++)
    cJSON_Delete(rival_ask(&S, p, "POST", path_of(id, "/enter"), "{\"bot\":\"%s\"}", bot[i % 4]));
}
static char *play_bots(const struct rival *p, int n, const char *seed, bool crash) {
  char id[20];
  char more[120];
  snprintf(more, sizeof more, "\"form\":\"swiss\",\"size\":%d,\"seed\":\"%s\"", n, seed);
  cup_by(p, id, more);
  enter_bots(p, id, n);
  cJSON_Delete(rival_ask(&S, p, "POST", path_of(id, "/start"), "{}"));
  for (int i = 0; i < 3 && crash && !is_over(id); i++) {
    usleep(150000);
    server_kill(&S);
    server_start(&S, "--workers", "1", NULL);
  }
  wait_over(id);
  return table_of(id);
}
static void same_table(void **state) {
  (void)state;
  struct rival owner = rival_new(&S, "Owner", NULL);
  char *first = play_bots(&owner, 8, "one", false);
  char *again = play_bots(&owner, 8, "one", false);
  char *other = play_bots(&owner, 8, "two", false);
  assert_string_equal(first, again);
  assert_string_not_equal(first, other);
  assert_non_null(strstr(first, "\"place\":8"));
  free(first);
  free(again);
  free(other);
}
/* Killed three times on the way: every game is played once, and the cup comes to its end. */
static void through_crashes(void **state) {
  (void)state;
  struct rival owner = rival_new(&S, "Owner", NULL);
  char *table = play_bots(&owner, 4, "one", true);
  cJSON *rows = cJSON_Parse(table);
  const cJSON *row;
  int games = 0;
  cJSON_ArrayForEach(row, rows) {
    games += at(row, "won")->valueint + at(row, "drawn")->valueint + at(row, "lost")->valueint;
  }
  assert_int_equal(games, 2 * 2 * 2 * 2); /* rounds, pairs, games, both players of each */
  cJSON_Delete(rows);
  free(table);
  char out[4096];
  server_stop(&S);
  assert_int_equal(run_salient(out, sizeof out, "verify", S.db, NULL), 0);
}

/* ---- people */
static void abandon(const struct rival *who, const cJSON *game) {
  rival_says(&S, who, word(game, "id"), "{\"cmd\":\"abandon\"}");
}
static void wait_rounds(const char *id, int n) {
  for (int i = 0; i < 200; i++) {
    cJSON *d = look(id);
    int have = cJSON_GetArraySize(at(d, "rounds"));
    const cJSON *last = game_at(d, n - 1, 0, 1);
    bool made = have >= n && last && word(last, "id")[0];
    cJSON_Delete(d);
    if (made)
      return;
    usleep(50000);
  }
  fail_msg("round %d does not begin", n);
}
static void knockout(void **state) {
  (void)state;
  char id[20];
  char more[200];
  char why[300];
  struct rival who[4] = {rival_new(&S, "Paul", NULL), rival_new(&S, "Quirin", NULL),
                         rival_new(&S, "Rosa", NULL), rival_new(&S, "Sonja", NULL)};
  snprintf(more, sizeof more, "\"form\":\"knockout\",\"size\":4,\"days\":7,\"rated\":true,%s",
           CLOCK);
  cup_by(&who[0], id, more);
  rival_refused(&S, NULL, "POST", path_of(id, "/enter"), "{}", why);
  assert_non_null(strstr(why, "Sign in"));
  rival_refused(&S, &who[0], "POST", path_of(id, "/start"), "{}", why);
  assert_non_null(strstr(why, "needs 4"));
  for (int i = 0; i < 4; i++)
    cJSON_Delete(rival_ask(&S, &who[i], "POST", path_of(id, "/enter"), "{}"));
  rival_refused(&S, &who[1], "POST", path_of(id, "/enter"), "{}", why);
  assert_non_null(strstr(why, "full"));
  rival_refused(&S, &who[1], "POST", path_of(id, "/start"), "{}", why);
  assert_non_null(strstr(why, "Only the referee"));
  cJSON_Delete(rival_ask(&S, &who[0], "POST", path_of(id, "/start"), "{}"));
  wait_rounds(id, 1);
  /* Paul meets Sonja, Quirin meets Rosa; a vacation moves the deadline of one pair */
  cJSON *d = look(id);
  const cJSON *pair = cJSON_GetArrayItem(cJSON_GetArrayItem(at(d, "rounds"), 0), 0);
  assert_string_equal(word(pair, "a"), "Paul");
  assert_string_equal(word(pair, "b"), "Sonja");
  assert_null(at(pair, "yours")); /* nobody asked */
  double until = at(pair, "until")->valuedouble;
  cJSON_Delete(rival_ask(&S, &who[3], "POST", path_of(id, "/vacation"), "{\"days\":3}"));
  rival_refused(&S, &who[3], "POST", path_of(id, "/vacation"), "{\"days\":12}", why);
  assert_non_null(strstr(why, "11 days"));
  cJSON *later = rival_ask(&S, &who[3], "GET", path_of(id, ""), NULL);
  assert_int_equal(at(later, "you.vacation")->valueint, 11);
  assert_string_equal(
      word(cJSON_GetArrayItem(cJSON_GetArrayItem(at(later, "rounds"), 0), 0), "yours"), "b");
  pair = cJSON_GetArrayItem(cJSON_GetArrayItem(at(later, "rounds"), 0), 0);
  assert_true(at(pair, "until")->valuedouble == until + 3 * 86400000.0);
  char path[64];
  snprintf(path, sizeof path, "/api/games/%s", word(game_at(d, 0, 0, 0), "id"));
  cJSON *info = rival_ask(&S, NULL, "GET", path, NULL);
  assert_true(at(info, "time.left_ms.soviet")->valuedouble > 3 * 86400000.0);
  assert_true(at(info, "time.left_ms.german")->valuedouble < 86400000.0);
  cJSON_Delete(info);
  cJSON_Delete(later);
  struct http_answer cal = http_do(&S, "GET", path_of(id, "/ical"), NULL, NULL);
  assert_non_null(strstr(cal.text, "SUMMARY:Spring\\, cup\\, round 1: Paul and Sonja"));
  http_done(&cal);
  /* nobody decides a game that has time */
  char body[100];
  snprintf(body, sizeof body, "{\"game\":\"%s\",\"winner\":\"german\"}",
           word(game_at(d, 0, 1, 0), "id"));
  rival_refused(&S, &who[0], "POST", path_of(id, "/rule"), body, why);
  assert_non_null(strstr(why, "has time"));
  for (int leg = 0; leg < 2; leg++) {
    abandon(&who[3], game_at(d, 0, 0, leg));
    abandon(&who[leg + 1], game_at(d, 0, 1, leg)); /* one each: the better seed goes on */
  }
  cJSON_Delete(d);
  wait_rounds(id, 2);
  d = look(id);
  pair = cJSON_GetArrayItem(cJSON_GetArrayItem(at(d, "rounds"), 1), 0);
  assert_string_equal(word(pair, "a"), "Paul");
  assert_string_equal(word(pair, "b"), "Quirin");
  abandon(&who[0], game_at(d, 1, 0, 0));
  abandon(&who[0], game_at(d, 1, 0, 1));
  cJSON_Delete(d);
  wait_over(id);
  d = look(id);
  assert_string_equal(word(cJSON_GetArrayItem(at(d, "table"), 0), "name"), "Quirin");
  assert_string_equal(word(cJSON_GetArrayItem(at(d, "table"), 1), "name"), "Paul");
  cJSON_Delete(d);
  d = rival_ask(&S, NULL, "GET", "/api/player/quirin", NULL);
  assert_int_equal(cJSON_GetArraySize(at(d, "history")), 4); /* its games were rated */
  cJSON_Delete(d);
}

/* ---- a referee */
static void wait_adjourned(const char *id, int pair, int leg) {
  for (int i = 0; i < 400; i++) {
    cJSON *d = look(id);
    const cJSON *how = at(game_at(d, 0, pair, leg), "how");
    bool yes = how && !strcmp(how->valuestring, "adjourned");
    cJSON_Delete(d);
    if (yes)
      return;
    usleep(50000);
  }
  fail_msg("the game goes on");
}
/* A finished review beside a game, as the reviewer leaves it. */
static void put_review(const char *game, const char *text) {
  char why[256];
  char key[40];
  struct store_game g;
  assert_int_equal(server_stop(&S), 0);
  struct store *store = store_open(S.db, STORE_SERVE, why);
  assert_non_null(store);
  assert_int_equal(store_game_read(store, game, &g), STORE_OK);
  snprintf(key, sizeof key, "review/%lld", (long long)g.num);
  store_game_clear(&g);
  assert_int_equal(store_begin(store), STORE_OK);
  assert_int_equal(store_note_put(store, key, text, strlen(text)), STORE_OK);
  assert_int_equal(store_commit(store), STORE_OK);
  store_close(store);
  server_start(&S, "--workers", "1", NULL);
}
/* After the first turn everything lies open, and the referee decides. */
static void adjudication(void **state) {
  (void)state;
  char id[20];
  char why[300];
  char body[100];
  struct rival judge = rival_new(&S, "Judge", NULL);
  struct rival other = rival_new(&S, "Other", NULL);
  cup_by(&judge, id, "\"form\":\"robin\",\"size\":4,\"turn\":1,\"seed\":\"x\"");
  rival_refused(&S, &other, "POST", path_of(id, "/enter"), "{\"bot\":\"random\"}", why);
  rival_refused(&S, &other, "POST", path_of(id, "/enter"), "{}", why);
  assert_non_null(strstr(why, "only computers"));
  enter_bots(&judge, id, 4);
  cJSON_Delete(rival_ask(&S, &judge, "POST", path_of(id, "/start"), "{}"));
  wait_adjourned(id, 0, 0);
  wait_adjourned(id, 1, 1);
  /* only the referee is told that a verdict is his to give */
  cJSON *d = rival_ask(&S, &judge, "GET", path_of(id, ""), NULL);
  assert_true(cJSON_IsTrue(at(d, "you.referee")));
  assert_true(cJSON_IsTrue(at(game_at(d, 0, 0, 0), "judge")));
  cJSON_Delete(d);
  d = rival_ask(&S, &other, "GET", path_of(id, ""), NULL);
  assert_false(cJSON_IsTrue(at(d, "you.referee")));
  assert_null(at(game_at(d, 0, 0, 0), "judge"));
  cJSON_Delete(d);
  d = look(id);
  const char *game = word(game_at(d, 0, 0, 0), "id");
  snprintf(body, sizeof body, "{\"game\":\"%s\",\"winner\":\"soviet\"}", game);
  rival_refused(&S, &other, "POST", path_of(id, "/rule"), body, why);
  cJSON_Delete(rival_ask(&S, &judge, "POST", path_of(id, "/rule"), "%s", body));
  rival_refused(&S, &judge, "POST", path_of(id, "/rule"), body, why);
  assert_non_null(strstr(why, "over"));
  cJSON *now = look(id);
  assert_int_equal(at(game_at(now, 0, 0, 0), "score")->valueint, 0); /* a was German */
  assert_string_equal(word(game_at(now, 0, 0, 0), "how"), "judged");
  cJSON_Delete(now);
  game = word(game_at(d, 0, 1, 1), "id");
  snprintf(body, sizeof body, "{\"game\":\"%s\",\"winner\":\"review\"}", game);
  rival_refused(&S, &judge, "POST", path_of(id, "/rule"), body, why);
  assert_non_null(strstr(why, "no review"));
  put_review(game, "R {\"points\":[{\"chance\":{\"german\":0.9,\"soviet\":0.1}},"
                   "{\"chance\":{\"german\":0.2,\"soviet\":0.75,\"draw\":0.05}}]}");
  now = rival_ask(&S, &judge, "POST", path_of(id, "/rule"), "%s", body);
  assert_int_equal(at(game_at(now, 0, 1, 1), "score")->valueint, 2); /* a was Soviet */
  cJSON_Delete(now);
  cJSON_Delete(d);
}
static void refusals(void **state) {
  (void)state;
  static const char *const bad[] = {
      "{}", "{\"name\":\"x\",\"form\":\"league\",\"game\":\"nullgame\",\"scenario\":\"lesson\"}",
      "{\"name\":\"x\",\"form\":\"robin\",\"size\":3,\"game\":\"nullgame\",\"scenario\":"
      "\"lesson\"}",
      "{\"name\":\"x\",\"form\":\"robin\",\"size\":17,\"game\":\"nullgame\",\"scenario\":"
      "\"lesson\"}",
      "{\"name\":\"x\",\"form\":\"robin\",\"game\":\"nullgame\",\"scenario\":\"none\"}",
      "{\"name\":\"\",\"form\":\"robin\",\"game\":\"nullgame\",\"scenario\":\"lesson\"}",
      /* a line of its own in the calendar, and writing that runs backwards */
      "{\"name\":\"x\\r\\nEND:VEVENT\",\"form\":\"robin\",\"game\":\"nullgame\",\"scenario\":"
      "\"lesson\"}",
      "{\"name\":\"x\\u202ey\",\"form\":\"robin\",\"game\":\"nullgame\",\"scenario\":\"lesson\"}"};
  char why[300];
  struct rival p = rival_new(&S, "Maker", NULL);
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    rival_refused(&S, &p, "POST", "/api/cups", bad[i], why);
  rival_refused(&S, NULL, "POST", "/api/cups",
                "{\"name\":\"x\",\"form\":\"robin\",\"game\":\"nullgame\",\"scenario\":\"lesson\"}",
                why);
  assert_non_null(strstr(why, "Sign in"));
  rival_refused(&S, &p, "GET", "/api/cups/none", NULL, why);
  rival_refused(&S, &p, "POST", "/api/cups/none/enter", "{}", why);
}
int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(same_table, begin, end),
      cmocka_unit_test_setup_teardown(through_crashes, begin, end),
      cmocka_unit_test_setup_teardown(knockout, begin, end),
      cmocka_unit_test_setup_teardown(adjudication, begin, end),
      cmocka_unit_test_setup_teardown(refusals, begin, end),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
