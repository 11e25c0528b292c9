/* test_older.c - a database of format 3, in which notices, accounts and order had tables of their
 * own: opened by today's server, every row is where today's server looks for it. */
#include "people.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/account_mail.h"
#include "server/account_self.h"
#include "server/mail.h"
#include "server/order.h"
#include "server/rowdoc.h"
#include "server/store.h"

/* The tables as version 0.2 made them. */
static const char FORMAT_3[] =
    "DROP TABLE row;"
    "CREATE TABLE row(kind TEXT NOT NULL, key TEXT NOT NULL, n INTEGER NOT NULL, text TEXT NOT "
    "NULL, PRIMARY KEY(kind, key)) WITHOUT ROWID;"
    "CREATE INDEX row_order ON row(kind, n);"
    "CREATE TABLE owed(game BIGINT NOT NULL, side BIGINT NOT NULL, id TEXT NOT NULL, ways BIGINT "
    "NOT NULL, PRIMARY KEY(game, side));"
    "CREATE TABLE push_sub(id BIGINT PRIMARY KEY, endpoint TEXT NOT NULL, p256dh TEXT NOT NULL, "
    "auth TEXT NOT NULL, account BIGINT NOT NULL, game BIGINT NOT NULL, side BIGINT NOT NULL, "
    "quiet_from BIGINT NOT NULL, quiet_to BIGINT NOT NULL, zone BIGINT NOT NULL, made BIGINT NOT "
    "NULL, failed BIGINT NOT NULL, why TEXT NOT NULL, UNIQUE(endpoint, account, game, side));"
    "CREATE INDEX push_sub_account ON push_sub(account) WHERE account > 0;"
    "CREATE INDEX push_sub_seat ON push_sub(game, side) WHERE game > 0;"
    "CREATE TABLE hook_trouble(game BIGINT NOT NULL, side BIGINT NOT NULL, at BIGINT NOT NULL, why "
    "TEXT NOT NULL, PRIMARY KEY(game, side));"
    "CREATE TABLE mail(account BIGINT PRIMARY KEY, address TEXT NOT NULL, wanted BIGINT NOT NULL, "
    "stop TEXT NOT NULL UNIQUE, quiet_from BIGINT NOT NULL, quiet_to BIGINT NOT NULL, zone BIGINT "
    "NOT NULL, last BIGINT NOT NULL, failed BIGINT NOT NULL, why TEXT NOT NULL);"
    "CREATE TABLE ticket(hash TEXT PRIMARY KEY, kind TEXT NOT NULL, account BIGINT NOT NULL, text "
    "TEXT NOT NULL, until BIGINT NOT NULL);"
    "CREATE INDEX ticket_account ON ticket(account, kind);"
    "CREATE TABLE old_name(fold TEXT PRIMARY KEY, account BIGINT NOT NULL, until BIGINT NOT NULL);"
    "CREATE TABLE mute(game BIGINT NOT NULL, side BIGINT NOT NULL, PRIMARY KEY(game, side));"
    "CREATE TABLE silence(game BIGINT NOT NULL, side BIGINT NOT NULL, PRIMARY KEY(game, side));"
    "CREATE TABLE block(account BIGINT NOT NULL, other BIGINT NOT NULL, at BIGINT NOT NULL, "
    "PRIMARY KEY(account, other));"
    "CREATE TABLE report(id BIGINT PRIMARY KEY, at BIGINT NOT NULL, game TEXT NOT NULL, num BIGINT "
    "NOT NULL, side BIGINT NOT NULL, account BIGINT NOT NULL, accused BIGINT NOT NULL, name TEXT "
    "NOT NULL, about TEXT NOT NULL, text TEXT NOT NULL, chat TEXT NOT NULL, times BIGINT NOT NULL, "
    "done BIGINT NOT NULL, verdict TEXT NOT NULL);"
    "CREATE INDEX report_open ON report(done, at);"
    "CREATE TABLE ban(account BIGINT PRIMARY KEY, at BIGINT NOT NULL, until BIGINT NOT NULL, "
    "reason TEXT NOT NULL);"
    "CREATE TABLE warning(account BIGINT NOT NULL, at BIGINT NOT NULL, reason TEXT NOT NULL);"
    "CREATE TABLE referee(account BIGINT PRIMARY KEY, at BIGINT NOT NULL);"
    "CREATE TABLE audit(id BIGINT PRIMARY KEY, at BIGINT NOT NULL, who TEXT NOT NULL, what TEXT "
    "NOT NULL, whom TEXT NOT NULL, why TEXT NOT NULL);"
    "PRAGMA user_version=3;";

