/* seek.c - see seek.h. A seek is a row of kind "seek"; an accepted one names its game. */
#include "seek.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "http.h"
#include "rating.h"
#include "rowdoc.h"

/* A seek ends after a week, an account has five, and a list of more than 300 helps nobody. */
enum { SEEK_DAYS = 7, MOST_SEEKS = 300, MOST_OF_ONE = 5 };

/* The document is the caller's: seek_clear frees it. */
struct seek {
  char id[ID_TEXT];
  int64_t at;
  cJSON *doc;
};
static void seek_clear(struct seek *k) {
  cJSON_Delete(k->doc);
  k->doc = NULL;
}

/* False: there is none, or it is too old. The document may be there all the same. */
static bool seek_read(struct store *s, const char *id, size_t n, struct seek *k) {
  char *text;

  *k = (struct seek){.doc = NULL};
  if (n != ID_TEXT - 1)
    return false;
  memcpy(k->id, id, n);
  if (store_row_read(s, "seek", k->id, &k->at, &text))
    return false;
  k->doc = cJSON_Parse(text);
  free(text);
  return k->doc && now_wall() - k->at < (int64_t)SEEK_DAYS * 86400000;
}

static enum store_result seek_write(struct store *s, const struct seek *k) {
  char *text = cJSON_PrintUnformatted(k->doc);
  enum store_result r = store_row_put(s, "seek", k->id, k->at, text);
  cJSON_free(text);
  return r;
}

/* Whose seek it is: the account's, or that of the holder of its token. */
static bool is_own(const struct exchange *x, const struct seek *k) {
  char hex[2 * SECRET_HASH + 1];
  uint8_t hash[SECRET_HASH];

  if (x->account && doc_int(k->doc, "account") == x->account)
    return true;
  secret_hash(x->srv->salt, x->bearer, hash);
  secret_hex(hash, sizeof hash, hex);
  return x->bearer[0] && !strcmp(doc_text(k->doc, "token"), hex);
}

static void no_such_seek(struct exchange *x) {
  http_say(x, 404, FAULT_INPUT, "Nobody looks for that game any more.");
}

/* ---- the game it would become */
/* The setup with seats: both are `me`, and the wish says whose. */
static cJSON *setup_of(const struct seek *k) {
  cJSON *setup = cJSON_Duplicate(doc_in(k->doc, "setup"), true);
  cJSON *seats = cJSON_CreateObject();
  cJSON_AddStringToObject(seats, "german", "me");
  cJSON_AddStringToObject(seats, "soviet", "me");
  cJSON_AddItemToObject(setup, "seats", seats);
  return setup;
}

/* The hash of the seeker's token, as the seat will keep it: the token itself is not known here. */
static bool from_hex(const char *hex, uint8_t out[SECRET_HASH]) {
  for (int i = 0; i < SECRET_HASH; i++) {
    unsigned byte;
    if (sscanf(hex + (size_t)i * 2, "%2x", &byte) != 1)
      return false;
    out[i] = (uint8_t)byte;
  }
  return true;
}

/* ---- offering */
/* A seek on its way to the disk; the token goes out in the answer and is not kept. */
struct offering {
  struct exchange *x;
  struct seek seek;
  char token[TOKEN_TEXT];
};
/* Adding a seek removes the old ones. */
static enum store_result write_offer(struct store *s, void *arg) {
  const struct offering *o = arg;
  enum store_result r = store_rows_drop(s, "seek", o->seek.at - (int64_t)SEEK_DAYS * 86400000);
  return r ? r : seek_write(s, &o->seek);
}

static void offered(void *arg, enum store_result got, const char *why) {
  struct offering *o = arg;

  (void)why;
  if (got)
    http_say(o->x, 500, FAULT_INTERNAL, "The server could not write this down.");
  else
    http_reply(o->x, 200, "application/json",
               blob_fmt("{\"ok\":true,\"id\":\"%s\",\"token\":\"%s\"}", o->seek.id, o->token));
  seek_clear(&o->seek);
  free(o);
}

