/* test_F7_in_detail.c - F7.3 to F7.9, F10.8, F10.10, F11.3: who fires what, who directs, and what
 * cover counts, one figure at a time. */
#include "field_kit.h"

struct offer { /* a German attack in the Action phase, and what its card comes to */
  const char *ground, *works, *units, *pick, *action, *column;
};
/* The weight of an attack; of a shot the number to hit, after the last modifier. */
static const char *figure_of(const cJSON *c) {
  const char *figure = text_of(c, "column");
  const cJSON *step;
  cJSON_ArrayForEach(step, field(c, "steps")) if (strstr(text_of(step, "to"), "or less")) figure =
      text_of(step, "to");
  return figure;
}

static void cards_come_to(const struct offer *rows, size_t n) {
  for (size_t i = 0; i < n; i++) {
    const struct offer *o = &rows[i];
    char position[2000];
    snprintf(position, sizeof position,
             "\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"terrain\":[%s],\"marks\":[%s],"
             "\"units\":[%s,%s]",
             o->ground, o->works, o->units, FAR_AWAY);
    struct table *t = field_at(position, "");
    acts(t, "german", o->pick);
    const char *column = figure_of(odds_of(t, "german", o->action));
    if (strcmp(column, o->column))
      fail_msg("row %d: '%s' comes to %s, not to %s", (int)i, o->action, column, o->column);
    clear_away(t);
  }
}
#define COME_TO(rows) cards_come_to(rows, sizeof(rows) / sizeof(rows)[0])

#define RUSSIAN RUS_AT("r", "458", "T-E8")
#define FIRE "fire T-E8 0"

/* F7.8: the unbroken leader of best modifier directs, if it is at least 1. 6 FP at range 5: 9. */
static void who_directs(void **unused) {
  (void)unused;
  static const struct offer rows[] = {
      {"", "", GER_AT("g", "658", "T-E3") "," RUSSIAN, "pick g", FIRE, "weight 9"},
      {"", "", GER_AT("g", "658", "T-E3") "," GER_AT("l", "8-0", "T-E3") "," RUSSIAN, "pick g",
       FIRE, "weight 9"},
      {"", "", GER_AT("g", "658", "T-E3") "," GER_AT("l", "8-1", "T-E3") "," RUSSIAN, "pick g",
       FIRE, "weight 10"},
      {"", "",
       GER_AT("g", "658", "T-E3") "," GER_AT("l", "8-1", "T-E3") "," GER_AT("m", "9-2",
                                                                            "T-E3") "," RUSSIAN,
       "pick g", FIRE, "weight 11"},
      {"", "",
       GER_AT("g", "658", "T-E3") "," GER_AT("m", "9-2", "T-E3") "," GER_AT("l", "8-1",
                                                                            "T-E3") "," RUSSIAN,
       "pick g", FIRE, "weight 11"},
      /* wounded, he is one worse (F8.7) */
      {"", "",
       GER_AT("g", "658", "T-E3") "," ON_M("m", "german", "9-2", "T-E3", "\"wounded\"") "," RUSSIAN,
       "pick g", FIRE, "weight 10"},
      /* heroic, one better (F8.8) */
      {"", "",
       GER_AT("g", "658", "T-E3") "," ON_M("l", "german", "8-1", "T-E3", "\"heroic\"") "," RUSSIAN,
       "pick g", FIRE, "weight 11"},
      /* broken, he leads nobody */
      {"", "",
       GER_AT("g", "658", "T-E3") "," ON_M("l", "german", "8-1", "T-E3", "\"broken\"") "," RUSSIAN,
       "pick g", FIRE, "weight 9"},
      /* pinned, he still does */
      {"", "",
       GER_AT("g", "658", "T-E3") "," ON_M("l", "german", "8-1", "T-E3", "\"pinned\"") "," RUSSIAN,
       "pick g; with l", FIRE, "weight 10"},
      /* next door he does not */
      {"", "", GER_AT("g", "658", "T-E3") "," GER_AT("l", "8-1", "T-E2") "," RUSSIAN, "pick g",
       FIRE, "weight 9"}};
  COME_TO(rows);
}

/* F7.8: he directs one attack a player turn, and is Acted; the weapon that keeps its rate keeps its
 * director. */
