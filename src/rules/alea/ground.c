/* ground.c - chapters 5, 6 and part of 7: stacks, zones of control, Dominating Positions, steps and factors.
 *
 * ZOCs are kept as counts per hex, changed only when a stack begins or ceases to exert one, so asking costs a
 * load. Whether a stack exerts a ZOC is open to both sides; what is in it below the top counter is not.
 */
#include "state.h"

#include <string.h>

int alea_stacks(const struct sal_play *p, int side, sal_hex out[MAX_UNITS]) {
  const struct own *o = O(p);
  uint64_t taken[SAL_MAX_CELLS / 64 + 1];
  int words = p->book->board.cells / 64 + 1, n = 0;
  memset(taken, 0, (size_t)words * sizeof *taken);
  for (int i = 0; i < o->nground[side]; i++) {
    sal_unit u = o->ground[side][i];
    sal_hex h = U(p, u)->at;
    if (h < p->book->board.cells && top(p, h) == u) taken[h / 64] |= 1ull << h % 64; /* in a view only the top one is sure to be known */
  }
  for (int w = 0; w < words; w++)
    for (uint64_t left = taken[w]; left; left &= left - 1) out[n++] = (sal_hex)(w * 64 + __builtin_ctzll(left));
  return n;
}

bool alea_fort(const struct sal_play *p, sal_hex h) { return O(p)->works[h] && !(S(p)->cell[h].ground & BREACHED); } /* 10.1, 10.2 */

bool alea_is_rail(const struct sal_play *p, sal_hex h) {
  for (int d = 0; d < 6; d++)
    if (p->book->board.path[h * 6 + d] & O(p)->rail) return true;
  return false;
}

/* ---- 5.1-5.5 stacking ----------------------------------------------------------------------------- */

struct pile {
  int halves, hqs, fronts, form;
  bool mixed;
};

static void pile_add(const struct sal_play *p, int u, struct pile *s) {
  const struct unit_info *i = I(p, u);
  s->halves += i->half; /* 5.2, 5.3 */
  s->hqs += i->kind == HQ;
  s->fronts += i->kind == ATF;
  if (i->kind == HQ || i->kind == ATF || !i->form) return; /* 5.5: independents, HQs and AT Fronts fit any formation */
  if (s->form && s->form != i->form) s->mixed = true;
  s->form = i->form;
}

static bool pile_ok(int side, const struct pile *s) {
  int limit = side == SAL_SOVIET && s->mixed ? 4 : HALVES; /* 5.1, 5.5 */
  return s->halves <= limit && s->hqs <= 1 && s->fronts <= 1; /* 5.4 */
}

int alea_stack_rule(const struct sal_play *p, int side, sal_hex h, const sal_unit *more, int n) {
  struct pile s = {0};
  for (int u = top(p, h); u >= 0; u = below(p, u)) pile_add(p, u, &s);
  for (int i = 0; i < n; i++)
    if (U(p, more[i])->at != h) pile_add(p, more[i], &s);
  if (pile_ok(side, &s)) return 0;
  if (s.hqs > 1) return R_13_hq_2;
  if (s.fronts > 1) return R_5_4;
  return s.halves > HALVES ? R_5_1 : R_5_5;
}

bool alea_fits(const struct sal_play *p, int side, sal_hex h, const sal_unit *more, int n) { return !alea_stack_rule(p, side, h, more, n); }

bool alea_over(const struct sal_play *p, sal_hex h, uint16_t ignore) {
  struct pile s = {0};
  int u = top(p, h);
  if (u < 0) return false;
  int side = side_of(p, u);
  for (; u >= 0; u = below(p, u))
    if (!(U(p, u)->flags & ignore)) pile_add(p, u, &s);
  s.hqs = s.fronts = 0;
  return !pile_ok(side, &s);
}

/* ---- 6.zoc, 6.dp ------------------------------------------------------------------------------------ */

static bool exerts(const struct sal_play *p, int u) { return !is_artillery(p, u) && !(U(p, u)->flags & (FORCED | HIDDEN)); } /* 6.zoc.1, 6.zoc.9 */

