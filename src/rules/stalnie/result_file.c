/* result_file.c - stalnie 6.1: turns a result file into the same actions that forms and board would
 * give.
 *
 * The actions of every line are tried at once on a copy, so a line that breaks a rule is reported
 * in the rule's own words. A faulty line is undone whole and reading continues: all faults of one
 * pass are listed, and nothing is entered unless there are none.
 */
#include "state.h"

#include <string.h>

enum { COPY_AT = 1 << 17, PAIRS = 12, KEYS = 12, MOST_FAULTS = 20 };
enum { SOVIET_LINES = 100 }; /* what is added to the number of a Soviet line */

_Static_assert(sizeof(struct state) <= COPY_AT / 2, "two copies fit into the scratch");

struct reading {
  /* the copy */
  struct sal_play play;
  int side, line;
  struct sal_text *out;
  /* of this line */
  char fault[160];
};
struct pair {
  char key[20], value[40];
};
/* of the file, cut into words */
struct line {
  char word[20];
  struct pair pair[PAIRS];
  int n;
};

/* Keeps what is wrong with this line. */
static void note_fault(struct reading *r, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  sal_vformat(r->fault, sizeof r->fault, fmt, ap);
  va_end(ap);
}
#define fail(...) (note_fault(__VA_ARGS__), false)

/* Tries an action on the copy and writes it down. */
static bool act(struct reading *r, const char *fmt, ...) {
  char text[160];
  char words[160];
  struct sal_action a;
  struct sal_refusal why = {0};
  struct sal_err parse = {0};
  va_list ap;

  va_start(ap, fmt);
  sal_vformat(text, sizeof text, fmt, ap);
  va_end(ap);
  if (!sal_action_parse(r->play.book, text, &a, &parse))
    return fail(r, "%s", parse.text);

  if (!sal_check(&r->play, r->side, a, &why)) {
    struct sal_text t = {words, sizeof words, 0};
    sal_refusal_words(r->play.book, &why, &t);
    return fail(r, "%s (%s)", words, sal_rule_id(r->play.book, why.rule));
  }

  sal_apply(&r->play, r->side, a);
  sal_put(r->out, "%s\n", text);

  return true;
}

/* ---- words and figures of a line -------------------------------------------------------- */

/* What the line says for that key; NULL: nothing. */
static const char *value_of(const struct line *l, const char *key) {
  for (int i = 0; i < l->n; i++)
    if (sal_eq(l->pair[i].key, key))
      return l->pair[i].value;
  return NULL;
}

/* Has the line exactly that key=value? */
static bool says(const struct line *l, const char *key, const char *value) {
  const char *text = value_of(l, key);
  return text && sal_eq(text, value);
}

/* GER and RUS as the words of the actions. */
static const char *side_word(const struct line *l, const char *key) {
  if (says(l, key, "GER"))
    return "german";
  if (says(l, key, "RUS"))
    return "soviet";
  return NULL;
}

/* A key that must be a number within bounds. */
static bool number(struct reading *r, const struct line *l, const char *key, int min, int max,
                   int32_t *out) {
  const char *text = value_of(l, key);
  if (!text)
    return fail(r, "%s= is missing", key);
  if (!sal_parse_int(text, min, max, out))
    return fail(r, "%s must be %d to %d, not '%s'", key, min, max, text);
  return true;
}

/* "4-K5/1": the hex and its level; 1 is the upper storey, 2 inside a pillbox. */
static bool hex_and_level(struct reading *r, const char *text, char hex[16], int *level) {
  if (!text)
    return fail(r, "hex= is missing");
  size_t n = strcspn(text, "/");
  if (!n || n >= 16)
    return fail(r, "'%s' is no hex", text);
  memcpy(hex, text, n);
  hex[n] = 0;

  /* Inside a pillbox is on the ground for the campaign. */
  const char *suffix = text + n;
  bool ground = !*suffix || sal_eq(suffix, "/0") || sal_eq(suffix, "/2");
  *level = !ground;
  if (!ground && !sal_eq(suffix, "/1"))
    return fail(r, "'%s' has no such level", text);

  if (!sal_hex_parse(&r->play.book->board, hex))
    return fail(r, "%s is no hex of the map", hex);

  return true;
}

