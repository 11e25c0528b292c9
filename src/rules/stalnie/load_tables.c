/* load_tables.c - stalnie section 3: the printed tables, read into the book.
 *
 * Everything that play takes from data/stalnie/tables.tsv comes through here, results as well as
 * figures, so that an owner's own copy of a table counts. A table keeps the rows of the
 * specification; a cell that cannot be read stops the load and is named.
 */
#include "state.h"

#include <string.h>

/* ---- small readers ---------------------------------------------------------------------- */

/* Names the table, the row and what stands there. */
static bool bad_cell(const struct sal_table *t, int row, int col, struct sal_err *err) {
  const char *text = col < 0 ? t->row[row] : sal_table_cell(t, row, col);
  return sal_table_fail(t, row, err, "'%s' cannot be read", text);
}

/* "+1" is a number too */
static bool int_cell(const struct sal_table *t, int row, int col, int lo, int hi, int *out,
                     struct sal_err *err) {
  const char *cell = sal_table_cell(t, row, col);
  int32_t v;

  *out = 0;
  if (!sal_parse_int(cell + (*cell == '+'), lo, hi, &v))
    return bad_cell(t, row, col, err);
  *out = (int)v;
  return true;
}

/* Which of these words a cell is. */
static int word_index(const char *const *words, const char *cell) {
  for (int i = 0; words[i]; i++)
    if (*cell && sal_eq(words[i], cell))
      return i;
  return NOT_FOUND;
}

/* A cell that must be one of these words. */
static bool word_cell(const struct sal_table *t, int row, int col, const char *const *words,
                      int *out, struct sal_err *err) {
  *out = word_index(words, sal_table_cell(t, row, col));
  if (*out == NOT_FOUND)
    return bad_cell(t, row, col, err);
  return true;
}

/* ---- tables by dice --------------------------------------------------------------------- */

enum { LEAST = -99, MOST = 99 };

/* A figure that dice with modifiers can come to. */
static bool figure(const char *text, int *out) {
  int32_t value;
  if (!sal_parse_int(text, LEAST, MOST, &value))
    return false;
  *out = (int)value;
  return true;
}

/* "<=2", "3-4", ">=13", "7" as a range. */
static bool range_of(const char *text, int *lo, int *hi) {
  char first[8];
  const char *dash = strchr(text, '-');
  size_t length = dash ? (size_t)(dash - text) : 0;

  *lo = LEAST;
  *hi = MOST;
  if (strncmp(text, "<=", 2) == 0)
    return figure(text + 2, hi);
  if (strncmp(text, ">=", 2) == 0)
    return figure(text + 2, lo);

  /* A dash at the beginning is the sign of a single figure. */
  if (length && length < sizeof first) {
    memcpy(first, text, length);
    first[length] = 0;
    return figure(first, lo) && figure(dash + 1, hi);
  }

  if (!figure(text, lo))
    return false;
  *hi = *lo;
  return true;
}

/* Rows follow on each other, so that every roll finds one and only one. */
static bool add_band(const struct sal_table *t, int row, int lo, int hi, int value,
                     struct dice_table *d, struct sal_err *err) {
  int next = row ? d->row[row - 1].hi + 1 : LEAST;

  if (lo != next || hi < lo || (hi == MOST) != (row == t->nrows - 1))
    return sal_table_fail(t, row, err, "it does not follow on the row before");
  d->row[row] = (struct band){(int8_t)lo, (int8_t)hi, (int16_t)value};
  d->n = (uint8_t)(row + 1);
  return true;
}

/* A row labelled with a range of dice. */
static bool band_row(const struct sal_table *t, int row, int value, struct dice_table *d,
                     struct sal_err *err) {
  int lo;
  int hi;
  if (range_of(sal_table_row(t, row), &lo, &hi))
    return add_band(t, row, lo, hi, value, d, err);
  return bad_cell(t, row, -1, err);
}

/* The value of the row that a roll falls in. Every roll falls in one: add_band has seen to that.
 */
int sp_banded(const struct dice_table *d, int final) {
  int i = 0;
  while (final > d->row[i].hi)
    i++;
  return d->row[i].value;
}

