/* state.h - Stalnie Prostori: the campaign's state, and what does not change.
 *
 * The files that every game has: load.c (the charts, load_tables.c the printed tables), setup.c
 * (11.5), place.c, turn.c (the sequence), show.c, query.c (overlays), orders.c, secret.c and
 * guess.c, victory.c, audit.c, advise.c, stalnie.c (with events.c). The law, in the order of the
 * campaign: grid.c (coordinates, terrain), units.c, purchase.c, strength.c, fortifications.c
 * (11.619 to 11.622), unit_setup.c, unit_setup_works.c and unit_setup_recon.c (11.624),
 * quick_battle_orders.c, quick_battle.c, quick_battle_support.c and quick_battle_end.c (section 9),
 * result.c (the one door from a scenario into the Refit Phase), table_mode.c, table_entry.c and
 * result_file.c (6.1), perimeter.c, perimeter_seal.c and pockets.c (11.605), escape.c,
 * escape_weapons.c and dissolve.c (11.606), refit.c, harden.c, repair.c, replenish.c. Printed:
 * records.c and briefing.c.
 *
 * A place is `g` = hexrow * width + half of y (section 5.1), with hexrows counted from the south
 * edge of the whole plan. Arrays of the ground cover only the Playing Area: see at_pa.
 */
#ifndef STALNIE_STATE_H
#define STALNIE_STATE_H

#include "core/operands.h"
#include "core/ruleset.h"
#include "stalnie_rules.h"

enum { GER = SAL_GERMAN, RUS = SAL_SOVIET };
/* the rows of options.tsv */
enum { OPT_BATTLE, OPT_BALANCE, OPT_BOARDS, OPTIONS };
enum { BY_QUICK_BATTLE, BY_TABLE, BY_FIELD }; /* F25.1: values of the option `battle` */
/* Above them what the sides wish for this one battle, a mode + 1 each, and what they agreed on. */
enum { MODE_BITS = 3, WISH_AT = 2, AGREED_AT = 6 };
enum {
  MAX_UNITS = 896, /* units, and support weapons behind them */
  MAX_RECS = 84,
  MAX_FORTS = 448,
  MAX_TYPES = 96,
  MAX_GROUPS = 40,
  SW = 6,
  SETS = 2,
  MAX_VL = 520,
  MAX_ISO = 250,
  MAX_CHAIN = 72,
  MAX_BURNT = 256,
  ROWS = 129,
  PA_ROWS = 65,
  WIDTH = 32,
  PLACES = ROWS * WIDTH,
  PA_PLACES = PA_ROWS * WIDTH,
  MAX_BOARDS = 12,
  COLUMNS = 3,
  ALONG = 32 /* hexrows a board adds */,
  ACROSS = 31 /* hexes of a hexrow, of the WIDTH that one has room for */
};
#define NOWHERE ((uint16_t)0xffff)
enum { NOT_FOUND = -1 };

/* ---- what does not change --------------------------------------------------------------- */