/* ---- the lines -------------------------------------------------------------------------- */

static bool known_state(const char *word) {
  for (int i = 0; sp_state_word[i]; i++)
    if (sal_eq(sp_state_word[i], word))
      return true;
  return false;
}

/* state=broken+wounded: exactly these, and none that the unit had before. */
static bool read_states(struct reading *r, int u, const char *text) {
  bool has_states = S(&r->play)->draft[u].flags & SETTABLE;
  if (has_states && !act(r, "state ok"))
    return false;

  while (*text) {
    char word[20];
    size_t n = strcspn(text, "+");

    if (n >= sizeof word)
      return fail(r, "unknown state '%s'", text);
    memcpy(word, text, n);
    word[n] = 0;
    if (!known_state(word))
      return fail(r, "unknown state '%s'", word);

    /* The states were cleared above, so `ok` has nothing left to do. */
    bool clears = sal_eq(word, "ok");
    if (!clears && !act(r, "state %s", word))
      return false;
    text += n + (text[n] == '+');
  }

  return true;
}

/* Where a unit ended, and on which level. */
static bool read_place(struct reading *r, int u, const char *where) {
  char hex[16];
  int level;

  if (!hex_and_level(r, where, hex, &level))
    return false;
  if (!act(r, "put %s", hex))
    return false;

  /* A level is said only where it differs, since no state is set twice (V3). */
  bool upper = S(&r->play)->draft[u].flags & U_UPPER;
  bool goes_up = level == 1;
  if (goes_up == upper)
    return true;
  if (goes_up)
    return act(r, "state upper");
  return act(r, "state ground");
}

/* A mark that an earlier reading has set stays (V3: nothing is set twice). */
static bool mark_unit(struct reading *r, int u, uint32_t flag, const char *word) {
  if (S(&r->play)->draft[u].flags & flag)
    return true;
  return act(r, "state %s", word);
}

/* The fate, with the details that CG13 needs for a unit that left. */
static bool read_fate(struct reading *r, const struct line *l) {
  const char *fate = value_of(l, "fate");
  bool exited = sal_eq(fate, "exited");

  if (exited && says(l, "exit", "north"))
    return act(r, "fate north");
  if (exited && says(l, "nmc", "pass"))
    return act(r, "fate passed");
  return act(r, "fate %s", fate);
}

/* A `unit` line: what became of one unit. */
static bool read_unit(struct reading *r, const struct line *l) {
  const char *id = value_of(l, "id");
  const char *becomes = value_of(l, "becomes");
  const char *state = value_of(l, "state");
  const char *where = value_of(l, "hex");
  const char *carrier = value_of(l, "in");
  if (!carrier)
    carrier = value_of(l, "towed");

  if (!id || !value_of(l, "fate"))
    return fail(r, "unit: id= and fate= are wanted");
  if (!act(r, "pick %s", id))
    return false;
  int u = entering_of(&r->play)->unit - 1;

  /* What it is now decides where it can be and which states it can have (V3, V4). */
  if (becomes && !act(r, "becomes %s", becomes))
    return false;
  if (where && !read_place(r, u, where))
    return false;
  if (carrier && !act(r, "in %s", carrier))
    return false;

  if (state && !read_states(r, u, state))
    return false;
  if (says(l, "tem", "1") && !mark_unit(r, u, D_COVER, "cover"))
    return false;
  if (says(l, "hidden", "y") && !mark_unit(r, u, D_HIDDEN, "hidden"))
    return false;

  /* The fate comes last: whether a unit could leave depends on its hex and state (CG13). */
  if (!read_fate(r, l))
    return false;
  return act(r, "done");
}

