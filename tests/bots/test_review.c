/* test_review.c - a review repeats, adds up, and finds a blunder that was planted. */
#include "harness.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lab/playout.h"
#include "lab/review_inside.h"

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
static void assert_adds_up(const struct review *r) {
  double luck = 0;
  for (uint32_t i = 0; i < r->nsegments; i++) {
    int sign = r->segment[i].side == SAL_GERMAN ? 1 : -1;
    luck += sign * review_luck(r, i);
  }
  double start = review_chance(r, &r->segment[0].open, SAL_GERMAN);
  double end = review_chance(r, &r->end, SAL_GERMAN);
  double play = r->play[SAL_GERMAN] - r->play[SAL_SOVIET];
  assert_true(r->over && (end == 0 || end == 1 || end == 0.5));
  assert_true(fabs(start + luck + play - end) < 1e-9);
  assert_true(fabs(r->luck[SAL_GERMAN] - luck) < 1e-9);
  assert_true(fabs(r->luck[SAL_GERMAN] + r->luck[SAL_SOVIET]) < 1e-9);
}
static void adds_up(void **state) {
  struct library *lib = shelf();
  (void)state;
  for (uint64_t seed = 12; seed < 15; seed++) {
    struct review r;
    char *journal = record(lib, seed, false);
    run(lib, journal, 2, &r);
    assert_adds_up(&r);
    review_free(&r);
    free(journal);
  }
  library_close(lib);
}

/* A share of the tries means what came of such shares: between two steps in a straight line, and
 * the other side has the rest. A game that is over is certain whatever the scale says. */
static void scale_of_chances(void **state) {
  struct review r = {.scale = {.known = true, .of = {0, 200, 300}}, .over = true};
  struct chance c = {.wins = {5, 95, 0}, .tries = 100};
  (void)state;
  assert_true(fabs(review_chance(&r, &c, SAL_GERMAN) - 0.1) < 1e-9);
  assert_true(fabs(review_chance(&r, &c, SAL_SOVIET) - 0.9) < 1e-9);
  c = (struct chance){.wins = {10, 80, 10}, .tries = 100}; /* draws are half */
  assert_true(fabs(review_chance(&r, &c, SAL_GERMAN) - 0.25) < 1e-9);
  r.end = (struct chance){.wins = {0, 0, 1}, .tries = 1};
  assert_true(review_chance(&r, &r.end, SAL_GERMAN) == 0.5);
  r.scale.known = false;
  assert_true(fabs(review_chance(&r, &c, SAL_GERMAN) - 0.15) < 1e-9);
}

/* Where the script is weaker than the players there is a scale, and it never falls. */
static void scales_rise(void **state) {
  static const char *const scenarios[] = {"wb95/lesson", "alea/lesson"};
  struct library *lib = shelf();
  (void)state;
  for (size_t i = 0; i < sizeof scenarios / sizeof *scenarios; i++) {
    const struct sal_ruleset *rules;
    const struct sal_book *book;
    struct review_scale scale;
    struct fault f;
    assert_true(library_pick(lib, scenarios[i], &rules, &book, &f));
    review_scale_of(book, &scale);
    assert_true(scale.known);
    for (int k = 0; k < REVIEW_STEPS; k++)
      assert_true(scale.of[k] <= scale.of[k + 1]);
    assert_true(scale.of[REVIEW_STEPS] <= 1000);
  }
  library_close(lib);
}

/* Fair dice: over some games what they gave is nothing, within three standard errors. */
static void luck_is_fair(void **state) {
  struct library *lib = shelf();
  double sum = 0;
  double squares = 0;
  int games = 12;
  (void)state;
  for (int i = 0; i < games; i++) {
    struct review_options o = {.seed = 5, .nodes = 1000, .threads = 2, .curve_only = true};
    struct review r;
    struct fault f;
    char *journal = record(lib, 100 + (uint64_t)i, false);
    assert_true(review_run(lib, journal, strlen(journal), &o, &r, &f));
    assert_adds_up(&r);
    assert_int_equal(r.nmistakes, 0); /* the curve alone was asked for */
    sum += r.luck[SAL_GERMAN];
    squares += r.luck[SAL_GERMAN] * r.luck[SAL_GERMAN];
    review_free(&r);
    free(journal);
  }
  double mean = sum / games;
  double error = sqrt((squares / games - mean * mean) / (games - 1));
  assert_true(error > 0 && fabs(mean) < 3 * error);
  library_close(lib);
}

