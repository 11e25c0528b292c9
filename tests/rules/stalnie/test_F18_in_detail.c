/* test_F18_in_detail.c - F18: aircraft: what they carry, when they leave, and what their fire does.
 */
#include "field_kit.h"

#define ONE_PLANE "3 1 6 6 " /* 3, paid for: 1; one plane, no bombs, no 37L */
#define BOMBER "3 1 1 6 "
#define CANNON "3 1 6 1 "

/* A plane's side, the units it finds, its arrival and attack, and what the log must say. */
struct sortie {
  const char *side, *units, *dice, *words;
};
static void sortie(const struct sortie *rows, size_t n, const char *vars, const char *terrain) {
  for (size_t i = 0; i < n; i++) {
    char position[1600], action[24];
    snprintf(position, sizeof position,
             "\"map\":\"plain:30x16\",\"phase\":\"%s.support\",\"vars\":{\"%s_planes\":2%s},"
             "\"terrain\":[%s],\"units\":[%s,%s]",
             rows[i].side, rows[i].side, vars, terrain, FAR_AWAY, rows[i].units);
    struct table *t = field_at(position, rows[i].dice);
    snprintf(action, sizeof action, "fly %d T-E9", !strcmp(rows[i].side, "soviet"));
    act(t, rows[i].side, action);
    char *events = cJSON_PrintUnformatted(field(t->last, "events"));
    if (!strstr(events, rows[i].words))
      fail_msg("row %d: not '%s' in %s", (int)i, rows[i].words, events);
    free(events);
    clear_away(t);
  }
}
#define SORTIE(rows, vars, terrain) sortie(rows, sizeof(rows) / sizeof(rows)[0], vars, terrain)
#define GER_TANK GER_AT("v", "PzIVH", "T-E9")
#define RUS_TANK RUS_AT("v", "T34M43", "T-E9")
#define GER_MEN GER_AT("g", "658", "T-E9")
#define RUS_MEN RUS_AT("g", "458", "T-E9")

/* SSR1, SSR2: a lone German plane carries 37L on 2, any other group on 4; three always do; bombs
 * fall from a plane on 4. The armour from above is 4: K is 2, with guns or bombs 5. */
static void loads(void **unused) {
  (void)unused;
  static const struct sortie rows[] = {{"german", RUS_TANK, "3 1 6 2 3 3 3 3 6 6", "needed 5"},
                                       {"german", RUS_TANK, "3 1 6 3 3 3 3 3 6 6", "needed 2"},
                                       {"german", RUS_TANK, "3 3 6 6 4 3 3 3 3 6 6", "needed 5"},
                                       {"german", RUS_TANK, "3 3 6 6 5 3 3 3 3 6 6", "needed 2"},
                                       {"soviet", GER_TANK, "3 1 6 4 3 3 3 3 6 6", "needed 5"},
                                       {"soviet", GER_TANK, "3 1 6 5 3 3 3 3 6 6", "needed 2"},
                                       {"soviet", GER_TANK, "3 6 6 6 6 3 3 3 3 6 6", "needed 5"},
                                       {"soviet", GER_TANK, "3 1 4 6 3 3 3 3 6 6", "needed 5"},
                                       {"soviet", GER_TANK, "3 1 5 6 3 3 3 3 6 6", "needed 2"}};
  SORTIE(rows, "", "");
}

/* F18.6: FP against men: Soviet 8, with 37L 6, German 4, with 37L 2, bombs 24: strengths 10, 9, 8,
 * 7 and 14. */
static void fire_at_men(void **unused) {
  (void)unused;
  static const struct sortie rows[] = {
      {"soviet", GER_MEN, ONE_PLANE "3 3 5 5 3 3", "DR 10: pin check"},
      {"soviet", GER_MEN, ONE_PLANE "3 3 5 6", "DR 11: no effect"},
      {"soviet", GER_MEN, CANNON "3 3 4 5 3 3", "DR 9: pin check"},
      {"soviet", GER_MEN, CANNON "3 3 5 5", "DR 10: no effect"},
      {"german", RUS_MEN, ONE_PLANE "3 3 4 4 3 3", "DR 8: pin check"},
      {"german", RUS_MEN, ONE_PLANE "3 3 4 5", "DR 9: no effect"},
      {"german", RUS_MEN, CANNON "3 3 3 4 3 3", "DR 7: pin check"},
      {"german", RUS_MEN, CANNON "3 3 4 4", "DR 8: no effect"},
      {"soviet", GER_MEN, BOMBER "3 3 6 6 3 3", "DR 12: morale check."},
      {"german", RUS_MEN, BOMBER "3 3 5 6 3 3", "DR 11: morale check +1"}};
  SORTIE(rows, "", "");
}

