/* field_works.c - F16: works, mines, wire and set charges; F15.7: dummies; F15.11: searching.
 *
 * A side sees its own works and those that were shown to it. Laws and cards ask with the side as
 * the viewer, rolls with SAL_ALL: so a hidden work changes what happens and never what is offered.
 */
#include "field_unit.h"

enum { WATCH_RANGE = 16, TRENCH_TEM = 2, DITCH_TEM = 1, DITCH_MP = 2, FORTIFIED_TEM = 1 };

/* ---- looking works up ------------------------------------------------------------------- */

/* F16.1: works are known to their side, and to the other once they were shown. */
static bool seen_by(const struct work *w, int viewer) {
  if (viewer == SAL_ALL || w->side == viewer)
    return true;
  return w->shown;
}

/* F16.1: a work of this kind in the hex, if the viewer may know of it. */
struct work *sf_work(const struct sal_play *p, sal_hex h, int kind, int viewer) {
  if (!(patch_at(p, h)->holds & HEX_WORKS))
    return NULL;
  for (int i = 0; i < MAX_WORKS; i++) {
    struct work *w = &F(p)->work[i];
    if (w->kind == kind && w->hex == h && seen_by(w, viewer))
      return w;
  }
  return NULL;
}

/* Is a fortified building or pillbox of the side in the hex? One of the enemy's binds nobody. */
static bool own_strongpoint(const struct sal_play *p, int side, sal_hex h) {
  if (!(patch_at(p, h)->holds & HEX_WORKS))
    return false;
  for (int i = 0; i < MAX_WORKS; i++) {
    const struct work *w = &F(p)->work[i];
    bool strong = w->kind == WORK_PILLBOX || w->kind == WORK_FORTIFIED;
    if (strong && w->hex == h && w->side == side)
      return true;
  }
  return false;
}

/* CG5, F16.13: Guns and AFV of a campaign never leave the strongpoint that they were set up in, nor
 * the hex where they are dug in. (Before edition 5 they drove out, or home under Recall.) */
bool sf_bound(const struct sal_play *p, int u) {
  enum { KEPT_IN = 5 };
  const struct trooper *t = unit_at(p, u);
  const struct kind *k = kind_of(p, u);
  bool armoured = k->cls == VEHICLE && !(k->flags & K_SOFT);
  bool heavy = k->cls == GUN || armoured;

  if (!FB(p)->campaign || p->book->edition < KEPT_IN)
    return false;
  if (!heavy || t->where != F_MAP || !(t->is & IS_SETTLED))
    return false;
  return t->is & IS_DUG_IN || own_strongpoint(p, side_of(p, u), hex_at(t->at));
}

/* F16.9, F16.12: works of one storey. */
struct work *sf_work_in(const struct sal_play *p, location l, int kind, int viewer) {
  if (!(patch_at(p, hex_at(l))->holds & HEX_WORKS))
    return NULL;
  for (int i = 0; i < MAX_WORKS; i++) {
    struct work *w = &F(p)->work[i];
    bool here = w->kind == kind && w->hex == hex_at(l) && w->level == level_at(l);
    if (here && seen_by(w, viewer))
      return w;
  }
  return NULL;
}

/* The bit of a hex that says whether to look at the list. */
void sf_mark_works(struct sal_play *p) {
  const struct sal_board *m = &p->book->board;
  /* Two works may share a hex: the bits are all worked out again. */
  for (int i = 0; i < m->nhexes; i++)
    patch_at(p, m->order[i])->holds &= (uint8_t)~HEX_WORKS;
  for (int i = 0; i < MAX_WORKS; i++)
    if (F(p)->work[i].kind)
      patch_at(p, F(p)->work[i].hex)->holds |= HEX_WORKS;
}

/* A dummy that goes takes its "?" with it. */
void sf_remove_work(struct sal_play *p, struct work *w) {
  *w = (struct work){.kind = NO_WORK};
  sf_mark_works(p);
  sf_veil(p);
}

