/* test_00_view.c - what the view document and the overlays show. */
#include "table.h"

static char key_of(struct table *t, const char *side, const char *name, const char *hex) {
  const cJSON *h;
  ask(t, "{\"cmd\":\"overlay\",\"side\":\"%s\",\"name\":\"%s\",\"args\":[]}", side, name);
  cJSON_ArrayForEach(
      h, field(t->last, "overlay.hexes")) if (!strcmp(cJSON_GetArrayItem(h, 0)->valuestring,
                                                      hex)) return cJSON_GetArrayItem(h, 1)
      ->valuestring[0];
  return '-';
}

static void boxes_and_unknown_stacks(void **s) {
  (void)s;
  struct table *t = lay(N,
                        PLAIN PHASE("air.assign") TURN(2) UNITS(
                            AIR("f", "german", "fighter", "air.german.available")
                                C AIR("e", "german", "fighter", "air.german.available")
                                    C AIR("b", "german", "bomber", "air.german.available")
                                        C AIR("s", "soviet", "fighter", "air.soviet.available")
                                            C DE("x", "inf", "0101") C DE("w", "inf", "0101")
                                                C RU("y", "inf", "1212") C RU("z", "inf", "1212")
                                                    C RU("v", "inf", "1010")),
                        "");
  acts(t, "german", "fly f attack; fly e attack; fly b attack; commit");
  acts(t, "soviet", "fly s defence; commit");
  ask(t, "{\"cmd\":\"view\",\"side\":\"soviet\"}");
  const cJSON *b;
  int seen = 0;
  cJSON_ArrayForEach(b, field(t->last, "view.boxes")) {
    if (!strcmp(text_of(b, "id"), "air.german.attack"))
      seen++, assert_int_equal(int_of(b, "count"), 3);
    if (!strcmp(text_of(b, "id"), "air.german.defence"))
      seen++, assert_int_equal(int_of(b, "count"), 0);
    if (!strcmp(text_of(b, "id"), "air.soviet.defence"))
      seen++, assert_int_equal(int_of(b, "count"), 1);
  }
  assert_int_equal(seen, 3);
  /* the German stack is one unknown entry under its top counter; his own are all named */
  int unknown = 0, named = 0;
  cJSON_ArrayForEach(b, field(t->last, "view.units")) unknown += text_of(b, "id")[0] == '?',
      named += text_of(b, "id")[0] != '?' && text_of(b, "at")[0] <= '9';
  assert_int_equal(unknown, 1);
  assert_int_equal(named, 4);
  ask(t, "{\"cmd\":\"view\",\"side\":\"all\"}");
  unknown = 0;
  cJSON_ArrayForEach(b, field(t->last, "view.units")) unknown += text_of(b, "id")[0] == '?';
  assert_int_equal(unknown, 0);
  clear_away(t);
}

static void marks_are_shown(void **s) {
  (void)s;
  static const char *const mark[] = {"dsg", "oos", "turned", "moved", "attacked", "inactive"};
  for (size_t i = 0; i < sizeof mark / sizeof *mark; i++) {
    char pos[500];
    snprintf(pos, sizeof pos,
             PLAIN PHASE("german.movement")
                 TURN(2) "\"units\":[{\"name\":\"a\",\"side\":\"german\",\"kind\":\"inf\",\"hex\":"
                         "\"0606\",\"marks\":[\"%s\"]},%s]",
             mark[i], RU("x", "inf", "1212"));
    struct table *t = lay(S_, pos, "");
    marked(t, "a", mark[i]);
    for (size_t k = 0; k < sizeof mark / sizeof *mark; k++)
      if (k != i)
        unmarked(t, "a", mark[k]);
    clear_away(t);
  }
  struct table *t = lay("alea/lesson", NULL, NULL);
  ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
  const cJSON *m;
  int goals = 0;
  cJSON_ArrayForEach(m, field(t->last, "view.marks")) goals +=
      !strcmp(text_of(m, "mark"), "objective");
  assert_int_equal(goals, 5);
  assert_string_equal(text_of(t->last, "view.turn.date"), "5 July 1943");
  act(t, "german", "move de.86id.216"); /* the points of whoever moves */
  ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
  cJSON_ArrayForEach(m, field(t->last, "view.units")) {
    if (!strcmp(text_of(m, "id"), "de.86id.216"))
      assert_int_equal(int_of(m, "mp[0]"), 5), assert_int_equal(int_of(m, "mp[1]"), 5);
    else
      assert_null(field(m, "mp"));
  }
  clear_away(t);
  t = lay(S_, PLAIN PHASE("german.movement") TURN(1) UNITS(DE("x", "inf", "0101")), "");
  ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
  assert_string_equal(text_of(t->last, "view.turn.date"), "4 July 1943");
  clear_away(t);
}

static void overlays(void **s) {
  (void)s;
  struct table *t =
      lay(N,
          PLAIN PHASE("german.movement")
              TURN(2) "\"regions\":[{\"id\":\"german.supply\",\"hexes\":[\"0101\"]}],\"control\":[["
                      "\"german\",[\"0101\",\"0102\",\"0605\"]]]," UNITS(
                          DE("a", "inf", "0605") C DE("c", "inf", "1201") C RU("x", "inf", "0608")
                              C RU("g", "art", "0611", FAC("\"range\":4")) C RU("r1", "inf", "1003")
                                  C RU("r2", "inf", "1103")),
          "");
  assert_int_equal(key_of(t, "german", "zoc", "0604"), 'o');
  assert_int_equal(key_of(t, "german", "zoc", "0609"), 'e');
  assert_int_equal(key_of(t, "german", "zoc", "0606"), 'o');
  assert_int_equal(key_of(t, "soviet", "zoc", "0604"), 'e');
  assert_int_equal(key_of(t, "german", "zoc", "0101"), '-');
  assert_int_equal(key_of(t, "german", "control", "0102"), 'o');
  assert_int_equal(key_of(t, "german", "control", "0302"), 'e');
  assert_int_equal(key_of(t, "soviet", "control", "0302"), 'o');
  assert_int_equal(key_of(t, "german", "supply", "0101"), 's');
  assert_int_equal(key_of(t, "german", "supply", "0203"), 'a');
  assert_int_equal(key_of(t, "german", "supply", "0609"), '-');
  assert_int_equal(key_of(t, "german", "threat", "0607"), 't');
  assert_int_equal(key_of(t, "german", "threat", "0606"), '-');
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(boxes_and_unknown_stacks),
      cmocka_unit_test(marks_are_shown),
      cmocka_unit_test(overlays),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
