/* test_F7_parts.c - F7.3 to F7.12, F8.11, F9.9, F10.6, F10.8: what each firer adds, what he has
 * fired afterwards, and what an attack leaves behind. */
#include "field_kit.h"

#define FACED(id, side, kind, hex, face, marks)                                                    \
  "{\"name\":\"" id "\",\"side\":\"" side "\",\"kind\":\"" kind "\",\"hex\":\"" hex                \
  "\",\"facing\":" #face ",\"marks\":[" marks "]}"
#define GUNNER GER_AT("g", "658", "T-E3")
#define MOVER GER_AT("g", "658", "T-E9")

/* F7.3, F7.5: the card says how each firepower came about: printed, twice, half, a quarter. */
static void how_it_is_added(void **unused) {
  (void)unused;
  static const struct {
    const char *target, *marks, *line;
  } rows[] = {{"T-E6", "", ""},
              {"T-E4", "", "6 x 2"},
              {"T-E12", "", "6 x 1/2"},
              {"T-E12", "\"pinned\"", "6 x 1/4"},
              {"T-E4", "\"pinned\"", ""}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char position[900], fire[24], text[80] = "";
    snprintf(
        position, sizeof position,
        "\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"units\":[%s,{\"name\":\"g\","
        "\"side\":\"german\",\"kind\":\"658\",\"hex\":\"T-E3\",\"marks\":[%s]},{\"name\":\"r\","
        "\"side\":\"soviet\",\"kind\":\"458\",\"hex\":\"%s\"}]",
        FAR_AWAY, rows[i].marks, rows[i].target);
    struct table *t = field_at(position, "");
    snprintf(fire, sizeof fire, "fire %s 0", rows[i].target);
    act(t, "german", "pick g");
    snprintf(text, sizeof text, "%s",
             text_of(odds_of(t, "german", fire), "sides[0].lines[0].text"));
    if (*rows[i].line ? !strstr(text, rows[i].line) : strstr(text, " x ") != NULL)
      fail_msg("row %d: '%s'", (int)i, text);
    clear_away(t);
  }
}

/* F7.12: a machine gun that has fired again at its rate without keeping it has fired. */
static void rate_is_spent(void **unused) {
  (void)unused;
  struct table *t = field_at(
      PHASE("german.action", FAR_AWAY
            "," GUNNER "," CARRIED("m", "german", "MMG_G", "g") "," RUS_AT("r", "458", "T-E8")),
      "2 6 2 3 6 5"); /* a check on 8, passed */
  act(t, "german", "pick g");
  act(t, "german", "fire T-E8 0");
  happened(t, "F7.12", "field.rate");
  weighs(odds_of(t, "german", "fire T-E8 0"), "weight 8"); /* 5 alone: column 4 */
  act(t, "german", "fire T-E8 0");
  never(t, "field.rate");
  not_offered(t, "german", "fire T-E8 0");
  go_on_to(t, "german.assault");
  clear_away(t);
}

/* F9.9: once in each activation of the other side; on Original 10 or more they are pinned, on 9
 * not; the mark is gone when the next group moves. */
static void desperate_men(void **unused) {
  (void)unused;
  for (int original = 9; original <= 10; original++) {
    struct table *t =
        field_at(PHASE("german.action",
                       FAR_AWAY "," GER_AT("g", "658", "T-E5") "," GER_AT(
                           "h", "658", "T-D6") "," ON_M("r", "soviet", "458", "T-E3", "\"fired\"")),
                 original == 9 ? "6 3 4 4" : "6 4 4 4");
    act(t, "german", "pick g");
    act(t, "german", "go T-E4 0");
    act(t, "soviet", "volley r T-E4 0"); /* S 8 and 2: a pin check on either */
    assert_int_equal(has_mark(t, "r", "pinned"), original == 10);
    refused(t, "soviet", "volley r T-E4 0", "F9.7");
    clear_away(t);
  }
}

/* F10.8: who has used a flamethrower fires nothing else; who has fired does not use it. */
static void flames_alone(void **unused) {
  (void)unused;
#define FLAMER                                                                                     \
  RUS_AT("r", "458", "T-E5")                                                                       \
  "," CARRIED("ft", "soviet", "FT", "r") "," CARRIED("m", "soviet", "LMG_R", "r")
  struct table *t = field_at(PHASE("german.action", FAR_AWAY "," FLAMER "," MOVER), "5 4 1 2");
  act(t, "german", "pick g");
  act(t, "german", "go T-E7 0");
  act(t, "soviet", "flame ft T-E7 0"); /* 12 FP: S 11, moving 2: MC+2 */
  refused(t, "soviet", "volley r T-E7 0", "F9.7");
  clear_away(t);
  t = field_at(PHASE("german.action", FAR_AWAY "," FLAMER "," MOVER), "6 6");
  act(t, "german", "pick g");
  act(t, "german", "go T-E7 0");
  act(t, "soviet", "volley r T-E7 0");
  refused(t, "soviet", "flame ft T-E7 0", "F10.8");
  clear_away(t);
}

