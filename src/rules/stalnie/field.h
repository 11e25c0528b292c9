/* field.h - battles on the board, squad level (rows F of the rules): what changes, what does not.
 *
 * Read in this order: field.h, field_kinds.c and field_load.c (tables, the ground), field_units.c
 * (stacks, marks, what is known), field_lookup.c (who stands where), field_sight.c (F6),
 * field_turn.c (F1, the sequence and what happens by itself), field_act.c (F4.1: who acts),
 * field_unit.c, field_move.c, field_carry.c and field_shots.c (F1.4: one activation),
 * field_allowance.c and field_path.c (F4, F5: where a group or vehicle may go), field_walk.c (F4.9:
 * the way step by step), field_react.c (F9), field_firers.c and field_fire.c (F7), field_effect.c
 * (T5, F8), field_guns.c (F11), field_armour.c (F12, F13), field_rally.c (F8.10 on),
 * field_assault.c and field_close.c (F14), field_smoke.c (F20), field_place.c (positions, set-up),
 * field_secret.c, field_show.c, field_orders.c, field_audit.c.
 *
 * A Location is one number: hex * 4 + level (ground, upper storey). Units, Guns, vehicles and
 * support weapons are counters of one array; a support weapon names its carrier.
 */
#ifndef STALNIE_FIELD_H
#define STALNIE_FIELD_H

#include "core/operands.h"
#include "state.h"

/* ---- what does not change --------------------------------------------------------------- */

typedef uint16_t location;              /* hex * 4 + level; 0 is nowhere */
enum { GROUND, UPPER, BUNKER, LEVELS }; /* BUNKER: inside the pillbox of the hex (F16.5) */
static inline location location_at(sal_hex h, int level) {
  return (location)(h << 2 | level);
}
static inline sal_hex hex_at(location l) {
  return (sal_hex)(l >> 2);
}
static inline int level_at(location l) {
  return l & 3;
}

enum { SUPPORT = CLASSES, FIELD_CLASSES }; /* a support weapon, behind the classes of units */
enum {                                     /* flags of a kind (T2, T4) */
       K_UNDERLINED = 1,
       K_LOST = 2, /* replaced by nothing: eliminated (F8.5) */
       K_ENGINEER = 4,
       K_SMOKE = 8,
       K_CC = 16,
       K_SKIRTS = 32,
       K_HEAVY = 64,
       K_NT = 128, /* no turret */
       K_OT = 256, /* open-topped */
       K_HALFTRACK = 512,
       K_TRUCK = 1024,
       K_AA = 2048,
       K_RIDERS = 4096,
       K_CROWDED = 8192,
       K_SOFT = 16384, /* unarmoured */
       K_ARC = 32768,  /* a Gun that must turn */
       K_FLAME = 65536,
       K_TOWS = 131072,       /* may tow a Gun (F5.11) */
       K_OBSERVER = 262144,   /* an OP tank: no MA, calls artillery (F17.3) */
       K_SMALL_CREW = 524288, /* its crew is a 348 half-squad (F12.3) */
       K_TOWING = 1048576,    /* no kind: it has a Gun behind it now */
};
struct kind {
  const char *id;
  uint32_t flags;
  uint8_t cls, fp, range, morale, broken, half, replaced, hardened, cvp;
  uint8_t weapon; /* of a Gun, HW, SW or a vehicle's MA: its place + 1 */
  uint8_t mp, front, side, rof, bow, other, flame;
  int8_t size; /* to-hit DRM of its size (F11.3) */
  uint8_t pp;  /* squads carried, in halves */
};
enum { /* flags of a weapon (T3) */
       W_MG = 1,
       W_SW = 2,
       W_TEAM = 4,
       W_HEAT = 8,
       W_INDIRECT = 16,
       W_AA = 32,
       W_RADIO = 64, /* radio or phone (F10.11) */
       W_PHONE = 128
};
struct armament {
  const char *id;
  uint8_t tk, he, htk, min, max, rof, longer, pp, flags;
};
enum { BARRED = 255 };
enum { /* what the ground is besides its figures */
       H_CONC = 1,
       H_BURN = 2,
       H_BOG = 4,
       H_GULLY = 8,
       H_BUILDING = 16,
       H_UPPER = 32,
       H_STONE = 64,
       H_SHELTER = 128, /* woods, building, rubble */
       H_WOODS = 256,
       H_PUSHED = 512, /* a Gun may be pushed into it (F5.12) */
};
struct ground {
  uint16_t is;
  uint8_t inf, veh, tem, obstacle, hind, level, hedge; /* hedge: a bit a direction */
};
enum { MAX_KINDS = 96, MAX_ARMAMENTS = 40, MAX_OBJECTIVES = 400, COLUMNS_FIRE = 11, PATH = 24 };
enum { AREA_ROWS = 65, EDGE_BYTES = (AREA_ROWS + 7) / 8 };
enum { ZONE_OBJECTIVE = 16 };
enum { MAX_HEXES = 2200, MAX_RANGE = 40, FAST = 8 };
enum { MAX_WORKS = 128, MAX_MODULES = 4, MAX_FLIGHTS = 4, MAX_PLANES = 3, CALIBRES = 8 };
struct roster { /* a counter's row of the scenario */
  location place;
  uint8_t face, balance, pool;
  sal_unit by;
};
enum { POOL_NONE, POOL_OF_CREWS, POOL_OF_HEROES, POOL_OF_SMALL_CREWS };
enum { /* rows of the table field.full */
       FULL_SAN,
       FULL_CALIBRE,
       FULL_PLANES,
       FULL_WORKS, /* from here on how many works of each kind */
       FULL_ROWS = FULL_WORKS + 9
};
struct field_book {
  struct kind kind[MAX_KINDS];
  struct armament arm[MAX_ARMAMENTS];
  uint8_t nkinds, narms;
  uint8_t counter_kind[1024];
  struct roster roster[1024];
  struct ground *ground;        /* by cell */
  uint8_t *inf_edge, *veh_edge; /* [cell * 6 + dir]: cost of leaving that way, BARRED */
  uint8_t *rough;               /* [cell * 6 + dir]: what `veh_edge` enters may bog (F5.9) */
  uint16_t *index;              /* by cell: its place among the hexes, from 1 */
  struct sal_lines lines;
  uint8_t *open; /* small maps: [index * hexes + index] hindrances over the drawn ground, or CUT */
  uint16_t nhexes;
  uint8_t column[COLUMNS_FIRE], strength[COLUMNS_FIRE]; /* F7.6 */
  int8_t effect[40];                                    /* T5 by margin, 0.. */
  uint8_t hit[MAX_RANGE + 1];                           /* T6 */
  int8_t kill[MAX_RANGE + 1];
  uint8_t odds[8][3]; /* T7: own, enemy, number */
  uint8_t nodds;
  uint8_t calibre[CALIBRES], shell[CALIBRES], rocket[CALIBRES]; /* T8: mm, FP, FP of rockets */
  uint8_t ncalibres;
  uint8_t full[FULL_ROWS][2]; /* by side */
  uint8_t elr[2], san[2];
  uint8_t uphill_inf, uphill_veh, hedge_cost, hedge_tem, wreck_veh, wreck_tem, wreck_hind;
  sal_hex objective[MAX_OBJECTIVES];
  uint16_t nobjectives;
  uint8_t wanted, range; /* wanted: objectives that win; range: lines are known to it */
  bool campaign;         /* a battle of the campaign: it ends by CG4, units enter by CG9 */
  sal_hex side_edge[2][AREA_ROWS]; /* campaign: of each hexrow from the south; east, west */
  uint8_t *zone;                   /* by cell: 1 << side * 2 + armour: may set up there */
  int16_t low_row, high_row;       /* r of the northern and of the southern hexrow */
  uint32_t units_at, cells_at;     /* where the arrays begin in a state */
  uint32_t lookup_at;              /* where the lookup begins in scratch */
};
enum { CUT = 255 };
enum { /* T5 */
       NO_EFFECT,
       PIN_CHECK,
       MC0,
       MC1,
       MC2,
       MC3,
       REDUCED_ONE,
       KILL_ONE,
       KILL_TWO,
       KILL_ALL,
       EFFECTS
};

