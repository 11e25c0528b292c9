/* test_11_619_preparation.c - 11.619 to 11.624, condition by condition: which lines of the record a
 * step reaches, what may share a hex, and whom the end of a set-up leaves alone. */
#include "kit.h"

#define BUY                                                                                        \
  "\"phase\":\"prep.2/"                                                                            \
  "11.619\",\"vars\":{\"german_cpp\":60,\"soviet_cpp\":60,\"german_front\":20,\"soviet_front\":"   \
  "24}"
#define SET(units)                                                                                 \
  "\"phase\":\"prep.2/"                                                                            \
  "11.624\",\"vars\":{\"german_front\":20,\"soviet_front\":24},\"terrain\":[" WOODS(               \
      "18-D5") "," JOIN(WOODS("18-E5"), WOODS("18-Z5"), WOODS("24-M5")) ",{\"hex\":\"18-F5\","     \
                                                                        "\"set\":[\"house\"]}],"   \
                                                                        "\"units\":[" units "]"

/* ---- 11.619 ----------------------------------------------------------------------------- */

/* 11.6197, CG6: only what was bought in this step can be returned or given a phone. */
static void lines_of_this_step(void **unused) {
  (void)unused;
  struct kit *k = kit_lay(BUY, false);
  struct state *s = kit_state(k);
  struct rec *old =
      kit_line(k, GER, "o2", (struct rec){.scenario = 1, .link = LINK_RADIO, .black = 4});
  kit_all(k, "german buy o1 plain 0;german buy i1 plain 0"); /* lines 2 and 3 */
  /* beyond the records */
  s->rec[GER][3] = s->rec[RUS][0] = s->rec[GER][MAX_RECS - 1] = s->rec[GER][1];
  static const char *const none[] = {"0", "1", "4"};
  for (int i = 0; i < 3; i++) {
    char text[40];
    snprintf(text, sizeof text, "return %s", none[i]);
    kit_refused(k, GER, text, R_11_6197);
    snprintf(text, sizeof text, "link %s phone", none[i]);
    kit_refused(k, GER, text, R_CG6);
  }
  kit_refused(k, RUS, "return 0", R_11_6197);
  kit_refused(k, RUS, "return 1", R_11_6197);
  kit_refused(k, GER, "link 2 radio", R_CG6); /* it has one */
  kit_refused(k, GER, "link 3 phone", R_CG6); /* no module */
  kit_legal(k, GER, "return 2");
  kit_do(k, GER, "link 2 phone");
  kit_refused(k, GER, "link 2 phone", R_CG6);
  assert_int_equal(old->link, LINK_RADIO);
  sal_legal(&k->play, GER, &k->list);
  for (uint32_t i = 0; i < k->list.n; i++)
    if (k->list.a[i].verb == V_RETURN || k->list.a[i].verb == V_LINK)
      assert_in_range(k->list.a[i].x[0], 2, k->list.a[i].verb == V_LINK ? 2 : 3);
  kit_close(k);
}

/* RG: an observer serves one module of the own record that has none. */
static void whom_it_serves(void **unused) {
  (void)unused;
  struct kit *k = kit_lay(BUY, false);
  struct state *s = kit_state(k);
  kit_line(k, GER, "o2", (struct rec){.scenario = 1, .black = 4});
  kit_line(k, GER, "i1", (struct rec){.scenario = 1});
  kit_line(k, GER, "o2", (struct rec){.scenario = 1, .black = 4, .flags = R_GONE});
  /* once it had one */
  kit_line(k, GER, "o5", (struct rec){.scenario = 1, .attach = 1, .flags = R_GONE});
  s->rec[GER][4] = s->rec[GER][0];
  kit_legal(k, GER, "buy o5 plain 1");
  kit_legal(k, GER, "buy o7 plain 1");
  static const char *const none[] = {"buy o5 plain 0", "buy o5 plain 2", "buy o5 plain 3",
                                     "buy o5 plain 5"};
  for (int i = 0; i < 4; i++)
    kit_refused(k, GER, none[i], R_RG_attach);
  s->rec[GER][3].flags = 0;
  kit_refused(k, GER, "buy o5 plain 1", R_RG_attach);
  kit_legal(k, GER, "buy o7 plain 1"); /* of another kind */
  kit_close(k);
}

