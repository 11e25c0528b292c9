/* test_mail.c - accounts that last, with a mail relay on this machine: addresses that are verified,
 * moves told once an hour, lost passphrases, printed codes, names, sessions, all of one's data. */
#include "people.h"
#include "relay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct test_server S;
static struct relay R;
static char SMTP[64];
#define ORIGIN "https://games.example"
#define BOARD                                                                                      \
  ",\"position\":{\"map\":\"plain:9x9\",\"phase\":\"german.attack\",\"units\":[{\"unit\":\"de.pz." \
  "a\",\"hex\":\"0505\"},{\"unit\":\"ru.1.rifle\",\"hex\":\"0101\"}]}"

static void start(const char *more, const char *value) {
  server_start(&S, "--smtp", SMTP, "--mail-from", "salient@games.example", "--origin", ORIGIN, more,
               value, NULL);
}
static int begin(void **state) {
  (void)state;
  server_folder(&S);
  relay_open(&R);
  snprintf(SMTP, sizeof SMTP, "smtp://127.0.0.1:%d", R.port);
  start(NULL, NULL);
  return 0;
}
static int end(void **state) {
  (void)state;
  server_clean(&S);
  relay_close(&R);
  return 0;
}
static struct http_answer post(const struct person *who, const char *path, const char *body) {
  return person_post(&S, who, path, body);
}
static int status_of(const struct person *who, const char *path, const char *body) {
  return person_status(&S, who, path, body);
}
static cJSON *get(const struct person *who, const char *path) {
  return person_get(&S, who, path);
}
static bool sign(struct person *who, const char *path, const char *body) {
  return person_sign(&S, who, path, body);
}
static struct person account(const char *name) {
  return person_new(&S, name);
}
static void verify(const struct person *who, const char *address) {
  char body[200], token[100];
  int before = relay_mails(&R);
  snprintf(body, sizeof body, "{\"address\":\"%s\"}", address);
  assert_int_equal(status_of(who, "/api/account/mail", body), 200);
  const struct relay_mail *m = relay_wait(&R, before, 20000);
  assert_non_null(strstr(m->to, address));
  relay_link(m, "verify", token);
  snprintf(body, sizeof body, "{\"token\":\"%s\"}", token);
  assert_int_equal(status_of(NULL, "/api/account/mail/verify", body), 200);
  assert_int_equal(status_of(NULL, "/api/account/mail/verify", body), 409); /* once */
}
/* The Soviet seat is the account's; the German side is done, and the account decides. */
static struct made hand_over(const struct person *who) {
  struct player p;
  struct made m = make_game(&S, "\"german\":\"me\",\"soviet\":\"open\"", BOARD);
  char path[80];
  snprintf(path, sizeof path, "/api/games/%s/join", m.id);
  assert_int_equal(status_of(who, path, "{}"), 200);
  player_open(&p, &S, NULL);
  cJSON_Delete(player_join(&p, m.id, m.german));
  cJSON *d = player_ask(&p, "{\"cmd\":\"do\",\"action\":\"done\",\"seq\":%lld}",
                        (long long)player_seq(&p));
  assert_true(cJSON_IsTrue(at(d, "ok")));
  cJSON_Delete(d);
  player_close(&p);
  return m;
}