enum unit_class { SQUAD, HALF, CREW, LEADER, HERO, HW, GUN, VEHICLE, CLASSES };
/* flags of a type */
enum {
  T_UNDERLINED = 1,
  T_ENGINEER = 2,
  T_ELITE = 4,
  T_AFV = 8,
  T_TRACKED = 16,
  T_TRUCK = 32,
  T_PASSENGERS = 64,
  T_BOW = 128,
  T_AA = 256,
  T_TIGER = 512,
  T_OP = 1024,
  T_MA = 2048,
  T_MG = 4096,
  T_CIRCLED = 8192,
  T_DISMANTLE = 16384,
  T_LARGE = 32768
};
struct type {
  const char *id;
  /* what it becomes; 0 = nothing (type 0 is never used) */
  uint8_t cls, half, replaced;
  uint8_t soft, hard, armour; /* quick battle; armour SOFT = soft target */
  uint8_t cvp;
  uint16_t flags;
};
enum { SOFT = 255 };
struct component {
  /* 0: a support weapon */
  uint8_t type;
  uint8_t weapon, full, depleted;
};
/* notes of the charts, by content */
enum {
  NOTE_A = 1,
  NOTE_B = 2,
  NOTE_C = 4,
  NOTE_D = 8,
  NOTE_E = 16,
  NOTE_F = 32,
  NOTE_G = 64,
  NOTE_H = 128,
  NOTE_I = 256,
  NOTE_J = 512,
  NOTE_K = 1024,
  NOTE_M = 2048,
  NOTE_N = 4096,
  NOTE_O = 8192,
  NOTE_P = 16384
};
struct group {
  const char *id, *title;
  char cls;     /* s a i g o t m */
  uint8_t word; /* index into the words of the verb `buy` */
  /* price in halves */
  uint8_t price, scenario_max, campaign_max;
  uint8_t ncomp, copies;
  struct component comp[5];
  uint16_t notes;
  /* surcharges; dug-in price, 0 = never */
  uint8_t north, south, dugin;
  uint16_t calibre;
  uint8_t fire; /* FP of a module (6.12) */
  /* weak: armour light enough for the first scenario (SSR.I2) */
  bool rocket, company, weak;
  uint8_t fpp, san;          /* what an M group gives */
  uint8_t manners;           /* in which it may ever be bought, a bit each */
  uint16_t first[12], n[12]; /* counters of each copy */
};
struct weapon {
  const char *id;
  uint8_t soft, hard, portage;
  bool mg, circled;
};
struct board_plan {
  const char *id;
  uint8_t total, row, col, cover;
};
struct vl {
  uint16_t g;
  uint8_t level, kind, board;
};
enum { VL_BUILDING, VL_BRIDGE, VL_HILL };
enum {
  FORT_FOX1,
  FORT_FOX2,
  FORT_FOX3,
  FORT_TRENCH,
  FORT_DITCH,
  /* factors that raise a field (11.621c) */
  FORT_AP2,
  FORT_AP4,
  FORT_AP6,
  FORT_AP8,
  FORT_AP12,
  FORT_AT1,
  FORT_AT2,
  FORT_AT3,
  FORT_AT4,
  FORT_AT5,
  FORT_ROADBLOCK,
  FORT_WIRE,
  FORT_PILL135,
  FORT_PILL235,
  FORT_PILL335,
  FORT_PILL157,
  FORT_PILL257,
  FORT_PILL357,
  FORT_BUILDING,
  FORT_HIP_SMC,
  FORT_HIP_HS,
  FORT_HIP_SQUAD,
  FORT_HIP_58,
  FORT_HIP_VEHICLE,
  FORT_DUMMY,
  FORT_SETDC,
  FORTS
};
struct fort_kind {
  /* 0 = not for that side */
  uint8_t price[2];
  bool front, isolated;
};
/* a row of a table by dice: lo..hi */
struct band {
  int8_t lo, hi;
  int16_t value;
};
struct dice_table {
  uint8_t n;
  struct band row[12];
};
enum { GREEN = 255 }; /* 3.8: Inexperienced */
/* 3.12: with a leader's grade added; 0 nothing */
enum { AL_IMPROVE = 1, AL_CREATE = 100 };
/* 3.9: all but the last two for Infantry; those for AFV */
enum {
  ESCAPES,
  REPLACED,
  REDUCED,
  REPLACED_REDUCED,
  ALL_LOST,
  CREW_ESCAPES,
  CREW_LOST,
  ESCAPE_RESULTS
};
enum {
  BY_LEADER,
  BY_TRACKED,
  BY_RUSSIAN,
  BY_LONE,
  BY_NEAR,
  BY_ADJACENT,
  BY_FAR,
  BY_HALVES,
  BY_PORTAGE,
  BY_SOFT,
  BY_ENCIRCLED,
  BY_CAPTURED,
  ESCAPE_ROWS
};
/* 3.9: its modifiers */
struct escape_row {
  int8_t drm;
  /* for them too */
  bool vehicles;
};
/* 3.11 */
enum {
  REPAIR_VEHICLE,
  REPAIR_RUSSIAN_MG,
  REPAIR_CIRCLED,
  REPAIR_ISOLATED,
  REPAIR_DISABLED,
  REPAIR_ROWS
};
/* 3.17 */
enum { IM_LOST, IM_SAVED, IM_LEFT };
enum { GIVEN_ROWS = 3 };
/* a row of the initial forces (3.16) */
struct given {
  uint8_t side, elr, san, cpp, n;
  /* of a side that has had its CPP */
  bool more;
  uint8_t group[12];
};
/* table `quick` */
struct figures {
  int soft_hit, hard_base, hard_armour, dugin, works_base, works_floor, works_per, approach, rally,
      overcast, dry, fog;
};
/* ground of a place that never changes (but see burnt) */
enum {
  G_ON = 1,
  G_COVER = 2,
  G_OPEN = 4,
  G_BUILDING = 8,
  G_UPPER = 16,
  G_HILL2 = 32,
  G_NOVEHICLE = 64,
  G_NOINFANTRY = 128,
  G_BRIDGE = 256,
  G_HOUSE = 512,
  G_STONE = 1024,
  G_RUBBLE = 2048,
  G_WOODS = 4096,
  G_ROAD = 8192
};
struct own {
  struct type type[MAX_TYPES];
  struct group group[2][MAX_GROUPS];
  struct weapon weapon[SW];
  struct board_plan board[MAX_BOARDS];
  struct vl vl[MAX_VL];
  struct fort_kind fort[FORTS];
  struct figures q;
  uint8_t ntypes, ngroups[2], nboards;
  /* types */
  uint8_t crew228, hero, grade[8], op_tank;
  uint16_t nvl, vl_at[PLACES]; /* vl_at: first VL of the place + 1 */
  /* QB.9: those a front can pass, from each side's own edge */
  uint16_t taken[2][COLUMNS][MAX_VL], ntaken[COLUMNS];
  /* tables */
  /* promotion, al: type, 0 none; escape: Infantry, AFV */
  struct dice_table replenish, weather, ec, elr, promotion, al, al_improve, escape[2];
  /* to a row of: */
  struct dice_table leader_dr;
  uint8_t leaders[12][2][3]; /* types by side */
  int8_t historical[4][2], repair[REPAIR_ROWS];
  struct escape_row escape_drm[ESCAPE_ROWS];
  /* 3.17: on boards removed, retained; by side */
  uint8_t immobilized[2][2];
  uint8_t mine_limit[2]; /* FPP a scenario (11.621c) */
  struct given given[GIVEN_ROWS];
  uint8_t san_max[4][2], vl_needed[4], circled[3];
  /* QB.6 by DR */
  uint8_t percent[13];
  uint16_t step_ratio[6], step[6];
  /* black, red */
  uint8_t pile[3][2];
  /* grid */
  /* to and from cells; NOWHERE */
  uint16_t cell[PLACES], place[SAL_MAX_CELLS];
  int16_t near[PLACES][6]; /* neighbours as places, -1 none */
  uint16_t ground[PLACES];
  /* hedged: bit of each direction with a hedge or wall */
  uint8_t board_of[PLACES], hedged[PLACES];
  uint8_t h_max, y_max, low[4], high[4]; /* low, high: hexrows of Playing Area 1 to 3 (5.2) */
  bool campaign, small;                  /* small: a test map without the board plan */
  int8_t old_table;                      /* place of the option `table` of older games; -1 none */
  uint8_t last_phase;
  /* pools of counters */
  uint16_t pool_first[2][4], pool_n[2][4];
  uint8_t counter_type[MAX_UNITS], counter_part[MAX_UNITS];
  /* places on the map, a bit each */
  uint32_t on[ROWS];
  /* Lines of a perimeter by the difference of their ends (5.4), inner side to the right of the
   * walk: [(dd + 10) * 41 + dx + 20] */
  /* [parity of the first end's depth * 21 + dx][dd + 10], less dx * FRD(depth / 2); dx > 0 only */
  int16_t (*weight)[21];
  struct link {
    /* its hexes, a hexrow after the other, by parity of the first; bit 16 is the first end's place
     * in its row */
    uint32_t mask[2][11];
  } * link;
  struct field_book *field; /* battles on the board: field.h; NULL in the campaign */
  /* the campaign's battles on the board, by Playing Area; NULL with data of older versions */
  struct sal_book *area_book[4];
  uint32_t battle_at; /* where a battle's state begins in the campaign's */
  uint16_t first_weapon, weapons_at[2][SW];
  uint8_t nweapons[2][SW];
  uint16_t sets_at[2][SETS]; /* counters of radios and phones (F25.2) */
  uint8_t nsets[2][SETS];    /* 0 with data of older versions */
  uint8_t kind_of_type[MAX_TYPES], type_of_kind[MAX_TYPES];
};
enum { SET_RADIO, SET_PHONE };
enum { POOL_HALF, POOL_CREW, POOL_HERO, POOL_LEADER };
/* parts of a group's counters: its components, its leaders; above: the pools */
enum { LEADERS = 9, POOLS = 10 };

/* ---- what changes ----------------------------------------------------------------------- */

/* where a unit is: not in the game, off the map, on it, eliminated */
enum { NONE, OFF, MAP, DEAD };
/* flags of a unit */
enum {
  U_KNOWN = 1,
  U_BROKEN = 2,
  U_WOUNDED = 4,
  U_HEALS = 8,
  U_STUN = 16,
  U_RECALL = 32,
  U_IMMOBILE = 64,
  U_ABANDONED = 128,
  U_ENCIRCLED = 256,
  U_FANATIC = 512,
  U_SHORT = 1024,
  U_RED = 2048,
  U_DUGIN = 4096,
  U_HIP = 8192,
  U_RESERVE = 16384,
  U_STAYS = 32768,
  U_INEXPERIENCED = 65536,
  U_MALFUNCTION = 131072,
  U_DISABLED = 262144,
  U_UPPER = 524288,
  U_VEHICLE_CREW = 1048576,
  U_TRIED = 2097152,
  U_HARDENED = 4194304,
  U_NEW = 8388608 /* bought this scenario */,
  U_SAVED = 16777216 /* 3.17: German, immobilized, off map */,
  U_STRONG = 33554432 /* set up in a fortified Location (CG5) */,
  U_ENGINEER = 67108864,
  U_HEROIC = 134217728,
  U_SPLIT = 268435456,
  U_STACKED = 536870912,
  U_BOGGED = 1073741824 /* freed inside its own perimeter (11.604) */
};
struct unit {
  uint32_t flags;
  /* place, NOWHERE off the map */
  uint16_t at;
  uint8_t type, where;
  /* record of origin + 1; Isolated Area + 1 */
  uint8_t rec, iso;
  uint8_t spare[2];
};
enum { FATE_NONE, FATE_OK, FATE_ELIMINATED, FATE_CAPTURED, FATE_EXITED, FATE_OFFMAP, FATES };
/* Flags that only a draft has; the same bits mean other things in a unit, which has none of them
 * while a result is written. */
