/* load.c - stalnie: loading types, charts, counters, the grid and the Victory Locations. The
 * printed tables: load_tables.c.
 *
 * The charts are read as printed; the program keeps its own reading of them in `own`. What the
 * boards must hold by 3.18 is counted and compared, so a board with a building too many does not
 * load.
 */
#include "state.h"

#include <string.h>

/* ---- small readers ---------------------------------------------------------------------- */

/* Is the word in a list parted by blanks? */
static bool flag_in(const char *list, const char *word) {
  size_t n = strlen(word);

  for (const char *p = strstr(list, word); p; p = strstr(p + n, word)) {
    bool begins = p == list || p[-1] == ' ';
    bool ends = p[n] == ' ' || !p[n];
    if (begins && ends)
      return true;
  }
  return false;
}

/* The type with that id; 0 none. */
static int type_find(const struct own *o, const char *id) {
  for (int i = 1; i < o->ntypes; i++)
    if (sal_eq(o->type[i].id, id))
      return i;
  return 0;
}

/* A leader's grade by its printed name; other types are none. */
int sp_grade_named(const struct own *o, const char *id) {
  int t = type_find(o, id);
  return t && o->type[t].cls == LEADER ? t : 0;
}

/* A price such as 3.5 in halves, or NOT_FOUND. */
int sp_halves(const char *text) {
  char whole[8];
  int32_t v;
  size_t n = strcspn(text, ".");

  if (n >= sizeof whole)
    return NOT_FOUND;
  memcpy(whole, text, n);
  whole[n] = 0;
  if (!sal_parse_int(whole, 0, 60, &v))
    return NOT_FOUND;
  if (!text[n])
    return (int)v * 2;

  if (sal_eq(text + n, ".5"))
    return (int)v * 2 + 1;
  return NOT_FOUND;
}

/* ---- types, weapons, groups ------------------------------------------------------------- */

/* What a type becomes, by name: the row of that name may come later. */
struct becomes {
  const char *half, *replaced;
};

static int class_of(const char *text) {
  static const char *const classes[CLASSES] = {"squad", "hs", "crew", "leader",
                                               "hero",  "hw", "gun",  "vehicle"};
  int cls = 0;
  while (cls < CLASSES && !sal_eq(classes[cls], text))
    cls++;
  return cls;
}

static uint16_t type_flags(const char *text) {
  static const char *const flags[] = {
      "underlined", "engineer", "elite", "afv", "tracked", "truck",   "passengers", "bow",
      "aa",         "tiger",    "op",    "ma",  "mg",      "circled", "dismantle",  "large"};
  uint16_t bits = 0;
  for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
    if (flag_in(text, flags[i]))
      bits = (uint16_t)(bits | 1u << i);
  return bits;
}

/* One row of types.tsv. */
static bool read_type(struct sal_tsv *t, struct type *y, struct becomes *later,
                      struct sal_err *err) {
  const char *cls;
  const char *flags;
  const char *armour;
  int32_t soft;
  int32_t hard;
  int32_t cvp;
  int32_t against = SOFT;

  if (!sal_tsv_texts(t, err, "id", &y->id, "class", &cls, "flags", &flags, "armour", &armour,
                     "half", &later->half, "replaced", &later->replaced, NULL))
    return false;
  if (!sal_tsv_int(t, "soft", 0, 40, &soft, err))
    return false;
  if (!sal_tsv_int(t, "hard", 0, 40, &hard, err))
    return false;
  if (!sal_tsv_int(t, "cvp", 0, 20, &cvp, err))
    return false;
  if (*armour && !sal_parse_int(armour, 0, 30, &against))
    return sal_tsv_fail(t, err, "armour '%s' is no number", armour);
  if (class_of(cls) == CLASSES)
    return sal_tsv_fail(t, err, "there is no class '%s'", cls);

  y->cls = (uint8_t)class_of(cls);
  y->soft = (uint8_t)soft;
  y->hard = (uint8_t)hard;
  y->armour = (uint8_t)against;
  y->cvp = (uint8_t)cvp;
  y->flags = type_flags(flags);
  return true;
}

