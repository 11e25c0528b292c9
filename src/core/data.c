/* data.c - the tab-separated reader. Cells are copied into the book's arena, so they can be kept.
 */
#include "data.h"

#include <string.h>

const struct sal_file *sal_file_find(const struct sal_files *files, const char *name) {
  for (int i = 0; i < files->n; i++)
    if (sal_eq(files->file[i].name, name))
      return &files->file[i];
  return NULL;
}

/* Strict: no zero bytes, no overlong forms, no surrogates, nothing above U+10FFFF. Two readers must
 * never disagree on what a file says. */
bool sal_utf8_ok(const char *text, size_t n) {
  /* by how many bytes follow: the least code point that needs them */
  static const uint32_t least[] = {0, 0x80, 0x800, 0x10000};
  const uint8_t *p = (const uint8_t *)text;
  const uint8_t *end = p + n;

  while (p < end) {
    uint32_t c = *p++;
    if (c == 0)
      return false;
    if (c < 0x80)
      continue;
    bool lead = c >= 0xc2 && c <= 0xf4;
    int more = 1 + (c >= 0xe0) + (c >= 0xf0);
    if (!lead || end - p < more)
      return false;
    c &= 0x3fu >> more;
    for (int i = 0; i < more; i++, p++) {
      if ((*p & 0xc0) != 0x80)
        return false;
      c = c << 6 | (*p & 0x3fu);
    }
    bool surrogate = c >= 0xd800 && c < 0xe000;
    if (surrogate || c < least[more] || c > 0x10ffff)
      return false;
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

/* Begins to read a file of the game's folder; the text must be UTF-8. */
bool sal_tsv_open(struct sal_tsv *t, const struct sal_files *files, const char *name,
                  struct sal_arena *arena, struct sal_err *err) {
  memset(t, 0, sizeof *t);
  t->arena = arena;
  t->file = sal_file_find(files, name);
  if (!t->file)
    return sal_fail(err, name, 0, "the file is missing");

  return sal_utf8_ok(t->file->text, t->file->size) || sal_fail(err, name, 1, "not UTF-8 text");
}

/* Takes the row just read as the heading of the rows to come. */
void sal_tsv_header(struct sal_tsv *t) {
  memcpy(t->col, t->cell, sizeof t->col);
  t->ncols = t->ncells;
}

static bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}

/* Lines that a reader passes over: comments and lines of spaces, also with a Windows line end. */
static bool blank_or_comment(const char *line, size_t n) {
  size_t i = 0;

  if (n && line[0] == '#')
    return true;
  while (i < n && is_space(line[i]))
    i++;

  return i == n;
}

/* Cuts [line, line+n) at `sep`, trims each cell, and copies it. */
static bool split(struct sal_tsv *t, const char *line, size_t n, char sep, struct sal_err *err) {
  const char *end = line + n;

  t->ncells = 0;
  for (const char *p = line;;) {
    const char *stop = memchr(p, sep, (size_t)(end - p));
    if (!stop)
      stop = end;
    const char *a = p;
    const char *z = stop;
    while (a < z && (*a == ' ' || *a == '\t'))
      a++;
    while (z > a && is_space(z[-1]))
      z--;
    if (t->ncells == SAL_TSV_COLS)
      return sal_tsv_fail(t, err, "more than %d columns", SAL_TSV_COLS);
    bool empty = z - a == 1 && *a == '-';
    t->cell[t->ncells++] = sal_strndup(t->arena, a, empty ? 0 : (size_t)(z - a));
    if (stop == end)
      return true;
    p = stop + 1;
  }
}

/* A directive such as "@table a | b": cell 0 is the word, the parts follow. */
static int read_directive(struct sal_tsv *t, const char *line, size_t n, struct sal_err *err) {
  size_t w = 1;

  while (w < n && !is_space(line[w]))
    w++;
  if (!split(t, line + w, n - w, '|', err))
    return -1;
  if (t->ncells == SAL_TSV_COLS) {
    sal_tsv_fail(t, err, "more than %d parts", SAL_TSV_COLS - 1);
    return -1;
  }
  memmove(t->cell + 1, t->cell, t->ncells * sizeof t->cell[0]);
  t->cell[0] = sal_strndup(t->arena, line + 1, w - 1);
  t->ncells++;

  return 1;
}

/* The next row or directive: 1 when there is one, 0 at the end, -1 after an error. The first row is
 * the heading, and every row must be as wide as it. */
int sal_tsv_next(struct sal_tsv *t, struct sal_err *err) {
  while (t->pos < t->file->size) {
    size_t left = t->file->size - t->pos;
    const char *line = t->file->text + t->pos;
    const char *stop = memchr(line, '\n', left);
    size_t n = stop ? (size_t)(stop - line) : left;
    t->pos += n + 1;
    t->line++;
    if (blank_or_comment(line, n))
      continue;
    t->directive = line[0] == '@';
    if (t->directive)
      return read_directive(t, line, n, err);
    if (!split(t, line, n, '\t', err))
      return -1;
    if (t->ncols == 0) { /* the heading */
      sal_tsv_header(t);
      continue;
    }
    if (t->ncells != t->ncols) {
      sal_tsv_fail(t, err, "%d cells where the heading has %d", t->ncells, t->ncols);
      return -1;
    }
    return 1;
  }

  return 0;
}

/* Older files may lack a column that newer ones have. */
bool sal_tsv_has(const struct sal_tsv *t, const char *col) {
  for (int i = 0; i < t->ncols; i++)
    if (sal_eq(t->col[i], col))
      return true;
  return false;
}

/* A cell by its column's name, so that the order of columns is the author's business. */
const char *sal_tsv_text(struct sal_tsv *t, const char *col, struct sal_err *err) {
  for (int i = 0; i < t->ncols; i++)
    if (sal_eq(t->col[i], col))
      return t->cell[i];
  sal_tsv_fail(t, err, "there is no column '%s'", col);
  return NULL;
}

bool sal_tsv_texts(struct sal_tsv *t, struct sal_err *err, ...) {
  const char *col;
  bool found = true;
  va_list ap;

  va_start(ap, err);
  while (found && (col = va_arg(ap, const char *)) != NULL) {
    const char **text = va_arg(ap, const char **);
    *text = sal_tsv_text(t, col, err);
    found = *text != NULL;
  }
  va_end(ap);
  return found;
}

/* A cell that holds a number, with its range in the error. */
bool sal_tsv_int(struct sal_tsv *t, const char *col, int32_t min, int32_t max, int32_t *out,
                 struct sal_err *err) {
  const char *text = sal_tsv_text(t, col, err);
  if (!text)
    return false;
  return sal_parse_int(text, min, max, out) ||
         sal_tsv_fail(t, err, "%s must be a number from %d to %d, not '%s'", col, min, max, text);
}
