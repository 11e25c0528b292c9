/* worker_inside.h - what worker.c (processes here), far.c (other machines) and worker_main.c (the
 * thinking end of the pipe) share. */
#ifndef WORKER_INSIDE_H
#define WORKER_INSIDE_H

#include "bots/bot.h"
#include "worker.h"

/* The magic reveals a process that has lost its place in the pipe. No game's data files come near
 * 16 MiB. */
enum { MAX_WORKERS = 16, ASK_MAGIC = 0x7468696f, PACK_BYTES = 16 << 20 };
struct ask { /* what goes down the pipe, then the data files, position, view and memory */
  uint32_t magic, side, nposition, nview;
  uint64_t seed, game, data; /* data: the hash of the game's data files as the server has them */
  uint32_t threads, most_ms; /* most_ms: less than the bot asks for, when the server is busy */
  uint64_t npack;            /* of the data files of an older version, sent before the position */
  uint32_t edition;          /* of the rules that the game is played by */
  uint32_t ncarry;           /* what the bot kept of its last decision; 0: it begins */
  char rules[24], scenario[32], bot[64];
};
/* The answer. It comes from a process or a machine that may be faulty, so every field is checked.
 */
struct told {
  uint32_t magic, ok;
  struct sal_action action;
  uint64_t nodes;
  char why[200];
  uint32_t ncarry, spare;
  uint8_t carry[BOT_CARRY]; /* what the bot keeps for the next time */
};

struct check;
/* A question: in the queue, in a process, away with a worker, or to be repeated; in one list at
 * a time. */
struct job {
  struct ask ask;
  char *rest; /* data files, position, view, memory */
  size_t nrest;
  uint32_t limit_ms;
  uv_write_t write; /* the answer may be here before the loop has noticed that all was written: */
  int holders;      /* the job goes when both are done */
  thought_done *done;
  void *arg;
  char who[LIMIT_WHO];
  int64_t asked, began; /* steady ms: since it waits; since somebody thinks */
  /* hurried: asked to finish; quick: from a bot that does not think long */
  bool hurried, quick;
  struct node node;
  /* for other machines (far.c) */
  bool may_leave;      /* it is slow enough, and its answer can be repeated */
  uint64_t number;     /* under which it went out */
  uint32_t with;       /* the worker that has it; 0: none */
  int64_t lease;       /* steady ms by which that worker must report */
  struct check *check; /* it only repeats an earlier answer; NULL: somebody waits for it */
};
/* A place for a process. alive: it has one; job NULL: it is idle. */
struct worker {
  struct workers *all;
  uv_process_t process;
  uv_pipe_t in, out;
  uv_timer_t limit;
  bool alive;
  int open; /* handles not yet closed */
  struct job *job;
  /* the one it thought about last, which it remembers */
  uint64_t game;
  char got[sizeof(struct told)];
  size_t ngot;
};
/* Touched by the loop alone. */
struct workers {
  struct server *srv;
  int n;
  bool stopping;
  struct list jobs; /* that wait */
  char said[200];   /* the last trouble that was logged */
  int64_t barred;   /* no process could be started: not tried again before; 0: all is well */
  struct far *far;
  struct worker worker[MAX_WORKERS];
};

/* worker.c */
void job_free(struct job *);
/* The job is over: the asker is told the answer and who thought it. */
void job_end(struct workers *, struct job *, const struct told *, const char *why, uint32_t by);
void workers_next(struct workers *); /* gives out what waits */
/* The next job in turn, of those that `may`; NULL: none. */
struct job *workers_fairest(struct workers *, bool (*may)(struct workers *, const struct job *));

/* far.c */
void far_new(struct workers *);
void far_free(struct workers *);
void far_tick(struct workers *);
void far_stop(struct workers *); /* nobody is given anything any more */
void far_give(struct workers *); /* gives waiting jobs to waiting workers */
/* Other machines will take it soon: it need not be thought here. */
bool far_hopes(struct workers *, const struct job *);
int far_running(const struct workers *, const char *who);
struct job *far_check_for_home(struct workers *); /* to be repeated here now, or NULL */
/* A repeated thought is over; takes the job. t NULL: it came to nothing. */
void far_checked(struct workers *, struct job *, const struct told *t, uint32_t by);

#endif
