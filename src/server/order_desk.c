/* order_desk.c - the referees' desk: reports with their record, verdicts, bans, the log, and the
 * page of house rules. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "account.h"
#include "http.h"
#include "order.h"
#include "rowdoc.h"
#include "shards.h"

enum { SHOWN = 50, LOG_LINES = 200, HOUSE_BYTES = 20000, DAY_MS = 86400000 };

bool order_is_referee(struct store *s, int64_t account) {
  char key[ROW_KEY];
  row_number(key, account);
  return account && row_is(s, "referee", key);
}

static bool is_admin(const struct exchange *x) {
  uint8_t hash[SECRET_HASH];
  secret_hash(x->srv->salt, x->bearer, hash);
  return x->bearer[0] && secret_same(hash, x->srv->admin);
}

/* A referee by account, or the administrator; `who` is the name in the log. */
static bool at_desk(struct exchange *x, char who[STORE_NAME]) {
  struct store_account a;

  if (is_admin(x)) {
    snprintf(who, STORE_NAME, "administrator");
    return true;
  }
  if (order_is_referee(x->srv->reader, x->account) &&
      !store_account_by_id(x->srv->reader, x->account, &a)) {
    snprintf(who, STORE_NAME, "%s", a.name);
    return true;
  }
  http_say(x, 403, FAULT_SEAT, "This is the referees'.");
  return false;
}

/* ---- acts, each with a line in the log */
/* What an operator does, with the line that it leaves in the log. */
struct act {
  struct exchange *x;
  char who[STORE_NAME], whom[STORE_NAME], what[16], why[300];
  char report[ROW_KEY], game[ID_TEXT]; /* the report's key and game */
  int64_t account, until, num;
  int side;
  bool on;
  char *text;
  writer_run *write;
};

/* Every act of a referee is logged with its reason, in the same transaction. */
static enum store_result log_act(struct store *s, const struct act *a) {
  char id[ID_TEXT];
  cJSON *doc = cJSON_CreateObject();

  secret_id(id);
  cJSON_AddStringToObject(doc, "who", a->who);
  cJSON_AddStringToObject(doc, "what", a->what);
  cJSON_AddStringToObject(doc, "whom", a->whom);
  cJSON_AddStringToObject(doc, "why", a->why);
  return row_file(s, "audit", id, "", now_wall(), doc);
}

static enum store_result write_act(struct store *s, void *arg) {
  struct act *a = arg;
  enum store_result r = a->write(s, a);
  return r ? r : log_act(s, a);
}

/* Durable: bans take effect now, and the referee is answered. */
static void acted(void *arg, enum store_result got, const char *why) {
  struct act *a = arg;
  struct server *s = a->x->srv;

  (void)why;
  bool bans = !strcmp(a->what, "ban");
  bool lifts = !strcmp(a->what, "unban");
  if (!got && bans)
    order_ban_now(s, a->account, a->until, a->why);
  if (!got && lifts)
    order_ban_now(s, a->account, 0, NULL);
  if (got == STORE_NONE)
    http_say(a->x, 409, FAULT_STATE, "Somebody has judged this already.");
  else if (got)
    http_say(a->x, 500, FAULT_INTERNAL, "The server could not write this down.");
  else
    http_reply(a->x, 200, "application/json", blob_fmt("{\"ok\":true}"));
  free(a->text);
  free(a);
}

static struct act *act_new(struct exchange *x, const char *what, writer_run *write) {
  struct act *a = calloc(1, sizeof *a);

  if (!a)
    abort();
  a->x = x;
  a->write = write;
  snprintf(a->what, sizeof a->what, "%s", what);
  return a;
}

static void refuse(struct act *a, const struct fault *f) {
  http_fault(a->x, f);
  free(a->text);
  free(a);
}

static void submit(struct act *a) {
  writer_submit(a->x->srv->writer, write_act, acted, a);
}

