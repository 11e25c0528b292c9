/* load.c - the book of SS Panzer: kinds, counters, tables, scenario, and the ground as rules see
 * it.
 *
 * Everything that the printed game has on paper comes from data/sspanzer; a figure changed there is
 * changed in play. Made-up units of a position take their kind's figures and their own factors over
 * them.
 */
#include "state.h"

#include <string.h>

enum { MAX_KINDS = 40, FORMATION_ID = 16, MAX_GUN = 20, MAX_ARMOUR = 20, MAX_POINTS = 10 };
enum { GERMAN_FORMATIONS = 3 }; /* the first of ssp_formations */

/* ---- factors as printed: 7, (3), 8* ----------------------------------------------------- */

/* A figure, perhaps in parentheses or with an asterisk; nothing ("-") is 0. `paren` and `star` are
 * NULL where the figure cannot have them. */
static bool read_factor(const char *text, int max, uint8_t *value, bool *paren, bool *star) {
  size_t n = strlen(text);
  bool in_parens = n >= 3 && text[0] == '(' && text[n - 1] == ')';
  bool with_star = n >= 2 && text[n - 1] == '*';
  char digits[8];
  int32_t number;

  if (n == 0) {
    *value = 0;
    return true;
  }
  if (n > 5)
    return false;
  if (in_parens && !paren)
    return false;
  if (with_star && !star)
    return false;
  size_t from = in_parens;
  size_t to = n - (in_parens || with_star);
  memcpy(digits, text + from, to - from);
  digits[to - from] = 0;
  if (!sal_parse_int(digits, 0, max, &number))
    return false;
  *value = (uint8_t)number;
  if (paren)
    *paren = in_parens;
  if (star)
    *star = with_star;

  return true;
}

static const char *const face_factor[] = {"g", "s", "r", "a"};
enum { FACE_FACTORS = 4 };

/* One figure of a face, within what a counter can have. */
static bool set_factor(struct ssp_face *face, const char *name, const char *text) {
  switch (name[0]) {
  case 'g': return read_factor(text, MAX_GUN, &face->g, &face->g_paren, &face->g_star);
  case 's': return read_factor(text, 6, &face->s, &face->s_paren, NULL);
  case 'r': return read_factor(text, SSP_RANGE, &face->r, NULL, NULL);
  default: return read_factor(text, MAX_ARMOUR, &face->a, NULL, NULL);
  }
}

/* The columns of one side of a counter. On the back "=" means as on the front. */
static bool face_cells(struct sal_tsv *t, const char *prefix, struct ssp_face *face,
                       const struct ssp_face *front, struct sal_err *err) {
  char column[16];

  if (front)
    *face = *front;
  for (int i = 0; i < FACE_FACTORS; i++) {
    sal_format(column, sizeof column, "%s%s", prefix, face_factor[i]);
    const char *text = sal_tsv_text(t, column, err);
    if (!text)
      return false;
    if (front && sal_eq(text, "="))
      continue;
    if (!set_factor(face, face_factor[i], text))
      return sal_tsv_fail(t, err, "'%s' is not a factor for %s", text, column);
  }

  return true;
}

/* ---- kinds ------------------------------------------------------------------------------ */

/* The place of a word in a list, or -1. */
static int word_in(const char *text, const char *const *words) {
  for (int i = 0; words[i]; i++)
    if (sal_eq(text, words[i]))
      return i;
  return -1;
}

/* Side, class and way of moving: the columns that are words. */
static bool kind_words(struct ssp_kind *kind, struct sal_tsv *t, struct sal_err *err) {
  static const char *const moves[] = {"veh", "mot", "foot", "static", "off", NULL};
  static const char *const classes[] = {"N", "V", NULL};
  const char *side_text = sal_tsv_text(t, "side", err);
  const char *class_text = side_text ? sal_tsv_text(t, "class", err) : NULL;
  const char *move_text = class_text ? sal_tsv_text(t, "move", err) : NULL;

  if (!move_text)
    return false;
  int side = sal_side_parse(side_text);
  int class = word_in(class_text, classes);
  int move = word_in(move_text, moves);
  if (side >= SAL_SIDES || class < 0 || move < 0)
    return sal_tsv_fail(t, err, "side, class or move of '%s' is not known", kind->code);
  kind->side = (uint8_t)side;
  kind->vehicular = class;
  kind->move = (uint8_t)move;
  return true;
}

