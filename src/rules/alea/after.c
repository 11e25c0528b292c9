/* after.c - 7.a.7 to 7.a.10: retreats, infiltration, frontal advance, front rupture.
 *
 * A retreat is one stack going hex by hex until it is out of enemy zones; the attacker's hexes retreat one after
 * another, each as a frame of its own. aux of a unit says how far it may still go in a rupture.
 */
#include "state.h"

enum { ADVANCED = 32, ZOC_USED = 64, SLIPPED = 128, HEXES = 15 }; /* bits of aux while units go forward */

/* ---- 7.a.7 retreat: x[0] hex (0: still to be worked out), x[1] forced, x[2] only the attackers of the hex, x[3] has moved, x[4] must go on --- */

static bool goes(const struct sal_play *p, int u) {
  const struct sal_frame *f = sal_top(p);
  return side_of(p, u) == f->side && (!f->x[2] || U(p, u)->flags & GROUP);
}

static int stack(const struct sal_play *p, sal_unit out[64]) {
  int n = 0;
  for (int u = top(p, sal_top(p)->x[0]); u >= 0 && n < 64; u = below(p, u))
    if (goes(p, u)) out[n++] = (sal_unit)u;
  return n;
}

/* 13.tr.1: a train goes along the rails, and not beyond the German line. */
bool alea_train_way(const struct sal_play *p, sal_hex from, sal_hex to) {
  int d = sal_dir_to(&p->book->board, from, to);
  return d >= 0 && p->book->board.path[from * 6 + d] & O(p)->rail && !O(p)->home[to];
}

/* 0 closed, 1 in an enemy zone, 2 free but too full, 3 free (7.a.7.4, 7.a.7.5). For trains alone a hex off the rails is closed. */
static int refuge(const struct sal_play *p, int side, sal_hex from, sal_hex to) {
  sal_unit who[64];
  int n = stack(p, who);
  bool trains = n > 0;
  if (!to || sal_dir_to(&p->book->board, from, to) < 0 || enemy_at(p, side, to)) return 0;
  for (int i = 0; i < n; i++) trains = trains && I(p, who[i])->kind == TRAIN;
  if (trains && !alea_train_way(p, from, to)) return 0; /* 7.a.7.6 */
  if (!alea_zoc_free(p, side, to)) return 1;
  return alea_fits(p, side, to, who, n) ? 3 : 2;
}

static int best_refuge(const struct sal_play *p) {
  const struct sal_frame *f = sal_top(p);
  int best = 0;
  for (int d = 0; d < 6; d++) {
    int r = refuge(p, f->side, f->x[0], sal_next(&p->book->board, f->x[0], d));
    best = r > best ? r : best;
  }
  return best;
}

static bool forced(const struct fight *f, int side) { return 2 * f->lost[side] > f->base[side]; } /* 7.a.7.2; 0 steps: any loss */

static void rout(struct sal_play *p, sal_unit u, bool is_forced) {
  if (!is_forced) return;
  alea_disorganise(p, u, R_7_a_7_2);
  U(p, u)->flags |= FORCED;
  sal_tell(p, E_NO_ZONE, R_6_zoc_9, SAL_EVU(u, .at = {U(p, u)->at}));
  alea_refresh(p, U(p, u)->at);
}

/* AT Fronts and buried tanks stay and are lost (7.a.7.6). */
static void begin_stack(struct sal_play *p) {
  const struct sal_frame *f = sal_top(p);
  sal_unit who[64];
  int n = stack(p, who);
  for (int i = 0; i < n; i++) {
    if (I(p, who[i])->kind == ATF || U(p, who[i])->flags & BURIED) alea_kill(p, who[i], R_7_a_7_6);
    else rout(p, who[i], f->x[1]);
  }
}

