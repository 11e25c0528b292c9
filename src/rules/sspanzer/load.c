/* load.c - the book of SS Panzer: kinds, counters, tables, scenario, and the ground as rules see it.
 *
 * Everything that the printed game has on paper comes from data/sspanzer; a figure changed there is
 * changed in play. Made-up units of a position take their kind's figures and their own factors over them.
 */
#include "state.h"

#include <string.h>

enum { MAX_KINDS = 40, FORMATION_ID = 16 };

/* ---- factors as printed: 7, (3), 8* ------------------------------------------------------- */

static bool read_factor(const char *text, int max, uint8_t *value, bool *paren, bool *star) {
  char digits[8];
  size_t n = strlen(text);
  int32_t v;
  bool in = n >= 3 && text[0] == '(' && text[n - 1] == ')', with = n >= 2 && text[n - 1] == '*';
  if (n == 0) return *value = 0, true; /* "-" */
  if (n > 5 || (in && !paren) || (with && !star)) return false;
  size_t from = in ? 1 : 0, to = in || with ? n - 1 : n;
  memcpy(digits, text + from, to - from);
  digits[to - from] = 0;
  if (!sal_parse_int(digits, 0, max, &v)) return false;
  *value = (uint8_t)v;
  if (paren) *paren = in;
  if (star) *star = with;
  return true;
}

static bool set_factor(struct ssp_face *f, const char *name, const char *text) {
  if (sal_eq(name, "g")) return read_factor(text, 20, &f->g, &f->g_paren, &f->g_star);
  if (sal_eq(name, "s")) return read_factor(text, 6, &f->s, &f->s_paren, NULL);
  if (sal_eq(name, "r")) return read_factor(text, SSP_RANGE, &f->r, NULL, NULL);
  return read_factor(text, 20, &f->a, NULL, NULL);
}

static bool face_cells(struct sal_tsv *t, const char *prefix, struct ssp_face *f, const struct ssp_face *front, struct sal_err *err) {
  static const char *const name[] = {"g", "s", "r", "a"};
  char col[16];
  if (front) *f = *front;
  for (int i = 0; i < 4; i++) {
    sal_format(col, sizeof col, "%s%s", prefix, name[i]);
    const char *text = sal_tsv_text(t, col, err);
    if (!text) return false;
    if (front && sal_eq(text, "=")) continue;
    if (!set_factor(f, name[i], text)) return sal_tsv_fail(t, err, "'%s' is not a factor for %s", text, col);
  }
  return true;
}

static int word_in(const char *text, const char *const *words) {
  for (int i = 0; words[i]; i++)
    if (sal_eq(text, words[i])) return i;
  return -1;
}

static bool kind_row(struct ssp_book *own, struct sal_tsv *t, struct sal_err *err) {
  static const char *const moves[] = {"veh", "mot", "foot", "static", "off", NULL};
  if (own->nkinds == MAX_KINDS) return sal_tsv_fail(t, err, "more than %d kinds", MAX_KINDS);
  struct ssp_kind *k = &own->kind[own->nkinds];
  const char *side, *class, *move;
  int32_t inf, mcf, mf, steps;
  if (!(k->code = sal_tsv_text(t, "code", err)) || !(side = sal_tsv_text(t, "side", err)) || !(class = sal_tsv_text(t, "class", err)) ||
      !(move = sal_tsv_text(t, "move", err)) || !(k->symbol = sal_tsv_text(t, "symbol", err)) || !sal_tsv_int(t, "inf", 0, 1, &inf, err) ||
      !sal_tsv_int(t, "mcf", 0, 10, &mcf, err) || !sal_tsv_int(t, "mf", 0, 10, &mf, err) || !sal_tsv_int(t, "steps", 1, 4, &steps, err) ||
      !face_cells(t, "", &k->front, NULL, err) || !face_cells(t, "back_", &k->back, &k->front, err))
    return false;
  int s = sal_side_parse(side), m = word_in(move, moves);
  if (s >= SAL_SIDES || m < 0 || (!sal_eq(class, "V") && !sal_eq(class, "N"))) return sal_tsv_fail(t, err, "side, class or move of '%s' is not known", k->code);
  k->side = (uint8_t)s;
  k->move = (uint8_t)m;
  k->vehicular = sal_eq(class, "V");
  k->infantry = inf != 0;
  k->mcf = (uint8_t)mcf;
  k->mf = (uint8_t)mf;
  k->steps = (uint8_t)steps;
  own->nkinds++;
  return true;
}