/* What a `new` line brings: a crew, the half of a squad or a leader. */
static const char *kind_of_new(struct reading *r, const struct line *l, int from) {
  const char *type = value_of(l, "type");
  bool vehicle = type_of(&r->play, from)->cls == VEHICLE;
  const char *crew = O(&r->play)->type[sp_crew_type(&r->play, S(&r->play)->unit[from].type)].id;

  if (!type)
    return "half";
  if (sal_eq(type, "leader"))
    return "leader";
  if (vehicle && !sal_eq(type, crew)) {
    note_fault(r, "the crew of %s is a %s", r->play.book->counter[from].kind, crew);
    return NULL;
  }

  return vehicle ? "crew" : "half";
}

/* The counter that the last `new` action drafted for that side. */
static int newest(const struct reading *r, int side) {
  const struct state *s = S(&r->play);
  int made = NOT_FOUND;

  for (int u = 0; u < r->play.book->ncounters; u++) {
    bool drafted = s->unit[u].where == NONE && s->draft[u].fate == FATE_OK;
    if (drafted && side_of(&r->play, u) == side)
      made = u;
  }

  return made;
}

/* A `new` or `hero` line: a unit that appeared in play. The file's own id for it is not kept:
 * counters have fixed names. */
static bool read_new(struct reading *r, const struct line *l) {
  const char *from = value_of(l, "from");
  const char *grade = value_of(l, "grade");
  char hex[16];
  int level;

  if (!from)
    return fail(r, "from= is missing");
  sal_unit origin = sal_unit_find(r->play.book, from);
  if (origin == SAL_NOUNIT)
    return fail(r, "there is no unit '%s'", from);
  if (!hex_and_level(r, value_of(l, "hex"), hex, &level))
    return false;

  const char *kind = sal_eq(l->word, "hero") ? "hero" : kind_of_new(r, l, origin);
  if (!kind)
    return false;
  if (!act(r, "new %s %s", kind, from))
    return false;

  int made = newest(r, side_of(&r->play, origin));
  if (!act(r, "pick %s", r->play.book->counter[made].id))
    return false;
  if (!act(r, "put %s", hex))
    return false;
  if (grade && !act(r, "becomes %s", grade))
    return false;

  return act(r, "done");
}

/* 11.2e: one level of a hex goes to that side. `give` is the upper level. */
static bool take_level(struct reading *r, const char *owner, const char *hex, int level) {
  if (!act(r, "control %s", owner))
    return false;
  if (!act(r, "%s %s", level ? "give" : "take", hex))
    return false;
  return act(r, "done");
}

/* A `control` line: who controls a Location now. */
static bool read_ground(struct reading *r, const struct line *l) {
  const char *owner = side_word(l, "owner");
  char hex[16];
  int level;

  if (!owner)
    return fail(r, "owner=GER or owner=RUS is wanted");
  if (!hex_and_level(r, value_of(l, "hex"), hex, &level))
    return false;
  return take_level(r, owner, hex, level);
}

/* id=N: the board's Nth Location, hills apart, by hexrow from the south, then y, then level. */
static bool read_vl_id(struct reading *r, const struct line *l, const char *board,
                       const char *owner) {
  const struct own *o = O(&r->play);
  int32_t id;
  int k = 0;

  if (!number(r, l, "id", 1, 250, &id))
    return false;

  for (int i = 0; i < o->nvl; i++) {
    const struct vl *v = &o->vl[i];

    if (v->kind == VL_HILL)
      continue;
    if (!sal_eq(o->board[v->board].id, board))
      continue;
    if (++k != id)
      continue;

    /* A Location that is that side's already needs no action. */
    bool german = S(&r->play)->vl[i] & VB_DRAFT;
    if (german == sal_eq(owner, "german"))
      return true;
    const char *hex = r->play.book->board.name[o->cell[v->g]];
    return take_level(r, owner, hex, v->level);
  }

  return fail(r, "board %s has no Location %d (V7)", board, id);
}

/* A `vl` line: one Victory Location by its number, or how many of a board a side holds. A `hill`
 * line says the same of the hills of a printed board. */
