/* test_play.c - whole games of nullgame over the network, in every kind of seat, and contract
 * section 10 sentence by sentence. */
#include "client.h"
#include "server/secret.h"

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

static bool moves(const cJSON *doc, const char *side) {
  const cJSON *c;
  cJSON_ArrayForEach(c, at(doc, "to_move")) if (!strcmp(c->valuestring, side)) return true;
  return false;
}

/* Two clients, each with its own seat, until the game is over. Both must hear of it. */
static void play_out(struct player *a, struct player *b, int64_t seq_a, int64_t seq_b) {
  bool over = false;
  for (int i = 0; i < 3000 && !over; i++) {
    bool did = play_one(a, &seq_a, &over);
    if (!over && !did) {
      did = play_one(b, &seq_b, &over);
      assert_true(did);
    }
    /* what the other did moved the own seq on */
    cJSON *v = player_ask(a, "{\"cmd\":\"view\"}");
    seq_a = (int64_t)at(v, "view.seq")->valuedouble;
    cJSON_Delete(v);
    v = player_ask(b, "{\"cmd\":\"view\"}");
    seq_b = (int64_t)at(v, "view.seq")->valuedouble;
    cJSON_Delete(v);
  }
  assert_true(over);
  cJSON *oa = player_push(a, "over"), *ob = player_push(b, "over");
  assert_string_equal(word(oa, "ended.how"), "played");
  assert_string_equal(word(ob, "ended.result.winner"), word(oa, "ended.result.winner"));
  cJSON_Delete(oa);
  cJSON_Delete(ob);
}

static int64_t seq_now(struct player *p) {
  cJSON *v = player_ask(p, "{\"cmd\":\"view\"}");
  int64_t seq = (int64_t)at(v, "view.seq")->valuedouble;
  cJSON_Delete(v);
  return seq;
}
/* The last state push once all have come; each follows the one before. */
static cJSON *last_state(struct player *p) {
  cJSON *last = NULL;
  for (;;) {
    cJSON *doc = player_read(p, 200);
    if (!doc)
      break;
    if (strcmp(word(doc, "push"), "state")) {
      p->push[p->npush++] = doc; /* for whoever looks for it */
      continue;
    }
    if (last)
      assert_true(seq_of(doc) >= seq_of(last));
    cJSON_Delete(last);
    last = doc;
  }
  assert_non_null(last);
  return last;
}
/* n actions of whoever decides, from two seats of one game. */
static void play_some(struct player *a, struct player *b, int n) {
  bool over = false;
  for (int i = 0; i < n && !over; i++) {
    int64_t seq = seq_now(a);
    if (play_one(a, &seq, &over))
      continue;
    seq = seq_now(b);
    assert_true(play_one(b, &seq, &over));
  }
}

static void me_and_open(void **state) {
  (void)state;
  struct player a, b, w;
  struct made m = make_game(&S, "\"german\":\"me\",\"soviet\":\"open\"", "");
  assert_string_equal(m.soviet, "");
  struct http_answer lobby = http_do(&S, "GET", "/api/lobby", NULL, NULL);
  assert_string_equal(word(cJSON_GetArrayItem(at(lobby.doc, "games"), 0), "id"), m.id);
  http_done(&lobby);
  char path[64];
  snprintf(path, sizeof path, "/api/games/%s/join", m.id);
  struct http_answer j =
      http_do(&S, "POST", path, NULL, "{\"side\":\"soviet\",\"name\":\"Ivan <b>\"}");
  assert_int_equal(j.status, 200);
  snprintf(m.soviet, sizeof m.soviet, "%s", word(j.doc, "seats.soviet"));
  http_done(&j);
  j = http_do(&S, "POST", path, NULL, "{\"side\":\"soviet\"}"); /* taken now */
  assert_int_equal(j.status, 409);
  http_done(&j);
  player_open(&a, &S, NULL);
  player_open(&b, &S, NULL);
  player_open(&w, &S, NULL);
  cJSON *ja = player_join(&a, m.id, m.german), *jb = player_join(&b, m.id, m.soviet),
        *jw = player_join(&w, m.id, m.watch);
  assert_string_equal(word(ja, "side"), "german");
  assert_string_equal(word(jb, "side"), "soviet");
  assert_string_equal(word(jw, "side"), "watch");
  assert_string_equal(word(ja, "view.side"), "german");
  assert_string_equal(word(jw, "view.side"), "watch");
  cJSON *p = player_push(&a, "presence");
  cJSON_Delete(p);
  play_out(&a, &b, seq_of(ja), seq_of(jb));
  cJSON *ow = player_push(&w, "over");
  cJSON_Delete(ow);
  /* the whole journal opens to everybody now, and the program verifies it */
  snprintf(path, sizeof path, "/api/games/%s/journal", m.id);
  j = http_do(&S, "GET", path, NULL, NULL);
  assert_int_equal(j.status, 200);
  assert_non_null(strstr(j.text, "salient-journal 1\n"));
  assert_non_null(strstr(j.text, m.commit));
  char file[128], out[512];
  snprintf(file, sizeof file, "%s/j", S.dir);
  FILE *f = fopen(file, "w");
  fputs(j.text, f);
  fclose(f);
  http_done(&j);
  assert_int_equal(run_salient(out, sizeof out, "replay", file, "--verify", NULL), 0);
  assert_non_null(strstr(out, "commitment and"));
  assert_int_equal(run_salient(out, sizeof out, "verify", S.db, NULL), 0);
  assert_non_null(strstr(out, "0 wrong"));
  cJSON_Delete(ja);
  cJSON_Delete(jb);
  cJSON_Delete(jw);
  player_close(&a);
  player_close(&b);
  player_close(&w);
}
/* One request about a game with a token; its status. */
static int ask_by(const char *method, const char *id, const char *what, const char *token,
                  const char *body) {
  char path[64], head[128];
  snprintf(path, sizeof path, "/api/games/%s%s", id, what);
  snprintf(head, sizeof head, "Authorization: Bearer %s\r\n", token);
  struct http_answer a = http_do(&S, method, path, head, body);
  int status = a.status;
  http_done(&a);
  return status;
}
static void exchange_invitation(const char *id, const char *token, char fresh[48]) {
  char path[64], head[128];
  snprintf(path, sizeof path, "/api/games/%s/join", id);
  snprintf(head, sizeof head, "Authorization: Bearer %s\r\n", token);
  struct http_answer a = http_do(&S, "POST", path, head, "{}");
  assert_int_equal(a.status, 200);
  cJSON *seat = cJSON_GetObjectItem(a.doc, "seats")->child;
  snprintf(fresh, 48, "%s", seat->valuestring);
  http_done(&a);
}
/* Whoever invites knows the invitation: it opens nothing but `join`, and that once. */
static void an_invitation_is_no_seat(void **state) {
  (void)state;
  struct made m = make_game(&S, "\"german\":\"me\",\"soviet\":\"invite\"", "");
  struct player p;
  char fresh[48], body[200];
  player_open(&p, &S, NULL);
  for (int round = 0; round < 2; round++) { /* before it is used, and after */
    cJSON *j = player_join(&p, m.id, m.soviet);
    assert_string_equal(word(j, "error.code"), "seat");
    assert_null(at(j, "view"));
    if (!round)
      assert_string_equal(word(j, "error.at"), "invitation");
    cJSON_Delete(j);
    assert_int_equal(ask_by("GET", m.id, "/journal", m.soviet, NULL), 403);
    assert_int_equal(ask_by("POST", m.id, "/branch", m.soviet, "{}"), 409);
    assert_int_equal(ask_by("POST", m.id, "/rematch", m.soviet, "{}"), 403);
    assert_int_equal(ask_by("POST", m.id, "/token", m.soviet, "{}"), 403);
    assert_int_equal(ask_by("DELETE", m.id, "", m.soviet, NULL), 403);
    snprintf(body, sizeof body, "{\"games\":[{\"id\":\"%s\",\"token\":\"%s\"}]}", m.id, m.soviet);
    struct http_answer a = http_do(&S, "POST", "/api/mine", NULL, body);
    assert_int_equal(cJSON_GetArraySize(at(a.doc, "games")), 0);
    http_done(&a);
    if (!round)
      exchange_invitation(m.id, m.soviet, fresh);
  }
  assert_int_equal(ask_by("POST", m.id, "/join", m.soviet, "{}"), 403); /* once */
  assert_int_equal(ask_by("POST", m.id, "/join", fresh, "{}"), 403);
  cJSON *j = player_join(&p, m.id, fresh);
  assert_string_equal(word(j, "side"), "soviet");
  cJSON_Delete(j);
  player_close(&p);
}
/* A seat's holder has a new token made: the old one opens nothing, its lines end, and what they had
 * asked for is not done. */
