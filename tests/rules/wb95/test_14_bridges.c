/* test_14_bridges.c - rule 14 at its edges: who works on a bridge, from which bank, for how many
 * points, and whose it is. */
#include "table.h"

#define MOVEMENT PLAIN AT("german.movement")
#define MP(n) "\"factors\":{\"mp\":" #n "}"
#define BANK "\"marks\":[\"bank\"]"
#define DOWN(hex) MARKS("{\"hex\":\"" hex "\",\"mark\":\"bridge-down\"}")
#define RIVER                                                                                      \
  TERRAIN(SIDE("0505", "0506", "river"), PATH("road.main", "\"0504\",\"0505\",\"0506\",\"0507\""))
#define BIG                                                                                        \
  TERRAIN(SIDE("0505", "0506", "crossing"),                                                        \
          PATH("road.main", "\"0504\",\"0505\",\"0506\",\"0507\""))
#define BARE                                                                                       \
  TERRAIN(SIDE("0505", "0506", "crossing"), SIDE("0405", "0406", "crossing"),                      \
          SIDE("1505", "1506", "crossing"))

/* 14.2.1, 14.3.1: regular units and staffs on either bank; one point, three at a big river */
static void who_blows(void **s) {
  (void)s;
  struct table *t =
      FRESH(MOVEMENT RIVER UNITS(UX("spa", G, "G-SPA", "0505", MP(7)), U("q", G, "G-HQ", "0506"),
                                 U("e", S, "S-INF", "1515")),
            NULL);
  act(t, G, "move spa");
  refused(t, G, "blow 0505/0506", "14.2.1"); /* artillery of any kind */
  acts(t, G, "stop;move q;blow 0505/0506");  /* from the far bank */
  happened(t, "14.2.1", "bridge");
  refused(t, G, "blow 0505/0506", "14.1.2"); /* it is down */
  clear_away(t);
  t = FRESH(MOVEMENT BIG UNITS(UX("two", G, "G-INF", "0505", MP(2)),
                               UX("three", G, "G-INF", "0506", MP(3)), U("e", S, "S-INF", "1515")),
            NULL);
  act(t, G, "move two");
  refused(t, G, "blow 0505/0506", "14.3.1");
  acts(t, G, "stop;move three;blow 0505/0506");
  happened(t, "14.3.1", "bridge");
  clear_away(t);
  t = FRESH(MOVEMENT RIVER UNITS(UX("one", G, "G-INF", "0504", MP(1)), U("h", G, "G-INF", "0506"),
                                 U("e", S, "S-INF", "1515")),
            NULL);
  acts(t, G, "move one;step 0505"); /* half a point left */
  refused(t, G, "blow 0505/0506", "14.2.1");
  clear_away(t);
}

/* W37: 14.1.3, 14.1.4: who was there first keeps it while he stays */
static void whose_it_is(void **s) {
  (void)s;
  struct table *t = FRESH(PLAIN AT("soviet.movement")
                              RIVER UNITS(U("a", G, "G-INF", "0505"), U("e", S, "S-INF", "0507")),
                          NULL);
  acts(t, S, "move e;step 0506;done"); /* across from a, who has held it */
  never(t, "bridge.held");
  clear_away(t);
  t = FRESH(MOVEMENT RIVER UNITS(U("a", G, "G-INF", "0505"), U("e", S, "S-INF", "0507")), NULL);
  act(t, G, "done");
  never(t, "bridge.held"); /* it was theirs before */
  acts(t, G, "done;done");
  acts(t, S, "move e;step 0506;done");
  never(t, "bridge.held");
  clear_away(t);
  t = FRESH(PLAIN AT("soviet.strategic")
                RIVER UNITS(U("a", G, "G-INF", "0505"), UX("e", S, "S-INF", "0506", MP(9))),
            NULL);
  act(t, S, "done"); /* both at once: nobody's */
  act(t, G, "move a");
  refused(t, G, "blow 0505/0506", "14.1.4");
  clear_away(t);
}