/* F16.1: a work that was seen stays known. */
void sf_show_work(struct sal_play *p, struct work *w, int rule) {
  if (w->shown)
    return;
  w->shown = 1;
  sal_tell(p, E_F_WORK, rule, SAL_EV(.at = {w->hex}, .n = {(int16_t)(w->kind - 1)}));
  sal_reveal(p);
}

/* F16.1: what a man sees from afar; the others are found by entry, use or search. */
static bool plain_to_see(int kind) {
  switch (kind) {
  case WORK_FOXHOLE:
  case WORK_TRENCH:
  case WORK_DITCH:
  case WORK_ROADBLOCK:
  case WORK_PILLBOX:
  case WORK_WIRE: return true;
  default: return false;
  }
}

/* F16.1: does the other side look at it from near? */
static bool seen_from_near(const struct sal_play *p, const struct work *w) {
  location there = location_at(w->hex, GROUND);
  for (EACH_MAN(p, u)) {
    location from = unit_at(p, u)->at;
    bool enemy = side_of(p, u) != w->side;
    if (!enemy)
      continue;
    if (sf_range(p, from, there) <= WATCH_RANGE && sf_sight(p, from, there) >= 0)
      return true;
  }

  return false;
}

/* F16.1: at the End of a player turn works in sight of an enemy within 16 become known to him. */
void sf_end_works(struct sal_play *p) {
  for (int i = 0; i < MAX_WORKS; i++) {
    struct work *w = &F(p)->work[i];
    bool can_be_seen = plain_to_see(w->kind) && !w->shown;
    if (can_be_seen && seen_from_near(p, w))
      sf_show_work(p, w, R_F16_1);
  }
}

/* Is there a storey, or a pillbox, to be in? */
bool sf_location_is(const struct sal_play *p, location l, int viewer) {
  sal_hex h = hex_at(l);
  /* A charge that brings a building down takes the upper storey (F16.12). */
  bool fallen = patch_at(p, h)->holds & HEX_RUBBLE;
  if (level_at(l) == UPPER)
    return ground_at(p, h)->is & H_UPPER && !fallen;
  if (level_at(l) == BUNKER)
    return sf_work(p, h, WORK_PILLBOX, viewer) != NULL;
  return true;
}

/* ---- F16.2, F16.3, F16.5, F16.9: cover -------------------------------------------------- */

/* F16.2: a foxhole covers the men of one side while there are no more of them than it holds. Offers
 * count a concealed enemy stack as covered, because the side may not know how many it holds. */
static bool foxhole_holds(const struct sal_play *p, const struct work *w, int side, int viewer) {
  int halves = 0;
  location there = location_at(w->hex, GROUND);

  for (EACH_AT(p, u, there)) {
    const struct trooper *t = unit_at(p, u);
    if (side_of(p, u) != side)
      continue;
    bool counted = viewer == SAL_ALL || viewer == side || sf_known(p, u);
    bool carried = t->with;
    if (counted && sf_infantry(p, u) && !carried)
      halves += sf_load_of(p, u);
  }

  return halves <= 2 * w->size;
}

/* F16.5: the front arc of a pillbox has the better cover; from its own hex there is no front. */
static int pillbox_tem(const struct sal_play *p, const struct work *w, location from) {
  if (hex_at(from) == w->hex)
    return w->rear;
  return sf_in_front(p, w->hex, w->face, hex_at(from)) ? w->front : w->rear;
}

/* F16.4: an A-T ditch is as a gully. */
static bool in_ditch(const struct sal_play *p, sal_hex h, int viewer) {
  return ground_at(p, h)->is & H_GULLY || sf_work(p, h, WORK_DITCH, viewer);
}

/* What the works of the open ground give: a foxhole or trench, else a ditch. */
static int field_work_tem(const struct sal_play *p, location from, sal_hex h, int side,
                          int viewer) {
  if (sf_work(p, h, WORK_TRENCH, viewer))
    return TRENCH_TEM;

  /* A foxhole covers while it is not too crowded (F16.2). */
  const struct work *hole = sf_work(p, h, WORK_FOXHOLE, viewer);
  if (hole && foxhole_holds(p, hole, side, viewer))
    return TRENCH_TEM;
  /* A ditch covers from outside it (F16.4). */
  if (sf_work(p, h, WORK_DITCH, viewer) && !in_ditch(p, hex_at(from), viewer))
    return DITCH_TEM;
  return 0;
}

