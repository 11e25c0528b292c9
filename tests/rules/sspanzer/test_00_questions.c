/* test_00_questions.c - what a player may ask: reach and its risks, lines of sight, control,
 * threats, records, labels, boxes. */
#include "table.h"

#include <stdlib.h>

static const cJSON *reach_hex(struct table *t, const char *side, const char *unit,
                              const char *hex) {
  const cJSON *h;
  ask(t, "{\"cmd\":\"reach\",\"side\":\"%s\",\"unit\":\"%s\"}", side, unit);
  cJSON_ArrayForEach(h,
                     field(t->last, "reach.hexes")) if (!strcmp(text_of(h, "hex"), hex)) return h;
  return NULL;
}
static void risk_at(struct table *t, const char *side, const char *unit, const char *hex,
                    const char *want, int line) {
  const cJSON *h = reach_hex(t, side, unit, hex);
  if (!h)
    fail_msg("line %d: %s is not within reach", line, hex);
  if (strcmp(text_of(h, "risk"), want))
    fail_msg("line %d: at %s '%s', not '%s'", line, hex, text_of(h, "risk"), want);
}
#define risk(t, side, unit, hex, want) risk_at(t, side, unit, hex, want, __LINE__)

/* 7.2: shots on the way out of the hex before and on the way into this one. */
static void reach_tells_the_shots(void **s) {
  (void)s;
  struct table *t = lay(
      GAME,
      PLAIN IMPULSE("LAH") GROUND(JOIN(HEX("1013", "woods"), SIDE("1510", "1511", "berm")))
          UNITS(JOIN(U(PZ4, "1010"), U(PG, "1009"), U(T4R, "1012"), U(MR, "1012"), U(STG, "1509"),
                     U(T4RB, "1511"), UM("ru.29tc.t4r-32-1", "0511", "suppressed"),
                     STATIC("x", "0511", "s6"), U(TIG, "0509"), KZ("ru.29tc.t70-25", "0516", "0"),
                     U(PZ4B, "0513"), U(SAC, "1908"), U(PZ4C, "1906"), U(PGB, "1905"))),
      "");
  risk(t, G, PZ4, "1009", "");       /* away from everything */
  risk(t, G, PZ4, "1011", "1 shot"); /* in: the T-34; the riflemen's gun is in parentheses */
  risk(t, G, PZ4, "0911", "1 shot");
  risk(t, G, PG, "1011", "2 shots");  /* both of them at infantry */
  risk(t, G, PZ4, "1112", "2 shots"); /* out of one hex of the zone and into the next */
  risk(t, G, PZ4, "1013", "1 shot");  /* out only: no zone in the woods */
  risk(t, G, STG, "1510", "");        /* the berm */
  risk(t, G, TIG, "0510", "");        /* suppressed and static units */
  risk(t, G, PZ4B, "0515", "");       /* behind a kill zone */
  risk(t, G, PZ4B, "0417", "1 shot"); /* before it */
  risk(t, G, PZ4C, "1907", "");       /* no gun at all */
  risk(t, G, PGB, "1907", "1 shot");
  clear_away(t);
  /* leaving a close combat: those it fights fire, nobody else does; who fights does not shoot at
   * others */
  t = lay(GAME,
          PLAIN IMPULSE("LAH") UNITS(U(PZ4, "1010") "," U(MR, "1010") "," U(T4R, "1011") "," U(
              PG, "1407") "," U(PGB, "1409") "," U(MRB, "1409") IDLE_G),
          "");
  risk(t, G, PZ4, "1009", "1 shot");
  risk(t, G, PZ4, "1110", "2 shots");
  risk(t, G, PG, "1408", "");
  clear_away(t);
  t = lay(GAME, PLAIN IMPULSE("LAH") UNITS(U(PZ4, "1011") "," U(T4R, "1012") IDLE_G), "");
  risk(t, G, PZ4, "1010", "1 shot"); /* out of a zone */
  clear_away(t);
}

