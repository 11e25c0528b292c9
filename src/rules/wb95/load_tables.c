/* load_tables.c - tables.tsv: combat, fire, supply, the scale of victory, units that begin dug in.
 *
 * Labels and bounds are read too: one that is not understood is refused with its line.
 */
#include "load.h"

#include <string.h>

/* Every label of a table that the rules do not read as a figure must be the expected one. */
static bool has_rows(const struct sal_table *t, const char *const *want, struct sal_err *err) {
  for (int row = 0; row < t->nrows; row++)
    if (!sal_eq(sal_table_row(t, row), want[row]))
      return sal_table_fail(t, row, err, "'%s' is wanted here", want[row]);
  return true;
}
static bool has_columns(const struct sal_table *t, const char *const *want, struct sal_err *err) {
  for (int col = 0; col < t->ncols; col++)
    if (!sal_eq(sal_table_col(t, col), want[col]))
      return sal_table_fail(t, -1, err, "column %d must be '%s', not '%s'", col + 1, want[col],
                            t->col[col]);
  return true;
}

const struct sal_table *wb_table_of(const struct sal_book *b, const char *id, int nrows, int ncols,
                                    const char *const *rows, const char *const *cols,
                                    struct sal_err *err) {
  const struct sal_table *t = sal_table_of(b, id, nrows, ncols, err);
  if (!t || !has_rows(t, rows, err) || !has_columns(t, cols, err))
    return NULL;
  return t;
}

static const char *const rolls[] = {"2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"};

/* One letter or figure of a result for one side: "An" or "Dn" retreat, "D" disorganized, "*" a
 * test, "-n" losses. How many characters were read; 0: not understood. */
static int sign_of(const char *s, size_t n, int side, struct cell_result *r) {
  bool digit = n > 1 && s[1] >= '1' && s[1] <= '9';
  char goes_back = side == 0 ? 'A' : 'D';

  if (s[0] == goes_back && digit) {
    r->back[side] = (uint8_t)(s[1] - '0');
    return 2;
  }
  if (s[0] == '-' && digit) {
    r->loss[side] = (uint8_t)(s[1] - '0');
    return 2;
  }
  if (s[0] == 'D') {
    r->disorg[side] = 1;
    return 1;
  }
  if (s[0] == '*') {
    r->test[side] = 1;
    return 1;
  }

  return 0;
}

/* "A2D-2", "D3-1", "-1D", "*": one side's part of a result. Bare `-` and `.` mean nothing. */
static bool part_of(const char *s, size_t n, int side, struct cell_result *r) {
  if (n == 1 && (s[0] == '-' || s[0] == '.'))
    return true;
  while (n) {
    int read = sign_of(s, n, side, r);
    if (!read)
      return false;
    s += read;
    n -= (size_t)read;
  }

  return true;
}

/* A cell of the combat table has two parts, of a fire table one. */
static bool read_result(const char *text, struct cell_result *r) {
  const char *slash = strchr(text, '/');

  if (!slash)
    return part_of(text, strlen(text), 1, r);
  if (!part_of(text, (size_t)(slash - text), 0, r))
    return false;

  return part_of(slash + 1, strlen(slash + 1), 1, r);
}

/* All the cells of a table of results. */
static bool read_results(const struct sal_table *t, struct cell_result *out, struct sal_err *err) {
  for (int i = 0; i < t->nrows * t->ncols; i++) {
    const char *s = sal_table_cell(t, i / t->ncols, i % t->ncols);
    if (!read_result(s, &out[i]))
      return sal_table_fail(t, i / t->ncols, err, "there is no result '%s'", s);
  }

  return true;
}

/* 5.2.1: the combat table. */
static bool load_combat(struct sal_book *b, struct own *o, struct sal_err *err) {
  const struct sal_table *t = wb_table_of(b, "combat", ROLLS, COLUMNS, rolls, wb_column, err);

  if (!t)
    return false;

  return read_results(t, &o->combat[0][0], err);
}

/* "3-5" or "17+": the strength points of a row. It must begin where the row before it ended. */
static bool read_bound(const struct sal_table *t, int row, uint8_t *bound, struct sal_err *err) {
  const char *label = sal_table_row(t, row);
  int first = row ? bound[row - 1] + 1 : 1;
  bool last = row == FIRE_ROWS - 1;
  int high;

  if (!sal_band_read(label, first, last, &high))
    return sal_table_fail(t, row, err, "points from %d on are wanted here", first);
  bound[row] = (uint8_t)high;
  return true;
}

