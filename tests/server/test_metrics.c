/* test_metrics.c - what an operator sees of a running server, through a real socket. */
#include "client.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct test_server S;

/* The Authorization line of the administrator, out of the file the server has made. */
static void admin_header(const char *file, char out[160]) {
  char token[64] = "";
  FILE *f = fopen(file, "r");
  assert_non_null(f);
  assert_non_null(fgets(token, sizeof token, f));
  fclose(f);
  token[strcspn(token, "\n")] = 0;
  snprintf(out, 160, "Authorization: Bearer %s\r\n", token);
}
/* The value of one line of Prometheus's text; the test fails when it is not there. */
static double figure(const char *text, const char *name) {
  size_t n = strlen(name);
  for (const char *line = text; line; line = strchr(line, '\n')) {
    line += *line == '\n';
    if (!strncmp(line, name, n) && line[n] == ' ')
      return strtod(line + n, NULL);
  }
  fail_msg("no %s in:\n%s", name, text);
  return 0;
}
/* Every line is a comment or a name with one number, as a scraper wants it. */
static void well_formed(char *text) {
  char *rest = text;
  for (char *line; (line = strsep(&rest, "\n"));) {
    if (!*line || !strncmp(line, "# HELP salient_", 15) || !strncmp(line, "# TYPE salient_", 15))
      continue;
    char *space = strrchr(line, ' '), *end;
    assert_non_null(space);
    assert_memory_equal(line, "salient_", 8);
    strtod(space + 1, &end);
    if (end == space + 1 || *end)
      fail_msg("not a number: %s", line);
  }
}

/* Three changes: three acknowledged, three answers timed, and the histogram ends with all of them.
 */
static void figures(void **state) {
  (void)state;
  char file[96], head[160];
  struct player p;
  snprintf(file, sizeof file, "%s/admin", S.dir);
  server_start(&S, "--admin", file, NULL);
  admin_header(file, head);
  struct made m = make_game(&S, "\"german\":\"me\",\"soviet\":\"me\"", "");
  player_open(&p, &S, NULL);
  cJSON *joined = player_join(&p, m.id, m.german);
  int64_t seq = seq_of(joined);
  cJSON_Delete(joined);
  for (int i = 0; i < 3; i++) {
    cJSON *d = player_ask(&p, "{\"cmd\":\"do\",\"action\":\"stance %s\",\"seq\":%lld}",
                          i % 2 ? "hold" : "press", (long long)seq);
    assert_true(cJSON_IsTrue(at(d, "ok")));
    seq = seq_of(d);
    cJSON_Delete(d);
  }
  struct http_answer a = http_do(&S, "GET", "/metrics", head, NULL);
  assert_int_equal(a.status, 200);
  assert_true(figure(a.text, "salient_acknowledged_total") == 3);
  assert_true(figure(a.text, "salient_answer_seconds_count") == 3);
  assert_true(figure(a.text, "salient_answer_seconds_bucket{le=\"+Inf\"}") == 3);
  assert_true(figure(a.text, "salient_answer_seconds_bucket{le=\"10.000000\"}") == 3);
  assert_true(figure(a.text, "salient_answer_seconds_sum") > 0);
  assert_true(figure(a.text, "salient_games") == 1);
  assert_true(figure(a.text, "salient_connections") == 1);
  well_formed(a.text);
  http_done(&a);
  a = http_do(&S, "GET", "/api/admin", head, NULL); /* the same figures as a document */
  assert_int_equal(a.status, 200);
  assert_int_equal((int)at(a.doc, "acknowledged")->valuedouble, 3);
  assert_int_equal((int)at(a.doc, "games")->valuedouble, 1);
  http_done(&a);
  player_close(&p);
  server_stop(&S);
}
/* Whoever has no token learns nothing but that the server is there. */
static void strangers(void **state) {
  (void)state;
  char file[96];
  snprintf(file, sizeof file, "%s/admin", S.dir);
  server_start(&S, "--admin", file, NULL);
  struct http_answer a = http_do(&S, "GET", "/metrics", NULL, NULL);
  assert_int_equal(a.status, 403);
  assert_null(strstr(a.text, "salient_"));
  http_done(&a);
  a = http_do(&S, "GET", "/metrics", "Authorization: Bearer wrong\r\n", NULL);
  assert_int_equal(a.status, 403);
  http_done(&a);
  a = http_do(&S, "GET", "/healthz", NULL, NULL);
  assert_int_equal(a.status, 200);
  assert_string_equal(a.text, "ok\n");
  http_done(&a);
  a = http_do(&S, "GET", "/readyz", NULL, NULL);
  assert_int_equal(a.status, 200);
  assert_string_equal(a.text, "ready\n");
  http_done(&a);
  a = http_do(&S, "POST", "/metrics", NULL, "{}");
  assert_true(a.status == 404 || a.status == 405);
  http_done(&a);
  server_stop(&S);
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
int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(figures), cmocka_unit_test(strangers)};
  return cmocka_run_group_tests_name("server.metrics", tests, folder, clean);
}
