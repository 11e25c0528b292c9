/* test_F_rows.c - rows of the field rules that no other test asserts, in their order. */
#include "field_kit.h"

#define BARE_MAP(phase, units)                                                                     \
  "\"map\":\"plain:16x16\",\"unchecked\":true,\"phase\":\"" phase "\",\"units\":[" units "]"

/* F0.2: who of two is eliminated is a lot by dice; of one alone no die is rolled. */
static void lots(void **unused) {
  (void)unused;
  struct table *t = field_at(
      PHASE("soviet.assault", FAR_AWAY
            "," RUS_AT("r", "628", "T-E3") "," CARRIED("dc", "soviet", "DC", "r") "," GER_AT(
                "g", "658", "T-E4") "," GER_AT("h", "658", "T-E4")),
      "4 3 6 2 3");
  act(t, "soviet", "throw r T-E4 0"); /* S 15, DR 7: one is eliminated, the other checks at +3 */
  rolled(t, "F0.2", "6");
  assert_int_equal(var_of(t, "german_losses"), 2);
  stands(t, "g", "T-E4", 2); /* 6 is odd among two: the second */
  clear_away(t);
  t = field_at(
      PHASE("soviet.assault", FAR_AWAY "," RUS_AT("r", "628", "T-E3") "," CARRIED(
                                  "dc", "soviet", "DC", "r") "," GER_AT("g", "658", "T-E4")),
      "4 3");
  act(t, "soviet", "throw r T-E4 0");
  assert_int_equal(var_of(t, "german_losses"), 2);
  clear_away(t);
}

/* F1.7: a skirmish is conceded at the start of an Action phase; a campaign's battle is not. */
static void conceding(void **unused) {
  (void)unused;
  struct table *t = field_at(PHASE("german.action", FAR_AWAY), "");
  act(t, "german", "concede");
  happened(t, "F1.7", "field.concedes");
  result(t, "soviet", "F31.1");
  clear_away(t);
  t = field_at(UNDER("german.action", "\"rolls_end\":1", FAR_AWAY), "");
  refused(t, "german", "concede", "F1.7");
  clear_away(t);
}

/* F2.2, F8.12: a broken crew stays with its Gun; F2.8: see crews. */
static void broken_gun(void **unused) {
  (void)unused;
  struct table *t =
      field_at(PHASE("german.action",
                     GER_AT("g", "658", "T-H8") "," ON_M(
                         "gun", "soviet", "AT45LL", "T-H9",
                         "\"broken\"") "," ON_M("b", "soviet", "458", "T-H7", "\"broken\"")),
               "3 3");
  act(t, "german", "end");
  happened(t, "F8.13", "field.falls.back");
  stands(t, "gun", "T-H9", 1);
  clear_away(t);
}

/* F2.5: an armour leader makes his tank shoot better. */
static void armour_leader(void **unused) {
  (void)unused;
  struct table *t =
      field_at(PHASE("german.action", FAR_AWAY
                     ",{\"name\":\"p\",\"side\":\"german\",\"kind\":\"PzIVH\",\"hex\":\"T-E3\","
                     "\"facing\":5,\"factors\":{\"leads\":\"1\"}}," FACING("t", "soviet", "T34M43",
                                                                           "T-E8", 2)),
               "6 6");
  act(t, "german", "pick p");
  act(t, "german", "shoot p t");
  card(t, "german", "F2.5", "11 or less");
  clear_away(t);
}

/* F2.7: Inexperienced crews hit at +1 and drive two thirds as far; a weapon short of ammunition is
 * lost on 11; a red drive fails on 1. */
static void troubles(void **unused) {
  (void)unused;
  struct table *t = field_at(
      PHASE(
          "german.action", FAR_AWAY
          ",{\"name\":\"p\",\"side\":\"german\",\"kind\":\"PzIVH\",\"hex\":\"T-E3\","
          "\"facing\":5,\"marks\":[\"inexperienced\"]}," FACING(
              "t", "soviet", "T34M43", "T-E8",
              2) "," ON_M("g", "german", "658", "T-N8",
                          "\"shortage\"") "," CARRIED("mg", "german", "LMG_G",
                                                      "g") "," RUS_AT("r", "458",
                                                                      "T-N4") ",{\"name\":\"q\","
                                                                              "\"side\":\"german\","
                                                                              "\"kind\":\"PzIVH\","
                                                                              "\"hex\":\"T-J3\","
                                                                              "\"facing\":5,"
                                                                              "\"marks\":["
                                                                              "\"redmp\"]}"),
      "6 6 5 6 1");
  act(t, "german", "pick p");
  reaches(t, "german", "p", "T-E7", "4", "F4.7");
  not_offered(t, "german", "go T-E13 0"); /* 14 x 2/3 = 9 */
  act(t, "german", "shoot p t");
  card(t, "german", "F2.7", "9 or less");
  act(t, "german", "done");
  act(t, "german", "pick g");
  act(t, "german", "fire T-N4 0");
  happened(t, "F2.7", "field.weapon.lost");
  act(t, "german", "pick q");
  act(t, "german", "go T-J5 0");
  act(t, "soviet", "pass");
  happened(t, "F2.7", "field.immobilized");
  stands(t, "q", "T-J3", 1);
  clear_away(t);
}

