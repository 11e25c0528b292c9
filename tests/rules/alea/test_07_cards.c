/* test_07_cards.c - chapter 7: a combat's card in full, before the attack and before the dice. */
#include "table.h"

#define GROUND(x) "\"terrain\":[" x "],"
#define SET(hex, what) "{\"hex\":\"" hex "\",\"set\":[\"clear\",\"" what "\"]}"

#define MINE "\"marks\":[{\"hex\":\"0606\",\"mark\":\"mine\"}],"

/* All that a side's card says: title, table, lines of both sides, steps and results. */
static void write_card(struct table *t, const char *side, char *out, size_t cap) {
  const cJSON *c, *s, *l;
  char value[32];
  size_t n = 0;
  ask(t, "{\"cmd\":\"actions\",\"side\":\"%s\"}", side);
  c = field(t->last, "prompt.cards[0]");
  n += (size_t)snprintf(out + n, cap - n, "%s, by %s: %s\n", text_of(c, "title"),
                        text_of(c, "rule"), text_of(c, "table"));
  cJSON_ArrayForEach(s, field(c, "sides")) {
    cJSON_ArrayForEach(l, field(s, "lines")) n += (size_t)snprintf(
        out + n, cap - n, "%s %s %s %s\n", text_of(s, "side"), points_of(field(l, "value"), value),
        text_of(l, "rule"), text_of(l, "text"));
  }
  cJSON_ArrayForEach(s, field(c, "steps")) {
    n += (size_t)snprintf(out + n, cap - n, "%s %s %s", text_of(s, "rule"), text_of(s, "to"),
                          text_of(s, "text"));
    if (field(s, "shift"))
      n += (size_t)snprintf(out + n, cap - n, ": %+d", int_of(s, "shift"));
    n += (size_t)snprintf(out + n, cap - n, "\n");
  }
}
static void card_is_at(struct table *t, const char *side, const char *want, const char *file,
                       int line) {
  char all[3000];
  write_card(t, side, all, sizeof all);
  if (!strcmp(all, want))
    return;
  print_error("%s:%d: the card is\n%s", file, line, all);
  _fail(file, line);
}
#define card_is(t, side, want) card_is_at(t, side, want, __FILE__, __LINE__)

/* 6.dp.5, 10.1, 11.4: a fortified and mined hex, attacked from a height and from the plain. From
 * the height the whole stack is seen. */
static void from_a_height(void **s) {
  (void)s;
  struct table *t =
      lay(N,
          PLAIN PHASE("german.combat") TURN(2)
              GROUND(SET("0605", "hill_dp") C SET("0606", "fort_1_3")) MINE UNITS(
                  DE("a", "inf", "0605", FAC("\"af\":8")) C DE("p", "pio", "0505", FAC("\"af\":3"))
                      C DE("g", "art", "0505") C DE("h", "inf", "0505", FAC("\"af\":5") STEPS(1))
                          C RU("x", "inf", "0606", FAC("\"df\":4")) C RU("y", "art", "0606")),
          "");
  acts(t, "german", "target 0606; from 0605; from 0505");
  card_is(t, "german",
          "Assault of 0606, as far as it can be seen, by T2: assault\n"
          "german 12 7.a.6.2 a\n"
          "german 3 7.hit.3 h\n"
          "german 3 7.a.6.2 p\n"
          "soviet 4 13.art.2 y\n"
          "soviet 8 7.a.6.2 x\n"
          "7.a.6.1 1:1 18 : 12\n"
          "10.1 1:1 fortified: defence +2/2, in the lines above\n"
          "11.4 1:1 mines: half a die to the defence, at worst\n"
          "7.a.6.5 1:1 attack from several hexes: +1\n");
  act(t, "german", "attack");
  card_is(t, "soviet",
          "Assault of 0606, as far as it can be seen, by T2: assault\n"
          "german 12 5.8 a on top, if whole\n"
          "german  5.8 unknown\n"
          "german 5 5.8 h on top, if whole\n"
          "german  5.8 unknown\n"
          "soviet 4 13.art.2 y\n"
          "soviet 8 7.a.6.2 x\n"
          "7.a.6.1 1:1 17 : 12\n"
          "10.1 1:1 fortified: defence +2/2, in the lines above\n"
          "11.3 1:2 mines: a die to the defence, at worst\n"
          "7.a.6.5 1:1 attack from several hexes: +1\n");
  act(t, "soviet", "commit");
  do_nothing(t, "german"); /* no bombardment */
  do_nothing(t, "soviet"); /* no Fire Support */
  at_node(t, "german", "combat.roll");
  card_is(t, "german",
          "Assault of 0606, by T2: assault\n"
          "german 12 7.a.6.2 a\n"
          "german 3 7.hit.3 h\n"
          "german 3 7.a.6.2 p\n"
          "soviet 4 13.art.2 y\n"
          "soviet 8 7.a.6.2 x\n"
          "7.a.6.1 1:1 18 : 12\n"
          "10.1 1:1 fortified: defence +2/2, in the lines above\n"
          "6.dp.5 1:1 Dominating Position: attack x3/2, in the lines above\n"
          "13.art.1 1:1 artillery steps do not count for a forced retreat\n"
          "11.4 1:1 mines: half a die to the defence, at worst\n"
          "7.a.6.5 1:1 attack from several hexes: +1\n");
  clear_away(t);
}

