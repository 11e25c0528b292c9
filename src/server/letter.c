/* letter.c - see letter.h. */
#include "letter.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/passed_home.h"
#include "host/passed_seat.h"
#include "room.h"

/* Of more files than these, those that nobody looks at leave the table. */
enum { LETTERS = 8 };

/* A passed file on this server's table: a player with its token may look and move. */
struct letter {
  struct server *srv;
  struct passed *p;
  char id[sizeof PASSED_MARK + PASSED_ID];
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

/* Only the player who put the file on the table can play it. */
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

/* ---- telling the pages */
/* Drops the blob. */
static void tell(struct letter *l, struct blob *b) {
  for (struct conn *c = conn_of(l->conns.first), *next; c; c = next) {
    next = conn_of(c->here.next);
    conn_send(c, b);
  }
  blob_drop(b);
}

/* Sent to all pages of the player, including the one that asked. */
static void tell_state(struct letter *l, uint32_t since) {
  struct passed_state s = {.p = l->p, .id = l->id, .since = since};
  tell(l, blob_json(passed_state_json, &s));
  if (!game_actors(passed_game(l->p)))
    tell(l, blob_json(passed_over_json, &s));
}

/* ---- laying a file on the page */
/* Others on this machine can reach loopback too, so a player who opens a file here must have the
 * address that `play` printed. */
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
              : passed_seat_begin(s->lib, engine_desk(s->engine), fresh_game, &key, &a->f);
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

  sal_json_object(j, NULL);
  sal_json_bool(j, "ok", true);
  sal_json_str(j, "id", d->l->id);
  passed_laid_json(j, d->l->p);
  sal_json_object(j, "seats");
  sal_json_str(j, sal_side_name[passed_side(d->l->p)], d->token);
  sal_json_end(j);
  sal_json_end(j);
}

/* Opens a file. A bug in the rules leaves the file as it was. */
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
  snprintf(l->id, sizeof l->id, PASSED_MARK "%s", passed_id(a.p));
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

  sal_json_object(j, NULL);
  sal_json_bool(j, "ok", true);
  passed_taken_json(j, t->l->p, t->text);
  sal_json_end(j);
}

/* Hands the file out. Half a choice is undone first, and the page is told. */
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

/* A connection that has no letter is left alone. */
void letter_leave(struct conn *c) {
  struct letter *l = c->letter;

  if (!l)
    return;
  list_remove(&c->here);
  c->letter = NULL;
  c->seat = SAL_NOSIDE;
  l->nconns--;
}

/* Joins a connection to the letter; ids of letters have a special mark. */
bool letter_join(struct conn *c, const char *id, const cJSON *doc) {
  struct fault f = {0};
  const char *token = "";
  int64_t since = 0;

  if (strncmp(id, PASSED_MARK, sizeof PASSED_MARK - 1))
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
  struct passed_state s = {.p = l->p, .id = l->id, .since = (uint32_t)since, .joining = true};
  ws_answer(c, doc, blob_json(passed_state_json, &s));
  return true;
}

/* Runs under the guard: a bug of the rules ends here. */
static void hear(void *request) {
  passed_seat_hear(request);
}

/* One request of the page, and the new state after a change. */
void letter_hear(struct conn *c, cJSON *doc) {
  struct letter *l = c->letter;
  struct passed_request r = {.p = l->p, .engine = l->srv->engine, .doc = doc};
  uint32_t before = game_seq(passed_game(l->p), c->seat);
  cJSON *id = cJSON_DetachItemFromObjectCaseSensitive(doc, "id");
  cJSON *with = cJSON_CreateObject();

  if (id)
    cJSON_AddItemToObject(with, "id", id);
  bool ok = guard(l, hear, &r, &r.f);
  if (ok && r.write)
    ws_answer(c, with, blob_json(r.write, &r));
  else if (ok && r.text)
    ws_answer(c, with, blob_new(r.text, r.ntext));
  else
    ws_fault(c, with, &r.f);
  if (ok && r.acted)
    tell_state(l, before);
  cJSON_Delete(with);
  cJSON_Delete(doc);
}
