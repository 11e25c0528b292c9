/* push.c - see push.h. */
#include "push.h"

#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/param_build.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

/* As RFC 8188 and 8291 have them. */
enum { HASH = 32, RECORD = 4096, KEY = 16, NONCE = 12, TAG = 16 };

/* ---- keys */
/* Without the secret only the open half. NULL: it is no key of that curve. */
static EVP_PKEY *key_of(const uint8_t open[PUSH_POINT], const uint8_t *secret) {
  OSSL_PARAM_BLD *build = OSSL_PARAM_BLD_new();
  EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
  BIGNUM *number = secret ? BN_bin2bn(secret, PUSH_SCALAR, NULL) : NULL;
  EVP_PKEY *key = NULL;
  int what = secret ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY;
  bool ok = build && ctx &&
            OSSL_PARAM_BLD_push_utf8_string(build, OSSL_PKEY_PARAM_GROUP_NAME, "P-256", 0) &&
            OSSL_PARAM_BLD_push_octet_string(build, OSSL_PKEY_PARAM_PUB_KEY, open, PUSH_POINT);
  if (ok && number)
    ok = OSSL_PARAM_BLD_push_BN(build, OSSL_PKEY_PARAM_PRIV_KEY, number);
  OSSL_PARAM *params = ok ? OSSL_PARAM_BLD_to_param(build) : NULL;
  ok =
      params && EVP_PKEY_fromdata_init(ctx) == 1 && EVP_PKEY_fromdata(ctx, &key, what, params) == 1;
  OSSL_PARAM_free(params);
  OSSL_PARAM_BLD_free(build);
  EVP_PKEY_CTX_free(ctx);
  BN_clear_free(number);
  return ok ? key : NULL;
}

/* A fresh key pair: the server's own, or one for a single message. */
bool push_pair_make(struct push_pair *p) {
  EVP_PKEY *key = EVP_EC_gen("P-256");
  BIGNUM *number = NULL;
  size_t n = 0;
  bool ok =
      key &&
      EVP_PKEY_get_octet_string_param(key, OSSL_PKEY_PARAM_PUB_KEY, p->open, PUSH_POINT, &n) &&
      n == PUSH_POINT && EVP_PKEY_get_bn_param(key, OSSL_PKEY_PARAM_PRIV_KEY, &number) &&
      BN_bn2binpad(number, p->secret, PUSH_SCALAR) == PUSH_SCALAR;

  BN_clear_free(number);
  EVP_PKEY_free(key);
  return ok;
}

/* A point that is not on the curve would give our secret away. */
bool push_point_is_good(const uint8_t point[PUSH_POINT]) {
  EVP_PKEY *key = point[0] == 4 ? key_of(point, NULL) : NULL;
  EVP_PKEY_CTX *ctx = key ? EVP_PKEY_CTX_new(key, NULL) : NULL;
  bool ok = ctx && EVP_PKEY_public_check(ctx) == 1;
  EVP_PKEY_CTX_free(ctx);
  EVP_PKEY_free(key);
  return ok;
}

/* Diffie and Hellman over P-256. */
static bool agree(const struct push_pair *own, const uint8_t other[PUSH_POINT], uint8_t out[HASH]) {
  EVP_PKEY *mine = key_of(own->open, own->secret);
  EVP_PKEY *theirs = key_of(other, NULL);
  EVP_PKEY_CTX *ctx = mine ? EVP_PKEY_CTX_new(mine, NULL) : NULL;
  size_t n = HASH;
  bool ok = ctx && theirs && EVP_PKEY_derive_init(ctx) == 1 &&
            EVP_PKEY_derive_set_peer(ctx, theirs) == 1 && EVP_PKEY_derive(ctx, out, &n) == 1 &&
            n == HASH;

  EVP_PKEY_CTX_free(ctx);
  EVP_PKEY_free(mine);
  EVP_PKEY_free(theirs);
  return ok;
}

/* ---- messages */
/* HMAC with SHA-256. */
static void mac(const uint8_t *key, size_t nkey, const void *data, size_t n, uint8_t out[HASH]) {
  unsigned len = HASH;
  HMAC(EVP_sha256(), key, (int)nkey, data, n, out, &len);
}

/* One step of HKDF is all that keys so short need. */
static void expand(const uint8_t secret[HASH], const char *info, size_t n, uint8_t out[HASH]) {
  uint8_t line[200];
  memcpy(line, info, n);
  line[n] = 1;
  mac(secret, HASH, line, n + 1, out);
}

struct keys {
  uint8_t key[HASH], nonce[HASH];
};

/* The content key and nonce of RFC 8291, from both keys and the browser's secret. */
static bool derive(const struct push_reader *to, const struct push_pair *once,
                   const uint8_t salt[PUSH_SALT], struct keys *k) {
  static const char intro[] = "WebPush: info";
  static const char for_key[] = "Content-Encoding: aes128gcm";
  static const char for_nonce[] = "Content-Encoding: nonce";
  uint8_t shared[HASH];
  uint8_t first[HASH];
  uint8_t both[HASH];
  uint8_t secret[HASH];
  char info[sizeof intro + 2 * PUSH_POINT];

  if (!agree(once, to->point, shared))
    return false;
  memcpy(info, intro, sizeof intro); /* with its NUL */
  memcpy(info + sizeof intro, to->point, PUSH_POINT);
  memcpy(info + sizeof intro + PUSH_POINT, once->open, PUSH_POINT);
  mac(to->auth, PUSH_AUTH, shared, HASH, first);
  expand(first, info, sizeof info, both);
  mac(salt, PUSH_SALT, both, HASH, secret);
  expand(secret, for_key, sizeof for_key, k->key);
  expand(secret, for_nonce, sizeof for_nonce, k->nonce);
  return true;
}

