/* field_muster.c - F25.2 to F25.4: what takes the field besides the units: artillery with its
 * radios and phones, armour leaders, Guns behind their trucks; and the chits that go back (CG10).
 *
 * A side has two modules at most in a battle (CG6). Which they are stands in its purchase record;
 * from there come chits, observer and Pre-Registered hexes.
 */
#include "field.h"

/* ---- F25.3: who holds a radio or phone -------------------------------------------------- */

/* May this unit be given a set? A unit under a cloak does nothing (11.6194c). */
static bool could_hold(const struct sal_play *in, int side, int u, location there) {
  const struct trooper *t = unit_at(in, u);
  bool in_battle = t->where == F_MAP || t->where == F_WAITING;
  bool own_free = side_of(in, u) == side && !(t->is & IS_RESERVE);

  if (!in_battle || !own_free)
    return false;
  /* A phone is where its line ends; a radio may be anywhere. */
  return !there || t->at == there;
}

/* One set per bearer: a leader carries no more. */
static bool has_set(const struct sal_play *p, const struct sal_play *in, int u) {
  int side = side_of(p, u);

  for (int k = 0; k < SETS; k++)
    for (int n = 0; n < O(p)->nsets[side][k]; n++)
      if (unit_at(in, O(p)->sets_at[side][k] + n)->with == u + 1)
        return true;

  return false;
}

/* F25.3: the leader of worst modifier, the lowest id among equals; without leaders the first squad,
 * for a phone any MMC of its hex. -1: nobody. */
static int bearer_for(const struct sal_play *p, const struct sal_play *in, int side,
                      location there) {
  int leader = -1;
  int squad = -1;
  int other = -1;

  for (int u = 0; u < O(p)->first_weapon; u++) {
    int cls = kind_of(in, u)->cls;
    if (!could_hold(in, side, u, there) || has_set(p, in, u))
      continue;

    bool worse = leader < 0 || sf_modifier(in, u) < sf_modifier(in, leader);
    if (cls == LEADER && worse)
      leader = u;
    if (cls == SQUAD && squad < 0)
      squad = u;
    if (sf_is_mmc(in, u) && other < 0)
      other = u;
  }

  if (leader >= 0)
    return leader;
  return squad >= 0 ? squad : other;
}

/* The first counter of its kind that no unit holds yet; -1: none is left. */
static int free_set(const struct sal_play *p, const struct sal_play *in, int side, int k) {
  for (int n = 0; n < O(p)->nsets[side][k]; n++) {
    int set = O(p)->sets_at[side][k] + n;
    if (unit_at(in, set)->where == F_NONE)
      return set;
  }

  return -1;
}

/* CG6: the radio or phone of a module in a unit's hands. A phone without a unit in its hex is dead
 * in this battle. */
static void hand_set(struct sal_play *p, struct sal_play *in, int side, const struct rec *r,
                     struct module *m) {
  bool phone = r->link == LINK_PHONE;
  location there = phone ? location_at(O(p)->cell[r->hex], GROUND) : 0;
  int set = free_set(p, in, side, phone ? SET_PHONE : SET_RADIO);
  int bearer = bearer_for(p, in, side, there);

  m->observer = (uint8_t)(phone ? BY_PHONE : BY_RADIO);
  if (bearer < 0 || set < 0) {
    sal_tell(p, E_F_NO_SET, R_F25_3, SAL_EV(.n = {(int16_t)side}, .seen = (uint8_t)only(side)));
    return;
  }

  struct trooper *t = unit_at(in, set);
  t->where = F_MAP;
  t->with = (uint16_t)(bearer + 1);
  t->at = unit_at(in, bearer)->at;
  m->by = (uint16_t)(set + 1);
  sal_tell(p, E_F_SET, R_F25_3, SAL_EVUU(set, bearer, .seen = (uint8_t)only(side)));
}

/* ---- F17.3: observers ------------------------------------------------------------------- */

/* RG.attach: the line of the observer, plane or OP tank that serves the module; NULL: none. */
static const struct rec *served_by(const struct sal_play *p, int side, int module) {
  for (int i = 0; i < S(p)->side[side].nrec; i++) {
    const struct rec *r = &S(p)->rec[side][i];
    bool gone = r->flags & R_GONE;
    if (r->attach == module + 1 && !gone)
      return r;
  }

  return NULL;
}

