/* test_11_624_refusals.c - what set-up, chains and escapes refuse, each by its own rule. */
#include "kit.h"

/* 11.6244b, CG8, CG1a: ten hexes from the south, room, and the boards in play. */
static void set_up_places(void **unused) {
  (void)unused;
  struct kit *k = kit_lay(
      "\"phase\":\"prep.2/"
      "11.624\",\"vars\":{\"german_front\":3,\"soviet_front\":5},\"terrain\":[{\"hex\":\"18-Z5\","
      "\"set\":[\"woods\"]},{\"hex\":\"18-K5\",\"set\":[\"woods\"]}],\"units\":[" JOIN(
          OFFMAP("a", "soviet", "458"), OFFMAP("b", "soviet", "458"), OFFMAP("c", "soviet", "458"),
          OFFMAP("d", "soviet", "458")) "]",
      false);
  kit_do(k, RUS, "pick a");
  /* seven hexrows above the south edge, inside the perimeter */
  kit_refused(k, RUS, "put 18-Z5", R_11_6244b);
  kit_refused(k, RUS, "put 16-B5", R_CG1a);
  kit_all(k, "soviet put 18-K5;soviet pick b;soviet put 18-K5;soviet pick c;soviet put "
             "18-K5;soviet pick d");
  kit_refused(k, RUS, "put 18-K5", R_CG8);
  kit_do(k, RUS, "cancel");
  kit_refused(k, RUS, "hide a", R_11_621e); /* nothing was bought for it */
  kit_refused(k, RUS, "floor a", R_11_2e);
  kit_close(k);
}

/* 11.621b, 11.621c, 11.621f: where fortifications may stand. */
static void fortification_places(void **unused) {
  (void)unused;
  struct kit *k =
      kit_lay("\"phase\":\"prep.2/"
              "11.624\",\"vars\":{\"german_front\":3,\"soviet_front\":14},\"units\":[" JOIN(
                  OFFMAP("sapper", "soviet", "628"), OFFMAP("tank", "soviet", "T34M41")) "]",
              false);
  struct state *s = kit_state(k);
  s->side[RUS].stock[FORT_TRENCH] = 1;
  s->side[RUS].stock[FORT_AP8] = 2;
  s->side[RUS].stock[FORT_SETDC] = 1;
  s->side[RUS].stock[FORT_BUILDING] = 1;
  kit_do(k, RUS, "lay trench");
  kit_refused(k, RUS, "put 18-S5", R_11_621b); /* hexrow 14 of the Playing Area: the Front Line */
  kit_all(k, "soviet put 18-J5;soviet lay ap8;soviet put 18-J5;soviet lay ap8");
  kit_refused(k, RUS, "put 18-J5", R_11_621c); /* 8 and 8 is no field */
  kit_all(k, "soviet cancel;soviet lay setdc");
  kit_refused(k, RUS, "put 18-J5", R_11_621f); /* there is no charge in the roster */
  s->side[RUS].nrec = 1;
  s->rec[RUS][0] = (struct rec){.group = (uint8_t)sp_group_of_word(&k->play, RUS, 14),
                                .scenario = 2,
                                .zone = 2,
                                .sw = {[4] = 1},
                                .hex = NOWHERE};
  kit_refused(k, RUS, "put X-J5", R_11_621f); /* no trench or building, and the wrong boards */
  kit_refused(k, RUS, "put 24-M5", R_11_621f);
  kit_do(k, RUS, "put 18-J5");
  kit_refused(k, RUS, "detonate tank", R_11_621f);
  kit_do(k, RUS, "detonate sapper");
  assert_int_equal(s->fort[s->nfort - 1].kind, FORT_SETDC);
  assert_int_equal(s->fort[s->nfort - 1].unit, kit_unit(k, "sapper") + 1);
  assert_int_equal(s->rec[RUS][0].sw[4], 0);
  kit_do(k, RUS, "lay fortified");
  kit_refused(k, RUS, "put X-J5", R_11_621a);
  kit_close(k);
}

/* 11.6196: the campaign's maximum, whatever was bought in which scenario. */
static void campaign_maximum(void **unused) {
  (void)unused;
  struct kit *k = kit_lay("\"phase\":\"prep.3/11.619\",\"vars\":{\"german_cpp\":60}", false);
  int i1 = sp_group_of_word(&k->play, GER, 12);
  assert_string_equal(own(k->book)->group[GER][i1].id, "i1");
  kit_state(k)->side[GER].ever[i1] = 5;
  kit_refused(k, GER, "buy i1 plain 0", R_11_6196);
  kit_close(k);
}

