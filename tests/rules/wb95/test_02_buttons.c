/* test_02_buttons.c - 2.1.2: under which rule each part of the turn ends. */
#include "table.h"

#define ATTACK PLAIN AT("german.attack")
#define SP(n) "\"factors\":{\"sp\":" #n "}"
#define AIR_BOX(u) "{\"unit\":\"de.air." u "\",\"box\":\"german.air\"}"
#define BASE "\"regions\":[{\"id\":\"german.supply\",\"hexes\":[\"0501\"]}],"
#define ROAD5 PATH("road.main", "\"0501\",\"0502\",\"0503\",\"0504\",\"0505\"")

/* under which rule a part of the turn ends; nobody is offered an enemy's steps */
static void buttons(void **s) {
  (void)s;
  /* 8:1, 8: -/D3 */
  struct table *t = FRESH(
      ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(32)), UX("e", S, "S-INF", "0506", SP(4))), "4 4");
  acts(t, G, "target 0506;add a;commit;commit");
  offered(t, S, "done", "5.3.7");
  acts(t, S, "retreat e 0507;retreat e 0508;retreat e 0509");
  offered(t, G, "done", "5.4.1");
  clear_away(t);
  t = FRESH(PLAIN AT("german.strategic") BASE TERRAIN(ROAD5)
                UNITS(UX("pz", G, "G-ARM", "0502", "\"steps\":1"), U("e", S, "S-TB", "1515")),
            NULL);
  act(t, G, "done");
  offered(t, G, "done", "17.1.2");
  ask(t, "{\"cmd\":\"reach\",\"side\":\"german\",\"unit\":\"e\"}");
  assert_non_null(field(t->last, "reach.hexes[1].hex"));
  assert_null(field(t->last, "reach.hexes[1].do"));
  clear_away(t);
  t = FRESH(PLAIN AT("german.movement") UNITS(U("a", G, "G-INF", "0505")), NULL);
  ask(t, "{\"cmd\":\"reach\",\"side\":\"german\",\"unit\":\"a\"}");
  assert_null(field(t->last, "reach.hexes[0].do"));
  assert_string_equal(text_of(t->last, "reach.hexes[1].do"), "step 0504");
  clear_away(t);
}

static void what_is_offered(void **s) { /* under which rule the order is given */
  (void)s;
  struct table *t =
      FRESH(PLAIN AT("german.air")
                UNITS(AIR_BOX("l1"), U("g", G, "G-ART", "0505"), U("i", G, "G-INF", "0909"),
                      U("e", S, "S-INF", "0508"), U("f", S, "S-INF", "0910")),
            NULL);
  offered(t, G, "commit", "8.1.7");
  acts(t, G, "commit;done;shell g;target 0508");
  offered(t, G, "commit", "6.4.2");
  acts(t, G, "cancel;target 0910;add i");
  offered(t, G, "commit", "5.2.1");
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(buttons),
      cmocka_unit_test(what_is_offered),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