/* What the works of a Location give the Infantry of a side there; 0: nothing. */
int sf_work_tem(const struct sal_play *p, location from, location to, int side, int viewer) {
  sal_hex h = hex_at(to);
  if (!(patch_at(p, h)->holds & HEX_WORKS))
    return 0;

  /* Men in the pillbox have its cover, men beside it have not (F16.5). */
  const struct work *box = sf_work(p, h, WORK_PILLBOX, viewer);
  if (level_at(to) == BUNKER)
    return box ? pillbox_tem(p, box, from) : 0;

  /* This one alone is added to the building's own (F7.9). */
  const struct work *fortified = sf_work_in(p, to, WORK_FORTIFIED, viewer);
  if (fortified)
    return ground_at(p, h)->tem + FORTIFIED_TEM;
  if (level_at(to) != GROUND)
    return 0;

  return field_work_tem(p, from, h, side, viewer);
}

/* The rule that gives the cover of a Location: that of the work it comes from, or of terrain. */
int sf_cover_rule(const struct sal_play *p, location from, location to, int side, int viewer) {
  int work = sf_work_tem(p, from, to, side, viewer);
  sal_hex h = hex_at(to);
  if (level_at(to) == BUNKER)
    return R_F16_5;
  if (sf_work_in(p, to, WORK_FORTIFIED, viewer))
    return R_F16_9;
  /* Terrain, a hedge or a roadblock gives more than the work. */
  if (work < sf_tem(p, from, to, side, viewer))
    return sf_behind_roadblock(p, from, to, viewer) ? R_F16_7 : R_F7_9;
  if (work == DITCH_TEM)
    return R_F16_4;
  if (!work)
    return R_F7_9;
  return sf_work(p, h, WORK_TRENCH, viewer) ? R_F16_3 : R_F16_2;
}

/* F16.1: a work that counts in an attack is shown with it. */
void sf_show_cover(struct sal_play *p, location to) {
  static const uint8_t kinds[] = {WORK_FOXHOLE, WORK_TRENCH, WORK_DITCH, WORK_PILLBOX};
  struct work *fortified = sf_work_in(p, to, WORK_FORTIFIED, SAL_ALL);

  if (fortified)
    sf_show_work(p, fortified, R_F16_1);

  /* A pillbox covers those inside, the others those on the ground. */
  for (int i = 0; i < 4; i++) {
    struct work *w = sf_work(p, hex_at(to), kinds[i], SAL_ALL);
    int covers = kinds[i] == WORK_PILLBOX ? BUNKER : GROUND;
    if (w && level_at(to) == covers)
      sf_show_work(p, w, R_F16_1);
  }
}

/* F0.6, F15.3: does a work shelter or conceal? Wire, mines, roadblocks and dummies do not. */
bool sf_work_covers(const struct sal_play *p, location l, int side, int viewer) {
  sal_hex h = hex_at(l);
  if (level_at(l) == BUNKER || sf_work_in(p, l, WORK_FORTIFIED, viewer))
    return true;
  if (level_at(l) != GROUND)
    return false;
  if (sf_work(p, h, WORK_TRENCH, viewer))
    return true;

  /* A foxhole shelters as many as it has room for, and conceals any unit. */
  bool conceals = side == SAL_ALL;
  const struct work *hole = sf_work(p, h, WORK_FOXHOLE, viewer);
  if (hole && (conceals || foxhole_holds(p, hole, side, viewer)))
    return true;

  /* A ditch is no shelter (F0.6). */
  return conceals && sf_work(p, h, WORK_DITCH, viewer);
}

/* F16.7: a roadblock of that hexside, on either side of it. */
struct work *sf_roadblock(const struct sal_play *p, sal_hex a, sal_hex b, int viewer) {
  int dir = sal_dir_to(&p->book->board, a, b);
  struct work *here = sf_work(p, a, WORK_ROADBLOCK, viewer);
  struct work *there = sf_work(p, b, WORK_ROADBLOCK, viewer);
  if (dir < 0)
    return NULL;
  if (here && here->face == dir)
    return here;
  if (there && there->face == sal_back(dir))
    return there;
  return NULL;
}

