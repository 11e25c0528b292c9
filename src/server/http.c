/* http.c - a request is answered here, or by the table of routes; and what is not under /api is a
 * file of the page. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bot.h"
#include "http.h"
#include "worker.h"

/* ---- answering */
void http_free(struct exchange *x) {
  free(x->body);
  blob_drop(x->out);
  free(x);
}

/* The answer is ready. If the client has gone, it is thrown away. */
void http_reply(struct exchange *x, int status, const char *type, struct blob *out) {
  x->status = status;
  x->type = type;
  x->out = out;
  if (x->wire)
    net_reply(x);
  else
    http_free(x);
}

/* A fault with the status that fits its code. */
void http_fault(struct exchange *x, const struct fault *f) {
  static const int status[] = {[FAULT_NONE] = 500,  [FAULT_REFUSED] = 409, [FAULT_SEAT] = 403,
                               [FAULT_INPUT] = 400, [FAULT_STATE] = 409,   [FAULT_DICE] = 409,
                               [FAULT_STALE] = 409, [FAULT_LIMIT] = 429,   [FAULT_INTERNAL] = 500};
  x->srv->refused++;
  http_reply(x, status[f->code], "application/json", blob_fault(f));
}

void http_say(struct exchange *x, int status, enum fault_code code, const char *text) {
  struct fault f;
  fault_say(&f, code, "%s", text);
  x->srv->refused++;
  http_reply(x, status, "application/json", blob_fault(&f));
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
  /* can a passed file be opened here? */
  sal_json_bool(j, "pass", g->srv->config.pass_home != NULL);
  sal_json_bool(j, "device", g->srv->config.device != NULL); /* the page without a server */
  sal_json_array(j, "bots");
  for (int i = 0; bot_kinds[i]; i++)
    sal_json_str(j, NULL, bot_kinds[i]->name);
  sal_json_end(j);
  sal_json_array(j, "levels"); /* of the planner: planner@LEVEL, the weakest first */
  for (int i = 0; i < BOT_LEVELS; i++)
    sal_json_str(j, NULL, bot_levels[i].name);
  sal_json_end(j);
  g->ok = library_games_json(g->srv->lib, j, "games", false, &g->f);
  sal_json_end(j);
}

void http_games(struct exchange *x, const struct call *c) {
  (void)c;
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

/* Games whose seats the browser holds tokens for; wrong tokens are passed over. */
static void owned_json(void *ctx, struct sal_json *j) {
  const struct owned *o = ctx;

  sal_json_object(j, NULL);
  sal_json_bool(j, "ok", true);
  sal_json_array(j, "games");
  int n = 0;
  for (const cJSON *c = o->list->child; c && n < 100; c = c->next, n++) {
    const cJSON *id = cJSON_GetObjectItemCaseSensitive(c, "id"),
                *token = cJSON_GetObjectItemCaseSensitive(c, "token");
    if (!cJSON_IsString(id) || !cJSON_IsString(token) || !token->valuestring[0])
      continue;
    struct room *r = room_borrow(o->x->srv, id->valuestring);
    int side = r ? lobby_authority(r, token->valuestring, 0) : SAL_NOSIDE;
    if (side != SAL_NOSIDE) {
      sal_json_object(j, NULL);
      game_summary(j, &r->g, o->x->account);
      sal_json_str(j, "side", sal_side_name[side]);
      sal_json_end(j);
    }
    room_return(r);
  }
  sal_json_end(j);
  sal_json_end(j);
}

void http_mine(struct exchange *x, const struct call *c) {
  static const char *const known[] = {"v", "games", NULL};
  struct owned o = {.x = x};
  struct fault f = {0};

  if (!input_fields(c->doc, "", known, &f) || !input_array(c->doc, "", "games", true, &o.list, &f))
    http_fault(x, &f);
  else
    http_reply(x, 200, "application/json", blob_json(owned_json, &o));
}

/* ---- administration */
bool http_is_admin(struct exchange *x) {
  uint8_t hash[SECRET_HASH];
  secret_hash(x->srv->salt, x->bearer, hash);
  if (x->bearer[0] && secret_same(hash, x->srv->admin))
    return true;
  http_say(x, 403, FAULT_SEAT, "This is the administrator's.");
  return false;
}

void http_admin_games(struct exchange *x, const struct call *c) {
  (void)c;
  if (http_is_admin(x))
    lobby_list(x, LIST_ALL);
}

/* ---- files */
static void page(struct exchange *x) {
  struct file_found file;
  const char *path = x->path;

  if (!strcmp(path, "/"))
    path = "/index.html";
  else if (!strcmp(path, "/device/"))
    path = "/device/index.html";
  if (!file_find(x->srv, path, x->gzip, &file)) {
    http_reply(x, 404, "text/plain; charset=utf-8", blob_fmt("There is nothing here.\n"));
    return;
  }
  snprintf(x->extra, sizeof x->extra, "etag: \"%s\"\r\nvary: accept-encoding\r\n%s", file.tag,
           file.gzip ? "content-encoding: gzip\r\n" : "");
  http_reply(x, 200, file.type, blob_new(file.text, file.size));
  free(file.owned);
}

/* ---- a request */
void http_request(struct exchange *x) {
  if (x->begun)
    abort(); /* two owners */
  x->begun = true;
  if (x->srv->closing)
    http_say(x, 503, FAULT_INTERNAL, "The server is closing.");
  else if (!limits_take(x->srv->limits, x->address, LIMIT_HTTP, now_steady()))
    http_say(x, 429, FAULT_LIMIT, "Too many requests; slow down.");
  else if (routes_have(x->path))
    routes_serve(x);
  else if (x->method == HTTP_GET)
    page(x);
  else
    http_say(x, 405, FAULT_INPUT, "GET or HEAD only.");
}
