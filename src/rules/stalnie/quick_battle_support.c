/* quick_battle_support.c - stalnie QB.10: artillery and aircraft in the quick battle.
 *
 * Once a turn, before the fronts close, the modules that the orders name seek contact and draw
 * their chits (6.12), and the planes come (6.13), fight each other and attack. Their fire is added
 * to the side's fire in the column with the most targets; quick_battle.c counts it when the sides
 * meet there.
 */
#include "state.h"

/* QB.10: the column with the most enemy elements, the centre first among equals. */
static int busiest(const struct sal_play *p, const struct roll_call *w, int enemy, bool vehicles) {
  static const uint8_t order[COLUMNS] = {1, 0, 2};
  int best = 1;
  int most = -1;

  for (int k = 0; k < COLUMNS; k++) {
    int c = order[k];
    int n = 0;

    for (int i = 0; i < w->n[enemy][c]; i++) {
      int u = w->el[enemy][c][i];
      n += !vehicles || O(p)->type[S(p)->draft[u].type].cls == VEHICLE;
    }
    if (n > most) {
      most = n;
      best = c;
    }
  }

  return best;
}

/* An observer, plane or OP tank serves the module, so it needs no field phone (CG6). */
bool sp_served(const struct sal_play *p, int side, int at) {
  for (int i = 0; i < S(p)->side[side].nrec; i++) {
    const struct rec *r = &S(p)->rec[side][i];
    bool gone = r->flags & R_GONE;
    if (r->attach == at + 1 && !gone)
      return true;
  }
  return false;
}

/* QB.10: what artillery and planes add to the fire of a column this turn. */
static void add_support(struct state *s, int side, int c, int soft, int hard) {
  uint16_t *air_soft = &s->battle.air_soft[side][c];
  uint16_t *air_hard = &s->battle.air_hard[side][c];

  *air_soft = (uint16_t)(*air_soft + soft);
  *air_hard = (uint16_t)(*air_hard + hard);
}

/* QB.10, 6.12: a module seeks contact, draws a chit and fires. Two red chits end it. */
static void fire_module(struct sal_play *p, const struct roll_call *w, int side, int i) {
  struct state *s = S(p);
  struct rec *r = &s->rec[side][i];
  const struct group *g = &O(p)->group[side][r->group];
  bool easy = r->link == LINK_PHONE || sp_served(p, side, i);
  int contact_on = easy ? 4 : 3;

  r->flags |= R_USED;
  if (sp_die(p, R_QB_10, SAL_NOUNIT, SAL_BOTH) > contact_on)
    return;

  int c = busiest(p, w, !side, false);
  int fp = g->fire;

  /* range of the German 80mm mortar */
  bool out_of_range = g->notes & NOTE_P && s->battle.front[c] > 55;
  if (out_of_range)
    return;

  bool red = sp_pick(p, r->black + r->red, R_QB_10) >= r->black;
  if (red) {
    r->red--;
    r->drawn++;
    int rule = r->drawn >= 2 ? R_6_12 : R_QB_10;
    sal_tell(p, E_CHITS_OUT, rule, SAL_EV(.n = {(int16_t)side, r->drawn}));
    return;
  }

  /* Rockets fire everything at once. */
  r->black--;
  if (g->rocket) {
    fp *= 2;
    r->black = 0;
  }

  add_support(s, side, c, fp, fp / 4);
  sal_tell(p, E_ARTILLERY, R_QB_10, SAL_EV(.n = {(int16_t)side, (int16_t)c, (int16_t)fp}));
}

/* QB.10: every module that the orders name and that has chits left. */
static void artillery(struct sal_play *p, const struct roll_call *w, int side) {
  for (int i = 0; i < S(p)->side[side].nrec; i++) {
    const struct rec *r = &S(p)->rec[side][i];

    /* named: it was there when the orders were given */
    if (!(r->flags & R_NAMED))
      continue;
    if (!r->black)
      continue;
    if (r->drawn >= 2)
      continue;
    fire_module(p, w, side, i);
  }
}

/* The line, if it is an air group of this scenario. */
static struct rec *air_group(struct sal_play *p, int side, int i) {
  struct rec *r = &S(p)->rec[side][i];

  if (O(p)->group[side][r->group].cls != 's')
    return NULL;
  if (r->flags & R_GONE)
    return NULL;
  if (r->scenario != S(p)->scenario)
    return NULL;
  return r;
}

/* 6.13: how many planes a dr brings. */
static int planes_for(int die) {
  if (die <= 2)
    return 1;
  if (die <= 5)
    return 2;
  return 3;
}

/* SP.SSR1, SP.SSR2: one plane of the group carries 37mm guns; three planes always have one. */
static bool has_gun_plane(struct sal_play *p, int side, const struct rec *r) {
  bool possible = O(p)->group[side][r->group].notes & NOTE_C;

  if (!possible)
    return false;
  if (r->planes == 3)
    return true;

  bool lone_german = r->planes == 1 && side == GER;
  int rule = side == RUS ? R_SP_SSR1 : R_SP_SSR2;
  int most = lone_german ? 2 : 4;
  return sp_die(p, rule, SAL_NOUNIT, (int)only(side)) <= most;
}

