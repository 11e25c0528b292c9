/* support.c - 6.3, 9, 10.2, 15: what the attacker adds to a declared combat, and the defender's
 * answer. One node serves both; the defender's `commit` rolls. */
#include "state.h"

/* 6.3.2, 6.3.3: the attacker's guns are within three hexes of an attacking unit, the defender's of
 * an attacked hex. */
static bool reaches_friends(const struct sal_play *p, int side, int u) {
  const struct combat *f = &S(p)->fight;
  sal_hex at = S(p)->unit[u].at;

  if (side != f->side) {
    EACH_TARGET(f, h) {
      if (sal_distance(B(p), at, (sal_hex)h) <= RANGE)
        return true;
    }
    return false;
  }
  EACH_PART(f, v) {
    bool attacks = S(p)->unit[v].part & PA;
    if (attacks && sal_distance(B(p), at, S(p)->unit[v].at) <= RANGE)
      return true;
  }

  return false;
}

/* 6.3.1-6.3.3: a gun that is ready, not in the combat, and near enough. */
static bool may_support(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  const struct unit *unit = &S(p)->unit[u];
  bool attacks = side == S(p)->fight.side;

  if (!wb_gun_ready(p, side, u, why))
    return false;
  if (unit->part)
    return sal_refuse(why, R_6_1_4, "{u0} is in this combat.", u, 0);
  if (unit->status & BARRAGES)
    return sal_refuse(why, R_6_5_6, "{u0} has fired in the barrage.", u, 0);
  if (!reaches_friends(p, side, u))
    return sal_refuse(why, attacks ? R_6_3_2 : R_6_3_3,
                      "{u0} is more than three hexes from the units it would support.", u, 0);
  if (S(p)->fight.nparts >= PARTS)
    return sal_refuse(why, R_6_3_1, "No more guns can join.", 0, 0);

  return true;
}

/* 15.1.8: the star of a unit that attacks over a big river does not count. */
static bool attacks_over_big_river(const struct sal_play *p, int u) {
  sal_hex at = S(p)->unit[u].at;
  int dir = sal_dir_to(B(p), at, S(p)->fight.target[0]);

  if (!(S(p)->unit[u].part & PA))
    return false;
  return B(p)->side[at * 6 + dir] & O(p)->big_river;
}

/* 15.1.6, 15.4.2: nobody has to use a star or a fortification unit. 1.6c: ground, works and
 * concentration always count. */
static bool may_spare(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  int part = side_of(p, u) == side ? S(p)->unit[u].part : 0;
  bool special = part & (PSTAR | PFU);

  if (part && !special && O(p)->formation[u])
    return sal_refuse(
        why, R_1_6c,
        "Ground, works and concentration count whether wanted or not; {u0} has nothing else.", u,
        0);
  if (!special)
    return sal_refuse(why, R_15_1_6, "{u0} uses no special ability here.", u, 0);
  if (!(part & PFU) && !wb_star_ready(p, u))
    return sal_refuse(why, attacks_over_big_river(p, u) ? R_15_1_8 : R_15_1_2,
                      "The star of {u0} does not count here.", u, 0);

  return true;
}

/* 10.2.3: an attacker out of supply may fight at full strength. The defender's guns join only when
 * he answers. */
static bool may_press(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  const struct unit *unit = &S(p)->unit[u];
  bool attacks = side == S(p)->fight.side && unit->part & (PA | PG);

  if (!attacks || !unit->oos)
    return sal_refuse(why, R_10_2_3, "{u0} is not an attacker out of supply.", u, 0);
  if (unit->part & PFULL)
    return sal_refuse(why, R_10_2_3, "{u0} attacks at full strength already.", u, 0);

  return true;
}

/* 5.5.3: if several hexes are equally strong, the defender says which one's ground counts. */
bool wb_may_ground(const struct sal_play *p, int side, sal_hex h, struct sal_refusal *why) {
  const struct combat *f = &S(p)->fight;
  int most = 0;

  EACH_TARGET(f, target) {
    most = larger(most, wb_stand_sp(p, (sal_hex)target));
  }
  if (side == f->side)
    return sal_refuse(why, R_5_5_3, "Whose ground counts is for the defender to say.", 0, 0);
  if (!wb_is_target(f, h))
    return sal_refuse(why, R_5_5_3, "{h0} is not attacked.", h, 0);
  if (wb_stand_sp(p, h) < most)
    return sal_refuse(why, R_5_5_3, "Another hex is held more strongly than {h0}.", h, 0);
  if (h == wb_reckon(p, NULL, false).main)
    return sal_refuse(why, R_5_5_3, "The ground of {h0} counts already.", h, 0);

  return true;
}

