/* load.c - the book: kinds, counters, tables, the price of every hexside, set-up and scoring.
 *
 * Every figure comes from a data file; what the rules ask often (prices, zones, bridges) is worked out here
 * once. A road that crosses water is a bridge (14.1R), so bridges are found, not drawn.
 */
#include "state.h"

#include <string.h>

static const char *const roles[ROLES] = {"regular", "towed-gun", "fortification", "volkssturm", "towed-artillery", "self-propelled", "hq", "resilience", "air", "air-allied"};
static const char *const classes[] = {"truck", "track", "foot"};
static const char *const star_names[] = {"black", "white", "yellow", "blue"};

static int word_index(const char *const *words, int n, const char *w) {
  for (int i = 0; i < n; i++)
    if (sal_eq(words[i], w)) return i;
  return -1;
}

/* "black blue" or "black,blue" as bits; 255 when a word is unknown. */
static uint8_t stars_of(const char *text) {
  uint8_t bits = 0;
  while (*text) {
    size_t n = strcspn(text, " ,+");
    char w[12] = "";
    if (n >= sizeof w) return 255;
    memcpy(w, text, n);
    int i = n ? word_index(star_names, 4, w) : 0;
    if (n && i < 0) return 255;
    if (n) bits |= (uint8_t)(1u << i);
    text += n + (text[n] != 0);
  }
  return bits;
}

static bool small(struct sal_tsv *t, const char *col, int max, uint8_t *out, struct sal_err *err) { /* "-" is 0 */
  const char *text = sal_tsv_text(t, col, err);
  int32_t v = 0;
  if (!text) return false;
  if (*text && !sal_parse_int(text, 0, max, &v)) return sal_tsv_fail(t, err, "%s must be 0 to %d, not '%s'", col, max, text);
  *out = (uint8_t)v;
  return true;
}

static void strengths(struct kind *k, int full, int reduced, int off, int def) {
  k->sp[2] = k->off[2] = k->def[2] = (uint8_t)full;
  k->sp[1] = k->off[1] = k->def[1] = (uint8_t)reduced;
  if (k->role == TOWED_ART || k->role == SELF_PROPELLED) {
    k->off[2] = (uint8_t)off, k->def[2] = (uint8_t)def;
    k->off[1] = (uint8_t)(k->cel == 1 ? off : halves(off)), k->def[1] = (uint8_t)(k->cel == 1 ? def : halves(def));
    memcpy(k->sp, k->def, sizeof k->sp);
  } else if (k->cel == 1) {
    k->sp[1] = k->off[1] = k->def[1] = (uint8_t)full;
  }
}

static bool load_kinds(struct sal_book *b, const struct sal_source *src, struct own *o, struct sal_err *err) {
  struct sal_tsv t;
  int got;
  if (!sal_tsv_open(&t, src->files, "kinds.tsv", b->arena, err)) return false;
  while ((got = sal_tsv_next(&t, err)) > 0) {
    if (t.directive) continue;
    if (o->nkinds == MAX_KINDS) return sal_tsv_fail(&t, err, "more than %d kinds", MAX_KINDS);
    struct kind *k = &o->row[o->nkinds];
    uint8_t sp, reduced, off, def;
    const char *role = sal_tsv_text(&t, "role", err), *cls = sal_tsv_text(&t, "class", err), *stars = sal_tsv_text(&t, "stars", err);
    const char *flag = sal_tsv_text(&t, "flag", err);
    if (!role || !cls || !stars || !flag || !(o->kind_id[o->nkinds] = sal_tsv_text(&t, "id", err)) || !(o->kind_title[o->nkinds] = sal_tsv_text(&t, "meaning", err)) ||
        !small(&t, "sp", 40, &sp, err) || !small(&t, "sp_reduced", 40, &reduced, err) || !small(&t, "off", 40, &off, err) || !small(&t, "def", 40, &def, err) ||
        !small(&t, "cel", 2, &k->cel, err) || !small(&t, "mp", 20, &k->mp, err) || !small(&t, "morale", 13, &k->morale, err))
      return false;
    int r = word_index(roles, ROLES, role), c = word_index(classes, 3, cls);
    if (r < 0 || c < 0 || stars_of(stars) == 255 || !k->cel) return sal_tsv_fail(&t, err, "unknown role, class or stars, or no levels");
    k->id = o->nkinds;
    k->role = (uint8_t)r;
    k->class = (uint8_t)c;
    k->stars = stars_of(stars);
    k->flag = sal_eq(flag, "car") ? F_CAR : sal_eq(flag, "panther") ? F_PANTHER : sal_eq(flag, "ferdinand") ? F_FERDINAND : 0;
    strengths(k, sp, reduced, off, def);
    o->nkinds++;
  }
  return got == 0;
}

