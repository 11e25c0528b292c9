/* test_far.c - workers on other machines, over real sockets: honest ones are processes of the
 * program, the others are played by this test. */
#include "client.h"
#include "helper.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "host/game.h"
#include "server/secret.h"

enum { PATIENCE = 60 }; /* seconds, on a busy machine */
static struct test_server S;
static char admin[160];

/* ---- the administrator */
static void begin(void) {
  char file[96];
  snprintf(file, sizeof file, "%s/admin", S.dir);
  server_start(&S, "--admin", file, NULL);
  admin_read(file, admin);
}
static void make_key(const char *name, char out[64]) {
  helper_key(&S, admin, name, out);
}
static struct http_answer status(void) {
  struct http_answer a = http_do(&S, "GET", "/api/admin/workers", admin, NULL);
  assert_int_equal(a.status, 200);
  return a;
}
static const cJSON *row(const cJSON *doc, const char *name) {
  for (const cJSON *w = at(doc, "workers")->child; w; w = w->next)
    if (!strcmp(word(w, "name"), name))
      return w;
  return NULL;
}
/* A figure of a worker's row, or of the queue when name is NULL. */
static int64_t figure(const char *name, const char *field) {
  struct http_answer a = status();
  const cJSON *from = name ? row(a.doc, name) : at(a.doc, "queue");
  int64_t value = from && at(from, field) ? (int64_t)at(from, field)->valuedouble : -1;
  http_done(&a);
  return value;
}
static bool is_in_state(const char *name, const char *state) {
  struct http_answer a = status();
  const cJSON *w = row(a.doc, name);
  bool yes = w && !strcmp(word(w, "state"), state);
  http_done(&a);
  return yes;
}
static void await_figure(const char *name, const char *field, int64_t least) {
  for (int i = 0; i < PATIENCE * 10; i++) {
    if (figure(name, field) >= least)
      return;
    usleep(100000);
  }
  struct http_answer a = status();
  fail_msg("%s of %s is not %lld: %s", field, name ? name : "queue", (long long)least, a.text);
}
static void await_state(const char *name, const char *state) {
  for (int i = 0; i < PATIENCE * 10; i++) {
    if (is_in_state(name, state))
      return;
    usleep(100000);
  }
  struct http_answer a = status();
  fail_msg("%s is not %s: %s", name, state, a.text);
}

