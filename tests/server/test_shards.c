/* test_shards.c - several nodes serve one shared store at the same time, each the games of its own
 * shards: they divide them, send players to each other, take over, hand over, and count every
 * result once. It needs tools/postgres.sh (`./salient soak postgres`).
 *
 * KILLS says how often something ends under the players (8; 1,000 in a soak), SHARED after how many
 * seconds to stop all the same, SEED how the ends fall.
 */
#include "helper.h"
#include "people.h"
#include "rivals.h"
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

enum { NODES = 2, GAMES = 8, ROUNDS = 10, REPLACED = 3, SHARDS = 256, LIMIT_MS = 10000 };
static const char *const name[NODES] = {"one", "two"};
static const char MORE[] = ",\"options\":{\"turns\":9}";
static struct test_server node[NODES];
static char admin_file[80];                      /* of both */
static struct test_server proxy, by_name[NODES]; /* HAProxy, when it is there */
static struct tables T;

static long long now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000ll + t.tv_nsec / 1000000;
}

/* ---- what the database says */
static long ask(const char *sql) {
  char cmd[500], line[40] = "";
  snprintf(cmd, sizeof cmd, "%s/psql -At '%s' -c \"%s\" 2>/dev/null",
           getenv("SALIENT_POSTGRES_BIN"), node[0].db, sql);
  FILE *psql = popen(cmd, "r");
  assert_non_null(psql);
  if (!fgets(line, sizeof line, psql))
    line[0] = 0;
  pclose(psql);
  return line[0] ? atol(line) : -1;
}
static long shards_of(int i) {
  char sql[120];
  snprintf(sql, sizeof sql, "SELECT count(*) FROM shard JOIN node USING(epoch) WHERE name = '%s'",
           name[i]);
  return ask(sql);
}
static int house(void) {
  return (int)ask("SELECT (name = 'two')::int FROM node JOIN shard USING(epoch) WHERE n = 0");
}
/* Whether that node has the game. */
static bool holds(int i, const char *id) {
  char path[64];
  snprintf(path, sizeof path, "/api/games/%s", id);
  struct http_answer a = http_do(&node[i], "GET", path, "", NULL);
  bool here = a.status == 200;
  http_done(&a);
  return here;
}
/* Until both have their halves, or one has all. */
static void wait_shares(long first, long second) {
  long long enough = now_ms() + 3 * LIMIT_MS;
  while (shards_of(0) != first || shards_of(1) != second) {
    if (now_ms() > enough)
      fail_msg("the shards are %ld and %ld, not %ld and %ld", shards_of(0), shards_of(1), first,
               second);
    usleep(50000);
  }
}
static void wait_halves(void) {
  wait_shares(SHARDS / 2, SHARDS / 2);
}
/* Until the other has all of them; how long that took since then. */
static long long wait_taken(int gone, long long since) {
  wait_shares(gone == 0 ? 0 : SHARDS, gone == 0 ? SHARDS : 0);
  return now_ms() - since;
}

/* Until the others take it for dead. One that has just come holds no shards yet. */
static void wait_forgotten(int i) {
  char sql[80];
  long long enough = now_ms() + 3 * LIMIT_MS;
  snprintf(sql, sizeof sql, "SELECT count(*) FROM node WHERE name = '%s'", name[i]);
  while (ask(sql) != 0) {
    if (now_ms() > enough)
      fail_msg("node %s stands still, and nobody replaces it", name[i]);
    usleep(50000);
  }
}

