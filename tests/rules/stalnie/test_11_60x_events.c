/* test_11_60x_events.c - 11.601 to 11.618 from positions: every word of the Refit Phase, its dice
 * and whose eyes they are for. */
#include "prepared_events.h"

#define PLAIN "\"map\":\"plain:30x52\",\"phase\":\"reph.1/11.605\",\"vars\":{\"winners\":1},"
/* The steps after the escapes when there is nothing for them to do. */
#define NOTHING_MORE                                                                               \
  "  11.608 Scenario 1: 608 fortifications.\n"                                                     \
  "  11.608 0 fortifications vanish, 0 stay.\n"                                                    \
  "  11.6091 Scenario 1: 609 fires and terrain.\n"                                                 \
  "  11.6091 Step 11.609 has nothing to do.\n"                                                     \
  "  11.610 Scenario 1: 610 prisoners.\n"                                                          \
  "  11.610 Prisoners and captured items are removed.\n"                                           \
  "  11.611 Scenario 1: 611 recombine, harden, promote.\n"

/* an Isolated Area of one hex */
static void enclose(struct kit *k, const char *hex, int side, int type) {
  struct state *s = kit_state(k);
  int g = kit_place(k, hex), i = at_pa(&k->play, g);
  s->iso[s->niso++] = (struct iso){(uint8_t)side, (uint8_t)type, 1};
  s->isle[i] = s->niso;
  s->area[i] = 0;
  for (int u = 0; u < k->book->ncounters; u++)
    if (s->unit[u].where == MAP && s->unit[u].at == g && side_of(&k->play, u) == side)
      s->unit[u].iso = s->niso;
}

static void work(struct kit *k, const char *hex, int kind, int side) {
  struct state *s = kit_state(k);
  s->fort[s->nfort++] = (struct fort){
      .at = (uint16_t)kit_place(k, hex), .kind = (uint8_t)kind, .side = (uint8_t)side};
}

static void burns(struct kit *k, const char *hex, int kind) {
  struct state *s = kit_state(k);
  s->burnt[s->nburnt++] = (struct burnt){.at = (uint16_t)kit_place(k, hex), .kind = (uint8_t)kind};
}

/* A line of the record, with counters of its own where units are named. */
static struct rec *line(struct kit *k, int side, const char *group, const char *a, const char *b) {
  struct state *s = kit_state(k);
  struct rec *r = &s->rec[side][s->side[side].nrec++];
  *r = (struct rec){.group = (uint8_t)kit_group(k, side, group),
                    .scenario = 1,
                    .flags = R_OB,
                    .strength = STR_FULL,
                    .hex = NOWHERE};
  if (a)
    kit_at(k, a)->rec = s->side[side].nrec;
  if (b)
    kit_at(k, b)->rec = s->side[side].nrec;
  return r;
}

static void old_wound(struct kit *k) {
  kit_at(k, "w2")->flags |= U_HEALS;
  kit_at(k, "f")->flags |= U_TRIED | U_SPLIT | U_HARDENED;
  kit_at(k, "dead")->where = DEAD; /* of the dead nothing is said */
  kit_at(k, "dead")->flags |= U_FANATIC | U_WOUNDED | U_HEALS;
}

/* 11.601 to 11.604: a melee of two rounds, markers, wounds old and new, who is hidden, who rallies,
 * who is recalled. */
static void first_steps(void **unused) {
  (void)unused;
  struct kit *k = tell_story(&(struct story){
      "\"phase\":\"reph.1/"
      "11.601\",\"vars\":{\"german_front\":20,\"soviet_front\":24,\"german_losses\":3,\"soviet_"
      "losses\":5},\"terrain\":[" WOODS("16-U5") "],\"unchecked\":true,\"units\":[" JOIN(
          AT("g", "german", "658", "16-U5"), AT("s", "soviet", "458", "16-U5"),
          AT("sl", "soviet", "8-1", "16-U5"), ATM("w1", "german", "9-1", "16-X5", "wounded"),
          ATM("w2", "german", "8-0", "16-X5", "wounded"),
          ATM("b", "german", "658", "16-X5", "broken"),
          ATM("st", "german", "PzIVH", "16-X6", "stunned"),
          OFFM("off", "german", "PzIVH", "stunned"), OFFM("f", "soviet", "458", "fanatic"),
          ATM("h", "soviet", "458", "16-E5", "hidden"), OFFM("ho", "soviet", "458", "hidden"),
          OFFM("dead", "german", "PzIVH", "stunned")) "]",
      old_wound, "/ 3 4 6 6 1 2 6 6",
      "  dice 11.601 3 4 6 6 1 2 6 6\n"
      "  11.601 Scenario 1: 601 finish melee.\n"
      "  11.601 Melee in 16-U5, 7 to 10.\n"
      "  11.601 Melee in 16-U5, 7 to 10.\n"
      "  11.601 s is lost (2 CVP).\n"
      "  11.601 sl is lost (2 CVP).\n"
      "  11.602a Scenario 1: 602 markers.\n"
      "  11.602c (german) w2 is healed.\n"
      "  11.602b (soviet) Of the Soviet side 1 unit is still hidden.\n"
      "  11.602e 1 unit is Fanatic no longer.\n"
      "  11.602a Markers are removed.\n"
      "  11.603 Scenario 1: 603 rally and totals.\n"
      "  11.603 Broken units rally. CVP inflicted: German 9, Soviet 3.\n"
      "  11.604 Scenario 1: 604 encirclement, stun.\n"
      "  11.604 st is recalled.\n"
      "  11.604 off is recalled.\n"
      "  11.605 Scenario 1: 605 perimeters.\n"});
  /* one more scenario */
  assert_int_equal(kit_at(k, "w1")->flags & (U_WOUNDED | U_HEALS), U_WOUNDED | U_HEALS);
  assert_int_equal(kit_at(k, "w2")->flags & (U_WOUNDED | U_HEALS), 0);
  assert_int_equal(kit_at(k, "f")->flags & (U_FANATIC | U_TRIED | U_SPLIT | U_HARDENED), 0);
  assert_int_equal(kit_at(k, "b")->flags & U_BROKEN, 0);
  assert_int_equal(kit_at(k, "st")->flags & (U_STUN | U_RECALL), U_RECALL);
  assert_int_equal(kit_at(k, "off")->flags & (U_STUN | U_RECALL), U_RECALL);
  assert_int_equal(kit_state(k)->side[RUS].cvp, 5 + 2 + 2);
  assert_int_equal(kit_state(k)->side[RUS].reph, 0);
  kit_close(k);
}

