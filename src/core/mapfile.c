/* mapfile.c - drawn text maps (docs/data-format.md) into boards, alone or joined.
 *
 * A file is read twice: once for its shape, so that the cells of all joined maps can be laid out,
 * then for everything drawn on it. The first error is reported with file and line.
 */
#include "board.h"
#include "data.h"

#include <string.h>

enum { MAX_LINE = 65536, MAX_MAPS = 16, MAX_KEYS = 64, MAX_ITEMS = 1024 };

struct reader {
  const struct sal_file *file;
  size_t pos;
  int line;
  const char *at, *end; /* what is left of the current line */
  struct sal_err *err;
};

/* Goes on to the next line of the file. */
static bool next_line(struct reader *r) {
  if (r->pos >= r->file->size)
    return false;
  const char *text = r->file->text + r->pos;
  const char *stop = memchr(text, '\n', r->file->size - r->pos);
  size_t n = stop ? (size_t)(stop - text) : r->file->size - r->pos;
  r->pos += n + 1;
  r->line++;
  r->at = text;
  r->end = text + n;
  return true;
}

/* A word of the line into `out`; false at its end or at a comment. Too long a word is cut, and then
 * unknown. */
static bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}

/* The next word of the line; false at its end or at a comment. A longer word is cut, so the caller
 * does not recognise it. */
static bool word(struct reader *r, char *out, size_t cap) {
  size_t n = 0;

  while (r->at < r->end && is_space(*r->at))
    r->at++;
  if (r->at >= r->end || *r->at == '#')
    return false;
  for (; r->at < r->end && !is_space(*r->at); r->at++)
    if (n + 1 < cap)
      out[n++] = *r->at;
  out[n] = 0;

  return true;
}
#define FAIL(r, ...)                                                                               \
  (sal_fail((r)->err, (r)->file->name, (r)->line, __VA_ARGS__),                                    \
   false) /* false for those who cannot look inside */

static bool number(struct reader *r, const char *what, int min, int max, int *out) {
  char w[24];
  int32_t v;

  if (!word(r, w, sizeof w))
    return FAIL(r, "%s is missing", what);
  if (!sal_parse_int(w, min, max, &v))
    return FAIL(r, "%s must be a number from %d to %d, not '%s'", what, min, max, w);
  *out = v;
  return true;
}

/* ---- first reading: the shape ----------------------------------------------------------- */

/* How hexes are numbered: columns and rows, or a board's letter and number, and from which corner.
 */
static bool read_numbering(struct reader *r, struct sal_shape *s, char *board, size_t cap) {
  static const char *const corners[] = {"nw", "ne", "sw", "se"};
  char w[24];
  int col;
  int row;

  if (!word(r, w, sizeof w))
    return FAIL(r, "number: 'ccrr' or 'board' is missing");
  if (sal_eq(w, "board")) {
    s->numbering = SAL_BOARD_ROW;
    if (!word(r, board, cap) || strlen(board) > 4)
      return FAIL(r, "number board: a short board name is missing");
    if (sal_eq(board, "-"))
      board[0] = 0;
  } else if (!sal_eq(w, "ccrr")) {
    return FAIL(r, "number: '%s' is neither 'ccrr' nor 'board'", w);
  }
  if (!number(r, "the first column's number", 0, 99, &col) ||
      !number(r, "the first row's number", 0, 99, &row))
    return false;
  s->first_col = (uint8_t)col;
  s->first_row = (uint8_t)row;
  if (!word(r, w, sizeof w))
    return FAIL(r, "number: the corner is missing (nw ne sw se)");
  for (int i = 0; i < 4; i++)
    if (sal_eq(w, corners[i])) {
      s->corner = (enum sal_corner_of_numbers)i;
      return true;
    }

  return FAIL(r, "number: '%s' is not a corner (nw ne sw se)", w);
}