/* ---- what changes ----------------------------------------------------------------------- */

/* not in play; to be set up or to enter; on the map; ..; of the campaign, but not in this battle */
enum { F_NONE, F_WAITING, F_MAP, F_DEAD, F_LEFT, F_ABSENT };
enum { /* `is`: states that last (F2.3, F2.4) */
       IS_PINNED = 1,
       IS_BROKEN = 2,
       IS_SHAKEN = 4,
       IS_WOUNDED = 8,
       IS_TIRED = 16,
       IS_ENCIRCLED = 32,
       IS_FANATIC = 64,
       IS_HIDDEN = 128,
       IS_CONCEALED = 256,
       IS_MELEE = 512,
       IS_HEROIC = 1024,
       IS_IMMOBILE = 2048,
       IS_STUNNED = 4096,
       IS_STUN_ENDS = 8192, /* its own player turn has begun since (F12.9) */
       IS_RECALLED = 16384,
       IS_BOGGED = 32768,
       IS_BROKEN_DOWN = 65536, /* SW, Gun or MA malfunctioned */
       IS_DISABLED = 131072,
       IS_MG_DOWN = 262144,
       IS_MG_OUT = 524288,
       IS_EMPLACED = 1048576,
       IS_VEHICLE_CREW = 2097152,
       IS_NO_HEAT = 4194304,   /* its special ammunition or flame fuel is gone (F11.8, F10.6) */
       IS_SHORT = 8388608,     /* Ammunition Shortage (F2.7) */
       IS_GREEN = 16777216,    /* Inexperienced (F2.7) */
       IS_RED_MP = 33554432,   /* its drive may fail (F2.7) */
       IS_DUG_IN = 67108864,   /* F16.13 */
       IS_SETTLED = 134217728, /* has not left the hex it was set up in (F16.8) */
       IS_RESERVE = 268435456, /* under a cloak (F15.10) */
       IS_UNSEEN = IS_HIDDEN | IS_CONCEALED
};
enum { /* `did`: marks of the player turn (F1.3) and of the activation */
       DID_MOVE = 1,
       DID_FIRE = 2, /* own FP, SW, Gun or MA */
       DID_MG = 4,   /* a vehicle's MG */
       DID_ACT = 8,
       DID_DIRECT = 16,
       DID_DESPERATE = 32,
       DID_TURN = 64,
       DID_BOARD = 128,
       DID_GIVE = 256,
       IN_GROUP = 512,
       HELD_BACK = 1024,  /* a SW that does not fire with its bearer (`hold`) */
       KEPT_RATE = 2048,  /* may fire again by its rate (F7.12) */
       DID_SMOKE = 4096,  /* tried a grenade in this activation */
       WAS_VEILED = 8192, /* concealed when this Assault phase began (F14.8) */
       DID_UNLOAD = 16384,
       DID_ADVANCE = 32768, /* in this Assault phase */
       DID_FLAME = 131072,  /* a vehicle's flamethrower */
       DID_TOW = 65536,     /* hooked or unhooked in this player turn: it does not fire (F11.10) */
       ONE_TURN = DID_MOVE | DID_FIRE | DID_MG | DID_ACT | DID_DIRECT | DID_DESPERATE | DID_TURN |
                  DID_BOARD | DID_GIVE | KEPT_RATE | DID_UNLOAD | DID_TOW | DID_FLAME,
       ONE_ACTIVATION = IN_GROUP | HELD_BACK | DID_SMOKE
};
struct trooper { /* a unit, Gun, vehicle or support weapon */
  uint32_t is, did;
  location at;
  uint16_t with;     /* SW: its carrier + 1; rider or passenger: the vehicle + 1 */
  uint16_t acquired; /* F11.4: the hex */
  uint8_t acquired_by, kind, where, face;
  uint8_t struck;    /* F8.11: hexsides it was fired at through, this phase */
  uint8_t entered;   /* hexes entered in this activation (F11.3) */
  uint8_t shots;     /* F7.4: its SW shots in this player turn */
  uint8_t leads;     /* L of a vehicle's armour leader (F2.5) */
  uint16_t acted_on; /* the hex it overran last in this activation */
  uint16_t north;    /* it has left by the north edge, Retained (CG13c) */
  uint16_t spare;    /* states are compared byte by byte: no gap is left to chance */
};
_Static_assert(offsetof(struct trooper, spare) + sizeof(uint16_t) == sizeof(struct trooper),
               "a trooper ends in a gap");
