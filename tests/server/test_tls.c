/* test_tls.c - the server with a certificate of its own: https and wss, and nothing older or
 * plainer on that port.
 *
 * The certificate is made here. A small pump between a socket pair and the TLS connection lets the
 * ordinary client of the other tests speak through it without knowing.
 */
#include "client.h"

#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static struct test_server S;
static char cert[128], key[128];

/* ---- a certificate for 127.0.0.1, good for a day */
static void make_certificate(const char *cert_file, const char *key_file) {
  EVP_PKEY *pair = EVP_EC_gen("P-256");
  X509 *x = X509_new();
  X509_set_version(x, 2);
  ASN1_INTEGER_set(X509_get_serialNumber(x), 1943);
  X509_gmtime_adj(X509_getm_notBefore(x), -3600);
  X509_gmtime_adj(X509_getm_notAfter(x), 86400);
  X509_set_pubkey(x, pair);
  X509_NAME *name = X509_get_subject_name(x);
  X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, (const unsigned char *)"salient test", -1,
                             -1, 0);
  X509_set_issuer_name(x, name);
  X509_EXTENSION *alt = X509V3_EXT_conf_nid(NULL, NULL, NID_subject_alt_name, "IP:127.0.0.1");
  X509_add_ext(x, alt, -1);
  X509_EXTENSION_free(alt);
  assert_true(X509_sign(x, pair, EVP_sha256()) > 0);
  FILE *f = fopen(cert_file, "w");
  assert_int_equal(PEM_write_X509(f, x), 1);
  fclose(f);
  f = fopen(key_file, "w");
  assert_int_equal(PEM_write_PrivateKey(f, pair, NULL, NULL, 0, NULL, NULL), 1);
  fclose(f);
  X509_free(x);
  EVP_PKEY_free(pair);
}
static int begin(void **state) {
  (void)state;
  server_folder(&S);
  snprintf(cert, sizeof cert, "%s/cert.pem", S.dir);
  snprintf(key, sizeof key, "%s/key.pem", S.dir);
  make_certificate(cert, key);
  server_start(&S, "--cert", cert, "--key", key, NULL);
  return 0;
}
static int end(void **state) {
  return (void)state, server_clean(&S), 0;
}

/* ---- the pump */
struct tunnel {
  SSL_CTX *ctx;
  SSL *ssl;
  int wire, near, far; /* far: the client's end */
  pthread_t thread;
};
static void *pump(void *arg) {
  struct tunnel *t = arg;
  char buf[16384];
  for (;;) {
    struct pollfd f[2] = {{.fd = t->wire, .events = POLLIN}, {.fd = t->near, .events = POLLIN}};
    if (!SSL_pending(t->ssl) && poll(f, 2, 10000) <= 0)
      break;
    if (SSL_pending(t->ssl) || f[0].revents) {
      int n = SSL_read(t->ssl, buf, sizeof buf);
      /* a session ticket, no data */
      if (n <= 0 && SSL_get_error(t->ssl, n) == SSL_ERROR_WANT_READ)
        continue;
      if (n <= 0 || send(t->near, buf, (size_t)n, MSG_NOSIGNAL) != n)
        break;
    } else if (f[1].revents) {
      ssize_t n = recv(t->near, buf, sizeof buf, 0);
      if (n <= 0 || SSL_write(t->ssl, buf, (int)n) != n)
        break;
    }
  }
  shutdown(t->near, SHUT_RDWR);
  return NULL;
}
static bool shake_hands(struct tunnel *t, int newest) {
  t->ctx = SSL_CTX_new(TLS_client_method());
  if (newest) {
    SSL_CTX_set_security_level(t->ctx, 0); /* this end would take the old ones */
    SSL_CTX_set_min_proto_version(t->ctx, TLS1_VERSION);
    SSL_CTX_set_max_proto_version(t->ctx, newest);
  }
  assert_int_equal(SSL_CTX_load_verify_locations(t->ctx, cert, NULL), 1);
  SSL_CTX_set_verify(t->ctx, SSL_VERIFY_PEER, NULL);
  t->ssl = SSL_new(t->ctx);
  SSL_clear_mode(t->ssl, SSL_MODE_AUTO_RETRY);
  X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(t->ssl), "127.0.0.1");
  t->wire = wsc_dial(&S.url);
  SSL_set_fd(t->ssl, t->wire);
  return SSL_connect(t->ssl) == 1;
}
static void hang_up(struct tunnel *t) {
  if (t->far) {
    shutdown(t->far, SHUT_RDWR);
    pthread_join(t->thread, NULL);
    close(t->near);
    close(t->far);
  }
  SSL_free(t->ssl);
  SSL_CTX_free(t->ctx);
  close(t->wire);
  *t = (struct tunnel){0};
}
static int dial(struct tunnel *t) {
  int pair[2];
  *t = (struct tunnel){0};
  if (!shake_hands(t, 0))
    fail_msg("no handshake: %s", ERR_error_string(ERR_get_error(), NULL));
  assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
  t->near = pair[0];
  t->far = pair[1];
  assert_int_equal(pthread_create(&t->thread, NULL, pump, t), 0);
  return t->far;
}

