/* own.h - Stalnie Prostori: what does not change, the game's part of the book. */
#ifndef STALNIE_OWN_H
#define STALNIE_OWN_H

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

#endif