enum { /* `holds` of a hex */
       HEX_WRECK = 1,
       HEX_BURNING = 2,
       HEX_BLAZE = 4,
       HEX_SMOKE = 8,       /* gone at the End of this player turn */
       HEX_SMOKE_LONG = 16, /* one player turn longer (F20.2) */
       HEX_AFIRE =
           32, /* the Blaze began before this player turn: a unit that stays is lost (F20.5) */
       HEX_WORKS = 64,   /* some work is there */
       HEX_RUBBLE = 128, /* a charge has brought the building down (F16.12) */
};
/* `veil`: VEIL << side * LEVELS + level; VEIL_MOVED << side */
enum { VEIL = 1, VEIL_MOVED = 64 };
/* `control`: OWNER << level: German; SHOWN << level: as told; OVERRUN: in this activation (F13.4)
 */
enum { OWNER = 1, SHOWN = 8, OWNERS = 7, OVERRUN = 64 };
struct patch { /* what a hex holds besides units */
  uint8_t holds, veil, control;
  uint8_t residual[LEVELS]; /* F9.10: place of the column + 1; fresh ones in the high half */
  uint8_t cloak;            /* a bit a side, a cloaked stack or a dummy of one (F15.10) */
  uint8_t began_german;     /* whose it was when the battle began (CG13) */
};
enum { /* F16: kinds of works */
       NO_WORK,
       WORK_FOXHOLE,
       WORK_TRENCH,
       WORK_DITCH,
       WORK_PILLBOX,
       WORK_WIRE,
       WORK_ROADBLOCK,
       WORK_FORTIFIED,
       WORK_AP_MINES,
       WORK_AT_MINES,
       WORK_CHARGE,
       WORK_DUMMY,
       WORK_CLOAK, /* a dummy of a cloaked Reserve */
       WORKS
};
struct work {
  sal_hex hex;
  uint16_t unit; /* charge: the unit that blows it, + 1 */
  uint8_t kind, side, shown;
  uint8_t size;        /* foxhole, pillbox: squads; mines: factors */
  uint8_t front, rear; /* pillbox: TEM through its front arc, and otherwise */
  uint8_t face, level; /* pillbox, roadblock: direction; fortified, charge: storey */
};
enum { MISSION_FIRE, MISSION_SMOKE, MISSION_BARRAGE, MISSIONS };
enum { NO_OBSERVER, BY_RADIO, BY_PHONE, BY_TANK, OFFBOARD, BY_PLANE };
struct module { /* off-board artillery (F17) */
  sal_hex aim;  /* where it will fall; 0: nothing is aimed */
  uint16_t by;  /* from here to seen_from: its owner's secret. radio, phone or OP tank + 1 */
  sal_hex from; /* Offboard Observer: his edge hex */
  sal_hex registered[2];
  uint8_t black, red, reds;     /* chits left; reds drawn in all */
  uint8_t spent, asked;         /* used up; has called in this Support phase */
  uint8_t observer, seen_from;  /* seen_from: the Offboard Observer's level */
  uint8_t there, side, calibre; /* calibre: place in T8 */
  uint8_t rocket, mission;
};
enum { FLIGHT_NONE, FLIGHT_AWAITED, FLIGHT_HERE, FLIGHT_GONE };
enum { PLANE_BOMBS = 1, PLANE_GUN = 2, PLANE_FLOWN = 4, PLANE_LOST = 8, PLANE_GUN_LOST = 16 };
struct flight { /* a group of aircraft (F18) */
  uint8_t state, side, paid, since;
  uint8_t planes, plane[MAX_PLANES];
};
enum { EDGES_NONE, EDGES_OPEN, EDGES_NORTH }; /* NORTH: Germans may leave there (CG13c) */
struct field {
  uint16_t npath, spent; /* spent: MP of the part declared by `via` */
  location path[PATH];   /* path[0]: where it begins */
  uint8_t facing[PATH];  /* of a vehicle, at each */
  uint8_t turn, active, first, stage;
  uint8_t weather, ec, wind, sniped; /* sniped: a bit a side (F19) */
  uint8_t elr[2], san[2];
  uint16_t cvp[2];         /* lost by that side (F23.1) */
  uint8_t winner, changed; /* winner: side + 1; changed: hexes with a wreck, Blaze or smoke */
  uint8_t lost;            /* a member of the acting group was eliminated (F4.10) */
  uint8_t full;            /* works, artillery, aircraft: the option of the skirmish */
  uint16_t sniper_at;      /* F19.1: whose check the sniper waits for, + 1 */
  location sniper_from;    /* where it was made */
  uint8_t san_shown;       /* a bit a side: its sniper has shown himself (11.617) */
  uint8_t not_elite;       /* F11.8: a bit a side */
  uint8_t edges;           /* there is entry and exit (F22.1, F22.2): EDGES_.. */
  uint8_t rolls_end;       /* Game End by a die from Turn 7 on (F22.6) */
  int8_t end_drm;
  uint8_t rubble;     /* a charge has brought some building down */
  uint8_t turn_over;  /* campaign: a Game Turn is complete, the Game End dr is due (CG4) */
  uint8_t arrives[2]; /* CG9a: the first turn in which a side's units may enter */
  uint8_t german_edge[2][EDGE_BYTES]; /* campaign: side-edge hexes that are German, a bit each */
  struct work work[MAX_WORKS];
  struct module module[MAX_MODULES];
  struct flight flight[MAX_FLIGHTS];
};

SAL_LOCALS(sequence, uint16_t stage, place, unit;);
SAL_LOCALS(activation, uint16_t first, mode, spent, allowance, is;);
enum { UNDECIDED, FIRING, MOVING, CAREFUL, RUNNING };
enum {                /* of an activation */
       ACT_FIRED = 1, /* after moving: no further step */
       ACT_CUT = 2,
       ACT_GONE = 4, /* a path was walked: the next costs 1 MP more (F4.7) */
       ACT_OFF_ROAD = 8,
       ACT_HANDED = 16,
       ACT_LATE = 32,
       ACT_OVERRAN = 64,
       ACT_RECALL = 128,   /* the program drives it home (F12.10) */
       ACT_ENTERING = 256, /* from off the map (F22.1) */
       ACT_UNLOADED = 512, /* units that got off may make one attack (F5.8) */

};
SAL_LOCALS(walk, uint16_t step, firer, aim, how, is;);
enum {
  WALK_BEGUN = 1,
  WALK_CLOSED = 2,
  WALK_CUT = 4,
  WALK_BACK = 8,
  WALK_OVERRUN = 16,
  WALK_UNLOAD = 32,
  WALK_TURN = 64,
  WALK_ENTER = 128, /* from off the map (F22.1) */
  WALK_LEAVE = 256  /* off the map (F22.2) */
};
enum { BY_VOLLEY, BY_SINGLE, BY_SHELL, BY_MG, BY_FLAME, BY_CHARGE };
SAL_LOCALS(window, uint16_t from, last;); /* open for path[from] to path[last] */
SAL_LOCALS(closing, uint16_t place, asked, choice_active, choice_resting, round;);
SAL_LOCALS(placing, uint16_t unit;);
SAL_LOCALS(calling, uint16_t module, mission;);
SAL_LOCALS(fighting, uint16_t begun;); /* the campaign's frame under a battle */
enum { NOT_BEGUN, BEGUN, ARRANGED };   /* ARRANGED: by hand too, from edition 6 on */

