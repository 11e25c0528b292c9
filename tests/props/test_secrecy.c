/* test_secrecy.c - nothing that reaches a side depends on what it may not know, for every ruleset.
 *
 * The list of secrets is taken from the code: every name that a view blanks. Leaving any one of them in must show up here,
 * or the name hides nothing. And through whole games no line that is sent to a side names a unit it cannot identify.
 */
#include "harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS = 1500, NAMES = 32 };

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

struct secrets {
  const char *name[NAMES];
  bool found[NAMES];
  int n;
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
  for (int i = 0; i < book->noptions; i++) d.state->option[i] = book->option[i].def;
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

static void every_redaction_counts(void **state) {
  (void)state;
  struct fault f;
  struct library *lib = library_open(NULL, &f);
  const char *only = getenv("SALIENT_GAME");
  for (int i = 0; sal_rulesets[i]; i++) {
    if (only && strcmp(only, sal_rulesets[i]->id)) continue;
    struct secrets s = {0};
    const struct sal_book *outline = library_outline(lib, sal_rulesets[i], &f);
    for (int k = 0; k < outline->nscenarios; k++) {
      const struct sal_book *b = library_book(lib, sal_rulesets[i], outline->scenarios[k].id, &f);
      uint64_t games = b->ncounters < 50 ? 60 : 3;
      for (uint64_t seed = 1; seed <= games; seed++) play_and_look(b, &s, seed);
    }
    for (int k = 0; k < s.n; k++) {
      print_message("%s hides %s\n", sal_rulesets[i]->id, s.name[k]);
      if (!s.found[k]) fail_msg("%s: leaving '%s' in the view changes nothing: the redaction is not tested", sal_rulesets[i]->id, s.name[k]);
    }
  }
  library_close(lib);
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
