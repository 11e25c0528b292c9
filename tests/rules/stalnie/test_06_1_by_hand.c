/* test_06_1_by_hand.c - 6.1: the record entered by hand: what is offered for each line of the
 * record, who takes over a weapon, who rides with whom, what becomes of what, and what an accepted
 * record tells and forgets. */
#include "kit.h"

static struct kit *table_of(const char *units) {
  char position[2000];
  snprintf(position, sizeof position,
           "\"phase\":\"play.2\",\"vars\":{\"german_front\":20,\"soviet_front\":24},"
           "\"units\":[%s]",
           units);
  return kit_lay(position, true);
}

/* The refusal in full. */
static void says(struct kit *k, int side, const char *text, const char *want) {
  struct sal_action a;
  struct sal_err err = {0};
  struct sal_refusal why = {0};
  char words[300];
  struct sal_text t = {words, sizeof words, 0};
  assert_true(sal_action_parse(k->book, text, &a, &err));
  assert_false(sal_check(&k->play, side, a, &why));
  sal_refusal_words(k->book, &why, &t);
  assert_string_equal(words, want);
}

#define PAIR JOIN(AT("g", "german", "658", "18-Z5"), AT("r", "soviet", "458", "18-D5"))

/* Lines of both sides: Soviet ones count from 101. What is gone has none, a company no chits. */
static void lines_are_offered(void **unused) {
  (void)unused;
  struct kit *k = table_of(PAIR);
  struct rec module = {.scenario = 1, .black = 3, .red = 2, .draft_black = 3, .draft_red = 2};
  struct rec gone = module;
  gone.flags = R_GONE;
  kit_line(k, GER, "o2", gone);
  kit_line(k, GER, "o2", module);
  kit_line(k, GER, "i1", (struct rec){.scenario = 1, .copy = 1, .sw = {2, 0, 1, 0, 0, 0}});
  kit_line(k, RUS, "o3", module);
  kit_line(k, RUS, "i1", (struct rec){.scenario = 1, .copy = 1, .sw = {0, 1, 0, 0, 0, 0}});
  sal_legal(&k->play, GER, &k->list);
  int modules = 0, chits[2] = {0, 0};
  bool weapon[2][SW] = {{false}};
  for (uint32_t i = 0; i < k->list.n; i++) {
    struct sal_action a = k->list.a[i];
    int line = a.x[0];
    assert_true(sal_check(&k->play, GER, a, NULL));
    if (a.verb == V_MODULE) {
      modules++;
      assert_true(line == 2 || line == 101);
    }
    if (a.verb == V_OBA) {
      assert_true(line == 2 || line == 101);
      assert_in_range(a.x[1], 0, 3);
      assert_in_range(a.x[2], 0, 2);
      chits[line == 101]++;
    }
    if (a.verb == V_WEAPON) {
      assert_true(line == 3 || line == 102);
      weapon[line == 102][a.x[1]] = true;
    }
  }
  assert_int_equal(modules, 2);
  assert_int_equal(chits[0], 4 * 3);
  assert_int_equal(chits[1], 4 * 3);
  for (int w = 0; w < SW; w++) {
    assert_int_equal(weapon[0][w], w == 0 || w == 2);
    assert_int_equal(weapon[1][w], w == 1);
  }
  kit_refused(k, GER, "module 1", R_V9); /* gone */
  kit_refused(k, GER, "module 3", R_V9);
  kit_close(k);
}

/* V12: a weapon that is there and in order goes to another company of the side. */
static void handing_over(void **unused) {
  (void)unused;
  static const char none[] = "Line 1 has no weapon of that sort to hand over.";
  static const char who[] = "Another company of that side must take the weapon over.";
  struct kit *k = table_of(PAIR);
  struct rec *r =
      kit_line(k, GER, "i1", (struct rec){.scenario = 1, .copy = 1, .sw = {2, 0, 0, 0, 0, 0}});
  kit_line(k, GER, "o2", (struct rec){.scenario = 1, .black = 3});
  kit_line(k, GER, "i1", (struct rec){.scenario = 1, .copy = 2});
  kit_line(k, RUS, "i1", (struct rec){.scenario = 1, .copy = 1});
  kit_line(k, GER, "i1", (struct rec){.scenario = 1, .copy = 3, .flags = R_GONE});
  says(k, GER, "handover 1 mmg 3", none);
  says(k, GER, "handover 1 lmg 1", who);
  says(k, GER, "handover 1 lmg 2", who); /* no company */
  says(k, GER, "handover 1 lmg 101", who);
  says(k, GER, "handover 1 lmg 4", who); /* gone */
  says(k, GER, "handover 1 lmg 50", who);
  kit_legal(k, GER, "handover 1 lmg 3");
  r->bad[0] = 1;
  kit_legal(k, GER, "handover 1 lmg 3");
  r->gone[0] = 1;
  says(k, GER, "handover 1 lmg 3", none);
  r->bad[0] = 2, r->gone[0] = 0;
  says(k, GER, "handover 1 lmg 3", none);
  kit_close(k);
}

