/* load.c - from the data files to the book: kinds, counters, set-ups, and who plays.
 *
 * load_tables.c reads the tables, load_ground.c the map.
 */
#include "load.h"

#include <string.h>

static const char *const kind_id[KINDS] = {"tank", "ag",    "mech",    "mot",   "inf",
                                           "pio",  "art",   "rocket",  "aa",    "hq",
                                           "atf",  "train", "fighter", "bomber"};
struct kind_row {
  int32_t af, df, mf, steps, arm, bomb, range, air, airdef, at, mobile;
  const char *echelon;
};
#define FACTOR(name, min, max) SAL_FACTOR(struct kind_row, name, #name, min, max)
enum { PRINTED = 8, GIVEN = 10, FACTORS = 11 }; /* in counters.tsv; in positions; in kinds.tsv */
static const struct sal_factor factor[FACTORS] = {
    FACTOR(af, 0, 50),  FACTOR(df, 0, 50),    FACTOR(mf, 0, 50),    FACTOR(steps, 1, 9),
    FACTOR(arm, 0, 9),  FACTOR(bomb, 0, 60),  FACTOR(range, 0, 60), FACTOR(at, 0, 10),
    FACTOR(air, 0, 10), FACTOR(airdef, 0, 1), FACTOR(mobile, 0, 1),
};
struct loading { /* while a book is loaded; behind own, in the same block */
  struct own own;
  struct kind_row row[KINDS];
};

/* One row of kinds.tsv, in the order of enum kind_of. */
static bool kind_row(struct sal_tsv *t, int n, struct kind_row *row, struct sal_err *err) {
  const char *id = sal_tsv_text(t, "id", err);
  const char *wanted = n < KINDS ? kind_id[n] : "no more";

  if (!id) {
    return false;
  }
  if (!sal_eq(id, wanted)) {
    return sal_tsv_fail(t, err, "kind '%s' where '%s' is wanted", id, wanted);
  }
  row->echelon = sal_tsv_text(t, "echelon", err);
  return row->echelon && sal_factors_read(t, factor, FACTORS, row, err);
}

/* Factors that a made-up unit does not give come from its kind. */
static bool load_kinds(struct sal_book *b, const struct sal_source *src, struct sal_err *err) {
  struct kind_row *rows = ((struct loading *)b->own)->row;
  struct sal_tsv t;
  int got;
  int n = 0;

  if (!sal_tsv_open(&t, src->files, "kinds.tsv", b->arena, err)) {
    return false;
  }
  while ((got = sal_tsv_next(&t, err)) > 0) {
    if (!kind_row(&t, n, &rows[min_of(n, KINDS - 1)], err)) {
      return false;
    }
    n++;
  }
  if (got < 0) {
    return false;
  }
  if (n < KINDS) {
    return sal_fail(err, "kinds.tsv", 0, "there must be %d kinds", KINDS);
  }

  return true;
}

/* Whether a text is one of the words. */
bool alea_one_of(const char *text, const char *const *words, int n) {
  for (int i = 0; i < n; i++) {
    if (sal_eq(text, words[i])) {
      return true;
    }
  }

  return false;
}

/* A formation by its name, which need not end where the text does. */
int alea_find_form(const struct own *o, const char *name, size_t n) {
  for (int f = 1; f < o->nforms; f++) {
    if (strlen(o->form_name[f]) == n && strncmp(o->form_name[f], name, n) == 0) {
      return f;
    }
  }

  return 0;
}

/* ---- counters --------------------------------------------------------------------------- */

/* 5.5: artillery formations and lone units are independent */
static bool is_independent(const char *formation) {
  static const char *const guns[] = {"ABD", "GMD", " AD"};

  if (!*formation || sal_eq(formation, "-")) {
    return true;
  }
  for (int i = 0; i < 3; i++) {
    if (strstr(formation, guns[i])) {
      return true;
    }
  }

  return false;
}

/* Formations get their numbers in the order of counters.tsv. */
static int form_of(struct sal_book *b, struct own *o, sal_unit u) {
  const char *f = b->counter[u].formation;

  if (is_independent(f)) {
    return 0;
  }
  for (int i = 1; i < o->nforms; i++) {
    if (sal_eq(o->form_name[i], f)) {
      return i;
    }
  }
  if (o->nforms >= MAX_FORMS) {
    return 0;
  }
  o->form_name[o->nforms] = f;
  return o->nforms++;
}

