/* account_mail.c - see account_mail.h. */
#include "account_mail.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "account.h"
#include "http.h"
#include "mail.h"
#include "names.h"
#include "order.h"
#include "rowdoc.h"

enum { VERIFY_HOURS = 24, RECOVER_HOURS = 1, HASH_HEX = 2 * SECRET_HASH + 1 };

/* ---- tickets */
static void hash_of(const uint8_t salt[SECRET_HASH], const char *secret, char out[HASH_HEX]) {
  uint8_t hash[SECRET_HASH];
  secret_hash(salt, secret, hash);
  secret_hex(hash, sizeof hash, out);
}

struct ticket {
  char hash[HASH_HEX], text[MAIL_ADDRESS];
  int64_t account;
};

/* A link or code that still holds. */
static bool ticket_read(struct store *s, const char *kind, int64_t now, struct ticket *t) {
  int64_t until = 0;
  cJSON *doc = row_doc(s, "ticket", t->hash, &until);
  bool holds = doc && until > now && !strcmp(doc_text(doc, "kind"), kind);

  t->account = holds ? doc_int(doc, "account") : 0;
  if (holds)
    snprintf(t->text, sizeof t->text, "%s", doc_text(doc, "text"));
  cJSON_Delete(doc);
  return t->account != 0;
}

/* Each is used once. */
enum store_result ticket_use(struct store *s, const char *hash, const char *kind, int64_t now) {
  struct ticket t;
  snprintf(t.hash, sizeof t.hash, "%s", hash);
  if (!ticket_read(s, kind, now, &t))
    return STORE_NONE;
  return store_row_drop(s, "ticket", hash);
}

/* An account's tickets of a kind have this second key. */
static struct store_range tickets_of(int64_t account, const char *kind, char key[ROW_KEY]) {
  snprintf(key, ROW_KEY, "%lld/%s/", (long long)account, kind);
  return (struct store_range){"ticket", BY_ALSO, key};
}

/* A newer link takes the place of the older; codes stay side by side. */
static enum store_result ticket_add(struct store *s, const struct ticket *t, const char *kind,
                                    int64_t until) {
  char also[ROW_KEY];
  struct store_range older = tickets_of(t->account, kind, also);
  enum store_result r = store_rows_drop(s, "ticket", now_wall());

  if (!r && strcmp(kind, "code")) /* a newer link takes the place of the older */
    r = store_range_drop(s, older);
  if (r)
    return r;
  cJSON *doc = cJSON_CreateObject();
  cJSON_AddNumberToObject(doc, "account", (double)t->account);
  cJSON_AddStringToObject(doc, "kind", kind);
  cJSON_AddStringToObject(doc, "text", t->text);
  return row_file(s, "ticket", t->hash, also, until, doc);
}

/* Everything that belongs to the account alone. */
enum store_result account_forget(struct store *s, int64_t account) {
  char own[ROW_KEY];
  enum store_result r = notice_end_account(s, account);
  if (!r)
    r = order_forget_account(s, account);
  if (!r)
    r = mail_box_drop(s, account);
  row_key(own, account);
  return r ? r : store_range_drop(s, (struct store_range){"ticket", BY_ALSO, own});
}

/* ---- printed codes */
void codes_make(char code[CODES][CODE_TEXT]) {
  static const char letters[] = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"; /* 32, none like another */

  for (int i = 0; i < CODES; i++) {
    uint8_t random[CODE_TEXT];
    secret_bytes(random, sizeof random);
    for (int k = 0; k < CODE_TEXT - 1; k++)
      code[i][k] = letters[random[k] & 31];
    for (int k = 5; k < CODE_TEXT - 1; k += 6)
      code[i][k] = '-';
    code[i][CODE_TEXT - 1] = 0;
  }
}

/* New codes end the old ones; only their hashes are kept. */
enum store_result codes_write(struct store *s, const uint8_t salt[SECRET_HASH], int64_t account,
                              char code[CODES][CODE_TEXT]) {
  char also[ROW_KEY];
  enum store_result r = store_range_drop(s, tickets_of(account, "code", also));

  for (int i = 0; i < CODES && !r; i++) {
    struct ticket t = {.account = account};
    hash_of(salt, code[i], t.hash);
    r = ticket_add(s, &t, "code", INT64_MAX);
  }
  return r;
}

int64_t codes_left(struct store *s, int64_t account) {
  char also[ROW_KEY];
  return store_range_count(s, tickets_of(account, "code", also));
}