/* 11.601: nothing to do is said; a gun alone with no enemy is no melee. */
static void no_melee(void **unused) {
  (void)unused;
  struct kit *k = tell_story(&(struct story){
      "\"phase\":\"reph.1/"
      "11.601\",\"vars\":{\"german_front\":20,\"soviet_front\":24},\"units\":[" JOIN(
          AT("g", "german", "658", "16-X5"), AT("s", "soviet", "458", "16-E5")) "]",
      NULL, "",
      "  11.601 Scenario 1: 601 finish melee.\n"
      "  11.601 Step 11.601 has nothing to do.\n"
      "  11.602a Scenario 1: 602 markers.\n"
      "  11.602a Markers are removed.\n"
      "  11.603 Scenario 1: 603 rally and totals.\n"
      "  11.603 Broken units rally. CVP inflicted: German 0, Soviet 0.\n"
      "  11.604 Scenario 1: 604 encirclement, stun.\n"
      "  11.605 Scenario 1: 605 perimeters.\n"});
  kit_close(k);
}

/* 11.605, 11.606, 3.9: isolated units one after another, each with its modifiers and its result; a
 * stack, a split, and who stays. */
static void escapes(void **unused) {
  (void)unused;
  struct kit *k = tell_story(&(struct story){
      PLAIN "\"terrain\":[" JOIN(WOODS("T-AA15"), WOODS("T-AA20")) "],\"units\":[" JOIN(
          AT("a", "german", "658", "T-AA15"), AT("b", "german", "838", "T-AA15"),
          AT("l", "german", "9-2", "T-AA15"), AT("hero", "german", "hero", "T-AA15"),
          AT("pz", "german", "PzIVH", "T-AA15"), AT("tr", "german", "Opel6700", "T-AA20"),
          AT("gun", "german", "AT75L", "T-AA22"),
          AT("sta"
             "y",
             "ger"
             "ma"
             "n",
             "65"
             "8",
             "T-"
             "AA2"
             "0"),
          AT("r", "soviet", "628", "T-T5"), ATM("rl", "soviet", "8-0", "T-T5", "hidden"),
          AT("r2", "soviet", "458", "T-T5")) "]",
      NULL,
      "german commit;soviet commit;german split b;german escape a;german add l;german add b;german "
      "roll / 3 4 2 5 5 4;german escape hero;german roll / 1 1 6;german escape pz;german roll / 4 "
      "5;german escape tr;german roll / 6 5;german escape gun;german roll / 2 2;german escape "
      "de.x.hs-1;german roll / 3 2;german done;"
      "soviet escape r;soviet roll / 4 4;soviet escape rl;soviet roll / 6 6 3;soviet escape "
      "r2;soviet roll / 1 1 2",
      "  11.605 Scenario 1: 605 perimeters.\n"
      "> german commit\n"
      "> soviet commit\n"
      "  5.5 The program draws the German chain: 2 markers.\n"
      "  5.5 The program draws the Soviet chain: 6 markers.\n"
      "  11.6055-57 a is isolated in T-AA15, type A.\n"
      "  11.6055-57 b is isolated in T-AA15, type A.\n"
      "  11.6055-57 l is isolated in T-AA15, type A.\n"
      "  11.6055-57 hero is isolated in T-AA15, type A.\n"
      "  11.6055-57 pz is isolated in T-AA15, type A.\n"
      "  11.6055-57 tr is isolated in T-AA20, type A.\n"
      "  11.6062 gun is isolated in T-AA22, type B.\n"
      "  11.6055-57 stay is isolated in T-AA20, type A.\n"
      "  11.6062 r is isolated in T-T5, type B.\n"
      "  11.6062 rl is isolated in T-T5, type B.\n"
      "  11.6062 r2 is isolated in T-T5, type B.\n"
      "  11.6059 1440 hexes are No Man's Land.\n"
      "  11.6066 German perimeter: 2 markers, 0 hexes.\n"
      "  11.6066 Soviet perimeter: 6 markers, 112 hexes.\n"
      "  11.606 Scenario 1: 606 isolation and escape.\n"
      "> german split b\n"
      "> german escape a\n"
      "> german add l\n"
      "> german add b\n"
      "> german roll\n"
      "  dice 11.6063a 3 4; C.5 2 5 5; 11.6063d 4\n"
      "  11.6063a a tries to escape, DR 7 (3): it gets away, Casualty Reduced.\n"
      "  11.6063d b is lost (1 CVP).\n"
      "  11.6063d l is wounded.\n"
      "> german escape hero\n"
      "> german roll\n"
      "  dice 11.6063a 1 1; 11.6063b 6\n"
      "  11.6063b hero tries to escape, DR 2 (2): it gets away.\n"
      "  11.6063b hero is lost (1 CVP).\n"
      "> german escape pz\n"
      "> german roll\n"
      "  dice 11.6063a 4 5\n"
      "  11.6063a pz tries to escape, DR 9 (1): abandoned, the crew gets away.\n"
      "  11.6063e pz is abandoned in T-AA15.\n"
      "> german escape tr\n"
      "> german roll\n"
      "  dice 11.6063a 6 5\n"
      "  11.6063a tr tries to escape, DR 11 (4): eliminated.\n"
      "  11.6063e tr is lost (1 CVP).\n"
      "> german escape gun\n"
      "> german roll\n"
      "  dice 11.6063a 2 2\n"
      "  11.6063a gun tries to escape, DR 4 (3): it gets away.\n"
      "> german escape de.x.hs-1\n"
      "> german roll\n"
      "  dice 11.6063a 3 2\n"
      "  11.6063a HS 1 tries to escape, DR 5 (3): it gets away.\n"
      "> german done\n"
      "> soviet escape r\n"
      "> soviet roll\n"
      "  dice 11.6063a 4 4\n"
      "  11.6063a r tries to escape, DR 8 (0): it gets away.\n"
      "> soviet escape rl\n"
      "> soviet roll\n"
      "  dice 11.6063a 6 6; 11.6063d 3\n"
      "  11.6063a rl tries to escape, DR 12 (-2): it gets away, Casualty Reduced.\n"
      "  11.6063d rl is wounded.\n"
      "> soviet escape r2\n"
      "> soviet roll\n"
      "  dice 11.6063a 1 1; 11.6063b 2\n"
      "  11.6063b r2 tries to escape, DR 2 (0): it gets away.\n"
      "  11.6063b A hero rises out of r2.\n"
      "  11.2f Hills are assigned: 0 change hands.\n"
      "  11.6235b The Soviet side wins the scenario: CVP 0 to 0, 0 Victory Locations gained by the "
      "Germans.\n"
      "  11.607 Scenario 1: 607 clearing the Playing Area.\n"
      "  11.6071 pz stays in T-AA15.\n"
      "  11.6071 stay stays in T-AA20.\n" NOTHING_MORE});
  kit_close(k);
}

