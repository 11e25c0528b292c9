/* test_11_entries_and_rounds.c - rules 10 and 11 in detail: members of a crossfire, entries,
 * rounds, support. */
#include "table.h"

static void r10_3_members_have_fired(void **s) {
  (void)s;
  struct table *t = lay(GAME,
                        PLAIN IMPULSE("29TC") UNITS(KZ(PZ4, "1011", "3") "," KZ(
                            PZ4B, "1009", "0") "," U(STG, "0910") "," U(T4R, "1211") IDLE_R),
                        "6 6 6 6 6 6 6 6 6");
  acts(t, R, "choose " T4R "; step " T4R " 1110");
  act(t, G, "pass");
  act(t, R, "step " T4R " 1010");
  act(t, G, "pass");
  acts(t, G, "crossfire " T4R "; add " PZ4 "; add " PZ4B "; commit");
  refused(t, G, "fire " PZ4 " " T4R, "7.2c");
  refused(t, G, "fire " PZ4B " " T4R, "7.2c");
  refused(t, G, "crossfire " T4R, "10.3a");
  /* 10.3c: others fire by themselves, without its modifier */
  offered(t, G, "fire " STG " " T4R, "7.2a");
  act(t, G, "fire " STG " " T4R);
  ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
  assert_string_equal(text_of(t->last, "view.to_move[0]"), R);
  clear_away(t);
  /* in the impulse: who has acted is no member, and members may not act again */
  t = lay(GAME,
          PLAIN IMPULSE("LAH") UNITS(KZ(PZ4, "1012", "3") "," KZ(PZ4B, "1008", "0") "," KZ(
              STG, "0811", "4") "," U(T34, "1010") IDLE_G),
          "");
  acts(t, G, "choose " PZ4 "; stop " PZ4);
  refused(t, G, "crossfire " T34, "10.3a");
  clear_away(t);
  t = lay(GAME,
          PLAIN IMPULSE("LAH")
              UNITS(KZ(PZ4, "1012", "3") "," KZ(PZ4B, "1008", "0") "," U(T34, "1010") IDLE_G),
          "6 6 6 6 6 6 6 6");
  acts(t, G, "crossfire " T34 "; add " PZ4 "; add " PZ4B "; commit");
  marked(t, PZ4, "acted");
  marked(t, PZ4, "fired");
  unmarked(t, PZ4B, "suppressed");
  refused(t, G, "choose " PZ4B, "4.1f");
  act(t, G, "end");
  unmarked(t, PZ4, "acted"); /* all that was of the impulse is gone */
  unmarked(t, PZ4, "fired");
  clear_away(t);
}

/* 11.3b: a round at the end of the impulse of either side's formation, not of a third's; static
 * units alone start none. */
static void r11_3b_whose_impulse(void **s) {
  (void)s;
  struct table *t = lay(
      BIG,
      PLAIN
      "\"phase\":\"action\",\"turn\":1,\"vars\":{\"impulse\":\"DR\",\"played\":\"LAH TK 18TC 2GTC "
      "2TC 31TC 9GAD\",\"artillery\":0}," UNITS(U("de.dr.pz4-5", "0101") "," U(PG, "1010") "," U(
          MR, "1010") "," U(PGB, "1515") "," STATIC("x", "1515", "s4") "," U(T4R, "1818")),
      "=29TC =LAH");
  act(t, G, "end");
  never(t, "close-combat");
  act(t, R, "end");
  offered(t, R, "fire " MR " " PG, "11.3a"); /* in 1010, but not in 1515 */
  act(t, R, "pass");
  act(t, G, "pass");
  happened(t, "4.1g", "recovery");
  marked(t, "x", "untried");
  clear_away(t);
}

/* 10.2c: told once, however many come from behind; one thrown back does not count. */
static void r10_2c_once(void **s) {
  (void)s;
  struct table *t =
      lay(GAME,
          PLAIN IMPULSE("29TC")
              UNITS(U(T4R, "1010") "," U(T4RB, "1010") "," KZ(PZ4, "1011", "0") IDLE_R),
          "");
  acts(t, R, "end; enter " T4R " 1011; enter " T4RB " 1011");
  act(t, R, "fight");
  assert_int_equal(events_of(t, "from-behind"), 1);
  clear_away(t);
  t = lay(GAME,
          PLAIN IMPULSE("29TC") UNITS(U(T4R, "1010") "," U(T4RB, "1012") "," KZ(
              PZ4, "1011", "0") "," U(PZ4B, "1011") IDLE_R),
          "1 6 6 6 6");
  acts(t, R, "end; enter " T4R " 1011; enter " T4RB " 1011; fight");
  act(t, G, "fire " PZ4B " " T4R); /* thrown back from behind the kill zone */
  acts(t, G, "fire " PZ4 " " T4RB);
  act(t, G, "pass");
  happened(t, "11.2c", "thrown-back");
  never(t, "from-behind");
  act(t, R, "pass");
  offered(t, G, "fire " PZ4 " " T4RB, "11.3a");
  clear_away(t);
}