/* ---- counters ---------------------------------------------------------------------------------------- */

static bool factor(const struct sal_position *pos, const char *id, struct kind *k, struct sal_err *err) {
  for (int i = 0; i < pos->nunits; i++) {
    const struct sal_pos_unit *u = &pos->unit[i];
    if (!u->name || !sal_eq(u->name, id)) continue;
    int32_t sp = k->sp[2], red = k->sp[1], off = k->off[2], def = k->def[2], v;
    for (int f = 0; f < u->nfactors; f++) {
      const char *name = u->factor[f].name, *text = u->factor[f].value;
      bool number = sal_parse_int(text, 0, 40, &v), good = number;
      if (sal_eq(name, "sp")) sp = v;
      else if (sal_eq(name, "sp_reduced")) red = v;
      else if (sal_eq(name, "off")) off = v;
      else if (sal_eq(name, "def")) def = v;
      else if (sal_eq(name, "cel")) good = number && v >= 1 && v <= 2, k->cel = (uint8_t)(good ? v : 1);
      else if (sal_eq(name, "mp")) good = number && v <= 20, k->mp = (uint8_t)(good ? v : 0);
      else if (sal_eq(name, "morale")) good = number && v <= 13, k->morale = (uint8_t)(good ? v : 0);
      else if (sal_eq(name, "stars")) good = stars_of(text) != 255, k->stars = stars_of(text);
      else if (sal_eq(name, "class")) {
        char low[8] = "";
        for (int n = 0; n < 7 && text[n]; n++) low[n] = (char)(text[n] >= 'A' && text[n] <= 'Z' ? text[n] + 32 : text[n]);
        int c = word_index(classes, 3, low);
        good = c >= 0;
        k->class = (uint8_t)(good ? c : 0);
      } else return sal_pos_fail(err, "units", i, "factors", "there is no factor '%.*s'", 24, name);
      if (!good) return sal_pos_fail(err, "units", i, "factors", "'%.*s' is not a value of %s", 16, text, name);
    }
    strengths(k, sp, red, off, def);
  }
  return true;
}

static uint8_t formation_of(struct own *o, const char *name) {
  if (!*name) return 0;
  for (int i = 1; i <= o->nformations; i++)
    if (sal_eq(o->formation_id[i], name)) return (uint8_t)i;
  if (o->nformations + 1 >= MAX_FORMATIONS) return 0;
  o->formation_id[++o->nformations] = name;
  return o->nformations;
}

int wb_face_figures(struct sal_book *b, int u) {
  const struct kind *k = &own(b)->kind[u];
  struct sal_counter *c = &b->counter[u];
  c->nfaces = k->cel;
  for (int f = 0; f < k->cel; f++) {
    struct sal_face *face = &c->face[f];
    int cel = k->cel - f;
    face->steps = (uint8_t)cel;
    if (is_gun(k)) sal_format(face->figure[0], 8, "%d/%d", k->off[cel], k->def[cel]);
    else if (k->role != HQ) sal_format(face->figure[0], 8, "%d", k->sp[cel]);
    if (!is_air(k)) sal_format(face->figure[1], 8, "%d", k->mp);
    if (k->stars) sal_format(face->corner[1], 8, "%s%s%s%s", k->stars & BLACK ? "b" : "", k->stars & WHITE ? "w" : "", k->stars & YELLOW ? "y" : "", k->stars & BLUE ? "u" : "");
  }
  return k->cel;
}

