/* notice_push.c - the browsers that asked for web push, each for an account or for the seats whose
 * tokens it holds. An endpoint is a secret between browser and server: a client that names it may
 * end it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "courier.h"
#include "http.h"
#include "mail.h"
#include "notice.h"
#include "outside.h"
#include "rowdoc.h"

/* Browsers of an account and of a seat; the oldest goes. A service keeps a message for a day. */
enum { PER_ACCOUNT = 10, PER_SEAT = 5, SEATS = 60, TTL_SECONDS = 86400, TOKEN_SECONDS = 43200 };

/* ---- rows */
/* A subscription's key is its holder ("a12/": an account, "g7/0/": a seat) and the browser's
 * endpoint; by the endpoint alone it is found too. */
enum { SUB_KEY = ROW_KEY + 1024 };
static struct store_range subs_of(char holder, int64_t number, char out[ROW_KEY]) {
  snprintf(out, ROW_KEY, "%c%lld/", holder, (long long)number);
  return (struct store_range){"push", BY_KEY, out};
}
static struct store_range subs_of_account(int64_t account, char out[ROW_KEY]) {
  return subs_of('a', account, out);
}
static struct store_range subs_of_seat(int64_t num, int side, char out[ROW_KEY]) {
  snprintf(out, ROW_KEY, "g%lld/%d/", (long long)num, side);
  return (struct store_range){"push", BY_KEY, out};
}
static struct store_range subs_at(const char *endpoint, char out[SUB_KEY]) {
  snprintf(out, SUB_KEY, "%.1023s ", endpoint);
  return (struct store_range){"push", BY_ALSO, out};
}

/* The player's account and the seat each have theirs. */
static void each_sub(struct store *s, const struct room *r, int side, store_row_fn *fn, void *ctx) {
  char key[ROW_KEY];
  int64_t account = r->g.seat[side].account;

  if (account)
    store_range_read(s, subs_of_account(account, key), fn, ctx);
  store_range_read(s, subs_of_seat(r->g.num, side, key), fn, ctx);
}

static bool any_sub(void *ctx, const char *key, int64_t made, const char *text) {
  (void)key;
  (void)made;
  (void)text;
  *(bool *)ctx = true;
  return false;
}
bool push_any(struct store *s, const struct room *r, int side) {
  bool any = false;
  each_sub(s, r, side, any_sub, &any);
  return any;
}

enum store_result push_end_seat(struct store *s, int64_t num, int side) {
  char key[ROW_KEY];
  return store_range_drop(s, subs_of_seat(num, side, key));
}
enum store_result push_end_account(struct store *s, int64_t account) {
  char key[ROW_KEY];
  return account ? store_range_drop(s, subs_of_account(account, key)) : STORE_OK;
}
enum store_result push_end_game(struct store *s, int64_t num) {
  char key[ROW_KEY];
  return store_range_drop(s, subs_of('g', num, key));
}

/* ---- reading */
struct collecting {
  struct push_sub *out;
  int n, most;
};
static void sub_of(const cJSON *doc, struct push_sub *s) {
  s->id = doc_int(doc, "id");
  snprintf(s->endpoint, sizeof s->endpoint, "%s", doc_text(doc, "endpoint"));
  push_bytes(doc_text(doc, "p256dh"), s->to.point, sizeof s->to.point);
  push_bytes(doc_text(doc, "auth"), s->to.auth, sizeof s->to.auth);
  s->quiet = quiet_of(doc);
}

/* A browser that asked twice is told once. */
static bool collect(void *ctx, const char *key, int64_t made, const char *text) {
  struct collecting *c = ctx;

  (void)key;
  (void)made;
  if (c->n == c->most)
    return false;
  cJSON *doc = cJSON_Parse(text);
  sub_of(doc, &c->out[c->n]);
  cJSON_Delete(doc);
  for (int i = 0; i < c->n; i++)
    if (!strcmp(c->out[i].endpoint, c->out[c->n].endpoint))
      return true;
  c->n++;
  return true;
}
/* Browsers of the player's account, and those that hold the seat's token. */
int push_subs_read(struct store *s, const struct room *r, int side, struct push_sub *out,
                   int most) {
  struct collecting c = {out, 0, most};
  each_sub(s, r, side, collect, &c);
  return c.n;
}

