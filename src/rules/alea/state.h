/* state.h - Kursk (Alea 31) and Kursk II (Alea 33): what changes while playing, and what does not.
 *
 * Read in this order: state.h; turn.c (the sequence of play); stacking.c, zoc.c, factors.c (units
 * in hexes); move.c, step.c and reaction.c; artillery.c; combat.c, armour.c, odds.c, losses.c,
 * retreat.c, advance.c (one combat from declaration to rupture); supply.c; construction.c; air.c,
 * bombing.c, cas.c, flak.c (aircraft); reserves.c, replacements.c, victory.c; setup.c and load.c.
 * The rest is not law: place.c, secret.c, show.c, query.c, orders.c, audit.c, advise.c; alea.c
 * holds the struct. Hex lists of units run from the top counter down: only the top one is known to
 * the enemy (5.8), so the order of a stack is part of the game.
 */
#ifndef ALEA_STATE_H
#define ALEA_STATE_H

#include "alea_rules.h"
#include "core/flood.h"
#include "core/operands.h"
#include "core/reach.h"
#include "core/ruleset.h"

/* HALVES: the stacking limit of 5.1 in halves; EXITS: units for the prize of 14.exit.1; CROWD:
 * units of a side in one combat or hex */
enum { MAX_UNITS = 800, MAX_AIR = 48, HALVES = 6, EXITS = 6, MAX_FORMS = 192, CROWD = 64 };

/* The kinds of 0.3, in the order of kinds.tsv. Everything up to MOT rides; from FIGHTER on it
 * flies.
 */
enum kind_of {
  TANK,
  AG,
  MECH,
  MOT,
  INF,
  PIO,
  ART,
  ROCKET,
  AA,
  HQ,
  ATF,
  TRAIN,
  FIGHTER,
  BOMBER,
  KINDS
};
/* In the order of scenarios.tsv. */
enum scenario { NORTH, SOUTH, PANZERKEIL, PROKHOROVKA, LESSON };
/* In the order of options.tsv. */
enum option {
  O_FUEL,
  O_BURIED,
  O_SECRET,
  O_FREE,
  O_PREP,
  O_TANK,
  O_AIR,
  O_ARTONLY,
  O_AA,
  O_AA_NORTH,
  O_HUNTER,
  O_HUNTER_NORTH,
  O_HQAA,
  O_HISTORICAL,
  O_OFFMAP,
  O_S3PRICE,
  OPTIONS
};

/* Where a unit is that stands on no hex: 1 + index in boxes.tsv; 0 = on the map, or not in this
 * game. */
enum box {
  B_NONE,
  B_TRAY,
  B_TRAY_S,
  B_AIR,
  B_ATTACK,
  B_DEFENCE,
  B_AIR_S,
  B_ATTACK_S,
  B_DEFENCE_S,
  B_FRONT,
  B_STAVKA,
  B_ACTIVE,
  B_POOL,
  B_DEAD,
  B_DEAD_S,
  B_EXIT,
  BOXES
};

enum { /* unit flags; the marks of 0.5 first */
       DSG = 1,
       SUPPRESSED = 2,
       OOS = 4,
       TURNED = 8,
       MOVED = 16,
       ATTACKED = 32,
       BURIED = 64,
       INACTIVE = 128,
       AAMODE = 256,  /* AA units: else AT mode */
       NEWMODE = 512, /* the mode chosen for the next turn, secret until both have chosen */
       FORCED = 1024, /* 6.zoc.9: no ZOC for the rest of the combat phase */
       HIDDEN = 2048, /* opt.secret */
       GROUP = 4096, /* in the moving stack, the attack or the battery that is being put together */
       EXCESS = 8192, /* 5.7: named as over the limit in this combat */
       SHOT = 16384,  /* has fired: in this armoured or air combat; AA units and HQs: at aircraft in
                         this turn */
       REACTED = 32768 /* 6.re.4 */
};
enum { UNSEEN = 0xffff }; /* where a unit stands that a view does not show */
struct unit {
  uint16_t at, next; /* next: the unit below it in the hex, + 1 */
  uint16_t flags;
  uint8_t steps, box;
  union {
    uint8_t place;   /* air: place in its box from 1 */
    uint8_t forward; /* ground, after a combat: bits and hexes left, see advance.c */
    uint8_t at_shot; /* AA units in armoured combat: 1 = has fired as a gun */
  };
  uint8_t aim; /* air: place of the blind target; 0 none */
};
enum { /* cell flags */
       GERMAN_HELD = 1,
       BREACHED = 2,
       MINED = 4,
       EXERTS = 8,     /* the stack here has a ZOC (public) */
       DP_HELD = 16,   /* a unit here makes the Dominating Position count (6.dp.1, public) */
       TRIGGERED = 32, /* 6.re.2: its ZOC has been entered in this player turn */
       SHELLED = 64,   /* 13.art.3: bombarded in this phase */
       RAIDED = 128 /* 12.bomb.1: bombed from the air in this window; German and Soviet raids never
                       meet on a hex */
};
struct cell {
  uint16_t first; /* the top unit + 1 */
  /* zoc: how many stacks reach here, German in the low four bits, Soviet in the high */
  uint8_t ground, zoc;
};