/* 5.2: German battalions and companies, Soviet tank regiments */
static bool is_half(const struct sal_counter *c, int kind, const char *echelon) {
  if (c->side == SAL_GERMAN) {
    return sal_eq(echelon, "bn") || sal_eq(echelon, "kp");
  }
  bool armour = kind == TANK || kind == AG;
  return armour && sal_eq(echelon, "rgt");
}

/* 5.1-5.3: HQs and AT Fronts do not count; aircraft are in no stack. */
static int stacking_cost(const struct sal_counter *c, int kind, const char *echelon) {
  if (kind == HQ || kind == ATF) {
    return 0;
  }
  return is_half(c, kind, echelon) ? 1 : 2;
}

/* One factor that a position gives to a made-up unit. `size` and a true or false `airdef` are
 * words; the others are numbers. */
static bool given_factor(const char *name, const char *value, int unit, struct kind_row *row,
                         struct sal_err *err) {
  int n = 0;

  if (sal_eq(name, "size")) {
    row->echelon = value;
    return true;
  }
  if (sal_eq(name, "airdef") && sal_eq(value, "true")) {
    row->airdef = 1;
    return true;
  }
  if (sal_eq(name, "airdef") && sal_eq(value, "false")) {
    row->airdef = 0;
    return true;
  }
  while (n < GIVEN && !sal_eq(factor[n].name, name)) {
    n++;
  }
  if (n == GIVEN) {
    return sal_pos_fail(err, "units", unit, "factors", "there is no factor '%.*s'", 24, name);
  }
  /* a made-up unit may be stronger than any printed one, but not have more steps */
  int32_t *figure = (int32_t *)(void *)((char *)row + factor[n].offset);
  int32_t max = sal_eq(name, "steps") ? factor[n].max : 60;
  if (!sal_parse_int(value, factor[n].min, max, figure)) {
    return sal_pos_fail(err, "units", unit, "factors", "%s must be a number from %d to %d", name,
                        factor[n].min, max);
  }

  return true;
}

/* a made-up unit's own factors */
static bool given(const struct sal_position *pos, const char *id, struct kind_row *row,
                  struct sal_err *err) {
  for (int i = 0; i < pos->nunits; i++) {
    const struct sal_pos_unit *unit = &pos->unit[i];
    if (!unit->name || !sal_eq(unit->name, id)) {
      continue;
    }
    for (int k = 0; k < unit->nfactors; k++) {
      if (!given_factor(unit->factor[k].name, unit->factor[k].value, i, row, err)) {
        return false;
      }
    }
  }

  return true;
}

/* 0.4: an air factor in parentheses is for defence only. */
static bool read_air(struct sal_tsv *t, struct kind_row *row, struct sal_err *err) {
  const char *air = sal_tsv_text(t, "air", err);
  char digits[8];
  char printed[8];

  if (!air) {
    return false;
  }
  row->airdef = *air == '(';
  sal_format(digits, sizeof digits, "%s", air + row->airdef);
  digits[strcspn(digits, ")")] = 0;
  if (!sal_parse_int(digits, 0, 10, &row->air)) {
    return sal_tsv_fail(t, err, "air must be a number to 10, perhaps in parentheses");
  }
  sal_format(printed, sizeof printed, row->airdef ? "(%d)" : "%d", row->air);
  if (!sal_eq(printed, air)) {
    return sal_tsv_fail(t, err, "air is '%s', not '%.*s'", printed, 8, air);
  }

  return true;
}

/* A counter's row: as kinds.tsv, but for the air factor. */
static bool read_row(struct sal_tsv *t, struct kind_row *row, struct sal_err *err) {
  row->echelon = sal_tsv_text(t, "echelon", err);
  if (!row->echelon) {
    return false;
  }
  if (!read_air(t, row, err)) {
    return false;
  }

  return sal_factors_read(t, factor, PRINTED, row, err);
}

/* A printed number of a face. */
static void figure(struct sal_face *face, int place, int value) {
  sal_format(face->figure[place], 8, "%d", value);
}

/* One side of the counter. 7.hit.3: with a step lost the fighting factors are halved, rounded up.
 */
