/* field_boards.c - the campaign's battles on the board: the ground of each Playing Area, and a
 * counter for every support weapon.
 *
 * A battle is a game inside the campaign's state. Each Playing Area has a book: the same counters
 * and the same cells, but only the hexes of that area are on its map. So the field rules work there
 * as in the skirmish and know nothing of the campaign.
 */
#include "field.h"

#include <string.h>

/* ---- F25.2: support weapons are counters behind the units ------------------------------- */

/* The kind of a weapon of the charts: machine guns differ by side. */
static int weapon_kind(const struct field_book *f, const char *id, int side) {
  char name[16];
  int kind = sf_kind_named(f, id);

  if (kind)
    return kind;

  /* Rows of such a weapon in the field tables end in the letter of the side. */
  sal_format(name, sizeof name, "%s_%c", id, side == GER ? 'G' : 'R');
  return sf_kind_named(f, name);
}

/* Unit ids are lower-case. */
static void lower(char *text) {
  for (; *text; text++)
    if (*text >= 'A' && *text <= 'Z')
      *text = (char)(*text - 'A' + 'a');
}

/* What a counter of a pool is: its name in the tables, its kind and how it is drawn. */
struct pool_item {
  const char *id, *symbol;
  int kind;
};

/* Makes a counter for each weapon of a pool, because on the board weapons change hands. */
static bool add_counter(struct sal_book *b, struct field_book *f, int side,
                        const struct pool_item *item, int n, struct sal_err *err) {
  char id[40];
  char name[24];

  if (!item->kind)
    return sal_fail(err, "field-weapons.tsv", 0, "there is no '%s'", item->id);
  if (b->ncounters >= MAX_UNITS)
    return sal_fail(err, "tables.tsv", 0, "field.pool: more than %d counters", MAX_UNITS);
  sal_format(id, sizeof id, "%s.sw.%s-%d", side == GER ? "de" : "ru", item->id, n);
  lower(id);
  sal_format(name, sizeof name, "%s %d", item->id, n);

  struct sal_counter *c = &b->counter[b->ncounters];
  *c = (struct sal_counter){.id = sal_strdup(b->arena, id),
                            .name = sal_strdup(b->arena, name),
                            .formation = "",
                            .kind = f->kind[item->kind].id,
                            .size = "",
                            .symbol = item->symbol,
                            .style = side == GER ? "ss" : "soviet",
                            .source = "invented",
                            .side = (uint8_t)side};
  c->label = c->name;
  sf_print_counter(f, &f->kind[item->kind], c);
  f->counter_kind[b->ncounters++] = (uint8_t)item->kind;
  return true;
}

/* As many counters of one kind as a row of a table says; their number goes to `many`. */
static bool add_pool(struct sal_book *b, struct field_book *f, const struct sal_table *t, int row,
                     int side, const struct pool_item *item, uint8_t *many, struct sal_err *err) {
  int32_t wanted = 0;

  if (!sal_eq(sal_table_row(t, row), item->id))
    return sal_table_fail(t, row, err, "'%s' is wanted here", item->id);
  if (!sal_parse_int(sal_table_cell(t, row, side), 0, 99, &wanted))
    return sal_table_fail(t, row, err, "a number from 0 to 99 is wanted");

  /* In a position made-up units take the room of weapons. */
  int room = MAX_UNITS - b->ncounters;
  if (b->position && wanted > room)
    wanted = room;

  *many = (uint8_t)wanted;
  for (int n = 1; n <= (int)wanted; n++)
    if (!add_counter(b, f, side, item, n, err))
      return false;

  return true;
}

/* Support weapons of companies, as many of each as table field.pool says. */
static bool add_weapons(struct sal_book *b, struct field_book *f, struct sal_err *err) {
  struct own *o = b->own;
  const struct sal_table *t = sal_table_of(b, "field.pool", SW, 2, err);

  if (!t)
    return false;

  o->first_weapon = b->ncounters;
  for (int side = 0; side < 2; side++)
    for (int w = 0; w < SW; w++) {
      struct pool_item item = {.id = o->weapon[w].id,
                               .symbol = o->weapon[w].mg ? "mg" : "none",
                               .kind = weapon_kind(f, o->weapon[w].id, side)};

      o->weapons_at[side][w] = b->ncounters;
      if (!add_pool(b, f, t, w, side, &item, &o->nweapons[side][w], err))
        return false;
    }

  return true;
}