static bool load_kinds(struct sal_book *b, const struct sal_source *src, struct sal_err *err) {
  struct ssp_book *own = b->own;
  struct sal_tsv t;
  int got;
  if (!sal_tsv_open(&t, src->files, "kinds.tsv", b->arena, err)) return false;
  own->kind = sal_alloc(b->arena, MAX_KINDS * sizeof *own->kind);
  while ((got = sal_tsv_next(&t, err)) > 0)
    if (!t.directive && !kind_row(own, &t, err)) return false;
  return got == 0;
}

/* ---- counters -------------------------------------------------------------------------------- */

/* 2.5, in the order of their counters. */
const char *const ssp_formations[] = {"DR", "LAH", "TK", "18TC", "29TC", "2GTC", "2TC", "31TC", "9GAD", NULL};

int ssp_formation_find(const struct sal_book *b, const char *id) {
  const struct ssp_book *own = ssp_own(b);
  for (int i = 0; i < own->nforms; i++)
    if (sal_eq(own->formation[i], id)) return i;
  return -1;
}

static void print_factor(char out[8], int v, bool paren, bool star) { sal_format(out, 8, paren ? "(%d)" : star ? "%d*" : "%d", v); }

/* gun, anti-infantry and range; armour and movement cost in the corners. */
static void print_faces(struct sal_counter *c, const struct ssp_kind *k) {
  if (k->move == MOVE_OFF || k->move == MOVE_STATIC) {
    c->nfaces = 1;
    c->face[0].steps = 1;
    if (k->move == MOVE_OFF) sal_format(c->face[0].figure[0], 8, "2");
    else if (k->front.s) print_factor(c->face[0].figure[0], k->front.g, k->front.g_paren, false), print_factor(c->face[0].figure[1], k->front.s, false, false);
    else sal_format(c->face[0].figure[0], 8, "?");
    return;
  }
  c->nfaces = k->steps;
  for (int i = 0; i < k->steps; i++) {
    const struct ssp_face *f = i == k->steps - 1 && k->steps > 1 ? &k->back : &k->front;
    struct sal_face *out = &c->face[i];
    out->steps = (uint8_t)(k->steps - i);
    print_factor(out->figure[0], f->g, f->g_paren, f->g_star);
    print_factor(out->figure[1], f->s, f->s_paren, false);
    print_factor(out->figure[2], f->r, false, false);
    if (k->vehicular) print_factor(out->corner[1], f->a, false, false);
    print_factor(out->corner[3], k->mcf, false, false);
    print_factor(out->corner[2], k->mf, false, false);
  }
}

static const struct sal_pos_unit *made_up(const struct sal_book *b, const char *id) {
  for (int i = 0; b->position && i < b->position->nunits; i++)
    if (b->position->unit[i].name && sal_eq(b->position->unit[i].name, id)) return &b->position->unit[i];
  return NULL;
}

