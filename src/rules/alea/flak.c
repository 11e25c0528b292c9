/* flak.c - II.opt.aa and II.opt.hqaa: anti-aircraft units, their modes and their fire.
 *
 * Both sides choose modes in secret at once (NEWMODE), and they are shown together. Whenever
 * aircraft come, the enemy is asked whether he fires, even if he has no flak there: not asking
 * would show which stacks hide an AA unit.
 */
#include "state.h"

/* ---- II.opt.aa.1 modes ------------------------------------------------------------------ */

/* AA units on the map have a mode. */
static bool has_mode(const struct sal_play *p, int side, int u) {
  if (side_of(p, u) != side) {
    return false;
  }
  if (I(p, u)->kind != AA) {
    return false;
  }

  return U(p, u)->at;
}

/* A side without AA units has nothing to choose. */
static bool any_mode(const struct sal_play *p, int side) {
  for (int i = 0; i < O(p)->nground[side]; i++) {
    if (has_mode(p, side, O(p)->ground[side][i])) {
      return true;
    }
  }

  return false;
}

/* II.opt.aa.1: AA or AT, for the whole next turn. */
static bool may_mode(const struct sal_play *p, int side, int u, int aa, struct sal_refusal *why) {
  if (!has_mode(p, side, u)) {
    return sal_refuse(why, R_II_opt_aa_1, "{u0} is not an AA unit of this side on the map.", u, 0);
  }
  if (aa == ((U(p, u)->flags & NEWMODE) != 0)) {
    return sal_refuse(why, R_II_opt_aa_1, "That is its mode already.", 0, 0);
  }

  return true;
}

/* Both sides choose in secret; then all modes change at once. */
static bool modes_run(struct sal_play *p) {
  struct modes *f = modes_of(p);

  /* begins: nobody has chosen, sides without AA units need not */
  if (!f->begun) {
    f->begun = 1;
    for (int side = 0; side < SAL_SIDES; side++) {
      for (int i = 0; i < O(p)->nground[side]; i++) {
        struct unit *unit = U(p, O(p)->ground[side][i]);
        unit->flags = (uint16_t)((unit->flags & ~NEWMODE) | (unit->flags & AAMODE ? NEWMODE : 0));
      }
      if (!any_mode(p, side)) {
        sal_commit(p, side);
      }
    }
  }
  if (S(p)->head.sealed != SAL_BOTH) {
    return false;
  }
  for (int side = 0; side < SAL_SIDES; side++) {
    for (int i = 0; i < O(p)->nground[side]; i++) {
      sal_unit u = O(p)->ground[side][i];
      struct unit *unit = U(p, u);
      bool aa = unit->flags & NEWMODE;
      bool was = unit->flags & AAMODE;
      unit->flags &= (uint16_t) ~(NEWMODE | AAMODE);
      if (aa) {
        unit->flags |= AAMODE;
      }
      if (aa != was) {
        sal_tell(p, E_MODE, R_II_opt_aa_1, SAL_EVU(u, .n = {aa}));
        alea_refresh(p, unit->at);
      }
    }
  }
  sal_reveal(p);
  sal_pop(p);
  return true;
}

/* Every AA unit may be switched until the side commits. */
static void modes_list(const struct sal_play *p, int side, struct sal_list *l) {
  for (int i = 0; i < O(p)->nground[side]; i++) {
    for (int aa = 0; aa < 2; aa++) {
      if (I(p, O(p)->ground[side][i])->kind == AA &&
          may_mode(p, side, O(p)->ground[side][i], aa, NULL)) {
        sal_list_add(l, sal_act(V_MODE, O(p)->ground[side][i], aa, 0));
      }
    }
  }
  sal_list_add(l, sal_act(V_COMMIT, 0, 0, 0));
}

/* II.opt.aa.1: a unit and its mode, or the commitment of all modes. */
static bool modes_check(const struct sal_play *p, int side, struct sal_action a,
                        struct sal_refusal *why) {
  if (a.verb == V_MODE) {
    return may_mode(p, side, unit_of(a), word_of(a, 1), why);
  }
  return a.verb == V_COMMIT || alea_not_now(p, a, why);
}

/* The new mode waits in NEWMODE until both have committed. */
static void modes_apply(struct sal_play *p, int side, struct sal_action a) {
  if (a.verb == V_COMMIT) {
    sal_commit(p, side);
    return;
  }
  U(p, unit_of(a))->flags ^= NEWMODE;
}

/* The choice is for the next turn. */
static void modes_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  (void)p;
  sal_prompt_say(out, "%s: choose the modes of the AA units for the next turn, then commit.",
                 name_of(side));
}

const struct sal_node alea_modes = {.id = "end.modes",
                                    .rule = R_II_opt_aa_1,
                                    .sealed = true,
                                    .run = modes_run,
                                    .list = modes_list,
                                    .check = modes_check,
                                    .apply = modes_apply,
                                    .prompt = modes_prompt};

/* ---- II.opt.aa.3, II.opt.aa.4, II.opt.hqaa fire at aircraft ------------------------------ */

/* Without a unit: whether any flak rule is in force. With one: whether it may fire now. */
bool alea_has_flak(const struct sal_play *p, int u) {
  if (u < 0) {
    if (aa_on(p)) {
      return true;
    }
    return opt(p, O_HQAA);
  }
  const struct unit *unit = U(p, u);
  if (!unit->at) {
    return false;
  }
  if (unit->flags & (SHOT | HIDDEN)) {
    return false;
  }
  if (I(p, u)->kind == HQ) {
    return opt(p, O_HQAA);
  }
  if (I(p, u)->kind != AA) {
    return false;
  }
  if (!(unit->flags & AAMODE)) {
    return false;
  }

  return aa_on(p);
}

