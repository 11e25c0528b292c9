/* test_03_read_tables.c - section 3: what play takes from each printed table, the ends of every
 * figure, and the one line said of a cell that cannot be read. */
#include "kit.h"

/* ---- a book with another cell ----------------------------------------------------------- */

enum { LABEL = -1 };

static struct own reread; /* what the tables come to, read once more */

static const char **cell_of(const struct kit *k, const char *table, int row, int col) {
  const struct sal_table *t = sal_table_find(k->book, table);
  assert_non_null(t);
  assert_in_range(row, 0, t->nrows - 1);
  return col == LABEL ? &t->row[row] : &t->cell[row * t->ncols + col];
}

static bool reads(const struct kit *k, struct sal_err *err) {
  *err = (struct sal_err){0};
  reread = *own(k->book);
  return sp_load_printed(k->book, &reread, err);
}

static void reads_with(struct kit *k, const char *table, int row, int col, const char *text) {
  struct sal_err err;
  const char **cell = cell_of(k, table, row, col), *printed = *cell;
  *cell = text;
  if (!reads(k, &err))
    fail_msg("%s, row %d, column %d, '%s': %s", table, row, col, text, err.text);
  *cell = printed;
}

/* says: NULL for "cannot be read" */
static void refused_with(struct kit *k, const char *table, int row, int col, const char *text,
                         const char *says) {
  struct sal_err err;
  char want[200], what[100];
  const char **cell = cell_of(k, table, row, col), *printed = *cell;
  *cell = text;
  bool good = reads(k, &err);
  snprintf(what, sizeof what, "'%s' cannot be read", text);
  snprintf(want, sizeof want, "table '%s', row '%s': %s", table, *cell_of(k, table, row, LABEL),
           says ? says : what);
  *cell = printed;
  if (good)
    fail_msg("%s, row %d, column %d: '%s' is read", table, row, col, text);
  assert_string_equal(err.file, "tables.tsv");
  assert_string_equal(err.text, want);
}

/* ---- figures ---------------------------------------------------------------------------- */

struct rolls {
  int lo, hi, value;
};
static void same_bands(const char *table, const struct dice_table *d, const struct rolls *want,
                       int n) {
  assert_int_equal(d->n, n);
  for (int i = 0; i < n; i++) {
    const struct band *row = &d->row[i];
    if (row->lo != want[i].lo || row->hi != want[i].hi || row->value != want[i].value)
      fail_msg("%s, row %d: %d to %d: %d", table, i, row->lo, row->hi, row->value);
    for (int roll = row->lo; roll <= row->hi; roll++)
      assert_int_equal(sp_banded(d, roll), want[i].value);
  }
}
#define BANDS(table, d, want) same_bands(table, d, want, (int)(sizeof want / sizeof want[0]))

/* 3.2, 11.617, 11.618, 3.9, 3.12, 3.14: every roll with modifiers and what it comes to. */
static void tables_by_dice(void **unused) {
  (void)unused;
  static const struct rolls
      cpp[] = {{-99, 2, 18}, {3, 4, 17},   {5, 6, 16},  {7, 8, 15},
               {9, 10, 14},  {11, 12, 13}, {13, 99, 12}},
      elr[] = {{-99, 2, 1}, {3, 11, 0}, {12, 99, -1}},
      weather[] = {{-99, 2, FOG}, {3, 4, OVERCAST}, {5, 9, CLEAR}, {10, 99, GUSTY}},
      ec[] = {{-99, 1, WET}, {2, 2, MOIST}, {3, 3, MODERATE}, {4, 5, DRY}, {6, 99, VERY_DRY}},
      foot[] = {{-99, 8, ESCAPES},
                {9, 9, REPLACED},
                {10, 10, REDUCED},
                {11, 11, REPLACED_REDUCED},
                {12, 99, ALL_LOST}},
      afv[] = {{-99, 8, ESCAPES},
               {9, 9, ESCAPES},
               {10, 10, CREW_ESCAPES},
               {11, 11, CREW_LOST},
               {12, 99, ALL_LOST}},
      improve[] = {{-99, 2, AL_IMPROVE + 5},
                   {3, 3, AL_IMPROVE + 4},
                   {4, 4, AL_IMPROVE + 3},
                   {5, 5, AL_CREATE + 3},
                   {6, 99, 0}};
  struct kit *k = kit_open("campaign");
  const struct own *o = own(k->book);
  const struct rolls promotion[] = {
      {-99, 3, o->grade[3]}, {4, 5, o->grade[2]}, {6, 6, o->grade[1]}, {7, 99, 0}};
  const struct rolls al[] = {{-99, 3, o->grade[6]}, {4, 4, o->grade[5]}, {5, 5, o->grade[4]},
                             {6, 7, o->grade[3]},   {8, 12, 0},          {13, 99, GREEN}};
  BANDS("replenish", &o->replenish, cpp);
  BANDS("elr", &o->elr, elr);
  BANDS("weather", &o->weather, weather);
  BANDS("ec", &o->ec, ec);
  BANDS("escape", &o->escape[0], foot);
  BANDS("escape", &o->escape[1], afv);
  BANDS("al.improve", &o->al_improve, improve);
  BANDS("promotion", &o->promotion, promotion);
  BANDS("al", &o->al, al);
  kit_close(k);
}

