/* field_place.c - section 31: the skirmish is set up; and positions for tests.
 *
 * While a side sets up, all its units are hidden; when it is done they are known, concealed or
 * hidden as the card says.
 */
#include "field.h"

#include <stddef.h>
#include <string.h>

/* ---- works and modules ------------------------------------------------------------------ */

/* A work takes the first free place of the list; with a full list it is left out. */
static void add_work(struct sal_play *p, const struct work *work) {
  for (int i = 0; i < MAX_WORKS; i++) {
    struct work *place = &F(p)->work[i];
    if (place->kind)
      continue;
    *place = *work;
    return;
  }
}

/* T8: the row of a calibre; -1: there is none. */
static int calibre_of(const struct sal_play *p, int mm) {
  for (int i = 0; i < FB(p)->ncalibres; i++)
    if (FB(p)->calibre[i] == mm)
      return i;
  return -1;
}

enum { BLACK_CHITS = 6, RED_CHITS = 2 };

/* F17.3, F17.4: artillery with its chits and observer. */
static struct module *add_module(struct sal_play *p, int side, int calibre, int observer) {
  struct module *m = F(p)->module;
  while (m->there)
    m++;
  *m = (struct module){.there = 1,
                       .side = (uint8_t)side,
                       .calibre = (uint8_t)calibre,
                       .observer = (uint8_t)observer,
                       .seen_from = 2,
                       .black = BLACK_CHITS,
                       .red = RED_CHITS};

  return m;
}

/* ---- the start -------------------------------------------------------------------------- */

/* The start that all separate battles share: turn, weather, leaders' figures. */
static void common_start(struct sal_play *p) {
  struct field *f = F(p);
  f->turn = 1;
  f->weather = CLEAR;
  f->ec = DRY;
  f->first = GER;
  f->active = GER;

  for (int side = 0; side < 2; side++) {
    f->elr[side] = FB(p)->elr[side];
    f->san[side] = FB(p)->san[side];
  }

  p->state->turn = 1;
  p->state->phase = P_FIELD_SETUP;
  for (int u = 0; u < count_of(p); u++)
    unit_at(p, u)->kind = FB(p)->counter_kind[u];
}

/* Is the counter in this game, by the options `balance` and `full`? */
static bool takes_part(const struct sal_play *p, int u) {
  enum { WITH_ALL_RULES = 3 };
  const struct roster *r = &FB(p)->roster[u];
  int at = sal_option_find(p->book, "balance");
  int balance = at < 0 ? 0 : p->state->option[at];

  /* Crews and heroes of the pool come in play (F2.8). */
  if (r->pool)
    return false;
  if (r->balance == WITH_ALL_RULES)
    return F(p)->full;
  return !r->balance || r->balance == balance;
}

/* The option `full`: a module with a radio, planes and a sniper for each side. */
static void add_support(struct sal_play *p) {
  for (int side = 0; side < 2; side++) {
    F(p)->san[side] = FB(p)->full[FULL_SAN][side];
    if (FB(p)->full[FULL_PLANES][side])
      F(p)->flight[side] = (struct flight){.state = FLIGHT_AWAITED, .side = (uint8_t)side};
    int calibre = calibre_of(p, FB(p)->full[FULL_CALIBRE][side]);
    /* The radio of the card calls it. */
    for (int u = 0; calibre >= 0 && u < count_of(p); u++) {
      bool own_radio = side_of(p, u) == side && sal_eq(kind_of(p, u)->id, "radio");
      if (own_radio)
        add_module(p, side, calibre, BY_RADIO)->by = (uint16_t)(u + 1);
    }
  }
}

/* F31.1: the Soviets set up first; weapons go with their bearers. */
void sf_setup(struct sal_play *p) {
  common_start(p);

  int all = sal_option_find(p->book, "full");
  F(p)->full = all >= 0 && p->state->option[all];
  if (F(p)->full)
    add_support(p);

  for (int u = 0; u < count_of(p); u++) {
    struct trooper *t = unit_at(p, u);
    if (!takes_part(p, u))
      continue;
    t->where = F_WAITING;
    if (kind_of(p, u)->cls != SUPPORT)
      continue;

    /* A weapon is with its bearer, wherever he is. */
    t->where = F_MAP;
    t->with = (uint16_t)(FB(p)->roster[u].by + 1);
  }

  /* The last pushed is asked first. */
  sal_push(p, N_F_TURN, SAL_NOSIDE);
  sal_push(p, N_F_PLACE, GER);
  sal_push(p, N_F_PLACE, RUS);
}

/* ---- skirmish.place --------------------------------------------------------------------- */

/* Vehicles have a separate set-up area. */
static bool heavy(const struct sal_play *p, int u) {
  return kind_of(p, u)->cls == VEHICLE;
}

