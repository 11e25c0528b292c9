/* result.c - stalnie 6.1 and 6.16: the result record, its checks V1 to V12, and how it enters the campaign.
 *
 * One door for every way of fighting a scenario: the quick battle, table mode, an imported file, and whatever comes
 * later write drafts; a record that passes is accepted whole.
 */
#include "state.h"

#include <string.h>

enum { KEPT = U_BROKEN | U_WOUNDED | U_STUN | U_IMMOBILE | U_ABANDONED | U_ENCIRCLED | U_UPPER | U_VEHICLE_CREW | U_MALFUNCTION | U_FANATIC };

void sp_draft_clear(struct sal_play *p) {
  struct state *s = S(p);
  memset(s->draft, 0, sizeof s->draft);
  memset(&s->claim, 0, sizeof s->claim);
  memset(&s->battle, 0, sizeof s->battle);
  for (int u = 0; u < p->book->ncounters; u++) {
    const struct unit *unit = &s->unit[u];
    s->draft[u].at = NOWHERE;
    s->draft[u].column = 3;
    if (unit->where != MAP && unit->where != OFF) continue;
    s->draft[u].type = unit->type;
    s->draft[u].flags = unit->flags & KEPT;
    s->draft[u].at = unit->at;
  }
  for (int i = 0; i < PA_PLACES; i++) s->ground[i] = (uint8_t)((s->ground[i] & ~(C_DRAFT | C_DRAFT_UP)) | (s->ground[i] & 3) << 4);
  for (int i = 0; i < O(p)->nvl; i++) s->vl[i] = (uint8_t)((s->vl[i] & ~VB_DRAFT) | (s->vl[i] & VB_GERMAN ? VB_DRAFT : 0));
  for (int e = 0; e < 2; e++)
    for (int h = 0; h < ROWS; h++) s->edge[e][h] = (uint8_t)((s->edge[e][h] & ~EDGE_DRAFT) | (s->edge[e][h] & EDGE_GERMAN ? EDGE_DRAFT : 0));
  for (int side = 0; side < 2; side++)
    for (int i = 0; i < s->side[side].nrec; i++) memset(s->rec[side][i].bad, 0, SW);
}

/* V6: what `loser` lost by the drafts. */
int sp_draft_cvp(const struct sal_play *p, int loser) {
  const struct state *s = S(p);
  int sum = 0;
  for (int u = 0; u < p->book->ncounters; u++) {
    const struct draft *d = &s->draft[u];
    if (side_of(p, u) != loser || d->fate == FATE_NONE) continue;
    if (s->unit[u].where == NONE) {
      if (d->flags & U_VEHICLE_CREW) sum -= 1; /* a crew that got out */
    } else if (d->fate == FATE_ELIMINATED || d->fate == FATE_CAPTURED) {
      sum += sp_cvp(p, u);
    } else {
      int lost = O(p)->type[s->unit[u].type].cvp - O(p)->type[d->type].cvp;
      if (lost > 0 && d->type != s->unit[u].type) sum += lost;
    }
  }
  return sum < 0 ? 0 : sum;
}

/* V3: half-squads, replaced and hardened grades; a crewed weapon may lose its weapon. */
bool sp_can_become(const struct sal_play *p, int from, int to) {
  const struct own *o = O(p);
  if (from == to) return true;
  int a = sp_grade(p, from), b = sp_grade(p, to);
  if (a >= 0 && b >= 0) return sal_abs(a - b) <= 2;
  int t = from;
  for (int i = 0; i < 4 && t; i++, t = o->type[t].replaced)
    if (t == to || o->type[t].half == to) return true;
  for (int up = 1; up < o->ntypes; up++) /* hardened: the grade that it would be replaced from */
    if (o->type[up].replaced == from && (up == to || o->type[up].half == to)) return true;
  return false;
}

