/* refit.c - stalnie 11.601 to 11.604 and 11.607 to 11.610: from the last shot to a cleared map.
 *
 * All automatic. What stays on the map is what cannot be taken up: Isolated Areas on boards that stay, and vehicles that
 * do not move. On boards that leave play everything has to go one way or the other.
 */
#include "state.h"

/* ---- 11.601: close combat rounds until one side is left in the Location ------------------------------------ */

static int fighters(const struct sal_play *p, int side, int g, bool count) {
  int n = 0;
  for (int u = 0; u < p->book->ncounters; u++) {
    const struct unit *unit = &S(p)->unit[u];
    if (unit->where != MAP || unit->at != g || side_of(p, u) != side) continue;
    n += count ? 1 : type_of(p, u)->soft + 1;
  }
  return n;
}

static int kill_number(int own, int enemy) { /* 1-4 3, 1-2 4, 1-1 5, 3-2 6, 2-1 7, 3-1 8, 4-1 9, 6-1 10 */
  static const uint8_t odds[8][2] = {{1, 4}, {1, 2}, {1, 1}, {3, 2}, {2, 1}, {3, 1}, {4, 1}, {6, 1}};
  int number = 0;
  for (int i = 0; i < 8; i++)
    if (own * odds[i][1] >= enemy * odds[i][0]) number = 3 + i;
  return number;
}

static void all_lost(struct sal_play *p, int side, int g) {
  struct state *s = S(p);
  for (int u = 0; u < p->book->ncounters; u++) {
    if (s->unit[u].where != MAP || s->unit[u].at != g || side_of(p, u) != side) continue;
    s->side[side].cvp = (int16_t)(s->side[side].cvp + sp_cvp(p, u)); /* of the scenario just ended */
    sp_kill(p, u, R_11_601, false);
  }
}

static void melee_at(struct sal_play *p, int g) {
  for (int round = 0; fighters(p, GER, g, true) && fighters(p, RUS, g, true); round++) {
    int fp[2] = {fighters(p, GER, g, false), fighters(p, RUS, g, false)}, dead[2] = {0, 0};
    for (int side = 0; side < 2; side++) dead[!side] = sp_dr(p, R_11_601, SAL_NOUNIT, SAL_BOTH) < kill_number(fp[side], fp[!side]);
    if (round == 20) dead[fp[GER] >= fp[RUS] ? RUS : GER] = 1; /* the weaker gives way at last */
    sal_tell(p, E_MELEE, R_11_601, SAL_EV(.at = {O(p)->cell[g]}, .n = {(int16_t)fp[GER], (int16_t)fp[RUS]}));
    for (int side = 0; side < 2; side++)
      if (dead[side]) all_lost(p, side, g);
  }
}

void sp_melee(struct sal_play *p) {
  uint8_t seen[PA_PLACES] = {0};
  bool any = false;
  for (int u = 0; u < p->book->ncounters; u++)
    if (S(p)->unit[u].where == MAP) seen[at_pa(p, S(p)->unit[u].at)] |= (uint8_t)(1 << side_of(p, u));
  for (int i = 0; i < PA_PLACES; i++)
    if (seen[i] == 3) melee_at(p, i + sp_pa_low(p) * WIDTH), any = true;
  if (!any) sal_tell(p, E_SKIP, R_11_601, SAL_EV(.n = {601}));
}

/* ---- 11.602 to 11.604 -------------------------------------------------------------------------------------- */

void sp_markers(struct sal_play *p) {
  int fanatics = 0;
  for (int u = 0; u < p->book->ncounters; u++) {
    struct unit *unit = &S(p)->unit[u];
    if (unit->where != MAP && unit->where != OFF) continue;
    if (unit->flags & U_WOUNDED) { /* 11.602c: one more scenario, then healed */
      if (unit->flags & U_HEALS) {
        unit->flags &= ~(uint32_t)(U_WOUNDED | U_HEALS);
        sal_tell(p, E_WOUND, R_11_602c, SAL_EVU(u, .n = {2}, .seen = (uint8_t)only(side_of(p, u))));
      } else {
        unit->flags |= U_HEALS;
      }
    }
    fanatics += (unit->flags & U_FANATIC) != 0;
    unit->flags &= ~(uint32_t)(U_FANATIC | U_TRIED | U_SPLIT | U_HARDENED); /* 11.602e */
  }
  for (int side = 0; side < 2; side++) { /* 11.602b */
    int hidden = 0;
    for (int u = 0; u < p->book->ncounters; u++) hidden += S(p)->unit[u].where == MAP && side_of(p, u) == side && !(S(p)->unit[u].flags & U_KNOWN);
    if (hidden) sal_tell(p, E_HIDDEN, R_11_602b, SAL_EV(.n = {(int16_t)side, (int16_t)hidden}, .seen = (uint8_t)only(side)));
  }
  if (fanatics) sal_tell(p, E_FANATICS, R_11_602e, SAL_EV(.n = {(int16_t)fanatics}));
  sal_tell(p, E_MARKERS, R_11_602a, SAL_EV(.n = {0}));
}

