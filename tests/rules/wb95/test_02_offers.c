/* test_02_offers.c - the buttons: what each is called in its place, the rule behind it, and the
 * numbers that can be put into it. */
#include "table.h"

#define ATTACK PLAIN AT("german.attack")
#define SP(n) "\"factors\":{\"sp\":" #n "}"
#define FLIGHT(n, sp)                                                                              \
  "{\"name\":\"" n                                                                                 \
  "\",\"side\":\"german\",\"kind\":\"G-AIR\",\"box\":\"german.air\",\"factors\":{\"sp\":" #sp "}}"
#define BASE                                                                                       \
  "\"regions\":[{\"id\":\"german.supply\",\"hexes\":[\"0501\"]},{\"id\":\"german.entry\","         \
  "\"hexes\":[\"0501\",\"0301\"]}],\"control\":[[\"german\",[\"0501\",\"0301\"]]],"

static const cJSON *offer_at(struct table *t, const char *side, const char *action,
                             const char *file, int line) {
  const cJSON *a;
  ask(t, "{\"cmd\":\"actions\",\"side\":\"%s\"}", side);
  cJSON_ArrayForEach(a, field(t->last, "actions")) if (!strcmp(text_of(a, "id"), action)) return a;
  fail_with(file, line, "not offered", action);
  return NULL;
}

static void says_at(struct table *t, const char *side, const char *action, const char *label,
                    const char *rule, const char *file, int line) {
  const cJSON *a = offer_at(t, side, action, file, line);
  if (strcmp(text_of(a, "label"), label))
    fail_with(file, line, label, text_of(a, "label"));
  offered_at(t, side, action, rule, file, line);
}
#define says(t, side, action, label, rule) says_at(t, side, action, label, rule, __FILE__, __LINE__)

static void varies_at(struct table *t, const char *side, const char *action, int word, int min,
                      int max, const char *file, int line) {
  const cJSON *a = offer_at(t, side, action, file, line);
  if (int_of(a, "vary.word") != word || int_of(a, "vary.min") != min ||
      int_of(a, "vary.max") != max)
    fail_with(file, line, action, cJSON_PrintUnformatted(a));
}
#define varies(t, side, action, word, min, max)                                                    \
  varies_at(t, side, action, word, min, max, __FILE__, __LINE__)

static void in_the_air(void **s) { /* 8.1.3, 8.1.7, 8.2 */
  (void)s;
  struct table *t =
      FRESH(PLAIN AT("german.air")
                TERRAIN(SIDE("0505", "0506", "river"), PATH("road.main", "\"0505\",\"0506\""),
                        SIDE("0909", "0910", "crossing"))
                    UNITS(FLIGHT("x", 8), "{\"unit\":\"de.air.l6\",\"box\":\"german.air\"}",
                          U("g", G, "G-INF", "1111"), U("e", S, "S-INF", "0506")),
            NULL);
  says(t, G, "commit", "Commit", "8.1.7");
  says(t, G, "pick x", "Choose x, strength 8", "8.1.3");
  says(t, G, "pick de.air.l6", "Choose L6, strength 5 with a star", "8.1.3");
  act(t, G, "pick x");
  says(t, G, "drop", "Hold it back", "8.1.4");
  says(t, G, "mission offence", "Support an attack", "8.2.2");
  says(t, G, "mission strike", "Bomb units", "8.2.6");
  says(t, G, "mission objects", "Bomb a bridge", "8.2.8");
  says(t, G, "mission disturb", "Disturb Soviet movement", "8.2.11");
  says(t, G, "mission river", "Watch a river crossing", "8.2.16");
  act(t, G, "mission objects");
  says(t, G, "bomb 0505/0506", "Bomb the bridge 0505/0506", "8.2.8");
  acts(t, G, "drop;pick x;mission river");
  says(t, G, "spread 0909 16", "16 attacks at 0909", "8.2.18");
  varies(t, G, "spread 0909 16", 2, 1, 16);
  act(t, G, "spread 0909 6");
  varies(t, G, "spread 0910 10", 2, 1, 10);
  acts(t, G, "drop;pick x;mission strike");
  says(t, G, "put 0506", "Fly to 0506", "8.1.3");
  act(t, G, "put 0506");
  says(t, G, "pick x", "Another mission for x, strength 8", "8.1.3");
  clear_away(t);
}

static void in_movement(void **s) { /* 10.2.3, 11.1.2, 11.1.3 */
  (void)s;
  struct table *t =
      FRESH(PLAIN AT("german.movement")
                BASE UNITS(UX("a", G, "G-INF", "0909", "\"marks\":[\"oos:1\"]"),
                           BOX("w", G, "G-INF", "german.waiting"), U("e", S, "S-INF", "1515")),
            NULL);
  says(t, G, "pick w", "Bring in w", "11.1.3");
  says(t, G, "full a", "Full movement for a", "10.2.3");
  says(t, G, "done", "End movement", "2.1.4");
  act(t, G, "pick w");
  says(t, G, "put 0501", "Enter at 0501", "11.1.2");
  clear_away(t);
}

