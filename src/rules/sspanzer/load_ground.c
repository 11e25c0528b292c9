/* load_ground.c - the ground as rules see it: cover, fortifications, edges, areas and goals. */
#include "load.h"

struct bits {
  uint32_t woods, town, hilltop, fort;
  uint16_t stream, river, bridge, berm, crossing;
};

/* A terrain that the rules need and the data lacks is an error. */
static uint32_t bit_of(const struct sal_terrain *rows, int n, const char *id, bool *ok) {
  int i = sal_terrain_bit(rows, n, id);
  if (i < 0)
    *ok = false;
  return i < 0 ? 0 : 1u << i;
}

/* The bits of all terrain that the rules speak of. */
static bool terrain_bits(const struct sal_book *b, struct bits *t, struct sal_err *err) {
  const struct sal_terrains *all = &b->terrains;
  bool ok = true;

  t->woods = bit_of(all->hex, all->nhex, "woods", &ok);
  t->town = bit_of(all->hex, all->nhex, "town", &ok);
  t->hilltop = bit_of(all->hex, all->nhex, "hilltop", &ok);
  t->fort = bit_of(all->hex, all->nhex, "fort", &ok);
  t->stream = (uint16_t)bit_of(all->side, all->nside, "stream", &ok);
  t->river = (uint16_t)bit_of(all->side, all->nside, "river.major", &ok);
  t->bridge = (uint16_t)bit_of(all->side, all->nside, "bridge", &ok);
  t->berm = (uint16_t)bit_of(all->side, all->nside, "berm", &ok);
  t->crossing = (uint16_t)bit_of(all->side, all->nside, "crossing", &ok);
  if (!ok)
    return sal_fail(
        err, "terrain.tsv", 0,
        "woods town hilltop fort slope stream river.major bridge berm crossing are wanted");

  return true;
}

/* 8.3a-d: kinds of difficult terrain on the way from h to the hex in direction d. Fortifications
 * count for the German only (8.3b). */
static void count_items(const struct sal_board *m, const struct bits *t, sal_hex to, uint16_t side,
                        struct ssp_edge *edge) {
  uint32_t terrain = m->terrain[to];
  int items = 0;

  items += (terrain & t->woods) != 0;
  items += (terrain & t->hilltop) != 0;
  items += (side & t->stream) != 0;
  items += side & t->berm && !(side & t->crossing);
  edge->items[SAL_SOVIET] = (uint8_t)items;
  items += (terrain & t->fort) != 0;
  edge->items[SAL_GERMAN] = (uint8_t)items;
}

/* Everything the rules ask about leaving h in direction d, worked out once. */
static struct ssp_edge edge_between(const struct sal_board *m, const struct bits *t, sal_hex h,
                                    int d) {
  sal_hex to = sal_next(m, h, d);
  uint16_t side = m->side[h * 6 + d];
  struct ssp_edge edge = {{0, 0}, 0};

  if (!to)
    return edge;
  count_items(m, t, to, side, &edge);
  edge.is = EDGE_ON;
  if (side & t->river && !(side & t->bridge))
    edge.is |= EDGE_BARRED; /* 8.3f */
  if (m->path[h * 6 + d])
    edge.is |= EDGE_ROAD;
  bool shelter = m->terrain[to] & (t->woods | t->town);
  if (!shelter && !(side & (t->berm | t->river)))
    edge.is |= EDGE_ZOC; /* 7.1c */

  return edge;
}

/* A set-up area; where two overlap the later one counts. */
static void mark_area(struct ssp_book *own, const struct sal_region *r, int area) {
  SSP_EACH_HEX(r, h) {
    own->area[h] = (uint8_t)area;
  }
}

/* Regions are named in lower case. */
static void lower(char *text) {
  for (; *text; text++)
    if (*text >= 'A' && *text <= 'Z')
      *text = (char)(*text - 'A' + 'a');
}

/* Set-up areas, area.pocket and area.lah and so on, and the hexes that count. */
static void load_regions(struct sal_book *b) {
  struct ssp_book *own = b->own;
  const struct sal_board *m = &b->board;

  own->pocket_area = sal_region_find(m, "area.pocket");
  mark_area(own, own->pocket_area, 1);
  for (int k = 0; k < own->nforms; k++) {
    char id[32];
    sal_format(id, sizeof id, "area.%s", own->formation[k]);
    lower(id);
    own->div_area[k] = sal_region_find(m, id);
    mark_area(own, own->div_area[k], k + 2);
  }
  own->rune = sal_region_find(m, "rune");
  own->star = sal_region_find(m, "star");
  own->decisive = sal_region_find(m, "decisive");
}

/* Cover, fortifications and edges of every hex. */
bool ssp_load_ground(struct sal_book *b, struct sal_err *err) {
  struct ssp_book *own = b->own;
  const struct sal_board *m = &b->board;
  struct bits t;

  if (!terrain_bits(b, &t, err))
    return false;
  own->edge = sal_alloc(b->arena, (size_t)m->cells * 6 * sizeof *own->edge);
  own->cover = sal_alloc(b->arena, m->cells);
  own->fort = sal_alloc(b->arena, m->cells);
  own->area = sal_alloc(b->arena, m->cells);
  for (int i = 0; i < m->nhexes; i++) {
    sal_hex h = m->order[i];
    own->cover[h] = (m->terrain[h] & (t.woods | t.town)) != 0;
    own->fort[h] = (m->terrain[h] & t.fort) != 0;
    for (int d = 0; d < 6; d++)
      own->edge[h * 6 + d] = edge_between(m, &t, h, d);
  }
  load_regions(b);
  return true;
}
