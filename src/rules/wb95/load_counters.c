/* load_counters.c - kinds.tsv and counters.tsv: figures, stars, formations, what is printed on a
 * face.
 *
 * A made-up unit of a position takes a kind's figures and overwrites what it names.
 */
#include "load.h"

#include <string.h>

static const char *const roles[ROLES] = {
    "regular",        "towed-gun", "fortification", "volkssturm", "towed-artillery",
    "self-propelled", "hq",        "resilience",    "air",        "air-allied"};
static const char *const classes[] = {"truck", "track", "foot"};
static const char *const star_names[] = {"black", "white", "yellow", "blue"};

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
    int star = n ? wb_word_index(star_names, 4, word) : 0;
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
bool wb_small(struct sal_tsv *t, const char *col, int max, uint8_t *out, struct sal_err *err) {
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
    if (!wb_small(t, figures[i].name, figures[i].most, figure_in(row, &figures[i]), err))
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

/* The few kinds that have a special rule. */
static int flag_of(const char *word) {
  static const char *const words[] = {"car", "panther", "ferdinand"};
  int i = wb_word_index(words, 3, word);
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

  int r = wb_word_index(roles, ROLES, role);
  int c = wb_word_index(classes, 3, class);
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
bool wb_load_kinds(struct sal_book *b, const struct sal_source *src, struct own *o,
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
  return wb_word_index(classes, 3, low);
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

enum { MOST_FORMATIONS = MAX_FORMATIONS - 1 }; /* number 0 is none */

/* 13.1.1: the number of a formation, new or known; 0: none; -1: there is no room for another. */
static int formation_of(struct own *o, const char *name) {
  if (!*name)
    return 0;
  for (int i = 1; i <= o->nformations; i++)
    if (sal_eq(o->formation_id[i], name))
      return i;
  if (o->nformations == MOST_FORMATIONS)
    return -1;
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
  if (!wb_small(t, "morale", 13, &k->morale, err))
    return false;
  if (!wb_small(t, "sp", 40, &sp, err))
    return false;
  if (sp) {
    struct figures row = {.sp = sp, .reduced = k->sp[1], .off = sp, .def = sp};
    strengths(k, &row);
  }
  if (*stars)
    k->stars = stars_of(stars);
  if (*stars && k->stars == NO_STARS)
    return sal_tsv_fail(t, err, "unknown stars '%s'", stars);
  int number = formation_of(o, formation);
  if (number < 0)
    return sal_tsv_fail(t, err, "more than %d formations", MOST_FORMATIONS);
  o->formation[u] = (uint8_t)number;
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
  int number = formation_of(o, c->formation);
  if (number < 0)
    return sal_fail_at(err, "units", "more than %d formations", MOST_FORMATIONS);
  o->formation[u] = (uint8_t)number;
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
bool wb_load_counter(struct sal_book *b, sal_unit u, struct sal_tsv *t, struct sal_err *err) {
  struct own *o = b->own;
  const struct sal_counter *c = &b->counter[u];

  if (u >= MAX_UNITS)
    return sal_fail(err, NULL, 0, "more than %d units", MAX_UNITS);
  int i = wb_word_index(o->kind_id, o->nkinds, c->kind);
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