static bool own_factors(struct ssp_kind *k, const struct sal_pos_unit *u, struct sal_err *err) {
  for (int i = 0; i < u->nfactors; i++) {
    const char *name = u->factor[i].name, *text = u->factor[i].value;
    int32_t v;
    bool ok;
    if (sal_eq(name, "g") || sal_eq(name, "s") || sal_eq(name, "r") || sal_eq(name, "a")) {
      ok = set_factor(&k->front, name, text) && set_factor(&k->back, name, text);
    } else if (sal_eq(name, "mcf")) {
      if ((ok = sal_parse_int(text, 1, 10, &v))) k->mcf = (uint8_t)v;
    } else if (sal_eq(name, "mf")) {
      if ((ok = sal_parse_int(text, 0, 10, &v))) k->mf = (uint8_t)v;
    } else if (sal_eq(name, "steps")) {
      if ((ok = sal_parse_int(text, 1, 4, &v))) k->steps = (uint8_t)v;
    } else if (sal_eq(name, "tile")) {
      ok = k->move == MOVE_STATIC && strlen(text) == 2 && text[0] == 's' && text[1] >= '1' && text[1] < '1' + SSP_TILES;
    } else {
      return sal_fail_at(err, "", "there is no factor '%.*s'", 16, name);
    }
    if (!ok) return sal_fail_at(err, "", "'%.*s' is not a value for %.*s", 12, text, 8, name);
  }
  return true;
}

static bool add_to_formation(struct sal_book *b, sal_unit u, struct sal_err *err) {
  struct ssp_book *own = b->own;
  const char *id = b->counter[u].formation;
  const struct ssp_kind *k = &own->type[u];
  own->form[u] = SSP_NONE;
  if (k->move == MOVE_STATIC) return true;
  int f = ssp_formation_find(b, id);
  if (f < 0) return sal_fail_at(err, "", "%s needs a formation of the game, not '%.*s'", b->counter[u].id, 16, id);
  if (own->form_side[f] != k->side) return sal_fail_at(err, "", "%s is not of the side of %s", b->counter[u].id, id);
  if (own->nof[f] == SSP_FORM_UNITS || own->nguns[f] == SSP_FORM_UNITS) return sal_fail_at(err, "", "more than %d units of %s", SSP_FORM_UNITS, id);
  own->form[u] = (uint8_t)f;
  if (k->move == MOVE_OFF) own->guns[f][own->nguns[f]++] = u;
  else own->of[f][own->nof[f]++] = u;
  return true;
}

static bool counter_row(struct sal_book *b, sal_unit u, struct sal_tsv *t, struct sal_err *err) {
  struct ssp_book *own = b->own;
  struct sal_counter *c = &b->counter[u];
  int i = 0;
  if (u >= SSP_UNITS) return sal_fail_at(err, "units", "more than %d counters", SSP_UNITS);
  while (i < own->nkinds && !sal_eq(own->kind[i].code, c->kind)) i++;
  if (i == own->nkinds) return t ? sal_tsv_fail(t, err, "there is no kind '%s'", c->kind) : sal_fail_at(err, "", "there is no kind '%.*s'", 16, c->kind);
  struct ssp_kind *k = &own->type[u];
  *k = own->kind[i];
  if (k->side != c->side) return t ? sal_tsv_fail(t, err, "%s is a kind of the other side", c->kind) : sal_fail_at(err, "", "%s is a kind of the other side", c->kind);
  if (!t) {
    c->symbol = k->symbol;
    if (!own_factors(k, made_up(b, c->id), err)) return false;
  } else {
    const char *pocket = sal_tsv_text(t, "pocket", err);
    if (!pocket) return false;
    own->pocket[u] = sal_eq(pocket, "y");
    if (k->code[0] == 's' && k->code[1] >= '1' && k->code[1] < '1' + SSP_TILES) { /* the other side of a static unit */
      own->tile[k->code[1] - '0'] = u;
      own->form[u] = SSP_NONE;
      print_faces(c, k);
      return true;
    }
  }
  print_faces(c, k);
  return add_to_formation(b, u, err);
}

/* ---- tables ------------------------------------------------------------------------------------- */

static bool cell_int(const struct sal_table *t, int row, int col, int min, int max, int *out, struct sal_err *err) {
  const char *text = sal_table_cell(t, row, col);
  int32_t v;
  if (*text == '+') text++;
  if (!sal_parse_int(text, min, max, &v)) return sal_fail(err, "tables.tsv", 0, "table '%s', row %s: '%s' is not a number from %d to %d", t->id, t->row[row], text, min, max);
  *out = v;
  return true;
}

