/* unit_setup.c - stalnie 11.624: wind, then the two sides set up their units in their order.
 *
 * A side sees nothing of the other's set-up before it is done, and then only where concealed stacks
 * stand. `auto` places what is left in cover behind the front; every unit can still be lifted and
 * put elsewhere. Works, field phones and the hex for what was picked are in unit_setup_works.c, the
 * observers before the set-up and the inspections after it in unit_setup_recon.c.
 */
#include "state.h"

#include <string.h>

enum { SOUTH_MIN = 10 };

/* scratch */
struct room {
  uint8_t shelter[PA_PLACES];
  uint32_t near[PA_ROWS];
};

/* Places nearer than this many hexes to the side's own Front Line (11.6246 if there is no
 * perimeter). */
void sp_near_front(const struct sal_play *p, int side, int least, uint32_t *near) {
  int rows = sp_pa_high(p) - sp_pa_low(p) + 1;

  memset(near, 0, PA_ROWS * sizeof *near);
  for (int i = 0; i < rows * WIDTH; i++)
    if (S(p)->area[i] & front_bit(side))
      rows_put(near, i);

  for (int k = 1; k < least; k++) {
    uint32_t inner[PA_ROWS];
    memcpy(inner, near, sizeof inner);
    sp_beside(inner, near, rows);
  }
}

/* One place: is it at least this far from every hex of the side's own Front Line? */
bool sp_far_from_front(const struct sal_play *p, int side, int g, int least) {
  uint32_t near[PA_ROWS];
  sp_near_front(p, side, least, near);
  return !rows_has(near, at_pa(p, g));
}

/* May this unit set up on the map at all? */
static bool may_set_up(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  const struct state *s = S(p);
  const struct unit *unit = &s->unit[u];

  if (side_of(p, u) != side || unit->where != OFF)
    return sal_refuse(why, R_11_6244a, "{u0} is not waiting off the map.", u, 0);
  if (!s->side[side].perimeter)
    return sal_refuse(why, sp_no_perimeter(p, side), "This side has no perimeter to set up in.", 0,
                      0);

  if (unit->flags & U_STAYS)
    return sal_refuse(why, R_11_6243, "{u0} is listed to stay off the map.", u, 0);
  /* An AFV under Recall waits to be freed (11.6141a), one saved from a removed board to be
   * repaired (11.6133). */
  if (unit->flags & (U_RECALL | U_SAVED)) {
    int rule = unit->flags & U_RECALL ? R_11_6141a : R_11_6133;
    return sal_refuse(why, rule, "{u0} is held off the map.", u, 0);
  }

  /* Retained units set up freely; only what was received for this scenario may have to enter. */
  if (!(unit->flags & U_NEW))
    return true;
  const struct rec *r = &s->rec[side][unit->rec - 1];
  const struct group *g = &O(p)->group[side][r->group];

  if (r->zone)
    return true;
  if (r->flags & (R_RESERVE | R_DUGIN))
    return true;
  if (g->notes & NOTE_E)
    return true;

  /* 11.5b: the first Russian forces set up on the map, except their armour. */
  bool given_russian = r->flags & R_OB && side == RUS;
  if (given_russian && g->cls != 'a')
    return true;
  return sal_refuse(why, R_11_6194a,
                    "{u0} enters as a reinforcement in the scenario of its purchase.", u, 0);
}

/* V4: no unit in water, no vehicle in a building or marsh, except an AFV in its own fortified
 * building (CG5). */
bool sp_may_stand(const struct sal_play *p, int side, int type, int g) {
  const struct type *t = &O(p)->type[type];
  uint16_t ground = sp_ground(p, g);

  if (ground & G_NOINFANTRY)
    return false;
  if (t->cls != VEHICLE || !(ground & G_NOVEHICLE))
    return true;

  if (!(ground & G_BUILDING))
    return false;
  /* on the road that runs between the houses */
  if (ground & G_ROAD)
    return true;

  /* CG5: only an AFV sets up in a strongpoint. */
  if (!(t->flags & T_AFV))
    return false;
  return sp_strongpoint(p, side, g);
}

/* What holds of a hex for every unit of the side: its own ground, and the ten hexes from the south.
 */
