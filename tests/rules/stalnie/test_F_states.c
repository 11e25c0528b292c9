/* test_F_states.c - rows of F0 to F5 that show in the state alone: conventions, the sequence, kinds
 * and states of units, movement. */
#include "field_kit.h"

/* ---- F0: conventions -------------------------------------------------------------------- */

/* F0.1: a leader 6+1 counts as 0 in rally as well: he helps, and he worsens nothing. */
static void poor_leader_rallies(void **unused) {
  (void)unused;
  for (int dr = 8; dr <= 9; dr++) {
    struct table *t =
        field_at(PHASE("soviet.assault", FAR_AWAY "," GER_AT("l", "6+1", "T-H8") "," ON_M(
                                             "g", "german", "458", "T-H8", "\"broken\"")),
                 dr == 8 ? "4 4" : "4 5");
    act(t, "soviet", "end");
    holds(t, "F0.1", has_mark(t, "g", "broken") == (dr == 9)); /* broken morale 8, no modifier */
    clear_away(t);
  }
}

/* F0.4: three half-squads of 3 at half are 4.5 together: column 4, not three times 1. */
static void halves_are_added_first(void **unused) {
  (void)unused;
  struct table *t =
      field_at(PHASE("german.action", FAR_AWAY
                     "," GER_AT("a", "348", "T-H2") "," GER_AT("b", "348", "T-H2") "," GER_AT(
                         "c", "348", "T-H2") "," RUS_AT("r", "458", "T-H8")),
               "");
  act(t, "german", "pick a");
  holds(t, "F0.4", comes_to(odds_of(t, "german", "fire T-H8 0"), "weight 8"));
  clear_away(t);
}

/* F0.5: the dice go to the active side's leader, its squad, its Gun, then to the resting side. */
static void order_of_rally(void **unused) {
  (void)unused;
  struct table *t = field_at(
      ON_GROUND("soviet.assault", HEX("T-N2", "woods") "," HEX("T-B14", "woods"),
                FAR_AWAY "," ON_M("r", "soviet", "458", "T-B14", "\"broken\"") "," ON_M(
                    "gun", "german", "AT75L", "T-P1",
                    "\"broken\",\"emplaced\"") "," ON_M("g", "german", "658", "T-N2",
                                                        "\"broken\"") "," ON_M("l", "german", "8-0",
                                                                               "T-H8",
                                                                               "\"broken\"")),
      "1 2 6 5 1 3 6 4");
  act(t, "soviet", "end");
  bool active_first = !has_mark(t, "l", "broken") && has_mark(t, "g", "broken");
  bool then_guns = !has_mark(t, "gun", "broken");
  holds(t, "F0.5", active_first && then_guns && has_mark(t, "r", "broken"));
  clear_away(t);
}

/* F0.6: pinned units and an immobile vehicle under Recall are in Good Order; broken men, men in
 * melee, stunned vehicles and mobile ones under Recall are not. */
static void good_order(void **unused) {
  (void)unused;
  static const struct {
    const char *kind, *marks;
    bool good;
  } cases[] = {{"658", "\"pinned\"", true},        {"658", "\"broken\"", false},
               {"PzIVH", "\"stunned\"", false},    {"PzIVH", "\"immobilized\",\"recall\"", true},
               {"PzIVH", "\"immobilized\"", true}, {"658", "\"tired\"", true}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    char position[600];
    snprintf(
        position, sizeof position,
        "\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"units\":[" FAR_AWAY
        ",{\"name\":\"u\",\"side\":\"german\",\"kind\":\"%s\",\"hex\":\"T-E3\",\"marks\":[%s]}]",
        cases[i].kind, cases[i].marks);
    struct table *t = field_at(position, "");
    holds(t, "F0.6", is_offered(t, "german", "pick u") == cases[i].good);
    clear_away(t);
  }
}

/* F0.6: men in melee do nothing but fight. */
static void no_order_in_melee(void **unused) {
  (void)unused;
  struct table *t = field_at(
      PHASE("german.action", FAR_AWAY "," ON_M("g", "german", "658", "T-E4", "\"melee\"") "," ON_M(
                                 "r", "soviet", "458", "T-E4", "\"melee\"")),
      "");
  holds(t, "F0.6", !is_offered(t, "german", "pick g"));
  clear_away(t);
}

