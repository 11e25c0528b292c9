/* http.c - the routes. What is not under /api is a file of the page. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "account.h"
#include "bots/bot.h"
#include "letter.h"
#include "lobby.h"
#include "worker.h"

/* ---- answering */
void http_free(struct exchange *x) {
  free(x->body);
  blob_drop(x->out);
  free(x);
}
void http_reply(struct exchange *x, int status, const char *type, struct blob *out) {
  x->status = status;
  x->type = type;
  x->out = out;
  if (x->wire) net_reply(x);
  else http_free(x);
}
static void fault_doc(void *ctx, struct sal_json *j) {
  sal_json_object(j, NULL);
  sal_json_bool(j, "ok", false);
  fault_json(j, "error", ctx);
  sal_json_end(j);
}
void http_fault(struct exchange *x, const struct fault *f) {
  static const int status[] = {[FAULT_NONE] = 500, [FAULT_REFUSED] = 409, [FAULT_SEAT] = 403, [FAULT_INPUT] = 400, [FAULT_STATE] = 409, [FAULT_DICE] = 409,
                               [FAULT_STALE] = 409, [FAULT_LIMIT] = 429, [FAULT_INTERNAL] = 500};
  struct fault copy = *f;
  x->srv->refused++;
  http_reply(x, status[f->code], "application/json", blob_json(fault_doc, &copy));
}
static void say(struct exchange *x, int status, enum fault_code code, const char *text) {
  struct fault f;
  fault_say(&f, code, "%s", text);
  x->srv->refused++;
  http_reply(x, status, "application/json", blob_json(fault_doc, &f));
}

/* ---- small routes */
struct gaming {
  struct server *srv;
  bool ok;
  struct fault f;
};
static void games_json(void *ctx, struct sal_json *j) {
  struct gaming *g = ctx;
  sal_json_object(j, NULL);
  sal_json_int(j, "v", 1);
  sal_json_bool(j, "ok", true);
  sal_json_str(j, "version", SALIENT_VERSION);
  sal_json_bool(j, "pass", g->srv->config.pass_home != NULL); /* can a passed file be opened here? */
  sal_json_array(j, "bots");
  for (int i = 0; bot_kinds[i]; i++) sal_json_str(j, NULL, bot_kinds[i]->name);
  sal_json_end(j);
  g->ok = library_games_json(g->srv->lib, j, "games", false, &g->f);
  sal_json_end(j);
}
static void games(struct exchange *x) {
  struct gaming g = {.srv = x->srv};
  struct blob *b = blob_json(games_json, &g);
  if (g.ok) {
    http_reply(x, 200, "application/json", b);
    return;
  }
  blob_drop(b);
  http_fault(x, &g.f);
}
/* Games of somebody without an account, by the tokens the page has kept. */
struct owned {
  struct exchange *x;
  const cJSON *list;
};
static void owned_json(void *ctx, struct sal_json *j) {
  const struct owned *o = ctx;
  sal_json_object(j, NULL);
  sal_json_bool(j, "ok", true);
  sal_json_array(j, "games");
  int n = 0;
  for (const cJSON *c = o->list->child; c && n < 100; c = c->next, n++) {
    const cJSON *id = cJSON_GetObjectItemCaseSensitive(c, "id"), *token = cJSON_GetObjectItemCaseSensitive(c, "token");
    enum store_result got;
    if (!cJSON_IsString(id) || !cJSON_IsString(token) || !token->valuestring[0]) continue;
    struct room *r = room_find(o->x->srv, id->valuestring, &got);
    int side = r ? lobby_authority(r, token->valuestring, 0) : SAL_NOSIDE;
    if (side == SAL_NOSIDE) continue;
    sal_json_object(j, NULL);
    game_summary(j, &r->g, o->x->account);
    sal_json_str(j, "side", sal_side_name[side]);
    sal_json_end(j);
  }
  sal_json_end(j);
  sal_json_end(j);
}
static void mine(struct exchange *x, const cJSON *doc) {
  static const char *const known[] = {"v", "games", NULL};
  struct owned o = {.x = x};
  struct fault f = {0};
  if (!input_fields(doc, "", known, &f) || !input_array(doc, "", "games", true, &o.list, &f)) http_fault(x, &f);
  else http_reply(x, 200, "application/json", blob_json(owned_json, &o));
}

