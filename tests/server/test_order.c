/* test_order.c - order among guests: mute, block, report, verdicts, bans and their sockets, the
 * log; and that no referee sees more of a running game than anybody. */
#include "people.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct test_server S;
static char ADMIN[160]; /* the header with the administrator's token */
#define BOARD                                                                                      \
  ",\"position\":{\"map\":\"plain:9x9\",\"phase\":\"german.attack\",\"units\":[{\"unit\":\"de.pz." \
  "a\",\"hex\":\"0505\"},{\"unit\":\"ru.1.rifle\",\"hex\":\"0101\"}]}"

static void start(const char *more) {
  char file[100];
  snprintf(file, sizeof file, "%s/admin", S.dir);
  server_start(&S, "--admin", file, more, NULL);
}
static int begin(void **state) {
  (void)state;
  char file[100], token[100] = "";
  server_folder(&S);
  start(NULL);
  snprintf(file, sizeof file, "%s/admin", S.dir);
  FILE *in = fopen(file, "r");
  assert_non_null(fgets(token, sizeof token, in));
  fclose(in);
  token[strcspn(token, "\n")] = 0;
  snprintf(ADMIN, sizeof ADMIN, "Authorization: Bearer %s\r\n", token);
  return 0;
}
static int end(void **state) {
  (void)state;
  server_clean(&S);
  return 0;
}
static int admin(const char *path, const char *body) {
  struct http_answer a = http_do(&S, "POST", path, ADMIN, body);
  int status = a.status;
  http_done(&a);
  return status;
}
/* A game of two accounts: the first is German. */
static struct made a_game(const struct person *one, const struct person *two) {
  struct made m = {0};
  char path[80];
  struct http_answer a =
      person_post(&S, one, "/api/games",
                  "{\"game\":\"nullgame\",\"scenario\":\"lesson\",\"seats\":{\"german\":\"me\","
                  "\"soviet\":\"open\"}" BOARD "}");
  assert_int_equal(a.status, 200);
  snprintf(m.id, sizeof m.id, "%s", word(a.doc, "id"));
  snprintf(m.german, sizeof m.german, "%s", word(a.doc, "seats.german"));
  http_done(&a);
  snprintf(path, sizeof path, "/api/games/%s/join", m.id);
  a = person_post(&S, two, path, "{}");
  assert_int_equal(a.status, 200);
  snprintf(m.soviet, sizeof m.soviet, "%s", word(a.doc, "seats.soviet"));
  http_done(&a);
  return m;
}
static void sit(struct player *p, const struct made *m, const char *token) {
  player_open(p, &S, NULL);
  cJSON *d = player_join(p, m->id, token);
  assert_true(cJSON_IsTrue(at(d, "ok")));
  cJSON_Delete(d);
}
static bool say(struct player *p, const char *text) {
  cJSON *d = player_ask(p, "{\"cmd\":\"chat\",\"text\":\"%s\"}", text);
  bool ok = cJSON_IsTrue(at(d, "ok"));
  cJSON_Delete(d);
  return ok;
}
static int by_seat(const struct made *m, const char *token, const char *what, const char *body) {
  char path[80], head[128];
  snprintf(path, sizeof path, "/api/games/%s/%s", m->id, what);
  snprintf(head, sizeof head, "Authorization: Bearer %s\r\n", token);
  struct http_answer a = http_do(&S, "POST", path, head, body);
  int status = a.status;
  http_done(&a);
  return status;
}

