/* order.c - see order.h: bans, and what players do about each other. */
#include "order.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "account.h"
#include "http.h"
#include "rowdoc.h"

/* A newcomer is one for a day. A report quotes thirty lines of chat. A thousand open reports are
 * more than anybody reads. */
enum {
  SLOTS = 256,
  NEW_MS = 86400000,
  REPORT_DAYS = 180,
  LINES = 30,
  OPEN_REPORTS = 1000,
  BLOCKS = 200
};

/* ---- bans */
/* All bans in memory, by account; touched by the loop alone. */
struct order {
  struct ban *slot[SLOTS];
};

/* Where the ban of an account is, or would be. */
static struct ban **place(struct order *o, int64_t account) {
  struct ban **at = &o->slot[(uint64_t)account % SLOTS];
  while (*at && (*at)->account != account)
    at = &(*at)->next;
  return at;
}

/* Bans are kept in memory, because every request asks for them. */
static void keep(struct order *o, int64_t account, int64_t until, const char *reason) {
  struct ban **at = place(o, account);
  if (!*at && !(*at = calloc(1, sizeof **at)))
    abort();
  (*at)->account = account;
  (*at)->until = until;
  snprintf((*at)->reason, sizeof(*at)->reason, "%s", reason);
}

static bool read_ban(void *ctx, const char *account, int64_t until, const char *reason) {
  keep(ctx, strtoll(account, NULL, 10), until, reason);
  return true;
}

/* All bans of the store. */
struct order *order_open(struct server *s) {
  struct order *o = calloc(1, sizeof *o);
  if (!o)
    abort();
  store_rows(s->reader, "ban", ALL_ROWS, read_ban, o);
  return o;
}

void order_free(struct order *o) {
  for (int i = 0; o && i < SLOTS; i++)
    for (struct ban *b = o->slot[i], *next; b; b = next) {
      next = b->next;
      free(b);
    }
  free(o);
}

/* A ban that is still in force; an expired one does not count. */
const struct ban *order_ban_of(const struct server *s, int64_t account) {
  const struct ban *b = account && s->order ? *place(s->order, account) : NULL;
  return b && (!b->until || b->until > now_wall()) ? b : NULL;
}

/* The player is told until when, and why. */
bool order_say_ban(const struct ban *b, struct fault *f) {
  char day[32];
  struct tm tm;
  time_t until = (time_t)(b->until / 1000);

  strftime(day, sizeof day, "%Y-%m-%d %H:%M UTC", gmtime_r(&until, &tm));
  if (!b->until)
    return fault_say(f, FAULT_SEAT, "This account is closed for good: %.200s", b->reason);
  return fault_say(f, FAULT_SEAT, "This account is closed until %s: %.200s", day, b->reason);
}

/* Does a ban close the seat that this token or account would open? */
bool order_shut(const struct room *r, const char *token, int64_t account, struct fault *f) {
  uint8_t hash[SECRET_HASH];

  secret_hash(r->srv->salt, token, hash);
  for (int side = 0; side < 2; side++) {
    const struct store_seat *seat = &r->g.seat[side];
    bool opens = token[0] ? secret_same(hash, seat->token) : account && seat->account == account;
    const struct ban *b = opens ? order_ban_of(r->srv, seat->account) : NULL;
    if (b) {
      order_say_ban(b, f);
      return true;
    }
  }

  return false;
}

/* Lines that sit in a seat of this account, by a token or by a session. */
static void end_lines(struct server *s, int64_t account) {
  net_end_account(s->net, account);
  for (uint32_t i = 0; i < s->room_slots; i++)
    for (struct room *r = s->rooms[i]; r; r = r->next)
      for (struct conn *c = conn_of(r->conns.first), *next; c; c = next) {
        next = conn_of(c->here.next);
        if (c->seat >= SAL_SIDES || r->g.seat[c->seat].account != account)
          continue;
        room_leave(c); /* requests still waiting on it are not carried out */
        conn_end(c, "the account is closed");
      }
}

