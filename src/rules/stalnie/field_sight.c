/* field_sight.c - F6: lines of sight with heights and hindrances; F5.1: the front arc.
 *
 * Heights are in half-levels, so that only whole numbers are compared: a crossed hex at distance i
 * of n is compared with the line's height there times n. On a small map the drawn ground is worked
 * out once for all pairs; what changes in play (wrecks, smoke, Blazes) is looked at only where
 * there is any.
 */
#include "field.h"

#include <string.h>

enum { NO_SIGHT_FROM = 6, HALF_LEVELS = 2, SMOKE_HINDRANCE = 2, RUBBLE_HEIGHT = 1 };
enum { SEEN_CLEAR = 40, SEEN_OVERCAST = 30, SEEN_FOG = 16, DUST_FROM = 12, FOG_STEP = 8 };

/* What is needed of a line's ends. */
struct ends {
  sal_hex from, to;
  int a, b, n; /* heights in half-levels; hexes */
};

/* The height of the line at distance i, times n: whole numbers only. */
static int line_height(const struct ends *e, int i) {
  return e->a * (e->n - i) + e->b * i;
}

/* F6.2: does the hex, seen at distance i, block the line? */
static bool blocks(const struct field_book *f, const struct ends *e, sal_hex h, int i,
                   const struct patch *patch) {
  const struct ground *g = &f->ground[h];
  int obstacle = g->obstacle;

  /* Rubble lies lower than the building did (F16.12); a Blaze stands as high as woods (F6.2). */
  if (patch && patch->holds & HEX_RUBBLE)
    obstacle = RUBBLE_HEIGHT;
  bool blaze = patch && patch->holds & HEX_BLAZE;
  if (blaze && obstacle < HALF_LEVELS)
    obstacle = HALF_LEVELS;
  if (!obstacle)
    return false;
  return (HALF_LEVELS * g->level + obstacle) * e->n > line_height(e, i);
}

/* F6.5: does what grows or lies there reach up to the line? */
static bool reaches_line(const struct field_book *f, const struct ends *e, sal_hex h, int i) {
  return (HALF_LEVELS * f->ground[h].level + 1) * e->n > line_height(e, i);
}

/* The hindrance of a crossed hex: terrain or a wreck 1, smoke 2 besides. */
static int hindrance_of(const struct field_book *f, const struct patch *patch, sal_hex h) {
  int hind = f->ground[h].hind;
  if (!patch)
    return hind;

  /* Grain and a wreck together hinder once; smoke comes on top (F6.5). */
  if (patch->holds & HEX_WRECK && hind < f->wreck_hind)
    hind = f->wreck_hind;
  if (patch->holds & (HEX_SMOKE | HEX_SMOKE_LONG))
    hind += SMOKE_HINDRANCE;
  return hind;
}

struct walker { /* one look along a line */
  const struct sal_book *book;
  const struct field_book *f;
  const struct sal_play *play; /* NULL: the drawn ground alone */
  struct sightline *out;
};

/* What a hex holds now; NULL: nothing counts but the drawn ground. */
static const struct patch *patch_on(const struct walker *w, sal_hex h) {
  return w->play ? patch_at(w->play, h) : NULL;
}

/* F6.5: a hindrance on the way, noted for the overlay. */
static void hinder(struct walker *w, sal_hex h, int hind) {
  if (!hind)
    return;
  w->out->hind += hind;
  if (w->out->n < 32)
    w->out->on[w->out->n++] = (struct obstacle_on){h, (uint8_t)hind};
}

/* The line is blocked here, by this rule. */
static void cut(struct walker *w, sal_hex h, int rule) {
  w->out->hind = -1;
  w->out->cut = h;
  w->out->rule = rule;
}

/* One crossed hex; false: it cuts the line. */
static bool cross(struct walker *w, const struct ends *e, sal_hex h, int i) {
  const struct patch *patch = patch_on(w, h);
  if (blocks(w->f, e, h, i, patch)) {
    cut(w, h, R_F6_2);
    return false;
  }

  if (reaches_line(w->f, e, h, i))
    hinder(w, h, hindrance_of(w->f, patch, h));
  return true;
}

