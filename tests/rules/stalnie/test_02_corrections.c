/* test_02_corrections.c - rules that speak of more units than one thinks of: crews of Guns, 3-4-8
 * crews, abandoned trucks, platoons without passengers, ammunition, the observer's level. */
#include "kit.h"

/* 11.6054a, 11.60531a, 11.6112: the crew of a Gun is Infantry; without its crew it is not. */
static void gun_crews(void **unused) {
  (void)unused;
  struct kit *k =
      kit_lay("\"phase\":\"reph.1/11.605\",\"vars\":{\"winners\":1},\"terrain\":[" JOIN(
                  WOODS("16-U5"),
                  WOODS("16-S5")) "],\"units\":[" JOIN(AT("gun", "german", "AT75L", "16-U5"),
                                                       ATM("left", "german", "AT75L", "16-S5",
                                                           "abandoned")) "]",
              false);
  assert_true(sp_counts_mmc(&k->play, kit_unit(k, "gun")));
  assert_false(sp_counts_mmc(&k->play, kit_unit(k, "left")));
  const struct posts *t = &kit_state(k)->post;
  assert_true(rows_has(t->anchor[GER], at_pa(&k->play, kit_place(k, "16-U5"))));
  assert_false(rows_has(t->anchor[GER], at_pa(&k->play, kit_place(k, "16-S5"))));
  kit_close(k);

  k = kit_lay("\"phase\":\"reph.1/11.611\",\"vars\":{\"winners\":1},\"units\":[" JOIN(
                  OFFMAP("gun", "german", "AT75L"), OFFMAP("hero", "german", "hero"),
                  OFFMAP("pz", "german", "PzIVH")) "]",
              false);
  kit_refused(k, GER, "harden pz", R_11_6112);
  kit_do(k, GER, "harden gun");
  assert_true(kit_at(k, "gun")->flags & U_FANATIC); /* a crew has no better grade */
  kit_close(k);
}

/* 11.6134: a truck that nobody mans is lost then, and its point is booked there. */
static void abandoned_trucks(void **unused) {
  (void)unused;
  struct kit *k = kit_lay("\"phase\":\"reph.1/11.613\",\"vars\":{\"winners\":1},\"units\":[" JOIN(
                              OFFM("truck", "german", "Opel6700", "abandoned"),
                              OFFM("pz", "german", "PzIVH", "abandoned")) "]",
                          false);
  assert_int_equal(kit_at(k, "truck")->where, DEAD);
  assert_int_equal(kit_at(k, "pz")->where, DEAD);
  /* the truck's 1, and 6 for the tank less its crew, which was counted when it was lost */
  assert_int_equal(kit_state(k)->side[GER].reph, 1 + 5);
  kit_close(k);
}

/* RG.o: a reconnaissance SPW takes a 3-4-8 half-squad, a tank a 2-2-8 crew, and neither the
 * other's; such half-squads that left a vehicle do not recombine. */
static void crews_of_vehicles(void **unused) {
  (void)unused;
  struct kit *k = kit_lay("\"phase\":\"reph.1/11.613\",\"vars\":{\"winners\":1},\"units\":[" JOIN(
                              OFFM("rec", "german", "SPW250/1", "abandoned"),
                              OFFM("pz", "german", "PzIVH", "abandoned"),
                              OFFMAP("hs", "german", "348"), OFFMAP("crew", "german", "228")) "]",
                          false);
  kit_refused(k, GER, "man rec crew", R_11_6134);
  kit_refused(k, GER, "man pz hs", R_11_6134);
  kit_do(k, GER, "man rec hs");
  kit_do(k, GER, "man pz crew");
  assert_false(kit_at(k, "rec")->flags & U_ABANDONED);
  assert_false(kit_at(k, "pz")->flags & U_ABANDONED);
  kit_close(k);

  k = kit_lay("\"phase\":\"reph.1/11.611\",\"vars\":{\"winners\":1},\"units\":[" JOIN(
                  OFFM("a", "german", "348", "vehiclecrew"),
                  OFFM("b", "german", "348", "vehiclecrew"), OFFMAP("c", "german", "348"),
                  OFFMAP("d", "german", "348")) "]",
              false);
  assert_int_equal(kit_at(k, "a")->where + kit_at(k, "b")->where, 2 * OFF);
  assert_string_equal(kit_kind(k, "c"), "658"); /* these two did */
  kit_close(k);
}