/* F7.4: own FP and one weapon, no more: the second machine gun stays silent for this player turn.
 */
static void one_weapon_free(void **unused) {
  (void)unused;
  struct table *t =
      field_at(PHASE("german.action", FAR_AWAY "," RUS_AT("r", "458", "T-E3") "," CARRIED(
                                          "m", "soviet", "LMG_R",
                                          "r") "," CARRIED("n", "soviet", "LMG_R", "r") "," MOVER),
               "6 5 2 2");
  act(t, "german", "pick g");
  act(t, "german", "go T-E7 0");
  weighs(odds_of(t, "soviet", "volley r T-E7 0"), "weight 11"); /* 4 and 2: S 9, moving 2 */
  act(t, "soviet", "volley r T-E7 0");
  refused(t, "soviet", "volley r T-E7 0", "F9.7");
  clear_away(t);
}

/* F7.8, F15.4: a leader who directs is seen, and directs one attack a player turn. */
static void leaders_direct_once(void **unused) {
  (void)unused;
  struct table *t = field_at(
      ON_GROUND("german.action", HEX("T-E3", "brush"),
                FAR_AWAY "," GUNNER "," ON_M("l", "german", "9-1", "T-E3",
                                             "\"concealed\"") "," RUS_AT("r", "458", "T-E8")),
      "6 6");
  act(t, "german", "pick g");
  act(t, "german", "fire T-E8 0");
  card(t, "german", "F7.8", "weight 10");
  unmarked(t, "l", "concealed");
  marked(t, "l", "acted");
  clear_away(t);
  t = field_at(
      PHASE("german.action", FAR_AWAY "," RUS_AT("r", "458", "T-E4") "," RUS_AT(
                                 "s", "458", "T-E4") "," RUS_AT("l", "9-1", "T-E4") "," MOVER),
      "6 6");
  act(t, "german", "pick g");
  act(t, "german", "go T-E7 0");
  weighs(odds_of(t, "soviet", "single s T-E7 0"), "weight 11"); /* 4: 8, moving 2, leader 1 */
  act(t, "soviet", "single r T-E7 0");
  weighs(odds_of(t, "soviet", "single s T-E7 0"), "weight 10");
  unmarked(t, "l", "acted");
  clear_away(t);
}

/* F2.7: with Ammunition Shortage a weapon is lost on 11: a support weapon leaves the map, a team is
 * left with its men's own FP. F10.6: a vehicle's flamethrower is empty after 10, not after 9. */
static void what_is_lost(void **unused) {
  (void)unused;
  struct table *t =
      field_at(PHASE("german.action",
                     FAR_AWAY "," ON_M("g", "german", "658", "T-E3", "\"shortage\"") "," CARRIED(
                         "m", "german", "LMG_G", "g") "," RUS_AT("r", "458", "T-E8")),
               "6 5");
  act(t, "german", "pick g");
  act(t, "german", "fire T-E8 0");
  happened(t, "F2.7", "field.weapon.lost");
  assert_string_equal(place_of(t, "m"), "german.lost");
  clear_away(t);
  t = field_at(
      PHASE("german.action", FAR_AWAY "," ON_M("g", "german", "HMG348", "T-E3",
                                               "\"shortage\"") "," RUS_AT("r", "458", "T-E7")),
      "6 5");
  act(t, "german", "pick g");
  act(t, "german", "fire T-E7 0");
  happened(t, "F2.7", "field.weapon.lost");
  go_on_to(t, "soviet.action");
  go_on_to(t, "german.action");
  act(t, "german", "pick g");
  weighs(odds_of(t, "german", "fire T-E7 0"), "weight 7"); /* 3: column 2 */
  clear_away(t);
  for (int original = 9; original <= 10; original++) {
    t = field_at(PHASE("soviet.action", FAR_AWAY
                       "," FACING("v", "soviet", "OT34", "T-E5",
                                  5) "," ON_M("g", "german", "658", "T-E7", "\"fanatic\"")),
                 original == 9 ? "6 3 2 2" : "6 4 2 2");
    act(t, "soviet", "pick v");
    act(t, "soviet", "flame v T-E7 0");
    go_on_to(t, "german.action");
    go_on_to(t, "soviet.action");
    act(t, "soviet", "pick v");
    if (original == 9)
      offered(t, "soviet", "flame v T-E7 0", "F10.8");
    else
      refused(t, "soviet", "flame v T-E7 0", "F10.8");
    clear_away(t);
  }
}

