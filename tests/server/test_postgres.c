/* test_postgres.c - the shared store: who may write, and when the next one may. A node that dies,
 * stands still, leaves or is cut off is replaced; the database dies, or falls silent; games move
 * between stores. It needs tools/postgres.sh (`./salient soak postgres`).
 */
#include "bridge.h"
#include "people.h"
#include "tables.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

/* Both find an empty database at the same moment: one makes it and serves, the other waits. */
static void *start_one(void *arg) {
  server_start(arg, NULL);
  return NULL;
}
static int waiting(void) {
  return server_said(&A, "waits for it to end") + server_said(&B, "waits for it to end");
}
static void two_begin_at_once(void **state) {
  (void)state;
  pthread_t a, b;
  pthread_create(&a, NULL, start_one, &A);
  pthread_create(&b, NULL, start_one, &B);
  for (int i = 0; i < 1000 && !waiting(); i++)
    usleep(20000);
  assert_int_equal(waiting(), 1);
  bool first = server_said(&B, "waits for it to end") == 1;
  struct test_server *one = first ? &A : &B;
  struct test_server *two = first ? &B : &A;
  pthread_join(first ? a : b, NULL);
  tables_sit(&T, one, FEW, MORE);
  play_rounds(ROUNDS);
  server_kill(one);
  pthread_join(first ? b : a, NULL);
  T.s = two;
  tables_come_back(&T);
  play_rounds(ROUNDS);
  check_all(two->db);
}

/* Somebody who has something in hand when his node is lost to him: he gives the first game up. */
static void sit_late(struct player *late) {
  player_open(late, &A, NULL);
  cJSON_Delete(player_join(late, T.t[0].m.id, T.t[0].m.german));
}
static void give_up(struct player *late) {
  player_send(late, "{\"v\":1,\"cmd\":\"abandon\",\"key\":\"late\"}");
}
/* He may be told that it was not kept, and must not be told that it was. The node has ended. */
static void was_not_kept(struct player *late) {
  int status = 0;
  waitpid(A.pid, &status, 0);
  A.pid = 0;
  assert_true(WIFEXITED(status));
  assert_int_equal(WEXITSTATUS(status), REPLACED);
  assert_int_equal(server_said(&A, "taken this database over"), 1);
  cJSON *answer = player_read(late, 0);
  for (; answer; answer = player_read(late, 0)) { /* pushes of before, or that nothing was kept */
    assert_false(cJSON_IsTrue(at(answer, "ok")));
    cJSON_Delete(answer);
  }
  player_close(late);
}

/* A node stands still for longer than its lease, is replaced, and wakes with a change in its hands:
 * it writes nothing and ends. */
