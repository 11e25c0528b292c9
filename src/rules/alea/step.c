/* step.c - chapters 4, 6.zoc, 13.hq, 13.tr and 15.3: movement hex by hex, attack in movement,
 * leaving and entering the map.
 *
 * The stack on the move is the units of one hex that carry GROUP; N_STEP holds where it is and what
 * it has left. A reaction (reaction.c) or a combat (combat.c) may come on top of it; afterwards
 * step_run looks afresh.
 */
#include "state.h"

/* The stack of the move on top, on the map or waiting off it. */
static void current(const struct sal_play *p, struct column *c) {
  const struct step *f = step_of(p);

  alea_column(p, sal_top(p)->side, f->hex, c);
  if (!f->hex && U(p, f->waiting)->box == B_ACTIVE) {
    alea_column_add(p, c, f->waiting);
  }
}

/* ---- 4.2 the price of a step ------------------------------------------------------------ */

/* Friends in the hex for a column of HQs, which are no company themselves (13.hq.4). */
bool alea_company(const struct sal_play *p, int side, sal_hex h) {
  for (int u = top_friend(p, side, h); u >= 0; u = below(p, u)) {
    if (I(p, u)->kind != HQ) {
      return true;
    }
  }
  return false;
}

/* T1: for a stack the dearest of its units; 13.tr.1: trains along the rails, a point a hex */
static int ground_price(const struct sal_play *p, const struct column *c, sal_hex from,
                        sal_hex to) {
  const struct own *o = O(p);
  int dir = from ? sal_dir_to(&p->book->board, from, to) : -1;
  int price = 0;

  if (c->train) {
    bool rails = dir < 0 || p->book->board.path[from * 6 + dir] & o->rail;
    return rails ? 1 : SAL_BARRED;
  }
  if (c->foot) {
    price = from ? o->edge[0][from * 6 + dir] : o->enter[0][to];
  }
  if (c->other) {
    price = max_of(price, from ? o->edge[1][from * 6 + dir] : o->enter[1][to]);
  }

  return price;
}

/* Everything of 4.2 together. */
int alea_step_price(const struct sal_play *p, const struct column *c, sal_hex from, sal_hex to) {
  int price = ground_price(p, c, from, to);
  return price == SAL_BARRED ? price : price + alea_hindrance(p, c, from, to);
}

/* ---- one step --------------------------------------------------------------------------- */

struct going {
  sal_hex at;
  int left, bits;
};

/* 15.3, II.2.3 */
static bool entry_ok(const struct sal_play *p, const struct column *c, sal_hex to,
                     struct sal_refusal *why) {
  if (!O(p)->entry[to]) {
    return sal_refuse(why, O(p)->south ? R_II_2_3 : R_15_3, "{h0} is not an entry hex.", to, 0);
  }
  if (c->train && !alea_is_rail(p, to)) {
    return sal_refuse(why, R_15_3, "A train enters by rail only.", 0, 0);
  }

  return true;
}

/* 6.zoc.4-6: which units may enter an enemy zone. */
static bool zoc_ok(const struct sal_play *p, const struct column *c, const struct going *g,
                   sal_hex to, struct sal_refusal *why) {
  if (!zoc_on(p, c->side, to)) {
    return true;
  }
  if (c->dsg) {
    return sal_refuse(why, R_6_zoc_6,
                      "A disorganised unit may not enter the enemy zone of control in {h0}.", to,
                      0);
  }
  if (g->at && zoc_on(p, c->side, g->at)) {
    return sal_refuse(why, R_6_zoc_5, "No move from one enemy zone of control into another.", 0, 0);
  }
  if (g->bits & LEFT_ZOC) {
    return sal_refuse(
        why, R_6_zoc_4,
        "A unit that left an enemy zone of control may not enter one again in this phase.", 0, 0);
  }

  return true;
}