/* ---- nodes */
static void start_node(int i) {
  for (int tries = 0; tries < 100; tries++) {
    if (server_try(&node[i], "--node", name[i], "--admin", admin_file, NULL))
      return;
    usleep(100000);
    /* another program may have taken its port while it was dead; HAProxy knows no other */
    if (T.node[i] != &by_name[i] && server_said(&node[i], "is in use"))
      node[i].port = free_port();
  }
  fail_msg("node %s does not start: see %s", name[i], node[i].err);
}
static void must_be_replaced(int i) {
  int status = 0;
  kill(node[i].pid, SIGCONT);
  waitpid(node[i].pid, &status, 0);
  node[i].pid = 0;
  assert_true(WIFEXITED(status));
  assert_int_equal(WEXITSTATUS(status), REPLACED);
}
static void *start_thread(void *arg) {
  start_node(*(int *)arg);
  return NULL;
}
static int begin(void **state) {
  static int which[NODES] = {0, 1};
  pthread_t thread[NODES];
  (void)state;
  memset(&T, 0, sizeof T);
  server_folder(&node[0]);
  node[1] = node[0];
  snprintf(node[1].err, sizeof node[1].err, "%s/err-b", node[1].dir);
  snprintf(admin_file, sizeof admin_file, "%s/admin", node[0].dir);
  for (int i = 0; i < NODES; i++) {
    node[i].port = free_port();
    pthread_create(&thread[i], NULL, start_thread, &which[i]); /* at the same moment */
  }
  for (int i = 0; i < NODES; i++)
    pthread_join(thread[i], NULL);
  wait_halves();
  T.s = &node[0];
  T.patient = true;
  T.node[0] = &node[0];
  T.node[1] = &node[1];
  return 0;
}
static int end(void **state) {
  (void)state;
  tables_free(&T);
  for (int i = 0; i < NODES; i++)
    if (node[i].pid)
      server_stop(&node[i]);
  assert_int_equal(server_said(&node[1], "Sanitizer"), 0);
  assert_int_equal(server_said(&node[1], "runtime error"), 0);
  for (int i = 0; i < NODES; i++) { /* what the database warns of: mistakes of a node */
    assert_int_equal(server_said(&node[i], "no transaction in progress"), 0);
    assert_int_equal(server_said(&node[i], "don't own a lock"), 0);
  }
  server_clean(&node[0]);
  return 0;
}
/* As far as nobody is sent away. */
static void play(int rounds) {
  for (int k = 0; k < rounds && !tables_over(&T); k++)
    if (!tables_round(&T))
      tables_come_back(&T);
}
static void check_all(void) {
  char out[512];
  tables_check(&T, false);
  for (int i = 0; i < NODES; i++)
    assert_int_equal(server_stop(&node[i]), 0);
  assert_int_equal(run_salient(out, sizeof out, "verify", node[0].db, NULL), 0);
  print_message("%s", out);
}

/* ---- dividing */
/* A node makes games of its own; the other names it, by HTTP and on a line. */
static void a_stranger_is_sent_on(void **state) {
  (void)state;
  for (int i = 0; i < NODES; i++) {
    struct made m = make_game(&node[i], "\"german\":\"hotseat\",\"soviet\":\"hotseat\"", "");
    struct test_server *other = &node[1 - i];
    char path[64];
    struct player p;
    snprintf(path, sizeof path, "/api/games/%s", m.id);
    struct http_answer a = http_do(other, "GET", path, "", NULL);
    assert_int_equal(a.status, 421);
    assert_string_equal(word(a.doc, "error.code"), "elsewhere");
    assert_string_equal(word(a.doc, "error.node"), name[i]);
    http_done(&a);
    player_open(&p, other, NULL);
    cJSON *j = player_join(&p, m.id, m.german);
    assert_string_equal(word(j, "error.code"), "elsewhere");
    assert_string_equal(word(j, "error.node"), name[i]);
    cJSON_Delete(j);
    player_close(&p);
    player_open(&p, &node[i], NULL);
    j = player_join(&p, m.id, m.german);
    assert_true(cJSON_IsTrue(at(j, "ok")));
    cJSON_Delete(j);
    player_close(&p);
  }
  /* what is not one game's is the house's */
  int here = house();
  struct http_answer a = http_do(&node[1 - here], "GET", "/api/cups", "", NULL);
  assert_int_equal(a.status, 421);
  assert_string_equal(word(a.doc, "error.node"), name[here]);
  http_done(&a);
  a = http_do(&node[here], "GET", "/readyz/house", "", NULL);
  assert_int_equal(a.status, 200);
  http_done(&a);
  a = http_do(&node[1 - here], "GET", "/readyz/house", "", NULL);
  assert_int_equal(a.status, 503);
  http_done(&a);
}