/* F3.2: a stack over the limit is fired at with -1, and may only move. */
static void overcrowded(void **unused) {
  (void)unused;
#define CROWD(side)                                                                                \
  ON("a", side, "458", "T-E7")                                                                     \
  "," ON("b", side, "458", "T-E7") "," ON("c", side, "458", "T-E7") "," ON("d", side, "458", "T-E7")
  struct table *t = field_at(
      BARE_MAP("german.action", FAR_AWAY "," GER_AT("g", "658", "T-E3") "," CROWD("soviet")),
      "6 6");
  act(t, "german", "pick g");
  act(t, "german", "fire T-E7 0");
  card(t, "german", "F3.2", "weight 10");
  clear_away(t);
  t = field_at(
      BARE_MAP("soviet.action", FAR_AWAY "," GER_AT("g", "658", "T-E3") "," CROWD("soviet")), "");
  act(t, "soviet", "pick a");
  refused(t, "soviet", "fire T-E3 0", "F3.2");
  clear_away(t);
}

/* F4.2: 4 MP, 6 for leaders, 3 for a wounded one; less 1 for each point above capacity. */
static void allowances(void **unused) {
  (void)unused;
  struct table *t = field_at(
      PHASE("german.action", FAR_AWAY
            "," GER_AT("g", "658", "T-H8") "," CARRIED("mg", "german", "MMG_G", "g") "," ON_M(
                "l", "german", "8-0", "T-N8", "\"wounded\"")),
      "");
  act(t, "german", "pick g");
  reaches(t, "german", "g", "T-H8", "0", "F4.2");
  offered(t, "german", "go T-H11 0", "F4.7");
  not_offered(t, "german", "go T-H12 0"); /* the MMG weighs 4, he carries 3 */
  act(t, "german", "cancel");
  act(t, "german", "pick l");
  offered(t, "german", "go T-N11 0", "F4.7");
  not_offered(t, "german", "go T-N12 0");
  clear_away(t);
}

/* F4.4: one point in an activation, not one with each path: nobody walks a road for ever. */
static void road_once(void **unused) {
  (void)unused;
  struct table *t =
      field_at(ON_GROUND("german.action",
                         "{\"path\":[\"T-H3\",\"T-H4\",\"T-H5\",\"T-H6\",\"T-H7\"],"
                         "\"set\":[\"road.minor\"]}",
                         FAR_AWAY "," GER_AT("g", "658", "T-H3") "," RUS_AT("r", "458", "T-H12")),
               "");
  act(t, "german", "pick g");
  script(t, "german: go T-H4 0; soviet: pass; german: go T-H5 0; soviet: pass"); /* 1, then 2 */
  offered(t, "german", "go T-H6 0", "F4.7"); /* 4 + 1 less 3, and 1 for a further path */
  script(t, "german: go T-H6 0; soviet: pass");
  not_offered(t, "german", "go T-H5 0");
  not_offered(t, "german", "go T-H7 0");
  clear_away(t);
}

/* F4.9, F4.10, F9.10: residual fire on the way pins the only member: the path is cut there, the MP
 * are not; F4.11: it has moved. */
static void cut_on_the_way(void **unused) {
  (void)unused;
  struct table *t =
      field_at(PHASE("german.action", FAR_AWAY "," RUS_AT("r", "458", "T-E3") "," GER_AT(
                                          "g", "658", "T-E9") "," GER_AT("h", "658", "T-E9")),
               "1 5 6 6 6 5");
  act(t, "german", "pick g");
  act(t, "german", "go T-E6 0");
  act(t, "soviet", "volley r T-E8 0"); /* 2 FP at range 5: S 8, -2: k 10; DR 6: MC+2 for both */
  happened(t, "F4.9", "field.drops.out");
  happened(t, "F4.10", "field.cut");
  marked(t, "h", "moved");
  clear_away(t);
}

