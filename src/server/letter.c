/* letter.c - see letter.h. The page speaks to a letter as it does to a room; only `do`, `undo` and
 * `actions` are not the engine's, because a decision may have to wait for the other side's value,
 * and then nothing has happened yet. */
#include "letter.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/passed_home.h"
#include "room.h"

/* Of more files than these, those that nobody looks at leave the table. */
enum { LETTERS = 8, ACTIONS_AT_ONCE = 64 };
#define MARK "pass-"

/* A game passed by file, laid on the table of this server: whoever has its token may look and
 * move. */
struct letter {
  struct server *srv;
  struct passed *p;
  char id[sizeof MARK + PASSED_ID];
  uint8_t token[SECRET_HASH];
  /* of this player's pages: the other side is never here */
  struct list conns;
  uint32_t nconns;
  struct letter *next;
};

static struct letter *find(struct server *s, const char *id) {
  for (struct letter *l = s->letters; l; l = l->next)
    if (!strcmp(l->id, id))
      return l;
  return NULL;
}

/* Only the one who laid the file on the table can play it. */
static bool opens(const struct letter *l, const char *token) {
  uint8_t hash[SECRET_HASH];
  secret_hash(l->srv->salt, token, hash);
  return *token && secret_same(hash, l->token);
}

/* A letter that is replaced or put away. */
static void out_of_list(struct letter *l) {
  struct letter **at = &l->srv->letters;
  while (*at != l)
    at = &(*at)->next;
  *at = l->next;
}

/* The file is on the player's disk; only what was not handed out is lost. */
static void discard(struct letter *l) {
  while (l->conns.first)
    letter_leave(conn_of(l->conns.first));
  passed_free(l->p);
  free(l);
}

static void drop(struct letter *l) {
  out_of_list(l);
  discard(l);
}

void letters_free(struct server *s) {
  for (struct letter *l = s->letters, *next; l; l = next) {
    next = l->next;
    discard(l);
  }
  s->letters = NULL;
}

/* A bug of the rules: what was on the table is as the file has it. Its room is not given back:
 * nobody knows what state it is in. */
static bool guard(struct letter *l, void (*fn)(void *), void *arg, struct fault *f) {
  char what[160];

  if (guarded(fn, arg, what))
    return true;
  server_log("a passed game: a bug in the rules: %s", what);
  engine_recover(l->srv->engine);
  while (l->conns.first)
    letter_leave(conn_of(l->conns.first));
  out_of_list(l);
  return fault_say(f, FAULT_INTERNAL,
                   "A fault in the program stopped this. Open the file again; it is as it came.");
}

/* ---- documents */
/* How the game is played, and whose turn it is to write. */
static void about(struct sal_json *j, struct letter *l) {
  char words[200];

  passed_awaited(l->p, words, sizeof words);
  sal_json_str(j, "mode", passed_mode(l->p) == PASSED_SEALED ? "sealed" : "honour");
  sal_json_str(j, "says", passed_says(l->p));
  sal_json_str(j, "awaited", words);
  sal_json_int(j, "part", passed_files(l->p));
  sal_json_bool(j, "mine", passed_mine(l->p));
}

/* The other player is never online: he has a file. */
static void seat(struct sal_json *j, int side, bool me) {
  sal_json_object(j, sal_side_name[side]);
  sal_json_str(j, "kind", "pass");
  sal_json_bool(j, "taken", true);
  sal_json_bool(j, "online", me);
  sal_json_end(j);
}

/* `null` while somebody must still decide. */
static void ended(struct sal_json *j, struct game *g) {
  if (game_actors(g)) {
    sal_json_null(j, "ended");
    return;
  }
  sal_json_object(j, "ended");
  sal_json_str(j, "how", "played");
  game_result_json(g, j, "result");
  sal_json_end(j);
}

struct stating {
  struct letter *l;
  uint32_t since;
  bool joining;
};