/* All names are known now: what each type becomes when it is reduced or replaced. */
static bool link_types(struct own *o, const struct becomes *later, struct sal_err *err) {
  for (int i = 1; i < o->ntypes; i++) {
    struct type *y = &o->type[i];
    y->half = (uint8_t)type_find(o, later[i].half);
    y->replaced = (uint8_t)type_find(o, later[i].replaced);
    bool half_unknown = *later[i].half && !y->half;
    bool replaced_unknown = *later[i].replaced && !y->replaced;
    if (half_unknown || replaced_unknown)
      return sal_fail(err, "types.tsv", 0, "type '%s' becomes something unknown", y->id);
  }
  return true;
}

/* The types that the rules name themselves. */
static bool find_named_types(struct own *o, struct sal_err *err) {
  static const char *const grades[8] = {"6+1", "7-0", "8-0", "8-1", "9-1", "9-2", "10-2", "10-3"};

  o->crew228 = (uint8_t)type_find(o, "228");
  o->hero = (uint8_t)type_find(o, "hero");
  o->op_tank = (uint8_t)type_find(o, "PzIIIL_OP");
  bool all = o->crew228 && o->hero && o->op_tank;

  for (int i = 0; i < 8; i++) {
    o->grade[i] = (uint8_t)type_find(o, grades[i]);
    all = all && o->grade[i];
  }
  if (!all)
    return sal_fail(err, "types.tsv", 0, "228, hero, PzIIIL_OP and the leader grades are wanted");
  return true;
}

/* types.tsv: what every counter can be, its values, and what it becomes when reduced or
 * replaced. */
static bool load_types(struct sal_book *b, const struct sal_source *src, struct own *o,
                       struct sal_err *err) {
  struct becomes later[MAX_TYPES];
  struct sal_tsv t;
  int got;

  if (!sal_tsv_open(&t, src->files, "types.tsv", b->arena, err))
    return false;
  /* type 0 is none */
  o->ntypes = 1;
  o->type[0].id = "-";

  while ((got = sal_tsv_next(&t, err)) > 0) {
    if (t.directive)
      continue;
    if (o->ntypes == MAX_TYPES)
      return sal_tsv_fail(&t, err, "more than %d types", MAX_TYPES - 1);
    if (!read_type(&t, &o->type[o->ntypes], &later[o->ntypes], err))
      return false;
    o->ntypes++;
  }

  if (got < 0)
    return false;
  return link_types(o, later, err) && find_named_types(o, err);
}

static const char *const weapon_ids[SW] = {"LMG", "MMG", "ATR", "FT", "DC", "MTR50"};

/* weapons.tsv: the support weapons, in the fixed order of the record's columns. */
static bool load_weapons(struct sal_book *b, const struct sal_source *src, struct own *o,
                         struct sal_err *err) {
  struct sal_tsv t;
  int got;
  int n = 0;

  if (!sal_tsv_open(&t, src->files, "weapons.tsv", b->arena, err))
    return false;

  while ((got = sal_tsv_next(&t, err)) > 0) {
    if (t.directive)
      continue;
    int32_t soft;
    int32_t hard;
    int32_t portage;
    const char *id = sal_tsv_text(&t, "id", err);
    const char *f = sal_tsv_text(&t, "flags", err);

    if (!id)
      return false;
    if (!f)
      return false;
    if (!sal_tsv_int(&t, "soft", 0, 20, &soft, err))
      return false;
    if (!sal_tsv_int(&t, "hard", 0, 20, &hard, err))
      return false;
    if (!sal_tsv_int(&t, "portage", 0, 9, &portage, err))
      return false;
    if (n == SW || !sal_eq(id, weapon_ids[n]))
      return sal_tsv_fail(&t, err, "weapon '%s' where '%s' is wanted", id,
                          n < SW ? weapon_ids[n] : "no more");

    o->weapon[n++] = (struct weapon){id,
                                     (uint8_t)soft,
                                     (uint8_t)hard,
                                     (uint8_t)portage,
                                     flag_in(f, "mg"),
                                     flag_in(f, "circled")};
  }

  if (got != 0)
    return false;
  if (n != SW)
    return sal_fail(err, "weapons.tsv", 0, "there must be %d weapons", SW);

  return true;
}

