/* campaign.c - stalnie section 1: the sequence of steps, initiative, snapshots, who won.
 *
 * N_CAMPAIGN is the bottom frame; its x[0] is the phase to begin next. A step with a decision pushes its node, an
 * automatic one is done at once. Dice thrown by both sides in one step are thrown when the last side has committed,
 * German first, so the order in which the two sides finish changes nothing (C.6).
 */
#include "state.h"

#include <string.h>

int sp_die(struct sal_play *p, int rule, int unit, int seen) { return sal_roll_seen(p->dice, 6, rule, (sal_unit)unit, (uint8_t)seen); }

int sp_dr(struct sal_play *p, int rule, int unit, int seen) {
  int coloured = sp_die(p, rule, unit, seen);
  return coloured + sp_die(p, rule, unit, seen);
}

/* ---- victory ------------------------------------------------------------------------------------ */

int sp_vl_count(const struct sal_play *p, int side) {
  int n = 0;
  for (int i = 0; i < O(p)->nvl; i++)
    n += !(S(p)->vl[i] & VB_GONE) && ((S(p)->vl[i] & VB_GERMAN) != 0) == (side == GER);
  return n;
}

/* VL that side controls now and the enemy did when the scenario began. */
int sp_vl_gained(const struct sal_play *p, int side) {
  int n = 0;
  for (int i = 0; i < O(p)->nvl; i++) {
    uint8_t v = S(p)->vl[i];
    bool now = v & VB_GERMAN, then = v & VB_START;
    n += !(v & VB_GONE) && now != then && now == (side == GER);
  }
  return n;
}

/* 11.32: only the row for the number of scenarios played counts. */
int sp_balance(const struct sal_play *p, int side) {
  const struct state *s = S(p);
  int played = 0, won = 0;
  for (int i = 0; i < 4; i++) played += s->winner[i] != 0, won += s->winner[i] == side + 1;
  if (played == 2 && won == 0) return -1; /* 11.32a */
  if (played == 3 && won == 1) return -1; /* 11.32b */
  if (played == 3 && won == 0) return -2; /* 11.32c */
  return 0;
}

int sp_balance_rule(const struct sal_play *p, int side) {
  int played = 0, b = sp_balance(p, side);
  for (int i = 0; i < 4; i++) played += S(p)->winner[i] != 0;
  return b == -2 ? R_11_32c : b && played == 3 ? R_11_32b : b ? R_11_32a : R_11_32d;
}

/* End of 11.606: hills are known now, so the winner is announced (11.603, 11.6235). */
void sp_announce(struct sal_play *p) {
  struct state *s = S(p);
  int n = s->scenario - 1, g = s->side[RUS].cvp, r = s->side[GER].cvp; /* inflicted by GER, by RUS */
  int gained[2] = {sp_vl_gained(p, GER), sp_vl_gained(p, RUS)}, rule = s->dual ? R_11_6235a : R_11_6235b;
  bool german = s->dual ? g + gained[GER] > r + gained[RUS] : 2 * g > 3 * r || gained[GER] >= O(p)->vl_needed[n];
  s->winner[n] = (uint8_t)((german ? GER : RUS) + 1);
  for (int side = 0; side < 2; side++) {
    struct row *row = &s->side[side].row[n];
    s->side[side].locations = (int16_t)gained[side];
    row->suffered = s->side[side].cvp;
    row->accumulated = (int16_t)(s->side[!side].cvp + (s->dual ? gained[side] : 0));
    row->locations = (int16_t)sp_vl_count(p, side);
    row->win = german == (side == GER);
  }
  sal_tell(p, E_SCENARIO, rule, SAL_EV(.n = {(int16_t)(german ? GER : RUS), (int16_t)g, (int16_t)r, (int16_t)gained[GER]}));
}