/* F18.6: the men have their cover, the lorry among them has none (F12.11). 8 FP: S 10. */
static void cover_from_the_air(void **unused) {
  (void)unused;
  static const struct sortie in_brush[] = {{"soviet", GER_MEN "," GER_AT("k", "Opel6700", "T-E9"),
                                            ONE_PLANE "3 3 4 4 3 3", "DR 8: pin check"},
                                           {"soviet", GER_MEN "," GER_AT("k", "Opel6700", "T-E9"),
                                            ONE_PLANE "3 3 4 4 3 3", "field.immobilized"}};
  SORTIE(in_brush, "", HEX("T-E9", "shellholes"));
  static const struct sortie in_woods[] = {
      {"soviet", GER_MEN, ONE_PLANE "3 3 4 5 3 3", "DR 9: pin check"},
      {"soviet", GER_MEN, ONE_PLANE "3 3 5 5", "DR 10: no effect"}};
  SORTIE(in_woods, "", HEX("T-E9", "woods"));
}

/* F18.4, F21.1: a leader helps from 16 hexes, if he sees the hex; under low cloud nobody does, and
 * 6 is the most. */
static void eyes_on_the_ground(void **unused) {
  (void)unused;
  static const struct sortie clear[] = {
      {"soviet", GER_MEN "," RUS_AT("l", "8-0", "T-E25"), ONE_PLANE "4 4 6 6", "field.sighted"},
      {"soviet", GER_MEN "," RUS_AT("l", "8-0", "T-E26"), ONE_PLANE "4 4", "field.not.sighted"}};
  SORTIE(clear, "", "");
  static const struct sortie hidden[] = {
      {"soviet", GER_MEN "," RUS_AT("l", "8-0", "T-E12"), ONE_PLANE "4 4", "field.not.sighted"}};
  SORTIE(hidden, "", HEX("T-E10", "woods") "," HEX("T-E11", "woods"));
  static const struct sortie cloud[] = {
      {"soviet", GER_MEN "," RUS_AT("l", "8-0", "T-E7"), ONE_PLANE "3 3 6 6", "field.sighted"},
      {"soviet", GER_MEN "," RUS_AT("l", "8-0", "T-E7"), ONE_PLANE "3 4", "field.not.sighted"}};
  SORTIE(cloud, ",\"weather_now\":0", "");
  SORTIE(cloud, ",\"weather_now\":1", "");
}

/* F18.5: 12 hexes and no more; a heavy machine gun of 12.7 mm fires at planes too; 4 and 5 drive
 * off; each weapon has its shot. */
static void reach_of_flak(void **unused) {
  (void)unused;
  static const struct sortie rows[] = {
      {"soviet", GER_MEN "," GER_AT("aa", "AA37L", "T-E21"), ONE_PLANE "3 3 2 2",
       "field.driven.off"},
      {"soviet", GER_MEN "," GER_AT("aa", "AA37L", "T-E22"), ONE_PLANE "3 3 6 6", "field.strafed"},
      {"german", RUS_MEN "," RUS_AT("aa", "HMG50", "T-E12"), ONE_PLANE "3 3 2 2",
       "field.driven.off"},
      {"german", RUS_MEN "," RUS_AT("aa", "HMG248", "T-E12"), ONE_PLANE "3 3 6 6", "field.strafed"},
      {"soviet", GER_MEN "," GER_AT("aa", "AA37L", "T-E12") "," GER_AT("bb", "AA88L", "T-E13"),
       ONE_PLANE "3 3 6 6 1 2", "field.plane.lost"},
      /* the flak of its own side lets it pass */
      {"soviet", GER_MEN "," RUS_AT("aa", "HMG50", "T-E12"), ONE_PLANE "3 3 6 6", "field.strafed"}};
  SORTIE(rows, "", "");
}

/* F18.6: on 10 the 37L breaks, on 9 it does not. What is left: an Il-2's machine guns, FP 4 and
 * TK 4 (SSR1), of a Stuka nothing (SSR2). */
