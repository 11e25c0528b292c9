/* test_F16_shown.c - F15.7, F15.10, F15.11, F16: what shows a work and what does not, and the
 * figures of wire, mines, charges, searches and cloaks at their edges. */
#include "field_kit.h"

#define STOREYS(hex, kind) "{\"hex\":\"" hex "\",\"set\":[\"" kind "\",\"upper\"]}"
#define CHARGED(units)                                                                             \
  FAR_AWAY "," WITH("g", "german", "838", "T-E8", "\"charge\":\"T-E6\"") "," units

/* Does the side see a "?" in that hex? */
static bool veiled_in(struct table *t, const char *side, const char *hex) {
  const cJSON *u;
  ask(t, "{\"cmd\":\"view\",\"side\":\"%s\"}", side);
  cJSON_ArrayForEach(u, field(t->last, "view.units")) {
    bool here = !strcmp(text_of(u, "at"), hex);
    if (here && *text_of(u, "id") == '?')
      return true;
  }
  return false;
}

/* F16.1: at the End a work is seen within 16 hexes, if the line to it is free. */
static void too_far_or_covered(void **unused) {
  (void)unused;
  static const struct {
    const char *from, *ground;
    bool seen;
  } rows[] = {{"T-A17", "", true}, {"T-A18", "", false}, {"T-A8", HEX("T-A4", "house"), false}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char position[1200];
    snprintf(position, sizeof position,
             "\"map\":\"plain:30x16\",\"phase\":\"german.assault\",\"terrain\":[%s],\"marks\":[%s],"
             "\"units\":[%s,{\"name\":\"g\",\"side\":\"german\",\"kind\":\"658\",\"hex\":\"%s\"}]",
             rows[i].ground, WORK("T-A1", "trench", "soviet"), RUS_AT("y", "458", "T-P1"),
             rows[i].from);
    struct table *t = field_at(position, "");
    act(t, "german", "end");
    if (shows(t, "german", "trench") != rows[i].seen)
      fail_msg("row %d", (int)i);
    clear_away(t);
  }
}

/* F16.1: fire at men shows the work that covers them: a fortified house, the trench they are in;
 * not the pillbox beside them, nor the trench below them. */
static void cover_that_is_shown(void **unused) {
  (void)unused;
  struct table *t =
      field_at(WORKED("german.action", HEX("T-E8", "house"), WORK("T-E8", "fortified0", "soviet"),
                      FAR_AWAY "," GER_AT("g", "658", "T-E4") "," RUS_AT("r", "458", "T-E8")),
               "6 6");
  act(t, "german", "pick g");
  act(t, "german", "fire T-E8 0");
  happened(t, "F16.1", "field.work");
  assert_true(shows(t, "german", "fortified"));
  clear_away(t);
  t = field_at(WORKED("german.action", "",
                      WORK("T-E8", "trench", "soviet") "," WORK("T-E8", "pillbox2", "soviet"),
                      FAR_AWAY "," GER_AT("g", "658", "T-E4") "," RUS_AT("r", "458", "T-E8")),
               "6 6");
  act(t, "german", "pick g");
  act(t, "german", "fire T-E8 0");
  assert_true(shows(t, "german", "trench"));
  assert_false(shows(t, "german", "pillbox"));
  clear_away(t);
}

/* F16.6: out of wire it costs 1 and the die more than the step: 4 MP are enough on 2, not on 3. */
static void price_of_wire(void **unused) {
  (void)unused;
  for (int die = 2; die <= 3; die++) {
    struct table *t = field_at(WORKED("german.action", "", WORK("T-E6", "wire", "german"),
                                      FAR_AWAY "," GER_AT("g", "658", "T-E6")),
                               die == 2 ? "2" : "3");
    act(t, "german", "pick g");
    act(t, "german", "go T-E7 0");
    act(t, "soviet", "pass");
    char *events = cJSON_PrintUnformatted(field(t->last, "events"));
    if (!strstr(events, die == 2 ? "3 MP" : "4 MP"))
      fail_msg("%s", events);
    free(events);
    stands(t, "g", die == 2 ? "T-E7" : "T-E6", 2);
    clear_away(t);
  }
}

