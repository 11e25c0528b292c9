/* state.h - SS Panzer: the state of a game, what its book holds, and who does what in which file.
 *
 * Movement points are kept in halves (8.4). Units in a hex form a list in ascending order, so equal
 * positions have equal bytes. The only secret is `tile` of an untried static unit: nobody knows it.
 */
#ifndef SSP_STATE_H
#define SSP_STATE_H

#include "core/flood.h"
#include "core/operands.h"
#include "core/reach.h"
#include "core/ruleset.h"
#include "sspanzer_rules.h"

enum {
  SSP_UNITS = 384, /* counters of the book, made-up ones included */
  SSP_FORMS = 9,
  SSP_FORM_UNITS = 64, /* of one formation */
  /* of one side in a hex outside its impulse, however unchecked the position; in an impulse as many
   * as there are (6.2) */
  SSP_STACK = 8,
  SSP_WINDOW = 6 * SSP_STACK, /* units that can react to one move */
  SSP_TILES = 6,
  SSP_GUNS = 16, /* Soviet artillery counters */
  SSP_STRIKES = 6,
  SSP_RANGE = 12, /* farthest visibility a table may give */
  SSP_SHIFTS = 40,
  SSP_DICE = 5, /* of one attack, however an owner changes the table */
  SSP_HALVES = 2,
  SSP_NONE = 0xff,
};

enum ssp_mark {
  SUPPRESSED = 1 << 0,
  ACTED = 1 << 1,     /* this impulse's action is done */
  FIRED = 1 << 2,     /* fired in it: no close combat (4.2c) */
  TRIED = 1 << 3,     /* static: revealed */
  MEMBER = 1 << 4,    /* of the crossfire being declared */
  SUPPORTED = 1 << 5, /* close combat: paired with infantry (11.4a) */
  SHOT = 1 << 6,      /* close combat: has fired this round */
  SILENT = 1 << 7,    /* close combat: entered from behind its kill zone (10.2c) */
  USED = 1 << 8,      /* German artillery: subsequent use side */
  SPENT = 1 << 9,     /* German artillery: has fired in this impulse */
  IN_ENTRY = 1 << 10, /* German artillery: has fired in this close combat */
  ONE_IMPULSE = ACTED | FIRED | SPENT,
  ONE_ROUND = SUPPORTED | SHOT | SILENT,
};

struct ssp_unit {
  sal_hex hex;    /* SAL_NOHEX: off the map */
  sal_hex into;   /* close combat: the hex it is declared to enter */
  sal_unit next;  /* next unit in the hex, or SAL_NOUNIT */
  uint16_t is;    /* enum ssp_mark */
  uint8_t steps;  /* 0: eliminated, or not in this game */
  uint8_t kz;     /* kill zone: 1 + facing, or 0 */
  uint8_t tile;   /* static: 1.., 0 in a view that does not know it */
  uint8_t losses; /* close combat: steps to be taken off after the round */
};
/* the way a unit came this impulse: 3 bits a step, 1 + direction, last step lowest */
struct ssp_trail {
  uint64_t way;
  sal_unit unit;
  uint16_t spare[3];
};
struct ssp_strike {
  sal_hex hex;
  uint8_t type, spare;
};

struct ssp_state {
  struct sal_head head;
  /* German units Soviet artillery may be laid on, when that is being chosen */
  uint64_t observed[SSP_UNITS / 64];
  uint64_t window_left; /* units of the window that have not fired */
  uint64_t fights_left;
  struct ssp_trail trail[SSP_FORM_UNITS];
  struct ssp_unit unit[SSP_UNITS];
  sal_unit window[SSP_WINDOW]; /* units that may fire at the mover or the enterer */
  sal_hex fight[SSP_FORM_UNITS];
  sal_unit laid[SSP_GUNS]; /* targets of bombardment counters, ascending */
  struct ssp_strike strike[SSP_STRIKES];
  uint16_t played;  /* formation chits drawn this turn */
  uint16_t lost[2]; /* steps */
  uint16_t shots;   /* fire attacks this turn, for the record */
  uint8_t vis;
  uint8_t formation; /* the active one, or SSP_NONE */
  uint8_t cup;       /* artillery counters in the cup */
  uint8_t nwindow, nfights, nlaid, nstrikes, ntrails;
  uint8_t shifts[2]; /* edition 1: units taken up again in the set-up, at most SSP_SHIFTS */
  uint8_t unchecked; /* a position that may break the stacking limits */
  uint8_t ended;     /* enum ssp_end */
  uint8_t spare[4];
  /* per cell: its units; then a bit per cell: German control, and closed by 9.7e */
  sal_unit first[];
};
enum ssp_end { SSP_GOING, SSP_DECISIVE, SSP_LAST_TURN };

