/* news.c - what the house changes and other nodes have in memory: bans, lines of sessions, names on
 * seats, keys of workers. Rows numbered in order; every node reads the new ones a few times a
 * second. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "account_self.h"
#include "order.h"
#include "rowdoc.h"
#include "shards.h"

enum { KEPT = 1000, AT_ONCE = 256, WORD = 8 };
static const char KIND[] = "news";

/* ---- writing */
/* Only the house writes, one transaction after the other, so numbers are committed in order. */
enum store_result news_put(struct store *s, const char *what, int64_t account) {
  char key[ROW_KEY];
  char text[ROW_KEY];

  if (!store_shared(s))
    return STORE_OK;
  int64_t n = news_last(s) + 1;
  row_number(key, n);
  snprintf(text, sizeof text, "%s %lld", what, (long long)account);
  enum store_result r = store_row_put(s, KIND, key, n, text);
  return r ? r : store_rows_drop(s, KIND, n - KEPT);
}

static bool first(void *ctx, const char *key, int64_t n, const char *text) {
  (void)key;
  (void)text;
  *(int64_t *)ctx = n;
  return false;
}
int64_t news_last(struct store *s) {
  int64_t n = 0;
  store_rows(s, KIND, 1, first, &n);
  return n;
}

/* ---- hearing */
struct item {
  int64_t n, account;
  char what[WORD];
};
struct hearing {
  int64_t since;
  int n;
  struct item item[AT_ONCE];
};
/* The newest come first. */
static bool hear(void *ctx, const char *key, int64_t n, const char *text) {
  struct hearing *h = ctx;
  const char *blank = strchr(text, ' ');

  (void)key;
  if (n <= h->since)
    return false;
  struct item *i = &h->item[h->n++];
  *i = (struct item){.n = n, .account = blank ? strtoll(blank + 1, NULL, 10) : 0};
  snprintf(i->what, sizeof i->what, "%.*s", blank ? (int)(blank - text) : 0, text);
  return h->n < AT_ONCE;
}

/* False: the store cannot be read just now. */
static bool hear_ban(struct server *s, int64_t account) {
  char key[ROW_KEY];
  char *reason = NULL;
  int64_t until = 0;

  row_number(key, account);
  enum store_result got = store_row_read(s->reader, "ban", key, &until, &reason);
  bool known = !got || got == STORE_NONE;
  if (known)
    order_ban_now(s, account, until, got ? NULL : reason);
  free(reason);
  return known;
}

/* A seat in memory may have been written with the old name meanwhile; so it is written again. */
static void write_seats(struct room *r, struct mail *m) {
  free(m);
  room_write(r, &(struct change){.what = WRITE_SEATS}, NULL, NULL);
}
static void write_none(struct mail *m) {
  free(m);
}
static bool sits(const struct room *r, int64_t account) {
  return r->g.seat[0].account == account || r->g.seat[1].account == account;
}
/* An account that is gone leaves its seats, which keep their tokens. */
static bool hear_name(struct server *s, int64_t account) {
  struct store_account a;
  enum store_result got = store_account_by_id(s->reader, account, &a);

  if (got && got != STORE_NONE)
    return false;
  account_name_seats(s, account, got ? "" : a.name);
  for (uint32_t i = 0; i < s->room_slots; i++)
    for (struct room *r = s->rooms[i]; r; r = r->next) {
      if (!sits(r, account) || !shards_hold(s, room_shard(r)))
        continue;
      for (int side = 0; got && side < 2; side++)
        if (r->g.seat[side].account == account)
          r->g.seat[side].account = 0;
      struct mail *m = calloc(1, sizeof *m);
      if (!m)
        abort();
      *m = (struct mail){.act = write_seats, .drop = write_none};
      room_mail(r, m);
    }
  return true;
}

static bool act(struct server *s, const struct item *i) {
  if (!strcmp(i->what, "ban"))
    return hear_ban(s, i->account);
  if (!strcmp(i->what, "name"))
    return hear_name(s, i->account);
  if (!strcmp(i->what, "lines"))
    net_end_account(s->net, i->account);
  else if (!strcmp(i->what, "keys"))
    shards_read_keys(s);
  return true;
}

/* The house knows what it has written itself. */
int64_t news_hear(struct server *s, int64_t since, int64_t inherited) {
  struct hearing *h = calloc(1, sizeof *h);

  if (!h)
    abort();
  h->since = since;
  store_rows(s->reader, KIND, AT_ONCE, hear, h);
  for (int i = h->n; i-- > 0;) {
    bool own = shards_house(s) && h->item[i].n > inherited;
    if (!own && !act(s, &h->item[i]))
      break;
    since = h->item[i].n;
  }
  free(h);
  return since;
}
