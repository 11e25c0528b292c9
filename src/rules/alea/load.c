/* load.c - from the data files to the book: kinds, counters, tables, the ground, set-ups.
 *
 * Everything that a rule asks about a hex and that never changes (prices, cover, distances, areas) is worked out here.
 */
#include "state.h"

#include <string.h>

static const char *const kind_id[KINDS] = {"tank", "ag", "mech", "mot", "inf", "pio", "art", "rocket", "aa", "hq", "atf", "train", "fighter", "bomber"};
static const char *const factor_id[] = {"af", "df", "mf", "steps", "arm", "bomb", "range", "air", "airdef", "at", "size"};

struct kind_row {
  int32_t af, df, mf, steps, arm, bomb, range, air, airdef, at, mobile;
  const char *echelon;
};
struct loading { /* while a book is loaded; behind own, in the same block */
  struct own own;
  struct kind_row row[KINDS];
};

static bool load_kinds(struct sal_book *b, const struct sal_source *src, struct sal_err *err) {
  struct kind_row *rows = ((struct loading *)b->own)->row;
  struct sal_tsv t;
  int got, n = 0;
  if (!sal_tsv_open(&t, src->files, "kinds.tsv", b->arena, err)) return false;
  while ((got = sal_tsv_next(&t, err)) > 0) {
    const char *id = sal_tsv_text(&t, "id", err);
    struct kind_row *r = &rows[n < KINDS ? n : 0];
    if (!id) return false;
    if (n == KINDS || !sal_eq(id, kind_id[n])) return sal_tsv_fail(&t, err, "kind '%s' where '%s' is wanted", id, n < KINDS ? kind_id[n] : "no more");
    if (!(r->echelon = sal_tsv_text(&t, "echelon", err)) || !sal_tsv_int(&t, "af", 0, 50, &r->af, err) || !sal_tsv_int(&t, "df", 0, 50, &r->df, err) ||
        !sal_tsv_int(&t, "mf", 0, 50, &r->mf, err) || !sal_tsv_int(&t, "steps", 1, 9, &r->steps, err) || !sal_tsv_int(&t, "arm", 0, 9, &r->arm, err) ||
        !sal_tsv_int(&t, "bomb", 0, 60, &r->bomb, err) || !sal_tsv_int(&t, "range", 0, 60, &r->range, err) || !sal_tsv_int(&t, "air", 0, 10, &r->air, err) ||
        !sal_tsv_int(&t, "airdef", 0, 1, &r->airdef, err) || !sal_tsv_int(&t, "at", 0, 10, &r->at, err) || !sal_tsv_int(&t, "mobile", 0, 1, &r->mobile, err))
      return false;
    n++;
  }
  return got == 0 && (n == KINDS || sal_fail(err, "kinds.tsv", 0, "there must be %d kinds", KINDS));
}

/* ---- counters ------------------------------------------------------------------------------------------------------- */

static int form_of(struct sal_book *b, struct own *o, sal_unit u) { /* 5.5: artillery formations and lone units are independent */
  const char *f = b->counter[u].formation;
  if (!*f || strstr(f, "ABD") || strstr(f, "GMD") || strstr(f, " AD")) return 0;
  for (int i = 1; i < o->nforms; i++)
    if (sal_eq(o->form_name[i], f)) return i;
  if (o->nforms >= MAX_FORMS) return 0;
  o->form_name[o->nforms] = f;
  return o->nforms++;
}

static bool is_half(const struct sal_counter *c, int kind, const char *echelon) { /* 5.2 */
  if (c->side == SAL_GERMAN) return sal_eq(echelon, "bn") || sal_eq(echelon, "kp");
  return (kind == TANK || kind == AG) && sal_eq(echelon, "rgt");
}

