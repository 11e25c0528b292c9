/* refit.c - stalnie 11.601 to 11.604 and 11.607 to 11.610: from the last shot to a cleared map.
 *
 * All automatic. Only what cannot be taken up stays on the map: Isolated Areas on boards that stay,
 * and vehicles that do not move. On boards that leave play everything has to go one way or the
 * other.
 */
#include "state.h"

/* ---- 11.601: close combat rounds until one side is left in the Location ----------------- */

/* Units of a side in the Location, or their close combat strength. */
static int fighters(const struct sal_play *p, int side, int g, bool count) {
  int n = 0;

  for (int u = 0; u < p->book->ncounters; u++) {
    const struct unit *unit = &S(p)->unit[u];

    if (unit->where != MAP)
      continue;
    if (unit->at != g)
      continue;
    if (side_of(p, u) != side)
      continue;
    n += count ? 1 : type_of(p, u)->soft + 1;
  }

  return n;
}

/* 1-4 3, 1-2 4, 1-1 5, 3-2 6, 2-1 7, 3-1 8, 4-1 9, 6-1 10 */
static int kill_number(int own, int enemy) {
  static const uint8_t odds[8][2] = {{1, 4}, {1, 2}, {1, 1}, {3, 2},
                                     {2, 1}, {3, 1}, {4, 1}, {6, 1}};
  int number = 0;

  for (int i = 0; i < 8; i++)
    if (own * odds[i][1] >= enemy * odds[i][0])
      number = 3 + i;
  return number;
}

/* Every unit of that side there is eliminated; the points count for the scenario just ended. */
static void all_lost(struct sal_play *p, int side, int g) {
  struct state *s = S(p);

  for (int u = 0; u < p->book->ncounters; u++) {
    if (s->unit[u].where != MAP)
      continue;
    if (s->unit[u].at != g)
      continue;
    if (side_of(p, u) != side)
      continue;

    /* of the scenario just ended */
    s->side[side].cvp = (int16_t)(s->side[side].cvp + sp_cvp(p, u));
    sp_kill(p, u, R_11_601, false);
  }
}

/* 11.601: rounds until one side is left. After twenty the weaker gives way, so that it ends. */
static void melee_at(struct sal_play *p, int g) {
  for (int round = 0; fighters(p, GER, g, true) && fighters(p, RUS, g, true); round++) {
    int fp[2] = {fighters(p, GER, g, false), fighters(p, RUS, g, false)};
    int dead[2] = {0, 0};

    for (int side = 0; side < 2; side++)
      dead[!side] = sp_dr(p, R_11_601, SAL_NOUNIT, SAL_BOTH) < kill_number(fp[side], fp[!side]);

    int weaker = fp[GER] >= fp[RUS] ? RUS : GER;
    if (round == 20)
      dead[weaker] = 1;
    sal_tell(p, E_MELEE, R_11_601,
             SAL_EV(.at = {O(p)->cell[g]}, .n = {(int16_t)fp[GER], (int16_t)fp[RUS]}));

    for (int side = 0; side < 2; side++)
      if (dead[side])
        all_lost(p, side, g);
  }
}

/* 11.601: every Location that holds both sides. */
void sp_melee(struct sal_play *p) {
  uint8_t seen[PA_PLACES] = {0};
  bool any = false;

  for (int u = 0; u < p->book->ncounters; u++) {
    const struct unit *unit = &S(p)->unit[u];
    if (unit->where == MAP)
      seen[at_pa(p, unit->at)] |= (uint8_t)(1 << side_of(p, u));
  }

  for (int i = 0; i < PA_PLACES; i++)
    if (seen[i] == 3) {
      melee_at(p, i + sp_pa_low(p) * WIDTH);
      any = true;
    }

  if (!any)
    sal_tell(p, E_SKIP, R_11_601, SAL_EV(.n = {601}));
}

/* ---- 11.602 to 11.604 ------------------------------------------------------------------- */

/* 11.602c: one more scenario with the wound, then it is healed. */
static void heal(struct sal_play *p, int u) {
  struct unit *unit = &S(p)->unit[u];

  if (!(unit->flags & U_WOUNDED))
    return;
  if (!(unit->flags & U_HEALS)) {
    unit->flags |= U_HEALS;
    return;
  }

  unit->flags &= ~(uint32_t)(U_WOUNDED | U_HEALS);
  sal_tell(p, E_WOUND, R_11_602c, SAL_EVU(u, .n = {2}, .seen = (uint8_t)only(side_of(p, u))));
}

