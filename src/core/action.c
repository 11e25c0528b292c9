/* action.c - lists of actions, refusals, and the text form that follows from the verb table. */
#include "action.h"
#include "ruleset.h"

#include <string.h>

static uint32_t front(struct sal_action a) { return (uint32_t)a.verb << 16 | a.x[0]; } /* of its key; most pairs part here */

static uint32_t in_order(const struct sal_list *l) { /* how many, from the first on */
  uint32_t n = 1, last = front(l->a[0]);
  for (; n < l->n; n++) {
    uint32_t next = front(l->a[n]);
    if (next <= last && (next < last || sal_key(l->a[n]) <= sal_key(l->a[n - 1]))) break;
    last = next;
  }
  return n;
}

static void insert_all(struct sal_list *l, uint32_t from, uint32_t gap) {
  for (uint32_t i = from; i < l->n; i++) {
    struct sal_action a = l->a[i];
    uint64_t key = sal_key(a);
    uint32_t k = i;
    for (; k >= gap && sal_key(l->a[k - gap]) > key; k -= gap) l->a[k] = l->a[k - gap];
    l->a[k] = a;
  }
}
void sal_list_close(struct sal_list *l) {
  static const uint16_t gaps[] = {701, 301, 132, 57, 23, 10, 4};
  uint32_t sorted = l->n < 2 ? l->n : in_order(l);
  if (sorted == l->n) return; /* most nodes list in order */
  if (l->n > 128) { /* few list so much, but some of those all over a map and not as it is numbered */
    for (size_t i = 0; i < sizeof gaps / sizeof *gaps; i++) insert_all(l, gaps[i], gaps[i]);
    sorted = 1;
  }
  insert_all(l, sorted, 1); /* nearly in order: cheap */
  uint32_t n = 0;
  for (uint32_t i = 0; i < l->n; i++)
    if (!n || !sal_same(l->a[n - 1], l->a[i])) l->a[n++] = l->a[i];
  l->n = n;
}

bool sal_list_has(const struct sal_list *l, struct sal_action a) {
  uint32_t lo = 0, hi = l->n;
  while (lo < hi) {
    uint32_t mid = (lo + hi) / 2;
    if (sal_key(l->a[mid]) < sal_key(a)) lo = mid + 1;
    else hi = mid;
  }
  return lo < l->n && sal_same(l->a[lo], a);
}

/* ---- print ------------------------------------------------------------------ */

static void print_arg(const struct sal_book *b, const struct sal_verb *v, int kind, uint16_t x, struct sal_text *t) {
  switch (kind) {
  case SAL_ARG_UNIT: sal_put(t, "%s", x < b->ncounters ? b->counter[x].id : "?"); break;
  case SAL_ARG_HEX: sal_put(t, "%s", x < b->board.cells && b->board.on[x] ? b->board.name[x] : "?"); break;
  case SAL_ARG_SIDE: {
    sal_hex h = (sal_hex)(x / 6), g = h < b->board.cells && b->board.on[h] ? sal_next(&b->board, h, x % 6) : SAL_NOHEX;
    sal_put(t, "%s/%s", g ? b->board.name[h] : "?", g ? b->board.name[g] : "?");
    break;
  }
  case SAL_ARG_DIR:
  case SAL_ARG_NUM: sal_put(t, "%u", x); break;
  case SAL_ARG_WORD: sal_put(t, "%s", v->words[x]); break;
  case SAL_ARG_BOX: sal_put(t, "%s", x < b->nboxes ? b->box[x].id : "?"); break;
  default: break;
  }
}

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

/* ---- parse ------------------------------------------------------------------ */

static bool parse_side(const struct sal_book *b, char *w, uint16_t *x) {
  char *slash = strchr(w, '/');
  if (!slash) return false;
  *slash = 0;
  sal_hex h = sal_hex_parse(&b->board, w), g = sal_hex_parse(&b->board, slash + 1);
  *slash = '/';
  int d = h && g ? sal_dir_to(&b->board, h, g) : -1;
  if (d < 0) return false;
  *x = sal_side_of(h, d);
  return true;
}

static bool parse_arg(const struct sal_book *b, const struct sal_verb *v, int kind, char *w, uint16_t *x, struct sal_err *err) {
  int32_t n;
  int found;
  switch (kind) {
  case SAL_ARG_UNIT: return (*x = sal_unit_find(b, w)) != SAL_NOUNIT || sal_fail_at(err, "action", "there is no unit '%.*s'", 40, w);
  case SAL_ARG_HEX: return (*x = sal_hex_parse(&b->board, w)) != SAL_NOHEX || sal_fail_at(err, "action", "hex '%.*s' is not on the map", 16, w);
  case SAL_ARG_SIDE: return parse_side(b, w, x) || sal_fail_at(err, "action", "'%.*s' is not a hexside of two neighbouring hexes", 24, w);
  case SAL_ARG_DIR:
    if (!sal_parse_int(w, 0, 5, &n)) return sal_fail_at(err, "action", "a direction is 0 to 5, not '%.*s'", 16, w);
    *x = (uint16_t)n;
    return true;
  case SAL_ARG_NUM:
    if (!sal_parse_int(w, 0, 65535, &n)) return sal_fail_at(err, "action", "a number from 0 to 65535 is wanted, not '%.*s'", 24, w);
    *x = (uint16_t)n;
    return true;
  case SAL_ARG_WORD:
    for (int i = 0; v->words[i]; i++)
      if (sal_eq(v->words[i], w)) return *x = (uint16_t)i, true;
    return sal_fail_at(err, "action", "'%.*s' is not a choice of '%s'", 24, w, v->name);
  case SAL_ARG_BOX:
    if ((found = sal_box_find(b, w)) < 0) return sal_fail_at(err, "action", "there is no box '%.*s'", 24, w);
    *x = (uint16_t)found;
    return true;
  default: return false;
  }
}

bool sal_action_parse(const struct sal_book *b, const char *text, struct sal_action *out, struct sal_err *err) {
  char copy[160], *word[5], *p = copy;
  size_t len = strlen(text);
  int n = 0;
  if (len == 0 || len >= sizeof copy) return sal_fail_at(err, "action", "an action has 1 to %d characters", (int)sizeof copy - 1);
  memcpy(copy, text, len + 1);
  for (;;) { /* single spaces only: one spelling per action */
    if (n == 4) return sal_fail_at(err, "action", "an action has at most four words");
    word[n++] = p;
    char *space = strchr(p, ' ');
    if (space) *space = 0;
    if (!*p) return sal_fail_at(err, "action", "words of an action are separated by single spaces");
    if (!space) break;
    p = space + 1;
  }
  for (int v = 0; v < b->rules->nverbs; v++) {
    const struct sal_verb *verb = &b->rules->verbs[v];
    if (!sal_eq(verb->name, word[0])) continue;
    *out = sal_act(v, 0, 0, 0);
    int want = 0;
    while (want < 3 && verb->arg[want] != SAL_ARG_NONE) want++;
    if (n - 1 != want) return sal_fail_at(err, "action", "'%s' takes %d operands, not %d", verb->name, want, n - 1);
    for (int i = 0; i < want; i++)
      if (!parse_arg(b, verb, verb->arg[i], word[i + 1], &out->x[i], err)) return false;
    return true;
  }
  return sal_fail_at(err, "action", "there is no action '%.*s'", 24, word[0]);
}