static bool given(const struct sal_position *pos, const char *id, struct kind_row *r, struct sal_err *err) { /* a made-up unit's own factors */
  int32_t *const out[] = {&r->af, &r->df, &r->mf, &r->steps, &r->arm, &r->bomb, &r->range, &r->air, &r->airdef, &r->at};
  for (int i = 0; i < pos->nunits; i++) {
    if (!pos->unit[i].name || !sal_eq(pos->unit[i].name, id)) continue;
    for (int k = 0; k < pos->unit[i].nfactors; k++) {
      const char *f = pos->unit[i].factor[k].name, *v = pos->unit[i].factor[k].value;
      int n = 0;
      while (n < 11 && !sal_eq(factor_id[n], f)) n++;
      if (n == 11) return sal_pos_fail(err, "units", i, "factors", "there is no factor '%.*s'", 24, f);
      if (n == 10) {
        r->echelon = v;
      } else if (n == 8 && (sal_eq(v, "true") || sal_eq(v, "false"))) {
        r->airdef = sal_eq(v, "true");
      } else if (!sal_parse_int(v, n == 3 ? 1 : 0, n == 3 ? 9 : 60, out[n])) {
        return sal_pos_fail(err, "units", i, "factors", "%s must be a number", f);
      }
    }
  }
  return true;
}

static bool read_row(struct sal_tsv *t, struct kind_row *r, struct sal_err *err) {
  const char *air = sal_tsv_text(t, "air", err);
  char digit[4] = "";
  if (!air || !(r->echelon = sal_tsv_text(t, "echelon", err))) return false;
  r->airdef = air[0] == '('; /* 0.4 */
  sal_format(digit, sizeof digit, "%.*s", 1, r->airdef ? air + 1 : air);
  return (sal_parse_int(digit, 0, 10, &r->air) || sal_tsv_fail(t, err, "air must be a number, perhaps in parentheses")) && sal_tsv_int(t, "af", 0, 50, &r->af, err) &&
         sal_tsv_int(t, "df", 0, 50, &r->df, err) && sal_tsv_int(t, "mf", 0, 50, &r->mf, err) && sal_tsv_int(t, "steps", 1, 9, &r->steps, err) &&
         sal_tsv_int(t, "arm", 0, 9, &r->arm, err) && sal_tsv_int(t, "bomb", 0, 60, &r->bomb, err) && sal_tsv_int(t, "range", 0, 60, &r->range, err) &&
         sal_tsv_int(t, "at", 0, 10, &r->at, err);
}

static void faces(struct sal_counter *c, const struct kind_row *r, int kind) {
  c->nfaces = (uint8_t)(r->steps > 1 ? 2 : 1);
  for (int f = 0; f < c->nfaces; f++) {
    struct sal_face *face = &c->face[f];
    face->steps = (uint8_t)(r->steps - f);
    int half = f ? 2 : 1; /* 7.hit.3 */
    if (kind == FIGHTER || kind == BOMBER) {
      sal_format(face->figure[0], 8, r->airdef ? "(%d)" : "%d", r->air);
      if (r->bomb) sal_format(face->figure[1], 8, "%d", (r->bomb + half - 1) / half);
    } else if (r->bomb) {
      sal_format(face->figure[0], 8, "%d", (r->bomb + half - 1) / half);
      sal_format(face->figure[1], 8, "%d", r->range);
      sal_format(face->figure[2], 8, "%d", r->mf);
    } else {
      sal_format(face->figure[0], 8, "%d", (r->af + half - 1) / half);
      sal_format(face->figure[1], 8, "%d", (r->df + half - 1) / half);
      sal_format(face->figure[2], 8, "%d", r->mf);
    }
    if (r->arm) sal_format(face->corner[0], 8, "%d", r->arm);
    if (r->at) sal_format(face->corner[1], 8, "%d", r->at);
    sal_format(face->corner[3], 8, "%d", face->steps);
  }
}

static bool starts(const char *text, const char *with) { return strncmp(text, with, strlen(with)) == 0; }

static bool setup_column(struct sal_book *b, sal_unit u, struct sal_tsv *t, struct unit_info *i, struct sal_err *err) {
  const char *setup = sal_tsv_text(t, "setup", err), *notes = sal_tsv_text(t, "notes", err), *game = sal_tsv_text(t, "game", err), *form = b->counter[u].formation;
  if (!setup || !notes || !game) return false;
  i->game = sal_eq(game, "I") ? 1 : 2;
  i->onmap = starts(setup, "FR-map") || sal_eq(form, "6 TK"); /* II.s3.6 */
  i->reserve = i->onmap || sal_eq(setup, "FR") ? B_FRONT : sal_eq(setup, "ST") ? B_STAVKA : B_NONE;
  i->at_start = i->kind == ATF && (sal_eq(setup, "turn 1") || sal_eq(setup, "51/52 Gd"));
  i->cas = strstr(notes, "cas") != NULL;
  i->panzer = i->game == 1 && b->counter[u].side == SAL_GERMAN && (sal_eq(form, "4 Pz") || sal_eq(form, "12 Pz") || sal_eq(form, "10 Pz")); /* 3.setup.3 */
  i->tk8 = i->game == 1 && (sal_eq(form, "3 TK") || sal_eq(form, "16 TK"));                                                               /* 3.setup.5 */
  return true;
}

