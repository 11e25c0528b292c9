/* test_edges.c - the exact limits: eight hexes and not nine, half and not more than half, this unit and not its neighbour. */
#include "table.h"

#define ATTACK PLAIN AT("german.attack")
#define SP(n) "\"factors\":{\"sp\":" #n "}"
#define FORM(n) "\"formation\":\"" n "\""
#define AIR_BOX(u) "{\"unit\":\"de.air." u "\",\"box\":\"german.air\"}"
#define BASE "\"regions\":[{\"id\":\"german.supply\",\"hexes\":[\"0501\"]}],"
#define ROAD5 PATH("road.main", "\"0501\",\"0502\",\"0503\",\"0504\",\"0505\"")

static void no_strength(void **s) { /* a hex of 0 counts as 1, an attack of 0 too */
  (void)s;
  struct table *t = FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(4)), UX("e", S, "S-INF", "0506", SP(0))), NULL);
  acts(t, G, "target 0506;add a;commit");
  card(t, G, "1.7c", "4:1");
  clear_away(t);
  t = FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(0)), UX("e", S, "S-INF", "0506", SP(3))), NULL);
  acts(t, G, "target 0506;add a;commit");
  card(t, G, "1.7c", "1:3");
  clear_away(t);
}

static void two_targets_after_a_unit(void **s) { /* 5.1.5: one hex may attack two, whichever is named first */
  (void)s;
  struct table *t = FRESH(ATTACK UNITS(U("a", G, "G-INF", "0505"), U("b", G, "G-INF", "0505"), U("c", G, "G-INF", "0607"), U("e", S, "S-INF", "0506"), U("f", S, "S-INF", "0405")), NULL);
  acts(t, G, "target 0506;add a");
  offered(t, G, "target 0405", "5.1.2");
  act(t, G, "target 0405");
  act(t, G, "add b");
  refused(t, G, "add c", "5.1.2");
  clear_away(t);
  t = FRESH(ATTACK UNITS(U("a", G, "G-INF", "0505"), U("d", G, "G-INF", "0406"), U("e", S, "S-INF", "0506"), U("f", S, "S-INF", "0405")), NULL);
  acts(t, G, "target 0506;target 0405;add a");
  refused(t, G, "add d", "5.1.5"); /* next to both, but in another hex */
  clear_away(t);
}

static void nobody_next_to_both(void **s) { /* 5.1.5: of a second target, before anybody is named */
  (void)s;
  struct table *t = FRESH(ATTACK UNITS(U("a", G, "G-INF", "0505"), U("b", G, "G-INF", "0508"), U("e", S, "S-INF", "0506"), U("f", S, "S-INF", "0507")), NULL);
  act(t, G, "target 0506");
  refused(t, G, "target 0507", "5.1.5");
  refused(t, G, "target 0506", "5.1.2"); /* it is one already */
  refused(t, G, "target 0605", "5.1.2"); /* nobody is there */
  clear_away(t);
}

static void the_ends_of_the_table(void **s) { /* 1.6b: nothing is worse than 1:4 */
  (void)s;
  struct table *t = FRESH(ATTACK TERRAIN(HEX("0506", "\"town\"")) MARKS(MARK("0506", "ff", S)) UNITS(UX("a", G, "G-INF", "0505", SP(3)), UX("e", S, "S-INF", "0506", SP(9))), NULL);
  acts(t, G, "target 0506;add a;commit");
  card(t, G, "1.7c", "1:3");
  card(t, G, "5.5.1", "1:4");
  card(t, G, "20.1.1", "1:4");
  clear_away(t);
}

static void eight_hexes(void **s) { /* 9.1.7 */
  (void)s;
#define KILL(hex, next) PLAIN AT("german.movement") UNITS(U("pz", G, "G-ARM", "0502"), U("q", S, "S-HQ", "0503"), UX("a", G, "G-INF", next, SP(8)), UX("e", S, "S-INF", hex, SP(8)))
  struct table *t = FRESH(KILL("0511", "0512"), NULL);
  acts(t, G, "move pz;step 0503;stop;done;target 0511;add a;commit");
  act(t, G, "spend 5"); /* eight */
  card(t, G, "9.1.6", "6:1");
  clear_away(t);
  t = FRESH(KILL("0512", "0513"), NULL);
  acts(t, G, "move pz;step 0503;stop;done;target 0512;add a;commit");
  refused(t, G, "spend 1", "9.1.7"); /* nine */
  clear_away(t);
}

