/* board.h - an immutable hex map: terrain, hexsides, paths, names, regions.
 *
 * A hex is the index of its cell in a bordered axial grid: the neighbour in direction d is
 * h + board->step[d], and the border makes stepping off the map land on a cell that is not `on`.
 * Cell 0 is never on the map, so 0 serves as "no hex".
 */
#ifndef SAL_BOARD_H
#define SAL_BOARD_H

#include "hex.h"

/* A hexside operand is hex*6+dir in 16 bits, so a ruleset with hexside actions must stay below
 * 10,923 cells. */
enum { SAL_MAX_CELLS = 14400, SAL_NAME_SLOTS = 16384, SAL_ID = 12 };

/* Which edge the first printed number lies at, as seen with north up. */
enum sal_corner_of_numbers { SAL_NW, SAL_NE, SAL_SW, SAL_SE };
enum sal_numbering { SAL_CCRR, SAL_BOARD_ROW }; /* 1405; 4-K5, or K5 */

struct sal_terrain { /* a row of terrain.tsv; its bit is its place among rows of its kind */
  const char *id, *title, *paint;
  uint16_t rule;
};
struct sal_terrains {
  struct sal_terrain hex[32], side[16], path[8];
  uint8_t nhex, nside, npath;
};
int sal_terrain_bit(const struct sal_terrain *rows, int n, const char *id); /* -1 unknown */

struct sal_label {
  const char *text;
  sal_hex hex;
  uint8_t rank; /* 1 city .. 4 hill or feature */
};
struct sal_region {
  const char *id;
  const sal_hex *hexes; /* ascending by place on the map */
  uint16_t n;
};
struct sal_path {
  uint8_t kind; /* path bit */
  const sal_hex *hexes;
  uint16_t n;
};
struct sal_river { /* a named course, for drawing its name; the hexsides carry the rule */
  const char *text;
  const sal_hex *hexes; /* pairs: the hexsides along it */
  uint16_t n;
};

struct sal_board {
  const char *id, *source; /* source: `rulebook` or `reconstructed`, with a note */
  bool pointy;
  uint16_t cells;    /* size of the cell arrays */
  uint16_t nhexes;   /* hexes on the map */
  int16_t step[6];   /* cell index of a neighbour, minus that of the hex */
  sal_hex *order;    /* all hexes, by row then column as numbered: the order of documents */
  int16_t *q, *r;    /* per cell */
  uint8_t *on;       /* per cell: 1 on the map */
  uint32_t *terrain; /* per cell: hex terrain bits */
  uint16_t *side;    /* [cell*6+dir]: hexside terrain bits, the same from both hexes */
  uint16_t *owns;    /* [cell*6+dir]: those bits for which this hex is the owning (uphill) one */
  uint8_t *path;     /* [cell*6+dir]: path bits crossing that hexside, the same from both hexes */
  char (*name)[SAL_ID]; /* per cell: its id */
  struct sal_label *labels;
  struct sal_region *regions;
  struct sal_path *paths;
  struct sal_river *rivers;
  uint16_t nlabels, nregions, npaths, nrivers;
  /* how ids are made, for parsing them quickly */
  enum sal_numbering numbering;
  sal_hex *by_number; /* CCRR: [10000]; else [SAL_NAME_SLOTS] by hash of the id, 0 = free */
};

static inline sal_hex sal_next(const struct sal_board *b, sal_hex h, int dir) {
  sal_hex n = (sal_hex)(h + b->step[dir]);
  return b->on[n] ? n : SAL_NOHEX;
}
static inline int sal_distance(const struct sal_board *b, sal_hex h, sal_hex g) {
  return sal_span(b->q[h] - b->q[g], b->r[h] - b->r[g]);
}
int sal_dir_to(const struct sal_board *b, sal_hex from, sal_hex to); /* adjacent: 0..5, else -1 */
sal_hex sal_hex_at(const struct sal_board *b, int q, int r);         /* SAL_NOHEX off the map */
sal_hex sal_hex_parse(const struct sal_board *b, const char *id);    /* SAL_NOHEX unknown */
const struct sal_region *sal_region_find(const struct sal_board *b, const char *id);
struct sal_point sal_hex_point(const struct sal_board *b, sal_hex h);

/* A hexside as one operand: hex * 6 + direction. */
static inline uint16_t sal_side_of(sal_hex h, int dir) {
  return (uint16_t)(h * 6 + dir);
}

/* Building. A shape is a rectangle of hexes with its own numbering; a board may join several. */
struct sal_shape {
  const char *board; /* prefix of SAL_BOARD_ROW ids; empty: none */
  bool pointy;
  uint8_t cols, rows;
  uint8_t first_col, first_row; /* printed number of the first column and row */
  enum sal_corner_of_numbers corner;
  /* the odd-numbered columns (rows when pointy) are the ones shoved half a hex down/right */
  bool odd_low;
  enum sal_numbering numbering;
  int16_t dq, dr; /* where its north-west hex lies in the joined frame */
};
/* The printed name of the hex in this column and row, counted from the north-west, and whether it
 * is one of those that lie half a hex lower (flat) or farther right (pointy). */
void sal_shape_name(const struct sal_shape *, int x, int y, char out[SAL_ID]);
bool sal_shape_low(const struct sal_shape *, int x, int y);
/* An empty board of these shapes; every hex gets terrain bit 0. */
bool sal_board_make(struct sal_board *, struct sal_arena *, const struct sal_shape *, int nshapes,
                    struct sal_err *);
/* A drawn text map (docs/data-format.md). */
struct sal_file;
bool sal_board_load(struct sal_board *, struct sal_arena *, const struct sal_file *,
                    const struct sal_terrains *, struct sal_err *);
/* Several drawn maps as one board; `place` gives each one's north-west hex in axial steps. */
bool sal_board_join(struct sal_board *, struct sal_arena *, const struct sal_file *const *files,
                    const int16_t (*place)[2], int nfiles, const struct sal_terrains *,
                    struct sal_err *);
/* The shape alone, and the place in a joined frame that the file gives (`place Q R`; 0 0 without).
 */
bool sal_shape_read(struct sal_shape *, struct sal_arena *, const struct sal_file *,
                    struct sal_err *);
bool sal_map_place(const struct sal_file *, int16_t place[2], struct sal_err *);
void sal_side_set(struct sal_board *, sal_hex h, int dir, uint16_t bits, bool on);
void sal_path_set(struct sal_board *, sal_hex h, int dir, uint8_t bits, bool on);

#endif
