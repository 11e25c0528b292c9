/* advise.c - Stalnie Prostori for computer opponents: what a position is worth, and what a sensible
 * commander does next.
 *
 * A campaign is decided by what is bought, where it is massed and how boldly it fights, and neither
 * side sees the other's choice before the first shot. So the script is plain and even (groups by
 * what they bring for a CPP, all columns alike), and the bias bends it: bias[0] is boldness,
 * bias[1..6] favour infantry, armour, guns, artillery, works and aircraft, bias[7..9] the columns.
 * The script leaves alone what was changed by hand (a posture, weights), so that it does not undo
 * what a try has done.
 */
#include "state.h"

enum {
  B_BOLD,
  B_INFANTRY,
  B_ARMOUR,
  B_GUNS,
  B_ARTILLERY,
  B_WORKS,
  B_AIR,
  B_COLUMN,
  BIASES = B_COLUMN + COLUMNS
};
_Static_assert((int)BIASES == (int)SP_BIASES, "guesses like as many things as the script");

/* ---- what things are worth -------------------------------------------------------------- */

/* What a counter of this type is worth, in hundredths: its fire, and how hard it is to hit. It
 * is a guide for the opponent, not a rule. */
static int type_worth(const struct type *t) {
  int hard = t->armour == SOFT ? 0 : t->armour;
  return 40 * t->soft + 40 * t->hard + 25 * hard + 40 * t->cvp;
}

/* What a unit is worth as it stands. One that cannot fight or move at once is worth less, one in
 * an Isolated Area half, since it may be lost with it. */
static int32_t unit_worth(const struct sal_play *p, int u) {
  const struct unit *unit = &S(p)->unit[u];
  int v = type_worth(type_of(p, u));

  if (unit->flags & (U_ABANDONED | U_SAVED | U_RECALL))
    v /= 3;
  if (unit->flags & (U_IMMOBILE | U_SHORT | U_WOUNDED))
    v = v * 3 / 4;
  if (unit->iso)
    v /= 2;

  return v;
}

/* All that a side can still use: on the map or Retained, without what it keeps off the map in
 * this scenario. */
static int32_t forces(const struct sal_play *p, int side) {
  int32_t sum = 0;

  for (int u = 0; u < p->book->ncounters; u++) {
    int where = S(p)->unit[u].where;

    if (!in_force(where))
      continue;
    if (side_of(p, u) != side)
      continue;
    if (S(p)->unit[u].flags & U_STAYS)
      continue;
    sum += unit_worth(p, u);
  }

  return sum;
}

/* One counter of a component: a unit, or a support weapon by its fire alone. */
static int component_worth(const struct sal_play *p, const struct component *c) {
  if (c->type)
    return type_worth(&O(p)->type[c->type]);

  const struct weapon *w = &O(p)->weapon[c->weapon - 1];
  return 40 * (w->soft + w->hard);
}

/* What a group brings at full strength. */
static int32_t group_worth(const struct sal_play *p, int side, const struct group *g) {
  int32_t sum = 0;

  for (int c = 0; c < g->ncomp; c++)
    sum += g->comp[c].full * component_worth(p, &g->comp[c]);

  if (g->company)
    /* its leaders */
    sum += 3 * 200;
  /* contact every second turn, and a red chit now and then */
  if (g->calibre)
    sum += g->calibre * (g->rocket ? 2 : 4);
  if (g->cls == 's')
    /* two turns of it */
    sum += 450;
  if (g->fpp)
    sum += side == RUS ? 10 * g->fpp : 2 * g->fpp;
  if (g->san)
    sum += 150;

  return sum;
}

/* Half a CPP: less than anything the script buys for it, so that nothing is bought and returned
 * again. */
enum { UNSPENT = 60 };

