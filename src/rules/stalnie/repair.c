/* repair.c - stalnie 11.612 to 11.615: the next scenario's number, repairs, empty vehicles, recall,
 * upkeep. */
#include "state.h"

/* Still part of the force. */
static bool alive(const struct unit *u) {
  return in_force(u->where);
}

/* ---- 11.612 ----------------------------------------------------------------------------- */

/* 11.612: the next scenario, the move north (CG1a), and the sniper numbers within their limits.
 */
void sp_new_scenario(struct sal_play *p) {
  struct state *s = S(p);
  /* CG1a */
  bool north = !O(p)->small && s->scenario < 3;
  s->scenario++;
  if (north)
    sp_move_north(p);

  for (int side = 0; side < 2; side++) {
    struct side *d = &s->side[side];
    int san = d->san - d->sniper_lost;
    int max = O(p)->san_max[s->scenario - 1][side];

    if (san < 2)
      san = d->san < 2 ? d->san : 2;
    if (san > max)
      san = max;
    d->san = (uint8_t)san;
    d->sniper_lost = 0;
    sal_tell(p, E_SAN, R_11_612,
             SAL_EV(.n = {(int16_t)side, (int16_t)san}, .seen = (uint8_t)only(side)));
  }
}

/* ---- 11.6132 weapons -------------------------------------------------------------------- */

/* 11.6132a, 11.6133: repaired on a Final dr of this or less */
enum { GOOD = 2 };

/* 3.11, as the next */
static int weapon_drm(const struct sal_play *p, int side, bool mg, bool circled) {
  const int8_t *by = O(p)->repair;
  return (side == RUS && mg ? by[REPAIR_RUSSIAN_MG] : 0) + (circled ? by[REPAIR_CIRCLED] : 0);
}

/* 3.11: the modifiers of one unit's repair. */
static int repair_drm(const struct sal_play *p, int u) {
  const int8_t *by = O(p)->repair;
  const struct unit *unit = &S(p)->unit[u];
  const struct type *t = type_of(p, u);
  int drm = weapon_drm(p, side_of(p, u), t->flags & T_MG, t->flags & T_CIRCLED);

  if (t->cls == VEHICLE)
    drm += by[REPAIR_VEHICLE];
  if (unit->iso)
    drm += by[REPAIR_ISOLATED];
  if (unit->flags & U_DISABLED)
    drm += by[REPAIR_DISABLED];

  return drm;
}

/* 11.6132: a weapon is repaired or lost. A vehicle whose weapon is lost is recalled if isolated,
 * otherwise out of the game. */
static void repair_unit(struct sal_play *p, int u) {
  struct state *s = S(p);
  struct unit *unit = &s->unit[u];
  const struct type *t = type_of(p, u);
  int side = side_of(p, u);
  int drm = repair_drm(p, u);
  int die = sp_die(p, R_11_6132a, u, SAL_BOTH);
  bool good = die + drm <= GOOD;

  unit->flags &= ~(uint32_t)(U_MALFUNCTION | U_DISABLED);
  sal_tell(p, good ? E_REPAIRED : E_NOT_REPAIRED, good ? R_11_6132a : R_11_6132b,
           SAL_EVU(u, .n = {(int16_t)die, (int16_t)drm}));

  if (good)
    return;
  /* 11.6132b */
  if (t->cls == VEHICLE) {
    if (unit->iso)
      unit->flags |= U_RECALL | U_DISABLED;
    else
      sp_kill(p, u, R_11_6132b, true);
  } else {
    s->side[side].reph = (int16_t)(s->side[side].reph + t->cvp - O(p)->type[t->half].cvp);
    /* the weapon is gone, its crew or half-squad stays */
    sp_become(p, u, t->half);
  }
}

/* 11.6132: the support weapons of a company, one die each. */
static void repair_company(struct sal_play *p, int side, int i) {
  struct rec *r = &S(p)->rec[side][i];

  for (int w = 0; w < SW; w++)
    for (; r->bad[w]; r->bad[w]--) {
      int drm = weapon_drm(p, side, O(p)->weapon[w].mg, O(p)->weapon[w].circled);
      int die = sp_die(p, R_11_6132a, SAL_NOUNIT, SAL_BOTH);
      bool good = die + drm <= GOOD;

      if (!good)
        r->sw[w]--;
      sal_tell(p, good ? E_WEAPON : E_NO_WEAPON, R_11_6132a,
               SAL_EV(.n = {(int16_t)(W_WEAPON + w), O(p)->group[side][r->group].word},
                      .seen = (uint8_t)only(side)));
    }
}

