/* dice.c - tokens from prefix, script or generator, each recorded as it is used. */
#include "dice.h"
#include "book.h"

#include <string.h>

static uint64_t rotl(uint64_t x, int k) {
  return x << k | x >> (64 - k);
}

/* splitmix64, so that neighbouring seeds diverge */
void sal_rng_seed(struct sal_rng *g, uint64_t seed) {
  for (int i = 0; i < 4; i++) {
    uint64_t z = seed += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    g->s[i] = z ^ z >> 31;
  }
}

/* xoshiro256**: fast, and the same on every machine. */
uint64_t sal_rng_next(struct sal_rng *g) {
  uint64_t *s = g->s;
  uint64_t out = rotl(s[1] * 5, 7) * 9;
  uint64_t t = s[1] << 17;

  s[2] ^= s[0];
  s[3] ^= s[1];
  s[1] ^= s[2];
  s[0] ^= s[3];
  s[2] ^= t;
  s[3] = rotl(s[3], 45);
  return out;
}

/* multiply and reject: no number is likelier */
uint32_t sal_rng_below(struct sal_rng *g, uint32_t n) {
  for (;;) {
    uint64_t m = (sal_rng_next(g) >> 32) * n;
    if ((uint32_t)m >= (uint32_t)-n % n)
      return (uint32_t)(m >> 32);
  }
}

/* Clears the head of the tape, not the long record of rolls behind it, which its count guards. */
void sal_dice_clear(struct sal_dice *d) {
  memset(d, 0, offsetof(struct sal_dice, rolled));
  d->short_of = 0;
  d->bad = false;
}

/* Every token used is recorded with its rule and who may see it; the journal is written from that.
 */
static struct sal_rolled *record(struct sal_dice *d, int rule, sal_unit who, uint8_t seen) {
  SAL_ASSERT(d->n < SAL_TAPE);
  struct sal_rolled *r = &d->rolled[d->n++];
  r->rule = (uint16_t)rule;
  r->unit = who;
  r->seen = seen;
  r->name[0] = 0;
  return r;
}

/* The next outcome 0..n-1 if the script has none; -1: there is no source left. */
static int from_source(struct sal_dice *d, int n) {
  if (!d->prefix) {
    if (d->below)
      return (int)d->below(d->ctx, (uint32_t)n);
    if (d->rng)
      return (int)sal_rng_below(d->rng, (uint32_t)n);
  } else if (d->n <= d->nprefix) {
    int chosen = d->prefix[d->n - 1];
    return chosen < n ? chosen : 0;
  }
  if (!d->short_of)
    d->short_of = (uint16_t)n;

  return -1;
}

/* One die. A tape that ran dry or does not fit still gives a face, so that the rules can finish;
 * `short_of` and `bad` tell the caller to drop the result. */
int sal_roll_seen(struct sal_dice *d, int faces, int rule, sal_unit who, uint8_t seen) {
  struct sal_rolled *r = record(d, rule, who, seen);
  int32_t v = 1;

  r->faces = (uint16_t)faces;
  r->items = 0;
  if (d->at < d->nscript) {
    if (!sal_parse_int(d->script[d->at++], 1, faces, &v)) {
      d->bad = true;
      v = 1;
    }
  } else {
    int got = from_source(d, faces);
    v = got < 0 ? 1 : got + 1;
  }
  r->value = (uint16_t)v;

  return v;
}

/* A die that both sides see. */
int sal_roll(struct sal_dice *d, int faces, int rule, sal_unit who) {
  return sal_roll_seen(d, faces, rule, who, SAL_BOTH);
}

/* Draws one of several items, such as a counter from a cup. A script names the item, as players at
 * a table would call it. */
int sal_draw(struct sal_dice *d, const struct sal_book *b, const uint16_t *items, int n,
             sal_item_name *name, int rule, uint8_t seen) {
  SAL_ASSERT(n > 0);
  struct sal_rolled *r = record(d, rule, SAL_NOUNIT, seen);
  int got = -1;
  r->faces = 0;
  r->items = (uint16_t)n;
  if (d->at < d->nscript) {
    const char *token = d->script[d->at++];
    for (int i = 0; i < n && got < 0; i++) {
      name(b, items[i], r->name);
      if (token[0] == '=' && sal_eq(token + 1, r->name))
        got = i;
    }
    if (got < 0)
      d->bad = true;
  } else {
    got = from_source(d, n);
  }
  if (got < 0)
    got = 0;
  name(b, items[got], r->name);
  r->value = (uint16_t)(got + 1);
  return got;
}
