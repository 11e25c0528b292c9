/* lobby.c - everything done to a game from outside a seat: showing, listing, joining, playing
 * again, deleting, fetching its journal. How one is made is in lobby_make.c.
 *
 * Tokens are told once, in the answer, and are then known only by their hashes. An invitation is
 * not a seat: it opens nothing but `join`, which exchanges it, once, for a token that only the
 * invited player knows. A player with a seat can have a new token for it, which ends the old one.
 */
#include "lobby.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "http.h"
#include "lobby_inside.h"
#include "names.h"
#include "notice.h"
#include "order.h"
#include "rating.h"
#include "shards.h"

/* ---- tokens and names */
/* The token leaves in the answer; what is kept is its keyed hash. */
void lobby_give_token(const struct server *s, char token[TOKEN_TEXT], uint8_t hash[SECRET_HASH]) {
  secret_token(token);
  secret_hash(s->salt, token, hash);
}
/* The token of a seat that nobody has taken yet. */
static bool is_invitation(const struct store_seat *seat) {
  return seat->kind == SEAT_INVITE && !seat->taken;
}

/* An invitation opens its seat once. */
int lobby_invited(const struct room *r, const char *token) {
  uint8_t hash[SECRET_HASH];
  secret_hash(r->srv->salt, token, hash);
  for (int side = 0; side < 2 && token[0]; side++)
    if (is_invitation(&r->g.seat[side]) && secret_same(hash, r->g.seat[side].token))
      return side;
  return SAL_NOSIDE;
}
/* An invitation, or the seat of somebody who is banned. */
static bool is_shut(const struct room *r, int side) {
  const struct store_seat *seat = &r->g.seat[side];
  return is_invitation(seat) || order_ban_of(r->srv, seat->account);
}

/* What this token opens: a seat, a watcher's place, the owner's rights. Without a token the account
 * decides. */
int lobby_authority(const struct room *r, const char *token, int64_t account) {
  uint8_t hash[SECRET_HASH];

  if (token[0]) {
    secret_hash(r->srv->salt, token, hash);
    for (int side = 0; side < 2; side++)
      if (secret_same(hash, r->g.seat[side].token))
        return is_shut(r, side) ? SAL_NOSIDE : side;
    if (secret_same(hash, r->g.watch))
      return SAL_WATCH;
    if (secret_same(hash, r->g.owner) || secret_same(hash, r->srv->admin))
      return SAL_ALL;
    return SAL_NOSIDE;
  }
  for (int side = 0; account && side < 2; side++)
    if (r->g.seat[side].account == account)
      return side;

  return account && r->g.account == account ? SAL_ALL : SAL_NOSIDE;
}

/* An account's name cannot be borrowed; a guest's is cut short. */
void lobby_set_name(struct server *s, struct store_seat *seat, int64_t account, const char *guest) {
  struct store_account a;
  seat->account = account;
  if (account && !store_account_by_id(s->reader, account, &a))
    snprintf(seat->name, sizeof seat->name, "%s", a.name);
  else
    snprintf(seat->name, sizeof seat->name, "%.30s", guest ? guest : "");
}

/* Nobody may look like a player with an account, neither by the name nor by letters that look
 * alike. */
bool lobby_guest_name(const struct exchange *x, const char *name, struct fault *f) {
  char skeleton[STORE_NAME];
  struct store_account a;

  if (!name)
    return true;
  if (strlen(name) > 30)
    return fault_at(f, "name", "must have at most 30 bytes");
  if (!name_is_clean(name))
    return fault_at(f, "name", "holds characters that cannot be seen");
  name_skeleton(name, skeleton, sizeof skeleton);
  if (x->account || store_account_read(x->srv->reader, skeleton, &a))
    return true;

  return fault_at(f, "name", "is that of an account, or looks like it; sign in, or choose another");
}

/* ---- visiting a room from outside */
/* A request from outside, waiting in the game's inbox for its turn. */
struct visit {
  struct mail mail;
  struct exchange *x;
  lobby_visit *fn;
  cJSON *doc;
};
/* The same words for a game that never was and one that was deleted. */
static void no_such_game(struct exchange *x) {
  http_reply(
      x, 404, "application/json",
      blob_fmt(
          "{\"ok\":false,\"error\":{\"code\":\"state\",\"text\":\"There is no such game.\"}}"));
}

