/* test_wire.c - requests as bytes on a socket: empty, with more than belongs to them, several in
 * one packet, cut off, slow. Whatever comes, the server answers or closes, handles each request
 * once, and serves the next one. */
#include "client.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
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
static void still_serves(const char *after) {
  struct http_answer a = http_do(&S, "GET", "/api/games", NULL, NULL);
  if (a.status != 200)
    fail_msg("the server no longer answers after: %s", after);
  http_done(&a);
}

/* ---- bytes out, answers back */
static int dial(void) {
  int fd = wsc_dial(&S.url);
  assert_true(fd >= 0);
  return fd;
}
static void put(int fd, const char *text) {
  assert_true(send(fd, text, strlen(text), MSG_NOSIGNAL) >= 0);
}
static int answers(const char *text);
/* Reads until the server closes; or, once so many answers have come, is quiet for so long. A busy
 * machine has twenty seconds for each. */
static char *heard(int fd, int want, int quiet_ms) {
  size_t cap = 1 << 16, n = 0;
  char *buf = calloc(1, cap + 1);
  assert_non_null(buf);
  struct pollfd p = {.fd = fd, .events = POLLIN};
  while (poll(&p, 1, answers(buf) >= want ? quiet_ms : 20000) > 0) {
    ssize_t got = recv(fd, buf + n, cap - n, 0);
    if (got <= 0)
      break;
    n += (size_t)got;
    if (cap - n < 4096)
      buf = realloc(buf, (cap *= 2) + 1);
    buf[n] = 0;
  }
  return buf;
}
static int times(const char *text, const char *what) {
  int n = 0;
  for (const char *p = text; (p = strstr(p, what)); p += strlen(what))
    n++;
  return n;
}
static int answers(const char *text) {
  return times(text, "\r\ncontent-length: ");
}
/* One packet with so many requests; how many answers came. */
static int say(const char *bytes, int requests) {
  int fd = dial();
  put(fd, bytes);
  char *text = heard(fd, requests, 300);
  int n = answers(text);
  free(text);
  close(fd);
  return n;
}

/* ---- an answer that comes later is one answer */
/* An empty body, a body of nothing, a byte after the body: the seat is taken once. */
static void handled_once(void **state) {
  (void)state;
  static const char *const after[] = {
      "Content-Length: 0\r\n\r\n", "Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}",
      "Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}x",
      "Content-Length: 0\r\n\r\nx"};
  for (int round = 0; round < 40; round++) {
    struct made m = make_game(&S, "\"german\":\"open\",\"soviet\":\"open\"", "");
    char head[512];
    snprintf(head, sizeof head, "POST /api/games/%s/join HTTP/1.1\r\nHost: x\r\n%s", m.id,
             after[round % 4]);
    int fd = dial();
    put(fd, head);
    char *text = heard(fd, 1, 300);
    close(fd);
    assert_int_equal(times(text, "\"seats\":{"), 1);
    free(text);
    char path[64];
    snprintf(path, sizeof path, "/api/games/%s", m.id);
    struct http_answer a = http_do(&S, "GET", path, NULL, NULL);
    assert_int_equal(a.status, 200);
    int taken = cJSON_IsTrue(at(a.doc, "seats.german.taken")) +
                cJSON_IsTrue(at(a.doc, "seats.soviet.taken"));
    assert_int_equal(taken, 1);
    http_done(&a);
  }
  still_serves("forty joins");
}
/* A body where none belongs. */
static void body_of_a_get(void **state) {
  (void)state;
  struct made m = make_game(&S, "\"german\":\"hotseat\",\"soviet\":\"hotseat\"", "");
  static const char *const method[] = {"GET", "DELETE"};
  for (int i = 0; i < 20; i++) {
    char head[512];
    snprintf(head, sizeof head,
             "%s /api/games/%s%s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\n"
             "Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}",
             method[i % 2], m.id, i % 2 ? "" : "/journal", m.german);
    assert_int_equal(say(head, 1), 1);
  }
  still_serves("bodies of GET and DELETE");
}
/* HEAD: the head of the answer that GET has, its length too, and no body. The next request of the
 * connection is answered right behind it. */
