/* room.c - a room's life: loading, emptying its inbox, telling. How it changes is change.c's. */
#include "room.h"

#include "eyes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- bugs in the rules end a request, not the server */
bool room_guard(struct room *r, void (*fn)(void *), void *arg, struct fault *f) {
  char what[160];

  if (guarded(fn, arg, what))
    return true;
  server_log("game %s: a bug in the rules at line %u: %s", r->g.id,
             r->game ? game_lines(r->game) + 1 : 0, what);
  engine_recover(r->srv->engine);
  room_unload(r);
  return fault_say(f, FAULT_INTERNAL,
                   "A fault in the program stopped this; the game is as it was before.");
}

/* ---- the game in memory */
/* Token number `roll` of the committed secret; the number continues after a restart. */
uint32_t room_dice(void *ctx, uint32_t n) {
  struct room *r = ctx;
  return dice_below(r->g.secret, r->roll++, n);
}

/* Standing orders as they were; they have answered all they could before. */
static void set_orders(void *arg) {
  struct room *r = arg;

  for (int side = 0; side < 2; side++) {
    if (!r->g.seat[side].orders)
      continue;
    cJSON *doc = cJSON_CreateObject();
    cJSON *orders = cJSON_Parse(r->g.seat[side].orders);
    bool ok;
    size_t n;
    cJSON_AddStringToObject(doc, "cmd", "orders");
    cJSON_AddItemToObject(doc, "orders", orders);
    engine_seat(r->srv->engine, r->game, side, doc, &ok, &n);
    cJSON_Delete(doc);
  }
}

/* The kept orders come into force. */
void room_set_orders(struct room *r) {
  struct fault f;
  room_guard(r, set_orders, r, &f);
}

/* Typed dice must be given with each action; otherwise the server rolls. */
void room_begin_dice(struct room *r) {
  if (r->g.typed)
    game_type_dice(r->game, NULL, 0);
  else
    game_source(r->game, room_dice, r);
}

static void keep_pace(struct room *);

/* A game that was fetched: its dice, its orders, and what each side has been shown. */
void room_install(struct room *r, struct game *game) {
  r->game = game;
  r->srv->loaded++;
  game_journal(r->game, &r->kept);
  room_begin_dice(r);
  for (int v = 0; v < 3; v++) {
    r->shown[v] = 0;
    if (!(r->late & SAL_BIT(v)))
      r->seq[v] = game_seq(r->game, v);
  }
  r->roll = game_rolls(r->game);
  room_set_orders(r);
  keep_pace(r); /* viewers who were not told before it left memory */
}

/* True: it is in memory. Asking also keeps it there. */
bool room_game(struct room *r, struct fault *f) {
  r->used = now_steady();
  if (r->game)
    return true;
  if (r->unfit)
    *f = *r->unfit;
  else
    fault_say(f, FAULT_INTERNAL, "The game is not in memory."); /* a bug took it out a moment ago */
  return false;
}

/* The store has everything; the room itself stays. */
void room_unload(struct room *r) {
  if (!r->game)
    return;
  game_free(r->game);
  r->game = NULL;
  r->srv->loaded--;
}

/* ---- the inbox */
/* A busy room takes only changes on top of changes that have not set off. */
static bool may_act(const struct room *r, const struct mail *m) {
  return !r->busy || (r->gathers && m->follows && r->game);
}

/* One message after another, until the room is busy or the inbox empty. */
void room_go_on(struct room *r) {
  while (r->inbox.first && !r->srv->closing) {
    struct mail *m = LIST_OF(r->inbox.first, struct mail, node);
    struct fault *unfit = r->unfit;
    if (!may_act(r, m))
      return;
    list_remove(&m->node);
    if (r->deleted)
      m->drop(m);
    else
      m->act(r, m);
    if (!unfit || r->unfit != unfit)
      continue;
    free(unfit); /* told; the next request tries again */
    r->unfit = NULL;
  }
}

/* Acts on it at once if possible. */
void room_mail(struct room *r, struct mail *m) {
  list_add(&r->inbox, &m->node);
  room_go_on(r);
}

/* First again, and nothing more is made on top: the order of requests stays. */
void room_put_back(struct room *r, struct mail *m) {
  list_add_first(&r->inbox, &m->node);
  r->gathers = false;
}

/* Fetches the game if it is not in memory; the message waits for it. */
bool room_fetch_for(struct room *r, struct mail *m) {
  if (r->game || r->unfit)
    return false;
  room_put_back(r, m);
  room_fetch(r);
  return true;
}

/* Everything that waited goes on. */
void room_settle(struct room *r) {
  r->busy = false;
  room_go_on(r);
}

/* ---- who is here */
/* By account where there is one; an address counts only until somebody has signed in. */
void room_owner(struct room *r, int64_t account, const char *address) {
  if (r->g.account || account)
    limits_account(r->g.account ? r->g.account : account, r->by);
  else if (!r->by[0])
    snprintf(r->by, sizeof r->by, "%s", address);
}