static void in_combat(void **s) { /* 5.1.2, 5.2.1, 9.1.6, 10.2.3, 15.1.6, 15.4.2 */
  (void)s;
  struct table *t = FRESH(PLAIN AT("german.movement") MARKS(MARK("0506", "ff", S))
                              UNITS(U("pz", G, "G-ARM", "0802"), U("q", S, "S-HQ", "0803"),
                                    UX("a", G, "G-TIG", "0505", "\"marks\":[\"oos:1\"]," SP(8)),
                                    U("gun", G, "G-ART", "0504"), U("e", S, "S-FU", "0506")),
                          NULL);
  acts(t, G, "move pz;step 0803;stop;done");
  says(t, G, "target 0506", "Attack 0506", "5.1.2");
  acts(t, G, "target 0506;add a");
  says(t, G, "commit", "Attack", "5.2.1");
  act(t, G, "commit");
  says(t, G, "commit", "Fight", "5.2.1");
  says(t, G, "full a", "Full strength for a", "10.2.3");
  says(t, G, "gun gun", "Support by gun", "6.3.1");
  says(t, G, "spare a", "Spare a", "15.1.6");
  varies(t, G, "spend 5", 1, 0, 5);
  act(t, G, "commit");
  says(t, S, "spare e", "Spare e", "15.4.2");
  says(t, S, "commit", "Fight", "5.2.1");
  clear_away(t);
}

static void guns_at_work(void **s) { /* 6.4.1, 6.4.2, 6.5.8 */
  (void)s;
  struct table *t =
      FRESH(PLAIN AT("german.barrage") "\"vars\":{\"au_german\":4}," UNITS(
                U("g", G, "G-ART", "0505"), U("h", G, "G-ART", "0505"), U("e", S, "S-INF", "0507")),
            NULL);
  says(t, G, "shell g", "Fire with g", "6.4.1");
  says(t, G, "done", "End the barrage", "6.5.8");
  act(t, G, "shell g");
  says(t, G, "gun h", "Support by h", "6.3.1");
  says(t, G, "target 0507", "Fire at 0507", "6.4.1");
  says(t, G, "cancel", "Call it off", "5.1.7");
  acts(t, G, "gun h;target 0507");
  says(t, G, "commit", "Fire", "6.4.2");
  clear_away(t);
}

/* 5.3, 5.4: the first hex, the way of the retreat, one of two ways */
static void after_the_roll(void **s) {
  (void)s;
  /* 6:1, 7: -/D3 */
  struct table *t =
      FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(24)), UX("e", S, "S-INF", "0506", SP(2)),
                         UX("f", S, "S-INF", "0506", SP(2))),
            "3 4");
  acts(t, G, "target 0506;add a;commit;commit");
  says(t, S, "done", "The rest holds", "5.3.7");
  says(t, S, "retreat e 0507", "e retreats to 0507", "5.3.1");
  acts(t, S, "retreat e 0507;retreat e 0508;retreat e 0509");
  acts(t, S, "retreat f 0507;retreat f 0608");
  says(t, S, "stop", "Stop here", "3.1.3");
  act(t, S, "retreat f 0609");
  says(t, G, "done", "End the pursuit", "5.4.1");
  says(t, G, "pursue a 0506", "a pursues to 0506", "5.4.4");
  act(t, G, "pursue a 0506");
  says(t, G, "pursue a 0507", "a pursues to 0507", "5.4.2");
  act(t, G, "pursue a 0507");
  says(t, G, "stop", "Stop here", "3.1.3");
  refused(t, G, "done", "5.4.2");
  says(t, G, "pursue a 0508", "a pursues to 0508", "5.4.3");
  says(t, G, "pursue a 0608", "a pursues to 0608", "5.4.3");
  clear_away(t);
}

static void in_the_workshop(void **s) { /* 17.1.2 */
  (void)s;
  struct table *t =
      FRESH(PLAIN AT("german.strategic")
                BASE UNITS(UX("pz", G, "G-ARM", "0501", "\"steps\":1"), U("e", S, "S-INF", "1515")),
            NULL);
  says(t, G, "done", "End strategic movement", "2.1.4");
  act(t, G, "done");
  says(t, G, "repair pz", "Repair pz", "17.1.2");
  says(t, G, "done", "End the repairs", "17.1.2");
  clear_away(t);
}

static void before_it_begins(void **s) { /* K.6, 3.2.1 */
  (void)s;
  struct table *t = lay(K, NULL, NULL);
  says(t, G, "pick de.air.l1", "Choose L1, strength 8", "K.6");
  offered(t, G, "switch de.102inf.84", "3.2.1");
  acts(t, G, "pick de.air.l1;pick de.air.l2");
  says(t, G, "done", "Begin the battle", "K.6");
  clear_away(t);
}

/* K.8, K.10: what a reserve of the STAVKA costs is said before it enters */
static void what_a_reserve_costs(void **s) {
  (void)s;
  struct table *t = FRESH("\"map\":\"north\",\"turn\":12," AT("soviet.movement")
                              UNITS("{\"unit\":\"ru.ii-mot.18\",\"box\":\"soviet.waiting\"}",
                                    "{\"unit\":\"ru.ii-mot.33\",\"box\":\"soviet.waiting\"}",
                                    "{\"unit\":\"ru.iii-motg.7\",\"box\":\"soviet.waiting\"}"),
                          NULL);
  const cJSON *a = offer_at(t, S, "pick ru.ii-mot.18", __FILE__, __LINE__);
  assert_non_null(strstr(text_of(a, "label"), ": 3 victory points to the German, half movement"));
  assert_non_null(strstr(text_of(a, "confirm"), "gives the German 3 points"));
  offered(t, S, "pick ru.ii-mot.18", "K.8");
  /* once: the rest of its corps comes for nothing, the next corps does not */
  acts(t, S, "pick ru.ii-mot.18;put 3110;stop");
  offered(t, S, "pick ru.ii-mot.33", "11.1.3");
  offered(t, S, "pick ru.iii-motg.7", "K.8");
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(in_the_air),       cmocka_unit_test(in_movement),
      cmocka_unit_test(in_combat),        cmocka_unit_test(guns_at_work),
      cmocka_unit_test(after_the_roll),   cmocka_unit_test(in_the_workshop),
      cmocka_unit_test(before_it_begins), cmocka_unit_test(what_a_reserve_costs)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