/* 3.7: German and Soviet leaders, row by row. */
static void leaders(void **unused) {
  (void)unused;
  static const char *const rows[12][2][3] = {{{"10-3", "9-1", "8-0"}, {"10-3", "9-1", "8-0"}},
                                             {{"10-2", "9-1", "8-0"}, {"10-2", "9-1", "8-0"}},
                                             {{"10-2", "8-1", "8-0"}, {"9-2", "9-1", "8-0"}},
                                             {{"9-2", "9-1", "8-0"}, {"9-2", "8-1", "7-0"}},
                                             {{"9-2", "8-1", "7-0"}, {"9-2", "8-1"}},
                                             {{"9-1", "8-1", "8-0"}, {"9-1", "8-0"}},
                                             {{"9-1", "8-0", "7-0"}, {"9-1", "7-0"}},
                                             {{"8-1", "8-0", "7-0"}, {"8-1", "8-0"}},
                                             {{"9-1", "8-0"}, {"8-1", "7-0"}},
                                             {{"9-1", "7-0"}, {"8-0", "7-0"}},
                                             {{"8-1", "7-0"}, {"8-0"}},
                                             {{"8-0", "7-0"}, {"7-0"}}};
  struct kit *k = kit_open("campaign");
  const struct own *o = own(k->book);
  for (int r = 0; r < 12; r++) {
    assert_int_equal(o->leader_dr.row[r].lo, r ? r + 2 : -99);
    assert_int_equal(o->leader_dr.row[r].hi, r < 11 ? r + 2 : 99);
    assert_int_equal(sp_banded(&o->leader_dr, r + 2), r);
    for (int side = 0; side < 2; side++)
      for (int n = 0; n < 3; n++) {
        const char *id = rows[r][side][n];
        assert_string_equal(o->type[o->leaders[r][side][n]].id, id ? id : o->type[0].id);
        assert_int_equal(o->leaders[r][side][n] != 0, id != NULL);
      }
  }
  kit_close(k);
}

/* 3.3, 3.9, 3.11, 3.13 to 3.17, 6.12. */
static void small_figures(void **unused) {
  (void)unused;
  static const int historical[4][2] = {{-2, 0}, {-1, -1}, {-1, -2}, {1, -1}};
  static const struct escape_row escape[ESCAPE_ROWS] = {{0, 1},  {-2, 1}, {-1, 0}, {-1, 0},
                                                        {-1, 1}, {-1, 1}, {1, 1},  {1, 0},
                                                        {1, 0},  {1, 1},  {2, 0},  {2, 1}};
  static const int repair[REPAIR_ROWS] = {-2, -1, -1, 1, 2};
  static const int limits[4][3] = {{5, 3, 60}, {5, 3, 50}, {6, 4, 70}, {6, 4, 70}};
  static const int ends[3] = {2, 4, 6}, piles[3][2] = {{8, 2}, {6, 2}, {4, 3}};
  struct kit *k = kit_open("campaign");
  const struct own *o = own(k->book);
  for (int r = 0; r < 4; r++) {
    assert_int_equal(o->historical[r][0], historical[r][0]);
    assert_int_equal(o->historical[r][1], historical[r][1]);
    assert_int_equal(o->san_max[r][RUS], limits[r][0]);
    assert_int_equal(o->san_max[r][GER], limits[r][1]);
    assert_int_equal(o->vl_needed[r], limits[r][2]);
  }
  for (int r = 0; r < ESCAPE_ROWS; r++) {
    assert_int_equal(o->escape_drm[r].drm, escape[r].drm);
    assert_int_equal(o->escape_drm[r].vehicles, escape[r].vehicles);
  }
  for (int r = 0; r < REPAIR_ROWS; r++)
    assert_int_equal(o->repair[r], repair[r]);
  for (int r = 0; r < 3; r++) {
    assert_int_equal(o->circled[r], ends[r]);
    assert_int_equal(o->pile[r][0], piles[r][0]);
    assert_int_equal(o->pile[r][1], piles[r][1]);
  }
  assert_int_equal(o->immobilized[0][RUS], IM_LOST);
  assert_int_equal(o->immobilized[0][GER], IM_SAVED);
  assert_int_equal(o->immobilized[1][RUS], IM_LEFT);
  assert_int_equal(o->immobilized[1][GER], IM_LEFT);
  assert_int_equal(o->mine_limit[GER], 30);
  assert_int_equal(o->mine_limit[RUS], 70);
  kit_close(k);
}