/* Whether the column may go from where it is into that hex, stacking left out, and for how much. */
static bool way_ok(const struct sal_play *p, const struct column *c, const struct going *g,
                   sal_hex to, int *price, struct sal_refusal *why) {
  if (!g->at && !entry_ok(p, c, to, why)) {
    return false;
  }
  if (g->at && sal_dir_to(&p->book->board, g->at, to) < 0) {
    return sal_refuse(why, R_4_1, "{h0} is not the next hex.", to, 0);
  }
  if (enemy_at(p, c->side, to)) {
    return sal_refuse(why, R_4_5,
                      "There are enemies in {h0}; they can be attacked from the next hex.", to, 0);
  }
  if (c->train && O(p)->home[to]) {
    return sal_refuse(why, R_13_tr_1, "Trains do not go beyond the German trench line.", 0, 0);
  }
  if (c->hqs && !alea_company(p, c->side, to)) {
    return sal_refuse(why, R_13_hq_4,
                      "An HQ enters only hexes with friendly units; there are none in {h0}.", to,
                      0);
  }
  *price = alea_step_price(p, c, g->at, to);
  if (*price == SAL_BARRED) {
    return sal_refuse(why, R_13_tr_1, "Trains move along the railway only.", 0, 0);
  }
  if (*price > g->left) {
    return sal_refuse(why, R_4_2, "{h0} costs {n1} {point/points}, more than are left.", to,
                      *price);
  }

  return zoc_ok(p, c, g, to, why);
}

/* 4.6, 5.6: a full hex may be passed, so there must be a place to stop behind it. */
static bool can_rest(const struct sal_play *p, const struct column *c, const struct going *g,
                     int depth) {
  for (int d = 0; d < 6; d++) {
    int price = 0;
    sal_hex n = sal_next(&p->book->board, g->at, d);
    if (!n || !way_ok(p, c, g, n, &price, NULL)) {
      continue;
    }
    if (alea_fits(p, c->side, n, c->unit, c->n)) {
      return true;
    }
    struct going on = {n, g->left - price, g->bits};
    bool goes_on = depth && !zoc_on(p, c->side, n);
    if (goes_on && can_rest(p, c, &on, depth - 1)) {
      return true;
    }
  }

  return false;
}

/* 5.6: the move may end there, or there is a place behind it. */
static bool room_ok(const struct sal_play *p, const struct column *c, const struct going *on,
                    struct sal_refusal *why) {
  if (alea_fits(p, c->side, on->at, c->unit, c->n)) {
    return true;
  }
  if (zoc_on(p, c->side, on->at)) {
    return sal_refuse(why, alea_stack_rule(p, c->side, on->at, c->unit, c->n),
                      "{h0} is full, and a move ends there.", on->at, 0);
  }
  if (!can_rest(p, c, on, 2)) {
    return sal_refuse(why, R_5_6, "{h0} is full, and there is no stopping behind it.", on->at, 0);
  }

  return true;
}

/* The law of one step, for the step itself and for the reach. `own` is the column; the notes are
 * the bits of step.is. */
bool alea_step_law(const struct sal_play *p, const void *own, struct sal_step *s,
                   struct sal_refusal *why) {
  const struct column *c = own;
  struct going from = {s->from, s->left, s->note};

  if (from.bits & HALTED) {
    return sal_refuse(why, R_6_zoc_2, "The move ended in an enemy zone of control.", 0, 0);
  }
  if (!way_ok(p, c, &from, s->to, &s->price, why)) {
    return false;
  }
  /* 6.zoc.2 */
  s->ends = zoc_on(p, c->side, s->to) != 0;
  s->note_after = s->note | STEPPED;
  if (s->from && zoc_on(p, c->side, s->from)) {
    s->note_after |= LEFT_ZOC;
  }
  struct going on = {s->to, s->left - s->price, s->note_after};

  return room_ok(p, c, &on, why);
}