/* At once: open lines of the account end. Without a reason the ban is lifted. */
void order_ban_now(struct server *s, int64_t account, int64_t until, const char *reason) {
  struct ban **at = place(s->order, account);
  struct ban *old = *at;

  if (reason) {
    keep(s->order, account, until, reason);
    end_lines(s, account);
  } else if (old) {
    *at = old->next;
    free(old);
  }
}

/* ---- asking the store */
static void block_key(char out[ROW_KEY], int64_t account, int64_t other) {
  snprintf(out, ROW_KEY, "%lld/%lld", (long long)account, (long long)other);
}

/* Either of the two may have blocked the other; they do not meet again. */
bool order_blocked(struct store *s, int64_t account, int64_t other) {
  char one[ROW_KEY];
  char two[ROW_KEY];

  if (!account || !other)
    return false;
  block_key(one, account, other);
  block_key(two, other, account);
  return row_is(s, "block", one) || row_is(s, "block", two);
}

/* Has a referee ended the chat of this seat? */
static bool is_silenced(struct store *s, int64_t num, int side) {
  char seat[ROW_KEY];
  row_seat(seat, num, side);
  return row_is(s, "silence", seat);
}

/* Has the seat muted its chat? */
bool order_hears(struct room *r, int side) {
  char seat[ROW_KEY];
  row_seat(seat, r->g.num, side);
  return !row_is(r->srv->reader, "mute", seat);
}

/* Guests and accounts of less than a day; they may do less that could annoy. */
bool order_is_newcomer(struct server *s, int64_t account) {
  struct store_account a;
  return !account || store_account_by_id(s->reader, account, &a) || now_wall() - a.created < NEW_MS;
}

/* Players who have blocked each other get no common game. */
bool order_may_join(const struct room *r, const struct exchange *x, int side, struct fault *f) {
  int64_t other = r->g.seat[sal_enemy(side)].account;
  if (order_blocked(r->srv->reader, x->account, other) ||
      order_blocked(r->srv->reader, x->account, r->g.account))
    return fault_say(f, FAULT_SEAT, "One of you has blocked the other: choose another game.");
  return true;
}

/* Guests and new accounts chat more slowly, so that a troll is soon out of breath. */
bool order_may_chat(struct room *r, int side, const struct conn *c, struct fault *f) {
  struct server *s = r->srv;
  int64_t own = r->g.seat[side].account;
  int64_t other = r->g.seat[sal_enemy(side)].account;

  if (is_silenced(s->reader, r->g.num, side))
    return fault_say(f, FAULT_SEAT, "A referee has ended this seat's chat.");
  if (order_blocked(s->reader, own, other))
    return fault_say(f, FAULT_SEAT, "One of you has blocked the other: there is no chat.");
  if (order_is_newcomer(s, own) && !limits_take(s->limits, c->address, LIMIT_CHAT, now_steady()))
    return fault_say(f, FAULT_LIMIT, "Too many messages for somebody new here; wait a little.");

  return true;
}

/* Muting hides the other's chat in one game. */
enum store_result order_mute(struct store *s, int64_t num, int side, bool on) {
  char seat[ROW_KEY];
  row_seat(seat, num, side);
  return on ? store_row_put(s, "mute", seat, 0, "") : store_row_drop(s, "mute", seat);
}

/* A silence lasts as long as the game. */
enum store_result order_silence(struct store *s, int64_t num, int side) {
  char seat[ROW_KEY];
  row_seat(seat, num, side);
  return store_row_put(s, "silence", seat, 0, "");
}

/* What others said about the account stays in their reports. */
enum store_result order_forget_account(struct store *s, int64_t account) {
  char own[ROW_KEY];
  char key[ROW_KEY];

  row_key(own, account);
  enum store_result r = store_range_drop(s, (struct store_range){"block", BY_KEY, own});
  if (!r)
    r = store_range_drop(s, (struct store_range){"block", BY_ALSO, own});
  if (!r)
    r = store_range_drop(s, (struct store_range){"warning", BY_KEY, own});
  row_number(key, account);
  return r ? r : store_row_drop(s, "referee", key);
}