/* 11.6063b: what an Original 2 makes of a squad, a leader, a conscript, a crew and a gunner. */
static void heat_of_battle(void **unused) {
  (void)unused;
  struct kit *k = tell_story(&(struct story){
      PLAIN "\"terrain\":[" WOODS("T-AA15") "],\"units\":[" JOIN(
          AT("a", "german", "658", "T-AA15"), AT("l", "german", "8-0", "T-AA15"),
          AT("c", "german", "228", "T-AA15"), AT("r", "soviet", "426", "T-T5"),
          AT("r1", "soviet", "447", "T-T5")) "]",
      NULL,
      "german commit;soviet commit;german escape a;german roll / 1 1 3;german escape l;german roll "
      "/ 1 1 2;german escape c;german roll / 1 1 5;soviet escape r;soviet roll / 1 1 4;soviet "
      "escape r1;soviet roll / 1 1 3",
      "  11.605 Scenario 1: 605 perimeters.\n"
      "> german commit\n"
      "> soviet commit\n"
      "  5.5 The program draws the German chain: 2 markers.\n"
      "  5.5 The program draws the Soviet chain: 6 markers.\n"
      "  11.6062 a is isolated in T-AA15, type B.\n"
      "  11.6062 l is isolated in T-AA15, type B.\n"
      "  11.6062 c is isolated in T-AA15, type B.\n"
      "  11.6062 r is isolated in T-T5, type B.\n"
      "  11.6062 r1 is isolated in T-T5, type B.\n"
      "  11.6059 1446 hexes are No Man's Land.\n"
      "  11.6066 German perimeter: 2 markers, 0 hexes.\n"
      "  11.6066 Soviet perimeter: 6 markers, 112 hexes.\n"
      "  11.606 Scenario 1: 606 isolation and escape.\n"
      "> german escape a\n"
      "> german roll\n"
      "  dice 11.6063a 1 1; 11.6063b 3\n"
      "  11.6063b a tries to escape, DR 2 (4): it gets away.\n"
      "  11.6063b A hero rises out of a.\n"
      "> german escape l\n"
      "> german roll\n"
      "  dice 11.6063a 1 1; 11.6063b 2\n"
      "  11.6063b l tries to escape, DR 2 (2): it gets away.\n"
      "> german escape c\n"
      "> german roll\n"
      "  dice 11.6063a 1 1; 11.6063b 5\n"
      "  11.6063b c tries to escape, DR 2 (3): it gets away.\n"
      "> soviet escape r\n"
      "> soviet roll\n"
      "  dice 11.6063a 1 1; 11.6063b 4\n"
      "  11.6063b r tries to escape, DR 2 (0): it gets away.\n"
      "> soviet escape r1\n"
      "> soviet roll\n"
      "  dice 11.6063a 1 1; 11.6063b 3\n"
      "  11.6063b r1 tries to escape, DR 2 (0): it gets away.\n"
      "  11.6063b A hero rises out of r1.\n"
      "  11.2f Hills are assigned: 0 change hands.\n"
      "  11.6235b The Soviet side wins the scenario: CVP 0 to 0, 0 Victory Locations gained by the "
      "Germans.\n"
      "  11.607 Scenario 1: 607 clearing the Playing Area.\n" NOTHING_MORE});
  kit_close(k);
}

/* 5.5, 11.6055-59, 11.6062: a Pocket in No Man's Land, a hidden man alone in it, a Location ringed
 * by the enemy, a Pocket ringed by him. */
