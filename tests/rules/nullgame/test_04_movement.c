/* test_04_movement.c - nullgame 4: movement, reaction fire, sight. */
#include "table.h"

#define GUN_WATCH(terrain)                                                                         \
  PLAIN PHASE("german.movement") terrain UNITS(                                                    \
      AT("de.1.inf", "0507") "," AT("ru.zis", "0504") "," AT("ru.1.rifle", "0101"))

static void r4_1_movement(void **s) {
  (void)s;
  struct table *t =
      lay("nullgame",
          PLAIN PHASE("german.movement") UNITS(AT("de.1.inf", "0507") "," AT("ru.1.rifle", "0101")),
          "");
  refused(t, "german", "move ru.1.rifle", "4.1");
  act(t, "german", "move de.1.inf");
  refused(t, "german", "step 0505", "4.1"); /* not next to it */
  act(t, "german", "step 0506");
  happened(t, "4.1", "moves");
  act(t, "german", "stop");
  refused(t, "german", "move de.1.inf", "4.1"); /* once */
  clear_away(t);
}

static void r4_2_costs(void **s) {
  (void)s;
  struct table *t =
      lay("nullgame",
          PLAIN PHASE(
              "german.movement") "\"terrain\":[{\"hex\":\"0505\",\"set\":[\"wood\"]},{\"hex\":"
                                 "\"0607\",\"set\":[\"village\"]},"
                                 "{\"side\":[\"0407\",\"0507\"],\"set\":[\"river\"]},{\"path\":["
                                 "\"0507\",\"0506\",\"0606\"],\"set\":[\"road.main\"]}]," UNITS(
                                     AT("de.1.inf", "0507")),
          "");
  reaches(t, "german", "de.1.inf", "0506", "1/2", "4.2"); /* road */
  reaches(t, "german", "de.1.inf", "0606", "1", "4.2");   /* road, two hexes */
  reaches(t, "german", "de.1.inf", "0505", "5/2", "4.2"); /* road, then woods */
  reaches(t, "german", "de.1.inf", "0607", "1", "4.2");   /* village */
  reaches(t, "german", "de.1.inf", "0407", "2", "4.2");   /* across the river */
  reaches(t, "german", "de.1.inf", "0503", NULL, NULL);
  acts(t, "german", "move de.1.inf; step 0407");
  refused(t, "german", "step 0507", "4.2"); /* one point left, two wanted */
  clear_away(t);
}

static void r4_3_zones(void **s) {
  (void)s;
  struct table *t = lay(
      "nullgame",
      PLAIN PHASE("german.movement") UNITS(AT("de.pz.a", "0507") "," AT("ru.1.rifle", "0504")), "");
  reaches(t, "german", "de.pz.a", "0505", "2", "4.3");
  acts(t, "german", "move de.pz.a; step 0506; step 0505");
  ask(t, "{\"cmd\":\"actions\",\"side\":\"german\"}");
  assert_string_equal(text_of(t->last, "prompt.node"), "move"); /* the move is over */
  clear_away(t);
}

static void r4_4_one_hex(void **s) {
  (void)s;
  struct table *t = lay(
      "nullgame",
      PLAIN PHASE("german.movement") "\"terrain\":[{\"hex\":\"0506\",\"set\":[\"wood\"]}],"
                                     "\"units\":[{\"name\":\"slow\",\"side\":\"german\",\"kind\":"
                                     "\"GUN\",\"factors\":{\"mp\":1},\"hex\":\"0507\"}]",
      "");
  reaches(t, "german", "slow", "0506", "1", "4.4");
  acts(t, "german", "move slow; step 0506"); /* 2 points' worth with 1 */
  stands(t, "slow", "0506", 2);
  clear_away(t);
}

static void r4_5_no_entry(void **s) {
  (void)s;
  struct table *t =
      lay("nullgame",
          PLAIN PHASE("german.movement") UNITS(AT("de.1.inf", "0505") "," AT("ru.1.rifle", "0504")),
          "");
  act(t, "german", "move de.1.inf");
  refused(t, "german", "step 0504", "4.5");
  clear_away(t);
}

