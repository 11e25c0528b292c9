/* unit_setup_works.c - stalnie 11.621, CG6 and RG.j: works, field phones and Pre-Registered hexes.
 *
 * What was bought with FPP waits in the stock until set-up, where each work gets its hex; a set
 * charge gets the unit that detonates it too. A field phone needs a line of own hexes to its own
 * edge. The step that asks for a hex ends the file; it serves the units of unit_setup.c too.
 */
#include "state.h"

#include <string.h>

/* The first own fortification of these kinds there; NOT_FOUND: none. */
static int fort_at(const struct sal_play *p, int side, int g, int from, int to) {
  for (int i = 0; i < S(p)->nfort; i++) {
    const struct fort *f = &S(p)->fort[i];
    bool of_kind = f->kind >= from && f->kind <= to;
    if (f->at == g && f->side == side && of_kind)
      return i;
  }
  return NOT_FOUND;
}

/* 11.6194c: no dummy shares a Location with a cloaked reserve. */
bool sp_dummy_here(const struct sal_play *p, int side, int g) {
  return fort_at(p, side, g, FORT_DUMMY, FORT_DUMMY) != NOT_FOUND;
}

/* on own ground: the enemy's is behind his own front */
static bool reserve_here(const struct sal_play *p, int g) {
  for (int u = 0; u < p->book->ncounters; u++) {
    const struct unit *unit = &S(p)->unit[u];
    if (unit->at == g && unit->flags & U_RESERVE)
      return true;
  }
  return false;
}

/* ---- fortifications --------------------------------------------------------------------- */

/* 11.621: anti-personnel mines come in these sizes. */
static int ap_factors(int kind) {
  static const uint8_t factors[] = {2, 4, 6, 8, 12};
  return factors[kind - FORT_AP2];
}

/* 11.621c, F32.15: a field of A-P mines goes from 6 to 8 or 12 factors and from 8 to 12, one of A-T
 * mines up to 5. NOT_FOUND: that does not make an allowed field. */
static int raised(int kind, int by) {
  enum { MOST_AT = 5 };

  if (kind >= FORT_AT1) {
    int there = kind - FORT_AT1 + 1;
    int more = by - FORT_AT1 + 1;
    int factors = there + more;
    if (factors <= MOST_AT)
      return FORT_AT1 + factors - 1;
    return NOT_FOUND;
  }

  int factors = ap_factors(kind) + ap_factors(by);
  if (factors == 8)
    return FORT_AP8;
  if (factors == 12)
    return FORT_AP12;
  return NOT_FOUND;
}

/* 11.621f: a Retained charge may be set anywhere; one of a company that sets up on the map goes
 * with it, the Russians' within its zone. */
static bool charge_goes_to(const struct sal_play *p, int side, const struct rec *r, int g) {
  bool retained = r->scenario < S(p)->scenario;
  if (retained)
    return true;

  if (!r->zone)
    return false;
  if (side == GER)
    return true;

  bool northern_zone = r->zone == 1;
  bool northern_boards = row_of(g) >= sp_pa_low(p) + ALONG;
  return northern_zone == northern_boards;
}

/* 11.621f: a company's record with a charge that may be set in g. 0: none; else the line. */
static int charge_for(const struct sal_play *p, int side, int g) {
  for (int i = 0; i < S(p)->side[side].nrec; i++) {
    const struct rec *r = &S(p)->rec[side][i];
    if (sp_charges(r) && charge_goes_to(p, side, r, g))
      return i + 1;
  }

  return 0;
}

/* 11.621f: Infantry that is on the map or will enter can detonate a set charge. */
static bool detonates(const struct sal_play *p, int side, int u) {
  const struct unit *unit = &S(p)->unit[u];
  int cls = type_of(p, u)->cls;

  if (side_of(p, u) != side)
    return false;

  bool will_enter = unit->where == OFF && !(unit->flags & U_STAYS);
  if (unit->where != MAP && !will_enter)
    return false;
  return is_infantry(cls);
}

