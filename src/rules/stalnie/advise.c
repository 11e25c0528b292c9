/* advise.c - Stalnie Prostori for computer opponents: what a position is worth, and what a sensible commander does next.
 *
 * A campaign is decided by what is bought and by how a scenario is fought, so the script weighs groups by what they bring to
 * the quick battle for a CPP and chooses posture by the forces that it knows. Everything else has one sensible answer and is
 * marked as sure. bias[0] is boldness, bias[1..6] favour infantry, armour, guns, artillery, works and aircraft, bias[7] the
 * west or the east.
 */
#include "state.h"

enum { B_BOLD, B_INFANTRY, B_ARMOUR, B_GUNS, B_ARTILLERY, B_WORKS, B_AIR, B_FLANK, BIASES };
enum { NEVER = -1000000 };

/* ---- what things are worth ------------------------------------------------------------------------------------- */

static int type_worth(const struct type *t) { /* in hundredths: fire, and what it takes to be hit */
  int hard = t->armour == SOFT ? 0 : t->armour;
  return 40 * t->soft + 40 * t->hard + 25 * hard + 40 * t->cvp;
}

static int32_t unit_worth(const struct sal_play *p, int u) {
  const struct unit *unit = &S(p)->unit[u];
  int v = type_worth(type_of(p, u));
  if (unit->flags & (U_ABANDONED | U_SAVED | U_RECALL)) v /= 3;
  if (unit->flags & (U_IMMOBILE | U_SHORT | U_WOUNDED)) v = v * 3 / 4;
  if (unit->iso) v /= 2;
  return v;
}

static int32_t forces(const struct sal_play *p, int side) {
  int32_t sum = 0;
  for (int u = 0; u < p->book->ncounters; u++) {
    int where = S(p)->unit[u].where;
    if ((where != MAP && where != OFF) || side_of(p, u) != side || S(p)->unit[u].flags & U_STAYS) continue;
    sum += unit_worth(p, u);
  }
  return sum;
}

/* What a group brings at full strength. */
static int32_t group_worth(const struct sal_play *p, int side, const struct group *g) {
  int32_t sum = 0;
  for (int c = 0; c < g->ncomp; c++)
    sum += g->comp[c].full * (g->comp[c].type ? type_worth(&O(p)->type[g->comp[c].type]) : 40 * (O(p)->weapon[g->comp[c].weapon - 1].soft + O(p)->weapon[g->comp[c].weapon - 1].hard));
  if (g->company) sum += 3 * 200; /* its leaders */
  if (g->calibre) sum += g->calibre * (g->rocket ? 2 : 4); /* contact every second turn, and a red chit now and then */
  if (g->cls == 's') sum += 450;                           /* two turns of it */
  if (g->fpp) sum += side == RUS ? 10 * g->fpp : 2 * g->fpp;
  if (g->san) sum += 150;
  return sum;
}

static int32_t stock_worth(const struct sal_play *p, int side) { /* points not yet turned into anything, and works */
  const struct side *d = &S(p)->side[side];
  int32_t sum = d->cpp * 150 + d->fpp * 15;
  for (int k = 0; k < FORTS; k++) sum += d->stock[k] * O(p)->fort[k].price[side] * (k <= FORT_BUILDING ? 20 : 5);
  for (int i = 0; i < S(p)->nfort; i++)
    if (S(p)->fort[i].side == side) sum += O(p)->fort[S(p)->fort[i].kind].price[side] * 20;
  for (int i = 0; i < d->nrec; i++) {
    const struct rec *r = &S(p)->rec[side][i];
    const struct group *g = &O(p)->group[side][r->group];
    if (r->flags & R_GONE) continue;
    if (r->strength == STR_NONE) sum += group_worth(p, side, g) * (r->flags & R_RESERVE ? 7 : 10) / 10;
    else if (g->calibre || g->cls == 's') sum += group_worth(p, side, g);
  }
  return sum;
}

static bool fighting(const struct sal_play *p) { return !p->state->over && (sal_top(p)->node == N_BATTLE || sal_top(p)->node == N_ORDERS); }

/* To the Germans: ground and casualties by the rule that decides the scenario, and all of it for the campaign. */
static int32_t ground(const struct sal_play *p) {
  const struct state *s = S(p);
  int german = 0, gained = 0, lost[2] = {s->side[GER].cvp, s->side[RUS].cvp};
  bool draft = fighting(p);
  for (int i = 0; i < O(p)->nvl; i++) {
    bool now = s->vl[i] & (draft ? VB_DRAFT : VB_GERMAN), then = s->vl[i] & VB_START;
    german += now;
    gained += now && !then;
  }
  if (draft) lost[GER] = sp_draft_cvp(p, GER), lost[RUS] = sp_draft_cvp(p, RUS);
  int32_t v = 40 * german + 30 * gained;
  if (draft) {
    v += 60 * (2 * lost[RUS] - 3 * lost[GER]) / 2;
    for (int c = 0; c < COLUMNS; c++) v += 40 * s->battle.front[c];
  }
  return v;
}

