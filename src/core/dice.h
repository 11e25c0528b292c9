/* dice.h - the tape of dice handed to apply, never part of a state.
 *
 * Tokens come from a script first (a test, a journal, dice typed in), then from a generator if
 * there is one. When both run out, `short_of` says what was wanted and the caller drops the state
 * it was changing. Exact odds branch there too (see odds.h).
 */
#ifndef SAL_DICE_H
#define SAL_DICE_H

#include "action.h"

enum { SAL_TAPE = 2048, SAL_TOKEN = 24 };

struct sal_rolled { /* one token as used */
  uint16_t faces;   /* of a die; 0 = a named draw */
  uint16_t value;   /* face 1..faces; a draw: place among the items on offer, 1.. */
  uint16_t items;   /* a draw: how many were on offer */
  uint16_t rule;
  sal_unit unit;        /* whom it was for, or SAL_NOUNIT */
  uint8_t seen;         /* SAL_BIT mask of sides that see it */
  char name[SAL_TOKEN]; /* a draw's token without '=' */
};
struct sal_rng { /* xoshiro256** */
  uint64_t s[4];
};
void sal_rng_seed(struct sal_rng *, uint64_t seed);
uint64_t sal_rng_next(struct sal_rng *);
uint32_t sal_rng_below(struct sal_rng *, uint32_t n); /* uniform, exact */

struct sal_dice {
  /* source */
  const char (*script)[SAL_TOKEN]; /* tokens: "5", "=29TC" */
  uint32_t nscript, at;
  struct sal_rng *rng;                      /* may be NULL */
  uint32_t (*below)(void *ctx, uint32_t n); /* instead of rng: a keyed source of the server's */
  void *ctx;
  const uint8_t *prefix; /* odds: outcomes 0..n-1 chosen in advance */
  uint32_t nprefix;
  /* what happened */
  uint32_t n; /* tokens used */
  struct sal_rolled rolled[SAL_TAPE];
  uint16_t short_of; /* 0, or the number of outcomes of the roll that found no token */
  bool bad;          /* a scripted token did not fit the roll; rolled[n-1] says which */
};
void sal_dice_clear(struct sal_dice *); /* no source, nothing rolled */

/* A die of `faces`, 1..faces, seen by both sides. */
int sal_roll(struct sal_dice *, int faces, int rule, sal_unit who);
int sal_roll_seen(struct sal_dice *, int faces, int rule, sal_unit who, uint8_t seen);
/* One of n items by name (chits, tiles, picks): returns its place 0..n-1. */
typedef void sal_item_name(const struct sal_book *, uint16_t item, char out[SAL_TOKEN]);
int sal_draw(struct sal_dice *, const struct sal_book *, const uint16_t *items, int n,
             sal_item_name *, int rule, uint8_t seen);

#endif
