/* test_F11_in_detail.c - F11: what Guns, mortars and rifles may fire at, every modifier of the
 * number, and what a shot leaves behind. */
#include "field_kit.h"

#define ACQUIRED(id, side, kind, hex, face, at)                                                    \
  "{\"name\":\"" id "\",\"side\":\"" side "\",\"kind\":\"" kind "\",\"hex\":\"" hex                \
  "\",\"facing\":" #face ",\"factors\":{\"acquired\":\"" at "\"}}"
#define FACED(id, side, kind, hex, face, marks)                                                    \
  "{\"name\":\"" id "\",\"side\":\"" side "\",\"kind\":\"" kind "\",\"hex\":\"" hex                \
  "\",\"facing\":" #face ",\"marks\":[" marks "]}"
#define TARGET FACING("v", "soviet", "T34M43", "T-E8", 2)

/* The number to hit after all modifiers, as the side's card of the action says; "": it is refused.
 */
static const char *number_of(struct table *t, const char *side, const char *action) {
  const cJSON *s;
  const char *to = "";
  cJSON_ArrayForEach(s, field(odds_of(t, side, action), "steps")) {
    if (strstr(text_of(s, "to"), "or less"))
      to = text_of(s, "to");
  }
  return to;
}
/* What K comes to on that card. */
static const char *kill_of(struct table *t, const char *side, const char *action) {
  const cJSON *s;
  const char *to = "";
  cJSON_ArrayForEach(s, field(odds_of(t, side, action), "steps")) {
    if (!strcmp(text_of(s, "rule"), "F12.1"))
      to = text_of(s, "to");
  }
  return to;
}

struct aim { /* a German shot and its number */
  const char *ground, *works, *units, *pick, *action, *number;
};
static void aims(const struct aim *rows, size_t n) {
  for (size_t i = 0; i < n; i++) {
    char position[1600], pick[40];
    snprintf(position, sizeof position,
             "\"map\":\"plain:30x16\",\"phase\":\"german.action\",\"terrain\":[%s],\"marks\":[%s],"
             "\"units\":[%s,%s]",
             rows[i].ground, rows[i].works, FAR_AWAY, rows[i].units);
    struct table *t = field_at(position, "");
    snprintf(pick, sizeof pick, "pick %s", rows[i].pick);
    act(t, "german", pick);
    const char *is = number_of(t, "german", rows[i].action);
    if (strcmp(is, rows[i].number))
      fail_msg("row %d: %s, not %s", (int)i, is, rows[i].number);
    clear_away(t);
  }
}
#define AIMS(rows) aims(rows, sizeof(rows) / sizeof(rows)[0])

/* F11.3, F11.6: what men carry points anywhere; a turret outside the hull's arc +1, a crowded one 1
 * more; small 1 harder, large 1 easier. */
static void numbers(void **unused) {
  (void)unused;
#define RIFLEMEN GER_AT("g", "658", "T-E12") "," CARRIED("w", "german", "ATR", "g")
  static const struct aim rows[] = {
      {"", "", RIFLEMEN "," RUS_AT("v", "US1.5t", "T-E8"), "g", "shoot w v", "10 or less"},
      {"", "", RIFLEMEN "," RUS_AT("v", "US1.5t", "T-E16"), "g", "shoot w v", "10 or less"},
      {"", "", RIFLEMEN "," RUS_AT("v", "US1.5t", "T-H12"), "g", "shoot w v", "10 or less"},
      {"", "", RIFLEMEN "," RUS_AT("v", "US1.5t", "T-B12"), "g", "shoot w v", "10 or less"},
      {"", "", FACING("p", "german", "PzIVH", "T-E3", 5) "," TARGET, "p", "shoot p v",
       "10 or less"},
      {"", "", FACING("p", "german", "PzIVH", "T-E3", 2) "," TARGET, "p", "shoot p v", "9 or less"},
      {"", "", FACING("p", "german", "T34M43", "T-E3", 5) "," TARGET, "p", "shoot p v",
       "9 or less"},
      {"", "", FACING("p", "german", "PzIVH", "T-E3", 5) "," RUS_AT("v", "T70", "T-E8"), "p",
       "shoot p v", "9 or less"},
      {"", "", FACING("p", "german", "PzIVH", "T-E3", 5) "," RUS_AT("v", "US2.5t", "T-E8"), "p",
       "shoot p v", "11 or less"},
      /* a mortar: men +2, smoke in their hex +2 */
      {"", "", GER_AT("m", "MTR81", "T-E3") "," RUS_AT("r", "458", "T-E8"), "m", "shell m T-E8 0",
       "8 or less"},
      {"", "{\"hex\":\"T-E8\",\"mark\":\"smoke\"}",
       GER_AT("m", "MTR81", "T-E3") "," RUS_AT("r", "458", "T-E8"), "m", "shell m T-E8 0",
       "6 or less"}};
  AIMS(rows);
}