/* F31.1: is that in the set-up area of the side for such a unit? */
static bool in_zone(const struct sal_play *p, int side, int u, sal_hex h) {
  return FB(p)->zone[h] >> (side * 2 + heavy(p, u)) & 1;
}

/* May this unit stand there at the start? */
static bool may_stand(const struct sal_play *p, int side, int u, location l,
                      struct sal_refusal *why) {
  const struct ground *g = ground_at(p, hex_at(l));
  sal_unit self = (sal_unit)u;
  bool gun = kind_of(p, u)->cls == GUN;

  if (!in_zone(p, side, u, hex_at(l)))
    return sal_refuse(why, R_F31_1, "{h1} is not in the set-up area of {u0}.", u, hex_at(l));
  if (heavy(p, u) ? g->veh == BARRED : g->inf == BARRED)
    return sal_refuse(why, R_F5_4, "{u0} cannot stand in {h1}.", u, hex_at(l));

  /* A Gun is brought there by a vehicle, or stands in a building. */
  bool gun_gets_there = g->veh != BARRED || g->is & H_BUILDING;
  if (gun && !gun_gets_there)
    return sal_refuse(why, R_F5_4, "{u0} cannot stand in {h1}.", u, hex_at(l));
  if (!sf_room(p, side, l, &self, 1))
    return sal_refuse(why, R_F3_1, "There is no room in {h0}.", hex_at(l), 0);

  return true;
}

/* A unit that its side may still lift and put elsewhere. */
static bool placeable(const struct sal_play *p, int side, int u) {
  int where = unit_at(p, u)->where;
  if (kind_of(p, u)->cls == SUPPORT || side_of(p, u) != side)
    return false;
  return where == F_WAITING || where == F_MAP;
}

/* F25.4: vehicles and Guns have a facing. */
static bool faces(const struct sal_play *p, int u) {
  int cls = kind_of(p, u)->cls;
  return cls == VEHICLE || cls == GUN;
}

/* Is the set-up complete? */
static bool all_placed(const struct sal_play *p, int side) {
  for (int u = 0; u < count_of(p); u++) {
    bool waits = unit_at(p, u)->where == F_WAITING;
    if (side_of(p, u) == side && waits)
      return false;
  }

  return true;
}

/* F25.4: a unit with a facing, and another one than it has. */
static bool may_turn(const struct sal_play *p, int side, int u, int dir, struct sal_refusal *why) {
  bool placed = placeable(p, side, u) && unit_at(p, u)->where == F_MAP;
  if (!placed || !faces(p, u))
    return sal_refuse(why, R_F25_4, "{u0} has no facing to set.", u, 0);
  if (unit_at(p, u)->face == dir)
    return sal_refuse(why, R_F25_4, "{u0} faces that way already.", u, 0);
  return true;
}

/* F15.12: a Gun in concealment terrain or a work may be hidden free. */
static bool may_hide(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  bool placed = placeable(p, side, u) && unit_at(p, u)->where == F_MAP;
  if (!placed || kind_of(p, u)->cls != GUN)
    return sal_refuse(why, R_F15_12, "{u0} has no right to be hidden.", u, 0);
  if (!sf_conceals(p, unit_at(p, u)->at, side))
    return sal_refuse(why, R_F15_12, "{u0} is hidden only in concealment terrain.", u, 0);
  return true;
}

/* F31.1, F15.12, F25.4: picking, putting, turning, hiding, handing over, and when the set-up may
 * end. */
static bool place_check(const struct sal_play *p, int side, struct sal_action a,
                        struct sal_refusal *why) {
  const struct placing *f = placing_of(p);
  int u = unit_of(a);

  switch (a.verb) {
  case V_PICK:
    if (!placeable(p, side, u))
      return sal_refuse(why, R_F31_1, "{u0} is not set up by this side.", u, 0);
    /* The same unit twice would change nothing. */
    if (f->unit == u + 1)
      return sal_refuse(why, R_F31_1, "{u0} is in hand.", u, 0);
    return true;
  case V_PUT:
    if (!f->unit)
      return sal_refuse(why, R_F31_1, "Choose a unit first.", 0, 0);
    return may_stand(p, side, f->unit - 1, location_at(hex_of(a, 0), GROUND), why);
  case V_FACE: return may_turn(p, side, u, direction_of(a, 1), why);
  case V_HIDE: return may_hide(p, side, u, why);
  case V_HAND_TO: return sf_may_deal(p, side, u, second_unit_of(a), why);
  case V_READY:
    if (all_placed(p, side))
      return sal_refuse(why, R_F31_1, "All are set up.", 0, 0);
    return true;
  case V_DONE:
    if (!all_placed(p, side))
      return sal_refuse(why, R_F31_1, "Some units are not set up yet.", 0, 0);
    return true;
  default: return false;
  }
}

