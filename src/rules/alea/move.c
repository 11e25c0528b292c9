/* move.c - chapters 4, 6.zoc, 13.hq, 13.tr and 15.3: movement hex by hex, attack in movement, leaving and entering the map.
 *
 * The stack on the move is the units of one hex that carry GROUP; N_STEP holds where it is and what it has left.
 * A reaction (react.c) or a combat (combat.c) may come on top of it; afterwards step_run looks afresh.
 */
#include "state.h"

/* N_STEP: x[0] hex (0 off the map), x[1] points left, x[2] bits below, x[3] the unit that waits off the map. */
enum { LEFT_ZOC = STEP_LEFT_ZOC, HALTED = STEP_HALTED, STEPPED = 4 };

void alea_column_add(const struct sal_play *p, struct column *c, int u) {
  const struct unit_info *i = I(p, u);
  bool first = c->n == 0;
  c->unit[c->n++] = (sal_unit)u;
  c->foot |= !i->mobile;
  c->other |= i->mobile;
  c->hqs = (first || c->hqs) && i->kind == HQ;
  c->train |= i->kind == TRAIN;
  c->dsg |= (U(p, u)->flags & DSG) != 0;
  c->guns |= is_guns(p, u);
}

void alea_column(const struct sal_play *p, int side, sal_hex h, struct column *c) {
  *c = (struct column){.side = side};
  for (int u = h ? top(p, h) : -1; u >= 0; u = below(p, u))
    if (U(p, u)->flags & GROUP && side_of(p, u) == side && c->n < 16) alea_column_add(p, c, u);
}

static void current(const struct sal_play *p, struct column *c) {
  const struct sal_frame *f = sal_top(p);
  alea_column(p, f->side, f->x[0], c);
  if (!f->x[0] && U(p, f->x[3])->box == B_ACTIVE) alea_column_add(p, c, f->x[3]);
}

int alea_mp(const struct sal_play *p, int u) {
  const struct unit_info *i = I(p, u);
  int mf = i->mf;
  if (U(p, u)->flags & OOS && (i->kind <= MOT || i->kind == PIO)) mf /= 2; /* 9.6 */
  return U(p, u)->flags & BURIED ? (mf > 3 ? mf - 3 : 0) : mf;             /* opt.buried.5 */
}

/* ---- 4.2 the price of a step ---------------------------------------------------------------------------- */

static bool others_in(const struct sal_play *p, const struct column *c, sal_hex h, bool hqs_too) { /* friends beside the column */
  for (int u = top(p, h); u >= 0; u = below(p, u))
    if (side_of(p, u) == c->side && !(U(p, u)->flags & GROUP) && u != c->unit[0] && (hqs_too || I(p, u)->kind != HQ)) return true;
  return false;
}

static int ground_price(const struct sal_play *p, const struct column *c, sal_hex from, sal_hex to) {
  const struct own *o = O(p);
  int dir = from ? sal_dir_to(&p->book->board, from, to) : -1, price = 0;
  if (c->train) return dir < 0 || p->book->board.path[from * 6 + dir] & o->rail ? 1 : SAL_BARRED; /* 13.tr.1 */
  for (int k = 0; k < 2; k++) {
    if (!(k ? c->other : c->foot)) continue;
    int one = from ? o->edge[k][from * 6 + dir] : o->enter[k][to];
    price = one > price ? one : price;
  }
  return price;
}

int alea_hindrance(const struct sal_play *p, const struct column *c, sal_hex from, sal_hex to) {
  int price = 0;
  if (c->side == SAL_GERMAN) {
    if (alea_fort(p, to)) price += 2;                          /* 10.3 */
    else if (S(p)->cell[to].ground & MINED) price += 3;        /* 11.5 */
  }
  if (zoc_on(p, c->side, to) && !(c->hqs && others_in(p, c, to, false))) price += 3;            /* 6.zoc.2, 13.hq.5 */
  if (from && zoc_on(p, c->side, from) && !(c->hqs && others_in(p, c, from, false))) price += 2; /* 6.zoc.3 */
  return price;
}