enum {
  STAGE_RALLY,
  STAGE_SUPPORT,
  STAGE_ACTION,
  STAGE_LATE,
  STAGE_FALLBACK,
  STAGE_ASSAULT,
  STAGE_CLOSE,
  STAGE_END,
  STAGES
};

/* ---- access ----------------------------------------------------------------------------- */

static inline const struct field_book *FB(const struct sal_play *p) {
  return own(p->book)->field;
}
static inline struct field *F(const struct sal_play *p) {
  return (struct field *)(void *)((uint8_t *)p->state + sizeof(struct sal_head));
}
static inline struct trooper *unit_at(const struct sal_play *p, int u) {
  return (struct trooper *)(void *)((uint8_t *)p->state + FB(p)->units_at) + u;
}
/* F11.4: what a weapon had acquired is lost. */
static inline void forget_aim(struct trooper *t) {
  t->acquired = 0;
  t->acquired_by = 0;
}
static inline struct patch *patch_at(const struct sal_play *p, sal_hex h) {
  return (struct patch *)(void *)((uint8_t *)p->state + FB(p)->cells_at) + FB(p)->index[h];
}
static inline const struct ground *ground_at(const struct sal_play *p, sal_hex h) {
  return &FB(p)->ground[h];
}
static inline const struct kind *kind_of(const struct sal_play *p, int u) {
  return &FB(p)->kind[unit_at(p, u)->kind];
}
static inline const struct armament *weapon_of(const struct sal_play *p, int u) {
  int weapon = kind_of(p, u)->weapon;
  return weapon ? &FB(p)->arm[weapon - 1] : NULL;
}
/* Corrections of edition 6; older games replay as they were played. */
static inline bool sf_edition_6(const struct sal_play *p) {
  return p->book->edition >= 6;
}
static inline int count_of(const struct sal_play *p) {
  return p->book->ncounters;
}

/* field_kinds.c */
struct small_cell { /* a column of small numbers, and where the row keeps it */
  const char *col;
  uint8_t *out;
};
bool sf_small(struct sal_tsv *, const char *col, uint8_t *out, struct sal_err *);
bool sf_all_small(struct sal_tsv *, const struct small_cell *, size_t n, struct sal_err *);
bool sf_load_kinds(struct sal_book *, const struct sal_source *, struct field_book *,
                   struct sal_err *);
int sf_kind_named(const struct field_book *, const char *id);
void sf_print_counter(const struct field_book *, const struct kind *, struct sal_counter *);

/* field_load.c */
bool sf_load(struct sal_book *, const struct sal_source *, struct sal_err *);
bool sf_load_tables(const struct sal_book *, struct field_book *, struct sal_err *);
bool sf_load_ground(struct sal_book *, const struct sal_source *, struct field_book *,
                    struct sal_err *);
uint32_t sf_lay_out(const struct sal_book *, struct field_book *);
void sf_add_objective(struct field_book *, sal_hex);

/* field_lookup.c: who stands where */
uint32_t sf_lookup_bytes(int nhexes);
void sf_lookup_open(const struct sal_play *);
void sf_lookup_shut(const struct sal_play *);
void sf_moved(const struct sal_play *,
              int u); /* its place, carrier, `where` or group has changed */
/* the first counter above `after`, -1 none; begin with -1 */
int sf_next_in_hex(const struct sal_play *, sal_hex, int after);
int sf_next_at(const struct sal_play *, location, int after);
int sf_next_with(const struct sal_play *, int carrier, int after);
int sf_next_man(const struct sal_play *, int after); /* on the map, no SW */
int sf_next_member(const struct sal_play *, int after);
/* Loops over them. The body must not remove any unit from the list it goes through: the loop would
 * go astray. */
#define EACH_IN_HEX(p, u, h)                                                                       \
  int u = sf_next_in_hex(p, h, -1);                                                                \
  u >= 0;                                                                                          \
  u = sf_next_in_hex(p, h, u)
#define EACH_AT(p, u, l)                                                                           \
  int u = sf_next_at(p, l, -1);                                                                    \
  u >= 0;                                                                                          \
  u = sf_next_at(p, l, u)
#define EACH_WITH(p, u, v)                                                                         \
  int u = sf_next_with(p, v, -1);                                                                  \
  u >= 0;                                                                                          \
  u = sf_next_with(p, v, u)
/* Here the body may do what it likes. */
#define EACH_MAN(p, u)                                                                             \
  int u = sf_next_man(p, -1);                                                                      \
  u >= 0;                                                                                          \
  u = sf_next_man(p, u)
#define EACH_MEMBER(p, u)                                                                          \
  int u = sf_next_member(p, -1);                                                                   \
  u >= 0;                                                                                          \
  u = sf_next_member(p, u)

