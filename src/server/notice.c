/* notice.c - see notice.h: what is owed, when it is due, and what became of it. */
#include "notice.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "courier.h"
#include "mail.h"
#include "order.h"
#include "rowdoc.h"
#include "shards.h"
#include "webhook.h"

/* A round takes four milliseconds at most, so that a thousand notices do not hold the loop up. */
enum { SLOTS = 1024, TICK_MS = 100, GRACE_MS = 1000, SUBS = 16, TRIES = 5, BUDGET_US = 4000 };
/* Five more tries in an hour and a quarter; after that it is given up. */
static const int64_t PAUSE_MS[TRIES] = {2000, 20000, 120000, 600000, 3600000};

struct owed { /* a seat's decision that its player has not been told of in every way */
  int64_t num;
  char game[ID_TEXT];
  int side;
  uint64_t serial;   /* of this decision */
  int64_t due[WAYS]; /* steady ms; 0: not in this way, or done */
  int tries[WAYS], under_way;
  int64_t told[SUBS]; /* subscriptions that have it */
  int ntold;
  int64_t account; /* the account that a mail would go to */
  uint64_t batch;  /* the mail it is in */
  struct owed *next;
};
/* Touched by the loop alone. The timer runs only while something is owed. */
struct notices {
  struct server *srv;
  struct push_pair key;
  uv_timer_t timer;
  uint64_t serial;
  uint32_t count, next; /* the slot where the last round stopped */
  struct owed *slot[SLOTS];
};

/* ---- what is said */
/* The id is used if the game or scenario is not known any more. */
static const char *scenario_title(const struct room *r) {
  struct fault f;
  const struct sal_ruleset *rules = sal_ruleset_find(r->g.game);
  const struct sal_book *book = rules ? library_outline(r->srv->lib, rules, &f) : NULL;

  for (int i = 0; book && i < book->nscenarios; i++)
    if (!strcmp(book->scenarios[i].id, r->g.scenario))
      return book->scenarios[i].title;
  return r->g.scenario;
}

/* The same words by every way: which game, which turn, and a link when the server knows its name.
 */
void notice_text(const struct room *r, int side, struct notice_text *t) {
  const struct sal_ruleset *rules = sal_ruleset_find(r->g.game);
  const char *who = side == SAL_GERMAN ? "German" : "Soviet";
  const char *origin = r->srv->config.origin;

  *t = (struct notice_text){.side = side, .turn = r->g.turn};
  snprintf(t->game, sizeof t->game, "%.16s", r->g.id);
  if (r->g.turn)
    snprintf(t->title, sizeof t->title, "Your move: %.100s, turn %u", scenario_title(r), r->g.turn);
  else
    snprintf(t->title, sizeof t->title, "Your move: %.100s, set-up", scenario_title(r));
  snprintf(t->body, sizeof t->body, "%.100s: the %s side decides.",
           rules ? rules->title : r->g.game, who);
  snprintf(t->says, sizeof t->says, "%s/%s, turn %u: the %s side decides.", r->g.game,
           r->g.scenario, r->g.turn, who);
  if (origin)
    snprintf(t->link, sizeof t->link, "%.*s/#mine/%s", (int)strcspn(origin, ","), origin, t->game);
}

/* The address that push services may write to. */
void notices_contact(const struct server *s, char out[200]) {
  const char *origin = s->config.origin ? s->config.origin : "https://localhost";
  if (s->config.mail_from)
    snprintf(out, 200, "mailto:%s", s->config.mail_from);
  else
    snprintf(out, 200, "%.*s", (int)strcspn(origin, ","), origin);
}