/* 6.13: when planes come and how many. */
static void arrivals(struct sal_play *p, int side) {
  struct state *s = S(p);

  if (s->weather == FOG || s->weather == OVERCAST)
    return;

  for (int i = 0; i < s->side[side].nrec; i++) {
    struct rec *r = air_group(p, side, i);

    if (!r || r->arrival)
      continue;

    /* RG.b: an earlier arrival was paid for. */
    int die = sp_die(p, R_6_13, SAL_NOUNIT, SAL_BOTH);
    if (r->flags & R_BONUS)
      die -= 2;
    if (die > s->battle.turn)
      continue;

    r->arrival = s->battle.turn;
    r->planes = (uint8_t)planes_for(sp_die(p, R_6_13, SAL_NOUNIT, SAL_BOTH));

    /* The line of an air group counts its planes with bombs where a module counts black chits. */
    r->black = 0;
    for (int k = 0; k < r->planes; k++)
      if (sp_die(p, R_6_13, SAL_NOUNIT, SAL_BOTH) <= 4)
        r->black++;

    r->flags &= (uint8_t)~R_SECOND;
    if (has_gun_plane(p, side, r))
      r->flags |= R_SECOND;

    sal_tell(p, E_AIR, R_6_13, SAL_EV(.n = {(int16_t)side, r->planes}));
  }
}

/* SP.SSR3: planes stay for two turns. */
static bool flying(const struct sal_play *p, const struct rec *r) {
  if (!r)
    return false;
  if (!r->planes)
    return false;
  return S(p)->battle.turn < r->arrival + 2;
}

/* Planes in the air now; an event also tells when a group has gone home. */
static int planes_up(struct sal_play *p, int side) {
  int n = 0;

  for (int i = 0; i < S(p)->side[side].nrec; i++) {
    struct rec *r = air_group(p, side, i);
    if (!r)
      continue;
    bool gone_home = r->arrival && S(p)->battle.turn == r->arrival + 2;
    if (gone_home)
      sal_tell(p, E_AIR_GONE, R_SP_SSR3, SAL_EV(.n = {(int16_t)side}));
    if (flying(p, r))
      n += r->planes;
  }

  return n;
}

/* The first group in the air loses a plane. */
static void lose_plane(struct sal_play *p, int side) {
  for (int i = 0; i < S(p)->side[side].nrec; i++) {
    struct rec *r = air_group(p, side, i);
    if (flying(p, r)) {
      r->planes--;
      return;
    }
  }
}

/* QB.10: with planes of both sides in the air, each shoots another down on a 6. */
static void dogfight(struct sal_play *p) {
  int up[2] = {planes_up(p, GER), planes_up(p, RUS)};
  int down[2] = {0, 0};

  if (!up[GER] || !up[RUS])
    return;

  /* Both sides shoot before any plane falls. */
  for (int side = 0; side < 2; side++)
    for (int k = 0; k < up[side]; k++)
      down[!side] += sp_die(p, R_QB_10, SAL_NOUNIT, SAL_BOTH) == 6;
  for (int side = 0; side < 2; side++)
    for (int k = 0; k < down[side]; k++)
      lose_plane(p, side);
}

/* Has that side an anti-aircraft weapon in the column that can fire? */
static bool has_aa(const struct sal_play *p, const struct roll_call *w, int side, int c) {
  for (int i = 0; i < w->n[side][c]; i++) {
    int u = w->el[side][c][i];
    bool aa = O(p)->type[S(p)->draft[u].type].flags & T_AA;
    if (aa && sp_fights(p, u))
      return true;
  }
  return false;
}

/* QB.10, SP.SSR1, SP.SSR2: what one plane fires; one with 37mm guns is for tanks. */
static int plane_soft(bool stormovik, bool gun) {
  if (gun)
    return stormovik ? 6 : 2;
  return stormovik ? 8 : 6;
}

/* QB.10: planes attack where most enemy vehicles are; anti-aircraft weapons there shoot first.
 */
static void air_attack(struct sal_play *p, const struct roll_call *w, int side) {
  struct state *s = S(p);

  for (int i = 0; i < s->side[side].nrec; i++) {
    struct rec *r = air_group(p, side, i);

    if (!flying(p, r))
      continue;
    int c = busiest(p, w, !side, true);
    int soft = 0;
    int hard = 0;

    if (has_aa(p, w, !side, c))
      for (int k = r->planes; k > 0; k--)
        if (sp_dr(p, R_QB_10, SAL_NOUNIT, SAL_BOTH) <= 4)
          r->planes--;

    /* The plane with guns is the last to be driven off. */
    for (int k = 0; k < r->planes; k++) {
      bool gun = r->flags & R_SECOND && k == 0;
      soft += plane_soft(side == RUS, gun);
      hard += gun ? 12 : 6;
    }

    /* Bombs are dropped in the first turn. */
    if (r->arrival == s->battle.turn) {
      soft += 8 * r->black;
      hard += 4 * r->black;
    }

    add_support(s, side, c, soft, hard);
  }
}

/* QB.10: the part of the turn that artillery and aircraft have, in its fixed order of dice. */
void sp_support(struct sal_play *p, const struct roll_call *w) {
  for (int side = 0; side < 2; side++)
    artillery(p, w, side);
  for (int side = 0; side < 2; side++)
    arrivals(p, side);

  dogfight(p);
  for (int side = 0; side < 2; side++)
    air_attack(p, w, side);
}
