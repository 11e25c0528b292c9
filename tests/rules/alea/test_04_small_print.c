/* test_04_small_print.c - what is easily overlooked in movement: who moves, who lies on top, and
 * what is offered. */
#include "table.h"

#define GB(n) AIR(n, "german", "bomber", "air.german.attack")
#define HELD(n)                                                                                    \
  "{\"name\":\"" n "\",\"side\":\"soviet\",\"kind\":\"tank\",\"box\":\"reserve.front\"}"

/* 4.1, 5.8: aircraft over a hex neither move nor lie in its stack; units in reserve do not move. */
static void r4_1_not_those(void **s) {
  (void)s;
  struct table *t = lay(N, MOVE(DE("a", "inf", "0605") C GB("b") C RU("y", "inf", "1212")), "");
  acts(t, "german", "cas b; put 0605");
  refused(t, "german", "move b", "4.1");
  refused(t, "german", "top b", "5.8");
  not_offered(t, "german", "move b");
  clear_away(t);
  t = lay(N,
          PLAIN PHASE("soviet.movement") TURN(3)
              UNITS(HELD("r") C RU("x", "inf", "0606") C DE("a", "inf", "0101")),
          "");
  refused(t, "soviet", "move r", "4.1");
  refused(t, "soviet", "top r", "5.8");
  not_offered(t, "soviet", "move r");
  not_offered(t, "soviet", "top r");
  clear_away(t);
}

/* 5.8: in movement, bombardment and combat every counter below the top one can be put there; the
 * others keep their order, and all stay in the stack. */
static void r5_8_tops_that_are_offered(void **s) {
  (void)s;
  static const char *const phase[] = {"german.movement", "german.bombardment", "german.combat"};
  for (int i = 0; i < 3; i++) {
    char pos[900];
    snprintf(pos, sizeof pos, PLAIN "\"phase\":\"%s\"," TURN(2) "\"units\":[%s]", phase[i],
             DE("a", "inf", "0605") C DE("b", "inf", "0605") C DE("c", "inf", "0605")
                 C DE("g", "art", "0401") C RU("x", "inf", "0606"));
    struct table *t = lay(N, pos, "");
    offered(t, "german", "top a", "5.8");
    offered(t, "german", "top b", "5.8");
    not_offered(t, "german", "top c"); /* the last that came lies on top */
    not_offered(t, "german", "top g"); /* alone in its hex */
    not_offered(t, "german", "top x");
    act(t, "german", "top b"); /* from the middle */
    not_offered(t, "german", "top b");
    act(t, "german", "top a"); /* from the bottom */
    not_offered(t, "german", "top a");
    offered(t, "german", "top b", "5.8");
    offered(t, "german", "top c", "5.8");
    if (i == 0) {
      acts(t, "german", "move a; join b; join c; step 0604");
      stands(t, "b", "0604", 2);
      stands(t, "c", "0604", 2);
    }
    clear_away(t);
  }
}

/* 5.8: below any top counter, the first of the order of battle too, is one unknown entry. */
static void r5_8_below_the_first_counter(void **s) {
  (void)s;
  struct table *t =
      lay(N, MOVE(DE("a", "inf", "0605") C AT("de.102id.84", "0605") C RU("x", "inf", "1212")), "");
  const cJSON *u;
  int unknown = 0;
  assert_string_equal(game_book(engine_game(t->engine))->counter[0].id, "de.102id.84");
  ask(t, "{\"cmd\":\"view\",\"side\":\"soviet\"}");
  cJSON_ArrayForEach(u, field(t->last, "view.units")) {
    if (text_of(u, "id")[0] == '?')
      unknown++, assert_string_equal(text_of(u, "at"), "0605");
  }
  assert_int_equal(unknown, 1);
  clear_away(t);
}

/* 4.4: who has stopped stays where he is when others of his hex go on. */
static void r4_4_not_taken_along(void **s) {
  (void)s;
  struct table *t =
      lay(N, MOVE(DE("a", "inf", "0605") C DE("b", "inf", "0605") C RU("x", "inf", "1212")), "");
  acts(t, "german", "move a; stop; move b; step 0604; stop");
  stands(t, "a", "0605", 2);
  stands(t, "b", "0604", 2);
  clear_away(t);
}

/* 14.exit.2: to leave the map costs a point; a unit with none stays. */
static void r14_exit_2_no_point(void **s) {
  (void)s;
  for (int mf = 1; mf <= 2; mf++) {
    char pos[600];
    snprintf(pos, sizeof pos,
             PLAIN PHASE("german.movement")
                 TURN(2) "\"regions\":[{\"id\":\"german.exit\",\"hexes\":"
                         "[\"0612\"]}],\"units\":[{\"name\":\"a\",\"side\":"
                         "\"german\",\"kind\":\"tank\",\"hex\":\"0612\","
                         "\"marks\":[\"oos\"],\"factors\":{\"mf\":%d}},%s]",
             mf, RU("x", "inf", "0101"));
    struct table *t = lay(N, pos, "");
    act(t, "german", "move a");
    if (mf == 1)
      refused(t, "german", "exit", "14.exit.2");
    else
      act(t, "german", "exit");
    clear_away(t);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(r4_1_not_those),
      cmocka_unit_test(r5_8_tops_that_are_offered),
      cmocka_unit_test(r5_8_below_the_first_counter),
      cmocka_unit_test(r4_4_not_taken_along),
      cmocka_unit_test(r14_exit_2_no_point),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
