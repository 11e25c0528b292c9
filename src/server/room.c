/* room.c - a room's life: loading, changing durably, telling, emptying its inbox. */
#include "room.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- bugs in the rules end a request, not the server */
bool room_guard(struct room *r, void (*fn)(void *), void *arg, struct fault *f) {
  char what[160];
  if (guarded(fn, arg, what)) return true;
  server_log("game %s: a bug in the rules at line %u: %s", r->g.id, r->game ? game_lines(r->game) + 1 : 0, what);
  engine_recover(r->srv->engine);
  room_unload(r);
  return fault_say(f, FAULT_INTERNAL, "A fault in the program stopped this; the game is as it was before.");
}

/* ---- the game in memory */
uint32_t room_dice(void *ctx, uint32_t n) {
  struct room *r = ctx;
  return dice_below(r->g.secret, r->roll++, n);
}
/* Standing orders as they were; they have answered all they could before. */
static void set_orders(void *arg) {
  struct room *r = arg;
  for (int side = 0; side < 2; side++) {
    if (!r->g.seat[side].orders) continue;
    cJSON *doc = cJSON_CreateObject(), *orders = cJSON_Parse(r->g.seat[side].orders);
    bool ok;
    size_t n;
    cJSON_AddStringToObject(doc, "cmd", "orders");
    cJSON_AddItemToObject(doc, "orders", orders);
    engine_seat(r->srv->engine, r->game, side, doc, &ok, &n);
    cJSON_Delete(doc);
  }
}
void room_begin_dice(struct room *r) {
  if (r->g.typed) game_type_dice(r->game, NULL, 0);
  else game_source(r->game, room_dice, r);
}
void room_install(struct room *r, struct game *game) {
  struct fault f;
  r->game = game;
  r->srv->loaded++;
  game_journal(r->game, &r->kept);
  room_begin_dice(r);
  for (int v = 0; v < 3; v++) r->seq[v] = game_seq(r->game, v), r->shown[v] = 0;
  r->roll = game_rolls(r->game);
  room_guard(r, set_orders, r, &f);
}
bool room_game(struct room *r, struct fault *f) {
  r->used = now_steady();
  if (r->game) return true;
  if (r->unfit) *f = *r->unfit;
  else fault_say(f, FAULT_INTERNAL, "The game is not in memory."); /* a bug took it out a moment ago */
  return false;
}
void room_unload(struct room *r) {
  if (!r->game) return;
  game_free(r->game);
  r->game = NULL;
  r->srv->loaded--;
}

/* ---- the inbox */
static void empty_inbox(struct room *r) {
  while (!r->busy && r->inbox) {
    struct mail *m = r->inbox;
    struct fault *unfit = r->unfit;
    r->inbox = m->next;
    if (!r->inbox) r->inbox_end = &r->inbox;
    if (r->deleted) m->drop(m);
    else m->act(r, m);
    if (!unfit || r->unfit != unfit) continue;
    free(unfit); /* told; whoever asks next tries again */
    r->unfit = NULL;
  }
}
void room_mail(struct room *r, struct mail *m) {
  m->next = NULL;
  *r->inbox_end = m;
  r->inbox_end = &m->next;
  empty_inbox(r);
}
bool room_fetch_for(struct room *r, struct mail *m) {
  if (r->game || r->unfit) return false;
  m->next = r->inbox;
  r->inbox = m;
  if (!m->next) r->inbox_end = &m->next;
  room_fetch(r);
  return true;
}
void room_settle(struct room *r) {
  r->busy = false;
  empty_inbox(r);
}

/* ---- who is here */
void room_enter(struct room *r, struct conn *c, int seat) {
  c->room = r;
  c->seat = (uint8_t)seat;
  c->prev = NULL;
  c->next = r->conns;
  if (r->conns) r->conns->prev = c;
  r->conns = c;
}
void room_leave(struct conn *c) {
  struct room *r = c->room;
  if (!r) return;
  if (c->prev) c->prev->next = c->next;
  else r->conns = c->next;
  if (c->next) c->next->prev = c->prev;
  if (r->hint == c) r->hint = NULL;
  if (r->serving && r->serving->from == c) r->serving->from = NULL;
  for (struct mail *m = r->inbox; m; m = m->next)
    if (m->from == c) m->from = NULL;
  c->room = NULL;
  c->waiting = 0;
  r->used = now_steady();
  room_tell_presence(r);
}
static bool anybody(const struct room *r, int seat) {
  for (const struct conn *c = r->conns; c; c = c->next)
    if (c->seat == seat) return true;
  return false;
}

