/* test_16_seen.c - rule 16.1: when a masked counter has been seen or met it cannot be unseen, so a
 * move is not taken back then; where nothing is hidden, or nothing was learnt, it is. */
#include "table.h"

#define MOVEMENT PLAIN AT("german.movement")
#define ATTACK PLAIN AT("german.attack")
#define SP(n) "\"factors\":{\"sp\":" #n "}"

static bool taken_back(struct table *t) {
  ask(t, "{\"cmd\":\"undo\",\"side\":\"german\"}");
  return cJSON_IsTrue(field(t->last, "ok"));
}

/* counters and masked stacks in that side's view */
static int entries_at(struct table *t, const char *side, const char *hex) {
  const cJSON *u;
  int n = 0;
  ask(t, "{\"cmd\":\"view\",\"side\":\"%s\"}", side);
  cJSON_ArrayForEach(u, field(t->last, "view.units")) n += !strcmp(text_of(u, "at"), hex);
  return n;
}

static void contact(void **s) { /* 16.1.4: next to the enemy, and only there */
  (void)s;
  const char *pos = MOVEMENT UNITS(U("a", G, "G-INF", "0505"), U("b", G, "G-INF", "0501"),
                                   U("e", S, "S-INF", "0508"));
  struct table *t = MASKED(pos, NULL);
  acts(t, G, "move a;step 0506");
  never(t, "contact");
  assert_true(taken_back(t));
  acts(t, G, "step 0506;step 0507");
  happened(t, "16.1.4", "contact");
  assert_false(taken_back(t));
  clear_away(t);
  t = FRESH(pos, NULL);
  acts(t, G, "move a;step 0506;step 0507");
  never(t, "contact");
  assert_true(taken_back(t));
  clear_away(t);
}

/* 16.1.3: the stacks of a combat lie open, and nothing of them is masked any more */
static void declared(void **s) {
  (void)s;
  struct table *t =
      MASKED(ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(6)), U("b", G, "G-INF", "0505"),
                          UX("e", S, "S-INF", "0506", SP(6))),
             NULL);
  acts(t, G, "target 0506;add a;add b");
  assert_false(sees(t, S, "a"));
  act(t, G, "commit");
  happened(t, "16.1.3", "opened");
  assert_true(sees(t, S, "a"));
  assert_int_equal(entries_at(t, S, "0505"), 2); /* a and b, and no mask beside them */
  assert_int_equal(entries_at(t, G, "0506"), 1);
  assert_false(taken_back(t));
  clear_away(t);
  t = FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(6)), UX("e", S, "S-INF", "0506", SP(6)),
                         U("gun", S, "S-ART", "0508")),
            NULL);
  acts(t, G, "target 0506;add a;commit");
  never(t, "opened"); /* it has never been closed */
  clear_away(t);
}

static void under_masks_again(void **s) { /* 16.1.3: until the phase ends, and no longer */
  (void)s;
  /* 1:1, 7: -1/-1 */
  struct table *t =
      MASKED(ATTACK MARKS(MARK("0505", "ff", G))
                 UNITS(UX("a", G, "G-INF", "0505", SP(6)), UX("e", S, "S-INF", "0506", SP(6))),
             "3 4");
  acts(t, G, "target 0506;add a;commit;commit");
  act(t, S, "commit");
  assert_true(sees(t, S, "a"));
  act(t, G, "done");
  assert_false(sees(t, S, "a"));
  assert_int_equal(entries_at(t, S, "0505"), 1); /* something is there */
  assert_false(sees(t, G, "e"));
  assert_int_equal(entries_at(t, G, "0506"), 1);
  clear_away(t);
}

static void run_over(void **s) { /* eliminated counters are open */
  (void)s;
  const char *pos = MOVEMENT UNITS(U("a", G, "G-ARM", "0505"), U("q", S, "S-HQ", "0506"));
  struct table *t = MASKED(pos, NULL);
  acts(t, G, "move a;step 0506");
  happened(t, "9.1.5", "eliminated");
  assert_false(taken_back(t));
  clear_away(t);
  t = FRESH(pos, NULL);
  acts(t, G, "move a;step 0506");
  assert_true(taken_back(t));
  clear_away(t);
}

static void given_away(void **s) { /* 8.1.7: what all have committed is shown together */
  (void)s;
  struct table *t =
      FRESH(PLAIN AT("german.air") UNITS("{\"unit\":\"de.air.l1\",\"box\":\"german.air\"}",
                                         U("a", G, "G-INF", "0505"), U("e", S, "S-INF", "0506")),
            NULL);
  acts(t, G, "pick de.air.l1;mission offence;put 0506;commit");
  assert_false(taken_back(t));
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(contact), cmocka_unit_test(declared),
                                     cmocka_unit_test(under_masks_again),
                                     cmocka_unit_test(run_over), cmocka_unit_test(given_away)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