/* F0.7: a phase without a choice is closed by the program: everybody has acted, nothing has moved,
 * nobody is broken. A window with nothing but a pass is not. */
static void closed_by_itself(void **unused) {
  (void)unused;
  struct table *t = field_at(
      PHASE("german.action", GER_AT("g", "658", "T-E4") "," RUS_AT("r", "458", "T-E7")), "6 5");
  act(t, "german", "pick g");
  act(t, "german", "fire T-E7 0");
  holds(t, "F0.7", !strcmp(phase_of(t), "german.assault"));
  clear_away(t);
  t = field_at(PHASE("german.action", GER_AT("g", "658", "T-E4") "," RUS_AT("r", "458", "T-E15")),
               "");
  act(t, "german", "pick g");
  act(t, "german", "go T-E3 0");
  ask(t, "{\"cmd\":\"actions\",\"side\":\"soviet\"}");
  holds(t, "F0.7", cJSON_GetArraySize(field(t->last, "actions")) == 1);
  act(t, "soviet", "pass");
  clear_away(t);
}

/* F0.8: the German front edge is the south, the Soviet the north. */
static void front_edges(void **unused) {
  (void)unused;
  static const char *const side[] = {"german", "soviet"}, *const own[] = {"at T-P8", "at T-A8"};
  for (int i = 0; i < 2; i++) {
    char position[600];
    snprintf(position, sizeof position,
             "\"map\":\"plain:16x16\",\"phase\":\"%s.action\",\"vars\":{\"edges\":1},\"units\":"
             "[" FAR_AWAY ",{\"name\":\"u\",\"side\":\"%s\",\"kind\":\"458\",\"box\":\"%s.off\"}]",
             side[i], side[i], side[i]);
    struct table *t = field_at(position, "");
    act(t, side[i], "enter u");
    bool by_own = is_offered(t, side[i], own[i]), by_other = is_offered(t, side[i], own[1 - i]);
    holds(t, "F0.8", by_own && !by_other);
    clear_away(t);
  }
}

/* ---- F1: the sequence ------------------------------------------------------------------- */

/* F1.2: Action, Late Fire (the resting side), Fall Back, Assault, then the other side. */
static void phases(void **unused) {
  (void)unused;
  struct table *t =
      field_at(PHASE("german.action",
                     FAR_AWAY "," GER_AT("g", "658", "T-E9") "," RUS_AT(
                         "r", "458", "T-E6") "," ON_M("b", "soviet", "458", "T-H9", "\"broken\"")),
               "3 3");
  act(t, "german", "pick g");
  act(t, "german", "go T-E8 0");
  act(t, "soviet", "pass");
  act(t, "german", "done");
  act(t, "german", "end");
  bool late = !strcmp(phase_of(t), "german.late");
  act(t, "soviet", "end");
  happened(t, "F8.13", "field.falls.back"); /* between Late Fire and Assault */
  bool assault = !strcmp(phase_of(t), "german.assault");
  act(t, "german", "end");
  holds(t, "F1.2", late && assault && !strcmp(phase_of(t), "soviet.action"));
  clear_away(t);
}

/* F1.3: when a player turn begins Fired, Moved and Acted go from both sides, Tired only from the
 * side that is active now. */
static void marks_that_go(void **unused) {
  (void)unused;
  struct table *t = field_at(
      PHASE("german.assault", FAR_AWAY
            "," ON_M("g", "german", "658", "T-E9",
                     "\"fired\",\"moved\",\"acted\",\"tired\"") "," ON_M("r", "soviet", "458",
                                                                         "T-E2",
                                                                         "\"fired\",\"tired\"")),
      "");
  act(t, "german", "end");
  static const char *const gone[] = {"fired", "moved", "acted"};
  for (int i = 0; i < 3; i++)
    holds(t, "F1.3", !has_mark(t, "g", gone[i]));
  holds(t, "F1.3", has_mark(t, "g", "tired"));
  holds(t, "F1.3", !has_mark(t, "r", "fired") && !has_mark(t, "r", "tired"));
  clear_away(t);
}

/* F1.5: at the End pins of both sides and grenade smoke go, and who is out of sight is concealed.
 */