/* 5.8: of closed stacks only the top is known, taken as whole: artillery does not attack, and
 * defends with a quarter of its factor. 12.cas, 7.a.3.2: aircraft and Fire Support. */
static void closed_stacks(void **s) {
  (void)s;
  struct table *t =
      lay(N,
          PLAIN PHASE("german.movement") TURN(2) GROUND(SET("0606", "town")) UNITS(
              AIR("b", "german", "bomber", "air.german.attack", FAC("\"bomb\":3"))
                  C AIR("d", "soviet", "bomber", "air.soviet.defence", FAC("\"bomb\":2"))
                      C DE("a", "inf", "0605", FAC("\"af\":7") STEPS(1))
                          C DE("c", "inf", "0605", FAC("\"af\":2"))
                              C DE("h", "inf", "0505", FAC("\"af\":4")) C DE("g", "art", "0505")
                                  C RU("x", "inf", "0606", FAC("\"df\":5"))
                                      C RU("y", "art", "0606", FAC("\"bomb\":9"))
                                          C RU("k", "art", "0608", FAC("\"bomb\":8,\"range\":4"))),
          "");
  acts(t, "german", "cas b; put 0605; end movement");
  until(t, "german.combat");
  acts(t, "german", "target 0606; from 0605; from 0505; support b");
  card_is(t, "german",
          "Assault of 0606, as far as it can be seen, by T2: assault\n"
          "german 2 7.a.6.2 c\n"
          "german 4 7.hit.3 a\n"
          "german 4 7.a.6.2 h\n"
          "german 3 12.cas.1 b\n"
          "soviet 3 5.8 y on top, if whole\n"
          "soviet  5.8 unknown\n"
          "7.a.6.1 4:1 13 : 3\n"
          "T1 4:1 ground: defence +1/2, in the lines above\n"
          "7.a.6.5 4:1 attack from several hexes: +1\n");
  act(t, "german", "attack");
  card_is(t, "soviet",
          "Assault of 0606, as far as it can be seen, by T2: assault\n"
          "german 2 5.8 c on top, if whole\n"
          "german  5.8 unknown\n"
          "german 0 5.8 g on top, if whole\n"
          "german  5.8 unknown\n"
          "german 3 12.cas.1 b\n"
          "soviet 3 13.art.2 y\n"
          "soviet 15/2 7.a.6.2 x\n"
          "7.a.6.1 1:3 10/2 : 21/2\n"
          "T1 1:3 ground: defence +1/2, in the lines above\n"
          "7.a.6.5 1:3 attack from several hexes: +1\n");
  act(t, "soviet", "commit");
  do_nothing(t, "german"); /* no bombardment */
  act(t, "soviet", "support k");
  do_nothing(t, "soviet");
  at_node(t, "german", "combat.roll");
  card_is(t, "german",
          "Assault of 0606, by T2: assault\n"
          "german 2 7.a.6.2 c\n"
          "german 4 7.hit.3 a\n"
          "german 4 7.a.6.2 h\n"
          "german 3 12.cas.1 b\n"
          "soviet 3 13.art.2 y\n"
          "soviet 15/2 7.a.6.2 x\n"
          "soviet 2 7.a.3.2 Fire Support\n"
          "7.a.6.1 1:1 26/2 : 25/2\n"
          "T1 1:1 ground: defence +1/2, in the lines above\n"
          "13.art.1 1:1 artillery steps do not count for a forced retreat\n"
          "7.a.6.5 1:1 attack from several hexes: +1\n");
  clear_away(t);
}

