/* botaccount.c - see botaccount.h. Rows: "bot" has the owner of each bot's account. */
#include "botaccount.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "account.h"
#include "http.h"
#include "names.h"
#include "rating.h"
#include "shards.h"

/* bots of one person; rows that are searched for them */
enum { MOST_BOTS = 5, LISTED = 10000 };

/* A person's session opens nothing here. */
bool botaccount_of(struct server *s, const char *token, int64_t *account) {
  if (!account_of(s, token, account))
    return false;
  if (*account && !rating_bot_owner(s->reader, *account))
    *account = 0;
  return true;
}

/* ---- one's own */
struct own {
  struct server *srv;
  struct sal_json *j;
  int64_t owner;
  int n;
};
/* Counts and, where there is a document, lists those of one owner. */
static bool each_bot(void *ctx, const char *who, int64_t owner, const char *text) {
  struct own *o = ctx;
  char name[RATING_WHO];

  (void)text;
  if (owner != o->owner || !rating_name(o->srv->reader, who, name))
    return true;
  o->n++;
  if (o->j)
    sal_json_str(o->j, NULL, name);

  return true;
}

static void list_json(void *ctx, struct sal_json *j) {
  struct own *o = ctx;

  o->j = j;
  sal_json_object(j, NULL);
  sal_json_bool(j, "ok", true);
  sal_json_array(j, "bots");
  store_rows(o->srv->reader, "bot", LISTED, each_bot, o);
  sal_json_end(j);
  sal_json_end(j);
}

void botaccount_list(struct exchange *x, const struct call *c) {
  struct own o = {.srv = x->srv, .owner = x->account};
  (void)c;
  if (x->account)
    http_reply(x, 200, "application/json", blob_json(list_json, &o));
  else
    http_say(x, 403, FAULT_SEAT, "Sign in to see your bots.");
}

/* ---- a new one, a new token, the end of one */
enum purpose { MAKE, RENEW, DELETE };
/* A bot on its way to the disk; only the answer tells the token. */
struct changing {
  struct exchange *x;
  enum purpose what;
  struct store_account account;
  int64_t owner;
  char token[TOKEN_TEXT];
  uint8_t hash[SECRET_HASH];
};
/* A bot has one session, which does not end; a new token replaces it. */
static enum store_result write_bot(struct store *s, void *arg) {
  struct changing *c = arg;
  char key[32];
  enum store_result r = STORE_OK;

  if (c->what != MAKE)
    r = news_put(s, "lines", c->account.id);
  if (!r && c->what == DELETE)
    r = news_put(s, "name", c->account.id);
  if (c->what == DELETE) /* its rows go with the account */
    return r ? r : store_account_delete(s, c->account.id);
  if (c->what == MAKE)
    r = store_account_add(s, &c->account);
  snprintf(key, sizeof key, "#%lld", (long long)c->account.id);
  if (!r)
    r = store_row_put(s, "bot", key, c->owner, "");
  if (!r)
    r = store_sessions_drop(s, c->account.id);

  return r ? r : store_session_add(s, c->hash, c->account.id, INT64_MAX, 1);
}

/* Ends the lines opened with the old token. */
static void bot_written(void *arg, enum store_result got, const char *why) {
  struct changing *c = arg;
  struct fault f;

  (void)why;
  fault_at(&f, "name", "that name is taken");
  if (!got && c->what != MAKE)
    net_end_account(c->x->srv->net, c->account.id);
  if (got == STORE_TAKEN)
    http_fault(c->x, &f);
  else if (got)
    http_say(c->x, 500, FAULT_INTERNAL, "The server could not write this down.");
  else if (c->what == DELETE)
    http_reply(c->x, 200, "application/json", blob_fmt("{\"ok\":true}"));
  else
    http_reply(
        c->x, 200, "application/json",
        blob_fmt("{\"ok\":true,\"name\":\"%s\",\"token\":\"%s\"}", c->account.name, c->token));
  free(c);
}

static void submit(struct exchange *x, enum purpose what, const struct store_account *account) {
  struct changing *c = calloc(1, sizeof *c);

  if (!c)
    abort();
  *c = (struct changing){.x = x, .what = what, .account = *account, .owner = x->account};
  secret_token(c->token);
  secret_hash(x->srv->salt, c->token, c->hash);
  writer_submit(x->srv->writer, write_bot, bot_written, c);
}

/* Its name is free, and so are those that only look different to a machine. */
static bool is_free(struct server *s, const struct store_account *a) {
  struct store_account known;
  char skeleton[STORE_NAME];
  name_skeleton(a->name, skeleton, sizeof skeleton);
  return store_account_read(s->reader, a->fold, &known) == STORE_NONE &&
         store_account_read(s->reader, skeleton, &known) == STORE_NONE;
}

/* Only people own bots: nobody would answer for a bot of a bot. */
void botaccount_make(struct exchange *x, const struct call *call) {
  static const char *const known[] = {"v", "name", NULL};
  struct store_account a = {.created = now_wall()};
  struct own o = {.srv = x->srv, .owner = x->account};
  const char *name = NULL;
  struct fault f = {0};
  bool ok = input_fields(call->doc, "", known, &f) &&
            input_text(call->doc, "", "name", true, &name, &f) && account_name_ok(name, a.fold, &f);

  if (ok)
    snprintf(a.name, sizeof a.name, "%s", name);
  if (ok && x->account)
    store_rows(x->srv->reader, "bot", LISTED, each_bot, &o);
  if (ok && (!x->account || rating_bot_owner(x->srv->reader, x->account)))
    fault_say(&f, FAULT_SEAT, "Sign in as a person: a bot has an owner who answers for it.");
  else if (ok && o.n >= MOST_BOTS)
    fault_say(&f, FAULT_LIMIT, "You have %d bots already.", o.n);
  else if (ok && !is_free(x->srv, &a))
    fault_at(&f, "name", "that name is taken");
  if (f.code)
    http_fault(x, &f);
  else
    submit(x, MAKE, &a);
}

/* /token and /delete, by the owner; everybody else is told that there is no such bot. */
void botaccount_post(struct exchange *x, const struct call *call) {
  char name[STORE_NAME];
  char fold[STORE_NAME];
  struct store_account a;
  struct fault f;
  size_t n = strcspn(call->rest, "/");
  const char *what = call->rest + n;

  snprintf(name, sizeof name, "%.*s", (int)n, call->rest);
  bool own = x->account && account_name_ok(name, fold, &f) &&
             !store_account_read(x->srv->reader, fold, &a) &&
             rating_bot_owner(x->srv->reader, a.id) == x->account;
  if (own && !strcmp(what, "/token"))
    submit(x, RENEW, &a);
  else if (own && !strcmp(what, "/delete"))
    submit(x, DELETE, &a);
  else
    http_say(x, 404, FAULT_INPUT, "You have no such bot.");
}