static bool counter(struct sal_book *b, sal_unit u, struct sal_tsv *t, struct sal_err *err) {
  struct loading *load = b->own;
  struct own *o = &load->own;
  struct sal_counter *c = &b->counter[u];
  int k = 0;
  if (u >= MAX_UNITS) return sal_fail(err, NULL, 0, "more than %d units", MAX_UNITS);
  while (k < KINDS && !sal_eq(kind_id[k], c->kind)) k++;
  if (k == KINDS) return t ? sal_tsv_fail(t, err, "there is no kind '%s'", c->kind) : sal_fail_at(err, "", "there is no kind '%.*s'", 24, c->kind);
  struct kind_row r = load->row[k];
  if (!(t ? read_row(t, &r, err) : given(b->position, c->id, &r, err))) return false;
  struct unit_info *i = &o->info[u];
  *i = (struct unit_info){.kind = (uint8_t)k, .af = (uint8_t)r.af, .df = (uint8_t)r.df, .mf = (uint8_t)r.mf, .steps = (uint8_t)r.steps, .arm = (uint8_t)r.arm, .bomb = (uint8_t)r.bomb,
                          .range = (uint8_t)r.range, .air = (uint8_t)r.air, .at = (uint8_t)r.at, .airdef = r.airdef != 0, .mobile = load->row[k].mobile != 0, .cas = !t && k == BOMBER};
  if (k == HQ) i->mobile = r.mf > 5; /* 0.3 */
  i->half = (uint8_t)(k == HQ || k == ATF || k >= FIGHTER ? 0 : is_half(c, k, r.echelon) ? 1 : 2);
  if (!t && k == BOMBER && *c->formation) i->cas = true;
  if (t && !setup_column(b, u, t, i, err)) return false;
  i->form = (uint8_t)(k >= FIGHTER || k == ATF || k == TRAIN ? 0 : form_of(b, o, u));
  faces(c, &r, k);
  if (sal_eq(c->id, "de.216")) o->brummbaer = u;
  return true;
}

/* ---- tables ------------------------------------------------------------------------------------------------------------- */

static const struct sal_table *table(const struct sal_book *b, const char *id, int rows, int cols, struct sal_err *err) {
  const struct sal_table *t = sal_table_find(b, id);
  if (t && t->nrows == rows && t->ncols == cols) return t;
  sal_fail(err, "tables.tsv", 0, "table '%s' must have %d rows and %d columns", id, rows, cols);
  return NULL;
}

static bool number(const struct sal_table *t, int row, int col, int32_t min, int32_t max, int32_t *out, struct sal_err *err) {
  return sal_parse_int(sal_table_cell(t, row, col), min, max, out) || sal_fail(err, "tables.tsv", 0, "table '%s', row %s, column %s: a number from %d to %d is wanted", t->id, t->row[row], t->col[col], min, max);
}

static bool load_combat(struct sal_book *b, struct own *o, struct sal_err *err) {
  const struct sal_table *a = table(b, "assault", 2 * ROWS, COLUMNS, err), *q = a ? table(b, "probe", 2 * ROWS, COLUMNS, err) : NULL;
  if (!q) return false;
  for (int r = 0; r < ROWS; r++)
    for (int c = 0; c < COLUMNS; c++) {
      int32_t d, x, y;
      char cell[4] = "";
      const char *text = sal_table_cell(q, r, c);
      if (!number(a, r, c, 0, 7, &d, err) || !number(a, r + ROWS, c, 0, 7, &x, err) || !number(q, r + ROWS, c, 0, 7, &y, err)) return false;
      o->assault_d[r][c] = (uint8_t)d;
      o->assault_a[r][c] = (uint8_t)x;
      o->probe_a[r][c] = (uint8_t)y;
      o->slip[r][c] = text[0] && text[1] == 'i'; /* 7.a.8.1 */
      sal_format(cell, sizeof cell, "%.*s", 1, text);
      if (!sal_parse_int(cell, 0, 7, &d)) return sal_fail(err, "tables.tsv", 0, "table 'probe': '%s' is not hits with or without i", text);
      o->probe_d[r][c] = (uint8_t)d;
    }
  return true;
}

