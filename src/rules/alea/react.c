/* react.c - 6.re: the other side's answer when its zone of control is entered.
 *
 * The window opens whenever a zone is entered for the first time, whether or not anybody can react: who waits
 * below the top counters must not show. N_REACT: x[0] the hex entered, x[1] bit d = the triggered neighbour in
 * direction d, x[2] no more defensive fire.
 */
#include "state.h"

void alea_entered(struct sal_play *p, int side, sal_hex h, bool hq_alone) {
  const struct sal_board *b = &p->book->board;
  int mask = 0;
  for (int d = 0; d < 6; d++) {
    sal_hex n = sal_next(b, h, d);
    if (!n || !enemy_at(p, side, n) || (S(p)->cell[n].ground & (EXERTS | TRIGGERED)) != EXERTS) continue; /* 6.re.2 */
    if (!hq_alone) S(p)->cell[n].ground |= TRIGGERED;
    mask |= 1 << d;
  }
  if (!mask) return;
  sal_tell(p, hq_alone ? E_NO_TRIGGER : E_TRIGGER, hq_alone ? R_6_re_3 : R_6_re_2, SAL_EV(.at = {h}));
  if (hq_alone) return;
  struct sal_frame *f = sal_push(p, N_REACT, sal_enemy(side));
  f->x[0] = h;
  f->x[1] = (uint16_t)mask;
  f->x[2] = opt(p, O_ARTONLY); /* opt.artonly */
}

static bool triggered(const struct sal_play *p, sal_hex h) {
  const struct sal_frame *f = sal_top(p);
  int d = sal_dir_to(&p->book->board, f->x[0], h);
  return d >= 0 && f->x[1] >> d & 1;
}

/* 6.re.4: one or two steps; the hex between must be free of enemies and of their zones. */
static bool way_to(const struct sal_play *p, int side, int u, sal_hex to) {
  const struct sal_board *b = &p->book->board;
  sal_hex from = U(p, u)->at;
  bool train = I(p, u)->kind == TRAIN;
  int span = sal_distance(b, from, to);
  if (span == 1 && (!train || b->path[from * 6 + sal_dir_to(b, from, to)] & O(p)->rail)) return true;
  for (int d = 0; span <= 2 && d < 6; d++) {
    sal_hex n = sal_next(b, from, d);
    int e = n ? sal_dir_to(b, n, to) : -1;
    if (e < 0 || enemy_at(p, side, n) || zoc_on(p, side, n)) continue;
    if (!train || (b->path[from * 6 + d] & O(p)->rail && b->path[n * 6 + e] & O(p)->rail)) return true;
  }
  return false;
}

static bool may_react(const struct sal_play *p, int side, int u, sal_hex to, struct sal_refusal *why) {
  const struct unit *unit = U(p, u);
  int kind = I(p, u)->kind;
  if (side_of(p, u) != side || !unit->at || is_air(p, u) || !I(p, u)->arm || kind == ATF || kind == AA) return sal_refuse(why, R_6_re_4, "{u0} is not an armoured unit that reacts.", u, 0);
  if (!triggered(p, to) || unit->at == to) return sal_refuse(why, R_6_re_4, "The zone of control of {h1} was not entered.", u, to);
  if (unit->flags & (DSG | BURIED | INACTIVE | REACTED)) return sal_refuse(why, R_6_re_4, "{u0} is disorganised, buried, inactive or has reacted.", u, 0);
  if (zoc_on(p, side, unit->at)) return sal_refuse(why, R_6_re_4, "{u0} is in an enemy zone of control.", u, 0);
  if (!friend_at(p, side, to)) return sal_refuse(why, R_6_re_4, "The unit in {h1} is gone.", u, to);
  return way_to(p, side, u, to) || sal_refuse(why, R_6_re_4, "{u0} cannot get to {h1} in two hexes.", u, to);
}

