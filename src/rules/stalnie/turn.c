/* turn.c - stalnie section 1: the sequence of steps, initiative, snapshots.
 *
 * N_CAMPAIGN is the bottom frame; its `next_phase` is the one to begin next. A step with a decision
 * pushes its node; an automatic one is done at once. Dice of both sides in one step are thrown when
 * the last side has committed, German first, so the order in which the two sides finish changes
 * nothing (C.6).
 */
#include "state.h"

#include <string.h>

/* One die, with who may see it. */
int sp_die(struct sal_play *p, int rule, int unit, int seen) {
  return sal_roll_seen(p->dice, 6, rule, (sal_unit)unit, (uint8_t)seen);
}

/* A DR: two dice, the coloured one first. */
int sp_dr(struct sal_play *p, int rule, int unit, int seen) {
  int coloured = sp_die(p, rule, unit, seen);
  return coloured + sp_die(p, rule, unit, seen);
}

/* CG3 and 11.625: what is enclosed is controlled, then everything is recorded as it stands. */
void sp_snapshot(struct sal_play *p) {
  struct state *s = S(p);
  const struct own *o = O(p);

  for (int i = 0; i < PA_PLACES; i++) {
    uint8_t *c = &s->ground[i];
    bool ger = s->area[i] & A_GER;
    bool rus = s->area[i] & A_RUS;

    if (s->isle[i]) {
      ger = s->iso[s->isle[i] - 1].side == GER;
      rus = !ger;
    }

    if (ger)
      *c |= C_OWN | C_OWN_UP;
    if (rus)
      *c &= (uint8_t) ~(C_OWN | C_OWN_UP);
    *c = (uint8_t)((*c & ~(C_START | C_START_UP | C_DRAFT | C_DRAFT_UP)) | (*c & 3) << 2 |
                   (*c & 3) << 4);
  }

  int enclosed[2] = {0, 0};

  for (int i = 0; i < o->nvl; i++) {
    const struct vl *v = &o->vl[i];
    uint8_t *b = &s->vl[i];

    if (v->kind != VL_HILL && sp_in_pa(p, v->g) && !sp_printed(p)) {
      uint8_t c = s->ground[at_pa(p, v->g)];
      uint8_t before = *b;
      *b = (uint8_t)((*b & ~VB_GERMAN) | (c & (v->level ? C_OWN_UP : C_OWN) ? VB_GERMAN : 0));
      if (before != *b)
        enclosed[*b & VB_GERMAN ? GER : RUS]++;
    }

    *b = (uint8_t)((*b & (VB_GERMAN | VB_GONE)) | (*b & VB_GERMAN ? VB_START | VB_DRAFT : 0));
  }

  for (int e = 0; e < 2; e++)
    for (int h = 0; h < ROWS; h++)
      if (s->edge[e][h] & EDGE_GERMAN)
        s->edge[e][h] = EDGE_GERMAN | EDGE_START | EDGE_DRAFT;
      else
        s->edge[e][h] = 0;
  for (int side = 0; side < 2; side++)
    if (enclosed[side])
      sal_tell(p, E_VL, R_CG3, SAL_EV(.n = {(int16_t)side, (int16_t)enclosed[side]}));
  sal_tell(p, E_START, R_11_625,
           SAL_EV(.n = {(int16_t)s->scenario, (int16_t)sp_vl_count(p, GER),
                        (int16_t)sp_vl_count(p, RUS)}));
}

/* ---- 11.619: a new scenario's purchases begin ------------------------------------------- */

/* 11.619: counts and stock of the last scenario are cleared, and the roster's line begins. */
static void open_purchases(struct sal_play *p) {
  struct state *s = S(p);

  /* What was agreed on concerned one battle alone (F25.1). */
  s->head.option[OPT_BATTLE] &= MODE_BITS;
  for (int side = 0; side < 2; side++) {
    struct side *d = &s->side[side];
    struct row *row = &d->row[s->scenario - 1];

    for (int i = 0; i < MAX_GROUPS; i++)
      d->bought[i] = 0;
    for (int i = 0; i < FORTS; i++)
      d->stock[i] = 0;
    d->companies = d->mines = d->recon_paid = 0;
    d->fpp = 0;
    if (s->scenario == 1)
      row->start = row->total = d->cpp;
    row->hist = O(p)->historical[s->scenario - 1][side];
    row->elr = d->elr;
    row->weather = s->weather;
    row->ec = s->ec;
  }

  sal_push(p, N_BUY, SAL_NOSIDE);
}