/* points not yet turned into anything, and works */
static int32_t stock_worth(const struct sal_play *p, int side) {
  const struct side *d = &S(p)->side[side];
  int32_t sum = d->cpp * UNSPENT + d->fpp * 15;

  /* works in stock are not yet where they are needed; obstacles are worth little */
  for (int k = 0; k < FORTS; k++) {
    int a_point = k <= FORT_BUILDING ? 20 : 5;
    sum += d->stock[k] * O(p)->fort[k].price[side] * a_point;
  }
  for (int i = 0; i < S(p)->nfort; i++) {
    const struct fort *f = &S(p)->fort[i];
    if (f->side == side)
      sum += O(p)->fort[f->kind].price[side] * 20;
  }

  for (int i = 0; i < d->nrec; i++) {
    const struct rec *r = &S(p)->rec[side][i];
    const struct group *g = &O(p)->group[side][r->group];

    if (r->flags & R_GONE)
      continue;

    /* Groups that have been called in count by their units; modules and aircraft have none. */
    bool called_in = r->strength != STR_NONE;
    bool no_units = g->calibre || g->cls == 's';
    int tenths = r->flags & R_RESERVE ? 7 : 10; /* a reserve comes later */

    if (!called_in)
      sum += group_worth(p, side, g) * tenths / 10;
    else if (no_units)
      sum += group_worth(p, side, g);
  }

  return sum;
}

/* A turn of the quick battle is being played, so drafts say more than the campaign's own record.
 */
static bool fighting(const struct sal_play *p) {
  return sal_top(p)->node == N_BATTLE;
}
/* This scenario has been fought and is not decided yet: its winner is announced at the end of
 * 11.606. */
static bool fought(const struct sal_play *p) {
  return S(p)->battle.turn && phase_step(p->state->phase) <= 606;
}

enum { POINT = 100, VICTORY = 1500, PLACE = 150, FRONT = 100, CAMPAIGN = 3000 };

/* Is it German? Hills are dealt out with the perimeters at the end of 11.606 (11.2f); until then
 * the front tells. */
static bool german_place(const struct sal_play *p, int i, bool draft) {
  const struct state *s = S(p);
  const struct vl *v = &O(p)->vl[i];
  bool undecided = v->kind == VL_HILL && fought(p) && !s->winner[s->scenario - 1];

  if (undecided && sp_in_pa(p, v->g)) {
    int row = row_of(v->g) - sp_pa_low(p);
    return row < s->battle.front[sp_column(v->g)];
  }

  return s->vl[i] & (draft ? VB_DRAFT : VB_GERMAN);
}

/* The scenario of the lesson, to the Germans: how far the rule that decides it is passed. Known
 * from the first shot on. */
static int32_t scenario_worth(const struct sal_play *p) {
  const struct state *s = S(p);
  bool draft = fighting(p);
  int lost[2] = {s->side[GER].cvp, s->side[RUS].cvp};
  int gained = 0;

  for (int i = 0; i < O(p)->nvl; i++) {
    bool german_at_start = s->vl[i] & VB_START;
    if (!german_at_start && german_place(p, i, draft))
      gained++;
  }
  if (draft) {
    lost[GER] = sp_draft_cvp(p, GER);
    lost[RUS] = sp_draft_cvp(p, RUS);
  }

  int margin = sp_assault_margin(p, 1, lost[RUS], lost[GER], gained);

  return POINT * margin / 2 + (margin > 0 ? VICTORY : -VICTORY);
}

/* What the Germans have more of for the scenarios to come. */
static int32_t means(const struct sal_play *p) {
  int32_t more_forces = forces(p, GER) - forces(p, RUS);
  int32_t more_stock = stock_worth(p, GER) - stock_worth(p, RUS);

  return (more_forces + more_stock) / 2;
}

/* 11.32: what a scenario already decided is worth to the Germans. */
static int32_t winner_worth(int winner) {
  if (winner == GER + 1)
    return VICTORY;
  if (winner == RUS + 1)
    return -VICTORY;
  return 0;
}

/* Every Victory Location counts to the end. Before the last battle so do the ground from which the
 * next begins, forces and points, and who won what has been fought (11.32). */
