/* orders.c - standing orders: reactions, defensive fire, Fire Support, flak, election, losses,
 * shots, aborts.
 *
 * An order answers with ordinary actions of the list, one at a time, from the owner's view alone.
 * With "ask" everywhere nothing is answered, not even where only a pass is left: a question that is
 * not asked must never tell the enemy what stands there.
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
    [S_FIRE] = {"fire", "Defensive fire (6.re.5); chance: from n in 100 for a D", fire_choices, 1,
                100},
    [S_SUPPORT] = {"support", "Fire Support", use_choices, 0, 0},
    [S_FLAK] = {"flak", "Fire at aircraft", use_choices, 0, 0},
    [S_ELECT] = {"elect", "When attacked", elect_choices, 0, 0},
    [S_LOSSES] = {"losses", "Choice of losses", loss_choices, 0, 0},
    [S_SHOTS] = {"shots", "Armoured combat and combat dice", shot_choices, 0, 0},
    [S_ABORT] = {"abort", "Bombers that are hit", abort_choices, 0, 0},
};
_Static_assert((int)S_COUNT == (int)ALEA_ORDERS, "as many as state.h says");

/* The first action of a verb in the list. */
static bool first_of(const struct sal_list *l, int verb, struct sal_action *out) {
  for (uint32_t i = 0; i < l->n; i++) {
    if (l->a[i].verb == verb) {
      *out = l->a[i];
      return true;
    }
  }
  return false;
}

/* The best of a verb by some measure; the first of equals. */
static bool best_of(const struct sal_play *p, const struct sal_list *l, int verb,
                    int (*measure)(const struct sal_play *, struct sal_action),
                    struct sal_action *out) {
  int best = 0;
  bool any = false;

  for (uint32_t i = 0; i < l->n; i++) {
    if (l->a[i].verb != verb) {
      continue;
    }
    int m = measure(p, l->a[i]);
    if (!any || m > best) {
      best = m;
      *out = l->a[i];
    }
    any = true;
  }

  return any;
}

/* What a unit is worth in the line: 7.hit.3 halves it at the first loss and never again. */
static int strength(const struct sal_play *p, int u, int steps) {
  const struct unit_info *i = I(p, u);
  int full = 4 * (i->af + i->df) + 6 * i->arm + 2 * i->bomb;

  if (i->kind == HQ) {
    full += 8;
  }
  if (steps == 0) {
    return 0;
  }
  if (steps < i->steps) {
    full /= 2;
  }

  return 3 * full + 3 * steps;
}

/* Used by opponents too. */
int alea_step_cost(const struct sal_play *p, int u) {
  int steps = U(p, u)->steps;
  return strength(p, u, steps) - strength(p, u, steps - 1);
}

/* The step that costs least. */
static int cheap(const struct sal_play *p, struct sal_action a) {
  return -alea_step_cost(p, unit_of(a));
}

/* The unit with most steps, whole ones first. */
static int spread(const struct sal_play *p, struct sal_action a) {
  return 16 * U(p, unit_of(a))->steps - (I(p, unit_of(a))->steps > U(p, unit_of(a))->steps);
}
/* the strongest gun first, and the one that would be lost */
static int shot_worth(const struct sal_play *p, struct sal_action a) {
  int v = second_unit_of(a);
  const struct unit *target = U(p, v);
  int worth = 10 * alea_arm(p, v) + I(p, v)->df;

  if (target->steps == 1) {
    worth += 5;
  }
  if (target->flags & BURIED) {
    worth -= 8;
  }
  if (target->flags & SUPPRESSED) {
    worth -= 20;
  }

  return worth;
}

/* Over the limit: the unit that adds least. */
static int least_defence(const struct sal_play *p, struct sal_action a) {
  return -alea_factor(p, unit_of(a), false, false);
}

/* The aircraft that carries most. */
static int most_bombs(const struct sal_play *p, struct sal_action a) {
  return alea_bomb(p, second_unit_of(a));
}

/* Ends this part. */
static bool pass(struct sal_action *out) {
  *out = sal_act(V_PASS, 0, 0, 0);
  return true;
}

/* Whether the guns fire: always, or when a D is likely enough. */
static bool wants_fire(const struct sal_play *p, int side, const struct sal_order_set *fire) {
  if (fire->choice == ALWAYS) {
    return true;
  }
  if (fire->choice != CHANCE) {
    return false;
  }
  return 100 * alea_fire_chance(p, side, react_of(p)->hex) >= 6 * fire->n;
}

