/* test_map.c - the maps: places near where they lie, chains unbroken, what section 5 of the specification demands. */
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
    if (strcmp(cJSON_GetArrayItem(h, 0)->valuestring, hex)) continue;
    const cJSON *w;
    cJSON_ArrayForEach(w, cJSON_GetArrayItem(h, 3)) if (!strcmp(w->valuestring, kind)) return true;
  }
  return false;
}
static bool on_path(const struct map *m, const char *hex, const char *kind) {
  const cJSON *p, *h;
  cJSON_ArrayForEach(p, cJSON_GetObjectItem(m->board, "paths")) {
    if (strncmp(cJSON_GetObjectItem(p, "kind")->valuestring, kind, strlen(kind))) continue;
    cJSON_ArrayForEach(h, cJSON_GetObjectItem(p, "hexes")) if (!strcmp(h->valuestring, hex)) return true;
  }
  return false;
}
static int in_region(const struct map *m, const char *id, const char *hex) { /* without hex: how many */
  const cJSON *r, *h;
  int n = 0;
  cJSON_ArrayForEach(r, cJSON_GetObjectItem(m->board, "regions")) {
    if (strcmp(cJSON_GetObjectItem(r, "id")->valuestring, id)) continue;
    cJSON_ArrayForEach(h, cJSON_GetObjectItem(r, "hexes")) n += !hex || !strcmp(h->valuestring, hex);
  }
  return n;
}
static bool labelled(const struct map *m, const char *hex, const char *text) {
  const cJSON *l;
  cJSON_ArrayForEach(l, cJSON_GetObjectItem(m->board, "labels")) if (!strcmp(cJSON_GetObjectItem(l, "hex")->valuestring, hex) && strstr(cJSON_GetObjectItem(l, "text")->valuestring, text)) return true;
  return false;
}

static void north(void **s) { /* 5.n.1 to 5.n.6 */
  (void)s;
  struct map m = open_map(N);
  assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(m.board, "hexes")), 34 * 22);
  static const char *const entry[] = {"3021", "2221", "1121"}, *const height[] = {"2313", "0719", "1019", "1417"};
  for (int i = 0; i < 3; i++) assert_true(on_path(&m, entry[i], "road") && in_region(&m, "soviet.entry", entry[i]));
  assert_true(on_path(&m, "2221", "rail"));
  for (int i = 0; i < 4; i++) assert_true(has_terrain(&m, height[i], "hill_dp"));
  assert_true(has_terrain(&m, "2114", "town") && on_path(&m, "2114", "rail") && labelled(&m, "2114", "Ponyri"));
  assert_true(labelled(&m, "1219", "Olkhovatka") && labelled(&m, "0819", "Teploye") && labelled(&m, "3208", "Maloarkhangelsk"));
  assert_true(in_region(&m, "german.supply", NULL) >= 2 && in_region(&m, "soviet.supply", NULL) >= 3);
  assert_true(in_region(&m, "line1", NULL) > 30 && in_region(&m, "line2", NULL) > 30 && in_region(&m, "line3", NULL) > 30);
  clear_away(m.t);
}

static void south(void **s) { /* 5.s.1 to 5.s.7 */
  (void)s;
  struct map m = open_map(S_);
  assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(m.board, "hexes")), 52 * 50);
  static const char *const hill[] = {"2710", "1712", "1405", "1608", "3206", "3807", "2105"}, *const town[] = {"4125", "4117", "4105", "5009"}, *const name[] = {"Sabynino", "Shakhovo", "Prokhorovka", "Zhuravka"};
  for (int i = 0; i < 7; i++) assert_true(has_terrain(&m, hill[i], "hill_dp"));
  for (int i = 0; i < 4; i++) assert_true(has_terrain(&m, town[i], "town") && labelled(&m, town[i], name[i]));
  assert_true(on_path(&m, "4105", "rail"));
  assert_true(labelled(&m, "3337", "Belgorod") && labelled(&m, "1431", "Tomarovka"));
  assert_true(in_region(&m, "line4", NULL) > 30 && in_region(&m, "line2", NULL) > 40);
  for (int i = 0; i < 2; i++) {
    static const char *const forms[2][5] = {{"s3.gd", "s3.lah", "s3.52gd", "s3.51gd", "s3.2tkgd"}, {"s4.gd", "s4.tot", "s4.95gd", "s4.9vdg", "s4.2tk"}};
    for (int k = 0; k < 5; k++) assert_true(in_region(&m, forms[i][k], NULL) >= 2);
  }
  clear_away(m.t);
}

static void chains(void **s) { /* every path is one chain; no hex of it is off the map */
  (void)s;
  static const char *const games[] = {N, S_};
  for (int g = 0; g < 2; g++) {
    struct map m = open_map(games[g]);
    const cJSON *p;
    cJSON_ArrayForEach(p, cJSON_GetObjectItem(m.board, "paths")) {
      const cJSON *hexes = cJSON_GetObjectItem(p, "hexes");
      for (int i = 0; i + 1 < cJSON_GetArraySize(hexes); i++) {
        int a = atoi(cJSON_GetArrayItem(hexes, i)->valuestring), b = atoi(cJSON_GetArrayItem(hexes, i + 1)->valuestring);
        assert_true(abs(a / 100 - b / 100) <= 1 && abs(a % 100 - b % 100) <= 1);
      }
    }
    clear_away(m.t);
  }
}

static void set_ups(void **s) { /* every ready set-up is accepted, and everybody stands on his own side */
  (void)s;
  static const char *const games[] = {N, S_, "alea/panzerkeil", "alea/prokhorovka"};
  for (int g = 0; g < 4; g++) {
    struct table *t = lay(games[g], NULL, NULL);
    acts(t, "soviet", "historical; done");
    acts(t, "german", "historical; done");
    ask(t, "{\"cmd\":\"view\",\"side\":\"all\"}");
    const cJSON *c, *h, *u;
    cJSON_ArrayForEach(u, field(t->last, "view.units")) {
      const char *at = cJSON_GetObjectItem(u, "at")->valuestring, *id = cJSON_GetObjectItem(u, "id")->valuestring;
      if (strlen(at) != 4 || at[0] > '9') continue;
      bool own = false;
      cJSON_ArrayForEach(c, field(t->last, "view.control")) {
        if (strncmp(cJSON_GetArrayItem(c, 0)->valuestring, id[0] == 'd' ? "german" : "soviet", 6)) continue;
        cJSON_ArrayForEach(h, cJSON_GetArrayItem(c, 1)) own |= !strcmp(h->valuestring, at);
      }
      if (!own) fail_msg("%s stands on enemy ground in %s", id, at);
    }
    clear_away(t);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(north), cmocka_unit_test(south), cmocka_unit_test(chains), cmocka_unit_test(set_ups)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
