/* test_F_states_fire.c - rows of F6 to F12 that show in the state alone: sight, fire, morale,
 * reaction, weapons, armour. */
#include "field_kit.h"

/* ---- F6: sight -------------------------------------------------------------------------- */

/* The line between two hexes, as the overlay says it: "open, 5 hexes, hindrance 0". */
static const char *line_between(struct table *t, const char *from, const char *to) {
  ask(t, "{\"cmd\":\"overlay\",\"side\":\"german\",\"name\":\"los\",\"args\":[\"%s\",\"%s\"]}",
      from, to);
  return text_of(t->last, "overlay.lines[0].text");
}

/* F6.4: woods and grain at the ends of a line neither block nor hinder. */
static void ends_of_a_line(void **unused) {
  (void)unused;
  static const char *const ground[] = {"woods", "grain", "stone", "brush"};
  for (int i = 0; i < 4; i++) {
    char position[600];
    snprintf(position, sizeof position,
             "\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"terrain\":[{\"hex\":\"T-H3\","
             "\"set\":[\"%s\"]},{\"hex\":\"T-H8\",\"set\":[\"%s\"]}],\"units\":[" FAR_AWAY "]",
             ground[i], ground[i]);
    struct table *t = field_at(position, "");
    holds(t, "F6.4", strstr(line_between(t, "T-H3", "T-H8"), "hindrance 0") != NULL);
    clear_away(t);
  }
}

/* F6.4, F20.1: smoke hinders at the ends as well, by 2 each. */
static void smoke_at_the_ends(void **unused) {
  (void)unused;
  struct table *t = field_at(WORKED("german.action", "",
                                    "{\"hex\":\"T-H3\",\"mark\":\"smoke\"},{\"hex\":\"T-H8\","
                                    "\"mark\":\"smoke\"}",
                                    FAR_AWAY),
                             "");
  holds(t, "F6.4", strstr(line_between(t, "T-H3", "T-H8"), "hindrance 4") != NULL);
  clear_away(t);
}

/* ---- F7: fire --------------------------------------------------------------------------- */

/* F7.2: one roll serves the squad and the lorry in the hex; a hidden squad there is not struck. */
static void struck_together(void **unused) {
  (void)unused;
  struct table *t = field_at(
      PHASE("german.action",
            FAR_AWAY "," GER_AT("g", "658", "T-E3") "," RUS_AT("r", "458", "T-E6") "," RUS_AT(
                "lorry", "US1.5t", "T-E6") "," ON_M("h", "soviet", "458", "T-E6", "\"hip\"")),
      "3 3 6 4");
  act(t, "german", "pick g");
  act(t, "german", "fire T-E6 0"); /* S 9, DR 6: MC+1 for r; m 3 wrecks the lorry */
  holds(t, "F7.2", has_mark(t, "r", "broken"));
  holds(t, "F7.2", !strcmp(place_of(t, "lorry"), "soviet.lost"));
  holds(t, "F7.2", has_mark(t, "h", "hip"));
  clear_away(t);
}

/* F7.5: halved for a pinned firer, for one that has moved, and for a target that is concealed; each
 * time it applies. */
static void halved(void **unused) {
  (void)unused;
  static const struct {
    const char *firer, *target, *weight;
  } cases[] = {{"", "", "weight 9"},                         /* 6 */
               {"\"pinned\"", "", "weight 7"},               /* 3: column 2 */
               {"", "\"concealed\"", "weight 7"},            /* 3 */
               {"\"pinned\"", "\"concealed\"", "weight 6"}}; /* 1 1/2: column 1 */
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    char position[900];
    snprintf(
        position, sizeof position,
        "\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"units\":[" FAR_AWAY
        ",{\"name\":\"g\",\"side\":\"german\",\"kind\":\"658\",\"hex\":\"T-E3\",\"marks\":[%s]},"
        "{\"name\":\"r\",\"side\":\"soviet\",\"kind\":\"458\",\"hex\":\"T-E6\",\"marks\":[%s]}]",
        cases[i].firer, cases[i].target);
    struct table *t = field_at(position, "6 6");
    act(t, "german", "pick g");
    weighs(odds_of(t, "german", "fire T-E6 0"), cases[i].weight);
    act(t, "german", "fire T-E6 0");
    if (*cases[i].target)
      card(t, "german", "F7.5", cases[i].weight);
    clear_away(t);
  }
}

