/* test_notices.c - one notice for each decision handed over: by web push, read with a browser's
 * keys, and by webhook; none while somebody looks; what fails, and where it may not go. */
#include "outpost.h"
#include "people.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static struct test_server S;
static struct outpost O;
static struct browser B;
/* The German side attacks; when it is done, the Soviet side decides, and thrice done gives it back.
 */
#define BOARD                                                                                      \
  ",\"position\":{\"map\":\"plain:9x9\",\"phase\":\"german.attack\",\"units\":[{\"unit\":\"de.pz." \
  "a\",\"hex\":\"0505\"},{\"unit\":\"ru.1.rifle\",\"hex\":\"0101\"}]}"

static int begin(void **state) {
  (void)state;
  server_folder(&S);
  server_start(&S, "--private-webhooks", NULL);
  outpost_open(&O);
  browser_make(&B);
  return 0;
}
static int end(void **state) {
  (void)state;
  outpost_close(&O);
  server_clean(&S);
  return 0;
}
static struct made a_game(void) {
  return make_game(&S, "\"german\":\"hotseat\",\"soviet\":\"hotseat\"", BOARD);
}
static struct http_answer post(const char *path, const char *head, const char *body) {
  return http_do(&S, "POST", path, head, body);
}
static int status_of(const char *path, const char *head, const char *body) {
  struct http_answer a = post(path, head, body);
  int status = a.status;
  http_done(&a);
  return status;
}
/* Web push for one seat, to a path of the outpost. */
static int subscribe(const struct browser *b, const char *path, const struct made *m,
                     const char *token, const char *more) {
  char body[1200];
  snprintf(body, sizeof body,
           "{\"endpoint\":\"http://127.0.0.1:%d%s\",\"p256dh\":\"%s\",\"auth\":\"%s\",\"seats\":[{"
           "\"game\":\"%s\",\"token\":\"%s\"}]%s}",
           O.port, path, b->p256dh, b->secret, m->id, token, more);
  return status_of("/api/notices/push", NULL, body);
}
static void done(struct player *p) {
  cJSON *d =
      player_ask(p, "{\"cmd\":\"do\",\"action\":\"done\",\"seq\":%lld}", (long long)player_seq(p));
  assert_true(cJSON_IsTrue(at(d, "ok")));
  cJSON_Delete(d);
}
static void sit(struct player *p, const struct made *m, const char *token) {
  player_open(p, &S, NULL);
  cJSON_Delete(player_join(p, m->id, token));
}
static cJSON *notices_of(const struct made *m, const char *token) {
  char body[200];
  snprintf(body, sizeof body, "{\"seats\":[{\"game\":\"%s\",\"token\":\"%s\"}]}", m->id, token);
  struct http_answer a = post("/api/notices", NULL, body);
  assert_int_equal(a.status, 200);
  cJSON *doc = cJSON_Duplicate(a.doc, true);
  http_done(&a);
  return doc;
}
/* Until nobody is subscribed to the seat any more. */
static void wait_for_none(const struct made *m, const char *token) {
  for (int i = 0; i < 400; i++) {
    cJSON *shown = notices_of(m, token);
    int n = cJSON_GetArraySize(at(shown, "push"));
    cJSON_Delete(shown);
    if (!n)
      return;
    usleep(50000);
  }
  fail_msg("the subscriptions stay");
}
static int64_t now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* ---- the notice */
static void your_move(void **state) {
  (void)state;
  struct player p;
  struct made m = a_game();
  char text[200];
  assert_int_equal(subscribe(&B, "/one", &m, m.soviet, ""), 200);
  sit(&p, &m, m.german);
  int64_t began = now_ms();
  done(&p);
  const struct outpost_call *c = outpost_wait(&O, 0, 20000);
  if (now_ms() - began > 5000)
    print_message("slow machine: %d ms\n", (int)(now_ms() - began));
  assert_int_equal(strncmp(c->head, "POST /one HTTP/1.1\r\n", 20), 0);
  assert_string_equal(outpost_header(c, "Content-Encoding", text, sizeof text), "aes128gcm");
  assert_string_equal(outpost_header(c, "Topic", text, sizeof text), m.id);
  assert_true(atoi(outpost_header(c, "TTL", text, sizeof text)) > 0);
  cJSON *n = browser_read(&B, c);
  assert_non_null(n);
  assert_non_null(strstr(word(n, "title"), "Your move: "));
  assert_non_null(strstr(word(n, "title"), "turn "));
  assert_string_equal(word(n, "game"), m.id);
  assert_string_equal(word(n, "side"), "soviet");
  cJSON_Delete(n);
  cJSON *shown = notices_of(&m, m.soviet);
  browser_check(c, word(shown, "key"), O.port);
  assert_int_equal(cJSON_GetArraySize(at(shown, "push")), 1);
  cJSON_Delete(shown);
  struct browser other;
  browser_make(&other);
  assert_null(browser_read(&other, c)); /* nobody else can read it */
  for (size_t i = 0; i + 4 < c->n; i++)
    assert_int_not_equal(memcmp(c->body + i, m.id, 5), 0);
  sleep(2);
  assert_int_equal(outpost_calls(&O), 1); /* one for each decision */
  player_close(&p);
}
/* Who looks is not told; who has left the page open and looks elsewhere is. */
static void nobody_who_looks(void **state) {
  (void)state;
  struct player german, soviet;
  struct made m = a_game();
  assert_int_equal(subscribe(&B, "/soviet", &m, m.soviet, ""), 200);
  assert_int_equal(subscribe(&B, "/german", &m, m.german, ""), 200);
  sit(&german, &m, m.german);
  sit(&soviet, &m, m.soviet);
  done(&german);
  sleep(2);
  assert_int_equal(outpost_calls(&O), 0);
  cJSON_Delete(player_ask(&german, "{\"cmd\":\"away\",\"away\":true}"));
  for (int i = 0; i < 3; i++) /* supply, movement, attack */
    done(&soviet);
  const struct outpost_call *c = outpost_wait(&O, 0, 20000);
  assert_int_equal(strncmp(c->head, "POST /german ", 13), 0);
  cJSON *n = browser_read(&B, c);
  assert_string_equal(word(n, "side"), "german");
  cJSON_Delete(n);
  player_close(&german);
  player_close(&soviet);
}
/* What waits for the end of the quiet hours is forgotten when the decision is made before. */
static void quiet_hours(void **state) {
  (void)state;
  struct player p;
  struct made m = a_game();
  char quiet[100];
  int64_t minute = (int64_t)(time(NULL) / 60) % 1440;
  snprintf(quiet, sizeof quiet, ",\"quiet\":{\"from\":%d,\"to\":%d,\"zone\":60}",
           (int)((minute + 60 + 1430) % 1440), (int)((minute + 60 + 30) % 1440));
  assert_int_equal(subscribe(&B, "/", &m, m.soviet, quiet), 200);
  sit(&p, &m, m.german);
  done(&p);
  sleep(3);
  assert_int_equal(outpost_calls(&O), 0);
  assert_int_equal(subscribe(&B, "/", &m, m.soviet, ""), 200); /* no more quiet hours.. */
  server_kill(&S);
  player_close(&p);
  server_start(&S, "--private-webhooks", NULL); /* ..and what waited has been written down */
  cJSON *n = browser_read(&B, outpost_wait(&O, 0, 20000));
  assert_non_null(n);
  cJSON_Delete(n);
  assert_int_equal(subscribe(&B, "/", &m, m.soviet, ",\"quiet\":{\"from\":1440}"), 400);
}
/* A service that is down is tried again; one that says the subscription is gone is not. */
static void tried_again(void **state) {
  (void)state;
  struct player p;
  struct made m = a_game();
  outpost_answer(&O, "503 Busy");
  assert_int_equal(subscribe(&B, "/", &m, m.soviet, ""), 200);
  sit(&p, &m, m.german);
  done(&p);
  outpost_wait(&O, 0, 20000);
  cJSON *shown = NULL;
  for (int i = 0; i < 100; i++) { /* the player sees what failed */
    cJSON_Delete(shown);
    shown = notices_of(&m, m.soviet);
    if (at(shown, "push")->child && cJSON_HasObjectItem(at(shown, "push")->child, "why"))
      break;
    usleep(50000);
  }
  assert_string_equal(word(at(shown, "push")->child, "why"), "The push service did not accept it.");
  cJSON_Delete(shown);
  outpost_answer(&O, "201 Created");
  outpost_wait(&O, 1, 20000);
  sleep(1);
  shown = notices_of(&m, m.soviet);
  assert_false(cJSON_HasObjectItem(at(shown, "push")->child, "why"));
  cJSON_Delete(shown);
  outpost_answer(&O, "410 Gone");
  char body[200];
  snprintf(body, sizeof body, "{\"endpoint\":\"http://127.0.0.1:%d/\"}", O.port);
  assert_int_equal(status_of("/api/notices/push/try", NULL, body), 409);
  wait_for_none(&m, m.soviet);
  assert_int_equal(status_of("/api/notices/push/try", NULL, body), 409);
  assert_int_equal(outpost_calls(&O), 3); /* the second was not sent: there is none any more */
  player_close(&p);
}
/* An account is told of all its games; a new passphrase ends what a thief may have asked for. */
static void accounts(void **state) {
  (void)state;
  struct person who = person_new(&S, "Vatutin");
  struct player p;
  char body[600], path[80];
  snprintf(body, sizeof body,
           "{\"endpoint\":\"http://127.0.0.1:%d/a\",\"p256dh\":\"%s\",\"auth\":\"%s\"}", O.port,
           B.p256dh, B.secret);
  assert_int_equal(person_status(&S, NULL, "/api/notices/push", body), 403);
  assert_int_equal(person_status(&S, &who, "/api/notices/push", body), 200);
  struct made m = make_game(&S, "\"german\":\"me\",\"soviet\":\"open\"", BOARD);
  snprintf(path, sizeof path, "/api/games/%s/join", m.id);
  struct http_answer a = person_post(&S, &who, path, "{}");
  snprintf(m.soviet, sizeof m.soviet, "%s", word(a.doc, "seats.soviet"));
  http_done(&a);
  assert_int_equal(subscribe(&B, "/a", &m, m.soviet, ""), 200); /* the same browser, for the seat */
  sit(&p, &m, m.german);
  done(&p);
  cJSON *n = browser_read(&B, outpost_wait(&O, 0, 20000));
  assert_string_equal(word(n, "game"), m.id);
  cJSON_Delete(n);
  sleep(2);
  assert_int_equal(outpost_calls(&O), 1); /* told once */
  player_close(&p);
  a = person_post(&S, &who, "/api/notices", "{}");
  assert_int_equal(cJSON_GetArraySize(at(a.doc, "push")), 1);
  http_done(&a);
  assert_true(person_sign(&S, &who, "/api/login",
                          "{\"name\":\"Vatutin\",\"passphrase\":\"correct horse\"}"));
  assert_int_equal(person_status(&S, &who, "/api/account/passphrase",
                                 "{\"name\":\"Vatutin\",\"passphrase\":\"correct "
                                 "horse\",\"new\":\"another one\"}"),
                   200);
  assert_true(
      person_sign(&S, &who, "/api/login", "{\"name\":\"Vatutin\",\"passphrase\":\"another one\"}"));
  a = person_post(&S, &who, "/api/notices", "{}");
  assert_int_equal(cJSON_GetArraySize(at(a.doc, "push")), 0);
  http_done(&a);
}
/* A round of a cup begins, and nobody has its games open: both of a player's are told. */
static void a_round_begins(void **state) {
  (void)state;
  struct person who[4];
  char text[600], path[80], id[2][20];
  for (int i = 0; i < 4; i++) {
    snprintf(text, sizeof text, "Entrant %d", i);
    who[i] = person_new(&S, text);
  }
  snprintf(text, sizeof text,
           "{\"endpoint\":\"http://127.0.0.1:%d/c\",\"p256dh\":\"%s\",\"auth\":\"%s\"}", O.port,
           B.p256dh, B.secret);
  assert_int_equal(person_status(&S, &who[1], "/api/notices/push", text), 200);
  struct http_answer a =
      person_post(&S, &who[0], "/api/cups",
                  "{\"name\":\"Cup\",\"form\":\"knockout\",\"size\":4,\"game\":\"nullgame\","
                  "\"scenario\":\"lesson\"}");
  assert_int_equal(a.status, 200);
  snprintf(path, sizeof path, "/api/cups/%s/enter", word(a.doc, "id"));
  for (int i = 0; i < 4; i++)
    assert_int_equal(person_status(&S, &who[i], path, "{}"), 200);
  snprintf(path, sizeof path, "/api/cups/%s/start", word(a.doc, "id"));
  http_done(&a);
  assert_int_equal(person_status(&S, &who[0], path, "{}"), 200);
  for (int i = 0; i < 2; i++) {
    cJSON *n = browser_read(&B, outpost_wait(&O, i, 20000));
    assert_non_null(strstr(word(n, "title"), "Your move: "));
    snprintf(id[i], sizeof id[i], "%s", word(n, "game"));
    cJSON_Delete(n);
  }
  assert_string_not_equal(id[0], id[1]);
}
/* ---- where it may not go */
static void nothing_inside(void **state) {
  (void)state;
  struct made m = a_game();
  server_stop(&S);
  server_start(&S, NULL);
  static const char *const bad[] = {"http://push.example/",  "https://user@push.example/",
                                    "ftp://push.example/",   "https://",
                                    "https://push.example#", "file:///etc/passwd"};
  char body[600];
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    snprintf(body, sizeof body, "{\"endpoint\":\"%s\",\"p256dh\":\"%s\",\"auth\":\"%s\"}", bad[i],
             B.p256dh, B.secret);
    assert_int_equal(status_of("/api/notices/push", NULL, body), 400);
  }
  static const char *const inside[] = {"127.0.0.1", "localhost",       "[::1]",      "0.0.0.0",
                                       "10.0.0.1",  "169.254.169.254", "2130706433", "0x7f.1"};
  for (size_t i = 0; i < sizeof inside / sizeof *inside; i++) {
    if (inside[i][0] == '[')
      continue; /* such a host is refused as it is written */
    snprintf(body, sizeof body,
             "{\"endpoint\":\"https://%s:%d/%zu\",\"p256dh\":\"%s\",\"auth\":\"%s\",\"seats\":[{"
             "\"game\":\"%s\",\"token\":\"%s\"}]}",
             inside[i], O.port, i, B.p256dh, B.secret, m.id, m.soviet);
    assert_int_equal(status_of("/api/notices/push", NULL, body), 200);
    snprintf(body, sizeof body, "{\"endpoint\":\"https://%s:%d/%zu\"}", inside[i], O.port, i);
    struct http_answer a = post("/api/notices/push/try", NULL, body);
    assert_int_equal(a.status, 409);
    assert_string_equal(word(a.doc, "error.text"), "The push service is a private address.");
    http_done(&a);
  }
  assert_int_equal(outpost_calls(&O), 0);
}
/* A redirect is not followed, also not to where it could be. */
static void no_redirects(void **state) {
  (void)state;
  struct outpost target;
  struct made m = a_game();
  char status[120], body[200];
  outpost_open(&target);
  snprintf(status, sizeof status, "307 Elsewhere\r\nLocation: http://127.0.0.1:%d/", target.port);
  outpost_answer(&O, status);
  assert_int_equal(subscribe(&B, "/", &m, m.soviet, ""), 200);
  snprintf(body, sizeof body, "{\"endpoint\":\"http://127.0.0.1:%d/\"}", O.port);
  struct http_answer a = post("/api/notices/push/try", NULL, body);
  assert_string_equal(word(a.doc, "error.text"),
                      "The push service answered with a redirect, which is not followed.");
  http_done(&a);
  assert_int_equal(outpost_calls(&target), 0);
  outpost_close(&target);
}
/* A service that never answers holds up nobody. */
static void a_silent_service(void **state) {
  (void)state;
  struct made m = a_game();
  struct player p;
  O.deaf = 1;
  for (int i = 0; i < 5; i++) {
    char path[16];
    snprintf(path, sizeof path, "/%d", i);
    assert_int_equal(subscribe(&B, path, &m, m.soviet, ""), 200);
  }
  sit(&p, &m, m.german);
  done(&p);
  outpost_wait(&O, 4, 20000);
  for (int i = 0; i < 20; i++) {
    struct http_answer a = http_do(&S, "GET", "/healthz", NULL, NULL);
    assert_int_equal(a.status, 200);
    http_done(&a);
  }
  assert_int_equal(server_stop(&S), 0); /* nor the server's end */
  player_close(&p);
}
/* The German side is done, so that the Soviet one is told. */
static void hand_over(const struct made *m) {
  struct player p;
  sit(&p, m, m->german);
  done(&p);
  player_close(&p);
}
/* A game of one account on both sides, which has subscribed ten browsers. */
static void hand_over_to(const struct person *who) {
  struct made m = {0};
  struct http_answer a =
      person_post(&S, who, "/api/games",
                  "{\"game\":\"nullgame\",\"scenario\":\"lesson\",\"seats\":{\"german\":\"me\","
                  "\"soviet\":\"me\"}" BOARD "}");
  assert_int_equal(a.status, 200);
  snprintf(m.id, sizeof m.id, "%s", word(a.doc, "id"));
  snprintf(m.german, sizeof m.german, "%s", word(a.doc, "seats.german"));
  http_done(&a);
  hand_over(&m);
}
/* A new game whose Soviet side is told at this address, and has to decide. */
static void hand_over_by_hook(int port, const char *host, const char *path) {
  struct made m = a_game();
  struct player p;
  sit(&p, &m, m.soviet);
  cJSON *d = player_ask(&p, "{\"cmd\":\"hook\",\"url\":\"http://%s:%d%s\"}", host, port, path);
  assert_true(cJSON_IsTrue(at(d, "ok")));
  cJSON_Delete(d);
  player_close(&p);
  hand_over(&m);
}
static void wait_for_call(struct outpost *o, const char *begins) {
  for (int i = 0; i < 2400; i++) {
    int n = outpost_calls(o);
    for (int k = 0; k < n; k++)
      if (!strncmp(o->call[k]->head, begins, strlen(begins)))
        return;
    usleep(50000);
  }
  fail_msg("no call: %s", begins);
}
/* One service does not answer, and more than a thousand notices wait for it, which is all it may
 * have. Whose service is well is told; whose notice found no room is told later. */