/* A table whose rows must be these, in this order. */
static const struct sal_table *table_of(const struct sal_book *b, const char *id, const char *const *rows, int n, int cols, struct sal_err *err) {
  const struct sal_table *t = sal_table_find(b, id);
  if (!t || t->nrows != n || t->ncols < cols) return sal_fail(err, "tables.tsv", 0, "table '%s' must have %d rows and %d columns", id, n, cols), NULL;
  for (int i = 0; rows && i < n; i++)
    if (!sal_eq(t->row[i], rows[i])) return sal_fail(err, "tables.tsv", 0, "table '%s': row '%s' where '%s' is wanted", id, t->row[i], rows[i]), NULL;
  return t;
}

static bool load_dice(struct sal_book *b, struct sal_err *err) {
  static const char *const dice[NDICE] = {"kill-zone", "fire", "fire-move", "enter", "leave", "leave-cc", "entry", "entry-artillery", "bombardment", "support", "artillery", "close-combat", "airstrike"};
  static const char *const drm[NDRM] = {"support", "fort", "artillery-vehicle", "weak-gun", "suppressed", "cover", "asterisk", "leaving", "crossfire"};
  static const char *const hits[] = {"0", "1", "2", "3"};
  static const char *const recover[] = {"phase-german", "phase-soviet", "action-german"};
  struct ssp_book *own = b->own;
  const struct sal_table *t = table_of(b, "dice", dice, NDICE, 1, err);
  int v;
  for (int i = 0; i < NDICE; i++) {
    if (!t || !cell_int(t, i, 0, 1, 8, &v, err)) return false;
    own->dice[i] = (uint8_t)v;
  }
  t = table_of(b, "modifiers", drm, NDRM, 1, err);
  for (int i = 0; i < NDRM; i++) {
    if (!t || !cell_int(t, i, 0, -5, 5, &v, err)) return false;
    own->drm[i] = (int8_t)v;
  }
  t = table_of(b, "hits", hits, 4, 2, err);
  for (int i = 0; i < 8; i++) {
    if (!t || !cell_int(t, i / 2, i % 2, 0, 4, &v, err)) return false;
    own->hits[i / 2][i % 2] = (uint8_t)v;
  }
  t = table_of(b, "recovery", recover, NRECOVER, 2, err);
  for (int i = 0; i < NRECOVER * 2; i++) {
    if (!t || !cell_int(t, i / 2, i % 2, 0, 6, &v, err)) return false;
    own->recover[i / 2][i % 2] = (uint8_t)v;
  }
  return true;
}

static bool load_visibility(struct sal_book *b, struct sal_err *err) {
  struct ssp_book *own = b->own;
  static const char *const rows[] = {"2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"};
  const struct sal_table *t = table_of(b, "visibility", rows, 11, 3, err);
  int vis, n;
  for (int i = 0; i < 11; i++) {
    if (!t || !cell_int(t, i, 0, 1, SSP_RANGE, &vis, err) || !cell_int(t, i, 2, 0, SSP_STRIKES, &n, err)) return false;
    int side = sal_side_parse(sal_table_cell(t, i, 1));
    if (n && side >= SAL_SIDES) return sal_fail(err, "tables.tsv", 0, "table 'visibility', row %s: whose aircraft are they?", t->row[i]);
    own->visibility[i] = (struct ssp_visibility){(uint8_t)vis, (uint8_t)side, (uint8_t)n};
    if (vis > own->max_vis) own->max_vis = (uint8_t)vis;
  }
  return true;
}

static bool load_aircraft(struct sal_book *b, struct sal_err *err) {
  struct ssp_book *own = b->own;
  int s = 0, g = 0, n = 0;
  while (ssp_air_words[n]) n++;
  const struct sal_table *t = table_of(b, "aircraft", ssp_air_words, n, 3, err);
  if (!t) return false;
  for (int i = 0; i < n; i++) {
    int side = sal_side_parse(sal_table_cell(t, i, 0));
    if (side >= SAL_SIDES) return sal_fail(err, "tables.tsv", 0, "table 'aircraft': %s has no side", t->row[i]);
    if (!cell_int(t, i, 1, 0, 6, &s, err) || !cell_int(t, i, 2, 0, 6, &g, err)) return false;
    own->aircraft[own->naircraft++] = (struct ssp_aircraft){t->row[i], (uint8_t)side, (uint8_t)s, (uint8_t)g};
  }
  return true;
}