static int32_t campaign_worth(const struct sal_play *p) {
  const struct state *s = S(p);
  int places = 0;
  bool draft = fighting(p);

  for (int i = 0; i < O(p)->nvl; i++) {
    bool gone = s->vl[i] & VB_GONE;
    if (!gone && german_place(p, i, draft))
      places++;
  }

  /* CG.VC: after the last battle only the count of places is left */
  bool last_is_fought = s->scenario == 4 && fought(p);
  if (last_is_fought) {
    bool enough = places >= sp_campaign_need(p);
    return PLACE * places + (enough ? CAMPAIGN : -CAMPAIGN);
  }

  int32_t v = PLACE * places + means(p);

  /* ground gained so far in a quick battle */
  for (int c = 0; c < COLUMNS; c++)
    v += FRONT * s->battle.front[c];
  if (draft)
    v += POINT / 4 * (sp_draft_cvp(p, RUS) - sp_draft_cvp(p, GER));
  for (int n = 0; n < 4; n++)
    v += winner_worth(s->winner[n]);

  return v;
}

/* The position in hundredths of a point for that side. A finished game counts by its result
 * alone. */
static int32_t value(const struct sal_play *p, int side) {
  struct sal_result r;
  int32_t v;

  if (sp_score(p, &r)) {
    int32_t prize = O(p)->campaign ? CAMPAIGN : VICTORY;
    int32_t won = r.winner == GER ? prize : -prize;
    v = POINT * r.margin.num / r.margin.den + won;
  } else if (O(p)->campaign) {
    v = campaign_worth(p);
  } else if (S(p)->battle.turn) {
    v = scenario_worth(p);
  } else {
    v = means(p);
  }

  return side == GER ? v : -v;
}

/* ---- the script: node by node ----------------------------------------------------------- */

/* The entry of the bias that changes the price of a group. Transport and fortification groups share
 * one. */
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

/* Artillery modules that the side has in its record. */
static int modules_of(const struct sal_play *p, int side) {
  int modules = 0;

  for (int i = 0; i < S(p)->side[side].nrec; i++) {
    const struct rec *r = &S(p)->rec[side][i];
    if (r->flags & R_GONE)
      continue;
    if (O(p)->group[side][r->group].calibre)
      modules++;
  }

  return modules;
}

/* What the script never buys, whatever the bias. */
static bool never_bought(const struct sal_play *p, int side, const struct group *g, int manner) {
  bool perimeter = S(p)->side[side].perimeter;

  /* CG6: two modules are used in a scenario, so a third is idle. */
  if (g->calibre && modules_of(p, side) >= 2)
    return true;
  /* trucks carry and do not fight */
  if (g->cls == 't')
    return true;

  /* A Reserve must have ground far behind the front to set up in (11.6194b). */
  if (manner == RESERVE && !(g->company && perimeter))
    return true;

  /* Pre-Registered hexes (RG.j) and a surer arrival (RG.b) cost more than they bring. */
  if (manner == REG1 || manner == REG2)
    return true;
  if (manner == BONUS)
    return true;

  /* Guns that set up free (11.6194a) have nothing to tow them when they cannot. */
  return g->cls == 'g' && g->notes & NOTE_E && !perimeter;
}

/* A group that enters during the battle instead of setting up for it (CG9a). */
static bool enters_later(const struct group *g, int manner) {
  if (manner != PLAIN)
    return false;
  return g->cls == 'a' || g->company || g->notes & NOTE_K;
}

/* Worth a CPP, in hundredths of what a group is worth. Diminishing: the second of a kind, a third
 * module, works past their use. */
int32_t sp_buy_score(const struct sal_play *p, int side, struct sal_action a, const int8_t *bias) {
  const struct state *s = S(p);
  const struct side *d = &s->side[side];
  int gi = sp_group_of_word(p, side, word_of(a, 0));
  int manner = word_of(a, 1) - GROUP_WORDS;
  int price = sp_price(p, side, gi, manner);
  const struct group *g = &O(p)->group[side][gi];
  int32_t worth = group_worth(p, side, g);

  if (never_bought(p, side, g, manner))
    return SAL_NEVER;

  /* an observer makes contact likelier */
  bool observer = g->cls == 'o' && !g->calibre;
  if (observer)
    worth = 120;
  /* on the spot at half the price, and hard to hit */
  if (manner == DUGIN)
    worth += g->comp[0].full * 25 * O(p)->q.dugin;
  /* in play from Turn 3 */
  if (manner == RESERVE)
    worth = worth * 17 / 20;

  /* Russians enter on Turn 3 of the first scenario, and then they have to come up. */
  bool late_russians = side == RUS && enters_later(g, manner);
  if (late_russians && s->scenario == 1)
    worth = worth * 6 / 10;
  if (late_russians && s->scenario > 1)
    worth = worth * 8 / 10;

  /* points for works: the first purchase helps most */
  if (g->fpp)
    worth = worth * (3 - d->bought[gi]) / 3;

  /* a bias tips the scales, it does not upset them */
  worth = worth * (250 + bias[bias_of(g)]) / 250;

  return worth * 2 / (price ? price : 1);
}

