/* notice_push.c - who has asked for web push: browsers, each for an account or for the seats whose
 * tokens it holds. An endpoint is a secret between browser and server: who names it may end it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "courier.h"
#include "http.h"
#include "mail.h"
#include "notice.h"
#include "outside.h"
#include "store_sql.h"

/* Browsers of an account and of a seat; the oldest goes. A service keeps a message for a day. */
enum { PER_ACCOUNT = 10, PER_SEAT = 5, SEATS = 60, TTL_SECONDS = 86400, TOKEN_SECONDS = 43200 };

/* ---- reading */
struct collecting {
  struct push_sub *out;
  int n, most;
};
static void sub_of(const struct sql_row *row, struct push_sub *s) {
  s->id = sql_int(row, 0);
  snprintf(s->endpoint, sizeof s->endpoint, "%s", sql_text(row, 1));
  push_bytes(sql_text(row, 2), s->to.point, sizeof s->to.point);
  push_bytes(sql_text(row, 3), s->to.auth, sizeof s->to.auth);
  s->quiet = (struct quiet){sql_int(row, 4), sql_int(row, 5), sql_int(row, 6)};
}

/* A browser that asked twice is told once. */
static bool collect(void *ctx, const struct sql_row *row) {
  struct collecting *c = ctx;

  if (c->n == c->most)
    return false;
  sub_of(row, &c->out[c->n]);
  for (int i = 0; i < c->n; i++) /* a browser that asked twice is told once */
    if (!strcmp(c->out[i].endpoint, c->out[c->n].endpoint))
      return true;
  c->n++;
  return true;
}
#define SUB_COLUMNS "id,endpoint,p256dh,auth,quiet_from,quiet_to,zone"
/* Browsers of the player's account, and those that hold the seat's token. */
int push_subs_read(struct store *s, const struct room *r, int side, struct push_sub *out,
                   int most) {
  struct collecting c = {out, 0, most};

  sql_select(s, collect, &c,
             "SELECT " SUB_COLUMNS
             " FROM push_sub WHERE (account=? AND account>0) OR (game=? AND side=? AND game>0) "
             "ORDER BY made DESC",
             "iii", r->g.seat[side].account, r->g.num, (int64_t)side);
  return c.n;
}

/* ---- sending */
/* https://host or https://host:port: for whom the server's token is good. */
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
  int64_t id;
  bool gone;
  char why[160];
};

/* A browser that has ended its wish is forgotten; other trouble is noted. */
static enum store_result write_verdict(struct store *s, void *arg) {
  const struct verdict *v = arg;

  if (v->gone)
    return sql_change(s,
                      "DELETE FROM push_sub WHERE endpoint=(SELECT endpoint FROM push_sub WHERE "
                      "id=?)",
                      "i", v->id);
  int64_t at = v->why[0] ? now_wall() : 0;
  return sql_change(s,
                    "UPDATE push_sub SET failed=?,why=? WHERE endpoint=(SELECT endpoint FROM "
                    "push_sub WHERE id=?)",
                    "iti", at, v->why, v->id);
}

static void free_it(void *arg, enum store_result got, const char *why) {
  (void)got;
  (void)why;
  free(arg);
}