enum {
  D_NORTH = U_NEW, /* left by the north edge (CG13c) */
  /* broken, and passed its morale check before it left (CG13a) */
  D_PASSED = U_STAYS,
  D_COVER = U_DUGIN, /* the players say that its hex has cover, on boards that we do not have */
  D_HIDDEN = U_HIP   /* never shown on the table (11.602b) */
};
/* the result being written for a unit; in the quick battle also its place in it */
struct draft {
  uint32_t flags;
  uint16_t at;
  uint8_t fate, type;
  /* quick battle: column 0..2 (3 none), turn of entry, values */
  uint8_t column, enters;
  union {
    struct {
      uint8_t soft, hard;
    };
    /* table mode: the vehicle that carries or tows it, + 1 */
    uint16_t carrier;
  };
};
enum {
  R_OB = 1,
  R_RESERVE = 2,
  R_DUGIN = 4,
  R_BONUS = 8,
  R_GONE = 16,
  R_USED = 32,
  R_NAMED = 64,
  R_SECOND = 128
};
enum { STR_NONE, STR_FULL, STR_DEPLETED, STR_PLENTIFUL, STR_NORMAL, STR_SCARCE };
enum { LINK_NONE, LINK_RADIO, LINK_PHONE };
enum { SW_DC = 4 }; /* of a line's support weapons: demolition charges */
enum { HELD = 16 }; /* more than any group has */
struct rec {        /* a line of the purchase record */
  /* zone: 0, 1 north, 2 south */
  uint8_t group, scenario, flags, zone;
  uint8_t price, prereg, strength, copy;
  uint8_t link, attach;      /* radio or phone; O5-O7: module's record + 1 */
  uint8_t black, red, drawn; /* chits left; red ones drawn */
  /* chits left by the result being entered */
  uint8_t draft_black, draft_red;
  uint8_t al, dice[2];       /* armour leader's grade (type) */
  uint8_t sw[SW], bad[SW];   /* support weapons, of them malfunctioned */
  uint8_t gone[SW], got[SW]; /* of the result being entered: lost or handed over, taken over */
  uint8_t
      holder[HELD]; /* 11.606: the unit that carries each of them: place in the group's run + 1 */
  /* S: turn of arrival, planes left */
  uint8_t arrival, planes;
  uint16_t hex;    /* O5: observer's place; a module with a phone: the phone's (CG6) */
  uint16_t reg[2]; /* RG.j: Pre-Registered hexes */
};
struct row { /* a line of the roster */
  /* CPP in halves */
  int16_t start, repl, total, spent, left;
  int16_t suffered, accumulated, locations;
  int8_t hist;
  uint8_t elr, weather, ec, san, recon, attack, win;
};
struct side {
  /* cpp in halves; casualties of this scenario and RePh */
  int16_t cpp, reph, exit_cvp, isolated_lost;
  int16_t cvp; /* suffered in the scenario */
  /* VL gained, at the snapshot */
  int16_t locations;
  uint8_t elr, san, attacks, balance;
  /* mines: FPP */
  uint8_t recon_paid, recon_left, companies, mines;
  /* last_work: works laid in the campaign, for their ids */
  uint16_t fpp, last_work;
  uint8_t stock[FORTS];
  uint8_t bought[MAX_GROUPS], ever[MAX_GROUPS];
  uint8_t nrec, sniper_lost, al_drm, al_result;
  /* QB.1; perimeter: it has one on this PA */
  uint8_t posture, weight[COLUMNS], exit, perimeter;
  uint8_t nchain, done, heroes, promoted;
  uint16_t chain[MAX_CHAIN];
  struct row row[4];
};
enum { HOLD, PRESS, ASSAULT };
struct fort {
  /* unit: the one that detonates a set charge, + 1 (11.621f) */
  uint16_t at, unit;
  uint16_t id; /* for the whole campaign: F12 */
  /* level: the storey, and above it the direction + 1 of a pillbox or roadblock (F25.4) */
  uint8_t kind, side, shown, level;
  /* of the result being entered: FORT_*, A-T factors left + 1 */
  uint8_t fate, factors;
};
enum { FORT_AS_IS, FORT_REMOVED, FORT_REVEALED };
enum { FORT_STOREY = 15, FORT_FACE_AT = 4 };
/* an Isolated Area */
struct iso {
  uint8_t side, type, live;
};
enum { FIRST_END = 7, LAST_END = 9 }; /* turns after which a battle may end (CG4) */
struct battle {
  /* F and R of QB.2, hexrows above the south edge */
  uint8_t turn, front[COLUMNS], rear[COLUMNS];
  uint8_t front0[COLUMNS], rear0[COLUMNS];
  /* pools */
  uint16_t soft[2][COLUMNS], hard[2][COLUMNS];
  uint8_t hero[COLUMNS], met[2];                   /* met: columns where that side met an enemy */
  uint8_t end_die[LAST_END - FIRST_END + 1], ends; /* Game End dice of turns 7, 8, 9 */
  uint16_t north_vp, air_soft[2][COLUMNS], air_hard[2][COLUMNS];
};
/* figures typed in table mode; QB writes them too */
struct claim {
  int16_t cvp[2], exit[2];
  uint16_t north_vp;
  /* by: side that entered it + 1 */
  uint8_t turns, sniper[2], by;
  uint8_t opened, spare; /* opened: the entry has begun, so both forces are known */
};
struct burnt {
  uint16_t at;
  /* draft: of the result being entered */
  uint8_t kind, draft;
};
enum {
  BURNT_RUBBLE,
  BURNT_SHELLHOLES,
  BURNT_GUTTED,
  BURNT_LEAFLESS,
  BURNT_WRECK,
  BURNT_BLAZE,
  BURNTS
};

/* ground[] of the Playing Area: control now, at the start, and as drafted; a 1 is German */
enum {
  C_OWN = 1,
  C_OWN_UP = 2,
  C_START = 4,
  C_START_UP = 8,
  C_DRAFT = 16,
  C_DRAFT_UP = 32,
  C_MARK_GER = 64,
  C_MARK_RUS = 128
};
enum {
  A_GER = 1,
  A_RUS = 2,
  A_FRONT_GER = 4,
  A_FRONT_RUS = 8,
  A_VEIL_GER = 16,
  A_VEIL_RUS = 32,
  A_COVER = 64
};
/* 11.605, a bit for each place: where a marker may stand, known units, the chain, the markers */
struct posts {
  uint32_t anchor[2][PA_ROWS], known[2][PA_ROWS], line[2][PA_ROWS], marker[2][PA_ROWS];
};
/* of a Victory Location */
enum { VB_GERMAN = 1, VB_START = 2, VB_DRAFT = 4, VB_GONE = 8 };
enum { EDGE_GERMAN = 1, EDGE_START = 2, EDGE_DRAFT = 4 }; /* of a side-edge hex */

