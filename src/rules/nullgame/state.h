/* state.h - nullgame: the template for new rulesets. What changes while playing, and what does not.
 *
 * Every ruleset has the same files (docs/architecture.md). Read nullgame in this order: state.h,
 * turn.c (sequence, stances, supply), move.c (movement, reaction fire), attack.c (odds, results,
 * retreat, advance), secret.c (views), show.c and query.c (documents), load.c, setup.c and place.c
 * (how a game begins), nullgame.c (the struct that is the whole interface).
 */
#ifndef NULLGAME_STATE_H
#define NULLGAME_STATE_H

#include "core/operands.h"
#include "core/reach.h"
#include "core/ruleset.h"
#include "nullgame_rules.h"

enum {
  MAX_UNITS = 40,
  STACK = 2,
  GUN_RANGE = 2,
  MAX_POINTS = 9,
  BRING_PRICE = 2,
  REBUILD_PRICE = 1
};

/* A unit is on a hex, or in reserve (at 0 with steps), or eliminated (no steps). */
struct unit {
  uint16_t at;
  uint8_t steps;
  uint8_t flags;
};
enum { UNKNOWN = 0xff };                              /* steps of a hidden unit in a view */
enum { KNOWN = 1, MOVED = 2, FOUGHT = 4, FIRED = 8 }; /* the last three are of the current phase */

struct state {
  struct sal_head head;
  struct unit unit[MAX_UNITS];
  uint64_t attackers;                  /* bit per unit, while an attack is built and resolved */
  uint8_t points[2], stance[2], spent; /* spent: support in the current attack */
  uint8_t turns, spare[2];
  uint8_t ground[SAL_MAX_CELLS]; /* per cell, as many as the board has: bits below */
};
/* HELD << side: control; VEIL << side: hidden units of that side stand here */
enum { HELD = 1, VEIL = 4 };
enum { HOLD, PRESS };

struct kind {
  uint8_t strength[3]; /* by steps */
  uint8_t mp;          /* in halves */
  bool gun, tank;
};
struct figures { /* a row of kinds.tsv, and what a made-up unit's factors change */
  int32_t strength, reduced, mp;
};
enum { INF, TANK, GUN, KINDS };
struct own { /* the book's part of this game */
  struct figures row[KINDS];
  struct kind kind[MAX_UNITS]; /* by counter */
  uint16_t start[MAX_UNITS];   /* hex at set-up, 0 = reserve */
  uint8_t combat[6][4];        /* result by die and column */
  struct sal_lines lines;
  uint8_t block[SAL_MAX_CELLS];    /* woods or village: blocks sight, protects */
  uint8_t edge[SAL_MAX_CELLS * 6]; /* price of leaving a hex in a direction, in halves */
  uint32_t wood, village;
  uint16_t river;
};
enum { A1, D1, DR, EX, RESULTS };
extern const char *const null_result[RESULTS];

enum {
  N_GAME,
  N_STANCE,
  N_SUPPLY,
  N_PUT,
  N_MOVE,
  N_STEP,
  N_REACT,
  N_ATTACK,
  N_BUILD,
  N_RETREAT,
  N_ADVANCE,
  N_COUNT
};
enum {
  V_STANCE,
  V_COMMIT,
  V_PICK,
  V_PUT,
  V_REBUILD,
  V_DONE,
  V_MOVE,
  V_STEP,
  V_STOP,
  V_FIRE,
  V_PASS,
  V_TARGET,
  V_ADD,
  V_SUPPORT,
  V_ATTACK,
  V_CANCEL,
  V_RETREAT,
  V_ADVANCE,
  V_COUNT
};
enum {
  E_TURN,
  E_STANCES,
  E_ARRIVES,
  E_REBUILT,
  E_MOVES,
  E_UNSEEN,
  E_KNOWN,
  E_MISS,
  E_HIT,
  E_LOSS,
  E_DEAD,
  E_COMBAT,
  E_RETREATS,
  E_ADVANCES,
  E_CONTROL,
  E_OVER,
  E_COUNT
};
/* a side's: supply, movement, attack */
enum { P_ORDERS, P_GERMAN, P_SOVIET = P_GERMAN + 3, P_COUNT = P_SOVIET + 3 };
enum { M_MOVED, M_FOUGHT, M_OPEN, M_VILLAGE, M_KNOWN };
enum { O_ZOC, O_CONTROL, O_LOS };
enum { OPT_REACTION, OPT_TURNS, OPTIONS }; /* options.tsv, in its order */

