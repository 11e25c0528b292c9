/* account_self.c - see account_self.h. */
#include "account_self.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "account.h"
#include "account_mail.h"
#include "http.h"
#include "mail.h"
#include "names.h"
#include "order.h"
#include "rowdoc.h"
#include "shards.h"
#include "stats.h"

/* A name rests for 90 days, and an account has three resting names at most. Sessions last 60
 * days from their making. */
enum { REST_DAYS = 90, NAMES = 3, SESSION_DAYS = 60, EXPORT_GAMES = 300, EXPORT_LINES = 2000 };
enum { SESSION_ID = 17 };

static bool signed_in(struct exchange *x) {
  if (x->account)
    return true;
  http_say(x, 403, FAULT_SEAT, "Sign in first.");
  return false;
}

/* ---- another name */
/* A name that was given up stays free for its former owner for a while, so that nobody can pose as
 * them. */
bool account_name_rests(struct store *s, const char *fold, int64_t account) {
  int64_t until = 0;
  char *whose = NULL;
  bool rests = !store_row_read(s, "old name", fold, &until, &whose) && until > now_wall() &&
               strtoll(whose, NULL, 10) != account;
  free(whose);
  return rests;
}

/* Seats in memory show the new name at once. */
void account_name_seats(struct server *s, int64_t account, const char *name) {
  for (uint32_t i = 0; i < s->room_slots; i++)
    for (struct room *r = s->rooms[i]; r; r = r->next) {
      bool any = false;
      for (int side = 0; side < 2; side++) {
        struct store_seat *seat = &r->g.seat[side];
        if (seat->account != account)
          continue;
        snprintf(seat->name, sizeof seat->name, "%s", name);
        any = true;
      }
      if (any && r->conns.first)
        room_tell_presence(r);
    }
}

/* `account` is as it was before. */
struct renaming {
  struct exchange *x;
  struct store_account account;
  char name[STORE_NAME], fold[STORE_NAME];
};

/* The old name rests; seats in the store follow. */
static enum store_result write_name(struct store *s, void *arg) {
  const struct renaming *n = arg;
  int64_t until = now_wall() + (int64_t)REST_DAYS * 86400000;
  enum store_result r = store_account_rename(s, n->account.id, n->name, n->fold);
  if (!r)
    r = news_put(s, "name", n->account.id);
  char whose[ROW_KEY];
  char also[ROW_KEY];

  if (r || !strcmp(n->fold, n->account.fold))
    return r;
  row_number(whose, n->account.id);
  row_key(also, n->account.id);
  return store_row_file(s, "old name", n->account.fold, also, until, whose);
}

/* Two may ask for one name at the same time: the store lets one have it. */
static void renamed(void *arg, enum store_result got, const char *why) {
  struct renaming *n = arg;
  struct fault f;

  (void)why;
  if (got == STORE_TAKEN) {
    fault_at(&f, "name", "that name is taken");
    http_fault(n->x, &f);
  } else if (got) {
    http_say(n->x, 500, FAULT_INTERNAL, "The server could not write this down.");
  } else {
    account_name_seats(n->x->srv, n->account.id, n->name);
    http_reply(n->x, 200, "application/json", blob_fmt("{\"ok\":true}"));
  }
  free(n);
}

/* Also a name that only looks the same. */
static bool is_taken(struct exchange *x, const char *name, const char *fold) {
  struct store_account known;
  char skeleton[STORE_NAME];
  struct store *s = x->srv->reader;

  name_skeleton(name, skeleton, sizeof skeleton);
  if (!store_account_read(s, fold, &known) && known.id != x->account)
    return true;
  if (!store_account_read(s, skeleton, &known) && known.id != x->account)
    return true;

  return account_name_rests(s, fold, x->account);
}

static struct store_range names_of(int64_t account, char key[ROW_KEY]) {
  row_key(key, account);
  return (struct store_range){"old name", BY_ALSO, key};
}

/* Those that still rest. */
static bool count_name(void *ctx, const char *fold, int64_t until, const char *whose) {
  (void)fold;
  (void)whose;
  *(int *)ctx += until > now_wall();
  return true;
}

/* So many names in a while. */
static bool too_often(struct exchange *x) {
  char key[ROW_KEY];
  int n = 0;
  store_range_read(x->srv->reader, names_of(x->account, key), count_name, &n);
  return n >= NAMES;
}

