/* orders.c - nullgame's standing order `fire`: ask, always, never, or from a chance of n % on. */
#include "state.h"

enum { ASK, ALWAYS, NEVER, CHANCE };

/* Whether the standing order fires at this chance of a hit. */
static bool wants_to_fire(const struct sal_play *p, const struct sal_order_set *set) {
  if (set->choice == ALWAYS)
    return true;
  struct sal_chance hit = null_fire_chance(p, react_of(p)->hex);
  return set->choice == CHANCE && hit.num * 100 >= (uint64_t)set->n * hit.den;
}

/* Answers the question about reaction fire (4.6), unless the side wants to be asked. */
bool null_answer(const struct sal_play *p, int side, const struct sal_order_set *set,
                 struct sal_action *out) {
  const struct sal_frame *f = sal_top(p);

  if (f->node != N_REACT || f->side != side || set[0].choice == ASK)
    return false;
  *out = sal_act(V_PASS, 0, 0, 0);
  if (!wants_to_fire(p, &set[0]))
    return true;
  for (int u = 0; u < p->book->ncounters; u++) {
    struct sal_action fire = sal_act(V_FIRE, u, 0, 0);
    if (sal_check(p, side, fire, NULL)) {
      *out = fire;
      return true;
    }
  }

  return true;
}