int alea_step_price(const struct sal_play *p, const struct column *c, sal_hex from, sal_hex to) {
  int price = ground_price(p, c, from, to);
  return price == SAL_BARRED ? price : price + alea_hindrance(p, c, from, to);
}

/* ---- one step ---------------------------------------------------------------------------------------------- */

struct going {
  sal_hex at;
  int left, bits;
};

static bool entry_ok(const struct sal_play *p, const struct column *c, sal_hex to, struct sal_refusal *why) { /* 15.3, II.2.3 */
  if (!O(p)->entry[to]) return sal_refuse(why, O(p)->south ? R_II_2_3 : R_15_3, "{h0} is not an entry hex.", to, 0);
  return !c->train || alea_is_rail(p, to) || sal_refuse(why, R_15_3, "A train enters by rail only.", 0, 0);
}

static bool zoc_ok(const struct sal_play *p, const struct column *c, const struct going *g, sal_hex to, struct sal_refusal *why) {
  if (!zoc_on(p, c->side, to)) return true;
  if (c->dsg) return sal_refuse(why, R_6_zoc_6, "A disorganised unit may not enter the enemy zone of control in {h0}.", to, 0);
  if (g->at && zoc_on(p, c->side, g->at)) return sal_refuse(why, R_6_zoc_5, "No move from one enemy zone of control into another.", 0, 0);
  return !(g->bits & LEFT_ZOC) || sal_refuse(why, R_6_zoc_4, "A unit that left an enemy zone of control may not enter one again in this phase.", 0, 0);
}

static bool way_ok(const struct sal_play *p, const struct column *c, const struct going *g, sal_hex to, int *price, struct sal_refusal *why) {
  if (!g->at) {
    if (!entry_ok(p, c, to, why)) return false;
  } else if (sal_dir_to(&p->book->board, g->at, to) < 0) {
    return sal_refuse(why, R_4_1, "{h0} is not the next hex.", to, 0);
  }
  if (enemy_at(p, c->side, to)) return sal_refuse(why, R_4_5, "There are enemies in {h0}.", to, 0);
  if (c->train && O(p)->home[to]) return sal_refuse(why, R_13_tr_1, "Trains do not go beyond the German trench line.", 0, 0);
  if (c->hqs && !others_in(p, c, to, false)) return sal_refuse(why, R_13_hq_4, "An HQ enters only hexes with friendly units; there are none in {h0}.", to, 0);
  *price = alea_step_price(p, c, g->at, to);
  if (*price == SAL_BARRED) return sal_refuse(why, R_13_tr_1, "Trains move along the railway only.", 0, 0);
  if (*price > g->left) return sal_refuse(why, R_4_2, "{h0} costs {n1} points, more than are left.", to, *price);
  return zoc_ok(p, c, g, to, why);
}

/* 4.6, 5.6: a full hex may be passed, so there must be a place to stop behind it. */
static bool can_rest(const struct sal_play *p, const struct column *c, const struct going *g, int depth) {
  for (int d = 0; d < 6; d++) {
    int price = 0;
    sal_hex n = sal_next(&p->book->board, g->at, d);
    if (!n || !way_ok(p, c, g, n, &price, NULL)) continue;
    if (alea_fits(p, c->side, n, c->unit, c->n)) return true;
    struct going on = {n, g->left - price, g->bits};
    if (depth && !zoc_on(p, c->side, n) && can_rest(p, c, &on, depth - 1)) return true;
  }
  return false;
}

static struct going going_of(const struct sal_play *p) {
  const struct sal_frame *f = sal_top(p);
  return (struct going){f->x[0], f->x[1], f->x[2]};
}