/* The figures that are plain numbers: movement cost factor, movement factor, steps. */
static const struct sal_factor kind_numbers[] = {
    SAL_FACTOR(struct ssp_kind, infantry, "inf", 0, 1),
    SAL_FACTOR(struct ssp_kind, mcf, "mcf", 0, 10),
    SAL_FACTOR(struct ssp_kind, mf, "mf", 0, MAX_POINTS),
    SAL_FACTOR(struct ssp_kind, steps, "steps", 1, 4),
};
enum { KIND_NUMBERS = sizeof kind_numbers / sizeof kind_numbers[0] };

/* A row of kinds.tsv: words, numbers and the two faces. */
static bool kind_row(struct ssp_book *own, struct sal_tsv *t, struct sal_err *err) {
  if (own->nkinds == MAX_KINDS)
    return sal_tsv_fail(t, err, "more than %d kinds", MAX_KINDS);
  struct ssp_kind *kind = &own->kind[own->nkinds];
  kind->code = sal_tsv_text(t, "code", err);
  if (!kind->code)
    return false;
  kind->symbol = sal_tsv_text(t, "symbol", err);
  if (!kind->symbol)
    return false;
  if (!kind_words(kind, t, err))
    return false;
  if (!sal_factors_read(t, kind_numbers, KIND_NUMBERS, kind, err))
    return false;
  if (!face_cells(t, "", &kind->front, NULL, err))
    return false;
  if (!face_cells(t, "back_", &kind->back, &kind->front, err))
    return false;
  own->nkinds++;
  return true;
}

/* kinds.tsv, every row that is no directive. */
static bool load_kinds(struct sal_book *b, const struct sal_source *src, struct sal_err *err) {
  struct ssp_book *own = b->own;
  struct sal_tsv t;
  int got;

  if (!sal_tsv_open(&t, src->files, "kinds.tsv", b->arena, err))
    return false;
  own->kind = sal_alloc(b->arena, MAX_KINDS * sizeof *own->kind);
  while ((got = sal_tsv_next(&t, err)) > 0)
    if (!t.directive && !kind_row(own, &t, err))
      return false;

  return got == 0;
}

/* ---- counters --------------------------------------------------------------------------- */

/* 2.5, in the order of their counters. */
const char *const ssp_formations[] = {"DR",   "LAH", "TK",   "18TC", "29TC",
                                      "2GTC", "2TC", "31TC", "9GAD", NULL};

/* By the name on its chit. */
int ssp_formation_find(const struct sal_book *b, const char *id) {
  const struct ssp_book *own = b->own;
  for (int i = 0; i < own->nforms; i++)
    if (sal_eq(own->formation[i], id))
      return i;
  return -1;
}

/* As the counter shows it. */
static void print_factor(char out[8], int v, bool paren, bool star) {
  const char *plain = star ? "%d*" : "%d";
  sal_format(out, 8, paren ? "(%d)" : plain, v);
}

/* The one face of artillery and of static infantry, which shows its tile only when tried. */
static void print_plain_face(struct sal_counter *c, const struct ssp_kind *kind) {
  struct sal_face *out = &c->face[0];

  c->nfaces = 1;
  out->steps = 1;
  if (kind->move == MOVE_OFF) {
    sal_format(out->figure[0], 8, "2");
  } else if (kind->front.s) {
    print_factor(out->figure[0], kind->front.g, kind->front.g_paren, false);
    print_factor(out->figure[1], kind->front.s, false, false);
  } else {
    sal_format(out->figure[0], 8, "?");
  }
}

