/* test_sentences.c - the contract's section 10, sentence by sentence: where each is tested, and
 * those that need a test of their own.
 *
 *  `GET /api/games` (7)                                       play.games_list, here get_games
 *  `POST /api/games` with game, scenario, options             play.create_answer
 *    seats "me" "open" "invite" "hotseat" "bot:planner"       seats.* (whole games of two rulesets)
 *    clock                                                    play.pushes, play.timeout_loses, here
 * clock_modes
 *    -> ok, id, seats, watch                                  here the_answer, play.create_answer
 *  `GET /api/games/ID/journal`                                play.journal_and_import, here
 * a_running_journal `POST /api/import` play.journal_and_import No token in an address
 * play.no_token_in_log, here no_token_by_address
 *  `/ws`: join with game, seat, since                         play.join_since, here join_words
 *  then section 3 without new, load, all                      play.the_seat_is_the_side, here
 * every_command, not_these the seat is the side play.the_seat_is_the_side, here every_command a
 * `do` carries seq, else `stale`                           play.stale_and_keys and key: sent again,
 * it gets the first answer              play.stale_and_keys, here same_key, kill.* and is answered
 * when durable                               here durable_first, kill.*, faults.* Pushes: state
 * with seq, events, view                       seats.* (every one of whole games), play.pushes
 *    chat, presence, clock, over                              play.pushes, here push_words
 *  (1) errors: code, rule, text, at                           here errors
 *  (3) one answer each, in order; `id` is echoed              here in_order, sent_ahead
 */
#include "hold.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct test_server S;
static int begin(void **state) {
  return (void)state, server_folder(&S), server_start(&S, NULL), 0;
}
static int end(void **state) {
  return (void)state, server_clean(&S), 0;
}
#define DUEL                                                                                       \
  ",\"position\":{\"map\":\"plain:10x10\",\"phase\":\"german.attack\",\"units\":[{\"unit\":\"de."  \
  "pz.a\",\"hex\":\"0505\"},{\"unit\":\"ru.1.rifle\",\"hex\":\"0504\"}]}"
#define APART                                                                                      \
  ",\"position\":{\"map\":\"plain:9x9\",\"phase\":\"german.attack\",\"units\":[{\"unit\":\"de.pz." \
  "a\",\"hex\":\"0505\"},{\"unit\":\"ru.1.rifle\",\"hex\":\"0101\"}]}"
#define BOTH "\"german\":\"hotseat\",\"soviet\":\"hotseat\""

static void must_ok(const cJSON *doc, const char *what) {
  if (!cJSON_IsTrue(at(doc, "ok")))
    fail_msg("%s: %s", what, doc ? cJSON_Print(doc) : "no answer");
}
static void must_fail(cJSON *doc, const char *code) {
  assert_true(cJSON_IsFalse(at(doc, "ok")));
  assert_string_equal(word(doc, "error.code"), code);
  assert_true(strlen(word(doc, "error.text")) > 5);
  if (!strcmp(code, "input"))
    assert_non_null(at(doc, "error.at"));
  if (!strcmp(code, "refused"))
    assert_true(strlen(word(doc, "error.rule")) > 0);
  cJSON_Delete(doc);
}
static void has(const cJSON *doc, const char *const *fields) {
  for (int i = 0; fields[i]; i++)
    if (!at(doc, fields[i]))
      fail_msg("no %s in %s", fields[i], cJSON_Print(doc));
}