static void a_new_token(void **state) {
  (void)state;
  struct made m = make_game(&S, "\"german\":\"me\",\"soviet\":\"me\"", "");
  struct player thief, other;
  char path[64], head[128], fresh[48];
  player_open(&thief, &S, NULL);
  player_open(&other, &S, NULL);
  cJSON_Delete(player_join(&thief, m.id, m.german));
  cJSON_Delete(player_join(&other, m.id, m.soviet));
  snprintf(path, sizeof path, "/api/games/%s/token", m.id);
  snprintf(head, sizeof head, "Authorization: Bearer %s\r\n", m.german);
  struct http_answer a = http_do(&S, "POST", path, head, "{}");
  assert_int_equal(a.status, 200);
  assert_null(at(a.doc, "seats.soviet"));
  snprintf(fresh, sizeof fresh, "%s", word(a.doc, "seats.german"));
  http_done(&a);
  player_send(&thief, "{\"cmd\":\"abandon\"}");
  while (!thief.closed)
    cJSON_Delete(player_read(&thief, 3000));
  assert_int_equal(thief.close_code, 1008);
  player_close(&thief);
  assert_int_equal(ask_by("POST", m.id, "/token", m.watch, "{}"), 403);
  assert_int_equal(ask_by("POST", m.id, "/token", m.owner, "{}"), 403);
  assert_int_equal(ask_by("POST", m.id, "/token", m.german, "{}"), 403);
  player_open(&thief, &S, NULL);
  cJSON *j = player_join(&thief, m.id, m.german);
  assert_string_equal(word(j, "error.code"), "seat");
  cJSON_Delete(j);
  j = player_join(&thief, m.id, fresh);
  assert_string_equal(word(j, "side"), "german");
  assert_false(cJSON_IsTrue(at(j, "over"))); /* nobody gave up */
  cJSON_Delete(j);
  j = player_ask(&other, "{\"cmd\":\"ping\"}"); /* the other seat's line stays */
  assert_true(cJSON_IsTrue(at(j, "ok")));
  cJSON_Delete(j);
  player_close(&thief);
  player_close(&other);
}
static void me_and_invite(void **state) {
  (void)state;
  struct player a, b;
  struct made m = make_game(&S, "\"german\":\"invite\",\"soviet\":\"me\"", "");
  char path[64], head[128];
  snprintf(path, sizeof path, "/api/games/%s/join", m.id);
  /* not without the link */
  struct http_answer j = http_do(&S, "POST", path, NULL, "{\"side\":\"german\"}");
  assert_int_equal(j.status, 403);
  http_done(&j);
  snprintf(head, sizeof head, "Authorization: Bearer %s\r\n", m.german);
  j = http_do(&S, "POST", path, head, "{}");
  assert_int_equal(j.status, 200);
  char fresh[48];
  snprintf(fresh, sizeof fresh, "%s", word(j.doc, "seats.german"));
  http_done(&j);
  player_open(&a, &S, NULL);
  player_open(&b, &S, NULL);
  cJSON *ja = player_join(&a, m.id, m.german); /* the link's token is worth nothing now */
  assert_string_equal(word(ja, "error.code"), "seat");
  cJSON_Delete(ja);
  ja = player_join(&a, m.id, fresh);
  cJSON *jb = player_join(&b, m.id, m.soviet);
  play_out(&a, &b, seq_of(ja), seq_of(jb));
  cJSON_Delete(ja);
  cJSON_Delete(jb);
  player_close(&a);
  player_close(&b);
}
static void hot_seat(void **state) {
  (void)state;
  struct player a, b;
  struct made m = make_game(&S, "\"german\":\"hotseat\",\"soviet\":\"hotseat\"", "");
  player_open(&a, &S, NULL);
  player_open(&b, &S, NULL);
  cJSON *ja = player_join(&a, m.id, m.german), *jb = player_join(&b, m.id, m.soviet);
  play_out(&a, &b, seq_of(ja), seq_of(jb));
  cJSON_Delete(ja);
  cJSON_Delete(jb);
  player_close(&a);
  player_close(&b);
}
/* Against the computer, and two computers against each other: the pushes alone carry the game on.
 */