/* A visit acts when the room is free. */
static void visit_now(struct room *r, struct mail *m) {
  struct visit *v = (struct visit *)m;
  if (v->fn == lobby_info && room_over(r) && room_fetch_for(r, m))
    return; /* for its result */
  v->fn(r, v->x, v->doc);
  cJSON_Delete(v->doc);
  free(v);
}
/* The room was deleted while this waited. */
static void visit_never(struct mail *m) {
  struct visit *v = (struct visit *)m;
  no_such_game(v->x);
  cJSON_Delete(v->doc);
  free(v);
}

/* Every request about a game waits in the game's inbox, so they come one after another. */
void lobby_with(struct exchange *x, const char *id, lobby_visit *fn, cJSON *doc) {
  enum store_result got;
  struct room *r = room_find(x->srv, id, &got);

  if (!r) {
    cJSON_Delete(doc);
    if (got == STORE_NONE)
      no_such_game(x);
    else if (got == STORE_ELSEWHERE)
      http_elsewhere(x, shards_missed(x->srv));
    else
      http_say(x, 503, FAULT_INTERNAL, "The game cannot be read from the store.");
    return;
  }
  struct visit *v = calloc(1, sizeof *v);
  if (!v)
    abort();
  *v =
      (struct visit){.mail = {.act = visit_now, .drop = visit_never}, .x = x, .fn = fn, .doc = doc};
  room_mail(r, &v->mail);
}

/* ---- showing */
/* May the one player see all of it? Nobody else plays in it: hot seats, or one player against the
 * computer. Nothing in it is hidden from somebody by another. */
bool lobby_plays_alone(const struct store_game *g) {
  int me = 0;

  for (int side = 0; side < 2; side++) {
    if (g->seat[side].kind == SEAT_OPEN || g->seat[side].kind == SEAT_INVITE)
      return false;
    me += g->seat[side].kind == SEAT_ME;
  }
  return me < 2; /* two tokens may be in two hands */
}

/* For lists: nothing here is hidden, and no token is in it. */
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
  sal_json_bool(j, "alone", lobby_plays_alone(g));
  if (g->ended[0])
    sal_json_str(j, "how", g->ended);
  sal_json_bool(j, "clock", g->clock.mode != CLOCK_NONE);
  sal_json_array(j, "to_move");
  for (int side = 0; side < 2; side++)
    if (g->to_move & SAL_BIT(side))
      sal_json_str(j, NULL, sal_side_name[side]);
  sal_json_end(j);
  sal_json_object(j, "seats");
  for (int side = 0; side < 2; side++) {
    const struct store_seat *s = &g->seat[side];
    sal_json_object(j, sal_side_name[side]);
    sal_json_str(j, "kind", kinds[s->kind]);
    sal_json_bool(j, "taken", s->taken);
    if (s->name[0])
      sal_json_str(j, "name", s->name);
    if (s->bot[0])
      sal_json_str(j, "bot", s->bot);
    if (account && s->account == account)
      sal_json_bool(j, "yours", true);
    sal_json_end(j);
  }
  sal_json_end(j);
}
struct showing {
  struct room *room;
  int64_t account;
};
/* What anybody with the id may know; of the dice only the commitment. */
static void info_json(void *ctx, struct sal_json *j) {
  const struct showing *s = ctx;
  struct room *r = s->room;
  char commit[65];

  sal_json_object(j, NULL);
  sal_json_bool(j, "ok", true);
  game_summary(j, &r->g, s->account);
  cJSON *setup = cJSON_Parse(r->g.setup ? r->g.setup : "{}");
  cJSON *options = cJSON_GetObjectItemCaseSensitive(setup, "options");
  char *text = options ? cJSON_PrintUnformatted(options) : NULL;
  if (text)
    sal_json_raw(j, "options", text, strlen(text));
  cJSON_free(text);
  cJSON_Delete(setup);
  room_seats_json(r, j, "presence");
  room_clock_json(r, j, "time");
  sal_json_str(j, "dice", r->g.typed ? "typed" : "server");
  dice_commit(r->g.secret, commit);
  sal_json_str(j, "commit", commit);
  room_over_json(r, j, "ended");
  rating_game_json(r->srv->reader, r->g.id, j, "rated");
  if (r->g.rematch[0])
    sal_json_str(j, "rematch", r->g.rematch);
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
/* One row of a list. */
static bool list_game(void *ctx, const struct store_game *g) {
  struct listing *l = ctx;
  sal_json_object(l->j, NULL);
  game_summary(l->j, g, l->x->account);
  rating_game_json(l->x->srv->reader, g->id, l->j, "rated");
  sal_json_end(l->j);
  return true;
}
static void list_json(void *ctx, struct sal_json *j) {
  struct listing *l = ctx;

  l->j = j;
  sal_json_object(j, NULL);
  sal_json_bool(j, "ok", true);
  sal_json_array(j, "games");
  store_games(l->x->srv->reader, l->which, l->which == LIST_ACCOUNT ? l->x->account : 0,
              l->which == LIST_ALL ? 1000 : 200, list_game, l);
  sal_json_end(j);
  sal_json_end(j);
}
/* Two hundred at most; the administrator sees a thousand. */
void lobby_list(struct exchange *x, enum store_list which) {
  struct listing l = {.x = x, .which = which};
  http_reply(x, 200, "application/json", blob_json(list_json, &l));
}

/* ---- joining */
/* A player who takes a seat, until that is durable. Only the answer tells the token. */
struct entering {
  struct exchange *x;
  char token[TOKEN_TEXT];
  int side;
};
/* When the write failed the room reads its seats again, and the old token still holds. */
static void entered(struct room *r, void *arg, enum store_result got, const char *why) {
  struct entering *e = arg;
  struct fault f;

  (void)why;
  if (got) {
    fault_say(&f, FAULT_INTERNAL, "The server could not write this down.");
    http_fault(e->x, &f);
  } else {
    http_reply(e->x, 200, "application/json",
               blob_fmt("{\"ok\":true,\"id\":\"%s\",\"side\":\"%s\",\"seats\":{\"%s\":\"%s\"}}",
                        r->g.id, sal_side_name[e->side], sal_side_name[e->side], e->token));
  }
  free(e);
}

/* Exchanges an invitation for a token, or takes an open seat. A full game leaves the list. */
static void take_seat(struct room *r, struct exchange *x, int side, const char *name) {
  struct entering *e = calloc(1, sizeof *e);
  struct store_seat *seat = &r->g.seat[side];

  if (!e)
    abort();
  e->x = x;
  e->side = side;
  lobby_give_token(r->srv, e->token, seat->token);
  rating_came(r, side, x->address);
  seat->taken = true;
  if (x->account || name || !seat->name[0])
    lobby_set_name(r->srv, seat, x->account, name);
  r->g.touched = now_wall();
  if (r->g.seat[0].taken && r->g.seat[1].taken && r->g.listed) {
    /* off the list, unless it was made to be watched */
    cJSON *setup = cJSON_Parse(r->g.setup ? r->g.setup : "{}");
    r->g.listed = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(setup, "public"));
    cJSON_Delete(setup);
  }
  room_write(r, &(struct change){.what = WRITE_SEATS | WRITE_GAME}, entered, e);
}