/* ---- sending */
/* https://host or https://host:port: the audience of the server's token. */
static void audience_of(const struct outside *to, char out[300]) {
  bool usual = !strcmp(to->port, to->tls ? "443" : "80");
  snprintf(out, 300, "%s://%s%s%s", to->tls ? "https" : "http", to->host, usual ? "" : ":",
           usual ? "" : to->port);
}

/* What the courier needs to seal it: the keys cost too much time for the loop. Copies: the
 * courier's thread reads nothing of the loop's. */
struct sealing {
  struct push_pair own;
  struct push_reader to;
  char contact[200], topic[40];
};
/* On the courier's thread. False: the browser's keys cannot be used. */
static bool seal(struct parcel *p) {
  const struct sealing *g = p->sealing;
  struct push_pair once;
  struct outside to;
  uint8_t salt[PUSH_SALT];
  uint8_t sealed[PUSH_ROOM];
  char audience[300];
  char token[PUSH_TOKEN];

  secret_bytes(salt, sizeof salt);
  bool ok = outside_split(p->url, true, &to) && push_pair_make(&once);
  size_t n = ok ? push_seal(&g->to, &once, salt, p->body, p->nbody, sealed) : 0;
  if (!n)
    return false;
  audience_of(&to, audience);
  if (!push_token(&g->own, audience, g->contact, time(NULL) + TOKEN_SECONDS, token))
    return false;
  parcel_fill(p, (const char *)sealed, n);
  if (asprintf(&p->head,
               "Authorization: %s\nContent-Encoding: aes128gcm\nContent-Type: "
               "application/octet-stream\nTTL: %d\nUrgency: normal\nTopic: %s\n",
               token, TTL_SECONDS, g->topic) < 0)
    abort();

  return true;
}

struct parcel *push_parcel(struct server *s, const struct push_sub *sub, const char *json,
                           const char *topic, parcel_done *done, void *arg) {
  struct parcel *p = parcel_new(sub->endpoint, json, strlen(json), done, arg);
  struct sealing *g = calloc(1, sizeof *g);

  if (!g)
    abort();
  g->own = *notices_key(s->notices);
  g->to = sub->to;
  notices_contact(s, g->contact);
  snprintf(g->topic, sizeof g->topic, "%s", topic);
  p->sealing = g;
  p->seal = seal;
  return p;
}

/* What became of a message, for all subscriptions of that browser. */
struct verdict {
  char endpoint[1024];
  bool gone;
  char why[160];
};
/* The holders of one browser's subscriptions; a row cannot be written while others are read. */
struct holders {
  char *key[SEATS];
  int n;
};
static bool note_holder(void *ctx, const char *key, int64_t made, const char *text) {
  struct holders *h = ctx;
  (void)made;
  (void)text;
  h->key[h->n++] = strdup(key);
  return h->n < SEATS;
}
static enum store_result note_trouble(struct store *s, const char *key, const struct verdict *v) {
  int64_t made = 0;
  char at[SUB_KEY];
  cJSON *doc = row_doc(s, "push", key, &made);

  if (!doc)
    return STORE_OK;
  cJSON_DeleteItemFromObjectCaseSensitive(doc, "failed");
  cJSON_DeleteItemFromObjectCaseSensitive(doc, "why");
  cJSON_AddNumberToObject(doc, "failed", v->why[0] ? (double)now_wall() : 0);
  cJSON_AddStringToObject(doc, "why", v->why);
  return row_file(s, "push", key, subs_at(v->endpoint, at).begins, made, doc);
}

