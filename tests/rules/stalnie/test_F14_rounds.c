/* test_F14_rounds.c - F14.6 to F14.10: who surprises whom, in which order blows fall, and who is in
 * melee afterwards. */
#include "field_kit.h"

#define IN_WOODS(units)                                                                            \
  "\"map\":\"plain:16x16\",\"phase\":\"german.assault\",\"terrain\":[" HEX(                        \
      "T-E4", "woods") "],"                                                                        \
                       "\"units\":[" FAR_AWAY "," units "]"
#define ATTACKER GER_AT("g", "658", "T-E3")

/* F14.8: 3 lower ambushes, for either side; concealed men have 2 less, whatever they carry. */
static void who_surprises(void **unused) {
  (void)unused;
  static const struct {
    const char *marks, *dice;
    bool ambush;
  } rows[] = {{"", "2 5 6 6 6 6", true},
              {"", "3 5 6 6 6 6", false},
              {"", "5 2 6 6 6 6", true},
              {"\"concealed\"", "4 4 6 6 6 6", false},
              {"\"concealed\"", "5 4 6 6 6 6", true}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char position[1200];
    snprintf(position, sizeof position,
             IN_WOODS(ATTACKER
                      ",{\"name\":\"r\",\"side\":\"soviet\",\"kind\":\"458\",\"hex\":\"T-E4\","
                      "\"marks\":[%s]}," CARRIED("m", "soviet", "LMG_R", "r")),
             rows[i].marks);
    struct table *t = field_at(position, rows[i].dice);
    act(t, "german", "advance g T-E4 0");
    act(t, "german", "end");
    if (rows[i].ambush)
      happened(t, "F14.8", "field.ambush");
    else
      never(t, "field.ambush");
    happened(t, "F14.9", "field.melee");
    marked(t, "g", "melee");
    clear_away(t);
  }
}

/* F14.8: who ambushes strikes first, and who is gone strikes no more: 6:4 is 3-2, number 7, -1: a
 * DR of 5 kills. Of the other side the same: 4:6 is 1-2, number 5, -1: 4 kills. */
static void first_blow(void **unused) {
  (void)unused;
  static const struct {
    const char *dice, *lost, *left;
  } rows[] = {{"1 6 2 3", "r", "g"}, {"6 1 2 2", "g", "r"}};
  for (size_t i = 0; i < 2; i++) {
    struct table *t = field_at(IN_WOODS(ATTACKER "," RUS_AT("r", "458", "T-E4")), rows[i].dice);
    act(t, "german", "advance g T-E4 0");
    act(t, "german", "end");
    assert_string_equal(place_of(t, rows[i].lost), i ? "german.lost" : "soviet.lost");
    assert_string_equal(place_of(t, rows[i].left), "T-E4");
    unmarked(t, rows[i].left, "melee");
    never(t, "field.melee");
    clear_away(t);
  }
}

/* F14.8: against a vehicle alone there is no ambush, in woods neither. */
static void no_surprise_for_a_tank(void **unused) {
  (void)unused;
  struct table *t =
      field_at("\"map\":\"plain:16x16\",\"phase\":\"soviet.assault\",\"terrain\":[" HEX(
                   "T-E4", "woods") "],"
                                    "\"units\":[" FAR_AWAY "," RUS_AT("r", "458", "T-E3") "," ON_M(
                                        "v", "german", "PzIVH", "T-E4", "\"stunned\"") "]",
               "6 5");
  act(t, "soviet", "advance r T-E4 0");
  act(t, "soviet", "end");
  never(t, "field.ambush");
  stands(t, "v", "T-E4", 1);
  clear_away(t);
}

/* F14.6: the lot is drawn again among those left; the card says what came about. Three 426 are 12
 * against 12: number 6; DR 3 is a margin of 3, two are lost. */
static void two_by_lot(void **unused) {
  (void)unused;
  struct table *t = field_at(
      PHASE("german.assault",
            FAR_AWAY "," ATTACKER "," GER_AT("h", "658", "T-E3") "," RUS_AT(
                "a", "426", "T-E4") "," RUS_AT("b", "426", "T-E4") "," RUS_AT("c", "426", "T-E4")),
      "1 2 6 6 1 1");
  act(t, "german", "all T-E3 T-E4");
  act(t, "german", "end");
  const cJSON *e;
  int rolled[2] = {-1, -1}, n = 0;
  cJSON_ArrayForEach(e, field(t->last, "events")) {
    if (field(e, "card") && n < 2)
      rolled[n++] = int_of(e, "card.rolled");
  }
  assert_int_equal(rolled[0], 3); /* two eliminated */
  assert_int_equal(rolled[1], 0);
  assert_string_equal(place_of(t, "a"), "soviet.lost");
  assert_string_equal(place_of(t, "b"), "soviet.lost");
  assert_string_equal(place_of(t, "c"), "T-E4");
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(who_surprises), cmocka_unit_test(first_blow),
                                     cmocka_unit_test(no_surprise_for_a_tank),
                                     cmocka_unit_test(two_by_lot)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
