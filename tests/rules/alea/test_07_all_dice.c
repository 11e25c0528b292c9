/* test_07_all_dice.c - the odds card against every way the dice can fall, on generated attacks:
 * regular combat with and without mines, pioneers, heights, works, rivers and elections;
 * bombardments; shots with their answers. */
#include "table.h"

#include "tapes.h"

static uint64_t seed = 7;
static int any(int n) {
  return tape_any(&seed, n);
}
static bool maybe(int percent) {
  return any(100) < percent;
}

static void generated_attacks(void **s) {
  (void)s;
  static const char *const from[] = {"0605", "0505", "0705"};
  for (int k = 0; k < 60; k++) {
    char pos[3000], ground[400] = "", marks[80] = "", units[1600] = "";
    bool german = maybe(70), fort = german && maybe(30);
    const char *att = german ? "german" : "soviet", *def = german ? "soviet" : "german";
    int hexes = 1 + any(3), n = 0, g = 0;
    g += snprintf(ground + g, sizeof ground - (size_t)g, "{\"hex\":\"0606\",\"set\":[\"%s\"%s%s]}",
                  maybe(25) ? "town" : "clear", fort ? ",\"fort_1_3\"" : "",
                  maybe(25) ? ",\"hill_dp\"" : "");
    if (maybe(25))
      g += snprintf(ground + g, sizeof ground - (size_t)g,
                    ",{\"hex\":\"0605\",\"set\":[\"clear\",\"hill_dp\"]}");
    if (maybe(40))
      g += snprintf(ground + g, sizeof ground - (size_t)g,
                    ",{\"side\":[\"0606\",\"0605\"],\"set\":[\"river\"]}");
    if (german && !fort && maybe(40))
      snprintf(marks, sizeof marks, "\"marks\":[{\"hex\":\"0606\",\"mark\":\"mine\"}],");
    for (int i = 0; i < hexes; i++) {
      n += snprintf(units + n, sizeof units - (size_t)n,
                    "{\"name\":\"a%d\",\"side\":\"%s\",\"kind\":\"inf\",\"hex\":\"%s\",\"factors\":"
                    "{\"af\":%d,\"steps\":9}%s},",
                    i, att, from[i], 1 + any(14),
                    maybe(20)   ? ",\"marks\":[\"dsg\"]"
                    : maybe(20) ? ",\"marks\":[\"oos\"]"
                                : "");
      if (german && maybe(30))
        n += snprintf(units + n, sizeof units - (size_t)n,
                      "{\"name\":\"p%d\",\"side\":\"german\",\"kind\":\"pio\",\"hex\":\"%s\"},", i,
                      from[i]);
    }
    snprintf(units + n, sizeof units - (size_t)n,
             "{\"name\":\"d\",\"side\":\"%s\",\"kind\":\"inf\",\"hex\":\"0606\",\"factors\":{"
             "\"df\":%d,\"steps\":9}%s},{\"name\":\"e\",\"side\":\"%s\",\"kind\":\"inf\",\"hex\":"
             "\"0606\",\"factors\":{\"df\":%d}}",
             def, 1 + any(6), maybe(30) ? ",\"steps\":4" : "", def, any(4));
    snprintf(pos, sizeof pos,
             PLAIN "\"phase\":\"%s.combat\"," TURN(2) "\"terrain\":[%s],%s\"units\":[%s]", att,
             ground, marks, units);
    struct table *t = lay(N, pos, NULL);
    act(t, att, "target 0606");
    for (int i = 0; i < hexes; i++) {
      char line[20];
      snprintf(line, sizeof line, "from %s", from[i]);
      act(t, att, line);
    }
    if (german && maybe(40))
      act(t, att, "type probe");
    act(t, att, "attack");
    if (maybe(40))
      act(t, def, "elect retreat");
    act(t, def, "commit");
    act(t, def, "pass");
    true_card(t, att, "roll", NULL, NULL);
    clear_away(t);
  }
}

static void generated_bombardments(void **s) {
  (void)s;
  for (int k = 0; k < 20; k++) {
    char pos[1200];
    snprintf(
        pos, sizeof pos,
        PLAIN PHASE("german.bombardment") "\"turn\":%d,\"terrain\":[{\"hex\":\"0606\",\"set\":[\"%"
                                          "s\"]},{\"hex\":\"0605\",\"set\":[\"clear\"%s]}]," UNITS(
                                              DE("g", "art", "0602", FAC("\"bomb\":%d"))
                                                  C DE("a", "inf", "0605")
                                                      C RU("x", "inf", "0606", FAC("\"steps\":9"))),
        1 + any(2), maybe(50) ? "town" : "clear", maybe(50) ? ",\"hill_dp\"" : "", 1 + any(40));
    struct table *t = lay(N, pos, NULL);
    acts(t, "german", "target 0606; add g");
    true_card(t, "german", "fire", NULL, NULL);
    clear_away(t);
  }
}

static void generated_shots(void **s) {
  (void)s;
  for (int k = 0; k < 20; k++) {
    char pos[1200];
    bool armour = maybe(60);
    snprintf(pos, sizeof pos,
             PLAIN PHASE("german.combat") TURN(2) UNITS(DE(
                 "p", "tank", "0605", FAC("\"arm\":%d,\"steps\":3")) C RU("x", "%s", "0606", "%s")),
             4 + any(3), armour ? "tank" : "inf",
             maybe(30)             ? MARK("dsg")
             : maybe(30) && armour ? MARK("buried")
             : maybe(30)           ? STEPS(1)
                                   : "");
    struct table *t = lay(N, pos, NULL);
    acts(t, "german", "target 0606; from 0605; attack");
    act(t, "soviet", "commit");
    act(t, "soviet", "pass");
    true_card(t, "german", "shoot p x", NULL, NULL);
    clear_away(t);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(generated_attacks),
                                     cmocka_unit_test(generated_bombardments),
                                     cmocka_unit_test(generated_shots)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