/* As it was printed, however it was typed. */
static bool code_of(const char *typed, char out[CODE_TEXT]) {
  int n = 0;

  for (const char *p = typed; *p; p++) {
    char c = (char)(*p >= 'a' && *p <= 'z' ? *p - 32 : *p);
    if (c == '-' || c == ' ')
      continue;
    if (n % 6 == 5 && n < CODE_TEXT - 1)
      out[n++] = '-';
    if (n >= CODE_TEXT - 1)
      return false;
    out[n++] = c;
  }
  out[n] = 0;
  return n == CODE_TEXT - 1;
}

/* ---- mails with a link */
/* A ticket on its way into the store and its link into a mail. Only the hash of the token is
 * stored, so the database opens no account. */
struct sending {
  struct exchange *x;
  struct server *srv;
  struct ticket ticket;
  const char *kind;
  int64_t until;
  bool quietly; /* the answer is the same, whatever happens */
  char token[TOKEN_TEXT], to[MAIL_ADDRESS];
};

/* A link that was used or is too old gets a friendly answer. */
static void answer(struct exchange *x, enum store_result got) {
  if (got == STORE_NONE)
    http_say(x, 409, FAULT_STATE, "This link has been used, or is too old. Ask for a new one.");
  else if (got)
    http_say(x, 500, FAULT_INTERNAL, "The server could not write this down.");
  else
    http_reply(x, 200, "application/json", blob_fmt("{\"ok\":true}"));
}

/* A mail that the relay would not take now. It is kept in memory only, because it holds the link's
 * token: after a restart the player asks again. */
struct link_mail {
  struct link_mail *next;
  struct server *srv;
  int64_t due;   /* steady ms */
  int64_t until; /* when the link ends; then nobody needs it */
  int tries;
  const char *subject;
  char to[MAIL_ADDRESS], text[900];
};
enum { LINK_TRIES = 4 };
static const int64_t LINK_PAUSE_MS[LINK_TRIES] = {2000, 20000, 120000, 600000};

/* A final refusal is not tried again; any other is, for a quarter of an hour. */
static bool may_try_again(const struct parcel *p, const struct link_mail *m) {
  return !m->srv->closing && p->status < 500 && m->tries < LINK_TRIES && now_wall() < m->until;
}

/* The mail goes with its parcel, and comes out of it when it must wait. */
static void link_sent(struct parcel *p) {
  struct link_mail *m = p->arg;

  if (p->why[0])
    server_log("a mail was not delivered: the relay %s", p->why);
  if (p->why[0] && may_try_again(p, m)) {
    p->arg = NULL;
    m->due = now_steady() + LINK_PAUSE_MS[m->tries++];
    m->next = m->srv->link_mails;
    m->srv->link_mails = m;
  }
  parcel_free(p);
}

/* Takes the mail. */
static void send_mail(struct link_mail *m) {
  if (!mail_send(m->srv, m->to, m->subject, m->text, link_sent, m))
    server_log("a mail was not sent: too many wait");
}

void link_mails_tick(struct server *s) {
  int64_t now = now_steady();

  for (struct link_mail **at = &s->link_mails; *at;) {
    struct link_mail *m = *at;
    if (m->due > now) {
      at = &m->next;
      continue;
    }
    *at = m->next;
    send_mail(m);
  }
}

void link_mails_free(struct server *s) {
  while (s->link_mails) {
    struct link_mail *m = s->link_mails;
    s->link_mails = m->next;
    free(m);
  }
}

static const char VERIFY_TEXT[] =
    "Somebody has given this address to an account on a salient server. If it was you, open this\n"
    "link within a day:\n\n%s\n\nIf it was not you, do nothing: no more mail will come.\n";
static const char RECOVER_TEXT[] =
    "Somebody has asked for a new passphrase for your account on a salient server. If it was you,\n"
    "open this link within an hour:\n\n%s\n\nIf it was not you, do nothing: the old passphrase\n"
    "stays as it is.\n";
static enum store_result write_ticket(struct store *s, void *arg) {
  const struct sending *g = arg;
  return ticket_add(s, &g->ticket, g->kind, g->until);
}