/* ---- addresses */
static void addresses(void **state) {
  (void)state;
  struct person who = account("Rotmistrov");
  static const char *const bad[] = {
      "",        "anna",      "anna@",        "@example.org",          "anna@example",
      "a b@c.d", "a@b.c,d",   "<a@b.c>",      "a@b.c\\r\\nBcc: x@y.z", "a@b..c",
      "a@.b.c",  "a\\\"@b.c", "-a@b.example", "a@b.example."};
  char body[200];
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    snprintf(body, sizeof body, "{\"address\":\"%s\"}", bad[i]);
    if (status_of(&who, "/api/account/mail", body) != 400)
      fail_msg("%s was taken", bad[i]);
  }
  assert_int_equal(status_of(NULL, "/api/account/mail", "{\"address\":\"a@b.example\"}"), 403);
  assert_int_equal(relay_mails(&R), 0);
  cJSON *d = get(&who, "/api/account");
  assert_null(at(d, "mail"));
  cJSON_Delete(d);
  verify(&who, "anna@example.org");
  d = get(&who, "/api/account");
  assert_string_equal(word(d, "mail"), "anna@example.org");
  cJSON_Delete(d);
  const struct relay_mail *m = R.mail[0];
  assert_non_null(strstr(m->from, "salient@games.example"));
  assert_non_null(strstr(m->text, "Content-Type: text/plain; charset=utf-8\r\n"));
  assert_null(strstr(m->text, "Rotmistrov")); /* nothing that a player wrote */
  verify(&who, "other@example.org");          /* the old address hears of it */
  const struct relay_mail *old = relay_wait(&R, 2, 20000);
  assert_non_null(strstr(old->to, "anna@example.org"));
  assert_int_equal(status_of(&who, "/api/account/mail/end", "{}"), 200);
  d = get(&who, "/api/account");
  assert_null(at(d, "mail"));
  cJSON_Delete(d);
}
/* Nobody can use the server to send mail to many, or much to one. */
static void mail_bombs(void **state) {
  (void)state;
  struct person who = account("Bomber");
  server_stop(&S);
  start("--limit-loopback", NULL);
  int sent = 0;
  for (int i = 0; i < 12; i++) {
    char body[100];
    snprintf(body, sizeof body, "{\"address\":\"victim%d@example.org\"}", i);
    sent += status_of(&who, "/api/account/mail", body) == 200;
  }
  assert_int_equal(sent, 3);
  relay_wait(&R, 2, 20000);
  assert_int_equal(relay_mails(&R), 3);
}

/* ---- moves by mail */
static void one_mail_an_hour(void **state) {
  (void)state;
  server_stop(&S);
  start("--day", "96000"); /* an hour of theirs is four seconds */
  struct person who = account("Katukov");
  char token[100], body[200];
  verify(&who, "k@example.org");
  struct made first = hand_over(&who);
  const struct relay_mail *m = relay_wait(&R, 1, 20000);
  assert_non_null(strstr(m->text, "Subject: Your move: "));
  assert_non_null(strstr(m->text, ORIGIN "/#mine/"));
  assert_non_null(strstr(m->text, first.id));
  hand_over(&who);
  hand_over(&who);
  m = relay_wait(&R, 2, 30000); /* both together, and not the first again */
  assert_non_null(strstr(m->text, "Subject: Your move in 2 games"));
  assert_null(strstr(m->text, first.id));
  assert_int_equal(relay_mails(&R), 3);
  relay_link(m, "stop", token);
  snprintf(body, sizeof body, "{\"token\":\"%s\"}", token);
  assert_int_equal(status_of(NULL, "/api/mail/stop", body), 200);
  struct http_answer a = post(&who, "/api/notices", "{}");
  assert_true(cJSON_IsFalse(at(a.doc, "mail.on")));
  http_done(&a);
  hand_over(&who);
  sleep(6);
  assert_int_equal(relay_mails(&R), 3);
}
/* A relay that does not take it now is asked again; what failed is shown. */
static void relay_in_trouble(void **state) {
  (void)state;
  struct person who = account("Zhadov");
  verify(&who, "z@example.org");
  relay_refuse(&R, 451);
  hand_over(&who);
  bool shown = false;
  for (int i = 0; i < 400 && !shown; i++) {
    struct http_answer a = post(&who, "/api/notices", "{}");
    shown = at(a.doc, "mail.why") != NULL;
    if (shown)
      assert_string_equal(word(a.doc, "mail.why"), "The mail relay did not accept it.");
    http_done(&a);
    usleep(50000);
  }
  assert_true(shown);
  relay_refuse(&R, 0);
  relay_wait(&R, 1, 30000);
}

/* So is one that carries a link, which opens once it has come; a refusal for good is not. */
static void links_in_trouble(void **state) {
  (void)state;
  struct person who = account("Katukov");
  relay_refuse(&R, 451);
  assert_int_equal(status_of(&who, "/api/account/mail", "{\"address\":\"k@example.org\"}"), 200);
  assert_true(server_says(&S, "a mail was not delivered"));
  relay_refuse(&R, 0);
  const struct relay_mail *m = relay_wait(&R, 0, 30000);
  char token[100];
  char body[140];
  relay_link(m, "verify", token);
  snprintf(body, sizeof body, "{\"token\":\"%s\"}", token);
  assert_int_equal(status_of(NULL, "/api/account/mail/verify", body), 200);
  int before = server_said(&S, "a mail was not delivered");
  relay_refuse(&R, 550);
  assert_int_equal(status_of(&who, "/api/account/mail", "{\"address\":\"l@example.org\"}"), 200);
  for (int i = 0; i < 400 && server_said(&S, "a mail was not delivered") == before; i++)
    usleep(50000);
  relay_refuse(&R, 0);
  assert_int_equal(status_of(&who, "/api/account/mail", "{\"address\":\"m@example.org\"}"), 200);
  m = relay_wait(&R, 1, 30000); /* the next mail is the new one's */
  assert_non_null(strstr(m->to, "m@example.org"));
}