/* F7.5: who has moved fires at half. */
static void fire_after_a_move(void **unused) {
  (void)unused;
  struct table *t = field_at(PHASE("german.action", FAR_AWAY
                                   "," GER_AT("g", "658", "T-E2") "," RUS_AT("r", "458", "T-E6")),
                             "");
  script(t, "german: pick g; german: go T-E3 0; soviet: pass");
  weighs(odds_of(t, "german", "fire T-E6 0"), "weight 7");
  clear_away(t);
}

/* F7.5: a shell that hits is not halved against a concealed stack: +2 to hit, then its full FP. */
static void shells_are_not_halved(void **unused) {
  (void)unused;
  struct table *t = field_at(
      PHASE("german.action", FAR_AWAY "," FACING("p", "german", "PzIVH", "T-E3", 5) "," ON_M(
                                 "r", "soviet", "458", "T-E8", "\"concealed\"")),
      "2 2 5 4 4 3");
  act(t, "german", "pick p");
  holds(t, "F15.1", comes_to(odds_of(t, "german", "shell p T-E8 0"), "6 or less")); /* 10 - 2 - 2 */
  act(t, "german", "shell p T-E8 0");
  happened(t, "F11.7", "field.shells"); /* 12 FP: S 11, DR 9: a morale check */
  happened(t, "F7.14", "field.seen");
  clear_away(t);
}

/* F7.11: the firers are seen and Fired before the roll; a mover in the open whom a hidden squad
 * ambushes is known first, so the fire is not halved. */
static void ambush_in_the_open(void **unused) {
  (void)unused;
  struct table *t =
      field_at(ON_GROUND("german.action", HEX("T-E3", "woods"),
                         GER_AT("z", "658", "T-P16") "," ON_M(
                             "g", "german", "658", "T-E7",
                             "\"concealed\"") "," ON_M("r", "soviet", "458", "T-E3", "\"hip\"")),
               "6 6");
  script(t, "german: pick g; german: go T-E6 0; soviet: volley r T-E6 0");
  happened(t, "F15.4", "field.seen");
  card(t, "soviet", "F9.6", "weight 10"); /* 4 FP, not 2: S 8, -2 */
  holds(t, "F7.11", has_mark(t, "r", "fired") && !has_mark(t, "r", "hip"));
  holds(t, "F7.11", !has_mark(t, "g", "concealed"));
  clear_away(t);
}

/* F7.11: Original 12 breaks the machine gun after an attack that did nothing, and its rate is gone.
 */
static void breakdown_before_rate(void **unused) {
  (void)unused;
  struct table *t = field_at(
      PHASE("german.action", FAR_AWAY "," GER_AT("g", "658", "T-E3") "," CARRIED(
                                 "mg", "german", "LMG_G", "g") "," RUS_AT("r", "458", "T-E7")),
      "6 6");
  script(t, "german: pick g; german: fire T-E7 0");
  never(t, "field.rate");
  holds(t, "F7.11", has_mark(t, "mg", "malfunctioned") && has_mark(t, "g", "fired"));
  clear_away(t);
}

/* ---- F8: morale ------------------------------------------------------------------------- */

/* F8.6: a squad becomes its half-squad and keeps its weapon; half-squads, teams and Guns are gone;
 * an SMC is wounded. */
static void reduced(void **unused) {
  (void)unused;
  static const struct {
    const char *kind, *place, *mark;
    int cvp;
  } cases[] = {{"458", "T-E6", "", 1},
               {"248", "soviet.lost", "", 1},
               {"HMG248", "soviet.lost", "", 1},
               {"8-0", "T-E6", "wounded", 0}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    char position[900];
    snprintf(position, sizeof position,
             "\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"units\":[" FAR_AWAY
             "," GER_AT("g", "658", "T-E3") ",{\"name\":\"u\",\"side\":\"soviet\",\"kind\":\"%s\","
                                            "\"hex\":\"T-E6\"}]",
             cases[i].kind);
    struct table *t = field_at(position, i % 3 ? "1 2" : "1 2 1 3");
    act(t, "german", "pick g");
    act(t, "german", "fire T-E6 0"); /* S 9, DR 3: reduced; who is left checks at +2 and holds */
    holds(t, "F8.6", !strcmp(place_of(t, "u"), cases[i].place));
    holds(t, "F8.6", !*cases[i].mark || has_mark(t, "u", cases[i].mark));
    holds(t, "F8.6", var_of(t, "soviet_losses") == cases[i].cvp);
    clear_away(t);
  }
}