static void broken_guns(void **unused) {
  (void)unused;
  static const struct {
    const char *side, *shot, *then, *dice, *words;
  } rows[] = {{"soviet", "4 5", "T-H9", "3 3 4 5 3 3", "DR 9: pin check"},
              {"soviet", "4 6", "T-H9", "3 3 4 4 3 3", "DR 8: pin check"},
              {"soviet", "4 6", "T-H9", "3 3 4 5", "DR 9: no effect"},
              {"soviet", "4 6", "T-E9", "3 3 3 3 6 6", "needed 0"},
              {"german", "4 6", "T-H9", "3 3", "field.sighted"},
              {"german", "4 6", "T-E9", "3 3 1 2", "field.air.miss"}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    bool soviet = !strcmp(rows[i].side, "soviet");
    const char *men = soviet ? GER_AT("h", "658", "T-H9") : RUS_AT("h", "458", "T-H9");
    char position[1200], dice[120], action[24], phase[24];
    snprintf(position, sizeof position,
             "\"map\":\"plain:16x16\",\"phase\":\"%s.support\",\"vars\":{\"%s_planes\":2},"
             "\"units\":[%s,%s,%s]",
             rows[i].side, rows[i].side, FAR_AWAY, soviet ? GER_TANK : RUS_TANK, men);
    snprintf(dice, sizeof dice, CANNON "3 3 %s %s", rows[i].shot, rows[i].dice);
    struct table *t = field_at(position, dice);
    snprintf(action, sizeof action, "fly %d T-E9", soviet);
    snprintf(phase, sizeof phase, "%s.support", rows[i].side);
    act(t, rows[i].side, action);
    happened(t, "F18.6", "field.air.miss");
    refused(t, rows[i].side, action, "F18.4"); /* one attack a phase */
    act(t, rows[i].side, "pass");
    go_on_to(t, phase);
    snprintf(action, sizeof action, "fly %d %s", soviet, rows[i].then);
    act(t, rows[i].side, action);
    char *events = cJSON_PrintUnformatted(field(t->last, "events"));
    if (!strstr(events, rows[i].words))
      fail_msg("row %d: not '%s' in %s", (int)i, rows[i].words, events);
    free(events);
    clear_away(t);
  }
}

/* F18.6: only a 37L has a rate and breaks: a plane without one makes one pass whatever it rolls,
 * and keeps its 8 FP; a broken 37L has no rate any more. */
static void passes_without_a_gun(void **unused) {
  (void)unused;
  static const struct {
    const char *load, *first, *again, *then, *words;
  } rows[] = {{ONE_PLANE, "2 6", "T-H9", "3 3 5 5 3 3", "DR 10: pin check"},
              {ONE_PLANE, "4 6", "T-H9", "3 3 5 5 3 3", "DR 10: pin check"},
              {CANNON, "4 6", "T-E9", "3 3 2 6", "field.air.miss"}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char dice[120], action[24];
    snprintf(dice, sizeof dice, "%s3 3 %s %s", rows[i].load, rows[i].first, rows[i].then);
    struct table *t = field_at(UNDER("soviet.support", "\"soviet_planes\":2",
                                     FAR_AWAY "," GER_TANK "," GER_AT("h", "658", "T-H9")),
                               dice);
    act(t, "soviet", "fly 1 T-E9");
    happened(t, "F18.6", "field.air.miss");
    refused(t, "soviet", "fly 1 T-E9", "F18.4");
    act(t, "soviet", "pass");
    go_on_to(t, "soviet.support");
    snprintf(action, sizeof action, "fly 1 %s", rows[i].again);
    act(t, "soviet", action);
    char *events = cJSON_PrintUnformatted(field(t->last, "events"));
    if (!strstr(events, rows[i].words))
      fail_msg("row %d: not '%s' in %s", (int)i, rows[i].words, events);
    free(events);
    refused(t, "soviet", "fly 1 T-H9", "F18.4");
    clear_away(t);
  }
}

/* F18.6: bombs fall once; then the plane has its own FP. */
static void bombs_fall_once(void **unused) {
  (void)unused;
  struct table *t = field_at(UNDER("soviet.support", "\"soviet_planes\":2", FAR_AWAY "," GER_MEN),
                             BOMBER "3 3 6 6 3 3 3 3 5 6");
  act(t, "soviet", "fly 1 T-E9");
  act(t, "soviet", "pass");
  go_on_to(t, "soviet.support");
  act(t, "soviet", "fly 1 T-E9");
  char *events = cJSON_PrintUnformatted(field(t->last, "events"));
  assert_non_null(strstr(events, "DR 11: no effect"));
  free(events);
  clear_away(t);
}

/* F18.2, SSR3: a group stays for this and the next Game Turn; then it flies no more, and none comes
 * again. */
