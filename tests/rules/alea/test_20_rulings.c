/* test_20_rulings.c - the finer points of the specification, each on a position of its own. */
#include "table.h"

#include <stdlib.h>

/* Among all events that a side has seen: one of this rule and kind. */
static void cited(struct table *t, const char *side, const char *rule, const char *kind) {
  ask(t, "{\"cmd\":\"events\",\"side\":\"%s\",\"since\":0}", side);
  for (int k = 0; k < cJSON_GetArraySize(field(t->last, "events")); k++) {
    char path[64], cite[64];
    snprintf(path, sizeof path, "events[%d].kind", k);
    snprintf(cite, sizeof cite, "events[%d].rule", k);
    if (strcmp(text_of(t->last, path), kind) || strcmp(text_of(t->last, cite), rule)) continue;
    cites(t, cite, rule);
    return;
  }
  fail_msg("the %s side saw no %s by %s", side, kind, rule);
}
static bool word_seen(struct table *t, const char *side, const char *word) { /* anywhere in its view or events */
  ask(t, "{\"cmd\":\"view\",\"side\":\"%s\"}", side);
  char *a = cJSON_PrintUnformatted(t->last);
  ask(t, "{\"cmd\":\"events\",\"side\":\"%s\",\"since\":0}", side);
  char *b = cJSON_PrintUnformatted(t->last);
  bool seen = strstr(a, word) || strstr(b, word);
  free(a), free(b);
  return seen;
}

#define RINGED(steps) DE("a", "inf", "0605", FAC("\"af\":18,\"steps\":9")) C DE("b", "inf", "0608") C DE("c", "inf", "0406") C DE("d", "inf", "0806") C RU("x", "inf", "0606", FAC("\"df\":6,\"steps\":" #steps))

static void r7_a_7_5_on_until_free(void **s) { /* a step for every hex in a zone, and no rest in one */
  (void)s;
  struct table *t = lay(N, FIGHT(RINGED(7)), "1 6");
  attack(t, "german", "0606", "0605");
  act(t, "german", "roll"); /* 4 of 7: forced */
  act(t, "soviet", "retreat 0607");
  happened(t, "7.a.7.5", "loss");
  stands(t, "x", "0607", 2);
  at_node(t, "soviet", "combat.retreat"); /* 0607 is in a zone: on */
  act(t, "soviet", "retreat 0507");
  stands(t, "x", "0507", 1);
  refused(t, "soviet", "retreat 0407", "7.a.7.5"); /* there is a free hex now */
  act(t, "soviet", "retreat 0408");
  stands(t, "x", "0408", 1); /* out of it: no further loss */
  at_node(t, "german", "combat.advance");
  clear_away(t);
  t = lay(N, FIGHT(RINGED(6)), "1 6");
  attack(t, "german", "0606", "0605");
  act(t, "german", "roll");
  act(t, "soviet", "retreat 0607");
  act(t, "soviet", "retreat 0507"); /* the last step is lost on the way */
  happened(t, "7.a.7.5", "eliminated");
  clear_away(t);
}

