/* bot.h - opponents. A bot is given a side's view and the legal actions, never the state.
 *
 * Names: `random`, `greedy`, `planner[@LEVEL][:MS][,STYLE]`, `planner:Nn` (N nodes: repeatable).
 */
#ifndef BOT_H
#define BOT_H

#include <stdatomic.h>

#include "core/ruleset.h"
#include "core/thinker.h"

enum { BOT_CARRY = 3072 };  /* bytes that a bot keeps, at most */
enum { BOT_NODES = 40000 }; /* what `planner` alone may look at for one decision */
enum bot_style { BOT_STEADY, BOT_BOLD, BOT_CAREFUL };
struct bot_level { /* how much a choice may give away, in points of the chance to win */
  const char *name;
  uint8_t gives;
};
enum { BOT_LEVELS = 4 };
extern const struct bot_level
    bot_levels[BOT_LEVELS]; /* the weakest first, the last gives nothing */
struct bot_kind;
struct exec_bot;
struct bot_spec {
  const struct bot_kind *kind;
  uint32_t ms, nodes; /* for one decision; 0: not limited by it */
  enum bot_style style;
  uint8_t gives; /* of its level */
  /* Where its plans begin, by side: all 0 but in the laboratory (lab/study_exploit.c). */
  int8_t bend[SAL_SIDES][SAL_BIAS];
  const struct exec_bot *exec; /* another program's bot: lab/exec_bot.h */
};
struct bot_thought {
  bool explain; /* set by the caller: fill in `why` */
  /* set by the caller, who knows whether the machine is idle; 0 is 1. The choice does not depend on
   * it */
  uint32_t threads;
  struct sal_action action;
  uint64_t nodes;
  bool gave_up; /* it has no legal action to offer and forfeits; `why` says what happened */
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
  void (*stop)(void *memory); /* NULL: nothing to let go of but the memory itself */
  /* What it carries from one decision to the next, as plain bytes. Another process of the same
   * build, on another machine, continues from them with the same choices. Equal memories give equal
   * bytes. Returns how many bytes; at most BOT_CARRY. */
  size_t (*keep)(const void *memory, void *out);
  /* Restores into memory that was started for the same book and spec. False: the bytes are not its
   * own, and the memory is as it was started. */
  bool (*resume)(void *memory, const void *kept, size_t n);
  bool slow; /* a decision may take seconds: worth another machine's time */
};
extern const struct bot_kind *const bot_kinds[]; /* NULL-terminated */

extern const struct sal_thinker bot_thinker; /* all of them, for the host's `think` */
bool bot_parse(const char *text, struct bot_spec *, struct sal_err *);
bool bot_repeatable(const struct bot_spec *); /* not limited by time */

#endif