/* F16.7: is the target behind a roadblock as behind a hedge? */
bool sf_behind_roadblock(const struct sal_play *p, location from, location to, int viewer) {
  const struct work *w = sf_work(p, hex_at(to), WORK_ROADBLOCK, viewer);
  bool outside = hex_at(from) != hex_at(to);
  if (!w || level_at(to) != GROUND || !outside)
    return false;
  /* From a higher level one fires over it (F7.9). */
  if (sf_level(p, from) > sf_level(p, to))
    return false;
  return sf_entry_sides(p, hex_at(from), hex_at(to)) == 1 << w->face;
}

/* ---- movement --------------------------------------------------------------------------- */

/* F16.4, F16.6, F16.7: the work that lets a vehicle not pass; NULL: none. */
struct work *sf_bars_vehicle(const struct sal_play *p, uint32_t flags, sal_hex a, sal_hex b,
                             int viewer) {
  struct work *ditch = sf_work(p, b, WORK_DITCH, viewer);
  if (ditch)
    return ditch;

  /* Only tracked vehicles cross wire (F16.6). */
  struct work *wire = sf_work(p, b, WORK_WIRE, viewer);
  if (wire && flags & (K_TRUCK | K_HALFTRACK))
    return wire;
  return sf_roadblock(p, a, b, viewer);
}

/* F16.9: a fortified Location is closed while a Good Order squad of its owner holds it. */
struct work *sf_closed_fort(const struct sal_play *p, int side, location l, int viewer) {
  struct work *w = sf_work_in(p, l, WORK_FORTIFIED, viewer);
  if (!w || w->side == side)
    return NULL;
  for (EACH_AT(p, u, l)) {
    int cls = kind_of(p, u)->cls;
    bool holds = cls == SQUAD || cls == HALF;
    if (side_of(p, u) != w->side || !holds)
      continue;
    /* What the side does not know bars it only when it tries (F16.1). */
    bool known = viewer == SAL_ALL || sf_known(p, u);
    if (known && sf_good_order(p, u))
      return w;
  }
  return NULL;
}

/* F16.3, F16.4, F16.7: what works change in the cost of a step on foot. */
int sf_foot_cost(const struct sal_play *p, sal_hex a, sal_hex b, int cost, int viewer) {
  bool ditch = sf_work(p, b, WORK_DITCH, viewer);
  bool leaves = sf_work(p, a, WORK_DITCH, viewer);
  if (cost == BARRED)
    return BARRED;

  /* Between trenches 1 MP, whatever the ground (F16.3). */
  bool by_trench = sf_work(p, a, WORK_TRENCH, viewer) && sf_work(p, b, WORK_TRENCH, viewer);
  if (by_trench)
    return 1;

  /* Into a ditch and out of it as with a gully (F16.4). */
  if (ditch && cost < DITCH_MP)
    cost = DITCH_MP;
  bool climbs_out = leaves && !ditch && !(ground_at(p, b)->is & H_GULLY);
  if (climbs_out)
    cost++;
  return sf_roadblock(p, a, b, viewer) ? cost + 1 : cost;
}

/* F16.3: between trenches nobody is seen to move. */
bool sf_along_trench(const struct sal_play *p, location from, location to, int viewer) {
  if (level_at(from) != GROUND || level_at(to) != GROUND)
    return false;
  return sf_work(p, hex_at(from), WORK_TRENCH, viewer) &&
         sf_work(p, hex_at(to), WORK_TRENCH, viewer);
}

/* F16.3: is this step of the path made from trench to trench? */
bool sf_in_trench(const struct sal_play *p, int step, int viewer) {
  return step > 0 && sf_along_trench(p, F(p)->path[step - 1], F(p)->path[step], viewer);
}

