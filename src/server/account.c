/* account.c - Argon2id on the loop's thread pool, sessions in an HttpOnly cookie.
 *
 * A wrong name and a wrong passphrase take the same time and get the same answer.
 */
#include "account.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SESSION_DAYS = 60, PASS_MIN = 8, PASS_MAX = 200, HASHING_AT_ONCE = 16 };

enum purpose { CREATE, LOGIN, DELETE };
struct signing {
  uv_work_t work;
  struct exchange *x;
  struct store_account account;
  enum purpose what;
  char pass[PASS_MAX + 1];
  char token[TOKEN_TEXT];
  uint8_t hash[SECRET_HASH];
  bool found, right;
};

/* Letters of any language, digits, blank, dot, dash, underscore; compared without regard to ASCII case. */
static bool good_name(const char *name, char fold[STORE_NAME], struct fault *f) {
  size_t n = strlen(name);
  if (n < 2 || n > 30) return fault_at(f, "name", "must have 2 to 30 bytes");
  if (name[0] == ' ' || name[n - 1] == ' ' || strstr(name, "  ")) return fault_at(f, "name", "has blanks at an end, or two together");
  for (size_t i = 0; i <= n; i++) {
    unsigned char c = (unsigned char)name[i];
    bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == ' ' || c == '.' || c == '-' || c == '_';
    if (c && c < 128 && !plain) return fault_at(f, "name", "may hold letters, digits, blank, dot, dash and underscore");
    fold[i] = (char)(c >= 'A' && c <= 'Z' ? c + 32 : c);
  }
  return true;
}
static struct signing *begin(struct exchange *x, const cJSON *doc, enum purpose what, struct fault *f) {
  static const char *const known[] = {"v", "name", "passphrase", NULL};
  const char *name = NULL, *pass = NULL;
  char fold[STORE_NAME];
  if (!input_fields(doc, "", known, f) || !input_text(doc, "", "name", true, &name, f) || !input_text(doc, "", "passphrase", true, &pass, f)) return NULL;
  if (!good_name(name, fold, f)) return NULL;
  if (strlen(pass) < PASS_MIN || strlen(pass) > PASS_MAX) return fault_at(f, "passphrase", "must have %d to %d bytes", PASS_MIN, PASS_MAX), NULL;
  if (x->srv->hashing >= HASHING_AT_ONCE) return fault_say(f, FAULT_LIMIT, "Too many sign in at once; try again in a moment."), NULL;
  struct signing *s = calloc(1, sizeof *s);
  if (!s) abort();
  s->x = x;
  s->what = what;
  s->work.data = s;
  snprintf(s->pass, sizeof s->pass, "%s", pass);
  snprintf(s->account.name, sizeof s->account.name, "%s", name);
  snprintf(s->account.fold, sizeof s->account.fold, "%s", fold);
  return s;
}
static void end(struct signing *s) {
  memset(s->pass, 0, sizeof s->pass);
  free(s);
}
static void fail(struct signing *s, enum fault_code code, const char *text) {
  struct fault f;
  fault_say(&f, code, "%s", text);
  if (code == FAULT_INPUT) snprintf(f.at, sizeof f.at, "name");
  http_fault(s->x, &f);
  end(s);
}

/* ---- off the loop */
static void hash_it(uv_work_t *w) {
  static const char nobody[] = "$argon2id$v=19$m=65536,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
  struct signing *s = w->data;
  if (s->what == CREATE) s->right = secret_pass_hash(s->pass, s->account.pass);
  else s->right = secret_pass_check(s->pass, s->found ? s->account.pass : nobody) && s->found;
}