/* F16.6: who begins in wire that he did not know of knows it as he leaves. */
static void wire_is_felt_on_leaving(void **unused) {
  (void)unused;
  struct table *t = field_at(WORKED("german.action", "", WORK("T-E6", "wire", "soviet"),
                                    FAR_AWAY "," GER_AT("g", "658", "T-E6")),
                             "2");
  act(t, "german", "pick g");
  assert_false(shows(t, "german", "wire"));
  act(t, "german", "go T-E7 0");
  act(t, "soviet", "pass");
  assert_true(shows(t, "german", "wire"));
  clear_away(t);
}

/* F16.6: wire that is torn down is gone. */
static void torn_wire(void **unused) {
  (void)unused;
  struct table *t = field_at(WORKED("german.action", "", WORK("T-E6", "wire", "soviet"),
                                    FAR_AWAY "," FACING("p", "german", "PzIVH", "T-E5", 5)),
                             "2");
  act(t, "german", "pick p");
  act(t, "german", "go T-E6 0");
  act(t, "soviet", "pass");
  assert_false(shows(t, "all", "wire"));
  clear_away(t);
}

/* F16.8: what strikes is known from then on; F19.1: a check among mines may call the sniper. */
static void mines_are_shown(void **unused) {
  (void)unused;
  struct table *t = field_at("\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"vars\":{"
                             "\"soviet_san\":5},\"marks\":[" WORK(
                                 "T-E6", "mines8", "soviet") "],"
                                                             "\"units\":[" FAR_AWAY
                                                             "," GER_AT("g", "658", "T-E5") "]",
                             "4 4 2 3 4");
  act(t, "german", "pick g");
  assert_false(shows(t, "german", "mines"));
  act(t, "german", "go T-E6 0");
  act(t, "soviet", "pass");
  happened(t, "F19.1", "field.sniper");
  assert_true(shows(t, "german", "mines"));
  clear_away(t);
  t = field_at(WORKED("german.action", "", WORK("T-E6", "atmines2", "soviet"),
                      FAR_AWAY "," FACING("p", "german", "PzIVH", "T-E5", 5)),
               "3");
  act(t, "german", "pick p");
  act(t, "german", "go T-E6 0");
  act(t, "soviet", "pass");
  assert_true(shows(t, "german", "mines"));
  clear_away(t);
}

/* F16.8: a lorry that A-P mines have wrecked meets no A-T mines. */
static void two_minefields(void **unused) {
  (void)unused;
  struct table *t =
      field_at(WORKED("german.action", "",
                      WORK("T-E6", "mines8", "soviet") "," WORK("T-E6", "atmines5", "soviet"),
                      FAR_AWAY "," FACING("k", "german", "Opel6700", "T-E5", 5)),
               "3 4");
  act(t, "german", "pick k");
  act(t, "german", "go T-E6 0");
  act(t, "soviet", "pass");
  happened(t, "F12.11", "field.wreck");
  never(t, "field.tank.mines");
  clear_away(t);
}

/* F16.12: FP 30 is strength 15: DR 11 is a check at 2; each tank there rolls against 9, an open one
 * against 11, nobody else's tank does. */
static void figures_of_a_charge(void **unused) {
  (void)unused;
  static const struct {
    const char *units, *dice, *words;
  } rows[] = {
      {RUS_AT("r", "458", "T-E6"), "6 5 2 2", "morale check +2"},
      {FACING("v", "soviet", "T34M43", "T-E6", 5) "," FACING("u", "soviet", "T34M43", "T-H9", 5),
       "6 5 6 6", "needed 9"},
      {FACING("v", "soviet", "SU76M", "T-E6", 5), "6 5 6 6", "needed 11"}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char position[1200];
    snprintf(position, sizeof position,
             "\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"units\":[%s,%s]",
             CHARGED(RUS_AT("x", "458", "T-K2")), rows[i].units);
    struct table *t = field_at(position, rows[i].dice);
    act(t, "german", "pick g");
    act(t, "german", "blow T-E6 0");
    char *events = cJSON_PrintUnformatted(field(t->last, "events"));
    if (!strstr(events, rows[i].words))
      fail_msg("row %d: not '%s' in %s", (int)i, rows[i].words, events);
    free(events);
    clear_away(t);
  }
}

