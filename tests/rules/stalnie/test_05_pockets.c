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
  } cases[] = {{41, 41, 41, 1, 18},
               {41, 40, 36, 1, 12},
               {33, 33, 32, 0, 1},
               {34, 32, 32, 1, 0},
               {41, 64, 64, 1, 62}};
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
    for (int h = 64; h <= 96; h++) /* the new hexrows are Soviet */
      assert_false((s->edge[0][h] | s->edge[1][h]) & EDGE_GERMAN);
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

/* The result has the unit where it stands, with these flags. */
static void ended_there(struct kit *k, const char *id, uint32_t flags) {
  struct draft *d = kit_draft(k, id);
  d->fate = FATE_OK;
  d->at = kit_at(k, id)->at;
  d->type = kit_at(k, id)->type;
  d->flags = flags;
}

/* 11.60531a: who gains an edge hex, and who only keeps the enemy from it. The German is four hexes
 * from the edge, the Soviet two. */
static void who_gains_an_edge(void **unused) {
  (void)unused;
  static const struct {
    const char *kind;
    uint32_t flags;
    const char *enemy;
    uint32_t enemy_flags;
    bool gains;
  } cases[] = {{"658", 0, NULL, 0, true},
               {"348", 0, NULL, 0, true},
               {"228", 0, NULL, 0, true},
               {"AT75L", 0, NULL, 0, true},
               {"AT75L", U_ABANDONED, NULL, 0, false},
               {"228", U_VEHICLE_CREW, NULL, 0, false},
               {"658", U_BROKEN, NULL, 0, false},
               {"658", U_STUN, NULL, 0, false},
               {"658", U_RECALL, NULL, 0, false},
               {"658", U_UPPER, NULL, 0, false},
               {"9-2", 0, NULL, 0, false},
               {"hero", 0, NULL, 0, false},
               {"PzIVH", 0, NULL, 0, false},
               {"658", 0, "458", 0, false},
               {"658", 0, "T34M41", 0, false},
               {"658", 0, "8-0", 0, false},
               {"658", 0, "458", U_UPPER, false},
               {"658", 0, "458", U_BROKEN, true},
               {"658", 0, "T34M41", U_STUN, true},
               {"658", 0, "T34M41", U_ABANDONED, true},
               {"658", 0, "T34M41", U_RECALL, true}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    char position[400], enemy[120] = "";
    if (cases[i].enemy)
      snprintf(enemy, sizeof enemy,
               ",{\"name\":\"r\",\"side\":\"soviet\",\"kind\":\"%s\",\"hex\":\"T-Q8\"}",
               cases[i].enemy);
    snprintf(position, sizeof position,
             "\"map\":\"plain:10x33\",\"phase\":\"play.1\",\"units\":["
             "{\"name\":\"g\",\"side\":\"german\",\"kind\":\"%s\",\"hex\":\"T-Q6\"}%s],"
             "\"unchecked\":true",
             cases[i].kind, enemy);
    struct kit *k = kit_lay(position, true);
    ended_there(k, "g", cases[i].flags);
    if (cases[i].enemy)
      ended_there(k, "r", cases[i].enemy_flags);
    kit_ready(k);
    sp_edges(&k->play);
    int edge = kit_place(k, "T-Q10"), e = sp_side_edge(&k->play, edge);
    assert_true(e >= 0);
    bool german = kit_state(k)->edge[e][row_of(edge)] & EDGE_DRAFT;
    if (german != cases[i].gains)
      fail_msg("case %zu: %s", i, cases[i].kind);
    kit_close(k);
  }
}

/* 11.60531a: within five hexes and no further, and only what changes hands is counted. */
static void five_hexes(void **unused) {
  (void)unused;
  static const char *const hexes[] = {"T-Q5", "T-Q4", "T-Q6", "T-P5", "T-P6"};
  for (size_t i = 0; i < sizeof hexes / sizeof hexes[0]; i++) {
    char position[300];
    snprintf(position, sizeof position,
             "\"map\":\"plain:10x33\",\"phase\":\"play.1\",\"units\":["
             "{\"name\":\"g\",\"side\":\"german\",\"kind\":\"658\",\"hex\":\"%s\"}]",
             hexes[i]);
    struct kit *k = kit_lay(position, true);
    int at = kit_place(k, hexes[i]), gained = 0;
    ended_there(k, "g", 0);
    kit_ready(k);
    sp_edges(&k->play);
    for (int e = 0; e < 2; e++)
      for (int h = sp_pa_low(&k->play) + 1; h < sp_pa_high(&k->play); h++) {
        int edge = sp_edge_place(&k->play, GER, e, h - sp_pa_low(&k->play));
        bool near = sp_distance(edge, at) <= 5;
        assert_int_equal((kit_state(k)->edge[e][h] & EDGE_DRAFT) != 0, near);
        gained += near;
      }
    assert_true(gained > 0);
    assert_int_equal(kit_told(k, E_EDGES, R_11_60531a)->n[0], gained);
    kit_close(k);
  }
}

