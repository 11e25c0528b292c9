/* test_views.c - what is asked of a view is answered out of that view and out of nothing else, for
 * every ruleset.
 *
 * In a view what is hidden stands nowhere (0xffff, mostly), and a rule that looks there all the
 * same reads or writes outside a field: as a rule inside something else of ours, where no sanitizer
 * minds. So everything that is indexed by place has a fence around it here: the views, the
 * workspace, every array of a book (sal_alloc is wrapped, see tests/CMakeLists.txt); arrays inside
 * a struct have their bounds from the compiler. Within the workspace, which is one large piece, it
 * shows in the answer: every question is put twice, over zeros and over ones. A question changes
 * nothing in the view it is put to.
 */
#include "harness.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(at, n) ((void)(at), (void)(n))
#endif

#include "host/game.h"

enum { GAMES = 3, PATIENCE = 800, ODDS = 4, CHAIN = 4, REACHES = 4, NONSENSE = 16, ROOM = 4 << 20 };

/* What is asked here is meant to be all that is ever asked of a view. Who adds to the interface
 * adds a question. */
#define HOOKS(type, first)                                                                         \
  ((sizeof(struct type) - offsetof(struct type, first)) / sizeof(void (*)(void)))
_Static_assert(HOOKS(sal_ruleset, load) == 17,
               "load setup place | view guess shuffle show date last_turn offer query answer "
               "import template | adviser score audit");
_Static_assert(HOOKS(sal_node, run) == 6, "run actors list check apply prompt");
_Static_assert(offsetof(struct sal_adviser, nbias) == 7 * sizeof(void (*)(void)),
               "value score room prepare chapter | posture effort: those put to a view");
_Static_assert(SAL_Q_RECORDS == 2, "reach overlay records");

/* ---- fences ----------------------------------------------------------------------------- */

/* n zeroed bytes with nothing before and nothing behind them, as far as any 16-bit place of any
 * element leads. */
