/* setup.c - stalnie 11.624: wind, observers, the two set-ups in their order, inspections.
 *
 * A side sees nothing of the other's set-up before it is done, and then only where concealed stacks stand. `auto`
 * places what is left in cover behind the front; every unit can still be lifted and put elsewhere.
 */
#include "state.h"

#include <string.h>

enum { RECON_MIN = 16, RESERVE_MIN = 10, SOUTH_MIN = 10 };

struct room { /* scratch */
  uint8_t dist[PA_PLACES];
  uint16_t from[PA_PLACES];
};

/* Distance of every place from the own Front Line (11.6246 where there is no perimeter). */
static void front_distance(const struct sal_play *p, int side, struct room *w, int limit) {
  int n = 0, base = sp_pa_low(p) * WIDTH;
  for (int i = 0; i < PA_PLACES; i++)
    if (S(p)->area[i] & (side == GER ? A_FRONT_GER : A_FRONT_RUS)) w->from[n++] = (uint16_t)(i + base);
  sp_flood_from(p, w->dist, w->from, n, limit);
}

static bool far_behind(const struct sal_play *p, int side, int g) { /* 11.6194b */
  struct room *w = p->scratch;
  front_distance(p, side, w, RESERVE_MIN);
  return w->dist[at_pa(p, g)] >= RESERVE_MIN;
}

/* May this unit set up on the map at all? */
static bool may_set_up(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  const struct state *s = S(p);
  const struct unit *unit = &s->unit[u];
  if (side_of(p, u) != side || unit->where != OFF) return sal_refuse(why, R_11_6244a, "{u0} is not waiting off the map.", u, 0);
  if (!s->side[side].perimeter) return sal_refuse(why, side == GER && s->scenario == 1 ? R_11_5c : R_11_60532, "This side has no perimeter to set up in.", 0, 0);
  if (unit->flags & U_STAYS) return sal_refuse(why, R_11_6243, "{u0} is listed to stay off the map.", u, 0);
  if (unit->flags & (U_RECALL | U_SAVED)) return sal_refuse(why, unit->flags & U_RECALL ? R_11_6141a : R_11_6133, "{u0} is held off the map.", u, 0);
  if (!(unit->flags & U_NEW)) return true;
  const struct rec *r = &s->rec[side][unit->rec - 1];
  const struct group *g = &O(p)->group[side][r->group];
  if (r->zone || r->flags & (R_RESERVE | R_DUGIN) || g->notes & NOTE_E) return true;
  if (r->flags & R_OB && side == RUS && g->cls != 'a') return true; /* 11.5b */
  return sal_refuse(why, R_11_6194a, "{u0} enters as a reinforcement in the scenario of its purchase.", u, 0);
}

bool sp_may_stand(const struct sal_play *p, int type, int g) { /* V4 */
  uint8_t ground = sp_ground(p, g);
  int cls = O(p)->type[type].cls;
  if (cls == VEHICLE) return !(ground & (G_NOVEHICLE | G_NOINFANTRY));
  return !(ground & G_NOINFANTRY);
}

/* What holds of a hex for every unit of the side: its own ground, and the ten hexes from the south. */
static bool own_ground(const struct sal_play *p, int side, int g, struct sal_refusal *why) {
  if (!sp_area(p, side, g) || sp_isolated(p, side, g)) return sal_refuse(why, R_11_6244a, "{h0} is not inside the own perimeter.", O(p)->cell[g], 0);
  if (side == RUS && row_of(g) - sp_pa_low(p) < SOUTH_MIN) return sal_refuse(why, R_11_6244b, "{h0} is less than ten hexes from the south edge.", O(p)->cell[g], 0);
  return true;
}

