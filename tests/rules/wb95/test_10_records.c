/* test_10_records.c - the figures that can be printed: lines of supply, counters and the scenario,
 * each counted by hand. */
#include "table.h"

#define BASE "\"regions\":[{\"id\":\"german.supply\",\"hexes\":[\"0501\"]}],"

/* 10.1.9: neighbours off the road hand supplies on, but not over a big river */
static void links(void **s) {
  (void)s;
  struct table *t = FRESH(
      PLAIN AT("german.strategic") BASE TERRAIN(PATH("road.main", "\"0501\",\"0502\",\"0503\""))
          UNITS(U("a", G, "G-INF", "0502"), U("b", G, "G-INF", "0503"), U("c", G, "G-INF", "0504"),
                U("d", G, "G-INF", "0505"), BOX("w", G, "G-INF", "german.waiting"),
                U("e", S, "S-HQ", "1818")),
      NULL);
  /* b-c and c-d; a and b have the road */
  figure(t, G, "supply", "links between neighbours", "2", "10.1.9");
  figure(t, G, "supply", "units with a line of supply", "4", "10.1.1");
  figure(t, G, "supply", "hexes supplied along roads", "5", "10.1.5"); /* three on it, c and d */
  clear_away(t);
  t = FRESH(
      PLAIN AT("german.strategic") BASE TERRAIN(
          PATH("road.main", "\"0501\",\"0502\""), SIDE("0502", "0503", "crossing"),
          SIDE("0502", "0402", "crossing"), SIDE("0502", "0602", "crossing"),
          SIDE("0501", "0401", "crossing"), SIDE("0501", "0601", "crossing"),
          SIDE("0501", "0402", "crossing"), SIDE("0501", "0602", "crossing"),
          SIDE("0502", "0403", "crossing"), SIDE("0502", "0603", "crossing"))
          UNITS(U("a", G, "G-INF", "0502"), U("b", G, "G-INF", "0503"), U("c", G, "G-INF", "0602")),
      NULL);
  figure(t, G, "supply", "links between neighbours", "0", "10.1.9");
  figure(t, G, "supply", "units with a line of supply", "1", "10.1.1");
  figure(t, G, "supply", "hexes supplied off the roads", "0", "10.1.6");
  figure(t, G, "supply", "hexes supplied", "2", "10.1R");
  clear_away(t);
  t = FRESH(
      PLAIN AT("german.strategic") "\"regions\":[{\"id\":\"german.supply\",\"hexes\":[\"0501\","
                                   "\"0601\",\"0401\"]}]," TERRAIN(
                                       PATH("road.main", "\"0501\",\"0502\",\"0503\""),
                                       PATH("road.main", "\"0601\",\"0602\",\"0603\",\"0604\""),
                                       PATH("road.main", "\"0401\",\"0402\",\"0403\",\"0404\""))
                                       UNITS(U("a", G, "G-INF", "0502")),
      NULL);
  /* the roads beside it are empty */
  figure(t, G, "supply", "links between neighbours", "0", "10.1.9");
  clear_away(t);
}

static void none_of_them(void **s) { /* what a position does not have, and what it has */
  (void)s;
  struct table *t = FRESH(
      PLAIN AT("german.movement") "\"regions\":[{\"id\":\"german.supply\",\"hexes\":[\"0501\"]},{"
                                  "\"id\":\"german.entry\",\"hexes\":[\"0501\",\"0701\"]}]," UNITS(
                                      U("a", G, "G-INF", "0505")),
      NULL);
  figure(t, G, "scenario", "German supply bases", "1", "K.5");
  figure(t, G, "scenario", "Soviet supply bases", "0", "K.5");
  figure(t, G, "scenario", "entry zones, German", "2", "11.2.4");
  figure(t, G, "scenario", "entry zones, Soviet", "0", "11.2.4");
  clear_away(t);
  t = lay("wb95/joined", NULL, NULL);
  /* 85 and 169 */
  figure(t, G, "scenario", "counters that begin in field fortifications", "254", "K.7");
  clear_away(t);
}

/* A figure of the record of counters. */
static int counted(struct table *t, const char *words) {
  const cJSON *r, *b;
  ask(t, "{\"cmd\":\"records\",\"side\":\"german\"}");
  cJSON_ArrayForEach(r, field(t->last, "records")) cJSON_ArrayForEach(b, field(r, "blocks")) {
    if (!strcmp(text_of(r, "id"), "counters") && !strcmp(text_of(b, "title"), words))
      return int_of(b, "total");
  }
  fail_msg("no figure '%s'", words);
  return 0;
}

/* 1.2b, 1.2c, 1.3a: towed artillery has one level and moves as trucks do; one that a position makes
 * otherwise is not counted among it */
static void kinds_of_guns(void **s) {
  (void)s;
  static const char *const words[] = {"counters with two levels", "towed artillery with one level",
                                      "artillery that moves as trucks"};
  static const struct {
    const char *factors;
    int more[3]; /* than without the gun */
  } row[] = {
      {"\"cel\":1", {0, 1, 1}}, {"\"cel\":2", {1, 0, 1}}, {"\"class\":\"track\"", {0, 1, 0}}};
  struct table *without =
      FRESH(PLAIN AT("german.movement") UNITS(U("a", G, "G-INF", "0505")), NULL);
  for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
    char pos[600];
    snprintf(pos, sizeof pos,
             PLAIN AT("german.movement") "\"units\":[" U(
                 "a", G, "G-INF", "0505") ",{\"name\":\"g\",\"side\":\"german\",\"kind\":\"G-ART\","
                                          "\"hex\":\"0506\",\"factors\":{%s}}]",
             row[i].factors);
    struct table *t = FRESH(pos, NULL);
    for (int k = 0; k < 3; k++)
      assert_int_equal(counted(t, words[k]) - counted(without, words[k]), row[i].more[k]);
    clear_away(t);
  }
  clear_away(without);
}

static void out_of_sight(void **s) { /* 16.1.1: what lies hidden is not counted for who looks on */
  (void)s;
  struct table *t = lay("wb95/lesson", NULL, NULL);
  figure(t, "watch", "supply", "units with a line of supply", "0", "10.1.1");
  clear_away(t);
}

/* K.10: a handicap is a line of the score, and only where there is one. */
static void handicap_in_the_score(void **s) {
  static const char *const options[] = {OPENLY ",\"handicap\":5", OPENLY};
  (void)s;
  for (int i = 0; i < 2; i++) {
    struct table *t = lay_with(K, options[i],
                               PLAIN AT("german.movement")
                                   UNITS(U("a", G, "G-INF", "0505"), U("e", S, "S-INF", "1515")),
                               NULL, NULL, __FILE__, __LINE__);
    ask(t, "{\"cmd\":\"records\",\"side\":\"german\"}");
    char *all = cJSON_PrintUnformatted(field(t->last, "records"));
    assert_int_equal(strstr(all, "\"Handicap\"") != NULL, i == 0);
    cJSON_free(all);
    clear_away(t);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(links),
      cmocka_unit_test(none_of_them),
      cmocka_unit_test(kinds_of_guns),
      cmocka_unit_test(out_of_sight),
      cmocka_unit_test(handicap_in_the_score),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