static void *fenced(size_t n) {
  const size_t fence = 16u << 20, page = (size_t)sysconf(_SC_PAGESIZE),
               size = (n + 15) & ~(size_t)15, whole = (size + page - 1) & ~(page - 1);
  uint8_t *at = mmap(NULL, fence + whole + fence, PROT_NONE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (at == MAP_FAILED || mprotect(at + fence, whole, PROT_READ | PROT_WRITE))
    abort();
  uint8_t *field = at + fence + whole - size;
  ASAN_POISON_MEMORY_REGION(at + fence, whole - size); /* what a page has more than we want */
  ASAN_POISON_MEMORY_REGION(field + n, size - n);
  return field;
}
static void fences_hold(void **state) {
  (void)state;
  static const long beyond[] = {-(1l << 20), 112, 65535l * 12};
  for (int i = 0; i < 3; i++) {
    int status;
    pid_t child = fork();
    if (!child) {
      const volatile uint8_t *field = fenced(100);
      close(STDERR_FILENO);
      signal(SIGSEGV, SIG_DFL);    /* cmocka would go on */
      _exit(field[beyond[i]] & 0); /* 0, if it comes to that */
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_not_equal(status, 0);
  }
}

void *__real_sal_alloc(struct sal_arena *, size_t);
void *__wrap_sal_alloc(struct sal_arena *, size_t);
void *__wrap_sal_alloc(struct sal_arena *a, size_t bytes) {
  return bytes < 64 ? __real_sal_alloc(a, bytes) : fenced(bytes);
}

/* ---- a game, and the one who asks ------------------------------------------------------- */

struct sitting {
  const struct sal_book *book;
  struct desk *desk; /* its states and its scratch are fenced */
  struct game *game;
  struct sal_head *kept, *clone;
  struct sal_dice dice;
  struct sal_events *events;
  struct sal_list *list;
  struct sal_rng rng;
  char *text[2];
  int step, last, asked, cards; /* last: the step at which something new was met */
  bool met[256];                /* by node */
  /* what the question is about */
  int viewer, overlay;
  uint16_t arg[3];
  sal_unit unit[REACHES];
  struct sal_action nonsense[NONSENSE], action[CHAIN];
  uint32_t nactions;
};

static void *room(size_t n) {
  void *p = calloc(1, n);
  if (!p)
    abort();
  return p;
}
static struct sitting *sit_down(const struct sal_book *b) {
  struct sitting *t = room(sizeof *t);
  struct sal_head **states[] = {&t->kept, &t->clone};
  t->book = b;
  t->desk = desk_new();
  for (int i = 0; i < 2; i++)
    *states[i] = fenced(b->state_bytes);
  t->desk->view = fenced(b->state_bytes), t->desk->other = fenced(b->state_bytes),
  t->desk->trial = fenced(b->state_bytes);
  t->desk->scratch = fenced(b->scratch_bytes);
  t->desk->state_size = b->state_bytes, t->desk->scratch_size = b->scratch_bytes;
  t->events = room(sizeof *t->events);
  t->list = room(sizeof *t->list);
  for (int k = 0; k < 2; k++)
    t->text[k] = room(ROOM);
  return t;
}
static void get_up(struct sitting *t) { /* the fenced ones stay: there are as many as scenarios */
  t->desk->view = t->desk->other = t->desk->trial = NULL;
  t->desk->scratch = NULL;
  desk_free(t->desk);
  for (int k = 0; k < 2; k++)
    free(t->text[k]);
  free(t->events), free(t->list), free(t);
}

static uint32_t below(struct sitting *t, uint32_t n) {
  return sal_rng_below(&t->rng, n);
}
static const struct sal_head *now(const struct sitting *t) {
  return game_state(t->game);
}
static const char *where(const struct sitting *t) {
  return now(t)->over ? "over" : t->book->rules->nodes[now(t)->frame[now(t)->depth - 1].node]->id;
}
#define LAW(t, x, what, law)                                                                       \
  do {                                                                                             \
    if (!(x))                                                                                      \
      fail_msg("%s/%s, action %d, node %s: %s of %s: %s", (t)->book->rules->id,                    \
               (t)->book->scenarios[(t)->book->scenario].id, (t)->step, where(t), what,            \
               sal_side_name[(t)->viewer], law);                                                   \
  } while (0)

/* ---- questions -------------------------------------------------------------------------- */

typedef void question(struct sitting *, struct sal_json *);

static void told(struct sal_json *j, bool answered, const struct fault *f) {
  if (!answered)
    sal_json_str(j, NULL, f->text);
}
static void ask_view(struct sitting *t, struct sal_json *j) {
  game_view_json(t->game, j, NULL, t->viewer);
}
static void ask_prompt(struct sitting *t, struct sal_json *j) {
  sal_json_object(j, NULL);
  game_prompt_json(t->game, j, t->viewer);
}
static void ask_reach(struct sitting *t, struct sal_json *j) {
  struct fault f;
  for (int i = 0; i < REACHES; i++)
    told(j, game_reach_json(t->game, j, NULL, t->viewer, t->unit[i], &f), &f);
}
static void ask_overlay(struct sitting *t, struct sal_json *j) {
  struct fault f;
  bool answered = game_overlay_json(t->game, j, NULL, t->viewer, t->overlay, t->arg, &f);
  if (!answered)
    sal_json_str(j, "refused", f.text);
}
static void ask_records(struct sitting *t, struct sal_json *j) {
  struct fault f;
  told(j, game_records_json(t->game, j, NULL, t->viewer, &f), &f);
}
static void ask_odds(struct sitting *t, struct sal_json *j) {
  struct fault f;
  bool answered = game_odds_json(t->game, j, NULL, t->viewer, t->action, t->nactions, &f);
  told(j, answered, &f);
  t->cards += answered;
}
/* stalnie's, the only document there is */
static void ask_import(struct sitting *t, struct sal_json *j) {
  struct fault f;
  char text[200];
  snprintf(text, sizeof text, "cvp side=GER inflicted=3\nunit id=%s fate=eliminated\n",
           t->book->counter[t->unit[0]].id);
  char *actions = game_import(t->game, t->viewer, "result", text, &f);
  told(j, actions, &f);
  free(actions);
}
static void ask_template(struct sitting *t, struct sal_json *j) {
  struct fault f;
  char *text = game_template(t->game, t->viewer, "result", &f);
  told(j, text, &f);
  free(text);
}
static void ask_check(struct sitting *t, struct sal_json *j) {
  struct sal_play view = game_view(t->game, t->viewer);
  for (int i = 0; i < NONSENSE; i++) {
    struct sal_refusal why = {0, "", {0}};
    char words[300] = "";
    struct sal_text out = {words, sizeof words, 0};
    sal_json_bool(j, NULL, sal_check(&view, t->viewer, t->nonsense[i], &why));
    sal_refusal_words(t->book, &why, &out);
    sal_json_str(j, NULL, words);
  }
}
/* A standing order for every question it could answer; what a bot would think its time is worth;
 * who is shown by name. */
static void ask_rest(struct sitting *t, struct sal_json *j) {
  struct sal_play view = game_view(t->game, t->viewer);
  const struct sal_ruleset *rules = t->book->rules;
  struct sal_order_set orders[32] = {{0}};
  struct sal_action a;
  uint8_t *named = room(t->book->ncounters + 1u);
  for (int i = 0; i < rules->norders; i++)
    orders[i] = (struct sal_order_set){.choice = rules->orders[i].choices[1] ? 1 : 0,
                                       .n = rules->orders[i].min};
  if (rules->answer && sal_actors(&view) >> t->viewer & 1)
    sal_json_int(j, NULL, rules->answer(&view, t->viewer, orders, &a) ? (int64_t)sal_key(a) : -1);
  if (rules->adviser && rules->adviser->effort && t->viewer < SAL_SIDES && !view.state->over)
    sal_json_int(j, NULL, rules->adviser->effort(&view, t->viewer).stage);
  if (rules->adviser && rules->adviser->posture && t->viewer < SAL_SIDES && !view.state->over)
    sal_json_hash(j, NULL, rules->adviser->posture(&view, t->viewer));
  sal_view_names(&view, t->viewer, named);
  sal_json_hash(j, NULL, sal_hash(named, t->book->ncounters, 0));
  free(named);
}

static void put(struct sitting *t, const char *what, question *q) {
  size_t n = t->book->state_bytes, len = 0;
  uint64_t state = sal_hash(now(t), n, 0);
  for (int k = 0; k < 2; k++) {
    struct sal_json j;
    memset(t->desk->scratch, k ? 0xff : 0, t->book->scratch_bytes);
    sal_json_start(&j, t->text[k], ROOM);
    sal_json_array(&j, NULL);
    q(t, &j);
    len = j.out.len;
    LAW(t, len < ROOM, what, "it does not fit");
    LAW(t, q == ask_odds || !memcmp(t->desk->view, t->kept, n), what,
        "the question changed the view");
    LAW(t, sal_hash(now(t), n, 0) == state, what, "the question changed the game");
  }
  size_t same = 0;
  while (same < len && t->text[0][same] == t->text[1][same])
    same++;
  if (t->text[0][same] != t->text[1][same])
    print_error("%.60s or\n%.60s\n", t->text[0] + same, t->text[1] + same);
  LAW(t, t->text[0][same] == t->text[1][same], what,
      "the answer depends on what the workspace held before");
  t->asked++;
}

/* ---- what to ask about ------------------------------------------------------------------ */

static uint16_t any_hex(struct sitting *t) {
  return t->book->board.order[below(t, t->book->board.nhexes)];
}
static uint16_t any_side(struct sitting *t) {
  for (;;) {
    sal_hex h = any_hex(t);
    int dir = (int)below(t, 6);
    if (sal_next(&t->book->board, h, dir))
      return sal_side_of(h, dir);
  }
}
static uint16_t any_operand(struct sitting *t, const struct sal_verb *v, int kind) {
  uint32_t words = 0;
  if (kind && below(t, 8) == 0)
    return (uint16_t)below(t, 65536);
  switch (kind) {
  case SAL_ARG_UNIT: return (uint16_t)below(t, t->book->ncounters);
  case SAL_ARG_HEX: return any_hex(t);
  case SAL_ARG_SIDE: return any_side(t);
  case SAL_ARG_DIR: return (uint16_t)below(t, 6);
  case SAL_ARG_NUM: return (uint16_t)below(t, 12);
  case SAL_ARG_BOX: return t->book->nboxes ? (uint16_t)below(t, t->book->nboxes) : 0;
  case SAL_ARG_WORD:
    while (v->words[words])
      words++;
    return (uint16_t)below(t, words);
  default: return 0;
  }
}
static struct sal_action any_action(struct sitting *t) {
  struct sal_action a = {.verb = (uint16_t)below(t, t->book->rules->nverbs)};
  for (int k = 0; k < 3; k++)
    a.x[k] = any_operand(t, &t->book->rules->verbs[a.verb], t->book->rules->verbs[a.verb].arg[k]);
  return a;
}
/* Of those listed: any of the verbs, then any of its actions, so that what is rarely offered is
 * tried now and then. */
static struct sal_action any_listed(struct sitting *t) {
  uint32_t first[64], n = 0;
  for (uint32_t i = 0; i < t->list->n && n < 64; i++)
    if (!i || t->list->a[i].verb != t->list->a[i - 1].verb)
      first[n++] = i;
  uint32_t k = below(t, n), end = k + 1 < n ? first[k + 1] : t->list->n;
  return t->list->a[first[k] + below(t, end - first[k])];
}

/* Several actions one after the other, as far as the side decides on and rolls nothing: found on a
 * state that fits its view. */
static void any_chain(struct sitting *t) {
  struct sal_play p = game_view(t->game, t->viewer);
  t->nactions = 0;
  memset(t->clone, 0, t->book->state_bytes);
  t->book->rules->guess(t->book, p.state, t->viewer, &t->rng, t->clone);
  p.state = t->clone, p.dice = &t->dice, p.events = t->events;
  do {
    sal_legal(&p, t->viewer, t->list);
    if (!t->list->n)
      return;
    t->action[t->nactions] = any_listed(t);
    sal_dice_clear(&t->dice);
    t->dice.rng = &t->rng;
    t->events->n = t->events->ncards = 0;
    sal_apply(&p, t->viewer, t->action[t->nactions++]);
  } while (t->nactions < CHAIN && below(t, 4) && !t->dice.n && !p.state->over);
}

static void put_overlays(struct sitting *t) {
  const struct sal_ruleset *rules = t->book->rules;
  for (t->overlay = 0; t->overlay < rules->noverlays; t->overlay++) {
    if (below(t, 2))
      continue;
    const char *const *kind = rules->overlays[t->overlay].args;
    for (int i = 0; i < 3; i++)
      t->arg[i] = 0;
    for (int i = 0; i < 3 && kind[i]; i++)
      t->arg[i] = !strcmp(kind[i], "unit")   ? (uint16_t)below(t, t->book->ncounters)
                  : !strcmp(kind[i], "side") ? any_side(t)
                                             : any_hex(t);
    put(t, rules->overlays[t->overlay].title, ask_overlay);
  }
}
static void put_all(struct sitting *t) {
  for (t->viewer = 0; t->viewer <= SAL_WATCH; t->viewer++) {
    struct sal_play view = game_view(t->game, t->viewer);
    memcpy(t->kept, view.state, t->book->state_bytes);
    for (int i = 0; i < REACHES; i++)
      t->unit[i] = (sal_unit)below(t, t->book->ncounters);
    for (int i = 0; i < NONSENSE; i++)
      t->nonsense[i] = any_action(t);
    put(t, "the view", ask_view);
    put(t, "the prompt", ask_prompt);
    put(t, "the records", ask_records);
    put(t, "an import", ask_import);
    put(t, "a template", ask_template);
    put(t, "an order", ask_rest);
    put(t, "a reach", ask_reach);
    put(t, "a refusal", ask_check);
    put_overlays(t);
    for (int i = 0; i < ODDS && t->viewer < SAL_SIDES && game_actors(t->game) >> t->viewer & 1;
         i++) {
      any_chain(t);
      if (i == 0 && t->nactions)
        t->action[t->nactions - 1] = any_action(t);
      put(t, "the odds", ask_odds);
    }
  }
}

/* ---- through the game ------------------------------------------------------------------- */

static void one_action(struct sitting *t) {
  struct fault f;
  uint32_t who = game_actors(t->game);
  int side = who == SAL_BOTH ? (int)below(t, 2) : who == SAL_BIT(SAL_SOVIET);
  struct sal_play view = game_view(t->game, side);
  sal_legal(&view, side, t->list);
  if (!game_do(t->game, side, below(t, 2) ? any_listed(t) : t->list->a[below(t, t->list->n)], &f))
    fail_msg("%s: %s", t->book->rules->id, f.text);
  t->step++;
}
/* At every kind of decision once a game; `whole`: and one time in eight. */
static bool moment(struct sitting *t, bool whole) {
  uint8_t node = now(t)->frame[now(t)->depth - 1].node;
  if (t->met[node])
    return whole && below(t, 8) == 0;
  t->last = t->step;
  return t->met[node] = true;
}
static void play(struct library *lib, struct sitting *t, uint64_t seed, bool whole) {
  struct fault f;
  cJSON *options = cJSON_CreateObject();
  for (int i = 0; i < t->book->noptions; i++) /* every other game with all that is optional */
    if (t->book->option[i].here && !t->book->option[i].is_int && seed % 2 == 0)
      cJSON_AddBoolToObject(options, t->book->option[i].id, true);
  struct game_start start = {.rules = t->book->rules,
                             .scenario = t->book->scenarios[t->book->scenario].id,
                             .options = options,
                             .seed = seed};
  t->game = game_new(lib, t->desk, &start, &f);
  if (!t->game)
    fail_msg("%s: %s", t->book->rules->id, f.text);
  sal_rng_seed(&t->rng, seed);
  memset(t->met, 0, sizeof t->met);
  for (t->step = t->last = 0; !now(t)->over && (whole || t->step < t->last + PATIENCE);) {
    if (moment(t, whole))
      put_all(t);
    one_action(t);
  }
  put_all(t);
  game_free(t->game);
  cJSON_Delete(options);
}

static void views_answer_for_themselves(void **state) {
  (void)state;
  struct fault f;
  struct library *lib = library_open(NULL, &f);
  const char *only = getenv("SALIENT_GAME"), *games = getenv("SALIENT_GAMES");
  assert_non_null(lib);
  for (int i = 0; sal_rulesets[i]; i++) {
    const struct sal_ruleset *rules = sal_rulesets[i];
    if (only && strcmp(only, rules->id))
      continue;
    const struct sal_book *outline = library_outline(lib, rules, &f);
    assert_non_null(outline);
    for (int s = 0; s < outline->nscenarios; s++) {
      const struct sal_book *b = library_book(lib, rules, outline->scenarios[s].id, &f);
      if (!b)
        fail_msg("%s: %s", rules->id, f.text);
      struct sitting *t = sit_down(b);
      int n = games ? atoi(games) : GAMES;
      for (int g = 0; g < n; g++)
        play(lib, t, (uint64_t)g + 1, games);
      print_message("%s/%s: %d games, %d questions, %d odds\n", rules->id, b->scenarios[s].id, n,
                    t->asked, t->cards / 2);
      get_up(t);
    }
  }
  library_close(lib);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(fences_hold),
                                     cmocka_unit_test(views_answer_for_themselves)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