bool sp_own_ground(const struct sal_play *p, int side, int g, struct sal_refusal *why) {
  if (!sp_area(p, side, g))
    return sal_refuse(why, R_11_6244a, "{h0} is not inside your perimeter.", O(p)->cell[g], 0);
  if (side == RUS && row_of(g) - sp_pa_low(p) < SOUTH_MIN)
    return sal_refuse(why, R_11_6244b, "{h0} is less than ten hexes from the south edge.",
                      O(p)->cell[g], 0);
  return true;
}

/* On own ground: shelter is what sheltered_places found, or NULL to look. */
static bool stands_here(const struct sal_play *p, int side, int u, int g, const uint8_t *shelter,
                        struct sal_refusal *why) {
  const struct unit *unit = &S(p)->unit[u];
  const struct type *t = type_of(p, u);

  if (!sp_may_stand(p, side, unit->type, g))
    return sal_refuse(why, R_11_6244a, "{u0} cannot be in {h1}.", u, O(p)->cell[g]);

  /* Guns and vehicles need no cover; men in the open must have some work to shelter them. */
  if (!is_heavy(t->cls) && sp_ground(p, g) & G_OPEN) {
    bool sheltered = shelter ? shelter[at_pa(p, g)] : sp_sheltered(p, side, g);
    if (!sheltered)
      return sal_refuse(why, R_11_6244a,
                        "Infantry needs a fortification in the open ground of {h1}.", u,
                        O(p)->cell[g]);
  }

  /* 11.6194a: a group bought for the map names the row of boards where it sets up. */
  if (unit->flags & U_NEW) {
    int zone = S(p)->rec[side][unit->rec - 1].zone;
    int line = sp_pa_low(p) + ALONG;
    bool northern_boards = row_of(g) >= line;
    if (zone && (zone == 1) != northern_boards)
      return sal_refuse(why, R_11_6194a, "{u0} was bought for the other three boards.", u, 0);
  }

  if (!sp_room(p, u, g))
    return sal_refuse(why, R_CG8, "{h0} is full.", O(p)->cell[g], 0);

  return true;
}

/* Everything about one unit in one hex. */
static bool fits(const struct sal_play *p, int side, int u, int g, const uint8_t *shelter,
                 struct sal_refusal *why) {
  if (!sp_own_ground(p, side, g, why))
    return false;
  return stands_here(p, side, u, g, shelter, why);
}

/* Which places have shelter, for many units at once. */
static void sheltered_places(const struct sal_play *p, int side, uint8_t *out) {
  memset(out, 0, PA_PLACES);
  for (int i = 0; i < S(p)->nfort; i++) {
    const struct fort *f = &S(p)->fort[i];

    /* A work on a board that is out of play has no place in the area. */
    if (f->side != side || !sp_in_pa(p, f->at))
      continue;
    if (sp_sheltered(p, side, f->at))
      out[at_pa(p, f->at)] = 1;
  }
}

/* 11.6244: may the unit set up in that hex? Reserves stand far behind the front (11.6194b) and
 * never with a dummy (11.6194c). */
bool sp_may_put(const struct sal_play *p, int side, int u, int g, struct sal_refusal *why) {
  if (!sp_in_pa(p, g))
    return sal_refuse(why, R_CG1a, "That hex is not on the Playing Area.", 0, 0);
  if (!fits(p, side, u, g, NULL, why))
    return false;

  bool reserve = S(p)->unit[u].flags & U_RESERVE;
  if (!reserve)
    return true;

  if (!sp_far_from_front(p, side, g, RESERVE_MIN))
    return sal_refuse(why, R_11_6194b,
                      "A reserve sets up ten or more hexes behind the Front Line; {h0} is nearer.",
                      O(p)->cell[g], 0);
  if (sp_dummy_here(p, side, g))
    return sal_refuse(why, R_11_6194c, "There is a dummy in {h0}.", O(p)->cell[g], 0);

  return true;
}

