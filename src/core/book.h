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

enum { SAL_FACES = 4 };
struct sal_face {
  uint8_t steps;
  char figure[4][8]; /* the big factors, left to right; empty = unused */
  char corner[4][8]; /* nw ne sw se */
};
struct sal_counter {
  const char *id, *name, *formation, *kind, *size, *symbol, *style, *source;
  const char *label; /* how sentences name it: "I/18 Pz" */
  uint8_t side, nfaces;
  bool invented; /* made by a position file */
  struct sal_face face[SAL_FACES]; /* full strength first; the ruleset fills these */
};
struct sal_box {
  const char *id, *title;
};
struct sal_option {
  const char *id, *title;
  uint16_t rule;
  bool is_int; /* else bool */
  uint8_t def, min, max;
  bool here; /* offered by this scenario */
};
struct sal_scenario {
  const char *id, *title, *about, *map;
  uint16_t turns, minutes, units;
};

struct sal_ruleset;
struct sal_position;
struct sal_book {
  const struct sal_ruleset *rules;
  struct sal_arena *arena;
  uint64_t data_hash;      /* of all the game's files */
  uint32_t state_bytes;    /* size of a state, a multiple of 8 */
  uint32_t scratch_bytes;
  uint8_t mp_den;          /* parts of a movement point: 1, 2, 6 */
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
  uint16_t *by_id;   /* counters sorted by id, for lookups */
  const struct sal_position *position; /* NULL in ordinary games */
  void *own;
};

/* What load works from. */
struct sal_source {
  const struct sal_files *files;
  const char *scenario;
  const struct sal_position *position; /* may be NULL: its map, terrain and made-up units go into the book */
  uint64_t data_hash;
  uint16_t nrules; /* as compiled in; rules.tsv of a --data folder must match */
};

/* Fills rule, terrains, scenarios, options, tables, boxes, counters and (from the scenario's or the position's map)
 * the board with its patches. File names: rules.tsv terrain.tsv scenarios.tsv options.tsv tables.tsv
 * boxes.tsv counters.tsv. Missing optional ones (options, tables, boxes) are empty. `row` is called for
 * every row of counters.tsv, for the ruleset's own columns, and for every made-up unit with tsv NULL. */
typedef bool sal_counter_row(struct sal_book *, sal_unit, struct sal_tsv *, struct sal_err *);
bool sal_book_common(struct sal_book *, const struct sal_source *, sal_counter_row *, struct sal_err *);
/* Only rules, scenarios and options: what `games` needs. */
bool sal_book_outline(struct sal_book *, const struct sal_source *, struct sal_err *);

sal_unit sal_unit_find(const struct sal_book *, const char *id); /* SAL_NOUNIT unknown */
const struct sal_table *sal_table_find(const struct sal_book *, const char *id);
int sal_box_find(const struct sal_book *, const char *id);       /* -1 */
int sal_option_find(const struct sal_book *, const char *id);    /* -1 */
int sal_rule_find(const struct sal_book *, const char *id);      /* -1 */
static inline const char *sal_rule_id(const struct sal_book *b, int rule) { return b->rule[rule].id; }

#endif
