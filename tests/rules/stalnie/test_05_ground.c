/* test_05_ground.c - section 5 and CG3 at their corners: edges, cover, anchors, chains that are
 * full, what moves north and what does not. */
#include "kit.h"

/* 11.6053: corners are front edge hexes, not side edges. */
static void corners(void **unused) {
  (void)unused;
  struct kit *k =
      kit_lay("\"phase\":\"play.2\",\"vars\":{\"german_front\":20,\"soviet_front\":24}", false);
  int low = sp_pa_low(&k->play), high = sp_pa_high(&k->play);
  assert_int_equal(low, 32);
  for (int h = low; h <= high; h++) {
    bool corner = h == low || h == high;
    assert_int_equal(sp_side_edge(&k->play, h * WIDTH), corner ? -1 : 0);
    assert_int_equal(sp_side_edge(&k->play, h * WIDTH + highest_bit(own(k->book)->on[h])),
                     corner ? -1 : 1);
    assert_int_equal(sp_side_edge(&k->play, h * WIDTH + 7), -1);
  }
  kit_close(k);
}

/* 11.6054a: a foxhole is cover; hedges are if they close the whole front and both flanks, the side
 * without a neighbour too. */
static void cover(void **unused) {
  (void)unused;
  struct kit *k =
      kit_lay("\"phase\":\"play.2\",\"vars\":{\"german_front\":20,\"soviet_front\":24}", false);
  struct own *o = (struct own *)k->book->own;
  struct state *s = kit_state(k);
  /* one with six neighbours, one on the east edge */
  int inner = 70 * WIDTH + 12, edge = 71 * WIDTH;
  o->ground[inner] = o->ground[edge] = G_ON | G_OPEN;
  int missing = 0;
  for (int d = 0; d < 6; d++)
    missing |= o->near[edge][d] < 0 ? 1 << d : 0, assert_true(o->near[inner][d] >= 0);
  assert_true(missing);
  for (int side = 0; side < 2; side++) {
    int ahead = 0;
    for (int d = 0; d < 6; d++)
      ahead |= (side == GER ? row_of(o->near[inner][d]) >= 70 : row_of(o->near[inner][d]) <= 70)
               << d;
    for (int hedges = 0; hedges < 64; hedges++) {
      o->hedged[inner] = (uint8_t)hedges;
      assert_int_equal(sp_tem(&k->play, side, inner), hedges && !(ahead & ~hedges));
    }
    o->hedged[edge] = 63;
    assert_true(sp_tem(&k->play, side, edge));
    o->hedged[edge] = (uint8_t)(63 & ~missing);
    assert_false(sp_tem(&k->play, side, edge)); /* nobody says what lies beyond the map */
    o->hedged[inner] = o->hedged[edge] = 0;
    static const struct {
      int kind;
      bool shelters;
    } works[] = {{FORT_FOX1, true},     {FORT_TRENCH, true},  {FORT_DITCH, false},
                 {FORT_WIRE, false},    {FORT_PILL135, true}, {FORT_PILL357, true},
                 {FORT_BUILDING, false}};
    for (int i = 0; i < 7; i++) {
      s->fort[0] = (struct fort){.at = (uint16_t)inner,
                                 .kind = (uint8_t)works[i].kind,
                                 .side = (uint8_t)side},
      s->nfort = 1;
      assert_int_equal(sp_tem(&k->play, side, inner), works[i].shelters);
      assert_false(sp_tem(&k->play, !side, inner));
      assert_false(sp_tem(&k->play, side, edge));
      s->nfort = 0;
    }
  }
  kit_close(k);
}

/* 11.6054a: an MMC on the ground floor holds a hex for a marker; one upstairs, a vehicle crew or a
 * tank does not. */
static void anchors(void **unused) {
  (void)unused;
  struct kit *k = kit_lay("\"phase\":\"reph.1/11.605\",\"terrain\":[" WOODS(
                              "16-K5") "],\"units\":[" AT("sq", "german", "658", "16-K5") "]",
                          false);
  struct state *s = kit_state(k);
  static const struct {
    const char *kind;
    uint32_t flags;
    bool holds;
  } cases[] = {{"658", U_KNOWN, true},
               {"658", U_KNOWN | U_UPPER, false},
               {"228", U_KNOWN, true},
               {"228", U_KNOWN | U_VEHICLE_CREW, false},
               {"PzIVH", U_KNOWN, false}};
  for (int i = 0; i < 5; i++) {
    kit_at(k, "sq")->type = (uint8_t)sp_type_named(&k->play, cases[i].kind);
    kit_at(k, "sq")->flags = cases[i].flags;
    sp_posts(&k->play);
    assert_int_equal(rows_has(s->post.anchor[GER], at_pa(&k->play, kit_place(k, "16-K5"))),
                     cases[i].holds);
    assert_true(rows_has(s->post.known[GER], at_pa(&k->play, kit_place(k, "16-K5"))));
  }
  kit_close(k);
}