/* ---- lost passphrases */
static void recovery_by_mail(void **state) {
  (void)state;
  struct person who = account("Chistyakov"), again;
  char token[100], body[300];
  verify(&who, "c@example.org");
  assert_int_equal(status_of(NULL, "/api/account/recover", "{\"name\":\"Nobody\"}"), 200);
  assert_int_equal(status_of(NULL, "/api/account/recover", "{\"name\":\"chistyakov\"}"), 200);
  const struct relay_mail *m = relay_wait(&R, 1, 20000);
  assert_non_null(strstr(m->to, "c@example.org"));
  relay_link(m, "recover", token);
  snprintf(body, sizeof body, "{\"token\":\"%s\",\"new\":\"short\"}", token);
  assert_int_equal(status_of(NULL, "/api/account/reset", body), 400);
  snprintf(body, sizeof body, "{\"token\":\"%s\",\"new\":\"quite another one\"}", token);
  assert_true(sign(&again, "/api/account/reset", body));
  assert_int_equal(status_of(NULL, "/api/account/reset", body), 403); /* once */
  cJSON *d = get(&who, "/api/account");
  assert_null(at(d, "name")); /* the old sessions have ended */
  cJSON_Delete(d);
  d = get(&again, "/api/account");
  assert_string_equal(word(d, "name"), "Chistyakov");
  cJSON_Delete(d);
  assert_int_equal(
      status_of(NULL, "/api/login", "{\"name\":\"Chistyakov\",\"passphrase\":\"correct horse\"}"),
      403);
  assert_int_equal(status_of(NULL, "/api/login",
                             "{\"name\":\"Chistyakov\",\"passphrase\":\"quite another one\"}"),
                   200);
  assert_int_equal(relay_mails(&R), 2);
}
static void printed_codes(void **state) {
  (void)state;
  struct person who = account("Popov");
  char body[300], code[40];
  const char *ask = "{\"name\":\"Popov\",\"passphrase\":\"correct horse\"}";
  assert_int_equal(status_of(NULL, "/api/account/codes", ask), 403);
  struct http_answer a = post(&who, "/api/account/codes", ask);
  assert_int_equal(a.status, 200);
  assert_int_equal(cJSON_GetArraySize(at(a.doc, "codes")), 8);
  snprintf(code, sizeof code, "%s", at(a.doc, "codes")->child->valuestring);
  http_done(&a);
  for (char *p = code; *p; p++) /* as people type */
    *p = (char)(*p == '-' ? ' ' : *p >= 'A' && *p <= 'Z' ? *p + 32 : *p);
  snprintf(body, sizeof body, "{\"name\":\"Other\",\"code\":\"%s\",\"new\":\"new passphrase\"}",
           code);
  assert_int_equal(status_of(NULL, "/api/account/reset", body), 403);
  snprintf(body, sizeof body, "{\"name\":\"popov\",\"code\":\"%s\",\"new\":\"new passphrase\"}",
           code);
  assert_int_equal(status_of(NULL, "/api/account/reset", body), 200);
  assert_int_equal(status_of(NULL, "/api/account/reset", body), 403);
  assert_int_equal(
      status_of(NULL, "/api/login", "{\"name\":\"Popov\",\"passphrase\":\"new passphrase\"}"), 200);
}

