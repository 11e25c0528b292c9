/* story.h - what a series of games was like, for its report: where there was fighting, who held
 * what at the end, losses by turn.
 *
 * All of it is counts in one array, so games add up in any order and fit into a line of the resume
 * file. It knows no game: fighting is where dice were rolled, and losses are steps that the view no
 * longer shows.
 */
#ifndef STORY_H
#define STORY_H

#include "playout.h"

enum { STORY_TURNS = 64 };

static inline int story_size(const struct sal_book *b) {
  return 3 * b->board.cells + 3 * STORY_TURNS;
}
/* Places in the array. */
static inline int story_fight(const struct sal_book *b, int cell) {
  return (void)b, cell;
}
static inline int story_held(const struct sal_book *b, int side, int cell) {
  return (1 + side) * b->board.cells + cell;
}
static inline int story_loss(const struct sal_book *b, int side, int turn) {
  return 3 * b->board.cells + side * STORY_TURNS + (turn < STORY_TURNS ? turn : STORY_TURNS - 1);
}
static inline int story_length(const struct sal_book *b, int turn) {
  return story_loss(b, 2, turn);
} /* games that ended in that turn */

struct story; /* of the game being played */
struct story *story_new(const struct sal_book *);
void story_free(struct story *);
void story_begin(struct story *, const struct playout *);
void story_step(struct story *, const struct playout *); /* after every action */
void story_end(struct story *, const struct playout *);
const uint64_t *story_counts(const struct story *);

#endif
