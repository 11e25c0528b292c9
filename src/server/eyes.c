/* eyes.c - see eyes.h.
 *
 * What is shown is the journal replayed up to the moment at which a turn began, by the loader, so
 * that nothing of the present is in the game from which the view is made.
 */
#include "eyes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "account.h"
#include "http.h"
#include "order.h"
#include "rowdoc.h"

enum { MOST_TURNS = 20, KEY_TEXT = 32 };
static const char KIND[] = "eyes";

/* ---- what was agreed */
static void key_of(char out[KEY_TEXT], const char *game, int side) {
  snprintf(out, KEY_TEXT, "%.16s %s", game, sal_side_name[side]);
}

/* A failed read means that nobody may look. */
enum store_result eyes_note(struct room *r) {
  for (int side = 0; side < SAL_SIDES; side++) {
    char key[KEY_TEXT];
    char *text;
    key_of(key, r->g.id, side);
    r->eyes[side] = (struct eyes){0};
    enum store_result got = store_row_read(r->srv->reader, KIND, key, NULL, &text);
    if (got == STORE_NONE)
      continue;
    if (got)
      return got;
    cJSON *doc = cJSON_Parse(text);
    r->eyes[side].delay = (uint8_t)doc_int(doc, "delay");
    r->eyes[side].caster = doc_int(doc, "caster");
    snprintf(r->eyes[side].mark, ID_TEXT, "%s", doc_text(doc, "mark"));
    cJSON_Delete(doc);
    free(text);
  }
  return STORE_OK;
}

/* A link opens nothing once its player is banned. */
static bool lets(const struct room *r, int side) {
  return r->eyes[side].delay && !order_ban_of(r->srv, r->g.seat[side].account);
}

/* The link's token follows from the mark and the store's own key; it is kept nowhere. */
static void token_of(const struct room *r, int side, char out[2 * SECRET_HASH + 1]) {
  char words[80];
  uint8_t hash[SECRET_HASH];

  snprintf(words, sizeof words, "eyes %s %s %s", r->g.id, sal_side_name[side], r->eyes[side].mark);
  secret_hash(r->srv->salt, words, hash);
  secret_hex(hash, sizeof hash, out);
}

/* Both players name the same account, and it plays no side: it could use what it sees. */
static bool casts(const struct room *r, int64_t account) {
  bool plays = r->g.seat[0].account == account || r->g.seat[1].account == account;

  return account && !plays && lets(r, SAL_GERMAN) && lets(r, SAL_SOVIET) &&
         r->eyes[0].caster == account && r->eyes[1].caster == account;
}

int eyes_delay(const struct room *r, int seat) {
  int viewer = eyes_viewer(seat);
  const struct eyes *e = r->eyes;

  if (viewer < SAL_SIDES)
    return lets(r, viewer) ? e[viewer].delay : 0;
  if (!casts(r, e[0].caster))
    return 0;
  return e[0].delay > e[1].delay ? e[0].delay : e[1].delay;
}

int eyes_seat(const struct room *r, const char *token, int64_t account) {
  uint8_t asked[SECRET_HASH];
  uint8_t hash[SECRET_HASH];
  char own[2 * SECRET_HASH + 1];

  if (!strcmp(token, "caster"))
    return casts(r, account) ? EYES_SEAT + SAL_ALL : SAL_NOSIDE;
  secret_hash(r->srv->salt, token, asked);
  for (int side = 0; side < SAL_SIDES && token[0]; side++) {
    token_of(r, side, own);
    secret_hash(r->srv->salt, own, hash);
    if (lets(r, side) && secret_same(hash, asked))
      return EYES_SEAT + side;
  }

  return SAL_NOSIDE;
}

/* ---- looking */
/* A look that waits for its replay. */
struct looking {
  struct mail mail; /* first; of a push, while it waits in the room's inbox */
  struct eyes_wish wish;
  int delay;
  eyes_then *then;
  void *arg;
};
/* The past of a room, as one viewer may see it. */
struct showing {
  struct room *room;
  struct game *past;
  const struct looking *look;
  uint32_t since;
  struct blob *out;
};

