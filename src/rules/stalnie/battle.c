/* battle.c - stalnie section 9: the quick battle, turn by turn.
 *
 * It works on drafts only: what it writes for each unit is the result record that table mode would have typed in, and it
 * enters the campaign by the same door (result.c). Whatever fights a scenario later has to do no more than that. Whole
 * numbers only, all dice from the tape in the order of QB.5.
 */
#include "state.h"

#include <string.h>

enum { MOST = 400 };
struct roll_call { /* scratch: who is in play this turn, by side and column, in id order */
  uint16_t el[2][COLUMNS][MOST];
  uint16_t n[2][COLUMNS];
};

int sp_pick(struct sal_play *p, int n, int rule) {
  int k = 0, size = 1;
  while (size < n) size *= 6, k++;
  for (;;) {
    int value = 0;
    for (int i = 0; i < k; i++) value = value * 6 + sp_die(p, rule, SAL_NOUNIT, SAL_BOTH) - 1;
    if (value < n * (size / n) || p->dice->short_of) return value % n;
  }
}

static bool in_play(const struct state *s, int u) {
  const struct draft *d = &s->draft[u];
  return d->fate == FATE_OK && d->enters && d->enters <= s->battle.turn && !(d->flags & U_STUN);
}

bool sp_fights(const struct sal_play *p, int u) { return in_play(S(p), u) && !(S(p)->draft[u].flags & U_BROKEN); }

static void call_roll(const struct sal_play *p, struct roll_call *w) {
  memset(w->n, 0, sizeof w->n);
  for (int u = 0; u < p->book->ncounters; u++) {
    if (!in_play(S(p), u)) continue;
    int side = side_of(p, u), c = S(p)->draft[u].column;
    if (w->n[side][c] < MOST) w->el[side][c][w->n[side][c]++] = (uint16_t)u;
  }
}

/* ---- QB.2 fronts, QB.3 elements, QB.4 deployment ---------------------------------------------------------- */

static void measure_fronts(struct sal_play *p) {
  struct state *s = S(p);
  int count[2][COLUMNS] = {{0}}, base = sp_pa_low(p) * WIDTH, top = sp_pa_high(p) - sp_pa_low(p);
  for (int i = 0; i < PA_PLACES; i++) {
    int g = i + base;
    if (!sp_in_pa(p, g) || y_of(g) == 0) continue;
    if (s->area[i] & A_GER) count[GER][sp_column(g)]++;
    if (s->area[i] & A_RUS) count[RUS][sp_column(g)]++;
  }
  for (int c = 0; c < COLUMNS; c++) {
    int f = count[GER][c] / 10, r = top + 1 - count[RUS][c] / 10;
    if (!s->side[GER].perimeter) f = 0;
    if (!s->side[RUS].perimeter) r = top;
    if (s->scenario == 1 && !O(p)->small) f = 0, r = 10;
    f = f > top ? top : f;
    r = r < 0 ? 0 : r > top ? top : r;
    if (r < f) r = f;
    s->battle.front[c] = s->battle.front0[c] = (uint8_t)f;
    s->battle.rear[c] = s->battle.rear0[c] = (uint8_t)r;
  }
}

static bool takes_part(const struct sal_play *p, int u) { /* QB.3 */
  const struct unit *unit = &S(p)->unit[u];
  const struct type *t = type_of(p, u);
  if (t->flags & (T_TRUCK | T_OP) || unit->flags & (U_ABANDONED | U_RECALL | U_SAVED)) return false;
  if (unit->where == MAP) return true;
  return !(unit->flags & (U_STAYS | U_VEHICLE_CREW | U_DUGIN));
}

static int deal_class(int cls) { return cls == VEHICLE ? 0 : is_smc(cls) ? 2 : cls == GUN ? 3 : 1; }

static void give_values(struct sal_play *p, int u) {
  struct draft *d = &S(p)->draft[u];
  const struct unit *unit = &S(p)->unit[u];
  const struct type *t = type_of(p, u);
  int soft = t->soft + (unit->flags & U_FANATIC ? 1 : 0), hard = t->hard;
  if (unit->flags & U_INEXPERIENCED) hard -= half_up(hard, 4);
  d->soft = (uint8_t)soft;
  d->hard = (uint8_t)hard;
}

/* Support weapons go to the squads of their company in id order, then round again. */
static void arm_companies(struct sal_play *p, int side) {
  struct state *s = S(p);
  for (int i = 0; i < s->side[side].nrec; i++) {
    struct rec *r = &s->rec[side][i];
    const struct group *g = &O(p)->group[side][r->group];
    uint16_t squad[MAX_UNITS];
    int n = 0, at = 0;
    if (r->flags & R_GONE) continue;
    if (r->al) { /* an armour leader in the first vehicle left */
      static const uint8_t points[8] = {0, 0, 0, 1, 1, 2, 2, 3};
      for (int k = 0; k < g->n[r->copy]; k++) {
        struct draft *d = &s->draft[g->first[r->copy] + k];
        if (!d->enters) continue;
        int pts = points[sp_grade(p, r->al)];
        d->soft = (uint8_t)(d->soft + pts);
        d->hard = (uint8_t)(d->hard + 2 * pts);
        break;
      }
    }
    if (!g->company) continue;
    for (int k = 0; k < g->n[r->copy]; k++) {
      int u = g->first[r->copy] + k;
      if (s->draft[u].enters && type_of(p, u)->cls == SQUAD) squad[n++] = (uint16_t)u;
    }
    for (int w = 0; n && w < SW; w++)
      for (int k = 0; k < r->sw[w] - r->bad[w]; k++, at = (at + 1) % n) {
        struct draft *d = &s->draft[squad[at]];
        d->soft = (uint8_t)(d->soft + O(p)->weapon[w].soft);
        d->hard = (uint8_t)(d->hard + O(p)->weapon[w].hard);
      }
  }
}

