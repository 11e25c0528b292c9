/* test_11_reinforcements.c - rule 11 and K.8 at their edges: where a unit comes in, what it costs,
 * what is left to march with. */
#include "table.h"

#define ZONES                                                                                      \
  "\"regions\":[{\"id\":\"german.entry\",\"hexes\":[\"0101\",\"0301\",\"0501\",\"0701\",\"0901\"," \
  "\"1101\"]},{\"id\":\"soviet.entry\",\"hexes\":[\"0120\",\"0520\"]}],"
#define OURS                                                                                       \
  "\"control\":[[\"german\",[\"0101\",\"0301\",\"0501\",\"0701\",\"0901\",\"1101\"]],[\"soviet\"," \
  "[\"0120\",\"0520\"]]],"
#define ENTRY PLAIN AT("german.movement") ZONES OURS
#define WAITS(u) "{\"unit\":\"" u "\",\"box\":\"soviet.waiting\"}"

/* What the prompt says is left. */
static void left_at(struct table *t, const char *side, const char *points, const char *file,
                    int line) {
  ask(t, "{\"cmd\":\"actions\",\"side\":\"%s\"}", side);
  if (!strstr(text_of(t->last, "prompt.text"), points))
    fail_with(file, line, points, text_of(t->last, "prompt.text"));
}
#define left(t, side, points) left_at(t, side, " " points " point", __FILE__, __LINE__)

/* 11.1.5, 3.1.11R: the hex, or the road that runs to the edge */
static void the_price_of_entry(void **s) {
  (void)s;
  struct table *t =
      FRESH(ENTRY TERRAIN(HEX("0301", "\"forest\""), HEX("0501", "\"forest\""),
                          PATH("road.main", "\"0501\",\"0502\""),
                          PATH("road.minor", "\"0701\",\"0702\""), SIDE("0901", "0902", "river"))
                UNITS(BOX("a", G, "G-PG", "german.waiting"), BOX("b", G, "G-PG", "german.waiting"),
                      BOX("c", G, "G-PG", "german.waiting"), BOX("d", G, "G-PG", "german.waiting")),
            NULL);
  acts(t, G, "pick a;put 0301");
  never(t, "stawka"); /* they are nobody's reserves */
  unmarked(t, "a", "transport");
  left(t, G, "3"); /* forest: 4 of 7 */
  acts(t, G, "stop;pick b;put 0501");
  left(t, G, "20/3"); /* a main route, be it in a forest */
  acts(t, G, "stop;pick c;put 0701");
  left(t, G, "13/2");
  acts(t, G, "stop;pick d;put 0901");
  left(t, G, "5"); /* the river is behind the hex */
  clear_away(t);
}

/* W33: the second stack pays twice, by levels that came in */
static void stack_after_stack(void **s) {
  (void)s;
  struct table *t = FRESH(
      ENTRY UNITS(BOX("a", G, "G-PG", "german.waiting"), BOX("b", G, "G-PG", "german.waiting"),
                  BOX("c", G, "G-PG", "german.waiting"), BOX("d", G, "G-AG", "german.waiting"),
                  BOX("e", G, "G-PG", "german.waiting"), BOX("f", G, "G-AG", "german.waiting"),
                  BOX("g", G, "G-PG", "german.waiting")),
      NULL);
  /* 2 + 2 + 2 + 1, and 2 */
  acts(t, G,
       "pick a;put 0301;stop;pick b;put 0301;stop;pick c;put 0301;stop;pick d;put 0301;stop;pick "
       "e;put 0301");
  left(t, G, "3"); /* twice 2 */
  acts(t, G, "stop;pick g;put 0701");
  left(t, G, "5"); /* another hex is another matter */
  acts(t, G, "stop;pick f;put 0301");
  left(t, G, "5"); /* tracks: twice 1 */
  clear_away(t);
  t = FRESH(
      ENTRY UNITS(BOX("a", G, "G-PG", "german.waiting"), BOX("b", G, "G-PG", "german.waiting"),
                  BOX("c", G, "G-PG", "german.waiting"), BOX("d", G, "G-AG", "german.waiting"),
                  BOX("f", G, "G-AG", "german.waiting")),
      NULL);
  /* the eighth level */
  acts(t, G,
       "pick a;put 0301;stop;pick b;put 0301;stop;pick c;put 0301;stop;pick d;put 0301;stop;pick "
       "f;put 0301");
  left(t, G, "6");
  clear_away(t);
  t = FRESH(
      ENTRY UNITS(BOX("a", G, "G-PG", "german.waiting"), BOX("b", G, "G-PG", "german.waiting"),
                  BOX("c", G, "G-PG", "german.waiting"), BOX("d", G, "G-PG", "german.waiting"),
                  BOX("e", G, "G-PG", "german.waiting")),
      NULL);
  /* a new phase, a first stack */
  acts(t, G,
       "pick a;put 0301;step 0302;stop;pick b;put 0301;stop;pick c;put 0301;stop;pick d;put "
       "0301;stop;done;done;pick e;put 0301");
  left(t, G, "3");
  clear_away(t);
}