/* F6.3: a pair of hexes beside the line blocks only together, and hinders once, the larger. */
static bool pass_between(struct walker *w, const struct ends *e, sal_hex h, sal_hex g) {
  const struct sal_board *m = &w->book->board;
  sal_hex pair[2] = {h, g};
  sal_hex by = SAL_NOHEX;
  int i = sal_distance(m, e->from, h); /* the line lies between them: both are equally far */
  int blocked = 0;
  int most = 0;

  for (int n = 0; n < 2; n++) {
    if (!m->on[pair[n]])
      continue;

    const struct patch *patch = patch_on(w, pair[n]);
    blocked += blocks(w->f, e, pair[n], i, patch);
    bool reaches = reaches_line(w->f, e, pair[n], i);
    int hind = reaches ? hindrance_of(w->f, patch, pair[n]) : 0;
    if (hind > most) {
      most = hind;
      by = pair[n];
    }
  }

  if (blocked == 2) {
    cut(w, h, R_F6_3);
    return false;
  }

  hinder(w, by, most);

  return true;
}

/* F6.6: sight into and out of a gully or stream is open only from next to it, from above, or along
 * it. */
static bool gully_open(const struct walker *w, const struct ends *e) {
  const struct ground *a = &w->f->ground[e->from];
  const struct ground *b = &w->f->ground[e->to];
  bool from = a->is & H_GULLY;
  bool to = b->is & H_GULLY;

  /* Neither end lies in one, or they are adjacent. */
  bool adjacent = e->n <= 1;
  if ((!from && !to) || adjacent)
    return true;

  /* A level above the gully looks into it. */
  bool above_from = e->b >= HALF_LEVELS * (a->level + 1);
  bool above_to = e->a >= HALF_LEVELS * (b->level + 1);
  bool from_seen = !from || above_from;
  bool to_seen = !to || above_to;

  if (from_seen && to_seen)
    return true;
  if (!from || !to)
    return false;

  /* Both ends lie in a gully: sight runs along it, through gully hexes only. */
  const struct sal_line *line = sal_line_of(&w->f->lines, &w->book->board, e->from, e->to);
  for (int i = 0; i < line->ncross; i++) {
    sal_hex h = (sal_hex)(e->from + w->f->lines.cross[line->cross + (uint32_t)i]);
    if (!(w->f->ground[h].is & H_GULLY))
      return false;
  }

  return true;
}

/* F6.2, F6.3: hex by hex. Along a hexside the two hexes beside it count together. */
static void look_along(struct walker *w, const struct ends *e) {
  const struct sal_board *m = &w->book->board;
  const struct sal_lines *lines = &w->f->lines;
  const struct sal_line *line = sal_line_of(lines, m, e->from, e->to);

  if (!gully_open(w, e)) {
    cut(w, w->f->ground[e->to].is & H_GULLY ? e->to : e->from, R_F6_6);
    return;
  }

  for (int i = 0; i < line->nhex; i++) {
    const struct sal_line_hex *t = &lines->hex[line->hex + (uint32_t)i];
    sal_hex h = (sal_hex)(e->from + t->step);

    /* A corner that is only touched blocks nothing. */
    if (t->meet == SAL_CORNER)
      continue;

    /* Along a hexside two entries, one after the other, stand for the pair beside it. */
    if (t->meet == SAL_ALONG) {
      if (!pass_between(w, e, h, (sal_hex)(e->from + t[1].step)))
        return;
      i++;
      continue;
    }

    if (m->on[h] && !cross(w, e, h, sal_distance(m, e->from, h)))
      return;
  }
}

/* F6.1: the range of sight. */
static int visibility(const struct sal_play *p) {
  if (F(p)->weather == FOG)
    return SEEN_FOG;
  return F(p)->weather == OVERCAST ? SEEN_OVERCAST : SEEN_CLEAR;
}

