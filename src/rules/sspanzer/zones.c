/* zones.c - zones of control (7.1) and the fire at units that enter or leave them (7.2).
 *
 * A zone only lets its owner fire. So a zone is never stored; it is worked out when a unit enters
 * or leaves a hex. The units that may fire then wait in a window (N_REACT) until each has fired or
 * the enemy is let pass. Entry fire (11.2) uses it too.
 */
#include "state.h"

/* ---- zones (7.1) ------------------------------------------------------------------------ */

/* Does u have a zone of control, and does it cover h? A suppressed unit has none (7.1a, 9.8a), nor
 * one in close combat; it does not reach into woods and towns or across a berm or the Psel (7.1c).
 */
bool ssp_zone_of(const struct sal_play *p, sal_unit u, sal_hex h) {
  const struct ssp_unit *unit = &S(p)->unit[u];

  if (unit->is & SUPPRESSED)
    return false;
  int dir = sal_dir_to(&p->book->board, unit->hex, h);
  if (dir < 0)
    return false;
  if (!(O(p)->edge[unit->hex * 6 + dir].is & EDGE_ZOC))
    return false;

  return !ssp_contested(p, unit->hex);
}

/* ---- the window of reaction fire (7.2, 11.2) -------------------------------------------- */

/* The window holds every unit that may react: the side that reacts is not the one whose impulse it
 * is, so its stacks keep the limit (6.1a), and load.c bounds the artillery of a division. */
static void let_in(struct ssp_state *s, sal_unit u) {
  SAL_ASSERT(s->nwindow < SSP_WINDOW);
  s->window_left |= 1ull << s->nwindow;
  s->window[s->nwindow++] = u;
}

/* All units in the hex that may fire at the mover now. */
static void admit(struct sal_play *p, sal_hex h, sal_unit mover, int occasion) {
  SSP_EACH(p, u, h) {
    if (ssp_may_fire(p, u, mover, occasion, NULL))
      let_in(S(p), u);
  }
}

/* 13.3b: the artillery of the division that defends the hex. */
static void admit_guns(struct sal_play *p, sal_unit mover) {
  const struct ssp_book *own = O(p);
  int form = SSP_NONE;

  SSP_EACH(p, u, S(p)->unit[mover].into) {
    if (ssp_side(p, u) == SAL_GERMAN)
      form = own->form[u];
  }
  if (form == SSP_NONE)
    return;
  SSP_EACH_GUN(p, guns, form) {
    if (ssp_guns_may(p, guns, mover, ON_GUNS_ENTRY, NULL))
      let_in(S(p), guns);
  }
}

/* Asks all units that may fire at the mover on this occasion, if there are any. */
void ssp_react(struct sal_play *p, sal_unit mover, int occasion) {
  struct ssp_state *s = S(p);
  const struct ssp_unit *unit = &s->unit[mover];

  switch (occasion) {
  case ON_LEAVE_CC: admit(p, unit->hex, mover, occasion); break;
  case ON_ENTRY: admit(p, unit->into, mover, occasion); break;
  case ON_GUNS_ENTRY: admit_guns(p, mover); break;
  default: SSP_EACH_BESIDE(p, beside, unit->hex) { admit(p, beside, mover, occasion);
    }
  }
  if (!s->window_left)
    return;
  struct reaction *r = reaction_in(sal_push(p, N_REACT, sal_enemy(ssp_side(p, mover))));
  r->target = mover;
  r->occasion = (uint16_t)occasion;
}

/* ---- N_REACT: fire or pass -------------------------------------------------------------- */

/* The rule that gives the occasion. */
int ssp_reaction_rule(int occasion) {
  static const uint16_t rule[] = {[ON_ENTER] = R_7_2a,
                                  [ON_LEAVE] = R_7_2b,
                                  [ON_LEAVE_CC] = R_7_2g,
                                  [ON_ENTRY] = R_11_2a,
                                  [ON_GUNS_ENTRY] = R_13_3b};
  return rule[occasion];
}

/* Each may fire once (7.2c). */
static bool still_to_fire(const struct ssp_state *s, int i) {
  return s->window_left >> i & 1;
}

/* A unit's place in the window, or -1. */
static int place_in_window(const struct ssp_state *s, sal_unit u) {
  for (int i = 0; i < s->nwindow; i++)
    if (s->window[i] == u)
      return i;
  return -1;
}

/* 7.2c: any of them in any order, a crossfire, or nobody. */
static void react_list(const struct sal_play *p, int side, struct sal_list *l) {
  const struct ssp_state *s = S(p);
  sal_unit target = reaction_of(p)->target;

  (void)side;
  if (ssp_may_cross(p, target, true))
    sal_list_add(l, sal_act(V_CROSSFIRE, target, 0, 0));
  for (int i = 0; i < s->nwindow; i++)
    if (still_to_fire(s, i))
      sal_list_add(l, sal_act(V_FIRE, s->window[i], target, 0));
  sal_list_add(l, sal_act(V_PASS, 0, 0, 0));
}

/* The rule of reaction fire by which a general rule of fire counts here: 11.2b for entry fire,
 * 10.2b for the front of a kill zone, 7.2f for all others in a zone. */
