/* test_F4_on_the_way.c - F2.7, F4.9, F4.10, F5.9, F9.10, F15.9, F16.1, F22.1: what happens to a
 * group or vehicle step by step, and what is left of its move. */
#include "field_kit.h"

#define FACED(id, side, kind, hex, face, marks)                                                    \
  "{\"name\":\"" id "\",\"side\":\"" side "\",\"kind\":\"" kind "\",\"hex\":\"" hex                \
  "\",\"facing\":" #face ",\"marks\":[" marks "]}"
#define OFF(id, kind)                                                                              \
  "{\"name\":\"" id "\",\"side\":\"german\",\"kind\":\"" kind "\",\"box\":\"german.off\"}"
#define ENTRY(terrain, works, units)                                                               \
  "\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"vars\":{\"edges\":1},\"terrain\":"        \
  "[" terrain "],\"marks\":[" works "],\"units\":[" FAR_AWAY "," OFF("w", "658") "," units "]"

/* F9.10: residual fire two columns below 6, S 7: cover and movement alone count. */
static void through_residual_fire(void **unused) {
  (void)unused;
  static const struct {
    const char *ground, *units, *script, *dice;
    const char *event; /* what it brings; "check": pin dice; NULL: nothing; "": it is not rolled */
  } rows[] = {
      {"open", "658", "german: pick h; german: go T-E8 0", "4 5 2 2", "check"},
      {"open", "658", "german: pick h; german: go T-E8 0", "4 6", NULL},
      {"open", "658", "german: pick h; german: careful; german: go T-E8 0", "3 4 2 2", "check"},
      {"open", "658", "german: pick h; german: careful; german: go T-E8 0", "3 5", NULL},
      {"grain", "658", "german: pick h; german: go T-E8 0", "4 5", NULL},
      {"shellholes", "658", "german: pick h; german: go T-E8 0", "3 5", NULL},
      {"open", "Opel6700", "german: pick h; german: go T-E8 0", "3 5", NULL},
      {"open", "Opel6700", "german: pick h; german: go T-E8 0", "3 4", "field.immobilized"},
      {"open", "Opel6700", "german: pick h; german: go T-E8 0", "3 3", "field.wreck"},
      {"open", "SPW251/1", "german: pick h; german: go T-E8 0", "1 3", NULL},
      {"open", "SPW251/1", "german: pick h; german: go T-E8 0", "1 2", "field.stunned"},
      {"open", "PzIVH", "german: pick h; german: go T-E8 0", "", ""}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char position[1400], dice[60];
    snprintf(position, sizeof position,
             "\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"terrain\":[{\"hex\":\"T-E8\","
             "\"set\":[\"%s\"]}],\"units\":[%s,%s,%s,{\"name\":\"h\",\"side\":\"german\",\"kind\":"
             "\"%s\",\"hex\":\"T-E9\",\"facing\":2}]",
             rows[i].ground, FAR_AWAY, GER_AT("g", "658", "T-F8"),
             RUS_AT("r", "458", "T-E4") "," CARRIED("m", "soviet", "LMG_R", "r"), rows[i].units);
    snprintf(dice, sizeof dice, "6 6 %s", rows[i].dice);
    struct table *t = field_at(position, dice);
    script(t, "german: pick g; german: go T-E8 0; soviet: volley r T-E8 0; soviet: pass; german: "
              "go T-F8 0; soviet: pass");
    if (is_offered(t, "german", "done"))
      act(t, "german", "done");
    script(t, rows[i].script);
    act(t, "soviet", "pass");
    if (rows[i].event && !*rows[i].event)
      never(t, "field.residual.fire");
    else
      happened(t, "F9.10", "field.residual.fire");
    static const char *const bad[] = {"field.immobilized", "field.wreck", "field.stunned",
                                      "field.pinned", "field.broken"};
    for (int k = 0; k < 5; k++)
      if (!rows[i].event || strcmp(rows[i].event, bad[k]))
        never(t, bad[k]);
    if (rows[i].event && strstr(rows[i].event, "field.") == rows[i].event) {
      char *events = cJSON_PrintUnformatted(field(t->last, "events"));
      if (!strstr(events, rows[i].event))
        fail_msg("row %d: %s", (int)i, events);
      free(events);
    }
    clear_away(t);
  }
}

