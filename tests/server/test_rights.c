/* test_rights.c - what belongs to whom: a game that two play, open seats, both seats of a rematch,
 * the database, the address behind a proxy, sessions, what is old. */
#include "client.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "server/store.h"

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
static struct http_answer ask_by(const char *method, const char *id, const char *what,
                                 const char *token, const char *body) {
  char path[64], head[128];
  snprintf(path, sizeof path, "/api/games/%s%s", id, what);
  snprintf(head, sizeof head, "Authorization: Bearer %s\r\n", token ? token : "");
  return http_do(&S, method, path, token ? head : NULL, body);
}
static int status_by(const char *method, const char *id, const char *what, const char *token,
                     const char *body) {
  struct http_answer a = ask_by(method, id, what, token, body);
  int status = a.status;
  http_done(&a);
  return status;
}

/* ---- a game that two play */
static void nobody_deletes_anothers_game(void **state) {
  (void)state;
  struct made m = make_game(&S, "\"german\":\"me\",\"soviet\":\"open\"", "");
  assert_int_equal(status_by("POST", m.id, "/join", NULL, "{}"), 200);
  assert_int_equal(status_by("DELETE", m.id, "", m.owner, NULL), 409);
  struct player p;
  player_open(&p, &S, NULL);
  cJSON_Delete(player_join(&p, m.id, m.german));
  cJSON_Delete(player_ask(&p, "{\"cmd\":\"abandon\"}"));
  player_close(&p);
  assert_int_equal(status_by("DELETE", m.id, "", m.owner, NULL), 409); /* nor when it is over */
  m = make_game(&S, "\"german\":\"me\",\"soviet\":\"open\"", "");
  assert_int_equal(status_by("DELETE", m.id, "", m.owner, NULL), 200); /* nobody has come */
  m = make_game(&S, "\"german\":\"me\",\"soviet\":\"bot:random\"", "");
  assert_int_equal(status_by("DELETE", m.id, "", m.owner, NULL), 200);
}
/* Asking for a rematch twice does not give both seats of it. */
static void one_seat_of_a_rematch(void **state) {
  (void)state;
  struct made m = make_game(&S, "\"german\":\"me\",\"soviet\":\"open\"", "");
  struct http_answer a = ask_by("POST", m.id, "/join", NULL, "{}");
  char soviet[48];
  snprintf(soviet, sizeof soviet, "%s", word(a.doc, "seats.soviet"));
  http_done(&a);
  struct player p;
  player_open(&p, &S, NULL);
  cJSON_Delete(player_join(&p, m.id, m.german));
  cJSON_Delete(player_ask(&p, "{\"cmd\":\"abandon\"}"));
  player_close(&p);
  a = ask_by("POST", m.id, "/rematch", m.german, "{}");
  assert_int_equal(a.status, 200);
  assert_null(at(a.doc, "seats.german"));
  http_done(&a);
  assert_int_equal(status_by("POST", m.id, "/rematch", m.german, "{}"), 409);
  a = ask_by("POST", m.id, "/rematch", soviet, "{}");
  assert_int_equal(a.status, 200);
  assert_string_equal(word(a.doc, "side"), "german");
  http_done(&a);
}
static void few_open_seats(void **state) {
  (void)state;
  server_stop(&S);
  server_start(&S, "--limit-loopback", NULL);
  int taken = 0;
  for (int i = 0; i < 10; i++) {
    struct made m = make_game(&S, "\"german\":\"me\",\"soviet\":\"open\"", "");
    taken += status_by("POST", m.id, "/join", NULL, "{}") == 200;
  }
  assert_int_equal(taken, 6);
}

