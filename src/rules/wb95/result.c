/* result.c - 5.2.1e-g, 5.3, 5.4, 5.6: the roll and what follows: losses, retreat, holding, pursuit, disorganization.
 *
 * N_RESULT is the engine's: fight.stage says what comes next and it pushes the decisions in order. Retreat paths
 * form a tree (node 0 = not moved): units that take the same hexes share nodes, so the tests of 5.3.9 are one
 * roll a node and a pursuer follows the branches.
 */
#include "state.h"

#include <string.h>

static bool shares(const struct sal_play *p, int u, int side) { /* suffers the result */
  return on_map(p, u) && side_of(p, u) == side && S(p)->unit[u].part & PSHARE;
}

/* ---- the roll ---------------------------------------------------------------------------------------------- */

static void pay_pools(struct sal_play *p, int side) { /* 9.1.6: the pool that ends first is used first */
  struct state *s = S(p);
  int left = s->fight.spend[side];
  for (int phases = 1; phases <= 2; phases++)
    for (int i = 0; i < POOLS; i++) {
      struct pool *pool = &s->pool[i];
      if (pool->phases != phases || !wb_pool_near(p, side, pool)) continue;
      int take = smaller(pool->left, left);
      pool->left = (uint8_t)(pool->left - take);
      left -= take;
    }
}

void wb_resolve(struct sal_play *p) {
  struct state *s = S(p);
  struct combat *f = &s->fight;
  struct sal_card *card = sal_event_card(p);
  if (card) wb_fight_card(p, card);
  struct odds o = wb_reckon(p, NULL, true);
  int roll = within(wb_two_dice(p, R_5_2_1) + o.hq, 2, 12);
  const struct cell_result *r = &O(p)->combat[roll - 2][o.column];
  f->alone = o.alone;
  for (int i = 0; i < 2; i++) {
    int side = i ? sal_enemy(f->side) : f->side;
    f->loss[side] = r->loss[i], f->back[side] = r->back[i], f->disorg[side] = r->disorg[i], f->test[side] = r->test[i];
    pay_pools(p, side);
  }
  if (card) card->rolled = (int16_t)(roll - (o.hq > 0 ? 3 : 2));
  sal_tell(p, E_COMBAT, R_5_2_1, SAL_EV(.at = {f->target[0]}, .n = {(int16_t)o.column, (int16_t)roll, (int16_t)o.attack, (int16_t)o.defence}, .card = wb_card_no(p, card)));
  for (int i = 0; i < f->nparts; i++) {
    struct unit *unit = &s->unit[f->part[i]];
    wb_touch(p, f->part[i]);
    if (unit->part & PA) {
      unit->more |= ACTIVE;
      for (int t = 0; t < f->ntargets; t++) /* 18.1.3 */
        if (B(p)->owns[f->target[t] * 6 + sal_dir_to(B(p), f->target[t], unit->at)] & O(p)->fl) wb_mined(p, f->part[i], f->target[t]);
    }
  }
  for (int i = 0; i < f->ntargets; i++) {
    s->cell[f->target[i]].ground |= ATTACKED;
    wb_air_used(p, f->side, OFFENCE, f->target[i]);
    wb_air_used(p, sal_enemy(f->side), DEFENCE, f->target[i]);
  }
  sal_goto(p, N_RESULT, SAL_NOSIDE);
}

/* ---- 5.1.8 losses: x[0] how many, x[1] mode, x[2] hex, x[3] rule ------------------------------------------------ */

void wb_ask_losses(struct sal_play *p, int side, int n, int mode, sal_hex h, int rule) {
  struct sal_frame *f = sal_push(p, N_LOSS, side);
  f->x[0] = (uint16_t)n;
  f->x[1] = (uint16_t)mode;
  f->x[2] = h;
  f->x[3] = (uint16_t)rule;
}

static int shortfall(const struct sal_play *p, int i) {
  const struct combat *f = &S(p)->fight;
  int side = side_of(p, f->part[i]), gone = f->node[i] ? f->depth[f->node[i]] : 0;
  return f->back[side] > gone ? f->back[side] - gone : 0;
}

/* 5.3.7R: what holding costs: the largest shortfall. Guns set up to fire, which cannot go, count only where no unit that holds a
 * hex fought beside them. */