static void reach_offers_the_move(void **s) {
  (void)s;
  struct table *t =
      lay(GAME,
          PLAIN IMPULSE("LAH")
              UNITS(U(PZ4, "1010") "," U(PG, "1012") "," U(PGB, "1012") "," U(AG, "1012") "," U(
                  PIO, "1012") "," U("de.dr.pz4-5", "1109") "," UM(STG, "0505",
                                                                   "suppressed") "," U(MR, "1019")
                        IDLE_G),
          "");
  const cJSON *h = reach_hex(t, G, PZ4, "1011");
  assert_string_equal(text_of(h, "do"), "step " PZ4 " 1011");
  assert_string_equal(text_of(h, "from"), "1010");
  assert_int_equal(int_of(h, "left"), 9);
  assert_true(cJSON_IsTrue(field(h, "stop")));
  assert_string_equal(text_of(t->last, "reach.begin[0]"), "choose " PZ4);
  assert_string_equal(text_of(t->last, "reach.end[0]"), "stop " PZ4);
  assert_true(cJSON_IsFalse(field(reach_hex(t, G, PZ4, "1012"), "stop"))); /* 6.1a: full */
  assert_true(cJSON_IsFalse(field(reach_hex(t, G, PZ4, "1109"), "stop"))); /* another division */
  assert_null(reach_hex(t, G, PZ4, "1019"));                               /* 4.2f: an enemy */
  assert_non_null(reach_hex(t, G, STG, "0505"));
  assert_null(field(t->last, "reach.begin[0]")); /* it can recover, but not move */
  assert_null(field(t->last, "reach.end[0]"));
  assert_int_equal(int_of(t->last, "reach.hexes[0].left"), 0);
  h = reach_hex(t, R, PZ4, "1011"); /* the other side may look, not act */
  assert_null(field(t->last, "reach.begin[0]"));
  assert_null(field(h, "do"));
  h = reach_hex(t, R, MR, "1018"); /* its own unit, but not its decision */
  assert_null(field(t->last, "reach.begin[0]"));
  assert_null(field(h, "do"));
  h = reach_hex(t, G, MR, "1018");
  assert_null(field(t->last, "reach.begin[0]"));
  /* not its impulse */
  assert_null(reach_hex(t, G, "de.dr.pz4-5", "1109") ? field(t->last, "reach.begin[0]") : NULL);
  acts(t, G, "choose " PZ4 "; step " PZ4 " 1011; step " PZ4 " 1111; step " PZ4 " 1011");
  h = reach_hex(t, G, PZ4, "1010"); /* in the middle of the move: what is left */
  assert_int_equal(int_of(h, "left"), 6);
  assert_int_equal(int_of(h, "cost"), 1);
  assert_string_equal(text_of(h, "do"), "step " PZ4 " 1010");
  assert_null(field(t->last, "reach.begin[0]"));
  assert_string_equal(text_of(t->last, "reach.end[0]"), "stop " PZ4);
  assert_null(reach_hex(t, G, PZ4, "1003"));
  assert_non_null(reach_hex(t, G, PG, "1013")); /* another unit meanwhile: to look at only */
  assert_null(field(t->last, "reach.begin[0]"));
  ask(t, "{\"cmd\":\"reach\",\"side\":\"german\",\"unit\":\"" TIG "\"}");
  assert_string_equal(text_of(t->last, "error.rule"), "8.1");
  assert_string_equal(text_of(t->last, "error.text"), "13./SS-PzRgt 1 LAH is not on the map.");
  clear_away(t);
  /* a hex emptied by losses is closed (8.3i) */
  t = lay(GAME,
          PLAIN IMPULSE("LAH") UNITS(U(PZ4, "1010") "," U(PG, "1011") "," U(SAC, "1012") IDLE_G),
          "1 1 6");
  acts(t, G, "choose " PZ4 "; fire " PZ4 " " SAC);
  assert_null(reach_hex(t, G, PG, "1012"));
  ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
  assert_string_equal(text_of(t->last, "view.marks[0].hex"), "1012");
  assert_string_equal(text_of(t->last, "view.marks[0].mark"), "closed");
  clear_away(t);
  /* over: nobody moves any more, and nobody breaks */
  t = lay(GAME, PLAIN "\"phase\":\"recovery\",\"turn\":2," UNITS(U(PZ4, "1010") "," U(MR, "1515")),
          "");
  assert_non_null(reach_hex(t, G, PZ4, "1011"));
  assert_null(field(t->last, "reach.begin[0]"));
  clear_away(t);
}

/* ---- lines of sight --------------------------------------------------------------------- */

static void line_says(struct table *t, const char *a, const char *b, const char *cut,
                      const char *text) {
  ask(t, "{\"cmd\":\"overlay\",\"side\":\"german\",\"name\":\"los\",\"args\":[\"%s\",\"%s\"]}", a,
      b);
  assert_string_equal(text_of(t->last, "overlay.lines[0].text"), text);
  assert_string_equal(text_of(t->last, "overlay.lines[0].cut"), cut);
  assert_string_equal(text_of(t->last, "overlay.legend[0].text"),
                      strncmp(text, "open, ", 6) ? "blocked" : "open");
}