/* "3/2": the numbers at full and at depleted strength (11.6193). */
static bool read_strengths(const char *text, size_t n, int32_t *full, int32_t *depleted) {
  char a[4] = "";
  char d[4] = "";
  const char *slash = memchr(text, '/', n);

  if (!slash)
    return false;
  size_t before = (size_t)(slash - text);
  size_t behind = n - before - 1;
  if (before > 2 || behind > 2)
    return false;

  memcpy(a, text, before);
  memcpy(d, slash + 1, behind);
  if (!sal_parse_int(a, 0, 20, full))
    return false;
  return sal_parse_int(d, 0, 20, depleted);
}

/* The item before the colon, without its crew. A crewed machine gun is a separate type. */
static void name_of_item(char item[32], const char *text, size_t length) {
  static const char *const crewed[][2] = {{"HMG+348", "HMG348"}, {"HMG+248", "HMG248"}};

  memcpy(item, text, length);
  item[length] = 0;
  for (int i = 0; i < 2; i++)
    if (sal_eq(item, crewed[i][0]))
      sal_format(item, 32, "%s", crewed[i][1]);
  item[strcspn(item, "+")] = 0;
}

/* The place of a support weapon among all of them + 1, or 0. */
static int weapon_named(const char *item) {
  for (int i = 0; i < SW; i++)
    if (sal_eq(item, weapon_ids[i]))
      return i + 1;
  return 0;
}

/* "OBA150RCT", "FPP12", "SAN4": what a group has besides its units. Any other word stands for
 * itself and has no numbers. */
static bool read_asset(const char *item, bool numbered, struct group *g) {
  int32_t points;

  if (strncmp(item, "OBA", 3) == 0) {
    int calibre = 0;
    for (const char *q = item + 3; *q >= '0' && *q <= '9'; q++)
      calibre = calibre * 10 + (*q - '0');
    g->calibre = (uint16_t)calibre;
    g->rocket = strstr(item, "RCT") != NULL;
    return true;
  }

  bool fpp = strncmp(item, "FPP", 3) == 0;
  bool san = strncmp(item, "SAN", 3) == 0;
  if (!fpp && !san)
    return !numbered;
  if (!sal_parse_int(item + 3, 1, 60, &points))
    return false;
  *(fpp ? &g->fpp : &g->san) = (uint8_t)points;
  return true;
}

/* "AT75L+228:3/2": an item with its numbers, at full strength and depleted. */
static bool read_component(const struct own *o, const char *text, size_t n, struct group *g) {
  char item[32];
  const char *end = memchr(text, ':', n);
  size_t colon = end ? (size_t)(end - text) : n;
  bool numbered = end != NULL;
  int32_t full = 0;
  int32_t depleted = 0;

  if (colon >= sizeof item || g->ncomp == 5)
    return false;
  name_of_item(item, text, colon);
  if (numbered && !read_strengths(end + 1, n - colon - 1, &full, &depleted))
    return false;

  int weapon = numbered ? weapon_named(item) : 0;
  int type = weapon ? 0 : type_find(o, item);
  if (sal_eq(item, "PzIIIL_OP")) {
    full = 1;
    depleted = 1;
  }

  if (type || weapon) {
    g->comp[g->ncomp++] = (struct component){.type = (uint8_t)type,
                                             .weapon = (uint8_t)weapon,
                                             .full = (uint8_t)full,
                                             .depleted = (uint8_t)depleted};
    return true;
  }

  return read_asset(item, numbered, g);
}

/* quick battle armour below it: some armour factor is under 3 (SSR.I2) */
enum { LIGHT_ARMOUR = 4 };
/* SSR.I2: a group with some weak armour may be bought in the first scenario. */
static bool light(const struct own *o, const struct group *g) {
  bool any = false;
  for (int i = 0; i < g->ncomp; i++)
    any |= g->comp[i].type && o->type[g->comp[i].type].armour < LIGHT_ARMOUR;
  return any;
}

/* The note letters of a chart row as bits; there is no note l. */
static uint16_t notes_of(const char *text) {
  static const char letters[] = "abcdefghijkmnop";
  uint16_t bits = 0;

  for (const char *q = text; *q; q++) {
    const char *at = strchr(letters, *q);
    if (at)
      bits = (uint16_t)(bits | 1u << (at - letters));
  }

  return bits;
}

/* "HS:2;LMG:1": what comes with a group. */
static bool read_components(struct sal_tsv *t, const struct own *o, const char *text,
                            struct group *g, struct sal_err *err) {
  while (*text) {
    size_t n = strcspn(text, ";");
    if (!read_component(o, text, n, g))
      return sal_tsv_fail(t, err, "component '%.*s' cannot be read", (int)n, text);
    bool more = text[n] == ';';
    text += n + (more ? 1 : 0);
  }
  return true;
}

