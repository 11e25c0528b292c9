/* strength.c - stalnie 2.8: strength, support weapons, leaders and armour leaders of every group
 * (11.620).
 *
 * Four passes, German all of them first (C.6). Units come into the roster here: a group's copy owns
 * a fixed run of counters, so the same group bought again is another platoon with its own names.
 * All dice are secret.
 */
#include "state.h"

/* C.5: one dr each in order; all units with the highest are selected. */
int sp_random_selection(struct sal_play *p, int n, int seen) {
  int best = 0;
  int mask = 0;

  for (int i = 0; i < n; i++) {
    int d = sp_die(p, R_C_5, SAL_NOUNIT, seen);

    if (d > best) {
      best = d;
      mask = 0;
    }

    if (d == best)
      mask |= 1 << i;
  }

  return mask;
}

/* An event that only that side sees. */
static void tell(struct sal_play *p, int side, int kind, int rule, int a, int b, int c) {
  sal_tell(p, kind, rule,
           SAL_EV(.n = {(int16_t)a, (int16_t)b, (int16_t)c}, .seen = (uint8_t)only(side)));
}

/* 11.32d, 11.616: history and balance modify every strength roll. */
static int strength_drm(const struct sal_play *p, int side) {
  return O(p)->historical[S(p)->scenario - 1][side] + sp_balance(p, side);
}

/* The event with a ledger of its modifiers. */
static void tell_strength(struct sal_play *p, int side, int kind, int rule, int a, int b,
                          int final) {
  struct sal_card *c = sal_event_card(p);

  if (c) {
    sal_card_start(c, SAL_CARD_LEDGER, rule, "Modifiers of the strength DR");
    sal_card_add(c, 0, O(p)->historical[S(p)->scenario - 1][side], 1, R_11_616, SAL_NOUNIT,
                 "historical");
    sal_card_add(c, 0, sp_balance(p, side), 1, R_11_32d, SAL_NOUNIT, "balance");
  }

  sal_tell(p, kind, rule,
           SAL_EV(.n = {(int16_t)a, (int16_t)b, (int16_t) final}, .seen = (uint8_t)only(side),
                  .card = (uint8_t)(c ? p->events->ncards : 0)));
}

/* the first copy that no living line has */
static int copy_of(const struct sal_play *p, int side, int at) {
  const struct state *s = S(p);
  int n = 1;
  for (int i = 0; i < at; i++)
    n += s->rec[side][i].group == s->rec[side][at].group;
  return n;
}

/* The first `n` counters of a component come into the roster. */
static int raise(struct sal_play *p, int side, int at, int part, int n) {
  struct state *s = S(p);
  struct rec *r = &s->rec[side][at];
  const struct group *g = &O(p)->group[side][r->group];
  int came = 0;

  for (int i = 0; i < g->n[r->copy] && n > 0; i++) {
    int u = g->first[r->copy] + i;

    if (O(p)->counter_part[u] != part || s->unit[u].where != NONE)
      continue;
    uint32_t flags = U_NEW;

    if (r->flags & R_DUGIN)
      flags |= U_DUGIN | U_IMMOBILE;
    if (r->flags & R_RESERVE)
      flags |= U_RESERVE;
    if (g->notes & NOTE_H && part != LEADERS)
      /* RG.h */
      flags |= U_ENGINEER;
    s->unit[u] = (struct unit){.flags = flags,
                               .at = NOWHERE,
                               .type = O(p)->counter_type[u],
                               .where = OFF,
                               .rec = (uint8_t)(at + 1)};

    n--;
    came++;
  }

  return came;
}