/* 14.2.2: no enemy on either bank, a staff in range of the builder, three points */
static void who_rebuilds(void **s) {
  (void)s;
  struct table *t =
      FRESH(MOVEMENT RIVER DOWN("0505") UNITS(U("a", G, "G-INF", "0505"), U("q", G, "G-HQ", "0504"),
                                              U("e", S, "S-ART", "0506")),
            NULL);
  act(t, G, "move a");
  refused(t, G, "rebuild 0505/0506", "14.2.2");
  because(t, G, "rebuild 0505/0506", "Enemies hold a bank");
  clear_away(t);
  t = FRESH(MOVEMENT RIVER DOWN("0505") UNITS(U("a", G, "G-INF", "0506"), U("q", G, "G-HQ", "0502"),
                                              U("e", S, "S-ART", "1515")),
            NULL);
  acts(t, G, "move a;rebuild 0505/0506"); /* four hexes away, from the far bank */
  happened(t, "14.2.2", "bridge");
  act(t, G, "blow 0505/0506"); /* theirs at once, and the last point */
  happened(t, "14.2.1", "bridge");
  clear_away(t);
  t = FRESH(MOVEMENT RIVER DOWN("0505") UNITS(U("a", G, "G-INF", "0506"), U("q", G, "G-HQ", "0501"),
                                              U("e", S, "S-ART", "1515")),
            NULL);
  act(t, G, "move a");
  refused(t, G, "rebuild 0505/0506", "14.2.2"); /* five */
  because(t, G, "rebuild 0505/0506", "No headquarters");
  clear_away(t);
  t = FRESH(MOVEMENT RIVER DOWN("0505") UNITS(U("q", G, "G-HQ", "0505"), U("e", S, "S-HQ", "0508")),
            NULL);
  acts(t, G, "move q;rebuild 0505/0506"); /* the staff itself */
  happened(t, "14.2.2", "bridge");
  because(t, G, "rebuild 0505/0506", "That bridge stands");
  clear_away(t);
  /* a bridge that the Soviet rebuilds is his: he may blow it at once */
  t = FRESH(PLAIN AT("soviet.movement") RIVER DOWN("0505") UNITS(
                U("a", S, "S-INF", "0506"), U("q", S, "S-HQ", "0505"), U("e", G, "G-HQ", "1515")),
            NULL);
  acts(t, S, "move a;rebuild 0505/0506");
  happened(t, "14.2.2", "bridge");
  act(t, S, "blow 0505/0506");
  happened(t, "14.2.1", "bridge");
  clear_away(t);
  t = FRESH(MOVEMENT BIG DOWN("0505") UNITS(U("q", G, "G-HQ", "0505"), U("e", S, "S-HQ", "0508")),
            NULL);
  act(t, G, "move q");
  refused(t, G, "rebuild 0505/0506", "14.2.3"); /* not over a big river */
  clear_away(t);
  t = lay_with(K, OPENLY ",\"bridges\":false",
               MOVEMENT RIVER DOWN("0505") UNITS(U("q", G, "G-HQ", "0505")), NULL, NULL, __FILE__,
               __LINE__);
  act(t, G, "move q");
  refused(t, G, "rebuild 0505/0506", "14.1.1");
  clear_away(t);
}

/* 14.3: a new bridge is the same bridge from both sides */
static void from_the_far_bank(void **s) {
  (void)s;
  struct table *t =
      FRESH(MOVEMENT BARE UNITS(UX("q", G, "G-HQ", "0505", BANK), U("i", G, "G-INF", "0506"),
                                U("k", G, "G-INF", "0505"), U("e", S, "S-HQ", "1515")),
            NULL);
  acts(t, G, "span q 0505/0506;done;done;done");
  acts(t, S, "done;done");
  act(t, S, "done");
  happened(t, "14.3.2", "bridge");
  told(t, "0505 and 0506");
  acts(t, G, "full k;move k");
  offered(t, G, "blow 0505/0506", "14.2.1");
  acts(t, G, "stop;full i;move i");
  offered(t, G, "blow 0505/0506", "14.2.1");
  act(t, G, "blow 0505/0506"); /* three of four points */
  happened(t, "14.3.1", "bridge");
  not_offered(t, G, "blow 0505/0506");
  clear_away(t);
}

