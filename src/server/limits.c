/* limits.c - see limits.h. */
#include "limits.h"

#include <arpa/inet.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Room for 8192 rates. A row is looked for in sixteen places; the quietest of them makes room. */
enum { ROWS = 8192, PROBE = 16, SLOTS = 4096, WIDER = 8 };
/* How many a second drain away, and how many at once there is room for. */
static const struct {
  float rate, size;
} allowed[LIMIT_KINDS] = {[LIMIT_HTTP] = {30, 120},
                          [LIMIT_CONNECT] = {5, 40},
                          [LIMIT_CREATE] = {0.5f, 30},
                          [LIMIT_LOGIN] = {0.1f, 8},
                          [LIMIT_NAME] = {0.05f, 20},
                          [LIMIT_COPY] = {0.2f, 6},
                          [LIMIT_LOOK] = {4, 60},
                          [LIMIT_SEATS] = {1.0f / 300, 6},
                          [LIMIT_THINK] = {1200.0f / 3600, 1200},
                          [LIMIT_NOTICE] = {0.1f, 30},
                          [LIMIT_MAIL] = {3.0f / 3600, 3},
                          [LIMIT_CHAT] = {0.2f, 12},
                          [LIMIT_REPORT] = {5.0f / 3600, 5}};
static const uint32_t most_held[HOLD_KINDS] = {
    [HOLD_PLAIN] = LIMIT_PLAIN, [HOLD_LINE] = LIMIT_PER_ADDRESS};

struct row { /* how much a client has asked for lately */
  char who[LIMIT_WHO];
  int64_t used;
  struct bucket bucket[LIMIT_KINDS];
};
struct holder { /* what one holds now */
  char who[LIMIT_WHO];
  uint32_t held[HOLD_KINDS];
  size_t bytes;
  struct holder *next;
};
/* One for the server, touched by the loop alone. */
struct limits {
  bool loopback_too;
  /* of the hash tables; new at every start */
  uint8_t key[crypto_shorthash_KEYBYTES];
  uint32_t holders;
  struct holder *slot[SLOTS];
  struct row row[ROWS];
};

/* A leaky bucket: it drains at the rate and refuses what would overflow it. */
bool bucket_take_many(struct bucket *b, float many, float rate, float size, int64_t now) {
  int64_t passed = now > b->at ? now - b->at : 0;

  b->level -= (float)passed * rate / 1000;
  if (b->level < 0)
    b->level = 0;
  b->at = now;
  if (b->level + many > size)
    return false;
  b->level += many;
  return true;
}

bool bucket_take(struct bucket *b, float rate, float size, int64_t now) {
  return bucket_take_many(b, 1, rate, size, now);
}

struct limits *limits_new(bool loopback_too) {
  struct limits *l = calloc(1, sizeof *l);
  if (!l)
    abort();
  l->loopback_too = loopback_too;
  randombytes_buf(l->key, sizeof l->key);
  return l;
}

void limits_free(struct limits *l) {
  if (!l)
    return;
  for (uint32_t i = 0; i < SLOTS; i++)
    for (struct holder *h = l->slot[i], *next; h; h = next) {
      next = h->next;
      free(h);
    }
  free(l);
}

/* ---- who counts as whom */
bool limits_is_loopback(const char *a) {
  return !strncmp(a, "127.", 4) || !strcmp(a, "::1") || !strncmp(a, "::ffff:127.", 11);
}

/* The machine's own user is not limited, unless the server is told to. */
bool limits_exempt(const struct limits *l, const char *address) {
  return !l->loopback_too && limits_is_loopback(address);
}

void limits_account(int64_t account, char out[LIMIT_WHO]) {
  snprintf(out, LIMIT_WHO, "account %lld", (long long)account);
}

void limits_name(const char *folded, char out[LIMIT_WHO]) {
  snprintf(out, LIMIT_WHO, "name %.50s", folded);
}

