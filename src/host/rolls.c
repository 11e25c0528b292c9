/* rolls.c - see rolls.h. */
#include "rolls.h"

#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* What is published before the game: a hash of the secret that will roll the dice. */
void dice_commit(const uint8_t secret[32], char out[65]) {
  uint8_t hash[32];
  crypto_generichash(hash, sizeof hash, secret, 32, NULL, 0);
  sodium_bin2hex(out, 65, hash, sizeof hash);
}

/* Roll number i of n outcomes, all equally likely: a word that would favour some is skipped. */
uint32_t dice_below(const uint8_t secret[32], uint64_t i, uint32_t n) {
  static const char word[12] = "salient-roll";

  for (uint32_t t = 0;; t++) {
    uint8_t in[24];
    uint8_t out[32];
    memcpy(in, word, 12);
    for (int k = 0; k < 8; k++)
      in[12 + k] = (uint8_t)(i >> (8 * k));
    for (int k = 0; k < 4; k++)
      in[20 + k] = (uint8_t)(t >> (8 * k));
    crypto_generichash(out, sizeof out, in, sizeof in, secret, 32);
    uint32_t w =
        (uint32_t)out[0] | (uint32_t)out[1] << 8 | (uint32_t)out[2] << 16 | (uint32_t)out[3] << 24;
    uint64_t m = (uint64_t)w * n;
    if ((uint32_t)m >= (uint32_t)-n % n)
      return (uint32_t)(m >> 32);
  }
}

struct rolling {
  uint8_t secret[32];
  uint64_t i;
};

/* The source of dice for a proof. */
static uint32_t roll_again(void *ctx, uint32_t n) {
  struct rolling *r = ctx;
  return dice_below(r->secret, r->i++, n);
}

static bool say(struct journal_report *r, bool good, int line, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));
static bool say(struct journal_report *r, bool good, int line, const char *fmt, ...) {
  va_list ap;

  va_start(ap, fmt);
  r->verdict = good ? JOURNAL_GOOD : JOURNAL_ALTERED;
  r->line = line;
  vsnprintf(r->text, sizeof r->text, fmt, ap);
  va_end(ap);
  return good;
}

/* Replays a journal with dice from its secret: proves that nobody chose them. */
bool rolls_verify(struct library *lib, struct desk *desk, const char *journal, size_t n,
                  struct journal_report *out) {
  struct journal_reader r;
  struct fault f;
  char commit[65];

  if (!journal_open(&r, journal, n, &f))
    return say(out, false, f.line, "%s", f.text);
  if (!r.head.commit[0])
    return say(out, true, 0, "%s", "");
  if (!r.secret[0])
    return say(
        out, true, 0,
        "the dice are committed to, but the secret that would prove them is not in the file");
  struct rolling rolling = {.i = 0};
  const struct game_roller roller = {.below = roll_again, .ctx = &rolling, .setup_only = r.typed};
  if (sodium_hex2bin(rolling.secret, sizeof rolling.secret, r.secret, 64, NULL, NULL, NULL))
    return say(out, false, r.secret_line, "the secret is not 64 hex digits");
  dice_commit(rolling.secret, commit);
  struct journal_report rolled;
  game_free(game_reroll(lib, desk, journal, n, &roller, &rolled));
  bool fits = rolled.verdict == JOURNAL_GOOD, same = !strcmp(commit, r.head.commit);
  if (!same && fits && rolling.i)
    return say(out, false, r.commit_line,
               "every roll is the secret's, but the commitment is another: it was changed after "
               "the game began");
  if (!same)
    return say(out, false, r.secret_line, "the secret is not the one the header commits to");
  if (!fits)
    return say(out, false, rolled.line, "a roll is not the one the secret gives");

  return say(out, true, 0, "commitment and %llu rolls checked%s", (unsigned long long)rolling.i,
             r.typed ? "; later dice were typed in" : "");
}
