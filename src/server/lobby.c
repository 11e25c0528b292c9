/* lobby.c - making a game and everything done to it from outside a seat.
 *
 * Tokens are made here, told once in the answer and then known only by their hashes. An invited player's token may be used
 * as it is, or be exchanged for a fresh one (`join`), after which the one in the link is worth nothing.
 */
#include "lobby.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void give_token(const struct server *s, char token[TOKEN_TEXT], uint8_t hash[SECRET_HASH]) {
  secret_token(token);
  secret_hash(s->salt, token, hash);
}
int lobby_authority(const struct room *r, const char *token, int64_t account) {
  uint8_t hash[SECRET_HASH];
  if (token[0]) {
    secret_hash(r->srv->salt, token, hash);
    for (int side = 0; side < 2; side++)
      if (secret_same(hash, r->g.seat[side].token)) return side;
    if (secret_same(hash, r->g.watch)) return SAL_WATCH;
    if (secret_same(hash, r->g.owner) || secret_same(hash, r->srv->admin)) return SAL_ALL;
    return SAL_NOSIDE;
  }
  for (int side = 0; account && side < 2; side++)
    if (r->g.seat[side].account == account) return side;
  return account && r->g.account == account ? SAL_ALL : SAL_NOSIDE;
}
static void set_name(struct server *s, struct store_seat *seat, int64_t account, const char *guest) {
  struct store_account a;
  seat->account = account;
  if (account && !store_account_by_id(s->reader, account, &a)) snprintf(seat->name, sizeof seat->name, "%s", a.name);
  else snprintf(seat->name, sizeof seat->name, "%.30s", guest ? guest : "");
}

/* ---- making */
struct making {
  struct room *room;
  struct exchange *x;
  char token[2][TOKEN_TEXT], watch[TOKEN_TEXT], owner[TOKEN_TEXT];
  char *text;
  size_t len;
  const struct sal_ruleset *rules; /* with these data files */
  uint64_t data;
  struct room *from; /* a rematch's old room */
  int asker;         /* whose token a rematch tells */
};
static void made_json(void *ctx, struct sal_json *j) {
  const struct making *m = ctx;
  char commit[65];
  sal_json_object(j, NULL);
  sal_json_bool(j, "ok", true);
  sal_json_str(j, "id", m->room->g.id);
  sal_json_object(j, "seats");
  for (int side = 0; side < 2; side++)
    if (m->token[side][0] && (!m->from || side == m->asker || m->room->g.seat[side].kind == SEAT_HOTSEAT)) sal_json_str(j, sal_side_name[side], m->token[side]);
  sal_json_end(j);
  sal_json_str(j, "watch", m->watch);
  sal_json_str(j, "owner", m->owner);
  dice_commit(m->room->g.secret, commit);
  sal_json_str(j, "commit", commit);
  sal_json_end(j);
}
/* The data files it begins with, so that it can be finished with them whatever becomes of ours. What is not ours came out of the store. */
static enum store_result keep_data(struct store *s, const struct making *m) {
  const struct library *lib = m->room->srv->lib;
  if (library_hash(lib, m->rules) != m->data || store_data_has(s, m->rules->id, m->data)) return STORE_OK;
  size_t n;
  char *pack = library_pack(lib, m->rules, &n);
  enum store_result r = store_data_put(s, m->rules->id, m->data, pack, n);
  free(pack);
  return r;
}
static enum store_result write_game(struct store *s, void *arg) {
  struct making *m = arg;
  enum store_result r = keep_data(s, m);
  if (!r) r = store_game_add(s, &m->room->g);
  return r ? r : store_entry_add(s, m->room->g.num, 0, m->text, m->len);
}
static void told_rematch(struct room *old, struct making *m) {
  struct blob *b = blob_fmt("{\"push\":\"rematch\",\"game\":\"%s\"}", m->room->g.id);
  snprintf(old->g.rematch, sizeof old->g.rematch, "%s", m->room->g.id);
  room_tell(old, b, true);
  room_write(old, &(struct change){.what = WRITE_GAME}, NULL, NULL);
}
static void game_made(void *arg, enum store_result got, const char *why) {
  struct making *m = arg;
  struct fault f;
  if (got) {
    server_log("a new game was not written: %s", got == STORE_FULL ? "the disk is full" : why);
    fault_say(&f, FAULT_INTERNAL, got == STORE_FULL ? "The server's disk is full; the game was not made." : "The server could not write the game down.");
    http_fault(m->x, &f);
    room_free(m->room);
    if (m->from) room_settle(m->from);
  } else {
    room_add(m->room);
    if (m->from) told_rematch(m->from, m);
    http_reply(m->x, 200, "application/json", blob_json(made_json, m));
    opponent_prod(m->room);
  }
  free(m->text);
  free(m);
}