static bool counter(struct sal_book *b, sal_unit u, struct sal_tsv *t, struct sal_err *err) {
  struct own *o = b->own;
  struct sal_counter *c = &b->counter[u];
  if (u >= MAX_UNITS) return sal_fail(err, NULL, 0, "more than %d units", MAX_UNITS);
  int i = 0;
  while (i < o->nkinds && !sal_eq(o->kind_id[i], c->kind)) i++;
  if (i == o->nkinds) return t ? sal_tsv_fail(t, err, "there is no kind '%s'", c->kind) : sal_fail_at(err, "", "there is no kind '%.*s'", 24, c->kind);
  struct kind *k = &o->kind[u];
  *k = o->row[i];
  if (t) {
    const char *tc = sal_tsv_text(t, "tc", err), *stars = sal_tsv_text(t, "stars", err);
    uint8_t sp;
    if (!tc || !stars || !small(t, "morale", 13, &k->morale, err) || !small(t, "sp", 40, &sp, err)) return false;
    if (sp) strengths(k, sp, k->sp[1], sp, sp);
    if (*stars && (k->stars = stars_of(stars)) == 255) return sal_tsv_fail(t, err, "unknown stars '%s'", stars);
    o->formation[u] = formation_of(o, tc);
  } else {
    if (!factor(b->position, c->id, k, err)) return false;
    o->formation[u] = formation_of(o, c->formation);
    c->symbol = is_gun(k) ? "artillery" : k->role == HQ ? "hq" : is_air(k) ? "air" : k->class == TRACK ? "armour" : "infantry";
  }
  int side = k->side = c->side;
  if (is_air(k)) o->airs[side][o->nairs[side]++] = u;
  else o->mine[side][o->nmine[side]++] = u;
  if (is_gun(k)) o->guns[side][o->nguns[side]++] = u;
  if (k->role == HQ) o->hqs[side][o->nhqs[side]++] = u;
  o->has_vs |= k->role == VOLKSSTURM;
  wb_face_figures(b, u);
  return true;
}

/* ---- tables -------------------------------------------------------------------------------------------- */

/* "A2D-2", "D3-1", "-1D", "*", "-", ".": one side's part of a result. Bare `-` and `.` mean nothing. */
static bool part_of(const char *s, size_t n, int side, struct cell_result *r) {
  for (size_t i = 0; i < n;) {
    char c = s[i++];
    bool digit = i < n && s[i] >= '1' && s[i] <= '9';
    if ((c == 'A' && side == 0) || (c == 'D' && side == 1)) {
      if (digit) r->back[side] = (uint8_t)(s[i++] - '0');
      else if (c == 'D') r->disorg[side] = 1;
      else return false;
    } else if (c == 'D') r->disorg[side] = 1;
    else if (c == '*') r->test[side] = 1;
    else if (c == '-' && digit) r->loss[side] = (uint8_t)(s[i++] - '0');
    else if (!(c == '-' && n == 1) && !(c == '.' && n == 1)) return false;
  }
  return true;
}

static bool load_results(struct sal_book *b, const char *id, int rows, int cols, struct cell_result *out, const char **text, struct sal_err *err) {
  const struct sal_table *t = sal_table_find(b, id);
  if (!t || t->nrows != rows || t->ncols != cols) return sal_fail(err, "tables.tsv", 0, "table '%s' must have %d rows and %d columns", id, rows, cols);
  for (int r = 0; r < rows; r++)
    for (int c = 0; c < cols; c++) {
      const char *s = sal_table_cell(t, r, c), *slash = strchr(s, '/');
      struct cell_result *res = &out[r * cols + c];
      bool good = slash ? part_of(s, (size_t)(slash - s), 0, res) && part_of(slash + 1, strlen(slash + 1), 1, res) : part_of(s, strlen(s), 1, res);
      if (!good) return sal_fail(err, "tables.tsv", 0, "table '%s': there is no result '%s'", id, s);
      text[r * cols + c] = s;
    }
  return true;
}

/* Sixths of a point: "2", "3/2", "+1", "X" (barred). */
static int sixths(const char *s) {
  int num = 0, den = 1;
  if (*s == 'X') return SAL_NOSIDE;
  if (*s == '+') s++;
  while (*s >= '0' && *s <= '9') num = num * 10 + *s++ - '0';
  if (*s == '/') den = s[1] - '0';
  return den > 0 && POINT % den == 0 ? num * POINT / den : -1;
}