/* AES-128-GCM; the tag stands behind the text. */
static bool lock(const struct keys *k, const uint8_t *plain, size_t n, uint8_t *out) {
  EVP_CIPHER_CTX *c = EVP_CIPHER_CTX_new();
  int len = 0;
  int rest = 0;
  bool ok = c && EVP_EncryptInit_ex(c, EVP_aes_128_gcm(), NULL, k->key, k->nonce) == 1 &&
            EVP_EncryptUpdate(c, out, &len, plain, (int)n) == 1 &&
            EVP_EncryptFinal_ex(c, out + len, &rest) == 1 &&
            EVP_CIPHER_CTX_ctrl(c, EVP_CTRL_GCM_GET_TAG, TAG, out + n) == 1;

  EVP_CIPHER_CTX_free(c);
  return ok;
}

/* One record of RFC 8188: salt, size, our key, then the sealed text. */
size_t push_seal(const struct push_reader *to, const struct push_pair *once,
                 const uint8_t salt[PUSH_SALT], const char *text, size_t n,
                 uint8_t out[PUSH_ROOM]) {
  uint8_t plain[PUSH_MOST + 1];
  uint8_t *at = out;
  struct keys k;
  if (n > PUSH_MOST || !derive(to, once, salt, &k))
    return 0;
  memcpy(at, salt, PUSH_SALT);
  at += PUSH_SALT;
  const uint8_t record[5] = {0, 0, RECORD >> 8, RECORD & 255, PUSH_POINT};
  memcpy(at, record, sizeof record);
  at += sizeof record;
  memcpy(at, once->open, PUSH_POINT);
  at += PUSH_POINT;
  memcpy(plain, text, n);
  plain[n] = 2; /* the last record */
  if (!lock(&k, plain, n + 1, at))
    return 0;
  return (size_t)(at - out) + n + 1 + TAG;
}

/* ---- who sends it */
size_t push_text(const uint8_t *bytes, size_t n, char *out, size_t cap) {
  const int kind = sodium_base64_VARIANT_URLSAFE_NO_PADDING;
  if (cap < sodium_base64_encoded_len(n, kind))
    return 0;
  sodium_bin2base64(out, cap, bytes, n, kind);
  return strlen(out);
}

/* Base64 for addresses, with or without its padding. */
bool push_bytes(const char *text, uint8_t *out, size_t n) {
  const char *end = NULL;
  size_t got = 0;
  size_t len = strcspn(text, "=");

  if (strspn(text + len, "=") > 2 || text[len + strspn(text + len, "=")])
    return false;
  if (sodium_base642bin(out, n, text, len, NULL, &got, &end,
                        sodium_base64_VARIANT_URLSAFE_NO_PADDING))
    return false;

  return got == n && end == text + len;
}

/* An ECDSA signature as two numbers of 32 bytes. */
static bool sign(const struct push_pair *own, const char *text, uint8_t out[2 * PUSH_SCALAR]) {
  EVP_PKEY *key = key_of(own->open, own->secret);
  EVP_MD_CTX *ctx = EVP_MD_CTX_new();
  uint8_t der[100];
  size_t n = sizeof der;
  const uint8_t *at = der;
  bool ok = key && ctx && EVP_DigestSignInit(ctx, NULL, EVP_sha256(), NULL, key) == 1 &&
            EVP_DigestSign(ctx, der, &n, (const uint8_t *)text, strlen(text)) == 1;

  ECDSA_SIG *sig = ok ? d2i_ECDSA_SIG(NULL, &at, (long)n) : NULL;
  ok = sig && BN_bn2binpad(ECDSA_SIG_get0_r(sig), out, PUSH_SCALAR) == PUSH_SCALAR &&
       BN_bn2binpad(ECDSA_SIG_get0_s(sig), out + PUSH_SCALAR, PUSH_SCALAR) == PUSH_SCALAR;
  ECDSA_SIG_free(sig);
  EVP_MD_CTX_free(ctx);
  EVP_PKEY_free(key);
  return ok;
}

/* Tells the push service who sends, signed with the server's key (RFC 8292). */
bool push_token(const struct push_pair *own, const char *audience, const char *contact,
                int64_t until, char out[PUSH_TOKEN]) {
  char claims[420];
  char head[64];
  char body[600];
  char text[700];
  char mark[100];
  char key[100];
  uint8_t signature[2 * PUSH_SCALAR];
  static const char kind[] = "{\"typ\":\"JWT\",\"alg\":\"ES256\"}";
  int n = snprintf(claims, sizeof claims, "{\"aud\":\"%s\",\"exp\":%lld,\"sub\":\"%s\"}", audience,
                   (long long)until, contact);

  if (n >= (int)sizeof claims ||
      !push_text((const uint8_t *)kind, sizeof kind - 1, head, sizeof head) ||
      !push_text((const uint8_t *)claims, (size_t)n, body, sizeof body))
    return false;
  snprintf(text, sizeof text, "%s.%s", head, body);
  if (!sign(own, text, signature))
    return false;
  push_text(signature, sizeof signature, mark, sizeof mark);
  push_text(own->open, PUSH_POINT, key, sizeof key);
  n = snprintf(out, PUSH_TOKEN, "vapid t=%s.%s,k=%s", text, mark, key);
  return n < PUSH_TOKEN;
}
