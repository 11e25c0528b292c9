/* test_00_data.c - what an owner may put into the data, and what a position may: the last figure
 * that is taken, and the first that is refused. */
#include "table.h"

#include <stdlib.h>

#define FIGHTER "de.air.i-jg51\t"

/* The rest of the line that begins so in counters.tsv, with another air factor in it. */
static bool air_reads(const char *air) {
  char path[512], line[1000], from[1000] = "", to[1100];
  snprintf(path, sizeof path, "%s/data/alea/counters.tsv", SOURCE_DIR);
  FILE *f = fopen(path, "rb");
  assert_non_null(f);
  while (!*from && fgets(line, sizeof line, f))
    if (!strncmp(line, FIGHTER, strlen(FIGHTER)))
      snprintf(from, sizeof from, "%s", line);
  fclose(f);
  assert_true(*from);
  /* column 20 is `air` */
  const char *at = from;
  for (int i = 0; i < 19; i++)
    at = strchr(at, '\t') + 1;
  snprintf(to, sizeof to, "%.*s%s%s", (int)(at - from), from, air, strchr(at, '\t'));
  return owner_reads("alea", "north", "counters.tsv", from, to);
}

/* An air factor is 0 to 10, in parentheses or not, and nothing beside it. */
static void air_factors(void **s) {
  (void)s;
  static const struct {
    const char *air;
    bool reads;
  } row[] = {{"0", true},   {"9", true},    {"10", true},    {"11", false}, {"-1", false},
             {"(1)", true}, {"(10)", true}, {"(11)", false}, {"(2", false}, {"2)", false},
             {"2x", false}, {"", false},    {"()", false},   {"100", false}};
  for (size_t i = 0; i < sizeof row / sizeof *row; i++)
    if (air_reads(row[i].air) != row[i].reads)
      fail_msg("an air factor '%s' is %s", row[i].air, row[i].reads ? "refused" : "taken");
}

/* 800 units are room enough: of a position that makes up more, the first too many is refused. */
static void eight_hundred_units(void **s) {
  (void)s;
  struct table *t = lay(N, FIGHT(DE("a", "inf", "0605") C RU("x", "inf", "0606")), "");
  int printed = game_book(engine_game(t->engine))->ncounters - 2;
  for (int more = 0; more < 2; more++) {
    char *pos = malloc(100000);
    int n = 0;
    if (!pos)
      abort();
    for (int i = 0; i < 800 - printed + more; i++)
      n += snprintf(pos + n, (size_t)(100000 - n),
                    "%s{\"name\":\"u%d\",\"side\":\"german\",\"kind\":\"inf\",\"box\":"
                    "\"dead.german\"}",
                    i ? "," : "", i);
    ask(t,
        "{\"cmd\":\"new\",\"game\":\"alea\",\"scenario\":\"north\",\"seed\":1,\"position\":{%s"
        "\"units\":[%s]}}",
        PLAIN PHASE("german.combat"), pos);
    assert_int_equal(cJSON_IsTrue(field(t->last, "ok")), !more);
    if (more)
      assert_string_equal(text_of(t->last, "error.text"), "more than 800 units");
    free(pos);
  }
  clear_away(t);
}

/* 0.3: an HQ with 6 points rides, one with 5 is on foot: woods cost 3 or 2. */
static void r0_3_hqs_that_ride(void **s) {
  (void)s;
  for (int mf = 5; mf <= 6; mf++) {
    char pos[900];
    snprintf(pos, sizeof pos,
             PLAIN PHASE("german.movement") TURN(2) "\"terrain\":[{\"hex\":\"0605\",\"set\":["
                                                    "\"woods\"]}],\"units\":[%s,{\"name\":\"h\","
                                                    "\"side\":\"german\",\"kind\":\"hq\",\"hex\":"
                                                    "\"0604\",\"factors\":{\"mf\":%d}},%s]",
             DE("a", "inf", "0605"), mf, RU("y", "inf", "1212"));
    struct table *t = lay(N, pos, "");
    act(t, "german", "move h");
    reaches(t, "german", "h", "0605", mf == 6 ? "3" : "2", "4.2");
    clear_away(t);
  }
}

/* 5.2: German companies and battalions count half, a regiment whole; a Soviet company is none. */
static void r5_2_companies(void **s) {
  (void)s;
  static const struct {
    const char *side, *size, *rule, *counts;
  } row[] = {{"german", "kp", "5.2", "1/2"},
             {"german", "bn", "5.2", "1/2"},
             {"german", "rgt", "5.1", "1"},
             {"soviet", "kp", "5.1", "1"}};
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    char pos[600];
    snprintf(pos, sizeof pos,
             PLAIN "\"phase\":\"%s.movement\"," TURN(
                 2) "\"units\":[{\"name\":\"a\",\"side\":\"%s\",\"kind\":\"inf\",\"hex\":\"0606\","
                    "\"factors\":{\"size\":\"%s\"}}]",
             row[i].side, row[i].side, row[i].size);
    struct table *t = lay(N, pos, "");
    char value[32];
    act(t, row[i].side, "move a");
    ask(t, "{\"cmd\":\"actions\",\"side\":\"%s\"}", row[i].side);
    assert_string_equal(text_of(t->last, "prompt.cards[0].lines[0].rule"), row[i].rule);
    assert_string_equal(points_of(field(t->last, "prompt.cards[0].lines[0].value"), value),
                        row[i].counts);
    clear_away(t);
  }
}

/* 3.4: the lesson is decided by places, and the record lists them; the north has none. */
static void r3_4_the_record_of_places(void **s) {
  (void)s;
  struct table *t = lay("alea/lesson", NULL, NULL);
  const cJSON *b = block(t, "objectives", 0);
  assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(b, "lines")), 5);
  record_cites(t, "objectives", 0, "3.4");
  clear_away(t);
  t = lay(N, FIGHT(DE("a", "inf", "0605") C RU("x", "inf", "0606")), "");
  ask(t, "{\"cmd\":\"records\",\"side\":\"german\"}");
  const cJSON *r;
  cJSON_ArrayForEach(r, field(t->last, "records"))
      assert_string_not_equal(text_of(r, "id"), "objectives");
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(air_factors),
      cmocka_unit_test(eight_hundred_units),
      cmocka_unit_test(r0_3_hqs_that_ride),
      cmocka_unit_test(r5_2_companies),
      cmocka_unit_test(r3_4_the_record_of_places),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