static int holding_price(const struct sal_play *p, int side) {
  const struct combat *f = &S(p)->fight;
  int most = 0, guns = 0;
  bool others = false;
  for (int i = 0; i < f->nparts; i++) {
    int u = f->part[i];
    if (side_of(p, u) != side || !(S(p)->unit[u].part & (PA | PD | PSHARE))) continue; /* 6.3.5: a supporter next to the enemy too */
    others |= K(p, u)->role != TOWED_ART && K(p, u)->role != HQ;
    if (!on_map(p, u)) continue;
    int s = shortfall(p, i);
    if (!f->node[i] && O(p)->line[S(p)->unit[u].at] & LINE_FP) s--; /* 7.2.6 */
    if (K(p, u)->role == TOWED_ART && !(S(p)->unit[u].more & PACKED)) guns = larger(guns, s);
    else most = larger(most, s);
  }
  return others ? most : larger(most, guns);
}

static int index_of(const struct combat *f, int u) {
  for (int i = 0; i < f->nparts; i++)
    if (f->part[i] == u) return i;
  return -1;
}

static bool may_take(const struct sal_play *p, const struct sal_frame *fr, int u) { /* by the mode alone */
  int side = fr->side, mode = fr->x[1];
  if (!on_map(p, u) || side_of(p, u) != side) return false;
  const struct unit *unit = &S(p)->unit[u];
  if (mode == L_TABLE) return unit->part & PSHARE;
  if (mode == L_POOL) return unit->part & PSHARE && shortfall(p, index_of(&S(p)->fight, u)) > 0;
  if (mode == L_HEX) return unit->at == fr->x[2];
  if (mode == L_EXCESS) return S(p)->cell[unit->at].cel > STACK;
  return mode == L_MINES_N ? unit->more & MINED : unit->status & MINED_SOUTH;
}

/* 15.1.7, 15.4.3: duties that somebody who may take a loss can still meet; there are none outside a combat. */
static int pending(const struct sal_play *p, const struct sal_frame *fr) {
  const struct combat *f = &S(p)->fight;
  int able = 0;
  for (int i = 0; i < f->nparts; i++)
    if (may_take(p, fr, f->part[i])) able |= wb_duties(p, f->part[i]);
  return able & f->duty[fr->side];
}

bool wb_may_lose(const struct sal_play *p, const struct sal_frame *fr, int u, struct sal_refusal *why) {
  int mode = fr->x[1];
  if ((S(p)->unit[u].part & (PG | PSHARE)) == PG) return sal_refuse(why, R_6_3_4, "{u0} fired from afar and suffers nothing.", u, 0);
  if (!may_take(p, fr, u)) return sal_refuse(why, mode == L_POOL ? R_5_3_7 : mode == L_TABLE ? R_5_1_8 : fr->x[3], "{u0} cannot take this loss.", u, 0);
  int want = pending(p, fr);
  if (!want || wb_duties(p, u) & want) return true;
  return sal_refuse(why, want & DUTY_STAR ? R_15_1_7 : R_15_4_3, "A unit that used its special ability must take the loss.", 0, 0);
}

static int loss_choices(const struct sal_play *p, sal_unit out[MAX_UNITS]) {
  const struct sal_frame *fr = sal_top(p);
  int n = 0;
  for (int i = 0; i < O(p)->nmine[fr->side]; i++)
    if (wb_may_lose(p, fr, O(p)->mine[fr->side][i], NULL)) out[n++] = O(p)->mine[fr->side][i];
  return n;
}

static void take_loss(struct sal_play *p, int u) {
  struct sal_frame *fr = sal_top(p);
  fr->x[0]--;
  fr->x[4]++;
  S(p)->fight.duty[fr->side] &= (uint8_t)~wb_duties(p, u);
  wb_lose(p, u, fr->x[3]);
}

static bool loss_run(struct sal_play *p) {
  struct sal_frame *fr = sal_top(p);
  sal_unit who[MAX_UNITS];
  if (fr->x[1] == L_POOL) fr->x[0] = (uint16_t)larger(holding_price(p, fr->side) - fr->x[4], 0); /* 5.3.7R: a unit eliminated by paying no longer counts */
  int n = fr->x[0] ? loss_choices(p, who) : 0;
  if (!n) {
    sal_pop(p);
    return true;
  }
  if (n > 1) return false;
  take_loss(p, who[0]);
  return true;
}

static void loss_list(const struct sal_play *p, int side, struct sal_list *l) {
  sal_unit who[MAX_UNITS];
  int n = loss_choices(p, who);
  (void)side;
  for (int i = 0; i < n; i++) sal_list_add(l, sal_act(V_LOSE, who[i], 0, 0));
}

static bool loss_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  (void)side;
  return a.verb == V_LOSE ? wb_may_lose(p, sal_top(p), a.x[0], why) : sal_refuse(why, R_5_1_8, "A unit must take the loss first.", 0, 0);
}

static void loss_apply(struct sal_play *p, int side, struct sal_action a) {
  (void)side;
  take_loss(p, a.x[0]);
}