/* By an invitation, or into an open seat. */
void lobby_join(struct room *r, struct exchange *x, const cJSON *doc) {
  static const char *const known[] = {"v", "side", "name", NULL};
  const char *text = NULL;
  const char *name = NULL;
  struct fault f = {0};
  int side = SAL_NOSIDE;

  if (!input_fields(doc, "", known, &f) || !input_text(doc, "", "side", false, &text, &f) ||
      !input_text(doc, "", "name", false, &name, &f)) {
    http_fault(x, &f);
    return;
  }
  if (x->bearer[0])
    side = lobby_invited(r, x->bearer);
  else if (text)
    side = sal_side_parse(text);
  else
    side = r->g.seat[0].kind == SEAT_OPEN && !r->g.seat[0].taken ? 0 : 1;
  if (!lobby_guest_name(x, name, &f)) {
    http_fault(x, &f);
    return;
  }
  if (side >= SAL_SIDES)
    fault_say(&f, FAULT_SEAT, "That is no invitation to this game, or it has been used.");
  else if (r->g.seat[side].taken)
    fault_say(&f, FAULT_STATE, "That seat is taken.");
  else if (!x->bearer[0] && r->g.seat[side].kind != SEAT_OPEN)
    fault_say(&f, FAULT_SEAT, "That seat is not open.");
  else if (rating_may_sit(r, side, x->account, &f) && !x->bearer[0] &&
           !limits_take(r->srv->limits, x->address, LIMIT_SEATS, now_steady()))
    fault_say(&f, FAULT_LIMIT, "You have taken several open seats just now; wait a while.");
  else
    order_may_join(r, x, side, &f);
  if (f.code)
    http_fault(x, &f);
  else
    take_seat(r, x, side, name);
}

/* ---- a new token for a seat: whoever has the old one is out */
static void renewed(struct room *r, void *arg, enum store_result got, const char *why) {
  const struct entering *e = arg;
  int side = e->side;

  entered(r, arg, got, why);
  if (got)
    return;
  notice_end_seat(r, side);
  for (struct conn *c = conn_of(r->conns.first), *next; c; c = next) {
    next = conn_of(c->here.next);
    if (c->seat != side)
      continue;
    room_leave(c); /* requests still waiting on it are not carried out */
    conn_end(c, "the seat has a new token");
  }
}

