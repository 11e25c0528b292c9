/* field_react.c - F9.1 to F9.8: the window that opens for every declared path.
 *
 * The resting side announces one shot at a Location of the path, or passes. Nothing here looks at
 * what it may not know: a concealed mover is a group of unknown make.
 */
#include "field.h"

/* Can the side have units that the other does not see at all? Public, because its card says so. */
bool sf_may_hide(const struct sal_play *p, int side) {
  /* A test's position has no card, so the position itself is asked. */
  bool by_card = !p->book->position;
  for (int u = 0; u < count_of(p); u++) {
    if (side_of(p, u) != side)
      continue;
    bool gun = FB(p)->kind[FB(p)->counter_kind[u]].cls == GUN;
    bool hidden = unit_at(p, u)->is & IS_HIDDEN;
    if (by_card ? gun : hidden)
      return true;
  }

  return false;
}

/* The path that the window belongs to. */
static struct walk *walk_on(const struct sal_play *p) {
  for (int i = p->state->depth - 1; i >= 0; i--)
    if (p->state->frame[i].node == N_F_WALK)
      return walk_in(&p->state->frame[i]);
  return NULL;
}

/* F9.3: a known unit of the side sees the Location. */
static bool known_unit_sees(const struct sal_play *p, int side, location l) {
  for (EACH_MAN(p, u)) {
    bool known = side_of(p, u) == side && sf_known(p, u);
    if (known && sf_sight(p, unit_at(p, u)->at, l) >= 0)
      return true;
  }

  return false;
}

/* F9.3: a "?" of the side sees the Location, whatever is under it. */
static bool veil_sees(const struct sal_play *p, int side, location l) {
  const struct sal_board *m = &p->book->board;
  for (int k = 0; k < m->nhexes; k++) {
    sal_hex h = m->order[k];
    if (!patch_at(p, h)->veil)
      continue;
    for (int level = 0; level < LEVELS; level++) {
      location from = location_at(h, level);
      if (sf_veiled(p, side, from) && sf_sight(p, from, l) >= 0)
        return true;
    }
  }

  return false;
}

/* F9.3: always, unless a public test says that nobody could fire. */
bool sf_window(const struct sal_play *p) {
  int side = sal_enemy(F(p)->active);
  /* It could have hidden units, so it is always asked. */
  if (sf_may_hide(p, side))
    return true;

  for (int i = 0; i < F(p)->npath; i++) {
    location l = F(p)->path[i];
    bool off_map = !l;
    if (off_map)
      continue;
    if (known_unit_sees(p, side, l) || veil_sees(p, side, l))
      return true;
  }

  return false;
}

/* How the mover comes to path[step], as the other side knows it. */
static int manner(const struct sal_play *p, int step) {
  if (sf_activation(p)->mode == CAREFUL)
    return MOVING_CAREFULLY;
  bool trench = sf_in_trench(p, step, sal_enemy(F(p)->active));
  return trench ? MOVING_IN_TRENCH : MOVING_OPENLY;
}

/* The vehicle that moves, if it is known. */
static sal_unit known_vehicle(const struct sal_play *p) {
  sal_unit v = SAL_NOUNIT;
  /* The window is against the units that get off (F5.8). */
  if (walk_on(p)->is & WALK_UNLOAD)
    return SAL_NOUNIT;

  bool drives = sf_group_vehicle(p, &v);
  if (!drives || unit_at(p, v)->is & IS_UNSEEN)
    return SAL_NOUNIT;
  return v;
}

/* F9.4: `volley` is all able units of the Location, the others one alone. Vehicles fire by `mg`. */
static int reaction_firers(const struct sal_play *p, int firer, int how, location from,
                           sal_unit who[32]) {
  int n = 0;
  if (how == BY_VOLLEY)
    n = sf_stack(p, side_of(p, firer), from, who);
  else
    who[n++] = (sal_unit)firer;

  int men = 0;
  for (int i = 0; i < n; i++)
    if (how == BY_MG || !sf_vehicle(p, who[i]))
      who[men++] = who[i];
  return men;
}