static bool take_seats(struct making *m, const cJSON *seats, const char *name, struct fault *f) {
  static const char *const known[] = {"german", "soviet", NULL};
  static const char *const word[] = {"me", "open", "invite", "hotseat"};
  struct server *s = m->room->srv;
  int64_t account = m->x->account;
  if (account && store_account_games(s->reader, account) >= LIMIT_ACCOUNT_GAMES) return fault_say(f, FAULT_LIMIT, "This account has %d games that are not over; finish or delete some first.", LIMIT_ACCOUNT_GAMES);
  if (!input_fields(seats, "seats", known, f)) return false;
  for (int side = 0; side < 2; side++) {
    const char *text = NULL;
    struct store_seat *seat = &m->room->g.seat[side];
    char at[24];
    int kind = 0;
    snprintf(at, sizeof at, "seats.%s", sal_side_name[side]);
    if (!input_text(seats, "seats", sal_side_name[side], true, &text, f)) return false;
    while (kind < 4 && strcmp(word[kind], text)) kind++;
    if (kind == SEAT_BOT) {
      if (strncmp(text, "bot:", 4)) return fault_at(f, at, "must be me, open, invite, hotseat or bot:NAME");
      if (!opponent_known(text + 4, f)) return snprintf(f->at, sizeof f->at, "%s", at), false;
      snprintf(seat->bot, sizeof seat->bot, "%s", text + 4);
    }
    seat->kind = (uint8_t)kind;
    seat->taken = kind == SEAT_ME || kind == SEAT_HOTSEAT || kind == SEAT_BOT;
    if (kind == SEAT_ME || kind == SEAT_HOTSEAT) set_name(s, seat, account, name);
    if (kind != SEAT_BOT && kind != SEAT_OPEN) give_token(s, m->token[side], seat->token);
  }
  return true;
}
/* After the seats: who rolls. */
static bool take_dice(struct store_game *g, const cJSON *doc, struct fault *f) {
  const char *dice = "server";
  if (!input_text(doc, "", "dice", false, &dice, f)) return false;
  g->typed = !strcmp(dice, "typed");
  if (!g->typed && strcmp(dice, "server")) return fault_at(f, "dice", "must be server or typed");
  if (g->typed && (g->seat[0].kind == SEAT_BOT || g->seat[1].kind == SEAT_BOT || g->clock.mode == CLOCK_BOT))
    return fault_at(f, "dice", "the computer cannot type dice in");
  return true;
}
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
/* Everything but the game itself. */
static struct making *make_room(struct exchange *x) {
  struct making *m = calloc(1, sizeof *m);
  if (!m) abort();
  m->x = x;
  m->room = room_new(x->srv);
  struct store_game *g = &m->room->g;
  secret_id(g->id);
  secret_bytes(g->secret, sizeof g->secret);
  give_token(x->srv, m->watch, g->watch);
  give_token(x->srv, m->owner, g->owner);
  g->account = x->account;
  g->winner = SAL_NOSIDE;
  g->created = g->touched = now_wall();
  return m;
}
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
  if (!m->text) abort();
  memcpy(m->text, text, m->len + 1);
  r->kept = m->len;
  r->keys_known = true;
  room_begin_dice(r);
  for (int v = 0; v < 3; v++) r->seq[v] = game_seq(game, v);
  r->g.to_move = (uint8_t)game_actors(game);
  r->g.turn = game_state(game)->turn;
  if (!r->g.to_move) room_end(r, "played", SAL_NOSIDE), r->over_told = true;
  clock_turn(&r->g.clock, room_waits_for(r), now_game(r->srv));
  r->clock_told = clock_mark(&r->g.clock);
  writer_submit(r->srv->writer, write_game, game_made, m);
}
static bool take_create(struct making *m, const cJSON *doc, struct beginning *b, struct fault *f) {
  static const char *const known[] = {"v", "game", "scenario", "options", "seats", "clock", "dice", "position", "public", "name", NULL};
  const char *game = NULL, *scenario = NULL, *name = NULL;
  const cJSON *seats = NULL;
  struct store_game *g = &m->room->g;
  bool listed = false;
  if (!input_fields(doc, "", known, f) || !input_text(doc, "", "game", true, &game, f) || !input_text(doc, "", "scenario", true, &scenario, f) ||
      !input_object(doc, "", "options", false, &b->start.options, f) || !input_object(doc, "", "seats", true, &seats, f) ||
      !input_object(doc, "", "position", false, &b->start.position, f) ||
      !input_bool(doc, "", "public", false, &listed, f) || !input_text(doc, "", "name", false, &name, f) ||
      !clock_parse(cJSON_GetObjectItemCaseSensitive(doc, "clock"), "clock", &g->clock, f))
    return false;
  if (name && strlen(name) > 30) return fault_at(f, "name", "must have at most 30 bytes");
  if (!(b->start.rules = sal_ruleset_find(game))) return fault_at(f, "game", "there is no game %.40s", game);
  if (!take_seats(m, seats, name, f) || !take_dice(g, doc, f)) return false;
  g->listed = listed || g->seat[0].kind == SEAT_OPEN || g->seat[1].kind == SEAT_OPEN;
  b->start.scenario = scenario;
  if (!b->start.position && !library_book(m->room->srv->lib, b->start.rules, scenario, f)) return false; /* outside the guard: it locks */
  snprintf(g->game, sizeof g->game, "%s", game);
  snprintf(g->scenario, sizeof g->scenario, "%s", scenario);
  return true;
}
static void create(struct exchange *x, const cJSON *doc, struct room *from, int asker) {
  struct making *m = make_room(x);
  struct fault f = {0};
  char commit[65];
  struct beginning b = {.m = m, .f = &f};
  m->from = from;
  m->asker = asker;
  dice_commit(m->room->g.secret, commit);
  b.start.below = room_dice;
  b.start.ctx = m->room;
  b.start.commit = commit;
  m->room->g.setup = cJSON_PrintUnformatted(doc);
  if (!take_create(m, doc, &b, &f) || !room_guard(m->room, begin_game, &b, &f) || !b.game) {
    unmake(m);
    http_fault(x, &f);
    return;
  }
  for (int side = 0; from && side < 2; side++) { /* a rematch: the other player comes by the old seat's token */
    struct store_seat *seat = &m->room->g.seat[side], *old = &from->g.seat[sal_enemy(side)];
    if (seat->kind == SEAT_INVITE) memset(seat->token, 0, sizeof seat->token);
    seat->account = old->account;
    memcpy(seat->name, old->name, sizeof seat->name);
  }
  if (from) from->busy = true; /* nobody else makes a second one meanwhile */
  keep_game(m, b.game);
}
void lobby_create(struct exchange *x, const cJSON *doc) { create(x, doc, NULL, 0); }

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
void lobby_import(struct exchange *x, const cJSON *doc) {
  static const char *const known[] = {"v", "journal", "seats", "clock", "dice", "public", "name", NULL};
  struct making *m = make_room(x);
  struct store_game *g = &m->room->g;
  struct fault f = {0};
  const cJSON *seats = NULL;
  const char *name = NULL, *text = NULL;
  cJSON *both = cJSON_Parse("{\"german\":\"hotseat\",\"soviet\":\"hotseat\"}");
  bool ok = input_fields(doc, "", known, &f) && input_text(doc, "", "journal", true, &text, &f) && input_object(doc, "", "seats", false, &seats, &f) &&
            input_bool(doc, "", "public", false, &g->listed, &f) && input_text(doc, "", "name", false, &name, &f) &&
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

/* Nobody else plays in it: hot seats, or one player against the computer. Nothing in it is hidden from somebody by another. */
static bool plays_alone(const struct store_game *g) {
  int me = 0;
  for (int side = 0; side < 2; side++) {
    if (g->seat[side].kind == SEAT_OPEN || g->seat[side].kind == SEAT_INVITE) return false;
    me += g->seat[side].kind == SEAT_ME;
  }
  return me < 2; /* two tokens may be in two hands */
}
/* A game that is over, or that the asker plays alone, as a new one of the asker's own: from its end, or from where a viewer had
 * seen `at` events. */
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
void lobby_branch(struct room *r, struct exchange *x, const cJSON *doc) {
  static const char *const known[] = {"v", "at", "seats", "name", NULL};
  struct fault f = {0};
  int64_t seq = UINT32_MAX;
  const cJSON *seats = NULL;
  const char *name = NULL;
  cJSON *both = cJSON_Parse("{\"german\":\"hotseat\",\"soviet\":\"hotseat\"}");
  struct making *m = make_room(x);
  int viewer = lobby_authority(r, x->bearer, x->account);
  if (!room_over(r) && !(viewer < SAL_SIDES && plays_alone(&r->g)))
    fault_say(&f, FAULT_STATE, "A game with others can be branched when it is over: before, it would show what is hidden.");
  else if (!limits_take(r->srv->limits, x->address, LIMIT_CREATE, now_steady())) fault_say(&f, FAULT_LIMIT, "Too many new games; wait a while.");
  else if (input_fields(doc, "", known, &f) && input_int(doc, "", "at", false, 0, UINT32_MAX, &seq, &f) && input_object(doc, "", "seats", false, &seats, &f) &&
           input_text(doc, "", "name", false, &name, &f) && take_seats(m, seats ? seats : both, name, &f))
    errand_branch(r, viewer <= SAL_WATCH ? viewer : SAL_WATCH, (uint32_t)seq, branched, m);
  cJSON_Delete(both);
  if (!f.code) return;
  unmake(m);
  http_fault(x, &f);
}

/* ---- visiting a room from outside */
struct visit {
  struct mail mail;
  struct exchange *x;
  lobby_visit *fn;
  cJSON *doc;
};
static void no_such_game(struct exchange *x) { http_reply(x, 404, "application/json", blob_fmt("{\"ok\":false,\"error\":{\"code\":\"state\",\"text\":\"There is no such game.\"}}")); }
static void visit_now(struct room *r, struct mail *m) {
  struct visit *v = (struct visit *)m;
  if (v->fn == lobby_info && room_over(r) && room_fetch_for(r, m)) return; /* for its result */
  v->fn(r, v->x, v->doc);
  cJSON_Delete(v->doc);
  free(v);
}
static void visit_never(struct mail *m) {
  struct visit *v = (struct visit *)m;
  no_such_game(v->x);
  cJSON_Delete(v->doc);
  free(v);
}
void lobby_with(struct exchange *x, const char *id, lobby_visit *fn, cJSON *doc) {
  enum store_result got;
  struct room *r = room_find(x->srv, id, &got);
  if (!r) {
    cJSON_Delete(doc);
    no_such_game(x);
    return;
  }
  struct visit *v = calloc(1, sizeof *v);
  if (!v) abort();
  *v = (struct visit){.mail = {.act = visit_now, .drop = visit_never}, .x = x, .fn = fn, .doc = doc};
  room_mail(r, &v->mail);
}

/* ---- showing */
void game_summary(struct sal_json *j, const struct store_game *g, int64_t account) {
  static const char *const kinds[] = {"me", "open", "invite", "hotseat", "bot"};
  sal_json_str(j, "id", g->id);
  sal_json_str(j, "game", g->game);
  sal_json_str(j, "scenario", g->scenario);
  sal_json_int(j, "created", g->created);
  sal_json_int(j, "touched", g->touched);
  sal_json_int(j, "turn", g->turn);
  sal_json_bool(j, "public", g->listed);
  sal_json_bool(j, "over", g->ended[0] != 0);
  sal_json_bool(j, "alone", plays_alone(g));
  if (g->ended[0]) sal_json_str(j, "how", g->ended);
  sal_json_bool(j, "clock", g->clock.mode != CLOCK_NONE);
  sal_json_array(j, "to_move");
  for (int side = 0; side < 2; side++)
    if (g->to_move & SAL_BIT(side)) sal_json_str(j, NULL, sal_side_name[side]);
  sal_json_end(j);
  sal_json_object(j, "seats");
  for (int side = 0; side < 2; side++) {
    const struct store_seat *s = &g->seat[side];
    sal_json_object(j, sal_side_name[side]);
    sal_json_str(j, "kind", kinds[s->kind]);
    sal_json_bool(j, "taken", s->taken);
    if (s->name[0]) sal_json_str(j, "name", s->name);
    if (s->bot[0]) sal_json_str(j, "bot", s->bot);
    if (account && s->account == account) sal_json_bool(j, "yours", true);
    sal_json_end(j);
  }
  sal_json_end(j);
}
struct showing {
  struct room *room;
  int64_t account;
};
static void info_json(void *ctx, struct sal_json *j) {
  const struct showing *s = ctx;
  struct room *r = s->room;
  char commit[65];
  sal_json_object(j, NULL);
  sal_json_bool(j, "ok", true);
  game_summary(j, &r->g, s->account);
  cJSON *setup = cJSON_Parse(r->g.setup ? r->g.setup : "{}"), *options = cJSON_GetObjectItemCaseSensitive(setup, "options");
  char *text = options ? cJSON_PrintUnformatted(options) : NULL;
  if (text) sal_json_raw(j, "options", text, strlen(text));
  cJSON_free(text);
  cJSON_Delete(setup);
  room_seats_json(r, j, "presence");
  room_clock_json(r, j, "time");
  sal_json_str(j, "dice", r->g.typed ? "typed" : "server");
  dice_commit(r->g.secret, commit);
  sal_json_str(j, "commit", commit);
  room_over_json(r, j, "ended");
  if (r->g.rematch[0]) sal_json_str(j, "rematch", r->g.rematch);
  sal_json_end(j);
}
void lobby_info(struct room *r, struct exchange *x, const cJSON *doc) {
  struct showing s = {r, x->account};
  (void)doc;
  http_reply(x, 200, "application/json", blob_json(info_json, &s));
}
struct listing {
  struct exchange *x;
  enum store_list which;
  struct sal_json *j;
};
static bool list_game(void *ctx, const struct store_game *g) {
  struct listing *l = ctx;
  sal_json_object(l->j, NULL);
  game_summary(l->j, g, l->x->account);
  sal_json_end(l->j);
  return true;
}
static void list_json(void *ctx, struct sal_json *j) {
  struct listing *l = ctx;
  l->j = j;
  sal_json_object(j, NULL);
  sal_json_bool(j, "ok", true);
  sal_json_array(j, "games");
  store_games(l->x->srv->reader, l->which, l->which == LIST_ACCOUNT ? l->x->account : 0, l->which == LIST_ALL ? 1000 : 200, list_game, l);
  sal_json_end(j);
  sal_json_end(j);
}
void lobby_list(struct exchange *x, enum store_list which) {
  struct listing l = {.x = x, .which = which};
  http_reply(x, 200, "application/json", blob_json(list_json, &l));
}

/* ---- joining */
struct entering {
  struct exchange *x;
  char token[TOKEN_TEXT];
  int side;
};
static void entered(struct room *r, void *arg, enum store_result got, const char *why) {
  struct entering *e = arg;
  struct fault f;
  (void)why;
  if (got) {
    fault_say(&f, FAULT_INTERNAL, "The server could not write this down.");
    http_fault(e->x, &f);
  } else {
    http_reply(e->x, 200, "application/json", blob_fmt("{\"ok\":true,\"id\":\"%s\",\"side\":\"%s\",\"seats\":{\"%s\":\"%s\"}}", r->g.id, sal_side_name[e->side], sal_side_name[e->side], e->token));
  }
  free(e);
}
static void take_seat(struct room *r, struct exchange *x, int side, const char *name) {
  struct entering *e = calloc(1, sizeof *e);
  struct store_seat *seat = &r->g.seat[side];
  if (!e) abort();
  e->x = x;
  e->side = side;
  give_token(r->srv, e->token, seat->token);
  seat->taken = true;
  if (x->account || name || !seat->name[0]) set_name(r->srv, seat, x->account, name);
  r->g.touched = now_wall();
  if (r->g.seat[0].taken && r->g.seat[1].taken && r->g.listed) {
    cJSON *setup = cJSON_Parse(r->g.setup ? r->g.setup : "{}"); /* off the list, unless it was made to be watched */
    r->g.listed = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(setup, "public"));
    cJSON_Delete(setup);
  }
  room_write(r, &(struct change){.what = WRITE_SEATS | WRITE_GAME}, entered, e);
}
void lobby_join(struct room *r, struct exchange *x, const cJSON *doc) {
  static const char *const known[] = {"v", "side", "name", NULL};
  const char *text = NULL, *name = NULL;
  struct fault f = {0};
  int side = SAL_NOSIDE;
  if (!input_fields(doc, "", known, &f) || !input_text(doc, "", "side", false, &text, &f) || !input_text(doc, "", "name", false, &name, &f)) {
    http_fault(x, &f);
    return;
  }
  if (x->bearer[0]) side = lobby_authority(r, x->bearer, 0);
  else if (text) side = sal_side_parse(text);
  else side = r->g.seat[0].kind == SEAT_OPEN && !r->g.seat[0].taken ? 0 : 1;
  if (name && strlen(name) > 30) fault_at(&f, "name", "must have at most 30 bytes");
  else if (side >= SAL_SIDES) fault_say(&f, FAULT_SEAT, "That opens no seat of this game.");
  else if (r->g.seat[side].taken) fault_say(&f, FAULT_STATE, "That seat is taken.");
  else if (!x->bearer[0] && r->g.seat[side].kind != SEAT_OPEN) fault_say(&f, FAULT_SEAT, "That seat is not open.");
  if (f.code) http_fault(x, &f);
  else take_seat(r, x, side, name);
}

