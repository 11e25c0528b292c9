/* test_planner.c - what is promised of the planner besides strength: the same choice however many threads think, an answer when
 * it is stopped, and an end to every lesson of every game.
 */
#include "harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bot.h"
#include "lab/playout.h"

static struct playout *table_for(const struct sal_book *book, const char *german, const char *soviet) {
  struct bot_spec spec[2];
  struct sal_err err;
  assert_true(bot_parse(german, &spec[0], &err) && bot_parse(soviet, &spec[1], &err));
  return playout_new(book, spec);
}
static const struct sal_book *book_of(struct library *lib, const char *name) {
  const struct sal_ruleset *rules;
  const struct sal_book *book;
  struct fault f;
  assert_true(library_pick(lib, name, &rules, &book, &f));
  return book;
}
static struct library *shelf(void) {
  struct fault f;
  struct library *lib = library_open(NULL, &f);
  assert_non_null(lib);
  return lib;
}

static uint64_t some_actions(const struct sal_book *book, const char *bot, uint32_t threads, uint32_t actions) {
  struct playout *p = table_for(book, bot, bot);
  p->thought.threads = threads;
  playout_start(p, 7);
  while (p->actions < actions && playout_step(p) > 0) continue;
  uint64_t hash = playout_hash(p);
  playout_free(p);
  return hash;
}
static void threads_do_not_matter(void **s) {
  (void)s;
  struct library *lib = shelf();
  static const char *const name[] = {"nullgame/lesson", "sspanzer/lesson"};
  for (int i = 0; i < 2; i++) {
    const struct sal_book *book = book_of(lib, name[i]);
    uint64_t one = some_actions(book, "planner:2500n", 1, 40);
    assert_int_equal(one, some_actions(book, "planner:2500n", 3, 40));
  }
  library_close(lib);
}
static void tempers_differ(void **s) {
  (void)s;
  struct library *lib = shelf();
  const struct sal_book *book = book_of(lib, "sspanzer/lesson");
  static const char *const bot[] = {"planner:4000n", "planner:4000n,bold", "planner:4000n,careful"};
  uint64_t end[3];
  for (int i = 0; i < 3; i++) end[i] = some_actions(book, bot[i], 1, 2000);
  assert_true(end[0] != end[1] && end[1] != end[2] && end[0] != end[2]);
  library_close(lib);
}

static void stops_at_once(void **s) {
  (void)s;
  struct library *lib = shelf();
  const struct sal_book *book = book_of(lib, "sspanzer/lesson");
  struct playout *p = table_for(book, "planner:100000000n", "planner:100000000n");
  const atomic_bool stop = true;
  struct bot_thought thought = {.explain = true};
  playout_start(p, 7);
  int side = sal_actors(&p->play) == SAL_BIT(SAL_GERMAN) ? SAL_GERMAN : SAL_SOVIET;
  struct sal_play view = p->play;
  view.state = p->view;
  book->rules->view(book, p->play.state, side, p->view, NULL);
  sal_legal(&view, side, &p->list);
  p->spec[side].kind->think(p->bot[side], &view, side, &p->list, &stop, &thought);
  assert_true(sal_list_has(&p->list, thought.action));
  assert_true(thought.nodes < 2000);
  assert_true(thought.why[0]);
  playout_free(p);
  library_close(lib);
}

static void every_lesson_ends(void **s) {
  (void)s;
  struct library *lib = shelf();
  struct fault f;
  static const char *const bot[] = {"planner:60n", "greedy"};
  for (int g = 0; sal_rulesets[g]; g++) {
    const struct sal_book *book = library_book(lib, sal_rulesets[g], "lesson", &f);
    assert_non_null(book);
    for (int k = 0; k < 2; k++) {
      struct playout *p = table_for(book, bot[k], bot[!k]);
      int more;
      playout_start(p, 7);
      while ((more = playout_step(p)) > 0 && p->actions < 20000) continue;
      if (more) fail_msg("%s/lesson, %s and %s: %s after %u actions", sal_rulesets[g]->id, bot[k], bot[!k], more < 0 ? p->failure : "no end", p->actions);
      playout_free(p);
    }
  }
  library_close(lib);
}

/* Asked twice about the same, it says the same; and it goes on with what it began. */
static void remembers(void **s) {
  (void)s;
  struct table *t = lay("sspanzer/lesson", "\"map\":\"plain:21x20\",\"phase\":\"action\",\"turn\":2,\"vars\":{\"impulse\":\"LAH\",\"played\":\"LAH 29TC\",\"artillery\":0,\"vis\":5},"
                        "\"units\":[{\"unit\":\"de.lah.pz4-5\",\"hex\":\"1010\"},{\"unit\":\"ru.29tc.t4r-25\",\"hex\":\"1012\"}]", NULL);
  static const char question[] = "{\"cmd\":\"think\",\"side\":\"german\",\"bot\":\"planner:300n\"}";
  char first[200];
  ask(t, "%s", question);
  snprintf(first, sizeof first, "%s", text_of(t->last, "action"));
  ask(t, "%s", question);
  assert_string_equal(first, text_of(t->last, "action"));
  act(t, "german", first);
  ask(t, "%s", question);
  assert_string_equal("goes on as decided", text_of(t->last, "why"));
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(threads_do_not_matter), cmocka_unit_test(tempers_differ), cmocka_unit_test(stops_at_once), cmocka_unit_test(every_lesson_ends), cmocka_unit_test(remembers)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