static void welcome_json(const struct showing *s, struct sal_json *j) {
  struct room *r = s->room;
  int viewer = eyes_viewer(s->look->wish.seat);

  sal_json_str(j, "game", r->g.id);
  sal_json_str(j, "side", sal_side_name[SAL_WATCH]);
  sal_json_object(j, "eyes");
  sal_json_str(j, "side", viewer < SAL_SIDES ? sal_side_name[viewer] : "both");
  sal_json_int(j, "delay", s->look->delay);
  sal_json_end(j);
  sal_json_str(j, "dice", r->g.typed ? "typed" : "server");
  game_to_move_json(s->past, j, "to_move");
  sal_json_bool(j, "over", room_over(r));
  room_over_json(r, j, "ended");
  room_seats_json(r, j, "presence");
  room_clock_json(r, j, "clock");
}

static void look_json(void *ctx, struct sal_json *j) {
  const struct showing *s = ctx;
  int viewer = eyes_viewer(s->look->wish.seat);

  sal_json_object(j, NULL);
  if (s->look->wish.joining)
    sal_json_bool(j, "ok", true);
  else
    sal_json_str(j, "push", "state");
  sal_json_int(j, "seq", game_seq(s->past, viewer));
  game_events_json(s->past, j, "events", viewer, s->since);
  game_view_json(s->past, j, "view", viewer);
  if (s->look->wish.joining)
    welcome_json(s, j);
  sal_json_end(j);
}

/* Under the guard. */
static void write_look(void *arg) {
  struct showing *s = arg;
  s->out = blob_json(look_json, s);
}

/* The turn at whose beginning the look stops. All of a game that is over lies open. */
static uint32_t turn_shown(const struct room *r, int delay) {
  if (room_over(r))
    return UINT32_MAX;
  return r->g.turn >= delay ? (uint32_t)(r->g.turn - delay + 1) : 1;
}

static struct eyes_seen seen_in(const struct game *past, int seat) {
  bool soviet = game_actors(past) == SAL_BIT(SAL_SOVIET);
  return (struct eyes_seen){game_seq(past, eyes_viewer(seat)), soviet ? SAL_SOVIET : SAL_GERMAN};
}

static void replayed(struct room *r, void *arg, struct errand_end *end) {
  struct looking *l = arg;
  struct showing s = {.room = r, .past = end->game, .look = l, .since = l->wish.since};
  struct eyes_seen seen = {0};

  if (end->game)
    seen = seen_in(end->game, l->wish.seat);
  if (end->game)
    room_guard(r, write_look, &s, &end->fault);
  game_free(end->game);
  l->then(r, l->arg, s.out, &seen, &end->fault);
  free(l);
}

void eyes_look(struct room *r, const struct eyes_wish *w, eyes_then *then, void *arg) {
  struct looking *l = calloc(1, sizeof *l);

  if (!l)
    abort();
  *l = (struct looking){.wish = *w, .delay = eyes_delay(r, w->seat), .then = then, .arg = arg};
  if (!l->delay)
    l->delay = MOST_TURNS; /* taken back meanwhile: the caller finds out */
  errand_turn(r, turn_shown(r, l->delay), replayed, l);
}

