/* frame.c - see frame.h: pure functions of bytes. */
#include "frame.h"

#include <openssl/evp.h>
#include <openssl/sha.h>
#include <stdio.h>
#include <string.h>

static ptrdiff_t refuse(int *code, int why) {
  *code = why;
  return -1;
}

static bool known(int op) {
  return op <= FRAME_BINARY || (op >= FRAME_CLOSE && op <= FRAME_PONG);
}

static void unmask(uint8_t *p, size_t n, const uint8_t key[4]) {
  for (size_t i = 0; i < n; i++)
    p[i] ^= key[i & 3];
}

/* One frame of a client: 0 for not enough bytes yet, -1 for a breach of the protocol. */
ptrdiff_t frame_read(uint8_t *p, size_t n, size_t most, struct frame *f, int *code) {
  if (n < 2)
    return 0;
  int op = p[0] & 15;
  bool last = p[0] & 0x80;
  uint64_t size = p[1] & 127;
  size_t head = 2;
  if (p[0] & 0x70 || !known(op) || !(p[1] & 0x80))
    return refuse(code, CLOSE_PROTOCOL);
  if (op >= FRAME_CLOSE && (!last || size > FRAME_CONTROL))
    return refuse(code, CLOSE_PROTOCOL);
  if (size >= 126) {
    size_t bytes = size == 126 ? 2 : 8;
    head += bytes;
    if (n < head)
      return 0;
    size = 0;
    for (size_t i = 0; i < bytes; i++)
      size = size << 8 | p[2 + i];
    /* every length is written in one way */
    if (size < 126 || (bytes == 8 && size < 65536) || size >> 63)
      return refuse(code, CLOSE_PROTOCOL);
  }
  if (size > most)
    return refuse(code, CLOSE_LARGE);
  if (n < head + 4 || n - head - 4 < size)
    return 0;
  *f = (struct frame){.op = (enum frame_op)op, .last = last, .len = (size_t)size};
  f->payload = (char *)p + head + 4;
  unmask(p + head + 4, f->len, p + head);
  return (ptrdiff_t)(head + 4 + f->len);
}

size_t frame_head(enum frame_op op, size_t n, uint8_t out[FRAME_HEAD]) {
  out[0] = (uint8_t)(0x80 | op);
  if (n < 126) {
    out[1] = (uint8_t)n;
    return 2;
  }
  size_t bytes = n < 65536 ? 2 : 8;
  out[1] = bytes == 2 ? 126 : 127;
  for (size_t i = 0; i < bytes; i++)
    out[2 + i] = (uint8_t)((uint64_t)n >> (8 * (bytes - 1 - i)));

  return 2 + bytes;
}

/* The bytes of one character at p, or 0: overlong forms, surrogates and what is beyond Unicode are
 * none. */
static size_t character(const uint8_t *p, size_t n) {
  static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  size_t len = p[0] < 0x80                   ? 1
               : p[0] >= 0xc2 && p[0] < 0xe0 ? 2
               : p[0] >= 0xe0 && p[0] < 0xf0 ? 3
               : p[0] >= 0xf0 && p[0] < 0xf5 ? 4
                                             : 0;

  if (len <= 1)
    return len;
  if (len > n)
    return 0;
  uint32_t c = p[0] & (0x7fu >> len);
  for (size_t i = 1; i < len; i++) {
    if ((p[i] & 0xc0) != 0x80)
      return 0;
    c = c << 6 | (p[i] & 0x3f);
  }
  if (c < least[len] || c > 0x10ffff)
    return 0;

  return c >= 0xd800 && c < 0xe000 ? 0 : len;
}

bool frame_text_ok(const char *text, size_t n) {
  const uint8_t *p = (const uint8_t *)text;

  for (size_t i = 0; i < n;) {
    size_t len = character(p + i, n - i);
    if (!len)
      return false;
    i += len;
  }
  return true;
}

/* Codes that a client may send. */
bool frame_close_ok(int code) {
  if (code >= 3000 && code < 5000)
    return true;
  return code >= 1000 && code <= 1014 && code != 1004 && code != 1005 && code != 1006;
}

/* The handshake's proof that the other end speaks WebSocket. */
void frame_accept(const char *key, char out[32]) {
  char both[80];
  uint8_t hash[SHA_DIGEST_LENGTH];
  int n = snprintf(both, sizeof both, "%.32s258EAFA5-E914-47DA-95CA-C5AB0DC85B11", key);
  SHA1((const uint8_t *)both, (size_t)n, hash);
  EVP_EncodeBlock((uint8_t *)out, hash, sizeof hash);
}
