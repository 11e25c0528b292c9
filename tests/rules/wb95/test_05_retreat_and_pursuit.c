/* test_05_retreat_and_pursuit.c - rules 5.3 and 5.4: who pays for staying, who follows, how far and
 * through whom. */
#include "table.h"

#define ATTACK PLAIN AT("german.attack")
#define SP(n) "\"factors\":{\"sp\":" #n "}"
#define LAST_LEVEL(n) "\"steps\":1,\"factors\":{\"sp_reduced\":" #n "}"

/* 5.3.7: it could go back, so staying costs; guns set up to fire could not (6.2.4N) */
static void a_staff_that_stays(void **s) {
  (void)s;
  const char *pos = ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(12)),
                                 UX("e", S, "S-INF", "0506", SP(6)), U("q", S, "S-HQ", "0506"));
  struct table *t = FRESH(pos, "3 4"); /* 2:1, the staff makes it 8: -/D1 */
  acts(t, G, "target 0506;add a;commit;commit");
  acts(t, S, "retreat e 0507;done");
  happened(t, "5.3.8", "holds");
  stands(t, "q", "-", 0);
  stands(t, "e", "0507", 2);
  clear_away(t);
  t = FRESH(pos, "3 4");
  acts(t, G, "target 0506;add a;commit;commit");
  acts(t, S, "retreat e 0507;retreat q 0507");
  never(t, "holds");
  stands(t, "q", "0507", 1);
  clear_away(t);
  /* 18:9 is 2:1, 8: -/D1 */
  t = FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(18)), UX("e", S, "S-INF", "0506", SP(6)),
                         UX("p", S, "S-ART", "0506", "\"marks\":[\"transport\"]"),
                         U("g", S, "S-ART", "0506")),
            "4 4");
  acts(t, G, "target 0506;add a;commit;commit");
  /* the packed gun could have gone with it; one of the two guns pays */
  acts(t, S, "retreat e 0507;done");
  happened(t, "5.3.8", "holds");
  act(t, S, "lose p");
  stands(t, "g", "0506", 1);
  clear_away(t);
}

/* 5.3.6: eight levels with its own are not too many to stop */
static void room_for_one_more(void **s) {
  (void)s;
  /* 3:1, 8: -/D2 */
  struct table *t =
      FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(18)), UX("e", S, "S-INF", "0506", SP(6)),
                         U("f1", S, "S-INF", "0507"), U("f2", S, "S-INF", "0507"),
                         U("f3", S, "S-INF", "0507")),
            "4 4");
  acts(t, G, "target 0506;add a;commit;commit");
  act(t, S, "retreat e 0507");
  offered(t, S, "stop", "3.1.3");
  act(t, S, "stop");
  stands(t, "e", "0507", 1); /* for the hex it did not go */
  clear_away(t);
}

#define STACK_OF_FOUR                                                                              \
  U("a1", G, "G-INF", "0505"), U("a2", G, "G-INF", "0505"), U("a3", G, "G-INF", "0505"),           \
      U("a4", G, "G-INF", "0505")

/* 5.4.6: stacking holds where a pursuit ends, not on the way */
static void through_a_full_hex(void **s) {
  (void)s;
  /* 20:6 is 3:1, 8: -/D2 */
  struct table *t = FRESH(
      ATTACK UNITS(STACK_OF_FOUR, U("pg", G, "G-PG", "0606"), UX("e", S, "S-INF", "0506", SP(6))),
      "4 4 1 1");
  acts(t, G, "target 0506;add a1;add a2;add a3;add a4;add pg;commit;commit");
  acts(t, S, "retreat e 0507;retreat e 0508");
  acts(t, G, "pursue a1 0506;stop;pursue a2 0506;stop;pursue a3 0506;stop;pursue a4 0506;stop");
  act(t, G, "pursue pg 0506");
  refused(t, G, "stop", "5.4.6"); /* eight levels are there */
  act(t, G, "pursue pg 0507");
  stands(t, "pg", "0507", 2);
  clear_away(t);
  /* 20:9 is 2:1, 8: -/D1 */
  t = FRESH(
      ATTACK UNITS(STACK_OF_FOUR, U("pg", G, "G-PG", "0606"), UX("e", S, "S-INF", "0506", SP(9))),
      "4 4");
  acts(t, G, "target 0506;add a1;add a2;add a3;add a4;add pg;commit;commit");
  act(t, S, "retreat e 0507");
  acts(t, G, "pursue a1 0506;pursue a2 0506;pursue a3 0506");
  act(t, G, "pursue a4 0506"); /* nobody else can follow: no room, and no hex beyond */
  happened(t, "5.4.5", "pursues");
  refused(t, G, "pursue pg 0506", "5.4.1");
  stands(t, "pg", "0606", 2);
  clear_away(t);
}

