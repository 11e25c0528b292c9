/* test_F_states_rest.c - rows of F14 to F27 that show in the state alone: secrets, works, smoke,
 * weather, losses, offers, standing orders. */
#include "field_kit.h"

/* ---- F14 -------------------------------------------------------------------------------- */

/* F14.11: a melee that is left when the battle ends is fought out; after twenty rounds the side of
 * less FP is captured. */
static void melee_to_the_end(void **unused) {
  (void)unused;
  char dice[600] = "6 5 6 5 1"; /* the round of the phase; the Game End die */
  for (int i = 0; i < 20; i++)
    strcat(dice, " 6 5 6 5");
  struct table *t = field_at(
      "\"map\":\"plain:16x16\",\"phase\":\"soviet.assault\",\"turn\":9,\"vars\":{\"rolls_end\":1},"
      "\"units\":[" FAR_AWAY "," ON_M("g", "german", "658", "T-E4", "\"melee\"") "," ON_M(
          "r", "soviet", "458", "T-E4", "\"melee\"") "]",
      dice);
  act(t, "soviet", "end");
  holds(t, "F14.11", !strcmp(place_of(t, "r"), "soviet.lost")); /* 4 against 6 */
  holds(t, "F14.11", !strcmp(place_of(t, "g"), "T-E4"));
  clear_away(t);
}

/* F14.11: a tank that can still drive is put into the nearest free hex and fights no more. */
static void tank_drives_apart(void **unused) {
  (void)unused;
  struct table *t = field_at(
      "\"map\":\"plain:16x16\",\"phase\":\"soviet.assault\",\"turn\":9,\"vars\":{\"rolls_end\":1},"
      "\"unchecked\":true,\"units\":[" FAR_AWAY
      "," FACING("p", "german", "PzIVH", "T-E4", 0) "," ON_M("r", "soviet", "458", "T-E4",
                                                             "\"broken\"") "]",
      "6 6 1");
  act(t, "soviet", "end");
  holds(t, "F14.11", strcmp(place_of(t, "p"), "T-E4") && strcmp(place_of(t, "p"), "german.lost"));
  clear_away(t);
}

/* ---- F15: what the enemy sees ----------------------------------------------------------- */

/* F15.1, F15.2: of a hidden squad nothing, of a concealed stack one "?" with its side, not how many
 * or what; the marks show that something there moved. */
static void what_the_enemy_sees(void **unused) {
  (void)unused;
  struct table *t =
      field_at(ON_GROUND("soviet.action", HEX("T-E6", "woods") "," HEX("T-E7", "woods"),
                         FAR_AWAY "," ON_M("r", "soviet", "458", "T-E6", "\"concealed\"") "," ON_M(
                             "s", "soviet", "458", "T-E6",
                             "\"concealed\"") "," ON_M("h", "soviet", "458", "T-H6", "\"hip\"")),
               "");
  char *units = seen_by(t, "german", "units");
  holds(t, "F15.2", !strstr(units, "\"r\"") && !strstr(units, "\"s\"") && !strstr(units, "T-H6"));
  const char *first = strstr(units, "T-E6");
  holds(t, "F15.2", first && !strstr(first + 1, "T-E6")); /* one "?" for two squads */
  free(units);
  char *before = seen_by(t, "german", "units");
  script(t, "soviet: pick r; soviet: careful; soviet: go T-E7 0");
  if (is_offered(t, "german", "pass"))
    act(t, "german", "pass");
  char *after = seen_by(t, "german", "units");
  holds(t, "F15.2", strstr(after, "T-E7") && !strstr(before, "T-E7"));
  holds(t, "F15.2", !strstr(after, "\"r\""));
  free(before);
  free(after);
  clear_away(t);
}

