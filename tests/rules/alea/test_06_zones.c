/* test_06_zones.c - chapter 6: zones of control, reactions, Dominating Positions. */
#include "table.h"

#include <stdlib.h>

#define REACT                                                                                      \
  MOVE(DE("a", "mech", "0604") C RU("x", "inf", "0606") C RU("r", "tank", "0608")                  \
           C RU("far", "tank", "0610") C RU("g", "art", "0612", FAC("\"bomb\":13")))
#define HEXT(h, w) "{\"hex\":\"" h "\",\"set\":[" w "]}"
/* anywhere in its view or events */
static bool word_seen(struct table *t, const char *side, const char *word) {
  ask(t, "{\"cmd\":\"view\",\"side\":\"%s\"}", side);
  char *a = cJSON_PrintUnformatted(t->last);
  ask(t, "{\"cmd\":\"events\",\"side\":\"%s\",\"since\":0}", side);
  char *b = cJSON_PrintUnformatted(t->last);
  bool seen = strstr(a, word) || strstr(b, word);
  free(a), free(b);
  return seen;
}

static void y1_zoc(void **s) { /* 6.zoc.2, 6.re.2, 6.re.6, 4.oa.1 */
  (void)s;
  const char *pos = PLAIN PHASE("german.movement")
      TURN(2) "\"terrain\":[{\"hex\":\"0705\",\"set\":[\"woods\"]}]," UNITS(DE(
          "a", "inf", "0603", FAC("\"mf\":6")) C RU("x", "inf", "0606") C RU("y", "inf", "0705"));
  struct table *t = lay(N, pos, "");
  act(t, "german", "move a");
  act(t, "german", "step 0604");
  happened(t, "4.2", "moves");
  act(t, "german", "step 0605");
  happened(t, "6.zoc.2", "moves");
  happened(t, "6.re.2", "trigger");
  act(t, "soviet", "pass");
  refused(t, "german", "step 0604", "6.zoc.2");
  ask(t, "{\"cmd\":\"actions\",\"side\":\"german\"}");
  cites(t, "prompt.rule", "6.re.6");
  refused(t, "german", "strike 0705", "4.oa.1"); /* woods cost 2 on foot, 1 point is left */
  act(t, "german", "strike 0606");
  happened(t, "4.oa.1", "strike");
  happened(t, "4.oa.6", "paid");
  clear_away(t);
}

static void y2_leaving(void **s) {
  (void)s;
  struct table *t =
      lay(N, MOVE(DE("a", "mech", "0605") C RU("x", "inf", "0606") C RU("y", "inf", "0902")), "");
  act(t, "german", "move a");
  refused(t, "german", "step 0505", "6.zoc.5");
  act(t, "german", "step 0604");
  happened(t, "6.zoc.3", "moves");
  act(t, "german", "step 0703");
  refused(t, "german", "step 0803", "6.zoc.4");
  clear_away(t);
}

static void r6_zoc_1_guns_have_none(void **s) {
  (void)s;
  struct table *t =
      lay(N, MOVE(DE("a", "mech", "0603") C RU("x", "art", "0606") C RU("y", "inf", "0909")), "");
  act(t, "german", "move a");
  reaches(t, "german", "a", "0605", "2", "6.zoc.1"); /* next to guns: no zone */
  reaches(t, "german", "a", "0908", "10", "6.zoc.2");
  clear_away(t);
}

static void r6_zoc_1_who_has_one(void **s) {
  (void)s;
  static const struct {
    const char *kind, *mark;
    bool zoc;
  } row[] = {{"inf", "", true},          {"hq", "", true},      {"atf", "", true},
             {"tank", "buried", true},   {"inf", "oos", true},  {"inf", "dsg", true},
             {"tank", "inactive", true}, {"art", "", false},    {"rocket", "", false},
             {"aa", "aamode", false},    {"aa", "atmode", true}};
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    char pos[600];
    snprintf(pos, sizeof pos,
             PLAIN PHASE("german.movement")
                 TURN(2) "\"units\":[%s,{\"name\":\"x\",\"side\":\"soviet\",\"kind\":\"%s\","
                         "\"hex\":\"0606\",\"marks\":[%s%s%s]}]",
             DE("a", "mech", "0603"), row[i].kind, *row[i].mark ? "\"" : "", row[i].mark,
             *row[i].mark ? "\"" : "");
    struct table *t = lay(S_, pos, "");
    reaches(t, "german", "a", "0605", row[i].zoc ? "5" : "2", row[i].zoc ? "6.zoc.2" : "6.zoc.1");
    clear_away(t);
  }
}