static void loss_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  const struct sal_frame *fr = sal_top(p);
  (void)p;
  out->rule = fr->x[3];
  sal_prompt_say(out, "%s: choose the unit that loses a level (%d to lose).", people(side), fr->x[0]);
}

const struct sal_node wb_loss = {.id = "loss", .rule = R_5_1_8, .run = loss_run, .list = loss_list, .check = loss_check, .apply = loss_apply, .prompt = loss_prompt};

/* ---- 5.3 retreat: x[0] 1 + participant under way --------------------------------------------------------------- */

static bool fixed(const struct sal_play *p, int u) { /* 6.2.4N, 15.2.1 */
  const struct kind *k = K(p, u);
  return (k->role == TOWED_ART && !(S(p)->unit[u].more & PACKED)) || k->role == RESILIENCE;
}

static bool river_bars(const struct sal_play *p, sal_hex from, int d) { /* 5.3.5 */
  return B(p)->side[from * 6 + d] & O(p)->big_river && !wb_road_open(p, from, d) && !wb_spanned(p, from, d);
}

/* 0 closed, 1 open at the price of a level (5.3.4), 2 open. */
static int refuge(const struct sal_play *p, int u, sal_hex from, int d) {
  sal_hex to = sal_next(B(p), from, d);
  int side = side_of(p, u);
  if (S(p)->cell[to].pres & occ(sal_enemy(side))) return 0;
  if (K(p, u)->role != HQ && O(p)->enter[K(p, u)->class][to] == SAL_BARRED) return 0; /* 5.3.3 */
  if (river_bars(p, from, d)) return 0;
  if (!wb_in_zoc(p, side, to)) return 2;
  EACH_AT(S(p), v, to)
    if (!(S(p)->unit[v].part & PSHARE)) return 1;
  return 0;
}

static bool has_room(const struct sal_play *p, int u, sal_hex h) { /* 5.3.6 */
  return S(p)->cell[h].cel + (S(p)->unit[u].at == h ? 0 : S(p)->unit[u].cel) <= STACK;
}

/* Can a retreat that has come to `h`, `left` hexes still owed, end lawfully? */
static bool can_end(const struct sal_play *p, int u, sal_hex root, sal_hex h, int left) {
  if (has_room(p, u, h)) return true;
  for (int d = 0; left && d < 6; d++) {
    sal_hex to = sal_next(B(p), h, d);
    if (to && sal_distance(B(p), root, to) > sal_distance(B(p), root, h) && refuge(p, u, h, d) && can_end(p, u, root, to, left - 1)) return true;
  }
  return false;
}

static bool may_retreat(const struct sal_play *p, int side, int u, sal_hex to, struct sal_refusal *why) {
  const struct sal_frame *fr = sal_top(p);
  const struct combat *f = &S(p)->fight;
  int i = index_of(f, u);
  if (!shares(p, u, side)) return sal_refuse(why, R_5_3_1, "{u0} does not retreat from this combat.", u, 0);
  if (fr->x[0] && fr->x[0] - 1 != i) return sal_refuse(why, R_5_3_2, "{u0} must finish its retreat first.", f->part[fr->x[0] - 1], 0);
  if (fixed(p, u)) return sal_refuse(why, R_6_2_4N, "{u0} cannot retreat.", u, 0);
  if (!shortfall(p, i)) return sal_refuse(why, R_5_3_1, "{u0} has retreated as far as it must.", u, 0);
  if (!fr->x[0] && f->node[i]) return sal_refuse(why, R_5_3_2, "{u0} has ended its retreat.", u, 0);
  sal_hex from = S(p)->unit[u].at, root = f->base[i];
  int d = sal_dir_to(B(p), from, to);
  if (d < 0) return sal_refuse(why, R_3_1_4, "{h1} is not next to {u0}.", u, to);
  if (sal_distance(B(p), root, to) <= sal_distance(B(p), root, from)) return sal_refuse(why, R_5_3_2, "{h1} is no further from the combat.", u, to);
  if (!refuge(p, u, from, d)) return sal_refuse(why, river_bars(p, from, d) ? R_5_3_5 : R_5_3_3, "{h1} is closed to a retreat.", u, to);
  return can_end(p, u, root, to, shortfall(p, i) - 1) || sal_refuse(why, R_5_3_6, "There is no room for {u0} to end a retreat that way.", u, 0);
}

static bool may_halt(const struct sal_play *p) {
  int cur = sal_top(p)->x[0] - 1;
  if (cur < 0) return false;
  int u = S(p)->fight.part[cur];
  return has_room(p, u, S(p)->unit[u].at);
}

