/* webhook.c - see webhook.h. */
#include "webhook.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "notice.h"
#include "outside.h"

/* Services that want their own form; by a word in front, or by their address. */
enum shape { PLAIN, DISCORD, NTFY };

/* What stands behind the word in front, and what the word says. */
static const char *address_of(const char *hook, enum shape *shape) {
  static const struct {
    const char *word;
    enum shape shape;
  } words[] = {{"discord+", DISCORD}, {"ntfy+", NTFY}};
  *shape = PLAIN;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    size_t n = strlen(words[i].word);
    if (strncmp(hook, words[i].word, n))
      continue;
    *shape = words[i].shape;
    return hook + n;
  }

  return hook;
}

static enum shape shape_of(const struct outside *to, enum shape said) {
  if (said != PLAIN)
    return said;
  if (!strcmp(to->host, "discord.com") && !strncmp(to->path, "/api/webhooks/", 14))
    return DISCORD;
  return strcmp(to->host, "ntfy.sh") ? PLAIN : NTFY;
}

/* Only the form is checked here; where the name leads is checked when the socket is made. */
bool webhook_allowed(const struct server_config *config, const char *hook, struct fault *f) {
  struct outside to;
  enum shape shape;
  const char *url = address_of(hook, &shape);
  if (strlen(hook) >= STORE_HOOK || !outside_split(url, config->private_hooks, &to))
    return fault_at(f, "url", "must be an https address of at most 255 bytes");
  return true;
}

/* For the log and the player: never the path, which may hold a secret. */
void webhook_host(const char *hook, char out[200]) {
  struct outside to;
  enum shape shape;
  bool known = outside_split(address_of(hook, &shape), true, &to);
  snprintf(out, 200, "%s", known ? to.host : "?");
}

static void plain_json(void *ctx, struct sal_json *j) {
  const struct notice_text *t = ctx;

  sal_json_object(j, NULL);
  sal_json_str(j, "game", t->game);
  sal_json_str(j, "side", sal_side_name[t->side]);
  sal_json_int(j, "turn", t->turn);
  sal_json_str(j, "text", t->says);
  sal_json_str(j, "content", t->says);
  sal_json_end(j);
}

/* A scenario's name must not call anybody. */
static void discord_json(void *ctx, struct sal_json *j) {
  const struct notice_text *t = ctx;

  sal_json_object(j, NULL);
  sal_json_fmt(j, "content", "%s\n%s", t->title, t->link);
  sal_json_object(j, "allowed_mentions");
  sal_json_array(j, "parse");
  sal_json_end(j);
  sal_json_end(j);
  sal_json_end(j);
}

static char *lines(const char *fmt, const char *a, const char *b) {
  char *out = NULL;
  if (asprintf(&out, fmt, a, b) < 0)
    abort();
  return out;
}

/* NULL: the address cannot be used. Otherwise the parcel owns arg. */
struct parcel *webhook_parcel(const char *hook, const struct notice_text *t, parcel_done *done,
                              void *arg) {
  struct outside to;
  enum shape shape;
  const char *url = address_of(hook, &shape);

  if (!outside_split(url, true, &to))
    return NULL;
  shape = shape_of(&to, shape);
  if (shape == NTFY) {
    struct parcel *p = parcel_new(url, t->body, strlen(t->body), done, arg);
    p->head = *t->link ? lines("Content-Type: text/plain; charset=utf-8\nTitle: %s\nClick: %s\n",
                               t->title, t->link)
                       : lines("Content-Type: text/plain; charset=utf-8\nTitle: %s\n%s", t->title,
                               "Priority: default\n");
    return p;
  }
  struct notice_text copy = *t;
  struct blob *b = blob_json(shape == DISCORD ? discord_json : plain_json, &copy);
  struct parcel *p = parcel_new(url, b->text, b->len, done, arg);
  p->head = lines("Content-Type: application/json\n%s%s", "", "");
  blob_drop(b);
  return p;
}
