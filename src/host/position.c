/* position.c - reads a position document field by field; a wrong one is named by its path. */
#include "position.h"

#include <stdio.h>
#include <string.h>

enum { POS_LIST = 4096, POS_TEXT = 64 }; /* entries in one list, bytes of one word */

/* A position while it is read; everything it makes lives in the book's arena. */
struct reader {
  struct sal_arena *arena;
  struct sal_position *pos;
  struct fault *f;
};

/* Where in the document an error is: units[3].hex. */
static void item_path(char out[96], const char *list, int i, const char *name) {
  snprintf(out, 96, "%s[%d]%s%s", list, i, *name ? "." : "", name);
}

/* How much memory a position may need, from above: half a kilobyte a value besides its texts. */
size_t position_room(const cJSON *v) {
  size_t room = 512;

  if (v->valuestring)
    room += strlen(v->valuestring);
  if (v->string)
    room += strlen(v->string);
  for (const cJSON *c = v->child; c; c = c->next)
    room += position_room(c);

  return room;
}

/* ---- words and lists of words */
static bool word(struct reader *r, const cJSON *v, const char *at, const char **out) {
  if (!cJSON_IsString(v))
    return fault_at(r->f, at, "must be a text");
  if (!*v->valuestring || strlen(v->valuestring) > POS_TEXT)
    return fault_at(r->f, at, "must have 1 to %d bytes", POS_TEXT);
  *out = sal_strdup(r->arena, v->valuestring);
  return true;
}

/* A text field of an object. */
static bool word_of(struct reader *r, const cJSON *object, const char *at, const char *name,
                    bool need, const char **out) {
  const cJSON *v = cJSON_GetObjectItemCaseSensitive(object, name);
  char path[96];

  input_path(path, at, name);
  if (!v)
    return need ? fault_at(r->f, path, "is missing") : true;

  return word(r, v, path, out);
}

/* How long a list is, up to a bound. */
static bool length(struct reader *r, const cJSON *list, const char *at, int max, int *n) {
  if (!cJSON_IsArray(list))
    return fault_at(r->f, at, "must be a list");
  *n = cJSON_GetArraySize(list);
  return *n <= max ? true : fault_at(r->f, at, "more than %d entries", max);
}

/* A list of texts into a fixed array. */
static bool words(struct reader *r, const cJSON *list, const char *at, int max, const char **out,
                  int *n) {
  if (!length(r, list, at, max, n))
    return false;
  int i = 0;
  for (const cJSON *c = list->child; c; c = c->next, i++) {
    char path[96];
    item_path(path, at, i, "");
    if (!word(r, c, path, &out[i]))
      return false;
  }

  return true;
}

/* A list of texts of any length, in the book's memory. */
static bool many_words(struct reader *r, const cJSON *list, const char *at, const char ***out,
                       uint16_t *n) {
  int count = 0;

  if (!length(r, list, at, POS_LIST, &count))
    return false;
  *out = sal_alloc(r->arena, sizeof(char *) * (size_t)(count + 1));
  *n = (uint16_t)count;
  return words(r, list, at, POS_LIST, *out, &count);
}

/* One of the two sides; a watcher owns nothing. */
static bool side_of(struct reader *r, const cJSON *v, const char *at, int *out) {
  int side = cJSON_IsString(v) ? sal_side_parse(v->valuestring) : SAL_NOSIDE;
  bool player = side == SAL_GERMAN || side == SAL_SOVIET;

  if (!player)
    return fault_at(r->f, at, "must be german or soviet");
  *out = side;
  return true;
}

/* A list of the document: its length, and memory for as many items. */
static bool list_of(struct reader *r, const cJSON *doc, const char *name, size_t item,
                    const cJSON **list, void *out, uint16_t *n) {
  *list = NULL;
  if (!input_array(doc, "", name, false, list, r->f) || !*list)
    return !cJSON_HasObjectItem(doc, name) || *list;
  int count = 0;
  if (!length(r, *list, name, POS_LIST, &count))
    return false;
  void *room = sal_alloc(r->arena, item * (size_t)(count + 1));
  memcpy(out, &room, sizeof room);
  *n = (uint16_t)count;
  return true;
}