/* CG3 and 11.625: what is enclosed is controlled, then everything is recorded as it stands. */
void sp_snapshot(struct sal_play *p) {
  struct state *s = S(p);
  const struct own *o = O(p);
  for (int i = 0; i < PA_PLACES; i++) {
    uint8_t *c = &s->ground[i];
    bool ger = s->area[i] & A_GER, rus = s->area[i] & A_RUS;
    if (s->isle[i]) ger = s->iso[s->isle[i] - 1].side == GER, rus = !ger;
    if (ger) *c |= C_OWN | C_OWN_UP;
    if (rus) *c &= (uint8_t)~(C_OWN | C_OWN_UP);
    *c = (uint8_t)((*c & ~(C_START | C_START_UP | C_DRAFT | C_DRAFT_UP)) | (*c & 3) << 2 | (*c & 3) << 4);
  }
  int enclosed[2] = {0, 0};
  for (int i = 0; i < o->nvl; i++) {
    const struct vl *v = &o->vl[i];
    uint8_t *b = &s->vl[i];
    if (v->kind != VL_HILL && sp_in_pa(p, v->g)) {
      uint8_t c = s->ground[at_pa(p, v->g)], before = *b;
      *b = (uint8_t)((*b & ~VB_GERMAN) | (c & (v->level ? C_OWN_UP : C_OWN) ? VB_GERMAN : 0));
      if (before != *b) enclosed[*b & VB_GERMAN ? GER : RUS]++;
    }
    *b = (uint8_t)((*b & (VB_GERMAN | VB_GONE)) | (*b & VB_GERMAN ? VB_START | VB_DRAFT : 0));
  }
  for (int e = 0; e < 2; e++)
    for (int h = 0; h < ROWS; h++) s->edge[e][h] = s->edge[e][h] & EDGE_GERMAN ? EDGE_GERMAN | EDGE_START | EDGE_DRAFT : 0;
  for (int side = 0; side < 2; side++)
    if (enclosed[side]) sal_tell(p, E_VL, R_CG3, SAL_EV(.n = {(int16_t)side, (int16_t)enclosed[side]}));
  sal_tell(p, E_START, R_11_625, SAL_EV(.n = {(int16_t)s->scenario, (int16_t)sp_vl_count(p, GER), (int16_t)sp_vl_count(p, RUS)}));
}

static void campaign_over(struct sal_play *p) {
  int german = sp_vl_count(p, GER);
  sal_tell(p, E_CAMPAIGN, O(p)->campaign ? R_CG_VC : R_11_6235b,
           SAL_EV(.n = {(int16_t)(O(p)->campaign ? (german >= 250 ? GER : RUS) : S(p)->winner[0] - 1), (int16_t)german, (int16_t)sp_vl_count(p, RUS)}));
  sal_game_over(p);
}

/* ---- 11.619: a new scenario's purchases begin ------------------------------------------------------ */

static void open_purchases(struct sal_play *p) {
  struct state *s = S(p);
  for (int side = 0; side < 2; side++) {
    struct side *d = &s->side[side];
    struct row *row = &d->row[s->scenario - 1];
    for (int i = 0; i < MAX_GROUPS; i++) d->bought[i] = 0;
    for (int i = 0; i < FORTS; i++) d->stock[i] = 0;
    d->companies = d->mines = d->recon_paid = 0;
    d->fpp = 0;
    if (s->scenario == 1) row->start = row->total = d->cpp;
    row->hist = O(p)->historical[s->scenario - 1][side];
    row->elr = d->elr;
    row->weather = s->weather;
    row->ec = s->ec;
  }
  sal_push(p, N_BUY, SAL_NOSIDE);
}

static void set_type(struct sal_play *p, bool attack) { /* 11.6232, 11.6233 */
  struct state *s = S(p);
  int n = s->scenario - 1, die = 0;
  s->dual = attack;
  s->kind[n] = (uint8_t)(attack ? 2 : 1);
  s->first = RUS;
  s->side[GER].row[n].attack = 1; /* 11.623: the Germans always attack */
  s->side[RUS].row[n].attack = attack;
  if (attack) {
    s->side[RUS].attacks++;
    die = sp_die(p, R_11_6233, SAL_NOUNIT, SAL_BOTH);
    if (die >= 4) s->first = GER;
  }
  sal_tell(p, E_CHIT, attack ? R_11_6233 : R_11_6232, SAL_EV(.n = {(int16_t)attack, (int16_t)s->first, (int16_t)die}));
}

static void start_play(struct sal_play *p) {
  sp_draft_clear(p);
  if (S(p)->head.option[0]) {
    sp_table_begin(p);
    sal_push(p, N_RESULT, SAL_NOSIDE);
  } else {
    sp_orders_begin(p);
    sal_push(p, N_BATTLE, GER);
    sal_push(p, N_ORDERS, SAL_NOSIDE);
  }
}

