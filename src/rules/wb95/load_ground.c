/* load_ground.c - the price of every hexside, zones, lines and bridges, worked out once.
 *
 * A road that crosses water is a bridge (14.1R), so bridges are found, not drawn.
 */
#include "load.h"

#include <string.h>

/* Sixths of a point: "2", "3/2", "+1", "X" (barred); -1: not understood. */
static int sixths(const char *s) {
  int num = 0;
  int den = 1;

  if (sal_eq(s, "X"))
    return SAL_BARRED;
  if (*s == '+')
    s++;
  if (*s < '0')
    return -1;
  if (*s > '9')
    return -1;
  while (*s >= '0' && *s <= '9')
    num = num * 10 + *s++ - '0';
  if (*s == '/') {
    den = s[1] - '0';
    s += s[1] ? 2 : 1;
  }
  if (*s)
    return -1;
  if (den <= 0)
    return -1;
  if (POINT % den)
    return -1;
  if (num > 20)
    return -1;

  return num * POINT / den;
}

enum {
  ROW_CLEAR,
  ROW_HILLS,
  ROW_FOREST,
  ROW_CITY,
  ROW_TOWN,
  ROW_MINOR,
  ROW_MAIN,
  ROW_RIVER,
  ROW_DONIEC,
  ROW_BIG,
  ROW_SWAMP,
  ROWS
};
enum { CLASSES = 3, COLUMN_CM = 3 };
/* The rows whose shifts count in an attack (3.5): open ground and roads help nobody. */
enum { NO_SHIFT = 1 << ROW_CLEAR | 1 << ROW_MINOR | 1 << ROW_MAIN | 1 << ROW_SWAMP };
struct prices { /* rows of the terrain table: by class, and the shifts */
  int of[ROWS][CLASSES], cm[ROWS];
};

/* 3.5: the terrain table. */
static bool load_prices(struct sal_book *b, struct prices *out, struct sal_err *err) {
  static const char *const rows[ROWS] = {"clear",       "hills",      "forest",    "city",
                                         "town",        "road.minor", "road.main", "river",
                                         "river.major", "crossing",   "swamp"};
  static const char *const cols[] = {"truck", "track", "foot", "cm"};
  const struct sal_table *t = wb_table_of(b, "terrain", ROWS, 4, rows, cols, err);

  if (!t)
    return false;
  for (int r = 0; r < ROWS; r++) {
    int32_t cm;
    for (int c = 0; c < CLASSES; c++) {
      out->of[r][c] = sixths(sal_table_cell(t, r, c));
      if (out->of[r][c] < 0)
        return sal_table_fail(t, r, err, "'%s' is not a price", sal_table_cell(t, r, c));
    }
    if (NO_SHIFT >> r & 1)
      continue;
    if (!sal_parse_int(sal_table_cell(t, r, COLUMN_CM), 0, 9, &cm))
      return sal_table_fail(t, r, err, "shifts are 0 to 9");
    out->cm[r] = cm;
  }

  return true;
}

/* The bit of a kind of terrain of hexes; 0: there is none. */
static uint32_t hex_bit(const struct sal_book *b, const char *id) {
  int i = sal_terrain_bit(b->terrains.hex, b->terrains.nhex, id);
  return i < 0 ? 0 : 1u << i;
}
/* The same for hexsides. */
static uint16_t side_bit(const struct sal_book *b, const char *id) {
  int i = sal_terrain_bit(b->terrains.side, b->terrains.nside, id);
  return (uint16_t)(i < 0 ? 0 : 1u << i);
}
/* The same for roads. */
static uint8_t path_bit(const struct sal_book *b, const char *id) {
  int i = sal_terrain_bit(b->terrains.path, b->terrains.npath, id);
  return (uint8_t)(i < 0 ? 0 : 1u << i);
}

/* The kinds of terrain that the rules speak of. */
static void name_terrain(const struct sal_book *b, struct own *o) {
  o->hills = hex_bit(b, "hills");
  o->forest = hex_bit(b, "forest");
  o->town = hex_bit(b, "town");
  o->city = hex_bit(b, "city");
  o->swamp = hex_bit(b, "swamp");
  o->river = side_bit(b, "river");
  o->doniec = side_bit(b, "river.major");
  o->big_river = side_bit(b, "crossing");
  o->fl = side_bit(b, "fort");
  o->fp = side_bit(b, "trench");
  o->main_road = path_bit(b, "road.main");
  o->minor_road = path_bit(b, "road.minor");
}

