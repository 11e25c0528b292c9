/* test_F11_guns.c - F11 and F12: to hit, armour and the kill roll; E16 to E19 and E25. */
#include "field_kit.h"

#include "../../../src/rules/stalnie/field.h"

/* E16: a tank that has entered ten hexes, front on, at range 10: 15/36 to hit, K 9. */
static void fast_target(void **unused) {
  (void)unused;
  static const int fate[] = {21 * 36, 15 * 3, 15 * 2, 15 * 1, 15 * 24, 15 * 6};
  struct table *t = field_at(
      "\"map\":\"plain:30x16\",\"phase\":\"soviet.action\",\"units\":[" FACING(
          "p", "german", "PzIVH", "T-E3", 5) "," FACING("t", "soviet", "T34M43", "T-E23", 2) "]",
      "");
  act(t, "soviet", "pick t");
  act(t, "soviet", "go T-E13 0");
  const cJSON *c = odds_of(t, "german", "shell p T-E13 0");
  chances(c, 1296, fate, 6);
  clear_away(t);
}

/* E17: the border of the front arc is front; beyond it the flank. */
static void front_and_flank(void **unused) {
  (void)unused;
  static const struct {
    const char *hex;
    int k;
  } cases[] = {{"T-H6", 3}, {"T-E10", 6}};
  for (int i = 0; i < 2; i++) {
    char position[900];
    /* the Tiger in H9 faces east, towards the lower numbers */
    snprintf(position, sizeof position,
             "\"map\":\"plain:16x16\",\"phase\":\"soviet.action\",\"units\":[" FACING(
                 "tiger", "german", "PzVIE", "T-H9",
                 2) ",{\"name\":\"t\",\"side\":\"soviet\","
                    "\"kind\":\"T34M43\",\"hex\":\"%s\",\"facing\":5}]",
             cases[i].hex);
    struct table *t = field_at(position, "");
    act(t, "soviet", "pick t");
    const cJSON *c = odds_of(t, "soviet", "shoot t tiger"), *s;
    char want[24] = "", got[24] = "";
    snprintf(want, sizeof want, "kill on %d", cases[i].k);
    cJSON_ArrayForEach(s, field(c, "steps")) if (!strcmp(text_of(s, "rule"), "F12.1"))
        snprintf(got, sizeof got, "%s", text_of(s, "to"));
    assert_string_equal(got, want);
    clear_away(t);
  }
}

/* E18: outside its arc a Gun turns first, at +3; the hex is then acquired. */
static void turning_gun(void **unused) {
  (void)unused;
  struct table *t = field_at(
      "\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"units\":[" FACING(
          "gun", "german", "AT75L", "T-H2", 1) "," FACING("t", "soviet", "T34M43", "T-H14", 2) "]",
      "3 5 6 5");
  act(t, "german", "pick gun");
  act(t, "german", "shoot gun t");
  card(t, "german", "F11.6", "6 or less");
  happened(t, "F11.2", "field.miss");
  script(t, "soviet: end; german: pick gun; german: shoot gun t");
  card(t, "german", "F11.4", "10 or less"); /* in the arc now: 9, and acquired */
  clear_away(t);
}