static void off_the_path(void **s) { /* 5.4.2: by one hex, and that is the last */
  (void)s;
  const char *pos =
      ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(32)), UX("e", S, "S-INF", "0506", SP(4)));
  struct table *t = FRESH(pos, "4 4 1 1 1 1"); /* 8:1, 8: -/D3 */
  acts(t, G, "target 0506;add a;commit;commit");
  acts(t, S, "retreat e 0507;retreat e 0508;retreat e 0509");
  acts(t, G, "pursue a 0506;pursue a 0607");
  refused(t, G, "pursue a 0608", "5.4.1"); /* though the retreat was three long */
  stands(t, "a", "0607", 2);
  clear_away(t);
  t = FRESH(pos, "4 4 1 1 1 1");
  acts(t, G, "target 0506;add a;commit;commit");
  acts(t, S, "retreat e 0507;retreat e 0508;retreat e 0509");
  act(t, G, "pursue a 0506");
  refused(t, G, "pursue a 0508", "5.4.2"); /* no hex is left out */
  act(t, G, "pursue a 0507");
  refused(t, G, "pursue a 0506", "5.4.2"); /* not back to where it began */
  act(t, G, "pursue a 0508");
  stands(t, "a", "0508", 2);
  clear_away(t);
}

/* 5.4.10: somebody was eliminated there, and the zone of nobody stops the advance */
static void one_hex_more(void **s) {
  (void)s;
  /* 2:1, 10: -1/D1-1 */
  struct table *t =
      FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(12)),
                         UX("i", S, "S-INF", "0506", LAST_LEVEL(6)), U("q", S, "S-HQ", "0506")),
            "4 5");
  acts(t, G, "target 0506;add a;commit;commit");
  acts(t, S, "lose i;retreat q 0507");
  act(t, G, "pursue a 0506"); /* as far as the retreat */
  act(t, G, "pursue a 0607"); /* and one more */
  happened(t, "5.4.10", "pursues");
  stands(t, "a", "0607", 1);
  clear_away(t);
  t = FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(12)), UX("i", S, "S-INF", "0506", SP(6)),
                         U("q", S, "S-HQ", "0506")),
            "4 5");
  acts(t, G, "target 0506;add a;commit;commit");
  acts(t, S, "lose q;retreat i 0507");
  act(t, G, "pursue a 0506");
  refused(t, G, "pursue a 0607", "5.4.1"); /* in i's zone: its pursuit is over */
  stands(t, "a", "0506", 1);
  clear_away(t);
}

/* 5.4.10: with nobody near to stop it, and no retreat to follow */
static void one_and_not_two(void **s) {
  (void)s;
  /* 2:1, 11: -1/-1 */
  struct table *t = FRESH(
      ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(12)), UX("i", S, "S-INF", "0506", LAST_LEVEL(6))),
      "5 6");
  acts(t, G, "target 0506;add a;commit;commit");
  acts(t, G, "pursue a 0506;pursue a 0507"); /* and its advance is over */
  refused(t, G, "pursue a 0508", "5.4.1");
  stands(t, "a", "0507", 1);
  clear_away(t);
}

/* 5.4.10: one hex beyond the vacated one, and no more where the retreat was that long */
static void not_one_more_again(void **s) {
  (void)s;
  /* 6:1, 7 and a staff: -/D2-1 */
  struct table *t =
      FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(36)),
                         UX("i", S, "S-INF", "0506", LAST_LEVEL(6)), U("q", S, "S-HQ", "0506")),
            "3 4 1 1");
  acts(t, G, "target 0506;add a;commit;commit");
  acts(t, S, "lose i;retreat q 0507;retreat q 0508");
  act(t, G, "pursue a 0506");
  offered(t, G, "pursue a 0607", "5.4.2");
  act(t, G, "pursue a 0507");
  not_offered(t, G, "pursue a 0607");
  stands(t, "a", "0507", 2);
  clear_away(t);
}

/* 5.4.10: who was told to go back and held does not follow the dead */
static void told_to_go_back(void **s) {
  (void)s;
  /* 2:1, 9: -1/D1 */
  struct table *t =
      FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", LAST_LEVEL(12)),
                         UX("e", S, "S-INF", "0506", SP(6)), U("w", G, "G-INF", "1515")),
            "4 5");
  acts(t, G, "target 0506;add a;commit;commit");
  stands(t, "a", "-", 0);
  act(t, S, "done");
  stands(t, "e", "0506", 1);
  not_offered(t, S, "pursue e 0505");
  offered(t, G, "done", "2.1.4");
  clear_away(t);
}

