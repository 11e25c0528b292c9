/* test_postgres.c - the shared store: who may write, and when the next one may. A node that dies,
 * stands still or leaves is replaced; the database dies; games move between stores. It needs
 * tools/postgres.sh (`./salient soak postgres`).
 */
#include "tables.h"

#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static struct test_server A, B;
static struct tables T;
static const char MORE[] = ",\"options\":{\"turns\":9}";
enum { FEW = 4, ROUNDS = 12, REPLACED = 3 };

static long long now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000ll + t.tv_nsec / 1000000;
}
static int begin(void **state) {
  (void)state;
  memset(&T, 0, sizeof T);
  server_folder(&A);
  B = A; /* another node of the same database */
  snprintf(B.err, sizeof B.err, "%s/err-b", B.dir);
  return 0;
}
static int end(void **state) {
  (void)state;
  tables_free(&T);
  if (B.pid)
    server_stop(&B);
  assert_int_equal(server_said(&B, "Sanitizer"), 0);
  assert_int_equal(server_said(&B, "WARNING"), 0); /* of the database: a lock it does not hold */
  server_clean(&A);
  return 0;
}
static void play_rounds(int n) {
  for (int i = 0; i < n && !tables_over(&T); i++)
    assert_true(tables_round(&T));
}
/* What was acknowledged is there, and nothing else. */
static void check_all(const char *db) {
  char out[512];
  tables_check(&T, false);
  assert_int_equal(run_salient(out, sizeof out, "verify", db, NULL), 0);
}
static void *start_b(void *arg) {
  server_start(&B, NULL);
  *(long long *)arg = now_ms();
  return NULL;
}
/* B has been started and waits: it listens nowhere yet. */
static pthread_t b_waits(long long *ready) {
  pthread_t thread;
  pthread_create(&thread, NULL, start_b, ready);
  assert_true(server_says(&B, "waits for it to end"));
  assert_int_equal(*ready, 0);
  return thread;
}

/* SIGKILL: its connection is gone, and so are its locks. */
static void the_next_takes_over(void **state) {
  (void)state;
  long long ready = 0, gone;
  server_start(&A, NULL);
  tables_sit(&T, &A, FEW, MORE);
  play_rounds(ROUNDS);
  pthread_t b = b_waits(&ready);
  gone = now_ms();
  server_kill(&A);
  pthread_join(b, NULL);
  print_message("killed: the next node serves after %lld ms\n", ready - gone);
  T.s = &B;
  tables_come_back(&T);
  play_rounds(ROUNDS);
  check_all(B.db);
}

/* A node stands still for longer than its lease, is replaced, and wakes with a change in its hands:
 * it writes nothing and ends. */
static void a_frozen_node_writes_nothing(void **state) {
  (void)state;
  long long ready = 0, gone;
  int status = 0;
  struct player late;
  server_start(&A, NULL);
  tables_sit(&T, &A, FEW, MORE);
  play_rounds(ROUNDS);
  player_open(&late, &A, NULL);
  cJSON_Delete(player_join(&late, T.t[0].m.id, T.t[0].m.german));
  pthread_t b = b_waits(&ready);
  gone = now_ms();
  kill(A.pid, SIGSTOP);
  player_send(&late, "{\"v\":1,\"cmd\":\"abandon\",\"key\":\"late\"}");
  pthread_join(b, NULL);
  print_message("frozen: the next node serves after %lld ms\n", ready - gone);
  T.s = &B;
  tables_come_back(&T);
  play_rounds(ROUNDS);
  kill(A.pid, SIGCONT);
  waitpid(A.pid, &status, 0);
  A.pid = 0;
  assert_true(WIFEXITED(status));
  assert_int_equal(WEXITSTATUS(status), REPLACED);
  assert_int_equal(server_said(&A, "taken this database over"), 1);
  cJSON *answer = player_read(&late, 0);
  for (; answer; answer = player_read(&late, 0)) { /* pushes of before, or that nothing was kept */
    assert_false(cJSON_IsTrue(at(answer, "ok")));
    cJSON_Delete(answer);
  }
  player_close(&late);
  play_rounds(ROUNDS); /* nobody has given the game up */
  check_all(B.db);
}