static void directs_once(void **unused) {
  (void)unused;
  struct table *t =
      field_at(PHASE("german.action", FAR_AWAY
                     "," GER_AT("g", "658", "T-E3") "," GER_AT("h", "658", "T-E3") "," CARRIED(
                         "mg", "german", "MMG_G",
                         "g") "," GER_AT("l", "8-1",
                                         "T-E3") "," RUS_AT("r", "458",
                                                            "T-E8") "," RUS_AT("s", "458", "T-C8")),
               "2 5 4 4 6 5");
  act(t, "german", "pick g");
  act(t, "german", "with h");
  act(t, "german", "fire T-E8 0"); /* 6 and 5: 11, column 8; coloured 2 keeps the rate */
  card(t, "german", "F7.8", "weight 11");
  never(t, "field.residual"); /* that is left by reaction fire alone (F9.10) */
  marked(t, "l", "acted");
  weighs(odds_of(t, "german", "fire T-C8 0"), "weight 9"); /* the 5 alone, 4: 8, and he directs */
  act(t, "german", "done");
  act(t, "german", "pick h");
  weighs(odds_of(t, "german", "fire T-C8 0"), "weight 7"); /* 6 halved: 7; he does not */
  leave_dice(t);
  clear_away(t);
}

/* F7.3, F7.4: who fires what. */
static void who_fires_what(void **unused) {
  (void)unused;
  static const struct offer rows[] = {
      /* a squad: its own and one weapon, the stronger one: 6 + 5 = 11, column 8 */
      {"", "",
       GER_AT("g", "658", "T-E3") "," CARRIED("a", "german", "LMG_G", "g") "," CARRIED(
           "b", "german", "MMG_G", "g") "," RUSSIAN,
       "pick g", FIRE, "weight 10"},
      /* beyond its own range two weapons instead: 3 + 5 at range 8 are 8 */
      {"", "",
       GER_AT("g", "838", "T-E1") "," CARRIED("a", "german", "LMG_G", "g") "," CARRIED(
           "b", "german", "MMG_G", "g") "," RUSSIAN,
       "pick g", FIRE, "weight 10"},
      /* a half-squad: its own 3 or the weapon's 5 */
      {"", "", GER_AT("g", "348", "T-E4") "," CARRIED("b", "german", "MMG_G", "g") "," RUSSIAN,
       "pick g", FIRE, "weight 8"},
      /* the better of the two: its own 3, not the captured 2 */
      {"", "", GER_AT("g", "348", "T-E4") "," CARRIED("b", "german", "ATR", "g") "," RUSSIAN,
       "pick g", FIRE, "weight 7"},
      /* one man serves a weapon at half: 5 are 2 */
      {"", "", GER_AT("l", "8-0", "T-E4") "," CARRIED("b", "german", "MMG_G", "l") "," RUSSIAN,
       "pick l", FIRE, "weight 7"},
      /* a hero fires his own 1, and is worth 1 more */
      {"", "", GER_AT("h", "hero", "T-E4") "," RUSSIAN, "pick h", FIRE, "weight 7"},
      /* a team fires its heavy machine gun, 7: column 6 */
      {"", "", GER_AT("g", "HMG348", "T-E3") "," RUSSIAN, "pick g", FIRE, "weight 9"},
      /* broken down, its men's own 3 */
      {"", "", ON_M("g", "german", "HMG348", "T-E4", "\"malfunctioned\"") "," RUSSIAN, "pick g",
       FIRE, "weight 7"}};
  COME_TO(rows);
}

/* F7.5: halved for each reason, summed exactly (F0.4). */
static void halves(void **unused) {
  (void)unused;
  static const struct offer rows[] = {
      {"", "", ON_M("g", "german", "658", "T-E3", "\"pinned\"") "," RUSSIAN, "pick g", FIRE,
       "weight 7"},
      /* two pinned squads: 3 and 3 are 6 */
      {"", "",
       ON_M("g", "german", "658", "T-E3", "\"pinned\"") "," ON_M("h", "german", "658", "T-E3",
                                                                 "\"pinned\"") "," RUSSIAN,
       "pick g; with h", FIRE, "weight 9"},
      /* pinned, and beyond its range: 6 quartered is 1 */
      {"", "", ON_M("g", "german", "658", "T-E1", "\"pinned\"") "," RUSSIAN, "pick g", FIRE,
       "weight 6"}};
  COME_TO(rows);
}