/* gun, anti-infantry and range; armour and movement cost in the corners. */
static void print_faces(struct sal_counter *c, const struct ssp_kind *kind) {
  if (kind->move == MOVE_OFF || kind->move == MOVE_STATIC) {
    print_plain_face(c, kind);
    return;
  }
  c->nfaces = kind->steps;
  for (int i = 0; i < kind->steps; i++) {
    bool last = i == kind->steps - 1 && kind->steps > 1;
    const struct ssp_face *face = last ? &kind->back : &kind->front;
    struct sal_face *out = &c->face[i];
    out->steps = (uint8_t)(kind->steps - i);
    print_factor(out->figure[0], face->g, face->g_paren, face->g_star);
    print_factor(out->figure[1], face->s, face->s_paren, false);
    print_factor(out->figure[2], face->r, false, false);
    if (kind->vehicular)
      print_factor(out->corner[1], face->a, false, false);
    print_factor(out->corner[3], kind->mcf, false, false);
    print_factor(out->corner[2], kind->mf, false, false);
  }
}

/* The entry of a made-up unit in the position. */
static const struct sal_pos_unit *made_up(const struct sal_book *b, const char *id) {
  for (int i = 0; b->position && i < b->position->nunits; i++) {
    const struct sal_pos_unit *unit = &b->position->unit[i];
    if (unit->name && sal_eq(unit->name, id))
      return unit;
  }

  return NULL;
}

/* Static infantry alone has one: s1 to s6. */
static bool is_tile(const struct ssp_kind *kind, const char *text) {
  if (kind->move != MOVE_STATIC)
    return false;
  if (strlen(text) != 2)
    return false;
  if (text[0] != 's')
    return false;

  return text[1] >= '1' && text[1] < '1' + SSP_TILES;
}

/* A small number from a position. */
static bool number_in(const char *text, int min, int max, uint8_t *out) {
  int32_t v;
  if (!sal_parse_int(text, min, max, &v))
    return false;
  *out = (uint8_t)v;
  return true;
}

enum own_factor { OWN_G, OWN_S, OWN_R, OWN_A, OWN_MCF, OWN_MF, OWN_STEPS, OWN_TILE };

/* One factor of a made-up unit; those of the faces count for both sides of its counter. */
static bool own_factor(struct ssp_kind *kind, enum own_factor factor, const char *text) {
  switch (factor) {
  case OWN_MCF: return number_in(text, 1, MAX_POINTS, &kind->mcf);
  case OWN_MF: return number_in(text, 0, MAX_POINTS, &kind->mf);
  case OWN_STEPS: return number_in(text, 1, 4, &kind->steps);
  case OWN_TILE: return is_tile(kind, text);
  default: break;
  }
  const char *name = face_factor[factor];
  return set_factor(&kind->front, name, text) && set_factor(&kind->back, name, text);
}

/* The factors that a position gives for a made-up unit. */
static bool own_factors(struct ssp_kind *kind, const struct sal_pos_unit *u, struct sal_err *err) {
  static const char *const names[] = {"g", "s", "r", "a", "mcf", "mf", "steps", "tile", NULL};

  for (int i = 0; i < u->nfactors; i++) {
    const char *name = u->factor[i].name;
    const char *text = u->factor[i].value;
    int factor = word_in(name, names);
    if (factor < 0)
      return sal_fail_at(err, "", "there is no factor '%.*s'", 16, name);
    if (!own_factor(kind, (enum own_factor)factor, text))
      return sal_fail_at(err, "", "'%.*s' is not a value for %.*s", 12, text, 8, name);
  }

  return true;
}