/* The parts of a combat in their order (7.3); N_FIGHT looks at the stage to see what comes next.
 * D and A are the defender and the attacker. */
enum stage {
  IDLE,
  DECLARE,
  ELECT,
  BARRAGE,
  SUPPORT,
  FLAK,
  OPEN,
  ARMOUR,
  ROLL,
  HITS_D,
  HITS_A,
  BACK_D,
  BACK_A,
  FORWARD,
  RUPTURE
};
enum { STAND, RETREAT };
enum { ASSAULT, PROBE };
struct fight { /* the combat under way; all zero between combats */
  uint16_t target;
  uint8_t stage, side, moving; /* side: the attacker; moving: 4.oa */
  uint8_t type, elect;         /* secret until OPEN */
  uint8_t dirs;                /* attacking hexes: bit d = the target's neighbour in direction d */
  /* armoured units at the start; regular hits; steps lost to them; steps that count for 7.a.7.2 */
  uint8_t arms[2], hits[2], lost[2], base[2];
  uint8_t tanks[2]; /* opt.tank.1: tank steps lost in this combat */
  uint8_t back[2];  /* that side retreats: 1 of its will, 2 forced */
  /* steps at the start of regular combat; all died in it; excess hits of 7.a.10 */
  uint8_t all, gone, over;
  /* mine die as added; Fire Support; a first hit goes by 7.hit.1 */
  uint8_t mine, fire, infiltrate, first;
  uint8_t ruptured, opened; /* 7.a.10 has been offered; 7.a.4 has passed */
  uint8_t spare;            /* states are compared byte by byte: no gap is left to chance */
};
_Static_assert(offsetof(struct fight, spare) + sizeof(uint8_t) == sizeof(struct fight),
               "a combat ends in a gap");

/* The whole game. Derived values (points, reaches, odds) are worked out when they are needed. */
struct state {
  struct sal_head head;
  struct unit unit[MAX_UNITS];
  struct fight fight;
  uint16_t spent; /* VP paid for reserves, in halves */
  uint8_t turns;
  /* 14.exit: counting units that left; of them in time for the higher prize */
  uint8_t exits, early;
  uint8_t fuel, fuel_now; /* opt.fuel: points left; spent this turn (secret until the reveal) */
  uint8_t line2;          /* II.2.1 */
  uint8_t fronts, mines;  /* still to place in this construction phase */
  uint8_t tanks[2];       /* opt.tank */
  uint8_t planes[2][2];   /* opt.air: fighters, bombers */
  uint8_t repair[2][3];   /* steps to give back in this `end`: tanks, fighters, bombers */
  uint8_t air_open;       /* bit 0: boxes shown; 1, 2: zones A, B resolved and identities known */
  /* counters by side, box (0 attack, 1 defence), class (0 fighters, 1 bombers) at the reveal */
  uint8_t count[2][2][2];
  uint8_t here[2][2][4]; /* bit per place of a box: that counter is still in its zone (public) */
  uint8_t left_out;      /* II.s4.1: one independent regiment stays out */
  uint8_t owe[48];       /* II.s4.2, II.s4.3: step losses still to distribute, by loss group */
  uint8_t called;        /* II.s4.5: a formation was activated in this phase */
  uint8_t player;        /* whose player turn */
  uint8_t secret_spare[3];
  struct cell cell[SAL_MAX_CELLS]; /* as many as the board has */
};

struct unit_info { /* of a counter */
  uint8_t kind, af, df, mf, steps, arm, bomb, range, air, at;
  uint8_t half;    /* stacking cost in halves */
  uint8_t form;    /* formation; 0 independent */
  uint8_t reserve; /* 0, B_FRONT, B_STAVKA */
  uint8_t game;    /* 1 north, 2 south, 0 made up */
  uint8_t loss;    /* loss group of scenario 4, + 1 */
  /* roams: II.1.3; onmap: II.s3.6; tk8: 3.setup.5; panzer: 3.setup.3 */
  bool airdef, cas, mobile, corps, onmap, tk8, panzer, roams;
  uint8_t hosts[2][6]; /* formations it deploys with, by set (s3, s4); 0 none */
  uint8_t where[2];    /* how it deploys there: enum deploy; 0 by its kind */
  uint16_t spot[2];    /* D_AT, D_BESIDE: the hex */
  bool at_start;       /* AT Fronts of the first turn */
};
enum deploy { D_KIND, D_WITH, D_STACKED, D_RESERVE, D_WEST, D_EAST, D_RAIL, D_AT, D_BESIDE };