static void a_full_courier(void **state) {
  (void)state;
  enum { BROWSERS = 10, GAMES = 110 };
  static struct outpost well; /* its thread outlives a failure */
  char text[600];
  O.deaf = 1;
  struct person who = person_new(&S, "Crowd");
  for (int k = 0; k < BROWSERS; k++) {
    snprintf(text, sizeof text,
             "{\"endpoint\":\"http://127.0.0.1:%d/%d\",\"p256dh\":\"%s\",\"auth\":\"%s\"}", O.port,
             k, B.p256dh, B.secret);
    assert_int_equal(person_status(&S, &who, "/api/notices/push", text), 200);
  }
  for (int k = 0; k < GAMES; k++)
    hand_over_to(&who);
  hand_over_by_hook(O.port, "127.0.0.1", "/last");
  outpost_open(&well);
  hand_over_by_hook(well.port, "localhost", "/well");
  wait_for_call(&well, "POST /well ");
  O.deaf = 0;
  wait_for_call(&O, "POST /last ");
  outpost_close(&well);
}
/* A seat has few browsers; whoever has the seat's new token ends those of the old one. */
static void few_and_ended(void **state) {
  (void)state;
  struct made m = a_game();
  char path[16], head[128];
  for (int i = 0; i < 8; i++) {
    snprintf(path, sizeof path, "/%d", i);
    assert_int_equal(subscribe(&B, path, &m, m.soviet, ""), 200);
  }
  cJSON *shown = notices_of(&m, m.soviet);
  assert_int_equal(cJSON_GetArraySize(at(shown, "push")), 5);
  cJSON_Delete(shown);
  shown = notices_of(&m, m.german);
  assert_int_equal(cJSON_GetArraySize(at(shown, "push")), 0); /* another seat's are not shown */
  cJSON_Delete(shown);
  assert_int_equal(subscribe(&B, "/x", &m, m.watch, ""), 403);
  assert_int_equal(subscribe(&B, "/x", &m, "nonsense", ""), 403);
  char url[64];
  snprintf(url, sizeof url, "/api/games/%s/token", m.id);
  snprintf(head, sizeof head, "Authorization: Bearer %s\r\n", m.soviet);
  struct http_answer a = http_do(&S, "POST", url, head, "{}");
  assert_int_equal(a.status, 200);
  wait_for_none(&m, word(a.doc, "seats.soviet"));
  http_done(&a);
}

