/* setup.c - stalnie 11.624: wind, observers, the two set-ups in their order, inspections.
 *
 * A side sees nothing of the other's set-up before it is done, and then only where concealed stacks stand. `auto`
 * places what is left in cover behind the front; every unit can still be lifted and put elsewhere.
 */
#include "state.h"

#include <string.h>

enum { RECON_MIN = 16, RESERVE_MIN = 10, SOUTH_MIN = 10, CLOAKS = 5 };

struct room { /* scratch */
  uint8_t shelter[PA_PLACES];
  uint32_t near[PA_ROWS], line[PA_ROWS];
};

/* Places less than so many hexes from the own Front Line (11.6246 where there is no perimeter). */
static void near_front(const struct sal_play *p, int side, int least, uint32_t *near) {
  int rows = sp_pa_high(p) - sp_pa_low(p) + 1;
  memset(near, 0, PA_ROWS * sizeof *near);
  for (int i = 0; i < rows * WIDTH; i++)
    if (S(p)->area[i] & (side == GER ? A_FRONT_GER : A_FRONT_RUS)) rows_put(near, i);
  for (int k = 1; k < least; k++) {
    uint32_t inner[PA_ROWS];
    memcpy(inner, near, sizeof inner);
    sp_beside(inner, near, rows);
  }
}

/* One place alone: so far or farther from every hex of the own Front Line. */
static bool far_from_front(const struct sal_play *p, int side, int g, int least) {
  struct room *w = p->scratch;
  near_front(p, side, least, w->near);
  return !rows_has(w->near, at_pa(p, g));
}

/* May this unit set up on the map at all? */
static bool may_set_up(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  const struct state *s = S(p);
  const struct unit *unit = &s->unit[u];
  if (side_of(p, u) != side || unit->where != OFF) return sal_refuse(why, R_11_6244a, "{u0} is not waiting off the map.", u, 0);
  if (!s->side[side].perimeter) return sal_refuse(why, sp_no_perimeter(p, side), "This side has no perimeter to set up in.", 0, 0);
  if (unit->flags & U_STAYS) return sal_refuse(why, R_11_6243, "{u0} is listed to stay off the map.", u, 0);
  if (unit->flags & (U_RECALL | U_SAVED)) return sal_refuse(why, unit->flags & U_RECALL ? R_11_6141a : R_11_6133, "{u0} is held off the map.", u, 0);
  if (!(unit->flags & U_NEW)) return true;
  const struct rec *r = &s->rec[side][unit->rec - 1];
  const struct group *g = &O(p)->group[side][r->group];
  if (r->zone || r->flags & (R_RESERVE | R_DUGIN) || g->notes & NOTE_E) return true;
  if (r->flags & R_OB && side == RUS && g->cls != 'a') return true; /* 11.5b */
  return sal_refuse(why, R_11_6194a, "{u0} enters as a reinforcement in the scenario of its purchase.", u, 0);
}

bool sp_may_stand(const struct sal_play *p, int side, int type, int g) { /* V4 */
  uint16_t ground = sp_ground(p, g);
  if (ground & G_NOINFANTRY) return false;
  if (O(p)->type[type].cls != VEHICLE || !(ground & G_NOVEHICLE)) return true;
  return ground & G_BUILDING && O(p)->type[type].flags & T_AFV && sp_strongpoint(p, side, g); /* CG5 */
}

/* What holds of a hex for every unit of the side: its own ground, and the ten hexes from the south. */
static bool own_ground(const struct sal_play *p, int side, int g, struct sal_refusal *why) {
  if (!sp_area(p, side, g)) return sal_refuse(why, R_11_6244a, "{h0} is not inside the own perimeter.", O(p)->cell[g], 0);
  if (side == RUS && row_of(g) - sp_pa_low(p) < SOUTH_MIN) return sal_refuse(why, R_11_6244b, "{h0} is less than ten hexes from the south edge.", O(p)->cell[g], 0);
  return true;
}

/* On own ground: shelter is what sheltered_places found, or NULL to look. */
static bool stands_here(const struct sal_play *p, int side, int u, int g, const uint8_t *shelter, struct sal_refusal *why) {
  const struct unit *unit = &S(p)->unit[u];
  const struct type *t = type_of(p, u);
  if (!sp_may_stand(p, side, unit->type, g)) return sal_refuse(why, R_11_6244a, "{u0} cannot be in {h1}.", u, O(p)->cell[g]);
  if (t->cls != VEHICLE && t->cls != GUN && sp_ground(p, g) & G_OPEN && !(shelter ? shelter[at_pa(p, g)] : sp_sheltered(p, side, g)))
    return sal_refuse(why, R_11_6244a, "Infantry needs a fortification in the open ground of {h1}.", u, O(p)->cell[g]);
  if (unit->flags & U_NEW) {
    int zone = S(p)->rec[side][unit->rec - 1].zone, line = sp_pa_low(p) + ALONG;
    if (zone && (zone == 1) != (row_of(g) >= line)) return sal_refuse(why, R_11_6194a, "{u0} was bought for the other three boards.", u, 0);
  }
  return sp_room(p, u, g) || sal_refuse(why, R_CG8, "{h0} is full.", O(p)->cell[g], 0);
}