static void draw_face(struct sal_face *face, const struct kind_row *r, int kind, int half) {
  if (kind == FIGHTER || kind == BOMBER) {
    sal_format(face->figure[0], 8, r->airdef ? "(%d)" : "%d", r->air);
    if (r->bomb) {
      figure(face, 1, (r->bomb + half - 1) / half);
    }
  } else if (r->bomb) {
    figure(face, 0, (r->bomb + half - 1) / half);
    figure(face, 1, r->range);
    figure(face, 2, r->mf);
  } else {
    figure(face, 0, (r->af + half - 1) / half);
    figure(face, 1, (r->df + half - 1) / half);
    figure(face, 2, r->mf);
  }
  if (r->arm) {
    sal_format(face->corner[0], 8, "%d", r->arm);
  }
  if (r->at) {
    sal_format(face->corner[1], 8, "%d", r->at);
  }
  sal_format(face->corner[3], 8, "%d", face->steps);
}

/* What the counter looks like, whole and reduced. */
static void faces(struct sal_counter *c, const struct kind_row *r, int kind) {
  c->nfaces = (uint8_t)min_of(r->steps, 2);
  for (int f = 0; f < c->nfaces; f++) {
    c->face[f].steps = (uint8_t)(r->steps - f);
    draw_face(&c->face[f], r, kind, f + 1);
  }
}

/* Whether a text begins with another. */
static bool starts(const char *text, const char *with) {
  return strncmp(text, with, strlen(with)) == 0;
}

/* Where a unit begins, by its formation: the columns that the rulebooks give as sentences. */
static void by_formation(const struct sal_counter *c, struct unit_info *i) {
  static const char *const panzer[] = {"4 Pz", "12 Pz", "10 Pz"};
  static const char *const roams[] = {"19 Pz", "198 ID"};
  static const char *const roam_alone[] = {"de.51", "de.52", "de.503"};
  static const char *const tk8[] = {"3 TK", "16 TK"};

  if (i->game == 1) {
    /* 3.setup.3 */
    i->panzer = alea_one_of(c->formation, panzer, ALEA_COUNT(panzer));
    /* 3.setup.5 */
    i->tk8 = alea_one_of(c->formation, tk8, ALEA_COUNT(tk8));
  } else {
    /* II.1.3 */
    i->roams = alea_one_of(c->formation, roams, ALEA_COUNT(roams)) ||
               alea_one_of(c->id, roam_alone, ALEA_COUNT(roam_alone));
  }
}

/* The columns of counters.tsv that say where a unit begins. */
static bool setup_column(struct sal_book *b, sal_unit u, struct sal_tsv *t, struct unit_info *i,
                         struct sal_err *err) {
  static const char *const first_turn[] = {"turn 1", "51/52 Gd"};
  const struct sal_counter *c = &b->counter[u];
  const char *setup = sal_tsv_text(t, "setup", err);
  const char *notes = sal_tsv_text(t, "notes", err);
  const char *game = sal_tsv_text(t, "game", err);

  if (!setup || !notes || !game) {
    return false;
  }
  i->game = sal_eq(game, "I") ? 1 : 2;
  /* II.s3.6 */
  i->onmap = starts(setup, "FR-map") || sal_eq(c->formation, "6 TK");
  if (i->onmap || sal_eq(setup, "FR")) {
    i->reserve = B_FRONT;
  } else if (sal_eq(setup, "ST")) {
    i->reserve = B_STAVKA;
  }
  i->at_start = i->kind == ATF && alea_one_of(setup, first_turn, ALEA_COUNT(first_turn));
  i->cas = strstr(notes, "cas") != NULL;
  by_formation(c, i);
  return true;
}

/* KINDS when there is none. */
static int find_kind(const char *id) {
  int k = 0;

  while (k < KINDS && !sal_eq(kind_id[k], id)) {
    k++;
  }

  return k;
}