/* A browser that has ended its wish is forgotten; other trouble is noted. */
static enum store_result write_verdict(struct store *s, void *arg) {
  const struct verdict *v = arg;
  struct holders h = {.n = 0};
  char at[SUB_KEY];
  struct store_range subs = subs_at(v->endpoint, at);

  if (v->gone)
    return store_range_drop(s, subs);
  enum store_result r = store_range_read(s, subs, note_holder, &h);
  for (int i = 0; i < h.n; i++) {
    if (!r)
      r = note_trouble(s, h.key[i], v);
    free(h.key[i]);
  }
  return r;
}

static void free_it(void *arg, enum store_result got, const char *why) {
  (void)got;
  (void)why;
  free(arg);
}

/* True when another try may help. */
bool push_came_back(struct server *s, const struct parcel *p) {
  bool inside = strstr(p->why, "private") != NULL;
  struct verdict *v = calloc(1, sizeof *v);

  if (!v)
    abort();
  snprintf(v->endpoint, sizeof v->endpoint, "%s", p->url);
  v->gone = p->status == 404 || p->status == 410; /* the browser has ended it */
  if (p->why[0])
    snprintf(v->why, sizeof v->why, "The push service %.120s.", p->why);
  if (s->writer)
    writer_submit(s->writer, write_verdict, free_it, v);
  else
    free(v);
  if (!p->why[0] || inside)
    return false;

  return p->status == 0 || p->status == 408 || p->status == 429 || p->status >= 500;
}

/* ---- who asks: an account, and seats by their tokens */
struct seat_at {
  int64_t num;
  int side;
};
/* A browser that subscribes: for an account, or for seats. */
struct asking {
  struct exchange *x;
  int64_t account;
  struct seat_at seat[SEATS];
  int n;
  struct push_sub sub;
  char p256dh[128], auth[64];
};

/* Seats whose tokens the browser holds; wrong ones are passed over. */
static bool seats_of(struct exchange *x, const cJSON *doc, struct asking *a, struct fault *f) {
  const cJSON *list = NULL;

  if (!input_array(doc, "", "seats", false, &list, f))
    return false;
  for (const cJSON *c = list ? list->child : NULL; c && a->n < SEATS; c = c->next) {
    const char *id = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(c, "game"));
    const char *token = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(c, "token"));
    struct room *r = id && token && *token ? room_borrow(x->srv, id) : NULL;
    int side = r ? lobby_authority(r, token, 0) : SAL_NOSIDE;
    if (side < SAL_SIDES && (!x->account || r->g.seat[side].account != x->account))
      a->seat[a->n++] = (struct seat_at){r->g.num, side};
    room_return(r);
  }

  return true;
}

/* Changing and trying cost the push service something, so they are limited. */
static bool may(struct exchange *x, struct fault *f) {
  if (limits_take(x->srv->limits, x->address, LIMIT_NOTICE, now_steady()))
    return true;
  return fault_say(f, FAULT_LIMIT, "Too many changes to notices; wait a while.");
}

/* Only addresses outside, so that nobody sends us to our own network. */
static bool endpoint_of(struct exchange *x, const cJSON *doc, const char **endpoint,
                        struct fault *f) {
  struct outside to;

  if (!input_text(doc, "", "endpoint", true, endpoint, f))
    return false;
  bool fits = strlen(*endpoint) < sizeof((struct push_sub *)0)->endpoint;
  if (fits && outside_split(*endpoint, x->srv->config.private_hooks, &to))
    return true;
  return fault_at(f, "endpoint", "must be an https address of a push service");
}

