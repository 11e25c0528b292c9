/* load_tables.c - T2 to T6 from tables.tsv. A figure that is wrong is named and never reaches a
 * game. */
#include "load.h"

#include <string.h>

/* A cell that must be a number in a range. */
bool alea_number(const struct sal_table *t, int row, int col, int32_t min, int32_t max,
                 int32_t *out, struct sal_err *err) {
  if (!sal_parse_int(sal_table_cell(t, row, col), min, max, out)) {
    return sal_table_fail(t, row, err, "column '%s': a number from %d to %d is wanted", t->col[col],
                          min, max);
  }

  return true;
}

/* A figure that fits a byte of the book. */
static bool byte(const struct sal_table *t, int row, int col, int32_t max, uint8_t *out,
                 struct sal_err *err) {
  int32_t n;

  if (!alea_number(t, row, col, 0, max, &n, err)) {
    return false;
  }
  *out = (uint8_t)n;
  return true;
}

/* A cell of the probe table: hits, with an i where the attackers infiltrate (7.a.8.1). */
static bool probe_cell(const struct sal_table *t, int row, int col, uint8_t *hits, uint8_t *slip,
                       struct sal_err *err) {
  const char *text = sal_table_cell(t, row, col);
  char digit[4] = "";
  int32_t n;

  sal_format(digit, sizeof digit, "%.*s", 1, text);
  if (!sal_parse_int(digit, 0, 7, &n)) {
    return sal_table_fail(t, row, err, "'%s' is not hits with or without i", text);
  }
  *hits = (uint8_t)n;
  *slip = text[0] && text[1] == 'i';
  return true;
}

/* One odds and die of T2 and T3, for both sides. */
static bool combat_cell(struct own *o, const struct sal_table *assault,
                        const struct sal_table *probe, int r, int c, struct sal_err *err) {
  if (!byte(assault, r, c, 7, &o->assault_d[r][c], err)) {
    return false;
  }
  if (!byte(assault, r + ROWS, c, 7, &o->assault_a[r][c], err)) {
    return false;
  }
  if (!byte(probe, r + ROWS, c, 7, &o->probe_a[r][c], err)) {
    return false;
  }

  return probe_cell(probe, r, c, &o->probe_d[r][c], &o->slip[r][c], err);
}

/* T2 and T3. */
bool alea_load_combat(struct sal_book *b, struct own *o, struct sal_err *err) {
  const struct sal_table *assault = sal_table_of(b, "assault", 2 * ROWS, COLUMNS, err);
  const struct sal_table *probe = assault ? sal_table_of(b, "probe", 2 * ROWS, COLUMNS, err) : NULL;

  if (!probe) {
    return false;
  }
  for (int i = 0; i < ROWS * COLUMNS; i++) {
    if (!combat_cell(o, assault, probe, i / COLUMNS, i % COLUMNS, err)) {
      return false;
    }
  }

  return true;
}

/* T4: "0" or nothing, "D" or "D+n". */
static bool bombard_cell(const struct sal_table *t, int row, int col, int8_t *out,
                         struct sal_err *err) {
  const char *text = sal_table_cell(t, row, col);
  int32_t n = 0;

  if (!*text || sal_eq(text, "0")) {
    *out = -1;
    return true;
  }
  if (text[0] != 'D') {
    return sal_table_fail(t, row, err, "'%s' is not 0, D or D+n", text);
  }
  if (text[1] && (text[1] != '+' || !sal_parse_int(text + 2, 1, 4, &n))) {
    return sal_table_fail(t, row, err, "'%s' is not D+n", text);
  }
  *out = (int8_t)n;
  return true;
}

/* T4; the columns are named by sums. */
bool alea_load_bombard(struct sal_book *b, struct own *o, struct sal_err *err) {
  const struct sal_table *t = sal_table_of(b, "bombard", ROWS, BOMB_COLUMNS, err);

  if (!t) {
    return false;
  }
  for (int c = 0, first = 1; c < BOMB_COLUMNS; c++) {
    int high;
    if (!sal_band_read(sal_table_col(t, c), first, c == BOMB_COLUMNS - 1, &high)) {
      return sal_table_fail(t, -1, err, "column %d must begin with %d", c + 1, first);
    }
    o->bomb_top[c] = (uint8_t)high;
    first = high + 1;
  }
  for (int i = 0; i < ROWS * BOMB_COLUMNS; i++) {
    int r = i / BOMB_COLUMNS;
    int c = i % BOMB_COLUMNS;
    if (!bombard_cell(t, r, c, &o->bombard[r][c], err)) {
      return false;
    }
  }

  return true;
}

/* One row of T5 or T6: steps that come back, by die. */
static bool back_row(const struct sal_table *t, int row, uint8_t out[6], struct sal_err *err) {
  for (int die = 0; die < 6; die++) {
    if (!byte(t, row, die, 20, &out[die], err)) {
      return false;
    }
  }

  return true;
}

/* T5 and T6: what was lost, as a range that begins where the row before ended. */
static bool lost_row(const struct sal_table *t, int row, const char *range, int first, bool last,
                     uint8_t *top, struct sal_err *err) {
  int high;
  if (!sal_band_read(range, first, last, &high)) {
    return sal_table_fail(t, row, err, "losses from %d on are wanted here", first);
  }
  *top = (uint8_t)high;
  return true;
}

/* T5: six rows a side. */
static bool load_tanks(struct sal_book *b, struct own *o, struct sal_err *err) {
  const struct sal_table *t = sal_table_of(b, "tanks", 2 * LOSS_ROWS, 6, err);
  static const char *const whose[] = {"german ", "soviet "};

  if (!t) {
    return false;
  }
  for (int r = 0; r < 2 * LOSS_ROWS; r++) {
    int side = r / LOSS_ROWS;
    int k = r % LOSS_ROWS;
    const char *label = sal_table_row(t, r);
    size_t n = strlen(whose[side]);
    uint8_t *top = o->tank_lost[side];
    if (strncmp(label, whose[side], n)) {
      return sal_table_fail(t, r, err, "'%s' and its losses are wanted here", whose[side]);
    }
    if (!lost_row(t, r, label + n, k ? top[k - 1] + 1 : 1, k == LOSS_ROWS - 1, &top[k], err)) {
      return false;
    }
    if (!back_row(t, r, o->tank_back[side][k], err)) {
      return false;
    }
  }
  return true;
}

/* T6: four rows for both sides; the last is open at the top. */
static bool load_aircraft(struct sal_book *b, struct own *o, struct sal_err *err) {
  enum { PRINTED = 4 };
  const struct sal_table *t = sal_table_of(b, "aircraft", PRINTED, 6, err);

  if (!t) {
    return false;
  }
  for (int r = 0; r < LOSS_ROWS; r++) {
    int row = min_of(r, PRINTED - 1);
    int first = row ? o->air_lost[row - 1] + 1 : 1;
    const char *label = sal_table_row(t, row);
    if (!lost_row(t, row, label, first, row == PRINTED - 1, &o->air_lost[r], err)) {
      return false;
    }
    if (!back_row(t, row, o->air_back[r], err)) {
      return false;
    }
  }
  return true;
}

bool alea_load_replace(struct sal_book *b, struct own *o, struct sal_err *err) {
  return load_tanks(b, o, err) && load_aircraft(b, o, err);
}