/* 11.605, 11.6054b: a chain that has reached the east run, or has no markers left, takes no more;
 * none stands twice in a hex. */
static void full_chains(void **unused) {
  (void)unused;
  struct kit *k = kit_lay(
      "\"phase\":\"reph.1/11.605\",\"vars\":{\"german_front\":20,\"soviet_front\":30}", false);
  struct side *d = &kit_state(k)->side[GER];
  kit_do(k, GER, "marker 16-GG10");
  kit_refused(k, GER, "marker 16-GG10", R_11_6054b);
  kit_legal(k, GER, "marker 16-GG5");
  d->nchain = MAX_CHAIN;
  for (int i = 1; i < MAX_CHAIN; i++)
    d->chain[i] = d->chain[0];
  kit_refused(k, GER, "marker 16-GG5", R_11_605);
  d->nchain = 1;
  char east[40];
  /* the other corner, along the own edge */
  snprintf(east, sizeof east, "marker %s", k->book->board.name[own(k->book)->cell[0]]);
  kit_do(k, GER, east);
  kit_refused(k, GER, "marker 16-GG5", R_11_605);
  kit_do(k, GER, "unmark");
  kit_legal(k, GER, "unmark");
  kit_close(k);
}

/* 5.6: on the old north edge everything is Soviet but an Isolated Area, which stays as it is. */
static void moving_north(void **unused) {
  (void)unused;
  struct kit *k =
      kit_lay("\"phase\":\"reph.1/"
              "11.611\",\"vars\":{\"german_front\":40,\"soviet_front\":44,\"winners\":1}",
              false);
  struct state *s = kit_state(k);
  int edge = 64 * WIDTH;
  s->isle[edge + 5] = 1, s->area[edge + 5] = 0;
  s->area[edge + 6] = A_GER;
  s->area[32 * WIDTH + 7] = A_RUS; /* in the hexrow that will be the south edge */
  s->iso[0] = (struct iso){GER, 2, 1}, s->niso = 1;
  kit_ready(k);
  sp_move_north(&k->play);
  edge = 32 * WIDTH;
  assert_int_equal(s->isle[edge + 5], 1);
  assert_int_equal(s->area[edge + 5] & (A_GER | A_RUS), 0);
  assert_int_equal(s->area[edge + 6] & (A_GER | A_RUS), A_RUS);
  assert_int_equal(s->area[edge + WIDTH + 5] & (A_GER | A_RUS), A_RUS);
  assert_int_equal(s->area[7] & A_RUS, 0); /* 11.60532 */
  assert_true(s->side[GER].perimeter && s->side[RUS].perimeter);
  int front = 0; /* the Front Lines moved along */
  struct state *before = malloc(k->book->state_bytes);
  memcpy(before, s, k->book->state_bytes);
  for (int i = 0; i < PA_PLACES; i++)
    front += (s->area[i] & (A_FRONT_GER | A_FRONT_RUS)) != 0;
  assert_true(front > 0);
  sp_front_lines(&k->play);
  assert_memory_equal(s, before, k->book->state_bytes);
  free(before);
  kit_close(k);
}

/* 5.5.8: ground beside the own Isolated Area is no front; beside the enemy's it is. */
static void front_lines(void **unused) {
  (void)unused;
  struct kit *k =
      kit_lay("\"phase\":\"play.2\",\"vars\":{\"german_front\":64,\"soviet_front\":65}", false);
  struct state *s = kit_state(k);
  for (int side = 0; side < 2; side++) {
    int hole = 30 * WIDTH + 10;
    s->isle[hole] = 1, s->area[hole] = 0;
    s->iso[0] = (struct iso){(uint8_t)side, 2, 1}, s->niso = 1;
    sp_front_lines(&k->play);
    assert_int_equal((s->area[hole + 1] & A_FRONT_GER) != 0, side == RUS);
  }
  kit_close(k);
}