/* ---- the book --------------------------------------------------------------------------- */

struct ssp_face {
  uint8_t g, s, r, a;
  bool g_paren, g_star, s_paren;
};
enum ssp_move { MOVE_VEHICLE, MOVE_MOTOR, MOVE_FOOT, MOVE_STATIC, MOVE_OFF };
struct ssp_kind {
  const char *code, *symbol;
  uint8_t side, move, steps, mcf, mf; /* mf in points */
  bool vehicular, infantry;
  struct ssp_face front, back;
};
struct ssp_edge {   /* leaving a cell in a direction */
  uint8_t items[2]; /* kinds of difficult terrain, for each side (8.3d) */
  uint8_t is;
};
enum { EDGE_ON = 1, EDGE_BARRED = 2, EDGE_ROAD = 4, EDGE_ZOC = 8 };
struct ssp_visibility {
  uint8_t vis, side, aircraft;
};
struct ssp_aircraft {
  const char *name;
  uint8_t side, s, g;
};
enum ssp_dice { /* rows of table `dice`, in this order */
                DICE_KZ,
                DICE_FIRE,
                DICE_FIRE_MOVE,
                DICE_ENTER,
                DICE_LEAVE,
                DICE_LEAVE_CC,
                DICE_ENTRY,
                DICE_ENTRY_GUNS,
                DICE_BOMBARD,
                DICE_SUPPORT,
                DICE_GUNS,
                DICE_CC,
                DICE_AIR,
                NDICE
};
enum ssp_drm { /* rows of table `modifiers` */
               DRM_SUPPORT,
               DRM_FORT,
               DRM_GUNS_VEHICLE,
               DRM_WEAK_GUN,
               DRM_SUPPRESSED,
               DRM_COVER,
               DRM_ASTERISK,
               DRM_LEAVING,
               DRM_CROSSFIRE,
               NDRM
};
enum { RECOVER_GERMAN, RECOVER_SOVIET, RECOVER_ACTION, NRECOVER };

/* Boxes off the map, as boxes.tsv has them; -1 in the book: this set has none. */
enum {
  BOX_GUNS_FIRST,
  BOX_GUNS_USED,
  BOX_GUNS_LOST,
  BOX_OFF_GERMAN,
  BOX_OFF_SOVIET,
  BOX_LOST_GERMAN,
  BOX_LOST_SOVIET,
  BOX_CUP,
  BOX_ASIDE,
  NBOXES
};
struct ssp_book {
  struct ssp_kind *kind;
  struct ssp_kind *type; /* per counter */
  uint8_t *form;         /* per counter: its formation, or SSP_NONE */
  bool *pocket;          /* per counter: 3.1c */
  uint8_t nkinds, nforms;
  const char *formation[SSP_FORMS];
  uint8_t form_side[SSP_FORMS];
  uint8_t nof[SSP_FORMS];
  sal_unit of[SSP_FORMS][SSP_FORM_UNITS]; /* units that can stand on the map, ascending */
  uint8_t nguns[SSP_FORMS];
  sal_unit guns[SSP_FORMS][SSP_FORM_UNITS]; /* German artillery by division */
  sal_unit tile[SSP_TILES + 1];             /* the counter that shows it, from 1 */
  uint8_t tiles[SSP_TILES + 1];             /* how many there are */
  sal_unit *statics;                        /* units that lie on a tile, ascending */
  int nstatics;
  int16_t box[NBOXES];
  /* tables */
  uint8_t dice[NDICE], recover[NRECOVER][2], hits[4][2];
  int8_t drm[NDRM];
  struct ssp_visibility visibility[11];
  struct ssp_aircraft aircraft[8];
  uint8_t naircraft, max_vis;
  /* the scenario */
  uint16_t chits; /* formations in the cup */
  uint8_t guns_in_cup, planes, vis, runes, stars;
  uint16_t rule, begins; /* of its victory and of its start */
  bool ready;            /* begins set up */
  sal_hex *start;        /* per counter: the ready set-up's hex, SAL_NOHEX none */
  bool *plays;           /* per counter: takes part in this scenario */
  /* ground */
  struct ssp_edge *edge; /* [cell*6+dir] */
  uint8_t *cover;        /* per cell: woods or town */
  uint8_t *fort;
  uint8_t *static_at; /* per cell: static infantry begins there */
  uint8_t *area;      /* per cell: 0, 1 pocket, 2.. divisional areas by formation + 2 */
  const struct sal_region *rune, *star, *decisive, *pocket_area, *div_area[SSP_FORMS];
  uint16_t control_at, closed_at; /* bit arrays behind `first`, as byte offsets from it */
  uint16_t bits;                  /* bytes of one bit array */
  /* sight (los.c) */
  struct sal_lines lines;
  uint32_t *open;      /* bit per difference */
  uint16_t open_words; /* per cell */
  sal_hex *seen;       /* hexes in sight of each, nearest first */
  /* [cell * (max_vis+2) + d]: those at distance d begin here; one past the end at max_vis+1 */
  uint32_t *seen_at;
};

