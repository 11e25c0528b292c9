/* test_11_619_events.c - 11.619 to 11.625 from positions: every word of the preparations, their
 * dice and whose eyes they are for. */
#include "prepared_events.h"

static struct rec *line(struct kit *k, int side, const char *group) {
  struct state *s = kit_state(k);
  struct rec *r = &s->rec[side][s->side[side].nrec++];
  *r = (struct rec){.group = (uint8_t)kit_group(k, side, group),
                    .scenario = s->scenario,
                    .flags = R_OB,
                    .strength = STR_FULL,
                    .hex = NOWHERE};
  return r;
}

/* how many of them are off the map */
static int of_type(const struct kit *k, int side, const char *kind) {
  int n = 0;
  for (int u = 0; u < k->book->ncounters; u++)
    n += side_of(&k->play, u) == side && kit_state(k)->unit[u].where == OFF &&
         sal_eq(type_of(&k->play, u)->id, kind);
  return n;
}

/* 11.619, 11.620: a purchase of every class, one returned, one by phone; then strengths, weapons,
 * leaders and armour leaders in the order of C.6. */
static void purchases(void **unused) {
  (void)unused;
  struct kit *k = tell_story(&(struct story){
      "\"phase\":\"prep.2/"
      "11.619\",\"vars\":{\"german_cpp\":150,\"soviet_cpp\":101,\"german_front\":20,\"soviet_"
      "front\":24}",
      NULL,
      "german buy i1 north 0;german buy a4 plain 0;german buy i3 plain 0;german buy m1 plain "
      "0;german return 4;german buy o2 reg1 0;german buy g1 plain 0;german buy o5 plain 4;german "
      "buy s1 bonus 0;german buy t1 plain 0;german buy m1 plain 0;german buy m2 plain 0;german buy "
      "o7 plain 4;german buy a5 south 0;"
      "german link 4 phone;soviet buy i3 reserve 0;soviet buy a2 dugin 0;soviet buy o1 plain "
      "0;soviet buy g5 plain 0;soviet buy m1 plain 0;soviet buy a1 plain 0;soviet commit;"
      "german commit / 5 6 4 4 5 6 3 5 2 4 4 5 5 5 5 3 4 4 4 4 4 5 4 1 6 6 4 3 3 4 3 5 5 5 4 4 5 6 "
      "2 3 6 6 1",
      "  C.4 Scenario 2: 619 purchase.\n"
      "> german buy i1 north 0\n"
      "  11.6194 (german) i1 is bought; 65 CPP left.\n"
      "> german buy a4 plain 0\n"
      "  11.6194 (german) a4 is bought; 59 CPP left.\n"
      "> german buy i3 plain 0\n"
      "  11.6194 (german) i3 is bought; 54.5 CPP left.\n"
      "> german buy m1 plain 0\n"
      "  11.6194 (german) m1 is bought; 53.5 CPP left.\n"
      "> german return 4\n"
      "  11.6197 (german) m1 is returned; 54.5 CPP left.\n"
      "> german buy o2 reg1 0\n"
      "  11.6194 (german) o2 is bought; 49.5 CPP left.\n"
      "> german buy g1 plain 0\n"
      "  11.6194 (german) g1 is bought; 46 CPP left.\n"
      "> german buy o5 plain 4\n"
      "  11.6194 (german) o5 is bought; 45 CPP left.\n"
      "> german buy s1 bonus 0\n"
      "  11.6194 (german) s1 is bought; 42 CPP left.\n"
      "> german buy t1 plain 0\n"
      "  11.6194 (german) t1 is bought; 41 CPP left.\n"
      "> german buy m1 plain 0\n"
      "  11.6194 (german) m1 is bought; 40 CPP left.\n"
      "> german buy m2 plain 0\n"
      "  11.6194 (german) m2 is bought; 39 CPP left.\n"
      "> german buy o7 plain 4\n"
      "  11.6194 (german) o7 is bought; 38 CPP left.\n"
      "> german buy a5 south 0\n"
      "  11.6194 (german) a5 is bought; 31.5 CPP left.\n"
      "> german link 4 phone\n"
      "> soviet buy i3 reserve 0\n"
      "  11.6194 (soviet) i3 is bought; 42.5 CPP left.\n"
      "> soviet buy a2 dugin 0\n"
      "  11.6194 (soviet) a2 is bought; 41 CPP left.\n"
      "> soviet buy o1 plain 0\n"
      "  11.6194 (soviet) o1 is bought; 40 CPP left.\n"
      "> soviet buy g5 plain 0\n"
      "  11.6194 (soviet) g5 is bought; 36 CPP left.\n"
      "> soviet buy m1 plain 0\n"
      "  11.6194 (soviet) m1 is bought; 35 CPP left.\n"
      "> soviet buy a1 plain 0\n"
      "  11.6194 (soviet) a1 is bought; 33 CPP left.\n"
      "> soviet commit\n"
      "> german commit\n"
      "  dice 11.6201 5 6 4 4 5 6; C.5 3 5; 11.6204 2 4 4 5; 11.6201 5 5 5 3; 11.6202 4 4 4 4 4; "
      "11.6205 5 4; 11.6207 1 6 6 4; 11.6201 3 3 4 3; 11.6204 5 5 5 4; 11.6201 4 5; 11.6205 6 2; "
      "11.6207 3 6 6 1\n"
      "  11.620 Scenario 2: 620 strengths.\n"
      "  C.6 (german) The German groups are rolled for: strengths, weapons, leaders, armour "
      "leaders.\n"
      "  11.6201 (german) i1 comes depleted (Final DR 10).\n"
      "  11.6193 (german) i1 brings 8 units.\n"
      "  11.6201 (german) a4 comes full (Final DR 7).\n"
      "  11.6193 (german) a4 brings 3 units.\n"
      "  11.6201 (german) i3 comes depleted (Final DR 10).\n"
      "  11.6203 (german) Random Selection decides which parts of i3 are short.\n"
      "  11.6193 (german) i3 brings 4 units.\n"
      "  11.6204 (german) o2 has normal ammunition (Final DR 5).\n"
      "  11.6204 (german) g1 comes depleted (Final DR 8).\n"
      "  11.6193 (german) g1 brings 2 units.\n"
      "  11.6201 (german) t1 comes depleted (Final DR 9).\n"
      "  11.6193 (german) t1 brings 3 units.\n"
      "  11.6201 (german) a5 comes full (Final DR 7).\n"
      "  11.6193 (german) a5 brings 4 units.\n"
      "  11.6202 (german) MMG is there for i1.\n"
      "  11.6202 (german) MMG is there for i1.\n"
      "  11.6202 (german) LMG is there for i1.\n"
      "  11.6202 (german) LMG is there for i1.\n"
      "  11.6202 (german) ATR is there for i1.\n"
      "  11.6205 (german) i1 has 2 leaders (Final DR 10).\n"
      "  11.6207 (german) a4 has an armour leader 9-1 (Final DR 6).\n"
      "  11.6207 (german) a5 has no armour leader (Final DR 10).\n"
      "  C.6 (soviet) The Soviet groups are rolled for: strengths, weapons, leaders, armour "
      "leaders.\n"
      "  11.6201 (soviet) i3 comes full (Final DR 5).\n"
      "  11.6193 (soviet) i3 brings 9 units.\n"
      "  11.6201 (soviet) a2 comes full (Final DR 6).\n"
      "  11.6193 (soviet) a2 brings 3 units.\n"
      "  11.6204 (soviet) o1 has scarce ammunition (Final DR 9).\n"
      "  11.6204 (soviet) g5 comes depleted (Final DR 8).\n"
      "  11.6193 (soviet) g5 brings 3 units.\n"
      "  11.6201 (soviet) a1 comes full (Final DR 8).\n"
      "  11.6193 (soviet) a1 brings 3 units.\n"
      "  11.6205 (soviet) i3 has 2 leaders (Final DR 7).\n"
      "  11.6207 (soviet) a2 has no armour leader (Final DR 10).\n"
      "  11.6207 (soviet) a1 has no armour leader (Final DR 8).\n"
      "  11.621 Scenario 2: 621 fortifications.\n"});
  const struct state *s = kit_state(k);
  assert_int_equal(s->side[GER].nrec, 12);
  assert_int_equal(s->rec[GER][5].attach, 4);
  assert_int_equal(s->rec[GER][10].attach, 4);
  static const struct {
    int side;
    const char *kind;
    int n;
  } came[] = {{GER, "658", 8},       {GER, "PzVIE", 3},    {GER, "MTR81", 2},    {GER, "HMG348", 2},
              {GER, "AT75L", 2},     {GER, "Opel6700", 3}, {GER, "StuGIIIG", 3}, {GER, "StuH42", 1},
              {GER, "PzIIIL_OP", 1}, {RUS, "628", 9},      {RUS, "T34M41", 3},   {RUS, "SU76M", 3},
              {RUS, "T70", 3}};
  for (size_t i = 0; i < sizeof came / sizeof came[0]; i++)
    if (of_type(k, came[i].side, came[i].kind) != came[i].n)
      fail_msg("%d %s", of_type(k, came[i].side, came[i].kind), came[i].kind);
  assert_int_equal(s->side[GER].fpp, 20);
  assert_int_equal(s->side[RUS].fpp, 40);
  assert_int_equal(s->side[GER].san, 3);
  assert_int_equal(s->rec[RUS][1].sw[0], 3); /* 11.6194d: a bow MG of each tank that came */
  kit_close(k);
}

