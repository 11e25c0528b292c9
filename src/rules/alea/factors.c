/* factors.c - 7.hit, 13.art.4 and 7.red.1: steps lost, disorganisation, and what is left of a
 * unit's printed factors after them.
 */
#include "state.h"

/* ---- steps and DSG ---------------------------------------------------------------------- */

/* 5.8: a step loss is known where the stack is */
static uint8_t who_sees(const struct sal_play *p, int u) {
  const struct state *s = S(p);
  bool open =
      (s->fight.opened && (alea_in_fight(p, u, SAL_GERMAN) || alea_in_fight(p, u, SAL_SOVIET))) ||
      alea_examined(p, sal_enemy(side_of(p, u)), s->unit[u].at);
  return (uint8_t)(open ? SAL_BOTH : SAL_BIT(side_of(p, u)));
}

/* One step. The enemy learns which unit it was only where the stack is open to him (5.8). */
void alea_lose(struct sal_play *p, sal_unit u, int rule) {
  struct state *s = S(p);
  struct unit *unit = &s->unit[u];
  int side = side_of(p, u);
  int kind = I(p, u)->kind;
  sal_hex h = unit->at;
  uint8_t seen = who_sees(p, u);

  unit->steps--;
  /* opt.tank.1 */
  if (opt(p, O_TANK) && (kind == TANK || kind == AG)) {
    if (s->fight.stage != IDLE) {
      s->fight.tanks[side]++;
    } else {
      s->tanks[side]++;
    }
  }
  if (unit->steps) {
    sal_tell(p, E_LOSS, rule, SAL_EVU(u, .at = {h}, .seen = seen));
    if (seen != SAL_BOTH) {
      sal_tell(p, E_LOSS_SEEN, rule,
               SAL_EV(.at = {h}, .n = {(int16_t)side}, .seen = only(sal_enemy(side))));
    }
    return;
  }
  sal_tell(p, E_DEAD, rule == R_7_hit_1 ? R_7_hit_2 : rule, SAL_EVU(u, .at = {h}));
  sal_reveal(p);
  alea_take_off(p, u);
  /* opt.tank.4 asks for OOS later */
  *unit = (struct unit){.flags = unit->flags & OOS, .box = dead_box(side)};
}

/* All its steps, one by one, so that each is counted. */
void alea_kill(struct sal_play *p, sal_unit u, int rule) {
  while (U(p, u)->steps) {
    alea_lose(p, u, rule);
  }
}

/* 7.a.5.9: once is enough. */
void alea_disorganise(struct sal_play *p, sal_unit u, int rule) {
  if (U(p, u)->flags & DSG) {
    /* 7.a.5.9 */
    return;
  }
  U(p, u)->flags |= DSG;
  sal_tell(p, E_DSG, rule, SAL_EVU(u, .at = {U(p, u)->at}, .seen = who_sees(p, u)));
}

/* 13.art.4; 7.a.5.9: only armoured fire suppresses */
void alea_shelled(struct sal_play *p, sal_unit u) {
  if (U(p, u)->flags & DSG) {
    sal_tell(p, E_STILL, R_7_a_5_9, SAL_EVU(u, .at = {U(p, u)->at}, .seen = who_sees(p, u)));
  }
  alea_disorganise(p, u, R_13_art_4);
}

/* ---- 7.red.1 factors -------------------------------------------------------------------- */

/* Halves are rounded up (7.red.1). */
static int up(int v) {
  return (v + 1) / 2;
}

/* 7.red.1: one halving after another, but never below a quarter of the printed factor. */
static int reduce(const struct sal_play *p, int u, int printed, bool half_again) {
  const struct unit *unit = U(p, u);
  int v = printed;
  int least = printed / 4;

  if (unit->steps < I(p, u)->steps) {
    /* 7.hit.3 */
    v = up(v);
  }
  if (unit->flags & (DSG | SUPPRESSED)) {
    /* 13.art.5 */
    v = up(v);
  }
  if (half_again) {
    /* opt.buried.3, 13.hq.3 */
    v = up(v);
  }
  if (unit->flags & OOS) {
    /* 9.6 */
    v /= 2;
  }

  return max_of(v, least);
}

/* Bombardment factor of guns and aircraft after their losses. */
int alea_bomb(const struct sal_play *p, int u) {
  if (!is_air(p, u)) {
    return reduce(p, u, I(p, u)->bomb, false);
  }
  /* 12.air.7 */
  return U(p, u)->steps < I(p, u)->steps ? up(I(p, u)->bomb) : I(p, u)->bomb;
}

/* 13.hq.3 */
bool alea_lone_hq(const struct sal_play *p, int u) {
  if (I(p, u)->kind != HQ) {
    return false;
  }
  for (int v = top(p, U(p, u)->at); v >= 0; v = below(p, v)) {
    if (v != u && !is_artillery(p, v) && I(p, v)->kind != ATF) {
      return false;
    }
  }

  return true;
}

/* Attack or defence factor in a combat. Artillery adds a quarter of its bombardment (13.art.2). */
int alea_factor(const struct sal_play *p, int u, bool attack, bool lone) {
  const struct unit_info *i = I(p, u);

  if (is_guns(p, u)) {
    /* 13.art.2 */
    return alea_bomb(p, u) / 4;
  }
  if (is_artillery(p, u)) {
    /* II.opt.aa.3 */
    return 0;
  }

  return reduce(p, u, attack ? i->af : i->df, (!attack && U(p, u)->flags & BURIED) || lone);
}

/* The rule to show beside a unit whose factor nothing has changed. */
static int printed_rule(const struct sal_play *p, int u) {
  switch (I(p, u)->kind) {
  case HQ: return R_13_hq_6;
  case AA: return R_II_opt_aa_2;
  default: return R_7_a_6_2;
  }
}

/* The rule to show beside a unit's factor: the one that changed it, or 7.red.1 for several. */
int alea_factor_rule(const struct sal_play *p, int u) {
  const struct unit *unit = U(p, u);
  bool defends = side_of(p, u) != S(p)->fight.side;
  bool lone = defends && alea_lone_hq(p, u);
  bool loss = unit->steps < I(p, u)->steps;
  bool shaken = unit->flags & (DSG | SUPPRESSED);
  bool buried = unit->flags & BURIED;
  bool cut_off = unit->flags & OOS;

  if (is_artillery(p, u)) {
    return R_13_art_2;
  }
  if (loss + shaken + buried + lone + cut_off > 1) {
    return R_7_red_1;
  }
  if (lone) {
    return R_13_hq_3;
  }
  if (buried) {
    return R_opt_buried_3;
  }
  if (cut_off) {
    return R_9_6;
  }
  if (loss) {
    return R_7_hit_3;
  }
  if (shaken) {
    return R_13_art_5;
  }

  return printed_rule(p, u);
}

/* 7.a.5.5: the armoured factor now; II.opt.aa.2: AA units have one in AT mode only */
int alea_arm(const struct sal_play *p, int u) {
  const struct unit_info *i = I(p, u);
  int flags = U(p, u)->flags;
  int arm = i->arm;

  if (i->kind == AA) {
    arm = flags & AAMODE ? 0 : i->at;
  }
  if (flags & (DSG | SUPPRESSED)) {
    arm = up(arm);
  }

  return arm;
}
