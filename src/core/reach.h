/* reach.h - where a unit can go, by the game's own law of one step.
 *
 * A ruleset writes the law of a step once: whether it is allowed, what it costs, whether the move
 * ends there. `check` of its step action asks that function, `apply` takes its price, and
 * sal_reach_fill asks it for every hex it comes to. So the reach that a player is shown and the
 * legal steps cannot differ.
 */
#ifndef SAL_REACH_H
#define SAL_REACH_H

#include "flood.h"
#include "prompt.h"

struct sal_step { /* one step of a move: the question, and below it the law's answer */
  sal_unit unit;
  sal_hex from, to;
  int dir;   /* from `from` to `to`; -1 when they are not next to each other */
  int left;  /* movement points left in `from`, in parts of book->mp_den */
  int moved; /* hexes moved before this step */
  int note;  /* the game's own bits about the way so far (see sal_walk) */
  /* the answer */
  int price;      /* at most `left`: what the step takes off it */
  int note_after; /* the bits after this step; stays `note` unless the law changes it */
  bool ends;      /* a rule ends the move in `to` */
  uint16_t rule;  /* the rule that sets the price or ends the move; 0: the walk's */
};

/* The law of a step. false: the step is not allowed, and `why` (may be NULL) says which rule
 * forbids it. `own` is what the caller handed to the walk, or the caller's own thing in `check`. */
typedef bool sal_step_law(const struct sal_play *, const void *own, struct sal_step *,
                          struct sal_refusal *why);

struct sal_walk { /* what sal_reach_fill has to know about one unit's move */
  sal_unit unit;
  sal_hex start;
  int left, moved, note; /* at the start, as in sal_step */
  uint16_t rule;         /* for hexes where the law names no rule */
  sal_step_law *law;
  const void *own; /* handed to `law`, `danger` and `finish` */
  /* What a step risks (shots at the mover, say): of ways that cost the same the one with the least
   * in all is taken. May be NULL. */
  int (*danger)(const struct sal_play *, const void *own, const struct sal_step *);
  /* Sets what the law does not know about a hex that was reached: `stop`, `risk`, `act`. The start
   * has from == SAL_NOHEX. May be NULL. */
  void (*finish)(const struct sal_play *, const void *own, struct sal_reach_hex *);
};

/* Fills hex[] of the reach with everything the walk can get to, nearest first. Each hex is reached
 * by a cheapest way and, of those, the least dangerous one. The law gets the points, hexes and
 * notes of that way, so every step of the tree is legal once the steps before it have been made.
 * The caller adds begin and end actions. */
void sal_reach_fill(const struct sal_play *, const struct sal_walk *, struct sal_reach *);

#endif