struct loss_group { /* II.s4.2, II.s4.3 */
  uint8_t side, n;
  uint16_t rule;
  const char *who;
};
enum { ROWS = 7, COLUMNS = 8, BOMB_COLUMNS = 7, LOSS_ROWS = 6 };
/* Everything that does not change in a game. Arrays by cell are worked out while loading, so that a
 * rule asks them with one load. */
struct own { /* the book's part of this game */
  uint8_t scenario;
  bool south;
  struct unit_info info[MAX_UNITS];
  const char *form_name[MAX_FORMS];
  uint8_t nforms, guards[2];                      /* guards: 51 Gd and 52 Gd (II.1.5) */
  uint16_t ground[2][MAX_UNITS], air[2][MAX_AIR]; /* this scenario's counters by side */
  uint16_t nground[2], nair[2];
  uint16_t start[MAX_UNITS];          /* the historical hex, 0 none */
  uint8_t start_steps[MAX_UNITS];     /* 0xff not in the set-up file */
  uint16_t brummbaer;                 /* de.216 */
  uint8_t enter[2][SAL_MAX_CELLS];    /* price of the ground itself: foot, others */
  uint8_t edge[2][SAL_MAX_CELLS * 6]; /* price of leaving a hex in a direction: foot, others */
  uint8_t defence[2][SAL_MAX_CELLS];  /* bonus in halves by the defender's side, works left out */
  uint8_t works[SAL_MAX_CELLS];       /* fortified hex: its bonus in halves */
  /* bombardment modifier by the target's side, forts left out */
  int8_t cover[2][SAL_MAX_CELLS];
  uint8_t dp[SAL_MAX_CELLS], line[SAL_MAX_CELLS], home[SAL_MAX_CELLS], s4[SAL_MAX_CELLS];
  uint8_t supply[2][SAL_MAX_CELLS], exit[SAL_MAX_CELLS], entry[SAL_MAX_CELLS];
  /* distances, 255 none; line4: from the start line of scenario 4 */
  uint8_t from_fort[SAL_MAX_CELLS], from_trench[SAL_MAX_CELLS], from_line4[SAL_MAX_CELLS];
  uint8_t sector[2][SAL_MAX_CELLS]; /* by set: 1 behind 4th Panzer Army, 2 behind Kempf */
  const struct sal_region *area[2][MAX_FORMS]; /* scenarios 3 and 4 */
  uint16_t source[2][128];                     /* the supply hexes */
  uint8_t nsupply[2];
  uint16_t goal[16];
  uint8_t ngoals;
  uint8_t assault_d[ROWS][COLUMNS], assault_a[ROWS][COLUMNS], probe_d[ROWS][COLUMNS],
      probe_a[ROWS][COLUMNS], slip[ROWS][COLUMNS];
  uint8_t bomb_top[BOMB_COLUMNS];     /* last sum of a column */
  int8_t bombard[ROWS][BOMB_COLUMNS]; /* -1 nothing, 0 D, n D+n */
  uint8_t tank_lost[2][LOSS_ROWS], tank_back[2][LOSS_ROWS][6], air_lost[LOSS_ROWS],
      air_back[LOSS_ROWS][6];
  struct loss_group group[48];
  uint8_t ngroups, hill_bonus; /* of a Dominating Position, in halves */
  int8_t fort_cover;
  uint32_t t_dp, t_trench, t_fort, t_fort4;
  uint16_t river;
  uint8_t road, rail; /* path bits */
};