SAL_ACCESSORS(struct ssp_state, struct ssp_book);
/* What changed in edition 2. The actions of an impulse end with `end` and its entries with `fight`;
 * before, both ended with `done`. A unit that leaves a close combat only moves (11.3d). A friend in
 * close combat is not in danger from its own artillery (13.4). A set-up may be changed as often as
 * wanted (3.1g). A victim is drawn from any number of units. Older games go on as they began. */
static inline bool ssp_second_edition(const struct sal_play *p) {
  return p->book->edition >= 2;
}
static inline const struct ssp_kind *ssp_type(const struct sal_play *p, sal_unit u) {
  return &O(p)->type[u];
}
static inline int ssp_side(const struct sal_play *p, sal_unit u) {
  return O(p)->type[u].side;
}
static inline bool ssp_is(const struct sal_play *p, sal_unit u, unsigned mark) {
  return (S(p)->unit[u].is & mark) != 0;
}

/* Bits of a cell behind the occupants. */
static inline uint8_t *ssp_bits(const struct sal_play *p, int at) {
  return (uint8_t *)S(p)->first + at;
}
static inline bool ssp_bit(const uint8_t *bits, sal_hex h) {
  return bits[h >> 3] >> (h & 7) & 1;
}
static inline void ssp_set(uint8_t *bits, sal_hex h, bool on) {
  if (on)
    bits[h >> 3] |= (uint8_t)(1u << (h & 7));
  else
    bits[h >> 3] &= (uint8_t) ~(1u << (h & 7));
}
static inline bool ssp_german_holds(const struct sal_play *p, sal_hex h) {
  return ssp_bit(ssp_bits(p, O(p)->control_at), h);
}
static inline bool ssp_closed(const struct sal_play *p, sal_hex h) {
  return ssp_bit(ssp_bits(p, O(p)->closed_at), h);
}

/* ---- nodes, verbs, events, phases: indices into the tables of sspanzer.c ---------------- */

enum ssp_node {
  N_TURN,
  N_SETUP,
  N_SETUP_PUT,
  N_BOMBARD,
  N_SHELL,
  N_SUPPORT,
  N_AIR,
  N_AIR_PUT,
  N_AIR_STRIKE,
  N_IMPULSE,
  N_UNIT,
  N_GUNS,
  N_STEP,
  N_REACT,
  N_CROSSFIRE,
  N_CLOSE,
  N_DECLARE,
  N_PICK,
  N_FIGHT,
  N_PAIR,
  N_ROUND,
  N_COUNT
};

