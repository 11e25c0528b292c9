/* frame.h - frames of a WebSocket (RFC 6455), as a server reads and writes them.
 *
 * No extensions: reserved bits are refused. A client masks every frame; one that does not is
 * refused, because a proxy could be made to take its bytes for a request.
 */
#ifndef FRAME_H
#define FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum frame_op {
  FRAME_MORE = 0,
  FRAME_TEXT = 1,
  FRAME_BINARY = 2,
  FRAME_CLOSE = 8,
  FRAME_PING = 9,
  FRAME_PONG = 10
};
enum { /* why a line is closed */
       CLOSE_NORMAL = 1000,
       CLOSE_AWAY = 1001,
       CLOSE_PROTOCOL = 1002,
       CLOSE_KIND = 1003,
       CLOSE_TEXT = 1007,
       CLOSE_POLICY = 1008,
       CLOSE_LARGE = 1009
};
enum { FRAME_HEAD = 10, FRAME_CONTROL = 125 };

struct frame {
  enum frame_op op;
  bool last; /* of its message */
  char *payload;
  size_t len;
};
/* The frame at the front of the bytes, unmasked in place: its length with its head. 0: it is not
 * all there yet. -1: refused, *code says why. */
ptrdiff_t frame_read(uint8_t *bytes, size_t n, size_t most, struct frame *, int *code);
/* The head of a frame of n bytes; its length. */
size_t frame_head(enum frame_op, size_t n, uint8_t out[FRAME_HEAD]);
bool frame_text_ok(const char *, size_t); /* it is UTF-8 */
bool frame_close_ok(int code);            /* one that a client may send */
/* What the server answers to a client's key: 28 letters. */
void frame_accept(const char *key, char out[32]);

#endif
