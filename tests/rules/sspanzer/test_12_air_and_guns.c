/* test_12_air_and_guns.c - rules 5, 12 and 13: visibility, airstrikes, artillery of both sides. */
#include "table.h"

static void told(struct table *t, const char *rule, const char *kind) { /* since the beginning */
  ask(t, "{\"cmd\":\"events\",\"side\":\"german\",\"since\":0}");
  happened(t, rule, kind);
}

static void r5_visibility(void **s) {
  static const struct {
    const char *dice;
    int vis;
    const char *side;
    int aircraft;
  } row[] = {{"1 1", 1, "", 0}, {"1 2", 2, "", 0}, {"2 2", 3, "", 0}, {"2 3", 3, R, 1},
             {"3 3", 4, G, 1},  {"3 4", 5, "", 0}, {"4 4", 5, R, 1},  {"4 5", 6, G, 2},
             {"5 5", 6, R, 2},  {"5 6", 7, G, 3},  {"6 6", 8, R, 3}};
  (void)s;
  for (int i = 0; i < 11; i++) {
    char dice[64];
    snprintf(dice, sizeof dice, "=AIR %s%s", row[i].dice, row[i].aircraft ? "" : " =29TC");
    struct table *t = lay(
        GAME,
        PLAIN CUP("0") UNITS(U(PG, "0505") "," U(PGB, "0606") "," U(MR, "1515") "," U(MRB, "1616")),
        dice);
    ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
    assert_int_equal(int_of(t->last, "view.vars.vis"), row[i].vis);
    /* else the impulse */
    assert_string_equal(text_of(t->last, "view.to_move[0]"), row[i].aircraft ? row[i].side : R);
    told(t, "4.1e", "aircraft-drawn");
    told(t, "5b", "visibility");
    if (row[i].aircraft)
      told(t, "12.1a", "airstrikes");
    else
      told(t, "5c", "aircraft-back");
    if (row[i].aircraft) {
      char words[32];
      snprintf(words, sizeof words, "%d aircraft to place", row[i].aircraft);
      ask(t, "{\"cmd\":\"actions\",\"side\":\"%s\"}", row[i].side);
      assert_non_null(strstr(text_of(t->last, "prompt.text"), words));
    }
    clear_away(t);
  }
}

static void r12_placing(void **s) {
  (void)s;
  struct table *t = lay(
      GAME,
      PLAIN CUP("0") UNITS(U(PG, "0505") "," U(PGB, "0606") "," U(MR, "1515") "," U(MRB, "1616")),
      "=AIR 6 5 2 6 6 2 6 6 2 6 6 =29TC");
  refused(t, G, "put 1515", "12.1c"); /* the type first */
  refused(t, G, "mission il2", "12.1c");
  refused(t, G, "bomb 1515 ju87", "12.1c");
  offered(t, G, "mission fw190", "12.1c");
  act(t, G, "mission fw190");
  refused(t, G, "put 0505", "12.1b"); /* on enemies */
  act(t, G, "put 1515");
  happened(t, "12.1b", "aircraft");
  acts(t, G, "mission ju87; put 1515; mission hs129");
  refused(t, G, "put 1515", "12.1b"); /* two in a hex are enough */
  act(t, G, "put 1616");
  offered(t, G, "bomb 1515 fw190", "12.2a");
  refused(t, G, "bomb 0505 fw190", "12.2a");
  act(t, G, "bomb 1616 hs129");
  happened(t, "12.2c", "airstrike");
  card(t, G, "12.2c", "2 x 1-2"); /* Hs 129: S 2 */
  act(t, G, "bomb 1515 fw190");
  happened(t, "5c", "aircraft-back"); /* the last one strikes by itself */
  clear_away(t);
}

