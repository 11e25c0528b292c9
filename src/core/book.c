/* book.c - the parts of a book that every game has, read from its folder. */
#include "book.h"
#include "ruleset.h"

#include <string.h>

/* ---- look-ups --------------------------------------------------------------------------- */

/* By halves over the index of ids; actions are parsed once for every line of a journal. */
sal_unit sal_unit_find(const struct sal_book *b, const char *id) {
  int lo = 0;
  int hi = b->ncounters - 1;

  while (lo <= hi) {
    int mid = (lo + hi) / 2;
    int c = strcmp(b->counter[b->by_id[mid]].id, id);
    if (c == 0)
      return b->by_id[mid];
    if (c < 0)
      lo = mid + 1;
    else
      hi = mid - 1;
  }

  return SAL_NOUNIT;
}

const struct sal_table *sal_table_find(const struct sal_book *b, const char *id) {
  for (int i = 0; i < b->ntables; i++)
    if (sal_eq(b->table[i].id, id))
      return &b->table[i];
  return NULL;
}

int sal_box_find(const struct sal_book *b, const char *id) {
  for (int i = 0; i < b->nboxes; i++)
    if (sal_eq(b->box[i].id, id))
      return i;
  return -1;
}

int sal_rule_find(const struct sal_book *b, const char *id) {
  for (int i = 1; i < b->nrules; i++)
    if (sal_eq(b->rule[i].id, id))
      return i;
  return -1;
}

/* ---- rows ------------------------------------------------------------------------------- */

/* A cell that names a rule; an empty one stands for none. */
bool sal_book_rule_cell(struct sal_book *b, struct sal_tsv *t, const char *id, uint16_t *out,
                        struct sal_err *err) {
  int r = *id ? sal_rule_find(b, id) : 0;
  if (r < 0)
    return sal_tsv_fail(t, err, "there is no rule '%s'", id);
  *out = (uint16_t)r;
  return true;
}

/* Rows of rules.tsv behind those that are there already. The constants were made from the rules.tsv
 * of the build, so the ids must come in the same order. */
static bool read_rules(struct sal_book *b, const struct sal_files *files, struct sal_err *err) {
  struct sal_tsv t;
  uint16_t known = b->nrules;
  uint16_t row = 0;
  int got;

  if (!sal_tsv_open(&t, files, "rules.tsv", b->arena, err))
    return false;
  while ((got = sal_tsv_next(&t, err)) > 0) {
    if (t.directive || ++row < known)
      continue;
    const char *check;
    struct sal_rule *r = &b->rule[b->nrules];
    if (!sal_tsv_texts(&t, err, "id", &r->id, "title", &r->title, "text", &r->text, "ruling",
                       &r->ruling, "check", &check, NULL))
      return false;
    if (b->nrules >= b->rules->nrules || !sal_eq(r->id, b->rules->rule_ids[b->nrules]))
      return sal_tsv_fail(&t, err, "rule '%s' where the program has '%s'", r->id,
                          b->nrules < b->rules->nrules ? b->rules->rule_ids[b->nrules] : "no more");
    r->silent = sal_eq(check, "s");
    r->checkable = r->silent || sal_eq(check, "y");
    b->nrules++;
  }

  return got == 0;
}

/* The words of the rules. They are no part of a game, so rules that older files do not have yet get
 * the program's own words. */
static bool load_rules(struct sal_book *b, const struct sal_source *src, struct sal_err *err) {
  const struct sal_files *files = src->today ? src->today : src->files;
  int wanted = b->rules->nrules;

  b->rule = sal_alloc(b->arena, ((size_t)wanted + 1) * sizeof *b->rule);
  b->rule[0] = (struct sal_rule){.id = "-", .title = "no rule", .text = "", .ruling = ""};
  b->nrules = 1;
  if (!read_rules(b, files, err))
    return false;
  bool incomplete = b->nrules != wanted;
  if (incomplete && src->builtin && !read_rules(b, src->builtin, err))
    return false;
  if (b->nrules != wanted)
    return sal_fail(err, "rules.tsv", 0, "rule '%s' is missing", b->rules->rule_ids[b->nrules]);

  return true;
}