/* 11.6232, 11.6233: an Attack chit makes it a Dual Assault, and a die decides who sets up first.
 */
static void set_type(struct sal_play *p, bool attack) {
  struct state *s = S(p);
  int n = s->scenario - 1;
  int die = 0;

  s->dual = attack;
  s->kind[n] = (uint8_t)(attack ? 2 : 1);
  s->first = RUS;
  /* 11.623: the Germans always attack */
  s->side[GER].row[n].attack = 1;
  s->side[RUS].row[n].attack = attack;
  if (attack) {
    s->side[RUS].attacks++;
    die = sp_die(p, R_11_6233, SAL_NOUNIT, SAL_BOTH);
    if (die >= 4)
      s->first = GER;
  }

  sal_tell(p, E_CHIT, attack ? R_11_6233 : R_11_6232,
           SAL_EV(.n = {(int16_t)attack, (int16_t)s->first, (int16_t)die}));
}

/* F25.1: the scenario itself, by the option: on a table, on the board or as a quick battle. */
static void start_play(struct sal_play *p) {
  sp_draft_clear(p);
  switch (sp_mode(p)) {
  case BY_TABLE: sal_push(p, N_RESULT, SAL_NOSIDE); break;
  case BY_FIELD: sal_push(p, N_FIELD, SAL_NOSIDE); break;
  default:
    sp_orders_begin(p);
    sal_push(p, N_BATTLE, GER);
    sal_push(p, N_ORDERS, SAL_NOSIDE);
    break;
  }
}

/* ---- F25.1: another sort of battle, by agreement ----------------------------------------- */

/* What the side wishes for, a mode + 1; 0: what the campaign has. */
static int wish_of(const struct sal_play *p, int side) {
  return p->state->option[OPT_BATTLE] >> (WISH_AT + 2 * side) & MODE_BITS;
}

/* Where a side's wish stands in the option: it is secret until both have committed. */
int sp_wish_bits(int side) {
  return MODE_BITS << (WISH_AT + 2 * side);
}

/* F25.1: the players may fight one battle another way if both wish it. */
bool sp_may_wish(const struct sal_play *p, int side, int mode, struct sal_refusal *why) {
  bool no_board = mode == BY_FIELD && !O(p)->area_book[1];
  bool of_campaign = mode == (p->state->option[OPT_BATTLE] & MODE_BITS);
  /* A table is chosen for a whole campaign: its battles are nothing that the program could play. */
  bool to_a_table = mode == BY_TABLE && !of_campaign;

  if (O(p)->old_table >= 0 || no_board || to_a_table)
    return sal_refuse(why, R_F25_1, "Battles of this game are not fought that way.", 0, 0);
  if (wish_of(p, side) == mode + 1)
    return sal_refuse(why, R_F25_1, "This side wishes that already.", 0, 0);
  if (mode == sp_mode(p) && !wish_of(p, side))
    return sal_refuse(why, R_F25_1, "This battle is fought that way already.", 0, 0);
  return true;
}

void sp_list_wishes(const struct sal_play *p, int side, struct sal_list *l) {
  for (int mode = BY_QUICK_BATTLE; mode <= BY_FIELD; mode++)
    if (sp_may_wish(p, side, mode, NULL))
      sal_list_add(l, sal_act(V_MODE, mode, 0, 0));
}

/* To wish for the mode that there is takes a wish back. */
void sp_wish(struct sal_play *p, int side, int mode) {
  uint8_t *option = &p->state->option[OPT_BATTLE];
  int wish = mode == sp_mode(p) ? 0 : mode + 1;

  *option = (uint8_t)((*option & ~sp_wish_bits(side)) | wish << (WISH_AT + 2 * side));
}

bool sp_agreed(const struct sal_play *p) {
  return wish_of(p, GER) && wish_of(p, GER) == wish_of(p, RUS);
}

void sp_forget_wishes(struct sal_play *p) {
  p->state->option[OPT_BATTLE] &= (uint8_t) ~(sp_wish_bits(GER) | sp_wish_bits(RUS));
}