static bool may_step(const struct sal_play *p, const struct column *c, sal_hex to, struct sal_refusal *why) {
  struct going g = going_of(p);
  int price = 0;
  if (g.bits & HALTED) return sal_refuse(why, R_6_zoc_2, "The move ended in an enemy zone of control.", 0, 0);
  if (!way_ok(p, c, &g, to, &price, why)) return false;
  if (alea_fits(p, c->side, to, c->unit, c->n)) return true;
  struct going on = {to, g.left - price, g.bits | (g.at && zoc_on(p, c->side, g.at) ? LEFT_ZOC : 0)};
  int rule = alea_stack_rule(p, c->side, to, c->unit, c->n);
  if (zoc_on(p, c->side, to)) return sal_refuse(why, rule, "{h0} is full, and a move ends there.", to, 0);
  if (!can_rest(p, c, &on, 2)) return sal_refuse(why, R_5_6, "{h0} is full, and there is no stopping behind it.", to, 0);
  return true;
}

static bool within_limit(const struct sal_play *p, const struct column *c) { /* 5.7: the others of the hex are those over the limit */
  int halves = 0, form = 0;
  bool mixed = false;
  for (int i = 0; i < c->n; i++) {
    const struct unit_info *info = I(p, c->unit[i]);
    halves += info->half;
    if (!info->form || info->kind == HQ) continue;
    mixed |= form && form != info->form;
    form = info->form;
  }
  return halves <= (c->side == SAL_SOVIET && mixed ? 4 : HALVES);
}

/* 4.oa.1, 4.oa.5 */
static bool may_strike(const struct sal_play *p, const struct column *c, sal_hex to, struct sal_refusal *why) {
  struct going g = going_of(p);
  bool anyone = false;
  if (!g.at || sal_dir_to(&p->book->board, g.at, to) < 0 || !enemy_at(p, c->side, to)) return sal_refuse(why, R_4_oa_1, "There is no enemy next to the stack in {h0}.", to, 0);
  if (c->dsg) return sal_refuse(why, R_4_oa_5, "A disorganised unit may not attack in movement.", 0, 0);
  if (alea_over(p, g.at, 0) && (g.bits & STEPPED || !within_limit(p, c))) return sal_refuse(why, R_5_7, "{h0} is over the stacking limit.", g.at, 0);
  for (int i = 0; i < c->n; i++) anyone |= !is_artillery(p, c->unit[i]) && alea_may_attack(p, c->unit[i], to, why);
  if (!anyone) return false;
  for (int i = 0; i < c->n; i++)
    if (!is_artillery(p, c->unit[i]) && !alea_may_attack(p, c->unit[i], to, why)) return false;
  int price = ground_price(p, c, g.at, to);
  return price <= g.left || sal_refuse(why, R_4_oa_1, "{h0} costs {n1} points, more than are left.", to, price);
}

static bool may_exit(const struct sal_play *p, const struct column *c, struct sal_refusal *why) { /* 14.exit.2 */
  struct going g = going_of(p);
  if (c->side != SAL_GERMAN || !g.at || !O(p)->exit[g.at]) return sal_refuse(why, R_4_8, "Only German units leave the map, and only over the exit edge.", 0, 0);
  if (c->dsg) return sal_refuse(why, R_14_exit_2, "A disorganised unit may not leave the map.", 0, 0);
  if (g.bits & HALTED) return sal_refuse(why, R_6_zoc_2, "The move ended in an enemy zone of control.", 0, 0);
  int price = 1 + (zoc_on(p, c->side, g.at) ? 2 : 0);
  return price <= g.left || sal_refuse(why, R_14_exit_2, "Leaving the map costs {n0} points.", price, 0);
}

static bool may_stop(const struct sal_play *p, const struct column *c, struct sal_refusal *why) {
  sal_hex h = sal_top(p)->x[0];
  if (!h || !(sal_top(p)->x[2] & STEPPED) || alea_fits(p, c->side, h, NULL, 0)) return true;
  return sal_refuse(why, R_5_6, "{h0} is over the stacking limit; the move must go on.", h, 0);
}

static bool may_join(const struct sal_play *p, int side, int u, struct sal_refusal *why) { /* 4.3 */
  const struct sal_frame *f = sal_top(p);
  if (f->x[2] & STEPPED || !f->x[0] || U(p, u)->at != f->x[0] || side_of(p, u) != side || U(p, u)->flags & GROUP || is_air(p, u))
    return sal_refuse(why, R_4_3, "{u0} cannot join: a stack is formed before it moves, from one hex.", u, 0);
  return alea_may_move(p, side, u, why);
}