/* One of two words: false for the first, true for the second. */
static bool either(struct reader *r, const char *no, const char *yes, bool *out) {
  char w[32];

  if (!word(r, w, sizeof w))
    return false;
  *out = sal_eq(w, yes);
  return *out || sal_eq(w, no);
}

/* Where a joined map lies, in axial steps. No set of boards is larger than 200 hexes. */
static bool read_place(struct reader *r, struct sal_shape *s) {
  int dq;
  int dr;

  if (!number(r, "the place's q", -200, 200, &dq))
    return false;
  if (!number(r, "the place's r", -200, 200, &dr))
    return false;
  s->dq = (int16_t)dq;
  s->dr = (int16_t)dr;

  return true;
}

/* The first line: what the file is, and its version. */
static bool read_format(struct reader *r) {
  char w[32];
  int version;

  if (!next_line(r) || !word(r, w, sizeof w) || !sal_eq(w, "salient-map")) {
    r->line = 1;
    return FAIL(r, "a map begins with 'salient-map 1'");
  }
  return number(r, "the format's version", 1, 1, &version);
}

/* What stands before the grid and defines its shape. Sources and keys are read on the second pass.
 */
static bool read_shape(struct reader *r, struct sal_shape *s, char *board, size_t cap) {
  char w[32];
  int cols = 0;
  int rows = 0;
  bool has_low = false;

  if (!read_format(r))
    return false;
  while (next_line(r)) {
    if (!word(r, w, sizeof w))
      continue;
    if (sal_eq(w, "grid"))
      break;
    if (sal_eq(w, "layout")) {
      if (!either(r, "flat", "pointy", &s->pointy))
        return FAIL(r, "layout is 'flat' or 'pointy'");
    } else if (sal_eq(w, "size")) {
      if (!number(r, "columns", 1, 99, &cols) || !number(r, "rows", 1, 99, &rows))
        return false;
    } else if (sal_eq(w, "number")) {
      if (!read_numbering(r, s, board, cap))
        return false;
    } else if (sal_eq(w, "low")) {
      if (!either(r, "even", "odd", &s->odd_low))
        return FAIL(r, "low is 'odd' or 'even'");
      has_low = true;
    } else if (sal_eq(w, "place")) {
      if (!read_place(r, s))
        return false;
    } else if (!sal_eq(w, "source") && !sal_eq(w, "key")) {
      return FAIL(r, "'%s' is not known before the grid", w);
    }
  }
  if (!cols || !has_low)
    return FAIL(r, "a map needs 'size' and 'low' before its grid");
  if (s->first_col + cols > 100 || s->first_row + rows > 100)
    return FAIL(r, "the numbers run past 99");
  s->cols = (uint8_t)cols;
  s->rows = (uint8_t)rows;
  s->board = board;

  return true;
}

/* ---- second reading: what is drawn ------------------------------------------------------ */

struct drawing {
  struct reader r;
  struct sal_board *board;
  struct sal_arena *arena;
  const struct sal_terrains *terrains;
  const struct sal_shape *shape;
  bool drawn;        /* the grid has been read */
  uint32_t key[128]; /* terrain bits by character; 0 = unknown */
  struct sal_label *labels;
  struct sal_region *regions;
  struct sal_path *paths;
  struct sal_river *rivers;
};

/* What a character of the grid stands for. Plain characters only: they index the key. */
static bool read_key(struct drawing *d) {
  char w[32];
  char name[32];
  uint32_t bits = 0;

  if (!word(&d->r, w, sizeof w) || w[1] || (unsigned char)w[0] > 126)
    return FAIL(&d->r, "key: one plain character is missing");
  uint32_t *key = &d->key[(int)w[0]];
  while (word(&d->r, name, sizeof name)) {
    int bit = sal_terrain_bit(d->terrains->hex, d->terrains->nhex, name);
    if (bit < 0)
      return FAIL(&d->r, "key %c: there is no hex terrain '%s'", w[0], name);
    bits |= 1u << bit;
  }
  if (!bits)
    return FAIL(&d->r, "key %c: a terrain is missing", w[0]);
  if (*key)
    return FAIL(&d->r, "key %c: given twice", w[0]);
  *key = bits;

  return true;
}