/* F5.4: no vehicle enters a house, forwards or backwards. */
static void barred_ground(void **unused) {
  (void)unused;
  struct table *t =
      field_at(ON_GROUND("german.action", HEX("T-H4", "house") "," HEX("T-H6", "stone"),
                         FAR_AWAY "," FACING("p", "german", "PzIVH", "T-H5", 5)),
               "");
  act(t, "german", "pick p");
  refused(t, "german", "back", "F5.4");
  not_offered(t, "german", "go T-H6 0");
  clear_away(t);
}

/* F5.8: passengers get off, may be fired at, and then fire once at half. */
static void getting_off(void **unused) {
  (void)unused;
  struct table *t =
      field_at(PHASE("german.action", FAR_AWAY
                     "," FACING("spw", "german", "SPW251/1", "T-H5",
                                5) ",{\"name\":\"g\",\"side\":\"german\",\"kind\":\"658\","
                                   "\"hex\":\"T-H5\",\"factors\":{\"by\":\"spw\"}}," RUS_AT(
                                       "r", "458", "T-H8")),
               "6 6");
  act(t, "german", "pick spw");
  act(t, "german", "unload");
  happened(t, "F5.8", "field.unloaded");
  act(t, "soviet", "pass");
  weighs(odds_of(t, "german", "fire T-H8 0"), "weight 7"); /* 6 halved: 3, column 2 */
  act(t, "german", "fire T-H8 0");
  clear_away(t);
}

/* F5.9: woods bog on 1; at the next own Action 1 or 2 frees the vehicle. */
static void bogging(void **unused) {
  (void)unused;
  struct table *t = field_at(ON_GROUND("german.action", HEX("T-H6", "woods"),
                                       FAR_AWAY "," FACING("p", "german", "PzIVH", "T-H5", 5)),
                             "1 2");
  act(t, "german", "pick p");
  act(t, "german", "go T-H6 0");
  act(t, "soviet", "pass");
  happened(t, "F5.9", "field.bogs");
  marked(t, "p", "bogged");
  script(t, "german: end; soviet: end; german: end; soviet: end; soviet: end");
  happened(t, "F5.9", "field.freed");
  unmarked(t, "p", "bogged");
  clear_away(t);
}

/* F5.11: a truck hooks up a Gun as its activation; towing it has 2 MP less and stays out of woods;
 * unhooked the Gun does not fire in that player turn (F11.10). */
static void towing(void **unused) {
  (void)unused;
  struct table *t =
      field_at(ON_GROUND("german.action", HEX("T-H6", "woods"),
                         FAR_AWAY "," FACING("truck", "german", "Opel6700", "T-H5", 5) "," FACING(
                             "gun", "german", "AT75L", "T-H5", 5) "," FACING("p", "german", "PzIVH",
                                                                             "T-K5", 5)),
               "");
  act(t, "german", "pick p");
  refused(t, "german", "hook gun", "F5.11");
  act(t, "german", "cancel");
  act(t, "german", "pick truck");
  act(t, "german", "hook gun");
  happened(t, "F5.11", "field.hooked");
  script(t, "german: end; german: end; soviet: end; soviet: end");
  act(t, "german", "pick truck");
  not_offered(t, "german", "go T-H6 0");
  act(t, "german", "unhook");
  happened(t, "F5.11", "field.unhooked");
  refused(t, "german", "pick gun", "F1.4"); /* it has acted */
  clear_away(t);
}

/* F6.3, F6.4: a line along a hexside is cut only if both hexes beside it block; its ends never. */
static void along_a_hexside(void **unused) {
  (void)unused;
  for (int i = 0; i < 2; i++) {
    struct table *t = field_at(
        i ? ON_GROUND("german.action",
                      HEX("T-I7", "woods") "," HEX("T-I8", "woods") "," HEX("T-I9", "woods"),
                      FAR_AWAY)
          : ON_GROUND("german.action",
                      HEX("T-I8", "woods") "," HEX("T-H8", "woods") "," HEX("T-J8", "woods"),
                      FAR_AWAY),
        "");
    ask(t,
        "{\"cmd\":\"overlay\",\"side\":\"german\",\"name\":\"los\",\"args\":[\"T-H8\",\"T-J8\"]}");
    cites(t, "overlay.lines[0].rule", i ? "F6.3" : "F6.1");
    clear_away(t);
  }
}