/* ---- again, with the sides exchanged */
static void come_along(struct room *again, struct exchange *x, const cJSON *doc) {
  struct fault f;
  (void)doc;
  int side = again->g.seat[0].taken ? 1 : 0;
  if (again->g.seat[side].taken) {
    fault_say(&f, FAULT_STATE, "You sit in the new game already.");
    http_fault(x, &f);
  } else {
    take_seat(again, x, side, NULL);
  }
}
void lobby_rematch(struct room *r, struct exchange *x, const cJSON *doc) {
  struct fault f = {0};
  int side = lobby_authority(r, x->bearer, x->account);
  (void)doc;
  if (side >= SAL_SIDES) fault_say(&f, FAULT_SEAT, "Only those who played can play again.");
  else if (!room_over(r)) fault_say(&f, FAULT_STATE, "The game is not over yet.");
  if (f.code) {
    http_fault(x, &f);
    return;
  }
  if (r->g.rematch[0]) {
    lobby_with(x, r->g.rematch, come_along, NULL);
    return;
  }
  cJSON *setup = cJSON_Parse(r->g.setup), *seats = cJSON_CreateObject();
  for (int s = 0; s < 2; s++) {
    const struct store_seat *old = &r->g.seat[sal_enemy(s)];
    char bot[STORE_BOT + 4];
    snprintf(bot, sizeof bot, "bot:%s", old->bot);
    cJSON_AddStringToObject(seats, sal_side_name[s], old->kind == SEAT_BOT ? bot : old->kind == SEAT_HOTSEAT ? "hotseat" : sal_enemy(s) == side ? "me" : "invite");
  }
  cJSON_DeleteItemFromObjectCaseSensitive(setup, "seats");
  cJSON_DeleteItemFromObjectCaseSensitive(setup, "name");
  cJSON_AddItemToObject(setup, "seats", seats);
  create(x, setup, r, sal_enemy(side));
  cJSON_Delete(setup);
}

