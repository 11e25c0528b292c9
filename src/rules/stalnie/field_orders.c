/* field_orders.c - section 27: standing orders of a battle, so that few clicks are needed. */
#include "field_unit.h"

#include <string.h>

enum { REACT_ASK, REACT_AUTO, REACT_SAVE, REACT_NEVER };
enum { LATE_ASK, LATE_AUTO, LATE_NEVER };
enum { HOPELESS_SKIP, HOPELESS_ASK };

/* How many of the 36 throws of two dice come to that sum. */
static int ways_to_throw(int dr) {
  return dr <= 7 ? dr - 1 : 13 - dr;
}

/* Chance, in hundredths, that an announced attack breaks or worse; against a "?" of a morale check
 * (F27.1). */
static int attack_percent(const struct sal_play *p, const struct attack *a) {
  struct struck s;
  sf_struck(p, a, &s);

  int good = 0;
  int enough = 2;

  /* One man or squad: broken, reduced or eliminated, out of all that can come of it. */
  if (s.n == 1 && !sf_vehicle(p, s.unit[0])) {
    struct distribution d;
    sf_single(p, s.unit[0], a->weight, &d);
    uint64_t hurt = d.num[2] + d.num[3] + d.num[4] + d.num[5] + d.num[6];
    return (int)(hurt * 100 / d.den);
  }

  /* More of them, or a "?": a morale check with any modifier. */
  for (int dr = 2; dr <= 12; dr++)
    if (a->weight - dr >= enough)
      good += ways_to_throw(dr);

  return good * 100 / 36;
}

/* How likely a shot kills, or hits when it is at a Location. */
static int shot_percent(const struct sal_play *p, const struct shot *s) {
  int hit = 0;
  struct verdict v;

  /* Original 2 always hits, 12 never (F11.2). */
  for (int dr = 2; dr <= 11; dr++)
    if (dr <= s->number || dr == 2)
      hit += ways_to_throw(dr);

  /* What bursts there does as much as fire of that weight (F11.7). */
  if (s->target == SAL_NOUNIT) {
    struct attack burst = {.side = s->side, .from = s->from, .to = s->to, .moving = s->reaction};
    burst.weight = (int16_t)sf_he_weight(p, s);
    return hit * attack_percent(p, &burst) / 36;
  }

  sf_verdict(s->k, &v);

  return hit * (v.wreck + v.burning) * 100 / 1296;
}

/* The announcement with the best chance; 0 when there is none. */
int sf_best_reaction(const struct sal_play *p, int side, struct sal_list *l,
                     struct sal_action *out) {
  int best = 0;
  l->n = 0;
  sal_legal(p, side, l);

  for (uint32_t i = 0; i < l->n; i++) {
    int chance = sf_reaction_percent(p, l->a[i]);
    if (chance > best) {
      best = chance;
      *out = l->a[i];
    }
  }

  return best;
}

/* F27.1: the chance that a standing order compares with its threshold. */
int sf_reaction_percent(const struct sal_play *p, struct sal_action a) {
  struct attack attack;
  struct shot shot;
  if (a.verb == V_PASS)
    return 0;

  const struct window *w = window_of(p);
  int step = -1;
  int how = sf_react_how(a.verb);

  if (how < 0)
    return 0;

  /* The first place of the path that is that Location, as in the window. */
  for (int k = w->last; k >= w->from; k--)
    if (F(p)->path[k] == location_at(hex_of(a, 1), number_of(a, 2)))
      step = k;

  if (how == BY_SHELL && !sf_rifle_at_men(p, unit_of(a)))
    return sf_react_shot(p, unit_of(a), step, &shot, NULL) ? shot_percent(p, &shot) : 0;

  return sf_react_fire(p, unit_of(a), how, step, &attack, NULL) ? attack_percent(p, &attack) : 0;
}

/* Is the window one against a vehicle that is known? Then `tanks` answers, not `react`. */
static bool against_vehicle(const struct sal_play *p) {
  sal_unit v;
  return sf_group_vehicle(p, &v) && !(unit_at(p, v)->is & IS_UNSEEN);
}

