/* advance.c - 7.a.8 to 7.a.10: infiltration, frontal advance, front rupture.
 *
 * `forward` of a unit says what it has done since its combat, and how many hexes it may still go in
 * a rupture.
 */
#include "state.h"

/* bits of `forward` while units go forward */
enum { ADVANCED = 32, ZOC_USED = 64, SLIPPED = 128, HEXES = 15 };

/* ---- what all ways forward share -------------------------------------------------------- */

/* What every way forward asks: one hex at a time (by the rule of that way), no enemies, room in the
 * stack; trains keep to the rails (13.tr.1) and HQs to their friends (13.hq.4). */
static bool follows(const struct sal_play *p, int side, int u, sal_hex to, int rule,
                    struct sal_refusal *why) {
  const struct sal_board *b = &p->book->board;
  sal_unit one = (sal_unit)u;
  int d = U(p, u)->at ? sal_dir_to(b, U(p, u)->at, to) : -1;

  if (d < 0) {
    return sal_refuse(why, rule, "{h1} is not next to {u0}.", u, to);
  }
  if (enemy_at(p, side, to)) {
    return sal_refuse(why, R_4_5, "There are enemies in {h1}.", u, to);
  }
  if (I(p, u)->kind == TRAIN && !alea_train_way(p, U(p, u)->at, to)) {
    return sal_refuse(why, R_13_tr_1,
                      "Trains move along the railway only, on their side of the front.", 0, 0);
  }
  if (I(p, u)->kind == HQ) {
    bool company = false;
    for (int v = top(p, to); v >= 0; v = below(p, v)) {
      company |= I(p, v)->kind != HQ;
    }
    if (!company) {
      return sal_refuse(why, R_13_hq_4, "An HQ enters only hexes with friendly units.", 0, 0);
    }
  }
  int full = alea_stack_rule(p, side, to, &one, 1);
  if (full) {
    return sal_refuse(why, full, "{h1} is full.", u, to);
  }

  return true;
}

/* A unit goes forward by one hex. Entering an enemy zone lets the enemy react, as in movement. */
static void advance_to(struct sal_play *p, sal_unit u, sal_hex to, int event, int rule) {
  int side = side_of(p, u);
  bool hq = I(p, u)->kind == HQ;

  alea_put(p, u, to);
  sal_tell(p, event, rule, SAL_EVU(u, .at = {to}));
  if (zoc_on(p, side, to)) {
    alea_entered(p, side, to, hq);
  }
}

/* attackers still in their hexes or in the target hex */
static int comrades(const struct sal_play *p, sal_unit out[CROWD]) {
  const struct fight *f = &S(p)->fight;
  int n = alea_members(p, f->side, out);

  for (int u = top(p, f->target); u >= 0 && n < CROWD; u = below(p, u)) {
    if (side_of(p, u) == f->side && U(p, u)->flags & GROUP) {
      out[n++] = (sal_unit)u;
    }
  }

  return n;
}

/* ---- 7.a.8 infiltration ------------------------------------------------------------------ */

/* 7.a.8: all units that infiltrate go to one empty hex, the target or one next to it, and not below
 * an enemy on a Dominating Position (7.a.8.3). */
static bool may_slip(const struct sal_play *p, int side, int u, sal_hex to,
                     struct sal_refusal *why) {
  const struct fight *f = &S(p)->fight;
  sal_hex chosen = slip_of(p)->hex;
  int span = sal_distance(&p->book->board, f->target, to);

  if (!alea_in_fight(p, u, side) || U(p, u)->forward & ADVANCED) {
    return sal_refuse(why, R_7_a_8_1, "{u0} did not attack, or has gone already.", u, 0);
  }
  if (span > 1) {
    return sal_refuse(why, R_7_a_8_2, "{h1} is not the target hex or next to it.", u, to);
  }
  if (chosen && to != chosen) {
    return sal_refuse(why, R_7_a_8_2, "All who infiltrate go to one hex.", 0, 0);
  }
  if (U(p, u)->flags & DSG) {
    return sal_refuse(why, R_7_a_8_2, "{u0} is disorganised.", u, 0);
  }
  if (!chosen && friend_at(p, side, to)) {
    return sal_refuse(why, R_7_a_8_2, "{h1} is not empty.", u, to);
  }
  if (alea_dp_zoc(p, side, to)) {
    return sal_refuse(why, R_7_a_8_3, "{h1} is under an enemy on a Dominating Position.", u, to);
  }

  return follows(p, side, u, to, R_7_a_8_2, why);
}