/* ---- workers that this test plays */
struct fake {
  int fd;
  char head[128], build[128];
  cJSON *doc; /* the last answer */
};
static char *my_build(void) {
  static char build[128];
  char out[4096];
  assert_int_equal(run_salient(out, sizeof out, "--version", NULL), 0);
  char version[32] = "", commit[64] = "";
  sscanf(out, "salient %31s\ncommit %63s", version, commit);
  snprintf(build, sizeof build, "%s %s", version, commit);
  return build;
}
static struct fake fake_open(const char *key) {
  struct fake f = {.fd = wsc_dial(&S.url)};
  assert_true(f.fd >= 0);
  snprintf(f.head, sizeof f.head, "Authorization: Bearer %s\r\n", key);
  snprintf(f.build, sizeof f.build, "%s", my_build());
  return f;
}
static int fake_post(struct fake *f, const char *path, const char *body) {
  char *text = NULL;
  int code = wsc_http(f->fd, &S.url, "POST", path, f->head, body, &text);
  cJSON_Delete(f->doc);
  f->doc = text ? cJSON_Parse(text) : NULL;
  free(text);
  return code;
}
static void fake_close(struct fake *f) {
  close(f->fd);
  cJSON_Delete(f->doc);
}
/* Asks for work with the data files that this program has; `done` is what it brings, or NULL. */
static int fake_question(struct fake *f, const char *done, bool last) {
  char body[16384], data[1024] = "";
  struct fault why;
  struct library *lib = library_open(NULL, &why);
  size_t n = 0;
  for (int i = 0; sal_rulesets[i]; i++)
    n += (size_t)snprintf(data + n, sizeof data - n, "%s\"%s\":\"%016llx\"", i ? "," : "",
                          sal_rulesets[i]->id,
                          (unsigned long long)library_hash(lib, sal_rulesets[i]));
  library_close(lib);
  snprintf(body, sizeof body, "{\"build\":\"%s\",\"data\":{%s}%s%s%s}", f->build, data,
           done ? ",\"done\":" : "", done ? done : "", last ? ",\"last\":true" : "");
  return fake_post(f, "/api/work", body);
}
static int fake_ask(struct fake *f, const char *done) {
  return fake_question(f, done, false);
}
/* The server knows that it is there and what it has. */
static void fake_greet(struct fake *f) {
  assert_int_equal(fake_question(f, NULL, true), 200);
}
static void fake_await_work(struct fake *f) {
  for (int i = 0; i < 6; i++) {
    assert_int_equal(fake_ask(f, NULL), 200);
    if (at(f->doc, "work"))
      return;
  }
  fail_msg("no work came");
}
static void fake_beat(struct fake *f) {
  char beat[64], *text = NULL;
  snprintf(beat, sizeof beat, "{\"number\":\"%s\"}", word(f->doc, "work.number"));
  assert_int_equal(wsc_http(f->fd, &S.url, "POST", "/api/work/beat", f->head, beat, &text), 200);
  assert_non_null(strstr(text, "\"wanted\":true"));
  free(text);
}
/* A legal action of the view that it was sent: the last of the list, whatever it is worth. */
static void any_action(const cJSON *work, bool nonsense, char *out, size_t cap) {
  static uint64_t view[1 << 16];
  size_t n;
  struct fault f;
  struct library *lib = library_open(NULL, &f);
  const struct sal_ruleset *rules = sal_ruleset_find(word(work, "game"));
  const struct sal_book *book = library_book(lib, rules, word(work, "scenario"), &f);
  assert_true(secret_unbase64(word(work, "view"), view, sizeof view, &n));
  assert_int_equal(n, book->state_bytes);
  struct desk *desk = desk_new();
  desk_fit(desk, book);
  struct sal_play p = {.book = book, .state = (void *)view, .scratch = desk->scratch};
  sal_legal(&p, (int)at(work, "side")->valuedouble, &desk->list);
  assert_true(desk->list.n > 0);
  struct sal_action a = desk->list.a[desk->list.n - 1];
  if (nonsense)
    a.x[0] = a.x[1] = a.x[2] = 65535;
  snprintf(out, cap,
           "{\"number\":\"%s\",\"action\":[%d,%d,%d,%d],\"nodes\":77,\"why\":\"trust me\"}",
           word(work, "number"), a.verb, a.x[0], a.x[1], a.x[2]);
  desk_free(desk);
  library_close(lib);
}

/* ---- games */
struct table {
  struct made m;
  struct player p;
  int64_t seq;
};
/* A game against the planner with somebody at the German side. */
static void sit_down(struct table *t, const char *bot) {
  char seats[120];
  snprintf(seats, sizeof seats, "\"german\":\"me\",\"soviet\":\"bot:%s\"", bot);
  t->m = make_game(&S, seats, "");
  player_open(&t->p, &S, NULL);
  cJSON *joined = player_join(&t->p, t->m.id, t->m.german);
  t->seq = seq_of(joined);
  cJSON_Delete(joined);
}
static int64_t lines_of(struct table *t) {
  return player_seq(&t->p);
}
/* Plays German actions until the game is over or the computer has answered so often. */
static void play_on(struct table *t, int actions) {
  bool over = false;
  int made = 0;
  for (int i = 0; i < PATIENCE * 20 && made < actions && !over; i++) {
    t->seq = lines_of(t);
    if (play_one(&t->p, &t->seq, &over))
      made++;
    else
      usleep(50000); /* the computer's turn */
    cJSON *v = player_ask(&t->p, "{\"cmd\":\"view\"}");
    over = cJSON_IsTrue(at(v, "view.over"));
    cJSON_Delete(v);
  }
  if (!over && made < actions)
    fail_msg("the game stands still after %d actions", made);
}
static void stand_up(struct table *t) {
  player_close(&t->p);
}