/* Called for every row of counters.tsv and every made-up unit of a position. */
static bool counter(struct sal_book *b, sal_unit u, struct sal_tsv *t, struct sal_err *err) {
  struct loading *load = b->own;
  struct own *o = &load->own;
  struct sal_counter *c = &b->counter[u];
  int k = find_kind(c->kind);

  if (u >= MAX_UNITS) {
    return sal_fail(err, NULL, 0, "more than %d units", MAX_UNITS);
  }
  if (k == KINDS && t) {
    return sal_tsv_fail(t, err, "there is no kind '%s'", c->kind);
  }
  if (k == KINDS) {
    return sal_fail_at(err, "", "there is no kind '%.*s'", 24, c->kind);
  }
  struct kind_row r = load->row[k];
  bool read = t ? read_row(t, &r, err) : given(b->position, c->id, &r, err);
  if (!read) {
    return false;
  }
  struct unit_info *i = &o->info[u];
  *i = (struct unit_info){.kind = (uint8_t)k,
                          .af = (uint8_t)r.af,
                          .df = (uint8_t)r.df,
                          .mf = (uint8_t)r.mf,
                          .steps = (uint8_t)r.steps,
                          .arm = (uint8_t)r.arm,
                          .bomb = (uint8_t)r.bomb,
                          .range = (uint8_t)r.range,
                          .air = (uint8_t)r.air,
                          .at = (uint8_t)r.at,
                          .half = (uint8_t)stacking_cost(c, k, r.echelon),
                          .airdef = r.airdef != 0,
                          .mobile = load->row[k].mobile != 0,
                          .cas = k == BOMBER};
  if (k == HQ) {
    /* 0.3 */
    i->mobile = r.mf > 5;
  }
  if (t && !setup_column(b, u, t, i, err)) {
    return false;
  }
  /* 15.2: they belong to no corps */
  bool alone = k == ATF || k == TRAIN;
  i->form = (uint8_t)(alone ? 0 : form_of(b, o, u));
  faces(c, &r, k);
  if (sal_eq(c->id, "de.216")) {
    o->brummbaer = u;
  }

  return true;
}

/* ---- set-up files ----------------------------------------------------------------------- */

/* One unit of a historical set-up: where it stood and how strong it was. */
static bool start_row(struct sal_book *b, struct own *o, struct sal_tsv *t, struct sal_err *err) {
  const char *id = sal_tsv_text(t, "unit", err);
  const char *hex = sal_tsv_text(t, "hex", err);
  int32_t steps;

  if (!id || !hex) {
    return false;
  }
  if (!sal_tsv_int(t, "steps", 0, 9, &steps, err)) {
    return false;
  }
  sal_unit u = sal_unit_find(b, id);
  if (u == SAL_NOUNIT) {
    return sal_tsv_fail(t, err, "there is no unit '%s'", id);
  }
  const struct unit_info *i = &o->info[u];
  o->start[u] = *hex ? sal_hex_parse(&b->board, hex) : SAL_NOHEX;
  if (*hex && !o->start[u]) {
    return sal_tsv_fail(t, err, "hex '%s' is not on the map", hex);
  }
  if (steps > i->steps) {
    return sal_tsv_fail(t, err, "'%s' has at most %d {step/steps}", id, i->steps);
  }
  if (steps && !*hex && i->kind < FIGHTER) {
    return sal_tsv_fail(t, err, "'%s' needs a hex", id);
  }
  o->start_steps[u] = (uint8_t)steps;
  return true;
}

/* A position brings its own places. */
static bool load_start(struct sal_book *b, struct own *o, const struct sal_source *src,
                       struct sal_err *err) {
  static const char *const file[] = {"setup-north.tsv", "setup-south.tsv", "setup-south.tsv",
                                     "setup-prokhorovka.tsv", "setup-lesson.tsv"};
  struct sal_tsv t;
  int got;

  memset(o->start_steps, 0xff, sizeof o->start_steps);
  if (src->position) {
    return true;
  }
  if (!sal_tsv_open(&t, src->files, file[o->scenario], b->arena, err)) {
    return false;
  }
  while ((got = sal_tsv_next(&t, err)) > 0) {
    if (!start_row(b, o, &t, err)) {
      return false;
    }
  }

  return got == 0;
}

/* The formations a unit deploys with: "LAH, DR". */
static bool read_hosts(const struct own *o, const char *hosts, uint8_t out[6], struct sal_tsv *t,
                       struct sal_err *err) {
  int n = 0;

  for (const char *p = hosts; *p && n < 6;) {
    size_t len = strcspn(p, ",");
    int f = alea_find_form(o, p, len);
    if (!f) {
      return sal_tsv_fail(t, err, "there is no formation '%.*s'", (int)len, p);
    }
    out[n++] = (uint8_t)f;
    p += len;
    p += strspn(p, ", ");
  }

  return true;
}