/* F11.3: the card names the size as what it is. */
static void sizes(void **unused) {
  (void)unused;
  static const char *const kinds[] = {"T70", "US2.5t", "T34M43"};
  static const char *const words[] = {"small target", "large target", NULL};
  for (int i = 0; i < 3; i++) {
    char position[900];
    snprintf(position, sizeof position,
             "\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"units\":[%s,%s,{\"name\":\"v\","
             "\"side\":\"soviet\",\"kind\":\"%s\",\"hex\":\"T-E8\",\"facing\":2}]",
             FAR_AWAY, FACING("p", "german", "PzIVH", "T-E3", 5), kinds[i]);
    struct table *t = field_at(position, "");
    act(t, "german", "pick p");
    char *c = cJSON_PrintUnformatted(odds_of(t, "german", "shoot p v"));
    for (int k = 0; k < 2; k++)
      assert_int_equal(strstr(c, words[k]) != NULL, k == i);
    free(c);
    clear_away(t);
  }
}

/* F11.3: a vehicle that has entered 7 hexes is moving, +2, with the eighth it is fast, +3; one that
 * turns in place has entered none. */
static void speed(void **unused) {
  (void)unused;
  static const struct {
    const char *script, *action, *number;
  } rows[] = {{"german: pick p; german: go T-H10 0", "shell k T-H10 0", "8 or less"},
              {"german: pick p; german: go T-H11 0", "shell k T-H11 0", "7 or less"},
              {"german: pick p; german: face p 0", "shell k T-H3 0", "9 or less"}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct table *t =
        field_at("\"map\":\"plain:30x16\",\"phase\":\"german.action\",\"units\":[" FAR_AWAY
                 "," FACING("p", "german", "PzIVH", "T-H3", 5) "," FACING("k", "soviet", "AT45LL",
                                                                          "T-H14", 2) "]",
                 "");
    script(t, rows[i].script);
    const char *is = number_of(t, "soviet", rows[i].action);
    if (strcmp(is, rows[i].number))
      fail_msg("row %d: %s, not %s", (int)i, is, rows[i].number);
    clear_away(t);
  }
}

/* F7.4: a squad fires two weapons, or one and its own FP; a half-squad one; a weapon that keeps its
 * rate is not counted again. */
static void what_a_squad_serves(void **unused) {
  (void)unused;
#define MORTARS(kind)                                                                              \
  RUS_AT("r", kind, "T-E3")                                                                        \
  "," CARRIED("a", "soviet", "MTR50", "r") "," CARRIED("b", "soviet", "MTR50", "r") "," CARRIED(   \
      "c", "soviet", "MTR50", "r") "," GER_AT("g", "658", "T-E12")
  struct table *t = field_at(PHASE("german.action", FAR_AWAY "," MORTARS("458")), "6 5 6 5");
  act(t, "german", "pick g");
  act(t, "german", "go T-E11 0");
  act(t, "soviet", "shell a T-E11 0");
  act(t, "soviet", "shell b T-E11 0");
  refused(t, "soviet", "shell c T-E11 0", "F7.4");
  clear_away(t);
  t = field_at(PHASE("german.action", FAR_AWAY "," MORTARS("248")), "2 6 6 5");
  act(t, "german", "pick g");
  act(t, "german", "go T-E11 0");
  act(t, "soviet", "shell a T-E11 0"); /* 9 - 2: missed; keeps its rate */
  refused(t, "soviet", "shell b T-E11 0", "F7.4");
  act(t, "soviet", "shell a T-E11 0");
  refused(t, "soviet", "shell a T-E11 0", "F9.7");
  refused(t, "soviet", "shell b T-E11 0", "F7.4");
  clear_away(t);
}

