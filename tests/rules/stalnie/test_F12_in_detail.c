/* test_F12_in_detail.c - F12.2 to F12.14, F13 and F14.11: kill rolls and what comes of them,
 * overruns, and melees that are left when the battle ends. */
#include "field_kit.h"

#define TANK FACING("p", "german", "PzIVH", "T-E3", 5)
/* The six neighbours of H8. */
#define WATER_ROUND                                                                                \
  HEX("T-G9", "water")                                                                             \
  "," HEX("T-G8", "water") "," HEX("T-H7", "water") "," HEX("T-I8", "water") "," HEX(              \
      "T-I9", "water") "," HEX("T-H9", "water")
#define ABOARD(id, kind) WITH(id, "soviet", kind, "T-E8", "\"by\":\"v\"")

/* F12.2: K 12 at range 5 (17 + 1 - 6): 6 burns, 12 nothing; one above K the dice decide. The T34M41
 * has 6 in front: K = 12. */
static void kill_rolls(void **unused) {
  (void)unused;
  static const struct {
    const char *kind, *dice, *event, *mark;
  } rows[] = {
      {"T34M41", "3 3 3 3 6", "field.burns", NULL}, /* 6 is half of 12 */
      {"T34M41", "3 3 3 4 6", "field.wreck", NULL},
      {"T34M41", "3 3 6 6", NULL, NULL},
      {"ChurchillIV", "3 3 3 5", "field.stunned", "stunned"}, /* 17 + 1 - 11 = 7: 8, 3 < 5 */
      {"ChurchillIV", "3 3 5 3", "field.immobilized", "immobilized"},
      {"ChurchillIV", "3 3 4 4", "field.immobilized", "immobilized"},
      {"ChurchillIV", "3 3 4 5", NULL, NULL},
      {"ChurchillIV", "3 3 1 2 6", "field.burns", NULL}, /* FRD(7 / 2) */
      {"ChurchillIV", "3 3 1 3 6", "field.wreck", NULL}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char position[1200];
    snprintf(position, sizeof position,
             "\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"units\":[%s,%s,{\"name\":\"v\","
             "\"side\":\"soviet\",\"kind\":\"%s\",\"hex\":\"T-E8\",\"facing\":2}]",
             FAR_AWAY, TANK, rows[i].kind);
    struct table *t = field_at(position, rows[i].dice);
    act(t, "german", "pick p");
    act(t, "german", "shoot p v");
    char *events = cJSON_PrintUnformatted(field(t->last, "events"));
    if (rows[i].event && !strstr(events, rows[i].event))
      fail_msg("row %d: %s", (int)i, events);
    if (!rows[i].event)
      never(t, "field.wreck");
    if (rows[i].mark)
      marked(t, "v", rows[i].mark);
    free(events);
    clear_away(t);
  }
}

/* F12.5: stunned again it is a wreck, immobilized again nothing more. */
static void struck_again(void **unused) {
  (void)unused;
  static const struct {
    const char *marks, *dice, *event;
  } rows[] = {{"\"stunned\"", "3 3 3 5 6", "field.wreck"}, {"\"immobilized\"", "3 3 5 3", NULL}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char position[1200];
    snprintf(
        position, sizeof position,
        "\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"units\":[%s,%s,{\"name\":\"v\","
        "\"side\":\"soviet\",\"kind\":\"ChurchillIV\",\"hex\":\"T-E8\",\"facing\":2,\"marks\":["
        "%s]}]",
        FAR_AWAY, TANK, rows[i].marks);
    struct table *t = field_at(position, rows[i].dice);
    act(t, "german", "pick p");
    act(t, "german", "shoot p v");
    if (rows[i].event)
      happened(t, "F12.5", rows[i].event);
    else
      never(t, "field.immobilized");
    clear_away(t);
  }
}

/* F12.3: the crew gets out on 1 or 2 and one point less is booked; nobody among enemy men, and none
 * of a lorry. */
static void crews(void **unused) {
  (void)unused;
  static const struct {
    const char *kind, *dice;
    int losses;
  } rows[] = {{"T34M41", "3 3 3 4 2", 5}, {"T34M41", "3 3 3 4 3", 6}, {"US1.5t", "3 3 3 4", 1}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char position[1200];
    snprintf(position, sizeof position,
             "\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"units\":[%s,%s,{\"name\":\"v\","
             "\"side\":\"soviet\",\"kind\":\"%s\",\"hex\":\"T-E8\",\"facing\":2}]",
             FAR_AWAY, TANK, rows[i].kind);
    struct table *t = field_at(position, rows[i].dice);
    act(t, "german", "pick p");
    act(t, "german", "shoot p v");
    assert_int_equal(var_of(t, "soviet_losses"), rows[i].losses);
    clear_away(t);
  }
}