/* F25.4: which units could take the side's weapons: those beside the bearer, on the map or off it.
 */
static void list_deals(const struct sal_play *p, int side, struct sal_list *l) {
  for (int w = 0; w < count_of(p); w++) {
    bool own_weapon = kind_of(p, w)->cls == SUPPORT && side_of(p, w) == side;
    if (!own_weapon || !unit_at(p, w)->with)
      continue;

    const struct trooper *bearer = unit_at(p, unit_at(p, w)->with - 1);
    for (int u = 0; u < count_of(p); u++) {
      const struct trooper *t = unit_at(p, u);
      bool beside = t->where == bearer->where && t->at == bearer->at;
      if (beside && place_check(p, side, sal_act(V_HAND_TO, w, u, 0), NULL))
        sal_list_add(l, sal_act(V_HAND_TO, w, u, 0));
    }
  }
}

/* F31.1: where the unit in hand could be put: in its side's area. */
static void list_places(const struct sal_play *p, int side, int u, struct sal_list *l) {
  const struct sal_board *m = &p->book->board;

  for (int i = 0; i < m->nhexes; i++)
    if (in_zone(p, side, u, m->order[i]) &&
        may_stand(p, side, u, location_at(m->order[i], GROUND), NULL))
      sal_list_add(l, sal_act(V_PUT, m->order[i], 0, 0));
}

/* Adds an action if place_check accepts it. */
static void offer(const struct sal_play *p, int side, struct sal_action a, struct sal_list *l) {
  if (place_check(p, side, a, NULL))
    sal_list_add(l, a);
}

/* F31.1: everything that place_check accepts, in the order of the verbs, so that the list needs no
 * sorting. */
static void place_list(const struct sal_play *p, int side, struct sal_list *l) {
  for (int u = 0; u < count_of(p); u++)
    offer(p, side, sal_act(V_PICK, u, 0, 0), l);
  if (placing_of(p)->unit)
    list_places(p, side, placing_of(p)->unit - 1, l);
  offer(p, side, sal_act(V_DONE, 0, 0, 0), l);

  for (int u = 0; u < count_of(p); u++)
    if (faces(p, u) && placeable(p, side, u))
      offer(p, side, sal_act(V_HIDE, u, 0, 0), l);
  offer(p, side, sal_act(V_READY, 0, 0, 0), l);
  for (int u = 0; u < count_of(p); u++)
    for (int d = 0; faces(p, u) && placeable(p, side, u) && d < 6; d++)
      offer(p, side, sal_act(V_FACE, u, d, 0), l);
  list_deals(p, side, l);
}

/* HELD_BACK marks a Gun that is to stay hidden until the side is done. */
static void put_down(struct sal_play *p, int u, location l, int face) {
  struct trooper *t = unit_at(p, u);
  t->where = F_MAP;
  t->is = IS_HIDDEN;
  t->face = (uint8_t)face;
  if (kind_of(p, u)->cls == GUN)
    t->is |= IS_EMPLACED;

  /* A Gun that leaves its cover gives up its hiding. */
  if (!sf_conceals(p, l, side_of(p, u)))
    t->did &= ~(uint32_t)HELD_BACK;
  sf_put(p, u, l);
}

/* `ready`: places the units that the scenario's own set-up leaves over, or uses the first room
 * there is. */
static void set_up_rest(struct sal_play *p, int side) {
  const struct sal_board *m = &p->book->board;
  for (int u = 0; u < count_of(p); u++) {
    if (side_of(p, u) != side || unit_at(p, u)->where != F_WAITING)
      continue;

    const struct roster *r = &FB(p)->roster[u];
    location l = r->place;

    /* The card's own hex, unless it is taken. */
    for (int i = 0; i < m->nhexes && !may_stand(p, side, u, l, NULL); i++)
      l = location_at(m->order[i], GROUND);
    put_down(p, u, l, r->face);
    bool hidden_gun = kind_of(p, u)->cls == GUN && sf_conceals(p, l, side);
    if (hidden_gun)
      unit_at(p, u)->did |= HELD_BACK;
  }
}

/* The card: the Soviets begin concealed where the ground allows it, except the tank. */
static void disclose(struct sal_play *p, int side) {
  for (int u = 0; u < count_of(p); u++) {
    struct trooper *t = unit_at(p, u);
    if (side_of(p, u) != side || !sf_on_map(p, u))
      continue;

    /* From now on the mark means what it does in play. */
    bool hidden = t->did & HELD_BACK;
    t->did = 0;
    t->is |= IS_SETTLED;
    if (hidden)
      continue;

    t->is &= ~(uint32_t)IS_HIDDEN;
    bool begins_concealed = side == RUS && !heavy(p, u);
    if (begins_concealed && sf_conceals(p, t->at, side))
      t->is |= IS_CONCEALED;
    if (!(t->is & IS_CONCEALED))
      sal_tell(p, E_F_PLACED, R_F31_1, SAL_EVU(u, .at = {hex_at(t->at)}));
  }

  sf_veil(p);
  sal_tell(p, E_F_READY, R_F31_1, SAL_EV(.n = {(int16_t)side}));
  sal_reveal(p);
}