/* Reports outlive their game. */
enum store_result order_forget_game(struct store *s, int64_t num) {
  char game[ROW_KEY];
  row_key(game, num);
  enum store_result r = store_range_drop(s, (struct store_range){"mute", BY_KEY, game});
  return r ? r : store_range_drop(s, (struct store_range){"silence", BY_KEY, game});
}

/* A report that was judged is kept for half a year, its line in the log for good. */
enum store_result order_tidy(struct store *s) {
  int64_t old = now_wall() - (int64_t)REPORT_DAYS * NEW_MS;
  return store_rows_drop(s, "judged", old);
}

/* ---- what a seat asks for */
/* What a player asks against the other one; `on` false takes it back. */
struct wish {
  struct exchange *x;
  int64_t num, account, other;
  int side;
  bool on;
};
/* Only when it is durable. */
static void answer(struct exchange *x, enum store_result got) {
  if (got)
    http_say(x, 500, FAULT_INTERNAL, "The server could not write this down.");
  else
    http_reply(x, 200, "application/json", blob_fmt("{\"ok\":true}"));
}

/* The answer, once the wish is durable. */
static void wished(void *arg, enum store_result got, const char *why) {
  struct wish *w = arg;
  (void)why;
  answer(w->x, got);
  free(w);
}

static struct wish *wish_new(struct exchange *x) {
  struct wish *w = calloc(1, sizeof *w);
  if (!w)
    abort();
  w->x = x;
  w->account = x->account;
  return w;
}

/* {"on"} from a seat; NULL: refused. */
static struct wish *seat_wish(struct room *r, struct exchange *x, const cJSON *doc) {
  static const char *const known[] = {"v", "on", NULL};
  struct fault f = {0};
  struct wish *w = wish_new(x);

  w->num = r->g.num;
  w->side = lobby_authority(r, x->bearer, x->account);
  bool ok = input_fields(doc, "", known, &f) && input_bool(doc, "", "on", true, &w->on, &f);
  if (ok && w->side >= SAL_SIDES)
    ok = fault_say(&f, FAULT_SEAT, "Only a player of this game can do that.");
  if (ok)
    return w;
  http_fault(x, &f);
  free(w);
  return NULL;
}

static enum store_result write_mute(struct store *s, void *arg) {
  const struct wish *w = arg;
  return order_mute(s, w->num, w->side, w->on);
}

/* By a seat, for its own eyes: the other side does not hear of it. */
void order_set_mute(struct room *r, struct exchange *x, const cJSON *doc) {
  struct wish *w = seat_wish(r, x, doc);
  if (w)
    writer_submit(x->srv->writer, write_mute, wished, w);
}

/* The oldest blocks go when there are too many. */
static enum store_result write_block(struct store *s, void *arg) {
  const struct wish *w = arg;
  char key[ROW_KEY];
  char own[ROW_KEY];
  char also[ROW_KEY];

  block_key(key, w->account, w->other);
  if (!w->on)
    return store_row_drop(s, "block", key);
  if (row_is(s, "block", key))
    return STORE_OK;
  row_key(own, w->account);
  row_key(also, w->other);
  enum store_result r = store_row_file(s, "block", key, also, now_wall(), "");
  return r ? r : store_range_keep(s, (struct store_range){"block", BY_KEY, own}, BLOCKS);
}

/* Between accounts only: a guest could come back as another. */
void order_block(struct room *r, struct exchange *x, const cJSON *doc) {
  struct wish *w = seat_wish(r, x, doc);
  struct fault f = {0};

  if (!w)
    return;
  w->account = r->g.seat[w->side].account;
  w->other = r->g.seat[sal_enemy(w->side)].account;
  if (!w->account || !w->other || w->account == w->other) {
    fault_say(&f, FAULT_STATE,
              "Blocking is between accounts, and one of you plays as a guest: mute the chat.");
    http_fault(x, &f);
    free(w);
    return;
  }
  writer_submit(x->srv->writer, write_block, wished, w);
}