static int32_t value(const struct sal_play *p, int side) {
  struct sal_result r;
  int32_t v;
  if (sp_score(p, &r)) {
    v = (r.winner == GER ? 100000 : -100000) + 100 * r.margin.num;
  } else {
    v = ground(p) + (forces(p, GER) - forces(p, RUS)) / 2 + (stock_worth(p, GER) - stock_worth(p, RUS)) / 2;
    for (int n = 0; n < 4; n++) v += S(p)->winner[n] == GER + 1 ? 2000 : S(p)->winner[n] == RUS + 1 ? -2000 : 0;
  }
  return side == GER ? v : -v;
}

/* ---- the script: node by node ----------------------------------------------------------------------------------- */

static int bias_of(const struct group *g) {
  switch (g->cls) {
  case 'i': return B_INFANTRY;
  case 'a': return B_ARMOUR;
  case 'g': return B_GUNS;
  case 'o': return B_ARTILLERY;
  case 's': return B_AIR;
  default: return B_WORKS;
  }
}

/* Worth a CPP, in hundredths of what a group is worth. Diminishing: the second of a kind, a third module, works past their use. */
static int32_t buy_score(const struct sal_play *p, int side, struct sal_action a, const int8_t *bias) {
  const struct state *s = S(p);
  const struct side *d = &s->side[side];
  int gi = sp_group_of_word(p, side, a.x[0]), manner = a.x[1] - GROUP_WORDS, price = sp_price(p, side, gi, manner), modules = 0;
  const struct group *g = &O(p)->group[side][gi];
  int32_t worth = group_worth(p, side, g);
  for (int i = 0; i < d->nrec; i++) modules += !(s->rec[side][i].flags & R_GONE) && O(p)->group[side][s->rec[side][i].group].calibre;
  if (g->calibre && modules >= 2) return NEVER; /* CG6: two are used */
  if (g->cls == 't' || (manner == RESERVE && !(g->company && s->side[side].perimeter)) || manner == REG1 || manner == REG2 || manner == BONUS) return NEVER;
  if (g->cls == 'o' && !g->calibre) worth = 120; /* an observer makes contact likelier */
  if (manner == DUGIN) worth += g->comp[0].full * 25 * O(p)->q.dugin; /* on the spot at half the price, and hard to hit */
  if (manner == RESERVE) worth = worth * 17 / 20; /* in play from Turn 3 */
  bool enters = (g->cls == 'a' || g->company || g->notes & NOTE_K) && manner == PLAIN;
  if (side == RUS && enters && s->scenario == 1) worth = worth * 6 / 10; /* on Turn 3, and then they have to come up */
  if (side == RUS && enters && s->scenario > 1) worth = worth * 8 / 10;
  if (g->cls == 'g' && g->notes & NOTE_E && !s->side[side].perimeter) return NEVER; /* nothing to tow them */
  if (g->fpp) worth = worth * (3 - d->bought[gi]) / 3;
  worth = worth * (100 + bias[bias_of(g)]) / 100;
  return worth * 2 / (price ? price : 1);
}

static int32_t fort_score(const struct sal_play *p, int side, int kind) { /* works count by what they cost (QB.6) */
  static const uint8_t liking[FORTS] = {[FORT_FOX3] = 60, [FORT_FOX2] = 50, [FORT_FOX1] = 40, [FORT_TRENCH] = 90, [FORT_WIRE] = 70, [FORT_DITCH] = 65, [FORT_AP6] = 30, [FORT_AP12] = 35};
  return liking[kind] && S(p)->side[side].stock[kind] < 40 && O(p)->fort[kind].price[side] ? liking[kind] : NEVER;
}

/* Known strengths: press when stronger, storm when much stronger; the Soviets hold what they may. */
static int posture_wanted(const struct sal_play *p, int side, int bold) {
  int32_t us = forces(p, side), them = forces(p, sal_enemy(side));
  int ratio = (int)(them ? us * 100 / them : 400) + bold;
  if (side == RUS) return S(p)->dual && ratio > 110 ? PRESS : HOLD;
  return ratio > 260 ? ASSAULT : PRESS;
}

static int32_t orders_score(const struct sal_play *p, int side, struct sal_action a, const int8_t *bias) {
  const struct side *d = &S(p)->side[side];
  int want = posture_wanted(p, side, bias[B_BOLD]);
  static const uint8_t weights[3][COLUMNS] = {{4, 1, 1}, {2, 2, 2}, {1, 1, 4}};
  const uint8_t *w = weights[bias[B_FLANK] < -30 ? 0 : bias[B_FLANK] > 30 ? 2 : 1];
  bool weighed = d->weight[0] == w[0] && d->weight[1] == w[1];
  if (a.verb == V_POSTURE) return a.x[0] == want && d->posture != want ? 900 : NEVER;
  if (a.verb == V_WEIGHT) return !weighed && a.x[0] == w[0] && a.x[1] == w[1] ? 800 : NEVER;
  return a.verb == V_COMMIT ? 100 : NEVER; /* modules as the program names them */
}

