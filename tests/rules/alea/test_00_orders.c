/* test_00_orders.c - standing orders: every choice of every order, answered with ordinary actions.
 */
#include "table.h"

static void order(struct table *t, const char *side, const char *orders) {
  bool list = orders[0] == '['; /* with numbers; else "name":"choice" */
  ask(t, "{\"cmd\":\"orders\",\"side\":\"%s\",\"orders\":%s%s%s}", side, list ? "" : "{", orders,
      list ? "" : "}");
  assert_true(cJSON_IsTrue(field(t->last, "ok")));
}
static void asked(struct table *t, const char *side, const char *node) { /* who is asked what now */
  ask(t, "{\"cmd\":\"actions\",\"side\":\"%s\"}", side);
  assert_string_equal(text_of(t->last, "prompt.side"), side);
  assert_string_equal(text_of(t->last, "prompt.node"), node);
}

/* g reaches with 13 factors: die 3 to 6 disorganise. r could react. */
#define ENTRY                                                                                      \
  PLAIN PHASE("german.movement") TURN(2) UNITS(DE("a", "mech", "0604") C RU(                       \
      "x", "inf", "0606") C RU("r", "tank", "0608") C RU("g", "art", "0609", FAC("\"bomb\":13")))
static void fire_and_react(void **s) {
  (void)s;
  static const struct {
    const char *orders, *dice, *node;
    bool fires, moves;
  } row[] = {
      {"\"fire\":\"ask\",\"react\":\"ask\"", "", "move.react", false, false},
      {"\"fire\":\"never\",\"react\":\"ask\"", "", "move.react", false, false},
      {"\"fire\":\"ask\",\"react\":\"never\"", "", "move.react", false, false},
      {"\"fire\":\"never\",\"react\":\"never\"", "", NULL, false, false},
      {"\"fire\":\"always\",\"react\":\"never\"", "3", NULL, true, false},
      {"\"fire\":\"always\",\"react\":\"ask\"", "3", "move.react", true, false},
      {"\"fire\":\"never\",\"react\":\"always\"", "", NULL, false, true},
      {"\"fire\":\"always\",\"react\":\"always\"", "3", NULL, true, true},
      {"[{\"name\":\"fire\",\"choice\":\"chance\",\"n\":66},{\"name\":\"react\",\"choice\":"
       "\"never\"}]",
       "3", NULL, true, false},
      {"[{\"name\":\"fire\",\"choice\":\"chance\",\"n\":67},{\"name\":\"react\",\"choice\":"
       "\"never\"}]",
       "", NULL, false, false},
  };
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    struct table *t = lay(N, ENTRY, row[i].dice);
    order(t, "soviet", row[i].orders);
    acts(t, "german", "move a; step 0605");
    if (row[i].node)
      asked(t, "soviet", row[i].node);
    else
      asked(t, "german",
            row[i].fires ? "move" : "move.step"); /* disorganised, it may not even strike */
    if (row[i].fires)
      marked(t, "a", "dsg");
    else
      unmarked(t, "a", "dsg");
    stands(t, "r", row[i].moves ? "0606" : "0608", 2);
    clear_away(t);
  }
  struct table *t = lay(N,
                        PLAIN PHASE("german.movement") TURN(2)
                            UNITS(DE("a", "mech", "0604") C RU("x", "inf", "0606")),
                        "");
  order(t, "soviet", "\"react\":\"never\"");
  acts(t, "german", "move a; step 0605");
  asked(t, "german", "move.step"); /* no gun could fire: the one order answers for both */
  clear_away(t);
}

static void support_and_election(void **s) {
  (void)s;
  static const struct {
    const char *orders;
    bool back, turned;
  } row[] = {
      {"\"elect\":\"stand\",\"support\":\"never\"", false, false},
      {"\"elect\":\"retreat\",\"support\":\"never\"", true, false},
      {"\"elect\":\"stand\",\"support\":\"always\"", false, true},
  };
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    struct table *t = lay(N,
                          FIGHT(DE("a", "inf", "0605") C RU("x", "inf", "0606")
                                    C RU("g", "art", "0609") C RU("h", "art", "0609")),
                          "");
    order(t, "soviet", row[i].orders);
    acts(t, "german", "target 0606; from 0605; attack");
    happened(t, "7.a.4", "reveal");
    bool retreats = false;
    for (int k = 0; k < cJSON_GetArraySize(field(t->last, "events")); k++) {
      char path[64];
      snprintf(path, sizeof path, "events[%d].text", k);
      retreats |= strstr(text_of(t->last, path), "the defender retreats") != NULL;
    }
    assert_int_equal(retreats, row[i].back);
    if (row[i].turned)
      marked(t, "g", "turned"), marked(t, "h", "turned");
    else
      unmarked(t, "g", "turned");
    clear_away(t);
  }
  /* nowhere to go: the order to retreat stands; and the excess is named: the weakest */
  struct table *t =
      lay(N,
          PLAIN "\"unchecked\":true," PHASE("german.combat") TURN(2)
              UNITS(DE("a", "inf", "0605", FAC("\"af\":30")) C DE("b", "inf", "0608")
                        C DE("c", "inf", "0406") C DE("d", "inf", "0806") C RU("x", "inf", "0606")
                            C RU("y", "inf", "0606") C RU("z", "inf", "0606")
                                C RU("weak", "inf", "0606", FAC("\"df\":1"))),
          "");
  order(t, "soviet", "\"elect\":\"retreat\",\"support\":\"never\"");
  acts(t, "german", "target 0606; from 0605; attack");
  happened(t, "7.a.4", "reveal");
  card(t, "german", "5.7", "0");
  clear_away(t);
}

