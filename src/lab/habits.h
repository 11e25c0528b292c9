/* habits.h - counts what a bot does too often while it plays.
 *
 * Each habit is two counts: how often it happened, and out of how many. It knows no game: moves are
 * events called "moves" or "step", attacks are odds cards that were rolled on, and the view
 * document says where units stand.
 */
#ifndef HABITS_H
#define HABITS_H

#include "playout.h"

enum habit {
  HABIT_BACK, /* a step to a hex that the unit has left in the same phase; of all steps */
  HABIT_IDLE, /* a unit beside an enemy that did nothing in a turn; of all that stood so */
  HABIT_POOR, /* an attack that is expected to cost more steps than it takes; of all attacks */
  HABITS
};
extern const char *const habit_name[HABITS];

struct habits; /* of the game being played */
struct habits *habits_new(const struct sal_book *);
void habits_free(struct habits *);
void habits_begin(struct habits *, const struct playout *);
void habits_step(struct habits *, const struct playout *); /* after every action */
/* 2 * HABITS numbers: times, of. */
const uint64_t *habits_counts(const struct habits *);

#endif
