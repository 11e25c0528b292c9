/* test_eyes.c - looking through a player's eyes, over real sockets: late, only with his word, only
 * what his side saw; and a caster, who needs the word of both. */
#include "rivals.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

/* ---- two players at one table */
struct table {
  struct made m;
  struct player p[2];
  int64_t seq[2];
  bool over;
};
static void sit(struct table *t) {
  const char *token[2] = {t->m.german, t->m.soviet};
  for (int side = 0; side < 2; side++) {
    player_open(&t->p[side], &S, NULL);
    cJSON *j = player_join(&t->p[side], t->m.id, token[side]);
    t->seq[side] = seq_of(j);
    cJSON_Delete(j);
  }
}
static struct table *table_new(void) {
  struct table *t = calloc(1, sizeof *t);
  t->m = make_game(&S, "\"german\":\"me\",\"soviet\":\"me\"", "");
  sit(t);
  return t;
}
static void table_free(struct table *t) {
  player_close(&t->p[0]);
  player_close(&t->p[1]);
  free(t);
}
/* A side's view as text, now or after so many events. malloc'd. */
static char *view_of(struct player *p, int64_t seq) {
  char at_seq[40] = "";
  if (seq >= 0)
    snprintf(at_seq, sizeof at_seq, ",\"at\":%lld", (long long)seq);
  cJSON *d = player_ask(p, "{\"cmd\":\"view\"%s}", at_seq);
  char *text = cJSON_PrintUnformatted(at(d, "view"));
  cJSON_Delete(d);
  return text;
}
static int turn_of(struct table *t) {
  cJSON *d = player_ask(&t->p[0], "{\"cmd\":\"view\"}");
  int n = at(d, "view.turn.n")->valueint;
  cJSON_Delete(d);
  return n;
}
/* Both sides decide something until the turn begins, or the game is over. What German has been
 * told when it begins. */
static int64_t play_to(struct table *t, int turn) {
  while (!t->over && turn_of(t) < turn)
    for (int side = 0; side < 2 && !t->over; side++) {
      t->seq[side] = player_seq(&t->p[side]);
      play_one(&t->p[side], &t->seq[side], &t->over);
      if (turn_of(t) >= turn)
        break;
    }
  return player_seq(&t->p[0]);
}

/* ---- a player's word */
static struct http_answer eyes(const struct table *t, const char *token, const char *body) {
  char path[64];
  char head[128];
  snprintf(path, sizeof path, "/api/games/%s/eyes", t->m.id);
  snprintf(head, sizeof head, "Authorization: Bearer %s\r\n", token);
  return http_do(&S, body ? "POST" : "GET", path, head, body);
}
static void agree(const struct table *t, const char *token, int delay, char link[80]) {
  char body[40];
  snprintf(body, sizeof body, "{\"delay\":%d}", delay);
  struct http_answer a = eyes(t, token, body);
  assert_int_equal(a.status, 200);
  snprintf(link, 80, "%s", delay ? word(a.doc, "token") : "");
  http_done(&a);
}
/* The answer to a join, good or bad. */
static cJSON *look(struct player *p, const char *head, const char *game, const char *token) {
  player_open(p, &S, head);
  return player_ask(p, "{\"cmd\":\"join\",\"game\":\"%s\",\"seat\":\"%s\"}", game, token);
}
static void no_look(const char *head, const char *game, const char *token) {
  struct player p;
  cJSON *d = look(&p, head, game, token);
  assert_false(cJSON_IsTrue(at(d, "ok")));
  assert_null(at(d, "view"));
  assert_null(at(d, "events"));
  cJSON_Delete(d);
  player_close(&p);
}

