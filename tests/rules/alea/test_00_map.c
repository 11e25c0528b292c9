/* test_00_map.c - the maps: places near where they lie, chains unbroken, what section 5 of the
 * specification demands. */
#include "table.h"

#include <stdlib.h>

struct map {
  struct table *t;
  const cJSON *board;
};
static struct map open_map(const char *game) {
  struct map m = {lay(game, NULL, NULL), NULL};
  ask(m.t, "{\"cmd\":\"board\"}");
  m.board = field(m.t->last, "board");
  assert_non_null(m.board);
  return m;
}
static bool has_terrain(const struct map *m, const char *hex, const char *kind) {
  const cJSON *h;
  cJSON_ArrayForEach(h, cJSON_GetObjectItem(m->board, "hexes")) {
    if (strcmp(cJSON_GetArrayItem(h, 0)->valuestring, hex))
      continue;
    const cJSON *w;
    cJSON_ArrayForEach(w, cJSON_GetArrayItem(h, 3)) if (!strcmp(w->valuestring, kind)) return true;
  }
  return false;
}
static bool on_path(const struct map *m, const char *hex, const char *kind) {
  const cJSON *p, *h;
  cJSON_ArrayForEach(p, cJSON_GetObjectItem(m->board, "paths")) {
    if (strncmp(cJSON_GetObjectItem(p, "kind")->valuestring, kind, strlen(kind)))
      continue;
    cJSON_ArrayForEach(
        h, cJSON_GetObjectItem(p, "hexes")) if (!strcmp(h->valuestring, hex)) return true;
  }
  return false;
}
/* without hex: how many */
static int in_region(const struct map *m, const char *id, const char *hex) {
  const cJSON *r, *h;
  int n = 0;
  cJSON_ArrayForEach(r, cJSON_GetObjectItem(m->board, "regions")) {
    if (strcmp(cJSON_GetObjectItem(r, "id")->valuestring, id))
      continue;
    cJSON_ArrayForEach(h, cJSON_GetObjectItem(r, "hexes")) n +=
        !hex || !strcmp(h->valuestring, hex);
  }
  return n;
}
static bool labelled(const struct map *m, const char *hex, const char *text) {
  const cJSON *l;
  cJSON_ArrayForEach(
      l, cJSON_GetObjectItem(
             m->board, "labels")) if (!strcmp(cJSON_GetObjectItem(l, "hex")->valuestring, hex) &&
                                      strstr(cJSON_GetObjectItem(l, "text")->valuestring,
                                             text)) return true;
  return false;
}

static void north(void **s) { /* 5.n.1 to 5.n.6 */
  (void)s;
  struct map m = open_map(N);
  assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(m.board, "hexes")), 34 * 22);
  static const char *const entry[] = {"3021", "2221", "1121"}, *const height[] = {"2313", "0719",
                                                                                  "1019", "1417"};
  for (int i = 0; i < 3; i++)
    assert_true(on_path(&m, entry[i], "road") && in_region(&m, "soviet.entry", entry[i]));
  assert_true(on_path(&m, "2221", "rail"));
  for (int i = 0; i < 4; i++)
    assert_true(has_terrain(&m, height[i], "hill_dp"));
  assert_true(has_terrain(&m, "2114", "town") && on_path(&m, "2114", "rail") &&
              labelled(&m, "2114", "Ponyri"));
  assert_true(labelled(&m, "1219", "Olkhovatka") && labelled(&m, "0819", "Teploye") &&
              labelled(&m, "3208", "Maloarkhangelsk"));
  assert_true(in_region(&m, "german.supply", NULL) >= 2 &&
              in_region(&m, "soviet.supply", NULL) >= 3);
  assert_true(in_region(&m, "line1", NULL) > 30 && in_region(&m, "line2", NULL) > 30 &&
              in_region(&m, "line3", NULL) > 30);
  clear_away(m.t);
}

