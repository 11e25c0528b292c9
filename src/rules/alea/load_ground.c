/* load_ground.c - T1 and the map: everything about a hex that a rule asks and that never changes
 * (prices, cover, distances, areas, places) is worked out here, once per book. */
#include "load.h"

#include <string.h>

static const char *const terrain_id[T_ROWS] = {"clear",  "town",    "woods",         "balka",
                                               "marsh",  "hill_dp", "german_trench", "fort_1_3",
                                               "fort_4", "river",   "road"};
/* A row of T1: price for foot and others, defence bonus in halves, cover against bombardment. */
static bool figures_row(const struct sal_table *t, int r, struct figures *f, struct sal_err *err) {
  if (!sal_eq(sal_table_row(t, r), terrain_id[r])) {
    return sal_table_fail(t, r, err, "'%s' is wanted here", terrain_id[r]);
  }
  /* works cost nothing to enter; hexsides and roads defend nobody; cover is 0 or less */
  bool priced = r <= T_DP || r >= T_RIVER;
  bool defends = r > T_CLEAR && r < T_RIVER;
  bool covers = defends && r != T_DP && r <= T_FORT;
  if (priced && !alea_number(t, r, 0, 0, 20, &f->price[0], err)) {
    return false;
  }
  if (priced && !alea_number(t, r, 1, 0, 20, &f->price[1], err)) {
    return false;
  }
  if (defends && !alea_number(t, r, 2, 0, 4, &f->bonus, err)) {
    return false;
  }
  return !covers || alea_number(t, r, 3, -6, 0, &f->cover, err);
}

/* All of T1, with the bits of its terrain. */
bool alea_load_figures(struct sal_book *b, struct own *o, struct figures *f, struct sal_err *err) {
  const struct sal_table *t = sal_table_of(b, "terrain", T_ROWS, 4, err);

  if (!t) {
    return false;
  }
  for (int r = 0; r < T_ROWS; r++) {
    if (!figures_row(t, r, &f[r], err)) {
      return false;
    }
    if (r >= T_RIVER) {
      /* a hexside or a path */
      continue;
    }
    int bit = sal_terrain_bit(b->terrains.hex, b->terrains.nhex, terrain_id[r]);
    if (bit < 0) {
      return sal_fail(err, "terrain.tsv", 0, "terrain '%s' is missing", terrain_id[r]);
    }
    f[r].bit = 1u << bit;
  }
  int river = sal_terrain_bit(b->terrains.side, b->terrains.nside, "river");
  int rail = sal_terrain_bit(b->terrains.path, b->terrains.npath, "rail");
  if (river < 0 || rail < 0) {
    return sal_fail(err, "terrain.tsv", 0, "river and rail are wanted");
  }
  o->river = (uint16_t)(1u << river);
  o->rail = (uint8_t)(1u << rail);
  o->road = (uint8_t)(((1u << b->terrains.npath) - 1) & ~(unsigned)o->rail);
  return true;
}

/* T1: the dearest price of what lies in the hex, all defence bonuses, the best cover. Trenches help
 * the German only (10.4). */
static void load_hex(const struct sal_board *m, struct own *o, const struct figures *f, sal_hex h) {
  uint32_t t = m->terrain[h];
  int price[2] = {f[T_CLEAR].price[0], f[T_CLEAR].price[1]};
  int bonus = 0;
  int cover = 0;

  for (int r = T_TOWN; r <= T_DP; r++) {
    if (!(t & f[r].bit)) {
      continue;
    }
    price[0] = max_of(price[0], f[r].price[0]);
    price[1] = max_of(price[1], f[r].price[1]);
    /* 6.dp.5: only while somebody holds it */
    if (r != T_DP) {
      bonus += f[r].bonus;
      cover = min_of(cover, f[r].cover);
    }
  }
  o->enter[0][h] = (uint8_t)price[0];
  o->enter[1][h] = (uint8_t)price[1];
  o->defence[SAL_SOVIET][h] = o->defence[SAL_GERMAN][h] = (uint8_t)bonus;
  o->cover[SAL_SOVIET][h] = o->cover[SAL_GERMAN][h] = (int8_t)cover;
  if (t & f[T_TRENCH].bit) {
    o->defence[SAL_GERMAN][h] = (uint8_t)(bonus + f[T_TRENCH].bonus);
    o->cover[SAL_GERMAN][h] = (int8_t)min_of(cover, f[T_TRENCH].cover);
  }
  o->dp[h] = (t & f[T_DP].bit) != 0;
  if (t & f[T_FORT].bit) {
    o->works[h] = (uint8_t)f[T_FORT].bonus;
  } else if (t & f[T_FORT4].bit) {
    o->works[h] = (uint8_t)f[T_FORT4].bonus;
  }
}

