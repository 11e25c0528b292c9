/* rolls.h - dice that can be checked afterwards: a secret, its commitment, and every roll out of
 * it.
 *
 * A game's secret is 32 random bytes; its commitment, published in the journal's header before the
 * first die, is BLAKE2b-256 of them. Token number i (from 0) of a game, with n outcomes, is made
 * so: for t = 0, 1, ..: w = the first four bytes, little endian, of BLAKE2b-256 keyed with the
 * secret over "salient-roll", i (8 bytes LE), t (4 bytes LE); m = w * n; accept when the low half
 * of m is at least 2^32 mod n; the outcome is the high half of m.
 */
#ifndef ROLLS_H
#define ROLLS_H

#include "game.h"

void dice_commit(const uint8_t secret[32], char out[65]);
uint32_t dice_below(const uint8_t secret[32], uint64_t i, uint32_t n);

/* A finished journal with its secret (the `secret` line at its end): is it the one the header
 * commits to, and does it give every roll? Call it on a journal that replays. The report names the
 * line at fault, or says what was checked. */
bool rolls_verify(struct library *, struct desk *, const char *journal, size_t n,
                  struct journal_report *);

#endif