static void south(void **s) { /* 5.s.1 to 5.s.7 */
  (void)s;
  struct map m = open_map(S_);
  assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(m.board, "hexes")), 52 * 50);
  static const char *const hill[] = {"2710", "1712", "1405", "1608", "3206", "3807", "2105"},
                           *const town[] = {"4125", "4117", "4105", "5009"},
                           *const name[] = {"Sabynino", "Shakhovo", "Prokhorovka", "Zhuravka"};
  for (int i = 0; i < 7; i++)
    assert_true(has_terrain(&m, hill[i], "hill_dp"));
  for (int i = 0; i < 4; i++)
    assert_true(has_terrain(&m, town[i], "town") && labelled(&m, town[i], name[i]));
  assert_true(on_path(&m, "4105", "rail"));
  for (int i = 0; i < 2; i++) { /* 5.s.5: the example of the AA rule lies on land */
    static const char *const aa[] = {"2109", "2209"};
    assert_false(has_terrain(&m, aa[i], "marsh"));
    assert_true(has_terrain(&m, aa[i], "clear") || has_terrain(&m, aa[i], "town") ||
                has_terrain(&m, aa[i], "woods") || has_terrain(&m, aa[i], "balka"));
  }
  assert_true(labelled(&m, "3337", "Belgorod") && labelled(&m, "1431", "Tomarovka"));
  assert_true(in_region(&m, "line4", NULL) > 30 && in_region(&m, "line2", NULL) > 40);
  for (int i = 0; i < 2; i++) {
    static const char *const forms[2][5] = {{"s3.gd", "s3.lah", "s3.52gd", "s3.51gd", "s3.2tkgd"},
                                            {"s4.gd", "s4.tot", "s4.95gd", "s4.9vdg", "s4.2tk"}};
    for (int k = 0; k < 5; k++)
      assert_true(in_region(&m, forms[i][k], NULL) >= 2);
  }
  clear_away(m.t);
}

/* ---- the files themselves: places, rivers, roads, lines --------------------------------- */

static int apart(int a, int b) { /* hexes CCRR, odd columns half a hex lower */
  int ac = a / 100, bc = b / 100, az = a % 100 - (ac - (ac & 1)) / 2,
      bz = b % 100 - (bc - (bc & 1)) / 2, dx = abs(ac - bc), dz = abs(az - bz),
      dy = abs((ac + az) - (bc + bz));
  return dx > dy ? (dx > dz ? dx : dz) : dy > dz ? dy : dz;
}

enum { HEXES = 2700 };
struct chain {
  int hex[HEXES], n;
};
static int hexes_of(char *words, struct chain *c) { /* "2114 2015 .." */
  char *save = NULL;
  for (char *w = strtok_r(words, " \n", &save); w && c->n < HEXES; w = strtok_r(NULL, " \n", &save))
    c->hex[c->n++] = atoi(w);
  return c->n;
}
static void each_line(const char *map, const char *begin, void (*fn)(char *rest, void *ctx),
                      void *ctx) {
  char path[512], line[4096];
  snprintf(path, sizeof path, "%s/data/alea/%s.txt", SOURCE_DIR, map);
  FILE *f = fopen(path, "rb");
  assert_non_null(f);
  while (fgets(line, sizeof line, f))
    if (!strncmp(line, begin, strlen(begin)))
      fn(line + strlen(begin), ctx);
  fclose(f);
}
static void collect(char *rest, void *ctx) {
  char *first = strchr(rest, ' ');
  if (first)
    hexes_of(first, ctx);
}
static void unbroken_path(char *rest, void *ctx) {
  struct chain c = {.n = 0}, *all = ctx;
  collect(rest, &c);
  for (int i = 0; i < c.n; i++) {
    if (i && apart(c.hex[i - 1], c.hex[i]) != 1)
      fail_msg("a path jumps from %04d to %04d", c.hex[i - 1], c.hex[i]);
    all->hex[all->n++] = c.hex[i];
  }
}
/* Whether all hexes hang together, through neighbours of the set (within `gap`), and how many parts
 * there are. */