SAL_ACCESSORS(struct state, struct own);
static inline int side_of(const struct sal_play *p, int u) {
  return p->book->counter[u].side;
}
static inline const struct kind *kind_of(const struct sal_play *p, int u) {
  return &O(p)->kind[u];
}
static inline bool attacks(const struct sal_play *p, int u) { /* it is in the current attack */
  return S(p)->attackers >> u & 1;
}

/* The locals of the nodes. */
SAL_LOCALS(game, uint16_t phase;);                     /* N_GAME: the phase to begin next */
SAL_LOCALS(put, uint16_t unit;);                       /* N_PUT: who arrives */
SAL_LOCALS(move, uint16_t unit, left, halted, moved;); /* N_STEP: left in halves, moved in hexes */
SAL_LOCALS(react, uint16_t hex, unit;);                /* N_REACT: the target */
SAL_LOCALS(build, uint16_t target;);                   /* N_BUILD */
SAL_LOCALS(retreat, uint16_t hex;);                    /* N_RETREAT: the hex to leave */
SAL_LOCALS(advance, uint16_t hex;);                    /* N_ADVANCE: the hex to enter */

/* load.c */
bool null_load(struct sal_book *, const struct sal_source *, struct sal_err *);
/* setup.c */
void null_setup(struct sal_play *);
void null_home_ground(struct sal_play *);
void null_begin(struct sal_play *, int phase); /* the state is filled in: on to that phase */
/* place.c */
bool null_place(struct sal_play *, const struct sal_position *, struct sal_err *);
/* turn.c */
extern const struct sal_node null_game, null_stance, null_supply, null_put;
/* move.c */
/* known or hidden enemies of `side` */
bool null_enemy_at(const struct sal_play *, int side, sal_hex);
bool null_enemy_near(const struct sal_play *, int side, sal_hex); /* next to it */
int null_count_at(const struct sal_play *, int side, sal_hex);    /* units in sight of the state */
bool null_sees(const struct sal_play *, sal_hex from, sal_hex to);
/* moves it there: control, veils, newly known units */
void null_put_at(struct sal_play *, sal_unit, sal_hex);
void null_lose_step(struct sal_play *, sal_unit);
void null_eliminate(struct sal_play *, sal_unit, int rule);
void null_make_known(struct sal_play *, sal_unit);
bool null_may_move(const struct sal_play *, int side, int unit, struct sal_refusal *);
sal_step_law null_step_law;
bool null_gun_may_fire(const struct sal_play *, int side, int unit, sal_hex, struct sal_refusal *);
struct sal_chance null_fire_chance(const struct sal_play *, sal_hex target);
extern const struct sal_node null_move, null_step, null_react;
/* attack.c */
extern const struct sal_node null_attack, null_build, null_retreat, null_advance;
bool null_support_lifts(const struct sal_play *, int side, int points); /* the attack being built */
/* secret.c */
void null_view(const struct sal_book *, const struct sal_head *, int viewer, struct sal_head *,
               struct sal_redactor *);
void null_guess(const struct sal_book *, const struct sal_head *, int viewer, struct sal_rng *,
                struct sal_head *);
bool null_shuffle(const struct sal_book *, struct sal_head *, int viewer, struct sal_rng *);
void null_veil(const struct sal_book *, struct state *); /* sets all veils from the units */
/* show.c */
void null_show(const struct sal_play *, int viewer, struct sal_show *);
void null_date(const struct sal_book *, const struct sal_head *, struct sal_text *);
void null_offer(const struct sal_play *, int side, struct sal_action, struct sal_offer *);
/* query.c */
bool null_query(const struct sal_play *, int side, struct sal_query *, struct sal_refusal *);
/* orders.c */
bool null_answer(const struct sal_play *, int side, const struct sal_order_set *,
                 struct sal_action *);
/* victory.c */
int null_villages(const struct sal_play *, int side); /* how many it holds */
bool null_score(const struct sal_play *, struct sal_result *);
/* audit.c */
bool null_audit(const struct sal_play *, struct sal_err *);
/* advise.c */
extern const struct sal_adviser null_adviser;

#endif
