/* test_06_fire.c - rules 6.1-6.5 at their edges: what the ground takes from a fire, who joins it,
 * and what it leaves behind. */
#include "table.h"

#define ATTACK PLAIN AT("german.attack")
#define GUN(name, hex, n) UX(name, G, "G-ART", hex, "\"factors\":{\"off\":" #n "}")

/* 6.4.2: two points for each shift of the terrain; nothing left is no fire */
static void the_ground_takes(void **s) {
  (void)s;
  struct table *t = FRESH(ATTACK TERRAIN(HEX("0507", "\"forest\""))
                              UNITS(GUN("two", "0505", 2), GUN("three", "0504", 3),
                                    GUN("four", "0405", 4), U("e", S, "S-INF", "0507")),
                          NULL);
  act(t, G, "shell two");
  refused(t, G, "done", "6.4.2");
  refused(t, G, "target 0507", "6.4.2");
  not_offered(t, G, "target 0507");
  acts(t, G, "cancel;shell three;target 0507");
  card(t, G, "6.4.2", "1-2"); /* one point */
  acts(t, G, "cancel;shell four;target 0507");
  card(t, G, "6.4.2", "1-2"); /* two */
  acts(t, G, "cancel;shell two;gun three;target 0507");
  card(t, G, "6.4.2", "3-5");
  clear_away(t);
}

/* 6.4.7, 14.1.1: one that stands, whether bridges are worked on or not */
static void at_no_bridge(void **s) {
  (void)s;
#define BRIDGE TERRAIN(SIDE("0505", "0506", "river"), PATH("road.main", "\"0505\",\"0506\""))
#define FIRERS UNITS(GUN("g", "0503", 5), U("e", S, "S-INF", "0305"))
  struct table *t = lay_with(K, OPENLY ",\"bridges\":false", ATTACK BRIDGE FIRERS, NULL, NULL,
                             __FILE__, __LINE__);
  act(t, G, "shell g");
  offered(t, G, "aim 0505/0506", "6.4.7");
  clear_away(t);
  t = FRESH(ATTACK BRIDGE MARKS("{\"hex\":\"0505\",\"mark\":\"bridge-down\"}") FIRERS, NULL);
  act(t, G, "shell g");
  refused(t, G, "aim 0505/0506", "14.1.1");
  not_offered(t, G, "aim 0505/0506");
  clear_away(t);
}

static void at_a_bridge(void **s) { /* 6.4.7: whichever way it leads */
  (void)s;
  static const char *const far[] = {"0506", "0605", "0606", "0405", "0406", "0504"};
  for (int i = 0; i < 6; i++) {
    char pos[600], order[32], words[64];
    snprintf(pos, sizeof pos,
             ATTACK "\"terrain\":[{\"side\":[\"0505\",\"%s\"],\"set\":[\"river\"]},{\"path\":["
                    "\"0505\",\"%s\"],\"set\":[\"road.main\"]}]," FIRERS,
             far[i], far[i]);
    struct table *t = FRESH(pos, "1 1"); /* 2: down */
    act(t, G, "shell g");
    const cJSON *a;
    const char *aim = "";
    ask(t, "{\"cmd\":\"actions\",\"side\":\"german\"}");
    cJSON_ArrayForEach(a, field(t->last, "actions")) if (!strncmp(text_of(a, "id"), "aim ", 4))
        aim = text_of(a, "id");
    snprintf(order, sizeof order, "%s", aim);
    snprintf(words, sizeof words, "fires at %.4s, roll 2", order + 4);
    act(t, G, order);
    act(t, G, "commit");
    told(t, words);
    fell(t, "fire", "2: D");
    snprintf(words, sizeof words, "The bridge between %.4s and %.4s is destroyed", order + 4,
             order + 9);
    told(t, words);
    clear_away(t);
  }
}

static void the_card_of_a_fire(void **s) { /* 6.4.2: what was rolled is marked on it */
  (void)s;
  /* 3-5, 3: D */
  struct table *t = FRESH(ATTACK UNITS(GUN("g", "0505", 5), U("e", S, "S-INF", "0507")), "1 2");
  acts(t, G, "shell g;target 0507");
  card(t, G, "6.4.1", "5");
  act(t, G, "commit");
  fell(t, "fire", "3: D");
  marked(t, "e", "disorganized");
  clear_away(t);
}

static void two_dozen_guns(void **s) { /* 6.4.2: as many as one order names */
  (void)s;
  char pos[4000] = ATTACK "\"units\":[" U("e", S, "S-INF", "0507"), order[24];
  for (int i = 0; i < 25; i++)
    snprintf(pos + strlen(pos), sizeof pos - strlen(pos),
             ",{\"name\":\"g%d\",\"side\":\"german\",\"kind\":\"G-ART\",\"hex\":\"050%d\"}", i,
             5 - i / 8);
  snprintf(pos + strlen(pos), sizeof pos - strlen(pos), "]");
  struct table *t = FRESH(pos, NULL);
  act(t, G, "shell g0");
  for (int i = 1; i < 24; i++) {
    snprintf(order, sizeof order, "gun g%d", i);
    act(t, G, order);
  }
  refused(t, G, "gun g24", "6.4.2");
  because(t, G, "gun g24", "No more guns");
  clear_away(t);
}

/* 6.1.4: guns that have attacked themselves do not fire */
static void they_have_attacked(void **s) {
  (void)s;
  /* 2:1, 7: -/D1 */
  struct table *t = FRESH(ATTACK UNITS(UX("spa", G, "G-SPA", "0505", "\"factors\":{\"off\":12}"),
                                       UX("e", S, "S-INF", "0506", "\"factors\":{\"sp\":6}"),
                                       U("f", S, "S-INF", "0305")),
                          "3 4");
  offered(t, G, "shell spa", "6.4.1");
  acts(t, G, "target 0506;add spa;commit;commit");
  act(t, S, "retreat e 0507");
  act(t, G, "done");
  refused(t, G, "shell spa", "6.1.4");
  clear_away(t);
}

static void a_barrage_is_laid_on_units(void **s) { /* 6.5.3 */
  (void)s;
  struct table *t =
      FRESH(PLAIN AT("german.barrage") "\"vars\":{\"au_german\":4}," BRIDGE FIRERS, NULL);
  act(t, G, "shell g");
  refused(t, G, "aim 0505/0506", "6.5.3");
  not_offered(t, G, "aim 0505/0506");
  clear_away(t);
}

static void under_fire_once(void **s) { /* 6.4.5 */
  (void)s;
  struct table *t = FRESH(ATTACK UNITS(GUN("g", "0505", 5), GUN("h", "0305", 5),
                                       U("e", S, "S-INF", "0507"), U("f", S, "S-INF", "0303")),
                          "3 4"); /* 7: nothing */
  acts(t, G, "shell g;target 0507");
  refused(t, G, "gun h", "6.4.2");
  because(t, G, "gun h", "The target is chosen");
  acts(t, G, "commit;shell h");
  refused(t, G, "target 0507", "6.4.5");
  because(t, G, "target 0507", "was under fire");
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_ground_takes),
      cmocka_unit_test(at_no_bridge),
      cmocka_unit_test(at_a_bridge),
      cmocka_unit_test(the_card_of_a_fire),
      cmocka_unit_test(two_dozen_guns),
      cmocka_unit_test(they_have_attacked),
      cmocka_unit_test(a_barrage_is_laid_on_units),
      cmocka_unit_test(under_fire_once),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