static void get_games(void **state) {
  (void)state;
  static const char *const fields[] = {"id",   "title", "edition",   "rules",
                                       "data", "sides", "scenarios", NULL};
  static const char *const scenario[] = {"id",      "title", "about",   "turns",
                                         "minutes", "units", "options", NULL};
  struct http_answer a = http_do(&S, "GET", "/api/games", NULL, NULL);
  const cJSON *g, *s;
  int n = 0;
  assert_int_equal(a.status, 200);
  assert_int_equal((int)at(a.doc, "v")->valuedouble, 1);
  cJSON_ArrayForEach(g, at(a.doc, "games")) {
    has(g, fields);
    cJSON_ArrayForEach(s, at(g, "scenarios")) has(s, scenario), n++;
  }
  assert_true(n >= 2);
  http_done(&a);
}
static void the_answer(void **state) {
  (void)state;
  struct http_answer a =
      http_do(&S, "POST", "/api/games", NULL,
              "{\"v\":1,\"game\":\"sspanzer\",\"scenario\":\"lesson\",\"options\":{},\"seats\":{"
              "\"german\":\"me\",\"soviet\":\"bot:planner\"},\"clock\":null}");
  assert_int_equal(a.status, 200);
  must_ok(a.doc, "create");
  word(a.doc, "id");
  assert_int_equal(strlen(word(a.doc, "seats.german")), 43);
  assert_null(at(a.doc, "seats.soviet")); /* the computer needs none */
  assert_int_equal(strlen(word(a.doc, "watch")), 43);
  http_done(&a);
  a = http_do(&S, "POST", "/api/games", NULL,
              "{\"game\":\"nullgame\",\"scenario\":\"lesson\",\"seats\":{\"german\":\"invite\","
              "\"soviet\":\"open\"}}");
  assert_int_equal(strlen(word(a.doc, "seats.german")), 43); /* to be passed on in a link */
  assert_null(at(a.doc, "seats.soviet"));                    /* whoever comes gets it */
  http_done(&a);
}
static void clock_modes(void **state) {
  (void)state;
  static const char *const modes[] = {"notice", "claim", "bot", "lose"};
  struct player p;
  player_open(&p, &S, NULL);
  for (int i = 0; i < 4; i++) {
    char clock[128];
    snprintf(clock, sizeof clock,
             ",\"clock\":{\"bank\":100,\"increment\":7,\"cap\":200,\"timeout\":\"%s\"}", modes[i]);
    struct made m = make_game(&S, BOTH, clock);
    cJSON *j = player_join(&p, m.id, m.german);
    assert_string_equal(word(j, "clock.timeout"), modes[i]);
    assert_int_equal((int)at(j, "clock.increment")->valuedouble, 7);
    assert_int_equal((int)at(j, "clock.cap")->valuedouble, 200);
    assert_true(cJSON_GetArraySize(at(j, "clock.running")) > 0);
    cJSON_Delete(j);
  }
  struct made m = make_game(&S, BOTH, "");
  cJSON *j = player_join(&p, m.id, m.german);
  assert_true(cJSON_IsNull(at(j, "clock")));
  cJSON_Delete(j);
  player_close(&p);
}
/* A running game's journal is the asker's copy: the two sides' differ, a watcher's shows neither's
 * secrets. */
