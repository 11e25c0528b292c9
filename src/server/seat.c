/* seat.c - requests from a seat once it has joined: the engine's commands, and the room's own.
 *
 * A change is made on the game in memory, its answer is held back, and both go out when the journal
 * holds it. The answer is stored beside it under the request's key, so that a request sent again
 * after a lost connection or a crash gets the first answer and not a second move.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "eyes.h"
#include "order.h"
#include "room.h"
#include "webhook.h"

/* Chat ends at 2000 lines a game; taking back has its share so that it cannot fill the journal. */
enum { CHAT_LINES = 2000, UNDO_SHARE = 20 }; /* a twentieth of the lines, for each side */

/* One message of a seat. It is in the inbox, or among those served, or in act()'s hands. */
struct request {
  struct mail mail; /* first */
  uint64_t came;    /* when, in nanoseconds of the machine's clock */
  cJSON *doc;
  char *id; /* as JSON, or NULL */
  /* of a change, taken out of the document: the engine does not know them */
  cJSON *key, *seq, *dice;
  struct blob *answer; /* that waits for the disk */
};

/* ---- answering */
static void drop_document(struct request *q) {
  cJSON_Delete(q->doc);
  cJSON_Delete(q->key);
  cJSON_Delete(q->seq);
  cJSON_Delete(q->dice);
  q->doc = q->key = q->seq = q->dice = NULL;
}

/* Removes it from the list it is in, if any. */
static void free_request(struct request *q) {
  list_remove(&q->mail.node);
  drop_document(q);
  blob_drop(q->answer);
  free(q->id);
  free(q);
}

/* To the player who asked, if still connected. */
static void send_answer(struct request *q, const char *text, size_t n, int64_t seq) {
  if (!q->mail.from)
    return;
  struct blob *b = blob_answer(text, n, q->id, seq);
  conn_send(q->mail.from, b);
  blob_drop(b);
}

/* Counted, so that an administrator sees when much is refused. */
static void send_fault(struct request *q, const struct fault *f) {
  struct blob *b = blob_fault(f);
  if (q->mail.from)
    q->mail.from->srv->refused++;
  send_answer(q, b->text, b->len, -1);
  blob_drop(b);
}

/* The game was deleted while the request waited. */
static void drop_request(struct mail *m) {
  struct fault f;
  fault_say(&f, FAULT_STATE, "There is no such game.");
  send_fault((struct request *)m, &f);
  free_request((struct request *)m);
}

/* What the player reads when the disk has failed: it did not happen. */
static bool store_fault(struct fault *f, enum store_result r) {
  if (r == STORE_FULL)
    return fault_say(f, FAULT_INTERNAL, "The server's disk is full; this was not kept.");
  return fault_say(f, FAULT_INTERNAL, "The server could not write this down; it was not kept.");
}

/* ---- the engine's commands */
/* A command of the engine that a seat sends over its line, and its answer. */
struct asking {
  struct room *room;
  struct request *q;
  int seat;
  const char *out;
  size_t n;
  bool ok;
};
/* Under the room's guard: a bug of the rules ends this request alone. */
static void ask_engine(void *arg) {
  struct asking *a = arg;
  a->out = engine_seat(a->room->srv->engine, a->room->game, a->seat, a->q->doc, &a->ok, &a->n);
}

/* The change is durable: the answer that was kept back goes out. */
static void keep_promise(struct room *r, void *arg, enum store_result got, const char *why) {
  struct request *q = arg;
  struct fault f;

  (void)why;
  if (!got) {
    r->srv->served++;
    latency_add(&r->srv->latency, (uv_hrtime() - q->came) / 1000);
  }
  if (got) {
    store_fault(&f, got);
    send_fault(q, &f);
  } else if (q->id)
    send_answer(q, q->answer->text, q->answer->len, -1);
  else if (q->mail.from)
    conn_send(q->mail.from, q->answer);
  free_request(q);
}

/* Keeps the answer back until the change is durable. */
static void promise(struct room *r, struct change *c, struct request *q, struct blob *answer) {
  drop_document(q); /* while it is warm: what follows is the disk's */
  q->answer = answer;
  c->answer = blob_ref(answer);
  list_add(&r->serving, &q->mail.node);
  room_write(r, c, keep_promise, q);
}

