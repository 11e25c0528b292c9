/* sim.h - many games of bots against each other; the result depends on the seed, not on the number of threads.
 *
 * A game that fails is played again from its seed with a journal, and the journal is the report.
 */
#ifndef SIM_H
#define SIM_H

#include <stdio.h>

#include "host/game.h"
#include "story.h"

enum { SIM_CAP = 400000 }; /* actions; a game that goes on longer is a failure */

struct sim_options {
  const struct sal_book *book;
  const char *bot_text[2];
  struct bot_spec bot[2];
  uint64_t seed;
  uint32_t games, jobs;
  bool audit;            /* after every action */
  const char *resume;    /* file of finished games, or NULL */
  uint32_t cap;          /* 0: SIM_CAP */
  bool story;            /* collect what the report shows */
  uint8_t option[SAL_OPTIONS];
  char label[200];       /* of a variant: what is different about it */
  void (*progress)(void *ctx, uint32_t done, uint32_t games, double seconds); /* may be NULL */
  void (*each)(void *ctx, uint32_t game, double margin); /* may be NULL: every finished game, in order, when all are done */
  void *ctx;
  const atomic_bool *stop; /* may be NULL: ends early, complete false */
};
struct sim_failure {
  uint32_t game;
  uint32_t action;
  char text[240];
  char *journal; /* malloc'd */
};
enum { SIM_LEVELS = 32, SIM_FAILURES = 16 };
struct sim_result {
  uint32_t games, finished, failed;
  uint32_t wins[3]; /* german, soviet, draw */
  double score, low, high;
  double margin_mean, margin_sd;
  struct { char text[80]; uint32_t n; } level[SIM_LEVELS];
  uint32_t nlevels;
  uint64_t actions, actions_max;
  uint64_t *verb, *node; /* counts by verb and by node; malloc'd */
  uint64_t *story;       /* see story.h; malloc'd, NULL when nobody asked */
  double *margin;        /* by game; malloc'd */
  uint32_t *length;      /* by game: actions; 0 = not finished; malloc'd */
  uint8_t *winner;       /* by game: german, soviet, 2 draw; malloc'd */
  struct sim_failure failure[SIM_FAILURES];
  uint32_t nfailures;
  uint64_t signature;
  bool complete, repeatable;
  uint32_t jobs;
  double seconds;
};
bool sim_run(const struct sim_options *, struct sim_result *, struct fault *);
void sim_free(struct sim_result *);
void sim_interval(double score, double games, double *low, double *high); /* 95 %, by Wilson */
void sim_json(struct sal_json *, const struct sim_options *, const struct sim_result *);
void sim_print(const struct sim_options *, const struct sim_result *);
bool sim_option(struct sim_options *, const char *text, struct sal_err *); /* ID=N */

/* Two variants on the same seeds: the mean of what a game differs by, with its interval. */
struct sim_difference {
  uint32_t games; /* finished in both */
  double score, score_low, score_high, margin, margin_low, margin_high; /* second less first, German */
};
struct sim_difference sim_differ(const struct sim_result *, const struct sim_result *);
void sim_compare(const struct sim_result *, const struct sim_result *, FILE *, bool json);
/* A self-contained page; the second variant may be NULL. */
bool sim_report(const char *file, const struct sim_options *, const struct sim_result *, const struct sim_options *, const struct sim_result *, struct fault *);

#endif