/* ---- quiet hours */
/* Minutes of the day in the player's own time; the zone in minutes from UTC. */
bool quiet_parse(const cJSON *doc, struct quiet *q, struct fault *f) {
  static const char *const known[] = {"from", "to", "zone", NULL};
  const cJSON *quiet = NULL;

  *q = (struct quiet){0};
  if (!input_object(doc, "", "quiet", false, &quiet, f))
    return false;
  if (!quiet)
    return true;
  return input_fields(quiet, "quiet", known, f) &&
         input_int(quiet, "quiet", "from", true, 0, 1439, &q->from, f) &&
         input_int(quiet, "quiet", "to", true, 0, 1439, &q->to, f) &&
         input_int(quiet, "quiet", "zone", true, -840, 840, &q->zone, f);
}

struct quiet quiet_of(const cJSON *row) {
  return (struct quiet){doc_int(row, "from"), doc_int(row, "to"), doc_int(row, "zone")};
}

void quiet_write(cJSON *row, const struct quiet *q) {
  cJSON_AddNumberToObject(row, "from", (double)q->from);
  cJSON_AddNumberToObject(row, "to", (double)q->to);
  cJSON_AddNumberToObject(row, "zone", (double)q->zone);
}

/* How long the player's quiet hours still last, in the player's own time zone. */
int64_t quiet_left(const struct quiet *q, int64_t wall) {
  enum { MINUTE = 60000, DAY = 1440 };
  if (q->from == q->to)
    return 0;
  int64_t minute = (wall / MINUTE + q->zone) % DAY;
  int64_t since = (minute - q->from + DAY) % DAY;
  int64_t length = (q->to - q->from + DAY) % DAY;
  return since < length ? (length - since) * MINUTE - wall % MINUTE : 0;
}

/* ---- written down */
/* What the writer's thread is given: a copy. ways 0: nothing is owed any more. */
struct jot {
  int64_t num;
  int side, ways;
  char id[ID_TEXT];
};

/* What is owed outlives the server. */
static enum store_result write_owed(struct store *s, void *arg) {
  const struct jot *j = arg;
  char key[ROW_KEY];

  row_seat(key, j->num, j->side);
  if (!j->ways)
    return store_row_drop(s, "owed", key);
  return store_row_put(s, "owed", key, j->ways, j->id);
}

static void written(void *arg, enum store_result got, const char *why) {
  if (got)
    server_log("a notice was not written down: %s", why);
  free(arg);
}

/* The ways by which a notice is still to go. */
static int ways_of(const struct owed *o) {
  int ways = 0;
  for (int way = 0; way < WAYS; way++)
    ways |= (o->due[way] != 0) << way;
  return ways;
}

/* Durable before it is sent: after a crash it is sent again rather than lost. */
static void write_down(struct notices *n, const struct owed *o, int ways) {
  struct jot *j = calloc(1, sizeof *j);

  if (!j)
    abort();
  *j = (struct jot){.num = o->num, .side = o->side, .ways = ways};
  memcpy(j->id, o->game, sizeof j->id);
  if (n->srv->writer)
    writer_submit(n->srv->writer, write_owed, written, j);
  else
    free(j);
}

/* ---- the list */
/* Where it hangs, or where it would be hung in. */
static struct owed **place(struct notices *n, int64_t num, int side) {
  struct owed **at = &n->slot[((uint64_t)num * 2 + (uint64_t)side) % SLOTS];
  while (*at && ((*at)->num != num || (*at)->side != side))
    at = &(*at)->next;
  return at;
}

static void on_time(uv_timer_t *);

/* One notice for a seat: a newer decision takes the place of the older. */
static struct owed *owe(struct notices *n, int64_t num, const char *game, int side) {
  struct owed **at = place(n, num, side);
  struct owed *o = *at;

  if (!o) {
    o = calloc(1, sizeof *o);
    if (!o)
      abort();
    *at = o;
    n->count++;
  }
  *o = (struct owed){.num = num, .side = side, .serial = ++n->serial, .next = o->next};
  snprintf(o->game, sizeof o->game, "%s", game);
  if (n->count == 1)
    uv_timer_start(&n->timer, on_time, TICK_MS, TICK_MS);