/* ---- webhooks in the forms that others take */
static void shapes(void **state) {
  (void)state;
  struct player p;
  static const char *const words[] = {"", "discord+", "ntfy+"};
  for (int i = 0; i < 3; i++) {
    struct made m = a_game();
    char text[200];
    sit(&p, &m, m.soviet);
    cJSON *d = player_ask(&p, "{\"cmd\":\"hook\",\"url\":\"%shttp://127.0.0.1:%d/topic\"}",
                          words[i], O.port);
    assert_true(cJSON_IsTrue(at(d, "ok")));
    cJSON_Delete(d);
    cJSON_Delete(player_join(&p, m.id, m.german));
    done(&p);
    const struct outpost_call *c = outpost_wait(&O, i, 20000);
    char said[1000];
    snprintf(said, sizeof said, "%.*s", (int)c->n, (const char *)c->body);
    cJSON *doc = cJSON_Parse(said);
    if (i == 0) {
      assert_string_equal(word(doc, "game"), m.id);
      assert_non_null(strstr(word(doc, "text"), "the Soviet side decides."));
    } else if (i == 1) {
      assert_non_null(strstr(word(doc, "content"), "Your move: "));
      assert_int_equal(cJSON_GetArraySize(at(doc, "allowed_mentions.parse")), 0);
    } else {
      assert_null(doc);
      assert_non_null(strstr(outpost_header(c, "Title", text, sizeof text), "Your move: "));
      assert_non_null(strstr(said, "the Soviet side decides."));
    }
    cJSON_Delete(doc);
    player_close(&p);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
#define T(name) cmocka_unit_test_setup_teardown(name, begin, end)
      T(your_move),      T(nobody_who_looks), T(quiet_hours),   T(tried_again),
      T(accounts),       T(nothing_inside),   T(no_redirects),  T(a_silent_service),
      T(a_full_courier), T(a_round_begins),   T(few_and_ended), T(shapes),
  };
  return cmocka_run_group_tests_name("server.notices", tests, NULL, NULL);
}