/* The first frame of a side: decides whether it goes, and opens one frame per hex. */
static void decide(struct sal_play *p) {
  struct fight *f = &S(p)->fight;
  int side = sal_top(p)->side;
  bool attacker = side == f->side, is_forced = forced(f, side);
  sal_unit who[64];
  sal_pop(p);
  f->stage = attacker ? FORWARD : BACK_A;
  if (!alea_members(p, side, who)) return;
  f->back[side] = (uint8_t)(is_forced ? 2 : !attacker && f->elect == RETREAT ? 1 : 0);
  if (!f->back[side]) return;
  if (is_forced) sal_tell(p, E_FORCED, attacker ? R_7_a_7_3 : R_7_a_7_2, SAL_EV(.at = {f->target}, .n = {(int16_t)side}));
  for (int d = 0; d < 6; d++) {
    if (attacker ? !(f->dirs >> d & 1) : d > 0) continue;
    struct sal_frame *r = sal_push(p, N_RETREAT, side);
    r->x[0] = attacker ? (uint16_t)(f->target + p->book->board.step[d]) : f->target;
    r->x[1] = is_forced;
    r->x[2] = attacker;
    begin_stack(p);
  }
}

static bool retreat_run(struct sal_play *p) {
  struct sal_frame *f = sal_top(p);
  sal_unit who[64];
  if (!f->x[0]) {
    decide(p);
    return true;
  }
  int n = stack(p, who);
  if (!n || (f->x[3] && !f->x[4])) {
    sal_pop(p);
    return true;
  }
  if (best_refuge(p)) return false;
  sal_tell(p, E_NO_WAY, R_7_a_7_5, SAL_EV(.at = {f->x[0]}));
  for (int i = 0; i < n; i++) alea_kill(p, who[i], R_7_a_7_5);
  return true;
}

static void retreat_list(const struct sal_play *p, int side, struct sal_list *l) {
  int best = best_refuge(p);
  for (int d = 0; d < 6; d++) {
    sal_hex n = sal_next(&p->book->board, sal_top(p)->x[0], d);
    if (n && refuge(p, side, sal_top(p)->x[0], n) == best) sal_list_add(l, sal_act(V_RETREAT, n, 0, 0));
  }
}

static bool retreat_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  if (a.verb != V_RETREAT) return false;
  int r = refuge(p, side, sal_top(p)->x[0], a.x[0]), best = best_refuge(p);
  if (!r) return sal_refuse(why, R_7_a_7_4, "{h0} is not a neighbouring hex free of enemies.", a.x[0], 0);
  return r == best || sal_refuse(why, best == 3 && r == 2 ? R_7_a_7_4 : R_7_a_7_5, "There is a better hex than {h0} to retreat to.", a.x[0], 0);
}

static void retreat_apply(struct sal_play *p, int side, struct sal_action a) {
  struct sal_frame *f = sal_top(p);
  sal_unit who[64];
  sal_hex from = f->x[0], to = a.x[0];
  int n = stack(p, who);
  bool sheltered = zoc_on(p, side, to) && friend_at(p, side, to); /* 6.zoc.7 */
  bool harried = refuge(p, side, from, to) == 1, own_move = S(p)->fight.moving && f->x[2];
  f->x[0] = to;
  f->x[3] = 1;
  f->x[4] = harried; /* 7.a.7.5: on until it is out of enemy zones, or among friends */
  sal_tell(p, E_RETREATS, sheltered ? R_6_zoc_7 : f->x[1] ? R_7_a_7_2 : R_7_a_7_1, SAL_EVU(n ? who[0] : SAL_NOUNIT, .at = {to, from}));
  for (int i = n - 1; i >= 0; i--) {
    if (I(p, who[i])->kind == TRAIN && !alea_train_way(p, from, to)) { /* 7.a.7.6 */
      alea_kill(p, who[i], R_7_a_7_6);
      continue;
    }
    if (is_guns(p, who[i])) U(p, who[i])->flags |= TURNED;
    alea_put(p, who[i], to);
  }
  if (own_move) { /* the interrupted move stands where its stack is now */
    for (int i = 0; i < p->state->depth; i++)
      if (p->state->frame[i].node == N_STEP) p->state->frame[i].x[0] = to;
  }
  if (harried && alea_holder(p, to) == side) alea_owe(p, side, to, 1, false, R_7_a_7_5); /* a step a hex */
}

static void retreat_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  sal_unit who[64];
  int n = stack(p, who);
  for (int i = 0; i < n && out->nselected < SAL_SELECTED; i++) out->selected[out->nselected++] = who[i];
  sal_prompt_say(out, "%s: choose the hex that the units in %s retreat to.", name_of(side), p->book->board.name[sal_top(p)->x[0]]);
}

