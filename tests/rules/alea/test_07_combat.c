/* test_07_combat.c - 7.a.1 to 7.a.4: declaring a combat, the secret choices, losses. */
#include "table.h"

static void r7_who_may_attack(void **s) {
  (void)s;
  struct table *t = lay(N,
                        FIGHT(DE("a", "inf", "0605", MARK("attacked")) C DE("g", "art", "0505")
                                  C DE("b", "inf", "0607") C RU("x", "inf", "0606")),
                        "");
  refused(t, "german", "target 0604", "7.a.1.3");
  offered(t, "german", "target 0606", "7.3");
  act(t, "german", "target 0606");
  refused(t, "german", "from 0605", "7.a.6.3");
  refused(t, "german", "from 0505", "7.a.1.2");
  refused(t, "german", "from 0603", "7.a.1.1");
  refused(t, "german", "attack", "7.a.1.1");
  act(t, "german", "from 0607");
  act(t, "german", "type probe");
  act(t, "german", "attack");
  happened(t, "7.a.1.1", "attack");
  act(t, "soviet", "commit");
  act(t, "german", "pass");
  act(t, "soviet", "pass");
  happened(t, "7.a.4", "reveal");
  clear_away(t);
  t = lay(N, SFIGHT(RU("a", "inf", "0605") C DE("x", "inf", "0606") C RU("f", "atf", "0607")), "");
  act(t, "soviet", "target 0606");
  refused(t, "soviet", "type probe", "3.3");
  refused(t, "soviet", "from 0607", "8.1");
  clear_away(t);
  t = lay(N,
          PLAIN PHASE("german.movement")
              UNITS(DE("a", "mech", "0605", MARK("attacked")) C RU("x", "inf", "0606")),
          "");
  act(t, "german", "move a");
  refused(t, "german", "strike 0606", "7.a.6.3");
  clear_away(t);
  t = lay(N, PLAIN PHASE("soviet.movement") UNITS(RU("f", "atf", "0605") C DE("x", "inf", "0606")),
          "");
  refused(t, "soviet", "move f", "8.1");
  clear_away(t);
}

static void r7_a_2_election(void **s) {
  (void)s;
  struct table *t = lay(N, FIGHT(DE("a", "inf", "0605") C RU("f", "atf", "0606")), "");
  acts(t, "german", "target 0606; from 0605; attack");
  refused(t, "soviet", "elect retreat", "7.a.2.3");
  clear_away(t);
  t = lay(N,
          FIGHT(DE("a", "inf", "0605") C DE("b", "inf", "0608") C DE("c", "inf", "0406")
                    C DE("d", "inf", "0806") C RU("x", "inf", "0606")),
          "");
  acts(t, "german", "target 0606; from 0605; attack");
  refused(t, "soviet", "elect retreat", "7.a.2.1");
  clear_away(t);
}

static void r7_a_2_2_halved(void **s) { /* 3 hits become 2, and the defender's die has -2 */
  (void)s;
  struct table *t = lay(N,
                        FIGHT(DE("a", "inf", "0605", FAC("\"af\":12,\"steps\":9"))
                                  C RU("x", "inf", "0606", FAC("\"df\":6,\"steps\":9"))),
                        "1 4");
  acts(t, "german", "target 0606; from 0605; attack");
  acts(t, "soviet", "elect retreat; commit");
  act(t, "soviet", "pass");
  act(t, "german", "roll"); /* 2:1: D1 3 -> 2; A at 4 - 2 = row 2: 1 */
  act(t, "soviet", "retreat 0607");
  unmarked(t, "x", "dsg"); /* of its own will */
  stands(t, "x", "0607", 7);
  stands(t, "a", "0605", 8);
  clear_away(t);
}

static void r7_a_3_guns(void **s) {
  (void)s;
  struct table *t =
      lay(N,
          FIGHT(DE("a", "inf", "0605") C DE("g", "art", "0602", FAC("\"bomb\":20"))
                    C RU("x", "inf", "0606") C RU("k", "art", "0609", FAC("\"bomb\":9"))
                        C RU("l", "art", "0606")),
          "6");
  acts(t, "german", "target 0606; from 0605; attack");
  act(t, "soviet", "commit");
  acts(t, "german", "add g; fire");
  happened(t, "7.a.3.1", "shelling");
  act(t, "soviet", "lose x");
  happened(t, "13.art.4", "loss");
  refused(t, "soviet", "support l", "7.a.3.2");
  act(t, "soviet", "support k");
  happened(t, "7.a.3.2", "support");
  refused(t, "soviet", "support k", "13.art.7");
  act(t, "soviet", "pass");
  card(t, "german", "7.a.3.2", "2");
  clear_away(t);
}

static void x6_step_loss(void **s) { /* 7.hit.3: 5 and 3 become 3 and 2 */
  (void)s;
  struct table *t = lay(N,
                        FIGHT(DE("a", "inf", "0605", FAC("\"af\":5") STEPS(1))
                                  C RU("x", "inf", "0606", FAC("\"df\":3") STEPS(1))),
                        "");
  attack(t, "german", "0606", "0605");
  card(t, "german", "7.hit.3", "3");
  card(t, "german", "7.hit.3", "2");
  clear_away(t);
}