/* Accounts 1 anna, 2 boris, 3 vera; game 1. Game 99 is gone. */
static const char ROWS_3[] =
    "INSERT INTO row VALUES('cup','x',5,'{}');"
    "INSERT INTO owed VALUES(1,1,'thegame',3),(99,0,'gone',1);"
    "INSERT INTO push_sub VALUES(7,'https://push.example/a','point','auth',1,0,0,60,120,30,1000,0,"
    "''),(8,'https://push.example/a','point','auth',0,1,1,0,0,0,2000,3000,'The push service says "
    "\"no\".'),(9,'https://push.example/gone','point','auth',0,99,0,0,0,0,1,0,'');"
    "INSERT INTO hook_trouble VALUES(1,0,4000,'answers 500'),(99,0,1,'x');"
    "INSERT INTO mail VALUES(1,'anna@example.org',1,'stoptoken',60,120,-30,5,6,'late');"
    "INSERT INTO ticket VALUES('aa','code',1,'',9223372036854775807),('ab','code',1,'',"
    "9223372036854775807),('ac','recover',2,'',9000000000000);"
    "INSERT INTO old_name VALUES('hanna',1,9000000000000);"
    "INSERT INTO mute VALUES(1,0),(99,1);"
    "INSERT INTO silence VALUES(1,1);"
    "INSERT INTO block VALUES(1,2,70);"
    "INSERT INTO report VALUES(11,100,'thegame',1,1,1,2,'boris','chat','he ''shouts''',"
    "'[{\"text\":\"oh\"}]',2,0,''),(12,90,'gone',99,0,3,2,'boris','name','rude','[]',1,"
    "8000000000000,'warn');"
    "INSERT INTO ban VALUES(3,1,9000000000000,'rude');"
    "INSERT INTO warning VALUES(2,95,'be kind'),(2,95,'again');"
    "INSERT INTO referee VALUES(1,50);"
    "INSERT INTO audit VALUES(21,96,'anna','warn','boris','be kind');";

static struct test_server S;
static char ADMIN[160];

static void exec_sql(const char *sql) {
  sqlite3 *raw;
  char *why = NULL;
  assert_int_equal(sqlite3_open(S.db, &raw), 0);
  if (sqlite3_exec(raw, sql, NULL, NULL, &why))
    fail_msg("%s", why);
  sqlite3_close(raw);
}

static void add_account(struct store *st, const char *name) {
  struct store_account a = {.created = 1};
  snprintf(a.name, sizeof a.name, "%s", name);
  snprintf(a.fold, sizeof a.fold, "%s", name);
  assert_int_equal(store_account_add(st, &a), STORE_OK);
}

/* A database of format 3 with a row in every table of that time. */
static int begin(void **state) {
  (void)state;
  char why[256];
  server_folder(&S);
  struct store *st = store_open(S.db, STORE_SERVE, why);
  struct store_game g = {.setup = (char[]){""}, .id = "thegame", .game = "nullgame"};
  assert_int_equal(store_begin(st), STORE_OK);
  add_account(st, "anna");
  add_account(st, "boris");
  add_account(st, "vera");
  assert_int_equal(store_game_add(st, &g), STORE_OK);
  assert_int_equal(store_commit(st), STORE_OK);
  store_close(st);
  exec_sql(FORMAT_3);
  exec_sql(ROWS_3);
  return 0;
}
static int end(void **state) {
  (void)state;
  server_clean(&S);
  return 0;
}

static int64_t many(struct store *st, const char *kind, enum store_by by, const char *begins) {
  return store_range_count(st, (struct store_range){kind, by, begins});
}
static void is_row(struct store *st, const char *kind, const char *key, int64_t n,
                   const char *text) {
  int64_t have = -1;
  char *words = NULL;
  if (store_row_read(st, kind, key, &have, &words))
    fail_msg("there is no %s %s", kind, key);
  assert_int_equal(have, n);
  assert_string_equal(words, text);
  free(words);
}

