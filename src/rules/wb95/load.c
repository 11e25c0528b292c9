/* load.c - the book: kinds, counters, tables, the price of every hexside, set-up and scoring.
 *
 * Every figure comes from a data file; what the rules ask often (prices, zones, bridges) is worked
 * out here once. A road that crosses water is a bridge (14.1R), so bridges are found, not drawn.
 * Labels and bounds of the tables are read too: one that is not understood is refused.
 */
#include "state.h"

#include <string.h>

static const char *const roles[ROLES] = {
    "regular",        "towed-gun", "fortification", "volkssturm", "towed-artillery",
    "self-propelled", "hq",        "resilience",    "air",        "air-allied"};
static const char *const classes[] = {"truck", "track", "foot"};
static const char *const star_names[] = {"black", "white", "yellow", "blue"};

/* The place of a word in a list; -1: it is not there. */
static int word_index(const char *const *words, int n, const char *w) {
  for (int i = 0; i < n; i++)
    if (sal_eq(words[i], w))
      return i;
  return -1;
}

/* ---- kinds ------------------------------------------------------------------------------ */

enum { NO_STARS = 255 };

/* "black blue" or "black,blue" as bits; NO_STARS when a word is unknown. */
static uint8_t stars_of(const char *text) {
  uint8_t bits = 0;

  while (*text) {
    size_t n = strcspn(text, " ,+");
    char word[12] = "";
    if (n >= sizeof word)
      return NO_STARS;
    memcpy(word, text, n);
    int star = n ? word_index(star_names, 4, word) : 0;
    if (star < 0)
      return NO_STARS;
    if (n)
      bits |= (uint8_t)(1u << star);
    text += n;
    if (*text)
      text++;
  }

  return bits;
}

/* A column that may be empty ("-"), which is 0. */
static bool small(struct sal_tsv *t, const char *col, int max, uint8_t *out, struct sal_err *err) {
  const char *text = sal_tsv_text(t, col, err);
  int32_t v = 0;

  if (!text)
    return false;
  if (*text && !sal_parse_int(text, 0, max, &v))
    return sal_tsv_fail(t, err, "%s must be 0 to %d, not '%s'", col, max, text);
  *out = (uint8_t)v;
  return true;
}

struct figures { /* of a kind, as a row of kinds.tsv or a made-up unit gives them */
  uint8_t sp, reduced, off, def, cel, mp, morale;
};

/* Where each figure stands and how large it may be. */
static const struct figure {
  const char *name;
  uint8_t least, most;
  size_t offset;
} figures[] = {{"sp", 0, 40, offsetof(struct figures, sp)},
               {"sp_reduced", 0, 40, offsetof(struct figures, reduced)},
               {"off", 0, 40, offsetof(struct figures, off)},
               {"def", 0, 40, offsetof(struct figures, def)},
               {"cel", 1, 2, offsetof(struct figures, cel)},
               {"mp", 0, 20, offsetof(struct figures, mp)},
               {"morale", 0, 13, offsetof(struct figures, morale)}};
enum { FIGURES = sizeof figures / sizeof figures[0] };

/* Where a figure stands in a row. */
static uint8_t *figure_in(struct figures *row, const struct figure *f) {
  return (uint8_t *)row + f->offset;
}

/* The figures of a row of kinds.tsv. */
static bool read_figures(struct sal_tsv *t, struct figures *row, struct sal_err *err) {
  for (int i = 0; i < FIGURES; i++)
    if (!small(t, figures[i].name, figures[i].most, figure_in(row, &figures[i]), err))
      return false;
  return true;
}

/* Strengths by level. A counter of one level has its full strength there; artillery has one figure
 * for attack and one for defence (6.1), halved when it is reduced. */
static void strengths(struct kind *k, const struct figures *f) {
  bool one_level = k->cel == 1;
  bool gun = k->role == TOWED_ART || k->role == SELF_PROPELLED;
  uint8_t reduced = one_level ? f->sp : f->reduced;

  k->off[2] = gun ? f->off : f->sp;
  k->def[2] = gun ? f->def : f->sp;
  k->off[1] = reduced;
  k->def[1] = reduced;
  if (gun) {
    k->off[1] = (uint8_t)(one_level ? f->off : halves(f->off));
    k->def[1] = (uint8_t)(one_level ? f->def : halves(f->def));
  }
  memcpy(k->sp, k->def, sizeof k->sp);
}

/* The figures of a kind, to be overwritten by a made-up unit's. */
static struct figures figures_of(const struct kind *k) {
  return (struct figures){.sp = k->sp[2],
                          .reduced = k->sp[1],
                          .off = k->off[2],
                          .def = k->def[2],
                          .cel = k->cel,
                          .mp = k->mp,
                          .morale = k->morale};
}