/* T10: scatter, clockwise from north. */
static void r12_2a_scatter(void **s) {
  static const char *const to[2][6] = {{"1914", "1814", "1813", "1912", "2013", "2014"},
                                       {"1815", "1714", "1713", "1813", "1913", "1914"}};
  static const char *const from[2] = {"1913", "1814"};
  (void)s;
  for (int k = 0; k < 2; k++)
    for (int d = 1; d <= 6; d++) {
      char pos[900], dice[64];
      snprintf(pos, sizeof pos,
               "\"map\":\"plain:24x24\"," CUP("0")
                   UNITS(U(PG, "%s") "," U(PGB, "%s") "," U(MR, "0202")),
               from[k], to[k][d - 1]);
      snprintf(dice, sizeof dice, "=AIR 4 4 6 %d 6 6 =29TC", d);
      struct table *t = lay(GAME, pos, dice);
      char put[32];
      snprintf(put, sizeof put, "put %s", from[k]);
      act(t, R, put);
      happened(t, "12.2a", "scatter");
      for (int i = 0; i < 2; i++)
        assert_int_equal(int_of(t->last, i ? "dice[1].d" : "dice[0].d"), 6);
      happened(t, "12.2b", "victim");
      const cJSON *e;
      cJSON_ArrayForEach(e, field(t->last, "events")) if (!strcmp(text_of(e, "kind"), "victim"))
          assert_string_equal(text_of(e, "at[0]"), to[k][d - 1]);
      clear_away(t);
    }
  /* off the map, or an empty hex: nothing */
  struct table *t =
      lay(GAME, PLAIN CUP("0") UNITS(U(PG, "0120") "," U(MR, "0202")), "=AIR 4 4 6 1 =29TC");
  act(t, R, "put 0120");
  happened(t, "12.2c", "wasted");
  clear_away(t);
}

static void r12_2b_victims(void **s) {
  (void)s;
  /* three in the hex: 1-2, 3-4, 5-6 in the order of the counters; a close combat mixes both sides
   */
  static const char *const victim[] = {PG, PZ4, MR};
  for (int d = 1; d <= 6; d++) {
    char dice[64];
    snprintf(dice, sizeof dice, "=AIR 4 4 1 %d 1 6 =29TC", d);
    struct table *t =
        lay(GAME, PLAIN CUP("0") UNITS(U(PG, "1010") "," U(PZ4, "1010") "," U(MR, "1010")), dice);
    act(t, R, "put 1010");
    happened(t, "12.2b", "victim");
    marked(t, victim[(d - 1) / 2], "suppressed");
    clear_away(t);
  }
  /* no modifiers: a suppressed unit in a town is hit as any other */
  struct table *t = lay(GAME,
                        PLAIN CUP("0") GROUND(HEX("1010", "town"))
                            UNITS(UM(PG, "1010", "suppressed") "," U(MR, "0202")),
                        "=AIR 4 4 1 3 6 =29TC");
  act(t, R, "put 1010");
  card(t, R, "12.2c", "2 x 1-3");
  card(t, R, "12.2c", "3"); /* its factor */
  happened(t, "9.7c", "still-suppressed");
  clear_away(t);
}

static void r12_1b_anywhere(void **s) {
  (void)s;
  /* 12: visibility 8, three Il-2 */
  struct table *t =
      lay(GAME, PLAIN CUP("0") UNITS(U(PG, "2020") "," U(MR, "0101")), "=AIR 6 6 6 4 =29TC");
  act(t, R, "put 2020"); /* 5e: farther than anyone sees */
  act(t, R, "done");
  happened(t, "12.2c", "wasted");
  clear_away(t);
}

/* ---- 4.1, T09: the cup ------------------------------------------------------------------ */