/* 14.3.3: nor from the other bank; 14.3.2: all its points, and no enemies across */
static void not_twice(void **s) {
  (void)s;
  struct table *t =
      FRESH(MOVEMENT BARE UNITS(UX("q", G, "G-HQ", "0505", BANK), UX("q2", G, "G-HQ", "0506", BANK),
                                UX("q3", G, "G-HQ", "0405", BANK), U("e", S, "S-ART", "0406"),
                                UX("theirs", S, "S-HQ", "1505", BANK)),
            NULL);
  refused(t, G, "span q3 0405/0406", "14.3.2");
  because(t, G, "span q3 0405/0406", "Enemies hold");
  because(t, G, "span theirs 1505/1506", "Only a headquarters"); /* of this side */
  refused(t, G, "span q 0505/0504", "14.3.2");                   /* no river there */
  refused(t, G, "span q3 0505/0506", "14.3.2");                  /* not its bank */
  act(t, G, "span q 0505/0506");
  refused(t, G, "span q2 0506/0505", "14.3.3");
  refused(t, G, "span q 0505/0506", "14.3.2");
  because(t, G, "span q 0505/0506", "all its points");
  refused(t, G, "mark q", "12.1.2");
  acts(t, G, "mark q2");
  refused(t, G, "span q2 0506/0505", "14.3.2");
  because(t, G, "span q2 0506/0505", "all its points");
  clear_away(t);
  t = lay_with(K, OPENLY ",\"bridges\":false",
               MOVEMENT BARE UNITS(UX("q", G, "G-HQ", "0505", BANK)), NULL, NULL, __FILE__,
               __LINE__);
  refused(t, G, "span q 0505/0506", "14.1.1");
  clear_away(t);
}

/* 14.3.2: an enemy zone there is no bar where regular units hold both banks */
static void held_across(void **s) {
  (void)s;
#define BUILD(...)                                                                                 \
  MOVEMENT BARE MARKS(MARK("0506", "ff", G), MARK("0507", "ff", S))                                \
      UNITS(UX("q", G, "G-HQ", "0505", BANK), __VA_ARGS__)
  struct table *t = FRESH(
      BUILD(U("i", G, "G-INF", "0506"), U("k", G, "G-INF", "0505"), U("e", S, "S-INF", "0507")),
      NULL);
  acts(t, G, "span q 0505/0506;done;done;done");
  acts(t, S, "done;done");
  act(t, S, "done");
  happened(t, "14.3.2", "bridge");
  clear_away(t);
  /* the staff is no regular unit */
  t = FRESH(BUILD(U("i", G, "G-INF", "0506"), U("e", S, "S-INF", "0507")), NULL);
  acts(t, G, "span q 0505/0506;done;done;done");
  acts(t, S, "done;done");
  act(t, S, "done");
  never(t, "bridge");
  act(t, G, "move q"); /* and is free to go */
  clear_away(t);
  /* nor is one bank enough */
  t = FRESH(BUILD(U("k", G, "G-INF", "0505"), U("e", S, "S-INF", "0507")), NULL);
  acts(t, G, "span q 0505/0506;done;done;done");
  acts(t, S, "done;done");
  act(t, S, "done");
  never(t, "bridge");
  clear_away(t);
}

/* 3.1.11R: without its bridge the road is no road */
static void rivers_bar_supply_and_points(void **s) {
  (void)s;
  struct table *t = FRESH(MOVEMENT RIVER DOWN("0505")
                              UNITS(U("pg", G, "G-PG", "0505"), U("e", S, "S-HQ", "1515")),
                          NULL);
  reaches(t, G, "pg", "0506", "3", "3.1.12"); /* 2 and 1 */
  reaches(t, G, "pg", "0504", "1/3", "3.1.11R");
  clear_away(t);
  t = FRESH(MOVEMENT RIVER UNITS(U("pg", G, "G-PG", "0505"), U("e", S, "S-HQ", "1515")), NULL);
  reaches(t, G, "pg", "0506", "1/3", "3.1.11R");
  clear_away(t);
}

