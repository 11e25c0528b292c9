/* lobby_make.c - how a game is made: by a request, by a part of the server that wants one, from a
 * journal, as a puzzle, or from a moment of another game.
 *
 * All take the same path. A room is made that nobody can find, seats are taken in it and the game
 * is set up; keep_game writes it down. Only when that is durable does the room join the others and
 * its maker hear of it. Until then everything can be thrown away.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bids.h"
#include "lobby_inside.h"
#include "rating.h"
#include "shards.h"

/* A game that is being made, from the request to the durable row. The room is not among the
 * rooms until then. */
struct making {
  struct room *room;
  struct exchange *x;
  char token[2][TOKEN_TEXT], watch[TOKEN_TEXT], owner[TOKEN_TEXT];
  char *text;
  size_t len;
  const struct sal_ruleset *rules; /* with these data files */
  uint64_t data;
  struct room *from;      /* a rematch's old room */
  int asker;              /* whose token a rematch tells */
  double edge;            /* of a rated game: what the German side is worth */
  struct lobby_wish wish; /* of a game that the server makes for others.. */
  bool wished;            /* ..which this one is */
};

/* Tokens are told once, in this answer. */
static void made_json(void *ctx, struct sal_json *j) {
  const struct making *m = ctx;
  char commit[65];

  sal_json_object(j, NULL);
  sal_json_bool(j, "ok", true);
  sal_json_str(j, "id", m->room->g.id);
  sal_json_object(j, "seats");
  for (int side = 0; side < 2; side++)
    if (m->token[side][0] &&
        (!m->from || side == m->asker || m->room->g.seat[side].kind == SEAT_HOTSEAT))
      sal_json_str(j, sal_side_name[side], m->token[side]);
  sal_json_end(j);
  sal_json_str(j, "watch", m->watch);
  sal_json_str(j, "owner", m->owner);
  dice_commit(m->room->g.secret, commit);
  sal_json_str(j, "commit", commit);
  sal_json_end(j);
}
/* ---- written down, and told */
/* The data files it begins with, so that it can be finished with them whatever becomes of ours.
 * Files that are not ours came from the store. */
static enum store_result keep_data(struct store *s, const struct making *m) {
  const struct library *lib = m->room->srv->lib;

  if (library_hash(lib, m->rules) != m->data || store_data_has(s, m->rules->id, m->data))
    return STORE_OK;
  size_t n;
  char *pack = library_pack(lib, m->rules, &n);
  enum store_result r = store_data_put(s, m->rules->id, m->data, pack, n);
  free(pack);
  return r;
}

/* The game, its data files and its first line, in one transaction. */
static enum store_result write_game(struct store *s, void *arg) {
  struct making *m = arg;
  enum store_result r = keep_data(s, m);

  if (!r)
    r = store_game_add(s, &m->room->g);
  if (!r && m->room->rated)
    r = rating_begin(s, &m->room->g, m->edge);
  if (!r && m->wish.also)
    r = m->wish.also(s, &m->room->g, m->wish.arg);

  return r ? r : store_entry_add(s, m->room->g.num, 0, m->text, m->len);
}

/* The old room learns of the new game. */
static void told_rematch(struct room *old, struct making *m) {
  struct blob *b = blob_fmt("{\"push\":\"rematch\",\"game\":\"%s\"}", m->room->g.id);
  snprintf(old->g.rematch, sizeof old->g.rematch, "%s", m->room->g.id);
  room_tell(old, b, true);
  room_write(old, &(struct change){.what = WRITE_GAME}, NULL, NULL);
}

/* By HTTP, or to the part of the server that wished for it. */
static void tell_maker(struct making *m, const struct fault *f) {
  if (m->wished)
    m->wish.made(m->wish.arg, f ? NULL : m->room, m->token, f);
  else if (f)
    http_fault(m->x, f);
  else
    http_reply(m->x, 200, "application/json", blob_json(made_json, m));
}

/* The game is durable, so its maker hears of it. */
static void game_made(void *arg, enum store_result got, const char *why) {
  struct making *m = arg;
  struct fault f;

  for (int side = 0; side < 2 && !got && m->x; side++)
    if (m->room->g.seat[side].kind == SEAT_ME && m->x->account)
      rating_came(m->room, side, m->x->address);
  if (got && got != STORE_TAKEN)
    server_log("a new game was not written: %s", got == STORE_FULL ? "the disk is full" : why);
  if (got) {
    fault_say(&f, got == STORE_TAKEN ? FAULT_STATE : FAULT_INTERNAL,
              got == STORE_FULL ? "The server's disk is full; the game was not made."
                                : "The server could not write the game down.");
    tell_maker(m, &f);
    room_free(m->room);
    if (m->from)
      room_settle(m->from);
  } else {
    room_add(m->room);
    if (m->from)
      told_rematch(m->from, m);
    tell_maker(m, NULL);
    opponent_prod(m->room);
  }
  free(m->text);
  free(m);
}