struct state {
  struct sal_head head;
  struct side side[2];
  struct rec rec[2][MAX_RECS];
  struct unit unit[MAX_UNITS];
  struct draft draft[MAX_UNITS];
  struct fort fort[MAX_FORTS];
  struct iso iso[MAX_ISO];
  struct battle battle;
  struct claim claim;
  struct burnt burnt[MAX_BURNT];
  struct posts post;                 /* while the chains are sealed */
  uint16_t nfort, last_fort, nburnt; /* last_fort: the highest id given */
  /* first: side that sets up first */
  uint8_t scenario, pa, weather, ec, wind, niso, first;
  /* winner: side + 1; kind: 1 German Assault, 2 Dual Assault */
  uint8_t dual, winner[4], kind[4];
  uint8_t dugin_used, german_north, inspect;
  uint8_t vl[MAX_VL];
  /* east, west */
  uint8_t edge[2][ROWS + 3];
  uint8_t ground[PA_PLACES + 1], area[PA_PLACES + 1], isle[PA_PLACES + 1];
  /* stacking, see load_halves */
  uint16_t load[PA_PLACES + 1];
};
enum { FOG, OVERCAST, CLEAR, GUSTY };
enum { WET, MOIST, MODERATE, DRY, VERY_DRY };

/* ---- nodes, verbs, events --------------------------------------------------------------- */

enum {
  N_CAMPAIGN,
  N_BUY,
  N_FORT,
  N_RECON,
  N_CHIT,
  N_OBSERVER,
  N_SETUP,
  N_PUT,
  N_INSPECT,
  N_ORDERS,
  N_BATTLE,
  N_RESULT,
  N_ENTRY,
  N_GROUND,
  N_CONFIRM,
  N_CHAIN,
  N_ESCAPE,
  N_STACK,
  N_HARDEN,
  N_LEADER,
  N_CREWS,
  N_RECALL,
  N_F_PLACE, /* battles on the board: field.h */
  N_F_TURN,
  N_F_ACT,
  N_F_UNIT,
  N_F_WALK,
  N_F_REACT,
  N_F_LATE,
  N_F_ASSAULT,
  N_F_CLOSE,
  N_F_SUPPORT,
  N_F_AIM,
  N_FIELD, /* the campaign's: a battle is fought inside its state */
  N_ARRANGE,
  N_COUNT
};
enum {
  V_BUY,
  V_RETURN,
  V_LINK,
  V_COMMIT,
  V_FORT,
  V_SELL,
  V_RECON,
  V_CHIT,
  V_OBSERVE,
  V_PICK,
  V_LAY,
  V_PUT,
  V_FLOOR,
  V_LIFT,
  V_KEEP,
  V_AUTO,
  V_DONE,
  V_CANCEL,
  V_INSPECT,
  V_PASS,
  V_POSTURE,
  V_WEIGHT,
  V_EXIT,
  V_MODULE,
  V_FIGHT,
  V_FATE,
  V_BECOMES,
  V_STATE,
  V_CREW,
  V_TURNS,
  V_ENDDIE,
  V_CVP,
  V_CVPEXIT,
  V_NORTHVP,
  V_SNIPER,
  V_WEAPON,
  V_OBA,
  V_VLCOUNT,
  V_TAKE,
  V_GIVE,
  V_EDGE,
  V_BURN,
  V_FORTSTATE,
  V_SUBMIT,
  V_CONFIRM,
  V_REJECT,
  V_MARKER,
  V_UNMARK,
  V_ESCAPE,
  V_SPLIT,
  V_ADD,
  V_ROLL,
  V_HARDEN,
  V_DRM,
  V_NAME,
  V_MAN,
  V_FREE,
  V_HIDE,
  V_CONTROL,
  V_PHONE,
  V_REGISTER,
  V_DETONATE,
  V_OPEN,
  V_RIDE,
  V_LOSE,
  V_HAND,
  V_FACTORS,
  V_HILLS,
  V_DROP,
  V_GIVE_SW,
  V_READY,
  V_END,
  V_WITH,
  V_HOLD,
  V_FIRE,
  V_MG,
  V_SHOOT,
  V_SHELL,
  V_SCREEN,
  V_CAREFUL,
  V_RUN,
  V_VIA,
  V_GO,
  V_FACE,
  V_BACK,
  V_OVERRUN,
  V_BOARD,
  V_UNLOAD,
  V_PUSH,
  V_HAND_TO,
  V_PICKUP,
  V_SEARCH,
  V_GRENADE,
  V_VOLLEY,
  V_SINGLE,
  V_ADVANCE,
  V_ALL,
  V_THROW,
  V_INFANTRY,
  V_AFV,
  V_CHARGE,
  V_FLAME,
  V_BLOW,
  V_UNCLOAK,
  V_ENTER,
  V_ENTER_AT,
  V_LEAVE,
  V_HOOK,
  V_UNHOOK,
  V_MISSION,
  V_AIM,
  V_FLY,
  V_CONCEDE,
  V_TURN_WORK,
  V_LOAD,
  V_MODE,
  V_COUNT
};
enum {
  E_STEP,
  E_SKIP,
  E_BOUGHT,
  E_RETURNED,
  E_STRENGTH,
  E_DEPLETED,
  E_WEAPON,
  E_NO_WEAPON,
  E_LEADERS,
  E_AL,
  E_NO_AL,
  E_GREEN,
  E_MODULE,
  E_FORTIFIED,
  E_RECON,
  E_CHIT,
  E_WIND,
  E_PLACED,
  E_SETUP_DONE,
  E_INSPECTED,
  E_SEEN,
  E_START,
  E_ORDERS,
  E_TURN,
  E_FIRE,
  E_HIT,
  E_LOSS,
  E_BROKEN,
  E_RALLIED,
  E_FRONT,
  E_AIR,
  E_ARTILLERY,
  E_CHITS_OUT,
  E_SNIPER,
  E_GAME_END,
  E_GAME_ON,
  E_EXITS,
  E_MALFUNCTION,
  E_HERO,
  E_RESULT,
  E_REJECTED,
  E_MELEE,
  E_MARKERS,
  E_WOUND,
  E_TOTALS,
  E_RECALL,
  E_CHAIN,
  E_DROPPED,
  E_PERIMETER,
  E_ISOLATED,
  E_ESCAPE,
  E_HILLS,
  E_SCENARIO,
  E_CLEARED,
  E_LEFT,
  E_FORT_GONE,
  E_BURNT,
  E_PRISONERS,
  E_COMBINED,
  E_HARDENED,
  E_PROMOTED,
  E_AL_BETTER,
  E_AL_NEW,
  E_NOTHING,
  E_SAN,
  E_REPAIRED,
  E_NOT_REPAIRED,
  E_MANNED,
  E_FREED,
  E_MODULE_GONE,
  E_AIR_GONE,
  E_REPLENISHED,
  E_ELR,
  E_WEATHER,
  E_MOVED_NORTH,
  E_VL,
  E_CAMPAIGN,
  E_GIVEN,
  E_EDGES,
  E_JOINED,
  E_NOBODY,
  E_RESTORED,
  E_FRONTS,
  E_DEPLOYED,
  E_LATER,
  E_PLACES,
  E_FANATICS,
  E_EXITED,
  E_EXIT_CVP,
  E_WRECKS,
  E_WAITS,
  E_DUMMY,
  E_CAPTURED,
  E_KEPT_EDGES,
  E_CONTROL,
  E_SHORTAGE,
  E_REPLACED,
  E_ABANDONED,
  E_HIDDEN,
  E_RAISED,
  E_COLUMNS,
  E_ROLLS,
  E_KEPT_VL,
  E_WEAPON_LOST,
  E_F_TURN,
  E_F_SEEN,
  E_F_APPEARS,
  E_F_CONCEALED,
  E_F_LOST,
  E_F_TAKEN,
  E_F_ENCIRCLED,
  E_F_BREAKDOWN,
  E_F_RATE,
  E_F_RESIDUAL,
  E_F_RESIDUAL_FIRE,
  E_F_FIRE,
  E_F_HE,
  E_F_HIT,
  E_F_MISS,
  E_F_KILL_ROLL,
  E_F_BURNS,
  E_F_WRECK,
  E_F_CREW,
  E_F_IMMOBILE,
  E_F_STUNNED,
  E_F_RECALLED,
  E_F_LEAVES,
  E_F_BOGS,
  E_F_FREED,
  E_F_CLOSE_AFV,
  E_F_OVERRUN,
  E_F_BOARDS,
  E_F_UNLOADED,
  E_F_PINNED,
  E_F_BROKEN,
  E_F_WOUNDED,
  E_F_REDUCED,
  E_F_REPLACED,
  E_F_HEAT,
  E_F_HERO,
  E_F_CHECK,
  E_F_MOVES,
  E_F_RECOILS,
  E_F_TURNS,
  E_F_PUSHED,
  E_F_SEARCH,
  E_F_GRENADE,
  E_F_SMOKE,
  E_F_BLAZE,
  E_F_HANDED,
  E_F_RALLIES,
  E_F_NO_RALLY,
  E_F_REPAIRED,
  E_F_WEAPON_LOST,
  E_F_FALLS_BACK,
  E_F_SURRENDERS,
  E_F_INTERDICTED,
  E_F_ADVANCES,
  E_F_CHARGE,
  E_F_AMBUSH,
  E_F_CLOSE,
  E_F_MELEE,
  E_F_CAPTURED,
  E_F_PLACED,
  E_F_READY,
  E_F_OVER,
  E_F_CONCEDES,
  E_F_WORK,
  E_F_WIRE,
  E_F_TORN,
  E_F_MINES,
  E_F_TANK_MINES,
  E_F_BLOWN,
  E_F_DUMMY,
  E_F_BOXED,
  E_F_END_ROLL,
  E_F_SNIPER,
  E_F_NO_HEAT,
  E_F_HOOKED,
  E_F_UNHOOKED,
  E_F_CONTACT,
  E_F_NO_CONTACT,
  E_F_BLACK,
  E_F_RED,
  E_F_SPENT,
  E_F_AIMED,
  E_F_OFF_MAP,
  E_F_FALLS,
  E_F_SHELLED,
  E_F_PLANES,
  E_F_PLANES_GONE,
  E_F_PLANE_LOST,
  E_F_SIGHTED,
  E_F_NOT_SIGHTED,
  E_F_DRIVEN_OFF,
  E_F_STRAFED,
  E_F_AIR_HIT,
  E_F_AIR_MISS,
  E_F_DROPS_OUT,
  E_F_CUT,
  E_F_FORCE,
  E_F_ARMED,
  E_F_SET,
  E_F_NO_SET,
  E_F_ARRANGED,
  E_MODE,
  E_WISH,
  E_COUNT
};

