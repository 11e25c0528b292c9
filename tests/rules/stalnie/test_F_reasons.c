/* test_F_reasons.c - F1 to F16: why an action of a battle is refused, each reason alone. Refusals
 * of one rule are told apart by their words. */
#include "field_kit.h"

struct reason {
  const char *around; /* terrain, works or variables of the position, with a comma after each */
  const char *units;
  const char *before; /* "german: pick g; soviet: pass" */
  const char *action; /* a German one */
  const char *rule, *words;
};

static void refused_because(const struct reason *rows, size_t n) {
  bool all = true;
  for (size_t i = 0; i < n; i++) {
    const struct reason *r = &rows[i];
    char position[2400];
    snprintf(position, sizeof position,
             "\"map\":\"plain:16x16\",\"phase\":\"german.action\",%s\"units\":[%s,%s]", r->around,
             r->units, FAR_AWAY); /* the row's first unit is the first of all */
    struct table *t = field_at(position, NULL);
    if (*r->before)
      script(t, r->before);
    ask(t, "{\"cmd\":\"why\",\"side\":\"german\",\"action\":\"%s\"}", r->action);
    bool so = !strcmp(text_of(t->last, "error.rule"), r->rule) &&
              strstr(text_of(t->last, "error.text"), r->words);
    if (!so)
      print_error("row %d: '%s': %s %s\n", (int)i, r->action, text_of(t->last, "error.rule"),
                  text_of(t->last, "error.text"));
    else
      refused(t, "german", r->action, r->rule);
    all = all && so;
    clear_away(t);
  }
  assert_true(all);
}
#define REFUSED(rows) refused_because(rows, sizeof(rows) / sizeof(rows)[0])

#define SQUAD(id, hex) GER_AT(id, "658", hex)
#define LMG(id, by) CARRIED(id, "german", "LMG_G", by)
#define TRUCK(id, hex) GER_AT(id, "Opel6700", hex)
#define TRUCK_M(id, hex, marks) ON_M(id, "german", "Opel6700", hex, marks)
#define GUN(id, hex) GER_AT(id, "AT75L", hex)
#define OFF(id, kind)                                                                              \
  "{\"name\":\"" id "\",\"side\":\"german\",\"kind\":\"" kind "\",\"box\":\"german.off\"}"
#define OFF_LMG                                                                                    \
  "{\"name\":\"mg\",\"side\":\"german\",\"kind\":\"LMG_G\",\"box\":\"german.off\",\"factors\":{"   \
  "\"by\":"                                                                                        \
  "\"h\"}}"
#define EDGES "\"vars\":{\"edges\":1},"

/* F1.4: who may be picked at all. */
static void picked(void **unused) {
  (void)unused;
  static const struct reason rows[] = {
      {"", SQUAD("g", "T-H8") "," LMG("mg", "g"), "", "pick mg", "F1.4", "is no unit of this side"},
      {EDGES, OFF("g", "658"), "", "pick g", "F22.1", "it enters"},
      {"", OFF("g", "658") "," SQUAD("h", "T-H8"), "", "pick g", "F22.1", "it enters"},
  };
  REFUSED(rows);
}

/* F5.6, F5.7: what takes nobody aboard. */
static void boarded(void **unused) {
  (void)unused;
  static const struct reason rows[] = {
      {"", SQUAD("g", "T-H8") "," SQUAD("h", "T-H8"), "german: pick g", "board h", "F5.7",
       "h takes nobody aboard"},
      {"", SQUAD("g", "T-H8") "," RUS_AT("r", "T34M43", "T-H14"), "german: pick g", "board r",
       "F5.7", "r takes nobody aboard"},
      {"", TRUCK("v", "T-H8") "," TRUCK("w", "T-H9"), "german: pick v", "board w", "F5.7",
       "a whole activation of men"},
      {"", SQUAD("g", "T-H8") "," TRUCK("v", "T-H8"), "german: pick g; german: careful", "board v",
       "F5.7", "a whole activation of men"},
  };
  REFUSED(rows);
}