/* 5.4.1, 5.4.10: guns that neither lost anything nor were told to go are not entered */
static void nobody_gave_way(void **s) {
  (void)s;
  /* 1:1, 9: -1/- */
  struct table *t = FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(1)),
                                       U("g1", S, "S-ART", "0506"), U("g2", S, "S-ART", "0506")),
                          "4 5");
  acts(t, G, "target 0506;add a;commit;commit");
  refused(t, G, "pursue a 0506", "5.4.1");
  stands(t, "g1", "0506", 1);
  stands(t, "a", "0505", 1);
  clear_away(t);
  /* 7: -1/-1 */
  t = FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(1)), U("g1", S, "S-ART", "0506"),
                         U("g2", S, "S-ART", "0506")),
            "3 4");
  acts(t, G, "target 0506;add a;commit;commit");
  act(t, S, "lose g1");
  act(t, G, "pursue a 0506"); /* one was eliminated: the other is run over */
  happened(t, "6.2.4N", "eliminated");
  clear_away(t);
}

/* 5.4.1, 6.3.4, 6.3.5: self-propelled ones that fired next to the enemy, not those afar */
static void guns_that_pursue(void **s) {
  (void)s;
  /* 16:8 is 2:1; a staff: 7: -/D1 */
  struct table *t =
      FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(8)), U("near", G, "G-SPA", "0606"),
                         U("far", G, "G-SPA", "0504"), U("q", G, "G-HQ", "0606"),
                         UX("e", S, "S-INF", "0506", SP(8))),
            "4 4");
  acts(t, G, "target 0506;add a;commit;gun near;gun far;commit");
  act(t, S, "retreat e 0507");
  refused(t, G, "pursue far 0506", "5.4.1");
  act(t, G, "pursue near 0506");
  stands(t, "near", "0506", 2);
  act(t, G, "done");
  clear_away(t);
}

static void not_obliged(void **s) { /* 5.1.3: self-propelled guns may attack and need not */
  (void)s;
  struct table *t =
      FRESH(ATTACK UNITS(U("spa", G, "G-SPA", "0505"), U("e", S, "S-INF", "0506")), NULL);
  offered(t, G, "done", "2.1.4");
  acts(t, G, "target 0506;add spa;commit");
  card(t, G, "6.6.5", "4");
  clear_away(t);
  t = FRESH(ATTACK MARKS(MARK("0606", "ff", G)) UNITS(
                U("at", G, "G-AT", "0505"), U("i", G, "G-INF", "0606"), U("e", S, "S-INF", "0506")),
            NULL);
  offered(t, G, "done", "2.1.4"); /* nor does a towed gun oblige anybody (5.1.4) */
  clear_away(t);
}

/* 5.1.4: an enemy whose zone holds only men in works is let alone, whoever else is next to it */
static void across_the_big_river(void **s) {
  (void)s;
  /* 1:1, 7: -1/-1 */
  struct table *t =
      FRESH(ATTACK TERRAIN(SIDE("0505", "0506", "crossing")) MARKS(MARK("0607", "ff", G))
                UNITS(U("u", G, "G-INF", "0505"), U("w", G, "G-INF", "0607"),
                      UX("y", S, "S-INF", "0504", SP(4)), U("x", S, "S-INF", "0506")),
            "3 4");
  refused(t, G, "done", "5.1.3");
  acts(t, G, "target 0504;add u;commit;commit");
  offered(t, G, "done", "2.1.4");
  clear_away(t);
}

/* 6.1.4: in support of another hex, and none is left for their own */
static void guns_that_have_fired(void **s) {
  (void)s;
  /* 6:9 is 1:2, 7: A1 */
  struct table *t =
      FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(6)), UX("b", G, "G-INF", "0905", SP(6)),
                         U("e", S, "S-INF", "0506"), U("f", S, "S-INF", "0806"),
                         U("g", S, "S-ART", "0806")),
            "3 4");
  acts(t, G, "target 0506;add a;commit;commit");
  acts(t, S, "gun g;commit");
  acts(t, G, "retreat a 0504");
  acts(t, S, "done");
  acts(t, G, "target 0806;add b");
  refused(t, G, "done", "5.2.1"); /* finish it first */
  act(t, G, "commit");
  card(t, G, "6.6.1", "0");
  clear_away(t);
}

/* 5.1.9: no shifts, but the staffs work on the roll as in any combat (9.2.1) */
static void a_staff_alone(void **s) {
  (void)s;
  struct table *t =
      FRESH(ATTACK UNITS(U("a", G, "G-ARM", "0505"), U("q", S, "S-HQ", "0506")), NULL);
  acts(t, G, "target 0506;add a;commit");
  card(t, G, "5.1.9", "10:1");
  card(t, G, "9.2.1", "10:1"); /* it covers itself: 1 on the roll */
  outcome(t, G, "12: D-1/D2", 1, 12);
  clear_away(t);
  t = FRESH(ATTACK UNITS(U("a", G, "G-ARM", "0505"), U("gq", G, "G-HQ", "0501"),
                         U("q", S, "S-HQ", "0506")),
            NULL);
  acts(t, G, "target 0506;add a;commit");
  card(t, G, "9.2.4", "10:1");
  outcome(t, G, "12: D-1/D2", 1, 36);
  clear_away(t);
}