  return o;
}

/* Nothing is owed to the seat any more. */
static void settle(struct notices *n, struct owed *o) {
  struct owed **at = place(n, o->num, o->side);
  write_down(n, o, 0);
  *at = o->next;
  free(o);
  if (!--n->count)
    uv_timer_stop(&n->timer);
}

/* Another node tells it: the row stays. */
static void forget(struct notices *n, struct owed *o) {
  struct owed **at = place(n, o->num, o->side);
  *at = o->next;
  free(o);
  if (!--n->count)
    uv_timer_stop(&n->timer);
}
void notices_forget(struct notices *n) {
  for (int i = 0; i < SLOTS; i++)
    for (struct owed *o = n->slot[i], *next; o; o = next) {
      next = o->next;
      if (!shards_hold_game(n->srv, o->game))
        forget(n, o);
    }
}

/* The next try in this way; after the last there is none. */
static void try_later(struct owed *o, int way, long after) {
  if (o->due[way])
    return; /* another of its parcels has come back before */
  int64_t pause = o->tries[way] < TRIES ? PAUSE_MS[o->tries[way]] : 0;
  if (pause && after * 1000 > pause && after <= 3600)
    pause = after * 1000;
  o->tries[way]++;
  o->due[way] = pause ? now_steady() + pause : 0;
}

/* ---- going out, and back */
/* One notice on its way: what must be marked as told when it arrives. */
struct errand_of {
  struct server *srv;
  int64_t num, sub;
  int side;
  uint64_t serial;
  char host[200];
};

/* The notice that a parcel belongs to. A newer one has another serial number. */
static struct errand_of *errand_for(struct notices *n, const struct owed *o, int64_t sub) {
  struct errand_of *e = calloc(1, sizeof *e);
  if (!e)
    abort();
  *e = (struct errand_of){
      .srv = n->srv, .num = o->num, .sub = sub, .side = o->side, .serial = o->serial};
  return e;
}

/* The debt that it was for, if it is still owed. */
static struct owed *owed_by(const struct errand_of *e) {
  struct owed *o = *place(e->srv->notices, e->num, e->side);
  return o && o->serial == e->serial ? o : NULL;
}

/* Trouble that may pass: no answer, too many requests, a failing server. */
static bool worth_another_try(const struct parcel *p) {
  return p->status == 0 || p->status == 408 || p->status == 429 || p->status >= 500;
}

/* Hands it to the courier. False: the courier has too many already. Then it waits a moment, which
 * counts as no try: nobody has refused it. */
static bool go(struct notices *n, struct owed *o, int way, struct parcel *p) {
  if (courier_send(n->srv->courier, p)) {
    o->under_way++;
    return true;
  }
  parcel_free(p);
  int64_t soon = now_steady() + PAUSE_MS[0];
  if (!o->due[way] || soon < o->due[way])
    o->due[way] = soon;
  return false;
}

/* A browser that could not be told is tried again later. */
static void push_done(struct parcel *p) {
  const struct errand_of *e = p->arg;
  struct owed *o = owed_by(e);
  bool again = push_came_back(e->srv, p);

  if (o)
    o->under_way--;
  if (o && again) {
    for (int i = 0; i < o->ntold; i++)
      if (o->told[i] == e->sub)
        o->told[i] = o->told[--o->ntold];
    try_later(o, WAY_PUSH, p->after);
    write_down(e->srv->notices, o, ways_of(o));
  }
  parcel_free(p);
}

/* What the page's service worker shows. Nothing in it is hidden from anybody. */
static void payload_json(void *ctx, struct sal_json *j) {
  const struct notice_text *t = ctx;

  sal_json_object(j, NULL);
  sal_json_str(j, "title", t->title);
  sal_json_str(j, "body", t->body);
  sal_json_str(j, "game", t->game);
  sal_json_str(j, "side", sal_side_name[t->side]);
  sal_json_int(j, "turn", t->turn);
  sal_json_end(j);
}

