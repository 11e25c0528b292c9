/* bot.h - opponents. A bot is given a side's view and the legal actions, never the state.
 *
 * Names: `random`, `greedy`, `planner[:MS][,STYLE]`, `planner:Nn` (N nodes: repeatable).
 */
#ifndef BOT_H
#define BOT_H

#include <stdatomic.h>

#include "core/ruleset.h"

enum { BOT_NODES = 40000 }; /* what `planner` alone may look at for one decision */
enum bot_style { BOT_STEADY, BOT_BOLD, BOT_CAREFUL };
struct bot_kind;
struct bot_spec {
  const struct bot_kind *kind;
  uint32_t ms, nodes; /* for one decision; 0: not limited by it */
  enum bot_style style;
};
struct bot_thought {
  bool explain;     /* set by the caller: fill in `why` */
  uint32_t threads; /* set by the caller, who knows whether the machine is idle; 0 is 1. The choice does not depend on it */
  struct sal_action action;
  uint64_t nodes;
  char why[200];
};
struct bot_kind {
  const char *name;
  bool looks; /* false: chooses from the list alone and needs no view */
  size_t (*size)(const struct sal_book *); /* bytes of memory it works in */
  void (*start)(void *memory, const struct sal_book *, const struct bot_spec *, uint64_t seed);
  /* view may be NULL when !looks. `legal` is not empty. */
  void (*think)(void *memory, const struct sal_play *view, int side, const struct sal_list *legal,
                const atomic_bool *stop, struct bot_thought *);
};
extern const struct bot_kind *const bot_kinds[]; /* NULL-terminated */

bool bot_parse(const char *text, struct bot_spec *, struct sal_err *);
bool bot_repeatable(const struct bot_spec *); /* not limited by time */

#endif