static void pockets(void **unused) {
  (void)unused;
  struct kit *k = tell_story(&(struct story){
      "\"map\":\"plain:30x52\",\"phase\":\"reph.1/"
      "11.605\",\"vars\":{\"winners\":1},\"terrain\":[" JOIN(
          WOODS("T-PP21"), WOODS("T-PP12"), WOODS("T-PP3"), WOODS("T-V4"), WOODS("T-V20"),
          WOODS("T-V22"), WOODS("T-TT8"),
          WOODS("T-TT10")) "],\"control\":[[\"soviet\",[\"T-PP21\",\"T-PP12\",\"T-"
                           "PP3\"]],[\"german\",[\"T-V22\"]]],"
                           "\"units\":[" JOIN(ATM("lone", "german", "658", "T-V4", "hidden"),
                                              AT("two", "german", "658", "T-V20"),
                                              AT("pz", "german", "PzIVH", "T-V22"),
                                              AT("p1", "soviet", "458", "T-TT8"),
                                              AT("p2", "soviet", "458", "T-TT10"),
                                              ATM("hid", "soviet", "458", "T-UU20", "hidden")) "]",
      NULL, "german commit;soviet commit;german done",
      "  11.605 Scenario 1: 605 perimeters.\n"
      "> german commit\n"
      "> soviet commit\n"
      "  5.5 The program draws the German chain: 2 markers.\n"
      "  5.5 The program draws the Soviet chain: 7 markers.\n"
      "  11.6062 lone is isolated in T-V4, type C.\n"
      "  11.6055-57 two is isolated in T-V20, type D.\n"
      "  11.6055-57 pz is isolated in T-V22, type D.\n"
      "  11.6062 hid is isolated in T-UU20, type B.\n"
      "  11.6059 223 hexes are No Man's Land.\n"
      "  11.6066 German perimeter: 2 markers, 0 hexes.\n"
      "  11.6066 Soviet perimeter: 7 markers, 1332 hexes.\n"
      "  11.606 Scenario 1: 606 isolation and escape.\n"
      "> german done\n"});
  /* 11.6054c: revealed */
  assert_true(kit_at(k, "lone")->flags & U_KNOWN && kit_at(k, "hid")->flags & U_KNOWN);
  kit_close(k);
}

static void everywhere(struct kit *k) {
  struct state *s = kit_state(k);
  kit_at(k, "gst")->flags |= U_STRONG;
  kit_at(k, "gist")->flags |= U_STRONG;
  kit_at(k, "rgun")->flags |= U_STRONG;
  enclose(k, "16-C5", GER, 2);
  enclose(k, "18-M7", GER, 3);
  enclose(k, "16-X9", RUS, 2);
  enclose(k, "18-T7", GER, 2);
  work(k, "16-W5", FORT_TRENCH, GER); /* goes with its board */
  work(k, "18-J5", FORT_TRENCH, RUS);
  work(k, "18-J5", FORT_AP6, RUS);
  work(k, "18-J6", FORT_AT2, GER); /* inside the enemy's perimeter */
  work(k, "18-J7", FORT_WIRE, GER);
  work(k, "18-J8", FORT_DUMMY, RUS);
  work(k, "18-K5", FORT_SETDC, RUS);
  burns(k, "18-K5", BURNT_BLAZE);
  burns(k, "18-L5", BURNT_BLAZE);
  burns(k, "18-M8", BURNT_BLAZE);
  burns(k, "18-N5", BURNT_BLAZE);
  burns(k, "18-P5", BURNT_BLAZE);
  burns(k, "18-T7", BURNT_BLAZE);
  burns(k, "18-R6", BURNT_WRECK);
  burns(k, "16-R6", BURNT_WRECK);
  s->draft[kit_unit(k, "rgun")].fate = FATE_CAPTURED,
                       s->draft[kit_unit(k, "rgun")].type = kit_at(k, "rgun")->type;
  s->draft[kit_unit(k, "free")].fate = FATE_CAPTURED,
                       s->draft[kit_unit(k, "free")].type = kit_at(k, "free")->type;
}

/* 11.607 to 11.610, 3.17, CG1b, CG1c, CG5: everything that can be on a board that leaves and on one
 * that stays. */