/* Puts the figures of a row into a kind. */
static void take_figures(struct kind *k, const struct figures *f) {
  k->cel = f->cel;
  k->mp = f->mp;
  k->morale = f->morale;
  strengths(k, f);
}

/* The few kinds that a rule of their own is about. */
static int flag_of(const char *word) {
  static const char *const words[] = {"car", "panther", "ferdinand"};
  int i = word_index(words, 3, word);
  return i < 0 ? 0 : 1 << i; /* F_CAR, F_PANTHER, F_FERDINAND */
}

/* One row of kinds.tsv. */
static bool kind_row(struct sal_tsv *t, struct own *o, struct sal_err *err) {
  struct kind *k = &o->row[o->nkinds];
  struct figures row = {0};
  const char *id = sal_tsv_text(t, "id", err);
  const char *title = sal_tsv_text(t, "meaning", err);
  const char *role = sal_tsv_text(t, "role", err);
  const char *class = sal_tsv_text(t, "class", err);
  const char *stars = sal_tsv_text(t, "stars", err);
  const char *flag = sal_tsv_text(t, "flag", err);

  if (!id)
    return false;
  if (!title)
    return false;
  if (!role)
    return false;
  if (!class)
    return false;
  if (!stars)
    return false;
  if (!flag)
    return false;
  if (!read_figures(t, &row, err))
    return false;

  int r = word_index(roles, ROLES, role);
  int c = word_index(classes, 3, class);
  if (r < 0)
    return sal_tsv_fail(t, err, "unknown role '%s'", role);
  if (c < 0)
    return sal_tsv_fail(t, err, "unknown class '%s'", class);
  if (stars_of(stars) == NO_STARS)
    return sal_tsv_fail(t, err, "unknown stars '%s'", stars);
  if (!row.cel)
    return sal_tsv_fail(t, err, "a counter has one or two levels");
  o->kind_id[o->nkinds] = id;
  o->kind_title[o->nkinds] = title;
  k->id = o->nkinds;
  k->role = (uint8_t)r;
  k->class = (uint8_t)c;
  k->stars = stars_of(stars);
  k->flag = (uint8_t)flag_of(flag);
  take_figures(k, &row);
  o->nkinds++;
  return true;
}

/* All kinds; the counters name them. */
static bool load_kinds(struct sal_book *b, const struct sal_source *src, struct own *o,
                       struct sal_err *err) {
  struct sal_tsv t;
  int got;

  if (!sal_tsv_open(&t, src->files, "kinds.tsv", b->arena, err))
    return false;
  while ((got = sal_tsv_next(&t, err)) > 0) {
    if (t.directive)
      continue;
    if (o->nkinds == MAX_KINDS)
      return sal_tsv_fail(&t, err, "more than %d kinds", MAX_KINDS);
    if (!kind_row(&t, o, err))
      return false;
  }

  return got == 0;
}

/* ---- counters --------------------------------------------------------------------------- */

/* For classes written in capitals. */
static char small_letter(char c) {
  return (char)(c >= 'A' && c <= 'Z' ? c + 'a' - 'A' : c);
}

/* The class of a made-up unit; -1: none. */
static int class_of(const char *text) {
  char low[8] = "";
  for (int n = 0; n < 7 && text[n]; n++)
    low[n] = small_letter(text[n]);
  return word_index(classes, 3, low);
}

/* One factor of a made-up unit. False: its value is none. */
static bool give_figure(struct figures *row, const struct figure *f, const char *text) {
  int32_t v;

  if (!sal_parse_int(text, f->least, f->most, &v))
    return false;
  *figure_in(row, f) = (uint8_t)v;
  return true;
}

/* The two factors of a made-up unit that are words. */
static bool give_word(struct kind *k, const char *name, const char *text) {
  int class = class_of(text);
  uint8_t stars = stars_of(text);

  if (sal_eq(name, "class")) {
    k->class = (uint8_t)larger(class, 0);
    return class >= 0;
  }
  k->stars = stars;
  return stars != NO_STARS;
}

/* The figure of that name, or NULL. */
static const struct figure *find_figure(const char *name) {
  for (int i = 0; i < FIGURES; i++)
    if (sal_eq(figures[i].name, name))
      return &figures[i];
  return NULL;
}