static void r4_1c_cup(void **s) {
  (void)s;
  struct table *t = lay(BIG, PLAIN "\"phase\":\"action\"," UNITS(U(PG, "0505") "," U(MR, "1515")),
                        "=AIR 3 4 =AIR 3 4 =LAH =ART =DR =TK =2TC =2GTC =9GAD =18TC =31TC =29TC");
  ask(t, "{\"cmd\":\"events\",\"side\":\"german\",\"since\":0}");
  happened(t, "4.1c", "cup");
  const cJSON *e;
  int planes = 0;
  cJSON_ArrayForEach(e, field(t->last, "events")) {
    if (!strcmp(text_of(e, "kind"), "cup"))
      assert_string_equal(text_of(e, "text"), "26 pieces go into the cup.");
    planes += !strcmp(text_of(e, "kind"), "aircraft-drawn");
  }
  assert_int_equal(planes, 2); /* back in the cup each time */
  ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
  assert_string_equal(text_of(t->last, "view.vars.impulse"), "LAH");
  assert_int_equal(int_of(t->last, "view.boxes[0].count"), 25);
  act(t, G, "end");
  happened(t, "13.2c", "no-target"); /* the artillery drawn sees nobody and is set aside */
  happened(t, "4.1f", "impulse");    /* formations without units pass at once */
  ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
  assert_string_equal(text_of(t->last, "view.vars.impulse"), "29TC");
  assert_int_equal(int_of(t->last, "view.vars.artillery"), 15);
  clear_away(t);
}

static void r4_1c_after_the_ninth_chit(void **s) {
  (void)s;
  struct table *t =
      lay(GAME,
          PLAIN "\"phase\":\"action\",\"turn\":2,\"vars\":{\"impulse\":\"29TC\",\"played\":\"LAH\","
                "\"artillery\":3}," UNITS(U(PG, "0505") "," U(MR, "1515")),
          "");
  act(t, R, "end"); /* nothing more is drawn, though three counters remain */
  happened(t, "13.2d", "left-in-cup");
  happened(t, "L.2", "over");
  clear_away(t);
}

/* ---- 13.2 Soviet artillery -------------------------------------------------------------- */

#define BOMBARD "\"phase\":\"bombardment\",\"turn\":1,"

static void r13_2a_bombardment(void **s) {
  (void)s;
  struct table *t = lay(GAME,
                        PLAIN BOMBARD UNITS(U(PG, "1010") "," U(PZ4, "1012") "," U(
                            PGB, "0101") "," U(MR, "1014") "," U(AG, "1414") "," U(T4R, "1414")),
                        "2 3 1 6");
  refused(t, R, "choose " MR, "4.1a");
  refused(t, R, "lay " PGB, "13.2a"); /* nobody sees it */
  refused(t, R, "lay " MR, "13.2a");  /* not German */
  refused(t, R, "lay " AG, "11.3c");  /* in close combat */
  act(t, R, "lay " PG);
  happened(t, "13.2a", "laid");
  marked(t, PG, "barrage:1");
  acts(t, R, "lay " PG "; lay " PZ4 "; lay " PZ4);
  refused(t, R, "lay " PG, "13.2a"); /* all four are laid */
  act(t, R, "done");
  refused(t, R, "lay " PG, "13.2a");
  ask(t, "{\"cmd\":\"why\",\"side\":\"soviet\",\"action\":\"lay " PG "\"}");
  assert_non_null(strstr(text_of(t->last, "error.text"), "before any is resolved"));
  refused(t, R, "shell " PGB, "13.2a");
  act(t, R, "shell " PG); /* N in the clear: 1-3, two hits */
  card(t, R, "13.1", "2 x 1-3");
  card(t, R, "9.6d", "3"); /* artillery hits on 3 */
  rolled(t, "9.6d", "2");
  happened(t, "13.2a", "artillery");
  stands(t, PG, "1010", 1);
  act(t, R, "shell " PZ4); /* a vehicle: only the 1 */
  card(t, R, "9.6d", "2 x 1");
  marked(t, PZ4, "suppressed");
  clear_away(t);
  /* nobody in sight: the phase passes */
  t = lay(GAME, PLAIN BOMBARD UNITS(U(PG, "0101") "," U(MR, "2020")), "=LAH");
  told(t, "4.1b", "no-target");
  clear_away(t);
  /* a suppressed observer does not observe; static infantry does */
  t = lay(GAME,
          PLAIN BOMBARD UNITS(U(PG, "1010") "," UM(MR, "1012", "suppressed") "," U(
              PGB, "0202") "," STATIC("x", "0204", "s1")),
          "");
  refused(t, R, "lay " PG, "13.2a");
  offered(t, R, "lay " PGB, "13.2a");
  clear_away(t);
}

