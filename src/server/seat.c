/* seat.c - what comes from a seat once it has joined: the engine's commands, and the room's own.
 *
 * A change is made on the game in memory, its answer is kept back, and both go out when the journal holds it. The answer
 * is stored beside it under the request's key, so that a request sent again after a lost connection or a crash gets the
 * first answer and not a second move.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "room.h"

enum { CHAT_LINES = 10000 };

struct request {
  struct mail mail; /* first */
  cJSON *doc;
  char *id; /* as JSON, or NULL */
  cJSON *key, *seq, *dice; /* of a change, taken out of the document: the engine does not know them */
  struct blob *answer;     /* that waits for the disk */
};

/* ---- answering */
static void drop_document(struct request *q) {
  cJSON_Delete(q->doc);
  cJSON_Delete(q->key);
  cJSON_Delete(q->seq);
  cJSON_Delete(q->dice);
  q->doc = q->key = q->seq = q->dice = NULL;
}
static void free_request(struct request *q) {
  drop_document(q);
  blob_drop(q->answer);
  free(q->id);
  free(q);
}
static void send_answer(struct request *q, const char *text, size_t n, int64_t seq) {
  if (!q->mail.from) return;
  struct blob *b = blob_answer(text, n, q->id, seq);
  conn_send(q->mail.from, b);
  blob_drop(b);
}
static void fault_doc(void *ctx, struct sal_json *j) {
  sal_json_object(j, NULL);
  sal_json_bool(j, "ok", false);
  fault_json(j, "error", ctx);
  sal_json_end(j);
}
static void send_fault(struct request *q, const struct fault *f) {
  struct fault copy = *f;
  struct blob *b = blob_json(fault_doc, &copy);
  if (q->mail.from) q->mail.from->srv->refused++;
  send_answer(q, b->text, b->len, -1);
  blob_drop(b);
}
static void drop_request(struct mail *m) {
  struct fault f;
  fault_say(&f, FAULT_STATE, "There is no such game.");
  send_fault((struct request *)m, &f);
  free_request((struct request *)m);
}
static bool store_fault(struct fault *f, enum store_result r) {
  if (r == STORE_FULL) return fault_say(f, FAULT_INTERNAL, "The server's disk is full; this was not kept.");
  return fault_say(f, FAULT_INTERNAL, "The server could not write this down; it was not kept.");
}

/* ---- the engine's commands */
struct asking {
  struct room *room;
  struct request *q;
  int seat;
  const char *out;
  size_t n;
  bool ok;
};
static void ask_engine(void *arg) {
  struct asking *a = arg;
  a->out = engine_seat(a->room->srv->engine, a->room->game, a->seat, a->q->doc, &a->ok, &a->n);
}
static void keep_promise(struct room *r, void *arg, enum store_result got, const char *why) {
  struct request *q = arg;
  struct fault f;
  (void)why;
  r->serving = NULL;
  if (!got) r->srv->served++;
  if (got) store_fault(&f, got), send_fault(q, &f);
  else if (q->id) send_answer(q, q->answer->text, q->answer->len, -1);
  else if (q->mail.from) conn_send(q->mail.from, q->answer);
  free_request(q);
}
static void promise(struct room *r, struct change *c, struct request *q, struct blob *answer) {
  drop_document(q); /* while it is warm: what follows is the disk's */
  q->answer = answer;
  c->answer = blob_ref(answer);
  q->mail.next = r->serving;
  r->serving = &q->mail;
  room_write(r, c, keep_promise, q);
}

static cJSON *take(cJSON *doc, const char *name) { return cJSON_DetachItemFromObjectCaseSensitive(doc, name); }