static void step_list(const struct sal_play *p, int side, struct sal_list *l) {
  const struct sal_frame *f = sal_top(p);
  const struct sal_board *b = &p->book->board;
  struct column c;
  sal_hex h = f->x[0];
  current(p, &c);
  if (h && !(f->x[2] & STEPPED)) {
    for (int u = top(p, h); u >= 0; u = below(p, u))
      if (may_join(p, side, u, NULL)) sal_list_add(l, sal_act(V_JOIN, u, 0, 0));
    sal_list_close(l);
  }
  for (int i = 0; !h && i < b->nhexes; i++)
    if (O(p)->entry[b->order[i]] && may_step(p, &c, b->order[i], NULL)) sal_list_add(l, sal_act(V_STEP, b->order[i], 0, 0));
  for (int d = 0; h && d < 6; d++) {
    sal_hex n = sal_next(b, h, d);
    if (!n) continue;
    if (may_step(p, &c, n, NULL)) sal_list_add(l, sal_act(V_STEP, n, 0, 0));
    if (enemy_at(p, side, n) && may_strike(p, &c, n, NULL)) sal_list_add(l, sal_act(V_STRIKE, n, 0, 0));
  }
  if (h && O(p)->exit[h] && may_exit(p, &c, NULL)) sal_list_add(l, sal_act(V_EXIT, 0, 0, 0));
  if (may_stop(p, &c, NULL)) sal_list_add(l, sal_act(V_STOP, 0, 0, 0));
}

static bool step_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  struct column c;
  current(p, &c);
  switch (a.verb) {
  case V_STEP: return may_step(p, &c, a.x[0], why);
  case V_STRIKE: return may_strike(p, &c, a.x[0], why);
  case V_JOIN: return may_join(p, side, a.x[0], why);
  case V_EXIT: return may_exit(p, &c, why);
  case V_STOP: return may_stop(p, &c, why);
  default: return false;
  }
}

static void end_move(struct sal_play *p) { /* 4.4 */
  struct column c;
  current(p, &c);
  for (int i = 0; i < c.n; i++) {
    struct unit *unit = U(p, c.unit[i]);
    unit->flags &= (uint16_t)~GROUP;
    unit->flags |= MOVED;
  }
  sal_pop(p);
}

static void unhide(struct sal_play *p, int form) { /* opt.secret: the whole division shows itself */
  for (int i = 0; i < O(p)->nground[SAL_GERMAN]; i++) {
    sal_unit u = O(p)->ground[SAL_GERMAN][i];
    if (!(U(p, u)->flags & HIDDEN) || (form && I(p, u)->form != form)) continue;
    U(p, u)->flags &= (uint16_t)~HIDDEN;
    alea_refresh(p, U(p, u)->at);
    sal_reveal(p);
    sal_tell(p, E_KNOWN, R_opt_secret, SAL_EVU(u, .at = {U(p, u)->at}));
  }
}

void alea_reveal_all(struct sal_play *p) { unhide(p, 0); }

/* The rule that says most about the price of a step. */
static int price_rule(const struct sal_play *p, const struct column *c, sal_hex from, sal_hex to) {
  bool in = zoc_on(p, c->side, to), out = from && zoc_on(p, c->side, from), mined = S(p)->cell[to].ground & MINED;
  if (c->hqs && (in || out)) return R_13_hq_5;
  if (c->side == SAL_GERMAN && alea_fort(p, to)) return R_10_3;
  if (mined) return c->side == SAL_GERMAN ? R_11_5 : R_11_7;
  if (in) return R_6_zoc_2;
  if (out) return R_6_zoc_3;
  if (!from) return O(p)->south ? R_II_2_3 : R_15_3;
  return friend_at(p, c->side, to) ? R_4_6 : R_4_2;
}