/* CG6, F25.2: radios and phones of the modules in play. Data of an older version has none, and its
 * battles on the board no artillery. */
static bool add_sets(struct sal_book *b, struct field_book *f, struct sal_err *err) {
  static const char *const sets[SETS] = {[SET_RADIO] = "radio", [SET_PHONE] = "phone"};
  struct own *o = b->own;

  if (!sal_table_find(b, "field.sets"))
    return true;
  const struct sal_table *t = sal_table_of(b, "field.sets", SETS, 2, err);
  if (!t)
    return false;

  for (int side = 0; side < 2; side++)
    for (int k = 0; k < SETS; k++) {
      struct pool_item item = {.id = sets[k], .symbol = "none", .kind = sf_kind_named(f, sets[k])};

      o->sets_at[side][k] = b->ncounters;
      if (!add_pool(b, f, t, k, side, &item, &o->nsets[side][k], err))
        return false;
    }

  return true;
}

/* ---- who can take part ------------------------------------------------------------------ */

/* F2.8: the pool of units made in play that a counter of the campaign belongs to. */
static uint8_t pool_of(const struct sal_book *b, int u) {
  const struct own *o = b->own;
  bool german = b->counter[u].side == GER;

  switch (o->counter_part[u]) {
  case POOLS + POOL_CREW: return POOL_OF_CREWS;
  case POOLS + POOL_HERO: return POOL_OF_HEROES;
  /* The crews of some German vehicles are half-squads (F12.3). */
  case POOLS + POOL_HALF: return german ? POOL_OF_SMALL_CREWS : POOL_NONE;
  default: return POOL_NONE;
  }
}

/* Every type of the campaign must have a row in the field's tables, and back. */
static bool match_kinds(struct sal_book *b, struct field_book *f, struct sal_err *err) {
  struct own *o = b->own;

  for (int t = 1; t < o->ntypes; t++) {
    int kind = sf_kind_named(f, o->type[t].id);
    if (!kind)
      return sal_fail(err, "types.tsv", 0, "'%s' has no row in the field's tables", o->type[t].id);
    o->kind_of_type[t] = (uint8_t)kind;
    o->type_of_kind[kind] = (uint8_t)t;
  }

  /* Weapons stand behind the units and have their kind already. */
  for (int u = 0; u < b->ncounters; u++) {
    f->roster[u].by = SAL_NOUNIT;
    if (u >= o->first_weapon)
      continue;
    f->counter_kind[u] = o->kind_of_type[o->counter_type[u]];
    sf_print_counter(f, &f->kind[f->counter_kind[u]], &b->counter[u]);
    f->roster[u].pool = pool_of(b, u);
  }

  return true;
}

/* ---- the ground of a Playing Area ------------------------------------------------------- */

/* Only its hexrows are on the map; cells keep their numbers, so a hex is the same in every area. */
static void cut_out(struct sal_book *in, const struct own *o, int pa) {
  struct sal_board *m = &in->board;
  const sal_hex *all = m->order;
  int n = m->nhexes;

  m->on = sal_alloc(in->arena, m->cells);
  m->order = sal_alloc(in->arena, (size_t)n * sizeof *m->order);
  m->nhexes = 0;
  for (int i = 0; i < n; i++) {
    int g = o->place[all[i]];
    bool inside = g != NOWHERE && row_of(g) >= o->low[pa] && row_of(g) <= o->high[pa];

    if (!inside)
      continue;
    m->on[all[i]] = 1;
    m->order[m->nhexes++] = all[i];
  }
}

