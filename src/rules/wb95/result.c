/* result.c - 5.2.1, 5.3.9, 5.6, 9.1.6, 10.2.4: the roll, what follows it in which order, and
 * disorganization.
 *
 * N_RESULT is the engine's: fight.stage says what comes next, and it pushes the decisions in order:
 * losses (losses.c), retreat (retreat.c), holding, pursuit (pursuit.c).
 */
#include "state.h"

/* ---- the roll --------------------------------------------------------------------------- */

/* 9.1.6: the shifts that expire first are used first. */
static void pay_pools(struct sal_play *p, int side) {
  struct state *s = S(p);
  int left = s->fight.spend[side];

  for (int phases = 1; phases <= 2; phases++) {
    for (int i = 0; i < POOLS; i++) {
      struct pool *pool = &s->pool[i];
      if (pool->phases != phases)
        continue;
      if (!wb_pool_near(p, side, pool))
        continue;
      int take = smaller(pool->left, left);
      pool->left = (uint8_t)(pool->left - take);
      left -= take;
    }
  }
}

/* What the table says, by side; it lists the attacker first. */
static void note_result(struct combat *f, const struct cell_result *r) {
  for (int i = 0; i < SAL_SIDES; i++) {
    int side = i ? sal_enemy(f->side) : f->side;
    f->loss[side] = r->loss[i];
    f->back[side] = r->back[i];
    f->disorg[side] = r->disorg[i];
    f->test[side] = r->test[i];
  }
}

/* 18.1.3: a unit that attacks across a fortified line goes through its mines. */
static void attack_through_mines(struct sal_play *p, int u) {
  const struct combat *f = &S(p)->fight;
  sal_hex at = S(p)->unit[u].at;

  EACH_TARGET(f, target) {
    int dir = sal_dir_to(B(p), (sal_hex)target, at);
    if (B(p)->owns[target * 6 + dir] & O(p)->fl)
      wb_mined(p, u, (sal_hex)target);
  }
}

/* All units in the combat were touched (5.6.5); attackers were active (22.1). */
static void note_activity(struct sal_play *p) {
  EACH_PART(&S(p)->fight, u) {
    struct unit *unit = &S(p)->unit[u];
    wb_touch(p, u);
    if (!(unit->part & PA))
      continue;
    unit->more |= ACTIVE;
    attack_through_mines(p, u);
  }
}

/* The hexes were attacked, and the aircraft over them are used. */
static void close_targets(struct sal_play *p) {
  const struct combat *f = &S(p)->fight;

  EACH_TARGET(f, h) {
    S(p)->cell[h].ground |= ATTACKED;
    wb_air_used(p, f->side, OFFENCE, (sal_hex)h);
    wb_air_used(p, sal_enemy(f->side), DEFENCE, (sal_hex)h);
  }
}

/* 5.2.1e: two dice, shifted by the headquarters (9.2). The card shows what is rolled on. */
void wb_resolve(struct sal_play *p) {
  struct combat *f = &S(p)->fight;
  struct sal_card *card = sal_event_card(p);

  if (card)
    wb_fight_card(p, card);
  struct odds o = wb_reckon(p, NULL, true);
  int roll = within(wb_two_dice(p, R_5_2_1) + o.hq, 2, 12);
  f->alone = o.alone;
  note_result(f, &O(p)->combat[roll - 2][o.column]);
  pay_pools(p, f->side);
  pay_pools(p, sal_enemy(f->side));
  if (card) {
    int first_row = o.hq > 0 ? 3 : 2; /* a roll shifted up never comes to 2 */
    card->rolled = (int16_t)(roll - first_row);
  }
  sal_tell(p, E_COMBAT, R_5_2_1,
           SAL_EV(.at = {f->target[0]},
                  .n = {(int16_t)o.column, (int16_t)roll, (int16_t)o.attack, (int16_t)o.defence},
                  .card = wb_card_no(p, card)));
  note_activity(p);
  close_targets(p);
  sal_goto(p, N_RESULT, SAL_NOSIDE);
}

/* ---- 5.6 disorganization ---------------------------------------------------------------- */

/* Guns have a separate rule (5.6.3). */
static int disorganization_rule(const struct sal_play *p, int u, int rule) {
  return is_gun(K(p, u)) ? R_5_6_3 : rule;
}

/* 5.6.2: one roll for those of the side who passed the node. */
static void test_group(struct sal_play *p, int side, int node) {
  const struct combat *f = &S(p)->fight;
  bool any = false;

  for (int i = 0; i < f->nparts; i++)
    if (wb_shares(p, f->part[i], side) && wb_leads_to(f, node, f->node[i]))
      any = true;
  if (!any)
    return;
  int roll = wb_two_dice(p, R_5_6_2);
  sal_tell(p, E_TEST, node ? R_5_3_9 : R_5_6_2, SAL_EV(.n = {(int16_t)roll, (int16_t)side}));
  for (int i = 0; i < f->nparts; i++) {
    int u = f->part[i];
    if (!wb_shares(p, u, side))
      continue;
    if (!wb_leads_to(f, node, f->node[i]))
      continue;
    if (roll >= K(p, u)->morale)
      wb_disorganize(p, u, disorganization_rule(p, u, R_5_6_2));
  }
}

