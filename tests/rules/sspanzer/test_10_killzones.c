/* test_10_killzones.c - rule 10: kill zones, their front, crossfire. */
#include "table.h"

static void r10_1_creating(void **s) {
  (void)s;
  struct table *t =
      lay(GAME,
          PLAIN IMPULSE("LAH") UNITS(U(PZ4, "1010") "," U(PG, "0505") "," STATIC(
              "x", "0506", "s1") "," UM(STG, "0101", "suppressed") "," U(T4R, "1313") IDLE_G),
          "");
  act(t, G, "choose " PZ4);
  offered(t, G, "face " PZ4 " 1010/1011", "4.2d");
  act(t, G, "face " PZ4 " 1010/1011");
  happened(t, "4.2d", "killzone");
  marked(t, PZ4, "killzone");
  refused(t, G, "choose " PZ4, "4.1f"); /* no move, no fire */
  act(t, G, "choose " PG);
  refused(t, G, "face " PG " 0505/0504", "10.1a"); /* a static unit is adjacent */
  act(t, G, "stop " PG);
  act(t, G, "choose " STG);
  refused(t, G, "face " STG " 0101/0102", "9.8a");
  clear_away(t);
  /* an enemy across the berm is adjacent too */
  t = lay(GAME,
          PLAIN IMPULSE("LAH") GROUND(SIDE("1010", "1011", "berm"))
              UNITS(U(PZ4, "1010") "," UM(MR, "1011", "suppressed") IDLE_G),
          "");
  act(t, G, "choose " PZ4);
  refused(t, G, "face " PZ4 " 1010/1009", "10.1a");
  clear_away(t);
  /* at the edge of the map a kill zone may look off it */
  t = lay(GAME, PLAIN IMPULSE("LAH") UNITS(U(PZ4, "0101") IDLE_G), "");
  act(t, G, "choose " PZ4);
  offered(t, G, "outward " PZ4 " 3", "4.2d");
  refused(t, G, "outward " PZ4 " 0", "10.2a");
  refused(t, G, "face " PZ4 " 0505/0506", "10.2a");
  act(t, G, "outward " PZ4 " 3");
  happened(t, "4.2d", "killzone");
  clear_away(t);
}

static void r10_1b_how_long(void **s) {
  (void)s;
  struct table *t =
      lay(GAME,
          PLAIN IMPULSE("LAH")
              UNITS(KZ(PZ4, "1010", "0") "," KZ(PZ4B, "0505", "0") "," U(T4R, "1515") IDLE_G),
          "");
  act(t, G, "choose " PZ4);
  refused(t, G, "face " PZ4 " 1010/1011", "10.1b"); /* it faces there already */
  act(t, G, "face " PZ4 " 1010/1009");              /* but may turn */
  marked(t, PZ4, "killzone");
  acts(t, G, "choose " PZ4B "; step " PZ4B " 0506");
  happened(t, "10.1b", "killzone-gone");
  unmarked(t, PZ4B, "killzone");
  clear_away(t);
  t = lay(GAME, PLAIN IMPULSE("29TC") UNITS(KZ(PG, "1010", "0") "," U(T4R, "1012") IDLE_R),
          "1 6 6");
  acts(t, R, "choose " T4R "; fire " T4R " " PG);
  marked(t, PG, "suppressed");
  marked(t, PG, "killzone"); /* suppression does not remove it */
  clear_away(t);
}

/* T14: the front as a half-plane. */
static void in_front(const char *facing, const char *hex, bool in) {
  char pos[700];
  snprintf(pos, sizeof pos,
           PLAIN IMPULSE("LAH") UNITS(KZ(TIG, "1010", "%s") "," U(MR, "%s") IDLE_G), facing, hex);
  struct table *t = lay(GAME, pos, "");
  act(t, G, "choose " TIG);
  if (in)
    offered(t, G, "fire " TIG " " MR, "4.2b");
  else
    refused(t, G, "fire " TIG " " MR, "10.2a");
  clear_away(t);
}
static void r10_2a_front(void **s) {
  static const char *const in0[] = {"1011", "0910", "1110", "0810", "1210"}, *const out0[] = {
                                                                                 "0909", "1109",
                                                                                 "1009", "1209"};
  (void)s;
  for (int i = 0; i < 5; i++)
    in_front("0", in0[i], true);
  for (int i = 0; i < 4; i++)
    in_front("0", out0[i], false);
  in_front("1", "1111", true); /* corner lines are in */
  in_front("1", "0908", true);
  in_front("1", "0907", false);
  in_front("1", "1211", false);
}