/* The step from where the move stands. */
static struct sal_step step_to(const struct sal_play *p, sal_hex to) {
  const struct step *f = step_of(p);
  return (struct sal_step){.from = f->hex, .to = to, .left = f->left, .note = f->is};
}

/* The enemy whose zone ends a move in h: the first neighbour that exerts one. */
static int zone_owner(const struct sal_play *p, int side, sal_hex h) {
  for (int d = 0; d < 6; d++) {
    sal_hex n = sal_next(&p->book->board, h, d);
    if (n && enemy_at(p, side, n) && S(p)->cell[n].ground & EXERTS) {
      return alea_face(p, n);
    }
  }
  return -1;
}

/* The cheapest way to a hex, enemies and zones left aside: for each cell the hex before it. False
 * when there is none. */
static bool cheapest_way(const struct sal_play *p, const struct column *c, sal_hex start,
                         sal_hex goal, sal_hex from[SAL_MAX_CELLS], int *price) {
  const struct sal_board *b = &p->book->board;
  uint16_t cost[SAL_MAX_CELLS];
  bool better = true;

  for (int i = 0; i < b->nhexes; i++) {
    cost[b->order[i]] = UINT16_MAX;
  }
  cost[start] = 0;
  while (better) {
    better = false;
    for (int i = 0; i < b->nhexes; i++) {
      sal_hex h = b->order[i];
      for (int d = 0; cost[h] != UINT16_MAX && d < 6; d++) {
        sal_hex n = sal_next(b, h, d);
        int step = n ? ground_price(p, c, h, n) : SAL_BARRED;
        if (step == SAL_BARRED || cost[h] + step >= cost[n]) {
          continue;
        }
        cost[n] = (uint16_t)(cost[h] + step);
        from[n] = h;
        better = true;
      }
    }
  }
  *price = cost[goal];

  return cost[goal] != UINT16_MAX;
}

/* Why a hex that is not the next one cannot be reached: the first obstacle on the cheapest way. */
static bool name_obstacle(const struct sal_play *p, const struct column *c, sal_hex to,
                          struct sal_refusal *why) {
  const struct step *f = step_of(p);
  sal_hex from[SAL_MAX_CELLS];
  sal_hex way[SAL_MAX_CELLS];
  int price = 0;
  int n = 0;

  if (!cheapest_way(p, c, f->hex, to, from, &price)) {
    return sal_refuse(why, R_13_tr_1, "No railway leads to {h0}.", to, 0);
  }
  /* The place is far: the way has one hex at least. */
  sal_hex here = to;
  do {
    way[n++] = here;
    here = from[here];
  } while (here != f->hex);
  struct sal_step s = step_to(p, way[n - 1]);
  while (n > 0) {
    if (s.note & HALTED) {
      return sal_refuse(why, R_6_zoc_2, "The move must stop in {h1}, in the zone of {u0}.",
                        zone_owner(p, c->side, s.from), s.from);
    }
    if (!alea_step_law(p, c, &s, why)) {
      /* the ground alone is too much: say how far the place is, not which hex comes too late */
      if (why->rule == R_4_2 && price > f->left) {
        sal_refuse(why, R_4_2, "{h0} is {n1} {point/points} away, more than are left.", to, price);
      }
      return false;
    }
    int halted = s.ends ? HALTED : 0;
    n--;
    s = (struct sal_step){.from = s.to,
                          .to = n ? way[n - 1] : SAL_NOHEX,
                          .left = s.left - s.price,
                          .note = s.note_after | halted};
  }

  return sal_refuse(why, R_4_1, "{h0} is not the next hex; go there hex by hex.", to, 0);
}

/* 4.2, 6.zoc: the next hex by the law of a step; a hex farther away by the first obstacle on the
 * way to it. */
static bool may_step(const struct sal_play *p, const struct column *c, sal_hex to,
                     struct sal_refusal *why) {
  struct sal_step s = step_to(p, to);
  bool far = s.from && s.from != to && sal_dir_to(&p->book->board, s.from, to) < 0;

  if (why && far && !(s.note & HALTED)) {
    return name_obstacle(p, c, to, why);
  }

  return alea_step_law(p, c, &s, why);
}

