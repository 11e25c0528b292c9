/* test_05_roads.c - the roads of the boards: they join from board to board, and go through
 * buildings only in the town of board 21. */
#include "kit.h"

#include "../../../src/rules/stalnie/field.h"

/* How many sides of a hex a road crosses. */
static int road_sides(const struct sal_board *m, sal_hex h) {
  int n = 0;
  for (int d = 0; d < 6; d++)
    n += m->path[h * 6 + d] != 0;
  return n;
}

/* Does the hex lie at the edge of the map? */
static bool at_the_edge(const struct sal_board *m, sal_hex h) {
  for (int d = 0; d < 6; d++)
    if (!sal_next(m, h, d))
      return true;
  return false;
}

/* The board's name of a hex: "21" of 21-K4. */
static bool same_board(const struct sal_board *m, sal_hex a, sal_hex b) {
  return !strncmp(m->name[a], m->name[b], strcspn(m->name[a], "-") + 1);
}

/* Tracks that end on the map: both ends of the two bridges of board 13, and two on board 21. */
static bool known_end(const char *name) {
  static const char *const ends[] = {"13-O2", "13-Q2", "13-P3", "13-R3", "21-J10", "21-Y9"};
  for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++)
    if (!strcmp(ends[i], name))
      return true;
  return false;
}

/* What leaves a hex by road arrives in the next, from board to board as well; a road goes on to
 * another road or to the edge of the map. */
static void roads_join(void **unused) {
  (void)unused;
  struct kit *k = kit_open("campaign");
  const struct sal_board *m = &k->book->board;
  int joints = 0;
  for (int i = 0; i < m->nhexes; i++) {
    sal_hex h = m->order[i];
    for (int d = 0; d < 6; d++) {
      sal_hex to = sal_next(m, h, d);
      if (!to)
        continue;
      assert_int_equal(m->path[h * 6 + d], m->path[to * 6 + sal_back(d)]);
      joints += m->path[h * 6 + d] && !same_board(m, h, to);
    }
    bool ends_here = road_sides(m, h) == 1 && !at_the_edge(m, h);
    if (ends_here && !known_end(m->name[h]))
      fail_msg("a road ends in %s", m->name[h]);
  }
  assert_int_equal(joints / 2, 16);
  kit_close(k);
}

/* F5.4: only the town of board 21 has roads through buildings, in 37 hexes; vehicles cross them
 * along the road, 1 MP a hex but for hills and hedges, and in no other way. */
static void roads_through_a_town(void **unused) {
  (void)unused;
  struct kit *k = kit_open("campaign");
  int hexes = 0;
  for (int a = 0; a < 4; a++) {
    const struct sal_book *b = own(k->book)->area_book[a];
    if (!b)
      continue;
    const struct field_book *f = own(b)->field;
    const struct sal_board *m = &b->board;
    for (int i = 0; i < m->nhexes; i++) {
      sal_hex h = m->order[i];
      bool building = f->ground[h].is & H_BUILDING;
      bool counted = m->on[h] && road_sides(m, h) && building;
      if (!counted)
        continue;
      hexes++;
      assert_memory_equal(m->name[h], "21-", 3);
      for (int d = 0; d < 6; d++) {
        sal_hex from = sal_next(m, h, d);
        if (from)
          assert_int_equal(f->veh_edge[from * 6 + sal_back(d)] != BARRED, m->path[h * 6 + d] != 0);
      }
    }
  }
  assert_int_equal(hexes, 37);
  kit_close(k);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(roads_join),
                                     cmocka_unit_test(roads_through_a_town)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
