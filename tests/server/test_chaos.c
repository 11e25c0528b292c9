/* test_chaos.c - several clients do everything at once that a client can do, well formed or not,
 * while games are played whose every action is written down, and the server is killed now and then.
 *
 * Afterwards nothing acknowledged is missing, nothing is doubled, every journal verifies, and no
 * sanitizer has complained. CHAOS says for how many seconds (60; an hour in a soak).
 */
#include "tables.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { CLIENTS = 4, GAMES = 12 };
static struct test_server S;
static struct tables T;
static struct shared { /* with the clients, which are processes of their own */
  atomic_int port;
  atomic_bool stop;
  atomic_ulong requests, lines;
} * common;

/* ---- one client */
static struct made game[GAMES];
static char fresh[GAMES][48]; /* a seat's token after it was taken or renewed */
static int below(int n) {
  return rand() % n;
}
static int dial(void) {
  struct wsc_url url = S.url;
  struct timeval wait = {.tv_usec = 200000};
  url.port = atomic_load(&common->port);
  int fd = wsc_dial(&url);
  if (fd >= 0)
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &wait, sizeof wait);
  return fd;
}
static void hang_up(int fd) {
  if (below(3) == 0) /* a reset instead of an end */
    setsockopt(fd, SOL_SOCKET, SO_LINGER, &(struct linger){1, 0}, sizeof(struct linger));
  close(fd);
}
static const char *any_token(int g) {
  const char *const all[] = {game[g].german, game[g].soviet, game[g].watch,
                             game[g].owner,  fresh[g],       "AAAA"};
  return all[below(6)];
}
static const char *any_seats(void) {
  static const char *const seats[] = {"\"german\":\"hotseat\",\"soviet\":\"hotseat\"",
                                      "\"german\":\"me\",\"soviet\":\"open\"",
                                      "\"german\":\"open\",\"soviet\":\"open\"",
                                      "\"german\":\"me\",\"soviet\":\"invite\"",
                                      "\"german\":\"bot:random\",\"soviet\":\"me\"",
                                      "\"german\":\"bot:random\",\"soviet\":\"bot:greedy\""};
  return seats[below(6)];
}
static void copy(const cJSON *doc, const char *path, char *out) {
  const cJSON *c = at(doc, path);
  snprintf(out, 48, "%s", cJSON_IsString(c) ? c->valuestring : "");
}
static void make(int g) {
  char body[400], *text = NULL;
  int fd = dial();
  if (fd < 0)
    return;
  snprintf(body, sizeof body, "{\"game\":\"nullgame\",\"scenario\":\"lesson\",\"seats\":{%s}}",
           any_seats());
  if (wsc_http(fd, &S.url, "POST", "/api/games", NULL, body, &text) == 200) {
    cJSON *doc = cJSON_Parse(text);
    char id[48];
    copy(doc, "id", id);
    snprintf(game[g].id, sizeof game[g].id, "%.16s", id);
    copy(doc, "seats.german", game[g].german);
    copy(doc, "seats.soviet", game[g].soviet);
    copy(doc, "watch", game[g].watch);
    copy(doc, "owner", game[g].owner);
    fresh[g][0] = 0;
    cJSON_Delete(doc);
  }
  free(text);
  close(fd);
}
static int any_request(char *out, size_t cap, bool last) {
  static const char *const gets[] = {"/api",           "/api/games", "/api/lobby",
                                     "/api/mine",      "/",          "/api/board/nullgame/lesson",
                                     "/nothing.html",  "/api/admin", "/api/rules/nullgame",
                                     "/api/games/xxxx"},
                           *const visits[] = {"/join", "/token", "/branch", "/rematch", "/nothing"},
                           *const posts[] = {"/api/login",  "/api/account",        "/api/logout",
                                             "/api/import", "/api/account/delete", "/api/mine",
                                             "/api/games"},
                           *const bodies[] = {
                               "{}",
                               "",
                               "{\"name\":\"Chaos\",\"passphrase\":\"correct horse\"}",
                               "{\"journal\":\"salient 1\\n\"}",
                               "{\"games\":[]}",
                               "{\"side\":\"german\"}",
                               "[1",
                               "{\"at\":2}"};
  int g = below(GAMES);
  const char *end = last ? "Connection: close\r\n" : "";
  const char *body = bodies[below(8)];
  switch (below(4)) {
  case 0: return snprintf(out, cap, "GET %s HTTP/1.1\r\nHost: x\r\n%s\r\n", gets[below(10)], end);
  case 1:
    return snprintf(
        out, cap, "%s /api/games/%s%s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\n%s\r\n",
        below(6) ? "GET" : "DELETE", game[g].id, below(2) ? "" : "/journal", any_token(g), end);
  case 2:
    return snprintf(out, cap,
                    "POST /api/games/%s%s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer "
                    "%s\r\nContent-Type: application/json\r\n%sContent-Length: %zu\r\n\r\n%s",
                    game[g].id, visits[below(5)], any_token(g), end, strlen(body), body);
  default:
    return snprintf(out, cap,
                    "POST %s HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n%s"
                    "Content-Length: %zu\r\n\r\n%s",
                    posts[below(7)], end, strlen(body), body);
  }
}
/* A few requests, in one packet or in pieces, damaged or not, waited for or not. */
static void requests(void) {
  char all[8192];
  size_t n = 0;
  int count = 1 + below(4), fd = dial();
  if (fd < 0)
    return;
  for (int i = 0; i < count; i++)
    n += (size_t)any_request(all + n, sizeof all - n, i == count - 1);
  if (below(4) == 0)
    all[below((int)n)] = (char)below(256);
  if (below(4) == 0)
    n = 1 + (size_t)below((int)n);
  for (size_t sent = 0; sent < n;) {
    size_t piece = below(3) ? n - sent : 1 + (size_t)below(200);
    if (piece > n - sent)
      piece = n - sent;
    if (send(fd, all + sent, piece, MSG_NOSIGNAL) < 0)
      break;
    sent += piece;
  }
  if (below(3))
    wsc_http_read(fd, NULL, 0, NULL);
  atomic_fetch_add(&common->requests, (unsigned long)count);
  hang_up(fd);
}
/* Takes an open seat or uses an invitation, and keeps the token. */
static void take_seat(int g) {
  char path[64], head[128], *text = NULL;
  int fd = dial();
  if (fd < 0)
    return;
  snprintf(path, sizeof path, "/api/games/%s/%s", game[g].id, below(3) ? "join" : "token");
  snprintf(head, sizeof head, "Authorization: Bearer %s\r\n", any_token(g));
  if (wsc_http(fd, &S.url, "POST", path, below(2) ? head : NULL, "{}", &text) == 200) {
    cJSON *doc = cJSON_Parse(text);
    const cJSON *seats = at(doc, "seats");
    if (seats && seats->child && cJSON_IsString(seats->child))
      snprintf(fresh[g], sizeof fresh[g], "%s", seats->child->valuestring);
    cJSON_Delete(doc);
  }
  free(text);
  close(fd);
}
static size_t any_message(int g, uint8_t *out) {
  static const char *const plain[] = {"{\"cmd\":\"view\"}",
                                      "{\"cmd\":\"view\",\"at\":0}",
                                      "{\"cmd\":\"view\",\"at\":3}",
                                      "{\"cmd\":\"actions\"}",
                                      "{\"cmd\":\"chat\",\"text\":\"hello\"}",
                                      "{\"cmd\":\"chats\"}",
                                      "{\"cmd\":\"undo\"}",
                                      "{\"cmd\":\"save\"}",
                                      "{\"cmd\":\"abandon\"}",
                                      "{\"cmd\":\"claim\"}",
                                      "{\"cmd\":\"think\",\"bot\":\"random\"}",
                                      "{\"cmd\":\"orders\",\"orders\":[]}",
                                      "{\"cmd\":\"hook\",\"url\":\"\"}",
                                      "{\"cmd\":\"ping\"}",
                                      "{\"cmd\":\"board\"}",
                                      "{",
                                      "\xff\xfe"};
  char text[300];
  if (below(3) == 0) {
    snprintf(text, sizeof text, "{\"cmd\":\"join\",\"game\":\"%s\",\"seat\":\"%s\"}", game[g].id,
             any_token(below(5) ? g : below(GAMES)));
    return wsc_frame(1, true, text, strlen(text), out);
  }
  if (below(3) == 0) {
    snprintf(text, sizeof text,
             "{\"cmd\":\"do\",\"action\":\"stance %s\",\"seq\":%d,\"key\":\"k%d\"}",
             below(2) ? "press" : "hold", below(6), below(50));
    return wsc_frame(1, true, text, strlen(text), out);
  }
  const char *p = plain[below(17)];
  if (below(10) == 0) { /* in pieces, with a ping between */
    size_t half = strlen(p) / 2, n = wsc_frame(1, false, p, half, out);
    n += wsc_frame(9, true, "x", 1, out + n);
    return n + wsc_frame(0, true, p + half, strlen(p) - half, out + n);
  }
  return wsc_frame(below(60) ? 1 : (uint8_t)below(16), below(60) != 0, p, strlen(p), out);
}
static void a_line(void) {
  uint8_t all[8192];
  char scrap[4096];
  int g = below(GAMES), fd = dial(), status;
  if (fd < 0)
    return;
  if (!wsc_upgrade(fd, &S.url, NULL, &status)) {
    close(fd);
    return;
  }
  for (int packets = 1 + below(6); packets > 0; packets--) {
    size_t n = 0;
    for (int k = 1 + below(8); k > 0; k--)
      n += any_message(g, all + n);
    if (below(40) == 0)
      all[below((int)n)] ^= (uint8_t)(1 << below(8));
    if (send(fd, all, n, MSG_NOSIGNAL) < 0)
      break;
    if (below(2))
      recv(fd, scrap, sizeof scrap, below(2) ? MSG_DONTWAIT : 0);
  }
  atomic_fetch_add(&common->lines, 1);
  hang_up(fd);
}
static void be_a_nuisance(unsigned seed) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  srand(seed);
  for (int g = 0; g < GAMES; g++)
    make(g);
  while (!atomic_load(&common->stop)) {
    int what = below(20);
    if (what < 1)
      make(below(GAMES));
    else if (what < 4)
      take_seat(below(GAMES));
    else if (what < 12)
      requests();
    else
      a_line();
  }
  _exit(0);
}