/* ---- the option `full`: works by lot, which their owner alone sees ----------------------- */

/* Is a unit of the side in the hex? */
static bool own_men_in(const struct sal_play *p, int side, sal_hex h) {
  for (int u = 0; u < count_of(p); u++) {
    bool own = sf_on_map(p, u) && side_of(p, u) == side;
    if (own && hex_at(unit_at(p, u)->at) == h)
      return true;
  }

  return false;
}

/* May a work of that kind lie there? F25.5: never two in one hex. */
static bool fits_work(const struct sal_play *p, int side, int kind, sal_hex h) {
  const struct ground *g = ground_at(p, h);
  /* In its own set-up area, and alone in its hex (F25.5). */
  bool mine = FB(p)->zone[h] >> (side * 2) & 1;
  bool taken = patch_at(p, h)->holds & HEX_WORKS;

  if (!mine || taken || g->inf == BARRED)
    return false;

  /* Only foxholes, trenches and the like are laid where men stand. */
  bool empty = !own_men_in(p, side, h);
  switch (kind) {
  case WORK_FORTIFIED: return sf_objective(p, h);
  case WORK_DUMMY: return empty && g->is & H_CONC;

  /* F16.7: on a hexside that a road crosses */
  case WORK_ROADBLOCK: return p->book->board.path[h * 6 + 3] || p->book->board.path[h * 6 + 4];
  case WORK_FOXHOLE:
  case WORK_TRENCH: return g->tem == 0;
  default: return empty && g->tem == 0 && g->veh != BARRED;
  }
}

/* F31.1: the card's works lie where a lot puts them, seen by their owner alone. */
static void lay_work(struct sal_play *p, int side, int kind) {
  enum { BOX_FRONT = 3, BOX_REAR = 5, FOOT_MINES = 6, TANK_MINES = 2, SOUTH_EAST = 3 };
  const struct sal_board *m = &p->book->board;
  sal_hex at[MAX_HEXES];
  int n = 0;

  for (int i = 0; i < m->nhexes && n < MAX_HEXES; i++)
    if (fits_work(p, side, kind, m->order[i]))
      at[n++] = m->order[i];

  if (!n)
    return;

  sal_hex h = at[sf_pick_seen(p, n, R_F31_1, (int)SAL_BIT(side))];
  struct work w = {.hex = h, .kind = (uint8_t)kind, .side = (uint8_t)side, .size = 1};

  /* Pillboxes and roadblocks look towards the enemy. */
  w.face = (uint8_t)(side == GER ? 0 : SOUTH_EAST);
  if (kind == WORK_ROADBLOCK && !m->path[h * 6 + w.face])
    w.face++;
  if (kind == WORK_AP_MINES)
    w.size = FOOT_MINES;
  if (kind == WORK_AT_MINES)
    w.size = TANK_MINES;
  if (kind == WORK_PILLBOX) {
    w.front = BOX_FRONT;
    w.rear = BOX_REAR;
  }

  add_work(p, &w);
  sf_mark_works(p);
}

/* F31.1: as many of each kind as the card says. */
static void lay_works(struct sal_play *p, int side) {
  static const uint8_t kinds[FULL_ROWS - FULL_WORKS] = {
      WORK_FOXHOLE, WORK_TRENCH,    WORK_WIRE,      WORK_AP_MINES, WORK_AT_MINES,
      WORK_PILLBOX, WORK_ROADBLOCK, WORK_FORTIFIED, WORK_DUMMY};
  for (int i = 0; i < FULL_ROWS - FULL_WORKS; i++)
    for (int n = 0; n < FB(p)->full[FULL_WORKS + i][side]; n++)
      lay_work(p, side, kinds[i]);
}

/* F31.1: when a side is done its works are laid, and what is not hidden is disclosed. */
static void place_apply(struct sal_play *p, int side, struct sal_action a) {
  struct placing *f = placing_of(p);
  int u = unit_of(a);

  switch (a.verb) {
  case V_PICK: f->unit = (uint16_t)(u + 1); break;
  case V_PUT:
    put_down(p, f->unit - 1, location_at(hex_of(a, 0), GROUND), side == GER ? 0 : 3);
    f->unit = 0;
    break;
  case V_FACE: unit_at(p, u)->face = (uint8_t)direction_of(a, 1); break;
  case V_HIDE: unit_at(p, u)->did ^= HELD_BACK; break;
  case V_HAND_TO: sf_deal(p, side, u, second_unit_of(a)); break;
  case V_READY:
    f->unit = 0;
    set_up_rest(p, side);
    break;
  default:
    if (F(p)->full)
      lay_works(p, side);
    disclose(p, side);
    sal_pop(p);
    break;
  }
}

