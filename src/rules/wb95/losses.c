/* losses.c - 1.2, 5.1.8, 5.3.7, 9.1.6, 15.1.7: which units lose levels, and what an elimination
 * brings.
 *
 * N_LOSS asks a side for one level after another until its frame's `left` is paid. The mode says
 * which units may pay: those in one combat, those in a hex, those that went through mines.
 */
#include "state.h"

/* ---- levels ----------------------------------------------------------------------------- */

/* 10.2.5: full movement or attack costs a unit out of supply a further level. */
void wb_raise_oos(struct sal_play *p, int u, int rule) {
  enum { MOST = 99 };
  struct unit *unit = &S(p)->unit[u];

  if (unit->oos < MOST)
    unit->oos++;
  wb_note_number(p, E_OOS, rule, u, unit->oos);
}

/* 9.1.6: a side that eliminates a headquarters wins five shifts for the next two attack phases. The
 * phase in progress does not count. */
static void win_shifts(struct sal_play *p, int u, sal_hex h) {
  enum { SHIFTS = 5, PHASES = 2 };
  struct state *s = S(p);
  int side = sal_enemy(side_of(p, u));
  bool fighting = s->head.phase == P_ATTACK || s->head.phase == P_ATTACK + P_SUPPLY;

  for (int i = 0; i < POOLS; i++) {
    struct pool *pool = &s->pool[i];
    if (pool->phases)
      continue;
    *pool = (struct pool){.at = h,
                          .side = (uint8_t)side,
                          .left = SHIFTS,
                          .phases = (uint8_t)(fighting ? PHASES + 1 : PHASES)};
    sal_tell(p, E_HQKILL, R_9_1_6, SAL_EVU(u, .at = {h}, .n = {(int16_t)side}));
    return;
  }
}

/* 1.2d: a counter without levels is out of the game, and lies open. */
void wb_eliminate(struct sal_play *p, int u, int rule) {
  struct state *s = S(p);
  struct unit *unit = &s->unit[u];
  sal_hex h = unit->at;

  wb_take_off(p, u);
  *unit = (struct unit){.part = unit->part, .status = ST_DEAD};
  if (masked(p))
    sal_reveal(p);
  s->killed[side_of(p, u)]++;
  sal_tell(p, E_DEAD, rule, SAL_EVU(u, .at = {h}));
  if (K(p, u)->role == HQ)
    win_shifts(p, u, h);
}

/* One efficiency level; the last one eliminates. */
void wb_lose(struct sal_play *p, int u, int rule) {
  struct unit *unit = &S(p)->unit[u];

  if (unit->cel <= 1) {
    wb_eliminate(p, u, rule);
    return;
  }
  unit->cel--;
  wb_refresh(p->book, S(p), unit->at);
  wb_tell_unit(p, E_LOSS, E_LOSS_UNSEEN, rule, u, unit->at, SAL_NOHEX, unit->cel);
  if (masked(p))
    sal_reveal(p);
}

/* 5.6.1; a unit that fights or is fired at has been marked already */
void wb_disorganize(struct sal_play *p, int u, int rule) {
  S(p)->unit[u].more |= DISORG;
  wb_note(p, E_DISORG, rule, u);
}

/* ---- what a combat costs ---------------------------------------------------------------- */

/* Whether a unit suffers the result of the combat: it fought, or fired from next to the enemy. */
bool wb_shares(const struct sal_play *p, int u, int side) {
  if (!on_map(p, u))
    return false;
  if (side_of(p, u) != side)
    return false;
  return S(p)->unit[u].part & PSHARE;
}

/* The place of a unit among the participants. */
int wb_part_index(const struct combat *f, int u) {
  for (int i = 0; i < f->nparts; i++)
    if (f->part[i] == u)
      return i;
  return -1;
}

/* 5.3.7: hexes of the retreat that a participant has not gone. */
int wb_shortfall(const struct sal_play *p, int i) {
  const struct combat *f = &S(p)->fight;
  int owed = f->back[side_of(p, f->part[i])];
  int node = f->node[i];
  int gone = node ? f->depth[node] : 0;

  return larger(owed - gone, 0);
}