static void r7_a_7_6_trains_on_rails(void **s) {
  (void)s;
#define RAILS "\"terrain\":[{\"path\":[\"0606\",\"0706\",\"0806\"],\"set\":[\"rail\"]}],"
  const char *pos = PLAIN PHASE("german.combat") TURN(2) RAILS UNITS(DE("a", "inf", "0605", FAC("\"af\":30")) C RU("tr", "train", "0606", FAC("\"steps\":9")));
  struct table *t = lay(N, pos, "6 6");
  acts(t, "german", "target 0606; from 0605; attack");
  acts(t, "soviet", "elect retreat; commit");
  act(t, "soviet", "pass");
  act(t, "soviet", "hold tr");
  act(t, "german", "roll");
  refused(t, "soviet", "retreat 0607", "7.a.7.4");
  act(t, "soviet", "retreat 0706");
  happened(t, "7.a.7.1", "retreats");
  clear_away(t);
  t = lay(N, PLAIN PHASE("german.combat") TURN(2) RAILS UNITS(DE("a", "inf", "0605") C DE("b", "inf", "0807") C RU("tr", "train", "0606")), "");
  acts(t, "german", "target 0606; from 0605; attack");
  refused(t, "soviet", "elect retreat", "7.a.2.1"); /* the only rail leads into a zone */
  clear_away(t);
  t = lay(N, PLAIN PHASE("german.combat") TURN(2) RAILS UNITS(DE("a", "inf", "0605", FAC("\"af\":30")) C RU("tr", "train", "0606") C RU("i", "inf", "0606", FAC("\"steps\":5"))), "6 6 6 1");
  acts(t, "german", "target 0606; from 0605; attack");
  acts(t, "soviet", "elect retreat; commit");
  act(t, "soviet", "pass");
  act(t, "soviet", "shoot tr a");
  act(t, "german", "roll");
  act(t, "soviet", "retreat 0607"); /* with the infantry across country: the train is lost */
  happened(t, "7.a.7.6", "eliminated");
  stands(t, "i", "0607", 4);
  clear_away(t);
}

static void r7_a_9_1_beside_infiltration(void **s) { /* who infiltrates does not advance as well; the others may */
  (void)s;
  struct table *t = lay(N, FIGHT(DE("a", "mech", "0605", FAC("\"af\":18")) C DE("b", "mech", "0605", FAC("\"af\":18")) C RU("x", "inf", "0606", STEPS(1))), "1 1");
  acts(t, "german", "target 0606; type probe; from 0605; attack");
  act(t, "soviet", "commit");
  act(t, "soviet", "pass");
  act(t, "german", "roll"); /* 3 hits on one step: ruptured by 2 */
  act(t, "german", "infiltrate a 0606");
  act(t, "german", "done");
  refused(t, "german", "advance a 0607", "7.a.9.1");
  act(t, "german", "advance b 0606");
  happened(t, "7.a.9.1", "advances");
  happened(t, "7.a.10.1", "rupture");
  refused(t, "german", "advance a 0607", "7.a.10.1"); /* only those of the frontal advance go on */
  act(t, "german", "advance b 0607");
  clear_away(t);
}

static void r7_a_10_1_who_rides(void **s) { /* excess 4: mechanised 4 hexes, flak and trains are others: 2 */
  (void)s;
  struct table *t = lay(S_, FIGHT(DE("m", "mot", "0605", FAC("\"af\":30")) C DE("k", "aa", "0605", FAC("\"af\":30,\"at\":1") MARK("atmode")) C RU("x", "inf", "0606")), "1 1");
  attack(t, "german", "0606", "0605");
  act(t, "german", "hold k");
  act(t, "german", "roll");
  acts(t, "german", "advance m 0606; advance k 0606");
  happened(t, "7.a.10.1", "rupture");
  acts(t, "german", "advance k 0607; advance k 0608");
  refused(t, "german", "advance k 0609", "7.a.10.1");
  acts(t, "german", "advance m 0607; advance m 0706; advance m 0806; advance m 0906");
  clear_away(t);
}