/* Out of the document; the caller's, or NULL. */
static cJSON *take(cJSON *doc, const char *name) {
  return cJSON_DetachItemFromObjectCaseSensitive(doc, name);
}

/* A request sent again gets the first answer. If that cannot be read just now, nothing else is
 * answered: the change was made once and must not be tried as if it were new. */
static bool answered_before(struct room *r, struct request *q, int side,
                            const uint8_t key[KEY_HASH]) {
  for (int slot = 0; slot < STORE_KEYS; slot++) {
    char *text = NULL;
    struct fault f;
    if (memcmp(r->key[side][slot], key, KEY_HASH))
      continue;
    enum store_result got = store_answer_read(r->srv->reader, r->g.num, side, slot, &text);
    if (got == STORE_NONE)
      return false;
    if (got) {
      fault_say(&f, FAULT_INTERNAL, "The first answer cannot be read just now; send it again.");
      send_fault(q, &f);
      return true;
    }
    send_answer(q, text, strlen(text), -1);
    free(text);
    return true;
  }

  return false;
}

/* Real dice, only in a game that is played with them. */
static bool typed_dice(struct room *r, const cJSON *list, struct fault *f) {
  char token[64][SAL_TOKEN];
  uint32_t n = 0;

  if (list && !r->g.typed)
    return fault_at(f, "dice", "this game's dice come from the server");
  if (!r->g.typed)
    return true;
  if (list && !cJSON_IsArray(list))
    return fault_at(f, "dice", "must be a list of faces");
  for (const cJSON *c = list ? list->child : NULL; c; c = c->next) {
    char at[24];
    snprintf(at, sizeof at, "dice[%u]", n);
    if (n == 64)
      return fault_at(f, "dice", "more than 64 dice");
    if (!input_token(c, at, token[n++], f))
      return false;
  }
  game_type_dice(r->game, (const char(*)[SAL_TOKEN])token, n);
  return true;
}

/* Orders in force, as they are kept. */
static bool keep_orders(struct room *r, int side, struct fault *f) {
  cJSON *doc = cJSON_CreateObject();
  struct request q = {.doc = doc};
  struct asking a = {.room = r, .q = &q, .seat = side};

  cJSON_AddStringToObject(doc, "cmd", "orders");
  bool ok = room_guard(r, ask_engine, &a, f) && a.ok;
  cJSON_Delete(doc);
  cJSON *answer = ok ? cJSON_Parse(a.out) : NULL;
  free(r->g.seat[side].orders);
  r->g.seat[side].orders =
      answer ? cJSON_PrintUnformatted(cJSON_GetObjectItemCaseSensitive(answer, "orders")) : NULL;
  cJSON_Delete(answer);
  return ok;
}

/* False where `cmd` is missing or no text: obey() says so. */
static bool is_command(const cJSON *doc, const char *word) {
  const cJSON *cmd = cJSON_GetObjectItemCaseSensitive(doc, "cmd");
  return cJSON_IsString(cmd) && !strcmp(cmd->valuestring, word);
}

/* Requests that change the game; several of them may share one commit. */
static bool changes_game(const cJSON *doc) {
  return is_command(doc, "do") || is_command(doc, "undo") ||
         (is_command(doc, "orders") && cJSON_HasObjectItem(doc, "orders"));
}

/* A request that was put back has been taken apart before. */
static void take_apart(struct request *q) {
  if (!q->key)
    q->key = take(q->doc, "key");
  if (!q->seq)
    q->seq = take(q->doc, "seq");
  if (!q->dice)
    q->dice = take(q->doc, "dice");
}