/* The decisions of the game. Numbers stand in saved states, so new ones go at the end. */
enum node {
  N_GAME,
  N_SETUP,
  N_FRONTS,
  N_MINES,
  N_ASSIGN,
  N_SKY,
  N_AIM,
  N_DOGFIGHT,
  N_ABORT,
  N_AIRRAID,
  N_RAID,
  N_FLAK,
  N_RALLY,
  N_MOVE,
  N_STEP,
  N_REACT,
  N_DEFCAS,
  N_BOMBARD,
  N_BATTERY,
  N_COMBAT,
  N_DECLARE,
  N_FIGHT,
  N_ELECT,
  N_BARRAGE,
  N_SUPPORT,
  N_ARMOUR,
  N_ROLL,
  N_LOSS,
  N_RETREAT,
  N_SLIP,
  N_ADVANCE,
  N_RUPTURE,
  N_MODES,
  N_REPAIR,
  N_REBUILD,
  N_HUNT,
  N_CAS,
  N_COUNT
};
/* What a player can do; alea.c gives each its word and its operands. */
enum verb {
  V_PICK,
  V_PUT,
  V_MODE,
  V_LOSE,
  V_LEAVE,
  V_HISTORICAL,
  V_DONE,
  V_FRONT,
  V_MINE,
  V_FLY,
  V_FUEL,
  V_COMMIT,
  V_AIM,
  V_SHOOT,
  V_ABORT,
  V_PRESS,
  V_RAID,
  V_ADD,
  V_FIRE,
  V_FLAK,
  V_PASS,
  V_ACTIVATE,
  V_MOVE,
  V_JOIN,
  V_STEP,
  V_STRIKE,
  V_EXIT,
  V_STOP,
  V_TOP,
  V_BURY,
  V_CAS,
  V_REACT,
  V_TARGET,
  V_FROM,
  V_SUPPORT,
  V_TYPE,
  V_ATTACK,
  V_CANCEL,
  V_ELECT,
  V_EXCESS,
  V_ROLL,
  V_HOLD,
  V_RETREAT,
  V_SLIP,
  V_ADVANCE,
  V_REPAIR,
  V_REBUILD,
  V_HUNT,
  V_OPEN,
  V_COUNT
};
/* What `end` ends, by its word; see endings.c. */
enum ending {
  END_SETUP,
  END_FRONTS,
  END_MINES,
  END_BOMBING,
  END_RESERVES,
  END_MOVEMENT,
  END_BOMBARDMENT,
  END_COMBAT,
  END_SUPPORT,
  END_INFILTRATION,
  END_ADVANCE,
  END_RUPTURE,
  END_REPAIRS,
  ENDINGS
};
/* The events; alea.c gives each its sentence. */
enum event {
  E_TURN,
  E_PHASE,
  E_PLACED,
  E_HISTORICAL,
  E_MODE,
  E_DSG,
  E_RALLIES,
  E_OOS,
  E_SUPPLIED,
  E_FRONT,
  E_MINE,
  E_MINE_GONE,
  E_BREACHED,
  E_CONTROL,
  E_AIR_OPEN,
  E_AIR_FIRE,
  E_AIR_HITS,
  E_ABORT,
  E_ABORT_NOT,
  E_FLAK,
  E_RAID,
  E_SHELL,
  E_CAS,
  E_LOSS,
  E_LOSS_SEEN,
  E_DEAD,
  E_ACTIVATED,
  E_MOVES,
  E_ENTERS,
  E_EXITS,
  E_STRIKE,
  E_REACTS,
  E_BURIED,
  E_BURIED_SEEN,
  E_DUG_OUT,
  E_DUG_OUT_SEEN,
  E_ATTACK,
  E_OPEN,
  E_SHOT_HIT,
  E_SHOT_MISS,
  E_BACK_HIT,
  E_BACK_MISS,
  E_SUPPRESSED,
  E_MINES,
  E_COMBAT,
  E_RETREATS,
  E_RETREATS_ALONE,
  E_NO_WAY,
  E_FORCED,
  E_ADVANCES,
  E_SLIPS,
  E_RUPTURE,
  E_LINE2,
  E_REPLACE,
  E_REPAIRED,
  E_HUNT,
  E_KNOWN,
  E_TOP,
  E_HELD_FIRE,
  E_SUPPORT,
  E_OVER,
  E_TURNED,
  E_TRIGGER,
  E_NO_TRIGGER,
  E_NO_ZONE,
  E_HEIGHT,
  E_WIPED,
  E_HOME,
  E_ALL_HOME,
  E_RECOVERS,
  E_COUNTED,
  E_NOT_COUNTED,
  E_PAID,
  E_EASED,
  E_STILL,
  E_EXAMINED,
  E_WRITTEN,
  E_ACTIVATED_HALF,
  E_ACTIVATED_FREE,
  E_FORMATION,
  E_FORMATION_FREE,
  E_MOVES_UNDER,
  E_COUNT
};
/* The locals of each node while its frame is on the stack. */
SAL_LOCALS(game, uint16_t phase;);    /* the one to begin next */
SAL_LOCALS(setup, uint16_t picked;);  /* the unit in hand + 1; 0 none */
SAL_LOCALS(fronts, uint16_t bought;); /* 15.4: AT Fronts paid for as reserves, not built */
SAL_LOCALS(sky, uint16_t next, fought;);
SAL_LOCALS(aim, uint16_t zone;);
SAL_LOCALS(dogfight, uint16_t zone;);
SAL_LOCALS(abort, uint16_t bomber, hits, fighter;);
SAL_LOCALS(raid, uint16_t hex, flown;); /* hex 0: still to be chosen; flown: flak comes first */
SAL_LOCALS(flak, uint16_t hex, against, hunter;);
enum { RAIDERS, SUPPORTERS, HUNTERS };              /* flak.against */
SAL_LOCALS(step, uint16_t hex, left, is, waiting;); /* hex 0: `waiting` stands off the map */
enum { LEFT_ZOC = 1, HALTED = 2, STEPPED = 4 };     /* step.is */
/* triggered: bit d = the neighbour in direction d; fired: no defensive fire is left */
SAL_LOCALS(react, uint16_t hex, triggered, fired;);
SAL_LOCALS(battery, uint16_t target;);
/* fight: taken by the units in the combat, else by all in the hex; first: 7.hit.1 still applies */
SAL_LOCALS(loss, uint16_t hex, hits, fight, rule, first;);
/* hex 0: whether the side goes at all is still open; attackers: only those of the hex;
 * harried: 7.a.7.5, it must go on */