/* 11.6133: an immobilized vehicle gets one try in a Refit Phase. */
static void repair_wheels(struct sal_play *p, int u) {
  struct unit *unit = &S(p)->unit[u];
  int die = sp_die(p, R_11_6133, u, SAL_BOTH);
  int drm = unit->iso ? O(p)->repair[REPAIR_ISOLATED] : 0;
  bool good = die + drm <= GOOD;

  if (good) {
    unit->flags &= ~(uint32_t)(U_IMMOBILE | U_SAVED);
    if (!unit->iso)
      sp_lift(p, u);
  }

  sal_tell(p, good ? E_REPAIRED : E_NOT_REPAIRED, R_11_6133,
           SAL_EVU(u, .n = {(int16_t)die, (int16_t)drm}));
}

/* 11.6132a: a weapon of the side that broke down. */
static bool has_broken_weapon(const struct sal_play *p, int side, int u) {
  const struct unit *unit = &S(p)->unit[u];

  if (!alive(unit) || side_of(p, u) != side)
    return false;
  return unit->flags & (U_MALFUNCTION | U_DISABLED);
}

/* 11.6133: an immobilized vehicle of the side. A dug-in one was never mobile, and an empty one has
 * no crew to repair it. */
static bool has_broken_wheels(const struct sal_play *p, int side, int u) {
  const struct unit *unit = &S(p)->unit[u];

  if (!alive(unit) || side_of(p, u) != side)
    return false;
  if (unit->flags & (U_DUGIN | U_ABANDONED))
    return false;
  return unit->flags & U_IMMOBILE;
}

/* 11.613: weapons, then wheels, then empty vehicles. Ammunition is restored outside isolation.
 */
void sp_repair(struct sal_play *p) {
  struct state *s = S(p);

  for (int side = 0; side < 2; side++) {
    for (int u = 0; u < p->book->ncounters; u++)
      if (has_broken_weapon(p, side, u))
        repair_unit(p, u);

    for (int i = 0; i < s->side[side].nrec; i++)
      if (!(s->rec[side][i].flags & R_GONE))
        repair_company(p, side, i);

    for (int u = 0; u < p->book->ncounters; u++)
      if (has_broken_wheels(p, side, u))
        repair_wheels(p, u);
  }

  /* 11.6135-39: ammunition and mechanics are restored where supply can come. */
  int isolated = 0;
  for (int u = 0; u < p->book->ncounters; u++) {
    struct unit *unit = &s->unit[u];
    if (unit->iso)
      isolated++;
    else
      unit->flags &= ~(uint32_t)(U_SHORT | U_RED);
    unit->flags &= ~(uint32_t)U_ENCIRCLED;
  }

  sal_tell(p, E_RESTORED, R_11_6135_39, SAL_EV(.n = {(int16_t)isolated}));
  sal_push(p, N_CREWS, RUS);
  sal_push(p, N_CREWS, GER);
}

/* ---- 11.6134 empty vehicles take a crew ------------------------------------------------- */

/* 11.6134: an abandoned vehicle inside its own perimeter. */
static bool empty_one(const struct sal_play *p, int side, int u) {
  const struct unit *unit = &S(p)->unit[u];

  if (!alive(unit))
    return false;
  if (side_of(p, u) != side)
    return false;
  if (!(unit->flags & U_ABANDONED))
    return false;
  return !unit->iso;
}

/* A Retained crew off the map. Any half-squad of that sort can man a vehicle that has 3-4-8 crews
 * (RG.o). */
static bool spare_crew(const struct sal_play *p, int side, int u, int crew_type) {
  const struct unit *unit = &S(p)->unit[u];
  if (unit->where != OFF)
    return false;
  if (side_of(p, u) != side)
    return false;
  return unit->type == crew_type;
}

/* 11.6134: is there a spare crew that could man the vehicle? */
static bool any_crew_for(const struct sal_play *p, int side, int vehicle) {
  int crew_type = sp_crew_type(p, S(p)->unit[vehicle].type);
  for (int u = 0; u < p->book->ncounters; u++)
    if (spare_crew(p, side, u, crew_type))
      return true;
  return false;
}