/* Pass 1: strength, and at once which of several types is short. */
static void roll_strength(struct sal_play *p, int side, int at) {
  struct rec *r = &S(p)->rec[side][at];
  const struct group *g = &O(p)->group[side][r->group];
  int seen = (int)only(side);
  int rule = R_11_6201;
  if (g->cls == 'g' || g->cls == 'o')
    rule = R_11_6204;

  r->copy = (uint8_t)copy_of(p, side, at);
  /* O5-O7, S, M: no roll */
  if (!(g->notes & NOTE_F)) {
    r->strength = STR_FULL;
    for (int c = 0; c < g->ncomp; c++)
      raise(p, side, at, c, g->comp[c].full);
    return;
  }

  r->dice[0] = (uint8_t)sp_die(p, rule, SAL_NOUNIT, seen);
  r->dice[1] = (uint8_t)sp_die(p, rule, SAL_NOUNIT, seen);
  int final = r->dice[0] + r->dice[1] + strength_drm(p, side);

  /* ammunition */
  if (g->calibre) {
    r->strength = (uint8_t)(final <= 4 ? STR_PLENTIFUL : final <= 8 ? STR_NORMAL : STR_SCARCE);
    r->black = O(p)->pile[r->strength - STR_PLENTIFUL][0];
    r->red = O(p)->pile[r->strength - STR_PLENTIFUL][1];
    tell_strength(p, side, E_MODULE, R_11_6204, g->word, W_AMMO + r->strength - STR_PLENTIFUL,
                  final);
    return;
  }

  bool full = final <= (g->cls == 'g' ? 7 : 8);

  r->strength = full ? STR_FULL : STR_DEPLETED;
  tell_strength(p, side, E_STRENGTH, rule, g->word, W_STRENGTH + !full, final);
  int units = 0;
  int mask;

  for (int c = 0; c < g->ncomp; c++)
    units += g->comp[c].type != 0;
  mask = full ? 0 : (1 << units) - 1;
  /* 11.6201a, 11.6203 */
  if (!full && units > 1) {
    mask = sp_random_selection(p, units, seen);
    tell(p, side, E_DEPLETED, g->cls == 'i' ? R_11_6203 : R_11_6201a, g->word, mask, 0);
  }

  int came = 0;

  /* 11.6193: left or right of the slash */
  for (int c = 0, k = 0; c < g->ncomp; c++) {
    if (!g->comp[c].type)
      continue;
    came += raise(p, side, at, c, mask >> k & 1 ? g->comp[c].depleted : g->comp[c].full);
    k++;
  }

  tell(p, side, E_RAISED, R_11_6193, g->word, came, 0);
  /* 11.6194d: the bow MG of every tank becomes an LMG */
  bool bow = O(p)->type[g->comp[0].type].flags & T_BOW;
  if (r->flags & R_DUGIN && bow)
    r->sw[0] = full ? g->comp[0].full : g->comp[0].depleted;
}

/* Pass 2: support weapons; only a depleted company rolls. */
static void roll_weapons(struct sal_play *p, int side, int at) {
  struct rec *r = &S(p)->rec[side][at];
  const struct group *g = &O(p)->group[side][r->group];

  /* none but companies have any */
  for (int c = 0; c < g->ncomp; c++) {
    int w = g->comp[c].weapon;

    for (int i = 0; w && i < g->comp[c].full; i++) {
      bool got = r->strength == STR_FULL || i < g->comp[c].depleted;

      if (!got) {
        got = sp_die(p, R_11_6202, SAL_NOUNIT, (int)only(side)) <= 4;
        tell(p, side, got ? E_WEAPON : E_NO_WEAPON, R_11_6202, W_WEAPON + w - 1, g->word, 0);
      }

      if (got)
        r->sw[w - 1]++;
    }
  }
}

/* Pass 3: leaders of a company (3.7). */
static void roll_leaders(struct sal_play *p, int side, int at) {
  struct state *s = S(p);
  struct rec *r = &s->rec[side][at];
  const struct group *g = &O(p)->group[side][r->group];

  if (!g->company)
    return;
  int final = sp_dr(p, R_11_6205, SAL_NOUNIT, (int)only(side));

  if (r->strength == STR_DEPLETED)
    final += side == GER ? 1 : 2;
  if (g->notes & NOTE_H)
    final -= 1;
  const uint8_t *came = O(p)->leaders[sp_banded(&O(p)->leader_dr, final)][side];
  int n = 0;

  for (int i = 0; i < g->n[r->copy] && n < 3; i++) {
    int u = g->first[r->copy] + i;

    if (O(p)->counter_part[u] != LEADERS)
      continue;
    if (s->unit[u].where != NONE)
      continue;
    if (!came[n])
      continue;
    raise(p, side, at, LEADERS, 1);
    s->unit[u].type = came[n++];
  }

  tell(p, side, E_LEADERS, R_11_6205, g->word, n, final);
}