/* ---- documents */
static const char *const KINDS[] = {"me", "open", "invite", "hotseat", "bot"};
void room_seats_json(const struct room *r, struct sal_json *j, const char *key) {
  uint32_t watchers = 0;
  for (const struct conn *c = r->conns; c; c = c->next) watchers += c->seat == SAL_WATCH;
  sal_json_object(j, key);
  for (int side = 0; side < 2; side++) {
    const struct store_seat *s = &r->g.seat[side];
    sal_json_object(j, sal_side_name[side]);
    sal_json_str(j, "kind", KINDS[s->kind]);
    sal_json_bool(j, "taken", s->taken || s->kind == SEAT_BOT);
    sal_json_bool(j, "online", s->kind == SEAT_BOT || anybody(r, side));
    if (s->name[0]) sal_json_str(j, "name", s->name);
    if (s->kind == SEAT_BOT) sal_json_str(j, "bot", s->bot);
    sal_json_end(j);
  }
  sal_json_int(j, "watchers", watchers);
  sal_json_end(j);
}
bool room_over(const struct room *r) { return r->g.ended[0] != 0; }
void room_over_json(struct room *r, struct sal_json *j, const char *key) {
  char hex[65];
  if (!room_over(r)) {
    sal_json_null(j, key);
    return;
  }
  sal_json_object(j, key);
  sal_json_str(j, "how", r->g.ended);
  if (r->game && !strcmp(r->g.ended, "played")) game_result_json(r->game, j, "result");
  else sal_json_str(j, "winner", r->g.winner < 2 ? sal_side_name[r->g.winner] : "draw");
  secret_hex(r->g.secret, sizeof r->g.secret, hex); /* now everybody may check every roll */
  sal_json_str(j, "dice_secret", hex);
  dice_commit(r->g.secret, hex);
  sal_json_str(j, "dice_commit", hex);
  sal_json_int(j, "dice_from", store_first_roll(&r->g));
  sal_json_end(j);
}
struct stating {
  struct room *room;
  int viewer;
  uint32_t since;
  bool joining;
  size_t view_at, view_end; /* where the view stands in the text */
  struct blob *out;
};
static void state_json(void *ctx, struct sal_json *j) {
  struct stating *s = ctx;
  struct game *g = s->room->game;
  sal_json_object(j, NULL);
  if (s->joining) sal_json_bool(j, "ok", true);
  else sal_json_str(j, "push", "state");
  sal_json_int(j, "seq", game_seq(g, s->viewer));
  game_events_json(g, j, "events", s->viewer, s->since);
  s->view_at = j->out.len;
  game_view_json(g, j, "view", s->viewer);
  s->view_end = j->out.len;
  if (s->joining) {
    sal_json_str(j, "game", s->room->g.id);
    sal_json_str(j, "side", sal_side_name[s->viewer]);
    sal_json_str(j, "dice", s->room->g.typed ? "typed" : "server");
    sal_json_hash(j, "hash", game_hash(g, s->viewer));
    game_to_move_json(g, j, "to_move");
    sal_json_bool(j, "over", room_over(s->room));
    room_over_json(s->room, j, "ended");
    room_seats_json(s->room, j, "presence");
    room_clock_json(s->room, j, "clock");
    if (s->room->g.rematch[0]) sal_json_str(j, "rematch", s->room->g.rematch);
  }
  sal_json_end(j);
}
static void write_state(void *arg) {
  struct stating *s = arg;
  s->out = blob_json(state_json, s);
}
struct blob *room_state(struct room *r, int viewer, uint32_t since, bool joining, uint64_t *hash, struct fault *f) {
  struct stating s = {.room = r, .viewer = viewer, .since = since, .joining = joining};
  if (!room_guard(r, write_state, &s, f)) return NULL;
  *hash = sal_hash(s.out->text + s.view_at, s.view_end - s.view_at, 1) | 1;
  return s.out;
}