/* F16.6: what leaving wire costs besides; rolled once a group. 0: there is none. */
int sf_wire_price(struct sal_play *p, sal_hex h, int u) {
  struct work *w = sf_work(p, h, WORK_WIRE, SAL_ALL);
  if (!w)
    return 0;

  sf_show_work(p, w, R_F16_6);
  int die = sf_die(p, R_F16_6, u, SAL_BOTH);
  sal_tell(p, E_F_WIRE, R_F16_6, SAL_EVU(u, .at = {h}, .n = {(int16_t)(1 + die)}));
  return 1 + die;
}

/* F16.6: tracks may tear down the wire that they have just felt. */
void sf_crush_wire(struct sal_play *p, int v, sal_hex h) {
  enum { TORN = 2 };
  struct work *w = sf_work(p, h, WORK_WIRE, SAL_ALL);
  bool tracked = !(kind_of(p, v)->flags & (K_TRUCK | K_HALFTRACK));

  if (!w || !tracked)
    return;

  bool holds = sf_die(p, R_F16_6, v, SAL_BOTH) > TORN;
  if (holds)
    return;

  sal_tell(p, E_F_TORN, R_F16_6, SAL_EVU(v, .at = {h}));
  sf_remove_work(p, w);
}

/* ---- F16.8: mines ----------------------------------------------------------------------- */

/* A-P mines strike a group once: FP = factors, no modifier. Units that were set up there and have
 * not left know where they lie. */
void sf_foot_mines(struct sal_play *p, sal_hex h, const sal_unit *who, int n) {
  struct work *w = sf_work(p, h, WORK_AP_MINES, SAL_ALL);
  struct struck men = {.n = 0};
  int soft = -1;

  if (!w)
    return;

  for (int i = 0; i < n; i++) {
    bool knows_way = unit_at(p, who[i])->is & IS_SETTLED;
    if (knows_way)
      continue;

    /* Armour drives over them (F5.5). */
    if (!sf_vehicle(p, who[i]))
      men.unit[men.n++] = who[i];
    else if (kind_of(p, who[i])->flags & K_SOFT)
      soft = who[i];
  }

  if (!men.n && soft == -1)
    return;

  sf_show_work(p, w, R_F16_8);

  /* One roll for the group, not one each. */
  int strength = FB(p)->strength[sf_column(p, w->size * 16)];
  int dr = sf_dr(p, R_F16_8, SAL_NOUNIT, NULL, SAL_BOTH);
  int effect = sf_effect_of(p, strength - dr);

  sal_tell(p, E_F_MINES, R_F16_8, SAL_EV(.at = {h}, .n = {(int16_t)effect, (int16_t)dr}));
  sf_effect(p, &men, effect);
  if (soft != -1) /* F12.11 */
    sf_strike_vehicle(p, soft, strength - dr, location_at(h, GROUND));
  sf_sniper(p);
}

/* A-T mines: a die up to the factors hits; 1 wrecks, else the vehicle stands. One factor is gone.
 */
void sf_tank_mines(struct sal_play *p, sal_hex h, int v) {
  struct work *w = sf_work(p, h, WORK_AT_MINES, SAL_ALL);

  /* The A-P mines of the hex may have wrecked it already. */
  if (!w || unit_at(p, v)->where != F_MAP)
    return;

  sf_show_work(p, w, R_F16_8);

  int die = sf_die(p, R_F16_8, v, SAL_BOTH);
  sal_tell(p, E_F_TANK_MINES, R_F16_8, SAL_EVU(v, .at = {h}, .n = {(int16_t)die, w->size}));

  if (die > w->size)
    return;

  w->size--;
  if (!w->size)
    sf_remove_work(p, w);
  if (die == 1)
    sf_wreck(p, v, false, R_F16_8);
  else
    sf_immobilize(p, v, R_F16_8);
}

/* ---- F16.12: a set charge --------------------------------------------------------------- */