/* 11.621 to 11.623: fortifications with their FPP, reconnaissance with its dice, the Attack chit
 * and who sets up first; the Germans see none of the Soviets' and the other way round. */
static void works(void **unused) {
  (void)unused;
  struct kit *k = tell_story(&(struct story){
      "\"phase\":\"prep.2/"
      "11.621\",\"vars\":{\"german_fpp\":40,\"soviet_fpp\":90,\"german_cpp\":5,\"soviet_cpp\":4,"
      "\"german_front\":20,\"soviet_front\":24,\"weather_now\":3},\"units\":[" JOIN(
          OFFMAP("sq", "soviet", "458"), OFFMAP("gsq", "german", "658")) "]",
      NULL,
      "german fort foxhole2;german fort at2;german unfort at2;german fort ap6;german fort "
      "hip.squad;soviet fort pillbox157;soviet fort dummy;soviet fort ditch;german commit;soviet "
      "commit;german recon 2;german commit;soviet recon 1;soviet commit / 4 3;soviet chit attack / "
      "4 5",
      "  11.621 Scenario 2: 621 fortifications.\n"
      "> german fort foxhole2\n"
      "  11.621a (german) foxhole for 2: 1 bought; 38 FPP left.\n"
      "> german fort at2\n"
      "  11.621c (german) A-T mines 2: 1 bought; 32 FPP left.\n"
      "> german unfort at2\n"
      "  11.621c (german) A-T mines 2: 0 bought; 38 FPP left.\n"
      "> german fort ap6\n"
      "  11.621c (german) A-P mines 6: 1 bought; 32 FPP left.\n"
      "> german fort hip.squad\n"
      "  11.621e (german) hidden squad: 1 bought; 29 FPP left.\n"
      "> soviet fort pillbox157\n"
      "  11.621d (soviet) pillbox 1-5-7: 1 bought; 51 FPP left.\n"
      "> soviet fort dummy\n"
      "  11.621a (soviet) dummy: 1 bought; 50 FPP left.\n"
      "> soviet fort ditch\n"
      "  11.621a (soviet) A-T ditch: 1 bought; 32 FPP left.\n"
      "> german commit\n"
      "> soviet commit\n"
      "  11.622 Scenario 2: 622 reconnaissance.\n"
      "> german recon 2\n"
      "> german commit\n"
      "> soviet recon 1\n"
      "> soviet commit\n"
      "  dice 11.622 4 3\n"
      "  11.622 (german) Reconnaissance: 6 Locations may be inspected.\n"
      "  11.622 (soviet) Reconnaissance: 3 Locations may be inspected.\n"
      "  11.623 Scenario 2: 623 initiative.\n"
      "> soviet chit attack\n"
      "  dice 11.6233 4; 11.6241 5\n"
      "  11.6233 The scenario is a Dual Assault; the German side sets up first.\n"
      "  11.624 Scenario 2: 624 set-up.\n"
      "  11.6241 A mild breeze, direction 5.\n"});
  const struct state *s = kit_state(k);
  assert_int_equal(s->side[GER].fpp + s->side[RUS].fpp, 0); /* what is left lapses */
  assert_int_equal(s->side[GER].recon_left, 4 + 3 - 1);
  assert_int_equal(s->side[RUS].recon_left, 3);
  assert_int_equal(s->side[GER].row[1].left, 1);
  assert_int_equal(s->side[GER].row[1].spent, 4);
  assert_int_equal(s->side[GER].row[2].start, 1);
  assert_int_equal(s->first, GER);
  assert_int_equal(s->wind, 5);
  kit_close(k);
}

