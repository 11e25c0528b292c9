/* import.c - stalnie 6.1: the result file as the same actions that forms and board would give.
 *
 * Every line is turned into actions and these are tried at once on a copy of the view, so that the first line that breaks
 * a rule is the one that is named, with the rule's own words.
 */
#include "state.h"

#include <string.h>

enum { COPY_AT = 1 << 17, PAIRS = 12 };

struct reading {
  struct sal_play play; /* the copy */
  int side, line;
  struct sal_text *out;
  struct sal_err *err;
  struct sal_list *list;
};
struct pair {
  char key[20], value[40];
};

static void note_fault(struct reading *r, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  sal_vformat(r->err->text, sizeof r->err->text, fmt, ap);
  va_end(ap);
  r->err->line = r->line;
  sal_format(r->err->at, sizeof r->err->at, "text");
}
#define fail(...) (note_fault(__VA_ARGS__), false)

/* Tries an action on the copy and writes it down. */
static bool act(struct reading *r, const char *fmt, ...) {
  char text[160], words[160];
  struct sal_action a;
  struct sal_refusal why = {0};
  struct sal_err parse = {0};
  va_list ap;
  va_start(ap, fmt);
  sal_vformat(text, sizeof text, fmt, ap);
  va_end(ap);
  if (!sal_action_parse(r->play.book, text, &a, &parse)) return fail(r, "%s", parse.text);
  if (!sal_check(&r->play, r->side, a, &why)) {
    struct sal_text t = {words, sizeof words, 0};
    sal_refusal_words(r->play.book, &why, &t);
    return fail(r, "%s (%s)", words, sal_rule_id(r->play.book, why.rule));
  }
  sal_apply(&r->play, r->side, a);
  sal_put(r->out, "%s\n", text);
  return true;
}

static const char *value_of(const struct pair *v, int n, const char *key) {
  for (int i = 0; i < n; i++)
    if (sal_eq(v[i].key, key)) return v[i].value;
  return NULL;
}

static const char *side_word(const char *text) { return text && sal_eq(text, "GER") ? "german" : text && sal_eq(text, "RUS") ? "soviet" : NULL; }

static bool number(struct reading *r, const struct pair *v, int n, const char *key, int min, int max, int32_t *out) {
  const char *text = value_of(v, n, key);
  if (!text) return fail(r, "%s= is missing", key);
  return sal_parse_int(text, min, max, out) || fail(r, "%s must be %d to %d, not '%s'", key, min, max, text);
}

/* "4-K5/1": the hex and its level. */
static bool hex_and_level(struct reading *r, const char *text, char hex[16], int *level) {
  const char *slash = text ? strchr(text, '/') : NULL;
  size_t n = text ? (slash ? (size_t)(slash - text) : strlen(text)) : 0;
  if (!n || n >= 16) return fail(r, "hex= is missing or no hex");
  memcpy(hex, text, n);
  hex[n] = 0;
  *level = slash && slash[1] == '1';
  return sal_hex_parse(&r->play.book->board, hex) ? true : fail(r, "hex '%s' is not on the map", hex);
}

static bool read_unit(struct reading *r, const struct pair *v, int n) {
  const char *id = value_of(v, n, "id"), *fate = value_of(v, n, "fate"), *becomes = value_of(v, n, "becomes"), *state = value_of(v, n, "state"), *where = value_of(v, n, "hex");
  char hex[16];
  int level;
  if (!id || !fate) return fail(r, "unit: id= and fate= are wanted");
  if (!act(r, "pick %s", id)) return false;
  if (becomes && !act(r, "becomes %s", becomes)) return false;
  if (where) {
    if (!hex_and_level(r, where, hex, &level) || !act(r, "put %s", hex)) return false;
    int u = sal_top(&r->play)->x[0] - 1;
    bool upper = S(&r->play)->draft[u].flags & U_UPPER;
    if (upper != (level == 1) && !act(r, "state upper")) return false;
  }
  if (!act(r, "fate %s", fate)) return false;
  if (state && !act(r, "state %s", state)) return false;
  return act(r, "done");
}

static bool read_new(struct reading *r, const struct pair *v, int n, bool hero) {
  const char *from = value_of(v, n, "from"), *id = value_of(v, n, "id"), *type = value_of(v, n, "type");
  char hex[16];
  int level;
  if (!from || !hex_and_level(r, value_of(v, n, "hex"), hex, &level)) return from ? false : fail(r, "from= is missing");
  bool crew = type && sal_eq(type, "228");
  if (!act(r, "new %s %s", hero ? "hero" : crew ? "crew" : "half", from)) return false;
  int made = -1; /* the counter it became: the last one drafted */
  for (int u = 0; u < r->play.book->ncounters; u++)
    if (S(&r->play)->unit[u].where == NONE && S(&r->play)->draft[u].fate == FATE_OK && side_of(&r->play, u) == side_of(&r->play, sal_unit_find(r->play.book, from))) made = u;
  (void)id; /* the file's own name for it is not kept: counters have fixed names */
  return made >= 0 && act(r, "pick %s", r->play.book->counter[made].id) && act(r, "put %s", hex) && act(r, "done");
}