/* F6.2, F6.3: behind an open pair of hexes the line goes on: into a hex, and along the next
 * hexside. */
static void along_two_hexsides(void **unused) {
  (void)unused;
  static const struct {
    const char *ground, *rule;
  } rows[] = {{HEX("T-P9", "woods"), "F6.1"},
              {HEX("T-J8", "woods"), "F6.2"},
              {HEX("T-K7", "woods") "," HEX("T-K8", "woods") "," HEX("T-K9", "woods"), "F6.3"},
              {HEX("T-I7", "woods") "," HEX("T-I8", "woods") "," HEX("T-I9", "woods"), "F6.3"}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char position[900];
    snprintf(position, sizeof position,
             "\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"terrain\":[%s],\"units\":[%s]",
             rows[i].ground, FAR_AWAY);
    struct table *t = field_at(position, "");
    ask(t,
        "{\"cmd\":\"overlay\",\"side\":\"german\",\"name\":\"los\",\"args\":[\"T-H8\",\"T-L8\"]}");
    cites(t, "overlay.lines[0].rule", rows[i].rule);
    clear_away(t);
  }
}

/* F8.7: a hero who fails is wounded, not broken; twice wounded he is gone. */
static void wounds(void **unused) {
  (void)unused;
  for (int i = 0; i < 2; i++) {
    struct table *t =
        field_at(i ? PHASE("german.action", FAR_AWAY "," GER_AT("g", "658", "T-E3") "," ON_M(
                                                "h", "soviet", "hero", "T-E6", "\"wounded\""))
                   : PHASE("german.action",
                           FAR_AWAY "," GER_AT("g", "658", "T-E3") "," RUS_AT("h", "hero", "T-E6")),
                 "3 3 5 5");
    act(t, "german", "pick g");
    act(t, "german", "fire T-E6 0"); /* S 9, DR 6: morale check +1 against 9 */
    happened(t, "F8.7", i ? "field.lost" : "field.wounded");
    clear_away(t);
  }
}

/* F8.11: struck through two opposite hexsides in one phase a unit is encircled. */
static void encircled(void **unused) {
  (void)unused;
  struct table *t =
      field_at(PHASE("german.action", FAR_AWAY "," GER_AT("g", "658", "T-E3") "," GER_AT(
                                          "h", "658", "T-E9") "," RUS_AT("r", "458", "T-E6")),
               "6 5 6 5");
  act(t, "german", "pick g");
  act(t, "german", "fire T-E6 0");
  unmarked(t, "r", "encircled");
  act(t, "german", "pick h");
  act(t, "german", "fire T-E6 0");
  happened(t, "F8.11", "field.encircled");
  marked(t, "r", "encircled");
  clear_away(t);
}

/* F8.14, F23.3: a broken squad with nowhere to go surrenders to the squad beside it. */
static void surrender(void **unused) {
  (void)unused;
  struct table *t = field_at(
      PHASE("german.action",
            GER_AT("a", "658", "T-A3") "," GER_AT("b", "658", "T-B1") "," GER_AT(
                "c", "658", "T-B2") "," ON_M("r", "soviet", "458", "T-A1",
                                             "\"broken\"") "," RUS_AT("y", "458", "T-P16")),
      "");
  act(t, "german", "end");
  happened(t, "F8.14", "field.surrenders");
  happened(t, "F23.3", "field.lost");
  assert_int_equal(var_of(t, "soviet_losses"), 2);
  clear_away(t);
}

/* F9.2, F9.3: the window is asked with its path, even if nobody can fire. */
static void window(void **unused) {
  (void)unused;
  struct table *t = field_at(PHASE("german.action", FAR_AWAY "," GER_AT("g", "658", "T-E9")), "");
  act(t, "german", "pick g");
  act(t, "german", "go T-E8 0");
  ask(t, "{\"cmd\":\"actions\",\"side\":\"soviet\"}");
  assert_string_equal(text_of(t->last, "prompt.node"), "field.react");
  cites(t, "prompt.rule", "F9.2");
  clear_away(t);
}