static void sight_says_where(void **s) {
  (void)s;
  struct table *t =
      lay(GAME,
          PLAIN IMPULSE_V("LAH", "6") GROUND(HEX("1012", "woods") "," SIDE(
              "0307", "0308", "berm") "," SIDE("0705", "0704", "slope") "," HEX("1512", "hilltop"))
              UNITS(U(PZ4, "2020") "," U(T4R, "0101")),
          "");
  line_says(t, "1010", "1014", "1012", "woods, town or hilltop at 1012");
  line_says(t, "1514", "1511", "1512", "woods, town or hilltop at 1512");
  line_says(t, "0306", "0309", "0307", "berm at 0307");
  line_says(t, "0703", "0706", "0705", "slope at 0705");
  line_says(t, "0911", "1111", "1012", "along a hexside at 1012");
  line_says(t, "1913", "1920", "1920", "open ground, but 7 hexes and visibility 6");
  line_says(t, "1913", "1919", "", "open, 6 hexes");
  line_says(t, "1913", "1913", "", "open, 0 hexes");
  ask(t, "{\"cmd\":\"overlay\",\"side\":\"german\",\"name\":\"los\",\"args\":[\"0101\",\"0110\"]}");
  assert_string_equal(text_of(t->last, "error.rule"), "9.4");
  assert_string_equal(text_of(t->last, "error.text"),
                      "0101 and 0110 are farther apart than any visibility.");
  clear_away(t);
}

/* 9.4e, by itself: every way a line may meet one slope or two. Slopes are named uphill first. */
static void r9_4e_slopes_alone(void **s) {
  (void)s;
  struct table *t =
      lay(GAME,
          PLAIN IMPULSE_V("LAH", "8")
              GROUND(SIDE("1010", "1011", "slope") "," SIDE("1410", "1411", "slope") "," SIDE(
                  "1412", "1411",
                  "slope") "," SIDE("0610", "0611",
                                    "slope") "," SIDE("0612", "0613",
                                                      "slope") "," SIDE("1810", "1809",
                                                                        "slope") "," SIDE("1810",
                                                                                          "1811",
                                                                                          "slope"))
                  UNITS(U(PZ4, "2020") "," U(T4R, "0101")),
          "");
  sight(t, "1010", "1011", "9.4");  /* down, next door */
  sight(t, "1010", "1013", "9.4");  /* down and beyond */
  sight(t, "1011", "1009", "9.4e"); /* up, and beyond the crest */
  sight(t, "1009", "1012", "9.4e"); /* over it, touching neither */
  sight(t, "1410", "1412", "9.4");  /* from crest to crest over the valley */
  sight(t, "1410", "1413", "9.4e"); /* but not beyond the far crest */
  sight(t, "1409", "1412", "9.4e");
  sight(t, "1409", "1411", "9.4e");
  /* a stair: from the top one step to the foot of the other (ii) */
  sight(t, "0610", "0613", "9.4");
  sight(t, "0611", "0612", "9.4");
  /* from between the steps down past the lower one: 0611 is nobody's uphill hex, 0612 no end */
  sight(t, "0611", "0613", "9.4e");
  sight(t, "1809", "1811", "9.4e"); /* two downhill hexes on both sides of a crest */
  sight(t, "1809", "1810", "9.4");
  clear_away(t);
}

/* ---- control, threat -------------------------------------------------------------------- */

static const char *in_overlay(struct table *t, const char *side, const char *name, const char *hex,
                              int item) {
  const cJSON *h;
  ask(t, "{\"cmd\":\"overlay\",\"side\":\"%s\",\"name\":\"%s\",\"args\":[]}", side, name);
  cJSON_ArrayForEach(
      h, field(t->last, "overlay.hexes")) if (!strcmp(cJSON_GetArrayItem(h, 0)->valuestring,
                                                      hex)) return cJSON_GetArrayItem(h, item)
      ->valuestring;
  return "";
}