/* The refusals that come before the engine is asked. A move made on an older view is refused. */
static bool may_change(struct room *r, struct request *q, int seat, struct fault *f) {
  int64_t made_on = -1;
  bool acts = is_command(q->doc, "do");
  bool undoes = is_command(q->doc, "undo");

  if (acts && !q->seq)
    return fault_at(f, "seq", "is missing: the seq of the view it was made on");
  if (q->seq && !input_whole(q->seq, 0, UINT32_MAX, &made_on))
    return fault_at(f, "seq", "must be a whole number");
  if (room_over(r))
    return fault_say(f, FAULT_STATE, "The game is over.");
  if (undoes && r->undone[seat] >= (uint32_t)r->srv->config.most_lines / UNDO_SHARE + 1)
    return fault_say(f, FAULT_LIMIT, "This side has taken back as much as it may in one game.");
  if (q->seq && made_on != game_seq(r->game, seat))
    return fault_say(f, FAULT_STALE,
                     "Something has happened since: this was made on an older view.");

  return typed_dice(r, q->dice, f);
}

/* `do`, `undo`, `orders`: checked, made, and held back until durable. False: answered with the
 * fault; or, if it was tried on top of changes that are not durable, send nothing: the refusal may
 * rest on a change that is later rolled back. */
static bool change_game(struct room *r, struct request *q, int seat, struct fault *f) {
  struct asking a = {.room = r, .q = q, .seat = seat};
  struct change c = {.side = seat};
  uint8_t key[KEY_HASH];
  bool on_top = r->busy;
  bool orders = is_command(q->doc, "orders");
  bool undoes = is_command(q->doc, "undo");

  take_apart(q);
  if (seat == SAL_WATCH)
    return fault_say(f, FAULT_SEAT, "A watcher decides nothing.");
  if (q->key) {
    if (!cJSON_IsString(q->key) || !q->key->valuestring[0] || strlen(q->key->valuestring) > 80)
      return fault_at(f, "key", "must be a text of 1 to 80 bytes");
    secret_short(q->key->valuestring, key);
    c.key = key;
    if (on_top && room_writes_key(r, seat, key))
      return false;
    if (answered_before(r, q, seat, key)) {
      free_request(q);
      return true;
    }
  }
  if (!may_change(r, q, seat, f))
    return false;
  r->roll = game_rolls(r->game);
  if (!room_guard(r, ask_engine, &a, f))
    return false;
  if (!a.ok) {
    if (on_top)
      return false;
    r->srv->refused++;
    send_answer(q, a.out, a.n, -1);
    free_request(q);
    return true;
  }
  struct blob *answer = blob_answer(a.out, a.n, NULL, game_seq(r->game, seat));
  r->undone[seat] += undoes;
  if (orders) {
    c.what |= WRITE_SEATS;
    if (!keep_orders(r, seat, f)) {
      blob_drop(answer);
      return false;
    }
  }
  promise(r, &c, q, answer);
  return true;
}

/* ---- the room's own commands */
static bool fields_of(const cJSON *doc, const char *const *known, struct fault *f) {
  return input_fields(doc, "", known, f);
}

static void send_ok(struct request *q) {
  send_answer(q, "{\"ok\":true}", 11, -1);
}

static void chat_json(void *ctx, struct sal_json *j) {
  const struct store_chat *c = ctx;

  sal_json_object(j, NULL);
  sal_json_str(j, "push", "chat");
  sal_json_int(j, "n", c->n);
  sal_json_str(j, "from", c->side < 2 ? sal_side_name[c->side] : "server");
  sal_json_str(j, "name", c->name);
  sal_json_str(j, "text", c->text);
  sal_json_int(j, "at", c->at);
  sal_json_end(j);
}

/* A line of chat on its way to the disk. */
struct saying {
  struct request *q;
  struct store_chat chat;
};

/* The line is durable, so it may be read. Watchers do not get it. */
static void said(struct room *r, void *arg, enum store_result got, const char *why) {
  struct saying *s = arg;
  struct fault f;

  (void)why;
  if (got) {
    store_fault(&f, got);
    send_fault(s->q, &f);
  } else {
    send_ok(s->q);
    /* between players; a watcher must not be able to carry secrets */
    for (int side = 0; side < 2; side++)
      if (side == s->chat.side || order_hears(r, side))
        room_tell_seat(r, side, blob_json(chat_json, &s->chat));
  }
  free_request(s->q);
  free(s);
}