const struct sal_node alea_retreat = {.id = "combat.retreat", .rule = R_7_a_7_4, .run = retreat_run, .list = retreat_list, .check = retreat_check, .apply = retreat_apply, .prompt = retreat_prompt};

/* ---- what all ways forward share ------------------------------------------------------------------------------------------- */

static bool follows(const struct sal_play *p, int side, int u, sal_hex to, struct sal_refusal *why) {
  const struct sal_board *b = &p->book->board;
  sal_unit one = (sal_unit)u;
  int d = U(p, u)->at ? sal_dir_to(b, U(p, u)->at, to) : -1;
  if (d < 0) return sal_refuse(why, R_7_a_9_1, "{h1} is not next to {u0}.", u, to);
  if (enemy_at(p, side, to)) return sal_refuse(why, R_4_5, "There are enemies in {h1}.", u, to);
  if (I(p, u)->kind == TRAIN && !alea_train_way(p, U(p, u)->at, to)) return sal_refuse(why, R_13_tr_1, "Trains move along the railway only, on their side of the front.", 0, 0);
  if (I(p, u)->kind == HQ) {
    bool company = false;
    for (int v = top(p, to); v >= 0; v = below(p, v)) company |= I(p, v)->kind != HQ;
    if (!company) return sal_refuse(why, R_13_hq_4, "An HQ enters only hexes with friendly units.", 0, 0);
  }
  int rule = alea_stack_rule(p, side, to, &one, 1);
  return !rule || sal_refuse(why, rule, "{h1} is full.", u, to);
}

static void advance_to(struct sal_play *p, sal_unit u, sal_hex to, int event, int rule) {
  int side = side_of(p, u);
  bool hq = I(p, u)->kind == HQ;
  alea_put(p, u, to);
  sal_tell(p, event, rule, SAL_EVU(u, .at = {to}));
  if (zoc_on(p, side, to)) alea_entered(p, side, to, hq);
}

static int comrades(const struct sal_play *p, sal_unit out[64]) { /* attackers still in their hexes or in the target hex */
  const struct fight *f = &S(p)->fight;
  int n = alea_members(p, f->side, out);
  for (int u = top(p, f->target); u >= 0 && n < 64; u = below(p, u))
    if (side_of(p, u) == f->side && U(p, u)->flags & GROUP) out[n++] = (sal_unit)u;
  return n;
}

/* ---- 7.a.8 infiltration: x[0] the hex, once chosen -------------------------------------------------------------------------- */

static bool may_slip(const struct sal_play *p, int side, int u, sal_hex to, struct sal_refusal *why) {
  const struct fight *f = &S(p)->fight;
  sal_hex chosen = sal_top(p)->x[0];
  int span = sal_distance(&p->book->board, f->target, to);
  if (!alea_in_fight(p, u, side) || U(p, u)->aux & ADVANCED) return sal_refuse(why, R_7_a_8_1, "{u0} did not attack, or has gone already.", u, 0);
  if (span > 1) return sal_refuse(why, R_7_a_8_2, "{h1} is not the target hex or next to it.", u, to);
  if (chosen && to != chosen) return sal_refuse(why, R_7_a_8_2, "All who infiltrate go to one hex.", 0, 0);
  if (U(p, u)->flags & DSG) return sal_refuse(why, R_7_a_8_2, "{u0} is disorganised.", u, 0);
  if (!chosen && friend_at(p, side, to)) return sal_refuse(why, R_7_a_8_2, "{h1} is not empty.", u, to);
  if (alea_dp_zoc(p, side, to)) return sal_refuse(why, R_7_a_8_3, "{h1} is under an enemy on a Dominating Position.", u, to);
  return follows(p, side, u, to, why);
}

/* The attackers who may still go one hex: listed as actions with that verb, or, without a list, whether there is any. */
typedef bool may_go(const struct sal_play *, int side, int u, sal_hex to, struct sal_refusal *);
static bool who_may_go(const struct sal_play *p, int side, may_go *may, int verb, struct sal_list *l) {
  sal_unit who[64];
  for (int i = 0, n = alea_members(p, side, who); i < n; i++)
    for (int d = 0; d < 6; d++) {
      sal_hex to = sal_next(&p->book->board, U(p, who[i])->at, d);
      if (!to || !may(p, side, who[i], to, NULL)) continue;
      if (!l) return true;
      sal_list_add(l, sal_act(verb, who[i], to, 0));
    }
  return false;
}

