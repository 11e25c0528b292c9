/* test_05_obligations.c - rule 5.1: who must attack, who must be attacked, what a declaration may
 * not leave undone, and what either side may add. */
#include "table.h"

#define ATTACK PLAIN AT("german.attack")
#define SP(n) "\"factors\":{\"sp\":" #n "}"
#define FIRST "de.299inf.528" /* the first counter of the book */
#define DUG(hex) MARKS(MARK(hex, "ff", G))

/* 5.1.3-5R: a bystander who can still attack somebody else stands in nobody's way */
static void another_enemy_is_left(void **s) {
  (void)s;
  struct table *t = FRESH(ATTACK UNITS(U("a", G, "G-INF", "0505"), U("b", G, "G-INF", "0607"),
                                       U("e", S, "S-INF", "0506"), U("f", S, "S-INF", "0608")),
                          NULL);
  acts(t, G, "target 0506;add a");
  offered(t, G, "commit", "5.2.1");
  act(t, G, "commit");
  clear_away(t);
  t = FRESH(ATTACK UNITS(U("a", G, "G-INF", "0505"), U("b", G, "G-INF", "0607"),
                         U("e", S, "S-INF", "0506")),
            NULL);
  acts(t, G, "target 0506;add a");
  refused(t, G, "commit", "5.1.3-5R"); /* b has only e */
  because(t, G, "commit", "b must attack");
  clear_away(t);
}

/* 5.1.3: judged when the phase begins; who is met afterwards need not be attacked */
static void contact_made_later(void **s) {
  (void)s;
  /* 2:1, 7: -/D1 */
  struct table *t =
      FRESH(ATTACK TERRAIN(HEX("0507", "\"swamp\""))
                UNITS(UX("a", G, "G-INF", "0505", SP(12)), U("tank", G, "G-ARM", "0608"),
                      UX("e", S, "S-INF", "0506", SP(6))),
            "3 4");
  acts(t, G, "target 0506;add a;commit;commit");
  act(t, S, "retreat e 0507"); /* where the tanks' zone does not reach */
  acts(t, G, "done;done");
  clear_away(t);
}

static void attacked_once(void **s) { /* 5.1.1, 6.4.5: neither again nor by guns */
  (void)s;
  /* 1:1, 7: -1/-1 */
  struct table *t = FRESH(ATTACK DUG("0607")
                              UNITS(UX("a", G, "G-INF", "0505", SP(6)), U("b", G, "G-INF", "0607"),
                                    U("g", G, "G-ART", "0503"), UX("e", S, "S-INF", "0506", SP(6))),
                          "3 4");
  acts(t, G, "target 0506;add a;commit;commit");
  refused(t, G, "target 0506", "5.1.1");
  not_offered(t, G, "target 0506");
  not_offered(t, G, "shell g");
  refused(t, G, "shell g", "6.4.5");
  because(t, G, "shell g", "0506 was attacked in this phase.");
  refused(t, G, "step 0504", "3.1.1");
  refused(t, G, "move b", "3.1.1");
  clear_away(t);
}

static void the_first_of_the_list(void **s) { /* 5.1.3: it is told by name */
  (void)s;
  struct table *t = FRESH(
      ATTACK UNITS("{\"unit\":\"" FIRST "\",\"hex\":\"0505\"}", U("e", S, "S-INF", "0506")), NULL);
  refused(t, G, "done", "5.1.3");
  because(t, G, "done", "528");
  owed(t, G, "5.1.4", "0506 must be attacked");
  clear_away(t);
}

static void named_in_any_order(void **s) { /* 5.1.5: two of one hex, then a second target */
  (void)s;
  struct table *t = FRESH(ATTACK UNITS(U("a", G, "G-INF", "0505"), U("b", G, "G-INF", "0505"),
                                       BOX("w", G, "G-INF", "german.waiting"),
                                       U("e", S, "S-INF", "0506"), U("f", S, "S-INF", "0605")),
                          NULL);
  acts(t, G, "target 0506;add a;add b");
  because(t, G, "add w", "not a unit of this side on the map");
  because(t, G, "add e", "not a unit of this side on the map");
  act(t, G, "target 0605");
  act(t, G, "commit");
  told(t, "b attacks 0605");
  refused(t, G, "spare a", "15.1.6");
  act(t, G, "commit");
  refused(t, S, "spare e", "15.1.6"); /* it has no star to leave out */
  clear_away(t);
  t = FRESH(ATTACK UNITS(U("a", G, "G-INF", "0505"), U("c", G, "G-INF", "0607"),
                         U("e", S, "S-INF", "0506"), U("f", S, "S-INF", "0608")),
            NULL);
  acts(t, G, "target 0506;add a");
  refused(t, G, "target 0608", "5.1.2"); /* next to c, but c is not the one who attacks */
  clear_away(t);
}

static const char *column(struct table *t, const char *side) { /* of the odds card */
  ask(t, "{\"cmd\":\"actions\",\"side\":\"%s\"}", side);
  return text_of(t->last, "prompt.cards[0].column");
}

