/* account.c - Argon2id on the loop's thread pool, sessions in an HttpOnly cookie.
 *
 * A wrong name and a wrong passphrase take the same time and get the same answer.
 */
#include "account.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "account_mail.h"
#include "account_self.h"
#include "mail.h"
#include "names.h"
#include "notice.h"
#include "order.h"
#include "shards.h"

enum { SESSION_DAYS = 60, PASS_MIN = 8, PASS_MAX = 200, HASHING_AT_ONCE = 16 };

enum purpose { CREATE, LOGIN, DELETE, CHANGE, RESET, PRINT };
/* A passphrase on its way through the pool of threads: hashing is slow by design, and the loop must
 * not wait for it. `found` and `right` come back: the account exists, and the passphrase is right.
 */
struct signing {
  uv_work_t work;
  struct exchange *x;
  struct store_account account;
  enum purpose what;
  char pass[PASS_MAX + 1], fresh[PASS_MAX + 1]; /* fresh: the new one */
  char token[TOKEN_TEXT];
  uint8_t hash[SECRET_HASH];
  bool found, right;
  char ticket[2 * SECRET_HASH + 1]; /* of RESET: what is used up, and its kind */
  const char *kind;
  char code[CODES][CODE_TEXT]; /* of PRINT */
};

/* Letters of any language, digits, blank, dot, dash, underscore; compared without regard to ASCII
 * case. */
bool account_name_ok(const char *name, char fold[STORE_NAME], struct fault *f) {
  size_t n = strlen(name);

  if (n < 2 || n > 30)
    return fault_at(f, "name", "must have 2 to 30 bytes");
  if (name[0] == ' ' || name[n - 1] == ' ' || strstr(name, "  "))
    return fault_at(f, "name", "has blanks at an end, or two together");
  if (!name_is_clean(name))
    return fault_at(f, "name", "holds characters that cannot be seen");
  for (size_t i = 0; i <= n; i++) {
    unsigned char c = (unsigned char)name[i];
    bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                 c == ' ' || c == '.' || c == '-' || c == '_';
    if (c && c < 128 && !plain)
      return fault_at(f, "name", "may hold letters, digits, blank, dot, dash and underscore");
    fold[i] = (char)(c >= 'A' && c <= 'Z' ? c + 32 : c);
  }

  return true;
}

/* Long enough to be worth hashing, short enough not to be a burden. */
static bool good_pass(const char *pass, const char *at, struct fault *f) {
  if (strlen(pass) >= PASS_MIN && strlen(pass) <= PASS_MAX)
    return true;
  return fault_at(f, at, "must have %d to %d bytes", PASS_MIN, PASS_MAX);
}

/* Reads a request to sign. How many are hashed at once is limited, because each takes a lot of
 * memory. */
static struct signing *begin(struct exchange *x, const cJSON *doc, enum purpose what,
                             struct fault *f) {
  static const char *const plain[] = {"v", "name", "passphrase", NULL};
  static const char *const change[] = {"v", "name", "passphrase", "new", NULL};
  const char *name = NULL;
  const char *pass = NULL;
  const char *fresh = "";
  char fold[STORE_NAME];

  if (!input_fields(doc, "", what == CHANGE ? change : plain, f) ||
      !input_text(doc, "", "name", true, &name, f) ||
      !input_text(doc, "", "passphrase", true, &pass, f))
    return NULL;
  if (what == CHANGE &&
      (!input_text(doc, "", "new", true, &fresh, f) || !good_pass(fresh, "new", f)))
    return NULL;
  if (!account_name_ok(name, fold, f))
    return NULL;
  if (!good_pass(pass, "passphrase", f))
    return NULL;
  if (x->srv->hashing >= HASHING_AT_ONCE) {
    fault_say(f, FAULT_LIMIT, "Too many sign in at once; try again in a moment.");
    return NULL;
  }
  struct signing *s = calloc(1, sizeof *s);
  if (!s)
    abort();
  s->x = x;
  s->what = what;
  s->work.data = s;
  snprintf(s->pass, sizeof s->pass, "%s", pass);
  snprintf(s->fresh, sizeof s->fresh, "%s", fresh);
  snprintf(s->account.name, sizeof s->account.name, "%s", name);
  snprintf(s->account.fold, sizeof s->account.fold, "%s", fold);
  return s;
}