/* In which ways a group can be bought, as bits. */
static uint8_t manners_of(const struct group *g) {
  int manners = 1 << PLAIN;

  if (g->cls == 'a' || g->company)
    manners |= 1 << NORTH | 1 << SOUTH;
  if (g->cls == 'i')
    manners |= 1 << RESERVE;
  if (g->notes & NOTE_B)
    manners |= 1 << BONUS;
  if (g->notes & NOTE_J)
    manners |= 1 << REG1 | 1 << REG2;
  return (uint8_t)manners;
}

/* The place of an id among the words of the verb `buy`, or NOT_FOUND. */
static int group_word(const char *id) {
  for (int word = 0; sp_group_word[word]; word++)
    if (sal_eq(sp_group_word[word], id))
      return word;
  return NOT_FOUND;
}

/* One row of a chart. */
static bool read_group(struct sal_tsv *t, struct own *o, struct sal_err *err) {
  const char *side;
  const char *id;
  const char *components;
  const char *price;
  const char *notes;
  const char *title;
  int32_t scenario_max;
  int32_t campaign_max;

  if (!sal_tsv_texts(t, err, "side", &side, "id", &id, "components", &components, "price", &price,
                     "notes", &notes, "title", &title, NULL))
    return false;
  if (!sal_tsv_int(t, "scenario", 0, 9, &scenario_max, err))
    return false;
  if (!sal_tsv_int(t, "campaign", 0, 9, &campaign_max, err))
    return false;

  int s = sal_side_parse(side);
  int word = group_word(id);
  int halves = sp_halves(price);
  if (s >= SAL_SIDES || word == NOT_FOUND || o->ngroups[s] == MAX_GROUPS)
    return sal_tsv_fail(t, err, "'%s %s' is no group of a side", side, id);
  if (halves == NOT_FOUND)
    return sal_tsv_fail(t, err, "price '%s' is no number of halves", price);

  struct group *g = &o->group[s][o->ngroups[s]++];
  *g = (struct group){.id = id,
                      .title = title,
                      .cls = id[0],
                      .word = (uint8_t)word,
                      .price = (uint8_t)halves,
                      .scenario_max = (uint8_t)scenario_max,
                      .campaign_max = (uint8_t)campaign_max,
                      .notes = notes_of(notes)};
  if (!read_components(t, o, components, g, err))
    return false;

  bool squads = g->ncomp && o->type[g->comp[0].type].cls == SQUAD;
  g->company = g->cls == 'i' && squads;
  g->weak = light(o, g);
  g->manners = manners_of(g);
  return true;
}

/* groups.tsv: the Reinforcement Group charts of both sides (3.1). */
static bool load_groups(struct sal_book *b, const struct sal_source *src, struct own *o,
                        struct sal_err *err) {
  struct sal_tsv t;
  int got;

  if (!sal_tsv_open(&t, src->files, "groups.tsv", b->arena, err))
    return false;
  while ((got = sal_tsv_next(&t, err)) > 0)
    if (!t.directive && !read_group(&t, o, err))
      return false;
  return got == 0;
}

/* The side's group that a word of the verb `buy` stands for. Both sides share the words. */
int sp_group_of_word(const struct sal_play *p, int side, int word) {
  const struct own *o = O(p);
  for (int i = 0; i < o->ngroups[side]; i++)
    if (o->group[side][i].word == word)
      return i;
  return NOT_FOUND;
}

/* The side's group with that id. */
int sp_group_named(const struct own *o, int side, const char *id) {
  for (int i = 0; i < o->ngroups[side]; i++)
    if (sal_eq(o->group[side][i].id, id))
      return i;
  return NOT_FOUND;
}