static void slip_list(const struct sal_play *p, int side, struct sal_list *l) {
  sal_list_add(l, sal_act(V_DONE, 0, 0, 0));
  who_may_go(p, side, may_slip, V_SLIP, l);
}

static bool slip_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  if (a.verb == V_SLIP) return may_slip(p, side, a.x[0], a.x[1], why);
  return a.verb == V_DONE;
}

static void slip_apply(struct sal_play *p, int side, struct sal_action a) {
  struct fight *f = &S(p)->fight;
  if (a.verb == V_SLIP) {
    sal_top(p)->x[0] = a.x[1];
    U(p, a.x[0])->aux |= ADVANCED | SLIPPED;
    advance_to(p, a.x[0], a.x[1], E_SLIPS, R_7_a_8_1);
    return;
  }
  sal_pop(p);
  f->infiltrate = 0;
  if (!enemy_at(p, side, f->target)) sal_push(p, N_ADVANCE, side); /* 7.a.9.1: for those who did not infiltrate */
}

static void slip_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  sal_prompt_say(out, "%s: attackers of %s may infiltrate into one empty hex.", name_of(side), p->book->board.name[S(p)->fight.target]);
}

const struct sal_node alea_slip = {.id = "combat.infiltrate", .rule = R_7_a_8_1, .list = slip_list, .check = slip_check, .apply = slip_apply, .prompt = slip_prompt};

/* ---- 7.a.9 frontal advance -------------------------------------------------------------------------------------------------------- */

static bool may_advance(const struct sal_play *p, int side, int u, sal_hex to, struct sal_refusal *why) {
  const struct fight *f = &S(p)->fight;
  bool in_zoc = zoc_on(p, side, to) != 0;
  if (!alea_in_fight(p, u, side) || U(p, u)->aux & ADVANCED) return sal_refuse(why, R_7_a_9_1, "{u0} did not attack, or has advanced already.", u, 0);
  if (to != f->target && (!zoc_on(p, side, U(p, u)->at) || in_zoc)) return sal_refuse(why, R_7_a_9_1, "An advance goes into the vacated hex, or out of enemy zones of control.", 0, 0);
  if (in_zoc && U(p, u)->flags & DSG) return sal_refuse(why, R_6_zoc_6, "{u0} is disorganised and may not enter an enemy zone of control.", u, 0);
  return follows(p, side, u, to, why);
}

static bool advance_run(struct sal_play *p) {
  if (who_may_go(p, sal_top(p)->side, may_advance, V_ADVANCE, NULL)) return false;
  sal_pop(p);
  return true;
}

static void advance_list(const struct sal_play *p, int side, struct sal_list *l) {
  sal_list_add(l, sal_act(V_DONE, 0, 0, 0));
  who_may_go(p, side, may_advance, V_ADVANCE, l);
}

static bool advance_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  if (a.verb == V_ADVANCE) return may_advance(p, side, a.x[0], a.x[1], why);
  return a.verb == V_DONE;
}

static void advance_apply(struct sal_play *p, int side, struct sal_action a) {
  (void)side;
  if (a.verb == V_DONE) {
    sal_pop(p);
    return;
  }
  U(p, a.x[0])->aux |= ADVANCED;
  advance_to(p, a.x[0], a.x[1], E_ADVANCES, R_7_a_9_1);
}

static void advance_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  sal_prompt_say(out, "%s: %s is empty. Attackers may advance into it, or back out of enemy zones.", name_of(side), p->book->board.name[S(p)->fight.target]);
}

const struct sal_node alea_advance = {.id = "combat.advance", .rule = R_7_a_9_1, .run = advance_run, .list = advance_list, .check = advance_check, .apply = advance_apply, .prompt = advance_prompt};

/* ---- 7.a.10 front rupture: x[0] 1 = the hexes have been dealt out ------------------------------------------------------------------ */