static void play_against_bot(struct player *a, const char *id, const char *token) {
  cJSON *j = player_join(a, id, token);
  int64_t seq = seq_of(j);
  bool over = false;
  cJSON_Delete(j);
  for (int i = 0; i < 5000 && !over; i++) {
    if (play_one(a, &seq, &over))
      continue;
    /* the computer moves; its pushes say when it is our decision again */
    cJSON_Delete(player_push(a, "state"));
    j = player_ask(a, "{\"cmd\":\"view\"}");
    seq = (int64_t)at(j, "view.seq")->valuedouble;
    over = cJSON_IsTrue(at(j, "view.over"));
    cJSON_Delete(j);
  }
  assert_true(over);
  cJSON_Delete(player_push(a, "over"));
}
static void against_bot(void **state) {
  (void)state;
  struct player a;
  struct made m = make_game(&S, "\"german\":\"me\",\"soviet\":\"bot:random\"", "");
  player_open(&a, &S, NULL);
  play_against_bot(&a, m.id, m.german);
  player_close(&a);
}
static void two_bots(void **state) {
  (void)state;
  struct player w;
  struct made m = make_game(&S, "\"german\":\"bot:random\",\"soviet\":\"bot:random\"", "");
  player_open(&w, &S, NULL);
  cJSON_Delete(player_join(&w, m.id, m.watch));
  cJSON *o = NULL;
  for (int i = 0; i < 5000 && !o; i++) {
    cJSON *doc = player_read(&w, 5000);
    assert_non_null(doc);
    if (!strcmp(word(doc, "push"), "over"))
      o = doc;
    else
      cJSON_Delete(doc);
  }
  assert_non_null(at(o, "ended.result.winner"));
  assert_int_equal(strlen(word(o, "ended.dice_secret")), 64);
  cJSON_Delete(o);
  player_close(&w);
}

