/* thinker.h - what answers `think`: computer opponents behind one struct of functions.
 *
 * The host asks the thinker it was given and knows no bots; the bots know no host. Both include
 * this file.
 */
#ifndef SAL_THINKER_H
#define SAL_THINKER_H

#include <stdatomic.h>

#include "play.h"

struct sal_question {
  const struct sal_play *view; /* of the side that asks */
  int side;
  const char *bot; /* "planner:2000n" */
  uint32_t line;   /* of the journal: the same view at another line is another question */
  const struct sal_list *legal; /* not empty */
  const atomic_bool *stop;      /* set from outside: answer at once */
};
struct sal_answer {
  struct sal_action action;
  uint64_t nodes;
  char why[200];
};
struct sal_thinker {
  void *(*open)(void); /* what it keeps of one game, both sides, from one question to the next */
  void (*forget)(void *minds); /* another game comes */
  void (*close)(void *minds);
  /* false: there is no such bot, and err names those there are */
  bool (*knows)(const char *bot, struct sal_err *);
  void (*think)(void *minds, const struct sal_question *, struct sal_answer *); /* a bot it knows */
};

#endif