enum { ROW_CLEAR, ROW_HILLS, ROW_FOREST, ROW_CITY, ROW_TOWN, ROW_MINOR, ROW_MAIN, ROW_RIVER, ROW_DONIEC, ROW_BIG, ROW_SWAMP, ROWS };
struct prices { /* rows of the terrain table: by class, and the shifts */
  int of[ROWS][3], cm[ROWS];
};

static bool load_prices(struct sal_book *b, struct prices *out, struct sal_err *err) {
  static const char *const rows[ROWS] = {"clear", "hills", "forest", "city", "town", "road.minor", "road.main", "river", "river.major", "crossing", "swamp"};
  const struct sal_table *t = sal_table_find(b, "terrain");
  if (!t || t->ncols != 4) return sal_fail(err, "tables.tsv", 0, "table 'terrain' must have four columns");
  for (int i = 0; i < ROWS; i++) {
    int r = 0;
    while (r < t->nrows && !sal_eq(t->row[r], rows[i])) r++;
    if (r == t->nrows) return sal_fail(err, "tables.tsv", 0, "table 'terrain' has no row '%s'", rows[i]);
    for (int c = 0; c < 3; c++)
      if ((out->of[i][c] = sixths(sal_table_cell(t, r, c))) < 0) return sal_fail(err, "tables.tsv", 0, "table 'terrain': '%s' is not a price", sal_table_cell(t, r, c));
    int32_t cm;
    if (!sal_parse_int(sal_table_cell(t, r, 3), 0, 9, &cm)) return sal_fail(err, "tables.tsv", 0, "table 'terrain': shifts are 0 to 9");
    out->cm[i] = cm;
  }
  return true;
}

static bool load_works(const struct sal_book *b, struct own *o, struct sal_err *err) { /* K.7, P.9 */
  static const char *const list[] = {"lesson", "north", "south"};
  const struct sal_table *t = sal_table_find(b, "works");
  if (!t || t->nrows != LISTS || t->ncols != SAL_SIDES) return sal_fail(err, "tables.tsv", 0, "table 'works' must have three rows and two columns");
  for (int r = 0; r < LISTS; r++) {
    if (!sal_eq(t->row[r], list[r])) return sal_fail(err, "tables.tsv", 0, "table 'works': row %d must be '%s'", r + 1, list[r]);
    for (int side = 0; side < SAL_SIDES; side++) {
      int32_t yes;
      if (!sal_parse_int(sal_table_cell(t, r, side), 0, 1, &yes)) return sal_fail(err, "tables.tsv", 0, "table 'works': 0 or 1 is wanted");
      o->works[r][side] = yes != 0;
    }
  }
  return true;
}

static bool load_tables(struct sal_book *b, struct own *o, struct sal_err *err) {
  if (!load_results(b, "combat", 11, COLUMNS, &o->combat[0][0], &o->combat_text[0][0], err) || !load_results(b, "air", 6, 11, &o->air[0][0], &o->air_text[0][0], err) ||
      !load_results(b, "artillery", 6, 11, &o->artillery[0][0], &o->artillery_text[0][0], err))
    return false;
  const struct sal_table *t = sal_table_find(b, "objects"), *supply = sal_table_find(b, "supply"), *scale = sal_table_find(b, "scale");
  if (!t || t->nrows != 6 || t->ncols != 11) return sal_fail(err, "tables.tsv", 0, "table 'objects' must have six rows and eleven columns");
  for (int r = 0; r < 6; r++)
    for (int c = 0; c < 11; c++) o->objects[r][c] = sal_eq(sal_table_cell(t, r, c), "D");
  if (!supply || supply->nrows != 2 || !scale) return sal_fail(err, "tables.tsv", 0, "tables 'supply' and 'scale' are wanted");
  for (int s = 0; s < 2; s++) {
    int32_t mp, range;
    if (!sal_parse_int(sal_table_cell(supply, s, 0), 1, 30, &mp) || !sal_parse_int(sal_table_cell(supply, s, 1), 1, 20, &range)) return sal_fail(err, "tables.tsv", 0, "table 'supply': numbers are wanted");
    o->supply[s] = (uint8_t)(mp * POINT);
    o->hq_range[s] = (uint8_t)range;
  }
  for (int r = 0; r < scale->nrows; r++)
    for (int c = 0; c < 3 && sal_eq(scale->row[r], b->scenarios[b->scenario].id); c++) {
      int32_t v;
      if (!sal_parse_int(sal_table_cell(scale, r, c), 0, 250, &v)) return sal_fail(err, "tables.tsv", 0, "table 'scale': numbers are wanted");
      o->scale[c] = (uint8_t)v;
    }
  return load_works(b, o, err);
}