static int transports(const struct sal_play *p, int side) { /* CG9a: Guns enter towed or carried */
  int n = 0;
  for (int u = 0; u < p->book->ncounters; u++) {
    const struct unit *unit = &S(p)->unit[u];
    n += unit->where == OFF && side_of(p, u) == side && type_of(p, u)->flags & (T_TRUCK | T_PASSENGERS) && !(unit->flags & (U_STAYS | U_RECALL | U_SAVED | U_IMMOBILE));
  }
  return n;
}

/* CG9c: a leader enters with or after a squad of his company; without one left he is free. */
static void leaders_wait(struct sal_play *p, int side) {
  struct state *s = S(p);
  for (int u = 0; u < p->book->ncounters; u++) {
    struct draft *d = &s->draft[u];
    if (!d->enters || s->unit[u].where != OFF || side_of(p, u) != side || type_of(p, u)->cls != LEADER || !s->unit[u].rec) continue;
    const struct rec *r = &s->rec[side][s->unit[u].rec - 1];
    const struct group *g = &O(p)->group[side][r->group];
    int first = 255;
    for (int k = 0; k < g->n[r->copy]; k++) {
      const struct draft *m = &s->draft[g->first[r->copy] + k];
      if (m->enters && m->enters < first && O(p)->type[m->type].cls == SQUAD) first = m->enters;
    }
    if (first == 255 || first <= d->enters) continue;
    d->enters = (uint8_t)first;
    sal_tell(p, E_WAITS, R_CG9c, SAL_EVU(u, .n = {(int16_t)first}, .seen = (uint8_t)only(side)));
  }
}

static void deploy(struct sal_play *p, int side) { /* QB.4 */
  struct state *s = S(p);
  int count[4][COLUMNS] = {{0}}, tows = transports(p, side), top = sp_pa_high(p) - sp_pa_low(p);
  for (int pass = 0; pass < 2; pass++)
    for (int u = 0; u < p->book->ncounters; u++) {
      const struct unit *unit = &s->unit[u];
      struct draft *d = &s->draft[u];
      if ((unit->where != MAP && unit->where != OFF) || side_of(p, u) != side || (unit->where == MAP) != (pass == 0)) continue;
      int cls = type_of(p, u)->cls, k = deal_class(cls), c = 0, value = 0;
      if (!takes_part(p, u) || (pass && cls == GUN && tows-- <= 0)) {
        d->fate = unit->where == MAP ? FATE_OK : FATE_OFFMAP;
        d->at = unit->at;
        d->column = 3;
        continue;
      }
      d->fate = FATE_OK;
      if (pass == 0) {
        d->at = unit->at;
        d->column = (uint8_t)sp_column(unit->at);
        d->enters = unit->flags & U_RESERVE ? 3 : 1;
      } else {
        for (int i = 0; i < COLUMNS; i++) {
          int v = 100 * s->side[side].weight[i] / (count[k][i] + 1);
          if (v > value) value = v, c = i; /* never one of weight 0 */
        }
        int distance = side == GER ? s->battle.front[c] : top - s->battle.rear[c];
        d->column = (uint8_t)c;
        d->enters = (uint8_t)((side == RUS && s->scenario == 1 ? 3 : 1) + distance / (cls == VEHICLE || cls == GUN ? 32 : 16));
      }
      count[k][d->column]++;
      give_values(p, u);
      if (unit->flags & U_SHORT) { /* a quarter less for Ammunition Shortage */
        d->soft = (uint8_t)(d->soft * 3 / 4);
        d->hard = (uint8_t)(d->hard * 3 / 4);
      }
    }
  arm_companies(p, side);
  leaders_wait(p, side);
  int sum[COLUMNS] = {0};
  for (int k = 0; k < 4; k++)
    for (int c = 0; c < COLUMNS; c++) sum[c] += count[k][c];
  sal_tell(p, E_COLUMNS, R_QB_4, SAL_EV(.n = {(int16_t)side, (int16_t)sum[0], (int16_t)sum[1], (int16_t)sum[2]}));
}

void sp_battle_begin(struct sal_play *p) {
  struct state *s = S(p);
  memset(&s->battle, 0, sizeof s->battle);
  measure_fronts(p);
  sal_tell(p, E_FRONTS, R_QB_2, SAL_EV(.n = {s->battle.front[0], s->battle.front[1], s->battle.front[2]}));
  for (int side = 0; side < 2; side++) {
    int part = 0, later = 0;
    deploy(p, side);
    for (int u = 0; u < p->book->ncounters; u++) {
      if (!s->draft[u].enters || side_of(p, u) != side) continue;
      part++;
      later += s->unit[u].where == OFF;
    }
    sal_tell(p, E_DEPLOYED, R_QB_3, SAL_EV(.n = {(int16_t)side, (int16_t)part}));
    if (later) sal_tell(p, E_LATER, R_CG9a, SAL_EV(.n = {(int16_t)side, (int16_t)later}));
    for (int i = 0; i < s->side[side].nrec; i++) s->rec[side][i].arrival = s->rec[side][i].planes = 0;
    for (int u = 0; u < p->book->ncounters; u++) /* whoever fights is seen */
      if (s->draft[u].fate == FATE_OK) s->unit[u].flags |= U_KNOWN;
  }
}

/* ---- QB.6 fire ------------------------------------------------------------------------------------------------ */

int sp_works(const struct sal_play *p, int side) { /* K of QB.6 */
  int f = 0;
  for (int i = 0; i < S(p)->nfort; i++) {
    const struct fort *w = &S(p)->fort[i];
    if (w->side == side && w->kind <= FORT_BUILDING) f += O(p)->fort[w->kind].price[side];
  }
  int k = O(p)->q.works_base - f / O(p)->q.works_per;
  return k < O(p)->q.works_floor ? O(p)->q.works_floor : k;
}

