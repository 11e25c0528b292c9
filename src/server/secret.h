/* secret.h - tokens, their hashes, passphrases, game ids, and dice that can be checked afterwards.
 *
 * A token is 256 random bits as text. Only its keyed hash is kept, and hashes are compared in constant time.
 */
#ifndef SECRET_H
#define SECRET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SECRET_HASH = 32, TOKEN_TEXT = 44, ID_TEXT = 17, KEY_HASH = 16 };

bool secret_start(void); /* once per process */
void secret_bytes(void *, size_t);
void secret_token(char out[TOKEN_TEXT]);
void secret_id(char out[ID_TEXT]); /* 80 random bits: not secret, but not to be guessed either */
bool secret_is_id(const char *text);

/* What the store keeps instead of the token. The key is the store's own. */
void secret_hash(const uint8_t key[SECRET_HASH], const char *token, uint8_t out[SECRET_HASH]);
bool secret_same(const uint8_t a[SECRET_HASH], const uint8_t b[SECRET_HASH]);
/* Of a request's `key`: short, to find it again; no secret. */
void secret_short(const char *text, uint8_t out[KEY_HASH]);

/* Argon2id; slow on purpose: never call these on the loop's thread. */
bool secret_pass_hash(const char *pass, char out[128]);
bool secret_pass_check(const char *pass, const char *hash);

/* ---- dice. A game's secret is 32 random bytes; its commitment, published in the journal's header before the first die,
 * is BLAKE2b-256 of them. Token number i (from 0) of a game, with n outcomes, is made so: for t = 0, 1, ..: w = the first four
 * bytes, little endian, of BLAKE2b-256 keyed with the secret over "salient-roll", i (8 bytes LE), t (4 bytes LE); m = w * n;
 * accept when the low half of m is at least 2^32 mod n; the outcome is the high half of m. */
void dice_commit(const uint8_t secret[32], char out[65]);
uint32_t dice_below(const uint8_t secret[32], uint64_t i, uint32_t n);
void secret_hex(const uint8_t *bytes, size_t n, char *out); /* 2n + 1 bytes */

#endif