/* The unit that the program names to detonate a charge: one on the map if there is one. */
static int first_detonator(const struct sal_play *p, int side) {
  int any = NOT_FOUND;

  for (int u = 0; u < p->book->ncounters; u++) {
    if (!detonates(p, side, u))
      continue;
    if (S(p)->unit[u].where == MAP)
      return u;
    if (any == NOT_FOUND)
      any = u;
  }

  return any;
}

/* Its own field of the same sort of mines there; NOT_FOUND: none. */
static int field_at(const struct sal_play *p, int side, int k, int g) {
  bool anti_tank = k >= FORT_AT1;
  if (anti_tank)
    return fort_at(p, side, g, FORT_AT1, FORT_AT5);
  return fort_at(p, side, g, FORT_AP6, FORT_AP12);
}

/* 11.621c: a new field of a printed strength, or one that is raised to one. */
static bool may_mine(const struct sal_play *p, int side, int k, int g, struct sal_refusal *why) {
  sal_hex h = O(p)->cell[g];
  int field = field_at(p, side, k, g);

  /* Two or four factors are not a field: they raise one. */
  bool only_raises = k == FORT_AP2 || k == FORT_AP4;
  if (field == NOT_FOUND && only_raises)
    return sal_refuse(why, R_11_621c, "There is no field of yours in {h0} to raise.", h, 0);
  if (field == NOT_FOUND)
    return true;

  if (raised(S(p)->fort[field].kind, k) != NOT_FOUND)
    return true;
  if (S(p)->fort[field].kind >= FORT_AT1)
    return sal_refuse(why, R_11_621c, "A field of A-T mines has 5 factors at most.", 0, 0);

  return sal_refuse(why, R_11_621c,
                    "A-P mines go from 6 factors to 8 or 12 and from 8 to 12; {h0} would not.", h,
                    0);
}

/* 11.621f: a charge is set in something that it can bring down. */
static bool takes_charge(const struct sal_play *p, int side, int g) {
  if (sp_ground(p, g) & (G_BUILDING | G_BRIDGE))
    return true;
  if (fort_at(p, side, g, FORT_TRENCH, FORT_TRENCH) != NOT_FOUND)
    return true;
  return fort_at(p, side, g, FORT_PILL135, FORT_PILL357) != NOT_FOUND;
}

/* 11.621f: a charge, a unit to detonate it, and something to blow up. */
static bool may_set_charge(const struct sal_play *p, int side, int g, struct sal_refusal *why) {
  sal_hex h = O(p)->cell[g];

  if (!charge_for(p, side, g))
    return sal_refuse(
        why, R_11_621f,
        "No charge can be set in {h0}: it is Retained, or of a company that sets up there.", h, 0);
  if (first_detonator(p, side) == NOT_FOUND)
    return sal_refuse(why, R_11_621f, "There is nobody to detonate it.", 0, 0);
  if (!takes_charge(p, side, g))
    return sal_refuse(why, R_11_621f,
                      "A set charge needs a building, rubble, bridge, trench or pillbox.", 0, 0);
  return true;
}

/* 11.621: where this fortification may be placed. */
static bool may_lay(const struct sal_play *p, int side, int k, int g, struct sal_refusal *why) {
  const struct fort_kind *f = &O(p)->fort[k];

  if (!sp_in_pa(p, g))
    return sal_refuse(why, R_CG1a, "That hex is not on the Playing Area.", 0, 0);
  sal_hex h = O(p)->cell[g];

  /* 11.621b: an Isolated Area takes some kinds only; elsewhere it is laid on own ground. */
  if (sp_isolated(p, side, g)) {
    if (!f->isolated)
      return sal_refuse(why, R_11_621b, "That may not be added in the Isolated Area of {h0}.", h,
                        0);
  } else if (!sp_own_ground(p, side, g, why)) {
    return false;
  }

  bool front_line = S(p)->area[at_pa(p, g)] & front_bit(side);
  if (front_line && !f->front)
    return sal_refuse(why, R_11_621b, "{h0} is a Front Line Location.", h, 0);

  uint16_t ground = sp_ground(p, g);
  if (ground & G_NOINFANTRY)
    return sal_refuse(why, R_11_621a, "{h0} is water.", h, 0);
  if (k == FORT_BUILDING && !(ground & G_BUILDING))
    return sal_refuse(why, R_11_621a, "There is no building in {h0}.", h, 0);
  if (k == FORT_SETDC && !may_set_charge(p, side, g, why))
    return false;

  /* Mines add up; of everything else one stands in a hex. */
  if (is_minefield(k))
    return may_mine(p, side, k, g, why);
  if (k == FORT_DUMMY && reserve_here(p, g))
    return sal_refuse(why, R_11_6194c, "There is a reserve in {h0}.", h, 0);
  if (fort_at(p, side, g, k, k) != NOT_FOUND)
    return sal_refuse(why, R_11_621a, "There is one in {h0}.", h, 0);

  return true;
}

