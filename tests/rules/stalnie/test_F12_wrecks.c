/* test_F12_wrecks.c - F12.3 to F12.15, F13: what is left where a vehicle was, and what an overrun
 * does. */
#include "field_kit.h"

#define TANK FACING("p", "german", "PzIVH", "T-E3", 5)
#define FACED(id, side, kind, hex, face, marks)                                                    \
  "{\"name\":\"" id "\",\"side\":\"" side "\",\"kind\":\"" kind "\",\"hex\":\"" hex                \
  "\",\"facing\":" #face ",\"marks\":[" marks "]}"

/* F12.4, F6.5: its hex holds a wreck, which burns or does not, and hinders the view by 1. */
static void what_is_left(void **unused) {
  (void)unused;
  for (int burns = 0; burns < 2; burns++) {
    struct table *t =
        field_at(PHASE("german.action",
                       FAR_AWAY "," TANK "," FACING("v", "soviet", "T34M43", "T-E8", 2) "," GER_AT(
                           "g", "658", "T-E4") "," RUS_AT("r", "458", "T-E9")),
                 burns ? "3 3 1 2 6" : "3 3 3 4 6");
    act(t, "german", "pick g");
    weighs(odds_of(t, "german", "fire T-E9 0"), "weight 9");
    act(t, "german", "cancel");
    act(t, "german", "pick p");
    act(t, "german", "shoot p v");
    assert_true(shows(t, "german", "wreck"));
    assert_int_equal(shows(t, "german", "burning"), burns);
    if (is_offered(t, "german", "done"))
      act(t, "german", "done");
    act(t, "german", "pick g");
    weighs(odds_of(t, "german", "fire T-E9 0"), "weight 8");
    clear_away(t);
  }
}

/* F12.14: who was inside checks at +2, stands in the hex and is his own man from then on. Broken
 * men who fail are shaken again (F8.4). */
static void out_of_the_wreck(void **unused) {
  (void)unused;
  static const struct {
    const char *marks, *dice;
    bool pinned, broken, shaken;
  } rows[] = {{"", "3 2", false, false, false},
              {"", "3 3", true, false, false},
              {"", "3 4", false, true, true},
              {"\"broken\"", "4 4", false, true, true}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char position[1200], dice[60];
    snprintf(
        position, sizeof position,
        "\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"units\":[%s,%s,%s,{\"name\":\"r\","
        "\"side\":\"soviet\",\"kind\":\"458\",\"hex\":\"T-E8\",\"marks\":[%s],\"factors\":{"
        "\"by\":\"v\"}}]",
        FAR_AWAY, TANK, FACING("v", "soviet", "US1.5t", "T-E8", 2), rows[i].marks);
    snprintf(dice, sizeof dice, "3 3 3 3 %s", rows[i].dice);
    struct table *t = field_at(position, dice);
    act(t, "german", "pick p");
    act(t, "german", "shoot p v");
    assert_int_equal(has_mark(t, "r", "pinned"), rows[i].pinned);
    assert_int_equal(has_mark(t, "r", "broken"), rows[i].broken);
    if (has_mark(t, "r", "shaken") != rows[i].shaken)
      fail_msg("row %d", (int)i);
    marked(t, "r", "moved");
    if (i == 0) {
      go_on_to(t, "soviet.action");
      act(t, "soviet", "pick r");
      offered(t, "soviet", "go T-E9 0", "F4.7");
    }
    clear_away(t);
  }
}

/* F22.4: the crew of a tank takes nothing where it stands. */
static void crews_take_nothing(void **unused) {
  (void)unused;
  struct table *t = field_at(
      "\"map\":\"plain:16x16\",\"phase\":\"soviet.action\",\"regions\":[{\"id\":\"objective\","
      "\"hexes\":[\"T-E8\"]}],\"units\":[" FAR_AWAY "," FACING(
          "k", "soviet", "AT45LL", "T-E3", 5) "," FACING("v", "german", "PzIIIN", "T-E8", 2) "]",
      "3 3 3 4 1");
  act(t, "soviet", "pick k");
  act(t, "soviet", "shoot k v");
  happened(t, "F12.3", "field.crew");
  if (is_offered(t, "soviet", "done"))
    act(t, "soviet", "done");
  act(t, "soviet", "end");
  never(t, "field.taken");
  clear_away(t);
}

/* F12.12: small arms against an open half-track: margin 6 wrecks it where the armour is 0, 5 stuns
 * it; in front, where it is 1, 6 stuns too. Two 458: S 10, +2. */
static void open_half_tracks(void **unused) {
  (void)unused;
  static const struct {
    int face;
    const char *dice, *event;
  } rows[] = {
      {5, "1 1 6", "field.wreck"}, {5, "1 2", "field.stunned"}, {2, "1 1", "field.stunned"}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char position[1200];
    snprintf(position, sizeof position,
             "\"map\":\"plain:16x16\",\"phase\":\"soviet.action\",\"units\":[%s,%s,{\"name\":\"v\","
             "\"side\":\"german\",\"kind\":\"SPW251/1\",\"hex\":\"T-E7\",\"facing\":%d}]",
             FAR_AWAY, RUS_AT("r", "458", "T-E3") "," RUS_AT("s", "458", "T-E3"), rows[i].face);
    struct table *t = field_at(position, rows[i].dice);
    act(t, "soviet", "pick r");
    weighs(odds_of(t, "soviet", "fire T-E7 0"), "weight 10");
    act(t, "soviet", "fire T-E7 0");
    happened(t, "F12.12", rows[i].event);
    clear_away(t);
  }
}

