/* test_08_air.c - rules 8 and 21 at their edges: what may be flown, by how many, how strong, and
 * how often. */
#include "table.h"

#define AIR PLAIN AT("german.air")
#define FLIGHT(n, sp)                                                                              \
  "{\"name\":\"" n                                                                                 \
  "\",\"side\":\"german\",\"kind\":\"G-AIR\",\"box\":\"german.air\",\"factors\":{\"sp\":" #sp "}}"
#define STARRED(n) "{\"unit\":\"de.air." n "\",\"box\":\"german.air\"}"
#define RED(n) "{\"name\":\"" n "\",\"side\":\"soviet\",\"kind\":\"S-AIR\",\"box\":\"soviet.air\"}"
#define BRIDGE TERRAIN(SIDE("0505", "0506", "river"), PATH("road.main", "\"0505\",\"0506\""))

static void too_weak(void **s) { /* 8.2.10, 8.2.12: points count together on one target only */
  (void)s;
  struct table *t =
      FRESH(AIR UNITS(FLIGHT("x", 6), FLIGHT("y", 6), U("e", S, "S-INF", "1515")), "");
  acts(t, G, "pick x;mission disturb;put 0505;pick y;mission disturb;put 0909");
  refused(t, G, "commit", "8.2.12");
  not_offered(t, G, "commit");
  owed(t, G, "8.2.12", "to 0505 has 6 strength points of 7");
  acts(t, G, "pick y;mission disturb;put 0505;commit");
  clear_away(t);
  t = FRESH(AIR TERRAIN(SIDE("0505", "0506", "river"), SIDE("0505", "0504", "river"),
                        PATH("road.main", "\"0504\",\"0505\",\"0506\""))
                UNITS(FLIGHT("x", 3), FLIGHT("y", 3), U("e", S, "S-INF", "1515")),
            "2 2");
  /* two bridges */
  acts(t, G, "pick x;mission objects;bomb 0505/0506;pick y;mission objects;bomb 0504/0505");
  refused(t, G, "commit", "8.2.10");
  acts(t, G, "pick y;mission objects;bomb 0505/0506;commit"); /* 3 and 3: the row of 6-8, 4: down */
  happened(t, "8.2.8", "bridge");
  clear_away(t);
  t = FRESH(AIR BRIDGE UNITS(FLIGHT("x", 4), U("e", S, "S-INF", "1515")), "2 2");
  acts(t, G, "pick x;mission objects;bomb 0505/0506;commit"); /* four are enough; 3-5, 4: nothing */
  never(t, "bridge");
  clear_away(t);
}

static void two_a_hex(void **s) { /* 21.1.2: whatever they do there */
  (void)s;
  struct table *t = FRESH(
      AIR BRIDGE UNITS(FLIGHT("x", 8), FLIGHT("y", 8), FLIGHT("z", 8), U("e", S, "S-INF", "0505")),
      "");
  acts(t, G,
       "pick x;mission strike;put 0505;pick y;mission objects;bomb 0505/0506;pick z;mission "
       "objects");
  refused(t, G, "bomb 0505/0506", "21.1.2");
  not_offered(t, G, "bomb 0505/0506");
  acts(t, G, "drop;pick z;mission offence");
  refused(t, G, "put 0505", "21.1.2");
  not_offered(t, G, "put 0505");
  act(t, G, "drop");
  clear_away(t);
}

/* 8.1.7: until both commit a mission can be given again, or none */
static void second_thoughts(void **s) {
  (void)s;
  struct table *t = FRESH(AIR UNITS(FLIGHT("x", 8), U("e", S, "S-INF", "0506")), "");
  acts(t, G, "pick x;mission strike;put 0506;pick x;drop;commit");
  never(t, "air.attack");
  stands(t, "x", "german.air", 1);
  clear_away(t);
  t = FRESH(PLAIN AT("soviet.air")
                TERRAIN(SIDE("0505", "0506", "crossing"), SIDE("1005", "1006", "crossing"))
                    UNITS(FLIGHT("x", 4), U("e", S, "S-INF", "1515")),
            NULL);
  acts(t, G, "pick x;mission river;spread 0505 3;drop");
  acts(t, G, "pick x;mission river;spread 1005 8"); /* nothing is left of the first choice */
  clear_away(t);
}