/* 11.6194b: the dummies that come with a reserve stand as far behind the front as it does; bought
 * ones go first. */
static bool is_cloak(const struct sal_play *p, int side, int k) {
  int groups = 0;

  for (int i = 0; i < S(p)->side[side].nrec; i++) {
    const struct rec *r = &S(p)->rec[side][i];
    if (r->scenario == S(p)->scenario && r->flags & R_RESERVE)
      groups++;
  }

  /* When the stock is what came with the reserves, no bought dummy is left. */
  return k == FORT_DUMMY && S(p)->side[side].stock[k] <= CLOAKS * groups;
}

/* Hidden placement is stock, but nothing to lay. */
bool sp_layable(int k) {
  if (k < FORT_HIP_SMC)
    return true;
  if (k == FORT_SETDC)
    return true;
  return k == FORT_DUMMY;
}

/* Works keep an id for the whole campaign. German ones are odd and Soviet ones even, so that an id
 * says nothing about how many the other side has. */
uint16_t sp_new_work_id(struct sal_play *p, int side) {
  int n = ++S(p)->side[side].last_work;
  return (uint16_t)(2 * n - (side == GER));
}

/* Places it. Mines raise a field that is already there; a set charge is taken from its company
 * (11.621f). */
static void lay(struct sal_play *p, int side, int k, int g, int detonator) {
  struct state *s = S(p);
  int i = is_minefield(k) ? field_at(p, side, k, g) : NOT_FOUND;
  bool cloak = sp_whole_battles(p) && is_cloak(p, side, k);

  s->side[side].stock[k]--;
  if (i != NOT_FOUND) {
    s->fort[i].kind = (uint8_t)raised(s->fort[i].kind, k);
  } else if (s->nfort < MAX_FORTS) {
    s->fort[s->nfort++] = (struct fort){.at = (uint16_t)g,
                                        .unit = (uint16_t)(k == FORT_SETDC ? detonator + 1 : 0),
                                        .kind = (uint8_t)k,
                                        .side = (uint8_t)side,
                                        .level = cloak ? DUMMY_CLOAK : 0,
                                        .id = sp_new_work_id(p, side)};
  }

  /* 11.621f: it uses up a charge */
  if (k == FORT_SETDC)
    s->rec[side][charge_for(p, side, g) - 1].sw[SW_DC]--;
}

/* ---- CG6: a field phone and its line to the side's own edge; RG.j: Pre-Registered hexes --------
 */

/* CG6: a module that only a field phone can direct. */
bool sp_wants_phone(const struct sal_play *p, int side, int at) {
  const struct rec *r = &S(p)->rec[side][at];

  if (r->flags & R_GONE)
    return false;
  if (r->link != LINK_PHONE)
    return false;
  if (!r->black)
    return false;
  return !sp_served(p, side, at);
}

/* CG3: own at the start of the scenario is what lies inside the perimeter and what was taken before
 * and not lost. */
static bool own_at_start(const struct state *s, int side, int i) {
  if (s->area[i] & area_bit(side))
    return true;

  /* The enemy's ground and Isolated Areas are not No Man's Land. */
  if (s->area[i] & (A_GER | A_RUS))
    return false;
  if (s->isle[i])
    return false;

  bool taken_by_german = (s->ground[i] & C_OWN) != 0;
  return taken_by_german == (side == GER);
}

