/* test_00_map.c - the maps hold what the rulebook says of them, and hang together; an owner's
 * figures replace ours. */
#include "table.h"

#include "core/ruleset.h"
#include "host/library.h"

#include <stdlib.h>
#include <sys/stat.h>

struct ground {
  struct library *lib;
  const struct sal_book *book;
  const struct sal_board *b;
};

static struct ground open_ground(const char *scenario) {
  struct ground g = {0};
  struct fault f;
  g.lib = library_open(NULL, &f);
  g.book = library_book(g.lib, sal_ruleset_find("wb95"), scenario, &f);
  assert_non_null(g.book);
  g.b = &g.book->board;
  return g;
}
static bool is(const struct ground *g, const char *hex, const char *terrain) {
  int bit = sal_terrain_bit(g->book->terrains.hex, g->book->terrains.nhex, terrain);
  return g->b->terrain[sal_hex_parse(g->b, hex)] >> bit & 1;
}
static sal_hex labelled(const struct ground *g, const char *name) {
  for (int i = 0; i < g->b->nlabels; i++)
    if (!strcmp(g->b->labels[i].text, name))
      return g->b->labels[i].hex;
  fail_msg("%s is not on the map", name);
  return 0;
}

/* Places of the scoring list and a dozen others: where the fitted grid puts them (one hex of play).
 */
static void places(void **s) {
  static const char *const where[][3] = {{"kursk", "Kursk", "1325"},
                                         {"kursk", "Fatezh", "0814"},
                                         {"kursk", "Zolotukhino", "1915"},
                                         {"kursk", "Maloarkhangelsk", "2305"},
                                         {"kursk", "Ponyri", "1808"},
                                         {"kursk", "Olkhovatka", "1410"},
                                         {"kursk", "Trosna", "0703"},
                                         {"kursk", "Glazunovka", "1902"},
                                         {"kursk", "Svoboda", "1819"},
                                         {"kursk", "Shchigry", "2922"},
                                         {"prokhorovka", "Belgorod", "5028"},
                                         {"prokhorovka", "Oboyan", "4508"},
                                         {"prokhorovka", "Prokhorovka", "5514"},
                                         {"prokhorovka", "Tomarovka", "4225"},
                                         {"prokhorovka", "Yakovlevo", "4820"},
                                         {"prokhorovka", "Shebekino", "5634"},
                                         {"prokhorovka", "Rzhavets", "5620"},
                                         {"prokhorovka", "Verkhopenye", "4517"}};
  (void)s;
  for (size_t i = 0; i < sizeof where / sizeof where[0]; i++) {
    struct ground g = open_ground(where[i][0]);
    int far = sal_distance(g.b, labelled(&g, where[i][1]), sal_hex_parse(g.b, where[i][2]));
    if (far > 1)
      fail_msg("%s is %d hexes from %s", where[i][1], far, where[i][2]);
    library_close(g.lib);
  }
}

static void what_the_rulebook_says(void **s) {
  (void)s;
  struct ground g = open_ground("joined");
  static const char *const cities[] = {"1325", "1326", "1425", "5028", "4928"}, *const towns[] = {
                                                                                    "0814", "1915",
                                                                                    "2305", "1808",
                                                                                    "4508", "5514"};
  for (int i = 0; i < 5; i++)
    assert_true(is(&g, cities[i], "city"));
  for (int i = 0; i < 6; i++)
    assert_true(is(&g, towns[i], "town"));
  int doniec = sal_terrain_bit(g.book->terrains.side, g.book->terrains.nside, "river.major"),
      bank = 0;
  sal_hex h = sal_hex_parse(g.b, "5125"); /* P.4: on the Doniec */
  for (int d = 0; d < 6; d++)
    bank |= g.b->side[h * 6 + d] >> doniec & 1;
  assert_true(bank);
  assert_int_equal(g.b->nhexes, 32 * 71);
  h = sal_hex_parse(g.b, "1032"); /* J.2: touches only 4200 beyond the seam; 1132 three of them */
  int south = 0;
  for (int d = 0; d < 6; d++)
    south += sal_next(g.b, h, d) && g.b->name[sal_next(g.b, h, d)][0] >= '4';
  assert_int_equal(south, 1);
  assert_int_equal(sal_dir_to(g.b, h, sal_hex_parse(g.b, "4200")), 3);
  h = sal_hex_parse(g.b, "1132");
  south = 0;
  for (int d = 0; d < 6; d++)
    south += sal_next(g.b, h, d) && g.b->name[sal_next(g.b, h, d)][0] >= '4';
  assert_int_equal(south, 3);
  library_close(g.lib);
}