struct telling {
  struct sal_json *j;
  struct store *s;
};
/* An account that is gone is left out. */
static bool block_row(void *ctx, const char *key, int64_t at, const char *text) {
  const struct telling *t = ctx;
  struct store_account other;
  const char *slash = strchr(key, '/');

  (void)text;
  if (!slash || store_account_by_id(t->s, strtoll(slash + 1, NULL, 10), &other))
    return true;
  sal_json_object(t->j, NULL);
  sal_json_str(t->j, "name", other.name);
  sal_json_int(t->j, "at", at);
  sal_json_end(t->j);
  return true;
}

static void list_blocks(struct sal_json *j, struct store *s, int64_t account) {
  struct telling t = {j, s};
  char own[ROW_KEY];

  row_key(own, account);
  sal_json_array(j, "blocks");
  store_range_read(s, (struct store_range){"block", BY_KEY, own}, block_row, &t);
  sal_json_end(j);
}

static bool report_row(void *ctx, const char *key, int64_t n, const char *text) {
  struct sal_json *j = ctx;
  cJSON *doc = cJSON_Parse(text);

  (void)key;
  (void)n;
  sal_json_object(j, NULL);
  sal_json_str(j, "game", doc_text(doc, "game"));
  sal_json_int(j, "at", doc_int(doc, "at"));
  sal_json_str(j, "about", doc_text(doc, "about"));
  sal_json_str(j, "text", doc_text(doc, "text"));
  sal_json_end(j);
  cJSON_Delete(doc);
  return true;
}

static bool warning_row(void *ctx, const char *key, int64_t at, const char *reason) {
  struct sal_json *j = ctx;
  (void)key;
  sal_json_object(j, NULL);
  sal_json_int(j, "at", at);
  sal_json_str(j, "reason", reason);
  sal_json_end(j);
  return true;
}

/* What the server keeps about an account's order, for its owner. */
void order_export(struct sal_json *j, struct store *s, int64_t account) {
  char own[ROW_KEY];

  row_key(own, account);
  list_blocks(j, s, account);
  sal_json_array(j, "reports");
  store_range_read(s, (struct store_range){"judged", BY_KEY, own}, report_row, j);
  store_range_read(s, (struct store_range){"report", BY_KEY, own}, report_row, j);
  sal_json_end(j);
  sal_json_array(j, "warnings");
  store_range_read(s, (struct store_range){"warning", BY_KEY, own}, warning_row, j);
  sal_json_end(j);
}

static void blocks_json(void *ctx, struct sal_json *j) {
  struct exchange *x = ctx;
  sal_json_object(j, NULL);
  sal_json_bool(j, "ok", true);
  list_blocks(j, x->srv->reader, x->account);
  sal_json_end(j);
}

/* The accounts that the caller has blocked; nobody else is told. */
void order_blocks(struct exchange *x, const struct call *c) {
  (void)c;
  if (x->account)
    http_reply(x, 200, "application/json", blob_json(blocks_json, x));
  else
    http_say(x, 403, FAULT_SEAT, "Sign in first.");
}

/* By name, because the two may share no game any more. */
void order_unblock(struct exchange *x, const struct call *c) {
  static const char *const known[] = {"v", "name", NULL};
  struct fault f = {0};
  struct store_account other;
  const char *name = NULL;
  char fold[STORE_NAME];
  bool ok = input_fields(c->doc, "", known, &f) &&
            input_text(c->doc, "", "name", true, &name, &f) && account_name_ok(name, fold, &f);

  if (ok && !x->account)
    ok = fault_say(&f, FAULT_SEAT, "Sign in first.");
  if (ok && store_account_read(x->srv->reader, fold, &other))
    ok = fault_at(&f, "name", "is nobody's");
  if (!ok) {
    http_fault(x, &f);
    return;
  }
  struct wish *w = wish_new(x);
  w->other = other.id;
  writer_submit(x->srv->writer, write_block, wished, w);
}