/* This battle begins again in the other mode; the next one uses the campaign's. */
void sp_change_mode(struct sal_play *p) {
  uint8_t *option = &p->state->option[OPT_BATTLE];
  int mode = wish_of(p, GER) - 1;

  *option = (uint8_t)((*option & MODE_BITS) | (mode + 1) << AGREED_AT);
  sal_tell(p, E_MODE, R_F25_1, SAL_EV(.n = {(int16_t)mode}));
  start_play(p);
}

/* ---- the steps --------------------------------------------------------------------------- */

/* 11.605 begins with empty chains, and with where markers may stand. */
static void begin_perimeters(struct sal_play *p) {
  for (int side = 0; side < 2; side++) {
    struct side *d = &S(p)->side[side];
    memset(d->chain, 0, sizeof d->chain);
    d->nchain = 0;
  }

  sp_posts(p);
  sal_push(p, N_CHAIN, SAL_NOSIDE);
}

/* 11.606: the Germans try first, so their node lies on top. */
static void begin_escapes(struct sal_play *p) {
  sp_allot_weapons(p, true);
  sal_push(p, N_ESCAPE, RUS);
  sal_push(p, N_ESCAPE, GER);
}

/* 11.621: without any points there is nothing to choose. */
static void begin_fortifications(struct sal_play *p) {
  if (S(p)->side[GER].fpp || S(p)->side[RUS].fpp)
    sal_push(p, N_FORT, SAL_NOSIDE);
  else
    sal_tell(p, E_SKIP, R_11_621a, SAL_EV(.n = {621}));
}

static void begin_reconnaissance(struct sal_play *p) {
  sal_push(p, N_RECON, SAL_NOSIDE);
}

/* 11.5a: the first scenario is a German Assault; later the Soviets choose a chit. */
static void begin_initiative(struct sal_play *p) {
  if (S(p)->scenario == 1)
    set_type(p, false);
  else
    sal_push(p, N_CHIT, RUS);
}

/* The steps 11.601 to 11.625 in their order. A step with a choice pushes its node, all others are
 * done at once. */
static void (*const steps[])(struct sal_play *) = {sp_melee,
                                                   sp_markers,
                                                   sp_totals,
                                                   sp_encirclement,
                                                   begin_perimeters,
                                                   begin_escapes,
                                                   sp_clear,
                                                   sp_forts_kept,
                                                   sp_fires,
                                                   sp_prisoners,
                                                   sp_harden_begin,
                                                   sp_new_scenario,
                                                   sp_repair,
                                                   sp_recall_begin,
                                                   sp_upkeep,
                                                   sp_replenish,
                                                   sp_elr,
                                                   sp_weather,
                                                   open_purchases,
                                                   sp_strengths,
                                                   begin_fortifications,
                                                   begin_reconnaissance,
                                                   begin_initiative,
                                                   sp_setup_begin,
                                                   sp_snapshot};

/* 0 is the scenario itself. */
static void begin_step(struct sal_play *p, int step) {
  if (step)
    steps[step - 601](p);
  else
    start_play(p);
}

/* The engine's own node: it begins the next step whenever the one before is over. */
static bool campaign_run(struct sal_play *p) {
  struct campaign *f = campaign_of(p);
  int phase = f->next_phase;

  /* both have escaped or stayed: 11.606 ends */
  if (f->step_begun == 606) {
    f->step_begun = 0;
    sp_dissolve(p);
    sp_announce(p);
  }

  if (phase > O(p)->last_phase) {
    sp_campaign_over(p);
    return true;
  }

  f->next_phase = (uint16_t)(phase + 1);
  f->step_begun = (uint16_t)phase_step(phase);
  p->state->phase = (uint8_t)phase;
  int step = phase_step(phase);

  /* 11.612 turns the page to the next scenario, so the head's turn changes there. */
  p->state->turn = S(p)->scenario;
  int rule = p->book->rules->phases[phase].rule;

  if (step == 0)
    rule = R_11_3;
  else if (step == 619)
    rule = R_C_4;

  sal_tell(p, E_STEP, rule,
           SAL_EV(.n = {(int16_t)S(p)->scenario, (int16_t)(step ? step - 600 : 0)}));

  begin_step(p, step);
  p->state->turn = S(p)->scenario;

  return true;
}

