/* flood.c - Dial's buckets as linked lists through a pool.
 *
 * For every neighbour: one load of its cost, one compare, and stores that happen whether or not it
 * improved; only the pool pointer and the bucket's head move conditionally. The compiler makes
 * conditional moves of it, and the six directions unroll.
 */
#include "flood.h"

#include <string.h>

#if defined __GNUC__ && !defined __clang__
#define UNROLL6 _Pragma("GCC unroll 6")
#else
#define UNROLL6
#endif

enum { END = 0 };

/* A bucket is a chain of pool entries; entry 0 is the end. What did not improve goes to the head of the bucket
 * beyond the budget, which is never read, so the inner loop needs no bound. */
static inline int start_flood(struct sal_flood *f, int cells, sal_hex start, int budget) {
  SAL_ASSERT(budget >= 0 && budget <= SAL_MAX_BUDGET);
  memset(f->dist, budget + 1, (size_t)cells);
  memset(f->head, 0, (size_t)(budget + 2) * sizeof f->head[0]);
  f->dist[start] = 0;
  f->pool_hex[1] = start;
  f->pool_next[1] = END;
  f->head[0] = 1;
  f->n = 0;
  return 2;
}

void sal_flood(struct sal_flood *f, const struct sal_board *b, const uint8_t *enter, sal_hex start, int budget) {
  int pool = start_flood(f, b->cells, start, budget);
  int step[6], far = budget + 1;
  uint8_t *dist = f->dist;
  for (int d = 0; d < 6; d++) step[d] = b->step[d];
  for (int c = 0; c <= budget; c++)
    for (int e = f->head[c]; e != END; e = f->pool_next[e]) {
      int i = f->pool_hex[e];
      if (dist[i] != c) continue;
      f->hexes[f->n++] = (uint16_t)i;
      UNROLL6
      for (int d = 0; d < 6; d++) {
        int j = i + step[d], n = c + enter[j], old = dist[j], better = n < old;
        n = better ? n : far;
        dist[j] = (uint8_t)(better ? n : old);
        f->pool_hex[pool] = (uint16_t)j;
        f->pool_next[pool] = f->head[n];
        f->head[n] = (uint16_t)pool;
        pool += better;
      }
      SAL_ASSERT(pool < SAL_MAX_CELLS * 2 - 6);
    }
  for (int i = 0; i < b->cells; i++)
    if (dist[i] == far) dist[i] = SAL_FAR;
}

void sal_flood_edges(struct sal_flood *f, const struct sal_board *b, const uint8_t *edge, const uint8_t *halt, sal_hex start,
                     int budget) {
  int pool = start_flood(f, b->cells, start, budget), far = budget + 1;
  uint8_t *dist = f->dist;
  for (int c = 0; c <= budget; c++)
    for (int e = f->head[c]; e != END; e = f->pool_next[e]) {
      int i = f->pool_hex[e];
      if (dist[i] != c) continue;
      f->hexes[f->n++] = (uint16_t)i;
      if (halt && halt[i] && i != start) continue;
      UNROLL6
      for (int d = 0; d < 6; d++) {
        int j = i + b->step[d], n = c + edge[i * 6 + d], old = dist[j], better = n < old;
        n = better ? n : far;
        dist[j] = (uint8_t)(better ? n : old);
        f->pool_hex[pool] = (uint16_t)j;
        f->pool_next[pool] = f->head[n];
        f->head[n] = (uint16_t)pool;
        pool += better;
      }
      SAL_ASSERT(pool < SAL_MAX_CELLS * 2 - 6);
    }
  for (int i = 0; i < b->cells; i++)
    if (dist[i] == far) dist[i] = SAL_FAR;
}

sal_hex sal_flood_from(const struct sal_flood *f, const struct sal_board *b, const uint8_t *enter, const uint8_t *edge,
                       const uint8_t *halt, sal_hex h) {
  if (f->dist[h] == 0 || f->dist[h] == SAL_FAR) return SAL_NOHEX;
  for (int d = 0; d < 6; d++) {
    sal_hex g = sal_next(b, h, d);
    if (!g || f->dist[g] == SAL_FAR) continue;
    int cost = enter ? enter[h] : edge[g * 6 + sal_back(d)];
    if (f->dist[g] + cost == f->dist[h] && !(halt && halt[g] && f->dist[g] != 0)) return g;
  }
  return SAL_NOHEX;
}