static bool fits(const struct sal_play *p, int side, int u, int g, const uint8_t *shelter, struct sal_refusal *why) {
  return own_ground(p, side, g, why) && stands_here(p, side, u, g, shelter, why);
}

static void sheltered_places(const struct sal_play *p, int side, uint8_t *out) {
  memset(out, 0, PA_PLACES);
  for (int i = 0; i < S(p)->nfort; i++) {
    const struct fort *f = &S(p)->fort[i];
    if (f->side == side && sp_in_pa(p, f->at) && sp_sheltered(p, side, f->at)) out[at_pa(p, f->at)] = 1;
  }
}

static int fort_at(const struct sal_play *p, int side, int g, int from, int to) {
  for (int i = 0; i < S(p)->nfort; i++)
    if (S(p)->fort[i].at == g && S(p)->fort[i].side == side && S(p)->fort[i].kind >= from && S(p)->fort[i].kind <= to) return i;
  return NOT_FOUND;
}

/* 11.6194c: no dummy shares a Location with a cloaked reserve. */
static bool dummy_here(const struct sal_play *p, int side, int g) { return fort_at(p, side, g, FORT_DUMMY, FORT_DUMMY) != NOT_FOUND; }

static bool reserve_here(const struct sal_play *p, int g) { /* on own ground: the enemy's is behind his own front */
  for (int u = 0; u < p->book->ncounters; u++)
    if (S(p)->unit[u].at == g && S(p)->unit[u].flags & U_RESERVE) return true;
  return false;
}

bool sp_may_put(const struct sal_play *p, int side, int u, int g, struct sal_refusal *why) {
  if (!sp_in_pa(p, g)) return sal_refuse(why, R_CG1a, "That hex is not on the Playing Area.", 0, 0);
  if (!fits(p, side, u, g, NULL, why)) return false;
  if (S(p)->unit[u].flags & U_RESERVE && !far_from_front(p, side, g, RESERVE_MIN)) /* 11.6194b */
    return sal_refuse(why, R_11_6194b, "A reserve sets up ten or more hexes behind the Front Line; {h0} is nearer.", O(p)->cell[g], 0);
  if (S(p)->unit[u].flags & U_RESERVE && dummy_here(p, side, g)) return sal_refuse(why, R_11_6194c, "There is a dummy in {h0}.", O(p)->cell[g], 0);
  return true;
}

/* ---- fortifications ------------------------------------------------------------------------------------ */

/* 11.621c: a field may be raised, to 8 or 12 factors or to 5 of anti-tank mines. */
static int raised(int kind, int by) {
  static const uint8_t ap[3] = {6, 8, 12};
  if (kind >= FORT_AT1) return kind - FORT_AT1 + by - FORT_AT1 + 2 <= 5 ? kind + by - FORT_AT1 + 1 : NOT_FOUND;
  int sum = ap[kind - FORT_AP6] + ap[by - FORT_AP6];
  return sum == 12 ? FORT_AP12 : NOT_FOUND;
}

/* 11.621f: a company's record with a charge that may be set in g: Retained, or of a company setting up on the map, the
 * Russians' within its zone. 0: none; else the line. */
static int charge_for(const struct sal_play *p, int side, int g) {
  for (int i = 0; i < S(p)->side[side].nrec; i++) {
    const struct rec *r = &S(p)->rec[side][i];
    if (!sp_charges(r)) continue;
    bool fits = r->scenario < S(p)->scenario || (r->zone && (side == GER || (r->zone == 1) == (row_of(g) >= sp_pa_low(p) + ALONG)));
    if (fits) return i + 1;
  }
  return 0;
}

static bool detonates(const struct sal_play *p, int side, int u) {
  const struct unit *unit = &S(p)->unit[u];
  int cls = type_of(p, u)->cls;
  return side_of(p, u) == side && (unit->where == MAP || (unit->where == OFF && !(unit->flags & U_STAYS))) && (is_mmc(cls) || is_smc(cls));
}

