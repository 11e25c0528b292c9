/* review_inside.h - what the files of a review share: the recorded positions and the tries. */
#ifndef REVIEW_INSIDE_H
#define REVIEW_INSIDE_H

#include "bots/lookahead.h"
#include "review.h"

enum {
  REVIEW_THREADS = 16,
  REVIEW_LONGEST = 60000,
  REVIEW_LEAST = 16,
  REVIEW_MOST = 400,
  REVIEW_SUSPECTS = 12, /* segments that are examined for mistakes */
  REVIEW_THOUGHT = 100  /* nodes for a decision where the planner plays on */
};

/* A position and what is done in it before the script takes over. */
struct try_from {
  const struct sal_head *state;
  int guess; /* the side that knows only its view, or SAL_ALL: everything is known */
  int side;  /* whose the actions are */
  const struct sal_action *action;
  uint32_t n;
  uint32_t first; /* number of the first try: another look takes other numbers, so other dice */
  bool thought;   /* the planner plays on, thinking little, instead of the script */
};
struct bench_of_tries { /* workspaces, one a thread */
  const struct sal_book *book;
  const struct review_options *o;
  uint32_t threads;
  struct lookahead *look[REVIEW_THREADS];
  struct sal_head *view[REVIEW_THREADS];
  struct sal_list *legal[REVIEW_THREADS];
  void *planner[REVIEW_THREADS][SAL_SIDES]; /* made when the first one is needed */
  uint32_t tries;  /* of each chance: from the budget and the length of the game.. */
  uint32_t length; /* ..in actions of the script */
};
void tries_open(struct bench_of_tries *, const struct sal_book *, const struct review_options *);
void tries_close(struct bench_of_tries *);
/* Plays `tries` games on from there. outcome[i], where not NULL, is the winner of the game i after
 * the first. */
struct chance tries_run(struct bench_of_tries *, const struct try_from *, uint32_t tries,
                        uint8_t *outcome);
/* How much more one way brings a side than another, in win chance, over the same guesses and dice.
 */
struct gap {
  double mean, error; /* standard error */
  double one;         /* the chance that the first way leaves */
};
struct way {
  const struct sal_action *action;
  uint32_t n;
};
struct gap tries_compare(struct bench_of_tries *, struct try_from, struct way one, struct way other,
                         uint32_t tries);
/* How many games a chance is made of: the budget by the length of the first few. */
void tries_measure(struct bench_of_tries *, const struct sal_head *start);
/* In how many of this many games the budget lets the planner play a mistake on. */
uint32_t tries_thought(const struct bench_of_tries *, uint32_t most);
/* Where a side's part of a turn began last. */
struct part {
  int turn, side, depth;
};
/* Does one begin with this side's decision there? Then it is noted. */
bool review_begins(struct part *last, const struct sal_head *now, int side);
/* The part of review.c that looks for mistakes: review_mistakes.c. `state` by segment. */
void review_find_mistakes(struct review *, struct bench_of_tries *, struct sal_head *const *state);

#endif
