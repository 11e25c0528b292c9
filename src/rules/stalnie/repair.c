/* repair.c - stalnie 11.612 to 11.615: the next scenario's number, repairs, empty vehicles, recall, upkeep. */
#include "state.h"

static bool alive(const struct unit *u) { return u->where == OFF || u->where == MAP; }

/* ---- 11.612 ------------------------------------------------------------------------------------------------- */

void sp_new_scenario(struct sal_play *p) {
  struct state *s = S(p);
  bool north = !O(p)->small && s->scenario < 3; /* CG1a */
  s->scenario++;
  if (north) sp_move_north(p);
  for (int side = 0; side < 2; side++) {
    struct side *d = &s->side[side];
    int san = d->san - d->sniper_lost, max = O(p)->san_max[s->scenario - 1][side];
    if (san < 2) san = d->san < 2 ? d->san : 2;
    if (san > max) san = max;
    d->san = (uint8_t)san;
    d->sniper_lost = 0;
    sal_tell(p, E_SAN, R_11_612, SAL_EV(.n = {(int16_t)side, (int16_t)san}, .seen = (uint8_t)only(side)));
  }
}

/* ---- 11.6132 weapons ------------------------------------------------------------------------------------------ */

enum { GOOD = 2 }; /* 11.6132a, 11.6133: repaired on a Final dr of so much or less */

static int weapon_drm(const struct sal_play *p, int side, bool mg, bool circled) { /* 3.11, as the next */
  const int8_t *by = O(p)->repair;
  return (side == RUS && mg ? by[REPAIR_RUSSIAN_MG] : 0) + (circled ? by[REPAIR_CIRCLED] : 0);
}

static int repair_drm(const struct sal_play *p, int u) {
  const int8_t *by = O(p)->repair;
  const struct unit *unit = &S(p)->unit[u];
  const struct type *t = type_of(p, u);
  int drm = weapon_drm(p, side_of(p, u), t->flags & T_MG, t->flags & T_CIRCLED);
  if (t->cls == VEHICLE) drm += by[REPAIR_VEHICLE];
  if (unit->iso) drm += by[REPAIR_ISOLATED];
  if (unit->flags & U_DISABLED) drm += by[REPAIR_DISABLED];
  return drm;
}

static void repair_unit(struct sal_play *p, int u) {
  struct state *s = S(p);
  struct unit *unit = &s->unit[u];
  const struct type *t = type_of(p, u);
  int side = side_of(p, u), drm = repair_drm(p, u), die = sp_die(p, R_11_6132a, u, SAL_BOTH);
  bool good = die + drm <= GOOD;
  unit->flags &= ~(uint32_t)(U_MALFUNCTION | U_DISABLED);
  sal_tell(p, good ? E_REPAIRED : E_NOT_REPAIRED, good ? R_11_6132a : R_11_6132b, SAL_EVU(u, .n = {(int16_t)die, (int16_t)drm}));
  if (good) return;
  if (t->cls == VEHICLE) { /* 11.6132b */
    if (unit->iso) unit->flags |= U_RECALL | U_DISABLED;
    else sp_kill(p, u, R_11_6132b, true);
  } else {
    s->side[side].reph = (int16_t)(s->side[side].reph + t->cvp - O(p)->type[t->half].cvp);
    sp_become(p, u, t->half); /* the weapon is gone, its crew or half-squad stays */
  }
}

static void repair_company(struct sal_play *p, int side, int i) {
  struct rec *r = &S(p)->rec[side][i];
  for (int w = 0; w < SW; w++)
    for (; r->bad[w]; r->bad[w]--) {
      int drm = weapon_drm(p, side, O(p)->weapon[w].mg, O(p)->weapon[w].circled), die = sp_die(p, R_11_6132a, SAL_NOUNIT, SAL_BOTH);
      bool good = die + drm <= GOOD;
      if (!good) r->sw[w]--;
      sal_tell(p, good ? E_WEAPON : E_NO_WEAPON, R_11_6132a, SAL_EV(.n = {(int16_t)(W_WEAPON + w), O(p)->group[side][r->group].word}, .seen = (uint8_t)only(side)));
    }
}

static void repair_wheels(struct sal_play *p, int u) { /* 11.6133 */
  struct unit *unit = &S(p)->unit[u];
  int die = sp_die(p, R_11_6133, u, SAL_BOTH), drm = unit->iso ? O(p)->repair[REPAIR_ISOLATED] : 0;
  bool good = die + drm <= GOOD;
  if (good) {
    unit->flags &= ~(uint32_t)(U_IMMOBILE | U_SAVED);
    if (!unit->iso) sp_lift(p, u);
  }
  sal_tell(p, good ? E_REPAIRED : E_NOT_REPAIRED, R_11_6133, SAL_EVU(u, .n = {(int16_t)die, (int16_t)drm}));
}

