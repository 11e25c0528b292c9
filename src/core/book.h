/* book.h - what does not change while playing: board, counters, tables, rules, scenario.
 *
 * A book is made once per scenario (and per test position) and shared by every game on it. The
 * common parts are filled by sal_book_common; the ruleset's load adds its own in `own`.
 */
#ifndef SAL_BOOK_H
#define SAL_BOOK_H

#include "action.h"
#include "board.h"
#include "data.h"
#include "line.h"

enum { SAL_FACES = 4, SAL_COUNTERS = 1024 };
struct sal_face {
  uint8_t steps;
  char figure[4][8]; /* the big factors, left to right; empty = unused */
  char corner[4][8]; /* nw ne sw se */
};
struct sal_counter {
  const char *id, *name, *formation, *kind, *size, *symbol, *style, *source;
  const char *label; /* how sentences name it: "I/18 Pz" */
  uint8_t side, nfaces;
  bool invented;                   /* made by a position file */
  struct sal_face face[SAL_FACES]; /* full strength first; the ruleset fills these */
};
struct sal_box {
  const char *id, *title;
};
struct sal_option {
  const char *id, *title;
  uint16_t rule;
  bool is_int; /* else bool */
  int16_t def, min, max;
  const char **word; /* the names of its values, from 0 on; NULL: numbers only */
  bool here;         /* offered by this scenario */
};
struct sal_scenario {
  const char *id, *title, *about, *map;
  uint16_t turns, minutes, units;
};
/* How a scenario came out between computers: games won, lost and drawn by the German. */
struct sal_measured {
  const char *bot; /* the bot on both sides; NULL: not measured */
  uint16_t printed[3];
  uint16_t even[3]; /* with the handicap `at`; all 0: not measured */
  int16_t at;       /* what makes it even */
  bool known;       /* `at` was found */
};

struct sal_ruleset;
struct sal_position;
struct sal_book {
  const struct sal_ruleset *rules;
  struct sal_arena *arena;
  uint64_t data_hash; /* of all the game's files */
  /* Which edition of the rules is played. A game keeps the edition it began with, so a rule that
   * was changed asks `p->book->edition >= 2` and older games replay as they were played. */
  uint16_t edition;
  uint32_t state_bytes; /* size of a state, a multiple of 8 */
  uint32_t scratch_bytes;
  uint8_t mp_den; /* parts of a movement point: 1, 2, 6 */
  struct sal_board board;
  struct sal_terrains terrains;
  struct sal_counter *counter;
  struct sal_box *box;
  struct sal_option *option;
  struct sal_scenario *scenarios;
  struct sal_rule *rule; /* by constant; rule[0] is "-", no rule */
  struct sal_table *table;
  uint16_t ncounters, nrules;
  uint8_t nboxes, noptions, nscenarios, ntables, scenario; /* scenario: index of this book's */
  uint16_t *by_id;                                         /* counters sorted by id, for lookups */
  const struct sal_position *position;                     /* NULL in ordinary games */
  struct sal_measured measured;                            /* of this book's scenario */
  uint8_t nlisted; /* options of options.tsv; noptions counts up to the handicap */
  void *own;
};

/* What load works from. */
struct sal_source {
  const struct sal_files *files;
  const char *scenario;
  /* may be NULL: its map, terrain and made-up units go into the book */
  const struct sal_position *position;
  uint64_t data_hash;
  uint16_t nrules; /* as compiled in; rules.tsv of a --data folder must match */
  /* For files of an older version: the program's own files of today, otherwise NULL. The words of
   * the rules, and options that did not exist yet, come from here. */
  const struct sal_files *today;
  /* rules.tsv as the program was built with it: words of rules that older files do not have yet.
   * May be NULL. */
  const struct sal_files *builtin;
  /* Of an owner's files: the program's own tables. Figures that the rules do not read must be as
   * there. Else NULL. */
  const struct sal_files *printed;
};
/* Loads a book: all that the ruleset reads, and nothing changed that it does not read. */
bool sal_load(struct sal_book *, const struct sal_source *, struct sal_err *);

/* Fills rule, terrains, scenarios, options, tables, boxes, counters and (from the scenario's or the
 * position's map) the board with its patches. File names: rules.tsv terrain.tsv scenarios.tsv
 * options.tsv tables.tsv boxes.tsv counters.tsv. Missing optional ones (options, tables, boxes) are
 * empty. `row` is called for every row of counters.tsv, for the ruleset's own columns, and for
 * every made-up unit with tsv NULL. */
typedef bool sal_counter_row(struct sal_book *, sal_unit, struct sal_tsv *, struct sal_err *);
bool sal_book_common(struct sal_book *, const struct sal_source *, sal_counter_row *,
                     struct sal_err *);
bool sal_book_tables(struct sal_book *, const struct sal_source *, struct sal_err *);
/* A cell that names a rule; an empty one stands for none. */
bool sal_book_rule_cell(struct sal_book *, struct sal_tsv *, const char *id, uint16_t *out,
                        struct sal_err *);
bool sal_book_options(struct sal_book *, const struct sal_source *,
                      struct sal_err *); /* book_options.c */
/* Only rules, scenarios and options: all that `games` needs. */
bool sal_book_outline(struct sal_book *, const struct sal_source *, struct sal_err *);

/* To be called after a ruleset has added counters behind those of the file: rebuilds the index of
 * ids. */
void sal_counters_sort(struct sal_book *);
sal_unit sal_unit_find(const struct sal_book *, const char *id); /* SAL_NOUNIT unknown */
const struct sal_table *sal_table_find(const struct sal_book *, const char *id);
int sal_box_find(const struct sal_book *, const char *id);    /* -1 */
int sal_option_find(const struct sal_book *, const char *id); /* -1 */
/* A value as a player writes it: a number, or one of the option's words. False: it is neither. */
bool sal_option_parse(const struct sal_option *, const char *text, int32_t *value);
/* An option's value as players know it, from a state's bytes: a handicap may be below 0. */
int sal_option_value(const struct sal_book *, int option, const uint8_t *bytes);
int sal_rule_find(const struct sal_book *, const char *id); /* -1 */
static inline const char *sal_rule_id(const struct sal_book *b, int rule) {
  return b->rule[rule].id;
}

#endif