static void end_of_a_player_turn(void **unused) {
  (void)unused;
  struct table *t = field_at(
      WORKED(
          "german.assault", HEX("T-A3", "woods") "," HEX("T-B3", "woods") "," HEX("T-B2", "woods"),
          "{\"hex\":\"T-H8\",\"mark\":\"smoke\"}",
          GER_AT("g", "658", "T-P9") "," ON_M("p", "german", "658", "T-P5", "\"pinned\"") "," ON_M(
              "r", "soviet", "458", "T-A3", "\"pinned\"")),
      "");
  assert_true(shows(t, "german", "smoke"));
  act(t, "german", "end");
  holds(t, "F1.5", !has_mark(t, "p", "pinned") && !has_mark(t, "r", "pinned"));
  holds(t, "F1.5", !shows(t, "german", "smoke"));
  clear_away(t);
}

/* F1.6: a house is taken when the phase ends in which the squad came, not before. */
static void control_by_phase(void **unused) {
  (void)unused;
  struct table *t =
      field_at("\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"terrain\":[" HEX(
                   "T-H8", "house") "],\"regions\":[{\"id\":\"objective\",\"hexes\":[\"T-H8\"]}],"
                                    "\"units\":[" FAR_AWAY "," GER_AT("g", "658", "T-H7") "]",
               "");
  script(t, "german: pick g; german: go T-H8 0; soviet: pass; german: done");
  never(t, "field.taken");
  act(t, "german", "end");
  happened(t, "F22.4", "field.taken");
  holds(t, "F1.6", !strcmp(phase_of(t), "german.late"));
  clear_away(t);
}

/* ---- F2: units and states --------------------------------------------------------------- */

/* F2.1: a team fires its own HMG within 16 hexes, and its men when the gun is out of order. */
static void gun_teams(void **unused) {
  (void)unused;
  for (int i = 0; i < 2; i++) {
    struct table *t =
        field_at(i ? PHASE("german.action",
                           FAR_AWAY "," ON_M("t", "german", "HMG348", "T-E3",
                                             "\"malfunctioned\"") "," RUS_AT("r", "458", "T-E7"))
                   : PHASE("german.action", FAR_AWAY
                           "," GER_AT("t", "HMG348", "T-E3") "," RUS_AT("r", "458", "T-E7")),
                 "");
    act(t, "german", "pick t");
    const char *weight = i ? "weight 7" : "weight 9"; /* 3: column 2; 7: column 6 */
    holds(t, "F2.1", comes_to(odds_of(t, "german", "fire T-E7 0"), weight));
    clear_away(t);
  }
}

/* F2.2: a Gun never advances, and its broken crew stays with it; a crew that is lost is the Gun. */
static void guns_and_crews(void **unused) {
  (void)unused;
  struct table *t =
      field_at(PHASE("german.assault", FAR_AWAY "," GER_AT("gun", "AT75L", "T-E4")), "");
  holds(t, "F2.2", !is_offered(t, "german", "advance gun T-E5 0"));
  clear_away(t);
  t = field_at(PHASE("german.action", GER_AT("g", "658", "T-H8") "," ON_M("gun", "soviet", "AT45LL",
                                                                          "T-H9", "\"broken\"")),
               "");
  act(t, "german", "end");
  holds(t, "F2.2", !strcmp(place_of(t, "gun"), "T-H9"));
  clear_away(t);
  t = field_at(PHASE("german.action",
                     FAR_AWAY "," GER_AT("g", "658", "T-E5") "," RUS_AT("gun", "AT45LL", "T-E6")),
               "1 2");
  act(t, "german", "pick g");
  act(t, "german", "fire T-E6 0"); /* S 11, emplaced 2, DR 3: reduced */
  holds(t, "F2.2", !strcmp(place_of(t, "gun"), "soviet.lost"));
  assert_int_equal(var_of(t, "soviet_losses"), 2);
  clear_away(t);
}

/* F2.3: who is pinned neither moves nor advances, and fires at half. */
static void pinned(void **unused) {
  (void)unused;
  struct table *t = field_at(
      PHASE("german.action", FAR_AWAY
            "," ON_M("g", "german", "658", "T-E3", "\"pinned\"") "," RUS_AT("r", "458", "T-E6")),
      "");
  act(t, "german", "pick g");
  refused(t, "german", "go T-E4 0", "F4.1");
  holds(t, "F2.3", comes_to(odds_of(t, "german", "fire T-E6 0"), "weight 7")); /* 3: column 2 */
  clear_away(t);
  t = field_at(
      PHASE("german.assault", FAR_AWAY "," ON_M("g", "german", "658", "T-E3", "\"pinned\"")), "");
  holds(t, "F2.3", !is_offered(t, "german", "advance g T-E4 0"));
  clear_away(t);
}

