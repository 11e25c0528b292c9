/* test_11_624_setup.c - 11.624: who may set up where, fortifications, charges, phones, hiding,
 * inspections, standing orders. */
#include "kit.h"

#define SET(units)                                                                                 \
  "\"phase\":\"prep.2/"                                                                            \
  "11.624\",\"vars\":{\"german_front\":20,\"soviet_front\":24},\"terrain\":[" WOODS(               \
      "18-D5") "," JOIN(WOODS("18-Z5"),                                                            \
                        WOODS("24-M5")) ",{\"hex\":\"18-E5\",\"set\":[\"open\"]},{"                \
                                        "\"hex\":\"18-F5\",\"set\":[\"house\"]},"                  \
                                        "{\"hex\":\"18-G5\",\"set\":[\"water\"]},{"                \
                                        "\"hex\":\"18-BB5\",\"set\":[\"house\","                   \
                                        "\"upper\"]},{\"hex\":\"18-H5\",\"set\":["                 \
                                        "\"stone\",\"upper\"]},{\"hex\":\"18-B5\","                \
                                        "\"set\":[\"marsh\"]}],\"units\":[" units "]"

/* The Soviets set up first, so theirs is the first decision; hexrows 24 to 64 of the Playing Area
 * are theirs. */
static struct kit *soviets(const char *units) {
  char position[3000];
  snprintf(position, sizeof position, SET("%s"), units);
  return kit_lay(position, false);
}

static struct rec *line(struct kit *k, int side, const char *group) {
  return kit_line(k, side, group, (struct rec){0});
}

/* 11.6243, 11.6141a, 11.6133, 11.6194a, b, d, 11.5b: who may set up in the scenario of its
 * purchase. */
static void who(void **unused) {
  (void)unused;
  struct kit *k =
      soviets(JOIN(OFFMAP("old", "soviet", "458"), OFFMAP("new", "soviet", "458"),
                   OFFMAP("ours", "german", "658"), AT("on", "soviet", "458", "18-D5")));
  struct state *s = kit_state(k);
  kit_legal(k, RUS, "pick old");
  kit_refused(k, RUS, "pick ours", R_11_6244a);
  kit_refused(k, RUS, "pick on", R_11_6244a);
  kit_at(k, "old")->flags = U_STAYS;
  kit_refused(k, RUS, "pick old", R_11_6243);
  kit_at(k, "old")->flags = U_RECALL;
  kit_refused(k, RUS, "pick old", R_11_6141a);
  kit_at(k, "old")->flags = U_SAVED;
  kit_refused(k, RUS, "pick old", R_11_6133);
  struct rec *r = line(k, RUS, "i1");
  kit_at(k, "new")->flags = U_NEW;
  kit_at(k, "new")->rec = 1;
  kit_refused(k, RUS, "pick new", R_11_6194a);
  r->zone = 1;
  kit_legal(k, RUS, "pick new");
  r->zone = 0, r->flags = R_RESERVE;
  kit_legal(k, RUS, "pick new");
  r->flags = R_DUGIN;
  kit_legal(k, RUS, "pick new");
  r->flags = R_OB;
  kit_legal(k, RUS, "pick new"); /* 11.5b: the given company */
  r->group = (uint8_t)kit_group(k, RUS, "a1");
  kit_refused(k, RUS, "pick new", R_11_6194a); /* but no given tanks */
  r->flags = 0, r->group = (uint8_t)kit_group(k, RUS, "i4");
  kit_legal(k, RUS, "pick new"); /* note e */
  s->side[RUS].perimeter = 0;
  kit_refused(k, RUS, "pick new", R_11_60532);
  kit_close(k);
}

/* Everything that is offered is allowed, every hex that is allowed is offered, and this action is
 * among it. */
static void lists_what_is_legal(struct kit *k, const char *text) {
  struct sal_action wanted;
  struct sal_err err = {0};
  assert_true(sal_action_parse(k->book, text, &wanted, &err));
  sal_legal(&k->play, RUS, &k->list);
  for (uint32_t i = 0; i < k->list.n; i++)
    assert_true(sal_check(&k->play, RUS, k->list.a[i], NULL));
  for (int i = 0; i < k->book->board.nhexes; i++) {
    struct sal_action put = sal_act(V_PUT, k->book->board.order[i], 0, 0);
    assert_int_equal(sal_check(&k->play, RUS, put, NULL), sal_list_has(&k->list, put));
  }
  assert_true(sal_list_has(&k->list, wanted));
}

