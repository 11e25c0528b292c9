/* test_push.c - web push by itself: RFC 8291's own example, what a browser reads, who sent it. */
#include "client.h"

#include <openssl/core_names.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/push.h"

/* The example in RFC 8291, section 5. */
static const char EXAMPLE[] =
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_"
    "c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6Tl"
    "zAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a"
    "-fN";
static void the_standard_s_example(void **state) {
  (void)state;
  struct push_reader to;
  struct push_pair once;
  uint8_t salt[PUSH_SALT], out[PUSH_ROOM];
  char text[400];
  static const char words[] = "When I grow up, I want to be a watermelon";
  assert_true(push_bytes("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZ"
                         "GH6SRpkNtoIAiw4",
                         to.point, sizeof to.point));
  assert_true(push_bytes("BTBZMqHH6r4Tts7J_aSIgg", to.auth, sizeof to.auth));
  assert_true(push_bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw", once.secret, 32));
  assert_true(push_bytes("BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8w"
                         "EqKK6PBru3jl7A8",
                         once.open, sizeof once.open));
  assert_true(push_bytes("DGv6ra1nlYgDCS1FRnbzlw", salt, sizeof salt));
  size_t n = push_seal(&to, &once, salt, words, strlen(words), out);
  assert_true(n > 0);
  assert_true(push_text(out, n, text, sizeof text) > 0);
  assert_string_equal(text, EXAMPLE);
}
static void points_off_the_curve(void **state) {
  (void)state;
  struct push_pair pair;
  assert_true(push_pair_make(&pair));
  assert_true(push_point_is_good(pair.open));
  pair.open[40] ^= 1;
  assert_false(push_point_is_good(pair.open));
  memset(pair.open, 0, sizeof pair.open);
  assert_false(push_point_is_good(pair.open));
  uint8_t out[16];
  static const char *const bad[] = {"", "abc", "BTBZMqHH6r4Tts7J_aSIggAA", "BTBZMqHH6r4Tts7J_aSI g",
                                    "BTBZMqHH6r4Tts7J_aSIgg==="};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    assert_false(push_bytes(bad[i], out, sizeof out));
  assert_true(push_bytes("BTBZMqHH6r4Tts7J_aSIgg==", out, sizeof out)); /* some browsers pad */
}
static bool signed_by(const uint8_t open[PUSH_POINT], const char *text, size_t n,
                      const uint8_t sig[64]) {
  OSSL_PARAM_BLD *build = OSSL_PARAM_BLD_new();
  OSSL_PARAM_BLD_push_utf8_string(build, OSSL_PKEY_PARAM_GROUP_NAME, "P-256", 0);
  OSSL_PARAM_BLD_push_octet_string(build, OSSL_PKEY_PARAM_PUB_KEY, open, PUSH_POINT);
  OSSL_PARAM *params = OSSL_PARAM_BLD_to_param(build);
  EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
  EVP_PKEY *key = NULL;
  EVP_PKEY_fromdata_init(ctx);
  assert_int_equal(EVP_PKEY_fromdata(ctx, &key, EVP_PKEY_PUBLIC_KEY, params), 1);
  ECDSA_SIG *both = ECDSA_SIG_new();
  ECDSA_SIG_set0(both, BN_bin2bn(sig, 32, NULL), BN_bin2bn(sig + 32, 32, NULL));
  uint8_t *der = NULL;
  int len = i2d_ECDSA_SIG(both, &der);
  EVP_MD_CTX *md = EVP_MD_CTX_new();
  EVP_DigestVerifyInit(md, NULL, EVP_sha256(), NULL, key);
  bool good = EVP_DigestVerify(md, der, (size_t)len, (const uint8_t *)text, n) == 1;
  EVP_MD_CTX_free(md);
  OPENSSL_free(der);
  ECDSA_SIG_free(both);
  EVP_PKEY_free(key);
  EVP_PKEY_CTX_free(ctx);
  OSSL_PARAM_free(params);
  OSSL_PARAM_BLD_free(build);
  return good;
}
static void who_sends_it(void **state) {
  (void)state;
  struct push_pair own;
  char token[PUSH_TOKEN], claims[400];
  uint8_t sig[64], open[PUSH_POINT];
  assert_true(push_pair_make(&own));
  assert_true(push_token(&own, "https://push.example", "mailto:a@b.example", 1800000000, token));
  assert_int_equal(strncmp(token, "vapid t=", 8), 0);
  char *text = token + 8, *key = strstr(text, ",k=");
  assert_non_null(key);
  *key = 0;
  assert_true(push_bytes(key + 3, open, sizeof open));
  assert_memory_equal(open, own.open, sizeof open);
  char *mark = strrchr(text, '.'), *body = strchr(text, '.') + 1;
  assert_true(push_bytes(mark + 1, sig, sizeof sig));
  assert_true(signed_by(own.open, text, (size_t)(mark - text), sig));
  size_t n = 0;
  sodium_base642bin((uint8_t *)claims, sizeof claims - 1, body, (size_t)(mark - body), NULL, &n,
                    NULL, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
  claims[n] = 0;
  assert_string_equal(
      claims,
      "{\"aud\":\"https://push.example\",\"exp\":1800000000,\"sub\":\"mailto:a@b.example\"}");
  sig[5] ^= 1;
  assert_false(signed_by(own.open, text, (size_t)(mark - text), sig));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_standard_s_example),
      cmocka_unit_test(points_off_the_curve),
      cmocka_unit_test(who_sends_it),
  };
  return cmocka_run_group_tests_name("server.push", tests, NULL, NULL);
}
