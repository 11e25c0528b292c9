/* field_load.c - the field's tables (T1, T5 to T8), the ground worked out, and the scenario's card.
 *
 * Every figure is read from data/stalnie/field-*.tsv and tables.tsv; what a step costs is worked
 * out here once for every hexside, so that movement only adds what changes in play.
 */
#include "field.h"

#include <string.h>

#define COUNT(a) (sizeof(a) / sizeof(a)[0])

/* ---- T5 to T7 and the card -------------------------------------------------------------- */

/* A number in a cell, or in the row's label (column -1). */
enum { LABEL = -1 };

/* A figure of a printed table, with its row in the error. */
static bool number_in(const struct sal_table *t, int row, int col, int32_t low, int32_t high,
                      int32_t *out, struct sal_err *err) {
  const char *text = col == LABEL ? sal_table_row(t, row) : sal_table_cell(t, row, col);

  if (sal_parse_int(text, low, high, out))
    return true;
  return sal_table_fail(t, row, err, "'%s' is no number from %d to %d", text, low, high);
}

/* A printed table that must be there. */
static const struct sal_table *table_of(const struct sal_book *b, const char *id,
                                        struct sal_err *err) {
  const struct sal_table *t = sal_table_find(b, id);

  if (!t)
    sal_fail(err, "tables.tsv", 0, "the table '%s' is missing", id);
  return t;
}

/* F7.6: the columns by firepower, and the strength of each. */
static bool load_columns(const struct sal_table *t, struct field_book *f, struct sal_err *err) {
  int32_t v;

  if (t->nrows != COLUMNS_FIRE)
    return sal_table_fail(t, -1, err, "must have %d rows", COLUMNS_FIRE);

  for (int i = 0; i < COLUMNS_FIRE; i++) {
    if (!number_in(t, i, LABEL, 1, 60, &v, err))
      return false;
    f->column[i] = (uint8_t)v;
    if (!number_in(t, i, 0, 1, 30, &v, err))
      return false;
    f->strength[i] = (uint8_t)v;
  }

  return true;
}

/* T5: each row names the least margin of its effect, up to the next row's. */
static bool load_effects(const struct sal_table *t, struct field_book *f, struct sal_err *err) {
  static const char *const words[EFFECTS] = {"none", "PC", "MC", "MC+1", "MC+2",
                                             "MC+3", "R",  "1K", "2K",   "All"};
  int32_t least;

  for (int i = 0; i < t->nrows; i++) {
    int e = 0;
    while (e < EFFECTS && !sal_eq(words[e], sal_table_cell(t, i, 0)))
      e++;
    if (e == EFFECTS || !number_in(t, i, LABEL, 0, 39, &least, err))
      return sal_table_fail(t, i, err, "it is not understood");

    /* The rows below overwrite what belongs to them. */
    for (int m = (int)least; m < 40; m++)
      f->effect[m] = (int8_t)e;
  }

  return true;
}

/* T5: columns by firepower, and effects by margin. */
static bool load_fire(const struct sal_book *b, struct field_book *f, struct sal_err *err) {
  const struct sal_table *columns = table_of(b, "field.columns", err);
  const struct sal_table *effects = table_of(b, "field.effect", err);

  if (!columns || !effects)
    return false;
  return load_columns(columns, f, err) && load_effects(effects, f, err);
}

/* F11.2, F12.1: the number to hit and the change of the kill number, by range. */
static bool load_hit(const struct sal_book *b, struct field_book *f, struct sal_err *err) {
  const struct sal_table *t = table_of(b, "field.hit", err);
  int range = 0;

  if (!t)
    return false;

  /* A row holds from the end of the row above to the range that is its label. */
  for (int i = 0; i < t->nrows; i++) {
    int32_t upto;
    int32_t number;
    int32_t kill;

    if (!number_in(t, i, LABEL, range, MAX_RANGE, &upto, err))
      return false;
    if (!number_in(t, i, 0, 2, 12, &number, err))
      return false;
    if (!number_in(t, i, 1, -9, 9, &kill, err))
      return false;
    for (; range <= (int)upto; range++) {
      f->hit[range] = (uint8_t)number;
      f->kill[range] = (int8_t)kill;
    }
  }

  /* Every range that can be seen over needs its figures (F6.1). */
  if (range != MAX_RANGE + 1)
    return sal_table_fail(t, t->nrows - 1, err, "the table ends too early");
  return true;
}

