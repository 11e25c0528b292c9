/* test_secrecy.c - nothing that reaches a side depends on what it may not know, for every ruleset.
 *
 * The list of secrets is taken from the code: every place in it where a view blanks something. Leaving any one of them in must show up
 * here, or it hides nothing; and one that goes missing is missed in secrets.txt. Through whole games no line that is sent to a side
 * names a unit it cannot identify.
 */
#include "harness.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS = 1500, NAMES = SAL_SECRETS };

/* ---- every redaction hides something -------------------------------------------------- */

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
  if (!p) abort();
  return p;
}

static void view_keeping(struct desk_of *d, const struct sal_head *state, int viewer, const char *keep, struct sal_head *out, struct sal_redactor *r) {
  memset(out, 0, d->book->state_bytes);
  r->keep = keep;
  d->book->rules->view(d->book, state, viewer, out, r);
}

/* Whether two states that look alike to the viewer still do when this name is left in. */
static bool shows(struct desk_of *d, int viewer, const char *keep) {
  struct sal_redactor a = {0}, b = {0};
  view_keeping(d, d->state, viewer, keep, d->seen[0], &a);
  view_keeping(d, d->other, viewer, keep, d->seen[1], &b);
  return memcmp(d->seen[0], d->seen[1], d->book->state_bytes) != 0;
}

/* The same with a state made for it: where this place alone hides something, what the viewer sees is put in its stead. To him that is
 * the same state as before, if his view says so. */
static bool shows_instead(struct desk_of *d, int viewer, const char *keep) {
  struct sal_redactor a = {0}, b = {0};
  uint8_t *other = (uint8_t *)d->other;
  view_keeping(d, d->state, viewer, NULL, d->seen[0], &a);
  view_keeping(d, d->state, viewer, keep, d->seen[1], &b);
  memcpy(other, d->state, d->book->state_bytes);
  const uint8_t *sees = (const uint8_t *)d->seen[0], *would = (const uint8_t *)d->seen[1];
  for (size_t i = 0; i < d->book->state_bytes; i++)
    if (would[i] != sees[i]) other[i] = sees[i];
  return !shows(d, viewer, NULL) && shows(d, viewer, keep);
}

struct secrets {
  const char *name[NAMES];
  bool found[NAMES];
  int n;
  bool again; /* the second time: those that no shuffle has told apart */
};
static void note_names(struct secrets *s, const struct sal_redactor *r) {
  for (int i = 0; i < r->n; i++) {
    bool known = false;
    for (int k = 0; k < s->n; k++) known |= !strcmp(s->name[k], r->name[i]);
    if (!known && s->n < NAMES) s->name[s->n++] = r->name[i];
  }
}

static void look(struct desk_of *d, struct secrets *s) {
  const struct sal_ruleset *rules = d->book->rules;
  for (int viewer = 0; viewer <= SAL_WATCH; viewer++) {
    struct sal_redactor r = {0};
    for (int i = 0; s->again && i < s->n; i++) s->found[i] = s->found[i] || shows_instead(d, viewer, s->name[i]);
    if (s->again) continue;
    view_keeping(d, d->state, viewer, NULL, d->seen[0], &r);
    note_names(s, &r);
    memcpy(d->other, d->state, d->book->state_bytes);
    if (!rules->shuffle || !rules->shuffle(d->book, d->other, viewer, &d->rng)) continue;
    if (shows(d, viewer, NULL)) fail_msg("%s: the view of %s depends on what it hides", rules->id, sal_side_name[viewer]);
    for (int i = 0; i < s->n; i++) s->found[i] = s->found[i] || shows(d, viewer, s->name[i]);
  }
}