int sp_cover(const struct sal_play *p, int column) { /* C of the board where the front is */
  int row = S(p)->pa + (S(p)->battle.front[column] >= ALONG);
  for (int i = 0; i < O(p)->nboards; i++)
    if (O(p)->board[i].row == row && O(p)->board[i].col == column + 1) return O(p)->board[i].cover;
  return 80;
}

static int target_factor(const struct sal_play *p, int target, int column) {
  int c = sp_cover(p, column), posture = S(p)->side[target].posture;
  return posture == HOLD ? c * sp_works(p, target) / 100 : posture == PRESS ? (100 + c) / 2 : 100;
}

static int sight(const struct sal_play *p) { /* V of QB.6 */
  const struct figures *q = &O(p)->q;
  int v = 100;
  if (S(p)->weather == OVERCAST && q->overcast < v) v = q->overcast;
  if (S(p)->ec == VERY_DRY && q->dry < v) v = q->dry;
  if (S(p)->weather == FOG && q->fog < v) v = q->fog;
  return v;
}

static bool soft_target(const struct sal_play *p, int u) { return O(p)->type[S(p)->draft[u].type].armour == SOFT; }

static int targets(const struct sal_play *p, const struct roll_call *w, int side, int c, bool soft, uint16_t *out) {
  int n = 0;
  for (int i = 0; i < w->n[side][c]; i++) {
    int u = w->el[side][c][i];
    if (in_play(S(p), u) && soft_target(p, u) == soft) out[n++] = (uint16_t)u;
  }
  return n;
}

static void fire(struct sal_play *p, const struct roll_call *w, int c, int percent[2]) {
  struct state *s = S(p);
  uint16_t list[MOST];
  int fire_soft[2] = {0, 0}, fire_hard[2] = {0, 0};
  for (int side = 0; side < 2; side++) {
    int soft = 0, hard = 0, t = target_factor(p, !side, c);
    if (!w->n[!side][c]) continue;
    for (int i = 0; i < w->n[side][c]; i++) {
      int u = w->el[side][c][i];
      if (s->draft[u].flags & U_BROKEN) continue;
      soft += s->draft[u].soft;
      hard += s->draft[u].hard;
    }
    fire_soft[side] = soft * percent[side] * t / 10000 + s->battle.air_soft[side][c] * t / 100;
    fire_hard[side] = hard * percent[side] * sight(p) / 10000 + s->battle.air_hard[side][c];
    if (s->side[side].posture == HOLD && s->battle.turn <= 3) fire_hard[side] = fire_hard[side] * 5 / 4;
  }
  for (int side = 0; side < 2; side++) { /* QB.7 */
    bool any_soft = targets(p, w, !side, c, true, list) > 0, any_hard = targets(p, w, !side, c, false, list) > 0;
    int soft = s->battle.soft[side][c] + (any_soft ? fire_soft[side] : 0) + (any_hard ? 0 : fire_hard[side] / 4);
    int hard = s->battle.hard[side][c] + (any_hard ? fire_hard[side] : 0);
    s->battle.soft[side][c] = (uint16_t)(soft > 60000 ? 60000 : soft);
    s->battle.hard[side][c] = (uint16_t)(hard > 60000 ? 60000 : hard);
    sal_tell(p, E_FIRE, R_QB_6, SAL_EV(.n = {(int16_t)side, (int16_t)c, (int16_t)fire_soft[side], (int16_t)fire_hard[side]}));
  }
}

/* ---- QB.8 hits --------------------------------------------------------------------------------------------------- */

static void lose(struct sal_play *p, int u, int fate, int rule) {
  struct draft *d = &S(p)->draft[u];
  d->fate = (uint8_t)fate;
  sal_tell(p, E_HIT, rule, SAL_EVU(u, .n = {(int16_t)(fate == FATE_CAPTURED ? 3 : 2)}));
}

static int spare(const struct sal_play *p, int side, int pool) { /* a counter not used and not drafted */
  const struct own *o = O(p);
  for (int i = 0; i < o->pool_n[side][pool]; i++) {
    int u = o->pool_first[side][pool] + i;
    if (S(p)->unit[u].where == NONE && S(p)->draft[u].fate == FATE_NONE) return u;
  }
  return -1;
}

static void appear(struct sal_play *p, int from, int pool, int type, uint32_t flags) { /* `new` and `hero` lines */
  struct state *s = S(p);
  int u = spare(p, side_of(p, from), pool);
  if (u < 0) return;
  s->draft[u] = (struct draft){.flags = flags, .at = NOWHERE, .fate = FATE_OK, .type = (uint8_t)type, .column = s->draft[from].column};
  sal_tell(p, E_HERO, R_QB_8, SAL_EVUU(u, from, .n = {(int16_t)(pool == POOL_CREW)}));
}

static void soft_hit(struct sal_play *p, int u, int rule) {
  struct state *s = S(p);
  struct draft *d = &s->draft[u];
  int dr = sp_dr(p, R_QB_8, u, SAL_BOTH), cls = O(p)->type[d->type].cls;
  if (dr == 2) {
    if (is_mmc(cls) && !s->battle.hero[d->column]) { /* one per column and turn */
      s->battle.hero[d->column] = 1;
      appear(p, u, POOL_HERO, O(p)->hero, 0);
    }
    return;
  }
  uint32_t shaken = is_smc(cls) ? U_WOUNDED : U_BROKEN;
  if (dr <= 7 && !(d->flags & shaken)) {
    d->flags |= shaken;
    sal_tell(p, E_HIT, rule, SAL_EVU(u, .n = {(int16_t)is_smc(cls)}));
  } else if (cls == SQUAD) {
    d->type = O(p)->type[d->type].half;
    d->soft = (uint8_t)half_up(d->soft, 2);
    d->hard = (uint8_t)(d->hard / 2);
    sal_tell(p, E_HIT, rule, SAL_EVU(u, .n = {4}));
  } else {
    lose(p, u, FATE_ELIMINATED, rule);
  }
}