/* The page gets the same documents as from a room. */
static void state_json(void *ctx, struct sal_json *j) {
  struct stating *s = ctx;
  struct game *g = passed_game(s->l->p);
  int side = passed_side(s->l->p);

  sal_json_object(j, NULL);
  if (s->joining)
    sal_json_bool(j, "ok", true);
  else
    sal_json_str(j, "push", "state");
  sal_json_int(j, "seq", game_seq(g, side));
  game_events_json(g, j, "events", side, s->since);
  game_view_json(g, j, "view", side);
  if (s->joining) {
    sal_json_str(j, "game", s->l->id);
    sal_json_str(j, "side", sal_side_name[side]);
    sal_json_str(j, "dice", "passed");
    sal_json_hash(j, "hash", game_hash(g, side));
    game_to_move_json(g, j, "to_move");
    sal_json_bool(j, "over", !game_actors(g));
    ended(j, g);
    sal_json_object(j, "presence");
    for (int k = 0; k < SAL_SIDES; k++)
      seat(j, k, k == side);
    sal_json_int(j, "watchers", 0);
    sal_json_end(j);
    sal_json_null(j, "clock");
    sal_json_object(j, "pass");
    about(j, s->l);
    sal_json_end(j);
  }
  sal_json_end(j);
}

/* Pushed once more after every change of a game that is over; the page takes it as it is. */
static void over_json(void *ctx, struct sal_json *j) {
  sal_json_object(j, NULL);
  sal_json_str(j, "push", "over");
  ended(j, passed_game(((struct letter *)ctx)->p));
  sal_json_end(j);
}

/* Drops the blob. */
static void tell(struct letter *l, struct blob *b) {
  for (struct conn *c = conn_of(l->conns.first), *next; c; c = next) {
    next = conn_of(c->here.next);
    conn_send(c, b);
  }
  blob_drop(b);
}

/* To all pages of the player, the one that asked included. */
static void tell_state(struct letter *l, uint32_t since) {
  struct stating s = {.l = l, .since = since};
  tell(l, blob_json(state_json, &s));
  if (!game_actors(passed_game(l->p)))
    tell(l, blob_json(over_json, l));
}

/* ---- laying a file on the page */
/* Others on this machine can reach loopback too: who opens a file here has the address that `play`
 * has printed. */
static bool offered(const struct exchange *x, struct fault *f) {
  const struct server *s = x->srv;
  size_t n = strlen(s->play_key);

  if (s->config.pass_home && strlen(x->bearer) == n && !sodium_memcmp(x->bearer, s->play_key, n))
    return true;
  if (s->config.pass_home)
    return fault_say(
        f, FAULT_SEAT,
        "Open the address that `salient play` has printed: it holds the key for this.");
  return fault_say(f, FAULT_STATE,
                   "Passed files are opened by a player's own program (`salient play`): his key "
                   "must not leave his machine.");
}

/* A new passed game. */
static struct passed *begin(struct server *s, const cJSON *doc, const struct passed_key *key,
                            struct fault *f) {
  static const char *const known[] = {"game", "scenario", "options", "side", "mode", NULL};
  const char *game = NULL;
  const char *scenario = NULL;
  const char *side = NULL;
  const char *mode = "sealed";
  struct game_start start = {.seed = 1};

  if (!input_fields(doc, "begin", known, f) || !input_text(doc, "begin", "game", true, &game, f) ||
      !input_text(doc, "begin", "scenario", true, &scenario, f) ||
      !input_object(doc, "begin", "options", false, &start.options, f) ||
      !input_text(doc, "begin", "side", true, &side, f) ||
      !input_text(doc, "begin", "mode", false, &mode, f))
    return NULL;
  start.rules = sal_ruleset_find(game);
  start.scenario = scenario;
  if (!start.rules) {
    fault_at(f, "begin.game", "there is no such game");
    return NULL;
  }
  if (sal_side_parse(side) >= SAL_SIDES) {
    fault_at(f, "begin.side", "must be german or soviet");
    return NULL;
  }
  if (strcmp(mode, "sealed") && strcmp(mode, "honour")) {
    fault_at(f, "begin.mode", "must be sealed or honour");
    return NULL;
  }
  return passed_begin(s->lib, engine_desk(s->engine), &start,
                      strcmp(mode, "honour") ? PASSED_SEALED : PASSED_HONOUR, sal_side_parse(side),
                      key, f);
}