/* A table whose results are words: the word's place in the list is the value. */
static bool worded(const struct sal_book *b, const char *id, int rows, int cols, int col,
                   const char *const *words, struct dice_table *d, struct sal_err *err) {
  const struct sal_table *t = sal_table_of(b, id, rows, cols, err);
  int v;
  for (int r = 0; t && r < rows; r++)
    if (!word_cell(t, r, col, words, &v, err) || !band_row(t, r, v, d, err))
      return false;
  return t;
}

/* 3.2, with separate cells for from and to */
static bool load_replenish(const struct sal_book *b, struct own *o, struct sal_err *err) {
  const struct sal_table *t = sal_table_of(b, "replenish", 7, 3, err);
  int hi;
  int cpp;
  int32_t lo;

  for (int r = 0; t && r < 7; r++) {
    if (!sal_parse_int(sal_table_row(t, r), LEAST, MOST, &lo))
      return bad_cell(t, r, -1, err);
    if (!int_cell(t, r, 0, LEAST, MOST, &hi, err))
      return false;
    if (!int_cell(t, r, 1, 0, 60, &cpp, err))
      return false;
    if (!add_band(t, r, (int)lo, hi, cpp, &o->replenish, err))
      return false;
  }

  return t;
}

/* 3.3 */
static bool load_historical(const struct sal_book *b, struct own *o, struct sal_err *err) {
  const struct sal_table *t = sal_table_of(b, "historical", 4, 2, err);
  int v;

  for (int r = 0; t && r < 4; r++)
    for (int s = 0; s < 2; s++) {
      if (!int_cell(t, r, s, -6, 6, &v, err))
        return false;
      o->historical[r][s] = (int8_t)v;
    }

  return t;
}

/* 11.617: the change of the ELR by the Final DR. */
static bool load_elr(const struct sal_book *b, struct own *o, struct sal_err *err) {
  const struct sal_table *t = sal_table_of(b, "elr", 3, 1, err);
  int v;

  for (int r = 0; t && r < 3; r++)
    if (!int_cell(t, r, 0, -1, 1, &v, err) || !band_row(t, r, v, &o->elr, err))
      return false;
  return t;
}

/* A leader's grade or "none" as a type; Inexperienced crews where they are allowed. */
static bool grades(const struct sal_book *b, const char *id, int rows, int cols, bool green,
                   struct dice_table *d, struct sal_err *err) {
  const struct sal_table *t = sal_table_of(b, id, rows, cols, err);

  for (int r = 0; t && r < rows; r++) {
    const char *what = sal_table_cell(t, r, 0);
    bool inexperienced = green && sal_eq(what, "Inexperienced");
    int v = inexperienced ? GREEN : sp_grade_named(own(b), what);

    if (!v && !sal_eq(what, "none"))
      return bad_cell(t, r, 0, err);
    if (!band_row(t, r, v, d, err))
      return false;
  }

  return t;
}

/* 3.7: up to three of them in a cell */
static bool load_leaders(const struct sal_book *b, struct own *o, struct sal_err *err) {
  const struct sal_table *t = sal_table_of(b, "leaders", 12, 2, err);

  for (int r = 0; t && r < 12; r++) {
    if (!band_row(t, r, r, &o->leader_dr, err))
      return false;

    for (int s = 0; s < 2; s++) {
      const char *q = sal_table_cell(t, r, s);

      for (int n = 0; *q; n++) {
        char id[8] = "";
        size_t k = strcspn(q, ",");

        if (k < sizeof id)
          memcpy(id, q, k);
        if (n == 3)
          return bad_cell(t, r, s, err);

        int type = sp_grade_named(o, id);
        o->leaders[r][s][n] = (uint8_t)type;
        if (!type)
          return bad_cell(t, r, s, err);
        q += k + (q[k] == ',');
      }
    }
  }

  return t;
}

