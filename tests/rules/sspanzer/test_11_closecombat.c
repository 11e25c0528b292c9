/* test_11_closecombat.c - rule 11: entering, entry fire, rounds, support. */
#include "table.h"

/* One attacker next to a defender; the attacker does nothing and enters. */
static struct table *charge(const char *units, const char *dice, const char *enter) {
  char pos[1400];
  snprintf(pos, sizeof pos, PLAIN IMPULSE("LAH") UNITS("%s" IDLE_G), units);
  struct table *t = lay(GAME, pos, dice);
  act(t, G, "end");
  acts(t, G, enter);
  act(t, G, "fight");
  return t;
}

/* T18 */
static void r11_2_entry_fire(void **s) {
  (void)s;
  struct table *t = charge(U(PG, "1010") "," U(T34, "1011"), "2 4", "enter " PG " 1011");
  offered(t, R, "fire " T34 " " PG, "11.2a");
  card(t, R, "9.5", "1 x 1-2"); /* one die with S 2 */
  act(t, R, "fire " T34 " " PG);
  happened(t, "11.2a", "fire");
  happened(t, "11.2c", "thrown-back");
  stands(t, PG, "1010", 2); /* it stays where it was; there is no close combat */
  unmarked(t, T34, "suppressed");
  clear_away(t);
  t = charge(U(PZ4, "1010") "," U(T34, "1011"), "4 6 6 6 6", "enter " PZ4 " 1011");
  card(t, R, "9.5", "1 x 1-3"); /* 7 against 5 */
  act(t, R, "fire " T34 " " PZ4);
  happened(t, "11.1a", "entered");
  stands(t, PZ4, "1011", 2);
  leave_dice(t);
  clear_away(t);
}

static void r11_2b_where_the_enterer_stands(void **s) {
  (void)s;
  /* the attacker comes out of woods: +1 */
  char units[] = U(PZ4, "1010") "," U(T34, "1011");
  char pos[900];
  snprintf(pos, sizeof pos, PLAIN IMPULSE("LAH") GROUND(HEX("1010", "woods")) UNITS("%s" IDLE_G),
           units);
  struct table *t = lay(GAME, pos, "");
  acts(t, G, "end; enter " PZ4 " 1011; fight");
  card(t, R, "9.6c", "1 x 1-2");
  clear_away(t);
  /* over the berm: entry is allowed, entry fire is not (T26) */
  t = lay(GAME,
          PLAIN IMPULSE("LAH") GROUND(SIDE("1010", "1011", "berm"))
              UNITS(U(PZ4, "1010") "," U(T34, "1011") IDLE_G),
          "");
  acts(t, G, "end; enter " PZ4 " 1011; fight");
  offered(t, G, "fire " PZ4 " " T34, "11.3a"); /* the round has begun */
  clear_away(t);
  /* one that cannot fire there has none: riflemen at a tank, a suppressed unit */
  t = lay(GAME,
          PLAIN IMPULSE("LAH") UNITS(U(PZ4, "1010") "," U(T4R, "1011") "," U(MR, "1011") "," U(
              PG, "1515") "," U(T4RB, "1516") "," UM(MRB, "1516", "suppressed") IDLE_G),
          "");
  acts(t, G, "end; enter " PZ4 " 1011; enter " PG " 1516; fight; resolve 1011");
  refused(t, R, "fire " MR " " PZ4, "11.2b");
  refused(t, R, "fire " T4RB " " PZ4, "11.2a"); /* not in that hex */
  act(t, R, "pass");
  acts(t, G, "pass");
  act(t, R, "pass");
  refused(t, R, "fire " MRB " " PG, "9.1d");
  clear_away(t);
  /* a suppressed or a static defender has none */
  t = lay(GAME,
          PLAIN IMPULSE("LAH") UNITS(U(PZ4, "1010") "," UM(T4R, "1011", "suppressed") "," STATIC(
              "x", "1011", "s3") IDLE_G),
          "");
  acts(t, G, "end; enter " PZ4 " 1011");
  act(t, G, "fight");
  happened(t, "9.8c", "recovered"); /* going into close combat ends suppression */
  happened(t, "2.10b", "revealed");
  clear_away(t);
}