static int upper(const char *range) { /* "4-7" 7, "36+" 255, "5" 5 */
  const char *dash = strchr(range, '-');
  int32_t n = 255;
  if (strchr(range, '+')) return 255;
  sal_parse_int(dash ? dash + 1 : range, 0, 255, &n);
  return n;
}

static bool load_bombard(struct sal_book *b, struct own *o, struct sal_err *err) {
  const struct sal_table *t = table(b, "bombard", ROWS, BOMB_COLUMNS, err);
  if (!t) return false;
  for (int c = 0; c < BOMB_COLUMNS; c++) o->bomb_top[c] = (uint8_t)upper(t->col[c]);
  for (int r = 0; r < ROWS; r++)
    for (int c = 0; c < BOMB_COLUMNS; c++) {
      const char *text = sal_table_cell(t, r, c);
      int32_t n = 0;
      if (text[0] == 'D' && text[1] == '+' && !sal_parse_int(text + 2, 1, 4, &n)) return sal_fail(err, "tables.tsv", 0, "table 'bombard': '%s' is not D+n", text);
      if (text[0] != 'D' && !sal_eq(text, "0") && *text) return sal_fail(err, "tables.tsv", 0, "table 'bombard': '%s' is not 0, D or D+n", text);
      o->bombard[r][c] = (int8_t)(text[0] == 'D' ? n : -1);
    }
  return true;
}

static bool load_replace(struct sal_book *b, struct own *o, struct sal_err *err) {
  const struct sal_table *t = table(b, "tanks", 2 * LOSS_ROWS, 6, err), *a = t ? table(b, "aircraft", 4, 6, err) : NULL;
  int32_t n;
  if (!a) return false;
  for (int r = 0; r < 2 * LOSS_ROWS; r++) {
    const char *range = strchr(t->row[r], ' ');
    if (!range) return sal_fail(err, "tables.tsv", 0, "table 'tanks': a row is named by side and losses");
    o->tank_lost[r / LOSS_ROWS][r % LOSS_ROWS] = (uint8_t)upper(range + 1);
    for (int c = 0; c < 6; c++) {
      if (!number(t, r, c, 0, 20, &n, err)) return false;
      o->tank_back[r / LOSS_ROWS][r % LOSS_ROWS][c] = (uint8_t)n;
    }
  }
  for (int r = 0; r < LOSS_ROWS; r++) {
    int k = r < 4 ? r : 3;
    o->air_lost[r] = (uint8_t)upper(a->row[k]);
    for (int c = 0; c < 6; c++) {
      if (!number(a, k, c, 0, 20, &n, err)) return false;
      o->air_back[r][c] = (uint8_t)n;
    }
  }
  return true;
}

/* ---- T1 and the ground ------------------------------------------------------------------------------------------------------ */

enum { T_CLEAR, T_TOWN, T_WOODS, T_BALKA, T_MARSH, T_DP, T_TRENCH, T_FORT, T_FORT4, T_RIVER, T_ROAD, T_ROWS };
static const char *const terrain_id[T_ROWS] = {"clear", "town", "woods", "balka", "marsh", "hill_dp", "german_trench", "fort_1_3", "fort_4", "river", "road"};
struct figures {
  int32_t price[2], bonus, cover;
  uint32_t bit;
};

static bool load_figures(struct sal_book *b, struct own *o, struct figures *f, struct sal_err *err) {
  const struct sal_table *t = table(b, "terrain", T_ROWS, 4, err);
  if (!t) return false;
  for (int r = 0; r < T_ROWS; r++) {
    if (!sal_eq(t->row[r], terrain_id[r])) return sal_fail(err, "tables.tsv", 0, "table 'terrain': row '%s' where '%s' is wanted", t->row[r], terrain_id[r]);
    if (!number(t, r, 0, 0, 20, &f[r].price[0], err) || !number(t, r, 1, 0, 20, &f[r].price[1], err) || !number(t, r, 2, 0, 4, &f[r].bonus, err) || !number(t, r, 3, -6, 6, &f[r].cover, err)) return false;
    int bit = sal_terrain_bit(b->terrains.hex, b->terrains.nhex, terrain_id[r]);
    if (r < T_RIVER && bit < 0) return sal_fail(err, "terrain.tsv", 0, "terrain '%s' is missing", terrain_id[r]);
    if (r < T_RIVER) f[r].bit = 1u << bit;
  }
  int river = sal_terrain_bit(b->terrains.side, b->terrains.nside, "river"), rail = sal_terrain_bit(b->terrains.path, b->terrains.npath, "rail");
  if (river < 0 || rail < 0) return sal_fail(err, "terrain.tsv", 0, "river and rail are wanted");
  o->river = (uint16_t)(1u << river);
  o->rail = (uint8_t)(1u << rail);
  o->road = (uint8_t)(((1u << b->terrains.npath) - 1) & ~(unsigned)o->rail);
  return true;
}