/* 2.5: every unit but static infantry belongs to a formation of its side. */
static bool add_to_formation(struct sal_book *b, sal_unit u, struct sal_err *err) {
  struct ssp_book *own = b->own;
  const char *form_id = b->counter[u].formation;
  const char *id = b->counter[u].id;
  const struct ssp_kind *kind = &own->type[u];

  own->form[u] = SSP_NONE;
  if (kind->move == MOVE_STATIC)
    return true;
  int f = ssp_formation_find(b, form_id);
  if (f < 0)
    return sal_fail_at(err, "", "%s needs a formation of the game, not '%.*s'", id, 16, form_id);
  if (own->form_side[f] != kind->side)
    return sal_fail_at(err, "", "%s is not of the side of %s", id, form_id);
  if (own->nof[f] == SSP_FORM_UNITS)
    return sal_fail_at(err, "", "more than %d units of %s", SSP_FORM_UNITS, form_id);
  if (own->nguns[f] == SSP_WINDOW) /* all of them may fire at one entry (13.3b) */
    return sal_fail_at(err, "", "more than %d artillery counters of %s", SSP_WINDOW, form_id);
  own->form[u] = (uint8_t)f;
  if (kind->move == MOVE_OFF)
    own->guns[f][own->nguns[f]++] = u;
  else
    own->of[f][own->nof[f]++] = u;

  return true;
}

/* Copies the counter's kind; t is NULL for a made-up unit. */
static bool find_kind(struct sal_book *b, sal_unit u, struct sal_tsv *t, struct sal_err *err) {
  struct ssp_book *own = b->own;
  const struct sal_counter *c = &b->counter[u];
  const char *problem = NULL;
  int i = 0;

  while (i < own->nkinds && !sal_eq(own->kind[i].code, c->kind))
    i++;
  if (i == own->nkinds)
    problem = "there is no kind '%.*s'";
  else if (own->kind[i].side != c->side)
    problem = "%.*s is a kind of the other side";
  if (problem && t)
    return sal_tsv_fail(t, err, problem, 16, c->kind);
  if (problem)
    return sal_fail_at(err, "", problem, 16, c->kind);
  own->type[u] = own->kind[i];
  return true;
}

/* The other side of a static unit (2.10b): its number, or 0. */
static int tile_of(const struct ssp_kind *kind) {
  for (int n = 1; n <= SSP_TILES; n++) {
    const char code[] = {'s', (char)('0' + n), 0};
    if (sal_eq(kind->code, code))
      return n;
  }

  return 0;
}

/* A row of counters.tsv, or a made-up unit (t is NULL) that takes its kind's figures. */
static bool counter_row(struct sal_book *b, sal_unit u, struct sal_tsv *t, struct sal_err *err) {
  struct ssp_book *own = b->own;
  struct sal_counter *c = &b->counter[u];
  struct ssp_kind *kind = &own->type[u];

  if (u >= SSP_UNITS)
    return sal_fail_at(err, "units", "more than %d counters", SSP_UNITS);
  if (!find_kind(b, u, t, err))
    return false;
  if (!t) {
    c->symbol = kind->symbol;
    if (!own_factors(kind, made_up(b, c->id), err))
      return false;
    print_faces(c, kind);
    return add_to_formation(b, u, err);
  }
  const char *pocket = sal_tsv_text(t, "pocket", err);
  if (!pocket)
    return false;
  own->pocket[u] = sal_eq(pocket, "y");
  print_faces(c, kind);
  int tile = tile_of(kind);
  if (!tile)
    return add_to_formation(b, u, err);
  own->tile[tile] = u;
  own->form[u] = SSP_NONE;
  return true;
}

/* ---- tables ----------------------------------------------------------------------------- */

/* Errors name the table, the row and the cell, so that an owner finds what to correct. */
static bool cell_int(const struct sal_table *t, int row, int col, int min, int max, int *out,
                     struct sal_err *err) {
  const char *text = sal_table_cell(t, row, col);
  int32_t v;

  if (*text == '+')
    text++;
  if (!sal_parse_int(text, min, max, &v))
    return sal_table_fail(t, row, err, "'%s' is not a number from %d to %d", text, min, max);
  *out = v;
  return true;
}