/* 11.1.4: held by the enemy, or enemies in it; 12.2.2 in strategic movement */
static void closed_zones(void **s) {
  (void)s;
  struct table *t = FRESH(ENTRY UNITS(BOX("a", G, "G-PG", "german.waiting"),
                                      U("q", S, "S-HQ", "0301"), U("e", S, "S-INF", "0502")),
                          NULL);
  act(t, G, "pick a");
  refused(t, G, "put 0301", "11.1.4");
  act(t, G, "put 0501"); /* in a zone: it comes no further */
  stands(t, "a", "0501", 2);
  refused(t, G, "step 0601", "3.1.3");
  clear_away(t);
  t = FRESH(PLAIN AT("german.strategic")
                ZONES OURS UNITS(BOX("a", G, "G-PG", "german.waiting"), U("e", S, "S-INF", "0502")),
            NULL);
  act(t, G, "pick a");
  refused(t, G, "put 0501", "12.2.2");
  refused(t, G, "shift 0901", "11.2.2");
  act(t, G, "put 0101");
  left(t, G, "3"); /* 7 less 2 and 2 */
  acts(t, G, "step 0102");
  refused(t, G, "leave", "11.2.3");
  clear_away(t);
}

static void a_zone_inside(void **s) { /* a zone that is not at the edge is a zone all the same */
  (void)s;
  struct table *t = FRESH(
      PLAIN AT(
          "german.movement") "\"regions\":[{\"id\":\"german.entry\",\"hexes\":[\"0505\","
                             "\"0507\"]}],\"control\":[[\"german\",[\"0505\",\"0507\"]]]," UNITS(
                                 BOX("a", G, "G-PG", "german.waiting")),
      NULL);
  acts(t, G, "pick a;put 0505");
  left(t, G, "5");
  clear_away(t);
}

static void leaving(void **s) { /* 11.2.3: from a zone, with points left, packed, and not at once */
  (void)s;
  struct table *t =
      FRESH(ENTRY UNITS(U("g", G, "G-ART", "0501"),
                        UX("slow", G, "G-PG", "0302", "\"factors\":{\"mp\":2}"),
                        U("in", G, "G-PG", "0503"), BOX("new", G, "G-PG", "german.waiting"),
                        U("e", S, "S-INF", "1515")),
            NULL);
  act(t, G, "move g");
  refused(t, G, "leave", "6.2.3");
  act(t, G, "pack");
  told(t, "g is set up for transport");
  acts(t, G, "deploy");
  told(t, "g is set up to fire");
  acts(t, G, "pack;leave");
  stands(t, "g", "german.waiting", 1);
  act(t, G, "move in");
  refused(t, G, "leave", "11.2.3");
  acts(t, G, "stop;pick new;put 0501");
  refused(t, G, "leave", "11.2.3");       /* it has only just come in */
  acts(t, G, "stop;move slow;step 0301"); /* the last of its points */
  refused(t, G, "leave", "3.1.3");
  acts(t, G, "done;done;done");
  acts(t, S, "done;done;done");
  acts(t, G, "pick g;put 0501");
  marked(t, "g", "transport");
  left(t, G, "5"); /* full points where it left */
  clear_away(t);
  t = FRESH(ENTRY UNITS(U("a", G, "G-PG", "0101"), U("e", S, "S-INF", "1515")), NULL);
  act(t, G, "move a");
  offered(t, G, "leave", "11.2.3"); /* the first zone is one like the others */
  act(t, G, "leave");
  stands(t, "a", "german.waiting", 2);
  clear_away(t);
}

