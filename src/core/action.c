/* action.c - lists of actions, refusals, and the text form that follows from the verb table. */
#include "action.h"
#include "ruleset.h"

#include <string.h>

enum { MAX_WORDS = 4 }; /* a verb and its three operands */

/* Is the list in order already, each action once? */
static bool is_closed(const struct sal_list *l) {
  for (uint32_t i = 1; i < l->n; i++) {
    const struct sal_action *last = &l->a[i - 1];
    const struct sal_action *next = &l->a[i];
    /* most pairs of a list are one verb with two units or hexes */
    if (next->verb == last->verb && next->x[0] > last->x[0])
      continue;
    if (sal_key(*next) <= sal_key(*last))
      return false;
  }

  return true;
}

/* Where the run that begins there ends: actions in order, doubles included. */
static uint32_t run_end(const struct sal_list *l, uint32_t from) {
  uint32_t n = from + 1;
  while (n < l->n && sal_key(l->a[n - 1]) <= sal_key(l->a[n]))
    n++;
  return n;
}

/* Makes one run of two neighbours; `room` holds the first of them meanwhile. */
static void merge(struct sal_list *l, uint32_t from, uint32_t mid, uint32_t to,
                  struct sal_action *room) {
  uint32_t n = mid - from;
  uint32_t at = from;

  memcpy(room, l->a + from, n * sizeof *room);
  for (uint32_t i = 0; i < n;) {
    bool second = mid < to && sal_key(l->a[mid]) < sal_key(room[i]);
    l->a[at++] = second ? l->a[mid++] : room[i++];
  }
}

/* Rules list one verb or one unit after the other, so a list has few runs. Neighbours are merged
 * until one is left. */
static void sort(struct sal_list *l) {
  struct sal_action room[SAL_MAX_LIST];

  while (run_end(l, 0) < l->n)
    for (uint32_t from = 0; from < l->n;) {
      uint32_t mid = run_end(l, from);
      uint32_t to = mid < l->n ? run_end(l, mid) : mid;
      merge(l, from, mid, to, room);
      from = to;
    }
}

/* Sorts a list and drops doubles, so that equal choices give equal bytes however they were listed.
 */
void sal_list_close(struct sal_list *l) {
  if (is_closed(l))
    return; /* most nodes list in order */
  sort(l);

  uint32_t n = 0;
  for (uint32_t i = 0; i < l->n; i++)
    if (!n || !sal_same(l->a[n - 1], l->a[i]))
      l->a[n++] = l->a[i];
  l->n = n;
}

/* Halves a closed list; the rules ask this of every action that is tried. */
bool sal_list_has(const struct sal_list *l, struct sal_action a) {
  uint32_t lo = 0;
  uint32_t hi = l->n;

  while (lo < hi) {
    uint32_t mid = (lo + hi) / 2;
    if (sal_key(l->a[mid]) < sal_key(a))
      lo = mid + 1;
    else
      hi = mid;
  }

  return lo < l->n && sal_same(l->a[lo], a);
}

/* ---- print ------------------------------------------------------------------------------ */

/* A hexside as text: its two hexes. Both are "?" when the operand names no side of the map. */
static void print_side(const struct sal_board *b, uint16_t x, struct sal_text *t) {
  sal_hex h = (sal_hex)(x / 6);
  bool on_map = h < b->cells && b->on[h];
  sal_hex g = on_map ? sal_next(b, h, x % 6) : SAL_NOHEX;

  if (g)
    sal_put(t, "%s/%s", b->name[h], b->name[g]);
  else
    sal_put(t, "?/?");
}

/* One operand as text. A bad operand prints as "?", because a refusal quotes the action too. */
static void print_arg(const struct sal_book *b, const struct sal_verb *v, int kind, uint16_t x,
                      struct sal_text *t) {
  const struct sal_board *board = &b->board;
  bool on_map = kind == SAL_ARG_HEX && x < board->cells && board->on[x];

  switch (kind) {
  case SAL_ARG_UNIT: sal_put(t, "%s", x < b->ncounters ? b->counter[x].id : "?"); break;
  case SAL_ARG_HEX: sal_put(t, "%s", on_map ? board->name[x] : "?"); break;
  case SAL_ARG_SIDE: print_side(board, x, t); break;
  case SAL_ARG_DIR:
  case SAL_ARG_NUM: sal_put(t, "%u", x); break;
  case SAL_ARG_WORD: sal_put(t, "%s", v->words[x]); break;
  case SAL_ARG_BOX: sal_put(t, "%s", x < b->nboxes ? b->box[x].id : "?"); break;
  default: break;
  }
}

/* An action as text: the verb, then its operands in the verb's order. */
size_t sal_action_print(const struct sal_book *b, struct sal_action a, char *buf, size_t cap) {
  struct sal_text t = {buf, cap, 0};

  SAL_ASSERT(a.verb < b->rules->nverbs);
  const struct sal_verb *v = &b->rules->verbs[a.verb];
  sal_put(&t, "%s", v->name);
  for (int i = 0; i < 3 && v->arg[i] != SAL_ARG_NONE; i++) {
    sal_put(&t, " ");
    print_arg(b, v, v->arg[i], a.x[i], &t);
  }

  return t.len;
}