/* Position: turn 2 has begun. A guest with German's link sees what German saw at its beginning. */
static void one_turn_late(void **state) {
  (void)state;
  struct table *t = table_new();
  struct player guest;
  char link[80];
  agree(t, t->m.german, 1, link);
  int64_t began = play_to(t, 2);
  char *then = view_of(&t->p[0], began);
  for (int i = 0; i < 2 && turn_of(t) == 2; i++) { /* something happens in it */
    t->seq[i] = player_seq(&t->p[i]);
    play_one(&t->p[i], &t->seq[i], &t->over);
  }
  char *now = view_of(&t->p[0], -1);
  assert_string_not_equal(then, now);
  cJSON *d = look(&guest, NULL, t->m.id, link);
  assert_true(cJSON_IsTrue(at(d, "ok")));
  assert_string_equal(word(d, "side"), "watch");
  assert_string_equal(word(d, "eyes.side"), "german");
  assert_int_equal(at(d, "eyes.delay")->valueint, 1);
  assert_int_equal(seq_of(d), began);
  char *seen = cJSON_PrintUnformatted(at(d, "view"));
  assert_string_equal(seen, then);
  cJSON_Delete(d);
  /* the next turn brings the rest of this one, and nothing comes before it */
  assert_true(player_quiet(&guest, "state", 300));
  began = play_to(t, 3);
  free(then);
  then = view_of(&t->p[0], began);
  d = player_push(&guest, "state");
  assert_int_equal(seq_of(d), began);
  free(seen);
  seen = cJSON_PrintUnformatted(at(d, "view"));
  assert_string_equal(seen, then);
  cJSON_Delete(d);
  /* what was agreed outlives the server */
  player_close(&guest);
  for (int side = 0; side < 2; side++)
    player_close(&t->p[side]);
  server_kill(&S);
  server_start(&S, NULL);
  sit(t);
  d = look(&guest, NULL, t->m.id, link);
  free(seen);
  seen = cJSON_PrintUnformatted(at(d, "view"));
  assert_string_equal(seen, then);
  cJSON_Delete(d);
  player_close(&guest);
  free(seen);
  free(then);
  free(now);
  table_free(t);
}

/* In the first turn there is nothing yet but the set-up. */
static void nothing_of_the_first_turn(void **state) {
  (void)state;
  struct table *t = table_new();
  struct player guest;
  char link[80];
  int64_t at_first = t->seq[1];
  agree(t, t->m.soviet, 3, link);
  for (int side = 0; side < 2; side++)
    play_one(&t->p[side], &t->seq[side], &t->over);
  cJSON *d = look(&guest, NULL, t->m.id, link);
  assert_int_equal(seq_of(d), at_first);
  cJSON_Delete(d);
  player_close(&guest);
  table_free(t);
}

/* Whoever looks so decides nothing, hears no chat, and asks for nothing of the present. */
static void only_looks(void **state) {
  (void)state;
  static const char *const words[] = {"{\"cmd\":\"view\"}",
                                      "{\"cmd\":\"view\",\"line\":3}",
                                      "{\"cmd\":\"events\",\"since\":0}",
                                      "{\"cmd\":\"records\"}",
                                      "{\"cmd\":\"orders\"}",
                                      "{\"cmd\":\"reach\",\"unit\":\"de.a\"}",
                                      "{\"cmd\":\"do\",\"action\":\"stance hold\",\"seq\":0}",
                                      "{\"cmd\":\"undo\"}",
                                      "{\"cmd\":\"save\"}",
                                      "{\"cmd\":\"save\",\"side\":\"german\"}",
                                      "{\"cmd\":\"think\",\"bot\":\"greedy\"}",
                                      "{\"cmd\":\"chat\",\"text\":\"x\"}",
                                      "{\"cmd\":\"chats\"}",
                                      "{\"cmd\":\"hook\",\"url\":\"\"}",
                                      "{\"cmd\":\"name\",\"name\":\"x\"}",
                                      "{\"cmd\":\"abandon\"}",
                                      "{\"cmd\":\"claim\"}",
                                      "{}"};
  struct table *t = table_new();
  struct player guest;
  char link[80];
  agree(t, t->m.german, 1, link);
  play_to(t, 2);
  cJSON *d = look(&guest, NULL, t->m.id, link);
  int64_t seen = seq_of(d);
  cJSON_Delete(d);
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    d = player_ask(&guest, "%s", words[i]);
    assert_false(cJSON_IsTrue(at(d, "ok")));
    assert_string_equal(word(d, "error.code"), "seat");
    cJSON_Delete(d);
  }
  d = player_ask(&guest, "{\"cmd\":\"view\",\"at\":%lld}", (long long)seen + 1);
  assert_false(cJSON_IsTrue(at(d, "ok")));
  cJSON_Delete(d);
  d = player_ask(&guest, "{\"cmd\":\"view\",\"at\":%lld}", (long long)seen);
  assert_true(cJSON_IsTrue(at(d, "ok")));
  cJSON_Delete(d);
  d = player_ask(&guest, "{\"cmd\":\"actions\"}"); /* nothing to choose, and why */
  assert_int_equal(cJSON_GetArraySize(at(d, "actions")), 0);
  assert_non_null(strstr(word(d, "prompt.text"), "German side saw when turn 2 began"));
  cJSON_Delete(d);
  d = player_ask(&guest, "{\"cmd\":\"board\"}");
  assert_true(cJSON_IsTrue(at(d, "ok")));
  cJSON_Delete(d);
  cJSON_Delete(player_ask(&t->p[0], "{\"cmd\":\"chat\",\"text\":\"for you alone\"}"));
  assert_true(player_quiet(&guest, "chat", 300));
  player_close(&guest);
  table_free(t);
}

