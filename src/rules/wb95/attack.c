/* attack.c - 5.1, 5.2.1a-b: which units must attack, and declaring a combat.
 *
 * Obligations are marked once when the phase begins and only shrink. All of them can be met as long
 * as each still has a partner, because any edge cover splits into stars (5.1.3-5R); so a
 * declaration is refused exactly when it would isolate one. Of the enemy this uses only the open
 * map.
 */
#include "state.h"

#include <string.h>

/* 5.1.1, 6.4.5: a hex is attacked once a phase, and not after fire; nobody fights twice. */
bool wb_attackable(const struct sal_play *p, int side, sal_hex h) {
  const struct cell *cell = &S(p)->cell[h];

  if (!(cell->pres & occ(sal_enemy(side))))
    return false;
  if (cell->ground & (ATTACKED | SHELLED))
    return false;
  if (cell->ground & VEIL)
    return true;
  EACH_AT(S(p), u, h) {
    if (!(S(p)->unit[u].flags & FOUGHT))
      return true;
  }

  return false;
}

/* ---- 5.1.3, 5.1.4 obligations ----------------------------------------------------------- */

/* 5.1.4: the stacks whose zones reach the hex must be attacked. */
static void mark_musts(struct sal_play *p, int side, sal_hex h) {
  for (int d = 0; d < 6; d++) {
    struct cell *cell = &S(p)->cell[h + B(p)->step[d]];
    bool enemy = cell->pres & occ(sal_enemy(side));
    if (enemy && cell->pres >> sal_back(d) & 1)
      cell->ground |= MUST;
  }
}

/* Units in works next to the enemy need not attack. */
static void tell_spared(struct sal_play *p, int side, int units, int rule) {
  uint8_t seen = (uint8_t)(masked(p) ? SAL_BIT(side) : SAL_BOTH);
  if (units)
    sal_tell(p, E_EXEMPT, rule, SAL_EV(.n = {(int16_t)units}, .seen = seen));
}

/* 5.1.3: a regular unit in an enemy zone must attack. 7.1.11, 7.2.5: not out of works. */
void wb_obligations(struct sal_play *p, int side) {
  int in_works = 0;
  int in_positions = 0;

  EACH_OWN(p, side, u) {
    sal_hex h = S(p)->unit[u].at;
    if (!wb_can_attack(p, side, u))
      continue;
    if (K(p, u)->role == SELF_PROPELLED)
      continue;
    if (!wb_in_zoc(p, side, h))
      continue;
    if (!wb_fortified(p, side, h)) {
      S(p)->unit[u].flags |= OBLIGED;
      mark_musts(p, side, h);
    } else if (O(p)->line[h] & LINE_FP) {
      in_positions++;
    } else {
      in_works++;
    }
  }
  tell_spared(p, side, in_works, R_7_1_11);
  tell_spared(p, side, in_positions, R_7_2_5);
}

/* Whether the hex is attacked in the combat being put together. */
bool wb_is_target(const struct combat *f, sal_hex h) {
  EACH_TARGET(f, target) {
    if (target == h)
      return true;
  }
  return false;
}

/* A hex next to it that it could attack; with `after`, one that the declared combat or fire leaves.
 */
static bool has_target(const struct sal_play *p, int side, int u, bool after, sal_hex shelled) {
  for (int d = 0; d < 6; d++) {
    sal_hex h = sal_next(B(p), S(p)->unit[u].at, d);
    if (!h)
      continue;
    if (!wb_attackable(p, side, h))
      continue;
    bool taken = wb_is_target(&S(p)->fight, h) || h == shelled;
    if (!after || !taken)
      return true;
  }

  return false;
}

/* A unit that could attack h; with `after`, one that is not in the declared combat. */
static bool has_attacker(const struct sal_play *p, int side, sal_hex h, bool after) {
  for (int d = 0; d < 6; d++) {
    sal_hex from = sal_next(B(p), h, d);
    if (!(S(p)->cell[from].pres & occ(side)))
      continue;
    EACH_AT(S(p), u, from) {
      bool taken = after && S(p)->unit[u].part & PA;
      if (wb_can_attack(p, side, u) && !taken)
        return true;
    }
  }

  return false;
}