/* 14.2.1, 14.2.2: in movement phases, and with points that have not been marched away */
static void with_what_is_left(void **s) {
  (void)s;
  struct table *t =
      FRESH(MOVEMENT RIVER DOWN("0505") UNITS(U("a", G, "G-INF", "0503"), U("q", G, "G-HQ", "0404"),
                                              U("e", S, "S-HQ", "1515")),
            NULL);
  acts(t, G, "move a;step 0504;step 0505"); /* 1 and 1/2 of 4 */
  because(t, G, "rebuild 0505/0506", "costs a three points");
  refused(t, G, "pack", "6.2.4"); /* it is no gun */
  refused(t, G, "deploy", "6.2.4");
  clear_away(t);
  t = FRESH(MOVEMENT RIVER DOWN("0505") UNITS(U("a", G, "G-INF", "0505"), U("q", G, "G-HQ", "0404"),
                                              U("e", S, "S-HQ", "1515")),
            NULL);
  acts(t, G, "move a;rebuild 0505/0506");
  told(t, "The bridge between 0505 and 0506 stands");
  reaches(t, G, "a", "0504", "1/2", "3.1.11R");
  reaches(t, G, "a", "0503", NULL, NULL); /* one point is left, and not two */
  clear_away(t);
  t = FRESH(PLAIN AT("german.strategic") RIVER UNITS(
                UX("a", G, "G-INF", "0505", "\"marks\":[\"marked\"]"), U("e", S, "S-HQ", "1515")),
            NULL);
  act(t, G, "move a");
  refused(t, G, "blow 0505/0506", "14.2.2");
  not_offered(t, G, "blow 0505/0506");
  clear_away(t);
}

static void under_watch(void **s) { /* 8.2.21: on a new bridge too aircraft do nobody any harm */
  (void)s;
  struct table *t =
      FRESH(MOVEMENT BARE UNITS(
                UX("q", G, "G-HQ", "0505", BANK), U("i", G, "G-INF", "0505"),
                "{\"name\":\"ra\",\"side\":\"soviet\",\"kind\":\"S-AIR\",\"box\":\"soviet.air\"}",
                U("e", S, "S-HQ", "1515")),
            "");
  acts(t, G, "span q 0505/0506;done;done;done");
  acts(t, S, "commit;done;done;done;pick ra;mission river;spread 0506 8;commit");
  acts(t, G, "move i;step 0506");
  happened(t, "8.2.21", "crossing");
  stands(t, "i", "0506", 2);
  clear_away(t);
}

/* 5.3.5: a retreat crosses a big river on a bridge, be it a new one */
static void back_over_it(void **s) {
  (void)s;
  struct table *t =
      FRESH(MOVEMENT BARE UNITS(UX("q", G, "G-HQ", "0505", BANK), U("i", G, "G-INF", "0505"),
                                UX("e", S, "S-INF", "0508", "\"factors\":{\"sp\":16}")),
            "3 4");
  acts(t, G, "span q 0505/0506;done;done;done");
  acts(t, S, "done;done;done");
  acts(t, G, "move i;step 0506;stop;done;done;done");
  acts(t, S, "move e;step 0507;done;target 0506;add e;commit;commit"); /* 8:4, a staff: 8, -/D1 */
  offered(t, G, "retreat i 0505", "5.3.1");
  act(t, G, "retreat i 0505");
  clear_away(t);
}

/* 14.3.2: a new bridge carries nobody who crosses beside it, and needs no second */
static void there_and_nowhere_else(void **s) {
  (void)s;
  struct table *t = FRESH(
      MOVEMENT BARE UNITS(UX("q", G, "G-HQ", "0505", BANK), UX("q2", G, "G-HQ", "0505", BANK),
                          BOX("away", G, "G-HQ", "german.waiting"), U("i", G, "G-INF", "0405"),
                          U("k", G, "G-INF", "0505"), U("e", S, "S-HQ", "1515")),
      NULL);
  because(t, G, "span away 0505/0506", "Only a headquarters");
  acts(t, G, "span q 0505/0506;done;done;done");
  acts(t, S, "done;done;done");
  reaches(t, G, "k", "0506", "1", "14.3.2");
  reaches(t, G, "i", "0406", "2", "3.1.13b"); /* all it has */
  because(t, G, "span q2 0505/0506", "A bridge stands there");
  clear_away(t);
}

/* 14.3.2: an enemy on the far bank ends the work, whatever he is */
static void a_staff_across(void **s) {
  (void)s;
  struct table *t =
      FRESH(MOVEMENT BARE UNITS(UX("q", G, "G-HQ", "0505", BANK), U("e", S, "S-HQ", "0507")), NULL);
  acts(t, G, "span q 0505/0506;done;done;done");
  acts(t, S, "move e;step 0506;stop;done;done");
  act(t, S, "done");
  never(t, "bridge");
  clear_away(t);
}

