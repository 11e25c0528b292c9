/* position.h - a position file (contract 9), read by the host into plain memory. */
#ifndef SAL_POSITION_H
#define SAL_POSITION_H

#include "action.h"

struct sal_play;
struct sal_tsv;

enum { SAL_POS_MARKS = 8, SAL_POS_FACTORS = 12, SAL_POS_WORDS = 8 };

struct sal_pos_unit {
  const char *unit, *name; /* a counter of the book, or a made-up one's name: one of them NULL */
  int side;                /* made-up: its side */
  const char *kind, *formation;
  const char *hex, *box; /* one of them, or neither (off the map) */
  int steps, facing;     /* -1 not given */
  uint8_t nmarks, nfactors;
  const char *mark[SAL_POS_MARKS];
  struct {
    const char *name, *value;
  } factor[SAL_POS_FACTORS]; /* values as printed text */
};
struct sal_pos_terrain {
  const char *hex;     /* {"hex"}: sets the hex's terrain */
  const char *side[2]; /* {"side"}: adds to the hexside; the first hex owns it */
  const char **path;   /* {"path"}: adds along these hexes */
  uint16_t npath;
  uint8_t nset;
  const char *set[SAL_POS_WORDS];
};
struct sal_pos_list { /* a region or a side's controlled hexes */
  const char *id;
  const char **hex;
  uint16_t n;
};
struct sal_pos_mark {
  const char *hex, *mark;
  int side; /* SAL_NOSIDE none */
};
struct sal_pos_var {
  const char *name, *text; /* text NULL: a number */
  int32_t value;
};
struct sal_position {
  const char *map, *phase;
  int turn;
  bool unchecked;
  struct sal_pos_unit *unit;
  struct sal_pos_terrain *terrain;
  struct sal_pos_list *region, *control;
  struct sal_pos_mark *mark;
  struct sal_pos_var *var;
  struct sal_frac score[2];
  bool has_score[2];
  uint16_t nunits, nterrain, nregions, ncontrol, nmarks, nvars;
};
/* For place: a unit's book index after sal_book_common has registered the made-up ones. */
sal_unit sal_pos_unit_index(const struct sal_book *, const struct sal_pos_unit *);
/* Error at "units[3].hex" and the like. */
bool sal_pos_fail(struct sal_err *, const char *list, int i, const char *field, const char *fmt,
                  ...) __attribute__((format(printf, 5, 6)));
/* The hex of units[i], or an error; SAL_NOHEX with true when the unit has none. */
bool sal_pos_hex(const struct sal_book *, const struct sal_position *, int i, sal_hex *,
                 struct sal_err *);

/* Placing: the checks that every game makes of a listed unit, made once. The host has already
 * refused a unit that is listed twice and a side that does not exist. */
struct sal_place_law {
  bool facing;                                     /* units have one */
  bool nowhere;                                    /* a unit may be without hex and box */
  int (*steps)(const struct sal_play *, sal_unit); /* how many it can have */
};
struct sal_placed {
  sal_unit unit;
  sal_hex hex; /* SAL_NOHEX: none */
  int box;     /* -1: none */
  int steps;   /* all it can have where the position gives none */
  int facing;  /* -1: not given */
  const struct sal_pos_unit *listed;
};
bool sal_place_unit(const struct sal_play *, const struct sal_position *, int i,
                    const struct sal_place_law *, struct sal_placed *, struct sal_err *);
/* The phase a position begins with, `otherwise` where it names none. */
bool sal_place_phase(const struct sal_book *, const struct sal_position *, int otherwise,
                     int *phase, struct sal_err *);
/* Calls `hold` for every hex of the position's `control`. */
bool sal_place_control(struct sal_play *, const struct sal_position *,
                       void (*hold)(struct sal_play *, int side, sal_hex), struct sal_err *);

/* The figures of a counter kind, as a table: where each stands in the game's struct and what it may
 * be. The same table reads the columns of kinds.tsv and the `factors` of a made-up unit. */
struct sal_factor {
  const char *name;
  int32_t min, max;
  uint16_t offset;
  uint8_t bytes; /* 1, 2 or 4 */
};
#define SAL_FACTOR(type, member, name, min, max)                                                   \
  { name, min, max, (uint16_t)offsetof(type, member), (uint8_t)sizeof(((type *)0)->member) }
/* The row that `tsv` stands on: a column for each factor. */
bool sal_factors_read(struct sal_tsv *, const struct sal_factor *, int n, void *row,
                      struct sal_err *);
/* Overwrites the factors that the position gives for the made-up unit `id`; other names are
 * refused. Does nothing if the position has no such unit. */
bool sal_factors_given(const struct sal_position *, const char *id, const struct sal_factor *,
                       int n, void *row, struct sal_err *);

#endif
