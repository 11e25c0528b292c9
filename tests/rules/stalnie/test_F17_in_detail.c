/* test_F17_in_detail.c - F17.4 to F18.6, F20: contact, chits and drift, planes, smoke and fires,
 * one die at a time. */
#include "field_kit.h"

#define SOVIET_AIR(units) UNDER("soviet.support", "\"soviet_planes\":2", FAR_AWAY "," units)
#define ONE_PLANE "3 1 6 6 " /* 3, paid for: 1; one plane, no bombs, no 37L */
#define BOMBER "3 1 1 6 "    /* the same with bombs */
#define CANNON "3 1 6 1 "    /* the same with 37L */

/* F18.1: a die up to the Game Turn, 2 less if it was paid for; 1-2: one plane, 3-5: two, 6: three,
 * and three always carry a 37L. */
static void arrivals(void **unused) {
  (void)unused;
  static const struct {
    const char *var, *dice, *told;
  } rows[] = {{"\"soviet_planes\":1", "2", NULL},
              {"\"soviet_planes\":1", "1 2 6 6", "arrive: 1"},
              {"\"soviet_planes\":2", "4", NULL},
              {"\"soviet_planes\":2", "3 2 6 6", "arrive: 1"},
              {"\"soviet_planes\":2", "3 3 6 6 6", "arrive: 2"},
              {"\"soviet_planes\":2", "3 5 6 6 6", "arrive: 2"},
              {"\"soviet_planes\":2", "3 6 6 6 6", "arrive: 3"}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char position[900];
    snprintf(position, sizeof position,
             "\"map\":\"plain:16x16\",\"phase\":\"german.assault\",\"vars\":{%s},\"units\":[%s]",
             rows[i].var, FAR_AWAY);
    struct table *t = field_at(position, rows[i].dice);
    act(t, "german", "end");
    char *events = cJSON_PrintUnformatted(field(t->last, "events"));
    bool told = strstr(events, "planes arrive") != NULL;
    if (told != (rows[i].told != NULL) || (told && !strstr(events, rows[i].told)))
      fail_msg("row %d: %s", (int)i, events);
    free(events);
    clear_away(t);
  }
}

struct pass { /* a Soviet plane over one hex */
  const char *vars, *units, *dice, *rule, *event;
};
static void fly(const struct pass *rows, size_t n) {
  for (size_t i = 0; i < n; i++) {
    char position[1200];
    snprintf(
        position, sizeof position,
        "\"map\":\"plain:20x16\",\"phase\":\"soviet.support\",\"vars\":{\"soviet_planes\":2%s},"
        "\"units\":[%s,%s]",
        rows[i].vars, FAR_AWAY, rows[i].units);
    struct table *t = field_at(position, rows[i].dice);
    act(t, "soviet", "fly 1 T-E9");
    happened(t, rows[i].rule, rows[i].event);
    clear_away(t);
  }
}
#define FLY(rows) fly(rows, sizeof(rows) / sizeof(rows)[0])
#define MEN GER_AT("g", "658", "T-E9")

/* F18.4: sighted on 7, on 8 with a leader who sees the hex within 16, on 6 under low cloud (F21.1).
 */
static void sighting(void **unused) {
  (void)unused;
  static const struct pass rows[] = {
      {"", MEN, ONE_PLANE "3 4 6 6", "F18.4", "field.sighted"},
      {"", MEN, ONE_PLANE "4 4", "F18.4", "field.not.sighted"},
      {"", MEN "," RUS_AT("l", "8-0", "T-E3"), ONE_PLANE "4 4 6 6", "F18.4", "field.sighted"},
      {"", MEN "," RUS_AT("l", "8-0", "T-E3"), ONE_PLANE "4 5", "F18.4", "field.not.sighted"},
      {"", MEN "," ON_M("l", "soviet", "8-0", "T-E3", "\"broken\""), ONE_PLANE "4 4", "F18.4",
       "field.not.sighted"},
      {"", MEN "," RUS_AT("s", "458", "T-E3"), ONE_PLANE "4 4", "F18.4", "field.not.sighted"},
      {"", MEN "," GER_AT("l", "8-0", "T-E9"), ONE_PLANE "4 4", "F18.4", "field.not.sighted"}};
  FLY(rows);
}