static void coming_in_is_a_move(void **s) { /* 22.1.1, 5.6.5 */
  (void)s;
  struct table *t =
      FRESH(ENTRY UNITS(BOX("p", G, "G-PAN", "german.waiting"), U("e", S, "S-INF", "1515")), "3");
  acts(t, G, "pick p;put 0301;stop;done;done;done");
  stands(t, "p", "0301", 1);
  clear_away(t);
  t = FRESH(ENTRY UNITS(UX("a", G, "G-PG", "0301", "\"marks\":[\"disorganized\"]"),
                        U("e", S, "S-INF", "1515")),
            NULL);
  acts(t, G, "move a;leave;done;done;done");
  acts(t, S, "done;done;done");
  acts(t, G, "pick a;put 0301;stop;done");
  marked(t, "a", "disorganized");
  clear_away(t);
}

/* 17.1.2, 11.2.3: who has marched off is not repaired, though it was supplied yesterday */
static void no_repair_off_the_map(void **s) {
  (void)s;
  struct table *t =
      FRESH(ENTRY UNITS(UX("pz", G, "G-ARM", "0301", "\"steps\":1,\"marks\":[\"supplied\"]"),
                        U("e", S, "S-INF", "1515")),
            NULL);
  acts(t, G, "move pz;leave;done;done;done");
  act(t, S, "done"); /* nobody was asked about repairs */
  clear_away(t);
}

static void panthers_that_left(void **s) { /* 22.1.1: nobody rolls for what is off the map */
  (void)s;
  struct table *t =
      FRESH(ENTRY UNITS(U("pan", G, "G-PAN", "0302"), U("e", S, "S-INF", "1515")), "");
  acts(t, G, "move pan;step 0301;leave;done;done;done");
  stands(t, "pan", "german.waiting", 2);
  clear_away(t);
}

/* 17.1.1, 11.2.3: who marches off leaves the marker to others */
static void from_the_workshop(void **s) {
  (void)s;
  struct table *t =
      FRESH(ENTRY UNITS(UX("pz", G, "G-ARM", "0301", "\"steps\":1,\"marks\":[\"repair\"]"),
                        U("a", G, "G-INF", "0909"), U("e", S, "S-INF", "1515")),
            NULL);
  acts(t, G, "move pz;leave;move a;step 0908;stop;done;done;done");
  acts(t, S, "done;done;done");
  acts(t, G, "pick pz;put 0301;stop");
  stands(t, "pz", "0301", 1);
  unmarked(t, "pz", "repair");
  clear_away(t);
}

static void three_zones_on(void **s) { /* W34: 11.2.1, 11.2.2 */
  (void)s;
  struct table *t = FRESH(ENTRY UNITS(U("a", G, "G-PG", "0102"), U("e", S, "S-INF", "1515")), NULL);
  acts(t, G, "move a;step 0101;leave;done;done;done");
  acts(t, S, "done;done;done");
  act(t, G, "pick a");
  refused(t, G, "shift 0901", "11.2.2"); /* four zones on */
  refused(t, G, "shift 0101", "11.2.2"); /* where it is */
  refused(t, G, "shift 0502", "11.2.2"); /* no zone */
  act(t, G, "shift 0701");               /* three */
  acts(t, G, "done;done;done");
  acts(t, S, "done;done;done");
  act(t, G, "pick a");
  refused(t, G, "put 0301", "11.1.2");
  act(t, G, "put 0901"); /* next to its new zone: half its points */
  left(t, G, "3/2");
  clear_away(t);
}

/* 8.2.13: a disturbed entry hex costs a point more; 8.2.14 is for units that start there */
static void under_aircraft(void **s) {
  (void)s;
  struct table *t = FRESH(PLAIN AT("soviet.movement") ZONES OURS
                          "\"marks\":[{\"hex\":\"0519\",\"mark\":\"disturbed\"}]," UNITS(
                              BOX("a", S, "S-TB", "soviet.waiting"), U("g", G, "G-INF", "1515")),
                          NULL);
  acts(t, S, "pick a;put 0520");
  left(t, S, "5"); /* 1 and 1 of 7 */
  clear_away(t);
}

