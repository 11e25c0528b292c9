/* test_F6_shown.c - F6.1 to F6.7, F20.1, F21.1: what a look along a line shows: how far it is, each
 * hindrance where it lies, or the hex that blocks it and the rule. */
#include "field_kit.h"

struct look {
  const char *around; /* terrain, marks and variables, with a comma after each */
  const char *from, *to;
  const char *rule, *text;
  const char *hinders; /* ON_LINE of each, from the viewer on */
};

static void looks_like(const struct look *rows, size_t n) {
  bool all = true;
  for (size_t i = 0; i < n; i++) {
    const struct look *r = &rows[i];
    char position[1600], hexes[400] = "";
    const cJSON *h;
    snprintf(position, sizeof position,
             "\"map\":\"plain:16x16\",\"phase\":\"german.action\",%s\"units\":[%s]", r->around,
             FAR_AWAY);
    struct table *t = field_at(position, "");
    ask(t, "{\"cmd\":\"overlay\",\"side\":\"german\",\"name\":\"los\",\"args\":[\"%s\",\"%s\"]}",
        r->from, r->to);
    cJSON_ArrayForEach(h, field(t->last, "overlay.hexes")) {
      char *one = cJSON_PrintUnformatted(h);
      strncat(hexes, one, sizeof hexes - strlen(hexes) - 1);
      free(one);
    }
    bool so = !strcmp(text_of(t->last, "overlay.lines[0].text"), r->text) &&
              !strcmp(text_of(t->last, "overlay.lines[0].rule"), r->rule) &&
              !strcmp(hexes, r->hinders);
    if (!so)
      print_error("row %d: %s %s '%s'\n", (int)i, text_of(t->last, "overlay.lines[0].rule"),
                  text_of(t->last, "overlay.lines[0].text"), hexes);
    else
      cites(t, "overlay.lines[0].rule", r->rule);
    all = all && so;
    clear_away(t);
  }
  assert_true(all);
}
#define LOOKS(rows) looks_like(rows, sizeof(rows) / sizeof(rows)[0])
#define GROUND(...) "\"terrain\":[" __VA_ARGS__ "],"
#define ON_LINE(hex, n) "[\"" hex "\",\"h\",\"+" n "\"]"
#define SMOKE(hex) "\"marks\":[{\"hex\":\"" hex "\",\"mark\":\"smoke\"}],"

/* F6.1, F6.2, F6.5: along a hexrow. */
static void along_a_row(void **unused) {
  (void)unused;
  static const struct look rows[] = {
      {"", "T-H2", "T-H8", "F6.1", "open, 6 hexes, hindrance 0", ""},
      {"", "T-H2", "T-H3", "F6.1", "open, 1 hex, hindrance 0", ""},
      {GROUND(HEX("T-H4", "grain") "," HEX("T-H6", "grain")), "T-H2", "T-H8", "F6.1",
       "open, 6 hexes, hindrance 2", ON_LINE("T-H4", "1") ON_LINE("T-H6", "1")},
      {GROUND(HEX("T-H2", "grain") "," HEX("T-H8", "grain")), "T-H2", "T-H8", "F6.1",
       "open, 6 hexes, hindrance 0", ""},
      {GROUND(HEX("T-H4", "grain") "," HEX("T-H6", "woods")), "T-H2", "T-H8", "F6.2",
       "blocked in T-H6", ON_LINE("T-H4", "1")},
      {GROUND(HEX("T-H3", "grain") "," HEX("T-H4", "grain") "," HEX("T-H5", "grain") "," HEX(
           "T-H6", "grain") "," HEX("T-H7", "grain")),
       "T-H2", "T-H8", "F6.1", "open, 6 hexes, hindrance 5",
       ON_LINE("T-H3", "1") ON_LINE("T-H4", "1") ON_LINE("T-H5", "1") ON_LINE("T-H6", "1")
           ON_LINE("T-H7", "1")},
      {GROUND(HEX("T-H3", "grain") "," HEX("T-H4", "grain") "," HEX("T-H5", "grain") "," HEX(
           "T-H6", "grain") "," HEX("T-H7", "grain") "," HEX("T-H8", "grain")),
       "T-H2", "T-H9", "F6.5", "blocked in T-H8",
       ON_LINE("T-H3", "1") ON_LINE("T-H4", "1") ON_LINE("T-H5", "1") ON_LINE("T-H6", "1")
           ON_LINE("T-H7", "1") ON_LINE("T-H8", "1")},
      {SMOKE("T-H2"), "T-H2", "T-H8", "F6.1", "open, 6 hexes, hindrance 2", ON_LINE("T-H2", "2")},
      {SMOKE("T-H8"), "T-H2", "T-H8", "F6.1", "open, 6 hexes, hindrance 2", ON_LINE("T-H8", "2")},
      {SMOKE("T-H5"), "T-H2", "T-H8", "F6.1", "open, 6 hexes, hindrance 2", ON_LINE("T-H5", "2")},
      {"\"vars\":{\"weather_now\":0},", "T-H1", "T-H9", "F6.1", "open, 8 hexes, hindrance 0", ""},
      {"\"vars\":{\"weather_now\":0},", "T-H1", "T-H10", "F6.1", "open, 9 hexes, hindrance 1",
       ON_LINE("T-H10", "1")},
  };
  LOOKS(rows);
}