/* 4.oa: all units of the stack but its artillery attack, and there must be one. */
static bool column_may_attack(const struct sal_play *p, const struct column *c, sal_hex to,
                              struct sal_refusal *why) {
  bool anyone = false;

  for (int i = 0; i < c->n; i++) {
    if (is_artillery(p, c->unit[i])) {
      continue;
    }
    if (!alea_may_attack(p, c->unit[i], to, why)) {
      return false;
    }
    anyone = true;
  }
  if (!anyone) {
    return sal_refuse(why, R_4_oa_2, "Artillery does not attack in movement.", 0, 0);
  }

  return true;
}

/* 4.oa.1, 4.oa.5 */
static bool may_strike(const struct sal_play *p, const struct column *c, sal_hex to,
                       struct sal_refusal *why) {
  const struct step *f = step_of(p);
  bool beside = f->hex && sal_dir_to(&p->book->board, f->hex, to) >= 0;

  if (!beside || !enemy_at(p, c->side, to)) {
    return sal_refuse(why, R_4_oa_1, "There is no enemy next to the stack in {h0}.", to, 0);
  }
  if (c->dsg) {
    return sal_refuse(why, R_4_oa_5, "A disorganised unit may not attack in movement.", 0, 0);
  }
  /* 5.7: else the others of the hex are those over the limit */
  bool excess = f->is & STEPPED || !alea_within(p, c->side, c->unit, c->n);
  if (excess && alea_over(p, f->hex, 0)) {
    return sal_refuse(why, R_5_7, "{h0} is over the stacking limit.", f->hex, 0);
  }
  if (!column_may_attack(p, c, to, why)) {
    return false;
  }
  int price = ground_price(p, c, f->hex, to);
  if (price > f->left) {
    return sal_refuse(why, R_4_oa_1, "{h0} costs {n1} {point/points}, more than are left.", to,
                      price);
  }

  return true;
}

/* 4.8, 14.exit.2: Germans only, over the exit edge, for 1 point, or 3 out of an enemy zone */
static bool may_exit(const struct sal_play *p, const struct column *c, struct sal_refusal *why) {
  const struct step *f = step_of(p);

  if (c->side != SAL_GERMAN || !O(p)->exit[f->hex]) {
    return sal_refuse(why, R_4_8, "Only German units leave the map, and only over the exit edge.",
                      0, 0);
  }
  if (c->dsg) {
    return sal_refuse(why, R_14_exit_2, "A disorganised unit may not leave the map.", 0, 0);
  }
  if (f->is & HALTED) {
    return sal_refuse(why, R_6_zoc_2, "The move ended in an enemy zone of control.", 0, 0);
  }
  int price = zoc_on(p, c->side, f->hex) ? 3 : 1;
  if (price > f->left) {
    return sal_refuse(why, R_14_exit_2, "Leaving the map costs {n0} {point/points}.", price, 0);
  }

  return true;
}

/* 5.6: a move that has begun may not end over the stacking limit. */
static bool may_stop(const struct sal_play *p, const struct column *c, struct sal_refusal *why) {
  const struct step *f = step_of(p);
  bool over = !alea_fits(p, c->side, f->hex, NULL, 0);

  if (over && f->is & STEPPED) {
    return sal_refuse(why, R_5_6, "{h0} is over the stacking limit; the move must go on.", f->hex,
                      0);
  }

  return true;
}

/* 4.3: a stack is formed where it stands, before it moves. */
static bool may_join(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  const struct step *f = step_of(p);
  const struct unit *unit = U(p, u);
  bool here = f->hex && unit->at == f->hex && !is_air(p, u);

  if (!here || f->is & STEPPED || unit->flags & GROUP) {
    return sal_refuse(why, R_4_3,
                      "{u0} cannot join: a stack is formed before it moves, from one hex.", u, 0);
  }

  return alea_may_move(p, side, u, why);
}