/* T7: odds of close combat, "3-2" and the like. */
static bool load_close(const struct sal_book *b, struct field_book *f, struct sal_err *err) {
  const struct sal_table *t = table_of(b, "field.close", err);

  if (!t)
    return false;
  for (int i = 0; i < t->nrows && i < 8; i++) {
    const char *odds = sal_table_row(t, i);
    int32_t number;
    if (odds[1] != '-' || !number_in(t, i, 0, 2, 12, &number, err))
      return sal_table_fail(t, i, err, "it is not understood");
    f->odds[i][0] = (uint8_t)(odds[0] - '0');
    f->odds[i][1] = (uint8_t)(odds[2] - '0');
    f->odds[i][2] = (uint8_t)number;
    f->nodds++;
  }

  return true;
}

/* T8: what a module of that calibre drops; "-": it has no rockets. */
static bool load_artillery(const struct sal_book *b, struct field_book *f, struct sal_err *err) {
  const struct sal_table *t = table_of(b, "field.oba", err);

  if (!t)
    return false;

  for (int i = 0; i < t->nrows && i < CALIBRES; i++) {
    int32_t mm;
    int32_t shell;
    int32_t rocket = 0;
    const char *rockets = sal_table_cell(t, i, 1);
    bool has_rockets = *rockets && !sal_eq(rockets, "-");

    if (!number_in(t, i, LABEL, 10, 250, &mm, err))
      return false;
    if (!number_in(t, i, 0, 1, 36, &shell, err))
      return false;
    if (has_rockets && !number_in(t, i, 1, 1, 36, &rocket, err))
      return false;

    f->calibre[i] = (uint8_t)mm;
    f->shell[i] = (uint8_t)shell;
    f->rocket[i] = (uint8_t)rocket;
    f->ncalibres++;
  }

  return true;
}

/* F31.1: ELR, SAN and the objectives wanted. */
static bool load_card(const struct sal_book *b, struct field_book *f, struct sal_err *err) {
  const struct sal_table *t = table_of(b, "field.card", err);

  if (!t || t->nrows != 3)
    return sal_fail(err, "tables.tsv", 0, "field.card has three rows");
  for (int side = 0; side < 2; side++) {
    int32_t elr;
    int32_t san;
    if (!number_in(t, 0, side, 0, 5, &elr, err))
      return false;
    if (!number_in(t, 1, side, 0, 6, &san, err))
      return false;
    f->elr[side] = (uint8_t)elr;
    f->san[side] = (uint8_t)san;
  }

  int32_t wanted;
  if (!number_in(t, 2, 0, 1, 99, &wanted, err))
    return false;
  f->wanted = (uint8_t)wanted;
  return true;
}

/* The option `full`: what each side has besides. */
static bool load_full(const struct sal_book *b, struct field_book *f, struct sal_err *err) {
  const struct sal_table *t = table_of(b, "field.full", err);

  if (!t || t->nrows != FULL_ROWS)
    return sal_fail(err, "tables.tsv", 0, "field.full has %d rows", FULL_ROWS);

  for (int i = 0; i < FULL_ROWS; i++)
    for (int side = 0; side < 2; side++) {
      int32_t v;

      if (!number_in(t, i, side, 0, 250, &v, err))
        return false;
      f->full[i][side] = (uint8_t)v;
    }

  return true;
}

/* ---- T1: the ground --------------------------------------------------------------------- */

struct terrain_row {
  char id[16];
  uint8_t inf, veh, tem, obstacle, hind;
  bool conc, burn, bog;
};
struct terrain_rows {
  int n;
  struct terrain_row row[32];
};

/* The row of T1 for a terrain; NULL: the field does not know it. */
static const struct terrain_row *row_named(const struct terrain_rows *rows, const char *id) {
  for (int i = 0; i < rows->n; i++)
    if (sal_eq(rows->row[i].id, id))
      return &rows->row[i];

  return NULL;
}

/* Movement points, or "no" for ground that cannot be entered. */
static bool price(struct sal_tsv *t, const char *col, uint8_t *out, struct sal_err *err) {
  const char *text = sal_tsv_text(t, col, err);

  if (!text)
    return false;
  if (!sal_eq(text, "no"))
    return sf_small(t, col, out, err);
  *out = BARRED;
  return true;
}