/* F9.10, F9.6: riders have no cover from it, woods or not: S 7 and 1 for moving. */
static void riders_through_residual_fire(void **unused) {
  (void)unused;
  struct table *t =
      field_at(ON_GROUND("soviet.action", HEX("T-E8", "shellholes"),
                         FAR_AWAY "," RUS_AT("s", "458", "T-F8") "," FACING(
                             "v", "soviet", "T34M43", "T-E9",
                             2) "," WITH("r", "soviet", "458", "T-E9",
                                         "\"by\":\"v\"") "," GER_AT("g", "658", "T-E4")),
               "6 6 4 5 2 2");
  script(t, "soviet: pick s; soviet: go T-E8 0; german: volley g T-E8 0; german: pass; soviet: go "
            "T-F8 0; german: pass");
  if (is_offered(t, "soviet", "done"))
    act(t, "soviet", "done");
  script(t, "soviet: pick v; soviet: go T-E8 0; german: pass");
  happened(t, "F9.10", "field.residual.fire"); /* 7 + 2: 9 is a pin check */
  char *events = cJSON_PrintUnformatted(field(t->last, "events"));
  assert_non_null(strstr(events, "pin check"));
  free(events);
  clear_away(t);
}

/* F15.9, F22.1: a group that enters where somebody lies hidden goes back off the map, Acted,
 * without a window; he is known. */
static void back_to_the_box(void **unused) {
  (void)unused;
  struct table *t =
      field_at(ENTRY(HEX("T-P9", "woods"), "", ON_M("r", "soviet", "458", "T-P9", "\"hip\"")), "");
  script(t, "german: enter w; german: at T-P9; soviet: pass");
  happened(t, "F15.9", "field.boxed");
  assert_string_equal(place_of(t, "w"), "german.off");
  unmarked(t, "r", "hip");
  unmarked(t, "r", "concealed");
  not_offered(t, "german", "enter w");
  not_offered(t, "soviet", "pass");
  offered(t, "german", "pick z", "F1.4");
  clear_away(t);
}

/* F16.1, F22.1: an unknown fortified Location keeps it off the map; it is no loss to the group. */
static void kept_off_the_map(void **unused) {
  (void)unused;
  struct table *t = field_at(ENTRY(HEX("T-P9", "house"), WORK("T-P9", "fortified0", "soviet"),
                                   ON_M("r", "soviet", "458", "T-P9", "\"hip\"")),
                             "");
  script(t, "german: enter w; german: at T-P9; soviet: pass");
  happened(t, "F16.1", "field.work");
  never(t, "field.drops.out");
  never(t, "field.boxed");
  assert_string_equal(place_of(t, "w"), "german.off");
  clear_away(t);
}

/* F16.1: stopped by a work that it did not know a group has paid for the step, has moved, and may
 * go on elsewhere with what is left, at no further point. */
static void stopped_by_a_work(void **unused) {
  (void)unused;
  struct table *t =
      field_at(WORKED("german.action", HEX("T-E6", "house"), WORK("T-E6", "fortified0", "soviet"),
                      FAR_AWAY "," GER_AT("g", "658", "T-E5") "," ON_M("r", "soviet", "458", "T-E6",
                                                                       "\"hip\"")),
               "");
  script(t, "german: pick g; german: go T-E6 0; soviet: pass");
  happened(t, "F16.1", "field.work");
  if (is_offered(t, "soviet", "pass"))
    act(t, "soviet", "pass");
  marked(t, "g", "moved");
  stands(t, "g", "T-E5", 2);
  offered(t, "german", "go T-E3 0", "F4.7"); /* 2 of 4 MP are left */
  not_offered(t, "german", "go T-E2 0");
  clear_away(t);
}

/* F15.9: who comes upon somebody hidden goes back, its MP gone, and is fired at where it stands. */
static void recoiling(void **unused) {
  (void)unused;
  struct table *t =
      field_at(ON_GROUND("german.action", HEX("T-E6", "woods"),
                         FAR_AWAY "," GER_AT("g", "658", "T-E5") "," RUS_AT(
                             "s", "458", "T-E3") "," ON_M("r", "soviet", "458", "T-E6", "\"hip\"")),
               "6 6 2 2");
  script(t, "german: pick g; german: go T-E6 0; soviet: volley s T-E6 0");
  happened(t, "F15.9", "field.recoils");
  unmarked(t, "s", "fired"); /* its shot has lapsed */
  stands(t, "g", "T-E5", 2);
  unmarked(t, "r", "hip");
  act(t, "soviet", "volley r T-E5 0");
  if (is_offered(t, "soviet", "pass"))
    act(t, "soviet", "pass");
  not_offered(t, "german", "go T-E4 0");
  clear_away(t);
}