static void play_and_look(const struct sal_book *book, struct secrets *s, uint64_t seed) {
  struct desk_of d = {.book = book};
  struct sal_head **states[] = {&d.state, &d.other, &d.seen[0], &d.seen[1]};
  for (int i = 0; i < 4; i++) *states[i] = room(book->state_bytes);
  d.scratch = room(book->scratch_bytes);
  d.events = room(sizeof *d.events);
  d.list = room(sizeof *d.list);
  sal_rng_seed(&d.rng, seed);
  for (int i = 0; i < book->noptions; i++) /* every other game with all that is optional */
    d.state->option[i] = seed % 2 || !book->option[i].here || book->option[i].is_int ? book->option[i].def : 1;
  struct sal_play p = {book, d.state, d.scratch, &d.dice, d.events};
  sal_dice_clear(&d.dice);
  d.dice.rng = &d.rng;
  book->rules->setup(&p);
  sal_run(&p);
  for (int i = 0; i < STEPS && !d.state->over; i++) {
    uint32_t who = sal_actors(&p);
    int side = who == SAL_BOTH ? (int)sal_rng_below(&d.rng, 2) : who == SAL_BIT(SAL_SOVIET);
    if (i % 3 == 0) look(&d, s);
    sal_legal(&p, side, d.list);
    sal_dice_clear(&d.dice);
    d.dice.rng = &d.rng;
    d.events->n = d.events->ncards = 0;
    sal_apply(&p, side, d.list->a[sal_rng_below(&d.rng, d.list->n)]);
  }
  for (int i = 0; i < 4; i++) free(*states[i]);
  free(d.scratch), free(d.events), free(d.list);
}

static bool all_found(const struct secrets *s) {
  bool all = true;
  for (int k = 0; k < s->n; k++) all &= s->found[k];
  return all;
}
static void play_all(struct library *lib, const struct sal_ruleset *rules, struct secrets *s) {
  struct fault f;
  const struct sal_book *outline = library_outline(lib, rules, &f);
  for (int k = 0; k < outline->nscenarios; k++) {
    const struct sal_book *b = library_book(lib, rules, outline->scenarios[k].id, &f);
    uint64_t games = b->ncounters < 50 ? 60 : 3;
    for (uint64_t seed = 1; seed <= games && !(s->again && all_found(s)); seed++) play_and_look(b, s, seed);
  }
}
/* ---- the list, out of the sources: every sal_blank and sal_hides of a ruleset's files */
static void note_place(struct secrets *s, const char *name, int line) {
  char place[80];
  snprintf(place, sizeof place, "%s@%d", name, line);
  for (int k = 0; k < s->n; k++)
    if (!strcmp(s->name[k], place)) return;
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
        if (sscanf(p + strlen(calls[c]), "%63[^\"]", name) == 1) note_place(s, name, n);
  fclose(in);
}
static void read_sources(struct secrets *s, const char *game) {
  char dir[300], path[600];
  snprintf(dir, sizeof dir, "%s/src/rules/%s", SOURCE_DIR, game);
  DIR *d = opendir(dir);
  assert_non_null(d);
  for (struct dirent *e; (e = readdir(d));) {
    size_t n = strlen(e->d_name);
    if (n < 3 || strcmp(e->d_name + n - 2, ".c")) continue;
    snprintf(path, sizeof path, "%s/%s", dir, e->d_name);
    read_source(s, path);
  }
  closedir(d);
}
/* secrets.txt has how many places of each name there are, so that one taken out of the code is missed, and which names random play
 * seldom meets. Returns what is wrong. */