static void hard_hit(struct sal_play *p, int u) {
  struct draft *d = &S(p)->draft[u];
  int die = sp_die(p, R_QB_8, u, SAL_BOTH);
  if (die <= 4 || (die == 5 && d->flags & U_IMMOBILE)) {
    bool crew = die <= 4 && sp_die(p, R_QB_8, u, SAL_BOTH) <= 2;
    lose(p, u, FATE_ELIMINATED, R_QB_8);
    if (crew) appear(p, u, POOL_CREW, O(p)->crew228, U_VEHICLE_CREW);
  } else {
    d->flags |= die == 5 ? U_IMMOBILE : U_STUN;
    sal_tell(p, E_HIT, R_QB_8, SAL_EVU(u, .n = {(int16_t)(die == 5 ? 5 : 6)}));
  }
}

static void apply_hits(struct sal_play *p, const struct roll_call *w, int side, int c) { /* QB.7 */
  struct state *s = S(p);
  const struct figures *q = &O(p)->q;
  uint16_t list[MOST];
  int n;
  while (s->battle.soft[side][c] >= q->soft_hit && (n = targets(p, w, !side, c, true, list)) > 0) {
    s->battle.soft[side][c] = (uint16_t)(s->battle.soft[side][c] - q->soft_hit);
    soft_hit(p, list[sp_pick(p, n, R_QB_7)], R_QB_7);
  }
  while (s->battle.hard[side][c] && (n = targets(p, w, !side, c, false, list)) > 0) {
    int u = list[sp_pick(p, n, R_QB_7)], d = O(p)->type[s->draft[u].type].armour + (s->unit[u].flags & U_DUGIN ? q->dugin : 0);
    int price = q->hard_base + q->hard_armour * d;
    if (s->battle.hard[side][c] < price) break;
    s->battle.hard[side][c] = (uint16_t)(s->battle.hard[side][c] - price);
    hard_hit(p, u);
  }
}

/* ---- QB.9 ground ------------------------------------------------------------------------------------------------------ */

static int weight_of(const struct sal_play *p, const struct roll_call *w, int side, int c) {
  int sum = 0;
  for (int i = 0; i < w->n[side][c]; i++) {
    int u = w->el[side][c][i];
    if (sp_fights(p, u)) sum += S(p)->draft[u].soft + S(p)->draft[u].hard / 2;
  }
  return sum;
}

static int advance(const struct sal_play *p, int side, int c, int own_w, int enemy_w, int n) {
  const struct state *s = S(p);
  int posture = s->side[side].posture, cover = sp_cover(p, c), ratio, step = 0;
  if (posture == HOLD || !own_w) return 0;
  if (s->side[!side].posture == HOLD) cover = cover * sp_works(p, !side) / 100;
  ratio = enemy_w ? own_w * cover / enemy_w : 999;
  for (int i = 0; i < 6; i++)
    if (ratio >= O(p)->step_ratio[i]) step = O(p)->step[i];
  if (n <= -3) step = step ? step - 1 : 0;
  else if (step == 0) step = n >= 4;
  else if (n >= 3) step++;
  return step + (posture == ASSAULT && ratio >= 100);
}

/* A step of five or more: Guns and stuck vehicles are taken, broken men left behind. */
static void overrun(struct sal_play *p, const struct roll_call *w, int loser, int c, int old) {
  struct state *s = S(p);
  for (int i = 0; i < w->n[loser][c]; i++) {
    int u = w->el[loser][c][i];
    struct draft *d = &s->draft[u];
    if (!in_play(s, u)) continue;
    int cls = O(p)->type[d->type].cls;
    if (cls == GUN || d->flags & U_IMMOBILE || s->unit[u].flags & U_DUGIN) {
      if (sp_die(p, R_QB_9, u, SAL_BOTH) >= 4) lose(p, u, FATE_CAPTURED, R_QB_9);
    } else if (is_mmc(cls) && d->flags & U_BROKEN && sp_die(p, R_QB_9, u, SAL_BOTH) <= 2) {
      d->enters = 0; /* left behind: out of the battle, still on the ground where the front was */
      d->flags |= U_SPLIT;
      d->soft = (uint8_t)old;
      sal_tell(p, E_HIT, R_QB_9, SAL_EVU(u, .n = {7}));
    }
  }
}

static int take_capacity(const struct sal_play *p, const struct roll_call *w, int side, int c) {
  int hs = 0;
  for (int i = 0; i < w->n[side][c]; i++) {
    int u = w->el[side][c][i];
    if (sp_fights(p, u)) hs += sp_squads_x2(O(p)->type[S(p)->draft[u].type].cls);
  }
  return half_up(hs, 2);
}

static void take_vl(struct sal_play *p, const struct roll_call *w, int side, int c) {
  struct state *s = S(p);
  const struct own *o = O(p);
  int left = take_capacity(p, w, side, c), taken = 0, low = sp_pa_low(p);
  int first = side == GER ? low : low + s->battle.rear[c], last = side == GER ? low + s->battle.front[c] - 1 : sp_pa_high(p); /* own hexrows */
  for (int k = 0; k < o->ntaken[c] && taken < left; k++) {
    int i = o->taken[side][c][k], h = row_of(o->vl[i].g);
    if (h < first || h > last || s->vl[i] & VB_GONE || ((s->vl[i] & VB_DRAFT) != 0) == (side == GER)) continue;
    s->vl[i] ^= VB_DRAFT;
    taken++;
  }
  if (taken) sal_tell(p, E_VL, R_QB_9, SAL_EV(.n = {(int16_t)side, (int16_t)taken, (int16_t)c}));
}

static void leave_north(struct sal_play *p, const struct roll_call *w, int c) { /* CG13c */
  struct state *s = S(p);
  int n = 0;
  for (int i = 0; i < w->n[GER][c]; i++) {
    int u = w->el[GER][c][i], cls = O(p)->type[s->draft[u].type].cls;
    if (!sp_fights(p, u) || !(is_mmc(cls) || is_smc(cls))) continue;
    s->draft[u].fate = FATE_EXITED;
    s->draft[u].flags |= U_HEROIC; /* here: left by the north edge */
    s->battle.north_vp = (uint16_t)(s->battle.north_vp + O(p)->type[s->draft[u].type].cvp);
    n++;
  }
  if (n) sal_tell(p, E_EXITS, R_CG13c, SAL_EV(.n = {(int16_t)n, (int16_t)s->battle.north_vp}));
}