/* Terrain of a hex, a hexside or a path is a bit each, so each sort has as many as its bits. */
static bool load_terrain(struct sal_book *b, const struct sal_source *src, struct sal_err *err) {
  struct sal_terrains *ts = &b->terrains;
  const struct {
    const char *where;
    struct sal_terrain *row;
    uint8_t *n;
    int most;
  } sorts[] = {{"hex", ts->hex, &ts->nhex, 32},
               {"side", ts->side, &ts->nside, 16},
               {"path", ts->path, &ts->npath, 8}};
  struct sal_tsv t;
  int got;

  if (!sal_tsv_open(&t, src->files, "terrain.tsv", b->arena, err))
    return false;
  while ((got = sal_tsv_next(&t, err)) > 0) {
    struct sal_terrain row;
    const char *where;
    const char *rule;
    if (t.directive)
      continue;
    if (!sal_tsv_texts(&t, err, "id", &row.id, "where", &where, "title", &row.title, "paint",
                       &row.paint, "rule", &rule, NULL) ||
        !sal_book_rule_cell(b, &t, rule, &row.rule, err))
      return false;
    int sort = 0;
    while (sort < 3 && !sal_eq(where, sorts[sort].where))
      sort++;
    if (sort == 3 || *sorts[sort].n == sorts[sort].most)
      return sal_tsv_fail(&t, err,
                          "where must be hex (at most 32), side (16) or path (8), not '%s'", where);
    sorts[sort].row[(*sorts[sort].n)++] = row;
  }

  if (got < 0)
    return false;
  return ts->nhex || sal_fail(err, "terrain.tsv", 0, "there is no hex terrain");
}

/* All scenarios of the game, and which of them this book is for. */
static bool load_scenarios(struct sal_book *b, const struct sal_source *src, struct sal_err *err) {
  struct sal_tsv t;
  int got;
  bool found = false;

  if (!sal_tsv_open(&t, src->files, "scenarios.tsv", b->arena, err))
    return false;
  b->scenarios = sal_alloc(b->arena, 16 * sizeof *b->scenarios);
  while ((got = sal_tsv_next(&t, err)) > 0) {
    if (t.directive)
      continue;
    if (b->nscenarios == 16)
      return sal_tsv_fail(&t, err, "more than 16 scenarios");
    struct sal_scenario *s = &b->scenarios[b->nscenarios];
    int32_t turns;
    int32_t minutes;
    int32_t units;
    if (!sal_tsv_texts(&t, err, "id", &s->id, "title", &s->title, "about", &s->about, "map",
                       &s->map, NULL) ||
        !sal_tsv_int(&t, "turns", 1, 99, &turns, err) ||
        !sal_tsv_int(&t, "minutes", 1, 9999, &minutes, err) ||
        !sal_tsv_int(&t, "units", 0, 9999, &units, err))
      return false;
    s->turns = (uint16_t)turns;
    s->minutes = (uint16_t)minutes;
    s->units = (uint16_t)units;
    if (src->scenario && sal_eq(src->scenario, s->id))
      b->scenario = b->nscenarios, found = true;
    b->nscenarios++;
  }
  if (got < 0)
    return false;
  if (!b->nscenarios) /* options and books are read for one */
    return sal_fail(err, "scenarios.tsv", 0, "there is no scenario in it");

  return !src->scenario || found ||
         sal_fail_at(err, "scenario", "%s has no scenario '%.*s'", b->rules->id, 40, src->scenario);
}