/* Passphrases do not stay in memory. */
static void end(struct signing *s) {
  explicit_bzero(s->pass, sizeof s->pass);
  explicit_bzero(s->fresh, sizeof s->fresh);
  free(s);
}

/* Ends a signing with an answer. */
static void fail(struct signing *s, enum fault_code code, const char *text) {
  struct fault f;
  fault_say(&f, code, "%s", text);
  if (code == FAULT_INPUT)
    snprintf(f.at, sizeof f.at, "name");
  http_fault(s->x, &f);
  end(s);
}

/* ---- off the loop */
static void hash_it(uv_work_t *w) {
  static const char nobody[] = "$argon2id$v=19$m=65536,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$"
                               "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
  struct signing *s = w->data;

  if (s->what == RESET)
    s->right = secret_pass_hash(s->fresh, s->account.pass);
  else if (s->what == CREATE)
    s->right = secret_pass_hash(s->pass, s->account.pass);
  else
    s->right = secret_pass_check(s->pass, s->found ? s->account.pass : nobody) && s->found;
  if (s->what == CHANGE && s->right)
    s->right = secret_pass_hash(s->fresh, s->account.pass);
}

/* ---- the writer's part */
/* Writes a new passphrase: sessions opened with the old one end and are told nothing more. */
static enum store_result write_pass(struct store *st, const struct signing *s) {
  enum store_result r = store_account_pass(st, s->account.id, s->account.pass);
  if (!r)
    r = store_sessions_drop(st, s->account.id);
  if (!r)
    r = notice_end_account(st, s->account.id);
  return r ? r : news_put(st, "lines", s->account.id);
}

/* Seats lose their name before the sessions' lines end. */
static enum store_result write_delete(struct store *st, int64_t account) {
  enum store_result r = account_forget(st, account);
  if (!r)
    r = store_account_delete(st, account);
  if (!r)
    r = news_put(st, "name", account);
  return r ? r : news_put(st, "lines", account);
}

static enum store_result write_account(struct store *st, void *arg) {
  struct signing *s = arg;
  enum store_result r = STORE_OK;

  if (s->what == DELETE)
    return write_delete(st, s->account.id);
  if (s->what == PRINT)
    return codes_write(st, s->x->srv->salt, s->account.id, s->code);
  if (s->what == RESET)
    r = ticket_use(st, s->ticket, s->kind, now_wall());
  if (!r && s->what == CREATE)
    r = store_account_add(st, &s->account);
  else if (!r)
    r = store_sessions_expire(st, now_wall());
  if (!r && (s->what == CHANGE || s->what == RESET))
    r = write_pass(st, s);
  return r ? r
           : store_session_add(st, s->hash, s->account.id,
                               now_wall() + (int64_t)SESSION_DAYS * 86400000, LIMIT_SESSIONS);
}

static void codes_json(void *ctx, struct sal_json *j) {
  const struct signing *s = ctx;

  sal_json_object(j, NULL);
  sal_json_bool(j, "ok", true);
  sal_json_array(j, "codes");
  for (int i = 0; i < CODES; i++)
    sal_json_str(j, NULL, s->code[i]);
  sal_json_end(j);
  sal_json_end(j);
}

static void signed_json(void *ctx, struct sal_json *j) {
  const struct store_account *a = ctx;
  sal_json_object(j, NULL);
  sal_json_bool(j, "ok", true);
  if (a)
    sal_json_str(j, "name", a->name);
  sal_json_end(j);
}

/* The browser keeps the session where no script can read it. */
static void set_cookie(struct exchange *x, const char *token, int seconds) {
  snprintf(x->extra, sizeof x->extra,
           "set-cookie: salient=%s; Path=/; HttpOnly; SameSite=Strict; Max-Age=%d%s\r\n", token,
           seconds, x->secure ? "; Secure" : "");
}