/* 5.1.3: whether a unit still has to attack. */
bool wb_unit_owes(const struct sal_play *p, int side, int u) {
  const struct unit *unit = &S(p)->unit[u];

  if (!(unit->flags & OBLIGED))
    return false;
  if (!wb_can_attack(p, side, u))
    return false;
  if (!wb_in_zoc(p, side, unit->at))
    return false;

  return has_target(p, side, u, false, SAL_NOHEX);
}

/* 5.1.4: whether the enemies in a hex still have to be attacked. */
bool wb_hex_owed(const struct sal_play *p, int side, sal_hex h) {
  const struct cell *cell = &S(p)->cell[h];
  bool contact = false;

  if (!(cell->ground & MUST))
    return false;
  if (!wb_attackable(p, side, h))
    return false;
  for (int d = 0; d < 6; d++) {
    bool reaches = cell->pres >> d & 1;
    if (reaches && S(p)->cell[h + B(p)->step[d]].pres & occ(side))
      contact = true;
  }

  if (!contact)
    return false;

  return has_attacker(p, side, h, false);
}

/* ---- 5.1.3-5R what a declaration would leave alone -------------------------------------- */

/* A unit next to the target that must attack and would have nobody left to attack; -1: none. */
static int left_alone(const struct sal_play *p, int side, sal_hex target, sal_hex shelled) {
  for (int d = 0; d < 6; d++) {
    sal_hex from = sal_next(B(p), target, d);
    if (!(S(p)->cell[from].pres & occ(side)))
      continue;
    EACH_AT(S(p), u, from) {
      if (S(p)->unit[u].part & PA)
        continue;
      if (!wb_unit_owes(p, side, u))
        continue;
      if (!has_target(p, side, u, true, shelled))
        return u;
    }
  }

  return -1;
}

/* Refuses what would leave a unit next to the target without an enemy. */
static bool isolates_near(const struct sal_play *p, int side, sal_hex target, sal_hex shelled,
                          struct sal_refusal *why) {
  int u = left_alone(p, side, target, shelled);

  if (u < 0)
    return false;
  sal_refuse(why, R_5_1_3_5R, "{u0} must attack, and this would leave it no enemy.", u, 0);
  return true;
}

/* An enemy hex next to an attacker that must be attacked and would have no attacker left. */
static bool isolates_enemy(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  const struct combat *f = &S(p)->fight;

  for (int d = 0; d < 6; d++) {
    sal_hex h = sal_next(B(p), S(p)->unit[u].at, d);
    if (wb_is_target(f, h))
      continue;
    if (!wb_hex_owed(p, side, h))
      continue;
    if (has_attacker(p, side, h, true))
      continue;
    sal_refuse(why, R_5_1_3_5R,
               "The enemies in {h0} must be attacked, and this would leave no unit to do it.", h,
               0);
    return true;
  }

  return false;
}

/* 5.1.3-5R: whether the declared combat or fire leaves an obligation without a partner. */
bool wb_would_isolate(const struct sal_play *p, int side, sal_hex shelled,
                      struct sal_refusal *why) {
  const struct combat *f = &S(p)->fight;

  EACH_TARGET(f, target) {
    if (isolates_near(p, side, (sal_hex)target, shelled, why))
      return true;
  }
  if (shelled && isolates_near(p, side, shelled, shelled, why))
    return true;
  EACH_PART(f, u) {
    if (isolates_enemy(p, side, u, why))
      return true;
  }

  return false;
}

struct owed { /* the first obligation that is not met */
  int unit;   /* -1: none */
  sal_hex hex;
};

/* Units come first, then hexes, in the order of the counters. */
static struct owed first_owed(const struct sal_play *p, int side) {
  struct owed owed = {.unit = -1, .hex = SAL_NOHEX};
  sal_hex last = SAL_NOHEX;

  EACH_OWN(p, side, u) {
    if (!on_map(p, u))
      continue;
    if (wb_unit_owes(p, side, u)) {
      owed.unit = u;
      return owed;
    }
    if (S(p)->unit[u].at == last)
      continue;
    last = S(p)->unit[u].at;
    for (int d = 0; d < 6; d++) {
      sal_hex h = (sal_hex)(last + B(p)->step[d]);
      if (!(S(p)->cell[h].ground & MUST))
        continue;
      if (!wb_hex_owed(p, side, h))
        continue;
      owed.hex = h;
      return owed;
    }
  }