/* Overwrites the kind's figures with those of the position. */
static bool give_factors(const struct sal_pos_unit *listed, int i, struct kind *k,
                         struct sal_err *err) {
  struct figures row = figures_of(k);

  for (int n = 0; n < listed->nfactors; n++) {
    const char *name = listed->factor[n].name;
    const char *text = listed->factor[n].value;
    const struct figure *f = find_figure(name);
    bool word = sal_eq(name, "class") || sal_eq(name, "stars");
    if (!f && !word)
      return sal_pos_fail(err, "units", i, "factors", "there is no factor '%.*s'", 24, name);
    bool good = f ? give_figure(&row, f, text) : give_word(k, name, text);
    if (!good)
      return sal_pos_fail(err, "units", i, "factors", "'%.*s' is not a value of %s", 16, text,
                          name);
  }
  take_figures(k, &row);
  return true;
}

/* The factors that a position gives for this unit. */
static bool factors(const struct sal_position *pos, const char *id, struct kind *k,
                    struct sal_err *err) {
  for (int i = 0; i < pos->nunits; i++) {
    const struct sal_pos_unit *listed = &pos->unit[i];
    if (!listed->name)
      continue;
    if (!sal_eq(listed->name, id))
      continue;
    if (!give_factors(listed, i, k, err))
      return false;
  }

  return true;
}

/* 13.1.1: the number of a formation, new or known; 0: none. */
static uint8_t formation_of(struct own *o, const char *name) {
  if (!*name)
    return 0;
  for (int i = 1; i <= o->nformations; i++)
    if (sal_eq(o->formation_id[i], name))
      return (uint8_t)i;
  if (o->nformations + 1 >= MAX_FORMATIONS)
    return 0;
  o->formation_id[++o->nformations] = name;
  return o->nformations;
}

/* The stars as they are printed in a corner. */
static void star_letters(const struct kind *k, char *out) {
  static const char letters[] = {'b', 'w', 'y', 'u'};
  int n = 0;

  for (int i = 0; i < 4; i++)
    if (k->stars >> i & 1)
      out[n++] = letters[i];
  out[n] = 0;
}

/* What is printed on the faces of a counter. */
int wb_face_figures(struct sal_book *b, int u) {
  const struct kind *k = &own(b)->kind[u];
  struct sal_counter *c = &b->counter[u];

  c->nfaces = k->cel;
  for (int f = 0; f < k->cel; f++) {
    struct sal_face *face = &c->face[f];
    int cel = k->cel - f;
    face->steps = (uint8_t)cel;
    if (is_gun(k))
      sal_format(face->figure[0], 8, "%d/%d", k->off[cel], k->def[cel]);
    else if (k->role != HQ)
      sal_format(face->figure[0], 8, "%d", k->sp[cel]);
    if (!is_air(k))
      sal_format(face->figure[1], 8, "%d", k->mp);
    if (k->stars)
      star_letters(k, face->corner[1]);
  }

  return k->cel;
}

/* What counters.tsv says of a printed counter beside its kind. */
static bool printed_counter(struct own *o, sal_unit u, struct sal_tsv *t, struct sal_err *err) {
  struct kind *k = &o->kind[u];
  const char *formation = sal_tsv_text(t, "tc", err);
  const char *stars = sal_tsv_text(t, "stars", err);
  uint8_t sp;

  if (!formation)
    return false;
  if (!stars)
    return false;
  if (!small(t, "morale", 13, &k->morale, err))
    return false;
  if (!small(t, "sp", 40, &sp, err))
    return false;
  if (sp) {
    struct figures row = {.sp = sp, .reduced = k->sp[1], .off = sp, .def = sp};
    strengths(k, &row);
  }
  if (*stars)
    k->stars = stars_of(stars);
  if (*stars && k->stars == NO_STARS)
    return sal_tsv_fail(t, err, "unknown stars '%s'", stars);
  o->formation[u] = formation_of(o, formation);
  return true;
}

/* The symbol of a made-up unit. */
static const char *symbol_of(const struct kind *k) {
  if (is_gun(k))
    return "artillery";
  if (k->role == HQ)
    return "hq";
  if (is_air(k))
    return "air";

  return k->class == TRACK ? "armour" : "infantry";
}

/* A unit that a position brings along. */
static bool made_up_counter(struct sal_book *b, sal_unit u, struct sal_err *err) {
  struct own *o = b->own;
  struct sal_counter *c = &b->counter[u];

  if (!factors(b->position, c->id, &o->kind[u], err))
    return false;
  o->formation[u] = formation_of(o, c->formation);
  c->symbol = symbol_of(&o->kind[u]);
  return true;
}

