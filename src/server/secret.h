/* secret.h - tokens, their hashes, passphrases, game ids.
 *
 * A token is 256 random bits as text. Only its keyed hash is kept, and hashes are compared in
 * constant time.
 */
#ifndef SECRET_H
#define SECRET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "host/rolls.h" /* dice that can be checked afterwards */

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

void secret_hex(const uint8_t *bytes, size_t n, char *out);  /* 2n + 1 bytes */
bool secret_unhex(const char *text, uint8_t *out, size_t n); /* exactly n bytes */
char *secret_base64(const void *bytes, size_t n);            /* malloc'd */
/* How many in *n; false: it is no base64, or more than cap. */
bool secret_unbase64(const char *text, void *out, size_t cap, size_t *n);

#endif
