/* data.h - data files: named bytes handed in by the host, and the tab-separated reader.
 *
 * A TSV file: `#` comments, blank lines skipped, the first row names the columns, one fact a row.
 * `@word a | b | c` lines are directives (a table's heading, a file's source).
 */
#ifndef SAL_DATA_H
#define SAL_DATA_H

#include "base.h"

struct sal_file {
  const char *name; /* "map.txt", "scenarios/lesson.tsv": inside the game's folder */
  const char *text; /* not terminated */
  size_t size;
};
struct sal_files {
  const struct sal_file *file; /* sorted by name */
  uint16_t n;
};
const struct sal_file *sal_file_find(const struct sal_files *, const char *name);

enum { SAL_TSV_COLS = 32 };
struct sal_tsv {
  const struct sal_file *file;
  struct sal_arena *arena; /* cells are copied there, so they may be kept */
  size_t pos;
  int line;
  bool directive; /* the row just read is one; cell[0] is its word without the @ */
  uint8_t ncols, ncells;
  char *col[SAL_TSV_COLS], *cell[SAL_TSV_COLS];
};
bool sal_tsv_open(struct sal_tsv *, const struct sal_files *, const char *name, struct sal_arena *,
                  struct sal_err *);
/* 1 a row (or directive), 0 the end, -1 an error (wrong number of cells, not UTF-8). */
int sal_tsv_next(struct sal_tsv *, struct sal_err *);
void sal_tsv_header(struct sal_tsv *); /* the row just read names the columns (after a directive) */
/* A cell by column name; NULL with an error if there is no such column. "-" reads as empty. */
const char *sal_tsv_text(struct sal_tsv *, const char *col, struct sal_err *);
/* Several cells: pairs of a column's name and where its text goes, up to a NULL. */
bool sal_tsv_texts(struct sal_tsv *, struct sal_err *, ...) __attribute__((sentinel));
bool sal_tsv_int(struct sal_tsv *, const char *col, int32_t min, int32_t max, int32_t *out,
                 struct sal_err *);
bool sal_tsv_has(const struct sal_tsv *, const char *col);
bool sal_tsv_fail(struct sal_tsv *, struct sal_err *, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
#ifdef __clang_analyzer__
#define sal_tsv_fail(...) sal_never(sal_tsv_fail(__VA_ARGS__))
#endif
bool sal_utf8_ok(const char *text, size_t n);

/* Rows of rules.tsv: the rules in our own words. RULE ids become constants at build time. */
struct sal_rule {
  const char *id, *title, *text, *ruling; /* ruling may be empty */
  bool checkable;                         /* says something a test can check */
  bool silent; /* it shows in the state alone: the program has no occasion to cite it */
};

/* A printed table: text cells as printed, which the ruleset interprets. */
struct sal_table {
  const char *id, *title, *source;
  uint16_t rule;
  uint8_t nrows, ncols;
  const char *corner;      /* the word above the rows' labels */
  const char **row, **col; /* labels, as text to show; the rules read them through table.c */
  const char **cell;       /* [row * ncols + col] */
  uint16_t line;           /* of the heading in tables.tsv */
  uint16_t *row_line;
  /* While the book is loaded: what the rules have read, cells first, then the labels of rows and of
   * columns. NULL afterwards. */
  uint8_t *was_read;
};
struct sal_book;
/* table.c: the table of that size; NULL with an error: there is none, or it has another. */
const struct sal_table *sal_table_of(const struct sal_book *, const char *id, int rows, int cols,
                                     struct sal_err *);
/* A figure read for the rules. */
const char *sal_table_cell(const struct sal_table *, int row, int col);
/* A table that is only shown: no figure of it is read, so all of it must stay. */
void sal_table_only_shown(const struct sal_table *);
const char *sal_table_row(const struct sal_table *, int row); /* its label */
const char *sal_table_col(const struct sal_table *, int col);
/* A label that is a range of whole numbers: "4-7", "5", and the last of a table "36+". It begins at
 * `first`, where the one before it ended; *high is its upper end, of the last SAL_NO_END. */
enum { SAL_NO_END = 255 };
bool sal_band_read(const char *label, int first, bool last, int *high);
/* The file, the row's line (row -1: the heading's) and the table's name; false. */
bool sal_table_fail(const struct sal_table *, int row, struct sal_err *, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));
#ifdef __clang_analyzer__
#define sal_table_fail(...) sal_never(sal_table_fail(__VA_ARGS__))
#endif

#endif
