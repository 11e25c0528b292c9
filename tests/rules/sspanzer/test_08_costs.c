/* test_08_costs.c - every kind of counter (specification 4.2) and what every kind of ground costs
 * it (8.3, 8.4, table 3.5): in the data, in the reach that a player is shown, and in steps really
 * made. */
#include "table.h"

#include <stdlib.h>

struct kind {
  const char *code, *side, *front, *back; /* G S R A as printed; NULL: one side only */
  bool vehicle, motor;
  int mcf, mf, steps;
};
static const struct kind kinds[] = {
    {"TIG", G, "9 (3) 4 8", "9 (3) 4 8", 1, 0, 4, 10, 4},
    {"PZ4", G, "8 (3) 3 5", "8 (2) 3 5", 1, 0, 3, 10, 2},
    {"PZ3", G, "6 (2) 3 5", "6 (2) 3 5", 1, 0, 3, 10, 2},
    {"T3G", G, "7 (2) 3 5", NULL, 1, 0, 2, 10, 1},
    {"STG", G, "8* (3) 3 6", "8* (2) 3 6", 1, 0, 3, 10, 2},
    {"MAR", G, "8* (2) 2 3", NULL, 1, 0, 3, 10, 1},
    {"GAC", G, "3 (2) 2 2", NULL, 1, 0, 3, 10, 1},
    {"AG", G, "(5) 4 2", "(4) 3 1", 0, 1, 2, 10, 2},
    {"PG", G, "(4) 3 1", "(4) 3 1", 0, 1, 2, 10, 2},
    {"REC", G, "(3) 3 2", NULL, 0, 1, 2, 10, 1},
    {"PIO", G, "(5) 4 1", "(4) 3 1", 0, 1, 2, 10, 2},
    {"FLK", G, "9* 3 4", NULL, 0, 1, 4, 10, 1},
    {"T4R", R, "7 3 2 5", "7 (2) 2 5", 1, 0, 2, 10, 2},
    {"T34", R, "7 (2) 2 5", "7 (2) 2 5", 1, 0, 2, 10, 2},
    {"T70", R, "4 (2) 2 3", "4 (2) 2 3", 1, 0, 2, 10, 2},
    {"CHU", R, "6 (2) 2 7", "6 (2) 2 7", 1, 0, 4, 10, 2},
    {"SU", R, "6* (3) 3 4", "6* (2) 3 4", 1, 0, 3, 10, 2},
    {"SAC", R, "0 (1) 1 1", NULL, 1, 0, 3, 10, 1},
    {"AT", R, "7* 2 3", "7* 2 3", 0, 1, 4, 10, 2},
    {"MR", R, "(3) 3 1", "(3) 2 1", 0, 1, 2, 10, 2},
    {"MC", R, "(2) 2 1", NULL, 0, 1, 2, 10, 1},
    {"ABN", R, "(3) 3 1", "(3) 2 1", 0, 0, 1, 4, 2},
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

/* ---- the printed figures ---------------------------------------------------------------- */

static void printed(const cJSON *face, char out[48]) {
  int n = snprintf(out, 48, "%s %s %s", text_of(face, "figures[0]"), text_of(face, "figures[1]"),
                   text_of(face, "figures[2]"));
  if (*text_of(face, "corners.ne"))
    snprintf(out + n, 48 - (size_t)n, " %s", text_of(face, "corners.ne"));
}

static void r4_2_counters(void **s) {
  (void)s;
  struct table *t = lay(BIG, NULL, NULL);
  const cJSON *c;
  int seen[KINDS] = {0};
  char figures[48];
  ask(t, "{\"cmd\":\"board\"}");
  cJSON_ArrayForEach(c, field(t->last, "board.counters")) for (int k = 0; k < KINDS; k++) {
    const struct kind *kind = &kinds[k];
    if (strcmp(text_of(c, "kind"), kind->code))
      continue;
    int faces = cJSON_GetArraySize(field(c, "faces"));
    seen[k]++;
    assert_int_equal(faces, kind->steps);
    for (int i = 0; i < faces; i++) {
      const cJSON *face = cJSON_GetArrayItem(field(c, "faces"), i);
      printed(face, figures);
      assert_string_equal(figures, i && i == faces - 1 ? kind->back : kind->front);
      assert_int_equal(atoi(text_of(face, "corners.se")), kind->mcf);
      assert_int_equal(atoi(text_of(face, "corners.sw")), kind->mf);
    }
  }
  for (int k = 0; k < KINDS; k++)
    assert_true(seen[k] > 0);
  clear_away(t);
}

/* ---- the price of a step ---------------------------------------------------------------- */

/* What is between and beyond; how many times the movement cost factor a German and a Soviet pays,
 * 0: one point. */
static const struct ground {
  const char *hex, *side[2]; /* terrain entered, and on the hexside */
  bool road, barred;
  int german, soviet;
  const char *rule[2]; /* cited for each side */
} grounds[] = {
    {"clear", {0}, 0, 0, 0, 0, {"8.3a", "8.3a"}},
    {"town", {0}, 0, 0, 0, 0, {"8.3a", "8.3a"}},
    {"woods", {0}, 0, 0, 1, 1, {"8.3a", "8.3a"}},
    {"hilltop", {0}, 0, 0, 1, 1, {"8.3a", "8.3a"}},
    {"fort", {0}, 0, 0, 1, 0, {"8.3b", "8.3a"}},
    {"clear", {"stream"}, 0, 0, 1, 1, {"8.3c", "8.3c"}},
    {"clear", {"berm"}, 0, 0, 1, 1, {"8.3c", "8.3c"}},
    {"clear", {"berm", "crossing"}, 0, 0, 0, 0, {"8.3a", "8.3a"}},
    {"clear", {"slope"}, 0, 0, 0, 0, {"8.3a", "8.3a"}},
    {"clear", {"river.major", "bridge"}, 0, 0, 0, 0, {"8.3a", "8.3a"}},
    {"clear", {"river.major"}, 0, 1, 0, 0, {"8.3f", "8.3f"}},
    {"fort", {"stream"}, 0, 0, 2, 1, {"8.3d", "8.3c"}},
    {"woods", {"stream"}, 0, 0, 2, 2, {"8.3d", "8.3d"}},
    {"hilltop", {"berm"}, 0, 0, 2, 2, {"8.3d", "8.3d"}},
    {"clear", {"stream", "berm"}, 0, 0, 2, 2, {"8.3d", "8.3d"}},
    {"clear", {0}, 1, 0, 0, 0, {"8.3e", "8.3e"}},
    {"woods", {"stream"}, 1, 0, 0, 0, {"8.3e", "8.3e"}},
    {"fort", {"berm", "crossing"}, 1, 0, 0, 0, {"8.3e", "8.3e"}},
};
enum { GROUNDS = sizeof grounds / sizeof grounds[0] };

/* One of the kind at the foot of every column, each with its own ground before it: 0102 is entered
 * from 0101. */
static struct table *lane(const struct kind *k) {
  static char pos[24000];
  bool german = !strcmp(k->side, G);
  int n = snprintf(pos, sizeof pos,
                   "\"map\":\"plain:%dx3\",\"phase\":\"action\",\"turn\":2,\"vars\":{\"impulse\":"
                   "\"%s\",\"played\":\"LAH 29TC\",\"artillery\":0},\"terrain\":[",
                   2 * GROUNDS, german ? "LAH" : "29TC");
  for (int i = 0; i < GROUNDS; i++) {
    int c = 2 * i + 1; /* every other column; the river on all other sides leaves no way round */
    const struct ground *g = &grounds[i];
    n += snprintf(pos + n, sizeof pos - (size_t)n, "%s{\"hex\":\"%02d02\",\"set\":[\"%s\"]}",
                  i ? "," : "", c, g->hex);
    for (int j = 0; j < 2 && g->side[j]; j++)
      n += snprintf(pos + n, sizeof pos - (size_t)n,
                    ",{\"side\":[\"%02d01\",\"%02d02\"],\"set\":[\"%s\"]}", c, c, g->side[j]);
    for (int j = 0; j < 4; j++) {
      int beside = j < 2 ? c - 1 : c + 1;
      if (beside > 0)
        n += snprintf(pos + n, sizeof pos - (size_t)n,
                      ",{\"side\":[\"%02d01\",\"%02d0%d\"],\"set\":[\"river.major\"]}", c, beside,
                      1 + j % 2);
    }
    if (g->road)
      n += snprintf(pos + n, sizeof pos - (size_t)n,
                    ",{\"path\":[\"%02d01\",\"%02d02\"],\"set\":[\"road.minor\"]}", c, c);
  }
  n += snprintf(pos + n, sizeof pos - (size_t)n, "],\"units\":[");
  for (int i = 0; i < GROUNDS; i++)
    n += snprintf(pos + n, sizeof pos - (size_t)n,
                  "%s{\"name\":\"u%d\",\"side\":\"%s\",\"kind\":\"%s\",\"formation\":\"%s\","
                  "\"hex\":\"%02d01\"}",
                  i ? "," : "", i, k->side, k->code, german ? "LAH" : "29TC", 2 * i + 1);
  snprintf(pos + n, sizeof pos - (size_t)n, "]");
  return lay(GAME, pos, "");
}

static void r8_3_every_ground(void **s) {
  (void)s;
  for (int k = 0; k < KINDS; k++) {
    struct table *t = lane(&kinds[k]);
    bool german = !strcmp(kinds[k].side, G);
    for (int i = 0; i < GROUNDS; i++) {
      const struct ground *g = &grounds[i];
      int items = german ? g->german : g->soviet, points = items ? items * kinds[k].mcf : 1;
      bool truck = g->road && kinds[k].motor;
      const char *rule = truck ? "8.4" : g->rule[!german];
      char unit[16], hex[16], words[64], text[16];
      snprintf(unit, sizeof unit, "u%d", i);
      snprintf(hex, sizeof hex, "%02d02", 2 * i + 1);
      snprintf(words, sizeof words, "choose %s", unit);
      act(t, kinds[k].side, words);
      snprintf(words, sizeof words, "step %s %s", unit, hex);
      if (g->barred) {
        refused(t, kinds[k].side, words, rule);
        snprintf(words, sizeof words, "stop %s", unit);
        act(t, kinds[k].side, words);
        continue;
      }
      snprintf(text, sizeof text, "%d", points);
      reaches(t, kinds[k].side, unit, hex, truck ? "1/2" : text, rule);
      pays(t, kinds[k].side, unit, hex, truck ? "1/2" : text, rule);
      if (points < kinds[k].mf) {
        snprintf(words, sizeof words, "stop %s", unit);
        act(t, kinds[k].side, words);
      } /* else it has spent all it had, and its action is over */
    }
    clear_away(t);
  }
}

/* 8.2: how far each kind goes over open ground, and half of it after firing first (4.2c). */
static void r8_2_every_kind(void **s) {
  (void)s;
  for (int k = 0; k < KINDS; k++) {
    const struct kind *kind = &kinds[k];
    bool german = !strcmp(kind->side, G);
    char pos[900], hex[16], words[48];
    snprintf(pos, sizeof pos,
             "\"map\":\"plain:2x14\",\"phase\":\"action\",\"turn\":2,\"vars\":{\"impulse\":\"%s\","
             "\"played\":\"LAH 29TC\",\"artillery\":0}," UNITS(MADE("u", "%s", "%s", "%s", "0101")),
             german ? "LAH" : "29TC", kind->side, kind->code, german ? "LAH" : "29TC");
    struct table *t = lay(GAME, pos, "");
    snprintf(hex, sizeof hex, "01%02d", 1 + kind->mf);
    snprintf(words, sizeof words, "%d", kind->mf);
    reaches(t, kind->side, "u", hex, words, "8.3a");
    snprintf(hex, sizeof hex, "01%02d", 2 + kind->mf);
    reaches(t, kind->side, "u", hex, NULL, NULL);
    clear_away(t);
  }
}

/* ---- specification 5.2: the ways to Prokhorovka ----------------------------------------- */

enum { FAR = 1 << 20 };
/* the board as the rules of 8.3 see it, worked out here from the board that a client is sent */
struct web {
  struct table *t;
  const cJSON *board;
  bool on[10000], woods[10000], hill[10000], fort[10000], fixed[10000], german[10000];
  int stream[10000][6], berm[10000][6], river[10000][6], road[10000][6]; /* by direction */
  int cost[10000];
};

/* specification 5.1: north is the next row, east the column before */
static int beside(int id, int dir) {
  int c = id / 100, r = id % 100, odd = c & 1;
  static const int dc[] = {0, -1, -1, 0, 1, 1};
  int dr[] = {1, odd, odd - 1, -1, odd - 1, odd};
  c += dc[dir], r += dr[dir];
  return c < 1 || c > 32 || r < 1 || r > 48 ? 0 : c * 100 + r;
}
static int toward(int a, int b) {
  for (int d = 0; d < 6; d++)
    if (beside(a, d) == b)
      return d;
  fail_msg("%04d and %04d are not adjacent", a, b);
  return 0;
}

static void read_sides(struct web *w) {
  const cJSON *e, *k, *p;
  cJSON_ArrayForEach(e, field(w->board, "sides")) {
    int a = atoi(cJSON_GetArrayItem(e, 0)->valuestring),
        b = atoi(cJSON_GetArrayItem(e, 1)->valuestring), d = toward(a, b);
    cJSON_ArrayForEach(k, cJSON_GetArrayItem(e, 2)) {
      const char *what = k->valuestring;
      int(*into)[6] = !strcmp(what, "stream")                                   ? w->stream
                      : !strcmp(what, "berm") || !strcmp(what, "crossing")      ? w->berm
                      : !strcmp(what, "river.major") || !strcmp(what, "bridge") ? w->river
                                                                                : NULL;
      /* 2: the way over it */
      int worth = !strcmp(what, "crossing") || !strcmp(what, "bridge") ? 2 : 1;
      if (into)
        into[a][d] |= worth, into[b][(d + 3) % 6] |= worth;
    }
  }
  cJSON_ArrayForEach(p, field(w->board, "paths")) {
    int last = 0;
    cJSON_ArrayForEach(e, field(p, "hexes")) {
      int id = atoi(e->valuestring);
      if (last)
        w->road[last][toward(last, id)] = 1, w->road[id][toward(id, last)] = 1;
      last = id;
    }
  }
}

static void read_region(const struct web *w, const char *id, bool *into) {
  const cJSON *r, *h;
  cJSON_ArrayForEach(r, field(w->board, "regions")) if (!strcmp(text_of(r, "id"), id))
      cJSON_ArrayForEach(h, field(r, "hexes")) into[atoi(h->valuestring)] = true;
}

static struct web *read_board(void) {
  struct web *w = calloc(1, sizeof *w);
  const cJSON *h, *k;
  if (!w)
    abort();
  w->t = lay(BIG, NULL, NULL);
  ask(w->t, "{\"cmd\":\"board\"}");
  w->board = field(w->t->last, "board");
  cJSON_ArrayForEach(h, field(w->board, "hexes")) {
    int id = atoi(cJSON_GetArrayItem(h, 0)->valuestring);
    w->on[id] = true;
    cJSON_ArrayForEach(k, cJSON_GetArrayItem(h, 3)) {
      if (!strcmp(k->valuestring, "woods"))
        w->woods[id] = true;
      if (!strcmp(k->valuestring, "hilltop"))
        w->hill[id] = true;
      if (!strcmp(k->valuestring, "fort"))
        w->fort[id] = true;
    }
  }
  read_sides(w);
  read_region(w, "static", w->fixed);
  return w;
}

/* in halves, table 3.5 */
static int price(const struct web *w, int a, int d, int mcf, bool german, bool truck) {
  int b = beside(a, d);
  if (!b || w->river[a][d] == 1)
    return FAR;
  if (w->road[a][d])
    return truck ? 1 : 2;
  int items = w->woods[b] + w->hill[b] + (german && w->fort[b]) + (w->stream[a][d] != 0) +
              (w->berm[a][d] == 1);
  return items ? 2 * items * mcf : 2;
}

/* Cheapest ways from everywhere marked. */
static void spread(struct web *w, const bool *from, int mcf, bool german, bool truck) {
  for (int h = 0; h < 10000; h++)
    w->cost[h] = from[h] ? 0 : FAR;
  for (bool more = true; more;) {
    more = false;
    for (int h = 101; h < 3249; h++) {
      if (!w->on[h] || w->cost[h] >= FAR)
        continue;
      for (int d = 0; d < 6; d++) {
        int g = beside(h, d), c = w->cost[h] + price(w, h, d, mcf, german, truck);
        if (g && !(german && w->fixed[g]) && c < w->cost[g])
          w->cost[g] = c, more = true;
      }
    }
  }
}
static int next_to(const struct web *w, int id) {
  int best = FAR;
  for (int d = 0; d < 6; d++)
    if (beside(id, d) && !w->fixed[beside(id, d)] && w->cost[beside(id, d)] < best)
      best = w->cost[beside(id, d)];
  return best;
}

static void r5_2_ways_to_prokhorovka(void **s) {
  (void)s;
  struct web *w = read_board();
  static bool from[10000];
  memset(from, 0, sizeof from);
  read_region(w, "area.lah", from);
  read_region(w, "area.pocket", from);
  /* halves */
  static const int goal[] = {1042, 1244, 1044}, tank[] = {24, 22, 28}, truck[] = {17, 18, 24};
  spread(w, from, 3, true, false);
  for (int i = 0; i < 3; i++)
    assert_int_equal(next_to(w, goal[i]), tank[i]);
  spread(w, from, 2, true, true);
  for (int i = 0; i < 3; i++)
    assert_int_equal(next_to(w, goal[i]), truck[i]);
  clear_away(w->t);
  free(w);
}

/* The same in the game: all static units standing, a company at Oktiabrskii. */
static void r5_2_ways_in_play(void **s) {
  static char pos[8000];
  (void)s;
  struct web *w = read_board();
  int n = snprintf(pos, sizeof pos,
                   "\"map\":\"prokhorovka\",\"phase\":\"action\",\"vars\":{\"impulse\":\"LAH\","
                   "\"artillery\":0},\"units\":[" U(PG, "1937") "," U(PZ4, "1937"));
  for (int h = 101; h < 3249; h++)
    if (w->fixed[h])
      n += snprintf(pos + n, sizeof pos - (size_t)n, ",{\"unit\":\"ru.sta.%04d\",\"hex\":\"%04d\"}",
                    h, h);
  snprintf(pos + n, sizeof pos - (size_t)n, "]");
  clear_away(w->t);
  free(w);
  struct table *t = lay(BIG, pos, NULL);
  reaches(t, G, PG, "1141", "17/2", NULL);
  reaches(t, G, PG, "1343", "9", NULL);
  reaches(t, G, PG, "1042", NULL, NULL); /* a static unit bars it */
  reaches(t, G, PZ4, "1141", NULL, NULL);
  reaches(t, G, PZ4, "1343", NULL, NULL);
  clear_away(t);
}

/* A T-34 three hexes from every German area, no Germans on the map: 3 to 8 points to each star. */
static void r5_2_ways_to_the_stars(void **s) {
  static const int star[] = {1735, 1937, 2315, 2330, 2420, 2619, 2738, 2840, 3138};
  static const char *const area[] = {"area.pocket", "area.lah", "area.dr", "area.tk"};
  static const int cost[] = {10, 6, 8, 10, 12, 16, 10, 8, 14}; /* halves */
  static bool inside[10000], from[10000];
  (void)s;
  struct web *w = read_board();
  memset(inside, 0, sizeof inside);
  for (int i = 0; i < 4; i++)
    read_region(w, area[i], inside);
  for (int h = 101; h < 3249; h++) { /* at least three away: not within two */
    if (!w->on[h])
      continue;
    from[h] = !inside[h];
    for (int d = 0; d < 6; d++)
      for (int e = -1; e < 6; e++) {
        int g = beside(h, d), k = e < 0 || !g ? g : beside(g, e);
        if (k && inside[k])
          from[h] = false;
      }
  }
  spread(w, from, 2, false, false);
  for (int i = 0; i < 9; i++)
    assert_int_equal(w->cost[star[i]], cost[i]);
  clear_away(w->t);
  free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(r4_2_counters),     cmocka_unit_test(r8_3_every_ground),
      cmocka_unit_test(r8_2_every_kind),   cmocka_unit_test(r5_2_ways_to_prokhorovka),
      cmocka_unit_test(r5_2_ways_in_play), cmocka_unit_test(r5_2_ways_to_the_stars),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
