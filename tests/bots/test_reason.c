/* test_reason.c - why a bot plays as it does, in a player's words. */
#include "harness.h"

#include <stdio.h>
#include <string.h>

#include "bots/bot.h"
#include "lab/playout.h"

/* The reason of the German planner in a position of the ford. */
static const char *reason(struct table *t) {
  ask(t, "{\"cmd\":\"think\",\"side\":\"german\",\"bot\":\"planner:500n\"}");
  assert_true(cJSON_IsTrue(field(t->last, "ok")));
  return text_of(t->last, "why");
}
static void says(struct table *t, const char *words, bool is) {
  const char *why = reason(t);
  if ((strstr(why, words) != NULL) != is)
    fail_msg("'%s' is%s in: %s", words, is ? " not" : "", why);
}

#define GROUND                                                                                     \
  "\"map\":\"plain:21x20\",\"turn\":2,\"regions\":[{\"id\":\"villages\",\"hexes\":[\"1010\"]}],"   \
  "\"control\":[[\"soviet\",[\"1010\"]]],"

/* A move into an empty village takes it for certain, and costs nobody anything. */
static void a_place_is_named(void **state) {
  (void)state;
  struct table *t = lay("nullgame",
                        GROUND "\"phase\":\"german.movement\",\"units\":[{\"unit\":\"de.1.inf\","
                               "\"hex\":\"1012\"},{\"unit\":\"ru.2.rifle\",\"hex\":\"0303\"}]",
                        NULL);
  says(t, "takes 1010", true);
  says(t, "risks", false);
  clear_away(t);
}

/* An attack tells what it should cost whom. */
static void losses_are_told(void **state) {
  (void)state;
  struct table *t =
      lay("nullgame",
          GROUND "\"phase\":\"german.attack\",\"units\":[{\"unit\":\"de.pz.a\",\"hex\":\"1009\"},"
                 "{\"unit\":\"de.pz.b\",\"hex\":\"1011\"},{\"unit\":\"de.1.inf\",\"hex\":\"0910\"},"
                 "{\"unit\":\"ru.2.rifle\",\"hex\":\"1010\"}]",
          NULL);
  acts(t, "german", "target 1010; add de.pz.a; add de.pz.b; add de.1.inf");
  says(t, "costs the enemy", true);
  says(t, "steps", true);
  says(t, "nodes", false);
  clear_away(t);
}

/* Who is asked for reasons plays the same game. */
static uint64_t some_actions(const struct sal_book *book, bool explain) {
  struct bot_spec spec[2];
  struct sal_err err;
  assert_true(bot_parse("planner:300n", &spec[0], &err));
  spec[1] = spec[0];
  struct playout *p = playout_new(book, spec);
  p->thought.explain = explain;
  playout_start(p, 24);
  while (p->actions < 60 && playout_step(p) > 0)
    continue;
  uint64_t hash = playout_hash(p);
  playout_free(p);
  return hash;
}
static void asking_changes_nothing(void **state) {
  (void)state;
  struct fault f;
  struct library *lib = library_open(NULL, &f);
  static const char *const name[] = {"nullgame/lesson", "sspanzer/lesson", "alea/lesson",
                                     "wb95/lesson", "stalnie/skirmish"};
  for (size_t i = 0; i < sizeof name / sizeof *name; i++) {
    const struct sal_ruleset *rules;
    const struct sal_book *book;
    assert_true(library_pick(lib, name[i], &rules, &book, &f));
    assert_int_equal(some_actions(book, true), some_actions(book, false));
  }
  library_close(lib);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_place_is_named),
      cmocka_unit_test(losses_are_told),
      cmocka_unit_test(asking_changes_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