/* ---- the ground ------------------------------------------------------------------------------------------ */

static uint32_t hex_bit(const struct sal_book *b, const char *id) {
  int i = sal_terrain_bit(b->terrains.hex, b->terrains.nhex, id);
  return i < 0 ? 0 : 1u << i;
}
static uint16_t side_bit(const struct sal_book *b, const char *id) {
  int i = sal_terrain_bit(b->terrains.side, b->terrains.nside, id);
  return (uint16_t)(i < 0 ? 0 : 1u << i);
}
static uint8_t path_bit(const struct sal_book *b, const char *id) {
  int i = sal_terrain_bit(b->terrains.path, b->terrains.npath, id);
  return (uint8_t)(i < 0 ? 0 : 1u << i);
}

static int enter_price(const struct own *o, const struct prices *p, uint32_t bits, int c) {
  if (bits & o->city) return p->of[ROW_CITY][c];
  if (bits & o->town) return p->of[ROW_TOWN][c];
  if (bits & o->swamp) return p->of[ROW_SWAMP][c];
  return (bits & o->hills ? p->of[ROW_HILLS][c] : p->of[ROW_CLEAR][c]) + (bits & o->forest ? p->of[ROW_FOREST][c] : 0);
}

static void price_side(struct own *o, const struct sal_board *m, const struct prices *p, sal_hex h, int d, sal_hex g) {
  uint16_t side = m->side[h * 6 + d];
  uint8_t path = m->path[h * 6 + d];
  for (int c = 0; c < 3; c++) {
    int price = o->enter[c][g];
    if (price != SAL_BARRED) {
      if (side & o->river) price += p->of[ROW_RIVER][c];
      if (side & o->doniec) price += p->of[ROW_DONIEC][c];
      if (side & o->big_river) price += p->of[ROW_BIG][c];
    }
    int road = path & o->main_road ? p->of[ROW_MAIN][c] : path & o->minor_road ? p->of[ROW_MINOR][c] : price;
    o->plain[c][h * 6 + d] = (uint8_t)price;
    o->edge[c][h * 6 + d] = (uint8_t)smaller(road, price);
  }
}

static bool find_bridge(struct own *o, const struct sal_board *m, sal_hex h, int d, struct sal_err *err) {
  uint16_t water = m->side[h * 6 + d] & (uint16_t)(o->river | o->doniec | o->big_river);
  if (!water || !(m->path[h * 6 + d] & (o->main_road | o->minor_road)) || o->bridge_at[h * 6 + d]) return true;
  if (o->nbridges == MAX_BRIDGES) return sal_fail(err, NULL, 0, "more than %d bridges", MAX_BRIDGES);
  o->bridge_side[o->nbridges] = sal_side_of(h, d);
  o->big[o->nbridges] = (water & o->big_river) != 0;
  o->nbridges++;
  o->bridge_at[h * 6 + d] = o->bridge_at[(h + m->step[d]) * 6 + sal_back(d)] = o->nbridges;
  return true;
}

static void near_bridges(struct own *o, const struct sal_board *m) {
  for (int i = 0; i < o->nbridges; i++) {
    sal_hex a = (sal_hex)(o->bridge_side[i] / 6), z = (sal_hex)(a + m->step[o->bridge_side[i] % 6]);
    for (int k = 0; k < m->nhexes; k++)
      if (sal_distance(m, m->order[k], a) <= RANGE || sal_distance(m, m->order[k], z) <= RANGE) o->line[m->order[k]] |= BRIDGE_NEAR;
  }
}

static void around(struct own *o, const struct sal_board *m) {
  int n = 0;
  for (int dr = -RANGE; dr <= RANGE; dr++) /* by cell: lists come out sorted */
    for (int dq = -RANGE; dq <= RANGE; dq++) {
      int far = sal_span(dq, dr);
      if (!far || far > RANGE) continue;
      o->around[n] = (uint16_t)(32768 + dr * m->step[3] + dq * m->step[2]);
      o->around_far[n++] = (uint8_t)far;
    }
}