/* 15.3: entry hexes for a unit that waits off the map. */
static void list_entries(const struct sal_play *p, const struct column *c, struct sal_list *l) {
  const struct sal_board *b = &p->book->board;

  for (int i = 0; i < b->nhexes; i++) {
    sal_hex to = b->order[i];
    /* entry_ok refuses all others */
    if (!O(p)->entry[to]) {
      continue;
    }
    if (may_step(p, c, to, NULL)) {
      sal_list_add(l, sal_act(V_STEP, to, 0, 0));
    }
  }
}

/* The six hexes around: steps, attacks in movement, the way off the map. */
static void list_ways(const struct sal_play *p, const struct column *c, sal_hex h,
                      struct sal_list *l) {
  for (int d = 0; d < 6; d++) {
    sal_hex n = sal_next(&p->book->board, h, d);
    if (!n) {
      continue;
    }
    if (may_step(p, c, n, NULL)) {
      sal_list_add(l, sal_act(V_STEP, n, 0, 0));
    }
    if (enemy_at(p, c->side, n) && may_strike(p, c, n, NULL)) {
      sal_list_add(l, sal_act(V_STRIKE, n, 0, 0));
    }
  }
  if (O(p)->exit[h] && may_exit(p, c, NULL)) {
    sal_list_add(l, sal_act(V_EXIT, 0, 0, 0));
  }
}

/* 4.3: which units may still join the stack before it moves. */
static void list_joins(const struct sal_play *p, int side, sal_hex h, struct sal_list *l) {
  for (int u = top(p, h); u >= 0; u = below(p, u)) {
    if (may_join(p, side, u, NULL)) {
      sal_list_add(l, sal_act(V_JOIN, u, 0, 0));
    }
  }
}

/* Everything a moving stack can do. */
static void step_list(const struct sal_play *p, int side, struct sal_list *l) {
  const struct step *f = step_of(p);
  struct column c;

  current(p, &c);
  if (f->hex && !(f->is & STEPPED)) {
    list_joins(p, side, f->hex, l);
  }
  if (f->hex) {
    list_ways(p, &c, f->hex, l);
  } else {
    list_entries(p, &c, l);
  }
  if (may_stop(p, &c, NULL)) {
    sal_list_add(l, sal_act(V_STOP, 0, 0, 0));
  }
}

/* Chapter 4: everything a moving stack can do, each by its own law. */
static bool step_check(const struct sal_play *p, int side, struct sal_action a,
                       struct sal_refusal *why) {
  struct column c;

  current(p, &c);
  switch (a.verb) {
  case V_STEP: return may_step(p, &c, hex_of(a, 0), why);
  case V_STRIKE: return may_strike(p, &c, hex_of(a, 0), why);
  case V_JOIN: return may_join(p, side, unit_of(a), why);
  case V_EXIT: return may_exit(p, &c, why);
  case V_STOP: return may_stop(p, &c, why);
  default: return alea_not_now(p, a, why);
  }
}

/* 4.4 */
static void end_move(struct sal_play *p) {
  struct column c;
  current(p, &c);
  for (int i = 0; i < c.n; i++) {
    struct unit *unit = U(p, c.unit[i]);
    unit->flags &= (uint16_t)~GROUP;
    unit->flags |= MOVED;
  }
  sal_pop(p);
}

/* opt.secret: the whole division shows itself */
static void unhide(struct sal_play *p, int form) {
  for (int i = 0; i < O(p)->nground[SAL_GERMAN]; i++) {
    sal_unit u = O(p)->ground[SAL_GERMAN][i];
    if (!(U(p, u)->flags & HIDDEN)) {
      continue;
    }
    if (form && I(p, u)->form != form) {
      continue;
    }
    U(p, u)->flags &= (uint16_t)~HIDDEN;
    alea_refresh(p, U(p, u)->at);
    sal_reveal(p);
    sal_tell(p, E_KNOWN, R_opt_secret, SAL_EVU(u, .at = {U(p, u)->at}));
  }
}