/* F5.11: what is not hooked up, and when. */
static void hooked(void **unused) {
  (void)unused;
  static const struct reason rows[] = {
      {"", SQUAD("g", "T-H8") "," TRUCK("v", "T-H8"), "german: pick v", "hook g", "F5.11",
       "is no Gun in the hex"},
      {"",
       GUN("a", "T-H8") "," WITH("b", "german", "AT75L", "T-H8", "\"by\":\"v\"") "," TRUCK("v",
                                                                                           "T-H8"),
       "german: pick v", "hook a", "F5.11", "tows a Gun already"},
      {"", GUN("a", "T-H8") "," TRUCK_M("v", "T-H8", "\"immobilized\""), "german: pick v", "hook a",
       "F5.11", "has moved or acted"},
      {"", ON_M("a", "german", "AT75L", "T-H8", "\"broken\"") "," TRUCK("v", "T-H8"),
       "german: pick v", "hook a", "F5.11", "is not in Good Order"},
      {"", ON_M("a", "german", "AT75L", "T-H8", "\"dugin\"") "," TRUCK("v", "T-H8"),
       "german: pick v", "hook a", "F5.11", "is not in Good Order"},
      {EDGES, OFF("v", "Opel6700") "," OFF("a", "AT75L"), "german: enter v", "hook a", "F5.11",
       "a whole activation"},
      {EDGES,
       OFF("v", "Opel6700") ",{\"name\":\"a\",\"side\":\"german\",\"kind\":\"AT75L\",\"box\":"
                            "\"german.off\",\"factors\":{\"by\":\"v\"}}",
       "german: enter v", "unhook", "F5.11", "a whole activation"},
      {"",
       WITH("a", "german", "AT75L", "T-H8", "\"by\":\"v\"") "," TRUCK_M("v", "T-H8", "\"moved\""),
       "german: pick v", "unhook", "F5.11", "a whole activation"},
  };
  REFUSED(rows);
}

/* F10.2, F10.3: what does not change hands. */
static void handed(void **unused) {
  (void)unused;
  static const struct reason rows[] = {
      {"", SQUAD("g", "T-H8") "," SQUAD("h", "T-H8"), "german: pick g", "handto g h", "F10.2",
       "is not carried by anybody"},
      {"", SQUAD("g", "T-H8") "," SQUAD("h", "T-H8") "," ON("mg", "german", "LMG_G", "T-H8"),
       "german: pick g", "handto mg h", "F10.2", "is not carried by anybody"},
      {EDGES, SQUAD("g", "T-H8") "," OFF("h", "658") "," OFF_LMG, "german: pick g", "handto mg g",
       "F10.2", "is not carried by anybody"},
      {"",
       SQUAD("g", "T-H8") "," RUS_AT("r", "458", "T-H14") "," CARRIED("mg", "soviet", "LMG_R", "r"),
       "german: pick g", "handto mg g", "F10.2", "another unit of the side"},
      {"", SQUAD("g", "T-H8") "," SQUAD("h", "T-H8") "," LMG("mg", "h"),
       "german: pick g; german: with h", "handto mg g", "F10.2",
       "within the Location of the group"},
      {"", SQUAD("g", "T-H8") "," SQUAD("h", "T-H8"), "german: pick g", "pickup h g", "F10.3",
       "does not lie on the map"},
      {"", SQUAD("g", "T-H8") "," SQUAD("h", "T-H8") "," LMG("mg", "h"), "german: pick g",
       "pickup mg g", "F10.3", "does not lie on the map"},
  };
  REFUSED(rows);
}

/* F4.1, F26.2: who joins a group, and what is held back. */
static void joined(void **unused) {
  (void)unused;
  static const struct reason rows[] = {
      {"", SQUAD("g", "T-H8") "," LMG("mg", "g"), "german: pick g", "with mg", "F4.1",
       "is no unit of this side"},
      {"", SQUAD("g", "T-H8") "," RUS_AT("r", "458", "T-H14"), "german: pick g", "with r", "F4.1",
       "is no unit of this side"},
      {"", SQUAD("g", "T-H8") "," SQUAD("h", "T-H8"), "german: pick g", "hold h", "F26.2",
       "no support weapon of the group"},
      {"", SQUAD("g", "T-H8") "," ON("mg", "german", "LMG_G", "T-H8"), "german: pick g", "hold mg",
       "F26.2", "no support weapon of the group"},
      {"", SQUAD("g", "T-H8") "," SQUAD("h", "T-H9") "," LMG("mg", "h"), "german: pick g",
       "hold mg", "F26.2", "no support weapon of the group"},
      {EDGES, SQUAD("g", "T-H8") "," OFF("h", "658") "," OFF_LMG, "german: pick g", "hold mg",
       "F26.2", "no support weapon of the group"},
  };
  REFUSED(rows);
}

