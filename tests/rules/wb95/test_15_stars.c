/* test_15_stars.c - rules 13, 15 and 9.2 in the reckoning: whose star counts where, and what is
 * written on the card. */
#include "table.h"

#define ATTACK PLAIN AT("german.attack")
#define SP(n) "\"factors\":{\"sp\":" #n "}"
#define FOUR_TO_ONE UX("a", G, "G-INF", "0505", SP(24))

static const char *column(struct table *t) { /* of the odds card */
  ask(t, "{\"cmd\":\"actions\",\"side\":\"german\"}");
  return text_of(t->last, "prompt.cards[0].column");
}

static void stars_of_defenders(void **s) { /* 15.1.2-15.1.5 */
  (void)s;
  struct table *t = FRESH(ATTACK MARKS(MARK("0506", "ff", S))
                              UNITS(FOUR_TO_ONE, UX("e", S, "G-ARM", "0506", SP(6))),
                          NULL);
  acts(t, G, "target 0506;add a;commit");
  /* works, and a black star: tanks in their own works have it */
  assert_string_equal(column(t), "2:1");
  clear_away(t);
  t = FRESH(ATTACK UNITS(FOUR_TO_ONE, UX("e", S, "SS-AG", "0506", SP(6))), NULL);
  acts(t, G, "target 0506;add a;commit");
  assert_string_equal(column(t), "4:1"); /* a yellow one is for attacks */
  clear_away(t);
  t = FRESH(ATTACK UNITS(FOUR_TO_ONE, UX("e", S, "G-TIG", "0506", SP(3)),
                         UX("f", S, "S-AT", "0506", SP(3))),
            NULL);
  acts(t, G, "target 0506;add a;commit");
  card(t, G, "15.1.3", "3:1"); /* the blue one; guns against tanks have nothing to do here */
  clear_away(t);
}

static void volkssturm_and_guns(void **s) { /* 15.3.1: guns and staffs do not stiffen it */
  (void)s;
  struct table *t =
      FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(10)), UX("e", S, "G-VS", "0506", SP(2)),
                         U("g", S, "S-ART", "0506"), U("q", S, "S-HQ", "0506")),
            NULL);
  acts(t, G, "target 0506;add a;commit");
  card(t, G, "1.7c", "2:1");
  card(t, G, "15.3.1", "4:1");
  clear_away(t);
  t = lay_with(K, OPENLY ",\"special\":false",
               ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(10)), UX("e", S, "G-VS", "0506", SP(5))),
               NULL, NULL, __FILE__, __LINE__);
  acts(t, G, "target 0506;add a;commit");
  assert_string_equal(column(t), "2:1"); /* with chapter 15 left out it is infantry */
  clear_away(t);
}

/* 13.1.3: one formation, wherever its units are attacked */
static void defenders_of_two_hexes(void **s) {
  (void)s;
#define CORPS(n, hex) UX(n, S, "S-TB", hex, "\"formation\":\"XVI ARM\"," SP(2))
  struct table *t = FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(18)), CORPS("b", "0506"),
                                       CORPS("c", "0506"), CORPS("d", "0606")),
                          NULL);
  acts(t, G, "target 0506;target 0606;add a;commit");
  card(t, G, "1.7c", "3:1");
  card(t, G, "13.1.3", "2:1");
  clear_away(t);
}

static void staffs_that_wait(void **s) { /* 9.2.1: in the corner of the map as elsewhere */
  (void)s;
  struct table *t =
      FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0101", SP(10)), BOX("q", G, "G-HQ", "german.waiting"),
                         UX("e", S, "S-INF", "0102", SP(5))),
            NULL);
  acts(t, G, "target 0102;add a;commit");
  refused(t, G, "nohq", "9.2.1");
  clear_away(t);
}

static void written_on_the_card(void **s) { /* 1.6: by how much each thing shifts */
  (void)s;
  struct table *t = FRESH(ATTACK TERRAIN(HEX("0506", "\"forest\"")) MARKS(MARK("0506", "ff", S))
                              UNITS(FOUR_TO_ONE, UX("e", S, "S-INF", "0506", SP(6))),
                          NULL);
  const cJSON *step;
  int found = 0;
  acts(t, G, "target 0506;add a;commit");
  ask(t, "{\"cmd\":\"actions\",\"side\":\"german\"}");
  cJSON_ArrayForEach(step, field(t->last, "prompt.cards[0].steps")) {
    if (strcmp(text_of(step, "rule"), "20.1.1") && strcmp(text_of(step, "rule"), "5.5.1"))
      continue;
    assert_int_equal(int_of(step, "shift"), -1);
    found++;
  }
  assert_int_equal(found, 2);
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(stars_of_defenders), cmocka_unit_test(volkssturm_and_guns),
      cmocka_unit_test(defenders_of_two_hexes), cmocka_unit_test(staffs_that_wait),
      cmocka_unit_test(written_on_the_card)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