static void r13_2b_into_the_cup(void **s) {
  (void)s;
  struct table *t = lay(GAME, PLAIN BOMBARD UNITS(U(PG, "1010") "," U(MR, "1012")), "6 6 =LAH");
  acts(t, R, "lay " PG "; done");
  happened(t, "13.2b", "artillery-in");
  happened(t, "4.1c", "cup"); /* all of them, used or not: 2 chits, 4 counters, the aircraft */
  ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
  assert_int_equal(int_of(t->last, "view.vars.artillery"), 4);
  clear_away(t);
  /* a target dead before its turn wastes the rest */
  t = lay(GAME,
          PLAIN BOMBARD UNITS("{\"unit\":\"de.lah.rec-2\",\"hex\":\"1010\"}," U(PG, "0505") "," U(
              MR, "1012") "," U(MRB, "0507")),
          "1 1 6 6 =LAH");
  acts(t, R, "lay de.lah.rec-2; lay de.lah.rec-2; lay " PG "; done; shell de.lah.rec-2");
  happened(t, "13.2a", "no-target");
  happened(t, "2.9a", "eliminated");
  never(t, "cleared"); /* no formation is active: no marker (9.7e) */
  clear_away(t);
}

/* T05: which naturals hit. */
static void r13_2c_support(void **s) {
  (void)s;
  struct table *t =
      lay(GAME,
          PLAIN CUP("2") GROUND(HEX("1010", "woods")) UNITS(
              UM(PG, "1010", "suppressed") "," U(PGB, "0810") "," U(PZ4, "0909") "," U(MR, "1013")),
          "=ART 1 6 =29TC");
  told(t, "4.1d", "support-drawn");
  refused(t, R, "pass", "4.1d"); /* compulsory */
  refused(t, R, "done", "4.1d");
  offered(t, R, "target " PG, "4.1d");
  ask(t, "{\"cmd\":\"odds\",\"side\":\"soviet\",\"actions\":[\"target " PG "\"]}");
  /* +2 support, +1 suppressed, +1 woods */
  assert_string_equal(text_of(t->last, "card.column"), "2 x 1");
  act(t, R, "target " PGB);
  happened(t, "13.2c", "artillery");
  card(t, R, "13.2c", "2 x 1"); /* in the clear: +2, only the 1 */
  marked(t, PGB, "suppressed");
  clear_away(t);
}

/* T21 */
static void r13_4_danger_close(void **s) {
  (void)s;
  struct table *t =
      lay(GAME, PLAIN CUP("1") UNITS(U(PG, "1010") "," U(MR, "1011")), "=ART 1 6 6 1 1 =29TC");
  act(t, R, "target " PG);
  rolled(t, "13.4", "1");
  happened(t, "13.4", "danger-close");
  happened(t, "13.4", "artillery"); /* the same attack on the friend: +2 support */
  stands(t, MR, "1011", 1);
  clear_away(t);
  t = lay(GAME, PLAIN CUP("1") UNITS(U(PG, "1010") "," U(MR, "1011")), "=ART 2 6 6 =29TC");
  act(t, R, "target " PG);
  happened(t, "13.4", "safe");
  stands(t, MR, "1011", 2);
  clear_away(t);
  /* two candidates: 1-3 the first, 4-6 the second */
  t = lay(GAME, PLAIN CUP("1") UNITS(U(PG, "1010") "," U(MR, "1011") "," U(MRB, "1110")),
          "=ART 1 6 6 4 1 1 =29TC");
  act(t, R, "target " PG);
  stands(t, MR, "1011", 2);
  stands(t, MRB, "1110", 1);
  clear_away(t);
}

/* ---- 13.3 German artillery -------------------------------------------------------------- */