static void r4_oa_4_who_enters(void **s) {
  (void)s;
  /* the tanks disorganise the infantry beside them; the hex is in a zone: it does not follow */
  struct table *t = lay(N, PLAIN PHASE("german.movement") TURN(2) UNITS(DE("p", "inf", "0605", FAC("\"af\":40,\"steps\":9")) C DE("q", "inf", "0605") C RU("x", "tank", "0606", STEPS(1)) C RU("z", "inf", "0607")), "1 6 1 1");
  acts(t, "german", "move p; join q; strike 0606");
  act(t, "soviet", "commit");
  act(t, "soviet", "pass");
  act(t, "soviet", "shoot x q");
  happened(t, "7.a.5.6", "dsg");
  act(t, "german", "roll");
  happened(t, "4.oa.4", "advances");
  stands(t, "p", "0606", 9);
  stands(t, "q", "0605", 2);
  act(t, "soviet", "pass");
  refused(t, "german", "move q", "4.4");
  clear_away(t);
  /* an HQ alone stays where it is */
  t = lay(N, PLAIN PHASE("german.movement") TURN(2) UNITS(DE("h", "hq", "0605", FAC("\"af\":40,\"mf\":8")) C RU("x", "inf", "0606", STEPS(1) FAC("\"df\":1"))), "1 1");
  acts(t, "german", "move h; strike 0606");
  act(t, "soviet", "commit");
  act(t, "soviet", "pass");
  act(t, "german", "roll");
  stands(t, "h", "0605", 1);
  clear_away(t);
  /* it began in the zone of another enemy: it has left a zone and enters no other */
  t = lay(N, PLAIN PHASE("german.movement") TURN(2) UNITS(DE("m", "mech", "0605", FAC("\"af\":40,\"mf\":20")) C RU("x", "inf", "0606", STEPS(1) FAC("\"df\":1")) C RU("y", "inf", "0604") C RU("z", "inf", "0609")), "1 1");
  acts(t, "german", "move m; strike 0606");
  act(t, "soviet", "commit");
  act(t, "soviet", "pass");
  act(t, "german", "roll");
  act(t, "german", "step 0607");
  refused(t, "german", "step 0608", "6.zoc.4");
  clear_away(t);
}

static void r5_7_strike_from_a_full_hex(void **s) {
  (void)s;
#define CROWD DE("p", "inf", "0605") C DE("q", "inf", "0605") C DE("r", "inf", "0605")
  const char *pos = PLAIN "\"unchecked\":true," PHASE("german.movement") TURN(2) UNITS(CROWD C DE("m", "inf", "0605") C DE("n", "inf", "0603") C RU("x", "inf", "0606"));
  struct table *t = lay(N, pos, "");
  act(t, "german", "move m"); /* the others are those over the limit */
  act(t, "german", "strike 0606");
  happened(t, "4.oa.1", "strike");
  clear_away(t);
  t = lay(N, PLAIN PHASE("german.movement") TURN(2) UNITS(CROWD C DE("m", "mech", "0604") C RU("x", "art", "0606")), "");
  acts(t, "german", "move m; step 0605");
  refused(t, "german", "strike 0606", "5.7"); /* passing a full hex, nobody fights from it */
  clear_away(t);
}

#define BOMB(n) AIR(n, "german", "bomber", "air.german.attack", FAC("\"bomb\":5"))
static void r12_bomb_1_once_a_window(void **s) {
  (void)s;
  struct table *t = lay(N, PLAIN PHASE("air.bomb") TURN(2) UNITS(BOMB("b") C BOMB("c") C BOMB("d") C DE("x", "inf", "0101") C RU("y", "inf", "0608")), "1 1");
  acts(t, "german", "raid; target 0608; add b; fire; raid");
  refused(t, "german", "target 0608", "12.bomb.1");
  acts(t, "german", "cancel; done");
  acts(t, "german", "raid; target 0608; add c; fire"); /* the movement phase is another window */
  happened(t, "12.bomb.1", "raid");
  act(t, "german", "raid");
  refused(t, "german", "target 0608", "12.bomb.1");
  clear_away(t);
}

static void r6_dp_2_the_start(void **s) { /* a unit on a supply hex below an enemy height is in supply: the start is not passed through */
  (void)s;
  const char *pos = PLAIN PHASE("air.bomb") TURN(2) "\"terrain\":[{\"hex\":\"0302\",\"set\":[\"clear\",\"hill_dp\"]}],\"regions\":[{\"id\":\"german.supply\",\"hexes\":[\"0202\"]}]," UNITS(DE("a", "inf", "0202", MARK("oos")) C DE("e", "inf", "0102") C RU("x", "inf", "0302"));
  struct table *t = lay(N, pos, "");
  unmarked(t, "a", "oos");
  marked(t, "e", "oos"); /* its line would pass through 0202 */
  clear_away(t);
}

