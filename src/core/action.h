/* action.h - one small choice: a verb and up to three small operands, and its text form.
 *
 * One click is one action. The verb table gives names, operand kinds, labels and where the client
 * puts it; printing and parsing follow from the table and are exact inverses.
 */
#ifndef SAL_ACTION_H
#define SAL_ACTION_H

#include "board.h"

struct sal_book;

typedef uint16_t sal_unit; /* index of a counter in the book */
#define SAL_NOUNIT ((sal_unit)0xffff)

struct sal_action {
  uint16_t verb, x[3]; /* unused operands are 0 */
};
static inline struct sal_action sal_act(int verb, int a, int b, int c) {
  return (struct sal_action){(uint16_t)verb, {(uint16_t)a, (uint16_t)b, (uint16_t)c}};
}
static inline uint64_t sal_key(struct sal_action a) { /* sorts a list; equal keys, equal actions */
  return (uint64_t)a.verb << 48 | (uint64_t)a.x[0] << 32 | (uint64_t)a.x[1] << 16 | a.x[2];
}
static inline bool sal_same(struct sal_action a, struct sal_action b) {
  return sal_key(a) == sal_key(b);
}

enum sal_arg { /* kind of an operand */
               SAL_ARG_NONE,
               SAL_ARG_UNIT,
               SAL_ARG_HEX,
               SAL_ARG_SIDE, /* a hexside, hex*6+dir: printed as two hex ids joined by '/' */
               SAL_ARG_DIR,  /* 0..5 */
               SAL_ARG_NUM,  /* 0..65535 */
               SAL_ARG_WORD, /* index into verb->words */
               SAL_ARG_BOX,  /* index into the book's boxes */
};
enum sal_on {            /* where a client puts the action */
              SAL_ON_X0, /* on operand 0, 1, 2: a unit, hex, hexside or box */
              SAL_ON_X1,
              SAL_ON_X2,
              SAL_ON_MAIN, /* buttons */
              SAL_ON_MORE,
              SAL_ON_END,
              SAL_ON_FORM, /* a control of the prompt's form */
};
struct sal_verb {
  const char *name;
  uint8_t arg[3];
  uint8_t on;
  const char *const *words; /* NULL-terminated, for SAL_ARG_WORD */
  const char *label;        /* template: {0} {1} {2} are the operands as people read them */
  uint16_t rule;            /* the rule that allows it, unless the node says better */
  const char *key;          /* keyboard key, or NULL */
};

/* The legal ones, in ascending key order without duplicates once sal_list_close has run. */
enum { SAL_MAX_LIST = 8192 }; /* every hex of the largest plain map, and as much again */
struct sal_list {
  uint32_t n;
  struct sal_action a[SAL_MAX_LIST];
};
static inline void sal_list_add(struct sal_list *l, struct sal_action a) {
  SAL_ASSERT(l->n < SAL_MAX_LIST);
  l->a[l->n++] = a;
}
void sal_list_close(struct sal_list *); /* sorts; already sorted lists cost one pass */
bool sal_list_has(const struct sal_list *, struct sal_action); /* of a closed list */

/* Why not: the rule, and a template over operands (see sal_words in event.h). */
struct sal_refusal {
  uint16_t rule;
  const char *text;
  uint16_t x[4];
};
/* Fills `why` (which may be NULL) and returns false: `return sal_refuse(why, R_4_2, "..", a, b)`.
 */
static inline bool sal_refuse(struct sal_refusal *why, int rule, const char *text, int a, int b) {
  if (why)
    *why = (struct sal_refusal){(uint16_t)rule, text, {(uint16_t)a, (uint16_t)b, 0, 0}};
  return false;
}
/* With a third and a fourth operand. */
static inline bool sal_refuse4(struct sal_refusal *why, int rule, const char *text, int a, int b,
                               int c, int d) {
  if (why)
    *why = (struct sal_refusal){
        (uint16_t)rule, text, {(uint16_t)a, (uint16_t)b, (uint16_t)c, (uint16_t)d}};
  return false;
}

size_t sal_action_print(const struct sal_book *, struct sal_action, char *buf, size_t cap);
/* false: err->text says which word is wrong and why. */
bool sal_action_parse(const struct sal_book *, const char *text, struct sal_action *,
                      struct sal_err *);

#endif
