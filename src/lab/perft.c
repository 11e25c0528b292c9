/* perft.c - counts everything that can happen: legal actions times the ways the dice can fall.
 *
 * A leaf is a path of actions and outcomes; in a sealed choice both sides' actions are followed.
 */
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "core/odds.h"

struct level {
  struct sal_list list;
  struct sal_odds_room room;
};
struct count {
  struct level *level;
  uint64_t *by_depth;
  int depth; /* of the state at hand */
  int most;
};

static void below(struct count *, const struct sal_play *);
/* Counts one position and goes deeper. */
static bool reached(void *ctx, const struct sal_play *after, struct sal_chance chance) {
  struct count *c = ctx;

  (void)chance;
  c->by_depth[c->depth + 1]++;
  if (c->depth + 1 < c->most) {
    c->depth++;
    below(c, after);
    c->depth--;
  }

  return true;
}

/* Everything that can happen below a position, dice included. */
static void below(struct count *c, const struct sal_play *p) {
  struct level *l = &c->level[c->depth];
  uint32_t who = sal_actors(p);

  for (int side = 0; side < SAL_SIDES; side++) {
    if (!(who & SAL_BIT(side)))
      continue;
    sal_legal(p, side, &l->list);
    for (uint32_t i = 0; i < l->list.n; i++)
      sal_each_outcome(p, side, l->list.a[i], &l->room, UINT64_MAX, reached, c);
  }
}

/* Counts from a position. */
void perft_from(const struct sal_play *p, int depth, uint64_t *by_depth) {
  struct count c = {
      .by_depth = by_depth, .most = depth, .level = calloc((size_t)depth, sizeof *c.level)};

  for (int i = 0; i < depth; i++)
    if (!c.level || !(c.level[i].room.clone = calloc(1, p->book->state_bytes)))
      abort();
  memset(by_depth, 0, ((size_t)depth + 1) * sizeof *by_depth);
  by_depth[0] = 1;
  struct sal_play quiet = *p;
  quiet.dice = NULL;
  quiet.events = NULL;
  below(&c, &quiet);
  for (int i = 0; i < depth; i++)
    free(c.level[i].room.clone);
  free(c.level);
}

/* Counts from the start of a scenario. */
bool perft_count(const struct sal_book *book, uint64_t seed, int depth, uint64_t *by_depth,
                 struct fault *f) {
  if (depth < 1 || depth > PERFT_DEPTH)
    return fault_at(f, "depth", "must be 1 to %d", PERFT_DEPTH);
  struct bot_spec spec[2];
  struct sal_err err;
  bot_parse("random", &spec[0], &err);
  spec[1] = spec[0];
  struct playout *start = playout_new(book, spec);
  playout_start(start, seed);
  perft_from(&start->play, depth, by_depth);
  playout_free(start);
  return true;
}