/* ---- what is old: here a day lasts half a second */
static bool comes_true(bool (*what)(const char *), const char *arg) {
  for (int i = 0; i < 100; i++) {
    if (what(arg))
      return true;
    usleep(200000);
  }
  return false;
}
static bool is_free(const char *id) {
  struct http_answer a = ask_by("GET", id, "", NULL, NULL);
  bool taken = cJSON_IsTrue(at(a.doc, "seats.soviet.taken"));
  http_done(&a);
  return !taken;
}
static bool is_gone(const char *id) {
  return status_by("GET", id, "", NULL, NULL) == 404;
}
static void old_things(void **state) {
  (void)state;
  struct player p;
  server_stop(&S);
  server_start(&S, "--day", "500", "--keep-days", "3", NULL);
  struct made never = make_game(&S, "\"german\":\"me\",\"soviet\":\"open\"", ""),
              moved = make_game(&S, "\"german\":\"me\",\"soviet\":\"open\"", ""),
              over = make_game(&S, "\"german\":\"me\",\"soviet\":\"me\"", "");
  struct http_answer a = ask_by("POST", moved.id, "/join", NULL, "{}");
  player_open(&p, &S, NULL);
  cJSON *j = player_join(&p, moved.id, word(a.doc, "seats.soviet"));
  cJSON_Delete(player_ask(&p, "{\"cmd\":\"do\",\"action\":\"stance hold\",\"seq\":%lld}",
                          (long long)seq_of(j)));
  cJSON_Delete(j);
  http_done(&a);
  cJSON_Delete(player_join(&p, over.id, over.german));
  cJSON_Delete(player_ask(&p, "{\"cmd\":\"abandon\"}"));
  player_close(&p);
  assert_int_equal(status_by("POST", never.id, "/join", NULL, "{}"), 200);
  assert_true(comes_true(is_free, never.id)); /* who never moves loses an open seat.. */
  assert_true(comes_true(is_gone, over.id));  /* ..a finished game goes when it is so kept.. */
  assert_false(is_free(moved.id));            /* ..and who has moved keeps the seat */
  assert_int_equal(status_by("POST", never.id, "/join", NULL, "{}"), 200);
}

/* ---- the database */
/* An embedded one. */
static void one_server_a_file(void **state) {
  (void)state;
  char other[128], out[1024];
  if (!store_is_file(S.db))
    skip();
  for (int kind = 0; kind < 2; kind++) { /* under another name it is the same file */
    snprintf(other, sizeof other, "%s/%s.db", S.dir, kind ? "hard" : "soft");
    assert_int_equal(kind ? link(S.db, other) : symlink(S.db, other), 0);
    assert_int_equal(run_salient(out, sizeof out, "serve", "--port", "0", "--address", "127.0.0.1",
                                 "--db", other, NULL),
                     2);
    assert_non_null(strstr(out, "another server has this database open"));
  }
}

/* ---- behind a proxy that says nothing, or nonsense */
static int limited_with(const char *header) {
  int n = 0;
  for (int i = 0; i < 40; i++) {
    struct http_answer a = http_do(&S, "POST", "/api/login", header,
                                   "{\"name\":\"nobody\",\"passphrase\":\"wrong wrong\"}");
    n += a.status == 429;
    http_done(&a);
  }
  return n;
}
static void nobody_is_exempt_behind_a_proxy(void **state) {
  (void)state;
  server_stop(&S);
  server_start(&S, "--behind-proxy", NULL);
  assert_true(limited_with(NULL) > 20);
  assert_true(limited_with("X-Forwarded-For: nonsense\r\n") > 20);
  assert_true(limited_with("X-Forwarded-For: 127.0.0.1\r\n") > 20);
  assert_true(limited_with("X-Forwarded-For: 127.0.0.1, unknown\r\n") > 20);
}