/* The locals of the nodes. */
SAL_LOCALS(turn, uint16_t stage;);                       /* N_TURN: enum ssp_stage */
SAL_LOCALS(placing, uint16_t unit;);                     /* N_SETUP_PUT */
SAL_LOCALS(sorties, uint16_t left;);                     /* N_AIR: aircraft still to be placed */
SAL_LOCALS(sortie, uint16_t type;);                      /* N_AIR_PUT */
SAL_LOCALS(action, uint16_t unit, mode, spent, limit;);  /* N_UNIT: the last two in halves */
SAL_LOCALS(barrage, uint16_t guns;);                     /* N_GUNS */
SAL_LOCALS(crossing, uint16_t unit, dir, stage;);        /* N_STEP: one hex */
SAL_LOCALS(reaction, uint16_t target, occasion;);        /* N_REACT */
SAL_LOCALS(crossfire, uint16_t target, occasion;);       /* N_CROSSFIRE */
SAL_LOCALS(assaults, uint16_t stage;);                   /* N_CLOSE */
SAL_LOCALS(fight, uint16_t hex, stage, next, going_on;); /* N_FIGHT: next attacker */
SAL_LOCALS(pairing, uint16_t hex, infantry;);            /* N_PAIR: infantry not yet paired */
SAL_LOCALS(salvo, uint16_t hex;);                        /* N_ROUND */

enum ssp_verb {
  V_ADD,
  V_AGAIN,
  V_BOMB,
  V_CHOOSE,
  V_COMMIT,
  V_CROSSFIRE,
  V_DONE,
  V_END,
  V_FIGHT,
  V_ENTER,
  V_FACE,
  V_FIRE,
  V_HISTORICAL,
  V_LAY,
  V_MISSION,
  V_OUTWARD,
  V_PASS,
  V_PICK,
  V_PUT,
  V_QUICK,
  V_RECOVER,
  V_RESOLVE,
  V_SHELL,
  V_STEP,
  V_STOP,
  V_SUPPORT,
  V_TARGET,
  V_COUNT
};
enum ssp_phase { PH_POCKET, PH_GERMAN, PH_SOVIET, PH_BOMBARD, PH_ACTION, PH_RECOVERY, PH_COUNT };
enum ssp_event {
  E_START,
  E_STATIC,
  E_PLACED,
  E_TAKEN,
  E_READY,
  E_AGAIN,
  E_SETUP_DONE,
  E_TURN,
  E_LAID,
  E_NO_TARGET,
  E_CUP,
  E_GUNS_IN,
  E_CHIT,
  E_GUN_DRAWN,
  E_PLANE_DRAWN,
  E_VIS,
  E_AIR,
  E_PLANE,
  E_SCATTER,
  E_STRIKE_NOTHING,
  E_VICTIM,
  E_PLANE_BACK,
  E_CHOSEN,
  E_STEP,
  E_MINIMUM,
  E_CONTROL,
  E_STOP,
  E_STOPPED,
  E_SHOT,
  E_GUNS,
  E_AIRSTRIKE,
  E_NO_EFFECT,
  E_SUPPRESSED,
  E_STILL,
  E_LOSS,
  E_FLIPPED,
  E_GONE,
  E_CLEARED,
  E_KZ,
  E_KZ_GONE,
  E_RECOVERED,
  E_NOT_RECOVERED,
  E_CROSSFIRE,
  E_FORFEIT,
  E_BACK,
  E_NO_ROOM,
  E_DECLARED,
  E_THROWN_BACK,
  E_ENTERED,
  E_REVEALED,
  E_PAIRED,
  E_CC,
  E_SILENT,
  E_DANGER,
  E_SAFE,
  E_COUNTER_BATTERY,
  E_GUNS_STAY,
  E_RECOVERY,
  E_FIRST_USE,
  E_LEFT_IN_CUP,
  E_IMPULSE_END,
  E_END,
  E_COUNT
};
enum ssp_shown {
  M_SUPPRESSED,
  M_KZ,
  M_ACTED,
  M_FIRED,
  M_UNTRIED,
  M_TRIED,
  M_USED,
  M_BARRAGE,
  M_RUNE,
  M_STAR,
  M_CC,
  M_CLOSED,
  M_AIR,
  M_COUNT
};