/* ---- ends of nodes */
static void the_other_takes_over(void **state) {
  (void)state;
  tables_sit(&T, &node[0], GAMES, MORE);
  for (int i = 0; i < NODES; i++) {
    play(ROUNDS);
    long long since = now_ms();
    server_kill(&node[i]);
    long long took = wait_taken(i, since);
    tables_come_back(&T);
    play(ROUNDS);
    print_message("killed: the other has its games after %lld ms\n", took);
    assert_true(took < LIMIT_MS);
    start_node(i); /* and gets half of them back under the players */
    play(ROUNDS);
    wait_halves();
    tables_come_back(&T);
  }
  check_all();
}
/* A node stands still longer than its lease, with a change in its hands, and wakes. */
static void a_frozen_node_writes_nothing(void **state) {
  (void)state;
  struct player late;
  tables_sit(&T, &node[0], GAMES, MORE);
  play(ROUNDS);
  player_open(&late, &node[0], NULL);
  cJSON *j = player_join(&late, T.t[0].m.id, T.t[0].m.german); /* the first was made there */
  assert_true(cJSON_IsTrue(at(j, "ok")));
  cJSON_Delete(j);
  long long since = now_ms();
  kill(node[0].pid, SIGSTOP);
  player_send(&late, "{\"v\":1,\"cmd\":\"abandon\",\"key\":\"late\"}");
  long long took = wait_taken(0, since);
  print_message("frozen: the other has its games after %lld ms\n", took);
  assert_true(took < LIMIT_MS);
  tables_come_back(&T);
  play(ROUNDS);
  must_be_replaced(0);
  for (j = player_read(&late, 0); j; j = player_read(&late, 0)) {
    assert_false(cJSON_IsTrue(at(j, "ok")));
    cJSON_Delete(j);
  }
  player_close(&late);
  play(ROUNDS); /* nobody has given the game up */
  start_node(0);
  wait_halves();
  tables_come_back(&T);
  check_all();
}
/* It stands still while it gives half of its shards to one that has just come. */
static void a_node_may_freeze_while_it_gives(void **state) {
  (void)state;
  tables_sit(&T, &node[0], GAMES, MORE);
  server_kill(&node[1]);
  wait_shares(SHARDS, 0);
  tables_come_back(&T);
  start_node(1);
  for (int i = 0; i < 200 && shards_of(1) < 1; i++)
    usleep(20000);
  kill(node[0].pid, SIGSTOP);
  wait_shares(0, SHARDS);
  tables_come_back(&T);
  play(ROUNDS);
  must_be_replaced(0);
  start_node(0);
  wait_halves();
  tables_come_back(&T);
  play(ROUNDS);
  check_all();
}
/* SIGTERM: the players of its games play on with the other in less than two seconds. */
static void a_node_that_leaves_hands_over(void **state) {
  (void)state;
  tables_sit(&T, &node[0], GAMES, MORE);
  play(ROUNDS);
  long long since = now_ms();
  assert_int_equal(server_stop(&node[0]), 0);
  tables_come_back(&T);
  print_message("stopped: everybody plays on after %lld ms\n", now_ms() - since);
  play(ROUNDS);
  start_node(0);
  wait_halves();
  tables_come_back(&T);
  check_all();
}

/* ---- behind HAProxy */
/* The file that is shipped, with other ports and without TLS. */
static void start_proxy(void) {
  char cmd[600], file[100];
  proxy = node[0];
  proxy.url.port = free_port();
  snprintf(file, sizeof file, "%s/haproxy.cfg", node[0].dir);
  snprintf(cmd, sizeof cmd,
           "sed -e 's/bind :80/bind 127.0.0.1:%d/' -e '/bind :443/d' -e '/redirect scheme/d' -e "
           "'s/:1943/:%d/' -e 's/:2943/:%d/' \"$SALIENT_PACKAGING/haproxy-nodes.cfg\" > %s",
           proxy.url.port, node[0].port, node[1].port, file);
  assert_int_equal(system(cmd), 0);
  proxy.pid = fork();
  if (!proxy.pid) {
    freopen("/dev/null", "w", stderr);
    execlp("haproxy", "haproxy", "-db", "-q", "-f", file, (char *)NULL);
    _exit(99);
  }
  for (int i = 0; i < NODES; i++) {
    by_name[i] = proxy;
    snprintf(by_name[i].url.node, sizeof by_name[i].url.node, "%s", name[i]);
    T.node[i] = &by_name[i];
  }
}
static bool answers(const char *path) {
  struct http_answer a = http_do(&proxy, "GET", path, "", NULL);
  bool good = a.status == 200;
  http_done(&a);
  return good;
}
/* Until it has looked at both nodes: before, it takes each for the house. */
static void wait_proxy(void) {
  long long enough = now_ms() + 3 * LIMIT_MS;
  for (int good = 0; good < 20; usleep(20000)) {
    good = answers("/readyz/house") && answers("/api/games") ? good + 1 : 0;
    if (now_ms() > enough)
      fail_msg("nobody answers behind HAProxy");
  }
}
/* Players name the node that they were sent to, and HAProxy finds it; the rest goes to the house.
 */
static void haproxy_finds_the_node(void **state) {
  (void)state;
  start_proxy();
  wait_proxy();
  for (int i = 0; i < 4; i++) /* any other node would answer 421 */
    assert_true(answers("/api/cups"));
  tables_sit(&T, &proxy, GAMES, MORE);
  play(ROUNDS);
  int gone = house();
  long long since = now_ms();
  kill(node[gone].pid, SIGTERM);
  tables_come_back(&T);
  print_message("behind HAProxy: everybody plays on %lld ms after the house was told to stop\n",
                now_ms() - since);
  assert_int_equal(server_stop(&node[gone]), 0);
  wait_proxy();
  assert_true(answers("/api/cups"));
  start_node(gone);
  wait_halves();
  tables_come_back(&T);
  play(ROUNDS);
  kill(proxy.pid, SIGKILL);
  waitpid(proxy.pid, NULL, 0);
  check_all();
}