/* The three tables of fire: air, artillery, objects. */
static const struct sal_table *fire_table(struct sal_book *b, const char *id, uint8_t *bound,
                                          struct sal_err *err) {
  const struct sal_table *t = sal_table_of(b, id, FIRE_ROWS, ROLLS, err);

  if (!t)
    return NULL;
  if (!has_columns(t, rolls, err))
    return NULL;
  for (int row = 0; row < FIRE_ROWS; row++)
    if (!read_bound(t, row, bound, err))
      return NULL;

  return t;
}

/* 8.2.8: hits on bridges. */
static bool load_objects(struct sal_book *b, struct own *o, struct sal_err *err) {
  const struct sal_table *t = fire_table(b, "objects", o->fire_bound[FIRE_OBJECTS], err);

  if (!t)
    return false;
  for (int i = 0; i < FIRE_ROWS * ROLLS; i++) {
    const char *s = sal_table_cell(t, i / ROLLS, i % ROLLS);
    bool hit = sal_eq(s, "D");
    if (!hit && !sal_eq(s, "."))
      return sal_table_fail(t, i / ROLLS, err, "D or . is wanted, not '%s'", s);
    o->objects[i / ROLLS][i % ROLLS] = hit;
  }

  return true;
}

/* 6.4.2, 8.2.6: the tables of air and artillery. */
static bool load_fire(struct sal_book *b, struct own *o, struct sal_err *err) {
  const struct sal_table *air = fire_table(b, "air", o->fire_bound[FIRE_AIR], err);

  if (!air)
    return false;
  if (!read_results(air, &o->air[0][0], err))
    return false;
  const struct sal_table *guns = fire_table(b, "artillery", o->fire_bound[FIRE_GUNS], err);
  if (!guns)
    return false;
  if (!read_results(guns, &o->artillery[0][0], err))
    return false;

  return load_objects(b, o, err);
}
static const char *const side_names[] = {"german", "soviet"};

/* K.7, P.9 */
static bool load_works(const struct sal_book *b, struct own *o, struct sal_err *err) {
  static const char *const lists[] = {"lesson", "north", "south"};
  const struct sal_table *t = wb_table_of(b, "works", LISTS, SAL_SIDES, lists, side_names, err);

  if (!t)
    return false;
  for (int r = 0; r < LISTS; r++) {
    for (int side = 0; side < SAL_SIDES; side++) {
      int32_t yes;
      if (!sal_parse_int(sal_table_cell(t, r, side), 0, 1, &yes))
        return sal_table_fail(t, r, err, "0 or 1 is wanted");
      o->works[r][side] = yes != 0;
    }
  }

  return true;
}

/* 10.1.7, 9.2.2 */
static bool load_supply(const struct sal_book *b, struct own *o, struct sal_err *err) {
  static const char *const cols[] = {"supply", "range"};
  const struct sal_table *t = wb_table_of(b, "supply", SAL_SIDES, 2, side_names, cols, err);

  if (!t)
    return false;
  for (int side = 0; side < SAL_SIDES; side++) {
    int32_t points;
    int32_t range;
    if (!sal_parse_int(sal_table_cell(t, side, 0), 1, 30, &points))
      return sal_table_fail(t, side, err, "points are 1 to 30");
    if (!sal_parse_int(sal_table_cell(t, side, 1), 1, 20, &range))
      return sal_table_fail(t, side, err, "ranges are 1 to 20");
    o->supply[side] = (uint8_t)(points * POINT);
    o->hq_range[side] = (uint8_t)range;
  }

  return true;
}

/* K.11, P.12: the points that the levels of victory need, rising. */
static bool load_scale(const struct sal_book *b, struct own *o, struct sal_err *err) {
  static const char *const cols[] = {"small", "medium", "significant"};
  static const char *const rows[] = {"lesson", "kursk", "prokhorovka", "joined"};
  const struct sal_table *t = wb_table_of(b, "scale", 4, 3, rows, cols, err);

  if (!t)
    return false;
  for (int r = 0; r < 4; r++) {
    int32_t least = 0;
    for (int c = 0; c < 3; c++) {
      int32_t v;
      if (!sal_parse_int(sal_table_cell(t, r, c), least, 250, &v))
        return sal_table_fail(t, r, err, "rising numbers are wanted");
      least = v;
      if (sal_eq(rows[r], b->scenarios[b->scenario].id))
        o->scale[c] = (uint8_t)v;
    }
  }

  return true;
}

/* All the tables of tables.tsv. */
bool wb_load_tables(struct sal_book *b, struct own *o, struct sal_err *err) {
  if (!load_combat(b, o, err))
    return false;
  if (!load_fire(b, o, err))
    return false;
  if (!load_supply(b, o, err))
    return false;
  if (!load_scale(b, o, err))
    return false;

  return load_works(b, o, err);
}