static void r7_hit_1_first_hit(void **s) {
  (void)s;
  struct table *t =
      lay(N,
          FIGHT(DE("a", "inf", "0605", FAC("\"af\":6")) C RU("x", "inf", "0606", FAC("\"df\":4"))
                    C RU("y", "inf", "0606", FAC("\"df\":2"))
                        C RU("z", "inf", "0606", FAC("\"df\":1,\"steps\":1"))),
          "1 1");
  attack(t, "german", "0606", "0605");
  act(t, "german", "roll"); /* 6 to 7: 1:2, 2 hits, and 1 on the attacker */
  happened(t, "7.hit.1", "loss");
  stands(t, "x", "0606", 1); /* the largest share takes the first */
  ask(t, "{\"cmd\":\"actions\",\"side\":\"soviet\"}");
  /* the rest as the owner likes */
  assert_int_equal(cJSON_GetArraySize(field(t->last, "actions")), 3);
  cites(t, "prompt.rule", "7.a.6.6");
  act(t, "soviet", "lose z");
  happened(t, "7.hit.2", "eliminated");
  clear_away(t);
}

static void r7_hit_1_words(void **s) {
  (void)s;
  struct table *t =
      lay(N,
          FIGHT(DE("a", "inf", "0605", FAC("\"af\":8")) C RU("x", "inf", "0606", FAC("\"df\":2"))
                    C RU("y", "inf", "0606", FAC("\"df\":2"))
                        C RU("z", "inf", "0606", FAC("\"df\":1"))),
          "3 1");
  attack(t, "german", "0606", "0605");
  act(t, "german", "roll"); /* 1:1, two hits; x and y gave most */
  refused(t, "soviet", "lose z", "7.hit.1");
  because(t, "soviet", "lose z", "z did not contribute most");
  act(t, "soviet", "lose y");
  act(t, "soviet", "lose z");
  stands(t, "x", "0606", 2);
  clear_away(t);
}

/* 7.a.6.3: whoever has attacked is the reason, not the hex */
static void r7_a_6_3_once(void **s) {
  (void)s;
  struct table *t =
      lay(N, FIGHT(DE("a", "tank", "0605", MARK("attacked")) C RU("x", "inf", "0606")), "");
  refused(t, "german", "target 0606", "7.a.6.3");
  clear_away(t);
  t = lay(N,
          MOVE(DE("a", "tank", "0605", MARK("attacked")) C DE("b", "tank", "0605")
                   C RU("x", "inf", "0606")),
          "");
  acts(t, "german", "move b; join a");
  refused(t, "german", "strike 0606", "7.a.6.3");
  clear_away(t);
}

static int lines_of(struct table *t, int side, const char *text) {
  char path[80];
  int n = 0;
  for (int i = 0; i < 40; i++) {
    snprintf(path, sizeof path, "prompt.cards[0].sides[%d].lines[%d].text", side, i);
    n += !strcmp(text_of(t->last, path), text);
  }
  return n;
}

/* The odds before an attack: what is seen counts, what is hidden is unknown, and what is open is
 * said. */
static void r7_a_1_1_odds_before(void **s) {
  (void)s;
  struct table *t = lay(N,
                        FIGHT(DE("a", "inf", "0605", FAC("\"af\":8")) C DE("b", "inf", "0505")
                                  C RU("x", "inf", "0606", FAC("\"df\":4"))
                                      C RU("y", "inf", "0606", FAC("\"df\":4"))),
                        "");
  acts(t, "german", "target 0606; from 0605");
  card(t, "german", "7.a.6.1", "2:1"); /* the top counter alone, whole */
  ask(t, "{\"cmd\":\"actions\",\"side\":\"german\"}");
  assert_string_equal(text_of(t->last, "prompt.cards[0].kind"), "odds");
  assert_int_equal(lines_of(t, 1, "unknown"), 1);
  assert_int_equal(lines_of(t, 0, "unknown"), 0);
  assert_string_equal(text_of(t->last, "prompt.cards[0].answer[0].rule"), "7.a.2.2");
  assert_string_equal(text_of(t->last, "prompt.cards[0].answer[1].rule"), "7.a.3.2");
  ask(t, "{\"cmd\":\"odds\",\"side\":\"german\",\"actions\":[\"from 0505\"]}");
  assert_true(cJSON_IsTrue(field(t->last, "ok")));
  act(t, "german", "attack");
  /* the defender sees who attacks from where, his own total whole, and the odds */
  card(t, "soviet", "7.a.6.1", "1:1");
  ask(t, "{\"cmd\":\"actions\",\"side\":\"soviet\"}");
  assert_int_equal(lines_of(t, 0, "unknown"), 1);
  assert_int_equal(lines_of(t, 1, "unknown"), 0);
  assert_string_equal(text_of(t->last, "prompt.cards[0].answer[0].text"), "it may be a probe");
  offered(t, "soviet", "commit", "7.a.2.1");
  act(t, "soviet", "elect retreat");
  card(t, "soviet", "7.a.2.2", "1:1");
  clear_away(t);
}

