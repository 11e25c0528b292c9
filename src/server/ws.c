/* ws.c - the first message of a connection: who it is and where it sits. seat.c handles everything
 * after that. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "eyes.h"
#include "letter.h"
#include "lobby.h"
#include "order.h"
#include "rating.h"
#include "shards.h"

/* More than a quick player needs; a page that repeats itself is slowed down. */
enum { MESSAGES_A_SECOND = 60, MESSAGES_AT_ONCE = 300 };

/* With the request's own id, where it has a proper one. Drops the blob. */
void ws_answer(struct conn *c, const cJSON *doc, struct blob *b) {
  const cJSON *id = cJSON_IsObject(doc) ? cJSON_GetObjectItemCaseSensitive(doc, "id") : NULL;
  char *text = id && (cJSON_IsString(id) || cJSON_IsNumber(id)) ? cJSON_PrintUnformatted(id) : NULL;
  struct blob *answer = blob_answer(b->text, b->len, text && strlen(text) <= 70 ? text : NULL, -1);

  conn_send(c, answer);
  blob_drop(answer);
  blob_drop(b);
  cJSON_free(text);
}

/* Counted among the refusals. */
void ws_fault(struct conn *c, const cJSON *doc, struct fault *f) {
  c->srv->refused++;
  ws_answer(c, doc, blob_fault(f));
}

/* ---- join */
/* A join that waits for its room; the document is its own. */
struct joining {
  struct mail mail; /* first */
  cJSON *doc;
  int seat; /* of somebody who looks through another's eyes */
};
static void free_joining(struct mail *m) {
  cJSON_Delete(((struct joining *)m)->doc);
  free(m);
}

/* The game was deleted while it waited. */
static void gone_joining(struct mail *m) {
  struct fault f;
  fault_say(&f, FAULT_STATE, "There is no such game.");
  if (m->from)
    ws_fault(m->from, ((struct joining *)m)->doc, &f);
  free_joining(m);
}

/* Which seat the token, the account or the wish to watch opens. */
static int seat_for(struct room *r, struct conn *c, const cJSON *doc, int64_t *since,
                    struct fault *f) {
  const char *token = "";
  const char *side = NULL;
  bool watch = false;

  if (!input_text(doc, "", "seat", false, &token, f) ||
      !input_text(doc, "", "side", false, &side, f) ||
      !input_int(doc, "", "since", false, 0, UINT32_MAX, since, f) ||
      !input_bool(doc, "", "watch", false, &watch, f))
    return SAL_NOSIDE;
  int eyes = eyes_seat(r, token, c->account);
  if (eyes != SAL_NOSIDE)
    return eyes;
  int seat = watch && !token[0] ? SAL_NOSIDE : lobby_authority(r, token, c->account);
  if (!token[0] && !watch && side && sal_side_parse(side) < SAL_SIDES && c->account &&
      r->g.seat[sal_side_parse(side)].account == c->account)
    seat = sal_side_parse(side);
  /* a cup is played in public, and the journal of a game that is over is everybody's */
  bool open = r->g.listed || r->cup[0] || room_over(r);
  /* An owner without a seat watches. A game that is neither listed nor a cup's is shown to nobody
   * else. */
  if (seat == SAL_ALL || (seat == SAL_NOSIDE && !token[0] && open))
    seat = SAL_WATCH;
  if (seat == SAL_NOSIDE && lobby_invited(r, token) != SAL_NOSIDE) {
    fault_say(f, FAULT_SEAT, "This is an invitation: take the seat with it first (join).");
    snprintf(f->at, sizeof f->at, "invitation");
  } else if (seat == SAL_NOSIDE && !order_shut(r, token, c->account, f)) {
    fault_say(f, FAULT_SEAT, "That opens no seat of this game.");
  }

  return seat;
}

/* Too many places for one seat, or too many watchers? */
static bool room_full(const struct room *r, const struct conn *who, int seat) {
  int n = 0;
  for (const struct conn *c = conn_of(r->conns.first); c; c = conn_of(c->here.next))
    n += c != who && c->seat == seat;
  return n >= (seat < SAL_SIDES ? LIMIT_SEAT_CONNS : LIMIT_WATCHERS);
}