/* works count by what they cost (QB.6) */
static int32_t fort_score(const struct sal_play *p, int side, int kind) {
  static const uint8_t liking[FORTS] = {
      [FORT_FOX3] = 60, [FORT_FOX2] = 50,  [FORT_FOX1] = 40, [FORT_TRENCH] = 90,
      [FORT_WIRE] = 70, [FORT_DITCH] = 65, [FORT_AP6] = 30,  [FORT_AP12] = 35};
  enum { ENOUGH = 40 };
  bool for_this_side = O(p)->fort[kind].price[side];

  if (!liking[kind] || !for_this_side)
    return SAL_NEVER;
  if (S(p)->side[side].stock[kind] >= ENOUGH)
    return SAL_NEVER;
  return SAL_SURE + liking[kind];
}

/* ---- orders and columns ----------------------------------------------------------------- */

/* steep: 1000 if it is wanted like the others, 64000 if above all */
static int32_t pull(const int8_t *bias, int column) {
  int32_t b = 100 + bias[B_COLUMN + column];
  int32_t square = b * b / 100;
  return square * square * square / 1000;
}

/* The column that is wanted most, compared with what it has. */
static int neediest(const int8_t *bias, const int *has) {
  int best = 0;

  /* Two quotients are compared by cross products, so that nothing is rounded. */
  for (int c = 1; c < COLUMNS; c++) {
    int64_t wants = (int64_t)pull(bias, c) * (has[best] + 1);
    int64_t best_wants = (int64_t)pull(bias, best) * (has[c] + 1);
    if (wants > best_wants)
      best = c;
  }

  return best;
}

/* Six shares of what enters, dealt one at a time to the column that is wanted most, compared with
 * what it has (QB.1). */
void sp_shares(const int8_t *bias, uint8_t weight[COLUMNS]) {
  int has[COLUMNS] = {0};
  for (int k = 0; k < 6; k++)
    has[neediest(bias, has)]++;
  for (int c = 0; c < COLUMNS; c++)
    weight[c] = (uint8_t)has[c];
}

/* Are these the weights that the program sets first? Then the player has expressed no wish yet. */
static bool even(const uint8_t w[COLUMNS]) {
  return w[0] == 2 && w[1] == 2;
}

/* by the program; one by one; not at all, except Guns */
enum set_up { SPREAD, MASSED, ENTER };
struct wish {         /* orders as the bias has them */
  int usual, posture; /* usual: as the program sets it first */
  uint8_t weight[COLUMNS];
  enum set_up set_up;
};

/* A side that wants one column more than another places a small force there unit by unit. Close to
 * its own edge it need not: units that enter are in play on Turn 1, in the column of the weights.
 * The program places a large force behind a far front. */
static enum set_up manner_of_set_up(const struct sal_play *p, int side) {
  enum { SMALL = 40, CLOSE = 16 * 30 /* hexes: nobody on foot is late */ };
  int waiting = 0;
  int deep = 0;

  for (int u = 0; u < p->book->ncounters; u++)
    if (S(p)->unit[u].where == OFF && side_of(p, u) == side)
      waiting++;
  for (int i = 0; i < PA_PLACES; i++)
    deep += (S(p)->area[i] & area_bit(side)) != 0;

  if (waiting <= SMALL)
    return MASSED;
  if (deep < CLOSE)
    return ENTER;

  return SPREAD;
}

/* The orders for this bias: posture by boldness, columns by preference, and how to set up for them.
 */
