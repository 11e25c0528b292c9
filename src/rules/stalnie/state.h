/* state.h - Stalnie Prostori: the campaign's state. What does not change is in own.h, the names of
 * nodes, verbs and events in names.h.
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

#include "names.h"
#include "own.h"
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

/* ---- locals and phases ------------------------------------------------------------------ */

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