/* F10.5, F10.7: a broken machine gun is repaired on 1 and lost on 6. */
static void repairs(void **unused) {
  (void)unused;
  for (int i = 0; i < 2; i++) {
    struct table *t = field_at(
        PHASE("german.assault",
              FAR_AWAY "," GER_AT(
                  "g", "658",
                  "T-E3") ",{\"name\":\"mg\",\"side\":\"german\",\"kind\":"
                          "\"LMG_G\",\"factors\":{\"by\":\"g\"},\"marks\":[\"malfunctioned\"]}"),
        i ? "6" : "1");
    act(t, "german", "end");
    happened(t, "F10.7", i ? "field.weapon.lost" : "field.repaired");
    clear_away(t);
  }
}

/* F10.8, F12.15: flames: 24 FP next to it, no cover; 12 two hexes away; the tank burns by K 8. */
static void flames(void **unused) {
  (void)unused;
  struct table *t = field_at(
      ON_GROUND(
          "german.action", HEX("T-E4", "stone"),
          FAR_AWAY "," GER_AT("g", "838", "T-E3") "," CARRIED("ft", "german", "FT", "g") "," RUS_AT(
              "r", "458",
              "T-E4") "," RUS_AT("far", "458",
                                 "T-E6") "," GER_AT("h", "838",
                                                    "T-N3") "," CARRIED("fu", "german", "FT",
                                                                        "h") "," FACING("t",
                                                                                        "soviet",
                                                                                        "T34M43",
                                                                                        "T-N4", 5)),
      "6 6 5 5 2 3 3 4 6");
  act(t, "german", "pick g");
  refused(t, "german", "flame ft T-E6 0", "F10.8");
  weighs(odds_of(t, "german", "flame ft T-E4 0"), "weight 14");
  act(t, "german", "flame ft T-E4 0");
  happened(t, "F10.6", "field.weapon.lost"); /* Original 10 or more */
  act(t, "german", "pick h");
  act(t, "german", "flame fu T-N4 0");
  happened(t, "F12.15", "field.kill.roll");
  happened(t, "F12.15", "field.wreck");
  clear_away(t);
}

/* F10.10: an anti-tank rifle fires at men with 1 FP within 12 hexes. */
static void rifles(void **unused) {
  (void)unused;
  struct table *t = field_at(
      PHASE("soviet.action", FAR_AWAY
            "," RUS_AT("r", "458", "T-E3") "," CARRIED("atr", "soviet", "ATR", "r") "," GER_AT(
                "g", "658", "T-E6") "," GER_AT("f", "658", "T-E16")),
      "");
  act(t, "soviet", "pick r");
  weighs(odds_of(t, "soviet", "shell atr T-E6 0"), "weight 6");
  refused(t, "soviet", "shell atr T-E16 0", "F10.10");
  clear_away(t);
}

/* F11.8, 11.31: a side that is not Elite loses its HEAT on Original 11. */
static void out_of_heat(void **unused) {
  (void)unused;
  struct table *t =
      field_at(UNDER("german.action", "\"german_poor\":1",
                     FAR_AWAY "," FACING("p", "german", "PzIIIN", "T-E3",
                                         5) "," FACING("t", "soviet", "T34M43", "T-E8", 2)),
               "5 6");
  act(t, "german", "pick p");
  act(t, "german", "shoot p t");
  happened(t, "F11.8", "field.no.heat");
  clear_away(t);
}

/* F11.9: a mortar fires at what a squad nearby sees, at +2. */
static void mortars(void **unused) {
  (void)unused;
  struct table *t =
      field_at(ON_GROUND("german.action", HEX("T-H5", "woods") "," HEX("T-H6", "woods"),
                         FAR_AWAY "," GER_AT("m", "MTR81", "T-H4") "," GER_AT(
                             "g", "658", "T-F6") "," RUS_AT("r", "458", "T-H10")),
               "6 6");
  act(t, "german", "pick m");
  act(t, "german", "shell m T-H10 0");
  card(t, "german", "F11.9", "8 or less");
  clear_away(t);
}

/* F11.10: the 37L of an anti-aircraft gun fires at men by the table, 8 FP, not doubled. */
static void rapid_fire(void **unused) {
  (void)unused;
  struct table *t =
      field_at(PHASE("german.action",
                     FAR_AWAY "," GER_AT("aa", "AA37L", "T-E3") "," RUS_AT("r", "458", "T-E4")),
               "");
  act(t, "german", "pick aa");
  weighs(odds_of(t, "german", "mg aa T-E4 0"), "weight 10");
  clear_away(t);
}