void sp_totals(struct sal_play *p) {
  for (int u = 0; u < p->book->ncounters; u++) S(p)->unit[u].flags &= ~(uint32_t)U_BROKEN;
  sal_tell(p, E_TOTALS, R_11_603, SAL_EV(.n = {S(p)->side[RUS].cvp, S(p)->side[GER].cvp}));
}

void sp_encirclement(struct sal_play *p) {
  for (int u = 0; u < p->book->ncounters; u++) {
    struct unit *unit = &S(p)->unit[u];
    if (!(unit->flags & U_STUN) || (unit->where != MAP && unit->where != OFF)) continue;
    unit->flags = (unit->flags & ~(uint32_t)U_STUN) | U_RECALL;
    sal_tell(p, E_RECALL, R_11_604, SAL_EVU(u, .n = {0}));
  }
}

/* ---- 11.607 clearing the Playing Area ------------------------------------------------------------------------ */

static bool moves_on(const struct sal_play *p) { return !O(p)->small && S(p)->scenario < 3; }

static bool removed(const struct sal_play *p, int g) { return moves_on(p) && row_of(g) < sp_pa_low(p) + ALONG; }

static void retain(struct sal_play *p, int u, int rule) {
  sal_tell(p, E_CLEARED, rule, SAL_EVU(u, .n = {0}, .seen = (uint8_t)only(side_of(p, u))));
  sp_lift(p, u);
}

/* 3.17, CG1c, CG5: what cannot move, on boards that leave or stay. Only what is merely immobilized goes by the table. */
static void clear_fixed(struct sal_play *p, int u, bool gone) {
  struct unit *unit = &S(p)->unit[u];
  int side = side_of(p, u), fate = unit->flags & (U_STRONG | U_DUGIN) ? (gone ? IM_LOST : IM_LEFT) : O(p)->immobilized[!gone][side];
  if (fate == IM_LEFT) {
    sal_tell(p, E_LEFT, R_11_607, SAL_EVU(u, .at = {O(p)->cell[unit->at]}));
  } else if (fate == IM_LOST) {
    sp_kill(p, u, side == RUS ? R_CG1c : unit->flags & U_STRONG ? R_CG5 : R_11_607, true);
  } else {
    retain(p, u, R_11_607);
    unit->flags |= U_SAVED;
  }
}

void sp_clear(struct sal_play *p) {
  struct state *s = S(p);
  for (int u = 0; u < p->book->ncounters; u++) {
    struct unit *unit = &s->unit[u];
    if (unit->where != MAP) continue;
    bool gone = removed(p, unit->at), fixed = unit->flags & (U_IMMOBILE | U_DUGIN | U_STRONG);
    if (unit->iso) {
      if (!gone) { /* 11.6071 */
        sal_tell(p, E_LEFT, R_11_6071, SAL_EVU(u, .at = {O(p)->cell[unit->at]}));
      } else if (side_of(p, u) == RUS) { /* CG1b */
        s->side[RUS].isolated_lost = (int16_t)(s->side[RUS].isolated_lost + sp_cvp(p, u));
        sp_kill(p, u, R_CG1b, true);
      } else if (fixed) {
        clear_fixed(p, u, true);
      } else {
        retain(p, u, R_11_607);
      }
    } else if (fixed) {
      clear_fixed(p, u, gone);
    } else {
      retain(p, u, R_11_607);
    }
  }
}

/* ---- 11.608 to 11.610 ------------------------------------------------------------------------------------------ */

void sp_forts_kept(struct sal_play *p) {
  struct state *s = S(p);
  int n = 0, lost = 0;
  for (int i = 0; i < s->nfort; i++) {
    struct fort f = s->fort[i];
    bool mine = f.kind >= FORT_AP6 && f.kind <= FORT_AT5, enemy = sp_area(p, sal_enemy(f.side), f.at);
    bool goes = removed(p, f.at) || (mine && enemy) || f.kind == FORT_DUMMY || f.kind == FORT_SETDC;
    lost += goes;
    if (enemy) f.shown = 1;
    if (!goes) s->fort[n++] = f;
  }
  for (int i = n; i < s->nfort; i++) s->fort[i] = (struct fort){0};
  s->nfort = (uint16_t)n;
  sal_tell(p, E_FORT_GONE, R_11_608, SAL_EV(.n = {(int16_t)lost, (int16_t)n}));
}

