/* test_03_turns.c - what a turn leaves behind for the next: marks, calls and reactions that end,
 * and those that stay. */
#include "table.h"

#define STAV(n, kind, form)                                                                        \
  "{\"name\":\"" n "\",\"side\":\"soviet\",\"kind\":\"" kind "\",\"formation\":\"" form            \
  "\",\"box\":\"reserve.stavka\"}"

/* 6.re.2, 6.re.4: the same zone calls again in the next turn, and who reacted reacts again. */
static void r6_re_2_the_same_zone_again(void **s) {
  (void)s;
  struct table *t = lay(N,
                        MOVE(DE("a", "mech", "0503") C DE("b", "mech", "0603")
                                 C RU("x", "inf", "0506") C RU("p", "tank", "0608")),
                        "");
  acts(t, "german", "move a; step 0504; step 0505");
  act(t, "soviet", "react p 0506");
  says(t, "6.re.4", "p reacts into 0506.");
  act(t, "soviet", "pass");
  act(t, "german", "stop");
  until(t, "soviet.movement");
  acts(t, "soviet", "move p; step 0507; step 0508; stop");
  until(t, "construction");
  until(t, "german.movement");
  acts(t, "german", "move b; step 0604; step 0605; step 0606");
  says(t, "6.re.2", "A zone of control is entered in 0606: the enemy may react.");
  act(t, "soviet", "react p 0506");
  says(t, "6.re.4", "p reacts into 0506.");
  clear_away(t);
}

/* II.s4.5: what comes along with a formation comes in that phase, not in a later one. */
static void ii_s4_5_in_that_phase(void **s) {
  (void)s;
  struct table *t =
      lay("alea/prokhorovka",
          PLAIN PHASE("soviet.rally") TURN(7)
              UNITS(STAV("w", "tank", "18 TK") C STAV("v", "tank", "29 TK") C STAV("aa6", "aa", "-")
                        C DE("x", "inf", "0101") C RU("y", "inf", "1212")),
          "");
  acts(t, "soviet", "activate w; end reserves");
  until(t, "construction");
  until(t, "soviet.rally");
  refused(t, "soviet", "activate aa6", "II.s4.5");
  act(t, "soviet", "activate v");
  act(t, "soviet", "activate aa6");
  clear_away(t);
}

/* 15.1: a unit of the corps that is gone does not come back with it. */
static void r15_1_not_the_dead(void **s) {
  (void)s;
  struct table *t =
      lay(N,
          PLAIN PHASE("soviet.rally") TURN(2)
              UNITS("{\"name\":\"t\",\"side\":\"soviet\",\"kind\":\"tank\",\"formation\":\"9 TK\","
                    "\"box\":\"reserve.front\"}" C
                    "{\"name\":\"d\",\"side\":\"soviet\",\"kind\":\"tank\",\"formation\":\"9 TK\","
                    "\"box\":\"dead.soviet\"}" C DE("x", "inf", "0101") C RU("y", "inf", "1212")),
          "");
  act(t, "soviet", "activate t");
  happened(t, "15.2", "activated");
  stands(t, "t", "reserve.active", 2);
  stands(t, "d", "dead.soviet", 0);
  clear_away(t);
}

/* II.2.1: the second line is entered once; nobody is told again. */
static void ii_2_1_once(void **s) {
  (void)s;
  struct table *t =
      lay(S_,
          PLAIN PHASE("german.movement")
              TURN(2) "\"regions\":[{\"id\":\"line2\",\"hexes\":[\"0604\",\"0605\"]}]," UNITS(
                  DE("a", "mech", "0603") C RU("x", "inf", "1212")),
          "");
  acts(t, "german", "move a; step 0604");
  happened(t, "II.2.1", "line2");
  act(t, "german", "step 0605");
  never(t, "line2");
  assert_int_equal(var_of(t, "line2"), 1);
  clear_away(t);
}

/* 15.2: AT Fronts and trains belong to no corps, whatever their counters say: a point each. */
static void r15_2_no_corps(void **s) {
  (void)s;
#define RESERVE(n, kind)                                                                           \
  "{\"name\":\"" n "\",\"side\":\"soviet\",\"kind\":\"" kind                                       \
  "\",\"formation\":\"9 TK\",\"box\":\"reserve.front\"}"
  struct table *t =
      lay(N,
          PLAIN PHASE("soviet.rally") TURN(2) UNITS(RESERVE("tr", "train") C RESERVE(
              "f", "atf") C RESERVE("t", "tank") C DE("x", "inf", "0101") C RU("y", "inf", "1212")),
          "");
  act(t, "soviet", "activate tr");
  assert_int_equal(var_of(t, "spent_halves"), 2);
  act(t, "soviet", "activate f");
  assert_int_equal(var_of(t, "spent_halves"), 4);
  act(t, "soviet", "end fronts");
  stands(t, "t", "reserve.front", 2); /* the corps has not come with them */
  act(t, "soviet", "activate t");
  assert_int_equal(var_of(t, "spent_halves"), 14);
  clear_away(t);
}