/* 11.621, 11.623: without FPP the step is skipped; scenario 1 is Idle by rule. */
static void nothing_to_fortify(void **unused) {
  (void)unused;
  struct kit *k = tell_story(
      &(struct story){"\"phase\":\"prep.1/11.621\",\"vars\":{\"german_cpp\":4,\"soviet_cpp\":4}",
                      NULL, "german commit;soviet recon 2;soviet commit / 1",
                      "  11.621 Scenario 1: 621 fortifications.\n"
                      "  11.621a Step 11.621 has nothing to do.\n"
                      "  11.622 Scenario 1: 622 reconnaissance.\n"
                      "> german commit\n"
                      "> soviet recon 2\n"
                      "> soviet commit\n"
                      "  dice 11.622 1\n"
                      "  11.622 (soviet) Reconnaissance: 4 Locations may be inspected.\n"
                      "  11.623 Scenario 1: 623 initiative.\n"
                      "  11.6232 The scenario is a German Assault; the Soviet side sets up first.\n"
                      "  11.624 Scenario 1: 624 set-up.\n"
                      "  11.6241 There is no wind.\n"});
  assert_int_equal(kit_state(k)->side[RUS].recon_left, 4);
  assert_int_equal(kit_state(k)->side[RUS].attacks, 0);
  assert_int_equal(kit_state(k)->kind[0], 1);
  kit_close(k);
}