/* A cell that says yes or no; false: the column is missing. */
static bool yes(struct sal_tsv *t, const char *col, bool *out, struct sal_err *err) {
  const char *text = sal_tsv_text(t, col, err);

  *out = text && sal_eq(text, "yes");
  return text != NULL;
}

/* One kind of ground. */
static bool terrain_of_row(struct terrain_rows *rows, struct sal_tsv *t, struct sal_err *err) {
  enum { MOST = COUNT(rows->row) };

  if (rows->n == MOST)
    return sal_tsv_fail(t, err, "more than 32 rows");

  struct terrain_row *r = &rows->row[rows->n];
  const char *id = sal_tsv_text(t, "terrain", err);
  if (!id || !price(t, "inf", &r->inf, err) || !price(t, "veh", &r->veh, err))
    return false;
  sal_format(r->id, sizeof r->id, "%s", id);

  const struct small_cell cells[] = {
      {"tem", &r->tem}, {"obstacle", &r->obstacle}, {"hind", &r->hind}};
  if (!sf_all_small(t, cells, COUNT(cells), err))
    return false;
  if (!yes(t, "conc", &r->conc, err) || !yes(t, "burn", &r->burn, err))
    return false;
  if (!yes(t, "bog", &r->bog, err))
    return false;
  rows->n++;
  return true;
}

/* T1: what each kind of ground costs, hides and hinders. */
static bool load_terrain(struct sal_book *b, const struct sal_source *src,
                         struct terrain_rows *rows, struct sal_err *err) {
  struct sal_tsv t;
  int got;

  if (!sal_tsv_open(&t, src->files, "field-terrain.tsv", b->arena, err))
    return false;
  while ((got = sal_tsv_next(&t, err)) > 0)
    if (!t.directive && !terrain_of_row(rows, &t, err))
      return false;

  return got == 0;
}

/* The worse of two figures: more MP, more cover, a higher obstacle. */
static uint8_t larger(uint8_t a, uint8_t b) {
  return a > b ? a : b;
}

/* F5.12: open, road, grain, orchard, brush, shellholes; hills are a matter of level. */
static bool easy_to_push(const char *id) {
  static const char *const easy[] = {"open",  "road",       "grain", "orchard",
                                     "brush", "shellholes", "hill1", "hill2"};

  for (size_t i = 0; i < COUNT(easy); i++)
    if (sal_eq(id, easy[i]))
      return true;

  return false;
}

/* What a terrain is besides its figures: gullies for sight (F6.6), shelter for ambushes (F14.8,
 * RB8), falling back and rallying (F0.6), buildings for vehicles (F5.4). */
static uint16_t nature_of(const struct terrain_row *r) {
  static const struct {
    const char *id;
    uint16_t is;
  } natures[] = {{"gully", H_GULLY},
                 {"stream", H_GULLY},
                 {"house", H_BUILDING | H_SHELTER},
                 {"stone", H_BUILDING | H_SHELTER | H_STONE},
                 {"woods", H_SHELTER | H_WOODS},
                 {"rubble", H_SHELTER}};
  uint16_t is = 0;

  if (r->conc)
    is |= H_CONC;
  if (r->burn)
    is |= H_BURN;
  if (r->bog)
    is |= H_BOG;
  for (size_t i = 0; i < COUNT(natures); i++)
    if (sal_eq(r->id, natures[i].id))
      is |= natures[i].is;

  return is;
}

/* One terrain more in the hex: of each figure the worst. */
static void add_terrain(struct ground *g, const struct terrain_row *r) {
  g->inf = larger(g->inf, r->inf);
  g->veh = larger(g->veh, r->veh);
  g->tem = larger(g->tem, r->tem);
  g->obstacle = larger(g->obstacle, r->obstacle);
  g->hind = larger(g->hind, r->hind);
  g->is |= nature_of(r);

  /* A Gun is pushed only where every terrain of the hex allows it (F5.12). */
  if (!easy_to_push(r->id))
    g->is &= (uint16_t)~H_PUSHED;
}