/* Every hex of the line is the side's own and one hexrow nearer its front edge than the last. */
static void phone_lines(const struct sal_play *p, int side, uint32_t *line) {
  const struct state *s = S(p);
  int rows = sp_pa_high(p) - sp_pa_low(p) + 1;

  memset(line, 0, PA_ROWS * sizeof *line);

  for (int d = 0; d < rows; d++) {
    int r = side == GER ? d : rows - 1 - d;
    int behind = side == GER ? r - 1 : r + 1;

    uint32_t on = O(p)->on[sp_pa_low(p) + r];

    /* The lines end at the side's own edge, whichever side holds its hexes. */
    if (d == 0) {
      line[r] = on;
      continue;
    }

    for (uint32_t left = next_row(line[behind], behind) & on; left; left &= left - 1) {
      int i = r * WIDTH + lowest_bit(left);
      if (own_at_start(s, side, i))
        rows_put(line, i);
    }
  }
}

/* CG6: a hex from which own ground leads to the side's own edge. */
static bool phone_here(const struct sal_play *p, int side, int g, const uint32_t *line,
                       struct sal_refusal *why) {
  if (!sp_own_ground(p, side, g, why))
    return false;
  if (sp_ground(p, g) & G_NOINFANTRY)
    return sal_refuse(why, R_CG6, "{h0} is water.", O(p)->cell[g], 0);
  if (!rows_has(line, at_pa(p, g)))
    return sal_refuse(why, R_CG6, "No line of your hexes runs from {h0} to your edge.",
                      O(p)->cell[g], 0);
  return true;
}

/* CG6: the line has a phone to place. */
bool sp_may_phone(const struct sal_play *p, int side, int n, struct sal_refusal *why) {
  bool has_phone = sp_line(p, side, n) && sp_wants_phone(p, side, n - 1);

  if (!has_phone)
    return sal_refuse(why, R_CG6, "Line {n0} is no module with a field phone.", n, 0);
  if (!S(p)->side[side].perimeter)
    return sal_refuse(why, R_CG6, "Without a perimeter there is no hex for a field phone.", 0, 0);
  return true;
}

/* Hexes that the module has registered so far. */
static int registered(const struct rec *r) {
  return (r->reg[0] != 0) + (r->reg[1] != 0);
}

/* RG.j: hexes were paid for and not all are named. */
bool sp_may_register(const struct sal_play *p, int side, int n, struct sal_refusal *why) {
  const struct rec *r = sp_line(p, side, n);

  if (!r || r->flags & R_GONE)
    return sal_refuse(why, R_RG_j, "Line {n0} is no module.", n, 0);
  if (registered(r) >= r->prereg)
    return sal_refuse(why, R_RG_j, "Line {n0} has no more hexes to register.", n, 0);
  return true;
}

/* The program gives every phone the first hex that will do. */
static void auto_phones(struct sal_play *p, int side, const uint16_t *place, int n) {
  uint32_t line[PA_ROWS] = {0};
  bool drawn = false;

  for (int i = 0; i < S(p)->side[side].nrec; i++) {
    struct rec *r = &S(p)->rec[side][i];

    if (r->hex != NOWHERE || !sp_may_phone(p, side, i + 1, NULL))
      continue;

    /* The lines are the same for every phone. */
    if (!drawn) {
      phone_lines(p, side, line);
      drawn = true;
    }

    for (int k = 0; k < n; k++)
      if (phone_here(p, side, place[k], line, NULL)) {
        r->hex = place[k];
        break;
      }
  }
}

/* ---- auto: works and phones ------------------------------------------------------------- */

/* The places where the program lays works, which of them are too near the front for the dummies of
 * a reserve, and which have a work already. */
struct laying {
  const uint16_t *place;
  int n;
  uint32_t near[PA_ROWS];
  uint32_t taken[PA_ROWS];
};

/* The last hex of a hexrow on either side is cut in half by the edge of the map. */
static bool half_hex(const struct sal_play *p, int g) {
  if (across(g) == 0)
    return true;

  uint32_t farther = O(p)->on[row_of(g)] >> across(g) >> 1;
  return !farther;
}

/* Lays all of one kind that finds a place. Tidily means in a hex without any other work, and in a
 * whole one. */