/* Consecutive hexsides of a course meet in a corner: three hexes, each next to the others. */
static void rivers_are_chains(void **s) {
  static const char *const scenarios[] = {"kursk", "prokhorovka"};
  (void)s;
  for (int k = 0; k < 2; k++) {
    struct ground g = open_ground(scenarios[k]);
    for (int i = 0; i < g.b->nrivers; i++) {
      const struct sal_river *r = &g.b->rivers[i];
      for (int e = 2; e + 1 < r->n; e += 2) {
        sal_hex a = r->hexes[e - 2], b = r->hexes[e - 1], c = r->hexes[e], d = r->hexes[e + 1];
        sal_hex third = c == a || c == b ? d : c;
        bool meet = (a == c || a == d || b == c || b == d) && sal_distance(g.b, a, third) == 1 &&
                    sal_distance(g.b, b, third) == 1;
        if (!meet)
          fail_msg("%s: %s: broken at %s/%s", scenarios[k], r->text, g.b->name[c], g.b->name[d]);
      }
    }
    library_close(g.lib);
  }
}

static bool at_edge(const struct sal_board *b, sal_hex h) {
  for (int d = 0; d < 6; d++)
    if (!sal_next(b, h, d))
      return true;
  return false;
}

/* Nobody builds a road or a railway that ends in a field: at the map's edge, in a town, or at
 * another one. */
static void roads_lead_somewhere(void **s) {
  static const char *const scenarios[] = {"lesson", "kursk", "prokhorovka", "joined"};
  (void)s;
  for (int k = 0; k < 4; k++) {
    struct ground g = open_ground(scenarios[k]);
    int rail = sal_terrain_bit(g.book->terrains.path, g.book->terrains.npath, "rail"), town = 0;
    town |= 1 << sal_terrain_bit(g.book->terrains.hex, g.book->terrains.nhex, "town");
    town |= 1 << sal_terrain_bit(g.book->terrains.hex, g.book->terrains.nhex, "city");
    for (int i = 0; i < g.b->nhexes; i++) {
      sal_hex h = g.b->order[i];
      int roads = 0, rails = 0;
      for (int d = 0; d < 6; d++) {
        int path = g.b->path[h * 6 + d];
        rails += path >> rail & 1;
        roads += (path & ~(1 << rail)) != 0;
      }
      bool end =
          (roads == 1 || rails == 1) && !at_edge(g.b, h) && !(g.b->terrain[h] & (uint32_t)town);
      if (end)
        fail_msg("%s: a way ends in %s", scenarios[k], g.b->name[h]);
    }
    library_close(g.lib);
  }
}

/* The fortified lines are belts: a few long chains of hexsides, corner to corner. */
/* how many hexsides hang together */
static int belt_of(const struct ground *g, int fort, sal_hex h, int d, uint8_t *seen) {
  const struct sal_board *b = g->b;
  sal_hex to = sal_next(b, h, d);
  if (!to || seen[h * 6 + d] || !(b->side[h * 6 + d] >> fort & 1))
    return 0;
  int n = 1;
  seen[h * 6 + d] = seen[to * 6 + sal_back(d)] = 1;
  /* the third hex at either end: two more hexsides meet there */
  for (int turn = -1; turn <= 1; turn += 2) {
    n += belt_of(g, fort, h, sal_turn(d, turn), seen);
    n += belt_of(g, fort, to, sal_turn(sal_back(d), turn), seen);
  }
  return n;
}

static void lines_are_belts(void **s) {
  static const struct {
    const char *scenario;
    int belts, shortest;
  } want[] = {{"kursk", 4, 11}, {"prokhorovka", 5, 25}};
  (void)s;
  for (int k = 0; k < 2; k++) {
    struct ground g = open_ground(want[k].scenario);
    int fort = sal_terrain_bit(g.book->terrains.side, g.book->terrains.nside, "fort"),
        doniec = sal_terrain_bit(g.book->terrains.side, g.book->terrains.nside, "river.major"),
        belts = 0;
    uint8_t *seen = calloc(g.b->cells, 6);
    assert_non_null(seen);
    for (int i = 0; i < g.b->nhexes; i++)
      for (int d = 0; d < 6; d++) {
        sal_hex h = g.b->order[i];
        int n = belt_of(&g, fort, h, d, seen);
        belts += n > 0;
        if (n && n < want[k].shortest)
          fail_msg("%s: a piece of %d hexsides at %s", want[k].scenario, n, g.b->name[h]);
        /* 5.1 of the specification */
        if (g.b->side[h * 6 + d] >> fort & 1 && g.b->side[h * 6 + d] >> doniec & 1)
          fail_msg("a line on the Doniec at %s", g.b->name[h]);
      }
    assert_int_equal(belts, want[k].belts);
    free(seen);
    library_close(g.lib);
  }
}

