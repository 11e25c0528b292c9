/* result.c - stalnie 6.1 and 6.16: the result record, its checks V1 to V12, and how it enters the
 * campaign.
 *
 * One door for every way of fighting a scenario: battles, table mode and an imported file write
 * drafts; a record that passes is accepted whole. A draft is a copy: nothing else changes before
 * that, so a result that is cancelled or sent back leaves the campaign as it was.
 */
#include "state.h"

#include <string.h>

/* What a draft says of a unit. Everything else about the unit stays as it is. */
enum { KEPT = SETTABLE | U_UPPER | U_VEHICLE_CREW };

/* ---- an empty draft --------------------------------------------------------------------- */

/* A draft begins as the unit is, without a fate. */
static void clear_unit(struct sal_play *p, int u) {
  const struct unit *unit = &S(p)->unit[u];
  struct draft *d = &S(p)->draft[u];

  *d = (struct draft){.at = NOWHERE, .column = COLUMNS};
  if (!in_force(unit->where))
    return;
  d->type = unit->type;
  d->flags = unit->flags & KEPT;
  d->at = unit->at;
}

/* Control, victory locations and edges begin as they are. */
static void clear_ground(struct sal_play *p) {
  struct state *s = S(p);

  for (int i = 0; i < PA_PLACES; i++) {
    s->ground[i] = (uint8_t)((s->ground[i] & ~(C_DRAFT | C_DRAFT_UP)) | (s->ground[i] & 3) << 4);
    s->area[i] &= (uint8_t)~A_COVER;
  }
  for (int i = 0; i < O(p)->nvl; i++)
    s->vl[i] = (uint8_t)((s->vl[i] & ~VB_DRAFT) | (s->vl[i] & VB_GERMAN ? VB_DRAFT : 0));

  for (int e = 0; e < 2; e++)
    for (int h = 0; h < ROWS; h++) {
      uint8_t owner = s->edge[e][h] & EDGE_GERMAN ? EDGE_DRAFT : 0;
      s->edge[e][h] = (uint8_t)((s->edge[e][h] & ~EDGE_DRAFT) | owner);
    }
}

/* Weapons and chits of a line begin as they are. */
static void clear_line(struct rec *r) {
  memset(r->bad, 0, SW);
  memset(r->gone, 0, SW);
  memset(r->got, 0, SW);
  r->draft_black = r->black;
  r->draft_red = r->red;
  r->flags &= (uint8_t)~R_USED;
}

/* Fires and rubble of a draft stand behind those that are there for good. */
static void clear_terrain(struct state *s) {
  while (s->nburnt && s->burnt[s->nburnt - 1].draft)
    s->burnt[--s->nburnt] = (struct burnt){0};
}

/* Empty drafts: all units where they stand, all ground as it is controlled now. */
void sp_draft_clear(struct sal_play *p) {
  struct state *s = S(p);

  memset(s->draft, 0, sizeof s->draft);
  memset(&s->claim, 0, sizeof s->claim);
  memset(&s->battle, 0, sizeof s->battle);
  for (int u = 0; u < p->book->ncounters; u++)
    clear_unit(p, u);
  clear_ground(p);
  for (int side = 0; side < 2; side++)
    for (int i = 0; i < s->side[side].nrec; i++)
      clear_line(&s->rec[side][i]);
  for (int i = 0; i < s->nfort; i++)
    s->fort[i].fate = s->fort[i].factors = 0;
  clear_terrain(s);
}

/* ---- V6 --------------------------------------------------------------------------------- */

/* What a unit that appeared in play is worth to its source: a crew that got out of its vehicle, or
 * the second half of a squad that was only deployed. A hero comes from no unit. */
static int regained(const struct sal_play *p, const struct draft *d) {
  bool lives = d->fate == FATE_OK || d->fate == FATE_EXITED;
  const struct type *t = &O(p)->type[d->type];
  bool came_from_unit = t->cls == HALF || t->cls == CREW;

  if (!lives || !came_from_unit)
    return 0;
  return t->cvp;
}