static int why_not(int occasion, int rule) {
  if (occasion == ON_ENTRY) {
    switch (rule) {
    case R_9_2b:
    case R_9_2c:
    case R_9_3b:
    case R_9_3c:
    case R_10_2a: return R_11_2b;
    default: return rule;
    }
  }
  if (rule == R_10_2a)
    return R_10_2b;
  if (occasion != ON_ENTER && occasion != ON_LEAVE)
    return rule;
  if (rule == R_7_1a || rule == R_7_1c)
    return rule;

  return R_7_2f;
}

/* 7.2c: each unit fires once on each occasion. The refusal tells a unit outside the window why it
 * is not in it. */
static bool may_react(const struct sal_play *p, int side, sal_unit firer, struct sal_refusal *why) {
  const struct reaction *r = reaction_of(p);
  int place = place_in_window(S(p), firer);

  if (place >= 0) {
    if (still_to_fire(S(p), place))
      return true;
    return sal_refuse(why, R_7_2c, "{u0} has fired on this occasion.", firer, 0);
  }
  if (ssp_side(p, firer) != side || ssp_type(p, firer)->move == MOVE_OFF)
    return sal_refuse(why, ssp_reaction_rule(r->occasion), "{u0} cannot fire on this occasion.",
                      firer, 0);
  ssp_may_fire(p, firer, r->target, r->occasion, why);
  if (why)
    why->rule = (uint16_t)why_not(r->occasion, why->rule);

  return false;
}

/* 9.1a: the mover alone is the target. */
static bool react_check(const struct sal_play *p, int side, struct sal_action a,
                        struct sal_refusal *why) {
  sal_unit target = reaction_of(p)->target;

  switch (a.verb) {
  case V_PASS: return true;
  case V_CROSSFIRE:
    if (unit_of(a) == target && ssp_may_cross(p, target, true))
      return true;
    return sal_refuse(why, R_10_3a,
                      "No crossfire here: two or more kill zone units must fire from opposite "
                      "hexsides, or three with gaps.",
                      0, 0);
  case V_FIRE:
    if (second_unit_of(a) != target)
      return sal_refuse(why, R_9_1a, "Only {u0} can be fired at now.", target, 0);
    return may_react(p, side, unit_of(a), why);
  default: return ssp_not_now(p, why);
  }
}

/* A unit that has fired leaves the window. A pass is a pass for all the others too. */
static void react_apply(struct sal_play *p, int side, struct sal_action a) {
  struct ssp_state *s = S(p);
  struct reaction now = *reaction_of(p);

  if (a.verb == V_PASS) {
    s->window_left = 0;
    return;
  }
  if (a.verb == V_CROSSFIRE) {
    struct crossfire *cross = crossfire_in(sal_push(p, N_CROSSFIRE, side));
    cross->target = now.target;
    cross->occasion = now.occasion;
    return;
  }
  sal_unit firer = unit_of(a);
  s->window_left &= ~(1ull << place_in_window(s, firer));
  if (now.occasion == ON_GUNS_ENTRY) {
    ssp_guns_fire(p, firer, now.target, ON_GUNS_ENTRY);
    return;
  }
  struct ssp_shot shot = {.firer = firer, .target = now.target, .occasion = (uint8_t)now.occasion};
  ssp_shoot(p, &shot, ssp_reaction_rule(now.occasion));
}

/* The window closes when all have fired, the rest has passed, or the target is gone. */
static bool react_run(struct sal_play *p) {
  struct ssp_state *s = S(p);

  if (s->window_left && s->unit[reaction_of(p)->target].hex)
    return false;
  s->window_left = 0;
  while (s->nwindow)
    s->window[--s->nwindow] = 0;
  sal_pop(p);
  return true;
}

static const char *const react_text[] = {
    [ON_ENTER] = "%s enters %s: fire, or let it pass.",
    [ON_LEAVE] = "%s leaves %s: fire, or let it pass.",
    [ON_LEAVE_CC] = "%s leaves the close combat in %s: fire, or let it pass.",
    [ON_ENTRY] = "%s attacks from %s: fire, or let it pass.",
    [ON_GUNS_ENTRY] = "%s attacks from %s: fire, or let it pass.",
};

/* Odds for the first few that may fire. */
static void react_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  const struct ssp_state *s = S(p);
  const struct reaction *r = reaction_of(p);

  (void)side;
  out->rule = (uint16_t)ssp_reaction_rule(r->occasion);
  if (r->occasion == ON_GUNS_ENTRY)
    out->rule = R_11_2d;
  else if (__builtin_popcountll(s->window_left) < s->nwindow)
    out->rule = R_7_2d; /* one after the other */
  const char *target = p->book->counter[r->target].label;
  sal_prompt_say(out, react_text[r->occasion], target, p->book->board.name[s->unit[r->target].hex]);
  for (int i = 0; i < s->nwindow && out->ncards < SAL_PROMPT_CARDS; i++) {
    if (!still_to_fire(s, i))
      continue;
    struct ssp_shot shot = {
        .firer = s->window[i], .target = r->target, .occasion = (uint8_t)r->occasion};
    ssp_aim(p, &shot);
    ssp_card(p, &shot, sal_prompt_card(out));
  }
}

const struct sal_node ssp_node_react = {.id = "react",
                                        .rule = R_7_2a,
                                        .run = react_run,
                                        .list = react_list,
                                        .check = react_check,
                                        .apply = react_apply,
                                        .prompt = react_prompt};