/* F15.1: a concealed squad is no victim of a sniper: the only known one is. */
static void no_sniper_at_the_concealed(void **unused) {
  (void)unused;
  struct table *t = field_at(
      UNDER("german.action", "\"german_san\":5",
            FAR_AWAY "," GER_AT("g", "658", "T-E3") "," RUS_AT("r", "458", "T-E6") "," ON_M(
                "c", "soviet", "458", "T-F7", "\"concealed\"")),
      "3 4 2 3 1"); /* no lot: there is one known squad within 6 */
  script(t, "german: pick g; german: fire T-E6 0");
  holds(t, "F15.1", has_mark(t, "r", "broken") && !has_mark(t, "c", "broken"));
  clear_away(t);
}

/* F15.3, T1: what conceals a squad that is watched from more than 16 hexes. */
static void concealment_terrain(void **unused) {
  (void)unused;
  static const struct {
    const char *terrain;
    bool conceals;
  } rows[] = {{"open", false}, {"grain", true},       {"brush", true},    {"orchard", true},
              {"woods", true}, {"house", true},       {"stone", true},    {"rubble", true},
              {"marsh", true}, {"shellholes", false}, {"leafless", false}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char position[700];
    snprintf(position, sizeof position,
             "\"map\":\"plain:30x6\",\"phase\":\"german.assault\",\"terrain\":[{\"hex\":\"T-C25\","
             "\"set\":[\"%s\"]}],\"units\":[" GER_AT("g", "658", "T-C2") "," RUS_AT("r", "458",
                                                                                    "T-C25") "]",
             rows[i].terrain);
    struct table *t = field_at(position, "");
    act(t, "german", "end");
    holds(t, "F15.3", has_mark(t, "r", "concealed") == rows[i].conceals);
    clear_away(t);
  }
}

/* F15.3: a trench conceals, wire does not. */
static void works_that_conceal(void **unused) {
  (void)unused;
  static const char *const work[] = {"trench", "foxhole1", "wire"};
  for (int i = 0; i < 3; i++) {
    char position[700];
    snprintf(position, sizeof position,
             "\"map\":\"plain:30x6\",\"phase\":\"german.assault\",\"marks\":[{\"hex\":\"T-C25\","
             "\"mark\":\"%s\",\"side\":\"soviet\"}],\"units\":[" GER_AT(
                 "g", "658", "T-C2") "," RUS_AT("r", "458", "T-C25") "]",
             work[i]);
    struct table *t = field_at(position, "");
    act(t, "german", "end");
    holds(t, "F15.3", has_mark(t, "r", "concealed") == (i < 2));
    clear_away(t);
  }
}

/* ---- F16 -------------------------------------------------------------------------------- */

/* F16.10: engineers beside wire and mines are offered neither digging nor clearing. */
static void no_digging(void **unused) {
  (void)unused;
  struct table *t =
      field_at(WORKED("german.action", "",
                      WORK("T-E6", "wire", "german") "," WORK("T-E4", "mines6", "german"),
                      FAR_AWAY "," GER_AT("g", "838", "T-E5")),
               "");
  act(t, "german", "pick g");
  ask(t, "{\"cmd\":\"actions\",\"side\":\"german\"}");
  static const char *const known[] = {"with",   "hold", "careful", "run",    "via",    "go",
                                      "search", "done", "cancel",  "handto", "pickup", "grenade"};
  const cJSON *a;
  cJSON_ArrayForEach(a, field(t->last, "actions")) {
    const char *id = text_of(a, "id");
    size_t word = strcspn(id, " ");
    bool is_known = false;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
      is_known |= strlen(known[i]) == word && !strncmp(id, known[i], word);
    if (!is_known)
      print_error("%s\n", id);
    holds(t, "F16.10", is_known);
  }
  clear_away(t);
}

/* F16.11: shells that kill everybody leave the house and the trench as they were. */
static void what_fire_does_not_destroy(void **unused) {
  (void)unused;
  struct table *t =
      field_at(WORKED("german.action", HEX("T-E8", "house"), WORK("T-E8", "trench", "german"),
                      FAR_AWAY "," FACING("s", "german", "sIG38tM", "T-E3",
                                          5) "," RUS_AT("r", "458", "T-E8")),
               "1 1 1 1");
  act(t, "german", "pick s");
  act(t, "german", "shell s T-E8 0"); /* 30 FP: S 15, DR 2: all eliminated */
  assert_string_equal(place_of(t, "r"), "soviet.lost");
  holds(t, "F16.11", !shows(t, "german", "rubble") && shows(t, "german", "trench"));
  clear_away(t);
}