static void begin_step(struct sal_play *p, int step) {
  struct state *s = S(p);
  switch (step) {
  case 619: open_purchases(p); break;
  case 620: sp_strengths(p); break;
  case 621:
    if (s->side[GER].fpp || s->side[RUS].fpp) sal_push(p, N_FORT, SAL_NOSIDE);
    else sal_tell(p, E_SKIP, R_11_621a, SAL_EV(.n = {621}));
    break;
  case 622: sal_push(p, N_RECON, SAL_NOSIDE); break;
  case 623:
    if (s->scenario == 1) set_type(p, false); /* 11.5a */
    else sal_push(p, N_CHIT, RUS);
    break;
  case 624: sp_setup_begin(p); break;
  case 625: sp_snapshot(p); break;
  case 0: start_play(p); break;
  case 601: sp_melee(p); break;
  case 602: sp_markers(p); break;
  case 603: sp_totals(p); break;
  case 604: sp_encirclement(p); break;
  case 605:
    for (int side = 0; side < 2; side++) {
      memset(s->side[side].chain, 0, sizeof s->side[side].chain);
      s->side[side].nchain = 0;
    }
    sp_posts(p);
    sal_push(p, N_CHAIN, SAL_NOSIDE);
    break;
  case 606:
    sal_push(p, N_ESCAPE, RUS);
    sal_push(p, N_ESCAPE, GER);
    break;
  case 607: sp_clear(p); break;
  case 608: sp_forts_kept(p); break;
  case 609: sp_fires(p); break;
  case 610: sp_prisoners(p); break;
  case 611: sp_harden_begin(p); break;
  case 612: sp_new_scenario(p); break;
  case 613: sp_repair(p); break;
  case 614: sp_recall_begin(p); break;
  case 615: sp_upkeep(p); break;
  case 616: sp_replenish(p); break;
  case 617: sp_elr(p); break;
  case 618: sp_weather(p); break;
  default: sal_bug("no such step", __FILE__, __LINE__);
  }
}

static bool campaign_run(struct sal_play *p) {
  struct sal_frame *f = sal_top(p);
  int phase = f->x[0];
  if (f->x[1] == 606) { /* both have escaped or stayed: 11.606 ends */
    f->x[1] = 0;
    sp_dissolve(p);
    sp_announce(p);
  }
  if (phase > O(p)->last_phase) {
    campaign_over(p);
    return true;
  }
  f->x[0] = (uint16_t)(phase + 1);
  f->x[1] = (uint16_t)phase_step(phase);
  p->state->phase = (uint8_t)phase;
  int step = phase_step(phase);
  /* 11.612 turns the page to the next scenario, so the head's turn changes there. */
  p->state->turn = S(p)->scenario;
  int rule = step == 0 ? R_11_3 : step == 619 ? R_C_4 : p->book->rules->phases[phase].rule;
  sal_tell(p, E_STEP, rule, SAL_EV(.n = {(int16_t)S(p)->scenario, (int16_t)(step ? step - 600 : 0)}));
  begin_step(p, step);
  p->state->turn = S(p)->scenario;
  return true;
}

void sp_begin(struct sal_play *p, int phase) { sal_push(p, N_CAMPAIGN, SAL_NOSIDE)->x[0] = (uint16_t)phase; }

const struct sal_node sp_campaign = {.id = "campaign", .rule = R_11_3, .run = campaign_run};

/* ---- 11.623 initiative: the Soviet chit -------------------------------------------------------------- */

static bool chit_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  if (a.verb != V_CHIT) return false;
  return a.x[0] == 0 || S(p)->side[side].attacks < 2 || sal_refuse(why, R_11_623, "The Attack chit has been chosen twice.", 0, 0);
}

static void chit_list(const struct sal_play *p, int side, struct sal_list *l) {
  sal_list_add(l, sal_act(V_CHIT, 0, 0, 0));
  if (S(p)->side[side].attacks < 2) sal_list_add(l, sal_act(V_CHIT, 1, 0, 0));
}

static void chit_apply(struct sal_play *p, int side, struct sal_action a) {
  (void)side;
  sal_pop(p);
  sal_reveal(p);
  set_type(p, a.x[0] != 0);
}

static void chit_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  sal_prompt_say(out, "Soviet: choose the initiative chit. Attack makes this a Dual Assault; %d of 2 used.", S(p)->side[side].attacks);
}

const struct sal_node sp_chit = {.id = "initiative", .rule = R_11_623, .list = chit_list, .check = chit_check, .apply = chit_apply, .prompt = chit_prompt};
