/* test_05_perimeters.c - section 5: side edges, lines, chains, areas, pockets, the move north; EX1
 * to EX7 and EX13 to EX15. */
#include "kit.h"

#define SQUAD_AT(id, side, kind, hex)                                                              \
  "{\"name\":\"" id "\",\"side\":\"" side "\",\"kind\":\"" kind "\",\"hex\":\"" hex "\"}"

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
  if (state)
    snprintf(text, sizeof text, "state %s", state), kit_do(k, side, text);
  kit_do(k, side, "done");
}

/* 11.60531a, 11.60531b: EX1, EX2, EX3 in one campaign turn after another. */
static void ex1_to_ex3_side_edges(void **unused) {
  (void)unused;
  struct kit *k =
      kit_lay("\"map\":\"plain:10x33\",\"phase\":\"play.1\",\"units\":[" JOIN(
                  SQUAD_AT("g1", "german", "658", "T-Z7"),
                  SQUAD_AT("r1", "soviet", "458",
                           "T-V9")) ","
                                    "{\"name\":\"g2\",\"side\":\"german\",\"kind\":\"658\","
                                    "\"box\":\"german.off\"},{\"name\":\"g3\",\"side\":"
                                    "\"german\",\"kind\":\"658\",\"box\":\"german.off\"},"
                                    "{\"name\":\"gl\",\"side\":\"german\",\"kind\":\"9-2\","
                                    "\"box\":\"german.off\"}]",
              true);
  kit_do(k, GER, "auto");
  assert_int_equal(kit_told(k, E_EDGES, R_11_60531a)->n[0], 6);
  kit_do(k, GER, "auto"); /* once more changes nothing */
  assert_int_equal(kit_told(k, E_EDGES, R_11_60531b)->n[0], 0);
  static const char *const taken[] = {"T-Z10", "T-AA10", "T-BB10", "T-CC10", "T-DD10", "T-EE10"};
  for (int i = 0; i < 6; i++)
    assert_true(german_edge(k, taken[i]));
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
  for (int i = 0; i < 6; i++)
    assert_false(german_edge(k, soviet[i]));
  static const char *const german[] = {"T-Z10", "T-AA10", "T-BB10"};
  for (int i = 0; i < 3; i++)
    assert_true(german_edge(k, german[i]));
  kit_close(k);
}

static bool on_line(struct kit *k, int side, const char *a, const char *b, const char *hex) {
  uint32_t rows[PA_ROWS] = {0};
  sp_draw_line(&k->play, side, kit_place(k, a), kit_place(k, b), rows);
  return rows_has(rows, at_pa(&k->play, kit_place(k, hex)));
}

/* 5.4: every line within ten hexes, for both sides. It is a shortest way, one hex at each distance,
 * and no hex of it lies outside (to the left of the direct line, as the side walks from west to
 * east); the way back is the same line with the other side as its inside. */
