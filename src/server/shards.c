/* shards.c - see shards.h. */
#include "shards.h"

#include <stdlib.h>
#include <string.h>

#include "far.h"
#include "http.h"
#include "notice.h"
#include "rowdoc.h"

/* A few shards at a time, so that not everybody comes back at once. */
enum { TICK_MS = 100, SHARE_TICKS = 10, NEWS_TICKS = 4, GIVE_MOST = 32, TRIES = 100000 };

/* The loop's alone. */
struct shards {
  struct server *srv;
  uv_timer_t timer;
  uint32_t ticks;
  bool mine[STORE_SHARDS];    /* games of it are found here */
  bool leaving[STORE_SHARDS]; /* no longer; but the store still says so */
  char node[STORE_SHARDS][STORE_NODE];
  bool asked; /* the writer has been */
  int missed;
  int64_t news;      /* heard up to here */
  int64_t inherited; /* as the house: up to here an earlier house has written them */
  bool keys_due;     /* of workers: they could not be read */
};
/* On its way through the writer. */
struct asking {
  struct server *srv;
  struct store_give give;
  struct store_shards now;
  bool was_house;
  int64_t news; /* the last, if this node becomes the house */
};

/* ---- which */
int shard_of(const char *id) {
  return (int)(sal_hash(id, strlen(id), 0) >> 32 & (STORE_SHARDS - 1));
}
int room_shard(const struct room *r) {
  return r->cup[0] ? 0 : shard_of(r->g.id);
}
bool shards_hold(const struct server *s, int shard) {
  return !s->shards || s->shards->mine[shard];
}
/* Whether it is a cup's matters only where that makes a difference. */
bool shards_hold_game(struct server *s, const char *id) {
  bool by_id = shards_hold(s, shard_of(id));

  if (by_id == shards_house(s))
    return by_id;
  return row_is(s->reader, "cup of", id) ? shards_house(s) : by_id;
}
bool shards_house(const struct server *s) {
  return shards_hold(s, 0);
}
int shards_count(const struct server *s) {
  int n = 0;
  for (int i = 0; i < STORE_SHARDS; i++)
    n += shards_hold(s, i);
  return n;
}

/* Ids are random, so one that fits is tried for. A node that holds nothing makes games for others.
 */
void shards_id(const struct server *s, char id[STORE_ID], int shard) {
  bool fits = !s->shards || (shard < 0 && !shards_count(s));

  secret_id(id);
  for (int i = 0; i < TRIES && !fits; i++) {
    if (i)
      secret_id(id);
    fits = shard < 0 ? shards_hold(s, shard_of(id)) : shard_of(id) == shard;
  }
}

/* ---- elsewhere */
int shards_missed(const struct server *s) {
  return s->shards ? s->shards->missed : 0;
}
void shards_miss(struct server *s, int shard) {
  s->shards->missed = shard;
}
/* The node's name, never its address. None while nobody has it: the client asks again. */
struct blob *shards_elsewhere(const struct server *s, int shard) {
  return blob_fmt("{\"ok\":false,\"error\":{\"code\":\"elsewhere\",\"text\":\"Another node has "
                  "this.\",\"node\":\"%s\"}}",
                  s->shards->leaving[shard] ? "" : s->shards->node[shard]);
}
void http_elsewhere(struct exchange *x, int shard) {
  http_reply(x, 421, "application/json", shards_elsewhere(x->srv, shard));
}

/* ---- giving */
/* Whoever is in the room asks again, here or elsewhere. What he had sent is carried out, and kept
 * under its key. */
static void send_away(struct room *r) {
  for (struct conn *c = conn_of(r->conns.first), *next; c; c = next) {
    next = conn_of(c->here.next);
    room_leave(c);
    conn_end(c, "another node has this game now");
  }
}
/* False: something is still on its way to the disk. A thought comes back to a room that is gone. */
static bool is_empty(struct room *r) {
  send_away(r);
  if (r->busy || r->inbox.first)
    return false;
  r->given = r->deleted = true;
  return true;
}
static bool is_drained(struct server *s) {
  bool all = true;
  for (uint32_t i = 0; i < s->room_slots; i++)
    for (struct room *r = s->rooms[i]; r; r = r->next)
      if (!r->given && !shards_hold(s, room_shard(r)))
        all = is_empty(r) && all;
  return all;
}

/* The highest numbers go first; shard 0 stays with the house. */
static void give_surplus(struct shards *a, int nodes) {
  int share = nodes ? (STORE_SHARDS + nodes - 1) / nodes : STORE_SHARDS;
  int surplus = shards_count(a->srv) - share;

  if (surplus > GIVE_MOST)
    surplus = GIVE_MOST;
  for (int i = STORE_SHARDS - 1; i > 0 && surplus > 0; i--) {
    if (!a->mine[i])
      continue;
    a->mine[i] = false;
    a->leaving[i] = true;
    surplus--;
  }
}