/* Places off the map, such as "eliminated" or a turn track. */
static bool load_boxes(struct sal_book *b, const struct sal_source *src, struct sal_err *err) {
  struct sal_tsv t;
  int got;

  if (!sal_file_find(src->files, "boxes.tsv"))
    return true;
  if (!sal_tsv_open(&t, src->files, "boxes.tsv", b->arena, err))
    return false;
  b->box = sal_alloc(b->arena, 128 * sizeof *b->box);
  while ((got = sal_tsv_next(&t, err)) > 0) {
    if (t.directive)
      continue;
    if (b->nboxes == 128)
      return sal_tsv_fail(&t, err, "more than 128 boxes");
    if (!sal_tsv_texts(&t, err, "id", &b->box[b->nboxes].id, "title", &b->box[b->nboxes].title,
                       NULL))
      return false;
    b->nboxes++;
  }

  return got == 0;
}

/* ---- printed tables --------------------------------------------------------------------- */

enum { MAX_TABLES = 64, MAX_ROWS = 64 };

/* The line that begins a table: id, title, rule and where its figures come from. */
static bool table_heading(struct sal_book *b, struct sal_tsv *t, struct sal_table *out,
                          struct sal_err *err) {
  if (!sal_eq(t->cell[0], "table") || t->ncells != 5)
    return sal_tsv_fail(t, err, "a table begins with '@table id | title | rule | source'");
  out->id = t->cell[1];
  out->title = t->cell[2];
  out->source = t->cell[4];
  out->line = (uint16_t)(t->line + 1);
  t->ncols = 0; /* the next row is its heading */
  return sal_book_rule_cell(b, t, t->cell[3], &out->rule, err);
}

/* Printed tables as text, with their lines, so that a refusal can name the line. */
bool sal_book_tables(struct sal_book *b, const struct sal_source *src, struct sal_err *err) {
  struct sal_tsv t;
  int got;

  if (!sal_file_find(src->files, "tables.tsv"))
    return true;
  if (!sal_tsv_open(&t, src->files, "tables.tsv", b->arena, err))
    return false;
  b->table = sal_alloc(b->arena, MAX_TABLES * sizeof *b->table);
  struct sal_table *tab = NULL;
  while ((got = sal_tsv_next(&t, err)) > 0) {
    if (t.directive) {
      if (b->ntables == MAX_TABLES)
        return sal_tsv_fail(&t, err, "more than %d tables", MAX_TABLES);
      tab = &b->table[b->ntables++];
      if (!table_heading(b, &t, tab, err))
        return false;
      continue;
    }
    if (!tab)
      return sal_tsv_fail(&t, err, "a row before the first @table");
    if (!tab->col) { /* first row: the heading read just before it is t.col */
      tab->ncols = (uint8_t)(t.ncols - 1);
      tab->corner = t.col[0];
      tab->col = sal_alloc(b->arena, SAL_TSV_COLS * sizeof *tab->col);
      tab->row = sal_alloc(b->arena, MAX_ROWS * sizeof *tab->row);
      tab->cell = sal_alloc(b->arena, (size_t)MAX_ROWS * tab->ncols * sizeof *tab->cell + 1);
      tab->row_line = sal_alloc(b->arena, MAX_ROWS * sizeof *tab->row_line);
      tab->was_read = sal_alloc(b->arena, (size_t)(MAX_ROWS + 1) * (tab->ncols + 1u));
      for (int i = 0; i < tab->ncols; i++)
        tab->col[i] = t.col[i + 1];
    }
    if (tab->nrows == MAX_ROWS)
      return sal_tsv_fail(&t, err, "more than %d rows in table %s", MAX_ROWS, tab->id);
    tab->row[tab->nrows] = t.cell[0];
    tab->row_line[tab->nrows] = (uint16_t)t.line;
    for (int i = 0; i < tab->ncols; i++)
      tab->cell[tab->nrows * tab->ncols + i] = t.cell[i + 1];
    tab->nrows++;
  }

  return got == 0;
}

/* ---- counters --------------------------------------------------------------------------- */

/* The name already contains the formation as a separate word: "HQ 78 S" of 78 S. */
static bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/* The name already contains the formation as a separate word: "HQ 78 S" of 78 S. */
static bool names_it(const char *name, const char *formation) {
  size_t n = strlen(formation);
  const char *at = strstr(name, formation);

  if (!at || strlen(name) <= n)
    return false;
  bool starts_word = at == name || at[-1] == ' ';
  bool ends_word = !at[n] || at[n] == ' ';

  return starts_word && ends_word;
}