/* Games and journals stay the account's. */
void account_rename(struct exchange *x, const struct call *c) {
  static const char *const known[] = {"v", "name", NULL};
  struct fault f = {0};
  const char *name = NULL;
  struct renaming *n = calloc(1, sizeof *n);

  if (!n)
    abort();
  bool ok = input_fields(c->doc, "", known, &f) &&
            input_text(c->doc, "", "name", true, &name, &f) && account_name_ok(name, n->fold, &f);
  if (ok && (!x->account || store_account_by_id(x->srv->reader, x->account, &n->account)))
    ok = fault_say(&f, FAULT_SEAT, "Sign in first.");
  if (ok && is_taken(x, name, n->fold))
    ok = fault_at(&f, "name", "that name is taken");
  if (ok && too_often(x))
    ok = fault_say(&f, FAULT_LIMIT, "You have changed your name often; wait some weeks.");
  if (!ok) {
    free(n);
    http_fault(x, &f);
    return;
  }
  n->x = x;
  snprintf(n->name, sizeof n->name, "%s", name);
  writer_submit(x->srv->writer, write_name, renamed, n);
}

/* ---- sessions */
/* The first eight bytes of the hash: enough to tell sessions apart, and of no use for signing in.
 */
static void session_id(const uint8_t hash[SECRET_HASH], char out[SESSION_ID]) {
  secret_hex(hash, (SESSION_ID - 1) / 2, out);
}

struct listing {
  struct sal_json *j;
  struct exchange *x;
};

/* Sessions are named by part of their hash: the token itself is known to the browser alone. */
static bool session_row(void *ctx, const uint8_t hash[SECRET_HASH], int64_t until) {
  const struct listing *l = ctx;
  uint8_t own[SECRET_HASH];
  char id[SESSION_ID];

  if (until <= now_wall())
    return false;
  secret_hash(l->x->srv->salt, l->x->session, own);
  session_id(hash, id);
  sal_json_object(l->j, NULL);
  sal_json_str(l->j, "id", id);
  sal_json_int(l->j, "made", until - (int64_t)SESSION_DAYS * 86400000);
  sal_json_int(l->j, "until", until);
  sal_json_bool(l->j, "this", secret_same(hash, own));
  sal_json_end(l->j);
  return true;
}

static void list_sessions(struct listing *l) {
  sal_json_array(l->j, "sessions");
  store_sessions(l->x->srv->reader, l->x->account, session_row, l);
  sal_json_end(l->j);
}

static void sessions_json(void *ctx, struct sal_json *j) {
  struct listing l = {j, ctx};
  sal_json_object(j, NULL);
  sal_json_bool(j, "ok", true);
  list_sessions(&l);
  sal_json_end(j);
}

void account_sessions(struct exchange *x, const struct call *c) {
  (void)c;
  if (signed_in(x))
    http_reply(x, 200, "application/json", blob_json(sessions_json, x));
}

/* The session is looked up on the writer's thread, where nothing changes it meanwhile. */
struct ending {
  struct exchange *x;
  int64_t account;
  char id[SESSION_ID];
  uint8_t hash[SECRET_HASH];
  bool found;
};

/* The one whose short name was given. */
static bool find_session(void *ctx, const uint8_t hash[SECRET_HASH], int64_t until) {
  struct ending *e = ctx;
  char id[SESSION_ID];
  (void)until;
  memcpy(e->hash, hash, sizeof e->hash);
  session_id(e->hash, id);
  e->found = !strcmp(id, e->id);
  return !e->found;
}

static enum store_result write_end(struct store *s, void *arg) {
  struct ending *e = arg;

  e->found = false;
  enum store_result r = store_sessions(s, e->account, find_session, e);
  if (r || !e->found)
    return r ? r : STORE_NONE;
  r = store_session_drop(s, e->hash);
  return r ? r : news_put(s, "lines", e->account);
}

