/* test_rules.c - nullgame, rule by rule: position, action, expected outcome. */
#include "harness.h"

#include <stdio.h>
#include <string.h>

#define UNITS(list) "\"units\":[" list "]"
#define AT(unit, hex) "{\"unit\":\"" unit "\",\"hex\":\"" hex "\"}"
#define AT1(unit, hex) "{\"unit\":\"" unit "\",\"hex\":\"" hex "\",\"steps\":1}"
#define PLAIN "\"map\":\"plain:9x9\","
#define PHASE(p) "\"phase\":\"" p "\","

static void end_turn(struct table *t, const char *from) { /* both sides do nothing until the next orders */
  static const char *const order[] = {"german.supply", "german.movement", "german.attack", "soviet.supply", "soviet.movement", "soviet.attack"};
  int i = 0;
  while (strcmp(order[i], from)) i++;
  for (; i < 6; i++) act(t, i < 3 ? "german" : "soviet", "done");
}

static void r1_1_turns(void **s) { /* the option says how many */
  (void)s;
  struct table *t = lay_with("nullgame", "\"turns\":1", PLAIN PHASE("soviet.attack") UNITS(AT("de.1.inf", "0108")), "", NULL, __FILE__, __LINE__);
  act(t, "soviet", "done");
  happened(t, "6.2", "over");
  clear_away(t);
}

static void r1_1_sequence(void **s) {
  (void)s;
  struct table *t = lay("nullgame", PLAIN PHASE("german.supply") "\"turn\":1," UNITS(AT("de.1.inf", "0108")), "");
  end_turn(t, "german.supply");
  happened(t, "1.1", "turn");
  ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
  assert_string_equal(text_of(t->last, "view.phase"), "orders");
  assert_int_equal(int_of(t->last, "view.turn.n"), 2);
  clear_away(t);
}

static void r1_2_points(void **s) {
  (void)s;
  struct table *t = lay("nullgame", PLAIN PHASE("soviet.attack") "\"vars\":{\"german_points\":3,\"soviet_points\":9}," UNITS(AT("de.1.inf", "0108")), "");
  act(t, "soviet", "done");
  ask(t, "{\"cmd\":\"view\",\"side\":\"all\"}");
  assert_int_equal(int_of(t->last, "view.vars.german_points"), 4);
  assert_int_equal(int_of(t->last, "view.vars.soviet_points"), 9); /* never more than nine */
  ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
  assert_null(field(t->last, "view.vars.soviet_points"));
  clear_away(t);
  t = lay("nullgame", PLAIN PHASE("german.supply") "\"vars\":{\"german_points\":3}," UNITS(AT("de.1.inf", "0108")), "");
  ask(t, "{\"cmd\":\"actions\",\"side\":\"german\"}");
  assert_int_equal(int_of(t->last, "prompt.forms[0].totals[0].value"), 3);
  cites(t, "prompt.forms[0].totals[0].rule", "1.2");
  clear_away(t);
}

/* A tank at 0505 next to a rifle battalion at 0504: 5 to 3 in the open, press against hold, one column down: 1:2. */
#define DUEL(vars) PLAIN PHASE("german.attack") vars UNITS(AT("de.pz.a", "0505") "," AT("ru.1.rifle", "0504"))

static void r2_1_steps(void **s) {
  (void)s;
  struct table *t = lay("nullgame", PLAIN PHASE("german.attack") "\"vars\":{\"soviet_stance\":\"press\"}," UNITS(AT("de.pz.a", "0505") "," AT1("de.1.inf", "0605") "," AT("ru.1.rifle", "0504")), "3");
  acts(t, "german", "target 0504; add de.pz.a; attack"); /* 5:3 = 1:1, a 3 is EX: both lose a step */
  happened(t, "2.1", "loss");
  stands(t, "de.pz.a", "0505", 1);
  stands(t, "ru.1.rifle", "0504", 1);
  clear_away(t);
  t = lay("nullgame", PLAIN PHASE("soviet.movement") UNITS(AT("de.pak", "0505") "," AT1("ru.1.rifle", "0502")), "6");
  acts(t, "soviet", "move ru.1.rifle; step 0503");
  act(t, "german", "fire de.pak");
  happened(t, "2.1", "eliminated");
  stands(t, "ru.1.rifle", "-", 0);
  clear_away(t);
}