struct counting {
  int64_t account;
  int own, all;
};
/* Seeks that became games no longer count. */
static bool count_seek(void *ctx, const char *key, int64_t n, const char *text) {
  struct counting *c = ctx;
  cJSON *doc = cJSON_Parse(text);

  (void)key;
  (void)n;
  bool open = doc && !doc_in(doc, "game");
  c->all += open;
  c->own += open && c->account && doc_int(doc, "account") == c->account;
  cJSON_Delete(doc);
  return true;
}

/* A guest has no count; the route limits his address. */
static bool has_room(struct exchange *x, struct fault *f) {
  struct counting c = {.account = x->account};

  store_rows(x->srv->reader, "seek", MOST_SEEKS * 2, count_seek, &c);
  if (c.own >= MOST_OF_ONE)
    return fault_say(f, FAULT_LIMIT, "You look for %d games already; take one back first.", c.own);
  if (c.all >= MOST_SEEKS)
    return fault_say(f, FAULT_LIMIT, "Too many look for a game here; accept one of theirs.");
  return true;
}

/* The wish, checked as far as possible before the other player is known. */
static bool read_offer(struct exchange *x, const cJSON *doc, cJSON *out, struct fault *f) {
  static const char *const known[] = {"v",     "game", "scenario", "options", "side", "clock",
                                      "rated", "name", "least",    "most",    NULL};
  static const char *const copied[] = {"game", "scenario", "options", "clock", "rated"};
  const char *side = "any";
  const char *name = NULL;
  int64_t least = 0;
  int64_t most = 9999;

  if (!input_fields(doc, "", known, f) || !input_text(doc, "", "side", false, &side, f) ||
      !input_text(doc, "", "name", false, &name, f) ||
      !input_int(doc, "", "least", false, 0, 9999, &least, f) ||
      !input_int(doc, "", "most", false, least, 9999, &most, f))
    return false;
  if (strcmp(side, "any") && sal_side_parse(side) >= SAL_SIDES)
    return fault_at(f, "side", "must be german, soviet or any");
  if (!lobby_guest_name(x, name, f))
    return false;
  cJSON *setup = cJSON_CreateObject();
  for (size_t i = 0; i < sizeof copied / sizeof *copied; i++)
    if (doc_in(doc, copied[i]))
      cJSON_AddItemToObject(setup, copied[i], cJSON_Duplicate(doc_in(doc, copied[i]), true));
  cJSON_AddItemToObject(out, "setup", setup);
  cJSON_AddStringToObject(out, "side", side);
  cJSON_AddNumberToObject(out, "least", (double)least);
  cJSON_AddNumberToObject(out, "most", (double)most);
  cJSON_AddNumberToObject(out, "account", (double)x->account);
  if (name && !x->account)
    cJSON_AddStringToObject(out, "name", name);

  return true;
}

/* The seats are two strangers' for the trial: what the seeker asks for can be made. */
static bool can_be_made(struct exchange *x, const struct seek *k, struct fault *f) {
  cJSON *setup = setup_of(k);
  struct lobby_wish w = {.setup = setup};

  w.seat[0].account = x->account;
  w.seat[1].account = x->account ? INT64_MAX : 0;
  bool ok = lobby_try(x->srv, &w, f);
  cJSON_Delete(setup);
  return ok;
}

