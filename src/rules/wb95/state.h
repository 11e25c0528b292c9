/* state.h - Kursk 1943 (WB-95): what changes while playing, and what does not.
 *
 * Read in this order: state.h, load.c (the book), zones.c (3.2, 4.1: who stands where), turn.c (2:
 * the sequence of play), setup.c, movement.c and step.c (3, 4.2, 7.1, 12), reinforcements.c (11,
 * K.4), bridges.c (14), attack.c (5.1: obligations, declarations), odds.c (1.5-1.7, 5.5, 13, 15,
 * 19: the odds), result.c, losses.c, retreat.c and pursuit.c (5.2-5.6), artillery.c (6), air.c (8),
 * supply.c (4.3, 10, 17, 18, 22), victory.c (scenarios), secret.c (16), then show.c, query.c,
 * orders.c, audit.c, place.c, advise.c, and wb95.c with the one struct.
 *
 * The surprising thing: zones of control, occupation and the cost of an overrun are kept per hex
 * and are open to both sides (16.1R), so that movement, retreat and obligations never look at a
 * masked counter.
 */
#ifndef WB95_STATE_H
#define WB95_STATE_H

#include "core/flood.h"
#include "core/operands.h"
#include "core/reach.h"
#include "core/ruleset.h"
#include "wb95_rules.h"

enum {
  MAX_UNITS = 448,
  MAX_KINDS = 64,
  MAX_BRIDGES = 128,
  PARTS = 128,
  NODES = 128,
  TARGETS = 6,
  POOLS = 12,
  ENTRIES = 24,
  CROSSINGS = 12,
  STACK = 8,
  RANGE = 3,
  AROUND = 36,
  POINT = 6, /* sixths of a movement point */
  COLUMNS = 13,
  NORATIO = 3, /* columns 1:4 .. 10:1; 1:1 is number 3 */
  MAX_SCORES = 20,
  MAX_FORMATIONS = 96,
  AIRS = 8,
  SPANS = 16,
  BUILT = 32,
  DUG = 4608
};

/* ---- what changes ----------------------------------------------------------------------- */

/* A counter. Where a byte means one thing to a unit on the map and another to a waiting unit or to
 * an air counter, it has a name for each. */
struct unit {
  uint16_t at;   /* hex; of an air counter the hex it flies to */
  uint16_t next; /* next unit of the same hex + 1 */
  uint8_t cel;   /* efficiency levels left */
  union {
    uint8_t oos;    /* level out of supply (10.2) */
    uint8_t bridge; /* air: 1 + the bridge to be bombed (8.2.8) */
  };
  uint8_t flags, more, part; /* below */
  union {
    uint8_t last;      /* phase of the last activity or disorganization, modulo 256 (5.6.5) */
    uint8_t crossings; /* air: attacks on a river crossing not yet given out (8.2.17) */
  };
  union {
    uint8_t face;       /* on the map: UP, TURNED (16.1.2) */
    uint8_t entry_zone; /* waiting: 1 + entry zone chosen by 11.2.2 */
    uint8_t mission;    /* air: 1 + mission */
  };
  uint8_t status;
};
/* flags, of the phase; PENDING: air, sealed */
enum {
  MOVED = 1,
  MARKED = 2,
  FOUGHT = 4,
  FIRED = 8,
  OBLIGED = 16,
  OPEN = 32,
  FULL = 64,
  PENDING = 128
};
/* more */
enum {
  DISORG = 1,
  PACKED = 2,
  RETREATED = 4,
  MINED = 8,
  ACTIVE = 16,
  TOUCHED = 32,
  SUPPLIED = 64,  /* had a line of supply in the last supply phase */
  KURSK_SET = 64, /* air: of the counters chosen by K.6, which fly to the end */
  TOPPED = 128,   /* was given a level by Volkssturm (15.3.4) */
  ON_BANK = 128   /* headquarters: at a big river since the supply phase (14.3.2) */
};
/* part: in the combat; PSTAR, PFU: of who fights and has not fought yet */
enum { PA = 1, PD = 2, PG = 4, PSHARE = 8, PSTAR = 16, PFULL = 32, PFU = 64, PGONE = 128 };
/* status; BARRAGE x attack phases still silent */
enum {
  ST_NONE,
  ST_MAP,
  ST_WAIT,
  ST_OUT,
  ST_DEAD,
  ST_AIR,
  ST_KIND = 15,
  BARRAGE = 16,
  BARRAGES = 48,
  MINED_SOUTH = 64
};
enum { UP = 1, TURNED = 2 }; /* face: the unmasked top counter of its stack; turned in this phase */