/* A hex with several terrains has the worst of each figure; a bridge beats the stream under it. */
static void ground_of(const struct sal_book *b, const struct terrain_rows *rows, sal_hex h,
                      struct ground *g) {
  enum { STOREY = 2 };
  const struct sal_terrains *ts = &b->terrains;
  uint32_t bits = b->board.terrain[h];
  int bridge = sal_terrain_bit(ts->hex, ts->nhex, "bridge");
  bool bridged = bridge >= 0 && bits >> bridge & 1;

  *g = (struct ground){.inf = 1, .veh = 1, .is = H_PUSHED};
  for (int i = 0; i < ts->nhex; i++) {
    const char *id = ts->hex[i].id;
    const struct terrain_row *r = row_named(rows, id);
    if (!(bits >> i & 1))
      continue;

    if (sal_eq(id, "hill1"))
      g->level = 1;
    if (sal_eq(id, "hill2"))
      g->level = 2;

    /* An upper storey is a separate Location: its row says nothing of the ground (F0.3). */
    if (sal_eq(id, "upper")) {
      g->is |= H_UPPER;
      continue;
    }

    /* Bridges are ground level: what they lead over does not count (F6.6). */
    bool wet = sal_eq(id, "stream") || sal_eq(id, "water") || sal_eq(id, "gully");
    bool under_bridge = bridged && wet;
    if (r && !under_bridge)
      add_terrain(g, r);
  }

  /* A storey is two half-levels high (F6.2). */
  if (g->is & H_UPPER)
    g->obstacle = (uint8_t)(g->obstacle + STOREY);
}

/* Barred ground stays barred. */
static int add_cost(int cost, int more) {
  if (cost == BARRED || more == BARRED)
    return BARRED;
  return cost + more;
}

struct edge_rules { /* what prices a hexside besides the ground: rows of T1, bits of the map */
  const struct terrain_row *uphill, *road;
  int hedge, cliff;
};

/* Does the hexside have this mark? -1: the map has none. */
static bool side_has(const struct sal_board *m, size_t e, int bit) {
  return bit >= 0 && m->side[e] >> bit & 1;
}

/* F4.3, F5.2: what it costs to leave this hex in this direction. */
static void price_edge(const struct sal_board *m, struct field_book *f,
                       const struct edge_rules *rules, sal_hex h, int d) {
  sal_hex to = sal_next(m, h, d);
  size_t e = (size_t)h * 6 + (size_t)d;

  f->inf_edge[e] = BARRED;
  f->veh_edge[e] = BARRED;
  if (!to)
    return;

  /* Along a road the road's cost counts, whatever else is in the hex (T1). */
  const struct ground *from = &f->ground[h];
  const struct ground *into = &f->ground[to];
  bool along = m->path[e] != 0;
  int inf = along ? rules->road->inf : into->inf;
  int veh = along ? rules->road->veh : into->veh;

  /* Extras for climbing, leaving a gully and crossing a hedge are added (F4.3). */
  int climb = into->level - from->level;
  if (climb > 0) {
    inf = add_cost(inf, rules->uphill->inf * climb);
    veh = add_cost(veh, rules->uphill->veh * climb);
  }

  bool out_of_gully = from->is & H_GULLY && !(into->is & H_GULLY);
  if (out_of_gully) {
    inf = add_cost(inf, 1);
    veh = add_cost(veh, 2);
  }

  if (side_has(m, e, rules->hedge)) {
    inf = add_cost(inf, f->hedge_cost);
    veh = add_cost(veh, f->hedge_cost);
    f->ground[h].hedge |= (uint8_t)(1 << d);
  }

  /* A cliff cannot be crossed (F4.8). */
  if (side_has(m, e, rules->cliff)) {
    inf = BARRED;
    veh = BARRED;
  }

  /* A vehicle leaves a building hex only along its road (F5.4). */
  if (from->is & H_BUILDING && !along)
    veh = BARRED;

  f->inf_edge[e] = (uint8_t)inf;
  f->veh_edge[e] = (uint8_t)veh;
  f->rough[e] = !along && (into->is & H_BOG);
}

/* F4.3, F5.2: the same for every hexside, apart from what changes in play. */
static void price_edges(const struct sal_book *b, struct field_book *f,
                        const struct terrain_rows *rows) {
  const struct sal_board *m = &b->board;
  const struct sal_terrains *ts = &b->terrains;
  struct edge_rules rules = {.uphill = row_named(rows, "uphill"),
                             .road = row_named(rows, "road"),
                             .hedge = sal_terrain_bit(ts->side, ts->nside, "wall"),
                             .cliff = sal_terrain_bit(ts->side, ts->nside, "slope")};

  for (int i = 0; i < m->nhexes; i++)
    for (int d = 0; d < 6; d++)
      price_edge(m, f, &rules, m->order[i], d);
}