static bool read_vl(struct reading *r, const struct line *l) {
  const char *owner = side_word(l, "owner");
  const char *board = value_of(l, "board");
  bool hills = sal_eq(l->word, "hill");
  int32_t count;

  if (!owner || !board)
    return fail(r, "%s: board= and owner= are wanted", l->word);
  if (value_of(l, "id"))
    return read_vl_id(r, l, board, owner);
  if (!number(r, l, "count", 0, 250, &count))
    return false;

  return act(r, "%s %s %s %d", hills ? "hillcount" : "vlcount", board, owner, count);
}

/* An `edge` line: a run of side-edge hexes. */
static bool read_edge(struct reading *r, const struct line *l) {
  const char *owner = side_word(l, "owner");
  bool west = says(l, "side", "west");
  bool edge_named = west || says(l, "side", "east");
  int32_t from;
  int32_t to;

  if (!owner || !edge_named)
    return fail(r, "edge: side=east or west and owner= are wanted");
  if (!number(r, l, "from", 0, ROWS - 1, &from))
    return false;
  if (!number(r, l, "to", from, ROWS - 1, &to))
    return false;
  if (!act(r, "control %s", owner))
    return false;

  for (int h = from; h <= to; h++) {
    /* 11.6053: the corners belong to the front edges. */
    bool in_play = h > sp_pa_low(&r->play) && h < sp_pa_high(&r->play);
    if (!in_play)
      return fail(r, "hexrow %d has no %s edge hex in play", h, west ? "west" : "east");

    int g = sp_edge_place(&r->play, GER, west, h - sp_pa_low(&r->play));
    bool german = S(&r->play)->edge[west][h] & EDGE_DRAFT;
    if (german == sal_eq(owner, "german"))
      continue;
    if (!act(r, "edge %s", r->play.book->board.name[O(&r->play)->cell[g]]))
      return false;
  }

  return act(r, "done");
}

/* V12: the weapon goes over to the company of the unit that has it now. */
static bool hand_over(struct reading *r, int line, const char *kind, const char *owner) {
  sal_unit u = sal_unit_find(r->play.book, owner);
  int to = u == SAL_NOUNIT ? 0 : S(&r->play)->unit[u].rec;

  if (!to)
    return fail(r, "'%s' is of no company", owner);

  /* Lines of the Soviet record are numbered from 101. */
  if (line > 100)
    to += 100;
  return act(r, "handover %d %s %d", line, kind, to);
}

/* id=LINE.KIND of a company: how many are broken down or lost, or whose they are now. */
static bool read_company_weapon(struct reading *r, const struct line *l, int line,
                                const char *kind) {
  const char *owner = value_of(l, "owner");
  const char *state = value_of(l, "state");
  int32_t count = 1;

  if (value_of(l, "count") && !number(r, l, "count", 0, 20, &count))
    return false;
  if (owner)
    return hand_over(r, line, kind, owner);

  /* A weapon that is named without a state broke down. */
  if (!state || sal_eq(state, "malfunctioned"))
    return act(r, "weapon %d %s %d", line, kind, count);
  if (sal_eq(state, "lost"))
    return act(r, "lose %d %s %d", line, kind, count);
  if (sal_eq(state, "ok"))
    return act(r, "weapon %d %s 0", line, kind);

  return fail(r, "weapon: state= is ok, malfunctioned or lost");
}

/* A `weapon` line: id=LINE.KIND of a company, or id=VEHICLE.ma. */
static bool read_weapon(struct reading *r, const struct line *l) {
  const char *id = value_of(l, "id");
  const char *dot = id ? strrchr(id, '.') : NULL;
  size_t length = dot ? (size_t)(dot - id) : 0;
  char owner[40] = "";
  int32_t line;

  if (!dot || length >= sizeof owner)
    return fail(r, "weapon: id=LINE.KIND or id=VEHICLE.ma is wanted");
  memcpy(owner, id, length);

  /* A number before the dot is a line of the purchase record. */
  if (sal_parse_int(owner, 1, 184, &line))
    return read_company_weapon(r, l, line, dot + 1);

  const char *state = value_of(l, "state");
  if (!sal_eq(dot, ".ma") || !state)
    return fail(r, "weapon: id=LINE.KIND, or id=VEHICLE.ma with state=, is wanted");
  if (!act(r, "pick %s", owner))
    return false;
  if (!act(r, "state %s", state))
    return false;
  return act(r, "done");
}

