/* retreat.c - 7.a.7: which units retreat, where to, and what becomes of those that cannot.
 *
 * A retreat is one stack that goes hex by hex until it is out of enemy zones. The attacker's hexes
 * retreat one after another, a frame for each.
 */
#include "state.h"

/* ---- 7.a.7 retreat ---------------------------------------------------------------------- */

/* Only the units of an attacking hex that attacked go back. */
static bool goes(const struct sal_play *p, int u) {
  const struct retreat *f = retreat_of(p);

  if (side_of(p, u) != sal_top(p)->side) {
    return false;
  }

  return !f->attackers || U(p, u)->flags & GROUP;
}

/* The units that go together. */
static int stack(const struct sal_play *p, sal_unit out[CROWD]) {
  int n = 0;

  for (int u = top(p, retreat_of(p)->hex); u >= 0 && n < CROWD; u = below(p, u)) {
    if (goes(p, u)) {
      out[n++] = (sal_unit)u;
    }
  }

  return n;
}

/* 13.tr.1: a train goes along the rails, and not beyond the German line. */
bool alea_train_way(const struct sal_play *p, sal_hex from, sal_hex to) {
  int d = sal_dir_to(&p->book->board, from, to);

  if (d < 0) {
    return false;
  }
  if (!(p->book->board.path[from * 6 + d] & O(p)->rail)) {
    return false;
  }

  return !O(p)->home[to];
}

/* 0 closed, 1 in an enemy zone, 2 free but too full, 3 free (7.a.7.4, 7.a.7.5). For trains alone a
 * hex off the rails is closed. */
static int refuge(const struct sal_play *p, int side, sal_hex from, sal_hex to) {
  sal_unit who[CROWD];
  int n = stack(p, who);
  bool trains = true;

  if (!to) {
    return 0;
  }
  if (sal_dir_to(&p->book->board, from, to) < 0) {
    return 0;
  }
  if (enemy_at(p, side, to)) {
    return 0;
  }
  for (int i = 0; i < n; i++) {
    trains = trains && I(p, who[i])->kind == TRAIN;
  }
  if (trains && !alea_train_way(p, from, to)) {
    /* 7.a.7.6 */
    return 0;
  }
  if (!alea_zoc_free(p, side, to)) {
    return 1;
  }

  return alea_fits(p, side, to, who, n) ? 3 : 2;
}

/* The best kind of hex there is around. */
static int best_refuge(const struct sal_play *p) {
  const struct retreat *f = retreat_of(p);
  int best = 0;

  for (int d = 0; d < 6; d++) {
    int r = refuge(p, sal_top(p)->side, f->hex, sal_next(&p->book->board, f->hex, d));
    best = max_of(best, r);
  }

  return best;
}

/* 7.a.7.2: more than half of the steps that count; with none of them, any loss. */
static bool forced(const struct fight *f, int side) {
  return 2 * f->lost[side] > f->base[side];
}

/* 7.a.7.2, 6.zoc.9: forced back, a unit is disorganised and has no zone for the rest of the
 * phase. */
static void rout(struct sal_play *p, sal_unit u, bool is_forced) {
  if (!is_forced) {
    return;
  }
  alea_disorganise(p, u, R_7_a_7_2);
  U(p, u)->flags |= FORCED;
  sal_tell(p, E_NO_ZONE, R_6_zoc_9, SAL_EVU(u, .at = {U(p, u)->at}));
  alea_refresh(p, U(p, u)->at);
}

/* AT Fronts and buried tanks stay and are lost (7.a.7.6). */
static void begin_stack(struct sal_play *p) {
  const struct retreat *f = retreat_of(p);
  sal_unit who[CROWD];
  int n = stack(p, who);

  for (int i = 0; i < n; i++) {
    if (I(p, who[i])->kind == ATF || U(p, who[i])->flags & BURIED) {
      alea_kill(p, who[i], R_7_a_7_6);
    } else {
      rout(p, who[i], f->forced);
    }
  }
}

/* Does a side go back after the combat: 0 no, 1 by choice, 2 forced. */
static int goes_back(const struct fight *f, int side) {
  bool elected = side != f->side && f->elect == RETREAT;

  if (forced(f, side)) {
    return 2;
  }

  return elected ? 1 : 0;
}

/* The units of one hex begin their retreat. */
static void open_retreat(struct sal_play *p, int side, sal_hex h, bool is_forced, bool attackers) {
  struct retreat *r = retreat_in(sal_push(p, N_RETREAT, side));

  r->hex = h;
  r->forced = is_forced;
  r->attackers = attackers;
  begin_stack(p);
}

