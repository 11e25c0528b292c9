/* test_F8_going_back.c - F8.12 to F8.15, F10.7: who falls back, under whose fire, and what is
 * repaired. */
#include "field_kit.h"

#define FACED(id, side, kind, hex, face, marks)                                                    \
  "{\"name\":\"" id "\",\"side\":\"" side "\",\"kind\":\"" kind "\",\"hex\":\"" hex                \
  "\",\"facing\":" #face ",\"marks\":[" marks "]}"

/* F10.7: a die of 1 repairs, 6 loses it; only where the bearer is in Good Order and has it. */
static void one_try_each(void **unused) {
  (void)unused;
#define BEARER(marks) ON_M("g", "german", "658", "T-E3", marks)
#define GUN                                                                                        \
  "{\"name\":\"w\",\"side\":\"german\",\"kind\":\"LMG_G\",\"marks\":[\"malfunctioned\"],"          \
  "\"factors\":{\"by\":\"g\"}}"
  static const struct {
    const char *units, *dice;
    bool broken_down;
    const char *place; /* of the weapon afterwards; NULL: where it was */
  } rows[] = {
      {BEARER("") "," GUN, "1", false, NULL},
      {BEARER("") "," GUN, "2", true, NULL},
      {BEARER("") "," GUN, "5", true, NULL},
      {BEARER("") "," GUN, "6", false, "german.lost"},
      {BEARER("\"broken\",\"shaken\"") "," GUN, "", true, NULL},
      {BEARER("") "," ON_M("w", "german", "LMG_G", "T-E3", "\"malfunctioned\""), "", true, NULL},
      {FACED("w", "german", "PzIVH", "T-E3", 2, "\"malfunctioned\""), "1", false, NULL},
      {FACED("w", "german", "PzIVH", "T-E3", 2, "\"malfunctioned\""), "5", true, NULL},
      {FACED("w", "german", "PzIVH", "T-E3", 2, "\"malfunctioned\",\"stunned\""), "", true, NULL},
      {FACED("w", "german", "AT75L", "T-E3", 2, "\"malfunctioned\""), "1", false, NULL}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char position[1200];
    snprintf(position, sizeof position,
             "\"map\":\"plain:16x16\",\"phase\":\"german.rally\",\"units\":[%s,%s]", FAR_AWAY,
             rows[i].units);
    struct table *t = field_at(position, rows[i].dice);
    if (has_mark(t, "w", "malfunctioned") != rows[i].broken_down)
      fail_msg("row %d", (int)i);
    if (rows[i].place)
      assert_string_equal(place_of(t, "w"), rows[i].place);
    clear_away(t);
  }
}

/* F8.12: who sees him within 16 hexes drives him out of TEM 0, at 17 not; TEM 1 is enough. A "?" or
 * broken men drive nobody. */
static void who_must_go(void **unused) {
  (void)unused;
  static const struct {
    const char *enemy, *ground;
    bool goes;
  } rows[] = {{GER_AT("g", "658", "T-E4"), "open", true},
              {GER_AT("g", "658", "T-E3"), "open", false},
              {GER_AT("g", "658", "T-E4"), "brush", true},
              {GER_AT("g", "658", "T-E4"), "shellholes", false},
              {ON_M("g", "german", "658", "T-E4", "\"concealed\""), "open", false},
              {GER_AT("g", "PzIVH", "T-E4"), "open", true}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char position[1400];
    snprintf(position, sizeof position,
             "\"map\":\"plain:30x16\",\"phase\":\"german.action\",\"terrain\":[{\"hex\":\"T-E20\","
             "\"set\":[\"%s\"]},{\"hex\":\"T-E22\",\"set\":[\"woods\"]}],\"units\":[%s,%s,%s]",
             rows[i].ground, GER_AT("z", "658", "T-P1") "," RUS_AT("y", "458", "T-A30"),
             rows[i].enemy, ON_M("b", "soviet", "458", "T-E20", "\"broken\""));
    struct table *t = field_at(position, NULL);
    act(t, "german", "end");
    bool went = strcmp(place_of(t, "b"), "T-E20") != 0;
    if (went != rows[i].goes)
      fail_msg("row %d", (int)i);
    if (went)
      assert_string_equal(place_of(t, "b"), "T-E22");
    clear_away(t);
  }
}

/* F8.15, F7.3: machine guns interdict as far as they reach: 12 hexes, those in the bow 8 and ahead
 * only; squads to their normal range, who are neither pinned nor a "?". */
static void whose_fire_interdicts(void **unused) {
  (void)unused;
  static const struct {
    const char *enemy;
    bool interdicts;
  } rows[] = {{FACED("v", "german", "StuGIIIG", "T-H1", 2, ""), true},   /* 9 and 10 hexes */
              {FACED("v", "german", "MarderIIIH", "T-H3", 5, ""), true}, /* 7 and 8 */
              {FACED("v", "german", "MarderIIIH", "T-H3", 2, ""), false},
              {FACED("v", "german", "MarderIIIH", "T-H1", 5, ""), false},
              {FACED("v", "german", "sIG38tM", "T-H3", 5, ""), false},
              {GER_AT("v", "658", "T-H5"), true},  /* 5 */
              {GER_AT("v", "658", "T-H4"), false}, /* 6 */
              {ON_M("v", "german", "658", "T-H5", "\"pinned\""), false},
              {GER_AT("v", "8-0", "T-H5"), false}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char position[1400];
    snprintf(
        position, sizeof position,
        "\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"terrain\":[%s],\"units\":[%s,%s,"
        "%s]",
        HEX("T-H12", "woods"), FAR_AWAY, rows[i].enemy,
        ON_M("b", "soviet", "458", "T-H9", "\"broken\""));
    struct table *t = field_at(position, rows[i].interdicts ? "2 2" : "");
    act(t, "german", "end");
    assert_string_equal(place_of(t, "b"), "T-H12");
    if (rows[i].interdicts)
      happened(t, "F8.15", "field.interdicted");
    else
      never(t, "field.interdicted");
    clear_away(t);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(one_try_each), cmocka_unit_test(who_must_go),
                                     cmocka_unit_test(whose_fire_interdicts)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
