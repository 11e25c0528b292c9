/* advise.h - what the two halves of the adviser share: advise_value.c says what is good, advise.c
 * what a sensible commander does next.
 *
 * The room is a bot's own and outlives a state, so what is worked out there is kept under a key of
 * everything it depends on.
 */
#ifndef ALEA_ADVISE_H
#define ALEA_ADVISE_H

#include "state.h"

/* Before the loop over six directions that a flood runs for every hex: side by side they are
 * quicker. */
#if defined __GNUC__ && !defined __clang__
#define UNROLL6 _Pragma("GCC unroll 6")
#else
#define UNROLL6
#endif

enum { AIMS = 12, SLOPE = 5, FAR_OFF = 200, NEAR = 7, WISHES = 32, MODS = 3, NOT_WANTED = -1000 };

struct chance {               /* of an assault or a probe: a column of T2 or T3 with a modifier */
  int16_t theirs, ours;       /* mean hits, in hundredths */
  uint8_t at_least[ROWS + 2]; /* percent of throws with that many hits on the defender, or more */
  uint8_t slip;               /* percent of throws that allow to infiltrate */
};
struct front { /* how far every hex is from the nearest enemy, up to NEAR */
  uint64_t key;
  uint8_t far[SAL_MAX_CELLS];
};
/* units come to an attack from two or three hexes away; as many hexes are that far */
enum { COMING = 3, AROUND = 30 };
enum { MARCH = 2000 };
struct march { /* workspace: where a unit can get to */
  int n;
  sal_hex hex[MARCH];
  /* of these hexes the ones that look better than to stay */
  int nlikely;
  sal_hex likely[MARCH];
  int32_t worth[MARCH];
  /* by cell: points to get there; the first step on the way there, 1 + direction. `spent` is
   * SAL_FAR on the map everywhere but in `hex`, and 0 beyond the map, where nothing is cheaper. */
  uint8_t spent[SAL_MAX_CELLS], by[SAL_MAX_CELLS];
};
enum { DEPTHS = 2048 };
struct spread { /* workspace: hexes that wait to pass their wish on, the most wanted first */
  uint32_t first[DEPTHS], n; /* lists of entries + 1, by how far they lie below the best wish */
  struct {
    uint32_t next;
    sal_hex hex;
  } * entry; /* each hex may be raised once from each side, and once as an aim */
};
struct watched {               /* a side's counters as they were when its key was made */
  uint64_t key;                /* of where they all stand; 0: not made yet */
  uint16_t low, n;             /* the part of the book's counters that holds them */
  struct unit unit[MAX_UNITS]; /* that part */
};
struct leavers { /* by way out: how near the nearest is who counts when he leaves by it */
  uint64_t key;
  uint8_t nearest[AIMS];
};
struct advice { /* the adviser's room */
  sal_hex aim[AIMS];
  int naims;
  struct chance chance[2][COLUMNS][MODS]; /* by type: ASSAULT, PROBE */
  struct front front[2], blocked[2];      /* blocked: what the enemy adds to the price of a hex */
  struct leavers leavers;
  struct watched watched[2];
  struct sal_ways ways; /* workspace */
  /* the steps to the hexes from which a unit could still come to an attack */
  int16_t around[AROUND];
  struct march march;
  struct spread spread;
  uint64_t wished[WISHES]; /* the keys of.. */
  /* ..where a side wants to be, the pull of all aims together: [slot * cells + cell] */
  int16_t *wish;
  /* [aim * cells + cell], in points of a mobile unit; behind it the entries and the wishes */
  uint8_t away[];
};
static inline struct advice *advice(const struct sal_play *p) {
  return sal_room(p);
}
static inline int away(const struct sal_play *p, int aim, sal_hex h) {
  return advice(p)->away[aim * p->book->board.cells + h];
}
static inline bool by_places(const struct sal_play *p) {
  return O(p)->ngoals > 0;
}

size_t alea_advice_room(const struct sal_book *);
void alea_advice_prepare(const struct sal_book *, void *);
bool alea_now_or_never(const struct sal_play *);
bool alea_nothing_follows(const struct sal_play *, int side);
int alea_aim_at(const struct sal_play *, sal_hex);  /* its number, or -1 */
int32_t alea_worth(const struct sal_play *, int u); /* a whole unit; a step is about a hundred */
/* how far the nearest aim is that the side still wants */
int alea_wanted(const struct sal_play *, int side, sal_hex);
int32_t alea_value(const struct sal_play *, int side);
uint64_t alea_posture(const struct sal_play *, int side);
int alea_guards(const struct sal_play *, int side, sal_hex, int but); /* fighting units on a hex */

const uint8_t *alea_front(const struct sal_play *, int side);                      /* by cell */
const int16_t *alea_wishes(const struct sal_play *, int side, const int8_t *bias); /* by cell */
/* the same for u where it stands, as if it did not */
int32_t alea_wish_here(const struct sal_play *, int side, int u, const int8_t *bias,
                       const int16_t *wish);

/* An attack on a hex by all units round it except `but` (or -1). */
struct package {
  int attack, defence, hexes; /* in halves */
  int price[2], steps[2];     /* of the attackers, of the defenders */
};
struct package alea_package(const struct sal_play *, int side, sal_hex target, int but);
/* The same with that unit, which comes to `at` to join. */
struct package alea_package_with(const struct sal_play *, int side, sal_hex target,
                                 const struct package *, int u, sal_hex at);
/* What it brings, in hundredths of a step, by the mean of all dice. `coming`: between two columns,
 * for those still on their way. */
int32_t alea_package_worth(const struct sal_play *, int side, sal_hex target,
                           const struct package *, bool coming);

/* The same for a German probe: fewer hits on both sides, but units may get past (7.a.8). */
int32_t alea_probe_worth(const struct sal_play *, sal_hex target, const struct package *);

/* What the best bombardment of h adds to the guns already named: 0 if the guns that could join had
 * better be kept. */
int32_t alea_more_guns(const struct sal_play *, int side, sal_hex h);

/* Whether the Fire Support that is left lifts the defence of the combat under way (7.a.3.2). */
bool alea_support_helps(const struct sal_play *);

/* How much more standing brings the defender of the combat under way than a retreat does. */
int32_t alea_stand_worth(const struct sal_play *);

struct plan { /* of one decision */
  const int8_t *bias;
  const uint8_t *far;  /* by cell: hexes to the nearest enemy */
  const int16_t *wish; /* by cell: where the aims draw */
  int32_t more_guns;   /* alea_more_guns of the battery that is being put together */
};
/* What a hex is worth to a unit. `close`: also look at the attack it would join there, which costs
 * most of the time. */
int32_t alea_pull(const struct sal_play *, int side, int u, sal_hex, const struct plan *,
                  bool close);
bool alea_stands_guard(const struct sal_play *, int side, int u); /* the last one on its aim */
bool alea_means_cas(const struct sal_play *, int u); /* to fly close support, not to bomb */
bool alea_bombs_now(const struct sal_play *, int side);
void alea_score_moves(const struct sal_play *, int side, const struct sal_list *,
                      const struct plan *, int32_t *out);
void alea_score_steps(const struct sal_play *, int side, const struct sal_list *,
                      const struct plan *, int32_t *out);

#endif
