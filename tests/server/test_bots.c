/* test_bots.c - programs as guests: a bot's account and token, and the example bot at a whole rated
 * game against another. */
#include "rivals.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
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
static void make_bot(const struct rival *owner, const char *name, char token[64]) {
  cJSON *d = rival_ask(&S, owner, "POST", "/api/bots", "{\"name\":\"%s\"}", name);
  snprintf(token, 64, "%s", word(d, "token"));
  cJSON_Delete(d);
}
static int status_with(const char *token, const char *path) {
  char head[100];
  snprintf(head, sizeof head, "Authorization: Bearer %s\r\n", token);
  struct http_answer a = http_do(&S, "GET", path, head, NULL);
  int status = a.status;
  bool known = a.doc && at(a.doc, "name");
  http_done(&a);
  return known ? status : -status;
}
static void accounts(void **state) {
  (void)state;
  char token[64];
  char fresh[64];
  char why[300];
  struct rival owner = rival_new(&S, "Olga", NULL);
  make_bot(&owner, "Olgas bot", token);
  assert_int_equal(status_with(token, "/api/account"), 200);
  cJSON *d = rival_ask(&S, NULL, "GET", "/api/player/olgas%20bot", NULL);
  assert_string_equal(word(d, "kind"), "bot");
  cJSON_Delete(d);
  rival_refused(&S, NULL, "POST", "/api/bots", "{\"name\":\"Nobodys\"}", why);
  rival_refused(&S, &owner, "POST", "/api/bots", "{\"name\":\"olgas Bot\"}", why);
  assert_non_null(strstr(why, "taken"));
  rival_refused(&S, NULL, "POST", "/api/login",
                "{\"name\":\"Olgas bot\",\"passphrase\":\"correct horse\"}", why);
  d = rival_ask(&S, &owner, "POST", "/api/bots/Olgas%20bot/token", "{}");
  snprintf(fresh, sizeof fresh, "%s", word(d, "token"));
  cJSON_Delete(d);
  assert_int_equal(status_with(token, "/api/account"), -200); /* nobody */
  assert_int_equal(status_with(fresh, "/api/account"), 200);
  struct rival other = rival_new(&S, "Petra", NULL);
  rival_refused(&S, &other, "POST", "/api/bots/Olgas%20bot/delete", "{}", why);
  cJSON_Delete(rival_ask(&S, &owner, "POST", "/api/bots/Olgas%20bot/delete", "{}"));
  assert_int_equal(status_with(fresh, "/api/account"), -200);
}
static pid_t run_bot(const char *token) {
  char url[80];
  snprintf(url, sizeof url, "http://%s:%d", S.url.host, S.url.port);
  pid_t pid = fork();
  if (pid)
    return pid;
  execlp("python3", "python3", SOURCE_DIR "/docs/example_bot.py", url, token, "nullgame/lesson",
         "1", (char *)NULL);
  _exit(127);
}
/* Two of them, of two owners: one offers a seek, the other takes it, and both are rated. */
static void example(void **state) {
  (void)state;
  char token[2][64];
  pid_t pid[2];
  struct rival owner[2] = {rival_new(&S, "Rudi", NULL), rival_new(&S, "Sven", NULL)};
  make_bot(&owner[0], "Rudis bot", token[0]);
  make_bot(&owner[1], "Svens bot", token[1]);
  pid[0] = run_bot(token[0]);
  for (int i = 0; i < 400; i++) { /* it has offered a game */
    cJSON *d = rival_ask(&S, NULL, "GET", "/api/seeks", NULL);
    int n = cJSON_GetArraySize(at(d, "seeks"));
    cJSON_Delete(d);
    if (n)
      break;
    usleep(50000);
  }
  pid[1] = run_bot(token[1]);
  for (int i = 0; i < 2; i++) {
    int status = -1;
    assert_int_equal(waitpid(pid[i], &status, 0), pid[i]);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  }
  cJSON *d = rival_ask(&S, NULL, "GET", "/api/ladder/nullgame", NULL);
  assert_int_equal(cJSON_GetArraySize(at(d, "people")), 0);
  assert_int_equal(cJSON_GetArraySize(at(d, "bots")), 2);
  assert_string_equal(word(cJSON_GetArrayItem(at(d, "bots"), 0), "kind"), "bot");
  cJSON_Delete(d);
  d = rival_ask(&S, NULL, "GET", "/api/player/rudis%20bot", NULL);
  assert_int_equal(cJSON_GetArraySize(at(d, "history")), 1);
  cJSON_Delete(d);
}
int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(accounts, begin, end),
      cmocka_unit_test_setup_teardown(example, begin, end),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