/* F8.11: through two opposite hexsides, along each of the three lines; told once. A line through a
 * corner counts for neither of its hexsides. */
static void encirclement(void **unused) {
  (void)unused;
  static const struct {
    const char *from, *other;
    bool encircled;
  } rows[] = {{"T-H5", "T-H11", true}, {"T-G8", "T-I9", true},  {"T-G9", "T-I8", true},
              {"T-H5", "T-H5", false}, {"T-G8", "T-I8", false}, {"T-G8", "T-H7", false}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char position[900];
    snprintf(position, sizeof position,
             "\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"units\":[%s,{\"name\":\"g\","
             "\"side\":\"german\",\"kind\":\"348\",\"hex\":\"%s\"},{\"name\":\"h\",\"side\":"
             "\"german\",\"kind\":\"348\",\"hex\":\"%s\"},{\"name\":\"k\",\"side\":"
             "\"german\",\"kind\":\"348\",\"hex\":\"%s\"},%s]",
             FAR_AWAY, rows[i].from, rows[i].other, rows[i].from, RUS_AT("r", "458", "T-H8"));
    struct table *t = field_at(position, "6 6 6 6 6 6");
    act(t, "german", "pick g");
    for (int k = 0; k < 2; k++)
      if (is_offered(t, "german", k ? "with h" : "with k"))
        act(t, "german", k ? "with h" : "with k");
    act(t, "german", "fire T-H8 0");
    if (is_offered(t, "german", "done"))
      act(t, "german", "done");
    act(t, "german", "pick h");
    if (is_offered(t, "german", "with k"))
      act(t, "german", "with k");
    act(t, "german", "fire T-H8 0");
    if (has_mark(t, "r", "encircled") != rows[i].encircled)
      fail_msg("row %d", (int)i);
    if (is_offered(t, "german", "done"))
      act(t, "german", "done");
    act(t, "german", "pick k");
    act(t, "german", "fire T-H8 0");
    never(t, "field.encircled");
    clear_away(t);
  }
}

/* F12.15, F12.1: flames: K 6 in front, 8 on the flank, skirts take 2 off that, an open top adds 2;
 * a tank under a "?" is seen. */
static void flames_against_armour(void **unused) {
  (void)unused;
  static const struct {
    const char *kind;
    int face;
    const char *marks, *needed;
  } rows[] = {{"T34M43", 2, "", "needed 6"},
              {"T34M43", 5, "", "needed 8"},
              {"PzIVH", 2, "", "needed 6"},
              {"PzIVH", 5, "", "needed 6"},
              {"SU76M", 2, "", "needed 8"},
              {"SU76M", 5, "", "needed 10"},
              {"T34M43", 2, "\"concealed\"", "needed 6"}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char position[1200];
    snprintf(position, sizeof position,
             "\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"units\":[%s,%s,{\"name\":\"v\","
             "\"side\":\"soviet\",\"kind\":\"%s\",\"hex\":\"T-E4\",\"facing\":%d,\"marks\":[%s]}]",
             FAR_AWAY, GUNNER "," CARRIED("ft", "german", "FT", "g"), rows[i].kind, rows[i].face,
             rows[i].marks);
    struct table *t = field_at(position, "4 4 6 6");
    act(t, "german", "pick g");
    act(t, "german", "flame ft T-E4 0");
    char *events = cJSON_PrintUnformatted(field(t->last, "events"));
    if (!strstr(events, rows[i].needed))
      fail_msg("row %d: %s", (int)i, events);
    free(events);
    unmarked(t, "v", "concealed");
    clear_away(t);
  }
}

/* F7.11 (1), F15.4: whom a hidden team fires at on the move it has seen, within 16 hexes; at 17 he
 * stays concealed and the fire is halved. Carefully into cover he stays concealed as well. */