/* ---- telling */
void room_tell(struct room *r, struct blob *b, bool watchers_too) {
  for (struct conn *c = r->conns, *next; c; c = next) {
    next = c->next;
    if (c->seat < SAL_WATCH || (c->seat == SAL_WATCH && watchers_too)) conn_send(c, b);
  }
  blob_drop(b);
}
void room_tell_seat(struct room *r, int seat, struct blob *b) {
  for (struct conn *c = r->conns, *next; c; c = next) {
    next = c->next;
    if (c->seat == seat) conn_send(c, b);
  }
  blob_drop(b);
}
static void presence_json(void *ctx, struct sal_json *j) {
  sal_json_object(j, NULL);
  sal_json_str(j, "push", "presence");
  room_seats_json(ctx, j, "seats");
  sal_json_end(j);
}
void room_tell_presence(struct room *r) {
  if (r->conns) room_tell(r, blob_json(presence_json, r), true);
}
static void clock_json(void *ctx, struct sal_json *j) {
  sal_json_object(j, NULL);
  sal_json_str(j, "push", "clock");
  room_clock_json(ctx, j, "clock");
  sal_json_end(j);
}
static void over_json(void *ctx, struct sal_json *j) {
  sal_json_object(j, NULL);
  sal_json_str(j, "push", "over");
  room_over_json(ctx, j, "ended");
  sal_json_end(j);
}
/* Everybody gets their own view, and nobody hears of what did not change for them. */
static void tell_state(struct room *r) {
  struct fault f;
  for (int v = 0; v < 3 && r->game; v++) {
    uint32_t seq = game_seq(r->game, v), since = r->seq[v];
    r->seq[v] = seq;
    if (!anybody(r, v)) {
      r->shown[v] = 0;
      continue;
    }
    uint64_t was = r->shown[v];
    struct blob *b = room_state(r, v, since, false, &r->shown[v], &f);
    if (!b) return;
    if (r->shown[v] == was && seq == since) {
      blob_drop(b);
      continue;
    }
    r->srv->pushed++;
    room_tell_seat(r, v, b);
  }
}