/* Sent again: the first answer. */
static bool answered_before(struct room *r, struct request *q, int side, const uint8_t key[KEY_HASH]) {
  for (int slot = 0; slot < STORE_KEYS; slot++) {
    char *text;
    if (memcmp(r->key[side][slot], key, KEY_HASH)) continue;
    if (store_answer_read(r->srv->reader, r->g.num, side, slot, &text)) return false;
    send_answer(q, text, strlen(text), -1);
    free(text);
    return true;
  }
  return false;
}
static bool typed_dice(struct room *r, const cJSON *list, struct fault *f) {
  char token[64][SAL_TOKEN];
  uint32_t n = 0;
  if (list && !r->g.typed) return fault_at(f, "dice", "this game's dice come from the server");
  if (!r->g.typed) return true;
  if (list && !cJSON_IsArray(list)) return fault_at(f, "dice", "must be a list of faces");
  for (const cJSON *c = list ? list->child : NULL; c; c = c->next) {
    char at[24];
    int64_t face;
    snprintf(at, sizeof at, "dice[%u]", n);
    if (n == 64) return fault_at(f, "dice", "more than 64 dice");
    if (input_whole(c, 1, 9999, &face)) snprintf(token[n++], SAL_TOKEN, "%d", (int)face);
    else if (cJSON_IsString(c) && c->valuestring[0] && strlen(c->valuestring) < SAL_TOKEN && !strpbrk(c->valuestring, " |\n")) snprintf(token[n++], SAL_TOKEN, "%.23s", c->valuestring);
    else return fault_at(f, at, "must be a face (5) or a named draw (\"=29TC\")");
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
  r->g.seat[side].orders = answer ? cJSON_PrintUnformatted(cJSON_GetObjectItemCaseSensitive(answer, "orders")) : NULL;
  cJSON_Delete(answer);
  return ok;
}
static bool changes_game(const cJSON *doc) {
  const cJSON *cmd = cJSON_GetObjectItemCaseSensitive(doc, "cmd");
  const char *word = cJSON_IsString(cmd) ? cmd->valuestring : "";
  return !strcmp(word, "do") || !strcmp(word, "undo") || (!strcmp(word, "orders") && cJSON_HasObjectItem(doc, "orders"));
}
static void take_apart(struct request *q) {
  if (!q->key) q->key = take(q->doc, "key");
  if (!q->seq) q->seq = take(q->doc, "seq");
  if (!q->dice) q->dice = take(q->doc, "dice");
}
static bool may_change(struct room *r, struct request *q, int seat, bool acts, struct fault *f) {
  int64_t made_on = -1;
  if (acts && !q->seq) return fault_at(f, "seq", "is missing: the seq of the view it was made on");
  if (q->seq && !input_whole(q->seq, 0, UINT32_MAX, &made_on)) return fault_at(f, "seq", "must be a whole number");
  if (room_over(r)) return fault_say(f, FAULT_STATE, "The game is over.");
  if (acts && game_lines(r->game) >= (uint32_t)r->srv->config.most_lines) return fault_say(f, FAULT_LIMIT, "This game has as many actions as this server keeps.");
  if (q->seq && made_on != game_seq(r->game, seat)) return fault_say(f, FAULT_STALE, "Something has happened since: this was made on an older view.");
  return typed_dice(r, q->dice, f);
}
/* `do`, `undo`, `orders`: checked, made, kept back until durable. False: answered with the fault; or, when it was tried on top of
 * changes that are not durable, not answered at all: what was found out then may never have been. */
static bool change_game(struct room *r, struct request *q, int seat, struct fault *f) {
  struct asking a = {.room = r, .q = q, .seat = seat};
  struct change c = {.side = seat};
  uint8_t key[KEY_HASH];
  const cJSON *cmd = cJSON_GetObjectItemCaseSensitive(q->doc, "cmd");
  bool on_top = r->busy, acts = !strcmp(cmd->valuestring, "do"), orders = !strcmp(cmd->valuestring, "orders");
  take_apart(q);
  if (seat == SAL_WATCH) return fault_say(f, FAULT_SEAT, "A watcher decides nothing.");
  if (q->key) {
    if (!cJSON_IsString(q->key) || !q->key->valuestring[0] || strlen(q->key->valuestring) > 80) return fault_at(f, "key", "must be a text of 1 to 80 bytes");
    secret_short(q->key->valuestring, key);
    c.key = key;
    if (on_top && room_writes_key(r, seat, key)) return false;
    if (answered_before(r, q, seat, key)) return free_request(q), true;
  }
  if (!may_change(r, q, seat, acts, f)) return false;
  r->roll = game_rolls(r->game);
  if (!room_guard(r, ask_engine, &a, f)) return false;
  if (!a.ok) {
    if (on_top) return false;
    r->srv->refused++;
    send_answer(q, a.out, a.n, -1);
    return free_request(q), true;
  }
  struct blob *answer = blob_answer(a.out, a.n, NULL, game_seq(r->game, seat));
  if (orders) {
    c.what |= WRITE_SEATS;
    if (!keep_orders(r, seat, f)) return blob_drop(answer), false;
  }
  promise(r, &c, q, answer);
  return true;
}

/* ---- the room's own commands */
static bool fields_of(const cJSON *doc, const char *const *known, struct fault *f) { return input_fields(doc, "", known, f); }
static void send_ok(struct request *q) { send_answer(q, "{\"ok\":true}", 11, -1); }

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
struct saying {
  struct request *q;
  struct store_chat chat;
};
static void said(struct room *r, void *arg, enum store_result got, const char *why) {
  struct saying *s = arg;
  struct fault f;
  (void)why;
  r->serving = NULL;
  if (got) {
    store_fault(&f, got);
    send_fault(s->q, &f);
  } else {
    send_ok(s->q);
    room_tell(r, blob_json(chat_json, &s->chat), false); /* between players; a watcher must not be able to carry secrets */
  }
  free_request(s->q);
  free(s);
}
static bool chat(struct room *r, struct request *q, int seat, struct fault *f) {
  static const char *const known[] = {"cmd", "v", "text", NULL};
  const char *text = NULL;
  if (!fields_of(q->doc, known, f) || !input_text(q->doc, "", "text", true, &text, f)) return false;
  if (seat == SAL_WATCH) return fault_say(f, FAULT_SEAT, "Chat is between the players.");
  if (!*text || strlen(text) > 1000) return fault_at(f, "text", "must have 1 to 1000 bytes");
  if (r->chat_n < 0) r->chat_n = store_chat_last(r->srv->reader, r->g.num);
  if (r->chat_n >= CHAT_LINES) return fault_say(f, FAULT_LIMIT, "This game's chat is full.");
  struct saying *s = calloc(1, sizeof *s);
  if (!s) abort();
  s->q = q;
  s->chat = (struct store_chat){.n = ++r->chat_n, .at = now_wall(), .side = (uint8_t)seat};
  snprintf(s->chat.name, sizeof s->chat.name, "%s", r->g.seat[seat].name);
  snprintf(s->chat.text, sizeof s->chat.text, "%s", text);
  r->serving = &q->mail;
  room_write(r, &(struct change){.what = WRITE_CHAT, .chat = &s->chat}, said, s);
  return true;
}
static bool chat_line(void *ctx, const struct store_chat *c) {
  struct store_chat copy = *c;
  struct blob *b = blob_json(chat_json, &copy);
  conn_send(ctx, b);
  blob_drop(b);
  return true;
}
static bool past_chat(struct room *r, struct request *q, int seat, struct fault *f) {
  static const char *const known[] = {"cmd", "v", NULL};
  if (!fields_of(q->doc, known, f)) return false;
  if (seat != SAL_WATCH && q->mail.from) store_chat_read(r->srv->reader, r->g.num, 100, chat_line, q->mail.from);
  send_ok(q);
  free_request(q);
  return true;
}
static bool abandon(struct room *r, struct request *q, int seat, struct fault *f) {
  static const char *const known[] = {"cmd", "v", NULL};
  if (!fields_of(q->doc, known, f)) return false;
  if (seat == SAL_WATCH) return fault_say(f, FAULT_SEAT, "A watcher decides nothing.");
  if (room_over(r)) return fault_say(f, FAULT_STATE, "The game is over.");
  room_end(r, "abandoned", sal_enemy(seat));
  struct blob *ok = blob_new("{\"ok\":true}", 11);
  promise(r, &(struct change){.what = WRITE_GAME, .side = seat}, q, ok);
  return true;
}
static bool claim(struct room *r, struct request *q, int seat, struct fault *f) {
  static const char *const known[] = {"cmd", "v", NULL};
  if (!fields_of(q->doc, known, f)) return false;
  if (seat == SAL_WATCH) return fault_say(f, FAULT_SEAT, "A watcher decides nothing.");
  if (room_over(r)) return fault_say(f, FAULT_STATE, "The game is over.");
  if (r->g.clock.mode != CLOCK_CLAIM || !(r->g.clock.late & SAL_BIT(sal_enemy(seat)))) return fault_say(f, FAULT_STATE, "The other side has not run out of time.");
  room_end(r, "timeout", seat);
  promise(r, &(struct change){.what = WRITE_GAME, .side = seat}, q, blob_new("{\"ok\":true}", 11));
  return true;
}
static bool hook(struct room *r, struct request *q, int seat, struct fault *f) {
  static const char *const known[] = {"cmd", "v", "url", NULL};
  const char *url = NULL;
  if (!fields_of(q->doc, known, f) || !input_text(q->doc, "", "url", true, &url, f)) return false;
  if (seat == SAL_WATCH) return fault_say(f, FAULT_SEAT, "A watcher is not waited for.");
  if (*url && !webhook_allowed(&r->srv->config, url, f)) return false;
  snprintf(r->g.seat[seat].hook, sizeof r->g.seat[seat].hook, "%s", url);
  promise(r, &(struct change){.what = WRITE_SEATS, .side = seat}, q, blob_new("{\"ok\":true}", 11));
  return true;
}
static bool think(struct room *r, struct request *q, int seat, struct fault *f) {
  static const char *const known[] = {"cmd", "v", "side", "bot", NULL};
  const char *bot = NULL, *side = NULL;
  if (!fields_of(q->doc, known, f) || !input_text(q->doc, "", "bot", true, &bot, f) || !input_text(q->doc, "", "side", false, &side, f)) return false;
  if (seat == SAL_WATCH || (side && sal_side_parse(side) != seat)) return fault_say(f, FAULT_SEAT, "This seat is not that side's.");
  if (room_over(r)) return fault_say(f, FAULT_STATE, "The game is over.");
  if (!(r->g.to_move & SAL_BIT(seat))) return fault_say(f, FAULT_SEAT, "It is not this side's decision now.");
  if (q->mail.from && !opponent_hint(r, q->mail.from, bot, q->id, f)) return false;
  free_request(q);
  return true;
}

/* Sends what the errand brought. */
static void looked(struct room *r, void *arg, struct errand_end *end) {
  struct request *q = arg;
  r->serving = NULL;
  if (end->out) send_answer(q, end->out->text, end->out->len, -1);
  else send_fault(q, &end->fault);
  blob_drop(end->out);
  free_request(q);
}
/* What this side saw when it had been told of `at` events: for replays through one side's eyes. */
static bool past_view(struct room *r, struct request *q, int seat, struct fault *f) {
  static const char *const known[] = {"cmd", "v", "side", "at", NULL};
  const char *side = NULL;
  int64_t seq = 0;
  if (!fields_of(q->doc, known, f) || !input_int(q->doc, "", "at", true, 0, UINT32_MAX, &seq, f) || !input_text(q->doc, "", "side", false, &side, f)) return false;
  if (side && sal_side_parse(side) != seat) return fault_say(f, FAULT_SEAT, "This seat is not that side's.");
  if (!limits_take(r->srv->limits, q->mail.from->address, LIMIT_LOOK, now_steady())) return fault_say(f, FAULT_LIMIT, "Too many looks back; slow down.");
  r->serving = &q->mail;
  errand_look(r, seat, (uint32_t)seq, looked, q);
  return true;
}
static void copy_json(void *ctx, struct sal_json *j) {
  sal_json_object(j, NULL);
  sal_json_bool(j, "ok", true);
  sal_json_str(j, "journal", ((const struct blob *)ctx)->text);
  sal_json_end(j);
}
static void copied(struct room *r, void *arg, struct errand_end *end) {
  struct blob *text = end->out;
  if (text) end->out = blob_json(copy_json, text);
  blob_drop(text);
  looked(r, arg, end);
}
static bool save(struct room *r, struct request *q, int seat, struct fault *f) {
  static const char *const known[] = {"cmd", "v", "side", NULL};
  const char *side = NULL;
  if (!fields_of(q->doc, known, f) || !input_text(q->doc, "", "side", false, &side, f)) return false;
  if (side && sal_side_parse(side) != seat) return fault_say(f, FAULT_SEAT, "This seat is not that side's.");
  if (!limits_take(r->srv->limits, q->mail.from->address, LIMIT_COPY, now_steady())) return fault_say(f, FAULT_LIMIT, "Too many copies of journals; wait a while.");
  r->serving = &q->mail;
  errand_copy(r, seat, copied, q);
  return true;
}

/* ---- which is which */
static bool obey(struct room *r, struct request *q, int seat, struct fault *f) {
  const char *cmd = NULL;
  int64_t v = 1;
  if (!input_text(q->doc, "", "cmd", true, &cmd, f) || !input_int(q->doc, "", "v", false, 1, 1, &v, f)) return false;
  if (!strcmp(cmd, "chat")) return chat(r, q, seat, f);
  if (!strcmp(cmd, "chats")) return past_chat(r, q, seat, f);
  if (!strcmp(cmd, "abandon")) return abandon(r, q, seat, f);
  if (!strcmp(cmd, "claim")) return claim(r, q, seat, f);
  if (!strcmp(cmd, "hook")) return hook(r, q, seat, f);
  if (!strcmp(cmd, "save")) return save(r, q, seat, f);
  if (!strcmp(cmd, "view") && cJSON_HasObjectItem(q->doc, "at")) return past_view(r, q, seat, f);
  if (room_fetch_for(r, &q->mail)) return q->mail.from->waiting++, true; /* it comes again */
  if (!room_game(r, f)) return false;
  if (!strcmp(cmd, "think")) return think(r, q, seat, f);
  if (changes_game(q->doc)) return change_game(r, q, seat, f);
  struct asking a = {.room = r, .q = q, .seat = seat};
  if (!room_guard(r, ask_engine, &a, f)) return false;
  send_answer(q, a.out, a.n, -1);
  free_request(q);
  return true;
}
static void act(struct room *r, struct mail *m) {
  struct request *q = (struct request *)m;
  struct fault f = {0};
  if (!m->from) { /* who asked has gone: a request that was never begun is nobody's */
    free_request(q);
    return;
  }
  if (m->from->waiting) m->from->waiting--;
  int seat = m->from->seat;
  bool on_top = r->busy;
  if (seat == SAL_NOSIDE) fault_say(&f, FAULT_STATE, "Join a game first."); /* it tried, and was not let in */
  else if (obey(r, q, seat, &f)) return;
  if (on_top) {
    m->from->waiting++;
    room_put_back(r, m);
    return;
  }
  send_fault(q, &f);
  free_request(q);
}
void seat_hear(struct conn *c, cJSON *doc) {
  struct request *q = calloc(1, sizeof *q);
  struct fault f;
  if (!q) abort();
  *q = (struct request){.mail = {.act = act, .drop = drop_request, .from = c, .follows = changes_game(doc)}, .doc = doc};
  cJSON *id = take(doc, "id");
  if (id && (cJSON_IsString(id) || cJSON_IsNumber(id))) {
    q->id = cJSON_PrintUnformatted(id);
    if (strlen(q->id) > 70) cJSON_free(q->id), q->id = NULL;
  }
  bool bad = id && !q->id;
  cJSON_Delete(id);
  if (bad) fault_at(&f, "id", "must be a number or a text of at most 64 bytes");
  else if (!limits_exempt(c->srv->limits, c->address) && !bucket_take(&c->room->flow, LIMIT_GAME_RATE, LIMIT_GAME_BURST, now_steady()))
    bad = true, fault_say(&f, FAULT_LIMIT, "Too many messages in this game; slow down.");
  else if (c->waiting >= LIMIT_INBOX) bad = true, fault_say(&f, FAULT_LIMIT, "Too many requests wait; slow down.");
  if (bad) {
    send_fault(q, &f);
    free_request(q);
    return;
  }
  c->waiting++;
  room_mail(c->room, &q->mail);
}