/* F22.1, F22.2: who comes on and where. */
static void entered(void **unused) {
  (void)unused;
  static const struct reason rows[] = {
      {EDGES, OFF("h", "658") "," OFF_LMG, "", "enter mg", "F22.1", "is not off the map"},
      {EDGES, SQUAD("g", "T-H8"), "german: pick g", "at T-P9", "F22.1", "Nobody is entering"},
      {EDGES "\"terrain\":[" HEX("T-P9", "marsh") "],", OFF("v", "Opel6700"), "german: enter v",
       "at T-P9", "F22.1", "do not suffice"},
      {EDGES "\"terrain\":[" HEX("T-P9", "woods") "],", OFF("g", "hero"), "german: enter g",
       "fire T-P9 0", "F22.1", "it enters first"},
  };
  REFUSED(rows);
}

/* F4.5, F4.8, F13.1: moves that are not made. */
static void moved(void **unused) {
  (void)unused;
#define AROUND                                                                                     \
  RUS_AT("r1", "458", "T-H7")                                                                      \
  "," RUS_AT("r2", "458", "T-H9") "," RUS_AT("r3", "458", "T-G7") "," RUS_AT(                      \
      "r4", "458",                                                                                 \
      "T-G8") "," RUS_AT("r5", "458",                                                              \
                         "T-I7") "," RUS_AT("r6", "458",                                           \
                                            "T-I8") "," RUS_AT("r7", "458",                        \
                                                               "T-G9") "," RUS_AT("r8", "458",     \
                                                                                  "T-I9")
  static const struct reason rows[] = {
      {"", SQUAD("g", "T-H8"), "german: pick g", "via T-H15 0", "F4.8", "cannot be reached"},
      {"\"terrain\":[" HEX("T-H9", "grain") "],",
       SQUAD("g", "T-H8") "," ON_M("r", "soviet", "458", "T-H9", "\"concealed\""), "german: pick g",
       "via T-H9 0", "F4.8", "where a concealed stack is"},
      {"", SQUAD("g", "T-H8"), "german: pick g", "back", "F5.2", "No vehicle is acting"},
      {"", GER_AT("v", "PzIVH", "T-H8") "," AROUND, "german: pick v", "back", "F5.4",
       "v cannot enter"},
      {"",
       FACING("v", "german", "PzIVH", "T-H8", 3) "," GER_AT("w", "PzIVH",
                                                            "T-H9") "," RUS_AT("r", "458", "T-H9"),
       "german: pick v", "overrun T-H9", "F3.1", "There is no room in T-H9"},
  };
  REFUSED(rows);
}

/* F7.1, F10.8: what does not fire. */
static void fired(void **unused) {
  (void)unused;
#define FT(id, by) CARRIED(id, "german", "FT", by)
#define THERE RUS_AT("r", "458", "T-H9")
#define CHARGE(id, side, kind, hex) WITH(id, side, kind, hex, "\"charge\":\"T-H9\"")
  static const struct reason rows[] = {
      {"", SQUAD("g", "T-H8") "," FT("ft", "g") "," THERE, "german: pick g; german: careful",
       "flame ft T-H9 0", "F1.4", "A move was declared"},
      {"", SQUAD("g", "T-H8") "," CARRIED("ft", "soviet", "FT", "r") "," THERE, "german: pick g",
       "flame ft T-H9 0", "F7.1", "is not in the group"},
      {"", CHARGE("g", "german", "838", "T-H8"), "german: pick g; german: careful", "blow T-H9 0",
       "F1.4", "A move was declared"},
      {"", SQUAD("g", "T-H8") "," CHARGE("h", "german", "838", "T-H8"),
       "german: pick g; german: with h", "blow T-H9 0", "F16.12", "in an activation of its own"},
      {"",
       SQUAD("g", "T-H8") ","
                          "{\"name\":\"h\",\"side\":\"german\",\"kind\":\"838\",\"hex\":"
                          "\"T-H8\",\"marks\":[\"broken\"],\"factors\":{\"charge\":\"T-H9\"}}",
       "german: pick g", "blow T-H9 0", "F16.12", "is not in Good Order"},
      {"", SQUAD("g", "T-H8") "," CHARGE("r", "soviet", "458", "T-H12"), "german: pick g",
       "blow T-H9 0", "F16.12", "No charge of this side"},
      {"", SQUAD("g", "T-H8") "," SQUAD("h", "T-H8") "," FT("ft", "h") "," THERE,
       "german: pick g; german: with h", "flame ft T-H9 0", "F7.1", "is not in the group"},
  };
  REFUSED(rows);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(picked), cmocka_unit_test(boarded), cmocka_unit_test(hooked),
      cmocka_unit_test(handed), cmocka_unit_test(joined),  cmocka_unit_test(entered),
      cmocka_unit_test(moved),  cmocka_unit_test(fired),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
