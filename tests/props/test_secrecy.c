/* test_secrecy.c - nothing that reaches a side depends on what it may not know, for every ruleset.
 *
 * The list of secrets is taken from the code: every place in it where a view blanks something. Two
 * states that look alike to a viewer must not do so any more with one of these places left in: so
 * each of them is seen to hide something, and one that goes missing is missed by its leak, besides
 * in secrets.txt. Through whole games no line that is sent to a side names a unit it cannot
 * identify.
 */
#include "harness.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pairs.h"

enum { STEPS = 1500, NAMES = SAL_SECRETS };

/* ---- every redaction hides something ---------------------------------------------------- */

struct secrets {           /* places, and whether a pair of states has told each */
  const char *name[NAMES]; /* "unit@35" */
  bool told[NAMES];
  int n;
};
static bool all_told(const struct secrets *s) {
  bool all = true;
  for (int k = 0; k < s->n; k++)
    all &= s->told[k];
  return all;
}

struct desk_of { /* states of one book */
  const struct sal_book *book;
  struct sal_head *state, *other, *seen[2];
  void *scratch;
  struct sal_dice dice;
  struct sal_events *events;
  struct sal_list *list;
  struct sal_rng rng;
};

static void *room(size_t n) {
  void *p = calloc(1, n + 1);
  if (!p)
    abort();
  return p;
}
static struct desk_of *desk_at(const struct sal_book *book) {
  struct desk_of *d = room(sizeof *d);
  struct sal_head **states[] = {&d->state, &d->other, &d->seen[0], &d->seen[1]};
  for (int i = 0; i < 4; i++)
    *states[i] = room(book->state_bytes);
  d->book = book;
  d->scratch = room(book->scratch_bytes);
  d->events = room(sizeof *d->events);
  d->list = room(sizeof *d->list);
  return d;
}
static void desk_done(struct desk_of *d) {
  struct sal_head *states[] = {d->state, d->other, d->seen[0], d->seen[1]};
  for (int i = 0; i < 4; i++)
    free(states[i]);
  free(d->scratch), free(d->events), free(d->list), free(d);
}

static void see(struct desk_of *d, const struct sal_head *state, int viewer, const char *keep,
                struct sal_head *out) {
  struct sal_redactor r = {.keep = keep};
  memset(out, 0, d->book->state_bytes);
  d->book->rules->view(d->book, state, viewer, out, &r);
}
static bool alike(struct desk_of *d, const struct sal_head *a, const struct sal_head *b, int viewer,
                  const char *keep) {
  see(d, a, viewer, keep, d->seen[0]);
  see(d, b, viewer, keep, d->seen[1]);
  return memcmp(d->seen[0], d->seen[1], d->book->state_bytes) == 0;
}
/* With all of the places left in, a view is the state: nothing is hidden that is not on the list.
 * It may add what the state leaves out. */
static void hides_by_list(struct desk_of *d, int viewer) {
  see(d, d->state, viewer, SAL_KEEP_ALL, d->seen[0]);
  const uint8_t *is = (const uint8_t *)d->state, *seen = (const uint8_t *)d->seen[0];
  for (size_t i = 0; i < d->book->state_bytes; i++)
    if (is[i] != seen[i] && is[i])
      fail_msg("%s: byte %zu is hidden from %s by a place that is not on the list",
               d->book->rules->id, i, sal_side_name[viewer]);
}
/* False: the viewer can tell them apart. Otherwise each place that alone keeps him from it is told.
 */
static bool compare(struct desk_of *d, const struct sal_head *a, const struct sal_head *b,
                    int viewer, struct secrets *s) {
  if (!alike(d, a, b, viewer, NULL))
    return false;
  if (memcmp(a, b, d->book->state_bytes) == 0)
    return true;
  for (int i = 0; i < s->n; i++)
    s->told[i] = s->told[i] || !alike(d, a, b, viewer, s->name[i]);
  return true;
}

/* Any of the verbs, then any of its actions: so that what is rarely offered is done now and then.
 */