/* What a player calls the unit: its name, then its formation unless the name says it already. */
static const char *label_of(struct sal_book *b, const struct sal_counter *c) {
  char text[96];
  size_t n = strlen(c->name);
  bool ends_in_figure = n && is_digit(c->name[n - 1]);
  bool figures_meet = ends_in_figure && is_digit(*c->formation); /* 3/1 Rgt, not 3 1 Rgt */
  bool says_formation = !*c->formation || names_it(c->name, c->formation);

  if (says_formation)
    sal_format(text, sizeof text, "%s", c->name);
  else
    sal_format(text, sizeof text, figures_meet ? "%s/%s" : "%s %s", c->name, c->formation);

  return sal_strdup(b->arena, text);
}

/* Unit ids stand in actions and file names, so they are plain and short. */
static bool id_ok(const char *id) {
  static const char allowed[] = "abcdefghijklmnopqrstuvwxyz0123456789.-";
  size_t n = strlen(id);

  return n > 0 && n < 40 && strspn(id, allowed) == n;
}

/* The columns that every counter has; the game reads its own factors from the same row. */
static bool counter_row(struct sal_book *b, struct sal_tsv *t, struct sal_err *err) {
  struct sal_counter *c = &b->counter[b->ncounters];
  const char *side;

  if (!sal_tsv_texts(t, err, "id", &c->id, "side", &side, "name", &c->name, "formation",
                     &c->formation, "kind", &c->kind, "size", &c->size, "symbol", &c->symbol,
                     "style", &c->style, "source", &c->source, NULL))
    return false;
  int s = sal_side_parse(side);
  if (s >= SAL_SIDES)
    return sal_tsv_fail(t, err, "side must be german or soviet, not '%s'", side);
  if (!id_ok(c->id))
    return sal_tsv_fail(t, err, "'%s' is not a unit id (a-z 0-9 . -)", c->id);
  c->side = (uint8_t)s;
  c->label = label_of(b, c);
  return true;
}

/* An index by id. Counters keep the order of the file, which is their number in the state. */
void sal_counters_sort(struct sal_book *b) {
  b->by_id = sal_alloc(b->arena, b->ncounters * sizeof *b->by_id + 2);
  for (int i = 0; i < b->ncounters; i++) {
    int k = i;
    for (; k > 0 && strcmp(b->counter[b->by_id[k - 1]].id, b->counter[i].id) > 0; k--)
      b->by_id[k] = b->by_id[k - 1];
    b->by_id[k] = (uint16_t)i;
  }
}

/* Units that a position makes up, added behind the printed ones. */
static bool invent_units(struct sal_book *b, const struct sal_position *pos, sal_counter_row *row,
                         struct sal_err *err) {
  for (int i = 0; pos && i < pos->nunits; i++) {
    const struct sal_pos_unit *u = &pos->unit[i];
    if (!u->name)
      continue;
    if (!id_ok(u->name))
      return sal_pos_fail(err, "units", i, "name", "'%.*s' is not a unit id (a-z 0-9 . -)", 40,
                          u->name);
    if (u->side >= SAL_SIDES)
      return sal_pos_fail(err, "units", i, "side", "a made-up unit needs a side");
    if (!u->kind)
      return sal_pos_fail(err, "units", i, "kind", "a made-up unit needs a kind");
    struct sal_counter *c = &b->counter[b->ncounters];
    *c = (struct sal_counter){.id = u->name,
                              .name = u->name,
                              .formation = u->formation ? u->formation : "",
                              .kind = u->kind,
                              .size = "",
                              .symbol = "none",
                              .style = u->side == SAL_GERMAN ? "army" : "soviet",
                              .source = "position",
                              .side = (uint8_t)u->side,
                              .invented = true};
    c->label = label_of(b, c);
    b->ncounters++;
    if (!row(b, (sal_unit)(b->ncounters - 1), NULL, err)) {
      char field[48]; /* the row may name the field ("kind"), or the whole path */
      sal_format(field, sizeof field, "%s%s", err->at[0] ? "." : "", err->at);
      if (strncmp(err->at, "units[", 6))
        sal_format(err->at, sizeof err->at, "units[%d]%s", i, field);
      return false;
    }
  }

  return true;
}