/* ---- results */
struct ending {
  int at;
  const struct rival *who;
  char id[20];
};
static void *give_up(void *arg) {
  const struct ending *e = arg;
  rival_says(&node[e->at], e->who, e->id, "{\"cmd\":\"abandon\"}");
  return NULL;
}
/* One player's rated games end at the same moment on both nodes: all of them count, once. */
static void every_result_counts_once(void **state) {
  enum { FOES = 12 };
  (void)state;
  struct test_server *home = &node[house()];
  struct rival anna = rival_new(home, "Anna", NULL), foe[FOES];
  struct ending e[FOES];
  pthread_t thread[FOES];
  for (int i = 0; i < FOES; i++) {
    char who[20], path[64];
    snprintf(who, sizeof who, "Foe%d", i);
    foe[i] = rival_new(home, who, NULL);
    e[i] = (struct ending){.at = i % NODES, .who = &foe[i]};
    cJSON *made = rival_ask(&node[e[i].at], &anna, "POST", "/api/games",
                            "{\"game\":\"nullgame\",\"scenario\":\"lesson\",\"rated\":true,%s,"
                            "\"seats\":{\"german\":\"me\",\"soviet\":\"open\"}}",
                            CLOCK);
    snprintf(e[i].id, sizeof e[i].id, "%s", word(made, "id"));
    cJSON_Delete(made);
    snprintf(path, sizeof path, "/api/games/%s/join", e[i].id);
    cJSON_Delete(rival_ask(&node[e[i].at], &foe[i], "POST", path, "{}"));
  }
  for (int i = 0; i < FOES; i++)
    pthread_create(&thread[i], NULL, give_up, &e[i]);
  for (int i = 0; i < FOES; i++)
    pthread_join(thread[i], NULL);
  cJSON *ladder = rival_ask(home, NULL, "GET", "/api/ladder/nullgame", NULL);
  const cJSON *row, *people = at(ladder, "people");
  int found = 0;
  cJSON_ArrayForEach(row, people) {
    if (strcmp(word(row, "name"), "Anna"))
      continue;
    found++;
    assert_int_equal(at(row, "won")->valueint, FOES);
  }
  if (found != 1)
    fail_msg("Anna is not on the ladder: %s", cJSON_Print(ladder));
  cJSON_Delete(ladder);
}

/* What the house changes reaches a line at the other node within a second or two: a name, and the
 * end of a session. */
static void the_other_node_hears_of_it(void **state) {
  (void)state;
  int here = house();
  struct rival anna = rival_new(&node[here], "Anna", NULL);
  struct player line;
  cJSON *made = rival_ask(&node[1 - here], &anna, "POST", "/api/games",
                          "{\"game\":\"nullgame\",\"scenario\":\"lesson\",\"seats\":{\"german\":"
                          "\"me\",\"soviet\":\"open\"}}");
  player_open(&line, &node[1 - here], anna.head);
  cJSON *j = player_join(&line, word(made, "id"), "");
  assert_true(cJSON_IsTrue(at(j, "ok")));
  cJSON_Delete(j);
  cJSON_Delete(made);
  long long since = now_ms();
  cJSON_Delete(
      rival_ask(&node[here], &anna, "POST", "/api/account/rename", "{\"name\":\"Berta\"}"));
  for (bool known = false; !known && now_ms() - since < LIMIT_MS;) {
    cJSON *push = player_push(&line, "presence");
    const cJSON *is = at(push, "seats.german.name");
    known = is && !strcmp(is->valuestring, "Berta");
    cJSON_Delete(push);
  }
  print_message("renamed: seen at the other node after %lld ms\n", now_ms() - since);
  since = now_ms();
  cJSON_Delete(rival_ask(&node[here], &anna, "POST", "/api/logout/all", "{}"));
  while (!line.closed && now_ms() - since < LIMIT_MS)
    cJSON_Delete(player_read(&line, 100));
  print_message("signed out: the line at the other node ended after %lld ms\n", now_ms() - since);
  assert_true(line.closed);
  player_close(&line);
}