static void r6_zoc_6_dsg(void **s) {
  (void)s;
  struct table *t = lay(N, MOVE(DE("a", "mech", "0604", MARK("dsg")) C RU("x", "inf", "0606")), "");
  act(t, "german", "move a");
  refused(t, "german", "step 0605", "6.zoc.6");
  clear_away(t);
}

static void r6_re_reaction(void **s) {
  (void)s;
  struct table *t = lay(N, REACT, "3");
  acts(t, "german", "move a; step 0605");
  ask(t, "{\"cmd\":\"actions\",\"side\":\"soviet\"}");
  assert_string_equal(text_of(t->last, "prompt.node"), "move.react");
  cites(t, "prompt.rule", "6.re.1");
  offered(t, "soviet", "react r 0606", "6.re.4");
  refused(t, "soviet", "react far 0606", "6.re.4");
  refused(t, "soviet", "react x 0606", "6.re.4");
  act(t, "soviet", "add g");
  act(t, "soviet", "fire");
  happened(t, "6.re.5", "shelling");
  rolled(t, "6.re.5", "3");
  refused(t, "soviet", "add g", "6.re.5");
  act(t, "soviet", "react r 0606");
  happened(t, "6.re.4", "reacts");
  refused(t, "soviet", "react r 0606", "6.re.4");
  act(t, "soviet", "pass");
  marked(t, "a", "dsg");
  clear_away(t);
  /* all guns fire together: one that was left out does not come after them */
  t = lay(N,
          MOVE(DE("a", "mech", "0604") C RU("x", "inf", "0606") C RU("r", "tank", "0608")
                   C RU("g", "art", "0612", FAC("\"bomb\":13"))
                       C RU("late", "art", "0611", FAC("\"bomb\":13"))),
          "1");
  acts(t, "german", "move a; step 0605");
  offered(t, "soviet", "add late", "13.art.3");
  acts(t, "soviet", "add g; fire");
  refused(t, "soviet", "add late", "6.re.5");
  clear_away(t);
  t = lay_with(N, "\"artonly\":true", REACT, "", NULL, __FILE__, __LINE__);
  acts(t, "german", "move a; step 0605");
  refused(t, "soviet", "add g", "opt.artonly");
  refused(t, "soviet", "fire", "6.re.5");
  clear_away(t);
}

static void r6_re_4_who_reacts(void **s) {
  (void)s;
  struct table *t = lay(
      S_,
      PLAIN PHASE("german.movement")
          TURN(2) "\"terrain\":[{\"path\":[\"0706\",\"0806\",\"0906\"],\"set\":[\"rail\"]}]," UNITS(
              DE("a", "mech", "0604") C DE("own", "tank", "0404") C RU("x", "inf", "0606")
                  C RU("r", "tank", "0608") C RU("dsg", "tank", "0608", MARK("dsg"))
                      C RU("bur", "tank", "0507", MARK("buried"))
                          C RU("ina", "tank", "0507", MARK("inactive"))
                              C RU("aa", "aa", "0707", MARK("atmode")) C RU("f", "atf", "0707")
                                  C RU("foot", "inf", "0707")
                                      C RU("mb", "mech", "0608", FAC("\"arm\":2"))
                                          C RU("far", "tank", "0609") C RU("tr", "train", "0806")),
      "");
  acts(t, "german", "move a; step 0605");
  static const char *const no[] = {"own", "dsg", "bur", "ina", "aa", "f", "foot", "far", "tr", "x"};
  for (size_t i = 0; i < sizeof no / sizeof *no; i++) {
    char line[40];
    snprintf(line, sizeof line, "react %s 0606", no[i]);
    refused(t, "soviet", line, "6.re.4");
  }
  refused(t, "soviet", "react r 0607", "6.re.4"); /* not the hex whose zone was entered */
  act(t, "soviet", "react r 0606");
  act(t, "soviet", "react mb 0606"); /* a mechanised brigade with an armoured factor */
  refused(t, "soviet", "react mb 0606", "6.re.4");
  act(t, "soviet", "pass");
  clear_away(t);
  /* the way leads past enemies and their zones */
  t = lay(N,
          MOVE(DE("a", "mech", "0604") C DE("g", "inf", "0807") C RU("x", "inf", "0606")
                   C RU("r", "tank", "0707") C RU("q", "tank", "0607")),
          "");
  acts(t, "german", "move a; step 0605");
  refused(t, "soviet", "react r 0606", "6.re.4"); /* stands in a zone itself */
  act(t, "soviet", "react q 0606");
  clear_away(t);
  /* trains by rail, two hexes */
  t = lay(
      N,
      PLAIN PHASE("german.movement")
          TURN(2) "\"terrain\":[{\"path\":[\"0606\",\"0607\",\"0608\"],\"set\":[\"rail\"]}]," UNITS(
              DE("a", "mech", "0604") C RU("x", "inf", "0606") C RU("tr", "train", "0608")),
      "");
  acts(t, "german", "move a; step 0605");
  act(t, "soviet", "react tr 0606");
  clear_away(t);
}