/* 11.6134: a crew that is there, for a vehicle that is empty. */
static bool crews_check(const struct sal_play *p, int side, struct sal_action a,
                        struct sal_refusal *why) {
  if (a.verb == V_DONE)
    return true;
  if (a.verb != V_MAN)
    return sp_not_here(p, why);
  if (!empty_one(p, side, unit_of(a)))
    return sal_refuse(why, R_11_6134, "{u0} is no empty vehicle inside your perimeter.", unit_of(a),
                      0);

  int crew_type = sp_crew_type(p, S(p)->unit[unit_of(a)].type);
  if (!spare_crew(p, side, second_unit_of(a), crew_type))
    return sal_refuse(why, R_11_6134, "{u0} is no Retained crew.", second_unit_of(a), 0);

  return true;
}

/* Every crew for every empty vehicle. */
static void crews_list(const struct sal_play *p, int side, struct sal_list *l) {
  sal_list_add(l, sal_act(V_DONE, 0, 0, 0));

  for (int u = 0; u < p->book->ncounters; u++) {
    if (!empty_one(p, side, u))
      continue;
    for (int c = 0; c < p->book->ncounters; c++)
      if (spare_crew(p, side, c, sp_crew_type(p, S(p)->unit[u].type)))
        sal_list_add(l, sal_act(V_MAN, u, c, 0));
  }
}

/* Without a crew or without an empty vehicle nothing is to be chosen. Vehicles that nobody mans
 * are lost. */
static bool crews_run(struct sal_play *p) {
  int side = sal_top(p)->side;

  for (int u = 0; u < p->book->ncounters; u++)
    if (empty_one(p, side, u) && any_crew_for(p, side, u))
      return false;
  for (int u = 0; u < p->book->ncounters; u++)
    if (empty_one(p, side, u))
      /* nobody to man it */
      sp_kill(p, u, R_11_6134, true);
  sal_pop(p);

  return true;
}

/* Mans a vehicle, or ends the step: the rest are lost. */
static void crews_apply(struct sal_play *p, int side, struct sal_action a) {
  struct state *s = S(p);

  if (a.verb == V_DONE) {
    for (int u = 0; u < p->book->ncounters; u++)
      if (empty_one(p, side, u))
        sp_kill(p, u, R_11_6134, true);
    return;
  }

  int vehicle = unit_of(a);
  int crew = second_unit_of(a);
  /* it can be used again */
  bool spare_counter = O(p)->counter_part[crew] >= POOLS;
  s->unit[vehicle].flags &= ~(uint32_t)U_ABANDONED;
  s->unit[crew].where = spare_counter ? NONE : DEAD;
  s->unit[crew].flags = 0;
  sal_tell(p, E_MANNED, R_11_6134, SAL_EVUU(vehicle, crew, .seen = (uint8_t)only(side)));
}

/* Warns that empty vehicles are lost. */
static void crews_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  (void)p;
  sal_prompt_say(out, "%s: put crews into empty vehicles; those left empty are lost.",
                 side_title(side));
}

const struct sal_node sp_crews = {.id = "repair.crews",
                                  .rule = R_11_6134,
                                  .run = crews_run,
                                  .list = crews_list,
                                  .check = crews_check,
                                  .apply = crews_apply,
                                  .prompt = crews_prompt};

/* ---- 11.614 recall ---------------------------------------------------------------------- */

/* 11.6141a: a recalled vehicle that a crew can free. */
static bool recalled(const struct sal_play *p, int side, int u) {
  const struct unit *unit = &S(p)->unit[u];

  if (unit->where != OFF)
    return false;
  if (side_of(p, u) != side)
    return false;
  if (!(unit->flags & U_RECALL))
    return false;
  return !(unit->flags & (U_IMMOBILE | U_SAVED));
}

/* A crew whose own vehicle is lost. */
static int crew_to_spend(const struct sal_play *p, int side) {
  for (int u = 0; u < p->book->ncounters; u++) {
    const struct unit *unit = &S(p)->unit[u];
    bool vehicle_crew = unit->flags & U_VEHICLE_CREW;
    if (vehicle_crew && unit->where == OFF && side_of(p, u) == side)
      return u;
  }
  return NOT_FOUND;
}

/* 11.6141b: in isolation a recalled vehicle begins the scenario under Recall. */
void sp_recall_begin(struct sal_play *p) {
  for (int u = 0; u < p->book->ncounters;
       u++) /* in isolation it begins the scenario under Recall */
    if (S(p)->unit[u].iso && S(p)->unit[u].flags & U_RECALL)
      sal_tell(p, E_RECALL, R_11_6141b, SAL_EVU(u, .n = {0}));
  sal_push(p, N_RECALL, RUS);
  sal_push(p, N_RECALL, GER);
}

