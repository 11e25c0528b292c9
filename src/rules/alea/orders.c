/* orders.c - standing orders: reactions, defensive fire, Fire Support, flak, election, losses, shots, aborts.
 *
 * An order answers with ordinary actions of the list, one at a time, from the owner's view alone. With "ask" everywhere nothing is
 * answered, not even where only a pass is left: a question that is not put must never tell the enemy what stands there.
 */
#include "state.h"

enum { S_REACT, S_FIRE, S_SUPPORT, S_FLAK, S_ELECT, S_LOSSES, S_SHOTS, S_ABORT, S_COUNT };
enum { ASK, NEVER, ALWAYS, CHANCE }; /* the second choice is the quiet one everywhere */

static const char *const use_choices[] = {"ask", "never", "always", NULL};
static const char *const fire_choices[] = {"ask", "never", "always", "chance", NULL};
static const char *const elect_choices[] = {"ask", "stand", "retreat", NULL};
static const char *const loss_choices[] = {"ask", "first", "cheap", "spread", NULL};
static const char *const shot_choices[] = {"ask", "first", "best", NULL};
static const char *const abort_choices[] = {"ask", "press", "abort", NULL};
const struct sal_order alea_orders[ALEA_ORDERS] = {
    [S_REACT] = {"react", "Armour reacts (6.re.4)", use_choices, 0, 0},
    [S_FIRE] = {"fire", "Defensive fire (6.re.5); chance: from n in 100 for a D", fire_choices, 1, 100},
    [S_SUPPORT] = {"support", "Fire Support", use_choices, 0, 0},
    [S_FLAK] = {"flak", "Fire at aircraft", use_choices, 0, 0},
    [S_ELECT] = {"elect", "When attacked", elect_choices, 0, 0},
    [S_LOSSES] = {"losses", "Choice of losses", loss_choices, 0, 0},
    [S_SHOTS] = {"shots", "Armoured combat and combat dice", shot_choices, 0, 0},
    [S_ABORT] = {"abort", "Bombers that are hit", abort_choices, 0, 0},
};
_Static_assert((int)S_COUNT == (int)ALEA_ORDERS, "as many as state.h says");

static bool first_of(const struct sal_list *l, int verb, struct sal_action *out) {
  for (uint32_t i = 0; i < l->n; i++)
    if (l->a[i].verb == verb) return *out = l->a[i], true;
  return false;
}

/* The best of a verb by some measure; the first of equals. */
static bool best_of(const struct sal_play *p, const struct sal_list *l, int verb, int (*measure)(const struct sal_play *, struct sal_action), struct sal_action *out) {
  int best = 0;
  bool any = false;
  for (uint32_t i = 0; i < l->n; i++) {
    if (l->a[i].verb != verb) continue;
    int m = measure(p, l->a[i]);
    if (!any || m > best) best = m, *out = l->a[i];
    any = true;
  }
  return any;
}

/* What a unit is worth in the line: 7.hit.3 halves it at the first loss and never again. */
static int strength(const struct sal_play *p, int u, int steps) {
  const struct unit_info *i = I(p, u);
  int full = 4 * (i->af + i->df) + 6 * i->arm + 2 * i->bomb + (i->kind == HQ ? 8 : 0);
  return steps == 0 ? 0 : 3 * (steps < i->steps ? full / 2 : full) + 3 * steps;
}

int alea_step_cost(const struct sal_play *p, int u) {
  int steps = U(p, u)->steps;
  return strength(p, u, steps) - strength(p, u, steps - 1);
}