static void place_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  const struct placing *f = placing_of(p);
  if (f->unit)
    out->selected[out->nselected++] = (sal_unit)(f->unit - 1);
  const char *who = side == GER ? "German" : "Soviet";
  if (f->unit)
    sal_prompt_say(out, "%s: choose the hex for %s.", who, p->book->counter[f->unit - 1].label);
  else if (all_placed(p, side))
    sal_prompt_say(out, "%s: all are set up. Move, turn or hide them, or begin the battle.", who);
  else
    sal_prompt_say(out, "%s: set up. Choose a unit and its hex, or leave it to the card.", who);
}

const struct sal_node sf_place_node = {.id = "skirmish.place",
                                       .rule = R_F31_1,
                                       .list = place_list,
                                       .check = place_check,
                                       .apply = place_apply,
                                       .prompt = place_prompt};

/* ---- positions -------------------------------------------------------------------------- */

/* The words of a position file for states and marks. */
struct mark_word {
  const char *word;
  uint32_t is, did;
};
static const struct mark_word mark_words[] = {
    {"pinned", IS_PINNED, 0},
    {"broken", IS_BROKEN, 0},
    {"shaken", IS_SHAKEN, 0},
    {"wounded", IS_WOUNDED, 0},
    {"tired", IS_TIRED, 0},
    {"encircled", IS_ENCIRCLED, 0},
    {"fanatic", IS_FANATIC, 0},
    {"hip", IS_HIDDEN, 0},
    {"concealed", IS_CONCEALED, 0},
    {"melee", IS_MELEE, 0},
    {"heroic", IS_HEROIC, 0},
    {"immobilized", IS_IMMOBILE, 0},
    {"stunned", IS_STUNNED, 0},
    {"recall", IS_RECALLED, 0},
    {"bogged", IS_BOGGED, 0},
    {"malfunctioned", IS_BROKEN_DOWN, 0},
    {"emplaced", IS_EMPLACED, 0},
    {"moved", 0, DID_MOVE},
    {"shortage", IS_SHORT, 0},
    {"inexperienced", IS_GREEN, 0},
    {"redmp", IS_RED_MP, 0},
    {"dugin", IS_DUG_IN, 0},
    {"disabled", IS_DISABLED, 0},
    {"settled", IS_SETTLED, 0},
    {"reserve", IS_RESERVE | IS_HIDDEN, 0},
    {"fired", 0, DID_FIRE},
    {"acted", 0, DID_ACT},
};
enum { MARK_WORDS = sizeof mark_words / sizeof mark_words[0] };

/* The states of a unit in a position file. */
static bool read_marks(struct sal_play *p, const struct sal_position *pos, int i, int u,
                       struct sal_err *err) {
  const struct sal_pos_unit *pu = &pos->unit[i];
  /* An unknown word is a mistake of the file, and named. */
  for (int k = 0; k < pu->nmarks; k++) {
    int m = 0;
    while (m < MARK_WORDS && !sal_eq(mark_words[m].word, pu->mark[k]))
      m++;
    if (m == MARK_WORDS)
      return sal_pos_fail(err, "units", i, "marks", "there is no mark '%.*s'", 24, pu->mark[k]);
    unit_at(p, u)->is |= mark_words[m].is;
    unit_at(p, u)->did |= mark_words[m].did;
  }

  return true;
}

/* A radio, phone or OP tank: `oba` the calibre, then `rocket`, `black`, `red`, `registered`. */
static bool read_module(struct sal_play *p, int u, const char *name, const char *value) {
  struct module *m = F(p)->module;
  int32_t number = 0;
  bool is_number = sal_parse_int(value, 0, 250, &number);

  /* The first word makes the module, the others change it. */
  bool known_calibre = is_number && calibre_of(p, (int)number) >= 0;
  if (sal_eq(name, "oba") && known_calibre) {
    const struct armament *arm = weapon_of(p, u);
    bool phone = arm && arm->flags & W_PHONE;
    int by = phone ? BY_PHONE : BY_RADIO;
    m = add_module(p, side_of(p, u), calibre_of(p, (int)number), sf_vehicle(p, u) ? BY_TANK : by);
    m->by = (uint16_t)(u + 1);
    return true;
  }

  while (m < F(p)->module + MAX_MODULES && m->by != u + 1)
    m++;
  if (m == F(p)->module + MAX_MODULES)
    return false;

  if (sal_eq(name, "rocket"))
    m->rocket = (uint8_t)number;
  else if (sal_eq(name, "black"))
    m->black = (uint8_t)number;
  else if (sal_eq(name, "red"))
    m->red = (uint8_t)number;
  else if (sal_eq(name, "registered"))
    m->registered[0] = sal_hex_parse(&p->book->board, value);
  else
    return false;

  return true;
}