/* II.opt.aa.3: in the hex or next to it. */
bool alea_flak_at(const struct sal_play *p, int side, int u, sal_hex h, struct sal_refusal *why) {
  if (side_of(p, u) != side || !alea_has_flak(p, u)) {
    return sal_refuse(why, R_II_opt_aa_3, "{u0} is not a unit that may fire at aircraft now.", u,
                      0);
  }
  if (sal_distance(&p->book->board, U(p, u)->at, h) > 1) {
    return sal_refuse(why, R_II_opt_aa_3, "{u0} is not in {h1} or next to it.", u, h);
  }

  return true;
}

/* The aircraft of the raid, of the combat, or the one hunter. */
static bool flak_target(const struct sal_play *p, int side, int v) {
  const struct flak *f = flak_of(p);

  if (!is_air(p, v)) {
    return false;
  }
  if (side_of(p, v) == side) {
    return false;
  }
  if (!U(p, v)->steps) {
    return false;
  }

  return f->against == HUNTERS ? v == f->hunter : (U(p, v)->flags & GROUP) != 0;
}

/* Which unit may fire, and at which aircraft. */
static bool may_flak(const struct sal_play *p, int side, int u, int v, struct sal_refusal *why) {
  if (!alea_flak_at(p, side, u, flak_of(p)->hex, why)) {
    return false;
  }
  if (!flak_target(p, side, v)) {
    return sal_refuse(why, R_II_opt_aa_3, "{u0} is not one of the aircraft in the attack.", v, 0);
  }

  return true;
}

/* Ends when no aircraft is left. */
static bool flak_run(struct sal_play *p) {
  int side = sal_top(p)->side;

  for (int i = 0; i < O(p)->nair[sal_enemy(side)]; i++) {
    if (flak_target(p, side, O(p)->air[sal_enemy(side)][i])) {
      return false;
    }
  }
  sal_pop(p);
  return true;
}

/* Every shot at every aircraft, or pass. */
static void flak_list(const struct sal_play *p, int side, struct sal_list *l) {
  const struct own *o = O(p);
  int enemy = sal_enemy(side);

  for (int i = 0; i < o->nground[side]; i++) {
    int u = o->ground[side][i];
    if (I(p, u)->kind != AA && I(p, u)->kind != HQ) {
      continue;
    }
    if (!alea_flak_at(p, side, u, flak_of(p)->hex, NULL)) {
      continue;
    }
    for (int k = 0; k < o->nair[enemy]; k++) {
      if (may_flak(p, side, u, o->air[enemy][k], NULL)) {
        sal_list_add(l, sal_act(V_FLAK, u, o->air[enemy][k], 0));
      }
    }
  }
  sal_list_add(l, sal_act(V_PASS, 0, 0, 0));
}

/* II.opt.aa.3: a unit and the aircraft it fires at, or pass. */
static bool flak_check(const struct sal_play *p, int side, struct sal_action a,
                       struct sal_refusal *why) {
  if (a.verb == V_FLAK) {
    return may_flak(p, side, unit_of(a), second_unit_of(a), why);
  }
  return a.verb == V_PASS || alea_not_now(p, a, why);
}

/* The rule that lets it fire: an HQ, in a combat, or at a raid. */
static int flak_rule(const struct sal_play *p, int u) {
  if (I(p, u)->kind == HQ) {
    return R_II_opt_hqaa;
  }
  return flak_of(p)->against == SUPPORTERS ? R_II_opt_aa_4 : R_II_opt_aa_3;
}

/* 13.art.5: half when disorganised; an HQ hits on 1 */
static int flak_factor(const struct sal_play *p, int u) {
  int at = I(p, u)->at;

  if (I(p, u)->kind == HQ) {
    return 1;
  }

  return U(p, u)->flags & DSG ? (at + 1) / 2 : at;
}

/* A d10 a step, or one for an HQ (II.opt.hqaa); once a turn. */
static void flak_apply(struct sal_play *p, int side, struct sal_action a) {
  (void)side;
  if (a.verb == V_PASS) {
    sal_pop(p);
    return;
  }
  sal_unit u = unit_of(a);
  sal_unit v = second_unit_of(a);
  int rule = flak_rule(p, u);
  int dice = I(p, u)->kind == HQ ? 1 : U(p, u)->steps;
  int hits = 0;
  for (int i = 0; i < dice; i++) {
    hits += sal_roll(p->dice, 10, rule, u) <= flak_factor(p, u);
  }
  U(p, u)->flags |= SHOT;
  sal_reveal(p);
  sal_tell(p, E_FLAK, rule, SAL_EVUU(u, v, .at = {flak_of(p)->hex}, .n = {(int16_t)hits}));
  alea_air_lose(p, v, hits, rule);
}

/* Says over which hex the aircraft are. */
static void flak_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  sal_prompt_say(out, "%s: fire at the aircraft over %s, or pass.", name_of(side),
                 p->book->board.name[flak_of(p)->hex]);
}

const struct sal_node alea_flak = {.id = "air.flak",
                                   .rule = R_II_opt_aa_3,
                                   .run = flak_run,
                                   .list = flak_list,
                                   .check = flak_check,
                                   .apply = flak_apply,
                                   .prompt = flak_prompt};