/* The hexes where a unit may set up; what sp_may_put looks at one hex at a time. */
void sp_unit_hexes(const struct sal_play *p, int side, int u, struct sal_list *l) {
  const struct state *s = S(p);
  const struct unit *unit = &s->unit[u];
  struct room *w = p->scratch;
  int cls = type_of(p, u)->cls;
  int zone = 0;
  if (unit->flags & U_NEW)
    zone = s->rec[side][unit->rec - 1].zone;
  bool reserve = unit->flags & U_RESERVE;
  bool heavy = is_heavy(cls);
  uint8_t mine = area_bit(side);
  int base = sp_pa_low(p) * WIDTH;
  int low = side == RUS ? SOUTH_MIN * WIDTH : 0;
  int high = PA_PLACES;
  int line = ALONG * WIDTH;

  /* Where the unit may be: at least ten hexes from the south edge for the Russians (11.6244b), in
   * its row of boards for a group bought with a zone (11.6194a). */
  if (zone == 1)
    low = line;
  if (zone == 2)
    high = line;
  if (reserve)
    sp_near_front(p, side, RESERVE_MIN, w->near);
  sheltered_places(p, side, w->shelter);

  /* cells count from the north-west */
  for (int i = high - 1; i >= low; i--) {
    int g = i + base;

    if (!(s->area[i] & mine))
      continue;
    if (reserve && (rows_has(w->near, i) || sp_dummy_here(p, side, g)))
      continue;

    uint16_t ground = sp_ground(p, g);
    if (ground & G_NOINFANTRY)
      continue;
    bool exposed = !heavy && ground & G_OPEN && !w->shelter[i];
    if (exposed)
      continue;

    /* V4: a vehicle asks further only where the ground is closed to most of them. */
    bool closed = cls == VEHICLE && ground & G_NOVEHICLE;
    if (closed && !sp_may_stand(p, side, unit->type, g))
      continue;
    if (sp_room(p, u, g))
      sal_list_add(l, sal_act(V_PUT, O(p)->cell[g], 0, 0));
  }
}

/* ---- auto: the rest in cover, behind the front, spread along it ------------------------- */

/* hexrow by closeness to the front */
static int rear_order(const struct sal_play *p, int side, int step) {
  if (side == GER)
    return sp_pa_high(p) - step;
  return sp_pa_low(p) + step;
}

/* Places inside the side's own perimeter from the front backwards, every third along y, so that
 * neighbours in the list are not neighbours on the ground. */
static int own_places(const struct sal_play *p, int side, uint16_t *out) {
  int n = 0;
  int rows = sp_pa_high(p) - sp_pa_low(p);
  uint8_t mine = area_bit(side);

  enum { BAND = 4, GAP = 5 };

  for (int band = 0; band <= rows; band += BAND)
    for (int shift = 0; shift < GAP; shift++)
      for (int step = band; step < band + BAND && step <= rows; step++)
        for (int k = shift; k < WIDTH; k += GAP) {
          int g = rear_order(p, side, step) * WIDTH + k;
          bool inside = S(p)->area[at_pa(p, g)] & mine;
          if (inside && sp_own_ground(p, side, g, NULL))
            out[n++] = (uint16_t)g;
        }

  return n;
}

/* On the map. CG5: what sets up in a strongpoint stays there. */
void sp_set_down(struct sal_play *p, int side, int u, int g) {
  const struct type *t = type_of(p, u);
  bool may_be_fixed = t->cls == GUN || t->flags & T_AFV;

  sp_put(p, u, g);
  if (may_be_fixed && sp_strongpoint(p, side, g))
    S(p)->unit[u].flags |= U_STRONG;
}

/* Is there anything for the program to place? */
static bool anything_left(const struct sal_play *p, int side) {
  const struct state *s = S(p);

  for (int k = 0; k < FORTS; k++)
    if (s->side[side].stock[k] && sp_layable(k))
      return true;

  for (int i = 0; i < s->side[side].nrec; i++) {
    bool no_hex_yet = s->rec[side][i].hex == NOWHERE;
    if (no_hex_yet && sp_may_phone(p, side, i + 1, NULL))
      return true;
  }

  for (int u = 0; u < p->book->ncounters; u++)
    if (may_set_up(p, side, u, NULL))
      return true;

  return false;
}

enum { ON_FOOT, GUNS, VEHICLES, SORTS, PATIENCE = 200 };

/* Vehicles, Guns and men are set up by different rules. */
static int sort_of(int cls) {
  if (cls == VEHICLE)
    return VEHICLES;
  return cls == GUN ? GUNS : ON_FOOT;
}

/* The next place of the list that will do; Infantry looks for cover as long as there is patience.
 */
