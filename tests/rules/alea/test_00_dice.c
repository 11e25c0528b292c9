/* test_00_dice.c - which dice are thrown: a d10 in the air and for flak, a d6 everywhere else, and
 * what the last faces mean. */
#include "table.h"

#define GF(n, box, f) AIR(n, "german", "fighter", "air.german." box, FAC(f))
#define SB(n, box, f) AIR(n, "soviet", "bomber", "air.soviet." box, FAC(f))
#define MEN DE("x", "inf", "0101") C RU("y", "inf", "1212")

/* The last act threw dice by that rule, all of them with so many faces. */
static void threw(struct table *t, const char *rule, int faces) {
  const cJSON *d;
  int n = 0;
  cJSON_ArrayForEach(d, field(t->last, "dice")) {
    if (strcmp(text_of(d, "rule"), rule))
      continue;
    if (int_of(d, "d") != faces)
      fail_msg("a die of rule %s has %d faces, not %d", rule, int_of(d, "d"), faces);
    n++;
  }
  if (!n)
    fail_msg("no die was thrown by rule %s", rule);
}

/* 12.air.3, 12.air.6: ten faces in the air, and a 10 hits nobody; six to save a hit. */
static void r12_air_3_ten_faces(void **s) {
  (void)s;
  struct table *t =
      lay(N,
          PLAIN PHASE("air.combat") UNITS(GF("f", "defence", "\"air\":9,\"steps\":2")
                                              C SB("b", "attack", "\"air\":1,\"steps\":2") C MEN),
          "10 9 6");
  acts(t, "german", "aim f 1; commit");
  says(t, "12.air.3", "German counter 1 fires at counter 1: 1 hit.");
  threw(t, "12.air.3", 10);
  act(t, "soviet", "abort");
  threw(t, "12.air.6", 6);
  says(t, "12.air.6", "Soviet counter 1 aborts and saves a hit.");
  stands(t, "b", "air.soviet.available", 2);
  clear_away(t);
}

/* II.opt.aa.3, II.opt.hunter: flak throws d10, the hunter a d6. */
static void ii_opt_flak_and_hunter(void **s) {
  (void)s;
  struct table *t = lay(S_,
                        PLAIN PHASE("german.movement") TURN(3)
                            UNITS(AIR("b", "german", "bomber", "air.german.attack", FAC("\"at\":2"))
                                      C DE("x", "inf", "0605") C RU("t", "tank", "0606")
                                          C RU("aa", "aa", "0706")),
                        "10 10 6");
  acts(t, "german", "cas b; put 0605; hunt t");
  act(t, "soviet", "flak aa b");
  threw(t, "II.opt.aa.3", 10);
  act(t, "soviet", "pass");
  threw(t, "II.opt.hunter", 6);
  stands(t, "t", "0606", 2);
  clear_away(t);
}

/* 13.art.3, 12.bomb.1, 6.re.5: a d6 on T4. */
static void t4_six_faces(void **s) {
  (void)s;
  struct table *t =
      lay(N,
          PLAIN PHASE("german.bombardment") TURN(2)
              UNITS(DE("g", "art", "0603", FAC("\"bomb\":8")) C RU("x", "inf", "0606")),
          "6");
  acts(t, "german", "target 0606; add g; fire");
  threw(t, "13.art.3", 6);
  clear_away(t);
  t = lay(N,
          PLAIN PHASE("air.bomb") TURN(2)
              UNITS(AIR("b", "german", "bomber", "air.german.attack", FAC("\"bomb\":8")) C MEN),
          "6");
  acts(t, "german", "raid; target 1212; add b; fire");
  threw(t, "12.bomb.1", 6);
  clear_away(t);
}

/* 7.a.5.3, 7.a.5.4, 7.a.5.7, 11.3, 7.a.6.4: six faces for every die of a combat. */
static void r7_six_faces(void **s) {
  (void)s;
  struct table *t = lay(N,
                        PLAIN PHASE("german.combat")
                            TURN(2) "\"marks\":[{\"hex\":\"0606\",\"mark\":\"mine\"}]," UNITS(
                                DE("p", "tank", "0605") C DE("q", "tank", "0605")
                                    C RU("v", "tank", "0606", STEPS(1)) C RU("i", "inf", "0606")),
                        "6 6 6 6 6 6 6");
  attack(t, "german", "0606", "0605");
  act(t, "german", "shoot p v");
  threw(t, "7.a.5.3", 6);
  threw(t, "7.a.5.4", 6);
  act(t, "german", "shoot q v");
  act(t, "german", "roll");
  threw(t, "11.3", 6);
  threw(t, "7.a.6.4", 6);
  leave_dice(t);
  clear_away(t);
  t = lay(N, FIGHT(DE("p", "tank", "0605") C RU("i", "inf", "0606")), "6 6");
  attack(t, "german", "0606", "0605");
  act(t, "german", "shoot p i");
  threw(t, "7.a.5.7", 6);
  clear_away(t);
}

/* T5, T6: six faces for what comes back. */
static void t5_t6_six_faces(void **s) {
  (void)s;
  struct table *t = lay_with(
      N, "\"tank\":true,\"air\":true",
      PLAIN PHASE("soviet.combat")
          TURN(2) "\"vars\":{\"german_tanks_lost\":5,\"soviet_fighters_lost\":5}," UNITS(MEN),
      "6 6", NULL, __FILE__, __LINE__);
  act(t, "soviet", "end combat");
  threw(t, "T5", 6);
  threw(t, "T6", 6);
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(r12_air_3_ten_faces), cmocka_unit_test(ii_opt_flak_and_hunter),
      cmocka_unit_test(t4_six_faces),        cmocka_unit_test(r7_six_faces),
      cmocka_unit_test(t5_t6_six_faces),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