static int parts(const struct chain *c, int gap) {
  static char seen[HEXES];
  int n = 0;
  memset(seen, 0, sizeof seen);
  for (int i = 0; i < c->n; i++) {
    if (seen[i])
      continue;
    static int todo[HEXES];
    int k = 0;
    n++;
    todo[k++] = i;
    seen[i] = 1;
    while (k) {
      int at = todo[--k];
      for (int j = 0; j < c->n; j++)
        if (!seen[j] && apart(c->hex[at], c->hex[j]) <= gap)
          seen[j] = 1, todo[k++] = j;
    }
  }
  return n;
}

/* every road and railway is an unbroken chain; the railways are one net, and so are the roads */
static void paths(void **s) {
  (void)s;
  static const char *const maps[] = {"north", "south", "lesson"};
  for (int g = 0; g < 3; g++) {
    struct chain road = {.n = 0}, rail = {.n = 0};
    each_line(maps[g], "path road", unbroken_path, &road);
    each_line(maps[g], "path rail", unbroken_path, &rail);
    assert_true(road.n > 10 && rail.n > 10);
    if (g < 2)
      assert_int_equal(parts(&road, 1), 1);
    assert_int_equal(parts(&rail, 1), 1);
  }
}

/* consecutive hexsides share a corner: one hex in common, the others neighbours */
static void unbroken_river(char *rest, void *ctx) {
  int last[2] = {0, 0}, *rivers = ctx;
  char *save = NULL, *name = strtok_r(rest, " ", &save);
  ++*rivers;
  for (char *w = strtok_r(NULL, " \n", &save); w; w = strtok_r(NULL, " \n", &save)) {
    int a = atoi(w), b = atoi(w + 5),
        common = (a == last[0] || a == last[1]) + (b == last[0] || b == last[1]);
    if (apart(a, b) != 1)
      fail_msg("%s: %s is no hexside", name, w);
    int mine = a == last[0] || a == last[1] ? b : a,
        theirs = last[0] == a || last[0] == b ? last[1] : last[0];
    if (last[0] && (common != 1 || apart(mine, theirs) != 1))
      fail_msg("%s breaks off before %s", name, w);
    last[0] = a, last[1] = b;
  }
}
static void rivers(void **s) {
  (void)s;
  int north_rivers = 0, south_rivers = 0;
  each_line("north", "river ", unbroken_river, &north_rivers);
  each_line("south", "river ", unbroken_river, &south_rivers);
  /* Oka, Svapa, Snova, Neruch, Sosna; Psel, Donets, Pena, Vorskla and their streams */
  assert_true(north_rivers >= 5 && south_rivers >= 5);
}

/* the belts read as lines: each strand hangs together from one side of the map to the other */
static void lines(void **s) {
  (void)s;
  static const struct {
    const char *map, *id;
    int strands, west, east;
  } row[] = {
      {"north", "region line1 ", 2, 1, 34}, {"north", "region line2 ", 2, 1, 34},
      {"north", "region line3 ", 1, 1, 34}, {"south", "region line1 ", 1, 1, 45},
      {"south", "region line2 ", 1, 1, 52}, {"south", "region line3 ", 1, 1, 52},
      {"south", "region line4 ", 1, 2, 52},
  };
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    struct chain c = {.n = 0};
    char begin[40];
    snprintf(begin, sizeof begin, "%.12s", row[i].id); /* "region lineN", then the hexes */
    each_line(row[i].map, begin, collect, &c);
    int west = 99, east = 0;
    for (int k = 0; k < c.n; k++)
      west = c.hex[k] / 100 < west ? c.hex[k] / 100 : west,
      east = c.hex[k] / 100 > east ? c.hex[k] / 100 : east;
    if (parts(&c, 1) != row[i].strands)
      fail_msg("%s of the %s is in %d pieces", row[i].id, row[i].map, parts(&c, 1));
    assert_int_equal(west, row[i].west);
    assert_int_equal(east, row[i].east);
  }
}

