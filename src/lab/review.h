/* review.h - a finished game examined: where it was decided, what was luck, what was play.
 *
 * The game is cut into segments: actions of one side without a die, and at their end perhaps one
 * that rolls. The chance to win is estimated where a segment begins (V), just before its dice are
 * rolled (Q), and where the next begins. Then V to Q is what the player did, Q to the next V is
 * what the dice did, and the sum of all of them is exactly the result less the chance at the start.
 * What the dice did is counted in shares of the tries; the chances are those shares, corrected
 * (review_chance.c), and what a player did is what the dice did not.
 *
 * A chance is the share of many games that the game's script plays to their end for both sides.
 * Neighbouring points use the same dice, so differences are finer than the shares.
 */
#ifndef REVIEW_H
#define REVIEW_H

#include <stdatomic.h>

#include "host/game.h"

struct review;
struct judged;
struct review_options {
  uint64_t seed;
  uint32_t nodes;   /* scripted actions to spend on one chance */
  uint32_t threads; /* the result does not depend on it */
  bool curve_only;  /* chances and luck only; does not look for mistakes */
  void (*progress)(void *ctx, uint32_t done, uint32_t all);
  void *ctx;
  const atomic_bool *stop; /* may be NULL */
  /* told of each segment once its chances are known; may be NULL */
  void (*judged)(void *ctx, const struct review *, uint32_t segment);
  const struct judged *known; /* what an earlier run has told of the first segments.. */
  uint32_t nknown;            /* ..this many: they are not played again */
};
struct chance {     /* out of `tries` games played on */
  uint32_t wins[3]; /* german, soviet, draw */
  uint32_t tries;
};
struct judged { /* the chances of a segment: see below */
  struct chance open, told, before;
};
enum { REVIEW_WAY = 16, REVIEW_WORDS = 96, REVIEW_MISTAKES = 5 };
struct segment {
  uint32_t line;  /* journal line of its first action */
  uint32_t first; /* of the actions.. */
  uint32_t n;     /* ..so many */
  uint16_t turn;
  uint8_t side;
  bool begins;          /* a side's part of a turn begins here */
  bool rolls;           /* its last action rolls */
  struct chance open;   /* where it begins, with everything known */
  struct chance told;   /* where a part begins: as far as that side could know */
  struct chance before; /* before the dice of its last action; where it does not roll: unused */
};
enum review_kind { REVIEW_FINE, REVIEW_INACCURACY, REVIEW_MISTAKE, REVIEW_BLUNDER };
struct mistake {
  uint32_t line, last; /* of the move's first action, and of its last */
  uint16_t turn;
  uint8_t side;
  struct sal_action played[REVIEW_WAY], better[REVIEW_WAY]; /* both moves, whole */
  int nplayed, nbetter;
  char played_says[REVIEW_WAY][REVIEW_WORDS]; /* and in the prompt's words */
  char better_says[REVIEW_WAY][REVIEW_WORDS];
  double chance;      /* to win, that the better way leaves */
  double loss, error; /* of win chance, with its standard error */
  enum review_kind kind;
};
/* What the German's share of the tries means, at 0, 10, .. 100 %: his chance in thousandths. */
enum { REVIEW_STEPS = 10 };
struct review_scale {
  bool known; /* false: the share itself */
  uint16_t of[REVIEW_STEPS + 1];
};
struct review {
  const struct sal_book *book;
  struct review_scale scale;
  struct sal_action *action; /* all that were not taken back */
  uint8_t *actor;
  uint32_t *line; /* of the journal */
  uint32_t nactions;
  struct segment *segment;
  uint32_t nsegments;
  struct chance end; /* of the last position: certain when the game is over */
  struct mistake mistake[REVIEW_MISTAKES];
  int nmistakes;
  /* By side, in win chance. A side's result is its chance at the start, its luck, what it did and,
   * less, what the other did. */
  double luck[2], play[2];
  double given[2];    /* by mistakes, as far as they were looked for */
  double accuracy[2]; /* 1: no mistake was found */
  bool over, complete;
};
bool review_run(struct library *, const char *journal, size_t n, const struct review_options *,
                struct review *, struct fault *);
void review_free(struct review *);
/* A side's share of a chance: wins, and draws half. */
double review_share(const struct chance *, int side);
double review_error(const struct chance *);
/* The chance to win that such a share of won tries means; see review_chance.c. */
double review_chance(const struct review *, const struct chance *, int side);
void review_scale_of(const struct sal_book *, struct review_scale *);
/* What the dice of a segment did for its side: in shares of the tries, where they are fair to the
 * last digit. */
double review_luck(const struct review *, uint32_t segment);
extern const char *const review_word[4]; /* "fine", "inaccuracy", "mistake", "blunder" */
/* One segment of `points`. */
void review_point_json(struct sal_json *, const char *key, const struct review *,
                       const struct segment *);
/* A segment as a line that a later run understands: `K`, its chances, and the point. Without
 * newline; free() it. Reading ignores the point. */
char *review_judged_line(const struct review *, const struct segment *);
bool review_judged_read(const char *line, struct judged *);
void review_json(struct sal_json *, const struct review *, const struct review_options *);
void review_print(const struct review *);

#endif