struct cell {     /* open to both: all but cel and soft of enemy hexes */
  uint16_t first; /* unit + 1 */
  uint8_t ground, pres;
  /* efficiency levels here; 0, or 1 + towed guns when only guns and HQs are here */
  uint8_t cel, soft;
};
/* ground */
enum {
  HELD_G = 1,
  HELD_S = 2,
  FF_G = 4,
  FF_S = 8,
  MUST = 16,
  ATTACKED = 32,
  SHELLED = 64,
  VEIL = 128
};
enum { ZOC = 63, OCC_G = 64, OCC_S = 128 }; /* pres: directions its zones reach, and whose */

struct pool { /* 9.1.6: shifts won by eliminating a headquarters */
  uint16_t at;
  uint8_t side, left, phases, spare;
};
struct entry { /* 11.1.5: efficiency levels that came in through a hex in this phase */
  uint16_t at;
  uint8_t cel, spare;
};
struct crossing { /* 8.2.18: air attacks waiting at a big river */
  uint16_t at;
  uint8_t n, side;
};
struct combat {
  /* all next to one hex; bridge: 1 + hexside, as target of guns */
  uint16_t target[TARGETS], bridge;
  uint16_t part[PARTS];
  uint16_t base[PARTS]; /* the hex each of them fought in */
  uint8_t node[PARTS];  /* where on the retreat tree each participant stands; 0 = did not go */
  uint16_t tree[NODES], root[NODES]; /* hex of a node, and the hex fought in */
  uint8_t parent[NODES], depth[NODES];
  uint8_t ntargets, nparts, nnodes, stage;
  uint8_t side, alone; /* attacker; 5.1.9 */
  /* hq: 9.2, HQ_DECLINED, or HQ_FIXED + how many help once the side has committed; spend: HQ-kill
   * shifts (9.1.6); duty: 15.1.7 and 15.4.3 */
  uint8_t hq[2], spend[2], duty[2];
  uint8_t loss[2], back[2], disorg[2], test[2];
  uint8_t barrage, spare;
  uint16_t ground; /* 5.5.3: the hex the defender chose among equals */
};
enum { DUTY_STAR = 1, DUTY_FU = 2 };
enum { HQ_DECLINED = 1, HQ_FIXED = 2 };

struct span {                 /* 14.3: a headquarters bridging a big river */
  uint16_t hq, hexside, turn; /* 1 + the first two; 0 = free */
};

struct contact { /* only in views: what 16.1.4 reveals of masked counters */
  uint16_t at;
  uint8_t kind, cel; /* cel 0 = not told */
};

struct state {
  struct sal_head head;
  struct unit unit[MAX_UNITS];
  struct combat fight;
  struct pool pool[POOLS];
  struct entry entry[ENTRIES];
  struct crossing crossing[CROSSINGS];
  uint16_t repair[2];       /* by front: 1 + unit (17.1) */
  uint16_t killed[2];       /* counters eliminated, by side */
  uint16_t stawka;          /* formations entered */
  uint16_t disturbed[AIRS]; /* hexes of movement-disorganization missions against the Soviets */
  uint16_t airpick[2];
  struct span span[2][SPANS]; /* by side: nobody sees the other's */
  /* 14.3.2: hexsides + 1 of new bridges over big rivers; they follow the printed ones in `bridge`
   */
  uint16_t built[BUILT];
  uint8_t airkind[2], nbuilt, spare;
  uint8_t ndisturbed, crossed, over, nentries;
  uint8_t au[2], winner, auto_win; /* winner: 1 + side of an automatic victory */
  uint8_t bridge[MAX_BRIDGES + BUILT];
  uint8_t dug[DUG / 8]; /* 7.1.7: hexes where works have been, by cell */
  uint16_t ncontacts;
  struct contact contact[MAX_UNITS];
  struct cell cell[SAL_MAX_CELLS]; /* last: as many as the board has */
};
enum { DOWN = 1, BY_G = 2, BY_S = 4 }; /* bridge */

/* ---- what does not ---------------------------------------------------------------------- */

enum role {
  REGULAR,
  TOWED_GUN,
  FORTIFICATION,
  VOLKSSTURM,
  TOWED_ART,
  SELF_PROPELLED,
  HQ,
  RESILIENCE,
  AIR,
  AIR_ALLIED,
  ROLES
};
enum class { TRUCK, TRACK, FOOT };
enum { BLACK = 1, WHITE = 2, YELLOW = 4, BLUE = 8 };

