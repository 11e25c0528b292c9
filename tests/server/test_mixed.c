/* test_mixed.c - ends of every kind, mixed, on a shared store: of the node that serves, of the
 * database, of a worker; and a node that stands still for longer than its lease. Two nodes, one of
 * which waits, a worker for each, games whose every action is noted, and games that the workers
 * play. Nothing acknowledged is lost, nothing is doubled.
 *
 * KILLS says how often (24; 1,000 in a soak), MIXED after how many seconds to stop all the same,
 * SEED how they fall. It needs tools/postgres.sh (`./salient soak postgres`).
 */
#include "helper.h"
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

enum { NODES = 2, FEW = 4, ROUNDS = 12, COMPUTERS = 2, REPLACED = 3, LIMIT_MS = 10000 };
enum kind { NODE, DATABASE, WORKER, FREEZE, KINDS };
static const char *const names[KINDS] = {"the node", "the database", "a worker",
                                         "a node that stands still"};
static const char MORE[] = ",\"options\":{\"turns\":9}";

/* A place for a node: when one has ended, the next one waits there. */
static struct place {
  struct test_server node;
  struct helper worker;
  pthread_t starter;
  atomic_llong ready; /* when it began to serve; 0: it has not */
  atomic_bool stop;
} place[NODES];
static int serving;
static struct tables T;
static char file[96], admin[160], key[NODES][64];
static struct made computers[COMPUTERS];
static struct player watcher[COMPUTERS];
static unsigned long ends[KINDS], played, taken_over;
static long long longest[KINDS]; /* until the next node served */

static long long now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000ll + t.tv_nsec / 1000000;
}
static struct place *other(void) {
  return &place[1 - serving];
}

/* ---- nodes */
/* As a service's manager would: one that cannot start, because the database ends under it, is
 * started again. */
static void *start_node(void *arg) {
  struct place *p = arg;
  while (!atomic_load(&p->stop) && !server_try(&p->node, "--admin", file, NULL))
    usleep(100000);
  atomic_store(&p->ready, now_ms());
  return NULL;
}
static void let_wait(struct place *p) {
  atomic_store(&p->ready, 0);
  assert_int_equal(pthread_create(&p->starter, NULL, start_node, p), 0);
}
/* The one that waited serves; in the other's place the next one waits. */
static void take_over(void) {
  serving = 1 - serving;
  T.s = &place[serving].node;
  let_wait(other());
  taken_over++;
}
static void must_be_replaced(struct test_server *node) {
  int status = 0;
  waitpid(node->pid, &status, 0);
  node->pid = 0;
  assert_true(WIFEXITED(status));
  assert_int_equal(WEXITSTATUS(status), REPLACED);
}
/* The process that has all shards, as the database says; 0: nobody has. */
static pid_t holder(void) {
  char cmd[700], line[40] = "";
  snprintf(
      cmd, sizeof cmd,
      "%s/psql -At '%s' -c \"SELECT split_part(place, ':', 2) FROM node WHERE EXISTS (SELECT 1 "
      "FROM pg_locks l JOIN pg_database d ON d.oid = l.database WHERE l.locktype = 'advisory' "
      "AND l.classid = 1944 AND l.objid = epoch AND l.granted AND d.datname = "
      "current_database())\" 2>/dev/null",
      getenv("SALIENT_POSTGRES_BIN"), T.s->db);
  FILE *psql = popen(cmd, "r");
  if (!fgets(line, sizeof line, psql))
    line[0] = 0;
  pclose(psql);
  return (pid_t)atoi(line);
}
/* After a restart of the database either node may have been the first; twice the same holder means
 * that nobody is between the lock and its epoch. */
static bool is_still_ours(void) {
  pid_t now = 0, before = -1;
  long long enough = now_ms() + 3 * LIMIT_MS;
  while (!now || now != before) {
    if (now_ms() > enough)
      fail_msg("nobody has the shards");
    before = now;
    usleep(20000);
    now = holder();
  }
  return now == place[serving].node.pid;
}

/* ---- ends */
struct blow {
  enum kind kind;
  unsigned when;
  long long at;
};
static void *strike(void *arg) {
  struct blow *b = arg;
  struct timespec wait = {.tv_nsec = (2 + b->when % 60) * 1000000l};
  char cmd[400];
  nanosleep(&wait, NULL);
  snprintf(cmd, sizeof cmd, "%s -m immediate restart", getenv("SALIENT_POSTGRES_CTL"));
  if (b->kind == NODE)
    kill(place[serving].node.pid, SIGKILL);
  else if (b->kind == FREEZE)
    kill(place[serving].node.pid, SIGSTOP);
  else if (b->kind == WORKER)
    kill(place[serving].worker.pid, SIGKILL);
  else
    assert_int_equal(system(cmd), 0);
  b->at = now_ms(); /* of a database: it can be reached again */
  return NULL;
}
/* Everything runs again. */
static void mend(const struct blow *b) {
  struct place *struck = &place[serving];
  if (b->kind == WORKER) {
    waitpid(struck->worker.pid, NULL, 0);
    struck->worker = helper_start(&struck->node, serving ? "two" : "one", key[serving]);
    return;
  }
  if (b->kind == DATABASE && is_still_ours())
    return;
  if (b->kind == DATABASE)
    must_be_replaced(&struck->node);
  if (b->kind == NODE) {
    waitpid(struck->node.pid, NULL, 0);
    struck->node.pid = 0;
  }
  pthread_join(other()->starter, NULL);
  if (b->kind == FREEZE) {
    kill(struck->node.pid, SIGCONT);
    must_be_replaced(&struck->node);
  }
  long long took = atomic_load(&other()->ready) - b->at;
  if (took > longest[b->kind])
    longest[b->kind] = took;
  take_over();
}
static enum kind any_kind(void) {
  int n = rand() % 100;
  if (n < 45)
    return NODE;
  if (n < 75)
    return DATABASE;
  return n < 98 ? WORKER : FREEZE;
}