/* The screen column and row of a hex by its shape, as a cell. */
static sal_hex hex_of(const struct drawing *d, int x, int y) {
  char id[SAL_ID];

  sal_shape_name(d->shape, x, y, id);
  return sal_hex_parse(d->board, id);
}

/* A hex that the drawing leaves blank is not on the map and has no number. */
static void remove_hex(struct sal_board *b, sal_hex h) {
  b->on[h] = 0;
  b->terrain[h] = 0;
  if (b->numbering == SAL_CCRR) {
    int v = 0;
    for (int i = 0; i < 4; i++)
      v = v * 10 + (b->name[h][i] - '0');
    b->by_number[v] = SAL_NOHEX;
  }
  int n = 0;
  for (int i = 0; i < b->nhexes; i++)
    if (b->order[i] != h)
      b->order[n++] = b->order[i];
  b->nhexes = (uint16_t)n;
}

/* One character of the grid. A space leaves the hex out of the map. */
static bool draw_hex(struct drawing *d, int x, int y, char c) {
  sal_hex h = hex_of(d, x, y);
  bool plain = (unsigned char)c <= 126;

  if (c == ' ') {
    remove_hex(d->board, h);
    return true;
  }
  if (!plain || !d->key[(int)c]) {
    bool printable = plain && c >= 32;
    return FAIL(&d->r, "grid: there is no key '%c'", printable ? c : '?');
  }
  d->board->terrain[h] = d->key[(int)c];

  return true;
}

/* One line of text of the grid. Characters stand two apart; what stands between them is a slip of
 * the pen and is reported. */
static bool grid_line(struct drawing *d, int y, int half) {
  if (!next_line(&d->r))
    return FAIL(&d->r, "grid: the file ends in it");
  const struct sal_shape *s = d->shape;
  const char *line = d->r.at;
  size_t n = (size_t)(d->r.end - line);
  size_t used = 0;
  size_t marks = 0;

  if (n && line[n - 1] == '\r')
    n--;
  for (int x = 0; x < s->cols; x++) {
    bool low = sal_shape_low(s, x, y);
    if (!s->pointy && low != (half == 1))
      continue; /* a flat map's low columns stand on the row's second line */
    size_t at = (size_t)(2 * x) + (s->pointy && low);
    char c = at < n ? line[at] : ' ';
    used += c != ' ';
    if (!draw_hex(d, x, y, c))
      return false;
  }
  for (size_t i = 0; i < n; i++)
    marks += line[i] != ' ';
  if (marks != used)
    return FAIL(&d->r, "grid: a character stands between two hexes");

  return true;
}

/* A flat map has two lines of text a row, because every second column lies half a hex lower. */
static bool read_grid(struct drawing *d) {
  char w[32];
  int lines_a_row = d->shape->pointy ? 1 : 2;

  if (d->drawn)
    return FAIL(&d->r, "grid: drawn twice");
  d->drawn = true;
  for (int y = 0; y < d->shape->rows; y++)
    for (int half = 0; half < lines_a_row; half++)
      if (!grid_line(d, y, half))
        return false;
  bool ended = next_line(&d->r) && word(&d->r, w, sizeof w) && sal_eq(w, "end");
  if (!ended)
    return FAIL(&d->r, "grid: 'end' must follow its %d rows", d->shape->rows);

  return true;
}

/* A hex of this map, or an error with its line. */
static sal_hex read_hex(struct drawing *d, const char *id) {
  sal_hex h = sal_hex_parse(d->board, id);
  if (!h)
    (void)FAIL(&d->r, "hex '%s' is not on the map", id);
  return h;
}