/* ---- administration */
static int64_t resident_kb(void) {
  long pages = 0;
  FILE *in = fopen("/proc/self/statm", "r");
  if (!in) return 0;
  if (fscanf(in, "%*d %ld", &pages) != 1) pages = 0;
  fclose(in);
  return (int64_t)pages * (sysconf(_SC_PAGESIZE) / 1024);
}
static void admin_json(void *ctx, struct sal_json *j) {
  struct server *s = ctx;
  struct store_counts c = {0};
  struct writer_counts w = writer_count(s->writer);
  struct rusage use;
  getrusage(RUSAGE_SELF, &use);
  store_count(s->reader, &c);
  sal_json_object(j, NULL);
  sal_json_bool(j, "ok", true);
  sal_json_str(j, "version", SALIENT_VERSION);
  sal_json_int(j, "up_seconds", (now_wall() - s->started) / 1000);
  sal_json_int(j, "games", c.games);
  sal_json_int(j, "open", c.open);
  sal_json_int(j, "accounts", c.accounts);
  sal_json_int(j, "store_bytes", c.bytes);
  sal_json_int(j, "rooms", s->nrooms);
  sal_json_int(j, "loaded", s->loaded);
  sal_json_int(j, "connections", (int64_t)s->connections);
  sal_json_int(j, "acknowledged", (int64_t)s->served);
  sal_json_int(j, "pushed", (int64_t)s->pushed);
  sal_json_int(j, "refused", (int64_t)s->refused);
  sal_json_int(j, "writes", (int64_t)w.jobs);
  sal_json_int(j, "commits", (int64_t)w.groups);
  sal_json_int(j, "write_failures", (int64_t)w.failures);
  sal_json_int(j, "thinking_queue", workers_waiting(s->workers));
  sal_json_int(j, "reading_queue", loader_waiting(s->loader));
  sal_json_int(j, "longest_us", s->longest); /* the loop was held up for, since this was last asked */
  sal_json_int(j, "memory_kb", resident_kb());
  sal_json_int(j, "peak_kb", use.ru_maxrss);
  sal_json_end(j);
}
static void admin(struct exchange *x, const char *what) {
  struct server *s = x->srv;
  uint8_t hash[SECRET_HASH];
  secret_hash(x->srv->salt, x->bearer, hash);
  if (!x->bearer[0] || !secret_same(hash, x->srv->admin)) say(x, 403, FAULT_SEAT, "This is the administrator's.");
  else if (!*what) http_reply(x, 200, "application/json", blob_json(admin_json, s)), s->longest = 0;
  else if (!strcmp(what, "/games")) lobby_list(x, LIST_ALL);
  else say(x, 404, FAULT_INPUT, "There is nothing here.");
}

/* ---- files */
static void page(struct exchange *x) {
  struct file_found file;
  const char *path = strcmp(x->path, "/") ? x->path : "/index.html";
  if (!file_find(x->srv, path, &file)) {
    http_reply(x, 404, "text/plain; charset=utf-8", blob_fmt("There is nothing here.\n"));
    return;
  }
  snprintf(x->extra, sizeof x->extra, "etag: \"%s\"\r\n", file.tag);
  http_reply(x, 200, file.type, blob_new(file.text, file.size));
  free(file.owned);
}