/* One counter: which copy of which group it belongs to, or which pool. */
static bool counter(struct sal_book *b, sal_unit u, struct sal_tsv *t, struct sal_err *err) {
  struct own *o = b->own;
  struct sal_counter *c = &b->counter[u];
  int type = type_find(o, c->kind);

  if (u >= MAX_UNITS)
    return sal_fail(err, NULL, 0, "more than %d units", MAX_UNITS);
  if (!type) {
    if (t)
      return sal_tsv_fail(t, err, "there is no kind '%s'", c->kind);
    return sal_fail_at(err, "", "there is no kind '%.*s'", 24, c->kind);
  }

  o->counter_type[u] = (uint8_t)type;
  /* a squad's second face is its half-squad */
  bool squad = o->type[type].cls == SQUAD;
  c->nfaces = (uint8_t)(squad ? 2 : 1);
  c->face[0].steps = (uint8_t)(squad ? 2 : 1);

  /* the number says which SPW it is */
  sal_format(c->face[0].figure[0], 8, "%s",
             strncmp(c->kind, "SPW", 3) == 0 ? c->kind + 3 : c->kind);

  if (squad) {
    c->face[1].steps = 1;
    sal_format(c->face[1].figure[0], 8, "%s", o->type[o->type[type].half].id);
  }

  if (!t)
    return true;
  int32_t copy;
  int32_t part;
  const char *group = sal_tsv_text(t, "group", err);

  if (!group)
    return false;
  if (!sal_tsv_int(t, "copy", 0, 11, &copy, err))
    return false;
  if (!sal_tsv_int(t, "part", 0, 13, &part, err))
    return false;
  o->counter_part[u] = (uint8_t)part;
  uint16_t *first;
  uint16_t *n;

  if (part >= POOLS) {
    first = &o->pool_first[c->side][part - POOLS];
    n = &o->pool_n[c->side][part - POOLS];
  } else {
    int g = sp_group_named(o, c->side, group);

    if (g == NOT_FOUND)
      return sal_tsv_fail(t, err, "there is no group '%s'", group);
    first = &o->group[c->side][g].first[copy];
    n = &o->group[c->side][g].n[copy];
    if (copy > o->group[c->side][g].copies)
      o->group[c->side][g].copies = (uint8_t)copy;
  }

  if (!*n)
    *first = u;
  if (*first + *n != u)
    return sal_tsv_fail(t, err, "the counters of a group stand together");
  (*n)++;

  return true;
}

/* ---- the grid --------------------------------------------------------------------------- */

/* The bits that the rules need of a hex, from the terrain drawn there. */
static uint16_t ground_of(const struct sal_terrains *ts, uint32_t bits) {
  static const char *const cover[] = {"woods",      "house", "stone", "rubble",
                                      "shellholes", "gully", "stream"};
  static const char *const novehicle[] = {"house", "stone", "marsh", "water"};
  uint16_t g = G_ON;

  for (int i = 0; i < ts->nhex; i++) {
    if (!(bits >> i & 1))
      continue;
    const char *id = ts->hex[i].id;

    for (int k = 0; k < 7; k++)
      if (sal_eq(id, cover[k]))
        g |= G_COVER;
    for (int k = 0; k < 4; k++)
      if (sal_eq(id, novehicle[k]))
        g |= G_NOVEHICLE;

    if (sal_eq(id, "house"))
      g |= G_BUILDING | G_HOUSE;
    if (sal_eq(id, "stone"))
      g |= G_BUILDING | G_STONE;
    if (sal_eq(id, "rubble"))
      g |= G_BUILDING | G_RUBBLE;
    if (sal_eq(id, "woods"))
      g |= G_WOODS;
    if (sal_eq(id, "upper"))
      g |= G_UPPER;
    if (sal_eq(id, "hill2"))
      g |= G_HILL2;
    if (sal_eq(id, "water"))
      g |= G_NOINFANTRY;
    if (sal_eq(id, "bridge"))
      g |= G_BRIDGE;

    /* bare or bare hill */
    bool nothing_else = !(bits & ~(1u << i | 1u << 8 | 1u << 9));
    if (nothing_else && sal_eq(id, "open"))
      g |= G_OPEN;
  }

  return g;
}

/* The corner that places are counted from: the southernmost hexrow and the easternmost column.
 * Columns are counted in halves, since every second hexrow is shifted by half a hex. */
struct corner {
  int south, east;
};

static int half_column(const struct sal_board *m, sal_hex h) {
  return 2 * m->q[h] + m->r[h];
}

static struct corner corner_of(const struct sal_board *m) {
  struct corner c = {m->r[m->order[0]], half_column(m, m->order[0])};

  for (int i = 1; i < m->nhexes; i++) {
    sal_hex h = m->order[i];
    if (m->r[h] > c.south)
      c.south = m->r[h];
    if (half_column(m, h) > c.east)
      c.east = half_column(m, h);
  }

