/* move.c - chapter 4.1: which units move together, and the movement phase itself.
 *
 * A move is a frame (step.c). Raids, close support, buried tanks and the order of a stack (5.8)
 * belong to the same phase.
 */
#include "state.h"

/* Remembers what matters for the whole stack: the slowest feet, HQs alone, trains,
 * disorganisation. */
void alea_column_add(const struct sal_play *p, struct column *c, int u) {
  const struct unit_info *i = I(p, u);
  bool first = c->n == 0;

  c->unit[c->n++] = (sal_unit)u;
  c->foot |= !i->mobile;
  c->other |= i->mobile;
  c->hqs = (first || c->hqs) && i->kind == HQ;
  c->train |= i->kind == TRAIN;
  c->dsg |= (U(p, u)->flags & DSG) != 0;
  c->guns |= is_guns(p, u);
}

/* The units of a hex that carry GROUP. */
void alea_column(const struct sal_play *p, int side, sal_hex h, struct column *c) {
  *c = (struct column){.side = side};
  for (int u = h ? top(p, h) : -1; u >= 0; u = below(p, u)) {
    if (U(p, u)->flags & GROUP && side_of(p, u) == side && c->n < 16) {
      alea_column_add(p, c, u);
    }
  }
}

/* 9.6: mobile units and pioneers out of supply have half their points; opt.buried.5: digging out
 * costs 3 */
int alea_mp(const struct sal_play *p, int u) {
  const struct unit_info *i = I(p, u);
  int flags = U(p, u)->flags;
  int mf = i->mf;
  bool halved = i->kind <= MOT || i->kind == PIO;

  if (flags & OOS && halved) {
    mf /= 2;
  }
  if (flags & BURIED) {
    mf = max_of(mf - 3, 0);
  }

  return mf;
}

/* 4.1, 4.4: once a phase, by its owner, if it can move at all. The list asks it of every counter,
 * so it is inlined there. */
static inline bool may_move(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  const struct unit *unit = U(p, u);

  if (side_of(p, u) != side || is_air(p, u) || (!unit->at && unit->box != B_ACTIVE)) {
    return sal_refuse(why, R_4_1, "{u0} is not a unit of this side that could move.", u, 0);
  }
  if (unit->flags & MOVED) {
    return sal_refuse(why, R_4_4, "{u0} has finished its move.", u, 0);
  }
  if (I(p, u)->kind == ATF) {
    return sal_refuse(why, R_8_1, "AT Fronts never move.", 0, 0);
  }
  if (unit->flags & INACTIVE) {
    return sal_refuse(why, R_II_s3_6, "{u0} has not been activated.", u, 0);
  }
  if (!I(p, u)->mf) {
    return sal_refuse(why, R_4_1, "{u0} cannot move.", u, 0);
  }

  return true;
}
bool alea_may_move(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  return may_move(p, side, u, why);
}

/* 5.8 */
bool alea_may_top(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  const struct unit *unit = U(p, u);
  if (side_of(p, u) != side || is_air(p, u) || !unit->at) {
    return sal_refuse(why, R_5_8, "{u0} is not in a stack of this side.", u, 0);
  }
  if (top(p, unit->at) == u) {
    return sal_refuse(why, R_5_8, "{u0} is on top already.", u, 0);
  }
  return true;
}

/* 5.8: every unit that is not on top may be put there. */
void alea_list_tops(const struct sal_play *p, int side, struct sal_list *l) {
  const struct own *o = O(p);

  for (int i = 0; i < o->nground[side]; i++) {
    int u = o->ground[side][i];
    if (U(p, u)->at && top(p, U(p, u)->at) != u) {
      sal_list_add(l, sal_act(V_TOP, u, 0, 0));
    }
  }
}

/* opt.buried.1 */
static bool may_bury(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  const struct unit *unit = U(p, u);

  if (!opt(p, O_BURIED)) {
    return sal_refuse(why, R_opt_buried_1, "Buried tanks are not used in this game.", 0, 0);
  }
  if (side != SAL_SOVIET || side_of(p, u) != side || I(p, u)->kind != TANK || !unit->at) {
    return sal_refuse(why, R_opt_buried_1, "Only Soviet tank units on the map are buried.", 0, 0);
  }
  if (unit->flags & (MOVED | DSG | INACTIVE | ATTACKED | BURIED)) {
    return sal_refuse(why, R_opt_buried_1, "{u0} has moved or fought, is disorganised or buried.",
                      u, 0);
  }

  return true;
}