/* Puts a counter into the lists of its side. */
static void enlist(struct own *o, sal_unit u) {
  const struct kind *k = &o->kind[u];
  int side = k->side;

  if (is_air(k))
    o->airs[side][o->nairs[side]++] = u;
  else
    o->mine[side][o->nmine[side]++] = u;
  if (is_gun(k))
    o->guns[side][o->nguns[side]++] = u;
  if (k->role == HQ)
    o->hqs[side][o->nhqs[side]++] = u;
  if (k->role == VOLKSSTURM)
    o->has_vs = 1;
}

/* One counter, printed or made up. */
static bool counter(struct sal_book *b, sal_unit u, struct sal_tsv *t, struct sal_err *err) {
  struct own *o = b->own;
  const struct sal_counter *c = &b->counter[u];

  if (u >= MAX_UNITS)
    return sal_fail(err, NULL, 0, "more than %d units", MAX_UNITS);
  int i = word_index(o->kind_id, o->nkinds, c->kind);
  if (i < 0 && t)
    return sal_tsv_fail(t, err, "there is no kind '%s'", c->kind);
  if (i < 0)
    return sal_fail_at(err, "", "there is no kind '%.*s'", 24, c->kind);
  o->kind[u] = o->row[i];
  bool good = t ? printed_counter(o, u, t, err) : made_up_counter(b, u, err);
  if (!good)
    return false;
  o->kind[u].side = c->side;
  enlist(o, u);
  wb_face_figures(b, u);
  return true;
}

/* ---- tables ----------------------------------------------------------------------------- */

/* Every label of a table that the rules do not read as a figure must be the expected one. */
static bool has_rows(const struct sal_table *t, const char *const *want, struct sal_err *err) {
  for (int row = 0; row < t->nrows; row++)
    if (!sal_eq(sal_table_row(t, row), want[row]))
      return sal_table_fail(t, row, err, "'%s' is wanted here", want[row]);
  return true;
}
static bool has_columns(const struct sal_table *t, const char *const *want, struct sal_err *err) {
  for (int col = 0; col < t->ncols; col++)
    if (!sal_eq(sal_table_col(t, col), want[col]))
      return sal_table_fail(t, -1, err, "column %d must be '%s', not '%s'", col + 1, want[col],
                            t->col[col]);
  return true;
}

static const char *const rolls[] = {"2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"};

/* One letter or figure of a result for one side: "An" or "Dn" retreat, "D" disorganized, "*" a
 * test,
 * "-n" losses. How many characters were read; 0: not understood. */
static int sign_of(const char *s, size_t n, int side, struct cell_result *r) {
  bool digit = n > 1 && s[1] >= '1' && s[1] <= '9';
  char goes_back = side == 0 ? 'A' : 'D';

  if (s[0] == goes_back && digit) {
    r->back[side] = (uint8_t)(s[1] - '0');
    return 2;
  }
  if (s[0] == '-' && digit) {
    r->loss[side] = (uint8_t)(s[1] - '0');
    return 2;
  }
  if (s[0] == 'D') {
    r->disorg[side] = 1;
    return 1;
  }
  if (s[0] == '*') {
    r->test[side] = 1;
    return 1;
  }

  return 0;
}

/* "A2D-2", "D3-1", "-1D", "*": one side's part of a result. Bare `-` and `.` mean nothing. */
static bool part_of(const char *s, size_t n, int side, struct cell_result *r) {
  if (n == 1 && (s[0] == '-' || s[0] == '.'))
    return true;
  while (n) {
    int read = sign_of(s, n, side, r);
    if (!read)
      return false;
    s += read;
    n -= (size_t)read;
  }

  return true;
}

/* A cell of the combat table has two parts, of a fire table one. */
static bool read_result(const char *text, struct cell_result *r) {
  const char *slash = strchr(text, '/');

  if (!slash)
    return part_of(text, strlen(text), 1, r);
  if (!part_of(text, (size_t)(slash - text), 0, r))
    return false;

  return part_of(slash + 1, strlen(slash + 1), 1, r);
}

/* All the cells of a table of results. */
static bool read_results(const struct sal_table *t, struct cell_result *out, const char **text,
                         struct sal_err *err) {
  for (int i = 0; i < t->nrows * t->ncols; i++) {
    const char *s = sal_table_cell(t, i / t->ncols, i % t->ncols);
    if (!read_result(s, &out[i]))
      return sal_table_fail(t, i / t->ncols, err, "there is no result '%s'", s);
    text[i] = s;
  }

  return true;
}

/* 5.2.1: the combat table. */
static bool load_combat(struct sal_book *b, struct own *o, struct sal_err *err) {
  const struct sal_table *t = sal_table_of(b, "combat", ROLLS, COLUMNS, err);

  if (!t)
    return false;
  if (!has_rows(t, rolls, err))
    return false;
  if (!has_columns(t, wb_column, err))
    return false;

  return read_results(t, &o->combat[0][0], &o->combat_text[0][0], err);
}