/* RG.i: the observer stands on the south edge. */
static void observer(void **unused) {
  (void)unused;
  struct kit *k = kit_lay("\"phase\":\"prep.1/11.624\",\"vars\":{\"ob\":1}", false);
  assert_int_equal(kit_node(k), N_OBSERVER);
  kit_refused(k, GER, "observe 16-B5", R_RG_i);
  kit_do(k, GER, "observe 17-GG5");
  assert_int_equal(kit_node(k), N_SETUP);
  kit_close(k);
}

/* 11.6054b, 11.6054c: a hand-made chain. */
static void chains(void **unused) {
  (void)unused;
  struct kit *k =
      kit_lay("\"map\":\"plain:30x40\",\"phase\":\"reph.1/"
              "11.605\",\"terrain\":[{\"hex\":\"T-JJ18\",\"set\":[\"woods\"]},{\"hex\":\"T-JJ25\","
              "\"set\":[\"woods\"]}],"
              "\"control\":[[\"german\",[\"T-JJ18\",\"T-JJ25\"]]],\"vars\":{\"west_edge\":6,\"east_"
              "edge\":6},\"units\":[" AT("r", "soviet", "458", "T-JJ21") "]",
              false);
  kit_do(k, GER, "marker T-JJ30");
  kit_refused(k, GER, "marker T-JJ18", R_11_6054b);
  kit_do(k, GER, "marker T-JJ25");
  kit_refused(k, GER, "marker T-JJ18", R_11_6054c);
  kit_close(k);
}

/* 11.606, 11.6063f: only the isolated escape; the card says why it is hard. */
static void escapes(void **unused) {
  (void)unused;
  struct table *t =
      lay("stalnie/campaign",
          "\"map\":\"plain:30x52\",\"phase\":\"reph.1/"
          "11.605\",\"terrain\":[{\"hex\":\"T-AA15\",\"set\":[\"woods\"]},{\"hex\":\"T-ZZ15\","
          "\"set\":[\"woods\"]}],\"units\":[" JOIN(AT("g1", "german", "658", "T-AA15"),
                                                   AT("home", "german", "658", "T-ZZ15")) "]",
          NULL);
  act(t, "german", "commit");
  act(t, "soviet", "commit");
  refused(t, "german", "escape home", "11.606");
  act(t, "german", "escape g1");
  card(t, "german", "C.2", "+3");            /* 25 hexes: three full eights */
  card(t, "german", "11.6063f", "+4");       /* a second half-squad */
  outcome(t, "german", "eliminated", 5, 12); /* 12 or more: the dice show 8 or more */
  clear_away(t);
}

/* The prompts of the sealed steps cite their step. */
static void prompts(void **unused) {
  (void)unused;
  static const struct {
    const char *phase, *rule;
  } cases[] = {{"reph.1/11.611", "11.611"},
               {"reph.1/11.605", "11.605"},
               {"prep.2/11.619", "11.619"},
               {"prep.2/11.622", "11.622"}};
  for (int i = 0; i < 4; i++) {
    char position[100];
    snprintf(position, sizeof position, "\"phase\":\"%s\",\"vars\":{\"winners\":1}",
             cases[i].phase);
    struct table *t = lay("stalnie/campaign", position, NULL);
    ask(t, "{\"cmd\":\"actions\",\"side\":\"german\"}");
    cites(t, "prompt.rule", cases[i].rule);
    clear_away(t);
  }
}

/* 11.6061b, 11.6063e, CG5: what isolation and strongpoints do, on the units themselves. */
static void isolation_marks(void **unused) {
  (void)unused;
  struct kit *k = kit_lay(
      "\"phase\":\"reph.3/"
      "11.605\",\"vars\":{\"german_front\":0,\"soviet_front\":10,\"winners\":111},\"units\":[" AT(
          "pz", "german", "PzIVH", "24-K5") "]",
      false);
  kit_all(k, "german commit;soviet commit");
  int u = kit_unit(k, "pz");
  assert_true(kit_state(k)->unit[u].iso > 0);
  int type = kit_state(k)->iso[kit_state(k)->unit[u].iso - 1].type;
  kit_do(k, GER, "done");
  assert_int_equal((kit_state(k)->unit[u].flags & (U_SHORT | U_RED)) != 0, type >= 3);
  assert_int_equal(kit_state(k)->unit[u].where, MAP); /* 11.6071: it stays where it is */
  kit_told(k, E_LEFT, R_11_6071);
  kit_close(k);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(set_up_places),    cmocka_unit_test(fortification_places),
      cmocka_unit_test(campaign_maximum), cmocka_unit_test(observer),
      cmocka_unit_test(chains),           cmocka_unit_test(escapes),
      cmocka_unit_test(prompts),          cmocka_unit_test(isolation_marks)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
