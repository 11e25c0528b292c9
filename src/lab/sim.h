/* sim.h - many games of bots against each other; the result depends on the seed, not on the number
 * of threads.
 *
 * A game that fails is played again from its seed with a journal, and the journal is the report.
 */
#ifndef SIM_H
#define SIM_H

#include <stdio.h>

#include "habits.h"
#include "host/game.h"
#include "story.h"

enum { SIM_CAP = 400000 }; /* actions; a game that goes on longer is a failure */

/* What to play. The caller owns everything pointed to; all threads read it and nobody writes. */
struct sim_options {
  const struct sal_book *book;
  /* as they were named, for the result and the file */
  const char *bot_text[2];
  struct bot_spec bot[2];
  uint64_t seed;
  uint32_t games, jobs;
  bool audit;         /* after every action */
  const char *resume; /* file of finished games, or NULL */
  uint32_t cap;       /* 0: SIM_CAP */
  bool story;         /* collect what the report shows */
  bool habits;        /* count them: sim's own result shows them */
  /* Play only the games i with i mod parts == part - 1; 0 and 1 play all. */
  uint32_t part, parts;
  uint8_t option[SAL_OPTIONS];
  char label[200]; /* of a variant: what is different about it */
  void (*progress)(void *ctx, uint32_t done, uint32_t games, double seconds); /* may be NULL */
  /* may be NULL: every finished game, in order, when all are done */
  void (*each)(void *ctx, uint32_t game, int winner, double margin); /* winner 2: a draw */
  void *ctx;
  const atomic_bool *stop; /* may be NULL: ends early, complete false */
};
/* A game that broke off: where, why, and its journal up to there. */
struct sim_failure {
  uint32_t game;
  uint32_t action;
  char text[240];
  char *journal; /* malloc'd */
};
/* Kinds of victory; no game has this many. Failures beyond sixteen are counted, not kept. */
enum { SIM_LEVELS = 32, SIM_FAILURES = 16 };
/* Filled by sim_run, freed by sim_free. The arrays by game have `games` entries. */
struct sim_result {
  uint32_t games, finished, failed;
  uint32_t wins[3]; /* german, soviet, draw */
  /* the Germans' share of the points, with its interval */
  double score, low, high;
  double margin_mean, margin_sd;
  struct {
    char text[80];
    uint32_t n;
  } level[SIM_LEVELS];
  uint32_t nlevels;
  uint64_t actions, actions_max;
  uint64_t *verb, *node;      /* counts by verb and by node; malloc'd */
  uint64_t habit[2 * HABITS]; /* times, of; all 0 when nobody asked */
  uint64_t *story;            /* see story.h; malloc'd, NULL when nobody asked */
  double *margin;             /* by game; malloc'd */
  uint32_t *length;           /* by game: actions; 0 = not finished; malloc'd */
  uint8_t *winner;            /* by game: german, soviet, 2 draw; malloc'd */
  struct sim_failure failure[SIM_FAILURES];
  uint32_t nfailures;
  /* a hash over the end of every game, in order */
  uint64_t signature;
  /* repeatable: both bots do the same again with the same seed */
  bool complete, repeatable;
  uint32_t jobs;
  double seconds;
};
bool sim_run(const struct sim_options *, struct sim_result *, struct fault *);
void sim_free(struct sim_result *);
uint32_t sim_forfeits(const struct sim_result *, int side); /* games that side's bot gave up */
void sim_interval(double score, double games, double *low, double *high); /* 95 %, by Wilson */
void sim_json(struct sal_json *, const struct sim_options *, const struct sim_result *);
void sim_print(const struct sim_options *, const struct sim_result *);

/* ---- parts of one series, played on several machines (sim_file.c)
 *
 * A part is what --resume wrote. Parts of another version, data, seed or other bots are refused,
 * and so is a set of parts that is not whole. */
struct sim_part_names { /* what a part says of itself; the texts live here */
  char version[32], scenario[96], bot[2][240];
  uint64_t data, options, seed;
  uint32_t part, parts, games; /* games 0: not a part */
  int story, habits;
};
bool sim_part_read(const char *file, struct sim_part_names *, struct fault *);
/* The options' book and bots fit the parts; the rest comes out of the files. */
bool sim_merge(struct sim_options *, const struct sim_part_names *, char *const *files, int n,
               struct sim_result *, struct fault *);
bool sim_option(struct sim_options *, const char *text, struct sal_err *); /* ID=N */

/* Two variants on the same seeds: the mean of what a game differs by, with its interval. */
struct sim_difference {
  uint32_t games; /* finished in both */
  /* second less first, German */
  double score, score_low, score_high, margin, margin_low, margin_high;
};
struct sim_difference sim_differ(const struct sim_result *, const struct sim_result *);
void sim_compare(const struct sim_result *, const struct sim_result *, FILE *, bool json);
/* A self-contained page; the second variant may be NULL. */
bool sim_report(const char *file, const struct sim_options *, const struct sim_result *,
                const struct sim_options *, const struct sim_result *, struct fault *);

#endif
