/* test_F14_close.c - F10.9, F13 and F14: charges, overrun, close combat; E20 to E23. */
#include "field_kit.h"

#define ASSAULT(terrain, units)                                                                    \
  "\"map\":\"plain:16x16\",\"phase\":\"german.assault\",\"terrain\":[" terrain                     \
  "],\"units\":[" units "]"

/* E20: a charge of 30 FP into a stone house: the lot takes one, the other checks at +3. */
static void charge_into_a_house(void **unused) {
  (void)unused;
  struct table *t =
      field_at("\"map\":\"plain:16x16\",\"phase\":\"soviet.assault\",\"terrain\":"
               "[" HEX("T-E4", "stone") "],\"units\":[" RUS_AT("r", "628", "T-E3") "," CARRIED(
                   "dc", "soviet", "DC",
                   "r") "," GER_AT("g1", "658", "T-E4") "," GER_AT("g2", "658", "T-E4") "]",
               "4 3 1 1 2");
  act(t, "soviet", "throw r T-E4 0");
  happened(t, "F10.9", "field.charge");
  happened(t, "F7.13", "field.lost");
  ask(t, "{\"cmd\":\"view\",\"side\":\"all\"}");
  assert_int_equal(int_of(t->last, "view.vars.german_losses"), 2);
  clear_away(t);
}

/* E21: in the open both strike on the strength before losses. */
static void in_the_open(void **unused) {
  (void)unused;
  struct table *t =
      field_at(ASSAULT("", GER_AT("g", "658", "T-E3") "," RUS_AT("r", "458", "T-E4")), "2 3 1 4");
  act(t, "german", "advance g T-E4 0");
  happened(t, "F14.1", "field.advances");
  ask(t, "{\"cmd\":\"view\",\"side\":\"all\"}");
  assert_int_equal(int_of(t->last, "view.vars.soviet_losses"), 2);
  assert_int_equal(int_of(t->last, "view.vars.german_losses"), 1);
  stands(t, "g", "T-E4", 1);
  clear_away(t);
}

/* E22: in a house the concealed squad ambushes and strikes first. */
static void ambush(void **unused) {
  (void)unused;
  struct table *t = field_at(
      ASSAULT(HEX("T-E4", "house"),
              GER_AT("g", "658", "T-E3") "," ON_M("r", "soviet", "458", "T-E4", "\"concealed\"")),
      "5 4 2 3");
  act(t, "german", "advance g T-E4 0");
  happened(t, "F14.4", "field.seen");
  happened(t, "F14.8", "field.ambush");
  happened(t, "F14.6", "field.close.combat");
  card(t, "german", "F14.8", "number 6");
  ask(t, "{\"cmd\":\"view\",\"side\":\"all\"}");
  assert_int_equal(int_of(t->last, "view.vars.german_losses"), 2);
  clear_away(t);
}

/* E23: two squads and an 8-1 on a tank: 7 immobilizes it, 6 wrecks it. */
static void against_a_tank(void **unused) {
  (void)unused;
  for (int i = 0; i < 2; i++) {
    struct table *t =
        field_at(ASSAULT("", GER_AT("g1", "658", "T-E3") "," GER_AT("g2", "658", "T-E3") "," GER_AT(
                                 "l", "8-1", "T-E3") "," RUS_AT("t", "T34M43", "T-E4")),
                 i ? "3 3 3 3 5 3 3 6 5" : "3 3 3 3 5 3 4 6 6");
    act(t, "german", "all T-E3 T-E4");
    happened(t, "F14.7", "field.close");
    happened(t, "F14.7", i ? "field.wreck" : "field.immobilized");
    clear_away(t);
  }
}

/* F14.3: without nerve a squad stays, pinned. */
static void no_nerve(void **unused) {
  (void)unused;
  struct table *t =
      field_at(ASSAULT("", GER_AT("g", "658", "T-E3") "," RUS_AT("t", "T34M43", "T-E4")), "5 5");
  act(t, "german", "advance g T-E4 0");
  happened(t, "F14.3", "field.pinned");
  stands(t, "g", "T-E3", 2);
  clear_away(t);
}

/* F14.9: whoever is left of both is in melee, and nobody fires into it. */
static void melee(void **unused) {
  (void)unused;
  struct table *t = field_at(ASSAULT("", GER_AT("g", "658", "T-E3") "," RUS_AT(
                                             "r", "458", "T-E4") "," RUS_AT("z", "458", "T-P16")),
                             "6 5 6 5");
  act(t, "german", "advance g T-E4 0");
  happened(t, "F14.9", "field.melee");
  marked(t, "g", "melee");
  marked(t, "r", "melee");
  clear_away(t);
}

/* F13: a tank overruns a squad in the open; the men hit back at once. */
static void overrun(void **unused) {
  (void)unused;
  struct table *t =
      field_at("\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"units\":[" FACING(
                   "p", "german", "PzIVH", "T-E3",
                   5) "," RUS_AT("r", "458", "T-E4") "," RUS_AT("far", "T34M43", "T-N14") "]",
               "6 5 1 2 6 5");
  act(t, "german", "pick p");
  refused(t, "german", "overrun T-E2", "F13.1");
  act(t, "german", "overrun T-E4");
  act(t, "soviet", "pass");
  happened(t, "F13.2", "field.overrun");
  happened(t, "F14.7", "field.close");
  stands(t, "p", "T-E4", 1);
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(charge_into_a_house),
                                     cmocka_unit_test(in_the_open),
                                     cmocka_unit_test(ambush),
                                     cmocka_unit_test(against_a_tank),
                                     cmocka_unit_test(no_nerve),
                                     cmocka_unit_test(melee),
                                     cmocka_unit_test(overrun)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