static void r2_2_hidden(void **s) {
  (void)s;
  struct table *t = lay("nullgame", PLAIN PHASE("german.movement") UNITS(AT("de.1.inf", "0507") "," AT("ru.1.rifle", "0504")), "");
  ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
  assert_string_equal(text_of(t->last, "view.units[1].id"), "?1");
  assert_string_equal(text_of(t->last, "view.units[1].at"), "0504");
  assert_true(cJSON_IsNull(field(t->last, "view.units[1].count")));
  acts(t, "german", "move de.1.inf; step 0506");
  never(t, "known");
  act(t, "german", "step 0505");
  happened(t, "2.2", "known");
  ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
  assert_string_equal(text_of(t->last, "view.units[1].id"), "ru.1.rifle");
  clear_away(t);
}

static void r2_3_guns(void **s) {
  (void)s;
  struct table *t = lay("nullgame", PLAIN PHASE("german.movement") UNITS(AT("de.1.inf", "0507") "," AT("ru.zis", "0501")), "");
  ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
  assert_string_equal(text_of(t->last, "view.units[1].id"), "ru.zis");
  assert_string_equal(text_of(t->last, "view.units[1].marks[0]"), "open");
  ask(t, "{\"cmd\":\"board\"}");
  assert_string_equal(text_of(t->last, "board.marks[2].id"), "open");
  cites(t, "board.marks[2].rule", "2.3");
  clear_away(t);
}

static void r2_4_stacking(void **s) {
  (void)s;
  struct table *t = lay("nullgame", PLAIN PHASE("german.movement") UNITS(AT("de.1.inf", "0505") "," AT("de.2.inf", "0505") "," AT("de.3.inf", "0506")), "");
  act(t, "german", "move de.3.inf");
  refused(t, "german", "step 0505", "2.4");
  clear_away(t);
}

static void r3_1_stance(void **s) {
  (void)s;
  struct table *t = lay("nullgame", PLAIN PHASE("orders") UNITS(AT("de.1.inf", "0108")), "");
  offered(t, "german", "stance press", "3.1");
  act(t, "german", "stance press");
  ask(t, "{\"cmd\":\"view\",\"side\":\"soviet\"}");
  assert_null(field(t->last, "view.vars.german_stance"));
  act(t, "german", "commit");
  act(t, "soviet", "commit");
  happened(t, "3.1", "stances");
  ask(t, "{\"cmd\":\"view\",\"side\":\"soviet\"}");
  assert_string_equal(text_of(t->last, "view.vars.german_stance"), "press");
  clear_away(t);
  t = lay("nullgame", DUEL("\"vars\":{\"german_stance\":\"press\",\"soviet_stance\":\"press\"},"), "1");
  acts(t, "german", "target 0504; add de.pz.a");
  card(t, "german", "3.1", "2:1"); /* press: one column to the right of 1:1 */
  clear_away(t);
  t = lay("nullgame", DUEL(""), "1");
  acts(t, "german", "target 0504; add de.pz.a");
  card(t, "german", "3.1", "1:2"); /* hold: one to the left */
  clear_away(t);
}

static void r3_2_bringing_up(void **s) {
  (void)s;
  struct table *t = lay("nullgame", PHASE("german.supply") "\"vars\":{\"german_points\":3}," UNITS("{\"unit\":\"de.pz.c\",\"box\":\"reserve.german\"}," AT("de.1.inf", "0106") "," AT("de.2.inf", "0106")) ",\"map\":\"testbed\"", "");
  act(t, "german", "pick de.pz.c");
  refused(t, "german", "put 0106", "3.2"); /* full */
  refused(t, "german", "put 0304", "3.2"); /* not home */
  act(t, "german", "put 0206");
  happened(t, "3.2", "arrives");
  stands(t, "de.pz.c", "0206", 2);
  refused(t, "german", "pick de.pz.c", "3.2");
  ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
  assert_int_equal(int_of(t->last, "view.vars.german_points"), 1);
  clear_away(t);
  t = lay("nullgame", PHASE("german.supply") "\"vars\":{\"german_points\":1}," UNITS("{\"unit\":\"de.pz.c\",\"box\":\"reserve.german\"}") ",\"map\":\"testbed\"", "");
  refused(t, "german", "pick de.pz.c", "3.2"); /* too dear */
  clear_away(t);
  t = lay("nullgame", PHASE("german.supply") "\"vars\":{\"german_points\":5}," UNITS("{\"unit\":\"de.pz.c\",\"box\":\"reserve.german\"}," AT("ru.1.rifle", "0106") "," AT("ru.2.rifle", "0206")) ",\"map\":\"testbed\"", "");
  refused(t, "german", "pick de.pz.c", "3.2"); /* the enemy stands on every home hex */
  clear_away(t);
}