/* F12.5: a vehicle stunned again is a wreck; F12.8: one whose gun is lost goes home. */
static void stunned_again(void **unused) {
  (void)unused;
  struct table *t =
      field_at(PHASE("soviet.action", FAR_AWAY
                     "," RUS_AT("r1", "458", "T-E3") "," RUS_AT("r2", "458", "T-E3") "," ON_M(
                         "spw", "german", "SPW251/1", "T-E7", "\"stunned\"")),
               "2 2 6");
  act(t, "soviet", "pick r1");
  act(t, "soviet", "fire T-E7 0");
  happened(t, "F12.5", "field.wreck");
  clear_away(t);
  t = field_at(
      PHASE("soviet.assault", FAR_AWAY "," ON_M("p", "german", "PzIVH", "T-O3", "\"disabled\"")),
      "");
  act(t, "soviet", "end");
  happened(t, "F12.8", "field.recalled");
  clear_away(t);
}

/* F12.10: a recalled tank drives to the own edge and leaves. */
static void going_home(void **unused) {
  (void)unused;
  struct table *t = field_at(
      PHASE("soviet.assault", RUS_AT("y", "458", "T-A16") "," GER_AT("z", "658", "T-C1") "," ON_M(
                                  "p", "german", "PzIVH", "T-O3", "\"recall\"")),
      "");
  act(t, "soviet", "end");
  act(t, "soviet", "pass");
  happened(t, "F12.10", "field.leaves");
  clear_away(t);
}

/* F12.14: a hit that does not wreck makes riders check; F13.4: no second overrun of one hex. */
static void riders(void **unused) {
  (void)unused;
  struct table *t = field_at(
      PHASE("german.action",
            FAR_AWAY "," FACING("p", "german", "PzIVH", "T-E3", 5) "," FACING(
                "t", "soviet", "T34M43", "T-E8", 2) ",{\"name\":\"r\",\"side\":\"soviet\",\"kind\":"
                                                    "\"458\",\"hex\":\"T-E8\",\"factors\":{"
                                                    "\"by\":\"t\"}}"),
      "4 4 6 6 5 5");
  act(t, "german", "pick p");
  act(t, "german", "shoot p t");
  happened(t, "F12.14", "field.check");
  happened(t, "F12.14", "field.unloaded");
  marked(t, "r", "broken");
  clear_away(t);
}

/* F13.3: a Gun that is overrun and whose crew breaks is lost; F13.4: not the same hex twice. */
static void guns_overrun(void **unused) {
  (void)unused;
  struct table *t =
      field_at(PHASE("german.action", FAR_AWAY "," FACING("p", "german", "PzIVH", "T-E3",
                                                          5) "," RUS_AT("gun", "AT45LL", "T-E4")),
               "5 5 5 6");
  act(t, "german", "pick p");
  act(t, "german", "overrun T-E4");
  act(t, "soviet", "pass");
  happened(t, "F13.3", "field.lost");
  refused(t, "german", "overrun T-E4", "F13.1");
  clear_away(t);
}

/* F13.4: after an overrun the hex is not overrun again in the activation. */
static void overrun_twice(void **unused) {
  (void)unused;
  struct table *t =
      field_at(PHASE("german.action", FAR_AWAY
                     "," FACING("p", "german", "PzIVH", "T-E3", 5) "," RUS_AT("r", "458", "T-E4")),
               "6 6 6 5");
  act(t, "german", "pick p");
  act(t, "german", "overrun T-E4");
  act(t, "soviet", "pass");
  act(t, "german", "go T-E5 0");
  act(t, "soviet", "pass");
  refused(t, "german", "overrun T-E4", "F13.4");
  clear_away(t);
}

/* F14.5: with men and a tank there, the side chooses, the active one first. */
static void whom_to_attack(void **unused) {
  (void)unused;
  struct table *t =
      field_at(PHASE("german.assault", FAR_AWAY
                     "," GER_AT("g", "658", "T-E3") "," GER_AT("h", "658", "T-E3") "," RUS_AT(
                         "r", "458", "T-E4") "," RUS_AT("t", "T34M43", "T-E4")),
               "6 6 6 6");
  act(t, "german", "all T-E3 T-E4");
  act(t, "german", "end");
  refused(t, "german", "afv r", "F14.5");
  offered(t, "german", "afv t", "F14.5");
  act(t, "german", "infantry");
  marked(t, "g", "melee");
  clear_away(t);
}