/* Printed counters, then made-up ones. An id that occurs twice is refused. */
static bool load_counters(struct sal_book *b, const struct sal_source *src, sal_counter_row *row,
                          struct sal_err *err) {
  struct sal_tsv t;
  int got;
  enum { MAX = SAL_COUNTERS };

  if (!sal_tsv_open(&t, src->files, "counters.tsv", b->arena, err))
    return false;
  b->counter = sal_alloc(b->arena, MAX * sizeof *b->counter);
  while ((got = sal_tsv_next(&t, err)) > 0) {
    if (t.directive)
      continue;
    if (b->ncounters == MAX)
      return sal_tsv_fail(&t, err, "more than %d counters", MAX);
    if (!counter_row(b, &t, err))
      return false;
    b->ncounters++;
    if (!row(b, (sal_unit)(b->ncounters - 1), &t, err)) {
      if (!err->file[0])
        sal_format(err->file, sizeof err->file, "%s", t.file->name), err->line = t.line;
      return false;
    }
  }
  if (got < 0)
    return false;
  if (src->position && b->ncounters + src->position->nunits > MAX)
    return sal_fail_at(err, "units", "too many units");
  if (!invent_units(b, src->position, row, err))
    return false;
  sal_counters_sort(b);
  for (int i = 1; i < b->ncounters; i++)
    if (sal_eq(b->counter[b->by_id[i - 1]].id, b->counter[b->by_id[i]].id)) {
      const char *id = b->counter[b->by_id[i]].id;
      return src->position ? sal_fail_at(err, "units", "the unit id '%s' is taken", id)
                           : sal_fail(err, "counters.tsv", 0, "the unit id '%s' occurs twice", id);
    }

  return true;
}

/* ---- the board -------------------------------------------------------------------------- */

/* "plain:20x12", with the numbering and parity of the ruleset's testbed. */
static bool plain_board(struct sal_book *b, const struct sal_source *src, const char *spec,
                        struct sal_err *err) {
  int32_t cols = 0;
  int32_t rows = 0;
  char text[12];
  const char *x = strchr(spec, 'x');
  size_t n = x ? (size_t)(x - spec) : 0;

  if (n && n < sizeof text) {
    memcpy(text, spec, n);
    text[n] = 0;
  }
  if (!n || n >= sizeof text || !sal_parse_int(text, 1, 64, &cols) ||
      !sal_parse_int(x + 1, 1, 64, &rows))
    return sal_fail_at(err, "map", "a plain map is plain:CxR with 1 to 64 columns and rows");
  const struct sal_file *bed = sal_file_find(src->files, "testbed.txt");
  struct sal_shape shape = {0};
  if (!bed)
    return sal_fail(err, "testbed.txt", 0, "the file is missing");
  if (!sal_shape_read(&shape, b->arena, bed, err))
    return false;
  shape.cols = (uint8_t)cols;
  shape.rows = (uint8_t)rows;
  shape.first_col = shape.first_row = 1;
  b->board.id = "plain";
  b->board.source = "position";
  if (!sal_board_make(&b->board, b->arena, &shape, 1, err))
    return false;
  b->board.regions = sal_alloc(b->arena, sizeof *b->board.regions);
  return true;
}

/* "road" also stands for the first kind of road there is. */
static int terrain_word(const struct sal_terrain *rows, int n, const char *word) {
  int bit = sal_terrain_bit(rows, n, word);
  size_t len = strlen(word);

  for (int i = 0; bit < 0 && i < n; i++) {
    bool begins_so = strncmp(rows[i].id, word, len) == 0;
    if (begins_so && rows[i].id[len] == '.')
      bit = i;
  }

  return bit;
}