static int cheap(const struct sal_play *p, struct sal_action a) { return -alea_step_cost(p, a.x[0]); }
static int spread(const struct sal_play *p, struct sal_action a) { return 16 * U(p, a.x[0])->steps - (I(p, a.x[0])->steps > U(p, a.x[0])->steps); }
static int shot_worth(const struct sal_play *p, struct sal_action a) { /* the strongest gun first, and the one that would be gone */
  int v = a.x[1], need = alea_arm(p, v);
  return 10 * need + (U(p, v)->steps == 1 ? 5 : 0) - (U(p, v)->flags & BURIED ? 8 : 0) - (U(p, v)->flags & SUPPRESSED ? 20 : 0) + I(p, v)->df;
}
static int least_defence(const struct sal_play *p, struct sal_action a) { return -alea_factor(p, a.x[0], false, false); }
static int most_bombs(const struct sal_play *p, struct sal_action a) { return alea_bomb(p, a.x[1]); }

static bool pass(struct sal_action *out) { return *out = sal_act(V_PASS, 0, 0, 0), true; }

/* 6.re: first the guns, then the tanks, then no more. */
static bool reaction(const struct sal_play *p, int side, const struct sal_order_set *set, const struct sal_list *l, struct sal_action *out) {
  int fire = set[S_FIRE].choice, react = set[S_REACT].choice;
  struct sal_action any;
  bool guns = first_of(l, V_ADD, &any) || first_of(l, V_FIRE, &any), tanks = first_of(l, V_REACT, &any);
  if ((fire == ASK && react == ASK) || (fire == ASK && guns)) return false;
  if (guns && (fire == ALWAYS || (fire == CHANCE && 100 * alea_fire_chance(p, side, sal_top(p)->x[0]) >= 6 * set[S_FIRE].n))) return first_of(l, V_ADD, out) || first_of(l, V_FIRE, out);
  if (react == ASK && tanks) return false;
  return (react == ALWAYS && first_of(l, V_REACT, out)) || pass(out);
}

static bool use(int choice, const struct sal_list *l, int verb, struct sal_action *out) {
  if (choice == ASK) return false;
  return (choice == ALWAYS && first_of(l, verb, out)) || pass(out);
}

static bool election(const struct sal_play *p, int choice, const struct sal_list *l, struct sal_action *out) {
  if (choice == ASK) return false;
  if (best_of(p, l, V_EXCESS, least_defence, out)) return true; /* 5.7 */
  bool back = S(p)->fight.elect == RETREAT;
  if (back != (choice == 2) && first_of(l, V_ELECT, out)) return true;
  return first_of(l, V_COMMIT, out);
}

bool alea_answer(const struct sal_play *p, int side, const struct sal_order_set *set, struct sal_action *out) {
  const struct sal_frame *f = sal_top(p);
  struct sal_list l;
  if (f->side != side) return false;
  sal_legal(p, side, &l);
  switch (f->node) {
  case N_REACT: return reaction(p, side, set, &l, out);
  case N_SUPPORT: return use(set[S_SUPPORT].choice, &l, V_SUPPORT, out);
  case N_FLAK:
    if (set[S_FLAK].choice == ALWAYS && best_of(p, &l, V_FLAK, most_bombs, out)) return true;
    return use(set[S_FLAK].choice, &l, V_FLAK, out);
  case N_ELECT: return election(p, set[S_ELECT].choice, &l, out);
  case N_LOSS: return set[S_LOSSES].choice == ASK ? false : set[S_LOSSES].choice == 1 ? first_of(&l, V_LOSE, out) : best_of(p, &l, V_LOSE, set[S_LOSSES].choice == 2 ? cheap : spread, out);
  case N_ARMOUR:
    if (set[S_SHOTS].choice == ASK) return false;
    return (set[S_SHOTS].choice == 1 ? first_of(&l, V_SHOOT, out) : best_of(p, &l, V_SHOOT, shot_worth, out)) || first_of(&l, V_HOLD, out);
  case N_ROLL: return set[S_SHOTS].choice != ASK && first_of(&l, V_ROLL, out);
  case N_ABORT: return set[S_ABORT].choice != ASK && first_of(&l, set[S_ABORT].choice == 1 ? V_PRESS : V_ABORT, out);
  default: return false;
  }
}