/* ---- changing */
struct pending {
  struct room *room;
  struct store_game g; /* as it shall be */
  int what, side;
  uint32_t line, nth;  /* of the journal; of the side's answers */
  char *text;
  size_t len;
  uint8_t key[KEY_HASH];
  struct blob *answer;
  struct store_chat chat;
  uint8_t was_to_move;
  room_then *then;
  void *arg;
};
static enum store_result write_pending(struct store *s, void *arg) {
  struct pending *p = arg;
  enum store_result r = STORE_OK;
  if (p->what & WRITE_ENTRY) r = store_entry_add(s, p->g.num, p->line, p->text, p->len);
  if (!r && p->answer) r = store_answer_put(s, p->g.num, p->side, p->nth, p->key, p->answer->text, p->answer->len);
  if (!r && p->what & WRITE_GAME) r = store_game_update(s, &p->g);
  for (int side = 0; side < 2 && !r && p->what & WRITE_SEATS; side++) r = store_seat_update(s, &p->g, side);
  if (!r && p->what & WRITE_CHAT) r = store_chat_add(s, p->g.num, &p->chat);
  return r;
}
/* What was not kept did not happen: back to what the store has. When even that cannot be read, nobody is answered until it can. */
bool room_forget(struct room *r) {
  struct store_game g;
  room_unload(r);
  r->keys_known = false;
  r->chat_n = -1;
  enum store_result got = store_game_read(r->srv->reader, r->g.id, &g);
  r->deleted = r->deleted || got == STORE_NONE;
  r->lost = got && got != STORE_NONE;
  if (got) {
    store_game_clear(&g);
    return !r->lost;
  }
  store_game_clear(&r->g);
  r->g = g;
  r->over_told = room_over(r);
  r->clock_told = clock_mark(&r->g.clock);
  return true;
}
static void written(void *arg, enum store_result got, const char *why) {
  struct pending *p = arg;
  struct room *r = p->room;
  r->busy = false;
  if (got) {
    if (!r->srv->disk_trouble) server_log("game %s: not written: %s", r->g.id, got == STORE_FULL ? "the disk is full" : why);
    r->srv->disk_trouble = r->prod = true;
    room_forget(r);
  } else {
    r->srv->disk_trouble = false;
    if (p->what & WRITE_ENTRY) r->kept += p->len;
    if (p->answer) {
      memcpy(r->key[p->side][p->nth % STORE_KEYS], p->key, KEY_HASH);
      r->next_key[p->side] = p->nth + 1;
    }
  }
  if (p->then) p->then(r, p->arg, got, why);
  if (!got && p->what & WRITE_ENTRY && r->game) {
    tell_state(r);
    webhook_notice(r, p->was_to_move, r->g.to_move);
  }
  uint32_t clock = clock_mark(&r->g.clock); /* told when it changes, not by every secret choice */
  if (!got && r->g.clock.mode && clock != r->clock_told) {
    r->clock_told = clock;
    if (r->conns) room_tell(r, blob_json(clock_json, r), true);
  }
  if (!got && room_over(r) && !r->over_told) {
    r->over_told = true;
    if (r->conns) room_tell(r, blob_json(over_json, r), true);
  }
  if (!got && p->what & WRITE_SEATS) room_tell_presence(r);
  store_game_clear(&p->g);
  free(p->text);
  blob_drop(p->answer);
  free(p);
  r->busy = r->busy || r->lost;
  empty_inbox(r);
  if (!r->busy && !r->deleted && !got) opponent_prod(r);
}
void room_end(struct room *r, const char *how, int winner) {
  snprintf(r->g.ended, sizeof r->g.ended, "%s", how);
  r->g.winner = (uint8_t)winner;
  r->g.clock.deadline = 0;
  r->g.clock.running = 0;
}
static struct store_game copy_of(const struct store_game *g) {
  struct store_game copy = *g;
  copy.setup = NULL;
  for (int side = 0; side < 2; side++) copy.seat[side].orders = g->seat[side].orders ? strdup(g->seat[side].orders) : NULL;
  return copy;
}
/* What the journal's growth means for the game's row. */
struct following {
  struct room *room;
  int what;
};
static void follow_game(void *arg) {
  struct following *f = arg;
  struct room *r = f->room;
  struct sal_result result;
  uint8_t who = (uint8_t)game_actors(r->game);
  uint16_t turn = game_state(r->game)->turn;
  bool moved = who != r->g.to_move || turn != r->g.turn;
  r->g.to_move = who;
  r->g.turn = turn;
  if (!who && !room_over(r)) room_end(r, "played", game_result(r->game, &result) ? result.winner : SAL_NOSIDE);
  if (moved) r->g.touched = now_wall();
  if (moved) f->what = WRITE_GAME;
}
void room_write(struct room *r, const struct change *c, room_then *then, void *arg) {
  struct pending *p = calloc(1, sizeof *p);
  size_t len = 0;
  if (!p) abort();
  *p = (struct pending){.room = r, .what = c->what, .side = c->side, .answer = c->answer, .chat = c->chat, .was_to_move = r->g.to_move, .then = then, .arg = arg};
  const char *text = r->game ? game_journal(r->game, &len) : NULL;
  if (r->game && len > r->kept) {
    p->what |= WRITE_ENTRY;
    p->len = len - r->kept;
    p->text = malloc(p->len + 1);
    if (!p->text) abort();
    memcpy(p->text, text + r->kept, p->len);
    p->text[p->len] = 0;
    p->line = (uint32_t)strtoul(p->text, NULL, 10);
    struct following follow = {.room = r};
    struct fault f;
    room_guard(r, follow_game, &follow, &f);
    p->what |= follow.what;
  }
  if (r->g.clock.mode && !room_over(r) && room_waits_for(r) != r->g.clock.running) {
    clock_turn(&r->g.clock, room_waits_for(r), now_game(r->srv));
    p->what |= WRITE_GAME;
  }
  if (c->key) {
    secret_short(c->key, p->key);
    p->nth = r->next_key[c->side];
  } else if (p->answer) {
    blob_drop(p->answer);
    p->answer = NULL;
  }
  p->g = copy_of(&r->g);
  r->busy = true;
  r->used = now_steady();
  writer_submit(r->srv->writer, write_pending, written, p);
}
