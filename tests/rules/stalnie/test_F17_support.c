/* test_F17_support.c - F17 to F19, F21: artillery, aircraft, snipers, weather; E24. */
#include "field_kit.h"

/* A German leader with a radio of a 100mm module, and Soviets on the aim hex. */
#define OBSERVER                                                                                   \
  GER_AT("l", "8-0", "T-E3") "," BY_WITH("radio", "german", "radio", "l", "\"oba\":\"100\"")
#define SHELLED RUS_AT("r", "458", "T-E9") "," GER_AT("g", "658", "T-E8")

/* E24: called in the own player turn it falls before the enemy's Action: in woods k 11, in the open
 * k 10 for the own squad beside it, and residual fire stays in all seven hexes. */
static void called_and_fallen(void **unused) {
  (void)unused;
  struct table *t = field_at(
      "\"map\":\"plain:16x16\",\"phase\":\"german.support\",\"turn\":2,\"terrain\":[" HEX(
          "T-E9", "woods") "],\"units\":[" OBSERVER "," SHELLED
                           "," RUS_AT("y", "458", "T-A16") "," RUS_AT("m", "458", "T-D10") "]",
      /* contact, chit, accuracy; DR 9 and a check for each hex; then residual fire */
      "4 4 1 1 2 4 5 6 5 4 5 6 5 5 5 2 2");
  act(t, "german", "mission 0 fire");
  act(t, "german", "aim T-E9");
  happened(t, "F17.4", "field.contact");
  happened(t, "F17.4", "field.black");
  happened(t, "F17.5", "field.aimed");
  assert_true(shows(t, "soviet", "aimed"));
  act(t, "german", "pass");
  act(t, "german", "end"); /* Action */
  act(t, "german", "end"); /* Assault */
  happened(t, "F17.2", "field.falls");
  happened(t, "F17.6", "field.shelled");
  marked(t, "r", "broken"); /* k 11: margin 2, a morale check */
  marked(t, "g", "pinned"); /* k 10: margin 1, a pin check */
  act(t, "german", "pass"); /* the resting side is asked, too */
  act(t, "soviet", "pick m");
  act(t, "soviet", "go T-E10 0");
  act(t, "german", "pass");
  happened(t, "F9.10", "field.residual.fire"); /* column 4 lies in all seven hexes */
  clear_away(t);
}

/* F17.3, F17.4: who cannot call, and where it cannot be aimed; without contact no chit is drawn. */
static void no_contact(void **unused) {
  (void)unused;
  struct table *t =
      field_at(ON_GROUND("german.support",
                         HEX("T-E6", "woods") "," HEX("T-D6", "woods") "," HEX("T-F6", "woods"),
                         OBSERVER "," SHELLED "," RUS_AT("y", "458", "T-A16")),
               "5 4");
  refused(t, "german", "mission 1 fire", "F17.1");
  refused(t, "german", "mission 0 barrage", "F17.4");
  act(t, "german", "mission 0 fire");
  refused(t, "german", "aim T-E9", "F17.4"); /* behind the woods */
  act(t, "german", "aim T-H4");
  happened(t, "F17.4", "field.no.contact");        /* DR 9: a German radio wants 8 */
  refused(t, "german", "mission 0 fire", "F17.1"); /* once a phase */
  marked(t, "l", "acted");
  clear_away(t);
}

/* F17.4: the second red chit uses the module up; the enemy is told nothing. */
static void red_chits(void **unused) {
  (void)unused;
  struct table *t = field_at(
      PHASE("german.support",
            GER_AT("l", "8-0", "T-E3") "," BY_WITH(
                "radio", "german", "radio", "l",
                "\"oba\":\"80\",\"black\":\"1\",\"red\":\"1\"") "," RUS_AT("y", "458", "T-A16")),
      "3 3 2");
  act(t, "german", "mission 0 fire");
  act(t, "german", "aim T-E9");
  happened(t, "F17.4", "field.red");
  never(t, "field.aimed");
  clear_away(t);
}

/* F17.5: a die above 2 drifts by half of it, in the way of a second die; 1 is west. */
static void drifting(void **unused) {
  (void)unused;
  struct table *t =
      field_at(PHASE("german.support", OBSERVER "," RUS_AT("y", "458", "T-A16")), "3 3 1 1 3 4");
  act(t, "german", "mission 0 fire");
  act(t, "german", "aim T-E9");
  happened(t, "F17.5", "field.aimed"); /* two hexes east: the lower numbers */
  ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
  char *marks = cJSON_PrintUnformatted(field(t->last, "view.marks"));
  assert_non_null(strstr(marks, "T-E7"));
  assert_null(strstr(marks, "T-E9"));
  free(marks);
  clear_away(t);
}

