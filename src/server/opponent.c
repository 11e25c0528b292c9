/* opponent.c - the computer in a seat: asks a process to think, and makes its move like any
 * player's.
 *
 * A bot that crashes, hangs or proposes nonsense loses its seat to `greedy` (or `random`), with a
 * notice; if even that fails, any legal action is made here, so that no game stops because of a
 * bot.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bot.h"
#include "far.h"
#include "room.h"
#include "shards.h"
#include "worker.h"

enum {
  STUMBLES_TO_FALL = 1,
  STUMBLES_TO_RANDOM = 3,
  STUMBLES_TO_STOP = 8,
  SLOWEST_MS = 120000,
  QUICK_MS = 2000,
  QUICK_NODES = 8000
};

/* Is it a bot that this server lets people play against? */
bool opponent_known(const char *bot, struct fault *f) {
  struct bot_spec spec;
  struct sal_err err = {0};

  if (!bot_parse(bot, &spec, &err))
    return fault_at(f, "bot", "%s", err.text);
  if (spec.ms > 60000)
    return fault_at(f, "bot", "may think for at most 60000 ms here");
  return true;
}

/* A thought that nobody has to be kept from. */
static bool is_quick(const char *bot) {
  struct bot_spec spec;
  struct sal_err err;
  return bot_parse(bot, &spec, &err) && spec.ms <= QUICK_MS && spec.nodes <= QUICK_NODES;
}

static uint32_t limit_of(const char *bot) {
  struct bot_spec spec;
  struct sal_err err;
  if (!bot_parse(bot, &spec, &err))
    return 1000;
  return spec.nodes ? SLOWEST_MS : spec.ms * 2 + 10000;
}

/* Numbers of rolls that no game comes to: the seeds of thoughts. */
static const uint64_t THOUGHTS = (uint64_t)1 << 62;
struct decision {   /* a thought on its way back */
  struct mail mail; /* first */
  struct room *room;
  uint32_t line; /* it was made on */
  int side;
  bool ok, hint;
  struct sal_action action;
  uint64_t nodes;
  uint32_t by; /* the worker on another machine, or 0 */
  char why[200], bot[STORE_BOT];
  uint32_t ncarry;
  uint8_t carry[BOT_CARRY];
};
/* ---- moving */
/* A bot's answer on its way into the room's game; `any`: it had none, so some legal action is
 * drawn. */
struct moving {
  struct room *room;
  int side;
  struct sal_action action;
  bool any, ok;
  struct fault f;
};

/* Makes the bot's move as a player's would be, or any legal one when nothing else works. */
static void move(void *arg) {
  struct moving *m = arg;
  struct game *g = m->room->game;

  m->room->roll = game_rolls(g);
  if (m->any) {
    struct sal_play view = game_view(g, m->side);
    struct sal_list *list = &engine_desk(m->room->srv->engine)->list;
    uint32_t i;
    sal_legal(&view, m->side, list);
    if (!list->n)
      return;
    secret_bytes(&i, sizeof i);
    m->action = list->a[i % list->n];
  }
  if (game_change(g)) /* a computer agrees to whatever the rules are */
    m->action = sal_act(GAME_ADOPT, 0, 0, 0);
  m->ok = game_do(g, m->side, m->action, &m->f);
}

static void tell_fall(struct room *r, void *arg, enum store_result got, const char *why) {
  (void)why;
  if (!got)
    room_tell(r, blob_ref(arg), true);
  blob_drop(arg);
}

/* A bot that fails falls back to a simpler one, with a notice, and in the end waits. */
static void stumble(struct room *r, int side) {
  struct store_seat *seat = &r->g.seat[side];

  if (++r->stumbles > STUMBLES_TO_STOP) {
    server_log("game %s: the computer cannot move; it waits until somebody joins", r->g.id);
    return;
  }
  const char *instead = r->stumbles < STUMBLES_TO_RANDOM ? "greedy" : "random";
  if (r->stumbles < STUMBLES_TO_FALL || !strcmp(seat->bot, instead) ||
      !strcmp(seat->bot, "random")) {
    opponent_prod(r);
    return;
  }
  struct blob *b = blob_fmt(
      "{\"push\":\"notice\",\"text\":\"The opponent %s failed; %s plays on in its seat.\"}",
      seat->bot, instead);
  server_log("game %s: %s failed; %s plays on", r->g.id, seat->bot, instead);
  snprintf(seat->bot, sizeof seat->bot, "%s", instead);
  room_write(r, &(struct change){.what = WRITE_SEATS}, tell_fall, b);
}