/* A file while it is opened under the guard: p or f comes out. */
struct laying {
  struct server *srv;
  const cJSON *doc;
  struct passed *p;
  struct fault f;
};

/* Opens a file or begins one, and writes at once what is owed without a decision. */
static void lay(void *arg) {
  static const char *const known[] = {"v", "file", "begin", NULL};
  struct laying *a = arg;
  struct server *s = a->srv;
  struct passed_key key;
  const cJSON *fresh_game = NULL;
  const char *file = NULL;
  bool fresh;

  if (!input_fields(a->doc, "", known, &a->f) ||
      !input_text(a->doc, "", "file", false, &file, &a->f) ||
      !input_object(a->doc, "", "begin", false, &fresh_game, &a->f))
    return;
  if (!file == !fresh_game) {
    fault_at(&a->f, "file", "give `file` or `begin`");
    return;
  }
  if (!passed_home_key(s->config.pass_home, &key, &fresh, &a->f))
    return;
  a->p = file ? passed_home_open(s->config.pass_home, s->lib, engine_desk(s->engine), file,
                                 strlen(file), &key, &a->f)
              : begin(s, fresh_game, &key, &a->f);
  if (!a->p)
    return;
  passed_answer(a->p, &a->f); /* what is owed without a decision */
  if (a->f.code == FAULT_NONE)
    return;
  passed_free(a->p);
  a->p = NULL;
}

/* The same game laid down again replaces what was there; of many, the ones nobody looks at go
 * first. */
static void make_way(struct server *s, const char *id) {
  int n = 1;
  for (struct letter *l = s->letters, *next; l; l = next) {
    next = l->next;
    if (!strcmp(l->id, id) || (++n > LETTERS && !l->conns.first))
      drop(l);
  }
}

struct laid {
  struct letter *l;
  const char *token;
};
static void laid_json(void *ctx, struct sal_json *j) {
  const struct laid *d = ctx;
  const struct journal_head *h = passed_about(d->l->p);
  int side = passed_side(d->l->p);

  sal_json_object(j, NULL);
  sal_json_bool(j, "ok", true);
  sal_json_str(j, "id", d->l->id);
  sal_json_str(j, "game", h->game);
  sal_json_str(j, "scenario", h->scenario);
  sal_json_str(j, "side", sal_side_name[side]);
  sal_json_object(j, "seats");
  sal_json_str(j, sal_side_name[side], d->token);
  sal_json_end(j);
  sal_json_bool(j, "begun", passed_game(d->l->p) != NULL);
  about(j, d->l);
  sal_json_end(j);
}

/* Lays a file on the table. A bug in the rules leaves the file as it was. */
void letter_open(struct exchange *x, const cJSON *doc) {
  struct server *s = x->srv;
  struct laying a = {.srv = s, .doc = doc};
  char what[160];
  char token[TOKEN_TEXT];

  if (offered(x, &a.f) && !guarded(lay, &a, what)) {
    server_log("a passed file: a bug in the rules: %s", what);
    engine_recover(s->engine);
    a.p = NULL;
    fault_say(&a.f, FAULT_INTERNAL, "A fault in the program stopped this; the file is as it was.");
  }
  if (!a.p) {
    http_fault(x, &a.f);
    return;
  }
  struct letter *l = calloc(1, sizeof *l);
  if (!l)
    abort();
  *l = (struct letter){.srv = s, .p = a.p};
  snprintf(l->id, sizeof l->id, MARK "%s", passed_id(a.p));
  secret_token(token);
  secret_hash(s->salt, token, l->token);
  make_way(s, l->id);
  l->next = s->letters;
  s->letters = l;
  struct laid d = {l, token};
  http_reply(x, 200, "application/json", blob_json(laid_json, &d));
}