static bool fits(const struct sal_play *p, int side, int u, int g, struct sal_refusal *why) {
  const struct unit *unit = &S(p)->unit[u];
  const struct type *t = type_of(p, u);
  if (!own_ground(p, side, g, why)) return false;
  if (!sp_may_stand(p, unit->type, g)) return sal_refuse(why, R_11_6244a, "{u0} cannot be in {h1}.", u, O(p)->cell[g]);
  if (t->cls != VEHICLE && t->cls != GUN && sp_ground(p, g) & G_OPEN && !sp_sheltered(p, side, g))
    return sal_refuse(why, R_11_6244a, "Infantry needs a fortification in the open ground of {h1}.", u, O(p)->cell[g]);
  if (unit->flags & U_NEW && unit->rec) {
    int zone = S(p)->rec[side][unit->rec - 1].zone, line = sp_pa_low(p) + ALONG;
    if (zone && (zone == 1) != (row_of(g) >= line)) return sal_refuse(why, R_11_6194a, "{u0} was bought for the other three boards.", u, 0);
  }
  return sp_room(p, u, g) || sal_refuse(why, R_CG8, "{h0} is full.", O(p)->cell[g], 0);
}

bool sp_may_put(const struct sal_play *p, int side, int u, int g, struct sal_refusal *why) {
  if (!sp_in_pa(p, g)) return sal_refuse(why, R_CG1a, "{h0} is not on the Playing Area.", O(p)->cell[g], 0);
  if (!fits(p, side, u, g, why)) return false;
  if (S(p)->unit[u].flags & U_RESERVE && !far_behind(p, side, g))
    return sal_refuse(why, R_11_6194b, "A reserve sets up ten or more hexes behind the Front Line; {h0} is nearer.", O(p)->cell[g], 0);
  return true;
}

/* ---- fortifications ------------------------------------------------------------------------------------ */

static int fort_at(const struct sal_play *p, int side, int g, int from, int to) {
  for (int i = 0; i < S(p)->nfort; i++)
    if (S(p)->fort[i].at == g && S(p)->fort[i].side == side && S(p)->fort[i].kind >= from && S(p)->fort[i].kind <= to) return i;
  return -1;
}

/* 11.621c: a field may be raised, to 8 or 12 factors or to 5 of anti-tank mines. */
static int raised(int kind, int by) {
  static const uint8_t ap[3] = {6, 8, 12};
  if (kind >= FORT_AT1) return kind - FORT_AT1 + by - FORT_AT1 + 2 <= 5 ? kind + by - FORT_AT1 + 1 : -1;
  int sum = ap[kind - FORT_AP6] + ap[by - FORT_AP6];
  return sum == 12 ? FORT_AP12 : -1;
}

static bool may_lay(const struct sal_play *p, int side, int k, int g, struct sal_refusal *why) {
  const struct fort_kind *f = &O(p)->fort[k];
  sal_hex h = O(p)->cell[g];
  if (!sp_in_pa(p, g)) return sal_refuse(why, R_CG1a, "{h0} is not on the Playing Area.", h, 0);
  if (sp_isolated(p, side, g)) {
    if (!f->isolated) return sal_refuse(why, R_11_621b, "That may not be added in the Isolated Area of {h0}.", h, 0);
  } else if (!own_ground(p, side, g, why)) {
    return false;
  }
  if (S(p)->area[at_pa(p, g)] & (side == GER ? A_FRONT_GER : A_FRONT_RUS) && !f->front) return sal_refuse(why, R_11_621b, "{h0} is a Front Line Location.", h, 0);
  uint8_t ground = sp_ground(p, g);
  if (ground & G_NOINFANTRY) return sal_refuse(why, R_11_621a, "{h0} is water.", h, 0);
  if (k == FORT_BUILDING && !(ground & G_BUILDING)) return sal_refuse(why, R_11_621a, "There is no building in {h0}.", h, 0);
  if (k == FORT_SETDC && !(ground & G_BUILDING) && fort_at(p, side, g, FORT_TRENCH, FORT_TRENCH) < 0 && fort_at(p, side, g, FORT_PILL135, FORT_PILL357) < 0)
    return sal_refuse(why, R_11_621f, "A set charge needs a building, rubble, trench or pillbox.", 0, 0);
  if (k >= FORT_AP6 && k <= FORT_AT5) {
    bool at = k >= FORT_AT1;
    int i = fort_at(p, side, g, at ? FORT_AT1 : FORT_AP6, at ? FORT_AT5 : FORT_AP12);
    return i < 0 || raised(S(p)->fort[i].kind, k) >= 0 || sal_refuse(why, R_11_621c, "The field in {h0} cannot be raised by that.", h, 0);
  }
  return fort_at(p, side, g, k, k) < 0 || sal_refuse(why, R_11_621a, "There is one in {h0}.", h, 0);
}