/* ---- parse ------------------------------------------------------------------------------ */

/* "0506/0507": a hexside by the two hexes it parts. Which of them comes first is the direction. */
static bool parse_side(const struct sal_book *b, char *w, uint16_t *x) {
  char *slash = strchr(w, '/');

  if (!slash)
    return false;
  *slash = 0;
  sal_hex h = sal_hex_parse(&b->board, w);
  sal_hex g = sal_hex_parse(&b->board, slash + 1);
  *slash = '/';
  int d = h && g ? sal_dir_to(&b->board, h, g) : -1;
  if (d < 0)
    return false;
  *x = sal_side_of(h, d);
  return true;
}

/* The number of a word among the words that a verb allows; -1 if it is not one of them. */
static int word_index(const struct sal_verb *v, const char *w) {
  for (int i = 0; v->words[i]; i++)
    if (sal_eq(v->words[i], w))
      return i;
  return -1;
}

/* Reads one operand. The error quotes the word, cut short, because it comes from outside. */
static bool parse_arg(const struct sal_book *b, const struct sal_verb *v, int kind, char *w,
                      uint16_t *x, struct sal_err *err) {
  int32_t n = 0;

  switch (kind) {
  case SAL_ARG_UNIT:
    *x = sal_unit_find(b, w);
    if (*x == SAL_NOUNIT)
      return sal_fail_at(err, "action", "there is no unit '%.*s'", 40, w);
    return true;
  case SAL_ARG_HEX:
    *x = sal_hex_parse(&b->board, w);
    if (*x == SAL_NOHEX)
      return sal_fail_at(err, "action", "hex '%.*s' is not on the map", 16, w);
    return true;
  case SAL_ARG_SIDE:
    if (!parse_side(b, w, x))
      return sal_fail_at(err, "action", "'%.*s' is not a hexside of two neighbouring hexes", 24, w);
    return true;
  case SAL_ARG_DIR:
    if (!sal_parse_int(w, 0, 5, &n))
      return sal_fail_at(err, "action", "a direction is 0 to 5, not '%.*s'", 16, w);
    break;
  case SAL_ARG_NUM:
    if (!sal_parse_int(w, 0, 65535, &n))
      return sal_fail_at(err, "action", "a number from 0 to 65535 is wanted, not '%.*s'", 24, w);
    break;
  case SAL_ARG_WORD:
    n = word_index(v, w);
    if (n < 0)
      return sal_fail_at(err, "action", "'%.*s' is not a choice of '%s'", 24, w, v->name);
    break;
  case SAL_ARG_BOX:
    n = sal_box_find(b, w);
    if (n < 0)
      return sal_fail_at(err, "action", "there is no box '%.*s'", 24, w);
    break;
  default: return false;
  }

  *x = (uint16_t)n;
  return true;
}

/* Cuts a text into words at single spaces, so that an action has one spelling only. Returns how
 * many there are; 0 after an error. */
static int split_words(char *text, char *word[MAX_WORDS], struct sal_err *err) {
  int n = 0;

  for (char *p = text; p;) {
    if (n == MAX_WORDS) {
      sal_fail_at(err, "action", "an action has at most four words");
      return 0;
    }
    char *space = strchr(p, ' ');
    if (space)
      *space = 0;
    if (!*p) {
      sal_fail_at(err, "action", "words of an action are separated by single spaces");
      return 0;
    }
    word[n++] = p;
    p = space ? space + 1 : NULL;
  }

  return n;
}

/* Reads the operands of a verb that is already known. */
static bool parse_operands(const struct sal_book *b, const struct sal_verb *verb, char **word,
                           int given, struct sal_action *out, struct sal_err *err) {
  int want = 0;

  while (want < 3 && verb->arg[want] != SAL_ARG_NONE)
    want++;
  if (given != want)
    return sal_fail_at(err, "action", "'%s' takes %d operands, not %d", verb->name, want, given);
  for (int i = 0; i < want; i++)
    if (!parse_arg(b, verb, verb->arg[i], word[i], &out->x[i], err))
      return false;

  return true;
}

/* The inverse of sal_action_print: it accepts what that prints and nothing else. */
bool sal_action_parse(const struct sal_book *b, const char *text, struct sal_action *out,
                      struct sal_err *err) {
  char copy[160];
  char *word[MAX_WORDS];
  size_t len = strlen(text);

  if (len == 0 || len >= sizeof copy)
    return sal_fail_at(err, "action", "an action has 1 to %d characters", (int)sizeof copy - 1);
  memcpy(copy, text, len + 1);
  int n = split_words(copy, word, err);
  if (!n)
    return false;

  for (int v = 0; v < b->rules->nverbs; v++) {
    const struct sal_verb *verb = &b->rules->verbs[v];
    if (!sal_eq(verb->name, word[0]))
      continue;
    *out = sal_act(v, 0, 0, 0);
    return parse_operands(b, verb, word + 1, n - 1, out, err);
  }

  return sal_fail_at(err, "action", "there is no action '%.*s'", 24, word[0]);
}