/* Only a player of the side gives the word; taken back, the link and its lines end. */
static void the_players_word(void **state) {
  (void)state;
  struct table *t = table_new();
  struct player guest;
  char link[80];
  char other[80];
  const char *const strangers[] = {t->m.watch, t->m.owner, "nothing"};
  for (int i = 0; i < 3; i++) {
    struct http_answer a = eyes(t, strangers[i], "{\"delay\":1}");
    assert_int_equal(a.status, 403);
    http_done(&a);
    a = eyes(t, strangers[i], NULL);
    assert_int_equal(a.status, 403);
    http_done(&a);
  }
  struct http_answer a = eyes(t, t->m.german, "{\"delay\":21}");
  assert_int_equal(a.status, 400);
  http_done(&a);
  no_look(NULL, t->m.id, "");
  agree(t, t->m.german, 1, link);
  a = eyes(t, t->m.soviet, NULL); /* the other player is not given the link, but knows of it */
  assert_null(at(a.doc, "token"));
  http_done(&a);
  cJSON *d = player_push(&t->p[1], "presence");
  while (!at(d, "seats.german.eyes")) { /* earlier ones: somebody has come */
    cJSON_Delete(d);
    d = player_push(&t->p[1], "presence");
  }
  cJSON_Delete(d);
  cJSON_Delete(look(&guest, NULL, t->m.id, link));
  agree(t, t->m.german, 1, other);
  assert_string_not_equal(link, other);
  while (!guest.closed)
    cJSON_Delete(player_read(&guest, 5000));
  player_close(&guest);
  no_look(NULL, t->m.id, link);
  cJSON_Delete(look(&guest, NULL, t->m.id, other));
  agree(t, t->m.german, 0, link);
  while (!guest.closed)
    cJSON_Delete(player_read(&guest, 5000));
  player_close(&guest);
  no_look(NULL, t->m.id, other);
  no_look(NULL, t->m.id, "caster");
  table_free(t);
}

/* Over: everything lies open, to those who looked and to anybody who knows the game. */
static void over(void **state) {
  (void)state;
  struct table *t = table_new();
  struct player guest;
  char link[80];
  agree(t, t->m.german, 1, link);
  play_to(t, 2);
  cJSON_Delete(look(&guest, NULL, t->m.id, link));
  no_look(NULL, t->m.id, "");
  cJSON_Delete(player_ask(&t->p[1], "{\"cmd\":\"abandon\"}"));
  cJSON *d = player_push(&guest, "over");
  assert_string_equal(word(d, "ended.how"), "abandoned");
  cJSON_Delete(d);
  player_close(&guest);
  d = look(&guest, NULL, t->m.id, "");
  assert_string_equal(word(d, "side"), "watch");
  cJSON_Delete(d);
  player_close(&guest);
  table_free(t);
}