static void control_and_threat(void **s) {
  (void)s;
  struct table *t = lay(
      GAME,
      PLAIN IMPULSE("LAH") GROUND(HEX("1011", "woods"))
          UNITS(U(PZ4, "1010") "," U(PG, "1010") "," U(MR, "1515") "," UM(
              T4R, "0404",
              "suppressed") "," STATIC("x", "0505",
                                       "s6") "," KZ(T4RB, "0410",
                                                    "3") "," U(SAC,
                                                               "0415") "," U(PGB,
                                                                             "0707") "," U(MRB,
                                                                                           "0707")
                    IDLE_G),
      "");
  assert_string_equal(in_overlay(t, G, "control", "1010", 1), "o");
  assert_string_equal(in_overlay(t, G, "control", "1515", 1), "e");
  assert_string_equal(in_overlay(t, R, "control", "1010", 1), "e");
  assert_string_equal(in_overlay(t, R, "control", "1515", 1), "o");
  assert_string_equal(in_overlay(t, R, "threat", "1013", 2), "");  /* behind the woods */
  assert_string_equal(in_overlay(t, R, "threat", "1011", 2), "2"); /* both of them */
  assert_string_equal(in_overlay(t, R, "threat", "1007", 2), "1"); /* three hexes: the gun only */
  assert_string_equal(in_overlay(t, R, "threat", "1006", 2), "");  /* 8 against armour 5: three */
  assert_string_equal(in_overlay(t, G, "threat", "1516", 2), "1"); /* riflemen: one hex */
  assert_string_equal(in_overlay(t, G, "threat", "1517", 2), "");
  /* suppressed and static units: none */
  assert_string_equal(in_overlay(t, G, "threat", "0406", 2), "");
  assert_string_equal(in_overlay(t, G, "threat", "0408", 2), "1"); /* the kill zone looks south */
  assert_string_equal(in_overlay(t, G, "threat", "0412", 2), "");
  /* armoured cars: range 1 at infantry */
  assert_string_equal(in_overlay(t, G, "threat", "0416", 2), "1");
  assert_string_equal(in_overlay(t, G, "threat", "0708", 2), ""); /* in close combat: none */
  clear_away(t);
  t = lay(GAME,
          PLAIN IMPULSE_V("LAH", "2") UNITS(U(TIG, "1010") "," U("ru.29tc.t70-25", "1818") IDLE_G),
          "");
  assert_string_equal(in_overlay(t, R, "threat", "1008", 2), "1");
  assert_string_equal(in_overlay(t, R, "threat", "1007", 2), ""); /* 5e: the visibility */
  /* gun 4 at armour 5: adjacent; S at two */
  assert_string_equal(in_overlay(t, G, "threat", "1816", 2), "1");
  clear_away(t);
}

/* ---- records, view ---------------------------------------------------------------------- */

static void records(void **s) {
  (void)s;
  struct table *t =
      lay(BIG,
          PLAIN "\"phase\":\"action\",\"turn\":3,\"vars\":{\"impulse\":\"LAH\",\"played\":\"DR\","
                "\"artillery\":7,\"vis\":6}," UNITS(U(PZ4, "1010") "," UM(
                    PG, "0505", "suppressed") "," U1(MR, "1012") "," U(T4R, "1515") IDLE_G),
          "1 1 6");
  acts(t, G, "choose " PZ4 "; fire " PZ4 " " MR);
  ask(t, "{\"cmd\":\"records\",\"side\":\"german\"}");
  static const char *const rows[][2] = {
      {"Turn", "3 of 4"},         {"Visibility", "6"}, {"Artillery in the cup", "7"},
      {"Attacks this turn", "1"}, {"DR", "played"},    {"LAH", "active"},
      {"TK", "in the cup"}};
  for (int i = 0; i < 7; i++) {
    char path[64];
    snprintf(path, sizeof path, "records[0].blocks[0].rows[%d][0]", i);
    assert_string_equal(text_of(t->last, path), rows[i][0]);
    snprintf(path, sizeof path, "records[0].blocks[0].rows[%d][1]", i);
    assert_string_equal(text_of(t->last, path), rows[i][1]);
  }
  assert_string_equal(
      text_of(t->last, "records[0].blocks[1].text"),
      "The German holds 0 of 0 rune hexes (13 win), the Soviet 0 of 0 star hexes (7 win).");
  cites(t, "records[0].blocks[1].rule", "3.3a");
  assert_int_equal(int_of(t->last, "records[1].blocks[0].lines[0].value"), 0);
  assert_int_equal(int_of(t->last, "records[1].blocks[0].lines[1].value"), 1);
  cites(t, "records[1].blocks[0].lines[1].rule", "9.7a");
  static const char *const lah[] = {"LAH", "3", "6", "1"}, *const tc29[] = {"29TC", "1", "2", "0"};
  for (int i = 0; i < 4; i++) {
    char path[64];
    snprintf(path, sizeof path, "records[1].blocks[1].rows[1][%d]", i);
    assert_string_equal(text_of(t->last, path), lah[i]);
    snprintf(path, sizeof path, "records[1].blocks[1].rows[4][%d]", i);
    assert_string_equal(text_of(t->last, path), tc29[i]);
  }
  clear_away(t);
}