static struct sal_action any_verb(struct desk_of *d) {
  uint32_t first[64], n = 0;
  for (uint32_t i = 0; i < d->list->n && n < 64; i++)
    if (!i || d->list->a[i].verb != d->list->a[i - 1].verb)
      first[n++] = i;
  uint32_t k = sal_rng_below(&d->rng, n), end = k + 1 < n ? first[k + 1] : d->list->n;
  return d->list->a[first[k] + sal_rng_below(&d->rng, end - first[k])];
}
static void step(struct desk_of *d, bool by_verb) {
  struct sal_play p = {d->book, d->state, d->scratch, &d->dice, d->events};
  uint32_t who = sal_actors(&p);
  int side = who == SAL_BOTH ? (int)sal_rng_below(&d->rng, 2) : who == SAL_BIT(SAL_SOVIET);
  sal_legal(&p, side, d->list);
  struct sal_action a = by_verb ? any_verb(d) : d->list->a[sal_rng_below(&d->rng, d->list->n)];
  sal_dice_clear(&d->dice);
  d->dice.rng = &d->rng;
  d->events->n = d->events->ncards = 0;
  sal_apply(&p, side, a);
}
/* Compared with what the ruleset's shuffle makes of it, which must look the same. */
static void shuffle(struct desk_of *d, struct secrets *s) {
  const struct sal_ruleset *rules = d->book->rules;
  for (int viewer = 0; viewer <= SAL_WATCH; viewer++) {
    hides_by_list(d, viewer);
    memcpy(d->other, d->state, d->book->state_bytes);
    if (!rules->shuffle || !rules->shuffle(d->book, d->other, viewer, &d->rng))
      continue;
    if (!compare(d, d->state, d->other, viewer, s))
      fail_msg("%s: the view of %s depends on what it hides", rules->id, sal_side_name[viewer]);
  }
}

static void play_and_look(const struct sal_book *book, struct secrets *s, uint64_t seed) {
  struct desk_of *d = desk_at(book);
  struct sal_play p = {book, d->state, d->scratch, &d->dice, d->events};
  sal_rng_seed(&d->rng, seed);
  for (int i = 0; i < book->noptions; i++) { /* every other game with all that is optional */
    const struct sal_option *o = &book->option[i];
    int values = o->max - o->min + 1;
    bool usual = seed % 2 || !o->here;
    int other = o->min + (int)(seed / 2) % values;
    d->state->option[i] = (uint8_t)(usual ? o->def : other);
    if (!usual && !o->is_int)
      d->state->option[i] = 1;
  }
  sal_dice_clear(&d->dice);
  d->dice.rng = &d->rng;
  book->rules->setup(&p);
  sal_run(&p);
  for (int i = 0; i < STEPS && !d->state->over; i++) {
    if (i % 3 == 0)
      shuffle(d, s);
    step(d, seed % 3 == 0);
  }
  desk_done(d);
}
/* Every scenario with and without options, and again until all is told. */
static void play_all(struct library *lib, const struct sal_ruleset *rules, struct secrets *s) {
  struct fault f;
  const struct sal_book *outline = library_outline(lib, rules, &f);
  for (uint64_t seed = 1; seed <= 60 && !(seed > 2 && all_told(s)); seed++)
    for (int k = 0; k < outline->nscenarios; k++) {
      const struct sal_book *b = library_book(lib, rules, outline->scenarios[k].id, &f);
      if (seed <= 12 || b->ncounters < 50)
        play_and_look(b, s, seed);
    }
}
static void lay_pairs(const char *game, struct secrets *s) {
  size_t n = strlen(game);
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    const struct pair *c = &pairs[i];
    struct table *t[2];
    const struct sal_head *state[2];
    if (strncmp(c->game, game, n) || c->game[n] != '/')
      continue;
    for (int k = 0; k < 2; k++) {
      t[k] = lay(c->game, c->position[k] ? c->position[k] : c->position[0],
                 c->dice          ? c->dice
                 : c->position[0] ? ""
                                  : NULL);
      script(t[k], c->script[k] ? c->script[k] : c->script[0]);
      state[k] = game_state(engine_game(t[k]->engine));
    }
    struct desk_of *d = desk_at(game_book(engine_game(t[0]->engine)));
    if (!compare(d, state[0], state[1], c->viewer, s))
      fail_msg("%s, pair %d: the %s side can tell them apart", game, (int)i,
               sal_side_name[c->viewer]);
    desk_done(d);
    for (int k = 0; k < 2; k++) {
      if (game_dice_left(engine_game(t[k]->engine)))
        leave_dice(t[k]); /* the two of a pair may want different numbers of dice */
      clear_away(t[k]);
    }
  }
}