/* The browser's keys must be what they claim to be. */
static bool reader_of(const cJSON *doc, struct asking *a, struct fault *f) {
  const char *point = NULL;
  const char *auth = NULL;

  if (!input_text(doc, "", "p256dh", true, &point, f) ||
      !input_text(doc, "", "auth", true, &auth, f))
    return false;
  if (!push_bytes(point, a->sub.to.point, PUSH_POINT) || !push_point_is_good(a->sub.to.point))
    return fault_at(f, "p256dh",
                    "must be a public key on the curve P-256, as the browser gives it");
  if (!push_bytes(auth, a->sub.to.auth, PUSH_AUTH))
    return fault_at(f, "auth", "must be 16 bytes, as the browser gives them");
  push_text(a->sub.to.point, PUSH_POINT, a->p256dh, sizeof a->p256dh);
  push_text(a->sub.to.auth, PUSH_AUTH, a->auth, sizeof a->auth);
  return true;
}

/* ---- asking for it */
/* The same browser for the same holder keeps its number, its age and what went wrong. */
static cJSON *sub_doc(struct store *s, const char *key, const struct asking *a, int64_t *made) {
  int64_t id;
  cJSON *old = row_doc(s, "push", key, made);
  cJSON *doc = cJSON_CreateObject();

  secret_bytes(&id, sizeof id);
  id &= INT64_C(0x1fffffffffffff);
  if (old)
    id = doc_int(old, "id");
  else
    *made = now_wall();
  cJSON_AddNumberToObject(doc, "id", (double)id);
  cJSON_AddStringToObject(doc, "endpoint", a->sub.endpoint);
  cJSON_AddStringToObject(doc, "p256dh", a->p256dh);
  cJSON_AddStringToObject(doc, "auth", a->auth);
  quiet_write(doc, &a->sub.quiet);
  cJSON_AddNumberToObject(doc, "failed", doc_number(old, "failed"));
  cJSON_AddStringToObject(doc, "why", doc_text(old, "why"));
  cJSON_Delete(old);
  return doc;
}

/* The oldest browsers of a holder go when there are too many. */
static enum store_result add_sub(struct store *s, const struct asking *a, struct store_range holder,
                                 int most) {
  char key[SUB_KEY];
  char at[SUB_KEY];
  int64_t made = 0;

  snprintf(key, sizeof key, "%s%s", holder.begins, a->sub.endpoint);
  cJSON *doc = sub_doc(s, key, a, &made);
  enum store_result r = row_file(s, "push", key, subs_at(a->sub.endpoint, at).begins, made, doc);
  return r ? r : store_range_keep(s, holder, most);
}

/* All or nothing: the writer takes a job that fails back as a whole. */
static enum store_result write_subs(struct store *s, void *arg) {
  const struct asking *a = arg;
  char key[ROW_KEY];
  enum store_result r = STORE_OK;

  if (a->account)
    r = add_sub(s, a, subs_of_account(a->account, key), PER_ACCOUNT);
  for (int i = 0; i < a->n && !r; i++)
    r = add_sub(s, a, subs_of_seat(a->seat[i].num, a->seat[i].side, key), PER_SEAT);
  return r;
}

static void answered(void *arg, enum store_result got, const char *why) {
  struct asking *a = arg;

  (void)why;
  if (got)
    http_say(a->x, 500, FAULT_INTERNAL, "The server could not write this down.");
  else
    http_reply(
        a->x, 200, "application/json",
        blob_fmt("{\"ok\":true,\"account\":%s,\"seats\":%d}", a->account ? "true" : "false", a->n));
  free(a);
}

/* Freed by the code that answers. */
static struct asking *asking_new(struct exchange *x) {
  struct asking *a = calloc(1, sizeof *a);
  if (!a)
    abort();
  a->x = x;
  a->account = x->account;
  return a;
}