static int count_places(const char *game, const struct secrets *all, const struct secrets *met) {
  char line[200], name[64], of[24], mark[16];
  int n, listed = 0, wrong = 0;
  FILE *in = fopen(SOURCE_DIR "/tests/props/secrets.txt", "r");
  assert_non_null(in);
  while (fgets(line, sizeof line, in)) {
    mark[0] = 0;
    if (sscanf(line, "%23s %63s %d %15s", of, name, &n, mark) < 3 || strcmp(of, game)) continue;
    int places = 0, told = 0;
    for (int k = 0; k < all->n; k++) {
      size_t len = strlen(name);
      if (strncmp(all->name[k], name, len) || all->name[k][len] != '@') continue;
      places++;
      for (int i = 0; i < met->n; i++) told += !strcmp(met->name[i], all->name[k]) && met->found[i];
    }
    if (places != n) print_error("%s hides '%s' in %d places, tests/props/secrets.txt says %d\n", game, name, places, n);
    if (told < places && !*mark) print_error("%s: of %d places that hide '%s', left in, only %d are told\n", game, places, name, told);
    wrong += (places != n) + (told < places && !*mark);
    listed += n;
  }
  fclose(in);
  if (listed != all->n) print_error("%s hides something in %d places, tests/props/secrets.txt lists %d\n", game, all->n, listed);
  return wrong + (listed != all->n);
}
static void every_redaction_counts(void **state) {
  (void)state;
  struct fault f;
  struct library *lib = library_open(NULL, &f);
  const char *only = getenv("SALIENT_GAME");
  int missed = 0;
  for (int i = 0; sal_rulesets[i]; i++) {
    if (only && strcmp(only, sal_rulesets[i]->id)) continue;
    struct secrets all = {0}, s = {0};
    int shuffled = 0, told = 0;
    read_sources(&all, sal_rulesets[i]->id);
    play_all(lib, sal_rulesets[i], &s);
    for (int k = 0; k < s.n; k++) shuffled += s.found[k];
    s.again = true;
    play_all(lib, sal_rulesets[i], &s);
    for (int k = 0; k < s.n; k++) told += s.found[k];
    missed += count_places(sal_rulesets[i]->id, &all, &s);
    print_message("%s: %d places hide something; left in, %d are told by a shuffle, %d more by what is seen instead\n", sal_rulesets[i]->id, all.n, shuffled, told - shuffled);
    for (int k = 0; k < all.n; k++) free((char *)(uintptr_t)all.name[k]);
  }
  library_close(lib);
  assert_int_equal(missed, 0);
}

/* ---- no line names what its reader cannot identify --------------------------------------- */

static bool names(const char *text, const char *id) { /* as a whole word */
  size_t n = strlen(id);
  for (const char *p = text; (p = strstr(p, id)); p += n) {
    char after = p[n];
    if (p > text && (p[-1] == '"' || p[-1] == ' ') && (after == '"' || after == ' ')) return true;
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
    if (x != SAL_NOUNIT) k->id[side][x] = true;
  }
}
static void read_line(struct known *k, struct table *t, int side, const char *what) {
  char *text = cJSON_PrintUnformatted(t->last);
  for (int u = 0; u < k->book->ncounters; u++)
    if (!k->id[side][u] && k->book->counter[u].side != side && names(text, k->book->counter[u].id))
      fail_msg("%s: %s of the %s side names %s: %.300s", t->game, what, sal_side_name[side], k->book->counter[u].id, text);
  free(text);
}

static void no_line_tells(void **state) {
  (void)state;
  struct fault f;
  struct library *lib = library_open(NULL, &f);
  const char *only = getenv("SALIENT_GAME");
  for (int i = 0; sal_rulesets[i]; i++) {
    char game[64];
    if (only && strcmp(only, sal_rulesets[i]->id)) continue;
    snprintf(game, sizeof game, "%s/lesson", sal_rulesets[i]->id);
    struct known k = {library_book(lib, sal_rulesets[i], "lesson", &f), {NULL, NULL}};
    if (!k.book) fail_msg("%s: %s", game, f.text);
    for (int s = 0; s < 2; s++) k.id[s] = room(k.book->ncounters);
    struct table *t = lay(game, NULL, NULL);
    int since[2] = {0, 0};
    for (int n = 0; n < 400; n++) {
      ask(t, "{\"cmd\":\"view\",\"side\":\"all\"}");
      if (cJSON_IsTrue(field(t->last, "view.over"))) break;
      char side[16];
      snprintf(side, sizeof side, "%s", text_of(t->last, "view.to_move[0]"));
      ask(t, "{\"cmd\":\"think\",\"side\":\"%s\",\"bot\":\"random\"}", side);
      cJSON *action = cJSON_Duplicate(field(t->last, "action"), true);
      ask(t, "{\"cmd\":\"do\",\"side\":\"%s\",\"action\":\"%s\"}", side, action->valuestring);
      cJSON_Delete(action);
      cJSON *answer = t->last; /* read once both sides' views are known */
      t->last = NULL;
      int actor = sal_side_parse(side);
      for (int s = 0; s < 2; s++) learn(&k, t, s);
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
  const struct CMUnitTest tests[] = {cmocka_unit_test(every_redaction_counts), cmocka_unit_test(no_line_tells)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