/* ---- units */
static bool factors(struct reader *r, const cJSON *v, const char *at, struct sal_pos_unit *u) {
  if (!cJSON_IsObject(v))
    return fault_at(r->f, at, "must be an object");
  for (const cJSON *c = v->child; c; c = c->next) {
    char path[96];
    char number[24];
    input_path(path, at, c->string);
    if (u->nfactors == SAL_POS_FACTORS)
      return fault_at(r->f, path, "more than %d factors", SAL_POS_FACTORS);
    int64_t whole;
    const char *text = NULL;
    if (input_whole(c, -9999, 9999, &whole)) {
      snprintf(number, sizeof number, "%lld", (long long)whole);
      text = sal_strdup(r->arena, number);
    } else if (!cJSON_IsString(c)) {
      return fault_at(r->f, path, "must be a whole number up to 9999, or the printed text");
    } else if (!word(r, c, path, &text)) {
      return false;
    }
    if (strlen(c->string) > POS_TEXT)
      return fault_at(r->f, path, "an unknown factor");
    u->factor[u->nfactors].name = sal_strdup(r->arena, c->string);
    u->factor[u->nfactors++].value = text;
  }

  return true;
}

/* A unit that exists only in this position: it needs a side and a kind. */
static bool made_up(struct reader *r, const cJSON *v, const char *at, struct sal_pos_unit *u) {
  char path[96];

  input_path(path, at, "name");
  if (strlen(u->name) > 31 ||
      strspn(u->name, "abcdefghijklmnopqrstuvwxyz0123456789.-") != strlen(u->name))
    return fault_at(r->f, path, "a name has at most 31 of a-z 0-9 . -");
  input_path(path, at, "side");
  const cJSON *side = cJSON_GetObjectItemCaseSensitive(v, "side");
  if (!side)
    return fault_at(r->f, path, "is missing: a made-up unit says whose it is");

  return side_of(r, side, path, &u->side) && word_of(r, v, at, "kind", true, &u->kind) &&
         word_of(r, v, at, "formation", false, &u->formation);
}

/* One unit of the list: a counter of the game or a made-up one, in a hex or in a box. */
static bool unit(struct reader *r, const cJSON *v, const char *at, struct sal_pos_unit *u) {
  static const char *const known[] = {"unit", "name", "side",  "kind",   "formation", "factors",
                                      "hex",  "box",  "steps", "facing", "marks",     0};
  static const char *const invented[] = {"side", "kind", "formation", "factors", 0};
  int64_t steps = -1;
  int64_t facing = -1;
  char path[96];

  u->side = SAL_NOSIDE;
  if (!input_fields(v, at, known, r->f) || !word_of(r, v, at, "unit", false, &u->unit) ||
      !word_of(r, v, at, "name", false, &u->name) || !word_of(r, v, at, "hex", false, &u->hex) ||
      !word_of(r, v, at, "box", false, &u->box) ||
      !input_int(v, at, "steps", false, 0, 99, &steps, r->f) ||
      !input_int(v, at, "facing", false, 0, 5, &facing, r->f))
    return false;
  u->steps = (int)steps, u->facing = (int)facing;
  if (!u->unit == !u->name)
    return input_path(path, at, "unit"),
           fault_at(r->f, path, "give either `unit` (a counter) or `name` (a made-up one)");
  if (u->hex && u->box)
    return input_path(path, at, "box"),
           fault_at(r->f, path, "a unit is in a hex or in a box, not in both");
  if (u->name && !made_up(r, v, at, u))
    return false;
  for (int i = 0; u->unit && invented[i]; i++)
    if (cJSON_HasObjectItem(v, invented[i]))
      return input_path(path, at, invented[i]), fault_at(r->f, path, "only a made-up unit has it");
  const cJSON *f = cJSON_GetObjectItemCaseSensitive(v, "factors");
  const cJSON *marks = cJSON_GetObjectItemCaseSensitive(v, "marks");
  input_path(path, at, "factors");
  if (f && !factors(r, f, path, u))
    return false;
  int n = 0;
  input_path(path, at, "marks");
  if (marks && !words(r, marks, path, SAL_POS_MARKS, u->mark, &n))
    return false;
  u->nmarks = (uint8_t)n;
  return true;
}

/* All units; none may be placed twice. */
static bool units(struct reader *r, const cJSON *doc) {
  const cJSON *list;
  struct sal_position *p = r->pos;

  if (!list_of(r, doc, "units", sizeof *p->unit, &list, &p->unit, &p->nunits))
    return false;
  int i = 0;
  for (const cJSON *c = list ? list->child : NULL; c; c = c->next, i++) {
    char at[96];
    item_path(at, "units", i, "");
    if (!unit(r, c, at, &p->unit[i]))
      return false;
    for (int k = 0; k < i; k++) {
      const char *id = p->unit[i].unit ? p->unit[i].unit : p->unit[i].name;
      const char *other = p->unit[k].unit ? p->unit[k].unit : p->unit[k].name;
      if (!strcmp(id, other))
        return item_path(at, "units", i, p->unit[i].unit ? "unit" : "name"),
               fault_at(r->f, at, "%s is placed twice", id);
    }
  }

  return true;
}