/* "0405/0406": the first hex and the direction to the second. */
static bool read_side(struct drawing *d, char *w, sal_hex *h, int *dir, sal_hex *other) {
  char *slash = strchr(w, '/');

  *h = *other = SAL_NOHEX;
  *dir = -1;
  if (!slash)
    return FAIL(&d->r, "a hexside is two hexes with '/' between, not '%s'", w);
  *slash = 0;
  if (!(*h = read_hex(d, w)) || !(*other = read_hex(d, slash + 1)))
    return false;
  *dir = sal_dir_to(d->board, *h, *other);
  return *dir >= 0 || FAIL(&d->r, "%s and %s are not neighbours", w, slash + 1);
}

/* Hexside terrain: a kind, then the sides. */
static bool read_sides(struct drawing *d) {
  char w[32];
  sal_hex h;
  sal_hex g;
  int dir;

  if (!word(&d->r, w, sizeof w))
    return FAIL(&d->r, "side: the kind is missing");
  int bit = sal_terrain_bit(d->terrains->side, d->terrains->nside, w);
  if (bit < 0)
    return FAIL(&d->r, "there is no hexside terrain '%s'", w);
  while (word(&d->r, w, sizeof w)) {
    if (!read_side(d, w, &h, &dir, &g))
      return false;
    sal_side_set(d->board, h, dir, (uint16_t)(1u << bit), true);
  }

  return true;
}

/* A named river along its hexsides; the name's spaces are written as underscores. */
static bool read_river(struct drawing *d) {
  char name[64];
  char w[32];
  sal_hex hexes[MAX_ITEMS];
  int n = 0;
  int dir;

  if (!word(&d->r, name, sizeof name))
    return FAIL(&d->r, "river: the name is missing");
  for (char *c = name; *c; c++)
    if (*c == '_')
      *c = ' ';
  while (word(&d->r, w, sizeof w)) {
    if (n + 2 > MAX_ITEMS)
      return FAIL(&d->r, "river: too long; use two lines");
    if (!read_side(d, w, &hexes[n], &dir, &hexes[n + 1]))
      return false;
    n += 2;
  }
  struct sal_river *river = &d->rivers[d->board->nrivers];
  if (d->board->nrivers++ >= MAX_ITEMS)
    return FAIL(&d->r, "too many rivers");
  river->text = sal_strdup(d->arena, name);
  sal_hex *kept = sal_alloc(d->arena, (size_t)n * sizeof *kept + 2);
  memcpy(kept, hexes, (size_t)n * sizeof *kept);
  river->hexes = kept;
  river->n = (uint16_t)n;
  return true;
}

/* Hexes of the rest of the line, kept in the arena. */
static bool read_hexes(struct drawing *d, const sal_hex **out, uint16_t *n_out) {
  char w[32];
  sal_hex hexes[4 * MAX_ITEMS];
  int n = 0;

  while (word(&d->r, w, sizeof w)) {
    if (n >= 4 * MAX_ITEMS)
      return FAIL(&d->r, "too many hexes on one line");
    if (!(hexes[n++] = read_hex(d, w)))
      return false;
  }
  sal_hex *kept = sal_alloc(d->arena, (size_t)n * sizeof *kept + 2);
  memcpy(kept, hexes, (size_t)n * sizeof *kept);
  *out = kept;
  *n_out = (uint16_t)n;
  return true;
}

/* A road or railway from hex to hex, each next to the one before. */
static bool read_path(struct drawing *d) {
  char w[32];

  if (!word(&d->r, w, sizeof w))
    return FAIL(&d->r, "path: the kind is missing");
  int bit = sal_terrain_bit(d->terrains->path, d->terrains->npath, w);
  if (bit < 0)
    return FAIL(&d->r, "there is no path '%s'", w);
  if (d->board->npaths >= MAX_ITEMS)
    return FAIL(&d->r, "too many paths");
  struct sal_path *p = &d->paths[d->board->npaths++];
  p->kind = (uint8_t)bit;
  if (!read_hexes(d, &p->hexes, &p->n))
    return false;
  for (int i = 0; i + 1 < p->n; i++) {
    int dir = sal_dir_to(d->board, p->hexes[i], p->hexes[i + 1]);
    if (dir < 0)
      return FAIL(&d->r, "path: %s and %s are not neighbours", d->board->name[p->hexes[i]],
                  d->board->name[p->hexes[i + 1]]);
    sal_path_set(d->board, p->hexes[i], dir, (uint8_t)(1u << bit), true);
  }

  return true;
}