/* ---- the writer's part */
static enum store_result write_account(struct store *st, void *arg) {
  struct signing *s = arg;
  if (s->what == DELETE) return store_account_delete(st, s->account.id);
  enum store_result r = s->what == CREATE ? store_account_add(st, &s->account) : store_sessions_expire(st, now_wall());
  return r ? r : store_session_add(st, s->hash, s->account.id, now_wall() + (int64_t)SESSION_DAYS * 86400000, LIMIT_SESSIONS);
}
static void signed_json(void *ctx, struct sal_json *j) {
  const struct store_account *a = ctx;
  sal_json_object(j, NULL);
  sal_json_bool(j, "ok", true);
  if (a) sal_json_str(j, "name", a->name);
  sal_json_end(j);
}
static void set_cookie(struct exchange *x, const char *token, int seconds) {
  snprintf(x->extra, sizeof x->extra, "set-cookie: salient=%s; Path=/; HttpOnly; SameSite=Strict; Max-Age=%d%s\r\n", token, seconds, x->secure ? "; Secure" : "");
}
static void account_written(void *arg, enum store_result got, const char *why) {
  struct signing *s = arg;
  (void)why;
  if (got == STORE_TAKEN) {
    fail(s, FAULT_INPUT, "that name is taken");
    return;
  }
  if (got) {
    fail(s, FAULT_INTERNAL, "The server could not write this down.");
    return;
  }
  set_cookie(s->x, s->what == DELETE ? "" : s->token, s->what == DELETE ? 0 : SESSION_DAYS * 86400);
  http_reply(s->x, 200, "application/json", blob_json(signed_json, s->what == DELETE ? NULL : &s->account));
  end(s);
}
static void hashed(uv_work_t *w, int status) {
  struct signing *s = w->data;
  (void)status;
  s->x->srv->hashing--;
  if (s->x->srv->closing) {
    fail(s, FAULT_INTERNAL, "The server is closing.");
    return;
  }
  if (!s->right) {
    fail(s, s->what == CREATE ? FAULT_INTERNAL : FAULT_SEAT, s->what == CREATE ? "The passphrase could not be hashed." : "The name or the passphrase is wrong.");
    return;
  }
  secret_token(s->token);
  secret_hash(s->x->srv->salt, s->token, s->hash);
  if (s->what == CREATE) s->account.created = now_wall();
  writer_submit(s->x->srv->writer, write_account, account_written, s);
}
static void sign(struct exchange *x, const cJSON *doc, enum purpose what) {
  struct fault f = {0};
  struct signing *s = begin(x, doc, what, &f);
  if (!s) {
    http_fault(x, &f);
    return;
  }
  struct store_account known;
  s->found = !store_account_read(x->srv->reader, s->account.fold, &known);
  if (what == CREATE && s->found) {
    fail(s, FAULT_INPUT, "that name is taken");
    return;
  }
  if (s->found) s->account = known;
  if (what == DELETE && (!x->account || s->account.id != x->account)) s->found = false;
  x->srv->hashing++;
  uv_queue_work(&x->srv->loop, &s->work, hash_it, hashed);
}
void account_create(struct exchange *x, const cJSON *doc) { sign(x, doc, CREATE); }
void account_login(struct exchange *x, const cJSON *doc) { sign(x, doc, LOGIN); }
void account_delete(struct exchange *x, const cJSON *doc) { sign(x, doc, DELETE); }

/* ---- sessions */
int64_t account_of(struct server *s, const char *session) {
  uint8_t hash[SECRET_HASH];
  int64_t account = 0;
  if (strlen(session) != TOKEN_TEXT - 1) return 0;
  secret_hash(s->salt, session, hash);
  return store_session_read(s->reader, hash, now_wall(), &account) ? 0 : account;
}
void account_show(struct exchange *x) {
  struct store_account a;
  bool known = x->account && !store_account_by_id(x->srv->reader, x->account, &a);
  http_reply(x, 200, "application/json", blob_json(signed_json, known ? &a : NULL));
}
struct leaving {
  struct exchange *x;
  uint8_t hash[SECRET_HASH];
};
static enum store_result drop_session(struct store *st, void *arg) { return store_session_drop(st, ((struct leaving *)arg)->hash); }
static void left(void *arg, enum store_result got, const char *why) {
  struct leaving *l = arg;
  (void)got, (void)why;
  set_cookie(l->x, "", 0);
  http_reply(l->x, 200, "application/json", blob_json(signed_json, NULL));
  free(l);
}
void account_logout(struct exchange *x) {
  struct leaving *l = calloc(1, sizeof *l);
  if (!l) abort();
  l->x = x;
  secret_hash(x->srv->salt, x->session, l->hash);
  writer_submit(x->srv->writer, drop_session, left, l);
}