/* F8.6, F10.5: the half-squad has the squad's machine gun. */
static void reduced_carrier(void **unused) {
  (void)unused;
  struct table *t = field_at(
      PHASE("german.action", FAR_AWAY "," GER_AT("g", "658", "T-E3") "," RUS_AT(
                                 "r", "458", "T-E6") "," CARRIED("mg", "soviet", "LMG_R", "r")),
      "1 2 1 3");
  script(t, "german: pick g; german: fire T-E6 0; german: end; german: end");
  act(t, "soviet", "pick r");
  holds(t, "F10.5", comes_to(odds_of(t, "soviet", "fire T-E3 0"), "weight 7")); /* the LMG, 2 */
  clear_away(t);
}

/* F8.9: Shaken when it breaks, and when it falls back. */
static void shaken(void **unused) {
  (void)unused;
  struct table *t =
      field_at(PHASE("german.action",
                     FAR_AWAY "," GER_AT("g", "658", "T-E3") "," RUS_AT(
                         "r", "458", "T-E6") "," ON_M("b", "soviet", "458", "T-H9", "\"broken\"")),
               "3 4 6 4 3 3 3 3");
  script(t, "german: pick g; german: fire T-E6 0");
  holds(t, "F8.9", has_mark(t, "r", "shaken"));
  holds(t, "F8.9", !has_mark(t, "b", "shaken"));
  leave_dice(t);
  act(t, "german", "end");
  holds(t, "F8.9", has_mark(t, "b", "shaken"));
  clear_away(t);
}

/* F8.9: a broken squad that is struck with any result is Shaken again. */
static void shaken_again(void **unused) {
  (void)unused;
  for (int i = 0; i < 2; i++) {
    struct table *t =
        field_at(PHASE("german.action", FAR_AWAY "," GER_AT("g", "658", "T-E3") "," ON_M(
                                            "r", "soviet", "458", "T-E6", "\"broken\"")),
                 i ? "4 6" : "4 5");
    script(t, "german: pick g; german: fire T-E6 0"); /* S 9: margin 0, then -1 */
    holds(t, "F8.9", has_mark(t, "r", "shaken") == !i);
    clear_away(t);
  }
}

/* F8.12: next to a known enemy, or in the open within 16 of one who sees it; otherwise it stays. */
static void who_falls_back(void **unused) {
  (void)unused;
  static const struct {
    const char *hex;
    bool woods, goes;
  } cases[] = {{"T-C3", true, true},     /* next to him, even in woods */
               {"T-C6", true, false},    /* in woods */
               {"T-C6", false, true},    /* seen in the open */
               {"T-C18", false, true},   /* at 16 hexes */
               {"T-C19", false, false}}; /* at 17 */
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    char position[900];
    snprintf(position, sizeof position,
             "\"map\":\"plain:30x6\",\"phase\":\"german.action\",\"terrain\":[{\"hex\":\"%s\","
             "\"set\":[\"%s\"]}],\"units\":[" GER_AT(
                 "g", "658",
                 "T-C2") ",{\"name\":\"b\",\"side\":"
                         "\"soviet\",\"kind\":\"458\",\"hex\":\"%s\",\"marks\":[\"broken\"]}]",
             cases[i].hex, cases[i].woods ? "woods" : "open", cases[i].hex);
    struct table *t = field_at(position, "3 3 3 3");
    leave_dice(t);
    act(t, "german", "end");
    bool went = strcmp(place_of(t, "b"), cases[i].hex) != 0;
    holds(t, "F8.12", went == cases[i].goes);
    clear_away(t);
  }
}

/* F8.13: the only cover is two hexes back. With own mines in it, or wire, the squad goes elsewhere;
 * mines that it does not know strike it there. */
static void works_on_the_way_back(void **unused) {
  (void)unused;
  static const struct {
    const char *work, *side, *dice;
    bool goes, is_lost;
  } rows[] = {{"trench", "soviet", "3 3", true, false},
              {"mines6", "soviet", "3 3", false, false},
              {"wire", "soviet", "3 3", false, false},
              {"mines6", "german", "6 6 3 3", true, false},
              {"mines12", "german", "1 1", true, true}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char position[900];
    snprintf(
        position, sizeof position,
        "\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"terrain\":[" HEX(
            "T-H11", "woods") "],\"marks\":[{\"hex\":\"T-H11\",\"mark\":\"%s\",\"side\":\"%s\"}],"
                              "\"units\":[" GER_AT("g", "658", "T-H8") "," ON_M(
                                  "b", "soviet", "458", "T-H9", "\"broken\"") "]",
        rows[i].work, rows[i].side);
    struct table *t = field_at(position, rows[i].dice);
    act(t, "german", "end");
    bool there = !strcmp(place_of(t, "b"), "T-H11");
    bool gone = !strcmp(place_of(t, "b"), "soviet.lost");
    holds(t, "F8.13", (there || gone) == rows[i].goes && gone == rows[i].is_lost);
    clear_away(t);
  }
}

