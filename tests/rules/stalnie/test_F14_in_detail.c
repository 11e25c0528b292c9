/* test_F14_in_detail.c - F14.5 to F14.11: what counts in close combat, modifier by modifier. */
#include "field_kit.h"

#define MEETING(ground, works, units) WORKED("german.assault", ground, works, FAR_AWAY "," units)
/* Everybody in T-E3 advances into T-E4, then the phase ends. */
static void meet(struct table *t, const char *side, const char *alone) {
  char advance[40];
  snprintf(advance, sizeof advance, "advance %s T-E4 0", alone);
  bool together = is_offered(t, side, "all T-E3 T-E4");
  act(t, side, together ? "all T-E3 T-E4" : advance);
  act(t, side, "end");
}

/* The number of the German attack, and of the Soviet one, after all modifiers. */
static void numbers(const char *position, const char *dice, const char *german,
                    const char *soviet) {
  struct table *t = field_at(position, dice);
  const cJSON *e;
  const cJSON *events;
  const char *want[] = {german, soviet};
  int n = 0;

  meet(t, "german", "g");
  events = field(t->last, "events");
  cJSON_ArrayForEach(e, events) {
    const cJSON *c = field(e, "card");
    if (!c || strcmp(text_of(e, "kind"), "field.close.combat"))
      continue;
    if (n < 2)
      weighs(c, want[n]);
    n++;
  }
  assert_int_equal(n, 2);
  clear_away(t);
}

/* F14.6: -1 when at least half of the own firepower is trained for it. */
static void trained_men(void **unused) {
  (void)unused;
  /* 8:4 is 2-1, 4:8 is 1-2 */
  numbers(MEETING("", "", GER_AT("g", "838", "T-E3") "," RUS_AT("r", "458", "T-E4")), "6 5 6 5",
          "number 9", "number 5");
  /* 227 and 248: 2 of 4 are enough; 4:4 */
  numbers(MEETING("", "",
                  GER_AT("g", "658", "T-E3") "," RUS_AT("r", "227", "T-E4") "," RUS_AT("s", "248",
                                                                                       "T-E4")),
          "6 5 6 5", "number 7", "number 6");
  /* 227 and 458: 2 of 6 are not; 6:6 */
  numbers(MEETING("", "",
                  GER_AT("g", "658", "T-E3") "," RUS_AT("r", "227", "T-E4") "," RUS_AT("s", "458",
                                                                                       "T-E4")),
          "6 5 6 5", "number 6", "number 6");
}

/* F14.6: a hero fights with 1 and makes it 1 easier; a broken squad neither. */
static void heroes(void **unused) {
  (void)unused;
  /* 7:4 is 3-2 */
  numbers(MEETING("", "",
                  GER_AT("g", "658", "T-E3") "," GER_AT("h", "hero", "T-E3") "," RUS_AT("r", "458",
                                                                                        "T-E4")),
          "6 5 6 5", "number 8", "number 5");
}

/* F14.6: -1 when every enemy there is pinned or broken; one who is not spoils it. */
static void pinned_enemies(void **unused) {
  (void)unused;
  numbers(MEETING("", "",
                  GER_AT("g", "658", "T-E3") "," ON_M("r", "soviet", "458", "T-E4", "\"pinned\"")),
          "6 5 6 5", "number 8", "number 5");
  numbers(MEETING("", "",
                  GER_AT("g", "658", "T-E3") "," ON_M("r", "soviet", "458", "T-E4",
                                                      "\"pinned\"") "," RUS_AT("l", "8-0", "T-E4")),
          "6 5 6 5", "number 6", "number 5");
  /* Broken men have no firepower: 6:4 */
  numbers(MEETING("", "",
                  GER_AT("g", "658", "T-E3") "," ON_M("s", "soviet", "458", "T-E4",
                                                      "\"broken\"") "," RUS_AT("r", "458", "T-E4")),
          "6 5 6 5", "number 7", "number 5");
}