static void r11_1_who_may_enter(void **s) {
  (void)s;
  struct table *t = lay(
      GAME,
      PLAIN IMPULSE("LAH") UNITS(U(PZ4, "1010") "," U(PZ4B, "1010") "," U(PG, "1010") "," UM(
          PGB, "1010",
          "suppressed") "," U(STG, "1212") "," U("de.lah.stg-2",
                                                 "0909") "," U(T34,
                                                               "1011") "," U(MR,
                                                                             "1213") "," U("de.lah."
                                                                                           "stg-3",
                                                                                           "0707")
                                     IDLE_G),
      "6 6 6");
  acts(t, G, "choose " PZ4 "; fire " PZ4 " " T34);
  acts(t, G, "choose de.lah.stg-3; face de.lah.stg-3 0707/0708");
  act(t, G, "end");
  refused(t, G, "enter " PZ4 " 1011", "4.2c");       /* it has fired */
  refused(t, G, "enter " PGB " 1011", "9.8a");       /* suppressed */
  refused(t, G, "enter de.lah.stg-2 1011", "11.1a"); /* not adjacent */
  refused(t, G, "enter " T34 " 1010", "11.1a");      /* not of the formation */
  refused(t, G, "enter " PZ4B " 1009", "11.1a");     /* nobody there */
  refused(t, G, "resolve 1011", "11.1b");            /* all are declared first */
  refused(t, G, "choose " PZ4B, "4.1f");
  act(t, G, "enter " PZ4B " 1011");
  happened(t, "11.1b", "declared");
  refused(t, G, "enter " PZ4B " 1011", "11.1b");
  act(t, G, "enter " STG " 1213");
  act(t, G, "fight");
  refused(t, G, "enter " PG " 1011", "11.1b"); /* too late */
  offered(t, G, "resolve 1213", "11.1b");
  offered(t, G, "resolve 1011", "11.1b");
  owed(t, G, "11.3b", "close combat in 1011");
  clear_away(t);
}

static void r4_2d_kill_zone_builders_stay(void **s) {
  (void)s;
  struct table *t = lay(
      GAME, PLAIN IMPULSE("LAH") UNITS(U(PZ4, "1010") "," U(PG, "0912") "," U(MR, "1012") IDLE_G),
      "");
  acts(t, G, "choose " PZ4 "; face " PZ4 " 1010/1011");
  act(t, G, "end");
  refused(t, G, "enter " PZ4 " 1012", "11.1a");
  clear_away(t);
  t = lay(GAME,
          PLAIN IMPULSE("LAH") GROUND(SIDE("1010", "1011", "river.major"))
              UNITS(U(PZ4, "1010") "," U(PG, "1110") "," U(MR, "1011") IDLE_G),
          "");
  act(t, G, "end");
  refused(t, G, "enter " PZ4 " 1011", "8.3f"); /* not over the Psel */
  clear_away(t);
}

static void r6_1a_attackers_within_limits(void **s) {
  (void)s;
  struct table *t = lay(GAME,
                        PLAIN IMPULSE("29TC") UNITS(U(T4R, "1010") "," U(T4RB, "1010") "," U(
                            MR, "0911") "," U(PG, "1011") "," STATIC("x", "1012", "s4") IDLE_R),
                        "");
  acts(t, R, "end; enter " T4R " 1011; enter " T4RB " 1011");
  refused(t, R, "enter x 1011", "2.10a"); /* static infantry never enters */
  refused(t, R, "enter " MR " 1011", "6.1a");
  clear_away(t);
}

static void r6_1a_formations_do_not_mix(void **s) {
  (void)s;
  struct table *t = lay(
      GAME,
      PLAIN IMPULSE("29TC") UNITS(U(T4R, "1010") "," U("ru.18tc.t4r-110", "1011") "," U(
          PG, "1011") "," U(MR, "1414") "," U(PGB, "1415") "," STATIC("x", "1415", "s4") IDLE_R),
      "");
  act(t, R, "end");
  refused(t, R, "enter " T4R " 1011", "6.1a"); /* 18 Tank Corps fights there */
  offered(t, R, "enter " MR " 1415", "11.1a"); /* static infantry is of any formation */
  clear_away(t);
}

/* T19: two firers' single hits do not add up; one firer's two take a step; the answer is at full
 * strength. */