static bool layable(int k) { return k < FORT_HIP_SMC || k == FORT_SETDC || k == FORT_DUMMY; }

static void lay(struct sal_play *p, int side, int k, int g) {
  struct state *s = S(p);
  int i = k >= FORT_AP6 && k <= FORT_AT5 ? fort_at(p, side, g, k >= FORT_AT1 ? FORT_AT1 : FORT_AP6, k >= FORT_AT1 ? FORT_AT5 : FORT_AP12) : -1;
  s->side[side].stock[k]--;
  if (i >= 0) {
    s->fort[i].kind = (uint8_t)raised(s->fort[i].kind, k);
  } else if (s->nfort < MAX_FORTS) {
    s->fort[s->nfort++] = (struct fort){(uint16_t)g, (uint8_t)k, (uint8_t)side, 0, 0};
  }
  for (int r = 0; k == FORT_SETDC && r < s->side[side].nrec; r++) /* 11.621f: it uses up a charge */
    if (!(s->rec[side][r].flags & R_GONE) && s->rec[side][r].sw[4] > s->rec[side][r].bad[4]) {
      s->rec[side][r].sw[4]--;
      break;
    }
}

/* ---- auto: the rest in cover, behind the front, spread along it -------------------------------------------- */

static int rear_order(const struct sal_play *p, int side, int step) { /* hexrow by closeness to the front */
  return side == GER ? sp_pa_high(p) - step : sp_pa_low(p) + step;
}

/* Places inside the own perimeter from the front backwards, every third along y, so that neighbours in the list are
 * not neighbours on the ground. */
static int own_places(const struct sal_play *p, int side, uint16_t *out) {
  int n = 0, rows = sp_pa_high(p) - sp_pa_low(p);
  for (int band = 0; band <= rows; band += 4)
    for (int shift = 0; shift < 5; shift++)
      for (int step = band; step < band + 4 && step <= rows; step++)
        for (int k = shift; k < WIDTH; k += 5) {
          int g = rear_order(p, side, step) * WIDTH + k;
          if (sp_in_pa(p, g) && own_ground(p, side, g, NULL)) out[n++] = (uint16_t)g;
        }
  return n;
}

void sp_auto_setup(struct sal_play *p, int side) {
  struct state *s = S(p);
  uint16_t place[PA_PLACES];
  int n = own_places(p, side, place), next[3] = {0, 0, 0};
  struct room *w = p->scratch;
  if (!n) return;
  for (int k = 0; k < FORTS; k++) /* fortifications first: they shelter */
    for (int i = 0, left = n; layable(k) && s->side[side].stock[k] && left; left--, i++)
      if (may_lay(p, side, k, place[i], NULL)) lay(p, side, k, place[i]);
  front_distance(p, side, w, RESERVE_MIN);
  for (int u = 0; u < p->book->ncounters; u++) {
    if (s->unit[u].where != OFF || side_of(p, u) != side || !may_set_up(p, side, u, NULL)) continue;
    int cls = type_of(p, u)->cls, kind = cls == VEHICLE ? 2 : cls == GUN ? 1 : 0;
    for (int tries = 0; tries < n; tries++) {
      int g = place[next[kind]];
      next[kind] = (next[kind] + 1) % n;
      if (s->unit[u].flags & U_RESERVE && w->dist[at_pa(p, g)] < RESERVE_MIN) continue;
      if (kind == 0 && !sp_tem(p, side, g) && tries < n - 1 && tries < 200) continue;
      if (!fits(p, side, u, g, NULL)) continue;
      sp_put(p, u, g);
      break;
    }
  }
}

/* ---- the step -------------------------------------------------------------------------------------------- */

void sp_setup_begin(struct sal_play *p) {
  struct state *s = S(p);
  s->wind = 0;
  if (s->weather == GUSTY) s->wind = (uint8_t)sp_die(p, R_11_6241, SAL_NOUNIT, SAL_BOTH); /* 11.6241 */
  sal_tell(p, E_WIND, R_11_6241, SAL_EV(.n = {s->wind}));
  for (int side = 0; side < 2; side++)
    for (int i = 0; i < s->side[side].nrec; i++) s->rec[side][i].hex = NOWHERE;
  for (int u = 0; u < p->book->ncounters; u++) s->unit[u].flags &= ~(uint32_t)U_STAYS;
  s->inspect = RUS;
  sal_push(p, N_INSPECT, RUS);
  sal_push(p, N_SETUP, sal_enemy(s->first));
  sal_push(p, N_SETUP, s->first);
  sal_push(p, N_OBSERVER, GER);
}