/* 11.14, 11.619: the form lists the lines of this scenario; every group in the manners that fit it,
 * an observer for each module that he could serve. */
static void forms(void **unused) {
  (void)unused;
  struct table *t = lay("stalnie/campaign", BUY, NULL);
  static const struct {
    const char *group;
    int before, after;
  } cases[] = {{"O5", 1, 2}, {"I1", 4, 4}, {"A3", 3, 3}, {"O2", 3, 3}, {"S1", 2, 2}, {"T1", 1, 1}};
  for (int after = 0; after < 2; after++) {
    const cJSON *form, *row;
    int bought = 0, seen = 0;
    if (after)
      acts(t, "german", "buy o2 plain 0;buy i1 plain 0;buy o1 plain 0");
    cJSON_ArrayForEach(form,
                       field(ask(t, "{\"cmd\":\"actions\",\"side\":\"german\"}"), "prompt.forms")) {
      bool lines = sal_eq(text_of(form, "title"), "Bought");
      cJSON_ArrayForEach(row, field(form, "rows")) {
        bought += lines;
        for (int i = 0; !lines && i < 6; i++) {
          if (strcmp(text_of(row, "cells[0]"), cases[i].group))
            continue;
          assert_int_equal(cJSON_GetArraySize(field(row, "do")),
                           after ? cases[i].after : cases[i].before);
          seen++;
        }
      }
    }
    assert_int_equal(bought, after ? 3 : 0);
    assert_int_equal(seen, 6);
  }
  clear_away(t);
}

/* ---- 11.621, 11.622 --------------------------------------------------------------------- */

/* 11.621c, f: mines have their own limit; a charge comes of a company that was there before or sets
 * up on the map. */
static void fortification_limits(void **unused) {
  (void)unused;
  struct kit *k = kit_lay("\"phase\":\"prep.2/"
                          "11.621\",\"vars\":{\"german_fpp\":200,\"soviet_fpp\":200,\"german_"
                          "front\":20,\"soviet_front\":24}",
                          false);
  struct state *s = kit_state(k);
  s->side[GER].mines = own(k->book)->mine_limit[GER];
  kit_refused(k, GER, "fort ap6", R_11_621c);
  kit_legal(k, GER, "fort trench");
  kit_refused(k, GER, "unfort trench", R_11_621a);
  kit_refused(k, GER, "fort setdc", R_11_621f);
  struct rec *r = kit_line(k, GER, "i2", (struct rec){.sw = {[SW_DC] = 2}, .bad = {[SW_DC] = 1}});
  kit_refused(k, GER, "fort setdc", R_11_621f); /* it enters in play */
  r->zone = 1;
  kit_do(k, GER, "fort setdc");
  kit_refused(k, GER, "fort setdc", R_11_621f); /* the other one does not work */
  r->zone = 0, r->scenario = 1, r->bad[SW_DC] = 0;
  kit_legal(k, GER, "fort setdc");
  r->flags = R_GONE;
  kit_refused(k, GER, "fort setdc", R_11_621f);
  kit_close(k);
}

static void reconnaissance(void **unused) {
  (void)unused;
  /* in halves */
  struct kit *k =
      kit_lay("\"phase\":\"prep.2/11.622\",\"vars\":{\"german_cpp\":3,\"soviet_cpp\":4}", false);
  kit_legal(k, GER, "recon 1");
  kit_refused(k, GER, "recon 2", R_11_622);
  kit_legal(k, RUS, "recon 2");
  kit_refused(k, RUS, "recon 3", R_11_622);
  kit_close(k);
}

