/* test_seats.c - nullgame and sspanzer/lesson to the end in every kind of seat, always with a
 * watcher, and what each was sent.
 *
 * Everybody's pushes are kept. When the game is over its journal is played again here, and every
 * view that was pushed must be, in order, the one that side has after some line: and the same once
 * more when all it may not know has been shuffled. So the stream of a seat is a function of what it
 * knows.
 */
#include "client.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/prompt.h"
#include "host/game.h"

static struct test_server S;
static struct library *lib;
static int begin(void **state) {
  struct fault f;
  (void)state;
  server_folder(&S);
  server_start(&S, "--pace", "0", NULL); /* a view for every change: the more there is to compare */
  return (lib = library_open(NULL, &f)) ? 0 : -1;
}
static int end(void **state) {
  return (void)state, library_close(lib), server_clean(&S), 0;
}

/* ---- what was heard */
struct heard {
  int viewer;
  int64_t last;
  cJSON **view;
  int n, cap;
};
static void only(const cJSON *doc, const char *const *fields) {
  for (const cJSON *c = doc->child; c; c = c->next) {
    int i = 0;
    while (fields[i] && strcmp(fields[i], c->string))
      i++;
    if (!fields[i])
      fail_msg("a push has a field %s", c->string);
  }
}
static void hear(void *ctx, const cJSON *doc) {
  static const char *const state[] = {"push", "seq", "events", "view", NULL};
  struct heard *h = ctx;
  if (!at(doc, "push") || strcmp(word(doc, "push"), "state"))
    return;
  only(doc, state);
  const cJSON *view = at(doc, "view"), *before = h->n ? h->view[h->n - 1] : NULL;
  int64_t seq = (int64_t)at(doc, "seq")->valuedouble;
  assert_string_equal(word(view, "side"), sal_side_name[h->viewer]);
  assert_int_equal((int64_t)at(view, "seq")->valuedouble, seq);
  assert_int_equal(cJSON_GetArraySize(at(doc, "events")),
                   before ? seq - h->last : cJSON_GetArraySize(at(doc, "events")));
  if (before && cJSON_Compare(before, view, true))
    fail_msg("%s was told of something that changed nothing", sal_side_name[h->viewer]);
  if (h->n == h->cap)
    h->view = realloc(h->view, (size_t)(h->cap = h->cap * 2 + 256) * sizeof *h->view);
  h->view[h->n++] = cJSON_Duplicate(view, true);
  h->last = seq;
}

/* ---- the same game again, from its journal */
struct again {
  struct heard *heard; /* of german, soviet, watch */
  int met[3], shuffled;
  struct sal_rng rng;
  void *state, *view, *scratch;
  char *text;
};
enum { TEXT = 4 << 20 };
static cJSON *view_of(struct again *a, struct game *g, const struct sal_head *state, int viewer) {
  const struct sal_book *b = game_book(g);
  struct sal_json j;
  struct sal_play p = {.book = b, .state = a->view, .scratch = a->scratch};
  memset(a->view, 0, b->state_bytes);
  memset(a->scratch, 0, b->scratch_bytes);
  b->rules->view(b, state, viewer, a->view, NULL);
  sal_json_start(&j, a->text, TEXT);
  sal_view_json(&j, NULL, &p, viewer, game_seq(g, viewer));
  assert_true(j.out.len < TEXT);
  return cJSON_ParseWithLength(a->text, j.out.len);
}
static bool compare(void *ctx, struct game *g, const struct journal_line *l) {
  struct again *a = ctx;
  const struct sal_book *b = game_book(g);
  (void)l;
  for (int viewer = 0; viewer < 3; viewer++) {
    struct heard *h = &a->heard[viewer];
    if (a->met[viewer] == h->n)
      continue;
    const cJSON *sent = h->view[a->met[viewer]];
    cJSON *own = view_of(a, g, game_state(g), viewer);
    bool same = cJSON_Compare(own, sent, true);
    cJSON_Delete(own);
    if (!same)
      continue;
    a->met[viewer]++;
    memcpy(a->state, game_state(g), b->state_bytes);
    if (!b->rules->shuffle || !b->rules->shuffle(b, a->state, viewer, &a->rng))
      continue;
    a->shuffled += memcmp(a->state, game_state(g), b->state_bytes) != 0;
    own = view_of(a, g, a->state, viewer);
    if (!cJSON_Compare(own, sent, true))
      fail_msg("what %s was sent depends on what it may not know", sal_side_name[viewer]);
    cJSON_Delete(own);
  }
  return true;
}
static int streams_are_views(const char *journal, struct heard heard[3], bool from_start[3]) {
  struct desk *desk = desk_new();
  struct journal_report report;
  struct journal_reader head;
  struct fault f;
  assert_true(journal_open(&head, journal, strlen(journal), &f));
  const struct sal_book *b =
      library_book(lib, sal_ruleset_find(head.head.game), head.head.scenario, &f);
  struct again a = {.heard = heard,
                    .state = malloc(b->state_bytes),
                    .view = malloc(b->state_bytes),
                    .scratch = malloc(b->scratch_bytes + 1),
                    .text = malloc(TEXT)};
  sal_rng_seed(&a.rng, 5);
  struct game *g = game_replay(lib, desk, journal, strlen(journal), compare, &a, &report);
  assert_int_equal(report.verdict, JOURNAL_GOOD);
  for (int v = 0; v < 3; v++) {
    if (from_start[v])
      assert_true(heard[v].n > 0);
    if (a.met[v] != heard[v].n)
      fail_msg("%s was sent a view that it never had (number %d of %d)", sal_side_name[v], a.met[v],
               heard[v].n);
  }
  game_free(g);
  desk_free(desk);
  free(a.state), free(a.view), free(a.scratch), free(a.text);
  return a.shuffled;
}