/* RG.i: the hex of each Offboard Observer, secretly, before the Russians set up. x[0]: the line. */
static int observer_line(const struct sal_play *p) {
  const struct state *s = S(p);
  for (int i = 0; i < s->side[GER].nrec; i++) {
    const struct rec *r = &s->rec[GER][i];
    if (!(r->flags & R_GONE) && O(p)->group[GER][r->group].notes & NOTE_I && r->hex == NOWHERE) return i;
  }
  return -1;
}

static bool observer_run(struct sal_play *p) {
  if (observer_line(p) >= 0) return false;
  sal_pop(p);
  return true;
}

static void observer_list(const struct sal_play *p, int side, struct sal_list *l) {
  (void)side;
  for (int k = 0; k < WIDTH; k++) {
    int g = sp_pa_low(p) * WIDTH + k;
    if (sp_in_pa(p, g)) sal_list_add(l, sal_act(V_OBSERVE, O(p)->cell[g], 0, 0));
  }
}

static bool observer_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  (void)side;
  if (a.verb != V_OBSERVE) return false;
  int g = O(p)->place[a.x[0]];
  return (sp_in_pa(p, g) && sp_front_edge(p, GER, g)) || sal_refuse(why, R_RG_i, "The observer is in a hex of the south edge.", 0, 0);
}

static void observer_apply(struct sal_play *p, int side, struct sal_action a) {
  (void)side;
  S(p)->rec[GER][observer_line(p)].hex = O(p)->place[a.x[0]];
}

static void observer_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  (void)side;
  sal_prompt_say(out, "German: choose the hex of the Offboard Observer of line %d in secret, on the south edge.", observer_line(p) + 1);
}

const struct sal_node sp_observer = {.id = "setup.observer", .rule = R_RG_i, .run = observer_run, .list = observer_list, .check = observer_check,
                                     .apply = observer_apply, .prompt = observer_prompt};

/* ---- set-up ------------------------------------------------------------------------------------------------- */

static int hip_stock(int cls) { return cls == SQUAD ? FORT_HIP_SQUAD : is_smc(cls) ? FORT_HIP_SMC : cls == VEHICLE ? FORT_HIP_VEHICLE : FORT_HIP_HS; }

static bool may_hide(const struct sal_play *p, int side, int u, struct sal_refusal *why) { /* 11.621e */
  const struct unit *unit = &S(p)->unit[u];
  int cls = type_of(p, u)->cls;
  if (side_of(p, u) != side || unit->where != MAP || unit->flags & (U_HIP | U_RESERVE) || unit->iso) return sal_refuse(why, R_11_621e, "{u0} cannot be hidden.", u, 0);
  if (cls == VEHICLE && side == GER) return sal_refuse(why, R_11_621e, "German vehicles are never hidden.", 0, 0);
  if (sp_ground(p, unit->at) & G_OPEN) return sal_refuse(why, R_11_621e, "{u0} is in the open.", u, 0);
  return cls == GUN || S(p)->side[side].stock[hip_stock(cls)] || sal_refuse(why, R_11_621e, "No hidden placement was bought for {u0}.", u, 0);
}

static bool may_lift(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  const struct unit *unit = &S(p)->unit[u];
  if (side_of(p, u) != side || unit->where != MAP) return sal_refuse(why, R_11_6244a, "{u0} is not on the map.", u, 0);
  if (unit->iso) return sal_refuse(why, R_11_6242, "{u0} stays in its Isolated Area.", u, 0);
  bool fixed = unit->flags & (U_IMMOBILE | U_STRONG) && !(unit->flags & U_NEW);
  return !fixed || sal_refuse(why, R_11_607, "{u0} was left in its place.", u, 0);
}

