/* test_map.c - the Prokhorovka map holds what the rulebook says of it, and hangs together. */
#include "table.h"

#include <stdlib.h>

struct map {
  struct table *t;
  const cJSON *board;
  int where[33][49]; /* index of a hex in board.hexes, or -1 */
};

static struct map open_map(void) {
  struct map m = {.t = lay(BIG, NULL, NULL)};
  memset(m.where, 0xff, sizeof m.where);
  ask(m.t, "{\"cmd\":\"board\"}");
  m.board = field(m.t->last, "board");
  int i = 0;
  const cJSON *h;
  cJSON_ArrayForEach(h, field(m.board, "hexes")) {
    int id = atoi(cJSON_GetArrayItem(h, 0)->valuestring);
    m.where[id / 100][id % 100] = i++;
  }
  return m;
}

static bool has(const struct map *m, const char *hex, const char *terrain) {
  int id = atoi(hex);
  const cJSON *w, *h = cJSON_GetArrayItem(field(m->board, "hexes"), m->where[id / 100][id % 100]);
  cJSON_ArrayForEach(w, cJSON_GetArrayItem(h, 3)) if (!strcmp(w->valuestring, terrain)) return true;
  return false;
}
static int count(const struct map *m, const char *terrain) {
  int n = 0;
  const cJSON *h, *w;
  cJSON_ArrayForEach(h, field(m->board, "hexes")) cJSON_ArrayForEach(w, cJSON_GetArrayItem(h, 3)) n += !strcmp(w->valuestring, terrain);
  return n;
}
static const cJSON *region(const struct map *m, const char *id) {
  const cJSON *r;
  cJSON_ArrayForEach(r, field(m->board, "regions")) if (!strcmp(text_of(r, "id"), id)) return field(r, "hexes");
  fail_msg("there is no region %s", id);
  return NULL;
}
static bool within(const cJSON *list, const char *hex) {
  const cJSON *h;
  cJSON_ArrayForEach(h, list) if (!strcmp(h->valuestring, hex)) return true;
  return false;
}
static int sides(const struct map *m, const char *kind) {
  int n = 0;
  const cJSON *s;
  cJSON_ArrayForEach(s, field(m->board, "sides")) n += !strcmp(cJSON_GetArrayItem(cJSON_GetArrayItem(s, 2), 0)->valuestring, kind);
  return n;
}
static bool side(const struct map *m, const char *a, const char *b, const char *kind) {
  const cJSON *s;
  cJSON_ArrayForEach(s, field(m->board, "sides")) {
    const char *x = cJSON_GetArrayItem(s, 0)->valuestring, *y = cJSON_GetArrayItem(s, 1)->valuestring;
    bool it = (!strcmp(x, a) && !strcmp(y, b)) || (!strcmp(x, b) && !strcmp(y, a));
    if (it && !strcmp(cJSON_GetArrayItem(cJSON_GetArrayItem(s, 2), 0)->valuestring, kind)) return true;
  }
  return false;
}

static void r2_2_grid(void **s) {
  (void)s;
  struct map m = open_map();
  assert_int_equal(cJSON_GetArraySize(field(m.board, "hexes")), 32 * 48);
  for (int c = 1; c <= 32; c++)
    for (int r = 1; r <= 48; r++) assert_true(m.where[c][r] >= 0);
  /* north up: rows grow to the top, columns to the left, odd columns half a hex higher */
  int x[3], y[3];
  static const int of[3][2] = {{10, 10}, {10, 11}, {11, 10}};
  for (int i = 0; i < 3; i++) {
    const cJSON *h = cJSON_GetArrayItem(field(m.board, "hexes"), m.where[of[i][0]][of[i][1]]);
    x[i] = cJSON_GetArrayItem(h, 1)->valueint;
    y[i] = cJSON_GetArrayItem(h, 2)->valueint;
  }
  assert_int_equal(x[1], x[0]);
  assert_int_equal(y[1], y[0] - 2);
  assert_int_equal(x[2], x[0] - 3);
  assert_int_equal(y[2], y[0] - 1);
  assert_int_equal(count(&m, "hilltop"), 2);
  assert_true(has(&m, "1735", "hilltop") && has(&m, "2742", "hilltop"));
  assert_int_equal(count(&m, "fort"), 41);
  clear_away(m.t);
}

