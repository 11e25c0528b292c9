/* board.c - the cell grid: making it from shapes, finding hexes by number, hexsides and paths.
 *
 * Cells are an axial rectangle with a border of one, so a step is one addition and never leaves the
 * arrays. The price is unused cells in two corners of a rectangular map, about a third more.
 */
#include "board.h"

#include <string.h>

/* The bit of a terrain in its list; -1 when there is none of that name. */
int sal_terrain_bit(const struct sal_terrain *rows, int n, const char *id) {
  for (int i = 0; i < n; i++)
    if (sal_eq(rows[i].id, id))
      return i;
  return -1;
}

/* The direction from a hex to its neighbour; -1 when they are not neighbours. */
int sal_dir_to(const struct sal_board *b, sal_hex from, sal_hex to) {
  for (int d = 0; d < 6; d++)
    if (from + b->step[d] == to)
      return d;
  return -1;
}

/* Open addressing over the ids of lettered boards: the slot of an id, or the free one where it
 * would go. */
static uint32_t name_slot(const struct sal_board *b, const char *id) {
  uint32_t i = (uint32_t)sal_hash(id, strlen(id), 0) % SAL_NAME_SLOTS;
  while (b->by_number[i] && !sal_eq(b->name[b->by_number[i]], id))
    i = (i + 1) % SAL_NAME_SLOTS;
  return i;
}

/* Looks a printed number up. A map of numbered columns and rows takes exactly four digits. */
static sal_hex parse_ccrr(const struct sal_board *b, const char *id, size_t n) {
  int v = 0;

  if (n != 4)
    return SAL_NOHEX;
  for (int i = 0; i < 4; i++) {
    bool digit = id[i] >= '0' && id[i] <= '9';
    if (!digit)
      return SAL_NOHEX;
    v = v * 10 + (id[i] - '0');
  }

  return b->by_number[v];
}

/* The hex with this printed name, as journals and documents write it. */
sal_hex sal_hex_parse(const struct sal_board *b, const char *id) {
  size_t n = strlen(id);

  if (n >= SAL_ID || n == 0)
    return SAL_NOHEX;
  if (b->numbering == SAL_CCRR)
    return parse_ccrr(b, id, n);
  sal_hex h = b->by_number[name_slot(b, id)];

  return b->on[h] ? h : SAL_NOHEX; /* a hex that the drawing left blank keeps its slot */
}

const struct sal_region *sal_region_find(const struct sal_board *b, const char *id) {
  for (int i = 0; i < b->nregions; i++)
    if (sal_eq(b->regions[i].id, id))
      return &b->regions[i];
  return NULL;
}

struct sal_point sal_hex_point(const struct sal_board *b, sal_hex h) {
  return sal_centre(b->pointy, b->q[h], b->r[h]);
}

/* A hexside is stored with both of its hexes, so that either reads it in one step. The hex that
 * drew it owns it, so that a document writes it once. */
void sal_side_set(struct sal_board *b, sal_hex h, int dir, uint16_t bits, bool on) {
  uint16_t *near = &b->side[h * 6 + dir];
  uint16_t *far = &b->side[(h + b->step[dir]) * 6 + sal_back(dir)];

  if (on) {
    *near |= bits;
    *far |= bits;
    b->owns[h * 6 + dir] |= bits;
    b->owns[(h + b->step[dir]) * 6 + sal_back(dir)] &= (uint16_t)~bits;
  } else {
    *near &= (uint16_t)~bits;
    *far &= (uint16_t)~bits;
    b->owns[h * 6 + dir] &= (uint16_t)~bits;
    b->owns[(h + b->step[dir]) * 6 + sal_back(dir)] &= (uint16_t)~bits;
  }
}

/* A path crosses a hexside both ways, so both hexes remember it. */
void sal_path_set(struct sal_board *b, sal_hex h, int dir, uint8_t bits, bool on) {
  uint8_t *near = &b->path[h * 6 + dir];
  uint8_t *far = &b->path[(h + b->step[dir]) * 6 + sal_back(dir)];
  *near = (uint8_t)(on ? *near | bits : *near & ~bits);
  *far = (uint8_t)(on ? *far | bits : *far & ~bits);
}

/* ---- making ----------------------------------------------------------------------------- */

/* Place on screen (column and row from the north-west) of a shape's hex, and its printed numbers.
 */
static int printed_col(const struct sal_shape *s, int x) {
  bool west = s->corner == SAL_NW || s->corner == SAL_SW;
  return s->first_col + (west ? x : s->cols - 1 - x);
}

static int printed_row(const struct sal_shape *s, int y) {
  bool north = s->corner == SAL_NW || s->corner == SAL_NE;
  return s->first_row + (north ? y : s->rows - 1 - y);
}

/* Is this screen column (pointy: row) one of those shoved half a hex down (right)? */
bool sal_shape_low(const struct sal_shape *s, int x, int y) {
  int number = s->pointy ? printed_row(s, y) : printed_col(s, x);
  return (number & 1) == (s->odd_low ? 1 : 0);
}

/* Axial place: the north-west hex of the shape is at (dq, dr) when it is not a low one. Every
 * second column (flat) or row (pointy) lies half a hex lower, so the axial rows slip with each
 * pair. */
static void axial_of(const struct sal_shape *s, int x, int y, int *q, int *r) {
  int low_first = sal_shape_low(s, 0, 0);
  int along = s->pointy ? y : x;
  int slipped = along / 2 + (along & 1) * low_first;

  *q = (s->pointy ? x - slipped : x) + s->dq;
  *r = (s->pointy ? y : y - slipped) + s->dr;
}