/* ---- F17.7, E14, E24 -------------------------------------------------------------------- */

#define CALLER                                                                                     \
  GER_AT("l", "8-0", "T-H2") "," BY_WITH("radio", "german", "radio", "l", "\"oba\":\"100\"")
/* F17.7, E14: a 100mm mission is FP 8, S 10. With DR 8 the margin is 2 in the open, 3 in woods, 0
 * in a foxhole in woods, -1 in stone: a check, a check +1, a pin check, nothing. */
static void cover_from_shells(void **unused) {
  (void)unused;
  static const struct {
    const char *terrain, *work, *dice, *mark;
  } rows[] = {{"open", "", "5 4", "broken"},          /* 9 fails a check */
              {"woods", "", "4 4", "broken"},         /* 8 fails at +1 */
              {"woods", "foxhole1", "5 5", "pinned"}, /* 10 fails a pin check */
              {"open", "foxhole1", "5 5", "pinned"},  /* the same without the woods */
              {"stone", "", "", ""},
              {"house", "", "5 5", "pinned"}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char position[1200], dice[80], work[120] = "";
    if (*rows[i].work)
      snprintf(work, sizeof work, "{\"hex\":\"T-H9\",\"mark\":\"%s\",\"side\":\"soviet\"}",
               rows[i].work);
    snprintf(position, sizeof position,
             "\"map\":\"plain:16x16\",\"phase\":\"german.support\",\"terrain\":[{\"hex\":\"T-H9\","
             "\"set\":[\"%s\"]}],\"marks\":[%s],\"units\":[" CALLER
             "," GER_AT("z", "658", "T-P16") "," RUS_AT("r", "458", "T-H9") "]",
             rows[i].terrain, work);
    snprintf(dice, sizeof dice, "3 3 1 1 1 4 4 %s", rows[i].dice);
    struct table *t = field_at(position, dice);
    script(t, "german: mission 0 fire; german: aim T-H9; german: pass; german: end; german: end");
    for (int k = 0; k < 2; k++) {
      const char *mark = k ? "pinned" : "broken";
      holds(t, "F17.7", has_mark(t, "r", mark) == !strcmp(rows[i].mark, mark));
    }
    clear_away(t);
  }
}

/* F17.7: shells strike the upper storey first; the ground floor below has 1 more cover. */
static void storeys_under_shells(void **unused) {
  (void)unused;
  struct table *t = field_at(
      "\"map\":\"plain:16x16\",\"phase\":\"german.support\",\"terrain\":[{\"hex\":\"T-H9\",\"set\":"
      "["
      "\"house\",\"upper\"]}],\"units\":[" CALLER "," GER_AT("z", "658", "T-P16") "," WITH(
          "up", "soviet", "458", "T-H9", "\"level\":\"1\"") "," RUS_AT("down", "458", "T-H9") "]",
      /* S 10: DR 6 upstairs: margin 2, a check; DR 6 below: margin 1, a pin check */
      "3 3 1 1 1 3 3 5 4 3 3 5 5");
  script(t, "german: mission 0 fire; german: aim T-H9; german: pass; german: end; german: end");
  holds(t, "F17.7", has_mark(t, "up", "broken"));
  holds(t, "F17.7", has_mark(t, "down", "pinned") && !has_mark(t, "down", "broken"));
  clear_away(t);
}

/* ---- F20, F21 --------------------------------------------------------------------------- */

/* F20.2: smoke of shells stays to the End of the next player turn, in a gusty wind to the End of
 * this one. */