/* Everything is checked before it is written: what is listed can be accepted. */
void seek_offer(struct exchange *x, const struct call *c) {
  struct fault f = {0};
  struct offering *o = calloc(1, sizeof *o);
  uint8_t hash[SECRET_HASH];
  char hex[2 * SECRET_HASH + 1];

  if (!o)
    abort();
  o->x = x;
  o->seek.doc = cJSON_CreateObject();
  o->seek.at = now_wall();
  secret_id(o->seek.id);
  secret_token(o->token);
  secret_hash(x->srv->salt, o->token, hash);
  secret_hex(hash, sizeof hash, hex);
  cJSON_AddStringToObject(o->seek.doc, "token", hex);
  if (has_room(x, &f) && read_offer(x, c->doc, o->seek.doc, &f) && can_be_made(x, &o->seek, &f)) {
    writer_submit(x->srv->writer, write_offer, offered, o);
    return;
  }
  http_fault(x, &f);
  seek_clear(&o->seek);
  free(o);
}

/* ---- showing */
/* A part of the document as it was given; nothing where there is none. */
static void raw_json(struct sal_json *j, const char *key, const cJSON *doc) {
  char *text = doc ? cJSON_PrintUnformatted(doc) : NULL;
  if (text)
    sal_json_raw(j, key, text, strlen(text));
  cJSON_free(text);
}

/* The player who looks for a game, and how strong he is; a guest has at most a name. */
static void seeker_json(struct store *s, struct sal_json *j, const struct seek *k) {
  const cJSON *setup = doc_in(k->doc, "setup");
  struct store_seat seat = {.account = doc_int(k->doc, "account")};
  char who[RATING_WHO];
  char name[RATING_WHO] = "";
  struct rating_now now;

  rating_who(&seat, who);
  if (!seat.account) {
    sal_json_str(j, "name", doc_text(k->doc, "name"));
    return;
  }
  rating_name(s, who, name);
  sal_json_str(j, "name", name);
  bool bot = rating_bot_owner(s, seat.account);
  sal_json_bool(j, "bot", bot);
  if (rating_read(s, who, doc_text(setup, "game"), bot, &now))
    return;
  sal_json_int(j, "rating", llround(now.rating));
  sal_json_bool(j, "provisional", now.provisional);
}

/* Only its owner learns which game it has become. */
static void seek_json(const struct exchange *x, struct sal_json *j, const struct seek *k) {
  const cJSON *setup = doc_in(k->doc, "setup");

  sal_json_object(j, NULL);
  sal_json_str(j, "id", k->id);
  sal_json_int(j, "at", k->at);
  sal_json_str(j, "game", doc_text(setup, "game"));
  sal_json_str(j, "scenario", doc_text(setup, "scenario"));
  raw_json(j, "options", doc_in(setup, "options"));
  raw_json(j, "clock", doc_in(setup, "clock"));
  sal_json_bool(j, "rated", doc_true(setup, "rated"));
  sal_json_str(j, "side", doc_text(k->doc, "side"));
  sal_json_int(j, "least", doc_int(k->doc, "least"));
  sal_json_int(j, "most", doc_int(k->doc, "most"));
  seeker_json(x->srv->reader, j, k);
  sal_json_bool(j, "yours", is_own(x, k));
  if (doc_in(k->doc, "game") && is_own(x, k)) {
    sal_json_str(j, "made", doc_text(k->doc, "game"));
    sal_json_str(j, "seat", doc_text(k->doc, "seat"));
  }
  sal_json_end(j);
}

struct showing {
  struct exchange *x;
  struct sal_json *j;
  struct seek *one;
};
/* Open seeks, and the caller's own that have become games. */
static bool list_seek(void *ctx, const char *key, int64_t n, const char *text) {
  struct showing *w = ctx;
  struct seek k = {.at = n, .doc = cJSON_Parse(text)};

  snprintf(k.id, sizeof k.id, "%.16s", key);
  bool old = now_wall() - n >= (int64_t)SEEK_DAYS * 86400000;
  if (k.doc && !old && (!doc_in(k.doc, "game") || is_own(w->x, &k)))
    seek_json(w->x, w->j, &k);
  seek_clear(&k);
  return !old;
}