/* E19: HE at a squad in a wooden house, acquired twice over: 26/36 to hit, then k 11. */
static void shells_into_a_house(void **unused) {
  (void)unused;
  struct table *t =
      field_at("\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"terrain\":[" HEX(
                   "T-E8", "house") "],\"units\":[{\"name\":\"p\",\"side\":\"german\",\"kind\":"
                                    "\"PzIVH\",\"hex\":\"T-E3\","
                                    "\"facing\":5,\"factors\":{\"acquired\":\"T-E8\"}}," RUS_AT(
                                        "r", "458", "T-E8") "]",
               "1 2 6 6");
  act(t, "german", "pick p");
  act(t, "german", "shell p T-E8 0");
  card(t, "german", "F11.4", "7 or less"); /* 10 - 2 - 2 + 1: acquired once so far */
  happened(t, "F11.2", "field.hit");
  happened(t, "F11.7", "field.shells");
  happened(t, "F11.5", "field.rate");
  const cJSON *c = odds_of(t, "german", "shell p T-E8 0");
  assert_string_equal(text_of(c, "column"), "8 or less");
  assert_int_equal(int_of(c, "outcomes[0].chance[0]") * 36 / int_of(c, "outcomes[0].chance[1]"),
                   10);
  assert_int_equal(int_of(c, "outcomes[1].chance[0]") * 1296 / int_of(c, "outcomes[1].chance[1]"),
                   26); /* k 11: one roll of 36 does nothing */
  clear_away(t);
}

/* F12.2: the verdicts of K 9 and of the edges of the table. */
static void kill_rolls(void **unused) {
  (void)unused;
  static const struct {
    int k;
    struct verdict v;
  } cases[] = {{9, {6, 24, 1, 2, 3}}, {1, {0, 0, 0, 1, 35}}, {0, {0, 0, 0, 0, 36}}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct verdict v;
    sf_verdict(cases[i].k, &v);
    assert_memory_equal(&v, &cases[i].v, sizeof v);
  }
}

/* A hit that kills: wreck, crew, casualty points. */
static void wreck_and_crew(void **unused) {
  (void)unused;
  struct table *t = field_at(
      "\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"units\":[" FACING(
          "p", "german", "PzIVH", "T-E3", 5) "," FACING("t", "soviet", "T34M43", "T-E8", 2) "]",
      "4 2 4 4 1");
  act(t, "german", "pick p");
  act(t, "german", "shoot p t");
  card(t, "german", "F12.1", "kill on 10");
  happened(t, "F12.2", "field.wreck");
  happened(t, "F12.3", "field.crew");
  happened(t, "F23.1", "field.lost");
  ask(t, "{\"cmd\":\"view\",\"side\":\"all\"}");
  assert_int_equal(int_of(t->last, "view.vars.soviet_losses"), 5);
  clear_away(t);
}

/* F5.1, F11.2, F12.1: the card says what is needed to hit and to kill, and what each face of the
 * tank would mean. */
static void faces_of_a_tank(void **unused) {
  (void)unused;
  struct table *t = field_at(
      "\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"units\":[" FACING(
          "p", "german", "PzIVH", "T-E3", 5) "," FACING("t", "soviet", "T34M43", "T-E8", 2) "]",
      "");
  act(t, "german", "pick p");
  const cJSON *c = odds_of(t, "german", "shoot p t");
  assert_string_equal(text_of(c, "gates[0].need"), "10 or less");
  assert_int_equal(int_of(c, "gates[0].chance[0]"), 11); /* 33 of 36 */
  assert_int_equal(int_of(c, "gates[0].chance[1]"), 12);
  assert_string_equal(text_of(c, "aspects.unit"), "t");
  assert_int_equal(int_of(c, "aspects.facing"), 2);
  assert_int_equal(int_of(c, "aspects.faces[0].armour"), 8);
  assert_int_equal(int_of(c, "aspects.faces[1].armour"), 6);
  /* It faces the Panzer, so the front is struck, and its chance is the gate's. */
  assert_true(cJSON_IsTrue(field(c, "aspects.faces[0].struck")));
  assert_false(cJSON_IsTrue(field(c, "aspects.faces[1].struck")));
  assert_true(cJSON_Compare(field(c, "aspects.faces[0].kill"), field(c, "gates[1].chance"), true));
  clear_away(t);
}

