/* position.h - a position file (contract 9), read by the host into plain memory. */
#ifndef SAL_POSITION_H
#define SAL_POSITION_H

#include "action.h"

enum { SAL_POS_MARKS = 8, SAL_POS_FACTORS = 12, SAL_POS_WORDS = 8 };

struct sal_pos_unit {
  const char *unit, *name;   /* a counter of the book, or a made-up one's name: one of them NULL */
  int side;                  /* made-up: its side */
  const char *kind, *formation;
  const char *hex, *box;     /* one of them, or neither (off the map) */
  int steps, facing;         /* -1 not given */
  uint8_t nmarks, nfactors;
  const char *mark[SAL_POS_MARKS];
  struct { const char *name, *value; } factor[SAL_POS_FACTORS]; /* values as printed text */
};
struct sal_pos_terrain {
  const char *hex;            /* {"hex"}: sets the hex's terrain */
  const char *side[2];        /* {"side"}: adds to the hexside; the first hex owns it */
  const char **path;          /* {"path"}: adds along these hexes */
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
bool sal_pos_fail(struct sal_err *, const char *list, int i, const char *field, const char *fmt, ...)
    __attribute__((format(printf, 5, 6)));
/* The hex of units[i], or an error; SAL_NOHEX with true when the unit has none. */
bool sal_pos_hex(const struct sal_book *, const struct sal_position *, int i, sal_hex *, struct sal_err *);

#endif
