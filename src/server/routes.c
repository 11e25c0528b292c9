/* routes.c - see routes.h. */
#include "routes.h"

#include <string.h>

#include "account.h"
#include "account_mail.h"
#include "account_self.h"
#include "botaccount.h"
#include "cup.h"
#include "eyes.h"
#include "far.h"
#include "http.h"
#include "letter.h"
#include "mail.h"
#include "metrics.h"
#include "notice.h"
#include "order.h"
#include "puzzle.h"
#include "rating.h"
#include "review.h"
#include "seek.h"
#include "shards.h"
#include "stats.h"

enum { SMALL = 64 << 10, LARGE = LIMIT_BODY_BYTES };

static const char *const METHODS[] = {
    [HTTP_GET] = "GET", [HTTP_POST] = "POST", [HTTP_DELETE] = "DELETE", [HTTP_OTHER] = "?"};
static const char *const RATES[] = {
    [RATE_PLAIN] = "requests", [RATE_CREATE] = "new games", [RATE_SIGN] = "signing in"};

/* ---- GET /api: this table */
static void list_json(void *ctx, struct sal_json *j) {
  (void)ctx;
  sal_json_object(j, NULL);
  sal_json_int(j, "v", 1);
  sal_json_bool(j, "ok", true);
  sal_json_array(j, "routes");
  for (size_t i = 0; i < nroutes; i++) {
    const struct route *r = &routes[i];
    sal_json_object(j, NULL);
    sal_json_str(j, "method", METHODS[r->method]);
    sal_json_str(j, "path", r->path);
    if (r->method == HTTP_POST)
      sal_json_int(j, "body", r->body);
    sal_json_str(j, "limit", RATES[r->rate]);
    sal_json_str(j, "says", r->says);
    sal_json_end(j);
  }
  sal_json_end(j);
  sal_json_end(j);
}

static void list_routes(struct exchange *x, const struct call *c) {
  (void)c;
  http_reply(x, 200, "application/json", blob_json(list_json, NULL));
}

/* ---- what the other files answer, in the table's form */
static void create(struct exchange *x, const struct call *c) {
  lobby_create(x, c->doc);
}

static void import(struct exchange *x, const struct call *c) {
  lobby_import(x, c->doc);
}

static void lobby(struct exchange *x, const struct call *c) {
  (void)c;
  lobby_list(x, LIST_LOBBY);
}

static void my_games(struct exchange *x, const struct call *c) {
  (void)c;
  if (x->account)
    lobby_list(x, LIST_ACCOUNT);
  else
    http_say(x, 403, FAULT_SEAT, "Sign in first.");
}

static void rules(struct exchange *x, const struct call *c) {
  books_rules(x, c->rest);
}

static void sources(struct exchange *x, const struct call *c) {
  books_sources(x, c->rest);
}

static void guide(struct exchange *x, const struct call *c) {
  books_guide(x, c->rest);
}

static void board(struct exchange *x, const struct call *c) {
  books_board(x, c->rest);
}

static void open_letter(struct exchange *x, const struct call *c) {
  letter_open(x, c->doc);
}

static void take_letter(struct exchange *x, const struct call *c) {
  letter_answer(x, c->rest);
}

static void account(struct exchange *x, const struct call *c) {
  (void)c;
  account_show(x);
}

static void sign_up(struct exchange *x, const struct call *c) {
  account_create(x, c->doc);
}

static void sign_in(struct exchange *x, const struct call *c) {
  account_login(x, c->doc);
}

static void sign_out(struct exchange *x, const struct call *c) {
  (void)c;
  account_logout(x);
}

static void sign_out_everywhere(struct exchange *x, const struct call *c) {
  (void)c;
  account_logout_all(x);
}

static void close_account(struct exchange *x, const struct call *c) {
  account_delete(x, c->doc);
}

static void new_passphrase(struct exchange *x, const struct call *c) {
  account_passphrase(x, c->doc);
}