/* The attackers that may still go one hex: listed as actions with that verb or, without a list,
 * whether there is any. */
typedef bool may_go(const struct sal_play *, int side, int u, sal_hex to, struct sal_refusal *);
static bool who_may_go(const struct sal_play *p, int side, may_go *may, int verb,
                       struct sal_list *l) {
  sal_unit who[CROWD];

  for (int i = 0, n = alea_members(p, side, who); i < n; i++) {
    for (int d = 0; d < 6; d++) {
      sal_hex to = sal_next(&p->book->board, U(p, who[i])->at, d);
      if (!to) {
        continue;
      }
      if (!may(p, side, who[i], to, NULL)) {
        continue;
      }
      if (!l) {
        return true;
      }
      sal_list_add(l, sal_act(verb, who[i], to, 0));
    }
  }

  return false;
}

/* Infiltrating is optional, so ending is always offered. */
static void slip_list(const struct sal_play *p, int side, struct sal_list *l) {
  sal_list_add(l, alea_end(p));
  who_may_go(p, side, may_slip, V_SLIP, l);
}

/* 7.a.8: a unit and the hex it infiltrates into, or the end of the infiltration. */
static bool slip_check(const struct sal_play *p, int side, struct sal_action a,
                       struct sal_refusal *why) {
  if (a.verb == V_SLIP) {
    return may_slip(p, side, unit_of(a), hex_of(a, 1), why);
  }
  return alea_ends(p, a, why);
}

/* The first unit to go chooses the hex for all. Those that stayed may still advance (7.a.9.1). */
static void slip_apply(struct sal_play *p, int side, struct sal_action a) {
  struct fight *f = &S(p)->fight;
  (void)side;

  if (a.verb == V_SLIP) {
    slip_of(p)->hex = hex_of(a, 1);
    U(p, unit_of(a))->forward |= ADVANCED | SLIPPED;
    advance_to(p, unit_of(a), hex_of(a, 1), E_SLIPS, R_7_a_8_1);
    return;
  }
  sal_pop(p);
  f->infiltrate = 0;
  /* 7.a.9.1: the advance is for units that did not infiltrate */
  f->stage = FORWARD;
}

/* Says which combat the infiltration follows. */
static void slip_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  sal_prompt_say(out, "%s: attackers of %s may infiltrate into one empty hex.", name_of(side),
                 p->book->board.name[S(p)->fight.target]);
}

const struct sal_node alea_slip = {.id = "combat.infiltrate",
                                   .rule = R_7_a_8_1,
                                   .list = slip_list,
                                   .check = slip_check,
                                   .apply = slip_apply,
                                   .prompt = slip_prompt};

/* ---- 7.a.9 frontal advance -------------------------------------------------------------- */

/* 7.a.9.1: into the vacated hex, or out of enemy zones; 6.zoc.6 keeps the disorganised out of a
 * zone. */
