/* orders.c - stalnie's standing orders: what a player may leave to the program, answered with ordinary actions.
 *
 * The order of the rows is that of `sp_order` in stalnie.c. A unit that must try to escape tries under every order but `ask`.
 */
#include "state.h"

enum { ASK, ALWAYS, NEVER, CHANCE };

/* Chance in percent that a unit alone gets away unhurt or Replaced. */
int sp_escape_percent(const struct sal_play *p, int side, int u) {
  uint16_t one[1] = {(uint16_t)u};
  int drm = sp_escape_drm(p, side, one, 1, NULL), good = 0;
  for (int a = 1; a <= 6; a++)
    for (int b = 1; b <= 6; b++) good += a + b == 2 || a + b + drm <= 9;
  return good * 100 / 36;
}

static bool answer_escape(const struct sal_play *p, int side, const struct sal_order_set *set, struct sal_action *out) {
  *out = sal_act(V_DONE, 0, 0, 0);
  for (int u = 0; u < p->book->ncounters; u++) {
    struct sal_action a = sal_act(V_ESCAPE, u, 0, 0);
    if (!S(p)->unit[u].iso || !sal_check(p, side, a, NULL)) continue;
    bool wanted = set->choice == ALWAYS || (set->choice == CHANCE && sp_escape_percent(p, side, u) >= set->n);
    if (wanted || !sal_check(p, side, *out, NULL)) { /* the last: somebody must, and any who can may be it */
      bool smc = is_smc(type_of(p, u)->cls);
      if (wanted || smc) {
        *out = a;
        return true;
      }
    }
  }
  return sal_check(p, side, *out, NULL);
}

/* The first of these that is legal. */
static bool first_legal(const struct sal_play *p, int side, int verb, struct sal_action *out) {
  for (int u = 0; u < p->book->ncounters; u++)
    for (int v = 0; v < (verb == V_MAN ? p->book->ncounters : 1); v++) {
      *out = sal_act(verb, u, v, 0);
      if ((S(p)->unit[u].flags & (U_ABANDONED | U_RECALL)) && sal_check(p, side, *out, NULL)) return true;
    }
  *out = sal_act(V_DONE, 0, 0, 0);
  return true;
}

bool sp_answer(const struct sal_play *p, int side, const struct sal_order_set *set, struct sal_action *out) {
  const struct sal_frame *f = sal_top(p);
  switch (f->node) {
  case N_BATTLE: *out = sal_act(V_FIGHT, 0, 0, 0); return set[ORDER_FIGHT].choice == ALWAYS;
  case N_CHAIN: *out = sal_act(V_COMMIT, 0, 0, 0); return set[ORDER_PERIMETER].choice == ALWAYS && !S(p)->side[side].nchain;
  case N_SETUP: *out = sal_act(f->x[0] ? V_DONE : V_AUTO, 0, 0, 0); return set[ORDER_SETUP].choice == ALWAYS;
  case N_ESCAPE: return set[ORDER_ESCAPE].choice != ASK && answer_escape(p, side, &set[ORDER_ESCAPE], out);
  case N_STACK: *out = sal_act(V_ROLL, 0, 0, 0); return set[ORDER_ESCAPE].choice != ASK;
  case N_INSPECT: *out = sal_act(V_PASS, 0, 0, 0); return set[ORDER_INSPECT].choice != ASK;
  case N_CREWS: return set[ORDER_CREWS].choice == ALWAYS && first_legal(p, side, V_MAN, out);
  case N_RECALL: return set[ORDER_CREWS].choice == ALWAYS && first_legal(p, side, V_FREE, out);
  default: return false;
  }
}