/* Has this browser been told already? */
static bool has_it(const struct owed *o, int64_t sub) {
  for (int i = 0; i < o->ntold; i++)
    if (o->told[i] == sub)
      return true;
  return false;
}

/* To every browser of the player, each by its own quiet hours. */
static void send_push(struct notices *n, struct owed *o, const struct room *r) {
  struct push_sub sub[SUBS];
  struct notice_text text;
  int many = push_subs_read(n->srv->reader, r, o->side, sub, SUBS);

  notice_text(r, o->side, &text);
  struct blob *json = blob_json(payload_json, &text);
  o->due[WAY_PUSH] = 0;
  for (int i = 0; i < many; i++) {
    int64_t quiet = quiet_left(&sub[i].quiet, now_wall());
    int64_t until = now_steady() + quiet;
    if (has_it(o, sub[i].id))
      continue;
    if (quiet) {
      if (!o->due[WAY_PUSH] || until < o->due[WAY_PUSH])
        o->due[WAY_PUSH] = until;
      continue;
    }
    struct parcel *p =
        push_parcel(n->srv, &sub[i], json->text, r->g.id, push_done, errand_for(n, o, sub[i].id));
    if (go(n, o, WAY_PUSH, p))
      o->told[o->ntold++] = sub[i].id;
  }
  blob_drop(json);
}

/* `host` holds the trouble here, or "" when there is none. */
static enum store_result write_hook(struct store *s, void *arg) {
  const struct errand_of *e = arg;
  char key[ROW_KEY];

  row_seat(key, e->num, e->side);
  if (!e->host[0])
    return store_row_drop(s, "hook trouble", key);
  return store_row_put(s, "hook trouble", key, now_wall(), e->host);
}

/* The player finds it beside his webhook; "" takes it away again. */
static void tell_of_hook(const struct errand_of *e, const char *why) {
  struct errand_of *copy = malloc(sizeof *copy);
  if (!copy)
    abort();
  *copy = *e;
  snprintf(copy->host, sizeof copy->host, "%s", why);
  writer_submit(e->srv->writer, write_hook, written, copy);
}

/* Private addresses are not tried again; the player sees what is wrong. */
static void hook_done(struct parcel *p) {
  struct errand_of *e = p->arg;
  struct owed *o = owed_by(e);

  if (o)
    o->under_way--;
  bool again = p->why[0] && worth_another_try(p) && !strstr(p->why, "private");
  if (o && again)
    try_later(o, WAY_HOOK, p->after);
  bool over = !o || !o->due[WAY_HOOK];
  if (p->why[0] && over)
    server_log("a webhook to %s was not delivered: it %s", e->host, p->why);
  if (o)
    write_down(e->srv->notices, o, ways_of(o));
  if (e->srv->writer)
    tell_of_hook(e, p->why);
  parcel_free(p);
}

/* One try; hook_done decides about the next. */
static void send_hook(struct notices *n, struct owed *o, const struct room *r) {
  struct notice_text text;
  struct errand_of *e = errand_for(n, o, 0);
  const char *hook = r->g.seat[o->side].hook;

  notice_text(r, o->side, &text);
  webhook_host(hook, e->host);
  o->due[WAY_HOOK] = 0;
  struct parcel *p = webhook_parcel(hook, &text, hook_done, e);
  if (p)
    go(n, o, WAY_HOOK, p);
  else
    free(e);
}

/* ---- by mail: all games of an account together, once an hour at most */
struct digest {
  struct server *srv;
  int64_t account, before; /* when the mail before it went */
  uint64_t batch;
};

/* All games that the mail was about: done, or tried again. */
static void return_digest(struct notices *n, uint64_t batch, bool again) {
  for (int i = 0; i < SLOTS; i++)
    for (struct owed *o = n->slot[i]; o; o = o->next) {
      if (o->batch != batch)
        continue;
      o->under_way--;
      o->batch = 0;
      if (again)
        try_later(o, WAY_MAIL, 0);
      if (again)
        write_down(n, o, ways_of(o));
    }
}

