/* test_07_works.c - 7.2, 19.1, 20.1: works, towns and fortified lines. */
#include "table.h"

#define ATTACK PLAIN AT("german.attack")
#define SP(n) "\"factors\":{\"sp\":" #n "}"

static void works_and_towns(void **s) { /* 20.1.1, 7.2.4a */
  (void)s;
  struct table *t =
      FRESH(ATTACK TERRAIN(HEX("0506", "\"city\"")) MARKS(MARK("0506", "ff", S))
                UNITS(UX("a", G, "G-INF", "0505", SP(20)), UX("e", S, "S-INF", "0506", SP(4))),
            NULL);
  acts(t, G, "target 0506;add a;commit");
  card(t, G, "5.5.1", "4:1");
  card(t, G, "20.1.1", "2:1");
  clear_away(t);
  t = FRESH(ATTACK TERRAIN(SIDE("0506", "0505", "trench"), HEX("0506", "\"town\""))
                UNITS(UX("a", G, "G-INF", "0505", SP(4)), UX("c", G, "G-INF", "0607", SP(22)),
                      UX("e", S, "S-INF", "0506", SP(4))),
            NULL);
  acts(t, G, "target 0506;add a;add c;commit"); /* 2 + 22 : 4 */
  card(t, G, "7.2.4a", "3:1");                  /* 6:1, a town 5:1, works in a town two */
  clear_away(t);
  t = FRESH(ATTACK TERRAIN(SIDE("0506", "0505", "fort"))
                UNITS(UX("a", G, "G-INF", "0505", SP(8)), UX("c", G, "G-INF", "0607", SP(8)),
                      UX("e", S, "S-INF", "0506", SP(6))),
            NULL);
  acts(t, G, "target 0506;add a;add c;commit"); /* 4 + 8 : 6; half is not more than half */
  ask(t, "{\"cmd\":\"actions\",\"side\":\"german\"}");
  assert_string_equal(text_of(t->last, "prompt.cards[0].column"), "2:1");
  clear_away(t);
}

/* 19.1.3: four points of regular units; guns and staffs do not count */
static void a_weak_garrison(void **s) {
  (void)s;
#define LINE(...)                                                                                  \
  ATTACK TERRAIN(SIDE("0506", "0505", "fort"))                                                     \
      UNITS(UX("a", G, "G-INF", "0505", SP(28)), __VA_ARGS__)
  struct table *t = FRESH(LINE(UX("e", S, "S-INF", "0506", SP(4)), U("g", S, "S-ART", "0506"),
                               U("q", S, "S-HQ", "0506")),
                          NULL);
  acts(t, G, "target 0506;add a;commit"); /* 14 : 7 */
  card(t, G, "19.1.3", "1:1");
  clear_away(t);
  t = FRESH(LINE(UX("e", S, "S-INF", "0506", SP(3)), UX("f", S, "S-INF", "0506", SP(2))), NULL);
  acts(t, G, "target 0506;add a;commit"); /* 14 : 5 */
  card(t, G, "19.1.2", "1:1");
  clear_away(t);
  t = FRESH(LINE(UX("e", S, "S-INF", "0506", "\"marks\":[\"disorganized\"]," SP(5))), NULL);
  acts(t, G, "target 0506;add a;commit"); /* 14 : 3, and still five men's worth */
  card(t, G, "19.1.2", "3:1");
  clear_away(t);
}

/* 7.2.3: a local group without a line of its own, from wherever it is attacked */
static void strong_all_round(void **s) {
  (void)s;
  static const char *const from[] = {"0505", "0507", "0406", "0407", "0606", "0607"};
  for (int i = 0; i < 6; i++) {
    char pos[600];
    snprintf(pos, sizeof pos,
             ATTACK
             "\"regions\":[{\"id\":\"fp.2\",\"hexes\":[\"0506\"]}],\"units\":[{\"name\":\"a\","
             "\"side\":\"german\",\"kind\":\"G-INF\",\"hex\":\"%s\",\"factors\":{\"sp\":40}}," UX(
                 "e", S, "S-INF", "0506", SP(4)) "]",
             from[i]);
    struct table *t = FRESH(pos, NULL);
    acts(t, G, "target 0506;add a;commit");
    card(t, G, "7.2.2", "-20");
    card(t, G, "7.2.3", "3:1"); /* 20 : 4, and two */
    clear_away(t);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(works_and_towns),
      cmocka_unit_test(a_weak_garrison),
      cmocka_unit_test(strong_all_round),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