  return owed;
}

/* Whether every obligation is met. */
static bool nothing_owed(struct owed owed) {
  if (owed.unit >= 0)
    return false;
  return owed.hex == SAL_NOHEX;
}

/* ---- the attack phase: choose a target, or guns for a ranged attack --------------------- */

/* Takes all units out of the combat. */
void wb_clear_fight(struct state *s) {
  EACH_PART(&s->fight, u) {
    s->unit[u].part = 0;
  }
  s->fight = (struct combat){0};
}

/* Every hex next to a unit that can attack. They are noted by cell first, because most of them lie
 * next to several units: so each is asked once, and the list comes out sorted. */
static void list_targets(const struct sal_play *p, int side, struct sal_list *l) {
  uint64_t near[SAL_MAX_CELLS / 64 + 1];
  int words = B(p)->cells / 64 + 1;
  sal_hex last = SAL_NOHEX;

  memset(near, 0, (size_t)words * sizeof *near);
  EACH_OWN(p, side, u) {
    if (S(p)->unit[u].at == last || !wb_can_attack(p, side, u))
      continue;
    last = S(p)->unit[u].at;
    for (int d = 0; d < 6; d++) {
      int h = last + B(p)->step[d]; /* beyond the map is nobody */
      near[h / 64] |= (uint64_t)1 << h % 64;
    }
  }
  for (int w = 0; w < words; w++)
    for (uint64_t left = near[w]; left; left &= left - 1) {
      int h = w * 64 + __builtin_ctzll(left);
      if (wb_attackable(p, side, (sal_hex)h))
        sal_list_add(l, sal_act(V_TARGET, h, 0, 0));
    }
}

/* Targets, guns, and the end of the phase when nothing is owed. */
static void attack_list(const struct sal_play *p, int side, struct sal_list *l) {
  list_targets(p, side, l);
  EACH_GUN(p, side, u) {
    if (wb_gun_ready(p, side, u, NULL) && wb_gun_has_target(p, side, u, NULL))
      sal_list_add(l, sal_act(V_SHELL, u, 0, 0));
  }
  if (nothing_owed(first_owed(p, side)))
    sal_list_add(l, sal_act(V_DONE, 0, 0, 0));
}

/* 5.1.1, 6.4.5: a hex of enemies is attacked once, and not after artillery fire. */
static bool may_be_hit(const struct sal_play *p, int side, sal_hex h, struct sal_refusal *why) {
  int ground = S(p)->cell[h].ground;

  if (ground & ATTACKED)
    return sal_refuse(why, R_5_1_1, "{h0} has been attacked in this phase.", h, 0);
  if (ground & SHELLED)
    return sal_refuse(why, R_6_4_5, "{h0} was under artillery fire in this phase.", h, 0);
  if (!(S(p)->cell[h].pres & occ(sal_enemy(side))))
    return sal_refuse(why, R_5_1_2, "There is no enemy to attack in {h0}.", h, 0);
  if (!wb_attackable(p, side, h))
    return sal_refuse(why, R_5_1_1, "All the units in {h0} have fought in this phase.", h, 0);

  return true;
}

/* 5.1.2: an attack is on a hex next to the attackers. */
static bool may_open(const struct sal_play *p, int side, sal_hex h, struct sal_refusal *why) {
  if (!may_be_hit(p, side, h, why))
    return false;
  if (!has_attacker(p, side, h, false))
    return sal_refuse(why, R_5_1_2, "No unit next to {h0} can attack.", h, 0);

  return true;
}

/* 6.1.2: a gun that is ready and has a target. */
static bool may_shell(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  if (!wb_gun_ready(p, side, u, why))
    return false;
  return wb_gun_has_target(p, side, u, why);
}

