/* journal.h - the text that a game is (contract 8): writing lines, and reading them with suspicion.
 *
 * Every line has two checks. The state check says that the rules still do what they did; the chain
 * says that nobody changed the text. A line's chain continues the previous chain (or the header's
 * bytes) over the line's own state check and the line up to its last bar. So every byte is covered,
 * and an altered line (chain wrong) differs from a changed rule (chain right, state differs).
 */
#ifndef JOURNAL_H
#define JOURNAL_H

#include "core/book.h"
#include "core/dice.h"
#include "core/play.h"
#include "fault.h"

struct journal_option {
  char id[24];
  int value;
};
struct journal_head {
  char game[24], edition[16], scenario[32];
  uint64_t data;
  struct journal_option option[SAL_OPTIONS];
  uint8_t noptions;
  uint8_t side;         /* a redacted copy's viewer, else SAL_NOSIDE */
  const char *position; /* JSON in one line, or NULL; points into the text when read */
  size_t position_len;
  char commit[129]; /* or empty */
};

/* Game, edition, scenario, data and options; no position, no commit, nobody's copy. */
void journal_describe(struct journal_head *, const struct sal_book *, const uint8_t *option);

/* Writing: text that only grows. */
struct journal {
  char *text;
  size_t len, cap;
  uint64_t link; /* what the next line's chain starts from */
  uint32_t next; /* number of the next line */
  bool silent;   /* lines are not written: the replay copies them as they stand */
};
void journal_start(struct journal *, const struct journal_head *);
void journal_free(struct journal *);
void journal_add(struct journal *, int side, bool star, const char *action, const char *dice,
                 uint64_t state);
void journal_undo(struct journal *, int side, uint32_t n, uint64_t state);
/* Text that was written before, as it stands: the header and the lines up to the reader's place. */
struct journal_reader;
void journal_copy(struct journal *, const struct journal_reader *);
/* The tokens used, as the line shows them; those the viewer does not see are `?`. */
void journal_dice(const struct sal_dice *, int viewer, char *buf, size_t cap);

/* Reading. */
enum journal_kind { JOURNAL_SETUP, JOURNAL_ACTION, JOURNAL_UNDO, JOURNAL_DRAW, JOURNAL_ADOPT };
struct journal_line {
  enum journal_kind kind;
  uint32_t n; /* its number */
  int line;   /* its line in the file */
  uint8_t side;
  bool star;     /* made by a standing order */
  bool hidden;   /* a side's copy: the action is not known */
  bool chained;  /* its chain is right */
  uint32_t undo; /* JOURNAL_UNDO */
  uint64_t seed; /* JOURNAL_DRAW: what nobody knows is drawn again from this */
  /* JOURNAL_ADOPT: the side agrees to continue by this edition of the rules and these data files,
   * although line `changed` now replays differently */
  uint32_t edition, changed;
  uint64_t data;
  uint32_t state, chain;
  char action[200];
  uint32_t ntokens;
  char token[SAL_TAPE][SAL_TOKEN];
};
struct journal_reader {
  const char *text;
  size_t size, pos;
  int line; /* of the line just read */
  uint64_t link;
  uint32_t next;
  size_t head_size; /* bytes of the header, `---` line included */
  int head_lines;
  bool torn; /* the last line has no newline; it is not given out */
  struct journal_head head;
  /* A finished game may end in `secret HEX`, or `secret HEX setup` when later dice were typed in;
   * it is not part of `size`. */
  char secret[65];
  bool typed;
  int secret_line, commit_line; /* where they stand */
};
bool journal_open(struct journal_reader *, const char *text, size_t n, struct fault *);
/* 1 a line, 0 the end (see torn), -1 a malformed line (fault names it). */
int journal_next(struct journal_reader *, struct journal_line *, struct fault *);

/* The last adoption of a journal, found before it is played: what comes before it is followed as
 * recorded, what comes after it must be right. */
struct journal_adoption {
  bool any;
  uint32_t first; /* number of its first line; the other side's is the next */
  uint8_t agreed; /* SAL_BIT of the sides */
  uint32_t edition, changed;
  uint64_t data;
};
void journal_adoption(const struct journal_reader *, struct journal_adoption *);

enum journal_verdict {
  JOURNAL_GOOD,
  JOURNAL_MALFORMED, /* not the format: truncated, or a byte changed where only one form is right */
  JOURNAL_ALTERED,   /* the chain is wrong: someone changed the text */
  JOURNAL_CHANGED,   /* the chain is right but the game goes another way: a rule or a figure changed
                      */
  JOURNAL_TORN,      /* the last line has no newline */
};
struct journal_report {
  enum journal_verdict verdict;
  int line;       /* the first bad line of the file */
  uint32_t lines; /* actions read */
  uint32_t n;     /* JOURNAL_CHANGED: the number of that line */
  char rule[24];  /* JOURNAL_CHANGED: the rule that the line cites now, or empty */
  char text[320];
};
/* When the first line's chain is wrong: the line of the file that was altered, that one or one of
 * the header. */
int journal_blame(const struct journal_reader *, const struct journal_line *first);

static inline uint32_t journal_short(uint64_t hash) {
  return (uint32_t)(hash >> 32);
} /* first 8 hex digits */

#endif