static void contact(struct sal_play *p, struct roll_call *w, int c) {
  struct state *s = S(p);
  int percent[2], top = sp_pa_high(p) - sp_pa_low(p);
  for (int side = 0; side < 2; side++) percent[side] = O(p)->percent[sp_dr(p, R_QB_6, SAL_NOUNIT, SAL_BOTH)];
  for (int side = 0; side < 2; side++)
    if (w->n[!side][c]) s->battle.met[side] |= (uint8_t)(1 << c);
  fire(p, w, c, percent);
  for (int side = 0; side < 2; side++) apply_hits(p, w, side, c);
  int wt[2] = {weight_of(p, w, GER, c), weight_of(p, w, RUS, c)}, n = sp_dr(p, R_QB_9, SAL_NOUNIT, SAL_BOTH) - 7;
  int net = advance(p, GER, c, wt[GER], wt[RUS], n) - advance(p, RUS, c, wt[RUS], wt[GER], -n);
  int old = s->battle.front[c], now = old + net;
  now = now < 0 ? 0 : now > top ? top : now;
  s->battle.front[c] = s->battle.rear[c] = (uint8_t)now;
  if (net) sal_tell(p, E_FRONT, R_QB_9, SAL_EV(.n = {(int16_t)c, (int16_t)net, (int16_t)now}));
  if (net >= 5) overrun(p, w, RUS, c, old);
  if (net <= -5) overrun(p, w, GER, c, old);
}

/* ---- QB.10 artillery and aircraft ----------------------------------------------------------------------------------------- */

static int busiest(const struct sal_play *p, const struct roll_call *w, int enemy, bool vehicles) {
  static const uint8_t order[COLUMNS] = {1, 0, 2};
  int best = 1, most = -1;
  for (int k = 0; k < COLUMNS; k++) {
    int c = order[k], n = 0;
    for (int i = 0; i < w->n[enemy][c]; i++) n += !vehicles || O(p)->type[S(p)->draft[w->el[enemy][c][i]].type].cls == VEHICLE;
    if (n > most) most = n, best = c;
  }
  return best;
}

bool sp_served(const struct sal_play *p, int side, int at) { /* observer, plane or OP tank */
  for (int i = 0; i < S(p)->side[side].nrec; i++)
    if (S(p)->rec[side][i].attach == at + 1 && !(S(p)->rec[side][i].flags & R_GONE)) return true;
  return false;
}

static void artillery(struct sal_play *p, const struct roll_call *w, int side) {
  struct state *s = S(p);
  for (int i = 0; i < s->side[side].nrec; i++) {
    struct rec *r = &s->rec[side][i];
    const struct group *g = &O(p)->group[side][r->group];
    if (!(r->flags & R_NAMED) || !r->black || r->drawn >= 2) continue; /* named: it was there when the orders were given */
    r->flags |= R_USED;
    bool easy = r->link == LINK_PHONE || sp_served(p, side, i);
    if (sp_die(p, R_QB_10, SAL_NOUNIT, SAL_BOTH) > (easy ? 4 : 3)) continue;
    int c = busiest(p, w, !side, false), fp = g->fire;
    if (g->notes & NOTE_P && s->battle.front[c] > 55) continue; /* range of the German 80mm mortar */
    if (sp_pick(p, r->black + r->red, R_QB_10) >= r->black) {
      r->red--;
      r->drawn++;
      sal_tell(p, E_CHITS_OUT, r->drawn >= 2 ? R_6_12 : R_QB_10, SAL_EV(.n = {(int16_t)side, r->drawn}));
      continue;
    }
    r->black--;
    if (g->rocket) fp *= 2, r->black = 0;
    s->battle.air_soft[side][c] = (uint16_t)(s->battle.air_soft[side][c] + fp);
    s->battle.air_hard[side][c] = (uint16_t)(s->battle.air_hard[side][c] + fp / 4);
    sal_tell(p, E_ARTILLERY, R_QB_10, SAL_EV(.n = {(int16_t)side, (int16_t)c, (int16_t)fp}));
  }
}

static struct rec *air_group(struct sal_play *p, int side, int i) {
  struct rec *r = &S(p)->rec[side][i];
  return O(p)->group[side][r->group].cls == 's' && !(r->flags & R_GONE) && r->scenario == S(p)->scenario ? r : NULL;
}

static void arrivals(struct sal_play *p, int side) { /* 6.13, SP.SSR1, SP.SSR2 */
  struct state *s = S(p);
  if (s->weather == FOG || s->weather == OVERCAST) return;
  for (int i = 0; i < s->side[side].nrec; i++) {
    struct rec *r = air_group(p, side, i);
    if (!r || r->arrival) continue;
    int die = sp_die(p, R_6_13, SAL_NOUNIT, SAL_BOTH) - (r->flags & R_BONUS ? 2 : 0);
    if (die > s->battle.turn) continue;
    int n = sp_die(p, R_6_13, SAL_NOUNIT, SAL_BOTH);
    r->arrival = s->battle.turn;
    r->planes = (uint8_t)(n <= 2 ? 1 : n <= 5 ? 2 : 3);
    r->black = 0;
    for (int k = 0; k < r->planes; k++) r->black = (uint8_t)(r->black + (sp_die(p, R_6_13, SAL_NOUNIT, SAL_BOTH) <= 4));
    r->flags &= (uint8_t)~R_SECOND;
    if (O(p)->group[side][r->group].notes & NOTE_C) { /* one plane with 37L guns */
      bool armed = r->planes == 3 || sp_die(p, side == RUS ? R_SP_SSR1 : R_SP_SSR2, SAL_NOUNIT, (int)only(side)) <= (r->planes == 1 && side == GER ? 2 : 4);
      if (armed) r->flags |= R_SECOND;
    }
    sal_tell(p, E_AIR, R_6_13, SAL_EV(.n = {(int16_t)side, r->planes}));
  }
}