/* F11.6, F11.3: a Gun that turned for its first shot has Turned: a second one at its rate is +3,
 * acquired -1; what it had acquired before the turn is lost. */
static void turned_before(void **unused) {
  (void)unused;
  struct table *t = field_at(
      PHASE("german.action", FAR_AWAY "," ACQUIRED("k", "german", "AT45LL", "T-E3", 2,
                                                   "T-E8") "," RUS_AT("v", "KV1S", "T-E8")),
      "1 6 6 5");
  act(t, "german", "pick k");
  act(t, "german", "shoot k v"); /* 10 - 3 + 1 */
  card(t, "german", "F11.4", "8 or less");
  assert_string_equal(number_of(t, "german", "shoot k v"), "8 or less"); /* 10 - 3 + 1 */
  clear_away(t);
}

/* F12.1: skirts count on the flank alone, against HEAT: 10 - 8 in front, 10 - 3 - 2 on the flank;
 * where front and side are alike it is the front that is named. */
static void skirts(void **unused) {
  (void)unused;
  static const struct {
    const char *kind;
    int face;
    const char *kill, *words;
  } rows[] = {{"PzIVH", 2, "kill on 2", "armour 8, front"},
              {"PzIVH", 5, "kill on 5", "armour 3, flank"},
              {"PzVIE", 5, "kill on 2", "armour 8, flank"},
              {"T34M41", 5, "kill on 4", "armour 6, front"}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char position[900];
    snprintf(position, sizeof position,
             "\"map\":\"plain:16x16\",\"phase\":\"soviet.action\",\"units\":[%s,%s,{\"name\":\"v\","
             "\"side\":\"german\",\"kind\":\"%s\",\"hex\":\"T-E8\",\"facing\":%d}]",
             FAR_AWAY, FACING("k", "soviet", "INF76", "T-E3", 5), rows[i].kind, rows[i].face);
    struct table *t = field_at(position, "");
    act(t, "soviet", "pick k");
    const char *is = kill_of(t, "soviet", "shoot k v");
    if (strcmp(is, rows[i].kill))
      fail_msg("row %d: %s", (int)i, is);
    char *c = cJSON_PrintUnformatted(t->last);
    if (!strstr(c, rows[i].words))
      fail_msg("row %d: %s", (int)i, c);
    free(c);
    clear_away(t);
  }
}

/* F11.2, F5.1: the card: 11 is the most that is needed, since 12 misses; the faces are drawn, half
 * of the front arc being 60 degrees, where they differ and there is armour. */
static void what_the_card_draws(void **unused) {
  (void)unused;
  static const struct {
    const char *kind;
    bool faces;
    const char *need;
  } rows[] = {{"T34M43", true, "10 or less"},
              {"T34M41", false, "10 or less"},
              {"US2.5t", false, "11 or less"}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char position[900];
    snprintf(position, sizeof position,
             "\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"units\":[%s,%s,{\"name\":\"v\","
             "\"side\":\"soviet\",\"kind\":\"%s\",\"hex\":\"T-E8\",\"facing\":2}]",
             FAR_AWAY, FACING("p", "german", "PzIVH", "T-E3", 5), rows[i].kind);
    struct table *t = field_at(position, "");
    act(t, "german", "pick p");
    const cJSON *c = odds_of(t, "german", "shoot p v");
    assert_int_equal(field(c, "aspects") != NULL && !cJSON_IsNull(field(c, "aspects")),
                     rows[i].faces);
    if (rows[i].faces)
      assert_int_equal(int_of(c, "aspects.half"), 60);
    assert_string_equal(text_of(c, "gates[0].need"), rows[i].need);
    clear_away(t);
  }
  struct table *t = field_at(
      PHASE("german.action", FAR_AWAY "," ACQUIRED("g", "german", "AT75L", "T-H8", 3,
                                                   "T-H7") "," RUS_AT("t", "US2.5t", "T-H7")),
      "");
  act(t, "german", "pick g");
  assert_string_equal(text_of(odds_of(t, "german", "shoot g t"), "gates[0].need"), "11 or less");
  clear_away(t);
}