/* ---- F9: reaction ----------------------------------------------------------------------- */

#define WALL_OF_WOODS                                                                              \
  HEX("T-G1", "woods")                                                                             \
  "," HEX("T-G2", "woods") "," HEX("T-G3", "woods") "," HEX("T-G4", "woods") "," HEX("T-G5",       \
                                                                                     "wood"        \
                                                                                     "s")
/* F9.3: without sight of the path and without hidden units no window opens; with a hidden unit
 * anywhere it does, and with a "?" that sees the path. */
static void when_a_window_opens(void **unused) {
  (void)unused;
  static const char *const marks[] = {"", "\"hip\""};
  for (int i = 0; i < 2; i++) {
    char position[1500];
    snprintf(
        position, sizeof position,
        "\"map\":\"plain:5x12\",\"phase\":\"german.action\",\"terrain\":[" WALL_OF_WOODS
        "],\"units\":[" GER_AT("z", "658", "T-L5") "," GER_AT(
            "g", "658",
            "T-L2") ",{\"name\":"
                    "\"r\",\"side\":\"soviet\",\"kind\":\"458\",\"hex\":\"T-A3\",\"marks\":[%s]}]",
        marks[i]);
    struct table *t = field_at(position, "");
    act(t, "german", "pick g");
    act(t, "german", "go T-K2 0");
    holds(t, "F9.3", is_offered(t, "soviet", "pass") == (i == 1));
    clear_away(t);
  }
}

/* F9.8: a Gun answers a moving tank at +2, and at +3 more when it must turn. */
static void guns_react(void **unused) {
  (void)unused;
  static const struct {
    int face;
    const char *number;
  } cases[] = {{5, "7 or less"}, {1, "4 or less"}};
  for (int i = 0; i < 2; i++) {
    char position[700];
    snprintf(
        position, sizeof position,
        "\"map\":\"plain:16x16\",\"phase\":\"soviet.action\",\"units\":[" FAR_AWAY
        ",{\"name\":\"gun\",\"side\":\"german\",\"kind\":\"AT75L\",\"hex\":\"T-H2\",\"facing\":"
        "%d}," FACING("t", "soviet", "T34M43", "T-H14", 2) "]",
        cases[i].face);
    struct table *t = field_at(position, "6 6");
    script(t, "soviet: pick t; soviet: go T-H13 0; german: shell gun T-H13 0");
    const char *rule = i ? "F11.6" : "F11.3";
    card(t, "german", rule, i ? "6 or less" : cases[i].number); /* range 11: 9, then 9 - 2 */
    ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
    const cJSON *u;
    cJSON_ArrayForEach(u, field(t->last, "view.units")) if (!strcmp(text_of(u, "id"), "gun"))
        holds(t, "F9.8", (int_of(u, "facing") != cases[i].face) == (i == 1));
    clear_away(t);
  }
}

/* ---- F10: weapons ----------------------------------------------------------------------- */

/* F10.5: the weapon of an eliminated squad lies in the hex, of a captured one it is lost; a broken
 * carrier keeps it and does not fire. */
static void weapons_of_the_lost(void **unused) {
  (void)unused;
  struct table *t = field_at(
      PHASE("soviet.assault", FAR_AWAY
            "," RUS_AT("r", "628", "T-E3") "," CARRIED("dc", "soviet", "DC", "r") "," GER_AT(
                "g", "658", "T-E4") "," CARRIED("mg", "german", "LMG_G", "g")),
      "1 2");
  act(t, "soviet", "throw r T-E4 0"); /* S 15, DR 3: all eliminated */
  holds(t, "F10.5", !strcmp(place_of(t, "mg"), "T-E4"));
  clear_away(t);
  t = field_at(PHASE("german.assault", FAR_AWAY "," GER_AT("g", "658", "T-E3") "," ON_M(
                                           "r", "soviet", "458", "T-E4",
                                           "\"broken\"") "," CARRIED("mg", "soviet", "LMG_R", "r")),
               "6 6");
  script(t, "german: advance g T-E4 0; german: end");
  holds(t, "F10.5", !strcmp(place_of(t, "r"), "soviet.lost"));
  holds(t, "F10.5", strcmp(place_of(t, "mg"), "T-E4") != 0);
  clear_away(t);
}