/* 5.3: of a side's men the nearest gains an edge hex, whoever comes after him in the roster. */
static void nearest_to_the_edge(void **unused) {
  (void)unused;
  struct kit *k =
      kit_lay("\"phase\":\"play.1\",\"terrain\":[" JOIN(
                  WOODS("16-Z8"),
                  WOODS("16-Z2")) "],\"units\":[" JOIN(AT("near", "german", "658", "16-Z8"),
                                                       AT("far", "german", "658", "16-Z2"),
                                                       AT("tank", "german", "PzIVH", "16-P8"),
                                                       AT("red", "soviet", "458", "18-B2")) "]",
              true);
  struct state *s = kit_state(k);
  kit_do(k, GER, "auto");
  int row = row_of(kit_place(k, "16-Z8")), tank = row_of(kit_place(k, "16-P8"));
  assert_true(s->edge[1][row] & EDGE_DRAFT);
  assert_false(s->edge[1][tank] & EDGE_DRAFT); /* a tank gains none */
  assert_false(s->edge[0][row] & EDGE_DRAFT);
  kit_close(k);
}

/* 5.2: a test map is one Playing Area, in whatever scenario. */
static void one_area(void **unused) {
  (void)unused;
  for (int scenario = 1; scenario <= 4; scenario++) {
    char position[80];
    snprintf(position, sizeof position, "\"map\":\"plain:10x33\",\"phase\":\"prep.%d/11.619\"",
             scenario);
    struct kit *k = kit_lay(position, false);
    assert_int_equal(kit_state(k)->pa, 1);
    kit_close(k);
  }
}

/* 5.6: the first areas are hexes of the map and no others. */
static void first_areas(void **unused) {
  (void)unused;
  struct kit *k = kit_open("campaign");
  kit_start(k, 1);
  for (int i = 0; i < PA_PLACES; i++)
    assert_int_equal(kit_state(k)->area[i] & (A_GER | A_RUS),
                     sp_in_pa(&k->play, i) && row_of(i) >= 10 ? A_RUS : 0);
  kit_close(k);
}

/* 11.60531c: how the markers of a side edge point: to the own corner, at each other, or outward. Of
 * the west edge, hexrows 5 to 7 and 20 are taken by the Germans, the rest and the whole east edge
 * are Soviet. */
static void edge_markers(void **unused) {
  (void)unused;
  static const int rows[] = {5, 6, 7, 20};
  static const struct {
    const char *words;
    int german, soviet;
  } cases[] = {{"own corner", 0, 2}, {"each other", 1, 2}, {"outward", 1, 0}};
  struct table *t = lay_with("stalnie/campaign", "\"battle\":1", "\"phase\":\"play.1\"", NULL, NULL,
                             __FILE__, __LINE__);
  struct kit *k = kit_lay("\"phase\":\"play.1\"", false);
  act(t, "german", "open");
  act(t, "german", "control german");
  for (int i = 0; i < 4; i++) {
    char text[40];
    snprintf(text, sizeof text, "edge %s",
             k->book->board.name[own(k->book)->cell[sp_edge_place(&k->play, GER, 1, rows[i])]]);
    act(t, "german", text);
  }
  act(t, "german", "done");
  const cJSON *lines = field(
                  ask(t,
                      "{\"cmd\":\"overlay\",\"side\":\"german\",\"name\":\"edges\",\"args\":[]}"),
                  "overlay.lines"),
              *line;
  for (int i = 0; i < 3; i++) {
    int n[2] = {0, 0};
    cJSON_ArrayForEach(line, lines) if (strstr(text_of(line, "text"), cases[i].words))
        n[strstr(text_of(line, "text"), "Soviet") ? RUS : GER]++;
    if (n[GER] != cases[i].german || n[RUS] != cases[i].soviet)
      fail_msg("%s: %d and %d", cases[i].words, n[GER], n[RUS]);
  }
  kit_close(k);
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(corners),
                                     cmocka_unit_test(cover),
                                     cmocka_unit_test(anchors),
                                     cmocka_unit_test(full_chains),
                                     cmocka_unit_test(moving_north),
                                     cmocka_unit_test(front_lines),
                                     cmocka_unit_test(nearest_to_the_edge),
                                     cmocka_unit_test(first_areas),
                                     cmocka_unit_test(one_area),
                                     cmocka_unit_test(edge_markers)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
