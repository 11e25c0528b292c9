/* pack.h - what changes leave, one after the other in one text: a line of the journal, an answer
 * under its key.
 *
 * A transaction's changes are one row of the store this way, however many they are. Numbers are
 * little endian.
 */
#ifndef PACK_H
#define PACK_H

#include "store.h"

struct pack {
  uint8_t *text;
  size_t len, cap;
};
void pack_add(struct pack *, int64_t game, const struct store_line *);
void pack_append(struct pack *, const void *text, size_t n); /* another pack's */
/* The next one at *at, which moves on; its texts stand in the pack. False: the end, or *broken. */
bool pack_next(const uint8_t **at, const uint8_t *end, int64_t *game, struct store_line *,
               bool *broken);

#endif