/* 5.3.7R: holding costs the largest shortfall. 7.2.6: a fixed position takes one off. Guns set up
 * to fire, which cannot go, count only where no unit that holds a hex fought beside them. */
int wb_holding_price(const struct sal_play *p, int side) {
  const struct combat *f = &S(p)->fight;
  int most = 0;
  int guns = 0;
  bool others = false;

  for (int i = 0; i < f->nparts; i++) {
    int u = f->part[i];
    const struct unit *unit = &S(p)->unit[u];
    int role = K(p, u)->role;
    /* 6.3.5: a supporter next to the enemy too */
    if (side_of(p, u) != side)
      continue;
    if (!(unit->part & (PA | PD | PSHARE)))
      continue;
    if (role != TOWED_ART && role != HQ)
      others = true;
    if (!on_map(p, u))
      continue;
    int price = wb_shortfall(p, i);
    if (!f->node[i] && O(p)->line[unit->at] & LINE_FP)
      price--;
    if (role == TOWED_ART && !(unit->more & PACKED))
      guns = larger(guns, price);
    else
      most = larger(most, price);
  }

  return others ? most : larger(most, guns);
}

/* ---- 5.1.8 who pays --------------------------------------------------------------------- */

/* Asks a side for this many levels. */
void wb_ask_losses(struct sal_play *p, int side, int n, int mode, sal_hex h, int rule) {
  struct loss *loss = loss_in(sal_push(p, N_LOSS, side));

  loss->left = (uint16_t)n;
  loss->mode = (uint16_t)mode;
  loss->hex = h;
  loss->rule = (uint16_t)rule;
}

/* By the mode alone. */
static bool may_take(const struct sal_play *p, const struct sal_frame *frame, int u) {
  const struct loss *loss = loss_in(frame);
  const struct unit *unit = &S(p)->unit[u];
  bool shares = unit->part & PSHARE;

  if (!on_map(p, u))
    return false;
  if (side_of(p, u) != frame->side)
    return false;
  switch (loss->mode) {
  case L_TABLE: return shares;
  case L_POOL: return shares && wb_shortfall(p, wb_part_index(&S(p)->fight, u)) > 0;
  case L_HEX: return unit->at == loss->hex;
  case L_EXCESS: return S(p)->cell[unit->at].cel > STACK;
  case L_MINES_N: return unit->more & MINED;
  default: return unit->status & MINED_SOUTH;
  }
}

/* 15.1.7, 15.4.3: duties that a unit that may take a loss can still meet; there are none outside a
 * combat. */
static int pending(const struct sal_play *p, const struct sal_frame *frame) {
  const struct combat *f = &S(p)->fight;
  int able = 0;

  EACH_PART(f, u) {
    if (may_take(p, frame, u))
      able |= wb_duties(p, u);
  }

  return able & f->duty[frame->side];
}

/* The rule that says which units pay for a loss of this mode. */
static int payer_rule(const struct loss *loss) {
  if (loss->mode == L_POOL)
    return R_5_3_7;
  return loss->mode == L_TABLE ? R_5_1_8 : loss->rule;
}

/* Why a unit may not take this loss. */
static bool why_not_it(const struct sal_play *p, const struct sal_frame *frame, int u,
                       struct sal_refusal *why) {
  const struct loss *loss = loss_in(frame);
  int rule = payer_rule(loss);
  bool ours = on_map(p, u) && side_of(p, u) == frame->side;

  if (!ours)
    return sal_refuse(why, rule, "{u0} is not a unit of this side on the map.", u, 0);
  switch (loss->mode) {
  case L_HEX: return sal_refuse(why, rule, "{u0} is not in {h1}.", u, loss->hex);
  case L_EXCESS:
    return sal_refuse(why, rule, "There are no more than eight levels in {h1}.", u,
                      S(p)->unit[u].at);
  case L_MINES_N:
  case L_MINES_S:
    return sal_refuse(why, rule, "{u0} did not attack or move through a fortified line.", u, 0);
  default: break;
  }
  if (!(S(p)->unit[u].part & PSHARE))
    return sal_refuse(why, rule, "{u0} did not fight in this combat.", u, 0);

  return sal_refuse(why, rule, "{u0} has retreated as far as it must.", u, 0);
}