/* F14.7: only a squad, half-squad or crew may have a magnetic charge: no die for a hero. */
static void a_hero_has_no_charge(void **unused) {
  (void)unused;
  struct table *t =
      field_at(PHASE("german.assault", FAR_AWAY "," GER_AT("g", "hero", "T-E3") "," ON_M(
                                           "v", "soviet", "T34M43", "T-E4", "\"stunned\"")),
               "5 6");
  act(t, "german", "advance g T-E4 0");
  act(t, "german", "end");
  stands(t, "v", "T-E4", 1);
  clear_away(t);
}

/* F13.1: no overrun across a cliff. */
static void over_a_cliff(void **unused) {
  (void)unused;
  struct table *t =
      field_at(ON_GROUND("german.action", "{\"side\":[\"T-E5\",\"T-E6\"],\"set\":[\"slope\"]}",
                         FAR_AWAY "," FACING("p", "german", "PzIVH", "T-E5", 5) "," RUS_AT(
                             "r", "458", "T-E6") "," RUS_AT("s", "458", "T-F5")),
               "");
  act(t, "german", "pick p");
  refused(t, "german", "overrun T-E6", "F13.1");
  offered(t, "german", "overrun T-F5", "F13.1");
  clear_away(t);
}

/* F13.3: a Gun whose crew is broken under the tracks is lost; not the broken squad beside it, nor
 * another broken Gun elsewhere. F13.2: 2 x 8 and 4: column 20, S 13. F19.1: the sniper after it. */
static void under_the_tracks(void **unused) {
  (void)unused;
  struct table *t =
      field_at(UNDER("german.action", "\"german_san\":5",
                     FAR_AWAY "," FACING("p", "german", "PzIVH", "T-E5", 5) "," FACED(
                         "k", "soviet", "AT45LL", "T-E6", 2,
                         "\"broken\"") "," ON_M("r", "soviet", "458", "T-E6",
                                                "\"broken\"") "," FACED("f", "soviet", "AT45LL",
                                                                        "T-H9", 2, "\"broken\"")),
               "5 6 2 3 2 2 4");
  act(t, "german", "pick p");
  act(t, "german", "overrun T-E6");
  act(t, "soviet", "pass");
  happened(t, "F13.3", "field.lost");
  happened(t, "F19.1", "field.sniper");
  assert_string_equal(place_of(t, "k"), "soviet.lost");
  assert_string_equal(place_of(t, "f"), "T-H9");
  assert_string_equal(place_of(t, "r"), "T-E6");
  clear_away(t);
}

/* F13.2: an emplaced Gun alone has its 2: S 13, so 11 is a pin check and 12 nothing. With its
 * machine guns out of order a tank has 4 FP. */
static void firepower_of_an_overrun(void **unused) {
  (void)unused;
  static const struct {
    const char *dice, *words;
  } rows[] = {{"5 6 2 2", "pin check"}, {"6 6", "no effect"}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct table *t = field_at(
        PHASE("german.action", FAR_AWAY "," FACING("p", "german", "PzIVH", "T-E5", 5) "," FACED(
                                   "k", "soviet", "AT45LL", "T-E6", 2, "\"emplaced\"")),
        rows[i].dice);
    act(t, "german", "pick p");
    act(t, "german", "overrun T-E6");
    act(t, "soviet", "pass");
    const cJSON *e;
    bool told = false;
    cJSON_ArrayForEach(e, field(t->last, "events")) told |=
        !strcmp(text_of(e, "kind"), "field.overrun") && strstr(text_of(e, "text"), rows[i].words);
    if (!told)
      fail_msg("row %d", (int)i);
    clear_away(t);
  }
  struct table *t =
      field_at(PHASE("german.action",
                     FAR_AWAY "," FACING("p", "german", "PzIVH", "T-E5", 5) "," RUS_AT(
                         "r", "458", "T-E7") "," FACED("k", "soviet", "MTR82", "T-E6", 2, "")),
               "6 6 3 3 5 4");
  act(t, "german", "pick p");
  act(t, "german", "mg p T-E7 0");
  happened(t, "F10.6", "field.breakdown");
  go_on_to(t, "soviet.action");
  go_on_to(t, "german.action");
  act(t, "german", "pick p");
  act(t, "german", "overrun T-E6");
  act(t, "soviet", "pass");
  happened(t, "F13.2", "field.overrun"); /* S 8: 9 does nothing */
  unmarked(t, "k", "pinned");
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_is_left),         cmocka_unit_test(out_of_the_wreck),
      cmocka_unit_test(crews_take_nothing),   cmocka_unit_test(open_half_tracks),
      cmocka_unit_test(a_hero_has_no_charge), cmocka_unit_test(over_a_cliff),
      cmocka_unit_test(under_the_tracks),     cmocka_unit_test(firepower_of_an_overrun)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