/* E25: an open half-track is stunned by small arms at m 4. */
static void open_topped(void **unused) {
  (void)unused;
  struct table *t =
      field_at("\"map\":\"plain:16x16\",\"phase\":\"soviet.action\",\"units\":[" RUS_AT(
                   "r1", "458", "T-E3") "," RUS_AT("r2", "458", "T-E3") "," FACING("spw", "german",
                                                                                   "SPW251/1",
                                                                                   "T-E7", 2) "]",
               "2 2");
  act(t, "soviet", "pick r1");
  weighs(odds_of(t, "soviet", "fire T-E7 0"), "weight 10");
  act(t, "soviet", "fire T-E7 0");
  happened(t, "F12.12", "field.stunned");
  marked(t, "spw", "stunned");
  clear_away(t);
}

/* E25: then an AT45L wrecks it, K 10: the squad inside checks at +2 and stands in the hex; 3 CVP.
 */
static void passengers_of_a_wreck(void **unused) {
  (void)unused;
  struct table *t =
      field_at(PHASE("soviet.action",
                     FACING("gun", "soviet", "AT45L", "T-E3", 5) "," FACING(
                         "spw", "german", "SPW251/1", "T-E7",
                         2) ",{\"name\":\"g\",\"side\":\"german\",\"kind\":\"658\",\"hex\":"
                            "\"T-E7\",\"factors\":{\"by\":\"spw\"}}," RUS_AT("y", "458", "T-A16")),
               "4 4 3 4 3 2 5");
  act(t, "soviet", "pick gun");
  act(t, "soviet", "shoot gun spw");
  card(t, "soviet", "F12.1", "kill on 10");
  happened(t, "F12.2", "field.wreck"); /* DR 7: above 5, it does not burn */
  happened(t, "F12.14", "field.check");
  stands(t, "g", "T-E7", 2);
  assert_int_equal(var_of(t, "german_losses"), 3);
  clear_away(t);
}

/* F20.3: a mortar's smoke round hits or misses. Its card says no more, and what came of it. */
static void smoke_round(void **unused) {
  (void)unused;
  static const int want[] = {3, 33};
  const cJSON *e;
  int said = -1;
  struct table *t =
      field_at(PHASE("german.action",
                     FAR_AWAY "," GER_AT("m", "MTR81", "T-H4") "," RUS_AT("r", "458", "T-H10")),
               "5 4");
  act(t, "german", "pick m");
  chances(odds_of(t, "german", "screen m T-H10"), 36, want, 2);
  act(t, "german", "screen m T-H10");
  cJSON_ArrayForEach(e, field(t->last, "events")) if (field(e, "card")) said =
      int_of(e, "card.rolled");
  assert_int_equal(said, 1);
  happened(t, "F20.1", "field.smoke");
  stands(t, "r", "T-H10", 2);
  clear_away(t);
}

/* F11.2: 12 misses even where the number is 12: a large truck next door, acquired. */
static void twelve_misses(void **unused) {
  (void)unused;
  static const struct {
    const char *dice, *event;
  } rows[] = {{"6 6", "field.miss"}, {"5 6 6 6", "field.hit"}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct table *t = field_at(PHASE("german.action", FAR_AWAY
                                     ",{\"name\":\"g\",\"side\":\"german\",\"kind\":\"AT75L\","
                                     "\"hex\":\"T-H8\",\"facing\":3,\"factors\":{\"acquired\":"
                                     "\"T-H7\"}}," RUS_AT("t", "US2.5t", "T-H7")),
                               rows[i].dice);
    act(t, "german", "pick g");
    act(t, "german", "shoot g t");
    happened(t, "F11.2", rows[i].event);
    clear_away(t);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(twelve_misses),       cmocka_unit_test(fast_target),
      cmocka_unit_test(front_and_flank),     cmocka_unit_test(turning_gun),
      cmocka_unit_test(shells_into_a_house), cmocka_unit_test(kill_rolls),
      cmocka_unit_test(wreck_and_crew),      cmocka_unit_test(faces_of_a_tank),
      cmocka_unit_test(open_topped),         cmocka_unit_test(passengers_of_a_wreck),
      cmocka_unit_test(smoke_round)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