/* SSR4: the OP tank of that line; -1: it is not in this battle. */
static int tank_of(const struct sal_play *p, const struct sal_play *in, int side,
                   const struct rec *r) {
  const struct group *g = &O(p)->group[side][r->group];

  for (int k = 0; k < g->n[r->copy]; k++) {
    int u = g->first[r->copy] + k;
    int where = unit_at(in, u)->where;
    if (where == F_MAP || where == F_WAITING)
      return u;
  }

  return -1;
}

/* RG.i, RG.plane, SSR4: who directs the module, if not a radio or phone alone. */
static bool set_observer(const struct sal_play *p, const struct sal_play *in, int side,
                         const struct rec *by, struct module *m) {
  int notes = O(p)->group[side][by->group].notes;
  bool plane = notes & NOTE_M;
  bool offboard = notes & NOTE_I && by->hex != NOWHERE;

  if (plane) {
    m->observer = BY_PLANE;
    return true;
  }

  if (offboard) {
    m->observer = OFFBOARD;
    m->from = O(p)->cell[by->hex];
    m->seen_from = (uint8_t)sp_observer_level(p);
    return true;
  }

  int tank = notes & NOTE_N ? tank_of(p, in, side, by) : -1;
  if (tank < 0)
    return false;

  m->observer = BY_TANK;
  m->by = (uint16_t)(tank + 1);
  return true;
}

/* ---- CG6: the modules of a battle ------------------------------------------------------- */

/* The place of a calibre in T8. */
static int calibre_place(const struct sal_play *in, int mm) {
  for (int i = 0; i < FB(in)->ncalibres; i++)
    if (FB(in)->calibre[i] == mm)
      return i;

  return 0;
}

/* RG.j: a Pre-Registered hex of this Playing Area; 0: none. */
static sal_hex registered_hex(const struct sal_play *p, int reg) {
  bool here = reg && sp_in_pa(p, reg - 1);
  return here ? O(p)->cell[reg - 1] : 0;
}

/* CG10: a line of the purchase record as a module of the battle: its chits, its calibre, its
 * Pre-Registered hexes, and its observer. */
static void bring_module(struct sal_play *p, struct sal_play *in, int side, int line,
                         struct module *m) {
  struct rec *r = &S(p)->rec[side][line];
  const struct group *g = &O(p)->group[side][r->group];
  const struct rec *by = served_by(p, side, line);

  *m = (struct module){.there = 1,
                       .side = (uint8_t)side,
                       .calibre = (uint8_t)calibre_place(in, g->calibre),
                       .rocket = g->rocket,
                       .black = r->black,
                       .red = r->red,
                       .reds = r->drawn};
  for (int k = 0; k < 2; k++)
    m->registered[k] = registered_hex(p, r->reg[k]);

  /* A single one stands first: the call looks there (F17.4). */
  if (!m->registered[0]) {
    m->registered[0] = m->registered[1];
    m->registered[1] = 0;
  }

  r->flags |= R_USED;
  if (by && set_observer(p, in, side, by, m))
    return;
  if (r->link == LINK_RADIO || r->hex != NOWHERE)
    hand_set(p, in, side, r, m);
}

/* CG6: at most two modules a side, those that are named. */
void sf_bring_artillery(struct sal_play *p, struct sal_play *in) {
  int n = 0;

  sp_name_modules(p);
  for (int side = 0; side < 2; side++)
    for (int i = 0; i < S(p)->side[side].nrec && n < MAX_MODULES; i++)
      if (S(p)->rec[side][i].flags & R_NAMED)
        bring_module(p, in, side, i, &F(in)->module[n++]);
}

/* CG10, V9: what is left of the chits of one module. Rockets fire everything at once (F17.6). */
static void record_chits(struct rec *r, const struct module *m) {
  bool fired_all = m->rocket && m->spent;

  r->draft_black = fired_all ? 0 : m->black;
  r->draft_red = m->red;
  r->flags |= R_USED;
}