static void every_row_is_found(void **state) {
  (void)state;
  char why[256];
  struct mail_box box;
  struct store *st = store_open(S.db, STORE_SERVE, why);
  assert_non_null(st);
  is_row(st, "cup", "x", 5, "{}"); /* what was a row stays one */
  is_row(st, "owed", "1/1", 3, "thegame");
  is_row(st, "hook trouble", "1/0", 4000, "answers 500");
  assert_false(row_is(st, "owed", "99/0"));
  assert_int_equal(many(st, "push", BY_KEY, "a1/"), 1);
  assert_int_equal(many(st, "push", BY_KEY, "g1/1/"), 1);
  assert_int_equal(many(st, "push", BY_KEY, "g99/"), 0);
  assert_int_equal(many(st, "push", BY_ALSO, "https://push.example/a "), 2);
  mail_box_read(st, 1, &box);
  assert_true(box.known && box.on);
  assert_string_equal(box.address, "anna@example.org");
  assert_string_equal(box.stop, "stoptoken");
  assert_string_equal(box.why, "late");
  assert_int_equal(box.quiet.from, 60);
  assert_int_equal(box.quiet.zone, -30);
  assert_int_equal(many(st, "mail", BY_ALSO, "stoptoken "), 1);
  assert_int_equal(codes_left(st, 1), 2);
  assert_int_equal(ticket_use(st, "ac", "recover", 1), STORE_OK);
  assert_int_equal(ticket_use(st, "ac", "recover", 1), STORE_NONE);
  assert_true(account_name_rests(st, "hanna", 2));
  assert_false(account_name_rests(st, "hanna", 1)); /* who gave it up may have it back */
  assert_true(order_blocked(st, 2, 1));
  assert_true(row_is(st, "mute", "1/0") && !row_is(st, "mute", "99/1"));
  assert_true(row_is(st, "silence", "1/1"));
  assert_true(order_is_referee(st, 1) && !order_is_referee(st, 2));
  is_row(st, "ban", "3", 9000000000000, "rude");
  assert_int_equal(many(st, "warning", BY_KEY, "2/"), 2);
  store_close(st);
  st = store_open(S.db, STORE_SERVE, why); /* and once more: nothing is left to be done */
  assert_int_equal(codes_left(st, 1), 2);
  store_close(st);
}

static cJSON *as_admin(const char *path) {
  struct http_answer a = http_do(&S, "GET", path, ADMIN, NULL);
  assert_int_equal(a.status, 200);
  free(a.text);
  return a.doc;
}

/* The referees' desk shows the open report with its record, and the judged one counts. */
static void the_desk_goes_on(void **state) {
  (void)state;
  char file[100];
  char token[100] = "";
  snprintf(file, sizeof file, "%s/admin", S.dir);
  server_start(&S, "--admin", file, NULL);
  FILE *in = fopen(file, "r");
  assert_non_null(fgets(token, sizeof token, in));
  fclose(in);
  token[strcspn(token, "\n")] = 0;
  snprintf(ADMIN, sizeof ADMIN, "Authorization: Bearer %s\r\n", token);
  cJSON *d = as_admin("/api/order/reports");
  assert_int_equal(cJSON_GetArraySize(at(d, "reports")), 1);
  const cJSON *r = at(d, "reports")->child;
  assert_string_equal(word(r, "text"), "he 'shouts'");
  assert_string_equal(word(r, "by"), "anna");
  assert_string_equal(word(at(r, "chat")->child, "text"), "oh");
  assert_int_equal(at(r, "times")->valueint, 2);
  assert_int_equal(at(r, "others")->valueint, 1);
  assert_int_equal(at(r, "warnings")->valueint, 2);
  char body[200];
  snprintf(body, sizeof body, "{\"id\":\"%s\",\"verdict\":\"dismiss\",\"reason\":\"settled\"}",
           word(r, "id"));
  cJSON_Delete(d);
  struct http_answer a = http_do(&S, "POST", "/api/order/judge", ADMIN, body);
  assert_int_equal(a.status, 200);
  http_done(&a);
  d = as_admin("/api/order/reports");
  assert_int_equal(cJSON_GetArraySize(at(d, "reports")), 0);
  cJSON_Delete(d);
  d = as_admin("/api/order/log");
  assert_int_equal(cJSON_GetArraySize(at(d, "log")), 2); /* the old act and this one */
  cJSON_Delete(d);
  assert_int_equal(server_stop(&S), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(every_row_is_found, begin, end),
      cmocka_unit_test_setup_teardown(the_desk_goes_on, begin, end),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