/* ---- between players */
static void mute(void **state) {
  (void)state;
  struct player german, soviet;
  struct made m = make_game(&S, "\"german\":\"hotseat\",\"soviet\":\"hotseat\"", BOARD);
  sit(&german, &m, m.german);
  sit(&soviet, &m, m.soviet);
  assert_true(say(&german, "one"));
  cJSON_Delete(player_push(&soviet, "chat"));
  assert_int_equal(by_seat(&m, m.soviet, "mute", "{\"on\":true}"), 200);
  assert_true(say(&german, "two")); /* who is muted is not told */
  cJSON_Delete(player_push(&german, "chat"));
  assert_true(player_quiet(&soviet, "chat", 500));
  cJSON_Delete(player_ask(&soviet, "{\"cmd\":\"chats\"}"));
  assert_true(player_quiet(&soviet, "chat", 300)); /* nor the old lines */
  assert_int_equal(by_seat(&m, m.soviet, "mute", "{\"on\":false}"), 200);
  assert_true(say(&german, "three"));
  cJSON *d = player_push(&soviet, "chat");
  assert_string_equal(word(d, "text"), "three");
  cJSON_Delete(d);
  assert_int_equal(by_seat(&m, "nonsense", "mute", "{\"on\":true}"), 403);
  player_close(&german);
  player_close(&soviet);
}
static void block(void **state) {
  (void)state;
  struct person one = person_new(&S, "Anton"), two = person_new(&S, "Boris");
  struct made m = a_game(&one, &two);
  struct player p;
  char path[80];
  assert_int_equal(by_seat(&m, m.german, "block", "{\"on\":true}"), 200);
  sit(&p, &m, m.soviet);
  assert_false(say(&p, "hello"));
  player_close(&p);
  struct http_answer a =
      person_post(&S, &one, "/api/games",
                  "{\"game\":\"nullgame\",\"scenario\":\"lesson\",\"seats\":{\"german\":\"me\","
                  "\"soviet\":\"open\"}}");
  snprintf(path, sizeof path, "/api/games/%s/join", word(a.doc, "id"));
  http_done(&a);
  assert_int_equal(person_status(&S, &two, path, "{}"), 403);
  cJSON *d = person_get(&S, &one, "/api/account/blocks");
  assert_string_equal(word(at(d, "blocks")->child, "name"), "Boris");
  cJSON_Delete(d);
  d = person_get(&S, &two, "/api/account/blocks"); /* it does not show whom it hits */
  assert_int_equal(cJSON_GetArraySize(at(d, "blocks")), 0);
  cJSON_Delete(d);
  assert_int_equal(person_status(&S, &one, "/api/account/unblock", "{\"name\":\"boris\"}"), 200);
  assert_int_equal(person_status(&S, &two, path, "{}"), 200);
  struct made guests = make_game(&S, "\"german\":\"hotseat\",\"soviet\":\"hotseat\"", BOARD);
  assert_int_equal(by_seat(&guests, guests.german, "block", "{\"on\":true}"), 409);
}
/* Who is new here speaks slowly. */
static void newcomers(void **state) {
  (void)state;
  struct made m = make_game(&S, "\"german\":\"hotseat\",\"soviet\":\"hotseat\"", BOARD);
  server_stop(&S);
  start("--limit-loopback");
  struct player p;
  sit(&p, &m, m.german);
  int said = 0;
  for (int i = 0; i < 30; i++)
    said += say(&p, "x");
  assert_true(said >= 10 && said <= 20);
  player_close(&p);
}