/* The account is durable: the answer goes out. Deleting or changing it ends its other sessions. */
static void account_written(void *arg, enum store_result got, const char *why) {
  struct signing *s = arg;

  (void)why;
  if (got == STORE_TAKEN) {
    fail(s, FAULT_INPUT, "that name is taken");
    return;
  }
  if (got == STORE_NONE) {
    fail(s, FAULT_STATE, "This has been used already.");
    return;
  }
  if (got) {
    fail(s, FAULT_INTERNAL, "The server could not write this down.");
    return;
  }
  if (s->what == PRINT) {
    http_reply(s->x, 200, "application/json", blob_json(codes_json, s));
    end(s);
    return;
  }
  if (s->what == DELETE)
    account_name_seats(s->x->srv, s->account.id, "");
  if (s->what == DELETE || s->what == CHANGE || s->what == RESET)
    net_end_account(s->x->srv->net, s->account.id);
  set_cookie(s->x, s->what == DELETE ? "" : s->token, s->what == DELETE ? 0 : SESSION_DAYS * 86400);
  http_reply(s->x, 200, "application/json",
             blob_json(signed_json, s->what == DELETE ? NULL : &s->account));
  end(s);
}

/* Attempts to open one account are counted, from wherever they come; only wrong ones stay counted.
 */
static bool may_try(const struct signing *s) {
  struct limits *l = s->x->srv->limits;
  char name[LIMIT_WHO];
  limits_name(s->account.fold, name);
  return s->what == CREATE || limits_exempt(l, s->x->address) ||
         limits_take(l, name, LIMIT_NAME, now_steady());
}

/* A right passphrase returns the attempt it used. */
static void forgive(const struct signing *s) {
  char name[LIMIT_WHO];
  limits_name(s->account.fold, name);
  if (s->what != CREATE && s->what != RESET)
    limits_untake(s->x->srv->limits, name, LIMIT_NAME, now_steady());
}

/* Back on the loop after hashing. Wrong names and wrong passphrases get one answer. */
static void hashed(uv_work_t *w, int status) {
  struct signing *s = w->data;

  (void)status;
  s->x->srv->hashing--;
  if (s->x->srv->closing) {
    fail(s, FAULT_INTERNAL, "The server is closing.");
    return;
  }
  if (!s->right) {
    fail(s, s->what == CREATE ? FAULT_INTERNAL : FAULT_SEAT,
         s->what == CREATE ? "The passphrase could not be hashed."
                           : "The name or the passphrase is wrong.");
    return;
  }
  forgive(s);
  const struct ban *ban = order_ban_of(s->x->srv, s->account.id);
  if (ban && s->what != DELETE) {
    struct fault f;
    order_say_ban(ban, &f);
    http_fault(s->x, &f);
    end(s);
    return;
  }
  secret_token(s->token);
  secret_hash(s->x->srv->salt, s->token, s->hash);
  if (s->what == CREATE)
    s->account.created = now_wall();
  if (s->what == PRINT)
    codes_make(s->code);
  writer_submit(s->x->srv->writer, write_account, account_written, s);
}

/* One way for all four purposes. A name that only looks like another counts as taken. */
static void sign(struct exchange *x, const cJSON *doc, enum purpose what) {
  struct fault f = {0};
  struct signing *s = begin(x, doc, what, &f);

  if (!s) {
    http_fault(x, &f);
    return;
  }
  struct store_account known;
  s->found = !store_account_read(x->srv->reader, s->account.fold, &known);
  if (what == CREATE && !s->found) { /* nor one that looks different only to a machine */
    char skeleton[STORE_NAME];
    name_skeleton(s->account.name, skeleton, sizeof skeleton);
    s->found = !store_account_read(x->srv->reader, skeleton, &known) ||
               account_name_rests(x->srv->reader, s->account.fold, 0);
  }
  if (what == CREATE && s->found) {
    fail(s, FAULT_INPUT, "that name is taken");
    return;
  }
  if (s->found)
    s->account = known;
  if ((what == DELETE || what == CHANGE || what == PRINT) &&
      (!x->account || s->account.id != x->account))
    s->found = false;
  if (!may_try(s)) {
    fail(s, FAULT_LIMIT, "Too many attempts to open this account; wait a while.");
    return;
  }
  x->srv->hashing++;
  uv_queue_work(&x->srv->loop, &s->work, hash_it, hashed);
}