/* 5.6.1, 5.6.2: what the table does to a side. */
static void disorganize_side(struct sal_play *p, int side) {
  const struct combat *f = &S(p)->fight;

  if (f->disorg[side]) {
    EACH_PART(f, u) {
      if (wb_shares(p, u, side))
        wb_disorganize(p, u, disorganization_rule(p, u, R_5_6_1));
    }
  }
  if (f->test[side])
    test_group(p, side, 0);
}

/* 5.3.9: a test for each hex of a retreat from the second on. */
static void disorganization(struct sal_play *p) {
  const struct combat *f = &S(p)->fight;
  int loser = f->back[SAL_GERMAN] ? SAL_GERMAN : SAL_SOVIET;

  disorganize_side(p, f->side);
  disorganize_side(p, sal_enemy(f->side));
  for (int node = 1; node <= f->nnodes; node++)
    if (f->depth[node] > 1)
      test_group(p, loser, node);
}

/* ---- the end ---------------------------------------------------------------------------- */

/* 10.2.4: a unit out of supply that had to go back, or attacked without success, suffers more. */
static bool worsens(const struct combat *f, int part) {
  bool defender_goes = f->back[sal_enemy(f->side)];
  return defender_goes ? part & PD : part & PA;
}

/* Closes the combat: its units have fought for this phase. */
static void finish(struct sal_play *p) {
  struct state *s = S(p);
  struct combat *f = &s->fight;

  EACH_PART(f, u) {
    struct unit *unit = &s->unit[u];
    if (!on_map(p, u))
      continue;
    if (unit->oos && worsens(f, unit->part))
      wb_raise_oos(p, u, R_10_2_4);
    if (unit->part & (PA | PD))
      unit->flags |= FOUGHT;
    if (is_gun(K(p, u)))
      unit->flags |= FIRED; /* 6.1.4 */
    if (side_of(p, u) == f->side)
      unit->flags &= (uint8_t)~MARKED; /* 12.1.2 */
  }
  wb_clear_fight(s);
  sal_pop(p);
}

/* 7.2.6: a unit of the side stays in a fixed position. */
static bool holds_fixed_position(const struct sal_play *p, int side) {
  const struct combat *f = &S(p)->fight;

  for (int i = 0; i < f->nparts; i++) {
    int u = f->part[i];
    if (!wb_shares(p, u, side))
      continue;
    if (f->node[i])
      continue;
    if (O(p)->line[S(p)->unit[u].at] & LINE_FP)
      return true;
  }

  return false;
}

/* The rule that the price of holding comes from. */
static int holding_rule(const struct sal_play *p, int loser) {
  const struct combat *f = &S(p)->fight;

  if (f->alone)
    return R_5_1_9;
  if (holds_fixed_position(p, loser))
    return R_7_2_6;

  return f->nnodes ? R_5_3_8 : R_5_3_7;
}

/* 5.3.7: each hex that is not gone costs a level. */
static void hold(struct sal_play *p, int loser) {
  const struct combat *f = &S(p)->fight;
  int price = wb_holding_price(p, loser);

  if (!price)
    return;
  sal_tell(p, E_HOLDS, holding_rule(p, loser),
           SAL_EV(.at = {f->target[0]}, .n = {(int16_t)price, (int16_t)loser}));
  wb_ask_losses(p, loser, price, L_POOL, SAL_NOHEX, f->alone ? R_5_1_9 : R_5_3_7R);
}

/* 5.2.1R: the losses that the table names. */
static void table_losses(struct sal_play *p, int side) {
  int n = S(p)->fight.loss[side];
  if (n)
    wb_ask_losses(p, side, n, L_TABLE, SAL_NOHEX, R_5_2_1R);
}

enum { ATTACKER_LOSES, DEFENDER_LOSES, RETREAT, HOLDING, PURSUIT, COUNTER_PURSUIT, DISORDER };

/* 5.2.1e-g: the stages of a result, one at a time. */
static bool result_run(struct sal_play *p) {
  struct combat *f = &S(p)->fight;
  int att = f->side;
  int def = sal_enemy(att);
  int loser = f->back[att] ? att : def;

  switch (f->stage++) {
  case ATTACKER_LOSES: table_losses(p, att); break;
  case DEFENDER_LOSES: table_losses(p, def); break;
  case RETREAT:
    if (!f->alone) /* where nobody must, nobody goes */
      sal_push(p, N_RETREAT, loser);
    break;
  case HOLDING: hold(p, loser); break;
  case PURSUIT: sal_push(p, N_PURSUE, sal_enemy(loser)); break;
  case COUNTER_PURSUIT:
    /* 5.4.10: attackers that died without a retreat leave their hexes to the defenders */
    if (!f->back[att] && !f->back[def])
      sal_push(p, N_PURSUE, def);
    break;
  case DISORDER: disorganization(p); break;
  default: finish(p); break;
  }

  return true;
}

const struct sal_node wb_result = {.id = "attack.result", .rule = R_5_2_1, .run = result_run};