/* SIGTERM: what is queued is written, then the next one comes at once. */
static void a_node_that_leaves_hands_over(void **state) {
  (void)state;
  long long ready = 0, gone;
  server_start(&A, NULL);
  tables_sit(&T, &A, FEW, MORE);
  play_rounds(ROUNDS);
  pthread_t b = b_waits(&ready);
  gone = now_ms();
  assert_int_equal(server_stop(&A), 0);
  pthread_join(b, NULL);
  print_message("stopped: the next node serves after %lld ms\n", ready - gone);
  T.s = &B;
  tables_come_back(&T);
  play_rounds(ROUNDS);
  check_all(B.db);
}

/* ---- behind HAProxy */
static struct test_server proxy;
static int free_port(void) {
  struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t n = sizeof a;
  int fd = socket(AF_INET, SOCK_STREAM, 0);
  assert_int_equal(bind(fd, (struct sockaddr *)&a, n), 0);
  assert_int_equal(getsockname(fd, (struct sockaddr *)&a, &n), 0);
  close(fd);
  return ntohs(a.sin_port);
}
/* The file that is shipped, with other ports and without TLS. */
static void start_proxy(void) {
  char cmd[600], file[100];
  proxy = A;
  proxy.url.port = free_port();
  snprintf(file, sizeof file, "%s/haproxy.cfg", A.dir);
  snprintf(cmd, sizeof cmd,
           "sed -e 's/bind :80/bind 127.0.0.1:%d/' -e '/bind :443/d' -e '/redirect scheme/d' -e "
           "'s/:1943/:%d/' -e 's/:2943/:%d/' \"$SALIENT_PACKAGING/haproxy-nodes.cfg\" > %s",
           proxy.url.port, A.port, B.port, file);
  assert_int_equal(system(cmd), 0);
  proxy.pid = fork();
  if (!proxy.pid) {
    freopen("/dev/null", "w", stderr);
    execlp("haproxy", "haproxy", "-db", "-q", "-f", file, (char *)NULL);
    _exit(99);
  }
}
/* Until a node answers behind it; it may be between two. */
static void proxy_serves(void) {
  int status = 0;
  for (int i = 0; i < 1000 && status != 200; i++) {
    usleep(20000);
    struct http_answer a = http_do(&proxy, "GET", "/readyz", "", NULL);
    status = a.status;
    http_done(&a);
  }
  assert_int_equal(status, 200);
}
static void *start_b_there(void *arg) {
  server_start(&B, "--behind-proxy", NULL);
  *(long long *)arg = now_ms();
  return NULL;
}
/* The players go through the proxy, and one node after the other is told to stop under them. */
static void players_are_handed_over(void **state) {
  (void)state;
  pthread_t b;
  long long ready = 0, gone;
  A.port = free_port();
  B.port = free_port();
  server_start(&A, "--behind-proxy", NULL);
  start_proxy();
  proxy_serves();
  tables_sit(&T, &proxy, FEW, MORE);
  play_rounds(ROUNDS);
  pthread_create(&b, NULL, start_b_there, &ready);
  assert_true(server_says(&B, "waits for it to end"));
  gone = now_ms();
  kill(A.pid, SIGTERM);
  proxy_serves();
  tables_come_back(&T);
  play_rounds(1);
  print_message("behind HAProxy: played on %lld ms after the node was told to stop\n",
                now_ms() - gone);
  pthread_join(b, NULL);
  assert_int_equal(server_stop(&A), 0);
  play_rounds(ROUNDS);
  check_all(B.db);
  kill(proxy.pid, SIGKILL);
  waitpid(proxy.pid, NULL, 0);
}