/* ---- F12: armour ------------------------------------------------------------------------ */

/* F12.4: a wreck hinders by 1 however many lie there, with grain as well, and costs vehicles 1. */
static void wrecks(void **unused) {
  (void)unused;
  struct table *t = field_at(
      WORKED("german.action", HEX("T-H6", "grain"), "{\"hex\":\"T-H6\",\"mark\":\"wreck\"}",
             FAR_AWAY "," FACING("p", "german", "PzIVH", "T-H5", 5) "," GER_AT("g", "658", "T-H4")),
      "");
  act(t, "german", "pick p");
  reaches(t, "german", "p", "T-H6", "2", NULL);
  act(t, "german", "cancel");
  act(t, "german", "pick g");
  reaches(t, "german", "g", "T-H6", "2", NULL); /* two hexes: nothing for the wreck */
  holds(t, "F12.4", strstr(line_between(t, "T-H4", "T-H8"), "hindrance 1") != NULL);
  clear_away(t);
}

/* F7.9, F12.4: a wreck covers men in a hex that has no other cover. */
static void cover_of_a_wreck(void **unused) {
  (void)unused;
  struct table *t =
      field_at(WORKED("german.action", "", "{\"hex\":\"T-H6\",\"mark\":\"wreck\"}",
                      FAR_AWAY "," GER_AT("g", "658", "T-H3") "," RUS_AT("r", "458", "T-H6")),
               "");
  act(t, "german", "pick g");
  holds(t, "F12.4", comes_to(odds_of(t, "german", "fire T-H6 0"), "weight 8"));
  clear_away(t);
}

/* F12.7: HE has no range: 10 against armour 8 is K 2 near and far; a light mortar has no HE TK. */
static void high_explosive(void **unused) {
  (void)unused;
  static const char *const hex[] = {"T-H5", "T-H15"};
  for (int i = 0; i < 2; i++) {
    char position[700];
    snprintf(position, sizeof position,
             "\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"units\":[" FAR_AWAY
             "," FACING("s", "german", "StuH42", "T-H3",
                        5) ",{\"name\":\"t\",\"side\":\"soviet\","
                           "\"kind\":\"T34M43\",\"hex\":\"%s\",\"facing\":2}]",
             hex[i]);
    struct table *t = field_at(position, "");
    act(t, "german", "pick s");
    holds(t, "F12.7", comes_to(odds_of(t, "german", "shoot s t"), "kill on 2"));
    clear_away(t);
  }
  struct table *t =
      field_at(PHASE("soviet.action", FAR_AWAY "," RUS_AT("r", "458", "T-H3") "," CARRIED(
                                          "m", "soviet", "MTR50",
                                          "r") "," FACING("p", "german", "PzIVH", "T-H9", 2)),
               "");
  act(t, "soviet", "pick r");
  holds(t, "F12.7", !is_offered(t, "soviet", "shoot m p"));
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(ends_of_a_line),
                                     cmocka_unit_test(smoke_at_the_ends),
                                     cmocka_unit_test(struck_together),
                                     cmocka_unit_test(halved),
                                     cmocka_unit_test(fire_after_a_move),
                                     cmocka_unit_test(shells_are_not_halved),
                                     cmocka_unit_test(ambush_in_the_open),
                                     cmocka_unit_test(breakdown_before_rate),
                                     cmocka_unit_test(reduced),
                                     cmocka_unit_test(reduced_carrier),
                                     cmocka_unit_test(shaken),
                                     cmocka_unit_test(shaken_again),
                                     cmocka_unit_test(who_falls_back),
                                     cmocka_unit_test(works_on_the_way_back),
                                     cmocka_unit_test(when_a_window_opens),
                                     cmocka_unit_test(guns_react),
                                     cmocka_unit_test(weapons_of_the_lost),
                                     cmocka_unit_test(wrecks),
                                     cmocka_unit_test(cover_of_a_wreck),
                                     cmocka_unit_test(high_explosive)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
