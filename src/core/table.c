/* table.c - the printed tables: reads a figure, and keeps everything else as it was printed.
 *
 * An owner of a printed game may change the figures. If the rules read a figure, the change counts.
 * If they do not (a word that only names a row, a cell that is only shown), the change would have
 * no effect, so the file is refused: a changed figure must matter.
 */
#include <stdarg.h>
#include <string.h>

#include "book.h"
#include "ruleset.h"

enum { MESSAGE = 160 };

/* How many cells a table has; behind them come the marks of rows, columns and the table itself. */
static int cells(const struct sal_table *t) {
  return t->nrows * t->ncols;
}

/* Remembers that the rules read this place. Only a book that is being loaded does. */
static void mark(const struct sal_table *t, int place) {
  if (t->was_read)
    t->was_read[place] = 1;
}

const char *sal_table_cell(const struct sal_table *t, int row, int col) {
  SAL_ASSERT(row >= 0 && row < t->nrows && col >= 0 && col < t->ncols);
  mark(t, row * t->ncols + col);
  return t->cell[row * t->ncols + col];
}

const char *sal_table_row(const struct sal_table *t, int row) {
  SAL_ASSERT(row >= 0 && row < t->nrows);
  mark(t, cells(t) + row);
  return t->row[row];
}

const char *sal_table_col(const struct sal_table *t, int col) {
  SAL_ASSERT(col >= 0 && col < t->ncols);
  mark(t, cells(t) + t->nrows + col);
  return t->col[col];
}

/* The place after the last label stands for the table as a whole. */
static int whole(const struct sal_table *t) {
  return cells(t) + t->nrows + t->ncols;
}

/* A table that is printed for the players and not read by the rules. */
void sal_table_only_shown(const struct sal_table *t) {
  mark(t, whole(t));
}

#ifdef __clang_analyzer__
#undef sal_table_fail
#endif
/* An error with table, row and line. */
bool sal_table_fail(const struct sal_table *t, int row, struct sal_err *err, const char *fmt, ...) {
  char text[MESSAGE];
  va_list args;

  va_start(args, fmt);
  sal_vformat(text, sizeof text, fmt, args);
  va_end(args);
  int line = row < 0 ? t->line : t->row_line[row];
  if (row < 0)
    return sal_fail(err, "tables.tsv", line, "table '%s': %s", t->id, text);

  return sal_fail(err, "tables.tsv", line, "table '%s', row '%s': %s", t->id, t->row[row], text);
}

/* The table with this id, if it has the shape that the rules read. */
const struct sal_table *sal_table_of(const struct sal_book *b, const char *id, int rows, int cols,
                                     struct sal_err *err) {
  const struct sal_table *t = sal_table_find(b, id);

  if (!t) {
    sal_fail(err, "tables.tsv", 0, "table '%s' is missing", id);
    return NULL;
  }
  bool fits = t->nrows == rows && t->ncols == cols;
  if (!fits) {
    sal_table_fail(t, -1, err, "must have %d rows and %d columns", rows, cols);
    return NULL;
  }

  return t;
}

/* A row label such as "1", "2-4" or "9+". Bands must follow each other without a gap. */
bool sal_band_read(const char *label, int first, bool last, int *high) {
  char want[24];
  int32_t end = first;
  const char *dash = strchr(label, '-');

  if (last) {
    *high = SAL_NO_END;
    sal_format(want, sizeof want, "%d+", first);
    return sal_eq(label, want);
  }
  if (dash && !sal_parse_int(dash + 1, first, SAL_NO_END - 1, &end))
    return false;
  *high = (int)end;
  if (dash)
    sal_format(want, sizeof want, "%d-%d", first, (int)end);
  else
    sal_format(want, sizeof want, "%d", first);

  return sal_eq(label, want);
}

/* ---- what nobody reads stays */
static bool stays(const struct sal_table *t, int row, int place, const char *is,
                  const char *printed, struct sal_err *err) {
  if (t->was_read[place] || sal_eq(is, printed))
    return true;
  return sal_table_fail(t, row, err, "the rules do not read '%s'; it must stay '%s'", is, printed);
}

/* Did the rules read anything of it? Another scenario may be what it is for. */
static bool is_used(const struct sal_table *t) {
  for (int place = 0; place <= whole(t); place++)
    if (t->was_read[place])
      return true;
  return false;
}

/* The label and the cells of one row, as printed where nothing reads them. */
static bool row_stays(const struct sal_table *t, const struct sal_table *ours, int row,
                      struct sal_err *err) {
  if (!stays(t, row, cells(t) + row, t->row[row], ours->row[row], err))
    return false;
  for (int col = 0; col < t->ncols; col++) {
    int place = row * t->ncols + col;
    if (!stays(t, row, place, t->cell[place], ours->cell[place], err))
      return false;
  }
  return true;
}

/* Compares an owner's table with ours, wherever the rules did not read it. */
static bool table_stays(const struct sal_table *t, const struct sal_table *ours,
                        struct sal_err *err) {
  if (!is_used(t))
    return true;
  if (!sal_eq(t->corner, ours->corner))
    return sal_table_fail(t, -1, err, "the rules do not read '%s'; it must stay '%s'", t->corner,
                          ours->corner);
  bool same_shape = t->nrows == ours->nrows && t->ncols == ours->ncols;
  if (!same_shape)
    return true; /* the rules took this shape: they read what they need of it */

  for (int col = 0; col < t->ncols; col++)
    if (!stays(t, -1, cells(t) + t->nrows + col, t->col[col], ours->col[col], err))
      return false;
  for (int row = 0; row < t->nrows; row++)
    if (!row_stays(t, ours, row, err))
      return false;

  return true;
}

/* Against the program's own tables, read into a book beside this one. */
static bool tables_stay(const struct sal_book *b, const struct sal_files *printed,
                        struct sal_err *err) {
  struct sal_book ours = *b;
  struct sal_source source = {.files = printed};

  ours.table = NULL;
  ours.ntables = 0;
  if (!sal_book_tables(&ours, &source, err))
    return false;
  for (int i = 0; i < b->ntables; i++) {
    const struct sal_table *t = &b->table[i];
    const struct sal_table *own = sal_table_find(&ours, t->id);
    if (!own)
      return sal_table_fail(t, -1, err, "the rules know no such table");
    if (!table_stays(t, own, err))
      return false;
  }

  return true;
}

/* Loads a book, then refuses an owner's changes that nothing would read. */
bool sal_load(struct sal_book *b, const struct sal_source *source, struct sal_err *err) {
  if (!b->rules->load(b, source, err))
    return false;
  if (source->printed && !tables_stay(b, source->printed, err))
    return false;
  for (int i = 0; i < b->ntables; i++)
    b->table[i].was_read = NULL;

  return true;
}