/* 11.6244a, b, V4, CG8, 11.6194a: the hex. */
static void where(void **unused) {
  (void)unused;
  struct kit *k = soviets(JOIN(OFFMAP("sq", "soviet", "458"), OFFMAP("tank", "soviet", "T34M41"),
                               OFFMAP("gun", "soviet", "AT45L"), OFFMAP("ldr", "soviet", "8-0"),
                               OFFMAP("res", "soviet", "458")));
  struct state *s = kit_state(k);
  kit_do(k, RUS, "pick sq");
  kit_refused(k, RUS, "put 18-K5", R_11_6244a); /* hexrow 22: No Man's Land */
  kit_refused(k, RUS, "put 18-E5", R_11_6244a); /* open ground */
  kit_refused(k, RUS, "put 18-G5", R_11_6244a); /* water */
  kit_legal(k, RUS, "put 18-B5");               /* a marsh is no open ground */
  s->fort[s->nfort++] =
      (struct fort){.at = (uint16_t)kit_place(k, "18-E5"), .kind = FORT_FOX1, .side = RUS};
  kit_legal(k, RUS, "put 18-E5");
  s->fort[0].side = GER;
  kit_refused(k, RUS, "put 18-E5", R_11_6244a);
  s->fort[0] = (struct fort){.at = (uint16_t)kit_place(k, "18-E5"), .kind = FORT_WIRE, .side = RUS};
  kit_refused(k, RUS, "put 18-E5", R_11_6244a); /* wire shelters nobody */
  s->fort[0].kind = FORT_PILL135;
  kit_legal(k, RUS, "put 18-E5");
  lists_what_is_legal(k, "put 18-E5");
  kit_do(k, RUS, "put 18-D5");
  assert_int_equal(kit_at(k, "sq")->where, MAP);
  kit_do(k, RUS, "pick tank");
  lists_what_is_legal(k, "put 18-D5");
  kit_refused(k, RUS, "put 18-F5", R_11_6244a); /* a building */
  kit_refused(k, RUS, "put 18-B5", R_11_6244a);
  s->fort[s->nfort++] =
      (struct fort){.at = (uint16_t)kit_place(k, "18-F5"), .kind = FORT_BUILDING, .side = RUS};
  kit_do(k, RUS, "put 18-F5"); /* CG5: fortified */
  assert_true(kit_at(k, "tank")->flags & U_STRONG);
  kit_do(k, RUS, "pick gun");
  kit_refused(k, RUS, "put 18-F5", R_CG8); /* one vehicle or Gun */
  s->fort[0].kind = FORT_FOX1;
  kit_do(k, RUS, "put 18-E5"); /* emplaced in the open */
  assert_false(kit_at(k, "gun")->flags & U_STRONG);
  kit_do(k, RUS, "pick res");
  kit_at(k, "res")->flags |= U_RESERVE;
  kit_refused(k, RUS, "put 18-D5", R_11_6194b); /* hexrow 29, the Front Line is at 24 */
  kit_legal(k, RUS, "put 24-M5");
  lists_what_is_legal(k, "put 24-M5");
  kit_at(k, "res")->flags = U_NEW;
  kit_at(k, "res")->rec = 1;
  line(k, RUS, "i1")->zone = 1;
  kit_refused(k, RUS, "put 18-D5", R_11_6194a); /* bought for the three northern boards */
  kit_legal(k, RUS, "put 24-M5");
  lists_what_is_legal(k, "put 24-M5");
  s->rec[RUS][0].zone = 2;
  kit_legal(k, RUS, "put 18-D5");
  kit_refused(k, RUS, "put 24-M5", R_11_6194a);
  lists_what_is_legal(k, "put 18-D5");
  kit_close(k);
}

/* CG8: three squads, four SMC, one vehicle or Gun. */
static void stacking(void **unused) {
  (void)unused;
  struct kit *k = soviets(OFFMAP("u", "soviet", "458"));
  struct state *s = kit_state(k);
  static const struct {
    const char *kind;
    int load;
    bool room;
  } cases[] = {{"458", 4, true},
               {"458", 5, false},
               {"458", 6, false},
               {"248", 5, true},
               {"248", 6, false},
               {"228", 5, true},
               {"8-0", 3 * LOAD_SMC + 6, true},
               {"8-0", 4 * LOAD_SMC, false},
               {"hero", 3 * LOAD_SMC, true},
               {"T34M41", 6 + 4 * LOAD_SMC, true},
               {"T34M41", LOAD_HEAVY, false},
               {"AT45L", 5, true},
               {"AT45L", 6, false},
               {"AT45L", LOAD_HEAVY, false},
               {"HMG248", 5, true},
               {"HMG248", 6, false}};
  int i0 = at_pa(&k->play, kit_place(k, "18-D5"));
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    kit_at(k, "u")->type = (uint8_t)sp_type_named(&k->play, cases[i].kind);
    s->load[i0] = (uint16_t)cases[i].load;
    if (sp_room(&k->play, kit_unit(k, "u"), kit_place(k, "18-D5")) != cases[i].room)
      fail_msg("%s with a load of %d", cases[i].kind, cases[i].load);
  }
  kit_close(k);
}