/* The relay's answer. Codes from 500 on will not change, so they end it. */
static void mail_done(struct parcel *p) {
  const struct digest *d = p->arg;
  bool failed = p->why[0];
  bool again = failed && p->status < 500; /* 5xx will not change */
  char why[160] = "";
  return_digest(d->srv->notices, d->batch, again);
  if (failed) {
    snprintf(why, sizeof why, "The mail relay %.120s.", p->why);
    server_log("a mail was not delivered: the relay %s", p->why);
  }
  mail_box_note(d->srv, d->account, failed ? d->before : now_wall(), why);
  parcel_free(p);
}

static bool still_owed(const struct owed *, const struct room *);
/* The lines of all that the account owes; how many, and the first's title. */
static int list_owed(struct notices *n, int64_t account, uint64_t batch, FILE *out,
                     char title[160]) {
  int many = 0;
  enum store_result got;

  for (int i = 0; i < SLOTS; i++)
    for (struct owed *o = n->slot[i]; o; o = o->next) {
      struct notice_text t;
      struct room *r =
          o->due[WAY_MAIL] && o->account == account ? room_find(n->srv, o->game, &got) : NULL;
      if (!r || !still_owed(o, r))
        continue;
      notice_text(r, o->side, &t);
      fprintf(out, "- %s\n  %s\n  %s\n\n", t.title + strlen("Your move: "), t.body, t.link);
      if (!many++)
        snprintf(title, 160, "%s", t.title);
      o->due[WAY_MAIL] = 0;
      o->batch = batch;
      o->under_way++;
    }

  return many;
}

/* One mail for all games where it is the player's move, at most one an hour. */
static void mail_all(struct notices *n, int64_t account, const struct mail_box *box) {
  char *text = NULL;
  char title[160] = "";
  char subject[200];
  char stop[400];
  size_t size;
  FILE *out = open_memstream(&text, &size);
  struct digest *d = calloc(1, sizeof *d);

  if (!d || !out)
    abort();
  *d = (struct digest){n->srv, account, box->last, ++n->serial};
  uint64_t batch = d->batch;
  fprintf(out, "It is your move:\n\n");
  int many = list_owed(n, account, batch, out, title);
  mail_link(n->srv, "stop", box->stop, stop);
  fprintf(out, "You get at most one such mail an hour. To get no more of them:\n%s\n", stop);
  fclose(out);
  if (many > 1)
    snprintf(subject, sizeof subject, "Your move in %d games", many);
  else
    snprintf(subject, sizeof subject, "%s", title);
  mail_box_note(n->srv, account, now_wall(), "");
  if (!mail_send(n->srv, box->address, subject, text, mail_done, d))
    return_digest(n, batch, true);
  free(text);
}

/* Waits for the hour and for the quiet to end. */
static void send_mail(struct notices *n, struct owed *o) {
  struct mail_box box;
  int64_t now = now_wall();
  int64_t hour = mail_hour(n->srv);

  mail_box_read(n->srv->reader, o->account, &box);
  if (!box.known || !box.on) {
    o->due[WAY_MAIL] = 0;
    return;
  }
  int64_t wait = box.last + hour > now ? box.last + hour - now : 0;
  int64_t quiet = quiet_left(&box.quiet, now + wait);
  if (wait > hour)
    wait = hour; /* the machine's clock was set back */
  if (wait + quiet)
    o->due[WAY_MAIL] = now_steady() + wait + quiet;
  else
    mail_all(n, o->account, &box);
}

/* ---- when it is due */
bool notice_looking(const struct room *r, int side) {
  for (const struct conn *c = conn_of(r->conns.first); c; c = conn_of(c->here.next))
    if (c->seat == side && !c->away)
      return true;
  return false;
}