/* It may have gone meanwhile, and so may the player's consent. */
static void eyes_open(struct room *r, void *arg, struct blob *welcome, const struct eyes_seen *seen,
                      struct fault *f) {
  struct joining *j = arg;
  struct conn *c = j->mail.from;

  if (c && welcome && !eyes_delay(r, j->seat)) {
    blob_drop(welcome);
    welcome = NULL;
    fault_say(f, FAULT_SEAT, "That opens no seat of this game.");
  }
  if (c && welcome) {
    c->seat = (uint8_t)j->seat;
    c->seen = seen->seq;
    c->seen_actor = seen->actor;
    ws_answer(c, j->doc, welcome);
    room_tell_presence(r);
  } else if (c) {
    room_leave(c);
    ws_fault(c, j->doc, f);
  } else {
    blob_drop(welcome);
  }
  list_remove(&j->mail.node);
  free_joining(&j->mail);
}

/* Somebody looks through a player's eyes: what he is shown is replayed first. */
static void enter_eyes(struct room *r, struct joining *j, int seat, uint32_t since) {
  struct conn *c = j->mail.from;

  if (c->room != r) {
    room_leave(c);
    room_enter(r, c, SAL_NOSIDE);
  }
  c->seat = SAL_NOSIDE;
  j->seat = seat;
  list_add(&r->serving, &j->mail.node);
  eyes_look(r, &(struct eyes_wish){.seat = seat, .since = since, .joining = true}, eyes_open, j);
}

/* Sits down, and gets all that the seat has seen. */
static void enter(struct room *r, struct mail *m) {
  struct joining *j = (struct joining *)m;
  struct conn *c = m->from;
  struct fault f = {0};
  int64_t since = 0;

  if (!c) {
    free_joining(m);
    return;
  }
  int seat = seat_for(r, c, j->doc, &since, &f);
  if (seat != SAL_NOSIDE && room_full(r, c, seat)) {
    fault_say(&f, FAULT_LIMIT,
              seat < SAL_SIDES ? "This seat is open in too many places."
                               : "Too many watch this game.");
    seat = SAL_NOSIDE;
  }
  bool looks = seat_is_eyes(seat); /* which replays the game */
  if (looks && !limits_take(r->srv->limits, c->address, LIMIT_LOOK, now_steady())) {
    fault_say(&f, FAULT_LIMIT, "Too many looks; slow down.");
    seat = SAL_NOSIDE;
    looks = false;
  }
  if (looks) {
    enter_eyes(r, j, seat, (uint32_t)since);
    return;
  }
  if (seat != SAL_NOSIDE && room_fetch_for(r, m))
    return;
  room_tell_now(r); /* from here on the seat has seen what this one is shown */
  struct blob *welcome = seat != SAL_NOSIDE && room_game(r, &f)
                             ? room_state(r, seat, (uint32_t)since, true, &r->shown[seat], &f)
                             : NULL;
  if (!welcome) {
    room_leave(c);
    ws_fault(c, j->doc, &f);
    free_joining(m);
    return;
  }
  if (c->room == r)
    c->seat = (uint8_t)seat; /* another seat of the same room, or it waited here */
  else {
    room_leave(c);
    room_enter(r, c, seat);
  }
  r->stumbles = 0;
  rating_came(r, seat, c->address);
  ws_answer(c, j->doc, welcome);
  free_joining(m);
  bool claimed = seat < SAL_SIDES && !r->g.seat[seat].taken;
  if (!claimed) {
    room_tell_presence(r);
    opponent_prod(r);
    return;
  }
  r->g.seat[seat].taken = true; /* the invited player has come */
  room_write(r, &(struct change){.what = WRITE_SEATS}, NULL, NULL);
}

static void join(struct conn *c, cJSON *doc);
/* Now that its room has answered all that came before. */
static void move_on(struct mail *m) {
  cJSON *doc = ((struct joining *)m)->doc;
  struct conn *c = m->from;

  free(m);
  if (!c) {
    cJSON_Delete(doc);
    return;
  }
  conn_listen(c, true);
  join(c, doc);
}

/* In its turn in the old room's inbox, so everything before it has been answered. */
static void answered_all(struct room *r, struct mail *m) {
  (void)r;
  move_on(m);
}

static struct joining *joining_new(struct conn *c, cJSON *doc,
                                   void (*act)(struct room *, struct mail *),
                                   void (*drop)(struct mail *)) {
  struct joining *j = calloc(1, sizeof *j);
  if (!j)
    abort();
  *j = (struct joining){.mail = {.act = act, .drop = drop, .from = c}, .doc = doc};
  return j;
}