/* CG13a, CG13b: an edge hex that is the side's now and was at the start. Nowhere in particular means the own front edge. */
bool sp_exit_right(const struct sal_play *p, int u, int g, struct sal_refusal *why) {
  int side = side_of(p, u);
  if (g == NOWHERE || g == S(p)->unit[u].at) return true;
  if (sp_edge_owner(p, g, false) < 0) return sal_refuse(why, R_V5, "{h0} is not an edge hex.", O(p)->cell[g], 0);
  if (sp_edge_owner(p, g, false) == side && sp_edge_owner(p, g, true) == side) return true;
  return sal_refuse(why, R_CG13b, "Who leaves by {h0} is eliminated: it is not the own side's now and at the start.", O(p)->cell[g], 0);
}

static bool check_dice(const struct sal_play *p, struct sal_refusal *why) { /* V2 */
  const struct state *s = S(p);
  int turns = s->claim.turns;
  if (turns < 7) return sal_refuse(why, R_V2, "A scenario lasts 7 to 9 turns.", 0, 0);
  int drm = sp_end_drm(p, s->claim.north_vp);
  for (int t = 7; t <= turns; t++) {
    int die = s->battle.end_die[t - 7];
    bool meets = die + drm <= O(p)->circled[t - 7] || t == 9;
    if (!die) return sal_refuse(why, R_V2, "The Game End dr of Turn {n0} is missing.", t, 0);
    if (t < turns && meets) return sal_refuse(why, R_V2, "The dr of Turn {n0} ends the scenario there.", t, 0);
    if (t == turns && !meets) return sal_refuse(why, R_V2, "The dr of Turn {n0} does not end the scenario.", t, 0);
  }
  for (int t = turns + 1; t <= 9; t++)
    if (s->battle.end_die[t - 7]) return sal_refuse(why, R_V2, "There is a Game End dr after the last turn.", 0, 0);
  return true;
}

bool sp_stayed_off(const struct sal_play *p, int u) { /* V10: held off the map by its owner or by rule */
  return S(p)->unit[u].where == OFF && S(p)->unit[u].flags & (U_STAYS | U_RECALL | U_SAVED);
}

static bool check_unit(const struct sal_play *p, int u, struct sal_refusal *why) {
  const struct unit *unit = &S(p)->unit[u];
  const struct draft *d = &S(p)->draft[u];
  if (d->fate == FATE_NONE) return sal_refuse(why, R_V3, "{u0} has no fate yet.", u, 0);
  if (!sp_can_become(p, unit->type, d->type)) return sal_refuse(why, R_V3, "{u0} cannot turn into that.", u, 0);
  if (d->fate == FATE_OFFMAP && unit->where == MAP) return sal_refuse(why, R_V3, "{u0} was on the map when the scenario began.", u, 0);
  if (d->fate != FATE_OFFMAP && sp_stayed_off(p, u)) return sal_refuse(why, R_V10, "{u0} stayed off the map in this scenario.", u, 0);
  if (d->fate == FATE_EXITED && unit->flags & U_STRONG) return sal_refuse(why, R_CG5, "{u0} may not leave its strongpoint.", u, 0);
  if (d->fate == FATE_EXITED && !(d->flags & U_HEROIC)) return sp_exit_right(p, u, d->at, why);
  if (d->fate != FATE_OK) return true;
  if (!sp_in_pa(p, d->at)) return sal_refuse(why, R_V4, "{u0} has no place on the Playing Area.", u, 0);
  if (!sp_may_stand(p, side_of(p, u), d->type, d->at)) return sal_refuse(why, R_V4, "{u0} cannot be in {h1}.", u, O(p)->cell[d->at]);
  if (unit->flags & U_STRONG && d->at != unit->at) return sal_refuse(why, R_CG5, "{u0} may not leave its strongpoint.", u, 0);
  return !(unit->flags & U_DUGIN) || d->at == unit->at || sal_refuse(why, R_V11, "{u0} is dug in and has not moved.", u, 0);
}

static bool check_stacks(const struct sal_play *p, struct sal_refusal *why) { /* V4, 6.3; everybody has a place */
  uint8_t load[2][PA_PLACES];
  memset(load, 0, sizeof load);
  for (int u = 0; u < p->book->ncounters; u++) {
    const struct draft *d = &S(p)->draft[u];
    if (d->fate != FATE_OK) continue;
    int cls = O(p)->type[d->type].cls;
    uint8_t *l = &load[side_of(p, u)][at_pa(p, d->at)];
    int half = (*l & 7) + (cls == GUN ? 1 : sp_squads_x2(cls)), smc = (*l >> 3 & 7) + is_smc(cls), big = (*l >> 6) + (cls == GUN || cls == VEHICLE);
    if (half > 6 || smc > 4 || big > 1) return sal_refuse(why, R_6_3, "{h0} is overstacked.", O(p)->cell[d->at], 0);
    *l = (uint8_t)(half | smc << 3 | big << 6);
  }
  return true;
}