/* ---- the ground */
static bool patch(struct reader *r, const cJSON *v, const char *at, struct sal_pos_terrain *t) {
  static const char *const known[] = {"hex", "side", "path", "set", 0};
  char path[96];
  int n = 0;
  int places = 0;

  if (!input_fields(v, at, known, r->f) || !word_of(r, v, at, "hex", false, &t->hex))
    return false;
  places += t->hex != NULL;
  const cJSON *side = cJSON_GetObjectItemCaseSensitive(v, "side");
  const cJSON *way = cJSON_GetObjectItemCaseSensitive(v, "path");
  const cJSON *set = cJSON_GetObjectItemCaseSensitive(v, "set");
  if (side) {
    places++;
    input_path(path, at, "side");
    if (cJSON_IsArray(side) && cJSON_GetArraySize(side) != 2)
      return fault_at(r->f, path, "a hexside is two hexes");
    if (!words(r, side, path, 2, t->side, &n))
      return false;
  }
  if (way) {
    places++;
    input_path(path, at, "path");
    if (!many_words(r, way, path, &t->path, &t->npath))
      return false;
    if (t->npath < 2)
      return fault_at(r->f, path, "a path has at least two hexes");
  }
  if (places != 1)
    return fault_at(r->f, at, "give one of `hex`, `side` and `path`");
  input_path(path, at, "set");
  if (!set)
    return fault_at(r->f, path, "is missing");
  if (!words(r, set, path, SAL_POS_WORDS, t->set, &n))
    return false;
  t->nset = (uint8_t)n;
  return true;
}

/* Terrain and regions that the position changes. */
static bool ground(struct reader *r, const cJSON *doc) {
  const cJSON *list;
  struct sal_position *p = r->pos;

  if (!list_of(r, doc, "terrain", sizeof *p->terrain, &list, &p->terrain, &p->nterrain))
    return false;
  int i = 0;
  for (const cJSON *c = list ? list->child : NULL; c; c = c->next, i++) {
    char at[96];
    item_path(at, "terrain", i, "");
    if (!patch(r, c, at, &p->terrain[i]))
      return false;
  }
  if (!list_of(r, doc, "regions", sizeof *p->region, &list, &p->region, &p->nregions))
    return false;
  i = 0;
  for (const cJSON *c = list ? list->child : NULL; c; c = c->next, i++) {
    static const char *const known[] = {"id", "hexes", 0};
    char at[96];
    char path[96];
    item_path(at, "regions", i, "");
    if (!input_fields(c, at, known, r->f) || !word_of(r, c, at, "id", true, &p->region[i].id))
      return false;
    input_path(path, at, "hexes");
    const cJSON *hexes = cJSON_GetObjectItemCaseSensitive(c, "hexes");
    if (!hexes)
      return fault_at(r->f, path, "is missing");
    if (!many_words(r, hexes, path, &p->region[i].hex, &p->region[i].n))
      return false;
  }

  return true;
}

/* Who holds which hexes: a list of pairs. */
static bool control(struct reader *r, const cJSON *doc) {
  const cJSON *list;
  struct sal_position *p = r->pos;

  if (!list_of(r, doc, "control", sizeof *p->control, &list, &p->control, &p->ncontrol))
    return false;
  int i = 0;
  for (const cJSON *c = list ? list->child : NULL; c; c = c->next, i++) {
    char at[96];
    int side = SAL_NOSIDE;
    item_path(at, "control", i, "");
    if (!cJSON_IsArray(c) || cJSON_GetArraySize(c) != 2)
      return fault_at(r->f, at, "must be [side, [hexes]]");
    item_path(at, "control", i, "");
    snprintf(at, sizeof at, "control[%d][0]", i);
    if (!side_of(r, c->child, at, &side))
      return false;
    p->control[i].id = sal_side_name[side];
    snprintf(at, sizeof at, "control[%d][1]", i);
    if (!many_words(r, c->child->next, at, &p->control[i].hex, &p->control[i].n))
      return false;
  }

  return true;
}

/* ---- marks, variables, scores */
static bool marks(struct reader *r, const cJSON *doc) {
  static const char *const known[] = {"hex", "mark", "side", 0};
  const cJSON *list;
  struct sal_position *p = r->pos;

  if (!list_of(r, doc, "marks", sizeof *p->mark, &list, &p->mark, &p->nmarks))
    return false;
  int i = 0;
  for (const cJSON *c = list ? list->child : NULL; c; c = c->next, i++) {
    char at[96];
    char path[96];
    struct sal_pos_mark *m = &p->mark[i];
    item_path(at, "marks", i, "");
    m->side = SAL_NOSIDE;
    if (!input_fields(c, at, known, r->f) || !word_of(r, c, at, "hex", true, &m->hex) ||
        !word_of(r, c, at, "mark", true, &m->mark))
      return false;
    const cJSON *side = cJSON_GetObjectItemCaseSensitive(c, "side");
    input_path(path, at, "side");
    if (side && !side_of(r, side, path, &m->side))
      return false;
  }

  return true;
}

