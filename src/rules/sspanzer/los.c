/* los.c - lines of sight (9.4): worked out for every pair of hexes when the book is loaded.
 *
 * All sets are closed: a line that meets a hex or hexside in one corner touches it. The surprising
 * rule is the slope test (9.4e): what counts is which hex of a touched slope is the uphill one, and
 * whether it is an end of the line.
 */
#include "state.h"

enum { RING = 6 * SSP_RANGE };

struct grounds { /* terrain bits of the book */
  uint32_t block;
  uint16_t berm, slope;
};

/* A terrain that the data lacks blocks nothing. */
static uint32_t bit_of(const struct sal_terrain *rows, int n, const char *id) {
  int bit = sal_terrain_bit(rows, n, id);
  return bit < 0 ? 0 : 1u << bit;
}

/* What blocks sight (9.4a, 9.4b) and what may (9.4e). */
static struct grounds grounds_of(const struct sal_book *b) {
  const struct sal_terrains *t = &b->terrains;

  return (struct grounds){
      .block = bit_of(t->hex, t->nhex, "woods") | bit_of(t->hex, t->nhex, "town") |
               bit_of(t->hex, t->nhex, "hilltop"),
      .berm = (uint16_t)bit_of(t->side, t->nside, "berm"),
      .slope = (uint16_t)bit_of(t->side, t->nside, "slope"),
  };
}

/* The slopes a line touches, summed up for 9.4e. */
struct slopes {
  int n, uphill_ends, border_ends; /* slopes; with an end as uphill hex; with an end as either */
  bool at_a, at_b;                 /* an end belongs to one */
  sal_hex where;                   /* the first uphill hex that is no end */
};

/* One slope that the line touches; the hex that owns it is the uphill one. */
static void add_slope(const struct sal_board *m, struct slopes *s, uint16_t slope, sal_hex h,
                      int dir, sal_hex a, sal_hex b) {
  sal_hex beside = (sal_hex)(h + m->step[dir]);
  bool owns = m->owns[h * 6 + dir] & slope;
  sal_hex up = owns ? h : beside;
  bool touches_a = h == a || beside == a, touches_b = h == b || beside == b;
  bool uphill_end = up == a || up == b;

  s->n++;
  s->uphill_ends += uphill_end;
  s->border_ends += touches_a || touches_b;
  s->at_a |= touches_a;
  s->at_b |= touches_b;
  if (!s->where && !uphill_end)
    s->where = up;
}

/* 9.4e: open when every slope has an end as its uphill hex, or when every slope borders an end,
 * both ends have one, and one of them is the uphill hex. Without slopes it is open too. */
static bool slopes_open(const struct slopes *s) {
  if (s->uphill_ends == s->n)
    return true;
  if (s->border_ends < s->n)
    return false;
  return s->at_a && s->at_b && s->uphill_ends > 0;
}

/* 9.4a, 9.4c: woods, towns and hilltops block a line through them or along them. */
static int cut_by_hex(const struct sal_book *book, const struct grounds *g, sal_hex a, sal_hex b,
                      sal_hex *where) {
  const struct ssp_book *own = book->own;
  const struct sal_line *line = sal_line_of(&own->lines, &book->board, a, b);

  for (int i = 0; i < line->nhex; i++) {
    const struct sal_line_hex *met = &own->lines.hex[line->hex + (uint32_t)i];
    sal_hex h = (sal_hex)(a + met->step);
    if (!(book->board.terrain[h] & g->block))
      continue;
    *where = h;
    return met->meet == SAL_ALONG ? R_9_4c : R_9_4a;
  }

  return 0;
}

/* 9.4b, 9.4c, 9.4e: berms block a line that touches them; of slopes it depends. */
static int cut_by_side(const struct sal_book *book, const struct grounds *g, sal_hex a, sal_hex b,
                       sal_hex *where) {
  const struct ssp_book *own = book->own;
  const struct sal_board *m = &book->board;
  const struct sal_line *line = sal_line_of(&own->lines, m, a, b);
  struct slopes slopes = {0};
  bool along_slope = false;

  for (int i = 0; i < line->nside; i++) {
    const struct sal_line_side *met = &own->lines.side[line->side + (uint32_t)i];
    sal_hex h = (sal_hex)(a + met->step);
    uint16_t bits = m->side[h * 6 + met->dir];
    bool along = met->meet == SAL_ALONG;
    if (bits & g->berm) {
      *where = m->on[h] ? h : (sal_hex)(h + m->step[met->dir]);
      return along ? R_9_4c : R_9_4b;
    }
    if (bits & g->slope) {
      add_slope(m, &slopes, g->slope, h, met->dir, a, b);
      along_slope |= along;
    }
  }
  if (slopes_open(&slopes))
    return 0;
  *where = slopes.where ? slopes.where : b;
  return along_slope ? R_9_4c : R_9_4e;
}

/* Why the line from a to b is blocked: the rule, and the hex. 0: open. Ignores visibility. */
static int cut_by(const struct sal_book *book, const struct grounds *g, sal_hex a, sal_hex b,
                  sal_hex *where) {
  int rule = cut_by_hex(book, g, a, b, where);
  return rule ? rule : cut_by_side(book, g, a, b, where);
}

/* The rule and the hex for a player who asks; play itself uses the table below. */
int ssp_cut(const struct sal_book *book, sal_hex a, sal_hex b, sal_hex *where) {
  struct grounds g = grounds_of(book);
  *where = SAL_NOHEX;
  if (a == b)
    return 0;
  return cut_by(book, &g, a, b, where);
}