/* V6: what `loser` lost by the drafts: the value of each unit less that of every survivor that came
 * from it. */
int sp_draft_cvp(const struct sal_play *p, int loser) {
  const struct state *s = S(p);
  int sum = 0;

  for (int u = 0; u < p->book->ncounters; u++) {
    const struct draft *d = &s->draft[u];
    if (side_of(p, u) != loser || d->fate == FATE_NONE)
      continue;
    if (s->unit[u].where == NONE) {
      sum -= regained(p, d);
      continue;
    }

    if (d->fate == FATE_ELIMINATED || d->fate == FATE_CAPTURED) {
      sum += sp_cvp(p, u);
      continue;
    }

    int lost = O(p)->type[s->unit[u].type].cvp - O(p)->type[d->type].cvp;
    if (lost > 0)
      sum += lost;
  }

  return sum < 0 ? 0 : sum;
}

/* ---- the checks ------------------------------------------------------------------------- */

/* V3: half-squads, replaced and hardened grades; a crewed weapon may lose its weapon. */
bool sp_can_become(const struct sal_play *p, int from, int to) {
  const struct own *o = O(p);

  if (from == to)
    return true;
  if (o->type[from].cls == VEHICLE)
    /* its `half` is its crew */
    return false;
  int a = sp_grade(p, from);
  int b = sp_grade(p, to);
  if (a >= 0 && b >= 0)
    return sal_abs(a - b) <= 2;

  /* down: replaced repeatedly, or the half of what it was replaced by */
  int t = from;
  for (int i = 0; i < 4 && t; i++) {
    if (t == to || o->type[t].half == to)
      return true;
    t = o->type[t].replaced;
  }

  /* hardened: the grade that it would be replaced from */
  for (int up = 1; up < o->ntypes; up++) {
    if (o->type[up].replaced != from)
      continue;
    if (up == to || o->type[up].half == to)
      return true;
  }

  return false;
}

/* CG13a, CG13b: an edge hex that is the side's now and was at the start. Nowhere in particular
 * means the side's own front edge. */
bool sp_exit_right(const struct sal_play *p, int u, int g, struct sal_refusal *why) {
  int side = side_of(p, u);

  if (g == NOWHERE || g == S(p)->unit[u].at)
    return true;
  if (sp_edge_owner(p, g, false) < 0)
    return sal_refuse(why, R_V5, "{h0} is not an edge hex.", O(p)->cell[g], 0);
  if (sp_edge_owner(p, g, false) == side && sp_edge_owner(p, g, true) == side)
    return true;

  return sal_refuse(why, R_CG13b,
                    "A unit that leaves by {h0} is eliminated: the hex is not its side's both now "
                    "and at the start.",
                    O(p)->cell[g], 0);
}

/* V2: there is a Game End dr for every turn from 7 on, and the last one ended the scenario. */
static bool check_dice(const struct sal_play *p, struct sal_refusal *why) {
  const struct state *s = S(p);
  int turns = s->claim.turns;

  if (turns < 7)
    return sal_refuse(why, R_V2, "A scenario lasts 7 to 9 turns.", 0, 0);
  int drm = sp_end_drm(p, s->claim.north_vp);

  for (int t = 7; t <= turns; t++) {
    int die = s->battle.end_die[t - 7];
    bool meets = die + drm <= O(p)->circled[t - 7] || t == 9;

    if (!die)
      return sal_refuse(why, R_V2, "The Game End dr of Turn {n0} is missing.", t, 0);
    if (t < turns && meets)
      return sal_refuse(why, R_V2, "The dr of Turn {n0} ends the scenario there.", t, 0);
    if (t == turns && !meets)
      return sal_refuse(why, R_V2, "The dr of Turn {n0} does not end the scenario.", t, 0);
  }

  for (int t = turns + 1; t <= 9; t++)
    if (s->battle.end_die[t - 7])
      return sal_refuse(why, R_V2, "There is a Game End dr after the last turn.", 0, 0);

  return true;
}