/* 5.5, 11.6059, 11.6066: what is told when both chains are open: the markers of each, the hexes of
 * each area, and how much is No Man's Land. */
static void chains_told(void **unused) {
  (void)unused;
  for (int with = 0; with < 2; with++) {
    struct kit *k =
        kit_lay(with ? "\"map\":\"plain:10x33\",\"phase\":\"reph.1/11.605\",\"vars\":{\"west_"
                       "edge\":8,\"east_edge\":6},\"terrain\":[" WOODS("T-AA5") "],\"units\":[" AT(
                           "g", "german", "658", "T-AA5") "," AT("r", "soviet", "458", "T-K5") "]"
                     : "\"map\":\"plain:10x33\",\"phase\":\"reph.1/11.605\",\"units\":[" AT(
                           "r", "soviet", "458", "T-K5") "]",
                false);
    kit_do(k, GER, "commit");
    kit_do(k, RUS, "commit");
    const struct state *s = kit_state(k);
    int nobody = 330, areas = 0;
    bool told[2] = {false, false}, chain[2] = {false, false};
    for (uint32_t i = 0; i < k->events.n; i++) {
      const struct sal_event *e = &k->events.v[i];
      if (e->kind == E_CHAIN) {
        assert_int_equal(e->n[1], s->side[e->n[0]].nchain);
        chain[e->n[0]] = true;
      }
      if (e->kind != E_PERIMETER)
        continue;
      int n = 0;
      for (int g = 0; g < PA_PLACES; g++)
        n += (s->area[g] & (e->n[0] == GER ? A_GER : A_RUS)) != 0;
      assert_int_equal(e->n[1], s->side[e->n[0]].nchain);
      assert_int_equal(e->n[2], n);
      told[e->n[0]] = true;
      areas += n;
    }
    assert_true(told[GER] && told[RUS] && chain[GER] && chain[RUS]);
    assert_int_equal(s->side[GER].perimeter, with);
    for (int g = 0; g < PA_PLACES; g++)
      nobody -= s->isle[g] != 0;
    assert_int_equal(kit_told(k, E_NOBODY, R_11_6059)->n[0], nobody - areas);
    kit_close(k);
  }
}

/* 11.6054b: an anchor eleven hexrows off is of no set with two others, so their line keeps its
 * inner side towards the own front edge. */
static void too_far_to_matter(void **unused) {
  (void)unused;
  struct kit *k =
      kit_lay(GROUND WOODS("T-P8") "," WOODS("T-N13") "," WOODS("T-C10") "],\"units\":[" JOIN(
                  AT("a", "german", "658", "T-P8"), AT("b", "german", "658", "T-N13"),
                  AT("c", "german", "658", "T-C10")) "]",
              false);
  int a = kit_at(k, "a")->at, b = kit_at(k, "b")->at;
  uint32_t rows[PA_ROWS] = {0};
  sp_draw_line(&k->play, GER, y_of(a) > y_of(b) ? a : b, y_of(a) > y_of(b) ? b : a, rows);
  kit_all(k, "german commit;soviet commit");
  for (int g = 0; g < 40 * WIDTH; g++)
    assert_int_equal(kit_state(k)->isle[g] == kit_at(k, "a")->iso, rows_has(rows, g));
  assert_int_not_equal(kit_at(k, "c")->iso, kit_at(k, "a")->iso);
  kit_close(k);
}

/* Does w lie to the right of the walk from a to b, as the Germans see the map? */
static bool right_of(const struct kit *k, int a, int b, int w) {
  int vd = sp_depth(&k->play, GER, b) - sp_depth(&k->play, GER, a);
  int wd = sp_depth(&k->play, GER, w) - sp_depth(&k->play, GER, a);
  return (y_of(a) - y_of(b)) * wd < vd * (y_of(a) - y_of(w));
}

/* 5.5.6: the inner side of a line is where the third anchor lies; of two alone, the side of the own
 * front edge. The Pocket is the lines and what a flood from the map's edges cannot reach. */