static struct wish wish_of(const struct sal_play *p, int side, const int8_t *bias) {
  struct wish w;
  bool defends = side == RUS && !S(p)->dual;
  int bold = bias[B_BOLD];

  /* QB.1: the Russians hold in a German Assault; otherwise both sides press. */
  w.usual = defends ? HOLD : PRESS;
  w.posture = w.usual + (bold > 40) + (bold > 80) - (bold < -60);
  if (w.posture < HOLD)
    w.posture = HOLD;
  else if (w.posture > ASSAULT)
    w.posture = ASSAULT;

  sp_shares(bias, w.weight);
  w.set_up = SPREAD;
  bool sets_up = sal_top(p)->node == N_SETUP && S(p)->side[side].perimeter;
  if (sets_up && !even(w.weight))
    w.set_up = manner_of_set_up(p, side);

  return w;
}

/* Does the order give these weights? The third follows from the sum of six (QB.1). */
static bool gives_weights(struct sal_action a, const uint8_t w[COLUMNS]) {
  return number_of(a, 0) == w[0] && number_of(a, 1) == w[1];
}

/* The largest of the three weights that the order gives. */
static int heaviest_of(struct sal_action a) {
  int most = 0;
  for (int c = 0; c < COLUMNS; c++)
    if (number_of(a, c) > most)
      most = number_of(a, c);
  return most;
}

/* QB.1: the wished posture and weights once, then commit. Other choices get small scores, so
 * that a search tries the bolder ones first. */
static int32_t orders_score(const struct sal_play *p, int side, struct sal_action a,
                            const struct wish *w) {
  const struct side *d = &S(p)->side[side];

  switch (a.verb) {
  case V_POSTURE: {
    int posture = word_of(a, 0);
    /* it has that posture already */
    if (posture == d->posture)
      return SAL_NEVER;
    /* the change that was wished for, once */
    if (d->posture == w->usual && posture == w->posture)
      return 900;
    return 300 + posture;
  }
  case V_WEIGHT:
    if (gives_weights(a, d->weight))
      return SAL_NEVER;
    if (even(d->weight) && gives_weights(a, w->weight))
      return 800;
    return 200 + 10 * heaviest_of(a);
  case V_COMMIT: return 700;
  /* modules as the program names them */
  default: return SAL_NEVER;
  }
}

/* 11.624: place units one by one where the force is to be massed, else let the program do it;
 * then end. */
static int32_t setup_score(const struct sal_play *p, struct sal_action a, const struct wish *w) {
  bool placed = setting_up_of(p)->auto_done;
  bool finished = placed || w->set_up == ENTER;

  switch (a.verb) {
  case V_DONE:
    if (finished)
      return SAL_SURE;
    return SAL_NEVER;
  case V_AUTO:
    if (finished)
      return SAL_NEVER;
    return SAL_SURE;
  case V_PICK: {
    if (placed)
      return SAL_NEVER;
    /* Guns are placed by hand even when the rest enters */
    bool gun = type_of(p, unit_of(a))->cls == GUN;
    bool by_hand = w->set_up == MASSED || (w->set_up == ENTER && gun);
    if (by_hand)
      return SAL_SURE + 1;
    return SAL_NEVER;
  }
  default: return SAL_NEVER;
  }
}

/* How many units the side has in each column. */
static void on_map(const struct sal_play *p, int side, int has[COLUMNS]) {
  for (int c = 0; c < COLUMNS; c++)
    has[c] = 0;

  for (int u = 0; u < p->book->ncounters; u++) {
    const struct unit *unit = &S(p)->unit[u];
    if (unit->where == MAP && side_of(p, u) == side)
      has[sp_column(unit->at)]++;
  }
}

/* in that column, in cover, near the front */
static int32_t put_score(const struct sal_play *p, int side, struct sal_action a, int column) {
  if (a.verb == V_CANCEL)
    return SAL_NEVER;
  if (a.verb != V_PUT)
    return SAL_SURE;
  int g = O(p)->place[hex_of(a, 0)];
  int32_t massed = sp_column(g) == column ? 1000 : 0;
  int32_t in_cover = sp_tem(p, side, g) ? 100 : 0;

  return SAL_SURE + massed + in_cover + sp_depth(p, side, g);
}