/* ---- the table of all pairs ------------------------------------------------------------- */

/* How many hexes lie in a row within the visibility, to both sides. */
static int width(const struct ssp_book *own) {
  return 2 * own->max_vis + 1;
}

/* The bit of a pair of hexes: by their difference. */
static int place_of(const struct ssp_book *own, const struct sal_board *m, sal_hex a, sal_hex b) {
  int w = width(own);
  return (m->r[b] - m->r[a] + own->max_vis) * w + m->q[b] - m->q[a] + own->max_vis;
}

/* From the table, without looking at the ground again. */
static bool is_open(const struct ssp_book *own, const struct sal_board *m, sal_hex a, sal_hex b) {
  int i = place_of(own, m, a, b);
  return own->open[(size_t)a * own->open_words + (size_t)(i >> 5)] >> (i & 31) & 1;
}

/* Noted while loading. */
static void set_open(struct ssp_book *own, const struct sal_board *m, sal_hex a, sal_hex b) {
  int i = place_of(own, m, a, b);
  own->open[(size_t)a * own->open_words + (size_t)(i >> 5)] |= 1u << (i & 31);
}

/* 9.4: an open line between two hexes. The caller has checked that they are within the visibility
 * (5e): the table goes no further. */
bool ssp_sees(const struct sal_play *p, sal_hex a, sal_hex b) {
  return is_open(O(p), &p->book->board, a, b);
}

/* Every hex at distance d of h. */
static int ring(const struct sal_board *m, sal_hex h, int d, sal_hex *out) {
  int n = 0;
  int q = m->q[h] + sal_dq[4] * d;
  int r = m->r[h] + sal_dr[4] * d;

  for (int dir = 0; dir < 6; dir++)
    for (int i = 0; i < d; i++) {
      sal_hex g = sal_hex_at(m, q, r);
      if (g)
        out[n++] = g;
      q += sal_dq[dir];
      r += sal_dr[dir];
    }

  return n;
}

/* The hexes in sight of each, nearest first: once to count them, once to write them down. */
static uint32_t fill_seen(struct ssp_book *own, const struct sal_board *m, bool write) {
  uint32_t n = 0;
  uint32_t w = own->max_vis + 2u;
  sal_hex at[RING];

  for (int i = 0; i < m->nhexes; i++) {
    sal_hex h = m->order[i];
    for (int d = 1; d <= own->max_vis; d++) {
      if (write)
        own->seen_at[h * w + (uint32_t)d] = n;
      int k = ring(m, h, d, at);
      for (int j = 0; j < k; j++) {
        if (!is_open(own, m, h, at[j]))
          continue;
        if (write)
          own->seen[n] = at[j];
        n++;
      }
    }
    if (write)
      own->seen_at[h * w + own->max_vis + 1u] = n;
  }

  return n;
}

/* Room for a bit for every pair of hexes. */
static void make_room(struct sal_book *b) {
  struct ssp_book *own = b->own;
  int pairs = width(own) * width(own);

  own->open_words = (uint16_t)((pairs + 31) / 32);
  own->open = sal_alloc(b->arena, (size_t)b->board.cells * own->open_words * sizeof *own->open);
}

/* The hexes that each hex sees, the near ones first. */
static void list_seen(struct sal_book *b) {
  struct ssp_book *own = b->own;
  const struct sal_board *m = &b->board;

  own->seen_at = sal_alloc(b->arena, (size_t)m->cells * (own->max_vis + 2u) * sizeof *own->seen_at);
  own->seen = sal_alloc(b->arena, fill_seen(own, m, false) * sizeof *own->seen + 2);
  fill_seen(own, m, true);
}

/* Some thousand lines for every hex, but only once a book: play asks for sight more often than
 * for anything else. */
bool ssp_load_sight(struct sal_book *b, struct sal_err *err) {
  struct ssp_book *own = b->own;
  const struct sal_board *m = &b->board;
  struct grounds g = grounds_of(b);
  sal_hex at[RING];
  sal_hex where;

  (void)err;
  sal_lines_make(&own->lines, b->arena, m, own->max_vis);
  make_room(b);
  for (int i = 0; i < m->nhexes; i++) {
    sal_hex h = m->order[i];
    set_open(own, m, h, h);
    for (int d = 1; d <= own->max_vis; d++) {
      int k = ring(m, h, d, at);
      for (int j = 0; j < k; j++)
        if (at[j] > h && !cut_by(b, &g, h, at[j], &where)) { /* the same both ways (9.4) */
          set_open(own, m, h, at[j]);
          set_open(own, m, at[j], h);
        }
    }
  }
  list_seen(b);
  return true;
}

/* The hexsides of `to` that the line touches: one, or two at a corner (10.3a). */
unsigned ssp_hexsides(const struct sal_book *b, sal_hex from, sal_hex to) {
  const struct ssp_book *own = b->own;
  const struct sal_line *line = sal_line_of(&own->lines, &b->board, from, to);
  unsigned sides = 0;

  for (int i = 0; i < line->nside; i++) {
    const struct sal_line_side *t = &own->lines.side[line->side + (uint32_t)i];
    sal_hex h = (sal_hex)(from + t->step);
    if (h == to)
      sides |= 1u << t->dir;
    else if ((sal_hex)(h + b->board.step[t->dir]) == to)
      sides |= 1u << sal_back(t->dir);
  }

  return sides;
}