struct kind { /* figures of a counter: its kind's, unless the counter says otherwise */
  uint8_t id, role, class, cel, mp, morale, stars, flag, side;
  uint8_t sp[3], off[3], def[3]; /* by efficiency level */
};
enum { F_CAR = 1, F_PANTHER = 2, F_FERDINAND = 4 };

struct place { /* where a counter starts */
  uint16_t at, alt;
  uint8_t date, from, half, stawka, p4; /* days of July; stawka: 1 + formation */
  uint8_t anywhere;                     /* zone E */
  uint16_t entry[2], low, high;         /* entry hexes; a range of the last column */
};
struct line_score {
  const char *title;
  uint8_t kind, vp;
  uint16_t rule;
  const struct sal_region *region;
};
enum { S_RIVER, S_PLACE, S_TOWN, S_STAWKA, S_UNIT };
struct cell_result { /* a cell of the combat, air or artillery table */
  uint8_t loss[2], back[2], disorg[2], test[2];
};

enum { ROLLS = 11, FIRE_ROWS = 6 };                      /* 2 to 12 on two dice */
enum { FIRE_AIR, FIRE_GUNS, FIRE_OBJECTS, FIRE_TABLES }; /* tables by strength points */
enum { LIST_LESSON, LIST_NORTH, LIST_SOUTH, LISTS };     /* of the set-up */
struct own {
  const char *kind_id[MAX_KINDS];
  const char *kind_title[MAX_KINDS];
  struct kind row[MAX_KINDS], kind[MAX_UNITS];
  uint8_t nkinds, nscores, nstawka, scenario; /* scenario: bits below */
  uint8_t formation[MAX_UNITS];               /* 13.1: 0 = none */
  const char *formation_id[MAX_FORMATIONS];
  uint8_t nformations, has_vs, air_quota, any_big;
  struct place place[MAX_UNITS];
  const char *stawka_id[16];
  uint16_t mine[2][MAX_UNITS], guns[2][MAX_UNITS], hqs[2][MAX_UNITS], airs[2][MAX_UNITS];
  uint16_t nmine[2], nguns[2], nhqs[2], nairs[2];
  struct cell_result combat[ROLLS][COLUMNS], air[FIRE_ROWS][ROLLS], artillery[FIRE_ROWS][ROLLS];
  uint8_t objects[FIRE_ROWS][ROLLS];
  uint8_t fire_bound[FIRE_TABLES][FIRE_ROWS]; /* the most points of each row */
  bool works[LISTS][SAL_SIDES];               /* K.7, P.9: which units begin dug in */
  /* by class: with roads; without this hexside's road */
  uint8_t edge[3][SAL_MAX_CELLS * 6], plain[3][SAL_MAX_CELLS * 6];
  uint8_t enter[3][SAL_MAX_CELLS]; /* by class, off the road */
  uint8_t reach[2][SAL_MAX_CELLS]; /* directions a zone of control takes: 0 motorized, 1 foot */
  uint8_t cm[SAL_MAX_CELLS];       /* terrain shifts of the hex */
  /* LINE_FL: behind a fortified line; LINE_FP; TOWN; BRIDGE_NEAR: a printed bridge is within the
   * guns' range */
  uint8_t line[SAL_MAX_CELLS];
  uint8_t start[SAL_MAX_CELLS];         /* HELD_ bits at set-up */
  uint8_t bridge_at[SAL_MAX_CELLS * 6]; /* 1 + bridge */
  uint16_t bridge_side[MAX_BRIDGES];
  uint8_t big[MAX_BRIDGES];
  uint8_t fp_side[SAL_MAX_CELLS]; /* directions that lie behind a fixed position */
  uint8_t fp_cm[SAL_MAX_CELLS];   /* 7.2.3: shifts of a local group of fixed positions */
  uint8_t nbridges, side_cm[3], supply[2], hq_range[2], turns, scale[3];
  struct line_score score[MAX_SCORES];
  const struct sal_region *base[2], *entry[2], *zone_e, *kursk, *obojan, *bielgorod, *prokhorovka;
  uint32_t hills, forest, town, city, swamp;
  uint16_t river, doniec, fl, big_river, fp;
  uint8_t main_road, minor_road;
  uint16_t around[AROUND]; /* offsets of the hexes within three, as cell steps biased by 32768 */
  uint8_t around_far[AROUND];
};
enum { SC_K = 1, SC_P = 2, SC_LESSON = 4 };
enum { LINE_FL = 1, LINE_FP = 2, TOWN = 4, LINE_SOUTH = 8, BRIDGE_NEAR = 16 };
enum { O_STRATEGIC, O_CONCENTRATION, O_BRIDGES, O_SPECIAL, O_MASKING, O_MINES, OPTIONS };