/* 5.1.3, 5.1.4: the phase ends when every obligation is met. */
static bool may_end(const struct sal_play *p, int side, struct sal_refusal *why) {
  struct owed owed = first_owed(p, side);

  if (owed.unit >= 0)
    return sal_refuse(why, R_5_1_3, "{u0} must attack.", owed.unit, 0);
  if (owed.hex)
    return sal_refuse(why, R_5_1_4, "The enemies in {h0} must be attacked.", owed.hex, 0);

  return true;
}

/* The same order as in the list. */
static bool attack_check(const struct sal_play *p, int side, struct sal_action a,
                         struct sal_refusal *why) {
  switch (a.verb) {
  case V_TARGET: return may_open(p, side, hex_of(a, 0), why);
  case V_SHELL: return may_shell(p, side, unit_of(a), why);
  case V_DONE: return may_end(p, side, why);
  case V_MOVE:
  case V_STEP:
    return sal_refuse(why, R_3_1_1, "In an attack phase units move by retreat and pursuit only.", 0,
                      0);
  default: return wb_not_now(p, a, why);
  }
}

/* A target opens a combat, a gun opens a ranged attack. */
static void attack_apply(struct sal_play *p, int side, struct sal_action a) {
  struct combat *f = &S(p)->fight;

  if (a.verb == V_DONE) {
    sal_pop(p);
    return;
  }
  f->side = (uint8_t)side;
  if (a.verb == V_TARGET) {
    f->target[f->ntargets++] = hex_of(a, 0);
    sal_push(p, N_BUILD, side);
  } else {
    f->part[f->nparts++] = unit_of(a);
    S(p)->unit[unit_of(a)].part = PG;
    sal_push(p, N_SHELL, side);
  }
}

/* Shows every obligation that is not met. */
static void owe(const struct sal_play *p, int side, struct sal_prompt *out) {
  EACH_OWN(p, side, u) {
    if (wb_unit_owes(p, side, u))
      sal_prompt_owe(out, R_5_1_3, SAL_AT_UNIT, u, "%s must attack", p->book->counter[u].label);
  }
  EACH_HEX(B(p), h) {
    if (wb_hex_owed(p, side, (sal_hex)h))
      sal_prompt_owe(out, R_5_1_4, SAL_AT_HEX, h, "%s must be attacked", B(p)->name[h]);
  }
}

/* Names the choices and what is still owed. */
static void attack_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  sal_prompt_say(out, "%s: choose a hex to attack or a gun to fire, or end the attacks.",
                 people(side));
  owe(p, side, out);
}

const struct sal_node wb_attack = {.id = "attack",
                                   .rule = R_5_1_7,
                                   .list = attack_list,
                                   .check = attack_check,
                                   .apply = attack_apply,
                                   .prompt = attack_prompt};

/* ---- 5.1.5 declare: targets and attackers, in state->fight ------------------------------ */

/* where the first of them stands */
static sal_hex attackers_hex(const struct sal_play *p) {
  const struct combat *f = &S(p)->fight;
  return f->nparts ? S(p)->unit[f->part[0]].at : SAL_NOHEX;
}

/* Whether the attackers stand in more than one hex. */
static bool from_several_hexes(const struct sal_play *p) {
  sal_hex first = attackers_hex(p);

  EACH_PART(&S(p)->fight, u) {
    if (S(p)->unit[u].at != first)
      return true;
  }

  return false;
}

/* Whether a hex is next to every target, and to `also`. */
static bool next_to_all(const struct sal_play *p, sal_hex h, sal_hex also) {
  EACH_TARGET(&S(p)->fight, target) {
    if (sal_distance(B(p), h, (sal_hex)target) != 1)
      return false;
  }
  if (!also)
    return true;

  return sal_distance(B(p), h, also) == 1;
}