#define MELEE U(PZ4, "1011") "," U(PG, "1011") "," U(MR, "1011")
static void r11_3_rounds(void **s) {
  (void)s;
  struct table *t =
      lay(GAME, PLAIN IMPULSE("LAH") UNITS(MELEE "," U(T4R, "1013") IDLE_G), "1 6 1 6 6 6");
  act(t, G, "end");                            /* the close combat goes on by itself (11.3b) */
  refused(t, G, "fire " PZ4 " " T4R, "11.3c"); /* not in this hex */
  offered(t, G, "pass", "11.3b");
  act(t, G, "fire " PZ4 " " MR);
  happened(t, "11.3a", "close-combat");
  never(t, "suppressed");
  refused(t, G, "fire " PZ4 " " MR, "11.4b"); /* one shot each */
  act(t, G, "fire " PG " " MR);
  act(t, R, "fire " MR " " PG);
  stands(t, MR, "1011", 2);
  unmarked(t, MR, "suppressed");
  clear_away(t);
  t = lay(GAME, PLAIN IMPULSE("LAH") UNITS(MELEE IDLE_G), "1 3 2 2");
  act(t, G, "end");
  act(t, G, "fire " PG " " MR); /* two hits */
  stands(t, MR, "1011", 2);     /* not yet */
  act(t, G, "pass");
  card(t, R, "9.2a", "3"); /* still its front */
  act(t, R, "fire " MR " " PG);
  happened(t, "11.3a", "loss");
  stands(t, MR, "1011", 1);
  unmarked(t, MR, "suppressed");
  stands(t, PG, "1011", 1);
  clear_away(t);
}

static void r11_3_shut_off(void **s) {
  (void)s;
  struct table *t =
      lay(GAME,
          PLAIN IMPULSE("LAH") UNITS(U(PZ4, "1011") "," U(MR, "1011") "," U(PZ4B, "1013") "," U(
              T4R, "1010") "," U(TIG, "1112") "," U(PG, "1009") IDLE_G),
          "");
  act(t, G, "choose " PZ4B);
  refused(t, G, "fire " PZ4B " " MR, "11.3c"); /* nobody fires in */
  act(t, G, "stop " PZ4B);
  act(t, G, "choose " PZ4);
  refused(t, G, "fire " PZ4 " " T4R, "11.3c"); /* nor out */
  refused(t, G, "face " PZ4 " 1011/1012", "11.3d");
  offered(t, G, "step " PZ4 " 1012", "4.2a"); /* but it may move out */
  act(t, G, "stop " PZ4);
  act(t, G, "end");
  refused(t, G, "enter " PZ4 " 1010", "11.1b"); /* not into another */
  clear_away(t);
  /* surrounded: nowhere to go */
  t = lay(GAME,
          "\"map\":\"plain:1x2\"," IMPULSE("LAH")
              UNITS(U(PZ4, "0101") "," U(MR, "0101") "," U(T4R, "0102")),
          "");
  refused(t, G, "choose " PZ4, "11.3d");
  clear_away(t);
}

static void r11_3e_no_ranges(void **s) {
  (void)s;
  /* a T-70 (gun 4) against a Tiger (8), riflemen's (3) gun against a tank: both may, at +1; no gun
   * at all may not */
  struct table *t =
      lay(GAME,
          PLAIN IMPULSE("29TC")
              UNITS(U("ru.29tc.t70-25", "1011") "," U(MR, "1011") "," U(TIG, "1011") IDLE_R),
          "");
  act(t, R, "end");
  offered(t, R, "fire " MR " " TIG, "11.3e");
  offered(t, R, "fire ru.29tc.t70-25 " TIG, "11.3e");
  clear_away(t);
  t = lay(GAME,
          PLAIN IMPULSE("29TC") UNITS(U(SAC, "1011") "," U(MR, "1011") "," U(TIG, "1011") IDLE_R),
          "");
  act(t, R, "end");
  refused(t, R, "fire " SAC " " TIG, "9.2b");
  refused(t, R, "fire " TIG " " MR, "11.3a");
  clear_away(t);
  /* a gun in parentheses only fires at vehicles here, also at one it could pierce */
  t = lay(GAME, PLAIN IMPULSE("LAH") UNITS(U(PG, "1011") "," U("ru.29tc.t70-25", "1011") IDLE_G),
          "");
  act(t, G, "end");
  offered(t, G, "fire " PG " ru.29tc.t70-25", "11.3e");
  clear_away(t);
  t = lay(GAME, PLAIN IMPULSE("LAH") UNITS(U(PZ4, "1011") "," U(T4R, "1011") IDLE_G), "");
  act(t, G, "end");
  offered(t, G, "fire " PZ4 " " T4R, "11.3a");
  clear_away(t);
  /* the asterisk: +1 in close combat, whatever the target */
  t = lay(GAME, PLAIN IMPULSE("LAH") UNITS(U(STG, "1011") "," U(T4R, "1011") IDLE_G), "");
  act(t, G, "end");
  card(t, G, "9.6c", "2 x 1-2");
  clear_away(t);
}