/* F18.5: known anti-aircraft weapons in Good Order within 12 hexes: 3 destroys, 5 drives off. */
static void anti_aircraft(void **unused) {
  (void)unused;
  static const struct pass rows[] = {
      {"", MEN "," GER_AT("aa", "AA37L", "T-H12"), ONE_PLANE "3 3 1 2", "F18.5",
       "field.plane.lost"},
      {"", MEN "," GER_AT("aa", "AA37L", "T-H12"), ONE_PLANE "3 3 2 3", "F18.5",
       "field.driven.off"},
      {"", MEN "," GER_AT("aa", "AA37L", "T-H12"), ONE_PLANE "3 3 3 3 6 6", "F18.6",
       "field.strafed"},
      {"", MEN "," GER_AT("aa", "SdKfz6/2", "T-H12"), ONE_PLANE "3 3 1 2", "F18.5",
       "field.plane.lost"},
      {"", MEN "," ON_M("aa", "german", "AA37L", "T-H12", "\"concealed\""), ONE_PLANE "3 3 6 6",
       "F18.6", "field.strafed"},
      {"", MEN "," ON_M("aa", "german", "AA37L", "T-H12", "\"broken\""), ONE_PLANE "3 3 6 6",
       "F18.6", "field.strafed"},
      {"", MEN "," GER_AT("aa", "AT75L", "T-H12"), ONE_PLANE "3 3 6 6", "F18.6", "field.strafed"},
      {"", MEN "," GER_AT("aa", "AA37L", "T-P9"), ONE_PLANE "3 3 2 3", "F18.5", "field.driven.off"},
      {"", MEN "," GER_AT("aa", "AA37L", "T-P1"), ONE_PLANE "3 3 6 6", "F18.6", "field.strafed"}};
  FLY(rows);
}

/* F18.6: at one vehicle hit on 7; K is 6, 9 for 37L and bombs, less half the front armour, 1 more
 * into an open top. */
static void at_vehicles(void **unused) {
  (void)unused;
  static const struct {
    const char *kind, *dice, *needed;
  } rows[] = {{"PzIVH", ONE_PLANE "3 3 3 4 6 6", "needed 2"},    /* 6 - 4 */
              {"PzIVH", CANNON "3 3 3 4 6 6", "needed 5"},       /* 9 - 4 */
              {"PzIVH", BOMBER "3 3 3 4 6 6", "needed 5"},       /* 9 - 4 */
              {"SPW251/1", ONE_PLANE "3 3 3 4 6 6", "needed 7"}, /* 6 - 0 and 1 */
              {"PzIVH", ONE_PLANE "3 3 4 4", NULL}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char position[1200];
    snprintf(position, sizeof position,
             "\"map\":\"plain:16x16\",\"phase\":\"soviet.support\",\"vars\":{\"soviet_planes\":2},"
             "\"units\":[%s,{\"name\":\"v\",\"side\":\"german\",\"kind\":\"%s\",\"hex\":\"T-E9\"}]",
             FAR_AWAY, rows[i].kind);
    struct table *t = field_at(position, rows[i].dice);
    act(t, "soviet", "fly 1 T-E9");
    char *events = cJSON_PrintUnformatted(field(t->last, "events"));
    if (rows[i].needed && !strstr(events, rows[i].needed))
      fail_msg("row %d: not %s: %s", (int)i, rows[i].needed, events);
    if (!rows[i].needed)
      happened(t, "F18.6", "field.air.miss");
    free(events);
    clear_away(t);
  }
}

/* F18.6, F7.12: a 37L keeps its rate on a coloured 2, and breaks on 10: machine guns are left. */
static void cannons(void **unused) {
  (void)unused;
  struct table *t = field_at(SOVIET_AIR(GER_AT("v", "PzIVH", "T-E9")), CANNON "3 3 2 6 3 3 3 6 ");
  act(t, "soviet", "fly 1 T-E9"); /* 8: missed, coloured 2 */
  happened(t, "F18.6", "field.air.miss");
  act(t, "soviet", "fly 1 T-E9"); /* once more, coloured 3 */
  refused(t, "soviet", "fly 1 T-E9", "F18.4");
  clear_away(t);
}

/* F18.4: vehicles in woods or buildings are not seen from above, and nobody flies where nothing is
 * seen. */