static bool flying(const struct sal_play *p, const struct rec *r) { return r && r->planes && S(p)->battle.turn < r->arrival + 2; } /* SP.SSR3 */

static int planes_up(struct sal_play *p, int side) {
  int n = 0;
  for (int i = 0; i < S(p)->side[side].nrec; i++) {
    struct rec *r = air_group(p, side, i);
    if (r && r->arrival && S(p)->battle.turn == r->arrival + 2) sal_tell(p, E_AIR_GONE, R_SP_SSR3, SAL_EV(.n = {(int16_t)side}));
    if (flying(p, r)) n += r->planes;
  }
  return n;
}

static void lose_plane(struct sal_play *p, int side) {
  for (int i = 0; i < S(p)->side[side].nrec; i++) {
    struct rec *r = air_group(p, side, i);
    if (flying(p, r)) {
      r->planes--;
      return;
    }
  }
}

static void dogfight(struct sal_play *p) {
  int up[2] = {planes_up(p, GER), planes_up(p, RUS)}, down[2] = {0, 0};
  if (!up[GER] || !up[RUS]) return;
  for (int side = 0; side < 2; side++)
    for (int k = 0; k < up[side]; k++) down[!side] += sp_die(p, R_QB_10, SAL_NOUNIT, SAL_BOTH) == 6;
  for (int side = 0; side < 2; side++)
    for (int k = 0; k < down[side]; k++) lose_plane(p, side);
}

static void air_attack(struct sal_play *p, const struct roll_call *w, int side) {
  struct state *s = S(p);
  for (int i = 0; i < s->side[side].nrec; i++) {
    struct rec *r = air_group(p, side, i);
    if (!flying(p, r)) continue;
    int c = busiest(p, w, !side, true), aa = 0, soft = 0, hard = 0, armed = 0;
    for (int k = 0; k < w->n[!side][c]; k++) aa += sp_fights(p, w->el[!side][c][k]) && O(p)->type[s->draft[w->el[!side][c][k]].type].flags & T_AA;
    for (int k = r->planes; aa && k > 0; k--)
      if (sp_dr(p, R_QB_10, SAL_NOUNIT, SAL_BOTH) <= 4) r->planes--;
    for (int k = 0; k < r->planes; k++) {
      bool gun = r->flags & R_SECOND && !armed;
      armed |= gun;
      bool stormovik = side == RUS;
      soft += gun ? (stormovik ? 6 : 2) : stormovik ? 8 : 6;
      hard += gun ? 12 : 6;
    }
    if (r->arrival == s->battle.turn) soft += 8 * r->black, hard += 4 * r->black;
    s->battle.air_soft[side][c] = (uint16_t)(s->battle.air_soft[side][c] + soft);
    s->battle.air_hard[side][c] = (uint16_t)(s->battle.air_hard[side][c] + hard);
  }
}

/* ---- QB.5 the turn ------------------------------------------------------------------------------------------------------------ */

static void rally(struct sal_play *p, int side) {
  for (int u = 0; u < p->book->ncounters; u++) {
    struct draft *d = &S(p)->draft[u];
    if (!(d->flags & U_BROKEN) || side_of(p, u) != side || !in_play(S(p), u)) continue;
    if (sp_die(p, R_QB_5, u, SAL_BOTH) <= O(p)->q.rally) d->flags &= ~(uint32_t)U_BROKEN;
  }
}

static void approach(struct sal_play *p, const struct roll_call *w) {
  struct state *s = S(p);
  for (int side = 0; side < 2; side++)
    for (int c = 0; c < COLUMNS; c++) {
      int gap = s->battle.rear[c] - s->battle.front[c], by = gap < O(p)->q.approach ? gap : O(p)->q.approach;
      if (gap <= 0 || s->side[side].posture == HOLD || !w->n[side][c]) continue;
      if (side == GER) s->battle.front[c] = (uint8_t)(s->battle.front[c] + by);
      else s->battle.rear[c] = (uint8_t)(s->battle.rear[c] - by);
    }
}

static void snipers(struct sal_play *p) {
  struct state *s = S(p);
  for (int side = 0; side < 2; side++) {
    uint16_t list[MAX_UNITS];
    int n = 0;
    if (sp_dr(p, R_QB_5, SAL_NOUNIT, SAL_BOTH) != s->side[side].san) continue;
    for (int u = 0; u < p->book->ncounters; u++) {
      if (side_of(p, u) == side || !in_play(s, u)) continue;
      int cls = O(p)->type[s->draft[u].type].cls;
      if (is_mmc(cls) || is_smc(cls)) list[n++] = (uint16_t)u;
    }
    if (n) soft_hit(p, list[sp_pick(p, n, R_QB_5)], R_QB_5);
    if (sp_die(p, R_QB_5, SAL_NOUNIT, SAL_BOTH) == 6) s->claim.sniper[side]++;
    sal_tell(p, E_SNIPER, R_QB_5, SAL_EV(.n = {(int16_t)side, s->claim.sniper[side]}));
  }
}

int sp_end_drm(const struct sal_play *p, int north_vp) { /* CG4a, CG4b */
  const struct state *s = S(p);
  if (s->scenario < 2) return 0;
  int drm = north_vp / 10;
  bool moved = s->scenario < 4 && !O(p)->small;
  if (moved && !s->side[GER].perimeter) {
    int line = sp_pa_low(p), d = s->german_north ? sal_abs(line - (s->german_north - 1)) : 32;
    drm -= half_up(d, 6);
  }
  return drm;
}