static void auto_unit(struct sal_play *p, int side, int u, const uint16_t *place, int n,
                      int *next) {
  struct room *w = p->scratch;
  bool reserve = S(p)->unit[u].flags & U_RESERVE;
  bool on_foot = sort_of(type_of(p, u)->cls) == ON_FOOT;

  for (int tries = 0; tries < n; tries++) {
    int g = place[*next];
    bool patient = tries < n - 1 && tries < PATIENCE;
    *next = (*next + 1) % n;

    /* 11.6194b, c: a reserve stands far back and never with a dummy. */
    if (reserve && rows_has(w->near, at_pa(p, g)))
      continue;
    if (reserve && sp_dummy_here(p, side, g))
      continue;

    if (on_foot && patient && !sp_tem(p, side, g))
      continue;
    if (!fits(p, side, u, g, w->shelter, NULL))
      continue;
    sp_set_down(p, side, u, g);
    return;
  }
}

/* Places all that is left: works first, as they shelter, then phones, then units from the front
 * backwards. */
static void auto_setup(struct sal_play *p, int side) {
  uint16_t place[PA_PLACES];
  struct room *w = p->scratch;
  int next[SORTS] = {0};

  if (!anything_left(p, side))
    return;
  int n = own_places(p, side, place);
  if (!n)
    return;

  /* Shelter is checked after the works are laid, when the units set up in them. */
  sp_near_front(p, side, RESERVE_MIN, w->near);
  sp_auto_works(p, side, place, n);
  sheltered_places(p, side, w->shelter);

  for (int u = 0; u < p->book->ncounters; u++)
    if (may_set_up(p, side, u, NULL))
      auto_unit(p, side, u, place, n, &next[sort_of(type_of(p, u)->cls)]);

  if (!sp_whole_battles(p))
    return;
  sp_auto_obstacles(p, side, place, n);
  sp_phones_to_men(p, side);
}

/* ---- the step --------------------------------------------------------------------------- */

/* 11.6194b: five dummies come with every reserve group of this scenario. */
static void give_cloaks(struct state *s, int side) {
  uint8_t *dummies = &s->side[side].stock[FORT_DUMMY];

  for (int i = 0; i < s->side[side].nrec; i++) {
    const struct rec *r = &s->rec[side][i];
    if (r->scenario == s->scenario && r->flags & R_RESERVE)
      *dummies = (uint8_t)(*dummies + CLOAKS);
  }
}

/* 11.624: wind, last scenario's hexes are forgotten, reserves get their dummies, then both sides
 * set up in their order. */
void sp_setup_begin(struct sal_play *p) {
  struct state *s = S(p);

  /* 11.6241: only gusty weather brings a wind, and its strength is rolled. */
  s->wind = 0;
  if (s->weather == GUSTY)
    s->wind = (uint8_t)sp_die(p, R_11_6241, SAL_NOUNIT, SAL_BOTH);
  sal_tell(p, E_WIND, R_11_6241, SAL_EV(.n = {s->wind}));

  for (int side = 0; side < 2; side++)
    for (int i = 0; i < s->side[side].nrec; i++)
      s->rec[side][i].hex = NOWHERE;
  for (int u = 0; u < p->book->ncounters; u++)
    s->unit[u].flags &= ~(uint32_t)U_STAYS;

  for (int side = 0; side < 2; side++)
    give_cloaks(s, side);

  /* The last step pushed is played first: the observers, the two set-ups, then the inspections,
   * which the Soviets begin (11.6245). */
  s->inspect = RUS;
  sal_push(p, N_INSPECT, RUS);
  sal_push(p, N_SETUP, sal_enemy(s->first));
  sal_push(p, N_SETUP, s->first);
  sal_push(p, N_OBSERVER, GER);
}

/* ---- set-up ----------------------------------------------------------------------------- */

/* The stock that hiding the unit uses; NOT_FOUND: none, for a Gun with its crew in suitable
 * terrain. */
static int hip_stock(const struct sal_play *p, int u) {
  const struct type *t = type_of(p, u);
  bool open = sp_ground(p, S(p)->unit[u].at) & G_OPEN;

  /* A Gun costs hidden placement only where the ground does not hide it. */
  if (t->cls == GUN) {
    if (!open)
      return NOT_FOUND;
    if (t->flags & T_LARGE)
      return FORT_HIP_VEHICLE;
    return FORT_HIP_58;
  }

  if (t->cls == SQUAD)
    return FORT_HIP_SQUAD;
  if (is_smc(t->cls))
    return FORT_HIP_SMC;
  if (t->cls == VEHICLE)
    return FORT_HIP_VEHICLE;

  return FORT_HIP_HS;
}