/* ---- what the house closes */
static void by_admin(int at, const char *method, const char *path, const char *body) {
  char head[160];
  admin_read(admin_file, head);
  struct http_answer a = http_do(&node[at], method, path, head, body);
  if (a.status != 200)
    fail_msg("%s %s %s: %d %s", method, path, body ? body : "", a.status, a.text);
  http_done(&a);
}
static void ban(int at, const char *who) {
  char body[120];
  snprintf(body, sizeof body, "{\"name\":\"%s\",\"reason\":\"Insults.\",\"days\":3}", who);
  by_admin(at, "POST", "/api/order/ban", body);
}
/* The account's seat in a game of that node, by its token. */
static bool seat_opens(int at_node, const struct made *m) {
  struct player p;
  player_open(&p, &node[at_node], NULL);
  cJSON *j = player_join(&p, m->id, m->german);
  bool ok = cJSON_IsTrue(at(j, "ok"));
  if (!ok && !strstr(word(j, "error.text"), "This account is closed until "))
    fail_msg("not a ban: %s", cJSON_Print(j));
  cJSON_Delete(j);
  player_close(&p);
  return ok;
}
static void await_end(struct player *p, long long since) {
  while (!p->closed && now_ms() - since < LIMIT_MS)
    cJSON_Delete(player_read(p, 20));
  assert_true(p->closed);
  player_close(p);
}
/* A game of that node in which the person is German. */
static struct made game_of(int at_node, const struct person *who) {
  struct made m = {0};
  struct http_answer a = person_post(&node[at_node], who, "/api/games",
                                     "{\"game\":\"nullgame\",\"scenario\":\"lesson\",\"seats\":{"
                                     "\"german\":\"me\",\"soviet\":\"open\"}}");
  assert_int_equal(a.status, 200);
  snprintf(m.id, sizeof m.id, "%s", word(a.doc, "id"));
  snprintf(m.german, sizeof m.german, "%s", word(a.doc, "seats.german"));
  http_done(&a);
  return m;
}
/* Lines of the account at the other node end, whether by a session or by a seat's token, and
 * nothing opens its seat again, wherever the game is then. */
static void a_ban_holds_at_the_other_node(void **state) {
  (void)state;
  struct player by_token, by_session;
  int here = house(), there = 1 - here;
  struct person anna = person_new(&node[here], "Anna");
  struct made m = game_of(there, &anna);
  player_open(&by_token, &node[there], NULL);
  cJSON_Delete(player_join(&by_token, m.id, m.german));
  player_open(&by_session, &node[there], anna.head);
  cJSON_Delete(player_join(&by_session, m.id, ""));
  long long since = now_ms();
  ban(here, "Anna");
  await_end(&by_session, since);
  await_end(&by_token, since);
  print_message("banned: the lines at the other node ended after %lld ms\n", now_ms() - since);
  assert_false(seat_opens(there, &m));
  cJSON *d = person_get(&node[there], &anna, "/api/account"); /* nor does the session */
  assert_null(at(d, "name"));
  cJSON_Delete(d);
  server_kill(&node[there]);
  wait_taken(there, now_ms());
  assert_false(seat_opens(here, &m));
  start_node(there);
  wait_halves();
  int now_at = holds(there, m.id) ? there : here;
  assert_false(seat_opens(now_at, &m));
  since = now_ms();
  by_admin(here, "POST", "/api/order/unban", "{\"name\":\"Anna\",\"reason\":\"Regrets it.\"}");
  while (!seat_opens(now_at, &m) && now_ms() - since < LIMIT_MS)
    usleep(10000);
  print_message("the ban lifted: seen after %lld ms\n", now_ms() - since);
  assert_true(seat_opens(now_at, &m));
}
/* The house bans and dies before the other node has read of it, which then is the house. The other
 * stands still meanwhile, for less than its lease; in which order it then reads and takes over
 * depends on the moment. */
static void the_next_house_knows_the_last_ban(void **state) {
  enum { TIMES = 8 };
  (void)state;
  for (int i = 0; i < TIMES; i++) {
    int here = house(), there = 1 - here;
    char who[20];
    snprintf(who, sizeof who, "Anna%d", i);
    struct person anna = person_new(&node[here], who);
    struct made m = game_of(there, &anna);
    assert_true(seat_opens(there, &m));
    kill(node[there].pid, SIGSTOP);
    ban(here, who);
    server_kill(&node[here]);
    usleep(300000); /* the database has noticed */
    kill(node[there].pid, SIGCONT);
    wait_taken(here, now_ms());
    usleep(500000);
    if (seat_opens(there, &m))
      fail_msg("%s plays on at the next house", who);
    start_node(here);
    wait_halves();
  }
}
/* A worker serves the node that it asks. Its key is the house's to withdraw. */
static void a_withdrawn_key_opens_no_node(void **state) {
  (void)state;
  char admin[160], key[64], body[160];
  int here = house(), there = 1 - here, code = 0, status = 0;
  struct test_server seen = {0};
  admin_read(admin_file, admin);
  helper_key(&node[here], admin, "guest", key);
  snprintf(body, sizeof body, "Authorization: Bearer %s\r\n", key);
  long long since = now_ms();
  while (status != 200 && now_ms() - since < LIMIT_MS) {
    struct http_answer a =
        http_do(&node[there], "POST", "/api/work/beat", body, "{\"number\":\"1\"}");
    status = a.status;
    http_done(&a);
    usleep(10000);
  }
  assert_int_equal(status, 200);
  print_message("a key: it opens the other node after %lld ms\n", now_ms() - since);
  struct helper h = helper_start(&node[there], "guest", key);
  sleep(1); /* it waits there for work */
  assert_int_equal(waitpid(h.pid, NULL, WNOHANG), 0);
  since = now_ms();
  by_admin(here, "DELETE", "/api/admin/workers/guest", NULL);
  waitpid(h.pid, &code, 0);
  print_message("withdrawn: the worker of the other node ended after %lld ms\n", now_ms() - since);
  assert_true(now_ms() - since < LIMIT_MS);
  assert_true(WIFEXITED(code));
  assert_int_equal(WEXITSTATUS(code), 1);
  snprintf(seen.err, sizeof seen.err, "%s", h.log);
  assert_int_equal(server_said(&seen, "the server refuses: This key opens nothing any more"), 1);
  helper_clean(&h);
  struct http_answer a =
      http_do(&node[there], "POST", "/api/work/beat", body, "{\"number\":\"1\"}");
  assert_int_equal(a.status, 403);
  http_done(&a);
}