static void make_move(struct room *r, struct moving *m) {
  struct fault f;

  if (!room_guard(r, move, m, &f) || !m->ok) {
    stumble(r, m->side);
    return;
  }
  r->stumbles = 0;
  room_write(r, &(struct change){.side = m->side}, NULL, NULL);
}

/* ---- advice */
static void hint_json(void *ctx, struct sal_json *j) {
  const struct decision *d = ctx;
  char text[200];

  sal_json_object(j, NULL);
  sal_json_bool(j, "ok", d->ok);
  if (d->ok) {
    sal_action_print(game_book(d->room->game), d->action, text, sizeof text);
    sal_json_str(j, "action", text);
    sal_json_str(j, "why", d->why);
    sal_json_int(j, "nodes", (int64_t)d->nodes);
  } else {
    struct fault f;
    fault_say(&f, FAULT_INTERNAL, "The computer gave no advice.");
    fault_json(j, "error", &f);
  }
  sal_json_end(j);
}

/* A hint goes to the player who asked, if still there. */
static void advise(struct room *r, struct decision *d) {
  struct fault f;

  if (!r->hint || !room_game(r, &f))
    return;
  struct blob *b = blob_json(hint_json, d);
  struct blob *answer = blob_answer(b->text, b->len, r->hint_id[0] ? r->hint_id : NULL, -1);
  conn_send(r->hint, answer);
  blob_drop(b);
  blob_drop(answer);
  r->hint = NULL;
}

/* ---- what comes from another machine */
struct offering {
  struct room *room;
  const struct decision *d;
  bool has;
};
static void look_up(void *arg) {
  struct offering *o = arg;
  struct sal_play view = game_view(o->room->game, o->d->side);
  struct sal_list *list = &engine_desk(o->room->srv->engine)->list;
  sal_legal(&view, o->d->side, list);
  o->has = sal_list_has(list, o->d->action);
}

/* Is it one of the actions that the side may choose from? Nothing else of a stranger's is read. */
static bool is_offered(struct room *r, const struct decision *d) {
  struct offering o = {r, d, false};
  struct fault f;
  return room_guard(r, look_up, &o, &f) && o.has;
}

/* What the bot wants to remember until its next decision. */
static void keep_carry(struct room *r, const struct decision *d) {
  struct carry **at = &r->carry[d->side];

  if (!d->ok || !d->ncarry)
    return;
  if (!*at)
    *at = calloc(1, sizeof **at);
  if (!*at)
    abort();
  memcpy((*at)->bot, d->bot, sizeof(*at)->bot);
  memcpy((*at)->bytes, d->carry, d->ncarry);
  (*at)->n = d->ncarry;
}

/* ---- thinking */
static void start_thinking(struct room *r, int side, const char *bot, bool hint, bool here);
static void decided(struct room *r, struct mail *m) {
  struct decision d = *(struct decision *)m;
  struct fault f;

  if (room_fetch_for(r, m))
    return;
  free(m);
  r->thinking = false;
  if (d.by && d.ok && r->game) {
    bool stands = game_lines(r->game) == d.line;
    if (stands && !is_offered(r, &d)) {
      far_nonsense(r->srv, d.by);
      start_thinking(r, d.side, d.bot, d.hint, true);
      return;
    }
    d.ok = stands; /* else it cannot be judged any more, and nobody needs it */
  }
  keep_carry(r, &d);
  if (d.hint) {
    advise(r, &d);
    opponent_prod(r);
    return;
  }
  if (room_over(r) || r->g.seat[d.side].kind != SEAT_BOT || !room_game(r, &f))
    return;
  if (game_lines(r->game) != d.line)
    opponent_prod(r); /* something was taken back meanwhile */
  else if (!d.ok)
    stumble(r, d.side);
  else
    make_move(r, &(struct moving){.room = r, .side = d.side, .action = d.action});
}

static void undecided(struct mail *m) { /* the game was deleted */
  struct decision *d = (struct decision *)m;
  d->room->thinking = false;
  free(d);
}
static void thought(void *arg, const struct thought_end *end) {
  struct decision *d = arg;

  d->ok = end->ok;
  d->action = end->action;
  d->nodes = end->nodes;
  d->by = end->by;
  d->ncarry = (uint32_t)end->ncarry;
  if (end->ncarry)
    memcpy(d->carry, end->carry, end->ncarry);
  snprintf(d->why, sizeof d->why, "%.199s", end->why);
  room_mail(d->room, &d->mail);
}