/* Is anything of the unit among the parts of the attack? */
static bool fires_in(const struct attack *a, int u) {
  for (int i = 0; i < a->npart; i++)
    if (a->part[i].bearer == u)
      return true;
  return false;
}

/* `volley`, `single`, `mg`, `flame`, and `shell` of a rifle at men: the attack at path[step]; units
 * that have fired may do so desperately. */
bool sf_react_fire(const struct sal_play *p, int firer, int how, int step, struct attack *a,
                   struct sal_refusal *why) {
  sal_unit who[32];
  int side = side_of(p, firer);

  *a = (struct attack){.side = (uint8_t)side, .how = IN_REACTION};
  a->moving = (uint8_t)manner(p, step);
  a->step = (uint8_t)step;
  a->from = unit_at(p, firer)->at;
  a->to = F(p)->path[step];
  a->face = F(p)->facing[step];

  /* Flames, and a rifle at men, are attacks of one weapon alone (F10.8, F10.10). */
  if (how == BY_FLAME || how == BY_SHELL) {
    a->from = unit_at(p, sf_bearer(p, firer))->at;
    bool gathered =
        how == BY_FLAME ? sf_gather_flame(p, a, firer, why) : sf_gather_rifle(p, a, firer, why);
    return gathered && sf_weigh(p, a, NULL, why);
  }

  if (!sf_may_fire(p, firer, IN_REACTION, why))
    return false;
  if (a->from == a->to)
    return sal_refuse(why, R_F7_1, "Nobody fires into his own Location.", 0, 0);

  /* Light anti-aircraft Guns fire at the table as machine guns do (F11.10). */
  bool rapid = kind_of(p, firer)->cls == GUN && kind_of(p, firer)->flags & K_AA;
  bool has_mg = sf_vehicle(p, firer) || rapid;
  if ((how == BY_MG) != has_mg)
    return sal_refuse(why, R_F9_4, "{u0} does not fire that way.", firer, 0);

  /* A unit that has fired may still fire desperately (F9.9). */
  int men = reaction_firers(p, firer, how, a->from, who);
  bool any = sf_gather(p, a, who, men);

  if (!any && how != BY_MG) {
    a->how = DESPERATELY;
    any = sf_gather(p, a, who, men);
  }

  if (!any)
    return sal_refuse(why, R_F9_7, "Nothing there can fire at {h0}.", hex_at(a->to), 0);

  /* A volley is named after one of the units that fire in it. */
  if (!fires_in(a, firer))
    return sal_refuse(why, R_F9_7, "{u0} has nothing to fire.", firer, 0);

  return sf_weigh(p, a, NULL, why);
}

/* F10.10: an anti-tank rifle fires at men by the Fire table. */
bool sf_rifle_at_men(const struct sal_play *p, int w) {
  bool rifle = kind_of(p, w)->cls == SUPPORT && sal_eq(kind_of(p, w)->id, "ATR");
  return rifle && known_vehicle(p) == SAL_NOUNIT;
}

/* `shell`: a Gun, main armament or light weapon at the mover in path[step]. */
bool sf_react_shot(const struct sal_play *p, int w, int step, struct shot *s,
                   struct sal_refusal *why) {
  int bearer = sf_bearer(p, w);
  int ahead = step - walk_on(p)->step;
  sal_unit v = known_vehicle(p);

  if (!sf_gun_ready(p, w, IN_REACTION, why))
    return false;

  *s = (struct shot){.side = (uint8_t)side_of(p, w),
                     .reaction = (uint8_t)manner(p, step),
                     .gun = (sal_unit)w,
                     .bearer = (sal_unit)bearer,
                     .target = v,
                     .from = unit_at(p, bearer)->at,
                     .to = F(p)->path[step],
                     .face = F(p)->facing[step]};

  /* By then it will have entered more hexes: from 8 on it is harder to hit (F11.3). */
  if (v != SAL_NOUNIT)
    s->entered = (uint8_t)(unit_at(p, v)->entered + (ahead > 0 ? ahead : 0));
  return sf_aim(p, s, NULL, why);
}