/* 11.6242, 11.607, 11.2e, CG16: taking up, keeping off, and the upper level. */
static void lifting(void **unused) {
  (void)unused;
  struct kit *k = soviets(JOIN(
      AT("sq", "soviet", "458", "18-H5"), AT("iso", "soviet", "458", "18-D5"),
      ATM("im", "soviet", "T34M41", "18-E5", "immobilized"), AT("gun", "soviet", "AT45L", "18-H5"),
      OFFMAP("off", "soviet", "458"), OFFMAP("other", "german", "658")));
  kit_refused(k, RUS, "lift off", R_11_6244a);
  kit_refused(k, RUS, "lift other", R_11_6244a);
  kit_refused(k, RUS, "lift im", R_11_607);
  kit_at(k, "im")->flags |= U_NEW;
  kit_legal(k, RUS, "lift im"); /* dug in this scenario: it may be moved while setting up */
  kit_at(k, "iso")->iso = 1;
  kit_refused(k, RUS, "lift iso", R_11_6242);
  kit_refused(k, RUS, "floor iso", R_11_6242);
  kit_refused(k, RUS, "floor gun", R_11_2e);
  kit_do(k, RUS, "floor sq");
  assert_true(kit_at(k, "sq")->flags & U_UPPER);
  kit_do(k, RUS, "floor sq");
  assert_false(kit_at(k, "sq")->flags & U_UPPER);
  kit_at(k, "sq")->flags |= U_RESERVE;
  kit_refused(k, RUS, "floor sq", R_11_6194b);
  kit_do(k, RUS, "lift sq");
  assert_int_equal(kit_at(k, "sq")->where, OFF);
  kit_refused(k, RUS, "keep other", R_CG16);
  kit_refused(k, RUS, "keep iso", R_CG16);
  kit_do(k, RUS, "keep off");
  assert_true(kit_at(k, "off")->flags & U_STAYS);
  kit_refused(k, RUS, "keep off", R_CG16);
  kit_close(k);
}

/* 11.621a, b, c, f: where each kind may be laid, and what a field can be raised to. */
static void laying(void **unused) {
  (void)unused;
  struct kit *k = soviets(OFFMAP("sq", "soviet", "458"));
  struct state *s = kit_state(k);
  memset(s->side[RUS].stock, 3, sizeof s->side[RUS].stock);
  kit_refused(k, RUS, "lay hip.squad", R_11_621a); /* hiding is no thing to lay */
  kit_do(k, RUS, "lay trench");
  kit_refused(k, RUS, "put 16-B5", R_CG1a);
  kit_refused(k, RUS, "put 18-Z5", R_11_6244a); /* the enemy's ground */
  kit_refused(k, RUS, "put 18-G5", R_11_621a);  /* water */
  kit_refused(k, RUS, "put 18-I5", R_11_621b);  /* hexrow 24: the Front Line */
  kit_do(k, RUS, "put 18-D5");
  assert_int_equal(s->side[RUS].stock[FORT_TRENCH], 2);
  kit_do(k, RUS, "lay trench");
  kit_refused(k, RUS, "put 18-D5", R_11_621a); /* there is one */
  kit_do(k, RUS, "cancel");
  kit_do(k, RUS, "lay fortified");
  kit_refused(k, RUS, "put 18-E5", R_11_621a); /* no building */
  kit_do(k, RUS, "put 18-F5");
  kit_do(k, RUS, "lay dummy");
  kit_do(k, RUS, "put 18-I5"); /* "?" may stand in the Front Line */
  s->iso[0] = (struct iso){RUS, 1, 1}, s->niso = 1;
  int in = at_pa(&k->play, kit_place(k, "18-C5"));
  s->isle[in] = 1, s->area[in] = 0;
  kit_do(k, RUS, "lay wire");
  kit_refused(k, RUS, "put 18-C5", R_11_621b); /* not in an Isolated Location */
  kit_do(k, RUS, "cancel");
  kit_all(k, "soviet lay foxhole1;soviet put 18-C5");
  kit_close(k);
}

/* 11.621c: A-P fields of 6, 8, 12; A-T of 1 to 5. */
static void raising_fields(void **unused) {
  (void)unused;
  static const struct {
    int has, by, becomes;
  } cases[] = {{FORT_AP6, FORT_AP6, FORT_AP12}, {FORT_AP6, FORT_AP8, -1},
               {FORT_AP8, FORT_AP8, -1},        {FORT_AP12, FORT_AP6, -1},
               {FORT_AT1, FORT_AT1, FORT_AT2},  {FORT_AT1, FORT_AT4, FORT_AT5},
               {FORT_AT2, FORT_AT3, FORT_AT5},  {FORT_AT3, FORT_AT3, -1},
               {FORT_AT5, FORT_AT1, -1},        {FORT_AP12, FORT_AT5, FORT_AT5},
               {FORT_AT5, FORT_AP12, FORT_AP12}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct kit *k = soviets(OFFMAP("sq", "soviet", "458"));
    struct state *s = kit_state(k);
    char text[40];
    s->fort[s->nfort++] = (struct fort){
        .at = (uint16_t)kit_place(k, "18-D5"), .kind = (uint8_t)cases[i].has, .side = RUS};
    s->side[RUS].stock[cases[i].by] = 1;
    snprintf(text, sizeof text, "lay %s", sp_fort_word[cases[i].by]);
    kit_do(k, RUS, text);
    /* a field of the other sort beside it */
    bool other = (cases[i].has >= FORT_AT1) != (cases[i].by >= FORT_AT1);
    if (cases[i].becomes < 0) {
      kit_refused(k, RUS, "put 18-D5", R_11_621c);
    } else {
      kit_do(k, RUS, "put 18-D5");
      assert_int_equal(s->nfort, other ? 2 : 1);
      assert_int_equal(s->fort[s->nfort - 1].kind, cases[i].becomes);
      assert_int_equal(s->side[RUS].stock[cases[i].by], 0);
    }
    kit_close(k);
  }
}