static void a_frozen_node_writes_nothing(void **state) {
  (void)state;
  long long ready = 0, gone;
  struct player late;
  server_start(&A, NULL);
  tables_sit(&T, &A, FEW, MORE);
  play_rounds(ROUNDS);
  sit_late(&late);
  pthread_t b = b_waits(&ready);
  gone = now_ms();
  kill(A.pid, SIGSTOP);
  give_up(&late);
  pthread_join(b, NULL);
  print_message("frozen: the next node serves after %lld ms\n", ready - gone);
  T.s = &B;
  tables_come_back(&T);
  play_rounds(ROUNDS);
  kill(A.pid, SIGCONT);
  was_not_kept(&late);
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
static bool answers(const char *path) {
  struct http_answer a = http_do(&proxy, "GET", path, "", NULL);
  bool good = a.status == 200;
  http_done(&a);
  return good;
}
/* Until a node answers behind it; it may be between two. HAProxy looks at the nodes once for games
 * and once for all the rest, so each is asked, a few times. */
static void proxy_serves(void) {
  int good = 0;
  for (int i = 0; i < 1000 && good < 4; i++) {
    good = answers("/readyz") && answers("/api/games") ? good + 1 : 0;
    if (!good)
      usleep(20000);
  }
  assert_int_equal(good, 4);
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
  while (!server_said(&A, "closing"))
    usleep(5000);
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

/* ---- a database that says nothing */
static struct bridge way;
static char direct[sizeof A.db];
static int begin_far(void **state) {
  begin(state);
  memcpy(direct, A.db, sizeof direct);
  bridge_open(&way);
  snprintf(A.db, sizeof A.db, "postgresql:///t%s?host=127.0.0.1&port=%d&user=salient",
           strrchr(A.dir, '-') + 1, way.port);
  return 0;
}
static int end_far(void **state) {
  bridge_close(&way);
  return end(state);
}
/* The answer's status, and how long it took. */
static int timed(const char *path, long long *ms) {
  long long began = now_ms();
  struct http_answer a = http_do(&A, "GET", path, "", NULL);
  int status = a.status;
  *ms = now_ms() - began;
  http_done(&a);
  return status;
}
static int by_size(const void *a, const void *b) {
  const long long *x = a, *y = b;
  return (*x > *y) - (*x < *y);
}
/* An action in each game, answered when all of them are kept. */
static void *one_round(void *arg) {
  if (tables_round(&T))
    atomic_store((atomic_int *)arg, 1);
  return NULL;
}
/* Whoever needs the database is refused at once, whoever does not is served, and what was under way
 * is there when the database speaks again. */
static void a_silent_database_holds_nobody(void **state) {
  (void)state;
  enum { MOST = 1000, SILENT_MS = 3000, LONGEST_MS = 1000, P99_MS = 100 };
  static long long took[MOST];
  long long shut, lobby;
  int n = 0, asked = 0, refused = 0;
  pthread_t round;
  atomic_int kept = 0;
  T.patient = true;
  server_start(&A, NULL);
  tables_sit(&T, &A, FEW, MORE);
  play_rounds(ROUNDS);
  bridge_shut(&way);
  pthread_create(&round, NULL, one_round, &kept);
  for (shut = now_ms(); n < MOST && now_ms() - shut < SILENT_MS; n++) {
    bool needs_it = n % 4 == 0;
    int status = timed(needs_it ? "/api/lobby" : "/healthz", &took[n]);
    asked += needs_it;
    refused += status == 503;
    assert_true(needs_it || status == 200);
    usleep(10000);
  }
  qsort(took, (size_t)n, sizeof *took, by_size);
  print_message("silent database: p50 %lld, p99 %lld, longest %lld ms of %d answers; the lobby was "
                "refused %d times of %d\n",
                took[n / 2], took[n * 99 / 100], took[n - 1], n, refused, asked);
  assert_true(took[n * 99 / 100] <= P99_MS);
  assert_true(took[n - 1] <= LONGEST_MS);
  assert_true(refused >= asked - 1);
  assert_int_equal(atomic_load(&kept), 0);
  bridge_again(&way);
  for (int i = 0; i < 100 && timed("/api/lobby", &lobby) != 200; i++)
    usleep(50000);
  assert_int_equal(timed("/api/lobby", &lobby), 200);
  assert_int_equal(server_said(&A, "does not answer"), 1);
  assert_true(server_says(&A, "answers again"));
  pthread_join(round, NULL);
  assert_int_equal(atomic_load(&kept), 1);
  tables_come_back(&T);
  play_rounds(ROUNDS);
  check_all(direct);
}
/* Which process of the database the loop reads by: it looks for clocks that are due. */
static pid_t reading_backend(void) {
  char cmd[400], line[40] = "";
  snprintf(cmd, sizeof cmd,
           "%s/psql -At -h %s -U salient t%s -c \"SELECT pid FROM pg_stat_activity WHERE pid <> "
           "pg_backend_pid() AND query LIKE '%%WHERE deadline>0%%'\"",
           getenv("SALIENT_POSTGRES_BIN"), getenv("SALIENT_POSTGRES"), strrchr(A.dir, '-') + 1);
  for (int i = 0; i < 100 && !line[0]; i++) {
    FILE *psql = popen(cmd, "r");
    if (!fgets(line, sizeof line, psql))
      usleep(50000);
    pclose(psql);
  }
  assert_true(atoi(line) > 0);
  return (pid_t)atoi(line);
}
/* The database answers others, but not on the connection that the loop reads by: it gets another,
 * and meanwhile nobody is told that he is a stranger. */
static void a_stuck_connection_is_exchanged(void **state) {
  (void)state;
  long long longest = 0;
  int served = 0;
  server_start(&A, NULL);
  struct person anna = person_new(&A, "Anna");
  pid_t stuck = reading_backend();
  long long gone = now_ms();
  kill(stuck, SIGSTOP);
  while (now_ms() - gone < 4000) {
    long long began = now_ms();
    struct http_answer a = http_do(&A, "GET", "/api/account", anna.head, NULL);
    long long took = now_ms() - began;
    longest = took > longest ? took : longest;
    served = a.status == 200 ? served + 1 : 0;
    if (a.status != 503)
      assert_string_equal(word(a.doc, "name"), "Anna");
    http_done(&a);
    usleep(20000);
  }
  kill(stuck, SIGCONT);
  print_message("stuck connection: longest %lld ms, then %d answers\n", longest, served);
  assert_true(longest <= 2000);
  assert_true(served >= 20);
}
/* Only the way between one node and the database is shut: the next node takes over, and the first
 * tells nobody that anything was kept, and ends when it hears of it. */
static void a_node_that_is_cut_off_is_replaced(void **state) {
  (void)state;
  long long ready = 0, gone;
  struct player late;
  memcpy(B.db, direct, sizeof B.db);
  server_start(&A, NULL);
  tables_sit(&T, &A, FEW, MORE);
  play_rounds(ROUNDS);
  sit_late(&late);
  pthread_t b = b_waits(&ready);
  gone = now_ms();
  bridge_shut(&way);
  give_up(&late);
  pthread_join(b, NULL);
  print_message("cut off: the next node serves after %lld ms\n", ready - gone);
  assert_true(ready - gone < 10000);
  T.s = &B;
  tables_come_back(&T);
  play_rounds(ROUNDS);
  bridge_again(&way);
  was_not_kept(&late);
  play_rounds(ROUNDS);
  check_all(direct);
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

static int nodes_of(const char *db) {
  char cmd[600];
  snprintf(cmd, sizeof cmd, "test $(%s/psql -At '%s' -c 'SELECT count(*) FROM node') = 0",
           getenv("SALIENT_POSTGRES_BIN"), db);
  return system(cmd);
}
/* One process holds both for as long as it copies, and neither afterwards. */
static void a_database_moves_into_another(void **state) {
  (void)state;
  struct test_server to;
  server_folder(&to);
  server_start(&A, NULL);
  tables_sit(&T, &A, FEW, MORE);
  play_rounds(ROUNDS);
  assert_int_equal(server_stop(&A), 0);
  copy(A.db, to.db, 0, "the same");
  assert_int_equal(nodes_of(A.db), 0);
  assert_int_equal(nodes_of(to.db), 0);
  server_start(&to, NULL);
  T.s = &to;
  tables_come_back(&T);
  play_rounds(ROUNDS);
  check_all(to.db);
  server_clean(&to);
}

/* ---- a database of the version before */
static void tell_database(const char *sql) {
  char cmd[900];
  snprintf(cmd, sizeof cmd, "%s/psql -q '%s' -c \"%s\" >/dev/null", getenv("SALIENT_POSTGRES_BIN"),
           A.db, sql);
  assert_int_equal(system(cmd), 0);
}
/* What format 4 had: a lock for each shard, and one node for all of them. */
static const char AS_4[] =
    "ALTER TABLE salient ADD mark BIGINT NOT NULL DEFAULT 0; UPDATE salient SET format = 4; "
    "DROP TABLE node; DROP TABLE mark; DROP SEQUENCE node_epoch; "
    "ALTER TABLE shard ADD node TEXT NOT NULL DEFAULT '', ADD until TIMESTAMPTZ NOT NULL DEFAULT "
    "'-infinity'; UPDATE shard SET epoch = 7";
static void *hold_as_4(void *arg) {
  (void)arg;
  tell_database("SELECT pg_advisory_lock(1943, 5), pg_sleep(3)");
  return NULL;
}
/* Its games are there. While a node of that version still runs, nothing is changed. */
static void format_4_is_brought_up(void **state) {
  (void)state;
  pthread_t old, b;
  long long ready = 0;
  server_start(&A, NULL);
  tables_sit(&T, &A, FEW, MORE);
  play_rounds(ROUNDS);
  assert_int_equal(server_stop(&A), 0);
  tell_database(AS_4);
  pthread_create(&old, NULL, hold_as_4, NULL);
  usleep(500000);
  b = b_waits(&ready);
  pthread_join(old, NULL);
  pthread_join(b, NULL);
  T.s = &B;
  tables_come_back(&T);
  play_rounds(ROUNDS);
  check_all(B.db);
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
      cmocka_unit_test_setup_teardown(two_begin_at_once, begin, end),
      cmocka_unit_test_setup_teardown(a_frozen_node_writes_nothing, begin, end),
      cmocka_unit_test_setup_teardown(a_node_that_leaves_hands_over, begin, end),
      cmocka_unit_test_setup_teardown(players_are_handed_over, begin, end),
      cmocka_unit_test_setup_teardown(the_database_dies, begin, end),
      cmocka_unit_test_setup_teardown(a_silent_database_holds_nobody, begin_far, end_far),
      cmocka_unit_test_setup_teardown(a_stuck_connection_is_exchanged, begin, end),
      cmocka_unit_test_setup_teardown(a_node_that_is_cut_off_is_replaced, begin_far, end_far),
      cmocka_unit_test_setup_teardown(games_move_there_and_back, begin, end),
      cmocka_unit_test_setup_teardown(a_database_moves_into_another, begin, end),
      cmocka_unit_test_setup_teardown(format_4_is_brought_up, begin, end),
  };
  return cmocka_run_group_tests_name("server.postgres", tests, NULL, NULL);
}