/* The list that stands behind the flood in scratch. */
static struct sal_list *list_room(const struct sal_play *p) {
  return (struct sal_list *)((uint8_t *)p->scratch + sf_reach_bytes(p->book));
}

/* Windows without any legal shot are passed at once, unless `hopeless` says to ask; others by the
 * order `react` or `tanks`. */
static bool answer_window(const struct sal_play *p, int side, const struct sal_order_set *set,
                          struct sal_action *out) {
  const struct sal_order_set *order = &set[against_vehicle(p) ? ORDER_TANKS : ORDER_REACT];
  struct sal_list *l = list_room(p);

  *out = sal_act(V_PASS, 0, 0, 0);

  /* The answers come in the order in which they leave the player less to decide. */
  if (order->choice == REACT_NEVER)
    return true;

  struct sal_action best = *out;
  int chance = sf_best_reaction(p, side, l, &best);

  /* Only a pass is legal, so there is nothing to ask. */
  if (l->n == 1)
    return set[ORDER_HOPELESS].choice == HOPELESS_SKIP;
  if (order->choice == REACT_ASK)
    return false;
  /* Below the threshold nobody wastes a shot. */
  if (chance < order->n)
    return true;
  if (order->choice == REACT_SAVE)
    return false;

  *out = best;

  return true;
}

/* `close`: men before vehicles; a charge is used. */
static bool answer_close(const struct sal_play *p, int side, struct sal_action *out) {
  /* The target is chosen first; a second question may be about a charge. */
  const struct sal_action first[] = {sal_act(V_INFANTRY, 0, 0, 0), sal_act(V_CHARGE, 1, 0, 0)};
  for (int i = 0; i < 2; i++) {
    *out = first[i];
    if (sal_check(p, side, *out, NULL))
      return true;
  }

  for (int u = 0; u < count_of(p); u++) {
    *out = sal_act(V_AFV, u, 0, 0);
    if (sal_check(p, side, *out, NULL))
      return true;
  }

  return false;
}

/* F1.7: `idle` ends every decision of a battle. */
static bool answer_idle(const struct sal_play *p, int side, struct sal_action *out) {
  static const uint16_t endings[] = {V_PASS, V_END, V_DONE, V_CANCEL};
  /* Close combat has no ending: a unit must be attacked. */
  if (sal_top(p)->node == N_F_CLOSE)
    return answer_close(p, side, out);

  /* A set-up is never ended for a side. */
  if (sal_top(p)->node == N_F_PLACE)
    return false;

  for (int i = 0; i < 4; i++) {
    *out = sal_act(endings[i], 0, 0, 0);
    if (sal_check(p, side, *out, NULL))
      return true;
  }

  return false;
}

/* Is `pass` the only thing left to do in the Support phase? */
static bool only_pass(const struct sal_play *p, int side) {
  struct sal_list *l = list_room(p);
  l->n = 0;
  sal_legal(p, side, l);
  return l->n == 1;
}

/* ---- Late Fire -------------------------------------------------------------------------- */

/* F27.1: how likely a shot of an activation does harm; -1: it is no shot. */
static int late_percent(const struct sal_play *p, int side, struct sal_action a) {
  struct attack attack;
  struct shot shot;
  bool at_men = true;

  switch (a.verb) {
  case V_FIRE:
    sf_plan_fire(p, side, location_at(hex_of(a, 0), number_of(a, 1)), -1, &attack, NULL);
    break;
  case V_MG:
    sf_plan_fire(p, side, location_at(hex_of(a, 1), number_of(a, 2)), unit_of(a), &attack, NULL);
    break;
  case V_FLAME:
    sf_plan_flame(p, side, unit_of(a), location_at(hex_of(a, 1), number_of(a, 2)), &attack, NULL);
    break;
  case V_SHELL: {
    location to = location_at(hex_of(a, 1), number_of(a, 2));
    at_men = sf_is_rifle(p, unit_of(a));
    if (at_men)
      sf_plan_rifle(p, side, unit_of(a), to, &attack, NULL);
    else
      sf_plan_shot(p, side, unit_of(a), to, SAL_NOUNIT, false, &shot, NULL);
    break;
  }
  case V_SHOOT:
    at_men = false;
    sf_may_shoot(p, side, unit_of(a), second_unit_of(a), &shot, NULL);
    break;
  default: return -1;
  }

  return at_men ? attack_percent(p, &attack) : shot_percent(p, &shot);
}

