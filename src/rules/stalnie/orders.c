/* orders.c - stalnie's standing orders: what a player may leave to the program, answered with
 * ordinary actions.
 *
 * The order of the rows is that of `sp_order` in stalnie.c. A unit that must try to escape tries
 * under every order but `ask`.
 */
#include "state.h"

enum { ASK, ALWAYS, NEVER, CHANCE };

/* Chance in percent that a unit alone gets away unhurt or Replaced. */
int sp_escape_percent(const struct sal_play *p, int side, int u) {
  uint16_t one[1] = {(uint16_t)u};
  int drm = sp_escape_drm(p, side, one, 1, NULL);
  int good = 0;

  for (int a = 1; a <= 6; a++)
    for (int b = 1; b <= 6; b++) {
      bool original_2 = a + b == 2; /* 11.6063b: always escapes */
      bool final_9 = a + b + drm <= 9;
      if (original_2 || final_9)
        good++;
    }

  return good * 100 / 36;
}

/* Does the order send this unit? */
static bool wants_escape(const struct sal_play *p, int side, int u,
                         const struct sal_order_set *set) {
  if (set->choice == ALWAYS)
    return true;
  if (set->choice != CHANCE)
    return false;
  return sp_escape_percent(p, side, u) >= set->n;
}

/* Units that must try do so under every order. Others try by chance or not at all. */
static bool answer_escape(const struct sal_play *p, int side, const struct sal_order_set *set,
                          struct sal_action *out) {
  *out = sal_act(V_DONE, 0, 0, 0);

  for (int u = 0; u < p->book->ncounters; u++) {
    struct sal_action a = sal_act(V_ESCAPE, u, 0, 0);

    if (!S(p)->unit[u].iso || !sal_check(p, side, a, NULL))
      continue;

    /* 11.6061a: while the step cannot end, a single man still must try. */
    bool goes = wants_escape(p, side, u, set);
    if (!goes)
      goes = is_smc(type_of(p, u)->cls) && !sal_check(p, side, *out, NULL);
    if (!goes)
      continue;

    *out = a;
    return true;
  }

  return sal_check(p, side, *out, NULL);
}

/* The first of these that is legal. */
static bool first_legal(const struct sal_play *p, int side, int verb, struct sal_action *out) {
  /* Manning a vehicle names its new crew too (11.6134); freeing one does not (11.6141a). */
  int seconds = verb == V_MAN ? p->book->ncounters : 1;

  for (int u = 0; u < p->book->ncounters; u++) {
    bool needs_crew = S(p)->unit[u].flags & (U_ABANDONED | U_RECALL);
    if (!needs_crew)
      continue;

    for (int v = 0; v < seconds; v++) {
      *out = sal_act(verb, u, v, 0);
      if (sal_check(p, side, *out, NULL))
        return true;
    }
  }

  *out = sal_act(V_DONE, 0, 0, 0);
  return true;
}

/* The standing order for the node on top, if the player has given one. */
bool sp_answer(const struct sal_play *p, int side, const struct sal_order_set *set,
               struct sal_action *out) {
  const struct sal_frame *f = sal_top(p);
  bool crews_by_order = set[ORDER_CREWS].choice == ALWAYS;

  switch (f->node) {
  case N_BATTLE: *out = sal_act(V_FIGHT, 0, 0, 0); return set[ORDER_FIGHT].choice == ALWAYS;
  /* a side without markers has nothing to draw */
  case N_CHAIN:
    *out = sal_act(V_COMMIT, 0, 0, 0);
    return set[ORDER_PERIMETER].choice == ALWAYS && !S(p)->side[side].nchain;
  case N_SETUP:
    *out = sal_act(setting_up_of(p)->auto_done ? V_DONE : V_AUTO, 0, 0, 0);
    return set[ORDER_SETUP].choice == ALWAYS;
  case N_ARRANGE:
    *out = sal_act(V_COMMIT, 0, 0, 0);
    return set[ORDER_SETUP].choice == ALWAYS || set[ORDER_IDLE].choice == ALWAYS;
  case N_ESCAPE:
    if (set[ORDER_ESCAPE].choice == ASK)
      return false;
    return answer_escape(p, side, &set[ORDER_ESCAPE], out);
  case N_STACK: *out = sal_act(V_ROLL, 0, 0, 0); return set[ORDER_ESCAPE].choice != ASK;
  case N_INSPECT: *out = sal_act(V_PASS, 0, 0, 0); return set[ORDER_INSPECT].choice != ASK;
  case N_CREWS: return crews_by_order && first_legal(p, side, V_MAN, out);
  case N_RECALL: return crews_by_order && first_legal(p, side, V_FREE, out);
  default: return false;
  }
}