/* ---- what moves with a game, and with the house */
/* A clock that runs out while its node is dead rings at the other one. */
static void clocks_go_on(void **state) {
  (void)state;
  char path[64];
  bool over = false;
  struct made m = make_game(&node[0], "\"german\":\"hotseat\",\"soviet\":\"hotseat\"",
                            ",\"clock\":{\"bank\":8,\"timeout\":\"lose\"}");
  long long since = now_ms();
  snprintf(path, sizeof path, "/api/games/%s", m.id);
  server_kill(&node[0]);
  for (int i = 0; i < 300 && !over; i++) {
    struct http_answer a = http_do(&node[1], "GET", path, "", NULL);
    over = a.status == 200 && cJSON_IsTrue(at(a.doc, "over"));
    if (over)
      assert_string_equal(word(a.doc, "how"), "timeout");
    http_done(&a);
    usleep(100000);
  }
  print_message("a clock of eight seconds rang after %lld ms\n", now_ms() - since);
  assert_true(over);
  assert_true(now_ms() - since > 7000);
  start_node(0);
  check_all();
}
static bool cup_is_over(const char *path) {
  struct http_answer a = http_do(&node[house()], "GET", path, "", NULL);
  bool over = a.status == 200 && !strcmp(word(a.doc, "state"), "over");
  http_done(&a);
  return over;
}
/* Cups go on at the next house, and no game is made twice. */
static void a_cup_goes_on(void **state) {
  enum { BOTS = 4, CUP_GAMES = BOTS * (BOTS - 1) }; /* everybody meets everybody, on both sides */
  (void)state;
  char path[64], enter[80];
  int first = house();
  struct rival owner = rival_new(&node[first], "Owner", NULL);
  cJSON *cup = rival_ask(&node[first], &owner, "POST", "/api/cups",
                         "{\"name\":\"C\",\"game\":\"nullgame\",\"scenario\":\"lesson\","
                         "\"form\":\"robin\",\"size\":4,\"seed\":\"x\"}");
  snprintf(path, sizeof path, "/api/cups/%s", word(cup, "id"));
  cJSON_Delete(cup);
  snprintf(enter, sizeof enter, "%s/enter", path);
  for (int i = 0; i < BOTS; i++)
    cJSON_Delete(rival_ask(&node[first], &owner, "POST", enter, "{\"bot\":\"random\"}"));
  snprintf(enter, sizeof enter, "%s/start", path);
  cJSON_Delete(rival_ask(&node[first], &owner, "POST", enter, "{}"));
  usleep(150000);
  assert_false(cup_is_over(path));
  server_kill(&node[first]);
  wait_taken(first, now_ms());
  assert_int_equal(house(), 1 - first);
  start_node(first); /* most shards' games move, the cup's stay */
  for (int i = 0; i < 600 && !cup_is_over(path); i++)
    usleep(100000);
  assert_true(cup_is_over(path));
  assert_int_equal(ask("SELECT count(*) FROM row WHERE kind = 'cup of'"), CUP_GAMES);
  assert_int_equal(ask("SELECT count(*) FROM game WHERE ended = ''"), 0);
  check_all();
}