static void r4_6_reaction(void **s) {
  (void)s;
  struct table *t = lay("nullgame", GUN_WATCH(""), "5");
  acts(t, "german", "move de.1.inf; step 0506");
  refused(t, "soviet", "fire ru.1.rifle", "4.6"); /* no gun */
  outcome(t, "soviet", "hit", 1, 3);
  /* who fires, also in the other's turn */
  assert_string_equal(text_of(t->last, "prompt.cards[0].by"), "soviet");
  act(t, "soviet", "fire ru.zis");
  rolled(t, "4.6", "5");
  happened(t, "4.6", "fire");
  happened(t, "2.1", "loss");
  stands(t, "de.1.inf", "0506", 1);
  ask(t, "{\"cmd\":\"actions\",\"side\":\"german\"}");
  assert_string_equal(text_of(t->last, "prompt.node"), "move"); /* the hit ended the move */
  clear_away(t);

  t = lay("nullgame", GUN_WATCH(""), "4"); /* a miss: the move goes on, and the gun has fired */
  acts(t, "german", "move de.1.inf; step 0506");
  act(t, "soviet", "fire ru.zis");
  never(t, "loss");
  act(t, "german", "step 0606");
  clear_away(t);

  /* in woods only a 6 */
  t = lay("nullgame", GUN_WATCH("\"terrain\":[{\"hex\":\"0506\",\"set\":[\"wood\"]}],"), "5");
  acts(t, "german", "move de.1.inf; step 0506");
  card(t, "soviet", "4.6", "6");
  outcome(t, "soviet", "hit", 1, 6);
  act(t, "soviet", "fire ru.zis");
  never(t, "loss");
  clear_away(t);

  /* the option off */
  t = lay_with("nullgame", "\"guns\":false", GUN_WATCH(""), "", NULL, __FILE__, __LINE__);
  acts(t, "german", "move de.1.inf; step 0506; stop");
  clear_away(t);
}

static void r4_6_range(void **s) {
  (void)s;
  struct table *t =
      lay("nullgame",
          PLAIN PHASE("german.movement") "\"units\":[" AT("de.1.inf", "0507") "," AT(
              "ru.zis",
              "0504") ",{\"name\":\"far\",\"side\":\"soviet\",\"kind\":\"GUN\",\"hex\":\"0502\"}]",
          "");
  acts(t, "german", "move de.1.inf; step 0506");
  refused(t, "soviet", "fire far", "4.6");
  clear_away(t);
}

static void r4_7_sight(void **s) {
  (void)s;
  struct table *t =
      lay("nullgame",
          PLAIN PHASE("german.movement") "\"terrain\":[{\"hex\":\"0505\",\"set\":[\"wood\"]}],"
                                         "\"units\":[" AT("de.1.inf", "0507") "," AT(
                                             "ru.zis",
                                             "0504") ",{\"name\":\"side\",\"side\":\"soviet\","
                                                     "\"kind\":\"GUN\",\"hex\":\"0605\"}]",
          "1");
  acts(t, "german", "move de.1.inf; step 0506");
  refused(t, "soviet", "fire ru.zis", "4.7"); /* the wood is between */
  act(t, "soviet", "fire side");
  ask(t, "{\"cmd\":\"overlay\",\"side\":\"german\",\"name\":\"los\",\"args\":[\"0506\",\"0504\"]}");
  assert_string_equal(text_of(t->last, "overlay.lines[0].cut"), "0505");
  cites(t, "overlay.lines[0].rule", "4.7");
  /* 0506 to 0605's far neighbour 0604: along the hexside of 0505 and 0605, only one of them blocks:
   * open. */
  ask(t, "{\"cmd\":\"overlay\",\"side\":\"german\",\"name\":\"los\",\"args\":[\"0506\",\"0604\"]}");
  assert_true(cJSON_IsNull(field(t->last, "overlay.lines[0].cut")));
  clear_away(t);
  t = lay("nullgame",
          PLAIN "\"terrain\":[{\"hex\":\"0505\",\"set\":[\"wood\"]},{\"hex\":\"0605\",\"set\":["
                "\"village\"]}]," UNITS(AT("de.1.inf", "0507")),
          "");
  ask(t, "{\"cmd\":\"overlay\",\"side\":\"german\",\"name\":\"los\",\"args\":[\"0506\",\"0604\"]}");
  assert_true(cJSON_IsString(field(t->last, "overlay.lines[0].cut"))); /* both block */
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(r4_1_movement), cmocka_unit_test(r4_2_costs),
      cmocka_unit_test(r4_3_zones),    cmocka_unit_test(r4_4_one_hex),
      cmocka_unit_test(r4_5_no_entry), cmocka_unit_test(r4_6_reaction),
      cmocka_unit_test(r4_6_range),    cmocka_unit_test(r4_7_sight),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