/* SSR4: the OP tanks that call for the module of that line are Recalled. */
static bool recall_op_tanks(struct reading *r, int line) {
  int side = line > SOVIET_LINES ? RUS : GER;
  int module = line > SOVIET_LINES ? line - SOVIET_LINES : line;

  for (int u = 0; u < r->play.book->ncounters; u++) {
    const struct unit *unit = &S(&r->play)->unit[u];
    const struct draft *d = &S(&r->play)->draft[u];
    bool of_line = side_of(&r->play, u) == side && unit->rec && in_force(unit->where);
    const struct rec *by = of_line ? &S(&r->play)->rec[side][unit->rec - 1] : NULL;
    bool serves = by && by->attach == module && type_of(&r->play, u)->cls == VEHICLE;

    if (!serves || d->flags & U_RECALL)
      continue;
    if (!act(r, "pick %s", r->play.book->counter[u].id) || !act(r, "state recall"))
      return false;
    if (!act(r, "done"))
      return false;
  }
  return true;
}

/* An `oba` line: the chits that a module has left, and whether its radio or phone was lost, which
 * ends its use (F32.20). */
static bool read_oba(struct reading *r, const struct line *l) {
  int32_t id;
  int32_t black;
  int32_t red;

  if (!number(r, l, "id", 1, 184, &id))
    return false;
  if (value_of(l, "lost") && !says(l, "lost", "y"))
    return fail(r, "oba: lost= is y or missing");
  if (says(l, "lost", "y") && !recall_op_tanks(r, id))
    return false;

  /* CG10: a module that was not used keeps its chits. */
  if (says(l, "used", "n"))
    return true;
  if (!number(r, l, "black", 0, 20, &black))
    return false;
  if (!number(r, l, "red", 0, 20, &red))
    return false;
  return act(r, "oba %d %d %d", id, black, red);
}

/* V1, V2: the scenario that is being played, and its length. */
static bool read_result(struct reading *r, const struct line *l) {
  int32_t scenario;
  int32_t turns;

  if (!number(r, l, "scenario", 1, 4, &scenario))
    return false;
  if (!number(r, l, "turns", 7, 9, &turns))
    return false;
  if (scenario != S(&r->play)->scenario)
    return fail(r, "scenario %d is being played, not %d (V1)", S(&r->play)->scenario, scenario);
  return act(r, "turns %d", turns);
}

/* CG4: the dice that ended the battle. */
static bool read_end(struct reading *r, const struct line *l) {
  int32_t turn;
  int32_t die;

  if (!number(r, l, "turn", 7, 9, &turn))
    return false;
  if (!number(r, l, "dr", 1, 6, &die))
    return false;
  return act(r, "enddie %d %d", turn, die);
}

/* V6: casualties inflicted, and those by exit among them. */
static bool read_cvp(struct reading *r, const struct line *l) {
  const char *side = side_word(l, "side");
  int32_t points;

  if (!side)
    return fail(r, "cvp: side=GER or side=RUS is wanted");
  if (!number(r, l, "inflicted", 0, 999, &points))
    return false;
  if (!act(r, "cvp %s %d", side, points))
    return false;

  if (!value_of(l, "of_which_exit"))
    return true;
  if (!number(r, l, "of_which_exit", 0, 999, &points))
    return false;

  return act(r, "cvpexit %s %d", side, points);
}

/* A `sniper` line; a line that begins with exit_north_vp= belongs to it. */
static bool read_sniper(struct reading *r, const struct line *l) {
  const char *side = side_word(l, "side");
  int32_t n;

  if (side) {
    if (!number(r, l, "lost", 0, 6, &n))
      return false;
    if (!act(r, "sniper %s %d", side, n))
      return false;
  }

  if (!value_of(l, "exit_north_vp"))
    return true;
  if (!number(r, l, "exit_north_vp", 0, 999, &n))
    return false;

  return act(r, "northvp %d", n);
}