/* every counter on its own side of the front, on ground it can enter; eight levels at most */
static void start_is_sound(void **s) {
  static const char *const scenarios[] = {"lesson", "kursk", "prokhorovka", "joined"};
  (void)s;
  for (int k = 0; k < 4; k++) {
    char game[40];
    snprintf(game, sizeof game, "wb95/%s", scenarios[k]);
    struct table *t = lay(game, NULL, NULL);
    const cJSON *u, *c, *h;
    ask(t, "{\"cmd\":\"view\",\"side\":\"all\"}");
    int units = 0, german = 0;
    cJSON_ArrayForEach(u, field(t->last, "view.units")) {
      const char *at = text_of(u, "at"), *side = text_of(u, "id")[0] == 'd' ? "german" : "soviet";
      if (at[0] < '0' || at[0] > '9')
        continue;
      units++;
      german += side[0] == 'g';
      bool own = false;
      cJSON_ArrayForEach(
          c,
          field(t->last, "view.control")) if (!strcmp(cJSON_GetArrayItem(c, 0)->valuestring, side))
          cJSON_ArrayForEach(h, cJSON_GetArrayItem(c, 1)) own |= !strcmp(h->valuestring, at);
      if (!own)
        fail_msg("%s: %s stands at %s, which is not its side's", scenarios[k], text_of(u, "id"),
                 at);
    }
    static const int want[4][2] = {{76, 44}, {150, 85}, {169, 88}, {319, 173}};
    if (k)
      assert_int_equal(units, want[k][0]);
    if (k)
      assert_int_equal(german, want[k][1]);
    assert_true(units > 40);
    clear_away(t);
  }
}

static void figures_of_an_owner(void **s) {
  char dir[] = "/tmp/salient-owner-XXXXXX", sub[64];
  (void)s;
  assert_non_null(mkdtemp(dir));
  snprintf(sub, sizeof sub, "%s/wb95", dir);
  assert_int_equal(mkdir(sub, 0700), 0);
  replace(dir, "kinds.tsv", "G-INF\tregular\t4\t2", "G-INF\tregular\t9\t2");
  /* 7 on 2:1 */
  replace(dir, "tables.tsv", "A1/-\t-1/-1\t-/D1\t-/D2\t-/D2\t-/D2\t-/D3",
          "A1/-\t-1/-1\t-/D5\t-/D2\t-/D2\t-/D2\t-/D3");
  const char *pos = PLAIN AT("german.attack")
      UNITS(U("a", G, "G-INF", "0505"), UX("e", S, "S-INF", "0506", "\"factors\":{\"sp\":5}"));
  struct table *mine = lay_with(K, OPENLY, pos, NULL, dir, __FILE__, __LINE__),
               *ours = lay_with(K, OPENLY, pos, NULL, NULL, __FILE__, __LINE__);
  char hash[2][40];
  for (int i = 0; i < 2; i++) {
    struct table *t = i ? ours : mine;
    ask(t, "{\"cmd\":\"board\"}");
    snprintf(hash[i], sizeof hash[i], "%s", text_of(t->last, "board.hash"));
    acts(t, G, "target 0506;add a;commit");
    card(t, G, "1.7c", i ? "1:1" : "2:1");
  }
  outcome(mine, G, "7: -/D5", 1, 6);
  assert_string_not_equal(hash[0], hash[1]); /* the journal's data hash tells them apart */
  clear_away(mine);
  clear_away(ours);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(places),
      cmocka_unit_test(what_the_rulebook_says),
      cmocka_unit_test(rivers_are_chains),
      cmocka_unit_test(roads_lead_somewhere),
      cmocka_unit_test(lines_are_belts),
      cmocka_unit_test(start_is_sound),
      cmocka_unit_test(figures_of_an_owner),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