/* The player concerned is told the reason, so there must be one. */
static bool reason_of(const cJSON *doc, struct act *a, struct fault *f) {
  const char *why = NULL;

  if (!input_text(doc, "", "reason", true, &why, f))
    return false;
  if (!*why || strlen(why) > 280)
    return fault_at(f, "reason", "must have 1 to 280 bytes");
  snprintf(a->why, sizeof a->why, "%s", why);
  return true;
}

/* The account an act is about, by its name. */
static bool whom_of(struct exchange *x, const cJSON *doc, struct act *a, struct fault *f) {
  const char *name = NULL;
  char fold[STORE_NAME];
  struct store_account whom;

  if (!input_text(doc, "", "name", true, &name, f) || !account_name_ok(name, fold, f))
    return false;
  if (store_account_read(x->srv->reader, fold, &whom))
    return fault_at(f, "name", "is nobody's");
  a->account = whom.id;
  snprintf(a->whom, sizeof a->whom, "%s", whom.name);
  return true;
}

/* 0: for good */
static bool end_of(const cJSON *doc, struct act *a, struct fault *f) {
  int64_t days = 0;
  if (!input_int(doc, "", "days", false, 0, 3650, &days, f))
    return false;
  a->until = days ? now_wall() + days * (int64_t)DAY_MS : 0;
  return true;
}

/* ---- bans */
static enum store_result do_ban(struct store *s, const struct act *a) {
  char key[ROW_KEY];
  row_number(key, a->account);
  enum store_result r = store_row_put(s, "ban", key, a->until, a->why);
  if (!r)
    r = store_sessions_drop(s, a->account);
  return r ? r : news_put(s, "ban", a->account);
}

static enum store_result write_ban(struct store *s, void *arg) {
  return do_ban(s, arg);
}

static enum store_result write_unban(struct store *s, void *arg) {
  const struct act *a = arg;
  char key[ROW_KEY];
  row_number(key, a->account);
  enum store_result r = store_row_drop(s, "ban", key);
  return r ? r : news_put(s, "ban", a->account);
}

/* A referee's account is closed by the administrator alone. */
void order_ban(struct exchange *x, const struct call *c) {
  static const char *const known[] = {"v", "name", "reason", "days", NULL};
  struct fault f = {0};
  struct act *a = act_new(x, "ban", write_ban);

  if (!at_desk(x, a->who)) {
    free(a);
    return;
  }
  bool ok = input_fields(c->doc, "", known, &f) && whom_of(x, c->doc, a, &f) &&
            reason_of(c->doc, a, &f) && end_of(c->doc, a, &f);
  if (ok && order_is_referee(x->srv->reader, a->account) && !is_admin(x))
    ok = fault_say(&f, FAULT_SEAT, "Only the administrator closes a referee's account.");
  if (ok)
    submit(a);
  else
    refuse(a, &f);
}

/* With a reason, like every act. */
void order_unban(struct exchange *x, const struct call *c) {
  static const char *const known[] = {"v", "name", "reason", NULL};
  struct fault f = {0};
  struct act *a = act_new(x, "unban", write_unban);

  if (!at_desk(x, a->who)) {
    free(a);
    return;
  }
  if (input_fields(c->doc, "", known, &f) && whom_of(x, c->doc, a, &f) && reason_of(c->doc, a, &f))
    submit(a);
  else
    refuse(a, &f);
}

/* ---- reports */
/* An open report, before it is read: how often others reported the same account. */
struct open_report {
  char key[ROW_KEY];
  int64_t at, accused, others;
};
struct pile {
  struct open_report *open;
  size_t n, cap;
};
static bool note_report(void *ctx, const char *seat, int64_t at, const char *lead) {
  struct pile *d = ctx;
  struct open_report o = {.at = at};
  size_t n = strcspn(lead, " ");

  (void)seat;
  if (!lead[n] || n >= sizeof o.key)
    return true;
  memcpy(o.key, lead, n);
  o.accused = strtoll(lead + n, NULL, 10);
  if (d->n == d->cap) {
    d->cap = d->cap * 2 + 64;
    d->open = realloc(d->open, d->cap * sizeof *d->open);
    if (!d->open)
      abort();
  }
  d->open[d->n++] = o;
  return true;
}