/* A name on the map; its rank says from which zoom on it is shown. */
static bool read_label(struct drawing *d) {
  int rank;
  char w[32];

  if (!number(&d->r, "the label's rank", 1, 9, &rank))
    return false;
  if (!word(&d->r, w, sizeof w))
    return FAIL(&d->r, "label: the hex is missing");
  sal_hex h = read_hex(d, w);
  if (!h)
    return false;
  while (d->r.at < d->r.end && *d->r.at == ' ')
    d->r.at++;
  size_t n = (size_t)(d->r.end - d->r.at);
  while (n && (d->r.at[n - 1] == ' ' || d->r.at[n - 1] == '\r'))
    n--;
  if (!n || n > 60)
    return FAIL(&d->r, "label: a name of 1 to 60 bytes is missing");
  if (d->board->nlabels >= MAX_ITEMS)
    return FAIL(&d->r, "too many labels");
  d->labels[d->board->nlabels++] =
      (struct sal_label){sal_strndup(d->arena, d->r.at, n), h, (uint8_t)rank};
  return true;
}

/* A named set of hexes, such as an entry area. */
static bool read_region(struct drawing *d) {
  char w[64];

  if (!word(&d->r, w, sizeof w))
    return FAIL(&d->r, "region: the id is missing");
  struct sal_region *old = NULL;
  for (int i = 0; i < d->board->nregions; i++)
    if (sal_eq(d->regions[i].id, w))
      old = &d->regions[i];
  if (!old && d->board->nregions >= MAX_ITEMS)
    return FAIL(&d->r, "too many regions");
  struct sal_region more = {sal_strdup(d->arena, w), NULL, 0};
  if (!read_hexes(d, &more.hexes, &more.n))
    return false;
  if (!old)
    old = &d->regions[d->board->nregions++], *old = (struct sal_region){more.id, NULL, 0};
  /* A long region continues over several lines (and several joined maps). Its room doubles, so that
   * many short lines cost no more than one long one. */
  if (old->n + more.n > d->board->nhexes)
    return FAIL(&d->r, "region: more hexes than the map has");
  int room = 1;
  while (room < old->n)
    room *= 2;
  if (old->n + more.n > room || !old->n) {
    while (room < old->n + more.n)
      room *= 2;
    sal_hex *both = sal_alloc(d->arena, (size_t)room * sizeof *both);
    if (old->n)
      memcpy(both, old->hexes, old->n * sizeof *both);
    old->hexes = both;
  }
  memcpy((sal_hex *)old->hexes + old->n, more.hexes, more.n * sizeof *more.hexes);
  old->n = (uint16_t)(old->n + more.n);
  return true;
}

/* Where the map comes from: the rest of the line, as it stands. */
static bool read_source(struct drawing *d) {
  while (d->r.at < d->r.end && *d->r.at == ' ')
    d->r.at++;
  d->board->source = sal_strndup(d->arena, d->r.at, (size_t)(d->r.end - d->r.at));
  return true;
}

/* Is this one of the words that read_shape has dealt with on the first pass? */
static bool shapes_grid(const char *w) {
  static const char *const words[] = {"layout", "size", "number", "low", "place"};

  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (sal_eq(w, words[i]))
      return true;
  return false;
}