/* Factors of a unit: `level` 0 to 2; `by` its carrier or vehicle; `acquired` a hex; `leads` the
 * armour leader's L; `charge` the hex it blows; those of a module. */
static bool read_factors(struct sal_play *p, const struct sal_position *pos, int i, int u,
                         struct sal_err *err) {
  const struct sal_pos_unit *pu = &pos->unit[i];
  for (int k = 0; k < pu->nfactors; k++) {
    const char *name = pu->factor[k].name;
    const char *value = pu->factor[k].value;
    struct trooper *t = unit_at(p, u);
    int32_t number = 0;
    bool is_number = sal_parse_int(value, 0, 250, &number);

    if (sal_eq(name, "level") && is_number && number < LEVELS) {
      t->at = location_at(hex_at(t->at), (int)number);
    } else if (sal_eq(name, "leads") && is_number) {
      t->leads = (uint8_t)number;
    } else if (sal_eq(name, "charge")) {
      add_work(p, &(struct work){.hex = sal_hex_parse(&p->book->board, value),
                                 .kind = WORK_CHARGE,
                                 .side = (uint8_t)side_of(p, u),
                                 .unit = (uint16_t)(u + 1)});
    } else if (read_module(p, u, name, value)) {
      continue;
    } else if (sal_eq(name, "by")) {
      sal_unit by = sal_unit_find(p->book, value);
      if (by == SAL_NOUNIT)
        return sal_pos_fail(err, "units", i, "factors", "there is no unit '%.*s'", 40, value);
      t->with = (uint16_t)(by + 1);
    } else if (sal_eq(name, "acquired")) {
      t->acquired = sal_hex_parse(&p->book->board, value);
      t->acquired_by = 1;
    } else if (!sal_eq(name, "level")) {
      return sal_pos_fail(err, "units", i, "factors", "there is no factor '%.*s'", 24, name);
    }
  }

  return true;
}

/* What is carried is where its carrier is; and no stack may be over its limit. */
static bool settle_unit(struct sal_play *p, const struct sal_position *pos, int u,
                        struct sal_err *err) {
  struct trooper *t = unit_at(p, u);
  const struct trooper *carrier = t->with ? unit_at(p, t->with - 1) : NULL;
  bool loaded = carrier && carrier->where == F_WAITING;

  if (t->where == F_MAP && carrier)
    t->at = carrier->at;

  /* Loaded in a vehicle that waits, it waits too (F22.1). */
  if (t->where == F_DEAD && loaded)
    t->where = F_WAITING;
  if (t->where != F_MAP)
    return true;
  if (!t->at && !loaded)
    return sal_fail_at(err, "units", "'%s' is nowhere", p->book->counter[u].id);

  /* A position may be marked as unchecked, to test what follows from a full stack. */
  bool checked = !pos->unchecked && kind_of(p, u)->cls != SUPPORT;
  if (checked && sf_full(p, side_of(p, u), t->at, false))
    return sal_fail_at(err, "units", "the stack in %s is not legal",
                       p->book->board.name[hex_at(t->at)]);

  return true;
}

/* Units of a position. What is carried is where its carrier is. */
static bool place_units(struct sal_play *p, const struct sal_position *pos, struct sal_err *err) {
  for (int i = 0; i < pos->nunits; i++) {
    const struct sal_pos_unit *pu = &pos->unit[i];
    sal_unit u = sal_pos_unit_index(p->book, pu);
    sal_hex h;

    if (u == SAL_NOUNIT)
      return sal_pos_fail(err, "units", i, "unit", "there is no unit '%.*s'", 40, pu->unit);

    struct trooper *t = unit_at(p, u);
    if (t->where != F_NONE)
      return sal_pos_fail(err, "units", i, "unit", "'%s' is there twice", p->book->counter[u].id);
    if (!sal_pos_hex(p->book, pos, i, &h, err))
      return false;
    if (pu->unit && pu->kind)
      return sal_pos_fail(err, "units", i, "kind", "a counter of the game has its own kind");

    /* A squad of one step is its half-squad. */
    int half = kind_of(p, u)->half;
    int most_steps = half ? 2 : 1;
    if (pu->steps == 1 && half)
      t->kind = (uint8_t)half;
    else if (pu->steps == 0 || pu->steps > most_steps)
      return sal_pos_fail(err, "units", i, "steps", "a squad has 2 steps, everything else 1");

    t->where = F_MAP;
    t->at = h ? location_at(h, GROUND) : 0;

    if (pu->facing > 5)
      return sal_pos_fail(err, "units", i, "facing", "a facing is 0 to 5");

    t->face = (uint8_t)(pu->facing < 0 ? 0 : pu->facing);

    if (pu->box && sal_box_find(p->book, pu->box) < 0)
      return sal_pos_fail(err, "units", i, "box", "there is no box '%.*s'", 24, pu->box);

    /* Nowhere on the map: eliminated, unless it waits in its side's box to enter. */
    bool on_map = h || kind_of(p, u)->cls == SUPPORT;
    if (pu->box || !on_map)
      t->where = F_DEAD;
    if (pu->box && sal_box_find(p->book, pu->box) == side_of(p, u))
      t->where = F_WAITING;
    if (!read_marks(p, pos, i, u, err) || !read_factors(p, pos, i, u, err))
      return false;
  }

  for (int u = 0; u < count_of(p); u++)
    if (!settle_unit(p, pos, u, err))
      return false;

  return true;
}

