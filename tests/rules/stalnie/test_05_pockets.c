/* test_05_pockets.c - 5.5.6 to 5.5.9, 11.6055-59: how far apart the anchors of a Pocket may lie,
 * and what the step north, the edges and the view say of the ground. */
#include "kit.h"

#define GROUND                                                                                     \
  "\"map\":\"plain:30x40\",\"phase\":\"reph.1/"                                                    \
  "11.605\",\"vars\":{\"west_edge\":2,\"east_edge\":2},"                                           \
  "\"terrain\":["

/* Three German squads in woods, with a vehicle between them; the chains are the program's. */
static struct kit *triangle(const char *const corner[3], const char *middle) {
  char position[1200];
  snprintf(position, sizeof position,
           GROUND "{\"hex\":\"T-%s\",\"set\":[\"woods\"]},{\"hex\":\"T-%s\",\"set\":[\"woods\"]},"
                  "{\"hex\":\"T-%s\",\"set\":[\"woods\"]}],\"units\":["
                  "{\"name\":\"a\",\"side\":\"german\",\"kind\":\"658\",\"hex\":\"T-%s\"},"
                  "{\"name\":\"b\",\"side\":\"german\",\"kind\":\"658\",\"hex\":\"T-%s\"},"
                  "{\"name\":\"c\",\"side\":\"german\",\"kind\":\"658\",\"hex\":\"T-%s\"},"
                  "{\"name\":\"in\",\"side\":\"german\",\"kind\":\"PzIVH\",\"hex\":\"T-%s\"}],"
                  "\"unchecked\":true",
           corner[0], corner[1], corner[2], corner[0], corner[1], corner[2], middle);
  struct kit *k = kit_lay(position, false);
  kit_all(k, "german commit;soviet commit");
  return k;
}

/* 5.5.6, 11.6054b: anchors are joined within ten hexes and no further. Three that are joined hold
 * what lies between them in one Pocket; with one line short it is a Location of its own. */
static void ten_hexes(void **unused) {
  (void)unused;
  static const struct {
    const char *corner[3], *middle;
    bool closed;
  } cases[] = {
      {{"P5", "P14", "L10"}, "O10", true},
      {{"P5", "P15", "L10"}, "O10", true},  /* ten along a hexrow */
      {{"P5", "P16", "L10"}, "O10", false}, /* eleven */
      {{"P8", "P12", "G10"}, "M10", true},  /* nine hexrows */
      {{"P8", "P12", "F10"}, "M10", true},  /* ten */
      {{"P8", "P12", "E10"}, "M10", false}, /* eleven */
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct kit *k = triangle(cases[i].corner, cases[i].middle);
    const struct state *s = kit_state(k);
    int in = kit_at(k, "in")->iso, a = kit_at(k, "a")->iso, b = kit_at(k, "b")->iso;
    assert_true(in > 0);
    if ((a == in && b == in) != cases[i].closed)
      fail_msg("case %zu: areas %d, %d, %d", i, a, b, in);
    assert_int_equal(s->iso[in - 1].type, cases[i].closed ? 1 : 2); /* A, else B */
    assert_int_equal(s->niso, cases[i].closed ? 1 : s->niso);
    kit_told(k, E_ISOLATED, cases[i].closed ? R_11_6055_57 : R_11_6062);
    kit_close(k);
  }
}

/* 5.5.6: it takes an MMC or an own marker in cover to be an anchor; a vehicle there is none. */
static void anchors(void **unused) {
  (void)unused;
  static const struct {
    const char *kind, *terrain, *control;
    bool closed;
  } cases[] = {{"658", "woods", "", true},
               {"658", "", "", false},
               {"PzIVH", "woods", "", false},
               {"PzIVH", "woods", "\"control\":[[\"german\",[\"T-L10\"]]],", true},
               {"PzIVH", "woods", "\"control\":[[\"soviet\",[\"T-L10\"]]],", false},
               {"9-2", "woods", "", false}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    char position[1200], third[80] = "";
    if (*cases[i].terrain)
      snprintf(third, sizeof third, ",{\"hex\":\"T-L10\",\"set\":[\"%s\"]}", cases[i].terrain);
    snprintf(position, sizeof position,
             GROUND WOODS("T-P6") "," WOODS("T-P14") "%s],%s\"units\":[" JOIN(
                 AT("a", "german", "658", "T-P6"), AT("b", "german", "658", "T-P14"),
                 AT("in", "german", "PzIVH", "T-N10")) ",{\"name\":\"c\",\"side\":\"german\","
                                                       "\"kind\":\"%s\",\"hex\":\"T-L10\"}],"
                                                       "\"unchecked\":true",
             third, cases[i].control, cases[i].kind);
    struct kit *k = kit_lay(position, false);
    kit_all(k, "german commit;soviet commit");
    bool closed = kit_at(k, "in")->iso == kit_at(k, "c")->iso;
    if (closed != cases[i].closed)
      fail_msg("case %zu", i);
    kit_close(k);
  }
}