/* F17.9: smoke instead of fire; heavy guns have none. */
static void smoke_mission(void **unused) {
  (void)unused;
  struct table *t =
      field_at(PHASE("german.support", OBSERVER "," RUS_AT("y", "458", "T-A16")), "3 3 1 1 1");
  act(t, "german", "mission 0 smoke");
  act(t, "german", "aim T-E9");
  act(t, "german", "pass");
  act(t, "german", "end"); /* Assault: the leader who called has acted */
  happened(t, "F20.1", "field.smoke");
  clear_away(t);
  t = field_at(PHASE("german.support", GER_AT("l", "8-0", "T-E3") "," BY_WITH(
                                           "radio", "german", "radio", "l",
                                           "\"oba\":\"150\"") "," RUS_AT("y", "458", "T-A16")),
               "");
  refused(t, "german", "mission 0 smoke", "F17.9");
  clear_away(t);
}

/* F17.4, F17.6: a barrage only on a Pre-Registered hex, which serves for nothing else. */
static void barrage(void **unused) {
  (void)unused;
  struct table *t = field_at(
      PHASE("german.support",
            GER_AT("l", "8-0", "T-E3") "," BY_WITH(
                "radio", "german", "radio", "l",
                "\"oba\":\"100\",\"registered\":\"T-H9\"") "," RUS_AT("y", "458",
                                                                      "T-A16") "," RUS_AT("r",
                                                                                          "458",
                                                                                          "T-H11")),
      "3 3 1 1 4 6 6");
  act(t, "german", "mission 0 fire");
  refused(t, "german", "aim T-H9", "F17.4");
  act(t, "german", "cancel");
  act(t, "german", "mission 0 barrage");
  refused(t, "german", "aim T-E9", "F17.4");
  act(t, "german", "aim T-H9");
  act(t, "german", "pass");
  act(t, "german", "end");               /* Assault: the leader who called has acted */
  happened(t, "F17.6", "field.shelled"); /* two hexes west of the middle */
  clear_away(t);
}

/* F17.3: an Offboard Observer looks from level 2 over woods; contact 10 or less. */
static void offboard(void **unused) {
  (void)unused;
  struct table *t = field_at(
      "\"map\":\"plain:16x16\",\"phase\":\"german.support\",\"vars\":{\"german_module\":\"120 "
      "T-H1\"},\"terrain\":[" HEX("T-H4", "woods") "],\"units\":[" FAR_AWAY "]",
      "5 5 1 1 1");
  act(t, "german", "mission 0 fire");
  act(t, "german", "aim T-H12");
  happened(t, "F17.4", "field.contact");
  happened(t, "F17.5", "field.aimed");
  clear_away(t);
}

/* F17.8: shells on a tank: K = FRD(8 / 3) - FRD(8 / 2) is too little; on a half-track it is not. */
static void shells_on_vehicles(void **unused) {
  (void)unused;
  struct table *t =
      field_at(PHASE("german.support", OBSERVER
                     "," RUS_AT("y", "458", "T-A16") "," GER_AT("spw", "SPW251/1", "T-E9")),
               "3 3 1 1 1 1 2 6");
  act(t, "german", "mission 0 fire");
  act(t, "german", "aim T-E9");
  act(t, "german", "pass");
  act(t, "german", "end");
  act(t, "german", "end");
  happened(t, "F17.8", "field.kill.roll"); /* K = 2 - 0 + 1 = 3: DR 3 a wreck, nothing burns */
  happened(t, "F17.8", "field.wreck");
  clear_away(t);
}

/* F18.1, F18.4: a group arrives on a die up to the Game Turn; a pass needs a sighting. */
static void planes(void **unused) {
  (void)unused;
  struct table *t =
      field_at(UNDER("soviet.assault", "\"german_planes\":1",
                     FAR_AWAY "," RUS_AT("r", "458", "T-E9") "," RUS_AT("t", "T34M43", "T-H9")),
               /* arrives; 2 planes; bombs yes, no; no 37L; */
               "2 3 2 5 6 4 4 3 4 5 5");
  act(t, "soviet", "end");
  happened(t, "F18.1", "field.planes");
  refused(t, "german", "fly 0 T-C3", "F18.4");
  act(t, "german", "fly 0 T-H9");
  happened(t, "F18.4", "field.not.sighted"); /* DR 8 */
  act(t, "german", "fly 0 T-E9");
  happened(t, "F18.4", "field.sighted");
  happened(t, "F18.6", "field.strafed");
  refused(t, "german", "fly 0 T-E9", "F18.4"); /* each plane once */
  clear_away(t);
}