/* 11.623: the third Attack chit. */
static void third_attack(void **unused) {
  (void)unused;
  struct kit *k =
      kit_lay("\"phase\":\"prep.4/"
              "11.623\",\"vars\":{\"soviet_attack\":2,\"german_front\":20,\"soviet_front\":24}",
              false);
  assert_int_equal(kit_node(k), N_CHIT);
  kit_refused(k, RUS, "chit attack", R_11_623);
  kit_legal(k, RUS, "chit idle");
  kit_state(k)->side[RUS].attacks = 1;
  kit_legal(k, RUS, "chit attack");
  kit_close(k);
}

/* ---- 11.624 ----------------------------------------------------------------------------- */

/* CG6, RG.i, RG.j, 11.6194b: lines that are gone, of another scenario, or none, have no phone,
 * observer, hex or dummies. */
static void lines_of_the_set_up(void **unused) {
  (void)unused;
  struct kit *k = kit_lay(SET(OFFMAP("sq", "soviet", "458")), false);
  struct state *s = kit_state(k);
  struct rec *phone = kit_line(
      k, RUS, "o1", (struct rec){.scenario = 1, .link = LINK_PHONE, .black = 3, .prereg = 1});
  struct rec *radio =
      kit_line(k, RUS, "o1", (struct rec){.scenario = 1, .link = LINK_RADIO, .black = 3});
  s->rec[RUS][2] = s->rec[GER][MAX_RECS - 1] = *phone; /* beyond the record */
  for (int i = 0; i <= 3; i += 3) {
    char text[40];
    snprintf(text, sizeof text, "phone %d", i);
    kit_refused(k, RUS, text, R_CG6);
    snprintf(text, sizeof text, "register %d", i);
    kit_refused(k, RUS, text, R_RG_j);
  }
  kit_refused(k, RUS, "phone 2", R_CG6);
  kit_refused(k, RUS, "register 2", R_RG_j);
  kit_legal(k, RUS, "phone 1");
  kit_legal(k, RUS, "register 1");
  phone->flags = R_GONE;
  kit_refused(k, RUS, "phone 1", R_CG6);
  kit_refused(k, RUS, "register 1", R_RG_j);
  phone->flags = 0;
  kit_all(k, "soviet phone 1;soviet put 24-M5;soviet auto");
  assert_int_equal(phone->hex, kit_place(k, "24-M5")); /* where he put it */
  phone->hex = NOWHERE;
  kit_do(k, RUS, "auto");
  assert_true(phone->hex != NOWHERE);
  assert_true(radio->hex == NOWHERE); /* a radio needs none */
  kit_close(k);
}

/* RG.i, 11.6194b: what the step begins with. */
static void the_step_begins(void **unused) {
  (void)unused;
  struct kit *k = kit_lay(
      "\"phase\":\"prep.2/11.622\",\"vars\":{\"german_front\":20,\"soviet_front\":24}", false);
  struct state *s = kit_state(k);
  /* of the last scenario */
  kit_line(k, RUS, "i1", (struct rec){.scenario = 1, .flags = R_RESERVE});
  kit_line(k, RUS, "i1", (struct rec){0});
  kit_line(k, GER, "o2", (struct rec){.scenario = 1, .black = 4, .link = LINK_RADIO});
  /* no hex for him */
  kit_line(k, GER, "o5", (struct rec){.scenario = 1, .attach = 1, .flags = R_GONE});
  kit_all(k, "german commit;soviet commit;soviet chit idle");
  assert_int_equal(kit_node(k), N_SETUP);
  assert_int_equal(s->side[RUS].stock[FORT_DUMMY], 0);
  kit_close(k);
}

/* 11.6194c, 11.621: what may share a hex with a dummy or a reserve, and what stands near the front.
 */