/* All lines of the account end; browsers with a good session reconnect by themselves. */
static void ended(void *arg, enum store_result got, const char *why) {
  struct ending *e = arg;

  (void)why;
  if (got == STORE_NONE) {
    http_say(e->x, 409, FAULT_STATE, "There is no such session.");
  } else if (got) {
    http_say(e->x, 500, FAULT_INTERNAL, "The server could not write this down.");
  } else {
    net_end_account(e->x->srv->net, e->account); /* those that are still good come back */
    http_reply(e->x, 200, "application/json", blob_fmt("{\"ok\":true}"));
  }
  free(e);
}

void account_session_end(struct exchange *x, const struct call *c) {
  static const char *const known[] = {"v", "id", NULL};
  struct fault f = {0};
  const char *id = NULL;

  if (!input_fields(c->doc, "", known, &f) || !input_text(c->doc, "", "id", true, &id, &f)) {
    http_fault(x, &f);
    return;
  }
  if (!signed_in(x))
    return;
  struct ending *e = calloc(1, sizeof *e);
  if (!e)
    abort();
  e->x = x;
  e->account = x->account;
  snprintf(e->id, sizeof e->id, "%.16s", id);
  writer_submit(x->srv->writer, write_end, ended, e);
}

/* ---- all that is kept */
static bool export_game(void *ctx, const struct store_game *g) {
  const struct listing *l = ctx;
  sal_json_object(l->j, NULL);
  game_summary(l->j, g, l->x->account);
  sal_json_end(l->j);
  return true;
}

static bool export_line(void *ctx, const char *game, int64_t at, const char *text) {
  struct sal_json *j = ctx;

  sal_json_object(j, NULL);
  sal_json_str(j, "game", game);
  sal_json_int(j, "at", at);
  sal_json_str(j, "text", text);
  sal_json_end(j);
  return true;
}

static bool export_name(void *ctx, const char *fold, int64_t until, const char *whose) {
  (void)until;
  (void)whose;
  sal_json_str(ctx, NULL, fold);
  return true;
}

/* A row is a document already. */
static bool export_row(void *ctx, const char *id, int64_t at, const char *text) {
  struct sal_json *j = ctx;
  sal_json_object(j, NULL);
  sal_json_str(j, "id", id);
  sal_json_int(j, "at", at);
  sal_json_raw(j, "was", text, strlen(text));
  sal_json_end(j);
  return true;
}

/* The account as the server knows it. */
static void export_self(struct sal_json *j, struct exchange *x) {
  struct store_account a;
  struct mail_box box;
  struct store *s = x->srv->reader;
  char key[ROW_KEY];

  if (store_account_by_id(s, x->account, &a))
    return;
  mail_box_read(s, x->account, &box);
  sal_json_str(j, "name", a.name);
  sal_json_int(j, "created", a.created);
  if (box.known)
    sal_json_str(j, "mail", box.address);
  sal_json_int(j, "codes", codes_left(s, x->account));
  sal_json_array(j, "old_names");
  store_range_read(s, names_of(x->account, key), export_name, j);
  sal_json_end(j);
}

/* Everything that is kept about an account, in one document. */
static void export_json(void *ctx, struct sal_json *j) {
  struct exchange *x = ctx;
  struct store *s = x->srv->reader;
  struct listing l = {j, x};

  sal_json_object(j, NULL);
  sal_json_bool(j, "ok", true);
  export_self(j, x);
  list_sessions(&l);
  order_export(j, s, x->account);
  sal_json_array(j, "push");
  push_export(j, s, x->account);
  sal_json_end(j);
  sal_json_array(j, "games"); /* each journal: GET /api/games/ID/journal */
  store_games(s, LIST_ACCOUNT, x->account, EXPORT_GAMES, export_game, &l);
  sal_json_end(j);
  sal_json_array(j, "played"); /* what its statistics are made of */
  stats_rows(s, x->account, EXPORT_GAMES, export_row, j);
  sal_json_end(j);
  sal_json_array(j, "chat");
  store_chat_by(s, x->account, EXPORT_LINES, export_line, j);
  sal_json_end(j);
  sal_json_end(j);
}

/* Seldom: it reads much. */
void account_export(struct exchange *x, const struct call *c) {
  (void)c;
  if (!signed_in(x))
    return;
  if (!limits_take(x->srv->limits, x->address, LIMIT_COPY, now_steady())) {
    http_say(x, 429, FAULT_LIMIT, "Too many copies; wait a while.");
    return;
  }
  http_reply(x, 200, "application/json", blob_json(export_json, x));
}