static bool may_floor(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  const struct unit *unit = &S(p)->unit[u];
  if (!may_lift(p, side, u, why)) return false;
  if (unit->flags & U_RESERVE) return sal_refuse(why, R_11_6194b, "A reserve is on the ground floor.", 0, 0);
  return (type_of(p, u)->cls != VEHICLE && type_of(p, u)->cls != GUN && sp_ground(p, unit->at) & G_UPPER) || sal_refuse(why, R_11_2e, "There is no upper level for {u0}.", u, 0);
}

static bool may_keep(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  const struct unit *unit = &S(p)->unit[u];
  return (side_of(p, u) == side && unit->where == OFF && !(unit->flags & U_STAYS)) || sal_refuse(why, R_CG16, "{u0} is not waiting off the map.", u, 0);
}

static void setup_list(const struct sal_play *p, int side, struct sal_list *l) {
  const struct state *s = S(p);
  sal_list_add(l, sal_act(V_AUTO, 0, 0, 0));
  sal_list_add(l, sal_act(V_DONE, 0, 0, 0));
  for (int k = 0; k < FORTS; k++)
    if (s->side[side].stock[k] && layable(k)) sal_list_add(l, sal_act(V_LAY, k, 0, 0));
  for (int u = 0; u < p->book->ncounters; u++) {
    int where = s->unit[u].where;
    if ((where != OFF && where != MAP) || side_of(p, u) != side) continue;
    if (where == OFF) {
      if (may_set_up(p, side, u, NULL)) sal_list_add(l, sal_act(V_PICK, u, 0, 0));
      if (may_keep(p, side, u, NULL)) sal_list_add(l, sal_act(V_KEEP, u, 0, 0));
      continue;
    }
    if (may_lift(p, side, u, NULL)) sal_list_add(l, sal_act(V_LIFT, u, 0, 0));
    if (may_hide(p, side, u, NULL)) sal_list_add(l, sal_act(V_HIDE, u, 0, 0));
    if (sp_ground(p, s->unit[u].at) & G_UPPER && may_floor(p, side, u, NULL)) sal_list_add(l, sal_act(V_FLOOR, u, 0, 0));
  }
}

static bool setup_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  switch (a.verb) {
  case V_AUTO:
  case V_DONE: return true;
  case V_LAY: return (layable(a.x[0]) && S(p)->side[side].stock[a.x[0]]) || sal_refuse(why, R_11_621a, "None of these is in stock.", 0, 0);
  case V_PICK: return may_set_up(p, side, a.x[0], why);
  case V_KEEP: return may_keep(p, side, a.x[0], why);
  case V_LIFT: return may_lift(p, side, a.x[0], why);
  case V_HIDE: return may_hide(p, side, a.x[0], why);
  case V_FLOOR: return may_floor(p, side, a.x[0], why);
  default: return false;
  }
}

static void setup_close(struct sal_play *p, int side) {
  struct state *s = S(p);
  for (int u = 0; u < p->book->ncounters; u++) { /* 11.6194d: dug in means on the map */
    if (s->unit[u].where != OFF || side_of(p, u) != side || !(s->unit[u].flags & U_DUGIN) || !may_set_up(p, side, u, NULL)) continue;
    uint16_t place[PA_PLACES];
    int n = own_places(p, side, place);
    for (int i = 0; i < n; i++)
      if (fits(p, side, u, place[i], NULL)) {
        sp_put(p, u, place[i]);
        break;
      }
  }
  for (int u = 0; u < p->book->ncounters; u++) /* 11.6194b: a reserve not set up waits for the next scenario */
    if (side_of(p, u) == side && s->unit[u].where == OFF && s->unit[u].flags & U_RESERVE) s->unit[u].flags |= U_STAYS;
  for (int k = 0; k < FORTS; k++) s->side[side].stock[k] = 0;
  int n = 0;
  for (int u = 0; u < p->book->ncounters; u++) n += side_of(p, u) == side && s->unit[u].where == MAP;
  sal_pop(p);
  sp_veil(p);
  sal_reveal(p);
  sal_tell(p, E_SETUP_DONE, R_11_6244a, SAL_EV(.n = {(int16_t)side, (int16_t)n}, .seen = (uint8_t)only(side)));
}