static void list_json(void *ctx, struct sal_json *j) {
  struct showing *w = ctx;

  w->j = j;
  sal_json_object(j, NULL);
  sal_json_bool(j, "ok", true);
  sal_json_array(j, "seeks");
  store_rows(w->x->srv->reader, "seek", MOST_SEEKS * 2, list_seek, w);
  sal_json_end(j);
  sal_json_end(j);
}

void seek_list(struct exchange *x, const struct call *c) {
  struct showing w = {.x = x};
  (void)c;
  http_reply(x, 200, "application/json", blob_json(list_json, &w));
}

static void one_json(void *ctx, struct sal_json *j) {
  struct showing *w = ctx;

  sal_json_object(j, NULL);
  sal_json_bool(j, "ok", true);
  sal_json_array(j, "seeks");
  seek_json(w->x, j, w->one);
  sal_json_end(j);
  sal_json_end(j);
}

/* One that was accepted is shown to its owner alone. */
void seek_show(struct exchange *x, const struct call *c) {
  struct seek k;
  struct showing w = {.x = x, .one = &k};

  if (seek_read(x->srv->reader, c->rest, strlen(c->rest), &k) &&
      (!doc_in(k.doc, "game") || is_own(x, &k)))
    http_reply(x, 200, "application/json", blob_json(one_json, &w));
  else
    no_such_seek(x);
  seek_clear(&k);
}

/* ---- accepting */
struct accepting {
  struct exchange *x;
  char id[ID_TEXT];
  int side; /* of whoever accepts */
};
/* The first one wins: the second finds the game's name in it. */
static enum store_result claim_seek(struct store *s, const struct store_game *g, void *arg) {
  struct accepting *a = arg;
  struct seek k;
  bool there = seek_read(s, a->id, strlen(a->id), &k);
  enum store_result r = STORE_TAKEN;

  if (there && !doc_in(k.doc, "game")) {
    cJSON_AddStringToObject(k.doc, "game", g->id);
    cJSON_AddStringToObject(k.doc, "seat", sal_side_name[sal_enemy(a->side)]);
    r = seek_write(s, &k);
  }
  seek_clear(&k);
  return r;
}

/* The game is durable, or another was quicker: claim_seek says which. */
static void accepted(void *arg, struct room *r, char token[2][TOKEN_TEXT], const struct fault *f) {
  struct accepting *a = arg;

  if (!r && f->code == FAULT_STATE)
    http_say(a->x, 409, FAULT_STATE, "Somebody else was quicker, or it was taken back.");
  else if (!r)
    http_fault(a->x, f);
  else {
    rating_came(r, a->side, a->x->address);
    const char *side = sal_side_name[a->side];
    http_reply(a->x, 200, "application/json",
               blob_fmt("{\"ok\":true,\"id\":\"%s\",\"side\":\"%s\",\"seats\":{\"%s\":\"%s\"}}",
                        r->g.id, side, side, token[a->side]));
  }
  free(a);
}

/* A guest counts as a newcomer's 1500. */
static bool in_range(struct exchange *x, const struct seek *k, struct fault *f) {
  const cJSON *setup = doc_in(k->doc, "setup");
  struct store_seat seat = {.account = x->account};
  char who[RATING_WHO];
  struct rating_now now = {.rating = 1500};
  bool rated = doc_true(setup, "rated");

  rating_who(&seat, who);
  if (rated && !x->account)
    return fault_say(f, FAULT_SEAT, "This game is rated: sign in to accept it.");
  if (x->account)
    rating_read(x->srv->reader, who, doc_text(setup, "game"),
                rating_bot_owner(x->srv->reader, x->account), &now);
  if (now.rating < doc_number(k->doc, "least") || now.rating > doc_number(k->doc, "most"))
    return fault_say(f, FAULT_STATE, "They look for somebody rated %d to %d.",
                     (int)doc_int(k->doc, "least"), (int)doc_int(k->doc, "most"));

  return true;
}