SAL_LOCALS(retreat, uint16_t hex, forced, attackers, moved, harried;);
SAL_LOCALS(slip, uint16_t hex;); /* 0: still to be chosen */
SAL_LOCALS(rupture, uint16_t dealt;);
SAL_LOCALS(modes, uint16_t begun;);
SAL_LOCALS(repair, uint16_t roll;); /* the dice are still to be rolled */
SAL_LOCALS(rebuild, uint16_t unit;);
SAL_LOCALS(hunt, uint16_t unit, target;); /* target + 1; 0: still to be chosen */
SAL_LOCALS(cas, uint16_t unit;);

/* In the order of play (3.1); positions name them by the ids of alea_phases. */
enum phase {
  P_SETUP_S,
  P_SETUP_G,
  P_PREP,
  P_BUILD,
  P_ASSIGN,
  P_AIR,
  P_BOMB,
  P_RALLY,
  P_MOVE,
  P_SHELL,
  P_FIGHT,
  P_RALLY_S,
  P_MOVE_S,
  P_SHELL_S,
  P_FIGHT_S,
  P_END,
  P_COUNT
};

struct scratch { /* workspace of one call; never part of the game */
  uint8_t reach[SAL_MAX_CELLS];
  uint16_t queue[SAL_MAX_CELLS];
};
static inline struct scratch *W(const struct sal_play *p) {
  return p->scratch;
}
SAL_ACCESSORS(struct state, struct own);
static inline const struct own *own(const struct sal_book *b) {
  return b->own;
}
static inline const struct unit_info *I(const struct sal_play *p, int u) {
  return &O(p)->info[u];
}
static inline struct unit *U(const struct sal_play *p, int u) {
  return &S(p)->unit[u];
}
static inline int side_of(const struct sal_play *p, int u) {
  return p->book->counter[u].side;
}
static inline bool opt(const struct sal_play *p, int o) {
  return S(p)->head.option[o] != 0;
}
static inline bool aa_on(const struct sal_play *p) { /* II.opt.aa, II.opt.aa.5 */
  return O(p)->south ? opt(p, O_AA) : opt(p, O_AA_NORTH);
}
/* 5.7: a unit over the stacking limit adds nothing and takes losses last */
static inline bool counts(const struct sal_play *p, int u) {
  return !(S(p)->unit[u].flags & EXCESS);
}
static inline const char *name_of(int side) {
  return side == SAL_GERMAN ? "German" : "Soviet";
}
static inline const char *label(const struct sal_play *p, int u) {
  return p->book->counter[u].label;
}
static inline bool is_air(const struct sal_play *p, int u) {
  return I(p, u)->kind >= FIGHTER;
}
static inline bool is_guns(const struct sal_play *p, int u) {
  return I(p, u)->kind == ART || I(p, u)->kind == ROCKET;
}
/* Artillery of 0.3: an AA unit in AA mode too. */
static inline bool is_artillery(const struct sal_play *p, int u) {
  return is_guns(p, u) || (I(p, u)->kind == AA && U(p, u)->flags & AAMODE);
}
/* The units of a hex, top first: for (int u = top(p, h); u >= 0; u = below(p, u)). */
static inline int top(const struct sal_play *p, sal_hex h) {
  return S(p)->cell[h].first - 1;
}
static inline int below(const struct sal_play *p, int u) {
  return U(p, u)->next - 1;
}
static inline int min_of(int a, int b) {
  return a < b ? a : b;
}
static inline int max_of(int a, int b) {
  return a > b ? a : b;
}
static inline int clamp(int v, int low, int high) {
  return max_of(low, min_of(v, high));
}
/* Who sees an event: both sides if the counter lies open, otherwise only its owner. */
static inline uint8_t only(int side) {
  return (uint8_t)SAL_BIT(side);
}
static inline uint8_t seen_by(int side, bool open) {
  return open ? (uint8_t)SAL_BOTH : only(side);
}
static inline uint8_t dead_box(int side) {
  return side == SAL_GERMAN ? B_DEAD : B_DEAD_S;
}
static inline uint8_t tray_of(int side) {
  return side == SAL_GERMAN ? B_TRAY : B_TRAY_S;
}
static inline bool is_dead(const struct sal_play *p, int u) {
  return U(p, u)->box == B_DEAD || U(p, u)->box == B_DEAD_S;
}
/* In a view a unit may stand in a hex that is not shown. */
static inline bool on_map(const struct sal_play *p, int u) {
  sal_hex h = U(p, u)->at;
  return h && h < p->book->board.cells;
}
/* stacks of the enemy of `side` that reach h */
static inline int zoc_on(const struct sal_play *p, int side, sal_hex h) {
  return side == SAL_SOVIET ? S(p)->cell[h].zoc & 15 : S(p)->cell[h].zoc >> 4;
}
static inline bool held_by(const struct sal_play *p, int side, sal_hex h) {
  return ((S(p)->cell[h].ground & GERMAN_HELD) != 0) == (side == SAL_GERMAN);
}