/* F2.3: Fanatic adds 1 to both morales: 9 passes a check that 8 fails. */
static void fanatic(void **unused) {
  (void)unused;
  for (int i = 0; i < 2; i++) {
    struct table *t =
        field_at(i ? PHASE("german.action", FAR_AWAY "," GER_AT("g", "658", "T-E3") "," ON_M(
                                                "r", "soviet", "458", "T-E6", "\"fanatic\""))
                   : PHASE("german.action",
                           FAR_AWAY "," GER_AT("g", "658", "T-E3") "," RUS_AT("r", "458", "T-E6")),
                 "3 4 4 5"); /* S 9, DR 7: a check; 9 */
    act(t, "german", "pick g");
    act(t, "german", "fire T-E6 0");
    holds(t, "F2.3", has_mark(t, "r", "broken") == !i);
    holds(t, "F2.3", has_mark(t, "r", "pinned") == i);
    clear_away(t);
  }
}

/* F2.3: who breaks is neither pinned, tired nor concealed; that it has moved and fired stays. */
static void marks_of_the_broken(void **unused) {
  (void)unused;
  struct table *t =
      field_at(PHASE("german.action",
                     FAR_AWAY "," GER_AT("g", "658", "T-E3") "," ON_M(
                         "r", "soviet", "458", "T-E6", "\"pinned\",\"tired\",\"moved\",\"fired\"")),
               "3 4 6 4");
  act(t, "german", "pick g");
  act(t, "german", "fire T-E6 0"); /* S 9, DR 7: a check, failed */
  holds(t, "F2.3", has_mark(t, "r", "broken") && has_mark(t, "r", "shaken"));
  holds(t, "F2.3", !has_mark(t, "r", "pinned") && !has_mark(t, "r", "tired"));
  holds(t, "F2.3", has_mark(t, "r", "moved") && has_mark(t, "r", "fired"));
  clear_away(t);
}

/* F2.6: a squad that is reduced is its half-squad; nobody splits or joins again by choice. */
static void half_squads(void **unused) {
  (void)unused;
  struct table *t = field_at(
      PHASE("german.action",
            FAR_AWAY "," GER_AT("g", "658", "T-E3") "," GER_AT("h", "658", "T-E3") "," GER_AT(
                "a", "348", "T-H3") "," GER_AT("b", "348", "T-H3") "," RUS_AT("r", "458", "T-E6")),
      "2 3 2 2");
  act(t, "german", "pick a");
  ask(t, "{\"cmd\":\"actions\",\"side\":\"german\"}");
  const cJSON *a;
  cJSON_ArrayForEach(a, field(t->last, "actions")) {
    const char *id = text_of(a, "id");
    holds(t, "F2.6", strncmp(id, "deploy", 6) && strncmp(id, "recombine", 9));
  }
  act(t, "german", "cancel");
  act(t, "german", "pick g");
  act(t, "german", "fire T-E6 0"); /* column 12, S 11, DR 5: reduced, then a check that holds */
  stands(t, "r", "T-E6", 1);
  holds(t, "F2.6", var_of(t, "soviet_losses") == 1);
  clear_away(t);
}

/* F2.8: the crew of a tank that had not moved has not moved; of one that had it has. */
static void crews(void **unused) {
  (void)unused;
  struct table *t = field_at(
      PHASE("german.action", FAR_AWAY "," FACING("p", "german", "PzIVH", "T-E3",
                                                 5) "," FACING("t", "soviet", "T34M43", "T-E8", 2)),
      "4 2 4 4 2");
  act(t, "german", "pick p");
  act(t, "german", "shoot p t");
  holds(t, "F2.8", has_mark(t, "ru.crew-1", "fired") && has_mark(t, "ru.crew-1", "acted"));
  holds(t, "F2.8", !has_mark(t, "ru.crew-1", "moved"));
  clear_away(t);
  t = field_at(
      PHASE("soviet.action", FAR_AWAY "," FACING("p", "german", "PzIVH", "T-E3",
                                                 5) "," FACING("t", "soviet", "T34M43", "T-E9", 2)),
      "2 2 4 4 2");
  act(t, "soviet", "pick t");
  act(t, "soviet", "go T-E8 0");
  act(t, "german", "shell p T-E8 0");
  holds(t, "F2.8", has_mark(t, "ru.crew-1", "moved"));
  clear_away(t);
}