static void retreat_list(const struct sal_play *p, int side, struct sal_list *l) {
  const struct combat *f = &S(p)->fight;
  int only = sal_top(p)->x[0] - 1;
  if (may_halt(p)) sal_list_add(l, sal_act(V_STOP, 0, 0, 0));
  for (int i = 0; i < f->nparts; i++) {
    if ((only >= 0 && i != only) || !shares(p, f->part[i], side)) continue;
    for (int d = 0; d < 6; d++) {
      sal_hex to = sal_next(B(p), S(p)->unit[f->part[i]].at, d);
      if (to && may_retreat(p, side, f->part[i], to, NULL)) sal_list_add(l, sal_act(V_RETREAT, f->part[i], to, 0));
    }
  }
  if (only < 0) sal_list_add(l, sal_act(V_DONE, 0, 0, 0));
}

static bool retreat_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  if (a.verb == V_RETREAT) return may_retreat(p, side, a.x[0], a.x[1], why);
  if (a.verb == V_STOP) return may_halt(p) || sal_refuse(why, R_5_3_6, "The retreat cannot end there.", 0, 0);
  return a.verb == V_DONE && (!sal_top(p)->x[0] || sal_refuse(why, R_5_3_2, "A unit must finish its retreat first.", 0, 0));
}

static int branch(struct combat *f, int from, sal_hex root, sal_hex to) { /* node of the path that goes on to `to` */
  for (int n = 1; n <= f->nnodes; n++)
    if (f->parent[n] == from && f->tree[n] == to && f->root[n] == root) return n;
  if (f->nnodes + 1 >= NODES) return from;
  int n = ++f->nnodes;
  f->tree[n] = to, f->root[n] = root, f->parent[n] = (uint8_t)from, f->depth[n] = (uint8_t)(from ? f->depth[from] + 1 : 1);
  return n;
}

static void retreat_apply(struct sal_play *p, int side, struct sal_action a) {
  struct state *s = S(p);
  struct combat *f = &s->fight;
  struct sal_frame *fr = sal_top(p);
  (void)side;
  if (a.verb == V_DONE) {
    sal_pop(p);
    return;
  }
  if (a.verb == V_STOP) {
    fr->x[0] = 0;
    return;
  }
  int u = a.x[0], i = index_of(f, u), d = sal_dir_to(B(p), s->unit[u].at, a.x[1]);
  sal_hex from = s->unit[u].at, root = f->base[i];
  int price = refuge(p, u, from, d);
  f->node[i] = (uint8_t)branch(f, f->node[i], root, a.x[1]);
  fr->x[0] = (uint16_t)(i + 1);
  s->unit[u].more |= RETREATED;
  sal_tell(p, E_RETREATS, R_5_3_1, SAL_EVU(u, .at = {a.x[1], from}));
  wb_put(p, u, a.x[1]);
  if (price == 1) wb_lose(p, u, R_5_3_4);
}

/* Nobody can go: straight to holding. A unit under way that can only stop, stops. */
static bool retreat_run(struct sal_play *p) {
  const struct combat *f = &S(p)->fight;
  struct sal_frame *fr = sal_top(p);
  for (int i = 0; i < f->nparts; i++)
    for (int d = 0; d < 6; d++) {
      if (!shares(p, f->part[i], fr->side)) continue;
      sal_hex to = sal_next(B(p), S(p)->unit[f->part[i]].at, d);
      if (to && may_retreat(p, fr->side, f->part[i], to, NULL)) return false;
    }
  if (fr->x[0]) fr->x[0] = 0;
  else sal_pop(p);
  return true;
}

static const char *hexes(int n) { return n == 1 ? "hex" : "hexes"; }

static void retreat_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  const struct combat *f = &S(p)->fight;
  int cur = sal_top(p)->x[0] - 1;
  if (cur >= 0) {
    out->selected[out->nselected++] = f->part[cur];
    sal_prompt_say(out, "%s: %s goes on, or stops here and pays for what is left.", people(side), p->book->counter[f->part[cur]].label);
  } else sal_prompt_say(out, "%s: retreat by %d %s; each hex that is not gone costs a level.", people(side), f->back[side], hexes(f->back[side]));
  for (int i = 0; i < f->nparts; i++)
    if (shares(p, f->part[i], side) && !fixed(p, f->part[i]) && shortfall(p, i))
      sal_prompt_owe(out, R_5_3_7, SAL_AT_UNIT, f->part[i], "%s is %d %s short", p->book->counter[f->part[i]].label, shortfall(p, i), hexes(shortfall(p, i)));
}