/* The locals of the nodes. `+ 1` means that 0 is none. */
SAL_LOCALS(campaign, uint16_t next_phase, step_begun;);
/* the program has placed what it could */
SAL_LOCALS(setting_up, uint16_t auto_done;);
/* What the hex is for: a unit + 1, a fortification + 1, the line of a field phone, the line of a
 * module that registers one. charge + 1: the place of a set charge whose detonating unit is still
 * to be named. */
SAL_LOCALS(putting, uint16_t unit, fort, phone, module, charge;);
SAL_LOCALS(entering, uint16_t unit;); /* + 1: whose line of the result is being written */
/* who controls, or what burnt + 1 */
SAL_LOCALS(grounds, uint16_t side, burnt;);
SAL_LOCALS(escaping, uint16_t first;); /* the first unit of the stack */

/* Phases in the campaign's order, so that the next one is the next number. */
enum {
  PREP_STEPS = 7,
  REPH_STEPS = 18,
  FINAL_STEPS = 6,
  SCENARIO_PHASES = PREP_STEPS + 1 + REPH_STEPS,
  P_COUNT = 3 * SCENARIO_PHASES + PREP_STEPS + 1 + FINAL_STEPS,
  /* a battle on the board: set-up, then eight phases of each side's player turn */
  P_FIELD_SETUP = P_COUNT,
  P_FIELD_TURN,
  P_ALL = P_FIELD_TURN + 16
};
static inline int phase_scenario(int phase) {
  return phase / SCENARIO_PHASES + 1;
}
/* 619..625, 0 = play, 601..618 */
static inline int phase_step(int phase) {
  int k = phase % SCENARIO_PHASES;
  return k < PREP_STEPS ? 619 + k : k == PREP_STEPS ? 0 : 601 + k - PREP_STEPS - 1;
}

SAL_ACCESSORS(struct state, struct own);
static inline const struct own *own(const struct sal_book *b) {
  return b->own;
}
static inline int side_of(const struct sal_play *p, int u) {
  return p->book->counter[u].side;
}
static inline const struct type *type_of(const struct sal_play *p, int u) {
  return &O(p)->type[S(p)->unit[u].type];
}
static inline int row_of(int g) {
  return (int)((unsigned)g / WIDTH);
}
static inline int across(int g) {
  return (int)((unsigned)g % WIDTH);
} /* places in a row, from the east */
static inline int y_of(int g) {
  return 2 * across(g) + !(row_of(g) & 1);
}
static inline const char *side_title(int side) {
  return side == GER ? "German" : "Soviet";
}
static inline uint32_t only(int side) {
  return SAL_BIT(side);
}
static inline bool is_mmc(int cls) {
  return cls == SQUAD || cls == HALF || cls == CREW || cls == HW;
}
static inline bool is_smc(int cls) {
  return cls == LEADER || cls == HERO;
}
static inline bool is_infantry(int cls) {
  return is_mmc(cls) || is_smc(cls);
}
/* one of them in a Location (CG8) */
static inline bool is_heavy(int cls) {
  return cls == GUN || cls == VEHICLE;
}
/* on the map or Retained off it */
static inline bool in_force(int where) {
  return where == MAP || where == OFF;
}
static inline bool is_minefield(int fort) {
  return fort >= FORT_AP2 && fort <= FORT_AT5;
}
static inline bool is_pillbox(int fort) {
  return fort >= FORT_PILL135 && fort <= FORT_PILL357;
}
/* Of a place of the Playing Area: inside that side's area, on its Front Line, a concealed stack. */
static inline uint8_t area_bit(int side) {
  return side == GER ? A_GER : A_RUS;
}
static inline uint8_t front_bit(int side) {
  return side == GER ? A_FRONT_GER : A_FRONT_RUS;
}
static inline uint8_t veil_bit(int side) {
  return side == GER ? A_VEIL_GER : A_VEIL_RUS;
}
static inline int half_up(int v, int by) {
  return (v + by - 1) / by;
}