static void clearing(void **unused) {
  (void)unused;
  struct kit *k = tell_story(&(struct story){
      "\"phase\":\"reph.1/"
      "11.606\",\"vars\":{\"german_front\":20,\"soviet_front\":24},\"terrain\":[" JOIN(
          WOODS("16-U5"),
          WOODS("18-M8")) ",{\"hex\":\"18-K5\",\"set\":[\"house\",\"upper\"]},{\"hex\":\"18-L5\","
                          "\"set\":[\"stone\"]},{\"hex\":\"18-N5\",\"set\":[\"rubble\"]},{\"hex\":"
                          "\"18-O5\",\"set\":[\"woods\"]},{\"hex\":\"18-P5\",\"set\":[\"grain\"]}],"
                          "\"units\":[" JOIN(
                              AT("free", "german", "658", "16-U5"),
                              ATM("gim", "german", "PzIVH", "16-X5", "immobilized"),
                              AT("gst", "german", "AT75L", "16-X7"),
                              AT("giso", "german", "658", "16-C5"),
                              AT("gist", "german", "AT75L", "16-C5"),
                              AT("gnorth", "german", "658", "18-M7"),
                              ATM("rim", "soviet", "T34M41", "16-E5", "immobilized"),
                              ATM("rdug", "soviet", "T34M41", "16-E7", "dugin"),
                              AT("riso", "soviet", "458", "16-X9"),
                              AT("risl", "soviet", "9-1", "16-X9"),
                              ATM("rstay", "soviet", "T34M41", "18-M5", "immobilized"),
                              ATM("rds", "soviet", "T34M41", "18-R5", "dugin"),
                              AT("rgun", "soviet", "AT45L", "18-S5"),
                              AT("gburn", "german", "658", "18-T7"),
                              AT("burns", "soviet", "458", "18-M8"),
                              ATM("home", "soviet", "458", "16-D5", "hidden")) "]",
      everywhere, "german done;soviet escape risl;soviet roll / 5 6 1;soviet done",
      "  11.606 Scenario 1: 606 isolation and escape.\n"
      "> german done\n"
      "> soviet escape risl\n"
      "> soviet roll\n"
      "  dice 11.6063a 5 6; 11.6063d 1\n"
      "  11.6063a risl tries to escape, DR 11 (-1): it gets away, Casualty Reduced.\n"
      "  11.6063d risl is wounded.\n"
      "> soviet done\n"
      "  11.6061b gnorth begins the next scenario with Ammunition Shortage.\n"
      "  11.2f Hills are assigned: 0 change hands.\n"
      "  11.6235b The Soviet side wins the scenario: CVP 0 to 0, 0 Victory Locations "
      "gained by the Germans.\n"
      "  11.607 Scenario 1: 607 clearing the Playing Area.\n"
      "  11.607 (german) free is taken up and Retained.\n"
      "  11.607 (german) gim is taken up and Retained.\n"
      "  CG5 gst is lost (3 CVP).\n"
      "  11.607 (german) giso is taken up and Retained.\n"
      "  CG5 gist is lost (3 CVP).\n"
      "  11.6071 gnorth stays in 18-M7.\n"
      "  CG1c rim is lost (6 CVP).\n"
      "  CG1c rdug is lost (6 CVP).\n"
      "  CG1b riso is lost (2 CVP).\n"
      "  11.607 rstay stays in 18-M5.\n"
      "  11.607 rds stays in 18-R5.\n"
      "  11.607 rgun stays in 18-S5.\n"
      "  11.6071 gburn stays in 18-T7.\n"
      "  11.607 (soviet) burns is taken up and Retained.\n"
      "  11.607 (soviet) home is taken up and Retained.\n"
      "  11.608 Scenario 1: 608 fortifications.\n"
      "  11.608 4 fortifications vanish, 3 stay.\n"
      "  11.6091 Scenario 1: 609 fires and terrain.\n"
      "  11.6093 18-K5 is rubble now.\n"
      "  11.6093 18-L5 is gutted now.\n"
      "  11.6095 18-M8 is gutted woods now.\n"
      "  11.6092 18-N5 is shellholes now.\n"
      "  11.6092 18-P5 is shellholes now.\n"
      "  11.6094 gburn is lost (2 CVP).\n"
      "  11.6092 18-T7 is shellholes now.\n"
      "  11.6072 1 wreck vanishes with the boards, 1 stays.\n"
      "  11.610 Scenario 1: 610 prisoners.\n"
      "  CG17 Captured Guns and vehicles are destroyed: 1.\n"
      "  11.610 Prisoners and captured items are removed.\n"
      "  11.611 Scenario 1: 611 recombine, harden, promote.\n"});
  const struct state *s = kit_state(k);
  static const struct {
    const char *unit;
    int where;
  } end[] = {{"free", OFF},  {"gim", OFF},    {"gst", DEAD},  {"giso", OFF},
             {"gist", DEAD}, {"gnorth", MAP}, {"rim", DEAD},  {"rdug", DEAD},
             {"riso", DEAD}, {"risl", OFF},   {"rstay", MAP}, {"rds", MAP},
             {"rgun", MAP},  {"burns", OFF},  {"home", OFF},  {"gburn", DEAD}};
  for (size_t i = 0; i < sizeof end / sizeof end[0]; i++)
    if (kit_at(k, end[i].unit)->where != end[i].where)
      fail_msg("%s is in %d", end[i].unit, kit_at(k, end[i].unit)->where);
  assert_true(kit_at(k, "gim")->flags & U_SAVED);
  assert_int_equal(s->nfort, 3); /* trench, mines, and the wire in the enemy's ground, seen now */
  assert_int_equal(s->fort[2].kind, FORT_WIRE);
  assert_int_equal(s->fort[0].shown + 2 * s->fort[1].shown + 4 * s->fort[2].shown, 4);
  static const uint8_t kinds[] = {BURNT_RUBBLE,     BURNT_GUTTED,     BURNT_LEAFLESS,
                                  BURNT_SHELLHOLES, BURNT_SHELLHOLES, BURNT_SHELLHOLES,
                                  BURNT_WRECK};
  assert_int_equal(s->nburnt, 7); /* the wreck of 16-R6 went with its board */
  for (int i = 0; i < 7; i++)
    assert_int_equal(s->burnt[i].kind, kinds[i]);
  assert_int_equal(s->side[RUS].isolated_lost, 2);
  assert_int_equal(s->side[RUS].reph, 6 + 6 + 2); /* CG1c only here, CG1b in both */
  assert_int_equal(s->side[GER].reph, 3 + 3 + 2); /* 11.6094 */
  kit_close(k);
}

static void platoons(struct kit *k) {
  kit_at(k, "l")->flags |= U_HEROIC;
  kit_at(k, "top")->flags |= U_HEROIC;
  kit_at(k, "e1")->flags |= U_ENGINEER; /* and the other is none: they stay apart */
  line(k, GER, "a3", "p", NULL)->al = own(k->book)->grade[3];
  line(k, GER, "a4", "q", NULL)->al = own(k->book)->grade[5];
}

/* 11.611: half-squads of a kind recombine, heroes harden, heroic leaders rise, a leader is
 * promoted, armour leaders improve; all in secret. */