static void trenches_face_the_first_line(void **s) { /* 5.n.3: at most two hexes apart */
  (void)s;
  static const char *const games[] = {N, S_}, *const maps[] = {"north", "south"};
  for (int g = 0; g < 2; g++) {
    struct map m = open_map(games[g]);
    struct chain first = {.n = 0};
    each_line(maps[g], "region line1", collect, &first);
    const cJSON *h, *w;
    int trenches = 0;
    cJSON_ArrayForEach(h, cJSON_GetObjectItem(m.board, "hexes")) {
      bool trench = false;
      cJSON_ArrayForEach(w, cJSON_GetArrayItem(h, 3)) trench |=
          !strcmp(w->valuestring, "german_trench");
      if (!trench)
        continue;
      int best = 99, at = atoi(cJSON_GetArrayItem(h, 0)->valuestring);
      for (int k = 0; k < first.n; k++)
        best = apart(at, first.hex[k]) < best ? apart(at, first.hex[k]) : best;
      if (best > 2)
        fail_msg("the trench in %04d faces nobody", at);
      trenches++;
    }
    assert_true(trenches >= 30);
    clear_away(m.t);
  }
}

struct where {
  const char *name;
  int hex;
};
static void find_label(char *rest, void *ctx) { /* "rank hex name" */
  struct where *w = ctx;
  char *name = strchr(rest + 2, ' ');
  if (!name)
    return;
  name++;
  name[strcspn(name, "\n")] = 0;
  if (!strcmp(name, w->name))
    w->hex = atoi(rest + 2);
}
static void places(void **s) { /* every place stands within a hex of where it lies */
  (void)s;
  char path[512], line[200];
  snprintf(path, sizeof path, "%s/tests/rules/alea/places.txt", SOURCE_DIR);
  FILE *f = fopen(path, "rb");
  assert_non_null(f);
  int n = 0;
  while (fgets(line, sizeof line, f)) {
    if (*line == '#')
      continue;
    line[strcspn(line, "\n")] = 0;
    line[5] = 0; /* "north" or "south" */
    struct where w = {line + 11, 0};
    each_line(line, "label ", find_label, &w);
    if (!w.hex || apart(w.hex, atoi(line + 6)) > 1)
      fail_msg("%s is in %04d, not by %s", w.name, w.hex, line + 6);
    n++;
  }
  fclose(f);
  assert_true(n > 110);
}

/* every ready set-up is accepted, and everybody stands on his own side */
static void set_ups(void **s) {
  (void)s;
  static const char *const games[] = {N, S_, "alea/panzerkeil", "alea/prokhorovka"};
  for (int g = 0; g < 4; g++) {
    struct table *t = lay(games[g], NULL, NULL);
    acts(t, "soviet", "historical; end set-up");
    acts(t, "german", "historical; end set-up");
    ask(t, "{\"cmd\":\"view\",\"side\":\"all\"}");
    const cJSON *c, *h, *u;
    cJSON_ArrayForEach(u, field(t->last, "view.units")) {
      const char *at = cJSON_GetObjectItem(u, "at")->valuestring,
                 *id = cJSON_GetObjectItem(u, "id")->valuestring;
      if (strlen(at) != 4 || at[0] > '9')
        continue;
      bool own = false;
      cJSON_ArrayForEach(c, field(t->last, "view.control")) {
        if (strncmp(cJSON_GetArrayItem(c, 0)->valuestring, id[0] == 'd' ? "german" : "soviet", 6))
          continue;
        cJSON_ArrayForEach(h, cJSON_GetArrayItem(c, 1)) own |= !strcmp(h->valuestring, at);
      }
      if (!own)
        fail_msg("%s stands on enemy ground in %s", id, at);
    }
    clear_away(t);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(north),  cmocka_unit_test(south),
      cmocka_unit_test(paths),  cmocka_unit_test(rivers),
      cmocka_unit_test(lines),  cmocka_unit_test(trenches_face_the_first_line),
      cmocka_unit_test(places), cmocka_unit_test(set_ups)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