/* 11.621f: whose charge, where, and who detonates it. */
static void charges(void **unused) {
  (void)unused;
  struct kit *k =
      soviets(JOIN(OFFMAP("sq", "soviet", "458"), OFFM("stays", "soviet", "458", "stays"),
                   OFFMAP("tank", "soviet", "T34M41"), OFFMAP("ldr", "soviet", "8-0"),
                   OFFMAP("enemy", "german", "658")));
  struct state *s = kit_state(k);
  kit_at(k, "stays")->flags |= U_STAYS;
  s->side[RUS].stock[FORT_SETDC] = 2;
  struct rec *r = line(k, RUS, "i3");
  kit_do(k, RUS, "lay setdc");
  kit_refused(k, RUS, "put 18-F5", R_11_621f); /* no charge */
  r->sw[4] = 1;
  kit_refused(k, RUS, "put 18-F5", R_11_621f); /* bought now, enters in play */
  r->zone = 1;
  kit_refused(k, RUS, "put 18-F5", R_11_621f); /* sets up on the other boards */
  r->zone = 2;
  kit_legal(k, RUS, "put 18-F5");
  r->bad[4] = 1;
  kit_refused(k, RUS, "put 18-F5", R_11_621f);
  r->bad[4] = 0, r->flags = R_GONE;
  kit_refused(k, RUS, "put 18-F5", R_11_621f);
  r->flags = 0, r->zone = 0, r->scenario = 1; /* Retained */
  kit_legal(k, RUS, "put 18-F5");
  kit_refused(k, RUS, "put 18-D5", R_11_621f); /* woods */
  s->fort[s->nfort++] =
      (struct fort){.at = (uint16_t)kit_place(k, "18-D5"), .kind = FORT_TRENCH, .side = RUS};
  kit_legal(k, RUS, "put 18-D5");
  s->fort[0].kind = FORT_PILL357;
  kit_legal(k, RUS, "put 18-D5");
  s->fort[0].kind = FORT_FOX3;
  kit_refused(k, RUS, "put 18-D5", R_11_621f);
  kit_do(k, RUS, "put 18-F5");
  kit_refused(k, RUS, "detonate tank", R_11_621f);
  kit_refused(k, RUS, "detonate stays", R_11_621f);
  kit_refused(k, RUS, "detonate enemy", R_11_621f);
  kit_do(k, RUS, "detonate ldr");
  assert_int_equal(s->fort[1].unit, kit_unit(k, "ldr") + 1);
  assert_int_equal(s->fort[1].kind, FORT_SETDC);
  assert_int_equal(r->sw[4], 0);
  assert_int_equal(s->side[RUS].stock[FORT_SETDC], 1);
  kit_close(k);
}

/* 11.621e: what hiding takes from the stock, by unit and ground; what is never hidden. */
static void hiding(void **unused) {
  (void)unused;
  static const struct {
    const char *kind, *hex;
    int stock;
  } cases[] = {{"458", "18-D5", FORT_HIP_SQUAD},
               {"248", "18-D5", FORT_HIP_HS},
               {"228", "18-D5", FORT_HIP_HS},
               {"HMG248", "18-D5", FORT_HIP_HS},
               {"8-0", "18-D5", FORT_HIP_SMC},
               {"hero", "18-D5", FORT_HIP_SMC},
               {"T34M41", "18-D5", FORT_HIP_VEHICLE},
               {"AT45L", "18-D5", -1},
               {"AT45L", "18-E5", FORT_HIP_58},
               {"ART76L", "18-E5", FORT_HIP_VEHICLE},
               {"ART76L", "18-D5", -1}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    char units[200];
    snprintf(units, sizeof units,
             "{\"name\":\"u\",\"side\":\"soviet\",\"kind\":\"%s\",\"hex\":\"%s\"}", cases[i].kind,
             cases[i].hex);
    struct kit *k = soviets(units);
    struct state *s = kit_state(k);
    if (cases[i].stock >= 0) {
      kit_refused(k, RUS, "hide u", R_11_621e);
      s->side[RUS].stock[cases[i].stock] = 1;
    }
    kit_do(k, RUS, "hide u");
    assert_true(kit_at(k, "u")->flags & U_HIP && !(kit_at(k, "u")->flags & U_KNOWN));
    if (cases[i].stock >= 0)
      assert_int_equal(s->side[RUS].stock[cases[i].stock], 0);
    kit_refused(k, RUS, "hide u", R_11_621e);
    kit_do(k, RUS, "lift u");
    if (cases[i].stock >= 0)
      assert_int_equal(s->side[RUS].stock[cases[i].stock], 1);
    assert_false(kit_at(k, "u")->flags & U_HIP);
    kit_close(k);
  }
  struct kit *k =
      soviets(JOIN(AT("res", "soviet", "458", "18-D5"), AT("open", "soviet", "458", "18-E5"),
                   AT("iso", "soviet", "458", "18-F5"), AT("pz", "german", "PzIVH", "18-Z5"),
                   OFFMAP("off", "soviet", "458")));
  memset(kit_state(k)->side[RUS].stock, 5, FORTS);
  memset(kit_state(k)->side[GER].stock, 5, FORTS);
  kit_at(k, "res")->flags |= U_RESERVE;
  kit_at(k, "iso")->iso = 1;
  kit_refused(k, RUS, "hide res", R_11_621e);
  kit_refused(k, RUS, "hide open", R_11_621e);
  kit_refused(k, RUS, "hide iso", R_11_621e);
  kit_refused(k, RUS, "hide off", R_11_621e);
  kit_refused(k, RUS, "hide pz", R_11_621e);
  kit_do(k, RUS, "done");
  kit_refused(k, GER, "hide pz", R_11_621e); /* never */
  kit_close(k);
}