/* 4.2: a road takes the place of the ground; a river is paid on top of it. */
static void load_edge(const struct sal_board *m, struct own *o, const struct figures *f, int edge,
                      sal_hex to) {
  for (int k = 0; k < 2; k++) {
    int price = o->enter[k][to];
    if (m->side[edge] & o->river) {
      price += f[T_RIVER].price[k];
    }
    if (m->path[edge] & o->road) {
      price = f[T_ROAD].price[k];
    }
    o->edge[k][edge] = (uint8_t)price;
  }
}

/* Hexes first, then the hexsides between them. */
void alea_load_ground(struct sal_book *b, struct own *o, const struct figures *f) {
  const struct sal_board *m = &b->board;

  memset(o->edge, SAL_BARRED, sizeof o->edge);
  o->hill_bonus = (uint8_t)f[T_DP].bonus;
  o->fort_cover = (int8_t)f[T_FORT].cover;
  for (int i = 0; i < m->nhexes; i++) {
    load_hex(m, o, f, m->order[i]);
  }
  for (int i = 0; i < m->nhexes; i++) {
    for (int d = 0; d < 6; d++) {
      sal_hex to = sal_next(m, m->order[i], d);
      if (to) {
        load_edge(m, o, f, m->order[i] * 6 + d, to);
      }
    }
  }
}

/* A region that the map lacks is empty. */
static void mark_region(const struct sal_board *m, const char *id, uint8_t *out, uint8_t value) {
  const struct sal_region *r = sal_region_find(m, id);

  for (int i = 0; r && i < r->n; i++) {
    out[r->hexes[i]] = value;
  }
}

/* Distance of every hex from the nearest hex with in[] set, 255 when there is none. */
static void distances(const struct sal_board *m, const uint8_t *in, uint8_t *out, uint16_t *queue) {
  int head = 0;
  int tail = 0;

  memset(out, 255, m->cells);
  for (int i = 0; i < m->nhexes; i++) {
    sal_hex h = m->order[i];
    if (in[h]) {
      out[h] = 0;
      queue[tail++] = h;
    }
  }
  while (head < tail) {
    sal_hex h = queue[head++];
    for (int d = 0; d < 6; d++) {
      sal_hex n = sal_next(m, h, d);
      if (!n || out[n] != 255) {
        continue;
      }
      out[n] = (uint8_t)(out[h] + 1);
      queue[tail++] = n;
    }
  }
}

/* ASCII only; names of formations have nothing else. */
static char lower(char c) {
  return (char)(c >= 'A' && c <= 'Z' ? c + 32 : c);
}

/* "2 TK Gd" -> "2tkgd" */
static void slug(const char *form, char *out, size_t cap) {
  size_t n = 0;
  for (const char *c = form; *c && n + 1 < cap; c++) {
    if (*c == ' ' || *c == '.') {
      continue;
    }
    out[n++] = lower(*c);
  }
  out[n] = 0;
}

/* The regions s3.* and s4.* by formation. */
static void load_areas(struct sal_book *b, struct own *o) {
  char id[64];
  char name[48];

  o->guards[0] = (uint8_t)alea_find_form(o, "51 Gd", 5);
  o->guards[1] = (uint8_t)alea_find_form(o, "52 Gd", 5);
  for (int f = 1; f < o->nforms; f++) {
    for (int set = 0; set < 2; set++) {
      slug(o->form_name[f], name, sizeof name);
      sal_format(id, sizeof id, "s%d.%s", set + 3, name);
      o->area[set][f] = sal_region_find(&b->board, id);
    }
  }
}

/* Which army a German division belongs to in Kursk II: 1 4th Panzer Army, 2 Kempf, 0 neither. */
static int army_of(const char *form) {
  static const char *const west[] = {"255 ID", "332 ID", "3 Pz", "GD", "11 Pz",
                                     "167 ID", "LAH",    "DR",   "TOT"};
  static const char *const east[] = {"168 ID", "6 Pz", "19 Pz", "7 Pz", "106 ID", "320 ID"};

  if (alea_one_of(form, west, ALEA_COUNT(west))) {
    return 1;
  }

  return alea_one_of(form, east, ALEA_COUNT(east)) ? 2 : 0;
}

/* The army of the hex of the line that is nearest to `from`, the first of equals. */
static uint8_t nearest_army(const struct sal_board *m, const uint8_t *tag, const sal_hex *line,
                            int n, sal_hex from) {
  int best = 999;
  uint8_t army = 0;

  for (int k = 0; k < n; k++) {
    int d = sal_distance(m, from, line[k]);
    if (d < best) {
      best = d;
      army = tag[line[k]];
    }
  }

  return army;
}