/* ---- seats and dice, as asked for */
/* Who gets a seat that is `me`: the player who asks, or the one whom the wish names. */
static void seat_player(struct making *m, int side, const char *name) {
  struct store_seat *seat = &m->room->g.seat[side];
  struct server *s = m->room->srv;
  if (m->wished)
    lobby_set_name(s, seat, m->wish.seat[side].account, m->wish.seat[side].name);
  else
    lobby_set_name(s, seat, m->x->account, name);
}
/* Who sits where. Accounts and stores have room for a limited number of games. */
static bool take_seats(struct making *m, const cJSON *seats, const char *name, struct fault *f) {
  static const char *const known[] = {"german", "soviet", NULL};
  static const char *const word[] = {"me", "open", "invite", "hotseat"};
  struct server *s = m->room->srv;
  int64_t account = m->x ? m->x->account : 0;

  if (account && store_account_games(s->reader, account) >= LIMIT_ACCOUNT_GAMES)
    return fault_say(f, FAULT_LIMIT,
                     "This account has %d games that are not over; finish or delete some first.",
                     LIMIT_ACCOUNT_GAMES);
  if (s->config.most_bytes && store_bytes(s->reader) > s->config.most_bytes)
    return fault_say(f, FAULT_LIMIT, "This server has no room for more games.");
  if (!input_fields(seats, "seats", known, f))
    return false;
  for (int side = 0; side < 2; side++) {
    const char *text = NULL;
    struct store_seat *seat = &m->room->g.seat[side];
    char at[24];
    int kind = 0;
    snprintf(at, sizeof at, "seats.%s", sal_side_name[side]);
    if (!input_text(seats, "seats", sal_side_name[side], true, &text, f))
      return false;
    while (kind < 4 && strcmp(word[kind], text))
      kind++;
    if (kind == SEAT_BOT) {
      if (strncmp(text, "bot:", 4))
        return fault_at(f, at, "must be me, open, invite, hotseat or bot:NAME");
      if (!opponent_known(text + 4, f)) {
        snprintf(f->at, sizeof f->at, "%s", at);
        return false;
      }
      snprintf(seat->bot, sizeof seat->bot, "%s", text + 4);
    }
    seat->kind = (uint8_t)kind;
    seat->taken = kind == SEAT_ME || kind == SEAT_HOTSEAT || kind == SEAT_BOT;
    if (kind == SEAT_ME || kind == SEAT_HOTSEAT)
      seat_player(m, side, name);
    if (m->wished && m->wish.seat[side].token)
      memcpy(seat->token, m->wish.seat[side].token, sizeof seat->token);
    else if (kind != SEAT_BOT && kind != SEAT_OPEN)
      lobby_give_token(s, m->token[side], seat->token);
  }

  return true;
}
/* After the seats: who rolls. */
static bool take_dice(struct store_game *g, const cJSON *doc, struct fault *f) {
  const char *dice = "server";

  if (!input_text(doc, "", "dice", false, &dice, f))
    return false;
  g->typed = !strcmp(dice, "typed");
  if (!g->typed && strcmp(dice, "server"))
    return fault_at(f, "dice", "must be server or typed");
  if (g->typed &&
      (g->seat[0].kind == SEAT_BOT || g->seat[1].kind == SEAT_BOT || g->clock.mode == CLOCK_BOT))
    return fault_at(f, "dice", "the computer cannot type dice in");

  return true;
}
/* ---- a new game */
/* A new game while it is set up under the room's guard; `game` or `f` comes back. */
struct beginning {
  struct making *m;
  struct game_start start;
  struct fault *f;
  struct game *game;
};
static void begin_game(void *arg) {
  struct beginning *b = arg;
  b->game = game_new(b->m->room->srv->lib, engine_desk(b->m->room->srv->engine), &b->start, b->f);
}
/* Everything but the game itself. x is NULL when the server itself makes the game. */
static struct making *make_room(struct server *s, struct exchange *x) {
  struct making *m = calloc(1, sizeof *m);