/* The lesson's seven hexes count for both; formations that are not in it are not listed. */
static void records_of_the_lesson(void **s) {
  (void)s;
  struct table *t = lay(
      GAME,
      "\"map\":\"lesson\",\"phase\":\"action\",\"turn\":1,\"vars\":{\"impulse\":\"LAH\"}," UNITS(
          U(PG, "1735") "," U(MR, "1937")),
      "");
  ask(t, "{\"cmd\":\"records\",\"side\":\"german\"}");
  cites(t, "records[0].blocks[2].rule", "3.3b");
  assert_int_equal(cJSON_GetArraySize(field(t->last, "records[0].blocks[2].rows")), 14);
  static const char *const row[][3] = {{"1640", "german", "soviet"}, {"1735", "german", "german"}};
  for (int i = 0; i < 2; i++)
    for (int k = 0; k < 3; k++) {
      char path[64];
      snprintf(path, sizeof path, "records[0].blocks[2].rows[%d][%d]", i, k);
      assert_string_equal(text_of(t->last, path), row[i][k]);
    }
  assert_string_equal(text_of(t->last, "records[0].blocks[2].rows[13][0]"), "1937");
  assert_string_equal(text_of(t->last, "records[0].blocks[2].rows[13][1]"), "soviet");
  assert_string_equal(text_of(t->last, "records[0].blocks[2].rows[13][2]"), "soviet");
  assert_int_equal(cJSON_GetArraySize(field(t->last, "records[0].blocks[0].rows")), 6);
  assert_int_equal(cJSON_GetArraySize(field(t->last, "records[1].blocks[1].rows")), 2);
  assert_string_equal(text_of(t->last, "records[1].blocks[1].rows[0][0]"), "LAH");
  clear_away(t);
}

static const cJSON *unit_of(struct table *t, const char *id) {
  const cJSON *u;
  ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
  cJSON_ArrayForEach(u, field(t->last, "view.units")) if (!strcmp(text_of(u, "id"), id)) return u;
  return NULL;
}
static int box(struct table *t, const char *id) {
  const cJSON *b;
  ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
  cJSON_ArrayForEach(
      b, field(t->last, "view.boxes")) if (!strcmp(text_of(b, "id"), id)) return int_of(b, "count");
  return -1;
}
static bool hex_marked(struct table *t, const char *hex, const char *mark) {
  const cJSON *m;
  ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
  cJSON_ArrayForEach(
      m, field(t->last, "view.marks")) if (!strcmp(text_of(m, "hex"), hex) &&
                                           !strcmp(text_of(m, "mark"), mark)) return true;
  return false;
}

