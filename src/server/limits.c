/* limits.c - a fixed table of addresses; a newcomer takes the place of the one longest quiet that holds no connection. */
#include "limits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 4096, PROBE = 16 };
static const struct {
  float rate, size;
} allowed[LIMIT_KINDS] = {[LIMIT_HTTP] = {30, 120}, [LIMIT_CONNECT] = {5, 40}, [LIMIT_CREATE] = {0.5f, 30}, [LIMIT_LOGIN] = {0.1f, 8}, [LIMIT_COPY] = {0.2f, 6}, [LIMIT_LOOK] = {4, 60}};

struct row {
  char address[46];
  uint32_t held;
  int64_t used;
  struct bucket bucket[LIMIT_KINDS];
};
struct limits {
  bool loopback_too;
  struct row row[ROWS];
};

bool bucket_take(struct bucket *b, float rate, float size, int64_t now) {
  int64_t passed = now > b->at ? now - b->at : 0;
  b->level -= (float)passed * rate / 1000;
  if (b->level < 0) b->level = 0;
  b->at = now;
  if (b->level + 1 > size) return false;
  b->level += 1;
  return true;
}

struct limits *limits_new(bool loopback_too) {
  struct limits *l = calloc(1, sizeof *l);
  if (!l) abort();
  l->loopback_too = loopback_too;
  return l;
}
void limits_free(struct limits *l) { free(l); }
bool limits_is_loopback(const char *a) { return !strncmp(a, "127.", 4) || !strcmp(a, "::1") || !strncmp(a, "::ffff:127.", 11); }

static struct row *row_of(struct limits *l, const char *address, int64_t now) {
  uint32_t h = 2166136261u;
  for (const char *p = address; *p; p++) h = (h ^ (uint8_t)*p) * 16777619u;
  struct row *oldest = NULL;
  for (uint32_t i = 0; i < PROBE; i++) {
    struct row *r = &l->row[(h + i) % ROWS];
    if (!strncmp(r->address, address, sizeof r->address - 1)) return r->used = now, r;
    if (!r->held && (!oldest || r->used < oldest->used)) oldest = r;
  }
  if (!oldest) return NULL;
  memset(oldest, 0, sizeof *oldest);
  strncpy(oldest->address, address, sizeof oldest->address - 1);
  oldest->used = now;
  return oldest;
}
bool limits_exempt(const struct limits *l, const char *address) { return !l->loopback_too && limits_is_loopback(address); }
void limits_account(int64_t account, char out[46]) { snprintf(out, 46, "account %lld", (long long)account); }
bool limits_take(struct limits *l, const char *address, enum limit_kind kind, int64_t now) {
  if (limits_exempt(l, address)) return true;
  struct row *r = row_of(l, address, now);
  return r && bucket_take(&r->bucket[kind], allowed[kind].rate, allowed[kind].size, now);
}
bool limits_hold(struct limits *l, const char *address, int64_t now) {
  if (limits_exempt(l, address)) return true;
  struct row *r = row_of(l, address, now);
  if (!r || r->held >= LIMIT_PER_ADDRESS) return false;
  r->held++;
  return true;
}
void limits_let_go(struct limits *l, const char *address) {
  if (limits_exempt(l, address)) return;
  struct row *r = row_of(l, address, 0);
  if (r && r->held) r->held--;
}