/* The seats of open games and of seeks are limited together. */
static bool may_accept(struct exchange *x, const struct seek *k, struct fault *f) {
  if (doc_in(k->doc, "game"))
    return fault_say(f, FAULT_STATE, "Somebody else was quicker.");
  if (is_own(x, k))
    return fault_say(f, FAULT_STATE, "This is your own: somebody else has to accept it.");
  if (!in_range(x, k, f))
    return false;
  if (!limits_take(x->srv->limits, x->address, LIMIT_SEATS, now_steady()))
    return fault_say(f, FAULT_LIMIT, "You have taken several open seats just now; wait a while.");

  return true;
}

/* The side that is left for the player who accepts: by lot if the seeker takes either. */
static int side_left(const struct seek *k) {
  int side = sal_side_parse(doc_text(k->doc, "side"));
  uint8_t coin;
  if (side < SAL_SIDES)
    return sal_enemy(side);
  secret_bytes(&coin, 1);
  return coin & 1;
}

static void take_up(struct exchange *x, const cJSON *doc, const struct seek *k) {
  static const char *const known[] = {"v", "name", NULL};
  const char *name = NULL;
  struct fault f = {0};
  uint8_t token[SECRET_HASH];
  bool ok = input_fields(doc, "", known, &f) && input_text(doc, "", "name", false, &name, &f) &&
            lobby_guest_name(x, name, &f) && may_accept(x, k, &f);

  if (!ok || !from_hex(doc_text(k->doc, "token"), token)) {
    http_fault(x, &f);
    return;
  }

  /* The seat of the seeker has the token that he was given with the seek. */
  struct accepting *a = calloc(1, sizeof *a);
  if (!a)
    abort();
  *a = (struct accepting){.x = x, .side = side_left(k)};
  snprintf(a->id, sizeof a->id, "%s", k->id);
  cJSON *setup = setup_of(k);
  struct lobby_wish w = {.setup = setup, .also = claim_seek, .made = accepted, .arg = a};
  int seeker = sal_enemy(a->side);
  w.seat[seeker].account = doc_int(k->doc, "account");
  w.seat[seeker].name = doc_text(k->doc, "name");
  w.seat[seeker].token = token;
  w.seat[a->side].account = x->account;
  w.seat[a->side].name = name;
  if (!lobby_make(x->srv, &w, &f)) {
    http_fault(x, &f);
    free(a);
  }
  cJSON_Delete(setup);
}

/* ---- taking back */
struct dropping {
  struct exchange *x;
  char id[ID_TEXT];
};
static enum store_result drop_seek(struct store *s, void *arg) {
  return store_row_drop(s, "seek", ((struct dropping *)arg)->id);
}

static void dropped(void *arg, enum store_result got, const char *why) {
  struct dropping *d = arg;

  (void)why;
  if (got)
    http_say(d->x, 500, FAULT_INTERNAL, "The server could not write this down.");
  else
    http_reply(d->x, 200, "application/json", blob_fmt("{\"ok\":true}"));
  free(d);
}

static void take_back(struct exchange *x, const struct seek *k) {
  if (!is_own(x, k)) {
    http_say(x, 403, FAULT_SEAT, "Only who looks for a game can take that back.");
    return;
  }
  struct dropping *d = calloc(1, sizeof *d);
  if (!d)
    abort();
  d->x = x;
  snprintf(d->id, sizeof d->id, "%s", k->id);
  writer_submit(x->srv->writer, drop_seek, dropped, d);
}

/* /accept by another, /drop by its owner. */
void seek_answer(struct exchange *x, const struct call *c) {
  size_t n = strcspn(c->rest, "/");
  struct seek k;
  bool there = seek_read(x->srv->reader, c->rest, n, &k);

  if (there && !strcmp(c->rest + n, "/accept"))
    take_up(x, c->doc, &k);
  else if (there && !strcmp(c->rest + n, "/drop"))
    take_back(x, &k);
  else
    no_such_seek(x);
  seek_clear(&k);
}