/* Everything of the movement phase: moves, close support, raids, buried tanks. */
static void move_list(const struct sal_play *p, int side, struct sal_list *l) {
  const struct own *o = O(p);
  bool bury = opt(p, O_BURIED) && side == SAL_SOVIET;

  sal_list_add(l, alea_end(p));
  if (alea_any_bomber(p, side)) {
    sal_list_add(l, sal_act(V_RAID, 0, 0, 0));
  }
  for (int i = 0; i < o->nground[side]; i++) {
    if (may_move(p, side, o->ground[side][i], NULL)) {
      sal_list_add(l, sal_act(V_MOVE, o->ground[side][i], 0, 0));
    }
  }
  alea_list_tops(p, side, l);
  for (int i = 0; bury && i < o->nground[side]; i++) {
    if (may_bury(p, side, o->ground[side][i], NULL)) {
      sal_list_add(l, sal_act(V_BURY, o->ground[side][i], 0, 0));
    }
  }
  for (int i = 0; i < o->nair[side]; i++) {
    if (alea_may_cas(p, side, o->air[side][i], B_ATTACK, NULL)) {
      sal_list_add(l, sal_act(V_CAS, o->air[side][i], 0, 0));
    }
  }
}

/* 4.1: a unit that moves, another order of a stack, a buried tank, a raid or close support, or
 * the end of the phase. */
static bool move_check(const struct sal_play *p, int side, struct sal_action a,
                       struct sal_refusal *why) {
  switch (a.verb) {
  case V_MOVE: return alea_may_move(p, side, unit_of(a), why);
  case V_TOP: return alea_may_top(p, side, unit_of(a), why);
  case V_BURY: return may_bury(p, side, unit_of(a), why);
  case V_RAID:
    if (!alea_any_bomber(p, side)) {
      return sal_refuse(why, R_12_bomb_1, "No bomber waits in the Attack box.", 0, 0);
    }
    return true;
  case V_CAS: return alea_may_cas(p, side, unit_of(a), B_ATTACK, why);
  default: return alea_ends(p, a, why);
  }
}

/* 5.8: the enemy sees another counter now. */
void alea_to_top(struct sal_play *p, sal_unit u) {
  struct state *s = S(p);
  uint16_t *link = &s->cell[s->unit[u].at].first;

  while (*link != u + 1) {
    link = &s->unit[*link - 1].next;
  }
  *link = s->unit[u].next;
  s->unit[u].next = s->cell[s->unit[u].at].first;
  s->cell[s->unit[u].at].first = (uint16_t)(u + 1);
  sal_reveal(p);
  sal_tell(p, E_TOP, R_5_8, SAL_EVU(u, .at = {s->unit[u].at}));
}

/* Pushes a frame for a move, a raid or close support. */
static void move_apply(struct sal_play *p, int side, struct sal_action a) {
  sal_unit u = unit_of(a);
  struct step *f;

  switch (a.verb) {
  case V_MOVE:
    f = step_in(sal_push(p, N_STEP, side));
    f->hex = U(p, u)->at;
    f->left = UINT8_MAX;
    if (!f->hex) {
      /* off the map: both sides know which units wait there */
      f->waiting = u;
    }
    alea_join(p, u);
    break;
  case V_TOP: alea_to_top(p, u); break;
  case V_BURY:
    U(p, u)->flags |= BURIED | MOVED;
    alea_tell_of(p, u, E_BURIED, R_opt_buried_1);
    break;
  case V_RAID: sal_push(p, N_RAID, side); break;
  case V_CAS: cas_in(sal_push(p, N_CAS, side))->unit = u; break;
  default: sal_pop(p); break;
  }
}

/* Reminds of bombers that still wait. */
static void move_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  sal_prompt_say(out,
                 alea_any_bomber(p, side)
                     ? "%s: choose a unit to move, fly the bombers that wait, or end movement."
                     : "%s: choose a unit to move, or end movement.",
                 name_of(side));
}

const struct sal_node alea_move = {.id = "move",
                                   .rule = R_4_1,
                                   .list = move_list,
                                   .check = move_check,
                                   .apply = move_apply,
                                   .prompt = move_prompt};