static int first_detonator(const struct sal_play *p, int side) { /* on the map if there is one */
  int any = NOT_FOUND;
  for (int u = 0; u < p->book->ncounters; u++) {
    if (!detonates(p, side, u)) continue;
    if (S(p)->unit[u].where == MAP) return u;
    if (any == NOT_FOUND) any = u;
  }
  return any;
}

static bool may_lay(const struct sal_play *p, int side, int k, int g, struct sal_refusal *why) {
  const struct fort_kind *f = &O(p)->fort[k];
  if (!sp_in_pa(p, g)) return sal_refuse(why, R_CG1a, "That hex is not on the Playing Area.", 0, 0);
  sal_hex h = O(p)->cell[g];
  if (sp_isolated(p, side, g)) {
    if (!f->isolated) return sal_refuse(why, R_11_621b, "That may not be added in the Isolated Area of {h0}.", h, 0);
  } else if (!own_ground(p, side, g, why)) {
    return false;
  }
  if (S(p)->area[at_pa(p, g)] & (side == GER ? A_FRONT_GER : A_FRONT_RUS) && !f->front) return sal_refuse(why, R_11_621b, "{h0} is a Front Line Location.", h, 0);
  uint16_t ground = sp_ground(p, g);
  if (ground & G_NOINFANTRY) return sal_refuse(why, R_11_621a, "{h0} is water.", h, 0);
  if (k == FORT_BUILDING && !(ground & G_BUILDING)) return sal_refuse(why, R_11_621a, "There is no building in {h0}.", h, 0);
  if (k == FORT_SETDC && !charge_for(p, side, g)) return sal_refuse(why, R_11_621f, "No charge can be set in {h0}: it is Retained, or of a company that sets up there.", h, 0);
  if (k == FORT_SETDC && first_detonator(p, side) == NOT_FOUND) return sal_refuse(why, R_11_621f, "There is nobody to detonate it.", 0, 0);
  if (k == FORT_SETDC && !(ground & (G_BUILDING | G_BRIDGE)) && fort_at(p, side, g, FORT_TRENCH, FORT_TRENCH) == NOT_FOUND && fort_at(p, side, g, FORT_PILL135, FORT_PILL357) == NOT_FOUND)
    return sal_refuse(why, R_11_621f, "A set charge needs a building, rubble, bridge, trench or pillbox.", 0, 0);
  if (k >= FORT_AP6 && k <= FORT_AT5) {
    bool at = k >= FORT_AT1;
    int i = fort_at(p, side, g, at ? FORT_AT1 : FORT_AP6, at ? FORT_AT5 : FORT_AP12);
    return i == NOT_FOUND || raised(S(p)->fort[i].kind, k) != NOT_FOUND || sal_refuse(why, R_11_621c, "The field in {h0} cannot be raised by that.", h, 0);
  }
  if (k == FORT_DUMMY && reserve_here(p, g)) return sal_refuse(why, R_11_6194c, "There is a reserve in {h0}.", h, 0);
  return fort_at(p, side, g, k, k) == NOT_FOUND || sal_refuse(why, R_11_621a, "There is one in {h0}.", h, 0);
}

/* 11.6194b: the dummies that come with a reserve stand as far behind the front as it does; bought ones go first. */
static bool is_cloak(const struct sal_play *p, int side, int k) {
  int groups = 0;
  for (int i = 0; i < S(p)->side[side].nrec; i++) groups += S(p)->rec[side][i].scenario == S(p)->scenario && S(p)->rec[side][i].flags & R_RESERVE;
  return k == FORT_DUMMY && S(p)->side[side].stock[k] <= CLOAKS * groups;
}

static bool layable(int k) { return k < FORT_HIP_SMC || k == FORT_SETDC || k == FORT_DUMMY; }

static void lay(struct sal_play *p, int side, int k, int g, int detonator) {
  struct state *s = S(p);
  int i = k >= FORT_AP6 && k <= FORT_AT5 ? fort_at(p, side, g, k >= FORT_AT1 ? FORT_AT1 : FORT_AP6, k >= FORT_AT1 ? FORT_AT5 : FORT_AP12) : NOT_FOUND;
  s->side[side].stock[k]--;
  if (i != NOT_FOUND) {
    s->fort[i].kind = (uint8_t)raised(s->fort[i].kind, k);
  } else if (s->nfort < MAX_FORTS) {
    s->fort[s->nfort++] = (struct fort){.at = (uint16_t)g, .unit = (uint16_t)(k == FORT_SETDC ? detonator + 1 : 0), .kind = (uint8_t)k, .side = (uint8_t)side};
  }
  if (k == FORT_SETDC) s->rec[side][charge_for(p, side, g) - 1].sw[SW_DC]--; /* 11.621f: it uses up a charge */
}

