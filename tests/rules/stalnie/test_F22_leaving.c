/* test_F22_leaving.c - F22.1, F22.2: the last point of an entry and of an exit, and what goes with
 * those who leave. */
#include "field_kit.h"

#define OPEN(phase, units) UNDER(phase, "\"edges\":1", FAR_AWAY "," units)
#define OFF(id, kind, factors)                                                                     \
  "{\"name\":\"" id "\",\"side\":\"german\",\"kind\":\"" kind                                      \
  "\",\"box\":\"german.off\",\"factors\":{" factors "}}"

/* F22.1: who is carried comes with the vehicle. The whole allowance pays for the hex: 2 MP are
 * enough for woods, 1 is not. */
static void who_can_pay(void **unused) {
  (void)unused;
  for (int mortar = 0; mortar < 2; mortar++) {
    struct table *t = field_at(
        mortar ? "\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"vars\":{\"edges\":1},"
                 "\"terrain\":[" HEX("T-P6", "woods") "],\"units\":[" FAR_AWAY "," OFF(
                     "g", "658", "") "," CARRIED("a", "german", "MMG_G",
                                                 "g") "," CARRIED("b", "german", "MTR50", "g") "]"
               : "\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"vars\":{\"edges\":1},"
                 "\"terrain\":[" HEX("T-P6", "woods") "],\"units\":[" FAR_AWAY "," OFF(
                     "g", "658", "") "," CARRIED("a", "german", "MMG_G",
                                                 "g") "," CARRIED("b", "german", "LMG_G", "g") "]",
        "");
    act(t, "german", "enter g");
    if (mortar)
      refused(t, "german", "at T-P6", "F22.1");
    else
      offered(t, "german", "at T-P6", "F22.1");
    offered(t, "german", "at T-P9", "F22.1");
    clear_away(t);
  }
  struct table *t = field_at(
      OPEN("german.action", OFF("v", "SPW251/1", "") "," OFF("h", "658", "\"by\":\"v\"")), "");
  refused(t, "german", "enter h", "F22.1");
  offered(t, "german", "enter v", "F22.1");
  clear_away(t);
}

/* F22.2: with one point left, and from the ground. */
static void the_last_point(void **unused) {
  (void)unused;
  for (int hexes = 3; hexes <= 4; hexes++) {
    struct table *t = field_at(
        OPEN("german.action", GER_AT("g", "658", "T-P4") "," RUS_AT("r", "458", "T-P12")), "");
    act(t, "german", "pick g");
    act(t, "german", hexes == 3 ? "go T-P7 0" : "go T-P8 0");
    act(t, "soviet", "pass");
    if (hexes == 3)
      offered(t, "german", "leave", "F22.2");
    else
      refused(t, "german", "leave", "F22.2");
    clear_away(t);
  }
  struct table *t = field_at(
      "\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"vars\":{\"edges\":1},\"terrain\":["
      "{\"hex\":\"T-P6\",\"set\":[\"house\",\"upper\"]}],\"units\":[" FAR_AWAY
      "," WITH("g", "german", "658", "T-P6", "\"level\":\"1\"") "]",
      "");
  act(t, "german", "pick g");
  refused(t, "german", "leave", "F22.2");
  clear_away(t);
}

/* CG13a, CG13b: the weapons go with who is Retained, and are lost with who counts as lost; where a
 * "?" has left nothing is left. */
static void what_goes_with_them(void **unused) {
  (void)unused;
  struct table *t = field_at(
      OPEN("german.action", ON_M("g", "german", "658", "T-P4", "\"concealed\"") "," CARRIED(
                                "m", "german", "LMG_G", "g") "," RUS_AT("r", "458", "T-C9")),
      "");
  act(t, "german", "pick g");
  act(t, "german", "leave");
  act(t, "soviet", "pass");
  happened(t, "F22.2", "field.leaves");
  assert_string_equal(place_of(t, "m"), place_of(t, "g"));
  char *seen = seen_by(t, "soviet", "units");
  assert_null(strstr(seen, "T-P4"));
  free(seen);
  clear_away(t);
  t = field_at(
      OPEN("german.action", GER_AT("g", "658", "T-A4") "," CARRIED("m", "german", "LMG_G", "g")),
      "");
  act(t, "german", "pick g");
  act(t, "german", "leave");
  act(t, "soviet", "pass");
  happened(t, "F22.3", "field.lost");
  assert_string_equal(place_of(t, "m"), "german.lost");
  clear_away(t);
}

/* F22.2, CG13a: only from its own front edge; 12 fails always, though a leader of 3 would make 9 of
 * it. */
static void broken_men_leave(void **unused) {
  (void)unused;
  static const char *const dice[] = {"5 6", "6 6"};
  for (int fails = 0; fails < 2; fails++) {
    struct table *t = field_at("\"map\":\"plain:3x1\",\"phase\":\"german.action\",\"vars\":{"
                               "\"edges\":1},\"units\":[" GER_AT("g", "658", "T-A2") "," ON_M(
                                   "b", "soviet", "458", "T-A1",
                                   "\"broken\",\"fanatic\"") "," RUS_AT("l", "10-3", "T-A1") "]",
                               dice[fails]);
    act(t, "german", "end");
    happened(t, "F22.2", fails ? "field.lost" : "field.leaves");
    clear_away(t);
  }
  struct table *t = field_at(
      "\"map\":\"plain:1x3\",\"phase\":\"german.action\",\"vars\":{\"edges\":1},\"units\":[" GER_AT(
          "g", "658", "T-C1") "," GER_AT("h", "658", "T-A1") "," ON_M("b", "soviet", "458", "T-B1",
                                                                      "\"broken\"") "]",
      "");
  act(t, "german", "end");
  happened(t, "F8.14", "field.surrenders");
  clear_away(t);
}

/* F22.6: the roll for the end of the battle is told. */
static void end_is_told(void **unused) {
  (void)unused;
  struct table *t =
      field_at("\"map\":\"plain:16x16\",\"phase\":\"soviet.assault\",\"turn\":7,\"vars\":{"
               "\"rolls_end\":1},\"units\":[" FAR_AWAY "]",
               "3");
  act(t, "soviet", "end");
  happened(t, "F22.6", "field.end.roll");
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(who_can_pay), cmocka_unit_test(the_last_point),
      cmocka_unit_test(what_goes_with_them), cmocka_unit_test(broken_men_leave),
      cmocka_unit_test(end_is_told)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