/* F7.9: the largest cover counts; of several targets the worst sheltered. Adjacent 12 FP: 11. */
static void cover(void **unused) {
  (void)unused;
  static const struct offer rows[] = {
      {HEX("T-E8", "gully"), "", GER_AT("g", "658", "T-E7") "," RUSSIAN, "pick g", FIRE,
       "weight 10"},
      /* not from inside the gully (T1) */
      {HEX("T-E8", "gully") "," HEX("T-E7", "gully"), "", GER_AT("g", "658", "T-E7") "," RUSSIAN,
       "pick g", FIRE, "weight 11"},
      {"", "{\"hex\":\"T-E8\",\"mark\":\"wreck\"}", GER_AT("g", "658", "T-E7") "," RUSSIAN,
       "pick g", FIRE, "weight 10"},
      /* a wreck adds nothing to woods */
      {HEX("T-E8", "woods"), "{\"hex\":\"T-E8\",\"mark\":\"wreck\"}",
       GER_AT("g", "658", "T-E7") "," RUSSIAN, "pick g", FIRE, "weight 10"},
      /* an emplaced Gun 2; with a squad beside it nothing; in stone the 3 of the house */
      {"", "", GER_AT("g", "658", "T-E7") "," ON_M("r", "soviet", "AT45LL", "T-E8", "\"emplaced\""),
       "pick g", FIRE, "weight 9"},
      {"", "",
       GER_AT("g", "658", "T-E7") "," RUSSIAN
                                  "," ON_M("q", "soviet", "AT45LL", "T-E8", "\"emplaced\""),
       "pick g", FIRE, "weight 11"},
      {HEX("T-E8", "stone"), "",
       GER_AT("g", "658", "T-E7") "," ON_M("r", "soviet", "AT45LL", "T-E8", "\"emplaced\""),
       "pick g", FIRE, "weight 8"},
      /* uphill 1, but only where there is no cover */
      {HEX("T-E8", "hill1"), "", GER_AT("g", "658", "T-E7") "," RUSSIAN, "pick g", FIRE,
       "weight 10"},
      {"{\"hex\":\"T-E8\",\"set\":[\"woods\",\"hill1\"]}", "",
       GER_AT("g", "658", "T-E7") "," RUSSIAN, "pick g", FIRE, "weight 10"},
      /* downhill nothing, and over the hedge */
      {HEX("T-E7", "hill1") "," HEDGE("T-E8", "T-E7"), "", GER_AT("g", "658", "T-E7") "," RUSSIAN,
       "pick g", FIRE, "weight 11"},
      {HEDGE("T-E8", "T-E7"), "", GER_AT("g", "658", "T-E7") "," RUSSIAN, "pick g", FIRE,
       "weight 10"},
      /* a hedge on the other side of the hex is none */
      {HEDGE("T-E8", "T-E9"), "", GER_AT("g", "658", "T-E7") "," RUSSIAN, "pick g", FIRE,
       "weight 11"}};
  COME_TO(rows);
}

/* F7.3, F12.16: a vehicle's machine guns: the bow gun to 8 and into the front arc only, the others
 * to 12. */
static void machine_guns(void **unused) {
  (void)unused;
  static const struct offer rows[] = {
      {"", "", FACING("p", "german", "PzIVH", "T-E3", 5) "," RUSSIAN, "pick p", "mg p T-E8 0",
       "weight 10"}, /* 3 + 5 */
      {"", "", FACING("p", "german", "PzIVH", "T-E3", 2) "," RUSSIAN, "pick p", "mg p T-E8 0",
       "weight 8"}, /* 5 */
      {"", "", FACING("p", "german", "PzIVH", "T-E3", 5) "," RUS_AT("r", "458", "T-E13"), "pick p",
       "mg p T-E13 0", "weight 9"}, /* 5 and half of 3 */
      {"", "", FACING("p", "german", "PzIVH", "T-E1", 5) "," RUS_AT("r", "458", "T-E14"), "pick p",
       "mg p T-E14 0", "weight 8"}, /* half of 5, half of 3: 4 */
      /* 16 FP to range 15, never doubled (F11.10) */
      {"", "", FACING("p", "german", "SdKfz7/1", "T-E7", 5) "," RUSSIAN, "pick p", "mg p T-E8 0",
       "weight 12"},
      {"", "", FACING("p", "german", "SdKfz6/2", "T-E7", 5) "," RUSSIAN, "pick p", "mg p T-E8 0",
       "weight 10"},
      {"", "", FACING("p", "german", "AA37L", "T-E7", 5) "," RUSSIAN, "pick p", "mg p T-E8 0",
       "weight 10"},
      /* an Inexperienced crew 1 worse, an armour leader better (F2.7, F2.5) */
      {"", "",
       "{\"name\":\"p\",\"side\":\"german\",\"kind\":\"PzIVH\",\"hex\":\"T-E3\",\"facing\":5,"
       "\"marks\":[\"inexperienced\"]}," RUSSIAN,
       "pick p", "mg p T-E8 0", "weight 9"},
      {"", "",
       "{\"name\":\"p\",\"side\":\"german\",\"kind\":\"PzIVH\",\"hex\":\"T-E3\",\"facing\":5,"
       "\"factors\":{\"leads\":\"2\"}}," RUSSIAN,
       "pick p", "mg p T-E8 0", "weight 12"}};
  COME_TO(rows);
}