/* ---- CG6: a field phone and its line to the own edge; RG.j: Pre-Registered hexes --------------------------- */

bool sp_wants_phone(const struct sal_play *p, int side, int at) {
  const struct rec *r = &S(p)->rec[side][at];
  return !(r->flags & R_GONE) && r->link == LINK_PHONE && r->black && !sp_served(p, side, at);
}

/* Every hex of the line is the side's own and one hexrow nearer its front edge than the last. Own at the start of the
 * scenario is what lies inside the perimeter and what was taken before and not lost (CG3). */
static void phone_lines(const struct sal_play *p, int side, uint32_t *line) {
  const struct state *s = S(p);
  int rows = sp_pa_high(p) - sp_pa_low(p) + 1;
  memset(line, 0, PA_ROWS * sizeof *line);
  for (int d = 0; d < rows; d++) {
    int r = side == GER ? d : rows - 1 - d, behind = side == GER ? r - 1 : r + 1;
    if (d == 0) line[r] = O(p)->on[sp_pa_low(p) + r];
    for (uint32_t left = d ? next_row(line[behind], behind) & O(p)->on[sp_pa_low(p) + r] : 0; left; left &= left - 1) {
      int i = r * WIDTH + lowest_bit(left);
      bool mine = s->area[i] & (side == GER ? A_GER : A_RUS) || (!(s->area[i] & (A_GER | A_RUS)) && !s->isle[i] && ((s->ground[i] & C_OWN) != 0) == (side == GER));
      if (mine) rows_put(line, i);
    }
  }
}

static bool phone_here(const struct sal_play *p, int side, int g, const uint32_t *line, struct sal_refusal *why) {
  if (!own_ground(p, side, g, why)) return false;
  if (sp_ground(p, g) & G_NOINFANTRY) return sal_refuse(why, R_CG6, "{h0} is water.", O(p)->cell[g], 0);
  return rows_has(line, at_pa(p, g)) || sal_refuse(why, R_CG6, "No line of own hexes runs from {h0} to the own edge.", O(p)->cell[g], 0);
}

static bool may_phone(const struct sal_play *p, int side, int n, struct sal_refusal *why) {
  if (!sp_line(p, side, n) || !sp_wants_phone(p, side, n - 1)) return sal_refuse(why, R_CG6, "Line {n0} is no module with a field phone.", n, 0);
  return S(p)->side[side].perimeter || sal_refuse(why, R_CG6, "Without a perimeter there is no hex for a field phone.", 0, 0);
}

static int registered(const struct rec *r) { return (r->reg[0] != 0) + (r->reg[1] != 0); } /* place + 1 */

static bool may_register(const struct sal_play *p, int side, int n, struct sal_refusal *why) {
  const struct rec *r = sp_line(p, side, n);
  if (!r || r->flags & R_GONE) return sal_refuse(why, R_RG_j, "Line {n0} is no module.", n, 0);
  return registered(r) < r->prereg || sal_refuse(why, R_RG_j, "Line {n0} has no more hexes to register.", n, 0);
}