static bool check_exits(const struct sal_play *p, struct sal_refusal *why) { /* V5 */
  int vp = 0;
  for (int u = 0; u < p->book->ncounters; u++) {
    const struct draft *d = &S(p)->draft[u];
    if (d->fate != FATE_EXITED || !(d->flags & U_HEROIC)) continue;
    int cls = O(p)->type[d->type].cls;
    if (side_of(p, u) != GER || S(p)->scenario != 2) return sal_refuse(why, R_V5, "{u0} had no right to leave by the north edge.", u, 0);
    if (is_mmc(cls) || is_smc(cls)) vp += O(p)->type[d->type].cvp;
  }
  return vp == S(p)->claim.north_vp || sal_refuse(why, R_V5, "{n0} points left north, but {n1} were entered.", vp, S(p)->claim.north_vp);
}

bool sp_result_valid(const struct sal_play *p, struct sal_refusal *why) {
  const struct state *s = S(p);
  if (!check_dice(p, why)) return false;
  for (int u = 0; u < p->book->ncounters; u++) {
    int where = s->unit[u].where;
    bool in = where == MAP || where == OFF;
    if (in && !check_unit(p, u, why)) return false;
    if (s->draft[u].fate == FATE_OK && (!sp_in_pa(p, s->draft[u].at) || !sp_may_stand(p, side_of(p, u), s->draft[u].type, s->draft[u].at)))
      return sal_refuse(why, R_V4, "{u0} has no place on the Playing Area.", u, 0);
  }
  if (!check_stacks(p, why) || !check_exits(p, why)) return false;
  for (int side = 0; side < 2; side++) {
    int cvp = sp_draft_cvp(p, sal_enemy(side)), used = 0;
    if (cvp != s->claim.cvp[side]) return sal_refuse(why, R_V6, "The losses come to {n0} points, but {n1} were entered.", cvp, s->claim.cvp[side]);
    if (s->claim.exit[side] > cvp) return sal_refuse(why, R_V6, "More points by exits than in all.", 0, 0);
    for (int i = 0; i < s->side[side].nrec; i++) {
      const struct rec *r = &s->rec[side][i];
      used += (r->flags & R_USED) != 0;
      for (int w = 0; w < SW; w++)
        if (r->bad[w] > r->sw[w]) return sal_refuse(why, R_V12, "Line {n0} has not so many of those weapons.", i + 1, 0);
    }
    if (used > 2) return sal_refuse(why, R_V9, "No more than two modules were used.", 0, 0);
  }
  return true;
}

/* ---- accepting ------------------------------------------------------------------------------------------------ */

static void accept_unit(struct sal_play *p, int u) {
  struct state *s = S(p);
  struct unit *unit = &s->unit[u];
  const struct draft *d = &s->draft[u];
  if (unit->where == NONE) { /* new in this scenario */
    if (d->fate != FATE_OK && d->fate != FATE_EXITED) return;
    *unit = (struct unit){.flags = U_KNOWN, .at = NOWHERE, .where = OFF, .type = d->type};
  }
  if (d->fate == FATE_NONE) return;
  int value = sp_cvp(p, u);
  unit->type = d->type;
  unit->flags = (unit->flags & ~(uint32_t)KEPT) | (d->flags & KEPT) | (d->fate == FATE_OFFMAP ? 0 : U_KNOWN);
  unit->flags &= ~(uint32_t)(U_NEW | U_RESERVE | U_HIP);
  if (d->fate == FATE_OK) {
    sp_put(p, u, d->at);
  } else if (d->fate == FATE_ELIMINATED || d->fate == FATE_CAPTURED) {
    unit->where = DEAD;
    sal_tell(p, E_LOSS, R_6_11, SAL_EVU(u, .n = {(int16_t)side_of(p, u), (int16_t)value}));
  }
}