static void movers_are_seen(void **unused) {
  (void)unused;
  static const struct {
    const char *ground, *firer, *script;
    bool seen;
  } rows[] = {{"open", "T-E20", "german: pick g; german: go T-E4 0", true},
              {"open", "T-E21", "german: pick g; german: go T-E4 0", false},
              {"brush", "T-E10", "german: pick g; german: go T-E4 0", true},
              {"brush", "T-E10", "german: pick g; german: careful; german: go T-E4 0", false},
              {"open", "T-E10", "german: pick g; german: careful; german: go T-E4 0", true}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char position[1200];
    snprintf(position, sizeof position,
             "\"map\":\"plain:30x16\",\"phase\":\"german.action\",\"terrain\":[{\"hex\":\"T-E4\","
             "\"set\":[\"%s\"]},{\"hex\":\"%s\",\"set\":[\"brush\"]}],\"units\":[%s,%s,{\"name\":"
             "\"m\",\"side\":\"soviet\",\"kind\":\"HMG248\",\"hex\":\"%s\",\"marks\":[\"hip\"]}]",
             rows[i].ground, rows[i].firer, RUS_AT("y", "458", "T-P30"),
             ON_M("g", "german", "658", "T-E3", "\"concealed\""), rows[i].firer);
    struct table *t = field_at(position, "6 6");
    script(t, rows[i].script);
    act(t, "soviet", "volley m T-E4 0");
    bool seen = !has_mark(t, "g", "concealed");
    if (seen != rows[i].seen)
      fail_msg("row %d", (int)i);
    clear_away(t);
  }
}

/* F9.6: -1 for moving, -1 more where there is no cover, no hindrance and nothing to hide in. 4 FP:
 * S 8. */
static void moving_targets(void **unused) {
  (void)unused;
  static const struct {
    const char *target, *between, *weight;
  } rows[] = {{"open", "open", "weight 10"},
              {"grain", "open", "weight 9"},
              {"shellholes", "open", "weight 8"},
              {"open", "grain", "weight 8"}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char position[1200];
    snprintf(position, sizeof position,
             "\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"terrain\":[{\"hex\":\"T-E8\","
             "\"set\":[\"%s\"]},{\"hex\":\"T-E6\",\"set\":[\"%s\"]}],\"units\":[%s,%s,%s]",
             rows[i].target, rows[i].between, FAR_AWAY, MOVER, RUS_AT("r", "458", "T-E4"));
    struct table *t = field_at(position, "");
    act(t, "german", "pick g");
    act(t, "german", "go T-E8 0");
    const char *is = text_of(odds_of(t, "soviet", "volley r T-E8 0"), "column");
    if (strcmp(is, rows[i].weight))
      fail_msg("row %d: %s", (int)i, is);
    clear_away(t);
  }
}

/* F16.3, F16.1: that they moved along a trench which the firer did not know he sees as he fires: no
 * modifier for moving, and 2 for its cover. */
static void along_an_unknown_trench(void **unused) {
  (void)unused;
  struct table *t =
      field_at(WORKED("german.action", "",
                      WORK("T-E8", "trench", "german") "," WORK("T-E9", "trench", "german"),
                      FAR_AWAY "," MOVER "," RUS_AT("r", "458", "T-E4")),
               "6 6");
  act(t, "german", "pick g");
  act(t, "german", "go T-E8 0");
  weighs(odds_of(t, "soviet", "volley r T-E8 0"), "weight 10");
  act(t, "soviet", "volley r T-E8 0");
  card(t, "soviet", "F16.3", "weight 6");
  char *events = cJSON_PrintUnformatted(field(t->last, "events"));
  assert_null(strstr(events, "\"moving\""));
  assert_non_null(strstr(events, "\"column\":\"weight 6\""));
  free(events);
  clear_away(t);
}

/* F16.1, F10.8: a hole that is too small covers nobody and is not shown; nor by flames, which no
 * work keeps off. */
static void works_that_do_not_count(void **unused) {
  (void)unused;
  struct table *t = field_at(
      WORKED("german.action", "", WORK("T-E8", "foxhole1", "soviet"),
             FAR_AWAY "," GUNNER "," RUS_AT("a", "458", "T-E8") "," RUS_AT("b", "458", "T-E8")),
      "6 6");
  act(t, "german", "pick g");
  act(t, "german", "fire T-E8 0");
  never(t, "field.work");
  clear_away(t);
  t = field_at(WORKED("german.action", "", WORK("T-E5", "trench", "soviet"),
                      FAR_AWAY "," GUNNER "," CARRIED("ft", "german", "FT",
                                                      "g") "," RUS_AT("a", "458", "T-E5")),
               "6 6");
  act(t, "german", "pick g");
  act(t, "german", "flame ft T-E5 0");
  never(t, "field.work");
  clear_away(t);
}

/* F10.8, F10.6: who has fired his own FP or a machine gun does not use the flamethrower; on 10 it
 * is spent. F12.16: the main armament that fires by the table has fired, not the machine guns.
 * F7.7: a lorry on a hill has nothing of its height. */