static void head_has_no_body(void **state) {
  (void)state;
  static const char *const path[] = {"/", "/healthz", "/api/games", "/nothing"};
  for (int i = 0; i < 4; i++) {
    char two[256];
    snprintf(two, sizeof two,
             "HEAD %s HTTP/1.1\r\nHost: x\r\n\r\n"
             "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
             path[i]);
    int fd = dial();
    put(fd, two);
    char *text = heard(fd, 2, 300);
    close(fd);
    char *second = strstr(text, "\r\n\r\n");
    assert_non_null(second);
    if (strncmp(second + 4, "HTTP/1.1 200 OK", 15))
      fail_msg("HEAD %s was answered with a body", path[i]);
    assert_null(strstr(text, "content-length: 0\r"));
    free(text);
  }
  still_serves("HEAD");
}
/* Several requests in one packet. */
static void one_packet(void **state) {
  (void)state;
  static const char get[] = "GET /api/account HTTP/1.1\r\nHost: x\r\n\r\n",
                    post[] = "POST /api/games HTTP/1.1\r\nHost: x\r\nContent-Type: "
                             "application/json\r\nContent-Length: 2\r\n\r\n{}",
                    login[] = "POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: "
                              "application/json\r\nContent-Length: 42\r\n\r\n"
                              "{\"name\":\"nobody\",\"passphrase\":\"12345678901\"}";
  static const char *const row[][4] = {{get, get, NULL, NULL},  {post, post, NULL, NULL},
                                       {get, post, get, NULL},  {login, login, NULL, NULL},
                                       {get, login, get, NULL}, {login, get, post, get}};
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    char all[2048] = "";
    int count = 0;
    for (; count < 4 && row[i][count]; count++)
      strcat(all, row[i][count]);
    assert_true(say(all, count) >= 1);
    still_serves(all);
  }
  assert_int_equal(server_stop(&S), 0); /* and it still hears SIGTERM */
  server_start(&S, NULL);
}

/* ---- requests of one game, in one packet */
static size_t frame(uint8_t *out, const char *text) {
  return wsc_frame(1, true, text, strlen(text), out);
}
/* A look back, a line of chat and an action together, while watchers come and go: each request is
 * in one list of the room at a time. */
static void together(void **state) {
  (void)state;
  for (int round = 0; round < 30; round++) {
    struct made m = make_game(&S, "\"german\":\"hotseat\",\"soviet\":\"hotseat\"", "");
    struct player p, watch[3];
    player_open(&p, &S, NULL);
    cJSON *j = player_join(&p, m.id, m.german);
    long long seq = seq_of(j);
    cJSON_Delete(j);
    for (int i = 0; i < 3; i++) {
      player_open(&watch[i], &S, NULL);
      cJSON_Delete(player_join(&watch[i], m.id, m.watch));
    }
    cJSON *offer = player_ask(&p, "{\"cmd\":\"actions\"}");
    const char *action = word(cJSON_GetArrayItem(at(offer, "actions"), 0), "id");
    char act[300];
    snprintf(act, sizeof act, "{\"cmd\":\"do\",\"id\":3,\"action\":\"%s\",\"seq\":%lld}", action,
             seq);
    cJSON_Delete(offer);
    uint8_t all[1024];
    size_t n = frame(all, "{\"cmd\":\"view\",\"id\":1,\"at\":0}");
    n += frame(all + n, "{\"cmd\":\"chat\",\"id\":2,\"text\":\"here\"}");
    n += frame(all + n, act);
    assert_true(send(p.fd, all, n, MSG_NOSIGNAL) == (ssize_t)n);
    for (int i = 0; i < 3; i++)
      player_close(&watch[i]);
    for (int id = 1; id <= 3; id++) {
      cJSON *a = player_answer(&p);
      if (!a)
        fail_msg("round %d: no answer to request %d", round, id);
      assert_int_equal(at(a, "id")->valueint, id);
      cJSON_Delete(a);
    }
    player_close(&p);
  }
  still_serves("three requests in one packet");
}