/* ---- deleting */
static enum store_result delete_game(struct store *s, void *arg) { return store_game_delete(s, ((struct room *)((void **)arg)[0])->g.num); }
static void game_deleted(void *arg, enum store_result got, const char *why) {
  void **pair = arg;
  struct room *r = pair[0];
  struct exchange *x = pair[1];
  struct fault f;
  (void)why;
  free(pair);
  if (got) {
    r->deleted = false;
    fault_say(&f, FAULT_INTERNAL, "The server could not delete it.");
    http_fault(x, &f);
    room_settle(r);
    return;
  }
  room_tell(r, blob_fmt("{\"push\":\"deleted\",\"game\":\"%s\"}", r->g.id), true);
  room_settle(r); /* those who waited are told that there is no such game */
  while (r->conns) room_leave(r->conns);
  http_reply(x, 200, "application/json", blob_fmt("{\"ok\":true}"));
}
void lobby_delete(struct room *r, struct exchange *x, const cJSON *doc) {
  struct fault f;
  (void)doc;
  int who = lobby_authority(r, x->bearer, x->account);
  if (who != SAL_ALL && !(x->account && r->g.account == x->account)) {
    fault_say(&f, FAULT_SEAT, "Only the owner can delete a game.");
    http_fault(x, &f);
    return;
  }
  void **pair = calloc(2, sizeof *pair);
  if (!pair) abort();
  pair[0] = r;
  pair[1] = x;
  r->busy = r->deleted = true;
  writer_submit(r->srv->writer, delete_game, game_deleted, pair);
}