/* Most reported first, then the oldest. */
static int by_weight(const void *x, const void *y) {
  const struct open_report *a = x;
  const struct open_report *b = y;
  if (a->others != b->others)
    return a->others > b->others ? -1 : 1;
  return (a->at > b->at) - (a->at < b->at);
}

/* Everything open, with what else is known of the accused. */
static void pile_read(struct store *s, struct pile *d) {
  store_rows(s, "report on", ALL_ROWS, note_report, d);
  for (size_t i = 0; i < d->n; i++) {
    struct open_report *o = &d->open[i];
    char key[ROW_KEY];
    row_key(key, o->accused);
    if (o->accused)
      o->others = store_range_count(s, (struct store_range){"report", BY_ALSO, key}) +
                  store_range_count(s, (struct store_range){"judged", BY_ALSO, key}) - 1;
  }
  if (d->n)
    qsort(d->open, d->n, sizeof *d->open, by_weight);
}

/* What is said of the game is what its list entry says. */
static void show_game(struct sal_json *j, struct store *s, const char *id) {
  struct store_game g;
  bool there = !store_game_read(s, id, &g);

  sal_json_bool(j, "over", !there || g.ended[0] != 0);
  sal_json_int(j, "turn", there ? g.turn : 0);
  store_game_clear(&g);
}

static void show_report(struct sal_json *j, struct store *s, const struct open_report *o) {
  struct store_account by;
  cJSON *doc = row_doc(s, "report", o->key, NULL);
  const char *chat = doc_text(doc, "chat");
  char accused[ROW_KEY];

  if (!doc)
    return;
  row_key(accused, o->accused);
  struct store_range warnings = {"warning", BY_KEY, accused};
  bool guest = store_account_by_id(s, doc_int(doc, "account"), &by) != STORE_OK;
  sal_json_object(j, NULL);
  sal_json_str(j, "id", o->key);
  sal_json_int(j, "at", o->at);
  sal_json_str(j, "game", doc_text(doc, "game"));
  sal_json_str(j, "side", sal_side_name[doc_int(doc, "side") & 1]);
  sal_json_str(j, "name", doc_text(doc, "name"));
  sal_json_bool(j, "guest", !o->accused);
  sal_json_str(j, "about", doc_text(doc, "about"));
  sal_json_str(j, "text", doc_text(doc, "text"));
  sal_json_raw(j, "chat", chat, strlen(chat));
  sal_json_int(j, "times", doc_int(doc, "times"));
  sal_json_int(j, "others", o->others);
  sal_json_int(j, "warnings", o->accused ? store_range_count(s, warnings) : 0);
  show_game(j, s, doc_text(doc, "game"));
  sal_json_str(j, "by", guest ? "a guest" : by.name);
  sal_json_end(j);
  cJSON_Delete(doc);
}

static void reports_json(void *ctx, struct sal_json *j) {
  struct exchange *x = ctx;
  struct pile d = {NULL, 0, 0};

  pile_read(x->srv->reader, &d);
  sal_json_object(j, NULL);
  sal_json_bool(j, "ok", true);
  sal_json_array(j, "reports");
  for (size_t i = 0; i < d.n && i < SHOWN; i++)
    show_report(j, x->srv->reader, &d.open[i]);
  sal_json_end(j);
  sal_json_end(j);
  free(d.open);
}

void order_reports(struct exchange *x, const struct call *c) {
  char who[STORE_NAME];
  (void)c;
  if (at_desk(x, who))
    http_reply(x, 200, "application/json", blob_json(reports_json, x));
}