/* ---- GET /api/games (7) */
static void games_list(void **state) {
  (void)state;
  struct http_answer a = http_do(&S, "GET", "/api/games", NULL, NULL);
  assert_int_equal(a.status, 200);
  const cJSON *g = cJSON_GetArrayItem(at(a.doc, "games"), 0);
  assert_non_null(at(g, "id"));
  assert_non_null(at(g, "edition"));
  assert_int_equal((int)at(a.doc, "v")->valuedouble, 1);
  assert_non_null(at(cJSON_GetArrayItem(at(g, "scenarios"), 0), "options"));
  http_done(&a);
}
/* ---- the answer of POST /api/games; options are taken */
static void create_answer(void **state) {
  (void)state;
  struct player p;
  struct made m = make_game(&S, "\"german\":\"me\",\"soviet\":\"hotseat\"",
                            ",\"options\":{\"turns\":1,\"guns\":false},\"clock\":{\"bank\":60,"
                            "\"increment\":5,\"cap\":90}");
  assert_int_equal(strlen(m.id), 16);
  assert_int_equal(strlen(m.german), 43); /* 256 bits */
  assert_int_equal(strlen(m.watch), 43);
  player_open(&p, &S, NULL);
  cJSON *j = player_join(&p, m.id, m.german);
  cJSON *save = player_ask(&p, "{\"cmd\":\"save\"}");
  assert_non_null(strstr(word(save, "journal"), "options guns=0 turns=1\n"));
  cJSON_Delete(save);
  assert_int_equal((int)at(j, "clock.bank")->valuedouble, 60);
  assert_true(at(j, "clock.left_ms.german")->valuedouble <= 60000);
  cJSON_Delete(j);
  player_close(&p);
  static const char *const bad[][2] = {
      {"{\"game\":\"chess\",\"scenario\":\"lesson\",\"seats\":{\"german\":\"me\",\"soviet\":\"me\"}"
       "}",
       "game"},
      {"{\"game\":\"nullgame\",\"scenario\":\"x\",\"seats\":{\"german\":\"me\",\"soviet\":\"me\"}}",
       "scenario"},
      {"{\"game\":\"nullgame\",\"scenario\":\"lesson\",\"seats\":{\"german\":\"me\"}}",
       "seats.soviet"},
      {"{\"game\":\"nullgame\",\"scenario\":\"lesson\",\"seats\":{\"german\":\"king\",\"soviet\":"
       "\"me\"}}",
       "seats.german"},
      {"{\"game\":\"nullgame\",\"scenario\":\"lesson\",\"seats\":{\"german\":\"bot:x\",\"soviet\":"
       "\"me\"}}",
       "seats.german"},
      {"{\"game\":\"nullgame\",\"scenario\":\"lesson\",\"options\":{\"x\":1},\"seats\":{\"german\":"
       "\"me\",\"soviet\":\"me\"}}",
       "options.x"},
      {"{\"game\":\"nullgame\",\"scenario\":\"lesson\",\"clock\":{\"bank\":0},\"seats\":{"
       "\"german\":\"me\",\"soviet\":\"me\"}}",
       "clock.bank"},
      {"{\"game\":\"nullgame\",\"scenario\":\"lesson\",\"surprise\":1,\"seats\":{\"german\":\"me\","
       "\"soviet\":\"me\"}}",
       "surprise"}};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    struct http_answer a = http_do(&S, "POST", "/api/games", NULL, bad[i][0]);
    assert_int_equal(a.status, 400);
    assert_string_equal(word(a.doc, "error.code"), "input");
    assert_string_equal(word(a.doc, "error.at"), bad[i][1]);
    http_done(&a);
  }
}
/* ---- the journal of a running game is the asker's copy; import plays it on */
static void journal_and_import(void **state) {
  (void)state;
  struct player p;
  struct made m = make_game(&S, "\"german\":\"hotseat\",\"soviet\":\"hotseat\"", "");
  char path[64], head[128];
  bool over = false;
  player_open(&p, &S, NULL);
  cJSON *j = player_join(&p, m.id, m.german);
  int64_t seq = seq_of(j);
  cJSON_Delete(j);
  for (int i = 0; i < 3; i++)
    if (!play_one(&p, &seq, &over))
      break;
  snprintf(path, sizeof path, "/api/games/%s/journal", m.id);
  struct http_answer a = http_do(&S, "GET", path, NULL, NULL);
  assert_int_equal(a.status, 403);
  http_done(&a);
  snprintf(head, sizeof head, "Authorization: Bearer %s\r\n", m.soviet);
  a = http_do(&S, "GET", path, head, NULL);
  assert_int_equal(a.status, 200);
  assert_non_null(strstr(a.text, "\nside soviet\n"));
  char *body = NULL;
  cJSON *doc = cJSON_CreateObject();
  cJSON_AddStringToObject(doc, "journal", a.text);
  body = cJSON_PrintUnformatted(doc);
  http_done(&a);
  a = http_do(&S, "POST", "/api/import", NULL, body); /* a side's copy cannot be played */
  assert_int_equal(a.status, 400);
  http_done(&a);
  free(body);
  cJSON_Delete(doc);
  j = player_ask(&p, "{\"cmd\":\"abandon\"}");
  assert_true(cJSON_IsTrue(at(j, "ok")));
  cJSON_Delete(j);
  a = http_do(&S, "GET", path, NULL, NULL); /* over: everybody may have it whole */
  assert_int_equal(a.status, 200);
  doc = cJSON_CreateObject();
  cJSON_AddStringToObject(doc, "journal", a.text);
  body = cJSON_PrintUnformatted(doc);
  http_done(&a);
  a = http_do(&S, "POST", "/api/import", NULL, body);
  assert_int_equal(a.status, 200);
  j = player_join(&p, word(a.doc, "id"), word(a.doc, "seats.german"));
  assert_int_equal(seq_of(j), seq);
  cJSON_Delete(j);
  http_done(&a);
  free(body);
  cJSON_Delete(doc);
  a = http_do(&S, "POST", "/api/import", NULL,
              "{\"journal\":\"\",\"seats\":{\"german\":\"bot:random\",\"soviet\":\"me\"},\"dice\":"
              "\"typed\"}");
  assert_string_equal(word(a.doc, "error.at"), "dice"); /* the same dice as for a new game */
  http_done(&a);
  a = http_do(&S, "POST", "/api/import", NULL, "{\"journal\":\"salient-journal 1\\nrubbish\\n\"}");
  assert_int_equal(a.status, 400);
  assert_non_null(strstr(word(a.doc, "error.at"), "journal:"));
  http_done(&a);
  player_close(&p);
}
/* ---- no token in an address, nor in the log */
static void no_token_in_log(void **state) {
  (void)state;
  struct player p;
  struct made m = make_game(&S, "\"german\":\"me\",\"soviet\":\"me\"", "");
  char path[256];
  snprintf(path, sizeof path, "/api/games/%s/journal?seat=%s", m.id, m.german);
  struct http_answer a = http_do(&S, "GET", path, NULL, NULL);
  assert_int_equal(a.status, 403);
  http_done(&a);
  player_open(&p, &S, NULL);
  cJSON_Delete(player_join(&p, m.id, m.german));
  player_close(&p);
  char cmd[256];
  assert_int_equal(server_said(&S, m.german), 0);
  snprintf(cmd, sizeof cmd, "grep -q -a -- '%s' '%s'*", m.german, S.db); /* only its hash is kept */
  assert_int_not_equal(system(cmd), 0);
}
/* ---- /ws: join with since */
static void join_since(void **state) {
  (void)state;
  struct player p, other;
  struct made m = make_game(&S, "\"german\":\"hotseat\",\"soviet\":\"hotseat\"", "");
  player_open(&p, &S, NULL);
  player_open(&other, &S, NULL);
  cJSON *j = player_join(&p, m.id, m.german);
  int64_t first = seq_of(j);
  cJSON_Delete(j);
  cJSON_Delete(player_join(&other, m.id, m.soviet));
  play_some(&p, &other, 40);
  int64_t seq = seq_now(&p);
  assert_true(seq > first);
  for (int64_t since = 0; since <= seq; since++) {
    j = player_ask(
        &p, "{\"cmd\":\"join\",\"game\":\"%s\",\"seat\":\"%s\",\"since\":%lld,\"id\":\"x%lld\"}",
        m.id, m.german, (long long)since, (long long)since);
    const cJSON *events = at(j, "events");
    assert_int_equal(cJSON_GetArraySize(events), seq - since);
    if (since < seq)
      assert_int_equal((int64_t)at(events->child, "n")->valuedouble, since + 1);
    assert_int_equal(word(j, "id")[0], 'x');
    cJSON_Delete(j);
  }
  player_close(&other);
  player_close(&p);
}
/* ---- replay through one side's eyes, and playing on from the middle of a finished game */
static void looking_back(void **state) {
  (void)state;
  struct player a, b;
  struct made m = make_game(&S, "\"german\":\"me\",\"soviet\":\"me\"", "");
  cJSON *seen[200] = {0};
  char path[64], head[128];
  player_open(&a, &S, NULL);
  player_open(&b, &S, NULL);
  cJSON_Delete(player_join(&a, m.id, m.german));
  cJSON_Delete(player_join(&b, m.id, m.soviet));
  for (int i = 0; i < 40; i++) {
    int64_t seq = seq_now(&a);
    if (seq < 200 && !seen[seq])
      seen[seq] = player_ask(&a, "{\"cmd\":\"view\"}");
    play_some(&a, &b, 1);
  }
  int64_t last = seq_now(&a), half = -1;
  for (int64_t seq = 1; seq < last; seq++) {
    if (!seen[seq])
      continue;
    cJSON *v = player_ask(&a, "{\"cmd\":\"view\",\"at\":%lld}", (long long)seq);
    if (!cJSON_Compare(v, seen[seq], true))
      fail_msg("at %lld: %s", (long long)seq, cJSON_Print(v));
    cJSON_Delete(v);
    half = seq < last / 2 || half < 0 ? seq : half;
  }
  assert_true(half > 0);
  cJSON *now = player_ask(&a, "{\"cmd\":\"view\"}"),
        *end_view = player_ask(&a, "{\"cmd\":\"view\",\"at\":%lld}", (long long)last);
  assert_int_equal((int64_t)at(end_view, "view.seq")->valuedouble, last);
  cJSON_Delete(end_view);
  snprintf(path, sizeof path, "/api/games/%s/branch", m.id);
  snprintf(head, sizeof head, "Authorization: Bearer %s\r\n", m.german);
  char body[64];
  snprintf(body, sizeof body, "{\"at\":%lld}", (long long)half);
  struct http_answer x = http_do(&S, "POST", path, head, body);
  assert_int_equal(x.status, 409); /* it would show what is hidden */
  http_done(&x);
  cJSON_Delete(player_ask(&a, "{\"cmd\":\"abandon\"}"));
  x = http_do(&S, "POST", path, head, body);
  assert_int_equal(x.status, 200);
  cJSON *j = player_join(&a, word(x.doc, "id"), word(x.doc, "seats.german"));
  assert_int_equal(seq_of(j), half);
  cJSON_Delete(player_join(&b, word(x.doc, "id"), word(x.doc, "seats.soviet")));
  play_some(&a, &b, 5);
  cJSON_Delete(j);
  cJSON_Delete(now);
  http_done(&x);
  char out[512];
  assert_int_equal(run_salient(out, sizeof out, "verify", S.db, NULL), 0);
  for (int i = 0; i < 200; i++)
    cJSON_Delete(seen[i]);
  player_close(&a);
  player_close(&b);
}
/* Before the end a branch is made of a game that one plays alone, by who plays it, and of no other:
 * it shows what is hidden. */