/* V12: the line with too many is named as the record counts it. */
static void too_many_weapons(void **unused) {
  (void)unused;
  struct kit *k = table_of(PAIR);
  kit_line(k, GER, "i1", (struct rec){.scenario = 1, .copy = 1});
  kit_line(k, GER, "i1", (struct rec){.scenario = 1, .copy = 2, .sw = {1, 0}, .bad = {2, 0}});
  kit_all(k, "german turns 7;german enddie 7 2;german auto");
  says(k, GER, "submit", "Line 2 does not have that many of those weapons.");
  kit_close(k);
}

/* 6.1: who appeared, and from whom, is told; a hero has no state. */
static void appearing(void **unused) {
  (void)unused;
  struct kit *k = table_of(
      JOIN(AT("sq", "german", "658", "18-Z5"), ATM("pz", "german", "PzIVH", "18-Z5", "abandoned")));
  kit_do(k, GER, "new hero sq");
  const struct sal_event *e = kit_told(k, E_HERO, R_6_1);
  assert_int_equal(e->unit[0], kit_unit(k, "de.x.hero-1"));
  assert_int_equal(e->unit[1], kit_unit(k, "sq"));
  assert_int_equal(e->n[0], 0);
  assert_int_equal(kit_draft(k, "de.x.hero-1")->flags, 0);
  kit_do(k, GER, "new crew pz");
  e = kit_told(k, E_HERO, R_6_1);
  assert_int_equal(e->unit[1], kit_unit(k, "pz"));
  assert_int_equal(e->n[0], 1);
  kit_close(k);
}

/* V3: a leader made in play has any grade, nobody else has one; nobody becomes what he cannot. */
static void becoming(void **unused) {
  (void)unused;
  struct kit *k =
      table_of(JOIN(AT("sq", "german", "658", "18-Z5"), AT("ldr", "german", "8-0", "18-Z5")));
  kit_all(k, "german new leader sq;german new hero sq");
  sal_unit made = own(k->book)->pool_first[GER][POOL_LEADER];
  char text[60];
  snprintf(text, sizeof text, "pick %s", k->book->counter[made].id);
  kit_do(k, GER, text);
  kit_legal(k, GER, "becomes 9-1");
  kit_legal(k, GER, "becomes 10-2");
  kit_refused(k, GER, "becomes 348", R_V3);
  kit_refused(k, GER, "becomes 458", R_V3);
  kit_all(k, "german done;german pick de.x.hero-1");
  kit_refused(k, GER, "becomes 9-1", R_V3);
  kit_all(k, "german done;german pick sq");
  kit_refused(k, GER, "becomes 9-1", R_V3);
  kit_legal(k, GER, "becomes 348");
  kit_all(k, "german done;german pick ldr");
  kit_refused(k, GER, "becomes 10-2", R_V3);
  kit_close(k);
}

/* V4: passengers ride in a vehicle of their side that is in the force. */
static void riding(void **unused) {
  (void)unused;
  struct kit *k =
      table_of(JOIN(AT("sq", "german", "658", "18-Z5"), AT("pz", "german", "PzIVH", "18-Z6"),
                    AT("t34", "soviet", "T34M41", "18-D5"), OFFMAP("dead", "german", "PzIVH")));
  kit_at(k, "dead")->where = DEAD;
  kit_do(k, GER, "pick sq");
  kit_legal(k, GER, "in pz");
  kit_refused(k, GER, "in t34", R_V4);
  kit_refused(k, GER, "in dead", R_V4);
  kit_refused(k, GER, "in sq", R_V4);
  kit_all(k, "german done;german pick pz");
  kit_refused(k, GER, "in pz", R_V4);
  kit_close(k);
}