/* ---- reports */
/* A copy of everything: the game may be gone when it is read. */
struct reporting {
  struct exchange *x;
  int64_t id, num, account, accused;
  int side; /* of the accused */
  char game[ID_TEXT], name[STORE_NAME], about[16], text[1001];
  char *chat; /* the last lines, as JSON */
};
struct quoting {
  struct sal_json *j;
};

/* A line of the chat as it was when it was reported. */
static bool quote(void *ctx, const struct store_chat *c) {
  struct sal_json *j = ((struct quoting *)ctx)->j;

  sal_json_object(j, NULL);
  sal_json_int(j, "at", c->at);
  sal_json_str(j, "from", c->side < 2 ? sal_side_name[c->side] : "server");
  sal_json_str(j, "name", c->name);
  sal_json_str(j, "text", c->text);
  sal_json_end(j);
  return true;
}

static void chat_json(void *ctx, struct sal_json *j) {
  struct room *r = ctx;
  struct quoting q = {j};
  sal_json_array(j, NULL);
  store_chat_read(r->srv->reader, r->g.num, LINES, quote, &q);
  sal_json_end(j);
}

static bool count(void *ctx, const char *key, int64_t n, const char *text) {
  (void)key;
  (void)n;
  (void)text;
  ++*(int *)ctx;
  return true;
}

/* What the reporter says, and the chat as it was then. */
static void set_words(cJSON *doc, const struct reporting *p) {
  cJSON_DeleteItemFromObjectCaseSensitive(doc, "about");
  cJSON_DeleteItemFromObjectCaseSensitive(doc, "text");
  cJSON_DeleteItemFromObjectCaseSensitive(doc, "chat");
  cJSON_AddStringToObject(doc, "about", p->about);
  cJSON_AddStringToObject(doc, "text", p->text);
  cJSON_AddStringToObject(doc, "chat", p->chat);
}

/* A second report of the seat takes the place of the first, and is counted. */
static enum store_result write_again(struct store *s, const struct reporting *p, const char *key) {
  int64_t at = 0;
  cJSON *doc = row_doc(s, "report", key, &at);
  char also[ROW_KEY] = "";

  if (!doc)
    return STORE_NONE;
  int64_t accused = doc_int(doc, "accused");
  if (accused)
    row_key(also, accused);
  double times = doc_number(doc, "times") + 1;
  cJSON_DeleteItemFromObjectCaseSensitive(doc, "times");
  cJSON_AddNumberToObject(doc, "times", times);
  set_words(doc, p);
  return row_file(s, "report", key, also, at, doc);
}

static enum store_result write_first(struct store *s, const struct reporting *p, const char *seat) {
  char key[ROW_KEY];
  char also[ROW_KEY] = "";
  char lead[REPORT_KEY];
  int64_t at = now_wall();
  cJSON *doc = cJSON_CreateObject();

  cJSON_AddNumberToObject(doc, "at", (double)at);
  cJSON_AddStringToObject(doc, "game", p->game);
  cJSON_AddNumberToObject(doc, "num", (double)p->num);
  cJSON_AddNumberToObject(doc, "side", p->side);
  cJSON_AddNumberToObject(doc, "account", (double)p->account);
  cJSON_AddNumberToObject(doc, "accused", (double)p->accused);
  cJSON_AddStringToObject(doc, "name", p->name);
  cJSON_AddNumberToObject(doc, "times", 1);
  set_words(doc, p);
  snprintf(key, sizeof key, "%lld/%lld", (long long)p->account, (long long)p->id);
  snprintf(lead, sizeof lead, "%s %lld", key, (long long)p->accused);
  if (p->accused)
    row_key(also, p->accused);
  enum store_result r = row_file(s, "report", key, also, at, doc);
  return r ? r : store_row_put(s, "report on", seat, at, lead);
}