/* The figures of T1 that no hex has itself. */
static bool load_extras(struct field_book *f, const struct terrain_rows *rows,
                        struct sal_err *err) {
  const struct terrain_row *hedge = row_named(rows, "hedge");
  const struct terrain_row *wreck = row_named(rows, "wreck");
  const struct terrain_row *uphill = row_named(rows, "uphill");

  if (!hedge || !wreck || !uphill || !row_named(rows, "road"))
    return sal_fail(err, "field-terrain.tsv", 0, "hedge, wreck, uphill and road are wanted");

  f->hedge_cost = hedge->inf;
  f->uphill_inf = uphill->inf;
  f->uphill_veh = uphill->veh;
  f->hedge_tem = hedge->tem;
  f->wreck_veh = wreck->veh;
  f->wreck_tem = wreck->tem;
  f->wreck_hind = wreck->hind;
  return true;
}

/* Works out ground and prices for every hex and hexside of the map. */
bool sf_load_ground(struct sal_book *b, const struct sal_source *src, struct field_book *f,
                    struct sal_err *err) {
  struct terrain_rows *rows = sal_alloc(b->arena, sizeof *rows);
  const struct sal_board *m = &b->board;

  if (!load_terrain(b, src, rows, err) || !load_extras(f, rows, err))
    return false;

  f->ground = sal_alloc(b->arena, m->cells * sizeof *f->ground);
  f->inf_edge = sal_alloc(b->arena, m->cells * 6u);
  f->veh_edge = sal_alloc(b->arena, m->cells * 6u);
  f->rough = sal_alloc(b->arena, m->cells * 6u);
  f->index = sal_alloc(b->arena, m->cells * sizeof *f->index);
  f->zone = sal_alloc(b->arena, m->cells);

  /* The first and the last hexrow are where the front edges are (F0.8). */
  f->low_row = 1000;
  f->high_row = -1000;
  for (int i = 0; i < m->nhexes; i++) {
    sal_hex h = m->order[i];
    ground_of(b, rows, h, &f->ground[h]);
    f->index[h] = (uint16_t)(i + 1);
    if (m->r[h] < f->low_row)
      f->low_row = m->r[h];
    if (m->r[h] > f->high_row)
      f->high_row = m->r[h];
  }

  /* Hexsides need the ground on both sides of them: all hexes come first. */
  f->nhexes = m->nhexes;
  price_edges(b, f, rows);
  return true;
}

/* ---- 31: where each class sets up, and the objectives ----------------------------------- */

/* F31.1: each objective once. */
void sf_add_objective(struct field_book *f, sal_hex h) {
  if (f->nobjectives == MAX_OBJECTIVES || f->zone[h] & ZONE_OBJECTIVE)
    return;
  f->zone[h] |= ZONE_OBJECTIVE;
  f->objective[f->nobjectives++] = h;
}

/* F31.1: where each side sets up, and the objectives. */
static void load_zones(struct sal_book *b, struct field_book *f) {
  static const char *const names[2][2] = {{"german.foot", "german.armour"},
                                          {"soviet.foot", "soviet.armour"}};

  for (int side = 0; side < 2; side++)
    for (int armour = 0; armour < 2; armour++) {
      const struct sal_region *r = sal_region_find(&b->board, names[side][armour]);
      uint8_t bit = (uint8_t)(1 << (side * 2 + armour));

      /* A map need not have every region. */
      for (int i = 0; r && i < r->n; i++)
        f->zone[r->hexes[i]] |= bit;
    }

  const struct sal_region *r = sal_region_find(&b->board, "objective");
  for (int i = 0; r && i < r->n; i++)
    sf_add_objective(f, r->hexes[i]);
}

/* ---- counters --------------------------------------------------------------------------- */

/* F12.3, F8.8: the pool that a counter waits in until play makes a unit of it. */
static uint8_t pool_named(const char *pool) {
  if (sal_eq(pool, "crew"))
    return POOL_OF_CREWS;
  if (sal_eq(pool, "hero"))
    return POOL_OF_HEROES;
  return sal_eq(pool, "half") ? POOL_OF_SMALL_CREWS : POOL_NONE;
}

/* At this scale a counter is a few men, one Gun or one vehicle, and its box shows them so. A sign
 * that is not among these stays what the file says. */
