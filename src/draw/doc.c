/* doc.c - the contract's `board` and `view` documents as structs.
 *
 * Strings stay in the parsed JSON, which lives as long as the picture. A board that contradicts
 * itself is refused; a view may speak of places and counters the board does not have (they are
 * simply not drawn).
 */
#include "picture.h"
#include <cjson/cJSON.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* No printed map comes near these limits. They keep a hostile document from costing minutes. */
enum { MAX_HEXES = 20000, MAX_COORD = 1000 };

static bool fail(char err[160], const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Says what is wrong with the document; always false. */
static bool fail(char err[160], const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  vsnprintf(err, 160, fmt, ap);
  va_end(ap);
  return false;
}

/* ---- hex geometry in the contract's plane */
/* The plane in which the contract gives places: whole numbers, the six ways clockwise from the
 * top. */
void hex_step(bool pointy, int dir, int *dx, int *dy) {
  static const int8_t flat[6][2] = {{0, -2}, {3, -1}, {3, 1}, {0, 2}, {-3, 1}, {-3, -1}};
  static const int8_t tall[6][2] = {{-1, -3}, {1, -3}, {2, 0}, {1, 3}, {-1, 3}, {-2, 0}};
  *dx = pointy ? tall[dir][0] : flat[dir][0];
  *dy = pointy ? tall[dir][1] : flat[dir][1];
}

/* Corners in the board's own whole units. */
void hex_corner(bool pointy, int i, int *dx, int *dy) {
  static const int8_t flat[6][2] = {{-1, -1}, {1, -1}, {2, 0}, {1, 1}, {-1, 1}, {-2, 0}};
  static const int8_t tall[6][2] = {{-1, -1}, {0, -2}, {1, -1}, {1, 1}, {0, 2}, {-1, 1}};
  *dx = pointy ? tall[i][0] : flat[i][0];
  *dy = pointy ? tall[i][1] : flat[i][1];
}

/* The board's units stretch the hex; here it becomes regular. */
struct pt hex_place(bool pointy, int gx, int gy) {
  const double long_way = .5;
  const double short_way = .86602540378443865;
  return pointy ? pt(gx * short_way, gy * long_way) : pt(gx * long_way, gy * short_way);
}

/* ---- small readers */
/* "" where the field is missing or no text, so that nobody has to test for NULL. */
static const char *text_of(const cJSON *o, const char *key) {
  const cJSON *v = cJSON_GetObjectItemCaseSensitive(o, key);
  return cJSON_IsString(v) && v->valuestring ? v->valuestring : "";
}

/* A number, or another one when the field is missing or absurd. */
static int int_of(const cJSON *o, const char *key, int otherwise) {
  const cJSON *v = cJSON_GetObjectItemCaseSensitive(o, key);
  return cJSON_IsNumber(v) && fabs(v->valuedouble) < 1e6 ? (int)v->valuedouble : otherwise;
}

/* Whose a thing is; anything else is nobody's. */
static enum owner owner_of(const char *side) {
  return !strcmp(side, "german") ? O_GERMAN : !strcmp(side, "soviet") ? O_SOVIET : O_NONE;
}

/* The place of a word in a table of words; -1: the drawing does not know it. */
static int word_in(const char *const *words, int n, const char *w) {
  for (int i = 0; i < n; i++)
    if (!strcmp(words[i], w))
      return i;
  return -1;
}

/* A named array of the document, or NULL when absent; wrong when something else. */
static bool list_of(const cJSON *doc, const char *key, const cJSON **list, char err[160]) {
  *list = cJSON_GetObjectItemCaseSensitive(doc, key);
  if (*list && cJSON_IsNull(*list))
    *list = NULL;
  if (*list && !cJSON_IsArray(*list))
    return fail(err, "`%s` is not a list.", key);

  return true;
}

/* A list that is absent is empty. */
static int size_of(const cJSON *list) {
  return list ? cJSON_GetArraySize(list) : 0;
}

/* One more than asked for, so that an empty list has an address too. */
static void *room(struct pool *pool, int n, size_t size) {
  return pool_take(pool, ((size_t)n + 1) * size);
}

/* The words of the contract, in the order of the enums. */
static const char *const paint_words[PAINTS] = {
    "paper", "field", "wood",   "town",   "city",     "hill",    "hilltop", "marsh",
    "balka", "water", "trench", "rubble", "building", "orchard", "grain",   "brush"};
static const char *const side_words[SIDE_KINDS] = {"river",    "river.major", "stream", "slope",
                                                   "fort",     "trench",      "berm",   "bridge",
                                                   "crossing", "ford",        "wall"};
static const char *const path_words[PATH_KINDS] = {"road.main", "road.minor", "rail", "track"};

/* ---- hexes by id and by place */
/* FNV-1a. The ids come from a document, but a slow table is all that bad ones can do. */
static uint32_t hash_text(const char *s) {
  uint32_t h = 2166136261u;
  for (; *s; s++)
    h = (h ^ (uint8_t)*s) * 16777619u;
  return h ^ h >> 15;
}

/* The hex with this id, or -1. */
static int find_hex(const struct doc *d, const char *id) {
  if (!d->hex_table_size)
    return -1;
  /* The table is twice as large as its contents, so a free place ends every search. */
  for (uint32_t i = hash_text(id);; i++) {
    int h = d->hex_table[i % (uint32_t)d->hex_table_size] - 1;
    if (h < 0)
      return -1;
    if (!strcmp(d->hex[h].id, id))
      return h;
  }
}

/* The hex drawn for an id: a level of a building is drawn where its hex is. */
static int drawn_hex(const struct doc *d, const char *id) {
  int h = find_hex(d, id);
  const char *level = strchr(id, '/');
  char ground[32];

  if (h < 0 && level && (size_t)(level - id) < sizeof ground) {
    memcpy(ground, id, (size_t)(level - id));
    ground[level - id] = 0;
    h = find_hex(d, ground);
  }

  return h < 0 ? -1 : d->hex[h].same;
}

/* The hex of a JSON value; -1 when it is no text or no hex of the board. */
static int hex_of(const struct doc *d, const cJSON *v) {
  return cJSON_IsString(v) ? drawn_hex(d, v->valuestring) : -1;
}

struct place_table { /* (x, y) -> number */
  int64_t *key;
  int *value, size;
};
/* The slot of a place in the hash table; it is made when it is new. */
static int *place_slot(struct place_table *t, int x, int y) {
  /* Odd, so that no place has the key 0, which marks a free slot. */
  int64_t key = ((int64_t)x * 65536 + y) * 2 + 1;
  uint64_t i = (uint64_t)key * 0x9e3779b97f4a7c15u >> 20;

  while (t->key[i % (uint64_t)t->size] && t->key[i % (uint64_t)t->size] != key)
    i++;
  t->key[i % (uint64_t)t->size] = key;
  return &t->value[i % (uint64_t)t->size];
}

/* Twice as large as its contents, so that a walk to a free place stays short. */
static struct place_table place_table(struct pool *pool, int n) {
  int size = n * 2 + 16;
  return (struct place_table){room(pool, size, sizeof(int64_t)), room(pool, size, sizeof(int)),
                              size};
}

/* How a kind of terrain is painted: by the board's own table, else by its name. */
static unsigned paint_of(const cJSON *terrain, const char *id) {
  const char *word = id;
  const cJSON *t;

  cJSON_ArrayForEach(t, terrain) if (!strcmp(text_of(t, "id"), id) && *text_of(t, "paint")) {
    word = text_of(t, "paint");
    break;
  }
  int p = word_in(paint_words, PAINTS, word);
  return p < 0 ? 0 : 1u << p;
}

/* What runs along a hexside, as bits. */
static unsigned kinds_of(const cJSON *board_terrain, const cJSON *set) {
  unsigned kinds = 0;
  const cJSON *v;
  const cJSON *t;

  cJSON_ArrayForEach(v, set) if (cJSON_IsString(v)) {
    /* The terrain's own name may be a word of ours; else the board's table says how it is
     * painted. */
    int k = word_in(side_words, SIDE_KINDS, v->valuestring);
    if (k < 0)
      cJSON_ArrayForEach(t, board_terrain) {
        if (!strcmp(text_of(t, "id"), v->valuestring))
          k = word_in(side_words, SIDE_KINDS, text_of(t, "paint"));
      }
    if (k >= 0)
      kinds |= 1u << k;
  }

  return kinds;
}

/* How a hex is painted, as bits. */
static unsigned paints_of(const cJSON *board_terrain, const cJSON *set) {
  unsigned paint = 0;
  const cJSON *v;
  cJSON_ArrayForEach(v, set) if (cJSON_IsString(v)) paint |=
      paint_of(board_terrain, v->valuestring);
  return paint;
}

/* two sides' trenches side by side are two lines */
static unsigned works_of(const cJSON *board_terrain, const cJSON *set) {
  unsigned works = 0;
  unsigned bit = 1;
  const cJSON *t;
  const cJSON *v;

  cJSON_ArrayForEach(t, board_terrain) {
    if (strcmp(text_of(t, "paint"), "trench"))
      continue;
    cJSON_ArrayForEach(v, set) if (cJSON_IsString(v) && !strcmp(v->valuestring, text_of(t, "id")))
        works |= bit;
    /* from the 32nd kind of trench on they share a bit */
    bit = bit << 1 ? bit << 1 : bit;
  }

  return works;
}

/* Hexes with their neighbours and corners. Two hexes at one place (levels of a building) are drawn
 * as one. */
static bool read_hexes(struct doc *d, struct pool *pool, const cJSON *board, char err[160]) {
  const cJSON *list;
  const cJSON *terrain;
  const cJSON *v;

  if (!list_of(board, "hexes", &list, err) || !list_of(board, "terrain", &terrain, err))
    return false;
  int n = size_of(list);
  if (n == 0)
    return fail(err, "The board has no hexes.");
  if (n > MAX_HEXES)
    return fail(err, "The board has %d hexes; at most %d can be drawn.", n, MAX_HEXES);
  d->hex = room(pool, n, sizeof *d->hex);
  d->hex_table_size = n * 2 + 16;
  d->hex_table = room(pool, d->hex_table_size, sizeof(int));

  /* The neighbours of all hexes are looked up in it too, and each lookup makes a slot. */
  struct place_table places = place_table(pool, n * 7);
  cJSON_ArrayForEach(v, list) {
    struct hex *h = &d->hex[d->nhexes];
    const cJSON *id = cJSON_GetArrayItem(v, 0);
    const cJSON *x = cJSON_GetArrayItem(v, 1);
    const cJSON *y = cJSON_GetArrayItem(v, 2);
    if (!cJSON_IsArray(v) || !cJSON_IsString(id) || !cJSON_IsNumber(x) || !cJSON_IsNumber(y))
      return fail(err, "hexes[%d] is not [id, x, y, terrain].", d->nhexes);
    /* written so that a NaN is refused too */
    if (!(fabs(x->valuedouble) <= MAX_COORD && fabs(y->valuedouble) <= MAX_COORD))
      return fail(err, "hexes[%d] lies too far away.", d->nhexes);
    *h = (struct hex){.id = id->valuestring, .gx = x->valueint, .gy = y->valueint};
    h->at = hex_place(d->pointy, h->gx, h->gy);
    h->paint = paints_of(terrain, cJSON_GetArrayItem(v, 3));
    h->works = works_of(terrain, cJSON_GetArrayItem(v, 3));
    if (find_hex(d, h->id) >= 0)
      return fail(err, "hexes[%d] is there twice.", d->nhexes);
    uint32_t i = hash_text(h->id);
    while (d->hex_table[i % (uint32_t)d->hex_table_size])
      i++;
    d->hex_table[i % (uint32_t)d->hex_table_size] = d->nhexes + 1;
    /* The first hex at a place is the one that is drawn; later ones point to it. */
    int *here = place_slot(&places, h->gx, h->gy);
    if (!*here)
      *here = d->nhexes + 1;
    h->same = *here - 1;
    d->nhexes++;
  }

  /* Corners are numbered by place, so neighbours share theirs and lines can be strung along
   * them. */
  struct place_table corners = place_table(pool, n * 6);
  d->corner = room(pool, n * 6, sizeof *d->corner);
  for (int h = 0; h < n; h++)
    for (int i = 0; i < 6; i++) {
      int dx;
      int dy;
      hex_step(d->pointy, i, &dx, &dy);
      struct hex *x = &d->hex[h];
      x->next[i] = *place_slot(&places, x->gx + dx, x->gy + dy) - 1;
      hex_corner(d->pointy, i, &dx, &dy);
      int *k = place_slot(&corners, x->gx + dx, x->gy + dy);
      if (!*k) {
        d->corner[d->ncorners++] = hex_place(d->pointy, x->gx + dx, x->gy + dy);
        *k = d->ncorners;
      }
      x->corner[i] = *k - 1;
    }

  return true;
}

/* The direction from one hex to its neighbour; -1 when they are not neighbours or not drawn. */
static int dir_between(const struct doc *d, int a, int b) {
  bool drawn = a >= 0 && b >= 0;

  for (int i = 0; drawn && i < 6; i++)
    if (d->hex[a].next[i] == b)
      return i;
  return -1;
}

/* Rivers, slopes and works along hexsides. */
static bool read_sides(struct doc *d, struct pool *pool, const cJSON *board, char err[160]) {
  const cJSON *list;
  const cJSON *v;
  const cJSON *terrain = cJSON_GetObjectItemCaseSensitive(board, "terrain");

  if (!list_of(board, "sides", &list, err))
    return false;
  int n = 0;
  cJSON_ArrayForEach(v, list) {
    int a = hex_of(d, cJSON_GetArrayItem(v, 0));
    int b = hex_of(d, cJSON_GetArrayItem(v, 1));
    int dir = dir_between(d, a, b);
    if (!cJSON_IsArray(v) || a < 0 || b < 0)
      return fail(err, "sides[%d] does not name two hexes of the board.", n);
    if (dir < 0 && a != b)
      return fail(err, "sides[%d] is between hexes that do not touch.", n);
    /* A side between two levels of one building is not on the map. */
    if (a != b) {
      GROW(pool, d->side, d->nsides, d->side_cap);
      d->side[d->nsides++] = (struct side){a, dir, kinds_of(terrain, cJSON_GetArrayItem(v, 2))};
    }
    n++;
  }

  return true;
}

/* Hexes by id; unknown ones are left out. */
static int *read_hex_list(const struct doc *d, struct pool *pool, const cJSON *list, int *n) {
  int *h = room(pool, size_of(list), sizeof *h);
  const cJSON *v;

  *n = 0;
  cJSON_ArrayForEach(v, list) {
    int x = hex_of(d, v);
    if (x >= 0)
      h[(*n)++] = x;
  }

  return h;
}

/* Roads and railways as lists of hexes. */
static bool read_paths(struct doc *d, struct pool *pool, const cJSON *board, char err[160]) {
  const cJSON *list;
  const cJSON *v;

  if (!list_of(board, "paths", &list, err))
    return false;
  int n = 0;
  cJSON_ArrayForEach(v, list) {
    int kind = word_in(path_words, PATH_KINDS, text_of(v, "kind"));
    const cJSON *hexes = cJSON_GetObjectItemCaseSensitive(v, "hexes");
    if (!cJSON_IsObject(v) || !cJSON_IsArray(hexes))
      return fail(err, "paths[%d] has no list of hexes.", n);
    /* A kind of path that the drawing does not know is left out; a hex that does not exist is an
     * error. */
    if (kind >= 0) {
      GROW(pool, d->path, d->npaths, d->path_cap);
      struct path *p = &d->path[d->npaths++];
      p->kind = (enum path_kind)kind;
      p->hex = read_hex_list(d, pool, hexes, &p->n);
      if (p->n != size_of(hexes))
        return fail(err, "paths[%d] names a hex that is not on the board.", n);
    }
    n++;
  }

  return true;
}

/* Names of places, regions and rivers. */
static bool read_labels(struct doc *d, struct pool *pool, const cJSON *board, char err[160]) {
  const cJSON *labels;
  const cJSON *regions;
  const cJSON *rivers;
  const cJSON *v;
  const cJSON *s;

  if (!list_of(board, "labels", &labels, err) || !list_of(board, "regions", &regions, err) ||
      !list_of(board, "rivers", &rivers, err))
    return false;
  d->label = room(pool, size_of(labels), sizeof *d->label);
  cJSON_ArrayForEach(v, labels) {
    int h = hex_of(d, cJSON_GetObjectItemCaseSensitive(v, "hex"));
    if (h < 0)
      return fail(err, "labels[%d] is at no hex of the board.", d->nlabels);
    struct label *l = &d->label[d->nlabels++];
    *l = (struct label){text_of(v, "text"), h, int_of(v, "rank", 3)};
    if (l->rank < 1)
      l->rank = 1;
    /* A hex with several names is as important as its best one. */
    if (!d->hex[h].rank || l->rank < d->hex[h].rank)
      d->hex[h].rank = l->rank;
  }
  d->region = room(pool, size_of(regions), sizeof *d->region);
  cJSON_ArrayForEach(v, regions) {
    struct region *r = &d->region[d->nregions++];
    r->id = text_of(v, "id");
    r->title = text_of(v, "title");
    r->hex = read_hex_list(d, pool, cJSON_GetObjectItemCaseSensitive(v, "hexes"), &r->n);
  }
  d->river = room(pool, size_of(rivers), sizeof *d->river);
  cJSON_ArrayForEach(v, rivers) { /* {"text","sides":[[a,b]..]} */
    struct river_name *r = &d->river[d->nrivers++];
    const cJSON *sides = cJSON_GetObjectItemCaseSensitive(v, "sides");
    r->text = text_of(v, "text");
    r->pair = room(pool, size_of(sides) * 2, sizeof(int));
    cJSON_ArrayForEach(s, sides) {
      int a = hex_of(d, cJSON_GetArrayItem(s, 0));
      int b = hex_of(d, cJSON_GetArrayItem(s, 1));
      /* A side that is not on the board does not place the name. */
      if (dir_between(d, a, b) < 0)
        continue;
      r->pair[r->n * 2] = a;
      r->pair[r->n * 2 + 1] = b;
      r->n++;
    }
  }

  return true;
}

/* A figure as text: boards write 7 and "8*" alike. */
static const char *word_or_number(struct pool *pool, const cJSON *v) {
  if (cJSON_IsString(v))
    return v->valuestring;
  if (!cJSON_IsNumber(v) || fabs(v->valuedouble) > 1e6)
    return "";
  char *t = pool_take(pool, 16);
  snprintf(t, 16, "%d", v->valueint);
  return t;
}

/* A counter with its faces, figures and corners. */
static void read_counter(struct counter *k, struct pool *pool, const cJSON *v) {
  static const char *const corners[4] = {"nw", "ne", "sw", "se"};

  *k = (struct counter){.id = text_of(v, "id"),
                        .name = text_of(v, "name"),
                        .formation = text_of(v, "formation"),
                        .size = text_of(v, "size"),
                        .symbol = text_of(v, "symbol"),
                        .style = text_of(v, "style"),
                        .side = owner_of(text_of(v, "side"))};
  const cJSON *faces = cJSON_GetObjectItemCaseSensitive(v, "faces");
  const cJSON *f;
  const cJSON *g;
  k->face = room(pool, size_of(faces), sizeof *k->face);
  cJSON_ArrayForEach(f, faces) {
    struct face *face = &k->face[k->nfaces++];
    face->steps = int_of(f, "steps", 0);
    /* Four figures are all that a counter has room for. */
    cJSON_ArrayForEach(g, cJSON_GetObjectItemCaseSensitive(f, "figures")) if (face->nfigures < 4)
        face->figure[face->nfigures++] = word_or_number(pool, g);
    const cJSON *at = cJSON_GetObjectItemCaseSensitive(f, "corners");
    for (int i = 0; i < 4; i++)
      face->corner[i] = word_or_number(pool, cJSON_GetObjectItemCaseSensitive(at, corners[i]));
  }
}

/* Counters, kinds of marks and boxes. */
static bool read_pieces(struct doc *d, struct pool *pool, const cJSON *board, char err[160]) {
  const cJSON *counters;
  const cJSON *marks;
  const cJSON *boxes;
  const cJSON *v;

  if (!list_of(board, "counters", &counters, err) || !list_of(board, "marks", &marks, err) ||
      !list_of(board, "boxes", &boxes, err))
    return false;
  d->counter = room(pool, size_of(counters), sizeof *d->counter);
  cJSON_ArrayForEach(v, counters) {
    if (!cJSON_IsObject(v))
      return fail(err, "counters[%d] is not an object.", d->ncounters);
    read_counter(&d->counter[d->ncounters++], pool, v);
  }
  d->mark = room(pool, size_of(marks), sizeof *d->mark);
  cJSON_ArrayForEach(v, marks) d->mark[d->nmarks++] = (struct mark_kind){
      text_of(v, "id"), text_of(v, "badge"), text_of(v, "shape"), text_of(v, "title")};
  d->box = room(pool, size_of(boxes), sizeof *d->box);
  cJSON_ArrayForEach(v, boxes) d->box[d->nboxes++] =
      (struct box){text_of(v, "id"), text_of(v, "title"), -1};
  return true;
}

/* Which paints and hexside kinds occur: the legend lists only those. */
static void sum_up(struct doc *d) {
  d->paints = d->kinds = 0;
  for (int i = 0; i < d->nhexes; i++)
    d->paints |= d->hex[i].paint;
  for (int i = 0; i < d->nsides; i++)
    d->kinds |= d->side[i].kinds;
}

/* The whole board, or an error that names what is wrong. */
bool doc_board(struct doc *d, struct pool *pool, const void *json, char err[160]) {
  typedef bool part(struct doc *, struct pool *, const cJSON *, char err[160]);
  part *const parts[] = {read_hexes, read_sides, read_paths, read_labels, read_pieces};
  const cJSON *board = json;

  if (!cJSON_IsObject(board))
    return fail(err, "The board is not an object.");
  const char *layout = text_of(board, "layout");
  d->pointy = !strcmp(layout, "pointy");
  if (!d->pointy && strcmp(layout, "flat") != 0)
    return fail(err, "The board's `layout` is neither `flat` nor `pointy`.");
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    if (!parts[i](d, pool, board, err))
      return false;
  sum_up(d);

  return true;
}

/* ---- the view */
/* By the first n bytes, because a level may follow the id. */
static int find_mark(const struct doc *d, const char *id, size_t n) {
  for (int i = 0; i < d->nmarks; i++) {
    const char *mark = d->mark[i].id;
    if (strlen(mark) == n && !strncmp(mark, id, n))
      return i;
  }

  return -1;
}

static int find_box(const struct doc *d, const char *id) {
  for (int i = 0; i < d->nboxes; i++)
    if (!strcmp(d->box[i].id, id))
      return i;
  return -1;
}

static const struct counter *find_counter(const struct doc *d, const char *id) {
  for (int i = 0; i < d->ncounters; i++)
    if (!strcmp(d->counter[i].id, id))
      return &d->counter[i];
  return NULL;
}

/* A unit's states; `oos:2` is the mark `oos` with the level 2. */
static void read_unit_marks(const struct doc *d, struct unit *u, const cJSON *marks) {
  const cJSON *m;

  cJSON_ArrayForEach(m, marks) {
    if (!cJSON_IsString(m) || u->nmarks >= 6)
      continue;
    const char *id = m->valuestring;
    const char *colon = strchr(id, ':');
    size_t n = colon ? (size_t)(colon - id) : strlen(id);
    u->mark[u->nmarks++] =
        (struct unit_mark){find_mark(d, id, n), id, colon && colon[1] ? colon + 1 : NULL};
  }
}

/* Units with their places. What the board does not know is left out. */
static bool read_units(struct doc *d, struct pool *pool, const cJSON *view, char err[160]) {
  const cJSON *list;
  const cJSON *v;

  if (!list_of(view, "units", &list, err))
    return false;
  d->unit = room(pool, size_of(list), sizeof *d->unit);
  cJSON_ArrayForEach(v, list) {
    if (!cJSON_IsObject(v))
      return fail(err, "units[%d] is not an object.", d->nunits);
    struct unit *u = &d->unit[d->nunits++];
    const char *id = text_of(v, "id");
    const char *at = text_of(v, "at");
    /* A unit names its counter, or brings one that is on no list, or is its own. */
    const cJSON *counter = cJSON_GetObjectItemCaseSensitive(v, "counter");
    *u = (struct unit){.hex = drawn_hex(d, at),
                       .box = find_box(d, at),
                       .steps = int_of(v, "steps", -1),
                       .facing = int_of(v, "facing", -1),
                       .count = int_of(v, "count", -1)};
    if (id[0] == '?') /* not identified: the rest of the entry is not shown */
      u->counter = NULL;
    else if (cJSON_IsObject(counter)) {
      struct counter *k = room(pool, 0, sizeof *k);
      read_counter(k, pool, counter);
      u->counter = k;
    } else
      u->counter = find_counter(d, cJSON_IsString(counter) ? counter->valuestring : id);
    u->side = u->counter ? u->counter->side : owner_of(text_of(v, "side"));
    read_unit_marks(d, u, cJSON_GetObjectItemCaseSensitive(v, "marks"));
  }

  return true;
}

/* Changes of the ground: {"hex","set"} or {"side","set"} or {"path","set"}, each the whole new
 * set. / A view of a game in which bridges are blown and trenches dug. */
static bool read_changes(struct doc *d, struct pool *pool, const cJSON *view,
                         const cJSON *board_terrain, char err[160]) {
  const cJSON *list;
  const cJSON *v;

  if (!list_of(view, "terrain", &list, err))
    return false;
  cJSON_ArrayForEach(v, list) {
    const cJSON *set = cJSON_GetObjectItemCaseSensitive(v, "set");
    const cJSON *pair = cJSON_GetObjectItemCaseSensitive(v, "side");
    const cJSON *path = cJSON_GetObjectItemCaseSensitive(v, "path");
    int h = hex_of(d, cJSON_GetObjectItemCaseSensitive(v, "hex"));
    int a = hex_of(d, cJSON_GetArrayItem(pair, 0));
    int b = hex_of(d, cJSON_GetArrayItem(pair, 1));
    int dir = dir_between(d, a, b);
    if (h >= 0) {
      d->hex[h].paint = paints_of(board_terrain, set);
      d->hex[h].works = works_of(board_terrain, set);
    }
    if (dir >= 0) {
      unsigned now = kinds_of(board_terrain, set);
      for (int i = 0; i < d->nsides; i++) { /* what stays keeps its owner */
        struct side *s = &d->side[i];
        if (!(s->hex == a && s->dir == dir) && !(s->hex == b && d->hex[b].next[s->dir] == a))
          continue;
        unsigned kept = s->kinds & now;
        s->kinds = kept;
        now &= ~kept;
      }
      GROW(pool, d->side, d->nsides, d->side_cap);
      d->side[d->nsides++] = (struct side){a, dir, now};
    }
    /* A path that was built is one more path; the ones of the board stay. */
    const cJSON *word = cJSON_GetArrayItem(set, 0);
    int kind = cJSON_IsArray(path) && cJSON_IsString(word)
                   ? word_in(path_words, PATH_KINDS, word->valuestring)
                   : -1;
    if (kind >= 0) {
      GROW(pool, d->path, d->npaths, d->path_cap);
      struct path *p = &d->path[d->npaths++];
      p->kind = (enum path_kind)kind;
      p->hex = read_hex_list(d, pool, path, &p->n);
    }
  }
  sum_up(d);
  return true;
}

/* Marks in hexes, control, counts of boxes, and changes to the terrain. */
static bool read_places(struct doc *d, struct pool *pool, const cJSON *view, char err[160]) {
  const cJSON *marks;
  const cJSON *control;
  const cJSON *boxes;
  const cJSON *v;
  const cJSON *h;

  if (!list_of(view, "marks", &marks, err) || !list_of(view, "control", &control, err) ||
      !list_of(view, "boxes", &boxes, err))
    return false;
  d->hex_mark = room(pool, size_of(marks), sizeof *d->hex_mark);
  cJSON_ArrayForEach(v, marks) {
    const char *id = text_of(v, "mark");
    int hex = hex_of(d, cJSON_GetObjectItemCaseSensitive(v, "hex"));
    if (hex < 0)
      continue;
    size_t n = strcspn(id, ":");
    d->hex_mark[d->nhex_marks++] =
        (struct hex_mark){hex, find_mark(d, id, n), id, owner_of(text_of(v, "side"))};
  }
  unsigned owners = 0;
  cJSON_ArrayForEach(v, control) {
    const cJSON *side = cJSON_GetArrayItem(v, 0);
    enum owner o = cJSON_IsString(side) ? owner_of(side->valuestring) : O_NONE;
    cJSON_ArrayForEach(h, cJSON_GetArrayItem(v, 1)) {
      int x = hex_of(d, h);
      if (x < 0)
        continue;
      d->hex[x].owner = o;
      owners |= 1u << o;
    }
  }
  /* A front needs two sides; control of one alone is not shown. */
  d->has_control = (owners & 1u << O_GERMAN) && (owners & 1u << O_SOVIET);
  cJSON_ArrayForEach(v, boxes) {
    int b = find_box(d, text_of(v, "id"));
    if (b >= 0)
      d->box[b].count = int_of(v, "count", -1);
  }

  return true;
}

/* The whole view. */
bool doc_view(struct doc *d, struct pool *pool, const void *const docs[2], char err[160]) {
  const cJSON *view = docs[1];
  const cJSON *terrain = cJSON_GetObjectItemCaseSensitive(docs[0], "terrain");

  if (!cJSON_IsObject(view))
    return fail(err, "The view is not an object.");
  const cJSON *turn = cJSON_GetObjectItemCaseSensitive(view, "turn");
  d->date = text_of(turn, "date");
  d->turn = int_of(turn, "n", 0);
  d->turns = int_of(turn, "of", 0);
  return read_units(d, pool, view, err) && read_changes(d, pool, view, terrain, err) &&
         read_places(d, pool, view, err);
}