/* F2.8: a hero who appears in the heat of battle has Fired and Acted. */
static void heroes_appear(void **unused) {
  (void)unused;
  struct table *t = field_at(PHASE("german.action", FAR_AWAY
                                   "," GER_AT("g", "658", "T-E3") "," RUS_AT("r", "458", "T-E6")),
                             "3 4 1 1 2");
  act(t, "german", "pick g");
  act(t, "german", "fire T-E6 0"); /* a check, Original 2; 2: a hero */
  happened(t, "F8.8", "field.hero");
  holds(t, "F2.8", has_mark(t, "ru.hero-1", "fired") && has_mark(t, "ru.hero-1", "acted"));
  holds(t, "F2.8", !has_mark(t, "ru.hero-1", "moved"));
  clear_away(t);
}

/* ---- F3, F4: stacking and movement ------------------------------------------------------ */

/* F3.3: nobody walks in among known enemies; an advance goes there. */
static void among_enemies(void **unused) {
  (void)unused;
  struct table *t = field_at(PHASE("german.action", FAR_AWAY
                                   "," GER_AT("g", "658", "T-E3") "," RUS_AT("r", "458", "T-E4")),
                             "6 5 6 5");
  act(t, "german", "pick g");
  refused(t, "german", "go T-E4 0", "F4.8");
  script(t, "german: cancel; german: end; german: advance g T-E4 0; german: end");
  holds(t, "F3.3", !strcmp(place_of(t, "g"), "T-E4"));
  holds(t, "F3.3", has_mark(t, "g", "melee") && has_mark(t, "r", "melee"));
  clear_away(t);
}

/* F4.3, T1: what a hex costs men and vehicles; NULL: they do not enter it. */
static void costs(void **unused) {
  (void)unused;
  static const struct {
    const char *terrain, *men, *vehicle;
  } rows[] = {{"grain", "1", "1"},    {"brush", "2", "2"},  {"orchard", "1", "1"},
              {"leafless", "1", "1"}, {"woods", "2", "6"},  {"house", "2", NULL},
              {"stone", "2", NULL},   {"rubble", "3", "6"}, {"shellholes", "1", "2"},
              {"gully", "2", "4"},    {"stream", "2", "4"}, {"marsh", "4", NULL},
              {"water", NULL, NULL},  {"hill1", "2", "3"}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char position[900];
    snprintf(position, sizeof position,
             "\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"terrain\":[{\"hex\":\"T-H9\","
             "\"set\":[\"%s\"]},{\"hex\":\"T-E9\",\"set\":[\"%s\"]}],\"units\":[" FAR_AWAY
             "," GER_AT("g", "658", "T-H8") "," FACING("p", "german", "PzIVH", "T-E8", 5) "]",
             rows[i].terrain, rows[i].terrain);
    struct table *t = field_at(position, "");
    act(t, "german", "pick g");
    reaches(t, "german", "g", "T-H9", rows[i].men, NULL);
    act(t, "german", "cancel");
    act(t, "german", "pick p");
    reaches(t, "german", "p", "T-E9", rows[i].vehicle, NULL);
    holds(t, "F4.3", is_offered(t, "german", "go T-E9 0") == (rows[i].vehicle != NULL));
    clear_away(t);
  }
}

/* F4.3: out of a gully 1 MP more; over a hedge 1 more; stairs 1, and no other way upstairs. */
static void extra_costs(void **unused) {
  (void)unused;
  struct table *t = field_at(ON_GROUND("german.action",
                                       HEX("T-H8", "gully") "," HEX("T-H9", "gully") "," HEDGE(
                                           "T-C8", "T-C9") ",{\"hex\":"
                                                           "\"T-L8\",\"set\":[\"house\",\"upper\"]}"
                                                           ",{\"hex\":\"T-L9\",\"set\":[\"house\","
                                                           "\"upper\"]}",
                                       FAR_AWAY "," GER_AT("g", "658", "T-H8") "," GER_AT(
                                           "h", "658", "T-C8") "," GER_AT("i", "658", "T-L8")),
                             "");
  act(t, "german", "pick g");
  reaches(t, "german", "g", "T-H7", "2", NULL); /* 1, and 1 for climbing out */
  reaches(t, "german", "g", "T-H9", "2", NULL); /* along it */
  act(t, "german", "cancel");
  act(t, "german", "pick h");
  reaches(t, "german", "h", "T-C9", "2", NULL);
  act(t, "german", "cancel");
  act(t, "german", "pick i");
  holds(t, "F4.3", is_offered(t, "german", "go T-L8 1"));
  holds(t, "F4.3", is_offered(t, "german", "go T-L9 1")); /* 2 for the house, 1 for its stairs */
  script(t, "german: go T-L8 1; soviet: pass");
  holds(t, "F4.3", !is_offered(t, "german", "go T-L9 1")); /* 4 - 1 - 1, and down, over, up: 4 */
  clear_away(t);
}