/* Ground that burnt or fell. */
static bool read_terrain(struct reading *r, const struct line *l) {
  const char *what = value_of(l, "becomes");
  char hex[16];
  int level;

  if (!what)
    return fail(r, "terrain: becomes= is wanted");
  if (!hex_and_level(r, value_of(l, "hex"), hex, &level))
    return false;
  if (!act(r, "burn %s", what))
    return false;
  return act(r, "take %s", hex);
}

/* A `fort` line: id=12 or id=F12, as the briefing prints it. */
static bool read_fort(struct reading *r, const struct line *l) {
  const char *id = value_of(l, "id");
  const char *state = value_of(l, "state");
  int32_t n;
  int32_t factors;
  bool numbered = id && sal_parse_int(id + (*id == 'F'), 1, 60000, &n);

  if (!numbered)
    return fail(r, "fort: id= is wanted");
  if (value_of(l, "factors")) {
    if (!number(r, l, "factors", 0, 5, &factors))
      return false;
    return act(r, "factors %d %d", n, factors);
  }

  if (!state)
    return fail(r, "fort: state= or factors= is wanted");

  return act(r, "fortstate %d %s", n, state);
}

/* Every kind of line with the keys that it may have. */
static const struct {
  const char *word, *keys[KEYS];
  bool (*read)(struct reading *, const struct line *);
} kinds[] = {
    {"result", {"scenario", "turns"}, read_result},
    {"end", {"turn", "dr"}, read_end},
    {"cvp", {"side", "inflicted", "of_which_exit"}, read_cvp},
    {"unit",
     {"id", "fate", "hex", "becomes", "state", "in", "towed", "tem", "hidden", "exit", "nmc"},
     read_unit},
    {"new", {"id", "type", "from", "hex", "grade"}, read_new},
    {"hero", {"id", "from", "hex"}, read_new},
    {"control", {"hex", "owner"}, read_ground},
    {"vl", {"board", "id", "count", "owner"}, read_vl},
    {"hill", {"board", "count", "owner"}, read_vl},
    {"edge", {"side", "from", "to", "owner"}, read_edge},
    {"weapon", {"id", "state", "count", "owner"}, read_weapon},
    {"oba", {"id", "used", "black", "red", "lost"}, read_oba},
    {"sniper", {"side", "lost", "exit_north_vp"}, read_sniper},
    {"terrain", {"hex", "becomes"}, read_terrain},
    {"fort", {"id", "state", "factors"}, read_fort},
};

static bool has_key(const char *const *keys, const char *key) {
  for (int i = 0; i < KEYS && keys[i]; i++)
    if (sal_eq(keys[i], key))
      return true;
  return false;
}

/* Every key must be known to this kind of line, and none may come twice. */
static bool keys_fit(struct reading *r, const struct line *l, const char *const *keys) {
  for (int i = 0; i < l->n; i++) {
    const char *key = l->pair[i].key;
    if (!has_key(keys, key))
      return fail(r, "unknown key '%s'", key);
    for (int k = 0; k < i; k++)
      if (sal_eq(l->pair[k].key, key))
        return fail(r, "'%s=' is there twice", key);
  }

  return true;
}

/* One line by its first word. */
static bool read_line(struct reading *r, const struct line *l) {
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
    if (!sal_eq(kinds[i].word, l->word))
      continue;
    if (!keys_fit(r, l, kinds[i].keys))
      return false;
    return kinds[i].read(r, l);
  }
  return fail(r, "'%s' is not known in a result", l->word);
}

/* ---- the file --------------------------------------------------------------------------- */

static bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}