/* The second pass over a file: everything that is drawn, line by line. */
static bool read_drawing(struct drawing *d) {
  static const struct {
    const char *name;
    bool (*read)(struct drawing *);
  } items[] = {{"source", read_source}, {"key", read_key},      {"grid", read_grid},
               {"side", read_sides},    {"river", read_river},  {"path", read_path},
               {"label", read_label},   {"region", read_region}};
  enum { ITEMS = sizeof items / sizeof *items };
  char w[32];

  next_line(&d->r); /* the format line, checked before */
  while (next_line(&d->r)) {
    int i = 0;
    if (!word(&d->r, w, sizeof w))
      continue;
    while (i < ITEMS && !sal_eq(w, items[i].name))
      i++;
    if (i < ITEMS) {
      if (!items[i].read(d))
        return false;
    } else if (d->drawn || !shapes_grid(w)) {
      return FAIL(&d->r, "'%s' is not known %s", w, d->drawn ? "after the grid" : "in a map");
    }
  }

  return true;
}

bool sal_shape_read(struct sal_shape *s, struct sal_arena *a, const struct sal_file *file,
                    struct sal_err *err) {
  struct reader r = {.file = file, .err = err};
  if (!sal_utf8_ok(file->text, file->size))
    return sal_fail(err, file->name, 1, "not UTF-8 text");
  return read_shape(&r, s, sal_alloc(a, 24), 24);
}

/* Where a map lies when it is joined to others. */
bool sal_map_place(const struct sal_file *file, int16_t place[2], struct sal_err *err) {
  struct sal_shape s = {0};
  char board[24];
  struct reader r = {.file = file, .err = err};

  if (!read_shape(&r, &s, board, sizeof board))
    return false;
  place[0] = s.dq;
  place[1] = s.dr;
  return true;
}

/* Several maps as one board: all shapes first, because they share the grid, then every drawing. */
bool sal_board_join(struct sal_board *b, struct sal_arena *a, const struct sal_file *const *files,
                    const int16_t (*place)[2], int n, const struct sal_terrains *terrains,
                    struct sal_err *err) {
  struct sal_shape shapes[MAX_MAPS];
  char names[MAX_MAPS][24];

  SAL_ASSERT(n >= 1 && n <= MAX_MAPS);
  memset(shapes, 0, sizeof shapes);
  for (int i = 0; i < n; i++) {
    struct reader r = {.file = files[i], .err = err};
    if (!sal_utf8_ok(files[i]->text, files[i]->size))
      return sal_fail(err, files[i]->name, 1, "not UTF-8 text");
    if (!read_shape(&r, &shapes[i], names[i], sizeof names[i]))
      return false;
    if (shapes[i].pointy != shapes[0].pointy || shapes[i].numbering != shapes[0].numbering)
      return sal_fail(err, files[i]->name, 1, "joined maps must share layout and numbering");
    shapes[i].dq = place ? place[i][0] : 0;
    shapes[i].dr = place ? place[i][1] : 0;
  }
  if (!sal_board_make(b, a, shapes, n, err)) {
    sal_format(err->file, sizeof err->file, "%s", files[0]->name);
    return false;
  }
  b->id = sal_strdup(a, files[0]->name);
  struct drawing d = {.board = b, .arena = a, .terrains = terrains};
  b->labels = d.labels = sal_alloc(a, MAX_ITEMS * sizeof *d.labels);
  b->regions = d.regions = sal_alloc(a, MAX_ITEMS * sizeof *d.regions);
  b->paths = d.paths = sal_alloc(a, MAX_ITEMS * sizeof *d.paths);
  b->rivers = d.rivers = sal_alloc(a, (MAX_ITEMS + 1) * sizeof *d.rivers);
  for (int i = 0; i < n; i++) {
    d.r = (struct reader){.file = files[i], .err = err};
    d.shape = &shapes[i];
    d.drawn = false;
    memset(d.key, 0, sizeof d.key);
    if (!read_drawing(&d))
      return false;
  }
  if (b->nhexes == 0)
    return sal_fail(err, files[0]->name, 0, "the map has no hexes");

  return true;
}

bool sal_board_load(struct sal_board *b, struct sal_arena *a, const struct sal_file *file,
                    const struct sal_terrains *terrains, struct sal_err *err) {
  const struct sal_file *files[1] = {file};
  return sal_board_join(b, a, files, NULL, 1, terrains, err);
}