/* For the account, and for seats that are played without one. */
void notice_subscribe(struct exchange *x, const struct call *c) {
  static const char *const known[] = {"v", "endpoint", "p256dh", "auth", "seats", "quiet", NULL};
  struct fault f = {0};
  const char *endpoint = NULL;
  struct asking *a = asking_new(x);
  bool ok = input_fields(c->doc, "", known, &f) && endpoint_of(x, c->doc, &endpoint, &f) &&
            reader_of(c->doc, a, &f) && quiet_parse(c->doc, &a->sub.quiet, &f) &&
            seats_of(x, c->doc, a, &f) && may(x, &f);

  if (ok && !a->account && !a->n)
    ok = fault_say(&f, FAULT_SEAT, "Sign in, or take a seat in a game first.");
  if (!ok) {
    free(a);
    http_fault(x, &f);
    return;
  }
  snprintf(a->sub.endpoint, sizeof a->sub.endpoint, "%s", endpoint);
  writer_submit(x->srv->writer, write_subs, answered, a);
}

static enum store_result drop_subs(struct store *s, void *arg) {
  const struct asking *a = arg;
  char at[SUB_KEY];
  return store_range_drop(s, subs_at(a->sub.endpoint, at));
}

/* Only the browser knows its endpoint, so a client that names it may end it. */
void notice_unsubscribe(struct exchange *x, const struct call *c) {
  static const char *const known[] = {"v", "endpoint", NULL};
  struct fault f = {0};
  const char *endpoint = NULL;

  if (!input_fields(c->doc, "", known, &f) ||
      !input_text(c->doc, "", "endpoint", true, &endpoint, &f)) {
    http_fault(x, &f);
    return;
  }
  struct asking *a = asking_new(x);
  snprintf(a->sub.endpoint, sizeof a->sub.endpoint, "%s", endpoint);
  writer_submit(x->srv->writer, drop_subs, answered, a);
}

/* ---- a trial, so that a player sees at once whether it works */
struct trial {
  struct server *srv;
  struct exchange *x;
};
/* On the loop, when the push service has answered. */
static void tried(struct parcel *p) {
  struct trial *t = p->arg;
  struct fault f;

  push_came_back(t->srv, p);
  if (!p->why[0]) {
    http_reply(t->x, 200, "application/json", blob_fmt("{\"ok\":true}"));
  } else {
    fault_say(&f, FAULT_STATE, "The push service %.120s.", p->why);
    http_fault(t->x, &f);
  }
  parcel_free(p);
}

/* A message at once, so that the player sees whether notices work. */
void notice_try(struct exchange *x, const struct call *c) {
  static const char *const known[] = {"v", "endpoint", NULL};
  static const char words[] =
      "{\"title\":\"Notices work\",\"body\":\"You will be told here when it is your move.\"}";
  struct fault f = {0};
  const char *endpoint = NULL;
  struct push_sub sub;
  char at[SUB_KEY];
  struct collecting found = {&sub, 0, 1};
  bool ok = input_fields(c->doc, "", known, &f) &&
            input_text(c->doc, "", "endpoint", true, &endpoint, &f) && may(x, &f);

  if (ok) {
    store_range_read(x->srv->reader, subs_at(endpoint, at), collect, &found);
    if (!found.n)
      ok = fault_say(&f, FAULT_STATE, "This browser has not asked for notices here.");
  }
  struct trial *t = ok ? calloc(1, sizeof *t) : NULL;
  struct parcel *p = NULL;
  if (ok) {
    if (!t)
      abort();
    *t = (struct trial){x->srv, x};
    p = push_parcel(x->srv, &sub, words, "trial", tried, t);
  }
  if (p && courier_send(x->srv->courier, p))
    return;
  if (p)
    parcel_free(p);
  if (ok)
    fault_say(&f, FAULT_LIMIT, "Too many notices wait; try again in a while.");
  http_fault(x, &f);
}

/* ---- showing */
/* Of the endpoint only the host: the rest is a secret of the browser. */
static bool show_row(void *ctx, const char *key, int64_t made, const char *text) {
  struct sal_json *j = ctx;
  struct outside to;
  cJSON *doc = cJSON_Parse(text);
  bool known = outside_split(doc_text(doc, "endpoint"), true, &to);

  (void)key;
  sal_json_object(j, NULL);
  sal_json_str(j, "host", known ? to.host : "?");
  sal_json_int(j, "made", made);
  if (doc_int(doc, "failed")) {
    sal_json_int(j, "failed", doc_int(doc, "failed"));
    sal_json_str(j, "why", doc_text(doc, "why"));
  }
  sal_json_end(j);
  cJSON_Delete(doc);
  return true;
}