/* The printed name of a hex. */
void sal_shape_name(const struct sal_shape *s, int x, int y, char out[SAL_ID]) {
  int c = printed_col(s, x);
  int r = printed_row(s, y);

  if (s->numbering == SAL_CCRR) {
    sal_format(out, SAL_ID, "%02d%02d", c, r);
  } else { /* letters after Z double up: Z, AA, BB */
    int letter = (r - 1) % 26;
    int again = (r - 1) / 26;
    char row[3] = {(char)('A' + letter), again ? (char)('A' + letter) : 0, 0};
    /* a map of one board alone says "L4" in all places, as it is printed */
    const char *hyphen = s->board[0] ? "-" : "";
    sal_format(out, SAL_ID, "%s%s%s%d", s->board, hyphen, row, c);
  }
}

/* The hex at axial coordinates. The first hex anchors the grid: its cell minus its coordinates
 * gives the origin. */
sal_hex sal_hex_at(const struct sal_board *b, int q, int r) {
  sal_hex h0 = b->order[0];
  int stride = b->step[3]; /* one row down */
  int cell = h0 + (q - b->q[h0]) * b->step[2] + (r - b->r[h0]) * stride;
  bool in_grid = cell > 0 && cell < b->cells;

  if (!in_grid || !b->on[cell])
    return SAL_NOHEX;
  /* far off to the side the sum runs over into another row */
  bool same_place = b->q[cell] == q && b->r[cell] == r;

  return same_place ? (sal_hex)cell : SAL_NOHEX;
}

/* One array a property, with a border of one cell all round, so that a step off the map is
 * harmless. */
static bool alloc_cells(struct sal_board *b, struct sal_arena *a, int q0, int q1, int r0, int r1,
                        struct sal_err *err) {
  int width = q1 - q0 + 3;
  int height = r1 - r0 + 3;

  if (width * height > SAL_MAX_CELLS)
    return sal_fail(err, NULL, 0, "the map is too large: %d cells of at most %d", width * height,
                    SAL_MAX_CELLS);
  b->cells = (uint16_t)(width * height);
  for (int d = 0; d < 6; d++)
    b->step[d] = (int16_t)(sal_dr[d] * width + sal_dq[d]);
  size_t n = b->cells;
  b->q = sal_alloc(a, n * sizeof *b->q);
  b->r = sal_alloc(a, n * sizeof *b->r);
  b->on = sal_alloc(a, n);
  b->terrain = sal_alloc(a, n * sizeof *b->terrain);
  b->side = sal_alloc(a, n * 6 * sizeof *b->side);
  b->owns = sal_alloc(a, n * 6 * sizeof *b->owns);
  b->path = sal_alloc(a, n * 6);
  b->name = sal_alloc(a, n * sizeof *b->name);
  b->order = sal_alloc(a, n * sizeof *b->order);
  for (int i = 0; i < b->cells; i++) {
    b->q[i] = (int16_t)(i % width - 1 + q0);
    b->r[i] = (int16_t)(i / width - 1 + r0);
  }

  return true;
}

/* Lays joined shapes into one grid: first how far they reach, then every hex with its name and
 * number. */
bool sal_board_make(struct sal_board *b, struct sal_arena *a, const struct sal_shape *shapes, int n,
                    struct sal_err *err) {
  int q0 = INT32_MAX;
  int q1 = INT32_MIN;
  int r0 = INT32_MAX;
  int r1 = INT32_MIN;
  int q;
  int r;

  for (int i = 0; i < n; i++)
    for (int y = 0; y < shapes[i].rows; y++)
      for (int x = 0; x < shapes[i].cols; x++) {
        axial_of(&shapes[i], x, y, &q, &r);
        if (q < q0)
          q0 = q;
        if (q > q1)
          q1 = q;
        if (r < r0)
          r0 = r;
        if (r > r1)
          r1 = r;
      }
  b->pointy = shapes[0].pointy;
  b->numbering = shapes[0].numbering;
  if (!alloc_cells(b, a, q0, q1, r0, r1, err))
    return false;
  b->by_number =
      sal_alloc(a, (b->numbering == SAL_CCRR ? 10000 : SAL_NAME_SLOTS) * sizeof *b->by_number);
  int width = b->step[3];
  for (int i = 0; i < n; i++)
    for (int y = 0; y < shapes[i].rows; y++)
      for (int x = 0; x < shapes[i].cols; x++) {
        axial_of(&shapes[i], x, y, &q, &r);
        sal_hex h = (sal_hex)((r - r0 + 1) * width + (q - q0 + 1));
        if (b->on[h])
          return sal_fail(err, NULL, 0, "two boards overlap at %s", b->name[h]);
        sal_shape_name(&shapes[i], x, y, b->name[h]);
        if (b->numbering == SAL_CCRR) {
          int number = printed_col(&shapes[i], x) * 100 + printed_row(&shapes[i], y);
          if (number > 9999 || b->by_number[number])
            return sal_fail(err, NULL, 0, "hex number %04d occurs twice or is too large", number);
          b->by_number[number] = h;
        } else {
          b->by_number[name_slot(b, b->name[h])] = h;
        }
        b->on[h] = 1;
        b->terrain[h] = 1;
        b->order[b->nhexes++] = h;
      }

  return true;
}
