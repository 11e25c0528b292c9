/* passed_inside.h - what a passed game is made of; for passed*.c only.
 *
 * passed_keys.c: keys, values, locks. passed_take.c: the law of the file, one line after the other.
 * passed_read.c: a file that came. passed.c: writing one's own part.
 */
#ifndef PASSED_INSIDE_H
#define PASSED_INSIDE_H

#include "passed.h"

#define PASS_TITLE "salient-pass 1\n"
enum { HASH = 32, SALT = 16, CHECK = 10, ACTIONS = 4096, WORD = 12 }; /* CHECK: " #01234567" */

struct seat {
  bool taken;
  uint8_t key[32], salt[SALT];
  uint32_t sealed, shown; /* how many values */
  uint8_t seal[HASH];     /* of the value not yet shown */
  uint8_t value[HASH];    /* the last one shown */
  bool chose;             /* a sealed choice waits to be opened */
  uint8_t choice[HASH];
  char *locked; /* for the owner: nonce and actions, encrypted */
};
struct part {
  uint8_t head[HASH];
  uint8_t side;
};
struct passed {
  struct library *lib;
  struct desk *desk;
  struct game *g;
  const struct sal_ruleset *rules;
  struct journal_head about;
  enum passed_mode mode;
  char id[PASSED_ID + 1];
  struct passed_key me;
  int side;
  char *text;
  size_t len, cap;
  int line;
  uint8_t run[HASH]; /* over every line so far */
  struct part *part;
  uint32_t nparts;
  struct seat seat[SAL_SIDES];
  uint8_t pair[HASH]; /* both_key, once worked out */
  bool paired;
  /* rolls: number `rolls` is the next; 0 is the set-up */
  uint32_t rolls;
  bool waiting; /* a decision waits for its dice */
  struct sal_action wait_action;
  uint8_t wait_side;
  bool wait_opening; /* it ends a secret choice that is being opened */
  uint8_t batch[HASH];
  uint64_t token;
  char *dice; /* what the next line must say was rolled */
  bool dice_due, seal_due;
  /* the part being read or written */
  bool in_part, began; /* began: a line that is not about joining has come */
  uint8_t author;
  size_t part_at;
  /* mine, not yet written: my half of a secret choice */
  char *mine[ACTIONS];
  uint32_t nmine;
  /* this choice rolls dice: it is made line by line, hidden by the other's program only */
  bool plainly;
  char *memory;
};

/* ---- passed_keys.c */
void pass_digest(uint8_t out[HASH], const void *key, size_t nkey, const char *what, const void *a,
                 size_t na, const void *b, size_t nb);
void *pass_room(void *old, size_t n);
char *pass_copy(const char *text);
void pass_hex(const uint8_t *bytes, size_t n, char *out);
bool pass_unhex(const char *text, uint8_t *out, size_t n); /* exactly n bytes */
const char *pass_name(int side);
/* false, with the line */
bool pass_no(struct passed *, struct fault *, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
void pass_own_value(const struct passed *, uint32_t k, uint8_t out[HASH]);
/* of my secret choices: mine alone */
void pass_choice_key(const struct passed *, uint8_t out[HASH]);
/* What a choice is locked with besides: the lines before it, and its own hash, so that two that
 * follow the same lines share no key stream. */
void pass_choice_run(const struct passed *, const uint8_t hash[HASH], uint8_t out[HASH]);
/* what both programs know and nobody else */
bool pass_both_key(struct passed *, uint8_t out[HASH]);
/* Locked text: base64 of an authenticated cipher; `run` is of the lines before it. NULL: not with
 * this key. Both are malloc'd. */
char *pass_lock(const uint8_t run[HASH], const uint8_t key[HASH], const char *text);
char *pass_unlock(const uint8_t run[HASH], const uint8_t key[HASH], const char *locked);

/* ---- passed_take.c */
bool pass_rolling(const struct passed *); /* something waits for both values */
bool pass_has_shown(const struct passed *, int side);
bool pass_owes_value(const struct passed *, int side);
bool pass_owes_opening(const struct passed *, int side);
bool pass_in_choice(const struct passed *);
/* what it does now must stay secret: the other has still to choose */
bool pass_choosing(const struct passed *, int side);
bool pass_decides(const struct passed *, int side);
bool pass_owed_first(struct passed *, const char *word, struct fault *);
/* the only entry point, for lines that are read and lines that are written */
bool pass_take(struct passed *, const char *word, char *rest, struct fault *);
/* lines that only the two players can read */
bool pass_locks(const struct passed *, const char *word);
/* the game asks this struct for its dice, also after it was moved */
void pass_dice(struct passed *);

/* ---- passed_read.c */
bool pass_read_all(struct passed *, const char *text, size_t n, struct fault *);
bool pass_read_line(struct passed *, char *line, size_t n, struct fault *);
void pass_find_seat(struct passed *); /* my key says which seat is mine, as soon as that is known */

/* ---- passed.c */
extern const char *const pass_mode_name[2];
struct passed *pass_blank(struct library *, struct desk *, const struct passed_key *);
void pass_put_head(struct passed *);
void pass_append(struct passed *, const char *bytes, size_t n);
void pass_check_of(const struct passed *, const char *line, size_t n, uint8_t out[HASH]);
void pass_keep_part(struct passed *);

#endif