static void sharing_a_hex(void **unused) {
  (void)unused;
  struct kit *k = kit_lay(
      SET(JOIN(OFFMAP("sq", "soviet", "458"), OFFM("res", "soviet", "458", "reserve"))), false);
  struct state *s = kit_state(k);
  kit_line(k, RUS, "i1", (struct rec){.flags = R_RESERVE});
  s->side[RUS].stock[FORT_DUMMY] = 6; /* one bought, five of the reserve */
  s->side[RUS].stock[FORT_TRENCH] = 2;
  kit_all(k, "soviet lay dummy;soviet put 24-M5;soviet pick sq");
  kit_legal(k, RUS, "put 24-M5"); /* any unit may stand with a dummy, but no reserve */
  kit_all(k, "soviet cancel;soviet pick res");
  kit_refused(k, RUS, "put 24-M5", R_11_6194c);
  kit_do(k, RUS, "cancel");
  kit_at(k, "res")->flags |= U_KNOWN;
  sp_put(&k->play, kit_unit(k, "res"), kit_place(k, "18-D5"));
  kit_do(k, RUS, "lay trench");
  kit_legal(k, RUS, "put 18-D5"); /* a trench may, a dummy may not */
  kit_legal(k, RUS, "put 18-E5"); /* near the front, and no cloak */
  kit_all(k, "soviet cancel;soviet lay dummy");
  kit_refused(k, RUS, "put 18-D5", R_11_6194c);
  kit_refused(k, RUS, "put 18-E5", R_11_6194b); /* one of the five, and too near */
  s->rec[RUS][0].scenario = 1; /* the reserve was of the last scenario: it brought none */
  kit_legal(k, RUS, "put 18-E5");
  kit_close(k);
}

/* 11.621c: only mines raise a field; whatever else is laid there stands beside it. */
static void beside_a_field(void **unused) {
  (void)unused;
  struct kit *k = kit_lay(SET(OFFMAP("sq", "soviet", "458")), false);
  struct state *s = kit_state(k);
  s->side[RUS].stock[FORT_AT1] = s->side[RUS].stock[FORT_WIRE] = s->side[RUS].stock[FORT_DITCH] =
      s->side[RUS].stock[FORT_AP6] = s->side[RUS].stock[FORT_TRENCH] = 1;
  kit_all(k, "soviet lay at1;soviet put 18-D5;soviet lay wire;soviet put 18-D5;soviet lay "
             "ditch;soviet put 18-D5");
  assert_int_equal(s->nfort, 3);
  assert_int_equal(s->fort[0].kind, FORT_AT1);
  assert_int_equal(s->fort[1].kind, FORT_WIRE);
  assert_int_equal(s->fort[2].kind, FORT_DITCH);
  kit_all(k, "soviet lay ap6;soviet put 18-E5;soviet lay trench;soviet put 18-E5");
  assert_int_equal(s->fort[3].kind, FORT_AP6);
  assert_int_equal(s->fort[4].kind, FORT_TRENCH);
  kit_close(k);
}

/* 11.621f: a German company's charge goes to either half of the map; while the unit that sets it
 * off is asked for, no hex is. */
static void german_charge(void **unused) {
  (void)unused;
  struct kit *k = kit_lay(SET(JOIN(OFFMAP("pio", "german", "838"), OFFMAP("red", "soviet", "458"),
                                   OFFM("stay", "german", "658", "stays"))),
                          false);
  struct state *s = kit_state(k);
  struct sal_action a;
  struct sal_err err;
  kit_line(k, GER, "i2", (struct rec){.zone = 1, .sw = {[SW_DC] = 1}});
  s->side[GER].stock[FORT_SETDC] = 1;
  s->fort[s->nfort++] =
      (struct fort){.at = (uint16_t)kit_place(k, "18-Z5"), .kind = FORT_TRENCH, .side = GER};
  kit_all(k, "soviet done;german lay setdc");
  kit_at(k, "stay")->flags |= U_STAYS;
  kit_do(k, GER, "put 18-Z5"); /* bought for the northern boards */
  assert_true(sal_action_parse(k->book, "put 18-Z5", &a, &err));
  assert_false(sal_check(&k->play, GER, a, NULL));
  int pio = kit_unit(k, "pio");
  assert_true(k->book->board.on[pio]);
  /* the hex of that number is not he */
  assert_false(sal_check(&k->play, GER, sal_act(V_PUT, pio, 0, 0), NULL));
  kit_refused(k, GER, "detonate red", R_11_621f);
  kit_refused(k, GER, "detonate stay", R_11_621f);
  kit_do(k, GER, "detonate pio");
  assert_int_equal(s->rec[GER][0].sw[SW_DC], 0);
  kit_close(k);
}