/* 5.6, CG1d, 11.60531e, 11.2d: what the step north says: the half the campaign is in, whether the
 * Germans hold ground beyond the edge, the edge hexes kept and the Victory Locations left behind.
 */
static void the_step_north(void **unused) {
  (void)unused;
  static const struct {
    int front, west, east, holds, kept;
  } cases[] = {{41, 41, 41, 1, 18}, {41, 40, 36, 1, 12}, {33, 33, 32, 0, 1}, {34, 32, 32, 1, 0}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    char position[300];
    snprintf(position, sizeof position,
             "\"phase\":\"reph.1/11.612\",\"vars\":{\"german_front\":%d,\"soviet_front\":44,"
             "\"west_edge\":%d,\"east_edge\":%d,\"winners\":1,\"german_cpp\":40}",
             cases[i].front, cases[i].west, cases[i].east);
    struct kit *k = kit_lay(position, false);
    const struct state *s = kit_state(k);
    const struct sal_event *e = kit_told(k, E_MOVED_NORTH, s->side[GER].perimeter ? R_5_6 : R_CG1d);
    assert_int_equal(e->n[0], 2);
    assert_int_equal(e->n[1], cases[i].holds);
    assert_int_equal(kit_told(k, E_KEPT_EDGES, R_11_60531e)->n[0], cases[i].kept);
    int behind = 0;
    for (int v = 0; v < own(k->book)->nvl; v++)
      behind += row_of(own(k->book)->vl[v].g) < 32 && s->vl[v] & VB_GERMAN;
    assert_true(behind > 0);
    assert_int_equal(kit_told(k, E_KEPT_VL, R_11_2d)->n[0], GER);
    assert_int_equal(kit_told(k, E_KEPT_VL, R_11_2d)->n[1], behind);
    kit_close(k);
  }
}

/* How many hexes a side controls in the view, and whether that hex is among them. */
static int controls(const cJSON *view, int side, const char *hex, bool *has) {
  const cJSON *pair = cJSON_GetArrayItem(field(view, "view.control"), side), *one;
  assert_string_equal(cJSON_GetArrayItem(pair, 0)->valuestring, side ? "soviet" : "german");
  *has = false;
  cJSON_ArrayForEach(one, cJSON_GetArrayItem(pair, 1)) *has |= sal_eq(one->valuestring, hex);
  return cJSON_GetArraySize(cJSON_GetArrayItem(pair, 1));
}

/* 11.2e: every hex of the Playing Area is controlled by one side, and both see whose it is. */
static void ground_shown(void **unused) {
  (void)unused;
  static const char *const viewers[] = {"german", "soviet", "all"};
  struct table *t = lay("stalnie",
                        "\"map\":\"plain:10x33\",\"phase\":\"play.1\","
                        "\"control\":[[\"german\",[\"T-K5\",\"T-L6\"]]]",
                        NULL);
  for (int i = 0; i < 3; i++) {
    const cJSON *a = ask(t, "{\"cmd\":\"view\",\"side\":\"%s\"}", viewers[i]);
    bool german, soviet;
    int n[2] = {controls(a, GER, "T-K5", &german), controls(a, RUS, "T-K5", &soviet)};
    assert_true(german && !soviet);
    controls(a, GER, "T-K6", &german), controls(a, RUS, "T-K6", &soviet);
    assert_true(!german && soviet);
    assert_int_equal(n[0] + n[1], 330);
    holds(t, "11.2e", n[0] == 2);
  }
  clear_away(t);
}

/* A line of a result file that is refused, in these words. */
static void wrong_line(const char *line, const char *words) {
  struct kit *k = kit_lay("\"phase\":\"play.1\"", true);
  static char out[4096];
  struct sal_text room = {out, sizeof out, 0};
  struct sal_err err = {0};
  assert_false(sp_import(&k->play, GER, "result", line, &room, &err));
  if (!strstr(err.text, words))
    fail_msg("%s: %s", line, err.text);
  kit_close(k);
}