/* 7.2.3: region `fp.N` is a local group of fixed positions worth N shifts; a hex of it without a line of its own is strong all round. */
static bool load_groups(struct own *o, const struct sal_board *m, struct sal_err *err) {
  for (int i = 0; i < m->nregions; i++) {
    const struct sal_region *r = &m->regions[i];
    int32_t cm;
    if (strncmp(r->id, "fp.", 3) != 0) continue;
    if (!sal_parse_int(r->id + 3, 1, 9, &cm)) return sal_fail(err, NULL, 0, "region '%s': a group of fixed positions is worth 1 to 9 shifts", r->id);
    for (int k = 0; k < r->n; k++) {
      sal_hex h = r->hexes[k];
      o->line[h] |= LINE_FP;
      o->fp_cm[h] = (uint8_t)cm;
      if (!o->fp_side[h]) o->fp_side[h] = 63;
    }
  }
  return true;
}

static bool has_all(const struct own *o) {
  return o->hills && o->forest && o->town && o->city && o->swamp && o->river && o->doniec && o->fl && o->big_river && o->fp && o->main_road && o->minor_road;
}

static bool load_ground(struct sal_book *b, struct own *o, struct sal_err *err) {
  const struct sal_board *m = &b->board;
  struct prices p;
  o->hills = hex_bit(b, "hills"), o->forest = hex_bit(b, "forest"), o->town = hex_bit(b, "town"), o->city = hex_bit(b, "city"), o->swamp = hex_bit(b, "swamp");
  o->river = side_bit(b, "river"), o->doniec = side_bit(b, "river.major"), o->fl = side_bit(b, "fort"), o->big_river = side_bit(b, "crossing"), o->fp = side_bit(b, "trench");
  o->main_road = path_bit(b, "road.main"), o->minor_road = path_bit(b, "road.minor");
  if (!has_all(o)) return sal_fail(err, "terrain.tsv", 0, "a kind of terrain that the rules need is missing");
  if (!load_prices(b, &p, err)) return false;
  o->side_cm[0] = (uint8_t)p.cm[ROW_RIVER], o->side_cm[1] = (uint8_t)p.cm[ROW_DONIEC], o->side_cm[2] = (uint8_t)p.cm[ROW_BIG];
  memset(o->edge, SAL_BARRED, sizeof o->edge);
  memset(o->plain, SAL_BARRED, sizeof o->plain);
  memset(o->enter, SAL_BARRED, sizeof o->enter);
  for (int i = 0; i < m->nhexes; i++) {
    sal_hex h = m->order[i];
    uint32_t bits = m->terrain[h];
    for (int c = 0; c < 3; c++) o->enter[c][h] = (uint8_t)enter_price(o, &p, bits, c);
    o->cm[h] = (uint8_t)((bits & o->hills ? p.cm[ROW_HILLS] : 0) + (bits & o->forest ? p.cm[ROW_FOREST] : 0) + (bits & o->city ? p.cm[ROW_CITY] : 0) + (bits & o->town ? p.cm[ROW_TOWN] : 0));
    if (bits & (o->town | o->city)) o->line[h] |= TOWN;
    if (m->name[h][0] >= '3' && (m->name[h][0] > '3' || m->name[h][1] >= '2')) o->line[h] |= LINE_SOUTH;
  }
  for (int i = 0; i < m->nhexes; i++) {
    sal_hex h = m->order[i];
    for (int d = 0; d < 6; d++) {
      sal_hex g = sal_next(m, h, d);
      if (!g) continue;
      price_side(o, m, &p, h, d, g);
      if (!find_bridge(o, m, h, d, err)) return false;
      if (m->owns[h * 6 + d] & o->fl) o->line[h] |= LINE_FL;
      if (m->owns[h * 6 + d] & o->fp) o->line[h] |= LINE_FP, o->fp_side[h] |= (uint8_t)(1u << d);
      if (m->side[h * 6 + d] & o->big_river) {
        o->any_big = 1;
        continue; /* 4.1.3 */
      }
      if (o->enter[TRUCK][g] != SAL_BARRED) o->reach[0][h] |= (uint8_t)(1u << d); /* 4.1.4 */
      if (o->enter[FOOT][g] != SAL_BARRED) o->reach[1][h] |= (uint8_t)(1u << d);
    }
  }
  near_bridges(o, m);
  around(o, m);
  return load_groups(o, m, err);
}