/* F15.9, F13.3: a tank that drives into hidden men is attacked there first: wrecked or immobilized
 * it stays, else it goes back. 5 of a squad. */
static void driving_into_men(void **unused) {
  (void)unused;
  static const struct {
    const char *dice, *event, *where;
  } rows[] = {{"1 3", "field.wreck", NULL},
              {"2 3", "field.immobilized", "T-E6"},
              {"3 3", "field.recoils", "T-E5"}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct table *t =
        field_at(ON_GROUND("german.action", HEX("T-E6", "brush"),
                           FAR_AWAY "," FACING("p", "german", "PzIVH", "T-E5", 5) "," ON_M(
                               "r", "soviet", "458", "T-E6", "\"hip\"")),
                 rows[i].dice);
    script(t, "german: pick p; german: go T-E6 0; soviet: pass");
    char *events = cJSON_PrintUnformatted(field(t->last, "events"));
    if (!strstr(events, rows[i].event))
      fail_msg("row %d: %s", (int)i, events);
    free(events);
    if (rows[i].where)
      stands(t, "p", rows[i].where, 1);
    clear_away(t);
  }
}

/* F4.10: a loss cuts the path once: the others go on to the end of the next one. Cut where it would
 * have ended anyway nothing is told. */
static void cut_once(void **unused) {
  (void)unused;
  struct table *t =
      field_at(PHASE("german.action", FAR_AWAY "," GER_AT("g", "658", "T-E9") "," GER_AT(
                                          "h", "348", "T-E9") "," RUS_AT("r", "458", "T-E4")),
               "2 2 2 2 2");
  act(t, "german", "pick g");
  act(t, "german", "go T-E7 0");
  act(t, "soviet", "volley r T-E8 0"); /* 4 FP: S 8, moving 2: margin 6, R */
  happened(t, "F4.10", "field.cut");
  act(t, "soviet", "pass");
  offered(t, "german", "go T-E6 0", "F4.7"); /* 3 MP are left, and nothing to pay for it */
  act(t, "german", "go T-E6 0");
  act(t, "soviet", "pass");
  never(t, "field.cut");
  assert_string_equal(place_of(t, "g"), "T-E6");
  clear_away(t);
  t = field_at(PHASE("german.action", FAR_AWAY "," GER_AT("g", "658", "T-E9") "," GER_AT(
                                          "h", "348", "T-E9") "," RUS_AT("r", "458", "T-E4")),
               "2 2 2 2 2");
  script(t, "german: pick g; german: go T-E8 0; soviet: volley r T-E8 0");
  assert_string_equal(place_of(t, "h"), "german.lost");
  never(t, "field.cut");
  clear_away(t);
}

/* F4.9, F4.2: a leader who is pinned leaves the group: the squad has 4 MP again, of which 2 are
 * spent. F19.1: a check by residual fire may call the sniper. */
static void without_the_leader(void **unused) {
  (void)unused;
  struct table *t =
      field_at(PHASE("german.action", FAR_AWAY "," GER_AT("g", "658", "T-E9") "," GER_AT(
                                          "l", "8-0", "T-E9") "," RUS_AT("r", "458", "T-E3")),
               "4 5 5 4 1 2");
  act(t, "german", "pick g");
  offered(t, "german", "go T-E15 0", "F4.7"); /* 6 MP */
  act(t, "german", "go T-E6 0");
  act(t, "soviet", "volley r T-E7 0"); /* S 8 and 2: a pin check; the leader first */
  marked(t, "l", "pinned");
  unmarked(t, "g", "pinned");
  act(t, "soviet", "pass");
  offered(t, "german", "go T-E9 0", "F4.7");
  not_offered(t, "german", "go T-E10 0");
  clear_away(t);
  t = field_at(UNDER("german.action", "\"soviet_san\":5",
                     FAR_AWAY
                     "," GER_AT("g", "658", "T-F8") "," RUS_AT("r", "458", "T-E4") "," CARRIED(
                         "m", "soviet", "LMG_R", "r") "," GER_AT("h", "658", "T-E9")),
               "6 6 3 4 2 3 4");
  script(t, "german: pick g; german: go T-E8 0; soviet: volley r T-E8 0; soviet: pass; german: go "
            "T-F8 0; soviet: pass");
  if (is_offered(t, "german", "done"))
    act(t, "german", "done");
  script(t, "german: pick h; german: go T-E8 0; soviet: pass");
  happened(t, "F19.1", "field.sniper"); /* S 7 and 2: 7 is a check, 5 calls him */
  clear_away(t);
}