/* 11.621e: a tenth of the AFV, whatever was bought for trucks and large Guns. */
static void hidden_vehicles(void **unused) {
  (void)unused;
  struct kit *k = kit_lay(
      "\"phase\":\"prep.2/"
      "11.621\",\"vars\":{\"soviet_fpp\":40,\"german_front\":20,\"soviet_front\":24},\"terrain\":"
      "[" JOIN(WOODS("18-D5"), WOODS("18-D7")) ",{\"hex\":\"18-E5\",\"set\":[\"open\"]}],\"units\":"
                                               "[" JOIN(AT("a", "soviet", "T34M41", "18-D5"),
                                                        AT("b", "soviet", "T34M41", "18-D7"),
                                                        AT("gun", "soviet", "ART76L", "18-E5")) "]",
      false);
  kit_all(k, "soviet fort hip.vehicle;soviet fort hip.vehicle");
  kit_refused(k, RUS, "fort hip.vehicle", R_11_621e); /* one of two AFV, one large Gun */
  kit_all(k, "soviet commit;german commit");
  while (kit_node(k) != N_SETUP)
    kit_default(k);
  kit_do(k, RUS, "hide a");
  kit_refused(k, RUS, "hide b", R_11_621e);
  kit_do(k, RUS, "hide gun");
  kit_close(k);
}

/* 11.6194b, d, 11.621a: when set-up is done the dug-in are on the map, reserves wait, stock is
 * gone. */
static void closing(void **unused) {
  (void)unused;
  struct kit *k =
      soviets(JOIN(OFFM("dug", "soviet", "T34M41", "dugin"),
                   OFFM("res", "soviet", "458", "reserve"), OFFMAP("sq", "soviet", "458"),
                   AT("on", "soviet", "458", "18-D5"), AT("g", "german", "658", "18-Z5")));
  struct state *s = kit_state(k);
  kit_at(k, "on")->flags &= ~(uint32_t)U_KNOWN;
  s->side[RUS].stock[FORT_TRENCH] = 2;
  s->side[GER].stock[FORT_TRENCH] = 1;
  kit_do(k, RUS, "done");
  assert_int_equal(kit_at(k, "dug")->where, MAP);
  assert_true(kit_at(k, "res")->flags & U_STAYS);
  assert_false(kit_at(k, "sq")->flags & U_STAYS);
  assert_false(kit_at(k, "on")->flags & U_STAYS);
  assert_int_equal(s->side[RUS].stock[FORT_TRENCH], 0);
  assert_int_equal(s->side[GER].stock[FORT_TRENCH], 1);
  assert_int_equal(kit_told(k, E_SETUP_DONE, R_11_6244a)->n[1], 2);
  assert_true(s->area[at_pa(&k->play, kit_place(k, "18-D5"))] & A_VEIL_RUS);
  assert_int_equal(sal_top(&k->play)->side, GER);
  kit_close(k);
}

