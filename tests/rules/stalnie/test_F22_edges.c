/* test_F22_edges.c - F15.9, F22.1 to F22.3, F22.6, F6: who comes on, who may leave and at what
 * price, when a long battle ends, and what lies across a line of sight. */
#include "field_kit.h"

#define OFF(id, side, kind, marks)                                                                 \
  "{\"name\":\"" id "\",\"side\":\"" side "\",\"kind\":\"" kind "\",\"box\":\"" side               \
  ".off\",\"marks\":[" marks "]}"
#define OPEN_EDGES(phase, units) UNDER(phase, "\"edges\":1", FAR_AWAY "," units)

/* F22.1: who is able comes on; no battle without edges has entries. */
static void who_enters(void **unused) {
  (void)unused;
  static const struct {
    int edges;
    const char *unit;
    bool comes;
  } rows[] = {{1, OFF("u", "german", "658", ""), true},
              {0, OFF("u", "german", "658", ""), false},
              {1, OFF("u", "german", "658", "\"broken\""), false},
              {1, OFF("u", "german", "658", "\"acted\""), false},
              {1, OFF("u", "german", "658", "\"pinned\""), true},
              {1, OFF("u", "soviet", "458", ""), false},
              {1, OFF("u", "german", "PzIVH", ""), true},
              {1, OFF("u", "german", "PzIVH", "\"immobilized\""), false},
              {1, OFF("u", "german", "PzIVH", "\"stunned\""), false},
              {1, OFF("u", "german", "PzIVH", "\"recall\""), false},
              {1, OFF("u", "german", "AT75L", ""), false},
              {1, GER_AT("u", "658", "T-H8"), false}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char position[900];
    snprintf(
        position, sizeof position,
        "\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"vars\":{\"edges\":%d},\"units\":["
        "%s,%s]",
        rows[i].edges, FAR_AWAY, rows[i].unit);
    struct table *t = field_at(position, "");
    if (rows[i].comes)
      offered(t, "german", "enter u", "F22.1");
    else
      refused(t, "german", "enter u", "F22.1");
    clear_away(t);
  }
}

/* F22.1, T1: the entry hex is paid out of the full allowance; a known enemy or want of room bars
 * it.
 */
static void where_they_enter(void **unused) {
  (void)unused;
#define HERE                                                                                       \
  GER_AT("a", "658", "T-P9") "," GER_AT("b", "658", "T-P9") "," GER_AT("c", "658", "T-P9")
#define THERE RUS_AT("r", "458", "T-P3") "," FACING("w", "german", "PzIVH", "T-P5", 0)
  struct table *t = field_at(
      "\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"vars\":{\"edges\":1},\"terrain\":"
      "[" HEX("T-P6", "woods") "," HEX("T-P7", "house") "],\"units\":[" FAR_AWAY "," HERE "," THERE
                                                        "," OFF("v", "german", "PzIVH", "") "," OFF(
                                                            "g", "german", "658", "") "]",
      "");
  act(t, "german", "enter v");
  refused(t, "german", "at T-P7", "F22.1"); /* no vehicle enters a house */
  refused(t, "german", "at T-P3", "F4.8");
  refused(t, "german", "at T-P5", "F3.1");
  refused(t, "german", "at T-O8", "F22.1");
  act(t, "german", "at T-P10");
  act(t, "soviet", "pass");
  reaches(t, "german", "v", "T-O11", "1", "F4.7"); /* it faces inward */
  act(t, "german", "done");
  act(t, "german", "enter g");
  refused(t, "german", "at T-P9", "F3.1");
  act(t, "german", "at T-P6");
  act(t, "soviet", "pass");
  offered(t, "german", "go T-P4 0",
          "F4.7"); /* 4 MP, 2 for the woods, and entry is one path with it */
  clear_away(t);
}

/* F15.9: who comes on into a concealed enemy goes back to the box, Acted, without a window. */
static void back_in_the_box(void **unused) {
  (void)unused;
  struct table *t = field_at(
      "\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"vars\":{\"edges\":1},\"terrain\":"
      "[" HEX("T-P8", "brush") "],\"units\":[" FAR_AWAY "," OFF("g", "german", "658", "") "," ON_M(
          "r", "soviet", "458", "T-P8", "\"concealed\"") "]",
      "");
  act(t, "german", "enter g");
  act(t, "german", "at T-P8");
  act(t, "soviet", "pass");
  happened(t, "F15.9", "field.boxed");
  unmarked(t, "r", "concealed");
  assert_string_equal(place_of(t, "g"), "german.off");
  refused(t, "german", "enter g", "F22.1");
  clear_away(t);
}