/* 11.6207: a platoon with any vehicle that carries passengers has no armour leader. The numbered
 * rule beats the chart's notes (11.1, F32.17), so the flame SPW platoon rolls for one. */
static bool carries_passengers(const struct sal_play *p, const struct group *g) {
  for (int c = 0; c < g->ncomp; c++)
    if (O(p)->type[g->comp[c].type].flags & T_PASSENGERS)
      return true;
  return false;
}

/* Pass 4: an armour leader for each platoon of AFV (3.8). */
static void roll_al(struct sal_play *p, int side, int at) {
  struct state *s = S(p);
  struct rec *r = &s->rec[side][at];
  const struct group *g = &O(p)->group[side][r->group];

  if (g->cls != 'a' || carries_passengers(p, g))
    return;
  bool tiger = O(p)->type[g->comp[0].type].flags & T_TIGER;
  int final = sp_dr(p, R_11_6207, SAL_NOUNIT, (int)only(side)) + (side == RUS) - tiger;
  int got = sp_banded(&O(p)->al, final);

  if (got == GREEN) {
    for (int i = 0; i < g->n[r->copy]; i++) /* not those that never came: their counters lie open */
      if (s->unit[g->first[r->copy] + i].rec == at + 1)
        s->unit[g->first[r->copy] + i].flags |= U_INEXPERIENCED;
    tell(p, side, E_GREEN, R_11_6207, g->word, 0, final);
    return;
  }

  if (tiger && got == O(p)->grade[3])
    got = O(p)->grade[4];
  r->al = (uint8_t)got;
  int rule = R_11_6207;
  if (side == GER && g->word == WORD_A1)
    /* its note g is a ruling */
    rule = R_RG_A1;
  tell(p, side, got ? E_AL : E_NO_AL, rule, g->word, got ? W_GRADE + sp_grade(p, got) : W_STRENGTH,
       final);
}

enum { PASSES = 4 };
static void (*const pass[PASSES])(struct sal_play *, int, int) = {roll_strength, roll_weapons,
                                                                  roll_leaders, roll_al};

/* M groups work at once: points and snipers. */
static void other_groups(struct sal_play *p, int side, int at) {
  struct side *d = &S(p)->side[side];
  const struct group *g = &O(p)->group[side][S(p)->rec[side][at].group];
  /* 11.621a */
  d->fpp = (uint16_t)(d->fpp + g->fpp);
  d->san = (uint8_t)(d->san + g->san);
}

/* All that one line brings, without the order of C.6. */
void sp_muster(struct sal_play *p, int side, int at) {
  for (int k = 0; k < PASSES; k++)
    pass[k](p, side, at);
  other_groups(p, side, at);
}

/* 11.620: all groups of this scenario, in four passes. */
void sp_strengths(struct sal_play *p) {
  struct state *s = S(p);

  for (int side = 0; side < 2; side++) {
    if (s->side[side].nrec)
      tell(p, side, E_ROLLS, R_C_6, side, 0, 0);

    for (int k = 0; k < PASSES; k++)
      for (int i = 0; i < s->side[side].nrec; i++)
        if (s->rec[side][i].scenario == s->scenario)
          pass[k](p, side, i);

    for (int i = 0; i < s->side[side].nrec; i++)
      if (s->rec[side][i].scenario == s->scenario)
        other_groups(p, side, i);
    s->side[side].row[s->scenario - 1].san = s->side[side].san;
  }
}