static bool export_row(void *ctx, const char *key, int64_t made, const char *text) {
  struct sal_json *j = ctx;
  cJSON *doc = cJSON_Parse(text);

  (void)key;
  sal_json_object(j, NULL);
  sal_json_str(j, "endpoint", doc_text(doc, "endpoint"));
  sal_json_int(j, "made", made);
  sal_json_end(j);
  cJSON_Delete(doc);
  return true;
}
void push_export(struct sal_json *j, struct store *s, int64_t account) {
  char key[ROW_KEY];
  store_range_read(s, subs_of_account(account, key), export_row, j);
}

static void show_hook(struct sal_json *j, struct store *s, struct seat_at seat) {
  char key[ROW_KEY];
  int64_t at = 0;
  char *why = NULL;

  row_seat(key, seat.num, seat.side);
  if (!store_row_read(s, "hook trouble", key, &at, &why)) {
    sal_json_object(j, NULL);
    sal_json_int(j, "failed", at);
    sal_json_fmt(j, "why", "The webhook %s.", why);
    sal_json_end(j);
  }
  free(why);
}

static void show_quiet(struct sal_json *j, const struct quiet *q) {
  if (q->from == q->to)
    return;
  sal_json_object(j, "quiet");
  sal_json_int(j, "from", q->from);
  sal_json_int(j, "to", q->to);
  sal_json_int(j, "zone", q->zone);
  sal_json_end(j);
}

/* null: this server sends no mail. */
static void show_mail(struct sal_json *j, struct server *s, int64_t account) {
  struct mail_box box;

  if (!mail_ready(s)) {
    sal_json_null(j, "mail");
    return;
  }
  mail_box_read(s->reader, account, &box);
  sal_json_object(j, "mail");
  if (box.known) {
    sal_json_str(j, "address", box.address);
    sal_json_bool(j, "on", box.on);
    show_quiet(j, &box.quiet);
  }
  if (box.failed) {
    sal_json_int(j, "failed", box.failed);
    sal_json_str(j, "why", box.why);
  }
  sal_json_end(j);
}

/* What this browser and account have subscribed to, and the last failure. */
static void show_json(void *ctx, struct sal_json *j) {
  const struct asking *a = ctx;
  struct server *s = a->x->srv;
  char key[100];
  char holder[ROW_KEY];

  push_text(notices_key(s->notices)->open, PUSH_POINT, key, sizeof key);
  sal_json_object(j, NULL);
  sal_json_bool(j, "ok", true);
  sal_json_str(j, "key", key);
  show_mail(j, s, a->account);
  sal_json_array(j, "push");
  if (a->account)
    store_range_read(s->reader, subs_of_account(a->account, holder), show_row, j);
  for (int i = 0; i < a->n; i++)
    store_range_read(s->reader, subs_of_seat(a->seat[i].num, a->seat[i].side, holder), show_row, j);
  sal_json_end(j);
  sal_json_array(j, "hooks");
  for (int i = 0; i < a->n; i++)
    show_hook(j, s->reader, a->seat[i]);
  sal_json_end(j);
  sal_json_end(j);
}

/* What the account and the seats have; tokens of seats come with the request. */
void notice_show(struct exchange *x, const struct call *c) {
  static const char *const known[] = {"v", "seats", NULL};
  struct fault f = {0};
  struct asking *a = asking_new(x);

  if (input_fields(c->doc, "", known, &f) && seats_of(x, c->doc, a, &f))
    http_reply(x, 200, "application/json", blob_json(show_json, a));
  else
    http_fault(x, &f);
  free(a);
}