/* 12.end: an aircraft that comes home begins the next turn without any mark. */
static void r12_end_marks(void **s) {
  (void)s;
  struct table *t = lay(N,
                        PLAIN PHASE("soviet.combat") TURN(2)
                            UNITS(AIR("b", "german", "bomber", "air.german.attack", MARK("dsg"))
                                      C DE("x", "inf", "0101") C RU("y", "inf", "1212")),
                        "");
  marked(t, "b", "dsg");
  do_nothing(t, "soviet");
  happened(t, "12.end", "home");
  unmarked(t, "b", "dsg"); /* whatever lay on it */
  clear_away(t);
}

/* 8.2: the Fronts of a turn that are not placed are lost, and those of the next turn are two; one
 * that was eliminated out of supply comes back in supply. */
static void r8_2_not_placed(void **s) {
  (void)s;
  struct table *t =
      lay(N,
          PLAIN PHASE("construction") TURN(3)
              UNITS("{\"name\":\"f\",\"side\":\"soviet\",\"kind\":\"atf\",\"box\":\"dead.soviet\","
                    "\"marks\":[\"oos\"]}" C DE("x", "inf", "0101") C RU("y", "inf", "1212")),
          "");
  offered(t, "soviet", "front 1010", "8.4");
  act(t, "soviet", "end fronts");
  at_node(t, "soviet", "build.mines");
  offered(t, "soviet", "mine 1010", "11.2");
  act(t, "soviet", "end mines");
  until(t, "german.movement");
  until(t, "construction");
  act(t, "soviet", "front 1010");
  stands(t, "f", "1010", 2);
  unmarked(t, "f", "oos");
  at_node(t, "soviet", "build.mines"); /* there is no second */
  clear_away(t);
}

/* II.s4.3: who among the aircraft bears the losses of the days before is not seen while its side
 * deploys. */
static void ii_s4_3_not_seen(void **s) {
  (void)s;
  struct table *t = lay("alea/prokhorovka", NULL, NULL);
  acts(t, "soviet", "historical; end set-up");
  acts(t, "german", "lose de.air.ii-jg3");
  static const char *const side[] = {"soviet", "german"};
  for (int own = 0; own < 2; own++) {
    const cJSON *u;
    int seen = 0;
    ask(t, "{\"cmd\":\"view\",\"side\":\"%s\"}", side[own]);
    cJSON_ArrayForEach(u, field(t->last, "view.units")) {
      if (strcmp(text_of(u, "id"), "de.air.ii-jg3"))
        continue;
      assert_int_equal(int_of(u, "steps") >= 0, own);
      seen++;
    }
    assert_int_equal(seen, 1);
  }
  /* one that did not outlive those days lies open */
  acts(t, "german", "lose de.air.i-schg1; lose de.air.i-schg1");
  says(t, "II.s4.3", "I/SchG1 SchG 1 is eliminated.");
  const cJSON *u;
  int dead = 0;
  ask(t, "{\"cmd\":\"view\",\"side\":\"soviet\"}");
  cJSON_ArrayForEach(u, field(t->last, "view.units")) {
    if (!strcmp(text_of(u, "id"), "de.air.i-schg1"))
      dead += int_of(u, "steps") == 0;
  }
  assert_int_equal(dead, 1);
  clear_away(t);
}

/* 7.a.5.8: what was suppressed is disorganised and no more when the combats of the phase are over.
 */
static void r7_a_5_8_eased(void **s) {
  (void)s;
  struct table *t =
      lay(N, FIGHT(DE("a", "inf", "0605") C RU("x", "inf", "0606", MARK("suppressed"))), "");
  marked(t, "x", "suppressed");
  act(t, "german", "end combat");
  unmarked(t, "x", "suppressed");
  marked(t, "x", "dsg"); /* it stands in a zone and does not rally */
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(r6_re_2_the_same_zone_again),
      cmocka_unit_test(ii_s4_5_in_that_phase),
      cmocka_unit_test(r15_2_no_corps),
      cmocka_unit_test(r12_end_marks),
      cmocka_unit_test(r15_1_not_the_dead),
      cmocka_unit_test(ii_2_1_once),
      cmocka_unit_test(r7_a_5_8_eased),
      cmocka_unit_test(ii_s4_3_not_seen),
      cmocka_unit_test(r8_2_not_placed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