/* ---- the table */
static bool under(const char *path, const char *head, const char **rest) {
  size_t n = strlen(head);
  if (strncmp(path, head, n) || (path[n] && path[n] != '/')) return false;
  *rest = path + n;
  return true;
}
static void one_game(struct exchange *x, const char *rest, cJSON *doc) { /* /ID, /ID/journal, /ID/join, /ID/rematch */
  char id[ID_TEXT] = "";
  const char *what = strchr(rest + 1, '/');
  size_t n = what ? (size_t)(what - rest - 1) : strlen(rest + 1);
  lobby_visit *fn = NULL;
  if (n == ID_TEXT - 1) memcpy(id, rest + 1, n);
  if (!what) fn = x->method == HTTP_GET ? lobby_info : x->method == HTTP_DELETE ? lobby_delete : NULL;
  else if (!strcmp(what, "/journal") && x->method == HTTP_GET) fn = lobby_journal;
  else if (!strcmp(what, "/join") && x->method == HTTP_POST) fn = lobby_join;
  else if (!strcmp(what, "/branch") && x->method == HTTP_POST) fn = lobby_branch;
  else if (!strcmp(what, "/rematch") && x->method == HTTP_POST) fn = lobby_rematch;
  if (fn) {
    lobby_with(x, id, fn, doc);
    return;
  }
  cJSON_Delete(doc);
  say(x, 404, FAULT_INPUT, "There is nothing here.");
}
/* By its address, and by its account when it has one. */
static bool allowed(struct exchange *x, enum limit_kind kind) {
  struct limits *l = x->srv->limits;
  char name[46];
  limits_account(x->account, name);
  return limits_take(l, x->address, kind, now_steady()) && (!x->account || limits_exempt(l, x->address) || limits_take(l, name, kind, now_steady()));
}
static void post(struct exchange *x, const char *rest, const cJSON *doc) {
  bool sign = !strcmp(rest, "/account") || !strcmp(rest, "/login") || !strcmp(rest, "/account/delete");
  if (sign && !allowed(x, LIMIT_LOGIN)) say(x, 429, FAULT_LIMIT, "Too many attempts; wait a while.");
  else if ((!strcmp(rest, "/games") || !strcmp(rest, "/import") || !strcmp(rest, "/pass")) && !allowed(x, LIMIT_CREATE)) say(x, 429, FAULT_LIMIT, "Too many new games; wait a while.");
  else if (!strcmp(rest, "/games")) lobby_create(x, doc);
  else if (!strcmp(rest, "/import")) lobby_import(x, doc);
  else if (!strcmp(rest, "/mine")) mine(x, doc);
  else if (!strcmp(rest, "/pass")) letter_open(x, doc);
  else if (!strncmp(rest, "/pass/", 6)) letter_answer(x, rest + 6);
  else if (!strcmp(rest, "/account")) account_create(x, doc);
  else if (!strcmp(rest, "/login")) account_login(x, doc);
  else if (!strcmp(rest, "/logout")) account_logout(x);
  else if (!strcmp(rest, "/account/delete")) account_delete(x, doc);
  else say(x, 404, FAULT_INPUT, "There is nothing here.");
}
static void api(struct exchange *x, const char *rest) {
  const char *more;
  struct fault f = {0};
  cJSON *doc = NULL;
  if (x->method == HTTP_OTHER) {
    say(x, 405, FAULT_INPUT, "GET, POST or DELETE.");
    return;
  }
  if (x->method != HTTP_GET && !x->same_site) { /* a page of another site may not act here */
    say(x, 403, FAULT_SEAT, "This request comes from another site.");
    return;
  }
  x->account = account_of(x->srv, x->session);
  if (x->method == HTTP_POST) {
    doc = input_parse(x->nbody ? x->body : "{}", x->nbody ? x->nbody : 2, "body", &f);
    if (!doc || !cJSON_IsObject(doc)) {
      if (doc) fault_at(&f, "body", "must be a JSON object");
      cJSON_Delete(doc);
      http_fault(x, &f);
      return;
    }
  }
  if (under(rest, "/games", &more) && *more) {
    one_game(x, more, doc);
    return;
  }
  if (x->method == HTTP_POST) post(x, rest, doc);
  else if (x->method == HTTP_DELETE) say(x, 404, FAULT_INPUT, "There is nothing here.");
  else if (!strcmp(rest, "/games")) games(x);
  else if (!strcmp(rest, "/lobby")) lobby_list(x, LIST_LOBBY);
  else if (under(rest, "/rules", &more)) books_rules(x, more);
  else if (under(rest, "/sources", &more)) books_sources(x, more);
  else if (under(rest, "/guide", &more)) books_guide(x, more);
  else if (under(rest, "/board", &more)) books_board(x, more);
  else if (!strcmp(rest, "/account")) account_show(x);
  else if (!strcmp(rest, "/mine") && x->account) lobby_list(x, LIST_ACCOUNT);
  else if (!strcmp(rest, "/mine")) say(x, 403, FAULT_SEAT, "Sign in first.");
  else if (under(rest, "/admin", &more)) admin(x, more);
  else say(x, 404, FAULT_INPUT, "There is nothing here.");
  cJSON_Delete(doc);
}
void http_request(struct exchange *x) {
  const char *rest;
  x->begun = true;
  if (x->srv->closing) say(x, 503, FAULT_INTERNAL, "The server is closing.");
  else if (!limits_take(x->srv->limits, x->address, LIMIT_HTTP, now_steady())) say(x, 429, FAULT_LIMIT, "Too many requests; slow down.");
  else if (under(x->path, "/api", &rest)) api(x, rest);
  else if (x->method == HTTP_GET) page(x);
  else say(x, 405, FAULT_INPUT, "GET only.");
}