/* ---- https */
static void https(void **state) {
  (void)state;
  struct tunnel t;
  char head[8192], *body = NULL;
  int fd = dial(&t);
  assert_int_equal(wsc_http(fd, &S.url, "GET", "/api/games", NULL, NULL, &body), 200);
  assert_non_null(strstr(body, "nullgame"));
  free(body);
  /* the same connection again */
  assert_true(write(fd, "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", 35) == 35);
  assert_int_equal(wsc_http_read(fd, head, sizeof head, NULL), 200);
  assert_non_null(strstr(head, "strict-transport-security: max-age=31536000"));
  static int calls;
  char req[512], account[128];
  snprintf(account, sizeof account, "{\"name\":\"Tls %d\",\"passphrase\":\"correct horse\"}",
           ++calls);
  snprintf(req, sizeof req,
           "POST /api/account HTTP/1.1\r\nHost: x\r\nContent-Type: "
           "application/json\r\nContent-Length: %zu\r\n\r\n%s",
           strlen(account), account);
  assert_true(write(fd, req, strlen(req)) > 0);
  assert_int_equal(wsc_http_read(fd, head, sizeof head, NULL), 200);
  assert_non_null(strstr(head, "HttpOnly; SameSite=Strict"));
  assert_non_null(strstr(head, "; Secure")); /* the cookie never goes out in the clear */
  hang_up(&t);
}
/* ---- wss: some decisions of both sides, by different connections */
static void sit(struct player *p, struct tunnel *t, const char *game, const char *token) {
  int status;
  memset(p, 0, sizeof *p);
  p->rng = 7;
  p->fd = dial(t);
  assert_true(wsc_upgrade(p->fd, &S.url, NULL, &status));
  cJSON *j = player_join(p, game, token);
  assert_true(cJSON_IsTrue(at(j, "ok")));
  cJSON_Delete(j);
}
static void get_up(struct player *p, struct tunnel *t) {
  p->fd = 0; /* the tunnel's */
  player_close(p);
  hang_up(t);
}
static void wss(void **state) {
  (void)state;
  struct tunnel t, ta, tb;
  struct player a, b;
  char *body = NULL;
  int fd = dial(&t);
  assert_int_equal(wsc_http(fd, &S.url, "POST", "/api/games", NULL,
                            "{\"game\":\"nullgame\",\"scenario\":\"lesson\",\"seats\":{\"german\":"
                            "\"hotseat\",\"soviet\":\"hotseat\"}}",
                            &body),
                   200);
  cJSON *made = cJSON_Parse(body);
  free(body);
  hang_up(&t);
  sit(&a, &ta, word(made, "id"), word(made, "seats.german"));
  sit(&b, &tb, word(made, "id"), word(made, "seats.soviet"));
  bool over = false;
  int did = 0;
  for (int i = 0; i < 40 && !over; i++) {
    int64_t seq = player_seq(&a);
    did += play_one(&a, &seq, &over);
    seq = player_seq(&b);
    if (!over)
      did += play_one(&b, &seq, &over);
  }
  assert_true(did >= 30);
  cJSON_Delete(player_push(&b, "state"));
  get_up(&a, &ta);
  get_up(&b, &tb);
  cJSON_Delete(made);
}
/* ---- what the port does not speak */
static void nothing_else(void **state) {
  (void)state;
  struct tunnel t = {0};
  assert_false(shake_hands(&t, TLS1_1_VERSION));
  hang_up(&t);
  assert_true(shake_hands(&t, TLS1_2_VERSION));
  hang_up(&t);
  struct http_answer a = http_do(&S, "GET", "/api/games", NULL, NULL); /* plain */
  assert_int_not_equal(a.status, 200);
  http_done(&a);
  int quiet = wsc_dial(&S.url); /* a handshake that never comes does not keep the others waiting */
  assert_true(send(quiet, "\x16\x03\x01", 3, MSG_NOSIGNAL) == 3);
  https(state);
  close(quiet);
}
static void bad_certificates(void **state) {
  (void)state;
  char out[2048], other[128], none[128], spare[128], db[128];
  snprintf(other, sizeof other, "%s/other.pem", S.dir);
  snprintf(none, sizeof none, "%s/none.pem", S.dir);
  snprintf(spare, sizeof spare, "%s/spare.pem", S.dir);
  snprintf(db, sizeof db, "%s/other.db", S.dir);
  static const struct {
    int cert, key;
    const char *says;
  } bad[] = {{2, 1, "none.pem: the certificate cannot be read: No such file"},
             {0, 2, "none.pem: the certificate's key cannot be read"},
             {1, 1, "key.pem: is no certificate"},
             {0, 0, "cert.pem: is no key"},
             {0, 3, "other.pem: is no key, or not the key of the certificate"}};
  const char *const file[] = {cert, key, none, other};
  make_certificate(spare, other);
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    assert_int_equal(run_salient(out, sizeof out, "serve", "--port", "0", "--address", "127.0.0.1",
                                 "--db", db, "--cert", file[bad[i].cert], "--key", file[bad[i].key],
                                 NULL),
                     2);
    if (!strstr(out, bad[i].says))
      fail_msg("'%s' does not say '%s'", out, bad[i].says);
    assert_string_equal(strchr(out, '\n'), "\n"); /* one line */
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(https), cmocka_unit_test(wss),
                                     cmocka_unit_test(nothing_else),
                                     cmocka_unit_test(bad_certificates)};
  return cmocka_run_group_tests_name("server.tls", tests, begin, end);
}
