/* data.c - the tab-separated reader. Cells are copied into the book's arena, so they can be kept. */
#include "data.h"

#include <string.h>

const struct sal_file *sal_file_find(const struct sal_files *files, const char *name) {
  for (int i = 0; i < files->n; i++)
    if (sal_eq(files->file[i].name, name)) return &files->file[i];
  return NULL;
}

bool sal_utf8_ok(const char *text, size_t n) {
  const uint8_t *p = (const uint8_t *)text, *end = p + n;
  while (p < end) {
    uint32_t c = *p++;
    if (c == 0) return false;
    if (c < 0x80) continue;
    int more = c >= 0xf0 ? 3 : c >= 0xe0 ? 2 : 1;
    if (c < 0xc2 || c > 0xf4 || end - p < more) return false;
    c &= 0x3fu >> more;
    for (int i = 0; i < more; i++, p++) {
      if ((*p & 0xc0) != 0x80) return false;
      c = c << 6 | (*p & 0x3fu);
    }
    if ((more == 2 && c < 0x800) || (more == 3 && (c < 0x10000 || c > 0x10ffff)) || (c >= 0xd800 && c < 0xe000)) return false;
  }
  return true;
}

bool(sal_tsv_fail)(struct sal_tsv *t, struct sal_err *err, const char *fmt, ...) {
  char text[200];
  va_list ap;
  va_start(ap, fmt);
  sal_vformat(text, sizeof text, fmt, ap);
  va_end(ap);
  return sal_fail(err, t->file->name, t->line, "%s", text);
}

bool sal_tsv_open(struct sal_tsv *t, const struct sal_files *files, const char *name, struct sal_arena *arena, struct sal_err *err) {
  memset(t, 0, sizeof *t);
  t->arena = arena;
  t->file = sal_file_find(files, name);
  if (!t->file) return sal_fail(err, name, 0, "the file is missing");
  return sal_utf8_ok(t->file->text, t->file->size) || sal_fail(err, name, 1, "not UTF-8 text");
}

void sal_tsv_header(struct sal_tsv *t) {
  memcpy(t->col, t->cell, sizeof t->col);
  t->ncols = t->ncells;
}

static bool blank_or_comment(const char *line, size_t n) {
  if (n && line[0] == '#') return true;
  for (size_t i = 0; i < n; i++)
    if (line[i] != ' ' && line[i] != '\t' && line[i] != '\r') return false;
  return true;
}

/* Cuts [line, line+n) at `sep`, trims each cell, and copies it. */
static bool split(struct sal_tsv *t, const char *line, size_t n, char sep, struct sal_err *err) {
  t->ncells = 0;
  for (const char *p = line, *end = line + n;;) {
    const char *stop = memchr(p, sep, (size_t)(end - p));
    if (!stop) stop = end;
    const char *a = p, *z = stop;
    while (a < z && (*a == ' ' || *a == '\t')) a++;
    while (z > a && (z[-1] == ' ' || z[-1] == '\r' || z[-1] == '\t')) z--;
    if (t->ncells == SAL_TSV_COLS) return sal_tsv_fail(t, err, "more than %d columns", SAL_TSV_COLS);
    bool empty = z - a == 1 && *a == '-';
    t->cell[t->ncells++] = sal_strndup(t->arena, a, empty ? 0 : (size_t)(z - a));
    if (stop == end) return true;
    p = stop + 1;
  }
}

int sal_tsv_next(struct sal_tsv *t, struct sal_err *err) {
  while (t->pos < t->file->size) {
    const char *line = t->file->text + t->pos, *stop = memchr(line, '\n', t->file->size - t->pos);
    size_t n = stop ? (size_t)(stop - line) : t->file->size - t->pos;
    t->pos += n + 1;
    t->line++;
    if (blank_or_comment(line, n)) continue;
    t->directive = line[0] == '@';
    if (t->directive) { /* "@table a | b": the word, then the parts */
      size_t w = 1;
      while (w < n && line[w] != ' ' && line[w] != '\t' && line[w] != '\r') w++;
      if (!split(t, line + w, n - w, '|', err)) return -1;
      if (t->ncells == SAL_TSV_COLS) return sal_tsv_fail(t, err, "more than %d parts", SAL_TSV_COLS - 1), -1;
      memmove(t->cell + 1, t->cell, t->ncells * sizeof t->cell[0]);
      t->cell[0] = sal_strndup(t->arena, line + 1, w - 1);
      t->ncells++;
      return 1;
    }
    if (!split(t, line, n, '\t', err)) return -1;
    if (t->ncols == 0) { /* the heading */
      sal_tsv_header(t);
      continue;
    }
    if (t->ncells != t->ncols) return sal_tsv_fail(t, err, "%d cells where the heading has %d", t->ncells, t->ncols), -1;
    return 1;
  }
  return 0;
}

bool sal_tsv_has(const struct sal_tsv *t, const char *col) {
  for (int i = 0; i < t->ncols; i++)
    if (sal_eq(t->col[i], col)) return true;
  return false;
}

const char *sal_tsv_text(struct sal_tsv *t, const char *col, struct sal_err *err) {
  for (int i = 0; i < t->ncols; i++)
    if (sal_eq(t->col[i], col)) return t->cell[i];
  sal_tsv_fail(t, err, "there is no column '%s'", col);
  return NULL;
}

bool sal_tsv_int(struct sal_tsv *t, const char *col, int32_t min, int32_t max, int32_t *out, struct sal_err *err) {
  const char *text = sal_tsv_text(t, col, err);
  if (!text) return false;
  return sal_parse_int(text, min, max, out) || sal_tsv_fail(t, err, "%s must be a number from %d to %d, not '%s'", col, min, max, text);
}

const char *sal_table_cell(const struct sal_table *t, int row, int col) {
  SAL_ASSERT(row >= 0 && row < t->nrows && col >= 0 && col < t->ncols);
  return t->cell[row * t->ncols + col];
}
