/* test_15_special_units.c - 15, 21.1.1: stars and works that are used, left out, or switched off.
 */
#include "table.h"

#define ATTACK PLAIN AT("german.attack")
#define SP(n) "\"factors\":{\"sp\":" #n "}"
#define AIR_BOX(u) "{\"unit\":\"de.air." u "\",\"box\":\"german.air\"}"

static void stars_in_the_air(void **s) { /* 21.1.1, 15.1.2R, and chapter 15 left out */
  (void)s;
#define STAR                                                                                       \
  PLAIN AT("german.air") UNITS(AIR_BOX("l5"), UX("a", G, "G-INF", "0505", SP(10)),                 \
                               UX("e", S, "G-ARM", "0506", SP(8)))
  struct table *t = FRESH(STAR, NULL);
  acts(t, G, "pick de.air.l5;mission offence;put 0506;commit;done;target 0506;add a;commit");
  card(t, G, "1.7c", "2:1"); /* 16 : 8 */
  card(t, G, "21.1.1", "3:1");
  card(t, G, "15.1.2R", "3:1"); /* its white star cancels the black one of the defender */
  clear_away(t);
  t = lay_with(K, OPENLY ",\"special\":false", STAR, NULL, NULL, __FILE__, __LINE__);
  acts(t, G, "pick de.air.l5;mission offence;put 0506;commit;done;target 0506;add a;commit");
  ask(t, "{\"cmd\":\"actions\",\"side\":\"german\"}");
  assert_string_equal(text_of(t->last, "prompt.cards[0].column"), "2:1");
  clear_away(t);
  t = FRESH(PLAIN AT("german.air") UNITS(AIR_BOX("l5"), UX("a", G, "G-INF", "0505", SP(10)),
                                         UX("e", S, "S-INF", "0506", SP(8))),
            NULL);
  acts(t, G, "pick de.air.l5;mission offence;put 0506;commit;done;target 0506;add a;commit");
  ask(t, "{\"cmd\":\"actions\",\"side\":\"german\"}");
  assert_string_equal(text_of(t->last, "prompt.cards[0].column"), "2:1"); /* nothing against men */
  clear_away(t);
}

/* 15.1.6, 15.4.2: whoever does not use his star or his works has no shift, and no duty */
static void stars_left_out(void **s) {
  (void)s;
  /* 16:8 */
  struct table *t =
      FRESH(ATTACK MARKS(MARK("0506", "ff", S))
                UNITS(UX("p", G, "G-TIG", "0505", SP(8)), UX("i", G, "G-INF", "0505", SP(8)),
                      UX("e", S, "S-FU", "0506", SP(8))),
            "4 6");
  acts(t, G, "target 0506;add p;add i;commit");
  card(t, G, "15.1.3", "3:1");
  act(t, G, "spare p");
  card(t, G, "1.7c", "2:1");
  card(t, G, "20.1.1", "1:1");
  act(t, G, "commit");
  card(t, S, "15.4.1", "1:3");
  acts(t, S, "spare e;commit"); /* 1:1, 10: A1 */
  acts(t, G, "done;lose i");
  stands(t, "p", "0505", 1);
  clear_away(t);
}

/* chapter 15 left out; what the Volkssturm gives it no longer has */
static void without_special_units(void **s) {
  (void)s;
  struct table *t =
      lay_with(K, OPENLY ",\"special\":false",
               ATTACK UNITS(UX("a", G, "G-ARM", "0505", SP(8)), UX("e", S, "S-INF", "0506", SP(4))),
               NULL, NULL, __FILE__, __LINE__);
  acts(t, G, "target 0506;add a;commit");
  ask(t, "{\"cmd\":\"actions\",\"side\":\"german\"}");
  assert_string_equal(text_of(t->last, "prompt.cards[0].column"), "2:1"); /* no black star */
  clear_away(t);
  t = lay_with(K, OPENLY ",\"special\":false",
               PLAIN AT("german.movement")
                   UNITS(U("v", G, "G-VS", "0506"), UX("i", G, "G-INF", "0506", "\"steps\":1")),
               NULL, NULL, __FILE__, __LINE__);
  refused(t, G, "top v i", "15.3.3");
  clear_away(t);
  t = FRESH(PLAIN AT("german.movement")
                UNITS(UX("v", G, "G-VS", "0506", "\"factors\":{\"cel\":2}"),
                      UX("i", G, "G-INF", "0506", "\"steps\":1"), U("far", G, "G-INF", "0707")),
            NULL);
  refused(t, G, "top v far", "15.3.3");
  act(t, G, "top v i");
  stands(t, "v", "0506", 1);
  stands(t, "i", "0506", 2);
  clear_away(t);
}

/* 15.3.3: whoever gives his last level is there no longer */
static void the_last_of_them(void **s) {
  (void)s;
  struct table *t =
      FRESH(PLAIN AT("german.movement")
                UNITS(UX("v", G, "G-VS", "0506", "\"steps\":1"),
                      UX("i", G, "G-INF", "0506", "\"steps\":1"), U("e", S, "S-HQ", "0508")),
            NULL);
  act(t, G, "top v i");
  stands(t, "v", "withdrawn", 0);
  acts(t, G, "done;done;done");
  acts(t, S, "done;done;done");
  acts(t, G, "move i;step 0505;step 0504;done;done;done");
  acts(t, S, "move e;step 0507;step 0506"); /* the hex is empty */
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(stars_in_the_air),
      cmocka_unit_test(stars_left_out),
      cmocka_unit_test(without_special_units),
      cmocka_unit_test(the_last_of_them),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