/* The terrain words of a position as bits. */
static bool set_bits(const struct sal_terrain *rows, int n, const struct sal_pos_terrain *p, int i,
                     uint32_t *bits, struct sal_err *err) {
  *bits = 0;
  for (int k = 0; k < p->nset; k++) {
    int bit = terrain_word(rows, n, p->set[k]);
    if (bit < 0)
      return sal_pos_fail(err, "terrain", i, "set", "there is no terrain '%.*s' of that sort", 24,
                          p->set[k]);
    *bits |= 1u << bit;
  }

  return true;
}

/* Ground that a position changes: a hex, a hexside or a path. */
static bool patch_terrain(struct sal_book *b, const struct sal_pos_terrain *p, int i,
                          struct sal_err *err) {
  struct sal_board *board = &b->board;
  uint32_t bits;

  if (p->hex) {
    sal_hex h = sal_hex_parse(board, p->hex);
    if (!h)
      return sal_pos_fail(err, "terrain", i, "hex", "hex '%.*s' is not on the map", 12, p->hex);
    if (!set_bits(b->terrains.hex, b->terrains.nhex, p, i, &bits, err))
      return false;
    board->terrain[h] = bits ? bits : 1;
  } else if (p->path) {
    if (!set_bits(b->terrains.path, b->terrains.npath, p, i, &bits, err))
      return false;
    for (int k = 0; k + 1 < p->npath; k++) {
      sal_hex h = sal_hex_parse(board, p->path[k]);
      sal_hex g = sal_hex_parse(board, p->path[k + 1]);
      int d = h && g ? sal_dir_to(board, h, g) : -1;
      if (d < 0)
        return sal_pos_fail(err, "terrain", i, "path",
                            "'%.*s' and '%.*s' are not neighbouring hexes", 12, p->path[k], 12,
                            p->path[k + 1]);
      sal_path_set(board, h, d, (uint8_t)bits, true);
    }
  } else {
    sal_hex h = sal_hex_parse(board, p->side[0]);
    sal_hex g = sal_hex_parse(board, p->side[1]);
    int d = h && g ? sal_dir_to(board, h, g) : -1;
    if (d < 0)
      return sal_pos_fail(err, "terrain", i, "side", "'%.*s' and '%.*s' are not neighbouring hexes",
                          12, p->side[0], 12, p->side[1]);
    if (!set_bits(b->terrains.side, b->terrains.nside, p, i, &bits, err))
      return false;
    sal_side_set(board, h, d, (uint16_t)bits, true);
  }

  return true;
}

/* A position's path that a drawing can show. */
static void patch_paths(struct sal_book *b, const struct sal_position *pos) {
  struct sal_path *all = sal_alloc(b->arena, (b->board.npaths + pos->nterrain + 1u) * sizeof *all);

  if (b->board.npaths)
    memcpy(all, b->board.paths, b->board.npaths * sizeof *all);
  b->board.paths = all;
  for (int i = 0; i < pos->nterrain; i++) {
    const struct sal_pos_terrain *p = &pos->terrain[i];
    int kind =
        p->path && p->nset ? terrain_word(b->terrains.path, b->terrains.npath, p->set[0]) : -1;
    if (kind < 0)
      continue;
    sal_hex *hexes = sal_alloc(b->arena, p->npath * sizeof *hexes + 2);
    for (int k = 0; k < p->npath; k++)
      hexes[k] = sal_hex_parse(&b->board, p->path[k]);
    all[b->board.npaths++] = (struct sal_path){(uint8_t)kind, hexes, p->npath};
  }
}