/* F10.10: the team of an HMG50 is a Gun against vehicles alone. */
static void heavy_machine_gun(void **unused) {
  (void)unused;
  struct table *t =
      field_at(PHASE("soviet.action", FAR_AWAY "," RUS_AT("w", "HMG50", "T-E3") "," GER_AT(
                                          "g", "658", "T-E8") "," GER_AT("k", "Opel6700", "T-E7")),
               "");
  act(t, "soviet", "pick w");
  refused(t, "soviet", "shell w T-E8 0", "F10.10");
  offered(t, "soviet", "shoot w k", "F11.1");
  clear_away(t);
}

/* F15.4, F7.8: who fires is seen, and so is the leader who directs; in their own Action both have
 * acted then, in reaction not, but he has directed: a squad beside them fires without him. */
static void gunners_and_leaders(void **unused) {
  (void)unused;
  struct table *t = field_at(
      ON_GROUND("german.action", HEX("T-E3", "brush"),
                FAR_AWAY "," FACED("k", "german", "AT75L", "T-E3", 5, "\"concealed\"") "," ON_M(
                    "l", "german", "9-1", "T-E3", "\"concealed\"") "," RUS_AT("r", "458", "T-E8")),
      "6 5");
  act(t, "german", "pick k");
  act(t, "german", "shell k T-E8 0");
  card(t, "german", "F7.8", "9 or less"); /* 10 - 2 + 1 */
  unmarked(t, "k", "concealed");
  unmarked(t, "l", "concealed");
  marked(t, "k", "acted");
  marked(t, "l", "acted");
  clear_away(t);
  t = field_at(
      PHASE("german.action",
            FAR_AWAY "," FACING("k", "soviet", "AT45LL", "T-E8", 2) "," RUS_AT(
                "l", "9-1", "T-E8") "," RUS_AT("r", "458", "T-E8") "," GER_AT("g", "658", "T-E3")),
      "6 5");
  act(t, "german", "pick g");
  act(t, "german", "go T-E5 0");
  weighs(odds_of(t, "soviet", "single r T-E5 0"), "weight 11"); /* 4: 8, moving 2, leader 1 */
  act(t, "soviet", "shell k T-E4 0");
  card(t, "soviet", "F7.8", "9 or less");
  unmarked(t, "k", "acted");
  unmarked(t, "l", "acted");
  weighs(odds_of(t, "soviet", "single r T-E5 0"), "weight 10");
  clear_away(t);
}

/* F11.1: under a "?" there was only a tank: the hit is on that, at the face that it shows. Where
 * there were only dummies the shell strikes nobody. */
static void under_the_veil(void **unused) {
  (void)unused;
  struct table *t = field_at(
      PHASE("german.action", FAR_AWAY "," FACING("p", "german", "PzIVH", "T-E3", 5) "," FACED(
                                 "v", "soviet", "T34M43", "T-E8", 2, "\"concealed\"")),
      "3 3 6 6");
  act(t, "german", "pick p");
  act(t, "german", "shell p T-E8 0"); /* 10 - 2 - 2: hit on 6 */
  happened(t, "F12.2", "field.kill.roll");
  char *events = cJSON_PrintUnformatted(field(t->last, "events"));
  assert_non_null(strstr(events, "needed 10"));
  free(events);
  unmarked(t, "v", "concealed");
  clear_away(t);
  t = field_at(WORKED("german.action", "", WORK("T-E8", "dummy", "soviet"),
                      FAR_AWAY "," FACING("p", "german", "PzIVH", "T-E3", 5)),
               "3 3 6 6");
  act(t, "german", "pick p");
  act(t, "german", "shell p T-E8 0");
  happened(t, "F11.7", "field.shells");
  never(t, "field.kill.roll");
  clear_away(t);
}