/* F14.6: the best leader counts, of either side. */
static void leaders_in_close_combat(void **unused) {
  (void)unused;
  /* 8:5 is 3-2 (7); 5:8 is 1-2 (5) */
  numbers(MEETING("", "",
                  GER_AT("g", "658", "T-E3") "," GER_AT("l", "8-1", "T-E3") "," GER_AT(
                      "k", "9-2", "T-E3") "," RUS_AT("r", "458", "T-E4") "," RUS_AT("m", "9-1",
                                                                                    "T-E4")),
          "6 5 6 5", "number 9", "number 6");
}

/* F14.6: +1 against an enemy in a trench that he held before; who has just come into it has not. */
static void held_trench(void **unused) {
  (void)unused;
  numbers(MEETING("", WORK("T-E4", "trench", "soviet"),
                  GER_AT("g", "658", "T-E3") "," RUS_AT("r", "458", "T-E4")),
          "6 5 6 5", "number 6", "number 5");
  /* a ditch or a foxhole is no such work */
  numbers(MEETING("", WORK("T-E4", "foxhole3", "soviet"),
                  GER_AT("g", "658", "T-E3") "," RUS_AT("r", "458", "T-E4")),
          "6 5 6 5", "number 7", "number 5");
}

/* F14.6: in a fortified Location too; F14.8: in a house first the dice for the ambush. */
static void held_fort(void **unused) {
  (void)unused;
  /* 6:1, the enemy holds a work; 1:6 is no attack: below 1-4 */
  struct table *t = field_at(MEETING(HEX("T-E4", "house"), WORK("T-E4", "fortified0", "soviet"),
                                     GER_AT("g", "658", "T-E3") "," RUS_AT("r", "8-0", "T-E4")),
                             "3 3 6 5");
  act(t, "german", "advance g T-E4 0");
  act(t, "german", "end");
  card(t, "german", "F14.6", "number 10");
  clear_away(t);
}

/* F14.6: whose firepower is below 1-4 makes no attack. */
static void hopeless_odds(void **unused) {
  (void)unused;
  struct table *t =
      field_at(MEETING("", "", GER_AT("g", "838", "T-E3") "," RUS_AT("r", "8-0", "T-E4")), "6 6");
  act(t, "german", "advance g T-E4 0");
  act(t, "german", "end");
  card(t, "german", "F14.6", "number 12"); /* 8:1 is 6-1: 11; trained -1 */
  clear_away(t);
}

/* F14.6: a vehicle fights with its machine guns, a stunned one with nothing. */
static void tanks_in_close_combat(void **unused) {
  (void)unused;
  for (int stunned = 0; stunned < 2; stunned++) {
    struct table *t;
    if (stunned)
      t = field_at(MEETING("", "",
                           GER_AT("g", "658", "T-E3") "," RUS_AT("r", "458", "T-E4") "," ON_M(
                               "v", "soviet", "T34M43", "T-E4", "\"stunned\"")),
                   "6 5 6 5");
    else
      t = field_at(MEETING("", "",
                           GER_AT("g", "658", "T-E3") "," RUS_AT("r", "458", "T-E4") "," FACING(
                               "v", "soviet", "T34M43", "T-E4", 2)),
                   "6 5 6 5");
    meet(t, "german", "g");
    act(t, "german", "infantry");
    /* 6:4 is 3-2 (7); 6:10 is 1-2 (5) */
    const cJSON *e;
    int n = 0;
    cJSON_ArrayForEach(e, field(t->last, "events")) {
      const cJSON *c = field(e, "card");
      if (c && !n++)
        weighs(c, stunned ? "number 7" : "number 5");
    }
    assert_int_equal(n, 2);
    clear_away(t);
  }
}