static void go(struct sal_play *p, const struct column *c, sal_hex to) {
  struct sal_frame *f = sal_top(p);
  sal_hex from = f->x[0];
  int price = alea_step_price(p, c, from, to), rule = price_rule(p, c, from, to);
  f->x[1] = (uint16_t)(f->x[1] - price);
  if (from && zoc_on(p, c->side, from)) f->x[2] |= LEFT_ZOC;
  f->x[2] |= STEPPED;
  f->x[0] = to;
  for (int i = c->n - 1; i >= 0; i--) { /* the lowest first, so that the stack keeps its order */
    sal_unit u = c->unit[i];
    if (U(p, u)->flags & HIDDEN) unhide(p, I(p, u)->form);
    if (is_guns(p, u) && !(U(p, u)->flags & TURNED)) { /* 13.art.7 */
      U(p, u)->flags |= TURNED;
      sal_tell(p, E_TURNED, R_4_7, SAL_EVU(u, .at = {to}, .seen = (uint8_t)SAL_BIT(c->side)));
    }
    U(p, u)->flags |= GROUP;
    alea_put(p, u, to);
  }
  int face = top(p, to);
  sal_tell(p, from ? E_MOVES : E_ENTERS, rule, SAL_EVU(face, .at = {to, from}, .n = {(int16_t)f->x[1], (int16_t)price}));
  if (zoc_on(p, c->side, to)) {
    f->x[2] |= HALTED; /* 6.zoc.2 */
    alea_entered(p, c->side, to, c->hqs);
  }
}

bool alea_counts_out(const struct sal_play *p, int u) { /* 14.exit.1, II.4.3 */
  int kind = I(p, u)->kind;
  return kind == TANK || kind == AG || (kind == MECH && !O(p)->south);
}

static void leave_map(struct sal_play *p, const struct column *c) { /* 14.exit */
  struct state *s = S(p);
  for (int i = 0; i < c->n; i++) {
    sal_unit u = c->unit[i];
    bool counts = alea_counts_out(p, u);
    sal_tell(p, E_EXITS, O(p)->south ? R_II_4_3 : R_14_exit_1, SAL_EVU(u, .at = {s->unit[u].at}));
    alea_take_off(p, u);
    s->unit[u].box = B_EXIT;
    s->unit[u].flags = 0;
    s->exits = (uint8_t)(s->exits + counts);
    if (s->head.turn <= (O(p)->south ? 8 : 6)) s->early = (uint8_t)(s->early + counts);
  }
  sal_pop(p);
}

/* The marker is open, the counter under it only where it can be seen (5.8). The event after `kind` is the one without a name. */
static void tell_of(struct sal_play *p, sal_unit u, int kind, int rule) {
  int side = side_of(p, u);
  sal_hex h = U(p, u)->at;
  bool open = top(p, h) == u || alea_examined(p, sal_enemy(side), h);
  sal_tell(p, kind, rule, SAL_EVU(u, .at = {h}, .seen = (uint8_t)(open ? SAL_BOTH : SAL_BIT(side))));
  if (!open) sal_tell(p, kind + 1, rule, SAL_EV(.at = {h}, .seen = (uint8_t)SAL_BIT(sal_enemy(side))));
}

static void join(struct sal_play *p, sal_unit u) {
  struct sal_frame *f = sal_top(p);
  int mp = alea_mp(p, u);
  if (mp < f->x[1]) f->x[1] = (uint16_t)mp; /* 4.3 */
  if (U(p, u)->flags & BURIED) {
    U(p, u)->flags &= (uint16_t)~BURIED;
    tell_of(p, u, E_DUG_OUT, R_opt_buried_5);
  }
  U(p, u)->flags |= GROUP;
}

static void step_apply(struct sal_play *p, int side, struct sal_action a) {
  struct column c;
  current(p, &c);
  struct sal_frame *f = sal_top(p);
  if (a.verb == V_STEP) {
    go(p, &c, a.x[0]);
  } else if (a.verb == V_JOIN) {
    join(p, a.x[0]);
  } else if (a.verb == V_STRIKE) { /* 4.oa.6: paid whatever comes of it */
    int price = ground_price(p, &c, f->x[0], a.x[0]);
    f->x[1] = (uint16_t)(f->x[1] - price);
    sal_tell(p, E_PAID, R_4_oa_6, SAL_EV(.at = {a.x[0]}, .n = {(int16_t)price}));
    f->x[2] |= STEPPED;
    alea_begin_strike(p, side, a.x[0]);
  } else if (a.verb == V_EXIT) {
    leave_map(p, &c);
  } else {
    end_move(p);
  }
}