static void what_closes_a_road(void **s) { /* 10.1.11 */
  (void)s;
  struct table *t = FRESH(PLAIN AT("german.strategic") BASE TERRAIN(ROAD5) UNITS(U("a", G, "G-ART", "0505"), U("q", S, "S-HQ", "0603")), "");
  figure(t, G, "supply", "own stacks cut off", "0", "10.1.10"); /* a staff does not */
  clear_away(t);
  t = FRESH(PLAIN AT("german.strategic") BASE TERRAIN(ROAD5, HEX("0703", "\"town\"")) "\"control\":[[\"soviet\",[\"0703\"]]]," UNITS(U("a", G, "G-ART", "0505"), U("q", S, "S-HQ", "1818")), "");
  figure(t, G, "supply", "hexes closed by enemies and their towns", "8", "10.1.11"); /* the town, its six neighbours, the staff's own hex */
  figure(t, G, "supply", "own stacks cut off", "0", "10.1.10");
  clear_away(t);
  t = FRESH(PLAIN AT("german.strategic") BASE TERRAIN(ROAD5, HEX("0503", "\"town\"")) "\"control\":[[\"soviet\",[\"0503\"]]]," UNITS(U("a", G, "G-ART", "0512"), U("q", S, "S-HQ", "1818")), "");
  figure(t, G, "supply", "own stacks cut off", "1", "10.1.10");
  clear_away(t);
  t = FRESH(PLAIN AT("german.strategic") BASE TERRAIN(ROAD5) UNITS(U("a", G, "G-INF", "0505"), U("h", G, "G-HQ", "0503"), U("e", S, "S-INF", "0703")), "");
  figure(t, G, "supply", "own stacks cut off", "0", "10.1.10"); /* 0603 is closed, the road is not */
  clear_away(t);
  t = FRESH(PLAIN AT("german.strategic") BASE TERRAIN(ROAD5) UNITS(U("h", G, "G-HQ", "0503"), U("e", S, "S-INF", "0603")), "");
  act(t, G, "done");
  marked(t, "h", "oos:1"); /* a staff alone in a closed hex */
  clear_away(t);
}

static void missions_end(void **s) { /* 8.1.4R: until the next air phase */
  (void)s;
  struct table *t = FRESH(PLAIN AT("soviet.air") "\"marks\":[{\"hex\":\"0505\",\"mark\":\"disturbed\"}]," UNITS(AIR_BOX("l1"), U("a", S, "S-TB", "0507")), NULL);
  act(t, G, "commit");
  reaches(t, S, "a", "0506", "1", "3.5");
  clear_away(t);
}

static void a_retreat_to_begin(void **s) { /* 5.3.6: who has not gone cannot stop; 6.3.4 in holding */
  (void)s;
  struct table *t = FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(32)), UX("e", S, "S-INF", "0506", SP(2)), UX("f", S, "S-INF", "0506", SP(1)), UX("g", S, "S-ART", "0508", "\"factors\":{\"def\":1}")), "4 4"); /* 32:4 is 8:1, 8: -/D3 */
  acts(t, G, "target 0506;add a;commit;commit");
  acts(t, S, "gun g;commit");
  refused(t, S, "stop", "5.3.6");
  act(t, S, "done");
  refused(t, S, "lose g", "6.3.4"); /* it fired from afar */
  refused(t, S, "lose a", "5.3.7");
  acts(t, S, "lose e;lose e");
  clear_away(t);
}

static void who_pursues(void **s) { /* 5.4.1: a staff goes with somebody who fought */
  (void)s;
  struct table *t = FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(32)), U("q", G, "G-HQ", "0606"), U("i", G, "G-INF", "0606"), U("q2", G, "G-HQ", "0505"), UX("e", S, "S-INF", "0506", SP(4))), "4 4 1 1 1 1");
  acts(t, G, "target 0506;add a;add i;commit;commit"); /* 36:4 is 9:1, a staff: 7: -/D3-1 */
  clear_away(t);
  t = FRESH(ATTACK MARKS(MARK("0606", "ff", G)) UNITS(UX("a", G, "G-INF", "0505", SP(32)), U("q", G, "G-HQ", "0606"), U("i", G, "G-INF", "0606"), U("q2", G, "G-HQ", "0505"), UX("e", S, "S-INF", "0506", SP(4))), "4 4 1 1 1 1");
  acts(t, G, "target 0506;add a;commit;commit"); /* 8:1, 7: -/D3-1 */
  acts(t, S, "retreat e 0507;retreat e 0508;retreat e 0509");
  refused(t, G, "pursue q 0506", "5.4.1"); /* its companion did not fight */
  refused(t, G, "pursue i 0506", "5.4.1");
  act(t, G, "pursue q2 0506");
  acts(t, G, "stop;pursue a 0506;stop;done");
  clear_away(t);
}