static int32_t escape_score(const struct sal_play *p, int side, struct sal_action a) {
  const struct state *s = S(p);
  if (a.verb == V_DONE) return 50;
  if (a.verb == V_SPLIT) return NEVER;
  const struct unit *unit = &s->unit[a.x[0]];
  bool doomed = side == RUS && s->scenario < 3 && !O(p)->small && row_of(unit->at) < sp_pa_low(p) + ALONG; /* CG1b */
  bool ringed = s->iso[unit->iso - 1].type >= 3, must = is_smc(type_of(p, a.x[0])->cls) && (s->iso[unit->iso - 1].type == 2 || s->iso[unit->iso - 1].type == 3);
  int chance = sp_escape_percent(p, side, a.x[0]);
  bool german_safe = side == GER && s->scenario < 3 && !O(p)->small && row_of(unit->at) < sp_pa_low(p) + ALONG; /* 11.607: Retained anyway */
  if (must || doomed) return 200 + chance;
  return !german_safe && chance >= (ringed ? 45 : 70) ? 100 + chance : NEVER;
}

static int32_t result_score(const struct sal_play *p, struct sal_action a) { /* table mode: the plainest record that passes */
  const struct claim *c = &S(p)->claim;
  int missing = 0;
  for (int u = 0; u < p->book->ncounters; u++) missing += (S(p)->unit[u].where == MAP || S(p)->unit[u].where == OFF) && S(p)->draft[u].fate == FATE_NONE;
  if (a.verb == V_SUBMIT) return 1000;
  if (a.verb == V_AUTO) return missing ? 900 : NEVER;
  if (a.verb == V_TURNS) return a.x[0] == 9 && c->turns != 9 ? 800 : NEVER;
  if (a.verb == V_ENDDIE) return a.x[1] == 6 && S(p)->battle.end_die[a.x[0] - 7] != 6 ? 700 : NEVER;
  if (a.verb == V_CVP) return c->cvp[a.x[0]] != a.x[1] ? 600 : NEVER;
  return NEVER;
}

static int32_t one(const struct sal_play *p, int side, struct sal_action a, const int8_t *bias) {
  switch (sal_top(p)->node) {
  case N_BUY: return a.verb == V_BUY ? buy_score(p, side, a, bias) : a.verb == V_COMMIT ? 150 : NEVER;
  case N_FORT: return a.verb == V_FORT ? fort_score(p, side, a.x[0]) : a.verb == V_COMMIT ? 10 : NEVER;
  case N_RECON: return a.verb == V_COMMIT ? SAL_SURE : NEVER;
  case N_CHIT: return a.x[0] ? (S(p)->scenario >= 3 && forces(p, RUS) * 100 > forces(p, GER) * (130 - bias[B_BOLD] / 2) ? 900 : NEVER) : 100;
  case N_OBSERVER: return SAL_SURE - sal_abs(y_of(O(p)->place[a.x[0]]) - 30);
  case N_SETUP: return a.verb == (sal_top(p)->x[0] ? V_DONE : V_AUTO) ? SAL_SURE : NEVER;
  case N_PUT: return a.verb == V_CANCEL ? NEVER : SAL_SURE - a.x[0] % 97;
  case N_INSPECT: return a.verb == V_INSPECT ? SAL_SURE : NEVER;
  case N_ORDERS: return orders_score(p, side, a, bias);
  case N_BATTLE: return SAL_SURE;
  case N_CHAIN: return a.verb == V_COMMIT ? SAL_SURE : NEVER;
  case N_ESCAPE: return escape_score(p, side, a);
  case N_STACK: return a.verb == V_ROLL ? SAL_SURE : NEVER;
  case N_HARDEN: return a.verb == V_HARDEN ? SAL_SURE + type_of(p, a.x[0])->soft : a.verb == V_COMMIT ? SAL_SURE : NEVER;
  case N_LEADER: return SAL_SURE - a.x[0];
  case N_CREWS: return a.verb == V_MAN ? SAL_SURE + unit_worth(p, a.x[0]) : SAL_SURE;
  case N_RECALL: return a.verb == V_FREE ? SAL_SURE + unit_worth(p, a.x[0]) : SAL_SURE;
  case N_RESULT: return result_score(p, a);
  case N_CONFIRM: return a.verb == V_CONFIRM ? SAL_SURE : NEVER;
  default: return a.verb == V_DONE ? SAL_SURE : NEVER;
  }
}

static void score(const struct sal_play *p, int side, const struct sal_list *l, const int8_t bias[SAL_BIAS], int32_t *out) {
  for (uint32_t i = 0; i < l->n; i++) out[i] = one(p, side, l->a[i], bias);
}

const struct sal_adviser sp_adviser = {.value = value, .score = score, .nbias = BIASES, .turns = 1, .actions = 300};