/* 11.621e: whom a side may hide, and what it gets back when it lifts him again. */
static void hiding(void **unused) {
  (void)unused;
  struct kit *k =
      kit_lay(SET(JOIN(AT("sq", "soviet", "458", "18-D5"), AT("gun", "soviet", "AT45L", "18-E5"),
                       AT("foe", "german", "658", "18-Z5"), OFFMAP("off", "soviet", "458"))),
              false);
  struct state *s = kit_state(k);
  s->side[RUS].stock[FORT_HIP_SQUAD] = 1;
  kit_refused(k, RUS, "hide foe", R_11_621e);
  kit_refused(k, RUS, "hide off", R_11_621e);
  kit_refused(k, RUS, "lift foe", R_11_6244a);
  kit_all(k, "soviet hide sq;soviet hide gun");
  assert_int_equal(s->side[RUS].fpp, 0);
  assert_int_equal(s->side[RUS].stock[FORT_HIP_SQUAD], 0);
  kit_refused(k, RUS, "hide sq", R_11_621e);
  uint8_t before[FORTS];
  memcpy(before, s->side[RUS].stock, sizeof before);
  kit_do(k, RUS, "lift gun"); /* it cost nothing */
  assert_memory_equal(before, s->side[RUS].stock, sizeof before);
  kit_do(k, RUS, "lift sq");
  assert_int_equal(s->side[RUS].stock[FORT_HIP_SQUAD], 1);
  kit_all(k, "soviet pick sq;soviet put 18-D5;soviet lift sq");
  assert_int_equal(s->side[RUS].stock[FORT_HIP_SQUAD], 1); /* he was not hidden */
  kit_close(k);
}

/* 11.621e: of the Germans' only vehicles are never hidden. */
static void hiding_germans(void **unused) {
  (void)unused;
  struct kit *k = kit_lay(
      SET(JOIN(AT("sq", "german", "658", "18-Z5"), AT("pz", "german", "PzIVH", "18-CC5"))), false);
  kit_do(k, RUS, "done");
  kit_state(k)->side[GER].stock[FORT_HIP_SQUAD] = kit_state(k)->side[GER].stock[FORT_HIP_VEHICLE] =
      1;
  kit_refused(k, GER, "hide pz", R_11_621e);
  kit_do(k, GER, "hide sq");
  kit_close(k);
}

/* 11.6194b: the end of a set-up keeps off the own reserve that was not placed, and nobody else. */
static void whom_it_keeps_off(void **unused) {
  (void)unused;
  struct kit *k =
      kit_lay(SET(JOIN(OFFM("res", "soviet", "458", "reserve"),
                       ATM("out", "soviet", "458", "24-M5", "reserve"),
                       OFFMAP("sq", "soviet", "458"), OFFM("theirs", "german", "658", "reserve"))),
              false);
  kit_do(k, RUS, "done");
  assert_true(kit_at(k, "res")->flags & U_STAYS);
  static const char *const others[] = {"out", "sq", "theirs"};
  for (int i = 0; i < 3; i++)
    assert_false(kit_at(k, others[i])->flags & U_STAYS);
  kit_close(k);
}

/* 11.6245, CG15: an inspection finds what is new in that hex and the enemy's; a dummy is told of
 * once. */