/* opt.secret: at the latest at the end of the German movement. */
void alea_reveal_all(struct sal_play *p) {
  unhide(p, 0);
}

/* The rule that says most about the price of a step. */
static int price_rule(const struct sal_play *p, const struct column *c, sal_hex from, sal_hex to) {
  bool german = c->side == SAL_GERMAN;
  bool in = zoc_on(p, c->side, to);
  bool out = from && zoc_on(p, c->side, from);

  if (c->hqs && (in || out)) {
    return R_13_hq_5;
  }
  if (german && alea_fort(p, to)) {
    return R_10_3;
  }
  if (S(p)->cell[to].ground & MINED) {
    return german ? R_11_5 : R_11_7;
  }
  if (in) {
    return R_6_zoc_2;
  }
  if (out) {
    return R_6_zoc_3;
  }
  if (!from) {
    return O(p)->south ? R_II_2_3 : R_15_3;
  }
  return friend_at(p, c->side, to) ? R_4_6 : R_4_2;
}

/* One unit of the column enters the next hex. */
static void take_along(struct sal_play *p, sal_unit u, sal_hex to) {
  if (U(p, u)->flags & HIDDEN) {
    unhide(p, I(p, u)->form);
  }
  /* 13.art.7 */
  if (is_guns(p, u) && !(U(p, u)->flags & TURNED)) {
    U(p, u)->flags |= TURNED;
    sal_tell(p, E_TURNED, R_4_7, SAL_EVU(u, .at = {to}, .seen = only(side_of(p, u))));
  }
  U(p, u)->flags |= GROUP;
  alea_put(p, u, to);
}

/* 5.8: the event names the unit that moved. An HQ goes under the counters of the hex; the enemy
 * then sees that a unit came, but not which. */
static void tell_move(struct sal_play *p, const struct column *c, const struct sal_step *s,
                      int rule) {
  sal_unit mover = c->unit[0];
  bool open = top(p, s->to) == mover;
  int16_t left = (int16_t)step_of(p)->left;

  sal_tell(p, s->from ? E_MOVES : E_ENTERS, rule,
           SAL_EVU(mover, .at = {s->to, s->from}, .n = {left, (int16_t)s->price},
                   .seen = seen_by(c->side, open)));
  if (!open) {
    sal_tell(p, E_MOVES_UNDER, rule,
             SAL_EV(.at = {s->to, s->from}, .seen = only(sal_enemy(c->side))));
  }
}

/* One step of the stack. It stops if it enters an enemy zone, and the enemy may react. */
static void go(struct sal_play *p, const struct column *c, sal_hex to) {
  struct step *f = step_of(p);
  struct sal_step s = step_to(p, to);
  int rule = price_rule(p, c, f->hex, to);

  alea_step_law(p, c, &s, NULL);
  f->left = (uint16_t)(f->left - s.price);
  f->is = (uint16_t)s.note_after;
  f->hex = to;
  /* the lowest first, so that the stack keeps its order */
  for (int i = c->n - 1; i >= 0; i--) {
    take_along(p, c->unit[i], to);
  }
  tell_move(p, c, &s, rule);
  if (s.ends) {
    f->is |= HALTED;
    alea_entered(p, c->side, to, c->hqs);
  }
}

/* 14.exit.1, II.4.3 */
bool alea_counts_out(const struct sal_play *p, int u) {
  int kind = I(p, u)->kind;
  if (kind == TANK) {
    return true;
  }
  if (kind == AG) {
    return true;
  }
  return kind == MECH && !O(p)->south;
}