static void supply_levels_in_combat(void **s) { /* 10.2.4: who attacks with success, or is attacked without, pays nothing */
  (void)s;
#define CUT1 "\"marks\":[\"oos:1\"],"
  struct table *t = FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", CUT1 SP(12)), UX("e", S, "S-INF", "0506", CUT1 SP(3))), "3 4"); /* 6:3 is 2:1, 7: -/D1 */
  acts(t, G, "target 0506;add a;commit;commit");
  act(t, S, "retreat e 0507");
  act(t, G, "done");
  marked(t, "a", "oos:1");
  marked(t, "e", "oos:2");
  clear_away(t);
  t = FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", CUT1 SP(8)), UX("e", S, "S-INF", "0506", CUT1 SP(4))), "3 4"); /* 4:4 is 1:1, 7: -1/-1 */
  acts(t, G, "target 0506;add a;commit;commit");
  marked(t, "a", "oos:2");
  marked(t, "e", "oos:1");
  clear_away(t);
}

static void stars_in_the_air(void **s) { /* 21.1.1, 15.1.2R, and chapter 15 left out */
  (void)s;
#define STAR PLAIN AT("german.air") UNITS(AIR_BOX("l5"), UX("a", G, "G-INF", "0505", SP(10)), UX("e", S, "G-ARM", "0506", SP(8)))
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
  t = FRESH(PLAIN AT("german.air") UNITS(AIR_BOX("l5"), UX("a", G, "G-INF", "0505", SP(10)), UX("e", S, "S-INF", "0506", SP(8))), NULL);
  acts(t, G, "pick de.air.l5;mission offence;put 0506;commit;done;target 0506;add a;commit");
  ask(t, "{\"cmd\":\"actions\",\"side\":\"german\"}");
  assert_string_equal(text_of(t->last, "prompt.cards[0].column"), "2:1"); /* nothing against men */
  clear_away(t);
}

static void defenders_concentrate(void **s) { /* 13.1.2-13.1.4 for the other side, and switched off */
  (void)s;
#define CORPS(n) UX(n, S, "S-TB", "0506", FORM("XVI ARM") "," SP(2))
  const char *three = ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(18)), CORPS("b"), CORPS("c"), CORPS("d"));
  struct table *t = FRESH(three, NULL);
  acts(t, G, "target 0506;add a;commit");
  card(t, G, "13.1.2", "2:1"); /* 18 : 6 is 3:1 */
  clear_away(t);
  const char *crowd = ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(40)), UX("b", S, "S-TB", "0506", FORM("x") "," SP(1)), UX("c", S, "S-TB", "0506", FORM("x") "," SP(1)), UX("d", S, "S-TB", "0506", FORM("x") "," SP(1)));
  t = lay_with(K, OPENLY ",\"concentration\":false", crowd, NULL, NULL, __FILE__, __LINE__);
  acts(t, G, "target 0506;add a;commit");
  ask(t, "{\"cmd\":\"actions\",\"side\":\"german\"}");
  assert_string_equal(text_of(t->last, "prompt.cards[0].column"), "10:1");
  clear_away(t);
}

static void two_flights(void **s) { /* 8.1.8: only those over the lost hex go */
  (void)s;
  struct table *t = FRESH(PLAIN AT("german.air") UNITS(AIR_BOX("l4"), AIR_BOX("l1"), "{\"name\":\"ra\",\"side\":\"soviet\",\"kind\":\"S-AIR\",\"box\":\"soviet.air\"}", U("e", S, "S-INF", "0506"), U("f", S, "S-INF", "1210"), U("g", G, "G-INF", "0507")), "1 6 1 1 1 2");
  acts(t, G, "pick de.air.l4;mission strike;put 0506;pick de.air.l1;mission strike;put 1210;commit");
  acts(t, S, "pick ra;mission strike;put 0507;commit"); /* 6 against 10: l4 is driven off; the Soviet 4 and the German 8 strike */
  happened(t, "8.1.9", "air.driven");
  happened(t, "8.2.6", "air.attack");
  const cJSON *e;
  bool told = false;
  cJSON_ArrayForEach(e, field(t->last, "events")) told |= strstr(text_of(e, "text"), "German 6, Soviet 10") != NULL;
  assert_true(told);
  stands(t, "e", "0506", 2);
  stands(t, "f", "1210", 1); /* 8 points, 2: -1D */
  clear_away(t);
}

