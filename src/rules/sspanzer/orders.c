/* orders.c - the standing order `fire`: ask, always, never, or from a chance of n percent on. */
#include "state.h"

enum { ASK, ALWAYS, NEVER, CHANCE };

/* The order answers reactions only. It never asks artillery to fire, which could be lost by it
 * (13.3c). */
bool ssp_answer(const struct sal_play *p, int side, const struct sal_order_set *set,
                struct sal_action *out) {
  const struct ssp_state *s = S(p);
  const struct sal_frame *top = sal_top(p);

  if (top->node != N_REACT || top->side != side || set[0].choice == ASK)
    return false;
  const struct reaction *now = reaction_in(top);
  /* artillery risks itself: its owner decides */
  if (now->occasion == ON_GUNS_ENTRY && set[0].choice != NEVER)
    return false;
  *out = sal_act(V_PASS, 0, 0, 0);
  if (set[0].choice == NEVER)
    return true;
  for (int i = 0; i < s->nwindow; i++) {
    if (!(s->window_left >> i & 1))
      continue;
    struct ssp_shot shot = {
        .firer = s->window[i], .target = now->target, .occasion = (uint8_t)now->occasion};
    ssp_aim(p, &shot);
    if (set[0].choice == CHANCE && ssp_percent(&shot) < set[0].n)
      continue;
    *out = sal_act(V_FIRE, shot.firer, shot.target, 0);
    break;
  }

  return true;
}