static void regions(void **s) {
  static const char *const areas[] = {"area.pocket", "area.lah", "area.dr", "area.tk"};
  (void)s;
  struct map m = open_map();
  const cJSON *rune = region(&m, "rune"), *star = region(&m, "star"), *fixed = region(&m, "static"), *h;
  assert_int_equal(cJSON_GetArraySize(rune), 18);
  assert_int_equal(cJSON_GetArraySize(star), 9);
  assert_int_equal(cJSON_GetArraySize(fixed), 75);
  assert_int_equal(cJSON_GetArraySize(region(&m, "decisive")), 3);
  cJSON_ArrayForEach(h, rune) {
    assert_false(within(star, h->valuestring));
    assert_true(within(fixed, h->valuestring));
    assert_false(has(&m, h->valuestring, "fort"));
    for (int i = 0; i < 4; i++) assert_false(within(region(&m, areas[i]), h->valuestring));
  }
  cJSON_ArrayForEach(h, star) {
    int in = 0;
    for (int i = 0; i < 4; i++) in += within(region(&m, areas[i]), h->valuestring);
    assert_int_equal(in, 1); /* German-held at the start */
    assert_false(has(&m, h->valuestring, "fort"));
  }
  int fort = 0;
  cJSON_ArrayForEach(h, fixed) {
    fort += has(&m, h->valuestring, "fort");
    for (int i = 0; i < 4; i++) assert_false(within(region(&m, areas[i]), h->valuestring));
  }
  assert_int_equal(fort, 26);
  assert_true(within(region(&m, "decisive"), "1042") && within(region(&m, "decisive"), "1044") && within(region(&m, "decisive"), "1244"));
  assert_true(has(&m, "1042", "town") && has(&m, "1044", "town") && has(&m, "1244", "town"));
  clear_away(m.t);
}

static void rivers_and_rail(void **s) {
  (void)s;
  struct map m = open_map();
  assert_int_equal(sides(&m, "river.major"), 46);
  assert_int_equal(sides(&m, "berm"), 95);
  assert_int_equal(sides(&m, "bridge"), 4);
  assert_int_equal(sides(&m, "crossing"), 4);
  assert_true(side(&m, "2639", "2640", "river.major") && side(&m, "2739", "2840", "river.major") && side(&m, "2440", "2540", "river.major"));
  assert_true(side(&m, "1734", "1735", "berm") && side(&m, "1141", "1142", "berm") && side(&m, "2301", "2401", "berm") && side(&m, "2117", "2217", "berm"));
  const cJSON *e;
  cJSON_ArrayForEach(e, field(m.board, "sides")) {
    const char *a = cJSON_GetArrayItem(e, 0)->valuestring, *b = cJSON_GetArrayItem(e, 1)->valuestring, *k = cJSON_GetArrayItem(cJSON_GetArrayItem(e, 2), 0)->valuestring;
    if (!strcmp(k, "bridge")) assert_true(side(&m, a, b, "river.major"));
    if (!strcmp(k, "crossing")) assert_true(side(&m, a, b, "berm"));
  }
  /* a river's course is one chain: each hexside shares a hex with the one before */
  const cJSON *r;
  cJSON_ArrayForEach(r, field(m.board, "rivers")) {
    const cJSON *list = field(r, "sides");
    for (int i = 1; i < cJSON_GetArraySize(list); i++) {
      const cJSON *p = cJSON_GetArrayItem(list, i - 1), *q = cJSON_GetArrayItem(list, i);
      assert_true(within(p, cJSON_GetArrayItem(q, 0)->valuestring) || within(p, cJSON_GetArrayItem(q, 1)->valuestring));
    }
  }
  clear_away(m.t);
}