static void prey(void **unused) {
  (void)unused;
  struct table *t = field_at(
      "\"map\":\"plain:16x16\",\"phase\":\"soviet.support\",\"vars\":{\"soviet_planes\":2},"
      "\"terrain\":[" HEX(
          "T-E9",
          "woods") "],\"units\":[" FAR_AWAY
                   "," GER_AT("v", "PzIVH", "T-E9") "," GER_AT("w", "PzIVH", "T-H9") "," ON_M(
                       "g", "german", "658", "T-K9",
                       "\"concealed\"") "," ON_M("h", "german", "658", "T-M9",
                                                 "\"hip\"") "," RUS_AT("r", "458", "T-C3") "]",
      ONE_PLANE);
  refused(t, "soviet", "fly 1 T-E9", "F18.4");
  refused(t, "soviet", "fly 1 T-M9", "F18.4");
  refused(t, "soviet", "fly 1 T-C3", "F18.4");
  refused(t, "soviet", "fly 0 T-H9", "F18.4");
  offered(t, "soviet", "fly 1 T-H9", "F18.4");
  offered(t, "soviet", "fly 1 T-K9", "F18.4");
  clear_away(t);
}

/* F18.3: 4 or less shoots a plane down, 5 a loaded one; carriers do not attack; the rear gunner
 * bites on 11. */
static void in_the_air(void **unused) {
  (void)unused;
  static const struct {
    const char *german, *soviet, *fight;
    bool lost;
  } rows[] = {{"3 1 6 6 ", "3 1 6 6 ", "1 3", true},
              {"3 1 6 6 ", "3 1 6 6 ", "2 3", false},
              {"3 1 6 6 ", "3 1 1 6 ", NULL, false},
              {"3 1 1 6 ", "3 1 6 6 ", "2 3", true},
              {"3 1 1 6 ", "3 1 6 6 ", "3 3", false}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char dice[80];
    snprintf(dice, sizeof dice, "%s%s%s", rows[i].german, rows[i].soviet,
             rows[i].fight ? rows[i].fight : "");
    struct table *t = field_at(UNDER("german.support", "\"german_planes\":2,\"soviet_planes\":2",
                                     RUS_AT("y", "458", "T-A16") "," GER_AT("z", "658", "T-P16")),
                               dice);
    act(t, "german", "pass");
    act(t, "german", "end");
    act(t, "german", "end");
    if (rows[i].lost)
      happened(t, "F18.3", "field.plane.lost");
    else
      never(t, "field.plane.lost");
    clear_away(t);
  }
}

/* F18.3: a German who attacks on 11 meets the rear gunner; a Soviet one meets none. */
static void rear_gunners(void **unused) {
  (void)unused;
  static const struct {
    const char *first, *dice;
    bool lost;
  } rows[] = {{"soviet", "5 6", true},
              {"soviet", "5 5", false},
              {"soviet", "6 6", false},
              {"german", "5 6", false}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char dice[80], position[400];
    snprintf(dice, sizeof dice, "3 1 6 6 3 1 6 6 %s", rows[i].dice);
    snprintf(position, sizeof position,
             "\"map\":\"plain:16x16\",\"phase\":\"%s.support\",\"vars\":{\"german_planes\":2,"
             "\"soviet_planes\":2},\"units\":[%s]",
             rows[i].first, FAR_AWAY);
    struct table *t = field_at(position, dice);
    act(t, rows[i].first, "pass");
    act(t, rows[i].first, "end");
    act(t, rows[i].first, "end");
    if (rows[i].lost)
      happened(t, "F18.3", "field.plane.lost");
    else
      never(t, "field.plane.lost");
    clear_away(t);
  }
}

/* F18.6: a plane goes for the men of a hex, with a gun for a vehicle first; a truck among the men
 * has no cover. */
static void whom_planes_attack(void **unused) {
  (void)unused;
  static const struct {
    const char *load, *vehicle, *event;
    bool men, truck_lost;
  } rows[] = {{"6", "T34M43", "field.strafed", true, false},
              {"1", "T34M43", "field.air.miss", true, false},
              {"6", "T34M43", "field.air.miss", false, false},
              {"6", "US1.5t", "field.strafed", true, true}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char position[900], dice[120];
    snprintf(position, sizeof position,
             UNDER("german.support", "\"german_planes\":2",
                   FAR_AWAY
                   ",{\"name\":\"v\",\"side\":\"soviet\",\"kind\":\"%s\",\"hex\":\"T-H9\"}%s"),
             rows[i].vehicle, rows[i].men ? "," RUS_AT("r", "458", "T-H9") : "");
    /* one plane without bombs, sighted; at a vehicle 8 misses, at men 2 does all it can */
    bool strafes = !strcmp(rows[i].event, "field.strafed");
    snprintf(dice, sizeof dice, "3 1 6 %s 1 1 %s 6 6 6 6 6 6 6 6 6 6 6 6", rows[i].load,
             strafes ? "1 1" : "4 4");
    struct table *t = field_at(position, dice);
    act(t, "german", "fly 0 T-H9");
    happened(t, "F18.6", rows[i].event);
    if (!strcmp(rows[i].vehicle, "US1.5t"))
      assert_int_equal(!strcmp(place_of(t, "v"), "soviet.lost"), rows[i].truck_lost);
    leave_dice(t);
    clear_away(t);
  }
}