static void r5_8_top_in_every_phase(void **s) {
  (void)s;
  static const char *const phase[] = {"german.movement", "german.bombardment", "german.combat"};
  for (int i = 0; i < 3; i++) {
    char pos[900];
    snprintf(pos, sizeof pos, PLAIN "\"phase\":\"%s\"," TURN(2) UNITS(DE("a", "inf", "0602") C DE("b", "inf", "0602") C DE("g", "art", "0602") C RU("x", "inf", "0606")), phase[i]);
    struct table *t = lay(N, pos, "");
    refused(t, "german", "top g", "5.8");
    act(t, "german", "top a");
    happened(t, "5.8", "top");
    clear_away(t);
  }
}

static void r6_dp_3_told(void **s) {
  (void)s;
  struct table *t = lay(N, PLAIN PHASE("german.movement") TURN(2) "\"terrain\":[{\"hex\":\"0606\",\"set\":[\"clear\",\"hill_dp\"]}]," UNITS(DE("a", "mech", "0604") C RU("x", "inf", "0607", STEPS(1)) C RU("under", "inf", "0608") C RU("y", "inf", "0607")), "");
  assert_false(word_seen(t, "german", "\"x\""));
  acts(t, "german", "move a; step 0605");
  assert_false(word_seen(t, "german", "\"x\""));
  act(t, "german", "step 0606");
  happened(t, "6.dp.1", "height");
  happened(t, "6.dp.3", "examined");
  assert_true(word_seen(t, "german", "\"x\"")); /* the whole stack lies open, its losses too */
  clear_away(t);
}

static void r7_a_5_9_nothing_more(void **s) {
  (void)s;
  struct table *t = lay(N, PLAIN PHASE("german.bombardment") TURN(2) UNITS(DE("g", "art", "0602", FAC("\"bomb\":20")) C RU("x", "inf", "0606", MARK("dsg"))), "3");
  acts(t, "german", "target 0606; add g; fire");
  cited(t, "soviet", "7.a.5.9", "dsg");
  marked(t, "x", "dsg");
  unmarked(t, "x", "suppressed");
  clear_away(t);
}

static void r8_5_front_alone(void **s) {
  (void)s;
  struct table *t = lay(N, FIGHT(DE("a", "inf", "0605", FAC("\"af\":18,\"steps\":9")) C RU("f", "atf", "0606", FAC("\"steps\":1"))), "6 6 1 6");
  attack(t, "german", "0606", "0605");
  act(t, "soviet", "hold f");
  card(t, "german", "8.5", "6:1");
  act(t, "german", "roll");
  happened(t, "7.hit.2", "eliminated");
  ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
  char points[32];
  assert_string_equal(points_of(field(t->last, "view.scores.german"), points), "0"); /* no points for it */
  clear_away(t);
  t = lay(N, PLAIN PHASE("german.movement") TURN(2) UNITS(DE("a", "mech", "0604") C RU("f", "atf", "0606")), "");
  act(t, "german", "move a");
  reaches(t, "german", "a", "0605", "4", "6.zoc.2"); /* its zone */
  act(t, "german", "step 0605");
  act(t, "soviet", "pass");
  clear_away(t);
}

static void r9_8_written_down(void **s) {
  (void)s;
  struct table *t = lay_with(N, "\"secret\":true", NULL, NULL, NULL, __FILE__, __LINE__);
  acts(t, "soviet", "historical; done");
  acts(t, "german", "historical; done");
  act(t, "german", "commit");
  act(t, "soviet", "commit");
  cited(t, "german", "9.8", "supplied");
  unmarked(t, "de.12pz.hq", "oos");
  ask(t, "{\"cmd\":\"events\",\"side\":\"soviet\",\"since\":0}");
  for (int k = 0; k < cJSON_GetArraySize(field(t->last, "events")); k++) {
    char path[64];
    snprintf(path, sizeof path, "events[%d].rule", k);
    assert_string_not_equal(text_of(t->last, path), "9.8"); /* the Soviet hears nothing of them */
  }
  clear_away(t);
}