/* 5.1.8, 6.3.4, 15.1.7: which units may take the next level. */
bool wb_may_lose(const struct sal_play *p, const struct sal_frame *frame, int u,
                 struct sal_refusal *why) {
  bool from_afar = (S(p)->unit[u].part & (PG | PSHARE)) == PG;

  if (from_afar)
    return sal_refuse(why, R_6_3_4, "{u0} fired from afar and suffers nothing.", u, 0);
  if (!may_take(p, frame, u))
    return why_not_it(p, frame, u, why);
  int want = pending(p, frame);
  bool meets = wb_duties(p, u) & want;
  if (want && !meets)
    return sal_refuse(why, want & DUTY_STAR ? R_15_1_7 : R_15_4_3,
                      "A unit that used its special ability must take the loss.", 0, 0);

  return true;
}

/* All units that may take the next level. */
static int loss_choices(const struct sal_play *p, sal_unit out[MAX_UNITS]) {
  const struct sal_frame *frame = sal_top(p);
  int n = 0;

  EACH_OWN(p, frame->side, u) {
    if (wb_may_lose(p, frame, u, NULL))
      out[n++] = (sal_unit)u;
  }

  return n;
}

/* The unit pays, and a duty is met with it. */
static void take_loss(struct sal_play *p, int u) {
  struct loss *loss = loss_of(p);

  loss->left--;
  loss->taken++;
  S(p)->fight.duty[sal_top(p)->side] &= (uint8_t)~wb_duties(p, u);
  wb_lose(p, u, loss->rule);
}

/* Where only one unit can pay, it does. 5.3.7R: a unit eliminated by paying no longer counts. */
static bool loss_run(struct sal_play *p) {
  struct loss *loss = loss_of(p);
  sal_unit who[MAX_UNITS];

  if (loss->mode == L_POOL) {
    int price = wb_holding_price(p, sal_top(p)->side);
    loss->left = (uint16_t)larger(price - loss->taken, 0);
  }
  int n = loss->left ? loss_choices(p, who) : 0;
  if (n > 1)
    return false;
  if (n == 1)
    take_loss(p, who[0]);
  else
    sal_pop(p);

  return true;
}

/* The units to choose from. */
static void loss_list(const struct sal_play *p, int side, struct sal_list *l) {
  sal_unit who[MAX_UNITS];
  int n = loss_choices(p, who);
  (void)side;

  for (int i = 0; i < n; i++)
    sal_list_add(l, sal_act(V_LOSE, who[i], 0, 0));
}

/* The loss must be taken before anything else. */
static bool loss_check(const struct sal_play *p, int side, struct sal_action a,
                       struct sal_refusal *why) {
  (void)side;
  if (a.verb != V_LOSE)
    return sal_refuse(why, R_5_1_8, "A unit must take the loss first.", 0, 0);
  return wb_may_lose(p, sal_top(p), unit_of(a), why);
}

/* The chosen unit pays. */
static void loss_apply(struct sal_play *p, int side, struct sal_action a) {
  (void)side;
  take_loss(p, unit_of(a));
}

/* Says how many levels are left to lose. */
static void loss_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  const struct loss *loss = loss_of(p);
  out->rule = loss->rule;
  sal_prompt_say(out, "%s: choose the unit that loses a level (%d to lose).", people(side),
                 loss->left);
}

const struct sal_node wb_loss = {.id = "loss",
                                 .rule = R_5_1_8,
                                 .run = loss_run,
                                 .list = loss_list,
                                 .check = loss_check,
                                 .apply = loss_apply,
                                 .prompt = loss_prompt};