/* The best shot of the activation on top; -1: it has none. */
static int best_late_shot(const struct sal_play *p, int side, struct sal_action *out) {
  struct sal_list *l = list_room(p);
  int best = -1;
  l->n = 0;
  sal_legal(p, side, l);

  for (uint32_t i = 0; i < l->n; i++) {
    int chance = late_percent(p, side, l->a[i]);
    if (chance > best) {
      best = chance;
      *out = l->a[i];
    }
  }

  return best;
}

/* Which unit to pick for the best shot of Late Fire, and its chance; -1: no unit has a shot. What a
 * group can do shows only when it acts, so each is picked on a copy of the position. */
static int best_late_pick(const struct sal_play *p, int side, struct sal_action *out) {
  struct sal_play copy = *p;
  int best = -1;
  copy.state = (struct sal_head *)((uint8_t *)p->scratch + sf_copy_at(p->book));
  copy.dice = NULL;
  copy.events = NULL;

  for (int u = 0; u < count_of(p); u++) {
    struct sal_action pick = sal_act(V_PICK, u, 0, 0);
    struct sal_action shot;
    if (!sal_check(p, side, pick, NULL))
      continue;

    memcpy(copy.state, p->state, p->book->state_bytes);
    sal_node_of(&copy)->apply(&copy, side, pick);
    int chance = best_late_shot(&copy, side, &shot);
    if (chance > best) {
      best = chance;
      *out = pick;
    }
  }

  return best;
}

/* `late`: with `auto` all shots from n % on, the best first. `hopeless` ends a Late Fire phase in
 * which nobody has any shot. */
static bool answer_late(const struct sal_play *p, int side, const struct sal_order_set *set,
                        struct sal_action *out) {
  const struct sal_order_set *order = &set[ORDER_LATE];
  struct sal_action end = sal_act(V_END, 0, 0, 0);
  *out = end;

  if (order->choice == LATE_NEVER)
    return true;

  int chance = best_late_pick(p, side, out);
  if (chance < 0) {
    *out = end;
    return order->choice == LATE_AUTO || set[ORDER_HOPELESS].choice == HOPELESS_SKIP;
  }
  if (order->choice == LATE_ASK)
    return false;
  if (chance < order->n)
    *out = end;
  return true;
}

/* `late auto` in an activation of Late Fire: its best shot, or done when none is good enough. */
static bool answer_late_unit(const struct sal_play *p, int side, const struct sal_order_set *set,
                             struct sal_action *out) {
  bool late = sf_activation(p)->is & ACT_LATE;
  if (!late || set[ORDER_LATE].choice != LATE_AUTO)
    return false;
  if (best_late_shot(p, side, out) < set[ORDER_LATE].n)
    *out = sal_act(V_DONE, 0, 0, 0);
  return true;
}

enum { CHOSEN = 1 }; /* the second choice of an order of two */
/* F27.1: what a side's standing orders answer to its decision; false: the player is asked. */
bool sf_answer(const struct sal_play *p, int side, const struct sal_order_set *set,
               struct sal_action *out) {
  if (p->state->over || sal_top(p)->side != side)
    return false;
  /* The side does nothing more (F1.7). */
  if (set[ORDER_IDLE].choice == CHOSEN)
    return answer_idle(p, side, out);

  switch (sal_top(p)->node) {
  case N_F_REACT: return answer_window(p, side, set, out);
  case N_F_LATE: return answer_late(p, side, set, out);
  case N_F_UNIT: return answer_late_unit(p, side, set, out);
  case N_F_SUPPORT:
    *out = sal_act(V_PASS, 0, 0, 0);
    return set[ORDER_SUPPORT].choice == CHOSEN || only_pass(p, side);
  case N_F_CLOSE: return set[ORDER_CLOSE].choice == CHOSEN && answer_close(p, side, out);
  default: return false;
  }
}