static bool game_ends(struct sal_play *p) {
  struct state *s = S(p);
  int turn = s->battle.turn;
  if (turn < 7) return false;
  int die = sp_die(p, R_CG4, SAL_NOUNIT, SAL_BOTH);
  s->battle.end_die[turn - 7] = (uint8_t)die;
  s->battle.ends = (uint8_t)(turn - 6);
  int drm = sp_end_drm(p, s->battle.north_vp);
  bool over = die + drm <= O(p)->circled[turn - 7] || turn == 9;
  int rule = s->battle.north_vp >= 10 ? R_CG4a : drm < 0 ? R_CG4b : R_CG4;
  sal_tell(p, over ? E_GAME_END : E_GAME_ON, rule, SAL_EV(.n = {(int16_t)turn, (int16_t)die, (int16_t)drm}));
  return over;
}

static bool fight_turn(struct sal_play *p) {
  struct state *s = S(p);
  struct roll_call *w = p->scratch;
  s->battle.turn++;
  memset(s->battle.air_soft, 0, sizeof s->battle.air_soft);
  memset(s->battle.air_hard, 0, sizeof s->battle.air_hard);
  memset(s->battle.hero, 0, sizeof s->battle.hero);
  sal_tell(p, E_TURN, R_QB_5, SAL_EV(.n = {(int16_t)s->scenario, s->battle.turn}));
  call_roll(p, w);
  for (int side = 0; side < 2; side++) rally(p, side);
  for (int side = 0; side < 2; side++) artillery(p, w, side);
  for (int side = 0; side < 2; side++) arrivals(p, side);
  dogfight(p);
  for (int side = 0; side < 2; side++) air_attack(p, w, side);
  approach(p, w);
  for (int c = 0; c < COLUMNS; c++) {
    bool touching = s->battle.front[c] == s->battle.rear[c];
    if (touching && (w->n[GER][c] || w->n[RUS][c])) contact(p, w, c);
    for (int side = 0; side < 2; side++) take_vl(p, w, side, c);
    if (s->side[GER].exit && s->battle.front[c] == sp_pa_high(p) - sp_pa_low(p)) leave_north(p, w, c);
  }
  snipers(p);
  return game_ends(p);
}

/* ---- QB.1 orders ------------------------------------------------------------------------------------------------------------------ */

static bool usable(const struct sal_play *p, int side, int i) {
  const struct rec *r = &S(p)->rec[side][i];
  return !(r->flags & R_GONE) && O(p)->group[side][r->group].calibre && r->black && r->drawn < 2 && !(sp_wants_phone(p, side, i) && r->hex == NOWHERE);
}

static int named(const struct sal_play *p, int side) {
  int n = 0;
  for (int i = 0; i < S(p)->side[side].nrec; i++) n += (S(p)->rec[side][i].flags & R_NAMED) != 0;
  return n;
}

void sp_orders_begin(struct sal_play *p) {
  struct state *s = S(p);
  for (int side = 0; side < 2; side++) {
    struct side *d = &s->side[side];
    d->posture = side == RUS && !s->dual ? HOLD : PRESS;
    d->weight[0] = d->weight[1] = d->weight[2] = 2;
    d->exit = 0;
    for (int i = 0; i < d->nrec; i++) s->rec[side][i].flags &= (uint8_t)~(R_NAMED | R_USED);
    for (int k = 0; k < 2; k++) { /* CG6: the two of largest calibre */
      int best = -1, most = 0;
      for (int i = 0; i < d->nrec; i++) {
        int calibre = O(p)->group[side][s->rec[side][i].group].calibre;
        if (usable(p, side, i) && !(s->rec[side][i].flags & R_NAMED) && calibre > most) best = i, most = calibre;
      }
      if (best >= 0) s->rec[side][best].flags |= R_NAMED;
    }
  }
}

static bool may_name(const struct sal_play *p, int side, int n, struct sal_refusal *why) { /* a module to be used, or one to be left out */
  const struct rec *r = sp_line(p, side, n);
  if (r && r->hex == NOWHERE && sp_wants_phone(p, side, n - 1)) return sal_refuse(why, R_CG6, "The field phone of line {n0} has no hex with a line to the own edge.", n, 0);
  if (!r || !usable(p, side, n - 1)) return sal_refuse(why, R_CG10, "That is no module with ammunition.", 0, 0);
  return r->flags & R_NAMED || named(p, side) < 2 || sal_refuse(why, R_CG6, "Two modules are named already.", 0, 0);
}

static void orders_list(const struct sal_play *p, int side, struct sal_list *l) {
  const struct state *s = S(p);
  sal_list_add(l, sal_act(V_COMMIT, 0, 0, 0));
  for (int k = 0; k < 3; k++) sal_list_add(l, sal_act(V_POSTURE, k, 0, 0));
  for (int a = 0; a <= 6; a++)
    for (int b = 0; a + b <= 6; b++) sal_list_add(l, sal_act(V_WEIGHT, a, b, 6 - a - b));
  if (side == GER && s->scenario == 2) sal_list_add(l, sal_act(V_EXIT, 0, 0, 0)), sal_list_add(l, sal_act(V_EXIT, 1, 0, 0));
  for (int i = 0; i < s->side[side].nrec; i++)
    if (may_name(p, side, i + 1, NULL)) sal_list_add(l, sal_act(V_MODULE, i + 1, 0, 0));
}

static bool orders_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  switch (a.verb) {
  case V_COMMIT:
  case V_POSTURE: return true;
  case V_WEIGHT: return a.x[0] + a.x[1] + a.x[2] == 6 || sal_refuse(why, R_QB_1, "The weights of the three columns add up to 6.", 0, 0);
  case V_EXIT: return (side == GER && S(p)->scenario == 2) || sal_refuse(why, R_CG13c, "Only the Germans leave north, and only on 11 July PM.", 0, 0);
  case V_MODULE: return may_name(p, side, a.x[0], why);
  default: return false;
  }
}