static bool may_aim(const struct sal_play *p, int side, int u, struct sal_refusal *why) { /* 6.re.5 */
  const struct sal_frame *f = sal_top(p);
  if (opt(p, O_ARTONLY)) return sal_refuse(why, R_opt_artonly, "Artillery fires only in its phases and as Fire Support.", 0, 0);
  if (f->x[2]) return sal_refuse(why, R_6_re_5, "Defensive fire is one bombardment, before the units move.", 0, 0);
  if (!enemy_at(p, side, f->x[0])) return sal_refuse(why, R_6_re_5, "Nobody is left in {h0}.", f->x[0], 0);
  return alea_gun_ready(p, side, u, f->x[0], why);
}

static bool any_aimed(const struct sal_play *p, int side) {
  for (int i = 0; i < O(p)->nground[side]; i++)
    if (is_guns(p, O(p)->ground[side][i]) && U(p, O(p)->ground[side][i])->flags & GROUP) return true;
  return false;
}

static void react_list(const struct sal_play *p, int side, struct sal_list *l) {
  const struct own *o = O(p);
  const struct sal_frame *f = sal_top(p);
  const struct sal_board *b = &p->book->board;
  for (int i = 0; !f->x[2] && i < o->nground[side]; i++)
    if (is_guns(p, o->ground[side][i]) && may_aim(p, side, o->ground[side][i], NULL)) sal_list_add(l, sal_act(V_ADD, o->ground[side][i], 0, 0));
  if (any_aimed(p, side)) sal_list_add(l, sal_act(V_FIRE, 0, 0, 0));
  sal_list_add(l, sal_act(V_PASS, 0, 0, 0));
  for (int i = 0; i < o->nground[side]; i++) {
    int u = o->ground[side][i];
    if (!I(p, u)->arm || !U(p, u)->at || sal_distance(b, U(p, u)->at, f->x[0]) > 3) continue;
    for (int d = 0; d < 6; d++)
      if (f->x[1] >> d & 1 && may_react(p, side, u, (sal_hex)(f->x[0] + b->step[d]), NULL)) sal_list_add(l, sal_act(V_REACT, u, f->x[0] + b->step[d], 0));
  }
}

static bool react_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  if (a.verb == V_ADD) return may_aim(p, side, a.x[0], why);
  if (a.verb == V_FIRE) return any_aimed(p, side) || sal_refuse(why, R_6_re_5, "No artillery has been named.", 0, 0);
  if (a.verb == V_REACT) return may_react(p, side, a.x[0], a.x[1], why);
  return a.verb == V_PASS;
}

static void react_apply(struct sal_play *p, int side, struct sal_action a) {
  struct sal_frame *f = sal_top(p);
  if (a.verb == V_ADD) {
    U(p, a.x[0])->flags |= GROUP;
  } else if (a.verb == V_FIRE) {
    f->x[2] = 1;
    alea_open_fire(p, side, f->x[0], E_HELD_FIRE, R_6_re_5);
  } else if (a.verb == V_REACT) {
    f->x[2] = 1;
    U(p, a.x[0])->flags |= REACTED;
    alea_put(p, a.x[0], a.x[1]);
    sal_tell(p, E_REACTS, R_6_re_4, SAL_EVU(a.x[0], .at = {a.x[1]}));
  } else {
    for (int i = 0; i < O(p)->nground[side]; i++)
      if (is_guns(p, O(p)->ground[side][i])) U(p, O(p)->ground[side][i])->flags &= (uint16_t)~GROUP;
    sal_pop(p);
  }
}

static void react_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  const struct sal_frame *f = sal_top(p);
  sal_prompt_say(out, "%s: the enemy entered %s. Fire artillery, move armour up, or pass.", name_of(side), p->book->board.name[f->x[0]]);
  if (any_aimed(p, side)) alea_shell_card(p, side, f->x[0], true, sal_prompt_card(out));
}

const struct sal_node alea_react = {.id = "move.react", .rule = R_6_re_1, .list = react_list, .check = react_check, .apply = react_apply, .prompt = react_prompt};