static bool read_ground(struct reading *r, const struct pair *v, int n) {
  const char *owner = side_word(value_of(v, n, "owner"));
  char hex[16];
  int level;
  if (!owner) return fail(r, "owner=GER or owner=RUS is wanted");
  if (!hex_and_level(r, value_of(v, n, "hex"), hex, &level)) return false;
  return act(r, "control %s", owner) && act(r, "%s %s", level ? "give" : "take", hex) && act(r, "done");
}

/* id=N: the board's Nth Location, hills apart, by hexrow from the south, then y, then level. */
static bool read_vl_id(struct reading *r, const struct pair *v, int n, const char *board, const char *owner) {
  const struct own *o = O(&r->play);
  int32_t id;
  if (!number(r, v, n, "id", 1, 250, &id)) return false;
  for (int i = 0, k = 0; i < o->nvl; i++) {
    if (!sal_eq(o->board[o->vl[i].board].id, board) || o->vl[i].kind == VL_HILL || ++k != id) continue;
    bool german = S(&r->play)->vl[i] & VB_DRAFT;
    if (german == sal_eq(owner, "german")) return true; /* it is so already */
    return act(r, "control %s", owner) && act(r, "%s %s", o->vl[i].level ? "give" : "take", r->play.book->board.name[o->cell[o->vl[i].g]]) && act(r, "done");
  }
  return fail(r, "board %s has no Location %d (V7)", board, id);
}

static bool read_vl(struct reading *r, const struct pair *v, int n) {
  const char *owner = side_word(value_of(v, n, "owner")), *board = value_of(v, n, "board");
  int32_t count;
  if (!owner || !board) return fail(r, "vl: board= and owner= are wanted");
  if (value_of(v, n, "id")) return read_vl_id(r, v, n, board, owner);
  if (!number(r, v, n, "count", 0, 250, &count)) return false;
  return act(r, "vlcount %s %s %d", board, owner, count);
}

static bool read_edge(struct reading *r, const struct pair *v, int n) {
  const char *owner = side_word(value_of(v, n, "owner")), *side = value_of(v, n, "side");
  int32_t from, to;
  if (!owner || !side || (!sal_eq(side, "east") && !sal_eq(side, "west"))) return fail(r, "edge: side=east or west and owner= are wanted");
  if (!number(r, v, n, "from", 0, ROWS - 1, &from) || !number(r, v, n, "to", from, ROWS - 1, &to)) return false;
  if (!act(r, "control %s", owner)) return false;
  for (int h = from; h <= to; h++) {
    int e = sal_eq(side, "west"), g = sp_edge_place(&r->play, GER, e, h - sp_pa_low(&r->play));
    if (g < 0 || sp_side_edge(&r->play, g) != e) return fail(r, "hexrow %d has no %s edge hex in play", h, side);
    if (((S(&r->play)->edge[e][h] & EDGE_DRAFT) != 0) == sal_eq(owner, "german")) continue;
    if (!act(r, "edge %s", r->play.book->board.name[O(&r->play)->cell[g]])) return false;
  }
  return act(r, "done");
}

static bool read_weapon(struct reading *r, const struct pair *v, int n) { /* id=LINE.lmg state=malfunctioned|lost|ok count=N */
  const char *id = value_of(v, n, "id");
  int32_t count, line;
  char num[8] = "";
  const char *dot = id ? strchr(id, '.') : NULL;
  if (!dot || dot - id > 3) return fail(r, "weapon: id=LINE.KIND is wanted");
  memcpy(num, id, (size_t)(dot - id));
  if (!sal_parse_int(num, 1, 184, &line) || !number(r, v, n, "count", 0, 20, &count)) return fail(r, "weapon: id=LINE.KIND and count= are wanted");
  return act(r, "weapon %d %s %d", line, dot + 1, count);
}

static bool read_oba(struct reading *r, const struct pair *v, int n) {
  int32_t id, black, red;
  const char *used = value_of(v, n, "used");
  if (!number(r, v, n, "id", 1, 184, &id)) return false;
  if (used && sal_eq(used, "n")) return true;
  return number(r, v, n, "black", 0, 20, &black) && number(r, v, n, "red", 0, 20, &red) && act(r, "oba %d %d %d", id, black, red);
}

