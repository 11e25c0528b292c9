/* study.h - how far a review can be believed, measured on games that bots play for it.
 *
 * Five questions. Is a planted blunder found, and found as the largest mistake? Is a game without
 * one left in peace? Do sides win as often as the chances say? Does luck add up to nothing in the
 * long run? Can a planner with other preferences beat the planner? The same seed and budgets give
 * the same answers.
 */
#ifndef STUDY_H
#define STUDY_H

#include "playout.h"
#include "review.h"

struct study_options {
  struct library *lib;
  const struct sal_book *book;
  struct bot_spec bot; /* plays both sides */
  uint64_t seed;
  uint32_t games;
  uint32_t nodes; /* of the review */
  uint32_t threads;
  void (*said)(void *ctx, const char *line); /* what each game brought; may be NULL */
  void *ctx;
};

/* ---- planted blunders: study_plant.c */
struct study_plants {
  uint32_t games;   /* in which a blunder could be planted */
  uint32_t found;   /* the largest mistake lies in the same segment.. */
  uint32_t exactly; /* ..and in the very move */
  uint32_t barren;  /* games without a choice that is plainly bad.. */
  uint32_t spoilt;  /* ..and games with a blunder of the bot's own: not examined further */
};
void study_plants(const struct study_options *, struct study_plants *);
/* Games of the bot against itself in which the review calls nothing a blunder. */
uint32_t study_quiet(const struct study_options *);

/* ---- chances and luck: study.c */
enum { STUDY_BINS = 10 };
struct study_bin {       /* the chances of a tenth */
  double predicted, won; /* sums over the positions */
  uint32_t positions;
  uint32_t games; /* positions of one game are not independent: the interval counts games */
};
struct study_chances {
  struct study_bin bin[STUDY_BINS];
  double squares; /* of what was predicted less what came, summed */
  uint32_t positions, games;
};
void study_chances(const struct study_options *, struct study_chances *);
/* Is the share that came within 5 points of what was predicted, or its interval around it? */
bool study_bin_holds(const struct study_bin *, double *low, double *high);

struct study_luck {
  uint32_t games;
  double mean, error; /* of the German's luck in a game, with its standard error */
  double spread;      /* standard deviation of it */
  uint32_t adds_up;   /* games in which start, luck and play make the result */
};
void study_luck(const struct study_options *, struct study_luck *);

/* ---- exploiters: study_exploit.c */
struct study_exploit {
  uint32_t searched;       /* games of the search.. */
  uint32_t pairs;          /* ..and pairs on other seeds, by which the best one is judged */
  double found;            /* what the search saw of it: too much, being the best of many */
  double score, low, high; /* share of the points by victories on the other seeds, 95 % */
  double margins;          /* share of those pairs by margins */
};
/* The best of many planners that lean another way, against the study's bot; `games` are those of
 * the search. */
void study_exploit(const struct study_options *, struct study_exploit *);

/* ---- what the files share */
/* A game of the bot against itself; with `instead` one choice is another. The text is malloc'd. */
char *study_record(const struct study_options *, uint32_t game,
                   const struct playout_instead *instead);
/* Its review; ends the program where the journal cannot be read, because we have written it. */
void study_review(const struct study_options *, const char *journal, bool curve_only,
                  struct review *);
void study_say(const struct study_options *, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

#endif
