/* test_geometry.c - section 5: side edges, lines, chains, areas, pockets, the move north; EX1 to EX7 and EX13 to EX15. */
#include "kit.h"

#define SQUAD_AT(id, side, kind, hex) "{\"name\":\"" id "\",\"side\":\"" side "\",\"kind\":\"" kind "\",\"hex\":\"" hex "\"}"

static bool german_edge(struct kit *k, const char *hex) {
  int g = kit_place(k, hex), e = sp_side_edge(&k->play, g);
  assert_true(e >= 0);
  return kit_state(k)->edge[e][row_of(g)] & EDGE_DRAFT;
}

static void move(struct kit *k, int side, const char *unit, const char *hex, const char *state) {
  char text[60];
  snprintf(text, sizeof text, "pick %s", unit);
  kit_do(k, side, text);
  snprintf(text, sizeof text, "put %s", hex);
  kit_do(k, side, text);
  if (state) snprintf(text, sizeof text, "state %s", state), kit_do(k, side, text);
  kit_do(k, side, "done");
}

/* 11.60531a, 11.60531b: EX1, EX2, EX3 in one campaign turn after another. */
static void ex1_to_ex3_side_edges(void **unused) {
  (void)unused;
  struct kit *k = kit_lay("\"map\":\"plain:10x33\",\"phase\":\"play.1\",\"units\":[" SQUAD_AT("g1", "german", "658", "T-Z7") "," SQUAD_AT("r1", "soviet", "458", "T-V9") ","
                          "{\"name\":\"g2\",\"side\":\"german\",\"kind\":\"658\",\"box\":\"german.off\"},{\"name\":\"g3\",\"side\":\"german\",\"kind\":\"658\",\"box\":\"german.off\"},"
                          "{\"name\":\"gl\",\"side\":\"german\",\"kind\":\"9-2\",\"box\":\"german.off\"}]", true);
  kit_do(k, GER, "auto");
  assert_int_equal(kit_told(k, E_EDGES, R_11_60531a)->n[0], 6);
  kit_do(k, GER, "auto"); /* once more changes nothing */
  assert_int_equal(kit_told(k, E_EDGES, R_11_60531b)->n[0], 0);
  static const char *const taken[] = {"T-Z10", "T-AA10", "T-BB10", "T-CC10", "T-DD10", "T-EE10"};
  for (int i = 0; i < 6; i++) assert_true(german_edge(k, taken[i]));
  assert_false(german_edge(k, "T-Y10")); /* a tie stays with its owner */
  assert_false(german_edge(k, "T-FF10"));
  move(k, RUS, "r1", "T-U9", NULL); /* EX2 */
  kit_do(k, RUS, "auto");
  assert_true(german_edge(k, "T-Y10"));
  assert_false(german_edge(k, "T-X10"));
  move(k, GER, "g1", "T-X8", "broken"); /* EX3 */
  move(k, GER, "g2", "T-Z5", NULL);
  move(k, GER, "g3", "T-S9", NULL);
  move(k, GER, "gl", "T-S9", NULL);
  kit_do(k, GER, "auto");
  assert_true(german_edge(k, "T-S10"));
  assert_true(german_edge(k, "T-R10"));
  static const char *const soviet[] = {"T-T10", "T-U10", "T-V10", "T-W10", "T-X10", "T-Y10"};
  for (int i = 0; i < 6; i++) assert_false(german_edge(k, soviet[i]));
  static const char *const german[] = {"T-Z10", "T-AA10", "T-BB10"};
  for (int i = 0; i < 3; i++) assert_true(german_edge(k, german[i]));
  kit_close(k);
}

static bool on_line(struct kit *k, int side, const char *a, const char *b, const char *hex) {
  uint32_t rows[PA_ROWS] = {0};
  sp_draw_line(&k->play, side, kit_place(k, a), kit_place(k, b), rows);
  return rows_has(rows, at_pa(&k->play, kit_place(k, hex)));
}

/* 5.4: every line within ten hexes, for both sides. It is a shortest way, one hex at each distance, and no hex of it lies
 * outside (to the left of the direct line, as the side walks from west to east); the way back is the same line with the other side as its inside. */
static void every_line(void **unused) {
  (void)unused;
  struct kit *k = kit_lay("\"map\":\"plain:30x40\",\"phase\":\"reph.1/11.605\"", false);
  int checked = 0;
  for (int from = 0; from < 2; from++)
    for (int side = 0; side < 2; side++) {
      int a = (from ? 19 : 20) * WIDTH + 15;
      for (int b = 0; b < 40 * WIDTH; b++) {
        int far = sp_distance(a, b), seen = 0;
        if (!(own(k->book)->on[row_of(b)] >> across(b) & 1) || far < 1 || far > 10) continue;
        uint32_t rows[PA_ROWS] = {0};
        sp_draw_line(&k->play, side, a, b, rows);
        int up = side == GER ? 1 : -1, vd = up * (row_of(b) - row_of(a)), vx = y_of(a) - y_of(b);
        for (int g = 0; g < 40 * WIDTH; g++) {
          if (!rows_has(rows, g)) continue;
          int wd = up * (row_of(g) - row_of(a)), wx = y_of(a) - y_of(g);
          assert_int_equal(sp_distance(a, g) + sp_distance(g, b), far);
          assert_int_equal(seen >> sp_distance(a, g) & 1, 0);
          assert_true(vx * wd - vd * wx <= 0);
          seen |= 1 << sp_distance(a, g);
        }
        assert_int_equal(seen, (2 << far) - 1);
        checked++;
      }
    }
  assert_int_equal(checked, 4 * 330); /* all hexes within ten of a hex */
  kit_close(k);
}

