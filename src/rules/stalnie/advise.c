/* advise.c - Stalnie Prostori for computer opponents: what a position is worth, and what a sensible commander does next.
 *
 * A campaign is decided by what is bought, by where it is massed and by how boldly it fights, and nobody sees the other's choice
 * before the first shot. So the script is plain and even (groups by what they bring for a CPP, all columns alike), and the bias
 * bends it: bias[0] is boldness, bias[1..6] favour infantry, armour, guns, artillery, works and aircraft, bias[7..9] the columns.
 * What has been changed by hand (a posture, weights) the script leaves alone, so that a try is not undone by what follows it.
 */
#include "state.h"

enum { B_BOLD, B_INFANTRY, B_ARMOUR, B_GUNS, B_ARTILLERY, B_WORKS, B_AIR, B_COLUMN, BIASES = B_COLUMN + COLUMNS };
_Static_assert((int)BIASES == (int)SP_BIASES, "guesses like as many things as the script");

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

enum { UNSPENT = 60 }; /* half a CPP: less than whatever the script buys for it, so that nothing is bought and returned again */

static int32_t stock_worth(const struct sal_play *p, int side) { /* points not yet turned into anything, and works */
  const struct side *d = &S(p)->side[side];
  int32_t sum = d->cpp * UNSPENT + d->fpp * 15;
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

static bool fighting(const struct sal_play *p) { return sal_top(p)->node == N_BATTLE; }
static bool fought(const struct sal_play *p) { return S(p)->battle.turn && phase_step(p->state->phase) <= 606; } /* this scenario, and not yet decided */

enum { POINT = 100, VICTORY = 1500, PLACE = 150, FRONT = 100, CAMPAIGN = 3000 };

/* Is it German? Hills are dealt out with the perimeters at the end of 11.606 (11.2f); until then the front tells. */
static bool german_place(const struct sal_play *p, int i, bool draft) {
  const struct state *s = S(p);
  const struct vl *v = &O(p)->vl[i];
  if (v->kind == VL_HILL && fought(p) && !s->winner[s->scenario - 1] && sp_in_pa(p, v->g)) return row_of(v->g) - sp_pa_low(p) < s->battle.front[sp_column(v->g)];
  return s->vl[i] & (draft ? VB_DRAFT : VB_GERMAN);
}

/* The scenario of the lesson, to the Germans: how far the rule that decides it is passed. Known from the first shot on. */
static int32_t scenario_worth(const struct sal_play *p) {
  const struct state *s = S(p);
  bool draft = fighting(p);
  int lost[2] = {s->side[GER].cvp, s->side[RUS].cvp}, gained = 0;
  for (int i = 0; i < O(p)->nvl; i++) gained += german_place(p, i, draft) && !(s->vl[i] & VB_START);
  if (draft) lost[GER] = sp_draft_cvp(p, GER), lost[RUS] = sp_draft_cvp(p, RUS);
  int margin = sp_assault_margin(p, 1, lost[RUS], lost[GER], gained);
  return POINT * margin / 2 + (margin > 0 ? VICTORY : -VICTORY);
}

/* What the Germans have more of for the scenarios to come. */
static int32_t means(const struct sal_play *p) { return (forces(p, GER) - forces(p, RUS) + stock_worth(p, GER) - stock_worth(p, RUS)) / 2; }

/* Every Victory Location counts to the end. Before the last battle so do the ground from which the next begins, forces and points,
 * and who won what has been fought (11.32). */
static int32_t campaign_worth(const struct sal_play *p) {
  const struct state *s = S(p);
  int places = 0;
  bool draft = fighting(p);
  for (int i = 0; i < O(p)->nvl; i++) places += german_place(p, i, draft) && !(s->vl[i] & VB_GONE);
  if (s->scenario == 4 && fought(p)) return PLACE * places + (places >= 250 ? CAMPAIGN : -CAMPAIGN);
  int32_t v = PLACE * places + means(p);
  for (int c = 0; c < COLUMNS; c++) v += FRONT * s->battle.front[c];
  if (draft) v += POINT / 4 * (sp_draft_cvp(p, RUS) - sp_draft_cvp(p, GER));
  for (int n = 0; n < 4; n++) v += s->winner[n] == GER + 1 ? VICTORY : s->winner[n] == RUS + 1 ? -VICTORY : 0;
  return v;
}

static int32_t value(const struct sal_play *p, int side) {
  struct sal_result r;
  int32_t v;
  if (sp_score(p, &r)) v = POINT * r.margin.num / r.margin.den + (r.winner == GER ? 1 : -1) * (O(p)->campaign ? CAMPAIGN : VICTORY);
  else if (O(p)->campaign) v = campaign_worth(p);
  else v = S(p)->battle.turn ? scenario_worth(p) : means(p);
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
int32_t sp_buy_score(const struct sal_play *p, int side, struct sal_action a, const int8_t *bias) {
  const struct state *s = S(p);
  const struct side *d = &s->side[side];
  int gi = sp_group_of_word(p, side, a.x[0]), manner = a.x[1] - GROUP_WORDS, price = sp_price(p, side, gi, manner), modules = 0;
  const struct group *g = &O(p)->group[side][gi];
  int32_t worth = group_worth(p, side, g);
  for (int i = 0; i < d->nrec; i++) modules += !(s->rec[side][i].flags & R_GONE) && O(p)->group[side][s->rec[side][i].group].calibre;
  if (g->calibre && modules >= 2) return SAL_NEVER; /* CG6: two are used */
  if (g->cls == 't' || (manner == RESERVE && !(g->company && s->side[side].perimeter)) || manner == REG1 || manner == REG2 || manner == BONUS) return SAL_NEVER;
  if (g->cls == 'o' && !g->calibre) worth = 120; /* an observer makes contact likelier */
  if (manner == DUGIN) worth += g->comp[0].full * 25 * O(p)->q.dugin; /* on the spot at half the price, and hard to hit */
  if (manner == RESERVE) worth = worth * 17 / 20; /* in play from Turn 3 */
  bool enters = (g->cls == 'a' || g->company || g->notes & NOTE_K) && manner == PLAIN;
  if (side == RUS && enters && s->scenario == 1) worth = worth * 6 / 10; /* on Turn 3, and then they have to come up */
  if (side == RUS && enters && s->scenario > 1) worth = worth * 8 / 10;
  if (g->cls == 'g' && g->notes & NOTE_E && !s->side[side].perimeter) return SAL_NEVER; /* nothing to tow them */
  if (g->fpp) worth = worth * (3 - d->bought[gi]) / 3;
  worth = worth * (250 + bias[bias_of(g)]) / 250; /* a liking tips the scales, it does not upset them */
  return worth * 2 / (price ? price : 1);
}

static int32_t fort_score(const struct sal_play *p, int side, int kind) { /* works count by what they cost (QB.6) */
  static const uint8_t liking[FORTS] = {[FORT_FOX3] = 60, [FORT_FOX2] = 50, [FORT_FOX1] = 40, [FORT_TRENCH] = 90, [FORT_WIRE] = 70, [FORT_DITCH] = 65, [FORT_AP6] = 30, [FORT_AP12] = 35};
  return liking[kind] && S(p)->side[side].stock[kind] < 40 && O(p)->fort[kind].price[side] ? SAL_SURE + liking[kind] : SAL_NEVER;
}

/* ---- orders and columns ------------------------------------------------------------------------------------------ */

static int32_t pull(const int8_t *bias, int column) { /* steep: 1000 when it is wanted like any other, 64000 when above all */
  int32_t b = 100 + bias[B_COLUMN + column], square = b * b / 100;
  return square * square * square / 1000;
}

/* The column that is wanted most beside what it has. */
static int neediest(const int8_t *bias, const int *has) {
  int best = 0;
  for (int c = 1; c < COLUMNS; c++)
    if ((int64_t)pull(bias, c) * (has[best] + 1) > (int64_t)pull(bias, best) * (has[c] + 1)) best = c;
  return best;
}

void sp_shares(const int8_t *bias, uint8_t weight[COLUMNS]) {
  int has[COLUMNS] = {0};
  for (int k = 0; k < 6; k++) has[neediest(bias, has)]++;
  for (int c = 0; c < COLUMNS; c++) weight[c] = (uint8_t)has[c];
}

static bool even(const uint8_t w[COLUMNS]) { return w[0] == 2 && w[1] == 2; }

enum set_up { SPREAD, MASSED, ENTER }; /* by the program; one by one; not at all, but for Guns */
struct wish { /* orders as the bias has them */
  int usual, posture; /* usual: as the program sets it before anybody has a say */
  uint8_t weight[COLUMNS];
  enum set_up set_up;
};

/* Who wants one column more than another puts a small force there one by one. Close to the own edge there is no need: whoever
 * enters is in play on Turn 1, in the column of the weights. A large force behind a far front is left to the program. */
static enum set_up manner_of_set_up(const struct sal_play *p, int side) {
  enum { SMALL = 40, CLOSE = 16 * 30 /* hexes: nobody on foot is late */ };
  int waiting = 0, deep = 0;
  for (int u = 0; u < p->book->ncounters; u++) waiting += S(p)->unit[u].where == OFF && side_of(p, u) == side;
  for (int i = 0; i < PA_PLACES; i++) deep += (S(p)->area[i] & (side == GER ? A_GER : A_RUS)) != 0;
  return waiting <= SMALL ? MASSED : deep < CLOSE ? ENTER : SPREAD;
}

static struct wish wish_of(const struct sal_play *p, int side, const int8_t *bias) {
  struct wish w;
  w.usual = side == RUS && !S(p)->dual ? HOLD : PRESS;
  w.posture = w.usual + (bias[B_BOLD] > 40) + (bias[B_BOLD] > 80) - (bias[B_BOLD] < -60);
  w.posture = w.posture < HOLD ? HOLD : w.posture > ASSAULT ? ASSAULT : w.posture;
  sp_shares(bias, w.weight);
  w.set_up = SPREAD;
  if (sal_top(p)->node == N_SETUP && !even(w.weight) && S(p)->side[side].perimeter) w.set_up = manner_of_set_up(p, side);
  return w;
}

static int32_t orders_score(const struct sal_play *p, int side, struct sal_action a, const struct wish *w) {
  const struct side *d = &S(p)->side[side];
  int heaviest = a.x[0] > a.x[1] ? a.x[0] : a.x[1];
  switch (a.verb) {
  case V_POSTURE:
    if (a.x[0] == d->posture) return SAL_NEVER;
    return d->posture == w->usual && a.x[0] == w->posture ? 900 : 300 + a.x[0];
  case V_WEIGHT:
    if (a.x[0] == d->weight[0] && a.x[1] == d->weight[1]) return SAL_NEVER;
    if (even(d->weight) && a.x[0] == w->weight[0] && a.x[1] == w->weight[1]) return 800;
    return 200 + 10 * (heaviest > a.x[2] ? heaviest : a.x[2]);
  case V_COMMIT: return 700;
  default: return SAL_NEVER; /* modules as the program names them */
  }
}

static int32_t setup_score(const struct sal_play *p, struct sal_action a, const struct wish *w) {
  bool placed = sal_top(p)->x[0];
  switch (a.verb) {
  case V_DONE: return placed || w->set_up == ENTER ? SAL_SURE : SAL_NEVER;
  case V_AUTO: return placed || w->set_up == ENTER ? SAL_NEVER : SAL_SURE;
  case V_PICK: return !placed && (w->set_up == MASSED || (w->set_up == ENTER && type_of(p, a.x[0])->cls == GUN)) ? SAL_SURE + 1 : SAL_NEVER;
  default: return SAL_NEVER;
  }
}

static void on_map(const struct sal_play *p, int side, int has[COLUMNS]) {
  has[0] = has[1] = has[2] = 0;
  for (int u = 0; u < p->book->ncounters; u++)
    if (S(p)->unit[u].where == MAP && side_of(p, u) == side) has[sp_column(S(p)->unit[u].at)]++;
}

static int32_t put_score(const struct sal_play *p, int side, struct sal_action a, int column) { /* in that column, in cover, near the front */
  if (a.verb == V_CANCEL) return SAL_NEVER;
  if (a.verb != V_PUT) return SAL_SURE;
  int g = O(p)->place[a.x[0]];
  return SAL_SURE + (sp_column(g) == column ? 1000 : 0) + (sp_tem(p, side, g) ? 100 : 0) + sp_depth(p, side, g);
}

/* Is a try to escape worth more than staying? In hundredths of the unit: what gets away is whole; in a Pocket it is worth half,
 * ringed less, and what would go with its board is lost. */
static bool should_escape(const struct sal_play *p, int side, int u) {
  const struct state *s = S(p);
  const struct unit *unit = &s->unit[u];
  int type = s->iso[unit->iso - 1].type, stays = type >= 3 ? 45 : 70;
  if (is_smc(type_of(p, u)->cls) && (type == 2 || type == 3)) return true; /* 11.6061a */
  if (!O(p)->campaign) return false; /* the lesson is decided */
  if (s->scenario < 3 && !O(p)->small && row_of(unit->at) < sp_pa_low(p) + ALONG) stays = side == RUS ? 0 : 100; /* CG1b; 11.607: Retained anyway */
  return stays < 100 && sp_escape_percent(p, side, u) >= stays;
}

static void escape_scores(const struct sal_play *p, int side, const struct sal_list *l, int32_t *out) {
  bool found = false; /* one at a time: the modifiers are dear */
  for (uint32_t i = 0; i < l->n; i++) {
    bool goes = !found && l->a[i].verb == V_ESCAPE && should_escape(p, side, l->a[i].x[0]);
    out[i] = goes ? SAL_SURE + 1 : l->a[i].verb == V_DONE ? SAL_SURE : SAL_NEVER;
    found |= goes;
  }
}

static int32_t result_score(const struct sal_play *p, struct sal_action a) { /* table mode: the plainest record that passes */
  const struct claim *c = &S(p)->claim;
  int missing = 0;
  for (int u = 0; u < p->book->ncounters; u++) missing += (S(p)->unit[u].where == MAP || S(p)->unit[u].where == OFF) && S(p)->draft[u].fate == FATE_NONE;
  if (a.verb == V_SUBMIT) return 1000;
  if (a.verb == V_AUTO) return missing ? 900 : SAL_NEVER;
  if (a.verb == V_TURNS) return a.x[0] == 9 && c->turns != 9 ? 800 : SAL_NEVER;
  if (a.verb == V_ENDDIE) return a.x[1] == 6 && S(p)->battle.end_die[a.x[0] - 7] != 6 ? 700 : SAL_NEVER;
  if (a.verb == V_CVP) return c->cvp[a.x[0]] != a.x[1] ? 600 : SAL_NEVER;
  return SAL_NEVER;
}

static bool veiled(const struct sal_play *p, int side, sal_hex h) { /* an enemy stack that nobody has looked at */
  return S(p)->area[at_pa(p, O(p)->place[h])] & (side == GER ? A_VEIL_RUS : A_VEIL_GER);
}

static int32_t one(const struct sal_play *p, int side, struct sal_action a, const int8_t *bias, const struct wish *w) {
  switch (sal_top(p)->node) {
  case N_BUY: return a.verb == V_BUY ? sp_buy_score(p, side, a, bias) : a.verb == V_COMMIT ? 150 : SAL_NEVER;
  case N_FORT: return a.verb == V_FORT ? fort_score(p, side, a.x[0]) : a.verb == V_COMMIT ? SAL_SURE : SAL_NEVER;
  case N_RECON: return a.verb == V_COMMIT ? SAL_SURE : SAL_NEVER;
  case N_CHIT: return a.x[0] ? 2 * bias[B_BOLD] : 100;
  case N_OBSERVER: return SAL_SURE - sal_abs(y_of(O(p)->place[a.x[0]]) - 30);
  case N_SETUP: return setup_score(p, a, w);
  case N_INSPECT: return a.verb == V_INSPECT ? SAL_SURE + veiled(p, side, a.x[0]) : SAL_NEVER;
  case N_ORDERS: return orders_score(p, side, a, w);
  case N_BATTLE: return SAL_SURE;
  case N_CHAIN: return a.verb == V_COMMIT ? SAL_SURE : SAL_NEVER;
  case N_STACK: return a.verb == V_ROLL ? SAL_SURE : SAL_NEVER;
  case N_HARDEN: return a.verb == V_HARDEN ? SAL_SURE + type_of(p, a.x[0])->soft : a.verb == V_COMMIT ? SAL_SURE : SAL_NEVER;
  case N_LEADER: return SAL_SURE - a.x[0];
  case N_CREWS: return a.verb == V_MAN ? SAL_SURE + unit_worth(p, a.x[0]) : SAL_SURE;
  case N_RECALL: return a.verb == V_FREE ? SAL_SURE + unit_worth(p, a.x[0]) : SAL_SURE;
  case N_RESULT: return result_score(p, a);
  case N_CONFIRM: return a.verb == V_CONFIRM ? SAL_SURE : SAL_NEVER;
  default: return a.verb == V_DONE ? SAL_SURE : SAL_NEVER;
  }
}

static void score(const struct sal_play *p, int side, const struct sal_list *l, const int8_t bias[SAL_BIAS], int32_t *out) {
  if (sal_top(p)->node == N_PUT) {
    int has[COLUMNS];
    on_map(p, side, has);
    int column = neediest(bias, has);
    for (uint32_t i = 0; i < l->n; i++) out[i] = put_score(p, side, l->a[i], column);
    return;
  }
  if (sal_top(p)->node == N_ESCAPE) {
    escape_scores(p, side, l, out);
    return;
  }
  struct wish w = wish_of(p, side, bias);
  for (uint32_t i = 0; i < l->n; i++) out[i] = one(p, side, l->a[i], bias, &w);
}

static int chapter(const struct sal_play *p) { /* from the purchases to the last shot; then the refit, whose decisions are plain */
  int step = phase_step(p->state->phase);
  return step >= 601 && step <= 612;
}

const struct sal_adviser sp_adviser = {.value = value, .score = score, .chapter = chapter, .nbias = BIASES, .turns = 1, .actions = 600, .rounds = 90};
