/* test_F14_advances.c - F14.1 to F14.4, F10.9: what an advance shows, what it treads on, and what a
 * thrown charge strikes. */
#include "field_kit.h"

#define CHARGE GER_AT("g", "658", "T-E3") "," CARRIED("dc", "german", "DC", "g")

/* F14.4, F15.4: who advances among enemies is seen; alone he is seen in the open by a watcher
 * within 16 hexes, and in cover by nobody; a weapon that lies there is no enemy. */
static void who_is_seen(void **unused) {
  (void)unused;
  static const struct {
    const char *ground, *others;
    bool seen;
  } rows[] = {{"woods", RUS_AT("r", "458", "T-E4"), true},
              {"woods", RUS_AT("r", "458", "T-E7"), false},
              {"open", RUS_AT("r", "458", "T-E7"), true},
              {"open", RUS_AT("r", "458", "T-E21"), false},
              {"woods", RUS_AT("r", "458", "T-E7") "," ON("w", "soviet", "LMG_R", "T-E4"), false}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char position[1200];
    snprintf(position, sizeof position,
             "\"map\":\"plain:30x16\",\"phase\":\"german.assault\",\"terrain\":[{\"hex\":\"T-E4\","
             "\"set\":[\"%s\"]}],\"units\":[%s,%s,%s]",
             rows[i].ground, GER_AT("z", "658", "T-P30"),
             ON_M("g", "german", "658", "T-E3", "\"concealed\""), rows[i].others);
    struct table *t = field_at(position, "");
    act(t, "german", "advance g T-E4 0");
    if (has_mark(t, "g", "concealed") == rows[i].seen)
      fail_msg("row %d", (int)i);
    clear_away(t);
  }
}

/* F15.8: who was hidden and advances is on the map, concealed. F15.7: dummies vanish. */
static void hidden_men_and_dummies(void **unused) {
  (void)unused;
  struct table *t = field_at(WORKED("german.assault", HEX("T-E3", "woods") "," HEX("T-E4", "woods"),
                                    WORK("T-E4", "dummy", "soviet"),
                                    FAR_AWAY "," ON_M("g", "german", "658", "T-E3", "\"hip\"")),
                             "");
  act(t, "german", "advance g T-E4 0");
  happened(t, "F15.7", "field.dummy");
  unmarked(t, "g", "hip");
  marked(t, "g", "concealed");
  clear_away(t);
}

/* F16.8: mines strike who advances into them, and who leaves them; who is lost there goes nowhere.
 */
static void mines_on_the_way(void **unused) {
  (void)unused;
  struct table *t = field_at(WORKED("german.assault", "", WORK("T-E4", "mines8", "soviet"),
                                    FAR_AWAY "," GER_AT("g", "658", "T-E3")),
                             "6 6");
  act(t, "german", "advance g T-E4 0");
  happened(t, "F16.8", "field.mines");
  clear_away(t);
  t = field_at(WORKED("german.assault", "", WORK("T-E3", "mines8", "soviet"),
                      FAR_AWAY "," GER_AT("g", "348", "T-E3") "," GER_AT("h", "658", "T-H3")),
               "1 3"); /* S 10, margin 6: a half-squad is gone */
  act(t, "german", "advance g T-E4 0");
  assert_string_equal(place_of(t, "g"), "german.lost");
  never(t, "field.advances");
  clear_away(t);
}

/* F14.1: who waits off the map advances nowhere. F14.3: equal to its morale a squad dares. */
static void who_advances(void **unused) {
  (void)unused;
  struct table *t =
      field_at("\"map\":\"plain:16x16\",\"phase\":\"german.assault\",\"vars\":{\"edges\":1},"
               "\"units\":[" FAR_AWAY ",{\"name\":\"w\",\"side\":\"german\",\"kind\":"
               "\"658\",\"box\":\"german.off\"}]",
               "");
  refused(t, "german", "advance w T-P9 0", "F14.1");
  clear_away(t);
  for (int dr = 8; dr <= 9; dr++) {
    t = field_at(PHASE("german.assault", FAR_AWAY "," GER_AT("g", "658", "T-E3") "," FACING(
                                             "v", "soviet", "T34M43", "T-E4", 2)),
                 dr == 8 ? "4 4" : "4 5");
    act(t, "german", "advance g T-E4 0");
    assert_string_equal(place_of(t, "g"), dr == 8 ? "T-E4" : "T-E3");
    clear_away(t);
  }
}

/* F10.9, F15.4: a charge shows who threw it and the tank that it strikes, takes dummies away, and a
 * check that it causes may call the sniper. */
static void what_a_throw_shows(void **unused) {
  (void)unused;
  struct table *t =
      field_at(PHASE("german.assault",
                     FAR_AWAY "," ON_M("g", "german", "658", "T-E3", "\"concealed\"") "," CARRIED(
                         "dc", "german", "DC",
                         "g") ",{\"name\":\"v\",\"side\":\"soviet\","
                              "\"kind\":\"T34M43\",\"hex\":\"T-E4\",\"facing\":2,\"marks\":["
                              "\"concealed\"]}"),
               "3 3 6 6");
  act(t, "german", "throw g T-E4 0");
  unmarked(t, "g", "concealed");
  unmarked(t, "v", "concealed");
  clear_away(t);
  t = field_at(WORKED("german.assault", "", WORK("T-E4", "dummy", "soviet"), FAR_AWAY "," CHARGE),
               "5 6");
  act(t, "german", "throw g T-E4 0");
  happened(t, "F15.7", "field.dummy");
  clear_away(t);
  t = field_at("\"map\":\"plain:16x16\",\"phase\":\"german.assault\",\"vars\":{\"german_san\":5},"
               "\"units\":[" FAR_AWAY "," CHARGE "," RUS_AT("r", "458", "T-E4") "]",
               "5 6 2 3 4");
  act(t, "german", "throw g T-E4 0");
  happened(t, "F19.1", "field.sniper");
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(who_is_seen), cmocka_unit_test(hidden_men_and_dummies),
      cmocka_unit_test(mines_on_the_way), cmocka_unit_test(who_advances),
      cmocka_unit_test(what_a_throw_shows)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