/* 3.12: "improve a 9-2", "create an 8-1", "nothing". */
static bool load_improvement(const struct sal_book *b, struct own *o, struct sal_err *err) {
  const struct sal_table *t = sal_table_of(b, "al.improve", 5, 1, err);

  for (int r = 0; t && r < 5; r++) {
    const char *cell = sal_table_cell(t, r, 0);
    const char *last = strrchr(cell, ' ');
    /* the last word is a leader's grade */
    int type = sp_grade_named(o, last ? last + 1 : "");
    int grade = NOT_FOUND;

    for (int g = 0; g < 8; g++)
      if (o->grade[g] == type)
        grade = g;
    bool improves = strncmp(cell, "improve ", 8) == 0;
    bool creates = strncmp(cell, "create ", 7) == 0;

    /* grade 7 is the best: nothing is better than it */
    bool has_grade = grade != NOT_FOUND && grade != 7;
    bool understood = has_grade && (improves || creates);
    if (!understood && !sal_eq(cell, "nothing"))
      return bad_cell(t, r, 0, err);

    int result = 0;
    if (improves)
      result = AL_IMPROVE + grade;
    else if (creates)
      result = AL_CREATE + grade;
    if (!band_row(t, r, result, &o->al_improve, err))
      return false;
  }

  return t;
}

/* ---- escape, repair, clearing ----------------------------------------------------------- */

/* 3.9: results for Infantry and for AFV, and the modifiers with those that vehicles take too. */
static bool load_escape(const struct sal_book *b, struct own *o, struct sal_err *err) {
  static const char *const foot[] = {[ESCAPES] = "escapes",
                                     [REPLACED] = "escapes, Replaced",
                                     [REDUCED] = "escapes, Casualty Reduced",
                                     [REPLACED_REDUCED] = "escapes, Replaced then Casualty Reduced",
                                     [ALL_LOST] = "eliminated",
                                     NULL};
  static const char *const afv[] = {[ESCAPES] = "escapes",
                                    [REPLACED] = "",
                                    [REDUCED] = "",
                                    [REPLACED_REDUCED] = "",
                                    [ALL_LOST] = "eliminated, no crew survival",
                                    [CREW_ESCAPES] = "abandoned, crew escapes",
                                    [CREW_LOST] = "abandoned, crew eliminated",
                                    NULL};

  if (!worded(b, "escape", 5, 2, 0, foot, &o->escape[0], err))
    return false;
  if (!worded(b, "escape", 5, 2, 1, afv, &o->escape[1], err))
    return false;
  const struct sal_table *t = sal_table_of(b, "escape.drm", ESCAPE_ROWS, 3, err);

  for (int r = 0; t && r < ESCAPE_ROWS; r++) {
    static const char *const yes_no[] = {"no", "yes", NULL};
    int by = 0;
    int vehicles;

    /* whatever his modifier is */
    if (r == BY_LEADER && !sal_eq(sal_table_cell(t, r, 0), "leader"))
      return bad_cell(t, r, 0, err);
    if (r != BY_LEADER && !int_cell(t, r, 0, -9, 9, &by, err))
      return false;
    if (!word_cell(t, r, 2, yes_no, &vehicles, err))
      return false;
    o->escape_drm[r] = (struct escape_row){(int8_t)by, vehicles};
  }

  return t;
}

/* 3.11: the modifiers of repair. */
static bool load_repair(const struct sal_book *b, struct own *o, struct sal_err *err) {
  const struct sal_table *t = sal_table_of(b, "repair", REPAIR_ROWS, 2, err);
  int v;

  for (int r = 0; t && r < REPAIR_ROWS; r++) {
    if (!int_cell(t, r, 0, -9, 9, &v, err))
      return false;
    o->repair[r] = (int8_t)v;
  }

  return t;
}

/* 3.17 */
static bool load_immobilized(const struct sal_book *b, struct own *o, struct sal_err *err) {
  static const char *const fate[] = {[IM_LOST] = "eliminated",
                                     [IM_SAVED] = "retained off map, repair once per RePh",
                                     [IM_LEFT] = "left in place",
                                     NULL};
  static const char *const boards[] = {"removed", "retained"};
  const struct sal_table *t = sal_table_of(b, "immobilized", 2, 2, err);
  int v;

  for (int r = 0; t && r < 2; r++)
    for (int c = 0; c < 2; c++) {
      if (!sal_eq(sal_table_row(t, r), boards[r]))
        return bad_cell(t, r, -1, err);
      if (!word_cell(t, r, c, fate, &v, err))
        return false;
      if (r == 0 && v == IM_LEFT)
        return sal_table_fail(t, r, err, "nothing is left in place on a board that is removed");
      o->immobilized[r][c == 0 ? RUS : GER] = (uint8_t)v;
    }

  return t;
}