/* ---- the tests */
static void keys(void **state) {
  (void)state;
  char key[64], again[64];
  begin();
  make_key("rack-1", key);
  struct http_answer a = http_do(&S, "POST", "/api/admin/workers", admin, "{\"name\":\"rack-1\"}");
  assert_int_equal(a.status, 409);
  http_done(&a);
  a = http_do(&S, "POST", "/api/admin/workers", admin, "{\"name\":\"no space\"}");
  assert_int_equal(a.status, 400);
  http_done(&a);
  a = http_do(&S, "POST", "/api/admin/workers", NULL, "{\"name\":\"rack-2\"}");
  assert_int_equal(a.status, 403);
  http_done(&a);
  a = http_do(&S, "GET", "/api/admin/workers", NULL, NULL);
  assert_int_equal(a.status, 403);
  http_done(&a);
  a = http_do(&S, "POST", "/api/work", "Authorization: Bearer wrong\r\n", "{}");
  assert_int_equal(a.status, 403);
  http_done(&a);
  struct fake f = fake_open(key); /* of another build */
  snprintf(f.build, sizeof f.build, "0.0.1 unknown");
  assert_int_equal(fake_ask(&f, NULL), 409);
  assert_non_null(strstr(word(f.doc, "error.text"), "another build"));
  fake_close(&f);
  server_stop(&S); /* keys outlive the server */
  begin();
  f = fake_open(key);
  assert_int_equal(fake_post(&f, "/api/work/beat", "{\"number\":\"1\"}"), 200);
  assert_true(cJSON_IsFalse(at(f.doc, "wanted")));
  a = http_do(&S, "DELETE", "/api/admin/workers/rack-1", admin, NULL);
  assert_int_equal(a.status, 200);
  http_done(&a);
  assert_int_equal(fake_post(&f, "/api/work/beat", "{\"number\":\"1\"}"), 403);
  fake_close(&f);
  make_key("rack-1", again); /* the name is free again, the old key is not */
  f = fake_open(key);
  assert_int_equal(fake_post(&f, "/api/work/beat", "{\"number\":\"1\"}"), 403);
  fake_close(&f);
  server_stop(&S);
}

/* An honest worker thinks instead of the server, and is told so; then it ends in order. */
static void honest(void **state) {
  (void)state;
  char key[64];
  struct table t;
  begin();
  make_key("honest", key);
  struct helper h = helper_start(&S, "honest", key);
  await_state("honest", "waiting");
  sit_down(&t, "planner:300n");
  play_on(&t, 6);
  await_figure("honest", "done", 2);
  await_figure("honest", "repeated", 1); /* here: there is nobody else */
  assert_false(is_in_state("honest", "dropped"));
  assert_int_equal(helper_end(&h, SIGTERM), 0);
  play_on(&t, 2); /* and the server thinks by itself */
  stand_up(&t);
  helper_clean(&h);
  server_stop(&S);
}

/* What the Soviet side asks advice on when the German one has made this choice, which is secret. */
static char *view_after(struct fake *f, const char *choice) {
  struct made m = make_game(&S, "\"german\":\"me\",\"soviet\":\"me\"", "");
  struct player german, soviet;
  player_open(&german, &S, NULL);
  player_open(&soviet, &S, NULL);
  cJSON *joined = player_join(&german, m.id, m.german);
  cJSON_Delete(player_join(&soviet, m.id, m.soviet));
  cJSON *done = player_ask(&german, "{\"cmd\":\"do\",\"action\":\"stance %s\",\"seq\":%lld}",
                           choice, (long long)seq_of(joined));
  assert_true(cJSON_IsTrue(at(done, "ok")));
  cJSON_Delete(joined);
  cJSON_Delete(done);
  player_send(&soviet, "{\"cmd\":\"think\",\"bot\":\"planner:300n\"}");
  fake_await_work(f);
  assert_int_equal((int)at(f->doc, "work.side")->valuedouble, SAL_SOVIET);
  char *view = strdup(word(f->doc, "work.view"));
  char back[128];
  snprintf(back, sizeof back, "{\"number\":\"%s\",\"back\":\"seen enough\"}",
           word(f->doc, "work.number"));
  cJSON *text = cJSON_GetObjectItemCaseSensitive(f->doc, "work");
  for (const cJSON *c = text->child; c; c = c->next) /* nor does it learn which game it is */
    if (cJSON_IsString(c))
      assert_null(strstr(c->valuestring, m.id));
  assert_int_equal(fake_question(f, back, true), 200); /* it is thought here */
  cJSON *advice = player_answer(&soviet);
  assert_true(cJSON_IsTrue(at(advice, "ok")));
  cJSON_Delete(advice);
  player_close(&german);
  player_close(&soviet);
  return view;
}
/* It does not change a byte of what a worker is sent. */
static void sees_a_view(void **state) {
  (void)state;
  char key[64];
  begin();
  make_key("curious", key);
  struct fake f = fake_open(key);
  fake_greet(&f);
  char *hold = view_after(&f, "hold"), *press = view_after(&f, "press");
  assert_string_equal(hold, press);
  assert_int_equal(figure("curious", "given_back"), 2);
  free(hold);
  free(press);
  fake_close(&f);
  server_stop(&S);
}