/* A table whose rows must be these, in this order; NULL: it is not. */
static const struct sal_table *table_of(const struct sal_book *b, const char *id,
                                        const char *const *rows, int n, int cols,
                                        struct sal_err *err) {
  const struct sal_table *t = sal_table_find(b, id);

  if (!t || t->nrows != n || t->ncols < cols) {
    if (t)
      sal_table_fail(t, -1, err, "must have %d rows and %d columns", n, cols);
    else
      sal_fail(err, "tables.tsv", 0, "table '%s' is missing", id);
    return NULL;
  }
  for (int i = 0; i < n; i++)
    if (!sal_eq(sal_table_row(t, i), rows[i])) {
      sal_table_fail(t, i, err, "'%s' is wanted here", rows[i]);
      return NULL;
    }

  return t;
}

/* All cells of a table of numbers, row by row. */
static bool read_numbers(const struct sal_book *b, const char *id, const char *const *rows, int n,
                         int cols, int min, int max, int *out, struct sal_err *err) {
  const struct sal_table *t = table_of(b, id, rows, n, cols, err);

  if (!t)
    return false;
  for (int i = 0; i < n * cols; i++)
    if (!cell_int(t, i / cols, i % cols, min, max, &out[i], err))
      return false;

  return true;
}

/* 9.5, 9.6c */
static bool load_dice(struct sal_book *b, struct sal_err *err) {
  static const char *const dice[NDICE] = {"kill-zone",   "fire",     "fire-move", "enter",
                                          "leave",       "leave-cc", "entry",     "entry-artillery",
                                          "bombardment", "support",  "artillery", "close-combat",
                                          "airstrike"};
  static const char *const drm[NDRM] = {"support",  "fort",       "artillery-vehicle",
                                        "weak-gun", "suppressed", "cover",
                                        "asterisk", "leaving",    "crossfire"};
  struct ssp_book *own = b->own;
  int cell[NDICE + NDRM];

  if (!read_numbers(b, "dice", dice, NDICE, 1, 1, SSP_DICE, cell, err))
    return false;
  for (int i = 0; i < NDICE; i++)
    own->dice[i] = (uint8_t)cell[i];
  if (!read_numbers(b, "modifiers", drm, NDRM, 1, -5, 5, cell, err))
    return false;
  for (int i = 0; i < NDRM; i++)
    own->drm[i] = (int8_t)cell[i];

  return true;
}

/* 9.7a, 9.8, 11.3a */
static bool load_effects(struct sal_book *b, struct sal_err *err) {
  static const char *const hits[] = {"0", "1", "2", "3"};
  static const char *const recover[] = {"phase-german", "phase-soviet", "action-german"};
  struct ssp_book *own = b->own;
  int cell[8];

  if (!read_numbers(b, "hits", hits, 4, 2, 0, 4, cell, err))
    return false;
  for (int i = 0; i < 8; i++)
    own->hits[i / 2][i % 2] = (uint8_t)cell[i];
  if (!read_numbers(b, "recovery", recover, NRECOVER, 2, 0, 6, cell, err))
    return false;
  for (int i = 0; i < NRECOVER * 2; i++)
    own->recover[i / 2][i % 2] = (uint8_t)cell[i];

  return true;
}

/* 5b: visibility, and whose aircraft come. */
static bool load_visibility(struct sal_book *b, struct sal_err *err) {
  struct ssp_book *own = b->own;
  static const char *const rows[] = {"2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"};
  const struct sal_table *t = table_of(b, "visibility", rows, 11, 3, err);

  if (!t)
    return false;
  for (int i = 0; i < 11; i++) {
    int vis;
    int planes;
    int side = sal_side_parse(sal_table_cell(t, i, 1));
    if (!cell_int(t, i, 0, 1, SSP_RANGE, &vis, err))
      return false;
    if (!cell_int(t, i, 2, 0, SSP_STRIKES, &planes, err))
      return false;
    if (planes && side >= SAL_SIDES)
      return sal_table_fail(t, i, err, "whose aircraft are they?");
    own->visibility[i] = (struct ssp_visibility){(uint8_t)vis, (uint8_t)side, (uint8_t)planes};
    own->max_vis = (uint8_t)ssp_most(own->max_vis, vis);
  }

  return true;
}