const struct sal_node wb_retreat = {.id = "attack.retreat", .rule = R_5_3_1, .run = retreat_run, .list = retreat_list, .check = retreat_check, .apply = retreat_apply, .prompt = retreat_prompt};

/* ---- 5.4 pursuit: x[0] 1 + pursuer under way, x[1] its node (0 at the vacated hex), x[2] the vacated hex, x[3] hexes gone,
 * x[4] 1 = its way is at an end ------------------------------------------------------------------------------------------ */

struct chase { /* how far a pursuer has come */
  sal_hex at, root; /* where it is, and the vacated hex */
  int node, gone;   /* where on the retreat tree; hexes so far */
  bool ended;
};

/* A unit that fought there has retreated, or is no more (5.4.1, 5.4.10). */
static bool gave_way(const struct sal_play *p, int loser, sal_hex h, bool dead_only) {
  const struct combat *f = &S(p)->fight;
  for (int i = 0; i < f->nparts; i++) {
    int u = f->part[i];
    if (f->base[i] != h || side_of(p, u) != loser || !(S(p)->unit[u].part & (PA | PD))) continue;
    if (!on_map(p, u) || (f->node[i] && !dead_only)) return true;
  }
  return false;
}

static bool enterable(const struct sal_play *p, int u, sal_hex from, sal_hex to) { /* 5.4.6, 5.4.7; they are neighbours */
  int d = sal_dir_to(B(p), from, to), side = side_of(p, u);
  const struct cell *c = &S(p)->cell[to];
  if (wb_p4(p, u, from, d)) return false;
  if (K(p, u)->role != HQ && O(p)->enter[K(p, u)->class][to] == SAL_BARRED) return false;
  return !(c->pres & occ(sal_enemy(side))) || (c->soft && is_regular(K(p, u)));
}

static bool leads_to(const struct combat *f, int node, int n) { /* n is the node or beyond it; everything is beyond node 0 */
  while (n != node && n) n = f->parent[n];
  return n == node;
}

static int length_through(const struct combat *f, int node, sal_hex root) { /* of the longest retreat that way */
  int most = 0;
  for (int n = 1; n <= f->nnodes; n++)
    if (f->root[n] == root && leads_to(f, node, n)) most = larger(most, f->depth[n]);
  return most;
}

static struct chase follow(const struct sal_play *p, struct chase c, sal_hex to) {
  const struct combat *f = &S(p)->fight;
  bool big = B(p)->side[c.at * 6 + sal_dir_to(B(p), c.at, to)] & O(p)->big_river;
  int next = 0;
  for (int n = 1; n <= f->nnodes; n++)
    if (f->parent[n] == c.node && f->tree[n] == to && f->root[n] == c.root) next = n;
  /* 5.4.2: off the path, the last hex; 5.4.8: over a big river */
  return (struct chase){to, c.root, next ? next : c.node, c.gone + 1, !next || big};
}

static struct chase start_at(const struct sal_play *p, sal_hex from, sal_hex vacated) {
  bool big = B(p)->side[from * 6 + sal_dir_to(B(p), from, vacated)] & O(p)->big_river;
  return (struct chase){vacated, vacated, 0, 1, big};
}

static bool may_follow(const struct sal_play *p, int u, struct chase c, sal_hex to, struct sal_refusal *why);

/* 5.4.6: there is room to stay, or a way on to where there is. */
static bool may_rest(const struct sal_play *p, int u, struct chase c) {
  if (S(p)->cell[c.at].pres & occ(sal_enemy(side_of(p, u))) || has_room(p, u, c.at)) return true;
  for (int d = 0; d < 6; d++) {
    sal_hex to = sal_next(B(p), c.at, d);
    if (to && may_follow(p, u, c, to, NULL)) return true;
  }
  return false;
}

static bool may_follow(const struct sal_play *p, int u, struct chase c, sal_hex to, struct sal_refusal *why) {
  int limit = length_through(&S(p)->fight, c.node, c.root), side = side_of(p, u);
  if (c.ended) return sal_refuse(why, R_5_4_2, "{u0} can go no further.", u, 0);
  if (c.gone >= limit) { /* 5.4.10: one more hex where somebody was eliminated */
    if (limit && !gave_way(p, sal_enemy(side), c.root, true)) return sal_refuse(why, R_5_4_6, "{u0} has gone as far as the retreat.", u, 0);
    if (c.gone >= 2) return sal_refuse(why, R_5_4_10, "{u0} may advance one hex beyond the vacated one.", u, 0);
    if (wb_in_zoc(p, side, c.at)) return sal_refuse(why, R_5_4_10, "{u0} must stop in the enemy zone of control.", u, 0);
  }
  if (sal_distance(B(p), c.at, to) != 1 || to == c.root) return sal_refuse(why, R_5_4_2, "{h1} is not the next hex.", u, to);
  if (!enterable(p, u, c.at, to)) return sal_refuse(why, R_5_4_7, "{u0} cannot enter {h1}.", u, to);
  return may_rest(p, u, follow(p, c, to)) || sal_refuse(why, R_5_4_6, "There is no room for {u0} that way.", u, 0);
}