/* Between the players of a game, up to this many lines. */
static bool chat(struct room *r, struct request *q, int seat, struct fault *f) {
  static const char *const known[] = {"cmd", "v", "text", NULL};
  const char *text = NULL;

  if (!fields_of(q->doc, known, f) || !input_text(q->doc, "", "text", true, &text, f))
    return false;
  if (seat == SAL_WATCH)
    return fault_say(f, FAULT_SEAT, "Chat is between the players.");
  if (!*text || strlen(text) > 1000)
    return fault_at(f, "text", "must have 1 to 1000 bytes");
  if (!order_may_chat(r, seat, q->mail.from, f))
    return false;
  if (r->chat_n < 0)
    r->chat_n = store_chat_last(r->srv->reader, r->g.num);
  if (r->chat_n >= CHAT_LINES)
    return fault_say(f, FAULT_LIMIT, "This game's chat is full.");
  struct saying *s = calloc(1, sizeof *s);
  if (!s)
    abort();
  s->q = q;
  s->chat = (struct store_chat){.n = ++r->chat_n, .at = now_wall(), .side = (uint8_t)seat};
  snprintf(s->chat.name, sizeof s->chat.name, "%s", r->g.seat[seat].name);
  snprintf(s->chat.text, sizeof s->chat.text, "%s", text);
  list_add(&r->serving, &q->mail.node);
  room_write(r, &(struct change){.what = WRITE_CHAT, .chat = &s->chat}, said, s);
  return true;
}

struct hearing {
  struct conn *conn;
  bool all; /* it has not muted the other side */
};
/* A player who has muted the other side does not get its old lines either. */
static bool chat_line(void *ctx, const struct store_chat *c) {
  const struct hearing *h = ctx;
  struct store_chat copy = *c;

  if (!h->all && c->side < 2 && c->side != h->conn->seat)
    return true;
  struct blob *b = blob_json(chat_json, &copy);
  conn_send(h->conn, b);
  blob_drop(b);
  return true;
}

/* The last hundred, pushed one by one; then the answer. */
static bool past_chat(struct room *r, struct request *q, int seat, struct fault *f) {
  static const char *const known[] = {"cmd", "v", NULL};

  if (!fields_of(q->doc, known, f))
    return false;
  if (seat != SAL_WATCH && q->mail.from) {
    struct hearing h = {q->mail.from, order_hears(r, seat)};
    store_chat_read(r->srv->reader, r->g.num, 100, chat_line, &h);
  }
  send_ok(q);
  free_request(q);
  return true;
}

/* Only a player ends a game, and only a running one. */
static bool may_end(const struct room *r, const struct request *q, int seat, struct fault *f) {
  static const char *const known[] = {"cmd", "v", NULL};

  if (!fields_of(q->doc, known, f))
    return false;
  if (seat == SAL_WATCH)
    return fault_say(f, FAULT_SEAT, "A watcher decides nothing.");
  if (room_over(r))
    return fault_say(f, FAULT_STATE, "The game is over.");
  return true;
}

/* The other side wins. */
static bool abandon(struct room *r, struct request *q, int seat, struct fault *f) {
  if (!may_end(r, q, seat, f))
    return false;
  room_end(r, "abandoned", sal_enemy(seat));
  promise(r, &(struct change){.what = WRITE_GAME, .side = seat}, q, blob_new("{\"ok\":true}", 11));
  return true;
}

/* The other side ran out of time, and the clock says that this may be claimed. */
static bool claim(struct room *r, struct request *q, int seat, struct fault *f) {
  if (!may_end(r, q, seat, f))
    return false;
  bool late = r->g.clock.mode == CLOCK_CLAIM && r->g.clock.late & SAL_BIT(sal_enemy(seat));
  if (!late && !order_ban_of(r->srv, r->g.seat[sal_enemy(seat)].account))
    return fault_say(f, FAULT_STATE, "The other side has not run out of time.");
  room_end(r, "timeout", seat);
  promise(r, &(struct change){.what = WRITE_GAME, .side = seat}, q, blob_new("{\"ok\":true}", 11));
  return true;
}