static void once_a_turn(void **s) { /* 8.1.4, 8.1.5 */
  (void)s;
  struct table *t = FRESH(AIR UNITS(FLIGHT("x", 8), FLIGHT("y", 8), U("e", S, "S-INF", "0506"),
                                    U("g", G, "G-INF", "1212")),
                          "3 4");
  acts(t, G, "pick x;mission strike;put 0506;commit"); /* 7: nothing */
  acts(t, G, "done;done;done");
  refused(t, G, "pick x", "8.1.5");
  acts(t, G, "pick y;mission defence;put 1212;commit"); /* held back for the second phase */
  acts(t, S, "done;done;done");
  stands(t, "x", "german.air", 1); /* over no hex */
  act(t, G, "pick x");             /* another day */
  acts(t, G, "drop;pick y");
  clear_away(t);
}

static void what_can_be_flown(void **s) { /* 8.1.4R, 8.2.2, 8.2.5, 8.2.8, 8.2.11, 8.2.16, 8.2.22 */
  (void)s;
  struct table *t = FRESH(
      AIR UNITS(FLIGHT("x", 8), RED("ra"), U("e", S, "S-INF", "0506"), U("g", G, "G-INF", "1212")),
      NULL);
  act(t, G, "pick x");
  refused(t, G, "mission defence", "8.1.4R");
  refused(t, G, "mission objects", "8.2.8");
  refused(t, G, "mission river", "8.2.16");
  refused(t, G, "mission airlift", "8.2.22");
  refused(t, G, "commit", "8.1.3");
  act(t, G, "mission offence");
  refused(t, G, "put 1212", "8.2.2");
  refused(t, G, "bomb 0505/0506", "8.2.8");
  act(t, G, "put 0506");
  act(t, S, "pick ra");
  refused(t, S, "mission offence", "8.1.4R");
  clear_away(t);
  t = lay_with(K, OPENLY ",\"bridges\":false", AIR BRIDGE UNITS(FLIGHT("x", 8)), NULL, NULL,
               __FILE__, __LINE__);
  acts(t, G, "pick x;mission objects"); /* bridges are bombed even where nobody works on them */
  offered(t, G, "bomb 0505/0506", "8.2.8");
  clear_away(t);
}

static void connected(void **s) { /* 8.2.18 */
  (void)s;
  struct table *t = FRESH(PLAIN AT("soviet.air") TERRAIN(SIDE("0505", "0506", "crossing"),
                                                         SIDE("0507", "0508", "crossing"))
                              UNITS(FLIGHT("x", 4), U("e", S, "S-INF", "1515")),
                          NULL);
  acts(t, G, "pick x;mission river;spread 0505 2");
  refused(t, G, "spread 0507 2", "8.2.18");
  act(t, G, "spread 0506 2");
  act(t, G, "spread 0507 4"); /* next to the second */
  clear_away(t);
}

