/* test_F_phases.c - the skirmish from set-up on, and what happens by itself between decisions. */
#include "field_kit.h"

#define OTHERS GER_AT("z", "658", "T-P16") "," RUS_AT("y", "458", "T-A16")

/* 31: set-up areas, the hidden Gun, and who begins. */
static void set_up(void **unused) {
  (void)unused;
  struct table *t = lay("stalnie/skirmish", NULL, NULL);
  act(t, "soviet", "pick ru.gun-1");
  refused(t, "soviet", "put Q3", "F31.1");
  act(t, "soviet", "put L7");
  refused(t, "soviet", "hide ru.sq-1", "F15.12");
  refused(t, "soviet", "face ru.sq-1 0", "F25.4");
  act(t, "soviet", "ready");
  act(t, "soviet", "done");
  happened(t, "F31.1", "field.ready");
  act(t, "german", "ready");
  act(t, "german", "done");
  happened(t, "F1.1", "field.turn");
  clear_away(t);
}

/* F25.4: while it sets up a side deals its weapons out anew: among those not set up yet, and within
 * a Location. Vehicles, Guns and the enemy carry none. The enemy is not told. */
static void weapons_at_set_up(void **unused) {
  (void)unused;
  struct table *t = lay("stalnie/skirmish", NULL, NULL);
  act(t, "soviet", "handto ru.mmg-1 ru.sq-3");
  happened(t, "F25.4", "field.handed");
  refused(t, "soviet", "handto ru.mmg-1 ru.sq-3", "F25.4");
  refused(t, "soviet", "handto ru.mmg-1 ru.tank-1", "F25.4");
  refused(t, "soviet", "handto ru.mmg-1 ru.gun-1", "F25.4");
  refused(t, "soviet", "handto de.mmg-1 ru.sq-1", "F25.4");
  refused(t, "soviet", "handto ru.sq-1 ru.sq-2", "F25.4");
  script(t, "soviet: pick ru.sq-3; soviet: put L3");
  refused(t, "soviet", "handto ru.mmg-1 ru.sq-1", "F25.4"); /* who waits is elsewhere */
  script(t, "soviet: pick ru.sq-1; soviet: put L3; soviet: handto ru.lmg-1 ru.ldr-1");
  offered(t, "soviet", "handto ru.mmg-1 ru.sq-1", "F25.4");
  act(t, "soviet", "ready");
  /* Where the squad stands, and nowhere else, its weapon is. */
  holds(t, "F25.4", !strcmp(place_of(t, "ru.mmg-1"), place_of(t, "ru.sq-3")));
  holds(t, "F25.4", !strcmp(place_of(t, "ru.lmg-1"), place_of(t, "ru.ldr-1")));
  act(t, "soviet", "done");
  clear_away(t);
}

/* The End of a player turn: concealment and control; then the other side rallies. */
static void end_of_turn(void **unused) {
  (void)unused;
  struct table *t = field_at(
      "\"map\":\"plain:16x16\",\"phase\":\"german.assault\",\"terrain\":[" HEX(
          "T-A1", "woods") "," HEX("T-P14",
                                   "woods") "],\"regions\":[{\"id\":\"objective\","
                                            "\"hexes\":[\"T-A1\"]}],"
                                            "\"units\":[" GER_AT("g", "658", "T-A2") "," RUS_AT(
                                                "r", "458", "T-P16") "," ON_M("b", "soviet", "458",
                                                                              "T-P14",
                                                                              "\"broken\"") "]",
      "2 3");
  act(t, "german", "advance g T-A1 0");
  happened(t, "F15.6", "field.concealed");
  happened(t, "F22.4", "field.taken");
  happened(t, "F8.10", "field.rallies");
  clear_away(t);
}