/* ---- a cup of people */
static struct rival player[4];
static char cup_path[64];
static cJSON *cup_of_house(void) {
  return rival_ask(&node[house()], NULL, "GET", cup_path, NULL);
}
/* The house dies; the other is the house, and the dead node comes again. */
static void change_house(void) {
  int gone = house();
  long long enough = now_ms() + LIMIT_MS;
  bool ready = false;
  server_kill(&node[gone]);
  wait_taken(gone, now_ms());
  while (!ready && now_ms() < enough) {
    struct http_answer a = http_do(&node[1 - gone], "GET", "/readyz/house", "", NULL);
    ready = a.status == 200;
    http_done(&a);
  }
  assert_true(ready);
  start_node(gone);
  assert_int_equal(house(), 1 - gone);
}
/* The loser gives a game of the cup up, at the house. */
static void gives_up(int who, int round, int pair, int leg) {
  cJSON *d = cup_of_house();
  const cJSON *play = cJSON_GetArrayItem(cJSON_GetArrayItem(at(d, "rounds"), round), pair);
  const char *id = word(cJSON_GetArrayItem(at(play, "games"), leg), "id");
  rival_says(&node[house()], &player[who], id, "{\"cmd\":\"abandon\"}");
  cJSON_Delete(d);
}
/* Until the round has begun, or, without rounds, the cup is over. */
static void wait_cup(int rounds) {
  bool there = false;
  for (int i = 0; i < 400 && !there; i++) {
    cJSON *d = cup_of_house();
    const cJSON *play = cJSON_GetArrayItem(cJSON_GetArrayItem(at(d, "rounds"), rounds - 1), 0);
    const cJSON *made = cJSON_GetArrayItem(at(play, "games"), 1);
    there = rounds ? made && word(made, "id")[0] : !strcmp(word(d, "state"), "over");
    cJSON_Delete(d);
    usleep(50000);
  }
  assert_true(there);
}
/* A rated knockout of four on two nodes. The house dies in the middle of the first round, and the
 * next one in the middle of the final: every game is made and counted once. */
static void a_cup_of_people_goes_on(void **state) {
  (void)state;
  static const char *const who[4] = {"Paul", "Quirin", "Rosa", "Sonja"};
  struct test_server *home = &node[house()];
  char path[80];
  for (int i = 0; i < 4; i++)
    player[i] = rival_new(home, who[i], NULL);
  cJSON *d = rival_ask(home, &player[0], "POST", "/api/cups",
                       "{\"name\":\"C\",\"game\":\"nullgame\",\"scenario\":\"lesson\",\"form\":"
                       "\"knockout\",\"size\":4,\"days\":7,\"rated\":true,%s}",
                       CLOCK);
  snprintf(cup_path, sizeof cup_path, "/api/cups/%s", word(d, "id"));
  cJSON_Delete(d);
  snprintf(path, sizeof path, "%s/enter", cup_path);
  for (int i = 0; i < 4; i++)
    cJSON_Delete(rival_ask(home, &player[i], "POST", path, "{}"));
  snprintf(path, sizeof path, "%s/start", cup_path);
  cJSON_Delete(rival_ask(home, &player[0], "POST", path, "{}"));
  wait_cup(1);
  gives_up(3, 0, 0, 0); /* Paul beats Sonja */
  gives_up(2, 0, 1, 0); /* Quirin beats Rosa */
  change_house();
  gives_up(3, 0, 0, 1);
  gives_up(2, 0, 1, 1);
  wait_cup(2);
  gives_up(0, 1, 0, 0);
  change_house();
  gives_up(0, 1, 0, 1);
  wait_cup(0);
  d = cup_of_house();
  assert_string_equal(word(cJSON_GetArrayItem(at(d, "table"), 0), "name"), "Quirin");
  assert_string_equal(word(cJSON_GetArrayItem(at(d, "table"), 1), "name"), "Paul");
  cJSON_Delete(d);
  d = rival_ask(&node[house()], NULL, "GET", "/api/player/quirin", NULL);
  assert_int_equal(cJSON_GetArraySize(at(d, "history")), 4);
  cJSON_Delete(d);
  assert_int_equal(ask("SELECT count(*) FROM row WHERE kind = 'cup of'"), 6);
  assert_int_equal(ask("SELECT count(*) FROM game WHERE ended <> 'abandoned'"), 0);
  check_all();
}

/* ---- everything, mixed */
enum kind { KILL, FREEZE, STOP, DATABASE, KINDS };
static const char *const words[KINDS] = {"killed", "stood still", "stopped", "database"};
static unsigned long ends[KINDS];
/* Until everybody played on. Not of a node that stands still: these clients wait five seconds for
 * each answer of it. */