/* ---- the whole */
static void restart(void) {
  server_start(&S, NULL);
  atomic_store(&common->port, S.url.port);
}
static void chaos(void **state) {
  (void)state;
  const char *want = getenv("CHAOS");
  bool soak = getenv("SALIENT_SOAK") != NULL;
  long seconds = want ? atol(want) : soak ? 3600 : 60;
  unsigned seed = want || soak ? (unsigned)time(NULL) : 5;
  unsigned long kills = 0;
  pid_t child[CLIENTS];
  common = mmap(NULL, sizeof *common, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  assert_true(common != MAP_FAILED);
  server_folder(&S);
  restart();
  for (int i = 0; i < CLIENTS; i++) {
    child[i] = fork();
    if (!child[i])
      be_a_nuisance(seed * 100 + (unsigned)i);
  }
  srand(seed);
  tables_sit(&T, &S, 4, ",\"options\":{\"turns\":9}");
  time_t until = time(NULL) + seconds, next = time(NULL) + 5;
  while (time(NULL) < until) {
    if (!tables_round(&T)) {
      int status;
      if (waitpid(S.pid, &status, WNOHANG) == S.pid)
        fail_msg("the server has ended by itself (%x); see %s", (unsigned)status, S.err);
    }
    if (tables_over(&T)) {
      tables_check(&T, true);
      tables_sit(&T, &S, 4, ",\"options\":{\"turns\":9}");
    }
    if (time(NULL) < next)
      continue;
    next = time(NULL) + 3 + rand() % 10;
    if (rand() % 2)
      server_kill(&S);
    else
      assert_int_equal(server_stop(&S), 0); /* in order, in the middle of everything */
    kills++;
    restart();
    tables_come_back(&T);
  }
  atomic_store(&common->stop, true);
  for (int i = 0; i < CLIENTS; i++)
    waitpid(child[i], NULL, 0);
  tables_check(&T, false);
  assert_int_equal(server_stop(&S), 0);
  char out[512];
  assert_int_equal(run_salient(out, sizeof out, "verify", S.db, NULL), 0);
  print_message("%ld s, %lu requests, %lu lines, %lu ends, %lu actions acknowledged; %s", seconds,
                (unsigned long)common->requests, (unsigned long)common->lines, kills, T.acks, out);
  tables_free(&T);
  server_clean(&S);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(chaos)};
  return cmocka_run_group_tests_name("server.chaos", tests, NULL, NULL);
}