/* 11.4a: who is paired; vehicles of the other side alone ask no question, and support lasts one
 * round. */
static void r11_4a_when_it_is_asked(void **s) {
  (void)s;
  struct table *t =
      lay(GAME,
          PLAIN IMPULSE("LAH")
              UNITS(U(PZ4, "1011") "," U(PZ4B, "1011") "," U(PG, "1011") "," U(T4R, "1011") IDLE_G),
          "");
  act(t, G, "end");
  offered(t, G, "fire " PZ4 " " T4R, "11.3a"); /* nothing soft to fire at: no question */
  clear_away(t);
  t = lay(BIG,
          PLAIN "\"phase\":\"action\",\"turn\":1,\"vars\":{\"impulse\":\"LAH\",\"played\":\"DR TK "
                "18TC 2GTC 2TC 31TC 9GAD\",\"artillery\":0}," UNITS(
                    U(PZ4, "1011") "," U(PZ4B, "1011") "," U(PG, "1011") "," U(MR, "1011") IDLE_G),
          "=29TC");
  act(t, G, "end");
  refused(t, G, "pass", "11.4a"); /* the pairs first */
  act(t, G, "support " PZ4);
  act(t, G, "pass");
  act(t, R, "pass");
  act(t, R, "end"); /* 29TC's impulse: another round, and the question again */
  offered(t, G, "support " PZ4, "11.4a");
  clear_away(t);
  /* the second side is asked about its own */
  t = lay(GAME,
          PLAIN IMPULSE("LAH")
              UNITS(U(PG, "1011") "," U("ru.29tc.t70-25", "1011") "," U(MR, "1011") IDLE_G),
          "");
  act(t, G, "end");
  act(t, G, "pass");
  ask(t, "{\"cmd\":\"odds\",\"side\":\"soviet\",\"actions\":[\"fire ru.29tc.t70-25 " PG "\"]}");
  /* paired with the riflemen: its printed (2) */
  assert_string_equal(text_of(t->last, "card.column"), "2 x 1-2");
  clear_away(t);
}

/* 11.3c: artillery does not fire into a close combat, but who fights there still observes for it.
 */
static void r11_3c_observers_in_close_combat(void **s) {
  (void)s;
  struct table *t = lay(GAME,
                        PLAIN "\"phase\":\"bombardment\",\"turn\":1," UNITS(
                            U(PG, "1010") "," U(MR, "1010") "," U(PGB, "1012")),
                        NULL);
  offered(t, R, "lay " PGB, "13.2a"); /* seen by the riflemen in 1010 */
  refused(t, R, "lay " PG, "11.3c");
  clear_away(t);
  t = lay(GAME,
          PLAIN IMPULSE("LAH")
              UNITS(GUNS(ART1) "," U(PG, "1010") "," U(MR, "1010") "," U(MRB, "1012") IDLE_G),
          "");
  act(t, G, "choose " ART1);
  offered(t, G, "fire " ART1 " " MRB, "13.3a");
  refused(t, G, "fire " ART1 " " MR, "11.3c");
  clear_away(t);
}

/* 12.2c: suppressed by an aircraft in a close combat: it neither leaves nor fires at one that does,
 * until the next round. */
static void r12_2c_suppressed_in_close_combat(void **s) {
  (void)s;
  struct table *t = lay(
      GAME,
      PLAIN "\"phase\":\"action\",\"turn\":2,\"vars\":{\"played\":\"29TC\",\"artillery\":0}," UNITS(
          U(PG, "1010") "," U(PZ4, "1010") "," U(MR, "1010") IDLE_G),
      "=AIR 4 4 1 5 1 6 =LAH");
  act(t, R, "put 1010"); /* the third of three: the Soviet's own riflemen */
  marked(t, MR, "suppressed");
  acts(t, G, "choose " PZ4);
  act(t, G, "step " PZ4 " 1009");
  never(t, "fire");
  offered(t, G, "stop " PZ4, "4.2a"); /* nobody was asked */
  acts(t, G, "stop " PZ4 "; end");
  act(t, G, "fight"); /* the tanks do not go back in; the round is fought */
  happened(t, "9.8c", "recovered");
  clear_away(t);
  t = lay(GAME, PLAIN IMPULSE("LAH") UNITS(UM(PG, "1010", "suppressed") "," U(MR, "1010") IDLE_G),
          "");
  refused(t, G, "choose " PG, "11.3d"); /* no recovering there either */
  clear_away(t);
}

/* 11.1b: entering is no movement: nobody's zone fires at it, only the defenders of the hex. */
static void r11_1b_entry_is_not_movement(void **s) {
  (void)s;
  struct table *t =
      lay(GAME,
          PLAIN IMPULSE("LAH")
              UNITS(U(PZ4, "1010") "," STATIC("x", "1011", "s1") "," U(T4R, "1110") IDLE_G),
          "");
  acts(t, G, "end; enter " PZ4 " 1011");
  act(t, G, "fight");
  happened(t, "11.1a", "entered"); /* past the tanks in 1110 */
  never(t, "fire");
  clear_away(t);
}