static void load_hex(const struct sal_board *m, struct own *o, const struct figures *f, sal_hex h) {
  uint32_t t = m->terrain[h];
  int price[2] = {f[T_CLEAR].price[0], f[T_CLEAR].price[1]}, bonus = 0, cover = 0;
  for (int r = T_TOWN; r <= T_DP; r++) {
    if (!(t & f[r].bit)) continue;
    for (int k = 0; k < 2; k++) price[k] = f[r].price[k] > price[k] ? f[r].price[k] : price[k];
    if (r == T_DP) continue;
    bonus += f[r].bonus;
    cover = f[r].cover < cover ? f[r].cover : cover;
  }
  for (int k = 0; k < 2; k++) o->enter[k][h] = (uint8_t)price[k];
  bool trench = (t & f[T_TRENCH].bit) != 0; /* 10.4 */
  o->defence[SAL_SOVIET][h] = (uint8_t)bonus;
  o->defence[SAL_GERMAN][h] = (uint8_t)(bonus + (trench ? f[T_TRENCH].bonus : 0));
  o->cover[SAL_SOVIET][h] = (int8_t)cover;
  o->cover[SAL_GERMAN][h] = (int8_t)(trench && f[T_TRENCH].cover < cover ? f[T_TRENCH].cover : cover);
  o->dp[h] = (t & f[T_DP].bit) != 0;
  o->works[h] = (uint8_t)(t & f[T_FORT].bit ? f[T_FORT].bonus : t & f[T_FORT4].bit ? f[T_FORT4].bonus : 0);
}

static void load_ground(struct sal_book *b, struct own *o, const struct figures *f) {
  const struct sal_board *m = &b->board;
  memset(o->edge, SAL_BARRED, sizeof o->edge);
  o->hill_bonus = (uint8_t)f[T_DP].bonus;
  o->fort_cover = (int8_t)f[T_FORT].cover;
  for (int i = 0; i < m->nhexes; i++) load_hex(m, o, f, m->order[i]);
  for (int i = 0; i < m->nhexes; i++) {
    sal_hex h = m->order[i];
    for (int d = 0; d < 6; d++) {
      sal_hex g = sal_next(m, h, d);
      for (int k = 0; g && k < 2; k++) {
        int price = o->enter[k][g] + (m->side[h * 6 + d] & o->river ? f[T_RIVER].price[k] : 0);
        o->edge[k][h * 6 + d] = (uint8_t)(m->path[h * 6 + d] & o->road ? f[T_ROAD].price[k] : price);
      }
    }
  }
}

static void mark_region(const struct sal_board *m, const char *id, uint8_t *out, uint8_t value) {
  const struct sal_region *r = sal_region_find(m, id);
  for (int i = 0; r && i < r->n; i++) out[r->hexes[i]] = value;
}

/* Distance of every hex from the nearest hex with in[] set, 255 when there is none. */
static void distances(const struct sal_board *m, const uint8_t *in, uint8_t *out, uint16_t *queue) {
  int head = 0, tail = 0;
  memset(out, 255, m->cells);
  for (int i = 0; i < m->nhexes; i++)
    if (in[m->order[i]]) out[m->order[i]] = 0, queue[tail++] = m->order[i];
  while (head < tail) {
    sal_hex h = queue[head++];
    for (int d = 0; d < 6; d++) {
      sal_hex n = sal_next(m, h, d);
      if (n && out[n] == 255) out[n] = (uint8_t)(out[h] + 1), queue[tail++] = n;
    }
  }
}

