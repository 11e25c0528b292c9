/* sim_inside.h - a series of games in play: what sim.c and sim_file.c share. */
#ifndef SIM_INSIDE_H
#define SIM_INSIDE_H

#include <pthread.h>

#include "sim.h"

enum { PENDING, PLAYED, FAILED };
/* How one game of a run ended, or that it is still to be played. */
struct outcome {
  uint64_t hash;
  int32_t num, den; /* margin */
  uint32_t actions;
  /* winner 2 is a draw; level is an index into the result's */
  uint8_t state, winner, level;
};
/* A run over many games: each thread takes the next number that is free. */
struct sim {
  const struct sim_options *o;
  struct sim_result *r;
  /* by number; a thread writes only the game that it took, with the lock held */
  struct outcome *game;
  /* the next game that nobody has taken */
  atomic_uint next;
  uint32_t done;
  pthread_mutex_t lock;
  FILE *log; /* the resume file */
  double began;
};

struct witness { /* those who look on while a game is played; NULL if there are none */
  struct story *story;
  struct habits *habits;
};
static inline bool sim_in_part(const struct sim_options *o, uint32_t game) {
  return o->parts < 2 || game % o->parts == o->part - 1;
}
void sim_begin(struct sim *, const struct sim_options *, struct sim_result *);
void sim_finish(struct sim *, bool ok); /* adds up and frees; not ok: frees the result, too */
/* The place of a level's name. They come in any order and are sorted when all is added up. */
uint8_t sim_level(struct sim_result *, const char *text);
bool sim_resume(struct sim *, struct fault *);
/* Writes a finished game to the resume file; the lock is held. */
void sim_log(struct sim *, uint32_t game, const struct playout *, const struct witness *);

#endif