/* field_units.c */
bool sf_on_map(const struct sal_play *, int u); /* a unit (no SW) standing in a Location */
bool sf_aboard(const struct sal_play *, int u, int vehicle); /* passenger, rider, towed Gun */
bool sf_infantry(const struct sal_play *, int u);
bool sf_is_mmc(const struct sal_play *, int u);
bool sf_is_smc(const struct sal_play *, int u);
bool sf_vehicle(const struct sal_play *, int u);
bool sf_good_order(const struct sal_play *, int u);
bool sf_known(const struct sal_play *, int u);
int sf_modifier(const struct sal_play *, int u); /* L of a leader, 0 for others */
int sf_morale(const struct sal_play *, int u);
int sf_best_leader(const struct sal_play *, int side, location, int but); /* L, unbroken */
int sf_leader_in(const struct sal_play *, int side, location, int but);   /* the unit, -1 none */
int sf_level(const struct sal_play *, location); /* hill and storey (F0.3) */
bool sf_enemy_known(const struct sal_play *, int side, location);
bool sf_veiled(const struct sal_play *, int side, location);     /* a "?" of that side there */
bool sf_enemy_seen(const struct sal_play *, int side, location); /* known or a "?" */
bool sf_melee_at(const struct sal_play *, location);
int sf_load_of(const struct sal_play *, int u); /* half-squad equivalents */
bool sf_room(const struct sal_play *, int side, location, const sal_unit *more, int n);
bool sf_room_for(const struct sal_play *, int side, location, int halves, int smc);
bool sf_room_off(const struct sal_play *, int side, int u);            /* down from its vehicle */
bool sf_full(const struct sal_play *, int side, location, bool known); /* over the limit (F3.2) */
/* F15.3, with the works that the side knows (SAL_ALL: all) */
bool sf_conceals(const struct sal_play *, location, int viewer);
bool sf_shelter(const struct sal_play *, int side, location);
void sf_veil(struct sal_play *);
void sf_put(struct sal_play *, int u, location);       /* with what it carries */
void sf_show_unit(struct sal_play *, int u, int rule); /* becomes known */
void sf_appear(struct sal_play *, int u);              /* hidden: concealed on the map (F15.8) */
bool sf_watched(const struct sal_play *, int side, location, int range);
void sf_control(struct sal_play *);
void sf_lose(struct sal_play *, int u, int rule);    /* eliminated */
void sf_remove(struct sal_play *, int u, int where); /* F_DEAD, F_LEFT */
void sf_give(struct sal_play *, int u, int carrier); /* -1: nobody carries it */
void sf_free_weapons(struct sal_play *, int u, bool lost);
int sf_weapons(const struct sal_play *, int u, sal_unit out[8]);
int sf_portage(const struct sal_play *, int u);
bool sf_has_phone(const struct sal_play *, int u); /* F10.11 */
int sf_capacity(const struct sal_play *, int u);
int sf_members(const struct sal_play *, sal_unit out[32]);
int sf_stack(const struct sal_play *, int side, location, sal_unit out[32]);
int sf_range(const struct sal_play *, location, location);
int sf_front_depth(const struct sal_play *, int side, sal_hex);
int sf_dr(struct sal_play *, int rule, int u, int *coloured, int seen);
int sf_die(struct sal_play *, int rule, int u, int seen);
int sf_told_to(const struct sal_play *, int u); /* which sides see what happens to it */
bool sf_objective(const struct sal_play *, sal_hex);

/* field_sight.c */
struct obstacle_on {
  sal_hex hex;
  uint8_t hind;
};
struct sightline {
  int hind; /* -1: no line of sight */
  int rule; /* of the cut */
  sal_hex cut;
  int n;
  struct obstacle_on on[32];
};
int sf_sight(const struct sal_play *, location, location);                 /* hindrances, -1 cut */
int sf_sight_above(const struct sal_play *, sal_hex, int level, location); /* from that level */
void sf_sightline(const struct sal_play *, location, location, struct sightline *);
uint8_t sf_entry_sides(const struct sal_play *, sal_hex from, sal_hex to); /* 1 bit, or 2: corner */
bool sf_in_front(const struct sal_play *, sal_hex at, int face, sal_hex other); /* F5.1 */
bool sf_behind_hedge(const struct sal_play *, location from, location to);
void sf_sights(struct sal_book *, struct field_book *, bool table);

/* field_turn.c */
extern const struct sal_node sf_turn_node;
void sf_phase(struct sal_play *, int stage);
void sf_over(struct sal_play *, int rule);
void sf_won_by(struct sal_play *, int winner, int rule);
int sf_victor(const struct sal_play *);
int sf_wanted(const struct sal_play *); /* objectives that win, with the handicap */
int sf_objectives_held(const struct sal_play *, int side);

/* field_act.c */
extern const struct sal_node sf_act_node, sf_late_node;
/* field_unit.c */
extern const struct sal_node sf_unit_node;
int sf_allowance(const struct sal_play *, int mode);
void sf_join_group(struct sal_play *, int u);
void sf_leave_group(struct sal_play *, int u);
bool sf_group_vehicle(const struct sal_play *, sal_unit *v); /* the mover is a vehicle */
void sf_activation_over(struct sal_play *);
bool sf_may_activate(const struct sal_play *, int u);

/* field_campaign.c, field_record.c: a battle inside the campaign */
struct sal_play sf_inside(const struct sal_play *); /* the battle, of a campaign's play */
bool sf_in_battle(const struct sal_book *, const struct sal_head *);
uint32_t sf_states_of(uint32_t campaign_flags);
uint32_t sf_flags_of(uint32_t is);
bool sf_german_edge(const struct sal_play *, int edge, int row);
void sf_side_edges(struct sal_play *);
struct work sf_work_of(const struct sal_play *campaign, const struct fort *);
void sf_record(struct sal_play *, const struct sal_play *battle);
int sf_weapon_line(const struct sal_play *, int w, int *weapon); /* record line + 1; 0 none */

void sf_begin_battle(struct sal_play *, struct sal_play *battle);
void sf_keep_facings(const struct sal_play *, const struct sal_play *battle);

/* field_arrange.c: F25.4, between the campaign and its battle */
bool sf_arranging(const struct sal_book *, const struct sal_head *);
void sf_deal(struct sal_play *battle, int side, int w, int u);
bool sf_may_deal(const struct sal_play *battle, int side, int w, int u, struct sal_refusal *);
void sf_arrange_offer(const struct sal_play *, struct sal_action, struct sal_offer *);
void sf_view_arranging(const struct sal_play *, const struct sal_play *battle_seen, int viewer,
                       struct sal_redactor *);
void sf_shuffle_arranging(const struct sal_play *battle, int viewer);

/* field_muster.c: artillery, armour leaders and towed Guns of a campaign battle */
void sf_bring_artillery(struct sal_play *, struct sal_play *battle);
void sf_record_artillery(struct sal_play *, const struct sal_play *battle);
void sf_man_pillboxes(const struct sal_play *, struct sal_play *battle);
void sf_mount_leaders(const struct sal_play *, struct sal_play *battle);
void sf_hook_guns(const struct sal_play *, struct sal_play *battle);