  /* Even hexrows hold odd columns: where they do not, all of them move by one. */
  for (int i = 0; i < m->nhexes; i++) {
    sal_hex h = m->order[i];
    bool odd_row = (c.south - m->r[h]) & 1;
    bool odd_column = (c.east - half_column(m, h)) & 1;
    if (odd_row == odd_column) {
      c.east++;
      break;
    }
  }
  return c;
}

/* One hex takes its place, with its ground and its roads. */
static void take_place(const struct sal_book *b, struct own *o, sal_hex h, int row, int y) {
  const struct sal_board *m = &b->board;
  int g = row * WIDTH + y / 2;

  o->cell[g] = h;
  o->place[h] = (uint16_t)g;
  o->ground[g] = ground_of(&b->terrains, m->terrain[h]);
  for (int d = 0; d < 6; d++)
    if (m->path[h * 6 + d])
      o->ground[g] |= G_ROAD;
  o->on[row] |= 1u << y / 2;
  if (row > o->h_max)
    o->h_max = (uint8_t)row;
  if (y > o->y_max)
    o->y_max = (uint8_t)y;
}

/* The places around each place, and the hexsides with a hedge or wall. */
static void join_places(const struct sal_book *b, struct own *o) {
  const struct sal_board *m = &b->board;
  int hedge = sal_terrain_bit(b->terrains.side, b->terrains.nside, "wall");

  for (int g = 0; g < PLACES; g++) {
    for (int d = 0; d < 6; d++) {
      sal_hex n = o->ground[g] ? sal_next(m, o->cell[g], d) : SAL_NOHEX;
      bool in_play = n && o->place[n] != NOWHERE;
      o->near[g][d] = (int16_t)(in_play ? o->place[n] : -1);
      bool hedged = hedge >= 0 && o->ground[g] && m->side[o->cell[g] * 6 + d] >> hedge & 1;
      if (hedged)
        o->hedged[g] |= (uint8_t)(1 << d);
    }
  }
}

/* Each perimeter area reaches over two boards; a small map is one area. */
static void bound_areas(struct own *o) {
  o->small = o->h_max != ROWS - 1;
  for (int pa = 1; pa <= 3; pa++) {
    o->low[pa] = (uint8_t)(o->small ? 0 : ALONG * (pa - 1));
    o->high[pa] = (uint8_t)(o->small ? o->h_max : ALONG * (pa + 1));
  }
}

/* 5.1: every hex gets its place. Hexrows count from the south edge, y from the east. */
static bool load_grid(struct sal_book *b, struct own *o, struct sal_err *err) {
  const struct sal_board *m = &b->board;
  struct corner corner = corner_of(m);

  memset(o->place, 0xff, sizeof o->place);
  for (int i = 0; i < m->nhexes; i++) {
    sal_hex h = m->order[i];
    int row = corner.south - m->r[h];
    int y = corner.east - half_column(m, h);
    bool beyond = y / 2 >= ACROSS;
    bool test_map = b->position != NULL;

    if (row >= ROWS || (beyond && !test_map))
      return sal_fail(err, NULL, 0, "the map is too large for a campaign");
    /* Of a wider test map only the eastern columns are in play. */
    if (!beyond)
      take_place(b, o, h, row, y);
  }

  join_places(b, o);
  bound_areas(o);
  return true;
}

/* 11.2c: every building level, bridge and level 2 hex, by place; and by board, for the counts
 * of 3.18. */
static void add_vl(struct own *o, int g, int level, int kind, int board) {
  if (!o->vl_at[g])
    o->vl_at[g] = (uint16_t)(o->nvl + 1);
  o->vl[o->nvl++] = (struct vl){(uint16_t)g, (uint8_t)level, (uint8_t)kind, (uint8_t)board};
}

/* 11.2c: Victory Locations from the boards. 3.18 says how many each board has, and the load fails
 * if it does not. */