/* Tries are numbered: the second half of many is what a look with other dice sees, by the script
 * and by the planner. */
static void looks_have_other_dice(void **state) {
  const struct sal_ruleset *rules;
  const struct sal_book *book;
  struct library *lib = shelf();
  struct review_options o = {.seed = 9, .threads = 2};
  struct bot_spec spec[2] = {planner_spec(), planner_spec()};
  struct bench_of_tries bench;
  struct fault f;
  enum { HALF = 8 };
  (void)state;
  assert_true(library_pick(lib, "nullgame/lesson", &rules, &book, &f));
  struct playout *p = playout_new(book, spec);
  playout_start(p, 31);
  tries_open(&bench, book, &o);
  for (int thought = 0; thought < 2; thought++) {
    struct try_from from = {.state = p->play.state, .guess = SAL_GERMAN, .thought = thought};
    uint8_t all[2 * HALF];
    uint8_t later[HALF];
    struct chance both = tries_run(&bench, &from, 2 * HALF, all);
    from.first = HALF;
    struct chance second = tries_run(&bench, &from, HALF, later);
    assert_int_equal(both.tries, 2 * HALF);
    assert_int_equal(second.tries, HALF);
    assert_memory_equal(all + HALF, later, HALF);
  }
  tries_close(&bench);
  playout_free(p);
  library_close(lib);
}

/* A mistake is a whole move as the journal has it, and the better way is another one. It is never
 * named for what the error may be. */
static void assert_whole(const struct review *r, const struct mistake *m) {
  uint32_t at = 0;
  while (r->line[at] != m->line)
    at++;
  for (int i = 0; i < m->nplayed; i++) {
    assert_int_equal(r->actor[at + (uint32_t)i], m->side);
    assert_true(sal_same(r->action[at + (uint32_t)i], m->played[i]));
    assert_true(m->played_says[i][0] != 0);
  }
  assert_true(m->nplayed > 0 && m->nbetter > 0);
  assert_int_equal(m->last, r->line[at + (uint32_t)m->nplayed - 1]);
  bool same = m->nplayed == m->nbetter;
  for (int i = 0; same && i < m->nplayed; i++)
    same = sal_same(m->played[i], m->better[i]);
  assert_false(same);
  assert_true(m->loss - m->error >= 0.05);
}

static void mistakes_are_moves(void **state) {
  struct library *lib = shelf();
  int named = 0;
  (void)state;
  for (uint64_t seed = 20; seed < 22; seed++) {
    struct review r;
    char *journal = record(lib, seed, true);
    run(lib, journal, 2, &r);
    for (int i = 0; i < r.nmistakes; i++)
      assert_whole(&r, &r.mistake[i]);
    for (int side = 0; side < SAL_SIDES; side++)
      assert_true(r.accuracy[side] <= 1 && (r.accuracy[side] < 1) == (r.given[side] > 0));
    named += r.nmistakes;
    review_free(&r);
    free(journal);
  }
  library_close(lib);
  assert_true(named > 0);
}

/* A side that sleeps for three of its turns decides worse than one that does not. A single game
 * shows little, because its dice weigh more; how often one planted mistake is named, `study`
 * measures. */
static void sees_who_decides_worse(void **state) {
  struct library *lib = shelf();
  double play[2] = {0, 0};
  (void)state;
  for (uint64_t seed = 20; seed < 26; seed++) {
    struct review_options o = {.seed = 3, .nodes = 8000, .threads = 2, .curve_only = true};
    struct review r;
    struct fault f;
    char *journal = record(lib, seed, true);
    assert_true(review_run(lib, journal, strlen(journal), &o, &r, &f));
    for (int side = 0; side < SAL_SIDES; side++)
      play[side] += r.play[side];
    review_free(&r);
    free(journal);
  }
  library_close(lib);
  assert_true(play[SAL_GERMAN] > play[SAL_SOVIET] + 0.5);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(repeats),
      cmocka_unit_test(adds_up),
      cmocka_unit_test(scale_of_chances),
      cmocka_unit_test(scales_rise),
      cmocka_unit_test(luck_is_fair),
      cmocka_unit_test(looks_have_other_dice),
      cmocka_unit_test(mistakes_are_moves),
      cmocka_unit_test(sees_who_decides_worse),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