/* F7.9, F16.1: the roll is made with what is there: an emplaced Gun under the "?", a trench that
 * the firer did not know; the trench is shown. A number below 2 is still hit by Original 2 (F11.2).
 */
static void as_it_really_is(void **unused) {
  (void)unused;
  struct table *t = field_at(
      PHASE("german.action", FAR_AWAY "," FACING("p", "german", "PzIVH", "T-E3", 5) "," FACED(
                                 "k", "soviet", "AT45LL", "T-E8", 2, "\"concealed\",\"emplaced\"")),
      "6 5");
  act(t, "german", "pick p");
  assert_string_equal(number_of(t, "german", "shell p T-E8 0"), "6 or less");
  act(t, "german", "shell p T-E8 0");
  card(t, "german", "F7.9", "8 or less"); /* 2 for its position, before 2 for men and 2 for "?" */
  clear_away(t);
  for (int dr = 2; dr <= 3; dr++) {
    t = field_at(
        "\"map\":\"plain:40x16\",\"phase\":\"german.action\",\"marks\":[" WORK(
            "T-E39", "trench",
            "soviet") "],\"units\":[" GER_AT("z", "658",
                                             "T-P16") "," FACING("k", "german", "INF76", "T-E2",
                                                                 5) "," RUS_AT("r", "458",
                                                                               "T-E39") "]",
        dr == 2 ? "1 1 6 6" : "1 2");
    act(t, "german", "pick k");
    assert_string_equal(number_of(t, "german", "shell k T-E39 0"), "3 or less");
    assert_false(shows(t, "german", "trench"));
    act(t, "german", "shell k T-E39 0");
    happened(t, "F11.2", dr == 2 ? "field.hit" : "field.miss");
    assert_true(shows(t, "german", "trench"));
    clear_away(t);
  }
}

/* F11.2, F11.7: the card says afterwards what came of the shot. */
static void what_was_rolled(void **unused) {
  (void)unused;
  static const struct {
    const char *action, *dice;
    int rolled;
  } rows[] = {{"shell p T-E8 0", "6 5", 0},         /* missed */
              {"shell p T-E8 0", "3 3 6 6", 1},     /* a hit without effect */
              {"shell p T-E8 0", "3 3 5 5 2 2", 2}, /* S 11, 10: a pin check */
              {"shoot p v", "6 5", 0},
              {"shoot p v", "3 3 6 6", 1},
              {"shoot p v", "3 3 3 4 6", 4}}; /* K 10, 7: a wreck */
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct table *t =
        field_at(PHASE("german.action",
                       FAR_AWAY "," FACING("p", "german", "PzIVH", "T-E3", 5) "," RUS_AT(
                           "r", "458", "T-E8") "," FACING("v", "soviet", "T34M43", "T-E9", 2)),
                 rows[i].dice);
    act(t, "german", "pick p");
    act(t, "german", rows[i].action);
    const cJSON *e;
    int rolled = -1;
    cJSON_ArrayForEach(e, field(t->last, "events")) if (field(e, "card") && rolled < 0) rolled =
        int_of(e, "card.rolled");
    if (rolled != rows[i].rolled)
      fail_msg("row %d: %d", (int)i, rolled);
    clear_away(t);
  }
}