static void how_long_smoke_stays(void **unused) {
  (void)unused;
  static const char *const weather[] = {"2", "3"}; /* clear, gusty */
  for (int i = 0; i < 2; i++) {
    char position[900];
    snprintf(position, sizeof position,
             "\"map\":\"plain:16x16\",\"phase\":\"german.support\",\"vars\":{\"weather_now\":%s},"
             "\"units\":[" CALLER
             "," GER_AT("z", "658", "T-P16") "," RUS_AT("y", "458", "T-A16") "]",
             weather[i]);
    struct table *t = field_at(position, "3 3 1 1 1");
    script(t, "german: mission 0 smoke; german: aim T-H9; german: pass; german: end; german: end");
    holds(t, "F20.2", shows(t, "german", "smoke")); /* it fell in the Soviet Support phase */
    act(t, "german", "pass");
    script(t, "soviet: end; soviet: end");
    holds(t, "F20.2", shows(t, "german", "smoke") == (i == 0));
    clear_away(t);
  }
}

/* F21.1, F6.1: how far one sees in fog, under clouds and in clear air. */
static void visibility(void **unused) {
  (void)unused;
  static const struct { int weather, range; } rows[] = {{0, 16}, {1, 30}, {2, 40}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    for (int more = 0; more < 2; more++) {
      char position[600];
      snprintf(position, sizeof position,
               "\"map\":\"plain:50x4\",\"phase\":\"german.action\",\"vars\":{\"weather_now\":%d},"
               "\"units\":[" GER_AT("g", "658", "T-A1") "," RUS_AT("r", "458", "T-A50") "]",
               rows[i].weather);
      struct table *t = field_at(position, "");
      ask(t,
          "{\"cmd\":\"overlay\",\"side\":\"german\",\"name\":\"los\",\"args\":[\"T-B2\",\"T-B%d\"]"
          "}",
          2 + rows[i].range + more);
      bool open = strstr(text_of(t->last, "overlay.lines[0].text"), "open") != NULL;
      holds(t, "F21.1", open == !more);
      clear_away(t);
    }
}

/* F21.1, F6.5: dust on very dry ground hinders by 1 beyond 12 hexes; fog by 1 for each 8 begun. */
static void dust_and_fog(void **unused) {
  (void)unused;
  static const struct {
    const char *vars;
    int range;
    const char *says;
  } rows[] = {{"\"ec_now\":4", 12, "hindrance 0"},
              {"\"ec_now\":4", 13, "hindrance 1"},
              {"\"weather_now\":0", 8, "hindrance 0"},
              {"\"weather_now\":0", 9, "hindrance 1"},
              {"\"weather_now\":0", 16, "hindrance 1"}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char position[600];
    snprintf(position, sizeof position,
             "\"map\":\"plain:30x4\",\"phase\":\"german.action\",\"vars\":{%s},\"units\":[" GER_AT(
                 "g", "658", "T-A1") "," RUS_AT("r", "458", "T-A30") "]",
             rows[i].vars);
    struct table *t = field_at(position, "");
    ask(t,
        "{\"cmd\":\"overlay\",\"side\":\"german\",\"name\":\"los\",\"args\":[\"T-B2\",\"T-B%d\"]}",
        2 + rows[i].range);
    holds(t, "F21.1", strstr(text_of(t->last, "overlay.lines[0].text"), rows[i].says) != NULL);
    clear_away(t);
  }
}

/* ---- F22, F23 --------------------------------------------------------------------------- */

/* F22.7: both sides see losses, the turn and the objectives held. */
static void running_count(void **unused) {
  (void)unused;
  struct table *t = field_at(PHASE("german.action", FAR_AWAY
                                   "," GER_AT("g", "658", "T-E3") "," RUS_AT("r", "248", "T-E6")),
                             "1 2");
  script(t, "german: pick g; german: fire T-E6 0");
  static const char *const side[] = {"german", "soviet"};
  for (int i = 0; i < 2; i++) {
    ask(t, "{\"cmd\":\"view\",\"side\":\"%s\"}", side[i]);
    holds(t, "F22.7", int_of(t->last, "view.vars.soviet_losses") == 1);
    holds(t, "F22.7", int_of(t->last, "view.vars.german_losses") == 0);
    holds(t, "F22.7", int_of(t->last, "view.vars.battle_turn") == 1);
  }
  clear_away(t);
}

/* F23.2: the crew that gets out saves a point; when it is lost later the point is booked. */
static void crews_count(void **unused) {
  (void)unused;
  struct table *t =
      field_at(PHASE("german.action",
                     FAR_AWAY "," FACING("p", "german", "PzIVH", "T-E3", 5) "," FACING(
                         "t", "soviet", "T34M43", "T-E8", 2) "," GER_AT("g", "658", "T-E7")),
               "4 2 4 4 2 1 2");
  script(t, "german: pick p; german: shoot p t");
  holds(t, "F23.2", var_of(t, "soviet_losses") == 5);
  script(
      t,
      "german: done; german: pick g; german: fire T-E8 0"); /* S 11, a wreck 1, DR 3: it is gone */
  holds(t, "F23.2", var_of(t, "soviet_losses") == 6);       /* as T4 says */
  clear_away(t);
}

/* F23.4: a hidden squad that mines or shells eliminate is named to both sides. */
static void losses_are_named(void **unused) {
  (void)unused;
  struct table *t = field_at(
      "\"map\":\"plain:16x16\",\"phase\":\"german.support\",\"units\":[" CALLER
      "," GER_AT("z", "658", "T-P16") "," ON_M("h", "soviet", "248", "T-H9", "\"hip\"") "]",
      "3 3 1 1 1 1 1"); /* S 10, DR 2: one eliminated */
  script(t, "german: mission 0 fire; german: aim T-H9; german: pass; german: end; german: end");
  const cJSON *e; /* as the German side saw them */
  bool named = false;
  cJSON_ArrayForEach(e, field(t->last, "events")) named |=
      !strcmp(text_of(e, "kind"), "field.lost") && !strcmp(text_of(e, "units[0]"), "h");
  holds(t, "F23.4", named);
  clear_away(t);
}

/* F17.7, F26.7: shells that do nothing to a hidden squad do not tell the enemy that it is there. */
static void shells_do_not_betray(void **unused) {
  (void)unused;
  struct table *t = field_at(
      "\"map\":\"plain:16x16\",\"phase\":\"german.support\",\"units\":[" CALLER
      "," GER_AT("z", "658", "T-P16") "," ON_M("h", "soviet", "248", "T-H9", "\"hip\"") "]",
      "3 3 1 1 1 6 5"); /* S 10, DR 11: nothing */
  script(t, "german: mission 0 fire; german: aim T-H9; german: pass; german: end; german: end");
  never(t, "field.shelled");
  holds(t, "F26.7", has_mark(t, "h", "hip"));
  clear_away(t);
}

/* ---- F26: offers ------------------------------------------------------------------------ */

/* F26.1: a volley takes who can reach; `single` takes one unit with its weapons. */
static void volleys(void **unused) {
  (void)unused;
  for (int i = 0; i < 2; i++) {
    struct table *t =
        field_at(PHASE("german.action", FAR_AWAY
                       "," RUS_AT("far", "458", "T-E3") "," RUS_AT("too", "458", "T-E3") "," RUS_AT(
                           "near", "426", "T-E3") "," GER_AT("g", "658", "T-E11")),
                 "6 5");
    script(t, "german: pick g; german: go T-E10 0");
    act(t, "soviet", i ? "single far T-E10 0" : "volley far T-E10 0");
    holds(t, "F26.1", has_mark(t, "far", "fired") && !has_mark(t, "near", "fired"));
    holds(t, "F26.1", has_mark(t, "too", "fired") == !i);
    clear_away(t);
  }
}

/* F26.3: a path that opened a window cannot be taken back, even if nobody fired; one without can.
 */
static void no_way_back(void **unused) {
  (void)unused;
  for (int i = 0; i < 2; i++) {
    struct table *t = field_at(
        i ? ON_GROUND("german.action",
                      HEX("T-E5", "woods") "," HEX("T-D5", "woods") "," HEX("T-F5", "woods"),
                      GER_AT("z", "658", "T-E16") "," RUS_AT("r", "458",
                                                             "T-E3") "," GER_AT("g", "658", "T-E9"))
          : PHASE("german.action", GER_AT("z", "658", "T-E16") "," RUS_AT(
                                       "r", "458", "T-E3") "," GER_AT("g", "658", "T-E9")),
        "");
    script(t, "german: pick g; german: go T-E8 0");
    if (!i)
      act(t, "soviet", "pass");
    ask(t, "{\"cmd\":\"undo\",\"side\":\"german\"}");
    holds(t, "F26.3", cJSON_IsTrue(field(t->last, "ok")) == (i == 1));
    clear_away(t);
  }
}

/* F26.4: an attack without effect, a shot that cannot hit and one that cannot hurt are not offered
 * and say why. */
static void without_effect(void **unused) {
  (void)unused;
  struct table *t = field_at(
      ON_GROUND(
          "german.action", HEX("T-E7", "stone") "," HEX("T-E5", "grain") "," HEX("T-E6", "grain"),
          FAR_AWAY "," GER_AT("g", "226", "T-E4") "," RUS_AT("r", "458", "T-E7") "," FACING(
              "p", "german", "SPW250/9", "T-N2", 5) "," FACING("t", "soviet", "KV1S", "T-N9", 2)),
      "");
  act(t, "german", "pick g");
  refused(t, "german", "fire T-E7 0", "F7.10"); /* 2 halved is 1: S 6, -3 and -2 */
  holds(t, "F26.4", !is_offered(t, "german", "fire T-E7 0"));
  act(t, "german", "cancel");
  act(t, "german", "pick p");
  refused(t, "german", "shoot p t", "F12.2"); /* 6 - 8 */
  holds(t, "F26.4", !is_offered(t, "german", "shoot p t"));
  clear_away(t);
}

/* ---- F27: standing orders --------------------------------------------------------------- */

/* F27.3: with `react save 99` not even a hidden squad stops a window that reaches less. */
static void no_pause_betrays(void **unused) {
  (void)unused;
  static const struct {
    int n;
    bool asked;
  } rows[] = {{99, false}, {5, true}};
  for (size_t i = 0; i < 2; i++) {
    struct table *t =
        field_at(ON_GROUND("german.action", HEX("T-E3", "woods"),
                           GER_AT("z", "658", "T-P16") "," GER_AT("g", "658", "T-E9") "," ON_M(
                               "r", "soviet", "458", "T-E3", "\"hip\"")),
                 "");
    ask(t,
        "{\"cmd\":\"orders\",\"side\":\"soviet\",\"orders\":[{\"name\":\"react\",\"choice\":"
        "\"save\","
        "\"n\":%d}]}",
        rows[i].n);
    assert_true(cJSON_IsTrue(field(t->last, "ok")));
    script(t, "german: pick g; german: go T-E8 0");
    holds(t, "F27.3", is_offered(t, "soviet", "pass") == rows[i].asked);
    clear_away(t);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(melee_to_the_end),     cmocka_unit_test(tank_drives_apart),
      cmocka_unit_test(what_the_enemy_sees),  cmocka_unit_test(no_sniper_at_the_concealed),
      cmocka_unit_test(concealment_terrain),  cmocka_unit_test(works_that_conceal),
      cmocka_unit_test(no_digging),           cmocka_unit_test(what_fire_does_not_destroy),
      cmocka_unit_test(cover_from_shells),    cmocka_unit_test(storeys_under_shells),
      cmocka_unit_test(how_long_smoke_stays), cmocka_unit_test(visibility),
      cmocka_unit_test(dust_and_fog),         cmocka_unit_test(running_count),
      cmocka_unit_test(crews_count),          cmocka_unit_test(losses_are_named),
      cmocka_unit_test(shells_do_not_betray), cmocka_unit_test(volleys),
      cmocka_unit_test(no_way_back),          cmocka_unit_test(without_effect),
      cmocka_unit_test(no_pause_betrays)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
