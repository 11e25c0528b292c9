/* tls.c - see tls.h: OpenSSL over two buffers in memory. */
#include "tls.h"

#include <errno.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The certificate; lines that are open keep the old one after a renewal. */
struct tls {
  SSL_CTX *ctx;
};
struct tls_line {
  SSL *ssl;
  BIO *in, *out; /* the connection's own */
};

/* A browser may offer HTTP/2 as well; this server speaks HTTP/1.1. */
static int choose_protocol(SSL *ssl, const unsigned char **out, unsigned char *len,
                           const unsigned char *in, unsigned int n, void *arg) {
  static const unsigned char ours[] = {8, 'h', 't', 't', 'p', '/', '1', '.', '1'};

  (void)ssl;
  (void)arg;
  if (SSL_select_next_proto((unsigned char **)(uintptr_t)out, len, ours, sizeof ours, in, n) !=
      OPENSSL_NPN_NEGOTIATED)
    return SSL_TLSEXT_ERR_ALERT_FATAL;
  return SSL_TLSEXT_ERR_OK;
}

/* Says which of the two files is wrong, and how. */
static bool load(SSL_CTX *ctx, const char *cert, const char *key, char why[256]) {
  if (access(cert, R_OK))
    snprintf(why, 256, "%.150s: the certificate cannot be read: %s", cert, strerror(errno));
  else if (access(key, R_OK))
    snprintf(why, 256, "%.150s: the certificate's key cannot be read: %s", key, strerror(errno));
  else if (SSL_CTX_use_certificate_chain_file(ctx, cert) != 1)
    snprintf(why, 256, "%.150s: is no certificate in PEM form", cert);
  else if (SSL_CTX_use_PrivateKey_file(ctx, key, SSL_FILETYPE_PEM) != 1)
    snprintf(why, 256, "%.150s: is no key, or not the key of the certificate", key);
  else
    return true;

  return false;
}

/* TLS 1.2 and later, with ciphers that keep old traffic secret. */
struct tls *tls_open(const char *cert, const char *key, char why[256]) {
  SSL_CTX *ctx = SSL_CTX_new(TLS_server_method());

  if (!ctx)
    abort();
  SSL_CTX_set_min_proto_version(ctx, TLS1_2_VERSION);
  SSL_CTX_set_cipher_list(ctx, "ECDHE+AESGCM:ECDHE+CHACHA20");
  SSL_CTX_set_options(ctx, SSL_OP_NO_RENEGOTIATION | SSL_OP_CIPHER_SERVER_PREFERENCE |
                               SSL_OP_NO_COMPRESSION);
  SSL_CTX_set_mode(ctx, SSL_MODE_RELEASE_BUFFERS);
  SSL_CTX_set_alpn_select_cb(ctx, choose_protocol, NULL);
  bool ok = load(ctx, cert, key, why);
  ERR_clear_error();
  struct tls *t = ok ? calloc(1, sizeof *t) : NULL;
  if (t)
    t->ctx = ctx;
  else
    SSL_CTX_free(ctx);

  return t;
}

void tls_close(struct tls *t) {
  if (!t)
    return;
  SSL_CTX_free(t->ctx); /* lines that are open hold it too */
  free(t);
}

/* It has no socket: net.c moves the bytes. */
struct tls_line *tls_line_new(struct tls *t) {
  struct tls_line *l = calloc(1, sizeof *l);

  if (!l)
    abort();
  l->ssl = SSL_new(t->ctx);
  l->in = BIO_new(BIO_s_mem());
  l->out = BIO_new(BIO_s_mem());
  if (!l->ssl || !l->in || !l->out)
    abort();
  SSL_set_bio(l->ssl, l->in, l->out);
  SSL_set_accept_state(l->ssl);
  return l;
}

void tls_line_free(struct tls_line *l) {
  if (!l)
    return;
  SSL_free(l->ssl);
  free(l);
}

/* Bytes from the socket; memory grows as needed and is emptied by tls_read. */
bool tls_feed(struct tls_line *l, const uint8_t *p, size_t n) {
  return BIO_write(l->in, p, (int)n) == (int)n;
}

/* Plain bytes; 0 for none yet, -1 for the end. */
ptrdiff_t tls_read(struct tls_line *l, uint8_t *out, size_t cap) {
  ERR_clear_error();
  int n = SSL_read(l->ssl, out, (int)cap);
  if (n > 0)
    return n;
  int why = SSL_get_error(l->ssl, n);
  ERR_clear_error();
  return why == SSL_ERROR_WANT_READ || why == SSL_ERROR_WANT_WRITE ? 0 : -1;
}

/* Before the handshake is done it fails, and the wire is dropped. */
bool tls_write(struct tls_line *l, const uint8_t *p, size_t n) {
  ERR_clear_error();
  return !n || SSL_write(l->ssl, p, (int)n) == (int)n;
}

void tls_say_end(struct tls_line *l) {
  SSL_shutdown(l->ssl);
  ERR_clear_error();
}

size_t tls_outgoing(struct tls_line *l, const char **bytes) {
  char *p = NULL;
  long n = BIO_get_mem_data(l->out, &p);
  *bytes = p;
  return n > 0 ? (size_t)n : 0;
}

void tls_sent(struct tls_line *l) {
  (void)BIO_reset(l->out);
}