/* 15.1.7: who used a star pays, if he is among those who may; here he has gone back */
static void the_star_went_back(void **s) {
  (void)s;
  /* 1:2, a star 1:1, 10: A1 */
  struct table *t =
      FRESH(ATTACK UNITS(UX("p", G, "G-ARM", "0505", SP(6)), UX("i", G, "G-INF", "0505", SP(4)),
                         UX("e", S, "S-INF", "0506", SP(20))),
            "4 6");
  acts(t, G, "target 0506;add p;add i;commit;commit");
  acts(t, G, "retreat p 0504;done");
  stands(t, "i", "0505", 1);
  stands(t, "p", "0504", 2);
  clear_away(t);
}

/* 5.3.10, 7.1.3: not in the next movement phase, and then again */
static void no_digging_after_it(void **s) {
  (void)s;
  /* 2:1, 7: -/D1 */
  struct table *t =
      FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(12)), UX("e", S, "S-INF", "0506", SP(6)),
                         U("f", S, "S-INF", "0909")),
            "3 4");
  acts(t, G, "target 0506;add a;commit;commit");
  act(t, S, "retreat e 0507");
  acts(t, G, "done;done;done");
  refused(t, S, "dig e", "5.3.10");
  offered(t, S, "dig f", "7.1.2");
  acts(t, S, "done;done;done");
  acts(t, G, "done;done;done");
  offered(t, S, "dig e", "7.1.2");
  clear_away(t);
  t = FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(12)), UX("e", S, "S-INF", "0506", SP(6))),
            "3 4");
  acts(t, G, "target 0506;add a;commit;commit");
  act(t, S, "retreat e 0507");
  acts(t, G, "pursue a 0506;done;done");
  refused(t, S, "dig e", "5.3.10"); /* in a zone now, but it could leave it */
  clear_away(t);
}

/* 5.4.1, 5.4.4: not a hex that one's own men left empty */
static void only_what_the_enemy_gave_up(void **s) {
  (void)s;
  /* 12:6 is 2:1, 9: -1/D1 */
  struct table *t = FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(8)),
                                       UX("b", G, "G-INF", "0406", LAST_LEVEL(4)),
                                       UX("e", S, "S-INF", "0506", SP(6))),
                          "4 5");
  acts(t, G, "target 0506;add a;add b;commit;commit;lose b");
  act(t, S, "retreat e 0507");
  refused(t, G, "pursue a 0406", "5.4.4"); /* next to it, and empty */
  act(t, G, "pursue a 0506");
  clear_away(t);
}

/* 5.4.8: wherever on the way the big river is crossed, bridge or not */
static void over_the_river_and_no_further(void **s) {
  (void)s;
  /* 6:1, 6: -/D3 */
  struct table *t =
      FRESH(ATTACK TERRAIN(SIDE("0506", "0507", "crossing"), PATH("road.main", "\"0506\",\"0507\""))
                UNITS(UX("a", G, "G-INF", "0505", SP(36)), UX("e", S, "S-INF", "0506", SP(6))),
            "3 3 1 1 1 1");
  acts(t, G, "target 0506;add a;commit;commit");
  acts(t, S, "retreat e 0507;retreat e 0508;retreat e 0509");
  acts(t, G, "pursue a 0506;pursue a 0507");
  happened(t, "5.4.8", "pursues");
  refused(t, G, "pursue a 0508", "5.4.1"); /* its pursuit is over */
  clear_away(t);
}

/* 18.1.3: whoever pursues through the line is in the pool as well */
static void mines_on_the_way(void **s) {
  (void)s;
  /* 6:1, 6: -/D3; then four dice, one mine */
  struct table *t =
      MINED(ATTACK TERRAIN(SIDE("0507", "0506", "fort"))
                UNITS(UX("a", G, "G-INF", "0505", SP(18)), UX("b", G, "G-INF", "0505", SP(18)),
                      UX("e", S, "S-INF", "0506", SP(6))),
            "3 3 1 1 1 1 3 4 4 4");
  acts(t, G, "target 0506;add a;add b;commit;commit");
  acts(t, S, "retreat e 0507;retreat e 0508;retreat e 0509");
  acts(t, G, "pursue a 0506;stop;pursue b 0506;pursue b 0507;stop;done");
  act(t, G, "done");
  happened(t, "18.1.4", "mines");
  stands(t, "a", "0506", 2);
  stands(t, "b", "0507", 1);
  clear_away(t);
}