/* 5.1.5: against several hexes all attackers stand in one hex. */
static bool may_add(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  const struct unit *unit = &S(p)->unit[u];

  if (!on_map(p, u) || side_of(p, u) != side)
    return sal_refuse(why, R_5_1_2, "{u0} is not a unit of this side on the map.", u, 0);
  if (unit->part & PA)
    return sal_refuse(why, R_5_1_1, "{u0} is already in this attack.", u, 0);
  if (is_towed(K(p, u)))
    return sal_refuse(why, R_5_1_10, "{u0} is towed and never attacks.", u, 0);
  if (unit->flags & FOUGHT)
    return sal_refuse(why, R_5_1_1, "{u0} has fought in this phase.", u, 0);
  if (!wb_can_attack(p, side, u))
    return sal_refuse(why, R_5_2_1, "{u0} cannot attack.", u, 0);
  if (!next_to_all(p, unit->at, SAL_NOHEX))
    return sal_refuse(why, R_5_1_2, "{u0} is not next to the attacked hex.", u, 0);

  sal_hex others = attackers_hex(p);
  bool apart = others && others != unit->at;
  if (S(p)->fight.ntargets > 1 && apart)
    return sal_refuse(why, R_5_1_5, "Against several hexes all attackers must be in one hex.", 0,
                      0);

  return true;
}

/* Somebody could attack all the targets and `h`. */
static bool has_common_attacker(const struct sal_play *p, int side, sal_hex h) {
  for (int d = 0; d < 6; d++) {
    sal_hex from = sal_next(B(p), h, d);
    if (!next_to_all(p, from, h))
      continue;
    EACH_AT(S(p), u, from) {
      if (wb_can_attack(p, side, u))
        return true;
    }
  }

  return false;
}

/* 5.1.5: a further hex for attackers who stand in one hex. */
static bool may_target(const struct sal_play *p, int side, sal_hex h, struct sal_refusal *why) {
  sal_hex from = attackers_hex(p);

  if (wb_is_target(&S(p)->fight, h))
    return sal_refuse(why, R_5_1_2, "{h0} is attacked already.", h, 0);
  if (!may_be_hit(p, side, h, why))
    return false;
  if (from_several_hexes(p))
    return sal_refuse(why, R_5_1_5, "The attackers are in several hexes, so there is one target.",
                      0, 0);
  if (from && !next_to_all(p, from, h))
    return sal_refuse(why, R_5_1_2, "{h0} is not next to the attackers.", h, 0);
  if (!has_common_attacker(p, side, h))
    return sal_refuse(why, R_5_1_5, "No unit is next to all these hexes.", 0, 0);

  return true;
}

/* 5.2.1a: a unit attacks, and no obligation is left without a partner. */
static bool may_declare(const struct sal_play *p, int side, struct sal_refusal *why) {
  if (!S(p)->fight.nparts)
    return sal_refuse(why, R_5_2_1, "No unit attacks yet.", 0, 0);
  return !wb_would_isolate(p, side, SAL_NOHEX, why);
}

/* Declare, call off, further targets, further attackers. */
static void build_list(const struct sal_play *p, int side, struct sal_list *l) {
  enum { COMMON = 2 }; /* hexes next to one hex are at most two apart */
  sal_hex first = S(p)->fight.target[0];

  if (may_declare(p, side, NULL))
    sal_list_add(l, sal_act(V_COMMIT, 0, 0, 0));
  sal_list_add(l, sal_act(V_CANCEL, 0, 0, 0));
  for (int i = 0; i < AROUND; i++) {
    if (O(p)->around_far[i] > COMMON)
      continue;
    sal_hex h = wb_enemies_around(p, side, first, i);
    if (h && may_target(p, side, h, NULL))
      sal_list_add(l, sal_act(V_TARGET, h, 0, 0));
  }
  for (int d = 0; d < 6; d++) {
    sal_hex from = sal_next(B(p), first, d);
    if (!(S(p)->cell[from].pres & occ(side)))
      continue;
    EACH_AT(S(p), u, from) {
      if (may_add(p, side, u, NULL))
        sal_list_add(l, sal_act(V_ADD, u, 0, 0));
    }
  }
}

/* The same order as in the list. */
static bool build_check(const struct sal_play *p, int side, struct sal_action a,
                        struct sal_refusal *why) {
  switch (a.verb) {
  case V_TARGET: return may_target(p, side, hex_of(a, 0), why);
  case V_ADD: return may_add(p, side, unit_of(a), why);
  case V_COMMIT: return may_declare(p, side, why);
  case V_CANCEL: return true;
  default: return sal_refuse(why, R_5_2_1, "Finish this attack, or call it off.", 0, 0);
  }
}

