/* reaction.c - 6.re: the other side's answer when its zone of control is entered.
 *
 * The window opens whenever a zone is entered for the first time, whether or not any unit can
 * react: it must not show which units wait below the top counters.
 */
#include "state.h"

/* 6.re.2: a stack reacts once a player turn, when its zone is entered first; 6.re.3: not to an
 * HQ alone. */
void alea_entered(struct sal_play *p, int side, sal_hex h, bool hq_alone) {
  const struct sal_board *b = &p->book->board;
  int mask = 0;

  for (int d = 0; d < 6; d++) {
    sal_hex n = sal_next(b, h, d);
    /* 6.re.2 */
    if (!enemy_at(p, side, n)) {
      continue;
    }
    if ((S(p)->cell[n].ground & (EXERTS | TRIGGERED)) != EXERTS) {
      continue;
    }
    if (!hq_alone) {
      S(p)->cell[n].ground |= TRIGGERED;
    }
    mask |= 1 << d;
  }
  if (!mask) {
    return;
  }
  /* 6.re.3: an HQ alone draws no reaction */
  if (hq_alone) {
    sal_tell(p, E_NO_TRIGGER, R_6_re_3, SAL_EV(.at = {h}));
    return;
  }
  sal_tell(p, E_TRIGGER, R_6_re_2, SAL_EV(.at = {h}));
  struct react *f = react_in(sal_push(p, N_REACT, sal_enemy(side)));
  f->hex = h;
  f->triggered = (uint16_t)mask;
  /* opt.artonly */
  f->fired = opt(p, O_ARTONLY);
}

/* Whether the stack in that hex was triggered by this entry. */
static bool triggered(const struct sal_play *p, sal_hex h) {
  const struct react *f = react_of(p);
  int d = sal_dir_to(&p->book->board, f->hex, h);

  if (d < 0) {
    return false;
  }

  return f->triggered >> d & 1;
}

/* 6.re.4: one or two steps; the hex between must be free of enemies and of their zones. */
static bool way_to(const struct sal_play *p, int side, int u, sal_hex to) {
  const struct sal_board *b = &p->book->board;
  sal_hex from = U(p, u)->at;
  bool train = I(p, u)->kind == TRAIN;
  int span = sal_distance(b, from, to);

  if (span == 1 && (!train || b->path[from * 6 + sal_dir_to(b, from, to)] & O(p)->rail)) {
    return true;
  }
  for (int d = 0; span <= 2 && d < 6; d++) {
    sal_hex n = sal_next(b, from, d);
    int e = n ? sal_dir_to(b, n, to) : -1;
    if (e < 0) {
      continue;
    }
    if (enemy_at(p, side, n)) {
      continue;
    }
    if (zoc_on(p, side, n)) {
      continue;
    }
    if (!train) {
      return true;
    }
    if (b->path[from * 6 + d] & O(p)->rail && b->path[n * 6 + e] & O(p)->rail) {
      return true;
    }
  }

  return false;
}

/* 6.re.4: armour within two hexes joins a triggered stack, once a turn, if it is fit and out of
 * enemy zones. */
static bool may_react(const struct sal_play *p, int side, int u, sal_hex to,
                      struct sal_refusal *why) {
  const struct unit *unit = U(p, u);
  int kind = I(p, u)->kind;

  if (side_of(p, u) != side || !unit->at || is_air(p, u) || !I(p, u)->arm || kind == ATF ||
      kind == AA) {
    return sal_refuse(why, R_6_re_4, "{u0} is not an armoured unit that reacts.", u, 0);
  }
  if (!triggered(p, to) || unit->at == to) {
    return sal_refuse(why, R_6_re_4, "The zone of control of {h1} was not entered.", u, to);
  }
  if (unit->flags & (DSG | BURIED | INACTIVE | REACTED)) {
    return sal_refuse(why, R_6_re_4, "{u0} is disorganised, buried, inactive or has reacted.", u,
                      0);
  }
  if (zoc_on(p, side, unit->at)) {
    return sal_refuse(why, R_6_re_4, "{u0} is in an enemy zone of control.", u, 0);
  }
  if (!friend_at(p, side, to)) {
    return sal_refuse(why, R_6_re_4, "The unit in {h1} is gone.", u, to);
  }
  if (!way_to(p, side, u, to)) {
    return sal_refuse(why, R_6_re_4, "{u0} cannot get to {h1} in two hexes.", u, to);
  }

  return true;
}