static void print_codes(struct exchange *x, const struct call *c) {
  account_codes(x, c->doc);
}

const struct route routes[] = {
    {HTTP_GET, "/api", list_routes, NULL, RATE_PLAIN, 0, "this list"},
    {HTTP_GET, "/api/games", http_games, NULL, RATE_PLAIN, 0, "every game and scenario"},
    {HTTP_POST, "/api/games", create, NULL, RATE_CREATE, LARGE, "a new game"},
    {HTTP_GET, "/api/games/{id}", NULL, lobby_info, RATE_PLAIN, 0,
     "who sits where, turn, clock, dice, result"},
    {HTTP_DELETE, "/api/games/{id}", NULL, lobby_delete, RATE_PLAIN, 0,
     "by its owner: the game is gone"},
    {HTTP_GET, "/api/games/{id}/journal", NULL, lobby_journal, RATE_PLAIN, 0,
     "over: the whole journal; running: the copy of the seat that asks"},
    {HTTP_POST, "/api/games/{id}/join", NULL, lobby_join, RATE_PLAIN, SMALL,
     "takes an open seat, or exchanges an invitation for a seat's token"},
    {HTTP_POST, "/api/games/{id}/token", NULL, lobby_renew, RATE_PLAIN, SMALL,
     "by a seat: a new token for it; the old one and its lines end"},
    {HTTP_POST, "/api/games/{id}/branch", NULL, lobby_branch, RATE_PLAIN, SMALL,
     "a finished or lonely game, played on from an earlier point as a new one"},
    {HTTP_POST, "/api/games/{id}/rematch", NULL, lobby_rematch, RATE_PLAIN, SMALL,
     "by a seat of a finished game: a new one with the sides exchanged"},
    {HTTP_GET, "/api/games/{id}/review", NULL, review_show, RATE_PLAIN, 0,
     "over: its review, or how far it is"},
    {HTTP_POST, "/api/games/{id}/review", NULL, review_begin, RATE_PLAIN, SMALL,
     "over: begins its review in the background"},
    {HTTP_POST, "/api/games/{id}/report", NULL, order_report, RATE_PLAIN, SMALL,
     "by a seat: the other player is reported to the referees"},
    {HTTP_POST, "/api/games/{id}/mute", NULL, order_set_mute, RATE_PLAIN, SMALL,
     "by a seat: it hears the other's chat no more, or again"},
    {HTTP_POST, "/api/games/{id}/block", NULL, order_block, RATE_PLAIN, SMALL,
     "by an account: the other's account is blocked, or no more"},
    {HTTP_GET, "/api/games/{id}/eyes", NULL, eyes_show, RATE_PLAIN, 0,
     "by a seat: who may look through its eyes, and the link"},
    {HTTP_POST, "/api/games/{id}/eyes", NULL, eyes_set, RATE_PLAIN, SMALL,
     "by a seat: others may see what it sees, so many turns late, or no more"},
    {HTTP_GET, "/api/puzzles", puzzle_list, NULL, RATE_PLAIN, 0,
     "every puzzle, without its answer"},
    {HTTP_POST, "/api/puzzles/*", puzzle_post, NULL, RATE_CREATE, SMALL,
     "ID: the puzzle as a new game; ID/answer: what each choice is worth"},
    {HTTP_GET, "/api/lobby", lobby, NULL, RATE_PLAIN, 0,
     "games with an open seat, and public ones"},
    {HTTP_POST, "/api/import", import, NULL, RATE_CREATE, LARGE, "a journal as a new game"},
    {HTTP_GET, "/api/mine", my_games, NULL, RATE_PLAIN, 0, "one's games, by account"},
    {HTTP_POST, "/api/mine", http_mine, NULL, RATE_PLAIN, SMALL, "one's games, by their tokens"},
    {HTTP_POST, "/api/pass", open_letter, NULL, RATE_CREATE, LARGE,
     "`play` only: a passed file laid on the page"},
    {HTTP_POST, "/api/pass/*", take_letter, NULL, RATE_PLAIN, SMALL,
     "`play` only: the file to send back"},
    {HTTP_GET, "/api/account", account, NULL, RATE_PLAIN, 0, "who is signed in"},
    {HTTP_POST, "/api/account", sign_up, NULL, RATE_SIGN, SMALL, "a new account"},
    {HTTP_POST, "/api/account/delete", close_account, NULL, RATE_SIGN, SMALL,
     "with the passphrase: the account is gone"},
    {HTTP_POST, "/api/account/passphrase", new_passphrase, NULL, RATE_SIGN, SMALL,
     "with the old one: a new passphrase; all other sessions end"},
    {HTTP_POST, "/api/account/rename", account_rename, NULL, RATE_SIGN, SMALL, "another name"},
    {HTTP_GET, "/api/account/sessions", account_sessions, NULL, RATE_PLAIN, 0,
     "where the account is signed in"},
    {HTTP_POST, "/api/account/sessions/end", account_session_end, NULL, RATE_PLAIN, SMALL,
     "one of them ends"},
    {HTTP_GET, "/api/account/export", account_export, NULL, RATE_PLAIN, 0,
     "all that is kept about the account"},
    {HTTP_GET, "/api/account/blocks", order_blocks, NULL, RATE_PLAIN, 0,
     "whom the account has blocked"},
    {HTTP_POST, "/api/account/unblock", order_unblock, NULL, RATE_PLAIN, SMALL,
     "one of them is blocked no more"},
    {HTTP_POST, "/api/account/codes", print_codes, NULL, RATE_SIGN, SMALL,
     "with the passphrase: codes to print, each opens the account once"},
    {HTTP_POST, "/api/account/mail", account_mail, NULL, RATE_PLAIN, SMALL,
     "a mail address for the account: a link goes there"},
    {HTTP_POST, "/api/account/mail/verify", account_mail_verify, NULL, RATE_PLAIN, SMALL,
     "the link was opened: the address is the account's"},
    {HTTP_POST, "/api/account/mail/end", account_mail_end, NULL, RATE_PLAIN, SMALL,
     "no mail address any more"},
    {HTTP_POST, "/api/account/recover", account_recover, NULL, RATE_SIGN, SMALL,
     "a link to the account's address, if it has one"},
    {HTTP_POST, "/api/account/reset", account_reset, NULL, RATE_SIGN, SMALL,
     "a new passphrase by such a link, or by a printed code"},
    {HTTP_POST, "/api/login", sign_in, NULL, RATE_SIGN, SMALL, "a session"},
    {HTTP_POST, "/api/logout", sign_out, NULL, RATE_PLAIN, SMALL, "the session ends"},
    {HTTP_POST, "/api/logout/all", sign_out_everywhere, NULL, RATE_PLAIN, SMALL,
     "all sessions of the account end"},
    {HTTP_POST, "/api/notices", notice_show, NULL, RATE_PLAIN, SMALL,
     "what one has asked to be told, and what failed"},
    {HTTP_POST, "/api/notices/push", notice_subscribe, NULL, RATE_PLAIN, SMALL,
     "web push for the account and the seats whose tokens are given"},
    {HTTP_POST, "/api/notices/push/end", notice_unsubscribe, NULL, RATE_PLAIN, SMALL,
     "no more web push to this endpoint"},
    {HTTP_POST, "/api/notices/push/try", notice_try, NULL, RATE_PLAIN, SMALL,
     "a trial notice to this endpoint"},
    {HTTP_POST, "/api/notices/mail", mail_settings, NULL, RATE_PLAIN, SMALL,
     "whether moves are told by mail, and when not"},
    {HTTP_POST, "/api/mail/stop", mail_stop, NULL, RATE_PLAIN, SMALL,
     "by the link at the end of a mail: no more of them"},
    {HTTP_GET, "/api/house", order_house, NULL, RATE_PLAIN, 0, "the house rules"},
    {HTTP_GET, "/api/order/reports", order_reports, NULL, RATE_PLAIN, 0,
     "for referees: what was reported, with its record"},
    {HTTP_POST, "/api/order/judge", order_judge, NULL, RATE_PLAIN, SMALL,
     "for referees: a verdict on a report"},
    {HTTP_POST, "/api/order/ban", order_ban, NULL, RATE_PLAIN, SMALL,
     "for referees: an account is closed, with reason and end"},
    {HTTP_POST, "/api/order/unban", order_unban, NULL, RATE_PLAIN, SMALL,
     "for referees: it is open again"},
    {HTTP_GET, "/api/order/log", order_log, NULL, RATE_PLAIN, 0,
     "for referees: what referees have done"},
    {HTTP_POST, "/api/order/referee", order_referee, NULL, RATE_PLAIN, SMALL,
     "for the administrator: an account is a referee, or no more"},
    {HTTP_POST, "/api/order/house", order_set_house, NULL, RATE_PLAIN, SMALL,
     "for the administrator: new house rules"},
    {HTTP_GET, "/api/seeks", seek_list, NULL, RATE_PLAIN, 0, "who looks for a game, and which"},
    {HTTP_POST, "/api/seeks", seek_offer, NULL, RATE_CREATE, SMALL,
     "a game that one would like to play: scenario, side, clock"},
    {HTTP_GET, "/api/seeks/*", seek_show, NULL, RATE_PLAIN, 0,
     "ID: one's own: whether somebody has accepted it, and the game"},
    {HTTP_POST, "/api/seeks/*", seek_answer, NULL, RATE_CREATE, SMALL,
     "ID/accept: makes the game; ID/drop: one's own is taken back"},
    {HTTP_GET, "/api/bots", botaccount_list, NULL, RATE_PLAIN, 0, "the bots one owns"},
    {HTTP_POST, "/api/bots", botaccount_make, NULL, RATE_SIGN, SMALL,
     "an account for a program; its token is told once"},
    {HTTP_POST, "/api/bots/*", botaccount_post, NULL, RATE_SIGN, SMALL,
     "NAME/token: a new token; NAME/delete: the bot is gone"},
    {HTTP_GET, "/api/cups", cup_list, NULL, RATE_PLAIN, 0, "cups, the newest first"},
    {HTTP_POST, "/api/cups", cup_make, NULL, RATE_CREATE, SMALL, "a new cup; its maker is referee"},
    {HTTP_GET, "/api/cups/*", cup_show, NULL, RATE_PLAIN, 0,
     "ID: rounds and table; ID/ical: a calendar of the deadlines"},
    {HTTP_POST, "/api/cups/*", cup_post, NULL, RATE_PLAIN, SMALL,
     "ID/enter, /leave, /start, /vacation; /rule: the referee decides a game"},
    {HTTP_GET, "/api/ladder/*", rating_ladder, NULL, RATE_PLAIN, 0,
     "GAME: the ratings of people, and of bots"},
    {HTTP_GET, "/api/player/*", rating_player, NULL, RATE_PLAIN, 0,
     "NAME: a player's ratings and rated games"},
    {HTTP_GET, "/api/stats/*", stats_game, NULL, RATE_PLAIN, 0,
     "GAME: how the games of each scenario went"},
    {HTTP_GET, "/api/record/*", stats_player, NULL, RATE_PLAIN, 0,
     "NAME: how a player's games went, by scenario and side"},
    {HTTP_GET, "/api/rules/*", rules, NULL, RATE_PLAIN, 0, "a game's rules in our words"},
    {HTTP_GET, "/api/sources/*", sources, NULL, RATE_PLAIN, 0, "where a game's figures come from"},
    {HTTP_GET, "/api/guide/*", guide, NULL, RATE_PLAIN, 0, "a lesson's guide: GAME/SCENARIO"},
    {HTTP_GET, "/api/board/*", board, NULL, RATE_PLAIN, 0, "a board: GAME/SCENARIO"},
    {HTTP_GET, "/healthz", metrics_health, NULL, RATE_PLAIN, 0, "200 while the server turns"},
    {HTTP_GET, "/readyz", metrics_ready, NULL, RATE_PLAIN, 0,
     "200 while players may be sent here, else 503"},
    {HTTP_GET, "/readyz/house", metrics_house, NULL, RATE_PLAIN, 0,
     "of several nodes, the same of the one that has accounts, cups and seeks"},
    {HTTP_GET, "/metrics", metrics_text, NULL, RATE_PLAIN, 0,
     "figures in Prometheus's form, for the administrator"},
    {HTTP_GET, "/api/admin", metrics_admin, NULL, RATE_PLAIN, 0, "counts, for the administrator"},
    {HTTP_GET, "/api/admin/workers", far_show, NULL, RATE_PLAIN, 0,
     "workers on other machines and what waits, for the administrator"},
    {HTTP_POST, "/api/admin/workers", far_make_key, NULL, RATE_PLAIN, SMALL,
     "by the administrator: a key for a new worker"},
    {HTTP_DELETE, "/api/admin/workers/*", far_end_key, NULL, RATE_PLAIN, 0,
     "by the administrator: the worker's key opens nothing any more"},
    {HTTP_POST, "/api/work", far_work, NULL, RATE_PLAIN, SMALL,
     "by a worker: brings its answer, and waits for something to think about"},
    {HTTP_POST, "/api/work/beat", far_beat, NULL, RATE_PLAIN, SMALL,
     "by a worker: it is still thinking"},
    {HTTP_GET, "/api/admin/games", http_admin_games, NULL, RATE_PLAIN, 0,
     "all games, for the administrator"},
};
const size_t nroutes = sizeof routes / sizeof *routes;