void account_create(struct exchange *x, const cJSON *doc) {
  sign(x, doc, CREATE);
}

void account_login(struct exchange *x, const cJSON *doc) {
  sign(x, doc, LOGIN);
}

void account_delete(struct exchange *x, const cJSON *doc) {
  sign(x, doc, DELETE);
}

void account_passphrase(struct exchange *x, const cJSON *doc) {
  sign(x, doc, CHANGE);
}

void account_codes(struct exchange *x, const cJSON *doc) {
  sign(x, doc, PRINT);
}

void account_renew(struct exchange *x, const struct store_account *a, const char *fresh,
                   const char *ticket, const char *kind) {
  struct fault f = {0};

  if (x->srv->hashing >= HASHING_AT_ONCE)
    fault_say(&f, FAULT_LIMIT, "Too many sign in at once; try again in a moment.");
  else
    good_pass(fresh, "new", &f);
  if (f.code) {
    http_fault(x, &f);
    return;
  }
  struct signing *s = calloc(1, sizeof *s);
  if (!s)
    abort();
  *s = (struct signing){.x = x, .what = RESET, .account = *a, .found = true, .kind = kind};
  s->work.data = s;
  snprintf(s->fresh, sizeof s->fresh, "%s", fresh);
  snprintf(s->ticket, sizeof s->ticket, "%s", ticket);
  x->srv->hashing++;
  uv_queue_work(&x->srv->loop, &s->work, hash_it, hashed);
}

/* ---- sessions */
bool account_of(struct server *s, const char *session, int64_t *account) {
  uint8_t hash[SECRET_HASH];

  *account = 0;
  if (strlen(session) != TOKEN_TEXT - 1)
    return true;
  secret_hash(s->salt, session, hash);
  enum store_result got = store_session_read(s->reader, hash, now_wall(), account);
  if (got)
    *account = 0;
  return !got || got == STORE_NONE;
}

static void show_json(void *ctx, struct sal_json *j) {
  const struct exchange *x = ctx;
  struct store *s = x->srv->reader;
  struct store_account a;
  struct mail_box box;
  bool known = x->account && !store_account_by_id(s, x->account, &a);

  mail_box_read(s, x->account, &box);
  sal_json_object(j, NULL);
  sal_json_bool(j, "ok", true);
  sal_json_bool(j, "mails", mail_ready(x->srv)); /* can this server send any? */
  if (known) {
    sal_json_str(j, "name", a.name);
    sal_json_int(j, "created", a.created);
    sal_json_int(j, "codes", codes_left(s, x->account));
    sal_json_bool(j, "referee", order_is_referee(s, x->account));
    order_export(j, s, x->account);
  }
  if (known && box.known)
    sal_json_str(j, "mail", box.address);
  sal_json_end(j);
}

void account_show(struct exchange *x) {
  http_reply(x, 200, "application/json", blob_json(show_json, x));
}

struct leaving {
  struct exchange *x;
  int64_t all; /* this account's, all of them; 0: this one */
  uint8_t hash[SECRET_HASH];
};

/* One session, or all of the account. */
static enum store_result drop_session(struct store *st, void *arg) {
  const struct leaving *l = arg;
  if (!l->all)
    return store_session_drop(st, l->hash);
  enum store_result r = store_sessions_drop(st, l->all);
  return r ? r : news_put(st, "lines", l->all);
}

/* The cookie is taken back when the session is gone. */
static void left(void *arg, enum store_result got, const char *why) {
  struct leaving *l = arg;
  (void)got;
  (void)why;
  net_end_account(l->x->srv->net, l->all);
  set_cookie(l->x, "", 0);
  http_reply(l->x, 200, "application/json", blob_json(signed_json, NULL));
  free(l);
}

/* Signs out here, or everywhere. */
static void leave(struct exchange *x, int64_t all) {
  struct leaving *l = calloc(1, sizeof *l);

  if (!l)
    abort();
  l->x = x;
  l->all = all;
  secret_hash(x->srv->salt, x->session, l->hash);
  writer_submit(x->srv->writer, drop_session, left, l);
}

void account_logout(struct exchange *x) {
  leave(x, 0);
}

void account_logout_all(struct exchange *x) {
  leave(x, x->account);
}