static void reach_says_how(void **s) { /* begin and end of a move, for who may make it */
  (void)s;
  struct table *t = FRESH(PLAIN AT("german.movement") UNITS(U("a", G, "G-INF", "0505"), UX("m", G, "G-INF", "0909", "\"marks\":[\"marked\"]"), U("e", S, "S-INF", "1515")), NULL);
  ask(t, "{\"cmd\":\"reach\",\"side\":\"german\",\"unit\":\"a\"}");
  assert_string_equal(text_of(t->last, "reach.begin[0]"), "move a");
  assert_string_equal(text_of(t->last, "reach.end[0]"), "stop");
  acts(t, G, "move a;step 0506;stop");
  ask(t, "{\"cmd\":\"reach\",\"side\":\"german\",\"unit\":\"a\"}");
  assert_null(field(t->last, "reach.begin[0]")); /* it has moved */
  ask(t, "{\"cmd\":\"reach\",\"side\":\"german\",\"unit\":\"e\"}");
  assert_null(field(t->last, "reach.begin[0]")); /* an enemy */
  clear_away(t);
}

static void guns_alone_hold(void **s) { /* 5.3.7R: a hex of guns only pays for every hex */
  (void)s;
  struct table *t = FRESH(ATTACK UNITS(U("a", G, "G-INF", "0505"), U("g1", S, "S-ART", "0506"), U("g2", S, "S-ART", "0506"), U("g3", S, "S-ART", "0506")), "3 3"); /* 4:1, 6: -/D2 */
  acts(t, G, "target 0506;add a;commit;commit");
  happened(t, "5.3.7", "holds");
  acts(t, S, "lose g1;lose g2");
  stands(t, "g3", "0506", 1);
  act(t, G, "pursue a 0506"); /* entered all the same */
  stands(t, "g3", "-", 0);
  clear_away(t);
}

static void one_mission_or_two(void **s) { /* 8.2.12 */
  (void)s;
#define WEAK(n, sp) "{\"name\":\"" n "\",\"side\":\"german\",\"kind\":\"G-AIR\",\"box\":\"german.air\",\"factors\":{\"sp\":" sp "}}"
  struct table *t = FRESH(PLAIN AT("soviet.air") UNITS(WEAK("x", "7"), U("a", S, "S-TB", "0507")), NULL);
  acts(t, G, "pick x;mission disturb;put 0505;commit"); /* one counter: one */
  happened(t, "8.2.13", "air.disturb");
  reaches(t, S, "a", "0506", "2", "8.2.13");
  clear_away(t);
  t = FRESH(PLAIN AT("soviet.air") UNITS(WEAK("x", "6"), WEAK("y", "9"), U("a", S, "S-TB", "0507")), NULL);
  acts(t, G, "pick x;mission disturb;put 0505;pick y;mission disturb;put 0505;commit"); /* both are needed for one */
  reaches(t, S, "a", "0506", "2", "8.2.13");
  clear_away(t);
  t = FRESH(PLAIN AT("soviet.air") UNITS(WEAK("x", "7"), WEAK("y", "7"), U("a", S, "S-TB", "0507")), NULL);
  acts(t, G, "pick x;mission disturb;put 0505;pick y;mission disturb;put 0505;commit"); /* strong enough each: two */
  reaches(t, S, "a", "0506", "3", "8.2.15");
  clear_away(t);
}

static void halves_by_side(void **s) { /* 5.6.4, 10.2.2, 10.2.3: no supply is asked of a defender */
  (void)s;
  struct table *t = FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(8)), UX("b", G, "G-INF", "0505", "\"marks\":[\"oos:1\"]," SP(8)), UX("e", S, "S-INF", "0506", "\"marks\":[\"oos:2\",\"disorganized\"]," SP(8))), NULL);
  acts(t, G, "target 0506;add a;add b;commit");
  card(t, G, "5.6.4", "4"); /* once */
  card(t, G, "10.2.2", "4");
  refused(t, G, "full a", "10.2.3"); /* it is in supply */
  refused(t, G, "full e", "10.2.3");
  offered(t, G, "full b", "10.2.3");
  not_offered(t, G, "full a");
  act(t, G, "full b");
  refused(t, G, "full b", "10.2.3"); /* paid */
  clear_away(t);
  t = FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", "\"marks\":[\"oos:1\",\"disorganized\"]," SP(8)), U("e", S, "S-INF", "0506")), NULL);
  acts(t, G, "target 0506;add a;commit");
  card(t, G, "1.7a", "2"); /* halved twice */
  act(t, G, "full a");
  card(t, G, "5.6.4", "4"); /* and once */
  clear_away(t);
  t = FRESH(PLAIN AT("german.movement") UNITS(U("a", G, "G-PG", "0505")), NULL);
  act(t, G, "move a");
  reaches(t, G, "a", "0505", "0", "3.1.5a"); /* in the middle of its move */
  clear_away(t);
  t = FRESH(PLAIN AT("german.strategic") BASE TERRAIN(ROAD5) UNITS(UX("a", G, "G-INF", "0502", "\"marks\":[\"oos:9\"]")), "");
  act(t, G, "done"); /* in supply again: nobody rolls */
  marked(t, "a", "oos:5");
  clear_away(t);
}

