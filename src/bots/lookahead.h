/* lookahead.h - what greedy and planner share: full states guessed from a view, played on by the game's own script.
 *
 * Nothing here knows a game. A bot's memory is one block, so that thinking allocates nothing.
 */
#ifndef LOOKAHEAD_H
#define LOOKAHEAD_H

#include "bot.h"

struct lookahead {
  const struct sal_book *book;
  const struct sal_adviser *adviser;
  struct sal_head *root, *state, *step; /* a guess; the game being tried; a clone for odds */
  void *scratch;
  struct sal_rng rng;
  struct sal_dice dice;
  struct sal_list list;
  int32_t score[SAL_MAX_LIST];
  uint64_t nodes;
  uint64_t been[64]; /* the views of the last decisions, so as not to go round in circles */
  uint32_t nbeen;
};

size_t lookahead_size(const struct sal_book *);
void lookahead_start(struct lookahead *, const struct sal_book *, uint64_t seed); /* lays the block out */
struct sal_play lookahead_play(struct lookahead *, struct sal_head *);

/* A full state that fits the view, into `root`. */
void lookahead_guess(struct lookahead *, const struct sal_play *view, int side);
/* The script's choice for `side` in p, whose legal actions are in l->list. */
struct sal_action lookahead_script(struct lookahead *, const struct sal_play *p, int side, const int8_t *bias);
/* Plays `state` on by script, `side` with its bias and the enemy with the plain one, with dice from `seed`, until the
 * adviser's horizon or until `stop`; returns the value for `side` then. */
int32_t lookahead_run(struct lookahead *, int side, const int8_t *bias, uint64_t seed, int turns, int actions);
/* Applies to `state` with dice from the seed. */
void lookahead_apply(struct lookahead *, int side, struct sal_action, uint64_t seed);

/* Notes the view that is being decided on; then keeps of the listed actions those that lead (from `root`) to a view that has
 * not been there lately. When none does, all stay. */
void lookahead_note(struct lookahead *, const struct sal_play *view);
void lookahead_onward(struct lookahead *, int side, const struct sal_list *, struct sal_list *out);

/* The best `most` of the listed actions by script, best first; returns how many. */
int lookahead_best(struct lookahead *, const struct sal_play *p, int side, const struct sal_list *, const int8_t *bias, int most,
                   struct sal_action *out);

#endif