/* 5.4, 11.6054b */
static void ex4_and_ex5_bends(void **unused) {
  (void)unused;
  struct kit *k = kit_lay("\"map\":\"plain:10x33\",\"phase\":\"reph.1/11.605\"", false);
  assert_int_equal(sp_distance(kit_place(k, "T-Z7"), kit_place(k, "T-Z10")), 3);
  assert_int_equal(sp_distance(kit_place(k, "T-V9"), kit_place(k, "T-Z10")), 4);
  assert_true(on_line(k, GER, "T-CC9", "T-AA3", "T-CC6"));
  assert_false(on_line(k, GER, "T-CC9", "T-AA3", "T-AA6"));
  assert_true(on_line(k, RUS, "T-AA7", "T-Y2", "T-Y4"));
  assert_false(on_line(k, RUS, "T-AA7", "T-Y2", "T-AA5"));
  kit_close(k);
}

/* 11.6054c: EX6. */
static void ex6_links(void **unused) {
  (void)unused;
#define EX6(unit) "\"map\":\"plain:10x33\",\"phase\":\"reph.1/11.605\",\"terrain\":[{\"hex\":\"T-AA3\",\"set\":[\"woods\"]}],\"control\":[[\"german\",[\"T-AA3\"]]],\"vars\":{\"west_edge\":8,\"east_edge\":8},\"units\":[" unit "]"
  struct kit *k = kit_lay(EX6(SQUAD_AT("r1", "soviet", "458", "T-AA6")), false);
  kit_do(k, GER, "marker T-AA10");
  kit_refused(k, GER, "marker T-AA3", R_11_6054c);
  kit_close(k);
  k = kit_lay(EX6(SQUAD_AT("g1", "german", "658", "T-AA6")), false);
  kit_all(k, "german marker T-AA10;german marker T-AA3");
  kit_close(k);
}

/* 11.6055-57, 11.6062: units that no chain reaches are Isolated Locations; EX7. */
static void ex7_isolated_locations(void **unused) {
  (void)unused;
  struct kit *k = kit_lay("\"map\":\"plain:30x33\",\"phase\":\"reph.1/11.605\",\"terrain\":[{\"hex\":\"T-M4\",\"set\":[\"woods\"]}],\"units\":[" SQUAD_AT("w6", "german", "658", "T-M6") ","
                          SQUAD_AT("w4", "german", "658", "T-M4") "]", false);
  kit_all(k, "german commit;soviet commit");
  struct state *s = kit_state(k);
  for (int i = 0; i < 2; i++) {
    int u = kit_unit(k, i ? "w6" : "w4");
    assert_true(s->unit[u].iso > 0);
    assert_int_equal(s->iso[s->unit[u].iso - 1].type, 2); /* touching No Man's Land: B */
  }
  kit_told(k, E_ISOLATED, R_11_6062);
  assert_int_equal(kit_node(k), N_ESCAPE);
  kit_close(k);
}

static int area_hexes(struct kit *k, int side, int *low, int *high) {
  int n = 0;
  *low = 999, *high = -1;
  for (int g = 0; g < PLACES; g++) {
    if (!sp_area(&k->play, side, g)) continue;
    n++;
    if (row_of(g) < *low) *low = row_of(g);
    if (row_of(g) > *high) *high = row_of(g);
  }
  return n;
}

/* 5.5: EX15, the automatic chain takes fewest markers at equal weight. */
static void ex15_automatic_chain(void **unused) {
  (void)unused;
  char terrain[1200] = "", control[400] = "", position[2400];
  struct kit *k = kit_open("campaign");
  for (int y = 51; y >= 11; y -= 10) {
    const char *hex = k->book->board.name[own(k->book)->cell[20 * WIDTH + y / 2]];
    char one[80];
    snprintf(one, sizeof one, "%s{\"hex\":\"%s\",\"set\":[\"woods\"]}", y == 51 ? "" : ",", hex);
    strcat(terrain, one);
    snprintf(one, sizeof one, "%s\"%s\"", y == 51 ? "" : ",", hex);
    strcat(control, one);
  }
  snprintf(position, sizeof position, "\"phase\":\"reph.1/11.605\",\"terrain\":[%s],\"control\":[[\"german\",[%s]]],\"vars\":{\"west_edge\":20,\"east_edge\":20}", terrain, control);
  kit_close(k);
  k = kit_lay(position, false);
  kit_all(k, "german commit;soviet commit");
  const struct side *d = &kit_state(k)->side[GER];
  static const int want[] = {59, 41, 21, 1};
  assert_int_equal(d->nchain, 4);
  for (int i = 0; i < 4; i++) {
    assert_int_equal(row_of(d->chain[i]), 20);
    assert_int_equal(y_of(d->chain[i]), want[i]);
  }
  int low, high;
  assert_int_equal(area_hexes(k, GER, &low, &high), 640);
  assert_int_equal(high, 20);
  kit_told(k, E_PERIMETER, R_11_6066);
  kit_close(k);
}