static void a_running_journal(void **state) {
  (void)state;
  struct player p;
  struct made m = make_game(&S, BOTH, "");
  char path[64], head[128];
  player_open(&p, &S, NULL);
  cJSON_Delete(player_join(&p, m.id, m.german));
  cJSON *d = player_ask(&p, "{\"cmd\":\"do\",\"action\":\"stance press\",\"seq\":%lld}",
                        (long long)player_seq(&p));
  must_ok(d, "stance");
  cJSON_Delete(d);
  snprintf(path, sizeof path, "/api/games/%s/journal", m.id);
  const char *token[] = {m.german, m.soviet, m.watch, m.owner};
  for (int i = 0; i < 4; i++) {
    snprintf(head, sizeof head, "Authorization: Bearer %s\r\n", token[i]);
    struct http_answer a = http_do(&S, "GET", path, head, NULL);
    assert_int_equal(a.status, 200);
    assert_int_equal(strstr(a.text, "stance press") != NULL, i == 0);
    http_done(&a);
  }
  player_close(&p);
}
static void no_token_by_address(void **state) {
  (void)state;
  struct made m = make_game(&S, BOTH, "");
  static const char *const form[] = {"/api/games/%s/journal?token=%s",
                                     "/api/games/%s/journal?seat=%s", "/api/games/%s/%s",
                                     "/api/games/%s/journal/%s"};
  for (size_t i = 0; i < sizeof form / sizeof *form; i++) {
    char path[256];
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    snprintf(path, sizeof path, form[i], m.id, m.german);
#pragma GCC diagnostic pop
    struct http_answer a = http_do(&S, "GET", path, NULL, NULL);
    assert_true(a.status == 403 || a.status == 404);
    http_done(&a);
  }
  int status, fd = wsc_dial(&S.url);
  char bytes[512];
  snprintf(
      bytes, sizeof bytes,
      "GET /ws?seat=%s HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: "
      "Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n",
      m.german);
  assert_true(write(fd, bytes, strlen(bytes)) > 0);
  status = wsc_http_read(fd, NULL, 0, NULL); /* let in or not: it sits nowhere */
  if (status == 101) {
    uint8_t frame[64];
    assert_true(write(fd, frame, wsc_frame(1, true, "{\"cmd\":\"view\"}", 14, frame)) > 0);
    char said[512] = "";
    assert_true(read(fd, said, sizeof said - 1) > 0);
    assert_non_null(strstr(said + 2, "Join a game first."));
  }
  close(fd);
}
static void join_words(void **state) {
  (void)state;
  static const char *const fields[] = {"seq",     "events", "view", "side",
                                       "to_move", "over",   "hash", NULL};
  struct player p;
  struct made m = make_game(&S, BOTH, "");
  player_open(&p, &S, NULL);
  cJSON *j = player_join(&p, m.id, m.german);
  has(j, fields);
  cJSON_Delete(j);
  must_fail(player_ask(&p, "{\"cmd\":\"join\",\"game\":\"%s\",\"seat\":\"%s\",\"since\":-1}", m.id,
                       m.german),
            "input");
  must_fail(player_ask(&p, "{\"cmd\":\"join\",\"game\":\"%s\",\"seat\":\"%s\",\"since\":0,\"x\":1}",
                       m.id, m.german),
            "input");
  must_fail(player_ask(&p, "{\"cmd\":\"join\",\"game\":\"%s\",\"seat\":\"%s\"}", m.id, m.owner + 1),
            "seat");
  /* since is optional: all of it */
  j = player_ask(&p, "{\"cmd\":\"join\",\"game\":\"%s\",\"seat\":\"%s\"}", m.id, m.soviet);
  assert_string_equal(word(j, "side"), "soviet");
  assert_int_equal(cJSON_GetArraySize(at(j, "events")), (int)at(j, "seq")->valuedouble);
  cJSON_Delete(j);
  player_close(&p);
}
/* Section 3 from a seat, command by command, with the answer it promises. */
static void every_command(void **state) {
  (void)state;
  struct player p;
  struct made m = make_game(&S, BOTH, DUEL);
  player_open(&p, &S, NULL);
  cJSON_Delete(player_join(&p, m.id, m.german));
  static const struct {
    const char *ask, *answer;
  } asks[] = {{"{\"cmd\":\"hello\"}", "games"},
              {"{\"cmd\":\"board\"}", "board.hexes"},
              {"{\"cmd\":\"view\"}", "view.units"},
              {"{\"cmd\":\"view\",\"side\":\"german\"}", "view.units"},
              {"{\"cmd\":\"actions\"}", "prompt"},
              {"{\"cmd\":\"why\",\"action\":\"target 0504\"}", "ok"},
              {"{\"cmd\":\"events\",\"since\":0}", "events"},
              {"{\"cmd\":\"reach\",\"unit\":\"de.pz.a\"}", "reach.hexes"},
              {"{\"cmd\":\"odds\",\"actions\":[\"target 0504\",\"add de.pz.a\"]}", "card.outcomes"},
              {"{\"cmd\":\"overlay\",\"name\":\"zoc\",\"args\":[]}", "overlay.hexes"},
              {"{\"cmd\":\"orders\"}", "orders"},
              {"{\"cmd\":\"save\"}", "journal"},
              {"{\"cmd\":\"result\"}", "result"},
              {"{\"cmd\":\"think\",\"bot\":\"random\"}", "action"}};
  for (size_t i = 0; i < sizeof asks / sizeof *asks; i++) {
    cJSON *j = player_ask(&p, "%s", asks[i].ask);
    must_ok(j, asks[i].ask);
    if (!at(j, asks[i].answer))
      fail_msg("%s: no %s in %s", asks[i].ask, asks[i].answer, cJSON_Print(j));
    cJSON_Delete(j);
  }
  static const char *const done[] = {"events", "dice", "hash", "to_move", "over", "seq", NULL};
  cJSON *j = player_ask(&p, "{\"cmd\":\"do\",\"action\":\"target 0504\",\"seq\":%lld}",
                        (long long)player_seq(&p));
  must_ok(j, "do");
  has(j, done);
  cJSON_Delete(j);
  j = player_ask(&p, "{\"cmd\":\"undo\",\"key\":\"u\"}");
  must_ok(j, "undo");
  assert_int_equal((int)at(j, "undone")->valuedouble, 1);
  cJSON_Delete(j);
  j = player_ask(&p,
                 "{\"cmd\":\"do\",\"actions\":[\"target 0504\",\"add "
                 "de.pz.a\",\"attack\",\"done\"],\"seq\":%lld}",
                 (long long)player_seq(&p));
  must_ok(j, "do all");
  assert_int_equal((int)at(j, "done")->valuedouble, 3); /* stops after the roll */
  assert_int_equal(cJSON_GetArraySize(at(j, "dice")), 1);
  cJSON_Delete(j);
  must_fail(player_ask(&p, "{\"cmd\":\"undo\",\"to\":\"turn\"}"), "state"); /* never past a die */
  j = player_ask(
      &p,
      "{\"cmd\":\"orders\",\"orders\":[{\"name\":\"fire\",\"choice\":\"never\"}],\"key\":\"o\"}");
  must_ok(j, "orders");
  cJSON_Delete(j);
  j = player_ask(&p, "{\"cmd\":\"orders\"}");
  assert_string_equal(word(cJSON_GetArrayItem(at(j, "orders"), 0), "choice"), "never");
  cJSON_Delete(j);
  cJSON_Delete(player_join(&p, m.id, m.soviet));
  /* not its decision: it says whose, and offers nothing */
  j = player_ask(&p, "{\"cmd\":\"actions\"}");
  must_ok(j, "actions");
  cJSON_Delete(j);
  player_close(&p);
}
static void not_these(void **state) {
  (void)state;
  struct player p;
  struct made m = make_game(&S, BOTH, "");
  player_open(&p, &S, NULL);
  cJSON_Delete(player_join(&p, m.id, m.german));
  static const char *const cmds[] = {"view", "actions", "events", "orders",
                                     "save", "records", "undo"};
  static const char *const sides[] = {"all", "soviet", "watch"};
  for (size_t i = 0; i < sizeof cmds / sizeof *cmds; i++)
    for (size_t k = 0; k < 3; k++) {
      cJSON *j = player_ask(&p, "{\"cmd\":\"%s\",\"side\":\"%s\"%s}", cmds[i], sides[k],
                            strcmp(cmds[i], "events") ? "" : ",\"since\":0");
      if (cJSON_IsTrue(at(j, "ok")))
        fail_msg("%s as %s was answered: %s", cmds[i], sides[k], cJSON_Print(j));
      cJSON_Delete(j);
    }
  must_fail(
      player_ask(&p, "{\"cmd\":\"new\",\"game\":\"nullgame\",\"scenario\":\"lesson\",\"seed\":1}"),
      "input");
  must_fail(player_ask(&p, "{\"cmd\":\"load\",\"journal\":\"salient-journal 1\\n\"}"), "input");
  player_close(&p);
}
/* The same key twice, with something else in it: the first answer, and nothing done. */
static void same_key(void **state) {
  (void)state;
  struct player p;
  struct made m = make_game(&S, BOTH, DUEL);
  player_open(&p, &S, NULL);
  cJSON_Delete(player_join(&p, m.id, m.german));
  cJSON *a =
      player_ask(&p, "{\"cmd\":\"do\",\"action\":\"target 0504\",\"seq\":%lld,\"key\":\"same\"}",
                 (long long)player_seq(&p));
  must_ok(a, "do");
  int64_t seq = player_seq(&p);
  cJSON *b = player_ask(&p, "{\"cmd\":\"do\",\"action\":\"done\",\"seq\":%lld,\"key\":\"same\"}",
                        (long long)seq);
  assert_true(cJSON_Compare(a, b, true));
  assert_int_equal(player_seq(&p), seq);
  cJSON_Delete(a);
  cJSON_Delete(b);
  must_fail(player_ask(&p, "{\"cmd\":\"do\",\"action\":\"target 0504\",\"seq\":0,\"key\":\"\"}"),
            "input");
  cJSON_Delete(player_join(&p, m.id, m.soviet)); /* another side's key is another key */
  must_fail(player_ask(&p, "{\"cmd\":\"do\",\"action\":\"done\",\"seq\":%lld,\"key\":\"same\"}",
                       (long long)player_seq(&p)),
            "seat");
  player_close(&p);
}
/* While the disk cannot be written nobody hears of an action: not who made it, not the other side,
 * not a watcher. */