/* A halted stack may still attack in movement (4.oa.5, 6.re.6); otherwise the move is over. */
static bool step_run(struct sal_play *p) {
  const struct sal_frame *f = sal_top(p);
  struct column c;
  current(p, &c);
  if (c.n && !(f->x[2] & HALTED) && (f->x[1] || !(f->x[2] & STEPPED))) return false;
  for (int d = 0; c.n && f->x[0] && d < 6; d++) {
    sal_hex n = sal_next(&p->book->board, f->x[0], d);
    if (n && may_strike(p, &c, n, NULL)) return false;
  }
  end_move(p);
  return true;
}

static void step_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  struct column c;
  current(p, &c);
  for (int i = 0; i < c.n; i++) out->selected[out->nselected++] = c.unit[i];
  sal_hex h = sal_top(p)->x[0];
  if (h) { /* what stands here counts so much for stacking */
    struct sal_card *k = sal_prompt_card(out);
    sal_card_start(k, SAL_CARD_LEDGER, R_5_1, "Units in the hex, of three");
    for (int u = top(p, h); u >= 0 && k->nlines < SAL_CARD_LINES; u = below(p, u))
      sal_card_add(k, side, I(p, u)->half, 2, I(p, u)->kind == HQ ? R_13_hq_1 : I(p, u)->half == 0 ? R_5_3 : I(p, u)->half == 1 ? R_5_2 : R_5_1, (sal_unit)u, "%s", label(p, u));
  }
  if (sal_top(p)->x[2] & HALTED) out->rule = R_6_re_6; /* only an attack in movement is left */
  sal_prompt_say(out, "%s: choose the next hex for %s, or stop. %d points left.", name_of(side), c.n == 1 ? label(p, c.unit[0]) : "the stack", sal_top(p)->x[1]);
}

const struct sal_node alea_step = {.id = "move.step", .rule = R_4_1, .run = step_run, .list = step_list, .check = step_check, .apply = step_apply, .prompt = step_prompt};

/* ---- 4.1 choose what moves ------------------------------------------------------------------------------------ */

bool alea_may_move(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  const struct unit *unit = U(p, u);
  if (side_of(p, u) != side || is_air(p, u) || (!unit->at && unit->box != B_ACTIVE)) return sal_refuse(why, R_4_1, "{u0} is not a unit of this side that could move.", u, 0);
  if (unit->flags & MOVED) return sal_refuse(why, R_4_4, "{u0} has finished its move.", u, 0);
  if (I(p, u)->kind == ATF) return sal_refuse(why, R_8_1, "AT Fronts never move.", 0, 0);
  if (unit->flags & INACTIVE) return sal_refuse(why, R_II_s3_6, "{u0} has not been activated.", u, 0);
  return I(p, u)->mf || sal_refuse(why, R_4_1, "{u0} cannot move.", u, 0);
}

bool alea_may_top(const struct sal_play *p, int side, int u, struct sal_refusal *why) { /* 5.8 */
  const struct unit *unit = U(p, u);
  if (side_of(p, u) != side || is_air(p, u) || !unit->at) return sal_refuse(why, R_5_8, "{u0} is not in a stack of this side.", u, 0);
  return top(p, unit->at) != u || sal_refuse(why, R_5_8, "{u0} is on top already.", u, 0);
}

void alea_list_tops(const struct sal_play *p, int side, struct sal_list *l) {
  const struct own *o = O(p);
  for (int i = 0; i < o->nground[side]; i++) {
    int u = o->ground[side][i];
    if (U(p, u)->at && top(p, U(p, u)->at) != u) sal_list_add(l, sal_act(V_TOP, u, 0, 0));
  }
}