static const char *column(struct table *t, const char *side, const char *action) {
  ask(t, "{\"cmd\":\"odds\",\"side\":\"%s\",\"actions\":[\"%s\"]}", side, action);
  return text_of(t->last, "card.column");
}

/* T07, the rulebook's example of 11.4 and what follows from it. */
static void r11_4a_support(void **s) {
  (void)s;
  struct table *t =
      lay(GAME,
          PLAIN IMPULSE("LAH")
              UNITS(U(PZ4, "1011") "," U(PZ4B, "1011") "," U(PG, "1011") "," U(MR, "1011") IDLE_G),
          "");
  act(t, G, "end");
  refused(t, G, "fire " PZ4 " " MR, "11.4a"); /* first the pairs */
  refused(t, G, "support " PG, "11.4a");
  offered(t, G, "support " PZ4B, "11.4a");
  act(t, G, "support " PZ4B);
  happened(t, "11.4a", "supported");
  assert_string_equal(column(t, G, "fire " PZ4 " " MR), "2 x 1");
  assert_string_equal(column(t, G, "fire " PZ4B " " MR), "2 x 1-3");
  clear_away(t);
  t = lay(GAME,
          PLAIN IMPULSE("LAH") UNITS(U(PZ4, "1011") "," U(PZ4B, "1011") "," U(PG, "1011") "," U(
              PGB, "1011") "," U(MR, "1011") IDLE_G),
          "");
  act(t, G, "end");
  /* infantry enough: no question */
  assert_string_equal(column(t, G, "fire " PZ4 " " MR), "2 x 1-3");
  assert_string_equal(column(t, G, "fire " PZ4B " " MR), "2 x 1-3");
  clear_away(t);
  t = lay(GAME,
          PLAIN IMPULSE("LAH")
              UNITS(U(PZ4, "1011") "," U(PZ4B, "1011") "," U(PIO, "1011") "," U(MR, "1011") IDLE_G),
          "");
  act(t, G, "end");
  assert_string_equal(column(t, G, "fire " PZ4 " " MR), "2 x 1"); /* pioneers are no infantry */
  card(t, G, "9.5", "2 x 1-4");                                   /* the pioneers themselves: 4 */
  clear_away(t);
  static const struct {
    const char *unit, *column;
  } soviet[] = {{U("ru.29tc.t70-25", "1011"), "2 x 1"},
                {U(T4R, "1011"), "2 x 1-3"},
                {U1(T4R, "1011"), "2 x 1"}};
  for (int i = 0; i < 3; i++) {
    char pos[700];
    snprintf(pos, sizeof pos, PLAIN IMPULSE("29TC") UNITS("%s," U(PG, "1011") IDLE_R),
             soviet[i].unit);
    t = lay(GAME, pos, i != 1 ? "6 6" : "");
    act(t, R, "end");
    assert_string_equal(column(t, R, i ? "fire " T4R " " PG : "fire ru.29tc.t70-25 " PG),
                        soviet[i].column);
    if (i != 1) {
      act(t, R, i ? "fire " T4R " " PG : "fire ru.29tc.t70-25 " PG);
      card(t, R, "11.4a", "1");
    }
    clear_away(t);
  }
}

static void r11_4b_one_shot_at_either(void **s) {
  (void)s;
  struct table *t =
      lay(GAME,
          PLAIN IMPULSE("LAH")
              UNITS(U(PZ4, "1011") "," U(PG, "1011") "," U(MR, "1011") "," U(T4R, "1011") IDLE_G),
          "6 6");
  act(t, G, "end");
  offered(t, G, "fire " PZ4 " " MR, "11.3a");
  offered(t, G, "fire " PZ4 " " T4R, "11.3a");
  act(t, G, "fire " PZ4 " " T4R);
  refused(t, G, "fire " PZ4 " " MR, "11.4b");
  clear_away(t);
}