/* K.8: 27 Army, 3100-3121, half its points; zones next to it a quarter */
static void a_stretch_of_the_edge(void **s) {
  (void)s;
  struct table *t =
      lay_with(K, OPENLY,
               "\"map\":\"north\",\"turn\":13," AT("soviet.movement")
                   UNITS(WAITS("ru.27a.71inf"), WAITS("ru.27a.93arm"), WAITS("ru.27a.147inf")),
               NULL, NULL, __FILE__, __LINE__);
  act(t, S, "pick ru.27a.71inf");
  refused(t, S, "put 3129", "11.1.2");
  refused(t, S, "put 3005", "11.1.2");
  offered(t, S, "put 3100", "11.1.2");
  offered(t, S, "put 3121", "11.1.2");
  not_offered(t, S, "put 3123");
  act(t, S, "put 3122");
  happened(t, "11.2.1", "enters");
  happened(t, "K.8", "stawka");
  acts(t, S, "pick ru.27a.93arm;put 3121");
  never(t, "stawka"); /* one army, once */
  clear_away(t);
  t = lay_with(K, OPENLY,
               "\"map\":\"north\",\"turn\":12," AT("soviet.movement") UNITS(WAITS("ru.27a.71inf")),
               NULL, NULL, __FILE__, __LINE__);
  refused(t, S, "pick ru.27a.71inf", "11.1.1"); /* tomorrow */
  clear_away(t);
}

static void in_the_town(void **s) { /* 11.1.2R: inland nothing is paid */
  (void)s;
  struct table *t =
      lay_with("wb95/prokhorovka", OPENLY,
               "\"map\":\"south\",\"turn\":3," AT("soviet.movement") UNITS(WAITS("ru.38a.204inf")),
               NULL, NULL, __FILE__, __LINE__);
  acts(t, S, "pick ru.38a.204inf;put 4508");
  left(t, S, "4");
  clear_away(t);
}

/* 11.2.2: who may come in anywhere may choose a zone, and then has one */
static void a_zone_of_its_choice(void **s) {
  (void)s;
  struct table *t =
      FRESH(ENTRY UNITS(BOX("a", G, "G-PG", "german.waiting"),
                        BOX("red", S, "S-INF", "soviet.waiting"), U("e", S, "S-INF", "1515")),
            NULL);
  refused(t, G, "pick red", "11.1.1");
  acts(t, G, "pick a;shift 0501");
  refused(t, G, "pick a", "11.2.2"); /* until tomorrow */
  acts(t, G, "done;done;done");
  acts(t, S, "done;done;done");
  act(t, G, "pick a");
  refused(t, G, "shift 0501", "11.2.2");
  refused(t, G, "put 0101", "11.1.2");
  act(t, G, "put 0501");
  clear_away(t);
}

/* 11.2.3: a free hex on a secondary route (note 2 of 3.5) is no point */
static void no_points_to_march_off(void **s) {
  (void)s;
  struct table *t = FRESH(
      ENTRY TERRAIN(PATH("road.minor", "\"0502\",\"0501\",\"0601\""))
          UNITS(UX("i", G, "G-INF", "0502", "\"factors\":{\"mp\":1}"), U("e", S, "S-INF", "1515")),
      NULL);
  acts(t, G, "move i;step 0501");
  left(t, G, "0");
  refused(t, G, "leave", "11.2.3");
  act(t, G, "step 0601");
  clear_away(t);
}