/* ---- the desk */
static cJSON *reports(const struct person *who) {
  return person_get(&S, who, "/api/order/reports");
}
static int judge(const struct person *who, const char *id, const char *more) {
  char body[300];
  snprintf(body, sizeof body, "{\"id\":\"%s\",%s}", id, more);
  return person_status(&S, who, "/api/order/judge", body);
}
static void a_report_and_its_verdict(void **state) {
  (void)state;
  struct person one = person_new(&S, "Anton"), two = person_new(&S, "Boris"),
                referee = person_new(&S, "Referee");
  struct made m = a_game(&one, &two);
  struct player p;
  char id[40];
  sit(&p, &m, m.soviet);
  assert_true(say(&p, "You fool"));
  assert_int_equal(by_seat(&m, m.german, "report", "{\"about\":\"rudeness\"}"), 400);
  assert_int_equal(by_seat(&m, "x", "report", "{\"about\":\"chat\"}"), 403);
  assert_int_equal(
      by_seat(&m, m.german, "report", "{\"about\":\"chat\",\"text\":\"He insults me.\"}"), 200);
  struct http_answer a = http_do(&S, "GET", "/api/order/reports", one.head, NULL);
  assert_int_equal(a.status, 403);
  http_done(&a);
  assert_int_equal(
      person_status(&S, &one, "/api/order/referee", "{\"name\":\"Anton\",\"on\":true}"), 403);
  assert_int_equal(admin("/api/order/referee", "{\"name\":\"referee\",\"on\":true}"), 200);
  assert_int_equal(admin("/api/order/referee", "{\"name\":\"anton\",\"on\":true}"), 200);
  cJSON *d = reports(&referee);
  const cJSON *r = at(d, "reports")->child;
  assert_string_equal(word(r, "name"), "Boris");
  assert_string_equal(word(r, "by"), "Anton");
  assert_string_equal(word(r, "text"), "He insults me.");
  assert_string_equal(word(at(r, "chat")->child, "text"), "You fool");
  snprintf(id, sizeof id, "%s", word(r, "id"));
  char *all = cJSON_PrintUnformatted(d);
  assert_null(strstr(all, "0505")); /* nothing of the board */
  assert_null(strstr(all, "de.pz"));
  cJSON_free(all);
  cJSON_Delete(d);
  assert_int_equal(judge(&one, id, "\"verdict\":\"warn\",\"reason\":\"mine\""), 403); /* his own */
  assert_int_equal(judge(&referee, id, "\"verdict\":\"warn\""), 400); /* without a reason */
  assert_int_equal(judge(&referee, id, "\"verdict\":\"warn\",\"reason\":\"Be polite.\""), 200);
  assert_int_equal(judge(&referee, id, "\"verdict\":\"ban\",\"reason\":\"Twice.\""), 409);
  d = person_get(&S, &two, "/api/account");
  assert_string_equal(word(at(d, "warnings")->child, "reason"), "Be polite.");
  cJSON_Delete(d);
  d = person_get(&S, &referee, "/api/order/log");
  assert_string_equal(word(at(d, "log")->child, "who"), "Referee");
  assert_string_equal(word(at(d, "log")->child, "what"), "warn");
  assert_string_equal(word(at(d, "log")->child, "whom"), "Boris");
  assert_int_equal(cJSON_GetArraySize(at(d, "log")), 3);
  cJSON_Delete(d);
  player_close(&p);
}
/* A referee's account opens nothing of a game that is played. */
static void no_hidden_information(void **state) {
  (void)state;
  struct person one = person_new(&S, "Anton"), two = person_new(&S, "Boris"),
                referee = person_new(&S, "Referee");
  struct made m = a_game(&one, &two);
  char path[80];
  assert_int_equal(admin("/api/order/referee", "{\"name\":\"Referee\",\"on\":true}"), 200);
  assert_int_equal(by_seat(&m, m.german, "report", "{\"about\":\"cheating\"}"), 200);
  snprintf(path, sizeof path, "/api/games/%s/journal", m.id);
  struct http_answer a = http_do(&S, "GET", path, referee.head, NULL);
  assert_int_equal(a.status, 403);
  http_done(&a);
  struct player p;
  player_open(&p, &S, referee.head);
  cJSON *d = player_join(&p, m.id, "");
  assert_true(cJSON_IsFalse(at(d, "ok")));
  cJSON_Delete(d);
  player_close(&p);
}
/* A guest has no account: the chat of the seat can be ended. */
static void a_guest_is_silenced(void **state) {
  (void)state;
  struct made m = make_game(&S, "\"german\":\"hotseat\",\"soviet\":\"hotseat\"", BOARD);
  struct person referee = person_new(&S, "Referee");
  struct player p;
  assert_int_equal(admin("/api/order/referee", "{\"name\":\"Referee\",\"on\":true}"), 200);
  assert_int_equal(by_seat(&m, m.german, "report", "{\"about\":\"chat\"}"), 200);
  cJSON *d = reports(&referee);
  char id[40];
  snprintf(id, sizeof id, "%s", word(at(d, "reports")->child, "id"));
  assert_true(cJSON_IsTrue(at(at(d, "reports")->child, "guest")));
  cJSON_Delete(d);
  assert_int_equal(judge(&referee, id, "\"verdict\":\"ban\",\"reason\":\"x\""), 409);
  assert_int_equal(judge(&referee, id, "\"verdict\":\"silence\",\"reason\":\"Insults.\""), 200);
  sit(&p, &m, m.soviet);
  assert_false(say(&p, "again"));
  player_close(&p);
}
static void report_floods(void **state) {
  (void)state;
  struct person referee = person_new(&S, "Referee");
  assert_int_equal(admin("/api/order/referee", "{\"name\":\"Referee\",\"on\":true}"), 200);
  struct made m = make_game(&S, "\"german\":\"hotseat\",\"soviet\":\"hotseat\"", BOARD);
  for (int i = 0; i < 10; i++) /* of one game: one report, counted */
    assert_int_equal(by_seat(&m, m.german, "report", "{\"about\":\"chat\"}"), 200);
  cJSON *d = reports(&referee);
  assert_int_equal(cJSON_GetArraySize(at(d, "reports")), 1);
  assert_int_equal((int)at(at(d, "reports")->child, "times")->valuedouble, 10);
  cJSON_Delete(d);
  struct made more[12];
  for (int i = 0; i < 12; i++)
    more[i] = make_game(&S, "\"german\":\"hotseat\",\"soviet\":\"hotseat\"", BOARD);
  server_stop(&S);
  start("--limit-loopback");
  int taken = 0;
  for (int i = 0; i < 12; i++)
    taken += by_seat(&more[i], more[i].german, "report", "{\"about\":\"chat\"}") == 200;
  assert_int_equal(taken, 5);
}