  if (!m)
    abort();
  m->x = x;
  m->room = room_new(s);
  struct store_game *g = &m->room->g;
  shards_id(s, g->id, -1);
  secret_bytes(g->secret, sizeof g->secret);
  lobby_give_token(s, m->watch, g->watch);
  lobby_give_token(s, m->owner, g->owner);
  g->account = x ? x->account : 0;
  g->winner = SAL_NOSIDE;
  g->created = g->touched = now_wall();
  if (x)
    room_owner(m->room, x->account, x->address);

  return m;
}
/* Nothing of it has been written, and nobody has heard of it. */
static void unmake(struct making *m) {
  room_free(m->room);
  free(m);
}
/* The game stands: writes it down and lets game_made answer. */
static void keep_game(struct making *m, struct game *game) {
  struct room *r = m->room;
  const char *text;

  r->game = game;
  r->srv->loaded++;
  m->rules = game_book(game)->rules;
  m->data = game_book(game)->data_hash;
  text = game_journal(game, &m->len);
  m->text = malloc(m->len + 1);
  if (!m->text)
    abort();
  memcpy(m->text, text, m->len + 1);
  r->kept = m->len;
  r->keys_known = true;
  room_begin_dice(r);
  for (int v = 0; v < 3; v++)
    r->seq[v] = game_seq(game, v);
  room_set_orders(r);
  r->g.to_move = (uint8_t)game_actors(game);
  r->g.turn = game_state(game)->turn;
  if (!r->g.to_move) {
    room_end(r, "played", SAL_NOSIDE);
    r->over_told = true;
  }
  clock_turn(&r->g.clock, room_waits_for(r), now_game(r->srv));
  r->clock_told = clock_mark(&r->g.clock);
  writer_submit(r->srv->writer, write_game, game_made, m);
}

/* A person begins with the game's usual orders. A position is played as it is, and every decision
 * in it is asked. */
static void give_usual_orders(struct making *m, const struct beginning *b) {
  if (b->start.position || !b->start.rules->usual)
    return;
  for (int side = 0; side < 2; side++) {
    struct store_seat *seat = &m->room->g.seat[side];
    if (seat->kind != SEAT_BOT)
      seat->orders = strdup("\"usual\"");
  }
}

/* The request for a new game, checked before anything is made. */
static bool take_create(struct making *m, const cJSON *doc, struct beginning *b, struct fault *f) {
  static const char *const known[] = {"v",    "game",     "scenario", "options", "seats", "clock",
                                      "dice", "position", "public",   "name",    "rated", NULL};
  const char *game = NULL;
  const char *scenario = NULL;
  const char *name = NULL;
  const cJSON *seats = NULL;
  struct store_game *g = &m->room->g;
  bool listed = false;

  if (!input_fields(doc, "", known, f) || !input_text(doc, "", "game", true, &game, f) ||
      !input_text(doc, "", "scenario", true, &scenario, f) ||
      !input_object(doc, "", "options", false, &b->start.options, f) ||
      !input_object(doc, "", "seats", true, &seats, f) ||
      !input_object(doc, "", "position", false, &b->start.position, f) ||
      !input_bool(doc, "", "public", false, &listed, f) ||
      !input_text(doc, "", "name", false, &name, f) ||
      !input_bool(doc, "", "rated", false, &m->room->rated, f) ||
      !clock_parse(cJSON_GetObjectItemCaseSensitive(doc, "clock"), "clock", &g->clock, f))
    return false;
  if (!lobby_guest_name(m->x, name, f))
    return false;
  if (!(b->start.rules = sal_ruleset_find(game)))
    return fault_at(f, "game", "there is no game %.40s", game);
  if (!take_seats(m, seats, name, f) || !take_dice(g, doc, f))
    return false;
  if (m->room->rated && !rating_may_begin(m->room->srv, g, doc, f))
    return false;
  m->edge = m->room->rated ? rating_edge(m->room->srv, doc) : 0;
  g->listed = listed || g->seat[0].kind == SEAT_OPEN || g->seat[1].kind == SEAT_OPEN;
  b->start.scenario = scenario;
  /* outside the guard: it locks */
  if (!b->start.position && !library_book(m->room->srv->lib, b->start.rules, scenario, f))
    return false;
  snprintf(g->game, sizeof g->game, "%s", game);
  snprintf(g->scenario, sizeof g->scenario, "%s", scenario);
  give_usual_orders(m, b);
  return true;
}

/* The game as the document says; NULL: it cannot be made. */
static struct game *begin_by(struct making *m, const cJSON *doc, struct fault *f) {
  char commit[65];
  struct beginning b = {.m = m, .f = f};