static void slug(const char *form, char *out, size_t cap) { /* "2 TK Gd" -> "2tkgd" */
  size_t n = 0;
  for (const char *c = form; *c && n + 1 < cap; c++)
    if (*c != ' ' && *c != '.') out[n++] = (char)(*c >= 'A' && *c <= 'Z' ? *c + 32 : *c);
  out[n] = 0;
}

static void load_areas(struct sal_book *b, struct own *o) {
  char id[64], name[48];
  for (int f = 1; f < o->nforms; f++)
    for (int set = 0; set < 2; set++) {
      slug(o->form_name[f], name, sizeof name);
      sal_format(id, sizeof id, "s%d.%s", set + 3, name);
      o->area[set][f] = sal_region_find(&b->board, id);
    }
}

/* II.s3.2: behind which army's line a hex lies: the sector of the nearest hex of the line. */
static void load_sectors(struct sal_book *b, struct own *o, int set, const uint8_t *line) {
  static const char *const west[] = {"255 ID", "332 ID", "3 Pz", "GD", "11 Pz", "167 ID", "LAH", "DR", "TOT"};
  static const char *const east[] = {"168 ID", "6 Pz", "19 Pz", "7 Pz", "106 ID", "320 ID"};
  const struct sal_board *m = &b->board;
  uint8_t *tag = sal_alloc(b->arena, m->cells);
  for (int f = 1; f < o->nforms; f++) {
    int army = 0;
    for (int i = 0; i < 9; i++) army = sal_eq(west[i], o->form_name[f]) ? 1 : army;
    for (int i = 0; i < 6; i++) army = sal_eq(east[i], o->form_name[f]) ? 2 : army;
    const struct sal_region *r = o->area[set][f];
    for (int i = 0; army && r && i < r->n; i++) tag[r->hexes[i]] = (uint8_t)army;
  }
  for (int i = 0; i < m->nhexes; i++) {
    int best = 999, army = 0;
    for (int k = 0; k < m->nhexes; k++) {
      sal_hex h = m->order[k];
      if (!tag[h] || (!line[h] && set == 0)) continue;
      int d = sal_distance(m, m->order[i], h);
      if (d < best) best = d, army = tag[h];
    }
    o->sector[set][m->order[i]] = (uint8_t)army;
  }
}

static void load_regions(struct sal_book *b, struct own *o, const struct figures *f) {
  const struct sal_board *m = &b->board;
  uint8_t *in = sal_alloc(b->arena, m->cells);
  uint16_t *queue = sal_alloc(b->arena, m->cells * sizeof *queue);
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
  for (int side = 0; side < SAL_SIDES; side++)
    for (int i = 0; i < m->nhexes; i++) o->nsupply[side] |= o->supply[side][m->order[i]];
  distances(m, o->works, o->from_fort, queue);
  for (int i = 0; i < m->nhexes; i++) in[m->order[i]] = (m->terrain[m->order[i]] & f[T_TRENCH].bit) != 0;
  distances(m, in, o->from_trench, queue);
  load_areas(b, o);
  if (o->south) load_sectors(b, o, 0, in);
  if (o->scenario != PROKHOROVKA) return;
  memset(in, 0, m->cells);
  for (int i = 0; i < m->nhexes; i++) { /* the start line: German hexes next to Soviet ones */
    sal_hex h = m->order[i];
    bool german = o->home[h] || o->s4[h], edge = false;
    for (int d = 0; d < 6; d++) {
      sal_hex n = sal_next(m, h, d);
      edge |= n && !(o->home[n] || o->s4[n]);
    }
    in[h] = german && edge;
  }
  distances(m, in, o->from_line4, queue);
  load_sectors(b, o, 1, in);
}

static void load_goals(struct sal_book *b, struct own *o) {
  static const char *const three[] = {"objective.3", "objective.3more", NULL}, *const four[] = {"objective.4", NULL}, *const lesson[] = {"objective.lesson", NULL};
  const char *const *id = o->scenario == PANZERKEIL ? three : o->scenario == PROKHOROVKA ? four : lesson;
  for (; *id; id++) {
    const struct sal_region *r = sal_region_find(&b->board, *id);
    for (int i = 0; r && i < r->n && o->ngoals < 16; i++) o->goal[o->ngoals++] = r->hexes[i];
  }
}

/* ---- set-up files --------------------------------------------------------------------------------------------------------------- */