/* A Location that burned: what is left of it (11.6092, 11.6093, 11.6095). */
static int burnt_to(const struct sal_play *p, int g) {
  uint16_t ground = O(p)->ground[g];
  return ground & G_HOUSE ? BURNT_RUBBLE : ground & G_STONE ? BURNT_GUTTED : ground & G_WOODS ? BURNT_LEAFLESS : BURNT_SHELLHOLES;
}

static bool was_rubble(const struct sal_play *p, int at) { /* wooden rubble already, by an earlier fire or as the board has it */
  const struct burnt *b = &S(p)->burnt[at];
  for (int i = 0; i < at; i++)
    if (S(p)->burnt[i].at == b->at && S(p)->burnt[i].kind == BURNT_RUBBLE) return true;
  return O(p)->ground[b->at] & G_RUBBLE;
}

static void lose_vl(struct sal_play *p, int g, bool upper_only) {
  for (int i = 0; i < O(p)->nvl; i++)
    if (O(p)->vl[i].g == g && O(p)->vl[i].kind == VL_BUILDING && (O(p)->vl[i].level || !upper_only)) S(p)->vl[i] |= VB_GONE;
}

void sp_fires(struct sal_play *p) {
  struct state *s = S(p);
  int n = 0, wrecks = 0;
  for (int i = 0; i < s->nburnt; i++) {
    struct burnt b = s->burnt[i];
    wrecks += b.kind == BURNT_WRECK;
    if (b.kind == BURNT_BLAZE) { /* 11.6091 */
      for (int u = 0; u < p->book->ncounters; u++)
        if (s->unit[u].where == MAP && s->unit[u].at == b.at) sp_kill(p, u, R_11_6094, true);
      bool rubble = was_rubble(p, i);
      b.kind = (uint8_t)(rubble ? BURNT_SHELLHOLES : burnt_to(p, b.at));
      if (b.kind == BURNT_RUBBLE || rubble) lose_vl(p, b.at, !rubble); /* 11.6093: the ground Location stays; 11.6092: rubble is gone */
      sal_tell(p, E_BURNT, b.kind == BURNT_LEAFLESS ? R_11_6095 : b.kind == BURNT_SHELLHOLES ? R_11_6092 : R_11_6093, SAL_EV(.at = {O(p)->cell[b.at]}, .n = {b.kind}));
    }
    bool again = false; /* what burns a second time has one line only */
    for (int k = i + 1; k < s->nburnt; k++) again |= s->burnt[k].at == b.at && b.kind != BURNT_WRECK && s->burnt[k].kind == BURNT_BLAZE;
    if (!removed(p, b.at) && !again) s->burnt[n++] = b; /* 11.6072 */
  }
  for (int i = n; i < s->nburnt; i++) s->burnt[i] = (struct burnt){0};
  s->nburnt = (uint8_t)n;
  int stay = 0;
  for (int i = 0; i < n; i++) stay += s->burnt[i].kind == BURNT_WRECK;
  if (wrecks) sal_tell(p, E_WRECKS, R_11_6072, SAL_EV(.n = {(int16_t)(wrecks - stay), (int16_t)stay}));
  if (!n) sal_tell(p, E_SKIP, R_11_6091, SAL_EV(.n = {609}));
}

void sp_prisoners(struct sal_play *p) { /* their points were booked; who is off the map is out of sight again */
  int taken = 0;
  for (int u = 0; u < p->book->ncounters; u++) {
    int cls = O(p)->type[S(p)->draft[u].type].cls;
    taken += S(p)->draft[u].fate == FATE_CAPTURED && (cls == GUN || cls == VEHICLE || cls == HW);
  }
  if (taken) sal_tell(p, E_CAPTURED, R_CG17, SAL_EV(.n = {(int16_t)taken}));
  for (int u = 0; u < p->book->ncounters; u++)
    if (S(p)->unit[u].where == OFF) S(p)->unit[u].flags &= ~(uint32_t)U_KNOWN;
  sal_tell(p, E_PRISONERS, R_11_610, SAL_EV(.n = {0}));
}