/* Auto: everything that may stands, in cover, legally, and fortifications and phones too. */
static void automatic(void **unused) {
  (void)unused;
  char units[3000] = JOIN(OFFMAP("tank", "soviet", "T34M41"), OFFMAP("gun", "soviet", "AT45L"),
                          OFFMAP("ldr", "soviet", "8-0"), OFFM("res", "soviet", "458", "reserve"),
                          OFFM("keep", "soviet", "458", "recall"));
  for (int i = 0; i < 12; i++)
    sprintf(units + strlen(units),
            ",{\"name\":\"s%d\",\"side\":\"soviet\",\"kind\":\"458\",\"box\":\"soviet.off\"}", i);
  struct kit *k = soviets(units);
  struct state *s = kit_state(k);
  s->side[RUS].stock[FORT_TRENCH] = 3;
  s->side[RUS].stock[FORT_BUILDING] = 1;
  s->side[RUS].stock[FORT_HIP_SQUAD] = 1;
  struct rec *r = line(k, RUS, "o1");
  r->link = LINK_PHONE, r->black = 3;
  kit_do(k, RUS, "auto");
  assert_int_equal(s->nfort, 4);
  assert_int_equal(s->side[RUS].stock[FORT_HIP_SQUAD], 1);
  assert_true(r->hex != NOWHERE);
  assert_int_equal(kit_at(k, "keep")->where, OFF);
  for (int i = 0; i < 16; i++) {
    char id[8];
    snprintf(id, sizeof id,
             i < 12    ? "s%d"
             : i == 12 ? "tank"
             : i == 13 ? "gun"
             : i == 14 ? "ldr"
                       : "res",
             i);
    const struct unit *u = kit_at(k, id);
    assert_int_equal(u->where, MAP);
    assert_true(sp_area(&k->play, RUS, u->at));
    if (i < 12)
      assert_true(sp_tem(&k->play, RUS, u->at));
  }
  int far = 99;
  for (int i = 0; i < PA_PLACES; i++)
    if (s->area[i] & A_FRONT_RUS &&
        sp_distance(i + sp_pa_low(&k->play) * WIDTH, kit_at(k, "res")->at) < far)
      far = sp_distance(i + sp_pa_low(&k->play) * WIDTH, kit_at(k, "res")->at);
  assert_true(far >= 10);
  kit_close(k);
}

/* 11.6194b: five dummies a reserve group, ten hexes behind the front; "?" that were bought go where
 * they like. */
static void dummies_of_a_reserve(void **unused) {
  (void)unused;
  struct kit *k =
      kit_lay("\"phase\":\"prep.2/"
              "11.619\",\"vars\":{\"soviet_cpp\":40,\"german_front\":20,\"soviet_front\":24}",
              false);
  struct state *s = kit_state(k);
  kit_all(k, "soviet buy i2 reserve 0;soviet buy m1 plain 0;german commit;soviet commit;soviet "
             "fort dummy;soviet commit;german commit");
  while (kit_node(k) != N_SETUP)
    kit_default(k);
  assert_int_equal(s->side[RUS].stock[FORT_DUMMY], 6);
  /* hexrow 28, the Front Line is at 24 */
  kit_all(k, "soviet lay dummy;soviet put 18-D5;soviet lay dummy");
  kit_refused(k, RUS, "put 18-E5", R_11_6194b);
  kit_do(k, RUS, "put 24-M5");
  kit_do(k, RUS, "auto");
  for (int i = 2; i < s->nfort; i++)
    assert_true(s->fort[i].kind != FORT_DUMMY || row_of(s->fort[i].at) - sp_pa_low(&k->play) >= 34);
  kit_close(k);
}

/* 11.6245, 11.6246, CG15: turns of inspection, what is shown, and mines without their strength. */
static void inspections(void **unused) {
  (void)unused;
  struct kit *k =
      kit_lay("\"phase\":\"prep.2/"
              "11.624\",\"vars\":{\"german_front\":20,\"soviet_front\":24},\"terrain\":[" JOIN(
                  WOODS("24-M5"),
                  WOODS("18-Z5")) "],\"units\":[" JOIN(AT("r", "soviet", "458", "24-M5"),
                                                       AT("g", "german", "658", "18-Z5")) "]",
              false);
  struct state *s = kit_state(k);
  kit_at(k, "r")->flags = U_HIP;
  s->side[GER].recon_left = 2, s->side[RUS].recon_left = 1;
  s->fort[0] = (struct fort){.at = (uint16_t)kit_place(k, "24-M5"), .kind = FORT_AP12, .side = RUS};
  s->fort[1] =
      (struct fort){.at = (uint16_t)kit_place(k, "24-M5"), .kind = FORT_TRENCH, .side = RUS};
  s->fort[2] =
      (struct fort){.at = (uint16_t)kit_place(k, "24-N5"), .kind = FORT_TRENCH, .side = RUS};
  s->fort[3] =
      (struct fort){.at = (uint16_t)kit_place(k, "24-M5"), .kind = FORT_TRENCH, .side = GER};
  s->nfort = 4;
  kit_all(k, "soviet done;german done");
  assert_int_equal(sal_top(&k->play)->side, RUS); /* the Soviets declare first */
  kit_refused(k, RUS, "inspect 18-E5", R_11_6245);
  kit_refused(k, RUS, "inspect 10-M5", R_CG1a);
  kit_do(k, RUS, "inspect 18-GG5"); /* hexrow 0, the Soviet Front Line is at 24 */
  assert_int_equal(kit_told(k, E_INSPECTED, R_11_6245)->n[1], 0);
  assert_int_equal(sal_top(&k->play)->side, GER);
  kit_do(k, GER, "inspect 24-M5");
  assert_int_equal(kit_told(k, E_INSPECTED, R_11_6245)->n[1], 3);
  assert_int_equal(kit_at(k, "r")->flags & (U_HIP | U_KNOWN), U_KNOWN);
  assert_int_equal(s->fort[0].shown, 2); /* mines, but not which */
  assert_int_equal(s->fort[1].shown, 1);
  assert_int_equal(s->fort[2].shown, 0);
  assert_int_equal(s->fort[3].shown, 0);
  assert_int_equal(s->side[GER].recon_left, 1);
  /* the Soviets have none left and are passed over */
  assert_int_equal(sal_top(&k->play)->side, GER);
  kit_do(k, GER, "inspect 24-M5");
  assert_int_equal(kit_told(k, E_INSPECTED, R_11_6245)->n[1], 0); /* nothing new */
  assert_int_equal(kit_node(k), N_ORDERS);
  kit_close(k);
}