static bool may_start_pursuit(const struct sal_play *p, int side, int u, sal_hex to, struct sal_refusal *why) {
  const struct unit *unit = &S(p)->unit[u];
  const struct combat *f = &S(p)->fight;
  bool with = false;
  if (side_of(p, u) != side) return sal_refuse(why, R_5_4_1, "{u0} is not a unit of the winner.", u, 0);
  if (is_towed(K(p, u))) return sal_refuse(why, R_5_4_9, "{u0} is towed and never pursues.", u, 0);
  if (K(p, u)->role == HQ)
    EACH_AT(S(p), v, unit->at) with |= S(p)->unit[v].part & PSHARE && !is_towed(K(p, v));
  if (!(unit->part & PSHARE) && !with) return sal_refuse(why, R_5_4_1, "{u0} did not fight in this combat.", u, 0);
  if (unit->part & PGONE) return sal_refuse(why, R_5_4_6, "{u0} has pursued.", u, 0);
  if (!K(p, u)->mp) return sal_refuse(why, R_15_2_1, "{u0} never moves.", u, 0);
  if (wb_frozen(p, u)) return sal_refuse(why, R_K_3, "{u0} may not pursue before {n1} July.", u, O(p)->place[u].from);
  if (!gave_way(p, sal_enemy(side), to, false)) return sal_refuse(why, R_5_4_4, "{h1} was not vacated in this combat.", u, to);
  if (S(p)->cell[to].pres & occ(sal_enemy(side)) && !S(p)->cell[to].soft) return sal_refuse(why, R_5_4_4, "Enemies still hold {h1}.", u, to);
  if (sal_distance(B(p), unit->at, to) != 1) return sal_refuse(why, R_5_4_1, "{u0} is not next to {h1}.", u, to);
  if (!unit->part && f->nparts == PARTS) return sal_refuse(why, R_5_4_1, "{u0} stays behind.", u, 0);
  if (!enterable(p, u, unit->at, to)) return sal_refuse(why, R_5_4_7, "{u0} cannot enter {h1}.", u, to);
  return may_rest(p, u, start_at(p, unit->at, to)) || sal_refuse(why, R_5_4_6, "There is no room for {u0} that way.", u, 0);
}

static struct chase under_way(const struct sal_play *p) {
  const struct sal_frame *fr = sal_top(p);
  return (struct chase){S(p)->unit[fr->x[0] - 1].at, fr->x[2], fr->x[1], fr->x[3], fr->x[4]};
}

static bool may_pursue(const struct sal_play *p, int side, int u, sal_hex to, struct sal_refusal *why) {
  int cur = sal_top(p)->x[0] - 1;
  if (!sal_top(p)->x[0]) return may_start_pursuit(p, side, u, to, why);
  if (cur != u) return sal_refuse(why, R_5_4_2, "{u0} must finish its pursuit first.", cur, 0);
  return may_follow(p, u, under_way(p), to, why);
}

static bool may_stop_pursuit(const struct sal_play *p, struct sal_refusal *why) {
  int u = sal_top(p)->x[0] - 1;
  return sal_top(p)->x[0] && (has_room(p, u, S(p)->unit[u].at) || sal_refuse(why, R_5_4_6, "There is no room for {u0} to stop here.", u, 0));
}

static void pursue_list(const struct sal_play *p, int side, struct sal_list *l) {
  int cur = sal_top(p)->x[0] - 1;
  if (sal_top(p)->x[0]) {
    if (may_stop_pursuit(p, NULL)) sal_list_add(l, sal_act(V_STOP, 0, 0, 0));
    for (int d = 0; d < 6; d++) {
      sal_hex to = sal_next(B(p), S(p)->unit[cur].at, d);
      if (to && may_follow(p, cur, under_way(p), to, NULL)) sal_list_add(l, sal_act(V_PURSUE, cur, to, 0));
    }
    return;
  }
  const struct combat *f = &S(p)->fight;
  for (int i = 0; i < f->nparts; i++) {
    if (!on_map(p, f->part[i]) || side_of(p, f->part[i]) != side) continue;
    EACH_AT(S(p), u, S(p)->unit[f->part[i]].at) {
      if (u != f->part[i] && K(p, u)->role != HQ) continue;
      for (int d = 0; d < 6; d++) {
        sal_hex to = sal_next(B(p), S(p)->unit[u].at, d);
        if (to && may_start_pursuit(p, side, u, to, NULL)) sal_list_add(l, sal_act(V_PURSUE, u, to, 0));
      }
    }
  }
  sal_list_add(l, sal_act(V_DONE, 0, 0, 0));
}