/* F16.12, F15.4: who blows a charge is seen; who was upstairs under a "?" lies on the heap under
 * it; F19.1: the sniper shoots after it. */
static void after_the_blast(void **unused) {
  (void)unused;
  struct table *t = field_at(
      "\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"vars\":{\"german_san\":5},\"terrain\":"
      "[" STOREYS("T-E6", "house") "," HEX(
          "T-E8", "brush") "],\"units\":[" FAR_AWAY ",{\"name\":\"g\",\"side\":\"german\",\"kind\":"
                           "\"838\",\"hex\":\"T-E8\",\"marks\":["
                           "\"concealed\"],\"factors\":{\"charge\":\"T-E6\"}},{\"name\":\"c\","
                           "\"side\":\"soviet\","
                           "\"kind\":\"458\",\"hex\":\"T-E6\",\"marks\":[\"concealed\"],"
                           "\"factors\":{\"level\":\"1\"}}," RUS_AT("r", "458", "T-E6") "]",
      "6 5 2 3 4");
  act(t, "german", "pick g");
  act(t, "german", "blow T-E6 0");
  unmarked(t, "g", "concealed");
  happened(t, "F19.1", "field.sniper");
  marked(t, "c", "concealed");
  assert_string_equal(place_of(t, "c"), "T-E6");
  act(t, "german", "done");
  ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
  assert_true(veiled_in(t, "german", "T-E6"));
  clear_away(t);
}

/* F16.12: a charge of the other side, found by a search, is not the finder's to blow. */
static void found_charge(void **unused) {
  (void)unused;
  struct table *t = field_at(
      ON_GROUND("german.action", HEX("T-E6", "house"),
                FAR_AWAY "," WITH("r", "soviet", "838", "T-E9", "\"charge\":\"T-E6\"") "," GER_AT(
                    "g", "658", "T-E5") "," GER_AT("h", "658", "T-D5")),
      "1");
  act(t, "german", "pick g");
  act(t, "german", "search T-E6");
  happened(t, "F15.11", "field.work");
  act(t, "german", "pick h");
  refused(t, "german", "blow T-E6 0", "F16.12");
  clear_away(t);
}

/* F15.7: all dummies of a hex go together, those of the side that looks stay. */
static void several_dummies(void **unused) {
  (void)unused;
  struct table *t =
      field_at(WORKED("german.action", "",
                      WORK("T-E6", "dummy", "soviet") "," WORK("T-E6", "dummy", "soviet"),
                      FAR_AWAY "," GER_AT("g", "658", "T-E5")),
               "");
  assert_true(veiled_in(t, "german", "T-E6"));
  act(t, "german", "pick g");
  act(t, "german", "go T-E6 0");
  act(t, "soviet", "pass");
  assert_false(shows(t, "all", "dummy"));
  clear_away(t);
  t = field_at(WORKED("german.action", "", WORK("T-E6", "dummy", "german"),
                      FAR_AWAY "," GER_AT("g", "658", "T-E5")),
               "1");
  act(t, "german", "pick g");
  act(t, "german", "search T-E6");
  assert_true(shows(t, "all", "dummy"));
  never(t, "field.dummy");
  clear_away(t);
}

/* F15.11: 2 finds for a squad or half-squad, 3 for engineers or with a leader; it takes dummies
 * away, shows enemy works and tells nothing of the own ones; who searches is seen to be there. */
