/* tls.h - TLS between a socket and the server: bytes in, bytes out, without a socket.
 *
 * TLS 1.2 and newer, with forward secrecy and authenticated encryption only.
 */
#ifndef TLS_H
#define TLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct tls;      /* a certificate, and how it is used */
struct tls_line; /* one connection */

struct tls *tls_open(const char *cert, const char *key, char why[256]); /* NULL with one line */
void tls_close(struct tls *);
struct tls_line *tls_line_new(struct tls *);
void tls_line_free(struct tls_line *);
/* Bytes from the socket go in. False: this is not TLS, or it has gone wrong. */
bool tls_feed(struct tls_line *, const uint8_t *, size_t n);
/* Plain bytes that have arrived. 0: none now; -1: the line is over. */
ptrdiff_t tls_read(struct tls_line *, uint8_t *out, size_t cap);
bool tls_write(struct tls_line *, const uint8_t *, size_t n); /* plain bytes to go out */
void tls_say_end(struct tls_line *);                          /* no more will be written */
/* What is to go to the socket: take it all, then say how much was taken. */
size_t tls_outgoing(struct tls_line *, const char **bytes);
void tls_sent(struct tls_line *);

#endif