/* F12.14: riders and passengers of a wreck check their morale and stand in the hex; a towed Gun is
 * lost on 1 to 3, else its crew is broken. */
static void who_was_aboard(void **unused) {
  (void)unused;
  struct table *t;
  for (int die = 3; die <= 4; die++) {
    t = field_at(PHASE("german.action", FAR_AWAY
                       "," TANK
                       "," FACING("v", "soviet", "US2.5t", "T-E8", 2) "," ABOARD("k", "AT45LL")),
                 die == 3 ? "3 3 3 4 3" : "3 3 3 4 4");
    act(t, "german", "pick p");
    act(t, "german", "shoot p v");
    if (die == 3)
      assert_string_equal(place_of(t, "k"), "soviet.lost");
    else
      marked(t, "k", "broken");
    clear_away(t);
  }
  t = field_at(PHASE("german.action", FAR_AWAY "," TANK "," FACING("v", "soviet", "T34M41", "T-E8",
                                                                   2) "," ABOARD("r", "248")),
               "3 3 3 4 4 5 6");
  act(t, "german", "pick p");
  act(t, "german", "shoot p v");
  stands(t, "r", "T-E8", 1);
  marked(t, "r", "broken"); /* 9 + 2 against 8 */
  clear_away(t);
}

/* F12.14: a vehicle that is hit by a Gun and lives: its riders check their morale, passengers and a
 * Gun in tow do not. (In edition 5 they did.) */
static void hit_but_alive(void **unused) {
  (void)unused;
  static const struct {
    const char *vehicle, *aboard, *dice;
    int edition;
    bool checks;
  } rows[] = {{"T34M41", ABOARD("r", "248"), "3 3 6 6 4 5", 6, true},
              {"US1.5t", ABOARD("r", "248"), "3 3 6 6", 6, false},
              {"US1.5t", ABOARD("r", "AT45LL"), "3 3 6 6", 6, false},
              {"US1.5t", ABOARD("r", "248"), "3 3 6 6 4 5", 5, true}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char position[1200];
    snprintf(position, sizeof position,
             "\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"units\":[%s,%s,{\"name\":\"v\","
             "\"side\":\"soviet\",\"kind\":\"%s\",\"hex\":\"T-E8\",\"facing\":2},%s]",
             FAR_AWAY, TANK, rows[i].vehicle, rows[i].aboard);
    struct table *t = field_at(position, rows[i].dice);
    by_edition(t, rows[i].edition);
    act(t, "german", "pick p");
    act(t, "german", "shoot p v");
    if (rows[i].checks)
      happened(t, "F12.14", "field.check");
    else
      never(t, "field.check");
    clear_away(t);
  }
}

/* F13.2: twice all machine guns and 4: 20 FP of a PzIVH, S 13. An emplaced Gun has its own cover of
 * 2, with men beside it none. */
static void overrun_fire(void **unused) {
  (void)unused;
  static const struct {
    const char *target, *dice, *words;
  } rows[] = {{RUS_AT("r", "AT45LL", "T-E4"), "6 6 4 4", "pin check"},
              {ON_M("r", "soviet", "AT45LL", "T-E4", "\"emplaced\""), "6 6", "no effect"},
              {ON_M("r", "soviet", "AT45LL", "T-E4", "\"emplaced\"") "," RUS_AT("l", "8-0", "T-E4"),
               "6 6 4 4 4 4", "pin check"}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char position[1200];
    snprintf(position, sizeof position,
             "\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"units\":[%s,%s,%s]", FAR_AWAY,
             TANK, rows[i].target);
    struct table *t = field_at(position, rows[i].dice);
    act(t, "german", "pick p");
    act(t, "german", "overrun T-E4");
    act(t, "soviet", "pass");
    char *events = cJSON_PrintUnformatted(field(t->last, "events"));
    if (!strstr(events, rows[i].words))
      fail_msg("row %d: %s", (int)i, events);
    free(events);
    clear_away(t);
  }
}