/* ---- taking it back */
/* A file on its way out; the text is the passed game's own. */
struct taking {
  struct letter *l;
  const char *text;
  struct fault f;
};

/* The file as it goes out, signed. */
static void sign(void *arg) {
  struct taking *t = arg;
  size_t n;
  t->text = passed_home_close(t->l->srv->config.pass_home, t->l->p, &n, &t->f);
}

static void taken_json(void *ctx, struct sal_json *j) {
  const struct taking *t = ctx;
  const struct journal_head *h = passed_about(t->l->p);
  char name[120];

  snprintf(name, sizeof name, "%s-%s-%s.txt", h->game, h->scenario, passed_id(t->l->p));
  sal_json_object(j, NULL);
  sal_json_bool(j, "ok", true);
  sal_json_str(j, "file", t->text);
  sal_json_str(j, "name", name);
  about(j, t->l);
  sal_json_end(j);
}

/* Hands the file out. Half a choice is taken back before, and the page is told. */
void letter_answer(struct exchange *x, const char *id) {
  struct taking t = {.l = find(x->srv, id)};

  if (!t.l)
    fault_say(&t.f, FAULT_STATE, "This file is not on the table any more; open it again.");
  else if (!opens(t.l, x->bearer))
    fault_say(&t.f, FAULT_SEAT, "That opens no seat of this game.");
  if (t.f.code || !guard(t.l, sign, &t, &t.f) || !t.text) {
    http_fault(x, &t.f);
    return;
  }
  http_reply(x, 200, "application/json", blob_json(taken_json, &t));
  /* half a choice is none, and was taken back */
  if (passed_game(t.l->p))
    tell_state(t.l, game_seq(passed_game(t.l->p), passed_side(t.l->p)));
}

/* ---- playing */
/* The seat is the side whose part this player writes. */
static void enter(struct letter *l, struct conn *c) {
  c->letter = l;
  c->seat = (uint8_t)passed_side(l->p);
  list_add(&l->conns, &c->here);
  l->nconns++;
}

/* A connection that sits at no letter is left alone. */
void letter_leave(struct conn *c) {
  struct letter *l = c->letter;

  if (!l)
    return;
  list_remove(&c->here);
  c->letter = NULL;
  c->seat = SAL_NOSIDE;
  l->nconns--;
}

/* A connection sits down at the letter; ids of letters have a mark of their own. */
bool letter_join(struct conn *c, const char *id, const cJSON *doc) {
  struct fault f = {0};
  const char *token = "";
  int64_t since = 0;

  if (strncmp(id, MARK, sizeof MARK - 1))
    return false;
  struct letter *l = find(c->srv, id);
  room_leave(c);
  if (!input_text(doc, "", "seat", false, &token, &f) ||
      !input_int(doc, "", "since", false, 0, UINT32_MAX, &since, &f)) {
  } else if (!l)
    fault_say(&f, FAULT_STATE, "This file is not on the table any more; open it again.");
  else if (!opens(l, token))
    fault_say(&f, FAULT_SEAT, "That opens no seat of this game.");
  else if (!passed_game(l->p))
    fault_say(&f, FAULT_STATE, "The game has not begun: the other side has still to join.");
  else if (l->nconns >= LIMIT_SEAT_CONNS)
    fault_say(&f, FAULT_LIMIT, "This seat is open in too many places.");
  if (!l || f.code) {
    ws_fault(c, doc, &f);
    return true;
  }
  enter(l, c);
  struct stating s = {.l = l, .since = (uint32_t)since, .joining = true};
  ws_answer(c, doc, blob_json(state_json, &s));
  return true;
}