/* Nothing to free, or no crew to give up: the step passes. */
static bool recall_run(struct sal_play *p) {
  int side = sal_top(p)->side;
  bool any = false;

  for (int u = 0; u < p->book->ncounters; u++)
    any |= recalled(p, side, u);
  if (any && crew_to_spend(p, side) != NOT_FOUND)
    return false;
  sal_pop(p);
  return true;
}

/* 11.6141a: recall_run has made sure that a crew is there. */
static bool recall_check(const struct sal_play *p, int side, struct sal_action a,
                         struct sal_refusal *why) {
  if (a.verb == V_DONE)
    return true;
  /* a crew is there: recall_run */
  if (a.verb != V_FREE)
    return sp_not_here(p, why);
  if (!recalled(p, side, unit_of(a)))
    return sal_refuse(why, R_11_6141a, "{u0} is no recalled vehicle off the map.", unit_of(a), 0);
  return true;
}

/* The vehicles that can be freed. */
static void recall_list(const struct sal_play *p, int side, struct sal_list *l) {
  sal_list_add(l, sal_act(V_DONE, 0, 0, 0));
  for (int u = 0; u < p->book->ncounters; u++)
    if (recalled(p, side, u))
      sal_list_add(l, sal_act(V_FREE, u, 0, 0));
}

/* A crew is given up, without casualty points, and the vehicle is free. */
static void recall_apply(struct sal_play *p, int side, struct sal_action a) {
  if (a.verb == V_DONE) {
    sal_pop(p);
    return;
  }

  int crew = crew_to_spend(p, side);

  S(p)->unit[unit_of(a)].flags &= ~(uint32_t)U_RECALL;
  /* spent without CVP */
  S(p)->unit[crew] = (struct unit){.at = NOWHERE, .where = NONE};
  sal_tell(p, E_FREED, R_11_6141a, SAL_EVUU(unit_of(a), crew, .seen = (uint8_t)only(side)));
}

/* Says what freeing a vehicle costs. */
static void recall_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  (void)p;
  sal_prompt_say(
      out,
      "%s: free recalled vehicles by giving up a vehicle crew each; the others stay off the map.",
      side_title(side));
}

const struct sal_node sp_recall = {.id = "recall",
                                   .rule = R_11_6141a,
                                   .run = recall_run,
                                   .list = recall_list,
                                   .check = recall_check,
                                   .apply = recall_apply,
                                   .prompt = recall_prompt};

/* ---- 11.615: modules used up, aircraft -------------------------------------------------- */

/* SP.SSR4: with the module go its observer, plane and OP tank, never as casualties. */
static void drop_attached(struct sal_play *p, int side, int module) {
  struct state *s = S(p);

  for (int i = 0; i < s->side[side].nrec; i++) {
    struct rec *r = &s->rec[side][i];

    if (r->attach != module)
      continue;
    r->flags |= R_GONE;
    const struct group *g = &O(p)->group[side][r->group];

    /* SP.SSR4: the OP tank goes with it, never as CVP */
    for (int k = 0; k < g->n[r->copy]; k++) {
      int u = g->first[r->copy] + k;
      if (alive(&s->unit[u]))
        sp_kill(p, u, R_SP_SSR4, false);
    }
  }
}

/* 11.615: aircraft are gone, and so are modules without ammunition or with two red chits (CG10).
 */
void sp_upkeep(struct sal_play *p) {
  struct state *s = S(p);

  for (int side = 0; side < 2; side++)
    for (int i = 0; i < s->side[side].nrec; i++) {
      struct rec *r = &s->rec[side][i];
      const struct group *g = &O(p)->group[side][r->group];

      if (r->flags & R_GONE)
        continue;
      r->flags &= (uint8_t) ~(R_USED | R_NAMED);
      if (g->cls == 's') {
        r->flags |= R_GONE;
        r->arrival = r->planes = r->black = 0;
        sal_tell(p, E_AIR_GONE, R_11_615,
                 SAL_EV(.n = {(int16_t)side}, .seen = (uint8_t)only(side)));
      } else if (g->calibre && (!r->black || r->drawn >= 2)) {
        /* CG10, 6.12 */
        r->flags |= R_GONE;
        drop_attached(p, side, i + 1);
        sal_tell(p, E_MODULE_GONE, R_11_615, SAL_EV(.n = {g->word}, .seen = (uint8_t)only(side)));
      }
    }
}