/* the zone of one hex triggers once in a turn, whoever enters it */
static void r6_re_2_once(void **s) {
  (void)s;
  struct table *t = lay(N,
                        MOVE(DE("a", "mech", "0604") C DE("b", "mech", "0404") C DE(
                            "c", "mech", "0804") C RU("x", "inf", "0606") C RU("y", "inf", "0806")),
                        "");
  acts(t, "german", "move a; step 0605");
  act(t, "soviet", "pass");
  acts(t, "german", "stop; move b; step 0504; step 0505");
  never(t, "trigger");
  acts(t, "german", "stop; move c; step 0805"); /* another hex's */
  happened(t, "6.re.2", "trigger");
  clear_away(t);
}

/* a unit on a supply hex below an enemy height is in supply: the start is not passed through */
static void r6_dp_2_the_start(void **s) {
  (void)s;
  const char *pos = PLAIN PHASE("air.bomb")
      TURN(2) "\"terrain\":[{\"hex\":\"0302\",\"set\":[\"clear\",\"hill_dp\"]}],\"regions\":[{"
              "\"id\":\"german.supply\",\"hexes\":[\"0202\"]}]," UNITS(
                  DE("a", "inf", "0202", MARK("oos")) C DE("e", "inf", "0102")
                      C RU("x", "inf", "0302"));
  struct table *t = lay(N, pos, "");
  unmarked(t, "a", "oos");
  marked(t, "e", "oos"); /* its line would pass through 0202 */
  clear_away(t);
}

static void r6_dp_3_examining(void **s) { /* a stack next to a height in enemy hands is open */
  (void)s;
  const char *pos =
      PLAIN PHASE("german.movement") "\"terrain\":[{\"hex\":\"0606\",\"set\":[\"clear\",\"hill_"
                                     "dp\"]}]," UNITS(DE("a", "inf", "0604") C RU(
                                         "x", "inf", "0607", STEPS(1)) C RU("y", "inf", "0607"));
  struct table *t = lay(N, pos, "");
  ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
  /* a, the top y, and the unknown below */
  assert_int_equal(cJSON_GetArraySize(field(t->last, "view.units")), 3);
  acts(t, "german", "move a; step 0605; stop");
  clear_away(t);
  t = lay(N,
          PLAIN PHASE("german.movement") "\"terrain\":[{\"hex\":\"0606\",\"set\":[\"clear\",\"hill_"
                                         "dp\"]}]," UNITS(DE("a", "mech", "0604") C RU(
                                             "x", "inf", "0608", STEPS(1)) C RU("y", "inf", "0608")
                                                              C RU("z", "inf", "0706")),
          "");
  acts(t, "german", "move a; step 0605; step 0606");
  happened(t, "6.dp.1", "height");
  ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
  int steps = 0;
  for (int i = 0; i < cJSON_GetArraySize(field(t->last, "view.units")); i++) {
    char path[64];
    snprintf(path, sizeof path, "view.units[%d].steps", i);
    steps += field(t->last, path) != NULL;
  }
  /* a and z, which stands next to the height; not the stack two hexes away */
  assert_int_equal(steps, 2);
  clear_away(t);
}

static void r6_dp_3_told(void **s) {
  (void)s;
  struct table *t = lay(
      N,
      PLAIN PHASE("german.movement")
          TURN(2) "\"terrain\":[{\"hex\":\"0606\",\"set\":[\"clear\",\"hill_dp\"]}]," UNITS(
              DE("a", "mech", "0604") C DE("b", "mech", "0604") C RU("x", "inf", "0607", STEPS(1))
                  C RU("under", "inf", "0608") C RU("y", "inf", "0607")),
      "");
  assert_false(word_seen(t, "german", "\"x\""));
  acts(t, "german", "move a; step 0605");
  assert_false(word_seen(t, "german", "\"x\""));
  act(t, "german", "step 0606");
  happened(t, "6.dp.1", "height");
  happened(t, "6.dp.3", "examined");
  assert_true(word_seen(t, "german", "\"x\"")); /* the whole stack lies open, its losses too */
  act(t, "soviet", "pass");
  acts(t, "german", "stop; move b; step 0605; step 0606");
  never(t, "height"); /* it is held already */
  clear_away(t);
}