/* Variables of the game, as the game names them. */
static bool vars(struct reader *r, const cJSON *doc) {
  const cJSON *object = NULL;
  struct sal_position *p = r->pos;

  if (!input_object(doc, "", "vars", false, &object, r->f))
    return false;
  if (!object)
    return true;
  p->var = sal_alloc(r->arena, sizeof *p->var * (size_t)(cJSON_GetArraySize(object) + 1));
  for (const cJSON *c = object->child; c; c = c->next) {
    struct sal_pos_var *v = &p->var[p->nvars++];
    char path[96];
    int64_t whole;
    input_path(path, "vars", c->string);
    v->name = sal_strdup(r->arena, c->string);
    if (cJSON_IsBool(c))
      v->value = cJSON_IsTrue(c);
    else if (input_whole(c, -1000000, 1000000, &whole))
      v->value = (int32_t)whole;
    else if (!cJSON_IsString(c))
      return fault_at(r->f, path, "must be a text or a whole number within a million");
    else if (!word(r, c, path, &v->text))
      return false;
  }

  return true;
}

/* Victory points: 3 or "7/2". */
static bool points(const cJSON *v, struct sal_frac *out) {
  int64_t whole;
  int num;
  int den;
  int used = 0;

  if (input_whole(v, -100000, 100000, &whole)) {
    *out = (struct sal_frac){(int32_t)whole, 1};
    return true;
  }
  if (!cJSON_IsString(v) || strlen(v->valuestring) > 12)
    return false;
  if (sscanf(v->valuestring, "%d/%d%n", &num, &den, &used) != 2 || v->valuestring[used])
    return false;
  bool fraction = den >= 1 && den <= 1000;
  if (!fraction || num > 100000 || num < -100000)
    return false;
  *out = sal_lowest(num, den);

  return true;
}

/* Points so far. */
static bool scores(struct reader *r, const cJSON *doc) {
  static const char *const known[] = {"german", "soviet", 0};
  const cJSON *object = NULL;

  if (!input_object(doc, "", "scores", false, &object, r->f))
    return false;
  if (!object)
    return true;
  if (!input_fields(object, "scores", known, r->f))
    return false;
  for (int side = 0; side < SAL_SIDES; side++) {
    const cJSON *v = cJSON_GetObjectItemCaseSensitive(object, known[side]);
    char path[96];
    input_path(path, "scores", known[side]);
    if (!v)
      continue;
    if (!points(v, &r->pos->score[side]))
      return fault_at(r->f, path, "must be points: 3 or \"7/2\"");
    r->pos->has_score[side] = true;
  }

  return true;
}

/* The whole document, section by section. */
bool position_read(const cJSON *doc, struct sal_arena *arena, struct sal_position **out,
                   struct fault *f) {
  static const char *const known[] = {
      "v",     "map",    "turn",      "phase", "vars",     "terrain", "regions", "control", "units",
      "marks", "scores", "unchecked", "game",  "scenario", "options", "dice",    0};
  struct reader r = {arena, NULL, f};
  struct sal_position *p;
  int64_t v = 1;
  int64_t turn = 1;

  if (!input_fields(doc, "", known, f) || !input_int(doc, "", "v", false, 1, 1, &v, f) ||
      !input_int(doc, "", "turn", false, 0, 999, &turn, f))
    return false;
  p = r.pos = sal_alloc(arena, sizeof *p);
  p->turn = (int)turn;
  *out = p;
  return input_bool(doc, "", "unchecked", false, &p->unchecked, f) &&
         word_of(&r, doc, "", "map", false, &p->map) &&
         word_of(&r, doc, "", "phase", false, &p->phase) && vars(&r, doc) && ground(&r, doc) &&
         control(&r, doc) && units(&r, doc) && marks(&r, doc) && scores(&r, doc);
}

/* What a position may say about the game it belongs to. */
bool position_extra(const cJSON *doc, struct position_extra *x, struct fault *f) {
  *x = (struct position_extra){0};
  if (!cJSON_IsObject(doc))
    return fault_at(f, "position", "must be an object");
  return input_text(doc, "", "game", false, &x->game, f) &&
         input_text(doc, "", "scenario", false, &x->scenario, f) &&
         input_object(doc, "", "options", false, &x->options, f) &&
         input_array(doc, "", "dice", false, &x->dice, f);
}