static void orders_apply(struct sal_play *p, int side, struct sal_action a) {
  struct side *d = &S(p)->side[side];
  if (a.verb == V_POSTURE) d->posture = (uint8_t)a.x[0];
  if (a.verb == V_WEIGHT)
    for (int c = 0; c < COLUMNS; c++) d->weight[c] = (uint8_t)a.x[c];
  if (a.verb == V_EXIT) d->exit = (uint8_t)a.x[0];
  if (a.verb == V_MODULE) S(p)->rec[side][a.x[0] - 1].flags ^= R_NAMED;
  if (a.verb != V_COMMIT || !sal_commit(p, side)) return;
  sal_pop(p);
  sal_reveal(p);
  sal_tell(p, E_ORDERS, R_QB_1, SAL_EV(.n = {S(p)->side[GER].posture, S(p)->side[RUS].posture}));
  sp_battle_begin(p);
}

/* Posture, and a weight more or less for each column: what it gains the heaviest other column gives, what it loses the lightest takes. */
static void orders_form(const struct sal_play *p, int side, struct sal_json *j) {
  static const char *const cols[] = {"Order", "Now", NULL}, *const posture[] = {"Hold", "Press", "Assault"}, *const column[] = {"Reinforcements west", "Reinforcements centre", "Reinforcements east"};
  const struct side *d = &S(p)->side[side];
  if (!j) return;
  sal_form_open(j, "Orders", "QB.1", cols);
  sal_form_row(j, "QB.1");
  sal_form_cell(j, "Posture");
  sal_form_cell(j, "%s", posture[d->posture]);
  for (int k = 0; k < 3; k++)
    if (k != d->posture) sal_form_do(j, p->book, posture[k], sal_act(V_POSTURE, k, 0, 0), NULL);
  for (int c = 0; c < COLUMNS; c++) {
    int a = (c + 1) % COLUMNS, b = (c + 2) % COLUMNS, heavy = d->weight[a] >= d->weight[b] ? a : b, lean = heavy == a ? b : a;
    sal_form_row(j, "QB.1");
    sal_form_cell(j, "%s", column[c]);
    sal_form_cell(j, "%d of 6 shares", d->weight[c]);
    for (int more = 1; more >= -1; more -= 2) {
      int w[COLUMNS] = {d->weight[0], d->weight[1], d->weight[2]};
      w[c] += more;
      w[more > 0 ? heavy : lean] -= more;
      if (w[0] >= 0 && w[1] >= 0 && w[2] >= 0) sal_form_do(j, p->book, more > 0 ? "More" : "Less", sal_act(V_WEIGHT, w[0], w[1], w[2]), NULL);
    }
  }
  if (side == GER && S(p)->scenario == 2) {
    sal_form_row(j, "CG13c");
    sal_form_cell(j, "Leave by the north edge");
    sal_form_cell(j, "%s", d->exit ? "yes" : "no");
    sal_form_do(j, p->book, d->exit ? "No" : "Yes", sal_act(V_EXIT, !d->exit, 0, 0), NULL);
  }
  sal_form_close(j);
}

static void orders_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  static const char *const posture[] = {"hold the ground", "press on", "assault"};
  static const char *const cols[] = {"Line", "Module", "Chits left", "In use", NULL};
  const struct side *d = &S(p)->side[side];
  sal_prompt_say(out, "%s: orders for the battle, in secret: %s; of what enters %d sixths west, %d centre, %d east%s. Then commit.", side_title(side), posture[d->posture],
                 d->weight[0], d->weight[1], d->weight[2], d->exit ? "; leaving by the north edge" : "");
  orders_form(p, side, out->forms);
  sal_form_open(out->forms, "Artillery to be used", "CG6", cols);
  for (int i = 0; out->forms && i < d->nrec; i++) {
    const struct rec *r = &S(p)->rec[side][i];
    struct sal_refusal why;
    if (!usable(p, side, i)) continue;
    sal_form_row(out->forms, "CG6");
    sal_form_cell(out->forms, "%d", i + 1);
    sal_form_cell(out->forms, "%s", O(p)->group[side][r->group].title);
    sal_form_cell(out->forms, "%d black, %d red", r->black, r->red);
    sal_form_cell(out->forms, "%s", r->flags & R_NAMED ? "yes" : "no");
    struct sal_action a = sal_act(V_MODULE, i + 1, 0, 0);
    sal_form_do(out->forms, p->book, r->flags & R_NAMED ? "Leave out" : "Use", a, orders_check(p, side, a, &why) ? NULL : &why);
  }
  sal_form_close(out->forms);
}

const struct sal_node sp_orders = {.id = "battle.orders", .rule = R_QB_1, .sealed = true, .list = orders_list, .check = orders_check, .apply = orders_apply, .prompt = orders_prompt};

/* ---- the battle runs turn by turn --------------------------------------------------------------------------------------------------- */

static void battle_list(const struct sal_play *p, int side, struct sal_list *l) {
  (void)p, (void)side;
  sal_list_add(l, sal_act(V_FIGHT, 0, 0, 0));
}

static bool battle_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  (void)p, (void)side, (void)why;
  return a.verb == V_FIGHT;
}

static void battle_apply(struct sal_play *p, int side, struct sal_action a) {
  (void)side, (void)a;
  if (!fight_turn(p)) return;
  sp_battle_record(p);
  sal_pop(p);
  sal_reveal(p);
  sp_accept(p);
}

static void battle_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  const struct battle *b = &S(p)->battle;
  (void)side;
  char when[40] = "The battle begins";
  if (b->turn) sal_format(when, sizeof when, "Game Turn %d of 7 to 9 is over", b->turn);
  sal_prompt_say(out, "%s: German ground reaches hexrow %d in the west, %d in the centre, %d in the east. Fight the next turn.", when, b->front[0], b->front[1], b->front[2]);
}

const struct sal_node sp_battle = {.id = "battle", .rule = R_QB_5, .list = battle_list, .check = battle_check, .apply = battle_apply, .prompt = battle_prompt};