/* 11.6241, 11.624: wind only when it is gusty; kept-off lists are made afresh. */
static void beginning(void **unused) {
  (void)unused;
  struct table *t =
      lay("stalnie/campaign", "\"phase\":\"prep.2/11.624\",\"vars\":{\"weather_now\":3}", "5");
  assert_int_equal(int_of(ask(t, "{\"cmd\":\"view\",\"side\":\"all\"}"), "view.vars.wind"), 5);
  clear_away(t);
  t = lay("stalnie/campaign",
          "\"phase\":\"prep.2/11.624\",\"vars\":{\"weather_now\":2},\"units\":[" OFFM(
              "a", "soviet", "458", "stays") "]",
          NULL);
  assert_int_equal(int_of(ask(t, "{\"cmd\":\"view\",\"side\":\"all\"}"), "view.vars.wind"), 0);
  act(t, "soviet", "pick a");
  clear_away(t);
}

/* CG6: a line of own hexes, each one hexrow nearer the own edge: by the area, and by what was taken
 * before. */
static void phone_lines(void **unused) {
  (void)unused;
  struct kit *k = soviets(OFFMAP("sq", "soviet", "458"));
  struct state *s = kit_state(k);
  struct rec *r = line(k, RUS, "o1");
  r->link = LINK_PHONE;
  kit_refused(k, RUS, "phone 1", R_CG6); /* no ammunition */
  r->black = 2;
  line(k, RUS, "i1");
  kit_refused(k, RUS, "phone 2", R_CG6);
  kit_refused(k, RUS, "phone 3", R_CG6);
  kit_do(k, RUS, "phone 1");
  kit_legal(k, RUS, "put 18-D5");
  kit_refused(k, RUS, "put 18-G5", R_CG6); /* water */
  kit_refused(k, RUS, "put 18-Z5", R_11_6244a);
  memset(s->area + 40 * WIDTH, 0, WIDTH); /* nobody's, but Soviet before */
  kit_legal(k, RUS, "put 18-D5");
  memset(s->ground + 40 * WIDTH, C_OWN, WIDTH);
  kit_refused(k, RUS, "put 18-D5", R_CG6);
  kit_legal(k, RUS, "put 24-M5"); /* hexrow 52, north of the gap */
  kit_do(k, RUS, "cancel");
  s->side[RUS].perimeter = 0;
  kit_refused(k, RUS, "phone 1", R_CG6);
  kit_close(k);
}

/* ---- standing orders: a step is answered as the order says, and asked otherwise --------- */

static bool answers(struct kit *k, int side, int order, int choice, int n, const char *want) {
  struct sal_order_set set[ORDERS] = {0};
  struct sal_action got, a;
  struct sal_err err;
  set[order].choice = (uint8_t)choice;
  set[order].n = (uint8_t)n;
  if (!sp_answer(&k->play, side, set, &got))
    return want == NULL;
  if (!want || !sal_action_parse(k->book, want, &a, &err))
    return false;
  return sal_same(got, a) && sal_check(&k->play, side, got, NULL);
}
enum { ASK, ALWAYS, NEVER, CHANCE };

static void orders_of_set_up(void **unused) {
  (void)unused;
  struct kit *k = soviets(OFFMAP("sq", "soviet", "458"));
  assert_true(answers(k, RUS, ORDER_SETUP, ASK, 0, NULL));
  assert_true(answers(k, RUS, ORDER_FIGHT, ALWAYS, 0, NULL)); /* another step's order */
  assert_true(answers(k, RUS, ORDER_SETUP, ALWAYS, 0, "auto"));
  kit_do(k, RUS, "auto");
  assert_true(answers(k, RUS, ORDER_SETUP, ALWAYS, 0, "done"));
  kit_state(k)->side[GER].recon_left = 1;
  kit_all(k, "soviet done;german done");
  assert_int_equal(kit_node(k), N_INSPECT);
  assert_true(answers(k, GER, ORDER_INSPECT, ASK, 0, NULL));
  assert_true(answers(k, GER, ORDER_INSPECT, NEVER, 0, "pass"));
  kit_do(k, GER, "pass");
  /* orders for a battle are the player's own */
  assert_true(answers(k, GER, ORDER_FIGHT, ALWAYS, 0, NULL));
  kit_all(k, "german commit;soviet commit");
  assert_true(answers(k, GER, ORDER_FIGHT, ASK, 0, NULL));
  assert_true(answers(k, GER, ORDER_FIGHT, ALWAYS, 0, "fight"));
  while (kit_node(k) == N_BATTLE)
    kit_do(k, GER, "fight");
  assert_true(answers(k, GER, ORDER_PERIMETER, ASK, 0, NULL));
  assert_true(answers(k, GER, ORDER_PERIMETER, ALWAYS, 0, "commit"));
  sal_legal(&k->play, GER, &k->list);
  for (uint32_t i = 0; i < k->list.n; i++)
    if (k->list.a[i].verb == V_MARKER) {
      sal_apply(&k->play, GER, k->list.a[i]);
      break;
    }
  assert_true(answers(k, GER, ORDER_PERIMETER, ALWAYS, 0, NULL)); /* a chain was begun by hand */
  kit_close(k);
}