#define DUEL(units)                                                                                \
  PLAIN "\"phase\":\"action\",\"turn\":1,\"vars\":{\"impulse\":\"LAH\",\"played\":\"DR TK 2TC "    \
        "2GTC 9GAD 31TC\",\"artillery\":0}," UNITS(units)

/* 6.2 sets no limit during an impulse: 24 units of one division stand around the target, and 25 of
 * another move in among them. All 49 can be the victim, and none is written past the end. */
static void r13_4_a_crowd_of_friends(void **s) {
  static const char *const ring[] = {"1112", "1012", "1011", "1110", "1211", "1212"};
  static const char *const outer[] = {"1113", "0912", "0910", "1109", "1310", "1312"};
  static char units[49 * 96];
  size_t n = 0;
  (void)s;
  for (int i = 0; i < 49; i++) {
    const char *hex = i < 24 ? ring[i / 4] : i < 48 ? outer[(i - 24) / 4] : "1114";
    n +=
        (size_t)snprintf(units + n, sizeof units - n, MADE("f%02d", "german", "PG", "%s", "%s") ",",
                         i, i < 24 ? "DR" : "LAH", hex);
  }
  static char position[sizeof units + 512];
  snprintf(position, sizeof position,
           "%s\"units\":[%s" GUNS(ART1) "," STATIC("x", "1111", "s1") "]", PLAIN IMPULSE("LAH"),
           units);
  /* danger close, the attack, the 49th of 49 by three dice, the attack on it */
  struct table *t = lay(GAME, position, "1 6 6 2 3 1 6 6");
  for (int i = 24; i < 49; i++) {
    char unit[16], actions[128];
    snprintf(unit, sizeof unit, "f%02d", i);
    if (i == 48)
      snprintf(actions, sizeof actions, "choose %s; step %s 1113; step %s 1112; stop %s", unit,
               unit, unit, unit);
    else
      snprintf(actions, sizeof actions, "choose %s; step %s %s; stop %s", unit, unit,
               ring[(i - 24) / 4], unit);
    acts(t, G, actions);
  }
  act(t, G, "choose " ART1);
  offered(t, G, "fire " ART1 " x", "13.3a");
  act(t, G, "fire " ART1 " x");
  happened(t, "13.4", "danger-close");
  const cJSON *e;
  cJSON_ArrayForEach(e, field(t->last, "events")) {
    if (!strcmp(text_of(e, "kind"), "danger-close"))
      assert_string_equal(text_of(e, "units[0]"), "f48");
  }
  clear_away(t);
}

/* T20 */
static void r13_3_risks(void **s) {
  (void)s;
  struct table *t =
      lay(BIG,
          DUEL(GUNS(ART1) "," U(PG, "1010") "," U(PGB, "1515") "," U(T4R, "1011") "," U(
              "ru.18tc.t4r-110", "1516") "," U("ru.18tc.t70-110", "1516")),
          "6 6 6 =29TC 6 6 4 =18TC 6 6 5");
  refused(t, G, "choose de.lah.art-2", "13.3c"); /* not in the game any more */
  act(t, G, "choose " ART1);
  refused(t, G, "fire " ART1 " " PG, "13.3a");
  act(t, G, "fire " ART1 " " T4R);
  happened(t, "13.3a", "artillery");
  card(t, G, "13.1", "2 x 1-3");          /* two dice */
  never(t, "guns-stay");                  /* the first use of a turn is safe */
  refused(t, G, "choose " ART1, "13.3a"); /* once an impulse */
  acts(t, G, "end; fight");
  acts(t, R, "choose " T4R "; stop " T4R "; enter " T4R " 1010; fight");
  offered(t, G, "fire " ART1 " " T4R, "13.3b");
  cites(t, "prompt.rule", "11.2d");
  act(t, G, "fire " ART1 " " T4R);
  happened(t, "13.3b", "artillery");
  card(t, G, "13.1", "1 x 1-3"); /* one die in entry fire */
  happened(t, "13.3c", "guns-stay");
  act(t, R, "pass");
  act(t, G, "pass");
  acts(
      t, R,
      "choose ru.18tc.t4r-110; stop ru.18tc.t4r-110; choose ru.18tc.t70-110; stop ru.18tc.t70-110");
  acts(t, R, "enter ru.18tc.t4r-110 1515; enter ru.18tc.t70-110 1515; fight");
  act(t, G, "fire " ART1 " ru.18tc.t4r-110");
  happened(t, "13.3c", "counter-battery"); /* a 5: gone for good */
  clear_away(t);
}