static void what_is_shown(void **s) {
  (void)s;
  /* 8.3h: while the enemy decides, the mover has nothing left, not less */
  struct table *t = lay(GAME,
                        PLAIN IMPULSE("LAH") GROUND(SIDE("1010", "1011", "berm") "," SIDE(
                            "1010", "1011", "stream") "," HEX("1011", "hilltop"))
                            UNITS(U(TIG, "1010") "," KZ(STG, "0202", "4") "," U(T4R, "1012") "," U(
                                PG, "1515") "," U(MR, "1515") IDLE_G),
                        "");
  assert_int_equal(int_of(unit_of(t, STG), "facing"), 4);
  assert_true(hex_marked(t, "1515", "combat"));
  assert_false(hex_marked(t, "1010", "combat"));
  acts(t, G, "choose " TIG "; step " TIG " 1011");
  assert_int_equal(int_of(unit_of(t, TIG), "mp[0]"), 0);
  assert_int_equal(int_of(unit_of(t, TIG), "mp[1]"), 10);
  act(t, R, "pass");
  assert_null(field(unit_of(t, TIG), "mp"));
  marked(t, TIG, "acted");
  unmarked(t, TIG, "fired");
  clear_away(t);
  /* the cup, and what lies beside it; where the dead and the guns are */
  t = lay(BIG,
          PLAIN "\"phase\":\"action\",\"turn\":3,\"vars\":{\"impulse\":\"LAH\",\"played\":\"DR\","
                "\"artillery\":7}," UNITS(
                    GUNS("de.lah.art-1") ",{\"unit\":\"de.lah.art-2\",\"box\":\"guns.used\"}," U(
                        PZ4, "1010") "," U1(MR, "1012") "," STATIC("x", "1212", "s6") IDLE_G),
          "");
  assert_int_equal(box(t, "cup"), 7 + 7 + 1);
  assert_int_equal(box(t, "aside"), 9);
  stands(t, "de.lah.art-1", "guns.first", 1);
  stands(t, "de.lah.art-2", "guns.used", 1);
  marked(t, "x", "untried");
  unmarked(t, "x", "tried");
  clear_away(t);
  t = lay(GAME,
          PLAIN "\"phase\":\"bombardment\",\"turn\":1," UNITS(U(PG, "1010") "," U(MR, "1012")), "");
  assert_int_equal(box(t, "cup"), 0);
  assert_int_equal(box(t, "aside"), 0);
  clear_away(t);
  t = lay(GAME,
          PLAIN
          "\"phase\":\"action\",\"turn\":2,\"vars\":{\"played\":\"LAH\",\"artillery\":0}," UNITS(
              U(PG, "0505") "," U(MR, "1010") "," U(MRB, "1515")),
          "=AIR 6 6");
  acts(t, R, "put 0505");
  assert_true(hex_marked(t, "0505", "air"));
  clear_away(t);
  /* the objectives and who has them */
  t = lay(BIG,
          "\"map\":\"prokhorovka\",\"phase\":\"action\",\"vars\":{\"impulse\":\"LAH\"}," UNITS(
              U(PZ4, "2125") "," U(MR, "1735")),
          "");
  assert_true(hex_marked(t, "2125", "rune"));
  assert_true(hex_marked(t, "1735", "star"));
  assert_int_equal(int_of(t->last, "view.scores.german"), 1);
  /* the five behind the Soviet lines and 1735 */
  assert_int_equal(int_of(t->last, "view.scores.soviet"), 6);
  assert_string_equal(text_of(t->last, "view.turn.date"), "12 July 1943, 08:30");
  clear_away(t);
}

/* ---- labels ----------------------------------------------------------------------------- */

static void label_at(struct table *t, const char *side, const char *action, const char *rule,
                     const char *want, int line) {
  const cJSON *a;
  ask(t, "{\"cmd\":\"actions\",\"side\":\"%s\"}", side);
  cJSON_ArrayForEach(a, field(t->last, "actions")) {
    if (strcmp(text_of(a, "id"), action))
      continue;
    if (strcmp(text_of(a, "label"), want))
      fail_msg("line %d: '%s' reads '%s'", line, action, text_of(a, "label"));
    if (strcmp(text_of(a, "rule"), rule))
      fail_msg("line %d: '%s' cites %s", line, action, text_of(a, "rule"));
    /* a shot of one's own is chosen on its target, an answer on the unit that gives it */
    bool answer = !strcmp(text_of(t->last, "prompt.node"), "react") ||
                  !strcmp(text_of(t->last, "prompt.node"), "round");
    if (!strncmp(action, "fire ", 5))
      assert_true(!strncmp(action + 5, text_of(a, "on.unit"), strlen(text_of(a, "on.unit"))) ==
                  answer);
    return;
  }
  fail_msg("line %d: '%s' is not offered", line, action);
}
#define label(t, side, action, rule, want) label_at(t, side, action, rule, want, __LINE__)

