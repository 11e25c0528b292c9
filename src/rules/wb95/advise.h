/* advise.h - what the files of the computer opponent's adviser share. */
#ifndef WB95_ADVISE_H
#define WB95_ADVISE_H

#include "state.h"

enum { AIMS = 40, FAR_OFF = 250, SLOPE = 4, FAR = 60, WISHES = 32, NO_LINE = 255 };
/* an open route attracts units within this many hexes; units further off ignore it */
enum { DRAWS = 12, CALLING = DRAWS + 1 };

struct front {                 /* what the enemy's places mean, by cell */
  uint64_t key;                /* of all it depends on */
  uint8_t far[SAL_MAX_CELLS];  /* hexes to the nearest enemy, up to FAR */
  uint8_t mass[SAL_MAX_CELLS]; /* his points within three hexes */
  /* hexes to the nearest that matters: a weak force is as good as a few hexes further off */
  uint8_t lure[SAL_MAX_CELLS];
  sal_hex head[SAL_MAX_CELLS]; /* the force that `lure` counts to */
};
struct holes { /* open routes from the Germans to what they want */
  uint64_t key;
  int nways; /* the hexes of these routes, for which `to` was worked out */
  sal_hex way[MAX_UNITS];
  int call;                  /* units farther off than that are not called; -1: there are none */
  uint8_t to[SAL_MAX_CELLS]; /* hexes to the nearest of these ways: CALLING, then FAR */
};
struct wishes { /* where a side wants to be */
  uint64_t key;
  int16_t weight[AIMS];
};
struct glance {           /* what a unit's move promises at a glance */
  uint64_t key, decision; /* key: of all that was looked at, but for the hexes around */
  int32_t worth;
};
struct changes { /* of what the hexes show, since the last decision */
  struct cell was[SAL_MAX_CELLS];
  /* by cell: the decision before which something changed last within two hexes, or within four */
  uint64_t within_two[SAL_MAX_CELLS], within_four[SAL_MAX_CELLS];
};
struct watched { /* a side's counters as they were when their key was made */
  uint64_t key;  /* 0: not made yet */
  struct unit unit[MAX_UNITS];
};
struct ready { /* guns that can fire or answer: the same for all hexes of a decision */
  uint64_t decision;
  int n;
  struct {
    uint16_t unit;
    int16_t q, r; /* where it stands */
  } gun[MAX_UNITS];
};
enum { TWO = 19, FOUR = 61, STANDS = 64 }; /* cells within so many hexes */
struct stand {                             /* those attacked, and the guns of both sides */
  int sp, guns, shift;
  int coming; /* points of units that could still join the attack; NOT_COUNTED: not looked at yet */
};
enum { NOT_COUNTED = -1 };
struct known_end { /* of a trip in this decision: trips come to most hexes on several ways */
  uint64_t decision;
  int unit, initial;
  sal_hex hex;
  bool priced;   /* `cost` is known too */
  int32_t worth; /* to end there, without what is left of the points */
  int cost[6];   /* of going on from there */
};
struct known_stand { /* worked out for this decision already */
  uint64_t decision;
  sal_hex hex;
  struct stand is;
};
struct advice { /* the adviser's room; it outlives a state */
  sal_hex aim[AIMS];
  /* of the score: a far bank is done with once its river is crossed; NO_LINE: none */
  uint8_t line[AIMS];
  uint8_t vp[AIMS];
  int naims;
  uint8_t points[SAL_MAX_CELLS]; /* of the aim in that hex */
  struct watched watched[SAL_SIDES];
  struct ready ready[SAL_SIDES];
  struct front front[SAL_SIDES];
  struct holes holes;
  struct glance glance[MAX_UNITS];
  struct changes changes;
  int16_t round[FOUR];      /* the steps to the cells within four hexes, ring by ring */
  uint64_t decisions;       /* asked so far */
  int16_t outcome[COLUMNS]; /* how good each column of the combat table is for the attacker */
  struct known_stand stand[STANDS];
  struct known_end end[STANDS];
  struct sal_ways ways; /* workspace, as are the next three */
  uint8_t barred[SAL_MAX_CELLS], steps[SAL_MAX_CELLS], back[SAL_MAX_CELLS];
  struct wishes wishes[WISHES];
  int16_t *wish; /* the wishes as far as they were asked: [slot * cells + cell] */
  /* [aim * cells + cell], in thirds of a point for tracked units; behind it the wishes */
  uint8_t away[];
};

struct plan { /* of one decision */
  const int8_t *bias;
  const struct holes *holes; /* that the Soviet has to close, or NULL */
  const struct front *front;
  const struct wishes *wishes, *lost; /* where the German wants to be; what the Soviet wants back */
  uint64_t bridges;                   /* which of them stand */
};

static inline struct advice *advice(const struct sal_play *p) {
  return sal_room(p);
}
static inline int away(const struct sal_play *p, int aim, sal_hex h) {
  return advice(p)->away[(uint32_t)aim * p->book->board.cells + h];
}
static inline uint64_t mixed(uint64_t one) { /* for keys that are sums */
  one *= 0x9e3779b97f4a7c15u;
  return one ^ one >> 29;
}

/* advise.c */
bool wb_aim_taken(const struct sal_play *, int aim);
int wb_aim_points(const struct sal_play *, sal_hex);
bool wb_last_day(const struct sal_play *);
/* advise_odds.c */
bool wb_stands_next_to(const struct sal_play *, int side, sal_hex);
int wb_column_against(const struct sal_play *, int side, sal_hex, int joining, sal_hex at);
int wb_column_with(const struct sal_play *, int side, sal_hex, int more);
int wb_good_column(int side);
int32_t wb_joins(const struct sal_play *, int side, int u, sal_hex at);
void wb_prepare_outcomes(const struct own *, int16_t *outcome);
int32_t wb_brings(const struct sal_play *, const struct odds *, int attack, int defence);
int wb_star_points(const struct sal_play *, int u);
int32_t wb_brings_here(const struct sal_play *, const struct odds *, int u);
int32_t wb_brings_to(const struct sal_play *, int side, int u, sal_hex);
int wb_best_column(const struct sal_play *, int side, int joining, sal_hex at);
/* advise_move.c */
int wb_ways_out(const struct sal_play *, int side, sal_hex);
void wb_score_moves(const struct sal_play *, int side, const struct sal_list *, const struct plan *,
                    int32_t *out);
int32_t wb_score_step(const struct sal_play *, int side, struct sal_action, const struct plan *);
/* advise_attack.c */
int32_t wb_score_build(const struct sal_play *, int side, struct sal_action);
int32_t wb_score_support(const struct sal_play *, int side, struct sal_action);
int32_t wb_score_shell(const struct sal_play *, struct sal_action);
int32_t wb_score_attack(const struct sal_play *, int side, struct sal_action, const struct plan *);
int32_t wb_score_retreat(const struct sal_play *, int side, struct sal_action, const struct plan *);
int32_t wb_score_pursue(const struct sal_play *, int side, struct sal_action, const struct plan *);
int32_t wb_score_loss(const struct sal_play *, int u);
/* advise_front.c */
const struct front *wb_front(const struct sal_play *, int side);
const struct holes *wb_holes(const struct sal_play *, int but, const struct front *);
const struct wishes *wb_wishes(const struct sal_play *, int side, const int8_t *bias);
int32_t wb_wish_at(const struct sal_play *, const struct wishes *, sal_hex);

#endif