/* F9.6, F12.14: passengers are not struck, riders are, without cover. */
static void who_is_struck(void **unused) {
  (void)unused;
  static const struct offer rows[] = {
      {HEX("T-E8", "woods"), "",
       GER_AT("g", "658", "T-E7") "," FACING("v", "soviet", "T34M43", "T-E8", 2) "," WITH(
           "r", "soviet", "458", "T-E8", "\"by\":\"v\""),
       "pick g", FIRE, "weight 11"},
      /* a truck: T5 without cover (F12.11) */
      {HEX("T-E8", "brush"), "",
       GER_AT("g", "658", "T-E7") "," FACING("v", "soviet", "US1.5t", "T-E8", 2), "pick g", FIRE,
       "weight 11"}};
  COME_TO(rows);
  struct table *t =
      field_at(PHASE("german.action", FAR_AWAY
                     "," GER_AT("g", "658", "T-E7") "," FACING("v", "soviet", "T34M43", "T-E8", 2)),
               "");
  act(t, "german", "pick g");
  refused(t, "german", "fire T-E8 0", "F12.13");
  clear_away(t);
}

/* F10.8: 24 FP next to it, 12 two hexes away, no cover, no leader; its carrier fires nothing else.
 */
static void flamethrowers(void **unused) {
  (void)unused;
  static const struct offer rows[] = {
      {HEX("T-E8", "stone"), "",
       GER_AT("g", "838", "T-E7") "," GER_AT("l", "9-2", "T-E7") "," CARRIED("ft", "german", "FT",
                                                                             "g") "," RUSSIAN,
       "pick g", "flame ft T-E8 0", "weight 14"},
      {HEX("T-E8", "stone"), "",
       GER_AT("g", "838", "T-E6") "," CARRIED("ft", "german", "FT", "g") "," RUSSIAN, "pick g",
       "flame ft T-E8 0", "weight 11"},
      {"", "", FACING("v", "german", "SPW251/16", "T-E7", 5) "," RUSSIAN, "pick v",
       "flame v T-E8 0", "weight 14"}};
  COME_TO(rows);

  struct table *t = field_at(
      PHASE("german.action", FAR_AWAY
            "," GER_AT("g", "838", "T-E7") "," CARRIED("ft", "german", "FT", "g") "," GER_AT(
                "h", "838", "T-H7") "," CARRIED("fu", "german", "FT",
                                                "h") "," RUS_AT("r", "458",
                                                                "T-E8") "," RUS_AT("s", "458",
                                                                                   "T-H8")),
      "4 6 2 2 1 6 2 2");
  act(t, "german", "pick g");
  refused(t, "german", "flame ft T-E10 0", "F7.1");
  act(t, "german", "flame ft T-E8 0"); /* Original 10: the fuel is spent (F10.6) */
  happened(t, "F10.6", "field.weapon.lost");
  assert_string_equal(place_of(t, "ft"), "german.lost");
  not_offered(t, "german", "fire T-E8 0");
  act(t, "german", "pick h");
  act(t, "german", "fire T-H8 0");
  marked(t, "h", "acted");
  not_offered(t, "german", "flame fu T-H8 0");
  clear_away(t);
}