/* ---- set-up -------------------------------------------------------------------------------------------------- */

static bool start_hex(struct sal_book *b, struct sal_tsv *t, const char *text, bool must, uint16_t *out, struct sal_err *err) {
  *out = *text ? sal_hex_parse(&b->board, text) : SAL_NOHEX;
  return *out || !*text || !must || sal_tsv_fail(t, err, "hex '%s' is not on the map", text);
}

static uint8_t stawka_of(struct own *o, const char *tag) {
  if (strncmp(tag, "stawka:", 7) != 0) return 0;
  for (int i = 0; i < o->nstawka; i++)
    if (sal_eq(o->stawka_id[i], tag + 7)) return (uint8_t)(i + 1);
  if (o->nstawka == 16) return 0;
  o->stawka_id[o->nstawka++] = tag + 7;
  return o->nstawka;
}

static bool setup_row(struct sal_book *b, struct sal_tsv *t, struct own *o, struct sal_err *err) {
  static const char *const cols[] = {"unit", "map", "hex", "alt", "entry", "tag"};
  const char *v[6];
  for (int i = 0; i < 6; i++)
    if (!(v[i] = sal_tsv_text(t, cols[i], err))) return false;
  sal_unit u = sal_unit_find(b, v[0]);
  if (u == SAL_NOUNIT) return sal_tsv_fail(t, err, "there is no counter '%s'", v[0]);
  bool north = sal_eq(v[1], "k"), lesson = o->scenario & SC_LESSON, must = !lesson && !b->position;
  if (!(o->scenario & (north ? SC_K : SC_P))) return true;
  struct place *p = &o->place[u], old = *p;
  *p = (struct place){0};
  if (!small(t, "date", 31, &p->date, err) || !small(t, "from", 31, &p->from, err) || !small(t, "half", 31, &p->half, err)) return false;
  if (!start_hex(b, t, v[2], must, &p->at, err) || !start_hex(b, t, v[3], must, &p->alt, err)) return false;
  p->stawka = stawka_of(o, v[5]);
  p->p4 = sal_eq(v[5], "7ga");
  if (lesson) {
    p->date = 0;
    return true;
  }
  char a[8] = "", z[8] = "";
  const char *e = v[4];
  if (sal_eq(e, "E")) p->anywhere = 1;
  else if (strlen(e) == 9) {
    memcpy(a, e, 4), memcpy(z, e + 5, 4);
    uint16_t *first = e[4] == '-' ? &p->low : &p->entry[0], *second = e[4] == '-' ? &p->high : &p->entry[1];
    if (!start_hex(b, t, a, must, first, err) || !start_hex(b, t, z, must, second, err)) return false;
  } else if (!start_hex(b, t, e, must, &p->entry[0], err)) return false;
  (void)old; /* J.1: of a counter listed on both maps the later row (Prokhorovka) holds */
  return true;
}

static bool load_setup(struct sal_book *b, const struct sal_source *src, struct own *o, struct sal_err *err) {
  struct sal_tsv t;
  int got;
  if (!sal_tsv_open(&t, src->files, "setup.tsv", b->arena, err)) return false;
  while ((got = sal_tsv_next(&t, err)) > 0)
    if (!t.directive && !setup_row(b, &t, o, err)) return false;
  return got == 0;
}

static void keep_placed(const struct own *o, uint16_t *list, uint16_t *n) {
  int kept = 0;
  for (int i = 0; i < *n; i++)
    if (o->place[list[i]].at || o->place[list[i]].date) list[kept++] = list[i];
  *n = (uint16_t)kept;
}

/* The lists of a side's units name those of the scenario alone; a position may bring any counter. */
static void muster(const struct sal_book *b, struct own *o) {
  for (int s = 0; !b->position && s < 2; s++) {
    keep_placed(o, o->mine[s], &o->nmine[s]);
    keep_placed(o, o->guns[s], &o->nguns[s]);
    keep_placed(o, o->hqs[s], &o->nhqs[s]);
  }
}