/* II.s3.2: behind which army's line a hex lies: the sector of the nearest hex of the line. */
static void load_sectors(struct sal_book *b, struct own *o, int set, const uint8_t *line) {
  const struct sal_board *m = &b->board;
  uint8_t *tag = sal_alloc(b->arena, m->cells);
  sal_hex *tagged = sal_alloc(b->arena, m->nhexes * sizeof *tagged);

  for (int f = 1; f < o->nforms; f++) {
    int army = army_of(o->form_name[f]);
    const struct sal_region *r = o->area[set][f];
    for (int i = 0; army && r && i < r->n; i++) {
      tag[r->hexes[i]] = (uint8_t)army;
    }
  }
  for (int i = 0; set == 0 && i < m->nhexes; i++) {
    if (!line[m->order[i]]) {
      tag[m->order[i]] = 0;
    }
  }
  int n = 0;
  for (int i = 0; i < m->nhexes; i++) {
    if (tag[m->order[i]]) {
      tagged[n++] = m->order[i];
    }
  }
  for (int i = 0; i < m->nhexes; i++) {
    o->sector[set][m->order[i]] = nearest_army(m, tag, tagged, n, m->order[i]);
  }
}

/* The start line of scenario 4: German hexes next to Soviet ones. */
static void mark_line4(const struct sal_board *m, const struct own *o, uint8_t *in) {
  memset(in, 0, m->cells);
  for (int i = 0; i < m->nhexes; i++) {
    sal_hex h = m->order[i];
    bool edge = false;
    for (int d = 0; d < 6; d++) {
      sal_hex n = sal_next(m, h, d);
      edge |= n && !o->home[n] && !o->s4[n];
    }
    in[h] = edge && (o->home[h] || o->s4[h]);
  }
}

/* Regions that rules ask by hex. */
static void mark_regions(const struct sal_board *m, struct own *o) {
  mark_region(m, "german.home", o->home, 1);
  mark_region(m, "german.s4", o->s4, 1);
  mark_region(m, "german.supply", o->supply[SAL_GERMAN], 1);
  mark_region(m, "soviet.supply", o->supply[SAL_SOVIET], 1);
  mark_region(m, "german.exit", o->exit, 1);
  mark_region(m, "soviet.entry", o->entry, 1);
  for (int k = 1; k <= 4; k++) {
    char id[8];
    sal_format(id, sizeof id, "line%d", k);
    mark_region(m, id, o->line, (uint8_t)k);
  }
  for (int i = 0; i < 2 * m->nhexes; i++) {
    int side = i / m->nhexes;
    sal_hex h = m->order[i % m->nhexes];
    if (o->supply[side][h] && o->nsupply[side] < 128) {
      o->source[side][o->nsupply[side]++] = h;
    }
  }
}

/* Regions, and the distances from works, trenches and the start line. */
void alea_load_regions(struct sal_book *b, struct own *o, const struct figures *f) {
  const struct sal_board *m = &b->board;
  uint8_t *in = sal_alloc(b->arena, m->cells);
  uint16_t *queue = sal_alloc(b->arena, m->cells * sizeof *queue);

  mark_regions(m, o);
  distances(m, o->works, o->from_fort, queue);
  for (int i = 0; i < m->nhexes; i++) {
    in[m->order[i]] = (m->terrain[m->order[i]] & f[T_TRENCH].bit) != 0;
  }
  distances(m, in, o->from_trench, queue);
  load_areas(b, o);
  if (o->south) {
    load_sectors(b, o, 0, in);
  }
  if (o->scenario == PROKHOROVKA) {
    mark_line4(m, o, in);
    distances(m, in, o->from_line4, queue);
    load_sectors(b, o, 1, in);
  }
}

/* The places of one region. */
static void add_goals(struct sal_book *b, struct own *o, const char *region) {
  const struct sal_region *r = sal_region_find(&b->board, region);

  for (int i = 0; r && i < r->n && o->ngoals < 16; i++) {
    o->goal[o->ngoals++] = r->hexes[i];
  }
}

/* II.s3.8, II.s4.6: the places that decide the game; scenario 3 has two more for the higher level
 */
void alea_load_goals(struct sal_book *b, struct own *o) {
  switch (o->scenario) {
  case PANZERKEIL:
    add_goals(b, o, "objective.3");
    add_goals(b, o, "objective.3more");
    break;
  case PROKHOROVKA: add_goals(b, o, "objective.4"); break;
  default: add_goals(b, o, "objective.lesson"); break;
  }
}