/* F10.6: on 9 there is fuel left. */
static void fuel_left(void **unused) {
  (void)unused;
  struct table *t = field_at(
      PHASE("german.action", FAR_AWAY "," GER_AT("g", "838", "T-E7") "," CARRIED(
                                 "ft", "german", "FT", "g") "," RUS_AT("r", "458", "T-E8")),
      "4 5 2 2");
  act(t, "german", "pick g");
  act(t, "german", "flame ft T-E8 0");
  never(t, "field.weapon.lost");
  assert_string_equal(place_of(t, "ft"), "T-E7");
  clear_away(t);
}

/* F10.8, F10.6: a vehicle's flamethrower and its machine guns are two weapons; its fuel runs out.
 */
static void vehicle_flames(void **unused) {
  (void)unused;
  struct table *t = field_at(
      PHASE("german.action", FAR_AWAY "," FACING("v", "german", "SPW251/16", "T-E7", 5) "," RUS_AT(
                                 "r", "458", "T-E8") "," RUS_AT("s", "458", "T-E8")),
      "4 6 6 6 6 6 6 6 6 6 6 6 6");
  leave_dice(t);
  act(t, "german", "pick v");
  act(t, "german", "flame v T-E8 0");
  happened(t, "F10.6", "field.weapon.lost");
  refused(t, "german", "flame v T-E8 0", "F10.8");
  stands(t, "v", "T-E7", 1);
  clear_away(t);
}

/* F12.16: main armament, machine guns and flamethrower of a vehicle are three weapons. */
static void three_weapons(void **unused) {
  (void)unused;
  for (int edition = 5; edition <= 6; edition++) {
    struct table *t =
        field_at(PHASE("soviet.action", FAR_AWAY
                       "," FACING("v", "soviet", "OT34", "T-E7", 5) "," GER_AT("g", "658", "T-E8")),
                 "6 5 6 5");
    by_edition(t, edition);
    act(t, "soviet", "pick v");
    act(t, "soviet", "shell v T-E8 0");
    refused(t, "soviet", "shell v T-E8 0", "F9.7");
    offered(t, "soviet", "flame v T-E8 0", "F10.8");
    act(t, "soviet", "mg v T-E8 0");
    if (edition == 5)
      not_offered(t, "soviet", "flame v T-E8 0"); /* as it was then */
    else
      offered(t, "soviet", "flame v T-E8 0", "F10.8");
    clear_away(t);
  }
}

/* F12.15: flames against armour: 6 in front, 8 in the flank, 2 more into an open top; skirts keep 2
 * off the flank (F12.1). */
static void flames_at_armour(void **unused) {
  (void)unused;
  static const struct {
    const char *kind;
    int face, needed;
  } rows[] = {{"T34M43", 2, 6}, {"T34M43", 5, 8}, {"SU76M", 2, 8}, {"SU76M", 5, 10}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char position[1200];
    char needed[24];
    snprintf(position, sizeof position,
             "\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"units\":[%s,{\"name\":\"v\","
             "\"side\":\"soviet\",\"kind\":\"%s\",\"hex\":\"T-E8\",\"facing\":%d}]",
             FAR_AWAY "," GER_AT("g", "838", "T-E7") "," CARRIED("ft", "german", "FT", "g"),
             rows[i].kind, rows[i].face);
    snprintf(needed, sizeof needed, "needed %d", rows[i].needed);
    struct table *t = field_at(position, "1 2 6 6");
    act(t, "german", "pick g");
    act(t, "german", "flame ft T-E8 0");
    happened(t, "F12.15", "field.kill.roll");
    char *events = cJSON_PrintUnformatted(field(t->last, "events"));
    if (!strstr(events, needed))
      fail_msg("%s facing %d: not %s", rows[i].kind, rows[i].face, needed);
    free(events);
    clear_away(t);
  }
  struct table *t =
      field_at(PHASE("soviet.action",
                     FAR_AWAY "," RUS_AT("g", "628", "T-E7") "," CARRIED(
                         "ft", "soviet", "FT", "g") "," FACING("v", "german", "PzIVH", "T-E8", 5)),
               "1 2 6 6");
  act(t, "soviet", "pick g");
  act(t, "soviet", "flame ft T-E8 0");
  char *events = cJSON_PrintUnformatted(field(t->last, "events"));
  assert_non_null(strstr(events, "needed 6")); /* 8, and skirts */
  free(events);
  clear_away(t);
}

