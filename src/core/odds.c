/* odds.c - the tree of tapes, walked depth first with an odometer of outcomes. */
#include "odds.h"
#include "book.h"

#include <string.h>

enum { DEEP = 64 };

/* Applies an action once for every tape of dice. A tape that is too short says how many outcomes
 * the next roll has, and the walk branches there. */
uint64_t sal_each_outcome(const struct sal_play *p, int side, struct sal_action a,
                          struct sal_odds_room *room, uint64_t limit, sal_outcome_fn *fn,
                          void *ctx) {
  uint8_t prefix[DEEP]; /* the outcomes chosen */
  uint16_t sizes[DEEP]; /* how many each roll has */
  uint32_t depth = 0;
  uint64_t tapes = 0;

  for (;;) {
    struct sal_play play = {p->book, room->clone, p->scratch, &room->dice, room->events};
    memcpy(room->clone, p->state, p->book->state_bytes);
    sal_dice_clear(&room->dice);
    room->dice.prefix = prefix;
    room->dice.nprefix = depth;
    if (room->events)
      room->events->n = 0, room->events->ncards = 0;
    sal_apply(&play, side, a);
    if (room->dice.short_of) { /* one roll more than the tape holds: branch there */
      SAL_ASSERT(room->dice.short_of <= 256);
      if (depth == DEEP)
        return 0; /* this many dice have more tapes than any limit */
      sizes[depth] = room->dice.short_of;
      prefix[depth++] = 0;
      continue;
    }
    if (++tapes > limit)
      return 0;
    uint64_t den = 1;
    for (uint32_t i = 0; i < depth; i++)
      if (__builtin_mul_overflow(den, (uint64_t)sizes[i], &den))
        return 0;
    if (!fn(ctx, &play, (struct sal_chance){1, den}))
      return tapes;
    while (depth && ++prefix[depth - 1] == sizes[depth - 1])
      depth--;
    if (!depth)
      return tapes;
  }
}