static bool holds_dp(const struct sal_play *p, int u) { /* 6.dp.1 */
  return !is_artillery(p, u) && I(p, u)->kind != HQ && I(p, u)->kind != ATF && !(U(p, u)->flags & HIDDEN);
}

void alea_refresh(struct sal_play *p, sal_hex h) {
  struct state *s = S(p);
  const struct sal_board *b = &p->book->board;
  uint8_t was = s->cell[h].ground;
  bool zoc = false, dp = false;
  int u = top(p, h), side = u < 0 ? SAL_NOSIDE : side_of(p, u);
  for (; u >= 0; u = below(p, u)) {
    zoc = zoc || exerts(p, u);
    dp = dp || (O(p)->dp[h] && holds_dp(p, u));
  }
  s->cell[h].ground = (uint8_t)((was & ~(EXERTS | DP_HELD)) | (zoc ? EXERTS : 0) | (dp ? DP_HELD : 0));
  if (zoc == ((was & EXERTS) != 0)) return; /* a hex never changes hands without having been empty: see unzone */
  for (int d = 0; d < 6; d++) {
    struct cell *c = &s->cell[h + b->step[d]];
    int unit = side == SAL_GERMAN ? 1 : 16;
    c->zoc = (uint8_t)(zoc ? c->zoc + unit : c->zoc - unit);
  }
}

/* The last unit of a side leaves: its zone goes with it. */
static void unzone(struct sal_play *p, sal_hex h, int side) {
  struct state *s = S(p);
  if (!(s->cell[h].ground & EXERTS)) return;
  s->cell[h].ground &= (uint8_t)~(EXERTS | DP_HELD);
  for (int d = 0; d < 6; d++) {
    struct cell *c = &s->cell[h + p->book->board.step[d]];
    c->zoc = (uint8_t)(c->zoc - (side == SAL_GERMAN ? 1 : 16));
  }
}

bool alea_dp_zoc(const struct sal_play *p, int side, sal_hex h) {
  const struct sal_board *b = &p->book->board;
  for (int d = 0; d < 6; d++) {
    sal_hex n = (sal_hex)(h + b->step[d]);
    if ((S(p)->cell[n].ground & (DP_HELD | EXERTS)) == (DP_HELD | EXERTS) && enemy_at(p, side, n)) return true;
  }
  return false;
}

bool alea_dp_near(const struct sal_play *p, int side, sal_hex h) {
  const struct sal_board *b = &p->book->board;
  for (int d = 0; d < 6; d++) {
    sal_hex n = (sal_hex)(h + b->step[d]);
    if (S(p)->cell[n].ground & DP_HELD && friend_at(p, side, n)) return true;
  }
  return false;
}

bool alea_zoc_free(const struct sal_play *p, int side, sal_hex h) { return !zoc_on(p, side, h) || friend_at(p, side, h); } /* 6.zoc.7 */

/* ---- in and out of hexes ---------------------------------------------------------------------------- */

static void seen_afresh(struct sal_play *p, sal_hex h) { /* 5.8, 6.dp.3: somebody may learn of a counter here */
  const struct sal_board *b = &p->book->board;
  if (below(p, top(p, h)) >= 0 || O(p)->dp[h]) {
    sal_reveal(p);
    return;
  }
  for (int d = 0; d < 6; d++)
    if (O(p)->dp[h + b->step[d]]) sal_reveal(p);
}

void alea_take_off(struct sal_play *p, sal_unit u) {
  struct state *s = S(p);
  sal_hex h = s->unit[u].at;
  uint16_t *link = &s->cell[h].first;
  if (top(p, h) == u && below(p, u) >= 0) sal_reveal(p);
  while (*link != u + 1) link = &s->unit[*link - 1].next;
  *link = s->unit[u].next;
  s->unit[u].next = 0;
  s->unit[u].at = SAL_NOHEX;
  if (s->cell[h].first) alea_refresh(p, h);
  else unzone(p, h, side_of(p, u));
}

/* On top; an HQ goes under the counter that is already there (5.8). */
void alea_set_down(struct sal_play *p, sal_unit u, sal_hex h) {
  struct state *s = S(p);
  uint16_t *link = &s->cell[h].first;
  if (I(p, u)->kind == HQ && *link) link = &s->unit[*link - 1].next;
  s->unit[u].next = *link;
  *link = (uint16_t)(u + 1);
  s->unit[u].at = h;
  s->unit[u].box = B_NONE;
  alea_refresh(p, h);
}