/* The name under which an address is counted. False: it is not IPv6, and counts as itself. */
static bool network(const char *address, int bits, char out[LIMIT_WHO]) {
  struct in6_addr ip;
  char text[INET6_ADDRSTRLEN];

  snprintf(out, LIMIT_WHO, "%.63s", address);
  if (!strchr(address, ':') || inet_pton(AF_INET6, address, &ip) != 1)
    return false;
  if (IN6_IS_ADDR_V4MAPPED(&ip)) {
    inet_ntop(AF_INET, &ip.s6_addr[12], text, sizeof text);
    snprintf(out, LIMIT_WHO, "%s", text);
    return false;
  }
  memset(&ip.s6_addr[bits / 8], 0, sizeof ip.s6_addr - (size_t)bits / 8);
  inet_ntop(AF_INET6, &ip, text, sizeof text);
  snprintf(out, LIMIT_WHO, "%s/%d", text, bits);
  return true;
}

/* The network an address belongs to, as it is counted. */
void limits_network(const char *address, char out[LIMIT_WHO]) {
  network(address, 64, out);
}

/* Two addresses of one network count as one. */
bool limits_same(const char *a, const char *b) {
  char one[LIMIT_WHO];
  char two[LIMIT_WHO];
  network(a, 64, one);
  network(b, 64, two);
  return !strcmp(one, two);
}

/* Keyed, so that nobody can choose addresses that fall into one slot. */
static uint64_t hash_of(const struct limits *l, const char *who) {
  uint64_t hash;
  crypto_shorthash((uint8_t *)&hash, (const uint8_t *)who, strlen(who), l->key);
  return hash;
}

/* ---- rates */
/* Never NULL: a newcomer takes the place of the row that was quiet longest. */
static struct row *row_of(struct limits *l, const char *who, int64_t now) {
  uint64_t h = hash_of(l, who);
  struct row *oldest = NULL;

  for (uint32_t i = 0; i < PROBE; i++) {
    struct row *r = &l->row[(h + i) % ROWS];
    if (!strcmp(r->who, who)) {
      r->used = now;
      return r;
    }
    if (!oldest || r->used < oldest->used)
      oldest = r;
  }
  memset(oldest, 0, sizeof *oldest);
  snprintf(oldest->who, sizeof oldest->who, "%s", who);
  oldest->used = now;
  return oldest;
}

/* `times`: how much wider than for one address. */
static bool take(struct limits *l, const char *who, enum limit_kind kind, float times,
                 int64_t now) {
  struct row *r = row_of(l, who, now);
  return bucket_take(&r->bucket[kind], allowed[kind].rate * times, allowed[kind].size * times, now);
}

/* A whole IPv6 network is limited as well as each of its parts. */
bool limits_take(struct limits *l, const char *who, enum limit_kind kind, int64_t now) {
  char near[LIMIT_WHO];
  char around[LIMIT_WHO];

  if (limits_exempt(l, who))
    return true;
  bool six = network(who, 64, near);
  if (six && network(who, 48, around) && !take(l, around, kind, WIDER, now))
    return false;
  return take(l, near, kind, 1, now);
}

/* The bucket as it stands now. */
static struct bucket *drained(struct limits *l, const char *who, enum limit_kind kind,
                              int64_t now) {
  struct bucket *b = &row_of(l, who, now)->bucket[kind];
  bucket_take_many(b, 0, allowed[kind].rate, 1e9f, now);
  return b;
}

/* Costs that are known only afterwards, such as thinking time. */
void limits_charge(struct limits *l, const char *who, enum limit_kind kind, float many,
                   int64_t now) {
  char near[LIMIT_WHO];
  network(who, 64, near);
  if (!limits_exempt(l, who))
    drained(l, near, kind, now)->level += many;
}