/* V10: held off the map by its owner or by rule. */
bool sp_stayed_off(const struct sal_play *p, int u) {
  const struct unit *unit = &S(p)->unit[u];
  return unit->where == OFF && unit->flags & (U_STAYS | U_RECALL | U_SAVED);
}

/* CG5, V11: must the record find it in its hex? A battle on the board keeps it there itself, as
 * long as the strongpoint stands and it is still a Gun or AFV; before edition 5 it did not. */
static bool bound_by(const struct sal_play *p, int u, uint32_t mark) {
  return S(p)->unit[u].flags & mark && sp_mode(p) != BY_FIELD;
}

/* CG13a, CG5: which units may leave, and how. Leaving north is checked together for all units that
 * do. */
static bool check_leaving(const struct sal_play *p, int u, struct sal_refusal *why) {
  const struct draft *d = &S(p)->draft[u];

  if (bound_by(p, u, U_STRONG))
    return sal_refuse(why, R_CG5, "{u0} may not leave its strongpoint.", u, 0);
  if (d->flags & D_NORTH)
    return true;
  if (d->flags & U_BROKEN && !(d->flags & D_PASSED))
    return sal_refuse(why, R_CG13a,
                      "{u0} is broken: it left only if it passed a morale check (fate passed), or "
                      "it is eliminated.",
                      u, 0);

  return sp_exit_right(p, u, d->at, why);
}

/* V4, V11, CG5: a place that exists, where the unit can be. */
static bool check_place(const struct sal_play *p, int u, struct sal_refusal *why) {
  const struct unit *unit = &S(p)->unit[u];
  const struct draft *d = &S(p)->draft[u];

  if (!sp_in_pa(p, d->at))
    return sal_refuse(why, R_V4, "{u0} has no place on the Playing Area.", u, 0);
  if (!sp_may_stand(p, side_of(p, u), d->type, d->at))
    return sal_refuse(why, R_V4, "{u0} cannot be in {h1}.", u, O(p)->cell[d->at]);
  if (unit->where != MAP || d->at == unit->at)
    return true;
  if (bound_by(p, u, U_STRONG))
    return sal_refuse(why, R_CG5, "{u0} may not leave its strongpoint.", u, 0);
  if (bound_by(p, u, U_DUGIN))
    return sal_refuse(why, R_V11, "{u0} is dug in and has not moved.", u, 0);

  return true;
}

/* V3, V10: one unit's line alone. */
static bool check_unit(const struct sal_play *p, int u, struct sal_refusal *why) {
  const struct unit *unit = &S(p)->unit[u];
  const struct draft *d = &S(p)->draft[u];

  if (d->fate == FATE_NONE)
    return sal_refuse(why, R_V3, "{u0} has no fate yet.", u, 0);
  if (!sp_can_become(p, unit->type, d->type))
    return sal_refuse(why, R_V3, "{u0} cannot turn into that.", u, 0);
  if (d->fate == FATE_OFFMAP && unit->where == MAP)
    return sal_refuse(why, R_V3, "{u0} was on the map when the scenario began.", u, 0);
  if (d->fate != FATE_OFFMAP && sp_stayed_off(p, u))
    return sal_refuse(why, R_V10, "{u0} stayed off the map in this scenario.", u, 0);
  if (d->fate == FATE_EXITED)
    return check_leaving(p, u, why);
  if (d->fate == FATE_OK)
    return check_place(p, u, why);

  return true;
}

/* CG8: three squads, four single men and one vehicle or Gun in each Location. What is carried or
 * towed does not count. */
