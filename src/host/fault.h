/* fault.h - every way a request can fail, as the contract's section 1 lists them.
 *
 * Three kinds of trouble are kept apart: a rule says no (refused, with its id), the input is wrong
 * (with the field or line), or the program has a bug (SAL_ASSERT, never a fault).
 */
#ifndef FAULT_H
#define FAULT_H

#include "core/json.h"

enum fault_code {
  FAULT_NONE,
  FAULT_REFUSED, /* by a rule */
  FAULT_SEAT,    /* not this side's decision */
  FAULT_INPUT,   /* wrong words from outside; `at` says where */
  FAULT_STATE,   /* no game, game over, nothing to undo */
  FAULT_DICE,    /* the tape ran dry, or a token does not fit the roll */
  FAULT_STALE,   /* made on an older view */
  FAULT_LIMIT,   /* too long or too deep */
  FAULT_INTERNAL,
};
struct fault {
  enum fault_code code;
  int line;      /* of a file, 0 = none */
  char rule[24]; /* FAULT_REFUSED */
  char at[96];   /* FAULT_INPUT: "units[3].hex", "journal:17" */
  char text[320];
};

/* All fill and return false, so that a caller can `return fault_say(..)`. */
bool fault_say(struct fault *, enum fault_code, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
bool fault_at(struct fault *, const char *at, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* a data file's or a position's error, as input */
bool fault_from(struct fault *, const struct sal_err *);
#ifdef __clang_analyzer__
#define fault_say(...) sal_never(fault_say(__VA_ARGS__))
#define fault_at(...) sal_never(fault_at(__VA_ARGS__))
#define fault_from(...) sal_never(fault_from(__VA_ARGS__))
#endif

const char *fault_name(enum fault_code);
/* `"error":{..}` into an open object. */
void fault_json(struct sal_json *, const char *key, const struct fault *);
/* One line for a terminal: "units[3].hex: .." or "refused (5.1.3): ..". */
void fault_words(const struct fault *, char *buf, size_t cap);

#endif