/* One worker lies, another does not: the liar is dropped, and the game goes on. */
static void a_liar(void **state) {
  (void)state;
  char honest_key[64], key[64], done[1024];
  struct table t;
  begin();
  make_key("liar", key);
  make_key("honest", honest_key);
  struct fake f = fake_open(key);
  fake_greet(&f);
  sit_down(&t, "planner:300n");
  fake_await_work(&f);
  struct helper h = helper_start(&S, "honest", honest_key);
  for (int i = 0; i < PATIENCE * 5 && !is_in_state("honest", "waiting"); i++) {
    fake_beat(&f);
    usleep(200000);
  }
  any_action(at(f.doc, "work"), false, done, sizeof done);
  int code = fake_ask(&f, done); /* waits for more, until it is found out */
  for (int i = 0; i < 3 && code == 200; i++) {
    if (at(f.doc, "work"))
      any_action(at(f.doc, "work"), false, done, sizeof done);
    code = fake_ask(&f, at(f.doc, "work") ? done : NULL);
  }
  assert_int_equal(code, 403);
  await_state("liar", "dropped");
  assert_true(server_says(&S, "worker liar is dropped"));
  fake_close(&f);
  f = fake_open(key);
  assert_int_equal(fake_ask(&f, NULL), 403);
  fake_close(&f);
  play_on(&t, 4);
  await_figure("honest", "done", 1);
  assert_false(is_in_state("honest", "dropped"));
  stand_up(&t);
  helper_end(&h, SIGTERM);
  helper_clean(&h);
  server_stop(&S);
  begin(); /* and stays dropped */
  assert_true(is_in_state("liar", "dropped"));
  server_stop(&S);
}

/* What is no legal action is never made; the server thinks instead. */
static void nonsense(void **state) {
  (void)state;
  char key[64], done[1024];
  struct table t;
  begin();
  make_key("fool", key);
  struct fake f = fake_open(key);
  fake_greet(&f);
  sit_down(&t, "planner:300n");
  fake_await_work(&f);
  any_action(at(f.doc, "work"), true, done, sizeof done);
  assert_int_equal(fake_ask(&f, done), 403);
  assert_true(is_in_state("fool", "dropped"));
  fake_close(&f);
  play_on(&t, 4);
  assert_int_equal(server_said(&S, "plays on"), 0); /* the planner has kept its seat */
  stand_up(&t);
  server_stop(&S);
}

/* Killed in the middle of a thought: another process thinks it, and nothing stands still. */
static void killed(void **state) {
  (void)state;
  char one_key[64], two_key[64];
  struct table t;
  begin();
  make_key("one", one_key);
  make_key("two", two_key);
  struct fake f = fake_open(one_key); /* takes work, says once that it has it, and dies */
  fake_greet(&f);
  sit_down(&t, "planner:300n");
  fake_await_work(&f);
  fake_beat(&f);
  fake_close(&f);
  await_figure("one", "lost", 1);
  play_on(&t, 2);
  /* real ones, in the middle of long thoughts */
  struct helper h[2] = {helper_start(&S, "one", one_key), helper_start(&S, "two", two_key)};
  await_state("one", "waiting");
  await_state("two", "waiting");
  struct table slow[2];
  for (int i = 0; i < 2; i++)
    sit_down(&slow[i], "planner:3000n");
  await_figure(NULL, "away", 1);
  helper_end(&h[0], SIGKILL);
  for (int i = 0; i < 2; i++)
    play_on(&slow[i], 2);
  helper_end(&h[1], SIGKILL); /* now there is nobody left */
  for (int i = 0; i < 2; i++) {
    play_on(&slow[i], 2);
    stand_up(&slow[i]);
  }
  play_on(&t, 2);
  stand_up(&t);
  server_stop(&S);
}