/* F16.12: the one who set a charge must be in Good Order and see it. */
bool sf_may_blow(const struct sal_play *p, int side, location l, struct sal_refusal *why) {
  const struct work *w = sf_work_in(p, l, WORK_CHARGE, side);
  bool own_charge = w && w->side == side && w->unit;
  if (!own_charge)
    return sal_refuse(why, R_F16_12, "No charge of this side is set in {h0}.", hex_at(l), 0);

  int u = w->unit - 1;
  if (!sf_good_order(p, u))
    return sal_refuse(why, R_F16_12, "{u0}, who would blow it, is not in Good Order.", u, 0);
  if (sf_sight(p, unit_at(p, u)->at, l) < 0)
    return sal_refuse(why, R_F16_12, "{u0} does not see {h1}.", u, hex_at(l));
  return true;
}

/* The building comes down: rubble, without an upper storey. */
static void bring_down(struct sal_play *p, sal_hex h) {
  struct patch *patch = patch_at(p, h);
  if (!(ground_at(p, h)->is & H_BUILDING))
    return;

  patch->holds |= HEX_RUBBLE;
  F(p)->rubble = 1;

  /* Units left upstairs are now on the heap. */
  for (EACH_MAN(p, u)) {
    bool upstairs = unit_at(p, u)->at == location_at(h, UPPER);
    if (upstairs)
      sf_put(p, u, location_at(h, GROUND));
  }

  F(p)->changed = (uint8_t)sf_count_changed(p);
}

/* All units there, of both sides, FP 30; Original 12 is a dud. */
void sf_blow(struct sal_play *p, location l) {
  enum { CHARGE_FP = 30, CHARGE_K = 9, OPEN_TOP = 2, DUD = 12 };
  struct work *w = sf_work_in(p, l, WORK_CHARGE, SAL_ALL);
  struct struck men;

  /* The unit that blows it shows itself, and the charge is spent either way. */
  sf_show_unit(p, w->unit - 1, R_F15_4);
  sf_remove_work(p, w);

  int strength = FB(p)->strength[sf_column(p, CHARGE_FP * 16)];
  int dr = sf_dr(p, R_F16_12, SAL_NOUNIT, NULL, SAL_BOTH);
  int effect = dr == DUD ? NO_EFFECT : sf_effect_of(p, strength - dr);

  sal_tell(p, E_F_BLOWN, R_F16_12, SAL_EV(.at = {hex_at(l)}, .n = {(int16_t)effect, (int16_t)dr}));

  if (dr == DUD)
    return;

  sf_all_in(p, l, &men);
  sf_effect(p, &men, effect);

  /* Each vehicle rolls for itself (F12.15). */
  for (EACH_MAN(p, v)) {
    bool here = unit_at(p, v)->at == l;
    if (!here || !sf_vehicle(p, v))
      continue;
    bool open_topped = kind_of(p, v)->flags & K_OT;
    sf_kill_roll(p, v, CHARGE_K + (open_topped ? OPEN_TOP : 0), R_F12_15);
  }

  bring_down(p, hex_at(l));
  sf_sniper(p);
  sf_veil(p);
}

/* ---- F15.7: dummies --------------------------------------------------------------------- */

/* F15.7: dummies vanish when they are looked at. */
void sf_drop_dummies(struct sal_play *p, int side, sal_hex h) {
  for (int kind = WORK_DUMMY; kind <= WORK_CLOAK; kind++) {
    struct work *w = sf_work(p, h, kind, SAL_ALL);
    while (w && w->side == side) {
      sal_tell(p, E_F_DUMMY, R_F15_7, SAL_EV(.at = {h}, .n = {(int16_t)side}));
      sal_reveal(p);
      sf_remove_work(p, w);
      w = sf_work(p, h, kind, SAL_ALL);
    }
  }
}

/* ---- F15.11: searching ------------------------------------------------------------------ */

/* F15.11: a squad or half-squad searches a neighbouring hex instead of anything else. */
bool sf_may_search(const struct sal_play *p, sal_hex h, struct sal_refusal *why) {
  sal_unit who[32];
  int n = sf_members(p, who);
  int searcher = -1;

  if (!sf_fresh(p))
    return sal_refuse(why, R_F15_11, "Searching is a whole activation.", 0, 0);

  for (int i = 0; i < n; i++) {
    int cls = kind_of(p, who[i])->cls;
    if (cls == SQUAD || cls == HALF)
      searcher = who[i];
  }

  if (searcher == -1)
    return sal_refuse(why, R_F15_11, "Only a squad or half-squad searches.", 0, 0);
  if (sal_distance(&p->book->board, hex_at(unit_at(p, searcher)->at), h) != 1)
    return sal_refuse(why, R_F15_11, "{h0} is not next to the group.", h, 0);

  return true;
}