/* ---- telling */
struct asking {
  const struct room *room;
  const struct conn *conn;
};
static void prompt_json(void *ctx, struct sal_json *j) {
  static const char *const empty[] = {"forms", "selected", "owed", "cards"};
  const struct asking *a = ctx;
  int viewer = eyes_viewer(a->conn->seat);
  int delay = eyes_delay(a->room, a->conn->seat);
  unsigned turn = turn_shown(a->room, delay ? delay : MOST_TURNS);

  sal_json_object(j, NULL);
  sal_json_bool(j, "ok", true);
  sal_json_object(j, "prompt");
  sal_json_str(j, "node", "eyes");
  sal_json_str(j, "side", sal_side_name[a->conn->seen_actor]);
  sal_json_str(j, "rule", "");
  if (room_over(a->room))
    sal_json_str(j, "text", "The game is over.");
  else if (viewer < SAL_SIDES)
    sal_json_fmt(j, "text", "You see what the %s side saw when turn %u began.",
                 sal_side_title[viewer], turn);
  else
    sal_json_fmt(j, "text", "You see both sides as they stood when turn %u began.", turn);
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

struct blob *eyes_prompt(const struct room *r, const struct conn *c) {
  struct asking a = {r, c};
  return blob_json(prompt_json, &a);
}

static void over_json(void *ctx, struct sal_json *j) {
  sal_json_object(j, NULL);
  sal_json_str(j, "push", "over");
  room_over_json(ctx, j, "ended");
  sal_json_end(j);
}

/* To everybody who looks through these eyes; most of them have seen equally much. */
static void tell(struct room *r, struct showing *s, const struct eyes_seen *seen) {
  int seat = s->look->wish.seat;
  struct fault f;

  for (struct conn *c = conn_of(r->conns.first), *next; c; c = next) {
    next = conn_of(c->here.next);
    if (c->seat != seat || c->seen == seen->seq)
      continue;
    if (!s->out || s->since != c->seen) {
      blob_drop(s->out);
      s->out = NULL;
      s->since = c->seen;
      if (!room_guard(r, write_look, s, &f))
        return;
    }
    c->seen = seen->seq;
    c->seen_actor = seen->actor;
    conn_send(c, s->out);
  }
}

static void replayed_push(struct room *r, void *arg, struct errand_end *end) {
  struct looking *l = arg;
  struct showing s = {.room = r, .past = end->game, .look = l};

  if (end->game && eyes_delay(r, l->wish.seat)) {
    struct eyes_seen seen = seen_in(end->game, l->wish.seat);
    tell(r, &s, &seen);
  }
  blob_drop(s.out);
  game_free(end->game);
  if (room_over(r))
    room_tell_seat(r, l->wish.seat, blob_json(over_json, r));
  free(l);
}

static void push_now(struct room *r, struct mail *m) {
  struct looking *l = (struct looking *)m;
  int delay = eyes_delay(r, l->wish.seat);

  if (delay)
    errand_turn(r, turn_shown(r, delay), replayed_push, l);
  else
    free(l);
}

static void push_never(struct mail *m) {
  free(m);
}

static bool anybody(const struct room *r, int seat) {
  for (const struct conn *c = conn_of(r->conns.first); c; c = conn_of(c->here.next))
    if (c->seat == seat)
      return true;
  return false;
}

/* Only a new turn or the end of the game changes what they see. */
void eyes_moved(struct room *r) {
  if (r->eyes_turn == r->g.turn && !room_over(r))
    return;
  r->eyes_turn = r->g.turn;
  for (int seat = EYES_SEAT; seat_is_eyes(seat); seat++) {
    if (!anybody(r, seat))
      continue;
    struct looking *l = calloc(1, sizeof *l);
    if (!l)
      abort();
    *l = (struct looking){.mail = {.act = push_now, .drop = push_never}, .wish = {.seat = seat}};
    room_mail(r, &l->mail);
  }
}

/* Viewers of this side need the new link. */
static void end_lines(struct room *r, int side) {
  for (struct conn *c = conn_of(r->conns.first), *next; c; c = next) {
    next = conn_of(c->here.next);
    if (c->seat != EYES_SEAT + side && c->seat != EYES_SEAT + SAL_ALL)
      continue;
    room_leave(c);
    conn_end(c, "the player has ended this link");
  }
}

/* ---- routes */
struct telling {
  const struct room *room;
  int side;
};
static void caster_json(const struct room *r, int side, struct sal_json *j) {
  struct store_account a;
  int64_t account = r->eyes[side].caster;

  if (account && !store_account_by_id(r->srv->reader, account, &a))
    sal_json_str(j, "caster", a.name);
}

/* The own side's link, and whether the other side agrees to the same caster. */
static void eyes_json(void *ctx, struct sal_json *j) {
  const struct telling *t = ctx;
  const struct room *r = t->room;
  char token[2 * SECRET_HASH + 1];

  sal_json_object(j, NULL);
  sal_json_bool(j, "ok", true);
  sal_json_int(j, "delay", r->eyes[t->side].delay);
  if (r->eyes[t->side].delay) {
    token_of(r, t->side, token);
    sal_json_str(j, "token", token);
  }
  caster_json(r, t->side, j);
  sal_json_bool(j, "casts", casts(r, r->eyes[t->side].caster));
  sal_json_end(j);
}

static void answer(const struct room *r, struct exchange *x, int side) {
  struct telling t = {r, side};
  http_reply(x, 200, "application/json", blob_json(eyes_json, &t));
}

/* The side that asks; SAL_NOSIDE: refused. */
static int asker(const struct room *r, struct exchange *x) {
  int side = lobby_authority(r, x->bearer, x->account);

  if (side < SAL_SIDES)
    return side;
  http_say(x, 403, FAULT_SEAT, "Only a player of this game can do that.");
  return SAL_NOSIDE;
}

void eyes_show(struct room *r, struct exchange *x, const cJSON *doc) {
  int side = asker(r, x);
  (void)doc;
  if (side != SAL_NOSIDE)
    answer(r, x, side);
}

/* A player's word on its way to the disk. */
struct agreeing {
  struct exchange *x;
  char game[ID_TEXT];
  int side;
  struct eyes eyes;
};
static enum store_result write_eyes(struct store *s, void *arg) {
  const struct agreeing *a = arg;
  char key[KEY_TEXT];
  char text[120];

  key_of(key, a->game, a->side);
  if (!a->eyes.delay)
    return store_row_drop(s, KIND, key);
  snprintf(text, sizeof text, "{\"delay\":%d,\"mark\":\"%s\",\"caster\":%lld}", a->eyes.delay,
           a->eyes.mark, (long long)a->eyes.caster);
  return store_row_put(s, KIND, key, now_wall(), text);
}

/* On the loop. It counts from now on, also for current viewers. */
static void agreed(void *arg, enum store_result got, const char *why) {
  struct agreeing *a = arg;
  enum store_result found;
  struct room *r = got ? NULL : room_find(a->x->srv, a->game, &found);

  (void)why;
  if (r) {
    r->eyes[a->side] = a->eyes;
    end_lines(r, a->side);
    room_tell_presence(r);
    answer(r, a->x, a->side);
  } else {
    http_say(a->x, 500, FAULT_INTERNAL, "The server could not write this down.");
  }
  free(a);
}

/* The account that may see both sides, if the other player names it too. */
static bool find_caster(const struct room *r, const char *name, int64_t *caster, struct fault *f) {
  char fold[STORE_NAME];
  struct store_account a;

  *caster = 0;
  if (!name || !*name)
    return true;
  if (!account_name_ok(name, fold, f))
    return false;
  if (store_account_read(r->srv->reader, fold, &a))
    return fault_at(f, "caster", "there is no account of that name");
  if (r->g.seat[0].account == a.id || r->g.seat[1].account == a.id)
    return fault_at(f, "caster", "must be somebody who does not play in this game");
  *caster = a.id;
  return true;
}

/* {"delay","caster"}: a delay of 0 ends it. Every word makes a new link, and the old one opens
 * nothing. */
void eyes_set(struct room *r, struct exchange *x, const cJSON *doc) {
  static const char *const known[] = {"v", "delay", "caster", NULL};
  struct fault f = {0};
  int64_t delay = 0;
  int64_t caster = 0;
  const char *name = NULL;
  int side = asker(r, x);

  if (side == SAL_NOSIDE)
    return;
  if (!input_fields(doc, "", known, &f) ||
      !input_int(doc, "", "delay", true, 0, MOST_TURNS, &delay, &f) ||
      !input_text(doc, "", "caster", false, &name, &f) || !find_caster(r, name, &caster, &f)) {
    http_fault(x, &f);
    return;
  }
  struct agreeing *a = calloc(1, sizeof *a);
  if (!a)
    abort();
  *a = (struct agreeing){.x = x, .side = side, .eyes = {(uint8_t)delay, "", caster}};
  memcpy(a->game, r->g.id, sizeof a->game);
  secret_id(a->eyes.mark);
  writer_submit(x->srv->writer, write_eyes, agreed, a);
}