/* AFV of the side that are hidden already. */
static int hidden_afv(const struct sal_play *p, int side) {
  int n = 0;

  for (int u = 0; u < p->book->ncounters; u++) {
    bool hidden = S(p)->unit[u].flags & U_HIP;
    if (!hidden || side_of(p, u) != side)
      continue;
    if (type_of(p, u)->flags & T_AFV)
      n++;
  }

  return n;
}

/* A unit of the side on the map that is not hidden yet. A reserve is cloaked instead, and in an
 * Isolated Area nobody sets up again. */
static bool could_hide(const struct sal_play *p, int side, int u) {
  const struct unit *unit = &S(p)->unit[u];

  if (side_of(p, u) != side)
    return false;
  if (unit->where != MAP)
    return false;
  if (unit->flags & (U_HIP | U_RESERVE))
    return false;
  return !unit->iso;
}

/* 11.621e: hidden placement is bought by the kind of unit, needs cover, and has its limits for
 * vehicles. */
static bool may_hide(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  const struct unit *unit = &S(p)->unit[u];
  int cls = type_of(p, u)->cls;

  if (!could_hide(p, side, u))
    return sal_refuse(why, R_11_621e, "{u0} cannot be hidden.", u, 0);
  if (cls == VEHICLE && side == GER)
    return sal_refuse(why, R_11_621e, "German vehicles are never hidden.", 0, 0);
  if (cls != GUN && sp_ground(p, unit->at) & G_OPEN)
    return sal_refuse(why, R_11_621e, "{u0} is in the open.", u, 0);

  bool afv = type_of(p, u)->flags & T_AFV;
  if (afv && hidden_afv(p, side) >= sp_hip_limit(p, side, true))
    return sal_refuse(why, R_11_621e, "A tenth of the AFV may be hidden.", 0, 0);

  int stock = hip_stock(p, u);
  if (stock == NOT_FOUND)
    return true;
  if (!S(p)->side[side].stock[stock])
    return sal_refuse(why, R_11_621e, "No hidden placement was bought for {u0}.", u, 0);

  return true;
}

/* A unit placed in this set-up can be taken up again; one that was left there cannot
 * (11.607, 11.6242). */
static bool may_lift(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  const struct unit *unit = &S(p)->unit[u];

  if (side_of(p, u) != side || unit->where != MAP)
    return sal_refuse(why, R_11_6244a, "{u0} is not on the map.", u, 0);
  if (unit->iso)
    return sal_refuse(why, R_11_6242, "{u0} stays in its Isolated Area.", u, 0);

  bool fixed = unit->flags & (U_IMMOBILE | U_STRONG) && !(unit->flags & U_NEW);
  if (fixed)
    return sal_refuse(why, R_11_607, "{u0} was left in its place.", u, 0);

  return true;
}

/* 11.2e: Infantry in a building with an upper level may be on either. */
static bool may_floor(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  const struct unit *unit = &S(p)->unit[u];

  if (!may_lift(p, side, u, why))
    return false;
  if (unit->flags & U_RESERVE)
    return sal_refuse(why, R_11_6194b, "A reserve is on the ground floor.", 0, 0);

  bool upper_level = sp_ground(p, unit->at) & G_UPPER;
  if (is_heavy(type_of(p, u)->cls) || !upper_level)
    return sal_refuse(why, R_11_2e, "There is no upper level for {u0}.", u, 0);
  return true;
}

/* CG16: a unit may be kept off the map for this scenario. */
static bool may_keep(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  const struct unit *unit = &S(p)->unit[u];
  bool waits = unit->where == OFF && !(unit->flags & U_STAYS);

  if (side_of(p, u) != side || !waits)
    return sal_refuse(why, R_CG16, "{u0} is not waiting off the map.", u, 0);
  return true;
}

/* The same verb for many units. */
static void add_all(struct sal_list *l, int verb, const uint16_t *u, int n) {
  for (int i = 0; i < n; i++)
    sal_list_add(l, sal_act(verb, u[i], 0, 0));
}

