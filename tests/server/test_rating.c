/* test_rating.c - rated games: who may play one, what its end does to both ratings, and who cannot
 * farm them. */
#include "rivals.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct test_server S;

static int begin(void **state) {
  (void)state;
  server_folder(&S);
  return 0;
}
static int end(void **state) {
  (void)state;
  server_clean(&S);
  return 0;
}
/* The row of a player in a ladder; -1: he is not in it. */
static int rating_of(const char *pool, const char *name) {
  cJSON *d = rival_ask(&S, NULL, "GET", "/api/ladder/nullgame", NULL);
  int rating = -1;
  const cJSON *row;
  cJSON_ArrayForEach(row, at(d, pool)) {
    if (!strcmp(word(row, "name"), name))
      rating = at(row, "rating")->valueint;
  }
  cJSON_Delete(d);
  return rating;
}
static cJSON *rated_of(const char *id) {
  char path[64];
  snprintf(path, sizeof path, "/api/games/%s", id);
  return rival_ask(&S, NULL, "GET", path, NULL);
}

/* ---- a game, its end, a crash after it, and what is shown */
static void both_move(void **state) {
  (void)state;
  char id[20];
  server_start(&S, NULL);
  struct rival anna = rival_new(&S, "Anna", NULL);
  struct rival boris = rival_new(&S, "Boris", NULL);
  rivals_play(&S, &anna, &boris, false, id); /* the Soviet wins, as the odds have it */
  server_kill(&S);
  server_start(&S, NULL);
  int up = rating_of("people", "Boris");
  int down = rating_of("people", "Anna");
  assert_true(up > 1500);
  assert_true(up < 1662); /* an even game would give a newcomer 162 */
  assert_int_equal(up - 1500, 1500 - down);
  cJSON *d = rated_of(id);
  assert_true(cJSON_IsTrue(at(d, "rated.counted")));
  assert_int_equal(at(d, "rated.soviet.from")->valueint, 1500);
  assert_int_equal(at(d, "rated.soviet.to")->valueint, up);
  cJSON_Delete(d);
  d = rival_ask(&S, NULL, "GET", "/api/player/boris", NULL);
  assert_string_equal(word(d, "name"), "Boris");
  assert_true(cJSON_IsTrue(at(cJSON_GetArrayItem(at(d, "ratings"), 0), "provisional")));
  const cJSON *one = cJSON_GetArrayItem(at(d, "history"), 0);
  assert_string_equal(word(one, "id"), id);
  assert_string_equal(word(one, "foe"), "Anna");
  assert_string_equal(word(one, "result"), "won");
  cJSON_Delete(d);
  /* what is written again after the end does not count again */
  char path[64];
  snprintf(path, sizeof path, "/api/games/%s/rematch", id);
  cJSON_Delete(rival_ask(&S, &anna, "POST", path, "{}"));
  assert_int_equal(rating_of("people", "Boris"), up);
  assert_int_equal(rating_of("bots", "Boris"), -1);
}
/* The same win is worth more against the odds: the lesson favours the Soviet. */
static void sides_differ(void **state) {
  (void)state;
  char id[20];
  server_start(&S, NULL);
  struct rival who[4] = {rival_new(&S, "Clara", NULL), rival_new(&S, "Dmitri", NULL),
                         rival_new(&S, "Emil", NULL), rival_new(&S, "Fjodor", NULL)};
  rivals_play(&S, &who[0], &who[1], true, id);
  rivals_play(&S, &who[2], &who[3], false, id);
  int as_german = rating_of("people", "Clara");
  int as_soviet = rating_of("people", "Fjodor");
  assert_true(as_soviet > 1500);
  assert_true(as_german > as_soviet + 20);
}
/* Against the computer the other ladder moves, and the computer's own rating with it. */
static void bots_apart(void **state) {
  (void)state;
  server_start(&S, NULL);
  struct rival gero = rival_new(&S, "Gero", NULL);
  cJSON *made = rival_ask(&S, &gero, "POST", "/api/games",
                          "{\"game\":\"nullgame\",\"scenario\":\"lesson\",\"rated\":true,%s,"
                          "\"seats\":{\"german\":\"me\",\"soviet\":\"bot:random\"}}",
                          CLOCK);
  char id[20];
  snprintf(id, sizeof id, "%s", word(made, "id"));
  cJSON_Delete(made);
  char path[64];
  char why[300];
  snprintf(path, sizeof path, "/api/games/%s", id);
  assert_non_null(strstr(rival_refused(&S, &gero, "DELETE", path, NULL, why), "before it is over"));
  rival_says(&S, &gero, id, "{\"cmd\":\"abandon\"}");
  assert_int_equal(rating_of("people", "Gero"), -1);
  assert_true(rating_of("bots", "Gero") < 1400);
  assert_true(rating_of("bots", "random") > 1600);
}
static void refusals(void **state) {
  (void)state;
  static const struct {
    const char *more, *says;
  } bad[] = {
      {"\"seats\":{\"german\":\"me\",\"soviet\":\"open\"}", "needs a clock"},
      {"\"clock\":{\"bank\":60,\"timeout\":\"bot\"},\"seats\":{\"german\":\"me\",\"soviet\":"
       "\"open\"}",
       "needs a clock"},
      {"\"clock\":{\"bank\":60},\"seats\":{\"german\":\"hotseat\",\"soviet\":\"hotseat\"}",
       "a hot seat"},
      {"\"clock\":{\"bank\":60},\"seats\":{\"german\":\"me\",\"soviet\":\"me\"}", "himself"},
      {"\"clock\":{\"bank\":60},\"dice\":\"typed\",\"seats\":{\"german\":\"me\",\"soviet\":"
       "\"open\"}",
       "the server's dice"},
  };
  char body[400];
  char why[300];
  char path[64];
  server_start(&S, NULL);
  struct rival hans = rival_new(&S, "Hans", NULL);
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    snprintf(body, sizeof body, "{\"game\":\"nullgame\",\"scenario\":\"lesson\",\"rated\":true,%s}",
             bad[i].more);
    rival_refused(&S, &hans, "POST", "/api/games", body, why);
    if (!strstr(why, bad[i].says))
      fail_msg("%s: %s", body, why);
  }
  snprintf(body, sizeof body,
           "{\"game\":\"nullgame\",\"scenario\":\"lesson\",\"rated\":true,%s,"
           "\"seats\":{\"german\":\"me\",\"soviet\":\"open\"}}",
           CLOCK);
  assert_non_null(strstr(rival_refused(&S, NULL, "POST", "/api/games", body, why), "sign in"));
  cJSON *made = rival_ask(&S, &hans, "POST", "/api/games", "%s", body);
  snprintf(path, sizeof path, "/api/games/%s/join", word(made, "id"));
  assert_non_null(strstr(rival_refused(&S, NULL, "POST", path, "{}", why), "sign in"));
  assert_non_null(strstr(rival_refused(&S, &hans, "POST", path, "{}", why), "against himself"));
  struct player line;
  player_open(&line, &S, hans.head);
  cJSON_Delete(player_join(&line, word(made, "id"), ""));
  cJSON *said = player_ask(&line, "{\"cmd\":\"think\",\"bot\":\"greedy\"}");
  assert_non_null(strstr(word(said, "error.text"), "no advice"));
  cJSON_Delete(said);
  player_close(&line);
  cJSON_Delete(made);
  rival_refused(&S, NULL, "GET", "/api/ladder/chess", NULL, why);
  rival_refused(&S, NULL, "GET", "/api/player/nobody", NULL, why);
}

