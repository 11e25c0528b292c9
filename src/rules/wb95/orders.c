/* orders.c - standing orders: routine losses and other questions that players would rather not be
 * asked. */
#include "state.h"

enum { LOSSES, SUPPORT, PURSUIT };        /* the orders, as wb95.c lists them */
enum { ASK, NEVER, ALWAYS, WEAKEST = 1 }; /* the choices */

/* What a side gives up with a level of this unit. */
static int cost_of_loss(const struct sal_play *p, int u) {
  const struct unit *unit = &S(p)->unit[u];
  int cost = K(p, u)->sp[unit->cel] * 4;

  if (unit->cel == 1)
    cost += 3;
  if (K(p, u)->role == HQ)
    cost += 100;

  return cost;
}

/* The loss that costs least: the weakest unit, a headquarters last. */
static bool weakest(const struct sal_play *p, int side, struct sal_action *out) {
  enum { DEAR = 1000 };
  int best = DEAR;

  EACH_OWN(p, side, u) {
    struct sal_action lose = sal_act(V_LOSE, u, 0, 0);
    int cost = cost_of_loss(p, u);
    if (cost >= best)
      continue;
    if (!sal_check(p, side, lose, NULL))
      continue;
    best = cost;
    *out = lose;
  }

  return best < DEAR;
}

/* All the guns that reach answer an attack, one after another. */
static struct sal_action next_gun(const struct sal_play *p, int side) {
  EACH_GUN(p, side, u) {
    struct sal_action gun = sal_act(V_GUN, u, 0, 0);
    if (sal_check(p, side, gun, NULL))
      return gun;
  }
  return sal_act(V_COMMIT, 0, 0, 0);
}

/* The action that a standing order stands for, if one does. */
bool wb_answer(const struct sal_play *p, int side, const struct sal_order_set *set,
               struct sal_action *out) {
  const struct sal_frame *f = sal_top(p);

  if (f->side != side)
    return false;
  if (f->node == N_LOSS && set[LOSSES].choice == WEAKEST)
    return weakest(p, side, out);
  if (f->node == N_RESPOND && set[SUPPORT].choice != ASK) {
    bool always = set[SUPPORT].choice == ALWAYS;
    *out = always ? next_gun(p, side) : sal_act(V_COMMIT, 0, 0, 0);
    return true;
  }
  if (f->node == N_PURSUE && set[PURSUIT].choice == NEVER) {
    bool under_way = pursuit_in(f)->pursuer;
    *out = sal_act(under_way ? V_STOP : V_DONE, 0, 0, 0);
    return true;
  }

  return false;
}