/* A variable of a position file, and where its byte lies. */
struct var_word {
  const char *name;
  size_t at;
};
/* Variables of a position that are one byte of the battle. */
static const struct var_word var_words[] = {
    {"weather_now", offsetof(struct field, weather)},
    {"ec_now", offsetof(struct field, ec)},
    {"german_elr", offsetof(struct field, elr)},
    {"soviet_elr", offsetof(struct field, elr) + 1},
    {"german_san", offsetof(struct field, san)},
    {"soviet_san", offsetof(struct field, san) + 1},
    {"edges", offsetof(struct field, edges)},
    {"rolls_end", offsetof(struct field, rolls_end)},
    {"end_drm", offsetof(struct field, end_drm)},
    {"breeze", offsetof(struct field, wind)},
};
enum { VAR_WORDS = sizeof var_words / sizeof var_words[0] };

/* "120 T-A5": a module with an Offboard Observer there; "120": one with a plane. */
static bool read_offboard(struct sal_play *p, int side, const char *text) {
  const char *space = strchr(text, ' ');
  char mm[8];
  int32_t number;

  sal_format(mm, sizeof mm, "%.*s", space ? (int)(space - text) : 7, text);
  if (!sal_parse_int(mm, 0, 250, &number) || calibre_of(p, (int)number) < 0)
    return false;

  struct module *m = add_module(p, side, calibre_of(p, (int)number), space ? OFFBOARD : BY_PLANE);
  m->from = space ? sal_hex_parse(&p->book->board, space + 1) : SAL_NOHEX;

  return !space || m->from;
}

/* Modules and planes of a side in a position file. */
static bool read_var(struct sal_play *p, const struct sal_pos_var *v) {
  enum { PAID = 2 };
  for (int side = 0; side < 2; side++) {
    bool german = side == GER;
    if (sal_eq(v->name, german ? "german_module" : "soviet_module"))
      return v->text && read_offboard(p, side, v->text);

    if (sal_eq(v->name, german ? "german_planes" : "soviet_planes")) {
      F(p)->flight[side] =
          (struct flight){.state = FLIGHT_AWAITED, .side = (uint8_t)side, .paid = v->value == PAID};
      return true;
    }

    if (sal_eq(v->name, german ? "german_poor" : "soviet_poor")) {
      F(p)->not_elite |= (uint8_t)SAL_BIT(side);
      return true;
    }
  }

  return false;
}

/* Variables by name: bytes of the battle, or modules and planes. */
static bool read_vars(struct sal_play *p, const struct sal_position *pos, struct sal_err *err) {
  for (int i = 0; i < pos->nvars; i++) {
    const struct sal_pos_var *v = &pos->var[i];
    int k = 0;

    while (k < VAR_WORDS && !sal_eq(var_words[k].name, v->name))
      k++;
    if (k == VAR_WORDS && read_var(p, v))
      continue;
    if (k == VAR_WORDS)
      return sal_pos_fail(err, "vars", i, v->name, "there is no such variable");
    if (v->text || v->value < 0 || v->value > 6)
      return sal_pos_fail(err, "vars", i, v->name, "it is a number from 0 to 6");

    *((uint8_t *)F(p) + var_words[k].at) = (uint8_t)v->value;
  }

  return true;
}

struct work_word {
  const char *word;
  uint8_t kind;
};
/* A work is a word and a figure: squads, factors, direction or storey. */
static const struct work_word work_words[] = {
    {"foxhole", WORK_FOXHOLE},     {"trench", WORK_TRENCH},  {"ditch", WORK_DITCH},
    {"pillbox", WORK_PILLBOX},     {"wire", WORK_WIRE},      {"roadblock", WORK_ROADBLOCK},
    {"fortified", WORK_FORTIFIED}, {"mines", WORK_AP_MINES}, {"atmines", WORK_AT_MINES},
    {"dummy", WORK_DUMMY},         {"cloak", WORK_CLOAK}};