/* ---- limits, quick battle --------------------------------------------------------------- */

/* A whole table of small figures, a column of bytes for each of its first columns. */
static bool figures(const struct sal_book *b, const char *id, int rows, int cols, int used,
                    int most, uint8_t *out, struct sal_err *err) {
  const struct sal_table *t = sal_table_of(b, id, rows, cols, err);
  int v;

  for (int r = 0; t && r < rows; r++)
    for (int c = 0; c < used; c++) {
      if (!int_cell(t, r, c, 0, most, &v, err))
        return false;
      out[r * used + c] = (uint8_t)v;
    }

  return t;
}

/* 3.13 to 3.15, 6.12 */
static bool load_limits(const struct sal_book *b, struct own *o, struct sal_err *err) {
  uint8_t limit[4][3];

  if (!figures(b, "limits", 4, 4, 3, 250, &limit[0][0], err))
    return false;

  for (int r = 0; r < 4; r++) {
    o->san_max[r][RUS] = limit[r][0];
    o->san_max[r][GER] = limit[r][1];
    o->vl_needed[r] = limit[r][2];
  }

  if (!figures(b, "gameend", 3, 2, 1, 6, o->circled, err))
    return false;

  return figures(b, "piles", 3, 2, 2, 20, &o->pile[0][0], err);
}

/* section 9 */
static bool load_quick(const struct sal_book *b, struct own *o, struct sal_err *err) {
  const struct sal_table *t;
  int v;

  if (!figures(b, "fire", 11, 1, 1, 255, o->percent + 2, err))
    return false;
  if (!(t = sal_table_of(b, "steps", 6, 1, err)))
    return false;

  for (int r = 0; r < 6; r++) {
    int32_t from;

    if (!sal_parse_int(sal_table_row(t, r), 0, 999, &from))
      return bad_cell(t, r, -1, err);
    if (!int_cell(t, r, 0, 0, 20, &v, err))
      return false;
    o->step_ratio[r] = (uint16_t)from;
    o->step[r] = (uint16_t)v;
  }

  if (!(t = sal_table_of(b, "quick", 12, 1, err)))
    return false;
  int *const into[] = {&o->q.soft_hit,   &o->q.hard_base,   &o->q.hard_armour, &o->q.dugin,
                       &o->q.works_base, &o->q.works_floor, &o->q.works_per,   &o->q.approach,
                       &o->q.rally,      &o->q.overcast,    &o->q.dry,         &o->q.fog};

  for (int r = 0; r < 12; r++)
    if (!int_cell(t, r, 0, 1, 200, into[r], err))
      return false;

  return true;
}

/* ---- prices ----------------------------------------------------------------------------- */

/* The number that a text begins with. */
static int leading_number(const char *text) {
  int n = 0;
  for (; *text >= '0' && *text <= '9' && n < 1000; text++)
    n = 10 * n + (*text - '0');
  return n;
}

/* "I1,I2" or "A1-A7": is the group among them? The charts print what the files write small. */
static bool listed(const char *list, const char *id) {
  int32_t n = 0;
  int32_t lo;
  int32_t hi;

  sal_parse_int(id + 1, 1, 99, &n);

  for (const char *q = list; *q;) {
    char item[16] = "";
    size_t k = strcspn(q, ",");

    if (k < sizeof item)
      memcpy(item, q, k);
    char *dash = strchr(item, '-');

    if (dash)
      *dash = 0;
    if (item[0] == id[0] - 'a' + 'A' && sal_parse_int(item + 1, 1, 99, &lo) &&
        sal_parse_int(dash ? dash + 2 : item + 1, 1, 99, &hi) && n >= lo && n <= hi)
      return true;

    q += k + (q[k] == ',');
  }

  return false;
}