/* A position's region replaces the map's of the same name, or adds one. */
static bool patch_region(struct sal_book *b, const struct sal_position *pos, struct sal_err *err) {
  struct sal_region *all =
      sal_alloc(b->arena, (b->board.nregions + pos->nregions + 1u) * sizeof *all);

  if (b->board.nregions)
    memcpy(all, b->board.regions, b->board.nregions * sizeof *all);
  b->board.regions = all;
  for (int i = 0; i < pos->nregions; i++) {
    sal_hex *hexes = sal_alloc(b->arena, pos->region[i].n * sizeof *hexes + 2);
    for (int k = 0; k < pos->region[i].n; k++)
      if (!(hexes[k] = sal_hex_parse(&b->board, pos->region[i].hex[k])))
        return sal_pos_fail(err, "regions", i, "hexes", "hex '%.*s' is not on the map", 12,
                            pos->region[i].hex[k]);
    struct sal_region r = {pos->region[i].id, hexes, pos->region[i].n};
    struct sal_region *at = NULL;
    for (int k = 0; k < b->board.nregions; k++)
      if (sal_eq(all[k].id, r.id))
        at = &all[k];
    if (!at)
      at = &all[b->board.nregions++];
    *at = r;
  }

  return true;
}

/* Maps of a scenario: "north+south" is left to the ruleset's place function by way of map_places.
 */
static bool load_board(struct sal_book *b, const struct sal_source *src, struct sal_err *err) {
  const struct sal_position *pos = src->position;
  const char *map = pos && pos->map ? pos->map : b->scenarios[b->scenario].map;
  char file[64];

  if (strncmp(map, "plain:", 6) == 0) {
    if (!plain_board(b, src, map + 6, err))
      return false;
  } else {
    const struct sal_file *files[16];
    int16_t place[16][2];
    int n = 0;
    memset(place, 0, sizeof place);
    for (const char *p = map; *p;) {
      size_t len = strcspn(p, "+");
      if (n == 16 || len > 40)
        return sal_fail(err, "scenarios.tsv", 0, "map '%s' is too long", map);
      sal_format(file, sizeof file, "%.*s.txt", (int)len, p);
      files[n] = sal_file_find(src->files, file);
      if (!files[n])
        return pos && pos->map ? sal_fail_at(err, "map", "there is no map '%.*s'", 40, map)
                               : sal_fail(err, file, 0, "the map file is missing");
      if (!sal_map_place(files[n], place[n], err))
        return false;
      n++;
      p += len + (p[len] == '+');
    }
    if (!sal_board_join(&b->board, b->arena, files, (const int16_t(*)[2])place, n, &b->terrains,
                        err))
      return false;
    b->board.id = sal_strdup(b->arena, map);
  }
  if (!pos)
    return true;
  for (int i = 0; i < pos->nterrain; i++)
    if (!patch_terrain(b, &pos->terrain[i], i, err))
      return false;
  patch_paths(b, pos);
  return patch_region(b, pos, err);
}

/* What a list of games needs: rules, scenarios and options, without maps and counters. */
bool sal_book_outline(struct sal_book *b, const struct sal_source *src, struct sal_err *err) {
  return load_rules(b, src, err) && load_scenarios(b, src, err) && sal_book_options(b, src, err);
}

/* Everything of a book that does not depend on the game, in the order in which one part needs the
 * other: rules before terrain, terrain before the map, the map before counters. */
bool sal_book_common(struct sal_book *b, const struct sal_source *src, sal_counter_row *row,
                     struct sal_err *err) {
  typedef bool part(struct sal_book *, const struct sal_source *, struct sal_err *);
  part *const parts[] = {sal_book_outline, load_terrain, load_boxes, sal_book_tables, load_board};

  b->data_hash = src->data_hash;
  b->position = src->position;
  if (!b->mp_den)
    b->mp_den = 1;
  memset(err, 0, sizeof *err);
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    if (!parts[i](b, src, err))
      return false;

  return load_counters(b, src, row, err);
}

/* An edition as a journal writes it; 0 if it is not one. */
int sal_edition_parse(const char *text) {
  int32_t edition;
  return sal_parse_int(text, 1, 9999, &edition) ? edition : 0;
}