static bool load_tiles(struct sal_book *b, struct sal_err *err) {
  static const char *const rows[] = {"s1", "s2", "s3", "s4", "s5", "s6"};
  struct ssp_book *own = b->own;
  const struct sal_table *t = table_of(b, "tiles", rows, SSP_TILES, 1, err);
  int n = 0;
  for (int i = 0; i < SSP_TILES; i++) {
    if (!t || !cell_int(t, i, 0, 0, 99, &n, err)) return false;
    own->tiles[i + 1] = (uint8_t)n;
  }
  return true;
}

/* ---- the scenario ------------------------------------------------------------------------------------ */

static bool load_start_row(struct sal_book *b, struct sal_tsv *t, struct sal_err *err) {
  struct ssp_book *own = b->own;
  const char *mode = sal_tsv_text(t, "mode", err), *forms = sal_tsv_text(t, "formations", err), *rule = sal_tsv_text(t, "rule", err),
             *begins = sal_tsv_text(t, "begins", err);
  int32_t guns, planes, vis, runes, stars;
  if (!mode || !forms || !rule || !begins || !sal_tsv_int(t, "artillery", 0, SSP_GUNS, &guns, err) || !sal_tsv_int(t, "aircraft", 0, SSP_STRIKES, &planes, err) ||
      !sal_tsv_int(t, "vis", 1, SSP_RANGE, &vis, err) || !sal_tsv_int(t, "runes", 1, 99, &runes, err) || !sal_tsv_int(t, "stars", 1, 99, &stars, err))
    return false;
  own->ready = sal_eq(mode, "ready");
  own->guns_in_cup = (uint8_t)guns;
  own->planes = (uint8_t)planes;
  own->vis = (uint8_t)vis;
  own->runes = (uint8_t)runes;
  own->stars = (uint8_t)stars;
  if (vis > own->max_vis) own->max_vis = (uint8_t)vis;
  int r = sal_rule_find(b, rule), s = sal_rule_find(b, begins);
  if (r != R_3_3a && r != R_L_2) return sal_tsv_fail(t, err, "the rule of victory is 3.3a or L.2, not '%s'", rule);
  if (s != R_3_1a && s != R_L_1) return sal_tsv_fail(t, err, "the rule of the start is 3.1a or L.1, not '%s'", begins);
  own->rule = (uint16_t)r;
  own->begins = (uint16_t)s;
  for (const char *p = forms; *p;) {
    size_t n = strcspn(p, " ");
    char id[FORMATION_ID];
    sal_format(id, sizeof id, "%.*s", (int)n, p);
    int f = ssp_formation_find(b, id);
    if (f < 0) return sal_tsv_fail(t, err, "there is no formation '%s'", id);
    own->chits |= (uint16_t)(1u << f);
    p += n + (p[n] == ' ');
  }
  return true;
}

static bool load_start(struct sal_book *b, const struct sal_source *src, struct sal_err *err) {
  struct sal_tsv t;
  int got;
  bool found = false;
  if (!sal_tsv_open(&t, src->files, "start.tsv", b->arena, err)) return false;
  while ((got = sal_tsv_next(&t, err)) > 0) {
    const char *id = t.directive ? NULL : sal_tsv_text(&t, "scenario", err);
    if (t.directive) continue;
    if (!id) return false;
    if (!sal_eq(id, b->scenarios[b->scenario].id)) continue;
    found = true;
    if (!load_start_row(b, &t, err)) return false;
  }
  return got == 0 && (found || sal_fail(err, "start.tsv", 0, "scenario '%s' is missing", b->scenarios[b->scenario].id));
}

/* The ready set-up. In a free scenario everybody takes part, in a ready one only who is listed. A position on
 * another map has no use for it. */