/* 8.2.6, 8.2.7, 21.1.1: a star is a row, against tracks and armoured cars only */
static void ground_and_stars(void **s) {
  (void)s;
  struct table *t = FRESH(AIR TERRAIN(HEX("0506", "\"hills\",\"forest\""))
                              UNITS(FLIGHT("x", 4), U("e", S, "S-INF", "0506")),
                          "");
  acts(t, G, "pick x;mission strike;put 0506");
  refused(t, G, "commit", "8.2.7"); /* 4 less 4 */
  clear_away(t);
  t = FRESH(AIR TERRAIN(HEX("0506", "\"hills\",\"forest\""))
                UNITS(FLIGHT("x", 5), U("e", S, "S-INF", "0506")),
            "6 6");
  acts(t, G, "pick x;mission strike;put 0506;commit"); /* one point, 12: -1 */
  stands(t, "e", "0506", 1);
  clear_away(t);
  /* 5 points against men; 3: nothing */
  t = FRESH(AIR UNITS(STARRED("l6"), U("e", S, "S-INF", "0506")), "1 2");
  acts(t, G, "pick de.air.l6;mission strike;put 0506;commit");
  stands(t, "e", "0506", 2);
  clear_away(t);
  /* armoured cars */
  t = FRESH(AIR UNITS(STARRED("l6"), UX("e", S, "G-REC", "0506", "\"factors\":{\"cel\":2}")),
            "1 2");
  acts(t, G, "pick de.air.l6;mission strike;put 0506;commit");
  stands(t, "e", "0506", 1);
  clear_away(t);
  t = lay_with(K, OPENLY ",\"special\":false", AIR UNITS(STARRED("l6"), U("e", S, "S-TB", "0506")),
               "1 2", NULL, __FILE__, __LINE__);
  acts(t, G, "pick de.air.l6;mission strike;put 0506;commit");
  stands(t, "e", "0506", 2);
  clear_away(t);
  /* 17 and a star: the last row; 2: -2D */
  t = FRESH(AIR UNITS(FLIGHT("x", 12), STARRED("l6"), U("e", S, "S-TB", "0506")), "1 1");
  acts(t, G, "pick x;mission strike;put 0506;pick de.air.l6;mission strike;put 0506;commit");
  stands(t, "e", "-", 0);
  clear_away(t);
}

/* 8.1.8: same hex first, then neighbours; points of a hex together; the winner fights on */
static void fights(void **s) {
  (void)s;
  /* 8 + 1 against 4 + 4 */
  struct table *t = FRESH(AIR UNITS(FLIGHT("x", 4), FLIGHT("y", 4), RED("ra"),
                                    U("e", S, "S-INF", "0506"), U("g", G, "G-INF", "0507")),
                          "1 4 3 4");
  acts(t, G, "pick x;mission strike;put 0506;pick y;mission strike;put 0506;commit");
  acts(t, S, "pick ra;mission strike;put 0507;commit");
  told(t, "German 9, Soviet 8");
  happened(t, "8.1.9", "air.driven");
  stands(t, "ra", "soviet.air", 1);
  clear_away(t);
  /* 6:10, and once more 6:10 */
  t = FRESH(AIR UNITS(FLIGHT("x", 5), FLIGHT("y", 5), RED("ra"), U("e", S, "S-INF", "0506"),
                      U("f", S, "S-INF", "0508"), U("g", G, "G-INF", "0507")),
            "1 6 1 6 3 4");
  acts(t, G, "pick x;mission strike;put 0506;pick y;mission strike;put 0508;commit");
  acts(t, S, "pick ra;mission strike;put 0507;commit"); /* both neighbours, one after the other */
  stands(t, "x", "german.air", 1);
  stands(t, "y", "german.air", 1);
  clear_away(t);
}

static void strikes_disturb_nobody(void **s) { /* 8.2.13 is one mission, 8.2.6 another */
  (void)s;
  struct table *t = FRESH(PLAIN AT("soviet.air") UNITS(FLIGHT("x", 8), U("e", S, "S-TB", "0507"),
                                                       U("f", S, "S-INF", "0505")),
                          "3 4");
  acts(t, G, "pick x;mission strike;put 0505;commit"); /* 7: nothing */
  never(t, "air.disturb");
  reaches(t, S, "e", "0506", "1", "3.5");
  clear_away(t);
}