/* 6.re: first the guns, then the tanks, then the end of it. */
static bool reaction(const struct sal_play *p, int side, const struct sal_order_set *set,
                     const struct sal_list *l, struct sal_action *out) {
  int fire = set[S_FIRE].choice;
  int react = set[S_REACT].choice;
  struct sal_action any;
  bool guns = first_of(l, V_ADD, &any) || first_of(l, V_FIRE, &any);
  bool tanks = first_of(l, V_REACT, &any);

  if (fire == ASK && (react == ASK || guns)) {
    return false;
  }
  if (guns && wants_fire(p, side, &set[S_FIRE])) {
    return first_of(l, V_ADD, out) || first_of(l, V_FIRE, out);
  }
  if (react == ASK && tanks) {
    return false;
  }
  if (react == ALWAYS && tanks) {
    return first_of(l, V_REACT, out);
  }

  return pass(out);
}

/* Never, always, or ask. */
static bool use(int choice, const struct sal_list *l, int verb, struct sal_action *out) {
  if (choice == ASK) {
    return false;
  }
  if (choice == ALWAYS && first_of(l, verb, out)) {
    return true;
  }
  return pass(out);
}

/* 5.7 must be answered first; then stand or retreat as ordered. */
static bool election(const struct sal_play *p, int choice, const struct sal_list *l,
                     struct sal_action *out) {
  bool back = S(p)->fight.elect == RETREAT;
  bool wanted = choice == 2;

  if (choice == ASK) {
    return false;
  }
  if (best_of(p, l, V_EXCESS, least_defence, out)) {
    /* 5.7 */
    return true;
  }
  if (back != wanted && first_of(l, V_ELECT, out)) {
    return true;
  }

  return first_of(l, V_COMMIT, out);
}

/* First of the list, cheapest, or spread over the stack. */
static bool losses(const struct sal_play *p, int choice, const struct sal_list *l,
                   struct sal_action *out) {
  enum { FIRST = 1, CHEAP = 2 };

  switch (choice) {
  case ASK: return false;
  case FIRST: return first_of(l, V_LOSE, out);
  case CHEAP: return best_of(p, l, V_LOSE, cheap, out);
  default: return best_of(p, l, V_LOSE, spread, out);
  }
}

/* The first or the best shot; else hold fire. */
static bool shots(const struct sal_play *p, int choice, const struct sal_list *l,
                  struct sal_action *out) {
  enum { FIRST = 1 };

  if (choice == ASK) {
    return false;
  }
  bool fires =
      choice == FIRST ? first_of(l, V_SHOOT, out) : best_of(p, l, V_SHOOT, shot_worth, out);
  return fires || first_of(l, V_HOLD, out);
}

/* At the aircraft that carries most. */
static bool flak(const struct sal_play *p, int choice, const struct sal_list *l,
                 struct sal_action *out) {
  if (choice == ALWAYS && best_of(p, l, V_FLAK, most_bombs, out)) {
    return true;
  }
  return use(choice, l, V_FLAK, out);
}

/* Press on or abort, as ordered. */
static bool bombers(int choice, const struct sal_list *l, struct sal_action *out) {
  enum { PRESS = 1 };

  if (choice == ASK) {
    return false;
  }
  return first_of(l, choice == PRESS ? V_PRESS : V_ABORT, out);
}

/* One answer at a time, only for nodes that have an order. */
bool alea_answer(const struct sal_play *p, int side, const struct sal_order_set *set,
                 struct sal_action *out) {
  const struct sal_frame *f = sal_top(p);
  struct sal_list l;

  if (f->side != side) {
    return false;
  }
  sal_legal(p, side, &l);
  switch (f->node) {
  case N_REACT: return reaction(p, side, set, &l, out);
  case N_SUPPORT: return use(set[S_SUPPORT].choice, &l, V_SUPPORT, out);
  case N_FLAK: return flak(p, set[S_FLAK].choice, &l, out);
  case N_ELECT: return election(p, set[S_ELECT].choice, &l, out);
  case N_LOSS: return losses(p, set[S_LOSSES].choice, &l, out);
  case N_ARMOUR: return shots(p, set[S_SHOTS].choice, &l, out);
  case N_ROLL: return set[S_SHOTS].choice != ASK && first_of(&l, V_ROLL, out);
  case N_ABORT: return bombers(set[S_ABORT].choice, &l, out);
  default: return false;
  }
}