/* ---- the list, out of the sources: every sal_blank and sal_hides of a ruleset's files */
static void note_place(struct secrets *s, const char *name, int line) {
  char place[80];
  snprintf(place, sizeof place, "%s@%d", name, line);
  for (int k = 0; k < s->n; k++)
    if (!strcmp(s->name[k], place))
      fail_msg("%s is there twice: every place wants a line, or a name, of its own", place);
  assert_true(s->n < NAMES);
  s->name[s->n++] = strdup(place);
}
static void read_source(struct secrets *s, const char *path) {
  static const char *const calls[] = {"sal_blank(r, \"", "sal_hides(r, \""};
  char line[1000], name[64];
  FILE *in = fopen(path, "r");
  assert_non_null(in);
  for (int n = 1; fgets(line, sizeof line, in); n++)
    for (int c = 0; c < 2; c++)
      for (const char *p = line; (p = strstr(p, calls[c])); p++)
        if (sscanf(p + strlen(calls[c]), "%63[^\"]", name) == 1)
          note_place(s, name, n);
  fclose(in);
}
static void read_sources(struct secrets *s, const char *game) {
  char dir[300], path[600];
  snprintf(dir, sizeof dir, "%s/src/rules/%s", SOURCE_DIR, game);
  DIR *d = opendir(dir);
  assert_non_null(d);
  for (struct dirent *e; (e = readdir(d));) {
    size_t n = strlen(e->d_name);
    if (n < 3 || strcmp(e->d_name + n - 2, ".c"))
      continue;
    snprintf(path, sizeof path, "%s/%s", dir, e->d_name);
    read_source(s, path);
  }
  closedir(d);
}
/* secrets.txt has how many places of each name there are, so that one taken out of the code is
 * missed. Returns what is wrong. */
static int count_places(const char *game, const struct secrets *all) {
  char line[200], name[64], of[24];
  int n, listed = 0, wrong = 0;
  FILE *in = fopen(SOURCE_DIR "/tests/props/secrets.txt", "r");
  assert_non_null(in);
  while (fgets(line, sizeof line, in)) {
    if (sscanf(line, "%23s %63s %d", of, name, &n) < 3 || strcmp(of, game))
      continue;
    int places = 0;
    size_t len = strlen(name);
    for (int k = 0; k < all->n; k++)
      places += !strncmp(all->name[k], name, len) && all->name[k][len] == '@';
    if (places != n)
      print_error("%s hides '%s' in %d places, tests/props/secrets.txt says %d\n", game, name,
                  places, n);
    wrong += places != n;
    listed += n;
  }
  fclose(in);
  if (listed != all->n)
    print_error("%s hides something in %d places, tests/props/secrets.txt lists %d\n", game, all->n,
                listed);
  return wrong + (listed != all->n);
}
static int count_untold(const char *game, const struct secrets *all) {
  int n = 0;
  for (int k = 0; k < all->n; k++) {
    if (!all->told[k])
      print_error("%s: %s, left in, lets nobody tell two states apart\n", game, all->name[k]);
    n += !all->told[k];
  }
  print_message(
      "%s: %d places hide something; left in, %d let two states be told apart that look alike\n",
      game, all->n, all->n - n);
  return n;
}
static void every_redaction_counts(void **state) {
  (void)state;
  struct fault f;
  struct library *lib = library_open(NULL, &f);
  const char *only = getenv("SALIENT_GAME");
  int wrong = 0;
  for (int i = 0; sal_rulesets[i]; i++) {
    const char *game = sal_rulesets[i]->id;
    struct secrets all = {0};
    if (only && strcmp(only, game))
      continue;
    read_sources(&all, game);
    lay_pairs(game, &all);
    play_all(lib, sal_rulesets[i], &all);
    wrong += count_places(game, &all) + count_untold(game, &all);
    for (int k = 0; k < all.n; k++)
      free((char *)(uintptr_t)all.name[k]);
  }
  library_close(lib);
  /* tools/mutants.mjs --secrets wants leaks and nothing else */
  if (!getenv("SALIENT_LEAKS"))
    assert_int_equal(wrong, 0);
}