/* CG8: the stacking of a place in one number, so that set-up can offer hexes quickly. */
enum { LOAD_HALF = 1, LOAD_SMC = 64, LOAD_HEAVY = 2048 };
static inline int load_halves(int load) {
  return load % LOAD_SMC;
}
static inline int load_smc(int load) {
  return load / LOAD_SMC % (LOAD_HEAVY / LOAD_SMC);
}
static inline int load_heavy(int load) {
  return load / LOAD_HEAVY;
}

/* 5.2: lowest and highest hexrow of the Playing Area, and places in it. */
static inline int sp_pa_low(const struct sal_play *p) {
  return O(p)->low[S(p)->pa];
}
static inline int sp_pa_high(const struct sal_play *p) {
  return O(p)->high[S(p)->pa];
}
static inline bool sp_in_pa(const struct sal_play *p, int g) {
  return g >= sp_pa_low(p) * WIDTH && g < (sp_pa_high(p) + 1) * WIDTH && (O(p)->ground[g] & G_ON);
}
static inline int at_pa(const struct sal_play *p, int g) {
  return g - sp_pa_low(p) * WIDTH;
} /* place in the arrays of the Playing Area */
/* hexrows from the side's own front edge */
static inline int sp_depth(const struct sal_play *p, int side, int g) {
  return side == GER ? row_of(g) - sp_pa_low(p) : sp_pa_high(p) - row_of(g);
}
static inline bool sp_front_edge(const struct sal_play *p, int side, int g) {
  return sp_depth(p, side, g) == 0;
} /* 11.6053: that side's own */

/* Sets of places of the Playing Area: a bit each, rows from its south edge. */
static inline void rows_put(uint32_t *rows, int i) {
  rows[row_of(i)] |= 1u << across(i);
}
static inline bool rows_has(const uint32_t *rows, int i) {
  return rows[row_of(i)] >> across(i) & 1;
}
static inline int lowest_bit(uint32_t v) {
  return __builtin_ctz(v);
}
static inline int highest_bit(uint32_t v) {
  return 31 - __builtin_clz(v);
}
/* The places in the next hexrow that touch these: even hexrows lie half a hex further west (y is
 * odd there). */
static inline uint32_t next_row(uint32_t bits, int row) {
  return row & 1 ? bits | bits >> 1 : bits | bits << 1;
}

/* grid.c */
/* everything that the set reaches over those places */
void sp_fill(uint32_t *set, const uint32_t *over, int rows);
/* the set and what touches it */
void sp_beside(const uint32_t *set, uint32_t *out, int rows);
int sp_distance(int g, int k);
int sp_side_edge(const struct sal_play *, int g); /* 0 east, 1 west, -1 none */
bool sp_printed(const struct sal_play *);         /* the owner's printed boards count, not ours */
int sp_mode(const struct sal_play *);             /* F25.1 */
bool sp_whole_battles(const struct sal_play *);   /* on the board: with artillery and Reserves */
/* with what has burnt */
uint16_t sp_ground(const struct sal_play *, int g);
/* foxhole, trench or pillbox there */
bool sp_sheltered(const struct sal_play *, int side, int g);
bool sp_tem(const struct sal_play *, int side, int g); /* TEM >= 1 for that side */
/* own fortified Location or pillbox (CG5) */
bool sp_strongpoint(const struct sal_play *, int side, int g);
/* of an edge hex: the side that controls it (as drafted, or at the start); -1: not an edge hex */
int sp_edge_owner(const struct sal_play *, int g, bool start);
/* CG9b; returns their number */
int sp_entry_hexes(const struct sal_play *, int side, uint8_t *mask);
/* 0 west, 1 centre, 2 east */
int sp_column(int g);
bool sp_area(const struct sal_play *, int side, int g);
bool sp_isolated(const struct sal_play *, int side, int g);
/* units.c */
int sp_cvp(const struct sal_play *, int u); /* what its loss is worth now */
/* Infantry MMC, not a vehicle crew */
bool sp_counts_mmc(const struct sal_play *, int u);
bool sp_holds_ground(int cls, uint32_t flags); /* the same of a draft */
int sp_crew_type(const struct sal_play *, int vehicle_type);
bool sp_is_replacement(const struct sal_play *, int from, int to);
/* for ammunition: SP.SSR12, 11.31 */
bool sp_is_elite(const struct sal_play *, int side);
int sp_squads_x2(int cls);
/* what it adds to the stacking of a place */
int sp_load_of(int cls);
bool sp_fits_load(int load, int cls);
bool sp_room(const struct sal_play *, int u, int g);
/* on the map */
void sp_put(struct sal_play *, int u, int g);
void sp_lift(struct sal_play *, int u); /* off it */
/* eliminated; reph: booked for the RePh */
void sp_kill(struct sal_play *, int u, int rule, bool reph);
void sp_leave_platoon(struct sal_play *, int side, int line);
void sp_become(struct sal_play *, int u, int type);
/* a new unit off the map, or -1 */
int sp_from_pool(struct sal_play *, int side, int pool, int type, int rec);
/* leader grade 0..7, -1 */
int sp_grade(const struct sal_play *, int type);
void sp_veil(struct sal_play *); /* concealed stacks afresh */
/* turn.c */
extern const struct sal_node sp_campaign, sp_chit;
void sp_begin(struct sal_play *, int phase);
/* F25.1: another sort of battle, by agreement */
bool sp_may_wish(const struct sal_play *, int side, int mode, struct sal_refusal *);
void sp_list_wishes(const struct sal_play *, int side, struct sal_list *);
void sp_wish(struct sal_play *, int side, int mode);
bool sp_agreed(const struct sal_play *); /* both wish for the same */
void sp_change_mode(struct sal_play *);  /* begins the battle again */
void sp_forget_wishes(struct sal_play *);
int sp_wish_bits(int side);
/* a verb of another step */
bool sp_not_here(const struct sal_play *, struct sal_refusal *);
int sp_dr(struct sal_play *, int rule, int unit, int seen); /* two dice, coloured first */
int sp_die(struct sal_play *, int rule, int unit, int seen);
int sp_balance(const struct sal_play *, int side);
/* the row of 11.32 that counts */
int sp_balance_rule(const struct sal_play *, int side);
void sp_announce(struct sal_play *); /* end of 11.606: the scenario's winner */
int sp_vl_count(const struct sal_play *, int side);
int sp_campaign_need(const struct sal_play *); /* Victory Locations, with the handicap */
int sp_vl_needed(const struct sal_play *, int scenario);
int sp_vl_gained(const struct sal_play *, int side);
void sp_snapshot(struct sal_play *);
/* purchase.c */
extern const struct sal_node sp_buy;
/* halves */
int sp_price(const struct sal_play *, int side, int group, int manner);
/* the rule that keeps a side without one off the map */
int sp_no_perimeter(const struct sal_play *, int side);
int sp_group_of_word(const struct sal_play *, int side, int word);
struct rec *sp_add_rec(struct sal_play *, int side, int group);
/* line n of the record, from 1; NULL: there is none */
struct rec *sp_line(const struct sal_play *, int side, int n);
enum { PLAIN, NORTH, SOUTH, RESERVE, DUGIN, BONUS, REG1, REG2, MANNERS };
extern const char *const sp_group_word[], *const sp_posture_word[];
/* events.c, by E_ */
extern const struct sal_event_kind sp_events[];
/* One list serves every event: groups, strengths, ammunition, leader grades, weapons,
 * fortifications, halves. The words of `buy` are the groups and then the manners. */
