/* mail.c - see mail.h. */
#include "mail.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "http.h"
#include "rowdoc.h"

bool mail_ready(const struct server *s) {
  return s->config.smtp != NULL;
}

/* Tests live faster. */
int64_t mail_hour(const struct server *s) {
  return s->config.day_ms ? s->config.day_ms / 24 : 3600000;
}

/* An address of the page, with its token behind the #, which no server logs. */
void mail_link(const struct server *s, const char *page, const char *token, char out[400]) {
  const char *origin = s->config.origin ? s->config.origin : "";
  snprintf(out, 400, "%.*s/#%s/%s", (int)strcspn(origin, ","), origin, page, token);
}

/* ---- addresses */
static bool only(const char *text, size_t n, const char *others) {
  for (size_t i = 0; i < n; i++) {
    char c = text[i];
    bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (!plain && (!c || !strchr(others, c)))
      return false;
  }
  return n > 0;
}

/* Narrower than the standard on purpose: no quotes, no lists, no routes, no lines. */
bool mail_address_ok(const char *text, char out[MAIL_ADDRESS], struct fault *f) {
  const char *at = strchr(text, '@');
  size_t all = strlen(text);
  size_t name = at ? (size_t)(at - text) : 0;
  const char *host = at ? at + 1 : "";
  bool ok = at && all < MAIL_ADDRESS && name <= 64 && only(text, name, ".!#$%&'*+-/=?^_`{|}~") &&
            only(host, strlen(host), ".-") && strchr(host, '.') && !strstr(text, "..") &&
            text[0] != '.' && text[0] != '-' && host[0] != '.' && host[0] != '-' &&
            text[all - 1] != '.';

  if (!ok)
    return fault_at(f, "address", "must be one mail address, like anna@example.org");
  for (size_t i = 0; i <= all; i++)
    out[i] = (char)(i > name && text[i] >= 'A' && text[i] <= 'Z' ? text[i] + 32 : text[i]);

  return true;
}

/* ---- sending */
/* Lines end as mail has them; a header cannot be ended from inside. */
static char *letter_of(const struct server *s, const char *to, const char *subject,
                       const char *body, size_t *n) {
  char date[64];
  char id[ID_TEXT];
  char *out = NULL;
  time_t now = time(NULL);
  struct tm tm;

  strftime(date, sizeof date, "%a, %d %b %Y %H:%M:%S +0000", gmtime_r(&now, &tm));
  secret_id(id);
  const char *from = s->config.mail_from;
  const char *host = strchr(from, '@');
  FILE *mem = open_memstream(&out, n);
  if (!mem)
    abort();
  fprintf(mem,
          "From: salient <%s>\r\nTo: <%s>\r\nSubject: %.200s\r\nDate: %s\r\nMessage-ID: "
          "<%s.%lld%s>\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n"
          "Content-Transfer-Encoding: 8bit\r\nAuto-Submitted: auto-generated\r\n\r\n",
          from, to, subject, date, id, (long long)now, host ? host : "@localhost");
  for (const char *p = body; *p; p++)
    fprintf(mem, *p == '\n' ? "\r\n" : "%c", *p);
  fclose(mem);
  return out;
}

/* By the relay that the administrator has named. */
bool mail_send(struct server *s, const char *to, const char *subject, const char *body,
               parcel_done *done, void *arg) {
  size_t n = 0;
  char *text = letter_of(s, to, subject, body, &n);
  struct parcel *p = parcel_new(s->config.smtp, text, n, done, arg);

  free(text);
  p->mail = true;
  p->from = s->config.mail_from;
  p->auth = s->smtp_auth[0] ? s->smtp_auth : NULL;
  snprintf(p->to, sizeof p->to, "%s", to);
  if (courier_send(s->courier, p))
    return true;
  parcel_free(p);
  return false;
}

/* ---- an account's address */
/* An account's address and wishes. */
void mail_box_read(struct store *s, int64_t account, struct mail_box *b) {
  char key[ROW_KEY];

  *b = (struct mail_box){0};
  row_number(key, account);
  cJSON *doc = account ? row_doc(s, "mail", key, NULL) : NULL;
  if (!doc)
    return;
  b->known = true;
  snprintf(b->address, sizeof b->address, "%s", doc_text(doc, "address"));
  b->on = doc_int(doc, "on");
  snprintf(b->stop, sizeof b->stop, "%s", doc_text(doc, "stop"));
  b->quiet = quiet_of(doc);
  b->last = doc_int(doc, "last");
  b->failed = doc_int(doc, "failed");
  snprintf(b->why, sizeof b->why, "%s", doc_text(doc, "why"));
  cJSON_Delete(doc);
}

/* Filed under the link's token too, which ends its mails. */
static enum store_result box_write(struct store *s, int64_t account, const struct mail_box *b) {
  char key[ROW_KEY];
  char stop[TOKEN_TEXT + 1];
  cJSON *doc = cJSON_CreateObject();

