/* test_05_roads.c - the roads of the boards: they join from board to board and run between the
 * buildings. */
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
    if (ends_here)
      fail_msg("a road ends in %s", m->name[h]);
  }
  assert_int_equal(joints / 2, 16);
  kit_close(k);
}

/* Roads run between the buildings, in the town of board 21 too, which keeps its 220 Locations. */
static void roads_run_between_houses(void **unused) {
  (void)unused;
  struct kit *k = kit_open("campaign");
  const struct own *o = own(k->book);
  int town = 0, roads = 0;
  for (int a = 1; a <= 3; a++) {
    const struct field_book *f = own(o->area_book[a])->field;
    const struct sal_board *m = &o->area_book[a]->board;
    for (int i = 0; i < m->nhexes; i++) {
      sal_hex h = m->order[i];
      bool street = m->on[h] && road_sides(m, h);
      roads += street;
      if (street && f->ground[h].is & H_BUILDING)
        fail_msg("a road runs through the building of %s", m->name[h]);
    }
  }
  assert_true(roads > 100);
  for (int i = 0; i < o->nvl; i++)
    town += o->vl[i].kind == VL_BUILDING && !strcmp(o->board[o->vl[i].board].id, "21");
  assert_int_equal(town, 220);
  kit_close(k);
}

/* F5.4: where a road does go through a building, vehicles cross it along the road and in no other
 * way. */
static void street_through_a_house(void **unused) {
  (void)unused;
  struct table *t = lay("stalnie/skirmish",
                        "\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"terrain\":["
                        "{\"hex\":\"T-H6\",\"set\":[\"stone\"]},"
                        "{\"path\":[\"T-H5\",\"T-H6\",\"T-H7\"],\"set\":[\"road.minor\"]}],"
                        "\"units\":[]",
                        NULL);
  const struct sal_book *b = game_book(engine_game(t->engine));
  const struct field_book *f = own(b)->field;
  const struct sal_board *m = &b->board;
  sal_hex h = sal_hex_parse(m, "T-H6");
  for (int d = 0; d < 6; d++) {
    sal_hex from = sal_next(m, h, d);
    bool by_road = m->path[h * 6 + d] != 0;
    assert_int_equal(f->veh_edge[from * 6 + sal_back(d)] != BARRED, by_road);
  }
  assert_int_equal(road_sides(m, h), 2);
  clear_away(t);
}

/* A board's file draws its own roads. Of another board a path names at most one hex: the one
 * that its road joins. */
static void files_name_their_own(void **unused) {
  (void)unused;
  static const char *const boards[] = {"10", "12", "13", "16", "17", "18",
                                       "19", "2",  "21", "24", "33", "X"};
  for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++) {
    char path[256];
    char line[4096];
    char own_name[8];
    bool letter = boards[i][0] == 'X';
    snprintf(own_name, sizeof own_name, "%s-", boards[i]);
    snprintf(path, sizeof path, "%s/data/stalnie/board-%s.txt", SOURCE_DIR,
             letter ? "x" : boards[i]);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
      if (strncmp(line, "path ", 5))
        continue;
      int foreign = 0;
      strtok(line, " \n");
      strtok(NULL, " \n");
      for (char *hex = strtok(NULL, " \n"); hex; hex = strtok(NULL, " \n"))
        foreign += strncmp(hex, own_name, strlen(own_name)) != 0;
      if (foreign > 1)
        fail_msg("board-%s.txt draws %d hexes of other boards", boards[i], foreign);
    }
    fclose(file);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(roads_join), cmocka_unit_test(roads_run_between_houses),
      cmocka_unit_test(street_through_a_house), cmocka_unit_test(files_name_their_own)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