static void durable_first(void **state) {
  (void)state;
  struct player p, other, w;
  struct held hold;
  struct made m = make_game(&S, BOTH, APART);
  player_open(&p, &S, NULL);
  player_open(&other, &S, NULL);
  player_open(&w, &S, NULL);
  cJSON_Delete(player_join(&p, m.id, m.german));
  cJSON_Delete(player_join(&other, m.id, m.soviet));
  cJSON_Delete(player_join(&w, m.id, m.watch));
  int64_t seq = player_seq(&p);
  cJSON *d;
  while ((d = player_read(&other, 100)))
    cJSON_Delete(d);
  while ((d = player_read(&w, 50)))
    cJSON_Delete(d);
  hold_store(&hold, &S);
  char text[128];
  snprintf(text, sizeof text, "{\"cmd\":\"do\",\"action\":\"done\",\"seq\":%lld,\"key\":\"d\"}",
           (long long)seq);
  while ((d = player_read(&p, 50)))
    cJSON_Delete(d);
  player_send(&p, text);
  assert_null(player_read(&p, 600));
  assert_null(player_read(&other, 50));
  assert_null(player_read(&w, 50));
  let_store(&hold);
  d = player_answer(&p);
  must_ok(d, "do");
  cJSON_Delete(d);
  cJSON_Delete(player_push(&other, "state"));
  cJSON_Delete(player_push(&w, "state"));
  player_close(&p);
  player_close(&other);
  player_close(&w);
}
/* Changes that wait together go to the disk together, and still each gets its own answer, in order:
 * one that is refused, one under a key that is in the same group, and what follows a join of
 * another game while the first still owes answers. */
