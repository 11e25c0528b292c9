/* flood.c - Dial's buckets in a ring.
 *
 * For every neighbour: one load of its cost, one compare, and two stores that happen whether or not
 * it improved; only the bucket's length moves conditionally. The compiler turns this into
 * conditional moves, and the six directions unroll. A barred neighbour writes past the end of some
 * bucket, where it has no effect.
 */
#include "flood.h"

#include "book.h"

#include <string.h>

#if defined __GNUC__ && !defined __clang__
#define UNROLL6 _Pragma("GCC unroll 6")
#else
#define UNROLL6
#endif

enum { RING = SAL_MAX_COST }; /* mask: one bucket more than the highest cost */

/* While the flood runs, distances are offset so that the budget's end falls on 254. One comparison
 * then tells both "cheaper than before" and "within the budget", and a cell never reached already
 * holds SAL_FAR. */
static inline __attribute__((always_inline)) void
spread(struct sal_flood *f, const struct sal_board *b, const uint8_t *cost, bool by_edge,
       const uint8_t *halt, sal_hex start, int budget) {
  uint16_t *end[RING + 1];
  uint8_t *dist = f->dist;
  const int low = SAL_FAR - 1 - budget;
  int step[6];
  int reached = 0;

  SAL_ASSERT(budget >= 0 && budget <= SAL_MAX_BUDGET);
  for (int i = 0; i <= RING; i++)
    end[i] = f->bucket[i];
  for (int d = 0; d < 6; d++)
    step[d] = b->step[d];
  memset(dist, SAL_FAR, b->cells);
  dist[start] = (uint8_t)low;
  *end[low & RING]++ = start;
  for (int c = low; c < SAL_FAR; c++) {
    uint16_t *bucket = f->bucket[c & RING];
    for (const uint16_t *k = bucket, *last = end[c & RING]; k < last; k++) {
      int i = *k;
      if (dist[i] != c)
        continue; /* found a cheaper way since */
      f->hexes[reached++] = (uint16_t)i;
      if (halt && halt[i] && i != start)
        continue;
      UNROLL6
      for (int d = 0; d < 6; d++) {
        int j = i + step[d];
        int to = c + (by_edge ? cost[i * 6 + d] : cost[j]);
        int old = dist[j];
        int better = to < old;
        uint16_t *at = end[to & RING];
        dist[j] = (uint8_t)(better ? to : old);
        *at = (uint16_t)j;
        end[to & RING] = at + better;
      }
    }
    end[c & RING] = bucket;
  }
  f->n = (uint16_t)reached;
  for (int i = 0; i < reached; i++)
    dist[f->hexes[i]] = (uint8_t)(dist[f->hexes[i]] - low);
}

/* Each price belongs to the hex that is entered. */
void sal_flood(struct sal_flood *f, const struct sal_board *b, const uint8_t *enter, sal_hex start,
               int budget) {
  spread(f, b, enter, false, NULL, start, budget);
}

/* Each price belongs to the hexside that is crossed. The two calls let the compiler make a loop of
 * each. */
void sal_flood_edges(struct sal_flood *f, const struct sal_board *b, const uint8_t *edge,
                     const uint8_t *halt, sal_hex start, int budget) {
  if (halt)
    spread(f, b, edge, true, halt, start, budget);
  else
    spread(f, b, edge, true, NULL, start, budget);
}

/* One step back along a cheapest way, found from the costs, because no flood stores predecessors. A
 * hex that halts movement leads nowhere, unless the flood began there. */
sal_hex sal_flood_from(const struct sal_flood *f, const struct sal_board *b, const uint8_t *enter,
                       const uint8_t *edge, const uint8_t *halt, sal_hex h) {
  if (f->dist[h] == 0 || f->dist[h] == SAL_FAR)
    return SAL_NOHEX;
  for (int d = 0; d < 6; d++) {
    sal_hex g = sal_next(b, h, d);
    if (!g || f->dist[g] == SAL_FAR)
      continue;
    int cost = enter ? enter[h] : edge[g * 6 + sal_back(d)];
    bool on_the_way = f->dist[g] + cost == f->dist[h];
    bool halted = halt && halt[g] && f->dist[g] != 0;
    if (on_the_way && !halted)
      return g;
  }

  return SAL_NOHEX;
}

/* The distance of every hex from the goal, walked backwards: each price is that of the step towards
 * the goal. A hex that got cheaper waits once in the queue, so the ring never overflows. */
void sal_ways_to(struct sal_ways *w, const struct sal_book *b, sal_hex goal, sal_step_price *price,
                 int kind, int far, uint8_t *away) {
  const struct sal_board *m = &b->board;
  uint32_t head = 0;
  uint32_t tail = 0;

  SAL_ASSERT(m->cells > 0);
  /* cell 0 too: a unit off the map is far away */
  memset(away, far, m->cells);
  memset(w->waiting, 0, m->cells);
  away[goal] = 0;
  w->queue[tail++ % m->cells] = goal;
  while (head != tail) {
    sal_hex h = w->queue[head++ % m->cells];
    w->waiting[h] = 0;
    for (int d = 0; d < 6; d++) {
      sal_hex from = sal_next(m, h, d);
      int step = from ? price(b, from, sal_back(d), kind) : SAL_BARRED;
      int cost = away[h] + step;
      if (step == SAL_BARRED || cost >= away[from])
        continue;
      away[from] = (uint8_t)cost;
      if (w->waiting[from])
        continue;
      w->waiting[from] = 1;
      w->queue[tail++ % m->cells] = from;
    }
  }
}