static void auto_phones(struct sal_play *p, int side, const uint16_t *place, int n) {
  struct room *w = p->scratch;
  bool drawn = false;
  for (int i = 0; i < S(p)->side[side].nrec; i++) {
    struct rec *r = &S(p)->rec[side][i];
    if (r->hex != NOWHERE || !may_phone(p, side, i + 1, NULL)) continue;
    if (!drawn) phone_lines(p, side, w->line), drawn = true;
    for (int k = 0; k < n; k++)
      if (phone_here(p, side, place[k], w->line, NULL)) {
        r->hex = place[k];
        break;
      }
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
  uint8_t mine = side == GER ? A_GER : A_RUS;
  for (int band = 0; band <= rows; band += 4)
    for (int shift = 0; shift < 5; shift++)
      for (int step = band; step < band + 4 && step <= rows; step++)
        for (int k = shift; k < WIDTH; k += 5) {
          int g = rear_order(p, side, step) * WIDTH + k;
          if (S(p)->area[at_pa(p, g)] & mine && own_ground(p, side, g, NULL)) out[n++] = (uint16_t)g;
        }
  return n;
}

static void set_down(struct sal_play *p, int side, int u, int g) {
  sp_put(p, u, g);
  bool fixed = type_of(p, u)->cls == GUN || type_of(p, u)->flags & T_AFV;
  if (fixed && sp_strongpoint(p, side, g)) S(p)->unit[u].flags |= U_STRONG; /* CG5 */
}

static bool anything_left(const struct sal_play *p, int side) {
  const struct state *s = S(p);
  for (int k = 0; k < FORTS; k++)
    if (s->side[side].stock[k] && layable(k)) return true;
  for (int i = 0; i < s->side[side].nrec; i++)
    if (s->rec[side][i].hex == NOWHERE && may_phone(p, side, i + 1, NULL)) return true;
  for (int u = 0; u < p->book->ncounters; u++)
    if (may_set_up(p, side, u, NULL)) return true;
  return false;
}

void sp_auto_setup(struct sal_play *p, int side) {
  struct state *s = S(p);
  uint16_t place[PA_PLACES];
  if (!anything_left(p, side)) return;
  int n = own_places(p, side, place), next[3] = {0, 0, 0};
  struct room *w = p->scratch;
  if (!n) return;
  near_front(p, side, RESERVE_MIN, w->near);
  for (int k = 0; k < FORTS; k++) /* fortifications first: they shelter */
    for (int i = 0, left = n; layable(k) && s->side[side].stock[k] && left; left--, i++)
      if (may_lay(p, side, k, place[i], NULL) && !(is_cloak(p, side, k) && rows_has(w->near, at_pa(p, place[i])))) lay(p, side, k, place[i], first_detonator(p, side));
  auto_phones(p, side, place, n);
  sheltered_places(p, side, w->shelter);
  for (int u = 0; u < p->book->ncounters; u++) {
    if (!may_set_up(p, side, u, NULL)) continue;
    int cls = type_of(p, u)->cls, kind = cls == VEHICLE ? 2 : cls == GUN ? 1 : 0;
    for (int tries = 0; tries < n; tries++) {
      int g = place[next[kind]];
      next[kind] = (next[kind] + 1) % n;
      if (s->unit[u].flags & U_RESERVE && (rows_has(w->near, at_pa(p, g)) || dummy_here(p, side, g))) continue;
      if (kind == 0 && !sp_tem(p, side, g) && tries < n - 1 && tries < 200) continue;
      if (!fits(p, side, u, g, w->shelter, NULL)) continue;
      set_down(p, side, u, g);
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
  for (int side = 0; side < 2; side++) /* 11.6194b: five dummies come with every reserve group */
    for (int i = 0; i < s->side[side].nrec; i++)
      if (s->rec[side][i].scenario == s->scenario && s->rec[side][i].flags & R_RESERVE) s->side[side].stock[FORT_DUMMY] = (uint8_t)(s->side[side].stock[FORT_DUMMY] + CLOAKS);
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
  return NOT_FOUND;
}

static bool observer_run(struct sal_play *p) {
  if (observer_line(p) != NOT_FOUND) return false;
  sal_pop(p);
  return true;
}

static void observer_list(const struct sal_play *p, int side, struct sal_list *l) {
  (void)side;
  for (int k = WIDTH - 1; k >= 0; k--) {
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

/* What hiding that unit takes from the stock; nothing is NOT_FOUND: a Gun with its crew in suitable terrain. */
static int hip_stock(const struct sal_play *p, int u) {
  const struct type *t = type_of(p, u);
  bool open = sp_ground(p, S(p)->unit[u].at) & G_OPEN;
  if (t->cls == GUN) return !open ? NOT_FOUND : t->flags & T_LARGE ? FORT_HIP_VEHICLE : FORT_HIP_58;
  return t->cls == SQUAD ? FORT_HIP_SQUAD : is_smc(t->cls) ? FORT_HIP_SMC : t->cls == VEHICLE ? FORT_HIP_VEHICLE : FORT_HIP_HS;
}

static int hidden_afv(const struct sal_play *p, int side) {
  int n = 0;
  for (int u = 0; u < p->book->ncounters; u++) n += S(p)->unit[u].flags & U_HIP && side_of(p, u) == side && type_of(p, u)->flags & T_AFV;
  return n;
}

static bool may_hide(const struct sal_play *p, int side, int u, struct sal_refusal *why) { /* 11.621e */
  const struct unit *unit = &S(p)->unit[u];
  int cls = type_of(p, u)->cls;
  if (side_of(p, u) != side || unit->where != MAP || unit->flags & (U_HIP | U_RESERVE) || unit->iso) return sal_refuse(why, R_11_621e, "{u0} cannot be hidden.", u, 0);
  if (cls == VEHICLE && side == GER) return sal_refuse(why, R_11_621e, "German vehicles are never hidden.", 0, 0);
  if (cls != GUN && sp_ground(p, unit->at) & G_OPEN) return sal_refuse(why, R_11_621e, "{u0} is in the open.", u, 0);
  int stock = hip_stock(p, u);
  if (type_of(p, u)->flags & T_AFV && hidden_afv(p, side) >= sp_hip_limit(p, side, true)) return sal_refuse(why, R_11_621e, "A tenth of the AFV may be hidden.", 0, 0);
  return stock == NOT_FOUND || S(p)->side[side].stock[stock] || sal_refuse(why, R_11_621e, "No hidden placement was bought for {u0}.", u, 0);
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

static void add_all(struct sal_list *l, int verb, const uint16_t *u, int n) {
  for (int i = 0; i < n; i++) sal_list_add(l, sal_act(verb, u[i], 0, 0));
}

static void setup_list(const struct sal_play *p, int side, struct sal_list *l) { /* in the order of the verbs */
  const struct state *s = S(p);
  uint16_t pick[MAX_UNITS], keep[MAX_UNITS], lift[MAX_UNITS], hide[MAX_UNITS], upper[MAX_UNITS];
  int npick = 0, nkeep = 0, nlift = 0, nhide = 0, nupper = 0;
  for (int u = 0; u < p->book->ncounters; u++) {
    int where = s->unit[u].where;
    if ((where != OFF && where != MAP) || side_of(p, u) != side) continue;
    if (where == OFF) {
      if (may_set_up(p, side, u, NULL)) pick[npick++] = (uint16_t)u;
      if (may_keep(p, side, u, NULL)) keep[nkeep++] = (uint16_t)u;
      continue;
    }
    if (may_lift(p, side, u, NULL)) lift[nlift++] = (uint16_t)u;
    if (may_hide(p, side, u, NULL)) hide[nhide++] = (uint16_t)u;
    if (sp_ground(p, s->unit[u].at) & G_UPPER && may_floor(p, side, u, NULL)) upper[nupper++] = (uint16_t)u;
  }
  add_all(l, V_PICK, pick, npick);
  for (int k = 0; k < FORTS; k++)
    if (s->side[side].stock[k] && layable(k)) sal_list_add(l, sal_act(V_LAY, k, 0, 0));
  add_all(l, V_FLOOR, upper, nupper);
  add_all(l, V_LIFT, lift, nlift);
  add_all(l, V_KEEP, keep, nkeep);
  sal_list_add(l, sal_act(V_AUTO, 0, 0, 0));
  sal_list_add(l, sal_act(V_DONE, 0, 0, 0));
  add_all(l, V_HIDE, hide, nhide);
  for (int i = 1; i <= s->side[side].nrec; i++)
    if (s->rec[side][i - 1].link == LINK_PHONE && may_phone(p, side, i, NULL)) sal_list_add(l, sal_act(V_PHONE, i, 0, 0));
  for (int i = 1; i <= s->side[side].nrec; i++)
    if (s->rec[side][i - 1].prereg && may_register(p, side, i, NULL)) sal_list_add(l, sal_act(V_REGISTER, i, 0, 0));
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
  case V_PHONE: return may_phone(p, side, a.x[0], why);
  case V_REGISTER: return may_register(p, side, a.x[0], why);
  default: return false;
  }
}

static void setup_close(struct sal_play *p, int side) {
  struct state *s = S(p);
  for (int u = 0; u < p->book->ncounters; u++) { /* 11.6194d: dug in means on the map */
    if (!(s->unit[u].flags & U_DUGIN) || !may_set_up(p, side, u, NULL)) continue;
    uint16_t place[PA_PLACES];
    int n = own_places(p, side, place);
    for (int i = 0; i < n; i++)
      if (fits(p, side, u, place[i], NULL, NULL)) {
        set_down(p, side, u, place[i]);
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
  case V_AUTO:
    sp_auto_setup(p, side);
    sal_top(p)->x[0] = 1; /* x[0]: the program has placed what it could */
    break;
  case V_DONE: setup_close(p, side); break;
  case V_LAY: sal_push(p, N_PUT, side)->x[1] = (uint16_t)(a.x[0] + 1); break;
  case V_PICK: sal_push(p, N_PUT, side)->x[0] = (uint16_t)(a.x[0] + 1); break;
  case V_PHONE: sal_push(p, N_PUT, side)->x[2] = a.x[0]; break;
  case V_REGISTER: sal_push(p, N_PUT, side)->x[3] = a.x[0]; break;
  case V_KEEP: unit->flags |= U_STAYS; break;
  case V_LIFT:
    if (unit->flags & U_HIP && hip_stock(p, a.x[0]) != NOT_FOUND) s->side[side].stock[hip_stock(p, a.x[0])]++;
    sp_lift(p, a.x[0]);
    unit->flags &= ~(uint32_t)U_HIP;
    break;
  case V_HIDE:
    if (hip_stock(p, a.x[0]) != NOT_FOUND) s->side[side].stock[hip_stock(p, a.x[0])]--;
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
    waiting += may_set_up(p, side, u, NULL);
    on += S(p)->unit[u].where == MAP;
  }
  if (S(p)->side[side].perimeter) sal_prompt_say(out, "%s: set up. %d units are on the map, %d more may be; the others enter in play. Auto places the rest.", side_title(side), on, waiting);
  else sal_prompt_say(out, "%s: set up. Without own ground on this Playing Area everything enters in play; choose only whom to keep off the map, then end.", side_title(side));
}

const struct sal_node sp_setup = {.id = "setup", .rule = R_11_6244a, .list = setup_list, .check = setup_check, .apply = setup_apply, .prompt = setup_prompt};

/* ---- a hex for what was picked: x[0] unit + 1, x[1] fortification + 1, x[2] line of a phone, x[3] line of a module to register;
 * x[4]: the hex of a set charge whose detonating unit is still to be named ----------------------------------------- */

static bool may_detonate(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  return detonates(p, side, u) || sal_refuse(why, R_11_621f, "{u0} cannot detonate a charge.", u, 0);
}

/* The hexes where a unit may set up; what put_check looks at one hex at a time. */
static void unit_hexes(const struct sal_play *p, int side, int u, struct sal_list *l) {
  const struct state *s = S(p);
  const struct unit *unit = &s->unit[u];
  struct room *w = p->scratch;
  int cls = type_of(p, u)->cls, zone = unit->flags & U_NEW ? s->rec[side][unit->rec - 1].zone : 0;
  bool reserve = unit->flags & U_RESERVE, heavy = cls == VEHICLE || cls == GUN;
  uint8_t mine = side == GER ? A_GER : A_RUS;
  int base = sp_pa_low(p) * WIDTH, low = side == RUS ? SOUTH_MIN * WIDTH : 0, high = PA_PLACES, line = ALONG * WIDTH;
  if (zone == 1 && low < line) low = line;
  if (zone == 2) high = line;
  if (reserve) near_front(p, side, RESERVE_MIN, w->near);
  sheltered_places(p, side, w->shelter);
  for (int i = high - 1; i >= low; i--) { /* cells count from the north-west */
    if (!(s->area[i] & mine) || (reserve && (rows_has(w->near, i) || dummy_here(p, side, i + base)))) continue;
    uint16_t ground = s->nburnt ? sp_ground(p, i + base) : O(p)->ground[i + base];
    if (ground & G_NOINFANTRY || (!heavy && ground & G_OPEN && !w->shelter[i])) continue;
    if (cls == VEHICLE && ground & G_NOVEHICLE && !sp_may_stand(p, side, unit->type, i + base)) continue;
    if (sp_room(p, u, i + base)) sal_list_add(l, sal_act(V_PUT, O(p)->cell[i + base], 0, 0));
  }
}

static void put_hexes(const struct sal_play *p, int side, struct sal_list *l) {
  const struct sal_frame *f = sal_top(p);
  struct room *w = p->scratch;
  uint8_t mine = side == GER ? A_GER : A_RUS;
  int base = sp_pa_low(p) * WIDTH;
  if (f->x[0]) {
    unit_hexes(p, side, f->x[0] - 1, l);
    return;
  }
  if (f->x[2]) phone_lines(p, side, w->line);
  bool cloak = f->x[1] && is_cloak(p, side, f->x[1] - 1);
  if (cloak) near_front(p, side, RESERVE_MIN, w->near);
  for (int i = PA_PLACES - 1; i >= 0; i--) { /* cells count from the north-west */
    int g = i + base;
    bool in = S(p)->area[i] & mine;
    if (!in && !f->x[3] && !(f->x[1] && S(p)->isle[i])) continue;
    if (!sp_in_pa(p, g)) continue;
    bool good = f->x[1] ? may_lay(p, side, f->x[1] - 1, g, NULL) && !(cloak && rows_has(w->near, i)) : f->x[3] || phone_here(p, side, g, w->line, NULL);
    if (good) sal_list_add(l, sal_act(V_PUT, O(p)->cell[g], 0, 0));
  }
}

static void put_list(const struct sal_play *p, int side, struct sal_list *l) {
  bool naming = sal_top(p)->x[4] != 0;
  if (!naming) put_hexes(p, side, l);
  sal_list_add(l, sal_act(V_CANCEL, 0, 0, 0));
  for (int u = 0; naming && u < p->book->ncounters; u++)
    if (detonates(p, side, u)) sal_list_add(l, sal_act(V_DETONATE, u, 0, 0));
}

static bool put_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  const struct sal_frame *f = sal_top(p);
  struct room *w = p->scratch;
  if (a.verb == V_CANCEL) return true;
  if (f->x[4]) return a.verb == V_DETONATE && may_detonate(p, side, a.x[0], why);
  if (a.verb != V_PUT) return false;
  int g = O(p)->place[a.x[0]];
  if (f->x[0]) return sp_may_put(p, side, f->x[0] - 1, g, why);
  if (f->x[1] && !may_lay(p, side, f->x[1] - 1, g, why)) return false;
  if (f->x[1]) return !is_cloak(p, side, f->x[1] - 1) || far_from_front(p, side, g, RESERVE_MIN) || sal_refuse(why, R_11_6194b, "The dummies of a reserve stand ten or more hexes behind the Front Line; {h0} is nearer.", a.x[0], 0);
  if (!sp_in_pa(p, g)) return sal_refuse(why, R_CG1a, "That hex is not on the Playing Area.", 0, 0);
  if (f->x[3]) return true;
  phone_lines(p, side, w->line);
  return phone_here(p, side, g, w->line, why);
}

static void put_apply(struct sal_play *p, int side, struct sal_action a) {
  struct state *s = S(p);
  struct sal_frame f = *sal_top(p);
  int g = a.verb == V_PUT ? O(p)->place[a.x[0]] : 0;
  if (a.verb == V_PUT && f.x[1] == FORT_SETDC + 1) { /* now its detonating unit */
    sal_top(p)->x[4] = (uint16_t)(g + 1);
    return;
  }
  sal_pop(p);
  if (a.verb == V_CANCEL) return;
  if (a.verb == V_DETONATE) {
    lay(p, side, FORT_SETDC, f.x[4] - 1, a.x[0]);
  } else if (f.x[0]) {
    set_down(p, side, f.x[0] - 1, g);
    sal_tell(p, E_PLACED, R_11_6244a, SAL_EVU(f.x[0] - 1, .at = {a.x[0]}, .seen = (uint8_t)only(side)));
  } else if (f.x[1]) {
    lay(p, side, f.x[1] - 1, g, 0);
  } else if (f.x[2]) {
    s->rec[side][f.x[2] - 1].hex = (uint16_t)g;
  } else {
    struct rec *r = &s->rec[side][f.x[3] - 1];
    r->reg[registered(r)] = (uint16_t)(g + 1);
  }
}

static void put_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  const struct sal_frame *f = sal_top(p);
  if (f->x[4]) {
    sal_prompt_say(out, "%s: which unit detonates the charge in %s?", side_title(side), p->book->board.name[O(p)->cell[f->x[4] - 1]]);
  } else if (f->x[0]) {
    out->selected[out->nselected++] = (sal_unit)(f->x[0] - 1);
    sal_prompt_say(out, "%s: choose the hex for %s.", side_title(side), p->book->counter[f->x[0] - 1].label);
  } else if (f->x[1]) {
    sal_prompt_say(out, "%s: choose the hex for the %s.", side_title(side), sp_fort_word[f->x[1] - 1]);
  } else if (f->x[2]) {
    sal_prompt_say(out, "%s: choose the hex of the field phone of line %d; its line runs over own hexes to the own edge.", side_title(side), f->x[2]);
  } else {
    sal_prompt_say(out, "%s: choose a Pre-Registered hex for the module of line %d.", side_title(side), f->x[3]);
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
  near_front(p, side, RECON_MIN, w->near);
  for (int h = sp_pa_high(p); h >= sp_pa_low(p); h--) /* cells count from the north-west */
    for (uint32_t left = O(p)->on[h] & ~w->near[h - sp_pa_low(p)]; left; left &= ~(1u << highest_bit(left)))
      sal_list_add(l, sal_act(V_INSPECT, O(p)->cell[h * WIDTH + highest_bit(left)], 0, 0));
  sal_list_add(l, sal_act(V_PASS, 0, 0, 0));
}

static bool inspect_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  if (a.verb == V_PASS) return true;
  if (a.verb != V_INSPECT) return false;
  int g = O(p)->place[a.x[0]];
  if (!sp_in_pa(p, g)) return sal_refuse(why, R_CG1a, "{h0} is not on the Playing Area.", a.x[0], 0);
  int rule = !S(p)->side[side].perimeter || S(p)->scenario == 1 ? R_11_6246 : R_11_6245; /* where the Front Line is supplied */
  return far_from_front(p, side, g, RECON_MIN) || sal_refuse(why, rule, "{h0} is less than 16 hexes from the own Front Line.", a.x[0], 0);
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
    if (s->fort[i].at == g && s->fort[i].side != side && !s->fort[i].shown && s->fort[i].kind == FORT_DUMMY) sal_tell(p, E_DUMMY, R_CG15, SAL_EV(.at = {a.x[0]}));
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
