/* test_F15_in_detail.c - F1.5, F3.1, F3.2, F9, F12 and F15.6: who is concealed at the end of a
 * player turn, what ends there, how many fit into a Location, and what small arms do to vehicles.
 */
#include "field_kit.h"

#define ONE(id, side, kind, hex, marks) ON_M(id, side, kind, hex, marks)

/* F15.6: at the End out of sight of all watchers; men who have not fired also in concealment
 * terrain with none within 16. The German player turn ends. */
static void gaining_concealment(void **unused) {
  (void)unused;
  static const struct {
    const char *ground, *units;
    bool concealed;
  } rows[] = {
      /* nobody looks: behind a house */
      {HEX("T-E5", "house"), GER_AT("g", "658", "T-E3") "," RUS_AT("r", "458", "T-E8"), true},
      {"", GER_AT("g", "658", "T-E3") "," RUS_AT("r", "458", "T-E8"), false},
      {HEX("T-E3", "woods"), GER_AT("g", "658", "T-E3") "," RUS_AT("r", "458", "T-E8"), false},
      {HEX("T-E3", "woods"), GER_AT("g", "658", "T-E3") "," RUS_AT("r", "458", "T-E20"), true},
      {HEX("T-E3", "woods"), GER_AT("g", "658", "T-E3") "," RUS_AT("r", "458", "T-E19"), false},
      {"", GER_AT("g", "658", "T-E3") "," RUS_AT("r", "458", "T-E20"), false},
      /* who has fired, only out of sight */
      {HEX("T-E3", "woods"),
       ONE("g", "german", "658", "T-E3", "\"fired\"") "," RUS_AT("r", "458", "T-E20"), false},
      {HEX("T-E5", "house"),
       ONE("g", "german", "658", "T-E3", "\"fired\"") "," RUS_AT("r", "458", "T-E8"), true},
      /* vehicles only out of sight, Guns as men */
      {HEX("T-E3", "woods"),
       FACING("g", "german", "PzIVH", "T-E3", 5) "," RUS_AT("r", "458", "T-E20"), false},
      {HEX("T-E5", "house"),
       FACING("g", "german", "PzIVH", "T-E3", 5) "," RUS_AT("r", "458", "T-E8"), true},
      {HEX("T-E3", "woods"),
       FACING("g", "german", "AT75L", "T-E3", 5) "," RUS_AT("r", "458", "T-E20"), true},
      /* neither the broken nor those in a melee */
      {HEX("T-E5", "house"),
       ONE("g", "german", "658", "T-E3", "\"broken\"") "," RUS_AT("r", "458", "T-E8"), false},
      /* a "?" watches, a hidden unit does not (F15.4) */
      {HEX("T-E8", "woods"),
       GER_AT("g", "658", "T-E3") "," ONE("r", "soviet", "458", "T-E8", "\"concealed\""), false},
      {HEX("T-E8", "woods"),
       GER_AT("g", "658", "T-E3") "," ONE("r", "soviet", "458", "T-E8", "\"hip\""), true}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char position[1400];
    snprintf(position, sizeof position,
             "\"map\":\"plain:30x16\",\"phase\":\"german.assault\",\"terrain\":[%s],\"units\":[%s]",
             rows[i].ground, rows[i].units);
    struct table *t = field_at(position, "");
    if (is_offered(t, "german", "end"))
      act(t, "german", "end");
    if (has_mark(t, "g", "concealed") != rows[i].concealed)
      fail_msg("row %d", (int)i);
    clear_away(t);
  }
}

/* F3.1: 6 half-squads, 4 single men, one vehicle or Gun; a Gun and what may tow it go together;
 * passengers do not count. Can another one come in? */