/* Section 9: percentages, steps and figures of the quick battle. */
static void quick_battle_figures(void **unused) {
  (void)unused;
  static const int percent[11] = {40, 55, 70, 80, 90, 100, 110, 120, 130, 145, 160};
  static const int steps[6][2] = {{0, 0}, {75, 1}, {95, 4}, {140, 5}, {190, 7}, {280, 9}};
  struct kit *k = kit_open("campaign");
  const struct own *o = own(k->book);
  for (int r = 0; r < 11; r++)
    assert_int_equal(o->percent[r + 2], percent[r]);
  for (int r = 0; r < 6; r++) {
    assert_int_equal(o->step_ratio[r], steps[r][0]);
    assert_int_equal(o->step[r], steps[r][1]);
  }
  assert_int_equal(o->q.soft_hit, 40);
  assert_int_equal(o->q.hard_base, 14);
  assert_int_equal(o->q.hard_armour, 5);
  assert_int_equal(o->q.dugin, 4);
  assert_int_equal(o->q.works_base, 88);
  assert_int_equal(o->q.works_floor, 70);
  assert_int_equal(o->q.works_per, 8);
  assert_int_equal(o->q.approach, 10);
  assert_int_equal(o->q.rally, 4);
  assert_int_equal(o->q.overcast, 90);
  assert_int_equal(o->q.dry, 90);
  assert_int_equal(o->q.fog, 70);
  kit_close(k);
}

/* 3.6, 11.6194a, d: in halves. What is not listed costs nothing more and is never dug in. */
static void surcharges(void **unused) {
  (void)unused;
  static const struct {
    int side;
    const char *id;
    int north, south, dugin;
  } want[] = {
      {RUS, "i1", 2, 0, 0}, {RUS, "i2", 2, 0, 0}, {RUS, "i3", 2, 0, 0}, {RUS, "a1", 4, 2, 2},
      {RUS, "a2", 4, 2, 3}, {RUS, "a3", 4, 2, 4}, {RUS, "a4", 4, 2, 2}, {RUS, "a5", 4, 2, 0},
      {RUS, "a6", 4, 2, 0}, {RUS, "a7", 4, 2, 0}, {GER, "i1", 4, 4, 0}, {GER, "i2", 4, 4, 0},
      {GER, "a1", 4, 4, 0}, {GER, "a2", 4, 4, 0}, {GER, "a9", 4, 4, 0}, {GER, "a10", 4, 4, 0}};
  struct kit *k = kit_open("campaign");
  const struct own *o = own(k->book);
  int listed[2] = {0, 0};
  for (size_t i = 0; i < sizeof want / sizeof want[0]; i++) {
    const struct group *g = &o->group[want[i].side][kit_group(k, want[i].side, want[i].id)];
    if (g->north != want[i].north || g->south != want[i].south || g->dugin != want[i].dugin)
      fail_msg("%s: %d, %d, %d", g->id, g->north, g->south, g->dugin);
    assert_int_equal(g->manners >> DUGIN & 1, g->dugin != 0);
  }
  for (int side = 0; side < 2; side++)
    for (int g = 0; g < o->ngroups[side]; g++) {
      const struct group *group = &o->group[side][g];
      listed[side] += group->north || group->south || group->dugin || group->manners >> DUGIN & 1;
    }
  assert_int_equal(listed[GER], 12); /* I1, I2, A1 to A10 */
  assert_int_equal(listed[RUS], 10); /* I1 to I3, A1 to A7 */
  kit_close(k);
}

/* 3.10, 11.621c, d, e: prices of all sizes, and where they may stand. */
static void fortifications(void **unused) {
  (void)unused;
  static const struct {
    int kind, german, soviet;
    bool front, isolated;
  } want[] = {{FORT_FOX1, 1, 1, false, true},       {FORT_FOX2, 2, 2, false, true},
              {FORT_FOX3, 3, 3, false, true},       {FORT_TRENCH, 9, 7, false, true},
              {FORT_DITCH, 0, 18, false, false},    {FORT_AP2, 2, 2, false, false},
              {FORT_AP4, 4, 4, false, false},       {FORT_AP6, 6, 6, false, false},
              {FORT_AP8, 8, 8, false, false},       {FORT_AP12, 12, 12, false, false},
              {FORT_AT1, 3, 3, false, false},       {FORT_AT2, 6, 6, false, false},
              {FORT_AT3, 9, 9, false, false},       {FORT_AT4, 12, 12, false, false},
              {FORT_AT5, 15, 15, false, false},     {FORT_ROADBLOCK, 14, 10, false, true},
              {FORT_WIRE, 15, 12, false, false},    {FORT_PILL135, 0, 27, false, false},
              {FORT_PILL235, 0, 30, false, false},  {FORT_PILL335, 0, 33, false, false},
              {FORT_PILL157, 0, 39, false, false},  {FORT_PILL257, 0, 42, false, false},
              {FORT_PILL357, 0, 45, false, false},  {FORT_BUILDING, 0, 12, true, true},
              {FORT_HIP_SMC, 1, 1, true, true},     {FORT_HIP_HS, 2, 2, true, true},
              {FORT_HIP_SQUAD, 3, 3, true, true},   {FORT_HIP_58, 0, 4, true, true},
              {FORT_HIP_VEHICLE, 0, 5, true, true}, {FORT_DUMMY, 1, 1, true, true},
              {FORT_SETDC, 12, 12, true, false}};
  struct kit *k = kit_open("campaign");
  assert_int_equal(sizeof want / sizeof want[0], FORTS);
  for (int i = 0; i < FORTS; i++) {
    const struct fort_kind *f = &own(k->book)->fort[want[i].kind];
    if (f->price[GER] != want[i].german || f->price[RUS] != want[i].soviet ||
        f->front != want[i].front || f->isolated != want[i].isolated)
      fail_msg("kind %d: %d and %d", want[i].kind, f->price[GER], f->price[RUS]);
  }
  kit_close(k);
}