static bool pursue_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  if (a.verb == V_PURSUE) return may_pursue(p, side, a.x[0], a.x[1], why);
  if (a.verb == V_STOP) return may_stop_pursuit(p, why);
  return a.verb == V_DONE && (!sal_top(p)->x[0] || sal_refuse(why, R_5_4_2, "A unit must finish its pursuit first.", 0, 0));
}

static void stop_pursuer(struct sal_frame *fr) { memset(fr->x, 0, sizeof fr->x); }

static void go_along(struct sal_play *p, int u) { /* a headquarters joins those who fought */
  struct combat *f = &S(p)->fight;
  f->base[f->nparts] = S(p)->unit[u].at;
  f->part[f->nparts++] = (uint16_t)u;
}

static void pursue_apply(struct sal_play *p, int side, struct sal_action a) {
  struct state *s = S(p);
  struct sal_frame *fr = sal_top(p);
  if (a.verb == V_DONE) {
    sal_pop(p);
    return;
  }
  if (a.verb == V_STOP) {
    stop_pursuer(fr);
    return;
  }
  int u = a.x[0], d = sal_dir_to(B(p), s->unit[u].at, a.x[1]);
  sal_hex from = s->unit[u].at, to = a.x[1];
  struct chase c = fr->x[0] ? follow(p, under_way(p), to) : start_at(p, from, to);
  if (!s->unit[u].part) go_along(p, u);
  s->unit[u].part |= PGONE;
  fr->x[0] = (uint16_t)(u + 1);
  fr->x[1] = (uint16_t)c.node, fr->x[2] = c.root, fr->x[3] = (uint16_t)c.gone, fr->x[4] = c.ended;
  while (s->cell[to].pres & occ(sal_enemy(side))) wb_eliminate(p, s->cell[to].first - 1, R_6_2_4N);
  s->unit[u].more |= ACTIVE;
  wb_touch(p, u);
  bool big = B(p)->side[from * 6 + d] & O(p)->big_river;
  int limit = length_through(&s->fight, 0, c.root);
  int rule = big ? R_5_4_8 : c.gone > limit ? R_5_4_10 : wb_in_zoc(p, side, to) ? R_5_4_5 : R_5_4_2;
  sal_tell(p, E_PURSUES, rule, SAL_EVU(u, .at = {to, from}));
  wb_crossed_line(p, u, from, d);
  wb_put(p, u, to);
}

/* A pursuer that cannot go on stops; when nobody can pursue the matter is closed. */
static bool pursue_run(struct sal_play *p) {
  struct sal_frame *fr = sal_top(p);
  struct sal_list room;
  room.n = 0;
  pursue_list(p, fr->side, &room);
  if (room.n > 1 || (room.n == 1 && room.a[0].verb == V_PURSUE)) return false;
  if (fr->x[0]) stop_pursuer(fr);
  else sal_pop(p);
  return true;
}

/* 5.4.3: from where the pursuer stands the retreat went on along several paths, this hex on one of them. */
bool wb_forks(const struct sal_play *p, sal_hex to) {
  const struct sal_frame *fr = sal_top(p);
  const struct combat *f = &S(p)->fight;
  int n = 0;
  bool on = false;
  for (int i = 1; i <= f->nnodes; i++) {
    if (f->parent[i] != fr->x[1] || f->root[i] != fr->x[2]) continue;
    n++;
    on |= f->tree[i] == to;
  }
  return on && n > 1;
}

static void pursue_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  const struct sal_frame *fr = sal_top(p);
  int most = 0;
  for (int n = 1; n <= S(p)->fight.nnodes; n++) most = larger(most, S(p)->fight.depth[n]);
  if (fr->x[0]) {
    out->selected[out->nselected++] = (sal_unit)(fr->x[0] - 1);
    sal_prompt_say(out, "%s: follow the retreat or stop; %d %s gone so far.", people(side), fr->x[3], hexes(fr->x[3]));
  } else if (most) sal_prompt_say(out, "%s: units that fought may pursue, the hex given up first, %d %s at most.", people(side), most, hexes(most));
  else sal_prompt_say(out, "%s: units that fought may enter the hex that was emptied, and one beyond it.", people(side));
}