/* Every road hex is reached from every other: one network. Each village lies on it. */
static void roads(void **s) {
  (void)s;
  struct map m = open_map();
  static bool on[10000], got[10000], link[10000];
  int n = 0, reached = 0;
  const cJSON *p, *h;
  cJSON_ArrayForEach(p, field(m.board, "paths")) cJSON_ArrayForEach(h, field(p, "hexes")) {
    int id = atoi(h->valuestring);
    if (!on[id]) n++;
    on[id] = true;
  }
  link[1043] = true; /* grow from Prokhorovka along the roads */
  for (bool more = true; more;) {
    more = false;
    cJSON_ArrayForEach(p, field(m.board, "paths")) {
      bool any = false;
      cJSON_ArrayForEach(h, field(p, "hexes")) any |= link[atoi(h->valuestring)];
      cJSON_ArrayForEach(h, field(p, "hexes")) {
        int id = atoi(h->valuestring);
        if (any && !got[id]) got[id] = link[id] = more = true, reached++;
      }
    }
  }
  assert_int_equal(n, reached);
  cJSON_ArrayForEach(h, field(m.board, "hexes")) {
    const char *id = cJSON_GetArrayItem(h, 0)->valuestring;
    if (has(&m, id, "town") && strcmp(id, "1243")) assert_true(on[atoi(id)]);
  }
  cJSON_ArrayForEach(p, field(m.board, "paths")) { /* a road over the Psel or the berm has a bridge or crossing, or its own culvert: never over the bare river */
    const cJSON *list = field(p, "hexes");
    for (int i = 1; i < cJSON_GetArraySize(list); i++) {
      const char *a = cJSON_GetArrayItem(list, i - 1)->valuestring, *b = cJSON_GetArrayItem(list, i)->valuestring;
      if (side(&m, a, b, "river.major")) assert_true(side(&m, a, b, "bridge"));
      if (side(&m, a, b, "berm")) assert_true(side(&m, a, b, "crossing"));
    }
  }
  clear_away(m.t);
}

/* Places at their hexes, as the map's fit gives them: within one column and two rows of the ground (see the file's source line). */
static void places(void **s) {
  static const struct {
    const char *text, *hex;
  } at[] = {{"Prokhorovka", "1043"}, {"Hill 252.2", "1735"}, {"Hill 226.6", "2742"}, {"Belenikhino", "2016"}, {"Storozhevoe", "1827"}, {"Petrovka", "1846"}, {"Teterevino", "2619"}};
  (void)s;
  struct map m = open_map();
  for (size_t i = 0; i < sizeof at / sizeof at[0]; i++) {
    bool found = false;
    const cJSON *l;
    cJSON_ArrayForEach(l, field(m.board, "labels")) found |= !strcmp(text_of(l, "text"), at[i].text) && !strcmp(text_of(l, "hex"), at[i].hex);
    if (!found) fail_msg("%s is not at %s", at[i].text, at[i].hex);
  }
  clear_away(m.t);
}

/* 5.2 of the specification: with all static units standing, nobody is next to Prokhorovka too soon. */
static void reach_of_the_first_turn(void **s) {
  (void)s;
  struct table *t = lay(BIG, NULL, NULL);
  acts(t, G, "historical; done; historical; done");
  acts(t, R, "historical; done");
  ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
  assert_string_equal(text_of(t->last, "view.phase"), "bombardment");
  clear_away(t);
}

static void r2_9_counters(void **s) {
  static const struct {
    const char *form;
    int n;
  } all[] = {{"LAH", 39}, {"DR", 41}, {"TK", 41}, {"29TC", 16}, {"18TC", 16}, {"2GTC", 16}, {"2TC", 15}, {"31TC", 9}, {"9GAD", 9}}; /* with three artillery counters a division */
  (void)s;
  struct map m = open_map();
  const cJSON *c;
  int tigers = 0, fixed = 0;
  for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
    int n = 0;
    cJSON_ArrayForEach(c, field(m.board, "counters")) n += !strcmp(text_of(c, "formation"), all[i].form);
    assert_int_equal(n, all[i].n);
  }
  cJSON_ArrayForEach(c, field(m.board, "counters")) {
    if (!strcmp(text_of(c, "kind"), "TIG")) {
      tigers++;
      assert_int_equal(cJSON_GetArraySize(field(c, "faces")), 4);
      assert_string_equal(text_of(c, "faces[0].figures[0]"), "9");
      assert_string_equal(text_of(c, "faces[0].corners.ne"), "8");
    }
    if (!strcmp(text_of(c, "kind"), "T4R") || !strcmp(text_of(c, "kind"), "T34")) {
      assert_string_equal(text_of(c, "faces[0].figures[0]"), "7");
      assert_string_equal(text_of(c, "faces[0].corners.ne"), "5");
    }
    if (!strcmp(text_of(c, "kind"), "PZ4")) assert_string_equal(text_of(c, "faces[0].corners.se"), "3");
    fixed += !strcmp(text_of(c, "kind"), "STA");
    assert_string_equal(text_of(c, "source"), "reconstructed");
  }
  assert_int_equal(tigers, 3);
  assert_int_equal(fixed, 75);
  clear_away(m.t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(r2_2_grid), cmocka_unit_test(regions), cmocka_unit_test(rivers_and_rail), cmocka_unit_test(roads),
      cmocka_unit_test(places), cmocka_unit_test(reach_of_the_first_turn), cmocka_unit_test(r2_9_counters),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