/* 12.2c */
static bool load_aircraft(struct sal_book *b, struct sal_err *err) {
  struct ssp_book *own = b->own;
  int n = 0;

  while (ssp_air_words[n])
    n++;
  const struct sal_table *t = table_of(b, "aircraft", ssp_air_words, n, 3, err);
  if (!t)
    return false;
  for (int i = 0; i < n; i++) {
    int s;
    int g;
    int side = sal_side_parse(sal_table_cell(t, i, 0));
    if (side >= SAL_SIDES)
      return sal_table_fail(t, i, err, "it has no side");
    if (!cell_int(t, i, 1, 0, 6, &s, err))
      return false;
    if (!cell_int(t, i, 2, 0, 6, &g, err))
      return false;
    own->aircraft[own->naircraft++] =
        (struct ssp_aircraft){sal_table_row(t, i), (uint8_t)side, (uint8_t)s, (uint8_t)g};
  }

  return true;
}

/* 2.10b: how many there are of each tile. */
static bool load_tiles(struct sal_book *b, struct sal_err *err) {
  static const char *const rows[] = {"s1", "s2", "s3", "s4", "s5", "s6"};
  struct ssp_book *own = b->own;
  int cell[SSP_TILES];

  if (!read_numbers(b, "tiles", rows, SSP_TILES, 1, 0, 99, cell, err))
    return false;
  for (int i = 0; i < SSP_TILES; i++) {
    own->tiles[i + 1] = (uint8_t)cell[i];
    if (!own->tile[i + 1])
      return sal_fail(err, "counters.tsv", 0, "the tile s%d is missing", i + 1);
  }

  return true;
}

/* All tables of tables.tsv. What a step costs (8.3d) is law and no figure: that table is shown. */
static bool load_tables(struct sal_book *b, struct sal_err *err) {
  const struct sal_table *movement = sal_table_find(b, "movement");

  if (movement)
    sal_table_only_shown(movement);
  if (!load_dice(b, err))
    return false;
  if (!load_effects(b, err))
    return false;
  if (!load_visibility(b, err))
    return false;
  if (!load_aircraft(b, err))
    return false;

  return load_tiles(b, err);
}

/* ---- the scenario ----------------------------------------------------------------------- */

/* The rules that a scenario begins and ends by. */
static bool start_rules(struct sal_book *b, struct sal_tsv *t, struct sal_err *err) {
  struct ssp_book *own = b->own;
  const char *victory = sal_tsv_text(t, "rule", err);
  const char *begins = victory ? sal_tsv_text(t, "begins", err) : NULL;

  if (!begins)
    return false;
  int victory_rule = sal_rule_find(b, victory);
  int begins_rule = sal_rule_find(b, begins);
  if (victory_rule != R_3_3a && victory_rule != R_L_2)
    return sal_tsv_fail(t, err, "the rule of victory is 3.3a or L.2, not '%s'", victory);
  if (begins_rule != R_3_1a && begins_rule != R_L_1)
    return sal_tsv_fail(t, err, "the rule of the start is 3.1a or L.1, not '%s'", begins);
  own->rule = (uint16_t)victory_rule;
  own->begins = (uint16_t)begins_rule;
  return true;
}

/* The formations in the cup, with spaces between. */
static bool start_chits(struct sal_book *b, struct sal_tsv *t, const char *forms,
                        struct sal_err *err) {
  struct ssp_book *own = b->own;

  while (*forms) {
    size_t n = strcspn(forms, " ");
    char id[FORMATION_ID];
    sal_format(id, sizeof id, "%.*s", (int)n, forms);
    int f = ssp_formation_find(b, id);
    if (f < 0)
      return sal_tsv_fail(t, err, "there is no formation '%s'", id);
    own->chits |= (uint16_t)(1u << f);
    forms += n + (forms[n] == ' ');
  }

  return true;
}

static const struct sal_factor start_numbers[] = {
    SAL_FACTOR(struct ssp_book, guns_in_cup, "artillery", 0, SSP_GUNS),
    SAL_FACTOR(struct ssp_book, planes, "aircraft", 0, SSP_STRIKES),
    SAL_FACTOR(struct ssp_book, vis, "vis", 1, SSP_RANGE),
    SAL_FACTOR(struct ssp_book, runes, "runes", 1, 99),
    SAL_FACTOR(struct ssp_book, stars, "stars", 1, 99),
};
enum { START_NUMBERS = sizeof start_numbers / sizeof start_numbers[0] };