/* field_path.c */
enum { MAX_MP = 96, NO_NODE = 0xffffffff };
struct waiting { /* a node that was reached, in the list of its MP */
  uint32_t node, next;
};
struct reach { /* in scratch: what the group could come to */
  /* A node is hex * 2 + level on foot, hex * 6 + facing in a vehicle. The arrays are as long as the
   * board needs (sf_reach_bytes). */
  uint16_t *cost; /* MP * 64 + turns */
  struct waiting *wait;
  uint32_t nwait, room, head[MAX_MP + 1];
  uint16_t *road;  /* by hex: MP by road alone (F4.4) */
  uint8_t *on_way; /* nodes on a cheapest way to the goal */
  uint8_t *bars;   /* by Location: what stands there, for the mover (BAR_ENEMY..) */
  location *goal;  /* where it may end */
  uint16_t n;
  bool vehicle, roads; /* roads: `road` has been worked out */
  uint8_t budget, side;
  uint32_t flags;           /* of the kind of vehicle */
  uint32_t wanted, nwanted; /* nodes of the one goal that is looked for; 0: all goals are */
};
uint32_t sf_reach_bytes(const struct sal_book *);
/* scratch: the flood, a list behind it, and a copy of the state to try things on */
uint32_t sf_copy_at(const struct sal_book *);
uint32_t sf_scratch_bytes(const struct sal_book *);
struct reach *sf_reach(const struct sal_play *, int side); /* from the end of the path so far */
bool sf_can_reach(const struct sal_play *, int side, location goal); /* the same for one goal */
typedef bool sf_enter(const struct sal_play *, int side, location);
struct way { /* Locations to go through, the start left out */
  location at[PATH];
  uint8_t face[PATH];
  int n, cost;
};
bool sf_path_to(const struct sal_play *, int side, location goal, struct way *);
bool sf_way_home(const struct sal_play *, int v, struct way *); /* F12.10: as far as its MP go */
/* a flood on foot of another sort, its costs, and the way to a goal of it */
struct reach *sf_flood(const struct sal_play *, int side, location start, int budget, sf_enter *);
int sf_reach_cost(const struct reach *, location);
int sf_flood_cost(const struct reach *, location);
bool sf_flood_way(const struct sal_play *, const struct reach *, int side, location start,
                  location goal, struct way *);
struct activation *sf_activation(const struct sal_play *); /* of the open activation, or NULL */
int sf_step_cost(const struct sal_play *, int side, bool vehicle, location from, location to);
bool sf_may_enter(const struct sal_play *, int side, bool vehicle, location, bool named);
int sf_turns(int from, int to); /* of 60 degrees, the shorter way */
int sf_mp_left(const struct sal_play *);
int sf_mp_unspent(const struct sal_play *);

/* field_walk.c */
extern const struct sal_node sf_walk_node;
void sf_walk_begin(struct sal_play *, int is);

/* field_react.c */
struct attack;
struct shot;
extern const struct sal_node sf_react_node;
bool sf_window(const struct sal_play *); /* F9.3 */
/* what an announced shot would be at path[step] */
bool sf_react_fire(const struct sal_play *, int firer, int how, int step, struct attack *,
                   struct sal_refusal *);
bool sf_react_shot(const struct sal_play *, int weapon, int step, struct shot *,
                   struct sal_refusal *);
bool sf_may_hide(const struct sal_play *, int side);  /* it can have hidden units */
bool sf_rifle_at_men(const struct sal_play *, int w); /* F10.10 */
int sf_react_how(int verb);

/* field_window.c */
void sf_window_prompt(const struct sal_play *, int side, struct sal_prompt *);

/* field_firers.c, field_fire.c */
struct part { /* of an attack: a unit's own firepower, or a weapon */
  sal_unit unit, bearer;
  uint16_t fp16;
  uint8_t printed, own;
  bool main; /* a vehicle's or Gun's MA at the Fire table (F11.10) */
};
enum { AT_WILL, IN_REACTION, IN_LATE_FIRE, DESPERATELY };
struct attack { /* by the Fire table, worked out */
  uint8_t side, how, moving, vehicles_only, npart;
  uint8_t face; /* moving: of the vehicle, where it is struck */
  uint8_t step; /* moving: the place on the path */
  bool truth;   /* look at concealed enemies and works too: for the roll, not the offer */
  bool flame;   /* F10.8 */
  location from, to;
  struct part part[32];
  uint16_t fp16;
  int16_t column, strength, drm, weight;
  int16_t director;        /* -1 none */
  bool concealed, settled; /* settled: the leader who directs is known */
};
enum {
  STANDING,
  MOVING_OPENLY,
  MOVING_CAREFULLY,
  MOVING_IN_TRENCH
}; /* `moving` of an attack in reaction */
enum { MAX_STRUCK = 32 };
struct struck { /* a unit that an attack strikes */
  sal_unit unit[MAX_STRUCK];
  uint8_t n;
};
bool sf_gather(const struct sal_play *, struct attack *, const sal_unit *who, int n);
bool sf_gather_flame(const struct sal_play *, struct attack *, int w, struct sal_refusal *);
bool sf_gather_rifle(const struct sal_play *, struct attack *, int w, struct sal_refusal *);
bool sf_arc_allows(const struct sal_play *, location from, location to); /* F16.5 */
bool sf_weigh(const struct sal_play *, struct attack *, struct sal_card *, struct sal_refusal *);
void sf_attack(struct sal_play *, struct attack *);
int sf_tem(const struct sal_play *, location from, location to, int side, int viewer);
int sf_column(const struct sal_play *, int fp16); /* place in the columns, -1 below them */
void sf_struck(const struct sal_play *, const struct attack *, struct struck *);
bool sf_may_fire(const struct sal_play *, int u, int how, struct sal_refusal *);
int sf_part_list(const struct sal_play *, int u, int how, struct part *out);
bool sf_breaks_down(struct sal_play *, int w, uint32_t down, uint32_t out, int original);
void sf_fired(struct sal_play *, struct attack *, int coloured, int original);
void sf_men_of(const struct sal_play *, const struct struck *, struct struck *men);
void sf_card_strip(const struct sal_play *, struct sal_card *, int weight);
void sf_card_effects(const struct sal_play *, struct sal_card *, const struct attack *,
                     const struct struck *);