/* The mail goes out only when its link is durable. */
static void ticket_written(void *arg, enum store_result got, const char *why) {
  struct sending *g = arg;
  char link[400];
  bool verify = !strcmp(g->kind, "verify");
  struct link_mail *m = got ? NULL : calloc(1, sizeof *m);

  (void)why;
  if (!got && !m)
    abort();
  if (m) {
    *m = (struct link_mail){.srv = g->srv, .until = g->until};
    m->subject = verify ? "Is this your address?" : "A new passphrase";
    memcpy(m->to, g->to, sizeof m->to);
    mail_link(g->srv, g->kind, g->token, link);
    snprintf(m->text, sizeof m->text, verify ? VERIFY_TEXT : RECOVER_TEXT, link);
    send_mail(m);
  }
  if (!g->quietly)
    answer(g->x, got);
  free(g);
}

/* The link holds a token; the store holds its hash. */
static void send_link(struct sending *g) {
  secret_token(g->token);
  hash_of(g->srv->salt, g->token, g->ticket.hash);
  writer_submit(g->srv->writer, write_ticket, ticket_written, g);
}

static struct sending *sending_new(struct exchange *x, int64_t account, const char *kind,
                                   int hours) {
  struct sending *g = calloc(1, sizeof *g);

  if (!g)
    abort();
  g->x = x;
  g->srv = x->srv;
  g->kind = kind;
  g->until = now_wall() + (int64_t)hours * 3600000;
  g->ticket.account = account;
  return g;
}

/* Nobody can send mail to many addresses, nor much to one: the sender and the address are both
 * counted. */
static bool may_mail(struct exchange *x, const char *to, struct fault *f) {
  struct limits *l = x->srv->limits;
  char name[LIMIT_WHO];
  char who[LIMIT_WHO];
  uint8_t hash[SECRET_HASH];
  char hex[33];

  secret_hash(x->srv->salt, to, hash);
  secret_hex(hash, 16, hex);
  snprintf(name, sizeof name, "mail %s", hex);
  limits_account(x->account, who);
  int64_t now = now_steady();
  if (limits_exempt(l, x->address))
    return true;
  if (limits_take(l, x->address, LIMIT_MAIL, now) && limits_take(l, name, LIMIT_MAIL, now) &&
      (!x->account || limits_take(l, who, LIMIT_MAIL, now)))
    return true;

  return fault_say(f, FAULT_LIMIT, "Too many mails; wait an hour.");
}

static bool with_mail(struct exchange *x, struct fault *f) {
  if (mail_ready(x->srv))
    return true;
  return fault_say(f, FAULT_STATE, "This server sends no mail.");
}

/* A new address counts when its link has been opened. */
void account_mail(struct exchange *x, const struct call *c) {
  static const char *const known[] = {"v", "address", NULL};
  struct fault f = {0};
  const char *text = NULL;
  char address[MAIL_ADDRESS];
  bool ok = input_fields(c->doc, "", known, &f) &&
            input_text(c->doc, "", "address", true, &text, &f) &&
            mail_address_ok(text, address, &f) && with_mail(x, &f);

  if (ok && !x->account)
    ok = fault_say(&f, FAULT_SEAT, "Sign in first.");
  if (!ok || !may_mail(x, address, &f)) {
    http_fault(x, &f);
    return;
  }
  struct sending *g = sending_new(x, x->account, "verify", VERIFY_HOURS);
  memcpy(g->to, address, sizeof g->to);
  memcpy(g->ticket.text, address, sizeof g->ticket.text);
  send_link(g);
}

/* ---- the link was opened */
/* A link that was opened, with the ticket that it uses up. */
struct proving {
  struct exchange *x;
  struct server *srv;
  struct ticket ticket;
  char stop[TOKEN_TEXT], before[MAIL_ADDRESS];
  int64_t account;
};

/* The link proves the address; the former one is remembered, so that it can be told. */
static enum store_result write_proof(struct store *s, void *arg) {
  struct proving *p = arg;
  struct mail_box box;

  if (!ticket_read(s, "verify", now_wall(), &p->ticket))
    return STORE_NONE;
  mail_box_read(s, p->ticket.account, &box);
  snprintf(p->before, sizeof p->before, "%s", box.address);
  enum store_result r = ticket_use(s, p->ticket.hash, "verify", now_wall());
  return r ? r : mail_box_set(s, p->ticket.account, p->ticket.text, p->stop);
}

/* Tells the old address, so that nobody can take an account over silently. */
static void proved(void *arg, enum store_result got, const char *why) {
  struct proving *p = arg;

  (void)why;
  bool other = p->before[0] && strcmp(p->before, p->ticket.text) != 0;
  if (!got && other && mail_ready(p->srv))
    mail_send(p->srv, p->before, "Your account has another address",
              "Your account on a salient server now has another mail address. If it was not you,\n"
              "sign in, change the passphrase and the address.\n",
              link_sent, NULL);
  answer(p->x, got);
  free(p);
}