/* A defender and what it may use: its star (15.1), or a fortification unit's works (15.4). */
static void join_defence(struct sal_play *p, int u, sal_hex h) {
  struct state *s = S(p);
  struct combat *f = &s->fight;
  struct unit *unit = &s->unit[u];
  bool fresh = s->head.option[O_SPECIAL] && !(unit->flags & FOUGHT);

  wb_open(p, u);
  unit->part = PD | PSHARE;
  SAL_ASSERT(f->nparts < PARTS); /* six hexes against one, and sixteen levels in each at most */
  f->part[f->nparts++] = (uint16_t)u;
  if (fresh && K(p, u)->stars)
    unit->part |= PSTAR;
  if (fresh && K(p, u)->role == FORTIFICATION && wb_fortified(p, side_of(p, u), h))
    unit->part |= PFU;
}

/* 5.2.1a, 16.1.3: from here on both sides see the stacks. */
static void declare(struct sal_play *p, int side) {
  struct state *s = S(p);
  struct combat *f = &s->fight;
  int attackers = f->nparts;

  for (int i = 0; i < attackers; i++) {
    EACH_AT(s, u, s->unit[f->part[i]].at) {
      wb_open(p, u);
    }
  }
  EACH_TARGET(f, h) {
    EACH_AT(s, u, h) {
      join_defence(p, u, (sal_hex)h);
    }
  }
  for (int i = 0; i < f->nparts; i++)
    f->base[i] = s->unit[f->part[i]].at;

  for (int i = 0; i < attackers; i++)
    sal_tell(p, E_DECLARED, R_5_2_1, SAL_EVU(f->part[i], .at = {f->target[0]}));
  for (int i = 0; masked(p) && i < f->ntargets; i++)
    sal_tell(p, E_OPENED, R_16_1_3, SAL_EV(.at = {f->target[i]}));
  sal_goto(p, N_SUPPORT, side);
}

/* Targets and attackers are kept in order, so that equal choices are equal games. */
static void insert(uint16_t *list, uint8_t *n, uint16_t one) {
  int i = (*n)++;
  for (; i > 0 && list[i - 1] > one; i--)
    list[i] = list[i - 1];
  list[i] = one;
}

/* Puts the combat together; nothing of it is seen before it is declared. */
static void build_apply(struct sal_play *p, int side, struct sal_action a) {
  struct state *s = S(p);
  struct combat *f = &s->fight;
  int u = unit_of(a);

  switch (a.verb) {
  case V_TARGET: insert(f->target, &f->ntargets, hex_of(a, 0)); break;
  case V_ADD:
    insert(f->part, &f->nparts, (uint16_t)u);
    s->unit[u].part = PA | PSHARE;
    if (s->head.option[O_SPECIAL] && K(p, u)->stars)
      s->unit[u].part |= PSTAR;
    break;
  case V_COMMIT: declare(p, side); break;
  default:
    wb_clear_fight(s);
    sal_pop(p);
    break;
  }
}

/* Marks the side's units in the combat. */
void wb_select_units(const struct sal_play *p, int side, struct sal_prompt *out) {
  EACH_PART(&S(p)->fight, u) {
    if (side_of(p, u) == side && out->nselected < SAL_SELECTED)
      sal_prompt_select(out, (sal_unit)u);
  }
}

/* Shows the card; of masked targets only what both sides know (16.1.3). */
static void build_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  const struct combat *f = &S(p)->fight;
  bool open = f->nparts;

  sal_prompt_say(out, "%s: add units against %s, then attack.", people(side),
                 B(p)->name[f->target[0]]);
  wb_select_units(p, side, out);
  EACH_TARGET(f, h) {
    if (S(p)->cell[h].ground & VEIL)
      open = false;
  }
  if (open) {
    struct sal_card *card = sal_prompt_card(out);
    wb_fight_card(p, card);
    wb_open_answers(p, card);
  } else if (f->nparts) {
    wb_masked_card(p, sal_prompt_card(out));
  }
  owe(p, side, out);
}

const struct sal_node wb_build = {.id = "attack.build",
                                  .rule = R_5_1_5,
                                  .list = build_list,
                                  .check = build_check,
                                  .apply = build_apply,
                                  .prompt = build_prompt};