/* The server goes away and comes back: the worker waits for it. */
static void the_server_restarts(void **state) {
  (void)state;
  char key[64];
  struct table t;
  begin();
  make_key("patient", key);
  struct helper h = helper_start(&S, "patient", key);
  await_state("patient", "waiting");
  S.port = S.url.port;
  server_kill(&S);
  begin();
  await_state("patient", "waiting");
  sit_down(&t, "planner:300n");
  play_on(&t, 3);
  await_figure("patient", "done", 1);
  stand_up(&t);
  helper_end(&h, SIGTERM);
  helper_clean(&h);
  server_stop(&S);
}
/* A key that was withdrawn ends its worker with a clear line. */
static void withdrawn(void **state) {
  (void)state;
  char key[64];
  int code;
  begin();
  make_key("guest", key);
  struct helper h = helper_start(&S, "guest", key);
  await_state("guest", "waiting");
  struct http_answer a = http_do(&S, "DELETE", "/api/admin/workers/guest", admin, NULL);
  assert_int_equal(a.status, 200);
  http_done(&a);
  waitpid(h.pid, &code, 0);
  assert_true(WIFEXITED(code));
  assert_int_equal(WEXITSTATUS(code), 1);
  struct test_server seen = {0};
  snprintf(seen.err, sizeof seen.err, "%s", h.log);
  assert_int_equal(server_said(&seen, "the server refuses: This key opens nothing any more"), 1);
  helper_clean(&h);
  server_stop(&S);
}

/* ---- how fast: `./salient soak workers` */
enum { ASKERS = 8, MEASURE_MS = 15000 };
static int64_t clock_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}
/* Eight players who ask for advice again and again; how many answers all of them get. */
static int answers_of(struct table *t) {
  int n = 0;
  int64_t until = clock_ms() + MEASURE_MS;
  for (int i = 0; i < ASKERS; i++)
    player_send(&t[i].p, "{\"cmd\":\"think\",\"bot\":\"planner:20000n\"}");
  while (clock_ms() < until) {
    for (int i = 0; i < ASKERS; i++) {
      cJSON *d = player_read(&t[i].p, 2);
      if (d && !at(d, "push")) {
        n++;
        player_send(&t[i].p, "{\"cmd\":\"think\",\"bot\":\"planner:20000n\"}");
      }
      cJSON_Delete(d);
    }
  }
  return n;
}
static int measure(int helpers) {
  struct helper h[2];
  struct table t[ASKERS];
  char key[64];
  static const char *const name[] = {"one", "two"};
  server_folder(&S);
  begin();
  for (int i = 0; i < helpers; i++) {
    make_key(name[i], key);
    h[i] = helper_start(&S, name[i], key);
    await_state(name[i], "waiting");
  }
  for (int i = 0; i < ASKERS; i++)
    sit_down(&t[i], "greedy");
  int n = answers_of(t);
  int64_t here = n;
  for (int i = 0; i < helpers; i++)
    here -= figure(name[i], "done");
  for (int i = 0; i < ASKERS; i++)
    stand_up(&t[i]);
  for (int i = 0; i < helpers; i++)
    helper_end(&h[i], SIGTERM);
  server_clean(&S);
  printf("%d worker(s): %d answers in %d s (about %lld of them thought by the server)\n", helpers,
         n, MEASURE_MS / 1000, (long long)(here > 0 ? here : 0));
  return n;
}
static void as_fast_as_there_are_workers(void **state) {
  (void)state;
  if (!getenv("SALIENT_SOAK"))
    skip();
  int one = measure(1), two = measure(2);
  printf("two are %.2f times as fast as one\n", (double)two / one);
  assert_true(one > 0 && two > 0);
}
static int folder(void **state) {
  (void)state;
  server_folder(&S);
  return 0;
}
static int clean(void **state) {
  (void)state;
  server_clean(&S);
  return 0;
}
#define TEST(name) cmocka_unit_test_setup_teardown(name, folder, clean)
int main(void) {
  const struct CMUnitTest tests[] = {TEST(keys),
                                     TEST(honest),
                                     TEST(sees_a_view),
                                     TEST(a_liar),
                                     TEST(nonsense),
                                     TEST(killed),
                                     TEST(the_server_restarts),
                                     TEST(withdrawn),
                                     cmocka_unit_test(as_fast_as_there_are_workers)};
  return cmocka_run_group_tests_name("server.far", tests, NULL, NULL);
}