/* The connection sits down. */
void room_enter(struct room *r, struct conn *c, int seat) {
  c->room = r;
  c->seat = (uint8_t)seat;
  room_owner(r, c->account, c->address);
  list_add_first(&r->conns, &c->here);
}

/* What it asked for continues without anybody to answer. */
static void forget_sender(struct list *mail, const struct conn *c) {
  for (struct node *n = mail->first; n; n = n->next) {
    struct mail *m = LIST_OF(n, struct mail, node);
    if (m->from == c)
      m->from = NULL;
  }
}

/* Requests that it sent are answered to nobody. */
void room_leave(struct conn *c) {
  struct room *r = c->room;

  if (!r)
    return;
  list_remove(&c->here);
  if (r->hint == c)
    r->hint = NULL;
  forget_sender(&r->serving, c);
  forget_sender(&r->inbox, c);
  c->room = NULL;
  c->waiting = 0;
  r->used = now_steady();
  room_tell_presence(r);
}

static bool among(const struct list *mail, const struct conn *c) {
  for (const struct node *n = mail->first; n; n = n->next)
    if (LIST_OF(n, struct mail, node)->from == c)
      return true;
  return false;
}

/* It must hear those answers before it moves to another room. */
bool room_owes(const struct conn *c) {
  return among(&c->room->serving, c) || among(&c->room->inbox, c);
}

static bool anybody(const struct room *r, int seat) {
  for (const struct conn *c = conn_of(r->conns.first); c; c = conn_of(c->here.next))
    if (c->seat == seat)
      return true;
  return false;
}

/* ---- documents */
static const char *const KINDS[] = {"me", "open", "invite", "hotseat", "bot"};
void room_seats_json(const struct room *r, struct sal_json *j, const char *key) {
  uint32_t watchers = 0;

  for (const struct conn *c = conn_of(r->conns.first); c; c = conn_of(c->here.next))
    watchers += c->seat == SAL_WATCH || seat_is_eyes(c->seat);
  sal_json_object(j, key);
  for (int side = 0; side < 2; side++) {
    const struct store_seat *s = &r->g.seat[side];
    sal_json_object(j, sal_side_name[side]);
    sal_json_str(j, "kind", KINDS[s->kind]);
    sal_json_bool(j, "taken", s->taken || s->kind == SEAT_BOT);
    sal_json_bool(j, "online", s->kind == SEAT_BOT || anybody(r, side));
    if (s->name[0])
      sal_json_str(j, "name", s->name);
    if (s->kind == SEAT_BOT)
      sal_json_str(j, "bot", s->bot);
    if (r->eyes[side].delay)
      sal_json_int(j, "eyes", r->eyes[side].delay);
    sal_json_end(j);
  }
  sal_json_int(j, "watchers", watchers);
  sal_json_end(j);
}

bool room_over(const struct room *r) {
  return r->g.ended[0] != 0;
}

/* How it ended. The secret of the dice is open now, so that everybody can check them. */
void room_over_json(struct room *r, struct sal_json *j, const char *key) {
  char hex[65];

  if (!room_over(r)) {
    sal_json_null(j, key);
    return;
  }
  sal_json_object(j, key);
  sal_json_str(j, "how", r->g.ended);
  if (r->game && !strcmp(r->g.ended, "played"))
    game_result_json(r->game, j, "result");
  else
    sal_json_str(j, "winner", r->g.winner < 2 ? sal_side_name[r->g.winner] : "draw");
  secret_hex(r->g.secret, sizeof r->g.secret, hex); /* now everybody may check every roll */
  sal_json_str(j, "dice_secret", hex);
  dice_commit(r->g.secret, hex);
  sal_json_str(j, "dice_commit", hex);
  sal_json_int(j, "dice_from", store_first_roll(&r->g));
  sal_json_end(j);
}

/* The state of a room on its way to one viewer, who sees what that side may see. */
struct stating {
  struct room *room;
  int viewer;
  uint32_t since;
  bool joining;
  size_t view_at, view_end; /* where the view stands in the text */
  struct blob *out;
};

/* What a seat sees, when it joins and after each change. */
static void state_json(void *ctx, struct sal_json *j) {
  struct stating *s = ctx;
  struct game *g = s->room->game;

  sal_json_object(j, NULL);
  if (s->joining)
    sal_json_bool(j, "ok", true);
  else
    sal_json_str(j, "push", "state");
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
    if (s->room->g.rematch[0])
      sal_json_str(j, "rematch", s->room->g.rematch);
  }
  sal_json_end(j);
}

/* Under the guard. */
static void write_state(void *arg) {
  struct stating *s = arg;
  s->out = blob_json(state_json, s);
}

/* The view's own hash tells whether anything changed for this viewer. */
struct blob *room_state(struct room *r, int viewer, uint32_t since, bool joining, uint64_t *hash,
                        struct fault *f) {
  struct stating s = {.room = r, .viewer = viewer, .since = since, .joining = joining};
  if (!room_guard(r, write_state, &s, f))
    return NULL;
  *hash = sal_hash(s.out->text + s.view_at, s.view_end - s.view_at, 1) | 1;
  return s.out;
}