/* Is a try to escape worth more than staying? In hundredths of the unit: what gets away is whole;
 * in a Pocket it is worth half, ringed less, and what would go with its board is lost. */
static bool should_escape(const struct sal_play *p, int side, int u) {
  const struct state *s = S(p);
  const struct unit *unit = &s->unit[u];
  int type = s->iso[unit->iso - 1].type;
  /* what staying is worth: less in a ring than in a Pocket */
  int stays = type >= 3 ? 45 : 70;

  /* 11.6061a: single men must try from an Isolated Location. */
  bool location = type == 2 || type == 3;
  if (location && is_smc(type_of(p, u)->cls))
    return true;
  /* the lesson is decided */
  if (!O(p)->campaign)
    return false;

  /* The southern boards leave play after the first two scenarios: Russians left there are
   * eliminated (CG1b), Germans are Retained anyway (11.607). */
  bool boards_move = s->scenario < 3 && !O(p)->small;
  if (boards_move && row_of(unit->at) < sp_pa_low(p) + ALONG)
    stays = side == RUS ? 0 : 100;

  return stays < 100 && sp_escape_percent(p, side, u) >= stays;
}

/* 11.606: the first unit that should try is picked; when none is left, the escapes end. */
static void escape_scores(const struct sal_play *p, int side, const struct sal_list *l,
                          int32_t *out) {
  /* one at a time: the modifiers are dear */
  bool found = false;

  for (uint32_t i = 0; i < l->n; i++) {
    struct sal_action a = l->a[i];
    bool considered = !found && a.verb == V_ESCAPE;
    bool goes = considered && should_escape(p, side, unit_of(a));

    if (goes)
      out[i] = SAL_SURE + 1;
    else if (a.verb == V_DONE)
      out[i] = SAL_SURE;
    else
      out[i] = SAL_NEVER;

    found |= goes;
  }
}

/* V3: is there a unit whose fate has not been entered? */
static bool fate_missing(const struct sal_play *p) {
  for (int u = 0; u < p->book->ncounters; u++) {
    bool no_fate = S(p)->draft[u].fate == FATE_NONE;
    if (no_fate && in_force(S(p)->unit[u].where))
      return true;
  }
  return false;
}

/* CG4: the turn in which the scenario ends if every Game End dr is a six. */
static int turns_of_sixes(const struct sal_play *p) {
  int die = 6 + sp_end_drm(p, S(p)->claim.north_vp);
  int turn = FIRST_END;

  while (turn < LAST_END && die > O(p)->circled[turn - FIRST_END])
    turn++;
  return turn;
}

/* Does the entry write the plainest record: a six in every turn that has a Game End dr, and the
 * casualties that follow from the fates? And is it not written yet? */
static bool completes(const struct sal_play *p, struct sal_action a) {
  const struct claim *c = &S(p)->claim;
  int last = turns_of_sixes(p);
  int turn = number_of(a, 0);

  switch (a.verb) {
  case V_AUTO: return fate_missing(p);
  case V_TURNS: return turn == last && c->turns != last;
  case V_ENDDIE:
    return turn <= last && number_of(a, 1) == 6 && S(p)->battle.end_die[turn - FIRST_END] != 6;
  case V_CVP: return c->cvp[word_of(a, 0)] != number_of(a, 1);
  default: return false;
  }
}

/* table mode: the plainest record that passes */
static int32_t result_score(const struct sal_play *p, struct sal_action a) {
  /* as soon as it can be submitted, it is */
  if (a.verb == V_SUBMIT || a.verb == V_OPEN)
    return 1000;
  if (!completes(p, a))
    return SAL_NEVER;

  switch (a.verb) {
  case V_AUTO: return 900;
  case V_TURNS: return 800;
  case V_ENDDIE: return 700;
  default: return 600; /* casualty points */
  }
}

/* an enemy stack that has not been looked at */
static bool veiled(const struct sal_play *p, int side, sal_hex h) {
  return S(p)->area[at_pa(p, O(p)->place[h])] & (side == GER ? A_VEIL_RUS : A_VEIL_GER);
}