static void r6_dp_5_heights(void **s) {
  (void)s;
  struct table *t =
      lay(N,
          PLAIN PHASE("german.combat")
              TURN(2) "\"terrain\":[" HEXT("0606", "\"clear\",\"hill_dp\"") "]," UNITS(DE(
                  "a", "inf", "0605", FAC("\"af\":6")) C RU("x", "inf", "0606", FAC("\"df\":4"))),
          "");
  attack(t, "german", "0606", "0605");
  card(t, "german", "6.dp.5", "1:1"); /* 6 to 4 x 1.5 */
  clear_away(t);
  t = lay(N,
          PLAIN PHASE("german.combat")
              TURN(2) "\"terrain\":[" HEXT("0605", "\"clear\",\"hill_dp\"") "]," UNITS(DE(
                  "a", "inf", "0605", FAC("\"af\":6")) C RU("x", "inf", "0606", FAC("\"df\":9"))),
          "");
  attack(t, "german", "0606", "0605");
  card(t, "german", "6.dp.5", "1:1"); /* 9 to 9 */
  clear_away(t);
}

/* 6.re.4: once a player turn, and again in the next */
static void r6_re_4_once_a_turn(void **s) {
  (void)s;
  struct table *t =
      lay(N,
          MOVE(DE("a", "mech", "0503") C DE("b", "mech", "0803") C RU("x", "inf", "0506")
                   C RU("y", "inf", "0806") C RU("p", "tank", "0608", FAC("\"steps\":2"))),
          "");
  acts(t, "german", "move a; step 0504; step 0505");
  act(t, "soviet", "react p 0506");
  happened(t, "6.re.4", "reacts");
  stands(t, "p", "0506", 2);
  refused(t, "soviet", "react p 0506", "6.re.4");
  act(t, "soviet", "pass");
  acts(t, "german", "stop; move b; step 0804; step 0805");
  refused(t, "soviet", "react p 0806", "6.re.4");
  clear_away(t);
}

/* 6.re.2: a zone that was entered in an earlier turn calls nobody */
static void r6_re_2_forgotten(void **s) {
  (void)s;
  struct table *t =
      lay(N,
          MOVE(DE("a", "mech", "0503") C DE("b", "mech", "0703") C RU("x", "inf", "0506")
                   C RU("y", "inf", "0706") C RU("p", "tank", "0608", FAC("\"steps\":2"))),
          "");
  acts(t, "german", "move a; step 0504; step 0505");
  offered(t, "soviet", "react p 0506", "6.re.4");
  act(t, "soviet", "pass");
  act(t, "german", "stop");
  until(t, "soviet.movement");
  until(t, "german.movement");
  acts(t, "german", "move b; step 0704; step 0705");
  refused(t, "soviet", "react p 0506", "6.re.4");
  act(t, "soviet", "react p 0706");
  says(t, "6.re.4", "p reacts into 0706.");
  clear_away(t);
}

/* 5.8: the points left are those of the stack that moves, not of guns that take aim at it */
static void r6_re_5_guns_have_no_points(void **s) {
  (void)s;
  struct table *t = lay(N, REACT, "3");
  acts(t, "german", "move a; step 0605");
  act(t, "soviet", "add g");
  ask(t, "{\"cmd\":\"view\",\"side\":\"all\"}");
  for (int i = 0; i < cJSON_GetArraySize(field(t->last, "view.units")); i++) {
    char id[64], mp[64];
    snprintf(id, sizeof id, "view.units[%d].id", i);
    snprintf(mp, sizeof mp, "view.units[%d].mp", i);
    assert_int_equal(field(t->last, mp) != NULL, !strcmp(text_of(t->last, id), "a"));
  }
  leave_dice(t);
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(r6_re_4_once_a_turn),

      cmocka_unit_test(y1_zoc),
      cmocka_unit_test(y2_leaving),
      cmocka_unit_test(r6_zoc_1_guns_have_none),
      cmocka_unit_test(r6_zoc_1_who_has_one),
      cmocka_unit_test(r6_zoc_6_dsg),
      cmocka_unit_test(r6_re_reaction),
      cmocka_unit_test(r6_re_4_who_reacts),
      cmocka_unit_test(r6_re_2_once),
      cmocka_unit_test(r6_dp_2_the_start),
      cmocka_unit_test(r6_dp_3_examining),
      cmocka_unit_test(r6_dp_3_told),
      cmocka_unit_test(r6_dp_5_heights),
      cmocka_unit_test(r6_re_2_forgotten),
      cmocka_unit_test(r6_re_5_guns_have_no_points),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