static void hardening(void **unused) {
  (void)unused;
  struct kit *k = tell_story(&(struct story){
      "\"phase\":\"reph.1/11.611\",\"vars\":{\"winners\":1},\"units\":[" JOIN(
          OFFMAP("h1",
                 "germa"
                 "n",
                 "348"),
          OFFMAP("h2", "german", "348"), OFFMAP("e1", "german", "338"),
          OFFMAP("e2", "german", "338"), OFFMAP("hero", "german", "hero"),
          OFFMAP("hero2", "german", "hero"), OFFMAP("l", "german", "9-2"),
          OFFMAP("top", "german", "10-3"), OFFMAP("s1", "soviet", "426"),
          OFFMAP("s2", "soviet", "447"), OFFMAP("s3", "soviet", "447"),
          OFFMAP("s4", "soviet", "458"), OFFMAP("rh", "soviet", "hero"),
          OFFMAP("p", "german", "PzIVH"), OFFMAP("q", "german", "PzVIE")) "]",
      platoons,
      "german harden h1;german harden e1;soviet harden s1;german drm 1;soviet "
      "commit;german commit / 3 2 3 2 6 6 5 5 5 5 4 4 4 4 5 5 6",
      "  11.611 Scenario 1: 611 recombine, harden, promote.\n"
      "  11.6111 (german) h1 is a full squad again.\n"
      "> german harden h1\n"
      "  11.6112 (german) h1 is hardened.\n"
      "> german harden e1\n"
      "  11.6112 (german) e1 is hardened.\n"
      "> soviet harden s1\n"
      "  11.6112 (soviet) s1 is hardened.\n"
      "> german drm 1\n"
      "> soviet commit\n"
      "> german commit\n"
      "  dice 11.6115a 3 2; 11.6114 3 2; 11.6115a 6 6; 11.616 5 5 5 5; 11.617 4 4 4 4; "
      "11.618 5 5 6\n"
      "  11.6113 (german) l is promoted.\n"
      "  11.6113 (german) top is promoted.\n"
      "  11.6114 (soviet) leader 1 is promoted.\n"
      "  11.6115a (soviet) DR 12: nothing comes of it.\n"
      "  11.6115a (german) The armour leader of line 1 is a 9-1 now.\n"
      "  11.612 Scenario 1: 612 new scenario, snipers.\n"
      "  11.60531e 0 side-edge hexes stay German; the new boards' are Soviet.\n"
      "  11.2d 0 Victory Locations on boards that have left play stay German.\n"
      "  CG1d The Playing Area moves north: Playing Area 2.\n"
      "  11.612 (german) The German sniper number is 2.\n"
      "  11.612 (soviet) The Soviet sniper number is 2.\n"
      "  11.613 Scenario 2: 613 repair.\n"
      "  11.6135-39 Ammunition is restored for all units but 0 in isolation.\n"
      "  11.614 Scenario 2: 614 recall.\n"
      "  11.615 Scenario 2: 615 artillery and aircraft.\n"
      "  11.616 Scenario 2: 616 CPP replenishment.\n"
      "  11.616 (german) German DR 10 (0): 14 CPP more.\n"
      "  11.616 (soviet) Soviet DR 10 (-1): 14 CPP more.\n"
      "  11.617 Scenario 2: 617 ELR.\n"
      "  11.617 (german) German ELR is 4 (Final DR 7).\n"
      "  11.617 (soviet) Soviet ELR is 3 (Final DR 7).\n"
      "  11.618 Scenario 2: 618 weather.\n"
      "  11.618 Weather Clear & Gusty (DR 11), ground condition 4 (dr 7).\n"
      "  C.4 Scenario 2: 619 purchase.\n"});
  static const struct {
    const char *unit, *kind;
    uint32_t flags;
  } end[] = {{"h1", "658", U_FANATIC | U_HARDENED},
             {"e1", "338", U_FANATIC | U_HARDENED | U_ENGINEER},
             {"e2", "338", 0},
             {"l", "10-2", 0},
             {"top", "10-3", U_FANATIC},
             {"s1", "447", U_HARDENED}};
  for (size_t i = 0; i < sizeof end / sizeof end[0]; i++) {
    assert_string_equal(kit_kind(k, end[i].unit), end[i].kind);
    assert_int_equal(kit_at(k, end[i].unit)->flags &
                         (U_FANATIC | U_HARDENED | U_ENGINEER | U_HEROIC),
                     end[i].flags);
  }
  for (int i = 0; i < 4; i++)
    assert_int_equal(kit_at(k, i == 0   ? "hero"
                               : i == 1 ? "hero2"
                               : i == 2 ? "rh"
                                        : "h2")
                         ->where,
                     DEAD);
  /* without CVP */
  assert_int_equal(kit_state(k)->side[GER].reph + kit_state(k)->side[RUS].reph, 0);
  kit_close(k);
}

static void broken_things(struct kit *k) {
  struct state *s = kit_state(k);
  enclose(k, "18-M7", GER, 3);
  kit_at(k, "iso")->flags |= U_DISABLED | U_SHORT | U_RED | U_RECALL;
  kit_at(k, "imm")->flags |= U_SAVED;
  kit_at(k, "at")->flags |= U_SHORT | U_ENCIRCLED;
  struct rec *r = line(k, GER, "i1", NULL, NULL);
  r->sw[0] = 2, r->bad[0] = 1, r->sw[2] = 1, r->bad[2] = 1;
  r = line(k, GER, "o2", NULL, NULL);
  r->black = 0, r->flags |= R_USED | R_NAMED, r->strength = STR_NORMAL;
  line(k, GER, "o5", NULL, NULL)->attach = 2;
  line(k, GER, "s1", NULL, NULL)->planes = 2;
  r = line(k, RUS, "i1", NULL, NULL);
  r->sw[1] = 2, r->bad[1] = 1;
  r = line(k, RUS, "o1", NULL, NULL);
  r->black = 3, r->drawn = 2, r->strength = STR_NORMAL;
  s->side[GER].sniper_lost = 1, s->side[RUS].sniper_lost = 3;
  s->side[GER].exit_cvp = 5;
}

/* 11.612 to 11.618: snipers lost, every sort of repair, crews and recall, modules and aircraft,
 * CPP, ELR, weather. */
