/* sodium.h - what the module uses of libsodium. The page fetches that library when somebody plays a
 * passed game, and calls it for the module (web/src/home/sodium.ts). The names are libsodium's, so
 * the code around passed games does not notice. */
#ifndef WASM_SODIUM_H
#define WASM_SODIUM_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define FROM_PAGE(name) __attribute__((import_module("sodium"), import_name(#name))) name

enum {
  crypto_sign_BYTES = 64,
  crypto_aead_xchacha20poly1305_ietf_ABYTES = 16,
  sodium_base64_VARIANT_URLSAFE_NO_PADDING = 7,
  WASM_HASH_STATE = 384
};
/* with the NUL; only the variant without padding is used */
#define sodium_base64_ENCODED_LEN(n, variant) (((n)*4 + 2) / 3 + 1)
#define sodium_memzero explicit_bzero

typedef struct {
  uint8_t opaque[WASM_HASH_STATE];
} crypto_generichash_state;

int FROM_PAGE(sodium_init)(void);
void FROM_PAGE(randombytes_buf)(void *out, size_t n);

int FROM_PAGE(crypto_generichash)(uint8_t *out, size_t nout, const void *in, size_t n,
                                  const void *key, size_t nkey);
int FROM_PAGE(crypto_generichash_init)(crypto_generichash_state *, const void *key, size_t nkey,
                                       size_t nout);
int FROM_PAGE(crypto_generichash_update)(crypto_generichash_state *, const void *in, size_t n);
int FROM_PAGE(crypto_generichash_final)(crypto_generichash_state *, uint8_t *out, size_t nout);

int FROM_PAGE(crypto_sign_seed_keypair)(uint8_t *open, uint8_t *secret, const uint8_t *seed);
int FROM_PAGE(crypto_sign_detached)(uint8_t *sign, unsigned long long *nsign, const void *in,
                                    size_t n, const uint8_t *secret);
int FROM_PAGE(crypto_sign_verify_detached)(const uint8_t *sign, const void *in, size_t n,
                                           const uint8_t *open);
int FROM_PAGE(crypto_sign_ed25519_sk_to_curve25519)(uint8_t *out, const uint8_t *secret);
int FROM_PAGE(crypto_sign_ed25519_pk_to_curve25519)(uint8_t *out, const uint8_t *open);
int FROM_PAGE(crypto_scalarmult)(uint8_t *out, const uint8_t *mine, const uint8_t *theirs);

int FROM_PAGE(crypto_aead_xchacha20poly1305_ietf_encrypt)(uint8_t *box, unsigned long long *nbox,
                                                          const uint8_t *in, size_t n,
                                                          const uint8_t *with, size_t nwith,
                                                          const uint8_t *none, const uint8_t *nonce,
                                                          const uint8_t *key);
int FROM_PAGE(crypto_aead_xchacha20poly1305_ietf_decrypt)(uint8_t *out, unsigned long long *nout,
                                                          uint8_t *none, const uint8_t *box,
                                                          size_t nbox, const uint8_t *with,
                                                          size_t nwith, const uint8_t *nonce,
                                                          const uint8_t *key);

char *FROM_PAGE(sodium_bin2hex)(char *out, size_t cap, const uint8_t *in, size_t n);
int FROM_PAGE(sodium_hex2bin)(uint8_t *out, size_t cap, const char *hex, size_t n,
                              const char *ignore, size_t *got, const char **end);
char *FROM_PAGE(sodium_bin2base64)(char *out, size_t cap, const uint8_t *in, size_t n, int variant);
int FROM_PAGE(sodium_base642bin)(uint8_t *out, size_t cap, const char *text, size_t n,
                                 const char *ignore, size_t *got, const char **end, int variant);

#endif