enum {
  N_GAME,
  N_SETUP,
  N_AIR,
  N_STRIKES,
  N_BARRAGE,
  N_WITHDRAW,
  N_MOVE,
  N_STEP,
  N_ENTER,
  N_ATTACK,
  N_BUILD,
  N_SUPPORT,
  N_RESPOND,
  N_RESULT,
  N_LOSS,
  N_RETREAT,
  N_PURSUE,
  N_SHELL,
  N_SUPPLY,
  N_REPAIR,
  N_COUNT
};
enum {
  V_PICK,
  V_SWITCH,
  V_MISSION,
  V_PUT,
  V_BOMB,
  V_SPREAD,
  V_DROP,
  V_COMMIT,
  V_WITHDRAW,
  V_MOVE,
  V_DIG,
  V_MARK,
  V_UNMARK,
  V_FULL,
  V_TOP,
  V_SPAN,
  V_SHIFT,
  V_CANCEL,
  V_STEP,
  V_PACK,
  V_DEPLOY,
  V_BLOW,
  V_REBUILD,
  V_LEAVE,
  V_STOP,
  V_TARGET,
  V_ADD,
  V_SHELL,
  V_GUN,
  V_AIM,
  V_SPARE,
  V_NOHQ,
  V_SPEND,
  V_LOSE,
  V_RETREAT,
  V_PURSUE,
  V_REPAIR,
  V_GROUND,
  V_UNMASK,
  V_MASK,
  V_DONE,
  V_COUNT
};
enum {
  E_TURN,
  E_PHASE,
  E_AIR,
  E_AIRFIGHT,
  E_STRIKE,
  E_OBJECT,
  E_DISTURB,
  E_AIRLIFT,
  E_MOVES,
  E_UNSEEN,
  E_OVERRUN,
  E_DUG,
  E_DUG_UNSEEN,
  E_FF_GONE,
  E_SETUP,
  E_BLOWN,
  E_REBUILT,
  E_SPAN,
  E_ENTERS,
  E_ENTERS_UNSEEN,
  E_LEAVES,
  E_SHIFTS,
  E_MARKED,
  E_WITHDRAWN,
  E_DECLARED,
  E_JOINS,
  E_COMBAT,
  E_FIRE,
  E_LOSS,
  E_LOSS_UNSEEN,
  E_DEAD,
  E_RETREATS,
  E_HOLDS,
  E_PURSUES,
  E_DISORG,
  E_RALLY,
  E_TEST,
  E_OOS,
  E_SURRENDER,
  E_TRACE,
  E_MINES,
  E_PANTHER,
  E_REPAIRING,
  E_REPAIRED,
  E_CONTROL,
  E_CROSSED,
  E_STAWKA,
  E_HQKILL,
  E_TOP,
  E_CROSSING,
  E_EXEMPT,
  E_OPENED,
  E_CONTACT,
  E_DRIVEN,
  E_BRIDGE_BY,
  E_LAID_DOWN,
  E_NO_HOLD,
  E_UNMASKED,
  E_MASKED,
  E_GROUND,
  E_OVER,
  E_COUNT
};
enum { E_NOTHING = 0 }; /* no anonymous event for the other side: E_TURN is never one */
enum { NO_NUMBER = 0 }; /* of an event that counts nothing */
/* Soviet ones: + 6 */
enum { P_SETUP, P_AIR, P_BARRAGE, P_MOVEMENT, P_ATTACK, P_STRATEGIC, P_SUPPLY, P_COUNT = 13 };
/* 8.2.1 */
enum { OFFENCE, DEFENCE, STRIKE, OBJECTS, DISTURB, RIVER, AIRLIFT, MISSIONS };

/* ---- the locals of the nodes ------------------------------------------------------------ */

SAL_LOCALS(game, uint16_t next, ended;); /* phases: the one to begin, the one to close */
SAL_LOCALS(moves, uint16_t strategic;);  /* N_MOVE: 1 in strategic movement */
SAL_LOCALS(step, uint16_t unit, left, initial, is, moved;); /* sixths; bits below; hexes */
SAL_LOCALS(entering, uint16_t unit;);
SAL_LOCALS(loss, uint16_t left, mode, hex, rule, taken;); /* levels to lose; L_TABLE .. below */
SAL_LOCALS(retreat, uint16_t current;);                   /* 1 + participant under way */
/* pursuer: 1 + unit; node: where it is on the retreat tree, 0 at the vacated hex */
SAL_LOCALS(pursuit, uint16_t pursuer, node, vacated, gone, ended;);
SAL_LOCALS(strikes, uint16_t stage;);
SAL_LOCALS(supply, uint16_t stage;);

