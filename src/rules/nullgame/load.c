/* load.c - nullgame's part of the book: kinds, counters, the combat table, prices of steps. */
#include "state.h"

#include <string.h>

const char *const null_result[RESULTS] = {"A1", "D1", "DR", "EX"};
static const char *const kind_id[KINDS] = {"INF", "TANK", "GUN"};
static const struct sal_factor factor[] = {
    SAL_FACTOR(struct figures, strength, "strength", 1, 99),
    SAL_FACTOR(struct figures, reduced, "reduced", 1, 99),
    SAL_FACTOR(struct figures, mp, "mp", 0, 99),
};
enum { FACTORS = sizeof factor / sizeof factor[0] };

/* The three kinds in their order, because the rules know them by number. */
static bool load_kinds(struct sal_book *b, const struct sal_source *src, struct figures *rows,
                       struct sal_err *err) {
  struct sal_tsv t;
  int got;
  int n = 0;

  if (!sal_tsv_open(&t, src->files, "kinds.tsv", b->arena, err))
    return false;
  while ((got = sal_tsv_next(&t, err)) > 0) {
    if (n == KINDS)
      return sal_tsv_fail(&t, err, "more than three kinds");
    const char *id = sal_tsv_text(&t, "id", err);
    if (!id)
      return false;
    if (!sal_eq(id, kind_id[n]))
      return sal_tsv_fail(&t, err, "kind '%s' where '%s' is wanted", id, kind_id[n]);
    if (!sal_factors_read(&t, factor, FACTORS, &rows[n], err))
      return false;
    n++;
  }
  if (got < 0)
    return false;
  if (n < KINDS)
    return sal_fail(err, "kinds.tsv", 0, "there must be three kinds");

  return true;
}

/* A kind by its id; KINDS when there is none. */
static int kind_find(const char *id) {
  int k = 0;
  while (k < KINDS && !sal_eq(kind_id[k], id))
    k++;
  return k;
}

/* 2.1: the strong face and the weak one. */
static void print_faces(struct sal_counter *c, const struct figures *f) {
  c->nfaces = 2;
  for (int face = 0; face < 2; face++) {
    c->face[face].steps = (uint8_t)(2 - face);
    sal_format(c->face[face].figure[0], 8, "%d", face ? f->reduced : f->strength);
    sal_format(c->face[face].figure[1], 8, "%d", f->mp);
  }
}

/* Where a counter of counters.tsv begins: a hex, or the reserve. A position says it itself. */
static bool load_start(struct sal_book *b, sal_unit u, struct sal_tsv *t, struct sal_err *err) {
  struct own *o = b->own;
  const char *at = sal_tsv_text(t, "at", err);

  if (!at)
    return false;
  if (sal_eq(at, "reserve") || b->position)
    return true;
  o->start[u] = sal_hex_parse(&b->board, at);
  if (!o->start[u])
    return sal_tsv_fail(t, err, "hex '%s' is not on the map", at);

  return true;
}

/* One counter: its kind's figures, a made-up unit's own factors over them, and its faces. A made-up
 * unit has no row (t is NULL). */
static bool load_counter(struct sal_book *b, sal_unit u, struct sal_tsv *t, struct sal_err *err) {
  struct own *o = b->own;
  struct sal_counter *c = &b->counter[u];

  if (u >= MAX_UNITS)
    return sal_fail(err, NULL, 0, "more than %d units", MAX_UNITS);
  int k = kind_find(c->kind);
  if (k == KINDS && t)
    return sal_tsv_fail(t, err, "there is no kind '%s'", c->kind);
  if (k == KINDS)
    return sal_fail_at(err, "kind", "there is no kind '%.*s'", 24, c->kind);
  struct figures f = o->row[k];
  if (!t && !sal_factors_given(b->position, c->id, factor, FACTORS, &f, err))
    return false;
  o->kind[u] = (struct kind){.strength = {0, (uint8_t)f.reduced, (uint8_t)f.strength},
                             .mp = (uint8_t)(f.mp * 2),
                             .gun = k == GUN,
                             .tank = k == TANK};
  print_faces(c, &f);
  return !t || load_start(b, u, t, err);
}

/* 5.6: the results by die and odds column. */
static bool load_combat(struct sal_book *b, struct own *o, struct sal_err *err) {
  const struct sal_table *t = sal_table_of(b, "combat", 6, 4, err);

  if (!t)
    return false;
  for (int die = 0; die < 6; die++)
    for (int col = 0; col < 4; col++) {
      const char *cell = sal_table_cell(t, die, col);
      int r = 0;
      while (r < RESULTS && !sal_eq(null_result[r], cell))
        r++;
      if (r == RESULTS)
        return sal_table_fail(t, die, err, "there is no result '%s'", cell);
      o->combat[die][col] = (uint8_t)r;
    }

  return true;
}

/* 4.2: the price of every step in halves, worked out once. */
static void load_costs(struct sal_book *b, struct own *o) {
  const struct sal_board *m = &b->board;

  memset(o->edge, SAL_BARRED, sizeof o->edge);
  for (int i = 0; i < m->nhexes; i++) {
    sal_hex h = m->order[i];
    o->block[h] = (m->terrain[h] & (o->wood | o->village)) != 0;
    for (int d = 0; d < 6; d++) {
      sal_hex to = sal_next(m, h, d);
      if (!to)
        continue;
      int cost = m->terrain[to] & o->wood ? 4 : 2;
      if (m->side[h * 6 + d] & o->river)
        cost += 2;
      if (m->path[h * 6 + d])
        cost = 1;
      o->edge[h * 6 + d] = (uint8_t)cost;
    }
  }
}

/* Terrain that the rules ask for by name; a map without it cannot be played. */
static bool load_ground(struct sal_book *b, struct own *o, struct sal_err *err) {
  int wood = sal_terrain_bit(b->terrains.hex, b->terrains.nhex, "wood");
  int village = sal_terrain_bit(b->terrains.hex, b->terrains.nhex, "village");
  int river = sal_terrain_bit(b->terrains.side, b->terrains.nside, "river");

  if (wood < 0 || village < 0 || river < 0)
    return sal_fail(err, "terrain.tsv", 0, "wood, village and river are wanted");
  if (b->nlisted != OPTIONS)
    return sal_fail(err, "options.tsv", 0, "there must be two options");
  o->wood = 1u << wood;
  o->village = 1u << village;
  o->river = (uint16_t)(1u << river);
  load_costs(b, o);
  return true;
}

/* The book of a scenario. The state is only as long as the map needs. */
bool null_load(struct sal_book *b, const struct sal_source *src, struct sal_err *err) {
  struct own *o = b->own = sal_alloc(b->arena, sizeof *o);

  b->mp_den = 2;
  if (!load_kinds(b, src, o->row, err))
    return false;
  if (!sal_book_common(b, src, load_counter, err))
    return false;
  if (!load_combat(b, o, err) || !load_ground(b, o, err))
    return false;
  sal_lines_make(&o->lines, b->arena, &b->board, 12);
  b->state_bytes = (uint32_t)((offsetof(struct state, ground) + b->board.cells + 7u) & ~7u);
  return true;
}