static bool load_vl(struct sal_book *b, struct own *o, struct sal_err *err) {
  const struct sal_board *m = &b->board;
  int bridge = sal_terrain_bit(b->terrains.hex, b->terrains.nhex, "bridge");
  uint16_t count[MAX_BOARDS] = {0};

  for (int g = 0; g < PLACES; g++) {
    if (!o->ground[g])
      continue;
    const char *name = m->name[o->cell[g]];
    const char *dash = strchr(name, '-');
    int board = 0;

    for (int i = 0; i < o->nboards && dash; i++)
      if (strlen(o->board[i].id) == (size_t)(dash - name) &&
          strncmp(o->board[i].id, name, (size_t)(dash - name)) == 0)
        board = i;

    o->board_of[g] = (uint8_t)board;
    bool is_bridge = bridge >= 0 && m->terrain[o->cell[g]] >> bridge & 1;
    int want = ((o->ground[g] & G_HILL2) != 0) + ((o->ground[g] & G_BUILDING) != 0) +
               ((o->ground[g] & G_UPPER) != 0) + is_bridge;

    if (o->nvl + want > MAX_VL)
      return sal_fail(err, NULL, 0, "more than %d Victory Locations", MAX_VL);
    if (o->ground[g] & G_BUILDING)
      add_vl(o, g, 0, VL_BUILDING, board);
    if (o->ground[g] & G_UPPER)
      add_vl(o, g, 1, VL_BUILDING, board);
    if (is_bridge)
      add_vl(o, g, 0, VL_BRIDGE, board);
    if (o->ground[g] & G_HILL2)
      add_vl(o, g, 0, VL_HILL, board);
    count[board] = (uint16_t)(count[board] + want);
  }

  for (int i = 0; !o->small && !b->position && i < o->nboards; i++) {
    if (count[i] != o->board[i].total)
      return sal_fail(err, m->id, 0, "board %s has %d Victory Locations where 3.18 gives %d",
                      o->board[i].id, count[i], o->board[i].total);
  }

  return true;
}

/* QB.9: a side takes Locations from its own edge on, the nearest hexrow first, then the lowest y
 * and level. */
static void order_taking(struct own *o) {
  /* they stand by hexrow, y and level */
  for (int i = 0; i < o->nvl; i++) {
    if (o->vl[i].kind == VL_HILL)
      continue;
    int c = sp_column(o->vl[i].g);
    int n = o->ntaken[c]++;
    int at = 0;
    uint16_t *soviet = o->taken[RUS][c];

    o->taken[GER][c][n] = (uint16_t)i;
    while (at < n && row_of(o->vl[soviet[at]].g) == row_of(o->vl[i].g))
      at++;
    memmove(soviet + at + 1, soviet + at, (size_t)(n - at) * sizeof *soviet);
    soviet[at] = (uint16_t)i;
  }
}

/* F25.1: games from before the option were fought by quick battles, and data or maps without a
 * board have no other. */
static void choose_battles(struct sal_book *b) {
  struct own *o = b->own;
  struct sal_option *battle = &b->option[OPT_BATTLE];
  bool older = !battle->here;

  if (older || !o->area_book[1])
    battle->def = BY_QUICK_BATTLE;
}

/* Reads the game's own part of the book, then the grid and what follows from it. */
bool sp_load(struct sal_book *b, const struct sal_source *src, struct sal_err *err) {
  struct own *o = b->own = sal_alloc(b->arena, sizeof *o);

  /* CPP in halves (C.3) */
  b->mp_den = 2;
  if (!load_types(b, src, o, err))
    return false;
  if (!load_weapons(b, src, o, err))
    return false;
  if (!load_groups(b, src, o, err))
    return false;
  if (!sal_book_common(b, src, counter, err))
    return false;
  o->campaign = sal_eq(b->scenarios[b->scenario].id, "campaign");
  if (!sp_load_printed(b, o, err))
    return false;
  if (!load_grid(b, o, err) || !load_vl(b, o, err))
    return false;
  if (b->nlisted < OPT_BOARDS || b->nboxes != 4)
    return sal_fail(err, "options.tsv", 0, "the options and four boxes are wanted");
  order_taking(o);
  sp_links(o, b->arena);
  if (o->campaign)
    o->last_phase = (uint8_t)(P_COUNT - 1);
  else
    o->last_phase = (uint8_t)(SCENARIO_PHASES - 1);
  o->old_table = (int8_t)sal_option_find(b, "table");
  b->state_bytes = (uint32_t)((sizeof(struct state) + 7u) & ~7u);
  b->scratch_bytes = 1 << 18;

  if (!sf_load_campaign(b, src, err))
    return false;
  choose_battles(b);
  return true;
}