/* stacking.c */
/* side whose units are in the hex, or SAL_NOSIDE */
static inline int alea_holder(const struct sal_play *p, sal_hex h) {
  int u = top(p, h);
  return u < 0 ? SAL_NOSIDE : side_of(p, u);
}
static inline bool enemy_at(const struct sal_play *p, int side, sal_hex h) {
  return alea_holder(p, h) == sal_enemy(side);
}
static inline bool friend_at(const struct sal_play *p, int side, sal_hex h) {
  return alea_holder(p, h) == side;
}
/* The top unit of a hex when it is of that side, else -1. */
static inline int top_enemy(const struct sal_play *p, int side, sal_hex h) {
  return enemy_at(p, side, h) ? top(p, h) : -1;
}
static inline int top_friend(const struct sal_play *p, int side, sal_hex h) {
  return friend_at(p, side, h) ? top(p, h) : -1;
}
/* the hexes its units stand in, each once and in order */
int alea_stacks(const struct sal_play *, int side, sal_hex out[MAX_UNITS]);
static inline bool alea_fort(const struct sal_play *p, sal_hex h) { /* 10.1, 10.2: not breached */
  return O(p)->works[h] && !(S(p)->cell[h].ground & BREACHED);
}
/* the rule that forbids the stack, or 0 */
int alea_stack_rule(const struct sal_play *, int side, sal_hex, const sal_unit *more, int n);
/* 5.1-5.5 with these added */
bool alea_fits(const struct sal_play *, int side, sal_hex, const sal_unit *more, int n);
/* the stack breaks the limit, units with these flags left out */
bool alea_over(const struct sal_play *, sal_hex, uint16_t ignore);
bool alea_within(const struct sal_play *, int side, const sal_unit *, int n); /* 5.7 */
void alea_take_off(struct sal_play *, sal_unit);                              /* out of its hex */
/* into a hex: control, breach, mines, what is seen */
void alea_put(struct sal_play *, sal_unit, sal_hex);
/* the same without any effect on the ground: set-up */
void alea_set_down(struct sal_play *, sal_unit, sal_hex);
/* zoc.c */
void alea_refresh(struct sal_play *, sal_hex); /* ZOC and DP of a hex afresh */
/* the last unit of a side leaves the hex: its zone goes with it */
void alea_unzone(struct sal_play *, sal_hex, int side);
/* factors.c */
void alea_lose(struct sal_play *, sal_unit, int rule); /* one step */
void alea_kill(struct sal_play *, sal_unit, int rule);
void alea_disorganise(struct sal_play *, sal_unit, int rule);
void alea_shelled(struct sal_play *, sal_unit); /* a D of the bombardment table */
/* in the ZOC of an enemy of `side` on a DP */
bool alea_dp_zoc(const struct sal_play *, int side, sal_hex);
bool alea_dp_near(const struct sal_play *, int side, sal_hex); /* next to a DP that `side` holds */
/* af or df after 7.red.1 */
int alea_factor(const struct sal_play *, int u, bool attack, bool lone);
int alea_factor_rule(const struct sal_play *, int u); /* which rule made its factor what it is */
/* bombardment factor after reductions */
int alea_bomb(const struct sal_play *, int u);
int alea_arm(const struct sal_play *, int u); /* armoured factor now; 0 none */
bool alea_lone_hq(const struct sal_play *, int u);
/* for retreats and supply: 6.zoc.7 */
bool alea_zoc_free(const struct sal_play *, int side, sal_hex);
bool alea_is_rail(const struct sal_play *, sal_hex);
/* endings.c */
struct sal_action alea_end(const struct sal_play *); /* of the node on top */
void alea_end_offer(struct sal_action, struct sal_offer *);
/* the last line of a check: its own ending, else the reason why not */
bool alea_ends(const struct sal_play *, struct sal_action, struct sal_refusal *);
bool alea_not_now(const struct sal_play *, struct sal_action, struct sal_refusal *);
/* turn.c */
extern const struct sal_node alea_game;
/* construction.c */
extern const struct sal_node alea_fronts, alea_mines;
/* supply.c */
void alea_check_supply(struct sal_play *, int side, bool trains);
/* 9.2: hexes from which a line runs */
void alea_trace(const struct sal_play *, int side, bool rail, uint8_t *reach);
/* from a unit's hex */
bool alea_traces(const struct sal_play *, int side, const uint8_t *reach, sal_hex);
void alea_clear_flags(struct sal_play *, int side, int flags);
/* reserves.c */
extern const struct sal_node alea_rally;
int alea_price(const struct sal_play *, int u); /* of the formation or unit, in halves */
int alea_price_rule(const struct sal_play *, int u);
/* it stands for its whole formation in the reserve */
bool alea_leads(const struct sal_play *, int u);
/* an eliminated unit, to the other side, in halves */
int alea_points(const struct sal_play *, int u);
int alea_vp(const struct sal_play *, int side); /* in halves */
bool alea_score(const struct sal_play *, struct sal_result *);
int alea_granted(const struct sal_play *, int side); /* by the handicap, in halves */
int alea_goals(const struct sal_play *, int side);
/* move.c */
extern const struct sal_node alea_move;
int alea_mp(const struct sal_play *, int u);
bool alea_may_move(const struct sal_play *, int side, int u, struct sal_refusal *);
/* 5.8: in every phase of the side's own turn */
bool alea_may_top(const struct sal_play *, int side, int u, struct sal_refusal *);
void alea_list_tops(const struct sal_play *, int side, struct sal_list *);
void alea_to_top(struct sal_play *, sal_unit);
struct column { /* a unit or stack on the move */
  sal_unit unit[16];
  int n, side;
  bool foot, other, hqs, train, dsg, guns; /* hqs: HQs alone */
};
/* the moving stack in that hex */
void alea_column(const struct sal_play *, int side, sal_hex, struct column *);
void alea_column_add(const struct sal_play *, struct column *, int u);
/* step.c */
extern const struct sal_node alea_step;
bool alea_counts_out(const struct sal_play *, int u); /* towards the prize for leaving the map */
void alea_join(struct sal_play *, sal_unit);          /* the stack that is on the move */
void alea_tell_of(struct sal_play *, sal_unit, int kind, int rule);
/* 6.re: opens a window when there is a trigger */
void alea_entered(struct sal_play *, int side, sal_hex, bool hq_alone);
/* of the move that a combat interrupts */
void alea_moving_column(const struct sal_play *, struct column *);
void alea_move_goes_back(struct sal_play *, sal_hex to);
void alea_move_after_strike(struct sal_play *, const struct column *, sal_hex target, bool won);
/* friends in the hex who are no HQs */
bool alea_company(const struct sal_play *, int side, sal_hex);
/* An enemy zone costs an HQ alone nothing where friends stand (13.hq.5). */
static inline bool alea_zone_costs(const struct sal_play *p, const struct column *c, sal_hex h) {
  return zoc_on(p, c->side, h) && !(c->hqs && alea_company(p, c->side, h));
}
/* Of 4.2 what is not ground: works, mines and zones. Floods ask it of every step, so it is inlined.
 */