/* The number behind a group's letter; 0 where nothing stands. */
static int group_number(const char *id) {
  return *id ? leading_number(id + 1) : 0;
}

/* How many groups such a list names: "A1-A7,I2" is eight. A range without an end, or the wrong way
 * round, is one name that no group has. */
static int names_in(const char *list) {
  int n = 0;
  for (const char *q = list; *q;) {
    size_t k = strcspn(q, ",");
    const char *dash = memchr(q, '-', k);
    int range = dash ? group_number(dash + 1) - group_number(q) + 1 : 1;
    n += range > 0 ? range : 1;
    q += k + (q[k] == ',');
  }
  return n;
}

/* 3.6: surcharges by group, and what a dug-in platoon costs. */
static bool load_surcharges(const struct sal_book *b, struct own *o, struct sal_err *err) {
  static const char *const sides[] = {[GER] = "GER", [RUS] = "RUS", NULL};
  const struct sal_table *t = sal_table_of(b, "surcharge", 6, 4, err);

  for (int r = 0; t && r < 6; r++) {
    int side;
    int north;
    int south;

    if (!word_cell(t, r, 0, sides, &side, err))
      return false;
    if (!int_cell(t, r, 2, 0, 9, &north, err))
      return false;
    if (!int_cell(t, r, 3, 0, 9, &south, err))
      return false;

    int found = 0;
    const char *list = sal_table_cell(t, r, 1);
    for (int g = 0; g < o->ngroups[side]; g++)
      if (listed(list, o->group[side][g].id)) {
        found++;
        o->group[side][g].north = (uint8_t)(2 * north);
        o->group[side][g].south = (uint8_t)(2 * south);
      }
    if (found != names_in(list))
      return bad_cell(t, r, 1, err);
  }

  if (!t)
    return false;
  if (!(t = sal_table_find(b, "dugin")))
    return sal_fail(err, "tables.tsv", 0, "table 'dugin' is missing");

  for (int r = 0; r < t->nrows; r++) {
    int g = sp_group_named(o, RUS, sal_table_row(t, r));
    int h = sp_halves(sal_table_cell(t, r, 0));
    if (g == NOT_FOUND || h == NOT_FOUND)
      return bad_cell(t, r, 0, err);
    o->group[RUS][g].dugin = (uint8_t)h;
    o->group[RUS][g].manners |= 1 << DUGIN;
  }

  return true;
}

/* 6.12: what a module's calibre is worth. */
static bool load_artillery(const struct sal_book *b, struct own *o, struct sal_err *err) {
  const struct sal_table *t = sal_table_find(b, "oba");

  if (!t)
    return sal_fail(err, "tables.tsv", 0, "table 'oba' is missing");

  for (int r = 0; r < t->nrows; r++) {
    int32_t calibre;
    int fp;

    if (!sal_parse_int(sal_table_row(t, r), 1, 999, &calibre))
      return bad_cell(t, r, -1, err);
    if (!int_cell(t, r, 0, 1, 100, &fp, err))
      return false;

    for (int side = 0; side < 2; side++)
      for (int g = 0; g < o->ngroups[side]; g++)
        if (o->group[side][g].calibre == calibre)
          o->group[side][g].fire = (uint8_t)fp;
  }

  return true;
}

/* The number before `until` in a price, 0 for none ("-" or empty). */
static int price_of(const char *cell, const char *until, int most) {
  char one[8] = "";
  int32_t v;
  size_t n = strcspn(cell, until);

  if (!*cell || sal_eq(cell, "-"))
    return 0;
  if (n < sizeof one)
    memcpy(one, cell, n);
  if (sal_parse_int(one, 1, most, &v))
    return (int)v;
  return NOT_FOUND;
}

/* The nth of several prices, "1/2/3"; the end of the text when there are fewer. */
static const char *part_of(const char *cell, int nth) {
  while (--nth > 0) {
    cell += strcspn(cell, "/");
    if (*cell)
      cell++;
  }
  return cell;
}

/* "mine FPP limit GER 30 RUS 70": the number after a side. */
static int limit_of(const char *note, const char *side) {
  const char *at = strstr(note, side);
  if (at)
    return price_of(at + strlen(side), " ", 250);
  return NOT_FOUND;
}