/* ---- the journal: whole when the game is over, else what the asker has seen */
/* A finished game brings the secret of its dice, so that `replay --verify` can check every roll. An imported one has rolls of
 * another's as well, and no commitment of ours. */
static struct blob *with_secret(const struct store_game *g, struct blob *journal) {
  char hex[65];
  if (g->roll0) return journal;
  secret_hex(g->secret, sizeof g->secret, hex);
  struct blob *both = blob_fmt("%ssecret %s%s\n", journal->text, hex, g->typed ? " setup" : "");
  blob_drop(journal);
  return both;
}
static void journal_copied(struct room *r, void *arg, struct errand_end *end) {
  struct exchange *x = arg;
  if (!end->out) {
    http_fault(x, &end->fault);
    return;
  }
  snprintf(x->extra, sizeof x->extra, "content-disposition: attachment; filename=\"%s.journal\"\r\n", r->g.id);
  http_reply(x, 200, "text/plain; charset=utf-8", room_over(r) ? with_secret(&r->g, end->out) : end->out);
}
void lobby_journal(struct room *r, struct exchange *x, const cJSON *doc) {
  struct fault f = {0};
  int side = lobby_authority(r, x->bearer, x->account);
  (void)doc;
  if (side == SAL_ALL || (side == SAL_NOSIDE && !x->bearer[0] && r->g.listed)) side = SAL_WATCH; /* an owner may be a player */
  bool whole = room_over(r);
  if (!whole && side == SAL_NOSIDE) fault_say(&f, FAULT_SEAT, "Only the players can have the journal of a running game.");
  else if (!whole && !limits_take(r->srv->limits, x->address, LIMIT_COPY, now_steady())) fault_say(&f, FAULT_LIMIT, "Too many copies of journals; wait a while."); /* it replays the game */
  if (f.code) http_fault(x, &f);
  else errand_copy(r, whole ? SAL_ALL : side, journal_copied, x);
}