static int branch_by(const char *id, const char *token) {
  char path[64], head[128];
  snprintf(path, sizeof path, "/api/games/%s/branch", id);
  snprintf(head, sizeof head, "Authorization: Bearer %s\r\n", token);
  struct http_answer x = http_do(&S, "POST", path, head, "{}");
  int status = x.status;
  http_done(&x);
  return status;
}
static void branching(void **state) {
  (void)state;
  struct made both = make_game(&S, "\"german\":\"hotseat\",\"soviet\":\"hotseat\"", ""),
              bot = make_game(&S, "\"german\":\"me\",\"soviet\":\"bot:random\"", "");
  struct made friend = make_game(&S, "\"german\":\"me\",\"soviet\":\"invite\"", ""),
              two = make_game(&S, "\"german\":\"me\",\"soviet\":\"me\"", "");
  assert_int_equal(branch_by(both.id, both.german), 200);
  assert_int_equal(branch_by(both.id, both.soviet), 200);
  assert_int_equal(branch_by(both.id, both.watch), 409);
  assert_int_equal(branch_by(both.id, bot.german), 409);
  assert_int_equal(branch_by(bot.id, bot.german), 200);
  assert_int_equal(branch_by(friend.id, friend.german), 409);
  assert_int_equal(branch_by(two.id, two.german), 409);
}
/* ---- then section 3 without new, load, all; the seat is the side */
static void the_seat_is_the_side(void **state) {
  (void)state;
  struct player p, w;
  struct made m = make_game(&S, "\"german\":\"me\",\"soviet\":\"me\"", "");
  player_open(&p, &S, NULL);
  player_open(&w, &S, NULL);
  cJSON *j = player_ask(&p, "{\"cmd\":\"view\"}");
  assert_string_equal(word(j, "error.code"), "state"); /* not joined yet */
  cJSON_Delete(j);
  cJSON_Delete(player_join(&p, m.id, m.soviet));
  cJSON_Delete(player_join(&w, m.id, m.watch));
  static const char *const fine[] = {"board", "view",   "actions", "events", "orders",
                                     "save",  "result", "hello",   "records"};
  for (size_t i = 0; i < sizeof fine / sizeof *fine; i++) {
    j = player_ask(&p, "{\"cmd\":\"%s\",\"id\":%zu}", fine[i], i);
    if (!cJSON_IsTrue(at(j, "ok")) && strcmp(fine[i], "records"))
      fail_msg("%s: %s", fine[i], cJSON_Print(j));
    assert_int_equal((size_t)at(j, "id")->valuedouble, i);
    if (!strcmp(fine[i], "view"))
      assert_string_equal(word(j, "view.side"), "soviet");
    if (!strcmp(fine[i], "save"))
      assert_non_null(strstr(word(j, "journal"), "\nside soviet\n"));
    cJSON_Delete(j);
  }
  static const char *const no[][2] = {
      {"{\"cmd\":\"new\",\"game\":\"nullgame\",\"scenario\":\"lesson\",\"seed\":1}", "input"},
      {"{\"cmd\":\"load\",\"journal\":\"x\"}", "input"},
      {"{\"cmd\":\"view\",\"side\":\"all\"}", "seat"},
      {"{\"cmd\":\"view\",\"side\":\"german\"}", "seat"},
      {"{\"cmd\":\"events\",\"side\":\"german\",\"since\":0}", "seat"},
      {"{\"cmd\":\"save\",\"side\":\"all\"}", "seat"},
      {"{\"cmd\":\"actions\",\"side\":\"german\"}", "seat"},
      {"{\"cmd\":\"nonsense\"}", "input"},
      {"{\"cmd\":\"view\",\"extra\":1}", "input"}};
  for (size_t i = 0; i < sizeof no / sizeof *no; i++) {
    j = player_ask(&p, "%s", no[i][0]);
    if (strcmp(word(j, "error.code"), no[i][1]))
      fail_msg("%s: %s", no[i][0], cJSON_Print(j));
    cJSON_Delete(j);
  }
  static const char *const watcher[] = {"{\"cmd\":\"do\",\"action\":\"pass\",\"seq\":0}",
                                        "{\"cmd\":\"undo\"}",
                                        "{\"cmd\":\"chat\",\"text\":\"x\"}",
                                        "{\"cmd\":\"abandon\"}",
                                        "{\"cmd\":\"orders\",\"orders\":[]}",
                                        "{\"cmd\":\"view\",\"side\":\"german\"}",
                                        "{\"cmd\":\"think\",\"bot\":\"random\"}"};
  for (size_t i = 0; i < sizeof watcher / sizeof *watcher; i++) {
    j = player_ask(&w, "%s", watcher[i]);
    if (strcmp(word(j, "error.code"), "seat"))
      fail_msg("%s: %s", watcher[i], cJSON_Print(j));
    cJSON_Delete(j);
  }
  player_close(&p);
  player_close(&w);
}
/* ---- seq, stale, key, and a decision that is not the seat's */
static void stale_and_keys(void **state) {
  (void)state;
  struct player p, two, other;
  struct made m = make_game(&S, "\"german\":\"me\",\"soviet\":\"me\"", "");
  player_open(&p, &S, NULL);
  player_open(&two, &S, NULL);
  player_open(&other, &S, NULL);
  cJSON *j = player_join(&p, m.id, m.german);
  int64_t seq = seq_of(j);
  bool german = moves(j, "german");
  cJSON_Delete(j);
  if (!german)
    fail_msg("nullgame begins with the German side");
  cJSON_Delete(player_join(&two, m.id, m.german));
  j = player_join(&other, m.id, m.soviet);
  bool both = moves(j, "soviet");
  cJSON_Delete(j);
  cJSON *offer = player_ask(&p, "{\"cmd\":\"actions\"}");
  char id[100];
  snprintf(id, sizeof id, "%s", word(cJSON_GetArrayItem(at(offer, "actions"), 0), "id"));
  cJSON_Delete(offer);
  j = player_ask(&p, "{\"cmd\":\"do\",\"action\":\"%s\",\"key\":\"a\"}", id); /* no seq */
  assert_string_equal(word(j, "error.at"), "seq");
  cJSON_Delete(j);
  j = player_ask(&p, "{\"cmd\":\"do\",\"action\":\"%s\",\"seq\":%lld,\"key\":\"a\"}", id,
                 (long long)seq + 5);
  assert_string_equal(word(j, "error.code"), "stale");
  cJSON_Delete(j);
  if (!both) {
    j = player_ask(&other, "{\"cmd\":\"do\",\"action\":\"%s\",\"seq\":%lld,\"key\":\"o\"}", id,
                   (long long)seq);
    if (strcmp(word(j, "error.code"), "seat") && strcmp(word(j, "error.code"), "stale"))
      fail_msg("%s", cJSON_Print(j));
    cJSON_Delete(j);
  }
  cJSON *first =
      player_ask(&p, "{\"cmd\":\"do\",\"action\":\"%s\",\"seq\":%lld,\"key\":\"a\",\"id\":1}", id,
                 (long long)seq);
  assert_true(cJSON_IsTrue(at(first, "ok")));
  cJSON *again =
      player_ask(&p, "{\"cmd\":\"do\",\"action\":\"%s\",\"seq\":%lld,\"key\":\"a\",\"id\":2}", id,
                 (long long)seq);
  assert_int_equal((int)at(again, "id")->valuedouble, 2);
  assert_string_equal(word(again, "hash"), word(first, "hash"));
  assert_true(cJSON_Compare(at(again, "events"), at(first, "events"), true));
  /* from the other tab too, and after the server forgot everything but its disk */
  cJSON *tab = player_ask(&two, "{\"cmd\":\"do\",\"action\":\"%s\",\"seq\":%lld,\"key\":\"a\"}", id,
                          (long long)seq);
  assert_string_equal(word(tab, "hash"), word(first, "hash"));
  cJSON *v1 = player_ask(&p, "{\"cmd\":\"view\"}"), *v2 = player_ask(&two, "{\"cmd\":\"view\"}");
  assert_true(cJSON_Compare(v1, v2, true)); /* two tabs on one seat agree */
  player_close(&p);
  player_close(&two);
  player_close(&other);
  server_kill(&S);
  server_start(&S, NULL);
  player_open(&p, &S, NULL);
  j = player_join(&p, m.id, m.german);
  cJSON_Delete(tab);
  tab = player_ask(&p, "{\"cmd\":\"do\",\"action\":\"%s\",\"seq\":%lld,\"key\":\"a\"}", id,
                   (long long)seq);
  assert_string_equal(word(tab, "hash"), word(first, "hash"));
  assert_true(cJSON_Compare(at(tab, "events"), at(first, "events"), true));
  cJSON_Delete(j);
  cJSON_Delete(first);
  cJSON_Delete(again);
  cJSON_Delete(tab);
  cJSON_Delete(v1);
  cJSON_Delete(v2);
  player_close(&p);
}
/* ---- pushes: state to every seat as its own view, chat between players, presence, clock, over */
static void pushes(void **state) {
  (void)state;
  struct player a, tab, w, other;
  struct made m = make_game(&S, "\"german\":\"hotseat\",\"soviet\":\"hotseat\"",
                            ",\"clock\":{\"bank\":1000,\"increment\":10,\"timeout\":\"claim\"}");
  player_open(&other, &S, NULL);
  cJSON_Delete(player_join(&other, m.id, m.soviet));
  player_open(&a, &S, NULL);
  player_open(&tab, &S, NULL);
  player_open(&w, &S, NULL);
  cJSON *j = player_join(&a, m.id, m.german);
  cJSON_Delete(j);
  cJSON_Delete(player_join(&tab, m.id, m.german));
  cJSON_Delete(player_join(&w, m.id, m.watch));
  cJSON *p = player_push(&a, "presence");
  assert_true(cJSON_IsTrue(at(p, "seats.german.online")));
  cJSON_Delete(p);
  play_some(&a, &other, 30);
  int64_t seq = seq_now(&a);
  cJSON *s = last_state(&tab);
  assert_int_equal(seq_of(s), seq);
  assert_string_equal(word(s, "view.side"), "german");
  assert_non_null(at(s, "events"));
  cJSON *v = player_ask(&a, "{\"cmd\":\"view\"}");
  assert_true(cJSON_Compare(at(v, "view"), at(s, "view"), true));
  cJSON_Delete(v);
  cJSON_Delete(s);
  cJSON *c = player_push(&a, "clock");
  assert_non_null(at(c, "clock.left_ms.soviet"));
  cJSON_Delete(c);
  j = player_ask(&a, "{\"cmd\":\"chat\",\"text\":\"<script>alert(1)</script>\"}");
  assert_true(cJSON_IsTrue(at(j, "ok")));
  cJSON_Delete(j);
  c = player_push(&tab, "chat");
  /* text, and the page shows it as text */
  assert_string_equal(word(c, "text"), "<script>alert(1)</script>");
  assert_string_equal(word(c, "from"), "german");
  cJSON_Delete(c);
  assert_true(player_quiet(&w, "chat", 200));
  j = player_ask(&tab, "{\"cmd\":\"claim\"}");
  assert_string_equal(word(j, "error.code"), "state");
  cJSON_Delete(j);
  j = player_ask(&tab, "{\"cmd\":\"abandon\"}");
  assert_true(cJSON_IsTrue(at(j, "ok")));
  cJSON_Delete(j);
  cJSON *o = player_push(&w, "over");
  assert_string_equal(word(o, "ended.how"), "abandoned");
  assert_string_equal(word(o, "ended.winner"), "soviet");
  cJSON_Delete(o);
  player_close(&w);
  j = player_ask(&a, "{\"cmd\":\"do\",\"action\":\"x\",\"seq\":%lld}", (long long)seq);
  assert_string_equal(word(j, "error.code"), "state");
  cJSON_Delete(j);
  player_close(&a);
  player_close(&tab);
  player_close(&other);
}
/* ---- what one side chooses in secret moves nothing at the other's, not even the number of
 * messages */