static void r3_3_rebuilding(void **s) {
  (void)s;
  struct table *t = lay("nullgame", PLAIN PHASE("german.supply") "\"vars\":{\"german_points\":1}," UNITS(AT1("de.1.inf", "0507") "," AT1("de.2.inf", "0205") "," AT("de.3.inf", "0909") "," AT("ru.1.rifle", "0204")), "");
  refused(t, "german", "rebuild de.2.inf", "3.3"); /* an enemy next to it */
  refused(t, "german", "rebuild de.3.inf", "3.3"); /* not reduced */
  refused(t, "german", "rebuild ru.1.rifle", "3.3");
  act(t, "german", "rebuild de.1.inf");
  happened(t, "3.3", "rebuilt");
  stands(t, "de.1.inf", "0507", 2);
  clear_away(t);
  t = lay("nullgame", PLAIN PHASE("german.supply") UNITS(AT1("de.1.inf", "0507")), "");
  refused(t, "german", "rebuild de.1.inf", "3.3"); /* no points */
  clear_away(t);
}

static void r4_1_movement(void **s) {
  (void)s;
  struct table *t = lay("nullgame", PLAIN PHASE("german.movement") UNITS(AT("de.1.inf", "0507") "," AT("ru.1.rifle", "0101")), "");
  refused(t, "german", "move ru.1.rifle", "4.1");
  act(t, "german", "move de.1.inf");
  refused(t, "german", "step 0505", "4.1"); /* not next to it */
  act(t, "german", "step 0506");
  happened(t, "4.1", "moves");
  act(t, "german", "stop");
  refused(t, "german", "move de.1.inf", "4.1"); /* once */
  clear_away(t);
}

static void r4_2_costs(void **s) {
  (void)s;
  struct table *t = lay("nullgame", PLAIN PHASE("german.movement") "\"terrain\":[{\"hex\":\"0505\",\"set\":[\"wood\"]},{\"hex\":\"0607\",\"set\":[\"village\"]},"
                        "{\"side\":[\"0407\",\"0507\"],\"set\":[\"river\"]},{\"path\":[\"0507\",\"0506\",\"0606\"],\"set\":[\"road.main\"]}]," UNITS(AT("de.1.inf", "0507")), "");
  reaches(t, "german", "de.1.inf", "0506", "1/2", "4.2"); /* road */
  reaches(t, "german", "de.1.inf", "0606", "1", "4.2");   /* road, two hexes */
  reaches(t, "german", "de.1.inf", "0505", "5/2", "4.2"); /* road, then woods */
  reaches(t, "german", "de.1.inf", "0607", "1", "4.2");   /* village */
  reaches(t, "german", "de.1.inf", "0407", "2", "4.2");   /* across the river */
  reaches(t, "german", "de.1.inf", "0503", NULL, NULL);
  acts(t, "german", "move de.1.inf; step 0407");
  refused(t, "german", "step 0507", "4.2"); /* one point left, two wanted */
  clear_away(t);
}

static void r4_3_zones(void **s) {
  (void)s;
  struct table *t = lay("nullgame", PLAIN PHASE("german.movement") UNITS(AT("de.pz.a", "0507") "," AT("ru.1.rifle", "0504")), "");
  reaches(t, "german", "de.pz.a", "0505", "2", "4.3");
  acts(t, "german", "move de.pz.a; step 0506; step 0505");
  ask(t, "{\"cmd\":\"actions\",\"side\":\"german\"}");
  assert_string_equal(text_of(t->last, "prompt.node"), "move"); /* the move is over */
  clear_away(t);
}