int sp_overstacked(const struct sal_play *p) {
  struct load {
    uint8_t halves, smc, heavy;
  } load[2][2][PA_PLACES]; /* by side and level */
  memset(load, 0, sizeof load);

  for (int u = 0; u < p->book->ncounters; u++) {
    const struct draft *d = &S(p)->draft[u];
    bool carried = sp_mode(p) != BY_QUICK_BATTLE && d->carrier;
    if (d->fate != FATE_OK || carried || !sp_in_pa(p, d->at))
      continue;

    int cls = O(p)->type[d->type].cls;
    bool upper = d->flags & U_UPPER;
    struct load *l = &load[side_of(p, u)][upper][at_pa(p, d->at)];
    l->halves = (uint8_t)(l->halves + (cls == GUN ? 1 : sp_squads_x2(cls)));
    l->smc = (uint8_t)(l->smc + is_smc(cls));
    l->heavy = (uint8_t)(l->heavy + is_heavy(cls));
    if (l->halves > 6 || l->smc > 4 || l->heavy > 1)
      return d->at;
  }

  return NOT_FOUND;
}

/* Has a unit come to that place in this battle? */
static bool somebody_came(const struct sal_play *p, int g) {
  for (int u = 0; u < p->book->ncounters; u++) {
    const struct unit *unit = &S(p)->unit[u];
    const struct draft *d = &S(p)->draft[u];
    bool stayed = unit->where == MAP && unit->at == g;

    if (d->fate == FATE_OK && d->at == g && !stayed)
      return true;
  }
  return false;
}

/* 6.3: on a table the players have seen to their stacks, so there it is only a warning. On the
 * board a group that fire stopped in a full Location stays there (F3.2), in an Isolated Area into
 * the next battle, which may be a quick one (F25.1). */
static bool check_stacks(const struct sal_play *p, struct sal_refusal *why) {
  if (sp_mode(p) != BY_QUICK_BATTLE)
    return true;
  int g = sp_overstacked(p);
  if (g != NOT_FOUND && somebody_came(p, g))
    return sal_refuse(why, R_6_3, "{h0} is overstacked.", O(p)->cell[g], 0);
  return true;
}

/* 11.601: on a table the players finish every melee, so no Location holds both sides. */
static bool check_melee(const struct sal_play *p, struct sal_refusal *why) {
  /* by level: a bit for each side */
  uint8_t held[2][PA_PLACES] = {{0}};
  if (sp_mode(p) != BY_TABLE)
    return true;

  for (int u = 0; u < p->book->ncounters; u++) {
    const struct draft *d = &S(p)->draft[u];
    bool upper = d->flags & U_UPPER;
    if (d->fate != FATE_OK || !sp_in_pa(p, d->at))
      continue;
    uint8_t *sides = &held[upper][at_pa(p, d->at)];
    *sides |= (uint8_t)SAL_BIT(side_of(p, u));
    if (*sides == SAL_BOTH)
      return sal_refuse(why, R_11_601, "{h0} still holds both sides: finish the melee.",
                        O(p)->cell[d->at], 0);
  }

  return true;
}

/* CG13c: does a unit in Good Order leave north in this vehicle? */
static bool carries_north(const struct sal_play *p, int vehicle) {
  for (int u = 0; u < p->book->ncounters; u++) {
    const struct draft *d = &S(p)->draft[u];
    bool leaves = d->fate == FATE_EXITED && d->flags & D_NORTH;
    bool aboard = d->carrier == vehicle + 1;
    if (leaves && aboard && is_infantry(O(p)->type[d->type].cls))
      return true;
  }
  return false;
}

/* V5, CG13c: Germans leave north on 11 July PM, in Good Order, a vehicle only with passengers or
 * riders; the points entered are those of the Infantry. */