/* Units of a side on the map that the enemy has not seen. */
static int hidden_on_map(const struct sal_play *p, int side) {
  int hidden = 0;

  for (int u = 0; u < p->book->ncounters; u++) {
    const struct unit *unit = &S(p)->unit[u];
    bool known = unit->flags & U_KNOWN;
    if (unit->where == MAP && !known && side_of(p, u) == side)
      hidden++;
  }

  return hidden;
}

/* 11.602: wounds heal after one more scenario, Fanatics calm down, hidden units stay hidden. */
void sp_markers(struct sal_play *p) {
  int fanatics = 0;

  for (int u = 0; u < p->book->ncounters; u++) {
    struct unit *unit = &S(p)->unit[u];

    if (!in_force(unit->where))
      continue;
    heal(p, u);

    /* 11.602e: a Fanatic is one for a single scenario. */
    if (unit->flags & U_FANATIC)
      fanatics++;
    unit->flags &= ~(uint32_t)(U_FANATIC | U_TRIED | U_SPLIT | U_HARDENED);
  }

  /* 11.602b: a unit that did not move is still hidden. */
  for (int side = 0; side < 2; side++) {
    int hidden = hidden_on_map(p, side);
    if (hidden)
      sal_tell(p, E_HIDDEN, R_11_602b,
               SAL_EV(.n = {(int16_t)side, (int16_t)hidden}, .seen = (uint8_t)only(side)));
  }

  if (fanatics)
    sal_tell(p, E_FANATICS, R_11_602e, SAL_EV(.n = {(int16_t)fanatics}));
  sal_tell(p, E_MARKERS, R_11_602a, SAL_EV(.n = {0}));
}

/* 11.603: all broken units rally; the casualties are told. */
void sp_totals(struct sal_play *p) {
  for (int u = 0; u < p->book->ncounters; u++)
    S(p)->unit[u].flags &= ~(uint32_t)U_BROKEN;
  sal_tell(p, E_TOTALS, R_11_603, SAL_EV(.n = {S(p)->side[RUS].cvp, S(p)->side[GER].cvp}));
}

/* 11.604: stunned vehicles are recalled. */
void sp_encirclement(struct sal_play *p) {
  for (int u = 0; u < p->book->ncounters; u++) {
    struct unit *unit = &S(p)->unit[u];
    if (!(unit->flags & U_STUN) || !in_force(unit->where))
      continue;
    unit->flags = (unit->flags & ~(uint32_t)U_STUN) | U_RECALL;
    sal_tell(p, E_RECALL, R_11_604, SAL_EVU(u, .n = {0}));
  }
}

/* ---- 11.607 clearing the Playing Area --------------------------------------------------- */

/* CG1a: the Playing Area moves north after the first two scenarios. */
static bool moves_on(const struct sal_play *p) {
  return !O(p)->small && S(p)->scenario < 3;
}

/* That hex leaves play with its board. */
static bool removed(const struct sal_play *p, int g) {
  return moves_on(p) && row_of(g) < sp_pa_low(p) + ALONG;
}

/* The unit is taken up and stays in the force. */
static void retain(struct sal_play *p, int u, int rule) {
  sal_tell(p, E_CLEARED, rule, SAL_EVU(u, .n = {0}, .seen = (uint8_t)only(side_of(p, u))));
  sp_lift(p, u);
}

/* What becomes of a unit that cannot move. One that is merely immobilized goes by the table (3.17);
 * one that is dug in or in a strongpoint goes with its board. */
static int fixed_fate(const struct sal_play *p, int u, bool gone) {
  bool bound = S(p)->unit[u].flags & (U_STRONG | U_DUGIN);

  if (!bound)
    return O(p)->immobilized[!gone][side_of(p, u)];
  return gone ? IM_LOST : IM_LEFT;
}

/* The rule by which it is lost. */
static int fixed_rule(const struct sal_play *p, int u) {
  if (side_of(p, u) == RUS)
    return R_CG1c;
  return S(p)->unit[u].flags & U_STRONG ? R_CG5 : R_11_607;
}

