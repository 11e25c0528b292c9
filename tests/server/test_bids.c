/* test_bids.c - two players bid for a side: who has it, and what it costs. */
#include "client.h"

#include <stdio.h>
#include <string.h>

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

/* The ford, made by a player who wants the German side. */
static struct http_answer bid(const char *options, const char *bids) {
  char body[600];
  snprintf(body, sizeof body,
           "{\"game\":\"nullgame\",\"scenario\":\"lesson\",\"options\":{%s},"
           "\"seats\":{\"german\":\"me\",\"soviet\":\"invite\"},\"bids\":%s}",
           options, bids);
  return http_do(&S, "POST", "/api/games", NULL, body);
}
/* Who sits where, and the handicap. */
static void settled(const char *bids, const char *german, int handicap) {
  struct http_answer made = bid("\"turns\":3", bids);
  assert_int_equal(made.status, 200);
  char path[80];
  snprintf(path, sizeof path, "/api/games/%s", word(made.doc, "id"));
  struct http_answer info = http_do(&S, "GET", path, NULL, NULL);
  assert_int_equal(info.status, 200);
  assert_string_equal(word(info.doc, "seats.german.kind"), german);
  assert_int_equal(at(info.doc, "options.handicap")->valueint, handicap);
  assert_int_equal(at(info.doc, "options.turns")->valueint, 3);
  http_done(&info);
  http_done(&made);
}
static void the_higher_bid_has_the_side(void **state) {
  (void)state;
  settled(
      "{\"me\":{\"side\":\"german\",\"points\":2},\"other\":{\"side\":\"german\",\"points\":1}}",
      "me", -2);
  settled(
      "{\"me\":{\"side\":\"german\",\"points\":0},\"other\":{\"side\":\"german\",\"points\":1}}",
      "invite", -1);
  settled(
      "{\"me\":{\"side\":\"soviet\",\"points\":1},\"other\":{\"side\":\"soviet\",\"points\":2}}",
      "invite", 2);
}
static void equal_bids_are_the_makers(void **state) {
  (void)state;
  settled(
      "{\"me\":{\"side\":\"german\",\"points\":1},\"other\":{\"side\":\"german\",\"points\":1}}",
      "me", -1);
}
static void nobody_pays_for_what_nobody_else_wants(void **state) {
  (void)state;
  settled(
      "{\"me\":{\"side\":\"german\",\"points\":2},\"other\":{\"side\":\"soviet\",\"points\":2}}",
      "me", 0);
}

static void refused_at(const char *options, const char *bids, const char *where) {
  struct http_answer a = bid(options, bids);
  assert_int_equal(a.status, 400);
  assert_string_equal(word(a.doc, "error.at"), where);
  http_done(&a);
}
static void wrong_bids_are_refused(void **state) {
  (void)state;
#define OTHER "\"other\":{\"side\":\"german\",\"points\":1}"
  refused_at("", "{" OTHER "}", "bids.me");
  refused_at("", "{\"me\":{\"side\":\"all\",\"points\":1}," OTHER "}", "bids.me.side");
  refused_at("", "{\"me\":{\"side\":\"german\",\"points\":-1}," OTHER "}", "bids.me.points");
  refused_at("", "{\"me\":{\"side\":\"german\",\"points\":9}," OTHER "}", "options.handicap");
  refused_at("\"handicap\":1", "{\"me\":{\"side\":\"german\",\"points\":1}," OTHER "}",
             "options.handicap");
  refused_at("", "{\"me\":{\"side\":\"german\",\"points\":1,\"x\":1}," OTHER "}", "bids.me.x");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_higher_bid_has_the_side),
      cmocka_unit_test(equal_bids_are_the_makers),
      cmocka_unit_test(nobody_pays_for_what_nobody_else_wants),
      cmocka_unit_test(wrong_bids_are_refused),
  };
  return cmocka_run_group_tests(tests, begin, end);
}