/* Is it still the seat's turn, and is nobody looking at it? */
static bool still_owed(const struct owed *o, const struct room *r) {
  return r && !room_over(r) && r->g.to_move & SAL_BIT(o->side) && !notice_looking(r, o->side);
}

/* Something is to be sent now, or nothing is left to do. */
static bool is_due(const struct owed *o, int64_t now) {
  for (int way = 0; way < WAYS; way++)
    if (o->due[way] && o->due[way] <= now)
      return true;
  return !ways_of(o) && !o->under_way;
}

/* Sends by every way that is due, and notes what is left. */
static void serve(struct notices *n, struct owed *o, int64_t now) {
  enum store_result got;
  struct room *r = room_find(n->srv, o->game, &got);

  if (got == STORE_ELSEWHERE) {
    forget(n, o);
    return;
  }
  if (r)
    o->account = r->g.seat[o->side].account;
  if (!still_owed(o, r)) {
    settle(n, o);
    return;
  }
  int before = ways_of(o);
  if (o->due[WAY_PUSH] && o->due[WAY_PUSH] <= now)
    send_push(n, o, r);
  if (o->due[WAY_HOOK] && o->due[WAY_HOOK] <= now)
    send_hook(n, o, r);
  if (o->due[WAY_MAIL] && o->due[WAY_MAIL] <= now)
    send_mail(n, o);
  int after = ways_of(o);
  if (!after && !o->under_way)
    settle(n, o);
  else if (before != after && after)
    write_down(n, o, after);
}

/* A few milliseconds at a time: when many are due at once, the rest comes in the next round. */
static void on_time(uv_timer_t *t) {
  struct notices *n = t->data;
  int64_t now = now_steady();
  uint64_t enough = uv_hrtime() + BUDGET_US * 1000;

  if (n->srv->closing)
    return;
  for (int i = 0; i < SLOTS && uv_hrtime() < enough; i++) {
    for (struct owed *o = n->slot[n->next], *next; o; o = next) {
      next = o->next;
      if (is_due(o, now))
        serve(n, o, now);
    }
    n->next = (n->next + 1) % SLOTS;
  }
}

/* Guests have no address. */
static bool has_mail(const struct room *r, int side) {
  struct mail_box box = {0};
  if (mail_ready(r->srv))
    mail_box_read(r->srv->reader, r->g.seat[side].account, &box);
  return box.known && box.on;
}

/* The turn has passed to a side. A short delay lets a player who is about to look do so. */
void notice_hand_over(struct room *r, uint32_t before, uint32_t after) {
  struct notices *n = r->srv->notices;

  for (int side = 0; side < 2 && n; side++) {
    const struct store_seat *seat = &r->g.seat[side];
    bool handed = after & SAL_BIT(side) && !(before & SAL_BIT(side));
    if (!handed || seat->kind == SEAT_BOT || notice_looking(r, side))
      continue;
    bool push = push_any(r->srv->reader, r, side);
    bool hook = seat->hook[0] != 0;
    bool mail = has_mail(r, side);
    if (!push && !hook && !mail)
      continue;
    struct owed *o = owe(n, r->g.num, r->g.id, side);
    o->account = seat->account;
    int64_t due = now_steady() + GRACE_MS;
    if (push)
      o->due[WAY_PUSH] = due;
    if (hook)
      o->due[WAY_HOOK] = due;
    if (mail)
      o->due[WAY_MAIL] = due;
    write_down(n, o, ways_of(o));
  }
}

/* ---- other holders */
struct ending {
  int64_t num;
  int side;
};
static enum store_result end_seat(struct store *s, void *arg) {
  const struct ending *e = arg;
  return push_end_seat(s, e->num, e->side);
}