static void german_enters(struct sal_play *p, sal_unit u, sal_hex h) {
  struct state *s = S(p);
  if (alea_fort(p, h)) { /* 10.2 */
    s->cell[h].ground |= BREACHED;
    sal_tell(p, E_BREACHED, R_10_2, SAL_EV(.at = {h}));
  }
  if (s->cell[h].ground & MINED) { /* 11.5, 11.6 */
    s->cell[h].ground &= (uint8_t)~MINED;
    sal_tell(p, E_MINE_GONE, R_11_6, SAL_EV(.at = {h}));
  }
  if (O(p)->line[h] == 2 && !s->line2 && !(s->unit[u].flags & OOS)) { /* II.2.1 */
    s->line2 = 1;
    if (O(p)->south) sal_tell(p, E_LINE2, R_II_2_1, SAL_EVU(u, .at = {h}));
  }
}

static void look_down(struct sal_play *p, int side, sal_hex h) {
  sal_tell(p, E_HEIGHT, R_6_dp_1, SAL_EV(.at = {h}, .n = {(int16_t)side}));
  for (int d = 0; d < 6; d++) {
    sal_hex n = sal_next(&p->book->board, h, d);
    if (n && enemy_at(p, side, n)) sal_tell(p, E_EXAMINED, R_6_dp_3, SAL_EV(.at = {n, h}));
  }
}

void alea_put(struct sal_play *p, sal_unit u, sal_hex h) {
  struct state *s = S(p);
  int side = side_of(p, u);
  if (s->unit[u].at) alea_take_off(p, u);
  alea_set_down(p, u, h);
  seen_afresh(p, h);
  if (I(p, u)->kind == ATF) return; /* 3.setup.7: placing a Front changes no control */
  if (S(p)->cell[h].ground & DP_HELD && below(p, u) < 0) look_down(p, side, h);
  if (!held_by(p, side, h)) {
    s->cell[h].ground ^= GERMAN_HELD;
    sal_tell(p, E_CONTROL, R_3_setup_7, SAL_EV(.at = {h}, .n = {(int16_t)side}));
  }
  if (side == SAL_GERMAN) german_enters(p, u, h);
}

/* ---- steps and DSG ------------------------------------------------------------------------------------ */

static uint8_t who_sees(const struct sal_play *p, int u) { /* 5.8: a step loss is known where the stack is */
  const struct state *s = S(p);
  bool open = (s->fight.opened && (alea_in_fight(p, u, SAL_GERMAN) || alea_in_fight(p, u, SAL_SOVIET))) ||
              alea_examined(p, sal_enemy(side_of(p, u)), s->unit[u].at);
  return (uint8_t)(open ? SAL_BOTH : SAL_BIT(side_of(p, u)));
}

void alea_lose(struct sal_play *p, sal_unit u, int rule) {
  struct state *s = S(p);
  struct unit *unit = &s->unit[u];
  int side = side_of(p, u), kind = I(p, u)->kind;
  sal_hex h = unit->at;
  uint8_t seen = who_sees(p, u);
  unit->steps--;
  if (opt(p, O_TANK) && (kind == TANK || kind == AG)) { /* opt.tank.1 */
    if (s->fight.stage != IDLE) s->fight.tanks[side]++;
    else s->tanks[side]++;
  }
  if (unit->steps) {
    sal_tell(p, E_LOSS, rule, SAL_EVU(u, .at = {h}, .seen = seen));
    if (seen != SAL_BOTH) sal_tell(p, E_LOSS_SEEN, rule, SAL_EV(.at = {h}, .n = {(int16_t)side}, .seen = (uint8_t)SAL_BIT(sal_enemy(side))));
    return;
  }
  sal_tell(p, E_DEAD, rule == R_7_hit_1 ? R_7_hit_2 : rule, SAL_EVU(u, .at = {h}));
  sal_reveal(p);
  alea_take_off(p, u);
  unit->flags &= OOS; /* opt.tank.4 asks for it later */
  unit->aux = unit->aim = 0;
  unit->box = (uint8_t)(side == SAL_GERMAN ? B_DEAD : B_DEAD_S);
}