static void guns_bar_nobody(void **s) { /* 4.2.3, 6.1.5: past a gun's flank; 10.1.10: a base in an enemy zone; 14.2.1, 15.3.3 */
  (void)s;
  struct table *t = FRESH(PLAIN AT("german.movement") UNITS(U("a", G, "G-ARM", "0505"), U("g", S, "S-ART", "0506")), NULL);
  acts(t, G, "move a;step 0606;step 0607;step 0507");
  stands(t, "a", "0507", 2);
  clear_away(t);
  t = FRESH(PLAIN AT("german.strategic") BASE TERRAIN(ROAD5) UNITS(U("a", G, "G-INF", "0505"), U("e", S, "S-INF", "0401")), NULL);
  act(t, G, "done");
  marked(t, "a", "oos:1"); /* the base lies in a zone, and nobody is there */
  clear_away(t);
  t = FRESH(BED AT("german.movement") UNITS(U("a", G, "G-INF", "0203"), U("b", G, "G-INF", "0205")), NULL);
  act(t, G, "move a");
  refused(t, G, "blow 0205/0206", "14.2.1"); /* two hexes away */
  clear_away(t);
  t = FRESH(PLAIN AT("german.movement") UNITS(U("v", G, "G-VS", "0506"), UX("i", G, "G-INF", "0506", "\"steps\":1")), NULL);
  act(t, G, "top v i");
  refused(t, G, "move i", "3.1.3"); /* both stay */
  refused(t, G, "move v", "3.1.3");
  clear_away(t);
}

static void who_shares(void **s) { /* 6.3.5: self-propelled guns that fire next to the enemy go back or pay */
  (void)s;
  struct table *t = FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(20)), UX("e", S, "S-INF", "0506", SP(4)), UX("spa", S, "G-SPA", "0606", "\"factors\":{\"def\":3}")), "3 4"); /* 20:7 is 3:1, 7: -/D2 */
  acts(t, G, "target 0506;add a;commit;commit");
  acts(t, S, "gun spa;commit");
  acts(t, S, "retreat e 0507");
  told(t, "e retreats to 0507");
  acts(t, S, "retreat e 0508;done"); /* the guns stay: two levels */
  happened(t, "5.3.8", "holds");
  stands(t, "spa", "-", 0);
  clear_away(t);
  t = FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(20)), UX("e", S, "S-INF", "0506", SP(4)), UX("spa", S, "G-SPA", "0606", "\"factors\":{\"def\":3}")), "3 4 1 1 1 1");
  acts(t, G, "target 0506;add a;commit;commit");
  acts(t, S, "gun spa;commit");
  acts(t, S, "retreat spa 0706");
  refused(t, S, "retreat spa 0607", "5.3.2"); /* no further from where it stood */
  acts(t, S, "retreat spa 0806;retreat e 0507;retreat e 0508");
  stands(t, "spa", "0806", 2);
  clear_away(t);
}