/* 11.621c: the field that is named has lost factors, up to all that it had. */
static void factors(void **unused) {
  (void)unused;
  struct kit *k = table_of(PAIR);
  struct state *s = kit_state(k);
  static const int kinds[] = {FORT_AT2, FORT_AT3, FORT_AP6};
  for (int i = 0; i < 3; i++)
    s->fort[s->nfort++] = (struct fort){.at = (uint16_t)kit_place(k, "18-D5"),
                                        .kind = (uint8_t)kinds[i],
                                        .side = RUS,
                                        .id = (uint16_t)(2 * i + 2)};
  kit_refused(k, GER, "factors 4 4", R_11_621c);
  kit_refused(k, GER, "factors 6 1", R_11_621c);
  kit_do(k, GER, "factors 4 3");
  assert_int_equal(s->fort[0].factors, 0);
  assert_int_equal(s->fort[1].factors, 3 + 1);
  kit_do(k, GER, "factors 4 1");
  assert_int_equal(s->fort[1].factors, 1 + 1);
  kit_do(k, GER, "factors 2 2");
  assert_int_equal(s->fort[0].factors, 2 + 1);
  kit_close(k);
}

/* V2: a scenario that lasted six turns is none. */
static void short_scenario(void **unused) {
  (void)unused;
  struct kit *k = table_of(PAIR);
  kit_all(k, "german turns 7;german enddie 7 2;german auto");
  kit_legal(k, GER, "submit");
  kit_state(k)->claim.turns = 6;
  says(k, GER, "submit", "A scenario lasts 7 to 9 turns.");
  kit_close(k);
}

/* 11.601: only the living melee: a unit that fell leaves the Location to the enemy. */
static void the_dead_do_not_melee(void **unused) {
  (void)unused;
  for (int falls = 0; falls < 2; falls++) {
    struct kit *k = table_of(PAIR);
    kit_all(k, "german turns 7;german enddie 7 2;german pick g;german put 18-D5;german done");
    if (falls)
      kit_all(k, "german pick r;german fate eliminated;german done;german cvp german 2");
    kit_do(k, GER, "auto");
    if (falls)
      kit_legal(k, GER, "submit");
    else
      kit_refused(k, GER, "submit", R_11_601);
    kit_close(k);
  }
}

/* Who entered it is kept till the other side has confirmed. What is accepted is told: losses with
 * their points; who stayed off the map has not been seen; last scenario's figures are gone. */
static void accepted(void **unused) {
  (void)unused;
  for (int by = 0; by < 2; by++) {
    struct kit *k =
        table_of(JOIN(AT("g", "german", "658", "18-Z5"), AT("r", "soviet", "458", "18-D5"),
                      AT("lost", "soviet", "458", "18-D5"), OFFMAP("home", "german", "658")));
    struct state *s = kit_state(k);
    kit_at(k, "home")->flags = 0;
    kit_at(k, "g")->flags = 0;
    kit_at(k, "r")->flags = 0;
    kit_all(k, "german turns 7;german enddie 7 2;german pick home;german fate offmap;german done;"
               "german pick lost;german fate eliminated;german done;german cvp german 2;"
               "german auto");
    s->side[GER].reph = 7, s->side[GER].isolated_lost = 5;
    for (int i = 0; i < PA_PLACES; i++)
      s->area[i] |= A_VEIL_GER | A_VEIL_RUS;
    kit_do(k, by, "submit");
    assert_int_equal(s->claim.by, by + 1);
    kit_do(k, !by, "confirm");
    const struct sal_event *e = kit_told(k, E_LOSS, R_6_11);
    assert_int_equal(e->unit[0], kit_unit(k, "lost"));
    assert_int_equal(e->n[0], RUS);
    assert_int_equal(e->n[1], 2);
    assert_true(kit_at(k, "g")->flags & U_KNOWN);
    assert_true(kit_at(k, "r")->flags & U_KNOWN);
    assert_false(kit_at(k, "home")->flags & U_KNOWN);
    assert_int_equal(s->side[GER].reph, 0);
    assert_int_equal(s->side[GER].isolated_lost, 0);
    for (int i = 0; i < PA_PLACES; i++)
      assert_false(s->area[i] & (A_VEIL_GER | A_VEIL_RUS));
    kit_close(k);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(lines_are_offered),
                                     cmocka_unit_test(handing_over),
                                     cmocka_unit_test(too_many_weapons),
                                     cmocka_unit_test(appearing),
                                     cmocka_unit_test(becoming),
                                     cmocka_unit_test(riding),
                                     cmocka_unit_test(factors),
                                     cmocka_unit_test(short_scenario),
                                     cmocka_unit_test(the_dead_do_not_melee),
                                     cmocka_unit_test(accepted)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