/* 11.1.5: two dozen entry hexes in a phase; more come in where somebody has */
static void as_many_hexes_as_are_counted(void **s) {
  (void)s;
  char zones[400] = "", units[4000] = "", pos[6000], order[64];
  for (int i = 0; i < 26; i++) {
    if (i < 25)
      snprintf(zones + strlen(zones), sizeof zones - strlen(zones), "%s\"%02d%02d\"", i ? "," : "",
               i < 20 ? i + 1 : 1, i < 20 ? 1 : i - 17);
    snprintf(
        units + strlen(units), sizeof units - strlen(units),
        "%s{\"name\":\"n%d\",\"side\":\"german\",\"kind\":\"G-AG\",\"box\":\"german.waiting\"}",
        i ? "," : "", i);
  }
  snprintf(pos, sizeof pos,
           PLAIN AT("german.movement") "\"regions\":[{\"id\":\"german.entry\",\"hexes\":[%s]}],"
                                       "\"control\":[[\"german\",[%s]]],\"units\":[%s]",
           zones, zones, units);
  struct table *t = FRESH(pos, NULL);
  for (int i = 0; i < 24; i++) {
    snprintf(order, sizeof order, "pick n%d;put %02d%02d;stop", i, i < 20 ? i + 1 : 1,
             i < 20 ? 1 : i - 17);
    acts(t, G, order);
  }
  act(t, G, "pick n24");
  refused(t, G, "put 0107", "11.1.5");
  not_offered(t, G, "put 0107");
  act(t, G, "put 0101");
  clear_away(t);
}

/* 11.1.3: in both movement phases, whether strategic movement is in use or not */
static void without_strategic_movement(void **s) {
  (void)s;
  struct table *t =
      lay_with(K, OPENLY ",\"strategic\":false",
               PLAIN AT("german.strategic")
                   ZONES OURS UNITS(BOX("w", G, "G-INF", "german.waiting"),
                                    U("a", G, "G-INF", "0909"), U("e", S, "S-INF", "1515")),
               NULL, NULL, __FILE__, __LINE__);
  offered(t, G, "pick w", "11.1.3");
  refused(t, G, "move a", "12.1.4");
  acts(t, G, "pick w;put 0501");
  happened(t, "11.1.3", "enters");
  acts(t, G, "stop;done");
  clear_away(t);
  /* nobody is asked for a unit that comes on a later day */
  t = lay_with(K, OPENLY ",\"strategic\":false",
               PLAIN AT("german.strategic")
                   UNITS("{\"unit\":\"de.4pz.pz-35\",\"box\":\"german.waiting\"}",
                         U("a", G, "G-INF", "0909"), U("e", S, "S-INF", "1515")),
               NULL, NULL, __FILE__, __LINE__);
  assert_false(is_offered(t, G, "done"));
  assert_true(is_offered(t, S, "done"));
  clear_away(t);
}

/* 5.6.5: to come in is activity: the day of rest begins again */
static void no_rest_on_the_way_in(void **s) {
  (void)s;
#define SHAKEN(name)                                                                               \
  "{\"name\":\"" name "\",\"side\":\"german\",\"kind\":\"G-PG\",\"box\":\"german.waiting\","       \
  "\"marks\":[\"disorganized\"]}"
  struct table *t = FRESH(PLAIN AT("german.air") ZONES OURS UNITS(SHAKEN("in"), SHAKEN("waits"),
                                                                  U("e", S, "S-INF", "1515")),
                          NULL);
  acts(t, G, "pick in;put 0501;stop;done;done;done");
  acts(t, S, "done;done;done"); /* the air phase of the next day is over */
  marked(t, "in", "disorganized");
  acts(t, G, "pick waits;put 0501;stop");
  unmarked(t, "waits", "disorganized");
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_price_of_entry),
      cmocka_unit_test(stack_after_stack),
      cmocka_unit_test(closed_zones),
      cmocka_unit_test(a_zone_inside),
      cmocka_unit_test(leaving),
      cmocka_unit_test(coming_in_is_a_move),
      cmocka_unit_test(no_repair_off_the_map),
      cmocka_unit_test(three_zones_on),
      cmocka_unit_test(under_aircraft),
      cmocka_unit_test(a_stretch_of_the_edge),
      cmocka_unit_test(in_the_town),
      cmocka_unit_test(panthers_that_left),
      cmocka_unit_test(from_the_workshop),
      cmocka_unit_test(a_zone_of_its_choice),
      cmocka_unit_test(no_points_to_march_off),
      cmocka_unit_test(as_many_hexes_as_are_counted),
      cmocka_unit_test(without_strategic_movement),
      cmocka_unit_test(no_rest_on_the_way_in),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
