/* order_desk.c - the referees' desk: reports with their record, verdicts, bans, the log, and the
 * page of house rules. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "account.h"
#include "http.h"
#include "order.h"
#include "store_sql.h"

enum { SHOWN = 50, LOG_LINES = 200, HOUSE_BYTES = 20000, DAY_MS = 86400000 };

static bool found(void *ctx, const struct sql_row *row) {
  (void)row;
  *(bool *)ctx = true;
  return false;
}

bool order_is_referee(struct store *s, int64_t account) {
  bool yes = false;
  if (account)
    sql_select(s, found, &yes, "SELECT 1 FROM referee WHERE account=?", "i", account);
  return yes;
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
  int64_t report, account, until, num;
  int side;
  bool on;
  char *text;
  writer_run *write;
};

/* Every act of a referee is logged with its reason, in the same transaction. */
static enum store_result log_act(struct store *s, const struct act *a) {
  int64_t id;
  secret_bytes(&id, sizeof id);
  id &= INT64_C(0x1fffffffffffff);
  return sql_change(s, "INSERT INTO audit(id,at,who,what,whom,why) VALUES(?,?,?,?,?,?)", "iitttt",
                    id, now_wall(), a->who, a->what, a->whom, a->why);
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

/* The reason is told to the one it hits, so there must be one. */
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
  enum store_result r =
      sql_change(s,
                 "INSERT INTO ban(account,at,until,reason) VALUES(?,?,?,?) ON CONFLICT(account) DO "
                 "UPDATE SET at=excluded.at,until=excluded.until,reason=excluded.reason",
                 "iiit", a->account, now_wall(), a->until, a->why);
  return r ? r : store_sessions_drop(s, a->account);
}

static enum store_result write_ban(struct store *s, void *arg) {
  return do_ban(s, arg);
}

static enum store_result write_unban(struct store *s, void *arg) {
  const struct act *a = arg;
  return sql_change(s, "DELETE FROM ban WHERE account=?", "i", a->account);
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
static bool report_row(void *ctx, const struct sql_row *row) {
  struct sal_json *j = ctx;
  const char *chat = sql_text(row, 8);

  sal_json_object(j, NULL);
  sal_json_fmt(j, "id", "%lld", (long long)sql_int(row, 0));
  sal_json_int(j, "at", sql_int(row, 1));
  sal_json_str(j, "game", sql_text(row, 2));
  sal_json_str(j, "side", sal_side_name[sql_int(row, 3) & 1]);
  sal_json_str(j, "name", sql_text(row, 4));
  sal_json_bool(j, "guest", !sql_int(row, 5));
  sal_json_str(j, "about", sql_text(row, 6));
  sal_json_str(j, "text", sql_text(row, 7));
  sal_json_raw(j, "chat", chat, strlen(chat));
  sal_json_int(j, "times", sql_int(row, 9));
  sal_json_int(j, "others", sql_int(row, 10));
  sal_json_int(j, "warnings", sql_int(row, 11));
  sal_json_bool(j, "over", sql_text(row, 12)[0] != 0);
  sal_json_int(j, "turn", sql_int(row, 13));
  sal_json_str(j, "by", sql_text(row, 14));
  sal_json_end(j);
  return true;
}

/* Most reported first, then the oldest. What is said of the game is what its list entry says. */
static void reports_json(void *ctx, struct sal_json *j) {
  struct exchange *x = ctx;

  sal_json_object(j, NULL);
  sal_json_bool(j, "ok", true);
  sal_json_array(j, "reports");
  sql_select(
      x->srv->reader, report_row, j,
      "SELECT r.id,r.at,r.game,r.side,r.name,r.accused,r.about,r.text,r.chat,r.times,(SELECT "
      "count(*) FROM report o WHERE o.accused=r.accused AND r.accused>0 AND o.id<>r.id) AS "
      "others,(SELECT count(*) FROM warning w WHERE w.account=r.accused AND r.accused>0),"
      "coalesce(g.ended,'gone'),coalesce(g.turn,0),coalesce(a.name,'a guest') FROM report r "
      "LEFT JOIN game g ON g.num=r.num LEFT JOIN account a ON a.id=r.account WHERE r.done=0 "
      "ORDER BY others DESC,r.at LIMIT ?",
      "i", (int64_t)SHOWN);
  sal_json_end(j);
  sal_json_end(j);
}

void order_reports(struct exchange *x, const struct call *c) {
  char who[STORE_NAME];
  (void)c;
  if (at_desk(x, who))
    http_reply(x, 200, "application/json", blob_json(reports_json, x));
}

static bool read_report(void *ctx, const struct sql_row *row) {
  struct act *a = ctx;

  a->num = sql_int(row, 0);
  a->side = (int)sql_int(row, 1) & 1;
  a->account = sql_int(row, 2);
  snprintf(a->whom, sizeof a->whom, "%s", sql_text(row, 3));
  a->on = true;
  return false;
}

/* A report is judged once; the second referee is told so. */
static enum store_result write_verdict(struct store *s, void *arg) {
  struct act *a = arg;
  bool open = false;
  enum store_result r =
      sql_select(s, found, &open, "SELECT 1 FROM report WHERE id=? AND done=0", "i", a->report);

  if (r || !open)
    return r ? r : STORE_NONE;
  r = sql_change(s, "UPDATE report SET done=?,verdict=? WHERE id=?", "iti", now_wall(), a->what,
                 a->report);
  if (!r && !strcmp(a->what, "warn"))
    r = sql_change(s, "INSERT INTO warning(account,at,reason) VALUES(?,?,?)", "iit", a->account,
                   now_wall(), a->why);
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
  a->report = strtoll(id, NULL, 10);
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (!strcmp(kinds[i], what)) {
      snprintf(a->what, sizeof a->what, "%s", what);
      return true;
    }

  return fault_at(f, "verdict", "must be dismiss, warn, silence or ban");
}

/* Nobody judges a game of his own. */
static bool takes_part(struct exchange *x, const struct act *a) {
  bool yes = false;
  if (x->account)
    sql_select(x->srv->reader, found, &yes, "SELECT 1 FROM seat WHERE game=? AND account=?", "ii",
               a->num, x->account);
  return yes;
}

/* A referee judges a report, but none of a game of their own. */
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
  if (ok)
    sql_select(x->srv->reader, read_report, a,
               "SELECT num,side,accused,name FROM report WHERE id=?", "i", a->report);
  if (ok && !a->on)
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
  if (!a->on)
    return sql_change(s, "DELETE FROM referee WHERE account=?", "i", a->account);
  return sql_change(s, "INSERT INTO referee(account,at) VALUES(?,?) ON CONFLICT DO NOTHING", "ii",
                    a->account, now_wall());
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
static bool log_row(void *ctx, const struct sql_row *row) {
  struct sal_json *j = ctx;

  sal_json_object(j, NULL);
  sal_json_int(j, "at", sql_int(row, 0));
  sal_json_str(j, "who", sql_text(row, 1));
  sal_json_str(j, "what", sql_text(row, 2));
  sal_json_str(j, "whom", sql_text(row, 3));
  sal_json_str(j, "why", sql_text(row, 4));
  sal_json_end(j);
  return true;
}

static void log_json(void *ctx, struct sal_json *j) {
  struct exchange *x = ctx;

  sal_json_object(j, NULL);
  sal_json_bool(j, "ok", true);
  sal_json_array(j, "log");
  sql_select(x->srv->reader, log_row, j,
             "SELECT at,who,what,whom,why FROM audit ORDER BY at DESC LIMIT ?", "i",
             (int64_t)LOG_LINES);
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