static long long longest[KINDS];
struct blow {
  enum kind kind;
  int at;
  unsigned when;
  long long since;
};
static void *strike(void *arg) {
  struct blow *b = arg;
  struct timespec wait = {.tv_nsec = (2 + b->when % 200) * 1000000l};
  char cmd[400];
  nanosleep(&wait, NULL);
  snprintf(cmd, sizeof cmd, "%s -m immediate restart", getenv("SALIENT_POSTGRES_CTL"));
  if (b->kind == DATABASE)
    assert_int_equal(system(cmd), 0);
  else
    kill(node[b->at].pid, b->kind == KILL ? SIGKILL : b->kind == FREEZE ? SIGSTOP : SIGTERM);
  b->since = now_ms(); /* of a database: it can be reached again */
  return NULL;
}
/* After a restart of the database a node may have been replaced by the one that came first. */
static bool has_ended(int i) {
  int status = 0;
  if (waitpid(node[i].pid, &status, WNOHANG) != node[i].pid)
    return false;
  node[i].pid = 0;
  assert_true(WIFEXITED(status));
  assert_int_equal(WEXITSTATUS(status), REPLACED);
  return true;
}
static void mend(const struct blow *b) {
  int status = 0, other = 1 - b->at;
  if (has_ended(other)) /* the last restart of the database has cost it its place */
    start_node(other);
  if (b->kind == FREEZE) {
    wait_forgotten(b->at);
    must_be_replaced(b->at);
  } else if (b->kind != DATABASE) {
    waitpid(node[b->at].pid, &status, 0);
    node[b->at].pid = 0;
    bool in_order = WIFEXITED(status) && !WEXITSTATUS(status);
    bool replaced = WIFEXITED(status) && WEXITSTATUS(status) == REPLACED; /* before, likewise */
    assert_true(b->kind == KILL || in_order || replaced);
  }
  tables_come_back(&T);
  long long took = now_ms() - b->since;
  if (took > longest[b->kind])
    longest[b->kind] = took;
  for (int i = 0; i < NODES; i++)
    if (!node[i].pid || has_ended(i))
      start_node(i);
}
static enum kind any_kind(void) {
  int n = rand() % 100;
  if (n < 40)
    return KILL;
  if (n < 65)
    return STOP;
  return n < 90 ? DATABASE : FREEZE;
}
static void tell(FILE *to) {
  for (int i = 0; i < KINDS; i++)
    if (i != FREEZE)
      fprintf(to, "%s: %lu times, everybody plays on at the latest after %lld ms\n", words[i],
              ends[i], longest[i]);
  fprintf(to, "%s: %lu times\n", words[FREEZE], ends[FREEZE]);
  fprintf(to, "%lu actions acknowledged, %lu sent again, %lu not kept, %lu players sent on\n",
          T.acks, T.resent, T.refused, T.sent_on);
}
static unsigned long number(const char *variable, unsigned long none) {
  const char *text = getenv(variable);
  return text ? strtoul(text, NULL, 10) : none;
}
static void nothing_lost_nothing_doubled(void **state) {
  (void)state;
  bool soak = getenv("SALIENT_SOAK") != NULL;
  unsigned long most = number("KILLS", soak ? 1000 : 8);
  long long enough = now_ms() + 1000ll * (long long)number("SHARED", 100000);
  srand((unsigned)number("SEED", 17));
  tables_sit(&T, &node[0], GAMES, MORE);
  for (unsigned long n = 0; n < most && now_ms() < enough; n++) {
    pthread_t thread;
    struct blow b = {.kind = any_kind(), .at = rand() % NODES, .when = (unsigned)rand()};
    pthread_create(&thread, NULL, strike, &b);
    for (int k = 0; k < ROUNDS && !tables_over(&T) && tables_round(&T); k++) {
    }
    pthread_join(thread, NULL);
    mend(&b);
    ends[b.kind]++;
    play(ROUNDS);
    tables_check(&T, true);
    tables_sit(&T, &node[0], GAMES, MORE);
    if (soak && n % 25 == 24)
      tell(stderr);
  }
  tell(stdout);
  check_all();
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
      cmocka_unit_test_setup_teardown(a_stranger_is_sent_on, begin, end),
      cmocka_unit_test_setup_teardown(the_other_takes_over, begin, end),
      cmocka_unit_test_setup_teardown(a_frozen_node_writes_nothing, begin, end),
      cmocka_unit_test_setup_teardown(a_node_may_freeze_while_it_gives, begin, end),
      cmocka_unit_test_setup_teardown(a_node_that_leaves_hands_over, begin, end),
      cmocka_unit_test_setup_teardown(haproxy_finds_the_node, begin, end),
      cmocka_unit_test_setup_teardown(every_result_counts_once, begin, end),
      cmocka_unit_test_setup_teardown(clocks_go_on, begin, end),
      cmocka_unit_test_setup_teardown(a_cup_goes_on, begin, end),
      cmocka_unit_test_setup_teardown(a_cup_of_people_goes_on, begin, end),
      cmocka_unit_test_setup_teardown(the_other_node_hears_of_it, begin, end),
      cmocka_unit_test_setup_teardown(a_ban_holds_at_the_other_node, begin, end),
      cmocka_unit_test_setup_teardown(the_next_house_knows_the_last_ban, begin, end),
      cmocka_unit_test_setup_teardown(a_withdrawn_key_opens_no_node, begin, end),
      cmocka_unit_test_setup_teardown(nothing_lost_nothing_doubled, begin, end),
  };
  return cmocka_run_group_tests_name("server.shards", tests, NULL, NULL);
}