/* 3.16: the initial forces; the lesson has fewer. */
static void initial_forces(void **unused) {
  (void)unused;
  static const struct {
    const char *scenario;
    struct {
      int side, elr, san, cpp;
      const char *groups;
    } row[GIVEN_ROWS];
  } want[] = {
      {"campaign",
       {{RUS, 3, 4, 12, "i1 g2 o4 m1 "},
        {RUS, 3, 4, NOT_FOUND, "a1 a2 a3 "},
        {GER, 4, 2, 16, "i1 a2 a3 a4 a5 o2 o5 "}}},
      {"lesson",
       {{RUS, 3, 4, 6, "i1 g2 m1 "}, {RUS, 3, 4, NOT_FOUND, "a2 "}, {GER, 4, 2, 8, "i1 a3 a5 "}}}};
  for (int i = 0; i < 2; i++) {
    struct kit *k = kit_open(want[i].scenario);
    const struct own *o = own(k->book);
    for (int r = 0; r < GIVEN_ROWS; r++) {
      const struct given *g = &o->given[r];
      char groups[60] = "";
      assert_int_equal(g->side, want[i].row[r].side);
      assert_int_equal(g->elr, want[i].row[r].elr);
      assert_int_equal(g->san, want[i].row[r].san);
      assert_int_equal(g->more ? NOT_FOUND : g->cpp, want[i].row[r].cpp);
      for (int n = 0; n < g->n; n++)
        strcat(strcat(groups, o->group[g->side][g->group[n]].id), " ");
      assert_string_equal(groups, want[i].row[r].groups);
    }
    kit_close(k);
  }
}

/* 3.18: the plan, from the south-west board on. */
static void plan(void **unused) {
  (void)unused;
  static const int total[MAX_BOARDS] = {6, 19, 9, 11, 60, 4, 16, 39, 0, 59, 220, 63};
  struct kit *k = kit_open("campaign");
  const struct own *o = own(k->book);
  assert_int_equal(o->nboards, MAX_BOARDS);
  for (int i = 0; i < MAX_BOARDS; i++) {
    assert_int_equal(o->board[i].total, total[i]);
    assert_int_equal(o->board[i].row, i / 3 + 1);
    assert_int_equal(o->board[i].col, i % 3 + 1);
  }
  kit_close(k);
}

/* ---- the ends of figures ---------------------------------------------------------------- */

/* Every row of these columns: the least and the most are read, what lies beyond is named. */
static void ends_of_figures(void **unused) {
  (void)unused;
  static const struct {
    const char *table;
    int first, last, col, least, most;
  } cases[] = {{"replenish", 0, 6, 1, 0, 60},   {"historical", 0, 3, 0, -6, 6},
               {"historical", 0, 3, 1, -6, 6},  {"elr", 0, 2, 0, -1, 1},
               {"escape.drm", 1, 11, 0, -9, 9}, {"repair", 0, 4, 0, -9, 9},
               {"limits", 0, 3, 0, 0, 250},     {"limits", 0, 3, 1, 0, 250},
               {"limits", 0, 3, 2, 0, 250},     {"gameend", 0, 2, 0, 0, 6},
               {"piles", 0, 2, 0, 0, 20},       {"piles", 0, 2, 1, 0, 20},
               {"fire", 0, 10, 0, 0, 255},      {"steps", 0, 5, 0, 0, 20},
               {"steps", 0, 5, LABEL, 0, 999},  {"quick", 0, 11, 0, 1, 200},
               {"surcharge", 0, 5, 2, 0, 9},    {"surcharge", 0, 5, 3, 0, 9},
               {"oba", 0, 5, LABEL, 1, 999},    {"oba", 0, 5, 0, 1, 100},
               {"ob", 0, 2, 1, 1, 5},           {"ob", 0, 2, 2, 0, 9},
               {"ob", 0, 2, 3, 0, 60},          {"forts", 1, 2, 0, 1, 60},
               {"forts", 14, 15, 1, 1, 60},     {"boards", 0, 11, 7, 0, 250}};
  struct kit *k = kit_open("campaign");
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    for (int row = cases[i].first; row <= cases[i].last; row++) {
      char text[4][12];
      snprintf(text[0], sizeof text[0], "%d", cases[i].least);
      snprintf(text[1], sizeof text[1], "%d", cases[i].most);
      snprintf(text[2], sizeof text[2], "%d", cases[i].least - 1);
      snprintf(text[3], sizeof text[3], "%d", cases[i].most + 1);
      for (int n = 0; n < 4; n++)
        if (n < 2)
          reads_with(k, cases[i].table, row, cases[i].col, text[n]);
        else
          refused_with(k, cases[i].table, row, cases[i].col, text[n], NULL);
      refused_with(k, cases[i].table, row, cases[i].col, "x", NULL);
    }
  kit_close(k);
}