static bool check_exits(const struct sal_play *p, struct sal_refusal *why) {
  int vp = 0;

  for (int u = 0; u < p->book->ncounters; u++) {
    const struct draft *d = &S(p)->draft[u];
    if (d->fate != FATE_EXITED || !(d->flags & D_NORTH))
      continue;

    int cls = O(p)->type[d->type].cls;
    if (side_of(p, u) != GER || S(p)->scenario != 2)
      return sal_refuse(why, R_V5, "{u0} had no right to leave by the north edge.", u, 0);
    if (d->flags & (U_BROKEN | U_STUN))
      return sal_refuse(why, R_CG13c,
                        "{u0} is not in Good Order: who leaves north so is eliminated (CG13b).", u,
                        0);

    if (cls == VEHICLE && !carries_north(p, u))
      return sal_refuse(why, R_CG13c,
                        "{u0} takes nobody north with it: so it is eliminated (CG13b).", u, 0);

    if (is_infantry(cls))
      vp += O(p)->type[d->type].cvp;
  }

  if (vp != S(p)->claim.north_vp)
    return sal_refuse(why, R_V5, "{n0} {point/points} left north, but {n1} {is/are} entered.", vp,
                      S(p)->claim.north_vp);

  return true;
}

/* V6, V9, V12: what a side claims, and its weapons and modules. */
static bool check_claims(const struct sal_play *p, int side, struct sal_refusal *why) {
  const struct state *s = S(p);
  int cvp = sp_draft_cvp(p, sal_enemy(side));
  int used = 0;

  if (cvp != s->claim.cvp[side])
    return sal_refuse(why, R_V6,
                      "The losses come to {n0} {point/points}, but {n1} {is/are} entered.", cvp,
                      s->claim.cvp[side]);

  if (s->claim.exit[side] > cvp)
    return sal_refuse(why, R_V6, "More points came by exits than there are in all.", 0, 0);

  for (int i = 0; i < s->side[side].nrec; i++) {
    const struct rec *r = &s->rec[side][i];
    used += (r->flags & R_USED) != 0;
    for (int w = 0; w < SW; w++)
      if (r->bad[w] + r->gone[w] > r->sw[w])
        return sal_refuse(why, R_V12, "Line {n0} does not have that many of those weapons.", i + 1,
                          0);
  }

  if (used > 2)
    return sal_refuse(why, R_V9, "No more than two modules can be used.", 0, 0);

  return true;
}

/* The whole record. The first thing that is wrong is named. */
bool sp_result_valid(const struct sal_play *p, struct sal_refusal *why) {
  const struct state *s = S(p);

  if (!check_dice(p, why))
    return false;

  /* A unit that appeared in play has a place, but no fate that could be missing. */
  for (int u = 0; u < p->book->ncounters; u++) {
    bool in_roster = in_force(s->unit[u].where);
    bool on_map = s->draft[u].fate == FATE_OK;
    if (in_roster && !check_unit(p, u, why))
      return false;
    if (on_map && !check_place(p, u, why))
      return false;
  }

  if (!check_stacks(p, why))
    return false;
  if (!check_melee(p, why))
    return false;
  if (!check_exits(p, why))
    return false;
  for (int side = 0; side < 2; side++)
    if (!check_claims(p, side, why))
      return false;

  return true;
}

/* ---- accepting -------------------------------------------------------------------------- */

/* The draft becomes the unit: its type, state and place. New units come into the roster. */
static void accept_unit(struct sal_play *p, int u) {
  struct state *s = S(p);
  struct unit *unit = &s->unit[u];
  const struct draft *d = &s->draft[u];

  if (d->fate == FATE_NONE)
    return;
  /* new in this scenario; one that fell in it lies among the losses */
  if (unit->where == NONE) {
    bool lives = d->fate == FATE_OK || d->fate == FATE_EXITED;
    *unit = (struct unit){
        .flags = U_KNOWN, .at = NOWHERE, .where = lives ? OFF : DEAD, .type = d->type};
    if (!lives)
      return;
  }

  int value = sp_cvp(p, u);
  if (sp_is_replacement(p, unit->type, d->type))
    /* RG.h */
    unit->flags &= ~(uint32_t)U_ENGINEER;
  unit->type = d->type;
  unit->flags = (unit->flags & ~(uint32_t)KEPT) | (d->flags & KEPT);
  unit->flags &= ~(uint32_t)(U_NEW | U_RESERVE | U_HIP);
  if (d->flags & D_HIDDEN)
    /* 11.602b */
    unit->flags &= ~(uint32_t)U_KNOWN;
  else if (d->fate != FATE_OFFMAP)
    unit->flags |= U_KNOWN;

  if (d->fate == FATE_OK) {
    sp_put(p, u, d->at);
    if (d->flags & D_COVER)
      s->area[at_pa(p, d->at)] |= A_COVER;
  } else if (d->fate == FATE_ELIMINATED || d->fate == FATE_CAPTURED) {
    unit->where = DEAD;
    sal_tell(p, E_LOSS, R_6_11, SAL_EVU(u, .n = {(int16_t)side_of(p, u), (int16_t)value}));
  }
}