static void opt_buried_unseen(void **s) { /* the marker is open, the counter under another is not */
  (void)s;
  struct table *t = lay_with(N, "\"buried\":true", PLAIN PHASE("soviet.movement") TURN(2) UNITS(RU("hiddentank", "tank", "0606") C RU("i", "inf", "0606") C DE("x", "inf", "1212")), "", NULL, __FILE__, __LINE__);
  act(t, "soviet", "bury hiddentank");
  happened(t, "opt.buried.1", "buried");
  assert_false(word_seen(t, "german", "hiddentank"));
  cited(t, "german", "opt.buried.1", "buried");
  clear_away(t);
}

static void bad_place(struct table *t, const char *unit, const char *hex, const char *rule) {
  char line[80];
  snprintf(line, sizeof line, "pick %s", unit);
  act(t, "soviet", line);
  snprintf(line, sizeof line, "put %s", hex);
  refused(t, "soviet", line, rule);
  ask(t, "{\"cmd\":\"undo\",\"side\":\"soviet\"}");
}

static void aa_units_deploy_as_guns(void **s) { /* 3.setup.4, II.1.2: in AA mode they are artillery */
  (void)s;
  struct table *t = lay_with(N, "\"aa-north\":true", NULL, NULL, NULL, __FILE__, __LINE__);
  acts(t, "soviet", "pick ru.n.aa1; put 3420");
  act(t, "soviet", "mode ru.n.aa25 at");
  bad_place(t, "ru.n.aa25", "3420", "3.setup.4");
  clear_away(t);
  t = lay(N, NULL, NULL);
  refused(t, "soviet", "pick ru.n.aa1", "II.opt.aa.5");
  clear_away(t);
}

/* ---- records: counts and reserves -------------------------------------------------------------------------------------------- */

static const cJSON *block(struct table *t, const char *id, int k) {
  ask(t, "{\"cmd\":\"records\",\"side\":\"german\"}");
  const cJSON *r;
  cJSON_ArrayForEach(r, field(t->last, "records")) if (!strcmp(text_of(r, "id"), id)) return cJSON_GetArrayItem(cJSON_GetObjectItem(r, "blocks"), k);
  fail_msg("there is no record '%s'", id);
  return NULL;
}
static void record_cites(struct table *t, const char *id, int k, const char *rule) {
  for (int i = 0; i < 8; i++) {
    char path[64];
    snprintf(path, sizeof path, "records[%d].id", i);
    if (strcmp(text_of(t->last, path), id)) continue;
    snprintf(path, sizeof path, "records[%d].blocks[%d].rule", i, k);
    cites(t, path, rule);
    return;
  }
}

static void ii_1_6_counts(void **s) {
  (void)s;
  struct table *t = lay(S_, NULL, NULL);
  char total[32];
  const cJSON *b = block(t, "losses", 0);
  assert_string_equal(points_of(cJSON_GetObjectItem(b, "total"), total), "0");
  assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(b, "lines")), 6);
  record_cites(t, "losses", 0, "II.1.6");
  clear_away(t);
  t = lay_with(N, "\"tank\":true", PLAIN PHASE("soviet.movement") TURN(2) "\"vars\":{\"german_tanks_lost\":3,\"soviet_bombers_lost\":2}," UNITS(DE("a", "inf", "0101") C RU("x", "inf", "1212")), "", NULL, __FILE__, __LINE__);
  assert_string_equal(points_of(cJSON_GetObjectItem(block(t, "losses", 0), "total"), total), "5");
  clear_away(t);
}