static void r4_4_one_hex(void **s) {
  (void)s;
  struct table *t = lay("nullgame", PLAIN PHASE("german.movement") "\"terrain\":[{\"hex\":\"0506\",\"set\":[\"wood\"]}]," "\"units\":[{\"name\":\"slow\",\"side\":\"german\",\"kind\":\"GUN\",\"factors\":{\"mp\":1},\"hex\":\"0507\"}]", "");
  reaches(t, "german", "slow", "0506", "1", "4.4");
  acts(t, "german", "move slow; step 0506"); /* 2 points' worth with 1 */
  stands(t, "slow", "0506", 2);
  clear_away(t);
}

static void r4_5_no_entry(void **s) {
  (void)s;
  struct table *t = lay("nullgame", PLAIN PHASE("german.movement") UNITS(AT("de.1.inf", "0505") "," AT("ru.1.rifle", "0504")), "");
  act(t, "german", "move de.1.inf");
  refused(t, "german", "step 0504", "4.5");
  clear_away(t);
}

#define GUN_WATCH(terrain) PLAIN PHASE("german.movement") terrain UNITS(AT("de.1.inf", "0507") "," AT("ru.zis", "0504") "," AT("ru.1.rifle", "0101"))

static void r4_6_reaction(void **s) {
  (void)s;
  struct table *t = lay("nullgame", GUN_WATCH(""), "5");
  acts(t, "german", "move de.1.inf; step 0506");
  refused(t, "soviet", "fire ru.1.rifle", "4.6"); /* no gun */
  outcome(t, "soviet", "hit", 1, 3);
  assert_string_equal(text_of(t->last, "prompt.cards[0].by"), "soviet"); /* who fires, also in the other's turn */
  act(t, "soviet", "fire ru.zis");
  rolled(t, "4.6", "5");
  happened(t, "4.6", "fire");
  happened(t, "2.1", "loss");
  stands(t, "de.1.inf", "0506", 1);
  ask(t, "{\"cmd\":\"actions\",\"side\":\"german\"}");
  assert_string_equal(text_of(t->last, "prompt.node"), "move"); /* the hit ended the move */
  clear_away(t);

  t = lay("nullgame", GUN_WATCH(""), "4"); /* a miss: the move goes on, and the gun has fired */
  acts(t, "german", "move de.1.inf; step 0506");
  act(t, "soviet", "fire ru.zis");
  never(t, "loss");
  act(t, "german", "step 0606");
  clear_away(t);

  t = lay("nullgame", GUN_WATCH("\"terrain\":[{\"hex\":\"0506\",\"set\":[\"wood\"]}],"), "5"); /* in woods only a 6 */
  acts(t, "german", "move de.1.inf; step 0506");
  card(t, "soviet", "4.6", "6");
  outcome(t, "soviet", "hit", 1, 6);
  act(t, "soviet", "fire ru.zis");
  never(t, "loss");
  clear_away(t);

  t = lay_with("nullgame", "\"guns\":false", GUN_WATCH(""), "", NULL, __FILE__, __LINE__); /* the option off */
  acts(t, "german", "move de.1.inf; step 0506; stop");
  clear_away(t);

}

static void r4_6_range(void **s) {
  (void)s;
  struct table *t = lay("nullgame", PLAIN PHASE("german.movement") "\"units\":[" AT("de.1.inf", "0507") "," AT("ru.zis", "0504") ",{\"name\":\"far\",\"side\":\"soviet\",\"kind\":\"GUN\",\"hex\":\"0502\"}]", "");
  acts(t, "german", "move de.1.inf; step 0506");
  refused(t, "soviet", "fire far", "4.6");
  clear_away(t);
}