/* ---- no line names what its reader cannot identify -------------------------------------- */

static bool names(const char *text, const char *id) { /* as a whole word */
  size_t n = strlen(id);
  for (const char *p = text; (p = strstr(p, id)); p += n) {
    char after = p[n];
    if (p > text && (p[-1] == '"' || p[-1] == ' ') && (after == '"' || after == ' '))
      return true;
  }
  return false;
}

/* Ids that a side may know: its own, and whatever its view has ever shown. */
struct known {
  const struct sal_book *book;
  bool *id[2];
};
static void learn(struct known *k, struct table *t, int side) {
  const cJSON *u;
  ask(t, "{\"cmd\":\"view\",\"side\":\"%s\"}", sal_side_name[side]);
  cJSON_ArrayForEach(u, field(t->last, "view.units")) {
    sal_unit x = sal_unit_find(k->book, text_of(u, "id"));
    if (x != SAL_NOUNIT)
      k->id[side][x] = true;
  }
}
static void read_line(struct known *k, struct table *t, int side, const char *what) {
  char *text = cJSON_PrintUnformatted(t->last);
  for (int u = 0; u < k->book->ncounters; u++)
    if (!k->id[side][u] && k->book->counter[u].side != side && names(text, k->book->counter[u].id))
      fail_msg("%s: %s of the %s side names %s: %.300s", t->game, what, sal_side_name[side],
               k->book->counter[u].id, text);
  free(text);
}

static void no_line_tells(void **state) {
  (void)state;
  struct fault f;
  struct library *lib = library_open(NULL, &f);
  const char *only = getenv("SALIENT_GAME");
  for (int i = 0; sal_rulesets[i]; i++) {
    char game[64];
    if (only && strcmp(only, sal_rulesets[i]->id))
      continue;
    snprintf(game, sizeof game, "%s/lesson", sal_rulesets[i]->id);
    struct known k = {library_book(lib, sal_rulesets[i], "lesson", &f), {NULL, NULL}};
    if (!k.book)
      fail_msg("%s: %s", game, f.text);
    for (int s = 0; s < 2; s++)
      k.id[s] = room(k.book->ncounters);
    struct table *t = lay(game, NULL, NULL);
    int since[2] = {0, 0};
    for (int n = 0; n < 400; n++) {
      ask(t, "{\"cmd\":\"view\",\"side\":\"all\"}");
      if (cJSON_IsTrue(field(t->last, "view.over")))
        break;
      char side[16];
      snprintf(side, sizeof side, "%s", text_of(t->last, "view.to_move[0]"));
      ask(t, "{\"cmd\":\"think\",\"side\":\"%s\",\"bot\":\"random\"}", side);
      cJSON *action = cJSON_Duplicate(field(t->last, "action"), true);
      ask(t, "{\"cmd\":\"do\",\"side\":\"%s\",\"action\":\"%s\"}", side, action->valuestring);
      cJSON_Delete(action);
      cJSON *answer = t->last; /* read once both sides' views are known */
      t->last = NULL;
      int actor = sal_side_parse(side);
      for (int s = 0; s < 2; s++)
        learn(&k, t, s);
      cJSON_Delete(t->last);
      t->last = answer;
      read_line(&k, t, actor, "the answer");
      for (int s = 0; s < 2; s++) {
        ask(t, "{\"cmd\":\"events\",\"side\":\"%s\",\"since\":%d}", sal_side_name[s], since[s]);
        read_line(&k, t, s, "an event");
        since[s] += cJSON_GetArraySize(field(t->last, "events"));
        ask(t, "{\"cmd\":\"actions\",\"side\":\"%s\"}", sal_side_name[s]);
        read_line(&k, t, s, "the prompt");
      }
    }
    for (int s = 0; s < 2; s++) {
      ask(t, "{\"cmd\":\"save\",\"side\":\"%s\"}", sal_side_name[s]);
      read_line(&k, t, s, "the journal");
      ask(t, "{\"cmd\":\"records\",\"side\":\"%s\"}", sal_side_name[s]);
      read_line(&k, t, s, "the records");
      free(k.id[s]);
    }
    clear_away(t);
  }
  library_close(lib);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(every_redaction_counts),
                                     cmocka_unit_test(no_line_tells)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
