/* test_kill.c - SIGKILL at random moments under load, again and again: nothing acknowledged is lost, nothing is doubled.
 *
 * Every action is sent with a key; what was on its way when the server died is sent again with the same key after the restart.
 * At the end each journal must hold exactly the acknowledged actions, in their order. KILLS says how often (20).
 */
#include "client.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "host/journal.h"
#include "server/store.h"

enum { GAMES = 10 };
struct table {
  struct made m;
  struct player p;
  int side;          /* seated as */
  long long seq;
  char pending[160]; /* the request on its way, or "" */
  char action[120];
  int key;
  bool over;
  char *acked;       /* "german step ..\n" for each */
  size_t nacked, cap;
};
static struct test_server S;
static struct table T[GAMES];
static unsigned long kills, acks, resent;

static const char *token(const struct table *t) { return t->side ? t->m.soviet : t->m.german; }
static void note(struct table *t) {
  size_t n = strlen(t->action) + 10;
  if (t->nacked + n + 1 > t->cap) t->acked = realloc(t->acked, t->cap = t->cap * 2 + 4096);
  t->nacked += (size_t)sprintf(t->acked + t->nacked, "%s %s\n", t->side ? "soviet" : "german", t->action);
  acks++;
}
/* False: the connection is lost. */
static bool join(struct table *t) {
  cJSON *j = player_join(&t->p, t->m.id, token(t));
  if (!j) return false;
  if (!cJSON_IsTrue(at(j, "ok"))) fail_msg("not let in again: %s", cJSON_Print(j));
  t->seq = (long long)at(j, "seq")->valuedouble;
  t->over = cJSON_IsTrue(at(j, "over"));
  cJSON_Delete(j);
  return true;
}
static bool answered(struct table *t) {
  cJSON *d = player_answer(&t->p);
  if (!d) return false;
  if (!cJSON_IsTrue(at(d, "ok"))) fail_msg("%s was refused: %s", t->pending, cJSON_Print(d));
  t->seq = (long long)at(d, "seq")->valuedouble;
  t->over = cJSON_IsTrue(at(d, "over"));
  t->pending[0] = 0;
  note(t);
  cJSON_Delete(d);
  return true;
}
/* Asks what there is to do, from the other side when it is its decision; sends one of them. */
static bool send_one(struct table *t) {
  for (int tries = 0; tries < 2; tries++) {
    cJSON *offer = player_ask(&t->p, "{\"cmd\":\"actions\"}");
    if (!offer) return false;
    const cJSON *list = at(offer, "actions");
    int n = cJSON_GetArraySize(list);
    if (n) {
      const char *id = word(cJSON_GetArrayItem(list, rand() % n), "id");
      snprintf(t->action, sizeof t->action, "%s", id);
      snprintf(t->pending, sizeof t->pending, "{\"cmd\":\"do\",\"action\":\"%s\",\"seq\":%lld,\"key\":\"%d\"}", id, t->seq, ++t->key);
      cJSON_Delete(offer);
      player_send(&t->p, t->pending);
      return true;
    }
    cJSON_Delete(offer);
    t->side = 1 - t->side;
    if (!join(t)) return false;
    if (t->over) return true;
  }
  return !t->p.closed;
}
static bool round_of_actions(void) {
  bool alive = true;
  for (int i = 0; i < GAMES && alive; i++)
    if (!T[i].over) alive = send_one(&T[i]);
  for (int i = 0; i < GAMES; i++)
    if (T[i].pending[0] && !answered(&T[i])) alive = false;
  return alive;
}
static void come_back(void) {
  server_start(&S, NULL);
  for (int i = 0; i < GAMES; i++) {
    struct table *t = &T[i];
    player_close(&t->p);
    player_open(&t->p, &S, NULL);
    long long made_on = t->seq;
    if (!join(t)) fail_msg("no connection after the restart");
    if (!t->pending[0]) {
      assert_true(t->seq == made_on || t->seq > made_on); /* nothing that was told is gone */
      continue;
    }
    player_send(&t->p, t->pending);
    resent++;
    if (!answered(t)) fail_msg("no answer after the restart");
  }
}
static bool all_over(void) {
  for (int i = 0; i < GAMES; i++)
    if (!T[i].over) return false;
  return true;
}
static void *killer(void *arg) {
  struct timespec wait = {.tv_nsec = (2 + *(unsigned *)arg % 60) * 1000000l};
  nanosleep(&wait, NULL);
  kill(S.pid, SIGKILL);
  return NULL;
}
static void sit_down(struct table *t) { /* a fresh game */
  free(t->acked);
  player_close(&t->p);
  *t = (struct table){.key = t->key};
  t->m = make_game(&S, "\"german\":\"hotseat\",\"soviet\":\"hotseat\"", ",\"options\":{\"turns\":9}");
  player_open(&t->p, &S, NULL);
  assert_true(join(t));
}
static void check_journals(bool finished_only) {
  char why[256];
  struct store *s = store_open(S.db, STORE_LOOK, why);
  assert_non_null(s);
  for (int i = 0; i < GAMES; i++) {
    struct store_game g;
    if (finished_only && !T[i].over) continue;
    char *text, *said = calloc(1, T[i].nacked + 65536);
    size_t n, len = 0;
    assert_int_equal(store_game_read(s, T[i].m.id, &g), STORE_OK);
    assert_int_equal(store_journal_read(s, g.num, &text, &n), STORE_OK);
    struct journal_reader r;
    struct journal_line *l = calloc(1, sizeof *l);
    struct fault f;
    assert_true(journal_open(&r, text, n, &f));
    while (journal_next(&r, l, &f) > 0)
      if (l->kind == JOURNAL_ACTION) len += (size_t)sprintf(said + len, "%s %s\n", l->side ? "soviet" : "german", l->action);
    assert_int_equal(len, T[i].nacked);
    assert_int_equal(memcmp(said, T[i].acked, len), 0);
    free(l);
    free(text);
    free(said);
    store_game_clear(&g);
  }
  store_close(s);
}
static void nothing_lost_nothing_doubled(void **state) {
  (void)state;
  const char *want = getenv("KILLS");
  unsigned long most = want ? strtoul(want, NULL, 10) : 20;
  srand(want ? (unsigned)time(NULL) : 11);
  server_folder(&S);
  server_start(&S, NULL);
  for (int i = 0; i < GAMES; i++) sit_down(&T[i]);
  while (kills < most) {
    pthread_t thread;
    unsigned when = (unsigned)rand();
    pthread_create(&thread, NULL, killer, &when);
    while (round_of_actions() && !all_over()) {}
    pthread_join(thread, NULL);
    waitpid(S.pid, NULL, 0);
    S.pid = 0;
    kills++;
    come_back();
    check_journals(true);
    for (int i = 0; i < GAMES; i++)
      if (T[i].over) sit_down(&T[i]);
  }
  check_journals(false);
  char out[512];
  assert_int_equal(server_stop(&S), 0);
  assert_int_equal(run_salient(out, sizeof out, "verify", S.db, NULL), 0);
  print_message("%lu kills, %lu actions acknowledged, %lu sent again; %s", kills, acks, resent, out);
  for (int i = 0; i < GAMES; i++) {
    player_close(&T[i].p);
    free(T[i].acked);
  }
  server_clean(&S);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(nothing_lost_nothing_doubled)};
  return cmocka_run_group_tests_name("server.kill", tests, NULL, NULL);
}