/* "3-5" or "17+": the strength points of a row. It must begin where the row before it ended. */
static bool read_bound(const struct sal_table *t, int row, uint8_t *bound, struct sal_err *err) {
  const char *label = sal_table_row(t, row);
  int first = row ? bound[row - 1] + 1 : 1;
  bool last = row == FIRE_ROWS - 1;
  int high;

  if (!sal_band_read(label, first, last, &high))
    return sal_table_fail(t, row, err, "points from %d on are wanted here", first);
  bound[row] = (uint8_t)high;
  return true;
}

/* The three tables of fire: air, artillery, objects. */
static const struct sal_table *fire_table(struct sal_book *b, const char *id, uint8_t *bound,
                                          struct sal_err *err) {
  const struct sal_table *t = sal_table_of(b, id, FIRE_ROWS, ROLLS, err);

  if (!t)
    return NULL;
  if (!has_columns(t, rolls, err))
    return NULL;
  for (int row = 0; row < FIRE_ROWS; row++)
    if (!read_bound(t, row, bound, err))
      return NULL;

  return t;
}

/* 8.2.8: hits on bridges. */
static bool load_objects(struct sal_book *b, struct own *o, struct sal_err *err) {
  const struct sal_table *t = fire_table(b, "objects", o->fire_bound[FIRE_OBJECTS], err);

  if (!t)
    return false;
  for (int i = 0; i < FIRE_ROWS * ROLLS; i++) {
    const char *s = sal_table_cell(t, i / ROLLS, i % ROLLS);
    bool hit = sal_eq(s, "D");
    if (!hit && !sal_eq(s, "."))
      return sal_table_fail(t, i / ROLLS, err, "D or . is wanted, not '%s'", s);
    o->objects[i / ROLLS][i % ROLLS] = hit;
  }

  return true;
}

/* 6.4.2, 8.2.6: the tables of air and artillery. */
static bool load_fire(struct sal_book *b, struct own *o, struct sal_err *err) {
  const struct sal_table *air = fire_table(b, "air", o->fire_bound[FIRE_AIR], err);

  if (!air)
    return false;
  if (!read_results(air, &o->air[0][0], &o->air_text[0][0], err))
    return false;
  const struct sal_table *guns = fire_table(b, "artillery", o->fire_bound[FIRE_GUNS], err);
  if (!guns)
    return false;
  if (!read_results(guns, &o->artillery[0][0], &o->artillery_text[0][0], err))
    return false;

  return load_objects(b, o, err);
}

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
  const struct sal_table *t = sal_table_of(b, "terrain", ROWS, 4, err);

  if (!t)
    return false;
  if (!has_rows(t, rows, err))
    return false;
  if (!has_columns(t, cols, err))
    return false;
  for (int r = 0; r < ROWS; r++) {
    int32_t cm;
    for (int c = 0; c < CLASSES; c++) {
      out->of[r][c] = sixths(sal_table_cell(t, r, c));
      if (out->of[r][c] < 0)
        return sal_table_fail(t, r, err, "'%s' is not a price", sal_table_cell(t, r, c));
    }
    out->cm[r] = 0;
    if (NO_SHIFT >> r & 1)
      continue;
    if (!sal_parse_int(sal_table_cell(t, r, COLUMN_CM), 0, 9, &cm))
      return sal_table_fail(t, r, err, "shifts are 0 to 9");
    out->cm[r] = cm;
  }

  return true;
}

static const char *const side_names[] = {"german", "soviet"};

/* K.7, P.9 */
static bool load_works(const struct sal_book *b, struct own *o, struct sal_err *err) {
  static const char *const lists[] = {"lesson", "north", "south"};
  const struct sal_table *t = sal_table_of(b, "works", LISTS, SAL_SIDES, err);

  if (!t)
    return false;
  if (!has_rows(t, lists, err))
    return false;
  if (!has_columns(t, side_names, err))
    return false;
  for (int r = 0; r < LISTS; r++) {
    for (int side = 0; side < SAL_SIDES; side++) {
      int32_t yes;
      if (!sal_parse_int(sal_table_cell(t, r, side), 0, 1, &yes))
        return sal_table_fail(t, r, err, "0 or 1 is wanted");
      o->works[r][side] = yes != 0;
    }
  }

  return true;
}