static bool may_advance(const struct sal_play *p, int side, int u, sal_hex to,
                        struct sal_refusal *why) {
  const struct fight *f = &S(p)->fight;
  bool in_zoc = zoc_on(p, side, to) != 0;

  if (!alea_in_fight(p, u, side) || U(p, u)->forward & ADVANCED) {
    return sal_refuse(why, R_7_a_9_1, "{u0} did not attack, or has advanced already.", u, 0);
  }
  if (to != f->target && (!zoc_on(p, side, U(p, u)->at) || in_zoc)) {
    return sal_refuse(why, R_7_a_9_1,
                      "An advance goes into the vacated hex, or out of enemy zones of control.", 0,
                      0);
  }
  if (in_zoc && U(p, u)->flags & DSG) {
    return sal_refuse(why, R_6_zoc_6,
                      "{u0} is disorganised and may not enter an enemy zone of control.", u, 0);
  }

  return follows(p, side, u, to, R_7_a_9_1, why);
}

/* When nobody may go any more, the node ends itself. */
static bool advance_run(struct sal_play *p) {
  if (who_may_go(p, sal_top(p)->side, may_advance, V_ADVANCE, NULL)) {
    return false;
  }
  sal_pop(p);
  return true;
}

/* Advancing is optional. */
static void advance_list(const struct sal_play *p, int side, struct sal_list *l) {
  sal_list_add(l, alea_end(p));
  who_may_go(p, side, may_advance, V_ADVANCE, l);
}

/* 7.a.9: a unit and the hex it advances into, or the end of the advance. */
static bool advance_check(const struct sal_play *p, int side, struct sal_action a,
                          struct sal_refusal *why) {
  if (a.verb == V_ADVANCE) {
    return may_advance(p, side, unit_of(a), hex_of(a, 1), why);
  }
  return alea_ends(p, a, why);
}

/* A unit advances once. */
static void advance_apply(struct sal_play *p, int side, struct sal_action a) {
  (void)side;

  if (a.verb == V_DONE) {
    sal_pop(p);
    return;
  }
  U(p, unit_of(a))->forward |= ADVANCED;
  advance_to(p, unit_of(a), hex_of(a, 1), E_ADVANCES, R_7_a_9_1);
}

/* Names the hex that fell empty. */
static void advance_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  sal_prompt_say(out, "%s: %s is empty. Attackers may advance into it, or back out of enemy zones.",
                 name_of(side), p->book->board.name[S(p)->fight.target]);
}

const struct sal_node alea_advance = {.id = "combat.advance",
                                      .rule = R_7_a_9_1,
                                      .run = advance_run,
                                      .list = advance_list,
                                      .check = advance_check,
                                      .apply = advance_apply,
                                      .prompt = advance_prompt};

/* ---- 7.a.10 front rupture ---------------------------------------------------------------- */

/* 7.a.10.1: units that made the frontal advance get the excess hits as free hexes; units on foot
 * get half of them. */
static void deal_hexes(struct sal_play *p) {
  const struct fight *f = &S(p)->fight;

  for (int u = top(p, f->target); u >= 0; u = below(p, u)) {
    /* the frontal advance, into this hex */
    if ((U(p, u)->forward & (ADVANCED | SLIPPED)) != ADVANCED) {
      continue;
    }
    /* 0.3 */
    int kind = I(p, u)->kind;
    int hexes =
        kind <= MOT || kind == PIO || (kind == HQ && I(p, u)->mobile) ? f->over : f->over / 2;
    U(p, u)->forward = (uint8_t)(ADVANCED | min_of(hexes, HEXES));
  }
  sal_tell(p, E_RUPTURE, R_7_a_10_1, SAL_EV(.at = {f->target}, .n = {f->over}));
}