int sf_card_single(const struct sal_play *, const struct struck *);
int sf_best_weight(const struct sal_play *, int side, location from, location to, bool moving);
void sf_overrun_fire(struct sal_play *, int v, location);

/* field_effect.c */
enum { SINGLE_OUTCOMES = 7 };
struct distribution {
  uint64_t num[SINGLE_OUTCOMES], den; /* none pinned broken HS HS-pinned HS-broken eliminated */
};
int sf_effect_of(const struct sal_play *, int margin);
void sf_effect(struct sal_play *, const struct struck *, int effect);
void sf_morale_check(struct sal_play *, int u, int n, int rule);
void sf_break(struct sal_play *, int u, int by);
void sf_reduce(struct sal_play *, int u, int rule);
void sf_pin(struct sal_play *, int u, int rule);
void sf_single(const struct sal_play *, int u, int weight, struct distribution *);
int sf_make(struct sal_play *, int from, int pool); /* a counter of the pool; -1: none left */
void sf_heat(struct sal_play *, int u);
void sf_call_sniper(struct sal_play *, int u, int original); /* F19.1, with a check .. */
void sf_sniper(struct sal_play *);                           /* .. and when the attack is over */
void sf_all_in(const struct sal_play *, location, struct struck *); /* men of both sides */
int sf_lot(struct sal_play *, const sal_unit *who, int n, int rule);
int sf_pick_seen(struct sal_play *, int n, int rule, int seen); /* one of n, as sp_pick */
void sf_set_shaken(struct sal_play *, const struct struck *);
bool sf_struck_by_fire(const struct sal_play *, int u);
void sf_unload_rider(struct sal_play *, int u);
int sf_towed_by(const struct sal_play *, int v); /* the Gun behind it, -1 none */
bool sf_has_riders(const struct sal_play *, int v);
uint32_t sf_drive_flags(const struct sal_play *, int v); /* of its kind, and K_TOWING */

/* field_guns.c */
struct shot { /* of a Gun, MA, ATR or MTR50 */
  uint8_t side, reaction, turns, smoke;
  uint8_t face, entered;        /* of the target, where it is struck */
  bool truth;                   /* as in an attack */
  sal_unit gun, bearer, target; /* target: the vehicle, or SAL_NOUNIT */
  location from, to;
  int16_t number, k, turn_to;
  int16_t director;
};
bool sf_aim(const struct sal_play *, struct shot *, struct sal_card *, struct sal_refusal *);
void sf_shoot(struct sal_play *, struct shot *);
int sf_he_weight(const struct sal_play *, const struct shot *); /* of its burst (F11.7) */
bool sf_gun_ready(const struct sal_play *, int w, int how, struct sal_refusal *);
void sf_acquire(struct sal_play *, int u, sal_hex);
int sf_bearer(const struct sal_play *, int w); /* the unit that fires it: itself, or its carrier */

/* field_armour.c */
struct verdict { /* F12.2, out of 36 */
  uint8_t burning, wreck, stunned, immobile, nothing;
};
void sf_verdict(int k, struct verdict *);
enum { KILL_NOTHING, KILL_IMMOBILE, KILL_STUNNED, KILL_WRECK, KILL_BURNING };
int sf_kill_roll(struct sal_play *, int v, int k, int rule); /* which it was */
int sf_kill_cold(struct sal_play *, int v, int k, int rule); /* nothing burns (F17.8) */
void sf_wreck(struct sal_play *, int v, bool burning, int rule);
void sf_stun(struct sal_play *, int v, int rule);
void sf_immobilize(struct sal_play *, int v, int rule);
int sf_armour(const struct sal_play *, int v, location at, int face, sal_hex from); /* F5.1 */
void sf_strike_vehicle(struct sal_play *, int v, int margin, location from);
/* F12.11, F12.12 for a vehicle that stands and faces so; -1: no effect */
int sf_vehicle_drm(const struct sal_play *, int v, location at, int face, sal_hex from);
int sf_against_vehicle(const struct sal_play *, int side, int v, location, bool charge,
                       bool overrun); /* F14.7: N */
bool sf_has_charge(const struct sal_play *, int side, location);
bool sf_close_roll(struct sal_play *, int side, int v, location, bool charge, bool overrun,
                   int *number, int *dr);
void sf_close_apply(struct sal_play *, int side, int v, location, int number, int dr, bool overrun);
void sf_close_attack(struct sal_play *, int side, int v, location, bool overrun);
bool sf_overrun_ok(const struct sal_play *, int v, sal_hex, struct sal_refusal *);

/* field_rally.c */
void sf_rally(struct sal_play *);
void sf_fall_back(struct sal_play *);
bool sf_may_rally(const struct sal_play *, int u);
int sf_rally_drm(const struct sal_play *, int u);
bool sf_rallies(int dr, int drm, int broken_morale);

/* field_assault.c */
extern const struct sal_node sf_assault_node;

/* field_close.c */
extern const struct sal_node sf_close_node;
bool sf_close_here(const struct sal_play *, location);
void sf_end_melees(struct sal_play *); /* F14.11 */
int sf_blow_of(int margin);

/* field_smoke.c */
void sf_end_smoke(struct sal_play *);
void sf_end_fires(struct sal_play *);
void sf_smoke(struct sal_play *, sal_hex, bool longer);
int sf_count_changed(const struct sal_play *);

/* field_edge.c */
bool sf_may_enter_map(const struct sal_play *, int side, int u, struct sal_refusal *);
int sf_entry_cost(const struct sal_play *, int side, bool vehicle, sal_hex);
void sf_to_box(struct sal_play *, int u);
bool sf_friendly_edge(const struct sal_play *, int side, sal_hex);
void sf_leave_map(struct sal_play *, int u, int rule);
bool sf_may_go_north(const struct sal_play *, int u); /* F22.3 */
void sf_group_leaves(struct sal_play *);
bool sf_broken_leaves(struct sal_play *, int u);
bool sf_battle_ends(struct sal_play *);

/* field_support.c */
extern const struct sal_node sf_support_node, sf_aim_node;
void sf_begin_support(struct sal_play *);
bool sf_may_aim(const struct sal_play *, const struct module *, int mission, sal_hex,
                struct sal_refusal *);
void sf_call(struct sal_play *, int module, int mission, sal_hex);
int sf_contact(const struct module *);
enum { MOST_AREA = 24 };
int sf_area(const struct sal_play *, const struct module *, sal_hex *out); /* room for MOST_AREA */
int sf_module_fp(const struct sal_play *, const struct module *);
int sf_tem_above(const struct sal_play *, int u, int viewer);

