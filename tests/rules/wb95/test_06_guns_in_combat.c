/* test_06_guns_in_combat.c - 6.1.2, 6.3, 6.6: guns beside and among those who fight. */
#include "table.h"

#define ATTACK PLAIN AT("german.attack")
#define SP(n) "\"factors\":{\"sp\":" #n "}"

/* 6.3.5: self-propelled guns that fire next to the enemy go back or pay */
static void who_shares(void **s) {
  (void)s;
  /* 20:7 is 3:1, 7: -/D2 */
  struct table *t =
      FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(20)), UX("e", S, "S-INF", "0506", SP(4)),
                         UX("spa", S, "G-SPA", "0606", "\"factors\":{\"def\":3}")),
            "3 4");
  acts(t, G, "target 0506;add a;commit;commit");
  acts(t, S, "gun spa;commit");
  acts(t, S, "retreat e 0507");
  told(t, "e retreats to 0507");
  acts(t, S, "retreat e 0508;done"); /* the guns stay: two levels */
  happened(t, "5.3.8", "holds");
  stands(t, "spa", "-", 0);
  clear_away(t);
  t = FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(20)), UX("e", S, "S-INF", "0506", SP(4)),
                         UX("spa", S, "G-SPA", "0606", "\"factors\":{\"def\":3}")),
            "3 4");
  acts(t, G, "target 0506;add a;commit;commit");
  acts(t, S, "gun spa;commit");
  acts(t, S, "retreat spa 0706");
  refused(t, S, "retreat spa 0607", "5.3.2"); /* no further from where it stood */
  acts(t, S, "retreat spa 0806;retreat e 0507;retreat e 0508");
  stands(t, "spa", "0806", 2);
  clear_away(t);
}

static void guns_at_three_and_four(void **s) { /* 6.1.2, 6.3.2, 6.3.3, 9.2.2 */
  (void)s;
  struct table *t =
      FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0507", SP(6)), U("g3", G, "G-ART", "0504"),
                         U("g4", G, "G-ART", "0503"), U("q4", G, "G-HQ", "0503"),
                         UX("e", S, "S-INF", "0508", SP(6)), U("s3", S, "S-ART", "0511"),
                         U("s4", S, "S-ART", "0512"), U("sq", S, "S-HQ", "0512")),
            NULL);
  acts(t, G, "target 0508;add a;commit");
  card(t, G, "9.2.1", "1:1"); /* four hexes for a German staff */
  refused(t, G, "gun g4", "6.3.2");
  act(t, G, "gun g3");
  act(t, G, "commit");
  refused(t, S, "gun s4", "6.3.3");
  refused(t, S, "nohq", "9.2.1"); /* a Soviet one reaches three */
  act(t, S, "gun s3");
  clear_away(t);
}

/* 6.6.1: towed guns count where a regular unit stands with them; other guns are none */
static void guns_with_guns(void **s) {
  (void)s;
  struct table *t = FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(12)),
                                       UX("spa", S, "G-SPA", "0506", "\"factors\":{\"def\":3}"),
                                       U("g", S, "S-ART", "0506")),
                          NULL);
  acts(t, G, "target 0506;add a;commit");
  card(t, G, "6.6.1", "0");
  card(t, G, "6.6.5", "3");
  card(t, G, "1.7c", "4:1");
  clear_away(t);
  t = FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(12)),
                         UX("near", G, "G-SPA", "0606", "\"factors\":{\"off\":3}"),
                         UX("far", G, "G-SPA", "0503", "\"factors\":{\"off\":2}"),
                         U("e", S, "S-INF", "0506")),
            NULL);
  acts(t, G, "target 0506;add a;commit;gun near;gun far");
  card(t, G, "6.6.2", "3"); /* next to the enemy */
  card(t, G, "6.3.2", "2");
  clear_away(t);
  t = FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(2)),
                         UX("g", G, "G-ART", "0503", "\"marks\":[\"disorganized\"]"),
                         UX("packed", S, "S-ART", "0506", "\"marks\":[\"transport\"]")),
            NULL);
  acts(t, G, "target 0506;add a;commit;gun g");
  card(t, G, "5.6.4", "3");    /* five, halved */
  card(t, G, "5.1.9", "10:1"); /* and nobody holds the hex */
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(who_shares),
      cmocka_unit_test(guns_at_three_and_four),
      cmocka_unit_test(guns_with_guns),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