/* True when another try may help. */
bool push_came_back(struct server *s, int64_t id, const struct parcel *p) {
  bool inside = strstr(p->why, "private") != NULL;
  struct verdict *v = calloc(1, sizeof *v);

  if (!v)
    abort();
  v->id = id;
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
    enum store_result got;
    struct room *r = id && token && *token ? room_find(x->srv, id, &got) : NULL;
    int side = r ? lobby_authority(r, token, 0) : SAL_NOSIDE;
    if (side < SAL_SIDES && (!x->account || r->g.seat[side].account != x->account))
      a->seat[a->n++] = (struct seat_at){r->g.num, side};
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
/* The same browser for the same seat replaces its own entry. */
static enum store_result add_sub(struct store *s, const struct asking *a, int64_t account,
                                 struct seat_at seat) {
  int64_t id;

  secret_bytes(&id, sizeof id);
  id &= INT64_C(0x1fffffffffffff);
  const struct quiet *q = &a->sub.quiet;
  enum store_result r = sql_change(
      s,
      "INSERT INTO push_sub(id,endpoint,p256dh,auth,account,game,side,quiet_from,quiet_to,zone,"
      "made,failed,why) VALUES(?,?,?,?,?,?,?,?,?,?,?,0,'') ON CONFLICT(endpoint,account,game,side) "
      "DO UPDATE SET p256dh=excluded.p256dh,auth=excluded.auth,quiet_from=excluded.quiet_from,"
      "quiet_to=excluded.quiet_to,zone=excluded.zone",
      "itttiiiiiii", id, a->sub.endpoint, a->p256dh, a->auth, account, seat.num, (int64_t)seat.side,
      q->from, q->to, q->zone, now_wall());
  return r ? r
           : sql_change(
                 s,
                 "DELETE FROM push_sub WHERE account=?1 AND game=?2 AND side=?3 AND id NOT "
                 "IN (SELECT id FROM push_sub WHERE account=?1 AND game=?2 AND side=?3 ORDER "
                 "BY made DESC LIMIT ?4)",
                 "iiii", account, seat.num, (int64_t)seat.side,
                 (int64_t)(account ? PER_ACCOUNT : PER_SEAT));
}

/* All or nothing: the writer takes a job that fails back as a whole. */
static enum store_result write_subs(struct store *s, void *arg) {
  const struct asking *a = arg;
  enum store_result r = STORE_OK;

  if (a->account)
    r = add_sub(s, a, a->account, (struct seat_at){0, 0});
  for (int i = 0; i < a->n && !r; i++)
    r = add_sub(s, a, 0, a->seat[i]);
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

/* Freed by whoever answers. */
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
  return sql_change(s, "DELETE FROM push_sub WHERE endpoint=?", "t", a->sub.endpoint);
}

/* Only the browser knows its endpoint, so whoever names it may end it. */
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
  int64_t id;
};
/* On the loop, when the push service has answered. */
static void tried(struct parcel *p) {
  struct trial *t = p->arg;
  struct fault f;

  push_came_back(t->srv, t->id, p);
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
  struct collecting found = {&sub, 0, 1};
  bool ok = input_fields(c->doc, "", known, &f) &&
            input_text(c->doc, "", "endpoint", true, &endpoint, &f) && may(x, &f);

  if (ok) {
    sql_select(x->srv->reader, collect, &found,
               "SELECT " SUB_COLUMNS " FROM push_sub WHERE endpoint=?", "t", endpoint);
    if (!found.n)
      ok = fault_say(&f, FAULT_STATE, "This browser has not asked for notices here.");
  }
  struct trial *t = ok ? calloc(1, sizeof *t) : NULL;
  struct parcel *p = NULL;
  if (ok) {
    if (!t)
      abort();
    *t = (struct trial){x->srv, x, sub.id};
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
struct showing {
  struct sal_json *j;
  const struct asking *a;
};
/* Of the endpoint only the host: the rest is a secret of the browser. */
static bool show_row(void *ctx, const struct sql_row *row) {
  const struct showing *s = ctx;
  struct outside to;
  bool known = outside_split(sql_text(row, 0), true, &to);

  sal_json_object(s->j, NULL);
  sal_json_str(s->j, "host", known ? to.host : "?");
  sal_json_int(s->j, "made", sql_int(row, 1));
  if (sql_int(row, 2)) {
    sal_json_int(s->j, "failed", sql_int(row, 2));
    sal_json_str(s->j, "why", sql_text(row, 3));
  }
  sal_json_end(s->j);
  return true;
}

static bool show_hook(void *ctx, const struct sql_row *row) {
  struct sal_json *j = ctx;
  sal_json_object(j, NULL);
  sal_json_int(j, "failed", sql_int(row, 0));
  sal_json_fmt(j, "why", "The webhook %s.", sql_text(row, 1));
  sal_json_end(j);
  return true;
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

/* What this browser and account have asked for, and what went wrong last. */
static void show_json(void *ctx, struct sal_json *j) {
  const struct asking *a = ctx;
  struct server *s = a->x->srv;
  char key[100];
  struct showing show = {j, a};

  push_text(notices_key(s->notices)->open, PUSH_POINT, key, sizeof key);
  sal_json_object(j, NULL);
  sal_json_bool(j, "ok", true);
  sal_json_str(j, "key", key);
  show_mail(j, s, a->account);
  sal_json_array(j, "push");
  if (a->account)
    sql_select(s->reader, show_row, &show,
               "SELECT endpoint,made,failed,why FROM push_sub WHERE account=? ORDER BY made", "i",
               a->account);
  for (int i = 0; i < a->n; i++)
    sql_select(
        s->reader, show_row, &show,
        "SELECT endpoint,made,failed,why FROM push_sub WHERE game=? AND side=? ORDER BY made", "ii",
        a->seat[i].num, (int64_t)a->seat[i].side);
  sal_json_end(j);
  sal_json_array(j, "hooks");
  for (int i = 0; i < a->n; i++)
    sql_select(s->reader, show_hook, j, "SELECT at,why FROM hook_trouble WHERE game=? AND side=?",
               "ii", a->seat[i].num, (int64_t)a->seat[i].side);
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
