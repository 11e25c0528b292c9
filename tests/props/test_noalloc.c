/* test_noalloc.c - random play allocates nothing after set-up, on every scenario of every ruleset.
 *
 * This program is linked with the allocator wrapped (tests/CMakeLists.txt), so every call from our
 * own code is counted.
 */
#include "harness.h"

#include <stdlib.h>

#include "lab/playout.h"

static unsigned long calls;

void *__real_malloc(size_t);
void *__real_calloc(size_t, size_t);
void *__real_realloc(void *, size_t);
void *__wrap_malloc(size_t);
void *__wrap_calloc(size_t, size_t);
void *__wrap_realloc(void *, size_t);

void *__wrap_malloc(size_t n) {
  return calls++, __real_malloc(n);
}
void *__wrap_calloc(size_t n, size_t size) {
  return calls++, __real_calloc(n, size);
}
void *__wrap_realloc(void *p, size_t n) {
  return calls++, __real_realloc(p, n);
}

static void the_counter_counts(void **state) {
  (void)state;
  unsigned long before = calls;
  struct sal_book book = {.state_bytes = 64, .scratch_bytes = 64};
  struct bot_spec spec[2];
  struct sal_err err;
  assert_true(bot_parse("random", &spec[0], &err) && bot_parse("random", &spec[1], &err));
  playout_free(playout_new(&book, spec));
  assert_true(calls > before);
}

static void play(const struct sal_book *b, int games) {
  struct bot_spec spec[2];
  struct sal_err err;
  assert_true(bot_parse("random", &spec[0], &err) && bot_parse("random", &spec[1], &err));
  struct playout *p = playout_new(b, spec);
  unsigned long before = calls, actions = 0;
  for (int g = 0; g < games; g++) {
    int more;
    playout_start(p, (uint64_t)g + 1);
    while ((more = playout_step(p)) > 0)
      actions++;
    if (more < 0)
      print_error("%s/%s: %s\n", b->rules->id, b->scenarios[b->scenario].id, p->failure);
    assert_int_equal(more, 0);
  }
  unsigned long made = calls - before;
  print_message("%s/%s: %d games, %lu actions, %lu allocations\n", b->rules->id,
                b->scenarios[b->scenario].id, games, actions, made);
  assert_int_equal(made, 0);
  playout_free(p);
}

static void play_allocates_nothing(void **state) {
  (void)state;
  struct fault f;
  struct library *lib = library_open(NULL, &f);
  assert_non_null(lib);
  for (int i = 0; sal_rulesets[i]; i++) {
    const struct sal_book *outline = library_outline(lib, sal_rulesets[i], &f);
    assert_non_null(outline);
    for (int s = 0; s < outline->nscenarios; s++) {
      const struct sal_book *b = library_book(lib, sal_rulesets[i], outline->scenarios[s].id, &f);
      assert_non_null(b);
      play(b, b->ncounters < 50 ? 20 : 1);
    }
  }
  library_close(lib);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(the_counter_counts),
                                     cmocka_unit_test(play_allocates_nothing)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