static void r4_7_sight(void **s) {
  (void)s;
  struct table *t = lay("nullgame", PLAIN PHASE("german.movement") "\"terrain\":[{\"hex\":\"0505\",\"set\":[\"wood\"]}],\"units\":[" AT("de.1.inf", "0507") "," AT("ru.zis", "0504") ",{\"name\":\"side\",\"side\":\"soviet\",\"kind\":\"GUN\",\"hex\":\"0605\"}]", "1");
  acts(t, "german", "move de.1.inf; step 0506");
  refused(t, "soviet", "fire ru.zis", "4.7"); /* the wood is between */
  act(t, "soviet", "fire side");
  ask(t, "{\"cmd\":\"overlay\",\"side\":\"german\",\"name\":\"los\",\"args\":[\"0506\",\"0504\"]}");
  assert_string_equal(text_of(t->last, "overlay.lines[0].cut"), "0505");
  cites(t, "overlay.lines[0].rule", "4.7");
  /* 0506 to 0605's far neighbour 0604: along the hexside of 0505 and 0605, only one of them blocks: open. */
  ask(t, "{\"cmd\":\"overlay\",\"side\":\"german\",\"name\":\"los\",\"args\":[\"0506\",\"0604\"]}");
  assert_true(cJSON_IsNull(field(t->last, "overlay.lines[0].cut")));
  clear_away(t);
  t = lay("nullgame", PLAIN "\"terrain\":[{\"hex\":\"0505\",\"set\":[\"wood\"]},{\"hex\":\"0605\",\"set\":[\"village\"]}]," UNITS(AT("de.1.inf", "0507")), "");
  ask(t, "{\"cmd\":\"overlay\",\"side\":\"german\",\"name\":\"los\",\"args\":[\"0506\",\"0604\"]}");
  assert_true(cJSON_IsString(field(t->last, "overlay.lines[0].cut"))); /* both block */
  clear_away(t);
}

static void r5_1_attacks(void **s) {
  (void)s;
  struct table *t = lay("nullgame", PLAIN PHASE("german.attack") UNITS(AT("de.1.inf", "0505") "," AT("de.2.inf", "0508") "," AT("ru.1.rifle", "0504") "," AT("ru.2.rifle", "0101")), "1");
  refused(t, "german", "target 0101", "5.1");
  refused(t, "german", "target 0506", "5.1");
  act(t, "german", "target 0504");
  refused(t, "german", "attack", "5.1"); /* nobody yet */
  refused(t, "german", "add de.2.inf", "5.1");
  act(t, "german", "add de.1.inf");
  refused(t, "german", "add de.1.inf", "5.1");
  act(t, "german", "attack");
  refused(t, "german", "target 0504", "5.1"); /* it has attacked */
  clear_away(t);
}

static void r5_2_armour(void **s) {
  (void)s;
  struct table *t = lay("nullgame", DUEL(""), "1");
  owed(t, "german", "5.2", "must attack");
  refused(t, "german", "done", "5.2");
  acts(t, "german", "target 0504; add de.pz.a; cancel");
  refused(t, "german", "done", "5.2");
  acts(t, "german", "target 0504; add de.pz.a; attack; done");
  clear_away(t);
}

#define ODDS(german, soviet)                                                                                           \
  PLAIN PHASE("german.attack") "\"vars\":{\"soviet_stance\":\"press\"},\"units\":[{\"name\":\"a\",\"side\":\"german\",\"kind\":\"INF\",\"factors\":{\"strength\":" german "},\"hex\":\"0505\"}," \
                               "{\"name\":\"d\",\"side\":\"soviet\",\"kind\":\"INF\",\"factors\":{\"strength\":" soviet "},\"hex\":\"0504\"}]"