/* ---- bans */
static void a_banned_player_s_sockets(void **state) {
  (void)state;
  struct person one = person_new(&S, "Anton"), two = person_new(&S, "Boris");
  struct made m = a_game(&one, &two);
  struct player by_token, by_account, foe;
  const char *in = "{\"name\":\"Boris\",\"passphrase\":\"correct horse\"}";
  sit(&foe, &m, m.german);
  sit(&by_token, &m, m.soviet);
  player_open(&by_account, &S, two.head);
  cJSON_Delete(player_join(&by_account, m.id, ""));
  assert_int_equal(
      admin("/api/order/ban", "{\"name\":\"boris\",\"reason\":\"Insults.\",\"days\":3}"), 200);
  while (!by_token.closed)
    cJSON_Delete(player_read(&by_token, 20000));
  while (!by_account.closed)
    cJSON_Delete(player_read(&by_account, 20000));
  player_close(&by_token);
  player_close(&by_account);
  player_open(&by_token, &S, NULL); /* nor does the seat's token open it again */
  cJSON *d = player_join(&by_token, m.id, m.soviet);
  assert_non_null(strstr(word(d, "error.text"), "This account is closed until "));
  assert_non_null(strstr(word(d, "error.text"), ": Insults."));
  cJSON_Delete(d);
  player_close(&by_token);
  assert_int_equal(by_seat(&m, m.soviet, "token", "{}"), 403);
  d = person_get(&S, &two, "/api/account");
  assert_null(at(d, "name"));
  cJSON_Delete(d);
  struct http_answer a = http_do(&S, "POST", "/api/login", NULL, in);
  assert_int_equal(a.status, 403);
  assert_non_null(strstr(word(a.doc, "error.text"), "Insults."));
  http_done(&a);
  player_close(&foe);
  server_kill(&S); /* it holds after a crash too */
  start(NULL);
  assert_int_equal(person_status(&S, NULL, "/api/login", in), 403);
  sit(&foe, &m, m.german);
  d = player_ask(&foe, "{\"cmd\":\"claim\"}"); /* nobody waits for who cannot come */
  assert_true(cJSON_IsTrue(at(d, "ok")));
  cJSON_Delete(d);
  player_close(&foe);
  assert_int_equal(admin("/api/order/unban", "{\"name\":\"Boris\",\"reason\":\"Regrets it.\"}"),
                   200);
  assert_int_equal(person_status(&S, NULL, "/api/login", in), 200);
}
static void house_rules(void **state) {
  (void)state;
  struct person one = person_new(&S, "Anton");
  cJSON *d = person_get(&S, NULL, "/api/house");
  assert_string_equal(word(d, "text"), "");
  cJSON_Delete(d);
  assert_int_equal(person_status(&S, &one, "/api/order/house", "{\"text\":\"Mine.\"}"), 403);
  assert_int_equal(admin("/api/order/house", "{\"text\":\"Be kind.\\nFinish your games.\"}"), 200);
  d = person_get(&S, NULL, "/api/house");
  assert_string_equal(word(d, "text"), "Be kind.\nFinish your games.");
  cJSON_Delete(d);
}

int main(void) {
  const struct CMUnitTest tests[] = {
#define T(name) cmocka_unit_test_setup_teardown(name, begin, end)
      T(mute),
      T(block),
      T(newcomers),
      T(a_report_and_its_verdict),
      T(no_hidden_information),
      T(a_guest_is_silenced),
      T(report_floods),
      T(a_banned_player_s_sockets),
      T(house_rules),
  };
  return cmocka_run_group_tests_name("server.order", tests, NULL, NULL);
}