/* Where to tell this player that it is his turn. */
static bool hook(struct room *r, struct request *q, int seat, struct fault *f) {
  static const char *const known[] = {"cmd", "v", "url", NULL};
  const char *url = NULL;

  if (!fields_of(q->doc, known, f) || !input_text(q->doc, "", "url", true, &url, f))
    return false;
  if (seat == SAL_WATCH)
    return fault_say(f, FAULT_SEAT, "A watcher is not waited for.");
  if (*url && !webhook_allowed(&r->srv->config, url, f))
    return false;
  snprintf(r->g.seat[seat].hook, sizeof r->g.seat[seat].hook, "%s", url);
  promise(r, &(struct change){.what = WRITE_SEATS, .side = seat}, q, blob_new("{\"ok\":true}", 11));
  return true;
}

/* The page was left, or somebody looks at it again: an absent player is told when it is his
 * decision. */
static bool look_away(struct room *r, struct request *q, int seat, struct fault *f) {
  static const char *const known[] = {"cmd", "v", "away", NULL};
  bool away = false;

  (void)r;
  (void)seat;
  if (!fields_of(q->doc, known, f) || !input_bool(q->doc, "", "away", true, &away, f))
    return false;
  q->mail.from->away = away;
  send_ok(q);
  free_request(q);
  return true;
}

/* The name that the others see for this seat. */
static bool rename_seat(struct room *r, struct request *q, int seat, struct fault *f) {
  static const char *const known[] = {"cmd", "v", "name", NULL};
  const char *name = NULL;

  if (!fields_of(q->doc, known, f) || !input_text(q->doc, "", "name", true, &name, f))
    return false;
  if (seat == SAL_WATCH)
    return fault_say(f, FAULT_SEAT, "A watcher has no name here.");
  struct store_seat *own = &r->g.seat[seat];
  if (own->account)
    return fault_say(f, FAULT_STATE, "This seat has the name of its account.");
  if (strlen(name) >= sizeof own->name || strlen(name) > 30)
    return fault_at(f, "name", "must have at most 30 bytes");
  snprintf(own->name, sizeof own->name, "%s", name);
  promise(r, &(struct change){.what = WRITE_SEATS, .side = seat}, q, blob_new("{\"ok\":true}", 11));
  room_tell_presence(r);
  return true;
}

/* A hint for the side that is to move. */
static bool think(struct room *r, struct request *q, int seat, struct fault *f) {
  static const char *const known[] = {"cmd", "v", "side", "bot", NULL};
  const char *bot = NULL;
  const char *side = NULL;

  if (!fields_of(q->doc, known, f) || !input_text(q->doc, "", "bot", true, &bot, f) ||
      !input_text(q->doc, "", "side", false, &side, f))
    return false;
  if (seat == SAL_WATCH || (side && sal_side_parse(side) != seat))
    return fault_say(f, FAULT_SEAT, "This seat is not that side's.");
  if (room_over(r))
    return fault_say(f, FAULT_STATE, "The game is over.");
  if (r->rated)
    return fault_say(f, FAULT_STATE, "This game is rated: the computer gives no advice in it.");
  if (!(r->g.to_move & SAL_BIT(seat)))
    return fault_say(f, FAULT_SEAT, "It is not this side's decision now.");
  if (q->mail.from && !opponent_hint(r, q->mail.from, bot, q->id, f))
    return false;
  free_request(q);
  return true;
}

/* Sends what the errand brought. */
static void looked(struct room *r, void *arg, struct errand_end *end) {
  struct request *q = arg;

  (void)r;
  if (end->out)
    send_answer(q, end->out->text, end->out->len, -1);
  else
    send_fault(q, &end->fault);
  blob_drop(end->out);
  free_request(q);
}

/* What this side saw when it had been told of `at` events: for replays through one side's eyes. */
static bool past_view(struct room *r, struct request *q, int seat, struct fault *f) {
  static const char *const known[] = {"cmd", "v", "side", "at", NULL};
  const char *side = NULL;
  int64_t seq = 0;

  if (!fields_of(q->doc, known, f) || !input_int(q->doc, "", "at", true, 0, UINT32_MAX, &seq, f) ||
      !input_text(q->doc, "", "side", false, &side, f))
    return false;
  if (side && sal_side_parse(side) != seat)
    return fault_say(f, FAULT_SEAT, "This seat is not that side's.");
  if (!limits_take(r->srv->limits, q->mail.from->address, LIMIT_LOOK, now_steady()))
    return fault_say(f, FAULT_LIMIT, "Too many looks back; slow down.");
  list_add(&r->serving, &q->mail.node);
  errand_look(r, seat, (uint32_t)seq, looked, q);
  return true;
}

