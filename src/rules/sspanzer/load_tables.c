/* load_tables.c - the tables of tables.tsv. A figure that is wrong is named and never reaches a
 * game. */
#include "load.h"

/* Errors name the table, the row and the cell, so that an owner finds what to correct. */
static bool cell_int(const struct sal_table *t, int row, int col, int min, int max, int *out,
                     struct sal_err *err) {
  const char *text = sal_table_cell(t, row, col);
  int32_t v;

  if (*text == '+')
    text++;
  if (!sal_parse_int(text, min, max, &v))
    return sal_table_fail(t, row, err, "'%s' is not a number from %d to %d", text, min, max);
  *out = v;
  return true;
}

/* A table whose rows must be these, in this order; NULL: it is not. */
static const struct sal_table *table_of(const struct sal_book *b, const char *id,
                                        const char *const *rows, int n, int cols,
                                        struct sal_err *err) {
  const struct sal_table *t = sal_table_find(b, id);

  if (!t || t->nrows != n || t->ncols < cols) {
    if (t)
      sal_table_fail(t, -1, err, "must have %d rows and %d columns", n, cols);
    else
      sal_fail(err, "tables.tsv", 0, "table '%s' is missing", id);
    return NULL;
  }
  for (int i = 0; i < n; i++)
    if (!sal_eq(sal_table_row(t, i), rows[i])) {
      sal_table_fail(t, i, err, "'%s' is wanted here", rows[i]);
      return NULL;
    }

  return t;
}

/* All cells of a table of numbers, row by row. */
static bool read_numbers(const struct sal_book *b, const char *id, const char *const *rows, int n,
                         int cols, int min, int max, int *out, struct sal_err *err) {
  const struct sal_table *t = table_of(b, id, rows, n, cols, err);

  if (!t)
    return false;
  for (int i = 0; i < n * cols; i++)
    if (!cell_int(t, i / cols, i % cols, min, max, &out[i], err))
      return false;

  return true;
}

/* 9.5, 9.6c */
static bool load_dice(struct sal_book *b, struct sal_err *err) {
  static const char *const dice[NDICE] = {"kill-zone",   "fire",     "fire-move", "enter",
                                          "leave",       "leave-cc", "entry",     "entry-artillery",
                                          "bombardment", "support",  "artillery", "close-combat",
                                          "airstrike"};
  static const char *const drm[NDRM] = {"support",  "fort",       "artillery-vehicle",
                                        "weak-gun", "suppressed", "cover",
                                        "asterisk", "leaving",    "crossfire"};
  struct ssp_book *own = b->own;
  int cell[NDICE + NDRM];

  if (!read_numbers(b, "dice", dice, NDICE, 1, 1, SSP_DICE, cell, err))
    return false;
  for (int i = 0; i < NDICE; i++)
    own->dice[i] = (uint8_t)cell[i];
  if (!read_numbers(b, "modifiers", drm, NDRM, 1, -5, 5, cell, err))
    return false;
  for (int i = 0; i < NDRM; i++)
    own->drm[i] = (int8_t)cell[i];

  return true;
}

/* 9.7a, 9.8, 11.3a */
static bool load_effects(struct sal_book *b, struct sal_err *err) {
  static const char *const hits[] = {"0", "1", "2", "3"};
  static const char *const recover[] = {"phase-german", "phase-soviet", "action-german"};
  struct ssp_book *own = b->own;
  int cell[8];

  if (!read_numbers(b, "hits", hits, 4, 2, 0, 4, cell, err))
    return false;
  for (int i = 0; i < 8; i++)
    own->hits[i / 2][i % 2] = (uint8_t)cell[i];
  if (!read_numbers(b, "recovery", recover, NRECOVER, 2, 0, 6, cell, err))
    return false;
  for (int i = 0; i < NRECOVER * 2; i++)
    own->recover[i / 2][i % 2] = (uint8_t)cell[i];

  return true;
}

/* 5b: visibility, and whose aircraft come. */
static bool load_visibility(struct sal_book *b, struct sal_err *err) {
  struct ssp_book *own = b->own;
  static const char *const rows[] = {"2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"};
  const struct sal_table *t = table_of(b, "visibility", rows, 11, 3, err);

  if (!t)
    return false;
  for (int i = 0; i < 11; i++) {
    int vis;
    int planes;
    int side = sal_side_parse(sal_table_cell(t, i, 1));
    if (!cell_int(t, i, 0, 1, SSP_RANGE, &vis, err))
      return false;
    if (!cell_int(t, i, 2, 0, SSP_STRIKES, &planes, err))
      return false;
    if (planes && side >= SAL_SIDES)
      return sal_table_fail(t, i, err, "whose aircraft are they?");
    own->visibility[i] = (struct ssp_visibility){(uint8_t)vis, (uint8_t)side, (uint8_t)planes};
    own->max_vis = (uint8_t)ssp_most(own->max_vis, vis);
  }

  return true;
}

/* 12.2c */
static bool load_aircraft(struct sal_book *b, struct sal_err *err) {
  struct ssp_book *own = b->own;
  int n = 0;

  while (ssp_air_words[n])
    n++;
  const struct sal_table *t = table_of(b, "aircraft", ssp_air_words, n, 3, err);
  if (!t)
    return false;
  for (int i = 0; i < n; i++) {
    int s;
    int g;
    int side = sal_side_parse(sal_table_cell(t, i, 0));
    if (side >= SAL_SIDES)
      return sal_table_fail(t, i, err, "it has no side");
    if (!cell_int(t, i, 1, 0, 6, &s, err))
      return false;
    if (!cell_int(t, i, 2, 0, 6, &g, err))
      return false;
    own->aircraft[own->naircraft++] =
        (struct ssp_aircraft){sal_table_row(t, i), (uint8_t)side, (uint8_t)s, (uint8_t)g};
  }

  return true;
}

/* 2.10b: how many there are of each tile. */
static bool load_tiles(struct sal_book *b, struct sal_err *err) {
  static const char *const rows[] = {"s1", "s2", "s3", "s4", "s5", "s6"};
  struct ssp_book *own = b->own;
  int cell[SSP_TILES];

  if (!read_numbers(b, "tiles", rows, SSP_TILES, 1, 0, 99, cell, err))
    return false;
  for (int i = 0; i < SSP_TILES; i++) {
    own->tiles[i + 1] = (uint8_t)cell[i];
    if (!own->tile[i + 1])
      return sal_fail(err, "counters.tsv", 0, "the tile s%d is missing", i + 1);
  }

  return true;
}

/* All tables of tables.tsv. What a step costs (8.3d) is law and no figure: that table is shown. */
bool ssp_load_tables(struct sal_book *b, struct sal_err *err) {
  const struct sal_table *movement = sal_table_find(b, "movement");

  if (movement)
    sal_table_only_shown(movement);
  if (!load_dice(b, err))
    return false;
  if (!load_effects(b, err))
    return false;
  if (!load_visibility(b, err))
    return false;
  if (!load_aircraft(b, err))
    return false;

  return load_tiles(b, err);
}