/* 11.6207: a platoon of flame SPW rolls for an armour leader, platoons with passengers do not. */
static void armour_leaders(void **unused) {
  (void)unused;
  static const struct {
    const char *group;
    bool rolls;
  } cases[] = {{"a10", true}, {"a7", false}, {"a8", false}, {"a9", false}, {"a3", true}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct kit *k = kit_open("campaign");
    kit_start(k, 1);
    struct state *s = kit_state(k);
    s->side[GER].nrec = 0;
    kit_line(k, GER, cases[i].group, (struct rec){.scenario = 1, .hex = NOWHERE});
    kit_ready(k);
    sp_muster(&k->play, GER, 0);
    int thrown = 0;
    for (int e = 0; e < (int)k->events.n; e++)
      thrown += k->events.v[e].rule == R_11_6207;
    assert_int_equal(thrown > 0, cases[i].rolls);
    kit_close(k);
  }
}

/* 11.31: the side that is not Elite for ammunition has 95 % of its hard fire, the other all of it.
 */
static void balance_in_the_quick_battle(void **unused) {
  (void)unused;
  struct kit *k = kit_lay("\"phase\":\"play.1\",\"units\":[]", false);
  static const uint8_t elite[3][2] = {{1, 1}, {1, 0}, {0, 1}}; /* German, Soviet */
  for (int option = 0; option < 3; option++) {
    k->play.state->option[OPT_BALANCE] = (uint8_t)option;
    for (int side = 0; side < 2; side++)
      assert_int_equal(sp_is_elite(&k->play, side), elite[option][side]);
  }
  kit_close(k);

  int hard[3];
  for (int option = 0; option < 3; option++) {
    k = kit_lay("\"phase\":\"play.1\",\"units\":[" JOIN(AT("pz", "german", "PzVIE", "16-CC5"),
                                                        AT("t", "soviet", "T34M41", "16-K5")) "]",
                false);
    k->play.state->option[OPT_BALANCE] = (uint8_t)option;
    kit_all(k, "german posture assault;german commit;soviet posture assault;soviet commit");
    hard[option] = 0;
    for (int turn = 0; turn < 6 && !hard[option]; turn++) {
      kit_do(k, GER, "fight");
      for (int e = 0; e < (int)k->events.n; e++)
        if (k->events.v[e].kind == E_FIRE && k->events.v[e].n[0] == GER && k->events.v[e].n[3])
          hard[option] = k->events.v[e].n[3];
    }
    kit_close(k);
  }
  assert_true(hard[0] > hard[2]);
  assert_int_equal(hard[1], hard[0]);
  assert_int_equal(hard[2], hard[0] * 95 / 100);
}

/* RG.i: the Offboard Observer looks from level 2, on 11 July PM from level 1. */
static void observer_level(void **unused) {
  (void)unused;
  struct kit *k = kit_lay("\"phase\":\"play.1\",\"units\":[]", false);
  for (int scenario = 1; scenario <= 4; scenario++) {
    kit_state(k)->scenario = (uint8_t)scenario;
    assert_int_equal(sp_observer_level(&k->play), scenario == 2 ? 1 : 2);
  }
  kit_close(k);
}

/* A verb of another step is refused with what this step is about, at every decision. */
static void wrong_steps(void **unused) {
  (void)unused;
  static const struct {
    const char *phase, *text;
    int rule;
  } cases[] = {{"prep.1/11.619", "fight", R_11_619},
               {"prep.1/11.619", "done", R_11_619},
               {"prep.1/11.622", "done", R_11_622},
               {"prep.2/11.623", "done", R_11_623},
               {"prep.2/11.624", "commit", R_11_6244a},
               {"prep.2/11.624", "put 18-K5", R_11_6244a},
               {"play.2", "fight", R_QB_1},
               {"reph.1/11.605", "done", R_11_605},
               {"reph.1/11.611", "done", R_11_611}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    char position[200];
    snprintf(position, sizeof position,
             "\"phase\":\"%s\",\"vars\":{\"winners\":1,\"soviet_front\":12},\"units\":[]",
             cases[i].phase);
    struct kit *k = kit_lay(position, false);
    kit_refused(k, RUS, cases[i].text, cases[i].rule);
    kit_close(k);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(gun_crews),
                                     cmocka_unit_test(abandoned_trucks),
                                     cmocka_unit_test(crews_of_vehicles),
                                     cmocka_unit_test(armour_leaders),
                                     cmocka_unit_test(balance_in_the_quick_battle),
                                     cmocka_unit_test(observer_level),
                                     cmocka_unit_test(wrong_steps)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