/* One unit of scenarios 3 and 4 that is placed by others. */
static bool deploy_row(struct sal_book *b, struct own *o, struct sal_tsv *t, struct sal_err *err) {
  static const char *const where_id[] = {"",     "with", "stacked", "reserve", "west",
                                         "east", "rail", "at",      "beside"};
  const char *set = sal_tsv_text(t, "set", err);
  const char *unit = sal_tsv_text(t, "unit", err);
  const char *where = sal_tsv_text(t, "where", err);
  const char *hosts = sal_tsv_text(t, "hosts", err);
  int w = 1;

  if (!set || !unit || !where || !hosts) {
    return false;
  }
  sal_unit u = sal_unit_find(b, unit);
  if (u == SAL_NOUNIT) {
    return sal_tsv_fail(t, err, "there is no unit '%s'", unit);
  }
  while (w < 9 && !sal_eq(where_id[w], where)) {
    w++;
  }
  if (w == 9) {
    return sal_tsv_fail(t, err, "'%s' is no way to deploy", where);
  }
  struct unit_info *i = &o->info[u];
  int k = sal_eq(set, "s4");
  i->where[k] = (uint8_t)w;
  if (w == D_AT || w == D_BESIDE) {
    i->spot[k] = sal_hex_parse(&b->board, hosts);
    /* another map may not have it */
    return true;
  }

  return read_hosts(o, hosts, i->hosts[k], t, err);
}

/* deploy.tsv is the same for all scenarios; another map may lack its hexes. */
static bool load_deploy(struct sal_book *b, struct own *o, const struct sal_source *src,
                        struct sal_err *err) {
  struct sal_tsv t;
  int got;

  if (!sal_tsv_open(&t, src->files, "deploy.tsv", b->arena, err)) {
    return false;
  }
  while ((got = sal_tsv_next(&t, err)) > 0) {
    if (!deploy_row(b, o, &t, err)) {
      return false;
    }
  }

  return got == 0;
}

/* II.s4.2, II.s4.3: whether a unit belongs to a group that shares step losses. Six AA units, 27
 * artillery units and the formations that are still off the map do not. */
static bool in_group(const struct sal_book *b, const struct own *o, int u,
                     const struct loss_group *g) {
  const struct unit_info *i = &o->info[u];
  bool off_map = i->reserve == B_STAVKA && !o->area[1][i->form] && i->kind != TANK;

  if (b->counter[u].side != g->side || i->game != 2) {
    return false;
  }
  if (off_map) {
    return false;
  }
  if (sal_eq(g->who, "independents")) {
    return !i->form && (i->kind == TANK || i->kind == AG);
  }
  if (sal_eq(g->who, "guns")) {
    return i->kind == ART || i->kind == ROCKET;
  }
  if (sal_eq(g->who, "aa")) {
    return i->kind == AA && i->where[1];
  }
  if (sal_eq(g->who, "fighters")) {
    return i->kind == FIGHTER;
  }
  if (sal_eq(g->who, "bombers")) {
    return i->kind == BOMBER;
  }

  return i->form && sal_eq(o->form_name[i->form], g->who);
}

/* A group of units and the steps it has lost before scenario 4 begins. */
static bool losses_row(struct sal_book *b, struct own *o, struct sal_tsv *t, struct sal_err *err) {
  const char *side = sal_tsv_text(t, "side", err);
  const char *who = sal_tsv_text(t, "who", err);
  const char *rule = sal_tsv_text(t, "rule", err);
  int32_t n;
  int32_t steps = 0;

  if (!side || !who || !rule) {
    return false;
  }
  if (!sal_tsv_int(t, "steps", 0, 60, &n, err)) {
    return false;
  }
  int s = sal_side_parse(side);
  int r = sal_rule_find(b, rule);
  if (s >= SAL_SIDES || r < 0 || o->ngroups == 48) {
    return sal_tsv_fail(t, err, "a side, a rule and at most 48 groups are wanted");
  }
  struct loss_group *g = &o->group[o->ngroups++];
  *g = (struct loss_group){(uint8_t)s, (uint8_t)n, (uint16_t)r, who};
  for (int u = 0; u < b->ncounters; u++) {
    if (in_group(b, o, u, g)) {
      o->info[u].loss = o->ngroups;
      steps += o->info[u].steps;
    }
  }
  if (steps < n) {
    return sal_tsv_fail(t, err, "'%s' has only %d {step/steps}", who, steps);
  }

  return true;
}