/* F20.3: a smoke round that misses makes no smoke, and shows no trench. */
static void smoke_that_misses(void **unused) {
  (void)unused;
  struct table *t =
      field_at(WORKED("german.action", "", WORK("T-H10", "trench", "soviet"),
                      FAR_AWAY "," GER_AT("m", "MTR81", "T-H4") "," RUS_AT("r", "458", "T-H10")),
               "6 5");
  act(t, "german", "pick m");
  act(t, "german", "screen m T-H10");
  happened(t, "F11.2", "field.miss");
  assert_false(shows(t, "german", "smoke"));
  assert_false(shows(t, "german", "trench"));
  clear_away(t);
}

/* F12.14: riders of a tank that is hit and lives check without a modifier: 8 pins a 458, and he is
 * in the hex. F19.1: such a check calls the sniper, after the shot. */
static void riders_check(void **unused) {
  (void)unused;
  struct table *t =
      field_at(UNDER("german.action", "\"german_san\":6",
                     FAR_AWAY "," FACING("p", "german", "PzIVH", "T-E3", 5) "," TARGET "," WITH(
                         "r", "soviet", "458", "T-E8", "\"by\":\"v\"")),
               "3 3 6 6 4 4");
  act(t, "german", "pick p");
  act(t, "german", "shoot p v");
  marked(t, "r", "pinned");
  unmarked(t, "r", "broken");
  clear_away(t);
  t = field_at(UNDER("german.action", "\"german_san\":6",
                     FAR_AWAY "," FACING("p", "german", "PzIVH", "T-E3", 5) "," TARGET "," WITH(
                         "r", "soviet", "458", "T-E8", "\"by\":\"v\"")),
               "3 3 6 6 3 3 4");
  act(t, "german", "pick p");
  act(t, "german", "shoot p v");
  happened(t, "F19.1", "field.sniper");
  clear_away(t);
}

/* F11.8: without its special ammunition it has HE alone: TK 7 against armour 6. */
static void only_he_is_left(void **unused) {
  (void)unused;
  struct table *t = field_at(UNDER("german.action", "\"german_poor\":1",
                                   FAR_AWAY "," FACING("k", "german", "INF76", "T-E3",
                                                       5) "," RUS_AT("v", "T34M41", "T-E8")),
                             "6 5");
  act(t, "german", "pick k");
  assert_string_equal(kill_of(t, "german", "shoot k v"), "kill on 4");
  act(t, "german", "shoot k v");
  happened(t, "F11.8", "field.no.heat");
  act(t, "german", "end");
  go_on_to(t, "soviet.action");
  go_on_to(t, "german.action");
  act(t, "german", "pick k");
  assert_string_equal(kill_of(t, "german", "shoot k v"), "kill on 1");
  clear_away(t);
}

/* F15.5: a tank that nobody watched is seen by the hidden Gun that fires at it. */
static void ambush_of_a_tank(void **unused) {
  (void)unused;
  struct table *t = field_at(
      ON_GROUND("german.action", HEX("T-H9", "brush"),
                FAR_AWAY "," FACED("p", "german", "PzIVH", "T-H3", 5, "\"concealed\"") "," FACED(
                    "k", "soviet", "AT45LL", "T-H9", 2, "\"hip\"")),
      "6 5");
  act(t, "german", "pick p");
  act(t, "german", "go T-H5 0");
  marked(t, "p", "concealed");
  act(t, "soviet", "shell k T-H5 0");
  unmarked(t, "p", "concealed");
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(numbers),
                                     cmocka_unit_test(sizes),
                                     cmocka_unit_test(speed),
                                     cmocka_unit_test(what_a_squad_serves),
                                     cmocka_unit_test(turned_before),
                                     cmocka_unit_test(skirts),
                                     cmocka_unit_test(what_the_card_draws),
                                     cmocka_unit_test(heavy_machine_gun),
                                     cmocka_unit_test(gunners_and_leaders),
                                     cmocka_unit_test(under_the_veil),
                                     cmocka_unit_test(as_it_really_is),
                                     cmocka_unit_test(what_was_rolled),
                                     cmocka_unit_test(smoke_that_misses),
                                     cmocka_unit_test(riders_check),
                                     cmocka_unit_test(only_he_is_left),
                                     cmocka_unit_test(ambush_of_a_tank)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