/* 7.a.10.2: free hexes, and at most one change into or out of an enemy zone. */
static bool may_exploit(const struct sal_play *p, int side, int u, sal_hex to,
                        struct sal_refusal *why) {
  const struct unit *unit = U(p, u);

  if (side_of(p, u) != side || !unit->at || !(unit->flags & GROUP) || !(unit->forward & HEXES)) {
    return sal_refuse(why, R_7_a_10_1, "{u0} has no free hexes left.", u, 0);
  }
  bool out = zoc_on(p, side, unit->at) != 0, in = zoc_on(p, side, to) != 0;
  if (out && in) {
    return sal_refuse(why, R_7_a_10_2, "Only one change of zones of control is allowed.", 0, 0);
  }
  if ((out || in) && unit->forward & ZOC_USED) {
    return sal_refuse(why, R_7_a_10_2, "{u0} has used its one change of zones of control.", u, 0);
  }
  if (in && unit->flags & DSG) {
    return sal_refuse(why, R_6_zoc_6,
                      "{u0} is disorganised and may not enter an enemy zone of control.", u, 0);
  }

  return follows(p, side, u, to, R_7_a_10_1, why);
}

/* Lists every hex that may still be taken, or says only whether there is one. */
static void rupture_each(const struct sal_play *p, int side, struct sal_list *l, bool *any) {
  const struct own *o = O(p);

  for (int i = 0; i < o->nground[side]; i++) {
    int u = o->ground[side][i];
    if (!(U(p, u)->forward & HEXES)) {
      continue;
    }
    if (!U(p, u)->at) {
      continue;
    }
    for (int d = 0; d < 6; d++) {
      sal_hex to = sal_next(&p->book->board, U(p, u)->at, d);
      if (!to) {
        continue;
      }
      if (!may_exploit(p, side, u, to, NULL)) {
        continue;
      }
      if (l) {
        sal_list_add(l, sal_act(V_ADVANCE, u, to, 0));
      }
      if (any) {
        *any = true;
      }
    }
  }
}

/* The hexes are dealt out once; the node ends when nobody can use them. */
static bool rupture_run(struct sal_play *p) {
  bool any = false;

  if (!rupture_of(p)->dealt) {
    rupture_of(p)->dealt = 1;
    deal_hexes(p);
  }
  rupture_each(p, sal_top(p)->side, NULL, &any);
  if (any) {
    return false;
  }
  sal_pop(p);
  return true;
}

/* Free hexes need not be used. */
static void rupture_list(const struct sal_play *p, int side, struct sal_list *l) {
  sal_list_add(l, alea_end(p));
  rupture_each(p, side, l, NULL);
}

/* 7.a.10: a unit and its next free hex, or the end of the rupture. */
static bool rupture_check(const struct sal_play *p, int side, struct sal_action a,
                          struct sal_refusal *why) {
  if (a.verb == V_ADVANCE) {
    return may_exploit(p, side, unit_of(a), hex_of(a, 1), why);
  }
  return alea_ends(p, a, why);
}

/* One free hex is used. Leaving or entering a zone uses the one change of 7.a.10.2. */
static void rupture_apply(struct sal_play *p, int side, struct sal_action a) {
  struct unit *unit = U(p, unit_of(a));

  if (a.verb == V_DONE) {
    sal_pop(p);
    return;
  }
  if (zoc_on(p, side, unit->at) || zoc_on(p, side, hex_of(a, 1))) {
    unit->forward |= ZOC_USED;
  }
  unit->forward--;
  advance_to(p, unit_of(a), hex_of(a, 1), E_ADVANCES, R_7_a_10_1);
}

/* Shows which units still have free hexes. */
static void rupture_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  sal_unit who[CROWD];
  int n = comrades(p, who);

  for (int i = 0; i < n && out->nselected < SAL_SELECTED; i++) {
    if (U(p, who[i])->forward & HEXES) {
      sal_prompt_select(out, who[i]);
    }
  }
  sal_prompt_say(out, "%s: the front is ruptured by %d. Move the units that advanced, or end.",
                 name_of(side), S(p)->fight.over);
}

const struct sal_node alea_rupture = {.id = "combat.rupture",
                                      .rule = R_7_a_10_1,
                                      .run = rupture_run,
                                      .list = rupture_list,
                                      .check = rupture_check,
                                      .apply = rupture_apply,
                                      .prompt = rupture_prompt};