/* 6.4.7: guns fire at a new bridge by the name that its builder gave it, whichever way it leads */
static void shot_at_from_afar(void **s) {
  (void)s;
  static const char *const across[] = {"0505", "0606", "0607", "0507", "0407", "0406"};
  for (int i = 0; i < 6; i++) {
    char pos[600], line[80];
    snprintf(pos, sizeof pos,
             MOVEMENT "\"terrain\":[{\"side\":[\"0506\",\"%s\"],\"set\":[\"crossing\"]}]," UNITS(
                 UX("q", G, "G-HQ", "0506", BANK), U("gun", S, "S-ART", "0509")),
             across[i]);
    struct table *t = FRESH(pos, "2 2");
    snprintf(line, sizeof line, "span q 0506/%s;done;done;done", across[i]);
    acts(t, G, line);
    acts(t, S, "done;done;done");
    acts(t, G, "done;done;done");
    snprintf(line, sizeof line, "done;shell gun;aim 0506/%s;commit", across[i]);
    acts(t, S, line);
    told(t, "fires at 0506, roll 4");
    clear_away(t);
  }
}

/* Staff number i and the hex it is in, and the hex across the river: 0 south, 1 and 2 beside it. */
static const char *span_of(int i, int way) {
  static const int aside[] = {0, 1, -1};
  static char order[40];
  int column = 2 * i + 3;
  snprintf(order, sizeof order, "span q%d %02d05/%02d06", i, column, column + aside[way]);
  return order;
}

/* 14.3.3: what bridges are made of has an end: sixteen under way for a side, 32 in all */
static void as_many_as_there_are(void **s) {
  (void)s;
  enum { STAFFS = 17 };
  char pos[8000] = "\"map\":\"plain:38x9\"," AT("german.movement") "\"terrain\":[";
  size_t end;
  for (int i = 0; i < STAFFS; i++)
    for (int way = 0; way < 3; way++) {
      const char *at = strchr(span_of(i, way), '/') - 4;
      end = strlen(pos);
      snprintf(pos + end, sizeof pos - end,
               "%s{\"side\":[\"%.4s\",\"%.4s\"],\"set\":[\"crossing\"]}", i + way ? "," : "", at,
               at + 5);
    }
  end = strlen(pos);
  snprintf(pos + end, sizeof pos - end,
           "],\"units\":[" U("e", S, "S-HQ", "3809") "," U("far", G, "G-HQ", "0306"));
  for (int i = 0; i < STAFFS; i++) {
    end = strlen(pos);
    snprintf(pos + end, sizeof pos - end,
             ",{\"name\":\"q%d\",\"side\":\"german\",\"kind\":\"G-HQ\",\"hex\":\"%02d05\"," BANK
             "}",
             i, 2 * i + 3);
  }
  end = strlen(pos);
  snprintf(pos + end, sizeof pos - end, "]");
  struct table *t = FRESH(pos, NULL);
  for (int round = 0; round < 2; round++) {
    for (int i = 0; i < STAFFS - 1; i++)
      act(t, G, span_of(i, round));
    refused(t, G, span_of(STAFFS - 1, round), "14.3.3");
    because(t, G, span_of(STAFFS - 1, round), "no material");
    for (int turn = 0; turn < 2; turn++) {
      acts(t, G, "done;done;done");
      acts(t, S, "done;done;done");
    }
  }
  figure(t, G, "scenario", "bridges", "32", "14.1R");
  refused(t, G, span_of(0, 2), "14.3.3"); /* nor a 33rd, though nobody is at work */
  /* but where one has been another may be, begun from either bank */
  acts(t, G, "move q0;blow 0305/0306;stop;done;done;done");
  acts(t, S, "done;done;done");
  offered(t, G, "span far 0306/0305", "14.3.2");
  offered(t, G, span_of(0, 0), "14.3.2");
  act(t, G, span_of(0, 0));
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(who_blows),
      cmocka_unit_test(whose_it_is),
      cmocka_unit_test(who_rebuilds),
      cmocka_unit_test(from_the_far_bank),
      cmocka_unit_test(not_twice),
      cmocka_unit_test(held_across),
      cmocka_unit_test(rivers_bar_supply_and_points),
      cmocka_unit_test(with_what_is_left),
      cmocka_unit_test(under_watch),
      cmocka_unit_test(back_over_it),
      cmocka_unit_test(there_and_nowhere_else),
      cmocka_unit_test(a_staff_across),
      cmocka_unit_test(shot_at_from_afar),
      cmocka_unit_test(as_many_as_there_are),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