/* ---- which row */
/* Does the path have the pattern's form? The id and the rest are found on the way. */
static bool fits(const char *pattern, const char *path, char id[ID_TEXT], const char **rest) {
  id[0] = 0;
  *rest = "";
  for (; *pattern; pattern++) {
    if (*pattern == '*') {
      *rest = path;
      return true;
    }
    if (*pattern != '{') {
      if (*pattern != *path++)
        return false;
      continue;
    }
    size_t n = strcspn(path, "/");
    if (n == ID_TEXT - 1) { /* of any other length: no game has it, and the room says so */
      memcpy(id, path, n);
      id[n] = 0;
    }
    path += n;
    pattern = strchr(pattern, '}');
  }

  return !*path;
}

/* The first row of the table that fits. */
static const struct route *find(enum http_method method, const char *path, char id[ID_TEXT],
                                const char **rest) {
  for (size_t i = 0; i < nroutes; i++)
    if (routes[i].method == method && fits(routes[i].path, path, id, rest))
      return &routes[i];
  return NULL;
}

size_t routes_body(enum http_method method, const char *path) {
  char id[ID_TEXT];
  const char *rest;
  const struct route *r = find(method, path, id, &rest);
  return r ? r->body : SMALL;
}

/* Everything else is a file of the page. Monitors look for these names at the root. */
bool routes_have(const char *path) {
  static const char *const at_the_root[] = {"/api", "/metrics", "/healthz", "/readyz",
                                            "/readyz/house"};

  for (size_t i = 0; i < sizeof at_the_root / sizeof *at_the_root; i++)
    if (!strcmp(path, at_the_root[i]))
      return true;
  return !strncmp(path, "/api/", 5);
}