/* ---- kills of both kinds */
static void *crash(void *arg) {
  struct timespec wait = {.tv_nsec = (2 + *(unsigned *)arg % 60) * 1000000l};
  char cmd[400];
  nanosleep(&wait, NULL);
  snprintf(cmd, sizeof cmd, "%s -m immediate restart", getenv("SALIENT_POSTGRES_CTL"));
  assert_int_equal(system(cmd), 0);
  return NULL;
}
static void the_database_dies(void **state) {
  (void)state;
  const char *want = getenv("KILLS");
  int most = want ? atoi(want) : 5;
  srand(13);
  server_start(&A, NULL);
  T.patient = true;
  tables_sit(&T, &A, FEW, MORE);
  for (int i = 0; i < most; i++) {
    pthread_t thread;
    unsigned when = (unsigned)rand();
    pthread_create(&thread, NULL, crash, &when);
    for (int k = 0; k < ROUNDS && !tables_over(&T) && tables_round(&T); k++) {
    }
    pthread_join(thread, NULL);
    tables_come_back(&T); /* what had no answer is sent again */
    tables_check(&T, true);
    tables_sit(&T, &A, FEW, MORE);
  }
  check_all(A.db);
  print_message("%d ends of the database, %lu actions acknowledged, %lu not kept: none lost, none "
                "doubled\n",
                most, T.acks, T.refused);
}

/* ---- between stores */
static void copy(const char *from, const char *to, int code, const char *says) {
  char out[512];
  assert_int_equal(run_salient(out, sizeof out, "copy", from, to, NULL), code);
  if (!strstr(out, says))
    fail_msg("'%s' does not say '%s'", out, says);
}
static void games_move_there_and_back(void **state) {
  (void)state;
  char shared[sizeof A.db], file[sizeof A.db], back[sizeof A.db];
  memcpy(shared, A.db, sizeof shared);
  snprintf(file, sizeof file, "%s/games.db", A.dir);
  snprintf(back, sizeof back, "%s/back.db", A.dir);
  memcpy(A.db, file, sizeof A.db);
  server_start(&A, NULL);
  tables_sit(&T, &A, FEW, MORE);
  play_rounds(ROUNDS);
  copy(file, shared, 2, "another server has this database open");
  assert_int_equal(server_stop(&A), 0);
  copy(file, shared, 0, "the same");
  copy(file, shared, 1, "not empty");
  memcpy(A.db, shared, sizeof A.db);
  server_start(&A, NULL); /* the games go on, and new ones get numbers of their own */
  tables_come_back(&T);
  play_rounds(ROUNDS);
  struct made m = make_game(&A, "\"german\":\"me\",\"soviet\":\"open\"", "");
  assert_true(m.id[0]);
  copy(shared, back, 2, "another server has this database open");
  check_all(shared);
  assert_int_equal(server_stop(&A), 0);
  copy(shared, back, 0, "the same");
  memcpy(A.db, back, sizeof A.db);
  server_start(&A, NULL);
  tables_come_back(&T);
  play_rounds(ROUNDS);
  check_all(back);
}

/* With an argument, only the tests of that name. */
int main(int argc, char **argv) {
  if (argc > 1)
    cmocka_set_test_filter(argv[1]);
  if (!getenv("SALIENT_POSTGRES")) {
    puts("run it by tools/postgres.sh");
    return 77; /* counts as left out */
  }
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(the_next_takes_over, begin, end),
      cmocka_unit_test_setup_teardown(a_frozen_node_writes_nothing, begin, end),
      cmocka_unit_test_setup_teardown(a_node_that_leaves_hands_over, begin, end),
      cmocka_unit_test_setup_teardown(players_are_handed_over, begin, end),
      cmocka_unit_test_setup_teardown(the_database_dies, begin, end),
      cmocka_unit_test_setup_teardown(games_move_there_and_back, begin, end),
  };
  return cmocka_run_group_tests_name("server.postgres", tests, NULL, NULL);
}