/* 5.4.6: as far as the retreat that is followed went */
static void longer_and_shorter_ways(void **s) {
  (void)s;
  const char *pos =
      ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(36)), UX("e", S, "S-INF", "0506", SP(3)),
                   UX("f", S, "S-INF", "0506", SP(3)), U("x", S, "S-INF", "0712"));
  struct table *t = FRESH(pos, "3 3 1 1 1 1 1 1"); /* 6:1, 6: -/D3 */
  acts(t, G, "target 0506;add a;commit;commit");
  /* e pays a level */
  acts(t, S, "retreat e 0407;retreat e 0408;stop;retreat f 0507;retreat f 0508;retreat f 0509");
  acts(t, G, "pursue a 0506;pursue a 0507");
  act(t, G, "pursue a 0508"); /* three, as f */
  happened(t, "5.4.5", "pursues");
  stands(t, "a", "0508", 2);
  clear_away(t);
  t = FRESH(pos, "3 3 1 1 1 1 1 1");
  acts(t, G, "target 0506;add a;commit;commit");
  acts(t, S, "retreat e 0407;retreat e 0408;stop;retreat f 0507;retreat f 0508;retreat f 0509");
  acts(t, G, "pursue a 0506;pursue a 0407"); /* two, as e, and its pursuit is over */
  refused(t, G, "pursue a 0408", "5.4.1");
  stands(t, "a", "0407", 2);
  clear_away(t);
}

static void who_never_pursues(void **s) { /* 15.2.1, 5.4.6: what never moves; and nobody twice */
  (void)s;
  /* 1:2, the group 1:3; 10: A2-2 */
  struct table *t =
      FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(4)), UX("e", S, "S-INF", "0506", SP(8)),
                         U("rg", S, "S-RG", "0506")),
            "4 6");
  acts(t, G, "target 0506;add a;commit;commit");
  stands(t, "a", "-", 0);
  refused(t, S, "pursue rg 0505", "15.2.1");
  acts(t, S, "pursue e 0505;stop");
  clear_away(t);
  t = FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(18)), UX("b", G, "G-INF", "0505", SP(18)),
                         UX("e", S, "S-INF", "0506", SP(6))),
            "3 3");
  acts(t, G, "target 0506;add a;add b;commit;commit");
  acts(t, S, "retreat e 0507;retreat e 0508;retreat e 0509");
  acts(t, G, "pursue a 0506;pursue a 0507;stop");
  refused(t, G, "pursue a 0506", "5.4.6");
  clear_away(t);
}

static int tests_told(struct table *t) {
  const cJSON *e;
  int n = 0;
  cJSON_ArrayForEach(e, field(t->last, "events")) n += !strcmp(text_of(e, "kind"), "test");
  return n;
}

/* 5.3.9: a path is a path, wherever it ends: two rolls; together, one */
static void two_ways_to_one_hex(void **s) {
  (void)s;
  static const char *const way[] = {"0607", "0507"};
  for (int i = 0; i < 2; i++) {
    char order[80];
    /* 3:1, 7: -/D2 */
    struct table *t =
        FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(12)), UX("e", S, "S-INF", "0506", SP(2)),
                           UX("f", S, "S-INF", "0506", SP(2))),
              i ? "3 4 1 1" : "3 4 1 1 1 1");
    acts(t, G, "target 0506;add a;commit;commit");
    acts(t, S, "retreat e 0507;retreat e 0608");
    snprintf(order, sizeof order, "retreat f %s;retreat f 0608", way[i]);
    acts(t, S, order);
    act(t, G, "done");
    assert_int_equal(tests_told(t), i ? 1 : 2);
    clear_away(t);
  }
}

/* 5.4.2: each hex that was given up has its own retreat to follow */
static void from_two_hexes(void **s) {
  (void)s;
  /* 3:1, 7: -/D2 */
  struct table *t =
      FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(12)), UX("e", S, "S-INF", "0506", SP(2)),
                         UX("f", S, "S-INF", "0606", SP(2))),
            "3 4 1 1 1 1");
  acts(t, G, "target 0506;target 0606;add a;commit;commit");
  acts(t, S, "commit;retreat e 0607;retreat e 0608;retreat f 0607;retreat f 0608");
  act(t, G, "pursue a 0606");
  happened(t, "5.4.2", "pursues");
  offered(t, G, "pursue a 0607", "5.4.2"); /* one way from here */
  act(t, G, "pursue a 0607");
  happened(t, "5.4.5", "pursues"); /* the second and last */
  clear_away(t);
}