static bool may_bury(const struct sal_play *p, int side, int u, struct sal_refusal *why) { /* opt.buried.1 */
  const struct unit *unit = U(p, u);
  if (!opt(p, O_BURIED)) return sal_refuse(why, R_opt_buried_1, "Buried tanks are not used in this game.", 0, 0);
  if (side != SAL_SOVIET || side_of(p, u) != side || I(p, u)->kind != TANK || !unit->at) return sal_refuse(why, R_opt_buried_1, "Only Soviet tank units on the map are buried.", 0, 0);
  return !(unit->flags & (MOVED | DSG | INACTIVE | ATTACKED | BURIED)) || sal_refuse(why, R_opt_buried_1, "{u0} has moved or fought, is disorganised or buried.", u, 0);
}

static void move_list(const struct sal_play *p, int side, struct sal_list *l) {
  const struct own *o = O(p);
  bool bury = opt(p, O_BURIED) && side == SAL_SOVIET;
  sal_list_add(l, sal_act(V_DONE, 0, 0, 0));
  if (alea_any_bomber(p, side)) sal_list_add(l, sal_act(V_RAID, 0, 0, 0));
  for (int i = 0; i < o->nground[side]; i++)
    if (alea_may_move(p, side, o->ground[side][i], NULL)) sal_list_add(l, sal_act(V_MOVE, o->ground[side][i], 0, 0));
  alea_list_tops(p, side, l);
  for (int i = 0; bury && i < o->nground[side]; i++)
    if (may_bury(p, side, o->ground[side][i], NULL)) sal_list_add(l, sal_act(V_BURY, o->ground[side][i], 0, 0));
  for (int i = 0; i < o->nair[side]; i++)
    if (alea_may_cas(p, side, o->air[side][i], B_ATTACK, NULL)) sal_list_add(l, sal_act(V_CAS, o->air[side][i], 0, 0));
}

static bool move_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  switch (a.verb) {
  case V_MOVE: return alea_may_move(p, side, a.x[0], why);
  case V_TOP: return alea_may_top(p, side, a.x[0], why);
  case V_BURY: return may_bury(p, side, a.x[0], why);
  case V_RAID: return alea_any_bomber(p, side) || sal_refuse(why, R_12_bomb_1, "No bomber waits in the Attack box.", 0, 0);
  case V_CAS: return alea_may_cas(p, side, a.x[0], B_ATTACK, why);
  default: return a.verb == V_DONE;
  }
}

void alea_to_top(struct sal_play *p, sal_unit u) {
  struct state *s = S(p);
  uint16_t *link = &s->cell[s->unit[u].at].first;
  while (*link != u + 1) link = &s->unit[*link - 1].next;
  *link = s->unit[u].next;
  s->unit[u].next = s->cell[s->unit[u].at].first;
  s->cell[s->unit[u].at].first = (uint16_t)(u + 1);
  sal_reveal(p);
  sal_tell(p, E_TOP, R_5_8, SAL_EVU(u, .at = {s->unit[u].at}));
}

static void move_apply(struct sal_play *p, int side, struct sal_action a) {
  sal_unit u = a.x[0];
  struct sal_frame *f;
  switch (a.verb) {
  case V_MOVE:
    f = sal_push(p, N_STEP, side);
    f->x[0] = U(p, u)->at;
    f->x[1] = 255;
    if (!f->x[0]) f->x[3] = u; /* off the map: everybody knows who waits there */
    join(p, u);
    break;
  case V_TOP: alea_to_top(p, u); break;
  case V_BURY:
    U(p, u)->flags |= BURIED | MOVED;
    tell_of(p, u, E_BURIED, R_opt_buried_1);
    break;
  case V_RAID: sal_push(p, N_RAID, side); break;
  case V_CAS: sal_push(p, N_CAS, side)->x[0] = u; break;
  default: sal_pop(p); break;
  }
}

static void move_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  sal_prompt_say(out, alea_any_bomber(p, side) ? "%s: choose a unit to move, fly the bombers that wait, or end movement." : "%s: choose a unit to move, or end movement.", name_of(side));
}

const struct sal_node alea_move = {.id = "move", .rule = R_4_1, .list = move_list, .check = move_check, .apply = move_apply, .prompt = move_prompt};