/* ---- F17: artillery --------------------------------------------------------------------- */

#define RADIO(oba) BY_WITH("radio", "german", "radio", "l", "\"oba\":\"" oba "\"")
#define FELL "4 4 1 1 1 " /* contact, a black chit, on the target */

/* F17.3: an observer in Good Order, unpinned, who has not acted, with the set in his hands. */
static void observers(void **unused) {
  (void)unused;
  static const struct {
    const char *units;
    bool calls;
  } rows[] = {{GER_AT("l", "8-0", "T-E3") "," RADIO("100"), true},
              {GER_AT("l", "658", "T-E3") "," RADIO("100"), true},
              {ON_M("l", "german", "8-0", "T-E3", "\"pinned\"") "," RADIO("100"), false},
              {ON_M("l", "german", "8-0", "T-E3", "\"broken\"") "," RADIO("100"), false},
              {ON_M("l", "german", "8-0", "T-E3", "\"acted\"") "," RADIO("100"), false}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char position[900];
    snprintf(position, sizeof position,
             "\"map\":\"plain:16x16\",\"phase\":\"german.support\",\"units\":[%s,%s]", FAR_AWAY,
             rows[i].units);
    struct table *t = field_at(position, "");
    if (rows[i].calls)
      offered(t, "german", "mission 0 fire", "F17.4");
    else
      refused(t, "german", "mission 0 fire", "F17.3");
    clear_away(t);
  }
}

/* F17.3: a plane sees every hex but woods and buildings. */
static void by_plane(void **unused) {
  (void)unused;
  struct table *t =
      field_at("\"map\":\"plain:16x16\",\"phase\":\"german.support\",\"vars\":{"
               "\"german_module\":\"120\"},\"terrain\":[" HEX("T-E9", "woods") "," HEX(
                   "T-H9", "house") "],\"units\":[" FAR_AWAY "]",
               "4 5");
  act(t, "german", "mission 0 fire");
  refused(t, "german", "aim T-E9", "F17.4");
  refused(t, "german", "aim T-H9", "F17.4");
  act(t, "german", "aim T-E8"); /* 8 or less */
  happened(t, "F17.4", "field.no.contact");
  refused(t, "german", "mission 0 fire", "F17.1"); /* once a phase */
  clear_away(t);
}

/* F17.1: nothing is called while a mission is still to fall, and once a phase. */
static void busy_batteries(void **unused) {
  (void)unused;
  struct table *t =
      field_at(PHASE("german.support", FAR_AWAY "," GER_AT("l", "8-0", "T-E3") "," GER_AT(
                                           "m", "8-0", "T-E3") "," RADIO("100")),
               FELL);
  act(t, "german", "mission 0 fire");
  act(t, "german", "aim T-E9");
  refused(t, "german", "mission 0 fire", "F17.2");
  clear_away(t);
}

/* F17.4: the last black chit, a rocket's one mission and the second red chit use the module up;
 * only its owner is told, and its OP tank goes home (SSR4). */