enum {
  GROUP_WORDS = 35,
  WORD_A1 = 2,
  W_STRENGTH = GROUP_WORDS,
  W_AMMO = W_STRENGTH + 2,
  W_GRADE = W_AMMO + 3,
  W_WEAPON = W_GRADE + 8,
  W_FORT = W_WEAPON + SW,
  W_HALF = W_FORT + FORTS /* "", ".5" */
};
/* strength.c */
void sp_strengths(struct sal_play *);
void sp_muster(struct sal_play *, int side, int at); /* one line of the record */
/* mask of those selected */
int sp_random_selection(struct sal_play *, int n, int seen);
/* fortifications.c */
extern const struct sal_node sp_fort, sp_recon;
void sp_state_words(uint32_t flags, struct sal_text *);
extern const char *const sp_fort_word[];
/* demolition charges of a line that can be set */
int sp_charges(const struct rec *);
int sp_hip_limit(const struct sal_play *, int side, bool afv);
/* setup.c, unit_setup.c, unit_setup_works.c, unit_setup_recon.c */
void sp_common_start(struct sal_play *);
void sp_setup_campaign(struct sal_play *);
extern const struct sal_node sp_observer, sp_setup, sp_put_node, sp_inspect;
void sp_setup_begin(struct sal_play *);
uint16_t sp_new_work_id(struct sal_play *, int side);
/* RG.i */
int sp_observer_level(const struct sal_play *);
/* a module that works by field phone alone (CG6) */
bool sp_wants_phone(const struct sal_play *, int side, int at);
/* 11.6194b: a reserve stands this far behind the side's own Front Line, and brings this many
 * dummies */
enum { RESERVE_MIN = 10, CLOAKS = 5 };
enum { DUMMY_CLOAK = 2 }; /* `level` of such a dummy, in battles on the board */
/* rows of the places that are nearer than this many hexes to the side's own Front Line */
void sp_near_front(const struct sal_play *, int side, int least, uint32_t *near);
bool sp_far_from_front(const struct sal_play *, int side, int g, int least);
bool sp_own_ground(const struct sal_play *, int side, int g, struct sal_refusal *);
bool sp_may_put(const struct sal_play *, int side, int u, int g, struct sal_refusal *);
/* adds the hexes where sp_may_put lets the unit be */
void sp_unit_hexes(const struct sal_play *, int side, int u, struct sal_list *);
void sp_set_down(struct sal_play *, int side, int u, int g);
bool sp_dummy_here(const struct sal_play *, int side, int g);
/* a kind of stock that is laid in a hex */
bool sp_layable(int kind);
/* the line n of the record has a phone to place, a hex to register */
bool sp_may_phone(const struct sal_play *, int side, int n, struct sal_refusal *);
bool sp_may_register(const struct sal_play *, int side, int n, struct sal_refusal *);
/* the program lays works and phones, in the first of these places that will do */
void sp_auto_works(struct sal_play *, int side, const uint16_t *place, int n);
void sp_auto_obstacles(struct sal_play *, int side, const uint16_t *place, int n);
void sp_phones_to_men(struct sal_play *, int side); /* battles on the board */
/* quick_battle_orders.c, quick_battle.c, quick_battle_support.c, quick_battle_end.c */
extern const struct sal_node sp_orders, sp_battle;
/* in scratch: the units in play this turn, by side and column, in id order */
enum { IN_COLUMN = 400 };
struct roll_call {
  uint16_t el[2][COLUMNS][IN_COLUMN];
  uint16_t n[2][COLUMNS];
};
void sp_orders_begin(struct sal_play *);
void sp_name_modules(struct sal_play *); /* CG6 */
void sp_battle_record(struct sal_play *);
/* QB.10: artillery and aircraft of one turn */
void sp_support(struct sal_play *, const struct roll_call *);
/* the module has an observer, plane or OP tank */
bool sp_served(const struct sal_play *, int side, int at);
int sp_pick(struct sal_play *, int n, int rule);
int sp_end_drm(const struct sal_play *, int north_vp);
int sp_works(const struct sal_play *, int side);
int sp_cover(const struct sal_play *, int column);
/* unbroken and in play now */
bool sp_fights(const struct sal_play *, int u);
bool sp_game_ends(struct sal_play *); /* CG4 */
/* field_campaign.c */
extern const struct sal_node sp_field, sp_arrange;
/* result.c */
void sp_draft_clear(struct sal_play *);
bool sp_result_valid(const struct sal_play *, struct sal_refusal *);
void sp_accept(struct sal_play *);
int sp_draft_cvp(const struct sal_play *, int loser);
bool sp_stayed_off(const struct sal_play *, int u);
bool sp_exit_right(const struct sal_play *, int u, int g, struct sal_refusal *);
/* a place where the drafts break CG8, or -1 */
int sp_overstacked(const struct sal_play *);
enum {
  SETTABLE = U_BROKEN | U_WOUNDED | U_STUN | U_RECALL | U_IMMOBILE | U_BOGGED | U_ABANDONED |
             U_ENCIRCLED | U_MALFUNCTION | U_DISABLED | U_SHORT | U_FANATIC | U_HEROIC
};
bool sp_can_become(const struct sal_play *, int from, int to);
bool sp_may_stand(const struct sal_play *, int side, int type, int g);
/* table_mode.c, table_entry.c, result_file.c */
extern const struct sal_node sp_result, sp_entry, sp_ground_node, sp_confirm;
extern const char *const sp_side_word[],
    *const sp_fate_word[], *const sp_state_word[], *const sp_becomes_word[],
                                                       *const sp_board_word[],
                                                           *const sp_new_word[],
                                                               *const sp_weapon_word[],
                                                                   *const sp_burnt_word[],
                                                                       *const sp_fort_state[];
int sp_type_named(const struct sal_play *, const char *id);
/* whose a Victory Location is, in the draft */
void sp_draft_vl(struct state *, int i, bool german);
/* NULL: there is none */
struct fort *sp_fort_of(const struct sal_play *, int id);
/* Can a result be imported now? */
bool sp_may_import(const struct sal_play *, const char *kind, struct sal_err *);
bool sp_import(const struct sal_play *, int side, const char *kind, const char *text,
               struct sal_text *, struct sal_err *);