SAL_ACCESSORS(struct state, struct own);

static inline const struct own *own(const struct sal_book *b) {
  return b->own;
}
static inline const struct sal_board *B(const struct sal_play *p) {
  return &p->book->board;
}
static inline const struct kind *K(const struct sal_play *p, int u) {
  return &own(p->book)->kind[u];
}
static inline int side_of(const struct sal_play *p, int u) {
  return O(p)->kind[u].side;
}
static inline int now(const struct sal_play *p) {
  return (p->state->turn - 1) * 12 + p->state->phase - 1;
}
static inline int date_of(const struct sal_play *p) {
  return p->state->turn + 4;
} /* day of July */
static inline bool wb_frozen(const struct sal_play *p, int u) {
  return O(p)->place[u].from > date_of(p);
} /* K.3, P.6 */
static inline bool on_map(const struct sal_play *p, int u) {
  return (S(p)->unit[u].status & ST_KIND) == ST_MAP;
}
static inline int status(const struct sal_play *p, int u) {
  return S(p)->unit[u].status & ST_KIND;
}
static inline int occ(int side) {
  return OCC_G << side;
}
static inline int held(int side) {
  return HELD_G << side;
}
static inline int ff(int side) {
  return FF_G << side;
}
static inline bool masked(const struct sal_play *p) {
  return p->state->option[O_MASKING] != 0;
}
static inline bool lies_open(const struct unit *u) {
  return u->flags & OPEN || (u->face & UP && (u->status & ST_KIND) == ST_MAP);
}
static inline bool is_gun(const struct kind *k) {
  return k->role == TOWED_ART || k->role == SELF_PROPELLED;
}
static inline bool is_regular(const struct kind *k) {
  return k->role <= VOLKSSTURM;
}
static inline bool is_towed(const struct kind *k) {
  return k->role == TOWED_ART || k->role == TOWED_GUN;
}
static inline bool is_air(const struct kind *k) {
  return k->role >= AIR;
}
static inline int within(int n, int low, int high) {
  return n < low ? low : n > high ? high : n;
}
static inline int smaller(int a, int b) {
  return a < b ? a : b;
}
static inline int larger(int a, int b) {
  return a > b ? a : b;
}
static inline int halves(int n) {
  return (n + 1) / 2;
} /* 1.7a */
static inline int wb_die(const struct sal_play *p, int rule) {
  return sal_roll(p->dice, 6, rule, SAL_NOUNIT);
} /* 1.8 */
static inline int wb_two_dice(const struct sal_play *p, int rule) {
  int first = wb_die(p, rule);
  return first + wb_die(p, rule);
}
static inline const char *people(int side) {
  return side == SAL_GERMAN ? "German" : "Soviet";
}
/* Every unit of a hex; of a list; every counter of a side, its guns, headquarters and aircraft;
 * everybody in the combat; every hex of the map. */