/* Open or judged. */
static bool read_report(struct store *s, struct act *a) {
  cJSON *doc = row_doc(s, "report", a->report, NULL);

  if (!doc)
    doc = row_doc(s, "judged", a->report, NULL);
  if (!doc)
    return false;
  a->num = doc_int(doc, "num");
  a->side = (int)doc_int(doc, "side") & 1;
  a->account = doc_int(doc, "accused");
  snprintf(a->game, sizeof a->game, "%s", doc_text(doc, "game"));
  snprintf(a->whom, sizeof a->whom, "%s", doc_text(doc, "name"));
  cJSON_Delete(doc);
  return true;
}

/* It is no longer open, and nothing leads to it from its seat. */
static enum store_result close_report(struct store *s, const struct act *a) {
  char also[ROW_KEY] = "";
  char seat[ROW_KEY];
  cJSON *doc = row_doc(s, "report", a->report, NULL);

  if (!doc)
    return STORE_NONE;
  cJSON_AddStringToObject(doc, "verdict", a->what);
  if (a->account)
    row_key(also, a->account);
  row_seat(seat, a->num, a->side);
  enum store_result r = row_file(s, "judged", a->report, also, now_wall(), doc);
  if (!r)
    r = store_row_drop(s, "report", a->report);
  return r ? r : store_row_drop(s, "report on", seat);
}

static enum store_result do_warn(struct store *s, const struct act *a) {
  char id[ID_TEXT];
  char key[ROW_KEY];
  secret_id(id);
  snprintf(key, sizeof key, "%lld/%s", (long long)a->account, id);
  return store_row_put(s, "warning", key, now_wall(), a->why);
}

/* A report is judged once; a second referee is told that it was. */
static enum store_result write_verdict(struct store *s, void *arg) {
  const struct act *a = arg;
  enum store_result r = close_report(s, a);

  if (!r && !strcmp(a->what, "warn"))
    r = do_warn(s, a);
  if (!r && !strcmp(a->what, "silence"))
    r = order_silence(s, a->num, a->side);
  if (!r && !strcmp(a->what, "ban"))
    r = do_ban(s, a);

  return r;
}

/* Dismiss, warn, end the chat, or ban. */
static bool verdict_of(const cJSON *doc, struct act *a, struct fault *f) {
  static const char *const kinds[] = {"dismiss", "warn", "silence", "ban"};
  const char *what = NULL;
  const char *id = NULL;

  if (!input_text(doc, "", "verdict", true, &what, f) || !input_text(doc, "", "id", true, &id, f))
    return false;
  snprintf(a->report, sizeof a->report, "%.60s", id);
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (!strcmp(kinds[i], what)) {
      snprintf(a->what, sizeof a->what, "%s", what);
      return true;
    }

  return fault_at(f, "verdict", "must be dismiss, warn, silence or ban");
}

/* Nobody judges a game he plays in. */
static bool takes_part(struct exchange *x, const struct act *a) {
  struct store_game g;
  bool yes = x->account && !store_game_read(x->srv->reader, a->game, &g) &&
             (g.seat[0].account == x->account || g.seat[1].account == x->account);
  if (x->account)
    store_game_clear(&g);
  return yes;
}

/* A referee judges a report, but not one of his own game. */
void order_judge(struct exchange *x, const struct call *c) {
  static const char *const known[] = {"v", "id", "verdict", "reason", "days", NULL};
  struct fault f = {0};
  struct act *a = act_new(x, "", write_verdict);

  if (!at_desk(x, a->who)) {
    free(a);
    return;
  }
  bool ok = input_fields(c->doc, "", known, &f) && verdict_of(c->doc, a, &f) &&
            reason_of(c->doc, a, &f) && end_of(c->doc, a, &f);
  if (ok && !read_report(x->srv->reader, a))
    ok = fault_at(&f, "id", "is no report's");
  bool person = !strcmp(a->what, "warn") || !strcmp(a->what, "ban");
  if (ok && person && !a->account)
    ok = fault_say(&f, FAULT_STATE, "A guest has no account: end the seat's chat instead.");
  if (ok && takes_part(x, a))
    ok = fault_say(&f, FAULT_SEAT, "A referee does not judge a game of their own.");
  if (ok)
    submit(a);
  else
    refuse(a, &f);
}