/* ---- the node --------------------------------------------------------------------------- */

/* The first place of the path that is still open and is that Location; -1: none. */
static int step_of_place(const struct sal_play *p, location l) {
  const struct window *w = window_of(p);
  for (int i = w->from; i <= w->last; i++)
    if (F(p)->path[i] == l)
      return i;
  return -1;
}

/* The verbs of the window. Those of weapons that are fired alone come last. */
struct manner_of_fire {
  uint16_t verb;
  uint8_t how;
};
static const struct manner_of_fire ways[] = {{V_VOLLEY, BY_VOLLEY},
                                             {V_SINGLE, BY_SINGLE},
                                             {V_MG, BY_MG},
                                             {V_SHELL, BY_SHELL},
                                             {V_FLAME, BY_FLAME}};
enum { WAYS = sizeof ways / sizeof ways[0], FIRST_OF_WEAPONS = 3 };

/* How a verb of the window fires; -1: it is no shot. */
int sf_react_how(int verb) {
  for (int i = 0; i < WAYS; i++)
    if (ways[i].verb == verb)
      return ways[i].how;
  return -1;
}

/* F16.12: a set charge in a Location of the path that is still open. */
static bool may_blow(const struct sal_play *p, int side, location l, struct sal_refusal *why) {
  if (step_of_place(p, l) < 0)
    return sal_refuse(why, R_F9_4, "{h0} is no Location of the path that is still open.", hex_at(l),
                      0);
  return sf_may_blow(p, side, l, why);
}

/* F9.4: one attack at a Location of the path that is still open. */
static bool react_check(const struct sal_play *p, int side, struct sal_action a,
                        struct sal_refusal *why) {
  int how = sf_react_how(a.verb);
  /* A pass is always legal: a window alone never shows that no unit can fire (F9.3). */
  if (a.verb == V_PASS)
    return true;
  if (a.verb == V_UNCLOAK)
    return sf_may_uncloak(p, side, unit_of(a), why);

  bool charge = a.verb == V_BLOW;
  int level = number_of(a, charge ? 1 : 2);
  if (how < 0 && !charge)
    return false;
  if (level >= LEVELS)
    return sal_refuse(why, R_F26_5, "The level is 0 ground, 1 upper storey or 2 pillbox.", 0, 0);
  if (charge)
    return may_blow(p, side, location_at(hex_of(a, 0), level), why);

  int u = unit_of(a);
  if (side_of(p, u) != side)
    return sal_refuse(why, R_F9_1, "{u0} is not of this side.", u, 0);

  /* Only mortars, rifles and flamethrowers are fired alone. */
  bool alone = how == BY_SHELL || how == BY_FLAME;
  if (kind_of(p, u)->cls == SUPPORT && !alone)
    return sal_refuse(why, R_F9_4, "{u0} fires with its bearer.", u, 0);

  /* A step that has been passed is closed (F9.5). */
  int step = step_of_place(p, location_at(hex_of(a, 1), level));
  if (step < 0)
    return sal_refuse(why, R_F9_4, "{h0} is no Location of the path that is still open.",
                      hex_of(a, 1), 0);

  struct attack attack;
  struct shot shot;
  if (how == BY_SHELL && !sf_rifle_at_men(p, u))
    return sf_react_shot(p, u, step, &shot, why);

  return sf_react_fire(p, u, how, step, &attack, why);
}

/* Can the unit or weapon make any shot at all now? */
static bool could_fire(const struct sal_play *p, int u) {
  if (kind_of(p, u)->cls != SUPPORT)
    return sf_may_fire(p, u, IN_REACTION, NULL);
  return sf_gun_ready(p, u, IN_REACTION, NULL) || sal_eq(kind_of(p, u)->id, "FT");
}