/* 9.2.1: the headquarters' help is taken unless it is declined. */
static bool may_decline_hq(const struct sal_play *p, int side, struct sal_refusal *why) {
  if (S(p)->fight.hq[side] == HQ_DECLINED)
    return sal_refuse(why, R_9_2_1, "The headquarters is left out already.", 0, 0);
  if (!wb_hq_covers(p, side))
    return sal_refuse(why, R_9_2_1, "No headquarters covers all these units.", 0, 0);
  return true;
}

/* 9.1.6, 9.1.7: the side has no shifts for this combat: none at all, too far, or too soon. */
static bool why_no_shifts(const struct sal_play *p, int side, struct sal_refusal *why) {
  bool near = false;
  bool far = false;

  for (int i = 0; i < POOLS; i++) {
    const struct pool *pool = &S(p)->pool[i];
    if (pool->side != side || !pool->left)
      continue;
    if (wb_pool_near(p, side, pool))
      near = true; /* and yet no use: it was won in this phase */
    else
      far = true;
  }
  if (near)
    return sal_refuse(why, R_9_1_6, "Shifts that are won in this phase are for the next two.", 0,
                      0);
  if (far)
    return sal_refuse(why, R_9_1_7, "The shifts are for combats within eight hexes.", 0, 0);

  return sal_refuse(why, R_9_1_6, "This side has won no shifts that it could use.", 0, 0);
}

/* 9.1.6, 9.1.7: shifts won by eliminating a headquarters. */
static bool may_spend(const struct sal_play *p, int side, int n, struct sal_refusal *why) {
  int have = wb_pool_points(p, side);

  if (!have)
    return why_no_shifts(p, side, why);
  if (n > have)
    return sal_refuse(why, R_9_1_6, "Only {n0} {shift is/shifts are} left.", have, 0);

  return true;
}

/* Fight, or first everything that the side may still use. */
static void support_list(const struct sal_play *p, int side, struct sal_list *l) {
  const struct combat *f = &S(p)->fight;
  int shifts = wb_pool_points(p, side);

  sal_list_add(l, sal_act(V_COMMIT, 0, 0, 0));
  EACH_PART(f, u) {
    if (may_press(p, side, u, NULL))
      sal_list_add(l, sal_act(V_FULL, u, 0, 0));
  }
  EACH_GUN(p, side, u) {
    if (may_support(p, side, u, NULL))
      sal_list_add(l, sal_act(V_GUN, u, 0, 0));
  }
  EACH_PART(f, u) {
    if (may_spare(p, side, u, NULL))
      sal_list_add(l, sal_act(V_SPARE, u, 0, 0));
  }
  if (may_decline_hq(p, side, NULL))
    sal_list_add(l, sal_act(V_NOHQ, 0, 0, 0));
  if (shifts)
    sal_list_add(l, sal_act(V_SPEND, shifts, 0, 0));
  for (int i = 0; f->ntargets > 1 && i < f->ntargets; i++)
    if (wb_may_ground(p, side, f->target[i], NULL))
      sal_list_add(l, sal_act(V_GROUND, f->target[i], 0, 0));
}

/* The same order as in the list. */
static bool support_check(const struct sal_play *p, int side, struct sal_action a,
                          struct sal_refusal *why) {
  switch (a.verb) {
  case V_FULL: return may_press(p, side, unit_of(a), why);
  case V_GUN: return may_support(p, side, unit_of(a), why);
  case V_SPARE: return may_spare(p, side, unit_of(a), why);
  case V_GROUND: return wb_may_ground(p, side, hex_of(a, 0), why);
  case V_NOHQ: return may_decline_hq(p, side, why);
  case V_SPEND: return may_spend(p, side, number_of(a, 0), why);
  case V_COMMIT: return true;
  default: return sal_refuse(why, R_5_2_1, "The combat must be fought first.", 0, 0);
  }
}