/* F13.2, F13.4: a second overrun goes without the machine guns, 4 FP, and not in the same hex. */
static void second_overrun(void **unused) {
  (void)unused;
  struct table *t =
      field_at(PHASE("german.action", FAR_AWAY
                     "," TANK "," RUS_AT("k", "AT45LL", "T-E4") "," RUS_AT("m", "AT45LL", "T-E5")),
               "6 6 4 4 4 4 4 4");
  act(t, "german", "pick p");
  act(t, "german", "overrun T-E4");
  act(t, "soviet", "pass");
  act(t, "german", "overrun T-E5");
  act(t, "soviet", "pass");
  char *events = cJSON_PrintUnformatted(field(t->last, "events"));
  assert_non_null(strstr(events, "pin check")); /* S 8 - 8; with all guns it were 13 - 8 */
  free(events);
  refused(t, "german", "overrun T-E4", "F13.4");
  clear_away(t);
}

/* F13.1: who overruns whom: armour, without riders or a Gun in tow, men in the open whom it knows,
 * where no vehicle is. */
static void who_overruns(void **unused) {
  (void)unused;
  static const struct {
    const char *ground, *units, *rule;
  } rows[] = {
      {"", TANK "," RUS_AT("r", "458", "T-E4"), NULL},
      {"", TANK "," RUS_AT("r", "AT45LL", "T-E4"), NULL},
      {"", TANK "," RUS_AT("r", "458", "T-D3") "," RUS_AT("q", "458", "T-E4"), NULL},
      {"", TANK "," RUS_AT("r", "T34M43", "T-E4") "," RUS_AT("q", "458", "T-E4"), "F13.1"},
      {"", TANK "," ON_M("r", "soviet", "458", "T-E4", "\"concealed\""), "F13.1"},
      {"", TANK "," RUS_AT("r", "458", "T-E5"), "F13.1"},
      {HEX("T-E4", "woods"), TANK "," RUS_AT("r", "458", "T-E4"), "F13.1"},
      {HEX("T-E4", "brush"), TANK "," RUS_AT("r", "458", "T-E4"), NULL},
      {"", FACING("p", "german", "Opel6700", "T-E3", 5) "," RUS_AT("r", "458", "T-E4"), "F13.1"},
      {"",
       FACING("p", "german", "SPW251/1", "T-E3", 5) "," WITH(
           "g", "german", "658", "T-E3", "\"by\":\"p\"") "," RUS_AT("r", "458", "T-E4"),
       "F13.1"},
      {"", FACING("p", "german", "SPW251/1", "T-E3", 5) "," RUS_AT("r", "458", "T-E4"), NULL}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char position[1200];
    snprintf(
        position, sizeof position,
        "\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"terrain\":[%s],\"units\":[%s,%s]",
        rows[i].ground, FAR_AWAY, rows[i].units);
    struct table *t = field_at(position, "");
    act(t, "german", "pick p");
    if (rows[i].rule)
      refused(t, "german", "overrun T-E4", rows[i].rule);
    else
      offered(t, "german", "overrun T-E4", "F13.1");
    clear_away(t);
  }
}

/* F13.1: 2 MP besides those of the hex: of 14 there are 11 left, 10 for a further path. */
static void price_of_an_overrun(void **unused) {
  (void)unused;
  struct table *t =
      field_at(PHASE("german.action",
                     FAR_AWAY "," TANK "," ON_M("k", "soviet", "AT45LL", "T-E4", "\"broken\"")),
               "6 6");
  act(t, "german", "pick p");
  act(t, "german", "overrun T-E4");
  act(t, "soviet", "pass");
  offered(t, "german", "go T-E14 0", "F4.7");
  not_offered(t, "german", "go T-E15 0");
  clear_away(t);
}

/* F12.10: a recalled vehicle goes as far as its MP reach: it leaves from its own edge with a point
 * left, stays there without one, and where there is no way it stays. 14 MP. */
static void recalled(void **unused) {
  (void)unused;
  static const struct {
    const char *ground, *hex;
    bool leaves;
  } rows[] = {{"", "T-C8", true},  /* 13 hexes */
              {"", "T-B8", false}, /* 14 */
              {"", "T-A8", false}, /* 15 */
              {WATER_ROUND, "T-H8", false}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char position[1400];
    snprintf(position, sizeof position,
             "\"map\":\"plain:16x16\",\"phase\":\"soviet.assault\",\"terrain\":[%s],\"units\":[%s,{"
             "\"name\":\"p\",\"side\":\"german\",\"kind\":\"PzIVH\",\"hex\":\"%s\",\"facing\":3,"
             "\"marks\":[\"recall\"]}]",
             rows[i].ground, FAR_AWAY, rows[i].hex);
    struct table *t = field_at(position, "");
    act(t, "soviet", "end");
    if (is_offered(t, "soviet", "pass"))
      act(t, "soviet", "pass");
    bool left = !strcmp(place_of(t, "p"), "german.lost");
    if (left != rows[i].leaves)
      fail_msg("row %d: %s", (int)i, place_of(t, "p"));
    clear_away(t);
  }
}

