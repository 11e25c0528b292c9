/* reach.c - the hexes a unit can get to, by asking the game's law of one step.
 *
 * Dijkstra with the open hexes behind the closed ones in one array: small reaches, no workspace.
 * The surprising part: prices may depend on the way (the first hex of a move, an overrun before).
 * A hex keeps the cheapest way to it, and the steps after it are judged along that way.
 */
#include "reach.h"

#include "ruleset.h"

/* Cheaper, of equals less dangerous, of equals first on the map. */
static bool sooner(const struct sal_reach_hex *a, const struct sal_reach_hex *b) {
  if (a->cost != b->cost)
    return a->cost < b->cost;
  if (a->danger != b->danger)
    return a->danger < b->danger;
  return a->hex < b->hex;
}

/* The open hex to look at next. */
static int nearest(const struct sal_reach *r, int closed) {
  int best = closed;
  for (int i = closed + 1; i < r->n; i++)
    if (sooner(&r->hex[i], &r->hex[best]))
      best = i;
  return best;
}

/* Closed hexes stand before open ones, so closing one is a swap. */
static void swap(struct sal_reach *r, uint16_t *place, int i, int j) {
  struct sal_reach_hex kept = r->hex[i];
  r->hex[i] = r->hex[j];
  r->hex[j] = kept;
  place[r->hex[i].hex] = (uint16_t)(i + 1);
  place[r->hex[j].hex] = (uint16_t)(j + 1);
}

/* A way into s->to that costs `cost` and risks `danger` in all: kept when it is the first or better
 * than the one before. */
static void offer(struct sal_reach *r, uint16_t *place, const struct sal_walk *w,
                  const struct sal_step *s, int cost, int danger) {
  int at = place[s->to] - 1;

  if (at >= 0 && r->hex[at].cost < cost)
    return;
  if (at >= 0 && r->hex[at].cost == cost && r->hex[at].danger <= danger)
    return;
  if (at < 0) {
    at = r->n++;
    place[s->to] = (uint16_t)(at + 1);
  }
  r->hex[at] = (struct sal_reach_hex){.hex = s->to,
                                      .from = s->from,
                                      .cost = (uint16_t)cost,
                                      .danger = (uint16_t)danger,
                                      .left = (uint16_t)(s->left - s->price),
                                      .moved = (uint16_t)(s->moved + 1),
                                      .note = (uint16_t)s->note_after,
                                      .act = {0xffff, {0}},
                                      .stop = true,
                                      .must = s->ends,
                                      .rule = s->rule ? s->rule : w->rule};
}

/* Closes the nearest open hex and asks the law for each step from it, until none is open. */
void sal_reach_fill(const struct sal_play *p, const struct sal_walk *w, struct sal_reach *r) {
  const struct sal_board *b = &p->book->board;
  uint16_t place[SAL_MAX_CELLS] = {0}; /* 1 + index into r->hex, by cell */

  r->unit = w->unit;
  r->n = 1;
  r->hex[0] = (struct sal_reach_hex){.hex = w->start,
                                     .from = SAL_NOHEX,
                                     .left = (uint16_t)w->left,
                                     .moved = (uint16_t)w->moved,
                                     .note = (uint16_t)w->note,
                                     .act = {0xffff, {0}},
                                     .stop = true,
                                     .rule = w->rule};
  place[w->start] = 1;
  for (int closed = 0; closed < r->n; closed++) {
    swap(r, place, closed, nearest(r, closed));
    struct sal_reach_hex here = r->hex[closed];
    for (int d = 0; d < 6 && !here.must; d++) {
      sal_hex to = sal_next(b, here.hex, d);
      if (!to || (place[to] && place[to] - 1 <= closed))
        continue;
      struct sal_step s = {.unit = w->unit,
                           .from = here.hex,
                           .to = to,
                           .dir = d,
                           .left = here.left,
                           .moved = here.moved,
                           .note = here.note,
                           .note_after = here.note};
      if (!w->law(p, w->own, &s, NULL))
        continue;
      SAL_ASSERT(s.price >= 0 && s.price <= s.left);
      int danger = w->danger ? w->danger(p, w->own, &s) : 0;
      offer(r, place, w, &s, here.cost + s.price, here.danger + danger);
    }
  }
  for (int i = 0; w->finish && i < r->n; i++)
    w->finish(p, w->own, &r->hex[i]);
}