/* 7.a.6.5, 7.sov.1, 10.4, 7.a.2.2: two hexes of Soviets across a river, a trench, and a defender
 * who retreats. */
static void across_a_river(void **s) {
  (void)s;
  struct table *t = lay(
      N,
      PLAIN PHASE("soviet.combat") TURN(2) GROUND(
          SET("0606", "german_trench") C "{\"side\":[\"0605\",\"0606\"],\"set\":[\"river\"]}" C
                                         "{\"side\":[\"0506\",\"0606\"],\"set\":[\"river\"]}" C
                                         "{\"side\":[\"0505\",\"0606\"],\"set\":[\"river\"]}")
          UNITS(RU("x", "inf", "0605", FAC("\"af\":9")) C RU("y", "tank", "0505", FAC("\"af\":6"))
                    C DE("a", "inf", "0606", FAC("\"df\":4"))
                        C DE("f", "inf", "0606", FAC("\"df\":3"))),
      "");
  acts(t, "soviet", "target 0606; from 0605; from 0505; attack");
  act(t, "german", "elect retreat");
  card_is(t, "german",
          "Assault of 0606, as far as it can be seen, by T2: assault\n"
          "german 9/2 7.a.6.2 f\n"
          "german 6 7.a.6.2 a\n"
          "soviet 9 5.8 x on top, if whole\n"
          "soviet  5.8 unknown\n"
          "soviet 6 5.8 y on top, if whole\n"
          "soviet  5.8 unknown\n"
          "7.a.6.1 1:1 30/2 : 21/2\n"
          "10.4 1:1 trench: defence +1/2, in the lines above\n"
          "7.sov.1 1:1 attack from several hexes: +1\n"
          "7.a.6.5 1:1 all across a river: -1\n"
          "7.a.2.2 1:1 the defender retreats: -2\n");
  act(t, "german", "commit");
  act(t, "german", "pass");
  act(t, "soviet", "hold y");
  at_node(t, "soviet", "combat.roll");
  card_is(t, "soviet",
          "Assault of 0606, by T2: assault\n"
          "german 9/2 7.a.6.2 f\n"
          "german 6 7.a.6.2 a\n"
          "soviet 9 7.a.6.2 x\n"
          "soviet 6 7.a.6.2 y\n"
          "7.a.6.1 1:1 30/2 : 21/2\n"
          "10.4 1:1 trench: defence +1/2, in the lines above\n"
          "7.sov.1 1:1 attack from several hexes: +1\n"
          "7.a.6.5 1:1 all across a river: -1\n"
          "7.a.2.2 1:1 the defender retreats: -2\n");
  clear_away(t);
}

/* 3.3, 8.5, 13.art.1: a probe of a hex held by an AT Front and artillery. */
static void a_probe(void **s) {
  (void)s;
  struct table *t = lay(N,
                        FIGHT(DE("a", "inf", "0605", FAC("\"af\":7")) C RU("f", "atf", "0606")
                                  C RU("y", "art", "0606")),
                        "");
  acts(t, "german", "target 0606; type probe; from 0605");
  card_is(t, "german",
          "Probe of 0606, as far as it can be seen, by T3: probe\n"
          "german 7 7.a.6.2 a\n"
          "soviet 2 5.8 y on top, if whole\n"
          "soviet  5.8 unknown\n"
          "7.a.6.1 3:1 7 : 2\n");
  act(t, "german", "attack");
  card_is(t, "soviet",
          "Assault of 0606, as far as it can be seen, by T2: assault\n"
          "german 7 5.8 a on top, if whole\n"
          "german  5.8 unknown\n"
          "soviet 2 13.art.2 y\n"
          "soviet 3 7.a.6.2 f\n"
          "7.a.6.1 1:1 7 : 5\n");
  act(t, "soviet", "commit");
  act(t, "soviet", "pass");
  act(t, "soviet", "hold f");
  card_is(t, "german",
          "Probe of 0606, by T3: probe\n"
          "german 7 7.a.6.2 a\n"
          "soviet 2 13.art.2 y\n"
          "soviet 3 7.a.6.2 f\n"
          "7.a.6.1 1:1 7 : 5\n"
          "13.art.1 1:1 artillery steps do not count for a forced retreat\n");
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(from_a_height),
      cmocka_unit_test(closed_stacks),
      cmocka_unit_test(across_a_river),
      cmocka_unit_test(a_probe),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
