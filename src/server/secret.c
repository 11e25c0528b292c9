/* secret.c - libsodium, and nothing else. */
#include "secret.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

bool secret_start(void) {
  return sodium_init() >= 0;
}

void secret_bytes(void *out, size_t n) {
  randombytes_buf(out, n);
}

void secret_token(char out[TOKEN_TEXT]) {
  uint8_t raw[32];
  randombytes_buf(raw, sizeof raw);
  sodium_bin2base64(out, TOKEN_TEXT, raw, sizeof raw, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
  sodium_memzero(raw, sizeof raw);
}

/* 32, none of them easily mistaken */
static const char ID_LETTERS[] = "abcdefghijkmnpqrstuvwxyz23456789";
void secret_id(char out[ID_TEXT]) {
  uint8_t raw[ID_TEXT - 1];
  randombytes_buf(raw, sizeof raw);
  for (size_t i = 0; i < sizeof raw; i++)
    out[i] = ID_LETTERS[raw[i] & 31];
  out[ID_TEXT - 1] = 0;
}

/* Could this be the id of a game? */
bool secret_is_id(const char *text) {
  return strlen(text) == ID_TEXT - 1 && strspn(text, ID_LETTERS) == ID_TEXT - 1;
}

/* Only hashes of tokens are stored, keyed with the server's salt. */
void secret_hash(const uint8_t key[SECRET_HASH], const char *token, uint8_t out[SECRET_HASH]) {
  crypto_generichash(out, SECRET_HASH, (const uint8_t *)token, strlen(token), key, SECRET_HASH);
}

/* In constant time, so that answers do not tell how much was right. */
bool secret_same(const uint8_t a[SECRET_HASH], const uint8_t b[SECRET_HASH]) {
  /* zero: no token was ever given out */
  return !sodium_memcmp(a, b, SECRET_HASH) && !sodium_is_zero(a, SECRET_HASH);
}

void secret_short(const char *text, uint8_t out[KEY_HASH]) {
  crypto_generichash(out, KEY_HASH, (const uint8_t *)text, strlen(text), NULL, 0);
}

_Static_assert(crypto_pwhash_STRBYTES <= 128, "room for a passphrase's hash");

/* Argon2id: slow on purpose. */
bool secret_pass_hash(const char *pass, char out[128]) {
  return !crypto_pwhash_str_alg(out, pass, strlen(pass), crypto_pwhash_OPSLIMIT_INTERACTIVE,
                                crypto_pwhash_MEMLIMIT_INTERACTIVE, crypto_pwhash_ALG_ARGON2ID13);
}

bool secret_pass_check(const char *pass, const char *hash) {
  return !crypto_pwhash_str_verify(hash, pass, strlen(pass));
}

void secret_hex(const uint8_t *bytes, size_t n, char *out) {
  sodium_bin2hex(out, n * 2 + 1, bytes, n);
}

bool secret_unhex(const char *text, uint8_t *out, size_t n) {
  size_t got;
  const char *end;
  if (sodium_hex2bin(out, n, text, strlen(text), NULL, &got, &end))
    return false;
  return got == n && !*end;
}

char *secret_base64(const void *bytes, size_t n) {
  size_t cap = sodium_base64_ENCODED_LEN(n, sodium_base64_VARIANT_ORIGINAL);
  char *out = malloc(cap);
  if (!out)
    abort();
  sodium_bin2base64(out, cap, bytes, n, sodium_base64_VARIANT_ORIGINAL);
  return out;
}

bool secret_unbase64(const char *text, void *out, size_t cap, size_t *n) {
  const char *end;
  if (sodium_base642bin(out, cap, text, strlen(text), NULL, n, &end,
                        sodium_base64_VARIANT_ORIGINAL))
    return false;
  return !*end;
}