/* 8.1.4R: a disturbance lasts for a movement phase, not for ever */
static void until_the_next_air_phase(void **s) {
  (void)s;
  struct table *t =
      FRESH(PLAIN AT("soviet.air") UNITS(FLIGHT("x", 7), U("e", S, "S-TB", "0507")), NULL);
  acts(t, G, "pick x;mission disturb;put 0505;commit");
  reaches(t, S, "e", "0506", "2", "8.2.13");
  acts(t, S, "done;done;done");
  acts(t, G, "commit;done;done;done;commit");
  reaches(t, S, "e", "0506", "1", "3.5");
  clear_away(t);
  t = FRESH(AIR MARKS(MARK("0505", "ff", G), MARK("0506", "ff", S))
                UNITS(FLIGHT("x", 8), UX("a", G, "G-INF", "0505", "\"factors\":{\"sp\":16}"),
                      UX("e", S, "S-INF", "0506", "\"factors\":{\"sp\":4}")),
            NULL);
  acts(t, G, "pick x;mission offence;put 0506;commit;done;done;done");
  acts(t, S, "done;done;done");
  acts(t, G, "commit;done;target 0506;add a;commit"); /* nobody flies today */
  card(t, G, "1.7c", "2:1");                          /* 16, halved for want of supply, to 4 */
  clear_away(t);
}

/* 8.2.24, 8.2.25: five brings it, six does not; only to friends who lack something */
static void by_air(void **s) {
  (void)s;
#define LIFT_OF(n)                                                                                 \
  "{\"name\":\"us\",\"side\":\"german\",\"kind\":\"A-AIR\",\"box\":\"german.air\",\"factors\":{"   \
  "\"sp\":" #n "}}"
#define LIFT LIFT_OF(7)
  struct table *t = FRESH(AIR UNITS(LIFT, UX("g", G, "G-INF", "0506", "\"marks\":[\"oos:4\"]"),
                                    UX("h", G, "G-INF", "0506", "\"marks\":[\"oos:1\"]"),
                                    U("e", S, "S-INF", "1515")),
                          "5");
  acts(t, G, "pick us;mission airlift;put 0506;commit");
  marked(t, "g", "oos:3");
  unmarked(t, "h", "oos:1");
  clear_away(t);
  t = FRESH(AIR UNITS(LIFT_OF(6), UX("g", G, "G-INF", "0506", "\"marks\":[\"oos:4\"]"),
                      U("e", S, "S-INF", "1515")),
            NULL);
  acts(t, G, "pick us;mission airlift;put 0506");
  refused(t, G, "commit", "8.2.23"); /* seven points carry it, six do not */
  clear_away(t);
}

static void rows(void **s) { /* 6.4.2: the rows of the fire table */
  (void)s;
  static const struct {
    int sp;
    const char *row;
  } want[] = {{2, "1-2"},  {3, "3-5"},   {5, "3-5"},    {6, "6-8"},    {8, "6-8"},
              {9, "9-12"}, {12, "9-12"}, {13, "13-16"}, {16, "13-16"}, {17, "17+"}};
  for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
    char pos[400];
    snprintf(pos, sizeof pos,
             PLAIN AT("german.attack") "\"units\":[{\"name\":\"g\",\"side\":\"german\",\"kind\":"
                                       "\"G-ART\",\"hex\":\"0505\",\"factors\":{\"off\":%d}}," U(
                                           "e", S, "S-INF", "0507") "]",
             want[i].sp);
    struct table *t = FRESH(pos, NULL);
    acts(t, G, "shell g;target 0507");
    card(t, G, "6.4.2", want[i].row);
    clear_away(t);
  }
}

/* 8.1.3: one counter after the other, a mission for each, and a place where such missions are flown
 */
