/* test_faults.c - a disk that fails, falls short, runs full or loses power, a torn log, a clock
 * that jumps.
 *
 * After each: every game opens, verifies, and holds all that was acknowledged; and what was not
 * kept was never shown. SALIENT_SOAK makes every run ten times as long.
 */
#include "tables.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "server/server.h"
#include "shaky.h"

static struct test_server S;
static struct tables T;
static struct shaky *ground;
static char self[1024];
static const char more[] = ",\"options\":{\"turns\":9}";

static int begin(void **state) {
  static char path[128];
  (void)state;
  server_folder(&S);
  snprintf(path, sizeof path, "%s/ground", S.dir);
  setenv("SHAKY", path, 1);
  ground = shaky_map(path);
  S.exe = self;
  T = (struct tables){.patient = true};
  srand(7);
  return 0;
}
static int end(void **state) {
  (void)state;
  tables_free(&T);
  server_clean(&S);
  return 0;
}
static int longer(void) {
  return getenv("SALIENT_SOAK") ? 10 : 1;
}

static void gone(void) {
  waitpid(S.pid, NULL, 0);
  S.pid = 0;
}
static void restart(void) {
  ground->mode = SHAKY_NONE;
  ground->at = 0;
  server_start(&S, NULL);
  tables_come_back(&T);
  tables_check(&T, false);
}
static void all_sound(void) {
  char out[512];
  server_kill(&S);
  restart();
  assert_int_equal(server_stop(&S), 0);
  if (run_salient(out, sizeof out, "verify", S.db, NULL))
    fail_msg("%s", out);
  print_message("%lu actions acknowledged, %lu times not kept, %lu sent again; %s", T.acks,
                T.refused, T.resent, out);
}
/* New games are made on sound ground; what is to go wrong waits for the next round. */
static void sit(const _Atomic int64_t *count, int n) {
  int64_t left = ground->at - *count;
  ground->at = 0;
  tables_sit(&T, &S, n, more);
  if (left > 0)
    ground->at = *count + left;
}
/* ---- errors of the disk, at one operation after another, while games go on */
static void errors(enum shaky_mode mode) {
  const _Atomic int64_t *count = mode == SHAKY_FAIL_SYNC ? &ground->syncs : &ground->writes;
  server_start(&S, NULL);
  tables_sit(&T, &S, 4, more);
  for (int n = 1; n <= 16 * longer(); n++) {
    int64_t before = ground->fired;
    ground->times = mode == SHAKY_FAIL_READ ? 1 + n % 3 : n % 4 == 0 ? 60 : n % 4;
    ground->mode = mode;
    ground->reads = 0;
    ground->at = *count + 1 + n % 13;
    for (int i = 0; i < 100 && ground->fired == before; i++) {
      assert_true(tables_round(&T));
      sit(count, 4);
    }
    assert_true(ground->fired > before);
    ground->at = 0;
    assert_true(tables_round(&T));
    tables_check(&T, true);
    tables_sit(&T, &S, 4, more);
  }
  all_sound();
  assert_true(T.refused > 0);
}
static void write_errors(void **state) {
  (void)state, errors(SHAKY_FAIL_WRITE);
}
static void short_writes(void **state) {
  (void)state, errors(SHAKY_SHORT_WRITE);
}
static void full_disk(void **state) {
  (void)state, errors(SHAKY_FULL);
}
static void sync_errors(void **state) {
  (void)state, errors(SHAKY_FAIL_SYNC);
}
/* Not even reading works for a while: nobody is answered from what could not be kept. */
static void dead_disk(void **state) {
  (void)state, errors(SHAKY_FAIL_READ);
}