/* A new token ends the old one: for a link that was shared by mistake. */
void lobby_renew(struct room *r, struct exchange *x, const cJSON *doc) {
  static const char *const known[] = {"v", NULL};
  struct fault f = {0};
  int side = lobby_authority(r, x->bearer, x->account);

  if (!input_fields(doc, "", known, &f)) {
    http_fault(x, &f);
    return;
  }
  if (side >= SAL_SIDES || r->g.seat[side].kind == SEAT_BOT) {
    fault_say(&f, FAULT_SEAT, "Only who holds a seat can have a new token for it.");
    http_fault(x, &f);
    return;
  }
  struct entering *e = calloc(1, sizeof *e);
  if (!e)
    abort();
  e->x = x;
  e->side = side;
  lobby_give_token(r->srv, e->token, r->g.seat[side].token);
  room_write(r, &(struct change){.what = WRITE_SEATS}, renewed, e);
}

/* ---- again, with the sides exchanged */
/* Each player has one seat of the new game: the other side's. */
static void come_as(struct room *again, struct exchange *x, int side) {
  struct fault f = {0};

  if (again->g.seat[side].taken)
    fault_say(&f, FAULT_STATE, "You sit in the new game already.");
  else
    rating_may_sit(again, side, x->account, &f);
  if (f.code)
    http_fault(x, &f);
  else
    take_seat(again, x, side, NULL);
}
/* A visit carries no side, so there is one for each. */
static void come_as_german(struct room *again, struct exchange *x, const cJSON *doc) {
  (void)doc;
  come_as(again, x, SAL_GERMAN);
}
static void come_as_soviet(struct room *again, struct exchange *x, const cJSON *doc) {
  (void)doc;
  come_as(again, x, SAL_SOVIET);
}

/* The second player to ask joins the game that the first has made. */
void lobby_rematch(struct room *r, struct exchange *x, const cJSON *doc) {
  struct fault f = {0};
  int side = lobby_authority(r, x->bearer, x->account);

  (void)doc;
  if (side >= SAL_SIDES)
    fault_say(&f, FAULT_SEAT, "Only those who played can play again.");
  else if (!room_over(r))
    fault_say(&f, FAULT_STATE, "The game is not over yet.");
  if (f.code) {
    http_fault(x, &f);
    return;
  }
  if (r->g.rematch[0]) {
    lobby_with(x, r->g.rematch, side == SAL_GERMAN ? come_as_soviet : come_as_german, NULL);
    return;
  }
  cJSON *setup = cJSON_Parse(r->g.setup);
  cJSON *seats = cJSON_CreateObject();
  for (int s = 0; s < 2; s++) {
    const struct store_seat *old = &r->g.seat[sal_enemy(s)];
    char bot[STORE_BOT + 4];
    snprintf(bot, sizeof bot, "bot:%s", old->bot);
    cJSON_AddStringToObject(seats, sal_side_name[s],
                            old->kind == SEAT_BOT       ? bot
                            : old->kind == SEAT_HOTSEAT ? "hotseat"
                            : sal_enemy(s) == side      ? "me"
                                                        : "invite");
  }
  cJSON_DeleteItemFromObjectCaseSensitive(setup, "seats");
  cJSON_DeleteItemFromObjectCaseSensitive(setup, "name");
  cJSON_AddItemToObject(setup, "seats", seats);
  lobby_create_from(x, setup, r, sal_enemy(side));
  cJSON_Delete(setup);
}

/* ---- deleting */
/* The room stays, marked as deleted, until the store has let the game go. */
struct deleting {
  struct room *room;
  struct exchange *x; /* NULL: nobody asked; it was too old */
};
static enum store_result delete_game(struct store *s, void *arg) {
  const struct room *room = ((struct deleting *)arg)->room;
  int64_t num = room->g.num;
  enum store_result r = store_has(s, room_shard(room)) ? STORE_OK : STORE_ELSEWHERE;
  if (!r)
    r = notice_end_game(s, num);
  if (!r)
    r = order_forget_game(s, num);
  return r ? r : store_game_delete(s, num);
}