/* One item of a line: its first word, or key=value. */
static bool add_item(struct reading *r, const char *item, size_t n, struct line *l) {
  const char *eq = memchr(item, '=', n);

  /* Only the first word stands without a key: it is the kind of line. */
  if (!eq) {
    bool second_word = l->word[0];
    if (second_word || n >= sizeof l->word)
      return fail(r, "'%.*s' is not key=value", (int)n, item);
    memcpy(l->word, item, n);
    l->word[n] = 0;
    return true;
  }

  size_t key = (size_t)(eq - item);
  size_t value = n - key - 1;
  struct pair *pair = &l->pair[l->n];
  bool too_long = key >= sizeof pair->key || value >= sizeof pair->value;
  if (l->n == PAIRS || too_long)
    return fail(r, "'%.*s' is too long", (int)n, item);

  memcpy(pair->key, item, key);
  pair->key[key] = 0;
  memcpy(pair->value, eq + 1, value);
  pair->value[value] = 0;
  l->n++;

  return true;
}

/* "word key=value key=value"; what follows a # is a comment. */
static bool split(struct reading *r, const char *text, size_t n, struct line *l) {
  size_t at = 0;
  l->n = 0;
  l->word[0] = 0;

  while (at < n) {
    while (at < n && is_blank(text[at]))
      at++;
    if (at >= n || text[at] == '#')
      break;

    size_t end = at;
    while (end < n && !is_blank(text[end]))
      end++;
    if (!add_item(r, text + at, end - at, l))
      return false;
    at = end;
  }

  /* exit_north_vp= stands alone on its line; read_sniper knows it. */
  bool keys_alone = !l->word[0] && l->n;
  if (keys_alone)
    sal_format(l->word, sizeof l->word, "sniper");

  return true;
}

/* The first fault in full, and the lines of the others. */
static void list_fault(const struct reading *r, int faults, struct sal_err *err) {
  struct sal_text t = {err->text, sizeof err->text, strlen(err->text)};
  if (faults == 1) {
    err->line = r->line;
    sal_format(err->at, sizeof err->at, "text:%d", r->line);
    sal_format(err->text, sizeof err->text, "%s", r->fault);
    return;
  }

  /* A message that would not fit is left out. */
  if (t.len + 40 > t.cap)
    return;
  sal_put(&t, "; line %d: %.*s", r->line, (int)(t.cap - t.len - 20), r->fault);
}

/* One line; an empty one says nothing. */
static bool read_text(struct reading *r, const char *text, size_t n) {
  struct line l;

  if (!split(r, text, n, &l))
    return false;
  if (!l.word[0])
    return true;
  return read_line(r, &l);
}

/* C.7: a result is entered in its own decision, once a side has begun to. */
bool sp_may_import(const struct sal_play *p, const char *kind, struct sal_err *err) {
  if (!sal_eq(kind, "result"))
    return sal_fail_at(err, "kind", "there is no document '%.*s' to import; a result is", 20, kind);
  if (p->state->over || sal_top(p)->node != N_RESULT)
    return sal_fail_at(err, "kind", "no result is being entered now");
  if (!S(p)->claim.opened)
    return sal_fail_at(err, "kind", "begin the entry first (open)");
  return true;
}

/* The whole file as actions. They are tried on a copy, so a fault leaves nothing behind. */
bool sp_import(const struct sal_play *p, int side, const char *kind, const char *text,
               struct sal_text *out, struct sal_err *err) {
  size_t size = sizeof(struct state); /* no battle is on while a result is entered */
  int faults = 0;

  *err = (struct sal_err){.line = 1};
  if (!sp_may_import(p, kind, err))
    return false;

  struct sal_head *copy = (struct sal_head *)((uint8_t *)p->scratch + COPY_AT);
  struct sal_head *before = (struct sal_head *)((uint8_t *)p->scratch + COPY_AT + COPY_AT / 2);
  memcpy(copy, p->state, size);
  struct reading r = {.play = *p, .side = side, .out = out};
  r.play.state = copy;
  r.play.events = NULL;

  for (const char *at = text; *at && faults < MOST_FAULTS;) {
    size_t n = strcspn(at, "\n");
    size_t written = out->len;
    r.line++;
    memcpy(before, copy, size);

    /* A faulty line is undone whole, and reading continues. */
    if (!read_text(&r, at, n)) {
      memcpy(copy, before, size);
      out->len = written;
      list_fault(&r, ++faults, err);
    }

    at += n + (at[n] == '\n');
  }

  return faults == 0;
}
