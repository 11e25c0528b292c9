/* test_hostile.c - bad input of every kind: refused plainly, nothing lost, nothing shown, and the
 * next good request is served. */
#include "client.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "host/game.h"

static struct test_server S;
static int begin(void **state) {
  return (void)state, server_folder(&S), server_start(&S, NULL), 0;
}
static int end(void **state) {
  return (void)state, server_clean(&S), 0;
}
static void still_serves(void) {
  struct http_answer a = http_do(&S, "GET", "/api/games", NULL, NULL);
  assert_int_equal(a.status, 200);
  http_done(&a);
}
/* Raw bytes in; the status of the answer, or -1 when the connection was just closed. */
static int raw(const char *bytes, size_t n) {
  int fd = wsc_dial(&S.url);
  assert_true(fd >= 0);
  struct timeval wait = {.tv_usec = 500000};
  setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &wait, sizeof wait);
  if (send(fd, bytes, n, MSG_NOSIGNAL) < 0)
    return close(fd), -1;
  int status = wsc_http_read(fd, NULL, 0, NULL);
  close(fd);
  return status;
}

static void malformed_http(void **state) {
  (void)state;
  static const char *const bad[] = {
      "\r\n\r\n",
      "GET\r\n\r\n",
      "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
      "POST /api/games HTTP/1.1\r\nContent-Length: -5\r\n\r\n",
      "POST /api/games HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n",
      "GET /\x01\x02 HTTP/1.1\r\nHost: x\r\n\r\n",
      "BREW /coffee HTTP/1.1\r\nHost: x\r\n\r\n",
      "POST /api/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: "
      "10\r\n\r\n{}",
      "PUT /api/games HTTP/1.1\r\nHost: x\r\n\r\n"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    int status = raw(bad[i], strlen(bad[i]));
    if (status == 200)
      fail_msg("accepted: %s", bad[i]);
    still_serves();
  }
  char *big = malloc(200000); /* a header without end */
  memset(big, 'a', 200000);
  memcpy(big, "GET / HTTP/1.1\r\nX: ", 19);
  assert_int_not_equal(raw(big, 200000), 200);
  memcpy(big, "GET /", 5);
  assert_int_not_equal(raw(big, 100000), 200);
  free(big);
  still_serves();
}
static void bodies(void **state) {
  (void)state;
  static const struct {
    const char *body;
    int status;
  } bad[] = {
      {"{", 400},
      {"[]", 400},
      {"null", 400},
      {"{\"game\":}", 400},
      {"{\"game\":\"nullgame\",\"game\":\"nullgame\"}", 400},
      {"{\"game\":\"\xff\"}", 400},
      {"{\"game\":1e999}", 400},
      {"\"\\ud800\"", 400},
      {"{\"a\":[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]}",
       429}};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    struct http_answer a = http_do(&S, "POST", "/api/games", NULL, bad[i].body);
    if (a.status != bad[i].status)
      fail_msg("%s: %d %s", bad[i].body, a.status, a.text);
    assert_false(cJSON_IsTrue(at(a.doc, "ok")));
    http_done(&a);
  }
  char *big = malloc(3 << 20);
  memset(big, ' ', 3 << 20);
  big[(3 << 20) - 1] = 0;
  int fd = wsc_dial(&S.url);
  char head[256];
  snprintf(head, sizeof head,
           "POST /api/games HTTP/1.1\r\nHost: x\r\nContent-Type: "
           "application/json\r\nContent-Length: %d\r\n\r\n",
           3 << 20);
  assert_true(send(fd, head, strlen(head), MSG_NOSIGNAL) > 0);
  assert_int_equal(wsc_http_read(fd, NULL, 0, NULL), 413);
  close(fd);
  free(big);
  static const char form[] = "POST /api/games HTTP/1.1\r\nHost: x\r\nContent-Type: "
                             "application/x-www-form-urlencoded\r\nContent-Length: 3\r\n\r\na=b";
  assert_int_equal(raw(form, sizeof form - 1), 415);
  static const char open_end[] =
      "POST /api/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: "
      "chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n";
  assert_int_equal(raw(open_end, sizeof open_end - 1), 411);
  still_serves();
}
/* Bodies that break off: nothing of them stays (the sanitizer looks when the server ends). */
static void half_a_body(void **state) {
  (void)state;
  static const char head[] = "POST /api/games HTTP/1.1\r\nHost: x\r\nContent-Type: "
                             "application/json\r\nContent-Length: 1000000\r\n\r\n{\"game\":";
  for (int i = 0; i < 5; i++) {
    int fd = wsc_dial(&S.url);
    assert_true(fd >= 0 && send(fd, head, sizeof head - 1, MSG_NOSIGNAL) > 0);
    usleep(100000); /* it is read.. */
    close(fd);
    still_serves();
  }
}
/* A position that does not keep the rules, by either way in: for a player's own machine only. */
static void unsound(const char *way, const char *body) {
  struct http_answer a = http_do(&S, "POST", way, NULL, body);
  assert_int_equal(a.status, 400);
  assert_non_null(strstr(word(a.doc, "error.text"), "must keep the rules"));
  http_done(&a);
}
static void unsound_positions(void **state) {
  (void)state;
  static const char position[] =
      "{\"v\":1,\"map\":\"plain:9x9\",\"phase\":\"german.movement\",\"unchecked\":true,\"units\":[{"
      "\"unit\":\"de.1.inf\",\"hex\":\"0505\"},{\"unit\":\"ru.1.rifle\",\"hex\":\"0505\"}]}";
  char body[1000];
  snprintf(body, sizeof body,
           "{\"game\":\"nullgame\",\"scenario\":\"lesson\",\"seats\":{\"german\":\"hotseat\","
           "\"soviet\":\"hotseat\"},\"position\":%s}",
           position);
  unsound("/api/games", body);
  struct fault f;
  struct library *lib = library_open(NULL, &f);
  struct desk *desk = desk_new();
  cJSON *laid = cJSON_Parse(position), *doc = cJSON_CreateObject();
  struct game *g =
      game_new(lib, desk,
               &(struct game_start){
                   .rules = sal_ruleset_find("nullgame"), .scenario = "lesson", .position = laid},
               &f);
  if (!g)
    fail_msg("%s", f.text);
  cJSON_AddStringToObject(doc, "journal", game_journal(g, &(size_t){0}));
  char *text = cJSON_PrintUnformatted(doc);
  unsound("/api/import", text);
  game_free(g), desk_free(desk), library_close(lib);
  cJSON_Delete(laid), cJSON_Delete(doc), free(text);
  still_serves();
}
static void paths(void **state) {
  (void)state;
  static const char *const none[] = {"/../../../../etc/passwd",
                                     "/..%2f..%2fetc/passwd",
                                     "/%2e%2e/%2e%2e/etc/passwd",
                                     "//etc/passwd",
                                     "/.git/config",
                                     "/index.html/../../x",
                                     "/\\..\\..\\x",
                                     "/api/games/../../../etc/passwd",
                                     "/api/games/aaaaaaaaaaaaaaaa",
                                     "/api/games/'%20or%201=1--",
                                     "/api/games/aaaaaaaaaaaaaaaa/journal",
                                     "/api/nothing",
                                     "/x%00.html"};
  for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
    struct http_answer a = http_do(&S, "GET", none[i], NULL, NULL);
    if (a.status == 200 || (a.text && strstr(a.text, "root:")))
      fail_msg("%s: %d %.100s", none[i], a.status, a.text);
    http_done(&a);
  }
  struct http_answer a = http_do(&S, "GET", "/admin.js", NULL, NULL);
  assert_int_equal(a.status, 200);
  http_done(&a);
}
/* Every answer that is ours carries all of them: pages, documents, refusals. */
static void headers(void **state) {
  (void)state;
  static const struct {
    const char *request;
    int status;
  } asks[] = {
      {"GET / HTTP/1.1\r\nHost: x\r\n\r\n", 200},
      {"GET /nothing.html HTTP/1.1\r\nHost: x\r\n\r\n", 404},
      {"GET /api/games HTTP/1.1\r\nHost: x\r\n\r\n", 200},
      {"GET /api/games/aaaaaaaaaaaaaaaa HTTP/1.1\r\nHost: x\r\n\r\n", 404},
      {"GET /api/admin HTTP/1.1\r\nHost: x\r\n\r\n", 403},
      {"DELETE /x HTTP/1.1\r\nHost: x\r\n\r\n", 405},
      {"POST /api/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: "
       "1\r\n\r\n{",
       400},
      {"POST /api/games HTTP/1.1\r\nHost: x\r\nOrigin: https://evil.example\r\nContent-Type: "
       "application/json\r\nContent-Length: 2\r\n\r\n{}",
       403}};
  static const char *const must[] = {
      "content-security-policy: default-src 'none'; script-src 'self'; style-src 'self';",
      "base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
      "x-content-type-options: nosniff",
      "x-frame-options: DENY",
      "referrer-policy: no-referrer",
      "cross-origin-opener-policy: same-origin",
      "cross-origin-resource-policy: same-origin",
      "permissions-policy: camera=(), microphone=(), geolocation=()",
      "cache-control: no-"};
  for (size_t k = 0; k < sizeof asks / sizeof *asks; k++) {
    char head[8192];
    int fd = wsc_dial(&S.url);
    assert_true(write(fd, asks[k].request, strlen(asks[k].request)) > 0);
    int status = wsc_http_read(fd, head, sizeof head, NULL);
    if (status != asks[k].status)
      fail_msg("%s: %d", asks[k].request, status);
    close(fd);
    for (size_t i = 0; i < sizeof must / sizeof *must; i++)
      if (!strstr(head, must[i]))
        fail_msg("%s is missing in the answer to %s: %s", must[i], asks[k].request, head);
    assert_null(strstr(head, "unsafe"));
    assert_null(strstr(head, "access-control-allow")); /* no other site may read an answer */
    assert_null(strstr(head, "strict-transport"));     /* this one came in the clear */
    if (strstr(asks[k].request, "/api/"))
      assert_non_null(strstr(head, "cache-control: no-store"));
  }
}
static void other_sites(void **state) {
  (void)state;
  static const char body[] = "{\"game\":\"nullgame\",\"scenario\":\"lesson\",\"seats\":{\"german\":"
                             "\"me\",\"soviet\":\"me\"}}";
  char own[64];
  snprintf(own, sizeof own, "Origin: http://127.0.0.1:%d\r\n", S.url.port);
  static const char *const alien[] = {
      "Origin: https://evil.example\r\n", "Origin: null\r\n", "Sec-Fetch-Site: cross-site\r\n",
      "Origin: http://127.0.0.1:1\r\n", "Origin: http://127.0.0.1.evil.example\r\n"};
  for (size_t i = 0; i < sizeof alien / sizeof *alien; i++) {
    struct http_answer a = http_do(&S, "POST", "/api/games", alien[i], body);
    assert_int_equal(a.status, 403);
    http_done(&a);
    int status, fd = wsc_dial(&S.url);
    assert_false(wsc_upgrade(fd, &S.url, alien[i], &status));
    close(fd);
  }
  struct http_answer a = http_do(&S, "POST", "/api/games", own, body);
  assert_int_equal(a.status, 200);
  http_done(&a);
  struct player p;
  player_open(&p, &S, own);
  player_close(&p);
}
static void bad_frames(void **state) {
  (void)state;
  struct player p;
  static const char *const bad[] = {
      "",
      "{",
      "[]",
      "7",
      "\"x\"",
      "{\"cmd\":7}",
      "{}",
      "{\"cmd\":\"join\"}",
      "{\"cmd\":\"join\",\"game\":5}",
      "{\"cmd\":\"join\",\"game\":\"../../x\",\"seat\":\"y\"}",
      "{\"cmd\":\"join\",\"game\":\"aaaaaaaaaaaaaaaa\",\"seat\":\"y\"}",
      "{\"cmd\":\"do\"}",
      "{\"cmd\":\"view\",\"id\":{}}",
      "{\"cmd\":\"\\u0000\"}",
      "\xc3("};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    player_open(&p, &S, NULL);
    player_send(&p, bad[i]);
    cJSON *d = player_answer(&p); /* an error, or the connection closed (bytes that are no UTF-8) */
    if (d && cJSON_IsTrue(at(d, "ok")))
      fail_msg("accepted: %s", bad[i]);
    cJSON_Delete(d);
    player_close(&p);
  }
  uint8_t frame[64];
  player_open(&p, &S, NULL); /* binary */
  assert_true(send(p.fd, frame, wsc_frame(2, true, "x", 1, frame), MSG_NOSIGNAL) > 0);
  assert_null(player_read(&p, 3000));
  assert_true(p.closed);
  player_close(&p);
  player_open(&p, &S, NULL); /* not masked */
  assert_true(send(p.fd, "\x81\x02{}", 4, MSG_NOSIGNAL) > 0);
  cJSON_Delete(player_read(&p, 3000));
  player_close(&p);
  player_open(&p, &S, NULL); /* reserved opcode, reserved bits, a control frame in pieces */
  assert_true(send(p.fd, "\xf3\x80\x01\x02\x03\x04", 6, MSG_NOSIGNAL) > 0);
  assert_null(player_read(&p, 3000));
  player_close(&p);
  player_open(&p, &S, NULL); /* a message in pieces is one message, also when one is empty */
  size_t n = wsc_frame(1, false, "", 0, frame);
  n += wsc_frame(0, false, "{\"cmd\":\"pi", 10, frame + n);
  n += wsc_frame(0, true, "ng\"}", 4, frame + n);
  assert_true(send(p.fd, frame, n, MSG_NOSIGNAL) > 0);
  cJSON *d = player_answer(&p);
  assert_true(cJSON_IsTrue(at(d, "ok")));
  cJSON_Delete(d);
  player_close(&p);
  player_open(&p, &S, NULL); /* a message of nothing but empty pieces is no document */
  n = wsc_frame(1, false, "", 0, frame);
  n += wsc_frame(0, true, "", 0, frame + n);
  assert_true(send(p.fd, frame, n, MSG_NOSIGNAL) > 0);
  d = player_answer(&p);
  assert_true(cJSON_IsFalse(at(d, "ok")));
  assert_non_null(at(d, "error.text"));
  cJSON_Delete(d);
  player_close(&p);
  still_serves();
}
static void too_large(void **state) {
  (void)state;
  struct player p;
  size_t n = (1 << 20) + 100;
  char *text = malloc(n + 1);
  memset(text, ' ', n);
  text[n] = 0;
  player_open(&p, &S, NULL);
  player_send(&p, text);
  assert_null(player_read(&p, 3000));
  assert_true(p.closed);
  player_close(&p);
  text[(1 << 20) - 10] = 0; /* just under: a bad document, not a closed door */
  player_open(&p, &S, NULL);
  player_send(&p, text);
  cJSON *d = player_answer(&p);
  assert_string_equal(word(d, "error.code"), "input");
  cJSON_Delete(d);
  player_close(&p);
  free(text);
  still_serves();
}
static void wrong_seats(void **state) {
  (void)state;
  struct player p;
  struct made a = make_game(&S, "\"german\":\"me\",\"soviet\":\"invite\"", ""),
              b = make_game(&S, "\"german\":\"me\",\"soviet\":\"me\"", "");
  static const char *const tokens[] = {"", "x", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"};
  player_open(&p, &S, NULL);
  for (size_t i = 0; i < sizeof tokens / sizeof *tokens; i++) {
    cJSON *d = player_join(&p, a.id, tokens[i]);
    assert_string_equal(word(d, "error.code"), "seat");
    assert_null(at(d, "view"));
    cJSON_Delete(d);
  }
  cJSON *d = player_join(&p, a.id, b.german); /* another game's seat */
  assert_string_equal(word(d, "error.code"), "seat");
  cJSON_Delete(d);
  d = player_ask(&p, "{\"cmd\":\"view\"}"); /* a failed join seats nobody */
  assert_string_equal(word(d, "error.code"), "state");
  cJSON_Delete(d);
  char path[64], head[128];
  snprintf(path, sizeof path, "/api/games/%s", a.id);
  snprintf(head, sizeof head, "Authorization: Bearer %s\r\n", a.german);
  /* a seat is not the owner's token */
  struct http_answer x = http_do(&S, "DELETE", path, head, NULL);
  assert_int_equal(x.status, 403);
  http_done(&x);
  snprintf(head, sizeof head, "Authorization: Bearer %s\r\n", a.owner);
  x = http_do(&S, "DELETE", path, head, NULL);
  assert_int_equal(x.status, 200);
  http_done(&x);
  x = http_do(&S, "GET", "/api/admin", head, NULL);
  assert_int_equal(x.status, 403);
  http_done(&x);
  player_close(&p);
}
/* Connections that say nothing, and one that asks but never reads: the others do not notice. */
static void silent_and_slow(void **state) {
  (void)state;
  int quiet[60];
  struct made m = make_game(&S, "\"german\":\"me\",\"soviet\":\"me\"", "");
  struct player deaf, p;
  for (int i = 0; i < 60; i++) {
    quiet[i] = wsc_dial(&S.url);
    assert_true(send(quiet[i], "GET / HTT", 9, MSG_NOSIGNAL) > 0);
  }
  player_open(&deaf, &S, NULL);
  cJSON_Delete(player_join(&deaf, m.id, m.german));
  int small = 4096;
  setsockopt(deaf.fd, SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
  bool dropped = false;
  uint8_t frame[64];
  size_t n = wsc_frame(1, true, "{\"cmd\":\"board\"}", 15, frame);
  for (int i = 0; i < 20000 && !dropped; i++)
    dropped = send(deaf.fd, frame, n, MSG_NOSIGNAL | MSG_DONTWAIT) < 0 && i > 10;
  player_open(&p, &S, NULL);
  cJSON *d = player_join(&p, m.id, m.soviet);
  assert_true(cJSON_IsTrue(at(d, "ok")));
  cJSON_Delete(d);
  still_serves();
  player_close(&p);
  assert_true(server_says(&S, "127.0.0.1: dropped: it does not read what it is sent"));
  player_close(&deaf);
  for (int i = 0; i < 60; i++)
    close(quiet[i]);
}
/* With limits on: requests, connections, new games and sign-ins have their measure. */
static void rates(void **state) {
  (void)state;
  struct test_server s;
  server_folder(&s);
  server_start(&s, "--limit-loopback", NULL);
  int limited = 0;
  for (int i = 0; i < 20; i++) {
    struct http_answer a = http_do(&s, "POST", "/api/login", NULL,
                                   "{\"name\":\"nobody\",\"passphrase\":\"wrong wrong\"}");
    limited += a.status == 429;
    http_done(&a);
  }
  assert_true(limited > 5);
  limited = 0;
  for (int i = 0; i < 200; i++) {
    struct http_answer a = http_do(&s, "GET", "/api/lobby", NULL, NULL);
    limited += a.status == 429;
    http_done(&a);
  }
  assert_true(limited > 20);
  limited = 0;
  int fd[80], status;
  for (int i = 0; i < 80; i++) {
    fd[i] = wsc_dial(&s.url);
    limited += !wsc_upgrade(fd[i], &s.url, NULL, &status);
  }
  assert_true(limited > 10);
  for (int i = 0; i < 80; i++)
    close(fd[i]);
  server_clean(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(malformed_http),  cmocka_unit_test(bodies),
      cmocka_unit_test(half_a_body),     cmocka_unit_test(unsound_positions),
      cmocka_unit_test(paths),           cmocka_unit_test(headers),
      cmocka_unit_test(other_sites),     cmocka_unit_test(bad_frames),
      cmocka_unit_test(too_large),       cmocka_unit_test(wrong_seats),
      cmocka_unit_test(silent_and_slow), cmocka_unit_test(rates),
  };
  return cmocka_run_group_tests_name("server.hostile", tests, begin, end);
}