/* Everybody in the room is told, and leaves. */
static void game_deleted(void *arg, enum store_result got, const char *why) {
  struct deleting *d = arg;
  struct room *r = d->room;
  struct exchange *x = d->x;
  struct fault f;

  (void)why;
  free(d);
  if (got) {
    r->deleted = false;
    fault_say(&f, FAULT_INTERNAL, "The server could not delete it.");
    if (x)
      http_fault(x, &f);
    room_settle(r);
    return;
  }
  room_tell(r, blob_fmt("{\"push\":\"deleted\",\"game\":\"%s\"}", r->g.id), true);
  room_settle(r); /* those who waited are told that there is no such game */
  while (r->conns.first)
    room_leave(conn_of(r->conns.first));
  if (x)
    http_reply(x, 200, "application/json", blob_fmt("{\"ok\":true}"));
}
/* From now on nobody finds it; if the store fails it comes back. */
static void remove_for(struct room *r, struct exchange *x) {
  struct deleting *d = calloc(1, sizeof *d);

  if (!d)
    abort();
  d->room = r;
  d->x = x;
  r->busy = r->deleted = true;
  writer_submit(r->srv->writer, delete_game, game_deleted, d);
}
/* For the sweep of old games. */
void lobby_remove(struct room *r) {
  remove_for(r, NULL);
}
/* Somebody else has come for a seat: the game is his as much as its maker's. */
static bool is_shared(const struct store_game *g) {
  for (int side = 0; side < 2; side++) {
    const struct store_seat *seat = &g->seat[side];
    if ((seat->kind == SEAT_OPEN || seat->kind == SEAT_INVITE) && seat->taken &&
        (!seat->account || seat->account != g->account))
      return true;
  }
  return false;
}
/* By the administrator's own token; compared in constant time. */
static bool is_admin(const struct exchange *x) {
  uint8_t hash[SECRET_HASH];
  secret_hash(x->srv->salt, x->bearer, hash);
  return x->bearer[0] && secret_same(hash, x->srv->admin);
}

/* A game that another person has a part in is not one player's to delete. */
void lobby_delete(struct room *r, struct exchange *x, const cJSON *doc) {
  struct fault f = {0};

  (void)doc;
  int who = lobby_authority(r, x->bearer, x->account);
  if (who != SAL_ALL && !(x->account && r->g.account == x->account))
    fault_say(&f, FAULT_SEAT, "Only the owner can delete a game.");
  else if (r->rated && !room_over(r) && !is_admin(x))
    fault_say(&f, FAULT_STATE, "A rated game cannot be deleted before it is over.");
  else if (is_shared(&r->g) && !is_admin(x))
    fault_say(&f, FAULT_STATE,
              "Another person plays in this game, or has played: it cannot be deleted.");
  if (f.code)
    http_fault(x, &f);
  else
    remove_for(r, x);
}

/* ---- the journal: whole when the game is over, else what the asker has seen */
/* A finished game tells the secret of its dice, so that `replay --verify` can check every roll. An
 * imported one also has another's rolls, and no commitment of ours. */
static struct blob *with_secret(const struct store_game *g, struct blob *journal) {
  char hex[65];

  if (g->roll0)
    return journal;
  secret_hex(g->secret, sizeof g->secret, hex);
  struct blob *both = blob_fmt("%ssecret %s%s\n", journal->text, hex, g->typed ? " setup" : "");
  blob_drop(journal);
  return both;
}

/* With the secret of its dice once the game is over. */
static void journal_copied(struct room *r, void *arg, struct errand_end *end) {
  struct exchange *x = arg;

  if (!end->out) {
    http_fault(x, &end->fault);
    return;
  }
  snprintf(x->extra, sizeof x->extra,
           "content-disposition: attachment; filename=\"%s.journal\"\r\n", r->g.id);
  http_reply(x, 200, "text/plain; charset=utf-8",
             room_over(r) ? with_secret(&r->g, end->out) : end->out);
}

/* A player's own copy, or all of it when the game is over. */
void lobby_journal(struct room *r, struct exchange *x, const cJSON *doc) {
  struct fault f = {0};
  int side = lobby_authority(r, x->bearer, x->account);

  (void)doc;
  /* an owner may be a player */
  if (side == SAL_ALL || (side == SAL_NOSIDE && !x->bearer[0] && r->g.listed))
    side = SAL_WATCH;
  bool whole = room_over(r);
  if (!whole && side == SAL_NOSIDE)
    fault_say(&f, FAULT_SEAT, "Only the players can have the journal of a running game.");
  else if (!whole && !limits_take(r->srv->limits, x->address, LIMIT_COPY, now_steady()))
    fault_say(&f, FAULT_LIMIT,
              "Too many copies of journals; wait a while."); /* it replays the game */
  if (f.code)
    http_fault(x, &f);
  else
    errand_copy(r, whole ? SAL_ALL : side, journal_copied, x);
}