static void in_hand(void **s) {
  (void)s;
  struct table *t =
      FRESH(AIR TERRAIN(SIDE("0505", "0506", "river"), PATH("road.main", "\"0505\",\"0506\""),
                        SIDE("0909", "0910", "crossing"))
                UNITS(FLIGHT("x", 8), FLIGHT("y", 8), U("e", S, "S-INF", "0506")),
            "3 4 3 4");
  refused(t, G, "drop", "8.1.4");
  refused(t, G, "mission strike", "8.1.3");
  refused(t, G, "put 0506", "8.1.3");
  refused(t, G, "spread 0909 1", "8.2.16");
  because(t, G, "pick e", "e is not");
  act(t, G, "pick x");
  because(t, G, "pick y", "Give x its mission");
  refused(t, G, "pick y", "8.1.3");
  refused(t, G, "put 0506", "8.1.3");
  act(t, G, "mission offence");
  refused(t, G, "mission strike", "8.1.3");
  refused(t, G, "spread 0909 1", "8.2.16");
  acts(t, G, "drop;pick x;mission objects");
  refused(t, G, "put 0506", "8.1.3");
  acts(t, G, "drop;pick x;mission river");
  refused(t, G, "put 0909", "8.1.3");
  offered(t, G, "spread 0909 16", "8.2.18");
  refused(t, G, "spread 0909 0", "8.2.17");
  refused(t, G, "spread 0909 17", "8.2.17");
  because(t, G, "spread 0909 17", "16 attacks");
  acts(t, G,
       "spread 0909 1;drop;pick x;mission objects;bomb 0505/0506;pick y;mission objects;bomb "
       "0505/0506");
  /* nothing is left of its first target: 8 and 8, not 16 */
  acts(t, G, "pick x;mission strike;put 0506;commit");
  told(t, "Air attack on the bridge at 0505 with 8 points");
  told(t, "Air attack on 0506 with 8 points");
  clear_away(t);
  t = FRESH(AIR UNITS(FLIGHT("x", 8), FLIGHT("y", 8), U("e", S, "S-INF", "0506")), NULL);
  /* still two (21.1.2) */
  acts(t, G,
       "pick x;mission strike;put 0506;pick y;mission strike;put 0506;pick x;mission strike;put "
       "0506");
  clear_away(t);
}

static void as_many_as_can_be_watched(void **s) { /* 8.2.18: twelve hexes of a river */
  (void)s;
  struct table *t =
      FRESH(PLAIN AT("soviet.air")
                TERRAIN(SIDE("0505", "0506", "crossing"), SIDE("0605", "0606", "crossing"),
                        SIDE("0705", "0706", "crossing"), SIDE("0805", "0806", "crossing"),
                        SIDE("0905", "0906", "crossing"), SIDE("1005", "1006", "crossing"),
                        SIDE("1105", "1106", "crossing"))
                    UNITS(FLIGHT("x", 8), U("e", S, "S-INF", "1515")),
            NULL);
  acts(t, G,
       "pick x;mission river;spread 0505 1;spread 0506 1;spread 0605 1;spread 0606 1;spread 0705 "
       "1;spread 0706 1;spread 0805 1;spread 0806 1;spread 0905 1;spread 0906 1;spread 1005 "
       "1;spread 1006 1");
  refused(t, G, "spread 1105 4", "8.2.18");
  not_offered(t, G, "spread 1105 4");
  clear_away(t);
}

static void who_is_gone_fights_no_more(void **s) { /* 8.1.8, 8.1.9 */
  (void)s;
  /* 6 against 10; two strikes of 7 */
  struct table *t =
      FRESH(AIR UNITS(FLIGHT("x", 5), RED("ra"), RED("rb"), U("e", S, "S-INF", "0506"),
                      U("g", G, "G-INF", "0505"), U("h", G, "G-INF", "0507")),
            "1 6 3 4 3 4");
  acts(t, G, "pick x;mission strike;put 0506;commit");
  acts(t, S, "pick ra;mission strike;put 0505;pick rb;mission strike;put 0507;commit");
  told(t, "German 6, Soviet 10");
  clear_away(t);
  /* 11 against 5; two strikes */
  t = FRESH(AIR UNITS(FLIGHT("x", 5), FLIGHT("y", 5), RED("ra"), U("e", S, "S-INF", "0506"),
                      U("f", S, "S-INF", "0508"), U("g", G, "G-INF", "0507")),
            "6 1 3 4 3 4");
  acts(t, G, "pick x;mission strike;put 0506;pick y;mission strike;put 0508;commit");
  acts(t, S, "pick ra;mission strike;put 0507;commit");
  told(t, "German 11, Soviet 5");
  clear_away(t);
}