/* ---- who is a referee */
static enum store_result write_referee(struct store *s, void *arg) {
  const struct act *a = arg;
  char key[ROW_KEY];

  row_number(key, a->account);
  if (!a->on)
    return store_row_drop(s, "referee", key);
  return row_is(s, "referee", key) ? STORE_OK : store_row_put(s, "referee", key, now_wall(), "");
}

/* The administrator makes referees, and ends them. */
void order_referee(struct exchange *x, const struct call *c) {
  static const char *const known[] = {"v", "name", "on", NULL};
  struct fault f = {0};

  if (!http_is_admin(x))
    return;
  struct act *a = act_new(x, "referee", write_referee);
  snprintf(a->who, sizeof a->who, "administrator");
  bool ok = input_fields(c->doc, "", known, &f) && whom_of(x, c->doc, a, &f) &&
            input_bool(c->doc, "", "on", true, &a->on, &f);
  snprintf(a->why, sizeof a->why, "%s", a->on ? "made one" : "is one no more");
  if (ok)
    submit(a);
  else
    refuse(a, &f);
}

/* ---- the log */
static bool log_row(void *ctx, const char *key, int64_t at, const char *text) {
  static const char *const told[] = {"who", "what", "whom", "why"};
  struct sal_json *j = ctx;
  cJSON *doc = cJSON_Parse(text);

  (void)key;
  sal_json_object(j, NULL);
  sal_json_int(j, "at", at);
  for (size_t i = 0; i < sizeof told / sizeof *told; i++)
    sal_json_str(j, told[i], doc_text(doc, told[i]));
  sal_json_end(j);
  cJSON_Delete(doc);
  return true;
}

static void log_json(void *ctx, struct sal_json *j) {
  struct exchange *x = ctx;

  sal_json_object(j, NULL);
  sal_json_bool(j, "ok", true);
  sal_json_array(j, "log");
  store_rows(x->srv->reader, "audit", LOG_LINES, log_row, j);
  sal_json_end(j);
  sal_json_end(j);
}

void order_log(struct exchange *x, const struct call *c) {
  char who[STORE_NAME];
  (void)c;
  if (at_desk(x, who))
    http_reply(x, 200, "application/json", blob_json(log_json, x));
}

/* ---- house rules: plain text that the owner writes */
static void house_json(void *ctx, struct sal_json *j) {
  sal_json_object(j, NULL);
  sal_json_bool(j, "ok", true);
  sal_json_str(j, "text", ctx ? ctx : "");
  sal_json_end(j);
}

/* The server's house rules, for everybody to read. */
void order_house(struct exchange *x, const struct call *c) {
  char *text = NULL;
  size_t n;
  (void)c;
  store_note_text(x->srv->reader, "house", &text, &n);
  http_reply(x, 200, "application/json", blob_json(house_json, text));
  free(text);
}

static enum store_result write_house(struct store *s, void *arg) {
  const struct act *a = arg;
  return store_note_put(s, "house", a->text, strlen(a->text));
}

void order_set_house(struct exchange *x, const struct call *c) {
  static const char *const known[] = {"v", "text", NULL};
  struct fault f = {0};
  const char *text = NULL;

  if (!http_is_admin(x))
    return;
  bool ok = input_fields(c->doc, "", known, &f) && input_text(c->doc, "", "text", true, &text, &f);
  if (ok && strlen(text) > HOUSE_BYTES)
    ok = fault_at(&f, "text", "must have at most %d bytes", HOUSE_BYTES);
  if (!ok) {
    http_fault(x, &f);
    return;
  }
  struct act *a = act_new(x, "house", write_house);
  snprintf(a->who, sizeof a->who, "administrator");
  snprintf(a->why, sizeof a->why, "new house rules");
  a->text = strdup(text);
  submit(a);
}