const struct sal_node wb_pursue = {.id = "attack.pursue", .rule = R_5_4_1, .run = pursue_run, .list = pursue_list, .check = pursue_check, .apply = pursue_apply, .prompt = pursue_prompt};

/* ---- 5.6 disorganization, and the end of the combat ----------------------------------------------------------------------- */

/* One roll for those of the side who passed the node. */
static void test_group(struct sal_play *p, int side, int node) {
  const struct combat *f = &S(p)->fight;
  bool any = false;
  for (int i = 0; i < f->nparts; i++) any |= shares(p, f->part[i], side) && leads_to(f, node, f->node[i]);
  if (!any) return;
  int roll = wb_two_dice(p, R_5_6_2);
  sal_tell(p, E_TEST, node ? R_5_3_9 : R_5_6_2, SAL_EV(.n = {(int16_t)roll, (int16_t)side}));
  for (int i = 0; i < f->nparts; i++) {
    int u = f->part[i];
    if (shares(p, u, side) && leads_to(f, node, f->node[i]) && roll >= K(p, u)->morale) wb_disorganize(p, u, is_gun(K(p, u)) ? R_5_6_3 : R_5_6_2);
  }
}

static void disorganization(struct sal_play *p) {
  const struct combat *f = &S(p)->fight;
  for (int k = 0; k < 2; k++) {
    int side = k ? sal_enemy(f->side) : f->side;
    for (int i = 0; f->disorg[side] && i < f->nparts; i++)
      if (shares(p, f->part[i], side)) wb_disorganize(p, f->part[i], is_gun(K(p, f->part[i])) ? R_5_6_3 : R_5_6_1);
    if (f->test[side]) test_group(p, side, 0);
  }
  for (int n = 1; n <= f->nnodes; n++) /* 5.3.9: from the second hex on */
    if (f->depth[n] > 1) test_group(p, f->back[SAL_GERMAN] ? SAL_GERMAN : SAL_SOVIET, n);
}

static void finish(struct sal_play *p) {
  struct state *s = S(p);
  struct combat *f = &s->fight;
  int att = f->side, def = sal_enemy(att);
  for (int i = 0; i < f->nparts; i++) {
    int u = f->part[i], part = s->unit[u].part;
    if (!on_map(p, u)) continue;
    if (s->unit[u].oos && ((part & PD && f->back[def]) || (part & PA && !f->back[def]))) wb_raise_oos(p, u, R_10_2_4);
    if (part & (PA | PD)) s->unit[u].flags |= FOUGHT;
    if (is_gun(K(p, u))) s->unit[u].flags |= FIRED; /* 6.1.4 */
    if (side_of(p, u) == att) s->unit[u].flags &= (uint8_t)~MARKED; /* 12.1.2 */
  }
  wb_clear_fight(s);
  sal_pop(p);
}

static bool result_run(struct sal_play *p) {
  struct combat *f = &S(p)->fight;
  int att = f->side, def = sal_enemy(att), loser = f->back[att] ? att : def;
  switch (f->stage++) {
  case 0:
    if (f->loss[att]) wb_ask_losses(p, att, f->loss[att], L_TABLE, SAL_NOHEX, R_5_2_1R);
    break;
  case 1:
    if (f->loss[def]) wb_ask_losses(p, def, f->loss[def], L_TABLE, SAL_NOHEX, R_5_2_1R);
    break;
  case 2:
    if (!f->alone) sal_push(p, N_RETREAT, loser); /* where nobody must, nobody goes */
    break;
  case 3: {
    int price = holding_price(p, loser);
    if (price) {
      bool fp = false;
      for (int i = 0; i < f->nparts; i++) fp |= shares(p, f->part[i], loser) && !f->node[i] && O(p)->line[S(p)->unit[f->part[i]].at] & LINE_FP;
      sal_tell(p, E_HOLDS, f->alone ? R_5_1_9 : fp ? R_7_2_6 : f->nnodes ? R_5_3_8 : R_5_3_7, SAL_EV(.at = {f->target[0]}, .n = {(int16_t)price, (int16_t)loser}));
      wb_ask_losses(p, loser, price, L_POOL, SAL_NOHEX, f->alone ? R_5_1_9 : R_5_3_7R);
    }
    break;
  }
  case 4: sal_push(p, N_PURSUE, sal_enemy(loser)); break;
  case 5: /* attackers that died without a retreat leave their hexes to the defenders (5.4.10) */
    if (!f->back[att] && !f->back[def]) sal_push(p, N_PURSUE, def);
    break;
  case 6: disorganization(p); break;
  default: finish(p); break;
  }
  return true;
}

const struct sal_node wb_result = {.id = "attack.result", .rule = R_5_2_1, .run = result_run};