/* Only scenario 4 begins with losses. */
static bool load_losses(struct sal_book *b, struct own *o, const struct sal_source *src,
                        struct sal_err *err) {
  struct sal_tsv t;
  int got;

  if (o->scenario != PROKHOROVKA || src->position) {
    return true;
  }
  if (!sal_tsv_open(&t, src->files, "losses.tsv", b->arena, err)) {
    return false;
  }
  while ((got = sal_tsv_next(&t, err)) > 0) {
    if (!losses_row(b, o, &t, err)) {
      return false;
    }
  }

  return got == 0;
}

/* ---- who plays in this scenario --------------------------------------------------------- */

/* Whether a counter takes part: those of a position, of the lesson's set-up, else of the game. */
static bool plays(const struct sal_book *b, const struct own *o, int u) {
  const struct sal_position *pos = b->position;

  for (int i = 0; pos && i < pos->nunits; i++) {
    if (sal_pos_unit_index(b, &pos->unit[i]) == u) {
      return true;
    }
  }
  if (pos) {
    return false;
  }
  if (o->scenario == LESSON) {
    return o->start[u] != 0;
  }

  return o->info[u].game == (o->south ? 2 : 1);
}

/* The counters of this scenario by side, ground and air apart. */
static bool load_roster(struct sal_book *b, struct own *o, struct sal_err *err) {
  for (int u = 0; u < b->ncounters; u++) {
    if (!plays(b, o, u)) {
      continue;
    }
    int side = b->counter[u].side;
    if (o->info[u].kind >= FIGHTER) {
      if (o->nair[side] == 31) {
        return sal_fail(err, "counters.tsv", 0, "more than 31 air units a side");
      }
      o->air[side][o->nair[side]++] = (uint16_t)u;
    } else {
      o->ground[side][o->nground[side]++] = (uint16_t)u;
    }
  }

  return true;
}

/* Order matters: areas need formations, losses need areas. */
bool alea_load(struct sal_book *b, const struct sal_source *src, struct sal_err *err) {
  static const char *const scenario_id[] = {"north", "south", "panzerkeil", "prokhorovka",
                                            "lesson"};
  struct own *o = b->own = sal_alloc(b->arena, sizeof(struct loading));
  struct figures f[T_ROWS] = {0};

  b->mp_den = 1;
  o->brummbaer = SAL_NOUNIT;
  o->nforms = 1;
  if (!load_kinds(b, src, err)) {
    return false;
  }
  if (!sal_book_common(b, src, counter, err)) {
    return false;
  }
  while (o->scenario < LESSON && !sal_eq(scenario_id[o->scenario], b->scenarios[b->scenario].id)) {
    o->scenario++;
  }
  o->south = o->scenario == SOUTH || o->scenario == PANZERKEIL || o->scenario == PROKHOROVKA;
  if (b->nlisted != OPTIONS) {
    return sal_fail(err, "options.tsv", 0, "%d options are wanted", OPTIONS);
  }
  if (!alea_load_combat(b, o, err)) {
    return false;
  }
  if (!alea_load_bombard(b, o, err)) {
    return false;
  }
  if (!alea_load_replace(b, o, err)) {
    return false;
  }
  if (!alea_load_figures(b, o, f, err)) {
    return false;
  }
  alea_load_ground(b, o, f);
  alea_load_regions(b, o, f);
  alea_load_goals(b, o);
  if (!load_deploy(b, o, src, err)) {
    return false;
  }
  if (!load_start(b, o, src, err)) {
    return false;
  }
  if (!load_losses(b, o, src, err)) {
    return false;
  }
  if (!load_roster(b, o, err)) {
    return false;
  }
  b->state_bytes =
      (uint32_t)((offsetof(struct state, cell) + b->board.cells * sizeof(struct cell) + 7u) & ~7u);
  b->scratch_bytes = sizeof(struct scratch);
  return true;
}