static void every_line(void **unused) {
  (void)unused;
  struct kit *k = kit_lay("\"map\":\"plain:30x40\",\"phase\":\"reph.1/11.605\"", false);
  int checked = 0;
  for (int from = 0; from < 2; from++)
    for (int side = 0; side < 2; side++) {
      int a = (from ? 19 : 20) * WIDTH + 15;
      for (int b = 0; b < 40 * WIDTH; b++) {
        int far = sp_distance(a, b), seen = 0;
        if (!(own(k->book)->on[row_of(b)] >> across(b) & 1) || far < 1 || far > 10)
          continue;
        uint32_t rows[PA_ROWS] = {0};
        sp_draw_line(&k->play, side, a, b, rows);
        int up = side == GER ? 1 : -1, vd = up * (row_of(b) - row_of(a)), vx = y_of(a) - y_of(b);
        for (int g = 0; g < 40 * WIDTH; g++) {
          if (!rows_has(rows, g))
            continue;
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
#define EX6(unit)                                                                                  \
  "\"map\":\"plain:10x33\",\"phase\":\"reph.1/"                                                    \
  "11.605\",\"terrain\":[{\"hex\":\"T-AA3\",\"set\":[\"woods\"]}],\"control\":[[\"german\",[\"T-"  \
  "AA3\"]]],\"vars\":{\"west_edge\":8,\"east_edge\":8},\"units\":[" unit "]"
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
  struct kit *k = kit_lay(
      "\"map\":\"plain:30x33\",\"phase\":\"reph.1/"
      "11.605\",\"terrain\":[{\"hex\":\"T-M4\",\"set\":[\"woods\"]}],\"units\":[" JOIN(
          SQUAD_AT("w6", "german", "658", "T-M6"), SQUAD_AT("w4", "german", "658", "T-M4")) "]",
      false);
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
    if (!sp_area(&k->play, side, g))
      continue;
    n++;
    if (row_of(g) < *low)
      *low = row_of(g);
    if (row_of(g) > *high)
      *high = row_of(g);
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
  snprintf(position, sizeof position,
           "\"phase\":\"reph.1/"
           "11.605\",\"terrain\":[%s],\"control\":[[\"german\",[%s]]],\"vars\":{\"west_edge\":20,"
           "\"east_edge\":20}",
           terrain, control);
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
  struct kit *k =
      kit_lay("\"phase\":\"reph.1/"
              "11.612\",\"vars\":{\"german_front\":41,\"soviet_front\":44,\"winners\":1}",
              false);
  assert_int_equal(kit_state(k)->pa, 2);
  assert_int_equal(kit_state(k)->scenario, 2);
  area_hexes(k, GER, &low, &high);
  assert_int_equal(low, 32);
  assert_int_equal(high, 40);
  area_hexes(k, RUS, &low, &high);
  assert_int_equal(low, 44);
  assert_int_equal(high, 96);
  for (int h = 33; h <= 41; h++)
    assert_true(kit_state(k)->edge[0][h] & EDGE_GERMAN);
  for (int h = 42; h <= 95; h++)
    assert_false(kit_state(k)->edge[0][h] & EDGE_GERMAN);
  assert_true(kit_state(k)->side[GER].perimeter);
  kit_close(k);
}

/* 11.60532, CG1d: EX14. */
static void ex14_no_perimeter(void **unused) {
  (void)unused;
  struct kit *k = kit_lay(
      "\"phase\":\"reph.1/"
      "11.612\",\"vars\":{\"german_front\":33,\"soviet_front\":40,\"winners\":1,\"german_cpp\":40}",
      false);
  assert_false(kit_state(k)->side[GER].perimeter);
  assert_int_equal(kit_node(k), N_BUY);
  kit_refused(k, GER, "buy i1 north 0", R_11_60532);
  assert_int_equal(sp_end_drm(&k->play, 0), -6);  /* CG4b: nobody qualifies, d = 32 */
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
  for (int side = 0; side < 2; side++)
    s->side[side].nchain = 0;
  kit_all(k, "german commit;soviet commit");
  while (kit_node(k) == N_ESCAPE || kit_node(k) == N_STACK)
    kit_default(k);
  for (int i = 0; i < o->nvl; i++) {
    if (o->vl[i].kind != VL_HILL)
      continue;
    if (row_of(o->vl[i].g) > 40 && row_of(o->vl[i].g) < 64 && s->pa == 2)
      assert_false(s->vl[i] & VB_GERMAN && !(s->vl[i] & VB_GONE) &&
                   sp_area(&k->play, RUS, o->vl[i].g));
  }
  kit_close(k);
}

/* 11.605: what a hand-made chain refuses. */
static void sealing_a_chain(void **unused) {
  (void)unused;
  struct table *t =
      lay("stalnie/campaign",
          "\"phase\":\"reph.1/11.605\",\"vars\":{\"german_front\":20,\"soviet_front\":30}", NULL);
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

/* 5.5.3: markers along the whole enemy edge are no chain. The side edges are German to the last
 * hexrow but the corners. */
static void shutting_all(void **unused) {
  (void)unused;
  struct kit *k = kit_lay("\"map\":\"plain:10x20\",\"phase\":\"reph.1/"
                          "11.605\",\"terrain\":[{\"hex\":\"T-A10\",\"set\":[\"woods\"]},{\"hex\":"
                          "\"T-A1\",\"set\":[\"woods\"]}],\"control\":[[\"german\",[\"T-A10\",\"T-"
                          "A1\"]]],\"vars\":{\"west_edge\":19,\"east_edge\":19}",
                          false);
  kit_all(k, "german marker T-B10;german marker T-A10;german marker T-A1");
  sal_legal(&k->play, GER, &k->list);
  for (uint32_t i = 0; i < k->list.n; i++) /* the end on the east run, beside A1 */
    if (k->list.a[i].verb == V_MARKER && row_of(own(k->book)->place[k->list.a[i].x[0]]) == 18) {
      sal_apply(&k->play, GER, k->list.a[i]);
      break;
    }
  kit_refused(k, GER, "commit", R_5_5);
  kit_all(k, "german auto;german commit");
  kit_close(k);
}

/* ---- 5.5 by its words: the best chain by plain search, areas by plain flood, types by plain
 * looking round ---- */

enum { MAP_ROWS = 40, NODES = 400 };
struct node {
  int g, depth, y;
  long best; /* weight of the best way to it, -1 none */
  int markers;
};

static long link_weight(struct kit *k, int side, int a, int b) {
  uint32_t rows[PA_ROWS] = {0};
  int deepest[2 * WIDTH + 2];
  long sum = 0;
  for (int y = 0; y < 2 * WIDTH + 2; y++)
    deepest[y] = -1;
  if (!(sp_front_edge(&k->play, side, a) && sp_front_edge(&k->play, side, b)))
    sp_draw_line(&k->play, side, a, b, rows);
  for (int g = 0; g < MAP_ROWS * WIDTH; g++)
    if (rows_has(rows, g) && sp_depth(&k->play, side, g) > deepest[y_of(g) + 1])
      deepest[y_of(g) + 1] = sp_depth(&k->play, side, g);
  for (int y = y_of(b); y < y_of(a); y++) {
    int d = deepest[y + 1], beside = deepest[y] > deepest[y + 2] ? deepest[y] : deepest[y + 2];
    sum += d >= 0 ? d / 2 : beside >= 0 ? beside / 2 : 0;
  }
  return sum;
}

static bool linked(struct kit *k, int side, int a, int b) {
  if (sp_front_edge(&k->play, side, a) && sp_front_edge(&k->play, side, b))
    return true;
  return sp_distance(a, b) <= 10 &&
         !sp_line_meets(&k->play, side, a, b, kit_state(k)->post.known[!side]);
}

/* 5.5.4: weight and markers of the best chain, and the depth of its east end. */
static void best_chain(struct kit *k, int side, long *weight, int *markers, int *east_depth) {
  static struct node node[NODES];
  const struct state *s = kit_state(k);
  int n = 0, y_max = own(k->book)->y_max;
  for (int y = y_max; y >= 0; y--)
    for (int g = 0; g < MAP_ROWS * WIDTH; g++) {
      if (!(own(k->book)->ground[g] & G_ON) || y_of(g) != y)
        continue;
      int d = sp_depth(&k->play, side, g), e = d ? sp_side_edge(&k->play, g) : -1;
      bool run = e >= 0 && d <= sp_run_end(&k->play, side, e);
      if (d && !run && !rows_has(s->post.anchor[side], g))
        continue;
      assert_true(n < NODES);
      node[n++] = (struct node){g, d, y, -1, 0};
    }
  *weight = -1;
  for (int i = 0; i < n; i++) {
    struct node *b = &node[i];
    int corner_west = sp_edge_place(&k->play, side, 1, b->depth),
        corner_east = sp_edge_place(&k->play, side, 0, b->depth);
    if (b->g == corner_west && b->depth <= sp_run_end(&k->play, side, 1))
      b->best = (long)(y_max - b->y + 1) * (b->depth / 2), b->markers = 1;
    for (int j = 0; j < i; j++) {
      struct node *a = &node[j];
      if (a->best < 0 || a->y <= b->y || !linked(k, side, a->g, b->g))
        continue;
      long w = a->best + link_weight(k, side, a->g, b->g);
      if (w > b->best || (w == b->best && a->markers + 1 < b->markers))
        b->best = w, b->markers = a->markers + 1;
    }
    if (b->best < 0 || b->g != corner_east || b->depth > sp_run_end(&k->play, side, 0))
      continue;
    long total = b->best + (long)b->y * (b->depth / 2);
    if (total > *weight ||
        (total == *weight &&
         (b->markers < *markers || (b->markers == *markers && b->depth > *east_depth))))
      *weight = total, *markers = b->markers, *east_depth = b->depth;
  }
}

/* 5.5.3 and 5.5.8 for a chain that is drawn: the area is what a flood from the other edge does not
 * reach; its front line touches something else. */
static void check_area(struct kit *k, int side) {
  const struct state *s = kit_state(k);
  const struct side *d = &s->side[side];
  static uint8_t wall[PA_PLACES], reached[PA_PLACES];
  static int queue[PA_PLACES];
  uint32_t rows[PA_ROWS] = {0};
  int head = 0, tail = 0;
  bool any = false;
  memset(wall, 0, sizeof wall), memset(reached, 0, sizeof reached);
  for (int i = 0; i < d->nchain; i++) {
    any |= !sp_front_edge(&k->play, side, d->chain[i]);
    if (i + 1 < d->nchain && !(sp_front_edge(&k->play, side, d->chain[i]) &&
                               sp_front_edge(&k->play, side, d->chain[i + 1])))
      sp_draw_line(&k->play, side, d->chain[i], d->chain[i + 1], rows);
  }
  assert_int_equal(d->perimeter, any);
  for (int g = 0; g < MAP_ROWS * WIDTH; g++)
    wall[g] = rows_has(rows, g) || sp_front_edge(&k->play, side, g);
  for (int e = 0; e < 2; e++)
    for (int n = 0; n <= sp_depth(&k->play, side, d->chain[e ? 0 : d->nchain - 1]); n++)
      wall[sp_edge_place(&k->play, side, e, n)] = 1;
  for (int g = 0; g < MAP_ROWS * WIDTH; g++)
    if (own(k->book)->ground[g] & G_ON && sp_front_edge(&k->play, !side, g) && !wall[g])
      reached[g] = 1, queue[tail++] = g;
  while (head < tail)
    for (int n = 0, g = queue[head++]; n < 6; n++) {
      int to = own(k->book)->near[g][n];
      if (to >= 0 && !wall[to] && !reached[to])
        reached[to] = 1, queue[tail++] = to;
    }
  for (int g = 0; g < MAP_ROWS * WIDTH; g++) {
    if (!(own(k->book)->ground[g] & G_ON))
      continue;
    bool in = any && !reached[g], front = any ? false : sp_front_edge(&k->play, side, g);
    assert_int_equal((s->area[g] & (side == GER ? A_GER : A_RUS)) != 0, in);
    for (int n = 0; n < 6 && in; n++) {
      int to = own(k->book)->near[g][n];
      front |= to >= 0 && reached[to];
    }
    assert_int_equal((s->area[g] & (side == GER ? A_FRONT_GER : A_FRONT_RUS)) != 0, front);
  }
}

static struct kit *random_markers(struct sal_rng *r, int side, int markers, int enemies) {
  char position[9000], *at = position;
  int w = (int)sal_rng_below(r, 14), e = (int)sal_rng_below(r, 14), n = 0;
  char hex[80][8];
  for (; n < markers; n++) { /* names as the test map has them: hexrow and number */
    int row = side == GER ? 39 - (int)sal_rng_below(r, 22) : (int)sal_rng_below(r, 22),
        x = 1 + (int)sal_rng_below(r, 29);
    snprintf(hex[n], sizeof hex[n], row < 26 ? "%c%d" : "%c%c%d",
             row < 26 ? 'A' + row : 'A' + row - 26, row < 26 ? x : 'A' + row - 26, x);
  }
  at += sprintf(at,
                "\"map\":\"plain:30x40\",\"phase\":\"reph.1/"
                "11.605\",\"vars\":{\"west_edge\":%d,\"east_edge\":%d},\"terrain\":[",
                side == GER ? w : 39 - w, side == GER ? e : 39 - e);
  for (int i = 0; i < n; i++)
    at += sprintf(at, "%s{\"hex\":\"T-%s\",\"set\":[\"woods\"]}", i ? "," : "", hex[i]);
  at += sprintf(at, "],\"control\":[[\"%s\",[", side == GER ? "german" : "soviet");
  for (int i = 0; i < n; i++)
    at += sprintf(at, "%s\"T-%s\"", i ? "," : "", hex[i]);
  at += sprintf(at, "]]],\"units\":[");
  for (int i = 0; i < enemies; i++)
    at += sprintf(at, "%s{\"name\":\"e%d\",\"side\":\"%s\",\"kind\":\"%s\",\"hex\":\"T-%c%d\"}",
                  i ? "," : "", i, side == GER ? "soviet" : "german",
                  side == GER ? "T34M41" : "PzIVH", 'P' + (int)sal_rng_below(r, 10),
                  1 + (int)sal_rng_below(r, 29));
  sprintf(at, "],\"unchecked\":true");
  return kit_lay(position, false);
}

/* 5.5.1 to 5.5.4, 5.5.8: the program's chain is as good as the best that a plain search finds, and
 * encloses what its words say. */
static void chains_and_areas(void **unused) {
  (void)unused;
  struct sal_rng r;
  int with = 0;
  sal_rng_seed(&r, 5);
  for (int i = 0; i < 40; i++) {
    int side = i % 2, markers = 0, east = 0;
    long weight = -1;
    struct kit *k = random_markers(&r, side, 10 + i, i % 3 ? 8 : 0);
    best_chain(k, side, &weight, &markers, &east);
    kit_all(k, "german commit;soviet commit");
    const struct side *d = &kit_state(k)->side[side];
    long got = (long)(own(k->book)->y_max - y_of(d->chain[0]) + 1) *
               (sp_depth(&k->play, side, d->chain[0]) / 2);
    kit_state(k)->post.known[!side][0] = 0;
    for (int n = 0; n + 1 < d->nchain; n++)
      got += link_weight(k, side, d->chain[n], d->chain[n + 1]);
    got += (long)y_of(d->chain[d->nchain - 1]) *
           (sp_depth(&k->play, side, d->chain[d->nchain - 1]) / 2);
    assert_int_equal(got, weight);
    assert_int_equal(d->nchain, markers);
    assert_int_equal(sp_depth(&k->play, side, d->chain[d->nchain - 1]), east);
    if (!kit_state(k)->niso)
      check_area(k, side); /* Isolated Areas are cut out of it: see below */
    with += d->perimeter;
    kit_close(k);
  }
  assert_true(with > 15);
}

/* 5.5.6, 5.5.7, 5.5.9, 11.6062: whoever is outside is isolated; the types by what lies around; no
 * enemy in a Pocket. */
static void isolation_by_its_words(void **unused) {
  (void)unused;
  struct sal_rng r;
  int types[5] = {0}, hexes = 0;
  sal_rng_seed(&r, 11);
  for (int i = 0; i < 60; i++) {
    char position[9000], *at = position;
    at += sprintf(at, "\"map\":\"plain:30x40\",\"phase\":\"reph.1/"
                      "11.605\",\"vars\":{\"west_edge\":12,\"east_edge\":12},\"terrain\":[");
    for (int n = 0; n < 90; n++)
      at += sprintf(at, "%s{\"hex\":\"T-%c%d\",\"set\":[\"woods\"]}", n ? "," : "",
                    'F' + (int)sal_rng_below(&r, 21), 1 + (int)sal_rng_below(&r, 29));
    at += sprintf(at, "],\"units\":[");
    /* Germans in even hexes, Soviets in odd ones: nobody is left in melee */
    for (int n = 0; n < 36; n++) {
      int side = (int)sal_rng_below(&r, 2);
      at += sprintf(at, "%s{\"name\":\"u%d\",\"side\":\"%s\",\"kind\":\"%s\",\"hex\":\"T-%c%d\"}",
                    n ? "," : "", n, side ? "soviet" : "german", side ? "458" : "658",
                    (side ? 'F' : 'M') + (int)sal_rng_below(&r, 14),
                    2 + 2 * (int)sal_rng_below(&r, 14) + side);
    }
    sprintf(at, "],\"unchecked\":true");
    struct kit *k = kit_lay(position, false);
    const struct state *s = kit_state(k);
    kit_all(k, "german commit;soviet commit");
    if (kit_node(k) != N_ESCAPE) { /* 11.606 has gone by with nobody isolated */
      kit_close(k);
      continue;
    }
    for (int u = 0; u < k->book->ncounters; u++) {
      const struct unit *unit = &s->unit[u];
      if (unit->where != MAP)
        continue;
      int side = k->book->counter[u].side;
      bool home = sp_area(&k->play, side, unit->at) || sp_front_edge(&k->play, side, unit->at);
      assert_int_equal(unit->iso == 0, home);
      if (unit->iso)
        assert_int_equal(s->isle[unit->at], unit->iso),
            assert_int_equal(s->iso[unit->iso - 1].side, side);
      /* nobody of the enemy's is inside */
      if (s->isle[unit->at])
        assert_int_equal(s->iso[s->isle[unit->at] - 1].side, side);
    }
    for (int id = 1; id <= s->niso; id++) {
      int size = 0;
      bool open = false, held = false;
      for (int g = 0; g < MAP_ROWS * WIDTH; g++) {
        if (s->isle[g] != id)
          continue;
        size++;
        assert_int_equal(s->area[g] & (A_GER | A_RUS), 0);
        for (int n = 0; n < 6; n++) {
          int to = own(k->book)->near[g][n];
          open |= to >= 0 && s->isle[to] != id && !sp_area(&k->play, !s->iso[id - 1].side, to);
        }
      }
      for (int u = 0; u < k->book->ncounters; u++)
        held |= s->unit[u].where == MAP && s->unit[u].iso == id;
      assert_true(held);
      assert_int_equal(s->iso[id - 1].type, size > 1 ? (open ? 1 : 4) : open ? 2 : 3);
      types[s->iso[id - 1].type]++;
      hexes += size;
    }
    kit_close(k);
  }
  /* D: see test_escape.c */
  if (!types[1] || !types[2] || !types[3])
    fail_msg("types A %d, B %d, C %d", types[1], types[2], types[3]);
  assert_true(hexes > types[1] + types[2] + types[3]);
}

/* 5.5.5, 11.6054c: areas may not overlap. The marker with fewest own squads near goes first, then
 * the deeper, then the German. */
static void overlaps(void **unused) {
  (void)unused;
  static const struct {
    const char *german, *soviet, *unit, *first;
    int whose;
  } cases[] = {
      {"N5", "Y5", "{\"name\":\"u\",\"side\":\"german\",\"kind\":\"658\",\"hex\":\"T-N5\"}", "T-Y5",
       RUS},
      {"N5", "Y5", "{\"name\":\"u\",\"side\":\"soviet\",\"kind\":\"458\",\"hex\":\"T-Y5\"}", "T-N5",
       GER},
      {"N5", "Y5", "{\"name\":\"u\",\"side\":\"german\",\"kind\":\"658\",\"hex\":\"T-Q5\"}", "T-Y5",
       RUS},
      {"N5", "Y5", "{\"name\":\"u\",\"side\":\"german\",\"kind\":\"658\",\"hex\":\"T-R5\"}", "T-N5",
       GER}, /* three hexes off counts, four does not */
      {"N5", "Y5", AT("u", "german", "348", "T-N5"), "T-N5", GER},
      {"N5", "Y5", ATM("u", "german", "658", "T-N5", "broken"), "T-N5",
       GER}, /* nor does half a squad, or a broken one */
      /* depth 27 to 24, 25 to 26, 26 to 26 */
      {"M5", "Y5", "", "T-M5", GER},
      {"O5", "AA5", "", "T-AA5", RUS},
      {"N5", "AA5", "", "T-N5", GER}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    char position[900];
    snprintf(position, sizeof position,
             "\"map\":\"plain:10x40\",\"phase\":\"reph.1/"
             "11.605\",\"vars\":{\"west_edge\":20,\"east_edge\":20},\"terrain\":[{\"hex\":\"T-%s\","
             "\"set\":[\"woods\"]},{\"hex\":\"T-%s\",\"set\":[\"woods\"]}],\"control\":[["
             "\"german\",[\"T-%s\"]],[\"soviet\",[\"T-%s\"]]],\"units\":[%s]",
             cases[i].german, cases[i].soviet, cases[i].german, cases[i].soviet, cases[i].unit);
    struct kit *k = kit_lay(position, false);
    kit_all(k, "german commit;soviet commit");
    const struct sal_event *e = kit_told(k, E_DROPPED, R_11_6054c);
    if (e->n[0] != cases[i].whose || e->at[0] != sal_hex_parse(&k->book->board, cases[i].first))
      fail_msg("case %zu: %s is dropped", i, k->book->board.name[e->at[0]]);
    for (int g = 0; g < PA_PLACES; g++)
      assert_true((kit_state(k)->area[g] & (A_GER | A_RUS)) != (A_GER | A_RUS));
    kit_close(k);
  }
}

/* CG9b, 11.60532: entry hexes by their words. */
static void entry_hexes(void **unused) {
  (void)unused;
  struct kit *k = kit_lay("\"phase\":\"play.2\",\"vars\":{\"german_front\":20,\"soviet_front\":24,"
                          "\"west_edge\":30,\"east_edge\":14}",
                          false);
  struct state *s = kit_state(k);
  /* taken in the scenario: not the Germans' at its start */
  s->edge[1][40] = EDGE_DRAFT;
  s->edge[1][41] = EDGE_START | EDGE_GERMAN; /* lost in it */
  for (int scenario = 1; scenario <= 2; scenario++)
    for (int side = 0; side < 2; side++) {
      uint8_t mask[PA_PLACES];
      int n = 0, got;
      s->scenario = (uint8_t)scenario;
      got = sp_entry_hexes(&k->play, side, mask);
      for (int i = 0; i < PA_PLACES; i++) {
        int g = i + sp_pa_low(&k->play) * WIDTH,
            e = sp_in_pa(&k->play, g) ? sp_side_edge(&k->play, g) : -1;
        bool want = sp_in_pa(&k->play, g) && sp_front_edge(&k->play, side, g);
        if (e >= 0 && !(scenario == 1 && side == RUS)) {
          bool german = s->edge[e][row_of(g)] & EDGE_START,
               now = s->edge[e][row_of(g)] & EDGE_DRAFT;
          want = german == (side == GER) && now == (side == GER);
          for (int h = 0; h < PA_PLACES && want; h++) {
            int to = h + sp_pa_low(&k->play) * WIDTH,
                f = sp_in_pa(&k->play, to) ? sp_side_edge(&k->play, to) : -1;
            bool theirs = f >= 0 ? ((s->edge[f][row_of(to)] & EDGE_START) != 0) != (side == GER)
                                 : sp_in_pa(&k->play, to) && sp_front_edge(&k->play, !side, to);
            want = !theirs || sp_distance(g, to) >= 10;
          }
        }
        assert_int_equal(mask[i], want);
        n += want;
      }
      assert_int_equal(got, n);
    }
  kit_close(k);
}

/* 11.6054c, 5.5.3: a chain may not cross itself or come back to its own line. */
static void crossing(void **unused) {
  (void)unused;
  struct kit *k =
      kit_lay("\"map\":\"plain:30x40\",\"phase\":\"reph.1/"
              "11.605\",\"terrain\":[{\"hex\":\"T-HH25\",\"set\":[\"woods\"]},{\"hex\":\"T-LL21\","
              "\"set\":[\"woods\"]},{\"hex\":\"T-JJ29\",\"set\":[\"woods\"]}],"
              "\"control\":[[\"german\",[\"T-HH25\",\"T-LL21\",\"T-JJ29\"]]],\"vars\":{\"west_"
              "edge\":8,\"east_edge\":8}",
              false);
  kit_all(k, "german marker T-JJ30;german marker T-HH25;german marker T-LL21");
  kit_refused(k, GER, "marker T-HH25", R_11_6054c); /* back along the line */
  kit_do(k, GER, "unmark");
  kit_legal(k, GER, "marker T-LL21");
  kit_refused(k, GER, "marker T-JJ29", R_11_6054c); /* back over the first line */
  kit_close(k);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(ex1_to_ex3_side_edges),
                                     cmocka_unit_test(every_line),
                                     cmocka_unit_test(shutting_all),
                                     cmocka_unit_test(overlaps),
                                     cmocka_unit_test(entry_hexes),
                                     cmocka_unit_test(crossing),
                                     cmocka_unit_test(chains_and_areas),
                                     cmocka_unit_test(isolation_by_its_words),
                                     cmocka_unit_test(ex4_and_ex5_bends),
                                     cmocka_unit_test(ex6_links),
                                     cmocka_unit_test(ex7_isolated_locations),
                                     cmocka_unit_test(ex15_automatic_chain),
                                     cmocka_unit_test(ex13_moving_north),
                                     cmocka_unit_test(ex14_no_perimeter),
                                     cmocka_unit_test(hills_follow_the_areas),
                                     cmocka_unit_test(sealing_a_chain)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