/* F14.6: the margin decides: 0 reduces one, 1 and 2 kill one, 3 and 4 two, 5 all. */
static void margins(void **unused) {
  (void)unused;
  /* three 426 are 12 against 12 of 658: 1-1, number 6 */
  static const struct {
    const char *dice;
    int losses;
  } rows[] = {{"3 4 6 6", 0},   {"3 3 6 6 1", 1},   {"2 3 6 6 1", 2},
              {"2 2 6 6 1", 2}, {"1 2 6 6 1 1", 4}, {"1 1 6 6 1 1", 4}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct table *t =
        field_at(MEETING("", "",
                         GER_AT("g", "658", "T-E3") "," GER_AT("h", "658", "T-E3") "," RUS_AT(
                             "a", "426", "T-E4") "," RUS_AT("b", "426",
                                                            "T-E4") "," RUS_AT("c", "426", "T-E4")),
                 rows[i].dice);
    meet(t, "german", "g");
    assert_int_equal(var_of(t, "soviet_losses"), rows[i].losses);
    clear_away(t);
  }
}

/* F14.10: broken men among unbroken enemies are captured; weapons go with them (F23.3). */
static void captured(void **unused) {
  (void)unused;
  struct table *t = field_at(MEETING("", "",
                                     GER_AT("g", "658", "T-E3") "," ON_M(
                                         "r", "soviet", "458", "T-E4",
                                         "\"broken\"") "," CARRIED("mg", "soviet", "LMG_R", "r")),
                             "6 6");
  act(t, "german", "advance g T-E4 0");
  act(t, "german", "end");
  happened(t, "F14.10", "field.captured");
  assert_string_equal(place_of(t, "r"), "soviet.lost");
  assert_string_equal(place_of(t, "mg"), "soviet.lost");
  clear_away(t);
}

/* F14.10: where all are broken the smaller force is captured, of equal ones the active side's. */
static void all_broken(void **unused) {
  (void)unused;
  static const struct {
    const char *units, *lost;
  } rows[] = {{ON_M("g", "german", "658", "T-E4", "\"broken\",\"melee\"") "," ON_M(
                   "r", "soviet", "248", "T-E4", "\"broken\",\"melee\""),
               "r"},
              {ON_M("g", "german", "348", "T-E4", "\"broken\",\"melee\"") "," ON_M(
                   "r", "soviet", "458", "T-E4", "\"broken\",\"melee\""),
               "g"},
              {ON_M("g", "german", "658", "T-E4", "\"broken\",\"melee\"") "," ON_M(
                   "r", "soviet", "458", "T-E4", "\"broken\",\"melee\""),
               "g"}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char position[1024];
    snprintf(position, sizeof position,
             "\"map\":\"plain:16x16\",\"phase\":\"german.assault\",\"unchecked\":true,"
             "\"units\":[%s,%s]",
             FAR_AWAY, rows[i].units);
    struct table *t = field_at(position, "");
    act(t, "german", "end");
    happened(t, "F14.10", "field.captured");
    assert_string_equal(place_of(t, rows[i].lost),
                        *rows[i].lost == 'g' ? "german.lost" : "soviet.lost");
    assert_string_equal(place_of(t, *rows[i].lost == 'g' ? "r" : "g"), "T-E4");
    clear_away(t);
  }
}