/* Whether terrain.tsv has every kind that the rules need. */
static bool has_all(const struct own *o) {
  const uint32_t bits[] = {o->hills, o->forest,    o->town,      o->city,
                           o->swamp, o->river,     o->doniec,    o->fl,
                           o->fp,    o->big_river, o->main_road, o->minor_road};

  for (size_t i = 0; i < sizeof bits / sizeof bits[0]; i++)
    if (!bits[i])
      return false;

  return true;
}

/* 3.5: what it costs to enter a hex off the road. */
static int enter_price(const struct own *o, const struct prices *p, uint32_t bits, int c) {
  if (bits & o->city)
    return p->of[ROW_CITY][c];
  if (bits & o->town)
    return p->of[ROW_TOWN][c];
  if (bits & o->swamp)
    return p->of[ROW_SWAMP][c];
  int price = p->of[bits & o->hills ? ROW_HILLS : ROW_CLEAR][c];
  if (bits & o->forest)
    price += p->of[ROW_FOREST][c];

  return price;
}

/* What the water of a hexside adds. */
static int water_price(const struct own *o, const struct prices *p, uint16_t side, int c) {
  int price = 0;

  if (side & o->river)
    price += p->of[ROW_RIVER][c];
  if (side & o->doniec)
    price += p->of[ROW_DONIEC][c];
  if (side & o->big_river)
    price += p->of[ROW_BIG][c];

  return price;
}

/* What a road costs; SAL_BARRED where there is none. */
static int road_price(const struct own *o, const struct prices *p, uint8_t path, int c) {
  if (path & o->main_road)
    return p->of[ROW_MAIN][c];
  return path & o->minor_road ? p->of[ROW_MINOR][c] : SAL_BARRED;
}

/* The price of a hexside by class, with its road and without. */
static void price_side(struct own *o, const struct sal_board *m, const struct prices *p, sal_hex h,
                       int d, sal_hex to) {
  int hexside = h * 6 + d;

  for (int c = 0; c < CLASSES; c++) {
    int price = o->enter[c][to];
    if (price != SAL_BARRED)
      price += water_price(o, p, m->side[hexside], c);
    int road = road_price(o, p, m->path[hexside], c);
    o->plain[c][hexside] = (uint8_t)price;
    o->edge[c][hexside] = (uint8_t)smaller(road, price);
  }
}

/* 14.1R: a road that crosses water is a bridge. */
static bool find_bridge(struct own *o, const struct sal_board *m, sal_hex h, int d,
                        struct sal_err *err) {
  int hexside = h * 6 + d;
  int across = (h + m->step[d]) * 6 + sal_back(d);
  int water = m->side[hexside] & (o->river | o->doniec | o->big_river);
  bool road = m->path[hexside] & (o->main_road | o->minor_road);

  if (!water)
    return true;
  if (!road)
    return true;
  if (o->bridge_at[hexside])
    return true;
  if (o->nbridges == MAX_BRIDGES)
    return sal_fail(err, NULL, 0, "more than %d bridges", MAX_BRIDGES);
  o->bridge_side[o->nbridges] = sal_side_of(h, d);
  o->big[o->nbridges] = (water & o->big_river) != 0;
  o->nbridges++;
  o->bridge_at[hexside] = o->nbridges;
  o->bridge_at[across] = o->nbridges;
  return true;
}

/* Marks the hexes from which guns reach a printed bridge. */
static void near_bridges(struct own *o, const struct sal_board *m) {
  for (int i = 0; i < o->nbridges; i++) {
    sal_hex one = bridge_end(o->bridge_side[i]);
    sal_hex other = (sal_hex)(one + m->step[o->bridge_side[i] % 6]);
    EACH_HEX(m, h) {
      int far = smaller(sal_distance(m, (sal_hex)h, one), sal_distance(m, (sal_hex)h, other));
      if (far <= RANGE)
        o->line[h] |= BRIDGE_NEAR;
    }
  }
}

/* by cell: lists come out sorted */
static void around(struct own *o, const struct sal_board *m) {
  int n = 0;

  for (int dr = -RANGE; dr <= RANGE; dr++) {
    for (int dq = -RANGE; dq <= RANGE; dq++) {
      int far = sal_span(dq, dr);
      if (!far)
        continue;
      if (far > RANGE)
        continue;
      o->around[n] = (uint16_t)(32768 + dr * m->step[3] + dq * m->step[2]);
      o->around_far[n++] = (uint8_t)far;
    }
  }
}

/* 7.2.3: region `fp.N` is a local group of fixed positions worth N shifts; a hex of it without a
 * line is strong all round. */