void sp_repair(struct sal_play *p) {
  struct state *s = S(p);
  for (int side = 0; side < 2; side++) {
    for (int u = 0; u < p->book->ncounters; u++)
      if (alive(&s->unit[u]) && side_of(p, u) == side && s->unit[u].flags & (U_MALFUNCTION | U_DISABLED)) repair_unit(p, u);
    for (int i = 0; i < s->side[side].nrec; i++)
      if (!(s->rec[side][i].flags & R_GONE)) repair_company(p, side, i);
    for (int u = 0; u < p->book->ncounters; u++)
      if (alive(&s->unit[u]) && side_of(p, u) == side && s->unit[u].flags & U_IMMOBILE && !(s->unit[u].flags & (U_DUGIN | U_ABANDONED))) repair_wheels(p, u);
  }
  int isolated = 0;
  for (int u = 0; u < p->book->ncounters; u++) { /* 11.6135-39 */
    isolated += s->unit[u].iso != 0;
    if (!s->unit[u].iso) s->unit[u].flags &= ~(uint32_t)(U_SHORT | U_RED);
    s->unit[u].flags &= ~(uint32_t)U_ENCIRCLED;
  }
  sal_tell(p, E_RESTORED, R_11_6135_39, SAL_EV(.n = {(int16_t)isolated}));
  sal_push(p, N_CREWS, RUS);
  sal_push(p, N_CREWS, GER);
}

/* ---- 11.6134 empty vehicles take a crew ------------------------------------------------------------------------- */

static bool empty_one(const struct sal_play *p, int side, int u) {
  const struct unit *unit = &S(p)->unit[u];
  return alive(unit) && side_of(p, u) == side && unit->flags & U_ABANDONED && !unit->iso;
}

static bool spare_crew(const struct sal_play *p, int side, int u) {
  const struct unit *unit = &S(p)->unit[u];
  return unit->where == OFF && side_of(p, u) == side && unit->type == O(p)->crew228;
}

static bool crews_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  if (a.verb == V_DONE) return true;
  if (a.verb != V_MAN) return false;
  if (!empty_one(p, side, a.x[0])) return sal_refuse(why, R_11_6134, "{u0} is no empty vehicle inside the own perimeter.", a.x[0], 0);
  return spare_crew(p, side, a.x[1]) || sal_refuse(why, R_11_6134, "{u0} is no Retained crew.", a.x[1], 0);
}

static void crews_list(const struct sal_play *p, int side, struct sal_list *l) {
  sal_list_add(l, sal_act(V_DONE, 0, 0, 0));
  for (int u = 0; u < p->book->ncounters; u++) {
    if (!empty_one(p, side, u)) continue;
    for (int c = 0; c < p->book->ncounters; c++)
      if (spare_crew(p, side, c)) sal_list_add(l, sal_act(V_MAN, u, c, 0));
  }
}

static bool crews_run(struct sal_play *p) {
  int side = sal_top(p)->side;
  bool empty = false, crew = false;
  for (int u = 0; u < p->book->ncounters; u++) empty |= empty_one(p, side, u), crew |= spare_crew(p, side, u);
  if (empty && crew) return false;
  for (int u = 0; u < p->book->ncounters; u++)
    if (empty_one(p, side, u)) sp_kill(p, u, R_11_6134, true); /* nobody to man it */
  sal_pop(p);
  return true;
}

static void crews_apply(struct sal_play *p, int side, struct sal_action a) {
  struct state *s = S(p);
  if (a.verb == V_DONE) {
    for (int u = 0; u < p->book->ncounters; u++)
      if (empty_one(p, side, u)) sp_kill(p, u, R_11_6134, true);
    return;
  }
  s->unit[a.x[0]].flags &= ~(uint32_t)U_ABANDONED;
  s->unit[a.x[1]].where = O(p)->counter_part[a.x[1]] == POOLS + POOL_CREW ? NONE : DEAD;
  s->unit[a.x[1]].flags = 0;
  sal_tell(p, E_MANNED, R_11_6134, SAL_EVUU(a.x[0], a.x[1], .seen = (uint8_t)only(side)));
}

static void crews_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  (void)p;
  sal_prompt_say(out, "%s: put crews into empty vehicles; those left empty are lost.", side_title(side));
}

const struct sal_node sp_crews = {.id = "repair.crews", .rule = R_11_6134, .run = crews_run, .list = crews_list, .check = crews_check, .apply = crews_apply, .prompt = crews_prompt};

/* ---- 11.614 recall ---------------------------------------------------------------------------------------------- */

