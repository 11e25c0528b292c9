/* puzzle.h - finds positions in played games where one choice is clearly better than all others.
 *
 * It looks at every decision with a few to a few dozen choices. All of its choices run a race: each
 * is played on over the same guesses and dice, those that fall behind leave, and those that stay
 * are tried more often. If one is left that beats every other by a clear margin beyond the error,
 * the position is a puzzle: the journal up to it, and the chance that each choice leaves. Names
 * never get into it, because a journal holds none.
 */
#ifndef PUZZLE_H
#define PUZZLE_H

#include <cjson/cJSON.h>

#include "review.h"

enum { PUZZLES = 8, PUZZLE_WAYS = 48 };
struct puzzle_way {
  struct sal_action action;
  char says[REVIEW_WORDS]; /* in the prompt's words */
  double chance;           /* to win, that it leaves */
  uint32_t tries;
};
struct puzzle {
  uint32_t line; /* of the journal; the puzzle is the game before it */
  uint16_t turn;
  uint8_t side;
  struct puzzle_way way[PUZZLE_WAYS]; /* the best first */
  int nways;
  int nbest;                     /* how many are the answer: all equally good */
  double gap, error;             /* between the last of them and the next, in win chance */
  double thought, thought_error; /* the same where the planner plays on */
};
/* At most PUZZLES of one game, the clearest first; returns how many, or -1 with a fault. `only`:
 * look at the decision on this line of the journal; 0: all of them. */
int puzzle_find(struct library *, const char *journal, size_t n, const struct review_options *,
                uint32_t only, struct puzzle out[PUZZLES], const struct sal_book **,
                struct fault *);
/* A puzzle as it ships: by today's rules and scripts, are its answers still better than every other
 * choice, by the margin that a new puzzle must have? With a fault where it cannot be opened. */
bool puzzle_holds(struct library *, const cJSON *, const struct review_options *, struct puzzle *,
                  struct fault *);
/* The bytes of the journal that stand before this line. */
size_t puzzle_prefix(const char *journal, size_t n, uint32_t line);
void puzzle_json(struct sal_json *, const struct sal_book *, const struct puzzle *,
                 const char *journal, size_t n);

#endif
