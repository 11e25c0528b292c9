/* test_F4_groups.c - F4.1, F26.2: who is taken into a group or left out of it, and which weapons
 * hold their fire. */
#include "field_kit.h"

#define GROUP GER_AT("g", "658", "T-E3") "," GER_AT("h", "658", "T-E3")

struct attempt { /* a German action, and the rule that forbids it; NULL: it is legal */
  const char *units, *before, *action, *rule;
};
static void attempt(const struct attempt *rows, size_t n) {
  for (size_t i = 0; i < n; i++) {
    char position[1400];
    snprintf(position, sizeof position,
             "\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"unchecked\":true,\"units\":[%s,"
             "%s]",
             FAR_AWAY, rows[i].units);
    struct table *t = field_at(position, "");
    script(t, rows[i].before);
    if (rows[i].rule)
      refused(t, "german", rows[i].action, rows[i].rule);
    else if (!is_offered(t, "german", rows[i].action))
      fail_msg("row %d: '%s' is not offered", (int)i, rows[i].action);
    clear_away(t);
  }
}

/* F4.1: any subset of the able men of one Location, but for the last of them; before the first
 * step; Guns and vehicles alone. */
static void who_goes_along(void **unused) {
  (void)unused;
  static const struct attempt rows[] = {
      {GROUP, "german: pick g", "with h", NULL},
      {GROUP, "german: pick g; german: with h", "with h", NULL},
      {GROUP, "german: pick g; german: with h", "with g", "F4.1"},
      {GROUP, "german: pick g; german: via T-E4 0", "with h", "F4.1"},
      {GROUP, "german: pick g; german: careful", "with h", "F4.1"},
      {GER_AT("g", "658", "T-E3") "," ON_M("h", "german", "658", "T-E3", "\"broken\""),
       "german: pick g", "with h", "F4.1"},
      {GER_AT("g", "658", "T-E3") "," ON_M("h", "german", "658", "T-E3", "\"acted\""),
       "german: pick g", "with h", "F4.1"},
      {GER_AT("g", "658", "T-E3") "," GER_AT("h", "658", "T-E4"), "german: pick g", "with h",
       "F4.1"},
      {GER_AT("g", "658", "T-E3") "," GER_AT("h", "PzIVH", "T-E3"), "german: pick g", "with h",
       "F4.1"},
      {GER_AT("g", "658", "T-E3") "," GER_AT("h", "AT75L", "T-E3"), "german: pick g", "with h",
       "F4.1"},
      {GER_AT("g", "658", "T-E3") "," GER_AT("h", "AT75L", "T-E3"), "german: pick h", "with g",
       "F4.1"},
      {GER_AT("g", "658", "T-E3") "," ON_M("h", "soviet", "458", "T-E3", "\"broken\""),
       "german: pick g", "with h", "F4.1"},
      {GER_AT("g", "658", "T-E3") "," ON("h", "german", "LMG_G", "T-E3"), "german: pick g",
       "with h", "F4.1"}};
  attempt(rows, sizeof rows / sizeof rows[0]);
}

/* F26.2: a support weapon of a member holds its fire, no other weapon and nothing else. */
static void what_holds_its_fire(void **unused) {
  (void)unused;
#define WEAPONS                                                                                    \
  GROUP "," CARRIED("m", "german", "LMG_G", "g") "," CARRIED("n", "german", "LMG_G", "h") "," ON(  \
      "o", "german", "LMG_G", "T-E3")
  static const struct attempt rows[] = {
      {WEAPONS, "german: pick g", "hold m", NULL},
      {WEAPONS, "german: pick g", "hold n", NULL},
      {WEAPONS, "german: pick g; german: with h", "hold n", "F26.2"},
      {WEAPONS, "german: pick g; german: with h", "hold m", NULL},
      {WEAPONS, "german: pick h; german: with g", "hold m", "F26.2"},
      {WEAPONS, "german: pick g", "hold o", "F26.2"},
      {WEAPONS, "german: pick g", "hold g", "F26.2"},
      {WEAPONS, "german: pick g; german: via T-E4 0", "hold m", "F26.2"},
      {GER_AT("v", "SPW251/1", "T-E3") "," WITH("h", "german", "658", "T-E3", "\"by\":\"v\""),
       "german: pick v", "hold h", "F26.2"}};
  attempt(rows, sizeof rows / sizeof rows[0]);
}

/* F9.11: in Late Fire one may be left out between two shots, and is not taken in again. */
static void left_out_of_late_fire(void **unused) {
  (void)unused;
  struct table *t =
      field_at(PHASE("german.action", FAR_AWAY "," GER_AT("g", "658", "T-E9") "," RUS_AT(
                                          "r", "458", "T-E4") "," RUS_AT("s", "458", "T-E4")),
               "");
  script(t, "german: pick g; german: go T-E8 0; soviet: pass; german: done; german: end");
  assert_string_equal(phase_of(t), "german.late");
  act(t, "soviet", "pick r");
  act(t, "soviet", "with s");
  refused(t, "soviet", "with s", "F4.1");
  refused(t, "soviet", "with r", "F4.1");
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(who_goes_along),
                                     cmocka_unit_test(what_holds_its_fire),
                                     cmocka_unit_test(left_out_of_late_fire)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