static void stacking(void **unused) {
  (void)unused;
  static const struct {
    const char *there, *comes;
    bool fits;
  } rows[] = {
      {GER_AT("a", "658", "T-E4") "," GER_AT("b", "658", "T-E4"), "658", true},
      {GER_AT("a", "658", "T-E4") "," GER_AT("b", "658", "T-E4") "," GER_AT("c", "348", "T-E4"),
       "658", false},
      {GER_AT("a", "658", "T-E4") "," GER_AT("b", "658", "T-E4") "," GER_AT("c", "348", "T-E4"),
       "348", true},
      {GER_AT("a", "658", "T-E4") "," GER_AT("b", "658", "T-E4") "," GER_AT("c", "658", "T-E4"),
       "348", false},
      {GER_AT("a", "658", "T-E4") "," GER_AT("b", "658", "T-E4") "," GER_AT("c", "658", "T-E4"),
       "8-0", true},
      {GER_AT("a", "658", "T-E4") "," GER_AT("b", "658", "T-E4") "," GER_AT("c", "658", "T-E4"),
       "HMG348", false},
      {GER_AT("a", "8-0", "T-E4") "," GER_AT("b", "8-0", "T-E4") "," GER_AT("c", "hero", "T-E4"),
       "8-0", true},
      {GER_AT("a", "8-0", "T-E4") "," GER_AT("b", "8-0", "T-E4") "," GER_AT(
           "c", "hero", "T-E4") "," GER_AT("d", "8-1", "T-E4"),
       "8-0", false},
      {FACING("v", "german", "PzIVH", "T-E4", 5), "658", true},
      {FACING("v", "german", "PzIVH", "T-E4", 5), "PzIVH", false},
      {FACING("v", "german", "AT75L", "T-E4", 5), "PzIVH", false},
      {FACING("v", "german", "AT75L", "T-E4", 5), "SPW251/1", true},
      {FACING("v", "german", "SPW251/1", "T-E4", 5), "SPW251/1", false},
      {FACING("v", "german", "SPW251/1", "T-E4", 5) "," WITH(
           "a", "german", "658", "T-E4",
           "\"by\":\"v\"") "," GER_AT("b", "658", "T-E4") "," GER_AT("c", "658", "T-E4"),
       "658", true},
      {"{\"name\":\"w\",\"side\":\"soviet\",\"kind\":\"458\",\"hex\":\"T-H4\"}", "PzIVH", true}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char position[1400];
    snprintf(position, sizeof position,
             "\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"units\":[%s,%s,{\"name\":\"g\","
             "\"side\":\"german\",\"kind\":\"%s\",\"hex\":\"T-E3\",\"facing\":5}]",
             FAR_AWAY, rows[i].there, rows[i].comes);
    struct table *t = field_at(position, "");
    act(t, "german", "pick g");
    if (rows[i].fits)
      offered(t, "german", "go T-E4 0", "F4.7");
    else
      refused(t, "german", "go T-E4 0", "F3.1");
    clear_away(t);
  }
}

/* F5.6: a Gun in tow does not count where it is, and F3.2: over its limit a side is easier to hit.
 */
static void overcrowded(void **unused) {
  (void)unused;
  struct table *t = field_at(
      "\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"unchecked\":true,"
      "\"units\":[" FAR_AWAY
      "," GER_AT("g", "658", "T-E3") "," RUS_AT("a", "458", "T-E8") "," RUS_AT(
          "b", "458", "T-E8") "," RUS_AT("c", "458", "T-E8") "," RUS_AT("d", "248", "T-E8") "]",
      "");
  act(t, "german", "pick g");
  weighs(odds_of(t, "german", "fire T-E8 0"), "weight 10"); /* 9 and 1 */
  clear_away(t);
}

/* F12.9: a stun lasts to the End of the first own player turn that begins after it; then the
 * vehicle is recalled. */
static void stuns(void **unused) {
  (void)unused;
  struct table *t = field_at(PHASE("german.assault", FAR_AWAY
                                   "," ONE("p", "german", "PzIVH", "T-E3", "\"stunned\"") "," ONE(
                                       "v", "soviet", "T34M43", "T-K3", "\"stunned\"")),
                             "");
  act(t, "german", "end"); /* the German turn ends: stunned in it, he stays so */
  marked(t, "p", "stunned");
  marked(t, "v", "stunned");
  act(t, "soviet", "end"); /* Action */
  if (is_offered(t, "soviet", "end"))
    act(t, "soviet", "end"); /* Assault */
  unmarked(t, "v", "stunned");
  marked(t, "v", "recall");
  marked(t, "p", "stunned");
  clear_away(t);
}

/* F12.12, F12.13: open-topped vehicles at +2: margin 4 stuns, and where there is no armour 6
 * wrecks; F12.11: unarmoured ones 2 stops, 3 wrecks. 24 FP of four squads next to it: S 14. */
static void small_arms_at_vehicles(void **unused) {
  (void)unused;
  static const struct {
    const char *kind, *dice;
    int face;
    const char *rule, *event;
  } rows[] = {{"SU76M", "5 4", 2, "F12.12", NULL},
              {"SU76M", "4 4", 2, "F12.12", "field.stunned"},
              {"SU76M", "2 2", 2, "F12.12", "field.stunned"},
              {"US1.5t", "6 6", 2, "F12.11", "field.immobilized"},
              {"US1.5t", "6 5", 2, "F12.11", "field.wreck"}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char position[1400];
    snprintf(position, sizeof position,
             "\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"units\":[%s,%s,{\"name\":\"v\","
             "\"side\":\"soviet\",\"kind\":\"%s\",\"hex\":\"T-E4\",\"facing\":%d}]",
             FAR_AWAY, GER_AT("g", "658", "T-E3") "," GER_AT("h", "658", "T-E3"), rows[i].kind,
             rows[i].face);
    struct table *t = field_at(position, rows[i].dice);
    act(t, "german", "pick g");
    act(t, "german", "fire T-E4 0");
    if (rows[i].event)
      happened(t, rows[i].rule, rows[i].event);
    else
      never(t, "field.stunned");
    clear_away(t);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(gaining_concealment),
                                     cmocka_unit_test(stacking), cmocka_unit_test(overcrowded),
                                     cmocka_unit_test(stuns),
                                     cmocka_unit_test(small_arms_at_vehicles)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