/* ---- which node */
/* What no node needs another for. A new game gets an id of the node that makes it. */
static route_answer *const anywhere[] = {
    list_routes, http_games,     create,        import,        puzzle_list,  puzzle_post,
    rules,       sources,        guide,         board,         lobby,        my_games,
    http_mine,   metrics_health, metrics_ready, metrics_house, metrics_text, metrics_admin,
    far_show,    far_work,       far_beat,      account,       order_house,  http_admin_games};

/* A game's own routes go by its room; all others change or show what the house has. */
static bool is_elsewhere(const struct server *s, const struct route *r) {
  if (r->visit || shards_house(s))
    return false;
  for (size_t i = 0; i < sizeof anywhere / sizeof *anywhere; i++)
    if (r->answer == anywhere[i])
      return false;
  return true;
}

/* ---- serving */
static bool take(struct exchange *x, enum limit_kind kind) {
  struct limits *l = x->srv->limits;
  char name[LIMIT_WHO];

  if (!limits_take(l, x->address, kind, now_steady()))
    return false;
  if (!x->account || limits_exempt(l, x->address))
    return true;
  limits_account(x->account, name);
  return limits_take(l, name, kind, now_steady());
}

/* By its address, and by its account when it has one. */
static bool allowed(struct exchange *x, enum route_rate rate) {
  if (rate == RATE_SIGN && !take(x, LIMIT_LOGIN)) {
    http_say(x, 429, FAULT_LIMIT, "Too many attempts; wait a while.");
    return false;
  }
  if (rate == RATE_CREATE && !take(x, LIMIT_CREATE)) {
    http_say(x, 429, FAULT_LIMIT, "Too many new games; wait a while.");
    return false;
  }

  return true;
}