/* F2.7: red MP: on 1 its drive fails at the first step and it stays; on 2 it goes, and there is no
 * second die. */
static void failing_drives(void **unused) {
  (void)unused;
  for (int die = 1; die <= 2; die++) {
    struct table *t = field_at(
        PHASE("german.action", FAR_AWAY "," FACED("p", "german", "PzIVH", "T-E5", 5, "\"redmp\"")),
        die == 1 ? "1" : "2");
    script(t, "german: pick p; german: go T-E8 0; soviet: pass");
    assert_int_equal(has_mark(t, "p", "immobilized"), die == 1);
    stands(t, "p", die == 1 ? "T-E5" : "T-E8", 1);
    clear_away(t);
  }
}

/* F5.9: into mud in every direction: it bogs on 1, and that is told. */
static void into_the_mud(void **unused) {
  (void)unused;
  static const char *const hexes[] = {"T-H7", "T-H9", "T-G8", "T-G9", "T-I8", "T-I9"};
  for (size_t i = 0; i < sizeof hexes / sizeof hexes[0]; i++) {
    char position[900], go[24];
    snprintf(position, sizeof position,
             "\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"terrain\":[{\"hex\":\"%s\","
             "\"set\":[\"woods\"]}],\"units\":[%s,%s]",
             hexes[i], FAR_AWAY, FACING("p", "german", "PzIVH", "T-H8", 2));
    struct table *t = field_at(position, "1");
    snprintf(go, sizeof go, "go %s 0", hexes[i]);
    act(t, "german", "pick p");
    act(t, "german", go);
    act(t, "soviet", "pass");
    happened(t, "F5.9", "field.bogs");
    marked(t, "p", "bogged");
    clear_away(t);
  }
}

/* F16.6: who walks into wire knows it. */
static void into_wire(void **unused) {
  (void)unused;
  struct table *t = field_at(WORKED("german.action", "", WORK("T-E6", "wire", "soviet"),
                                    FAR_AWAY "," GER_AT("g", "658", "T-E5")),
                             "");
  script(t, "german: pick g; german: go T-E6 0; soviet: pass");
  assert_true(shows(t, "german", "wire"));
  clear_away(t);
}

/* F9.4, F4.10: a group that is lost has no window any more, and a shot that was announced further
 * on lapses: the firer has not fired. */
static void nobody_left(void **unused) {
  (void)unused;
  struct table *t =
      field_at(WORKED("german.action", "", WORK("T-E8", "mines12", "soviet"),
                      FAR_AWAY "," GER_AT("g", "348", "T-E9") "," RUS_AT("r", "458", "T-E4")),
               "1 3"); /* S 11: margin 7, R */
  script(t, "german: pick g; german: go T-E7 0; soviet: volley r T-E7 0");
  assert_string_equal(place_of(t, "g"), "german.lost");
  unmarked(t, "r", "fired");
  not_offered(t, "soviet", "pass");
  offered(t, "german", "pick z", "F1.4");
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(through_residual_fire),
                                     cmocka_unit_test(riders_through_residual_fire),
                                     cmocka_unit_test(back_to_the_box),
                                     cmocka_unit_test(kept_off_the_map),
                                     cmocka_unit_test(stopped_by_a_work),
                                     cmocka_unit_test(recoiling),
                                     cmocka_unit_test(driving_into_men),
                                     cmocka_unit_test(cut_once),
                                     cmocka_unit_test(without_the_leader),
                                     cmocka_unit_test(failing_drives),
                                     cmocka_unit_test(into_the_mud),
                                     cmocka_unit_test(into_wire),
                                     cmocka_unit_test(nobody_left)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