static void two_game_turns(void **unused) {
  (void)unused;
  struct table *t = field_at(
      UNDER("soviet.support", "\"soviet_planes\":2", RUS_AT("y", "458", "T-A16") "," GER_MEN),
      ONE_PLANE);
  offered(t, "soviet", "fly 1 T-E9", "F18.4");
  act(t, "soviet", "pass");
  go_on_to(t, "soviet.support");
  offered(t, "soviet", "fly 1 T-E9", "F18.4");
  act(t, "soviet", "pass");
  go_on_to(t, "soviet.assault");
  act(t, "soviet", "end");
  happened(t, "F18.2", "field.planes.gone");
  go_on_to(t, "german.action");
  while (strcmp(phase_of(t), "soviet.action") != 0) { /* nobody is asked for planes again */
    assert_string_not_equal(phase_of(t), "soviet.support");
    act(t, "german", "end");
  }
  clear_away(t);
}

/* F18.2: only in the own player turn, and only with the own planes. */
static void whose_planes(void **unused) {
  (void)unused;
  struct table *t = field_at(
      UNDER("soviet.support", "\"soviet_planes\":2,\"german_planes\":2",
            RUS_AT("y", "458", "T-A16") "," GER_MEN "," RUS_AT("l", "8-0", "T-B3") "," BY_WITH(
                "radio", "soviet", "radio", "l", "\"oba\":\"100\"")),
      BOMBER BOMBER);
  refused(t, "soviet", "fly 0 T-E9", "F18.4"); /* not here yet */
  refused(t, "soviet", "fly 4 T-E9", "F18.4");
  act(t, "soviet", "pass");
  go_on_to(t, "german.support");
  refused(t, "german", "fly 1 T-A16", "F18.2");
  offered(t, "german", "fly 0 T-A16", "F18.4");
  act(t, "german", "pass");
  assert_string_equal(phase_of(t), "german.support"); /* the resting side may call artillery */
  refused(t, "soviet", "fly 1 T-E9", "F18.2");
  act(t, "soviet", "pass");
  go_on_to(t, "soviet.support");
  refused(t, "soviet", "fly 0 T-A16", "F18.2");
  clear_away(t);
}

/* F18.3: two planes attack one after the other: when the first has shot the only enemy down, the
 * second finds nobody; SSR3: the group that has lost its planes is gone at the end of the Game
 * Turn. */
static void two_against_one(void **unused) {
  (void)unused;
  static const struct {
    const char *dice;
    bool gone;
  } rows[] = {{"2 3", true}, {"3 3 3 3", false}, {"3 3 2 3", true}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char dice[80];
    snprintf(dice, sizeof dice, "%s3 3 6 6 6 %s", BOMBER, rows[i].dice);
    struct table *t = field_at(UNDER("soviet.support", "\"soviet_planes\":2,\"german_planes\":2",
                                     RUS_AT("y", "458", "T-A16") "," GER_MEN),
                               dice);
    act(t, "soviet", "pass");
    act(t, "soviet", "end");
    act(t, "soviet", "end");
    if (rows[i].gone)
      happened(t, "F18.3", "field.plane.lost");
    else
      never(t, "field.plane.lost");
    clear_away(t);
  }
}

/* F15.7, F18.6: any result but none takes the dummies of the hex away. */
static void dummies_from_the_air(void **unused) {
  (void)unused;
  for (int hit = 0; hit < 2; hit++) {
    struct table *t = field_at(
        "\"map\":\"plain:16x16\",\"phase\":\"soviet.support\",\"vars\":{\"soviet_planes\":2},"
        "\"marks\":[" WORK("T-E9", "dummy", "german") "],\"units\":[" FAR_AWAY "]",
        hit ? ONE_PLANE "3 3 5 5" : ONE_PLANE "3 3 5 6");
    act(t, "soviet", "fly 1 T-E9");
    if (hit)
      happened(t, "F15.7", "field.dummy");
    else
      never(t, "field.dummy");
    clear_away(t);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(loads),
                                     cmocka_unit_test(fire_at_men),
                                     cmocka_unit_test(cover_from_the_air),
                                     cmocka_unit_test(eyes_on_the_ground),
                                     cmocka_unit_test(reach_of_flak),
                                     cmocka_unit_test(broken_guns),
                                     cmocka_unit_test(passes_without_a_gun),
                                     cmocka_unit_test(bombs_fall_once),
                                     cmocka_unit_test(two_game_turns),
                                     cmocka_unit_test(whose_planes),
                                     cmocka_unit_test(two_against_one),
                                     cmocka_unit_test(dummies_from_the_air)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