/* The latest owner's mark replaces the other's. */
static void mark_control(uint8_t *ground, bool german) {
  uint8_t mark = german ? C_MARK_GER : C_MARK_RUS;
  *ground = (uint8_t)((*ground & ~(C_MARK_GER | C_MARK_RUS)) | mark);
}

/* Drafted control becomes control; what changed hands keeps a control marker (11.6051-52). */
static void accept_ground(struct sal_play *p) {
  struct state *s = S(p);
  int changed = 0;

  for (int i = 0; i < PA_PLACES; i++) {
    uint8_t *b = &s->ground[i];
    bool own = *b & C_OWN;
    bool draft = *b & C_DRAFT;
    changed += own != draft;
    if (own != draft)
      mark_control(b, draft);
    *b = (uint8_t)((*b & ~(C_OWN | C_OWN_UP)) | (*b >> 4 & 3));
  }

  for (int i = 0; i < O(p)->nvl; i++) {
    const struct vl *v = &O(p)->vl[i];
    bool german = s->vl[i] & VB_DRAFT;
    s->vl[i] = (uint8_t)((s->vl[i] & ~VB_GERMAN) | (german ? VB_GERMAN : 0));
    if (v->kind == VL_HILL || !sp_in_pa(p, v->g))
      continue;

    uint8_t *b = &s->ground[at_pa(p, v->g)];
    uint8_t bit = v->level ? C_OWN_UP : C_OWN;
    bool was = *b & bit;
    if (was != german && !v->level)
      mark_control(b, german);
    *b = (uint8_t)(german ? *b | bit : *b & ~bit);
  }

  for (int e = 0; e < 2; e++)
    for (int h = 0; h < ROWS; h++) {
      uint8_t owner = s->edge[e][h] & EDGE_DRAFT ? EDGE_GERMAN : 0;
      s->edge[e][h] = (uint8_t)((s->edge[e][h] & ~EDGE_GERMAN) | owner);
    }
  sal_tell(p, E_CONTROL, R_11_6051_52, SAL_EV(.n = {(int16_t)changed}));
}

/* Has the line of the purchase record any unit left? */
static bool anybody_left(const struct sal_play *p, int side, const struct rec *r) {
  const struct group *g = &O(p)->group[side][r->group];
  if (!g->n[r->copy])
    /* a line that never had any counters */
    return true;
  for (int k = 0; k < g->n[r->copy]; k++)
    if (in_force(S(p)->unit[g->first[r->copy] + k].where))
      return true;
  return false;
}

/* Weapons: lost ones are gone for good, and a company without units keeps only those it was handed
 * in this scenario. Chits: the quick battle has taken them already. */
static void accept_line(struct sal_play *p, int side, int i) {
  struct rec *r = &S(p)->rec[side][i];
  bool left = anybody_left(p, side, r);

  for (int w = 0; w < SW; w++) {
    int kept = left ? r->sw[w] - r->gone[w] : 0;
    r->sw[w] = (uint8_t)(kept + r->got[w]);
    if (r->bad[w] > r->sw[w])
      r->bad[w] = r->sw[w];
    r->gone[w] = r->got[w] = 0;
  }

  if (sp_mode(p) != BY_QUICK_BATTLE) {
    r->drawn = (uint8_t)(r->drawn + r->red - r->draft_red);
    r->black = r->draft_black;
    r->red = r->draft_red;
  }

  sp_leave_platoon(p, side, i);
}