/* ---- who may fire, and how (fire.c) ----------------------------------------------------- */

enum ssp_occasion {
  ON_FIRE,     /* own action, not moved */
  ON_MOVE,     /* fire and move, or after recovering */
  ON_ENTER,    /* the target enters the zone */
  ON_LEAVE,    /* .. leaves it */
  ON_LEAVE_CC, /* .. leaves the close combat */
  ON_ENTRY,    /* entry fire */
  ON_CC,
  ON_BOMBARD,
  ON_SUPPORT,
  ON_GUNS,
  ON_GUNS_ENTRY,
  ON_AIR,
};
struct ssp_shot {
  sal_unit firer; /* SAL_NOUNIT: Soviet artillery or aircraft */
  sal_unit target;
  uint8_t occasion;
  bool crossfire;
  uint8_t air;        /* ON_AIR: the type */
  uint8_t dice, need; /* filled by ssp_aim: dice, and the number a modified die must not pass */
  int8_t drm;
};
struct ssp_mod {
  int8_t drm;
  uint16_t rule;
  const char *text;
};

/* los.c */
bool ssp_load_sight(struct sal_book *, struct sal_err *);
bool ssp_sees(const struct sal_play *, sal_hex a, sal_hex b); /* of hexes within the visibility */
/* 0 open, or the rule that shuts it */
int ssp_cut(const struct sal_book *, sal_hex a, sal_hex b, sal_hex *where);
/* those of `to` by which the line comes in */
unsigned ssp_hexsides(const struct sal_book *, sal_hex from, sal_hex to);

/* stacking.c: who stands where */
void ssp_put(struct sal_play *, sal_unit, sal_hex); /* onto the map, or from one hex to another */
void ssp_lift(struct sal_play *, sal_unit);
bool ssp_has_side(const struct sal_play *, sal_hex, int side);
bool ssp_contested(const struct sal_play *, sal_hex);
bool ssp_enemy_near(const struct sal_play *, sal_hex, int side); /* adjacent or in the hex */
void ssp_take_control(struct sal_play *, sal_hex);
int ssp_stack_limit(int side);
/* joining: SAL_NOUNIT none */
bool ssp_stack_ok(const struct sal_play *, sal_hex, int side, sal_unit joining);
/* the same with the reason: too many units, or another formation */
bool ssp_may_join(const struct sal_play *, sal_unit, sal_hex, struct sal_refusal *);
void ssp_note_step(struct sal_play *, sal_unit, int dir);     /* the way it came */
bool ssp_came_by(const struct sal_play *, sal_unit, sal_hex); /* in this impulse */
bool ssp_cure_stacks(struct sal_play *);

/* zones.c: zones of control, and which units may fire at one that enters or leaves them */
bool ssp_zone_of(const struct sal_play *, sal_unit, sal_hex);
/* opens a window of fire at it, if any unit may fire */
void ssp_react(struct sal_play *, sal_unit mover, int occasion);
int ssp_reaction_rule(int occasion);
extern const struct sal_node ssp_node_react;

/* fire.c */
const struct ssp_face *ssp_face_of(const struct sal_play *, sal_unit);
bool ssp_may_fire(const struct sal_play *, sal_unit firer, sal_unit target, int occasion,
                  struct sal_refusal *);
void ssp_aim(const struct sal_play *, struct ssp_shot *);
int ssp_modifiers(const struct sal_play *, const struct ssp_shot *, struct ssp_mod out[NDRM]);
void ssp_shoot(struct sal_play *, struct ssp_shot *, int rule);
void ssp_hit(struct sal_play *, sal_unit target, int hits);
void ssp_lose_steps(struct sal_play *, sal_unit target, int steps, int rule);
void ssp_card(const struct sal_play *, const struct ssp_shot *, struct sal_card *);
int ssp_naturals(const struct ssp_shot *); /* how many faces hit */
int ssp_percent(const struct ssp_shot *);  /* chance that it does something, rounded down */
int ssp_targets(const struct sal_play *, sal_unit firer, int occasion, sal_unit *out, int max);
int ssp_d6(struct sal_play *, int rule, sal_unit who);
sal_unit ssp_pick(struct sal_play *, const sal_unit *of, int n, int rule);