static void stocked(struct kit *k) {
  struct state *s = kit_state(k);
  line(k, GER, "o2")->black = 6;
  line(k, GER, "o5")->attach = 1;
  s->side[RUS].stock[FORT_AP6] = s->side[RUS].stock[FORT_DUMMY] = 1;
  s->side[GER].recon_left = 2, s->side[RUS].recon_left = 1;
  s->inspect = RUS;
}

/* 11.624, 11.625: observer, both set-ups, hiding, works, a reserve left behind, inspections in
 * turn, and the start. */
static void setting_up(void **unused) {
  (void)unused;
  struct kit *k = tell_story(&(struct story){
      "\"phase\":\"prep.2/"
      "11.624\",\"vars\":{\"german_front\":20,\"soviet_front\":24},\"terrain\":"
      "[" JOIN(WOODS("18-D5"), WOODS("18-Z5"), WOODS("24-M5"), WOODS("24-M7")) "],\"units\":[" JOIN(
          OFFMAP("sq", "soviet", "458"), OFFMAP("gun", "soviet", "AT45L"),
          OFFM("res", "soviet", "458", "reserve"), OFFMAP("keep", "soviet", "458"),
          OFFM("dug", "soviet", "T34M41", "dugin"), OFFM("gsq", "german", "658", "hidden"),
          OFFMAP("gl", "german", "8-0")) "]",
      stocked,
      "german observe 18-GG5;soviet pick sq;soviet put 18-D5;soviet pick "
      "gun;soviet put 24-M5;soviet hide gun;soviet keep keep;soviet lay ap6;soviet "
      "put 24-M7;soviet lay dummy;soviet put 24-M7;soviet done;german pick "
      "gsq;german put 18-Z5;german done;"
      "soviet inspect 18-Z5;german inspect 24-M5;german inspect 24-M7",
      "  11.624 Scenario 2: 624 set-up.\n"
      "  11.6241 There is no wind.\n"
      "> german observe 18-GG5\n"
      "> soviet pick sq\n"
      "> soviet put 18-D5\n"
      "  11.6244a (soviet) sq is in 18-D5.\n"
      "> soviet pick gun\n"
      "> soviet put 24-M5\n"
      "  11.6244a (soviet) gun is in 24-M5.\n"
      "> soviet hide gun\n"
      "> soviet keep keep\n"
      "> soviet lay ap6\n"
      "> soviet put 24-M7\n"
      "> soviet lay dummy\n"
      "> soviet put 24-M7\n"
      "> soviet done\n"
      "  11.6244a (soviet) The Soviet set-up is done: 3 units on the map.\n"
      "> german pick gsq\n"
      "> german put 18-Z5\n"
      "  11.6244a (german) gsq is in 18-Z5.\n"
      "> german done\n"
      "  11.6244a (german) The German set-up is done: 1 unit on the map.\n"
      "> soviet inspect 18-Z5\n"
      "  11.6245 gsq is seen in 18-Z5.\n"
      "  11.6245 The Soviet side inspects 18-Z5: 1 thing found.\n"
      "> german inspect 24-M5\n"
      "  11.6245 gun is seen in 24-M5.\n"
      "  11.6245 The German side inspects 24-M5: 1 thing found.\n"
      "> german inspect 24-M7\n"
      "  CG15 The stack in 24-M7 is a dummy.\n"
      "  11.6245 The German side inspects 24-M7: 2 things found.\n"
      "  11.625 Scenario 2: 625 start.\n"
      "  11.625 Scenario 2 begins: 94 Victory Locations are German, 411 Soviet.\n"
      "  11.3 Scenario 2: play.\n"});
  const struct state *s = kit_state(k);
  assert_true(kit_at(k, "res")->flags & U_STAYS && kit_at(k, "keep")->flags & U_STAYS);
  assert_int_equal(kit_at(k, "dug")->where, MAP); /* 11.6194d */
  assert_int_equal(kit_at(k, "gl")->where, OFF);
  assert_int_equal(s->rec[GER][1].hex, kit_place(k, "18-GG5"));
  assert_true(kit_at(k, "gun")->flags & U_KNOWN && !(kit_at(k, "gun")->flags & U_HIP));
  assert_int_equal(s->fort[0].shown, 2); /* mines, but not which */
  assert_int_equal(s->fort[1].shown, 1);
  assert_int_equal(s->side[RUS].stock[FORT_AP6], 0);
  kit_close(k);
}