static inline int alea_hindrance(const struct sal_play *p, const struct column *c, sal_hex from,
                                 sal_hex to) {
  int price = 0;
  if (c->side == SAL_GERMAN) {
    if (alea_fort(p, to)) {
      /* 10.3 */
      price += 2;
    } else if (S(p)->cell[to].ground & MINED) {
      /* 11.5 */
      price += 3;
    }
  }
  if (alea_zone_costs(p, c, to)) {
    /* 6.zoc.2 */
    price += 3;
  }
  if (from && alea_zone_costs(p, c, from)) {
    /* 6.zoc.3 */
    price += 2;
  }
  return price;
}
/* everything of 4.2; SAL_BARRED never */
int alea_step_price(const struct sal_play *, const struct column *, sal_hex from, sal_hex to);
/* one step of a column (`own`): for the step action and for the reach */
sal_step_law alea_step_law;
void alea_reveal_all(struct sal_play *); /* opt.secret */
/* reaction.c */
extern const struct sal_node alea_react;
/* artillery.c */
extern const struct sal_node alea_bombard, alea_battery, alea_barrage, alea_support;
bool alea_gun_ready(const struct sal_play *, int side, int u, sal_hex target, struct sal_refusal *);
int alea_bomb_column(const struct sal_play *, int sum, bool shift);
/* T4 on a hex */
void alea_shell(struct sal_play *, int side, sal_hex target, int sum, bool guns, int event,
                int rule);
void alea_shell_card(const struct sal_play *, int side, sal_hex target, bool guns,
                     struct sal_card *);