static void labels(void **s) {
  (void)s;
  struct table *t = lay(
      GAME,
      PLAIN IMPULSE("LAH") UNITS(GUNS("de.lah.art-1") "," U(PZ4, "1010") "," U(PG, "0910") "," UM(
          PGB, "0505", "suppressed") "," U(T4R, "1012") "," U(MR, "0911") "," U(MRB, "0911")
                                     IDLE_G),
      "6 6");
  label(t, G, "end", "4.1f", "End the actions");
  act(t, G, "choose " PZ4);
  label(t, G, "fire " PZ4 " " T4R, "4.2b", "Fire at I/25 TBde 29TC: 88 %");
  label(t, G, "fire " PZ4 " " MR, "6.3", "Fire at Rifle/25 TBde 29TC: 88 %");
  label(t, G, "quick " PZ4 " " T4R, "4.2c", "Fire and move: I/25 TBde 29TC");
  label(t, G, "stop " PZ4, "4.2a", "Do nothing");
  acts(t, G, "step " PZ4 " 1009");
  label(t, G, "stop " PZ4, "4.2a", "Stop here");
  label(t, G, "fire " PZ4 " " T4R, "4.2c", "Fire at I/25 TBde 29TC: 75 %");
  act(t, G, "stop " PZ4);
  act(t, G, "choose de.lah.art-1");
  label(t, G, "fire de.lah.art-1 " T4R, "13.3a", "LAH artillery 1 at I/25 TBde 29TC: 31 %");
  act(t, G, "fire de.lah.art-1 " T4R);
  act(t, G, "choose de.lah.pg1-13");
  label(t, G, "face de.lah.pg1-13 2020/1920", "4.2d", "Kill zone facing north-east, towards 1920");
  label(t, G, "outward de.lah.pg1-13 0", "4.2d", "Kill zone off the map, north");
  clear_away(t);
  t = lay(GAME, PLAIN IMPULSE("LAH") UNITS(UM(PGB, "0505", "suppressed") "," U(MR, "0506") IDLE_G),
          "3");
  acts(t, G, "choose " PGB "; recover " PGB);
  label(t, G, "fire " PGB " " MR, "4.2e", "Fire at Rifle/25 TBde 29TC: 75 %");
  clear_away(t);
  t = lay(GAME,
          PLAIN IMPULSE("LAH") UNITS(
              GUNS("de.lah.art-1") "," U(PZ4, "1010") "," U(MR, "1011") "," U(T4R, "1513") "," U(
                  PG, "1511") "," U("ru.29tc.t70-25",
                                    "1818") "," U(TIG, "1818") "," U(STG, "0505") "," U(MRB, "0505")
                  IDLE_G),
          "");
  acts(t, G, "choose " STG "; step " STG " 0504");
  label(t, R, "fire " MRB " " STG, "7.2g", "Rifle/31 TBde 29TC fires: 75 %");
  act(t, R, "pass");
  act(t, G, "stop " STG);
  acts(t, G, "choose " PG "; step " PG " 1512");
  label(t, R, "fire " T4R " " PG, "7.2a", "I/25 TBde 29TC fires: 50 %");
  label(t, R, "pass", "7.2a", "Hold fire");
  act(t, R, "pass");
  act(t, G, "step " PG " 1511");
  label(t, R, "fire " T4R " " PG, "7.2b", "I/25 TBde 29TC fires: 89 %");
  act(t, R, "pass");
  act(t, G, "stop " PG);
  act(t, G, "end");
  label(t, G, "fight", "11.1b", "Enter nowhere");
  acts(t, G, "fight");
  /* two hits are wanted */
  label(t, G, "fire " TIG " ru.29tc.t70-25", "11.3a",
        "13./SS-PzRgt 1 LAH at II/25 TBde 29TC: 25 %");
  label(t, G, "pass", "11.3b", "No more fire");
  act(t, G, "pass");
  label(t, R, "fire ru.29tc.t70-25 " TIG, "11.3e", "II/25 TBde 29TC at 13./SS-PzRgt 1 LAH: 11 %");
  clear_away(t);
  t = lay(GAME,
          PLAIN "\"phase\":\"bombardment\",\"turn\":1," UNITS(
              U(PG, "1010") "," U(PZ4, "1010") "," U(MR, "1012")),
          NULL);
  label(t, R, "lay " PG, "13.2a", "Artillery at 1./SS-PzGrenRgt 1 LAH: 75 %");
  label(t, R, "done", "13.2a", "Fire the bombardment");
  acts(t, R, "lay " PG "; lay " PZ4 "; done");
  label(t, R, "shell " PZ4, "13.2a", "Artillery at 5./SS-PzRgt 1 LAH: 31 %");
  clear_away(t);
  t = lay(GAME,
          PLAIN
          "\"phase\":\"action\",\"turn\":2,\"vars\":{\"played\":\"LAH\",\"artillery\":1}," UNITS(
              U(PG, "1010") "," U(MR, "1012")),
          "=ART");
  label(t, R, "target " PG, "4.1d", "Artillery at 1./SS-PzGrenRgt 1 LAH: 31 %");
  clear_away(t);
  t = lay(GAME,
          PLAIN
          "\"phase\":\"action\",\"turn\":2,\"vars\":{\"played\":\"LAH\",\"artillery\":1}," UNITS(
              U(PG, "1010") "," U(MR, "1011")),
          "=ART");
  label(t, R, "target " PG, "4.1d", "Artillery at 1./SS-PzGrenRgt 1 LAH: 31 %, danger close");
  clear_away(t);
  t = lay(GAME,
          PLAIN
          "\"phase\":\"action\",\"turn\":2,\"vars\":{\"played\":\"LAH\",\"artillery\":1}," UNITS(
              U(PG, "1010") "," U(MR, "1012")),
          "=AIR 6 6");
  label(t, R, "done", "12.1b", "No more aircraft");
  clear_away(t);
  t = lay(BIG,
          "\"map\":\"prokhorovka\",\"phase\":\"setup.pocket\"," UNITS(U("de.lah.pz4-7", "1735")),
          NULL);
  act(t, G, "historical");
  label(t, G, "done", "3.1d", "Set-up is complete");
  clear_away(t);
}