/* Works that were removed go, those that were revealed are known, A-T fields have what is left. */
static void accept_works(struct state *s) {
  int n = 0;

  for (int i = 0; i < s->nfort; i++) {
    struct fort f = s->fort[i];
    bool removed = f.fate == FORT_REMOVED || f.factors == 1;
    if (removed)
      continue;
    if (f.fate == FORT_REVEALED)
      f.shown = 1;
    if (f.factors)
      f.kind = (uint8_t)(FORT_AT1 + f.factors - 2);
    f.fate = f.factors = 0;
    s->fort[n++] = f;
  }

  for (int i = n; i < s->nfort; i++)
    s->fort[i] = (struct fort){0};
  s->nfort = (uint16_t)n;
  for (int i = 0; i < s->nburnt; i++)
    s->burnt[i].draft = 0;
}

/* CG13a, CG13b: which units left, and how many of the casualties came from exits. */
static void tell_exits(struct sal_play *p) {
  int left[2] = {0, 0};
  for (int u = 0; u < p->book->ncounters; u++)
    left[side_of(p, u)] += S(p)->draft[u].fate == FATE_EXITED;

  for (int side = 0; side < 2; side++) {
    if (left[side])
      sal_tell(p, E_EXITED, R_CG13a, SAL_EV(.n = {(int16_t)side, (int16_t)left[side]}));
    if (S(p)->side[side].exit_cvp)
      sal_tell(p, E_EXIT_CVP, R_CG13b, SAL_EV(.n = {(int16_t)side, S(p)->side[side].exit_cvp}));
  }
}

/* CG5, V11: a survivor that is elsewhere now is no longer bound: its strongpoint fell, or its Gun
 * is gone. */
static void unbind(struct state *s, int u) {
  const struct draft *d = &s->draft[u];
  bool moved = d->fate == FATE_OK && d->at != s->unit[u].at;

  if (moved)
    s->unit[u].flags &= ~(uint32_t)(U_STRONG | U_DUGIN);
  if (d->fate == FATE_EXITED)
    s->unit[u].flags &= ~(uint32_t)U_STRONG;
}

/* The one door from a scenario into the Refit Phase. Nothing of the campaign changes before it. */
void sp_accept(struct sal_play *p) {
  struct state *s = S(p);
  struct sal_refusal why;

  /* QB.14: the quick battle's record passes like a typed one */
  SAL_ASSERT(sp_result_valid(p, &why));

  for (int side = 0; side < 2; side++) {
    struct side *d = &s->side[side];
    d->cvp = s->claim.cvp[!side];
    d->exit_cvp = s->claim.exit[!side];
    d->reph = d->isolated_lost = 0;
    d->sniper_lost = s->claim.sniper[side];
  }

  for (int u = 0; u < p->book->ncounters; u++) {
    if (s->unit[u].where != MAP)
      continue;
    unbind(s, u);
    s->unit[u].where = OFF;
    s->unit[u].at = NOWHERE;
    s->unit[u].iso = 0;
  }
  memset(s->load, 0, sizeof s->load);
  for (int u = 0; u < p->book->ncounters; u++)
    accept_unit(p, u);
  accept_ground(p);
  for (int side = 0; side < 2; side++)
    for (int i = 0; i < s->side[side].nrec; i++)
      accept_line(p, side, i);
  accept_works(s);

  for (int i = 0; i < PA_PLACES; i++)
    s->area[i] &= (uint8_t) ~(A_VEIL_GER | A_VEIL_RUS);
  tell_exits(p);
  static const int by[] = {[BY_QUICK_BATTLE] = R_QB_14, [BY_TABLE] = R_V1, [BY_FIELD] = R_F23_5};
  sal_tell(p, E_RESULT, by[sp_mode(p)],
           SAL_EV(.n = {(int16_t)s->claim.cvp[GER], (int16_t)s->claim.cvp[RUS], s->claim.turns}));
}