/* 8.1.8 rolls ties again, but not for ever: dice that are missing, or none at all */
static void a_tie_without_dice(void **s) {
  (void)s;
  static const char *const tape[] = {"3 3", "3 3 9 9"};
  for (int i = 0; i < 2; i++) {
    struct table *t = FRESH(AIR UNITS(FLIGHT("x", 4), RED("ra"), U("e", S, "S-INF", "0506"),
                                      U("g", G, "G-INF", "0507")),
                            tape[i]);
    acts(t, G, "pick x;mission strike;put 0506;commit");
    acts(t, S, "pick ra;mission strike;put 0507");
    ask(t, "{\"cmd\":\"do\",\"side\":\"soviet\",\"action\":\"commit\"}");
    assert_string_equal(text_of(t->last, "error.code"), "dice");
    leave_dice(t);
    clear_away(t);
  }
}

/* 8.2.12: whichever is named first, they are one mission */
static void a_strong_one_and_a_weak_one(void **s) {
  (void)s;
  struct table *t =
      FRESH(PLAIN AT("soviet.air") UNITS(FLIGHT("x", 7), FLIGHT("y", 6), U("e", S, "S-TB", "0507")),
            NULL);
  acts(t, G, "pick x;mission disturb;put 0505;pick y;mission disturb;put 0505;commit");
  reaches(t, S, "e", "0506", "2", "8.2.13");
  clear_away(t);
}

static void which_bridge(void **s) { /* 8.2.8: the one that was named */
  (void)s;
  struct table *t = FRESH(AIR TERRAIN(SIDE("0505", "0506", "river"), SIDE("0505", "0504", "river"),
                                      PATH("road.main", "\"0504\",\"0505\",\"0506\""))
                              UNITS(FLIGHT("x", 8), FLIGHT("y", 3), U("e", S, "S-INF", "0506")),
                          "2 2 3 4");
  acts(t, G, "pick x;mission objects;bomb 0505/0506;pick y;mission strike;put 0506;commit");
  told(t, "The bridge between 0505 and 0506 is destroyed");
  clear_away(t);
  t = FRESH(AIR TERRAIN(SIDE("0505", "0506", "river"), SIDE("0505", "0504", "river"),
                        PATH("road.main", "\"0504\",\"0505\",\"0506\""))
                UNITS(FLIGHT("x", 3), FLIGHT("y", 3), U("e", S, "S-INF", "0505")),
            NULL);
  acts(t, G, "pick x;mission objects;bomb 0505/0506;pick y;mission strike;put 0505");
  refused(t, G, "commit", "8.2.10"); /* who bombs the garrison does not help */
  because(t, G, "commit", "0505");
  clear_away(t);
}

/* 8.2.10, 8.2.12: one mission, and one bridge, though it be the same hex */
static void what_counts_together(void **s) {
  (void)s;
  struct table *t =
      FRESH(AIR UNITS(FLIGHT("x", 6), FLIGHT("y", 8), U("e", S, "S-INF", "0505")), NULL);
  acts(t, G, "pick x;mission disturb;put 0505;pick y;mission strike;put 0505");
  refused(t, G, "commit", "8.2.12");
  clear_away(t);
  static const char *const roads[] = {"\"0605\",\"0505\",\"0606\"", "\"0506\",\"0505\",\"0606\"",
                                      "\"0405\",\"0505\",\"0406\"", "\"0504\",\"0505\",\"0405\""};
  for (int i = 0; i < 4; i++) { /* two bridges at 0505, whichever way they lead */
    char pos[900], a[8], b[8];
    snprintf(a, sizeof a, "%.4s", roads[i] + 1);
    snprintf(b, sizeof b, "%.4s", roads[i] + 15);
    snprintf(
        pos, sizeof pos,
        AIR "\"terrain\":[{\"side\":[\"0505\",\"%s\"],\"set\":[\"river\"]},{\"side\":[\"0505\",\"%"
            "s\"],\"set\":[\"river\"]},{\"path\":[%s],\"set\":[\"road.main\"]}],\"units\":[" FLIGHT(
                "x", 3) "," FLIGHT("y", 3) "," U("e", S, "S-INF", "1515") "]",
        a, b, roads[i]);
    t = FRESH(pos, NULL);
    for (int k = 0; k < 2; k++) {
      const cJSON *o;
      char bomb[2][32] = {"", ""};
      int n = 0;
      act(t, G, k ? "pick y" : "pick x");
      act(t, G, "mission objects");
      ask(t, "{\"cmd\":\"actions\",\"side\":\"german\"}");
      cJSON_ArrayForEach(o, field(t->last, "actions")) if (!strncmp(text_of(o, "id"), "bomb ", 5) &&
                                                           n < 2)
          snprintf(bomb[n++], 32, "%s", text_of(o, "id"));
      assert_int_equal(n, 2);
      act(t, G, bomb[k]);
    }
    refused(t, G, "commit", "8.2.10");
    clear_away(t);
  }
}