/* The campaign begins at that phase. */
void sp_begin(struct sal_play *p, int phase) {
  campaign_in(sal_push(p, N_CAMPAIGN, SAL_NOSIDE))->next_phase = (uint16_t)phase;
}

/* What each decision is about, for a player who tries an action of another step. */
static const char *const what_now[N_COUNT] = {
    [N_BUY] = "This is the purchase: buy, return or link, then commit.",
    [N_FORT] = "Fortifications are bought now: fort or unfort, then commit.",
    [N_RECON] = "Reconnaissance is paid for now: recon, then commit.",
    [N_CHIT] = "The Soviet chit is chosen now: chit idle or chit attack.",
    [N_OBSERVER] = "The Offboard Observer's hex is chosen now: observe HEX.",
    [N_SETUP] = "The side sets up now: pick or lay something, then done.",
    [N_PUT] = "A hex is chosen now for what was picked: put HEX, or cancel.",
    [N_INSPECT] = "Locations are inspected now: inspect HEX, or pass.",
    [N_ORDERS] = "Orders are given now: posture, weights or module, then commit.",
    [N_BATTLE] = "The battle is being fought: fight goes on with it.",
    [N_RESULT] = "The result is being entered: make an entry, then submit.",
    [N_ENTRY] = "One unit's result is being entered: fate, put, becomes or state, then done.",
    [N_GROUND] = "Ground is being entered: take, give or edge, then done.",
    [N_CONFIRM] = "The result waits to be confirmed: confirm or reject.",
    [N_CHAIN] = "The perimeter is drawn now: marker HEX or unmark, then commit.",
    [N_ESCAPE] = "Isolated units try to escape now: escape or split, then done.",
    [N_STACK] = "A stack tries to escape: add to it, then roll, or cancel.",
    [N_HARDEN] = "Units are hardened now: harden or drm, then commit.",
    [N_LEADER] = "A line of the record is named now: name LINE.",
    [N_CREWS] = "Empty vehicles get crews now: man, then done.",
    [N_RECALL] = "Recalled vehicles are freed now: free, then done.",
    [N_ARRANGE] = "The force is arranged now: handto, floor, face, turn, hide, load or auto, then "
                  "commit."};

/* Refuses an action of another step and says what this one is about. */
bool sp_not_here(const struct sal_play *p, struct sal_refusal *why) {
  const struct sal_node *node = sal_node_of(p);
  return sal_refuse(why, node->rule, what_now[sal_top(p)->node], 0, 0);
}

const struct sal_node sp_campaign = {.id = "campaign", .rule = R_11_3, .run = campaign_run};

/* ---- 11.623 initiative: the Soviet chit ------------------------------------------------- */

/* 11.623: the Soviets have two Attack chits in a campaign. */
static bool chit_check(const struct sal_play *p, int side, struct sal_action a,
                       struct sal_refusal *why) {
  if (a.verb != V_CHIT)
    return sp_not_here(p, why);
  if (word_of(a, 0) == 0)
    return true;
  if (S(p)->side[side].attacks >= 2)
    return sal_refuse(why, R_11_623, "The Attack chit has been chosen twice.", 0, 0);
  return true;
}

/* Idle is always possible. */
static void chit_list(const struct sal_play *p, int side, struct sal_list *l) {
  sal_list_add(l, sal_act(V_CHIT, 0, 0, 0));
  if (S(p)->side[side].attacks < 2)
    sal_list_add(l, sal_act(V_CHIT, 1, 0, 0));
}

/* The chit is opened at once. */
static void chit_apply(struct sal_play *p, int side, struct sal_action a) {
  (void)side;
  sal_pop(p);
  sal_reveal(p);
  set_type(p, word_of(a, 0) != 0);
}

/* Says what Attack means and how many chits are used. */
static void chit_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  sal_prompt_say(
      out, "Soviet: choose the initiative chit. Attack makes this a Dual Assault; %d of 2 used.",
      S(p)->side[side].attacks);
}

const struct sal_node sp_chit = {.id = "initiative",
                                 .rule = R_11_623,
                                 .list = chit_list,
                                 .check = chit_check,
                                 .apply = chit_apply,
                                 .prompt = chit_prompt};