/* F10.10: an anti-tank rifle at men: 1 FP to range 12, half by one man, and no further. */
static void rifles_at_men(void **unused) {
  (void)unused;
  static const struct offer rows[] = {
      {"", "",
       GER_AT("g", "658", "T-E3") "," CARRIED("w", "german", "ATR", "g") "," RUS_AT("r", "458",
                                                                                    "T-E15"),
       "pick g", "shell w T-E15 0", "weight 6"},
      {"", "", GER_AT("l", "8-0", "T-E7") "," CARRIED("w", "german", "ATR", "l") "," RUSSIAN,
       "pick l", "shell w T-E8 0", "weight 6"}}; /* doubled next to it, halved for one man */
  COME_TO(rows);
  struct table *t = field_at(
      PHASE("german.action", FAR_AWAY
            "," GER_AT("g", "658", "T-E3") "," CARRIED("w", "german", "ATR", "g") "," GER_AT(
                "l", "8-0", "T-H3") "," CARRIED("x", "german", "ATR",
                                                "l") "," RUS_AT("r", "458",
                                                                "T-E16") "," RUS_AT("s", "458",
                                                                                    "T-H8")),
      "");
  act(t, "german", "pick g");
  refused(t, "german", "shell w T-E16 0", "F10.10");
  act(t, "german", "cancel");
  act(t, "german", "pick l");
  refused(t, "german", "shell x T-H8 0", "F7.6"); /* half of 1 */
  clear_away(t);
}

/* F8.11: struck through two opposite hexsides in one phase a unit is encircled. */
static void encircled(void **unused) {
  (void)unused;
  struct table *t =
      field_at(PHASE("german.action", FAR_AWAY
                     "," GER_AT("g", "658", "T-E5") "," GER_AT("h", "658", "T-E11") "," GER_AT(
                         "k", "658", "T-C8") "," RUS_AT("r", "458", "T-E8")),
               "6 6 6 6 6 6");
  act(t, "german", "pick g");
  act(t, "german", "fire T-E8 0");
  act(t, "german", "pick k");
  act(t, "german", "fire T-E8 0"); /* along a hexside, through a corner */
  never(t, "field.encircled");
  act(t, "german", "pick h");
  act(t, "german", "fire T-E8 0");
  happened(t, "F8.11", "field.encircled");
  marked(t, "r", "encircled");
  clear_away(t);
}