/* F18.5: a known anti-aircraft gun within 12 hexes fires first. */
static void anti_aircraft(void **unused) {
  (void)unused;
  struct table *t =
      field_at(UNDER("soviet.support", "\"soviet_planes\":2",
                     FAR_AWAY "," GER_AT("aa", "AA37L", "T-H12") "," GER_AT("g", "658", "T-E9")),
               "3 1 6 6 3 3 2 2");
  act(t, "soviet", "fly 1 T-E9");
  happened(t, "F18.5", "field.driven.off");
  never(t, "field.strafed");
  clear_away(t);
}

/* F18.3: groups of both sides fight first; F18.2: after two Game Turns planes are gone. */
static void dogfight(void **unused) {
  (void)unused;
  struct table *t = field_at(UNDER("german.support", "\"german_planes\":2,\"soviet_planes\":2",
                                   RUS_AT("y", "458", "T-A16") "," GER_AT("z", "658", "T-P16")),
                             "1 1 6 6 3 1 6 6 1 2");
  act(t, "german", "pass");
  act(t, "german", "end");
  act(t, "german", "end");
  happened(t, "F18.3", "field.plane.lost");
  clear_away(t);
}

/* F19.1: Original equal to the enemy's SAN brings his sniper, after the attack: 1 breaks a squad.
 */
static void snipers(void **unused) {
  (void)unused;
  struct table *t =
      field_at(UNDER("german.action", "\"german_san\":5",
                     FAR_AWAY "," GER_AT("g", "658", "T-E3") "," RUS_AT("r", "458", "T-E6")),
               "3 4 2 3 1");
  act(t, "german", "pick g");
  act(t, "german", "fire T-E6 0"); /* morale check: 5 passes, and 5 is the German SAN */
  happened(t, "F19.1", "field.sniper");
  happened(t, "F19.1", "field.broken");
  marked(t, "r", "broken");
  clear_away(t);
}

/* F19.1: 6 loses the sniper for the battle. */
static void sniper_lost(void **unused) {
  (void)unused;
  struct table *t =
      field_at(UNDER("german.action", "\"german_san\":5",
                     FAR_AWAY "," GER_AT("g", "658", "T-E3") "," RUS_AT("r", "458", "T-E6")),
               "3 4 2 3 6");
  act(t, "german", "pick g");
  act(t, "german", "fire T-E6 0");
  happened(t, "F19.1", "field.sniper");
  unmarked(t, "r", "broken");
  clear_away(t);
}

/* F10.11: a field phone is not moved, and left behind it is dead. */
static void phones(void **unused) {
  (void)unused;
  struct table *t =
      field_at(PHASE("german.action", FAR_AWAY "," GER_AT("l", "8-0", "T-E3") "," BY_WITH(
                                          "phone", "german", "phone", "l", "\"oba\":\"100\"")),
               "");
  act(t, "german", "pick l");
  refused(t, "german", "go T-E4 0", "F10.11");
  clear_away(t);
}

/* F20.5, F21.1: with a breeze a Blaze spreads downwind. */
static void breeze(void **unused) {
  (void)unused;
  struct table *t =
      field_at("\"map\":\"plain:16x16\",\"phase\":\"soviet.assault\",\"vars\":{\"breeze\":4},"
               "\"terrain\":[" HEX("T-E8", "grain") "," HEX("T-E7", "grain") "," HEX(
                   "T-E9", "grain") "],\"marks\":[{\"hex\":"
                                    "\"T-E8\",\"mark\":\"blaze\"}],"
                                    "\"units\":[" FAR_AWAY "]",
               "3");
  act(t, "soviet", "end");
  rolled(t, "F20.5", "3"); /* no lot: the downwind neighbour, 4 is east, on 1 to 3 */
  happened(t, "F20.5", "field.blaze");
  ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
  char *marks = cJSON_PrintUnformatted(field(t->last, "view.marks"));
  assert_non_null(strstr(marks, "T-E7"));
  free(marks);
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(called_and_fallen),
                                     cmocka_unit_test(no_contact),
                                     cmocka_unit_test(red_chits),
                                     cmocka_unit_test(drifting),
                                     cmocka_unit_test(smoke_mission),
                                     cmocka_unit_test(barrage),
                                     cmocka_unit_test(offboard),
                                     cmocka_unit_test(shells_on_vehicles),
                                     cmocka_unit_test(planes),
                                     cmocka_unit_test(anti_aircraft),
                                     cmocka_unit_test(dogfight),
                                     cmocka_unit_test(snipers),
                                     cmocka_unit_test(sniper_lost),
                                     cmocka_unit_test(phones),
                                     cmocka_unit_test(breeze)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