static bool load_groups(struct own *o, const struct sal_board *m, struct sal_err *err) {
  for (int i = 0; i < m->nregions; i++) {
    const struct sal_region *r = &m->regions[i];
    int32_t cm;
    if (strncmp(r->id, "fp.", 3) != 0)
      continue;
    if (!sal_parse_int(r->id + 3, 1, 9, &cm))
      return sal_fail(err, NULL, 0,
                      "region '%s': a group of fixed positions is worth 1 to 9 shifts", r->id);
    for (int k = 0; k < r->n; k++) {
      sal_hex h = r->hexes[k];
      o->line[h] |= LINE_FP;
      o->fp_cm[h] = (uint8_t)cm;
      if (!o->fp_side[h])
        o->fp_side[h] = 63;
    }
  }

  return true;
}

/* 5.5.1, 5.5.2: the shifts of everything in the hex add up. */
static int shifts_of(const struct own *o, const struct prices *p, uint32_t bits) {
  int cm = 0;

  if (bits & o->hills)
    cm += p->cm[ROW_HILLS];
  if (bits & o->forest)
    cm += p->cm[ROW_FOREST];
  if (bits & o->city)
    cm += p->cm[ROW_CITY];
  if (bits & o->town)
    cm += p->cm[ROW_TOWN];

  return cm;
}

/* The southern map's columns are 32 and more. */
static bool is_south(const char *name) {
  if (name[0] > '3')
    return true;
  return name[0] == '3' && name[1] >= '2';
}

/* What the rules ask of a hex. */
static void load_hex(struct own *o, const struct sal_board *m, const struct prices *p, sal_hex h) {
  uint32_t bits = m->terrain[h];

  for (int c = 0; c < CLASSES; c++)
    o->enter[c][h] = (uint8_t)enter_price(o, p, bits, c);
  o->cm[h] = (uint8_t)shifts_of(o, p, bits);
  if (bits & (o->town | o->city))
    o->line[h] |= TOWN;
  if (is_south(m->name[h]))
    o->line[h] |= LINE_SOUTH;
}

/* 4.1.3, 4.1.4: a zone does not cross a big river, nor reach onto ground the unit cannot enter. */
static void load_zone(struct own *o, const struct sal_board *m, sal_hex h, int d, sal_hex to) {
  uint8_t bit = (uint8_t)(1u << d);

  if (m->side[h * 6 + d] & o->big_river) {
    o->any_big = 1;
    return;
  }
  if (o->enter[TRUCK][to] != SAL_BARRED)
    o->reach[0][h] |= bit;
  if (o->enter[FOOT][to] != SAL_BARRED)
    o->reach[1][h] |= bit;
}

/* What the rules ask of a hexside. */
static bool load_side(struct own *o, const struct sal_board *m, const struct prices *p, sal_hex h,
                      int d, struct sal_err *err) {
  sal_hex to = sal_next(m, h, d);
  int owns = m->owns[h * 6 + d];

  if (!to)
    return true;
  price_side(o, m, p, h, d, to);
  if (owns & o->fl)
    o->line[h] |= LINE_FL;
  if (owns & o->fp) {
    o->line[h] |= LINE_FP;
    o->fp_side[h] |= (uint8_t)(1u << d);
  }
  load_zone(o, m, h, d, to);
  return find_bridge(o, m, h, d, err);
}

/* Works out prices, zones, lines and bridges for the whole board. */
bool wb_load_ground(struct sal_book *b, struct own *o, struct sal_err *err) {
  const struct sal_board *m = &b->board;
  struct prices p = {0};

  name_terrain(b, o);
  if (!has_all(o))
    return sal_fail(err, "terrain.tsv", 0, "a kind of terrain that the rules need is missing");
  if (!load_prices(b, &p, err))
    return false;
  o->side_cm[0] = (uint8_t)p.cm[ROW_RIVER];
  o->side_cm[1] = (uint8_t)p.cm[ROW_DONIEC];
  o->side_cm[2] = (uint8_t)p.cm[ROW_BIG];
  memset(o->edge, SAL_BARRED, sizeof o->edge);
  memset(o->plain, SAL_BARRED, sizeof o->plain);
  memset(o->enter, SAL_BARRED, sizeof o->enter);
  EACH_HEX(m, h) {
    load_hex(o, m, &p, (sal_hex)h);
  }
  EACH_HEX(m, h) {
    for (int d = 0; d < 6; d++)
      if (!load_side(o, m, &p, (sal_hex)h, d, err))
        return false;
  }
  near_bridges(o, m);
  around(o, m);
  return load_groups(o, m, err);
}