static void who_has_fired_what(void **unused) {
  (void)unused;
  static const char *const bearer[] = {
      ON_M("r", "soviet", "458", "T-E5", "\"fired\"") "," CARRIED("ft", "soviet", "FT", "r"),
      RUS_AT("r", "458", "T-E5") "," CARRIED("ft", "soviet", "FT", "r")};
  for (int fresh = 0; fresh < 2; fresh++) {
    char position[1200];
    snprintf(position, sizeof position,
             "\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"units\":[%s,%s,%s]", FAR_AWAY,
             bearer[fresh], MOVER);
    struct table *t = field_at(position, fresh ? "6 4 2 2" : "");
    act(t, "german", "pick g");
    act(t, "german", "go T-E7 0");
    if (fresh) {
      act(t, "soviet", "flame ft T-E7 0"); /* S 13: 10 is MC+1 */
      assert_string_equal(place_of(t, "ft"), "soviet.lost");
    } else {
      refused(t, "soviet", "flame ft T-E7 0", "F10.8");
    }
    clear_away(t);
  }
  struct table *t =
      field_at(PHASE("german.action", FAR_AWAY "," FACING("v", "german", "SdKfz6/2", "T-E3",
                                                          5) "," RUS_AT("r", "458", "T-E8")),
               "6 5");
  act(t, "german", "pick v");
  act(t, "german", "mg v T-E8 0");
  marked(t, "v", "fired");
  clear_away(t);
  t = field_at(ON_GROUND("german.action", HEX("T-E8", "hill1"),
                         FAR_AWAY "," GUNNER "," RUS_AT("v", "US1.5t", "T-E8")),
               "");
  act(t, "german", "pick g");
  weighs(odds_of(t, "german", "fire T-E8 0"), "weight 9");
  clear_away(t);
}

/* F7.13, F8: the card says which of its outcomes came about: of a single unit its fate, of several
 * the result of the table. S 9. */
static void what_came_about(void **unused) {
  (void)unused;
  static const struct {
    const char *units, *dice;
    int rolled;
  } rows[] = {{RUS_AT("r", "458", "T-E8"), "6 5", 0},
              {RUS_AT("r", "458", "T-E8"), "5 4 6 3", 1}, /* a pin check, failed */
              {RUS_AT("r", "458", "T-E8"), "4 3 5 4", 2}, /* a check, failed */
              {RUS_AT("r", "458", "T-E8"), "1 2 2 2", 3}, /* reduced, and a check */
              {RUS_AT("r", "458", "T-E8"), "1 2 3 3", 4}, /* 8: pinned */
              {RUS_AT("r", "458", "T-E8"), "1 2 5 3", 5}, /* 10: broken */
              {RUS_AT("r", "248", "T-E8"), "6 5", 0},
              {RUS_AT("r", "8-0", "T-E8"), "6 5", 0},
              {ON_M("r", "soviet", "458", "T-E8", "\"pinned\""), "6 5", 0},
              {RUS_AT("r", "248", "T-E8"), "1 2", 6},     /* it has no half */
              {RUS_AT("r", "8-0", "T-E8"), "1 2 2 2", 3}, /* wounded */
              {RUS_AT("r", "458", "T-E8") "," RUS_AT("s", "458", "T-E8"), "5 4 2 2 2 2", 1}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char position[900];
    snprintf(position, sizeof position,
             "\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"units\":[%s,%s,%s]", FAR_AWAY,
             GUNNER, rows[i].units);
    struct table *t = field_at(position, rows[i].dice);
    act(t, "german", "pick g");
    act(t, "german", "fire T-E8 0");
    const cJSON *e;
    int rolled = -1;
    cJSON_ArrayForEach(e, field(t->last, "events")) if (field(e, "card") && rolled < 0) rolled =
        int_of(e, "card.rolled");
    if (rolled != rows[i].rolled)
      fail_msg("row %d: %d", (int)i, rolled);
    clear_away(t);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(how_it_is_added),
                                     cmocka_unit_test(rate_is_spent),
                                     cmocka_unit_test(desperate_men),
                                     cmocka_unit_test(flames_alone),
                                     cmocka_unit_test(one_weapon_free),
                                     cmocka_unit_test(leaders_direct_once),
                                     cmocka_unit_test(what_is_lost),
                                     cmocka_unit_test(encirclement),
                                     cmocka_unit_test(flames_against_armour),
                                     cmocka_unit_test(movers_are_seen),
                                     cmocka_unit_test(moving_targets),
                                     cmocka_unit_test(along_an_unknown_trench),
                                     cmocka_unit_test(works_that_do_not_count),
                                     cmocka_unit_test(who_has_fired_what),
                                     cmocka_unit_test(what_came_about)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