static const char *sign_of(const struct kind *k, const char *sign) {
  static const struct {
    const char *written, *shown;
    int cls;
  } signs[] = {{"infantry", "squad", SQUAD},
               {"infantry", "half-squad", HALF},
               {"infantry", "half-squad", CREW},
               {"armour", "tank", VEHICLE},
               {"heavy-armour", "tank", VEHICLE},
               {"assault-gun", "casemate", VEHICLE},
               {"tank-destroyer", "casemate", VEHICLE},
               {"vehicle", "carrier", VEHICLE},
               {"mech-infantry", "carrier", VEHICLE},
               {"recon", "carrier", VEHICLE},
               {"anti-tank", "field-gun", GUN},
               {"artillery", "field-gun", GUN},
               {"gun", "field-gun", GUN}};

  for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++)
    if (signs[i].cls == k->cls && sal_eq(signs[i].written, sign))
      return signs[i].shown;
  return sign;
}

/* T2 to T4: men show firepower, range and morale; a vehicle its armour in front and at the side,
 * with Gun and movement points above; a machine gun its firepower and range. */
static void print_face(const struct field_book *f, const struct kind *k, struct sal_face *face) {
  const struct armament *arm = k->weapon ? &f->arm[k->weapon - 1] : NULL;
  bool men = k->cls == SQUAD || k->cls == HALF || k->cls == CREW;
  bool machine_gun = k->cls == SUPPORT && arm && arm->flags & W_MG;

  if (men) {
    sal_format(face->figure[0], 8, "%d", k->fp);
    sal_format(face->figure[1], 8, "%d", k->range);
    sal_format(face->figure[2], 8, "%d", k->morale);
  } else if (machine_gun) {
    sal_format(face->figure[0], 8, "%d", arm->he);
    sal_format(face->figure[1], 8, "%d", arm->max);
  } else if (k->cls == GUN && arm) {
    sal_format(face->figure[0], 8, "%s", arm->id);
  } else if (k->cls == VEHICLE && !(k->flags & K_SOFT)) {
    sal_format(face->figure[0], 8, "%d/%d", k->front, k->side);
  } else {
    sal_format(face->figure[0], 8, "%s", k->id);
  }

  if (k->cls != VEHICLE)
    return;
  sal_format(face->corner[SAL_NE], 8, "%d", k->mp);
  if (arm)
    sal_format(face->corner[SAL_NW], 8, "%s", arm->id);
}

/* What the page draws of a counter: a squad has its half-squad on the back (F8.6). */
void sf_print_counter(const struct field_book *f, const struct kind *k, struct sal_counter *c) {
  bool squad = k->cls == SQUAD;

  c->symbol = sign_of(k, c->symbol);
  c->nfaces = (uint8_t)(squad ? 2 : 1);
  c->face[0].steps = (uint8_t)(squad ? 2 : 1);
  print_face(f, k, &c->face[0]);
  if (!squad)
    return;
  c->face[1].steps = 1;
  print_face(f, &f->kind[k->half], &c->face[1]);
}

/* F31.1: where the card puts a counter, or with which unit. */
static bool roster_row(struct sal_book *b, sal_unit u, struct sal_tsv *t, struct sal_err *err) {
  struct field_book *f = own(b)->field;
  struct roster *row = &f->roster[u];
  const char *place = sal_tsv_text(t, "place", err);
  const char *face = sal_tsv_text(t, "face", err);
  const char *by = sal_tsv_text(t, "by", err);
  const char *pool = sal_tsv_text(t, "pool", err);

  if (!place || !face || !by || !pool)
    return false;
  if (!sf_small(t, "balance", &row->balance, err))
    return false;
  row->face = (uint8_t)(*face ? *face - '0' : 0);

  /* A position may have another map, where the place does not exist. */
  sal_hex h = *place ? sal_hex_parse(&b->board, place) : SAL_NOHEX;
  if (*place && !h && !b->position)
    return sal_tsv_fail(t, err, "'%s' is not on the map", place);
  row->place = h ? location_at(h, GROUND) : 0;
  row->pool = pool_named(pool);

  /* Its carrier stands on a row above. */
  for (int v = 0; *by && v < u; v++)
    if (sal_eq(b->counter[v].id, by))
      row->by = (sal_unit)v;
  if (*by && row->by == SAL_NOUNIT)
    return sal_tsv_fail(t, err, "'%s' stands on no row above", by);
  return true;
}