static void inspection(void **unused) {
  (void)unused;
  struct kit *k =
      kit_lay(SET(JOIN(AT("r", "soviet", "458", "24-M5"), AT("near", "soviet", "458", "18-D5"),
                       AT("seen", "soviet", "458", "24-M5"), OFFMAP("off", "soviet", "458"))),
              false);
  struct state *s = kit_state(k);
  kit_at(k, "r")->flags = kit_at(k, "near")->flags = kit_at(k, "off")->flags = 0;
  uint16_t m5 = (uint16_t)kit_place(k, "24-M5");
  s->fort[0] = (struct fort){.at = m5, .kind = FORT_DUMMY, .side = RUS};
  s->fort[1] =
      (struct fort){.at = (uint16_t)kit_place(k, "18-E5"), .kind = FORT_DUMMY, .side = RUS};
  s->fort[2] = (struct fort){.at = m5, .kind = FORT_AT5, .side = RUS};
  s->fort[3] = (struct fort){.at = m5, .kind = FORT_WIRE, .side = RUS, .shown = 1};
  /* the own one is no news */
  s->fort[4] = (struct fort){.at = m5, .kind = FORT_DUMMY, .side = GER};
  s->nfort = 5;
  s->side[GER].recon_left = 2;
  kit_all(k, "soviet done;german done");
  assert_int_equal(sal_top(&k->play)->side, GER);
  kit_do(k, GER, "inspect 24-M5");
  int dummies = 0, seen = 0;
  for (uint32_t i = 0; i < k->events.n; i++)
    dummies += k->events.v[i].kind == E_DUMMY, seen += k->events.v[i].kind == E_SEEN;
  assert_int_equal(dummies, 1);
  assert_int_equal(seen, 1);
  assert_int_equal(kit_told(k, E_INSPECTED, R_11_6245)->n[1], 3); /* squad, dummy, mines */
  assert_int_equal(s->fort[2].shown, 2);
  assert_false(kit_at(k, "near")->flags & U_KNOWN || kit_at(k, "off")->flags & U_KNOWN);
  kit_do(k, GER, "inspect 24-M5");
  for (uint32_t i = 0; i < k->events.n; i++)
    assert_int_not_equal(k->events.v[i].kind, E_DUMMY);
  kit_close(k);
}

/* 11.6245, 11.6246: whose Front Line is supplied by rule. */
static void inspection_rules(void **unused) {
  (void)unused;
  for (int scenario = 1; scenario <= 2; scenario++) {
    struct kit *k = kit_lay(
        scenario == 1
            ? "\"phase\":\"prep.1/11.624\",\"vars\":{\"german_front\":0,\"soviet_front\":10}"
            : SET(OFFMAP("a", "soviet", "458")),
        false);
    kit_state(k)->side[RUS].recon_left = kit_state(k)->side[GER].recon_left = 1;
    kit_all(k, "soviet done;german done");
    kit_refused(k, RUS, scenario == 1 ? "inspect 16-U5" : "inspect 18-H5",
                scenario == 1 ? R_11_6246 : R_11_6245);
    kit_do(k, RUS, "pass");
    if (scenario == 2)
      kit_state(k)->side[GER].perimeter = 0;
    kit_refused(k, GER, scenario == 1 ? "inspect 16-U5" : "inspect 18-U5", R_11_6246);
    kit_close(k);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(lines_of_this_step),
                                     cmocka_unit_test(whom_it_serves),
                                     cmocka_unit_test(forms),
                                     cmocka_unit_test(fortification_limits),
                                     cmocka_unit_test(reconnaissance),
                                     cmocka_unit_test(third_attack),
                                     cmocka_unit_test(lines_of_the_set_up),
                                     cmocka_unit_test(the_step_begins),
                                     cmocka_unit_test(sharing_a_hex),
                                     cmocka_unit_test(beside_a_field),
                                     cmocka_unit_test(german_charge),
                                     cmocka_unit_test(hiding),
                                     cmocka_unit_test(whom_it_keeps_off),
                                     cmocka_unit_test(hiding_germans),
                                     cmocka_unit_test(inspection),
                                     cmocka_unit_test(inspection_rules)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