  cJSON_AddStringToObject(doc, "address", b->address);
  cJSON_AddNumberToObject(doc, "on", b->on);
  cJSON_AddStringToObject(doc, "stop", b->stop);
  quiet_write(doc, &b->quiet);
  cJSON_AddNumberToObject(doc, "last", (double)b->last);
  cJSON_AddNumberToObject(doc, "failed", (double)b->failed);
  cJSON_AddStringToObject(doc, "why", b->why);
  row_number(key, account);
  snprintf(stop, sizeof stop, "%s ", b->stop);
  return row_file(s, "mail", key, stop, 0, doc);
}

/* A new address begins without the troubles of the old one; wishes stay. */
enum store_result mail_box_set(struct store *s, int64_t account, const char *address,
                               const char *stop) {
  struct mail_box b;
  enum store_result r = store_alone(s, "mail");

  if (r)
    return r;
  mail_box_read(s, account, &b);
  if (!b.known)
    b.on = true;
  snprintf(b.address, sizeof b.address, "%s", address);
  snprintf(b.stop, sizeof b.stop, "%s", stop);
  b.failed = 0;
  b.why[0] = 0;
  return box_write(s, account, &b);
}

enum store_result mail_box_drop(struct store *s, int64_t account) {
  char key[ROW_KEY];
  enum store_result r = store_alone(s, "mail");
  row_number(key, account);
  return r ? r : store_row_drop(s, "mail", key);
}

struct outcome {
  int64_t account, last;
  char why[160];
};
static enum store_result write_outcome(struct store *s, void *arg) {
  const struct outcome *o = arg;
  struct mail_box b;
  enum store_result r = store_alone(s, "mail"); /* any node sends some */

  mail_box_read(s, o->account, &b);
  if (r || !b.known)
    return r;
  b.last = o->last;
  b.failed = o->why[0] ? now_wall() : 0;
  snprintf(b.why, sizeof b.why, "%s", o->why);
  return box_write(s, o->account, &b);
}

static void free_it(void *arg, enum store_result got, const char *why) {
  (void)got;
  (void)why;
  free(arg);
}

/* When the last mail went, and what was wrong with it. */
void mail_box_note(struct server *s, int64_t account, int64_t last, const char *why) {
  struct outcome *o = calloc(1, sizeof *o);

  if (!o)
    abort();
  *o = (struct outcome){.account = account, .last = last};
  snprintf(o->why, sizeof o->why, "%s", why);
  if (s->writer)
    writer_submit(s->writer, write_outcome, free_it, o);
  else
    free(o);
}

/* ---- what the player wants of it */
/* What a player wants of mails: on or off, and the hours in which none comes. */
struct wish {
  struct exchange *x;
  int64_t account;
  bool on;
  struct quiet quiet;
  char stop[128]; /* the link's token and a blank, as it is filed; "": by the account */
};

/* Whose link it is. */
static bool whose(void *ctx, const char *key, int64_t n, const char *text) {
  (void)n;
  (void)text;
  *(int64_t *)ctx = strtoll(key, NULL, 10);
  return false;
}

/* The link at the end of a mail ends them without signing in. */
static enum store_result write_wish(struct store *s, void *arg) {
  const struct wish *w = arg;
  int64_t account = w->account;
  struct mail_box b;
  enum store_result r = store_alone(s, "mail");

  if (!r && w->stop[0]) {
    account = 0;
    r = store_range_read(s, (struct store_range){"mail", BY_ALSO, w->stop}, whose, &account);
  }
  mail_box_read(s, account, &b);
  if (r || !b.known)
    return r;
  b.on = w->on;
  if (!w->stop[0])
    b.quiet = w->quiet;
  return box_write(s, account, &b);
}

static void wished(void *arg, enum store_result got, const char *why) {
  struct wish *w = arg;

  (void)why;
  if (got)
    http_say(w->x, 500, FAULT_INTERNAL, "The server could not write this down.");
  else
    http_reply(w->x, 200, "application/json", blob_fmt("{\"ok\":true}"));
  free(w);
}

static struct wish *wish_new(struct exchange *x) {
  struct wish *w = calloc(1, sizeof *w);
  if (!w)
    abort();
  w->x = x;
  w->account = x->account;
  return w;
}

void mail_settings(struct exchange *x, const struct call *c) {
  static const char *const known[] = {"v", "on", "quiet", NULL};
  struct fault f = {0};
  struct wish *w = wish_new(x);
  bool ok = input_fields(c->doc, "", known, &f) && input_bool(c->doc, "", "on", true, &w->on, &f) &&
            quiet_parse(c->doc, &w->quiet, &f);

  if (ok && !x->account)
    ok = fault_say(&f, FAULT_SEAT, "Sign in first.");
  if (ok) {
    writer_submit(x->srv->writer, write_wish, wished, w);
    return;
  }
  free(w);
  http_fault(x, &f);
}

/* By the link at the end of every mail: anyone who has it may stop them, without signing in. */
void mail_stop(struct exchange *x, const struct call *c) {
  static const char *const known[] = {"v", "token", NULL};
  struct fault f = {0};
  const char *token = NULL;

  if (!input_fields(c->doc, "", known, &f) || !input_text(c->doc, "", "token", true, &token, &f)) {
    http_fault(x, &f);
    return;
  }
  struct wish *w = wish_new(x);
  snprintf(w->stop, sizeof w->stop, "%.100s ", *token ? token : "-");
  writer_submit(x->srv->writer, write_wish, wished, w);
}