/* The board before a line of the journal, for reviews, where nothing is hidden any more. */
static bool view_before(struct room *r, struct request *q, struct fault *f) {
  static const char *const known[] = {"cmd", "v", "line", NULL};
  int64_t line = 0;

  if (!fields_of(q->doc, known, f) || !input_int(q->doc, "", "line", true, 1, UINT32_MAX, &line, f))
    return false;
  if (!room_over(r))
    return fault_say(f, FAULT_STATE, "The lines of the journal are open when the game is over.");
  if (!limits_take(r->srv->limits, q->mail.from->address, LIMIT_LOOK, now_steady()))
    return fault_say(f, FAULT_LIMIT, "Too many looks back; slow down.");
  list_add(&r->serving, &q->mail.node);
  errand_look_before(r, (uint32_t)line, looked, q);
  return true;
}

static void copy_json(void *ctx, struct sal_json *j) {
  sal_json_object(j, NULL);
  sal_json_bool(j, "ok", true);
  sal_json_str(j, "journal", ((const struct blob *)ctx)->text);
  sal_json_end(j);
}

/* The text becomes a document, then it goes the way of a look. */
static void copied(struct room *r, void *arg, struct errand_end *end) {
  struct blob *text = end->out;
  if (text)
    end->out = blob_json(copy_json, text);
  blob_drop(text);
  looked(r, arg, end);
}

/* A side's own copy of the journal; the loader makes it. */
static bool save(struct room *r, struct request *q, int seat, struct fault *f) {
  static const char *const known[] = {"cmd", "v", "side", NULL};
  const char *side = NULL;

  if (!fields_of(q->doc, known, f) || !input_text(q->doc, "", "side", false, &side, f))
    return false;
  if (side && sal_side_parse(side) != seat)
    return fault_say(f, FAULT_SEAT, "This seat is not that side's.");
  if (!limits_take(r->srv->limits, q->mail.from->address, LIMIT_COPY, now_steady()))
    return fault_say(f, FAULT_LIMIT, "Too many copies of journals; wait a while.");
  list_add(&r->serving, &q->mail.node);
  errand_copy(r, seat, copied, q);
  return true;
}

/* ---- which is which */
/* A question to the engine that changes nothing. */
static bool ask_plainly(struct room *r, struct request *q, int seat, struct fault *f) {
  struct asking a = {.room = r, .q = q, .seat = seat};

  if (!room_guard(r, ask_engine, &a, f))
    return false;
  send_answer(q, a.out, a.n, -1);
  free_request(q);
  return true;
}

/* True: q is dealt with, or waits. False: f says why not, and q is still the caller's. */
static bool obey(struct room *r, struct request *q, int seat, struct fault *f) {
  const char *cmd = NULL;
  int64_t v = 1;

  if (!input_text(q->doc, "", "cmd", true, &cmd, f) ||
      !input_int(q->doc, "", "v", false, 1, 1, &v, f))
    return false;
  if (!strcmp(cmd, "chat"))
    return chat(r, q, seat, f);
  if (!strcmp(cmd, "chats"))
    return past_chat(r, q, seat, f);
  if (!strcmp(cmd, "abandon"))
    return abandon(r, q, seat, f);
  if (!strcmp(cmd, "claim"))
    return claim(r, q, seat, f);
  if (!strcmp(cmd, "hook"))
    return hook(r, q, seat, f);
  if (!strcmp(cmd, "away"))
    return look_away(r, q, seat, f);
  if (!strcmp(cmd, "name"))
    return rename_seat(r, q, seat, f);
  if (!strcmp(cmd, "save"))
    return save(r, q, seat, f);
  if (!strcmp(cmd, "view") && cJSON_HasObjectItem(q->doc, "at"))
    return past_view(r, q, seat, f);
  if (!strcmp(cmd, "view") && cJSON_HasObjectItem(q->doc, "line"))
    return view_before(r, q, f);
  struct conn *from = q->mail.from;
  if (room_fetch_for(r, &q->mail)) {
    from->waiting++; /* it comes again */
    return true;
  }
  if (!room_game(r, f))
    return false;
  if (!strcmp(cmd, "think"))
    return think(r, q, seat, f);
  if (changes_game(q->doc))
    return change_game(r, q, seat, f);
  return ask_plainly(r, q, seat, f);
}