static void ii_s3_5_and_7_reserves(void **s) {
  (void)s;
  static const char *const front[] = {"6 TK", "2 TK Gd", "5 TK Gd", "204 RD", "92 Gd", "94 Gd", "93 Gd"};
  static const char *const stavka[] = {"2 TK", "18 TK", "29 TK", "10 TK", "5 MK", "9 VDG", "6 VDG", "97 Gd", "95 Gd", "66 Gd", "13 Gd"};
  struct table *t = lay_with("alea/panzerkeil", "\"offmap\":true", NULL, NULL, NULL, __FILE__, __LINE__);
  const cJSON *b = block(t, "reserves", 0), *l;
  int corps = 0, others = 0;
  for (int i = 0; i < 7; i++) { /* the formations by name */
    bool found = false;
    cJSON_ArrayForEach(l, cJSON_GetObjectItem(b, "lines")) found |= !strcmp(text_of(l, "text"), front[i]);
    if (!found) fail_msg("%s is not in the Front reserve", front[i]);
  }
  char value[32];
  cJSON_ArrayForEach(l, cJSON_GetObjectItem(b, "lines")) {
    points_of(cJSON_GetObjectItem(l, "value"), value);
    corps += !strcmp(value, "5");
    others += !strcmp(value, "1/2");
  }
  assert_int_equal(corps, 7);
  assert_int_equal(others, 3 + 7 + 2); /* tank regiments, artillery and rocket brigades, AA divisions */
  assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(b, "lines")), 19);
  record_cites(t, "reserves", 0, "II.s3.5");
  b = block(t, "reserves", 1);
  corps = others = 0;
  for (int i = 0; i < 11; i++) {
    bool found = false;
    cJSON_ArrayForEach(l, cJSON_GetObjectItem(b, "lines")) found |= !strcmp(text_of(l, "text"), stavka[i]);
    if (!found) fail_msg("%s is not in the STAVKA reserve", stavka[i]);
  }
  cJSON_ArrayForEach(l, cJSON_GetObjectItem(b, "lines")) {
    points_of(cJSON_GetObjectItem(l, "value"), value);
    corps += !strcmp(value, "5");
    others += !strcmp(value, "1/2");
  }
  assert_int_equal(corps, 11);
  assert_int_equal(others, 2 + 3); /* artillery 27 and AA 6, brigades and regiments 86, 180, 192 */
  record_cites(t, "reserves", 1, "II.s3.7");
  clear_away(t);
}

static void ii_opt_aa_5_north(void **s) {
  (void)s;
  static const char *const first[] = {"ru.n.aa1", "ru.n.aa25", "ru.n.aa16", "ru.n.aa12"};
  for (int on = 0; on < 2; on++) {
    struct table *t = lay_with(N, on ? "\"aa-north\":true" : NULL, NULL, NULL, NULL, __FILE__, __LINE__);
    for (int i = 0; i < 4; i++) {
      char line[40];
      snprintf(line, sizeof line, "pick %s", first[i]);
      if (!on) refused(t, "soviet", line, "II.opt.aa.5");
      else act(t, "soviet", line), ask(t, "{\"cmd\":\"undo\",\"side\":\"soviet\"}");
    }
    refused(t, "soviet", "pick ru.n.aa10", on ? "3.setup.1" : "II.opt.aa.5"); /* Front reserve */
    const cJSON *b = block(t, "reserves", 0), *l;
    int aa = 0;
    cJSON_ArrayForEach(l, cJSON_GetObjectItem(b, "lines")) aa += !strcmp(text_of(l, "rule"), "II.opt.aa.5");
    assert_int_equal(aa, on);
    clear_away(t);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(r7_a_7_5_on_until_free), cmocka_unit_test(r7_a_7_6_trains_on_rails), cmocka_unit_test(r7_a_9_1_beside_infiltration), cmocka_unit_test(r7_a_10_1_who_rides), cmocka_unit_test(r4_oa_4_who_enters),
      cmocka_unit_test(r5_7_strike_from_a_full_hex), cmocka_unit_test(r12_bomb_1_once_a_window), cmocka_unit_test(r6_dp_2_the_start), cmocka_unit_test(r5_8_top_in_every_phase), cmocka_unit_test(r6_dp_3_told),
      cmocka_unit_test(r7_a_5_9_nothing_more), cmocka_unit_test(r8_5_front_alone), cmocka_unit_test(r9_8_written_down), cmocka_unit_test(opt_buried_unseen), cmocka_unit_test(aa_units_deploy_as_guns),
      cmocka_unit_test(ii_1_6_counts), cmocka_unit_test(ii_s3_5_and_7_reserves), cmocka_unit_test(ii_opt_aa_5_north),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