/* 11.3d: who begins its action in a close combat moves out and does nothing else. */
static void r11_3d_leaving_is_all(void **s) {
  (void)s;
  struct table *t =
      lay(GAME,
          PLAIN IMPULSE("LAH") UNITS(JOIN(U(PZ4, "1010"), UM(MR, "1010", "suppressed"),
                                          U(T4R, "1007"), U(PZ4B, "1510"), U(T4RB, "1507")) IDLE_G),
          "");
  acts(t, G, "choose " PZ4 "; step " PZ4 " 1009");
  not_offered(t, G, "fire " PZ4 " " T4R);
  refused(t, G, "fire " PZ4 " " T4R, "11.3d");
  act(t, G, "stop " PZ4);
  acts(t, G, "choose " PZ4B "; step " PZ4B " 1509"); /* from elsewhere it may */
  offered(t, G, "fire " PZ4B " " T4RB, "4.2c");
  clear_away(t);
}

/* 11.3d: a suppressed unit in a close combat is told that, not that there is no way out. */
static void r11_3d_suppressed(void **s) {
  (void)s;
  struct table *t = lay(
      GAME, PLAIN IMPULSE("LAH") UNITS(JOIN(UM(PZ4, "1010", "suppressed"), U(MR, "1010")) IDLE_G),
      "");
  refused(t, G, "choose " PZ4, "11.3d");
  ask(t, "{\"cmd\":\"why\",\"side\":\"german\",\"action\":\"choose " PZ4 "\"}");
  assert_non_null(strstr(text_of(t->last, "error.text"), "but it is suppressed"));
  clear_away(t);
}

/* Each part of an impulse ends with a word of its own: a word said twice ends nothing more. */
static void r11_1b_one_word_one_end(void **s) {
  (void)s;
  struct table *t = lay(GAME, PLAIN IMPULSE("LAH") UNITS(JOIN(U(PG, "1010"), U(MR, "1011"))), "");
  refused(t, G, "done", "4.1f");
  refused(t, G, "fight", "4.1f");
  refused(t, G, "enter " PG " 1011", "11.1a");
  acts(t, G, "choose " PG "; stop " PG); /* the last unit: the actions end by themselves */
  refused(t, G, "end", "4.1f");
  refused(t, G, "done", "11.1b");
  offered(t, G, "enter " PG " 1011", "11.1a");
  clear_away(t);
}

/* 11.4a: infantry is given out one by one, to different units in this close combat. */
static void r11_4a_one_by_one(void **s) {
  (void)s;
  struct table *t =
      lay(GAME,
          PLAIN "\"unchecked\":true," IMPULSE("29TC")
              UNITS(JOIN(U(PZ4, "1011"), U(PZ4B, "1011"), U(PZ4C, "1011"), U(PG, "1011"),
                         U(PGB, "1011"), U(MR, "1011"), U(STG, "1414")) IDLE_R),
          "");
  act(t, R, "end");
  refused(t, G, "support " STG, "11.4a"); /* it is elsewhere */
  act(t, G, "support " PZ4);
  refused(t, G, "support " PZ4, "11.4a"); /* it has its infantry */
  not_offered(t, G, "support " PZ4);
  offered(t, G, "support " PZ4C, "11.4a");
  act(t, G, "support " PZ4C);
  not_offered(t, G, "support " PZ4B); /* all infantry is given out */
  clear_away(t);
}

/* 2.10b: a static unit is revealed once, not again in the next round. */
static void r2_10b_revealed_once(void **s) {
  (void)s;
  struct table *t =
      lay(BIG,
          PLAIN "\"phase\":\"action\",\"turn\":1,\"vars\":{\"impulse\":\"LAH\",\"played\":\"DR TK "
                "18TC 2GTC 2TC 31TC 9GAD\",\"artillery\":0}," UNITS(
                    JOIN(U(PG, "1011"), STATIC("x", "1011", "s5"), U(MR, "1011")) IDLE_G),
          "=29TC");
  act(t, G, "end");
  happened(t, "2.10b", "revealed");
  act(t, G, "pass");
  act(t, R, "pass");
  act(t, R, "end"); /* the impulse of 29TC brings another round */
  never(t, "revealed");
  offered(t, R, "fire x " PG, "11.3e");
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(r10_3_members_have_fired),
      cmocka_unit_test(r11_3b_whose_impulse),
      cmocka_unit_test(r10_2c_once),
      cmocka_unit_test(r11_4a_when_it_is_asked),
      cmocka_unit_test(r11_3c_observers_in_close_combat),
      cmocka_unit_test(r12_2c_suppressed_in_close_combat),
      cmocka_unit_test(r11_1b_entry_is_not_movement),
      cmocka_unit_test(r11_3d_leaving_is_all),
      cmocka_unit_test(r11_3d_suppressed),
      cmocka_unit_test(r11_1b_one_word_one_end),
      cmocka_unit_test(r11_4a_one_by_one),
      cmocka_unit_test(r2_10b_revealed_once),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