enum { WORK_WORDS = sizeof work_words / sizeof work_words[0] };

/* A work of a position: "wire", "foxhole", "mines6". */
static bool read_work(struct sal_play *p, sal_hex h, const struct sal_pos_mark *mark) {
  enum { BOX_HOLDS = 2, BOX_FRONT = 3, BOX_REAR = 5 };
  size_t n = strcspn(mark->mark, "0123456789");
  int32_t figure = 0;
  int k = 0;

  /* The word is what stands before the figure. */
  while (k < WORK_WORDS) {
    const char *word = work_words[k].word;
    bool same = strlen(word) == n && strncmp(word, mark->mark, n) == 0;
    if (same)
      break;
    k++;
  }

  if (k == WORK_WORDS || mark->side > RUS)
    return false;
  if (mark->mark[n] && !sal_parse_int(mark->mark + n, 0, 12, &figure))
    return false;

  struct work w = {.hex = h, .kind = work_words[k].kind, .side = (uint8_t)mark->side};
  w.size = (uint8_t)figure;
  w.face = (uint8_t)figure;
  w.level = (uint8_t)figure;

  if (w.kind == WORK_PILLBOX) {
    w.size = BOX_HOLDS;
    w.front = BOX_FRONT;
    w.rear = BOX_REAR;
  }

  if (w.kind != WORK_FORTIFIED)
    w.level = GROUND;
  add_work(p, &w);

  return true;
}

/* Wrecks, fires, smoke and works of a position. */
static bool read_hex_marks(struct sal_play *p, const struct sal_position *pos,
                           struct sal_err *err) {
  static const struct {
    const char *word;
    uint8_t holds;
  } words[] = {{"wreck", HEX_WRECK},
               {"burning", HEX_WRECK | HEX_BURNING},
               {"blaze", HEX_BLAZE},
               {"smoke", HEX_SMOKE}};
  for (int i = 0; i < pos->nmarks; i++) {
    sal_hex h = sal_hex_parse(&p->book->board, pos->mark[i].hex);
    int w = 0;

    while (w < 4 && !sal_eq(words[w].word, pos->mark[i].mark))
      w++;
    if (h && w == 4 && read_work(p, h, &pos->mark[i]))
      continue;
    if (!h || w == 4)
      return sal_pos_fail(err, "marks", i, "mark", "it is no hex of the map or no mark");

    patch_at(p, h)->holds |= words[w].holds;
  }

  sf_mark_works(p);
  F(p)->changed = (uint8_t)sf_count_changed(p);

  return true;
}

/* Whose hexes are: both sides know it from the start. */
static bool read_control(struct sal_play *p, const struct sal_position *pos, struct sal_err *err) {
  for (int i = 0; i < pos->ncontrol; i++) {
    int owner = sal_side_parse(pos->control[i].id);
    for (int k = 0; k < pos->control[i].n; k++) {
      sal_hex h = sal_hex_parse(&p->book->board, pos->control[i].hex[k]);
      if (!h || owner >= SAL_SIDES)
        return sal_pos_fail(err, "control", i, NULL, "a side and hexes of the map are wanted");
      patch_at(p, h)->control = owner == GER ? OWNERS | OWNERS * SHOWN : 0;
      patch_at(p, h)->began_german = owner == GER;
    }
  }

  return true;
}

/* A position without a scenario: the phase that it names begins. */
bool sf_position(struct sal_play *p, const struct sal_position *pos, struct sal_err *err) {
  int stage = STAGE_RALLY;
  int side = GER;
  int phase = P_FIELD_TURN;

  if (pos->phase) {
    for (phase = P_FIELD_TURN; phase < P_FIELD_TURN + 2 * STAGES; phase++)
      if (sal_eq(p->book->rules->phases[phase].id, pos->phase))
        break;
    if (phase == P_FIELD_TURN + 2 * STAGES)
      return sal_fail_at(err, "phase", "there is no phase '%.*s'", 24, pos->phase);
    side = (phase - P_FIELD_TURN) / STAGES;
    stage = (phase - P_FIELD_TURN) % STAGES;
  }

  common_start(p);
  F(p)->active = (uint8_t)side;
  F(p)->turn = (uint8_t)(pos->turn > 0 ? pos->turn : 1);
  p->state->turn = F(p)->turn;

  if (!read_vars(p, pos, err) || !read_hex_marks(p, pos, err) || !place_units(p, pos, err))
    return false;

  sf_mark_works(p);

  if (!read_control(p, pos, err))
    return false;

  sf_veil(p);
  sf_phase(p, stage);
  sequence_in(sal_push(p, N_F_TURN, SAL_NOSIDE))->stage = (uint16_t)stage;

  return true;
}