/* F22.2: with a point left, from the ground of an edge hex. */
static void who_leaves(void **unused) {
  (void)unused;
  struct table *t = field_at(
      OPEN_EDGES("german.action", GER_AT("g", "658", "T-P8") "," GER_AT("h", "658", "T-O8")), "");
  act(t, "german", "pick h");
  refused(t, "german", "leave", "F22.2");
  act(t, "german", "go T-P9 0");
  act(t, "soviet", "pass");
  offered(t, "german", "leave", "F22.2");
  act(t, "german", "done");
  act(t, "german", "pick g");
  act(t, "german", "via T-P7 0");
  refused(t, "german", "leave", "F4.7");
  clear_away(t);
  t = field_at(PHASE("german.action", FAR_AWAY "," GER_AT("g", "658", "T-P8")), "");
  act(t, "german", "pick g");
  refused(t, "german", "leave", "F22.2"); /* this battle has no edges */
  clear_away(t);
}

/* CG13c: where it is allowed Germans leave by the north: men in Good Order, and a vehicle with such
 * aboard; a vehicle alone counts as lost there. */
static void leaving_north(void **unused) {
  (void)unused;
  static const struct {
    int edges;
    const char *units, *pick, *event;
    int losses;
  } rows[] = {{2, GER_AT("g", "658", "T-A8"), "pick g", "field.leaves", 0},
              {1, GER_AT("g", "658", "T-A8"), "pick g", "field.lost", 2},
              {2, FACING("g", "german", "SPW251/1", "T-A8", 0), "pick g", "field.lost", 3},
              {2,
               FACING("g", "german", "SPW251/1", "T-A8", 0) "," WITH("h", "german", "658", "T-A8",
                                                                     "\"by\":\"g\""),
               "pick g", "field.leaves", 0},
              {2, GER_AT("g", "658", "T-P8"), "pick g", "field.leaves", 0},
              {2, GER_AT("g", "658", "T-H1"), "pick g", "field.lost", 2}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char position[900];
    snprintf(
        position, sizeof position,
        "\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"vars\":{\"edges\":%d},\"units\":["
        "%s,%s]",
        rows[i].edges, GER_AT("z", "658", "T-P16") "," RUS_AT("y", "458", "T-D16"), rows[i].units);
    struct table *t = field_at(position, "");
    act(t, "german", rows[i].pick);
    act(t, "german", "leave");
    act(t, "soviet", "pass");
    const char *rule = rows[i].losses ? "F22.3" : rows[i].edges == 2 && i < 4 ? "CG13c" : "F22.2";
    happened(t, rule, rows[i].event);
    assert_int_equal(var_of(t, "german_losses"), rows[i].losses);
    clear_away(t);
  }
}

/* F22.2, CG13a: a broken unit on its own edge without a goal checks its morale and leaves; failing
 * it is lost. 458: broken morale 8. */
static void broken_leave(void **unused) {
  (void)unused;
  static const struct {
    int edges;
    const char *dice, *rule, *event;
  } rows[] = {{1, "4 4", "F22.2", "field.leaves"},
              {1, "4 5", "F22.2", "field.lost"},
              {1, "6 6", "F22.2", "field.lost"},
              {0, "", "F8.14", "field.surrenders"}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char position[900];
    snprintf(position, sizeof position,
             "\"map\":\"plain:3x1\",\"phase\":\"german.action\",\"vars\":{\"edges\":%d},\"units\":["
             "%s,%s]",
             rows[i].edges, GER_AT("g", "658", "T-A2"),
             ON_M("b", "soviet", "458", "T-A1", "\"broken\""));
    struct table *t = field_at(position, rows[i].dice);
    act(t, "german", "end");
    happened(t, rows[i].rule, rows[i].event);
    clear_away(t);
  }
}

/* F22.6: after Turn 7 a die up to 2, after Turn 8 up to 4, with the modifiers of CG4; Turn 9 is the
 * last whatever is rolled. */
static void game_end(void **unused) {
  (void)unused;
  static const struct {
    int turn, drm;
    const char *die;
    bool ends;
  } rows[] = {{6, 0, "", false},  {7, 0, "2", true},  {7, 0, "3", false}, {8, 0, "4", true},
              {8, 0, "5", false}, {8, 2, "3", false}, {9, 6, "6", true}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char position[900];
    snprintf(position, sizeof position,
             "\"map\":\"plain:16x16\",\"phase\":\"soviet.assault\",\"turn\":%d,\"vars\":{"
             "\"rolls_end\":1,\"end_drm\":%d},\"units\":[%s]",
             rows[i].turn, rows[i].drm, FAR_AWAY);
    struct table *t = field_at(position, rows[i].die);
    act(t, "soviet", "end");
    char *events = cJSON_PrintUnformatted(field(t->last, "events"));
    if ((strstr(events, "field.over") != NULL) != rows[i].ends)
      fail_msg("row %d", (int)i);
    free(events);
    clear_away(t);
  }
  /* only after the second player turn of a Game Turn */
  struct table *t =
      field_at("\"map\":\"plain:16x16\",\"phase\":\"german.assault\",\"turn\":9,\"vars\":{"
               "\"rolls_end\":1},\"units\":[" FAR_AWAY "]",
               "");
  act(t, "german", "end");
  never(t, "field.end.roll");
  clear_away(t);
}