/* The body as a document; an empty one counts as {}. */
static cJSON *body_of(struct exchange *x, struct fault *f) {
  const char *text = x->nbody ? x->body : "{}";
  cJSON *doc = input_parse(text, x->nbody ? x->nbody : 2, "body", f);

  if (!doc || cJSON_IsObject(doc))
    return doc;
  cJSON_Delete(doc);
  fault_at(f, "body", "must be a JSON object");
  return NULL;
}

/* The caller's account, by its session or as a bot. False: the store does not answer, and would not
 * answer the route either; monitors are answered all the same. */
static bool who_asks(struct exchange *x) {
  struct server *s = x->srv;
  bool known = account_of(s, x->session, &x->account);
  int64_t bot = 0;

  if (known && !x->account)
    known = botaccount_of(s, x->bearer, &bot);
  if (bot) { /* its own token, and no seat's */
    x->account = bot;
    x->bearer[0] = 0;
  }
  return (known && store_answers(s->reader)) || strncmp(x->path, "/api/", 5) != 0;
}

/* Checks that hold for all routes, in one place, then the route itself. */
void routes_serve(struct exchange *x) {
  char id[ID_TEXT];
  struct call c;
  struct fault f = {0};
  const struct route *r = find(x->method, x->path, id, &c.rest);
  cJSON *doc = NULL;

  if (x->method == HTTP_OTHER) {
    http_say(x, 405, FAULT_INPUT, "GET, POST or DELETE.");
    return;
  }
  if (x->method != HTTP_GET && !x->same_site) { /* a page of another site may not act here */
    http_say(x, 403, FAULT_SEAT, "This request comes from another site.");
    return;
  }
  if (!r) {
    http_say(x, 404, FAULT_INPUT, "There is nothing here.");
    return;
  }
  if (is_elsewhere(x->srv, r)) {
    http_elsewhere(x, 0);
    return;
  }
  if (!who_asks(x)) {
    http_say(x, 503, FAULT_INTERNAL, "The database does not answer just now; try again.");
    return;
  }
  if (!allowed(x, r->rate))
    return;
  if (x->method == HTTP_POST && !(doc = body_of(x, &f))) {
    http_fault(x, &f);
    return;
  }
  if (r->visit) {
    lobby_with(x, id, r->visit, doc); /* takes the document */
    return;
  }
  c.doc = doc;
  r->answer(x, &c);
  cJSON_Delete(doc);
}