/* QB.1 to QB.5: orders opened together, who takes part and where, and a turn of it. */
static void battle(void **unused) {
  (void)unused;
  struct kit *k = tell_story(&(struct story){
      "\"phase\":\"prep.2/"
      "11.625\",\"vars\":{\"german_front\":20,\"soviet_front\":24,\"german_san\":3},\"units\":"
      "[" JOIN(AT("g", "german", "658", "18-R5"), AT("gl", "german", "9-1", "18-R5"),
               OFFMAP("gpz", "german", "PzIVH"), AT("s", "soviet", "458", "18-H5"),
               AT("st", "soviet", "T34M41", "18-H6")) "]",
      NULL,
      "german posture assault;german weights 6 0 0;german commit;soviet commit;german fight / 3 4 "
      "4 4 1 3 4 6 6 5",
      "  11.625 Scenario 2: 625 start.\n"
      "  11.625 Scenario 2 begins: 94 Victory Locations are German, 412 Soviet.\n"
      "  11.3 Scenario 2: play.\n"
      "> german posture assault\n"
      "> german weights 6 0 0\n"
      "> german commit\n"
      "> soviet commit\n"
      "  QB.1 The orders are open: German assault, Soviet hold.\n"
      "  QB.2 The German front stands at hexrow 20, 20, 20 (west, centre, east).\n"
      "  QB.4 German elements: 3 west, 0 centre, 0 east.\n"
      "  QB.3 The German side takes part with 3 elements.\n"
      "  CG9a The German side has 1 element that enters in play.\n"
      "  QB.4 Soviet elements: 2 west, 0 centre, 0 east.\n"
      "  QB.3 The Soviet side takes part with 2 elements.\n"
      "> german fight\n"
      "  dice QB.6 3 4 4 4; QB.9 1 3; QB.5 4 6 6 5\n"
      "  QB.5 Scenario 2, Game Turn 1.\n"
      "  QB.6 German fire in column 0: 10 soft, 13 hard.\n"
      "  QB.6 Soviet fire in column 0: 12 soft, 11 hard.\n"
      "  QB.9 The front in the west is at hexrow 27 now (3).\n"});
  kit_close(k);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(purchases), cmocka_unit_test(works),
                                     cmocka_unit_test(nothing_to_fortify),
                                     cmocka_unit_test(setting_up), cmocka_unit_test(battle)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
