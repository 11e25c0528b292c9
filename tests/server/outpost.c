/* outpost.c - see outpost.h. */
#include "outpost.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <openssl/core_names.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/param_build.h>
#include <poll.h>
#include <pthread.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

/* ---- a small web server */
static size_t length_of(const char *head) {
  const char *at = strcasestr(head, "content-length:");
  return at ? strtoul(at + 15, NULL, 10) : 0;
}
static struct outpost_call *read_call(int fd) {
  struct outpost_call *c = calloc(1, sizeof *c);
  char all[sizeof c->head + sizeof c->body];
  size_t n = 0, head = 0, want = 0;
  while (n < sizeof all - 1) {
    struct pollfd p = {.fd = fd, .events = POLLIN};
    if (poll(&p, 1, 5000) <= 0)
      break;
    ssize_t got = recv(fd, all + n, sizeof all - 1 - n, 0);
    if (got <= 0)
      break;
    n += (size_t)got;
    all[n] = 0;
    char *end = head ? NULL : strstr(all, "\r\n\r\n");
    if (end) {
      head = (size_t)(end - all) + 4;
      snprintf(c->head, sizeof c->head, "%.*s", (int)head, all);
      want = length_of(c->head);
    }
    if (head && n - head >= want)
      break;
  }
  if (!head || n - head < want || want > sizeof c->body)
    return free(c), NULL;
  c->n = want;
  memcpy(c->body, all + head, want);
  return c;
}
static void serve_one(void *owner, int fd) {
  struct outpost *o = owner;
  char answer[300];
  struct outpost_call *c = read_call(fd);
  pthread_mutex_lock(&o->door.lock);
  if (c && o->n < OUTPOST_MOST)
    o->call[o->n++] = c;
  else
    free(c);
  snprintf(answer, sizeof answer, "HTTP/1.1 %s\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
           o->answer);
  bool deaf = o->deaf;
  pthread_mutex_unlock(&o->door.lock);
  if (c && !deaf && send(fd, answer, strlen(answer), MSG_NOSIGNAL) < 0)
    c = NULL;
  if (!deaf) /* else it stays open, and somebody waits */
    close(fd);
}
void outpost_open(struct outpost *o) {
  *o = (struct outpost){0};
  snprintf(o->answer, sizeof o->answer, "201 Created");
  door_open(&o->door, serve_one, o);
  o->port = o->door.port;
}
void outpost_close(struct outpost *o) {
  door_close(&o->door);
  for (int i = 0; i < o->n; i++)
    free(o->call[i]);
}
void outpost_answer(struct outpost *o, const char *status) {
  pthread_mutex_lock(&o->door.lock);
  snprintf(o->answer, sizeof o->answer, "%s", status);
  pthread_mutex_unlock(&o->door.lock);
}
int outpost_calls(struct outpost *o) {
  pthread_mutex_lock(&o->door.lock);
  int n = o->n;
  pthread_mutex_unlock(&o->door.lock);
  return n;
}
const struct outpost_call *outpost_wait(struct outpost *o, int nth, int ms) {
  for (int waited = 0; outpost_calls(o) <= nth; waited += 10) {
    if (waited > ms)
      fail_msg("call %d has not come within %d ms", nth, ms);
    usleep(10000);
  }
  return o->call[nth];
}
const char *outpost_header(const struct outpost_call *c, const char *name, char *out, size_t cap) {
  char find[64];
  snprintf(find, sizeof find, "\r\n%s: ", name);
  const char *at = strcasestr(c->head, find);
  size_t n = at ? strcspn(at + strlen(find), "\r") : 0;
  snprintf(out, cap, "%.*s", (int)n, at ? at + strlen(find) : "");
  return out;
}