static void setup_apply(struct sal_play *p, int side, struct sal_action a) {
  struct state *s = S(p);
  struct unit *unit = &s->unit[a.x[0] < MAX_UNITS ? a.x[0] : 0];
  switch (a.verb) {
  case V_AUTO: sp_auto_setup(p, side); break;
  case V_DONE: setup_close(p, side); break;
  case V_LAY: sal_push(p, N_PUT, side)->x[1] = (uint16_t)(a.x[0] + 1); break;
  case V_PICK: sal_push(p, N_PUT, side)->x[0] = (uint16_t)(a.x[0] + 1); break;
  case V_KEEP: unit->flags |= U_STAYS; break;
  case V_LIFT:
    if (unit->flags & U_HIP && type_of(p, a.x[0])->cls != GUN) s->side[side].stock[hip_stock(type_of(p, a.x[0])->cls)]++;
    sp_lift(p, a.x[0]);
    unit->flags &= ~(uint32_t)U_HIP;
    break;
  case V_HIDE:
    if (type_of(p, a.x[0])->cls != GUN) s->side[side].stock[hip_stock(type_of(p, a.x[0])->cls)]--;
    unit->flags |= U_HIP;
    unit->flags &= ~(uint32_t)U_KNOWN;
    break;
  default: unit->flags ^= U_UPPER; break;
  }
}

static void setup_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  int waiting = 0, on = 0;
  for (int u = 0; u < p->book->ncounters; u++) {
    if (side_of(p, u) != side) continue;
    waiting += S(p)->unit[u].where == OFF && may_set_up(p, side, u, NULL);
    on += S(p)->unit[u].where == MAP;
  }
  sal_prompt_say(out, "%s: set up. %d units are on the map, %d more may be; the others enter in play. Auto places the rest.", side_title(side), on, waiting);
}

const struct sal_node sp_setup = {.id = "setup", .rule = R_11_6244a, .list = setup_list, .check = setup_check, .apply = setup_apply, .prompt = setup_prompt};

/* ---- a hex for what was picked: x[0] unit + 1, or x[1] fortification + 1 -------------------------------------- */

static void put_list(const struct sal_play *p, int side, struct sal_list *l) {
  const struct sal_frame *f = sal_top(p);
  struct room *w = p->scratch;
  bool reserve = f->x[0] && S(p)->unit[f->x[0] - 1].flags & U_RESERVE;
  uint8_t mine = side == GER ? A_GER : A_RUS;
  int base = sp_pa_low(p) * WIDTH;
  if (reserve) front_distance(p, side, w, RESERVE_MIN);
  for (int i = 0; i < PA_PLACES; i++) {
    int g = i + base;
    if (f->x[0]) {
      if (!(S(p)->area[i] & mine) || (reserve && w->dist[i] < RESERVE_MIN)) continue;
      if (sp_in_pa(p, g) && fits(p, side, f->x[0] - 1, g, NULL)) sal_list_add(l, sal_act(V_PUT, O(p)->cell[g], 0, 0));
    } else if ((S(p)->area[i] & mine || S(p)->isle[i]) && sp_in_pa(p, g) && may_lay(p, side, f->x[1] - 1, g, NULL)) {
      sal_list_add(l, sal_act(V_PUT, O(p)->cell[g], 0, 0));
    }
  }
  sal_list_add(l, sal_act(V_CANCEL, 0, 0, 0));
}

static bool put_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  const struct sal_frame *f = sal_top(p);
  if (a.verb == V_CANCEL) return true;
  if (a.verb != V_PUT) return false;
  int g = O(p)->place[a.x[0]];
  return f->x[0] ? sp_may_put(p, side, f->x[0] - 1, g, why) : may_lay(p, side, f->x[1] - 1, g, why);
}

static void put_apply(struct sal_play *p, int side, struct sal_action a) {
  struct sal_frame f = *sal_top(p);
  sal_pop(p);
  if (a.verb == V_CANCEL) return;
  int g = O(p)->place[a.x[0]];
  if (f.x[0]) {
    sp_put(p, f.x[0] - 1, g);
    bool strong = fort_at(p, side, g, FORT_BUILDING, FORT_BUILDING) >= 0 || fort_at(p, side, g, FORT_PILL135, FORT_PILL357) >= 0;
    if (strong && type_of(p, f.x[0] - 1)->cls == GUN) S(p)->unit[f.x[0] - 1].flags |= U_STRONG; /* CG5 */
    sal_tell(p, E_PLACED, R_11_6244a, SAL_EVU(f.x[0] - 1, .at = {a.x[0]}, .seen = (uint8_t)only(side)));
  } else {
    lay(p, side, f.x[1] - 1, g);
  }
}