/* field_planes.c */
void sf_planes_arrive(struct sal_play *);
void sf_planes_fight(struct sal_play *);
void sf_planes_leave(struct sal_play *);
bool sf_may_fly(const struct sal_play *, int side, int flight, sal_hex, struct sal_refusal *);
void sf_fly(struct sal_play *, int flight, sal_hex);
int sf_sighting(const struct sal_play *, int side, sal_hex);

/* field_works.c; viewer: the side that must know the work, SAL_ALL for the roll itself */
struct work *sf_work(const struct sal_play *, sal_hex, int kind, int viewer);
struct work *sf_work_in(const struct sal_play *, location, int kind, int viewer);
bool sf_bound(const struct sal_play *, int u);
void sf_mark_works(struct sal_play *);
void sf_remove_work(struct sal_play *, struct work *);
void sf_show_work(struct sal_play *, struct work *, int rule);
void sf_show_cover(struct sal_play *, location);
void sf_end_works(struct sal_play *);
bool sf_location_is(const struct sal_play *, location, int viewer);
int sf_work_tem(const struct sal_play *, location from, location to, int side, int viewer);
int sf_cover_rule(const struct sal_play *, location from, location to, int side, int viewer);
bool sf_work_covers(const struct sal_play *, location, int side, int viewer);
struct work *sf_roadblock(const struct sal_play *, sal_hex, sal_hex, int viewer);
bool sf_behind_roadblock(const struct sal_play *, location from, location to, int viewer);
struct work *sf_bars_vehicle(const struct sal_play *, uint32_t flags, sal_hex, sal_hex, int viewer);
struct work *sf_closed_fort(const struct sal_play *, int side, location, int viewer);
int sf_foot_cost(const struct sal_play *, sal_hex, sal_hex, int cost, int viewer);
bool sf_along_trench(const struct sal_play *, location, location, int viewer);
bool sf_in_trench(const struct sal_play *, int step,
                  int viewer); /* path[step], from the one before */
int sf_wire_price(struct sal_play *, sal_hex, int u);
void sf_crush_wire(struct sal_play *, int v, sal_hex);
void sf_foot_mines(struct sal_play *, sal_hex, const sal_unit *who, int n);
void sf_tank_mines(struct sal_play *, sal_hex, int v);
bool sf_may_blow(const struct sal_play *, int side, location, struct sal_refusal *);
void sf_blow(struct sal_play *, location);
void sf_drop_dummies(struct sal_play *, int side, sal_hex);
bool sf_may_uncloak(const struct sal_play *, int side, int u, struct sal_refusal *);
void sf_uncloak(struct sal_play *, int u);

/* field_place.c */
extern const struct sal_node sf_place_node;
void sf_setup(struct sal_play *);
bool sf_position(struct sal_play *, const struct sal_position *, struct sal_err *);

/* field_secret.c */
void sf_view(const struct sal_book *, const struct sal_head *, int viewer, struct sal_head *,
             struct sal_redactor *);
void sf_guess(const struct sal_book *, const struct sal_head *, int viewer, struct sal_rng *,
              struct sal_head *);
bool sf_shuffle(const struct sal_book *, struct sal_head *, int viewer, struct sal_rng *);

/* field_show.c */
void sf_show(const struct sal_play *, int viewer, struct sal_show *);
void sf_date(const struct sal_head *, struct sal_text *);
void sf_offer(const struct sal_play *, int side, struct sal_action, struct sal_offer *);
bool sf_query(const struct sal_play *, int side, struct sal_query *, struct sal_refusal *);
bool sf_score(const struct sal_play *, struct sal_result *);

/* field_orders.c */
bool sf_answer(const struct sal_play *, int side, const struct sal_order_set *,
               struct sal_action *);
int sf_reaction_percent(const struct sal_play *, struct sal_action); /* of an announcement */
int sf_best_reaction(const struct sal_play *, int side, struct sal_list *room, struct sal_action *);
/* field_audit.c */
bool sf_audit(const struct sal_play *, struct sal_err *);
/* field_door.c */
extern const struct sal_adviser door_adviser;
void door_begin(const struct sal_play *p);
void door_end(const struct sal_play *p);
bool door_load(struct sal_book *b, const struct sal_source *src, struct sal_err *err);
void door_setup(struct sal_play *p);
bool door_place(struct sal_play *p, const struct sal_position *pos, struct sal_err *err);
void door_view(const struct sal_book *b, const struct sal_head *state, int viewer,
               struct sal_head *out, struct sal_redactor *r);
void door_guess(const struct sal_book *b, const struct sal_head *seen, int viewer,
                struct sal_rng *g, struct sal_head *out);
bool door_shuffle(const struct sal_book *b, struct sal_head *state, int viewer, struct sal_rng *g);
void door_show(const struct sal_play *p, int viewer, struct sal_show *out);
void door_date(const struct sal_book *b, const struct sal_head *h, struct sal_text *t);
void door_offer(const struct sal_play *p, int side, struct sal_action a, struct sal_offer *o);
bool door_query(const struct sal_play *p, int side, struct sal_query *q, struct sal_refusal *why);
bool door_answer(const struct sal_play *p, int side, const struct sal_order_set *set,
                 struct sal_action *out);
bool door_import(const struct sal_play *p, int side, const char *kind, const char *text,
                 struct sal_text *out, struct sal_err *err);
bool door_template(const struct sal_play *p, int side, const char *kind, struct sal_text *out,
                   struct sal_err *err);
bool door_score(const struct sal_play *p, struct sal_result *r);
bool door_audit(const struct sal_play *p, struct sal_err *err);
enum { OVERLAY_CONTROL = 1, OVERLAY_LOS = 5 }; /* behind the campaign's overlays */

/* field_advise.c */
size_t sf_advice_room(const struct sal_book *);
void sf_advice_prepare(const struct sal_book *, void *room);
int sf_chapter(const struct sal_play *);
struct sal_effort sf_effort(const struct sal_play *, int side);
int32_t sf_value(const struct sal_play *, int side);
void sf_stakes(const struct sal_play *, struct sal_stakes *);
void sf_liking(const struct sal_play *, int side, const struct sal_list *, const int8_t *bias,
               int32_t *out);

#endif