static bool load_start(struct sal_book *b, struct own *o, const struct sal_source *src, struct sal_err *err) {
  static const char *const file[] = {"setup-north.tsv", "setup-south.tsv", "setup-south.tsv", "setup-prokhorovka.tsv", "setup-lesson.tsv"};
  struct sal_tsv t;
  int got;
  memset(o->start_steps, 0xff, sizeof o->start_steps);
  if (src->position) return true;
  if (!sal_tsv_open(&t, src->files, file[o->scenario], b->arena, err)) return false;
  while ((got = sal_tsv_next(&t, err)) > 0) {
    const char *id = sal_tsv_text(&t, "unit", err), *hex = sal_tsv_text(&t, "hex", err);
    int32_t steps;
    if (!id || !hex || !sal_tsv_int(&t, "steps", 0, 9, &steps, err)) return false;
    sal_unit u = sal_unit_find(b, id);
    if (u == SAL_NOUNIT) return sal_tsv_fail(&t, err, "there is no unit '%s'", id);
    o->start[u] = *hex ? sal_hex_parse(&b->board, hex) : SAL_NOHEX;
    if (*hex && !o->start[u]) return sal_tsv_fail(&t, err, "hex '%s' is not on the map", hex);
    if (steps > o->info[u].steps || (steps && !*hex && o->info[u].kind < FIGHTER)) return sal_tsv_fail(&t, err, "'%s' has not %d steps, or no hex", id, steps);
    o->start_steps[u] = (uint8_t)steps;
  }
  return got == 0;
}

static int find_form(const struct own *o, const char *name, size_t n) {
  for (int f = 1; f < o->nforms; f++)
    if (strlen(o->form_name[f]) == n && strncmp(o->form_name[f], name, n) == 0) return f;
  return 0;
}

static bool deploy_row(struct sal_book *b, struct own *o, struct sal_tsv *t, struct sal_err *err) {
  static const char *const where_id[] = {"", "with", "stacked", "reserve", "west", "east", "rail", "at", "beside"};
  const char *set = sal_tsv_text(t, "set", err), *unit = sal_tsv_text(t, "unit", err), *where = sal_tsv_text(t, "where", err), *hosts = sal_tsv_text(t, "hosts", err);
  if (!set || !unit || !where || !hosts) return false;
  int k = sal_eq(set, "s4"), w = 1, n = 0;
  sal_unit u = sal_unit_find(b, unit);
  if (u == SAL_NOUNIT) return sal_tsv_fail(t, err, "there is no unit '%s'", unit);
  while (w < 9 && !sal_eq(where_id[w], where)) w++;
  if (w == 9) return sal_tsv_fail(t, err, "'%s' is no way to deploy", where);
  struct unit_info *i = &o->info[u];
  i->where[k] = (uint8_t)w;
  if (w == D_AT || w == D_BESIDE) {
    i->spot[k] = sal_hex_parse(&b->board, hosts);
    return true; /* another map may not have it */
  }
  for (const char *p = hosts; *p && n < 6;) {
    size_t len = strcspn(p, ",");
    int f = find_form(o, p, len);
    if (!f) return sal_tsv_fail(t, err, "there is no formation '%.*s'", (int)len, p);
    i->hosts[k][n++] = (uint8_t)f;
    p += len;
    while (*p == ',' || *p == ' ') p++;
  }
  return true;
}

static bool load_deploy(struct sal_book *b, struct own *o, const struct sal_source *src, struct sal_err *err) {
  struct sal_tsv t;
  int got;
  if (!sal_tsv_open(&t, src->files, "deploy.tsv", b->arena, err)) return false;
  while ((got = sal_tsv_next(&t, err)) > 0)
    if (!deploy_row(b, o, &t, err)) return false;
  return got == 0;
}

static bool in_group(const struct sal_book *b, const struct own *o, int u, const struct loss_group *g) {
  const struct unit_info *i = &o->info[u];
  bool out = i->reserve == B_STAVKA && !o->area[1][i->form] && i->kind != TANK; /* 6 AA, 27 artillery and the formations still off the map */
  if (b->counter[u].side != g->side || out || i->game != 2) return false;
  if (sal_eq(g->who, "independents")) return !i->form && (i->kind == TANK || i->kind == AG);
  if (sal_eq(g->who, "guns")) return i->kind == ART || i->kind == ROCKET;
  if (sal_eq(g->who, "aa")) return i->kind == AA && i->where[1];
  if (sal_eq(g->who, "fighters")) return i->kind == FIGHTER;
  if (sal_eq(g->who, "bombers")) return i->kind == BOMBER;
  return i->form && sal_eq(o->form_name[i->form], g->who);
}