static void stars_left_out(void **s) { /* 15.1.6, 15.4.2: whoever does not use his star or his works has no shift, and no duty */
  (void)s;
  struct table *t = FRESH(ATTACK MARKS(MARK("0506", "ff", S)) UNITS(UX("p", G, "G-TIG", "0505", SP(8)), UX("i", G, "G-INF", "0505", SP(8)), UX("e", S, "S-FU", "0506", SP(8))), "4 6"); /* 16:8 */
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

static void without_special_units(void **s) { /* chapter 15 left out; what the Volkssturm gives it no longer has */
  (void)s;
  struct table *t = lay_with(K, OPENLY ",\"special\":false", ATTACK UNITS(UX("a", G, "G-ARM", "0505", SP(8)), UX("e", S, "S-INF", "0506", SP(4))), NULL, NULL, __FILE__, __LINE__);
  acts(t, G, "target 0506;add a;commit");
  ask(t, "{\"cmd\":\"actions\",\"side\":\"german\"}");
  assert_string_equal(text_of(t->last, "prompt.cards[0].column"), "2:1"); /* no black star */
  clear_away(t);
  t = lay_with(K, OPENLY ",\"special\":false", PLAIN AT("german.movement") UNITS(U("v", G, "G-VS", "0506"), UX("i", G, "G-INF", "0506", "\"steps\":1")), NULL, NULL, __FILE__, __LINE__);
  refused(t, G, "top v i", "15.3.3");
  clear_away(t);
  t = FRESH(PLAIN AT("german.movement") UNITS(UX("v", G, "G-VS", "0506", "\"factors\":{\"cel\":2}"), UX("i", G, "G-INF", "0506", "\"steps\":1"), U("far", G, "G-INF", "0707")), NULL);
  refused(t, G, "top v far", "15.3.3");
  act(t, G, "top v i");
  stands(t, "v", "0506", 1);
  stands(t, "i", "0506", 2);
  clear_away(t);
}

static void buttons(void **s) { /* under which rule a part of the turn ends; nobody is offered an enemy's steps */
  (void)s;
  struct table *t = FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(32)), UX("e", S, "S-INF", "0506", SP(4))), "4 4 1 1 1 1"); /* 8:1, 8: -/D3 */
  acts(t, G, "target 0506;add a;commit;commit");
  offered(t, S, "done", "5.3.7");
  acts(t, S, "retreat e 0507;retreat e 0508;retreat e 0509");
  offered(t, G, "done", "5.4.1");
  clear_away(t);
  t = FRESH(PLAIN AT("german.strategic") BASE TERRAIN(ROAD5) UNITS(UX("pz", G, "G-ARM", "0502", "\"steps\":1"), U("e", S, "S-TB", "1515")), NULL);
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
  struct table *t = FRESH(PLAIN AT("german.air") UNITS(AIR_BOX("l1"), U("g", G, "G-ART", "0505"), U("i", G, "G-INF", "0909"), U("e", S, "S-INF", "0508"), U("f", S, "S-INF", "0910")), NULL);
  offered(t, G, "commit", "8.1.7");
  acts(t, G, "commit;done;shell g;target 0508");
  offered(t, G, "commit", "6.4.2");
  acts(t, G, "cancel;target 0910;add i");
  offered(t, G, "commit", "5.2.1");
  clear_away(t);
}

static void entering_and_masks(void **s) { /* 11.2.2, 16.1.2: the zone a unit waited in says nothing about its mask */
  (void)s;
#define ZONES "\"regions\":[{\"id\":\"german.entry\",\"hexes\":[\"0101\",\"0301\",\"0501\",\"0701\",\"0901\"]}],\"control\":[[\"german\",[\"0101\",\"0301\",\"0501\",\"0701\",\"0901\"]]],"
  struct table *t = MASKED(PLAIN AT("german.movement") ZONES UNITS(U("a", G, "G-PG", "0302"), U("e", S, "S-INF", "1919")), NULL);
  acts(t, G, "move a;step 0301;leave;done;done;done");
  acts(t, S, "done;done;done");
  act(t, G, "pick a");
  refused(t, G, "put 0701", "11.1.2"); /* two away from its zone */
  act(t, G, "put 0101");
  happened(t, "11.2.1", "enters");
  act(t, G, "stop");
  act(t, G, "unmask a");
  clear_away(t);
}

static void bonus_hex(void **s) { /* note 2 of the terrain table: no other use of points */
  (void)s;
  struct table *t = FRESH(PLAIN AT("german.movement") TERRAIN(PATH("road.minor", "\"0501\",\"0502\",\"0503\",\"0504\",\"0505\",\"0506\",\"0507\""), SIDE("0503", "0504", "river")) UNITS(U("a", G, "G-INF", "0501"), U("b", G, "G-INF", "0501"), U("q", G, "G-HQ", "0504")), NULL);
  acts(t, G, "move a;step 0502;step 0503;step 0504;step 0505;step 0506");
  stands(t, "a", "0506", 2);
  acts(t, G, "move b;step 0502;step 0503;blow 0503/0504"); /* one point, one left */
  stands(t, "b", "0503", 2);
  refused(t, G, "step 0504", "3.1.5a"); /* 1 + 1 without the bridge */
  act(t, G, "step 0502");
  refused(t, G, "step 0501", "2.1.2"); /* and no free hex after work */
  clear_away(t);
}

static void nothing_after_the_free_hex(void **s) { /* note 2 of the terrain table: it takes what was left */
  (void)s;
  struct table *t = FRESH(PLAIN AT("german.movement") TERRAIN(PATH("road.minor", "\"0501\",\"0502\",\"0503\",\"0504\",\"0505\""), PATH("road.main", "\"0505\",\"0506\"")) UNITS(UX("a", G, "G-ARM", "0501", "\"marks\":[\"oos:1\"]")), NULL);
  acts(t, G, "move a;step 0502"); /* three and a half points */
  told(t, "a moves to 0502, 5/2 points left");
  acts(t, G, "step 0503;step 0504;step 0505");
  refused(t, G, "step 0506", "2.1.2");
  clear_away(t);
}