/* result_template.c */
bool sp_template(const struct sal_play *, const char *kind, struct sal_text *, struct sal_err *);
/* perimeter.c, perimeter_seal.c, pockets.c */
extern const struct sal_node sp_chain;
enum { LONGEST = 10 }; /* 11.6054: hexes between two markers */
/* is a place on the side's run of the edge, which ends at that depth? */
bool sp_on_run(const struct sal_play *, int side, int edge, int end, int g);
bool sp_along_front(const struct sal_play *, int side, int a, int b);
bool sp_crosses_chain(const struct sal_play *, int side, int last, int g);
void sp_links(struct own *, struct sal_arena *);
/* its lines and markers on the posts */
void sp_trace_chain(struct sal_play *, int side);
/* where markers may stand and enemies are: 11.605 begins */
void sp_posts(struct sal_play *);
void sp_areas(struct sal_play *);
void sp_pockets(struct sal_play *);
void sp_front_lines(struct sal_play *);
/* 5.3 */
void sp_edges(struct sal_play *);
void sp_move_north(struct sal_play *);
void sp_first_areas(struct sal_play *);
/* depth of the edge anchor */
int sp_run_end(const struct sal_play *, int side, int edge);
int sp_edge_place(const struct sal_play *, int side, int edge, int depth);
/* 5.4, inner side to the right of the walk */
void sp_draw_line(const struct sal_play *, int side, int a, int b, uint32_t *rows);
bool sp_line_meets(const struct sal_play *, int side, int a, int b, const uint32_t *rows);
/* escape.c, dissolve.c */
extern const struct sal_node sp_escape, sp_stack;
int sp_escape_drm(const struct sal_play *, int side, const uint16_t *u, int n, struct sal_card *);
void sp_dissolve(struct sal_play *);
/* escape_weapons.c: weapons of a line, one behind the other, and which each is */
int sp_slots(const struct rec *);
int sp_slot_kind(const struct rec *, int slot);
void sp_allot_weapons(struct sal_play *, bool everything);
struct rec *sp_line_of_unit(const struct sal_play *, int side, int u);
int sp_place_in_run(const struct sal_play *, int side, const struct rec *, int u);
/* NOT_FOUND: the unit carries none of that kind */
int sp_slot_carried(const struct sal_play *, int side, int u, int weapon);
int sp_portage_carried(const struct sal_play *, int side, int u);
void sp_take_weapon(struct rec *, int slot);
void sp_tell_weapon_lost(struct sal_play *, int side, const struct rec *, int weapon);
void sp_lose_weapons(struct sal_play *, int side, int u);
/* refit.c, harden.c, repair.c, replenish.c */
void sp_melee(struct sal_play *);
void sp_markers(struct sal_play *);
void sp_totals(struct sal_play *);
void sp_encirclement(struct sal_play *);
void sp_clear(struct sal_play *);
void sp_forts_kept(struct sal_play *);
void sp_fires(struct sal_play *);
void sp_prisoners(struct sal_play *);
extern const struct sal_node sp_harden, sp_leader, sp_crews, sp_recall;
void sp_harden_begin(struct sal_play *);
/* false: it became Fanatic instead */
bool sp_grade_up(struct sal_play *, int u);
void sp_new_scenario(struct sal_play *);
void sp_repair(struct sal_play *);
void sp_recall_begin(struct sal_play *);
void sp_upkeep(struct sal_play *);
void sp_replenish(struct sal_play *);
void sp_elr(struct sal_play *);
void sp_weather(struct sal_play *);
/* the rooms */
bool sp_place(struct sal_play *, const struct sal_position *, struct sal_err *);
void sp_campaign_over(struct sal_play *);
extern const char *const sp_weather_word[], *const sp_ec_word[];
void sp_view(const struct sal_book *, const struct sal_head *, int viewer, struct sal_head *,
             struct sal_redactor *);
void sp_guess(const struct sal_book *, const struct sal_head *, int viewer, struct sal_rng *,
              struct sal_head *);
bool sp_shuffle(const struct sal_book *, struct sal_head *, int viewer, struct sal_rng *);
void sp_show(const struct sal_play *, int viewer, struct sal_show *);
void sp_date(const struct sal_book *, const struct sal_head *, struct sal_text *);
void sp_offer(const struct sal_play *, int side, struct sal_action, struct sal_offer *);
bool sp_query(const struct sal_play *, int side, struct sal_query *, struct sal_refusal *);
enum {
  ORDER_FIGHT,
  ORDER_PERIMETER,
  ORDER_SETUP,
  ORDER_ESCAPE,
  ORDER_INSPECT,
  ORDER_CREWS,
  ORDER_REACT,
  ORDER_TANKS,
  ORDER_LATE,
  ORDER_CLOSE,
  ORDER_SUPPORT,
  ORDER_HOPELESS,
  ORDER_IDLE,
  ORDERS
};
bool sp_answer(const struct sal_play *, int side, const struct sal_order_set *,
               struct sal_action *);
int sp_escape_percent(const struct sal_play *, int side, int u);
extern const struct sal_adviser sp_adviser;
/* how much a purchase is liked */
int32_t sp_buy_score(const struct sal_play *, int side, struct sal_action, const int8_t *bias);
enum { SP_BIASES = 10 };
/* QB.1, from how much each column is wanted */
void sp_shares(const int8_t *bias, uint8_t weight[COLUMNS]);
bool sp_on_stack(const struct state *, int node);
void sp_briefing(const struct sal_play *, int side, struct sal_json *);
int sp_line_number(int side, int i);
/* records.c */
struct page {
  const struct sal_play *play;
  struct sal_json *out;
  struct sal_card card;
  char title[80];
  /* titles of the columns, separated by bars */
  const char *head;
  int kind, rule;
};
void sp_page_open(struct page *, const struct sal_play *, struct sal_json *, int kind, int rule,
                  const char *title, const char *head);
/* cells separated by bars */
void sp_page_row(struct page *, int rule, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
void sp_page_cpp(struct page *, int halves, int rule, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));
void sp_page_close(struct page *);
void sp_page_say(const struct sal_play *, struct sal_json *, int rule, const char *title,
                 const char *fmt, ...) __attribute__((format(printf, 5, 6)));
void sp_halves_text(char out[12], int halves);
void sp_records(const struct sal_play *, int side, struct sal_json *);
bool sp_score(const struct sal_play *, struct sal_result *);
/* halves */
int sp_assault_margin(const struct sal_play *, int scenario, int inflicted, int suffered,
                      int gained);
bool sp_audit(const struct sal_play *, struct sal_err *);
void sp_give_forces(struct sal_play *, uint32_t sides);
bool sp_load(struct sal_book *, const struct sal_source *, struct sal_err *);
bool sf_load_campaign(struct sal_book *, const struct sal_source *, struct sal_err *);
/* "3.5" or "3"; -1: neither */
int sp_halves(const char *);
/* a leader grade's type; 0 none */
int sp_grade_named(const struct own *, const char *id);
/* -1 none */
int sp_group_named(const struct own *, int side, const char *id);
bool sp_load_printed(const struct sal_book *, struct own *, struct sal_err *);
/* the value of the row that a roll falls in */
int sp_banded(const struct dice_table *, int final);

#endif