/* 6.dp.3: below a height nothing is hidden, so nothing is unknown */
static void r6_dp_3_odds_before(void **s) {
  (void)s;
  struct table *t =
      lay(N,
          PLAIN PHASE("german.combat")
              TURN(2) "\"terrain\":[{\"hex\":\"0605\",\"set\":[\"hill_dp\"]}]," UNITS(
                  DE("a", "inf", "0605", FAC("\"af\":8")) C RU("x", "inf", "0606", FAC("\"df\":4"))
                      C RU("y", "inf", "0606", FAC("\"df\":2"))),
          "");
  acts(t, "german", "target 0606; from 0605");
  card(t, "german", "7.a.6.1", "2:1"); /* 8 x 3/2 against 6 */
  ask(t, "{\"cmd\":\"actions\",\"side\":\"german\"}");
  assert_int_equal(lines_of(t, 1, "unknown"), 0);
  clear_away(t);
}

/* The title of a side's card and what it says is open, with a bar between them. */
static void open_ones(struct table *t, const char *side, const char *title, const char *want) {
  char all[400] = "";
  const cJSON *a;
  ask(t, "{\"cmd\":\"actions\",\"side\":\"%s\"}", side);
  assert_string_equal(text_of(t->last, "prompt.cards[0].title"), title);
  cJSON_ArrayForEach(a, field(t->last, "prompt.cards[0].answer")) {
    size_t n = strlen(all);
    snprintf(all + n, sizeof all - n, "%s%s %s", n ? "|" : "", text_of(a, "rule"),
             text_of(a, "text"));
  }
  assert_string_equal(all, want);
}

/* 7.a.1 to 7.a.5: before the dice a card says what either side may still do. */
static void r7_a_what_is_open(void **s) {
  (void)s;
  struct table *t = lay(N, FIGHT(DE("a", "inf", "0605") C RU("x", "inf", "0606")), "");
  acts(t, "german", "target 0606; from 0605");
  open_ones(t, "german", "Assault of 0606, as far as it can be seen",
            "7.a.2.2 the defender may elect to retreat|7.a.3.2 the defender may give Fire "
            "Support|7.a.3.1 the attacker may bombard the hex first|7.a.5.1 armoured combat comes "
            "before the dice");
  act(t, "german", "type probe");
  ask(t, "{\"cmd\":\"actions\",\"side\":\"german\"}");
  assert_string_equal(text_of(t->last, "prompt.cards[0].title"),
                      "Probe of 0606, as far as it can be seen");
  act(t, "german", "attack");
  open_ones(t, "soviet", "Assault of 0606, as far as it can be seen",
            "7.a.1.1 it may be a probe|7.a.3.1 the attacker may bombard the hex first|7.a.5.1 "
            "armoured combat comes before the dice");
  clear_away(t);
  t = lay(N, SFIGHT(RU("x", "inf", "0606") C DE("a", "inf", "0605")), "");
  acts(t, "soviet", "target 0605; from 0606; attack");
  open_ones(t, "german", "Assault of 0605, as far as it can be seen",
            "7.a.3.1 the attacker may bombard the hex first|7.a.5.1 armoured combat comes before "
            "the dice");
  clear_away(t);
  t = lay(N, MOVE(DE("a", "tank", "0605") C RU("x", "inf", "0606")), "");
  acts(t, "german", "move a; strike 0606");
  open_ones(t, "soviet", "Assault of 0606, as far as it can be seen",
            "7.a.5.1 armoured combat comes before the dice");
  clear_away(t);
}

/* 7.a.1.1: only a hex that somebody of the side is next to */
static void r7_a_1_1_nobody_next_to_it(void **s) {
  (void)s;
  struct table *t =
      lay(N, FIGHT(DE("a", "inf", "0605") C RU("x", "inf", "0606") C RU("y", "inf", "0608")), "");
  refused(t, "german", "target 0608", "7.a.1.1");
  because(t, "german", "target 0608", "No unit of this side is next to 0608");
  offered(t, "german", "target 0606", "7.3");
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(r7_a_6_3_once),
      cmocka_unit_test(r7_a_1_1_odds_before),
      cmocka_unit_test(r6_dp_3_odds_before),

      cmocka_unit_test(r7_who_may_attack),
      cmocka_unit_test(r7_a_2_election),
      cmocka_unit_test(r7_a_2_2_halved),
      cmocka_unit_test(r7_a_3_guns),
      cmocka_unit_test(x6_step_loss),
      cmocka_unit_test(r7_hit_1_first_hit),
      cmocka_unit_test(r7_hit_1_words),
      cmocka_unit_test(r7_a_what_is_open),
      cmocka_unit_test(r7_a_1_1_nobody_next_to_it),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