/* A figure with its sign, from the last row too, is the figure; two signs are none. */
static void signs(void **unused) {
  (void)unused;
  struct kit *k = kit_open("campaign");
  reads_with(k, "repair", 4, 0, "+3");
  assert_int_equal(reread.repair[4], 3);
  reads_with(k, "repair", 4, 0, "-3");
  assert_int_equal(reread.repair[4], -3);
  refused_with(k, "repair", 4, 0, "++3", NULL);
  refused_with(k, "repair", 4, 0, "+", NULL);
  refused_with(k, "repair", 4, 0, "", NULL);
  kit_close(k);
}

/* Every table must be there, with its rows and columns. */
static void whole_tables(void **unused) {
  (void)unused;
  static const char *const ids[] = {
      "replenish", "historical", "weather",    "ec",          "elr",    "promotion",
      "al",        "leaders",    "al.improve", "escape",      "limits", "gameend",
      "piles",     "fire",       "escape.drm", "immobilized", "repair", "steps",
      "quick",     "surcharge",  "forts",      "ob",          "boards"};
  struct kit *k = kit_open("campaign");
  for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++) {
    struct sal_table *t = (struct sal_table *)sal_table_find(k->book, ids[i]);
    struct sal_err err;
    char want[100];
    assert_non_null(t);
    t->id = "lost";
    assert_false(reads(k, &err));
    snprintf(want, sizeof want, "table '%s' is missing", ids[i]);
    assert_string_equal(err.text, want);
    t->id = ids[i];
    t->nrows--;
    assert_false(reads(k, &err));
    snprintf(want, sizeof want, "table '%s': must have %d rows and %d columns", ids[i],
             t->nrows + 1, t->ncols);
    assert_string_equal(err.text, want);
    t->nrows++;
    t->ncols++;
    assert_false(reads(k, &err));
    snprintf(want, sizeof want, "table '%s': must have %d rows and %d columns", ids[i], t->nrows,
             t->ncols - 1);
    assert_string_equal(err.text, want);
    t->ncols--;
    assert_true(reads(k, &err));
  }
  /* of the other two any rows will do */
  static const char *const free_ids[] = {"dugin", "oba"};
  for (int i = 0; i < 2; i++) {
    struct sal_table *t = (struct sal_table *)sal_table_find(k->book, free_ids[i]);
    struct sal_err err;
    t->nrows--;
    assert_true(reads(k, &err));
    t->nrows++;
  }
  kit_close(k);
}

/* ---- ranges of dice --------------------------------------------------------------------- */

static void ranges(void **unused) {
  (void)unused;
  static const char follows[] = "it does not follow on the row before";
  struct kit *k = kit_open("campaign");
  /* neither a figure nor two, nor a figure that dice can come to */
  static const char *const unread[] = {
      "",      "-",     "3-",         "3-x",
      "x-4",   "-4-4",  "<3",         "<=",
      ">=x",   "3-100", "100-101",    "-100",
      "<=100", "3+",    "12345678-9", "123456789012345678901234-5"};
  for (size_t i = 0; i < sizeof unread / sizeof unread[0]; i++)
    refused_with(k, "weather", 1, LABEL, unread[i], NULL);
  refused_with(k, "weather", 0, LABEL, "<=-100", NULL);
  /* a gap, an overlap, the wrong way round; an end before the last row, and none in it */
  static const char *const astray[] = {"4", "2-4", "4-4", "3-2", ">=3", "3-99", "<=4"};
  for (size_t i = 0; i < sizeof astray / sizeof astray[0]; i++)
    refused_with(k, "weather", 1, LABEL, astray[i], follows);
  refused_with(k, "weather", 0, LABEL, "2", follows);
  refused_with(k, "weather", 0, LABEL, "-98-2", NULL);
  refused_with(k, "weather", 3, LABEL, "10-98", follows);
  refused_with(k, "weather", 3, LABEL, "10", follows);
  reads_with(k, "weather", 3, LABEL, "10-99");
  kit_close(k);
}

/* Dice with modifiers fall below nought: a minus at the beginning is a sign. */
static void ranges_below_nought(void **unused) {
  (void)unused;
  static const char *const labels[5] = {"<=-3", "-2", "-1", "0", ">=1"};
  static const struct rolls want[] = {{-99, -3, AL_IMPROVE + 5},
                                      {-2, -2, AL_IMPROVE + 4},
                                      {-1, -1, AL_IMPROVE + 3},
                                      {0, 0, AL_CREATE + 3},
                                      {1, 99, 0}};
  struct kit *k = kit_open("campaign");
  struct sal_err err;
  const char *printed[5];
  for (int r = 0; r < 5; r++) {
    const char **label = cell_of(k, "al.improve", r, LABEL);
    printed[r] = *label;
    *label = labels[r];
  }
  assert_true(reads(k, &err));
  BANDS("al.improve", &reread.al_improve, want);
  for (int r = 0; r < 5; r++)
    *cell_of(k, "al.improve", r, LABEL) = printed[r];
  kit_close(k);
}