/* ---- games that play themselves */
/* True: over, or not begun. Somebody looks on, so that they play. */
static bool is_over(int i) {
  player_close(&watcher[i]);
  if (!computers[i].id[0])
    return true;
  player_open(&watcher[i], T.s, NULL);
  cJSON *j = player_join(&watcher[i], computers[i].id, computers[i].watch);
  bool over = j && cJSON_IsTrue(at(j, "over"));
  cJSON_Delete(j);
  played += over;
  return over;
}
static void look_at_computers(void) {
  for (int i = 0; i < COMPUTERS; i++) {
    if (!is_over(i))
      continue;
    computers[i] = make_game(T.s, "\"german\":\"bot:planner:50n\",\"soviet\":\"bot:planner:50n\"",
                             ",\"options\":{\"turns\":2}");
    is_over(i);
  }
}
static void begin(void) {
  server_folder(&place[0].node);
  snprintf(file, sizeof file, "%s/admin", place[0].node.dir);
  place[0].node.port = free_port();
  place[1].node = place[0].node;
  place[1].node.port = free_port();
  place[1].node.url.port = place[1].node.port;
  snprintf(place[1].node.err, sizeof place[1].node.err, "%s/err-b", place[1].node.dir);
  server_start(&place[0].node, "--admin", file, NULL);
  admin_read(file, admin);
  for (int i = 0; i < NODES; i++) {
    helper_key(&place[0].node, admin, i ? "two" : "one", key[i]);
    place[i].worker = helper_start(&place[i].node, i ? "two" : "one", key[i]);
  }
  let_wait(&place[1]);
}
static void end(void) {
  char out[512];
  struct test_server *node = &place[serving].node;
  tables_check(&T, false);
  atomic_store(&other()->stop, true);
  assert_int_equal(server_stop(node), 0);
  pthread_join(other()->starter, NULL); /* it serves at once */
  assert_int_equal(server_stop(&other()->node), 0);
  assert_int_equal(run_salient(out, sizeof out, "verify", node->db, NULL), 0);
  print_message("%s", out);
  for (int i = 0; i < NODES; i++) {
    helper_end(&place[i].worker, SIGKILL);
    helper_clean(&place[i].worker);
    assert_int_equal(server_said(&place[i].node, "Sanitizer"), 0);
  }
  for (int i = 0; i < COMPUTERS; i++)
    player_close(&watcher[i]);
  tables_free(&T);
  server_clean(&place[0].node);
}
static void tell(FILE *to) {
  for (int i = 0; i < KINDS; i++)
    fprintf(to, "%s: %lu times, the next node at the latest after %lld ms\n", names[i], ends[i],
            longest[i]);
  fprintf(to,
          "%lu actions acknowledged, %lu sent again, %lu not kept; taken over %lu times; %lu games "
          "of computers played\n",
          T.acks, T.resent, T.refused, taken_over, played);
}
static unsigned long number(const char *name, unsigned long none) {
  const char *text = getenv(name);
  return text ? strtoul(text, NULL, 10) : none;
}
static void nothing_lost_nothing_doubled(void **state) {
  (void)state;
  bool soak = getenv("SALIENT_SOAK") != NULL;
  unsigned long most = number("KILLS", soak ? 1000 : 24), n = 0;
  long long enough = now_ms() + 1000ll * (long long)number("MIXED", 100000);
  srand((unsigned)number("SEED", 17));
  T.patient = true;
  begin();
  tables_sit(&T, &place[0].node, FEW, MORE);
  for (; n < most && now_ms() < enough; n++) {
    pthread_t thread;
    struct blow b = {.kind = any_kind(), .when = (unsigned)rand()};
    look_at_computers();
    pthread_create(&thread, NULL, strike, &b);
    for (int k = 0; k < ROUNDS && !tables_over(&T) && tables_round(&T); k++) {
    }
    pthread_join(thread, NULL);
    mend(&b);
    ends[b.kind]++;
    tables_come_back(&T); /* what had no answer is sent again */
    tables_check(&T, true);
    tables_sit(&T, T.s, FEW, MORE);
    if (soak && n % 25 == 24)
      tell(stderr);
  }
  tell(stdout);
  end();
  for (int i = 0; i < KINDS; i++)
    assert_true(longest[i] < LIMIT_MS);
}

int main(void) {
  if (!getenv("SALIENT_POSTGRES")) {
    puts("run it by tools/postgres.sh");
    return 77; /* counts as left out */
  }
  const struct CMUnitTest tests[] = {cmocka_unit_test(nothing_lost_nothing_doubled)};
  return cmocka_run_group_tests_name("server.mixed", tests, NULL, NULL);
}