/* F13.3: a Gun whose crew is broken after the overrun is lost under the tracks; F13.4: once a hex
 * in an activation. */
static void under_the_tracks(void **unused) {
  (void)unused;
  struct table *t =
      field_at(PHASE("german.action",
                     FAR_AWAY "," TANK "," ON_M("k", "soviet", "AT45LL", "T-E4", "\"broken\"")),
               "6 6");
  act(t, "german", "pick p");
  act(t, "german", "overrun T-E4");
  act(t, "soviet", "pass");
  happened(t, "F13.3", "field.lost");
  assert_string_equal(place_of(t, "k"), "soviet.lost");
  clear_away(t);
  /* an own Gun that is in a melee there is not crushed: what tows may go in beside it */
  t = field_at(
      "\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"unchecked\":true,\"units\":[" FAR_AWAY
      "," FACING("p", "german", "SPW251/1", "T-E3",
                 0) "," ON_M("r", "soviet", "248", "T-D3",
                             "\"melee\",\"broken\"") "," ON_M("k", "german", "AT75L", "T-D3",
                                                              "\"melee\",\"broken\"") "]",
      "6 6");
  act(t, "german", "pick p");
  act(t, "german", "overrun T-D3");
  act(t, "soviet", "pass");
  stands(t, "k", "T-D3", 1);
  clear_away(t);
}

#define LAST_TURN(ground, units)                                                                   \
  "\"map\":\"plain:16x16\",\"phase\":\"soviet.assault\",\"turn\":9,\"unchecked\":true,\"vars\":{"  \
  "\"rolls_end\":1},\"terrain\":[" ground "],\"units\":[" FAR_AWAY "," units "]"
/* F14.11: the battle is over: a vehicle that can drive is first put into the nearest free hex, one
 * that cannot is fought for to the end. */
static void last_melees(void **unused) {
  (void)unused;
  struct table *t;
  t = field_at(LAST_TURN("", FACING("v", "german", "PzIVH", "T-E8",
                                    5) "," ON_M("r", "soviet", "458", "T-E8", "\"pinned\"")),
               "6 5 6 5 1");
  act(t, "soviet", "end");
  stands(t, "v", "T-D8", 1); /* of the six neighbours the lowest cell */
  stands(t, "r", "T-E8", 2);
  clear_away(t);
  t = field_at(LAST_TURN("", ON_M("v", "german", "PzIVH", "T-E8", "\"immobilized\"") "," ON_M(
                                 "r", "soviet", "458", "T-E8", "\"pinned\"")),
               "6 5 6 5 1 2 3 6 5");
  act(t, "soviet", "end");
  assert_string_equal(place_of(t, "v"), "german.lost");
  stands(t, "r", "T-E8", 2);
  clear_away(t);
}

/* F14.6: an armour leader counts in the attack of his vehicle. */
static void armour_leaders(void **unused) {
  (void)unused;
  struct table *t = field_at(
      "\"map\":\"plain:16x16\",\"phase\":\"soviet.assault\",\"units\":[" FAR_AWAY
      ",{\"name\":\"v\",\"side\":\"german\",\"kind\":\"PzIVH\",\"hex\":\"T-E4\",\"facing\":5,"
      "\"factors\":{\"leads\":\"2\"}}," GER_AT("g", "658", "T-E4") "," RUS_AT("r", "458",
                                                                              "T-E3") "]",
      "6 5 6 5");
  act(t, "soviet", "advance r T-E4 0");
  act(t, "soviet", "end");
  act(t, "soviet", "infantry");
  const cJSON *e;
  int n = 0;
  cJSON_ArrayForEach(e, field(t->last, "events")) {
    const cJSON *c = field(e, "card");
    if (c && strstr(text_of(c, "column"), "number") && n++ == 1)
      weighs(c, "number 11"); /* 14:4 is 3-1, 9; 2 of the leader */
  }
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(kill_rolls),     cmocka_unit_test(struck_again),
      cmocka_unit_test(crews),          cmocka_unit_test(who_was_aboard),
      cmocka_unit_test(hit_but_alive),  cmocka_unit_test(overrun_fire),
      cmocka_unit_test(who_overruns),   cmocka_unit_test(price_of_an_overrun),
      cmocka_unit_test(recalled),       cmocka_unit_test(under_the_tracks),
      cmocka_unit_test(second_overrun), cmocka_unit_test(last_melees),
      cmocka_unit_test(armour_leaders)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