/* sspanzer.c: the answer to what cannot be done while this node decides */
bool ssp_not_now(const struct sal_play *, struct sal_refusal *);
/* words of a shot's event: hits from 0 on, then the faces that hit */
enum { WORD_FACES = 6 };

/* The word that ends a part of an impulse. */
static inline int ssp_end_verb(const struct sal_play *p, int verb) {
  return ssp_second_edition(p) ? verb : V_DONE;
}

/* movement.c: what a step costs and when it is allowed */
enum { BARRED = -1 };
int ssp_cost(const struct sal_play *, sal_unit, sal_hex from, int dir); /* halves, or BARRED */
/* the first step of a fresh action: the note of a walk */
enum { FIRST_STEP = 1 };
bool ssp_may_step(const struct sal_play *, struct sal_step *, struct sal_refusal *);
sal_step_law ssp_step_law;
size_t ssp_way_room(const struct sal_book *);
/* why the unit cannot go to a hex that is not next to it: the first obstacle on the way */
bool ssp_way_blocked(const struct sal_play *, sal_unit, sal_hex to, int left, int note,
                     struct sal_refusal *);
extern const struct sal_node ssp_node_step;

/* action.c: the impulse, and what a unit does in it */
enum ssp_mode {
  MODE_FRESH,
  MODE_MOVING,
  MODE_FIRED,
  MODE_RECOVERED,
  MODE_RECOVERED_MOVING,
  MODE_LEFT_CC /* it began in a close combat: it only moves (11.3d) */
};
extern const struct sal_node ssp_node_impulse, ssp_node_unit;
bool ssp_may_choose(const struct sal_play *, sal_unit, struct sal_refusal *);
bool ssp_can_leave(const struct sal_play *, sal_unit);

extern const char *const ssp_directions[]; /* sspanzer.c: north and on clockwise */

/* killzone.c */
bool ssp_in_fan(const struct sal_play *, sal_unit, sal_hex target);
bool ssp_may_make_kz(const struct sal_play *, sal_unit, struct sal_refusal *);
void ssp_make_kz(struct sal_play *, sal_unit, int dir);
void ssp_drop_kz(struct sal_play *, sal_unit, int rule);
bool ssp_crosses(unsigned hexsides);
/* in a window of reaction fire, or in the impulse */
bool ssp_may_cross(const struct sal_play *, sal_unit target, bool window);
void ssp_list_cross(const struct sal_play *, struct sal_list *);
extern const struct sal_node ssp_node_crossfire;

/* closecombat.c */
extern const struct sal_node ssp_node_close, ssp_node_declare, ssp_node_pick, ssp_node_fight,
    ssp_node_pair, ssp_node_round;

/* artillery.c */
void ssp_observe(struct sal_play *);
bool ssp_observed(const struct sal_play *, sal_unit);
bool ssp_any_observed(const struct sal_play *);
void ssp_start_bombardment(struct sal_play *);
int ssp_laid_on(const struct sal_play *, sal_unit); /* bombardment counters */
/* is a friend of the guns beside it? (13.4) */
bool ssp_danger_close(const struct sal_play *, sal_unit target);
bool ssp_guns_may(const struct sal_play *, sal_unit guns, sal_unit target, int occasion,
                  struct sal_refusal *);
bool ssp_guns_can(const struct sal_play *, sal_unit guns); /* some target */
void ssp_guns_fire(struct sal_play *, sal_unit guns, sal_unit target, int occasion);
extern const struct sal_node ssp_node_bombard, ssp_node_shell, ssp_node_support, ssp_node_guns;

/* airstrikes.c */
void ssp_visibility(struct sal_play *);
extern const struct sal_node ssp_node_air, ssp_node_air_put, ssp_node_air_strike;
extern const char *const ssp_air_words[], *const ssp_air_names[];

/* turn.c */
enum ssp_stage {
  ST_POCKET,
  ST_GERMAN,
  ST_SOVIET,
  ST_TURN,
  ST_CUP,
  ST_DRAW,
  ST_RECOVERY,
  ST_VICTORY
};
extern const struct sal_node ssp_node_turn;
void ssp_begin_impulse(struct sal_play *, int formation);
void ssp_end_impulse(struct sal_play *);