static bool recalled(const struct sal_play *p, int side, int u) {
  const struct unit *unit = &S(p)->unit[u];
  return unit->where == OFF && side_of(p, u) == side && unit->flags & U_RECALL && !(unit->flags & (U_IMMOBILE | U_SAVED));
}

static int crew_to_spend(const struct sal_play *p, int side) { /* of a vehicle that was lost */
  for (int u = 0; u < p->book->ncounters; u++)
    if (spare_crew(p, side, u) && S(p)->unit[u].flags & U_VEHICLE_CREW) return u;
  return NOT_FOUND;
}

void sp_recall_begin(struct sal_play *p) {
  for (int u = 0; u < p->book->ncounters; u++) /* in isolation it begins the scenario under Recall */
    if (S(p)->unit[u].iso && S(p)->unit[u].flags & U_RECALL) sal_tell(p, E_RECALL, R_11_6141b, SAL_EVU(u, .n = {0}));
  sal_push(p, N_RECALL, RUS);
  sal_push(p, N_RECALL, GER);
}

static bool recall_run(struct sal_play *p) {
  int side = sal_top(p)->side;
  bool any = false;
  for (int u = 0; u < p->book->ncounters; u++) any |= recalled(p, side, u);
  if (any && crew_to_spend(p, side) != NOT_FOUND) return false;
  sal_pop(p);
  return true;
}

static bool recall_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  if (a.verb == V_DONE) return true;
  return a.verb == V_FREE && (recalled(p, side, a.x[0]) || sal_refuse(why, R_11_6141a, "{u0} is no recalled vehicle off the map.", a.x[0], 0)); /* a crew is there: recall_run */
}

static void recall_list(const struct sal_play *p, int side, struct sal_list *l) {
  sal_list_add(l, sal_act(V_DONE, 0, 0, 0));
  for (int u = 0; u < p->book->ncounters; u++)
    if (recalled(p, side, u)) sal_list_add(l, sal_act(V_FREE, u, 0, 0));
}

static void recall_apply(struct sal_play *p, int side, struct sal_action a) {
  if (a.verb == V_DONE) {
    sal_pop(p);
    return;
  }
  int crew = crew_to_spend(p, side);
  S(p)->unit[a.x[0]].flags &= ~(uint32_t)U_RECALL;
  S(p)->unit[crew] = (struct unit){.at = NOWHERE, .where = NONE}; /* spent without CVP */
  sal_tell(p, E_FREED, R_11_6141a, SAL_EVUU(a.x[0], crew, .seen = (uint8_t)only(side)));
}

static void recall_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  (void)p;
  sal_prompt_say(out, "%s: free recalled vehicles by giving up a vehicle crew each; the others stay off the map.", side_title(side));
}

const struct sal_node sp_recall = {.id = "recall", .rule = R_11_6141a, .run = recall_run, .list = recall_list, .check = recall_check, .apply = recall_apply, .prompt = recall_prompt};

/* ---- 11.615: modules used up, aircraft ------------------------------------------------------------------------------- */

static void drop_attached(struct sal_play *p, int side, int module) {
  struct state *s = S(p);
  for (int i = 0; i < s->side[side].nrec; i++) {
    struct rec *r = &s->rec[side][i];
    if (r->attach != module) continue;
    r->flags |= R_GONE;
    const struct group *g = &O(p)->group[side][r->group];
    for (int k = 0; k < g->n[r->copy]; k++) { /* SP.SSR4: the OP tank goes with it, never as CVP */
      int u = g->first[r->copy] + k;
      if (alive(&s->unit[u])) sp_kill(p, u, R_SP_SSR4, false);
    }
  }
}

void sp_upkeep(struct sal_play *p) {
  struct state *s = S(p);
  for (int side = 0; side < 2; side++)
    for (int i = 0; i < s->side[side].nrec; i++) {
      struct rec *r = &s->rec[side][i];
      const struct group *g = &O(p)->group[side][r->group];
      if (r->flags & R_GONE) continue;
      r->flags &= (uint8_t)~(R_USED | R_NAMED);
      if (g->cls == 's') {
        r->flags |= R_GONE;
        r->arrival = r->planes = r->black = 0;
        sal_tell(p, E_AIR_GONE, R_11_615, SAL_EV(.n = {(int16_t)side}, .seen = (uint8_t)only(side)));
      } else if (g->calibre && (!r->black || r->drawn >= 2)) { /* CG10, 6.12 */
        r->flags |= R_GONE;
        drop_attached(p, side, i + 1);
        sal_tell(p, E_MODULE_GONE, R_11_615, SAL_EV(.n = {g->word}, .seen = (uint8_t)only(side)));
      }
    }
}
