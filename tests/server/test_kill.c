/* test_kill.c - SIGKILL at random moments under load, again and again: nothing acknowledged is
 * lost, nothing is doubled.
 *
 * KILLS says how often (20; 1,000 in a soak).
 */
#include "tables.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static struct test_server S;
static struct tables T;

static void *killer(void *arg) {
  struct timespec wait = {.tv_nsec = (2 + *(unsigned *)arg % 60) * 1000000l};
  nanosleep(&wait, NULL);
  kill(S.pid, SIGKILL);
  return NULL;
}
static void nothing_lost_nothing_doubled(void **state) {
  (void)state;
  const char *want = getenv("KILLS"), *more = ",\"options\":{\"turns\":9}";
  bool soak = getenv("SALIENT_SOAK") != NULL;
  unsigned long kills = 0, games = TABLES, most = want ? strtoul(want, NULL, 10) : soak ? 1000 : 20;
  srand(want || soak ? (unsigned)time(NULL) : 11);
  server_folder(&S);
  server_start(&S, NULL);
  tables_sit(&T, &S, TABLES, more);
  while (kills < most) {
    pthread_t thread;
    unsigned when = (unsigned)rand();
    pthread_create(&thread, NULL, killer, &when);
    while (tables_round(&T) && !tables_over(&T)) {
    }
    pthread_join(thread, NULL);
    waitpid(S.pid, NULL, 0);
    S.pid = 0;
    kills++;
    server_start(&S, NULL);
    tables_come_back(&T);
    tables_check(&T, true);
    for (int i = 0; i < TABLES; i++)
      games += T.t[i].over;
    tables_sit(&T, &S, TABLES, more);
    if (soak && kills % 50 == 0)
      fprintf(stderr, "%lu kills, %lu games, %lu actions acknowledged, %lu sent again\n", kills,
              games, T.acks, T.resent);
  }
  tables_check(&T, false);
  char out[512];
  assert_int_equal(server_stop(&S), 0);
  assert_int_equal(run_salient(out, sizeof out, "verify", S.db, NULL), 0);
  print_message(
      "%lu kills, %lu games, %lu actions acknowledged, %lu sent again: none lost, none doubled; %s",
      kills, games, T.acks, T.resent, out);
  tables_free(&T);
  server_clean(&S);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(nothing_lost_nothing_doubled)};
  return cmocka_run_group_tests_name("server.kill", tests, NULL, NULL);
}