static void deal_hexes(struct sal_play *p) {
  const struct fight *f = &S(p)->fight;
  for (int u = top(p, f->target); u >= 0; u = below(p, u)) {
    if (side_of(p, u) != f->side || (U(p, u)->aux & (ADVANCED | SLIPPED)) != ADVANCED) continue; /* the frontal advance, into this hex */
    int kind = I(p, u)->kind, hexes = kind <= MOT || kind == PIO || (kind == HQ && I(p, u)->mobile) ? f->over : f->over / 2; /* 0.3 */
    U(p, u)->aux = (uint8_t)(ADVANCED | (hexes > HEXES ? HEXES : hexes));
  }
  sal_tell(p, E_RUPTURE, R_7_a_10_1, SAL_EV(.at = {f->target}, .n = {f->over}));
}

static bool may_exploit(const struct sal_play *p, int side, int u, sal_hex to, struct sal_refusal *why) {
  const struct unit *unit = U(p, u);
  if (side_of(p, u) != side || !unit->at || !(unit->flags & GROUP) || !(unit->aux & HEXES)) return sal_refuse(why, R_7_a_10_1, "{u0} has no free hexes left.", u, 0);
  bool out = zoc_on(p, side, unit->at) != 0, in = zoc_on(p, side, to) != 0;
  if (out && in) return sal_refuse(why, R_7_a_10_2, "Only one change of zones of control is allowed.", 0, 0);
  if ((out || in) && unit->aux & ZOC_USED) return sal_refuse(why, R_7_a_10_2, "{u0} has used its one change of zones of control.", u, 0);
  if (in && unit->flags & DSG) return sal_refuse(why, R_6_zoc_6, "{u0} is disorganised and may not enter an enemy zone of control.", u, 0);
  return follows(p, side, u, to, why);
}

static void rupture_each(const struct sal_play *p, int side, struct sal_list *l, bool *any) {
  const struct own *o = O(p);
  for (int i = 0; i < o->nground[side]; i++) {
    int u = o->ground[side][i];
    if (!(U(p, u)->aux & HEXES) || !U(p, u)->at) continue;
    for (int d = 0; d < 6; d++) {
      sal_hex to = sal_next(&p->book->board, U(p, u)->at, d);
      if (!to || !may_exploit(p, side, u, to, NULL)) continue;
      if (l) sal_list_add(l, sal_act(V_ADVANCE, u, to, 0));
      if (any) *any = true;
    }
  }
}

static bool rupture_run(struct sal_play *p) {
  bool any = false;
  if (!sal_top(p)->x[0]) {
    sal_top(p)->x[0] = 1;
    deal_hexes(p);
  }
  rupture_each(p, sal_top(p)->side, NULL, &any);
  if (any) return false;
  sal_pop(p);
  return true;
}

static void rupture_list(const struct sal_play *p, int side, struct sal_list *l) {
  sal_list_add(l, sal_act(V_DONE, 0, 0, 0));
  rupture_each(p, side, l, NULL);
}

static bool rupture_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  if (a.verb == V_ADVANCE) return may_exploit(p, side, a.x[0], a.x[1], why);
  return a.verb == V_DONE;
}

static void rupture_apply(struct sal_play *p, int side, struct sal_action a) {
  struct unit *unit = U(p, a.x[0]);
  if (a.verb == V_DONE) {
    sal_pop(p);
    return;
  }
  if (zoc_on(p, side, unit->at) || zoc_on(p, side, a.x[1])) unit->aux |= ZOC_USED;
  unit->aux--;
  advance_to(p, a.x[0], a.x[1], E_ADVANCES, R_7_a_10_1);
}

static void rupture_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  sal_unit who[64];
  int n = comrades(p, who);
  for (int i = 0; i < n && out->nselected < SAL_SELECTED; i++)
    if (U(p, who[i])->aux & HEXES) out->selected[out->nselected++] = who[i];
  sal_prompt_say(out, "%s: the front is ruptured by %d. Move the units that advanced, or end.", name_of(side), S(p)->fight.over);
}

const struct sal_node alea_rupture = {.id = "combat.rupture", .rule = R_7_a_10_1, .run = rupture_run, .list = rupture_list, .check = rupture_check, .apply = rupture_apply, .prompt = rupture_prompt};