static bool load_setup(struct sal_book *b, const struct sal_source *src, struct sal_err *err) {
  struct ssp_book *own = b->own;
  struct sal_tsv t;
  char name[48];
  int got;
  bool here = !b->position || !b->position->map || sal_eq(b->position->map, b->scenarios[b->scenario].map);
  sal_format(name, sizeof name, "setup-%s.tsv", b->scenarios[b->scenario].id);
  if (!sal_tsv_open(&t, src->files, name, b->arena, err)) return false;
  for (int u = 0; u < b->ncounters; u++) own->plays[u] = !own->ready && !b->counter[u].invented && b->counter[u].kind[0] != 's';
  while ((got = sal_tsv_next(&t, err)) > 0) {
    if (t.directive) continue;
    const char *id = sal_tsv_text(&t, "unit", err), *hex = sal_tsv_text(&t, "hex", err);
    if (!id || !hex) return false;
    sal_unit u = sal_unit_find(b, id);
    if (u == SAL_NOUNIT) return sal_tsv_fail(&t, err, "there is no counter '%s'", id);
    own->plays[u] = true;
    if (!here || !*hex) continue;
    if (!(own->start[u] = sal_hex_parse(&b->board, hex))) return sal_tsv_fail(&t, err, "hex '%s' is not on the map", hex);
  }
  if (got < 0) return false;
  for (int u = 0; u < b->ncounters; u++) { /* a static unit is named by its hex */
    if (own->type[u].move != MOVE_STATIC || own->start[u] || !own->plays[u]) continue;
    const char *dot = strrchr(b->counter[u].id, '.');
    own->start[u] = here && dot ? sal_hex_parse(&b->board, dot + 1) : SAL_NOHEX;
    if (here && !own->start[u]) return sal_fail(err, "counters.tsv", 0, "static unit '%s' is not named by a hex of the map", b->counter[u].id);
  }
  return true;
}

/* ---- the ground ---------------------------------------------------------------------------------------- */

struct bits {
  uint32_t woods, town, hilltop, fort;
  uint16_t stream, river, bridge, berm, crossing;
};

static uint32_t bit_of(const struct sal_terrain *rows, int n, const char *id, bool *ok) {
  int i = sal_terrain_bit(rows, n, id);
  if (i < 0) *ok = false;
  return i < 0 ? 0 : 1u << i;
}

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
  return ok || sal_fail(err, "terrain.tsv", 0, "woods town hilltop fort slope stream river.major bridge berm crossing are wanted");
}

static struct ssp_edge edge_of(const struct sal_board *m, const struct bits *t, sal_hex h, int d) {
  sal_hex g = sal_next(m, h, d);
  struct ssp_edge e = {{0, 0}, 0};
  if (!g) return e;
  uint16_t side = m->side[h * 6 + d];
  bool berm = side & t->berm, river = side & t->river;
  int items = ((m->terrain[g] & t->woods) != 0) + ((m->terrain[g] & t->hilltop) != 0) + ((side & t->stream) != 0) + (berm && !(side & t->crossing)); /* 8.3a, 8.3c */
  e.items[SAL_GERMAN] = (uint8_t)(items + ((m->terrain[g] & t->fort) != 0)); /* 8.3b */
  e.items[SAL_SOVIET] = (uint8_t)items;
  e.is = EDGE_ON;
  if (river && !(side & t->bridge)) e.is |= EDGE_BARRED; /* 8.3f */
  if (m->path[h * 6 + d]) e.is |= EDGE_ROAD;
  if (!berm && !river && !(m->terrain[g] & (t->woods | t->town))) e.is |= EDGE_ZOC; /* 7.1c */
  return e;
}