/* F6.5: what dust and fog hinder over n hexes. */
static int air_hindrance(const struct sal_play *p, int n) {
  bool dust = F(p)->ec == VERY_DRY && n > DUST_FROM;
  int hind = dust;

  /* One for each 8 hexes begun beyond the first 8. */
  if (F(p)->weather == FOG && n > FOG_STEP)
    hind += (n - FOG_STEP + FOG_STEP - 1) / FOG_STEP;
  return hind;
}

/* F6.2: ground and storey, in half-levels. */
static int height_at(const struct field_book *f, location l) {
  return HALF_LEVELS * (f->ground[hex_at(l)].level + (level_at(l) == UPPER));
}

/* F6.1, F20.1, F6.5: range of sight, the ground, smoke at both ends, and too much hindrance. */
static void look_between(const struct sal_play *p, struct ends e, struct sightline *out) {
  const struct sal_board *m = &p->book->board;
  struct walker w = {p->book, FB(p), F(p)->changed ? p : NULL, out};

  *out = (struct sightline){0};

  if (e.from == e.to)
    return;

  e.n = sal_distance(m, e.from, e.to);

  if (e.n > visibility(p)) {
    cut(&w, e.to, R_F6_1);
    return;
  }

  look_along(&w, &e);

  /* Smoke hinders at the ends as well (F20.1). */
  for (int k = 0; out->hind >= 0 && k < 2; k++) {
    sal_hex h = k ? e.to : e.from;
    if (patch_at(p, h)->holds & (HEX_SMOKE | HEX_SMOKE_LONG))
      hinder(&w, h, SMOKE_HINDRANCE);
  }

  /* Dust and fog lie on the whole line; they are noted at its end. */
  if (out->hind >= 0)
    hinder(&w, e.to, air_hindrance(p, e.n));
  if (out->hind >= NO_SIGHT_FROM)
    cut(&w, out->on[out->n - 1].hex, R_F6_5);
}

/* F6: the line between two Locations, with each hindrance, or what cuts it. */
void sf_sightline(const struct sal_play *p, location from, location to, struct sightline *out) {
  struct ends e = {hex_at(from), hex_at(to), height_at(FB(p), from), height_at(FB(p), to), 0};
  look_between(p, e, out);
}

/* F17.3: an observer outside the map looks from a level of his own. */
int sf_sight_above(const struct sal_play *p, sal_hex from, int level, location to) {
  struct sightline line;
  struct ends e = {from, hex_at(to), HALF_LEVELS * level, height_at(FB(p), to), 0};
  look_between(p, e, &line);
  return line.hind;
}

/* Hindrance between two Locations, -1 for none; from the table where nothing has changed. */
int sf_sight(const struct sal_play *p, location from, location to) {
  const struct field_book *f = FB(p);
  bool ground_level = level_at(from) != UPPER && level_at(to) != UPPER;

  if (f->open && ground_level) {
    uint32_t row = (uint32_t)(f->index[hex_at(from)] - 1) * f->nhexes;
    int hind = f->open[row + f->index[hex_at(to)] - 1u];

    /* What the drawn ground cuts stays cut, unless a building has come down. */
    if (hind == CUT && !F(p)->rubble)
      return -1;
    bool clear_air = F(p)->weather >= CLEAR && F(p)->ec != VERY_DRY;
    if (!F(p)->changed && clear_air)
      return hind;
  }

  struct sightline line;
  sf_sightline(p, from, to, &line);

  return line.hind;
}

