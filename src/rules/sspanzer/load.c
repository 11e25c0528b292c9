/* load.c - the book of SS Panzer: its scenario, and the order in which its parts are read.
 *
 * Everything that the printed game has on paper comes from data/sspanzer; a figure changed there is
 * changed in play.
 */
#include "load.h"

#include <string.h>

enum { FORMATION_ID = 16 };
enum { GERMAN_FORMATIONS = 3 }; /* the first of ssp_formations */

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
  if (!ssp_load_kinds(b, src, err))
    return false;
  if (!sal_book_common(b, src, ssp_load_counter, err))
    return false;
  if (!ssp_load_tables(b, err))
    return false;
  if (!load_start(b, src, err))
    return false;
  if (!load_setup(b, src, err))
    return false;
  if (!ssp_load_ground(b, err))
    return false;
  load_shown(b);
  measure_state(b);
  return ssp_load_sight(b, err);
}