/* F11.3: the numbers to hit a vehicle and men, one modifier at a time. Range 5: 10. */
static void numbers_to_hit(void **unused) {
  (void)unused;
#define TANK FACING("p", "german", "PzIVH", "T-E3", 5)
#define GUN_WITH(leader) FACING("p", "german", "AT75L", "T-E3", 5) "," GER_AT("l", leader, "T-E3")
#define KV FACING("v", "soviet", "KV1S", "T-E8", 2)
#define SHOOT "shoot p v"
#define SHELL "shell p T-E8 0"
  static const struct offer rows[] = {
      {"", "", TANK "," KV, "pick p", SHOOT, "10 or less"},
      {HEX("T-E8", "woods"), "", TANK "," KV, "pick p", SHOOT, "9 or less"},
      {HEX("T-E8", "rubble"), "", TANK "," KV, "pick p", SHOOT, "9 or less"},
      {HEX("T-E8", "brush"), "", TANK "," KV, "pick p", SHOOT, "10 or less"},
      {HEDGE("T-E8", "T-E7"), "", TANK "," KV, "pick p", SHOOT, "9 or less"},
      {HEX("T-E6", "grain") "," HEX("T-E5", "brush"), "", TANK "," KV, "pick p", SHOOT,
       "8 or less"},
      /* size, and a turret outside the hull's arc */
      {"", "", TANK "," FACING("v", "soviet", "T70", "T-E8", 2), "pick p", SHOOT, "9 or less"},
      {"", "", FACING("p", "german", "PzIVH", "T-E3", 2) "," KV, "pick p", SHOOT, "9 or less"},
      /* without a turret, or a Gun with an arc: it turns first */
      {"", "", FACING("p", "german", "StuGIIIG", "T-E3", 2) "," KV, "pick p", SHOOT, "7 or less"},
      {"", "", FACING("p", "german", "AT75L", "T-E3", 2) "," KV, "pick p", SHOOT, "7 or less"},
      /* anti-aircraft Guns do not */
      {"", "", FACING("p", "german", "AA88L", "T-E3", 2) "," KV, "pick p", SHOOT, "10 or less"},
      /* men 2, and their cover */
      {"", "", TANK "," RUSSIAN, "pick p", SHELL, "8 or less"},
      {HEX("T-E8", "stone"), "", TANK "," RUSSIAN, "pick p", SHELL, "5 or less"},
      {"", "", TANK "," ON_M("r", "soviet", "AT45LL", "T-E8", "\"emplaced\""), "pick p", SHELL,
       "6 or less"},
      {"", "",
       TANK
       "," ON_M("r", "soviet", "AT45LL", "T-E8", "\"emplaced\"") "," RUS_AT("s", "458", "T-E8"),
       "pick p", SHELL, "8 or less"},
      {HEX("T-E8", "stone"), "", TANK "," ON_M("r", "soviet", "AT45LL", "T-E8", "\"emplaced\""),
       "pick p", SHELL, "5 or less"},
      /* concealed 2 more */
      {"", "", TANK "," ON_M("r", "soviet", "458", "T-E8", "\"concealed\""), "pick p", SHELL,
       "6 or less"},
      /* a leader directs a Gun, not a tank; pinned 1 worse */
      {"", "", GUN_WITH("9-2") "," KV, "pick p", SHOOT, "12 or less"},
      {"", "", GUN_WITH("8-0") "," KV, "pick p", SHOOT, "10 or less"},
      {"", "", TANK "," GER_AT("l", "9-2", "T-E3") "," KV, "pick p", SHOOT, "10 or less"},
      {"", "",
       FACING("p", "german", "AT75L", "T-E3", 5) "," ON_M("l", "german", "9-2", "T-E3",
                                                          "\"broken\"") "," KV,
       "pick p", SHOOT, "10 or less"},
      {"", "", GUN_WITH("8-1") "," GER_AT("m", "9-2", "T-E3") "," KV, "pick p", SHOOT,
       "12 or less"},
      {"", "",
       FACING("p", "german", "AT75L", "T-E3", 5) "," ON_M("l", "german", "9-2", "T-E3",
                                                          "\"acted\"") "," KV,
       "pick p", SHOOT, "10 or less"},
      {"", "",
       "{\"name\":\"p\",\"side\":\"german\",\"kind\":\"AT75L\",\"hex\":\"T-E3\",\"facing\":5,"
       "\"marks\":[\"pinned\"]}," KV,
       "pick p", SHOOT, "9 or less"},
      /* crew and armour leader (F2.7, F2.5) */
      {"", "",
       "{\"name\":\"p\",\"side\":\"german\",\"kind\":\"PzIVH\",\"hex\":\"T-E3\",\"facing\":5,"
       "\"marks\":[\"inexperienced\"]}," KV,
       "pick p", SHOOT, "9 or less"},
      {"", "",
       "{\"name\":\"p\",\"side\":\"german\",\"kind\":\"PzIVH\",\"hex\":\"T-E3\",\"facing\":5,"
       "\"factors\":{\"leads\":\"1\"}}," KV,
       "pick p", SHOOT, "11 or less"},
      /* acquired */
      {"", "",
       "{\"name\":\"p\",\"side\":\"german\",\"kind\":\"PzIVH\",\"hex\":\"T-E3\",\"facing\":5,"
       "\"factors\":{\"acquired\":\"T-E8\"}}," KV,
       "pick p", SHOOT, "11 or less"},
      /* beyond 12 hexes a long gun 1 easier: 8 and 1 */
      {"", "",
       FACING("p", "german", "PzIVH", "T-E1", 5) "," FACING("v", "soviet", "KV1S", "T-E14", 2),
       "pick p", SHOOT, "9 or less"},
      {"", "",
       FACING("p", "german", "PzIVH", "T-E1", 5) "," FACING("v", "soviet", "KV1S", "T-E13", 2),
       "pick p", SHOOT, "9 or less"}};
  COME_TO(rows);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(who_directs),    cmocka_unit_test(directs_once),
      cmocka_unit_test(who_fires_what), cmocka_unit_test(halves),
      cmocka_unit_test(cover),          cmocka_unit_test(machine_guns),
      cmocka_unit_test(who_is_struck),  cmocka_unit_test(flamethrowers),
      cmocka_unit_test(fuel_left),      cmocka_unit_test(vehicle_flames),
      cmocka_unit_test(three_weapons),  cmocka_unit_test(flames_at_armour),
      cmocka_unit_test(rifles_at_men),  cmocka_unit_test(encircled),
      cmocka_unit_test(numbers_to_hit)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