#define EACH_AT(s, u, h) for (int u = (s)->cell[h].first - 1; u >= 0; u = (s)->unit[u].next - 1)
#define EACH_IN(list, n, u) for (int u##_i = 0, u; u##_i < (n) && (u = (list)[u##_i]) >= 0; u##_i++)
#define EACH_OWN(p, side, u) EACH_IN(O(p)->mine[side], O(p)->nmine[side], u)
#define EACH_GUN(p, side, u) EACH_IN(O(p)->guns[side], O(p)->nguns[side], u)
#define EACH_HQ(p, side, u) EACH_IN(O(p)->hqs[side], O(p)->nhqs[side], u)
#define EACH_AIR(p, side, u) EACH_IN(O(p)->airs[side], O(p)->nairs[side], u)
#define EACH_PART(f, u) EACH_IN((f)->part, (f)->nparts, u)
#define EACH_TARGET(f, h) EACH_IN((f)->target, (f)->ntargets, h)
#define EACH_HEX(b, h)                                                                             \
  for (int h##_i = 0, h; h##_i < (b)->nhexes && (h = (b)->order[h##_i]) >= 0; h##_i++)

/* For units of `side`: field works, a fixed position, or the Soviet line (7.1.11, 7.2.5, 19.1R). */
static inline bool fortified(const struct own *o, const struct state *s, int side, sal_hex h) {
  return s->cell[h].ground & ff(side) || o->line[h] & LINE_FP ||
         (o->line[h] & LINE_FL && side == SAL_SOVIET);
}
static inline bool wb_fortified(const struct sal_play *p, int side, sal_hex h) {
  return fortified(O(p), S(p), side, h);
}

/* i-th hex within range, if enemies are there */
static inline sal_hex wb_enemies_around(const struct sal_play *p, int side, sal_hex h, int i) {
  int g = h + O(p)->around[i] - 32768;
  if (g <= 0 || g >= B(p)->cells || !(S(p)->cell[g].pres & occ(sal_enemy(side))))
    return SAL_NOHEX;
  /* the offsets do not know the edges */
  return sal_distance(B(p), h, (sal_hex)g) == O(p)->around_far[i] ? (sal_hex)g : SAL_NOHEX;
}

/* a refusal that names four things: {u0} {h1} {f2} {f3} */
static inline bool refuse_with(struct sal_refusal *why, int rule, const char *text, int a, int b,
                               int c, int d) {
  if (why)
    *why = (struct sal_refusal){
        (uint16_t)rule, text, {(uint16_t)a, (uint16_t)b, (uint16_t)c, (uint16_t)d}};
  return false;
}

/* the hex that a hexside is counted to */
static inline sal_hex bridge_end(int hexside) {
  return (sal_hex)(hexside / 6);
}
static inline const char *hexes(int n) {
  return n == 1 ? "hex" : "hexes";
}

/* zones.c */
/* in a zone of the enemies of `side` */
bool wb_in_zoc(const struct sal_play *, int side, sal_hex);
bool wb_regular_at(const struct sal_play *, sal_hex);
void wb_refresh(const struct sal_book *, struct state *, sal_hex); /* pres, soft, veil of one hex */
void wb_link(const struct sal_book *, struct state *, int u, sal_hex);
void wb_unlink(const struct sal_book *, struct state *, int u);
void wb_relink(const struct sal_book *, struct state *); /* everything per hex afresh */
void wb_put(struct sal_play *, int u, sal_hex);          /* moves it there; field works, contact */
void wb_take_off(struct sal_play *, int u);              /* from the map */
void wb_raze(struct sal_play *, sal_hex, int side, int rule); /* the works of that side there */
/* its counter lies open until the phase ends */
void wb_open(struct sal_play *, int u);
void wb_tell_unit(struct sal_play *, int kind, int unseen, int rule, int u, sal_hex at,
                  sal_hex from, int n);
void wb_note(struct sal_play *, int kind, int rule, int u); /* of a unit, where it stands */
void wb_note_number(struct sal_play *, int kind, int rule, int u, int n);
/* carries a road, and no bridge on it is down */
bool wb_road_open(const struct sal_play *, sal_hex from, int dir);
/* setup.c */
void wb_setup(struct sal_play *);
void wb_own_ground(struct sal_play *);
void wb_start_bridges(struct sal_play *);
bool wb_begins_dug_in(const struct sal_play *, int u);
extern const struct sal_node wb_setup_node;
/* place.c */
bool wb_place(struct sal_play *, const struct sal_position *, struct sal_err *);
/* turn.c */
int wb_phase_side(int phase);
bool wb_not_now(const struct sal_play *, struct sal_action, struct sal_refusal *);
void wb_drop_empty_works(struct sal_play *);
extern const struct sal_phase wb_phases[P_COUNT];
void wb_touch(struct sal_play *, int u); /* active or attacked: 5.6.5, 17.1.2 */
void wb_begin(struct sal_play *, int phase);
extern const struct sal_node wb_game;
/* movement.c */
bool wb_may_move(const struct sal_play *, int side, int u, bool strategic, struct sal_refusal *);
extern const struct sal_node wb_move;
/* step.c */
struct wb_march { /* what the law of a step has to know beside the step */
  int side, initial;
};
sal_step_law wb_step_law; /* of a unit as it is */
sal_step_law wb_way_law;  /* of a unit that is ready to march */
int wb_initial_mp(const struct sal_play *, int u, sal_hex start, bool strategic, int halvings);
int wb_step_cost(const struct sal_play *, int u, sal_hex from, int dir, int initial);
bool wb_may_step(const struct sal_play *, sal_hex to, struct sal_refusal *);
sal_hex wb_zoc_to_zoc(const struct sal_play *, int side, sal_hex from, int dir); /* 4.2.3 */
bool wb_p4(const struct sal_play *, int u, sal_hex from, int dir);
void wb_mined(struct sal_play *, int u, sal_hex at);
void wb_crossed_line(struct sal_play *, int u, sal_hex from, int dir);
int wb_disturbance(const struct sal_play *, int side, sal_hex);
extern const struct sal_node wb_step;
/* a unit on the march, in its frame; ENTERED: in this phase */
enum { HALTED = 1, OFF_MINOR = 2, BONUS = 4, STRATEGIC = 8, WORKED = 16, ENTERED = 32 };
static inline int wb_march_begins(bool strategic) {
  return strategic ? STRATEGIC : 0;
}
/* reinforcements.c */
bool wb_may_pick(const struct sal_play *, int side, int u, struct sal_refusal *);
bool wb_anybody_waits(const struct sal_play *, int side); /* who could enter now */
bool wb_may_leave(const struct sal_play *, int side, int u, struct sal_refusal *);
void wb_leave(struct sal_play *, int u);
extern const struct sal_node wb_enter, wb_withdraw;
/* bridges.c: the printed bridges, then those built over big rivers */
static inline int wb_nbridges(const struct sal_play *p) {
  return O(p)->nbridges + S(p)->nbuilt;
}
static inline int wb_bridge_side(const struct sal_play *p, int bridge) { /* its hexside */
  int printed = O(p)->nbridges;
  return bridge < printed ? O(p)->bridge_side[bridge] : S(p)->built[bridge - printed] - 1;
}
/* named by one of its two hexsides only; -1 = none */
int wb_bridge_of(const struct sal_play *, int hexside);
bool wb_no_bridge(const struct sal_play *, int hexside, int rule, const char *text,
                  struct sal_refusal *);
bool wb_standing(const struct sal_play *, int hexside);
bool wb_building(const struct sal_play *, int u);
enum { WB_REBUILD_PRICE = 3 * POINT }; /* 14.2.2 */
int wb_blow_price(const struct sal_play *, int bridge);
bool wb_may_blow(const struct sal_play *, int u, int hexside, int left, struct sal_refusal *);
bool wb_may_rebuild(const struct sal_play *, int u, int hexside, int left, struct sal_refusal *);
void wb_break(struct sal_play *, int bridge, int rule);
void wb_bridge_control(struct sal_play *);
bool wb_may_span(const struct sal_play *, int side, int u, int hexside, struct sal_refusal *);
void wb_span(struct sal_play *, int u, int hexside);
void wb_span_progress(struct sal_play *, int side);
void wb_span_watch(struct sal_play *); /* at each phase's end */
bool wb_spanned(const struct sal_play *, sal_hex from, int dir);
/* attack.c */
static inline bool wb_can_attack(const struct sal_play *p, int side, int u) { /* 5.1.10 */
  const struct kind *k = K(p, u);
  return on_map(p, u) && side_of(p, u) == side && !(S(p)->unit[u].flags & FOUGHT) &&
         ((is_regular(k) && k->role != TOWED_GUN) || k->role == SELF_PROPELLED);
}
bool wb_attackable(const struct sal_play *, int side, sal_hex);
bool wb_is_target(const struct combat *, sal_hex);
void wb_select_units(const struct sal_play *, int side, struct sal_prompt *);
void wb_obligations(struct sal_play *, int side);
bool wb_unit_owes(const struct sal_play *, int side, int u);
bool wb_hex_owed(const struct sal_play *, int side, sal_hex);
bool wb_would_isolate(const struct sal_play *, int side, sal_hex shelled, struct sal_refusal *);
void wb_clear_fight(struct state *);
static inline uint8_t wb_card_no(const struct sal_play *p, const struct sal_card *card) {
  return card ? p->events->ncards : 0;
} /* of the card an event carries */
extern const struct sal_node wb_attack, wb_build;
/* support.c */
bool wb_may_ground(const struct sal_play *, int side, sal_hex, struct sal_refusal *);
extern const struct sal_node wb_support, wb_respond;
/* odds.c */
struct odds {
  int attack, defence, column, hq; /* hq: what the dice are shifted by */
  sal_hex main;                    /* the hex of 5.5.3 */
  bool alone;
};
/* mark: 15.1.7, 15.4.3 */
struct odds wb_reckon(const struct sal_play *, struct sal_card *, bool mark);
void wb_fight_card(const struct sal_play *, struct sal_card *);
void wb_masked_card(const struct sal_play *, struct sal_card *);
void wb_open_answers(const struct sal_play *, struct sal_card *);
int wb_duties(const struct sal_play *, int u); /* of one who used a special ability */
bool wb_star_ready(const struct sal_play *, int u);
int wb_hq_covers(const struct sal_play *, int side); /* how many headquarters do, together */
int wb_stand_sp(const struct sal_play *, sal_hex);
bool wb_pool_near(const struct sal_play *, int side, const struct pool *);
int wb_pool_points(const struct sal_play *, int side);
int wb_attack_sp(const struct sal_play *, int u);
int wb_defence_sp(const struct sal_play *, int u);
extern const char *const wb_column[COLUMNS];
extern const uint8_t wb_ways[13]; /* of 36, by the sum of two dice */
/* result.c */
void wb_resolve(struct sal_play *);
extern const struct sal_node wb_result;
/* losses.c */
enum { L_TABLE, L_POOL, L_HEX, L_MINES_N, L_MINES_S, L_EXCESS };
void wb_ask_losses(struct sal_play *, int side, int n, int mode, sal_hex, int rule);
bool wb_may_lose(const struct sal_play *, const struct sal_frame *, int u, struct sal_refusal *);
void wb_eliminate(struct sal_play *, int u, int rule);
void wb_lose(struct sal_play *, int u, int rule); /* one efficiency level */
void wb_disorganize(struct sal_play *, int u, int rule);
void wb_raise_oos(struct sal_play *, int u, int rule);
bool wb_shares(const struct sal_play *, int u, int side); /* suffers the result */
int wb_shortfall(const struct sal_play *, int part);      /* hexes of retreat not gone */
int wb_holding_price(const struct sal_play *, int side);
int wb_part_index(const struct combat *, int u); /* -1: not in the combat */
extern const struct sal_node wb_loss;
/* retreat.c */
bool wb_has_room(const struct sal_play *, int u, sal_hex); /* 5.3.6 */
extern const struct sal_node wb_retreat;
/* pursuit.c */
bool wb_leads_to(const struct combat *, int node, int n); /* on the retreat tree */
bool wb_forks(const struct sal_play *, sal_hex to);
extern const struct sal_node wb_pursue;
/* artillery.c */
bool wb_gun_ready(const struct sal_play *, int side, int u, struct sal_refusal *);
bool wb_gun_has_target(const struct sal_play *, int side, int u, struct sal_refusal *);
void wb_strike_hex(struct sal_play *, sal_hex, const struct cell_result *, int rule);
int wb_fire_row(const struct sal_play *, int table, int sp);
void wb_fire_card(const struct sal_play *, struct sal_card *);
extern const struct sal_node wb_barrage, wb_shell;
/* air.c */
int wb_air_strength(const struct sal_play *, int u);
int wb_air_sp(const struct sal_play *, int side, int mission, sal_hex, int *stars);
void wb_air_used(struct sal_play *, int side, int mission, sal_hex);
void wb_come_home(struct unit *);
extern const struct sal_node wb_air, wb_strikes;
/* supply.c */
enum { LAST_DAY_OF_MINES = 11 };                                 /* 18.1.1, of July */
void wb_trace(const struct sal_play *, int side, uint8_t *dist); /* cost per cell; 255 = cut off */
extern const struct sal_node wb_supply, wb_repair;
/* victory.c */
int wb_points(const struct sal_play *, int line); /* what a line of victory.tsv is worth now */
int wb_total(const struct sal_play *);
int wb_stawka_price(const struct sal_play *); /* of one formation (K.10) */
bool wb_taken(const struct sal_play *, const struct sal_region *, int side);
void wb_rivers(struct sal_play *);
void wb_check_automatic(struct sal_play *, int side);
bool wb_score(const struct sal_play *, struct sal_result *);
/* load.c */
bool wb_load(struct sal_book *, const struct sal_source *, struct sal_err *);
int wb_face_figures(struct sal_book *, int u);
/* secret.c */
bool wb_hidden(const struct sal_book *, const struct state *, int u, int viewer);
/* 0 nothing, 1 types, 2 and levels */
int wb_insight(const struct sal_book *, const struct state *, sal_hex, int viewer);
void wb_view(const struct sal_book *, const struct sal_head *, int viewer, struct sal_head *,
             struct sal_redactor *);
void wb_guess(const struct sal_book *, const struct sal_head *, int viewer, struct sal_rng *,
              struct sal_head *);
bool wb_shuffle(const struct sal_book *, struct sal_head *, int viewer, struct sal_rng *);
/* show.c, query.c, orders.c, audit.c */
void wb_show(const struct sal_play *, int viewer, struct sal_show *);
void wb_date(const struct sal_book *, const struct sal_head *, struct sal_text *);
void wb_offer(const struct sal_play *, int side, struct sal_action, struct sal_offer *);
bool wb_query(const struct sal_play *, int side, struct sal_query *, struct sal_refusal *);
bool wb_answer(const struct sal_play *, int side, const struct sal_order_set *,
               struct sal_action *);
bool wb_audit(const struct sal_play *, struct sal_err *);
/* advise.c */
extern const struct sal_adviser wb_adviser;

#endif