/* 3.2: from and to in cells of their own. */
static void replenishment_rows(void **unused) {
  (void)unused;
  static const char follows[] = "it does not follow on the row before";
  struct kit *k = kit_open("campaign");
  refused_with(k, "replenish", 0, LABEL, "-98", follows);
  refused_with(k, "replenish", 0, LABEL, "-100", NULL);
  refused_with(k, "replenish", 6, LABEL, "100", NULL);
  refused_with(k, "replenish", 3, LABEL, "six", NULL);
  refused_with(k, "replenish", 3, LABEL, "8", follows);
  refused_with(k, "replenish", 0, 0, "-100", NULL);
  refused_with(k, "replenish", 3, 0, "6", follows);
  refused_with(k, "replenish", 6, 0, "98", follows);
  refused_with(k, "replenish", 6, 0, "100", NULL);
  refused_with(k, "replenish", 3, 0, "eight", NULL);
  kit_close(k);
}

/* ---- words ------------------------------------------------------------------------------ */

/* What is no word of the table, an empty cell among them. */
static void words(void **unused) {
  (void)unused;
  static const struct {
    const char *table;
    int row, col;
    const char *text;
  } cases[] = {{"weather", 0, 0, "fog"},
               {"weather", 3, 0, ""},
               {"ec", 4, 0, "Dusty"},
               {"escape", 1, 0, "eliminated, no crew survival"},
               {"escape", 1, 1, ""},
               {"escape", 1, 1, "escapes, Replaced"},
               {"escape", 4, 1, "eliminated"},
               {"escape.drm", 0, 0, "0"},
               {"escape.drm", 0, 0, ""},
               {"escape.drm", 1, 0, "leader"},
               {"escape.drm", 11, 2, ""},
               {"escape.drm", 0, 2, "Yes"},
               {"immobilized", 0, LABEL, "retained"},
               {"immobilized", 1, LABEL, "removed"},
               {"immobilized", 1, 0, "left"},
               {"immobilized", 1, 1, ""},
               {"immobilized", 0, 1, "lost"},
               {"surcharge", 0, 0, "Soviet"},
               {"surcharge", 5, 0, ""},
               {"ob", 0, 0, "rus"},
               {"ob", 2, 0, ""},
               {"forts", 15, 2, ""},
               {"forts", 15, 3, "No"},
               {"forts", 0, 2, "1"},
               /* leaders */
               {"promotion", 0, 0, "8-2"},
               {"promotion", 3, 0, ""},
               {"promotion", 3, 0, "Inexperienced"}, /* no rank of a leader */
               {"al", 0, 0, "658"},
               {"al", 5, 0, "inexperienced"},
               {"al", 4, 0, "nobody"},
               {"leaders", 0, 0, "10-3,9-1,8-5"},
               {"leaders", 0, 0, "10-3,,8-0"},
               {"leaders", 11, 1, "none"},
               {"leaders", 11, 1, "7-0,7-0,7-0,7-0"},
               {"leaders", 11, 1, "7-000000"},
               {"leaders", 11, 1, "7-0 and many others whose names are not known"},
               /* 11.6115a */
               {"al.improve", 0, 0, ""},
               {"al.improve", 0, 0, "9-2"},
               {"al.improve", 0, 0, "improve"},
               {"al.improve", 0, 0, "improve a 658"},
               {"al.improve", 0, 0, "improvement of a 9-2"},
               {"al.improve", 0, 0, "improve a 10-3"}, /* nothing is better */
               {"al.improve", 0, 0, "create a 10-3"},
               {"al.improve", 0, 0, "created 9-2"},
               {"al.improve", 0, 0, "create 9-7"},
               {"al.improve", 4, 0, "nothing at all"}};
  struct kit *k = kit_open("campaign");
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    refused_with(k, cases[i].table, cases[i].row, cases[i].col, cases[i].text, NULL);
  refused_with(k, "immobilized", 0, 0, "left in place",
               "nothing is left in place on a board that is removed");
  refused_with(k, "immobilized", 0, 1, "left in place",
               "nothing is left in place on a board that is removed");
  reads_with(k, "immobilized", 1, 0, "eliminated");
  assert_int_equal(reread.immobilized[1][RUS], IM_LOST);
  assert_int_equal(reread.immobilized[1][GER], IM_LEFT);
  reads_with(k, "al.improve", 0, 0, "improve a 10-2");
  assert_int_equal(reread.al_improve.row[0].value, AL_IMPROVE + 6);
  reads_with(k, "al.improve", 4, 0, "create a 6+1");
  assert_int_equal(reread.al_improve.row[4].value, AL_CREATE);
  reads_with(k, "al.improve", 0, 0, "nothing");
  assert_int_equal(reread.al_improve.row[0].value, 0);
  reads_with(k, "al", 0, 0, "Inexperienced");
  assert_int_equal(reread.al.row[0].value, GREEN);
  reads_with(k, "promotion", 0, 0, "none");
  assert_int_equal(reread.promotion.row[0].value, 0);
  kit_close(k);
}

/* ---- lists of groups -------------------------------------------------------------------- */