/* ---- farming */
static bool counted(const char *id, const char *why) {
  cJSON *d = rated_of(id);
  bool yes = cJSON_IsTrue(at(d, "rated.counted"));
  if (!yes && !strstr(word(d, "rated.why"), why))
    fail_msg("not counted because: %s", word(d, "rated.why"));
  cJSON_Delete(d);
  return yes;
}
/* Two accounts behind one address: one game a week, also with a third name; an IPv6 household is
 * one address. From elsewhere it counts. */
static void one_address(void **state) {
  (void)state;
  char id[20];
  server_start(&S, "--behind-proxy", NULL);
  struct rival ida = rival_new(&S, "Ida", "192.0.2.7");
  struct rival jan = rival_new(&S, "Jan", "192.0.2.7");
  struct rival kim = rival_new(&S, "Kim", "192.0.2.7");
  struct rival far = rival_new(&S, "Far", "198.51.100.9");
  rivals_play(&S, &ida, &jan, true, id);
  assert_true(counted(id, ""));
  int had = rating_of("people", "Ida");
  rivals_play(&S, &ida, &jan, true, id);
  assert_false(counted(id, "one address"));
  rivals_play(&S, &ida, &kim, true, id);
  assert_false(counted(id, "one address"));
  assert_int_equal(rating_of("people", "Ida"), had);
  rivals_play(&S, &ida, &far, true, id);
  assert_true(counted(id, ""));
  struct rival lea = rival_new(&S, "Lea", "2001:db8:1:2::3");
  struct rival max = rival_new(&S, "Max", "2001:db8:1:2:ffff::4");
  rivals_play(&S, &lea, &max, true, id);
  assert_true(counted(id, ""));
  rivals_play(&S, &lea, &max, true, id);
  assert_false(counted(id, "one address"));
}
/* The same two, over and over on one day. */
static void one_pair(void **state) {
  (void)state;
  char id[20];
  server_start(&S, NULL);
  struct rival nora = rival_new(&S, "Nora", NULL);
  struct rival otto = rival_new(&S, "Otto", NULL);
  int counting = 0;
  for (int i = 0; i < 6; i++) {
    rivals_play(&S, &nora, &otto, i % 2, id);
    counting += counted(id, "rated games today");
  }
  assert_true(counting == 4 || counting == 6); /* 6: midnight came between them */
}
int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(both_move, begin, end),
      cmocka_unit_test_setup_teardown(sides_differ, begin, end),
      cmocka_unit_test_setup_teardown(bots_apart, begin, end),
      cmocka_unit_test_setup_teardown(refusals, begin, end),
      cmocka_unit_test_setup_teardown(one_address, begin, end),
      cmocka_unit_test_setup_teardown(one_pair, begin, end),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