/* ---- telling */
void room_tell(struct room *r, struct blob *b, bool watchers_too) {
  for (struct conn *c = conn_of(r->conns.first), *next; c; c = next) {
    next = conn_of(c->here.next);
    if (c->seat < SAL_WATCH || (c->seat == SAL_WATCH && watchers_too))
      conn_send(c, b);
  }
  blob_drop(b);
}

/* To all lines of one seat. Drops the blob. */
void room_tell_seat(struct room *r, int seat, struct blob *b) {
  for (struct conn *c = conn_of(r->conns.first), *next; c; c = next) {
    next = conn_of(c->here.next);
    if (c->seat == seat)
      conn_send(c, b);
  }
  blob_drop(b);
}

static void presence_json(void *ctx, struct sal_json *j) {
  sal_json_object(j, NULL);
  sal_json_str(j, "push", "presence");
  room_seats_json(ctx, j, "seats");
  sal_json_end(j);
}

/* Tells everybody who is here and who sits where. */
void room_tell_presence(struct room *r) {
  if (r->conns.first)
    room_tell(r, blob_json(presence_json, r), true);
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

/* Each viewer gets its own view, and hears nothing of what did not change for it. */
static void tell_viewer(struct room *r, int v) {
  struct fault f;
  uint32_t seq = game_seq(r->game, v);
  uint32_t since = r->seq[v];
  uint64_t was = r->shown[v];

  r->seq[v] = seq;
  r->shown[v] = 0;
  struct blob *b = anybody(r, v) ? room_state(r, v, since, false, &r->shown[v], &f) : NULL;
  if (!b)
    return;
  if (r->shown[v] == was && seq == since) {
    blob_drop(b);
    return;
  }
  r->told[v] = now_steady();
  r->srv->pushed++;
  room_tell_seat(r, v, b);
}

/* Views are large, answers come first, and nobody reads many views in a second. So views are made
 * when a turn of the loop has nothing else to do, and in any turn for viewers that have had none
 * for a while; and never sooner than the pace after the last one. Each viewer has its own timer, so
 * the timing of an update does not reveal a change that the viewer may not see. */
enum { A_WHILE_MS = 250 };

/* Is the viewer behind, and has it been long enough? */
static bool is_due(const struct room *r, int v, int64_t since) {
  return r->late & SAL_BIT(v) && r->told[v] <= since;
}

static bool tell_due(struct room *r, int64_t since) { /* viewers that have had none since then */
  bool any = false;
  for (int v = 0; v < 3 && r->game; v++) {
    if (!is_due(r, v, since))
      continue;
    r->late &= (uint8_t)~SAL_BIT(v);
    tell_viewer(r, v);
    any = true;
  }
  return any;
}
void room_tell_now(struct room *r) {
  tell_due(r, INT64_MAX);
}

static void keep_pace(struct room *r) {
  if (r->late && r->game && !r->paced.in)
    list_add(&r->srv->paced, &r->paced);
}

/* All viewers are behind now; they are told at their pace. */
void room_tell_state(struct room *r) {
  r->late = SAL_BIT(SAL_GERMAN) | SAL_BIT(SAL_SOVIET) | SAL_BIT(SAL_WATCH);
  keep_pace(r);
}

/* Views are dear to make, so a busy room sends fewer of them. */
bool rooms_tell_late(struct server *s, bool rest) {
  int64_t pace = s->config.pace_ms;
  int64_t now = now_steady();
  int64_t due = now - pace;
  int64_t overdue = now - (pace > A_WHILE_MS ? pace : A_WHILE_MS);
  bool soon = false;

  /* each once: a viewer not told now goes to the end of the list */
  for (uint32_t left = s->paced.count; left; left--) {
    struct room *r = LIST_OF(list_take(&s->paced), struct room, paced);
    /* busy: what is in memory may not be durable yet */
    if (!r->busy && tell_due(r, rest ? due : overdue))
      rest = false;
    for (int v = 0; v < 3 && !r->busy && r->game; v++)
      soon |= is_due(r, v, due);
    keep_pace(r);
  }

  return soon;
}

/* Clock and end are told at once, after the events that led to them. */
void room_tell_standing(struct room *r) {
  uint32_t clock = clock_mark(&r->g.clock);
  bool clocks = r->g.clock.mode && clock != r->clock_told;

  if (clocks || (room_over(r) && !r->over_told))
    room_tell_now(r); /* what led to it comes first */
  if (clocks) {
    r->clock_told = clock;
    if (r->conns.first)
      room_tell(r, blob_json(clock_json, r), true);
  }
  if (room_over(r) && !r->over_told) {
    r->over_told = true;
    if (r->conns.first)
      room_tell(r, blob_json(over_json, r), true);
  }
}