static void inner_sides(void **unused) {
  (void)unused;
  static const struct {
    const char *hex[3];
  } cases[] = {{{"P8", "M13", NULL}},  {{"P13", "M8", NULL}},  {{"R6", "L9", NULL}},
               {{"R9", "L6", NULL}},   {{"P8", "P14", "M12"}}, {{"M8", "M14", "P12"}},
               {{"P8", "L12", "R13"}}, {{"R8", "L10", "N15"}}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    char position[900] = GROUND, one[120], units[400] = "";
    int n = cases[i].hex[2] ? 3 : 2, at[3];
    for (int a = 0; a < n; a++) {
      snprintf(one, sizeof one, "%s{\"hex\":\"T-%s\",\"set\":[\"woods\"]}", a ? "," : "",
               cases[i].hex[a]);
      strcat(position, one);
      snprintf(one, sizeof one,
               "%s{\"name\":\"u%d\",\"side\":\"german\",\"kind\":\"658\",\"hex\":\"T-%s\"}",
               a ? "," : "", a, cases[i].hex[a]);
      strcat(units, one);
    }
    strcat(position, "],\"units\":[");
    strcat(position, units);
    strcat(position, "]");
    struct kit *k = kit_lay(position, false);
    for (int a = 0; a < n; a++)
      at[a] = kit_at(k, a == 0 ? "u0" : a == 1 ? "u1" : "u2")->at;
    uint32_t rows[PA_ROWS] = {0};
    for (int a = 0; a < n; a++)
      for (int b = 0; b < n; b++) {
        if (a == b)
          continue;
        bool drawn = n == 3 ? right_of(k, at[a], at[b], at[3 - a - b]) : y_of(at[a]) > y_of(at[b]);
        if (drawn)
          sp_draw_line(&k->play, GER, at[a], at[b], rows);
      }
    kit_all(k, "german commit;soviet commit");
    static uint8_t reached[PA_PLACES];
    static int queue[PA_PLACES];
    int head = 0, tail = 0;
    memset(reached, 0, sizeof reached);
    for (int g = 0; g < 40 * WIDTH; g++)
      if (own(k->book)->ground[g] & G_ON && row_of(g) == 0)
        reached[g] = 1, queue[tail++] = g;
    while (head < tail)
      for (int d = 0, g = queue[head++]; d < 6; d++) {
        int to = own(k->book)->near[g][d];
        if (to >= 0 && !rows_has(rows, to) && !reached[to])
          reached[to] = 1, queue[tail++] = to;
      }
    int size = 0;
    for (int g = 0; g < 40 * WIDTH; g++) {
      bool inside = own(k->book)->ground[g] & G_ON && !reached[g];
      if ((kit_state(k)->isle[g] == kit_at(k, "u0")->iso) != inside)
        fail_msg("case %zu: %s", i, k->book->board.name[own(k->book)->cell[g]]);
      size += inside;
    }
    assert_true(size > 5);
    assert_true(kit_at(k, "u0")->iso > 0);
    kit_close(k);
  }
}

/* 11.6246, CG1d: without a perimeter the hexrow of the side's own edge is its Front Line, and no
 * other. */
static void front_without_perimeter(void **unused) {
  (void)unused;
  struct kit *k = kit_lay("\"map\":\"plain:10x33\",\"phase\":\"play.1\",\"vars\":{"
                          "\"german_front\":0,\"soviet_front\":33}",
                          false);
  const struct state *s = kit_state(k);
  assert_false(s->side[GER].perimeter || s->side[RUS].perimeter);
  for (int g = 0; g < 33 * WIDTH; g++) {
    bool on = own(k->book)->ground[g] & G_ON;
    assert_int_equal((s->area[g] & A_FRONT_GER) != 0, on && row_of(g) == 0);
    assert_int_equal((s->area[g] & A_FRONT_RUS) != 0, on && row_of(g) == 32);
  }
  kit_close(k);
  /* 5.5.8: as soon as the chains are open, with somebody still to escape. */
  k = kit_lay(
      "\"map\":\"plain:10x33\",\"phase\":\"reph.1/11.605\",\"vars\":{"
      "\"german_front\":6,\"soviet_front\":20,\"west_edge\":0,\"east_edge\":0},\"units\":[" AT(
          "g", "german", "658", "T-Q5") "]",
      false);
  kit_all(k, "german commit;soviet commit");
  assert_int_equal(kit_node(k), N_ESCAPE);
  s = kit_state(k);
  assert_false(s->side[GER].perimeter);
  for (int g = 0; g < 33 * WIDTH; g++)
    assert_int_equal((s->area[g] & A_FRONT_GER) != 0,
                     own(k->book)->ground[g] & G_ON && row_of(g) == 0);
  kit_close(k);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(ten_hexes),         cmocka_unit_test(anchors),
      cmocka_unit_test(the_step_north),    cmocka_unit_test(ground_shown),
      cmocka_unit_test(edge_rows),         cmocka_unit_test(between_companies),
      cmocka_unit_test(who_gains_an_edge), cmocka_unit_test(five_hexes),
      cmocka_unit_test(chains_told),       cmocka_unit_test(inner_sides),
      cmocka_unit_test(too_far_to_matter), cmocka_unit_test(front_without_perimeter)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