/* F8.13, F8.15: a broken squad next to the enemy falls back, and is fired at on its way. */
static void falling_back(void **unused) {
  (void)unused;
  struct table *t =
      field_at(PHASE("german.action", GER_AT("g", "658", "T-H8") "," ON_M("b", "soviet", "458",
                                                                          "T-H9", "\"broken\"")),
               "3 3");
  act(t, "german", "end");
  happened(t, "F8.13", "field.falls.back");
  happened(t, "F8.15", "field.interdicted");
  clear_away(t);
}

/* F12.6, F12.11: a lorry is wrecked by a shell and by rifles. */
static void lorries(void **unused) {
  (void)unused;
  struct table *t =
      field_at(PHASE("german.action", OTHERS "," FACING("p", "german", "PzIVH", "T-H3",
                                                        5) "," RUS_AT("lorry", "US1.5t", "T-H8")),
               "3 3 4 4");
  act(t, "german", "pick p");
  act(t, "german", "shoot p lorry");
  happened(t, "F12.6", "field.wreck");
  clear_away(t);
  t = field_at(PHASE("german.action",
                     OTHERS "," GER_AT("g", "658", "T-H5") "," RUS_AT("lorry", "US1.5t", "T-H8")),
               "2 3");
  act(t, "german", "pick g");
  act(t, "german", "fire T-H8 0");
  happened(t, "F12.11", "field.wreck");
  clear_away(t);
}

/* Who cannot shoot, turn, push or go, and why. */
static void refusals(void **unused) {
  (void)unused;
  struct table *t = field_at(
      PHASE(
          "german.action",
          OTHERS "," GER_AT("g", "658", "T-H3") "," ON_M(
              "gun", "german", "AT75L", "T-C3",
              "\"moved\"") "," ON_M("p", "german", "PzIVH", "T-J3",
                                    "\"immobilized\",\"fired\"") "," RUS_AT("t", "T34M43", "T-H9")),
      "3");
  act(t, "german", "pick g");
  refused(t, "german", "shoot g t", "F11.1");
  refused(t, "german", "mg g T-H9 0", "F12.16");
  act(t, "german", "cancel");
  act(t, "german", "pick gun");
  refused(t, "german", "shoot gun t", "F11.10");
  act(t, "german", "push 2");
  happened(t, "F5.12", "field.pushed");
  act(t, "soviet", "pass");
  act(t, "german", "pick p");
  refused(t, "german", "shoot p t", "F9.7");
  refused(t, "german", "go T-J4 0", "F2.4");
  clear_away(t);
}

/* F15.4, F7.14, F8.8: fire shows the firer and the struck; Original 2 heats the battle. */
static void seen_by_fire(void **unused) {
  (void)unused;
  struct table *t = field_at(PHASE("soviet.action", OTHERS
                                   "," ON_M("r", "soviet", "458", "T-E3", "\"concealed\"") "," ON_M(
                                       "g", "german", "658", "T-E4", "\"concealed\"")),
                             "2 4 1 1 6");
  act(t, "soviet", "pick r");
  act(t, "soviet", "fire T-E4 0");
  happened(t, "F15.4", "field.seen");
  happened(t, "F7.14", "field.seen");
  rolled(t, "F8.1", "1");
  happened(t, "F8.8", "field.heat");
  marked(t, "g", "fanatic");
  clear_away(t);
}

/* F8.4: a broken squad that fails is reduced; F20.1: a grenade brings smoke. */
static void broken_and_smoke(void **unused) {
  (void)unused;
  struct table *t =
      field_at(PHASE("german.action", OTHERS "," GER_AT("g", "658", "T-E3") "," ON_M(
                                          "r", "soviet", "458", "T-E6", "\"broken\"")),
               "3 4 5 5 1");
  act(t, "german", "pick g");
  act(t, "german", "fire T-E6 0");
  happened(t, "F8.4", "field.reduced");
  act(t, "german", "pick z");
  act(t, "german", "grenade T-P15");
  happened(t, "F20.1", "field.smoke");
  clear_away(t);
}