/* 3.6: each name of the list is a group of that side, once. */
static void groups_of_surcharges(void **unused) {
  (void)unused;
  /* groups that the Soviets have not, names that are none, ranges without an end or astray */
  static const char *const unread[] = {"I1,I2,I6",
                                       "I1,I1",
                                       "A1-A8",
                                       "A0-A3",
                                       "B1",
                                       "i1",
                                       "I",
                                       "I1-",
                                       "-",
                                       "I2-I1",
                                       "I3-I1",
                                       "I1,I2,I300000000000000",
                                       "A1-A700000000000"};
  static const struct {
    const char *list, *in;
  } good[] = {{"I2", "i2 "},
              {"I2-I4", "i2 i3 i4 "},
              {"A7,I5", "a7 i5 "},
              {"A2-A3,G1,T1-T2", "a2 a3 g1 t1 t2 "},
              {"", ""}};
  struct kit *k = kit_open("campaign");
  for (size_t i = 0; i < sizeof unread / sizeof unread[0]; i++)
    refused_with(k, "surcharge", 4, 1, unread[i], NULL);
  for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
    char in[60] = "";
    const char **north = cell_of(k, "surcharge", 4, 2), *printed = *north;
    *north = "9";
    reads_with(k, "surcharge", 4, 1, good[i].list);
    *north = printed;
    for (int g = 0; g < reread.ngroups[RUS]; g++)
      if (reread.group[RUS][g].north == 18)
        strcat(strcat(in, reread.group[RUS][g].id), " ");
    if (strcmp(in, good[i].in) != 0)
      fail_msg("%s: %s", good[i].list, in);
    for (int g = 0; g < reread.ngroups[GER]; g++)
      assert_int_not_equal(reread.group[GER][g].north, 18);
  }
  kit_close(k);
}

/* 3.6: only Soviet groups are dug in, at a price in halves. */
static void dug_in_rows(void **unused) {
  (void)unused;
  struct sal_err err;
  struct kit *k = kit_open("campaign");
  static const char *const halves[] = {"1.4", "x", ""};
  for (int i = 0; i < 3; i++)
    refused_with(k, "dugin", 3, 0, halves[i], NULL);
  const char **label = cell_of(k, "dugin", 3, LABEL), *printed = *label;
  *label = "a8"; /* the Germans have one */
  assert_false(reads(k, &err));
  assert_string_equal(err.text, "table 'dugin', row 'a8': '1' cannot be read");
  *label = "a5";
  assert_true(reads(k, &err));
  *label = printed;
  assert_int_equal(reread.group[RUS][kit_group(k, RUS, "a5")].dugin, 2);
  assert_true(reread.group[RUS][kit_group(k, RUS, "a5")].manners >> DUGIN & 1);
  kit_close(k);
}

/* 3.16: twelve groups and no more, by names in large or small letters. */
static void groups_of_the_initial_forces(void **unused) {
  (void)unused;
  struct kit *k = kit_open("campaign");
  reads_with(k, "ob", 0, 5, "I1,I1,I1,I1,I1,I1,I1,I1,I1,I1,I1,I2");
  assert_int_equal(reread.given[0].n, 12);
  assert_string_equal(reread.group[RUS][reread.given[0].group[11]].id, "i2");
  refused_with(k, "ob", 0, 5, "I1,I1,I1,I1,I1,I1,I1,I1,I1,I1,I1,I1,I2", NULL);
  reads_with(k, "ob", 0, 5, "m2,T1,a7");
  assert_int_equal(reread.given[0].n, 3);
  assert_string_equal(reread.group[RUS][reread.given[0].group[0]].id, "m2");
  assert_string_equal(reread.group[RUS][reread.given[0].group[2]].id, "a7");
  reads_with(k, "ob", 2, 5, "A10"); /* the Soviets have none */
  assert_string_equal(reread.group[GER][reread.given[2].group[0]].id, "a10");
  static const char *const unread[] = {"A10", "I1,,I2", "I1 I2", "A1000000",
                                       "I1,G2,and so on for long"};
  for (size_t i = 0; i < sizeof unread / sizeof unread[0]; i++)
    refused_with(k, "ob", 0, 5, unread[i], NULL);
  reads_with(k, "ob", 1, 3, "7"); /* a second row with CPP of its own */
  assert_false(reread.given[1].more);
  assert_int_equal(reread.given[1].cpp, 7);
  reads_with(k, "ob", 0, 3, "");
  assert_true(reread.given[0].more);
  assert_int_equal(reread.given[0].cpp, 0);
  kit_close(k);
}

/* ---- prices ----------------------------------------------------------------------------- */

/* 3.10: "1/2/3" for foxholes, "3*(a+b+c)" for pillboxes; a price fits a byte. */
static void prices(void **unused) {
  (void)unused;
  static const struct {
    int row, col;
    const char *text;
  } unread[] = {{0, 0, "1/2"},
                {0, 0, "1/2/"},
                {0, 1, "1/x/3"},
                {0, 1, "0/2/3"},
                {0, 0, "1/2/61"},
                {7, 1, "18*(a+b+c)"},
                {7, 1, "(a+b+c)"},
                {3, 0, "22"},
                {4, 1, "52"},
                {1, 0, "12345678"},
                {1, 0, "1234567890123456789"},
                {1, 1, "0"},
                {15, 0, "61"}};
  struct kit *k = kit_open("campaign");
  for (size_t i = 0; i < sizeof unread / sizeof unread[0]; i++)
    refused_with(k, "forts", unread[i].row, unread[i].col, unread[i].text, NULL);
  reads_with(k, "forts", 0, 0, "4/6/9");
  assert_int_equal(reread.fort[FORT_FOX1].price[GER], 4);
  assert_int_equal(reread.fort[FORT_FOX2].price[GER], 6);
  assert_int_equal(reread.fort[FORT_FOX3].price[GER], 9);
  assert_int_equal(reread.fort[FORT_FOX3].price[RUS], 3);
  reads_with(k, "forts", 7, 1, "17*(a+b+c)");
  assert_int_equal(reread.fort[FORT_PILL357].price[RUS], 255);
  reads_with(k, "forts", 7, 1, "-");
  assert_int_equal(reread.fort[FORT_PILL357].price[RUS], 0);
  reads_with(k, "forts", 3, 0, "21");
  assert_int_equal(reread.fort[FORT_AP12].price[GER], 252);
  reads_with(k, "forts", 4, 1, "51");
  assert_int_equal(reread.fort[FORT_AT5].price[RUS], 255);
  kit_close(k);
}

