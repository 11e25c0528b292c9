/* push.h - web push with OpenSSL's primitives: the server's own key (VAPID, RFC 8292) and messages
 * that only the subscribed browser can read (RFC 8291, aes128gcm). No I/O here. */
#ifndef PUSH_H
#define PUSH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Sizes of RFC 8291 and RFC 8292: the reader's key and secret, the message, the token. */
enum {
  PUSH_POINT = 65, /* a public key on P-256, uncompressed */
  PUSH_SCALAR = 32,
  PUSH_AUTH = 16,
  PUSH_SALT = 16,
  PUSH_MOST = 3000, /* bytes of a message */
  PUSH_ROOM = PUSH_MOST + PUSH_SALT + 5 + PUSH_POINT + 1 + 16,
  PUSH_TOKEN = 800
};
struct push_pair {
  uint8_t secret[PUSH_SCALAR], open[PUSH_POINT];
};
bool push_pair_make(struct push_pair *);
/* Is it a point of the curve? A browser that sends another gets no messages. */
bool push_point_is_good(const uint8_t point[PUSH_POINT]);

struct push_reader { /* the browser's side of a subscription */
  uint8_t point[PUSH_POINT], auth[PUSH_AUTH];
};
/* The body of the request; its length, or 0. `once` is made for this message alone. */
size_t push_seal(const struct push_reader *, const struct push_pair *once,
                 const uint8_t salt[PUSH_SALT], const char *text, size_t n, uint8_t out[PUSH_ROOM]);
/* `vapid t=..,k=..`: identifies the sender to this push service, until then (seconds since 1970).
 */
bool push_token(const struct push_pair *own, const char *audience, const char *contact,
                int64_t until, char out[PUSH_TOKEN]);

/* base64url without padding */
size_t push_text(const uint8_t *bytes, size_t n, char *out, size_t cap); /* 0: no room */
bool push_bytes(const char *text, uint8_t *out, size_t n);               /* exactly n */

#endif