static void losses(void **s) {
  (void)s;
  /* two hits, the first on the strongest; then "cheap" spares the fresh regiment: a second loss
   * costs the damaged one no factor */
  static const struct {
    const char *choice;
    int x, y, z;
  } row[] = {{"first", 2, 1, 4}, {"cheap", 1, 2, 4}, {"spread", 2, 2, 3}};
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    char pos[1000], orders[80];
    snprintf(pos, sizeof pos, "%s",
             FIGHT(DE("a", "inf", "0605", FAC("\"af\":13"))
                       C RU("y", "inf", "0606", FAC("\"df\":4"))
                           C RU("x", "inf", "0606", FAC("\"df\":6,\"steps\":3"))
                               C RU("z", "inf", "0606", FAC("\"df\":3,\"steps\":5") STEPS(4))));
    snprintf(orders, sizeof orders, "\"losses\":\"%s\",\"elect\":\"stand\",\"support\":\"never\"",
             row[i].choice);
    struct table *t = lay(N, pos, "1 1");
    order(t, "soviet", orders);
    acts(t, "german", "target 0606; from 0605; attack; roll"); /* 13 to 12: 1:1, row 1: two hits */
    stands(t, "x", "0606", row[i].x);
    stands(t, "y", "0606", row[i].y);
    stands(t, "z", "0606", row[i].z);
    clear_away(t);
  }
}

static void shots(void **s) {
  (void)s;
  static const struct {
    const char *choice;
    int x, y;
  } row[] = {{"first", 1, 2}, {"best", 2, 1}};
  for (size_t i = 0; i < 2; i++) {
    char orders[60];
    struct table *t = lay(N,
                          FIGHT(DE("p", "tank", "0605", FAC("\"arm\":5,\"steps\":9"))
                                    C RU("x", "tank", "0606", FAC("\"arm\":1"))
                                        C RU("y", "tank", "0606", FAC("\"arm\":3"))),
                          "1 6 6 6 1");
    snprintf(orders, sizeof orders, "\"shots\":\"%s\"", row[i].choice);
    order(t, "german", orders);
    order(t, "soviet", "\"elect\":\"stand\",\"support\":\"never\",\"shots\":\"first\"");
    /* every shot and the dice by order; 6 and 1: a hit on the strongest */
    acts(t, "german", "target 0606; from 0605; attack");
    happened(t, "7.a.5.3", "shot");
    bool weak = false;
    for (int k = 0; k < cJSON_GetArraySize(field(t->last, "events")); k++) {
      char path[64];
      snprintf(path, sizeof path, "events[%d].text", k);
      weak |= strstr(text_of(t->last, path), "p fires at x") != NULL;
    }
    assert_int_equal(weak, i == 0);
    clear_away(t);
  }
}

static void flak_and_abort(void **s) {
  (void)s;
  const char *pos = PLAIN PHASE("air.bomb") TURN(3)
      UNITS(AIR("b", "german", "bomber", "air.german.attack", FAC("\"bomb\":5,\"steps\":2"))
                C AIR("c", "german", "bomber", "air.german.attack", FAC("\"bomb\":9,\"steps\":2"))
                    C RU("aa", "aa", "0607") C RU("y", "inf", "0608") C DE("x", "inf", "0101"));
  struct table *t = lay(S_, pos, "1 9 1");
  order(t, "soviet", "\"flak\":\"always\"");
  acts(t, "german", "raid; target 0608; add b; add c; fire");
  happened(t, "12.bomb.1", "raid");
  stands(t, "c", "air.german.available", 1); /* at the one with more bombs */
  stands(t, "b", "air.german.available", 2);
  clear_away(t);
  t = lay(S_, pos, "1");
  order(t, "soviet", "\"flak\":\"never\"");
  acts(t, "german", "raid; target 0608; add b; fire");
  happened(t, "12.bomb.1", "raid");
  clear_away(t);
  static const char *const choice[] = {"press", "abort"};
  for (int i = 0; i < 2; i++) {
    char orders[40];
    t = lay(N,
            PLAIN PHASE("air.combat") UNITS(
                AIR("s1", "soviet", "fighter", "air.soviet.defence", FAC("\"air\":2,\"steps\":1"))
                    C AIR("b", "german", "bomber", "air.german.attack",
                          FAC("\"air\":1,\"steps\":3,\"bomb\":8")) C DE("x", "inf", "0101")
                        C RU("y", "inf", "1212")),
            i ? "1 4" : "1 9 9");
    snprintf(orders, sizeof orders, "\"abort\":\"%s\"", choice[i]);
    order(t, "german", orders);
    acts(t, "soviet", "aim s1 1; commit");
    stands(t, "b", i ? "air.german.available" : "air.german.attack", i ? 3 : 2);
    clear_away(t);
  }
}

static void every_order_is_described(void **s) {
  (void)s;
  struct table *t = lay(N, NULL, NULL);
  ask(t, "{\"cmd\":\"board\"}");
  static const char *const name[] = {"react", "fire",   "support", "flak",
                                     "elect", "losses", "shots",   "abort"};
  assert_int_equal(cJSON_GetArraySize(field(t->last, "board.orders")), 8);
  for (int i = 0; i < 8; i++) {
    char path[64];
    snprintf(path, sizeof path, "board.orders[%d].name", i);
    assert_string_equal(text_of(t->last, path), name[i]);
    snprintf(path, sizeof path, "board.orders[%d].choices[0]", i);
    assert_string_equal(text_of(t->last, path), "ask");
  }
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(fire_and_react), cmocka_unit_test(support_and_election),
      cmocka_unit_test(losses),         cmocka_unit_test(shots),
      cmocka_unit_test(flak_and_abort), cmocka_unit_test(every_order_is_described)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