struct asking { /* one request of a seat */
  struct letter *l;
  cJSON *doc;
  struct blob *out; /* its answer.. */
  struct fault f;   /* ..or why not */
  bool changed;
  uint32_t done, n;
  struct fault stopped;
};
/* A decision that waits for the other side's value has changed nothing yet, and says so. */
static void write_done(void *ctx, struct sal_json *j) {
  const struct asking *a = ctx;
  struct game *g = passed_game(a->l->p);
  int side = passed_side(a->l->p);

  sal_json_object(j, NULL);
  sal_json_bool(j, "ok", true);
  if (a->changed)
    game_news_json(g, j, side);
  else {
    sal_json_array(j, "events");
    sal_json_end(j);
    sal_json_array(j, "dice");
    sal_json_end(j);
  }
  sal_json_int(j, "done", a->done);
  if (a->done < a->n && a->stopped.code != FAULT_NONE)
    fault_json(j, "stopped", &a->stopped);
  sal_json_hash(j, "hash", game_hash(g, side));
  game_to_move_json(g, j, "to_move");
  sal_json_bool(j, "over", !game_actors(g));
  sal_json_int(j, "seq", game_seq(g, side));
  sal_json_end(j);
}

/* Was the request made on what the page now shows? */
static bool fresh_enough(struct asking *a) {
  int64_t seq = -1;

  if (!input_int(a->doc, "", "seq", false, 0, UINT32_MAX, &seq, &a->f))
    return false;
  if (seq < 0 || seq == game_seq(passed_game(a->l->p), passed_side(a->l->p)))
    return true;
  return fault_say(&a->f, FAULT_STALE,
                   "Something has happened since: this was made on an older view.");
}

/* One action or several; they stop before a refusal, and after a roll, a secret shown or the end of
 * this part. */
static void act(struct asking *a) {
  static const char *const known[] = {"cmd",  "id",     "v",       "key", "seq",
                                      "side", "action", "actions", NULL};
  const char *text[ACTIONS_AT_ONCE] = {NULL};
  const cJSON *list = NULL;
  struct passed *p = a->l->p;
  int side = passed_side(p);

  if (!input_fields(a->doc, "", known, &a->f) || !fresh_enough(a) ||
      !input_text(a->doc, "", "action", false, &text[0], &a->f) ||
      !input_array(a->doc, "", "actions", !text[0], &list, &a->f))
    return;
  for (const cJSON *c = list ? list->child : NULL; c; c = c->next) {
    if (a->n == ACTIONS_AT_ONCE || !cJSON_IsString(c)) {
      fault_at(&a->f, "actions", "must be at most %d texts", ACTIONS_AT_ONCE);
      return;
    }
    text[a->n++] = c->valuestring;
  }
  if (!list)
    a->n = 1;
  while (a->done < a->n && (!a->done || (passed_mine(p) && game_can_undo(passed_game(p), side)))) {
    struct sal_action action;
    uint32_t lines = game_lines(passed_game(p));
    if (!game_parse(passed_game(p), text[a->done], "action", &action, &a->stopped) ||
        !passed_do(p, action, &a->stopped))
      break;
    a->changed |= game_lines(passed_game(p)) != lines;
    a->done++;
  }
  if (!a->done)
    a->f = a->stopped;
  else
    a->out = blob_json(write_done, a);
}

/* The last decision of this part, unless a die was rolled for it. */
static void take_back(struct asking *a) {
  static const char *const known[] = {"cmd", "id", "v", "key", "seq", "side", "to", NULL};
  if (!input_fields(a->doc, "", known, &a->f) || !fresh_enough(a) || !passed_undo(a->l->p, &a->f))
    return;
  a->out = blob_json(write_done, a);
}