/* How a scenario begins and what it takes to win it. */
static bool load_start_row(struct sal_book *b, struct sal_tsv *t, struct sal_err *err) {
  struct ssp_book *own = b->own;
  const char *mode = sal_tsv_text(t, "mode", err);
  const char *forms = mode ? sal_tsv_text(t, "formations", err) : NULL;

  if (!forms)
    return false;
  own->ready = sal_eq(mode, "ready");
  if (!sal_factors_read(t, start_numbers, START_NUMBERS, own, err))
    return false;
  own->max_vis = (uint8_t)ssp_most(own->max_vis, own->vis);
  if (!start_rules(b, t, err))
    return false;

  return start_chits(b, t, forms, err);
}

/* start.tsv has one row for each scenario. */
static bool load_start(struct sal_book *b, const struct sal_source *src, struct sal_err *err) {
  const char *scenario = b->scenarios[b->scenario].id;
  struct sal_tsv t;
  int got;
  bool found = false;

  if (!sal_tsv_open(&t, src->files, "start.tsv", b->arena, err))
    return false;
  while ((got = sal_tsv_next(&t, err)) > 0) {
    if (t.directive)
      continue;
    const char *id = sal_tsv_text(&t, "scenario", err);
    if (!id)
      return false;
    if (!sal_eq(id, scenario))
      continue;
    found = true;
    if (!load_start_row(b, &t, err))
      return false;
  }
  if (got == 0 && !found)
    return sal_fail(err, "start.tsv", 0, "scenario '%s' is missing", scenario);

  return got == 0;
}

/* One unit of the ready set-up, with its hex if the position is on this scenario's map. */
static bool load_setup_row(struct sal_book *b, struct sal_tsv *t, bool here, struct sal_err *err) {
  struct ssp_book *own = b->own;
  const char *id = sal_tsv_text(t, "unit", err);
  const char *hex = id ? sal_tsv_text(t, "hex", err) : NULL;

  if (!hex)
    return false;
  sal_unit u = sal_unit_find(b, id);
  if (u == SAL_NOUNIT)
    return sal_tsv_fail(t, err, "there is no counter '%s'", id);
  own->plays[u] = true;
  if (!here)
    return true;
  if (!*hex)
    return true;
  own->start[u] = sal_hex_parse(&b->board, hex);
  if (!own->start[u])
    return sal_tsv_fail(t, err, "hex '%s' is not on the map", hex);

  return true;
}

/* A static unit is named by its hex. */
static bool place_statics(struct sal_book *b, bool here, struct sal_err *err) {
  struct ssp_book *own = b->own;

  own->static_at = sal_alloc(b->arena, b->board.cells);
  for (int u = 0; u < b->ncounters; u++) {
    const char *id = b->counter[u].id;
    const char *dot = strrchr(id, '.');
    if (own->type[u].move != MOVE_STATIC)
      continue;
    if (own->start[u])
      continue;
    if (!own->plays[u])
      continue;
    if (!here)
      continue;
    own->start[u] = dot ? sal_hex_parse(&b->board, dot + 1) : SAL_NOHEX;
    if (!own->start[u])
      return sal_fail(err, "counters.tsv", 0, "static unit '%s' is not named by a hex of the map",
                      id);
    own->static_at[own->start[u]] = 1;
  }

  return true;
}

/* A position may be on another map than its scenario. */
static bool on_own_map(const struct sal_book *b) {
  if (!b->position)
    return true;
  if (!b->position->map)
    return true;
  return sal_eq(b->position->map, b->scenarios[b->scenario].map);
}

/* The ready set-up. In a free scenario all units take part, in a ready one only those listed. A
 * position on another map does not use it. */