/* in the order of the verbs */
static void setup_list(const struct sal_play *p, int side, struct sal_list *l) {
  const struct state *s = S(p);
  uint16_t pick[MAX_UNITS];
  uint16_t keep[MAX_UNITS];
  uint16_t lift[MAX_UNITS];
  uint16_t hide[MAX_UNITS];
  uint16_t upper[MAX_UNITS];
  int npick = 0;
  int nkeep = 0;
  int nlift = 0;
  int nhide = 0;
  int nupper = 0;

  for (int u = 0; u < p->book->ncounters; u++) {
    int where = s->unit[u].where;

    if (!in_force(where) || side_of(p, u) != side)
      continue;

    /* Units off the map can be picked or kept there; only placed units can be moved. */
    if (where == OFF) {
      if (may_set_up(p, side, u, NULL))
        pick[npick++] = (uint16_t)u;
      if (may_keep(p, side, u, NULL))
        keep[nkeep++] = (uint16_t)u;
      continue;
    }

    if (may_lift(p, side, u, NULL))
      lift[nlift++] = (uint16_t)u;
    if (may_hide(p, side, u, NULL))
      hide[nhide++] = (uint16_t)u;
    if (sp_ground(p, s->unit[u].at) & G_UPPER && may_floor(p, side, u, NULL))
      upper[nupper++] = (uint16_t)u;
  }

  add_all(l, V_PICK, pick, npick);
  for (int k = 0; k < FORTS; k++)
    if (s->side[side].stock[k] && sp_layable(k))
      sal_list_add(l, sal_act(V_LAY, k, 0, 0));
  add_all(l, V_FLOOR, upper, nupper);
  add_all(l, V_LIFT, lift, nlift);
  add_all(l, V_KEEP, keep, nkeep);
  sal_list_add(l, sal_act(V_AUTO, 0, 0, 0));
  sal_list_add(l, sal_act(V_DONE, 0, 0, 0));
  add_all(l, V_HIDE, hide, nhide);
  for (int i = 1; i <= s->side[side].nrec; i++)
    if (s->rec[side][i - 1].link == LINK_PHONE && sp_may_phone(p, side, i, NULL))
      sal_list_add(l, sal_act(V_PHONE, i, 0, 0));
  for (int i = 1; i <= s->side[side].nrec; i++)
    if (s->rec[side][i - 1].prereg && sp_may_register(p, side, i, NULL))
      sal_list_add(l, sal_act(V_REGISTER, i, 0, 0));
}

/* Each verb has its own law. */
static bool setup_check(const struct sal_play *p, int side, struct sal_action a,
                        struct sal_refusal *why) {
  switch (a.verb) {
  case V_AUTO:
  case V_DONE: return true;
  case V_LAY: {
    int kind = word_of(a, 0);
    bool in_stock = sp_layable(kind) && S(p)->side[side].stock[kind];
    if (!in_stock)
      return sal_refuse(why, R_11_621a, "None of these is in stock.", 0, 0);
    return true;
  }
  case V_PICK: return may_set_up(p, side, unit_of(a), why);
  case V_KEEP: return may_keep(p, side, unit_of(a), why);
  case V_LIFT: return may_lift(p, side, unit_of(a), why);
  case V_HIDE: return may_hide(p, side, unit_of(a), why);
  case V_FLOOR: return may_floor(p, side, unit_of(a), why);
  case V_PHONE: return sp_may_phone(p, side, number_of(a, 0), why);
  case V_REGISTER: return sp_may_register(p, side, number_of(a, 0), why);
  default: return sp_not_here(p, why);
  }
}

/* 11.6194d: dug in means on the map; the program sets up what the player left out. */
static void set_up_dug_in(struct sal_play *p, int side) {
  for (int u = 0; u < p->book->ncounters; u++) {
    bool dug_in = S(p)->unit[u].flags & U_DUGIN;
    if (!dug_in || !may_set_up(p, side, u, NULL))
      continue;

    uint16_t place[PA_PLACES];
    int n = own_places(p, side, place);
    for (int i = 0; i < n; i++)
      if (fits(p, side, u, place[i], NULL, NULL)) {
        sp_set_down(p, side, u, place[i]);
        break;
      }
  }
}