/* ---- the result ------------------------------------------------------------------------- */

static void results(void **s) {
  static const struct {
    const char *control, *level, *margin;
    int runes, stars;
    const char *text;
  } row[] = {
      {"[\"german\",[\"2125\",\"1640\",\"1641\",\"1643\"]]", "Draw", "-19/91", 1, 2,
       "The German holds 1 of 18 rune hexes (13 win), the Soviet 2 of 9 star hexes (7 win)."},
      {"[\"soviet\",[\"1735\",\"1736\"]]", "Soviet geographic victory", "-1", 0, 7,
       "The German holds 0 of 18 rune hexes (13 win), the Soviet 7 of 9 star hexes (7 win)."},
      {"[\"german\",[\"1415\",\"1510\",\"1719\",\"1827\",\"1832\",\"2016\",\"2116\",\"2125\","
       "\"2140\",\"2241\",\"2340\",\"2439\",\"2446\",\"1640\",\"1641\",\"1643\",\"1739\",\"1840\"]"
       "]",
       "German geographic victory", "1", 13, 0,
       "The German holds 13 of 18 rune hexes (13 win), the Soviet 0 of 9 star hexes (7 win)."},
  };
  (void)s;
  for (int i = 0; i < 3; i++) {
    char pos[900];
    snprintf(pos, sizeof pos,
             "\"map\":\"prokhorovka\",\"phase\":\"recovery\",\"turn\":4,\"control\":[%s]," UNITS(
                 U(PG, "2234") "," U(MR, "0505")),
             row[i].control);
    struct table *t = lay(BIG, pos, "");
    ask(t, "{\"cmd\":\"result\"}");
    assert_string_equal(text_of(t->last, "result.level"), row[i].level);
    assert_string_equal(text_of(t->last, "result.text"), row[i].text);
    assert_int_equal(int_of(t->last, "result.scores.german"), row[i].runes);
    assert_int_equal(int_of(t->last, "result.scores.soviet"), row[i].stars);
    char margin[32];
    /* how far each got, of what it needs */
    assert_string_equal(points_of(field(t->last, "result.margin"), margin), row[i].margin);
    clear_away(t);
  }
  struct table *t = lay(
      BIG,
      "\"map\":\"prokhorovka\",\"phase\":\"recovery\",\"turn\":1," UNITS(U(PG, "1042") "," U(
          PZ4, "1044") "," U(PGB, "1244") "," U(MR, "1735") "," U(MRB, "1937") "," U(T4R, "2315")),
      "");
  ask(t, "{\"cmd\":\"result\"}");
  assert_string_equal(text_of(t->last, "result.level"), "German decisive victory");
  assert_int_equal(int_of(t->last, "result.margin"), 1); /* never a lead of the loser */
  assert_string_equal(text_of(t->last, "result.text"),
                      "German units stand in all the hexes of the outskirts of Prokhorovka.");
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reach_tells_the_shots),
      cmocka_unit_test(reach_offers_the_move),
      cmocka_unit_test(sight_says_where),
      cmocka_unit_test(r9_4e_slopes_alone),
      cmocka_unit_test(control_and_threat),
      cmocka_unit_test(records),
      cmocka_unit_test(records_of_the_lesson),
      cmocka_unit_test(what_is_shown),
      cmocka_unit_test(labels),
      cmocka_unit_test(results),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