static void r5_3_odds(void **s) {
  (void)s;
  static const struct { const char *position, *column; } cases[] = {
      {ODDS("1", "9"), "1:2"}, {ODDS("4", "5"), "1:2"}, {ODDS("5", "5"), "1:1"}, {ODDS("9", "5"), "1:1"},
      {ODDS("10", "5"), "2:1"}, {ODDS("14", "5"), "2:1"}, {ODDS("15", "5"), "3:1"}, {ODDS("50", "5"), "3:1"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct table *t = lay("nullgame", cases[i].position, "1");
    acts(t, "german", "target 0504; add a");
    card(t, "german", "5.3", cases[i].column);
    clear_away(t);
  }
}

static void r5_4_terrain(void **s) {
  (void)s;
  struct table *t = lay("nullgame", PLAIN PHASE("german.attack") "\"vars\":{\"soviet_stance\":\"press\"},\"terrain\":[{\"hex\":\"0504\",\"set\":[\"village\"]},{\"side\":[\"0505\",\"0504\"],\"set\":[\"river\"]}],\"units\":["
                        "{\"name\":\"a\",\"side\":\"german\",\"kind\":\"INF\",\"factors\":{\"strength\":9},\"hex\":\"0505\"},{\"name\":\"b\",\"side\":\"german\",\"kind\":\"INF\",\"hex\":\"0604\"}," AT("ru.1.rifle", "0504") "]", "1");
  acts(t, "german", "target 0504; add a"); /* 9:3 = 3:1, village 2:1, river 1:1 */
  card(t, "german", "5.4", "2:1");
  card(t, "german", "5.4", "1:1");
  act(t, "german", "add b"); /* not all across the river any more */
  ask(t, "{\"cmd\":\"actions\",\"side\":\"german\"}");
  assert_string_equal(text_of(t->last, "prompt.cards[0].column"), "2:1");
  clear_away(t);
  t = lay("nullgame", PLAIN PHASE("german.attack") "\"terrain\":[{\"hex\":\"0504\",\"set\":[\"wood\"]}]," UNITS(AT("de.1.inf", "0505") "," AT("ru.1.rifle", "0504") "," AT("ru.2.rifle", "0504")), "1");
  acts(t, "german", "target 0504; add de.1.inf");
  card(t, "german", "5.4", "1:2"); /* never off the table */
  clear_away(t);
}

static void r5_5_support(void **s) {
  (void)s;
  struct table *t = lay("nullgame", PLAIN PHASE("german.attack") "\"vars\":{\"german_points\":3,\"soviet_stance\":\"press\"}," UNITS(AT("de.1.inf", "0505") "," AT("ru.1.rifle", "0504")), "1");
  acts(t, "german", "target 0504; add de.1.inf");
  refused(t, "german", "support 4", "5.5");
  acts(t, "german", "support 3");
  card(t, "german", "5.5", "3");
  card(t, "german", "5.3", "2:1");
  act(t, "german", "attack");
  ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
  assert_int_equal(int_of(t->last, "view.vars.german_points"), 0);
  clear_away(t);
}

/* All six faces at 1:1 as printed: A1 A1 EX DR DR D1. */
static void r5_6_results(void **s) {
  (void)s;
  static const struct { const char *die; int german, soviet; bool retreat; } cases[] = {
      {"1", 1, 2, false}, {"2", 1, 2, false}, {"3", 1, 1, false}, {"4", 2, 2, true}, {"5", 2, 2, true}, {"6", 2, 1, false}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct table *t = lay("nullgame", DUEL("\"vars\":{\"soviet_stance\":\"press\"},"), cases[i].die);
    acts(t, "german", "target 0504; add de.pz.a; attack");
    happened(t, "5.6", "combat");
    rolled(t, "5.6", cases[i].die);
    stands(t, "de.pz.a", "0505", cases[i].german);
    stands(t, "ru.1.rifle", "0504", cases[i].soviet);
    ask(t, "{\"cmd\":\"actions\",\"side\":\"soviet\"}");
    assert_string_equal(text_of(t->last, "prompt.node"), cases[i].retreat ? "attack.retreat" : "attack");
    clear_away(t);
  }
}

static void r5_7_retreat(void **s) {
  (void)s;
  struct table *t = lay("nullgame", PLAIN PHASE("german.attack") "\"vars\":{\"soviet_stance\":\"press\"}," UNITS(AT("de.pz.a", "0505") "," AT("ru.1.rifle", "0504") "," AT("ru.2.rifle", "0503") "," AT("ru.3.rifle", "0503")), "4");
  acts(t, "german", "target 0504; add de.pz.a; attack");
  refused(t, "soviet", "retreat 0503", "5.7"); /* full */
  refused(t, "soviet", "retreat 0505", "5.7"); /* enemies */
  refused(t, "soviet", "retreat 0404", "5.7"); /* next to the tank, and 0403 is not */
  refused(t, "soviet", "retreat 0502", "5.7"); /* too far */
  act(t, "soviet", "retreat 0403");
  happened(t, "5.7", "retreats");
  stands(t, "ru.1.rifle", "0403", 2);
  clear_away(t);
  t = lay("nullgame", "\"map\":\"plain:1x2\"," PHASE("german.attack") "\"vars\":{\"soviet_stance\":\"press\"}," UNITS(AT("de.pz.a", "0102") "," AT("ru.1.rifle", "0101")), "4");
  acts(t, "german", "target 0101; add de.pz.a; attack"); /* nowhere to go */
  happened(t, "5.7", "eliminated");
  stands(t, "ru.1.rifle", "-", 0);
  clear_away(t);
}

static void r5_8_advance(void **s) {
  (void)s;
  struct table *t = lay("nullgame", PLAIN PHASE("german.attack") "\"vars\":{\"soviet_stance\":\"press\"}," UNITS(AT("de.pz.a", "0505") "," AT("de.1.inf", "0605") "," AT("ru.1.rifle", "0504")), "4");
  acts(t, "german", "target 0504; add de.pz.a; attack");
  act(t, "soviet", "retreat 0503");
  refused(t, "german", "advance de.1.inf", "5.8"); /* it did not attack */
  act(t, "german", "advance de.pz.a");
  happened(t, "5.8", "advances");
  stands(t, "de.pz.a", "0504", 2);
  clear_away(t);
}

static void r6_1_control(void **s) {
  (void)s;
  struct table *t = lay("nullgame", PLAIN PHASE("german.movement") "\"control\":[[\"soviet\",[\"0506\"]]]," UNITS(AT("de.1.inf", "0507")), "");
  acts(t, "german", "move de.1.inf; step 0506");
  happened(t, "6.1", "control");
  act(t, "german", "step 0507");
  never(t, "control");
  clear_away(t);
}

static void r6_2_victory(void **s) {
  (void)s;
  static const struct { const char *control, *winner, *level; } cases[] = {
      {"[[\"german\",[\"0101\",\"0201\",\"0301\"]]]", "german", "German decisive victory"},
      {"[[\"german\",[\"0101\",\"0201\"]],[\"soviet\",[\"0301\"]]]", "german", "German victory"},
      {"[[\"german\",[\"0101\"]],[\"soviet\",[\"0201\",\"0301\"]]]", "soviet", "Soviet victory"},
      {"[[\"soviet\",[\"0101\",\"0201\",\"0301\"]]]", "soviet", "Soviet decisive victory"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char position[600];
    snprintf(position, sizeof position, PLAIN PHASE("soviet.attack") "\"turn\":5,\"regions\":[{\"id\":\"villages\",\"hexes\":[\"0101\",\"0201\",\"0301\"]}],\"control\":%s," UNITS(AT("de.1.inf", "0909")), cases[i].control);
    struct table *t = lay("nullgame", position, "");
    act(t, "soviet", "done");
    happened(t, "6.2", "over");
    result(t, cases[i].winner, "6.2");
    assert_string_equal(text_of(t->last, "result.level"), cases[i].level);
    clear_away(t);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(r1_1_turns), cmocka_unit_test(r1_1_sequence), cmocka_unit_test(r1_2_points), cmocka_unit_test(r2_1_steps),
      cmocka_unit_test(r2_2_hidden), cmocka_unit_test(r2_3_guns), cmocka_unit_test(r2_4_stacking), cmocka_unit_test(r3_1_stance),
      cmocka_unit_test(r3_2_bringing_up), cmocka_unit_test(r3_3_rebuilding), cmocka_unit_test(r4_1_movement), cmocka_unit_test(r4_2_costs),
      cmocka_unit_test(r4_3_zones), cmocka_unit_test(r4_4_one_hex), cmocka_unit_test(r4_5_no_entry), cmocka_unit_test(r4_6_reaction),
      cmocka_unit_test(r4_6_range), cmocka_unit_test(r4_7_sight), cmocka_unit_test(r5_1_attacks), cmocka_unit_test(r5_2_armour),
      cmocka_unit_test(r5_3_odds), cmocka_unit_test(r5_4_terrain), cmocka_unit_test(r5_5_support), cmocka_unit_test(r5_6_results),
      cmocka_unit_test(r5_7_retreat), cmocka_unit_test(r5_8_advance), cmocka_unit_test(r6_1_control), cmocka_unit_test(r6_2_victory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