/* CG10: the modules stand in the order of their lines, so the same walk finds them again. */
void sf_record_artillery(struct sal_play *p, const struct sal_play *in) {
  int n = 0;

  for (int side = 0; side < 2; side++)
    for (int i = 0; i < S(p)->side[side].nrec && n < MAX_MODULES; i++) {
      struct rec *r = &S(p)->rec[side][i];
      bool named = r->flags & R_NAMED;
      if (named && F(in)->module[n].there)
        record_chits(r, &F(in)->module[n++]);
    }
}

/* ---- F16.5: pillboxes ------------------------------------------------------------------- */

/* Could this unit begin inside the pillbox? Vehicles and cloaked Reserves do not. */
static bool mans_pillbox(const struct sal_play *in, const struct work *box, int u) {
  const struct trooper *t = unit_at(in, u);
  bool own_there = side_of(in, u) == box->side && t->at == location_at(box->hex, GROUND);

  if (!own_there || !sf_infantry(in, u))
    return false;
  return !t->with && !(t->is & IS_RESERVE);
}

/* F16.5: units set up in the hex of a pillbox begin inside, in id order while there is room. */
void sf_man_pillboxes(const struct sal_play *p, struct sal_play *in) {
  for (int i = 0; i < MAX_WORKS; i++) {
    const struct work *box = &F(in)->work[i];
    if (box->kind != WORK_PILLBOX)
      continue;

    location inside = location_at(box->hex, BUNKER);
    for (int u = 0; u < O(p)->first_weapon; u++) {
      sal_unit self = (sal_unit)u;
      if (mans_pillbox(in, box, u) && sf_room(in, box->side, inside, &self, 1))
        sf_put(in, u, inside);
    }
  }
}

/* ---- 11.6207: armour leaders ------------------------------------------------------------ */

/* F2.5: an armour leader is in the first vehicle of his platoon that takes the field. */
static void mount_leader(const struct sal_play *p, struct sal_play *in, const struct rec *r,
                         const struct group *g) {
  for (int k = 0; k < g->n[r->copy]; k++) {
    struct trooper *t = unit_at(in, g->first[r->copy] + k);
    bool in_battle = t->where == F_MAP || t->where == F_WAITING;
    if (!in_battle)
      continue;
    t->leads = FB(in)->kind[O(p)->kind_of_type[r->al]].fp;
    return;
  }
}

/* F2.5: all armour leaders. */
void sf_mount_leaders(const struct sal_play *p, struct sal_play *in) {
  for (int side = 0; side < 2; side++)
    for (int i = 0; i < S(p)->side[side].nrec; i++) {
      const struct rec *r = &S(p)->rec[side][i];
      bool gone = r->flags & R_GONE;
      if (r->al && !gone)
        mount_leader(p, in, r, &O(p)->group[side][r->group]);
    }
}

/* ---- F25.4: Guns that wait are behind vehicles that wait -------------------------------- */

/* A vehicle in the box that can tow and tows nothing yet. */
static bool free_tractor(const struct sal_play *in, int side, int v) {
  const struct trooper *t = unit_at(in, v);
  bool own_vehicle = side_of(in, v) == side && sf_vehicle(in, v);

  if (!own_vehicle || t->where != F_WAITING)
    return false;
  if (!(kind_of(in, v)->flags & K_TOWS))
    return false;
  if (t->is & (IS_IMMOBILE | IS_STUNNED | IS_RECALLED))
    return false;
  return sf_towed_by(in, v) < 0;
}

/* CG9a: Guns enter towed or carried, so each that waits goes behind the first vehicle that can tow
 * it. One without a vehicle stays off the map. */
void sf_hook_guns(const struct sal_play *p, struct sal_play *in) {
  int v[2] = {0, 0};
  int last = O(p)->first_weapon;

  for (int u = 0; u < last; u++) {
    int side = side_of(p, u);
    bool waits = unit_at(in, u)->where == F_WAITING;
    if (!waits || kind_of(in, u)->cls != GUN)
      continue;

    while (v[side] < last && !free_tractor(in, side, v[side]))
      v[side]++;
    if (v[side] == last)
      continue;
    unit_at(in, u)->with = (uint16_t)(v[side] + 1);
  }
}