/* 5.1.1: whoever fought and came back brings neither his star nor his art of fortification */
static void beaten_specialists(void **s) {
  (void)s;
  static const char *const kind[] = {"S-AG", "S-FU"};
  for (int i = 0; i < 2; i++) {
    char pos[900];
    snprintf(
        pos, sizeof pos,
        ATTACK
            MARKS(MARK("0507", "ff", S)) "\"units\":[" UX("a", G, "G-INF", "0505", SP(24)) "," UX(
                "b", G, "G-SPA", "0508",
                "\"factors\":{\"off\":24}") "," UX("f", S, "S-INF", "0507",
                                                   SP(6)) ",{\"name\":\"e\",\"side\":\"soviet\","
                                                          "\"kind\":\"%s\",\"hex\":\"0506\","
                                                          "\"factors\":{\"sp\":12,\"cel\":2}}]",
        kind[i]);
    struct table *t = FRESH(pos, "3 4"); /* 2:1, 7: -/D1 */
    acts(t, G, "target 0506;add a;commit;commit");
    act(t, S, "retreat e 0507");
    acts(t, G, "done;target 0507;add b;commit");
    assert_string_equal(column(t, G), "3:1"); /* 24:6, and the works */
    clear_away(t);
  }
}

static void no_art_of_fortification(void **s) { /* 15.4.1 with chapter 15 left out */
  (void)s;
  const char *fu = ATTACK MARKS(MARK("0506", "ff", S))
      UNITS(UX("a", G, "G-INF", "0505", SP(18)), UX("e", S, "S-FU", "0506", SP(6)));
  struct table *t = FRESH(fu, NULL);
  acts(t, G, "target 0506;add a;commit");
  assert_string_equal(column(t, G), "1:2"); /* 3:1, works, two more */
  clear_away(t);
  t = lay_with(K, OPENLY ",\"special\":false", fu, NULL, NULL, __FILE__, __LINE__);
  acts(t, G, "target 0506;add a;commit");
  assert_string_equal(column(t, G), "2:1");
  clear_away(t);
}

static void who_may_be_spared_or_pressed(void **s) { /* 1.6c, 15.1.6, 10.2.3, 6.3.2 */
  (void)s;
#define CUT "\"marks\":[\"oos:1\"]"
#define FORM(n) "\"formation\":\"" n "\""
  struct table *t =
      FRESH(ATTACK MARKS(MARK("0607", "ff", G))
                UNITS(UX("a", G, "G-INF", "0505", FORM("6 INF")),
                      UX("b", G, "G-INF", "0607", CUT "," FORM("6 INF")),
                      U("near", G, "G-ART", "0508"), U("far", G, "G-ART", "0509"),
                      UX("e", S, "S-INF", "0506", FORM("XX")), UX("g", S, "S-ART", "0406", CUT)),
            NULL);
  acts(t, G, "target 0506;add a;commit");
  refused(t, G, "spare a", "1.6c");   /* concentration counts */
  refused(t, G, "spare b", "15.1.6"); /* it takes no part */
  refused(t, G, "spare e", "15.1.6"); /* it is not theirs */
  refused(t, G, "full b", "10.2.3");
  refused(t, G, "gun far", "6.3.2"); /* three from the enemy is four from a */
  acts(t, G, "gun near;commit");
  act(t, S, "gun g");
  refused(t, S, "full g", "10.2.3"); /* a defender is at full strength without it */
  clear_away(t);
}

static void staffs_and_ground(void **s) { /* 9.2.1, 5.5.3: what is offered, and to whom */
  (void)s;
  struct table *t = FRESH(ATTACK UNITS(U("a", G, "G-INF", "0505"), U("q", G, "G-HQ", "0504"),
                                       U("e", S, "S-INF", "0506")),
                          NULL);
  acts(t, G, "target 0506;add a;commit");
  offered(t, G, "nohq", "9.2.1");
  act(t, G, "nohq");
  not_offered(t, G, "nohq");
  refused(t, G, "nohq", "9.2.1");
  clear_away(t);
  t = FRESH(ATTACK UNITS(U("a", G, "G-INF", "0505"), U("e", S, "S-INF", "0506")), NULL);
  acts(t, G, "target 0506;add a;commit");
  not_offered(t, G, "nohq");
  clear_away(t);
  t = FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(8)), UX("e", S, "S-INF", "0506", SP(0)),
                         UX("f", S, "S-INF", "0605", SP(0))),
            NULL);
  acts(t, G, "target 0506;target 0605;add a;commit;commit");
  not_offered(t, S, "ground 0605"); /* it counts already */
  offered(t, S, "ground 0506", "5.5.3");
  act(t, S, "ground 0506"); /* of two that count nothing either */
  clear_away(t);
}

/* 6.3.3, 6.3.4: a gun behind its own men does not stand next to the enemy */
static void the_answer(void **s) {
  (void)s;
  struct table *t = FRESH(ATTACK UNITS(U("a", G, "G-INF", "0505"), U("g", G, "G-ART", "0503"),
                                       U("e", S, "S-INF", "0506"), U("f", S, "S-INF", "0605"),
                                       U("gun", S, "S-ART", "0507")),
                          NULL);
  acts(t, G, "target 0605;target 0506;add a;commit;gun g");
  told(t, "g fires in the combat for 0605");
  act(t, G, "commit");
  act(t, S, "ground 0506");
  told(t, "the ground of 0506");
  act(t, S, "gun gun");
  told(t, "gun fires in the combat for 0605");
  card(t, S, "6.3.3", "3");
  /* his attack, though the defender decides */
  assert_string_equal(text_of(t->last, "prompt.cards[0].by"), G);
  clear_away(t);
}