/* Also drains it, so that it is as of now. */
float limits_fullness(struct limits *l, const char *who, enum limit_kind kind, int64_t now) {
  char near[LIMIT_WHO];
  network(who, 64, near);
  return limits_exempt(l, who) ? 0 : drained(l, near, kind, now)->level / allowed[kind].size;
}

/* Returns what was taken before it was known not to count. */
void limits_untake(struct limits *l, const char *who, enum limit_kind kind, int64_t now) {
  struct bucket *b = &row_of(l, who, now)->bucket[kind];
  b->level = b->level > 1 ? b->level - 1 : 0;
}

/* ---- what is held */
/* Where the holder hangs, or where it would be hung in. */
static struct holder **place_of(struct limits *l, const char *who) {
  struct holder **at = &l->slot[hash_of(l, who) % SLOTS];
  while (*at && strcmp((*at)->who, who))
    at = &(*at)->next;
  return at;
}

static struct holder *holder_of(struct limits *l, const char *who) {
  struct holder **at = place_of(l, who);

  if (*at)
    return *at;
  *at = calloc(1, sizeof **at);
  if (!*at)
    abort();
  snprintf((*at)->who, sizeof(*at)->who, "%s", who);
  l->holders++;
  return *at;
}

/* Holders of nothing take no memory. */
static void forget_empty(struct limits *l, const char *who) {
  struct holder **at = place_of(l, who);
  struct holder *h = *at;

  if (!h || h->bytes)
    return;
  for (int k = 0; k < HOLD_KINDS; k++)
    if (h->held[k])
      return;
  *at = h->next;
  free(h);
  l->holders--;
}

/* A refusal leaves no empty holder behind. */
static bool hold(struct limits *l, const char *who, enum hold kind, uint32_t most) {
  struct holder *h = holder_of(l, who);
  bool ok = h->held[kind] < most;

  if (ok)
    h->held[kind]++;
  else
    forget_empty(l, who);
  return ok;
}

/* One too many does no harm. */
static void let_go(struct limits *l, const char *who, enum hold kind) {
  struct holder *h = *place_of(l, who);
  if (h && h->held[kind])
    h->held[kind]--;
  forget_empty(l, who);
}

/* Things held at the same time, such as connections; the wider network may hold more. In both
 * networks or in none. */
bool limits_hold(struct limits *l, const char *who, enum hold kind) {
  char near[LIMIT_WHO];
  char around[LIMIT_WHO];

  if (limits_exempt(l, who))
    return true;
  bool six = network(who, 64, near) && network(who, 48, around);
  if (six && !hold(l, around, kind, most_held[kind] * WIDER))
    return false;
  if (hold(l, near, kind, most_held[kind]))
    return true;
  if (six)
    let_go(l, around, kind);

  return false;
}

/* The same two as limits_hold took. */
void limits_let_go(struct limits *l, const char *who, enum hold kind) {
  char near[LIMIT_WHO];
  char around[LIMIT_WHO];

  if (limits_exempt(l, who))
    return;
  if (network(who, 64, near) && network(who, 48, around))
    let_go(l, around, kind);
  let_go(l, near, kind);
}

/* Bytes kept in memory for a client. */
bool limits_keep(struct limits *l, const char *who, size_t bytes) {
  char near[LIMIT_WHO];

  if (limits_exempt(l, who))
    return true;
  network(who, 64, near);
  struct holder *h = holder_of(l, near);
  bool ok = h->bytes + bytes <= LIMIT_KEPT_BYTES;
  if (ok)
    h->bytes += bytes;
  forget_empty(l, near);
  return ok;
}

void limits_give_back(struct limits *l, const char *who, size_t bytes) {
  char near[LIMIT_WHO];

  if (limits_exempt(l, who))
    return;
  network(who, 64, near);
  struct holder *h = *place_of(l, near);
  if (h)
    h->bytes -= bytes < h->bytes ? bytes : h->bytes;
  forget_empty(l, near);
}

uint32_t limits_holders(const struct limits *l) {
  return l->holders;
}