/* 3.10: the printed rows cover several kinds each, at a multiple of the price of the row. */
static bool load_forts(const struct sal_book *b, struct own *o, struct sal_err *err) {
  enum { MINES = 3, PILLBOX = 7 };
  static const struct {
    uint8_t row, kind, times;
  } map[FORTS] = {{0, FORT_FOX1, 1},
                  {0, FORT_FOX2, 2},
                  {0, FORT_FOX3, 3},
                  {1, FORT_TRENCH, 1},
                  {2, FORT_DITCH, 1},
                  {MINES, FORT_AP2, 2},
                  {MINES, FORT_AP4, 4},
                  {MINES, FORT_AP6, 6},
                  {MINES, FORT_AP8, 8},
                  {MINES, FORT_AP12, 12},
                  {4, FORT_AT1, 1},
                  {4, FORT_AT2, 2},
                  {4, FORT_AT3, 3},
                  {4, FORT_AT4, 4},
                  {4, FORT_AT5, 5},
                  {5, FORT_ROADBLOCK, 1},
                  {6, FORT_WIRE, 1},
                  {8, FORT_BUILDING, 1},
                  {PILLBOX, FORT_PILL135, 9},
                  {PILLBOX, FORT_PILL235, 10},
                  {PILLBOX, FORT_PILL335, 11},
                  {PILLBOX, FORT_PILL157, 13},
                  {PILLBOX, FORT_PILL257, 14},
                  {PILLBOX, FORT_PILL357, 15}, /* 11.621d: a + b + c */
                  {9, FORT_HIP_SMC, 1},
                  {10, FORT_HIP_HS, 1},
                  {11, FORT_HIP_SQUAD, 1},
                  {12, FORT_HIP_58, 1},
                  {13, FORT_HIP_VEHICLE, 1},
                  {14, FORT_DUMMY, 1},
                  {15, FORT_SETDC, 1}};
  static const char *const yes_no[] = {"no", "yes", NULL};
  static const char *const sides[] = {[GER] = "GER ", [RUS] = "RUS "};
  const struct sal_table *t = sal_table_of(b, "forts", 16, 5, err);

  for (int i = 0; t && i < FORTS; i++) {
    struct fort_kind *f = &o->fort[map[i].kind];
    int row = map[i].row;
    int front;
    int isolated;

    for (int s = 0; s < 2; s++) {
      const char *cell = sal_table_cell(t, row, s);
      bool foxhole = row == 0; /* one price a size: "1/2/3" */
      int times = foxhole ? 1 : map[i].times;
      if (foxhole)
        cell = part_of(cell, map[i].times);
      int price = price_of(cell, row == PILLBOX ? "*" : "/", 60);
      bool missing = foxhole && !*cell;
      if (missing || price == NOT_FOUND || price * times > UINT8_MAX)
        return bad_cell(t, row, s, err);
      f->price[s] = (uint8_t)(price * times);
    }

    if (!word_cell(t, row, 2, yes_no, &front, err))
      return false;
    if (!word_cell(t, row, 3, yes_no, &isolated, err))
      return false;
    f->front = front;
    f->isolated = isolated;
  }

  for (int s = 0; t && s < 2; s++) {
    int limit = limit_of(sal_table_cell(t, MINES, 4), sides[s]);
    if (limit == NOT_FOUND)
      return bad_cell(t, MINES, 4, err);
    o->mine_limit[s] = (uint8_t)limit;
  }

  return t;
}

/* ---- the initial forces and the plan ---------------------------------------------------- */