static void secret_choices(void **state) {
  (void)state;
  struct player a, b, w;
  struct made m =
      make_game(&S, "\"german\":\"me\",\"soviet\":\"me\"", ",\"clock\":{\"bank\":1000}");
  player_open(&a, &S, NULL);
  player_open(&b, &S, NULL);
  player_open(&w, &S, NULL);
  cJSON_Delete(player_join(&a, m.id, m.german));
  cJSON_Delete(player_join(&b, m.id, m.soviet));
  cJSON_Delete(player_join(&w, m.id, m.watch));
  cJSON *before = player_ask(&b, "{\"cmd\":\"view\"}");
  cJSON *p;
  while ((p = player_read(&b, 100)))
    cJSON_Delete(p); /* presence and the like */
  while ((p = player_read(&w, 100)))
    cJSON_Delete(p);
  static const char *const choice[] = {"stance press", "stance hold", "stance press"};
  for (int i = 0; i < 3; i++) {
    cJSON *d = player_ask(&a, "{\"cmd\":\"do\",\"action\":\"%s\",\"seq\":%lld}", choice[i],
                          (long long)seq_now(&a));
    if (!cJSON_IsTrue(at(d, "ok")))
      fail_msg("%s", cJSON_Print(d));
    cJSON_Delete(d);
  }
  cJSON_Delete(player_push(&a, "state")); /* its own side is told */
  p = player_read(&b, 300);
  if (p)
    fail_msg("the other side was told: %s", cJSON_Print(p));
  assert_null(player_read(&w, 100));
  cJSON *after = player_ask(&b, "{\"cmd\":\"view\"}");
  assert_true(cJSON_Compare(before, after, true));
  cJSON_Delete(before);
  cJSON_Delete(after);
  player_close(&a);
  player_close(&b);
  player_close(&w);
}
/* ---- a rematch exchanges the sides and hands the other player the other seat */
static void rematch(void **state) {
  (void)state;
  struct player a, b;
  struct made m = make_game(&S, "\"german\":\"me\",\"soviet\":\"invite\"", "");
  char path[64], head[128];
  player_open(&a, &S, NULL);
  player_open(&b, &S, NULL);
  exchange_invitation(m.id, m.soviet, m.soviet);
  cJSON_Delete(player_join(&a, m.id, m.german));
  cJSON_Delete(player_join(&b, m.id, m.soviet));
  snprintf(path, sizeof path, "/api/games/%s/rematch", m.id);
  snprintf(head, sizeof head, "Authorization: Bearer %s\r\n", m.german);
  struct http_answer r = http_do(&S, "POST", path, head, "{}");
  assert_int_equal(r.status, 409); /* not over yet */
  http_done(&r);
  cJSON_Delete(player_ask(&a, "{\"cmd\":\"abandon\"}"));
  r = http_do(&S, "POST", path, head, "{}");
  assert_int_equal(r.status, 200);
  assert_null(at(r.doc, "seats.german"));
  cJSON *j = player_join(&a, word(r.doc, "id"), word(r.doc, "seats.soviet"));
  assert_string_equal(word(j, "side"), "soviet");
  cJSON_Delete(j);
  cJSON *p = player_push(&b, "rematch");
  assert_string_equal(word(p, "game"), word(r.doc, "id"));
  cJSON_Delete(p);
  snprintf(head, sizeof head, "Authorization: Bearer %s\r\n", m.soviet);
  struct http_answer r2 = http_do(&S, "POST", path, head, "{}");
  assert_int_equal(r2.status, 200);
  assert_string_equal(word(r2.doc, "id"), word(r.doc, "id"));
  j = player_join(&b, word(r2.doc, "id"), word(r2.doc, "seats.german"));
  assert_string_equal(word(j, "side"), "german");
  cJSON_Delete(j);
  http_done(&r2);
  r2 = http_do(&S, "POST", path, head, "{}"); /* once */
  assert_int_equal(r2.status, 409);
  http_done(&r);
  http_done(&r2);
  player_close(&a);
  player_close(&b);
}
/* ---- dice: committed before the first one, revealed at the end; or typed in */
#define DUEL                                                                                       \
  ",\"position\":{\"map\":\"plain:10x10\",\"phase\":\"german.attack\",\"units\":[{\"unit\":\"de."  \
  "pz.a\",\"hex\":\"0505\"},{\"unit\":\"ru.1.rifle\",\"hex\":\"0504\"}]}"