static void auto_kind(struct sal_play *p, int side, int k, bool tidy, struct laying *l) {
  for (int i = 0; i < l->n && S(p)->side[side].stock[k]; i++) {
    int g = l->place[i];
    int at = at_pa(p, g);

    if (tidy && rows_has(l->taken, at))
      continue;
    if (tidy && half_hex(p, g))
      continue;

    /* 11.6194b: the dummies of a reserve keep as far back as it does. */
    if (is_cloak(p, side, k) && rows_has(l->near, at))
      continue;
    if (!may_lay(p, side, k, g, NULL))
      continue;

    lay(p, side, k, g, first_detonator(p, side));
    rows_put(l->taken, at);
  }
}

/* Which hexes have a work of the side, and which are too near the front for a cloak. */
static void begin_laying(const struct sal_play *p, int side, struct laying *l) {
  sp_near_front(p, side, RESERVE_MIN, l->near);
  for (int i = 0; i < S(p)->nfort; i++)
    if (S(p)->fort[i].side == side)
      rows_put(l->taken, at_pa(p, S(p)->fort[i].at));
}

/* F25.4: works that bar a way and give no shelter. */
static bool is_obstacle(int k) {
  return k == FORT_DITCH || k == FORT_ROADBLOCK || k == FORT_WIRE || is_minefield(k);
}

/* One work to a hex, so that each shelters a unit, and none in half-hexes. A work that finds no
 * such place is laid anywhere the rules allow it. The phones come after the works. */
void sp_auto_works(struct sal_play *p, int side, const uint16_t *place, int n) {
  struct laying l = {.place = place, .n = n};

  /* On the board obstacles go in front of the units, and a phone needs a unit beside it, so both
   * wait for the units (F25.4, F10.11). */
  bool board = sp_whole_battles(p);
  begin_laying(p, side, &l);
  for (int tidy = 1; tidy >= 0; tidy--)
    for (int k = 0; k < FORTS; k++) {
      bool later = board && is_obstacle(k);
      if (sp_layable(k) && !later)
        auto_kind(p, side, k, tidy, &l);
    }

  if (!board)
    auto_phones(p, side, place, n);
}

/* F25.4: the hexes one hexrow nearer the enemy than own units, and nobody in them. */
static int before_units(const struct sal_play *p, int side, const uint32_t *manned, uint16_t *out,
                        int most) {
  int step = side == GER ? 1 : -1;
  int n = 0;

  for (int u = 0; u < p->book->ncounters; u++) {
    const struct unit *unit = &S(p)->unit[u];
    bool stands = unit->where == MAP && !(unit->flags & U_RESERVE) && sp_in_pa(p, unit->at);
    if (!stands || side_of(p, u) != side)
      continue;

    for (int d = 0; d < 6 && n < most; d++) {
      int g = O(p)->near[unit->at][d];
      bool ahead = g >= 0 && row_of(g) == row_of(unit->at) + step && sp_in_pa(p, g);
      if (ahead && !rows_has(manned, at_pa(p, g)))
        out[n++] = (uint16_t)g;
    }
  }

  return n;
}

/* F25.4: of these places the ones with nobody in them, roads first. */
static int empty_places(const struct sal_play *p, const uint32_t *manned, const uint16_t *place,
                        int n, uint16_t *out) {
  int k = 0;

  for (int roads = 1; roads >= 0; roads--)
    for (int i = 0; i < n; i++) {
      bool road = sp_ground(p, place[i]) & G_ROAD;
      if (road == (roads == 1) && !rows_has(manned, at_pa(p, place[i])))
        out[k++] = place[i];
    }

  return k;
}

/* F25.4: on the board wire, ditches and mines lie in front of the units, roadblocks on roads; what
 * finds no place there goes to any hex without a unit. */