/* ---- a caster */
static void name_caster(const struct table *t, const char *token, const char *name, int status) {
  char body[80];
  snprintf(body, sizeof body, "{\"delay\":1,\"caster\":\"%s\"}", name);
  struct http_answer a = eyes(t, token, body);
  assert_int_equal(a.status, status);
  http_done(&a);
}
static void caster(void **state) {
  (void)state;
  struct rival kim = rival_new(&S, "Kim", NULL);
  struct rival lea = rival_new(&S, "Lea", NULL);
  struct table *t = table_new();
  struct player p;
  play_to(t, 2);
  name_caster(t, t->m.german, "Nobody there", 400);
  name_caster(t, t->m.german, "Kim", 200);
  no_look(kim.head, t->m.id, "caster"); /* one word is not enough */
  name_caster(t, t->m.soviet, "Lea", 200);
  no_look(kim.head, t->m.id, "caster"); /* nor two different ones */
  no_look(lea.head, t->m.id, "caster");
  name_caster(t, t->m.soviet, "Kim", 200);
  no_look(lea.head, t->m.id, "caster");
  no_look(NULL, t->m.id, "caster");
  cJSON *d = look(&p, kim.head, t->m.id, "caster");
  assert_string_equal(word(d, "eyes.side"), "both");
  char *both = cJSON_PrintUnformatted(at(d, "view.units"));
  assert_null(strstr(both, "\"?"));      /* nothing is hidden from him */
  for (int side = 0; side < 2; side++) { /* all units of both sides are there, by their names */
    cJSON *v = player_ask(&t->p[side], "{\"cmd\":\"view\"}");
    const cJSON *unit;
    cJSON_ArrayForEach(unit, at(v, "view.units")) {
      char id[60];
      if (word(unit, "id")[0] == '?')
        continue;
      snprintf(id, sizeof id, "\"id\":\"%s\"", word(unit, "id"));
      assert_non_null(strstr(both, id));
    }
    cJSON_Delete(v);
  }
  cJSON_Delete(d);
  char none[80];
  agree(t, t->m.soviet, 0, none);
  while (!p.closed)
    cJSON_Delete(player_read(&p, 5000));
  free(both);
  player_close(&p);
  no_look(kim.head, t->m.id, "caster");
  table_free(t);
}
/* A player cannot be the caster of his own game, also when both would like it. */
static void no_player_casts(void **state) {
  (void)state;
  struct rival kim = rival_new(&S, "Kim", NULL);
  struct table t = {0};
  cJSON *d = rival_ask(&S, &kim, "POST", "/api/games",
                       "{\"game\":\"nullgame\",\"scenario\":\"lesson\",\"seats\":{\"german\":"
                       "\"me\",\"soviet\":\"open\"}}");
  snprintf(t.m.id, sizeof t.m.id, "%s", word(d, "id"));
  snprintf(t.m.german, sizeof t.m.german, "%s", word(d, "seats.german"));
  cJSON_Delete(d);
  char path[64];
  snprintf(path, sizeof path, "/api/games/%s/join", t.m.id);
  d = rival_ask(&S, NULL, "POST", path, "{}");
  name_caster(&t, word(d, "seats.soviet"), "Kim", 400);
  name_caster(&t, t.m.german, "Kim", 400);
  cJSON_Delete(d);
  no_look(kim.head, t.m.id, "caster");
}

/* ---- a frame in another page */
/* The head of the answer to a GET. */
static void head_of(const char *path, char head[8192]) {
  char request[200];
  int n = snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", path);
  int fd = wsc_dial(&S.url);
  assert_true(write(fd, request, (size_t)n) == n);
  wsc_http_read(fd, head, 8192, NULL);
  close(fd);
}
static void put_page(const char *name) {
  char path[128];
  snprintf(path, sizeof path, "%s/%s", S.dir, name);
  FILE *out = fopen(path, "w");
  assert_non_null(out);
  fputs("<!doctype html>", out);
  fclose(out);
}
/* Only the page that watches may be framed; no other answer, whatever it is called. */
static void frames(void **state) {
  (void)state;
  static const char *const others[] = {
      "/index.html",        "/",           "/embed.html.gz", "/api/embed.html",
      "/device/embed.html", "/admin.html", "/api/games"};
  char head[8192];
  server_stop(&S);
  put_page("embed.html");
  put_page("index.html");
  server_start(&S, "--web", S.dir, NULL);
  head_of("/embed.html", head);
  assert_non_null(strstr(head, "frame-ancestors *\r\n"));
  assert_null(strstr(head, "x-frame-options"));
  assert_non_null(strstr(head, "script-src 'self';"));
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
    head_of(others[i], head);
    assert_non_null(strstr(head, "frame-ancestors 'none'"));
    assert_non_null(strstr(head, "x-frame-options: DENY"));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(one_turn_late, begin, end),
      cmocka_unit_test_setup_teardown(nothing_of_the_first_turn, begin, end),
      cmocka_unit_test_setup_teardown(only_looks, begin, end),
      cmocka_unit_test_setup_teardown(the_players_word, begin, end),
      cmocka_unit_test_setup_teardown(over, begin, end),
      cmocka_unit_test_setup_teardown(caster, begin, end),
      cmocka_unit_test_setup_teardown(no_player_casts, begin, end),
      cmocka_unit_test_setup_teardown(frames, begin, end),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