static void limits_of_movement(void **s) { /* 3.1.5a, 12.2.3: a point at least; half of an odd number; two less */
  (void)s;
  struct table *t = FRESH(PLAIN AT("soviet.movement") "\"marks\":[{\"hex\":\"0505\",\"mark\":\"disturbed\"},{\"hex\":\"0505\",\"mark\":\"disturbed\"}]," UNITS(UX("slow", S, "S-FU", "0505", "\"marks\":[\"oos:1\"]"), U("fu", S, "S-FU", "0908")), NULL);
  act(t, S, "move slow"); /* 2, halved, two missions: still one */
  act(t, S, "step 0506");
  stands(t, "slow", "0506", 2);
  reaches(t, S, "fu", "0906", "2", "3.5");
  reaches(t, S, "fu", "0905", NULL, NULL);
  clear_away(t);
}

static void works_and_towns(void **s) { /* 20.1.1, 7.2.4a */
  (void)s;
  struct table *t = FRESH(ATTACK TERRAIN(HEX("0506", "\"city\"")) MARKS(MARK("0506", "ff", S)) UNITS(UX("a", G, "G-INF", "0505", SP(20)), UX("e", S, "S-INF", "0506", SP(4))), NULL);
  acts(t, G, "target 0506;add a;commit");
  card(t, G, "5.5.1", "4:1");
  card(t, G, "20.1.1", "2:1");
  clear_away(t);
  t = FRESH(ATTACK TERRAIN(SIDE("0506", "0505", "trench"), HEX("0506", "\"town\"")) UNITS(UX("a", G, "G-INF", "0505", SP(4)), UX("c", G, "G-INF", "0607", SP(22)), UX("e", S, "S-INF", "0506", SP(4))), NULL);
  acts(t, G, "target 0506;add a;add c;commit"); /* 2 + 22 : 4 */
  card(t, G, "7.2.4a", "3:1");                  /* 6:1, a town 5:1, works in a town two */
  clear_away(t);
  t = FRESH(ATTACK TERRAIN(SIDE("0506", "0505", "fort")) UNITS(UX("a", G, "G-INF", "0505", SP(8)), UX("c", G, "G-INF", "0607", SP(8)), UX("e", S, "S-INF", "0506", SP(6))), NULL);
  acts(t, G, "target 0506;add a;add c;commit"); /* 4 + 8 : 6; half is not more than half */
  ask(t, "{\"cmd\":\"actions\",\"side\":\"german\"}");
  assert_string_equal(text_of(t->last, "prompt.cards[0].column"), "2:1");
  clear_away(t);
}