/* F14.10, F23.3: broken men among unbroken enemies are captured with their weapons. */
static void captured(void **unused) {
  (void)unused;
  struct table *t =
      field_at(PHASE("german.assault", FAR_AWAY "," GER_AT("g", "658", "T-E3") "," ON_M(
                                           "r", "soviet", "458", "T-E4", "\"broken\"")),
               "6 6");
  act(t, "german", "advance g T-E4 0");
  act(t, "german", "end");
  happened(t, "F14.10", "field.captured");
  assert_int_equal(var_of(t, "soviet_losses"), 2);
  clear_away(t);
}

/* F14.11: a melee that is left when the battle ends is fought out. */
static void melee_to_the_end(void **unused) {
  (void)unused;
  struct table *t = field_at(
      "\"map\":\"plain:16x16\",\"phase\":\"soviet.assault\",\"turn\":9,\"vars\":{\"rolls_end\":1},"
      "\"units\":[" FAR_AWAY "," ON_M("g", "german", "658", "T-E4", "\"melee\"") "," ON_M(
          "r", "soviet", "458", "T-E4", "\"melee\"") "]",
      "6 6 6 6 6 1 1 6 6");
  act(t, "soviet", "end"); /* the round of the phase, the Game End die, and a round more */
  happened(t, "F22.6", "field.end.roll");
  assert_int_equal(var_of(t, "german_losses"), 2);
  clear_away(t);
}

/* F15.1, F15.2: of a concealed stack the enemy sees a "?" and no more. */
static void question_mark(void **unused) {
  (void)unused;
  struct table *t = field_at(
      PHASE("german.action", FAR_AWAY "," ON_M("r", "soviet", "458", "T-E6", "\"concealed\"")), "");
  ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
  char *units = cJSON_PrintUnformatted(field(t->last, "view.units"));
  assert_non_null(strstr(units, "T-E6"));
  assert_null(strstr(units, "\"r\""));
  free(units);
  clear_away(t);
}

/* F16.5: a Gun in a pillbox shoots into its arc only. */
static void gun_in_a_pillbox(void **unused) {
  (void)unused;
  struct table *t = field_at(
      WORKED("soviet.action", "", WORK("T-H8", "pillbox2", "soviet"),
             FAR_AWAY ",{\"name\":\"gun\",\"side\":\"soviet\",\"kind\":\"AT45LL\",\"hex\":\"T-H8\","
                      "\"facing\":2,\"factors\":{\"level\":\"2\"}}," GER_AT(
                          "p", "PzIVH", "T-H12") "," GER_AT("q", "PzIVH", "T-H4")),
      "");
  act(t, "soviet", "pick gun");
  refused(t, "soviet", "shoot gun p", "F16.5");
  offered(t, "soviet", "shoot gun q", "F11.1");
  clear_away(t);
}

/* F17.10: the German 80mm mortars reach 55 hexes from the south edge. */
static void short_mortars(void **unused) {
  (void)unused;
  struct table *t = field_at(
      "\"map\":\"plain:4x62\",\"phase\":\"german.support\",\"vars\":{\"german_module\":\"80\"},"
      "\"units\":[" GER_AT("g", "658", "T-A1") "," RUS_AT("r", "458", "T-B3") "]",
      "");
  act(t, "german", "mission 0 fire");
  refused(t, "german", "aim T-B3", "F17.10");
  clear_away(t);
}

/* F18.2: planes stay for this Game Turn and the next. */
static void planes_leave(void **unused) {
  (void)unused;
  struct table *t = field_at(UNDER("soviet.assault", "\"german_planes\":2", FAR_AWAY), "1 1 5 5");
  act(t, "soviet", "end");
  script(t, "german: pass; german: end; german: end; soviet: end; soviet: end; german: pass; "
            "german: end; german: end; soviet: end; soviet: end");
  happened(t, "F18.2", "field.planes.gone");
  clear_away(t);
}

/* F20.2, F20.4: grenade smoke goes at the End; a burning wreck sets grain ablaze. */
static void fires(void **unused) {
  (void)unused;
  struct table *t = field_at(
      WORKED("soviet.assault", HEX("T-E8", "grain"),
             "{\"hex\":\"T-E8\",\"mark\":\"burning\"},{\"hex\":\"T-H8\",\"mark\":\"smoke\"}",
             FAR_AWAY),
      "2");
  assert_true(shows(t, "german", "smoke"));
  act(t, "soviet", "end");
  happened(t, "F20.4", "field.blaze"); /* Dry: 1 or 2 */
  assert_false(shows(t, "german", "smoke"));
  clear_away(t);
}