/* Escapes: all, none but those who must, or those with a chance; then the roll. */
static void orders_of_escape(void **unused) {
  (void)unused;
  struct kit *k =
      kit_lay("\"map\":\"plain:30x52\",\"phase\":\"reph.1/"
              "11.605\",\"vars\":{\"winners\":1},\"units\":[" JOIN(
                  AT("sq", "german", "658", "T-AA15"), AT("hs", "german", "348", "T-YY20"),
                  AT("ldr", "german", "8-0", "T-AA22")) "]",
              false);
  kit_all(k, "german commit;soviet commit");
  /* +4: 5 or less, and it may be Replaced */
  assert_int_equal(sp_escape_percent(&k->play, GER, kit_unit(k, "sq")), 10 * 100 / 36);
  assert_int_equal(sp_escape_percent(&k->play, GER, kit_unit(k, "hs")), 35 * 100 / 36); /* -2 */
  assert_true(answers(k, GER, ORDER_ESCAPE, ASK, 0, NULL));
  assert_true(answers(k, GER, ORDER_ESCAPE, NEVER, 0, "escape ldr")); /* he must */
  assert_true(answers(k, GER, ORDER_ESCAPE, ALWAYS, 0, "escape sq"));
  assert_true(answers(k, GER, ORDER_ESCAPE, CHANCE, 90, "escape hs"));
  assert_true(answers(k, GER, ORDER_ESCAPE, CHANCE, 27, "escape sq"));
  assert_true(answers(k, GER, ORDER_ESCAPE, CHANCE, 28, "escape hs"));
  assert_true(answers(k, GER, ORDER_ESCAPE, CHANCE, 99, "escape ldr"));
  kit_do(k, GER, "escape ldr");
  assert_true(answers(k, GER, ORDER_ESCAPE, ASK, 0, NULL));
  assert_true(answers(k, GER, ORDER_ESCAPE, NEVER, 0, "roll"));
  kit_roll(k, GER, "roll", "2 2");
  assert_true(answers(k, GER, ORDER_ESCAPE, NEVER, 0, "done"));
  assert_true(answers(k, GER, ORDER_ESCAPE, CHANCE, 99, "done"));
  kit_close(k);
}

static void orders_of_crews(void **unused) {
  (void)unused;
  struct kit *k = kit_lay(
      "\"phase\":\"reph.1/11.613\",\"vars\":{\"winners\":1},\"units\":[" JOIN(
          OFFMAP("ok", "german", "PzIVH"), OFFM("pz", "german", "PzIVH", "abandoned"),
          OFFM("st", "german", "PzIVH", "recall"), OFFM("c1", "german", "228", "vehiclecrew"),
          OFFM("c2",
               "germa"
               "n",
               "228",
               "vehic"
               "lecre"
               "w")) "]",
      false);
  assert_int_equal(kit_node(k), N_CREWS);
  assert_true(answers(k, GER, ORDER_CREWS, ASK, 0, NULL));
  assert_true(answers(k, GER, ORDER_CREWS, ALWAYS, 0, "man pz c1"));
  kit_do(k, GER, "man pz c1");
  assert_int_equal(kit_node(k), N_RECALL);
  assert_true(answers(k, GER, ORDER_CREWS, ASK, 0, NULL));
  assert_true(answers(k, GER, ORDER_CREWS, ALWAYS, 0, "free st"));
  kit_close(k);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(who),
                                     cmocka_unit_test(where),
                                     cmocka_unit_test(stacking),
                                     cmocka_unit_test(lifting),
                                     cmocka_unit_test(laying),
                                     cmocka_unit_test(raising_fields),
                                     cmocka_unit_test(charges),
                                     cmocka_unit_test(hiding),
                                     cmocka_unit_test(hidden_vehicles),
                                     cmocka_unit_test(closing),
                                     cmocka_unit_test(automatic),
                                     cmocka_unit_test(dummies_of_a_reserve),
                                     cmocka_unit_test(inspections),
                                     cmocka_unit_test(beginning),
                                     cmocka_unit_test(phone_lines),
                                     cmocka_unit_test(orders_of_set_up),
                                     cmocka_unit_test(orders_of_escape),
                                     cmocka_unit_test(orders_of_crews)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
