/* passed_keys.c - keys, values and locks of a passed game. The surprising part: a player's program
 * stores no values. Each is computed from his key, his salt and its number, so his key and the file
 * are enough to continue. */
#include "passed_inside.h"

#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- small things */
void pass_digest(uint8_t out[HASH], const void *key, size_t nkey, const char *what, const void *a,
                 size_t na, const void *b, size_t nb) {
  crypto_generichash_state h;
  crypto_generichash_init(&h, key, nkey, HASH);
  crypto_generichash_update(&h, (const uint8_t *)what, strlen(what) + 1);
  if (na)
    crypto_generichash_update(&h, a, na);
  if (nb)
    crypto_generichash_update(&h, b, nb);
  crypto_generichash_final(&h, out, HASH);
}

void *pass_room(void *old, size_t n) {
  void *p = realloc(old, n);
  if (!p)
    abort();
  return p;
}

char *pass_copy(const char *text) {
  char *p = strdup(text);
  if (!p)
    abort();
  return p;
}

void pass_hex(const uint8_t *bytes, size_t n, char *out) {
  sodium_bin2hex(out, n * 2 + 1, bytes, n);
}

/* Reads exactly n bytes of lower-case hex; the file has one spelling only. */
bool pass_unhex(const char *text, uint8_t *out, size_t n) {
  size_t got;
  const char *end;

  if (strlen(text) != 2 * n || strspn(text, "0123456789abcdef") != 2 * n)
    return false;
  if (sodium_hex2bin(out, n, text, 2 * n, NULL, &got, &end))
    return false;

  return got == n;
}

const char *pass_name(int side) {
  return side == SAL_GERMAN ? "German" : "Soviet";
}

/* A refusal with the line of the file. */
bool pass_no(struct passed *p, struct fault *f, const char *fmt, ...) {
  char text[280];
  char at[32];
  va_list ap;

  va_start(ap, fmt);
  vsnprintf(text, sizeof text, fmt, ap);
  va_end(ap);
  snprintf(at, sizeof at, "line %d", p->line);
  fault_at(f, at, "%s", text);
  f->line = p->line;
  return false;
}

/* ---- keys */
void passed_key_make(struct passed_key *k, const uint8_t seed[PASSED_SEED]) {
  memcpy(k->seed, seed, PASSED_SEED);
  crypto_sign_seed_keypair(k->open, k->secret, seed);
}

/* A key from the system's random bytes; the seed does not stay in memory. */
void passed_key_new(struct passed_key *k) {
  uint8_t seed[PASSED_SEED];

  if (sodium_init() < 0)
    abort();
  randombytes_buf(seed, sizeof seed);
  passed_key_make(k, seed);
  sodium_memzero(seed, sizeof seed);
}

static const char KEY_TITLE[] = "salient-key 1\n";
void passed_key_write(const struct passed_key *k, char out[96]) {
  int n = sprintf(out, "%s", KEY_TITLE);
  pass_hex(k->seed, PASSED_SEED, out + n);
  strcat(out, "\n");
}

/* A key file is its title and 64 hex digits. */
bool passed_key_read(struct passed_key *k, const char *text, size_t n, struct fault *f) {
  size_t head = sizeof KEY_TITLE - 1;
  char hex[2 * PASSED_SEED + 1] = "";
  uint8_t seed[PASSED_SEED];

  if (n >= head + 64 && !memcmp(text, KEY_TITLE, head))
    memcpy(hex, text + head, 64);
  if (!pass_unhex(hex, seed, sizeof seed))
    return fault_at(f, "key", "this is no key file of salient");
  passed_key_make(k, seed);
  return true;
}

/* What only the player in a seat can work out: his values, and the key of his choices. */
static void own_secret(const struct passed *p, uint8_t out[HASH]) {
  pass_digest(out, p->me.seed, sizeof p->me.seed, "salient-pass", p->seat[p->side].salt, SALT,
              p->id, PASSED_ID);
}

/* The value of roll k, from the player's own secret: nothing need be stored, and nobody else can
 * work it out. */
void pass_own_value(const struct passed *p, uint32_t k, uint8_t out[HASH]) {
  uint8_t secret[HASH];
  uint8_t number[4] = {(uint8_t)k, (uint8_t)(k >> 8), (uint8_t)(k >> 16), (uint8_t)(k >> 24)};
  own_secret(p, secret);
  pass_digest(out, secret, HASH, "value", number, sizeof number, NULL, 0);
}

/* What locks the player's own choices until they are opened. */
void pass_choice_key(const struct passed *p, uint8_t out[HASH]) {
  uint8_t secret[HASH];
  own_secret(p, secret);
  pass_digest(out, secret, HASH, "choice", NULL, 0, NULL, 0);
}

/* Binds a box to its place in the file, so that it cannot be moved. */
void pass_choice_run(const struct passed *p, const uint8_t hash[HASH], uint8_t out[HASH]) {
  pass_digest(out, p->run, HASH, "box", hash, HASH, NULL, 0);
}

/* A key that only the two players share, by Diffie and Hellman over their signing keys. */
bool pass_both_key(struct passed *p, uint8_t out[HASH]) {
  uint8_t mine[32];
  uint8_t theirs[32];
  uint8_t point[32];

  if (p->paired)
    return memcpy(out, p->pair, HASH), true;
  if (crypto_sign_ed25519_sk_to_curve25519(mine, p->me.secret) ||
      crypto_sign_ed25519_pk_to_curve25519(theirs, p->seat[!p->side].key) ||
      crypto_scalarmult(point, mine, theirs))
    return false;
  pass_digest(out, point, sizeof point, "both", p->id, PASSED_ID, NULL, 0);
  memcpy(p->pair, out, HASH);
  p->paired = true;
  return true;
}

/* The nonce comes from the lines before, which never repeat. */
char *pass_lock(const uint8_t run[HASH], const uint8_t key[HASH], const char *text) {
  uint8_t nonce[HASH];
  size_t n = strlen(text);
  size_t size = n + crypto_aead_xchacha20poly1305_ietf_ABYTES;
  uint8_t *box = pass_room(NULL, size);
  unsigned long long got;

  pass_digest(nonce, key, HASH, "nonce", run, HASH, NULL, 0);
  crypto_aead_xchacha20poly1305_ietf_encrypt(box, &got, (const uint8_t *)text, n, run, HASH, NULL,
                                             nonce, key);
  size_t cap = sodium_base64_ENCODED_LEN(size, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
  char *out = pass_room(NULL, cap);
  sodium_bin2base64(out, cap, box, size, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
  free(box);
  return out;
}

/* Opens a box; NULL when it is not for this key or was changed. */
char *pass_unlock(const uint8_t run[HASH], const uint8_t key[HASH], const char *locked) {
  uint8_t nonce[HASH];
  size_t n = strlen(locked);
  size_t size;
  uint8_t *box = pass_room(NULL, n + 1);
  char *out = NULL;
  unsigned long long got;

  pass_digest(nonce, key, HASH, "nonce", run, HASH, NULL, 0);
  if (!sodium_base642bin(box, n, locked, n, NULL, &size, NULL,
                         sodium_base64_VARIANT_URLSAFE_NO_PADDING) &&
      size >= crypto_aead_xchacha20poly1305_ietf_ABYTES) {
    out = pass_room(NULL, size + 1);
    if (crypto_aead_xchacha20poly1305_ietf_decrypt((uint8_t *)out, &got, NULL, box, size, run, HASH,
                                                   nonce, key))
      free(out), out = NULL;
    else
      out[got] = 0;
  }
  free(box);
  return out;
}