/* 11.6053: the first and the last hex of each hexrow but the lowest and the highest. */
static void find_side_edges(const struct own *o, struct field_book *f, int pa) {
  for (int row = o->low[pa] + 1; row < o->high[pa]; row++) {
    int at = row - o->low[pa];
    if (!o->on[row] || at >= AREA_ROWS)
      continue;
    f->side_edge[0][at] = o->cell[row * WIDTH + lowest_bit(o->on[row])];
    f->side_edge[1][at] = o->cell[row * WIDTH + highest_bit(o->on[row])];
  }
}

/* 11.2c: buildings and bridges are fought for; hills are decided by the perimeter. */
static void add_objectives(const struct sal_book *in, const struct own *o, struct field_book *f) {
  for (int i = 0; i < o->nvl; i++) {
    sal_hex h = o->cell[o->vl[i].g];
    bool hill = o->vl[i].kind == VL_HILL;

    if (!hill && in->board.on[h])
      sf_add_objective(f, h);
  }
}

/* The book of one Playing Area: the campaign's counters and cells, but only its hexes and ground.
 */
static bool load_area(struct sal_book *b, const struct sal_source *src,
                      const struct field_book *common, int pa, struct sal_err *err) {
  struct own *o = b->own;
  struct sal_book *in = sal_alloc(b->arena, sizeof *in);
  struct field_book *f = sal_alloc(b->arena, sizeof *f);
  struct own *inner = sal_alloc(b->arena, sizeof *inner);

  /* A copy of the campaign's book that knows of the field alone. */
  *in = *b;
  *f = *common;
  in->own = inner;
  inner->field = f;

  cut_out(in, o, pa);
  if (!sf_load_ground(in, src, f, err))
    return false;
  add_objectives(in, o, f);
  find_side_edges(o, f, pa);
  f->campaign = true;

  /* The campaign's state has room for the largest of its battles. */
  in->state_bytes = sf_lay_out(in, f);
  in->scratch_bytes = sf_scratch_bytes(in);
  o->area_book[pa] = in;
  if (in->scratch_bytes > b->scratch_bytes)
    b->scratch_bytes = in->scratch_bytes;
  if (o->battle_at + in->state_bytes > b->state_bytes)
    b->state_bytes = o->battle_at + in->state_bytes;
  return true;
}

/* The lookup lies behind all that the campaign and its battles use of scratch, so that nothing
 * overwrites it. */
static void add_lookup(struct sal_book *b) {
  const struct own *o = b->own;
  uint32_t most = 0;

  b->scratch_bytes = (b->scratch_bytes + 15) & ~15u;
  for (int pa = 1; pa <= 3; pa++) {
    const struct sal_book *in = o->area_book[pa];
    struct field_book *f = (struct field_book *)(uintptr_t)own(in)->field;
    uint32_t bytes = sf_lookup_bytes(in->board.nhexes);

    f->lookup_at = b->scratch_bytes;
    if (bytes > most)
      most = bytes;
  }
  b->scratch_bytes += most;
}

/* Data of an older version has no field tables, and its games no battles on the board. */
bool sf_load_campaign(struct sal_book *b, const struct sal_source *src, struct sal_err *err) {
  struct own *o = b->own;
  bool small = o->small;

  if (!sal_file_find(src->files, "field-weapons.tsv") || !sal_table_find(b, "field.pool"))
    return true;

  /* A position's own map may be too large for the board. */
  if (small && b->board.nhexes > MAX_HEXES)
    return true;

  /* Kinds, tables and counters are the same in every area. */
  struct field_book *common = sal_alloc(b->arena, sizeof *common);
  if (!sf_load_kinds(b, src, common, err) || !sf_load_tables(b, common, err))
    return false;
  if (!add_weapons(b, common, err) || !add_sets(b, common, err))
    return false;
  sal_counters_sort(b);
  if (!match_kinds(b, common, err))
    return false;
  sf_sights(b, common, false);

  /* The battle's state lies behind the campaign's. */
  o->battle_at = b->state_bytes;
  for (int pa = 1; pa <= 3; pa++) {
    bool same_area = small && pa > 1; /* a small map is one area */

    if (same_area)
      o->area_book[pa] = o->area_book[1];
    else if (!load_area(b, src, common, pa, err))
      return false;
  }

  add_lookup(b);
  return true;
}
