/* load_counters.c - kinds of units and their counters. Made-up units of a position take their
 * kind's figures and their own factors over them.
 */
#include "load.h"

#include <string.h>

enum { MAX_KINDS = 40, MAX_GUN = 20, MAX_ARMOUR = 20, MAX_POINTS = 10 };

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
bool ssp_load_kinds(struct sal_book *b, const struct sal_source *src, struct sal_err *err) {
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
bool ssp_load_counter(struct sal_book *b, sal_unit u, struct sal_tsv *t, struct sal_err *err) {
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