/* The side has set up. What is dug in must be on the map (11.6194d); a reserve that is not waits
 * for the next scenario (11.6194b). */
static void setup_close(struct sal_play *p, int side) {
  struct state *s = S(p);
  int n = 0;

  set_up_dug_in(p, side);

  for (int u = 0; u < p->book->ncounters; u++) {
    struct unit *unit = &s->unit[u];
    if (side_of(p, u) != side)
      continue;

    if (unit->where == MAP)
      n++;
    bool waiting_reserve = unit->where == OFF && unit->flags & U_RESERVE;
    if (waiting_reserve)
      unit->flags |= U_STAYS;
  }

  /* 11.621a: a place may be chosen as late as here; what has none is lost. */
  for (int k = 0; k < FORTS; k++)
    s->side[side].stock[k] = 0;

  /* From here on the enemy sees where concealed stacks stand. */
  sal_pop(p);
  sp_veil(p);
  sal_reveal(p);
  sal_tell(p, E_SETUP_DONE, R_11_6244a,
           SAL_EV(.n = {(int16_t)side, (int16_t)n}, .seen = (uint8_t)only(side)));
}

/* A unit goes back off the map; what hid it goes back into the stock. */
static void take_up(struct sal_play *p, int side, int u) {
  struct unit *unit = &S(p)->unit[u];
  int stock = hip_stock(p, u);
  bool was_paid_for = unit->flags & U_HIP && stock != NOT_FOUND;

  if (was_paid_for)
    S(p)->side[side].stock[stock]++;
  sp_lift(p, u);
  unit->flags &= ~(uint32_t)U_HIP;
}

/* 11.621e: hidden placement is paid for from the stock. */
static void hide(struct sal_play *p, int side, int u) {
  struct unit *unit = &S(p)->unit[u];
  int stock = hip_stock(p, u);
  if (stock != NOT_FOUND)
    S(p)->side[side].stock[stock]--;
  unit->flags |= U_HIP;
  unit->flags &= ~(uint32_t)U_KNOWN;
}

/* One choice of the set-up. What needs a hex asks for it next. */
static void setup_apply(struct sal_play *p, int side, struct sal_action a) {
  struct state *s = S(p);

  switch (a.verb) {
  case V_AUTO:
    auto_setup(p, side);
    setting_up_of(p)->auto_done = 1;
    break;
  case V_DONE: setup_close(p, side); break;
  case V_LAY: putting_in(sal_push(p, N_PUT, side))->fort = (uint16_t)(word_of(a, 0) + 1); break;
  case V_PICK: putting_in(sal_push(p, N_PUT, side))->unit = (uint16_t)(unit_of(a) + 1); break;
  case V_PHONE: putting_in(sal_push(p, N_PUT, side))->phone = (uint16_t)number_of(a, 0); break;
  case V_REGISTER: putting_in(sal_push(p, N_PUT, side))->module = (uint16_t)number_of(a, 0); break;
  case V_KEEP: s->unit[unit_of(a)].flags |= U_STAYS; break;
  case V_LIFT: take_up(p, side, unit_of(a)); break;
  case V_HIDE: hide(p, side, unit_of(a)); break;
  default: s->unit[unit_of(a)].flags ^= U_UPPER; break;
  }
}

/* How many are on the map and how many may still be. */
static void setup_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  int waiting = 0;
  int on = 0;

  for (int u = 0; u < p->book->ncounters; u++) {
    if (side_of(p, u) != side)
      continue;
    waiting += may_set_up(p, side, u, NULL);
    on += S(p)->unit[u].where == MAP;
  }

  if (S(p)->side[side].perimeter)
    sal_prompt_say(
        out,
        "%s: set up. %d {unit is/units are} on the map, %d more may be; the others enter in play. "
        "Auto places the rest.",
        side_title(side), on, waiting);
  else
    sal_prompt_say(out,
                   "%s: set up. Without own ground on this Playing Area everything enters in play; "
                   "choose only whom to keep off the map, then end.",
                   side_title(side));
}

const struct sal_node sp_setup = {.id = "setup",
                                  .rule = R_11_6244a,
                                  .list = setup_list,
                                  .check = setup_check,
                                  .apply = setup_apply,
                                  .prompt = setup_prompt};