/* F7.1, F11.1: does the unit or weapon see the Location? A mortar may have a spotter (F11.9). */
static bool sees(const struct sal_play *p, int u, location l) {
  const struct armament *arm = weapon_of(p, u);
  location from = unit_at(p, sf_bearer(p, u))->at;

  if (!from || !l)
    return false;
  if (arm && arm->flags & W_INDIRECT)
    return true;
  return sf_sight(p, from, l) >= 0;
}

/* F16.12: set charges that can be blown under the path. */
static void list_charges(const struct sal_play *p, int side, struct sal_list *l) {
  for (int i = 0; i < MAX_WORKS; i++) {
    const struct work *w = &F(p)->work[i];
    if (w->kind != WORK_CHARGE || w->side != side)
      continue;
    struct sal_action blow = sal_act(V_BLOW, w->hex, w->level, 0);
    if (react_check(p, side, blow, NULL))
      sal_list_add(l, blow);
  }
}

/* F9.4: every unit, every way to fire, every Location of the path once. */
static void react_list(const struct sal_play *p, int side, struct sal_list *l) {
  const struct window *w = window_of(p);
  for (int u = 0; u < count_of(p); u++) {
    bool weapon = kind_of(p, u)->cls == SUPPORT;
    bool own_here = side_of(p, u) == side && unit_at(p, u)->where == F_MAP;
    if (!own_here || !could_fire(p, u))
      continue;

    for (int i = w->from; i <= w->last; i++) {
      location at = F(p)->path[i];
      int hex = hex_at(at);
      int level = level_at(at);

      /* A path may pass a Location twice: it is offered once. */
      if (step_of_place(p, at) != i || !sees(p, u, at))
        continue;

      for (int k = weapon ? FIRST_OF_WEAPONS : 0; k < WAYS; k++)
        if (react_check(p, side, sal_act(ways[k].verb, u, hex, level), NULL))
          sal_list_add(l, sal_act(ways[k].verb, u, hex, level));
    }
  }

  list_charges(p, side, l);

  for (EACH_MAN(p, u))
    if (sf_may_uncloak(p, side, u, NULL))
      sal_list_add(l, sal_act(V_UNCLOAK, u, 0, 0));

  sal_list_add(l, sal_act(V_PASS, 0, 0, 0));
}

/* F9.4, F9.5: the shot waits for the mover to come there; a pass closes the window. */
static void react_apply(struct sal_play *p, int side, struct sal_action a) {
  struct walk *walk = walk_on(p);
  (void)side;
  sal_reveal(p); /* what the mover can still do shows in whether it goes on */

  if (a.verb == V_UNCLOAK) {
    sf_uncloak(p, unit_of(a));
    return;
  }

  if (a.verb == V_PASS) {
    walk->is |= WALK_CLOSED;
    sal_pop(p);
    return;
  }

  /* The announcement waits in the frame of the path (F9.4). */
  bool charge = a.verb == V_BLOW;
  location l = charge ? location_at(hex_of(a, 0), number_of(a, 1))
                      : location_at(hex_of(a, 1), number_of(a, 2));
  int firer = charge ? sf_work_in(p, l, WORK_CHARGE, SAL_ALL)->unit - 1 : unit_of(a);

  walk->aim = (uint16_t)step_of_place(p, l);
  walk->firer = (uint16_t)(firer + 1);
  walk->how = (uint16_t)(charge ? BY_CHARGE : sf_react_how(a.verb));
  sal_pop(p);
}

const struct sal_node sf_react_node = {.id = "field.react",
                                       .rule = R_F9_2,
                                       .now = "Now fire at what is moving, or pass.",
                                       .list = react_list,
                                       .check = react_check,
                                       .apply = react_apply,
                                       .prompt = sf_window_prompt};
