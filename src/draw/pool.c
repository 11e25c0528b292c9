/* pool.c - the memory of one picture: taken piece by piece, given back at once.
 *
 * Running out does not return: it jumps to draw_svg, which frees the pool and says so.
 */
#include "picture.h"
#include <stdlib.h>

struct block {
  struct block *next;
  size_t used, size;
};
enum { BLOCK = 1 << 18, ALIGN = 16 };
static const size_t HEAD = (sizeof(struct block) + ALIGN - 1) / ALIGN * ALIGN;

/* Zeroed memory; blocks grow so that few are needed. */
void *pool_take(struct pool *pool, size_t n) {
  n = (n + ALIGN - 1) / ALIGN * ALIGN;
  if (n == 0)
    n = ALIGN;
  struct block *b = pool->blocks;
  if (!b || b->size - b->used < n) {
    size_t size = n > BLOCK ? n : BLOCK;
    b = calloc(1, HEAD + size);
    if (!b)
      longjmp(pool->out, 1);
    b->size = size;
    b->next = pool->blocks;
    pool->blocks = b;
  }
  char *p = (char *)b + HEAD + b->used;
  b->used += n;
  return p;
}

/* Room for one more element, twice as much each time. */
void *pool_grow(struct pool *pool, void *old, int n, int *cap, size_t size) {
  if (n < *cap)
    return old;
  int want = *cap < 8 ? 8 : *cap * 2;
  void *p = pool_take(pool, (size_t)want * size);
  if (n > 0)
    memcpy(p, old, (size_t)n * size);
  *cap = want;
  return p;
}

/* Gives back everything the picture took. */
void pool_free(struct pool *pool) {
  while (pool->blocks) {
    struct block *b = pool->blocks;
    pool->blocks = b->next;
    free(b);
  }
}