/* 6.3.5: a supporting gun next to the enemy shares the result. */
static bool next_to_enemy(const struct sal_play *p, int side, int u) {
  const struct combat *f = &S(p)->fight;
  sal_hex at = S(p)->unit[u].at;

  if (side == f->side) {
    EACH_TARGET(f, h) {
      if (sal_distance(B(p), at, (sal_hex)h) == 1)
        return true;
    }
    return false;
  }
  EACH_PART(f, v) {
    bool attacks = S(p)->unit[v].part & PA;
    if (attacks && sal_distance(B(p), at, S(p)->unit[v].at) == 1)
      return true;
  }

  return false;
}

/* The gun is in the combat and lies open. */
static void join_gun(struct sal_play *p, int side, int u) {
  struct state *s = S(p);
  struct combat *f = &s->fight;

  s->unit[u].part = PG;
  if (next_to_enemy(p, side, u))
    s->unit[u].part |= PSHARE;
  f->base[f->nparts] = s->unit[u].at;
  f->part[f->nparts++] = (uint16_t)u;
  wb_open(p, u);
  sal_tell(p, E_JOINS, side == f->side ? R_6_3_2 : R_6_3_3, SAL_EVU(u, .at = {f->target[0]}));
}

/* 6.3.3: the defender answers. He is not asked where he has nothing to choose, unless there are
 * masks: then the question itself would betray hidden guns. */
static void answer_or_fight(struct sal_play *p, int side) {
  struct sal_list room;
  struct combat *f = &S(p)->fight;
  int enemy = sal_enemy(side);

  if (f->hq[side] != HQ_DECLINED) /* the defender learns what he answers (9.2) */
    f->hq[side] = (uint8_t)(HQ_FIXED + wb_hq_covers(p, side));
  sal_goto(p, N_RESPOND, enemy);
  if (masked(p))
    return;
  room.n = 0;
  support_list(p, enemy, &room);
  bool only_hq = room.n == 2 && room.a[1].verb == V_NOHQ;
  if (room.n == 1 || only_hq)
    wb_resolve(p);
}

/* The attacker's commit asks the defender, the defender's rolls. */
static void support_apply(struct sal_play *p, int side, struct sal_action a) {
  struct combat *f = &S(p)->fight;
  int u = unit_of(a);

  switch (a.verb) {
  case V_FULL:
    S(p)->unit[u].part |= PFULL;
    wb_raise_oos(p, u, R_10_2_5);
    break;
  case V_GUN: join_gun(p, side, u); break;
  case V_SPARE: S(p)->unit[u].part &= (uint8_t) ~(PSTAR | PFU); break;
  case V_NOHQ: f->hq[side] = HQ_DECLINED; break;
  case V_SPEND: f->spend[side] = (uint8_t)number_of(a, 0); break;
  case V_GROUND:
    f->ground = hex_of(a, 0);
    sal_tell(p, E_GROUND, R_5_5_3, SAL_EV(.at = {f->ground}));
    break;
  default:
    if (side == f->side)
      answer_or_fight(p, side);
    else
      wb_resolve(p);
    break;
  }
}

/* Shows the combat as it is now, with its card. */
static void support_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  const struct combat *f = &S(p)->fight;
  const char *where = B(p)->name[f->target[0]];

  if (side == f->side)
    sal_prompt_say(out, "%s: add artillery to the attack on %s, then fight.", people(side), where);
  else
    sal_prompt_say(out, "%s: answer the attack on %s with artillery, then fight.", people(side),
                   where);
  wb_select_units(p, side, out);
  struct sal_card *card = sal_prompt_card(out);
  wb_fight_card(p, card);
  if (side == f->side)
    wb_open_answers(p, card);
}

const struct sal_node wb_support = {.id = "attack.support",
                                    .rule = R_6_3_1,
                                    .list = support_list,
                                    .check = support_check,
                                    .apply = support_apply,
                                    .prompt = support_prompt};
const struct sal_node wb_respond = {.id = "attack.respond",
                                    .rule = R_6_3_3,
                                    .list = support_list,
                                    .check = support_check,
                                    .apply = support_apply,
                                    .prompt = support_prompt};