/* The lines of the map, and on a small map the drawn ground's answer for every pair of hexes. */
void sf_sights(struct sal_book *b, struct field_book *f, bool table) {
  const struct sal_board *m = &b->board;
  int range = 1;

  /* Every pair of hexes is within the longest distance from a corner. */
  for (int i = 0; i < m->nhexes; i++) {
    int far = sal_distance(m, m->order[0], m->order[i]);
    int back = sal_distance(m, m->order[m->nhexes - 1], m->order[i]);
    if (far > range)
      range = far;
    if (back > range)
      range = back;
  }

  /* One more for the other two corners. */
  range = range >= MAX_RANGE ? MAX_RANGE : range + 1;
  sal_lines_make(&f->lines, b->arena, m, range);
  f->range = (uint8_t)range;

  if (!table)
    return;

  f->open = sal_alloc(b->arena, (size_t)m->nhexes * m->nhexes);

  for (int i = 0; i < m->nhexes; i++)
    for (int k = 0; k < m->nhexes; k++) {
      struct sightline line = {0};
      location from = location_at(m->order[i], GROUND);
      location to = location_at(m->order[k], GROUND);
      struct ends e = {m->order[i], m->order[k], height_at(f, from), height_at(f, to),
                       sal_distance(m, m->order[i], m->order[k])};
      struct walker w = {b, f, NULL, &line};

      if (e.n > range)
        line.hind = -1;
      else if (e.n)
        look_along(&w, &e);

      bool open = line.hind >= 0 && line.hind < NO_SIGHT_FROM;
      f->open[i * m->nhexes + k] = (uint8_t)(open ? line.hind : CUT);
    }
}

/* ---- hexsides and arcs ------------------------------------------------------------------ */

/* The hexsides of `to` that the line enters by: one bit, or the two at a corner. */
uint8_t sf_entry_sides(const struct sal_play *p, sal_hex from, sal_hex to) {
  const struct sal_board *m = &p->book->board;
  const struct sal_lines *lines = &FB(p)->lines;
  const struct sal_line *line = sal_line_of(lines, m, from, to);
  uint8_t inner = 0;
  uint8_t corner = 0;

  for (int i = 0; i < line->nside; i++) {
    const struct sal_line_side *s = &lines->side[line->side + (uint32_t)i];
    sal_hex h = (sal_hex)(from + s->step);
    sal_hex g = (sal_hex)(h + m->step[s->dir]);

    /* Only hexsides of the target hex count. */
    bool of_target = h == to || g == to;
    if (!of_target)
      continue;

    int dir = h == to ? s->dir : sal_back(s->dir);
    if (s->meet == SAL_CROSS)
      inner |= (uint8_t)(1 << dir);
    else
      corner |= (uint8_t)(1 << dir);
  }

  /* A line through a hexside counts before the corners that it touches. */
  return inner ? inner : corner;
}

/* F7.9: the line enters the target hex through a hedge; by a corner only if both are hedges. */
bool sf_behind_hedge(const struct sal_play *p, location from, location to) {
  uint8_t hedge = ground_at(p, hex_at(to))->hedge;
  bool outside = hex_at(from) != hex_at(to);
  if (!hedge || level_at(to) != GROUND || !outside)
    return false;
  /* From a higher level one fires over it. */
  if (sf_level(p, from) > sf_level(p, to))
    return false;

  uint8_t sides = sf_entry_sides(p, hex_at(from), hex_at(to));
  return sides && (sides & hedge) == sides;
}

/* F5.1: does the other hex lie in the front arc, its borders included? */
bool sf_in_front(const struct sal_play *p, sal_hex at, int face, sal_hex other) {
  const struct sal_board *m = &p->book->board;
  int q = m->q[other] - m->q[at];
  int r = m->r[other] - m->r[at];

  /* The arc is two cones of 60 degrees, one on each side of the facing. */
  for (int side = -1; side <= 1; side += 2) {
    int d = face;
    int e = sal_turn(face, side);

    /* q, r = x * D(d) + y * D(e), solved with whole numbers */
    int det = sal_dq[d] * sal_dr[e] - sal_dq[e] * sal_dr[d];
    int x = (q * sal_dr[e] - r * sal_dq[e]) * det;
    int y = (r * sal_dq[d] - q * sal_dr[d]) * det;

    if (x >= 0 && y >= 0)
      return true;
  }

  return false;
}