static bool load_losses(struct sal_book *b, struct own *o, const struct sal_source *src, struct sal_err *err) {
  struct sal_tsv t;
  int got;
  if (o->scenario != PROKHOROVKA || src->position) return true;
  if (!sal_tsv_open(&t, src->files, "losses.tsv", b->arena, err)) return false;
  while ((got = sal_tsv_next(&t, err)) > 0) {
    const char *side = sal_tsv_text(&t, "side", err), *who = sal_tsv_text(&t, "who", err), *rule = sal_tsv_text(&t, "rule", err);
    int32_t n, steps = 0;
    if (!side || !who || !rule || !sal_tsv_int(&t, "steps", 0, 60, &n, err)) return false;
    int s = sal_side_parse(side), r = sal_rule_find(b, rule);
    if (s >= SAL_SIDES || r < 0 || o->ngroups == 48) return sal_tsv_fail(&t, err, "a side, a rule and at most 48 groups are wanted");
    struct loss_group *g = &o->group[o->ngroups++];
    *g = (struct loss_group){(uint8_t)s, (uint8_t)n, (uint16_t)r, who};
    for (int u = 0; u < b->ncounters; u++)
      if (in_group(b, o, u, g)) o->info[u].loss = o->ngroups, steps += o->info[u].steps;
    if (steps < n) return sal_tsv_fail(&t, err, "'%s' has only %d steps", who, steps);
  }
  return got == 0;
}

/* ---- who plays in this scenario ---------------------------------------------------------------------------------------------------- */

static bool plays(const struct sal_book *b, const struct own *o, int u) {
  const struct sal_position *pos = b->position;
  if (!pos) return o->scenario == LESSON ? o->start[u] != 0 : o->info[u].game == (o->south ? 2 : 1);
  for (int i = 0; i < pos->nunits; i++)
    if (sal_pos_unit_index(b, &pos->unit[i]) == u) return true;
  return false;
}

static bool load_roster(struct sal_book *b, struct own *o, struct sal_err *err) {
  for (int u = 0; u < b->ncounters; u++) {
    if (!plays(b, o, u)) continue;
    int side = b->counter[u].side;
    if (o->info[u].kind >= FIGHTER) {
      if (o->nair[side] == 31) return sal_fail(err, "counters.tsv", 0, "more than 31 air units a side");
      o->air[side][o->nair[side]++] = (uint16_t)u;
    } else {
      o->ground[side][o->nground[side]++] = (uint16_t)u;
    }
  }
  return true;
}

bool alea_load(struct sal_book *b, const struct sal_source *src, struct sal_err *err) {
  static const char *const scenario_id[] = {"north", "south", "panzerkeil", "prokhorovka", "lesson"};
  struct own *o = b->own = sal_alloc(b->arena, sizeof(struct loading));
  struct figures f[T_ROWS] = {0};
  b->mp_den = 1;
  o->brummbaer = SAL_NOUNIT;
  o->nforms = 1;
  if (!load_kinds(b, src, err) || !sal_book_common(b, src, counter, err)) return false;
  while (o->scenario < LESSON && !sal_eq(scenario_id[o->scenario], b->scenarios[b->scenario].id)) o->scenario++;
  o->south = o->scenario == SOUTH || o->scenario == PANZERKEIL || o->scenario == PROKHOROVKA;
  if (b->noptions != OPTIONS) return sal_fail(err, "options.tsv", 0, "%d options are wanted", OPTIONS);
  if (!load_combat(b, o, err) || !load_bombard(b, o, err) || !load_replace(b, o, err) || !load_figures(b, o, f, err)) return false;
  load_ground(b, o, f);
  load_regions(b, o, f);
  load_goals(b, o);
  if (!load_deploy(b, o, src, err) || !load_start(b, o, src, err) || !load_losses(b, o, src, err) || !load_roster(b, o, err)) return false;
  b->state_bytes = (uint32_t)((offsetof(struct state, cell) + b->board.cells * sizeof(struct cell) + 7u) & ~7u);
  b->scratch_bytes = sizeof(struct scratch);
  return true;
}