/* The first word of a connection, or a change of rooms; answers still owed come first. */
static void join(struct conn *c, cJSON *doc) {
  static const char *const known[] = {"cmd",   "id",    "v",    "game", "seat",
                                      "since", "watch", "side", NULL};
  const char *id = NULL;
  struct fault f = {0};
  enum store_result got = STORE_NONE;
  bool ok = input_fields(doc, "", known, &f) && input_text(doc, "", "game", true, &id, &f);

  /* it is heard again when it has got its answers */
  if (ok && c->room && strcmp(c->room->g.id, id) && room_owes(c)) {
    conn_listen(c, false);
    room_mail(c->room, &joining_new(c, doc, answered_all, move_on)->mail);
    return;
  }
  letter_leave(c);
  if (ok && letter_join(c, id, doc)) {
    cJSON_Delete(doc);
    return;
  }
  struct room *r = ok ? room_find(c->srv, id, &got) : NULL;
  if (got == STORE_ELSEWHERE) {
    room_leave(c);
    ws_answer(c, doc, shards_elsewhere(c->srv, shards_missed(c->srv)));
    cJSON_Delete(doc);
    return;
  }
  if (ok && !r)
    fault_say(&f, got == STORE_NONE ? FAULT_STATE : FAULT_INTERNAL,
              got == STORE_NONE ? "There is no such game."
                                : "The game cannot be read from the store.");
  if (!r) {
    ws_fault(c, doc, &f);
    cJSON_Delete(doc);
    return;
  }
  if (c->room != r) { /* so that a closing connection finds its letter in the right inbox */
    room_leave(c);
    if (r->busy || !r->game)
      room_enter(r, c, SAL_NOSIDE);
  }
  room_mail(r, &joining_new(c, doc, enter, gone_joining)->mail);
}

/* ---- messages */
/* before a seat is taken only `hello`, `ping` and `join` mean something */
static bool hello(struct conn *c, cJSON *doc) {
  const cJSON *cmd = cJSON_GetObjectItemCaseSensitive(doc, "cmd");
  const char *word = cJSON_IsString(cmd) ? cmd->valuestring : "";

  if (!strcmp(word, "join")) {
    join(c, doc);
    return true;
  }
  if (!strcmp(word, "ping")) {
    ws_answer(c, doc, blob_fmt("{\"ok\":true,\"now\":%lld}", (long long)now_wall()));
    cJSON_Delete(doc);
    return true;
  }
  if (c->room || c->letter)
    return false;
  struct fault f = {0};
  if (!strcmp(word, "hello")) {
    cJSON *plain = cJSON_CreateObject();
    bool ok;
    size_t n;
    cJSON_AddStringToObject(plain, "cmd", "hello");
    const char *text = engine_seat(c->srv->engine, NULL, SAL_WATCH, plain, &ok, &n);
    ws_answer(c, doc, blob_new(text, n));
    cJSON_Delete(plain);
  } else {
    if (!*word)
      fault_at(&f, "cmd", "is missing");
    else
      fault_say(&f, FAULT_STATE, "Join a game first.");
    ws_fault(c, doc, &f);
  }
  cJSON_Delete(doc);
  return true;
}

/* Counted; it sits nowhere yet. */
void ws_open(struct conn *c) {
  c->srv->connections++;
  c->seat = SAL_NOSIDE;
}

/* Hands one message, within the limits, to what this connection talks to. */
void ws_message(struct conn *c, const char *text, size_t n) {
  struct fault f = {0};

  c->srv->heard++;
  if (c->srv->closing)
    return;
  bool free_of_limits = limits_exempt(c->srv->limits, c->address);
  if (!free_of_limits &&
      !bucket_take(&c->flow, MESSAGES_A_SECOND, MESSAGES_AT_ONCE, now_steady())) {
    fault_say(&f, FAULT_LIMIT, "Too many messages; slow down.");
    ws_fault(c, NULL, &f);
    return;
  }
  cJSON *doc = input_parse(text, n, "message", &f);
  if (doc && !cJSON_IsObject(doc))
    fault_at(&f, "message", "must be a JSON object");
  if (f.code) {
    ws_fault(c, NULL, &f);
    cJSON_Delete(doc);
    return;
  }
  if (hello(c, doc))
    return;
  if (c->letter)
    letter_hear(c, doc);
  else
    seat_hear(c, doc);
}

/* Tells its room that it has gone; its requests that were not begun are dropped. */
void ws_close(struct conn *c) {
  c->srv->connections--;
  room_leave(c);
  letter_leave(c);
}