/* A counter of the skirmish: its kind, and where the card puts it. */
static bool counter(struct sal_book *b, sal_unit u, struct sal_tsv *t, struct sal_err *err) {
  struct field_book *f = own(b)->field;
  struct sal_counter *c = &b->counter[u];
  int kind = sf_kind_named(f, c->kind);

  if (!kind && t)
    return sal_tsv_fail(t, err, "there is no kind '%s'", c->kind);
  if (!kind)
    return sal_fail_at(err, "", "there is no kind '%.*s'", 24, c->kind);

  f->counter_kind[u] = (uint8_t)kind;
  sf_print_counter(f, &f->kind[kind], c);
  f->roster[u].by = SAL_NOUNIT;

  /* A made-up unit of a position has no row. */
  return !t || roster_row(b, u, t, err);
}

/* The scenario has separate counters, which are read in place of the campaign's. */
static struct sal_files *own_counters(struct sal_book *b, const struct sal_files *all) {
  struct sal_files *files = sal_alloc(b->arena, sizeof *files);
  struct sal_file *list = sal_alloc(b->arena, all->n * sizeof *list);
  const struct sal_file *counters = sal_file_find(all, "skirmish-counters.tsv");

  for (int i = 0; i < all->n; i++) {
    bool campaign = sal_eq(all->file[i].name, "counters.tsv");

    list[i] = all->file[i];
    if (counters && campaign) {
      list[i].text = counters->text;
      list[i].size = counters->size;
    }
  }

  files->file = list;
  files->n = all->n;
  return files;
}

/* T5 to T8. */
bool sf_load_tables(const struct sal_book *b, struct field_book *f, struct sal_err *err) {
  if (!load_fire(b, f, err) || !load_hit(b, f, err))
    return false;
  return load_close(b, f, err) && load_artillery(b, f, err);
}

/* Where the parts of a battle's state begin, and how long it is. */
uint32_t sf_lay_out(const struct sal_book *b, struct field_book *f) {
  uint32_t units = (uint32_t)(sizeof(struct sal_head) + sizeof(struct field));

  f->units_at = (units + 7u) & ~7u;
  f->cells_at = f->units_at + (uint32_t)(b->ncounters * sizeof(struct trooper));

  uint32_t cells = (b->board.nhexes + 1u) * (uint32_t)sizeof(struct patch);
  return (f->cells_at + cells + 7u) & ~7u;
}

/* Where the copy of a state lies in scratch. */
uint32_t sf_copy_at(const struct sal_book *b) {
  uint32_t list = ((uint32_t)sizeof(struct sal_list) + 15) & ~15u;
  return sf_reach_bytes(b) + list;
}

/* Workspace of a battle: a flood, a list behind it, a copy of the state. */
uint32_t sf_scratch_bytes(const struct sal_book *b) {
  return (sf_copy_at(b) + b->state_bytes + 15) & ~15u;
}

/* The book of the skirmish. */
bool sf_load(struct sal_book *b, const struct sal_source *src, struct sal_err *err) {
  struct own *o = b->own;
  struct field_book *f = sal_alloc(b->arena, sizeof *f);
  struct sal_source mine = *src;

  o->field = f;
  b->mp_den = 1;
  if (!sf_load_kinds(b, src, f, err))
    return false;

  /* The counters were read under the campaign's name: an error names the file they come from. */
  mine.files = own_counters(b, src->files);
  if (!sal_book_common(b, &mine, counter, err)) {
    if (sal_eq(err->file, "counters.tsv"))
      sal_format(err->file, sizeof err->file, "skirmish-counters.tsv");
    return false;
  }

  if (b->board.nhexes > MAX_HEXES && !b->position)
    return sal_fail(err, b->board.id, 0, "more than %d hexes", MAX_HEXES);

  if (!sf_load_tables(b, f, err) || !load_card(b, f, err))
    return false;
  if (!load_full(b, f, err) || !sf_load_ground(b, src, f, err))
    return false;
  load_zones(b, f);
  sf_sights(b, f, b->position == NULL);

  /* Paths and lists are worked out in room beside the state. */
  b->state_bytes = sf_lay_out(b, f);
  f->lookup_at = sf_scratch_bytes(b);
  b->scratch_bytes = f->lookup_at + sf_lookup_bytes(b->board.nhexes);
  return true;
}