static void typed_dice(void **state) {
  (void)state;
  struct player p;
  struct made m =
      make_game(&S, "\"german\":\"hotseat\",\"soviet\":\"hotseat\"", ",\"dice\":\"typed\"" DUEL);
  player_open(&p, &S, NULL);
  cJSON_Delete(player_join(&p, m.id, m.german));
  cJSON *d =
      player_ask(&p, "{\"cmd\":\"do\",\"actions\":[\"target 0504\",\"add de.pz.a\"],\"seq\":%lld}",
                 (long long)seq_now(&p));
  assert_int_equal((int)at(d, "done")->valuedouble, 2);
  cJSON_Delete(d);
  long long seq = seq_now(&p);
  d = player_ask(&p, "{\"cmd\":\"do\",\"action\":\"attack\",\"seq\":%lld,\"key\":\"t\"}", seq);
  /* nothing happened: roll, and send it again with the dice */
  assert_string_equal(word(d, "error.code"), "dice");
  cJSON_Delete(d);
  d = player_ask(
      &p, "{\"cmd\":\"do\",\"action\":\"attack\",\"seq\":%lld,\"key\":\"t\",\"dice\":[7]}", seq);
  assert_string_equal(word(d, "error.code"), "dice"); /* no d6 shows a seven */
  cJSON_Delete(d);
  d = player_ask(
      &p, "{\"cmd\":\"do\",\"action\":\"attack\",\"seq\":%lld,\"key\":\"t\",\"dice\":[3]}", seq);
  assert_true(cJSON_IsTrue(at(d, "ok")));
  assert_int_equal((int)at(cJSON_GetArrayItem(at(d, "dice"), 0), "v")->valuedouble, 3);
  cJSON_Delete(d);
  struct made s = make_game(&S, "\"german\":\"me\",\"soviet\":\"me\"", "");
  cJSON *j = player_join(&p, s.id, s.german);
  d = player_ask(&p, "{\"cmd\":\"do\",\"action\":\"x\",\"seq\":%lld,\"dice\":[6]}",
                 (long long)seq_of(j));
  assert_string_equal(word(d, "error.at"), "dice"); /* not in a game of the server's dice */
  cJSON_Delete(d);
  cJSON_Delete(j);
  player_close(&p);
}
/* The commitment stands in the header before the first die; at the end the secret fits it, and
 * gives every roll. */