/* 14.exit */
static void leave_map(struct sal_play *p, const struct column *c) {
  struct state *s = S(p);
  for (int i = 0; i < c->n; i++) {
    sal_unit u = c->unit[i];
    bool counts = alea_counts_out(p, u);
    sal_tell(p, E_EXITS, O(p)->south ? R_II_4_3 : R_14_exit_1, SAL_EVU(u, .at = {s->unit[u].at}));
    alea_take_off(p, u);
    s->unit[u].box = B_EXIT;
    s->unit[u].flags = 0;
    s->exits = (uint8_t)(s->exits + counts);
    if (s->head.turn <= (O(p)->south ? 8 : 6)) {
      s->early = (uint8_t)(s->early + counts);
    }
  }
  sal_pop(p);
}

/* The marker is open, the counter under it only where it can be seen (5.8). The event after `kind`
 * is the one without a name. */
void alea_tell_of(struct sal_play *p, sal_unit u, int kind, int rule) {
  int side = side_of(p, u);
  sal_hex h = U(p, u)->at;
  bool open = top(p, h) == u || alea_examined(p, sal_enemy(side), h);

  sal_tell(p, kind, rule, SAL_EVU(u, .at = {h}, .seen = seen_by(side, open)));
  if (!open) {
    sal_tell(p, kind + 1, rule, SAL_EV(.at = {h}, .seen = only(sal_enemy(side))));
  }
}

/* 4.3: a stack moves as its slowest unit; opt.buried.5: a tank digs itself out first. */
void alea_join(struct sal_play *p, sal_unit u) {
  struct step *f = step_of(p);

  f->left = (uint16_t)min_of(f->left, alea_mp(p, u)); /* 4.3 */
  if (U(p, u)->flags & BURIED) {
    U(p, u)->flags &= (uint16_t)~BURIED;
    alea_tell_of(p, u, E_DUG_OUT, R_opt_buried_5);
  }
  U(p, u)->flags |= GROUP;
}

/* A step, a companion, an attack in movement, the way out, or the end. */
static void step_apply(struct sal_play *p, int side, struct sal_action a) {
  struct column c;

  current(p, &c);
  struct step *f = step_of(p);
  if (a.verb == V_STEP) {
    go(p, &c, hex_of(a, 0));
  } else if (a.verb == V_JOIN) {
    alea_join(p, unit_of(a));
  } else if (a.verb == V_STRIKE) { /* 4.oa.6: paid whatever the result */
    int price = ground_price(p, &c, f->hex, hex_of(a, 0));
    f->left = (uint16_t)(f->left - price);
    sal_tell(p, E_PAID, R_4_oa_6, SAL_EV(.at = {hex_of(a, 0)}, .n = {(int16_t)price}));
    f->is |= STEPPED;
    alea_begin_strike(p, side, hex_of(a, 0));
  } else if (a.verb == V_EXIT) {
    leave_map(p, &c);
  } else {
    end_move(p);
  }
}

/* The interrupted move below a combat, or NULL when the combat was declared in its own phase. */
static struct sal_frame *interrupted(const struct sal_play *p) {
  for (int i = p->state->depth - 1; i >= 0; i--) {
    if (p->state->frame[i].node == N_STEP) {
      return &p->state->frame[i];
    }
  }

  return NULL;
}

/* The attackers of an attack in movement. */
void alea_moving_column(const struct sal_play *p, struct column *c) {
  const struct sal_frame *move = interrupted(p);
  alea_column(p, move->side, step_in(move)->hex, c);
}

/* 7.a.7: the stack was thrown back, so its move stands where it is now. */
void alea_move_goes_back(struct sal_play *p, sal_hex to) {
  struct sal_frame *move = interrupted(p);

  if (move) {
    step_in(move)->hex = to;
  }
}

/* 4.oa.4: into the vacated hex, already paid for. Disorganised units do not follow into an enemy
 * zone (6.zoc.6), nor do HQs alone (13.hq.4). */