static void repairs(void **unused) {
  (void)unused;
  struct kit *k = tell_story(&(struct story){
      "\"phase\":\"reph.1/"
      "11.612\",\"vars\":{\"german_front\":41,\"soviet_front\":44,\"winners\":1,\"german_losses\":"
      "45,\"soviet_losses\":21,\"isolated_lost\":19,\"german_san\":4,\"soviet_san\":4,\"german_"
      "cpp\":3},\"terrain\":[" WOODS("18-M7") "],\"units\":[" JOIN(
          OFFM("mtr", "german", "MTR81", "malfunctioned"),
          OFFM("at", "german", "AT75L", "malfunctioned"),
          OFFM("pz", "german", "PzIVH", "malfunctioned"), AT("iso", "german", "PzIVH", "18-M7"),
          OFFM("imm", "german", "PzIVH", "immobilized"),
          OFFM("empty", "german", "StuGIIIG", "abandoned"),
          OFFM("rec", "german", "PzIVH", "recall"),
          OFFM("c1",
               "germa"
               "n",
               "228",
               "vehic"
               "lecre"
               "w"),
          OFFM("c2", "german", "228", "vehiclecrew"),
          OFFM("hmg", "soviet", "HMG248", "malfunctioned"),
          OFFM("t34", "soviet", "T34M41", "abandoned")) "]",
      broken_things,
      "/ 2 3 5 1 2 4 2 2 3;german man empty c1;german free rec / 3 4 1 1 4 4 4 4 1 2 3",
      "  dice 11.6132a 2 3 5 1 2 4; 11.6133 2; 11.6132a 2 3\n"
      "  11.612 Scenario 1: 612 new scenario, snipers.\n"
      "  11.60531e 18 side-edge hexes stay German; the new boards' are Soviet.\n"
      "  11.2d 34 Victory Locations on boards that have left play stay German.\n"
      "  5.6 The Playing Area moves north: Playing Area 2.\n"
      "  11.612 (german) The German sniper number is 3.\n"
      "  11.612 (soviet) The Soviet sniper number is 2.\n"
      "  11.613 Scenario 2: 613 repair.\n"
      "  11.6132a mtr is repaired (dr 2, -1).\n"
      "  11.6132b at is not repaired (dr 3, 0).\n"
      "  11.6132b pz is not repaired (dr 5, -2).\n"
      "  11.6132b pz is lost (6 CVP).\n"
      "  11.6132a iso is repaired (dr 1, 1).\n"
      "  11.6132a (german) LMG is there for i1.\n"
      "  11.6132a (german) ATR is not there for i1.\n"
      "  11.6133 imm is repaired (dr 2, 0).\n"
      "  11.6132a hmg is repaired (dr 2, -1).\n"
      "  11.6132a (soviet) MMG is there for i1.\n"
      "  11.6135-39 Ammunition is restored for all units but 1 in isolation.\n"
      "> german man empty c1\n"
      "  11.6134 (german) c1 mans empty.\n"
      "  11.6134 t34 is lost (5 CVP).\n"
      "  11.614 Scenario 2: 614 recall.\n"
      "  11.6141b iso is recalled.\n"
      "> german free rec\n"
      "  dice 11.616 3 4 1 1; 11.617 4 4 4 4; 11.618 1 2 3\n"
      "  11.6141a (german) rec is freed by giving up c2.\n"
      "  11.615 Scenario 2: 615 artillery and aircraft.\n"
      "  11.615 (german) The module o2 is used up.\n"
      "  11.615 (german) The air group is gone.\n"
      "  11.615 (soviet) The module o1 is used up.\n"
      "  11.616 Scenario 2: 616 CPP replenishment.\n"
      "  11.616 (german) German DR 7 (-1): 16 CPP more.\n"
      "  11.616 (soviet) Soviet DR 2 (-2): 18 CPP more.\n"
      "  11.617 Scenario 2: 617 ELR.\n"
      "  11.617 (german) German ELR is 4 (Final DR 7).\n"
      "  11.617 (soviet) Soviet ELR is 3 (Final DR 7).\n"
      "  11.618 Scenario 2: 618 weather.\n"
      "  11.618 Weather Overcast (DR 4), ground condition 3 (dr 4).\n"
      "  C.4 Scenario 2: 619 purchase.\n"});
  const struct state *s = kit_state(k);
  /* isolated: nothing is restored, but its gun is repaired */
  assert_int_equal(kit_at(k, "iso")->flags & (U_SHORT | U_RED | U_DISABLED | U_RECALL),
                   U_SHORT | U_RED | U_RECALL);
  assert_int_equal(kit_at(k, "at")->flags & (U_SHORT | U_ENCIRCLED | U_MALFUNCTION), 0);
  assert_string_equal(kit_kind(k, "at"), "228");
  assert_int_equal(kit_at(k, "pz")->where, DEAD);
  assert_int_equal(kit_at(k, "imm")->flags & (U_IMMOBILE | U_SAVED), 0);
  assert_int_equal(s->rec[GER][0].sw[0], 2);
  assert_int_equal(s->rec[GER][0].sw[2], 0);
  assert_int_equal(s->rec[GER][0].bad[0] + s->rec[GER][0].bad[2], 0);
  assert_int_equal(s->rec[RUS][0].sw[1], 2);
  assert_true(s->rec[GER][1].flags & R_GONE && s->rec[GER][2].flags & R_GONE &&
              s->rec[GER][3].flags & R_GONE && s->rec[RUS][1].flags & R_GONE);
  assert_int_equal(s->rec[GER][1].flags & (R_USED | R_NAMED), 0);
  assert_int_equal(s->side[GER].san, 3);
  assert_int_equal(s->side[RUS].san, 2);
  kit_close(k);
}

/* 11.6133, 11.6134, 11.6141a: nothing to ask when there is no crew; what is abandoned is lost
 * without its crew's point. */