/* setup.c, place.c */
void ssp_setup(struct sal_play *);
void ssp_empty_map(struct sal_play *);
bool ssp_any_to_set_up(const struct sal_play *, int side); /* in this phase */
sal_unit ssp_no_room(const struct sal_play *, int side);
bool ssp_place(struct sal_play *, const struct sal_position *, struct sal_err *);
void ssp_draw_tile(struct sal_play *, sal_unit);
extern const struct sal_node ssp_node_setup, ssp_node_setup_put;

/* load.c */
bool ssp_load(struct sal_book *, const struct sal_source *, struct sal_err *);
extern const char *const ssp_formations[];                       /* SSP_FORMS and a NULL */
int ssp_formation_find(const struct sal_book *, const char *id); /* -1 */

/* victory.c */
bool ssp_decisive(const struct sal_play *);
int ssp_needed(const struct sal_play *, int side); /* hexes that win, with the handicap */
int ssp_count_held(const struct sal_play *, const struct sal_region *, int side);
bool ssp_score(const struct sal_play *, struct sal_result *);

/* secret.c, show.c, query.c, orders.c, audit.c */
void ssp_view(const struct sal_book *, const struct sal_head *, int viewer, struct sal_head *out,
              struct sal_redactor *);
void ssp_guess(const struct sal_book *, const struct sal_head *view, int viewer, struct sal_rng *,
               struct sal_head *out);
bool ssp_shuffle(const struct sal_book *, struct sal_head *, int viewer, struct sal_rng *);
void ssp_show(const struct sal_play *, int viewer, struct sal_show *);
void ssp_date(const struct sal_book *, const struct sal_head *, struct sal_text *);
void ssp_offer(const struct sal_play *, int side, struct sal_action, struct sal_offer *);
bool ssp_query(const struct sal_play *, int side, struct sal_query *, struct sal_refusal *);
bool ssp_answer(const struct sal_play *, int side, const struct sal_order_set *,
                struct sal_action *);
bool ssp_audit(const struct sal_play *, struct sal_err *);

/* advise.c */
extern const struct sal_adviser ssp_adviser;

static inline int ssp_least(int a, int b) {
  return a < b ? a : b;
}
static inline int ssp_most(int a, int b) {
  return a > b ? a : b;
}

/* Over the hexes of a region, which a map may lack. */
#define SSP_EACH_HEX(region, h)                                                                    \
  for (sal_hex h##_i = 0, h = 0;                                                                   \
       (region) && h##_i < (region)->n && ((void)(h = (region)->hexes[h##_i]), true); h##_i++)
/* Over the units of a formation that can stand on the map, and over its artillery. */
#define SSP_EACH_IN(list, n, u)                                                                    \
  for (sal_unit u##_i = 0, u = 0; u##_i < (n) && ((void)(u = (list)[u##_i]), true); u##_i++)
#define SSP_EACH_OF(p, u, form) SSP_EACH_IN(O(p)->of[form], O(p)->nof[form], u)
#define SSP_EACH_GUN(p, u, form) SSP_EACH_IN(O(p)->guns[form], O(p)->nguns[form], u)
/* Over all counters of the book. */
#define SSP_EACH_UNIT(p, u) for (sal_unit u = 0; u < (p)->book->ncounters; u++)
/* Over the hexes around one; off the map it is SAL_NOHEX, where nobody stands. */
#define SSP_EACH_BESIDE(p, g, h)                                                                   \
  for (sal_hex g##_dir = 0, g = 0;                                                                 \
       g##_dir < 6 && ((void)(g = sal_next(&(p)->book->board, h, g##_dir)), true); g##_dir++)
/* Over the units of a hex. The body may move or eliminate the unit it is given. */
#define SSP_EACH(p, u, h)                                                                          \
  for (sal_unit u = S(p)->first[h], u##_next;                                                      \
       u != SAL_NOUNIT && ((void)(u##_next = S(p)->unit[u].next), true); u = u##_next)

#endif