/* ---- names, sessions, data */
static void names(void **state) {
  (void)state;
  struct person who = account("Vasilevsky"), other = account("Zhukov");
  struct made m = hand_over(&who);
  assert_int_equal(status_of(&who, "/api/account/rename", "{\"name\":\"zhukov\"}"), 400);
  assert_int_equal(status_of(NULL, "/api/account/rename", "{\"name\":\"Konev\"}"), 403);
  assert_int_equal(status_of(&who, "/api/account/rename", "{\"name\":\"Konev\"}"), 200);
  char path[80];
  snprintf(path, sizeof path, "/api/games/%s", m.id);
  cJSON *d = get(&who, path);
  assert_string_equal(word(d, "seats.soviet.name"), "Konev");
  cJSON_Delete(d);
  /* nobody can pass for who they were */
  assert_int_equal(status_of(&other, "/api/account/rename", "{\"name\":\"Vasilevsky\"}"), 400);
  assert_int_equal(
      status_of(NULL, "/api/account", "{\"name\":\"vasilevsky\",\"passphrase\":\"correct horse\"}"),
      400);
  assert_int_equal(status_of(&who, "/api/account/rename", "{\"name\":\"Vasilevsky\"}"), 200);
  server_kill(&S);
  start(NULL, NULL);
  d = get(&who, path);
  assert_string_equal(word(d, "seats.soviet.name"), "Vasilevsky");
  cJSON_Delete(d);
}
static void sessions(void **state) {
  (void)state;
  struct person one = account("Malinovsky"), two;
  const char *in = "{\"name\":\"Malinovsky\",\"passphrase\":\"correct horse\"}";
  assert_true(sign(&two, "/api/login", in));
  cJSON *d = get(&one, "/api/account/sessions");
  assert_int_equal(cJSON_GetArraySize(at(d, "sessions")), 2);
  char id[40] = "", body[100];
  for (cJSON *c = at(d, "sessions")->child; c; c = c->next)
    if (cJSON_IsFalse(at(c, "this")))
      snprintf(id, sizeof id, "%s", word(c, "id"));
  cJSON_Delete(d);
  struct player p;
  player_open(&p, &S, two.head);
  snprintf(body, sizeof body, "{\"id\":\"%s\"}", id);
  struct person stranger = account("Stranger");
  assert_int_equal(status_of(&stranger, "/api/account/sessions/end", body), 409);
  assert_int_equal(status_of(&one, "/api/account/sessions/end", body), 200);
  while (!p.closed) /* its lines end with it */
    cJSON_Delete(player_read(&p, 20000));
  player_close(&p);
  d = get(&two, "/api/account");
  assert_null(at(d, "name"));
  cJSON_Delete(d);
  d = get(&one, "/api/account");
  assert_string_equal(word(d, "name"), "Malinovsky");
  cJSON_Delete(d);
}
/* All of it, and none of it when the account is gone. */
static void ones_own_data(void **state) {
  (void)state;
  struct person who = account("Bagramyan");
  struct player p;
  verify(&who, "b@example.org");
  struct made m = hand_over(&who);
  player_open(&p, &S, who.head);
  cJSON_Delete(player_join(&p, m.id, ""));
  cJSON_Delete(player_ask(&p, "{\"cmd\":\"chat\",\"text\":\"Good luck!\"}"));
  player_close(&p);
  cJSON *d = get(&who, "/api/account/export");
  assert_string_equal(word(d, "name"), "Bagramyan");
  assert_string_equal(word(d, "mail"), "b@example.org");
  assert_int_equal(cJSON_GetArraySize(at(d, "games")), 1);
  assert_string_equal(at(d, "chat")->child->child->next->next->valuestring, "Good luck!");
  cJSON_Delete(d);
  assert_int_equal(status_of(&who, "/api/account/delete",
                             "{\"name\":\"Bagramyan\",\"passphrase\":\"correct horse\"}"),
                   200);
  struct http_answer a = http_do(&S, "GET", "/api/account/export", who.head, NULL);
  assert_int_equal(a.status, 403);
  http_done(&a);
  char path[80];
  snprintf(path, sizeof path, "/api/games/%s", m.id);
  d = get(NULL, path);
  assert_null(at(d, "seats.soviet.name"));
  cJSON_Delete(d);
  assert_int_equal(status_of(NULL, "/api/account/recover", "{\"name\":\"Bagramyan\"}"), 200);
}

int main(void) {
  const struct CMUnitTest tests[] = {
#define T(name) cmocka_unit_test_setup_teardown(name, begin, end)
      T(addresses),        T(mail_bombs),       T(one_mail_an_hour), T(relay_in_trouble),
      T(links_in_trouble), T(recovery_by_mail), T(printed_codes),    T(names),
      T(sessions),         T(ones_own_data),
  };
  return cmocka_run_group_tests_name("server.mail", tests, NULL, NULL);
}