/* 4.3.1: a hex belongs to the side whose set-up units are nearer, a tie to the Soviets. */
static void start_control(struct sal_book *b, struct own *o) {
  const struct sal_board *m = &b->board;
  for (int i = 0; i < m->nhexes; i++) {
    int best[2] = {1000, 999};
    for (int s = 0; s < 2; s++)
      for (int k = 0; k < o->nmine[s]; k++) {
        sal_hex at = o->place[o->mine[s][k]].at;
        int d = at ? sal_distance(m, m->order[i], at) : 1000;
        if (d < best[s]) best[s] = d;
      }
    o->start[m->order[i]] = best[0] < best[1] ? HELD_G : HELD_S;
  }
}

static bool load_victory(struct sal_book *b, const struct sal_source *src, struct own *o, struct sal_err *err) {
  static const char *const kinds[] = {"river", "place", "town", "stawka", "unit"};
  struct sal_tsv t;
  int got;
  if (!sal_tsv_open(&t, src->files, "victory.tsv", b->arena, err)) return false;
  while ((got = sal_tsv_next(&t, err)) > 0) {
    if (t.directive) continue;
    const char *sc = sal_tsv_text(&t, "scenario", err), *kind = sal_tsv_text(&t, "kind", err), *region = sal_tsv_text(&t, "region", err), *rule = sal_tsv_text(&t, "rule", err);
    struct line_score *l = &o->score[o->nscores];
    if (!sc || !kind || !region || !rule || !small(&t, "vp", 50, &l->vp, err) || !(l->title = sal_tsv_text(&t, "title", err))) return false;
    if (!sal_eq(sc, b->scenarios[b->scenario].id)) continue;
    int k = word_index(kinds, 5, kind), r = sal_rule_find(b, rule);
    if (k < 0 || r < 0) return sal_tsv_fail(&t, err, "unknown kind or rule");
    l->kind = (uint8_t)k;
    l->rule = (uint16_t)r;
    l->region = *region ? sal_region_find(&b->board, region) : NULL;
    if (*region && !l->region && !b->position) return sal_tsv_fail(&t, err, "the map has no region '%s'", region);
    if (++o->nscores == MAX_SCORES) return sal_tsv_fail(&t, err, "too many lines");
  }
  return got == 0;
}

bool wb_load(struct sal_book *b, const struct sal_source *src, struct sal_err *err) {
  struct own *o = b->own = sal_alloc(b->arena, sizeof *o);
  b->mp_den = POINT;
  memset(err, 0, sizeof *err);
  if (!load_kinds(b, src, o, err) || !sal_book_common(b, src, counter, err)) return false;
  const char *id = b->scenarios[b->scenario].id;
  bool lesson = sal_eq(id, "lesson"), joined = sal_eq(id, "joined"), south = sal_eq(id, "prokhorovka");
  o->scenario = (uint8_t)(lesson ? SC_K | SC_LESSON : joined ? SC_K | SC_P : south ? SC_P : SC_K);
  o->air_quota = lesson ? 1 : south ? 4 : 2;
  o->turns = (uint8_t)b->scenarios[b->scenario].turns;
  if (b->noptions != 6) return sal_fail(err, "options.tsv", 0, "six options are wanted");
  static const char *const names[2][2] = {{"german.supply", "german.entry"}, {"soviet.supply", "soviet.entry"}};
  for (int s = 0; s < 2; s++) {
    o->base[s] = sal_region_find(&b->board, names[s][0]);
    o->entry[s] = sal_region_find(&b->board, names[s][1]);
  }
  o->zone_e = sal_region_find(&b->board, "zone.e");
  o->kursk = sal_region_find(&b->board, "kursk"), o->obojan = sal_region_find(&b->board, "obojan");
  o->bielgorod = sal_region_find(&b->board, "bielgorod"), o->prokhorovka = sal_region_find(&b->board, "prokhorovka");
  if (!load_tables(b, o, err) || !load_ground(b, o, err) || !load_setup(b, src, o, err) || !load_victory(b, src, o, err)) return false;
  muster(b, o);
  start_control(b, o);
  b->state_bytes = (uint32_t)((offsetof(struct state, cell) + b->board.cells * sizeof(struct cell) + 7u) & ~7u);
  b->scratch_bytes = SAL_MAX_CELLS * 16;
  return true;
}