/* ---- a browser's side of RFC 8291, written by itself */
void browser_make(struct browser *b) {
  assert_true(push_pair_make(&b->pair));
  randombytes_buf(b->auth, sizeof b->auth);
  push_text(b->pair.open, PUSH_POINT, b->p256dh, sizeof b->p256dh);
  push_text(b->auth, PUSH_AUTH, b->secret, sizeof b->secret);
}
static EVP_PKEY *key_from(const uint8_t *open, const uint8_t *secret) {
  OSSL_PARAM_BLD *build = OSSL_PARAM_BLD_new();
  BIGNUM *number = secret ? BN_bin2bn(secret, PUSH_SCALAR, NULL) : NULL;
  OSSL_PARAM_BLD_push_utf8_string(build, OSSL_PKEY_PARAM_GROUP_NAME, "P-256", 0);
  OSSL_PARAM_BLD_push_octet_string(build, OSSL_PKEY_PARAM_PUB_KEY, open, PUSH_POINT);
  if (number)
    OSSL_PARAM_BLD_push_BN(build, OSSL_PKEY_PARAM_PRIV_KEY, number);
  OSSL_PARAM *params = OSSL_PARAM_BLD_to_param(build);
  EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
  EVP_PKEY *key = NULL;
  EVP_PKEY_fromdata_init(ctx);
  EVP_PKEY_fromdata(ctx, &key, secret ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY, params);
  EVP_PKEY_CTX_free(ctx);
  OSSL_PARAM_free(params);
  OSSL_PARAM_BLD_free(build);
  BN_free(number);
  return key;
}
static void hkdf(const uint8_t *salt, size_t nsalt, const uint8_t *in, size_t nin, const void *info,
                 size_t ninfo, uint8_t *out, size_t n) {
  uint8_t secret[32], line[300], okm[32];
  unsigned len = 32;
  HMAC(EVP_sha256(), salt, (int)nsalt, in, nin, secret, &len);
  memcpy(line, info, ninfo);
  line[ninfo] = 1;
  HMAC(EVP_sha256(), secret, 32, line, ninfo + 1, okm, &len);
  memcpy(out, okm, n);
}
static bool shared_with(const struct browser *b, const uint8_t *theirs, uint8_t out[32]) {
  EVP_PKEY *mine = key_from(b->pair.open, b->pair.secret), *other = key_from(theirs, NULL);
  EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new(mine, NULL);
  size_t n = 32;
  bool ok = other && EVP_PKEY_derive_init(ctx) == 1 && EVP_PKEY_derive_set_peer(ctx, other) == 1 &&
            EVP_PKEY_derive(ctx, out, &n) == 1;
  EVP_PKEY_CTX_free(ctx);
  EVP_PKEY_free(mine);
  EVP_PKEY_free(other);
  return ok;
}
cJSON *browser_read(const struct browser *b, const struct outpost_call *c) {
  const size_t front = 16 + 4 + 1 + PUSH_POINT;
  uint8_t shared[32], both[32], key[16], nonce[12], plain[8192];
  char info[14 + 2 * PUSH_POINT] = "WebPush: info";
  if (c->n < front + 17 || c->body[20] != PUSH_POINT)
    return NULL;
  const uint8_t *salt = c->body, *theirs = c->body + 21, *text = c->body + front;
  size_t n = c->n - front - 16;
  if (!shared_with(b, theirs, shared))
    return NULL;
  memcpy(info + 14, b->pair.open, PUSH_POINT);
  memcpy(info + 14 + PUSH_POINT, theirs, PUSH_POINT);
  hkdf(b->auth, PUSH_AUTH, shared, 32, info, sizeof info, both, 32);
  hkdf(salt, 16, both, 32, "Content-Encoding: aes128gcm", 28, key, 16);
  hkdf(salt, 16, both, 32, "Content-Encoding: nonce", 24, nonce, 12);
  EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
  int len = 0, rest = 0;
  uint8_t tag[16];
  memcpy(tag, text + n, 16);
  EVP_DecryptInit_ex(ctx, EVP_aes_128_gcm(), NULL, key, nonce);
  EVP_DecryptUpdate(ctx, plain, &len, text, (int)n);
  EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_GCM_SET_TAG, 16, tag);
  bool ok = EVP_DecryptFinal_ex(ctx, plain + len, &rest) == 1;
  EVP_CIPHER_CTX_free(ctx);
  if (!ok || plain[n - 1] != 2)
    return NULL;
  plain[n - 1] = 0;
  return cJSON_Parse((char *)plain);
}
static cJSON *part_of(const char *text, size_t n) {
  char plain[800];
  size_t len = 0;
  if (sodium_base642bin((uint8_t *)plain, sizeof plain - 1, text, n, NULL, &len, NULL,
                        sodium_base64_VARIANT_URLSAFE_NO_PADDING))
    return NULL;
  plain[len] = 0;
  return cJSON_Parse(plain);
}
static bool signature_holds(const char *key, const char *text, size_t n, const char *mark) {
  uint8_t open[PUSH_POINT], sig[64], *der = NULL;
  if (!push_bytes(key, open, sizeof open) || !push_bytes(mark, sig, sizeof sig))
    return false;
  ECDSA_SIG *both = ECDSA_SIG_new();
  ECDSA_SIG_set0(both, BN_bin2bn(sig, 32, NULL), BN_bin2bn(sig + 32, 32, NULL));
  int len = i2d_ECDSA_SIG(both, &der);
  EVP_PKEY *pub = key_from(open, NULL);
  EVP_MD_CTX *md = EVP_MD_CTX_new();
  EVP_DigestVerifyInit(md, NULL, EVP_sha256(), NULL, pub);
  bool good = EVP_DigestVerify(md, der, (size_t)len, (const uint8_t *)text, n) == 1;
  EVP_MD_CTX_free(md);
  EVP_PKEY_free(pub);
  OPENSSL_free(der);
  ECDSA_SIG_free(both);
  return good;
}
void browser_check(const struct outpost_call *c, const char *key, int port) {
  char all[1200], want[64];
  outpost_header(c, "Authorization", all, sizeof all);
  assert_int_equal(strncmp(all, "vapid t=", 8), 0);
  char *text = all + 8, *k = strstr(text, ",k=");
  assert_non_null(k);
  *k = 0;
  assert_string_equal(k + 3, key);
  char *body = strchr(text, '.') + 1, *mark = strrchr(text, '.') + 1;
  assert_true(signature_holds(key, text, (size_t)(mark - 1 - text), mark));
  cJSON *claims = part_of(body, (size_t)(mark - 1 - body));
  snprintf(want, sizeof want, "http://127.0.0.1:%d", port);
  assert_string_equal(word(claims, "aud"), want);
  double left = at(claims, "exp")->valuedouble - (double)time(NULL);
  assert_true(left > 60 && left <= 86400);
  cJSON_Delete(claims);
}
