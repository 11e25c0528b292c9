/* dice.c - tokens from prefix, script or generator, each recorded as it is used. */
#include "dice.h"
#include "book.h"

#include <string.h>

static uint64_t rotl(uint64_t x, int k) { return x << k | x >> (64 - k); }

void sal_rng_seed(struct sal_rng *g, uint64_t seed) { /* splitmix64, so that neighbouring seeds part ways */
  for (int i = 0; i < 4; i++) {
    uint64_t z = seed += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    g->s[i] = z ^ z >> 31;
  }
}

uint64_t sal_rng_next(struct sal_rng *g) {
  uint64_t *s = g->s, out = rotl(s[1] * 5, 7) * 9, t = s[1] << 17;
  s[2] ^= s[0];
  s[3] ^= s[1];
  s[1] ^= s[2];
  s[0] ^= s[3];
  s[2] ^= t;
  s[3] = rotl(s[3], 45);
  return out;
}

uint32_t sal_rng_below(struct sal_rng *g, uint32_t n) { /* multiply and reject: no number is likelier */
  for (;;) {
    uint64_t m = (sal_rng_next(g) >> 32) * n;
    if ((uint32_t)m >= (uint32_t)-n % n) return (uint32_t)(m >> 32);
  }
}

void sal_dice_clear(struct sal_dice *d) { memset(d, 0, offsetof(struct sal_dice, rolled)), d->short_of = 0, d->bad = false; }

static struct sal_rolled *record(struct sal_dice *d, int rule, sal_unit who, uint8_t seen) {
  SAL_ASSERT(d->n < SAL_TAPE);
  struct sal_rolled *r = &d->rolled[d->n++];
  r->rule = (uint16_t)rule;
  r->unit = who;
  r->seen = seen;
  r->name[0] = 0;
  return r;
}

/* The next outcome 0..n-1 when it does not come from the script; -1: there is no source left. */
static int from_source(struct sal_dice *d, int n) {
  if (d->prefix) {
    if (d->n <= d->nprefix) return d->prefix[d->n - 1] < n ? d->prefix[d->n - 1] : 0;
  } else if (d->below) {
    return (int)d->below(d->ctx, (uint32_t)n);
  } else if (d->rng) {
    return (int)sal_rng_below(d->rng, (uint32_t)n);
  }
  if (!d->short_of) d->short_of = (uint16_t)n;
  return -1;
}

int sal_roll_seen(struct sal_dice *d, int faces, int rule, sal_unit who, uint8_t seen) {
  struct sal_rolled *r = record(d, rule, who, seen);
  int32_t v = 1;
  r->faces = (uint16_t)faces;
  r->items = 0;
  if (d->at < d->nscript) {
    if (!sal_parse_int(d->script[d->at++], 1, faces, &v)) d->bad = true, v = 1;
  } else {
    int got = from_source(d, faces);
    v = got < 0 ? 1 : got + 1;
  }
  r->value = (uint16_t)v;
  return v;
}

int sal_roll(struct sal_dice *d, int faces, int rule, sal_unit who) { return sal_roll_seen(d, faces, rule, who, SAL_BOTH); }

int sal_draw(struct sal_dice *d, const struct sal_book *b, const uint16_t *items, int n, sal_item_name *name, int rule, uint8_t seen) {
  SAL_ASSERT(n > 0);
  struct sal_rolled *r = record(d, rule, SAL_NOUNIT, seen);
  int got = -1;
  r->faces = 0;
  r->items = (uint16_t)n;
  if (d->at < d->nscript) {
    const char *token = d->script[d->at++];
    for (int i = 0; i < n && got < 0; i++) {
      name(b, items[i], r->name);
      if (token[0] == '=' && sal_eq(token + 1, r->name)) got = i;
    }
    if (got < 0) d->bad = true;
  } else {
    got = from_source(d, n);
  }
  if (got < 0) got = 0;
  name(b, items[got], r->name);
  r->value = (uint16_t)(got + 1);
  return got;
}
