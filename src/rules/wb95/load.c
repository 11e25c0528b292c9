/* load.c - the book: the scenario, its set-up and its scoring.
 *
 * Every figure comes from a data file. The counters, the tables and the ground are read by the
 * files beside this one.
 */
#include "load.h"

#include <string.h>

/* The place of a word in a list; -1: it is not there. */
int wb_word_index(const char *const *words, int n, const char *w) {
  for (int i = 0; i < n; i++)
    if (sal_eq(words[i], w))
      return i;
  return -1;
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
  int known = wb_word_index(o->stawka_id, o->nstawka, id);
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
  if (!wb_small(t, "date", 31, &place->date, err))
    return false;
  if (!wb_small(t, "from", 31, &place->from, err))
    return false;
  if (!wb_small(t, "half", 31, &place->half, err))
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
  if (!wb_small(t, "vp", 50, &l->vp, err))
    return false;
  if (!sal_eq(scenario, b->scenarios[b->scenario].id))
    return true;
  int k = wb_word_index(kinds, 5, kind);
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
  if (!wb_load_kinds(b, src, o, err))
    return false;
  if (!sal_book_common(b, src, wb_load_counter, err))
    return false;
  name_scenario(b, o);
  if (b->nlisted != OPTIONS)
    return sal_fail(err, "options.tsv", 0, "%d options are wanted", OPTIONS);
  name_regions(b, o);
  if (!wb_load_tables(b, o, err))
    return false;
  if (!wb_load_ground(b, o, err))
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