/* T04: four dice into the front, not five, not one; none elsewhere. */
static void r10_1c_four_dice(void **s) {
  (void)s;
  struct table *t =
      lay(GAME,
          PLAIN IMPULSE("29TC")
              UNITS(KZ(PZ4, "1010", "0") "," U(T4R, "1012") "," U(T4RB, "1008") IDLE_R),
          "6 6 6 6");
  acts(t, R, "choose " T4R "; step " T4R " 1011");
  act(t, G, "fire " PZ4 " " T4R);
  card(t, G, "10.1c", "4 x 1-3");
  happened(t, "7.2a", "fire");
  act(t, R, "stop " T4R);
  acts(t, R, "choose " T4RB "; step " T4RB " 1009"); /* from behind: 10.2b */
  offered(t, R, "stop " T4RB, "4.2a");
  clear_away(t);
  /* two kill zones beside it, one of them looking the other way: it may not fire */
  t = lay(GAME,
          PLAIN IMPULSE("29TC")
              UNITS(KZ(PZ4, "1010", "3") "," U(PZ4B, "1110") "," U(T4R, "1012") IDLE_R),
          "");
  acts(t, R, "choose " T4R "; step " T4R " 1011");
  refused(t, G, "fire " PZ4 " " T4R, "10.2b");
  offered(t, G, "fire " PZ4B " " T4R, "7.2a");
  clear_away(t);
  /* fire and move out of a kill zone: four dice, then the marker goes */
  t = lay(GAME, PLAIN IMPULSE("LAH") UNITS(KZ(PZ4, "1010", "0") "," U(T4R, "1012") IDLE_G),
          "6 6 6 6");
  acts(t, G, "choose " PZ4 "; quick " PZ4 " " T4R);
  card(t, G, "10.1c", "4 x 1-3");
  act(t, G, "step " PZ4 " 1009");
  unmarked(t, PZ4, "killzone");
  clear_away(t);
}

/* T13: kill zones two hexes away in each direction of the target at 1010, all looking at it. */
static const char *const around[6][3] = {
    {"de.lah.pz4-5", "1012", "3"}, {"de.lah.pz4-6", "0811", "4"}, {"de.lah.pz4-7", "0809", "5"},
    {"de.lah.stg-1", "1008", "0"}, {"de.lah.stg-2", "1209", "1"}, {"de.lah.stg-3", "1211", "2"}};
static struct table *ring(unsigned sides, const char *dice) {
  char pos[1600];
  int n = snprintf(pos, sizeof pos, PLAIN IMPULSE("LAH") "\"units\":[" U(T34, "1010") IDLE_G);
  for (int d = 0; d < 6; d++)
    if (sides >> d & 1)
      n += snprintf(pos + n, sizeof pos - (size_t)n,
                    ",{\"unit\":\"%s\",\"hex\":\"%s\",\"facing\":%s}", around[d][0], around[d][1],
                    around[d][2]);
  snprintf(pos + n, sizeof pos - (size_t)n, "]");
  return lay(GAME, pos, dice);
}
static void r10_3a_patterns(void **s) {
  static const struct {
    unsigned sides;
    bool crosses;
  } row[] = {{0x09, 1}, {0x03, 0}, {0x05, 0}, {0x07, 0}, {0x15, 1},
             {0x16, 1}, {0x0f, 1}, {0x2a, 1}, {0x01, 0}};
  (void)s;
  for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
    struct table *t = ring(row[i].sides, "");
    if (row[i].crosses)
      offered(t, G, "crossfire " T34, "10.3a");
    else
      refused(t, G, "crossfire " T34, "10.3a");
    clear_away(t);
  }
}

static void r10_3_resolution(void **s) {
  (void)s;
  struct table *t = ring(0x09 | 0x02, "5 5 6 6 1 6 6 6");
  act(t, G, "crossfire " T34);
  refused(t, G, "commit", "10.3a");
  refused(t, G, "add de.lah.pg1-13", "10.3b"); /* no kill zone */
  act(t, G, "add de.lah.pz4-5");
  act(t, G, "add de.lah.pz4-6");
  refused(t, G, "commit", "10.3a"); /* 0 and 1 do not cross */
  refused(t, G, "add de.lah.pz4-5", "10.3a");
  act(t, G, "add de.lah.stg-1");
  offered(t, G, "commit", "10.3a");
  leave_dice(t);
  clear_away(t);
  t = ring(0x09, "5 5 5 6");
  /* 5-2 hits: three of them, dead at once */
  acts(t, G, "crossfire " T34 "; add de.lah.pz4-5; add de.lah.stg-1; commit");
  happened(t, "10.3a", "crossfire");
  happened(t, "10.3c", "fire");
  card(t, G, "10.3c", "4 x 1-5");
  happened(t, "10.3b", "forfeit");
  refused(t, G, "choose de.lah.stg-1", "4.1f"); /* its action is gone as well */
  clear_away(t);
}

/* In a window of reaction fire. */
static void r10_3c_in_a_window(void **s) {
  (void)s;
  struct table *t = lay(GAME,
                        PLAIN IMPULSE("29TC") UNITS(KZ(PZ4, "1011", "3") "," KZ(
                            PZ4B, "1009", "0") "," U(PG, "0909") "," U(T4R, "1211") IDLE_R),
                        "6 6 6 6 6 6 6 6");
  acts(t, R, "choose " T4R "; step " T4R " 1110");
  act(t, G, "pass"); /* 1110 is next to 1011 and 1009.. but not between them */
  act(t, R, "step " T4R " 1010");
  act(t, G, "pass");
  refused(t, G, "crossfire " PG, "10.3a");
  act(t, G, "crossfire " T4R);
  acts(t, G, "add " PZ4 "; add " PZ4B "; commit");
  happened(t, "10.3c", "fire");
  card(t, G, "10.3c", "4 x 1-5");
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(r10_1_creating),     cmocka_unit_test(r10_1b_how_long),
      cmocka_unit_test(r10_2a_front),       cmocka_unit_test(r10_1c_four_dice),
      cmocka_unit_test(r10_3a_patterns),    cmocka_unit_test(r10_3_resolution),
      cmocka_unit_test(r10_3c_in_a_window),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