/* F6.3: along a hexside the two hexes beside it block only together, and hinder once. */
static void along_a_hexside(void **unused) {
  (void)unused;
  static const struct look rows[] = {
      {"", "T-H8", "T-J8", "F6.1", "open, 2 hexes, hindrance 0", ""},
      {GROUND(HEX("T-I7", "grain")), "T-H8", "T-J8", "F6.1", "open, 2 hexes, hindrance 0", ""},
      {GROUND(HEX("T-I8", "grain")), "T-H8", "T-J8", "F6.1", "open, 2 hexes, hindrance 1",
       ON_LINE("T-I8", "1")},
      {GROUND(HEX("T-I9", "grain")), "T-H8", "T-J8", "F6.1", "open, 2 hexes, hindrance 1",
       ON_LINE("T-I9", "1")},
      {GROUND(HEX("T-I7", "woods")), "T-H8", "T-J8", "F6.1", "open, 2 hexes, hindrance 0", ""},
      {GROUND(HEX("T-I8", "woods")), "T-H8", "T-J8", "F6.1", "open, 2 hexes, hindrance 0", ""},
      {GROUND(HEX("T-I7", "woods") "," HEX("T-I8", "woods")), "T-H8", "T-J8", "F6.1",
       "open, 2 hexes, hindrance 0", ""},
      {GROUND(HEX("T-I9", "woods") "," HEX("T-I8", "woods")), "T-H8", "T-J8", "F6.3",
       "blocked in T-I9", ""},
      {GROUND(HEX("T-I7", "grain") "," HEX("T-I8", "grain")), "T-H8", "T-J8", "F6.1",
       "open, 2 hexes, hindrance 1", ON_LINE("T-I8", "1")},
      {GROUND(HEX("T-I9", "grain") "," HEX("T-I8", "grain")), "T-H8", "T-J8", "F6.1",
       "open, 2 hexes, hindrance 1", ON_LINE("T-I9", "1")},
      {GROUND(HEX("T-I9", "grain")) SMOKE("T-I8"), "T-H8", "T-J8", "F6.1",
       "open, 2 hexes, hindrance 2", ON_LINE("T-I8", "2")},
      {GROUND(HEX("T-I8", "grain")) SMOKE("T-I9"), "T-H8", "T-J8", "F6.1",
       "open, 2 hexes, hindrance 2", ON_LINE("T-I9", "2")},
  };
  LOOKS(rows);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(along_a_row),
      cmocka_unit_test(along_a_hexside),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