/* all of the battery */
void alea_open_fire(struct sal_play *, int side, sal_hex target, int event, int rule);
/* of 6: a D or better, with all artillery that may fire there */
struct shells { /* over the six throws of a die */
  int shake;    /* how many disorganise */
  int steps;    /* steps lost */
};
struct shells alea_shells(const struct sal_play *, int side, sal_hex target, int sum);
int alea_fire_chance(const struct sal_play *, int side, sal_hex target);
/* combat.c */
extern const struct sal_node alea_combat, alea_declare, alea_fight, alea_elect;
bool alea_may_attack(const struct sal_play *, int u, sal_hex target, struct sal_refusal *);
/* attackers by flag, defenders by hex */
bool alea_in_fight(const struct sal_play *, int u, int side);
bool alea_can_elect(const struct sal_play *, sal_hex);
void alea_begin_strike(struct sal_play *, int side, sal_hex target);
/* of one side in the fight, alive */
int alea_members(const struct sal_play *, int side, sal_unit out[CROWD]);
/* armour.c */
extern const struct sal_node alea_armour;
void alea_armour_begin(struct sal_play *);
bool alea_armed(const struct sal_play *, int u);
/* odds.c */
struct tally {
  int attack, defence; /* in halves, mine die left out */
  int column[7];       /* by mine die as added 0..6; [0] without mines */
  int mod_a, mod_d;
  int type, elect; /* as far as the viewer knows */
};
extern const struct sal_node alea_roll;
struct tally alea_tally(const struct sal_play *, struct sal_card *);
/* the odds card before an attack, from what the side may know */
void alea_forecast(const struct sal_play *, int side, struct sal_card *);
/* losses.c: pushes N_LOSS */
extern const struct sal_node alea_loss;
void alea_owe(struct sal_play *, int side, sal_hex, int hits, bool fight, int rule);
int alea_share(const struct sal_play *, int u); /* what it adds to its side's total, in halves */
/* retreat.c, advance.c */
extern const struct sal_node alea_retreat, alea_slip, alea_advance, alea_rupture;
bool alea_train_way(const struct sal_play *, sal_hex from, sal_hex to);
/* air.c */
extern const struct sal_node alea_assign, alea_sky, alea_aim, alea_dogfight, alea_abort;
static inline int air_box(int side, int box) {
  return side == SAL_GERMAN ? box : box + B_AIR_S - B_AIR;
} /* box: B_AIR, B_ATTACK, B_DEFENCE */
bool alea_air_known(const struct sal_play *, int u); /* its box and steps are known to the enemy */
void alea_air_lose(struct sal_play *, sal_unit, int n, int rule);
/* bombing.c, flak.c, cas.c */
extern const struct sal_node alea_airraid, alea_raid, alea_flak, alea_defcas, alea_hunt, alea_cas;
bool alea_has_flak(const struct sal_play *, int u);
bool alea_may_cas(const struct sal_play *, int side, int u, int box, struct sal_refusal *);
bool alea_any_bomber(const struct sal_play *, int side);
bool alea_flak_at(const struct sal_play *, int side, int u, sal_hex h, struct sal_refusal *);
/* flak.c, replacements.c */
extern const struct sal_node alea_modes, alea_repair, alea_rebuild;
int alea_replace(const uint8_t lost[LOSS_ROWS], const uint8_t back[LOSS_ROWS][6], int n, int die);
/* setup.c */
extern const struct sal_node alea_setup;
void alea_start(struct sal_play *);
int alea_first_turn(const struct sal_play *);
int alea_last_turn(const struct sal_head *);
bool alea_place(struct sal_play *, const struct sal_position *, struct sal_err *);
/* load.c */
bool alea_load(struct sal_book *, const struct sal_source *, struct sal_err *);
/* secret.c */
void alea_view(const struct sal_book *, const struct sal_head *, int viewer, struct sal_head *,
               struct sal_redactor *);
void alea_guess(const struct sal_book *, const struct sal_head *, int viewer, struct sal_rng *,
                struct sal_head *);
bool alea_shuffle(const struct sal_book *, struct sal_head *, int viewer, struct sal_rng *);
bool alea_examined(const struct sal_play *, int viewer, sal_hex);
int alea_face(const struct sal_play *, sal_hex); /* the counter the enemy sees; -1 none */
/* orders.c */
enum { ALEA_ORDERS = 8 };
extern const struct sal_order alea_orders[ALEA_ORDERS];
bool alea_answer(const struct sal_play *, int side, const struct sal_order_set *,
                 struct sal_action *);
/* how much a unit loses in strength with its next step */
int alea_step_cost(const struct sal_play *, int u);
/* advise.c */
extern const struct sal_adviser alea_adviser;
/* victory.c, show.c, query.c, audit.c */
void alea_show(const struct sal_play *, int viewer, struct sal_show *);
void alea_date(const struct sal_book *, const struct sal_head *, struct sal_text *);
void alea_offer(const struct sal_play *, int side, struct sal_action, struct sal_offer *);
bool alea_query(const struct sal_play *, int side, struct sal_query *, struct sal_refusal *);
bool alea_audit(const struct sal_play *, struct sal_err *);
extern const struct sal_phase alea_phases[P_COUNT];
/* What a counter or a hex can show; the first eight are unit flags in the same order. */
enum mark {
  M_DSG,
  M_SUPPRESSED,
  M_OOS,
  M_TURNED,
  M_MOVED,
  M_ATTACKED,
  M_BURIED,
  M_INACTIVE,
  M_AA,
  M_AT,
  M_MINE,
  M_BREACHED,
  M_CONTROL,
  M_CAS,
  M_GOAL,
  M_COUNT
};
extern const struct sal_mark alea_marks[M_COUNT];

#endif