static bool between_bots(const struct room *r) {
  return r->g.seat[0].kind == SEAT_BOT && r->g.seat[1].kind == SEAT_BOT;
}

/* A worker's task: this side's next action, or a hint to the player. */
struct thinking {
  struct room *room;
  int side;
  const char *bot;
  bool hint, here;
};

/* Everything a process needs to think: the side's view and nothing else. */
static void hand_over(void *arg) {
  const struct thinking *k = arg;
  struct room *r = k->room;
  int side = k->side;
  const char *bot = k->bot;
  bool hint = k->hint;
  struct decision *d = calloc(1, sizeof *d);
  struct journal_reader head;
  struct fault f;
  size_t n;

  if (!d)
    abort();
  *d = (struct decision){.mail = {.act = decided, .drop = undecided},
                         .room = r,
                         .line = game_lines(r->game),
                         .side = side,
                         .hint = hint};
  snprintf(d->bot, sizeof d->bot, "%s", bot);
  const char *text = game_journal(r->game, &n);
  bool own = journal_open(&head, text, n, &f) && head.head.position;
  struct sal_play view = game_view(r->game, side);
  struct thought t = {.book = view.book,
                      .position = own ? head.head.position : NULL,
                      .nposition = own ? head.head.position_len : 0,
                      .view = view.state,
                      .side = side,
                      .bot = bot,
                      .game = (uint64_t)r->g.num * 4 + (uint64_t)side,
                      .limit_ms = limit_of(bot),
                      .quick = is_quick(bot),
                      .who = r->by[0] ? r->by : "nobody here",
                      .here = k->here,
                      .done = thought,
                      .arg = d};
  const struct carry *carry = r->carry[side];
  if (carry && !strcmp(carry->bot, bot)) {
    t.carry = carry->bytes;
    t.ncarry = carry->n;
  }
  /* from the game's own secret, so that a cup of computers can be repeated */
  t.seed = dice_below(r->g.secret, THOUGHTS + (uint64_t)d->line * 2 + (uint64_t)side, UINT32_MAX);
  r->thinking = true;
  workers_think(r->srv->workers, &t);
}

static void start_thinking(struct room *r, int side, const char *bot, bool hint, bool here) {
  struct thinking k = {r, side, bot, hint, here};
  struct fault f;
  /* its view cannot even be made */
  if (!room_guard(r, hand_over, &k, &f))
    r->stumbles = STUMBLES_TO_STOP + 1;
}

/* A hint for a player: one thought at a time in a room. */
bool opponent_hint(struct room *r, struct conn *c, const char *bot, const char *id,
                   struct fault *f) {
  if (!opponent_known(bot, f))
    return false;
  if (r->thinking)
    return fault_say(f, FAULT_LIMIT, "The computer is thinking already.");
  r->hint = c;
  snprintf(r->hint_id, sizeof r->hint_id, "%s", id ? id : "");
  start_thinking(r, c->seat, bot, true, false);
  return true;
}

/* Two computers think only while somebody watches, because nobody else waits for them. */
static bool for_nobody(const struct room *r) {
  if (r->cup[0]) /* others wait for the result */
    return false;
  return between_bots(r) && !r->conns.first;
}

/* Lets the computer think, if it is its turn and nothing is in the way. */
void opponent_prod(struct room *r) {
  if (for_nobody(r) || !shards_hold(r->srv, room_shard(r)))
    return;
  if (r->busy || r->thinking || r->deleted || r->srv->closing || room_over(r) ||
      r->stumbles > STUMBLES_TO_STOP)
    return;
  for (int side = 0; side < 2; side++) {
    if (r->g.seat[side].kind != SEAT_BOT || !(r->g.to_move & SAL_BIT(side)))
      continue;
    if (r->unfit)
      return;
    if (!r->game) {
      room_fetch(r); /* and is prodded again when it has come */
      return;
    }
    if (r->stumbles >= STUMBLES_TO_RANDOM)
      make_move(r, &(struct moving){.room = r, .side = side, .any = true});
    else
      start_thinking(r, side, r->g.seat[side].bot, false, false);
    return;
  }
}
