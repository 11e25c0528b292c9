/* card.h - a combat's odds, a ledger, a table or a text, as a player reads it (contract 6).
 *
 * One shape for the card before commitment, in the odds request, and with the dice landed on it in
 * the resolving event. sal_card_json asserts what the contract promises: lines sum to the total,
 * steps lead to the column, chances to 1.
 */
#ifndef SAL_CARD_H
#define SAL_CARD_H

#include "action.h"

enum sal_card_kind { SAL_CARD_NONE, SAL_CARD_ODDS, SAL_CARD_LEDGER, SAL_CARD_TABLE, SAL_CARD_TEXT };
/* Limits of a card. A card has a fixed size, so that it fits on the stack; code that adds to it
 * must check for room. */
enum {
  SAL_CARD_LINES = 40,
  SAL_CARD_STEPS = 24,
  SAL_CARD_OUTCOMES = 48,
  SAL_CARD_HINTS = 12,
  SAL_CARD_ROLLS = 11, /* the sums of two dice */
  SAL_CARD_GATES = 2,
  SAL_CARD_ASPECTS = 2,
  SAL_WORDS = 56
};

struct sal_card_line {
  uint8_t side; /* odds: whose; ledger: unused */
  bool unknown; /* a secret: no value is shown */
  uint16_t rule;
  sal_unit unit;
  struct sal_frac value;
  char text[SAL_WORDS];
};
struct sal_card_step {
  uint16_t rule;
  int8_t shift; /* columns or modifier; has_shift says whether to show it */
  bool has_shift;
  char text[SAL_WORDS], to[24];
};
struct sal_card_outcome {
  struct sal_chance chance;
  int8_t loss[2]; /* steps, by side */
  char text[SAL_WORDS];
};
/* `more`: what the owner could add; `answer`: what the other side still can */
struct sal_card_hint {
  uint16_t rule;
  bool answer;
  struct sal_action act; /* more: the action */
  char text[SAL_WORDS], to[24];
};
/* strip: what one sum of the dice brings, in the table's own code */
struct sal_card_roll {
  uint8_t sum, grade; /* grade: from nothing (0) to the worst (4) */
  struct sal_chance chance;
  char code[8];
};
/* a roll that must succeed before the results count: to hit, then to kill */
struct sal_card_gate {
  uint16_t rule;
  struct sal_chance chance;
  char text[24], need[16];
};
/* a face that the target may show: its armour, and the chance that a hit there is the end of it */
struct sal_card_aspect {
  bool struck;
  uint8_t armour;
  uint16_t rule;
  struct sal_chance kill;
  char text[12];
};
struct sal_card {
  /* by: odds, the side that attacks or fires */
  uint8_t kind, by, nlines, nsteps, noutcomes, nhints, nrolls, ngates, naspects;
  int16_t rolled; /* outcome that came up, or -1 */
  uint16_t rule;
  char title[80], table[16], column[24], text[240];
  char scale[64], scale_at[8]; /* a shot's columns, parted by '|', and the one it is rolled on */
  uint8_t facing, half;        /* of the target: its direction; degrees of its front to each side */
  sal_unit faced;              /* the target whose aspects these are */
  struct sal_frac total[2];    /* odds: per side; ledger: total[0] */
  bool offers;                 /* of a prompt: `act` is the action that rolls on it */
  struct sal_action act;
  struct sal_card_line line[SAL_CARD_LINES];
  struct sal_card_step step[SAL_CARD_STEPS];
  struct sal_card_outcome outcome[SAL_CARD_OUTCOMES];
  struct sal_card_hint hint[SAL_CARD_HINTS];
  struct sal_card_roll roll[SAL_CARD_ROLLS];
  struct sal_card_gate gate[SAL_CARD_GATES];
  struct sal_card_aspect aspect[SAL_CARD_ASPECTS];
};
void sal_card_start(struct sal_card *, int kind, int rule, const char *title);
void sal_card_odds(struct sal_card *, int by, int rule, const char *title);
/* Each adds a line/step/outcome and returns it, for the fields the call does not name. A line of an
 * odds card also adds to its side's total; a ledger's adds to total[0]. */
struct sal_card_line *sal_card_add(struct sal_card *, int side, int32_t num, int32_t den, int rule,
                                   sal_unit, const char *fmt, ...)
    __attribute__((format(printf, 7, 8)));
struct sal_card_step *sal_card_to(struct sal_card *, int rule, const char *to, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));
struct sal_card_outcome *sal_card_may(struct sal_card *, uint64_t num, uint64_t den,
                                      const char *fmt, ...) __attribute__((format(printf, 4, 5)));
/* One cell of the strip, one gate, one aspect of the target. */
void sal_card_sum(struct sal_card *, int sum, uint64_t num, uint64_t den, int grade,
                  const char *code);
void sal_card_gate(struct sal_card *, int rule, uint64_t num, uint64_t den, const char *text,
                   const char *need);
struct sal_card_aspect *sal_card_aspect(struct sal_card *, int rule, int armour, uint64_t num,
                                        uint64_t den, const char *text);

#endif