/* 5.4.6, 5.4.10: one hex more only where somebody was eliminated */
static void no_hex_for_nothing(void **s) {
  (void)s;
  /* 2:1, 7: -/D1 */
  struct table *t = FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(12)),
                                       UX("spa", S, "G-SPA", "0506", "\"factors\":{\"def\":6}")),
                          "3 4");
  acts(t, G, "target 0506;add a;commit;commit");
  act(t, S, "retreat spa 0507");    /* guns: no zone holds a where it comes */
  acts(t, G, "pursue a 0506;done"); /* and yet that is all */
  clear_away(t);
}

/* 9.1.3, 9.1.5: into a swamp behind the infantry, but not over guns */
static void where_staffs_go(void **s) {
  (void)s;
  /* 2:1, a staff: 7, -/D1 */
  struct table *t = FRESH(ATTACK TERRAIN(HEX("0506", "\"swamp\""))
                              UNITS(UX("a", G, "G-INF", "0505", SP(12)), U("q", G, "G-HQ", "0505"),
                                    UX("e", S, "S-INF", "0506", SP(6))),
                          "4 4");
  acts(t, G, "target 0506;add a;commit;commit");
  act(t, S, "retreat e 0507");
  act(t, G, "pursue a 0506");
  offered(t, G, "pursue q 0506", "5.4.4");
  act(t, G, "pursue q 0506");
  clear_away(t);
  /* 18:9, a staff: 7, -/D1 */
  t = FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(18)), U("q", G, "G-HQ", "0505"),
                         UX("e", S, "S-INF", "0506", SP(6)), U("gun", S, "S-ART", "0506")),
            "4 4");
  acts(t, G, "target 0506;add a;commit;commit");
  act(t, S, "retreat e 0507");
  refused(t, G, "pursue q 0506", "5.4.1");
  acts(t, G, "pursue a 0506;pursue q 0506");
  stands(t, "q", "0506", 1);
  clear_away(t);
}

/* 5.4.1, 5.4.9: with guns alone a staff stays behind, though they fired next to the enemy */
static void staffs_of_the_guns(void **s) {
  (void)s;
  /* 12:6, a staff: 7, -/D1 */
  struct table *t =
      FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0606", SP(7)), U("g", G, "G-ART", "0505"),
                         U("q", G, "G-HQ", "0505"), UX("e", S, "S-INF", "0506", SP(6))),
            "4 4");
  acts(t, G, "target 0506;add a;commit;gun g;commit");
  act(t, S, "retreat e 0507");
  refused(t, G, "pursue q 0506", "5.4.1");
  refused(t, G, "pursue g 0506", "5.4.9");
  clear_away(t);
}

static void room_for_four(void **s) { /* 5.4.6: eight levels, and no way on */
  (void)s;
  /* 2:1, 7: -/D1 */
  struct table *t =
      FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(3)), UX("b", G, "G-INF", "0505", SP(3)),
                         UX("c", G, "G-INF", "0505", SP(2)), UX("d", G, "G-INF", "0505", SP(2)),
                         UX("f", G, "G-INF", "0606", SP(2)), UX("e", S, "S-INF", "0506", SP(6))),
            "3 4");
  acts(t, G, "target 0506;add a;add b;add c;add d;add f;commit;commit");
  act(t, S, "retreat e 0507");
  acts(t, G, "pursue a 0506;pursue b 0506;pursue c 0506");
  offered(t, G, "pursue f 0506", "5.4.4");
  acts(t, G, "pursue d 0506");
  stands(t, "f", "0606", 2);
  refused(t, G, "pursue f 0506", "5.4.1"); /* nobody was asked any more */
  clear_away(t);
}

/* 22.1.1, 5.6.5: for Panthers that were attacked, and for a staff that goes along */
static void pursuit_is_activity(void **s) {
  (void)s;
  /* 1:1, a star, 7: A1/- */
  struct table *t = FRESH(PLAIN AT("soviet.attack")
                              UNITS(UX("pan", G, "G-PAN", "0505", SP(4)),
                                    UX("spa", S, "G-SPA", "0506", "\"factors\":{\"off\":4}")),
                          "3 4 4");
  acts(t, S, "target 0505;add spa;commit;commit");
  act(t, G, "commit");
  act(t, S, "retreat spa 0507");
  act(t, G, "pursue pan 0506");
  acts(t, S, "done;done");
  acts(t, G, "done;done;done");
  happened(t, "22.1.2", "panther");
  clear_away(t);
  /* 2:1, a staff: 7, -/D1 */
  t = FRESH(PLAIN AT("german.movement")
                UNITS(UX("a", G, "G-INF", "0505", SP(12)),
                      UX("q", G, "G-HQ", "0505", "\"marks\":[\"disorganized\"]"),
                      UX("e", S, "S-CAV", "0506", SP(6))),
            "4 4");
  acts(t, G, "done;target 0506;add a;commit;commit");
  act(t, S, "retreat e 0507");
  acts(t, G, "pursue a 0506;pursue q 0506;done;done");
  acts(t, S, "move e;step 0508;step 0509;stop;done;done;done");
  act(t, G, "done");
  marked(t, "q", "disorganized"); /* a day after the pursuit, not after the march */
  act(t, G, "done");
  unmarked(t, "q", "disorganized");
  clear_away(t);
}