/* ---- taking */
/* Tried again until they can be: a withdrawn key must not be good because the database was away. */
void shards_read_keys(struct server *s) {
  struct shards *a = s->shards;
  char why[256] = "";
  bool read = far_reload(s, why);

  if (!read && !a->keys_due)
    server_log("%s", why);
  a->keys_due = !read;
}

/* What the last house has written and this node has not heard yet is heard all the same. */
static void begin_house(struct shards *a, int64_t news) {
  server_log("this node is the house now");
  a->inherited = news;
  shards_read_keys(a->srv);
}

/* On the loop, when the store has it. */
static void shared(void *arg, enum store_result got, const char *why) {
  struct asking *k = arg;
  struct shards *a = k->srv->shards;
  bool more = false;

  a->asked = false;
  if (got) {
    server_log("the shards are not shared out: %s", why);
    free(k);
    return;
  }
  for (int i = 0; i < STORE_SHARDS; i++) {
    bool had = a->mine[i];
    if (k->give.shard[i])
      a->leaving[i] = false;
    a->mine[i] = k->now.mine[i] && !a->leaving[i];
    more |= a->mine[i] && !had;
  }
  memcpy(a->node, k->now.node, sizeof a->node);
  if (more && !k->was_house && shards_house(k->srv))
    begin_house(a, k->news);
  if (more)
    notices_take(k->srv->notices);
  give_surplus(a, k->now.nodes);
  free(k);
}

static enum store_result share(struct store *s, void *arg) {
  struct asking *k = arg;
  enum store_result r = store_share(s, &k->give, &k->now);
  if (!r && k->now.mine[0] && !k->was_house)
    k->news = news_last(s);
  return r;
}

static struct asking *asking_new(struct shards *a) {
  struct asking *k = calloc(1, sizeof *k);
  if (!k)
    abort();
  k->srv = a->srv;
  k->was_house = shards_house(a->srv);
  for (int i = 0; i < STORE_SHARDS; i++) {
    k->give.shard[i] = a->leaving[i];
    k->give.any |= a->leaving[i];
  }
  return k;
}

static bool any_leaves(const struct shards *a) {
  for (int i = 0; i < STORE_SHARDS; i++)
    if (a->leaving[i])
      return true;
  return false;
}

static void hear(struct shards *a) {
  a->news = news_hear(a->srv, a->news, a->inherited);
  if (a->keys_due)
    shards_read_keys(a->srv);
}

/* Shards are given as soon as nothing of them is under way. */
static void on_time(uv_timer_t *t) {
  struct shards *a = t->data;
  struct server *s = a->srv;

  if (s->closing)
    return;
  a->ticks++;
  bool leaves = any_leaves(a);
  bool drained = (leaves || a->ticks % SHARE_TICKS == 0) && is_drained(s);
  if (a->ticks % NEWS_TICKS == 0 && store_answers(s->reader))
    hear(a);
  if (a->asked || (leaves && !drained) || (!leaves && a->ticks % SHARE_TICKS))
    return;
  if (leaves)
    notices_forget(s->notices);
  a->asked = true;
  writer_submit(s->writer, share, shared, asking_new(a));
}

/* ---- opening */
bool shards_open(struct server *s, char why[256]) {
  struct store_give none = {0};
  struct store_shards now;

  if (!store_shared(s->store))
    return true;
  struct shards *a = calloc(1, sizeof *a);
  if (!a)
    abort();
  a->srv = s;
  s->shards = a;
  a->news = news_last(s->reader);
  enum store_result r = store_begin(s->store);
  if (!r)
    r = store_share(s->store, &none, &now);
  if (!r)
    r = store_commit(s->store);
  if (r) {
    snprintf(why, 256, "the shards cannot be shared out: %.150s", store_why(s->store));
    return false;
  }
  memcpy(a->mine, now.mine, sizeof a->mine);
  memcpy(a->node, now.node, sizeof a->node);
  return true;
}

void shards_begin(struct server *s) {
  struct shards *a = s->shards;

  if (!a)
    return;
  uv_timer_init(&s->loop, &a->timer);
  a->timer.data = a;
  uv_timer_start(&a->timer, on_time, TICK_MS, TICK_MS);
}

void shards_close(struct server *s) {
  if (s->shards && s->shards->timer.data)
    uv_close((uv_handle_t *)&s->shards->timer, NULL);
}
void shards_free(struct server *s) {
  free(s->shards);
  s->shards = NULL;
}