/* F14.8: in woods each side rolls, less its leader, one more if tired: 3 lower ambushes. */
static void ambush_dice(void **unused) {
  (void)unused;
  static const struct {
    const char *marks, *leader, *dice;
    int ambushed; /* 0: nobody; 1: the Soviet side attacks first */
  } rows[] = {{"\"tired\"", "8-0", "6 3 6 6 6 6", 0}, {"\"tired\"", "8-0", "6 2 6 6 6 6", 1},
              {"", "8-0", "5 3 6 6 6 6", 0},          {"", "8-0", "6 3 6 6 6 6", 1},
              {"", "8-1", "5 3 6 6 6 6", 1},          {"", "8-1", "4 3 6 6 6 6", 0}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char position[1024];
    snprintf(
        position, sizeof position,
        "\"map\":\"plain:16x16\",\"phase\":\"german.assault\",\"terrain\":[%s],\"units\":[%s,"
        "%s,{\"name\":\"r\",\"side\":\"soviet\",\"kind\":\"458\",\"hex\":\"T-E4\",\"marks\":[%s]},"
        "{\"name\":\"l\",\"side\":\"soviet\",\"kind\":\"%s\",\"hex\":\"T-E4\"}]",
        HEX("T-E4", "woods"), FAR_AWAY, GER_AT("g", "658", "T-E3"), rows[i].marks, rows[i].leader);
    struct table *t = field_at(position, rows[i].dice);
    act(t, "german", "advance g T-E4 0");
    act(t, "german", "end");
    if (rows[i].ambushed)
      happened(t, "F14.8", "field.ambush");
    else
      never(t, "field.ambush");
    clear_away(t);
  }
}

/* F14.8: only in the first round: in a melee nobody is surprised any more. */
static void no_ambush_in_a_melee(void **unused) {
  (void)unused;
  struct table *t =
      field_at("\"map\":\"plain:16x16\",\"phase\":\"german.assault\",\"unchecked\":true,"
               "\"terrain\":[" HEX("T-E4", "woods") "],\"units\":[" FAR_AWAY "," ON_M(
                   "g", "german", "658", "T-E4", "\"melee\"") "," ON_M("r", "soviet", "458", "T-E4",
                                                                       "\"melee\"") "]",
               "6 5 6 5");
  act(t, "german", "end");
  never(t, "field.ambush");
  happened(t, "F14.9", "field.melee");
  clear_away(t);
}

/* F14.7: the number against a vehicle: 5 with a squad, 4 without, more for numbers, engineers, a
 * hero, a leader, an open top, and one that cannot get away. */
static void number_against_a_vehicle(void **unused) {
  (void)unused;
  static const struct {
    const char *men, *vehicle, *number;
  } rows[] = {
      {RUS_AT("a", "458", "T-E3"), GER_AT("v", "PzIVH", "T-E4"), "5"},
      {RUS_AT("a", "248", "T-E3"), GER_AT("v", "PzIVH", "T-E4"), "4"},
      {RUS_AT("a", "458", "T-E3") "," RUS_AT("b", "248", "T-E3"), GER_AT("v", "PzIVH", "T-E4"),
       "5"},
      {RUS_AT("a", "458", "T-E3") "," RUS_AT("b", "458", "T-E3"), GER_AT("v", "PzIVH", "T-E4"),
       "6"},
      {RUS_AT("a", "458", "T-E3") "," RUS_AT("b", "458", "T-E3") "," RUS_AT("c", "458", "T-E3"),
       GER_AT("v", "PzIVH", "T-E4"), "7"},
      {RUS_AT("a", "458", "T-E3") "," RUS_AT("l", "9-1", "T-E3"), GER_AT("v", "PzIVH", "T-E4"),
       "6"},
      {RUS_AT("a", "458", "T-E3") "," RUS_AT("h", "hero", "T-E3"), GER_AT("v", "PzIVH", "T-E4"),
       "6"},
      {RUS_AT("a", "458", "T-E3"), GER_AT("v", "SPW250/1", "T-E4"), "7"},
      {RUS_AT("a", "458", "T-E3"), GER_AT("v", "Opel6700", "T-E4"), "7"},
      {RUS_AT("a", "458", "T-E3"), ON_M("v", "german", "PzIVH", "T-E4", "\"immobilized\""), "6"},
      {RUS_AT("a", "458", "T-E3"), ON_M("v", "german", "PzIVH", "T-E4", "\"stunned\""), "6"}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char position[1200];
    snprintf(position, sizeof position,
             "\"map\":\"plain:16x16\",\"phase\":\"soviet.assault\",\"units\":[%s,%s,%s]", FAR_AWAY,
             rows[i].men, rows[i].vehicle);
    struct table *t = field_at(position, "1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1");
    leave_dice(t);
    meet(t, "soviet", "a");
    const cJSON *e;
    bool told = false;
    cJSON_ArrayForEach(e, field(t->last, "events")) {
      if (strcmp(text_of(e, "kind"), "field.close"))
        continue;
      if (!strstr(text_of(e, "text"), rows[i].number))
        fail_msg("row %d: %s", (int)i, text_of(e, "text"));
      told = true;
    }
    assert_true(told);
    clear_away(t);
  }
}