/* F4.4: all along the road one hex farther; a step off it ends the extra point. */
static void road_bonus(void **unused) {
  (void)unused;
  struct table *t = field_at(
      ON_GROUND("german.action",
                "{\"path\":[\"T-H3\",\"T-H4\",\"T-H5\",\"T-H6\",\"T-H7\",\"T-H8\",\"T-H9\"],"
                "\"set\":[\"road.minor\"]}",
                FAR_AWAY "," GER_AT("g", "658", "T-H3") "," RUS_AT("r", "458", "T-H15")),
      "");
  act(t, "german", "pick g");
  holds(t, "F4.4", is_offered(t, "german", "go T-H8 0") && !is_offered(t, "german", "go T-H9 0"));
  holds(t, "F4.4", !is_offered(t, "german", "go T-I8 0"));
  act(t, "german", "via T-I4 0"); /* beside the road */
  holds(t, "F4.4", !is_offered(t, "german", "go T-H8 0"));
  clear_away(t);
}

/* F4.11: one MP spent is a move, also for what is carried; a turn of the hull is one too. */
static void moved(void **unused) {
  (void)unused;
  struct table *t =
      field_at(PHASE("german.action", FAR_AWAY
                     "," GER_AT("g", "658", "T-H8") "," FACING("p", "german", "PzIVH", "T-E8", 5)),
               "");
  holds(t, "F4.11", !has_mark(t, "g", "moved"));
  script(t, "german: pick g; german: go T-H9 0; soviet: pass; german: done");
  holds(t, "F4.11", has_mark(t, "g", "moved"));
  script(t, "german: pick p; german: face p 4; soviet: pass");
  holds(t, "F4.11", has_mark(t, "p", "moved"));
  clear_away(t);
}

/* ---- F5: vehicles ----------------------------------------------------------------------- */

/* F5.1, E17: on the border of the front arc the front is struck, beyond it the flank; the number to
 * hit a Tiger at 3 hexes is 10 - 1 + 1. */
static void aspects(void **unused) {
  (void)unused;
  static const struct {
    const char *hex, *k;
  } cases[] = {{"T-H6", "kill on 3"}, {"T-E10", "kill on 6"}};
  for (int i = 0; i < 2; i++) {
    char position[900];
    snprintf(position, sizeof position,
             "\"map\":\"plain:16x16\",\"phase\":\"soviet.action\",\"units\":[" FACING(
                 "tiger", "german", "PzVIE", "T-H9",
                 2) ",{\"name\":\"t\",\"side\":\"soviet\",\"kind\":\"T34M43\",\"hex\":\"%s\","
                    "\"facing\":5}]",
             cases[i].hex);
    struct table *t = field_at(position, "");
    act(t, "soviet", "pick t");
    const cJSON *c = odds_of(t, "soviet", "shoot t tiger");
    holds(t, "F5.1", comes_to(c, cases[i].k));
    if (i == 0) /* in the T-34's own front arc */
      assert_int_equal(int_of(c, "outcomes[0].chance[0]") * 36,
                       3 * int_of(c, "outcomes[0].chance[1]"));
    clear_away(t);
  }
}

/* F5.3: it ends facing its last step; of ways of equal cost the one with fewer turns. */
static void facing_at_the_end(void **unused) {
  (void)unused;
  struct table *t =
      field_at(PHASE("german.action", FAR_AWAY "," FACING("p", "german", "PzIVH", "T-H5", 5)), "");
  script(t, "german: pick p; german: go T-H9 0; soviet: pass");
  ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
  const cJSON *u;
  cJSON_ArrayForEach(u, field(t->last, "view.units")) if (!strcmp(text_of(u, "id"), "p"))
      holds(t, "F5.3", int_of(u, "facing") == 5); /* straight on: no turn */
  reaches(t, "german", "p", "T-H8", "4", NULL);   /* three turns and a hex, not `back` */
  clear_away(t);
}