static bool read_line(struct reading *r, const char *word, const struct pair *v, int n) {
  int32_t a, b;
  if (sal_eq(word, "result")) {
    if (!number(r, v, n, "scenario", 1, 4, &a) || !number(r, v, n, "turns", 7, 9, &b)) return false;
    if (a != S(&r->play)->scenario) return fail(r, "scenario %d is being played, not %d (V1)", S(&r->play)->scenario, a);
    return act(r, "turns %d", b);
  }
  if (sal_eq(word, "end")) return number(r, v, n, "turn", 7, 9, &a) && number(r, v, n, "dr", 1, 6, &b) && act(r, "enddie %d %d", a, b);
  if (sal_eq(word, "cvp")) {
    const char *side = side_word(value_of(v, n, "side"));
    if (!side) return fail(r, "cvp: side=GER or side=RUS is wanted");
    if (!number(r, v, n, "inflicted", 0, 999, &a) || !act(r, "cvp %s %d", side, a)) return false;
    return !value_of(v, n, "of_which_exit") || (number(r, v, n, "of_which_exit", 0, 999, &b) && act(r, "cvpexit %s %d", side, b));
  }
  if (sal_eq(word, "unit")) return read_unit(r, v, n);
  if (sal_eq(word, "new")) return read_new(r, v, n, false);
  if (sal_eq(word, "hero")) return read_new(r, v, n, true);
  if (sal_eq(word, "control")) return read_ground(r, v, n);
  if (sal_eq(word, "vl")) return read_vl(r, v, n);
  if (sal_eq(word, "edge")) return read_edge(r, v, n);
  if (sal_eq(word, "weapon")) return read_weapon(r, v, n);
  if (sal_eq(word, "oba")) return read_oba(r, v, n);
  if (sal_eq(word, "sniper")) {
    const char *side = side_word(value_of(v, n, "side"));
    if (side && (!number(r, v, n, "lost", 0, 6, &a) || !act(r, "sniper %s %d", side, a))) return false;
    return !value_of(v, n, "exit_north_vp") || (number(r, v, n, "exit_north_vp", 0, 999, &b) && act(r, "northvp %d", b));
  }
  if (sal_eq(word, "terrain")) {
    char hex[16];
    int level;
    const char *what = value_of(v, n, "becomes");
    if (!what || !hex_and_level(r, value_of(v, n, "hex"), hex, &level)) return what ? false : fail(r, "terrain: becomes= is wanted");
    return act(r, "burn %s", what) && act(r, "take %s", hex);
  }
  if (sal_eq(word, "fort")) {
    const char *state = value_of(v, n, "state");
    return number(r, v, n, "id", 1, MAX_FORTS, &a) && (state ? act(r, "fortstate %d %s", a, state) : fail(r, "fort: state= is wanted"));
  }
  return fail(r, "'%s' is not known in a result", word);
}

/* "word key=value key=value"; a line that begins with key=value belongs to the word `sniper`. */
static bool split(struct reading *r, const char *text, size_t n, char word[20], struct pair v[PAIRS], int *count) {
  size_t at = 0;
  *count = 0;
  word[0] = 0;
  while (at < n) {
    while (at < n && (text[at] == ' ' || text[at] == '\t' || text[at] == '\r')) at++;
    if (at >= n || text[at] == '#') break;
    size_t end = at;
    while (end < n && text[end] != ' ' && text[end] != '\t' && text[end] != '\r') end++;
    const char *eq = memchr(text + at, '=', end - at);
    if (!eq) {
      if (word[0] || end - at >= 20) return fail(r, "'%.*s' is not key=value", (int)(end - at), text + at);
      memcpy(word, text + at, end - at);
      word[end - at] = 0;
    } else {
      size_t k = (size_t)(eq - text) - at, len = end - at - k - 1;
      if (*count == PAIRS || k >= sizeof v[0].key || len >= sizeof v[0].value) return fail(r, "'%.*s' is too long", (int)(end - at), text + at);
      memcpy(v[*count].key, text + at, k);
      v[*count].key[k] = 0;
      memcpy(v[*count].value, eq + 1, len);
      v[*count].value[len] = 0;
      (*count)++;
    }
    at = end;
  }
  if (!word[0] && *count) sal_format(word, 20, "sniper");
  return true;
}

bool sp_import(const struct sal_play *p, int side, const char *kind, const char *text, struct sal_text *out, struct sal_err *err) {
  struct pair v[PAIRS];
  char word[20];
  *err = (struct sal_err){.line = 1};
  if (!sal_eq(kind, "result")) return sal_fail_at(err, "kind", "there is no document '%.*s' to import; a result is", 20, kind);
  if (p->state->over || sal_top(p)->node != N_RESULT) return sal_fail_at(err, "kind", "no result is being entered now");
  struct sal_head *copy = (struct sal_head *)((uint8_t *)p->scratch + COPY_AT);
  memcpy(copy, p->state, p->book->state_bytes);
  struct reading r = {.play = *p, .side = side, .out = out, .err = err};
  r.play.state = copy;
  r.play.events = NULL;
  for (const char *at = text; *at;) {
    size_t n = strcspn(at, "\n");
    int count;
    r.line++;
    if (!split(&r, at, n, word, v, &count)) return false;
    if (word[0] && !read_line(&r, word, v, count)) return false;
    at += n + (at[n] == '\n');
  }
  return true;
}