static void accept_ground(struct sal_play *p) {
  struct state *s = S(p);
  int changed = 0;
  for (int i = 0; i < PA_PLACES; i++) {
    uint8_t *b = &s->ground[i];
    bool own = *b & C_OWN, draft = *b & C_DRAFT;
    changed += own != draft;
    if (own != draft) *b = (uint8_t)((*b & ~(C_MARK_GER | C_MARK_RUS)) | (draft ? C_MARK_GER : C_MARK_RUS)); /* 11.6051-52 */
    *b = (uint8_t)((*b & ~(C_OWN | C_OWN_UP)) | (*b >> 4 & 3));
  }
  for (int i = 0; i < O(p)->nvl; i++) {
    const struct vl *v = &O(p)->vl[i];
    s->vl[i] = (uint8_t)((s->vl[i] & ~VB_GERMAN) | (s->vl[i] & VB_DRAFT ? VB_GERMAN : 0));
    if (v->kind == VL_HILL || !sp_in_pa(p, v->g)) continue;
    uint8_t *b = &s->ground[at_pa(p, v->g)], bit = v->level ? C_OWN_UP : C_OWN;
    bool ger = s->vl[i] & VB_GERMAN;
    if (((*b & bit) != 0) != ger && !v->level) *b = (uint8_t)((*b & ~(C_MARK_GER | C_MARK_RUS)) | (ger ? C_MARK_GER : C_MARK_RUS));
    *b = (uint8_t)(ger ? *b | bit : *b & ~bit);
  }
  for (int e = 0; e < 2; e++)
    for (int h = 0; h < ROWS; h++) s->edge[e][h] = (uint8_t)((s->edge[e][h] & ~EDGE_GERMAN) | (s->edge[e][h] & EDGE_DRAFT ? EDGE_GERMAN : 0));
  sal_tell(p, E_CONTROL, R_11_6051_52, SAL_EV(.n = {(int16_t)changed}));
}

static void tell_exits(struct sal_play *p) {
  int left[2] = {0, 0};
  for (int u = 0; u < p->book->ncounters; u++) left[side_of(p, u)] += S(p)->draft[u].fate == FATE_EXITED;
  for (int side = 0; side < 2; side++) {
    if (left[side]) sal_tell(p, E_EXITED, R_CG13a, SAL_EV(.n = {(int16_t)side, (int16_t)left[side]}));
    if (S(p)->side[side].exit_cvp) sal_tell(p, E_EXIT_CVP, R_CG13b, SAL_EV(.n = {(int16_t)side, S(p)->side[side].exit_cvp}));
  }
}

void sp_accept(struct sal_play *p) {
  struct state *s = S(p);
  struct sal_refusal why;
  SAL_ASSERT(sp_result_valid(p, &why)); /* QB.14: the quick battle's record passes like a typed one */
  for (int side = 0; side < 2; side++) {
    struct side *d = &s->side[side];
    d->cvp = s->claim.cvp[!side];
    d->exit_cvp = s->claim.exit[!side];
    d->reph = d->isolated_lost = 0;
    d->sniper_lost = s->claim.sniper[side];
  }
  for (int u = 0; u < p->book->ncounters; u++)
    if (s->unit[u].where == MAP) s->unit[u].where = OFF, s->unit[u].at = NOWHERE, s->unit[u].iso = 0;
  memset(s->load, 0, sizeof s->load);
  for (int u = 0; u < p->book->ncounters; u++) accept_unit(p, u);
  accept_ground(p);
  for (int side = 0; side < 2; side++)
    for (int i = 0; i < s->side[side].nrec; i++) sp_leave_platoon(p, side, i);
  for (int i = 0; i < PA_PLACES; i++) s->area[i] &= (uint8_t)~(A_VEIL_GER | A_VEIL_RUS);
  tell_exits(p);
  sal_tell(p, E_RESULT, p->state->option[0] ? R_V1 : R_QB_14, SAL_EV(.n = {(int16_t)s->claim.cvp[GER], (int16_t)s->claim.cvp[RUS], s->claim.turns}));
}