static void searches(void **unused) {
  (void)unused;
  static const struct {
    const char *men, *die;
    bool finds;
  } rows[] = {{GER_AT("g", "658", "T-E5"), "2", true},
              {GER_AT("g", "658", "T-E5"), "3", false},
              {GER_AT("g", "348", "T-E5"), "2", true},
              {GER_AT("g", "348", "T-E5"), "3", false},
              {GER_AT("g", "838", "T-E5"), "3", true},
              {GER_AT("g", "838", "T-E5"), "4", false},
              {GER_AT("g", "658", "T-E5") "," GER_AT("l", "8-0", "T-E5"), "3", true},
              {GER_AT("g", "658", "T-E5") "," GER_AT("l", "8-0", "T-E5"), "4", false},
              {ON_M("g", "german", "658", "T-E5", "\"hip\""), "2", true}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char position[1400];
    snprintf(position, sizeof position,
             "\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"terrain\":[%s],\"marks\":[%s],"
             "\"units\":[%s,%s]",
             HEX("T-E5", "brush"),
             WORK("T-E6", "dummy", "soviet") "," WORK("T-E6", "mines6", "soviet") "," WORK(
                 "T-E6", "fortified0", "german"),
             FAR_AWAY, rows[i].men);
    struct table *t = field_at(position, rows[i].die);
    act(t, "german", "pick g");
    act(t, "german", "search T-E6");
    if (rows[i].finds)
      happened(t, "F15.7", "field.dummy");
    else
      never(t, "field.dummy");
    int works = 0;
    const cJSON *e;
    cJSON_ArrayForEach(e, field(t->last, "events")) works +=
        !strcmp(text_of(e, "kind"), "field.work");
    if (works != rows[i].finds)
      fail_msg("row %d: %d works", (int)i, works);
    unmarked(t, "g", "hip");
    marked(t, "g", "acted");
    clear_away(t);
  }
}

/* F15.10: a cloaked Reserve comes out when it sees a known enemy within 8 hexes: not at 9, not for
 * a
 * "?" nor a friend; nobody else's Reserve, and nothing that is under no cloak. */
static void out_of_cloaks(void **unused) {
  (void)unused;
#define RESERVE(id, side, hex) ON_M(id, side, "458", hex, "\"reserve\"")
  static const struct {
    const char *others, *action;
    bool may;
  } rows[] = {{GER_AT("g", "658", "T-E9"), "place a", true},
              {GER_AT("g", "658", "T-E10"), "place a", false},
              {ON_M("g", "german", "658", "T-E5", "\"concealed\""), "place a", false},
              {RUS_AT("g", "458", "T-E5"), "place a", false},
              {GER_AT("g", "658", "T-E5"), "place y", false},
              {GER_AT("g", "658", "T-E5") "," RESERVE("h", "german", "T-E3"), "place h", false}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char position[1200];
    snprintf(position, sizeof position,
             "\"map\":\"plain:16x16\",\"phase\":\"soviet.action\",\"units\":[%s,%s,%s]", FAR_AWAY,
             RESERVE("a", "soviet", "T-E1"), rows[i].others);
    struct table *t = field_at(position, "");
    if (rows[i].may)
      offered(t, "soviet", rows[i].action, "F15.10");
    else
      refused(t, "soviet", rows[i].action, "F15.10");
    clear_away(t);
  }
}

/* F15.10, F26.3: the stack is a "?" from then on and cannot be taken back; who stands there openly
 * does not hide with it. */
static void out_of_the_cloak(void **unused) {
  (void)unused;
  struct table *t =
      field_at(PHASE("soviet.action", FAR_AWAY "," RESERVE("a", "soviet", "T-E1") "," RUS_AT(
                                          "b", "8-0", "T-E1") "," GER_AT("g", "658", "T-E5")),
               "");
  assert_false(veiled_in(t, "german", "T-E1"));
  act(t, "soviet", "place a");
  marked(t, "a", "concealed");
  unmarked(t, "b", "concealed");
  assert_true(veiled_in(t, "german", "T-E1"));
  ask(t, "{\"cmd\":\"undo\",\"side\":\"soviet\"}");
  assert_false(cJSON_IsTrue(field(t->last, "ok")));
  marked(t, "a", "concealed");
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(too_far_or_covered),      cmocka_unit_test(cover_that_is_shown),
      cmocka_unit_test(price_of_wire),           cmocka_unit_test(torn_wire),
      cmocka_unit_test(wire_is_felt_on_leaving), cmocka_unit_test(mines_are_shown),
      cmocka_unit_test(two_minefields),          cmocka_unit_test(figures_of_a_charge),
      cmocka_unit_test(after_the_blast),         cmocka_unit_test(found_charge),
      cmocka_unit_test(several_dummies),         cmocka_unit_test(searches),
      cmocka_unit_test(out_of_cloaks),           cmocka_unit_test(out_of_the_cloak)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