/* ---- the power goes while something is being written */
static void power_cuts(void **state) {
  (void)state;
  server_start(&S, NULL);
  tables_sit(&T, &S, 6, more);
  for (int n = 0; n < 20 * longer(); n++) {
    ground->seed = (unsigned)n;
    ground->times = 1;
    ground->mode = SHAKY_POWER_CUT;
    ground->at = ground->writes + 1 + rand() % 60;
    while (tables_round(&T))
      sit(&ground->writes, 6);
    gone();
    restart();
    tables_sit(&T, &S, 6, more);
  }
  all_sound();
  assert_true(T.resent > 0);
}
/* ---- what stands behind the last whole entry of the log is rubbish */
/* the rest of the log is zeros; so may be the end of a page, but not of its frame's head */
static long behind_last(FILE *f) {
  enum { LOG_HEAD = 32, FRAME_HEAD = 24 };
  uint8_t head[LOG_HEAD];
  assert_int_equal(fread(head, 1, sizeof head, f), sizeof head);
  long frame = FRAME_HEAD + (head[8] << 24 | head[9] << 16 | head[10] << 8 | head[11]),
       at = LOG_HEAD, end = LOG_HEAD;
  for (int c; (c = fgetc(f)) != EOF;)
    if (at++, c)
      end = at;
  return LOG_HEAD + (end - LOG_HEAD + frame - 1) / frame * frame;
}
static void torn_log(void **state) {
  (void)state;
  char wal[200];
  snprintf(wal, sizeof wal, "%s-wal", S.db);
  server_start(&S, NULL);
  tables_sit(&T, &S, 4, more);
  for (int n = 0; n < 6 * longer(); n++) {
    for (int i = 0; i < 5; i++)
      assert_true(tables_round(&T));
    server_kill(&S);
    FILE *f = fopen(wal, "r+b");
    assert_non_null(f);
    fseek(f, behind_last(f), SEEK_SET);
    char part[5000];
    for (size_t i = 0; i < sizeof part; i++)
      part[i] = (char)rand();
    fwrite(part, 1, (size_t)(rand() % 5000), f);
    fclose(f);
    restart();
    tables_sit(&T, &S, 4, more);
  }
  all_sound();
}
/* ---- disk full when it begins: one line, and the next time all is well */
static void full_at_start(void **state) {
  (void)state;
  char out[1024];
  for (int n = 1; n < 24; n += 4) {
    ground->mode = SHAKY_FULL;
    ground->times = INT64_MAX / 2;
    ground->at = ground->writes + n;
    int code = run_other(self, out, sizeof out, "serve", "--port", "0", "--address", "127.0.0.1",
                         "--db", S.db, NULL);
    ground->mode = SHAKY_NONE;
    ground->at = 0;
    assert_int_equal(code, 2);
    if (!strstr(out, "the disk is full") || strchr(out, '\n')[1])
      fail_msg("said: %s", out);
  }
  server_start(&S, NULL);
  tables_sit(&T, &S, 2, more);
  assert_true(tables_round(&T));
  all_sound();
}
/* ---- the wall's clock jumps: nobody's time is taken or given */
static double left(struct player *p, const struct made *m) {
  cJSON *j = player_join(p, m->id, m->german);
  assert_true(cJSON_IsFalse(at(j, "over")));
  double ms = at(j, "clock.left_ms.german")->valuedouble;
  cJSON_Delete(j);
  return ms;
}
static void clock_jumps(void **state) {
  (void)state;
  static const int64_t hour = 3600000,
                       jump[] = {1000 * hour, -5000 * hour, 0, 9000 * hour, 24 * hour, -24 * hour};
  struct player p;
  server_start(&S, NULL);
  tables_sit(&T, &S, 4, ",\"options\":{\"turns\":9},\"clock\":{\"bank\":600,\"timeout\":\"lose\"}");
  struct made m = make_game(&S, "\"german\":\"me\",\"soviet\":\"me\"",
                            ",\"clock\":{\"bank\":600,\"timeout\":\"lose\"}");
  for (size_t i = 0; i < sizeof jump / sizeof *jump; i++) {
    ground->wall_ms = jump[i];
    player_open(&p, &S, NULL);
    double before = left(&p, &m);
    usleep(1500000); /* the server looks at its clocks every second */
    double after = left(&p, &m);
    assert_true(after < before && before - after < 60000);
    assert_true(before > 400000);
    player_close(&p);
    for (int k = 0; k < 4; k++)
      assert_true(tables_round(&T));
    if (i % 2) { /* and while no server runs */
      server_kill(&S);
      ground->wall_ms = -jump[i];
      restart();
    }
    tables_check(&T, false);
  }
  for (int i = 0; i < T.n; i++)
    if (T.t[i].over)
      fail_msg("a game ended by the clock");
  all_sound();
}

/* ---- this program as the server */
static void ready(const char *url) {
  printf("salient is ready: open %s\n", url);
  fflush(stdout);
}
static int serve(int argc, char **argv) {
  struct server_config c = {.address = "127.0.0.1", .workers = 1, .idle_ms = 120000};
  for (int i = 2; i + 1 < argc; i += 2)
    if (!strcmp(argv[i], "--db"))
      c.db = argv[i + 1];
  shaky_register(shaky_map(getenv("SHAKY")));
  return server_run(&c, ready);
}
int main(int argc, char **argv) {
  if (argc > 1 && !strcmp(argv[1], "serve"))
    return serve(argc, argv);
  ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
  if (n <= 0)
    return 1;
  if (argc > 1)
    cmocka_set_test_filter(argv[1]); /* one of them alone */
  const struct CMUnitTest tests[] = {
#define T(name) cmocka_unit_test_setup_teardown(name, begin, end)
      T(write_errors), T(short_writes), T(full_disk),     T(sync_errors), T(dead_disk),
      T(power_cuts),   T(torn_log),     T(full_at_start), T(clock_jumps),
  };
  return cmocka_run_group_tests_name("server.faults", tests, NULL, NULL);
}