static void enter_vacated(struct sal_play *p, const struct column *c, sal_hex target) {
  struct step *step = step_of(p);
  bool zone = zoc_on(p, c->side, target) != 0, anyone = false;

  for (int i = 0; i < c->n; i++) {
    anyone |= !is_artillery(p, c->unit[i]) && I(p, c->unit[i])->kind != HQ &&
              !(zone && U(p, c->unit[i])->flags & DSG);
  }
  if (!anyone) {
    return;
  }
  for (int i = c->n - 1; i >= 0; i--) {
    struct unit *unit = U(p, c->unit[i]);
    if (zone && unit->flags & DSG) {
      unit->flags = (uint16_t)((unit->flags & ~GROUP) | MOVED);
      continue;
    }
    if (is_guns(p, c->unit[i])) {
      unit->flags |= TURNED;
    }
    alea_put(p, c->unit[i], target);
  }
  if (zoc_on(p, c->side, step->hex)) {
    /* 6.zoc.4 */
    step->is |= LEFT_ZOC;
  }
  step->hex = target;
  sal_tell(p, E_ADVANCES, R_4_oa_4, SAL_EVU(top(p, target), .at = {target}));
  if (!zone) {
    step->is &= (uint16_t)~HALTED;
  } else {
    alea_entered(p, c->side, target, false);
  }
}

/* 4.oa.3, 4.oa.4: the move is on top again. It ends, unless the hex was won. */
void alea_move_after_strike(struct sal_play *p, const struct column *c, sal_hex target, bool won) {
  step_of(p)->is |= HALTED;
  if (won) {
    enter_vacated(p, c, target);
  }
}

/* A halted stack may still attack in movement (4.oa.5, 6.re.6); otherwise the move is over. */
static bool step_run(struct sal_play *p) {
  const struct step *f = step_of(p);
  struct column c;

  current(p, &c);
  bool halted = !c.n || f->is & HALTED;
  bool spent = f->is & STEPPED && !f->left;
  if (!halted && !spent) {
    return false;
  }
  for (int d = 0; c.n && f->hex && d < 6; d++) {
    sal_hex n = sal_next(&p->book->board, f->hex, d);
    if (n && may_strike(p, &c, n, NULL)) {
      return false;
    }
  }
  end_move(p);

  return true;
}

/* Whether a unit counts for stacking, and by which rule. */
static int stacking_rule(const struct sal_play *p, int u) {
  if (I(p, u)->kind == HQ) {
    return R_13_hq_1;
  }
  switch (I(p, u)->half) {
  case 0: return R_5_3;
  case 1: return R_5_2;
  default: return R_5_1;
  }
}

/* Shows the stack, what it counts for stacking, and its points. */
static void step_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  const struct step *f = step_of(p);
  struct column c;

  current(p, &c);
  for (int i = 0; i < c.n; i++) {
    sal_prompt_select(out, c.unit[i]);
  }
  if (f->hex) {
    struct sal_card *k = sal_prompt_card(out);
    sal_card_start(k, SAL_CARD_LEDGER, R_5_1, "Units in the hex, of three");
    for (int u = top(p, f->hex); u >= 0 && k->nlines < SAL_CARD_LINES; u = below(p, u)) {
      sal_card_add(k, side, I(p, u)->half, 2, stacking_rule(p, u), (sal_unit)u, "%s", label(p, u));
    }
  }
  /* 6.re.6: only an attack in movement is left */
  if (f->is & HALTED) {
    out->rule = R_6_re_6;
  }
  if (c.n == 1) {
    sal_prompt_say(out, "%s: choose the next hex for %s, or stop. %d {point/points} left.",
                   name_of(side), label(p, c.unit[0]), f->left);
  } else {
    sal_prompt_say(out, "%s: choose the next hex for the stack, or stop. %d {point/points} left.",
                   name_of(side), f->left);
  }
}

const struct sal_node alea_step = {.id = "move.step",
                                   .rule = R_4_1,
                                   .run = step_run,
                                   .list = step_list,
                                   .check = step_check,
                                   .apply = step_apply,
                                   .prompt = step_prompt};