/* A renewed token ends the notices of the holder of the old one. */
void notice_end_seat(struct room *r, int side) {
  struct ending *e = calloc(1, sizeof *e);
  if (!e)
    abort();
  *e = (struct ending){r->g.num, side};
  writer_submit(r->srv->writer, end_seat, written, e);
}

/* A new passphrase ends what the old one had subscribed. */
enum store_result notice_end_account(struct store *s, int64_t account) {
  return push_end_account(s, account);
}

enum store_result notice_end_game(struct store *s, int64_t num) {
  char game[ROW_KEY];
  enum store_result r = push_end_game(s, num);

  row_key(game, num);
  if (!r)
    r = store_range_drop(s, (struct store_range){"hook trouble", BY_KEY, game});
  return r ? r : store_range_drop(s, (struct store_range){"owed", BY_KEY, game});
}

/* ---- opening */
/* As if the turn had just come: the server may have been down for days. */
static bool read_owed(void *ctx, const char *key, int64_t ways, const char *game) {
  struct notices *n = ctx;
  struct store_game g;
  char *side = NULL;
  int64_t num = strtoll(key, &side, 10);

  if (*side != '/' || strlen(game) >= sizeof((struct owed *)0)->game)
    return true;
  if (*place(n, num, atoi(side + 1) & 1) || !shards_hold_game(n->srv, game))
    return true;
  struct owed *o = owe(n, num, game, atoi(side + 1) & 1);
  if (!store_game_read(n->srv->reader, game, &g))
    o->account = g.seat[o->side].account;
  store_game_clear(&g);
  for (int way = 0; way < WAYS; way++)
    if (ways >> way & 1)
      o->due[way] = now_steady() + GRACE_MS;
  return true;
}

/* The key is made on the first start; browsers that have subscribed know this one. */
static bool settle_key(struct server *s, struct push_pair *key, char why[256]) {
  if (!store_note_read(s->store, "vapid", key, sizeof *key))
    return true;
  enum store_result r = push_pair_make(key) ? store_begin(s->store) : STORE_BROKEN;
  if (!r)
    r = store_note_put(s->store, "vapid", key, sizeof *key);
  if (!r)
    r = store_commit(s->store);
  if (r)
    snprintf(why, 256, "the key for web push could not be made");

  return !r;
}

/* Before anybody is served. */
static bool settle_rows(struct server *s, char why[256]) {
  enum store_result r = store_begin(s->store);

  if (!r)
    r = order_tidy(s->store);
  if (!r)
    r = store_commit(s->store);
  if (r)
    snprintf(why, 256, "the database cannot be tidied up: %.150s", store_why(s->store));
  return !r;
}

/* The server's own key for push services, made on the first start. */
struct notices *notices_open(struct server *s, char why[256]) {
  struct notices *n = calloc(1, sizeof *n);

  if (!n)
    abort();
  n->srv = s;
  if (settle_key(s, &n->key, why) && settle_rows(s, why))
    return n;
  free(n);
  return NULL;
}

/* What was owed before the last stop. */
void notices_begin(struct notices *n) {
  uv_timer_init(&n->srv->loop, &n->timer);
  uv_unref((uv_handle_t *)&n->timer);
  n->timer.data = n;
  notices_take(n);
}

void notices_take(struct notices *n) {
  store_rows(n->srv->reader, "owed", ALL_ROWS, read_owed, n);
}

static void timer_closed(uv_handle_t *h) {
  struct notices *n = h->data;

  for (int i = 0; i < SLOTS; i++)
    for (struct owed *o = n->slot[i], *next; o; o = next) {
      next = o->next;
      free(o);
    }
  free(n);
}

/* What is still owed is in the store and comes back at the next start. */
void notices_close(struct notices *n) {
  if (!n)
    return;
  n->srv->notices = NULL;
  if (n->timer.data)
    uv_close((uv_handle_t *)&n->timer, timer_closed);
  else
    free(n);
}

const struct push_pair *notices_key(const struct notices *n) {
  return &n->key;
}