/* 10.1.7, 9.2.2 */
static bool load_supply(const struct sal_book *b, struct own *o, struct sal_err *err) {
  static const char *const cols[] = {"supply", "range"};
  const struct sal_table *t = sal_table_of(b, "supply", SAL_SIDES, 2, err);

  if (!t)
    return false;
  if (!has_rows(t, side_names, err))
    return false;
  if (!has_columns(t, cols, err))
    return false;
  for (int side = 0; side < SAL_SIDES; side++) {
    int32_t points;
    int32_t range;
    if (!sal_parse_int(sal_table_cell(t, side, 0), 1, 30, &points))
      return sal_table_fail(t, side, err, "points are 1 to 30");
    if (!sal_parse_int(sal_table_cell(t, side, 1), 1, 20, &range))
      return sal_table_fail(t, side, err, "ranges are 1 to 20");
    o->supply[side] = (uint8_t)(points * POINT);
    o->hq_range[side] = (uint8_t)range;
  }

  return true;
}

/* K.11, P.12: the points that the levels of victory need, rising. */
static bool load_scale(const struct sal_book *b, struct own *o, struct sal_err *err) {
  static const char *const cols[] = {"small", "medium", "significant"};
  static const char *const rows[] = {"lesson", "kursk", "prokhorovka", "joined"};
  const struct sal_table *t = sal_table_of(b, "scale", 4, 3, err);

  if (!t)
    return false;
  if (!has_rows(t, rows, err))
    return false;
  if (!has_columns(t, cols, err))
    return false;
  for (int r = 0; r < 4; r++) {
    int32_t least = 0;
    for (int c = 0; c < 3; c++) {
      int32_t v;
      if (!sal_parse_int(sal_table_cell(t, r, c), least, 250, &v))
        return sal_table_fail(t, r, err, "rising numbers are wanted");
      least = v;
      if (sal_eq(rows[r], b->scenarios[b->scenario].id))
        o->scale[c] = (uint8_t)v;
    }
  }

  return true;
}

/* All the tables of tables.tsv. */
static bool load_tables(struct sal_book *b, struct own *o, struct sal_err *err) {
  if (!load_combat(b, o, err))
    return false;
  if (!load_fire(b, o, err))
    return false;
  if (!load_supply(b, o, err))
    return false;
  if (!load_scale(b, o, err))
    return false;

  return load_works(b, o, err);
}

/* ---- the ground ------------------------------------------------------------------------- */

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
 * line of its own is strong all round. */
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