/* F14.7: Original 12 costs the attackers a step. */
static void twelve_against_a_vehicle(void **unused) {
  (void)unused;
  struct table *t =
      field_at(PHASE("soviet.assault", FAR_AWAY "," RUS_AT("a", "458", "T-E3") "," ON_M(
                                           "v", "german", "PzIVH", "T-E4", "\"stunned\"")),
               "6 6");
  act(t, "soviet", "advance a T-E4 0");
  act(t, "soviet", "end");
  happened(t, "F14.7", "field.reduced");
  stands(t, "v", "T-E4", 1);
  clear_away(t);
}

/* F14.7: a German squad may have a magnetic charge: on 1 or 2 it is worth 2. */
static void magnetic_charge(void **unused) {
  (void)unused;
  for (int die = 2; die <= 3; die++) {
    struct table *t =
        field_at(PHASE("german.assault", FAR_AWAY "," GER_AT("g", "658", "T-E3") "," ON_M(
                                             "v", "soviet", "T34M43", "T-E4", "\"stunned\"")),
                 die == 2 ? "2 4 3" : "3 4 3");
    act(t, "german", "advance g T-E4 0");
    act(t, "german", "end");
    if (die == 2)
      happened(t, "F14.7", "field.wreck"); /* 5, 1 for the stunned crew, 2: 7 is below 8 */
    else
      never(t, "field.wreck");
    clear_away(t);
  }
}

/* F14.7: a demolition charge adds 3, if its owner will spend it. */
static void charge_in_close_combat(void **unused) {
  (void)unused;
  for (int uses = 0; uses < 2; uses++) {
    struct table *t = field_at(
        PHASE("soviet.assault", FAR_AWAY
              "," RUS_AT("a", "458", "T-E3") "," CARRIED("dc", "soviet", "DC", "a") "," ON_M(
                  "v", "german", "PzIVH", "T-E4", "\"stunned\"")),
        uses ? "4 3" : "4 3");
    act(t, "soviet", "advance a T-E4 0");
    act(t, "soviet", "end");
    act(t, "soviet", uses ? "charge yes" : "charge no");
    if (uses)
      happened(t, "F14.7", "field.wreck"); /* 5, 1, 3: 7 is below 9 */
    else
      never(t, "field.wreck"); /* 7 is above 6 */
    assert_string_equal(place_of(t, "dc"), uses ? "soviet.lost" : "T-E4");
    clear_away(t);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(trained_men),
                                     cmocka_unit_test(heroes),
                                     cmocka_unit_test(pinned_enemies),
                                     cmocka_unit_test(leaders_in_close_combat),
                                     cmocka_unit_test(held_trench),
                                     cmocka_unit_test(held_fort),
                                     cmocka_unit_test(hopeless_odds),
                                     cmocka_unit_test(tanks_in_close_combat),
                                     cmocka_unit_test(margins),
                                     cmocka_unit_test(captured),
                                     cmocka_unit_test(all_broken),
                                     cmocka_unit_test(ambush_dice),
                                     cmocka_unit_test(no_ambush_in_a_melee),
                                     cmocka_unit_test(number_against_a_vehicle),
                                     cmocka_unit_test(twelve_against_a_vehicle),
                                     cmocka_unit_test(magnetic_charge),
                                     cmocka_unit_test(charge_in_close_combat)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