static void saved_at_once(void **unused) {
  (void)unused;
  struct kit *k = tell_story(&(struct story){
      "\"phase\":\"reph.1/11.613\",\"vars\":{\"winners\":2},\"units\":[" JOIN(
          OFFM("empty", "german", "PzIVH", "abandoned"), OFFM("rec", "german", "PzIVH", "recall"),
          OFFM("c", "soviet", "228", "vehiclecrew"), OFFM("imm", "soviet", "T34M41", "immobilized"),
          OFFM("rr", "soviet", "T34M41", "recall")) "]",
      NULL, "/ 3;soviet free rr / 6 6 6 6 1 1 6 6 6 6 6",
      "  dice 11.6133 3\n"
      "  11.613 Scenario 2: 613 repair.\n"
      "  11.6133 imm is not repaired (dr 3, 0).\n"
      "  11.6135-39 Ammunition is restored for all units but 0 in isolation.\n"
      "  11.6134 empty is lost (5 CVP).\n"
      "  11.614 Scenario 2: 614 recall.\n"
      "> soviet free rr\n"
      "  dice 11.616 6 6 6 6; 11.617 1 1 6 6; 11.618 6 6 6\n"
      "  11.6141a (soviet) rr is freed by giving up c.\n"
      "  11.615 Scenario 2: 615 artillery and aircraft.\n"
      "  11.616 Scenario 2: 616 CPP replenishment.\n"
      "  11.616 (german) German DR 12 (0): 13 CPP more.\n"
      "  11.616 (soviet) Soviet DR 12 (-1): 13 CPP more.\n"
      "  11.617 Scenario 2: 617 ELR.\n"
      "  11.617 (german) German ELR is 5 (Final DR 2).\n"
      "  11.617 (soviet) Soviet ELR is 3 (Final DR 10).\n"
      "  11.618 Scenario 2: 618 weather.\n"
      "  11.618 Weather Clear & Gusty (DR 13), ground condition 4 (dr 7).\n"
      "  C.4 Scenario 2: 619 purchase.\n"});
  kit_close(k);
}

/* 11.606, 11.2f, CG.VC: the last perimeters, hills, the last scenario's winner and the campaign's.
 */
static void to_the_end(void **unused) {
  (void)unused;
  struct kit *k = tell_story(&(struct story){
      "\"phase\":\"final/"
      "11.605\",\"vars\":{\"german_front\":20,\"soviet_front\":30,\"winners\":121,\"german_"
      "losses\":20,\"soviet_losses\":31,\"west_edge\":20,\"east_edge\":20}",
      NULL, "german commit;soviet commit",
      "  11.605 Scenario 4: 605 perimeters.\n"
      "> german commit\n"
      "> soviet commit\n"
      "  5.5 The program draws the German chain: 6 markers.\n"
      "  5.5 The program draws the Soviet chain: 6 markers.\n"
      "  11.6059 1746 hexes are No Man's Land.\n"
      "  11.6066 German perimeter: 6 markers, 118 hexes.\n"
      "  11.6066 Soviet perimeter: 6 markers, 118 hexes.\n"
      "  11.606 Scenario 4: 606 isolation and escape.\n"
      "  11.2f Hills are assigned: 0 change hands.\n"
      "  11.6235b The German side wins the scenario: CVP 31 to 20, 0 Victory Locations gained by "
      "the Germans.\n"
      "  CG.VC The Soviet side wins: 144 Victory Locations are German, 362 Soviet.\n"});
  kit_close(k);
}

static void gains(struct kit *k) {
  struct state *s = kit_state(k);
  int n = 0;
  for (int i = 0; i < own(k->book)->nvl; i++) /* three were Soviet, one was German */
    if (own(k->book)->vl[i].kind == VL_BUILDING && sp_in_pa(&k->play, own(k->book)->vl[i].g) &&
        row_of(own(k->book)->vl[i].g) > 60) {
      if (n < 3)
        s->vl[i] = VB_GERMAN | VB_DRAFT;
      if (n == 3)
        s->vl[i] = VB_START;
      n++;
    }
}

/* 11.6235a: a Dual Assault is won by points and Locations together. */
static void last_dual(void **unused) {
  (void)unused;
  struct kit *k = tell_story(
      &(struct story){"\"phase\":\"reph.2/"
                      "11.606\",\"vars\":{\"german_front\":20,\"soviet_front\":24,\"dual\":1,"
                      "\"german_losses\":30,\"soviet_losses\":28,\"winners\":1}",
                      gains, "",
                      "  11.606 Scenario 2: 606 isolation and escape.\n"
                      "  11.2f Hills are assigned: 0 change hands.\n"
                      "  11.6235a The Soviet side wins the scenario: CVP 28 to 30, 3 Victory "
                      "Locations gained by the Germans.\n"
                      "  11.607 Scenario 2: 607 clearing the Playing Area.\n"
                      "  11.608 Scenario 2: 608 fortifications.\n"
                      "  11.608 0 fortifications vanish, 0 stay.\n"
                      "  11.6091 Scenario 2: 609 fires and terrain.\n"
                      "  11.6091 Step 11.609 has nothing to do.\n"
                      "  11.610 Scenario 2: 610 prisoners.\n"
                      "  11.610 Prisoners and captured items are removed.\n"
                      "  11.611 Scenario 2: 611 recombine, harden, promote.\n"});
  const struct state *s = kit_state(k);
  assert_int_equal(s->side[GER].row[1].accumulated, 28 + 3);
  assert_int_equal(s->side[RUS].row[1].accumulated, 30 + 1);
  assert_int_equal(s->side[GER].row[1].suffered, 30);
  assert_int_equal(s->side[GER].row[1].locations, sp_vl_count(&k->play, GER));
  assert_int_equal(s->winner[1], RUS + 1); /* not more: 31 each */
  kit_close(k);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(first_steps),    cmocka_unit_test(no_melee), cmocka_unit_test(escapes),
      cmocka_unit_test(heat_of_battle), cmocka_unit_test(pockets),  cmocka_unit_test(clearing),
      cmocka_unit_test(hardening),      cmocka_unit_test(repairs),  cmocka_unit_test(saved_at_once),
      cmocka_unit_test(to_the_end),     cmocka_unit_test(last_dual)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