struct look { /* can a German squad fire there, and at what weight */
  const char *ground, *from, *at, *column;
};
/* F6.2 to F6.6: what blocks and what hinders a line. 6 FP to range 5, else 3. */
static void lines_of_sight(void **unused) {
  (void)unused;
  static const struct look rows[] = {
      {"", "T-E3", "T-E8", "weight 9"},
      {HEX("T-E5", "woods"), "T-E3", "T-E8", NULL},
      {HEX("T-E5", "grain"), "T-E3", "T-E8", "weight 8"},
      {HEX("T-E5", "grain") "," HEX("T-E6", "brush") "," HEX("T-E7", "orchard"), "T-E3", "T-E8",
       "weight 6"},
      /* the end hexes do not hinder */
      {HEX("T-E3", "grain") "," HEX("T-E8", "brush"), "T-E3", "T-E8", "weight 9"},
      /* along a hexside both hexes must block; one is enough to hinder, and counts once */
      {HEX("T-D6", "woods"), "T-E6", "T-C6", "weight 9"},
      {HEX("T-D6", "woods") "," HEX("T-D5", "woods"), "T-E6", "T-C6", NULL},
      {HEX("T-D6", "grain"), "T-E6", "T-C6", "weight 8"},
      {HEX("T-D6", "grain") "," HEX("T-D5", "brush"), "T-E6", "T-C6", "weight 8"},
      /* a gully is seen from next to it, from a level above, and along itself */
      {HEX("T-E8", "gully"), "T-E3", "T-E8", NULL},
      {HEX("T-E8", "gully"), "T-E7", "T-E8", "weight 10"},
      {HEX("T-E8", "gully") "," HEX("T-E3", "hill1"), "T-E3", "T-E8", "weight 8"},
      {HEX("T-E3", "gully"), "T-E3", "T-E8", NULL},
      {HEX("T-E3", "gully") "," HEX("T-E8", "hill1"), "T-E3", "T-E8", "weight 8"},
      {HEX("T-E6", "gully") "," HEX("T-E7", "gully") "," HEX("T-E8", "gully"), "T-E6", "T-E8",
       "weight 9"},
      {HEX("T-E6", "gully") "," HEX("T-E8", "gully"), "T-E6", "T-E8", NULL}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char position[1200];
    char fire[24];
    snprintf(position, sizeof position,
             "\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"terrain\":[%s],\"units\":[%s,"
             "{\"name\":\"g\",\"side\":\"german\",\"kind\":\"658\",\"hex\":\"%s\"},{\"name\":\"r\","
             "\"side\":\"soviet\",\"kind\":\"458\",\"hex\":\"%s\"}]",
             rows[i].ground, FAR_AWAY, rows[i].from, rows[i].at);
    snprintf(fire, sizeof fire, "fire %s 0", rows[i].at);
    struct table *t = field_at(position, "");
    act(t, "german", "pick g");
    if (!rows[i].column)
      refused(t, "german", fire, "F7.1");
    else if (!comes_to(odds_of(t, "german", fire), rows[i].column))
      fail_msg("row %d: %s", (int)i, text_of(t->last, "card.column"));
    clear_away(t);
  }
}

/* F22.1: who is shot at and stays whole comes on, and goes on from there. */
static void shot_at_and_in(void **unused) {
  (void)unused;
  struct table *t = field_at(
      OPEN_EDGES("german.action", OFF("g", "german", "658", "") "," RUS_AT("r", "458", "T-P13")),
      "6 5");
  act(t, "german", "enter g");
  act(t, "german", "at T-P9");
  act(t, "soviet", "volley r T-P9 0");
  act(t, "soviet", "pass");
  assert_string_equal(place_of(t, "g"), "T-P9");
  offered(t, "german", "go T-P8 0", "F4.7");
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(shot_at_and_in),   cmocka_unit_test(who_enters),
      cmocka_unit_test(where_they_enter), cmocka_unit_test(back_in_the_box),
      cmocka_unit_test(who_leaves),       cmocka_unit_test(leaving_north),
      cmocka_unit_test(broken_leave),     cmocka_unit_test(game_end),
      cmocka_unit_test(lines_of_sight)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