/* 6.1: the hexrows of an edge line are 0 to 128, the map's; the run may end in its own first. */
static void edge_rows(void **unused) {
  (void)unused;
  wrong_line("edge side=west from=128 to=128 owner=GER\n", "hexrow 128 has no west edge hex");
  wrong_line("edge side=west from=129 to=129 owner=GER\n", "from must be 0 to 128, not '129'");
  wrong_line("edge side=west from=-1 to=3 owner=GER\n", "from must be 0 to 128, not '-1'");
  wrong_line("edge side=west from=5 to=129 owner=GER\n", "to must be 5 to 128, not '129'");
  wrong_line("edge side=west from=5 to=4 owner=GER\n", "to must be 5 to 128, not '4'");
  wrong_line("edge side=east from=0 to=128 owner=GER\n", "hexrow 0 has no east edge hex");
}

/* A company of two squads in T-AA15 with these weapons and carriers. Its first squad is returned.
 */
static int company(struct kit *k, const char *group, const uint8_t sw[SW], const char *holders) {
  struct state *s = kit_state(k);
  struct rec *r = kit_line(k, RUS, group, (struct rec){.scenario = 1, .copy = 1, .hex = NOWHERE});
  int first = own(k->book)->group[RUS][r->group].first[1];
  memcpy(r->sw, sw, SW);
  for (int i = 0; holders[i]; i++)
    r->holder[i] = (uint8_t)(holders[i] - '0');
  for (int i = 0; i < 2; i++) {
    s->unit[first + i] = (struct unit){.flags = U_KNOWN,
                                       .at = NOWHERE,
                                       .type = own(k->book)->counter_type[first + i],
                                       .where = OFF,
                                       .rec = s->side[RUS].nrec};
    sp_put(&k->play, first + i, kit_at(k, "x")->at);
    s->unit[first + i].iso = kit_at(k, "x")->iso;
  }
  return first;
}

/* 11.6063a: a weapon that is handed to another company's squad leaves the one line and comes behind
 * the last of its kind in the other; nobody else's weapon changes hands. */
static void between_companies(void **unused) {
  (void)unused;
  static const struct {
    uint8_t giver[SW], taker[SW];
    const char *gives, *takes, *weapon, *left, *has;
  } cases[] = {
      {{1, 1}, {1, 0}, "11", "1", "mmg", "1", "12"},
      {{1, 1}, {1, 0}, "11", "1", "lmg", "1", "12"},
      {{0, 1}, {0, 1}, "1", "1", "mmg", "", "12"},
      {{0, 2}, {1, 1, 0, 0, 0, 1}, "12", "111", "mmg", "2", "1121"},
      {{0, 1}, {0, 0, 0, 0, 0, 2}, "1", "11", "mmg", "", "211"},
      {{1, 0}, {2, 1, 0, 0, 0, 0}, "1", "111", "lmg", "", "1121"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct kit *k = kit_lay(
        "\"map\":\"plain:30x52\",\"phase\":\"reph.1/11.605\",\"vars\":{\"winners\":1},"
        "\"terrain\":[" WOODS("T-AA15") "],\"units\":[" AT("x", "soviet", "458", "T-AA15") "]",
        false);
    kit_all(k, "german commit;soviet commit");
    int from = company(k, "i1", cases[i].giver, cases[i].gives);
    int to = company(k, "i2", cases[i].taker, cases[i].takes) + 1;
    struct state *s = kit_state(k);
    const struct rec *giver = &s->rec[RUS][kit_state(k)->unit[from].rec - 1];
    const struct rec *taker = &s->rec[RUS][kit_state(k)->unit[to].rec - 1];
    char text[80];
    snprintf(text, sizeof text, "escape %s", k->book->counter[from].id);
    kit_do(k, RUS, text);
    snprintf(text, sizeof text, "add %s", k->book->counter[to].id);
    kit_do(k, RUS, text);
    snprintf(text, sizeof text, "hand %s %s %s", k->book->counter[from].id, k->book->counter[to].id,
             cases[i].weapon);
    kit_do(k, RUS, text);
    int kind = sal_eq(cases[i].weapon, "mmg");
    assert_int_equal(giver->sw[kind], cases[i].giver[kind] - 1);
    assert_int_equal(taker->sw[kind], cases[i].taker[kind] + 1);
    for (int line = 0; line < 2; line++) {
      const struct rec *r = line ? taker : giver;
      const char *want = line ? cases[i].has : cases[i].left;
      for (int slot = 0; slot < HELD; slot++) {
        int who = slot < (int)strlen(want) ? want[slot] - '0' : 0;
        if (r->holder[slot] != who)
          fail_msg("case %zu, line %d: slot %d is with %d", i, line, slot, r->holder[slot]);
      }
    }
    kit_close(k);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(ten_hexes),      cmocka_unit_test(anchors),
      cmocka_unit_test(the_step_north), cmocka_unit_test(ground_shown),
      cmocka_unit_test(edge_rows),      cmocka_unit_test(between_companies)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