static void a_weak_garrison(void **s) { /* 19.1.3: four points of regular units; guns and staffs do not count */
  (void)s;
#define LINE(...) ATTACK TERRAIN(SIDE("0506", "0505", "fort")) UNITS(UX("a", G, "G-INF", "0505", SP(28)), __VA_ARGS__)
  struct table *t = FRESH(LINE(UX("e", S, "S-INF", "0506", SP(4)), U("g", S, "S-ART", "0506"), U("q", S, "S-HQ", "0506")), NULL);
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

static void guns_at_three_and_four(void **s) { /* 6.1.2, 6.3.2, 6.3.3, 9.2.2 */
  (void)s;
  struct table *t = FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0507", SP(6)), U("g3", G, "G-ART", "0504"), U("g4", G, "G-ART", "0503"), U("q4", G, "G-HQ", "0503"), UX("e", S, "S-INF", "0508", SP(6)), U("s3", S, "S-ART", "0511"), U("s4", S, "S-ART", "0512"), U("sq", S, "S-HQ", "0512")), NULL);
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

static void surrender_and_repair(void **s) { /* 10.2.6: more than the roll; 17.1.2: supplied, untouched */
  (void)s;
  struct table *t = FRESH(PLAIN AT("german.strategic") BASE UNITS(UX("a", G, "G-INF", "1818", "\"marks\":[\"oos:3\"]"), UX("b", G, "G-INF", "1616", "\"marks\":[\"oos:3\"]"), UX("c", G, "G-INF", "1414", "\"marks\":[\"oos:2\"]")), "1 2 1 1");
  act(t, G, "done");
  stands(t, "a", "1818", 2); /* 3 - 3 is not more than 0 */
  stands(t, "b", "-", 0);    /* 3 - 2 */
  stands(t, "c", "1414", 2); /* not asked to roll: no roll is below 2 */
  clear_away(t);
  t = FRESH(PLAIN AT("german.strategic") BASE TERRAIN(ROAD5) UNITS(UX("pz", G, "G-ARM", "0502", "\"steps\":1,\"marks\":[\"repair\"]"), UX("far", G, "G-ARM", "1818", "\"steps\":1"), UX("p2", G, "G-ARM", "0501", "\"steps\":1"), U("e", S, "S-INF", "0504")), NULL);
  act(t, G, "done");
  refused(t, G, "repair far", "17.1.2"); /* out of supply */
  stands(t, "pz", "0502", 2);
  clear_away(t);
  t = FRESH(PLAIN AT("german.strategic") BASE TERRAIN(ROAD5) UNITS(UX("pz", G, "G-ARM", "0502", "\"steps\":1,\"marks\":[\"repair\"]"), U("e", S, "S-INF", "0503")), NULL);
  act(t, G, "done");
  stands(t, "pz", "0502", 1); /* in an enemy zone */
  clear_away(t);
}

static void guns_with_guns(void **s) { /* 6.6.1: towed guns count where a regular unit stands with them; other guns are none */
  (void)s;
  struct table *t = FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(12)), UX("spa", S, "G-SPA", "0506", "\"factors\":{\"def\":3}"), U("g", S, "S-ART", "0506")), NULL);
  acts(t, G, "target 0506;add a;commit");
  card(t, G, "6.6.1", "0");
  card(t, G, "6.6.5", "3");
  card(t, G, "1.7c", "4:1");
  clear_away(t);
  t = FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(12)), UX("near", G, "G-SPA", "0606", "\"factors\":{\"off\":3}"), UX("far", G, "G-SPA", "0503", "\"factors\":{\"off\":2}"), U("e", S, "S-INF", "0506")), NULL);
  acts(t, G, "target 0506;add a;commit;gun near;gun far");
  card(t, G, "6.6.2", "3"); /* next to the enemy */
  card(t, G, "6.3.2", "2");
  clear_away(t);
  t = FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(2)), UX("g", G, "G-ART", "0503", "\"marks\":[\"disorganized\"]"), UX("packed", S, "S-ART", "0506", "\"marks\":[\"transport\"]")), NULL);
  acts(t, G, "target 0506;add a;commit;gun g");
  card(t, G, "5.6.4", "3"); /* five, halved */
  card(t, G, "5.1.9", "10:1"); /* and nobody holds the hex */
  clear_away(t);
}

static void strong_all_round(void **s) { /* 7.2.3: a local group without a line of its own, from wherever it is attacked */
  (void)s;
  static const char *const from[] = {"0505", "0507", "0406", "0407", "0606", "0607"};
  for (int i = 0; i < 6; i++) {
    char pos[600];
    snprintf(pos, sizeof pos, ATTACK "\"regions\":[{\"id\":\"fp.2\",\"hexes\":[\"0506\"]}],\"units\":[{\"name\":\"a\",\"side\":\"german\",\"kind\":\"G-INF\",\"hex\":\"%s\",\"factors\":{\"sp\":40}}," UX("e", S, "S-INF", "0506", SP(4)) "]", from[i]);
    struct table *t = FRESH(pos, NULL);
    acts(t, G, "target 0506;add a;commit");
    card(t, G, "7.2.2", "-20");
    card(t, G, "7.2.3", "3:1"); /* 20 : 4, and two */
    clear_away(t);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(no_strength), cmocka_unit_test(two_targets_after_a_unit), cmocka_unit_test(nobody_next_to_both), cmocka_unit_test(the_ends_of_the_table), cmocka_unit_test(eight_hexes), cmocka_unit_test(what_closes_a_road), cmocka_unit_test(missions_end), cmocka_unit_test(a_retreat_to_begin), cmocka_unit_test(who_pursues),
      cmocka_unit_test(supply_levels_in_combat), cmocka_unit_test(stars_in_the_air), cmocka_unit_test(defenders_concentrate), cmocka_unit_test(two_flights), cmocka_unit_test(reach_says_how), cmocka_unit_test(guns_alone_hold), cmocka_unit_test(one_mission_or_two), cmocka_unit_test(halves_by_side), cmocka_unit_test(guns_bar_nobody), cmocka_unit_test(who_shares), cmocka_unit_test(stars_left_out), cmocka_unit_test(without_special_units), cmocka_unit_test(buttons), cmocka_unit_test(what_is_offered), cmocka_unit_test(entering_and_masks),
      cmocka_unit_test(bonus_hex), cmocka_unit_test(nothing_after_the_free_hex), cmocka_unit_test(limits_of_movement), cmocka_unit_test(works_and_towns), cmocka_unit_test(a_weak_garrison), cmocka_unit_test(guns_at_three_and_four), cmocka_unit_test(surrender_and_repair), cmocka_unit_test(guns_with_guns), cmocka_unit_test(strong_all_round),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