/* 3.17, CG1c, CG5: what cannot move, on boards that leave or stay. */
static void clear_fixed(struct sal_play *p, int u, bool gone) {
  struct unit *unit = &S(p)->unit[u];
  int fate = fixed_fate(p, u, gone);

  if (fate == IM_LEFT) {
    sal_tell(p, E_LEFT, R_11_607, SAL_EVU(u, .at = {O(p)->cell[unit->at]}));
  } else if (fate == IM_LOST) {
    sp_kill(p, u, fixed_rule(p, u), true);
  } else {
    retain(p, u, R_11_607);
    unit->flags |= U_SAVED;
  }
}

/* 11.604: a bogged vehicle inside its own perimeter is freed; anywhere else it cannot move. */
static void free_bogged(struct sal_play *p, int u) {
  struct unit *unit = &S(p)->unit[u];
  if (!(unit->flags & U_BOGGED))
    return;
  unit->flags &= ~(uint32_t)U_BOGGED;
  if (!sp_area(p, side_of(p, u), unit->at))
    unit->flags |= U_IMMOBILE;
}

/* CG1b: Russians isolated on boards that leave are lost, and counted for 11.616. */
static void lose_isolated(struct sal_play *p, int u) {
  struct side *d = &S(p)->side[RUS];
  d->isolated_lost = (int16_t)(d->isolated_lost + sp_cvp(p, u));
  sp_kill(p, u, R_CG1b, true);
}

/* 11.607: everything is taken up but Isolated Areas on boards that stay and what cannot move. */
void sp_clear(struct sal_play *p) {
  struct state *s = S(p);

  for (int u = 0; u < p->book->ncounters; u++) {
    struct unit *unit = &s->unit[u];

    if (unit->where != MAP)
      continue;
    free_bogged(p, u);
    bool gone = removed(p, unit->at);
    bool fixed = unit->flags & (U_IMMOBILE | U_DUGIN | U_STRONG);

    /* 11.6071: an Isolated Area on a board that stays is left as it is. */
    if (unit->iso && !gone) {
      sal_tell(p, E_LEFT, R_11_6071, SAL_EVU(u, .at = {O(p)->cell[unit->at]}));
      continue;
    }

    if (unit->iso && side_of(p, u) == RUS)
      lose_isolated(p, u);
    else if (fixed)
      clear_fixed(p, u, gone);
    else
      retain(p, u, R_11_607);
  }
}

/* ---- 11.608 to 11.610 ------------------------------------------------------------------- */

/* 11.608: works vanish with their boards; mines behind the enemy's line, dummies and charges go
 * too. */
void sp_forts_kept(struct sal_play *p) {
  struct state *s = S(p);
  int n = 0;
  int lost = 0;

  for (int i = 0; i < s->nfort; i++) {
    struct fort f = s->fort[i];
    bool enemy = sp_area(p, sal_enemy(f.side), f.at);
    bool mines_lost = enemy && is_minefield(f.kind);
    bool used_once = f.kind == FORT_DUMMY || f.kind == FORT_SETDC;
    bool goes = removed(p, f.at) || mines_lost || used_once;

    lost += goes;
    if (enemy)
      f.shown = 1;
    if (!goes)
      s->fort[n++] = f;
  }

  for (int i = n; i < s->nfort; i++)
    s->fort[i] = (struct fort){0};
  s->nfort = (uint16_t)n;
  sal_tell(p, E_FORT_GONE, R_11_608, SAL_EV(.n = {(int16_t)lost, (int16_t)n}));
}

/* A Location that burned: what is left of it (11.6092, 11.6093, 11.6095). */
static int burnt_to(const struct sal_play *p, int g) {
  uint16_t ground = O(p)->ground[g];

  if (ground & G_HOUSE)
    return BURNT_RUBBLE;
  if (ground & G_STONE)
    return BURNT_GUTTED;
  if (ground & G_WOODS)
    return BURNT_LEAFLESS;
  return BURNT_SHELLHOLES;
}

/* wooden rubble already, by an earlier fire or as the board has it */
static bool was_rubble(const struct sal_play *p, int at) {
  const struct burnt *b = &S(p)->burnt[at];

  for (int i = 0; i < at; i++) {
    const struct burnt *earlier = &S(p)->burnt[i];
    if (earlier->at == b->at && earlier->kind == BURNT_RUBBLE)
      return true;
  }
  return O(p)->ground[b->at] & G_RUBBLE;
}

