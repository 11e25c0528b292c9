/* flood.h - movement floods with whole-number costs, and the paths found in them.
 *
 * Dial's buckets without an unpredictable branch. Costs are 1..SAL_MAX_COST; SAL_BARRED closes a
 * cell (off-map cells must be barred). Memory belongs to the caller (a ruleset's scratch).
 * Predecessors are not stored: sal_flood_from finds them on demand, which keeps the inner loop to a
 * load, a compare and two stores.
 */
#ifndef SAL_FLOOD_H
#define SAL_FLOOD_H

#include "board.h"

struct sal_book;

enum { SAL_MAX_BUDGET = 240, SAL_MAX_COST = 63, SAL_BARRED = 255, SAL_FAR = 255 };

struct sal_flood {
  uint8_t dist[SAL_MAX_CELLS];   /* cost to get there; SAL_FAR when it cannot be reached */
  uint16_t n;                    /* hexes reached, the start included */
  uint16_t hexes[SAL_MAX_CELLS]; /* them, nearest first */
  /* A ring of buckets by cost; the odd width keeps their heads out of each other's cache lines. */
  uint16_t bucket[SAL_MAX_COST + 1][SAL_MAX_CELLS + 32];
};

/* enter[cell] = cost to enter that hex, from anywhere. */
void sal_flood(struct sal_flood *, const struct sal_board *, const uint8_t *enter, sal_hex start,
               int budget);
/* edge[cell*6+dir] = cost to leave that hex in that direction; halt (may be NULL): hexes that are
 * entered but not left again (a zone of control that stops movement). */
void sal_flood_edges(struct sal_flood *, const struct sal_board *, const uint8_t *edge,
                     const uint8_t *halt, sal_hex start, int budget);
/* The hex before `h` on a cheapest way, lowest direction first; SAL_NOHEX at the start. */
sal_hex sal_flood_from(const struct sal_flood *, const struct sal_board *, const uint8_t *enter,
                       const uint8_t *edge, const uint8_t *halt, sal_hex h);

/* The cost to reach `goal` from every cell of the board, for planning; `far` where it is that much
 * or more. Not a flood: it asks a function for each step from `from` in direction `dir` (SAL_BARRED
 * closes it) and revisits a hex when a cheaper way turns up. */
typedef int sal_step_price(const struct sal_book *, sal_hex from, int dir, int kind);
struct sal_ways { /* workspace */
  sal_hex queue[SAL_MAX_CELLS];
  uint8_t waiting[SAL_MAX_CELLS];
};
void sal_ways_to(struct sal_ways *, const struct sal_book *, sal_hex goal, sal_step_price *,
                 int kind, int far, uint8_t *away);

#endif