/* ---- every route of the table, in every bad form */
struct spoken { /* a request to one route, in two parts */
  char head[700], body[500];
};
/* A body that the route takes, where answering takes long: what is refused at once proves little.
 */
static const char *body_for(const char *path) {
  static const char *const bodies[][2] = {
      {"/api/games",
       "{\"game\":\"nullgame\",\"scenario\":\"lesson\",\"seats\":{\"german\":\"me\",\"soviet\":"
       "\"open\"}}"},
      {"/api/account", "{\"name\":\"Somebody\",\"passphrase\":\"correct horse\"}"},
      {"/api/login", "{\"name\":\"Somebody\",\"passphrase\":\"correct horse\"}"},
      {"/api/account/delete", "{\"name\":\"Somebody\",\"passphrase\":\"correct horse\"}"},
      {"/api/account/passphrase",
       "{\"name\":\"Somebody\",\"passphrase\":\"correct horse\",\"new\":\"another horse\"}"},
      {"/api/import", "{\"journal\":\"salient 1\\n\"}"},
      {"/api/mine", "{\"games\":[]}"}};
  for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++)
    if (!strcmp(path, bodies[i][0]))
      return bodies[i][1];
  return "{}";
}
static struct spoken speak(const cJSON *route, const char *body, bool more) {
  struct spoken s;
  struct made m = make_game(&S, "\"german\":\"hotseat\",\"soviet\":\"open\"", "");
  const char *method = word(route, "method"), *path = word(route, "path");
  const char *id = strstr(path, "{id}"), *star = strchr(path, '*');
  char where[200];
  if (id)
    snprintf(where, sizeof where, "%.*s%s%s", (int)(id - path), path, m.id, id + 4);
  else if (star)
    snprintf(where, sizeof where, "%.*snullgame/lesson", (int)(star - path), path);
  else
    snprintf(where, sizeof where, "%s", path);
  bool joins = strstr(path, "join") != NULL, owns = !strcmp(method, "DELETE");
  char bearer[100] = "", kind[100] = "";
  if (!joins)
    snprintf(bearer, sizeof bearer, "Authorization: Bearer %s\r\n", owns ? m.owner : m.german);
  if (body)
    snprintf(kind, sizeof kind, "Content-Type: application/json\r\nContent-Length: %zu\r\n",
             strlen(body));
  else if (!strcmp(method, "POST"))
    snprintf(kind, sizeof kind, "Content-Length: 0\r\n");
  snprintf(s.head, sizeof s.head, "%s %s HTTP/1.1\r\nHost: x\r\n%s%s%s\r\n", method, where, bearer,
           more ? "" : "Connection: close\r\n", kind);
  snprintf(s.body, sizeof s.body, "%s", body ? body : "");
  return s;
}
static cJSON *table(void) {
  struct http_answer a = http_do(&S, "GET", "/api", NULL, NULL);
  assert_int_equal(a.status, 200);
  cJSON *list = cJSON_DetachItemFromObject(a.doc, "routes");
  assert_true(cJSON_GetArraySize(list) >= 25);
  http_done(&a);
  return list;
}
static void must_answer(const char *text, int least, int most) {
  int n = say(text, least);
  if (n < least || n > most)
    fail_msg("%d answers to: %s", n, text);
  still_serves(text);
}
static void every_route_at_once(void **state) {
  (void)state;
  cJSON *list = table();
  for (const cJSON *r = list->child; r; r = r->next) {
    bool post = !strcmp(word(r, "method"), "POST");
    const char *body = post ? body_for(word(r, "path")) : NULL;
    struct spoken s = speak(r, NULL, false);
    must_answer(s.head, 1, 1); /* empty */
    s = speak(r, body, false);
    char all[2600];
    snprintf(all, sizeof all, "%s%s", s.head, s.body);
    must_answer(all, 1, 1);
    s = speak(r, body, false);
    snprintf(all, sizeof all, "%s%sx", s.head, s.body);
    must_answer(all, 1, 2); /* a byte more */
    struct spoken one = speak(r, body, true);
    s = speak(r, body, false);
    snprintf(all, sizeof all, "%s%s%s%s", one.head, one.body, s.head, s.body);
    must_answer(all, 1, 2); /* twice in one packet */
    s = speak(r, "{}", false);
    snprintf(all, sizeof all, "%s%s", s.head, s.body);
    must_answer(all, 1, 1); /* a body where none belongs */
  }
  cJSON_Delete(list);
}
/* The client goes away at every point of a request, and while it is worked on. */
static void every_route_cut_off(void **state) {
  (void)state;
  cJSON *list = table();
  for (const cJSON *r = list->child; r; r = r->next) {
    bool post = !strcmp(word(r, "method"), "POST");
    struct spoken s = speak(r, post ? body_for(word(r, "path")) : NULL, false);
    char all[1300];
    size_t n = (size_t)snprintf(all, sizeof all, "%s%s", s.head, s.body);
    for (size_t cut = 1; cut <= n; cut += cut + 12 > n ? 1 : 11) {
      int fd = dial();
      assert_true(send(fd, all, cut, MSG_NOSIGNAL) == (ssize_t)cut);
      if (cut % 2)
        setsockopt(fd, SOL_SOCKET, SO_LINGER, &(struct linger){1, 0}, sizeof(struct linger));
      close(fd);
    }
    still_serves(all);
  }
  cJSON_Delete(list);
}
/* A byte at a time, all routes side by side; others are served meanwhile. */
static void every_route_slowly(void **state) {
  (void)state;
  enum { MOST = 64 };
  cJSON *list = table();
  static char all[MOST][1300];
  int fd[MOST], n = 0;
  for (const cJSON *r = list->child; r && n < MOST; r = r->next, n++) {
    struct spoken s =
        speak(r, !strcmp(word(r, "method"), "POST") ? body_for(word(r, "path")) : NULL, false);
    snprintf(all[n], sizeof all[n], "%s%s", s.head, s.body);
    fd[n] = dial();
  }
  bool more = true;
  for (size_t k = 0; more; k++) {
    more = false;
    for (int i = 0; i < n; i++) {
      if (k >= strlen(all[i]))
        continue;
      more = true;
      assert_int_equal(send(fd[i], all[i] + k, 1, MSG_NOSIGNAL), 1);
    }
    usleep(2000);
    if (k % 50 == 0)
      still_serves("slow requests");
  }
  for (int i = 0; i < n; i++) {
    char *text = heard(fd[i], 1, 300);
    if (answers(text) != 1)
      fail_msg("%d answers to: %s", answers(text), all[i]);
    free(text);
    close(fd[i]);
  }
  cJSON_Delete(list);
}

/* ---- heads that two readers could understand differently */
static void strict_heads(void **state) {
  (void)state;
  static const char *const bad[] = {
      "POST /api/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: "
      "2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      "POST /api/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: "
      "2\r\nContent-Length: 30\r\n\r\n{}",
      "GET /api/games HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n",
      "GET /api/games\r\n\r\n",
      "GET /api/games HTTP/1.1\nHost: x\n\n",
      "GET /api/games HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: "
      "h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\n\r\n"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    int fd = dial();
    put(fd, bad[i]);
    char *text = heard(fd, 1, 300);
    if (strncmp(text, "HTTP/1.1 400 ", 13) || answers(text) != 1)
      fail_msg("%s: %s", bad[i], text);
    free(text);
    close(fd);
  }
  still_serves("strict heads");
}

#define T(name) cmocka_unit_test_setup_teardown(name, begin, end)
int main(void) {
  const struct CMUnitTest tests[] = {
      T(handled_once),        T(body_of_a_get),      T(head_has_no_body),
      T(one_packet),          T(together),           T(every_route_at_once),
      T(every_route_cut_off), T(every_route_slowly), T(strict_heads)};
  return cmocka_run_group_tests_name("server.wire", tests, NULL, NULL);
}
