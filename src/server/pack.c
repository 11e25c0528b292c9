/* pack.c - writing and reading packs. */
#include "pack.h"

#include <stdlib.h>
#include <string.h>

/* the last byte of a head: side, and what follows */
enum { HEAD = 8 + 4 * 4 + 1, KEY = 16, HAS_TEXT = 2, HAS_KEY = 4 };

/* Room for n bytes at the end; the pack grows by doubling. */
static uint8_t *room_for(struct pack *p, size_t n) {
  if (p->len + n > p->cap) {
    p->text = realloc(p->text, p->cap = (p->len + n) * 2 + 4096);
    if (!p->text)
      abort();
  }
  p->len += n;
  return p->text + p->len - n;
}

/* The lowest byte first, on every machine. */
static uint8_t *put(uint8_t *at, uint64_t v, int bytes) {
  for (; bytes--; v >>= 8)
    *at++ = (uint8_t)v;
  return at;
}

static uint64_t take(const uint8_t **at, int bytes) {
  uint64_t v = 0;
  for (int i = 0; i < bytes; i++)
    v |= (uint64_t) * (*at)++ << 8 * i;
  return v;
}

static uint8_t *put_text(uint8_t *at, const void *text, size_t n) {
  if (n)
    memcpy(at, text, n);
  return at + n;
}

/* One line or answer; sizes come first, so that a reader need not search. */
void pack_add(struct pack *p, int64_t game, const struct store_line *l) {
  size_t len = l->text ? l->len : 0;
  size_t key = l->key ? KEY : 0;
  size_t nanswer = l->key ? l->nanswer : 0;
  uint8_t *at = room_for(p, HEAD + key + len + nanswer);

  at = put(at, (uint64_t)game, 8);
  at = put(at, l->n, 4);
  at = put(at, l->nth, 4);
  at = put(at, len, 4);
  at = put(at, nanswer, 4);
  *at++ = (uint8_t)(l->side | (l->text ? HAS_TEXT : 0) | (l->key ? HAS_KEY : 0));
  at = put_text(at, l->key, key);
  at = put_text(at, l->text, len);
  put_text(at, l->answer, nanswer);
}

void pack_append(struct pack *p, const void *text, size_t n) {
  put_text(room_for(p, n), text, n);
}

/* The next one; `broken` when the bytes do not add up. */
bool pack_next(const uint8_t **at, const uint8_t *end, int64_t *game, struct store_line *l,
               bool *broken) {
  const uint8_t *p = *at;

  if (p == end)
    return false;
  *broken = true;
  if (end - p < HEAD)
    return false;
  *l = (struct store_line){0};
  *game = (int64_t)take(&p, 8);
  l->n = (uint32_t)take(&p, 4);
  l->nth = (uint32_t)take(&p, 4);
  l->len = (size_t)take(&p, 4);
  l->nanswer = (size_t)take(&p, 4);
  uint8_t what = *p++;
  l->side = what & 1;
  size_t key = what & HAS_KEY ? KEY : 0;
  if ((size_t)(end - p) < key + l->len + l->nanswer)
    return false;
  if (key)
    l->key = p;
  p += key;
  if (what & HAS_TEXT)
    l->text = (const char *)p;
  if (key)
    l->answer = (const char *)p + l->len;
  *at = p + l->len + l->nanswer;
  *broken = false;
  return true;
}