/* 10.2c: entered from behind. */
static void r10_2c_from_behind(void **s) {
  (void)s;
  struct table *t =
      lay(GAME,
          PLAIN IMPULSE("29TC")
              UNITS(U(T4R, "1010") "," U(T4RB, "0912") "," KZ(PG, "1011", "0") IDLE_R),
          "6 6");
  /* from the south, the kill zone looks north: no entry fire */
  acts(t, R, "end; enter " T4R " 1011; fight");
  happened(t, "10.2c", "from-behind");
  happened(t, "10.1b", "killzone-gone");
  act(t, R, "fire " T4R " " PG);
  /* the German does not fire in this round: the turn is over */
  ask(t, "{\"cmd\":\"result\"}");
  assert_string_equal(text_of(t->last, "result.winner"), "draw");
  clear_away(t);
  t = lay(GAME,
          PLAIN IMPULSE("29TC")
              UNITS(U(T4R, "1010") "," KZ(PZ4, "1011", "0") "," U(PG, "1011") IDLE_R),
          "6 6");
  acts(t, R, "end; enter " T4R " 1011; fight");
  act(t, R, "pass");
  refused(t, G, "fire " PZ4 " " T4R, "10.2c");
  act(t, G, "fire " PG " " T4R); /* the other one fights */
  happened(t, "11.3a", "close-combat");
  clear_away(t);
  /* from the front: entry fire with four dice, and it fights in the round */
  t = lay(GAME, PLAIN IMPULSE("29TC") UNITS(U(T4R, "1012") "," KZ(PZ4, "1011", "0") IDLE_R),
          "6 6 6 6");
  acts(t, R, "end; enter " T4R " 1011; fight");
  act(t, G, "fire " PZ4 " " T4R);
  card(t, G, "10.1c", "4 x 1-3");
  act(t, R, "pass");
  offered(t, G, "fire " PZ4 " " T4R, "11.3a");
  clear_away(t);
}

static void r11_2a_none_into_one_that_goes_on(void **s) {
  (void)s;
  struct table *t = lay(
      GAME,
      PLAIN IMPULSE("LAH") UNITS(U(PZ4, "1011") "," U(PZ4B, "1010") "," U(T4R, "1011") IDLE_G), "");
  acts(t, G, "end; enter " PZ4B " 1011");
  act(t, G, "fight");
  happened(t, "11.1a", "entered"); /* at once */
  offered(t, G, "fire " PZ4B " " T4R, "11.3a");
  clear_away(t);
}

static void r2_10_static_infantry(void **s) {
  (void)s;
  struct table *t =
      lay(GAME, PLAIN IMPULSE("LAH") UNITS(U(PG, "1010") "," STATIC("x", "1011", "s5") IDLE_G),
          "6 6 6 6");
  marked(t, "x", "untried");
  acts(t, G, "end; enter " PG " 1011");
  act(t, G, "fight");
  happened(t, "2.10b", "revealed");
  marked(t, "x", "tried");
  act(t, G, "fire " PG " x");
  act(t, R, "fire x " PG); /* it fights in close combat: S 3 */
  card(t, R, "9.2a", "3");
  clear_away(t);
  t = lay(GAME,
          PLAIN IMPULSE("LAH")
              UNITS(U(PG, "1010") "," STATIC("x", "1011", "s1") "," U(PZ4, "1010") IDLE_G),
          "");
  /* gun 0: it cannot fire at the tank, so nobody asks it */
  acts(t, G, "end; enter " PZ4 " 1011; fight; pass");
  result(t, "draw", "L.2");
  clear_away(t);
}

/* It cannot fire at vehicles with gun 0; destroyed untried it leaves unrevealed. */
static void r2_10a_untried_and_gone(void **s) {
  (void)s;
  struct table *t =
      lay(GAME, PLAIN IMPULSE("LAH") UNITS(U(PG, "1010") "," STATIC("x", "1011", "s5") IDLE_G),
          "1 1 6");
  acts(t, G, "choose " PG "; fire " PG " x");
  happened(t, "2.9a", "eliminated");
  never(t, "revealed");
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(r11_2_entry_fire),
      cmocka_unit_test(r11_2b_where_the_enterer_stands),
      cmocka_unit_test(r11_1_who_may_enter),
      cmocka_unit_test(r4_2d_kill_zone_builders_stay),
      cmocka_unit_test(r6_1a_attackers_within_limits),
      cmocka_unit_test(r6_1a_formations_do_not_mix),
      cmocka_unit_test(r11_3_rounds),
      cmocka_unit_test(r11_3_shut_off),
      cmocka_unit_test(r11_3e_no_ranges),
      cmocka_unit_test(r11_4a_support),
      cmocka_unit_test(r11_4b_one_shot_at_either),
      cmocka_unit_test(r10_2c_from_behind),
      cmocka_unit_test(r11_2a_none_into_one_that_goes_on),
      cmocka_unit_test(r2_10_static_infantry),
      cmocka_unit_test(r2_10a_untried_and_gone),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