/* What the page shows while the other player has the file. */
static void awaited_json(void *ctx, struct sal_json *j) {
  const struct asking *a = ctx;
  char words[200];
  char text[260];

  passed_awaited(a->l->p, words, sizeof words);
  snprintf(text, sizeof text, "%s %s", words,
           game_actors(passed_game(a->l->p)) ? "Take the file and send it." : "");
  sal_json_object(j, NULL);
  sal_json_bool(j, "ok", true);
  sal_json_object(j, "prompt");
  sal_json_int(j, "v", 1);
  sal_json_str(j, "node", "");
  sal_json_str(j, "side", sal_side_name[passed_side(a->l->p)]);
  sal_json_str(j, "rule", "");
  sal_json_str(j, "text", text);
  static const char *const empty[] = {"selected", "owed", "cards", "forms"};
  for (size_t i = 0; i < sizeof empty / sizeof *empty; i++) {
    sal_json_array(j, empty[i]);
    sal_json_end(j);
  }
  sal_json_bool(j, "undo", false);
  sal_json_bool(j, "undo_turn", false);
  sal_json_end(j);
  sal_json_array(j, "actions");
  sal_json_end(j);
  sal_json_end(j);
}

/* Questions only: they change nothing. */
static void ask_engine(struct asking *a) {
  bool ok;
  size_t n;
  cJSON_DeleteItemFromObjectCaseSensitive(a->doc, "id"); /* the answer gets it like every other */
  const char *text =
      engine_seat(a->l->srv->engine, passed_game(a->l->p), passed_side(a->l->p), a->doc, &ok, &n);
  a->out = blob_new(text, n);
}

/* What a passed game can do; what needs another person at the table it refuses. */
static void obey(void *arg) {
  static const char *const asked[] = {"board", "view",    "why",     "events", "reach",
                                      "odds",  "overlay", "records", "result"};
  struct asking *a = arg;
  const char *cmd = NULL;
  int64_t v = 1;

  if (!input_text(a->doc, "", "cmd", true, &cmd, &a->f) ||
      !input_int(a->doc, "", "v", false, 1, 1, &v, &a->f))
    return;
  if (!strcmp(cmd, "do"))
    act(a);
  else if (!strcmp(cmd, "undo"))
    take_back(a);
  else if (!strcmp(cmd, "chats"))
    a->out = blob_fmt("{\"ok\":true}");
  else if (!strcmp(cmd, "actions") && !passed_mine(a->l->p))
    a->out = blob_json(awaited_json, a);
  else if (!strcmp(cmd, "actions") ||
           (!strcmp(cmd, "orders") && !cJSON_HasObjectItem(a->doc, "orders")))
    ask_engine(a);
  else {
    for (size_t i = 0; i < sizeof asked / sizeof *asked && !a->out; i++)
      if (!strcmp(cmd, asked[i]))
        ask_engine(a);
    if (!a->out)
      fault_say(&a->f, FAULT_STATE,
                "A passed game does not do that: nobody else is at this table.");
  }
}

/* One request of the page, and the new state after a change. */
void letter_hear(struct conn *c, cJSON *doc) {
  struct letter *l = c->letter;
  struct asking a = {.l = l, .doc = doc};
  uint32_t before = game_seq(passed_game(l->p), c->seat);
  cJSON *id = cJSON_DetachItemFromObjectCaseSensitive(doc, "id");
  cJSON *with = cJSON_CreateObject();

  if (id)
    cJSON_AddItemToObject(with, "id", id);
  bool ok = guard(l, obey, &a, &a.f);
  if (ok && a.out)
    ws_answer(c, with, a.out);
  else
    ws_fault(c, with, &a.f);
  const cJSON *cmd = cJSON_GetObjectItemCaseSensitive(doc, "cmd");
  bool changes = ok && a.out && cJSON_IsString(cmd) &&
                 (!strcmp(cmd->valuestring, "do") || !strcmp(cmd->valuestring, "undo"));
  if (changes)
    tell_state(l, before);
  cJSON_Delete(with);
  cJSON_Delete(doc);
}
