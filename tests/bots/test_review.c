/* test_review.c - a review repeats, adds up, and finds a blunder that was planted. */
#include "harness.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lab/playout.h"
#include "lab/review.h"

static struct library *shelf(void) {
  struct fault f;
  struct library *lib = library_open(NULL, &f);
  assert_non_null(lib);
  return lib;
}

/* ---- the planner, but for turns 2 to 4, in which it lets every chance pass */

static bool idle(int turn) {
  return turn >= 2 && turn <= 4;
}
static struct bot_spec planner_spec(void) {
  struct bot_spec spec;
  struct sal_err err;
  assert_true(bot_parse("planner:2000n", &spec, &err));
  return spec;
}
static size_t lazy_size(const struct sal_book *b) {
  return planner_spec().kind->size(b);
}
static void lazy_start(void *memory, const struct sal_book *b, const struct bot_spec *spec,
                       uint64_t seed) {
  struct bot_spec planner = planner_spec();
  (void)spec;
  planner.kind->start(memory, b, &planner, seed);
}
static void lazy_think(void *memory, const struct sal_play *view, int side,
                       const struct sal_list *legal, const atomic_bool *stop,
                       struct bot_thought *out) {
  planner_spec().kind->think(memory, view, side, legal, stop, out);
  for (uint32_t i = 0; i < legal->n && idle(view->state->turn); i++)
    if (view->book->rules->verbs[legal->a[i].verb].on == SAL_ON_END) {
      out->action = legal->a[i];
      return;
    }
}
static const struct bot_kind lazy = {
    .name = "lazy", .looks = true, .size = lazy_size, .start = lazy_start, .think = lazy_think};

/* A lesson of the planner against itself, or against a lazy Soviet. The journal is malloc'd. */
static char *record(struct library *lib, uint64_t seed, bool lazy_soviet) {
  const struct sal_ruleset *rules;
  const struct sal_book *book;
  struct fault f;
  struct bot_spec spec[2] = {planner_spec(), planner_spec()};
  struct journal journal = {0};
  assert_true(library_pick(lib, "nullgame/lesson", &rules, &book, &f));
  if (lazy_soviet)
    spec[1] = (struct bot_spec){.kind = &lazy};
  struct playout *p = playout_new(book, spec);
  p->record = &journal;
  playout_start(p, seed);
  while (playout_step(p) > 0)
    assert_true(p->actions < 3000);
  playout_free(p);
  return journal.text;
}

static void run(struct library *lib, const char *journal, uint32_t threads, struct review *r) {
  struct review_options o = {.seed = 3, .nodes = 8000, .threads = threads};
  struct fault f;
  assert_true(review_run(lib, journal, strlen(journal), &o, r, &f));
}

static void repeats(void **state) {
  struct library *lib = shelf();
  struct review one;
  struct review two;
  (void)state;
  char *journal = record(lib, 11, false);
  run(lib, journal, 1, &one);
  run(lib, journal, 3, &two);
  assert_int_equal(one.nsegments, two.nsegments);
  assert_int_equal(one.nmistakes, two.nmistakes);
  assert_memory_equal(one.segment, two.segment, one.nsegments * sizeof *one.segment);
  for (int i = 0; i < one.nmistakes; i++)
    assert_true(one.mistake[i].line == two.mistake[i].line &&
                one.mistake[i].loss == two.mistake[i].loss);
  review_free(&one);
  review_free(&two);
  free(journal);
  library_close(lib);
}

/* What the dice did and what the players did make the result out of the chance at the start. */
static void adds_up(void **state) {
  struct library *lib = shelf();
  struct review r;
  (void)state;
  char *journal = record(lib, 12, false);
  run(lib, journal, 2, &r);
  double luck = 0;
  double play = 0;
  for (uint32_t i = 0; i < r.nsegments; i++) {
    const struct segment *s = &r.segment[i];
    const struct chance *next = i + 1 < r.nsegments ? &r.segment[i + 1].open : &r.end;
    const struct chance *before = s->rolls ? &s->before : next;
    int sign = s->side == SAL_GERMAN ? 1 : -1;
    luck += sign * review_luck(&r, i);
    play += review_share(before, SAL_GERMAN) - review_share(&s->open, SAL_GERMAN);
  }
  double start = review_share(&r.segment[0].open, SAL_GERMAN);
  double end = review_share(&r.end, SAL_GERMAN);
  assert_true(r.over && (end == 0 || end == 1 || end == 0.5));
  assert_true(fabs(start + luck + play - end) < 1e-9);
  assert_true(fabs(r.luck[SAL_GERMAN] - luck) < 1e-9);
  review_free(&r);
  free(journal);
  library_close(lib);
}

static void finds_blunder(void **state) {
  struct library *lib = shelf();
  int found = 0;
  (void)state;
  for (uint64_t seed = 20; seed < 24; seed++) {
    struct review r;
    char *journal = record(lib, seed, true);
    run(lib, journal, 2, &r);
    found += r.nmistakes > 0 && r.mistake[0].side == SAL_SOVIET;
    review_free(&r);
    free(journal);
  }
  assert_true(found >= 3);
  library_close(lib);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(repeats),
      cmocka_unit_test(adds_up),
      cmocka_unit_test(finds_blunder),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