/* The score of one action at any node but N_PUT and N_ESCAPE. What the rules leave no real
 * choice about is SAL_SURE, what a sensible player never does SAL_NEVER. */
static int32_t one(const struct sal_play *p, int side, struct sal_action a, const int8_t *bias,
                   const struct wish *w) {
  switch (sal_top(p)->node) {
  case N_BUY:
    if (a.verb == V_BUY)
      return sp_buy_score(p, side, a, bias);
    if (a.verb == V_COMMIT)
      return 150;
    return SAL_NEVER;
  case N_FORT:
    if (a.verb == V_FORT)
      return fort_score(p, side, word_of(a, 0));
    if (a.verb == V_COMMIT)
      return SAL_SURE;
    return SAL_NEVER;
  case N_RECON:
    if (a.verb == V_COMMIT)
      return SAL_SURE;
    return SAL_NEVER;
  case N_CHIT:
    if (word_of(a, 0))
      return 2 * bias[B_BOLD];
    return 100;
  /* an observer in the middle of the map sees most */
  case N_OBSERVER: return SAL_SURE - sal_abs(y_of(O(p)->place[hex_of(a, 0)]) - 30);
  case N_SETUP: return setup_score(p, a, w);
  case N_INSPECT:
    if (a.verb == V_INSPECT)
      return SAL_SURE + veiled(p, side, hex_of(a, 0));
    return SAL_NEVER;
  case N_ORDERS: return orders_score(p, side, a, w);
  case N_BATTLE: return SAL_SURE;
  case N_ARRANGE: /* it is arranged by rule already */
  case N_CHAIN:
    if (a.verb == V_COMMIT)
      return SAL_SURE;
    return SAL_NEVER;
  case N_STACK:
    if (a.verb == V_ROLL)
      return SAL_SURE;
    return SAL_NEVER;
  case N_HARDEN:
    if (a.verb == V_HARDEN)
      return SAL_SURE + type_of(p, unit_of(a))->soft;
    if (a.verb == V_COMMIT)
      return SAL_SURE;
    return SAL_NEVER;
  /* the best leader has the lowest number */
  case N_LEADER: return SAL_SURE - number_of(a, 0);
  case N_CREWS:
    if (a.verb == V_MAN)
      return SAL_SURE + unit_worth(p, unit_of(a));
    return SAL_SURE;
  case N_RECALL:
    if (a.verb == V_FREE)
      return SAL_SURE + unit_worth(p, unit_of(a));
    return SAL_SURE;
  case N_RESULT: return result_score(p, a);
  case N_CONFIRM:
    if (a.verb == V_CONFIRM)
      return SAL_SURE;
    return SAL_NEVER;
  default:
    if (a.verb == V_DONE)
      return SAL_SURE;
    return SAL_NEVER;
  }
}

/* Scores a whole list. What is the same for every action of a node is worked out once. */
static void score(const struct sal_play *p, int side, const struct sal_list *l,
                  const int8_t bias[SAL_BIAS], int32_t *out) {
  if (sal_top(p)->node == N_PUT) {
    int has[COLUMNS];
    on_map(p, side, has);
    int column = neediest(bias, has);
    for (uint32_t i = 0; i < l->n; i++)
      out[i] = put_score(p, side, l->a[i], column);
    return;
  }

  if (sal_top(p)->node == N_ESCAPE) {
    escape_scores(p, side, l, out);
    return;
  }

  struct wish w = wish_of(p, side, bias);

  for (uint32_t i = 0; i < l->n; i++)
    out[i] = one(p, side, l->a[i], bias, &w);
}

/* from the purchases to the last shot; then the refit, whose decisions are plain */
static int chapter(const struct sal_play *p) {
  int step = phase_step(p->state->phase);
  return step >= 601 && step <= 612;
}

const struct sal_adviser sp_adviser = {.value = value,
                                       .score = score,
                                       .chapter = chapter,
                                       .nbias = BIASES,
                                       .turns = 1,
                                       .actions = 600,
                                       .rounds = 90};