static void resilience_stays(void **s) { /* 15.2.1: it never moves, be the others told to go */
  (void)s;
  /* 24:6, the group: 3:1, 7: -/D2 */
  struct table *t =
      FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(24)), UX("e", S, "S-INF", "0506", SP(4)),
                         UX("rg", S, "S-RG", "0506", SP(2))),
            "3 4");
  acts(t, G, "target 0506;add a;commit;commit");
  refused(t, S, "retreat rg 0507", "15.2.1");
  not_offered(t, S, "retreat rg 0507");
  act(t, S, "retreat e 0507");
  clear_away(t);
}

static void an_attacker_stops(void **s) { /* 5.3.2: the first of the attackers, half-way */
  (void)s;
  /* 1:4, 7: A2-1/- */
  struct table *t = FRESH(
      ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(2)), UX("e", S, "S-INF", "0506", SP(8))), "3 4");
  acts(t, G, "target 0506;add a;commit;commit;retreat a 0504");
  offered(t, G, "stop", "3.1.3");
  act(t, G, "stop");
  clear_away(t);
}

/* 5.4.4: guns that fired from beside them gave up nothing */
static void only_hexes_that_were_attacked(void **s) {
  (void)s;
  /* 20:7 is 3:1, 7: -/D2 */
  struct table *t =
      FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(20)), UX("e", S, "S-INF", "0506", SP(4)),
                         UX("spa", S, "G-SPA", "0606", "\"factors\":{\"def\":3}")),
            "3 4");
  acts(t, G, "target 0506;add a;commit;commit");
  acts(t, S, "gun spa;commit");
  because(t, S, "cancel", "The retreat comes first");
  acts(t, S, "retreat spa 0706;retreat spa 0806;retreat e 0507;retreat e 0508");
  refused(t, G, "pursue a 0606", "5.4.4");
  because(t, G, "stop", "No unit is in the middle");
  because(t, G, "cancel", "The pursuit comes first");
  clear_away(t);
}

/* 5.4.7: a retreat goes through friends, a pursuit does not */
static void over_no_one_else(void **s) {
  (void)s;
  /* 3:1, 7: -/D2 */
  struct table *t =
      FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(18)), UX("e", S, "S-INF", "0506", SP(6)),
                         U("f", S, "S-INF", "0507")),
            "3 4");
  acts(t, G, "target 0506;add a;commit;commit");
  acts(t, S, "retreat e 0507;retreat e 0508");
  act(t, G, "pursue a 0506");
  not_offered(t, G, "pursue a 0507");
  stands(t, "f", "0507", 2);
  clear_away(t);
}

/* 5.3.2, 5.3.6: eight levels are no crowd; then it is the next one's turn */
static void one_stops_one_goes(void **s) {
  (void)s;
  struct table *t =
      FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(12)), UX("e", S, "S-INF", "0506", SP(2)),
                         UX("f", S, "S-INF", "0506", SP(2)), U("k", S, "S-INF", "0507"),
                         U("l", S, "S-INF", "0507"), U("m", S, "S-INF", "0507")),
            "3 4");
  acts(t, G, "target 0506;add a;commit;commit");
  refused(t, S, "stop", "5.3.6");
  act(t, S, "retreat e 0507");
  offered(t, S, "stop", "3.1.3");
  acts(t, S, "stop;retreat f 0607;retreat f 0608");
  stands(t, "f", "0608", 2);
  clear_away(t);
}

/* 5.4.1: a staff that has followed a pursuer may follow one again in the next turn. */
static void staffs_follow_again(void **s) {
  (void)s;
  /* 2:1, a staff: 7, -/D1, twice; in the second turn `a` is out of supply and counts half */
  struct table *t =
      FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(12)), U("q", G, "G-HQ", "0505"),
                         UX("e", S, "S-CAV", "0506", SP(6)), UX("f", S, "S-CAV", "0509", SP(3))),
            "4 4 4 4");
  acts(t, G, "target 0506;add a;commit;commit");
  act(t, S, "retreat e 0507");
  acts(t, G, "pursue a 0506;pursue q 0506;done;done");
  acts(t, S, "move e;step 0508;step 0608;step 0708;stop;done;done;done");
  acts(t, G, "move a;step 0507;step 0508;move q;step 0507;step 0508;done");
  acts(t, G, "target 0509;add a;commit;commit");
  act(t, S, "retreat f 0510");
  acts(t, G, "pursue a 0509;pursue q 0509");
  stands(t, "q", "0509", 1);
  clear_away(t);
}