static void committed_dice(void **state) {
  (void)state;
  struct player p;
  char commit[65];
  uint8_t secret[32];
  struct made m = make_game(&S, "\"german\":\"hotseat\",\"soviet\":\"hotseat\"", DUEL);
  player_open(&p, &S, NULL);
  cJSON_Delete(player_join(&p, m.id, m.german));
  cJSON *d = player_ask(
      &p, "{\"cmd\":\"do\",\"actions\":[\"target 0504\",\"add de.pz.a\",\"attack\"],\"seq\":%lld}",
      (long long)seq_now(&p));
  int die = (int)at(cJSON_GetArrayItem(at(d, "dice"), 0), "v")->valuedouble;
  cJSON_Delete(d);
  cJSON_Delete(player_ask(&p, "{\"cmd\":\"abandon\"}"));
  cJSON *o = player_push(&p, "over");
  for (int i = 0; i < 32; i++) {
    unsigned byte;
    assert_int_equal(sscanf(word(o, "ended.dice_secret") + 2 * i, "%2x", &byte), 1);
    secret[i] = (uint8_t)byte;
  }
  assert_true(secret_start());
  dice_commit(secret, commit);
  assert_string_equal(commit, m.commit);
  assert_int_equal(dice_below(secret, 0, 6) + 1, die);
  cJSON_Delete(o);
  player_close(&p);
}
/* ---- running out of time loses, when that was agreed */
static void timeout_loses(void **state) {
  (void)state;
  struct player p;
  struct made m = make_game(&S, "\"german\":\"me\",\"soviet\":\"me\"",
                            ",\"clock\":{\"bank\":1,\"timeout\":\"lose\"}");
  player_open(&p, &S, NULL);
  cJSON_Delete(player_join(&p, m.id, m.soviet));
  cJSON *o = player_push(&p, "over");
  assert_string_equal(word(o, "ended.how"), "timeout");
  assert_string_equal(word(o, "ended.winner"), "soviet");
  cJSON_Delete(o);
  m = make_game(&S, "\"german\":\"me\",\"soviet\":\"me\"",
                ",\"clock\":{\"bank\":1,\"timeout\":\"bot\"}");
  cJSON_Delete(player_join(&p, m.id, m.soviet));
  cJSON_Delete(player_push(&p, "notice"));
  o = player_push(&p, "state"); /* the computer plays on */
  cJSON_Delete(o);
  player_close(&p);
}
/* ---- advice from a bot, without moving */
static void advice(void **state) {
  (void)state;
  struct player p;
  struct made m = make_game(&S, "\"german\":\"me\",\"soviet\":\"me\"", "");
  player_open(&p, &S, NULL);
  cJSON *j = player_join(&p, m.id, m.german);
  int64_t seq = seq_of(j);
  cJSON_Delete(j);
  j = player_ask(&p, "{\"cmd\":\"think\",\"bot\":\"random\",\"id\":9}");
  assert_int_equal((int)at(j, "id")->valuedouble, 9);
  cJSON *d = player_ask(&p, "{\"cmd\":\"why\",\"action\":\"%s\"}", word(j, "action"));
  assert_true(cJSON_IsTrue(at(d, "ok")));
  cJSON_Delete(j);
  cJSON_Delete(d);
  j = player_ask(&p, "{\"cmd\":\"view\"}");
  assert_int_equal((int64_t)at(j, "view.seq")->valuedouble, seq);
  cJSON_Delete(j);
  player_close(&p);
}
/* ---- accounts, the owner's list, deletion */
static void accounts(void **state) {
  (void)state;
  char head[4096] = "", cookie[256], path[64];
  static const char body[] = "{\"name\":\"Erwin B.\",\"passphrase\":\"correct horse\"}";
  int fd = wsc_dial(&S.url);
  char req[512];
  snprintf(req, sizeof req,
           "POST /api/account HTTP/1.1\r\nHost: x\r\nContent-Type: "
           "application/json\r\nContent-Length: %zu\r\n\r\n%s",
           strlen(body), body);
  assert_true(write(fd, req, strlen(req)) > 0);
  assert_int_equal(wsc_http_read(fd, head, sizeof head, NULL), 200);
  close(fd);
  const char *set = strstr(head, "set-cookie: salient=");
  assert_non_null(set);
  assert_non_null(strstr(set, "HttpOnly"));
  assert_non_null(strstr(set, "SameSite=Strict"));
  snprintf(cookie, sizeof cookie, "Cookie: a=b; %.*s\r\n", (int)strcspn(set + 12, ";"), set + 12);
  struct http_answer a = http_do(&S, "GET", "/api/account", cookie, NULL);
  assert_string_equal(word(a.doc, "name"), "Erwin B.");
  http_done(&a);
  a = http_do(&S, "POST", "/api/account", NULL,
              "{\"name\":\"erwin b.\",\"passphrase\":\"another one\"}");
  assert_int_equal(a.status, 400);
  http_done(&a);
  a = http_do(&S, "POST", "/api/login", NULL,
              "{\"name\":\"Erwin B.\",\"passphrase\":\"wrong horse\"}");
  assert_int_equal(a.status, 403);
  http_done(&a);
  a = http_do(&S, "POST", "/api/login", NULL,
              "{\"name\":\"erwin b.\",\"passphrase\":\"correct horse\"}");
  assert_int_equal(a.status, 200);
  http_done(&a);
  a = http_do(&S, "POST", "/api/games", cookie,
              "{\"game\":\"nullgame\",\"scenario\":\"lesson\",\"seats\":{\"german\":\"me\","
              "\"soviet\":\"invite\"}}");
  char id[20];
  snprintf(id, sizeof id, "%s", word(a.doc, "id"));
  http_done(&a);
  a = http_do(&S, "GET", "/api/mine", cookie, NULL);
  const cJSON *g = cJSON_GetArrayItem(at(a.doc, "games"), 0);
  assert_string_equal(word(g, "id"), id);
  assert_string_equal(word(g, "seats.german.name"), "Erwin B.");
  assert_true(cJSON_IsTrue(at(g, "seats.german.yours")));
  http_done(&a);
  struct player p; /* an account opens its seat without a token */
  player_open(&p, &S, cookie);
  cJSON *j = player_ask(&p, "{\"cmd\":\"join\",\"game\":\"%s\",\"since\":0}", id);
  assert_string_equal(word(j, "side"), "german");
  cJSON_Delete(j);
  player_close(&p);
  snprintf(path, sizeof path, "/api/games/%s", id);
  a = http_do(&S, "DELETE", path, NULL, NULL);
  assert_int_equal(a.status, 403);
  http_done(&a);
  a = http_do(&S, "DELETE", path, cookie, NULL);
  assert_int_equal(a.status, 200);
  http_done(&a);
  a = http_do(&S, "GET", path, NULL, NULL);
  assert_int_equal(a.status, 404);
  http_done(&a);
  a = http_do(&S, "POST", "/api/account/delete", cookie,
              "{\"name\":\"Erwin B.\",\"passphrase\":\"correct horse\"}");
  assert_int_equal(a.status, 200);
  http_done(&a);
  a = http_do(&S, "GET", "/api/mine", cookie, NULL);
  assert_int_equal(a.status, 403);
  http_done(&a);
}
int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(games_list),
      cmocka_unit_test(create_answer),
      cmocka_unit_test(me_and_open),
      cmocka_unit_test(me_and_invite),
      cmocka_unit_test(an_invitation_is_no_seat),
      cmocka_unit_test(a_new_token),
      cmocka_unit_test(hot_seat),
      cmocka_unit_test(against_bot),
      cmocka_unit_test(two_bots),
      cmocka_unit_test(journal_and_import),
      cmocka_unit_test(no_token_in_log),
      cmocka_unit_test(join_since),
      cmocka_unit_test(looking_back),
      cmocka_unit_test(branching),
      cmocka_unit_test(the_seat_is_the_side),
      cmocka_unit_test(stale_and_keys),
      cmocka_unit_test(pushes),
      cmocka_unit_test(secret_choices),
      cmocka_unit_test(rematch),
      cmocka_unit_test(typed_dice),
      cmocka_unit_test(committed_dice),
      cmocka_unit_test(timeout_loses),
      cmocka_unit_test(advice),
      cmocka_unit_test(accounts),
  };
  return cmocka_run_group_tests_name("server.play", tests, begin, end);
}