/* F22.1: from the box on to the own edge, at the cost of the hex, with a window. */
static void entering(void **unused) {
  (void)unused;
  struct table *t = field_at(
      UNDER("german.action", "\"edges\":1",
            FAR_AWAY
            ",{\"name\":\"g\",\"side\":\"german\",\"kind\":\"658\",\"box\":\"german.off\"},"
            "{\"name\":\"h\",\"side\":\"german\",\"kind\":\"658\",\"box\":\"german.off\"}"),
      "");
  act(t, "german", "enter g");
  refused(t, "german", "at T-A8", "F22.1");
  refused(t, "german", "go T-P8 0", "F22.1");
  act(t, "german", "with h");
  act(t, "german", "at T-P8");
  act(t, "soviet", "pass");
  stands(t, "g", "T-P8", 2);
  stands(t, "h", "T-P8", 2);
  offered(t, "german", "go T-P11 0", "F4.7"); /* one point is spent */
  not_offered(t, "german", "go T-P12 0");
  clear_away(t);
}

/* F22.2, F22.3: over the own edge units are kept, over another they are lost. */
static void leaving(void **unused) {
  (void)unused;
  struct table *t = field_at(UNDER("german.action", "\"edges\":1",
                                   FAR_AWAY "," GER_AT("g", "658", "T-P8") "," GER_AT(
                                       "h", "658", "T-A8") "," GER_AT("i", "658", "T-H8")),
                             "");
  act(t, "german", "pick i");
  refused(t, "german", "leave", "F22.2");
  act(t, "german", "cancel");
  act(t, "german", "pick g");
  act(t, "german", "leave");
  act(t, "soviet", "pass");
  happened(t, "F22.2", "field.leaves");
  assert_int_equal(var_of(t, "german_losses"), 0);
  act(t, "german", "pick h");
  act(t, "german", "leave");
  act(t, "soviet", "pass");
  happened(t, "F22.3", "field.lost");
  assert_int_equal(var_of(t, "german_losses"), 2);
  clear_away(t);
}

/* F22.6: after Turn 7 a die up to 2 ends the battle. */
static void game_end(void **unused) {
  (void)unused;
  for (int i = 0; i < 2; i++) {
    struct table *t = field_at("\"map\":\"plain:16x16\",\"phase\":\"soviet.assault\",\"turn\":7,"
                               "\"vars\":{\"rolls_end\":1},\"units\":[" FAR_AWAY "]",
                               i ? "3" : "2");
    act(t, "soviet", "end");
    happened(t, "F22.6", "field.end.roll");
    assert_int_equal(var_of(t, "battle_turn"), i ? 8 : 7);
    clear_away(t);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(lots),
      cmocka_unit_test(conceding),
      cmocka_unit_test(broken_gun),
      cmocka_unit_test(armour_leader),
      cmocka_unit_test(troubles),
      cmocka_unit_test(overcrowded),
      cmocka_unit_test(allowances),
      cmocka_unit_test(road_once),
      cmocka_unit_test(cut_on_the_way),
      cmocka_unit_test(barred_ground),
      cmocka_unit_test(getting_off),
      cmocka_unit_test(bogging),
      cmocka_unit_test(towing),
      cmocka_unit_test(along_a_hexside),
      cmocka_unit_test(along_two_hexsides),
      cmocka_unit_test(wounds),
      cmocka_unit_test(encircled),
      cmocka_unit_test(surrender),
      cmocka_unit_test(window),
      cmocka_unit_test(repairs),
      cmocka_unit_test(flames),
      cmocka_unit_test(rifles),
      cmocka_unit_test(out_of_heat),
      cmocka_unit_test(mortars),
      cmocka_unit_test(rapid_fire),
      cmocka_unit_test(stunned_again),
      cmocka_unit_test(going_home),
      cmocka_unit_test(riders),
      cmocka_unit_test(guns_overrun),
      cmocka_unit_test(overrun_twice),
      cmocka_unit_test(whom_to_attack),
      cmocka_unit_test(captured),
      cmocka_unit_test(melee_to_the_end),
      cmocka_unit_test(question_mark),
      cmocka_unit_test(gun_in_a_pillbox),
      cmocka_unit_test(short_mortars),
      cmocka_unit_test(planes_leave),
      cmocka_unit_test(fires),
      cmocka_unit_test(entering),
      cmocka_unit_test(leaving),
      cmocka_unit_test(game_end),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