void alea_kill(struct sal_play *p, sal_unit u, int rule) {
  while (U(p, u)->steps) alea_lose(p, u, rule);
}

void alea_disorganise(struct sal_play *p, sal_unit u, int rule) {
  if (U(p, u)->flags & DSG) return; /* 7.a.5.9 */
  U(p, u)->flags |= DSG;
  sal_tell(p, E_DSG, rule, SAL_EVU(u, .at = {U(p, u)->at}, .seen = who_sees(p, u)));
}

void alea_shelled(struct sal_play *p, sal_unit u) { /* 13.art.4; 7.a.5.9: only armoured fire suppresses */
  if (U(p, u)->flags & DSG) sal_tell(p, E_STILL, R_7_a_5_9, SAL_EVU(u, .at = {U(p, u)->at}, .seen = who_sees(p, u)));
  alea_disorganise(p, u, R_13_art_4);
}

/* ---- 7.red.1 factors --------------------------------------------------------------------------------- */

static int up(int v) { return (v + 1) / 2; }

static int reduce(const struct sal_play *p, int u, int printed, bool half_again) {
  const struct unit *unit = U(p, u);
  int v = printed, least = printed / 4;
  if (unit->steps < I(p, u)->steps) v = up(v);        /* 7.hit.3 */
  if (unit->flags & (DSG | SUPPRESSED)) v = up(v);    /* 13.art.5 */
  if (half_again) v = up(v);                          /* opt.buried.3, 13.hq.3 */
  if (unit->flags & OOS) v /= 2;                      /* 9.6 */
  return v < least ? least : v;
}

int alea_bomb(const struct sal_play *p, int u) {
  if (!is_air(p, u)) return reduce(p, u, I(p, u)->bomb, false);
  return U(p, u)->steps < I(p, u)->steps ? up(I(p, u)->bomb) : I(p, u)->bomb; /* 12.air.7 */
}

bool alea_lone_hq(const struct sal_play *p, int u) { /* 13.hq.3 */
  if (I(p, u)->kind != HQ) return false;
  for (int v = top(p, U(p, u)->at); v >= 0; v = below(p, v))
    if (v != u && !is_artillery(p, v) && I(p, v)->kind != ATF) return false;
  return true;
}

int alea_factor(const struct sal_play *p, int u, bool attack, bool lone) {
  const struct unit_info *i = I(p, u);
  if (is_guns(p, u)) return alea_bomb(p, u) / 4; /* 13.art.2 */
  if (is_artillery(p, u)) return 0;              /* II.opt.aa.3 */
  return reduce(p, u, attack ? i->af : i->df, (!attack && U(p, u)->flags & BURIED) || lone);
}

int alea_factor_rule(const struct sal_play *p, int u) {
  const struct unit *unit = U(p, u);
  bool lone = side_of(p, u) != S(p)->fight.side && alea_lone_hq(p, u), loss = unit->steps < I(p, u)->steps;
  int halvings = loss + ((unit->flags & (DSG | SUPPRESSED)) != 0) + ((unit->flags & BURIED) != 0) + lone + ((unit->flags & OOS) != 0);
  if (is_artillery(p, u)) return R_13_art_2;
  if (halvings > 1) return R_7_red_1;
  if (lone) return R_13_hq_3;
  if (unit->flags & BURIED) return R_opt_buried_3;
  if (unit->flags & OOS) return R_9_6;
  if (loss) return R_7_hit_3;
  if (halvings) return R_13_art_5;
  return I(p, u)->kind == HQ ? R_13_hq_6 : I(p, u)->kind == AA ? R_II_opt_aa_2 : R_7_a_6_2;
}

int alea_arm(const struct sal_play *p, int u) { /* 7.a.5.5 */
  const struct unit_info *i = I(p, u);
  int arm = i->kind == AA ? (U(p, u)->flags & AAMODE ? 0 : i->at) : i->arm; /* II.opt.aa.2 */
  return U(p, u)->flags & (DSG | SUPPRESSED) ? up(arm) : arm;
}