/* 5.4.1: a staff goes as far as the unit that leads it, and leads no other */
static void a_staff_halfway(void **s) {
  (void)s;
  /* 1:4, 7: A2-1 */
  struct table *t =
      FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(2)), UX("e", S, "S-INF", "0506", SP(8)),
                         U("q", S, "S-HQ", "0506"), U("r", S, "S-HQ", "0506")),
            "3 3");
  acts(t, G, "target 0506;add a;commit;commit");
  acts(t, G, "retreat a 0504;retreat a 0503");
  acts(t, S, "pursue e 0505;pursue e 0504");
  act(t, S, "pursue q 0505");
  refused(t, S, "stop", "5.4.1");
  refused(t, S, "pursue q 0405", "5.4.1");
  act(t, S, "pursue q 0504");
  clear_away(t);
}

/* K.3: a unit that is bound to its place does not pursue either */
static void bound_units_stay(void **s) {
  (void)s;
  /* 1:1, 10: A1/- */
  struct table *t = FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(3)),
                                       "{\"unit\":\"ru.iii-arm.50\",\"hex\":\"0506\"}",
                                       UX("f", S, "S-INF", "0506", SP(1))),
                          "4 6");
  acts(t, G, "target 0506;add a;commit;commit");
  act(t, G, "retreat a 0504");
  refused(t, S, "pursue ru.iii-arm.50 0505", "K.3");
  act(t, S, "pursue f 0505");
  clear_away(t);
}

/* P.4: nor does a unit that may not cross the Donets pursue over it */
static void not_over_the_donets(void **s) {
  (void)s;
  /* 1:2 and 1:4 over the river: A2-1 */
  struct table *t = lay_with("wb95/prokhorovka", OPENLY,
                             "\"map\":\"plain:60x40\"," AT("german.attack")
                                 TERRAIN(SIDE("5120", "5121", "river.major"))
                                     UNITS(UX("a", G, "G-INF", "5121", SP(4)),
                                           "{\"unit\":\"ru.7ga.81inf-g\",\"hex\":\"5120\"}",
                                           UX("f", S, "S-INF", "5120", SP(1))),
                             "3 4", NULL, __FILE__, __LINE__);
  acts(t, G, "target 5120;add a;commit;commit");
  acts(t, G, "retreat a 5122;retreat a 5123");
  refused(t, S, "pursue ru.7ga.81inf-g 5121", "P.4");
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_staff_that_stays),
      cmocka_unit_test(room_for_one_more),
      cmocka_unit_test(through_a_full_hex),
      cmocka_unit_test(off_the_path),
      cmocka_unit_test(one_hex_more),
      cmocka_unit_test(one_and_not_two),
      cmocka_unit_test(not_one_more_again),
      cmocka_unit_test(told_to_go_back),
      cmocka_unit_test(nobody_gave_way),
      cmocka_unit_test(guns_that_pursue),
      cmocka_unit_test(not_obliged),
      cmocka_unit_test(across_the_big_river),
      cmocka_unit_test(guns_that_have_fired),
      cmocka_unit_test(a_staff_alone),
      cmocka_unit_test(the_star_went_back),
      cmocka_unit_test(no_digging_after_it),
      cmocka_unit_test(only_what_the_enemy_gave_up),
      cmocka_unit_test(over_the_river_and_no_further),
      cmocka_unit_test(mines_on_the_way),
      cmocka_unit_test(longer_and_shorter_ways),
      cmocka_unit_test(who_never_pursues),
      cmocka_unit_test(two_ways_to_one_hex),
      cmocka_unit_test(from_two_hexes),
      cmocka_unit_test(no_hex_for_nothing),
      cmocka_unit_test(where_staffs_go),
      cmocka_unit_test(staffs_of_the_guns),
      cmocka_unit_test(room_for_four),
      cmocka_unit_test(pursuit_is_activity),
      cmocka_unit_test(resilience_stays),
      cmocka_unit_test(an_attacker_stops),
      cmocka_unit_test(only_hexes_that_were_attacked),
      cmocka_unit_test(over_no_one_else),
      cmocka_unit_test(one_stops_one_goes),
      cmocka_unit_test(staffs_follow_again),
      cmocka_unit_test(a_staff_halfway),
      cmocka_unit_test(bound_units_stay),
      cmocka_unit_test(not_over_the_donets),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