/* 6.re.5 */
static bool may_aim(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  const struct react *f = react_of(p);

  if (opt(p, O_ARTONLY)) {
    return sal_refuse(why, R_opt_artonly, "Artillery fires only in its phases and as Fire Support.",
                      0, 0);
  }
  if (f->fired) {
    return sal_refuse(why, R_6_re_5, "Defensive fire is one bombardment, before the units move.", 0,
                      0);
  }
  if (!enemy_at(p, side, f->hex)) {
    return sal_refuse(why, R_6_re_5, "No unit is left in {h0}.", f->hex, 0);
  }

  return alea_gun_ready(p, side, u, f->hex, why);
}

/* Defensive fire needs a gun. */
static bool any_aimed(const struct sal_play *p, int side) {
  for (int i = 0; i < O(p)->nground[side]; i++) {
    if (is_guns(p, O(p)->ground[side][i]) && U(p, O(p)->ground[side][i])->flags & GROUP) {
      return true;
    }
  }

  return false;
}

/* Guns first, then armour; passing is always open. */
static void react_list(const struct sal_play *p, int side, struct sal_list *l) {
  const struct own *o = O(p);
  const struct react *f = react_of(p);
  const struct sal_board *b = &p->book->board;

  for (int i = 0; !f->fired && i < o->nground[side]; i++) {
    if (is_guns(p, o->ground[side][i]) && may_aim(p, side, o->ground[side][i], NULL)) {
      sal_list_add(l, sal_act(V_ADD, o->ground[side][i], 0, 0));
    }
  }
  if (any_aimed(p, side)) {
    sal_list_add(l, sal_act(V_FIRE, 0, 0, 0));
  }
  sal_list_add(l, sal_act(V_PASS, 0, 0, 0));
  for (int i = 0; i < o->nground[side]; i++) {
    int u = o->ground[side][i];
    if (!I(p, u)->arm) {
      continue;
    }
    if (!U(p, u)->at) {
      continue;
    }
    if (sal_distance(b, U(p, u)->at, f->hex) > 3) {
      continue;
    }
    for (int d = 0; d < 6; d++) {
      if (f->triggered >> d & 1 && may_react(p, side, u, (sal_hex)(f->hex + b->step[d]), NULL)) {
        sal_list_add(l, sal_act(V_REACT, u, f->hex + b->step[d], 0));
      }
    }
  }
}

/* 6.re: guns and their fire first, then armour; passing ends the reaction. */
static bool react_check(const struct sal_play *p, int side, struct sal_action a,
                        struct sal_refusal *why) {
  if (a.verb == V_ADD) {
    return may_aim(p, side, unit_of(a), why);
  }
  if (a.verb == V_FIRE) {
    if (!any_aimed(p, side)) {
      return sal_refuse(why, R_6_re_5, "No artillery has been named.", 0, 0);
    }
    return true;
  }
  if (a.verb == V_REACT) {
    return may_react(p, side, unit_of(a), hex_of(a, 1), why);
  }

  return a.verb == V_PASS || alea_not_now(p, a, why);
}

/* 6.re.5: after the fire, or after the first unit that moves, no gun fires any more. */
static void react_apply(struct sal_play *p, int side, struct sal_action a) {
  struct react *f = react_of(p);

  if (a.verb == V_ADD) {
    U(p, unit_of(a))->flags |= GROUP;
  } else if (a.verb == V_FIRE) {
    f->fired = 1;
    alea_open_fire(p, side, f->hex, E_HELD_FIRE, R_6_re_5);
  } else if (a.verb == V_REACT) {
    f->fired = 1;
    U(p, unit_of(a))->flags |= REACTED;
    alea_put(p, unit_of(a), hex_of(a, 1));
    sal_tell(p, E_REACTS, R_6_re_4, SAL_EVU(unit_of(a), .at = {hex_of(a, 1)}));
  } else {
    for (int i = 0; i < O(p)->nground[side]; i++) {
      if (is_guns(p, O(p)->ground[side][i])) {
        U(p, O(p)->ground[side][i])->flags &= (uint16_t)~GROUP;
      }
    }
    sal_pop(p);
  }
}

/* Says which hex was entered. */
static void react_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  const struct react *f = react_of(p);

  sal_prompt_say(out, "%s: the enemy entered %s. Fire artillery, move armour up, or pass.",
                 name_of(side), p->book->board.name[f->hex]);
  if (any_aimed(p, side)) {
    alea_shell_card(p, side, f->hex, true, sal_prompt_card(out));
  }
}

const struct sal_node alea_react = {.id = "move.react",
                                    .rule = R_6_re_1,
                                    .list = react_list,
                                    .check = react_check,
                                    .apply = react_apply,
                                    .prompt = react_prompt};