  dice_commit(m->room->g.secret, commit);
  b.start.below = room_dice;
  b.start.ctx = m->room;
  b.start.commit = commit;
  m->room->g.setup = cJSON_PrintUnformatted(doc);
  if (!take_create(m, doc, &b, f) || !room_guard(m->room, begin_game, &b, f))
    return NULL;

  return b.game;
}
/* `from`: the game of which this is a rematch, or NULL. */
void lobby_create_from(struct exchange *x, const cJSON *doc, struct room *from, int asker) {
  struct making *m = make_room(x->srv, x);
  struct fault f = {0};

  m->from = from;
  m->asker = asker;
  if (from && x->srv->shards) /* the same node will have both */
    shards_id(x->srv, m->room->g.id, room_shard(from));
  struct game *game = begin_by(m, doc, &f);
  if (!game) {
    unmake(m);
    http_fault(x, &f);
    return;
  }
  /* a rematch: the other player comes by the old seat's token */
  for (int side = 0; from && side < 2; side++) {
    struct store_seat *seat = &m->room->g.seat[side];
    struct store_seat *old = &from->g.seat[sal_enemy(side)];
    if (seat->kind == SEAT_INVITE)
      memset(seat->token, 0, sizeof seat->token);
    seat->account = old->account;
    memcpy(seat->name, old->name, sizeof seat->name);
  }
  if (from)
    from->busy = true; /* nobody else makes a second one meanwhile */
  keep_game(m, game);
}
/* A wish as far as its game, which is not yet written down. */
static struct making *grant(struct server *s, const struct lobby_wish *w, struct game **game,
                            struct fault *f) {
  struct making *m = make_room(s, NULL);

  m->wish = *w;
  m->wished = true;
  if (w->secret)
    memcpy(m->room->g.secret, w->secret, sizeof m->room->g.secret);
  *game = begin_by(m, w->setup, f);
  if (*game)
    return m;
  unmake(m);
  return NULL;
}
/* False: f says why, and `made` is not called. Otherwise `made` is called once. */
bool lobby_make(struct server *s, const struct lobby_wish *w, struct fault *f) {
  struct game *game;
  struct making *m = grant(s, w, &game, f);
  if (!m)
    return false;
  keep_game(m, game);
  return true;
}
/* Sets the game up and throws it away: whether it can be made is known without a row. */
bool lobby_try(struct server *s, const struct lobby_wish *w, struct fault *f) {
  struct game *game;
  struct making *m = grant(s, w, &game, f);

  if (!m)
    return false;
  game_free(game);
  unmake(m);
  return true;
}
/* Bids for the sides are settled first, so that the seats are known. */
void lobby_create(struct exchange *x, const cJSON *doc) {
  struct fault f = {0};
  cJSON *settled = bids_settle(doc, &f);

  if (settled)
    lobby_create_from(x, settled, NULL, 0);
  else
    http_fault(x, &f);
  cJSON_Delete(settled);
}

/* ---- an import: a game that was begun elsewhere */
/* A game from a journal that somebody brought. */
static void import_read(struct room *none, void *arg, struct errand_end *end) {
  struct making *m = arg;
  struct store_game *g = &m->room->g;

  (void)none;
  if (!end->game) {
    http_fault(m->x, &end->fault);
    unmake(m);
    return;
  }
  const struct sal_book *book = game_book(end->game);
  cJSON *setup = cJSON_CreateObject(); /* enough for a rematch from the scenario's start */
  cJSON_AddStringToObject(setup, "game", book->rules->id);
  cJSON_AddStringToObject(setup, "scenario", book->scenarios[book->scenario].id);
  cJSON_AddItemToObject(setup, "seats", cJSON_CreateObject());
  g->setup = cJSON_PrintUnformatted(setup);
  cJSON_Delete(setup);
  snprintf(g->game, sizeof g->game, "%s", book->rules->id);
  snprintf(g->scenario, sizeof g->scenario, "%s", book->scenarios[book->scenario].id);
  g->roll0 = -1 - (int64_t)game_rolls(end->game);
  keep_game(m, end->game);
}

/* The journal is read by the loader: it may be long. */
void lobby_import(struct exchange *x, const cJSON *doc) {
  static const char *const known[] = {"v",    "journal", "seats", "clock",
                                      "dice", "public",  "name",  NULL};
  struct making *m = make_room(x->srv, x);
  struct store_game *g = &m->room->g;
  struct fault f = {0};
  const cJSON *seats = NULL;
  const char *name = NULL;
  const char *text = NULL;
  cJSON *both = cJSON_Parse("{\"german\":\"hotseat\",\"soviet\":\"hotseat\"}");
  bool ok = input_fields(doc, "", known, &f) && input_text(doc, "", "journal", true, &text, &f) &&
            input_object(doc, "", "seats", false, &seats, &f) &&
            input_bool(doc, "", "public", false, &g->listed, &f) &&
            input_text(doc, "", "name", false, &name, &f) && lobby_guest_name(x, name, &f) &&
            clock_parse(cJSON_GetObjectItemCaseSensitive(doc, "clock"), "clock", &g->clock, &f) &&
            take_seats(m, seats ? seats : both, name, &f) && take_dice(g, doc, &f);

  cJSON_Delete(both);
  if (!ok) {
    unmake(m);
    http_fault(x, &f);
    return;
  }
  errand_import(x->srv, text, import_read, m);
}