static void put_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  const struct sal_frame *f = sal_top(p);
  if (f->x[0]) {
    out->selected[out->nselected++] = (sal_unit)(f->x[0] - 1);
    sal_prompt_say(out, "%s: choose the hex for %s.", side_title(side), p->book->counter[f->x[0] - 1].label);
  } else {
    sal_prompt_say(out, "%s: choose the hex for the %s.", side_title(side), sp_fort_word[f->x[1] - 1]);
  }
}

const struct sal_node sp_put_node = {.id = "setup.put", .rule = R_11_6244a, .list = put_list, .check = put_check, .apply = put_apply, .prompt = put_prompt};

/* ---- 11.6245 inspections, the Soviets first ------------------------------------------------------------------- */

static bool inspect_run(struct sal_play *p) {
  struct state *s = S(p);
  if (!s->side[GER].recon_left && !s->side[RUS].recon_left) {
    sal_pop(p);
    return true;
  }
  int side = s->side[s->inspect].recon_left ? s->inspect : sal_enemy(s->inspect);
  if (sal_top(p)->side == side) return false;
  sal_top(p)->side = (uint8_t)side;
  return true;
}

static void inspect_list(const struct sal_play *p, int side, struct sal_list *l) {
  struct room *w = p->scratch;
  front_distance(p, side, w, RECON_MIN);
  for (int i = 0; i < PA_PLACES; i++) {
    int g = i + sp_pa_low(p) * WIDTH;
    if (sp_in_pa(p, g) && w->dist[i] >= RECON_MIN) sal_list_add(l, sal_act(V_INSPECT, O(p)->cell[g], 0, 0));
  }
  sal_list_add(l, sal_act(V_PASS, 0, 0, 0));
}

static bool inspect_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  struct room *w = p->scratch;
  if (a.verb == V_PASS) return true;
  if (a.verb != V_INSPECT) return false;
  int g = O(p)->place[a.x[0]];
  if (!sp_in_pa(p, g)) return sal_refuse(why, R_CG1a, "{h0} is not on the Playing Area.", a.x[0], 0);
  front_distance(p, side, w, RECON_MIN);
  return w->dist[at_pa(p, g)] >= RECON_MIN || sal_refuse(why, R_11_6245, "{h0} is less than 16 hexes from the own Front Line.", a.x[0], 0);
}

static void inspect_apply(struct sal_play *p, int side, struct sal_action a) {
  struct state *s = S(p);
  s->inspect = (uint8_t)sal_enemy(side);
  if (a.verb == V_PASS) {
    s->side[side].recon_left = 0;
    return;
  }
  int g = O(p)->place[a.x[0]], found = 0;
  s->side[side].recon_left--;
  for (int u = 0; u < p->book->ncounters; u++) {
    struct unit *unit = &s->unit[u];
    if (unit->where != MAP || unit->at != g || side_of(p, u) == side || unit->flags & U_KNOWN) continue;
    unit->flags = (unit->flags | U_KNOWN) & ~(uint32_t)U_HIP;
    sal_tell(p, E_SEEN, R_11_6245, SAL_EVU(u, .at = {a.x[0]}));
    found++;
  }
  for (int i = 0; i < s->nfort; i++)
    if (s->fort[i].at == g && s->fort[i].side != side && !s->fort[i].shown) s->fort[i].shown = s->fort[i].kind >= FORT_AP6 && s->fort[i].kind <= FORT_AT5 ? 2 : 1, found++;
  sp_veil(p);
  sal_reveal(p);
  sal_tell(p, E_INSPECTED, R_11_6245, SAL_EV(.at = {a.x[0]}, .n = {(int16_t)side, (int16_t)found}));
}

static void inspect_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  sal_prompt_say(out, "%s: inspect a Location 16 or more hexes from your Front Line, or pass. %d left.", side_title(side), S(p)->side[side].recon_left);
}

const struct sal_node sp_inspect = {.id = "setup.inspect", .rule = R_11_6245, .run = inspect_run, .list = inspect_list, .check = inspect_check,
                                    .apply = inspect_apply, .prompt = inspect_prompt};