static void used_up(void **unused) {
  (void)unused;
  static const struct {
    const char *pile, *dice;
    bool spent;
  } rows[] = {{"\"oba\":\"100\",\"black\":\"1\",\"red\":\"5\"", "3 3 1 1", true},
              {"\"oba\":\"100\",\"black\":\"2\",\"red\":\"4\"", "3 3 1 1", false},
              {"\"oba\":\"100\",\"black\":\"2\",\"red\":\"4\",\"rocket\":\"1\"", "3 3 1 1", true},
              {"\"oba\":\"100\",\"black\":\"2\",\"red\":\"4\"", "3 3 6", false}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    for (int tank = 0; tank < 2; tank++) {
      char position[900];
      snprintf(position, sizeof position,
               "\"map\":\"plain:16x16\",\"phase\":\"german.support\",\"units\":[%s,%s,{\"name\":"
               "\"set\",\"side\":\"german\",\"kind\":\"%s\",%s\"factors\":{%s%s}}]",
               FAR_AWAY, GER_AT("l", "8-0", "T-E3"), tank ? "PzIIIL_OP" : "radio",
               tank ? "\"hex\":\"T-H3\"," : "", tank ? "" : "\"by\":\"l\",", rows[i].pile);
      struct table *t = field_at(position, rows[i].dice);
      act(t, "german", "mission 0 fire");
      act(t, "german", "aim T-E9");
      if (rows[i].spent)
        happened(t, "F17.4", "field.spent");
      else
        never(t, "field.spent");
      if (tank && has_mark(t, "set", "recall") != rows[i].spent)
        fail_msg("row %d", (int)i);
      clear_away(t);
    }
}

/* F17.4: the second red chit in all. */
static void second_red(void **unused) {
  (void)unused;
  struct table *t =
      field_at(PHASE("german.support", FAR_AWAY "," GER_AT("l", "8-0", "T-E3") "," BY_WITH(
                                           "radio", "german", "radio", "l",
                                           "\"oba\":\"100\",\"black\":\"4\",\"red\":\"2\"")),
               "3 3 6 3 3 5");
  act(t, "german", "mission 0 fire");
  act(t, "german", "aim T-E9");
  never(t, "field.spent");
  act(t, "german", "pass");
  act(t, "german", "end");
  act(t, "german", "end");
  act(t, "german", "mission 0 fire"); /* the resting side calls, too */
  act(t, "german", "aim T-E9");
  happened(t, "F17.4", "field.spent");
  clear_away(t);
}

struct shelling { /* what falls on E9, and what it comes to */
  const char *oba, *ground, *works, *units, *dice, *rule, *event, *words;
};
static void shell(const struct shelling *rows, size_t n) {
  for (size_t i = 0; i < n; i++) {
    char position[1400];
    snprintf(position, sizeof position,
             "\"map\":\"plain:16x16\",\"phase\":\"german.support\",\"terrain\":[%s],\"marks\":[%s],"
             "\"units\":[%s,%s,%s]",
             rows[i].ground, rows[i].works,
             GER_AT("l", "8-0", "T-E3") "," RUS_AT("y", "458", "T-A16"), rows[i].oba,
             rows[i].units);
    struct table *t = field_at(position, rows[i].dice);
    act(t, "german", "mission 0 fire");
    act(t, "german", "aim T-E9");
    act(t, "german", "pass");
    if (!strcmp(phase_of(t), "german.action"))
      act(t, "german", "end");
    act(t, "german", "end");
    happened(t, rows[i].rule, rows[i].event);
    char *events = cJSON_PrintUnformatted(field(t->last, "events"));
    if (rows[i].words && !strstr(events, rows[i].words))
      fail_msg("row %d: not '%s' in %s", (int)i, rows[i].words, events);
    free(events);
    clear_away(t);
  }
}
#define SHELL(rows) shell(rows, sizeof(rows) / sizeof(rows)[0])
#define TARGET RUS_AT("r", "458", "T-E9")

/* F17.7: the cover against shells: works, buildings; trees burst, -1. 8 FP: S 10. */
static void cover_from_above(void **unused) {
  (void)unused;
  static const struct shelling rows[] = {
      {RADIO("100"), "", "", TARGET, FELL "5 6", "F17.6", "field.shelled", "no effect"},
      {RADIO("100"), "", "", TARGET, FELL "4 6 4 4", "F17.6", "field.shelled", "pin check"},
      {RADIO("100"), HEX("T-E9", "woods"), "", TARGET, FELL "5 6 4 4", "F17.6", "field.shelled",
       "pin check"},
      {RADIO("100"), HEX("T-E9", "house"), "", TARGET, FELL "4 5", "F17.6", "field.shelled",
       "no effect"},
      {RADIO("100"), HEX("T-E9", "house"), "", TARGET, FELL "4 4 4 4", "F17.6", "field.shelled",
       "pin check"},
      {RADIO("100"), HEX("T-E9", "stone"), "", TARGET, FELL "4 4", "F17.6", "field.shelled",
       "no effect"},
      {RADIO("100"), HEX("T-E9", "woods"), WORK("T-E9", "trench", "soviet"), TARGET, FELL "4 5",
       "F17.6", "field.shelled", "no effect"},
      {RADIO("100"), HEX("T-E9", "brush"), "", TARGET, FELL "4 6 4 4", "F17.6", "field.shelled",
       "pin check"},
      /* a pillbox: the 3 of its front */
      {RADIO("100"), "", WORK("T-E9", "pillbox2", "soviet"),
       WITH("r", "soviet", "458", "T-E9", "\"level\":\"2\""), FELL "4 4", "F17.6", "field.shelled",
       "no effect"},
      {RADIO("100"), "", WORK("T-E9", "pillbox2", "soviet"),
       WITH("r", "soviet", "458", "T-E9", "\"level\":\"2\""), FELL "3 4 4 4", "F17.6",
       "field.shelled", "pin check"}};
  SHELL(rows);
}

/* F17.8: K = FRD(FP / 3) - FRD(front / 2), 1 more into an open top, 2 less dug in; unarmoured ones
 * go by the Fire table. 150: 16 FP. */
static void vehicles_from_above(void **unused) {
  (void)unused;
  static const struct shelling rows[] = {{RADIO("150"), "", "", RUS_AT("v", "T34M41", "T-E9"),
                                          FELL "6 6", "F17.8", "field.kill.roll", "needed 2"},
                                         {RADIO("150"), "", "", RUS_AT("v", "SU76M", "T-E9"),
                                          FELL "6 6", "F17.8", "field.kill.roll", "needed 5"},
                                         {RADIO("150"), "", "",
                                          ON_M("v", "soviet", "T34M41", "T-E9", "\"dugin\""),
                                          FELL "6 6", "F17.8", "field.kill.roll", "needed 0"},
                                         /* 8 FP on a lorry: S 10, margin 2 stops it, 3 wrecks it */
                                         {RADIO("100"), "", "", RUS_AT("v", "US1.5t", "T-E9"),
                                          FELL "4 4", "F12.11", "field.immobilized", NULL},
                                         {RADIO("100"), "", "", RUS_AT("v", "US1.5t", "T-E9"),
                                          FELL "4 3", "F12.11", "field.wreck", NULL}};
  SHELL(rows);
}

/* F20.3: SS squads have grenades, which land on 2, those of engineers on 3; the throw is a part of
 * the move. */
static void grenades(void **unused) {
  (void)unused;
  static const struct {
    const char *kind, *die;
    bool smokes;
  } rows[] = {{"658", "2", true}, {"658", "3", false}, {"838", "3", true}, {"838", "4", false}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char position[900];
    snprintf(position, sizeof position,
             "\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"units\":[%s,{\"name\":\"g\","
             "\"side\":\"german\",\"kind\":\"%s\",\"hex\":\"T-E3\"}]",
             FAR_AWAY, rows[i].kind);
    struct table *t = field_at(position, rows[i].die);
    act(t, "german", "pick g");
    act(t, "german", "grenade T-E4");
    assert_int_equal(shows(t, "german", "smoke"), rows[i].smokes);
    marked(t, "g", "moved");
    refused(t, "german", "grenade T-E4", "F20.3"); /* once */
    offered(t, "german", "go T-E5 0", "F4.7");     /* 2 of the 4 MP are left */
    not_offered(t, "german", "go T-E6 0");
    clear_away(t);
  }
}

/* F20.3: before or between paths, next to the squad, and only who has them. */
static void no_grenades(void **unused) {
  (void)unused;
  struct table *t =
      field_at(PHASE("german.action", FAR_AWAY "," GER_AT("g", "658", "T-E3") "," GER_AT(
                                          "h", "348", "T-H3") "," GER_AT("k", "658", "T-K3")),
               "");
  act(t, "german", "pick g");
  refused(t, "german", "grenade T-E5", "F20.3");
  act(t, "german", "careful");
  refused(t, "german", "grenade T-E4", "F20.3");
  act(t, "german", "go T-E4 0");
  act(t, "soviet", "pass");
  act(t, "german", "pick h");
  refused(t, "german", "grenade T-H4", "F20.3");
  act(t, "german", "cancel");
  act(t, "german", "pick k");
  act(t, "german", "via T-K4 0");
  refused(t, "german", "grenade T-K4", "F20.3");
  clear_away(t);
}

/* F20.4: a burning wreck sets fire to what it stands in on 1, on 2 where it is dry, on 3 where it
 * is very dry, never where it is wet, and never in stone or open ground. */
static void wrecks_kindle(void **unused) {
  (void)unused;
  static const struct {
    const char *ground, *ec, *die;
    bool burns;
  } rows[] = {{"woods", "0", "", false},  {"woods", "2", "1", true},  {"woods", "2", "2", false},
              {"woods", "3", "2", true},  {"woods", "3", "3", false}, {"woods", "4", "3", true},
              {"woods", "4", "4", false}, {"stone", "4", "", false},  {"open", "4", "", false},
              {"grain", "2", "1", true},  {"brush", "2", "1", true},  {"orchard", "2", "1", true},
              {"house", "2", "1", true},  {"rubble", "2", "1", true}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char position[900];
    snprintf(position, sizeof position,
             "\"map\":\"plain:16x16\",\"phase\":\"soviet.assault\",\"vars\":{\"ec_now\":%s},"
             "\"terrain\":[{\"hex\":\"T-E8\",\"set\":[\"%s\"]}],\"marks\":[{\"hex\":\"T-E8\","
             "\"mark\":\"burning\"}],\"units\":[%s]",
             rows[i].ec, rows[i].ground, FAR_AWAY);
    struct table *t = field_at(position, rows[i].die);
    act(t, "soviet", "end");
    if (shows(t, "german", "blaze") != rows[i].burns)
      fail_msg("row %d", (int)i);
    clear_away(t);
  }
}

/* F20.5: who stays in a Blaze at the end of his own player turn is lost, the other side's men are
 * not yet; without wind it spreads on 1, on 2 where it is dry, to one neighbour by lot. */
static void in_a_blaze(void **unused) {
  (void)unused;
  struct table *t =
      field_at(WORKED("german.assault", "",
                      "{\"hex\":\"T-E8\",\"mark\":\"blaze\"},{\"hex\":\"T-H8\",\"mark\":\"blaze\"},"
                      "{\"hex\":\"T-K8\",\"mark\":\"blaze\"}",
                      FAR_AWAY "," GER_AT("g", "658", "T-E8") "," RUS_AT(
                          "r", "458", "T-H8") "," FACING("v", "german", "Opel6700", "T-K8", 5)),
               "");
  act(t, "german", "end");
  happened(t, "F20.5", "field.lost");
  happened(t, "F20.5", "field.wreck");
  assert_string_equal(place_of(t, "g"), "german.lost");
  stands(t, "r", "T-H8", 2);
  clear_away(t);
}
static void blazes_spread(void **unused) {
  (void)unused;
  static const struct {
    const char *ec, *dice;
    bool spreads;
  } rows[] = {
      {"2", "1", true}, {"2", "2", false}, {"3", "2", true}, {"4", "2", true}, {"4", "3", false}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char position[900];
    snprintf(position, sizeof position,
             "\"map\":\"plain:16x16\",\"phase\":\"soviet.assault\",\"vars\":{\"ec_now\":%s},"
             "\"terrain\":[%s],\"marks\":[{\"hex\":\"T-E8\",\"mark\":\"blaze\"}],\"units\":[%s]",
             rows[i].ec, HEX("T-E9", "grain"), FAR_AWAY);
    struct table *t = field_at(position, rows[i].dice);
    act(t, "soviet", "end");
    if (rows[i].spreads)
      happened(t, "F20.5", "field.blaze");
    else
      never(t, "field.blaze");
    clear_away(t);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(observers),
                                     cmocka_unit_test(by_plane),
                                     cmocka_unit_test(busy_batteries),
                                     cmocka_unit_test(used_up),
                                     cmocka_unit_test(second_red),
                                     cmocka_unit_test(cover_from_above),
                                     cmocka_unit_test(vehicles_from_above),
                                     cmocka_unit_test(arrivals),
                                     cmocka_unit_test(sighting),
                                     cmocka_unit_test(anti_aircraft),
                                     cmocka_unit_test(at_vehicles),
                                     cmocka_unit_test(cannons),
                                     cmocka_unit_test(prey),
                                     cmocka_unit_test(in_the_air),
                                     cmocka_unit_test(rear_gunners),
                                     cmocka_unit_test(whom_planes_attack),
                                     cmocka_unit_test(grenades),
                                     cmocka_unit_test(no_grenades),
                                     cmocka_unit_test(wrecks_kindle),
                                     cmocka_unit_test(in_a_blaze),
                                     cmocka_unit_test(blazes_spread)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