/* ---- a puzzle: a game told up to it */
/* The player has the side that decides; the computer answers. */
void lobby_puzzle(struct exchange *x, const cJSON *puzzle, const cJSON *doc) {
  static const char *const known[] = {"v", "name", NULL};
  struct making *m = make_room(x->srv, x);
  struct fault f = {0};
  const char *name = NULL;
  const cJSON *side = cJSON_GetObjectItemCaseSensitive(puzzle, "side");
  bool german = cJSON_IsString(side) && !strcmp(side->valuestring, "german");
  cJSON *seats = cJSON_CreateObject();

  cJSON_AddStringToObject(seats, "german", german ? "me" : "bot:planner");
  cJSON_AddStringToObject(seats, "soviet", german ? "bot:planner" : "me");
  if (input_fields(doc, "", known, &f) && input_text(doc, "", "name", false, &name, &f) &&
      lobby_guest_name(x, name, &f) && take_seats(m, seats, name, &f))
    errand_retell(x->srv, puzzle, import_read, m);
  cJSON_Delete(seats);
  if (!f.code)
    return;
  unmake(m);
  http_fault(x, &f);
}

/* ---- a branch: an earlier moment of another game */
/* A game that is over, or that the asker plays alone, as a new one of the asker's own: from its
 * end, or from where a viewer had seen `at` events. */
static void branched(struct room *r, void *arg, struct errand_end *end) {
  struct making *m = arg;
  struct store_game *g = &m->room->g;

  if (!end->game) {
    http_fault(m->x, &end->fault);
    unmake(m);
    return;
  }
  snprintf(g->game, sizeof g->game, "%s", r->g.game);
  snprintf(g->scenario, sizeof g->scenario, "%s", r->g.scenario);
  g->setup = strdup(r->g.setup);
  g->roll0 = -1 - (int64_t)game_rolls(end->game);
  keep_game(m, end->game);
}

/* A new game from an earlier moment. While others still play it would show secrets. */
void lobby_branch(struct room *r, struct exchange *x, const cJSON *doc) {
  static const char *const known[] = {"v", "at", "line", "seats", "name", NULL};
  struct fault f = {0};
  int64_t seq = UINT32_MAX;
  int64_t line = 0;
  const cJSON *seats = NULL;
  const char *name = NULL;
  cJSON *both = cJSON_Parse("{\"german\":\"hotseat\",\"soviet\":\"hotseat\"}");
  struct making *m = make_room(x->srv, x);
  int viewer = lobby_authority(r, x->bearer, x->account);

  if (!room_over(r) && !(viewer < SAL_SIDES && lobby_plays_alone(&r->g)))
    fault_say(&f, FAULT_STATE,
              "A game with others can be branched when it is over: before, it would show what is "
              "hidden.");
  else if (cJSON_HasObjectItem(doc, "line") && !room_over(r))
    fault_say(&f, FAULT_STATE, "The lines of the journal are open when the game is over.");
  else if (!limits_take(r->srv->limits, x->address, LIMIT_CREATE, now_steady()))
    fault_say(&f, FAULT_LIMIT, "Too many new games; wait a while.");
  else if (input_fields(doc, "", known, &f) &&
           input_int(doc, "", "at", false, 0, UINT32_MAX, &seq, &f) &&
           input_int(doc, "", "line", false, 1, UINT32_MAX, &line, &f) &&
           input_object(doc, "", "seats", false, &seats, &f) &&
           input_text(doc, "", "name", false, &name, &f) && lobby_guest_name(x, name, &f) &&
           take_seats(m, seats ? seats : both, name, &f)) {
    if (line)
      errand_branch_before(r, (uint32_t)line, branched, m);
    else
      errand_branch(r, viewer <= SAL_WATCH ? viewer : SAL_WATCH, (uint32_t)seq, branched, m);
  }
  cJSON_Delete(both);
  if (!f.code)
    return;
  unmake(m);
  http_fault(x, &f);
}