/* 3.16: what each side has at the start. The lesson has a separate table. */
static bool load_given(const struct sal_book *b, struct own *o, struct sal_err *err) {
  static const char *const sides[] = {[GER] = "GER", [RUS] = "RUS", NULL};
  const struct sal_table *t = sal_table_of(b, o->campaign ? "ob" : "ob.lesson", GIVEN_ROWS, 6, err);

  for (int r = 0; t && r < GIVEN_ROWS; r++) {
    struct given *g = &o->given[r];
    int side;
    int elr;
    int san;
    int cpp = 0;
    /* a second row of the same side has no CPP */
    bool more = !*sal_table_cell(t, r, 3);
    if (!word_cell(t, r, 0, sides, &side, err))
      return false;
    if (!int_cell(t, r, 1, 1, 5, &elr, err))
      return false;
    if (!int_cell(t, r, 2, 0, 9, &san, err))
      return false;
    if (!more && !int_cell(t, r, 3, 0, 60, &cpp, err))
      return false;
    *g = (struct given){.side = (uint8_t)side,
                        .elr = (uint8_t)elr,
                        .san = (uint8_t)san,
                        .cpp = (uint8_t)cpp,
                        .more = more};

    for (const char *q = sal_table_cell(t, r, 5); *q;) {
      char id[8] = "";
      size_t n = strcspn(q, ",");

      if (n < sizeof id)
        memcpy(id, q, n);
      if (id[0] >= 'A' && id[0] <= 'Z')
        id[0] = (char)(id[0] - 'A' + 'a');
      int group = sp_group_named(o, side, id);

      if (group == NOT_FOUND || g->n == sizeof g->group)
        return bad_cell(t, r, 5, err);
      g->group[g->n++] = (uint8_t)group;
      q += n + (q[n] == ',');
    }
  }

  return t;
}

/* 3.18: where each board lies, how many Victory Locations of each sort it has, and its cover for
 * QB.6. */
static bool load_plan(const struct sal_book *b, struct own *o, struct sal_err *err) {
  static const char *const boards[MAX_BOARDS] = {"16", "17", "33", "18", "2",  "19",
                                                 "13", "24", "X",  "10", "21", "12"};
  const struct sal_table *t = sal_table_of(b, "boards", MAX_BOARDS, 8, err);
  int seen[5][4] = {{0}};
  int v[8];

  if (!t)
    return false;

  for (int r = 0; r < MAX_BOARDS; r++) {
    if (!sal_eq(sal_table_row(t, r), boards[r]))
      return sal_table_fail(t, r, err, "board %s is wanted here", boards[r]);
    for (int c = 0; c < 8; c++)
      if (!int_cell(t, r, c, 0, 250, &v[c], err))
        return false;
    if (v[0] != v[3] + v[4] + v[5] + v[6])
      return sal_table_fail(t, r, err, "the board's parts are not its total");
    if (v[1] < 1 || v[1] > 4 || v[2] < 1 || v[2] > 3 || seen[v[1]][v[2]]++)
      return sal_table_fail(t, r, err, "each row of the plan has three boards");

    o->board[r] =
        (struct board_plan){t->row[r], (uint8_t)v[0], (uint8_t)v[1], (uint8_t)v[2], (uint8_t)v[7]};
  }

  o->nboards = MAX_BOARDS;

  return true;
}

/* All printed tables, one after the other; the first that cannot be read stops the load. */
bool sp_load_printed(const struct sal_book *b, struct own *o, struct sal_err *err) {
  if (!load_replenish(b, o, err))
    return false;
  if (!load_historical(b, o, err))
    return false;
  if (!worded(b, "weather", 4, 1, 0, sp_weather_word, &o->weather, err))
    return false;
  if (!worded(b, "ec", 5, 1, 0, sp_ec_word, &o->ec, err))
    return false;
  if (!load_elr(b, o, err))
    return false;
  if (!grades(b, "promotion", 4, 1, false, &o->promotion, err))
    return false;
  if (!grades(b, "al", 6, 2, true, &o->al, err))
    return false;
  if (!load_leaders(b, o, err))
    return false;
  if (!load_improvement(b, o, err))
    return false;
  if (!load_escape(b, o, err))
    return false;
  if (!load_repair(b, o, err))
    return false;
  if (!load_immobilized(b, o, err))
    return false;
  if (!load_limits(b, o, err))
    return false;
  if (!load_quick(b, o, err))
    return false;
  if (!load_surcharges(b, o, err))
    return false;
  if (!load_artillery(b, o, err))
    return false;
  if (!load_forts(b, o, err))
    return false;
  if (!load_given(b, o, err))
    return false;

  return load_plan(b, o, err);
}
