/* test_pace.c - what the server does in its own time: games leave the memory, and views come no
 * faster than they are read. */
#include "client.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Games that nobody plays leave the memory, and come back as they were. */
static void idle_games(void **state) {
  (void)state;
  struct player p;
  struct test_server s;
  bool over;
  server_folder(&s);
  char admin[96], head[160], token[64] = "";
  snprintf(admin, sizeof admin, "%s/admin", s.dir);
  server_start(&s, "--idle", "1", "--admin", admin, NULL);
  FILE *f = fopen(admin, "r");
  assert_non_null(fgets(token, sizeof token, f));
  fclose(f);
  token[strcspn(token, "\n")] = 0;
  snprintf(head, sizeof head, "Authorization: Bearer %s\r\n", token);
  struct made m = make_game(&s, "\"german\":\"me\",\"soviet\":\"me\"", "");
  player_open(&p, &s, NULL);
  cJSON *j = player_join(&p, m.id, m.german), *v = NULL;
  int64_t seq = seq_of(j);
  play_one(&p, &seq, &over);
  cJSON *before = player_ask(&p, "{\"cmd\":\"view\"}");
  int loaded = 1;
  for (int i = 0; i < 50 && loaded; i++) {
    usleep(100000);
    struct http_answer a = http_do(&s, "GET", "/api/admin", head, NULL);
    assert_int_equal(a.status, 200);
    loaded = (int)at(a.doc, "loaded")->valuedouble;
    http_done(&a);
  }
  assert_int_equal(loaded, 0);
  v = player_ask(&p, "{\"cmd\":\"view\"}"); /* the connection is still good */
  assert_true(cJSON_Compare(v, before, true));
  assert_true(play_one(&p, &seq, &over));
  cJSON_Delete(j);
  cJSON_Delete(v);
  cJSON_Delete(before);
  player_close(&p);
  server_clean(&s);
}

/* Who has just had a view gets the next when it is due, with all that has happened; what ends a
 * game comes after it. */
static void paced_views(void **state) {
  (void)state;
  struct test_server s = {0};
  struct player p, w;
  int views = 0;
  server_folder(&s);
  server_start(&s, "--pace", "1500", NULL);
  struct made m = make_game(&s, "\"german\":\"hotseat\",\"soviet\":\"hotseat\"", "");
  player_open(&p, &s, NULL);
  player_open(&w, &s, NULL);
  cJSON *d = player_join(&p, m.id, m.german);
  long long seq = (long long)seq_of(d), first = seq;
  cJSON_Delete(d);
  cJSON_Delete(player_join(&w, m.id, m.soviet));
  for (int i = 0; i < 8; i++) {
    d = player_ask(&p, "{\"cmd\":\"do\",\"action\":\"stance %s\",\"seq\":%lld}",
                   i & 1 ? "hold" : "press", seq);
    seq = (long long)seq_of(d);
    cJSON_Delete(d);
  }
  while ((d = player_read(&p, 2500)))
    p.push[p.npush++] = d;
  for (int i = 0; i < p.npush; i++) {
    if (strcmp(word(p.push[i], "push"), "state"))
      continue;
    assert_int_equal(cJSON_GetArraySize(at(p.push[i], "events")), seq_of(p.push[i]) - first);
    first = (long long)seq_of(p.push[i]);
    views++;
  }
  assert_int_equal(first, seq); /* nothing was left out */
  assert_in_range(views, 2, 4); /* at once, then no faster than the pace */
  d = player_ask(&p, "{\"cmd\":\"do\",\"action\":\"stance press\",\"seq\":%lld}", seq);
  seq = (long long)seq_of(d);
  cJSON_Delete(d);
  d = player_ask(&p, "{\"cmd\":\"do\",\"action\":\"stance hold\",\"seq\":%lld}", seq);
  seq = (long long)seq_of(d);
  cJSON_Delete(d);
  cJSON_Delete(player_ask(&p, "{\"cmd\":\"abandon\"}"));
  bool last = false;
  for (bool over = false; !over;) {
    d = p.npush ? p.push[0] : player_read(&p, 5000);
    if (p.npush)
      memmove(p.push, p.push + 1, (size_t)--p.npush * sizeof p.push[0]);
    assert_non_null(d);
    if (!strcmp(word(d, "push"), "state"))
      last = seq_of(d) == seq;
    over = !strcmp(word(d, "push"), "over");
    cJSON_Delete(d);
  }
  assert_true(last);
  assert_true(player_quiet(&w, "state", 100)); /* it knows nothing of a secret choice */
  player_close(&p);
  player_close(&w);
  server_clean(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(idle_games), cmocka_unit_test(paced_views)};
  return cmocka_run_group_tests_name("server.pace", tests, NULL, NULL);
}