static void sent_ahead(void **state) {
  (void)state;
  struct player p;
  struct held hold;
  struct made a = make_game(&S, BOTH, ""), b = make_game(&S, BOTH, "");
  player_open(&p, &S, NULL);
  cJSON_Delete(player_join(&p, a.id, a.german));
  int64_t seq = player_seq(&p);
  cJSON *d =
      player_ask(&p, "{\"cmd\":\"do\",\"action\":\"stance press\",\"seq\":%lld}", (long long)seq);
  /* what a change of stance adds */
  long long from = (long long)at(d, "seq")->valuedouble, more = from - seq;
  cJSON_Delete(d);
  while ((d = player_read(&p, 100)))
    cJSON_Delete(d);
  hold_store(&hold, &S);
  enum { N = 10 };
  char text[N][256];
  int n = 0;
#define SAY(...) snprintf(text[n++], sizeof text[0], __VA_ARGS__)
  /* sets off alone: the others gather behind it */
  SAY("{\"id\":0,\"cmd\":\"do\",\"action\":\"stance hold\",\"seq\":%lld,\"key\":\"a\"}", from);
  SAY("{\"id\":1,\"cmd\":\"do\",\"action\":\"stance press\",\"seq\":%lld,\"key\":\"b\"}",
      from + more);
  SAY("{\"id\":2,\"cmd\":\"do\",\"action\":\"stance hold\",\"seq\":%lld,\"key\":\"c\"}",
      from + 2 * more);
  SAY("{\"id\":3,\"cmd\":\"do\",\"action\":\"stance press\",\"seq\":%lld,\"key\":\"c\"}",
      from + 3 * more);
  SAY("{\"id\":4,\"cmd\":\"do\",\"action\":\"done\",\"seq\":%lld,\"key\":\"d\"}", from + 3 * more);
  SAY("{\"id\":5,\"cmd\":\"undo\",\"seq\":%lld,\"key\":\"e\"}", from + 3 * more);
  SAY("{\"id\":6,\"cmd\":\"view\"}");
  SAY("{\"id\":7,\"cmd\":\"join\",\"game\":\"%s\",\"seat\":\"%s\"}", b.id, b.german);
  SAY("{\"id\":8,\"cmd\":\"do\",\"action\":\"stance press\",\"seq\":%lld}", (long long)seq);
  SAY("{\"id\":9,\"cmd\":\"join\",\"game\":\"%s\",\"seat\":\"%s\"}", a.id, a.german);
#undef SAY
  for (int i = 0; i < n; i++)
    player_send(&p, text[i]);
  assert_null(player_read(&p, 300));
  let_store(&hold);
  cJSON *got[N];
  for (int i = 0; i < n; i++) {
    got[i] = player_answer(&p);
    assert_non_null(got[i]);
    assert_int_equal((int)at(got[i], "id")->valuedouble, i);
    if (i != 4)
      must_ok(got[i], text[i]);
  }
  assert_int_equal((long long)at(got[2], "seq")->valuedouble, from + 3 * more);
  assert_string_equal(word(got[3], "hash"), word(got[2], "hash")); /* the first answer once more */
  assert_string_equal(word(got[4], "error.code"), "refused");
  assert_string_equal(word(got[6], "view.vars.german_stance"), "press"); /* hold was taken back */
  assert_string_equal(word(got[7], "game"), b.id);
  assert_string_equal(word(got[9], "hash"), word(got[5], "hash"));
  for (int i = 0; i < n; i++)
    cJSON_Delete(got[i]);
  player_close(&p);
}
static void push_words(void **state) {
  (void)state;
  static const char *const chat[] = {"n", "from", "name", "text", "at", NULL},
                           *const presence[] = {"seats.german.online", "seats.soviet.kind",
                                                "seats.watchers", NULL};
  static const char *const clock[] = {"clock.left_ms.german", "clock.running", "clock.late", NULL},
                           *const over[] = {"ended.how", "ended.winner", "ended.dice_secret", NULL};
  struct player a, b;
  struct made m = make_game(&S, BOTH, ",\"clock\":{\"bank\":1000}");
  player_open(&a, &S, NULL);
  player_open(&b, &S, NULL);
  cJSON_Delete(player_join(&a, m.id, m.german));
  cJSON_Delete(player_join(&b, m.id, m.soviet));
  cJSON *p = player_push(&a, "presence");
  has(p, presence);
  cJSON_Delete(p);
  cJSON_Delete(player_ask(&b, "{\"cmd\":\"chat\",\"text\":\"Zdravstvuyte\"}"));
  p = player_push(&a, "chat");
  has(p, chat);
  cJSON_Delete(p);
  bool over_now = false;
  for (int i = 0; i < 20; i++) { /* until the decision passes on */
    int64_t seq = player_seq(&a);
    if (!play_one(&a, &seq, &over_now))
      break;
  }
  p = player_push(&b, "clock");
  has(p, clock);
  cJSON_Delete(p);
  cJSON_Delete(player_ask(&a, "{\"cmd\":\"abandon\"}"));
  p = player_push(&b, "over");
  has(p, over);
  cJSON_Delete(p);
  player_close(&a);
  player_close(&b);
}
static void errors(void **state) {
  (void)state;
  struct player p;
  struct made m = make_game(&S, BOTH, DUEL);
  player_open(&p, &S, NULL);
  cJSON_Delete(player_join(&p, m.id, m.german));
  long long seq = player_seq(&p);
  cJSON *before = player_ask(&p, "{\"cmd\":\"view\"}");
  must_fail(player_ask(&p, "{\"cmd\":\"do\",\"action\":\"target 0101\",\"seq\":%lld}", seq),
            "refused");
  must_fail(player_ask(&p, "{\"cmd\":\"do\",\"action\":\"fly\",\"seq\":%lld}", seq), "input");
  must_fail(player_ask(&p, "{\"cmd\":\"do\",\"action\":\"target 0504\",\"seq\":%lld}", seq + 1),
            "stale");
  must_fail(player_ask(&p, "{\"cmd\":\"undo\"}"), "state");
  cJSON *after = player_ask(&p, "{\"cmd\":\"view\"}");
  assert_true(cJSON_Compare(before, after, true)); /* nothing changed */
  cJSON_Delete(before);
  cJSON_Delete(after);
  player_close(&p);
}
/* Fifty requests at once, changes among them: fifty answers in their order. */
static void in_order(void **state) {
  (void)state;
  struct player p;
  struct made m = make_game(&S, BOTH, "");
  player_open(&p, &S, NULL);
  cJSON_Delete(player_join(&p, m.id, m.german));
  long long seq = player_seq(&p);
  for (int i = 0; i < 50; i++) {
    char text[128];
    if (i % 10 == 5)
      snprintf(text, sizeof text,
               "{\"cmd\":\"do\",\"action\":\"stance %s\",\"seq\":%lld,\"id\":%d}",
               i % 20 == 5 ? "press" : "hold", seq, i);
    else if (i % 10 == 7)
      snprintf(text, sizeof text, "{\"cmd\":\"save\",\"id\":%d}", i);
    else
      snprintf(text, sizeof text, "{\"cmd\":\"%s\",\"id\":%d}", i % 3 ? "view" : "actions", i);
    player_send(&p, text);
  }
  for (int i = 0; i < 50; i++) {
    cJSON *d = player_answer(&p);
    assert_non_null(d);
    assert_int_equal((int)at(d, "id")->valuedouble, i);
    cJSON_Delete(d);
  }
  player_close(&p);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(get_games),
      cmocka_unit_test(the_answer),
      cmocka_unit_test(clock_modes),
      cmocka_unit_test(a_running_journal),
      cmocka_unit_test(no_token_by_address),
      cmocka_unit_test(join_words),
      cmocka_unit_test(every_command),
      cmocka_unit_test(not_these),
      cmocka_unit_test(same_key),
      cmocka_unit_test(durable_first),
      cmocka_unit_test(sent_ahead),
      cmocka_unit_test(push_words),
      cmocka_unit_test(errors),
      cmocka_unit_test(in_order),
  };
  return cmocka_run_group_tests_name("server.sentences", tests, begin, end);
}