/* F5.5: a step back and a turn open a window as a path does. */
static void windows_against_vehicles(void **unused) {
  (void)unused;
  static const char *const ways[] = {"back", "face p 4", "go T-H6 0"};
  for (int i = 0; i < 3; i++) {
    struct table *t = field_at(PHASE("german.action", FAR_AWAY
                                     "," FACING("p", "german", "PzIVH", "T-H5",
                                                5) "," FACING("t", "soviet", "T34M43", "T-H12", 2)),
                               "");
    act(t, "german", "pick p");
    act(t, "german", ways[i]);
    ask(t, "{\"cmd\":\"actions\",\"side\":\"soviet\"}");
    holds(t, "F5.5", !strcmp(text_of(t->last, "prompt.node"), "field.react"));
    clear_away(t);
  }
}

/* F5.5, F12.11: A-P mines strike a lorry that enters, and not a tank. */
static void lorry_on_foot_mines(void **unused) {
  (void)unused;
  for (int i = 0; i < 2; i++) {
    struct table *t =
        field_at(i ? WORKED("german.action", "", WORK("T-E6", "mines12", "soviet"),
                            FAR_AWAY "," FACING("v", "german", "PzIVH", "T-E5", 5))
                   : WORKED("german.action", "", WORK("T-E6", "mines12", "soviet"),
                            FAR_AWAY "," FACING("v", "german", "Opel6700", "T-E5", 5)),
                 i ? "" : "3 4");
    script(t, "german: pick v; german: go T-E6 0; soviet: pass");
    holds(t, "F5.5", !strcmp(place_of(t, "v"), i ? "T-E6" : "german.lost")); /* 12 FP: S 11, m 4 */
    clear_away(t);
  }
}

/* F5.13: a half-track is not fully tracked: wire stops it where a tank goes on. */
static void half_tracks(void **unused) {
  (void)unused;
  static const char *const kind[] = {"SPW251/1", "Opel6700", "PzIVH"};
  for (int i = 0; i < 3; i++) {
    char position[700];
    snprintf(position, sizeof position,
             "\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"marks\":[" WORK(
                 "T-E6", "wire", "german") "],\"units\":[" FAR_AWAY
                                           ",{\"name\":\"v\",\"side\":\"german\",\"kind\":\"%s\","
                                           "\"hex\":\"T-E5\",\"facing\":5}]",
             kind[i]);
    struct table *t = field_at(position, "");
    act(t, "german", "pick v");
    holds(t, "F5.13", is_offered(t, "german", "go T-E6 0") == (i == 2));
    clear_away(t);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(poor_leader_rallies),
                                     cmocka_unit_test(halves_are_added_first),
                                     cmocka_unit_test(order_of_rally),
                                     cmocka_unit_test(good_order),
                                     cmocka_unit_test(no_order_in_melee),
                                     cmocka_unit_test(closed_by_itself),
                                     cmocka_unit_test(front_edges),
                                     cmocka_unit_test(phases),
                                     cmocka_unit_test(marks_that_go),
                                     cmocka_unit_test(end_of_a_player_turn),
                                     cmocka_unit_test(control_by_phase),
                                     cmocka_unit_test(gun_teams),
                                     cmocka_unit_test(guns_and_crews),
                                     cmocka_unit_test(pinned),
                                     cmocka_unit_test(fanatic),
                                     cmocka_unit_test(marks_of_the_broken),
                                     cmocka_unit_test(half_squads),
                                     cmocka_unit_test(crews),
                                     cmocka_unit_test(heroes_appear),
                                     cmocka_unit_test(among_enemies),
                                     cmocka_unit_test(costs),
                                     cmocka_unit_test(extra_costs),
                                     cmocka_unit_test(road_bonus),
                                     cmocka_unit_test(moved),
                                     cmocka_unit_test(aspects),
                                     cmocka_unit_test(facing_at_the_end),
                                     cmocka_unit_test(windows_against_vehicles),
                                     cmocka_unit_test(lorry_on_foot_mines),
                                     cmocka_unit_test(half_tracks)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