/* ---- playing */
struct sitting {
  struct made m;
  struct player p[3]; /* german, soviet, watch */
  struct heard heard[3];
  bool human[3];
};
static void sit(struct sitting *t, int seat, const char *token) {
  t->heard[seat].viewer = seat;
  t->human[seat] = true;
  player_open(&t->p[seat], &S, NULL);
  t->p[seat].heard = hear;
  t->p[seat].ctx = &t->heard[seat];
  t->p[seat].rng = (unsigned)seat + 3;
  cJSON *j = player_join(&t->p[seat], t->m.id, token);
  if (!cJSON_IsTrue(at(j, "ok")))
    fail_msg("%s", cJSON_Print(j));
  assert_string_equal(word(j, "side"), sal_side_name[seat]);
  assert_string_equal(word(j, "view.side"), sal_side_name[seat]);
  cJSON_Delete(j);
}
static void play_out(struct sitting *t) {
  bool over = false;
  int waited = 0;
  for (int i = 0; i < 20000 && !over; i++) {
    bool did = false;
    for (int seat = 0; seat < 2 && !over; seat++) {
      int64_t seq = t->human[seat] ? player_seq(&t->p[seat]) : 0;
      if (t->human[seat])
        did |= play_one(&t->p[seat], &seq, &over);
    }
    if (did || over)
      continue;
    cJSON *doc = player_read(&t->p[2], 10000); /* the computer moves, and the watcher sees it */
    if (!doc)
      fail_msg("nothing happens");
    over = !strcmp(word(doc, "push"), "over");
    if (over)
      assert_string_equal(word(doc, "ended.how"), "played");
    if (over)
      waited = 1;
    cJSON_Delete(doc);
  }
  assert_true(over);
  for (int seat = 0; seat < 3; seat++) {
    if (!t->human[seat] || (seat == 2 && waited))
      continue;
    cJSON *o = player_push(&t->p[seat], "over");
    assert_string_equal(word(o, "ended.how"), "played");
    assert_non_null(at(o, "ended.result.winner"));
    cJSON_Delete(o);
  }
}
static void get_up(struct sitting *t, const char *what) {
  char path[64];
  snprintf(path, sizeof path, "/api/games/%s/journal", t->m.id);
  struct http_answer j = http_do(&S, "GET", path, NULL, NULL); /* over: it is everybody's */
  assert_int_equal(j.status, 200);
  int shuffled = streams_are_views(j.text, t->heard, t->human);
  int lines = 0;
  for (const char *p = j.text; *p; p++)
    lines += *p == '\n';
  print_message(
      "%s: %d lines; german %d, soviet %d, watch %d pushes; %d compared with other secrets\n", what,
      lines, t->heard[0].n, t->heard[1].n, t->heard[2].n, shuffled);
  http_done(&j);
  for (int seat = 0; seat < 3; seat++) {
    for (int i = 0; i < t->heard[seat].n; i++)
      cJSON_Delete(t->heard[seat].view[i]);
    free(t->heard[seat].view);
    if (t->human[seat])
      player_close(&t->p[seat]);
  }
}