/* ---- sessions and passphrases */
static void sign(const char *path, const char *body, const char *cookie, char out[200]) {
  char req[800], head[4096];
  int fd = wsc_dial(&S.url);
  snprintf(req, sizeof req,
           "POST %s HTTP/1.1\r\nHost: x\r\n%sContent-Type: application/json\r\nContent-Length: "
           "%zu\r\n\r\n%s",
           path, cookie, strlen(body), body);
  assert_true(write(fd, req, strlen(req)) > 0);
  assert_int_equal(wsc_http_read(fd, head, sizeof head, NULL), 200);
  const char *set = strstr(head, "set-cookie: salient=");
  assert_non_null(set);
  snprintf(out, 200, "Cookie: %.*s\r\n", (int)strcspn(set + 12, ";"), set + 12);
  close(fd);
}
static bool signed_in(const char *cookie) {
  struct http_answer a = http_do(&S, "GET", "/api/account", cookie, NULL);
  bool in = at(a.doc, "name") != NULL;
  http_done(&a);
  return in;
}
static void a_new_passphrase(void **state) {
  (void)state;
  char first[200], second[200], third[200];
  sign("/api/account", "{\"name\":\"Walter\",\"passphrase\":\"correct horse\"}", "", first);
  sign("/api/login", "{\"name\":\"Walter\",\"passphrase\":\"correct horse\"}", "", second);
  struct player p;
  player_open(&p, &S, second);
  struct http_answer a =
      http_do(&S, "POST", "/api/account/passphrase", first,
              "{\"name\":\"Walter\",\"passphrase\":\"wrong horse\",\"new\":\"another horse\"}");
  assert_int_equal(a.status, 403);
  http_done(&a);
  assert_true(signed_in(first) && signed_in(second));
  sign("/api/account/passphrase",
       "{\"name\":\"Walter\",\"passphrase\":\"correct horse\",\"new\":\"another horse\"}", first,
       third);
  assert_true(!signed_in(first) && !signed_in(second) && signed_in(third));
  while (!p.closed) /* lines of the old sessions end too */
    cJSON_Delete(player_read(&p, 3000));
  player_close(&p);
  a = http_do(&S, "POST", "/api/login", NULL,
              "{\"name\":\"Walter\",\"passphrase\":\"correct horse\"}");
  assert_int_equal(a.status, 403);
  http_done(&a);
  sign("/api/login", "{\"name\":\"Walter\",\"passphrase\":\"another horse\"}", "", second);
  a = http_do(&S, "POST", "/api/logout/all", second, "{}");
  assert_int_equal(a.status, 200);
  http_done(&a);
  assert_true(!signed_in(second) && !signed_in(third));
}
/* Many addresses, one account: attempts are counted under its name. */
static void attempts_on_one_name(void **state) {
  (void)state;
  server_stop(&S);
  server_start(&S, "--behind-proxy", NULL);
  int limited = 0;
  for (int i = 0; i < 40; i++) {
    char from[64];
    snprintf(from, sizeof from, "X-Forwarded-For: 192.0.2.%d\r\n", i + 1);
    struct http_answer a = http_do(&S, "POST", "/api/login", from,
                                   "{\"name\":\"Victim\",\"passphrase\":\"wrong wrong\"}");
    limited += a.status == 429;
    http_done(&a);
  }
  assert_true(limited >= 15);
}
/* Everybody is told when the server goes away. */
static void goodbye(void **state) {
  (void)state;
  struct player p;
  player_open(&p, &S, NULL);
  assert_int_equal(server_stop(&S), 0);
  while (!p.closed)
    cJSON_Delete(player_read(&p, 3000));
  assert_int_equal(p.close_code, 1001);
  player_close(&p);
}
/* Only the bots of this program: no other program is started for a seat. */
static void no_other_programs(void **state) {
  (void)state;
  static const char *const bots[] = {"exec:/bin/true:planner", "planner:100000", "../x", ""};
  for (size_t i = 0; i < sizeof bots / sizeof *bots; i++) {
    char body[300];
    snprintf(body, sizeof body,
             "{\"game\":\"nullgame\",\"scenario\":\"lesson\",\"seats\":{\"german\":\"me\","
             "\"soviet\":\"bot:%s\"}}",
             bots[i]);
    struct http_answer a = http_do(&S, "POST", "/api/games", NULL, body);
    assert_int_equal(a.status, 400);
    http_done(&a);
  }
}

#define T(name) cmocka_unit_test_setup_teardown(name, begin, end)
int main(void) {
  const struct CMUnitTest tests[] = {T(nobody_deletes_anothers_game),
                                     T(one_seat_of_a_rematch),
                                     T(few_open_seats),
                                     T(old_things),
                                     T(one_server_a_file),
                                     T(nobody_is_exempt_behind_a_proxy),
                                     T(a_new_passphrase),
                                     T(attempts_on_one_name),
                                     T(goodbye),
                                     T(no_other_programs)};
  return cmocka_run_group_tests_name("server.rights", tests, NULL, NULL);
}