static bool token_of(struct exchange *x, const struct call *c, const char **token) {
  static const char *const known[] = {"v", "token", NULL};
  struct fault f = {0};
  if (input_fields(c->doc, "", known, &f) && input_text(c->doc, "", "token", true, token, &f))
    return true;
  http_fault(x, &f);
  return false;
}

/* The link from the mail was opened. */
void account_mail_verify(struct exchange *x, const struct call *c) {
  const char *token = NULL;

  if (!token_of(x, c, &token))
    return;
  struct proving *p = calloc(1, sizeof *p);
  if (!p)
    abort();
  p->x = x;
  p->srv = x->srv;
  hash_of(x->srv->salt, token, p->ticket.hash);
  secret_token(p->stop);
  writer_submit(x->srv->writer, write_proof, proved, p);
}

static enum store_result write_end(struct store *s, void *arg) {
  const struct proving *p = arg;
  return mail_box_drop(s, p->account);
}

static void ended(void *arg, enum store_result got, const char *why) {
  struct proving *p = arg;
  (void)why;
  answer(p->x, got);
  free(p);
}

void account_mail_end(struct exchange *x, const struct call *c) {
  (void)c;
  if (!x->account) {
    http_say(x, 403, FAULT_SEAT, "Sign in first.");
    return;
  }
  struct proving *p = calloc(1, sizeof *p);
  if (!p)
    abort();
  p->x = x;
  p->account = x->account;
  writer_submit(x->srv->writer, write_end, ended, p);
}

/* ---- lost passphrases */
/* The answer does not depend on whether the account exists or has an address. */
void account_recover(struct exchange *x, const struct call *c) {
  static const char *const known[] = {"v", "name", NULL};
  struct fault f = {0};
  struct store_account a;
  struct mail_box box = {0};
  const char *name = NULL;
  char fold[STORE_NAME];
  bool ok = input_fields(c->doc, "", known, &f) &&
            input_text(c->doc, "", "name", true, &name, &f) && with_mail(x, &f) &&
            account_name_ok(name, fold, &f) && may_mail(x, fold, &f);

  if (!ok) {
    http_fault(x, &f);
    return;
  }
  if (!store_account_read(x->srv->reader, fold, &a))
    mail_box_read(x->srv->reader, a.id, &box);
  if (box.known) {
    struct sending *g = sending_new(x, a.id, "recover", RECOVER_HOURS);
    g->quietly = true;
    memcpy(g->to, box.address, sizeof g->to);
    send_link(g);
  }
  answer(x, STORE_OK);
}

/* A written-down code belongs to its account only. */
static bool by_code(struct exchange *x, const char *name, const char *typed, struct ticket *t) {
  struct store_account a;
  struct fault f;
  char fold[STORE_NAME];
  char code[CODE_TEXT];

  if (!code_of(typed, code) || !account_name_ok(name, fold, &f) ||
      store_account_read(x->srv->reader, fold, &a))
    return false;
  hash_of(x->srv->salt, code, t->hash);
  return ticket_read(x->srv->reader, "code", now_wall(), t) && t->account == a.id;
}

/* A new passphrase by the link from a mail, or by name and code. Failures all sound alike. */
void account_reset(struct exchange *x, const struct call *c) {
  static const char *const known[] = {"v", "token", "name", "code", "new", NULL};
  struct fault f = {0};
  struct ticket t = {.account = 0};
  struct store_account a;
  const char *token = NULL;
  const char *name = "";
  const char *code = "";
  const char *fresh = NULL;

  if (!input_fields(c->doc, "", known, &f) || !input_text(c->doc, "", "token", false, &token, &f) ||
      !input_text(c->doc, "", "name", false, &name, &f) ||
      !input_text(c->doc, "", "code", false, &code, &f) ||
      !input_text(c->doc, "", "new", true, &fresh, &f)) {
    http_fault(x, &f);
    return;
  }
  bool found;
  if (token) {
    hash_of(x->srv->salt, token, t.hash);
    found = ticket_read(x->srv->reader, "recover", now_wall(), &t);
  } else {
    found = by_code(x, name, code, &t);
  }
  if (found && !store_account_by_id(x->srv->reader, t.account, &a))
    account_renew(x, &a, fresh, t.hash, token ? "recover" : "code");
  else
    http_say(x, 403, FAULT_SEAT,
             token ? "This link has been used, or is too old. Ask for a new one."
                   : "The name or the code is wrong, or the code has been used.");
}