/* 9.1.6: who has shifts to spend is asked, even if there is nothing else but his staff */
static void a_staff_and_shifts(void **s) {
  (void)s;
  struct table *t = FRESH(
      PLAIN AT("soviet.movement") MARKS(MARK("0505", "ff", G), MARK("0506", "ff", S))
          UNITS(U("tank", S, "S-TB", "0509"), U("q", G, "G-HQ", "0510"), U("e", S, "S-INF", "0506"),
                U("sq", S, "S-HQ", "0507"), UX("a", G, "G-INF", "0505", SP(6))),
      NULL);
  acts(t, S, "move tank;step 0510;stop;done;done;done");
  acts(t, G, "done;target 0506;add a;commit;commit");
  offered(t, S, "nohq", "9.2.1");
  offered(t, S, "spend 5", "9.1.6");
  clear_away(t);
}

/* 5.1.3: whose enemy has gone owes nothing, though a staff is still next to it */
static void the_zone_has_gone(void **s) {
  (void)s;
  /* 2:1, 7: -/D1 */
  struct table *t =
      FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(12)), U("b", G, "G-INF", "0406"),
                         U("q", S, "S-HQ", "0305"), UX("e", S, "S-INF", "0506", SP(6))),
            "3 4");
  acts(t, G, "target 0506;add a;commit;commit");
  act(t, S, "retreat e 0507");
  act(t, G, "done"); /* nobody pursues */
  offered(t, G, "target 0305", "5.1.2");
  act(t, G, "done");
  clear_away(t);
}

/* 5.1.4: tanks whose zone holds nobody any more need not be attacked; it does not reach a swamp */
static void its_zone_is_empty(void **s) {
  (void)s;
  /* 1:2, 7: A1/- */
  struct table *t = FRESH(ATTACK TERRAIN(HEX("0507", "\"swamp\""))
                              UNITS(UX("a", G, "G-INF", "0505", SP(4)), U("b", G, "G-INF", "0507"),
                                    U("pz", S, "S-TB", "0506"), UX("e", S, "S-INF", "0405", SP(8))),
                          "3 4");
  acts(t, G, "target 0405;add a;commit;commit");
  act(t, G, "retreat a 0605");
  act(t, S, "done"); /* nobody pursues */
  offered(t, G, "target 0506", "5.1.2");
  act(t, G, "done");
  clear_away(t);
}

/* 5.1.1, 5.2.1: nobody fights twice, and a staff never attacks */
static void who_cannot_be_added(void **s) {
  (void)s;
  /* 1:1, 7: -1/-1 */
  struct table *t =
      FRESH(ATTACK UNITS(UX("a", G, "G-INF", "0505", SP(6)), U("b", G, "G-INF", "0406"),
                         U("q", G, "G-HQ", "0406"), UX("e", S, "S-INF", "0506", SP(6)),
                         U("f", S, "S-INF", "0405")),
            "3 4");
  acts(t, G, "target 0506;add a;commit;nohq;commit");
  act(t, G, "target 0405");
  refused(t, G, "add a", "5.1.1");
  because(t, G, "add a", "has fought");
  refused(t, G, "add q", "5.2.1");
  offered(t, G, "add b", "5.1.2");
  clear_away(t);
}

/* 5.1.3: only who lies in an enemy zone is told that he must attack */
static void others_owe_nothing(void **s) {
  (void)s;
  struct table *t =
      FRESH(PLAIN AT("german.attack") UNITS(U("a", G, "G-INF", "0505"), U("e", S, "S-INF", "0506"),
                                            U("far", G, "G-INF", "1212")),
            NULL);
  const cJSON *o;
  owed(t, G, "5.1.3", "a must attack");
  cJSON_ArrayForEach(o, field(t->last, "prompt.owed"))
      assert_null(strstr(text_of(o, "text"), "far must attack"));
  assert_int_equal(cJSON_GetArraySize(field(t->last, "prompt.owed")), 2);
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(others_owe_nothing),
      cmocka_unit_test(another_enemy_is_left),
      cmocka_unit_test(contact_made_later),
      cmocka_unit_test(attacked_once),
      cmocka_unit_test(the_first_of_the_list),
      cmocka_unit_test(named_in_any_order),
      cmocka_unit_test(beaten_specialists),
      cmocka_unit_test(no_art_of_fortification),
      cmocka_unit_test(who_may_be_spared_or_pressed),
      cmocka_unit_test(staffs_and_ground),
      cmocka_unit_test(the_answer),
      cmocka_unit_test(a_staff_and_shifts),
      cmocka_unit_test(the_zone_has_gone),
      cmocka_unit_test(its_zone_is_empty),
      cmocka_unit_test(who_cannot_be_added),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