/* What a successful search shows: hidden units concealed, concealed ones known, works and mines. */
static void uncover(struct sal_play *p, int side, sal_hex h) {
  sf_drop_dummies(p, sal_enemy(side), h);

  for (EACH_IN_HEX(p, u, h)) {
    bool enemy = side_of(p, u) != side;
    if (!enemy || !sf_on_map(p, u))
      continue;
    /* One step nearer to being known. */
    if (unit_at(p, u)->is & IS_HIDDEN)
      sf_appear(p, u);
    else
      sf_show_unit(p, u, R_F15_11);
  }

  for (int i = 0; i < MAX_WORKS; i++) {
    struct work *w = &F(p)->work[i];
    bool here = w->hex == h; /* no work is in no hex */
    if (here && w->side != side)
      sf_show_work(p, w, R_F15_11);
  }
}

/* F15.11: a die up to 2, 1 more each for a leader and for engineers. */
void sf_do_search(struct sal_play *p, int side, sal_hex h) {
  enum { FINDS = 2 };
  sal_unit who[32];
  int n = sf_members(p, who);
  int limit = FINDS;
  bool led = false;
  bool engineer = false;

  for (int i = 0; i < n; i++) {
    led |= kind_of(p, who[i])->cls == LEADER;
    engineer |= (kind_of(p, who[i])->flags & K_ENGINEER) != 0;
    /* A unit that searches is seen to be there (F15.8). */
    sf_appear(p, who[i]);
  }

  limit += led + engineer;

  int die = sf_die(p, R_F15_11, who[0], SAL_BOTH);
  sal_tell(p, E_F_SEARCH, R_F15_11,
           SAL_EVU(who[0], .at = {h}, .n = {(int16_t)die, (int16_t)limit}));

  /* It was their whole activation. */
  for (int i = 0; i < n; i++)
    sf_leave_group(p, who[i]);
  if (die <= limit)
    uncover(p, side, h);
}

/* ---- F15.10: cloaked Reserves ----------------------------------------------------------- */

/* A cloaked stack may be placed when it sees an enemy within 8 hexes, or burns (11.6194c). */
bool sf_may_uncloak(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  enum { NEAR = 8 };
  const struct trooper *t = unit_at(p, u);

  if (side_of(p, u) != side || !(t->is & IS_RESERVE))
    return sal_refuse(why, R_F15_10, "{u0} is not under a cloak.", u, 0);
  if (patch_at(p, hex_at(t->at))->holds & HEX_BLAZE)
    return true;

  for (EACH_MAN(p, e)) {
    location there = unit_at(p, e)->at;
    bool known_enemy = side_of(p, e) != side && sf_known(p, e);
    if (!known_enemy || sf_range(p, there, t->at) > NEAR)
      continue;
    if (sf_sight(p, t->at, there) >= 0)
      return true;
  }

  return sal_refuse(why, R_F15_10, "{u0} sees no enemy within 8 hexes.", u, 0);
}

/* All of the stack come on the map, concealed. */
void sf_uncloak(struct sal_play *p, int u) {
  location l = unit_at(p, u)->at;
  int side = side_of(p, u);

  for (EACH_AT(p, v, l)) {
    struct trooper *t = unit_at(p, v);
    bool own = side_of(p, v) == side;
    if (!own || !(t->is & IS_RESERVE))
      continue;
    t->is = (t->is & ~(uint32_t)(IS_RESERVE | IS_HIDDEN)) | IS_CONCEALED;
  }

  sal_tell(p, E_F_APPEARS, R_F15_10, SAL_EV(.at = {hex_at(l)}, .n = {(int16_t)side}));
  sal_reveal(p);
  sf_veil(p);
}