void sp_auto_obstacles(struct sal_play *p, int side, const uint16_t *place, int n) {
  uint16_t ahead[PA_PLACES];
  uint16_t empty[PA_PLACES];
  uint32_t manned[PA_ROWS] = {0};
  struct laying l = {0};

  for (int u = 0; u < p->book->ncounters; u++) {
    const struct unit *unit = &S(p)->unit[u];
    bool here = unit->where == MAP && sp_in_pa(p, unit->at);
    if (here && side_of(p, u) == side)
      rows_put(manned, at_pa(p, unit->at));
  }

  struct laying front = {.place = ahead, .n = before_units(p, side, manned, ahead, PA_PLACES)};
  struct laying rest = {.place = empty, .n = empty_places(p, manned, place, n, empty)};
  begin_laying(p, side, &l);

  for (int k = 0; k < FORTS; k++) {
    if (!sp_layable(k) || !is_obstacle(k))
      continue;
    for (int turn = 0; turn < 3; turn++) {
      bool in_front = turn == 0 && k != FORT_ROADBLOCK;
      l.place = in_front ? front.place : rest.place;
      l.n = in_front ? front.n : rest.n;
      auto_kind(p, side, k, turn < 2, &l);
    }
  }
}

/* The places of own leaders, or of own MMC, on the ground and not under a cloak. */
static int places_of(const struct sal_play *p, int side, bool leaders, uint16_t *out) {
  int n = 0;

  for (int u = 0; u < p->book->ncounters; u++) {
    const struct unit *unit = &S(p)->unit[u];
    int cls = type_of(p, u)->cls;
    bool wanted = leaders ? cls == LEADER : is_mmc(cls);
    bool on_ground = unit->where == MAP && !(unit->flags & (U_RESERVE | U_UPPER));

    if (wanted && on_ground && side_of(p, u) == side)
      out[n++] = unit->at;
  }

  return n;
}

/* F10.11: a phone is not carried about, so on the board it goes where a leader is, or any MMC. */
void sp_phones_to_men(struct sal_play *p, int side) {
  uint16_t place[MAX_UNITS];

  for (int leaders = 1; leaders >= 0; leaders--) {
    int n = places_of(p, side, leaders, place);
    auto_phones(p, side, place, n);
  }
}

/* ---- a hex for what was picked: see struct putting -------------------------------------- */

/* 11.621f: the charge needs a unit to detonate it. */
static bool may_detonate(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  if (!detonates(p, side, u))
    return sal_refuse(why, R_11_621f, "{u0} cannot detonate a charge.", u, 0);
  return true;
}

/* A Pre-Registered hex may be anywhere (RG.j), a work in an Isolated Area too; all else goes inside
 * the perimeter. */
static bool reaches(const struct sal_play *p, int side, const struct putting *f, int i) {
  if (S(p)->area[i] & area_bit(side))
    return true;
  if (f->module)
    return true;
  return f->fort && S(p)->isle[i];
}

/* The hexes for what is in hand. */
static void put_hexes(const struct sal_play *p, int side, struct sal_list *l) {
  const struct putting *f = putting_of(p);
  uint32_t near[PA_ROWS] = {0};
  uint32_t line[PA_ROWS] = {0};
  int base = sp_pa_low(p) * WIDTH;

  if (f->unit) {
    sp_unit_hexes(p, side, f->unit - 1, l);
    return;
  }

  if (f->phone)
    phone_lines(p, side, line);
  bool cloak = f->fort && is_cloak(p, side, f->fort - 1);
  if (cloak)
    sp_near_front(p, side, RESERVE_MIN, near);

  /* cells count from the north-west */
  for (int i = PA_PLACES - 1; i >= 0; i--) {
    int g = i + base;
    bool good;

    if (!reaches(p, side, f, i))
      continue;
    if (!sp_in_pa(p, g))
      continue;

    bool too_near = cloak && rows_has(near, i);
    if (f->fort)
      good = may_lay(p, side, f->fort - 1, g, NULL) && !too_near;
    else
      good = f->module || phone_here(p, side, g, line, NULL);

    if (good)
      sal_list_add(l, sal_act(V_PUT, O(p)->cell[g], 0, 0));
  }
}

/* Hexes, or the units that could detonate a charge. */
static void put_list(const struct sal_play *p, int side, struct sal_list *l) {
  bool naming = putting_of(p)->charge != 0;

  if (!naming)
    put_hexes(p, side, l);
  sal_list_add(l, sal_act(V_CANCEL, 0, 0, 0));
  for (int u = 0; naming && u < p->book->ncounters; u++)
    if (detonates(p, side, u))
      sal_list_add(l, sal_act(V_DETONATE, u, 0, 0));
}