static bool load_setup(struct sal_book *b, const struct sal_source *src, struct sal_err *err) {
  struct ssp_book *own = b->own;
  struct sal_tsv t;
  char name[48];
  int got;
  bool here = on_own_map(b);

  sal_format(name, sizeof name, "setup-%s.tsv", b->scenarios[b->scenario].id);
  if (!sal_tsv_open(&t, src->files, name, b->arena, err))
    return false;
  for (int u = 0; u < b->ncounters; u++) {
    bool counter = !b->counter[u].invented && b->counter[u].kind[0] != 's';
    own->plays[u] = counter && !own->ready;
  }
  while ((got = sal_tsv_next(&t, err)) > 0)
    if (!t.directive && !load_setup_row(b, &t, here, err))
      return false;
  if (got < 0)
    return false;

  return place_statics(b, here, err);
}

/* ---- the ground ------------------------------------------------------------------------- */

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
static bool load_ground(struct sal_book *b, struct sal_err *err) {
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

/* ---- the whole -------------------------------------------------------------------------- */

/* Works out what views need often. */
static void load_shown(struct sal_book *b) {
  static const char *const id[NBOXES] = {"guns.first",  "guns.used",  "guns.lost",
                                         "off.german",  "off.soviet", "lost.german",
                                         "lost.soviet", "cup",        "aside"};
  struct ssp_book *own = b->own;

  for (int i = 0; i < NBOXES; i++)
    own->box[i] = (int16_t)sal_box_find(b, id[i]);
  own->statics = sal_alloc(b->arena, SSP_UNITS * sizeof *own->statics);
  for (int u = 0; u < b->ncounters; u++)
    if (own->type[u].move == MOVE_STATIC)
      own->statics[own->nstatics++] = (sal_unit)u;
}

/* The book's own part, with the formations that are always the same. */
static void make_room(struct sal_book *b) {
  struct ssp_book *own = b->own = sal_alloc(b->arena, sizeof *own);

  own->type = sal_alloc(b->arena, SSP_UNITS * sizeof *own->type);
  own->form = sal_alloc(b->arena, SSP_UNITS);
  own->pocket = sal_alloc(b->arena, SSP_UNITS * sizeof *own->pocket);
  own->plays = sal_alloc(b->arena, SSP_UNITS * sizeof *own->plays);
  own->start = sal_alloc(b->arena, SSP_UNITS * sizeof *own->start);
  for (own->nforms = 0; ssp_formations[own->nforms]; own->nforms++) {
    bool german = own->nforms < GERMAN_FORMATIONS;
    own->formation[own->nforms] = ssp_formations[own->nforms];
    own->form_side[own->nforms] = german ? SAL_GERMAN : SAL_SOVIET;
  }
}

/* The state: units by cell, then a bit per cell for German control and for hexes closed by 9.7e. */
static void measure_state(struct sal_book *b) {
  struct ssp_book *own = b->own;

  own->bits = (uint16_t)((b->board.cells + 7u) / 8u);
  own->control_at = (uint16_t)(b->board.cells * sizeof(sal_unit));
  own->closed_at = (uint16_t)(own->control_at + own->bits);
  size_t bytes = offsetof(struct ssp_state, first) + own->closed_at + own->bits;
  b->state_bytes = (uint32_t)((bytes + 7u) & ~(size_t)7u);
  b->scratch_bytes = (uint32_t)ssp_way_room(b); /* the most that anybody needs */
}

/* In this order: counters need kinds, the set-up needs counters and the map, sight needs the
 * largest visibility. */
bool ssp_load(struct sal_book *b, const struct sal_source *src, struct sal_err *err) {
  make_room(b);
  b->mp_den = SSP_HALVES;
  if (!load_kinds(b, src, err))
    return false;
  if (!sal_book_common(b, src, counter_row, err))
    return false;
  if (!load_tables(b, err))
    return false;
  if (!load_start(b, src, err))
    return false;
  if (!load_setup(b, src, err))
    return false;
  if (!load_ground(b, err))
    return false;
  load_shown(b);
  measure_state(b);
  return ssp_load_sight(b, err);
}