/* The first frame of a side: decides whether it goes, and opens one frame per hex. */
static void decide(struct sal_play *p) {
  struct fight *f = &S(p)->fight;
  int side = sal_top(p)->side;
  bool attacker = side == f->side;
  bool is_forced = forced(f, side);
  sal_unit who[CROWD];

  sal_pop(p);
  f->stage = attacker ? FORWARD : BACK_A;
  if (!alea_members(p, side, who)) {
    return;
  }
  f->back[side] = (uint8_t)goes_back(f, side);
  if (!f->back[side]) {
    return;
  }
  if (is_forced) {
    sal_tell(p, E_FORCED, attacker ? R_7_a_7_3 : R_7_a_7_2,
             SAL_EV(.at = {f->target}, .n = {(int16_t)side}));
  }
  if (!attacker) {
    open_retreat(p, side, f->target, is_forced, false);
    return;
  }
  for (int d = 0; d < 6; d++) {
    if (f->dirs >> d & 1) {
      open_retreat(p, side, (sal_hex)(f->target + p->book->board.step[d]), is_forced, true);
    }
  }
}

/* The first frame decides; every other one goes hex by hex until it may stop. */
static bool retreat_run(struct sal_play *p) {
  struct retreat *f = retreat_of(p);
  sal_unit who[CROWD];

  if (!f->hex) {
    decide(p);
    return true;
  }
  int n = stack(p, who);
  if (!n || (f->moved && !f->harried)) {
    sal_pop(p);
    return true;
  }
  if (best_refuge(p)) {
    return false;
  }
  sal_tell(p, E_NO_WAY, R_7_a_7_5, SAL_EV(.at = {f->hex}));
  for (int i = 0; i < n; i++) {
    alea_kill(p, who[i], R_7_a_7_5);
  }

  return true;
}

/* Only the best kind of hex may be chosen. */
static void retreat_list(const struct sal_play *p, int side, struct sal_list *l) {
  int best = best_refuge(p);

  for (int d = 0; d < 6; d++) {
    sal_hex n = sal_next(&p->book->board, retreat_of(p)->hex, d);
    if (n && refuge(p, side, retreat_of(p)->hex, n) == best) {
      sal_list_add(l, sal_act(V_RETREAT, n, 0, 0));
    }
  }
}

/* 7.a.7.4, 7.a.7.5: the reason why another hex must be taken. */
static bool retreat_check(const struct sal_play *p, int side, struct sal_action a,
                          struct sal_refusal *why) {
  if (a.verb != V_RETREAT) {
    return alea_not_now(p, a, why);
  }
  int r = refuge(p, side, retreat_of(p)->hex, hex_of(a, 0));
  int best = best_refuge(p);
  if (!r) {
    return sal_refuse(why, R_7_a_7_4, "{h0} is not a neighbouring hex free of enemies.",
                      hex_of(a, 0), 0);
  }
  if (r != best) {
    return sal_refuse(why, best == 3 && r == 2 ? R_7_a_7_4 : R_7_a_7_5,
                      "There is a better hex than {h0} to retreat to.", hex_of(a, 0), 0);
  }

  return true;
}

/* The rule that an event cites for a step of the retreat. */
static int retreat_rule(const struct sal_play *p, int side, sal_hex to) {
  bool sheltered = zoc_on(p, side, to) && friend_at(p, side, to);

  if (sheltered) {
    return R_6_zoc_7;
  }

  return retreat_of(p)->forced ? R_7_a_7_2 : R_7_a_7_1;
}

/* One hex back. In an enemy zone that costs a step, and the retreat goes on (7.a.7.5). */
static void retreat_apply(struct sal_play *p, int side, struct sal_action a) {
  struct retreat *f = retreat_of(p);
  sal_unit who[CROWD];
  sal_hex from = f->hex;
  sal_hex to = hex_of(a, 0);
  int n = stack(p, who);
  bool harried = refuge(p, side, from, to) == 1;

  sal_tell(p, n > 1 ? E_RETREATS : E_RETREATS_ALONE, retreat_rule(p, side, to),
           SAL_EVU(who[0], .at = {to, from}));
  f->hex = to;
  f->moved = 1;
  f->harried = harried;
  for (int i = n - 1; i >= 0; i--) {
    /* 7.a.7.6: a train that cannot keep to the rails is lost */
    if (I(p, who[i])->kind == TRAIN && !alea_train_way(p, from, to)) {
      alea_kill(p, who[i], R_7_a_7_6);
      continue;
    }
    if (is_guns(p, who[i])) {
      U(p, who[i])->flags |= TURNED;
    }
    alea_put(p, who[i], to);
  }
  /* an attack in movement: its move goes back with it */
  if (f->attackers) {
    alea_move_goes_back(p, to);
  }
  if (harried) {
    alea_owe(p, side, to, 1, false, R_7_a_7_5);
  }
}

/* Shows which units go, and from where. */
static void retreat_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  sal_unit who[CROWD];
  int n = stack(p, who);

  for (int i = 0; i < n && out->nselected < SAL_SELECTED; i++) {
    sal_prompt_select(out, who[i]);
  }
  sal_prompt_say(out, "%s: choose the hex that the units in %s retreat to.", name_of(side),
                 p->book->board.name[retreat_of(p)->hex]);
}

const struct sal_node alea_retreat = {.id = "combat.retreat",
                                      .rule = R_7_a_7_4,
                                      .run = retreat_run,
                                      .list = retreat_list,
                                      .check = retreat_check,
                                      .apply = retreat_apply,
                                      .prompt = retreat_prompt};