/* 5.6, 11.60531e, CG1a: EX13. */
static void ex13_moving_north(void **unused) {
  (void)unused;
  int low, high;
  struct kit *k = kit_lay("\"phase\":\"reph.1/11.612\",\"vars\":{\"german_front\":41,\"soviet_front\":44,\"winners\":1}", false);
  assert_int_equal(kit_state(k)->pa, 2);
  assert_int_equal(kit_state(k)->scenario, 2);
  area_hexes(k, GER, &low, &high);
  assert_int_equal(low, 32);
  assert_int_equal(high, 40);
  area_hexes(k, RUS, &low, &high);
  assert_int_equal(low, 44);
  assert_int_equal(high, 96);
  for (int h = 33; h <= 41; h++) assert_true(kit_state(k)->edge[0][h] & EDGE_GERMAN);
  for (int h = 42; h <= 95; h++) assert_false(kit_state(k)->edge[0][h] & EDGE_GERMAN);
  assert_true(kit_state(k)->side[GER].perimeter);
  kit_close(k);
}

/* 11.60532, CG1d: EX14. */
static void ex14_no_perimeter(void **unused) {
  (void)unused;
  struct kit *k = kit_lay("\"phase\":\"reph.1/11.612\",\"vars\":{\"german_front\":33,\"soviet_front\":40,\"winners\":1,\"german_cpp\":40}", false);
  assert_false(kit_state(k)->side[GER].perimeter);
  assert_int_equal(kit_node(k), N_BUY);
  kit_refused(k, GER, "buy i1 north 0", R_11_60532);
  assert_int_equal(sp_end_drm(&k->play, 0), -6); /* CG4b: nobody qualifies, d = 32 */
  assert_int_equal(sp_end_drm(&k->play, 25), -4); /* CG4a */
  kit_close(k);
}

/* 11.2f: a hill belongs to the area that holds it; in No Man's Land it keeps its controller. */
static void hills_follow_the_areas(void **unused) {
  (void)unused;
  struct kit *k = kit_open("campaign");
  const struct own *o = own(k->book);
  kit_start(k, 7);
  kit_until(k, "reph.1/11.605");
  struct state *s = kit_state(k);
  for (int side = 0; side < 2; side++) s->side[side].nchain = 0;
  kit_all(k, "german commit;soviet commit");
  while (kit_node(k) == N_ESCAPE || kit_node(k) == N_STACK) kit_default(k);
  for (int i = 0; i < o->nvl; i++) {
    if (o->vl[i].kind != VL_HILL) continue;
    if (row_of(o->vl[i].g) > 40 && row_of(o->vl[i].g) < 64 && s->pa == 2) assert_false(s->vl[i] & VB_GERMAN && !(s->vl[i] & VB_GONE) && sp_area(&k->play, RUS, o->vl[i].g));
  }
  kit_close(k);
}

/* 11.605: what a hand-made chain refuses. */
static void sealing_a_chain(void **unused) {
  (void)unused;
  struct table *t = lay("stalnie/campaign", "\"phase\":\"reph.1/11.605\",\"vars\":{\"german_front\":20,\"soviet_front\":30}", NULL);
  refused(t, "german", "marker 17-K5", "11.6053");
  refused(t, "german", "unmark", "11.605");
  offered(t, "german", "marker 16-GG10", "11.6054a");
  act(t, "german", "marker 16-GG10");
  refused(t, "german", "commit", "11.605");
  refused(t, "german", "marker 17-K5", "11.6054a");
  act(t, "german", "auto");
  act(t, "german", "commit");
  act(t, "soviet", "commit");
  happened(t, "11.6066", "perimeter");
  happened(t, "11.2f", "hills");
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(ex1_to_ex3_side_edges), cmocka_unit_test(every_line), cmocka_unit_test(ex4_and_ex5_bends), cmocka_unit_test(ex6_links), cmocka_unit_test(ex7_isolated_locations), cmocka_unit_test(ex15_automatic_chain),
      cmocka_unit_test(ex13_moving_north), cmocka_unit_test(ex14_no_perimeter), cmocka_unit_test(hills_follow_the_areas), cmocka_unit_test(sealing_a_chain)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