/* F14.2, F20.5, F12.15: who cannot advance, and a charge against a tank. */
static void assaults(void **unused) {
  (void)unused;
  struct table *t =
      field_at("\"map\":\"plain:16x16\",\"phase\":\"german.assault\",\"marks\":[{\"hex\":\"T-H4\","
               "\"mark\":\"blaze\"}],\"units\":[" OTHERS "," GER_AT("g", "838", "T-H3") "," CARRIED(
                   "dc", "german", "DC", "g") "," RUS_AT("t", "T34M43", "T-H2") "]",
               "3 3 4 4 6");
  refused(t, "german", "all T-H3 T-H4", "F14.2");
  refused(t, "german", "advance g T-H4 0", "F20.5");
  act(t, "german", "throw g T-H2 0");
  happened(t, "F12.15", "field.wreck");
  clear_away(t);
}

/* F5.10, F10.1, F15.5: riders silence their tank; a tank that moves in sight is seen. */
static void tanks(void **unused) {
  (void)unused;
  struct table *t = field_at(
      PHASE(
          "soviet.action", OTHERS
          "," FACING("t", "soviet", "T34M43", "T-H8", 5) "," RUS_AT("r", "458", "T-H8") "," CARRIED(
              "mg", "soviet", "LMG_R", "r") "," ON_M("u", "soviet", "T34M43", "T-K8",
                                                     "\"concealed\"") "," GER_AT("p", "PzIVH",
                                                                                 "T-H12")),
      "");
  act(t, "soviet", "pick r");
  refused(t, "soviet", "handto mg t", "F10.1");
  act(t, "soviet", "board t");
  act(t, "soviet", "pick t");
  refused(t, "soviet", "shoot t p", "F5.10");
  act(t, "soviet", "cancel");
  act(t, "soviet", "pick u");
  act(t, "soviet", "go T-K9 0");
  refused(t, "german", "volley r T-K9 0", "F9.1");
  act(t, "german", "pass");
  happened(t, "F15.5", "field.seen");
  clear_away(t);
}

/* F7.7: a hero among the firers; F11.3: a tank that has moved shoots at +3. */
static void modifiers(void **unused) {
  (void)unused;
  struct table *t =
      field_at(PHASE("german.action", OTHERS
                     "," GER_AT("g", "658", "T-E3") "," GER_AT("h", "hero", "T-E3") "," RUS_AT(
                         "r", "458", "T-E6") "," FACING("p", "german", "PzIVH", "T-N3",
                                                        5) "," RUS_AT("t", "T34M43", "T-N9")),
               "6 5 6 5");
  act(t, "german", "pick g");
  act(t, "german", "fire T-E6 0");
  card(t, "german", "F7.7", "weight 10");
  act(t, "german", "pick p");
  act(t, "german", "go T-N4 0");
  act(t, "soviet", "pass");
  act(t, "german", "shoot p t");
  card(t, "german", "F11.3", "7 or less");
  clear_away(t);
}

/* F12.9: a stun that has lasted through an own player turn becomes Recall. */
static void recall(void **unused) {
  (void)unused;
  struct table *t = field_at(
      PHASE("german.rally", OTHERS "," ON_M("p", "german", "PzIVH", "T-H3", "\"stunned\"")), "");
  act(t, "german", "end");
  act(t, "german", "end");
  happened(t, "F12.9", "field.recalled");
  marked(t, "p", "recall");
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(set_up),       cmocka_unit_test(weapons_at_set_up),
      cmocka_unit_test(end_of_turn),  cmocka_unit_test(falling_back),
      cmocka_unit_test(lorries),      cmocka_unit_test(refusals),
      cmocka_unit_test(seen_by_fire), cmocka_unit_test(broken_and_smoke),
      cmocka_unit_test(assaults),     cmocka_unit_test(tanks),
      cmocka_unit_test(modifiers),    cmocka_unit_test(recall)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