static void r13_3b_once_in_a_close_combat(void **s) {
  (void)s;
  struct table *t =
      lay(BIG,
          PLAIN "\"phase\":\"action\",\"turn\":1,\"vars\":{\"impulse\":\"18TC\",\"played\":\"LAH "
                "DR TK 2TC 2GTC 9GAD 31TC\",\"artillery\":0}," UNITS(
                    GUNS(ART1) "," GUNS("de.dr.art-1") "," UM(PGB, "1515", "suppressed") "," U(
                        "ru.18tc.t4r-110", "1516") "," U("ru.18tc.t70-110", "1516")),
          "6 6");
  acts(
      t, R,
      "choose ru.18tc.t4r-110; stop ru.18tc.t4r-110; choose ru.18tc.t70-110; stop ru.18tc.t70-110");
  acts(t, R, "enter ru.18tc.t4r-110 1515; enter ru.18tc.t70-110 1515; fight");
  refused(t, G, "fire de.dr.art-1 ru.18tc.t4r-110", "13.3b"); /* not its division */
  /* 11.2d: allowed though the defender is suppressed; danger close first */
  act(t, G, "fire " ART1 " ru.18tc.t4r-110");
  rolled(t, "13.4", "6");
  happened(t, "11.1a", "entered"); /* nobody was asked again for the second attacker */
  marked(t, ART1, "used");
  clear_away(t);
}

static void r13_3d_first_use_again(void **s) {
  (void)s;
  struct table *t =
      lay(GAME,
          PLAIN "\"phase\":\"recovery\",\"turn\":1," UNITS(
              "{\"unit\":\"" ART1 "\",\"box\":\"guns.used\"}," U(PG, "0101") "," U(MR, "2020")),
          "=LAH");
  told(t, "13.3d", "first-use");
  unmarked(t, ART1, "used");
  stands(t, ART1, "guns.first", 1);
  clear_away(t);
  /* no sight, no shot; a suppressed unit may observe */
  t = lay(GAME, PLAIN IMPULSE("LAH") UNITS(GUNS(ART1) "," U(PG, "0101") "," U(MR, "2020")), "");
  refused(t, G, "choose " ART1, "13.3a");
  clear_away(t);
  t = lay(GAME,
          PLAIN IMPULSE("LAH") UNITS(
              GUNS(ART1) "," UM(PG, "0101", "suppressed") "," U(MR, "0104") "," U(T4R, "0708")),
          "");
  act(t, G, "choose " ART1);
  offered(t, G, "fire " ART1 " " MR, "13.3a");
  refused(t, G, "fire " ART1 " " T4R, "13.3a");
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(r5_visibility),
      cmocka_unit_test(r12_placing),
      cmocka_unit_test(r12_2a_scatter),
      cmocka_unit_test(r12_2b_victims),
      cmocka_unit_test(r12_1b_anywhere),
      cmocka_unit_test(r4_1c_cup),
      cmocka_unit_test(r4_1c_after_the_ninth_chit),
      cmocka_unit_test(r13_2a_bombardment),
      cmocka_unit_test(r13_2b_into_the_cup),
      cmocka_unit_test(r13_2c_support),
      cmocka_unit_test(r13_4_danger_close),
      cmocka_unit_test(r13_4_a_crowd_of_friends),
      cmocka_unit_test(r13_3_risks),
      cmocka_unit_test(r13_3b_once_in_a_close_combat),
      cmocka_unit_test(r13_3d_first_use_again),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