/* 8.2.4: with the combat the defenders' flight is over too */
static void flown_and_gone(void **s) {
  (void)s;
  struct table *t =
      FRESH(PLAIN AT("soviet.air")
                UNITS(FLIGHT("x", 8), UX("g", G, "G-INF", "0506", "\"factors\":{\"sp\":4}"),
                      UX("e", S, "S-INF", "0507", "\"factors\":{\"sp\":8}")),
            "3 4");
  acts(t, G, "pick x;mission defence;put 0506;commit");
  stands(t, "x", "0506", 1);
  acts(t, S, "done;target 0506;add e;commit");
  card(t, S, "8.2.4", "4");
  act(t, S, "commit"); /* 8:8, 7: -1/-1 */
  stands(t, "x", "german.air", 1);
  clear_away(t);
}

/* 8.1.4R, 8.2.15: the missions of days gone by do not stand in the way of today's */
static void day_after_day(void **s) {
  (void)s;
  struct table *t =
      FRESH(PLAIN AT("soviet.air") UNITS(FLIGHT("x", 7), FLIGHT("y", 7), U("e", S, "S-TB", "0507")),
            NULL);
  for (int day = 0; day < 5; day++) {
    if (day)
      acts(t, S, "done;done;done");
    if (day)
      acts(t, G, "commit;done;done;done");
    acts(t, G, "pick x;mission disturb;put 0505;pick y;mission disturb;put 0505;commit");
    reaches(t, S, "e", "0506", "3", "8.2.15");
  }
  clear_away(t);
}

/* P.8, J.1: only the four of the southern set, in the joined game, leave after 20 July */
static void to_the_end(void **s) {
  (void)s;
  struct table *t = FRESH(
      PLAIN "\"turn\":17," AT("german.air") UNITS(FLIGHT("x", 7), U("e", S, "S-TB", "0507")), NULL);
  act(t, G, "pick x");
  clear_away(t);
  t = lay_with("wb95/joined", OPENLY,
               PLAIN "\"turn\":17," AT("german.air")
                   UNITS(STARRED("l6"), U("e", S, "S-TB", "0507")),
               NULL, NULL, __FILE__, __LINE__);
  stands(t, "de.air.l6", "withdrawn", 1);
  stands(t, "de.air.l5", "-", 0); /* it never was in this game */
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(too_weak),
      cmocka_unit_test(two_a_hex),
      cmocka_unit_test(second_thoughts),
      cmocka_unit_test(once_a_turn),
      cmocka_unit_test(what_can_be_flown),
      cmocka_unit_test(connected),
      cmocka_unit_test(ground_and_stars),
      cmocka_unit_test(fights),
      cmocka_unit_test(strikes_disturb_nobody),
      cmocka_unit_test(until_the_next_air_phase),
      cmocka_unit_test(by_air),
      cmocka_unit_test(rows),
      cmocka_unit_test(in_hand),
      cmocka_unit_test(as_many_as_can_be_watched),
      cmocka_unit_test(who_is_gone_fights_no_more),
      cmocka_unit_test(a_tie_without_dice),
      cmocka_unit_test(a_strong_one_and_a_weak_one),
      cmocka_unit_test(which_bridge),
      cmocka_unit_test(what_counts_together),
      cmocka_unit_test(flown_and_gone),
      cmocka_unit_test(day_after_day),
      cmocka_unit_test(to_the_end),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
