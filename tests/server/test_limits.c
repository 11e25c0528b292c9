/* test_limits.c - how much anybody may have of the server: per connection, per address, per game,
 * per account; and tokens that cannot be guessed. */
#include "client.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "server/limits.h"
#include "server/secret.h"
#include "server/store.h"

static struct test_server S;
static int end(void **state) {
  return (void)state, server_clean(&S), 0;
}
static int plain(void **state) {
  return (void)state, server_folder(&S), server_start(&S, "--most-lines", "12", NULL), 0;
}
static int limited(void **state) {
  return (void)state, server_folder(&S), server_start(&S, "--limit-loopback", NULL), 0;
}
#define BOTH "\"german\":\"hotseat\",\"soviet\":\"hotseat\""

static bool is_limit(const cJSON *d) {
  return at(d, "error") && !strcmp(word(d, "error.code"), "limit");
}

/* ---- one game */
static void watchers(void **state) {
  (void)state;
  static struct player p[LIMIT_WATCHERS + 1];
  struct made m = make_game(&S, BOTH, "");
  for (int i = 0; i <= LIMIT_WATCHERS; i++) {
    player_open(&p[i], &S, NULL);
    cJSON *j = player_join(&p[i], m.id, m.watch);
    assert_int_equal(is_limit(j), i == LIMIT_WATCHERS);
    cJSON_Delete(j);
  }
  /* the players' seats are still theirs */
  cJSON *j = player_join(&p[LIMIT_WATCHERS], m.id, m.german);
  assert_string_equal(word(j, "side"), "german");
  cJSON_Delete(j);
  player_close(&p[0]);
  usleep(100000);
  j = player_join(&p[LIMIT_WATCHERS], m.id, m.watch); /* a place is free again */
  assert_string_equal(word(j, "side"), "watch");
  cJSON_Delete(j);
  for (int i = 1; i <= LIMIT_WATCHERS; i++)
    player_close(&p[i]);
}
static void places_of_a_seat(void **state) {
  (void)state;
  static struct player p[LIMIT_SEAT_CONNS + 1];
  struct made m = make_game(&S, BOTH, "");
  for (int i = 0; i <= LIMIT_SEAT_CONNS; i++) {
    player_open(&p[i], &S, NULL);
    cJSON *j = player_join(&p[i], m.id, m.german);
    assert_int_equal(is_limit(j), i == LIMIT_SEAT_CONNS);
    cJSON_Delete(j);
    if (i < LIMIT_SEAT_CONNS)
      continue;
    j = player_join(&p[0], m.id, m.german); /* who is there may join again */
    assert_string_equal(word(j, "side"), "german");
    cJSON_Delete(j);
  }
  for (int i = 0; i <= LIMIT_SEAT_CONNS; i++)
    player_close(&p[i]);
}
static void actions_of_a_game(void **state) {
  (void)state;
  struct player p;
  struct made m = make_game(&S, BOTH, "");
  player_open(&p, &S, NULL);
  cJSON_Delete(player_join(&p, m.id, m.german));
  int done = 0;
  bool stopped = false;
  for (int i = 0; i < 20 && !stopped; i++) {
    cJSON *d = player_ask(&p, "{\"cmd\":\"do\",\"action\":\"stance %s\",\"seq\":%lld}",
                          i % 2 ? "hold" : "press", (long long)player_seq(&p));
    stopped = !cJSON_IsTrue(at(d, "ok"));
    done += !stopped;
    cJSON_Delete(d);
  }
  assert_int_equal(done, 12);
  cJSON *over =
      player_push(&p, "over"); /* a journal that is full ends the game, without a winner */
  assert_string_equal(word(over, "ended.how"), "full");
  assert_string_equal(word(over, "ended.winner"), "draw");
  cJSON_Delete(over);
  player_close(&p);
}
/* Doing and taking back for ever: taking back has a limit of its own, long before that. */
static void taking_back(void **state) {
  (void)state;
  struct player p;
  int undone = 0;
  bool limit = false;
  server_stop(&S);
  server_start(&S, "--most-lines", "400", NULL);
  struct made m = make_game(&S, BOTH, "");
  player_open(&p, &S, NULL);
  cJSON_Delete(player_join(&p, m.id, m.german));
  for (int i = 0; i < 60 && !limit; i++) {
    cJSON *d = player_ask(&p, "{\"cmd\":\"do\",\"action\":\"stance press\",\"seq\":%lld}",
                          (long long)player_seq(&p));
    assert_true(cJSON_IsTrue(at(d, "ok")));
    cJSON_Delete(d);
    d = player_ask(&p, "{\"cmd\":\"undo\"}");
    limit = is_limit(d);
    undone += cJSON_IsTrue(at(d, "ok"));
    cJSON_Delete(d);
    if (i != 10)
      continue;
    player_close(&p); /* it is remembered across a restart */
    server_stop(&S);
    server_start(&S, "--most-lines", "400", NULL);
    player_open(&p, &S, NULL);
    cJSON_Delete(player_join(&p, m.id, m.german));
  }
  assert_int_equal(undone, 400 / 20 + 1);
  cJSON *j = player_join(&p, m.id, m.soviet); /* the other side may still take back */
  cJSON *d = player_ask(&p, "{\"cmd\":\"do\",\"action\":\"stance press\",\"seq\":%lld}",
                        (long long)seq_of(j));
  cJSON_Delete(d);
  cJSON_Delete(j);
  player_close(&p);
}
static int flood(struct player *p, int n) { /* how many of n were too many */
  int refused = 0;
  for (int i = 0; i < n; i++)
    player_send(p, "{\"cmd\":\"result\"}");
  for (int i = 0; i < n; i++) {
    cJSON *d = player_answer(p);
    refused += is_limit(d);
    cJSON_Delete(d);
  }
  return refused;
}
static void messages_in_a_game(void **state) {
  (void)state;
  struct player p[3], other;
  struct made m = make_game(&S, BOTH, ""), quiet = make_game(&S, BOTH, "");
  int refused = 0;
  for (int i = 0; i < 3; i++) {
    player_open(&p[i], &S, NULL);
    cJSON_Delete(player_join(&p[i], m.id, i ? m.german : m.soviet));
  }
  player_open(&other, &S, NULL);
  cJSON_Delete(player_join(&other, quiet.id, quiet.german));
  for (int i = 0; i < 3; i++)
    /* 750 in all, none of them too many for its connection */
    for (int k = 0; k < 5; k++)
      refused += flood(&p[i], 50);
  assert_true(refused > 0);
  assert_int_equal(flood(&other, 20), 0); /* the game beside it is not hit */
  for (int i = 0; i < 3; i++)
    player_close(&p[i]);
  player_close(&other);
}
static void messages_of_a_connection(void **state) {
  (void)state;
  struct player p;
  player_open(&p, &S, NULL);
  int refused = 0;
  for (int i = 0; i < 400; i++)
    player_send(&p, "{\"cmd\":\"ping\"}");
  for (int i = 0; i < 400; i++) {
    cJSON *d = player_answer(&p);
    refused += is_limit(d);
    cJSON_Delete(d);
  }
  assert_true(refused > 20);
  player_close(&p);
}
static void new_games(void **state) {
  (void)state;
  int refused = 0;
  for (int i = 0; i < 45; i++) {
    struct http_answer a =
        http_do(&S, "POST", "/api/games", NULL,
                "{\"game\":\"nullgame\",\"scenario\":\"lesson\",\"seats\":{" BOTH "}}");
    refused += a.status == 429;
    if (a.status == 429)
      assert_string_equal(word(a.doc, "error.code"), "limit");
    http_done(&a);
  }
  assert_true(refused > 0);
}
/* ---- one account */
static void games_of_an_account(void **state) {
  (void)state;
  char head[4096], cookie[256];
  static const char body[] = "{\"name\":\"Collector\",\"passphrase\":\"correct horse\"}";
  char req[512];
  int fd = wsc_dial(&S.url), made = 0;
  snprintf(req, sizeof req,
           "POST /api/account HTTP/1.1\r\nHost: x\r\nContent-Type: "
           "application/json\r\nContent-Length: %zu\r\n\r\n%s",
           strlen(body), body);
  assert_true(write(fd, req, strlen(req)) > 0);
  assert_int_equal(wsc_http_read(fd, head, sizeof head, NULL), 200);
  const char *set = strstr(head, "set-cookie: salient=");
  snprintf(cookie, sizeof cookie, "Cookie: %.*s\r\n", (int)strcspn(set + 12, ";"), set + 12);
  char id[20] = "", path[64];
  for (int i = 0; i <= LIMIT_ACCOUNT_GAMES; i++) {
    char *text = NULL;
    int status =
        wsc_http(fd, &S.url, "POST", "/api/games", cookie,
                 "{\"game\":\"nullgame\",\"scenario\":\"lesson\",\"seats\":{" BOTH "}}", &text);
    made += status == 200;
    if (status == 200) {
      cJSON *d = cJSON_Parse(text);
      snprintf(id, sizeof id, "%s", word(d, "id"));
      cJSON_Delete(d);
    } else {
      assert_int_equal(status, 429);
    }
    free(text);
  }
  close(fd);
  assert_int_equal(made, LIMIT_ACCOUNT_GAMES);
  snprintf(path, sizeof path, "/api/games/%s", id);
  struct http_answer a = http_do(&S, "DELETE", path, cookie, NULL);
  assert_int_equal(a.status, 200);
  http_done(&a);
  a = http_do(&S, "POST", "/api/games", cookie,
              "{\"game\":\"nullgame\",\"scenario\":\"lesson\",\"seats\":{" BOTH "}}");
  assert_int_equal(a.status, 200); /* one gone, one made */
  http_done(&a);
}
static void sessions_of_an_account(void **state) {
  (void)state;
  char why[256], db[128];
  struct test_server s;
  server_folder(&s);
  snprintf(db, sizeof db, "%s/x.db", s.dir);
  struct store *st = store_open(db, STORE_SERVE, why);
  assert_non_null(st);
  assert_int_equal(store_begin(st), STORE_OK);
  for (int i = 0; i < LIMIT_SESSIONS + 5; i++) {
    uint8_t token[STORE_HASH] = {(uint8_t)(i + 1)};
    assert_int_equal(store_session_add(st, token, 7, 1000 + i, LIMIT_SESSIONS), STORE_OK);
  }
  uint8_t alien[STORE_HASH] = {200};
  assert_int_equal(store_session_add(st, alien, 8, 1, LIMIT_SESSIONS), STORE_OK);
  assert_int_equal(store_commit(st), STORE_OK);
  for (int i = 0; i < LIMIT_SESSIONS + 5; i++) {
    uint8_t token[STORE_HASH] = {(uint8_t)(i + 1)};
    int64_t account;
    /* the oldest have gone */
    assert_int_equal(store_session_read(st, token, 0, &account), i < 5 ? STORE_NONE : STORE_OK);
  }
  int64_t account;
  assert_int_equal(store_session_read(st, alien, 0, &account), STORE_OK);
  store_close(st);
  server_clean(&s);
}
static void an_account_like_an_address(void **state) {
  (void)state;
  struct limits *l = limits_new(false);
  char a[LIMIT_WHO], b[LIMIT_WHO];
  limits_account(1, a);
  limits_account(2, b);
  int taken = 0;
  for (int i = 0; i < 200; i++)
    taken += limits_take(l, a, LIMIT_CREATE, 1000);
  assert_true(taken > 0 && taken < 200);
  assert_true(limits_take(l, b, LIMIT_CREATE, 1000));
  for (int i = 0; i < LIMIT_PER_ADDRESS; i++)
    assert_true(limits_hold(l, a, HOLD_LINE));
  assert_false(limits_hold(l, a, HOLD_LINE));
  assert_true(limits_exempt(l, "127.0.0.1") && !limits_exempt(l, a) &&
              !limits_exempt(l, "192.0.2.1"));
  limits_free(l);
}
/* ---- tokens: 256 random bits, none twice, and a seat's opens nothing else */
static void tokens(void **state) {
  (void)state;
  enum { MANY = 40 };
  static char seen[MANY * 4][48];
  int n = 0, used[256] = {0};
  for (int i = 0; i < MANY; i++) {
    struct made m = make_game(&S, BOTH, "");
    const char *t[] = {m.german, m.soviet, m.watch, m.owner};
    for (int k = 0; k < 4; k++) {
      assert_int_equal(strlen(t[k]), TOKEN_TEXT - 1);
      for (const char *p = t[k]; *p; p++)
        used[(unsigned char)*p]++;
      for (int j = 0; j < n; j++)
        assert_string_not_equal(seen[j], t[k]);
      snprintf(seen[n++], sizeof *seen, "%s", t[k]);
    }
  }
  int letters = 0;
  for (int i = 0; i < 256; i++)
    letters += used[i] > 0;
  assert_int_equal(letters, 64); /* 43 letters of 64: 256 bits */
}

int main(void) {
  const struct CMUnitTest tests[] = {
#define P(name) cmocka_unit_test_setup_teardown(name, plain, end)
#define L(name) cmocka_unit_test_setup_teardown(name, limited, end)
      P(watchers),
      P(places_of_a_seat),
      P(actions_of_a_game),
      P(taking_back),
      P(games_of_an_account),
      P(tokens),
      L(messages_in_a_game),
      L(messages_of_a_connection),
      L(new_games),
      cmocka_unit_test(sessions_of_an_account),
      cmocka_unit_test(an_account_like_an_address),
  };
  return cmocka_run_group_tests_name("server.limits", tests, NULL, NULL);
}