/* 11.6092, 11.6093: a burnt building loses its Victory Locations, or the upper one only. */
static void lose_vl(struct sal_play *p, int g, bool upper_only) {
  for (int i = 0; i < O(p)->nvl; i++) {
    const struct vl *v = &O(p)->vl[i];
    if (v->g != g || v->kind != VL_BUILDING)
      continue;
    bool goes = v->level || !upper_only;
    if (goes)
      S(p)->vl[i] |= VB_GONE;
  }
}

/* The rule by which the ground changed. */
static int burnt_rule(int kind) {
  if (kind == BURNT_LEAFLESS)
    return R_11_6095;
  return kind == BURNT_SHELLHOLES ? R_11_6092 : R_11_6093;
}

/* 11.6091, 11.6094: a blaze burns out; units still in it are lost. Returns what the ground is then.
 */
static uint8_t burn_out(struct sal_play *p, int at) {
  struct state *s = S(p);
  int g = s->burnt[at].at;

  for (int u = 0; u < p->book->ncounters; u++)
    if (s->unit[u].where == MAP && s->unit[u].at == g)
      sp_kill(p, u, R_11_6094, true);

  bool rubble = was_rubble(p, at);
  int kind = rubble ? BURNT_SHELLHOLES : burnt_to(p, g);

  /* 11.6093: the ground Location stays; 11.6092: rubble is gone */
  if (kind == BURNT_RUBBLE || rubble)
    lose_vl(p, g, !rubble);
  sal_tell(p, E_BURNT, burnt_rule(kind), SAL_EV(.at = {O(p)->cell[g]}, .n = {(int16_t)kind}));
  return (uint8_t)kind;
}

/* Terrain that burns a second time has only one line: the later one. */
static bool burns_again(const struct state *s, int at) {
  for (int i = at + 1; i < s->nburnt; i++)
    if (s->burnt[i].at == s->burnt[at].at && s->burnt[i].kind == BURNT_BLAZE)
      return true;
  return false;
}

/* 11.609: blazes burn out, units still there are lost, and the ground changes. */
void sp_fires(struct sal_play *p) {
  struct state *s = S(p);
  int n = 0;
  int wrecks = 0;

  for (int i = 0; i < s->nburnt; i++) {
    struct burnt b = s->burnt[i];

    bool wreck = b.kind == BURNT_WRECK;
    wrecks += wreck;
    if (b.kind == BURNT_BLAZE)
      b.kind = burn_out(p, i);

    /* 11.6072: what is on a removed board vanishes; a wreck stays beside a fire. */
    bool replaced = !wreck && burns_again(s, i);
    if (!removed(p, b.at) && !replaced)
      s->burnt[n++] = b;
  }

  for (int i = n; i < s->nburnt; i++)
    s->burnt[i] = (struct burnt){0};
  s->nburnt = (uint16_t)n;

  int stay = 0;
  for (int i = 0; i < n; i++)
    stay += s->burnt[i].kind == BURNT_WRECK;
  if (wrecks)
    sal_tell(p, E_WRECKS, R_11_6072, SAL_EV(.n = {(int16_t)(wrecks - stay), (int16_t)stay}));
  if (!n)
    sal_tell(p, E_SKIP, R_11_6091, SAL_EV(.n = {609}));
}

/* their points were booked; units off the map are out of sight again */
void sp_prisoners(struct sal_play *p) {
  int taken = 0;

  for (int u = 0; u < p->book->ncounters; u++) {
    const struct draft *d = &S(p)->draft[u];
    int cls = O(p)->type[d->type].cls;
    bool equipment = is_heavy(cls) || cls == HW;
    if (d->fate == FATE_CAPTURED && equipment)
      taken++;
  }

  /* CG17: equipment that was captured is destroyed. */
  if (taken)
    sal_tell(p, E_CAPTURED, R_CG17, SAL_EV(.n = {(int16_t)taken}));
  for (int u = 0; u < p->book->ncounters; u++)
    if (S(p)->unit[u].where == OFF)
      S(p)->unit[u].flags &= ~(uint32_t)U_KNOWN;
  sal_tell(p, E_PRISONERS, R_11_610, SAL_EV(.n = {0}));
}