/* Through another's eyes one only looks: at the board, and back at what one was shown. */
static bool obey_eyes(struct room *r, struct request *q, int seat, struct fault *f) {
  struct conn *from = q->mail.from;
  const cJSON *at = cJSON_GetObjectItemCaseSensitive(q->doc, "at");
  int64_t seq = 0;

  if (is_command(q->doc, "away"))
    return look_away(r, q, seat, f);
  if (is_command(q->doc, "view") && input_whole(at, 0, from->seen, &seq))
    return past_view(r, q, eyes_viewer(seat), f);
  if (is_command(q->doc, "actions")) {
    struct blob *b = eyes_prompt(r, from);
    send_answer(q, b->text, b->len, -1);
    blob_drop(b);
    free_request(q);
    return true;
  }
  if (!is_command(q->doc, "board"))
    return fault_say(f, FAULT_SEAT, "Through another player's eyes one only looks.");
  if (room_fetch_for(r, &q->mail)) {
    from->waiting++; /* it comes again */
    return true;
  }
  return room_game(r, f) && ask_plainly(r, q, SAL_WATCH, f);
}

/* One request in its turn. What cannot be done on top of a running change waits for it. */
static void act(struct room *r, struct mail *m) {
  struct request *q = (struct request *)m;
  struct fault f = {0};

  if (!m->from) { /* the sender has gone: a request that was never begun is dropped */
    free_request(q);
    return;
  }
  if (m->from->waiting)
    m->from->waiting--;
  int seat = m->from->seat;
  bool on_top = r->busy;
  /* it tried, and was not let in */
  if (seat == SAL_NOSIDE)
    fault_say(&f, FAULT_STATE, "Join a game first.");
  else if (seat_is_eyes(seat) ? obey_eyes(r, q, seat, &f) : obey(r, q, seat, &f))
    return;
  if (on_top) {
    m->from->waiting++;
    room_put_back(r, m);
    return;
  }
  send_fault(q, &f);
  free_request(q);
}

/* Into the room's inbox, within the limits of the connection and the room. */
void seat_hear(struct conn *c, cJSON *doc) {
  struct request *q = calloc(1, sizeof *q);
  struct fault f;

  if (!q)
    abort();
  *q = (struct request){
      .mail = {.act = act, .drop = drop_request, .from = c, .follows = changes_game(doc)},
      .came = uv_hrtime(),
      .doc = doc};
  cJSON *id = take(doc, "id");
  if (id && (cJSON_IsString(id) || cJSON_IsNumber(id))) {
    q->id = cJSON_PrintUnformatted(id);
    if (strlen(q->id) > 70) {
      cJSON_free(q->id);
      q->id = NULL;
    }
  }
  bool bad = id && !q->id;
  cJSON_Delete(id);
  if (bad)
    fault_at(&f, "id", "must be a number or a text of at most 64 bytes");
  else if (!limits_exempt(c->srv->limits, c->address) &&
           !bucket_take(&c->room->flow, LIMIT_GAME_RATE, LIMIT_GAME_BURST, now_steady())) {
    bad = true;
    fault_say(&f, FAULT_LIMIT, "Too many messages in this game; slow down.");
  } else if (c->waiting >= LIMIT_INBOX) {
    bad = true;
    fault_say(&f, FAULT_LIMIT, "Too many requests wait; slow down.");
  }
  if (bad) {
    send_fault(q, &f);
    free_request(q);
    return;
  }
  c->waiting++;
  room_mail(c->room, &q->mail);
}