/* ---- the kinds of seat */
static void computer(const char *game, const char *bot, int mine) {
  struct sitting t = {0};
  char seats[96];
  snprintf(seats, sizeof seats, "\"%s\":\"me\",\"%s\":\"bot:%s\"", sal_side_name[mine],
           sal_side_name[1 - mine], bot);
  t.m = make_game_of(&S, game, "lesson", seats, "");
  assert_string_equal(mine ? t.m.german : t.m.soviet, ""); /* nobody else can sit there */
  sit(&t, mine, mine ? t.m.soviet : t.m.german);
  sit(&t, 2, t.m.watch);
  play_out(&t);
  get_up(&t, "against the computer");
}
static void computers(const char *game) {
  struct sitting t = {0};
  t.m = make_game_of(&S, game, "lesson", "\"german\":\"bot:greedy\",\"soviet\":\"bot:random\"", "");
  sit(&t, 2, t.m.watch);
  play_out(&t);
  get_up(&t, "two computers");
}
static void hot_seat(const char *game) {
  struct sitting t = {0};
  t.m = make_game_of(&S, game, "lesson", "\"german\":\"hotseat\",\"soviet\":\"hotseat\"", "");
  sit(&t, 0, t.m.german);
  sit(&t, 1, t.m.soviet);
  sit(&t, 2, t.m.watch);
  play_out(&t);
  get_up(&t, "hot seat");
}
static void join_by_http(struct sitting *t, const char *side, const char *link, char fresh[48]) {
  char path[64], head[128] = "", body[64];
  snprintf(path, sizeof path, "/api/games/%s/join", t->m.id);
  if (link)
    snprintf(head, sizeof head, "Authorization: Bearer %s\r\n", link);
  snprintf(body, sizeof body, "{\"side\":\"%s\",\"name\":\"Guest\"}", side);
  struct http_answer j = http_do(&S, "POST", path, head, body);
  if (j.status != 200)
    fail_msg("%d %s", j.status, j.text);
  char at_seat[32];
  snprintf(at_seat, sizeof at_seat, "seats.%s", side);
  snprintf(fresh, 48, "%s", word(j.doc, at_seat));
  http_done(&j);
}
static void open_seat(const char *game) {
  struct sitting t = {0};
  char token[48];
  t.m = make_game_of(&S, game, "lesson", "\"german\":\"open\",\"soviet\":\"me\"", "");
  assert_string_equal(t.m.german, "");
  join_by_http(&t, "german", NULL, token);
  sit(&t, 0, token);
  sit(&t, 1, t.m.soviet);
  sit(&t, 2, t.m.watch);
  play_out(&t);
  get_up(&t, "open seat");
}
/* The token of the link is exchanged for one that only the guest knows. */
static void invited(const char *game) {
  struct sitting t = {0};
  char token[48];
  t.m = make_game_of(&S, game, "lesson", "\"german\":\"me\",\"soviet\":\"invite\"", "");
  join_by_http(&t, "soviet", t.m.soviet, token);
  sit(&t, 0, t.m.german);
  sit(&t, 1, token);
  sit(&t, 2, t.m.watch);
  play_out(&t);
  get_up(&t, "invited seat");
}
#define SEATS(game)                                                                                \
  static void game##_computer(void **state) {                                                      \
    (void)state, computer(#game, "random", 0);                                                     \
  }                                                                                                \
  static void game##_greedy(void **state) {                                                        \
    (void)state, computer(#game, "greedy", 1);                                                     \
  }                                                                                                \
  static void game##_planner(void **state) {                                                       \
    (void)state, computer(#game, "planner:5n", 0);                                                 \
  }                                                                                                \
  static void game##_computers(void **state) {                                                     \
    (void)state, computers(#game);                                                                 \
  }                                                                                                \
  static void game##_hot_seat(void **state) {                                                      \
    (void)state, hot_seat(#game);                                                                  \
  }                                                                                                \
  static void game##_open_seat(void **state) {                                                     \
    (void)state, open_seat(#game);                                                                 \
  }                                                                                                \
  static void game##_invited(void **state) {                                                       \
    (void)state, invited(#game);                                                                   \
  }
SEATS(nullgame)
SEATS(sspanzer)

int main(void) {
#define ALL(game)                                                                                  \
  cmocka_unit_test(game##_computer), cmocka_unit_test(game##_greedy),                              \
      cmocka_unit_test(game##_planner), cmocka_unit_test(game##_computers),                        \
      cmocka_unit_test(game##_hot_seat), cmocka_unit_test(game##_open_seat),                       \
      cmocka_unit_test(game##_invited)
  const struct CMUnitTest tests[] = {ALL(nullgame), ALL(sspanzer)};
  return cmocka_run_group_tests_name("server.seats", tests, begin, end);
}
