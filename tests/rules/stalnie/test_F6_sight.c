/* test_F6_sight.c - F6: heights, hindrances and what cuts a line; E11 to E13. */
#include "field_kit.h"

/* Asks for the line between two hexes of row H; the hindrance, or -1 and the rule that cuts it. */
static int look(struct table *t, const char *from, const char *to, const char *rule) {
  ask(t, "{\"cmd\":\"overlay\",\"side\":\"german\",\"name\":\"los\",\"args\":[\"%s\",\"%s\"]}",
      from, to);
  const char *text = text_of(t->last, "overlay.lines[0].text");
  cites(t, "overlay.lines[0].rule", rule);
  const char *hind = strstr(text, "hindrance ");
  return hind ? atoi(hind + 10) : -1;
}

static struct table *ground(const char *terrain) {
  char position[1500];
  snprintf(
      position, sizeof position,
      "\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"terrain\":[%s],\"units\":[" GER_AT(
          "g", "658", "T-A1") "," RUS_AT("r", "458", "T-P16") "]",
      terrain);
  return field_at(position, "");
}

/* E11: from level 2 down to level 0 over six hexes, woods cut only from distance 4 on. */
static void over_woods(void **unused) {
  (void)unused;
  static const char *const at[] = {"T-H4", "T-H5", "T-H6"};
  for (int i = 0; i < 3; i++) {
    char terrain[200];
    snprintf(terrain, sizeof terrain, HEX("T-H2", "hill2") ",{\"hex\":\"%s\",\"set\":[\"woods\"]}",
             at[i]);
    struct table *t = ground(terrain);
    assert_int_equal(look(t, "T-H2", "T-H8", i == 2 ? "F6.2" : "F6.1"), i == 2 ? -1 : 0);
    clear_away(t);
  }
}

/* E12: between two hills of level 1, woods are too low and a house of two storeys is not. */
static void between_hills(void **unused) {
  (void)unused;
  struct table *t = ground(HEX("T-H2", "hill1") "," HEX("T-H6", "hill1") "," HEX("T-H4", "woods"));
  assert_int_equal(look(t, "T-H2", "T-H6", "F6.1"), 0);
  clear_away(t);
  t = ground(HEX("T-H2", "hill1") "," HEX("T-H6", "hill1") ",{\"hex\":\"T-H4\",\"set\":[\"house\","
                                                           "\"upper\"]}");
  assert_int_equal(look(t, "T-H2", "T-H6", "F6.2"), -1);
  clear_away(t);
}

/* E13: four hexes hinder by 4; a fifth with smoke makes 7, which is no sight at all. */
static void hindrances(void **unused) {
  (void)unused;
#define FIELDS                                                                                     \
  HEX("T-H3", "grain")                                                                             \
  "," HEX("T-H4", "brush") "," HEX("T-H5", "orchard") "," HEX("T-H6", "grai"                       \
                                                                      "n")
  struct table *t = ground(FIELDS);
  assert_int_equal(look(t, "T-H2", "T-H10", "F6.1"), 4);
  clear_away(t);
  t = field_at("\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"terrain\":[" FIELDS
               "," HEX("T-H7", "grain") "],\"marks\":[{\"hex\":\"T-H7\",\"mark\":\"smoke\"}],"
                                        "\"units\":[" GER_AT("g", "658", "T-A1") "," RUS_AT(
                                            "r", "458", "T-P16") "]",
               "");
  assert_int_equal(look(t, "T-H2", "T-H10", "F6.5"), -1);
  clear_away(t);
}

/* F6.6: into a gully one sees from next to it only. */
static void gully(void **unused) {
  (void)unused;
  struct table *t = ground(HEX("T-H4", "gully"));
  assert_int_equal(look(t, "T-H3", "T-H4", "F6.1"), 0);
  assert_int_equal(look(t, "T-H2", "T-H4", "F6.6"), -1);
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(over_woods), cmocka_unit_test(between_hills),
                                     cmocka_unit_test(hindrances), cmocka_unit_test(gully)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