static bool load_ground(struct sal_book *b, struct sal_err *err) {
  struct ssp_book *own = b->own;
  const struct sal_board *m = &b->board;
  struct bits t;
  char id[32];
  if (!terrain_bits(b, &t, err)) return false;
  own->edge = sal_alloc(b->arena, (size_t)m->cells * 6 * sizeof *own->edge);
  own->cover = sal_alloc(b->arena, m->cells);
  own->fort = sal_alloc(b->arena, m->cells);
  own->area = sal_alloc(b->arena, m->cells);
  for (int i = 0; i < m->nhexes; i++) {
    sal_hex h = m->order[i];
    own->cover[h] = (m->terrain[h] & (t.woods | t.town)) != 0;
    own->fort[h] = (m->terrain[h] & t.fort) != 0;
    for (int d = 0; d < 6; d++) own->edge[h * 6 + d] = edge_of(m, &t, h, d);
  }
  for (int k = -1; k < own->nforms; k++) { /* area.pocket, area.lah, .. */
    if (k < 0) {
      sal_format(id, sizeof id, "area.pocket");
    } else {
      sal_format(id, sizeof id, "area.%s", own->formation[k]);
      for (char *p = id; *p; p++)
        if (*p >= 'A' && *p <= 'Z') *p = (char)(*p - 'A' + 'a');
    }
    const struct sal_region *r = sal_region_find(m, id);
    if (k < 0) own->pocket_area = r;
    else own->div_area[k] = r;
    for (int i = 0; r && i < r->n; i++) own->area[r->hexes[i]] = (uint8_t)(k + 2);
  }
  own->rune = sal_region_find(m, "rune");
  own->star = sal_region_find(m, "star");
  own->decisive = sal_region_find(m, "decisive");
  return true;
}

/* What views ask again and again. */
static void load_shown(struct sal_book *b) {
  static const char *const id[NBOXES] = {"guns.first", "guns.used", "guns.lost", "off.german", "off.soviet", "lost.german", "lost.soviet", "cup", "aside"};
  struct ssp_book *own = b->own;
  for (int i = 0; i < NBOXES; i++) own->box[i] = (int16_t)sal_box_find(b, id[i]);
  own->statics = sal_alloc(b->arena, SSP_UNITS * sizeof *own->statics);
  for (int u = 0; u < b->ncounters; u++)
    if (own->type[u].move == MOVE_STATIC) own->statics[own->nstatics++] = (sal_unit)u;
}

bool ssp_load(struct sal_book *b, const struct sal_source *src, struct sal_err *err) {
  struct ssp_book *own = b->own = sal_alloc(b->arena, sizeof *own);
  own->type = sal_alloc(b->arena, SSP_UNITS * sizeof *own->type);
  own->form = sal_alloc(b->arena, SSP_UNITS);
  own->pocket = sal_alloc(b->arena, SSP_UNITS * sizeof *own->pocket);
  own->plays = sal_alloc(b->arena, SSP_UNITS * sizeof *own->plays);
  own->start = sal_alloc(b->arena, SSP_UNITS * sizeof *own->start);
  for (own->nforms = 0; ssp_formations[own->nforms]; own->nforms++) {
    own->formation[own->nforms] = ssp_formations[own->nforms];
    own->form_side[own->nforms] = own->nforms < 3 ? SAL_GERMAN : SAL_SOVIET;
  }
  b->mp_den = SSP_HALVES;
  if (!load_kinds(b, src, err) || !sal_book_common(b, src, counter_row, err) || !load_dice(b, err) || !load_visibility(b, err) ||
      !load_aircraft(b, err) || !load_tiles(b, err) || !load_start(b, src, err) || !load_setup(b, src, err) || !load_ground(b, err))
    return false;
  for (int i = 1; i <= SSP_TILES; i++)
    if (!own->tile[i]) return sal_fail(err, "counters.tsv", 0, "the tile s%d is missing", i);
  load_shown(b);
  own->bits = (uint16_t)((b->board.cells + 7u) / 8u);
  own->control_at = (uint16_t)(b->board.cells * sizeof(sal_unit));
  own->closed_at = (uint16_t)(own->control_at + own->bits);
  b->state_bytes = (uint32_t)((offsetof(struct ssp_state, first) + own->closed_at + own->bits + 7u) & ~7u);
  b->scratch_bytes = sizeof(struct sal_flood) + SAL_MAX_CELLS * 8;
  return ssp_load_sight(b, err);
}