/* 11.6194b: what may be laid there, and the dummies of a reserve far behind the front. */
static bool may_put_work(const struct sal_play *p, int side, int k, int g,
                         struct sal_refusal *why) {
  if (!may_lay(p, side, k, g, why))
    return false;
  if (!is_cloak(p, side, k))
    return true;

  if (!sp_far_from_front(p, side, g, RESERVE_MIN))
    return sal_refuse(why, R_11_6194b,
                      "The dummies of a reserve stand ten or more hexes behind the Front Line; "
                      "{h0} is nearer.",
                      O(p)->cell[g], 0);
  return true;
}

/* The law of what is in hand, for one hex. */
static bool put_check(const struct sal_play *p, int side, struct sal_action a,
                      struct sal_refusal *why) {
  const struct putting *f = putting_of(p);

  if (a.verb == V_CANCEL)
    return true;
  if (f->charge) {
    if (a.verb != V_DETONATE)
      return sp_not_here(p, why);
    return may_detonate(p, side, unit_of(a), why);
  }

  if (a.verb != V_PUT)
    return sp_not_here(p, why);
  int g = O(p)->place[hex_of(a, 0)];

  if (f->unit)
    return sp_may_put(p, side, f->unit - 1, g, why);
  if (f->fort)
    return may_put_work(p, side, f->fort - 1, g, why);

  if (!sp_in_pa(p, g))
    return sal_refuse(why, R_CG1a, "That hex is not on the Playing Area.", 0, 0);
  if (f->module)
    return true;

  uint32_t line[PA_ROWS];
  phone_lines(p, side, line);
  return phone_here(p, side, g, line, why);
}

/* Puts it there. A set charge asks for its detonating unit first. */
static void put_apply(struct sal_play *p, int side, struct sal_action a) {
  struct state *s = S(p);
  struct putting f = *putting_of(p);
  int g = a.verb == V_PUT ? O(p)->place[hex_of(a, 0)] : 0;

  /* now its detonating unit */
  if (a.verb == V_PUT && f.fort == FORT_SETDC + 1) {
    putting_of(p)->charge = (uint16_t)(g + 1);
    return;
  }

  sal_pop(p);
  if (a.verb == V_CANCEL)
    return;
  if (a.verb == V_DETONATE) {
    lay(p, side, FORT_SETDC, f.charge - 1, unit_of(a));
  } else if (f.unit) {
    sp_set_down(p, side, f.unit - 1, g);
    sal_tell(p, E_PLACED, R_11_6244a,
             SAL_EVU(f.unit - 1, .at = {hex_of(a, 0)}, .seen = (uint8_t)only(side)));
  } else if (f.fort) {
    lay(p, side, f.fort - 1, g, 0);
  } else if (f.phone) {
    s->rec[side][f.phone - 1].hex = (uint16_t)g;
  } else {
    struct rec *r = &s->rec[side][f.module - 1];
    r->reg[registered(r)] = (uint16_t)(g + 1);
  }
}

/* Asks for the hex of what is in hand. */
static void put_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  const struct putting *f = putting_of(p);

  if (f->charge) {
    sal_prompt_say(out, "%s: which unit detonates the charge in %s?", side_title(side),
                   p->book->board.name[O(p)->cell[f->charge - 1]]);
  } else if (f->unit) {
    out->selected[out->nselected++] = (sal_unit)(f->unit - 1);
    sal_prompt_say(out, "%s: choose the hex for %s.", side_title(side),
                   p->book->counter[f->unit - 1].label);
  } else if (f->fort) {
    sal_prompt_say(out, "%s: choose the hex for the %s.", side_title(side),
                   sp_fort_word[f->fort - 1]);
  } else if (f->phone) {
    sal_prompt_say(out,
                   "%s: choose the hex of the field phone of line %d; its line runs over own hexes "
                   "to your edge.",
                   side_title(side), f->phone);
  } else {
    sal_prompt_say(out, "%s: choose a Pre-Registered hex for the module of line %d.",
                   side_title(side), f->module);
  }
}

const struct sal_node sp_put_node = {.id = "setup.put",
                                     .rule = R_11_6244a,
                                     .list = put_list,
                                     .check = put_check,
                                     .apply = put_apply,
                                     .prompt = put_prompt};