/* 4.1.3, 4.1.4: a zone does not go over a big river, nor onto ground the unit cannot enter. */
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
static bool load_ground(struct sal_book *b, struct own *o, struct sal_err *err) {
  const struct sal_board *m = &b->board;
  struct prices p;

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

/* ---- set-up ----------------------------------------------------------------------------- */

/* A hex of setup.tsv; the lesson and positions use part of the map. */
static bool start_hex(struct sal_book *b, struct sal_tsv *t, const char *text, bool must,
                      uint16_t *out, struct sal_err *err) {
  *out = SAL_NOHEX;
  if (!*text)
    return true;
  *out = sal_hex_parse(&b->board, text);
  if (!*out && must)
    return sal_tsv_fail(t, err, "hex '%s' is not on the map", text);

  return true;
}

/* K.8: the formations of the STAVKA, 1 + number; 0: none. */
static uint8_t stawka_of(struct own *o, const char *tag) {
  enum { MOST = 16 };
  static const char prefix[] = "stawka:";

  if (strncmp(tag, prefix, sizeof prefix - 1) != 0)
    return 0;
  const char *id = tag + sizeof prefix - 1;
  int known = word_index(o->stawka_id, o->nstawka, id);
  if (known >= 0)
    return (uint8_t)(known + 1);
  if (o->nstawka == MOST)
    return 0;
  o->stawka_id[o->nstawka++] = id;
  return o->nstawka;
}

/* "E", "0102", "0102 0304" or "3205-3210": where a reinforcement enters. */
static bool entry_of(struct sal_book *b, struct sal_tsv *t, const char *text, bool must,
                     struct place *place, struct sal_err *err) {
  enum { TWO = 9, BETWEEN = 4 }; /* characters */
  char first[8] = "";
  char second[8] = "";

  if (sal_eq(text, "E")) {
    place->anywhere = 1;
    return true;
  }
  if (strlen(text) != TWO)
    return start_hex(b, t, text, must, &place->entry[0], err);
  bool stretch = text[BETWEEN] == '-';
  memcpy(first, text, BETWEEN);
  memcpy(second, text + BETWEEN + 1, BETWEEN);
  if (!start_hex(b, t, first, must, stretch ? &place->low : &place->entry[0], err))
    return false;

  return start_hex(b, t, second, must, stretch ? &place->high : &place->entry[1], err);
}

enum { COL_UNIT, COL_MAP, COL_HEX, COL_ALT, COL_ENTRY, COL_TAG, SETUP_COLS };

/* J.1: of a counter listed on both maps the later row (Prokhorovka) holds. */
static bool place_row(struct sal_book *b, struct sal_tsv *t, struct own *o, sal_unit u,
                      const char *const *v, struct sal_err *err) {
  bool lesson = o->scenario & SC_LESSON;
  bool must = !lesson && !b->position;
  struct place *place = &o->place[u];

  *place = (struct place){0};
  if (!small(t, "date", 31, &place->date, err))
    return false;
  if (!small(t, "from", 31, &place->from, err))
    return false;
  if (!small(t, "half", 31, &place->half, err))
    return false;
  if (!start_hex(b, t, v[COL_HEX], must, &place->at, err))
    return false;
  if (!start_hex(b, t, v[COL_ALT], must, &place->alt, err))
    return false;
  place->stawka = stawka_of(o, v[COL_TAG]);
  place->p4 = sal_eq(v[COL_TAG], "7ga");
  if (lesson) {
    place->date = 0;
    return true;
  }

  return entry_of(b, t, v[COL_ENTRY], must, place, err);
}

/* One row of setup.tsv, when its map is in the scenario. */
static bool setup_row(struct sal_book *b, struct sal_tsv *t, struct own *o, struct sal_err *err) {
  static const char *const cols[SETUP_COLS] = {"unit", "map", "hex", "alt", "entry", "tag"};
  const char *v[SETUP_COLS];

  for (int i = 0; i < SETUP_COLS; i++) {
    v[i] = sal_tsv_text(t, cols[i], err);
    if (!v[i])
      return false;
  }
  sal_unit u = sal_unit_find(b, v[COL_UNIT]);
  if (u == SAL_NOUNIT)
    return sal_tsv_fail(t, err, "there is no counter '%s'", v[COL_UNIT]);
  int map = sal_eq(v[COL_MAP], "k") ? SC_K : SC_P;
  if (!(o->scenario & map))
    return true;

  return place_row(b, t, o, u, v, err);
}

/* Where every counter of the scenario begins. */
static bool load_setup(struct sal_book *b, const struct sal_source *src, struct own *o,
                       struct sal_err *err) {
  struct sal_tsv t;
  int got;

  if (!sal_tsv_open(&t, src->files, "setup.tsv", b->arena, err))
    return false;
  while ((got = sal_tsv_next(&t, err)) > 0)
    if (!t.directive && !setup_row(b, &t, o, err))
      return false;

  return got == 0;
}

/* Leaves the counters of the scenario in a list. */
static void keep_placed(const struct own *o, uint16_t *list, uint16_t *n) {
  int kept = 0;

  for (int i = 0; i < *n; i++) {
    const struct place *place = &o->place[list[i]];
    if (place->at || place->date)
      list[kept++] = list[i];
  }
  *n = (uint16_t)kept;
}

/* The lists of a side's units name those of the scenario alone; a position may bring any counter.
 */
static void muster(const struct sal_book *b, struct own *o) {
  if (b->position)
    return;
  for (int side = 0; side < SAL_SIDES; side++) {
    keep_placed(o, o->mine[side], &o->nmine[side]);
    keep_placed(o, o->guns[side], &o->nguns[side]);
    keep_placed(o, o->hqs[side], &o->nhqs[side]);
  }
}

/* How far the side's nearest set-up unit is. */
static int nearest(const struct sal_board *m, const struct own *o, int side, sal_hex h) {
  enum { NOWHERE = 1000 };
  int best = NOWHERE;

  EACH_IN(o->mine[side], o->nmine[side], u) {
    sal_hex at = o->place[u].at;
    if (at)
      best = smaller(best, sal_distance(m, h, at));
  }

  return best;
}

/* 4.3.1: a hex belongs to the side whose set-up units are nearer, a tie to the Soviets. */
static void start_control(struct sal_book *b, struct own *o) {
  const struct sal_board *m = &b->board;

  EACH_HEX(m, h) {
    int german = nearest(m, o, SAL_GERMAN, (sal_hex)h);
    int soviet = nearest(m, o, SAL_SOVIET, (sal_hex)h);
    o->start[h] = german < soviet ? HELD_G : HELD_S;
  }
}

/* One row of victory.tsv, when it is for this scenario. */
static bool victory_row(struct sal_book *b, struct sal_tsv *t, struct own *o, struct sal_err *err) {
  static const char *const kinds[] = {"river", "place", "town", "stawka", "unit"};
  struct line_score *l = &o->score[o->nscores];
  const char *scenario = sal_tsv_text(t, "scenario", err);
  const char *kind = sal_tsv_text(t, "kind", err);
  const char *region = sal_tsv_text(t, "region", err);
  const char *rule = sal_tsv_text(t, "rule", err);

  l->title = sal_tsv_text(t, "title", err);
  if (!scenario)
    return false;
  if (!kind)
    return false;
  if (!region)
    return false;
  if (!rule)
    return false;
  if (!l->title)
    return false;
  if (!small(t, "vp", 50, &l->vp, err))
    return false;
  if (!sal_eq(scenario, b->scenarios[b->scenario].id))
    return true;
  int k = word_index(kinds, 5, kind);
  int r = sal_rule_find(b, rule);
  if (k < 0)
    return sal_tsv_fail(t, err, "unknown kind '%s'", kind);
  if (r < 0)
    return sal_tsv_fail(t, err, "unknown rule '%s'", rule);
  l->kind = (uint8_t)k;
  l->rule = (uint16_t)r;
  l->region = *region ? sal_region_find(&b->board, region) : NULL;
  if (*region && !l->region && !b->position)
    return sal_tsv_fail(t, err, "the map has no region '%s'", region);
  o->nscores++;
  if (o->nscores == MAX_SCORES)
    return sal_tsv_fail(t, err, "too many lines");

  return true;
}

/* What scores in this scenario. */
static bool load_victory(struct sal_book *b, const struct sal_source *src, struct own *o,
                         struct sal_err *err) {
  struct sal_tsv t;
  int got;

  if (!sal_tsv_open(&t, src->files, "victory.tsv", b->arena, err))
    return false;
  while ((got = sal_tsv_next(&t, err)) > 0)
    if (!t.directive && !victory_row(b, &t, o, err))
      return false;

  return got == 0;
}

/* ---- the book --------------------------------------------------------------------------- */

/* K.6, P.8: which maps a scenario has, and how many air counters the German chooses. */
static void name_scenario(const struct sal_book *b, struct own *o) {
  const char *id = b->scenarios[b->scenario].id;

  o->scenario = SC_K;
  o->air_quota = 2;
  o->turns = (uint8_t)b->scenarios[b->scenario].turns;
  if (sal_eq(id, "lesson")) {
    o->scenario = SC_K | SC_LESSON;
    o->air_quota = 1;
  } else if (sal_eq(id, "joined")) {
    o->scenario = SC_K | SC_P;
  } else if (sal_eq(id, "prokhorovka")) {
    o->scenario = SC_P;
    o->air_quota = 4;
  }
}

/* The regions that the rules speak of; a small map may lack some. */
static void name_regions(const struct sal_book *b, struct own *o) {
  const struct sal_board *m = &b->board;

  o->base[SAL_GERMAN] = sal_region_find(m, "german.supply");
  o->base[SAL_SOVIET] = sal_region_find(m, "soviet.supply");
  o->entry[SAL_GERMAN] = sal_region_find(m, "german.entry");
  o->entry[SAL_SOVIET] = sal_region_find(m, "soviet.entry");
  o->zone_e = sal_region_find(m, "zone.e");
  o->kursk = sal_region_find(m, "kursk");
  o->obojan = sal_region_find(m, "obojan");
  o->bielgorod = sal_region_find(m, "bielgorod");
  o->prokhorovka = sal_region_find(m, "prokhorovka");
}

/* Reads everything into the book. */
bool wb_load(struct sal_book *b, const struct sal_source *src, struct sal_err *err) {
  struct own *o = b->own = sal_alloc(b->arena, sizeof *o);

  b->mp_den = POINT;
  memset(err, 0, sizeof *err);
  if (!load_kinds(b, src, o, err))
    return false;
  if (!sal_book_common(b, src, counter, err))
    return false;
  name_scenario(b, o);
  if (b->nlisted != OPTIONS)
    return sal_fail(err, "options.tsv", 0, "%d options are wanted", OPTIONS);
  name_regions(b, o);
  if (!load_tables(b, o, err))
    return false;
  if (!load_ground(b, o, err))
    return false;
  if (!load_setup(b, src, o, err))
    return false;
  if (!load_victory(b, src, o, err))
    return false;
  muster(b, o);
  start_control(b, o);
  size_t bytes = offsetof(struct state, cell) + b->board.cells * sizeof(struct cell);
  b->state_bytes = (uint32_t)((bytes + 7u) & ~7u);
  b->scratch_bytes = SAL_MAX_CELLS * 16;
  return true;
}