/* One open report about a seat: a second one takes its place and is counted. */
static enum store_result write_report(struct store *s, void *arg) {
  const struct reporting *p = arg;
  char seat[ROW_KEY];
  char *lead = NULL;
  int open = 0;

  row_seat(seat, p->num, p->side);
  enum store_result r = store_row_read(s, "report on", seat, NULL, &lead);
  if (!r) {
    lead[strcspn(lead, " ")] = 0;
    r = write_again(s, p, lead);
  } else if (r == STORE_NONE) {
    r = store_rows(s, "report on", OPEN_REPORTS, count, &open);
    if (!r)
      r = open >= OPEN_REPORTS ? STORE_FULL : write_first(s, p, seat);
  }
  free(lead);
  return r;
}

/* A full desk refuses more reports, so that it stays readable. */
static void reported(void *arg, enum store_result got, const char *why) {
  struct reporting *p = arg;

  (void)why;
  if (got == STORE_FULL)
    http_say(p->x, 429, FAULT_LIMIT, "The referees have too much to read; try again later.");
  else
    answer(p->x, got);
  free(p->chat);
  free(p);
}

/* So many in a while, by address and by account. */
static bool may_report(struct exchange *x, struct fault *f) {
  struct limits *l = x->srv->limits;
  char who[LIMIT_WHO];

  limits_account(x->account, who);
  bool ok = limits_take(l, x->address, LIMIT_REPORT, now_steady());
  if (ok && x->account && !limits_exempt(l, x->address))
    ok = limits_take(l, who, LIMIT_REPORT, now_steady());
  return ok || fault_say(f, FAULT_LIMIT, "You have reported much just now; wait a while.");
}

/* The words that the referees' desk knows. */
static bool about_ok(const char *about, struct fault *f) {
  static const char *const kinds[] = {"chat", "name", "stalling", "cheating", "other"};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (!strcmp(about, kinds[i]))
      return true;
  return fault_at(f, "about", "must be chat, name, stalling, cheating or other");
}

/* A player reports the other, with the end of the chat as the record. */
void order_report(struct room *r, struct exchange *x, const cJSON *doc) {
  static const char *const known[] = {"v", "about", "text", NULL};
  struct fault f = {0};
  const char *about = NULL;
  const char *text = "";
  int side = lobby_authority(r, x->bearer, x->account);
  bool ok = input_fields(doc, "", known, &f) && input_text(doc, "", "about", true, &about, &f) &&
            input_text(doc, "", "text", false, &text, &f) && about_ok(about, &f);

  if (ok && side >= SAL_SIDES)
    ok = fault_say(&f, FAULT_SEAT, "Only a player of this game can report the other.");
  if (ok && strlen(text) > 1000)
    ok = fault_at(&f, "text", "must have at most 1000 bytes");
  if (ok && r->g.seat[sal_enemy(side)].kind == SEAT_BOT)
    ok = fault_say(&f, FAULT_STATE, "The other side is the computer.");
  if (!ok || !may_report(x, &f)) {
    http_fault(x, &f);
    return;
  }
  struct reporting *p = calloc(1, sizeof *p);
  if (!p)
    abort();
  const struct store_seat *other = &r->g.seat[sal_enemy(side)];
  *p = (struct reporting){.x = x,
                          .num = r->g.num,
                          .account = r->g.seat[side].account,
                          .accused = other->account,
                          .side = sal_enemy(side)};
  secret_bytes(&p->id, sizeof p->id);
  p->id &= INT64_C(0x1fffffffffffff);
  snprintf(p->game, sizeof p->game, "%.16s", r->g.id);
  snprintf(p->name, sizeof p->name, "%s", other->name);
  snprintf(p->about, sizeof p->about, "%.15s", about);
  snprintf(p->text, sizeof p->text, "%s", text);
  struct blob *chat = blob_json(chat_json, r);
  p->chat = strdup(chat->text);
  blob_drop(chat);
  writer_submit(x->srv->writer, write_report, reported, p);
}