/* 11.621c: the limits of mines stand in the note, one for each side. */
static void mine_limits(void **unused) {
  (void)unused;
  static const char *const unread[] = {"",
                                       "mine FPP limit GER 30",
                                       "mine FPP limit RUS 70",
                                       "mine FPP limit GER 251 RUS 70",
                                       "mine FPP limit GER 30 RUS 251",
                                       "mine FPP limit GER 0 RUS 70",
                                       "mine FPP limit GER x RUS 70",
                                       "mine FPP limit GER 30 RUS70"};
  struct kit *k = kit_open("campaign");
  for (size_t i = 0; i < sizeof unread / sizeof unread[0]; i++)
    refused_with(k, "forts", 3, 4, unread[i], NULL);
  reads_with(k, "forts", 3, 4, "RUS 250 GER 1");
  assert_int_equal(reread.mine_limit[GER], 1);
  assert_int_equal(reread.mine_limit[RUS], 250);
  kit_close(k);
}

/* 6.12: a calibre's fire power is that of every module of the calibre. */
static void calibres(void **unused) {
  (void)unused;
  struct kit *k = kit_open("campaign");
  reads_with(k, "oba", 4, 0, "99");
  static const struct {
    int side;
    const char *id;
    int fire;
  } want[] = {{GER, "o3", 99}, {GER, "o4", 99}, {RUS, "o4", 99}, {GER, "o2", 20},
              {RUS, "o6", 36}, {RUS, "o1", 12}, {GER, "o5", 0},  {GER, "i1", 0}};
  for (size_t i = 0; i < sizeof want / sizeof want[0]; i++)
    assert_int_equal(reread.group[want[i].side][kit_group(k, want[i].side, want[i].id)].fire,
                     want[i].fire);
  kit_close(k);
}

/* ---- the plan --------------------------------------------------------------------------- */

static void plan_rows(void **unused) {
  (void)unused;
  static const char three[] = "each row of the plan has three boards";
  struct kit *k = kit_open("campaign");
  refused_with(k, "boards", 8, LABEL, "x", "board X is wanted here");
  refused_with(k, "boards", 0, LABEL, "17", "board 16 is wanted here");
  for (int c = 3; c <= 6; c++) { /* each part belongs to the total */
    const char *printed = *cell_of(k, "boards", 10, c);
    char more[8];
    snprintf(more, sizeof more, "%d", atoi(printed) + 1);
    refused_with(k, "boards", 10, c, more, "the board's parts are not its total");
    refused_with(k, "boards", 10, c, "251", NULL);
    refused_with(k, "boards", 10, c, "-1", NULL);
  }
  refused_with(k, "boards", 10, 0, "219", "the board's parts are not its total");
  static const struct {
    int row, col;
    const char *text;
  } astray[] = {{0, 1, "0"},  {0, 1, "5"},  {0, 2, "0"},  {0, 2, "4"},  {11, 1, "0"},
                {11, 1, "5"}, {11, 2, "0"}, {11, 2, "4"}, {11, 2, "2"}, {11, 1, "3"}};
  for (size_t i = 0; i < sizeof astray / sizeof astray[0]; i++)
    refused_with(k, "boards", astray[i].row, astray[i].col, astray[i].text, three);
  for (int c = 0; c < 8; c++)
    refused_with(k, "boards", 5, c, "some", NULL);
  kit_close(k);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(tables_by_dice),
                                     cmocka_unit_test(leaders),
                                     cmocka_unit_test(small_figures),
                                     cmocka_unit_test(quick_battle_figures),
                                     cmocka_unit_test(surcharges),
                                     cmocka_unit_test(fortifications),
                                     cmocka_unit_test(initial_forces),
                                     cmocka_unit_test(plan),
                                     cmocka_unit_test(ends_of_figures),
                                     cmocka_unit_test(signs),
                                     cmocka_unit_test(whole_tables),
                                     cmocka_unit_test(ranges),
                                     cmocka_unit_test(ranges_below_nought),
                                     cmocka_unit_test(replenishment_rows),
                                     cmocka_unit_test(words),
                                     cmocka_unit_test(groups_of_surcharges),
                                     cmocka_unit_test(dug_in_rows),
                                     cmocka_unit_test(groups_of_the_initial_forces),
                                     cmocka_unit_test(prices),
                                     cmocka_unit_test(mine_limits),
                                     cmocka_unit_test(calibres),
                                     cmocka_unit_test(plan_rows)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
